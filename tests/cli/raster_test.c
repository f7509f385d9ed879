/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DCLI_LINKS_HEADERS -I. tests/cli/raster_test.c -o raster_test -lm -ldl -lpthread -Wno-unused-function */
/* tools/cli/raster.h alone: meshes cover every pixel once, what is clipped is what homogeneous
   coordinates say, weights are those of a direct solution, lines and points cover what the rules
   say. The last line is "N passed, N failed". */
#include "tools/cli/raster.h"

enum { SIZE = 64, GRID = 9 };

static int passed, failed;
static unsigned char counts[SIZE][SIZE];
static uint64_t seed = 1;

static void check(int good, const char *what) {
    if (good) passed++;
    else failed++;
    if (!good) printf("FAILED %s\n", what);
}

static double random_number(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 40) / (double)(1 << 24);
}

static raster_window whole_window(void) {
    raster_window w;
    memset(&w, 0, sizeof w);
    w.width = w.height = SIZE;
    return w;
}

static raster_vertex vertex_at(double x, double y, double z, double w) {
    raster_vertex v;
    memset(&v, 0, sizeof v);
    v.position[0] = (float)x, v.position[1] = (float)y;
    v.position[2] = (float)z, v.position[3] = (float)w;
    v.point_size = 1;
    return v;
}

/* A vertex at a place in pixels. */
static raster_vertex pixel_vertex(double x, double y) {
    return vertex_at(x / SIZE * 2 - 1, y / SIZE * 2 - 1, 0.5, 1);
}

static void count_quad(void *context, const raster_shape *s, int x, int y, unsigned mask) {
    int i;
    (void)context, (void)s;
    for (i = 0; i < 4; i++)
        if (mask >> i & 1u) counts[y + (i >> 1)][x + (i & 1)]++;
}

/* Counts the pixels of a primitive, in bands of so many rows. */
static uint32_t cover(const raster_vertex *a, const raster_vertex *b, const raster_vertex *c,
                      const raster_window *window, int band, raster_shape *shapes) {
    const raster_vertex *of[3];
    uint32_t n, i;
    int top;
    of[0] = a, of[1] = b, of[2] = c;
    n = make_shapes(shapes, of, c != NULL ? 3 : b != NULL ? 2 : 1, 0, window);
    for (top = 0; top < SIZE; top += band)
        for (i = 0; i < n; i++) walk_shape(&shapes[i], top, top + band, count_quad, NULL);
    return n;
}

/* A corner of a mesh that covers the window: at pixel centres in every fourth round, so that edges
   go through them; else moved, unless it is at the border. */
static raster_vertex mesh_corner(int round, int x, int y) {
    double step = (SIZE + 4.0) / (GRID - 1), across = x * step - 2, down = y * step - 2;
    if (round % 4 == 0) return pixel_vertex(floor(across) + 0.5, floor(down) + 0.5);
    if (x == 0 || y == 0 || x == GRID - 1 || y == GRID - 1) return pixel_vertex(across, down);
    across += (random_number() - 0.5) * step * 0.45;
    down += (random_number() - 0.5) * step * 0.45;
    return pixel_vertex(across, down);
}

/* The two triangles of a cell, the second one turning either way, in bands or not. */
static void cover_cell(const raster_vertex *above, const raster_vertex *below, int round) {
    raster_shape shapes[MAX_CLIP_VERTICES];
    raster_window window = whole_window();
    cover(&above[0], &above[1], &below[0], &window, SIZE, shapes);
    if (round % 2) cover(&above[1], &below[0], &below[1], &window, SIZE, shapes);
    else cover(&below[1], &below[0], &above[1], &window, 8, shapes);
}

/* A mesh of triangles covers each pixel once. */
static void test_meshes(void) {
    static raster_vertex corners[GRID][GRID];
    int round, x, y, good = 1;
    for (round = 0; round < 200; round++) {
        for (y = 0; y < GRID; y++)
            for (x = 0; x < GRID; x++) corners[y][x] = mesh_corner(round, x, y);
        memset(counts, 0, sizeof counts);
        for (y = 0; y + 1 < GRID; y++)
            for (x = 0; x + 1 < GRID; x++)
                cover_cell(&corners[y][x], &corners[y + 1][x], round);
        for (y = 0; y < SIZE; y++)
            for (x = 0; x < SIZE; x++) good = good && counts[y][x] == 1;
    }
    check(good, "meshes cover every pixel once");
}

/* Where a window position is among the vertices: the weights over w by Cramer's rule, 0 if the
   triangle is edge-on. */
static int solve(const raster_vertex *v, double x, double y, double weights[3]) {
    double m[3][3], nx = x / SIZE * 2 - 1, ny = y / SIZE * 2 - 1, area;
    int i, k;
    for (i = 0; i < 3; i++) {
        m[i][0] = (double)v[i].position[0], m[i][1] = (double)v[i].position[1];
        m[i][2] = (double)v[i].position[3];
    }
    area = m[0][0] * (m[1][1] * m[2][2] - m[2][1] * m[1][2]) -
           m[0][1] * (m[1][0] * m[2][2] - m[2][0] * m[1][2]) +
           m[0][2] * (m[1][0] * m[2][1] - m[2][0] * m[1][1]);
    if (fabs(area) < 1e-4) return 0;
    for (i = 0; i < 3; i++) {
        const double *b = m[(i + 1) % 3], *c = m[(i + 2) % 3];
        weights[i] = (nx * (b[1] * c[2] - c[1] * b[2]) - ny * (b[0] * c[2] - c[0] * b[2]) +
                      (b[0] * c[1] - c[0] * b[1])) / area;
    }
    for (k = 0; k < 3; k++)
        if (!isfinite(weights[k])) return 0;
    return 1;
}

/* 1: the pixel is in the view volume and the triangle, 0: it is not, -1: too close to say. */
static int wanted(const raster_vertex *v, const double weights[3]) {
    double w = 0, z = 0, least = 1e9;
    int i;
    for (i = 0; i < 3; i++) w += weights[i];
    for (i = 0; i < 3; i++) z += weights[i] / w * (double)v[i].position[2];
    z *= w; /* z over w */
    for (i = 0; i < 3; i++) least = weights[i] < least ? weights[i] : least;
    if (fabs(least) < 0.02 * fabs(w) || fabs(z) < 1e-2 || fabs(z - 1) < 1e-2 || fabs(w) < 1e-3)
        return -1;
    return least > 0 && z > 0 && z < 1;
}

static size_t compared;
static int planes_good = 1;

/* The weights and the depth of the shape's planes are those that are solved for. */
static void compare_quad(void *context, const raster_shape *s, int x, int y, unsigned mask) {
    const raster_vertex *v = (const raster_vertex *)context;
    double weights[3], dx, dy, limit, depth;
    int i, k;
    count_quad(NULL, s, x, y, mask);
    for (i = 0; i < 4; i++) {
        double px = x + (i & 1) + 0.5, py = y + (i >> 1) + 0.5;
        if (!(mask >> i & 1u) || !solve(v, px, py, weights)) continue;
        dx = px - s->origin[0], dy = py - s->origin[1];
        limit = 0.01 * fabs(weights[0] + weights[1] + weights[2]) + 1e-3;
        for (k = 0, depth = 0; k < 3; k++) {
            depth += weights[k] * (double)v[k].position[2];
            if (!(fabs(plane_at(&s->weights[k], dx, dy) - weights[k]) <= limit)) planes_good = 0;
        }
        if (!(fabs(plane_at(&s->depth, dx, dy) - depth) <= limit)) planes_good = 0;
        compared++;
    }
}

static void test_clipping(void) {
    raster_shape shapes[MAX_CLIP_VERTICES];
    raster_window window = whole_window();
    const raster_vertex *of[3];
    raster_vertex v[3];
    double weights[3];
    int round, x, y, i, good = 1, once = 1, decided = 0;
    for (round = 0; round < 2000; round++) {
        uint32_t n, k;
        for (i = 0; i < 3; i++) {
            v[i] = vertex_at(random_number() * 6 - 3, random_number() * 6 - 3,
                             random_number() * 3 - 1, random_number() * 3 - 1);
            of[i] = &v[i];
        }
        memset(counts, 0, sizeof counts);
        n = make_shapes(shapes, of, 3, 0, &window);
        for (k = 0; k < n; k++) walk_shape(&shapes[k], 0, SIZE, compare_quad, v);
        for (y = 0; y < SIZE; y++)
            for (x = 0; x < SIZE; x++) {
                int want = solve(v, x + 0.5, y + 0.5, weights) ? wanted(v, weights) : -1;
                once = once && counts[y][x] <= 1;
                if (want < 0) continue;
                decided++;
                good = good && counts[y][x] == want;
            }
    }
    check(good, "clipped triangles cover what they should");
    check(once, "parts of a clipped triangle do not overlap");
    check(decided > 1000000, "most pixels can be decided");
    check(planes_good && compared > 100000, "weights are those of a direct solution");
}

static void test_facing(void) {
    raster_shape shapes[MAX_CLIP_VERTICES];
    raster_window window = whole_window();
    raster_vertex a = pixel_vertex(2, 2), b = pixel_vertex(20, 2), c = pixel_vertex(2, 20);
    check(cover(&a, &b, &c, &window, SIZE, shapes) == 1 && !shapes[0].front, "clockwise: back");
    check(cover(&a, &c, &b, &window, SIZE, shapes) == 1 && shapes[0].front, "others: front");
    window.cull = LAMBDAV_VK_CULL_BACK;
    check(cover(&a, &b, &c, &window, SIZE, shapes) == 0, "back faces are culled");
    window.clockwise = 1;
    check(cover(&a, &b, &c, &window, SIZE, shapes) == 1 && shapes[0].front, "clockwise: front");
    a.position[0] = (float)NAN;
    check(cover(&a, &b, &c, &window, SIZE, shapes) == 0, "no place, no triangle");
}

static int row_is(int y, const char *row) {
    int x;
    for (x = 0; row[x] != '\0'; x++)
        if (counts[y][x] != (unsigned char)(row[x] - '0')) return 0;
    return 1;
}

static void test_points(void) {
    raster_shape shapes[MAX_CLIP_VERTICES];
    raster_window window = whole_window();
    raster_vertex v = pixel_vertex(3.5, 1.5);
    memset(counts, 0, sizeof counts);
    cover(&v, NULL, NULL, &window, SIZE, shapes);
    check(row_is(0, "0000000") && row_is(1, "0001000") && row_is(2, "0000000"), "a point of 1");
    v.point_size = 3;
    memset(counts, 0, sizeof counts);
    cover(&v, NULL, NULL, &window, SIZE, shapes);
    check(row_is(0, "0011100") && row_is(2, "0011100") && row_is(3, "0000000"), "a point of 3");
    v = pixel_vertex(3, 1);
    v.point_size = 2;
    memset(counts, 0, sizeof counts);
    cover(&v, NULL, NULL, &window, 2, shapes);
    check(row_is(0, "0011000") && row_is(1, "0011000") && row_is(2, "0000000"), "between pixels");
    check(fabs(plane_at(&shapes[0].point[0], 2.5 - 3, 0) - 0.25) < 1e-9, "its coordinates");
    v = vertex_at(1.2, 0, 1.5, 1);
    v.point_size = 30;
    check(cover(&v, NULL, NULL, &window, SIZE, shapes) == 0, "behind the view volume");
}

static void test_lines(void) {
    raster_shape shapes[MAX_CLIP_VERTICES];
    raster_window window = whole_window();
    raster_vertex a = pixel_vertex(1.5, 2.5), b = pixel_vertex(6.5, 2.5);
    memset(counts, 0, sizeof counts);
    cover(&a, &b, NULL, &window, SIZE, shapes);
    check(row_is(2, "01111100") && row_is(1, "00000000"), "the last pixel is left out");
    check(fabs(plane_at(&shapes[0].weights[1], 2, 0) - 0.4) < 1e-9, "weights along a line");
    b = pixel_vertex(1.5, 6.5);
    memset(counts, 0, sizeof counts);
    cover(&b, &a, NULL, &window, 2, shapes);
    check(row_is(2, "01000") && row_is(5, "01000") && row_is(6, "00000"), "a line upwards");
    b = pixel_vertex(5, 6);
    a = pixel_vertex(1, 2);
    memset(counts, 0, sizeof counts);
    cover(&a, &b, NULL, &window, 2, shapes);
    check(row_is(1, "00000") && row_is(2, "01000") && row_is(3, "00100") && row_is(4, "00010") &&
              row_is(5, "00001"), "a diagonal");
}

static void test_topologies(void) {
    uint32_t at[3];
    check(count_primitives(LAMBDAV_VK_TRIANGLE_STRIP, 5) == 3, "a strip of 5");
    primitive_vertices(LAMBDAV_VK_TRIANGLE_STRIP, 1, at);
    check(at[0] == 1 && at[1] == 3 && at[2] == 2, "its second triangle is turned");
    primitive_vertices(LAMBDAV_VK_TRIANGLE_FAN, 1, at);
    check(at[0] == 2 && at[1] == 3 && at[2] == 0, "a fan");
    check(count_primitives(LAMBDAV_VK_LINES, 5) == 2 &&
              count_primitives(LAMBDAV_VK_LINE_STRIP, 5) == 4 &&
              count_primitives(LAMBDAV_VK_TRIANGLES, 2) == 0, "vertices that are left over");
}

int main(void) {
    test_meshes();
    test_clipping();
    test_facing();
    test_points();
    test_lines();
    test_topologies();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
