/* Triangles, lines and points: from clip space to quads of pixels. Part of lambdav.c.

   Vulkan's rules: primitives are clipped to the view volume, window coordinates have 8 bits below
   the pixel, a pixel is covered if its centre is, and centres on an edge belong to the triangle
   whose top or left edge that is. Lines are rectangles of one pixel's width, as strictLines has it;
   of points x and y may lie outside of the view volume. A primitive becomes shapes: what covers
   pixels, and planes over the window that say how far a pixel is from each of the vertices.
   In x and y they are clipped at a guard band only, since what lies outside of the window is not
   visited.

   Nothing here knows of shaders: a walk calls a function for each quad (2x2 pixels, at even
   coordinates) with the mask of those covered, in an order that depends on the shape alone. */
#ifndef CLI_RASTER_H
#define CLI_RASTER_H

#include "base.h"

enum {
    MAX_CLIP_DISTANCES = 8, MAX_CLIP_PLANES = 7 + MAX_CLIP_DISTANCES,
    MAX_CLIP_VERTICES = 3 + MAX_CLIP_PLANES, SUBPIXELS = 256, BLOCK = 8, MAX_POINT_SIZE = 255
};
#define GUARD_BAND 64.0 /* in half widths of the window */
#define LEAST_W 1e-10

/* What the vertex stage made of a vertex. */
typedef struct raster_vertex {
    float position[4], point_size, clip[MAX_CLIP_DISTANCES];
    const uint32_t *values; /* of the fragment stage's inputs */
} raster_vertex;

/* A function of the window: its value at the shape's origin, and what it grows by per pixel. */
typedef struct raster_plane {
    double base, dx, dy;
} raster_plane;

enum { SHAPE_TRIANGLE, SHAPE_LINE, SHAPE_POINT };

typedef struct raster_shape {
    int kind, front, everywhere;      /* everywhere: all planes are constant, nothing else drawn */
    uint32_t primitive;               /* its number in the draw */
    const raster_vertex *vertices[3]; /* the first one provokes */
    int left, top, right, bottom;     /* pixels that may be covered, right and bottom beyond them */
    uint32_t edge_count;              /* 0: all that is in the bounds */
    int64_t edges[4][3];              /* x, y, 1; inside where none is negative */
    double origin[2];
    raster_plane weights[3];          /* of the vertices, over w */
    raster_plane linear[3];           /* of the vertices, linear in the window */
    raster_plane depth;
    raster_plane point[2];            /* the coordinates in a point */
} raster_shape;

typedef struct raster_window {
    uint32_t width, height;
    lambdav_vk_cull cull;
    int clockwise;
    uint32_t clip_count; /* clip distances that vertices have */
} raster_window;

/* ---- clipping */

typedef struct clip_vertex {
    double position[4], weights[3];
} clip_vertex;

/* How far inside of plane p a point is; `clip` are the clip distances there. */
static double clip_distance(const double *position, const double *clip, uint32_t p) {
    switch (p) {
    case 0: return position[3] - LEAST_W;
    case 1: return position[2];
    case 2: return position[3] - position[2];
    case 3: return GUARD_BAND * position[3] + position[0];
    case 4: return GUARD_BAND * position[3] - position[0];
    case 5: return GUARD_BAND * position[3] + position[1];
    case 6: return GUARD_BAND * position[3] - position[1];
    default: return clip[p - 7];
    }
}

/* The distance of a vertex that lies between those of the primitive. */
static double vertex_distance(const clip_vertex *v, const raster_vertex *const *of, uint32_t count,
                              uint32_t p) {
    double clip[MAX_CLIP_DISTANCES] = {0, 0, 0, 0, 0, 0, 0, 0};
    uint32_t i;
    for (i = 0; p >= 7 && i < count; i++)
        clip[p - 7] += v->weights[i] * (double)of[i]->clip[p - 7];
    return clip_distance(v->position, clip, p);
}

static void start_vertex(clip_vertex *v, const raster_vertex *of, uint32_t number) {
    uint32_t k;
    for (k = 0; k < 4; k++) v->position[k] = (double)of->position[k];
    for (k = 0; k < 3; k++) v->weights[k] = k == number;
}

/* The point where the distance is 0, between one inside and one outside. Always computed from the
   inside, so that triangles with a common edge get the same point. */
static void cut(const clip_vertex *in, const clip_vertex *out, double inside, double outside,
                clip_vertex *v) {
    double t = inside / (inside - outside);
    uint32_t k;
    for (k = 0; k < 4; k++)
        v->position[k] = in->position[k] + t * (out->position[k] - in->position[k]);
    for (k = 0; k < 3; k++) v->weights[k] = in->weights[k] + t * (out->weights[k] - in->weights[k]);
}

/* Clips a polygon, or a line if there are 2 vertices; returns how many vertices are left. */
static uint32_t clip_by_plane(clip_vertex *polygon, uint32_t count, const raster_vertex *const *of,
                              uint32_t of_count, uint32_t plane) {
    clip_vertex old[MAX_CLIP_VERTICES];
    double distances[MAX_CLIP_VERTICES];
    uint32_t i, next, n = 0, outside = 0;
    for (i = 0; i < count; i++) {
        distances[i] = vertex_distance(&polygon[i], of, of_count, plane);
        outside += !(distances[i] >= 0);
    }
    if (outside == 0) return count;
    if (outside == count) return 0;
    memcpy(old, polygon, count * sizeof *old);
    for (i = 0; i < count; i++) {
        next = (i + 1) % count;
        if (distances[i] >= 0) polygon[n++] = old[i];
        if ((distances[i] >= 0) == (distances[next] >= 0) || (count == 2 && i == 1)) continue;
        if (distances[i] >= 0)
            cut(&old[i], &old[next], distances[i], distances[next], &polygon[n++]);
        else cut(&old[next], &old[i], distances[next], distances[i], &polygon[n++]);
    }
    return n;
}

/* Clips the primitive with `count` vertices; returns how many the rest has, 0: nothing is left. */
static uint32_t clip_primitive(const raster_vertex *const *of, uint32_t count,
                               const raster_window *window, clip_vertex *polygon) {
    uint32_t i, k, n = count;
    for (i = 0; i < count; i++) {
        for (k = 0; k < 4; k++)
            if (!isfinite(of[i]->position[k])) return 0;
        start_vertex(&polygon[i], of[i], i);
    }
    for (i = 0; i < 7 + window->clip_count && n > 0; i++)
        n = clip_by_plane(polygon, n, of, count, i);
    return n;
}

/* ---- the window */

/* Pixels, from the upper left corner. */
static void to_window(const clip_vertex *v, const raster_window *window, double out[2]) {
    out[0] = (v->position[0] / v->position[3] + 1) * 0.5 * window->width;
    out[1] = (v->position[1] / v->position[3] + 1) * 0.5 * window->height;
}

static int64_t snap(double pixels) {
    return (int64_t)floor(pixels * SUBPIXELS + 0.5);
}

static double plane_at(const raster_plane *p, double dx, double dy) {
    return p->base + p->dx * dx + p->dy * dy;
}

/* The plane through three values at three corners, whose origin is the first. */
static raster_plane plane_through(double corners[3][2], const double values[3]) {
    double ax = corners[1][0] - corners[0][0], ay = corners[1][1] - corners[0][1];
    double bx = corners[2][0] - corners[0][0], by = corners[2][1] - corners[0][1];
    double area = ax * by - bx * ay, a = values[1] - values[0], b = values[2] - values[0];
    raster_plane p;
    p.base = values[0];
    p.dx = (a * by - b * ay) / area;
    p.dy = (b * ax - a * bx) / area;
    return p;
}

/* Limits the pixels to those of the window; returns 0 if none is left. */
static int set_bounds(raster_shape *s, const raster_window *window, double left, double top,
                      double right, double bottom) {
    s->left = left < 0 ? 0 : (int)floor(left);
    s->top = top < 0 ? 0 : (int)floor(top);
    s->right = right >= window->width ? (int)window->width : (int)floor(right) + 1;
    s->bottom = bottom >= window->height ? (int)window->height : (int)floor(bottom) + 1;
    return s->left < s->right && s->top < s->bottom;
}

/* ---- triangles */

/* How far along the primitive's own window coordinates a corner is, for what is interpolated
   without perspective; its weights in clip space where a vertex is behind the eye. */
static void linear_weights(const raster_vertex *const *of, uint32_t count, const clip_vertex *v,
                           const raster_window *window, double weights[3]) {
    double corners[3][2], at[2], unit[3];
    clip_vertex whole;
    raster_plane p;
    uint32_t i;
    memcpy(weights, v->weights, sizeof v->weights);
    for (i = 0; i < count; i++) {
        if (!((double)of[i]->position[3] > LEAST_W)) return;
        start_vertex(&whole, of[i], i);
        to_window(&whole, window, corners[i]);
    }
    if (count < 3) {
        /* v's weight over w is linear in the window */
        at[0] = v->weights[0] * (double)of[0]->position[3] / v->position[3];
        weights[0] = at[0], weights[1] = 1 - at[0];
        return;
    }
    to_window(v, window, at);
    for (i = 0; i < 3; i++) {
        unit[0] = i == 0, unit[1] = i == 1, unit[2] = i == 2;
        p = plane_through(corners, unit);
        weights[i] = plane_at(&p, at[0] - corners[0][0], at[1] - corners[0][1]);
        if (!isfinite(weights[i])) memcpy(weights, v->weights, sizeof v->weights);
        if (!isfinite(p.dx)) return;
    }
}

/* The edges between corners that turn clockwise on the screen: inside is where all are 0 or more.
   An edge that is neither a top nor a left one excludes its line. */
static void set_edges(raster_shape *s, int64_t corners[4][2], uint32_t count) {
    uint32_t i;
    s->edge_count = count;
    for (i = 0; i < count; i++) {
        const int64_t *from = corners[i], *to = corners[(i + 1) % count];
        int64_t dx = to[0] - from[0], dy = to[1] - from[1];
        s->edges[i][0] = -dy;
        s->edges[i][1] = dx;
        s->edges[i][2] = dy * from[0] - dx * from[1] - !(dy < 0 || (dy == 0 && dx > 0));
    }
}

static double least_of(const double *v) {
    double least = v[0] < v[1] ? v[0] : v[1];
    return least < v[2] ? least : v[2];
}

static double most_of(const double *v) {
    double most = v[0] > v[1] ? v[0] : v[1];
    return most > v[2] ? most : v[2];
}

/* Planes through the corners of a part of the primitive. */
static void set_planes(raster_shape *s, const clip_vertex *const *part, double corners[3][2],
                       double linear[3][3]) {
    double values[3];
    uint32_t i, k;
    memcpy(s->origin, corners[0], sizeof s->origin);
    for (k = 0; k < 3; k++) {
        for (i = 0; i < 3; i++) values[i] = part[i]->weights[k] / part[i]->position[3];
        s->weights[k] = plane_through(corners, values);
        for (i = 0; i < 3; i++) values[i] = linear[i][k];
        s->linear[k] = plane_through(corners, values);
    }
    for (i = 0; i < 3; i++) values[i] = part[i]->position[2] / part[i]->position[3];
    s->depth = plane_through(corners, values);
}

/* Makes the shape of one part of a triangle. Returns 0 if nothing of it is to be seen. */
static int shape_triangle(raster_shape *s, const clip_vertex *const *part,
                          const raster_window *window) {
    double corners[3][2], xs[3], ys[3], linear[3][3], area;
    int64_t fixed[4][2], kept[2], twice;
    uint32_t i;
    for (i = 0; i < 3; i++) {
        to_window(part[i], window, corners[i]);
        linear_weights(s->vertices, 3, part[i], window, linear[i]);
        fixed[i][0] = snap(corners[i][0]), fixed[i][1] = snap(corners[i][1]);
        xs[i] = (double)fixed[i][0] / SUBPIXELS, ys[i] = (double)fixed[i][1] / SUBPIXELS;
    }
    twice = (fixed[1][0] - fixed[0][0]) * (fixed[2][1] - fixed[0][1]) -
            (fixed[2][0] - fixed[0][0]) * (fixed[1][1] - fixed[0][1]);
    if (twice == 0) return 0;
    s->front = (twice > 0) == (window->clockwise != 0);
    if (window->cull == (s->front ? LAMBDAV_VK_CULL_FRONT : LAMBDAV_VK_CULL_BACK)) return 0;
    if (!set_bounds(s, window, least_of(xs), least_of(ys), most_of(xs), most_of(ys))) return 0;
    area = (corners[1][0] - corners[0][0]) * (corners[2][1] - corners[0][1]) -
           (corners[2][0] - corners[0][0]) * (corners[1][1] - corners[0][1]);
    for (i = 0; i < 3 && !((area > 0) == (twice > 0) && fabs(area) > 1.0 / 64); i++)
        corners[i][0] = xs[i], corners[i][1] = ys[i]; /* slivers: as they are rasterised */
    set_planes(s, part, corners, linear);
    if (twice < 0) {
        memcpy(kept, fixed[1], sizeof kept);
        memcpy(fixed[1], fixed[2], sizeof kept);
        memcpy(fixed[2], kept, sizeof kept);
    }
    set_edges(s, fixed, 3);
    return 1;
}

/* ---- lines and points */

static void constant_plane(raster_plane *p, double value) {
    p->base = value;
    p->dx = p->dy = 0;
}

/* A plane that goes from one value to another along the line. */
static raster_plane plane_along(double ends[2][2], double from, double to) {
    double dx = ends[1][0] - ends[0][0], dy = ends[1][1] - ends[0][1];
    raster_plane p;
    p.base = from;
    p.dx = (to - from) * dx / (dx * dx + dy * dy);
    p.dy = (to - from) * dy / (dx * dx + dy * dy);
    return p;
}

/* Sets the edges of the rectangle around a line, and the bounds. Returns 0 if they are empty. */
static int set_rectangle(raster_shape *s, double ends[2][2], const raster_window *window) {
    double dx = ends[1][0] - ends[0][0], dy = ends[1][1] - ends[0][1];
    double length = sqrt(dx * dx + dy * dy), across[2];
    int64_t corners[4][2];
    uint32_t k;
    if (length == 0) return 0;
    across[0] = -dy / length / 2, across[1] = dx / length / 2;
    for (k = 0; k < 2; k++) {
        corners[0][k] = snap(ends[0][k] - across[k]);
        corners[1][k] = snap(ends[1][k] - across[k]);
        corners[2][k] = snap(ends[1][k] + across[k]);
        corners[3][k] = snap(ends[0][k] + across[k]);
    }
    set_edges(s, corners, 4);
    return set_bounds(s, window, fmin(ends[0][0], ends[1][0]) - 1, fmin(ends[0][1], ends[1][1]) - 1,
                      fmax(ends[0][0], ends[1][0]) + 1, fmax(ends[0][1], ends[1][1]) + 1);
}

static int shape_line(raster_shape *s, const clip_vertex *ends, const raster_window *window) {
    double ends_at[2][2], linear[2][3];
    uint32_t i, k;
    for (i = 0; i < 2; i++) {
        to_window(&ends[i], window, ends_at[i]);
        linear_weights(s->vertices, 2, &ends[i], window, linear[i]);
    }
    memcpy(s->origin, ends_at[0], sizeof s->origin);
    s->front = 1;
    for (k = 0; k < 3; k++) {
        s->weights[k] = plane_along(ends_at, ends[0].weights[k] / ends[0].position[3],
                                    ends[1].weights[k] / ends[1].position[3]);
        s->linear[k] = plane_along(ends_at, linear[0][k], linear[1][k]);
    }
    s->depth = plane_along(ends_at, ends[0].position[2] / ends[0].position[3],
                           ends[1].position[2] / ends[1].position[3]);
    return set_rectangle(s, ends_at, window);
}

static int shape_point(raster_shape *s, const clip_vertex *at, const raster_window *window) {
    double size = (double)s->vertices[0]->point_size, half, centre[2], from[2], to[2];
    uint32_t k;
    if (!(size > 0)) return 0;
    if (size > MAX_POINT_SIZE) size = MAX_POINT_SIZE;
    half = size / 2;
    to_window(at, window, centre);
    memcpy(s->origin, centre, sizeof centre);
    s->front = 1;
    for (k = 0; k < 3; k++) {
        constant_plane(&s->weights[k], at->weights[k] / at->position[3]);
        constant_plane(&s->linear[k], at->weights[k]);
    }
    constant_plane(&s->depth, at->position[2] / at->position[3]);
    for (k = 0; k < 2; k++) constant_plane(&s->point[k], 0.5);
    s->point[0].dx = s->point[1].dy = 1 / size;
    for (k = 0; k < 2; k++) {
        from[k] = ceil((double)snap(centre[k] - half) / SUBPIXELS - 0.5);
        to[k] = ceil((double)snap(centre[k] + half) / SUBPIXELS - 0.5) - 1;
    }
    if (to[0] < from[0] || to[1] < from[1]) return 0;
    return set_bounds(s, window, from[0], from[1], to[0], to[1]);
}

/* Stores the shapes of one primitive with 1 to 3 vertices, at most MAX_CLIP_VERTICES - 2 of them;
   returns how many. */
static uint32_t make_shapes(raster_shape *shapes, const raster_vertex *const *vertices,
                            uint32_t count, uint32_t primitive, const raster_window *window) {
    clip_vertex polygon[MAX_CLIP_VERTICES];
    const clip_vertex *part[3];
    uint32_t i, n = clip_primitive(vertices, count, window, polygon), made = 0;
    if (n < count) return 0;
    for (i = 0; i == 0 || i + 2 < n; i++) {
        raster_shape *s = &shapes[made];
        memset(s, 0, sizeof *s);
        s->kind = count == 3 ? SHAPE_TRIANGLE : count == 2 ? SHAPE_LINE : SHAPE_POINT;
        s->primitive = primitive;
        memcpy(s->vertices, vertices, count * sizeof *vertices);
        part[0] = &polygon[0], part[1] = &polygon[i + 1], part[2] = &polygon[i + 2];
        if (count == 3) made += (uint32_t)shape_triangle(s, part, window);
        else if (count == 2) made += (uint32_t)shape_line(s, polygon, window);
        else made += (uint32_t)shape_point(s, polygon, window);
    }
    return made;
}

/* ---- walks: the quads of a shape between two rows, which are even */

/* Bits of mask: 1 upper left, 2 upper right, 4 lower left, 8 lower right. */
typedef void raster_quad(void *context, const raster_shape *s, int x, int y, unsigned mask);

static int64_t edge_at(const int64_t *edge, int x, int y) {
    return edge[0] * ((int64_t)x * SUBPIXELS + SUBPIXELS / 2) +
           edge[1] * ((int64_t)y * SUBPIXELS + SUBPIXELS / 2) + edge[2];
}

/* Which pixels of the quad are inside of the bounds and of [top, bottom). */
static unsigned bounds_mask(const raster_shape *s, int x, int y, int top, int bottom) {
    unsigned mask = 0;
    if (top < s->top) top = s->top;
    if (bottom > s->bottom) bottom = s->bottom;
    if (x >= s->left && x < s->right) mask |= 5u;
    if (x + 1 >= s->left && x + 1 < s->right) mask |= 10u;
    if (y < top || y >= bottom) mask &= 12u;
    if (y + 1 < top || y + 1 >= bottom) mask &= 3u;
    return mask;
}

static unsigned edges_mask(const raster_shape *s, int x, int y) {
    unsigned mask = 15, i;
    for (i = 0; i < s->edge_count; i++) {
        int64_t e = edge_at(s->edges[i], x, y), right = s->edges[i][0] * SUBPIXELS,
                down = s->edges[i][1] * SUBPIXELS;
        mask &= (unsigned)(e >= 0) | (unsigned)(e + right >= 0) << 1 |
                (unsigned)(e + down >= 0) << 2 | (unsigned)(e + right + down >= 0) << 3;
    }
    return mask;
}

/* Which pixels of the block the edges leave: none, some or all. */
enum { BLOCK_NONE, BLOCK_SOME, BLOCK_ALL };

static int block_within_edges(const raster_shape *s, int x, int y) {
    int within = BLOCK_ALL;
    uint32_t i, k;
    for (i = 0; i < s->edge_count; i++) {
        const int64_t *edge = s->edges[i];
        int64_t least = edge_at(edge, x, y), most = least;
        for (k = 0; k < 2; k++) {
            if (edge[k] > 0) most += edge[k] * (BLOCK - 1) * SUBPIXELS;
            else least += edge[k] * (BLOCK - 1) * SUBPIXELS;
        }
        if (most < 0) return BLOCK_NONE;
        if (least < 0) within = BLOCK_SOME;
    }
    return within;
}

/* The quads of one block. */
static void walk_block(const raster_shape *s, int left, int up, int top, int bottom,
                       raster_quad *quad, void *context) {
    unsigned mask;
    int x, y, within = block_within_edges(s, left, up);
    if (within == BLOCK_NONE) return;
    for (y = up; y < up + BLOCK && y < bottom; y += 2) {
        for (x = left; x < left + BLOCK; x += 2) {
            mask = bounds_mask(s, x, y, top, bottom);
            if (mask != 0 && within == BLOCK_SOME) mask &= edges_mask(s, x, y);
            if (mask != 0) quad(context, s, x, y, mask);
        }
    }
}

/* Calls the function for the quads with pixels in rows top to bottom - 1. They come by blocks, so
   that what is shaded together lies together. */
static void walk_shape(const raster_shape *s, int top, int bottom, raster_quad *quad,
                       void *context) {
    int x, y, from = s->top > top ? s->top : top, to = s->bottom < bottom ? s->bottom : bottom;
    for (y = from / BLOCK * BLOCK; y < to; y += BLOCK)
        for (x = s->left / BLOCK * BLOCK; x < s->right; x += BLOCK)
            walk_block(s, x, y, from, to, quad, context);
}

/* ---- topologies */

/* Primitives that so many vertices make. */
static uint32_t count_primitives(lambdav_vk_topology topology, uint32_t vertices) {
    switch (topology) {
    case LAMBDAV_VK_POINTS: return vertices;
    case LAMBDAV_VK_LINES: return vertices / 2;
    case LAMBDAV_VK_LINE_STRIP: return vertices < 2 ? 0 : vertices - 1;
    case LAMBDAV_VK_TRIANGLES: return vertices / 3;
    default: return vertices < 3 ? 0 : vertices - 2;
    }
}

/* The vertices of primitive i, the one that provokes first; returns how many. */
static uint32_t primitive_vertices(lambdav_vk_topology topology, uint32_t i, uint32_t at[3]) {
    uint32_t k, count = topology == LAMBDAV_VK_POINTS ? 1 : 3;
    if (topology == LAMBDAV_VK_LINES || topology == LAMBDAV_VK_LINE_STRIP) count = 2;
    for (k = 0; k < count; k++) at[k] = i + k;
    if (topology == LAMBDAV_VK_LINES || topology == LAMBDAV_VK_TRIANGLES)
        for (k = 0; k < count; k++) at[k] = count * i + k;
    if (topology == LAMBDAV_VK_TRIANGLE_STRIP) at[1] += i % 2, at[2] -= i % 2;
    if (topology == LAMBDAV_VK_TRIANGLE_FAN) at[0] = i + 1, at[1] = i + 2, at[2] = 0;
    return count;
}

#endif
