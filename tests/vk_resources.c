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
        "layout(constant_id = 3) const float f = 1;\nlayout(constant_id = 4) const bool b = false;\n"
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

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        CASE(test_ids),
        CASE(test_large_buffer),
        CASE(test_ping_pong),
        CASE(test_constants),
        CASE(test_descriptor_arrays),
    };
    device = argc > 1 ? argv[1] : NULL;
    watched = argc < 3 || strcmp(argv[2], "unwatched") != 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
