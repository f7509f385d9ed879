// cc tests/vk_resources.c -lcmocka -o build/vk_resources
//
// What modules of lambdav_vk.h read and write, on a real device with the validation layer watching:
// buffers, images, vertices, dispatches. Needs what tests/vk_device.c needs.
//     build/vk_resources [DEVICE [unwatched]]
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LAMBDAV_VK_IMPLEMENTATION
#include "../lambdav_vk.h"
#include "vk_harness.h"
#include "vk_modules.h"

// =================================================================================================
// Harness
// =================================================================================================
static lambdav_vk_binding rows[16];
static size_t row_count;

// The row for a set and binding, or, if there is a name, for that.
static lambdav_vk_binding *bind(const char *name, uint32_t set, uint32_t binding)
{
    lambdav_vk_binding *row = &rows[row_count++];
    memset(row, 0, sizeof *row);
    row->name = name;
    row->set = set;
    row->binding = binding;
    return row;
}

static void bind_buffer(const char *name, uint32_t binding, lambdav_vk_buffer *buffer)
{
    bind(name, 0, binding)->buffer = buffer;
}

static int open_bare(void **state)
{
    row_count = 0;
    return open_device(state);
}

#define CASE(name) cmocka_unit_test_setup_teardown(name, open_bare, close_device)

// glslangValidator's module of one stage: comp, vert or frag.
static vk_module *glsl(const char *stage, const char *text)
{
    char format[128];
    snprintf(format, sizeof format,
             "glslangValidator -V --quiet --target-env %%s -S %s -o %%s %%s", stage);
    return vk_make(format, "vulkan1.0", text);
}

static lambdav_vk_compute compute_of(const vk_module *m)
{
    lambdav_vk_compute compute;
    memset(&compute, 0, sizeof compute);
    compute.words = m->words;
    compute.word_count = m->count;
    return compute;
}

static lambdav_vk_job job_of(lambdav_vk_pipeline *pipeline)
{
    lambdav_vk_job job;
    memset(&job, 0, sizeof job);
    job.pipeline = pipeline;
    job.bindings = rows;
    job.binding_count = row_count;
    return job;
}

// Runs a compute module once, over so many invocations along x.
static void run(const vk_module *m, uint32_t invocations)
{
    lambdav_vk_compute compute = compute_of(m);
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    job = job_of(&pipeline);
    job.invocations[0] = invocations;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    lambdav_vk_pipeline_close(&vk, &pipeline);
}

static void assert_error(lambdav_vk_status status, lambdav_vk_status expected, const char *part)
{
    if (status != expected || strstr(vk.error, part) == NULL)
        fail_msg("status %d, \"%s\" instead of status %d, \"%s\"", (int)status, vk.error,
                 (int)expected, part);
}

// =================================================================================================
// Compute
// =================================================================================================
#define HEAD "#version 450\nlayout(local_size_x = 8) in;\n"
#define ID "gl_GlobalInvocationID.x"

// Each invocation writes its number; the last group goes past the end of what is asked for.
static void test_ids(void **state)
{
    lambdav_vk_buffer buffer;
    uint32_t words[64], i;
    (void)state;
    memset(words, 0xA5, sizeof words);
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, words, sizeof words));
    bind_buffer("Data", 0, &buffer);
    run(glsl("comp", HEAD "layout(binding = 2) buffer Data { uint d[]; };\n"
                          "void main() { d[" ID "] = " ID "; }"), 33);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, words, sizeof words));
    for (i = 0; i < 64; i++) assert_int_equal(words[i], i < 40 ? i : 0xA5A5A5A5u);
    lambdav_vk_buffer_close(&vk, &buffer);
}

// Larger than the staging buffer, and of an odd size; written and read in parts.
static void test_large_buffer(void **state)
{
    enum { SIZE = (9 << 20) + 3 };
    static unsigned char bytes[SIZE + 1], back[SIZE + 1];
    lambdav_vk_buffer buffer;
    uint32_t i;
    (void)state;
    for (i = 0; i < SIZE; i++) bytes[i] = (unsigned char)(i * 7 + (i >> 11));
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, SIZE));
    memset(back, 0xA5, sizeof back);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, back, SIZE));
    for (i = 0; i < SIZE; i++) assert_true(back[i] == 0);
    assert_int_equal(back[SIZE], 0xA5);
    assert_ok(lambdav_vk_buffer_write(&vk, &buffer, 0, bytes, SIZE));
    assert_ok(lambdav_vk_buffer_write(&vk, &buffer, 5, bytes, 3));
    memcpy(bytes + 5, bytes, 3);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 1, back, SIZE - 1));
    assert_memory_equal(back, bytes + 1, SIZE - 1);
    assert_error(lambdav_vk_buffer_read(&vk, &buffer, 4, back, SIZE - 3), LAMBDAV_VK_ARGUMENT,
                 "the buffer has 9437187");
    assert_error(lambdav_vk_buffer_write(&vk, &buffer, SIZE + 1, bytes, 0), LAMBDAV_VK_ARGUMENT,
                 "the buffer has");
    assert_error(lambdav_vk_buffer_write(&vk, &buffer, 0, NULL, 1), LAMBDAV_VK_ARGUMENT, "NULL");
    lambdav_vk_buffer_close(&vk, &buffer);
    assert_error(lambdav_vk_buffer_read(&vk, &buffer, 0, back, 0), LAMBDAV_VK_ARGUMENT,
                 "not open in this context");
}

// Two buffers change places from job to job, and each job sees what the one before it wrote.
static void test_ping_pong(void **state)
{
    lambdav_vk_compute compute = compute_of(glsl("comp",
        HEAD "layout(binding = 0) readonly buffer A { uint a[]; };\n"
        "layout(binding = 1) buffer B { uint b[]; };\n"
        "layout(push_constant) uniform P { uint k; };\n"
        "void main() { b[" ID "] = a[(" ID " + 1) & 4095] * 3 + k; }"));
    enum { STEPS = 9, N = 4096 };
    static uint32_t a[N], b[N];
    lambdav_vk_binding bindings[2][2];
    lambdav_vk_buffer buffers[2];
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job jobs[STEPS];
    uint32_t push[STEPS], i, step;
    uint64_t ns = 0;
    (void)state;
    for (i = 0; i < N; i++) a[i] = i * i;
    assert_ok(lambdav_vk_buffer_open(&vk, &buffers[0], a, sizeof a));
    assert_ok(lambdav_vk_buffer_open(&vk, &buffers[1], NULL, sizeof b));
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    memset(bindings, 0, sizeof bindings);
    for (step = 0; step < STEPS; step++) {
        bindings[step & 1][0].buffer = &buffers[step & 1];
        bindings[step & 1][1].buffer = &buffers[~step & 1];
        bindings[step & 1][1].binding = 1;
        push[step] = step + 5;
        jobs[step] = job_of(&pipeline);
        jobs[step].bindings = bindings[step & 1];
        jobs[step].binding_count = 2;
        jobs[step].push = &push[step];
        jobs[step].push_size = 4;
        jobs[step].groups[0] = N / 8;
    }
    assert_ok(lambdav_vk_run(&vk, jobs, STEPS, &ns));
    assert_int_equal(ns != 0, vk.timestamp_bits != 0);
    for (step = 0; step < STEPS; step++) {
        for (i = 0; i < N; i++) b[i] = a[(i + 1) % N] * 3 + step + 5;
        memcpy(a, b, sizeof a);
    }
    assert_ok(lambdav_vk_buffer_read(&vk, &buffers[STEPS & 1], 0, b, sizeof b));
    assert_memory_equal(a, b, sizeof a);
    assert_ok(lambdav_vk_run(&vk, NULL, 0, NULL));
    lambdav_vk_pipeline_close(&vk, &pipeline);
    lambdav_vk_buffer_close(&vk, &buffers[0]);
    lambdav_vk_buffer_close(&vk, &buffers[1]);
}

// Specialisation constants, by name and by id: of every type, for the workgroup's size and for the
// length of an array.
static void test_constants(void **state)
{
    static const char text[] =
        "#version 450\nlayout(local_size_x_id = 7, local_size_y = 2) in;\n"
        "layout(constant_id = 1) const int i = -1;\nlayout(constant_id = 2) const uint u = 1;\n"
        "layout(constant_id = 3) const float f = 1;\n"
        "layout(constant_id = 4) const bool b = false;\n"
        "layout(constant_id = 5) const double g = 1;\nlayout(constant_id = 6) const uint n = 2;\n"
        "layout(binding = 0) buffer Data { float d[6]; uint size; };\n"
        "layout(binding = 1) uniform U { vec4 v[n]; };\n"
        "void main() { d[0] = float(i); d[1] = float(u); d[2] = f; d[3] = b ? 1 : 0;\n"
        "    d[4] = float(g); d[5] = v[n - 1].x; size = gl_WorkGroupSize.x; }";
    static const lambdav_vk_constant given[] = {
        {"i", 0, 0xFFFFFFFFFFFFFFF9u}, {NULL, 2, 17}, {"f", 0, 0x40490FDB}, {NULL, 4, 1},
        {"g", 0, 0x4004000000000000u}, {NULL, 6, 3}, {NULL, 7, 4}};
    const float expected[] = {-7, 17, 3.14159274f, 1, 2.5f, 10};
    const float uniform[] = {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13};
    lambdav_vk_compute compute = compute_of(glsl("comp", text));
    lambdav_vk_constant wrong = {"missing", 0, 0};
    lambdav_vk_buffer data, block;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    float got[7];
    uint32_t size;
    (void)state;
    if (!vk.features.core.features.shaderFloat64) skip();
    compute.constants = given;
    compute.constant_count = sizeof given / sizeof given[0];
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    assert_int_equal(pipeline.workgroup[0], 4);
    assert_int_equal(pipeline.workgroup[1], 2);
    assert_ok(lambdav_vk_buffer_open(&vk, &data, NULL, sizeof got));
    assert_ok(lambdav_vk_buffer_open(&vk, &block, uniform, sizeof uniform));
    bind_buffer("Data", 0, &data);
    bind_buffer("U", 0, &block);
    rows[1].range = 32;
    job = job_of(&pipeline);
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                 "uniform buffer \"U\" at set 0, binding 1, whose block has 48 bytes, but 32");
    rows[1].range = 0;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    assert_ok(lambdav_vk_buffer_read(&vk, &data, 0, got, sizeof got));
    assert_memory_equal(got, expected, sizeof expected);
    memcpy(&size, &got[6], sizeof size);
    assert_int_equal(size, 4);
    lambdav_vk_pipeline_close(&vk, &pipeline);
    compute.constants = &wrong;
    compute.constant_count = 1;
    assert_error(lambdav_vk_compute_open(&vk, &pipeline, &compute), LAMBDAV_VK_ARGUMENT,
                 "no specialisation constant \"missing\"");
    wrong.name = NULL;
    wrong.id = 99;
    assert_error(lambdav_vk_compute_open(&vk, &pipeline, &compute), LAMBDAV_VK_ARGUMENT,
                 "no specialisation constant with id 99");
    lambdav_vk_buffer_close(&vk, &data);
    lambdav_vk_buffer_close(&vk, &block);
}

// An array of descriptors in another set, both classes of storage buffers, and what is missing.
static void test_descriptor_arrays(void **state)
{
    static const char text[] = HEAD
        "layout(set = 2, binding = 3) buffer In { uint v; } ins[3];\n"
        "layout(set = 0, binding = 1) uniform U { uvec4 k; } u;\n"
        "layout(set = 2, binding = 0) buffer Out { uint d[]; };\n"
        "void main() { d[1] = ins[0].v + 10 * ins[1].v + 100 * ins[2].v + u.k.x; }";
    static const char *const environments[] = {"vulkan1.0", "vulkan1.2"};
    static const char command[] =
        "glslangValidator -V --quiet --target-env %s -S comp -o %s %s";
    uint32_t values[4 * 64], i, e;
    lambdav_vk_buffer in, out;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_compute compute;
    lambdav_vk_job job;
    (void)state;
    for (i = 0; i < 256; i++) values[i] = i / 64 + 1;
    assert_ok(lambdav_vk_buffer_open(&vk, &in, values, sizeof values));
    for (e = 0; e < 2; e++) {
        if (e == 1 && vk.version < (1u << 22 | 2u << 12)) continue;
        row_count = 0;
        assert_ok(lambdav_vk_buffer_open(&vk, &out, NULL, 16));
        bind("Out", 0, 0)->buffer = &out;
        bind("u", 0, 0)->buffer = &in;
        for (i = 0; i < 3; i++) {
            bind(i == 1 ? "In" : "ins", 0, 0)->buffer = &in;
            rows[row_count - 1].offset = 256 * (3 - i);
            rows[row_count - 1].range = 4;
            rows[row_count - 1].element = i;
        }
        compute = compute_of(vk_make(command, environments[e], text));
        assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
        assert_int_equal(pipeline.resource_count, 3);
        job = job_of(&pipeline);
        assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
        assert_ok(lambdav_vk_buffer_read(&vk, &out, 0, values, 16));
        assert_int_equal(values[0], 0);
        assert_int_equal(values[1], 4 + 30 + 200 + 1);
        job.binding_count = 4;
        assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                     "a storage buffer \"ins\" at set 2, binding 3, and nothing is bound there"
                     " as element 2");
        rows[0].name = "other";
        assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                     "a storage buffer \"Out\" at set 2, binding 0, and nothing is bound there");
        lambdav_vk_pipeline_close(&vk, &pipeline);
        lambdav_vk_buffer_close(&vk, &out);
    }
    lambdav_vk_buffer_close(&vk, &in);
}

// =================================================================================================
// Images
// =================================================================================================
static lambdav_vk_image_info image_info(lambdav_vk_format format, lambdav_vk_shape shape,
                                        uint32_t width, uint32_t height, uint32_t depth)
{
    lambdav_vk_image_info info;
    memset(&info, 0, sizeof info);
    info.format = format;
    info.shape = shape;
    info.width = width;
    info.height = height;
    info.depth = depth;
    return info;
}

static void bind_image(const char *name, uint32_t binding, lambdav_vk_image *image,
                       lambdav_vk_sampler *sampler)
{
    lambdav_vk_binding *row = bind(name, 0, binding);
    row->image = image;
    row->sampler = sampler;
}

// Every shape, filled with the texels' numbers: what a module fetches, and what is read back.
static void shape(lambdav_vk_shape shape, uint32_t width, uint32_t height, uint32_t depth,
                  const char *type, const char *fetch)
{
    char text[2048];
    uint32_t texels[512], got[512], count = width * height * depth, i;
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_R32UI, shape, width, height, depth);
    lambdav_vk_image image;
    lambdav_vk_buffer buffer;
    if (shape == LAMBDAV_VK_CUBE || shape == LAMBDAV_VK_CUBE_ARRAY) count *= 6;
    assert_true(count < 512);
    for (i = 0; i < 512; i++) texels[i] = i * 3 + 1;
    info.pixels = texels;
    info.size = count * 4;
    row_count = 0;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    assert_int_equal(lambdav_vk_image_size(&image, 0), count * 4);
    assert_int_equal(lambdav_vk_image_size(&image, 1), 0);
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, sizeof texels));
    bind_image("image", 0, &image, NULL);
    bind_buffer("Data", 0, &buffer);
    snprintf(text, sizeof text,
             HEAD "layout(binding = 1) uniform %s image;\n"
             "layout(binding = 0) buffer Data { uint d[]; };\n"
             "void main() { uint i = " ID "; int x = int(i %% %u), y = int(i / %u %% %u),"
             " z = int(i / %u); if (i < %u) d[i] = %s.x; }",
             type, width, width, height, width * height, count, fetch);
    run(glsl("comp", text), count);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, got, count * 4));
    assert_memory_equal(got, texels, count * 4);
    memset(got, 0, sizeof got);
    assert_ok(lambdav_vk_image_read(&vk, &image, 0, got, count * 4));
    assert_memory_equal(got, texels, count * 4);
    lambdav_vk_image_close(&vk, &image);
    lambdav_vk_buffer_close(&vk, &buffer);
}

// A direction into the middle of texel (x, y) of face f of 4x4, in Vulkan's order of faces.
#define DIRECTION(f) \
    "(" f " == 0 ? vec3(1, 1.5 - y, 1.5 - x) : " f " == 1 ? vec3(-1, 1.5 - y, x - 1.5)" \
    " : " f " == 2 ? vec3(x - 1.5, 1, y - 1.5) : " f " == 3 ? vec3(x - 1.5, -1, 1.5 - y)" \
    " : " f " == 4 ? vec3(x - 1.5, 1.5 - y, 1) : vec3(1.5 - x, 1.5 - y, -1))" \
    " * (" f " < 2 ? vec3(1, .5, .5) : " f " < 4 ? vec3(.5, 1, .5) : vec3(.5, .5, 1))"

static void test_shapes(void **state)
{
    (void)state;
    shape(LAMBDAV_VK_2D, 9, 7, 1, "usampler2D", "texelFetch(image, ivec2(x, y), 0)");
    shape(LAMBDAV_VK_2D_ARRAY, 5, 3, 4, "usampler2DArray", "texelFetch(image, ivec3(x, y, z), 0)");
    shape(LAMBDAV_VK_3D, 5, 4, 6, "usampler3D", "texelFetch(image, ivec3(x, y, z), 0)");
    shape(LAMBDAV_VK_1D, 31, 1, 1, "usampler1D", "texelFetch(image, x, 0)");
    shape(LAMBDAV_VK_1D_ARRAY, 7, 1, 5, "usampler1DArray", "texelFetch(image, ivec2(x, z), 0)");
    shape(LAMBDAV_VK_CUBE, 4, 4, 1, "usamplerCube", "texture(image, " DIRECTION("z") ")");
    if (vk.features.core.features.imageCubeArray)
        shape(LAMBDAV_VK_CUBE_ARRAY, 4, 4, 2, "usamplerCubeArray",
              "texture(image, vec4(" DIRECTION("z % 6") ", z / 6))");
}

// Every format: what goes in comes out, for one texel in the middle of an image.
static void test_all_formats(void **state)
{
    unsigned char in[15 * 16], out[15 * 16 + 1];
    lambdav_vk_image image;
    uint32_t f, i;
    (void)state;
    for (f = 0; f < LAMBDAV_VK_FORMAT_COUNT; f++) {
        lambdav_vk_image_info info = image_info((lambdav_vk_format)f, LAMBDAV_VK_2D, 5, 3, 1);
        size_t size = 15 * lambdav_vk_pixel_size(info.format);
        for (i = 0; i < sizeof in; i++) in[i] = (unsigned char)(i % 4 == 3 ? 62 : i * 5 % 60);
        assert_ok(lambdav_vk_image_open(&vk, &image, &info));
        memset(out, 0xA5, sizeof out);
        assert_ok(lambdav_vk_image_read(&vk, &image, 0, out, size));
        for (i = 0; i < size; i++) assert_int_equal(out[i], 0);
        assert_ok(lambdav_vk_image_write(&vk, &image, 0, in, size));
        assert_ok(lambdav_vk_image_read(&vk, &image, 0, out, size));
        assert_memory_equal(in, out, size);
        assert_int_equal(out[size], 0xA5);
        lambdav_vk_image_close(&vk, &image);
    }
}

// Larger than the staging buffer: rows and slices in pieces.
static void test_large_images(void **state)
{
    enum { SIZE = 1100 * 900 * 16 };
    static unsigned char in[SIZE], out[SIZE];
    lambdav_vk_image_info infos[2];
    lambdav_vk_image image;
    uint32_t i, k;
    (void)state;
    for (i = 0; i < SIZE; i++) in[i] = (unsigned char)(i % 61 + (i >> 14) % 3);
    infos[0] = image_info(LAMBDAV_VK_RGBA32UI, LAMBDAV_VK_2D, 1100, 900, 1);
    infos[1] = image_info(LAMBDAV_VK_RGBA16F, LAMBDAV_VK_3D, 100, 110, 60);
    for (k = 0; k < 2; k++) {
        infos[k].pixels = in;
        infos[k].size = SIZE;
        assert_ok(lambdav_vk_image_open(&vk, &image, &infos[k]));
        memset(out, 0, sizeof out);
        assert_ok(lambdav_vk_image_read(&vk, &image, 0, out, SIZE));
        assert_memory_equal(in, out, lambdav_vk_image_size(&image, 0));
        lambdav_vk_image_close(&vk, &image);
    }
}

// Levels that are made and levels that are given.
static void test_mipmaps(void **state)
{
    static const char text[] = HEAD
        "layout(binding = 0) buffer Data { vec4 d[]; };\n"
        "layout(binding = 1) uniform sampler2D image;\n"
        "void main() { d[" ID "] = textureLod(image, vec2(.25), float(" ID ") * .5); }";
    unsigned char pixels[4 * 4 * 4 + 2 * 2 * 4], level[16];
    float got[32];
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_RGBA8, LAMBDAV_VK_2D, 4, 4, 1);
    lambdav_vk_image image;
    lambdav_vk_buffer buffer;
    uint32_t i;
    (void)state;
    memset(pixels, 0, sizeof pixels);
    for (i = 0; i < 16; i++) pixels[i * 4] = (unsigned char)(i % 4 < 2 ? 100 + i % 2 * 20 : 200);
    memset(pixels + 64, 40, 16);
    info.pixels = pixels;
    info.size = 64;
    info.levels = LAMBDAV_VK_ALL_LEVELS;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    assert_int_equal(image.levels, 3);
    assert_int_equal(lambdav_vk_image_size(&image, 1), 16);
    assert_int_equal(lambdav_vk_image_size(&image, 2), 4);
    assert_ok(lambdav_vk_image_read(&vk, &image, 1, level, 16));
    assert_int_equal(level[0], 110);
    assert_int_equal(level[4], 200);
    assert_ok(lambdav_vk_image_read(&vk, &image, 2, level, 4));
    assert_int_equal(level[0], 155);
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, sizeof got));
    bind_buffer("Data", 0, &buffer);
    bind_image(NULL, 1, &image, NULL);
    run(glsl("comp", text), 8);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, got, sizeof got));
    assert_float_equal(got[0], 110.0f / 255, 1e-3);
    assert_float_equal(got[2 * 4], 110.0f / 255, 1e-3);
    assert_float_equal(got[3 * 4], 132.5f / 255, 1e-2);
    assert_float_equal(got[7 * 4], 155.0f / 255, 1e-3);
    assert_ok(lambdav_vk_image_write(&vk, &image, 1, pixels + 64, 16));
    assert_ok(lambdav_vk_image_mipmaps(&vk, &image, 1));
    assert_ok(lambdav_vk_image_read(&vk, &image, 2, level, 4));
    assert_int_equal(level[3], 40);
    lambdav_vk_image_close(&vk, &image);
    info.levels_given = 2;
    info.size = 79;
    assert_error(lambdav_vk_image_open(&vk, &image, &info), LAMBDAV_VK_ARGUMENT,
                 "2 levels of RGBA8 need 80 bytes, not 79");
    info.size = 80;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    assert_ok(lambdav_vk_image_read(&vk, &image, 2, level, 4));
    assert_int_equal(level[0], 40);
    lambdav_vk_image_close(&vk, &image);
    lambdav_vk_buffer_close(&vk, &buffer);
    info.format = LAMBDAV_VK_RGBA8UI;
    assert_error(lambdav_vk_image_open(&vk, &image, &info), LAMBDAV_VK_UNSUPPORTED,
                 "makes no mipmaps of RGBA8UI");
    info.levels = 4;
    assert_error(lambdav_vk_image_open(&vk, &image, &info), LAMBDAV_VK_ARGUMENT, "at most 3");
}

// Filters, address modes and comparison, with separate samplers and combined ones.
static void test_samplers(void **state)
{
    static const char text[] = HEAD
        "layout(binding = 0) buffer Data { float d[]; };\n"
        "layout(binding = 1) uniform texture2D t;\nlayout(binding = 2) uniform sampler s[4];\n"
        "layout(binding = 3) uniform sampler2DShadow shadow;\n"
        "layout(binding = 4) uniform sampler2D plain;\n"
        "void main() { d[0] = textureLod(sampler2D(t, s[0]), vec2(1.3, .5), 0).x;\n"
        "    d[1] = textureLod(sampler2D(t, s[1]), vec2(1.3, .5), 0).x;\n"
        "    d[2] = textureLod(sampler2D(t, s[2]), vec2(1.3, .5), 0).x;\n"
        "    d[3] = textureLod(sampler2D(t, s[3]), vec2(1.3, .5), 0).x;\n"
        "    d[4] = textureLod(sampler2D(t, s[2]), vec2(.5, .5), 0).x;\n"
        "    d[5] = textureLod(plain, vec2(.5, .5), 0).x;\n"
        "    d[6] = textureLod(shadow, vec3(.25, .5, .4), 0);\n"
        "    d[7] = textureLod(shadow, vec3(.25, .5, .6), 0); }";
    static const float texels[] = {0.5f, 8.0f}, depths[] = {0.5f, 0.5f};
    static const float expected[] = {0.5f, 8.0f, 8.0f, 0, 8.0f, 4.25f, 1, 0};
    static const lambdav_vk_address modes[] = {LAMBDAV_VK_ADDRESS_REPEAT, LAMBDAV_VK_ADDRESS_MIRROR,
                                               LAMBDAV_VK_ADDRESS_CLAMP, LAMBDAV_VK_ADDRESS_BORDER};
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_R32F, LAMBDAV_VK_2D, 2, 1, 1);
    lambdav_vk_sampler_info how;
    lambdav_vk_sampler samplers[4], shadow;
    lambdav_vk_image image, depth;
    lambdav_vk_buffer buffer;
    float got[8];
    uint32_t i;
    (void)state;
    info.pixels = texels;
    info.size = sizeof texels;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    info.format = LAMBDAV_VK_D32F;
    info.pixels = depths;
    assert_ok(lambdav_vk_image_open(&vk, &depth, &info));
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, NULL, sizeof got));
    memset(&how, 0, sizeof how);
    how.minify = how.magnify = how.mipmap = LAMBDAV_VK_NEAREST;
    how.compare = LAMBDAV_VK_COMPARE_LESS_EQUAL;
    assert_ok(lambdav_vk_sampler_open(&vk, &shadow, &how));
    how.compare = LAMBDAV_VK_COMPARE_NONE;
    for (i = 0; i < 4; i++) {
        how.address[0] = how.address[1] = how.address[2] = modes[i];
        assert_ok(lambdav_vk_sampler_open(&vk, &samplers[i], &how));
        bind("s", 0, 0)->sampler = &samplers[i];
        rows[i].element = i;
    }
    bind_buffer("Data", 0, &buffer);
    bind_image("t", 0, &image, NULL);
    bind_image("shadow", 0, &depth, &shadow);
    bind_image("plain", 0, &image, NULL);
    run(glsl("comp", text), 1);
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, got, sizeof got));
    for (i = 0; i < 8; i++) assert_float_equal(got[i], expected[i], 1e-5);
    for (i = 0; i < 4; i++) lambdav_vk_sampler_close(&vk, &samplers[i]);
    lambdav_vk_sampler_close(&vk, &shadow);
    lambdav_vk_image_close(&vk, &image);
    lambdav_vk_image_close(&vk, &depth);
    lambdav_vk_buffer_close(&vk, &buffer);
    how.address[1] = LAMBDAV_VK_ADDRESS_COUNT;
    assert_error(lambdav_vk_sampler_open(&vk, &shadow, &how), LAMBDAV_VK_ARGUMENT, "address[1]");
    memset(&how, 0, sizeof how);
    how.compare = LAMBDAV_VK_COMPARE_COUNT;
    assert_error(lambdav_vk_sampler_open(&vk, &shadow, &how), LAMBDAV_VK_ARGUMENT, "compare");
    how.compare = LAMBDAV_VK_COMPARE_NONE;
    how.lod_bias = 1e6f;
    assert_error(lambdav_vk_sampler_open(&vk, &shadow, &how), LAMBDAV_VK_LIMIT, "lod_bias");
}

// Storage images: stores with a format, loads, an atomic, one level of several, all layers.
static void test_storage_images(void **state)
{
    static const char text[] =
        "#version 450\nlayout(local_size_x = 4, local_size_y = 4) in;\n"
        "layout(binding = 0, rgba8) uniform image2D a;\n"
        "layout(binding = 1, r32ui) uniform uimage2D b;\n"
        "layout(binding = 2, rgba16f) writeonly uniform image2DArray c;\n"
        "layout(binding = 3, r32i) writeonly uniform iimage3D d;\n"
        "void main() { ivec2 p = ivec2(gl_GlobalInvocationID.xy);\n"
        "    imageStore(a, p, imageLoad(a, p) + vec4(.2));\n"
        "    imageAtomicAdd(b, ivec2(p.x, 0), uint(p.y));\n"
        "    imageStore(c, ivec3(p, 1), vec4(p, 3, 4)); imageStore(d, ivec3(p, 2), ivec4(-p.x)); }";
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_RGBA8, LAMBDAV_VK_2D, 8, 8, 1);
    lambdav_vk_compute compute = compute_of(glsl("comp", text));
    lambdav_vk_image images[4];
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    unsigned char bytes[8 * 8 * 4], top[8 * 8 * 4];
    uint32_t counts[4], i;
    uint16_t halves[2 * 16 * 4];
    int32_t ints[64];
    (void)state;
    memset(bytes, 51, sizeof bytes);
    info.levels = 2;
    assert_ok(lambdav_vk_image_open(&vk, &images[0], &info));
    assert_ok(lambdav_vk_image_write(&vk, &images[0], 1, bytes, 64));
    info = image_info(LAMBDAV_VK_R32UI, LAMBDAV_VK_2D, 4, 1, 1);
    assert_ok(lambdav_vk_image_open(&vk, &images[1], &info));
    info = image_info(LAMBDAV_VK_RGBA16F, LAMBDAV_VK_2D_ARRAY, 4, 4, 2);
    assert_ok(lambdav_vk_image_open(&vk, &images[2], &info));
    info = image_info(LAMBDAV_VK_R32I, LAMBDAV_VK_3D, 4, 4, 4);
    assert_ok(lambdav_vk_image_open(&vk, &images[3], &info));
    for (i = 0; i < 4; i++) bind_image(NULL, i, &images[i], NULL);
    rows[0].level = 1;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    job = job_of(&pipeline);
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    assert_ok(lambdav_vk_image_read(&vk, &images[0], 1, bytes, 64));
    assert_ok(lambdav_vk_image_read(&vk, &images[0], 0, top, sizeof top));
    for (i = 0; i < 64; i++) assert_int_equal(bytes[i], 102);
    for (i = 0; i < 256; i++) assert_int_equal(top[i], 0);
    assert_ok(lambdav_vk_image_read(&vk, &images[1], 0, counts, sizeof counts));
    for (i = 0; i < 4; i++) assert_int_equal(counts[i], 6);
    assert_ok(lambdav_vk_image_read(&vk, &images[2], 0, halves, sizeof halves));
    assert_int_equal(halves[0], 0);
    assert_int_equal(halves[(16 + 4 + 2) * 4], 0x4000);
    assert_int_equal(halves[(16 + 4 + 2) * 4 + 2], 0x4200);
    assert_ok(lambdav_vk_image_read(&vk, &images[3], 0, ints, sizeof ints));
    assert_int_equal(ints[2 * 16 + 3], -3);
    assert_int_equal(ints[3], 0);
    rows[0].level = 2;
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING, "level 2 is bound");
    rows[0].image = &images[1];
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                 "a storage image \"a\" at set 0, binding 0, of floats, but a R32UI image");
    rows[0].image = &images[2];
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                 "of shape 2D, but a 2D_ARRAY image is bound there");
    rows[0].image = NULL;
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING, "no open image");
    info = image_info(LAMBDAV_VK_RGBA32F, LAMBDAV_VK_2D, 4, 4, 1);
    lambdav_vk_image_close(&vk, &images[0]);
    assert_ok(lambdav_vk_image_open(&vk, &images[0], &info));
    rows[0].image = &images[0];
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_BINDING,
                 "of format RGBA8, but a RGBA32F image is bound there");
    lambdav_vk_pipeline_close(&vk, &pipeline);
    for (i = 0; i < 4; i++) lambdav_vk_image_close(&vk, &images[i]);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        CASE(test_ids),
        CASE(test_large_buffer),
        CASE(test_ping_pong),
        CASE(test_constants),
        CASE(test_descriptor_arrays),
        CASE(test_shapes),
        CASE(test_all_formats),
        CASE(test_large_images),
        CASE(test_mipmaps),
        CASE(test_samplers),
        CASE(test_storage_images),
    };
    device = argc > 1 ? argv[1] : NULL;
    watched = argc < 3 || strcmp(argv[2], "unwatched") != 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
