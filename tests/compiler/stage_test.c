/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/stage_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -lcmocka -lm -o stage_test */
/* What the stages, inputs, varyings, textures and images of λV do on a device: each program is
   compiled for every target, run by lambdav_vk.h with the validation layer watching, and compared
   with what C computes. Needs what tests/vulkan/vk_device.c needs.
       build/stage_test [DEVICE [unwatched]] */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lambdav.h"
#include "lambdav_vk.h"
#include "tests/support/vk_harness.h"

enum { WIDTH = 16, HEIGHT = 8, PIXELS = WIDTH * HEIGHT };

static lambdav_target target;
static unsigned char arena[16 << 20];
static lambdav_result module;
static lambdav_vk_pass pass;
static lambdav_vk_binding rows[16];
static lambdav_vk_geometry geometry;
static union {
    float f[PIXELS * 4];
    int32_t i[PIXELS * 4];
    uint32_t u[PIXELS * 4];
} picture[2];

static void compile(const char *text) {
    lambdav_options options;
    char message[2000];
    memset(&options, 0, sizeof options);
    options.target = target;
    options.flags = LAMBDAV_NAMES;
    if (lambdav_compile(&options, text, strlen(text), arena, sizeof arena, &module) == LAMBDAV_OK)
        return;
    lambdav_format_diagnostic(&module.diagnostics[0], 0, message, sizeof message);
    fail_msg("%s", message);
}

/* A pass of the module with one attachment. */
static void begin(const char *text, lambdav_vk_format format) {
    compile(text);
    memset(&pass, 0, sizeof pass);
    memset(&geometry, 0, sizeof geometry);
    memset(rows, 0, sizeof rows);
    memset(picture, 0xa5, sizeof picture);
    pass.words = module.words, pass.word_count = module.word_count;
    pass.width = WIDTH, pass.height = HEIGHT, pass.attachment_count = 1;
    pass.attachments[0].format = format;
    pass.attachments[0].pixels = &picture[0];
    pass.attachments[0].size = PIXELS * lambdav_vk_pixel_size(format);
    pass.bindings = rows;
}

static lambdav_vk_binding *bind(const char *name) {
    lambdav_vk_binding *row = &rows[pass.binding_count++];
    row->name = name;
    return row;
}

/* The module's own vertex stage draws `count` vertices. */
static void vertices(uint32_t count) {
    pass.vertex_words = module.words, pass.vertex_word_count = module.word_count;
    pass.draws = &geometry, pass.draw_count = 1;
    geometry.count = count;
}

static void draw(void) {
    assert_ok(lambdav_vk_draw(&vk, &pass));
}

static void assert_near(double is, double wanted, double tolerance, const char *what, int at) {
    if (!(fabs(is - wanted) <= tolerance))
        fail_msg("%s at %d: %.9g instead of %.9g", what, at, is, wanted);
}

/* Pixel i of a picture of vec4. */
static void assert_pixel(int i, double r, double g, double b, double a, double tolerance) {
    const float *p = picture[0].f + 4 * i;
    assert_near(p[0], r, tolerance, "red", i);
    assert_near(p[1], g, tolerance, "green", i);
    assert_near(p[2], b, tolerance, "blue", i);
    assert_near(p[3], a, tolerance, "alpha", i);
}

/* Runs the module's compute entry over `invocations` with buffer `out` of `count` words. */
static void compute(const char *text, uint32_t x, uint32_t y, uint32_t z, uint32_t *out,
                    uint32_t count) {
    lambdav_vk_compute info;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    lambdav_vk_buffer buffer;
    if (text) begin(text, LAMBDAV_VK_RGBA32F);
    memset(&info, 0, sizeof info), memset(&job, 0, sizeof job);
    info.words = module.words, info.word_count = module.word_count;
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, 4 * count));
    bind("out")->buffer = &buffer;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &info));
    job.pipeline = &pipeline, job.bindings = rows, job.binding_count = pass.binding_count;
    job.groups[0] = x, job.groups[1] = y, job.groups[2] = z;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, out, 4 * count));
    lambdav_vk_pipeline_close(&vk, &pipeline);
    lambdav_vk_buffer_close(&vk, &buffer);
}

static double px(int i) {
    return i % WIDTH + 0.5;
}

static double py(int i) {
    return i / WIDTH + 0.5;
}

/* --- vertex and fragment */

/* One triangle that covers the picture, from the vertex index alone; what it gives is interpolated
   linearly, so it is known at each pixel. */
#define COVER                                                                         \
    "(define corner (vec2 (select (= (vertex-index) 1) 3 -1)"                         \
    "                     (select (= (vertex-index) 2) 3 -1)))"
static void test_varyings(void **state) {
    int i;
    (void)state;
    begin(COVER
          "(vertex (position (vec4 corner 0 1)) (varying at corner) (varying m (mat2 corner.x 0 0 "
          "corner.y)) (varying k (* 7 (instance-index))) (varying half 0.5 :flat))"
          "(fragment (vec4 at (+ (.x (.x m)) (.y (.y m))) (+ (num k) half)))",
          LAMBDAV_VK_RGBA32F);
    vertices(3);
    geometry.instances = 1, geometry.first_instance = 3;
    draw();
    for (i = 0; i < PIXELS; i++) {
        double x = px(i) / WIDTH * 2 - 1, y = py(i) / HEIGHT * 2 - 1;
        assert_pixel(i, x, y, x + y, 21.5, 1e-5);
    }
}

/* Half of the picture, with corners that are 1, 2 and 3 away: what varies does so linearly on the
   triangle, or on the picture. */
static void test_perspective(void **state) {
    int i;
    (void)state;
    begin("(define corner (vec2 (select (= (vertex-index) 1) 1 -1)"
          "                     (select (= (vertex-index) 2) 1 -1)))"
          "(define away (+ 1 (num (vertex-index))))"
          "(vertex (position (vec4 (* away corner) 0 away)) (varying at corner :noperspective)"
          "        (varying far away) (varying flat-far away :noperspective))"
          "(fragment (vec4 at far flat-far))",
          LAMBDAV_VK_RGBA32F);
    vertices(3);
    draw();
    for (i = 0; i < PIXELS; i++) {
        double x = px(i) / WIDTH * 2 - 1, y = py(i) / HEIGHT * 2 - 1;
        double b = (x + 1) / 2, c = (y + 1) / 2, a = 1 - b - c;
        if (a > 0) assert_pixel(i, x, y, 1 / (a + b / 2 + c / 3), a + 2 * b + 3 * c, 1e-4);
    }
}

static const struct {
    float at[2], columns[3][3];
    int32_t bias;
    uint32_t scale[2];
} triangle[3] = {{{-1, -1}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, -3, {2, 5}},
                {{3, -1}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, -3, {2, 5}},
                {{-1, 3}, {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}, -3, {2, 5}}};

/* Attributes of several types; a matrix takes locations of its own. */
static void test_attributes(void **state) {
    lambdav_vk_buffer buffer;
    int i;
    (void)state;
    begin("(input at vec2) (input m mat3) (input bias int) (input scale uvec2)"
          "(vertex (position (vec4 at 0 1))"
          "  (output 0 (vec4 (* m (vec3 1 10 100)) (* (num bias) (num scale.y)))))"
          "(input colour vec4 :location 0)"
          "(fragment colour)",
          LAMBDAV_VK_RGBA32F);
    vertices(3);
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, triangle, sizeof triangle));
    geometry.vertices[0].buffer = &buffer;
    draw();
    lambdav_vk_buffer_close(&vk, &buffer);
    for (i = 0; i < PIXELS; i++) assert_pixel(i, 741, 852, 963, -15, 1e-3);
}

/* Integer outputs of two fragment entries; each takes what it reads. */
static void test_integers(void **state) {
    int i;
    (void)state;
    begin(COVER
          "(vertex (position (vec4 corner 0 1)) (varying k (ivec2 -5 (instance-index))))"
          "(fragment (ivec4 k (int (.xy (frag-coord))))) (fragment \"other\" (uvec4 1 2 3 4))",
          LAMBDAV_VK_RGBA32I);
    vertices(3);
    draw();
    for (i = 0; i < PIXELS; i++) {
        assert_int_equal(picture[0].i[4 * i], -5);
        assert_int_equal(picture[0].i[4 * i + 1], 0);
        assert_int_equal(picture[0].i[4 * i + 2], i % WIDTH);
        assert_int_equal(picture[0].i[4 * i + 3], i / WIDTH);
    }
    pass.entry = "other", pass.attachments[0].format = LAMBDAV_VK_RGBA32UI;
    draw();
    for (i = 0; i < PIXELS * 4; i++) assert_int_equal(picture[0].u[i], i % 4 + 1);
}

/* A point of 4 by 4 pixels; sample-id is 0 without multisampling. */
static void test_points(void **state) {
    int i;
    (void)state;
    begin("(vertex (position (vec4 0 0 0.25 1)) (point-size 4))"
          "(fragment (vec4 (point-coord) (num (sample-id)) (.z (frag-coord))))",
          LAMBDAV_VK_RGBA32F);
    vertices(1);
    pass.topology = LAMBDAV_VK_POINTS;
    pass.attachments[0].clear[0] = -1;
    draw();
    for (i = 0; i < PIXELS; i++) {
        double x = (px(i) - (WIDTH / 2 - 2)) / 4, y = (py(i) - (HEIGHT / 2 - 2)) / 4;
        if (x > 0 && x < 1 && y > 0 && y < 1) assert_pixel(i, x, y, 0, 0.25, 1e-4);
        else assert_pixel(i, -1, 0, 0, 0, 0);
    }
}

/* --- textures */

static lambdav_vk_image image;
static float texels[4096];

/* An image of floats whose texel n, counted over all levels, has the components 4 n .. 4 n + 3. */
static void open_image(lambdav_vk_shape shape, uint32_t width, uint32_t height, uint32_t depth,
                       uint32_t levels, uint32_t count) {
    lambdav_vk_image_info info;
    uint32_t i;
    for (i = 0; i < 4 * count; i++) texels[i] = (float)i;
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_RGBA32F, info.shape = shape;
    info.width = width, info.height = height, info.depth = depth;
    info.levels = info.levels_given = levels;
    info.pixels = texels, info.size = 16 * count;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
}

static void open_sampler(lambdav_vk_sampler *sampler, lambdav_vk_filter filter,
                         lambdav_vk_compare compare) {
    lambdav_vk_sampler_info info;
    memset(&info, 0, sizeof info);
    info.minify = info.magnify = info.mipmap = filter, info.compare = compare;
    info.address[0] = info.address[1] = info.address[2] = LAMBDAV_VK_ADDRESS_CLAMP;
    assert_ok(lambdav_vk_sampler_open(&vk, sampler, &info));
}

/* Draws a program that reads `picture` and, if it is separate, `how`. */
static void draw_textured(const char *text, lambdav_vk_filter filter, int separate) {
    lambdav_vk_sampler sampler;
    lambdav_vk_binding *row;
    open_sampler(&sampler, filter, LAMBDAV_VK_COMPARE_NONE);
    begin(text, LAMBDAV_VK_RGBA32F);
    row = bind("picture");
    row->image = &image;
    if (separate) row = bind("how");
    row->sampler = &sampler;
    draw();
    lambdav_vk_sampler_close(&vk, &sampler);
}

#define UV "(define uv (/ (.xy (frag-coord)) (vec2 16 8)))"
#define TEXEL "(define texel (int (.xy (frag-coord))))"

/* Every way to read texel (x, y) of a picture of the pass's size. */
static void test_read(void **state) {
    static const char *const ways[] = {
        "(texture picture 2d)" UV "(sample picture uv)",
        "(texture picture 2d)" UV "(sample-lod picture uv 0)",
        "(texture picture 2d)" UV "(sample-bias picture uv 0)",
        "(texture picture 2d)" UV "(sample-grad picture uv (dfdx uv) (dfdy uv))",
        "(texture picture 2d)" UV "(sample-proj picture (vec3 (* 3 uv) 3))",
        "(texture picture 2d)" UV "(sample-offset picture (- uv (vec2 0.0625 0.25)) (ivec2 1 2))",
        "(texture picture 2d)" UV "(sample picture (- uv (vec2 0.0625 0.25)) (ivec2 1 2))",
        "(texture picture 2d)" TEXEL "(fetch picture texel)",
        "(texture picture 2d)" TEXEL "(texelFetch picture (uint texel) 0)",
        "(texture picture 2d)" UV "(define (look f t) (f t uv)) (look sample picture)",
        "(texture picture 2d)" UV "(let ((t picture)) (textureLod t uv 0))",
        "(texture picture 2d)" UV /* applications that differ in the level, of a picture with one */
        "(define (look at n) (clamp (sample-lod picture (clamp (abs at) 0 1) n) (vec4 0)"
        "                           (vec4 999)))"
        "(min (look uv 1) (min (look uv 2) (look uv 3)))",
        "(texture picture 2d)" UV
        "(vec4 (.w (gather picture uv)) (.w (gather picture uv 1)) (.w (gather picture uv 2))"
        "      (.w (gather picture uv 3)))",
        "(sampled-image picture 2d) (sampler how)" UV "(sample picture how uv)",
        "(sampled-image picture 2d) (sampler how)" UV "(sample-lod picture how uv 0)",
        "(image picture 2d :format rgba32f :readonly)" TEXEL "(image-load picture texel)"};
    size_t k;
    int i;
    (void)state;
    for (k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        int near = strstr(ways[k], "gather") != NULL, shift = strstr(ways[k], "0.0625") != NULL;
        open_image(LAMBDAV_VK_2D, WIDTH, HEIGHT, 0, 1, PIXELS);
        draw_textured(ways[k], LAMBDAV_VK_NEAREST, strstr(ways[k], "how") != NULL);
        for (i = 0; i < PIXELS; i++) {
            int n = i;
            if (shift && (i % WIDTH == 0 || i / WIDTH < 2)) continue;
            /* gather takes the texel left above of the place, which is on the border of two */
            if (near && (i % WIDTH == 0 || i / WIDTH == 0)) continue;
            if (near && picture[0].f[4 * i] != 4 * i) n = (int)(picture[0].f[4 * i] / 4);
            if (near) assert_true(n == i || n == i - 1 || n == i - WIDTH || n == i - WIDTH - 1);
            assert_pixel(i, 4 * n, 4 * n + 1, 4 * n + 2, 4 * n + 3, 0);
        }
        lambdav_vk_image_close(&vk, &image);
    }
}

/* The middle of two texels, filtered. */
static void test_filter(void **state) {
    int i;
    (void)state;
    open_image(LAMBDAV_VK_2D, 2, 1, 0, 1, 2);
    draw_textured("(texture picture 2d) (sample picture (vec2 0.5 0.5))", LAMBDAV_VK_LINEAR, 0);
    for (i = 0; i < PIXELS; i++) assert_pixel(i, 2, 3, 4, 5, 0.02);
    lambdav_vk_image_close(&vk, &image);
}

static const struct {
    lambdav_vk_shape shape;
    uint32_t width, height, depth, count;
    const char *text;
    double n, size[3];
} shapes[] = {{LAMBDAV_VK_1D,
              4,
              1,
              0,
              4,
              "(texture picture 1d) (define n (sample picture 0.625)) "
              "(define size (vec3 (num (texture-size picture 0)) 0 0))",
              2,
              {4, 0, 0}},
             {LAMBDAV_VK_1D_ARRAY,
              4,
              1,
              3,
              12,
              "(texture picture 1d-array) (define n (sample picture "
              "(vec2 0.625 2))) (define size (vec3 (num (texture-size picture 0)) 0))",
              10,
              {4, 3, 0}},
             {LAMBDAV_VK_2D_ARRAY,
              4,
              2,
              3,
              24,
              "(texture picture 2d-array) (define n (sample-lod picture "
              "(vec3 0.625 0.75 1) 0)) (define size (num (texture-size picture 0)))",
              14,
              {4, 2, 3}},
             {LAMBDAV_VK_2D_ARRAY,
              4,
              2,
              3,
              24,
              "(texture picture 2d-array) (define n (fetch picture "
              "(ivec3 3 1 2))) (define size (num (texture-size picture)))",
              23,
              {4, 2, 3}},
             {LAMBDAV_VK_3D,
              2,
              2,
              2,
              8,
              "(texture picture 3d) (define n (sample picture "
              "(vec3 0.75 0.25 0.75))) (define size (num (texture-size picture 0)))",
              5,
              {2, 2, 2}},
             {LAMBDAV_VK_3D,
              2,
              2,
              2,
              8,
              "(image picture 3d :format rgba32f :readonly) (define n "
              "(image-load picture (ivec3 0 1 1))) (define size (num (image-size picture)))",
              6,
              {2, 2, 2}},
             {LAMBDAV_VK_CUBE,
              1,
              1,
              0,
              6,
              "(texture picture cube) (define n (sample-lod picture (vec3 0 -1 0.1) "
              "0)) (define size (vec3 (num (texture-size picture 0)) 0))",
              3,
              {1, 1, 0}},
             {LAMBDAV_VK_CUBE_ARRAY,
              1,
              1,
              2,
              12,
              "(texture picture cube-array) (define n (sample-lod picture "
              "(vec4 0 0 -1 1) 0)) (define size (num (texture-size picture 0)))",
              11,
              {1, 1, 2}}};

/* Images of the other shapes: the middle of a texel, and what they say of their size. */
static void test_shapes(void **state) {
    size_t k;
    char text[1000];
    (void)state;
    for (k = 0; k < sizeof shapes / sizeof shapes[0]; k++) {
        open_image(shapes[k].shape, shapes[k].width, shapes[k].height, shapes[k].depth, 1,
                   shapes[k].count);
        snprintf(text, sizeof text, "%s (vec4 n.x size)", shapes[k].text);
        draw_textured(text, LAMBDAV_VK_NEAREST, 0);
        assert_pixel(5, 4 * shapes[k].n, shapes[k].size[0], shapes[k].size[1], shapes[k].size[2],
                     0);
        lambdav_vk_image_close(&vk, &image);
    }
}

/* Levels: by number, by bias and by derivatives; how many there are, and which one is taken. */
static void test_levels(void **state) {
    int i;
    (void)state;
    open_image(LAMBDAV_VK_2D, 4, 4, 0, 3, 21);
    draw_textured(
        "(texture picture 2d)"
        "(vec4 (.x (sample-lod picture (vec2 0.125 0.125) 1)) (.x (fetch picture (ivec2 0) 2))"
        "      (num (texture-levels picture)) (num (.x (texture-size picture 1))))",
        LAMBDAV_VK_NEAREST, 0);
    for (i = 0; i < PIXELS; i++) assert_pixel(i, 64, 80, 3, 2, 0);
    draw_textured(
        "(texture picture 2d)" UV "(define wide (* uv (vec2 16 8)))"
        "(vec4 (.x (sample-grad picture (vec2 0.125) (vec2 0.5 0) (vec2 0 0.5)))"
        "      (.x (sample-grad picture (vec2 0.125) (vec2 2 0) (vec2 0 2)))"
        "      (.y (texture-lod picture (/ wide 2))) (.y (texture-lod picture (/ wide 4))))",
        LAMBDAV_VK_NEAREST, 0);
    for (i = 0; i < PIXELS; i++) assert_pixel(i, 64, 80, 1, 0, 0.01);
    lambdav_vk_image_close(&vk, &image);
}

/* Comparison with a depth texture. */
static void test_compare(void **state) {
    static const float depths[4] = {0.25f, 0.5f, 0.75f, 1};
    lambdav_vk_image_info info;
    lambdav_vk_sampler sampler;
    lambdav_vk_binding *row;
    int i;
    (void)state;
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_D32F, info.width = 4, info.height = 1;
    info.pixels = depths, info.size = sizeof depths;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    open_sampler(&sampler, LAMBDAV_VK_NEAREST, LAMBDAV_VK_COMPARE_LESS);
    begin("(texture shadow 2d :depth)"
          "(vec4 (sample-compare shadow (vec2 0.375 0.5) 0.4) (sample-compare shadow (vec2 0.375 "
          "0.5) 0.6)"
          "      (sample-compare-lod shadow (vec2 0.875 0.5) 0.9 0)"
          "      (.x (gather-compare shadow (vec2 0.125 0.5) 0.3)))",
          LAMBDAV_VK_RGBA32F);
    row = bind("shadow");
    row->image = &image, row->sampler = &sampler;
    draw();
    lambdav_vk_sampler_close(&vk, &sampler);
    lambdav_vk_image_close(&vk, &image);
    for (i = 0; i < PIXELS; i++) assert_pixel(i, 1, 0, 1, 0, 0);
}

/* Integer textures. */
static void test_integer_textures(void **state) {
    static const uint32_t words[4] = {7, 0xffffffffu, 9, 10};
    lambdav_vk_image_info info;
    lambdav_vk_sampler sampler;
    lambdav_vk_binding *row;
    (void)state;
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_R32UI, info.width = 2, info.height = 2;
    info.pixels = words, info.size = sizeof words;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    open_sampler(&sampler, LAMBDAV_VK_NEAREST, LAMBDAV_VK_COMPARE_NONE);
    begin("(texture words 2d uint) (image cells 2d :format r32ui :readonly)"
          "(output 0 (uvec4 (.x (sample words (vec2 0.75 0.25))) (.x (fetch words (ivec2 0 1)))"
          "                 (.x (image-load cells (ivec2 1 1))) (.x (image-load cells (uvec2 0 "
          "0)))))",
          LAMBDAV_VK_RGBA32UI);
    row = bind("words");
    row->image = &image, row->sampler = &sampler;
    bind("cells")->image = &image;
    draw();
    lambdav_vk_sampler_close(&vk, &sampler);
    lambdav_vk_image_close(&vk, &image);
    assert_int_equal(picture[0].u[0], 0xffffffffu);
    assert_int_equal(picture[0].u[1], 9);
    assert_int_equal(picture[0].u[2], 10);
    assert_int_equal(picture[0].u[3], 7);
}

/* A sample in one arm of a choice is taken by the whole quad: its level is right everywhere. */
static void test_divergent(void **state) {
    int i;
    (void)state;
    open_image(LAMBDAV_VK_2D, 4, 4, 0, 3, 21);
    draw_textured("(texture picture 2d)" UV "(if (= (mod (.x (frag-coord)) 2) 0.5) (vec4 (sample "
                                            "picture (* uv (vec2 16 8)))) (vec4 -1))",
                  LAMBDAV_VK_NEAREST, 0);
    for (i = 0; i < PIXELS; i++) {
        if (i % 2) assert_pixel(i, -1, -1, -1, -1, 0);
        else assert_pixel(i, 80, 81, 82, 83, 0);
    }
    lambdav_vk_image_close(&vk, &image);
}

/* --- compute */

/* Each invocation writes one of its numbers. */
static void test_numbers(void **state) {
    static const struct {
        const char *value;
        uint32_t of[3];
        int kind;
    } cases[] = {{"(global-invocation-id)", {0, 0, 0}, 0}, {"(local-invocation-id)", {0, 0, 0}, 1},
                 {"(workgroup-id)", {0, 0, 0}, 2},         {"(num-workgroups)", {2, 3, 2}, 3},
                 {"(workgroup-size)", {4, 2, 1}, 3},       {"(uvec3 (local-invocation-index) 0 0)",
                                                            {0, 0, 0}, 4}};
    static uint32_t out[8 * 6 * 2 * 3];
    size_t k;
    char text[700];
    uint32_t x, y, z, i;
    (void)state;
    for (k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        snprintf(text, sizeof text,
                 "(buffer out (array uint)) (define g (global-invocation-id))"
                 "(define at (int (* 3u (+ g.x (* 8u (+ g.y (* 6u g.z)))))))"
                 "(compute (4 2) (let ((v %s)) (do (store out at v.x) (store out (+ at 1) v.y)"
                 "  (store out (+ at 2) v.z))))",
                 cases[k].value);
        compute(text, 2, 3, 2, out, 8 * 6 * 2 * 3);
        for (z = 0; z < 2; z++)
            for (y = 0; y < 6; y++)
                for (x = 0; x < 8; x++) {
                    const uint32_t *is = out + 3 * (x + 8 * (y + 6 * z));
                    const uint32_t global[3] = {x, y, z}, local[3] = {x % 4, y % 2, 0},
                                   group[3] = {x / 4, y / 2, z},
                                   index[3] = {x % 4 + 4 * (y % 2), 0, 0};
                    const uint32_t *wanted = cases[k].kind == 0   ? global
                                             : cases[k].kind == 1 ? local
                                             : cases[k].kind == 2 ? group
                                             : cases[k].kind == 3 ? cases[k].of
                                                                  : index;
                    for (i = 0; i < 3; i++) assert_int_equal(is[i], wanted[i]);
                }
    }
}

/* A compute entry reads a texture and an image. */
static void test_compute_images(void **state) {
    static uint32_t out[16];
    lambdav_vk_sampler sampler;
    lambdav_vk_binding *row;
    uint32_t i;
    (void)state;
    open_image(LAMBDAV_VK_2D, 4, 4, 0, 1, 16);
    open_sampler(&sampler, LAMBDAV_VK_NEAREST, LAMBDAV_VK_COMPARE_NONE);
    begin("(texture a 2d) (image b 2d :format rgba32f :readonly) (buffer out (array num))"
          "(define p (.xy (global-invocation-id)))"
          "(compute (4 4) (store out (int (+ p.x (* 4u p.y)))"
          "  (+ (.x (sample-lod a (/ (+ (num p) 0.5) 4) 0)) (* 1000 (.y (image-load b p)))"
          "     (.z (fetch a (int p))))))",
          LAMBDAV_VK_RGBA32F);
    row = bind("a");
    row->image = &image, row->sampler = &sampler;
    bind("b")->image = &image;
    compute(NULL, 1, 1, 1, out, 16);
    lambdav_vk_sampler_close(&vk, &sampler);
    lambdav_vk_image_close(&vk, &image);
    for (i = 0; i < 16; i++) {
        float is;
        memcpy(&is, &out[i], 4);
        assert_near(is, 4.0 * i + 1000.0 * (4 * i + 1) + 4 * i + 2, 0, "texel", (int)i);
    }
}

/* The size of a workgroup follows a specialisation constant. */
static void test_specialised(void **state) {
    static uint32_t out[24];
    lambdav_vk_compute info;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_constant constant;
    lambdav_vk_job job;
    lambdav_vk_buffer buffer;
    uint32_t i;
    (void)state;
    begin("(spec-constant wide 4 2u) (define tall 3) (buffer out (array uint))"
          "(compute (wide tall) (store out (int (.x (global-invocation-id)))"
          "  (+ (.x (workgroup-size)) (* 100u (.y (workgroup-size))))))",
          LAMBDAV_VK_RGBA32F);
    memset(&info, 0, sizeof info), memset(&job, 0, sizeof job),
        memset(&constant, 0, sizeof constant);
    constant.name = "wide", constant.bits = 8;
    info.words = module.words, info.word_count = module.word_count;
    info.constants = &constant, info.constant_count = 1;
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, sizeof out));
    bind("out")->buffer = &buffer;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &info));
    job.pipeline = &pipeline, job.bindings = rows, job.binding_count = pass.binding_count;
    job.groups[0] = 2, job.groups[1] = job.groups[2] = 1;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, out, sizeof out));
    lambdav_vk_pipeline_close(&vk, &pipeline);
    lambdav_vk_buffer_close(&vk, &buffer);
    for (i = 0; i < 24; i++) assert_int_equal(out[i], i < 16 ? 308 : 0);
}

/* Arrays of textures: constant and uniform indices; one that is out of range is clamped. */
static void test_image_arrays(void **state) {
    static const float pixels[3][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}};
    lambdav_vk_image images[3];
    lambdav_vk_image_info info;
    lambdav_vk_buffer buffer;
    static const int32_t which[2] = {2, 7};
    lambdav_vk_binding *row;
    char text[600];
    int dynamic = vk.features.core.features.shaderSampledImageArrayDynamicIndexing != 0;
    uint32_t i;
    (void)state;
    /* not every device takes an index that is no constant */
    snprintf(text, sizeof text,
             "(texture many (array 2d 3)) (uniform which (i int) (j int))"
             "(vec4 (.x (sample (at many 0) (vec2 0.5))) (.y (sample (at many %s) (vec2 0.5)))"
             "  (.z (fetch (at many %s) (ivec2 0 0))) (num (+ (* 10 (count many)) which.i"
             "  (.x (texture-size (at many 1))))))",
             dynamic ? "which.i" : "2", dynamic ? "which.j" : "2");
    begin(text, LAMBDAV_VK_RGBA32F);
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_RGBA32F, info.width = info.height = 1, info.size = 16;
    for (i = 0; i < 3; i++) {
        info.pixels = pixels[i];
        assert_ok(lambdav_vk_image_open(&vk, &images[i], &info));
        row = bind("many");
        row->element = i, row->image = &images[i];
    }
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, which, sizeof which));
    bind("which")->buffer = &buffer;
    draw();
    lambdav_vk_buffer_close(&vk, &buffer);
    for (i = 0; i < 3; i++) lambdav_vk_image_close(&vk, &images[i]);
    for (i = 0; i < PIXELS; i++) assert_pixel((int)i, 1, 10, 11, 33, 0);
}

/* What a subgroup does together: sums of 1, of the ids, the least, the greatest, votes. */
static void test_subgroups(void **state) {
    static uint32_t out[64 * 8];
    uint32_t i, size, k;
    (void)state;
    if (target == LAMBDAV_TARGET_SPIRV_1_0) skip();
    compute("(buffer out (array uint)) (define id (.x (global-invocation-id)))"
            "(define at (int (* 8u id)))"
            "(compute (64) (do (bind n (subgroup-add 1u)) (bind low (subgroup-min id))"
            "  (bind high (subgroup-max (int id))) (bind first (subgroup-broadcast-first id))"
            "  (bind some (subgroup-any (= id 5u))) (bind all (subgroup-all (< id 64u)))"
            "  (bind votes (subgroup-ballot (= (subgroup-invocation-id) 1u)))"
            "  (bind half (subgroup-add (* 0.5 (num (subgroup-size))))) (bind one (subgroup-elect))"
            "  (store out at n) (store out (+ at 1) low) (store out (+ at 2) (uint high))"
            "  (store out (+ at 3) first) (store out (+ at 4) (+ (uint some) (* 2u (uint all))))"
            "  (store out (+ at 5) votes.x) (store out (+ at 6) (uint half)) (store out (+ at 7) "
            "(uint one))))",
            1, 1, 1, out, 64 * 8);
    size = out[0];
    assert_true(size >= 1 && size <= 64);
    for (i = 0; i < 64; i++) {
        uint32_t first = i / size * size;
        const uint32_t wanted[8] = {size, first, first + size - 1, first,
                                    2u + (first <= 5 && 5 < first + size), size > 1 ? 2u : 0,
                                    size * size / 2, i == first};
        for (k = 0; k < 8; k++) assert_int_equal(out[8 * i + k], wanted[k]);
    }
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_device, close_device)

int main(int argc, char **argv) {
    static const char *const names[] = {"spirv 1.0", "spirv 1.3", "spirv 1.5", "spirv 1.6"};
    const struct CMUnitTest tests[] = {
        CASE(test_varyings), CASE(test_perspective), CASE(test_attributes), CASE(test_integers),
        CASE(test_points), CASE(test_read), CASE(test_filter), CASE(test_shapes), CASE(test_levels),
        CASE(test_compare), CASE(test_integer_textures), CASE(test_divergent),
        CASE(test_numbers), CASE(test_compute_images),
        CASE(test_specialised), CASE(test_image_arrays), CASE(test_subgroups)};
    int failed = 0, i;
    if (argc > 1) device = argv[1];
    if (argc > 2) watched = 0;
    for (i = 0; i < 4; i++) {
        target = (lambdav_target)(LAMBDAV_TARGET_SPIRV_1_0 + i);
        failed += cmocka_run_group_tests_name(names[i], tests, NULL, NULL);
    }
    return failed != 0;
}
