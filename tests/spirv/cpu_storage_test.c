/* cc -std=c99 -O0 -ffp-contract=off -I. tests/spirv/cpu_storage_test.c -o cpu_storage_test -lSPIRV-Tools -lstdc++ -ldl -lm */
/* The same compute modules on storage images of the CPU runner and of a Vulkan device: every format
   and shape that lambdav_vk.h has is stored to, loaded from and asked for its size, inside of the
   image and outside; every atomic instruction. Bytes of images and results are the same, but for
   the rounding of a stored number.
       cpu_storage_test [--device NAME]
   The device is lavapipe if none is named. Exit codes: 0 all passed, 1 some failed, 3 no device.
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"
#include "tests/support/vk_modules.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
enum { COUNT_OF_INVOCATIONS = 96, WORDS = 4 * (COUNT_OF_INVOCATIONS + 1), MOST_BYTES = 4096 };

/* X(format, layout of GLSL, prefix of its types, largest number stored) */
#define FORMATS(X) \
    X(RGBA8, "rgba8", "", 1) X(RGBA16F, "rgba16f", "", 100) X(RGBA32F, "rgba32f", "", 100) \
    X(RGBA8_SNORM, "rgba8_snorm", "", 1) X(R8, "r8", "", 1) X(RG8, "rg8", "", 1) \
    X(R16F, "r16f", "", 100) X(RG16F, "rg16f", "", 100) X(R32F, "r32f", "", 100) \
    X(RG32F, "rg32f", "", 100) X(R32I, "r32i", "i", 0) X(RG32I, "rg32i", "i", 0) \
    X(RGBA32I, "rgba32i", "i", 0) X(RGBA16I, "rgba16i", "i", 0) X(RGBA8I, "rgba8i", "i", 0) \
    X(R32UI, "r32ui", "u", 0) X(RG32UI, "rg32ui", "u", 0) X(RGBA32UI, "rgba32ui", "u", 0) \
    X(RGBA16UI, "rgba16ui", "u", 0) X(RGBA8UI, "rgba8ui", "u", 0)

/* X(shape, type of GLSL, coordinate of invocation i, components of a size) */
#define SHAPES(X) \
    X(2D, "image2D", "ivec2(i % 8 - 1, i / 8 - 1)", 2) \
    X(2D_ARRAY, "image2DArray", "ivec3(i % 4, i / 4 % 6, i / 24)", 3) \
    X(3D, "image3D", "ivec3(i % 4, i / 4 % 6, i / 24)", 3) \
    X(CUBE, "imageCube", "ivec3(i % 4, i / 4 % 4, i / 16)", 2) \
    X(CUBE_ARRAY, "imageCubeArray", "ivec3(i % 4, i / 4 % 4, i / 16)", 3) \
    X(1D, "image1D", "i - 5", 1) \
    X(1D_ARRAY, "image1DArray", "ivec2(i % 8 - 1, i / 8 - 1)", 2)

/* Each is done by all invocations, to a few texels; the order does not matter to the image, and the
   results are not looked at. */
static const char *const atomics[] = {
    "imageAtomicAdd(t, c, v)", "imageAtomicMin(t, c, v)", "imageAtomicMax(t, c, v)",
    "imageAtomicAnd(t, c, v | 0xFF)", "imageAtomicOr(t, c, v)", "imageAtomicXor(t, c, v)",
    "imageAtomicExchange(t, c, 7)",
    "imageAtomicExchange(t, c, 7); imageAtomicCompSwap(t, c, 7, 9)"};

typedef struct storage_format {
    spv_cpu_format cpu;
    lambdav_vk_format vk;
    const char *layout, *prefix;
    float most;
} storage_format;

typedef struct storage_shape {
    spv_cpu_shape cpu;
    lambdav_vk_shape vk;
    const char *type, *at;
    int sizes;
} storage_shape;

#define ROW(name, layout, prefix, most) {SPV_CPU_##name, LAMBDAV_VK_##name, layout, prefix, most},
static const storage_format formats[] = {FORMATS(ROW)};
#undef ROW
#define ROW(name, type, at, sizes) {SPV_CPU_##name, LAMBDAV_VK_##name, type, at, sizes},
static const storage_shape shapes[] = {SHAPES(ROW)};
#undef ROW

static lambdav_vk_context vk;
static uint64_t random_state = 0x9e3779b97f4a7c15u;
static int passed, failed;

static uint32_t random32(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du) >> 32);
}

static int complain(const char *name, const char *what) {
    printf("FAILED %s: %s\n", name, what);
    return 0;
}

/* --- one dispatch on both */

/* The bytes of an image and of a buffer before, and what the device and the runner make of them. */
typedef struct job {
    const storage_format *format;
    const storage_shape *shape;
    char name[128];
    const vk_module *module;
    lambdav_vk_image_info info;
    spv_cpu_image image;
    unsigned char before[MOST_BYTES], device[MOST_BYTES], runner[MOST_BYTES];
    uint32_t words[WORDS], device_words[WORDS], runner_words[WORDS];
} job;

static void describe_image(job *j) {
    lambdav_vk_image_info *info = &j->info;
    int cube = j->shape->cpu == SPV_CPU_CUBE || j->shape->cpu == SPV_CPU_CUBE_ARRAY;
    int flat = j->shape->cpu == SPV_CPU_1D || j->shape->cpu == SPV_CPU_1D_ARRAY;
    int deep = j->shape->cpu == SPV_CPU_3D;
    info->format = j->format->vk, info->shape = j->shape->vk;
    info->width = cube ? 3 : flat ? 7 : 5;
    info->height = cube ? 3 : flat ? 1 : 4;
    info->depth = deep || j->shape->cpu == SPV_CPU_2D_ARRAY || j->shape->cpu == SPV_CPU_1D_ARRAY
                      ? 3 : 1;
    j->image.format = j->format->cpu, j->image.shape = j->shape->cpu;
    j->image.width = info->width, j->image.height = info->height;
    j->image.depth = deep ? info->depth : 1;
    j->image.layers = cube ? 6 : deep ? 1 : info->depth;
    info->pixels = j->before, info->size = spv_cpui_image_size(&j->image, 0);
    if (info->size > MOST_BYTES) abort();
    j->image.levels[0] = j->runner;
}

/* Numbers that the format can nearly hold; integers that it holds. */
static void fill(job *j) {
    const spv_cpui_format *f = &spv_cpui_formats[j->format->cpu];
    size_t i;
    for (i = 0; i < WORDS; i++) {
        float value = (float)(int32_t)random32() / 2147483648.0f * j->format->most * 1.2f;
        uint32_t bits = random32();
        if (f->bits < 32) bits &= (1u << (f->bits - 1)) - 1;
        j->words[i] = *j->format->prefix ? bits : spv_cpui_ln_bits(value);
    }
    for (i = 0; i < j->info.size / f->bytes; i++)
        spv_cpui_image_pack(j->format->cpu, j->words + 4 * (i % COUNT_OF_INVOCATIONS),
                            j->before + i * f->bytes);
    memcpy(j->runner, j->before, j->info.size);
    memcpy(j->runner_words, j->words, sizeof j->words);
}

static int dispatch_device(job *j, lambdav_vk_pipeline *pipeline, lambdav_vk_image *image,
                           lambdav_vk_buffer *buffer) {
    lambdav_vk_binding bindings[2];
    lambdav_vk_job dispatch;
    memset(bindings, 0, sizeof bindings);
    memset(&dispatch, 0, sizeof dispatch);
    bindings[0].image = image;
    bindings[1].binding = 1, bindings[1].buffer = buffer;
    dispatch.pipeline = pipeline, dispatch.bindings = bindings, dispatch.binding_count = 2;
    dispatch.invocations[0] = COUNT_OF_INVOCATIONS;
    return !lambdav_vk_run(&vk, &dispatch, 1, NULL)
           && !lambdav_vk_image_read(&vk, image, 0, j->device, j->info.size)
           && !lambdav_vk_buffer_read(&vk, buffer, 0, j->device_words, sizeof j->device_words);
}

static int on_device(job *j) {
    lambdav_vk_compute compute;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_image image;
    lambdav_vk_buffer buffer;
    int good = 0;
    memset(&compute, 0, sizeof compute);
    compute.words = j->module->words, compute.word_count = j->module->count;
    if (lambdav_vk_compute_open(&vk, &pipeline, &compute)) return complain(j->name, vk.error);
    if (!lambdav_vk_image_open(&vk, &image, &j->info)) {
        if (!lambdav_vk_buffer_open(&vk, &buffer, j->words, sizeof j->words)) {
            good = dispatch_device(j, &pipeline, &image, &buffer);
            lambdav_vk_buffer_close(&vk, &buffer);
        }
        lambdav_vk_image_close(&vk, &image);
    }
    lambdav_vk_pipeline_close(&vk, &pipeline);
    return good || complain(j->name, vk.error);
}

static int on_runner(job *j) {
    static const uint32_t groups[3] = {COUNT_OF_INVOCATIONS / 16, 1, 1};
    spv_cpu_binding bindings[2];
    cpu_module m;
    spv_cpu_status status = cpu_open(&m, NULL, j->module->words, j->module->count);
    memset(bindings, 0, sizeof bindings);
    bindings[0].image = &j->image;
    bindings[1].binding = 1, bindings[1].data = j->runner_words;
    bindings[1].size = sizeof j->runner_words;
    if (!status) status = spv_cpu_bind(&m.worker, bindings, 2, NULL, 0);
    if (!status)
        status = spv_cpu_dispatch(&m.worker, groups, 0, COUNT_OF_INVOCATIONS / 16);
    if (status) complain(j->name, *m.program.error ? m.program.error : m.worker.error);
    cpu_close(&m);
    return status == SPV_CPU_OK;
}

/* --- comparison */

/* How far two results are apart, in steps of the format; floats in steps of a binary16 number. */
static double distance(const job *j, uint32_t a, uint32_t b) {
    const spv_cpui_format *f = &spv_cpui_formats[j->format->cpu];
    double x = (double)spv_cpui_ln_float(a), y = (double)spv_cpui_ln_float(b);
    if (a == b) return 0;
    if (f->kind == SPV_CPUI_INT || f->kind == SPV_CPUI_UINT || f->bits == 32) return INFINITY;
    if (f->kind == SPV_CPUI_FLOAT) return fabs(x - y) / fmax(fabs(x), 1e-4) * 1024;
    return fabs(x - y) * (f->kind == SPV_CPUI_SNORM ? 127 : 255);
}

static int same_words(const job *j) {
    int i, k;
    for (i = 0; i <= COUNT_OF_INVOCATIONS; i++)
        for (k = 0; k < 4; k++) {
            uint32_t a = j->device_words[4 * i + k], b = j->runner_words[4 * i + k];
            if (distance(j, a, b) <= 1.001) continue;
            printf("    invocation %d component %d: %08x on the device, %08x here\n", i, k, a, b);
            return complain(j->name, "a result differs");
        }
    return 1;
}

/* The texels of both, as they are read. */
static int same_pixels(const job *j) {
    const spv_cpui_format *f = &spv_cpui_formats[j->format->cpu];
    const uint8_t *base[SPV_CPUI_BLOCK];
    uint32_t offset[SPV_CPUI_BLOCK] = {0}, i, k;
    spv_cpui_im_row texel[4];
    float scale = spv_cpui_im_scale(f);
    for (i = 0; i < j->info.size; i += f->bytes) {
        for (k = 0; k < SPV_CPUI_BLOCK; k++) base[k] = (k ? j->runner : j->device) + i;
        spv_cpui_im_readers[j->format->cpu](base, offset, texel);
        for (k = 0; k < f->components; k++) {
            uint32_t a = texel[k][0], b = texel[k][1];
            if (scale > 1) a = spv_cpui_ln_bits(spv_cpui_ln_float(a) / scale);
            if (scale > 1) b = spv_cpui_ln_bits(spv_cpui_ln_float(b) / scale);
            if (distance(j, a, b) <= 1.001) continue;
            printf("    byte %u component %u: %08x on the device, %08x here\n", i, k, a, b);
            return complain(j->name, "the image differs");
        }
    }
    return 1;
}

/* --- modules */

/* Stores a value, loads what is there then; invocation 0 asks for the size as well. */
static const vk_module *store_module(const storage_format *f, const storage_shape *s) {
    static char text[1024];
    static const char *const sizes[] = {"", "q, 0, 0, 0", "q, 0, 0", "q, 0"};
    snprintf(text, sizeof text,
             "#version 450\n"
             "layout(local_size_x = 16) in;\n"
             "layout(binding = 0, %s) uniform %s%s t;\n"
             "layout(binding = 1) buffer B { %svec4 v[]; } b;\n"
             "void main() {\n"
             "    int i = int(gl_GlobalInvocationID.x);\n"
             "    %s%s q = imageSize(t);\n"
             "    imageStore(t, %s, b.v[i]);\n"
             "    b.v[i] = imageLoad(t, %s);\n"
             "    if (i == 0) b.v[%d] = %svec4(%s);\n"
             "}\n", f->layout, f->prefix, s->type, f->prefix, s->sizes > 1 ? "ivec" : "int",
             s->sizes == 3 ? "3" : s->sizes == 2 ? "2" : "", s->at, s->at, COUNT_OF_INVOCATIONS,
             f->prefix, sizes[s->sizes]);
    return vk_make("glslangValidator -V --quiet --target-env %s -S comp -o %s %s", "vulkan1.1",
                   text);
}

static const vk_module *atomic_module(const storage_format *f, const char *expression) {
    static char text[1024];
    snprintf(text, sizeof text,
             "#version 450\n"
             "layout(local_size_x = 16) in;\n"
             "layout(binding = 0, %s) uniform %simage2D t;\n"
             "layout(binding = 1) buffer B { %svec4 v[]; } b;\n"
             "void main() {\n"
             "    int i = int(gl_GlobalInvocationID.x);\n"
             "    %s v = b.v[i].x;\n"
             "    ivec2 c = ivec2(i %% 7 - 1, i %% 3);\n"
             "    %s;\n"
             "}\n", f->layout, f->prefix, f->prefix, *f->prefix == 'u' ? "uint" : "int",
             expression);
    return vk_make("glslangValidator -V --quiet --target-env %s -S comp -o %s %s", "vulkan1.1",
                   text);
}

static void check(const storage_format *f, const storage_shape *s, const char *what,
                  const vk_module *module) {
    static job j;
    memset(&j, 0, sizeof j);
    snprintf(j.name, sizeof j.name, "%s of %s %s", what, f->layout, s->type);
    j.format = f, j.shape = s, j.module = module;
    describe_image(&j);
    fill(&j);
    if (on_device(&j) && on_runner(&j) && same_words(&j) && same_pixels(&j)) passed++;
    else failed++;
}

int main(int argc, char **argv) {
    lambdav_vk_options options;
    size_t f, s, k;
    memset(&options, 0, sizeof options);
    options.device = argc > 2 && strcmp(argv[1], "--device") == 0 ? argv[2] : "llvmpipe";
    if (lambdav_vk_open(&vk, &options)) {
        fprintf(stderr, "%s\n", vk.error);
        return 3;
    }
    for (f = 0; f < COUNT(formats); f++)
        check(&formats[f], &shapes[0], "store", store_module(&formats[f], &shapes[0]));
    for (s = 1; s < COUNT(shapes); s++)
        check(&formats[2], &shapes[s], "store", store_module(&formats[2], &shapes[s]));
    for (f = 0; f < COUNT(formats); f++)
        for (k = 0; k < COUNT(atomics); k++)
            if (strcmp(formats[f].layout, "r32i") == 0 || strcmp(formats[f].layout, "r32ui") == 0)
                check(&formats[f], &shapes[0], atomics[k], atomic_module(&formats[f], atomics[k]));
    lambdav_vk_close(&vk);
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
