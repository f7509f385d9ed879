/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/operand_test.c tests/code/lambdav.c tests/code/spv_cpu.c -o operand_test -lSPIRV-Tools -lstdc++ -lm */
/* Which operand of a sampling operation means what: level of detail, bias, both derivatives,
   offset, component, reference. Each is given where it alone decides what is read: every level of a
   texture has its own value, and every texel of level 0. Compiled for each target and run on the
   CPU runner.
       operand_test
   The last line is "N passed, N failed". */
#include <math.h>

#include "lambdav.h"
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"

enum { SIZE = 16, LEVELS = 5, LAYERS = 3, LANES = 16, ARENA = 8 << 20 };

typedef struct dimension {
    const char *name;
    spv_cpu_shape shape;
    int rows;              /* of a derivative */
    const char *coordinate; /* of the texel (5, 6) of layer 1 */
    const char *along;     /* a derivative of %g texels of level 0 */
} dimension;

static const dimension dimensions[] = {
    {"1d", SPV_CPU_1D, 1, "(/ 5.5 16)", "(/ %g 16)"},
    {"1d-array", SPV_CPU_1D_ARRAY, 1, "(vec2 (/ 5.5 16) 1)", "(/ %g 16)"},
    {"2d", SPV_CPU_2D, 2, "(vec2 (/ 5.5 16) (/ 6.5 16))", "(vec2 0 (/ %g 16))"},
    {"2d-array", SPV_CPU_2D_ARRAY, 2, "(vec3 (/ 5.5 16) (/ 6.5 16) 1)", "(vec2 (/ %g 16) 0)"},
    {"3d", SPV_CPU_3D, 3, "(vec3 (/ 5.5 16) (/ 6.5 16) (/ 1.5 16))", "(vec3 0 0 (/ %g 16))"},
    /* on the face +x: along z, of which half is a step across the face */
    {"cube", SPV_CPU_CUBE, 3, "(vec3 1 0.1 0.1)", "(vec3 0 0 (/ %g 8))"},
    {"cube-array", SPV_CPU_CUBE_ARRAY, 3, "(vec4 1 0.1 0.1 0)", "(vec3 0 0 (/ %g 8))"},
};

static float memory[LEVELS][SIZE * SIZE * SIZE * 6];
static unsigned char arena[ARENA];
static int passed, failed;

/* The value of level k is 100 k, of the texels of level 0 their x, y and layer. */
static void make_image(const dimension *d, spv_cpu_image *image) {
    int flat = d->shape == SPV_CPU_1D || d->shape == SPV_CPU_1D_ARRAY, k, i;
    memset(image, 0, sizeof *image);
    image->format = SPV_CPU_R32F;
    image->shape = d->shape;
    image->width = SIZE;
    image->height = flat ? 1 : SIZE;
    image->depth = d->shape == SPV_CPU_3D ? SIZE : 1;
    image->layers = d->shape == SPV_CPU_CUBE || d->shape == SPV_CPU_CUBE_ARRAY ? 6
                    : strstr(d->name, "array") != NULL                         ? LAYERS
                                                                               : 1;
    image->level_count = LEVELS;
    for (k = 0; k < LEVELS; k++) {
        image->levels[k] = memory[k];
        for (i = 0; i < SIZE * SIZE * SIZE * 6; i++) memory[k][i] = 100.0f * (float)k;
    }
    for (i = 0; i < SIZE * SIZE * 6; i++)
        memory[0][i] = (float)(i % SIZE)
                       + (flat ? (float)(i / SIZE)
                               : 0.1f * (float)(i / SIZE % SIZE) + (float)(i / SIZE / SIZE));
}

/* What the fragment gives in its first pixel; NAN and a message if it gives nothing. */
static float run(const char *text, lambdav_target target, const spv_cpu_image *image,
                 spv_cpu_compare compare) {
    lambdav_options options;
    lambdav_result result;
    spv_cpu_options how;
    spv_cpu_sampler sampler;
    spv_cpu_binding row;
    cpu_module m;
    float value = NAN;
    const uint32_t *out;
    int i, c;
    memset(&options, 0, sizeof options);
    memset(&how, 0, sizeof how);
    memset(&sampler, 0, sizeof sampler);
    memset(&row, 0, sizeof row);
    options.target = target;
    if (lambdav_compile(&options, text, strlen(text), arena, ARENA, &result) != LAMBDAV_OK) {
        char message[512];
        lambdav_format_diagnostic(&result.diagnostics[0], 0, message, sizeof message);
        printf("%s\n", message);
        return value;
    }
    how.lanes = LANES;
    sampler.mag = sampler.min = sampler.mip = SPV_CPU_NEAREST;
    sampler.compare = compare;
    row.image = image;
    row.sampler = &sampler;
    if (cpu_open(&m, &how, result.words, result.word_count) == SPV_CPU_OK
        && spv_cpu_bind(&m.worker, &row, 1, NULL, 0) == SPV_CPU_OK) {
        for (i = 0; i < LANES; i++)
            for (c = 0; c < 2; c++) {
                float place = (float)(c == 0 ? i % 2 : i / 2 % 2) + 0.5f;
                uint32_t *input = spv_cpu_builtin(&m.worker, 15, (uint32_t)c, 0);
                if (input != NULL) memcpy(&input[i], &place, sizeof place);
            }
        if (spv_cpu_run(&m.worker, NULL, NULL) == SPV_CPU_OK
            && (out = spv_cpu_output(&m.worker, 0, 0)) != NULL)
            memcpy(&value, out, sizeof value);
    }
    if (isnan(value)) printf("%s%s\n", m.program.error, m.worker.error);
    cpu_close(&m);
    return value;
}

static void expect(const dimension *d, const char *expression, float want,
                   spv_cpu_compare compare) {
    static const lambdav_target targets[] = {LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_TARGET_SPIRV_1_3,
                                             LAMBDAV_TARGET_SPIRV_1_6};
    spv_cpu_image image;
    char text[1024];
    size_t k;
    make_image(d, &image);
    snprintf(text, sizeof text, "(texture t %s%s) (output 0 %s)", d->name,
             compare ? " :depth" : "", expression);
    for (k = 0; k < sizeof targets / sizeof *targets; k++) {
        float got = run(text, targets[k], &image, compare);
        int good = fabsf(got - want) < 0.001f;
        passed += good, failed += !good;
        if (!good) printf("FAILED %s: %g, not %g\n", text, (double)got, (double)want);
    }
}

/* ---- the operands */

/* The larger derivative decides on the level, whichever it is. */
static void check_derivatives(const dimension *d) {
    char expression[512], dx[64], dy[64];
    int a, b;
    for (a = 1; a < LEVELS; a++)
        for (b = 1; b < LEVELS; b++) {
            snprintf(dx, sizeof dx, d->along, (double)(1 << a));
            snprintf(dy, sizeof dy, d->along, (double)(1 << b));
            snprintf(expression, sizeof expression, "(.x (sample-grad t %s %s %s))", d->coordinate,
                     dx, dy);
            expect(d, expression, 100.0f * (float)(a > b ? a : b), SPV_CPU_COMPARE_NONE);
        }
}

static void check_levels(const dimension *d) {
    char expression[512];
    int k;
    for (k = 1; k < LEVELS; k++) {
        snprintf(expression, sizeof expression, "(.x (sample-lod t %s %d))", d->coordinate, k);
        expect(d, expression, 100.0f * (float)k, SPV_CPU_COMPARE_NONE);
    }
}

/* On 2d: pixels are texels, so a bias is the level. */
static const struct {
    const char *expression;
    float want;
} flat[] = {
    {"(.x (sample-bias t (/ (.xy (frag-coord)) 16) 2))", 200},
    {"(.x (sample-offset t (/ (.xy (frag-coord)) 16) (ivec2 1 1) 3))", 300},
    {"(.x (sample-lod t (vec2 0.34375 0.40625) 0 (ivec2 2 -1)))", 7.5f},
    {"(.x (sample-offset t (vec2 0.34375 0.40625) (ivec2 -3 4)))", 3.0f},
    {"(.x (sample-grad t (vec2 0.34375 0.40625) (vec2 0) (vec2 0) (ivec2 1 2)))", 6.8f},
    {"(.x (fetch t (ivec2 3 2) 0))", 3.2f},
    {"(.x (fetch t (ivec2 3 2) 1))", 100},
    {"(.x (sample-proj t (vec3 0.6875 0.8125 2)))", 5.6f},
    {"(.x (gather t (vec2 0.375 0.4375) 0))", 5.7f},
    {"(.w (gather t (vec2 0.375 0.4375) 0))", 5.6f},
    {"(.x (gather t (vec2 0.375 0.4375) 3))", 1},
    {"(.x (gather t (vec2 0.375 0.4375) 0 (ivec2 1 0)))", 6.7f},
    {"(.x (texture-lod t (/ (.xy (frag-coord)) 4)))", 2},
}, flat_less[] = {
    {"(sample-compare t (vec2 0.34375 0.40625) 5.5)", 1},
    {"(sample-compare t (vec2 0.34375 0.40625) 5.7)", 0},
    {"(sample-compare-lod t (vec2 0.34375 0.40625) 150 2)", 1},
    {"(sample-compare-lod t (vec2 0.34375 0.40625) 150 1)", 0},
    {"(.y (gather-compare t (vec2 0.375 0.4375) 6.65))", 1},
    {"(.w (gather-compare t (vec2 0.375 0.4375) 6.65))", 0},
};

static void check_flat(const dimension *d) {
    size_t i;
    for (i = 0; i < sizeof flat / sizeof *flat; i++)
        expect(d, flat[i].expression, flat[i].want, SPV_CPU_COMPARE_NONE);
    for (i = 0; i < sizeof flat_less / sizeof *flat_less; i++)
        expect(d, flat_less[i].expression, flat_less[i].want, SPV_CPU_COMPARE_LESS);
}

int main(void) {
    size_t k;
    for (k = 0; k < sizeof dimensions / sizeof *dimensions; k++) {
        check_derivatives(&dimensions[k]);
        check_levels(&dimensions[k]);
        if (dimensions[k].shape == SPV_CPU_2D) check_flat(&dimensions[k]);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
