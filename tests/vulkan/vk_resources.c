// cc -I. tests/vulkan/vk_resources.c -lcmocka -o build/vk_resources
//
// What modules of lambdav_vk.h read and write, on a real device with the validation layer watching:
// buffers, images, vertices, dispatches. Needs what tests/vulkan/vk_device.c needs.
//     build/vk_resources [DEVICE [unwatched]]
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
#include "tests/support/vk_harness.h"
#include "tests/support/vk_modules.h"

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
        "layout(binding = 1) uniform U { vec4 v[i > 0 ? 1 : (n * 6u - 4) / 5 + (n >> 2)]; };\n"
        "void main() { d[0] = float(i); d[1] = float(u); d[2] = f; d[3] = b ? 1 : 0;\n"
        "    d[4] = float(g); d[5] = v[2].x; size = gl_WorkGroupSize.x; }";
    static const lambdav_vk_constant given[] = {
        {"i", 0, 0xFFFFFFFFFFFFFFF9u}, {NULL, 2, 17}, {"f", 0, 0x40490FDB}, {NULL, 4, 1},
        {"g", 0, 0x4004000000000000u}, {NULL, 6, 4}, {NULL, 7, 4}};
    const float expected[] = {-7, 17, 3.14159274f, 1, 2.5f, 10};
    const float uniform[20] = {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13};
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
                 "uniform buffer \"U\" at set 0, binding 1, whose block has 80 bytes, but 32");
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

// =================================================================================================
// Draws
// =================================================================================================
enum { SIZE = 8 };
static lambdav_vk_pass pass;
static lambdav_vk_geometry draws[4];
static lambdav_vk_buffer buffers[4];
static union {
    unsigned char bytes[SIZE * SIZE * 16];
    float floats[SIZE * SIZE * 4];
    uint32_t words[SIZE * SIZE * 4];
} picture[2];

#define OUT0 "#version 450\nlayout(location = 0) out vec4 o;\n"
#define WHITE OUT0 "void main() { o = vec4(1); }"
#define PLAIN_VERTEX \
    "#version 450\nlayout(location = 0) in vec3 at;\nvoid main() { gl_Position = vec4(at, 1); }"

// A pass of SIZE x SIZE pixels, one attachment, and one draw without anything.
static void set_pass(const vk_module *vertex, const vk_module *fragment, lambdav_vk_format format)
{
    memset(&pass, 0, sizeof pass);
    memset(draws, 0, sizeof draws);
    memset(picture, 0xA5, sizeof picture);
    if (fragment != NULL) {
        pass.words = fragment->words;
        pass.word_count = fragment->count;
    }
    if (vertex != NULL) {
        pass.vertex_words = vertex->words;
        pass.vertex_word_count = vertex->count;
        pass.draws = draws;
        pass.draw_count = 1;
    }
    pass.width = pass.height = SIZE;
    pass.attachment_count = 1;
    pass.attachments[0].format = format;
    pass.attachments[0].pixels = picture[0].bytes;
    pass.attachments[0].size = sizeof picture[0];
    pass.bindings = rows;
}

static void draw(void)
{
    pass.binding_count = row_count;
    assert_ok(lambdav_vk_draw(&vk, &pass));
}

static void open_floats(uint32_t i, const float *floats, size_t size)
{
    assert_ok(lambdav_vk_buffer_open(&vk, &buffers[i], floats, size));
}

static void close_buffers(void)
{
    uint32_t i;
    for (i = 0; i < 4; i++) lambdav_vk_buffer_close(&vk, &buffers[i]);
}

static void assert_pixel(uint32_t x, uint32_t y, int r, int g, int b, int a)
{
    const unsigned char *p = picture[0].bytes + (y * SIZE + x) * 4;
    if (p[0] != r || p[1] != g || p[2] != b || p[3] != a)
        fail_msg("pixel %u %u: %d %d %d %d instead of %d %d %d %d", x, y, p[0], p[1], p[2], p[3], r,
                 g, b, a);
}

// Vertices of two inputs, interleaved as they come; the y axis points down; what lies outside is
// clear.
static void test_vertices(void **state)
{
    static const float corners[] = {-1, -1, 1, 0, 0, 1, -1, 1, 0, 0, -1, 1, 0, 1, 0,
                                    1,  1,  0, 0, 1, 9, 9,  9, 9, 9};
    (void)state;
    set_pass(glsl("vert", "#version 450\nlayout(location = 1) in vec2 at;\n"
                          "layout(location = 4) in vec3 colour;\nlayout(location = 2) out vec3 c;\n"
                          "void main() { gl_Position = vec4(at, 0, 1); c = colour; }"),
             glsl("frag", OUT0 "layout(location = 2) flat in vec3 c;\n"
                               "void main() { o = vec4(c, 1); }"),
             LAMBDAV_VK_RGBA8);
    open_floats(0, corners, sizeof corners);
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].count = 3;
    draw();
    assert_pixel(0, 0, 255, 0, 0, 255);
    assert_pixel(7, 7, 0, 0, 0, 0);
    assert_pixel(1, 5, 255, 0, 0, 255);
    draws[0].first_vertex = 1;
    draw();
    assert_pixel(0, 0, 0, 0, 0, 0);
    assert_pixel(7, 7, 255, 0, 0, 255);
    draws[0].first_vertex = 0;
    draws[0].count = 4;
    pass.topology = LAMBDAV_VK_TRIANGLE_STRIP;
    draw();
    assert_pixel(7, 0, 255, 0, 0, 255);
    assert_pixel(7, 7, 255, 0, 0, 255);
    draws[0].count = 0;  // nothing is drawn
    pass.attachments[0].clear[1] = 1;
    draw();
    assert_pixel(0, 0, 0, 255, 0, 0);
    draws[0].count = 6;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING,
                 "vertices[0]: 6 elements of 20 bytes from byte 0 on do not fit into the buffer's"
                 " 100 bytes");
    draws[0].vertices[0].offset = 2;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING, "from byte 2 on");
    draws[0].vertices[0].buffer = NULL;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING,
                 "reads \"at\" from slot 0, where no open buffer is");
    pass.draw_count = 0;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT, "draws: ");
    close_buffers();
}

// Indices; a matrix, a vector and an integer per instance from slots of their own.
static void test_instances(void **state)
{
    static const float square[] = {0, 0, 1, 0, 1, 1, 0, 1};
    static const uint32_t indices[] = {7, 0, 1, 2, 0, 2, 3};
    // columns packed behind each other, 4 bytes into elements of 36 bytes
    static const float places[] = {99, .25f, 0, 0, .25f, 0, 0, 99, 99,
                                   99, .5f, 0, 0, .25f, -1, -1, 99, 99};
    static const int32_t greys[] = {51, 102};
    static const lambdav_vk_input inputs[] = {
        {"place", 0, 3, 4, 36, 1}, {NULL, 6, 1, 0, 0, 1}};
    (void)state;
    set_pass(glsl("vert", "#version 450\nlayout(location = 0) in vec2 at;\n"
                          "layout(location = 3) in mat3x2 place;\n"
                          "layout(location = 6) in int grey;\n"
                          "layout(location = 0) flat out int g;\nvoid main() { g = grey;\n"
                          "    gl_Position = vec4(place * vec3(at, 1), 0, 1); }"),
             glsl("frag", OUT0 "layout(location = 0) flat in int g;\n"
                               "void main() { o = vec4(float(g) / 255.0); }"),
             LAMBDAV_VK_RGBA8);
    open_floats(0, square, sizeof square);
    open_floats(1, (const float *)(const void *)greys, sizeof greys);
    open_floats(2, (const float *)(const void *)indices, sizeof indices);
    open_floats(3, places, sizeof places);
    pass.inputs = inputs;
    pass.input_count = 2;
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].vertices[1].buffer = &buffers[1];
    draws[0].vertices[3].buffer = &buffers[3];
    draws[0].indices = &buffers[2];
    draws[0].index_offset = 4;
    draws[0].count = 6;
    draws[0].instances = 3;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING, "vertices[1]: 3 elements");
    draws[0].instances = 2;
    draw();
    assert_pixel(4, 4, 51, 51, 51, 51);
    assert_pixel(5, 5, 0, 0, 0, 0);
    assert_pixel(0, 0, 102, 102, 102, 102);
    assert_pixel(1, 0, 102, 102, 102, 102);
    assert_pixel(2, 0, 0, 0, 0, 0);
    draws[0].instances = 0;
    draws[0].first_instance = 1;
    draw();
    assert_pixel(4, 4, 0, 0, 0, 0);
    assert_pixel(0, 0, 102, 102, 102, 102);
    draws[0].count = 7;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING, "indices: 7 indices");
    close_buffers();
}

// A triangle over the whole picture at some depth.
#define COVER(z) -1, -1, z, 3, -1, z, -1, 3, z

// Two draws and a later pass meet in one depth image.
static void test_depth(void **state)
{
    static const float corners[] = {COVER(.5f), COVER(.75f), COVER(.25f)};
    static const float colours[][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}};
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_D32F, LAMBDAV_VK_2D, SIZE, SIZE, 1);
    lambdav_vk_image depth;
    float depths[SIZE * SIZE];
    uint32_t i;
    (void)state;
    set_pass(glsl("vert", PLAIN_VERTEX),
             glsl("frag", OUT0 "layout(push_constant) uniform P { vec4 c; };\n"
                               "void main() { o = c; }"), LAMBDAV_VK_RGBA8);
    open_floats(0, corners, sizeof corners);
    assert_ok(lambdav_vk_image_open(&vk, &depth, &info));
    pass.draw_count = 3;
    for (i = 0; i < 3; i++) {
        draws[i].vertices[0].buffer = &buffers[0];
        draws[i].first_vertex = 3 * i;
        draws[i].count = 3;
        draws[i].push = colours[i];
        draws[i].push_size = sizeof colours[i];
    }
    draw();  // without depth the last one wins
    assert_pixel(3, 3, 0, 0, 255, 255);
    pass.draw_count = 2;
    pass.depth_test = LAMBDAV_VK_COMPARE_LESS;
    draw();
    assert_pixel(3, 3, 255, 0, 0, 255);
    pass.depth_test = LAMBDAV_VK_COMPARE_GREATER;
    pass.depth = &depth;
    draw();
    assert_pixel(3, 3, 0, 255, 0, 255);
    assert_ok(lambdav_vk_image_read(&vk, &depth, 0, depths, sizeof depths));
    for (i = 0; i < SIZE * SIZE; i++) assert_float_equal(depths[i], .75f, 1e-6);
    pass.draws = &draws[2];
    pass.draw_count = 1;
    pass.depth_test = LAMBDAV_VK_COMPARE_LESS;
    pass.depth_keep = 1;
    pass.depth_read_only = 1;
    draw();
    assert_pixel(3, 3, 0, 0, 255, 255);
    assert_ok(lambdav_vk_image_read(&vk, &depth, 0, depths, sizeof depths));
    assert_float_equal(depths[9], .75f, 1e-6);
    pass.depth_test = LAMBDAV_VK_COMPARE_EQUAL;
    draw();
    assert_pixel(3, 3, 0, 0, 0, 0);
    pass.width = 4;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT,
                 "depth: the image must be 2D, 4x8 pixels of D32F");
    pass.depth = NULL;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT, "depth_keep: ");
    lambdav_vk_image_close(&vk, &depth);
    close_buffers();
}

// A pass that draws depth alone, without a fragment stage.
static void test_depth_alone(void **state)
{
    static const float corners[] = {COVER(.125f)};
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_D32F, LAMBDAV_VK_2D, SIZE, SIZE, 1);
    lambdav_vk_image depth;
    float depths[SIZE * SIZE];
    (void)state;
    set_pass(glsl("vert", PLAIN_VERTEX), NULL, LAMBDAV_VK_RGBA8);
    open_floats(0, corners, sizeof corners);
    assert_ok(lambdav_vk_image_open(&vk, &depth, &info));
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].count = 3;
    pass.attachment_count = 0;
    pass.depth_test = LAMBDAV_VK_COMPARE_LESS;
    pass.depth = &depth;
    draw();
    assert_ok(lambdav_vk_image_read(&vk, &depth, 0, depths, sizeof depths));
    assert_float_equal(depths[9], .125f, 1e-6);
    pass.attachment_count = 1;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_MODULE, "fewer words than");
    lambdav_vk_image_close(&vk, &depth);
    close_buffers();
}

// All kinds of blending, over what an image keeps.
static void test_blending(void **state)
{
    static const float before[] = {.5f, .25f, 1, .5f}, drawn[] = {.25f, 1, .5f, .75f};
    static const float expected[][4] = {
        {.25f, 1, .5f, .75f},
        {.25f * .75f + .5f * .25f, .75f + .25f * .25f, .5f * .75f + .25f, .75f * .75f + .125f},
        {.25f + .5f * .25f, 1 + .25f * .25f, .5f + .25f, .75f + .125f},
        {.75f, 1.25f, 1.5f, 1.25f}, {.125f, .25f, .5f, .375f}, {.25f, .25f, .5f, .5f},
        {.5f, 1, 1, .75f}};
    lambdav_vk_image_info info = image_info(LAMBDAV_VK_RGBA32F, LAMBDAV_VK_2D, SIZE, SIZE, 1);
    const vk_module *m = glsl("frag", OUT0 "layout(push_constant) uniform P { vec4 c; };\n"
                                           "void main() { o = c; }");
    float pixels[SIZE * SIZE * 4];
    lambdav_vk_image image;
    uint32_t i, k;
    (void)state;
    for (i = 0; i < SIZE * SIZE * 4; i++) pixels[i] = before[i % 4];
    info.pixels = pixels;
    info.size = sizeof pixels;
    assert_ok(lambdav_vk_image_open(&vk, &image, &info));
    for (k = 0; k < LAMBDAV_VK_BLEND_COUNT; k++) {
        assert_ok(lambdav_vk_image_write(&vk, &image, 0, pixels, sizeof pixels));
        set_pass(NULL, m, LAMBDAV_VK_RGBA32F);
        pass.push = drawn;
        pass.push_size = sizeof drawn;
        pass.attachments[0].blend = (lambdav_vk_blend)k;
        pass.attachments[0].image = &image;
        pass.attachments[0].keep = 1;
        draw();
        for (i = 0; i < 4; i++)
            assert_float_equal(picture[0].floats[9 * 4 + i], expected[k][i], 1e-5);
    }
    set_pass(NULL, m, LAMBDAV_VK_RGBA32UI);
    pass.attachments[0].blend = LAMBDAV_VK_BLEND_ADD;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_UNSUPPORTED, "does not blend RGBA32UI");
    pass.attachments[0].blend = LAMBDAV_VK_BLEND_NONE;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT,
                 "attachments[0].format: RGBA32UI, but the module writes floats there");
    lambdav_vk_image_close(&vk, &image);
}

// Deferred: a pass fills two images, of floats and of integers, the next reads both.
static void test_deferred(void **state)
{
    static const float corners[] = {-1, -1, 0, 0, -1, 0, -1, 3, 0};
    lambdav_vk_image images[2];
    uint32_t i;
    (void)state;
    for (i = 0; i < 2; i++) {
        lambdav_vk_image_info info = image_info(i == 0 ? LAMBDAV_VK_RGBA16F : LAMBDAV_VK_R32UI,
                                                LAMBDAV_VK_2D, SIZE, SIZE, 1);
        assert_ok(lambdav_vk_image_open(&vk, &images[i], &info));
    }
    set_pass(glsl("vert", PLAIN_VERTEX),
             glsl("frag", OUT0 "layout(location = 1) out uint n;\n"
                               "void main() { o = gl_FragCoord; n = 1000; }"),
             LAMBDAV_VK_RGBA16F);
    open_floats(0, corners, sizeof corners);
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].count = 3;
    pass.attachment_count = 2;
    pass.attachments[0].image = &images[0];
    pass.attachments[0].pixels = NULL;
    pass.attachments[1].format = LAMBDAV_VK_R32UI;
    pass.attachments[1].image = &images[1];
    pass.attachments[1].pixels = picture[1].bytes;
    pass.attachments[1].size = sizeof picture[1];
    pass.attachments[1].clear[0] = 77;
    draw();
    assert_int_equal(picture[1].words[0], 1000);
    assert_int_equal(picture[1].words[7], 77);
    set_pass(NULL, glsl("frag", OUT0 "layout(binding = 0) uniform sampler2D a;\n"
                                     "layout(binding = 1) uniform usampler2D b;\n"
                                     "void main() { ivec2 p = ivec2(gl_FragCoord.xy);\n"
                                     "    float n = float(texelFetch(b, p, 0).x);\n"
                                     "    o = texelFetch(a, p, 0) + n; }"),
             LAMBDAV_VK_RGBA32F);
    bind_image("a", 0, &images[0], NULL);
    bind_image("b", 0, &images[1], NULL);
    draw();
    assert_float_equal(picture[0].floats[(2 * SIZE + 1) * 4], 1001.5f, 1e-3);
    assert_float_equal(picture[0].floats[(2 * SIZE + 1) * 4 + 1], 1002.5f, 1e-3);
    assert_float_equal(picture[0].floats[(2 * SIZE + 6) * 4], 77, 1e-3);
    pass.attachments[0].format = LAMBDAV_VK_RGBA16F;
    pass.attachments[0].image = &images[0];
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING,
                 "a texture \"a\" at set 0, binding 0, and what is bound there is drawn to");
    for (i = 0; i < 2; i++) lambdav_vk_image_close(&vk, &images[i]);
    close_buffers();
}

// One uniform block and one range of push constants that both stages read; another binding for the
// second draw; another pipeline for the third.
#define SHARED \
    "layout(set = 1, binding = 0) uniform U { vec4 where; vec4 colour; };\n" \
    "layout(push_constant) uniform P { float scale; float light; };\n"

static void test_shared_by_stages(void **state)
{
    static const float blocks[][64] = {{-.5f, -.5f, 0, 0, 1, 0, 0, 1},
                                       {.5f, .5f, 0, 0, 0, 1, 0, 1}};
    static const float push[] = {4, .2f};
    const vk_module *corner = glsl("vert", "#version 450\nvoid main() { gl_PointSize = 1;\n"
                                           "    gl_Position = vec4(.9, -.9, 0, 1); }");
    const vk_module *white = glsl("frag", WHITE);
    lambdav_vk_pipeline first, second;
    lambdav_vk_binding other;
    lambdav_vk_pass bright;
    (void)state;
    set_pass(glsl("vert", "#version 450\n" SHARED "void main() { gl_PointSize = scale;\n"
                          "    gl_Position = vec4(where.xy, 0, 1); }"),
             glsl("frag", OUT0 SHARED "void main() { o = colour * light; }"), LAMBDAV_VK_RGBA8);
    pass.topology = LAMBDAV_VK_POINTS;
    open_floats(0, blocks[0], sizeof blocks);
    pass.push = push;
    pass.push_size = sizeof push;
    bind("U", 0, 0)->buffer = &buffers[0];
    rows[0].range = 32;
    other = rows[0];
    other.name = NULL;
    other.set = 1;
    other.offset = sizeof blocks[0];
    draws[0].count = draws[1].count = draws[2].count = 1;
    draws[1].bindings = &other;
    draws[1].binding_count = 1;
    pass.draw_count = 2;
    if (!vk.features.core.features.largePoints) skip();
    draw();
    assert_pixel(0, 0, 51, 0, 0, 51);
    assert_pixel(3, 3, 51, 0, 0, 51);
    assert_pixel(4, 4, 0, 51, 0, 51);
    assert_pixel(7, 0, 0, 0, 0, 0);
    row_count = 0;
    pass.binding_count = 0;
    assert_error(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING,
                 "a uniform buffer \"U\" at set 1, binding 0, and nothing is bound there");
    pass.binding_count = row_count = 1;
    assert_ok(lambdav_vk_pipeline_open(&vk, &first, &pass));
    assert_int_equal(first.resource_count, 1);
    assert_int_equal(first.resources[0].size, 32);
    bright = pass;
    bright.vertex_words = corner->words;
    bright.vertex_word_count = corner->count;
    bright.words = white->words;
    bright.word_count = white->count;
    assert_ok(lambdav_vk_pipeline_open(&vk, &second, &bright));
    draws[2].pipeline = &second;
    pass.draw_count = 3;
    assert_ok(lambdav_vk_pipeline_draw(&vk, &first, &pass));
    assert_pixel(7, 0, 255, 255, 255, 255);
    assert_pixel(0, 0, 51, 0, 0, 51);
    lambdav_vk_pipeline_close(&vk, &second);
    bright.attachments[0].format = LAMBDAV_VK_RGBA16F;
    assert_ok(lambdav_vk_pipeline_open(&vk, &second, &bright));
    assert_error(lambdav_vk_pipeline_draw(&vk, &first, &pass), LAMBDAV_VK_ARGUMENT,
                 "a draw's pipeline is not open in this context with the same formats");
    lambdav_vk_pipeline_close(&vk, &second);
    lambdav_vk_pipeline_close(&vk, &first);
    close_buffers();
}

// What faces which way, and what is left out.
static void test_culling(void **state)
{
    static const float corners[] = {COVER(0)};  // turns clockwise in the picture
    uint32_t clockwise, cull;
    (void)state;
    for (clockwise = 0; clockwise < 2; clockwise++)
        for (cull = 0; cull < 3; cull++) {
            int drawn = cull == 0 || (cull == 1) == (clockwise != 0);
            set_pass(glsl("vert", PLAIN_VERTEX),
                     glsl("frag", OUT0 "void main() { o = vec4(gl_FrontFacing ? 1 : .2); }"),
                     LAMBDAV_VK_RGBA8);
            open_floats(0, corners, sizeof corners);
            draws[0].vertices[0].buffer = &buffers[0];
            draws[0].count = 3;
            pass.clockwise = (int)clockwise;
            pass.cull = (lambdav_vk_cull)cull;
            draw();
            if (!drawn) assert_pixel(2, 2, 0, 0, 0, 0);
            else if (clockwise) assert_pixel(2, 2, 255, 255, 255, 255);
            else assert_pixel(2, 2, 51, 51, 51, 51);
            close_buffers();
        }
}

// One module with both stages, no names, and a storage buffer in the style of SPIR-V 1.0.
static void test_one_module(void **state)
{
    static const char text[] =
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
        "OpEntryPoint Fragment %fmain \"fragment\" %o\n"
        "OpEntryPoint Vertex %vmain \"vertex\" %at %p\n"
        "OpExecutionMode %fmain OriginUpperLeft\n"
        "OpDecorate %o Location 0\nOpDecorate %at Location 0\nOpDecorate %p BuiltIn Position\n"
        "OpDecorate %block BufferBlock\nOpMemberDecorate %block 0 Offset 0\n"
        "OpMemberDecorate %block 0 NonWritable\n"
        "OpDecorate %b DescriptorSet 3\nOpDecorate %b Binding 2\n"
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
        "%int = OpTypeInt 32 1\n%zero = OpConstant %int 0\n"
        "%v4 = OpTypeVector %float 4\n%po = OpTypePointer Output %v4\n"
        "%pi = OpTypePointer Input %v4\n%o = OpVariable %po Output\n%p = OpVariable %po Output\n"
        "%at = OpVariable %pi Input\n%block = OpTypeStruct %v4\n"
        "%pb = OpTypePointer Uniform %block\n%pu = OpTypePointer Uniform %v4\n"
        "%b = OpVariable %pb Uniform\n"
        "%vmain = OpFunction %void None %fn\n%l1 = OpLabel\n%x = OpLoad %v4 %at\nOpStore %p %x\n"
        "OpReturn\nOpFunctionEnd\n"
        "%fmain = OpFunction %void None %fn\n%l2 = OpLabel\n%y = OpAccessChain %pu %b %zero\n"
        "%z = OpLoad %v4 %y\nOpStore %o %z\nOpReturn\nOpFunctionEnd\n";
    static const float corners[] = {-1, -1, 0, 1, 3, -1, 0, 1, -1, 3, 0, 1};
    static const float colour[] = {0, 1, 0, 1};
    const vk_module *m = vk_assemble("vulkan1.0", text);
    lambdav_vk_pipeline pipeline;
    (void)state;
    set_pass(m, m, LAMBDAV_VK_RGBA8);
    pass.binding_count = 0;
    open_floats(0, corners, sizeof corners);
    open_floats(1, colour, sizeof colour);
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].count = 3;
    assert_ok(lambdav_vk_pipeline_open(&vk, &pipeline, &pass));
    assert_int_equal(pipeline.resource_count, 1);
    assert_int_equal(pipeline.resources[0].kind, LAMBDAV_VK_STORAGE_BUFFER);
    assert_false(pipeline.resources[0].writes);
    lambdav_vk_pipeline_close(&vk, &pipeline);
    bind(NULL, 3, 2)->buffer = &buffers[1];
    draw();
    assert_pixel(5, 5, 0, 255, 0, 255);
    close_buffers();
}

// Stores from the vertex and the fragment stage, counted by atomics.
static void test_stores(void **state)
{
    static const float corners[] = {COVER(0)};
    uint32_t counts[2];
    (void)state;
    if (!vk.features.core.features.fragmentStoresAndAtomics ||
        !vk.features.core.features.vertexPipelineStoresAndAtomics)
        skip();
    set_pass(glsl("vert", "#version 450\nlayout(location = 0) in vec3 at;\n"
                          "layout(binding = 0) buffer B { uint n[]; };\n"
                          "void main() { gl_Position = vec4(at, 1); atomicOr(n[0], 1u <<"
                          " gl_VertexIndex); }"),
             glsl("frag", OUT0 "layout(binding = 0) buffer B { uint n[]; };\n"
                               "void main() { atomicAdd(n[1], 1); o = vec4(1); }"),
             LAMBDAV_VK_RGBA8);
    open_floats(0, corners, sizeof corners);
    assert_ok(lambdav_vk_buffer_open(&vk, &buffers[1], NULL, sizeof counts));
    draws[0].vertices[0].buffer = &buffers[0];
    draws[0].count = 3;
    bind_buffer("B", 0, &buffers[1]);
    draw();
    assert_ok(lambdav_vk_buffer_read(&vk, &buffers[1], 0, counts, sizeof counts));
    assert_int_equal(counts[0], 7);
    assert_int_equal(counts[1], SIZE * SIZE);
    close_buffers();
}

static void test_mismatches(void **state)
{
    lambdav_vk_pipeline pipeline;
    lambdav_vk_compute compute = compute_of(glsl("comp", HEAD "void main() {}"));
    lambdav_vk_input strided = {NULL, 0, 0, 0, 16, 0};
    lambdav_vk_job job;
    (void)state;
    set_pass(glsl("vert", "#version 450\nlayout(location = 0) in vec3 at;\n"
                          "layout(location = 1) in vec3 by;\nlayout(location = 0) out mat2 m;\n"
                          "void main() { gl_Position = vec4(at, 1); m = mat2(by.x); }"),
             glsl("frag", OUT0 "layout(location = 2) in vec3 c;\nvoid main() { o = c.xyzz; }"),
             LAMBDAV_VK_RGBA8);
    assert_error(lambdav_vk_pipeline_open(&vk, &pipeline, &pass), LAMBDAV_VK_MODULE,
                 "the fragment stage reads an input at location 2, which the vertex stage");
    pass.words = glsl("frag", WHITE)->words;
    pass.word_count = glsl("frag", WHITE)->count;
    pass.inputs = &strided;
    pass.input_count = 1;
    assert_error(lambdav_vk_pipeline_open(&vk, &pipeline, &pass), LAMBDAV_VK_ARGUMENT,
                 "the input at location 1: slot 0 has another stride or rate");
    strided.slot = LAMBDAV_VK_MAX_SLOTS;
    assert_error(lambdav_vk_pipeline_open(&vk, &pipeline, &pass), LAMBDAV_VK_LIMIT, "no slot 8");
    strided.slot = 1;
    strided.offset = 2;
    assert_error(lambdav_vk_pipeline_open(&vk, &pipeline, &pass), LAMBDAV_VK_ARGUMENT,
                 "must be multiples of 4");
    pass.topology = LAMBDAV_VK_TOPOLOGY_COUNT;
    assert_error(lambdav_vk_pipeline_open(&vk, &pipeline, &pass), LAMBDAV_VK_ARGUMENT, "topology");
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    assert_error(lambdav_vk_pipeline_draw(&vk, &pipeline, &pass), LAMBDAV_VK_ARGUMENT,
                 "the pipeline computes, it does not draw");
    job = job_of(&pipeline);
    job.groups[1] = 0xFFFFFFFFu;
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_LIMIT, "1x4294967295x1 workgroups");
    lambdav_vk_pipeline_close(&vk, &pipeline);
    assert_error(lambdav_vk_run(&vk, &job, 1, NULL), LAMBDAV_VK_ARGUMENT, "not a compute pipeline");
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
        CASE(test_vertices),
        CASE(test_instances),
        CASE(test_depth),
        CASE(test_depth_alone),
        CASE(test_blending),
        CASE(test_deferred),
        CASE(test_shared_by_stages),
        CASE(test_culling),
        CASE(test_one_module),
        CASE(test_stores),
        CASE(test_mismatches),
    };
    device = argc > 1 ? argv[1] : NULL;
    watched = argc < 3 || strcmp(argv[2], "unwatched") != 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
