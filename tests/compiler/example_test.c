/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/example_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -lcmocka -lm -o example_test */
/* The compute programs of the folder examples. Each is compiled for every target and run by
   lambdav_vk.h on random input, with the validation layer watching; what it leaves is compared with
   what C computes. Then the command in the head of each program runs as it stands, and with --cpu,
   and a picture NAME.png that it draws is the one of tests/data/golden. Needs what
   tests/vulkan/vk_device.c needs; $LAMBDAV is the program of the commands, by default
   build/lambdav.
       build/example_test [DEVICE [unwatched]] */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "tests/support/cases.h"
#include "tests/support/vk_harness.h"

enum { BUFFERS = 4, COMMAND_SIZE = 2048, PATH_SIZE = 512 };

static lambdav_target target;
static unsigned char arena[16 << 20];
static lambdav_result module;
static lambdav_vk_buffer buffers[BUFFERS];
static lambdav_vk_image images[BUFFERS];
static lambdav_vk_binding bindings[BUFFERS];
static size_t binding_count, buffer_count, image_count;
static uint32_t seed;

static uint32_t random_bits(void) {
    seed ^= seed << 13, seed ^= seed >> 17, seed ^= seed << 5;
    return seed;
}

/* From -1 to 1, in steps that binary32 adds without rounding for a while. */
static float random_number(void) { return (float)(random_bits() % 2049) / 1024 - 1; }

static void begin(const char *path) {
    lambdav_options options;
    char message[2000];
    size_t size;
    char *text = cases_load(path, &size);
    memset(&options, 0, sizeof options);
    options.target = target, options.flags = LAMBDAV_NAMES, options.source_name = path;
    memset(bindings, 0, sizeof bindings);
    binding_count = buffer_count = image_count = 0;
    seed = 88172645;
    lambdav_compile(&options, text, size, arena, sizeof arena, &module);
    free(text);
    if (module.word_count > 0) return;
    lambdav_format_diagnostic(&module.diagnostics[0], 0, message, sizeof message);
    fail_msg("%s", message);
}

static void give(const char *name, const void *data, size_t size) {
    lambdav_vk_buffer *buffer = &buffers[buffer_count++];
    assert_ok(lambdav_vk_buffer_open(&vk, buffer, data, size));
    bindings[binding_count].name = name, bindings[binding_count++].buffer = buffer;
}

static void give_image(const char *name, uint32_t width, uint32_t height, const void *pixels) {
    lambdav_vk_image *image = &images[image_count++];
    lambdav_vk_image_info info;
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_RGBA8, info.width = width, info.height = height;
    info.pixels = pixels, info.size = pixels ? (size_t)4 * width * height : 0;
    assert_ok(lambdav_vk_image_open(&vk, image, &info));
    bindings[binding_count].name = name, bindings[binding_count++].image = image;
}

/* Runs one entry point on width x height invocations; bindings keep their buffers. */
static void run(const char *entry, uint32_t width, uint32_t height, const void *push,
                size_t push_size) {
    lambdav_vk_compute compute;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    memset(&compute, 0, sizeof compute);
    memset(&job, 0, sizeof job);
    compute.words = module.words, compute.word_count = module.word_count, compute.entry = entry;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    job.pipeline = &pipeline, job.bindings = bindings, job.binding_count = binding_count;
    job.push = push, job.push_size = push_size;
    job.invocations[0] = width, job.invocations[1] = height;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    lambdav_vk_pipeline_close(&vk, &pipeline);
}

/* What the buffer of binding i holds. */
static void take(size_t i, void *data, size_t size) {
    assert_ok(lambdav_vk_buffer_read(&vk, bindings[i].buffer, 0, data, size));
}

static void end(void) {
    size_t i;
    for (i = 0; i < buffer_count; i++) lambdav_vk_buffer_close(&vk, &buffers[i]);
    for (i = 0; i < image_count; i++) lambdav_vk_image_close(&vk, &images[i]);
}

static void assert_near(double got, double wanted, double error, size_t i) {
    if (!(fabs(got - wanted) <= error))
        fail_msg("value %lu is %.9g, not %.9g", (unsigned long)i, got, wanted);
}

static void test_ids(void **state) {
    enum { COUNT = 512 * 512 };
    static uint32_t got[COUNT];
    uint32_t i;
    (void)state;
    begin("examples/ids.lv");
    memset(got, 0xa5, sizeof got);
    give("result", got, sizeof got);
    run(NULL, COUNT, 1, NULL, 0);
    take(0, got, sizeof got);
    end();
    for (i = 0; i < COUNT; i++) assert_int_equal(got[i], i);
}

static void test_blur(void **state) {
    enum { W = 37, H = 21 };
    static const int weights[5] = {1, 4, 6, 4, 1};
    static unsigned char in[H * W * 4], got[H * W * 4];
    int x, y, k, dx, dy;
    (void)state;
    begin("examples/blur.lv");
    for (x = 0; x < W * H * 4; x++) in[x] = (unsigned char)random_bits();
    give_image("in", W, H, in);
    give_image("out", W, H, NULL);
    run(NULL, W, H, NULL, 0);
    assert_ok(lambdav_vk_image_read(&vk, &images[1], 0, got, sizeof got));
    end();
    for (k = 0; k < W * H * 4; k++) {
        int sum = 0, column = k / 4 % W, line = k / 4 / W;
        for (dy = 0; dy < 5; dy++) {
            for (dx = 0; dx < 5; dx++) {
                x = column + dx - 2, y = line + dy - 2;
                x = x < 0 ? 0 : x >= W ? W - 1 : x, y = y < 0 ? 0 : y >= H ? H - 1 : y;
                sum += weights[dx] * weights[dy] * in[(y * W + x) * 4 + k % 4];
            }
        }
        assert_near(got[k], sum / 256.0, 0.51, (size_t)k);
    }
}

static void test_histogram(void **state) {
    enum { COUNT = 5000 };
    static uint32_t words[COUNT], got[256], wanted[256];
    size_t i;
    (void)state;
    begin("examples/histogram.lv");
    memset(got, 0, sizeof got);
    memset(wanted, 0, sizeof wanted);
    for (i = 0; i < COUNT; i++) words[i] = random_bits() & random_bits();
    for (i = 0; i < COUNT * 4; i++) wanted[words[i / 4] >> 8 * (i % 4) & 255]++;
    give("words", words, sizeof words);
    give("bins", got, sizeof got);
    run(NULL, COUNT, 1, NULL, 0);
    take(1, got, sizeof got);
    end();
    for (i = 0; i < 256; i++) assert_int_equal(got[i], wanted[i]);
}

static void test_sum(void **state) {
    enum { GROUPS = 7, SIZE = 128 };
    static float in[GROUPS * SIZE], got[GROUPS][3];
    size_t i, k;
    (void)state;
    begin("examples/sum.lv");
    for (i = 0; i < GROUPS * SIZE; i++) in[i] = random_number();
    give("in", in, sizeof in);
    give("results", NULL, sizeof got);
    run(NULL, GROUPS * SIZE, 1, NULL, 0);
    take(1, got, sizeof got);
    end();
    for (k = 0; k < GROUPS; k++) {
        double sum = 0, low = 9, high = -9;
        for (i = k * SIZE; i < (k + 1) * SIZE; i++) {
            sum += in[i];
            if (in[i] < low) low = in[i];
            if (in[i] > high) high = in[i];
        }
        assert_near(got[k][0], sum, 0, k);
        assert_near(got[k][1], low, 0, k);
        assert_near(got[k][2], high, 0, k);
    }
}

static void test_scan(void **state) {
    enum { COUNT = 20 * 256 };
    static uint32_t numbers[COUNT], got[COUNT];
    uint32_t sum = 0;
    size_t i;
    (void)state;
    begin("examples/scan.lv");
    for (i = 0; i < COUNT; i++) numbers[i] = random_bits();
    give("numbers", numbers, sizeof numbers);
    give("sums", NULL, 1024);
    run("blocks", COUNT, 1, NULL, 0);
    run("totals", 256, 1, NULL, 0);
    run("add", COUNT, 1, NULL, 0);
    take(0, got, sizeof got);
    end();
    for (i = 0; i < COUNT; i++) {
        sum += numbers[i];
        assert_int_equal(got[i], sum);
    }
}

static void live(unsigned char cells[64][64]) {
    static unsigned char next[64][64];
    int x, y, dx, dy;
    for (y = 0; y < 64; y++) {
        for (x = 0; x < 64; x++) {
            int n = -cells[y][x];
            for (dy = -1; dy <= 1; dy++)
                for (dx = -1; dx <= 1; dx++) n += cells[(y + dy) & 63][(x + dx) & 63];
            next[y][x] = (unsigned char)(n == 3 || (n == 2 && cells[y][x]));
        }
    }
    memcpy(cells, next, sizeof next);
}

static void test_life(void **state) {
    static uint32_t got[64 * 64];
    static unsigned char cells[64][64];
    int i, step;
    (void)state;
    begin("examples/life.lv");
    for (i = 0; i < 64 * 64; i++) got[i] = cells[i / 64][i % 64] = random_bits() >> 8 & 1;
    give("now", got, sizeof got);
    give("next", NULL, sizeof got);
    for (step = 0; step < 20; step++) {
        lambdav_vk_buffer *next = bindings[1].buffer;
        run(NULL, 64, 64, NULL, 0);
        bindings[1].buffer = bindings[0].buffer, bindings[0].buffer = next;
        live(cells);
    }
    take(0, got, sizeof got);
    end();
    for (i = 0; i < 64 * 64; i++)
        assert_int_equal(got[i], cells[i / 64][i % 64] ? 0xff00ff00u : 0u);
}

/* One coordinate of a particle, a step later. */
static void fall(double *x, double *v, double step, double gravity) {
    *v += step * gravity, *x += step * *v;
    if (*x < 0) *x = -*x, *v *= -0.9;
    else if (*x > 1) *x = 2 - *x, *v *= -0.9;
}

static void test_particles(void **state) {
    enum { COUNT = 100, STEPS = 50 };
    static float in[COUNT][4], got[COUNT][4];
    float step = 0.0625f;
    size_t i, k;
    (void)state;
    begin("examples/particles.lv");
    for (i = 0; i < COUNT; i++)
        for (k = 0; k < 4; k++) in[i][k] = k < 2 ? fabsf(random_number()) : random_number();
    give("particles", in, sizeof in);
    for (k = 0; k < STEPS; k++) run(NULL, COUNT, 1, &step, sizeof step);
    take(0, got, sizeof got);
    end();
    for (i = 0; i < COUNT; i++) {
        double p[4] = {in[i][0], in[i][1], in[i][2], in[i][3]};
        for (k = 0; k < STEPS; k++) fall(&p[0], &p[2], step, 0), fall(&p[1], &p[3], step, -1);
        for (k = 0; k < 4; k++) assert_near(got[i][k], p[k], 1e-3, i);
    }
}

static void test_nbody(void **state) {
    enum { COUNT = 192, STEPS = 3 };
    typedef float body[8]; /* place, mass, speed, nothing */
    static body bodies[COUNT], got[COUNT];
    static double now[COUNT][7], next[COUNT][7];
    float step = 0.015625f;
    size_t i, k, j;
    (void)state;
    begin("examples/nbody.lv");
    for (i = 0; i < COUNT; i++)
        for (k = 0; k < 7; k++) now[i][k] = bodies[i][k] = k == 3 ? 0.25f : random_number();
    give("now", bodies, sizeof bodies);
    give("next", NULL, sizeof bodies);
    for (j = 0; j < STEPS; j++) {
        lambdav_vk_buffer *other = bindings[1].buffer;
        run(NULL, COUNT, 1, &step, sizeof step);
        bindings[1].buffer = bindings[0].buffer, bindings[0].buffer = other;
    }
    take(0, got, sizeof got);
    end();
    for (j = 0; j < STEPS; j++) {
        memcpy(next, now, sizeof now);
        for (i = 0; i < COUNT; i++) {
            double force[3] = {0, 0, 0};
            size_t o;
            for (o = 0; o < COUNT; o++) {
                double r2 = 0.01;
                for (k = 0; k < 3; k++) r2 += (now[o][k] - now[i][k]) * (now[o][k] - now[i][k]);
                for (k = 0; k < 3; k++)
                    force[k] += (now[o][k] - now[i][k]) * now[o][3] / (r2 * sqrt(r2));
            }
            for (k = 0; k < 3; k++) {
                next[i][4 + k] += step * force[k];
                next[i][k] += step * next[i][4 + k];
            }
        }
        memcpy(now, next, sizeof now);
    }
    for (i = 0; i < COUNT; i++)
        for (k = 0; k < 7; k++) assert_near(got[i][k], now[i][k], 1e-4, i);
}

static void test_matmul(void **state) {
    enum { SIZE = 48 };
    static float a[SIZE * SIZE], b[SIZE * SIZE], got[SIZE * SIZE];
    int32_t size = SIZE;
    size_t i, k;
    (void)state;
    begin("examples/matmul.lv");
    for (i = 0; i < SIZE * SIZE; i++) a[i] = random_number(), b[i] = random_number();
    give("a", a, sizeof a);
    give("b", b, sizeof b);
    give("c", NULL, sizeof got);
    run(NULL, SIZE, SIZE, &size, sizeof size);
    take(2, got, sizeof got);
    end();
    for (i = 0; i < SIZE * SIZE; i++) {
        double sum = 0;
        for (k = 0; k < SIZE; k++)
            sum += (double)a[i / SIZE * SIZE + k] * (double)b[k * SIZE + i % SIZE];
        assert_near(got[i], sum, 1e-4, i);
    }
}

static int order(const void *a, const void *b) {
    int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;
    return (x > y) - (x < y);
}

static void test_sort(void **state) {
    enum { GROUPS = 3 };
    static int32_t numbers[GROUPS * 256], got[GROUPS * 256];
    size_t i;
    (void)state;
    begin("examples/sort.lv");
    for (i = 0; i < GROUPS * 256; i++)
        numbers[i] = (int32_t)(i < 256 ? random_bits() % 100 : random_bits());
    give("numbers", numbers, sizeof numbers);
    run(NULL, GROUPS * 256, 1, NULL, 0);
    take(0, got, sizeof got);
    end();
    for (i = 0; i < GROUPS; i++) qsort(numbers + 256 * i, 256, sizeof *numbers, order);
    for (i = 0; i < GROUPS * 256; i++) assert_int_equal(got[i], numbers[i]);
}

/* Steps until z leaves the circle of radius 2; *edge: it came so close that rounding decides. */
static int escape(double cx, double cy, int *edge) {
    double x = 0, y = 0, t;
    int n;
    *edge = 0;
    for (n = 0; n < 64 && x * x + y * y < 4; n++) {
        t = x * x - y * y + cx, y = 2 * x * y + cy, x = t;
        if (fabs(x * x + y * y - 4) < 1e-2) *edge = 1;
    }
    return n;
}

static void test_escape(void **state) {
    enum { W = 48, H = 32 };
    static unsigned char got[H][W][4];
    int x, y, edge, compared = 0;
    (void)state;
    begin("examples/escape.lv");
    give_image("picture", W, H, NULL);
    run(NULL, W, H, NULL, 0);
    assert_ok(lambdav_vk_image_read(&vk, &images[0], 0, got, sizeof got));
    end();
    for (y = 0; y < H; y++) {
        for (x = 0; x < W; x++) {
            int n = escape(3 * (x + 0.5) / H - 2.5, 3 * (y + 0.5) / H - 1.5, &edge);
            if (edge || (n > 20 && n < 64)) continue;
            assert_near(got[y][x][0], 255 * n / 64.0, 0.51, (size_t)(y * W + x));
            assert_near(got[y][x][2], 255 * sqrt(n / 64.0), 0.51, (size_t)(y * W + x));
            compared++;
        }
    }
    assert_true(compared > W * H * 3 / 4);
}

/* The command in a program's head: the comment lines that are indented, as one; "" if there is
   none. */
static void find_command(const char *path, char command[COMMAND_SIZE]) {
    size_t size, used = 0;
    char *text = cases_load(path, &size), *save = NULL, *line = strtok_r(text, "\n", &save);
    command[0] = '\0';
    for (; line != NULL && *line == ';'; line = strtok_r(NULL, "\n", &save))
        if (strncmp(line, ";   ", 4) == 0)
            used += (size_t)snprintf(command + used, COMMAND_SIZE - used, "%s", line + 3);
    free(text);
    assert_true(used < COMMAND_SIZE);
}

/* The picture that a command drew against the stored one: the channels may differ by `most`. */
static void compare_pictures(const char *got_path, const char *wanted_path, int most) {
    int size[2][3], i;
    unsigned char *got = stbi_load(got_path, &size[0][0], &size[0][1], &size[0][2], 4),
                  *wanted = stbi_load(wanted_path, &size[1][0], &size[1][1], &size[1][2], 4);
    if (!got || !wanted) fail_msg("no picture %s", got ? wanted_path : got_path);
    assert_int_equal(size[0][0], size[1][0]);
    assert_int_equal(size[0][1], size[1][1]);
    for (i = 0; i < 4 * size[0][0] * size[0][1]; i++)
        if (abs(got[i] - wanted[i]) > most)
            fail_msg("%s: byte %d is %d, not %d", got_path, i, got[i], wanted[i]);
    stbi_image_free(got);
    stbi_image_free(wanted);
}

/* Words are equal, numbers nearly so. */
static void compare_words(const char *name, char *got, const char *wanted) {
    char copy[COMMAND_SIZE], *save[2] = {NULL, NULL}, *a, *b, *rest;
    snprintf(copy, sizeof copy, "%s", wanted);
    for (b = strtok_r(copy, " \n", &save[1]), a = strtok_r(got, " \n", &save[0]); a && b;
         b = strtok_r(NULL, " \n", &save[1]), a = strtok_r(NULL, " \n", &save[0])) {
        double number = strtod(b, &rest);
        if (*rest != '\0' ? strcmp(a, b) != 0 : !(fabs(strtod(a, NULL) - number) <= 1e-3))
            fail_msg("%s prints %s, not %s", name, a, b);
    }
    if (a || b) fail_msg("%s prints %s, not %s", name, a ? a : "no more", b ? b : "no more");
}

/* Runs the command of a program, with the options added, in the folder build/example_run, where the
   names of the top level mean the same; `printed` takes what it prints. */
static void run_command(const char *name, const char *options, char *printed, size_t size) {
    const char *program = getenv("LAMBDAV") == NULL ? "build/lambdav" : getenv("LAMBDAV");
    char path[PATH_SIZE], command[COMMAND_SIZE], line[COMMAND_SIZE + 2 * PATH_SIZE];
    FILE *out;
    size_t got;
    snprintf(path, sizeof path, "examples/%s.lv", name);
    find_command(path, command);
    if (strncmp(command, " build/lambdav ", 15) != 0) fail_msg("%s has no command", path);
    snprintf(line, sizeof line, "LAMBDAV=$(realpath '%s') && cd build/example_run && $LAMBDAV %s%s",
             program, command + 15, options);
    out = popen(line, "r");
    assert_non_null(out);
    got = fread(printed, 1, size - 1, out);
    printed[got] = '\0';
    if (pclose(out) != 0) fail_msg("%s: its command fails", path);
}

/* What the command of each compute program prints (NULL: it draws a picture), and by how many
   255ths the picture may differ. */
static const struct {
    const char *name, *printed;
    int most;
} commands[] = {
    {"ids", NULL, 0},
    {"blur", NULL, 1},
    {"life", NULL, 0},
    {"escape", NULL, 4},
    {"histogram", "46 125", 0},
    {"sum", "results[0].sum 4 results[0].low -5 results[0].high 4", 0},
    {"scan", "14", 0},
    {"matmul", "23", 0},
    {"sort", "-5 3", 0},
    {"bitonic", "-5 0 2 3", 0},
    {"reaction", NULL, 2},
    {"bloom", NULL, 2},
    {"particles", "place 0.549 0.495 speed -0.9 -1", 0},
    {"nbody", "place 0 0 0 mass 1 speed 0 0 0 place 0.5419 0.8436 0 mass 0 speed -0.8312 0.5514 0",
     0},
};
enum { COMMANDS = sizeof commands / sizeof *commands };

/* *state: the options that they are run with. */
static void test_commands(void **state) {
    char printed[1024], got[PATH_SIZE], wanted[PATH_SIZE];
    size_t i;
    assert_int_equal(
        system("rm -rf build/example_run && mkdir -p build/example_run && cd "
               "build/example_run && ln -s ../../examples ../../tests ../../LICENSE ."),
        0);
    for (i = 0; i < COMMANDS; i++) {
        run_command(commands[i].name, (const char *)*state, printed, sizeof printed);
        if (commands[i].printed != NULL) {
            compare_words(commands[i].name, printed, commands[i].printed);
            continue;
        }
        snprintf(got, sizeof got, "build/example_run/%s.png", commands[i].name);
        snprintf(wanted, sizeof wanted, "tests/data/golden/%s.png", commands[i].name);
        compare_pictures(got, wanted, commands[i].most);
    }
}

/* All compute programs of the folder are in the table. */
static void test_complete(void **state) {
    glob_t found = cases_find("examples/*.lv", 0, NULL);
    size_t i, k, size, compute = 0;
    (void)state;
    for (i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        char *text = cases_load(found.gl_pathv[i], &size);
        int computes = strstr(text, "\n(compute ") != NULL;
        free(text);
        if (!computes) continue;
        for (k = 0; k < COMMANDS; k++)
            if (strncmp(commands[k].name, name, strcspn(name, ".")) == 0) break;
        if (k == COMMANDS) fail_msg("no test of examples/%s", name);
        compute++;
    }
    globfree(&found);
    assert_int_equal(compute, COMMANDS);
}

int main(int argc, char **argv) {
    static const char *const names[] = {"spirv 1.0", "spirv 1.3", "spirv 1.5", "spirv 1.6"};
    static char on_device[] = "", on_cpu[] = " --cpu";
    const struct CMUnitTest once[] = {cmocka_unit_test_prestate(test_commands, on_device),
                                      cmocka_unit_test_prestate(test_commands, on_cpu),
                                      cmocka_unit_test(test_complete)};
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ids),       cmocka_unit_test(test_blur),
        cmocka_unit_test(test_histogram), cmocka_unit_test(test_sum),
        cmocka_unit_test(test_scan),      cmocka_unit_test(test_life),
        cmocka_unit_test(test_particles), cmocka_unit_test(test_nbody),
        cmocka_unit_test(test_matmul),    cmocka_unit_test(test_sort),
        cmocka_unit_test(test_escape)};
    int failed = 0, i;
    if (argc > 1) device = argv[1];
    if (argc > 2) watched = 0;
    for (i = 0; i < 4; i++) {
        target = (lambdav_target)(LAMBDAV_TARGET_SPIRV_1_0 + i);
        failed += cmocka_run_group_tests_name(names[i], tests, open_device, close_device);
    }
    failed += cmocka_run_group_tests_name("commands", once, NULL, NULL);
    return failed != 0;
}
