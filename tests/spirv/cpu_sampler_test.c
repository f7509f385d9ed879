/* cc -std=c99 -O0 -ffp-contract=off -I. tests/spirv/cpu_sampler_test.c -o cpu_sampler_test -lSPIRV-Tools -lstdc++ -ldl -lm */
/* The same modules, textures, samplers and coordinates on the CPU runner and on a Vulkan device:
   every sampling function of GLSL on every shape, under changing filters, address modes,
   comparisons, formats and limits of the level of detail.
       cpu_sampler_test [--device NAME] [ROUNDS]
   The tolerances are for lavapipe, the device if none is named; it weighs texels in steps of
   1 / 256. Where a result jumps from texel to texel, what the runner has next to the coordinate is
   right as well. Exit codes: 0 all passed, 1 some failed, 3 no device. The last line is "N passed,
   N failed". */
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
enum { SIDE = 16, LANES = SIDE * SIDE, MOST_BYTES = 1 << 20, DRAWS = 4 };

/* What a row has besides coordinates. */
enum { DREF = 1, LOD = 2, BIAS = 4, GRAD = 8, OFFSET = 16, PROJ = 32, UINTS = 64, FETCH = 128 };

/* X(SPIR-V's opcode, shape, type of the texture, its expression in c (coordinate), e (reference,
   level of detail, bias), x and y (gradients), what it has) */
#define ROWS(X) \
    X(87, 2D, "sampler2D", "texture(t, c.xy)", 0) \
    X(87, 2D, "sampler2D", "texture(t, c.xy, e.z)", BIAS) \
    X(88, 2D, "sampler2D", "textureLod(t, c.xy, e.y)", LOD) \
    X(88, 2D, "sampler2D", "textureGrad(t, c.xy, x.xy, y.xy)", GRAD) \
    X(91, 2D, "sampler2D", "textureProj(t, c.xyw)", PROJ) \
    X(92, 2D, "sampler2D", "textureProjLod(t, c.xyw, e.y)", PROJ | LOD) \
    X(87, 2D, "sampler2D", "textureOffset(t, c.xy, ivec2(-3, 2))", OFFSET) \
    X(88, 2D, "sampler2D", "textureLodOffset(t, c.xy, e.y, ivec2(-3, 2))", LOD | OFFSET) \
    X(96, 2D, "sampler2D", "textureGather(t, c.xy, 1)", 0) \
    X(96, 2D, "sampler2D", "textureGatherOffset(t, c.xy, ivec2(-3, 2), 2)", OFFSET) \
    X(105, 2D, "sampler2D", "textureQueryLod(t, c.xy), 0, 0", 0) \
    X(87, 2D_ARRAY, "sampler2DArray", "texture(t, c.xyz)", 0) \
    X(88, 2D_ARRAY, "sampler2DArray", "textureLod(t, c.xyz, e.y)", LOD) \
    X(88, 2D_ARRAY, "sampler2DArray", "textureGrad(t, c.xyz, x.xy, y.xy)", GRAD) \
    X(96, 2D_ARRAY, "sampler2DArray", "textureGather(t, c.xyz, 3)", 0) \
    X(87, 3D, "sampler3D", "texture(t, c.xyz)", 0) \
    X(88, 3D, "sampler3D", "textureLod(t, c.xyz, e.y)", LOD) \
    X(88, 3D, "sampler3D", "textureLodOffset(t, c.xyz, e.y, ivec3(-3, 2, 1))", LOD | OFFSET) \
    X(88, 3D, "sampler3D", "textureGrad(t, c.xyz, x.xyz, y.xyz)", GRAD) \
    X(87, CUBE, "samplerCube", "texture(t, c.xyz)", 0) \
    X(88, CUBE, "samplerCube", "textureLod(t, c.xyz, e.y)", LOD) \
    X(88, CUBE, "samplerCube", "textureGrad(t, c.xyz, x.xyz, y.xyz)", GRAD) \
    X(96, CUBE, "samplerCube", "textureGather(t, c.xyz, 0)", 0) \
    X(87, CUBE_ARRAY, "samplerCubeArray", "texture(t, c)", 0) \
    X(88, CUBE_ARRAY, "samplerCubeArray", "textureLod(t, c, e.y)", LOD) \
    X(87, 1D, "sampler1D", "texture(t, c.x)", 0) \
    X(88, 1D, "sampler1D", "textureLod(t, c.x, e.y)", LOD) \
    X(87, 1D_ARRAY, "sampler1DArray", "texture(t, c.xy)", 0) \
    X(88, 1D_ARRAY, "sampler1DArray", "textureLod(t, c.xy, e.y)", LOD) \
    X(89, 2D, "sampler2DShadow", "texture(t, vec3(c.xy, e.x))", DREF) \
    X(90, 2D, "sampler2DShadow", "textureLod(t, vec3(c.xy, e.x), e.y)", DREF | LOD) \
    X(93, 2D, "sampler2DShadow", "textureProj(t, vec4(c.xy, e.x, c.w))", DREF | PROJ) \
    X(97, 2D, "sampler2DShadow", "textureGather(t, c.xy, e.x)", DREF) \
    X(89, 2D_ARRAY, "sampler2DArrayShadow", "texture(t, vec4(c.xyz, e.x))", DREF) \
    X(89, CUBE, "samplerCubeShadow", "texture(t, vec4(c.xyz, e.x))", DREF) \
    X(88, 2D, "usampler2D", "textureLod(t, c.xy, e.y)", LOD | UINTS) \
    X(88, 3D, "usampler3D", "textureLod(t, c.xyz, e.y)", LOD | UINTS) \
    X(96, 2D, "usampler2D", "textureGather(t, c.xy, 1)", UINTS) \
    X(95, 2D, "sampler2D", "texelFetch(t, ivec2(c.xy), int(e.y))", FETCH) \
    X(95, 2D_ARRAY, "sampler2DArray", "texelFetch(t, ivec3(c.xyz), int(e.y))", FETCH) \
    X(95, 3D, "sampler3D", "texelFetch(t, ivec3(c.xyz), int(e.y))", FETCH) \
    X(95, 1D, "sampler1D", "texelFetch(t, int(c.x), int(e.y))", FETCH)

/* And these. Not here, since lavapipe is wrong: the level of detail that textureQueryLod says of a
   cube (not the one that it samples with), and textureSize of levels that differ between pixels. */
#define MORE_ROWS(X) \
    X(96, 2D, "sampler2D", "textureGatherOffsets(t, c.xy, far, 1)", 0) \
    X(97, 2D, "sampler2DShadow", "textureGatherOffsets(t, c.xy, e.x, far)", DREF) \
    X(88, 2D, "sampler2D", "textureGradOffset(t, c.xy, x.xy, y.xy, ivec2(-3, 2))", GRAD | OFFSET) \
    X(91, 2D, "sampler2D", "textureProjOffset(t, c.xyw, ivec2(-3, 2))", PROJ | OFFSET) \
    X(92, 2D, "sampler2D", "textureProjGrad(t, c.xyw, x.xy, y.xy)", PROJ | GRAD) \
    X(92, 3D, "sampler3D", "textureProjLod(t, c, e.y)", PROJ | LOD) \
    X(91, 1D, "sampler1D", "textureProj(t, c.xw)", PROJ) \
    X(88, 1D, "sampler1D", "textureGrad(t, c.x, x.x, y.x)", GRAD) \
    X(88, 1D_ARRAY, "sampler1DArray", "textureGrad(t, c.xy, x.x, y.x)", GRAD) \
    X(88, CUBE_ARRAY, "samplerCubeArray", "textureGrad(t, c, x.xyz, y.xyz)", GRAD) \
    X(96, CUBE_ARRAY, "samplerCubeArray", "textureGather(t, c, 2)", 0) \
    X(89, 2D, "sampler2DShadow", "textureOffset(t, vec3(c.xy, e.x), ivec2(-3, 2))", DREF | OFFSET) \
    X(90, 2D, "sampler2DShadow", "textureGrad(t, vec3(c.xy, e.x), x.xy, y.xy)", DREF | GRAD) \
    X(89, 1D, "sampler1DShadow", "texture(t, vec3(c.x, 0, e.x))", DREF) \
    X(89, 1D_ARRAY, "sampler1DArrayShadow", "texture(t, vec3(c.xy, e.x))", DREF) \
    X(89, CUBE_ARRAY, "samplerCubeArrayShadow", "texture(t, c, e.x)", DREF) \
    X(97, CUBE, "samplerCubeShadow", "textureGather(t, c.xyz, e.x)", DREF) \
    X(88, CUBE, "usamplerCube", "textureLod(t, c.xyz, e.y)", LOD | UINTS) \
    X(96, 2D_ARRAY, "usampler2DArray", "textureGather(t, c.xyz, 1)", UINTS) \
    X(105, 3D, "sampler3D", "vec4(textureQueryLod(t, c.xyz), 0, 0)", 0) \
    X(87, 2D, "texture2D", "texture(sampler2D(t, s), c.xy)", 0) \
    X(95, 2D, "texture2D", "texelFetch(t, ivec2(c.xy), int(e.y))", FETCH) \
    X(103, 2D, "sampler2D", "vec4(textureSize(t, 1 % textureQueryLevels(t)), 7, 8)", FETCH) \
    X(103, 3D, "sampler3D", "vec4(textureSize(t, 0), textureQueryLevels(t))", FETCH) \
    X(103, CUBE_ARRAY, "samplerCubeArray", "vec4(textureSize(t, 0), 8)", FETCH)

typedef struct row {
    int opcode;
    spv_cpu_shape shape;
    lambdav_vk_shape vk_shape;
    const char *type, *expression;
    int has;
} row;

#define ROW(opcode, shape, type, expression, has) \
    {opcode, SPV_CPU_##shape, LAMBDAV_VK_##shape, type, expression, has},
static const row rows[] = {ROWS(ROW) MORE_ROWS(ROW)};
#undef ROW

/* Formats of float textures, the largest value of each, and the tolerance. */
static const struct {
    spv_cpu_format cpu;
    lambdav_vk_format vk;
    float most, within;
} formats[] = {
    {SPV_CPU_RGBA32F, LAMBDAV_VK_RGBA32F, 1, 1e-5f}, {SPV_CPU_RGBA8, LAMBDAV_VK_RGBA8, 1, 0.035f},
    {SPV_CPU_RGBA16F, LAMBDAV_VK_RGBA16F, 1, 1e-5f}, {SPV_CPU_SRGBA8, LAMBDAV_VK_SRGBA8, 1, 0.035f},
    {SPV_CPU_RG32F, LAMBDAV_VK_RG32F, 1, 1e-5f},     {SPV_CPU_R8, LAMBDAV_VK_R8, 1, 0.035f},
    {SPV_CPU_RGBA8_SNORM, LAMBDAV_VK_RGBA8_SNORM, 1, 0.035f}};

static lambdav_vk_context vk;
static uint64_t random_state = 0x9e3779b97f4a7c15u;
static int rounds = 1;

static uint32_t random32(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du) >> 32);
}

static uint32_t below(uint32_t n) {
    return (uint32_t)(((uint64_t)random32() * n) >> 32);
}

static float between(float low, float high) {
    return low + (high - low) * (float)(random32() >> 8) / 16777216.0f;
}

static int complain(const row *r, const char *what) {
    printf("FAILED %s: %s\n", r->expression, what);
    return 0;
}

/* --- one call on both */

typedef struct call {
    const row *row;
    cpu_module *module;
    float within;
    lambdav_vk_image_info info;
    lambdav_vk_sampler_info how;
    spv_cpu_image image;
    spv_cpu_sampler sampler;
    float plane[3][4];         /* coordinates at the origin, and their steps along x and y */
    float given[LANES][4][4];  /* by pixel, after a first that is not used: extras, gradients */
    float device[LANES * 4], runner[LANES * 4];
    unsigned char bytes[MOST_BYTES];
} call;

static void choose_format(call *c) {
    size_t k = below(COUNT(formats));
    c->info.format = formats[k].vk, c->image.format = formats[k].cpu, c->within = formats[k].within;
    if (c->row->has & UINTS) {
        c->info.format = LAMBDAV_VK_RGBA8UI, c->image.format = SPV_CPU_RGBA8UI, c->within = 0;
    } else if (c->row->has & DREF) {
        c->info.format = LAMBDAV_VK_D32F, c->image.format = SPV_CPU_D32F, c->within = 1e-5f;
    }
}

/* Random texels between 0 and 1; those of a smaller level are darker, so that the level shows. */
static void fill(call *c) {
    uint32_t level, i, k, bytes = spv_cpui_formats[c->image.format].bytes;
    unsigned char *p = c->bytes;
    for (level = 0; level < c->info.levels; level++) {
        uint32_t size = spv_cpui_image_size(&c->image, level);
        c->image.levels[level] = p;
        for (i = 0; i < size; i += bytes) {
            uint32_t texel[4];
            for (k = 0; k < 4; k++)
                texel[k] = c->row->has & UINTS ? below(256)
                                               : spv_cpui_ln_bits((float)below(65) / 64.0f);
            spv_cpui_image_pack(c->image.format, texel, p + i);
        }
        p += size;
        if (p - c->bytes > MOST_BYTES) abort();
    }
    c->info.pixels = c->bytes, c->info.size = (size_t)(p - c->bytes);
}

static void choose_image(call *c) {
    static const uint32_t depths[] = {1, 3, 5, 1, 2, 1, 3};
    lambdav_vk_image_info *info = &c->info;
    int cube = c->row->shape == SPV_CPU_CUBE || c->row->shape == SPV_CPU_CUBE_ARRAY;
    int flat = c->row->shape == SPV_CPU_1D || c->row->shape == SPV_CPU_1D_ARRAY;
    choose_format(c);
    info->shape = c->row->vk_shape;
    info->width = 1 + below(below(3) ? 13 : 40);
    info->height = cube ? info->width : flat ? 1 : 1 + below(13);
    info->depth = depths[c->row->shape];
    info->levels = 1;
    while (info->width >> info->levels && below(6)) info->levels++;
    info->levels_given = info->levels;
    c->image.shape = c->row->shape;
    c->image.width = info->width, c->image.height = info->height, c->image.depth = info->depth;
    c->image.layers = cube ? 6 * info->depth : info->depth, c->image.level_count = info->levels;
    fill(c);
}

static void choose_sampler(call *c) {
    static const spv_cpu_address addresses[] = {SPV_CPU_ADDRESS_REPEAT, SPV_CPU_ADDRESS_MIRROR,
                                                SPV_CPU_ADDRESS_CLAMP, SPV_CPU_ADDRESS_BORDER};
    lambdav_vk_sampler_info *how = &c->how;
    spv_cpu_sampler *s = &c->sampler;
    int k, plain = c->row->has & UINTS;
    for (k = 0; k < 3; k++) how->address[k] = (lambdav_vk_address)below(4);
    how->minify = plain || below(2) ? LAMBDAV_VK_NEAREST : LAMBDAV_VK_LINEAR;
    how->magnify = plain || below(3) == 0 ? LAMBDAV_VK_NEAREST : LAMBDAV_VK_LINEAR;
    how->mipmap = plain || below(2) ? LAMBDAV_VK_NEAREST : LAMBDAV_VK_LINEAR;
    if (c->row->has & DREF) {  /* lavapipe does not filter depths */
        how->compare = (lambdav_vk_compare)(1 + below(8));
        how->minify = how->magnify = how->mipmap = LAMBDAV_VK_NEAREST;
    }
    if (below(3) == 0) how->lod_bias = between(-1, 1);
    if (below(3) == 0) how->min_lod = between(0, 2), how->max_lod = how->min_lod + 1;
    how->white_border = !plain && below(2);
    s->mag = (spv_cpu_filter)how->magnify, s->min = (spv_cpu_filter)how->minify;
    s->mip = (spv_cpu_filter)how->mipmap;
    s->u = addresses[how->address[0]], s->v = addresses[how->address[1]];
    s->w = addresses[how->address[2]];
    s->compare = (spv_cpu_compare)how->compare;
    s->lod_bias = how->lod_bias, s->min_lod = how->min_lod, s->max_lod = how->max_lod;
    for (k = 0; k < 4 && how->white_border; k++) s->border[k] = 1, s->border_bits[k] = 1;
}

/* Coordinates run across the picture: those of a fetch from before the image to behind it. */
static void choose_plane(call *c) {
    float reach = between(0.005f, 0.15f), size[3];
    int k;
    size[0] = (float)c->info.width, size[1] = (float)c->info.height;
    size[2] = (float)c->info.depth;
    for (k = 0; k < 4; k++) {
        c->plane[0][k] = between(-1.5f, 1.5f);
        c->plane[1][k] = between(-reach, reach);
        c->plane[2][k] = between(-reach, reach);
    }
    if (c->row->has & PROJ) c->plane[0][3] = 1.5f, c->plane[1][3] = 0.03f, c->plane[2][3] = 0;
    k = c->row->shape == SPV_CPU_1D_ARRAY ? 1 : 2;
    if (c->row->shape == SPV_CPU_1D_ARRAY || c->row->shape == SPV_CPU_2D_ARRAY)
        c->plane[0][k] = -0.9f, c->plane[1][k] = 0.27f, c->plane[2][k] = 0.01f;
    if (c->row->shape == SPV_CPU_CUBE_ARRAY)
        c->plane[0][3] = -0.9f, c->plane[1][3] = 0.27f, c->plane[2][3] = 0.01f;
    for (k = 0; k < 3 && (c->row->has & FETCH); k++) {
        c->plane[0][k] = 0, c->plane[1][k] = k == 1 ? 0 : size[k] / SIDE;
        c->plane[2][k] = k == 1 ? size[k] / SIDE : 0;
    }
}

static void choose_operands(call *c) {
    int k, i;
    choose_plane(c);
    for (i = 0; i < LANES; i++) {
        float(*g)[4] = c->given[i];
        g[1][0] = (float)below(65) / 64;
        g[1][1] = c->row->has & FETCH ? (float)below(c->info.levels) : between(-1, 4);
        g[1][2] = between(-1, 2);
        for (k = 0; k < 3; k++) {
            g[2][k] = between(-0.2f, 0.2f);
            g[3][k] = between(-0.2f, 0.2f);
        }
    }
}

static int on_device(call *c, lambdav_vk_pipeline *pipeline, lambdav_vk_pass *pass) {
    lambdav_vk_image image;
    lambdav_vk_sampler sampler;
    lambdav_vk_buffer buffer;
    lambdav_vk_binding bindings[3];
    int good = 0;
    memset(bindings, 0, sizeof bindings);
    if (lambdav_vk_image_open(&vk, &image, &c->info)) return complain(c->row, vk.error);
    if (!lambdav_vk_sampler_open(&vk, &sampler, &c->how)) {
        if (!lambdav_vk_buffer_open(&vk, &buffer, c->given, sizeof c->given)) {
            bindings[0].image = &image, bindings[0].sampler = &sampler;
            bindings[1].binding = 1, bindings[1].buffer = &buffer;
            bindings[2].binding = 2, bindings[2].sampler = &sampler;
            pass->bindings = bindings, pass->binding_count = 3;
            pass->push = c->plane, pass->push_size = sizeof c->plane;
            pass->attachments[0].pixels = c->device, pass->attachments[0].size = sizeof c->device;
            good = !lambdav_vk_pipeline_draw(&vk, pipeline, pass);
            lambdav_vk_buffer_close(&vk, &buffer);
        }
        lambdav_vk_sampler_close(&vk, &sampler);
    }
    if (!good) complain(c->row, vk.error);
    lambdav_vk_image_close(&vk, &image);
    return good;
}

/* --- comparison */

/* Draws on the runner, all coordinates moved by shift. */
static int on_runner(call *c, float shift) {
    spv_cpu_binding bindings[3];
    spv_cpu_picture picture;
    spv_cpu_status status;
    float plane[3][4];
    int k;
    memset(bindings, 0, sizeof bindings);
    memset(&picture, 0, sizeof picture);
    memcpy(plane, c->plane, sizeof plane);
    for (k = 0; k < 4; k++) plane[0][k] += shift;
    bindings[0].image = &c->image, bindings[0].sampler = &c->sampler;
    bindings[1].binding = 1, bindings[1].data = c->given, bindings[1].size = sizeof c->given;
    bindings[2].binding = 2, bindings[2].sampler = &c->sampler;
    picture.width = picture.height = SIDE;
    picture.attachments[0].format = SPV_CPU_RGBA32F, picture.attachments[0].pixels = c->runner;
    status = spv_cpu_bind(&c->module->worker, bindings, 3, plane, sizeof plane);
    if (!status) status = cpu_draw(c->module, &picture);
    return status == SPV_CPU_OK || complain(c->row, c->module->worker.error);
}

/* --- comparison */

static void describe(const call *c, int pixel) {
    const lambdav_vk_sampler_info *h = &c->how;
    const float *e = c->given[pixel][1], *d = c->device + 4 * pixel, *r = c->runner + 4 * pixel;
    float at[4];
    int k;
    for (k = 0; k < 4; k++)
        at[k] = c->plane[0][k] + (float)(pixel % SIDE) * c->plane[1][k]
                + (float)(pixel / SIDE) * c->plane[2][k];
    printf("    %s: %u x %u x %u, %u levels, format %d; mag %d min %d mip %d, address %d %d %d, "
           "compare %d, lod %g + %g..%g, white %d\n", c->row->expression, c->info.width,
           c->info.height, c->info.depth, c->info.levels, c->image.format, h->magnify, h->minify,
           h->mipmap, h->address[0], h->address[1], h->address[2], h->compare,
           (double)h->lod_bias, (double)h->min_lod, (double)h->max_lod, h->white_border);
    printf("    pixel %d at %.9g %.9g %.9g %.9g, dref %g lod %g bias %g\n"
           "    device %g %g %g %g\n    runner %g %g %g %g\n", pixel, (double)at[0],
           (double)at[1], (double)at[2], (double)at[3], (double)e[0], (double)e[1], (double)e[2],
           (double)d[0], (double)d[1], (double)d[2], (double)d[3], (double)r[0], (double)r[1],
           (double)r[2], (double)r[3]);
}

/* Where a lane's results lie when its level of detail is a little off. */
typedef struct range {
    float low[4], high[4];
} range;

/* lavapipe's logarithm is off by 0.043 at most. */
static int find_ranges(call *c, float shift, range *ranges) {
    static const float steps[] = {-0.045f, -0.03f, -0.015f, 0, 0.015f, 0.03f, 0.045f};
    float bias = c->sampler.lod_bias;
    int computed = c->row->opcode != 96 && c->row->opcode != 97 && !(c->row->has & (LOD | FETCH));
    int i, k, good = 1;
    size_t n;
    for (n = computed ? 0 : 3; n < (computed ? COUNT(steps) : 4) && good; n++) {
        c->sampler.lod_bias = bias + steps[n];
        good = on_runner(c, shift);
        for (i = 0; i < LANES; i++)
            for (k = 0; k < 4; k++) {
                float value = c->runner[4 * i + k], *low = &ranges[i].low[k];
                float *high = &ranges[i].high[k];
                int first = !computed || n == 0;
                *low = first ? value : fminf(*low, value);
                *high = first ? value : fmaxf(*high, value);
            }
    }
    c->sampler.lod_bias = bias;
    return good;
}

/* Marks the pixels that lie in their ranges; returns how many are marked. */
static int compare(const call *c, const range *ranges, int *good) {
    int i, k, count = 0;
    for (i = 0; i < LANES; i++) {
        int agrees = 1;
        for (k = 0; k < 4; k++) {
            float low = ranges[i].low[k], high = ranges[i].high[k], at = c->device[4 * i + k];
            float within = high > low ? fmaxf(c->within, 0.01f) : c->within;
            agrees &= at >= low - within && at <= high + within;
        }
        good[i] |= agrees;
        count += good[i] != 0;
    }
    return count;
}

/* The device chooses between the filters of minified and magnified images for several pixels at
   once, where each has a level of detail of its own: then those of either are right. */
static int chooses_for_many(const call *c) {
    return (c->row->has & (LOD | GRAD)) || c->row->shape == SPV_CPU_CUBE
           || c->row->shape == SPV_CPU_CUBE_ARRAY;
}

/* Whether every pixel agrees with the device, exactly or with what is next to it. */
static int agrees(call *c) {
    static const float shifts[] = {0, -1e-5f, 1e-5f};
    static range ranges[LANES];
    spv_cpu_filter mag = c->sampler.mag, min = c->sampler.min;
    int good[LANES] = {0}, count = 0, n, i;
    size_t k;
    for (n = 0; n < (chooses_for_many(c) ? 3 : 1) && count < LANES; n++) {
        c->sampler.mag = n == 1 ? min : mag;
        c->sampler.min = n == 2 ? mag : min;
        for (k = 0; k < COUNT(shifts) && count < LANES; k++) {
            if (!find_ranges(c, shifts[k], ranges)) return 0;
            count = compare(c, ranges, good);
        }
    }
    if (count == LANES) return 1;
    c->sampler.mag = mag, c->sampler.min = min;
    on_runner(c, 0);
    for (i = 0; good[i]; i++) continue;
    describe(c, i);
    printf("    and %d more pixels\n", LANES - count - 1);
    return complain(c->row, "differs from the device");
}

/* --- rows */

static const vk_module *module_of(const row *r) {
    static char text[2048];
    snprintf(text, sizeof text,
             "#version 450\n"
             "#extension GL_EXT_samplerless_texture_functions : enable\n"
             "layout(binding = 0) uniform %s t;\n"
             "layout(binding = 1) readonly buffer B { vec4 v[]; } b;\n"
             "layout(binding = 2) uniform sampler s;\n"
             "layout(push_constant) uniform P { vec4 v[3]; } p;\n"
             "layout(location = 0) out vec4 o;\n"
             "void main() {\n"
             "    const ivec2 far[4] = ivec2[4](ivec2(-3, 2), ivec2(0), ivec2(5, -4), ivec2(7));\n"
             "    vec2 at = floor(gl_FragCoord.xy);\n"
             "    int i = (int(at.y) * %d + int(at.x)) * 4;\n"
             "    vec4 c = p.v[0] + at.x * p.v[1] + at.y * p.v[2];\n"
             "    vec4 e = b.v[i + 1], x = b.v[i + 2], y = b.v[i + 3];\n"
             "    o = vec4(%s);\n"
             "}\n", r->type, SIDE, r->expression);
    return vk_make("glslangValidator -V --quiet --target-env %s -S frag -o %s %s", "vulkan1.1",
                   text);
}

/* Draws with one sampler, several times: each pipeline and sampler costs the device a compilation,
   images and coordinates are cheap. */
static int check_sampler(const row *r, cpu_module *module, lambdav_vk_pipeline *pipeline,
                         lambdav_vk_pass *pass) {
    static call c;
    lambdav_vk_sampler_info how;
    spv_cpu_sampler sampler;
    int n;
    for (n = 0; n < DRAWS; n++) {
        memset(&c, 0, sizeof c);
        c.row = r, c.module = module;
        choose_image(&c);
        choose_sampler(&c);
        if (n == 0) how = c.how, sampler = c.sampler;
        c.how = how, c.sampler = sampler;
        choose_operands(&c);
        if (!on_device(&c, pipeline, pass) || !agrees(&c)) return 0;
    }
    return 1;
}

static int check_row(const row *r) {
    static lambdav_vk_pass pass;
    static lambdav_vk_pipeline pipeline;
    cpu_module module;
    const vk_module *m = module_of(r);
    int n, good = 1;
    memset(&pass, 0, sizeof pass);
    pass.words = m->words, pass.word_count = m->count;
    pass.width = pass.height = SIDE;
    pass.attachment_count = 1, pass.attachments[0].format = LAMBDAV_VK_RGBA32F;
    if (cpu_open(&module, NULL, m->words, m->count)) {
        complain(r, *module.program.error ? module.program.error : module.worker.error);
        cpu_close(&module);
        return 0;
    }
    if (lambdav_vk_pipeline_open(&vk, &pipeline, &pass)) good = complain(r, vk.error);
    for (n = 0; n < rounds && good; n++) good = check_sampler(r, &module, &pipeline, &pass);
    lambdav_vk_pipeline_close(&vk, &pipeline);
    cpu_close(&module);
    return good;
}

int main(int argc, char **argv) {
    lambdav_vk_options options;
    size_t n, passed = 0;
    memset(&options, 0, sizeof options);
    options.device = "llvmpipe";
    if (argc > 2 && strcmp(argv[1], "--device") == 0) {
        options.device = argv[2];
        argv += 2, argc -= 2;
    }
    if (argc > 1) rounds = atoi(argv[1]);
    if (lambdav_vk_open(&vk, &options)) {
        fprintf(stderr, "%s\n", vk.error);
        return 3;
    }
    for (n = 0; n < COUNT(rows); n++) passed += check_row(&rows[n]) != 0;
    lambdav_vk_close(&vk);
    printf("%zu passed, %zu failed\n", passed, COUNT(rows) - passed);
    return passed != COUNT(rows);
}
