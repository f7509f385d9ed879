/* One program through the compiler, the validators, the runner of SPIR-V and the reference
   evaluator: check() compares verdicts, and every value of every output.

   contents: findings and counts · what differs on purpose · builds · push constants · running ·
   comparing · checked · drawing · checking */
#ifndef RANDOM_CHECK_H
#define RANDOM_CHECK_H

#include <math.h>
#include <stdarg.h>
#include <sys/mman.h>
#include <time.h>

#include <spirv-tools/libspirv.h>

#include "random_rewrite.h"
#include "substitution.h"
#include "tests/support/structure.h"
#include "tests/support/check_agree.h"

enum {
    SIDE = 2, /* pixels that are compared, each way: a quad */
    PIXELS = SIDE * SIDE,
    PICTURE = 8, /* pixels that a device draws, each way */
    ARENA_SIZE = 64 << 20,
    LARGE_ARENA_SIZE = 1 << 30, /* for what the other is too small for */
    TEXT_SIZE = 1 << 20,
    MAX_WORDS = 1 << 20,
    MAX_DECLARED = 16,
    MAX_MEMBERS = 256,
    MAX_DRAWN = 8, /* outputs, at locations from 0 on */
    CHANNELS = 4
};

static unsigned long steps_of_pixel = 200000; /* evaluation that takes more is skipped */

/* ---- findings and counts */

/* How a program fails, the gravest last. */
enum {
    RIGHT,
    UNMADE,
    TOO_STRICT,
    TOO_LAX,
    UNEQUAL_BUILDS,
    INVALID,
    NOT_RUN,
    UNWARNED,
    UNTOLD,
    WRONG_VALUES,
    WRONG_PIXELS,
    OTHER_BITS
};
static const char *const kinds[] = {"right",
                                    "the reference rejects what should be well typed",
                                    "the compiler rejects what the reference accepts",
                                    "the compiler accepts what the reference rejects",
                                    "one build is accepted, another is not",
                                    "the words are invalid",
                                    "the words do not run",
                                    "there is no warning",
                                    "what is undefined is not recorded",
                                    "the values differ",
                                    "the picture differs",
                                    "the rewritten program computes something else"};

typedef struct finding {
    int kind;
    int rejected;   /* by the reference */
    char error[32]; /* name of the error of who rejects */
    int passes;     /* what functions a rec passes: substitution_passes */
    char text[512];
} finding;

static int report(finding *f, int kind, const char *format, ...) {
    va_list list;
    f->kind = kind;
    va_start(list, format);
    vsnprintf(f->text, sizeof f->text, format, list);
    va_end(list);
    return 0;
}

/* Summed up over all processes. */
typedef struct counts {
    unsigned long programs, running, exhaustive, mutants, rejected, modules, values, bits;
    unsigned long undefined, skipped, excused, limited, pictures, failed, crashed;
    unsigned long checked, reports, agreed;
    /* see random_met.h */
    unsigned long met, told[MET_CONDITIONS], dropped, merged, unneeded, undecided;
    unsigned long rewritten[REWRITINGS], rewritten_values;
} counts;

static counts *total;

/* ---- what differs on purpose */

/* What a program may cost: each has its own limits, and each way to expand one. */
static int is_limit(const char *error) {
    return strcmp(error, "depth") == 0 || strcmp(error, "calls") == 0 || strcmp(error, "limit") == 0
           || strcmp(error, "out-of-memory") == 0;
}

/* Beyond the reference: what it has not (`when` in a text that runs nothing), structs and arrays in
   push constants, an index computed at run time if all functions of the array are the same. A
   function with a wrong parameter list is an error where it is applied, there where it stands. */
static int is_own_choice(const reference_error *error) {
    return is_limit(error->name) || strcmp(error->name, "unsupported") == 0
           || strcmp(error->message, "no structs here") == 0
           || strcmp(error->message, "no arrays here") == 0
           || strcmp(error->message, "one of several functions") == 0
           || strcmp(error->message, "expected (... (name ...) body)") == 0;
}

/* A closure of a set of functions holds every name that its text mentions, also if that is bound
   inside, and types what it holds. A special form is no function to be passed to fold in a loop.
   Two closures of one text are two functions to an index. r: the program. */
static int is_own_rejection(const finding *f, const substitution *r) {
    int passes = substitution_passes(r);
    return (passes & SUBSTITUTION_PASSES_BINDER) != 0
           || (passes != 0 && strcmp(f->error, "rec-function") == 0)
           || strcmp(f->error, "form-chosen") == 0
           || strstr(f->text, "an index into an array of functions") != NULL;
}

/* ---- builds: two for each program, of another target and other flags each time */

typedef struct build {
    lambdav_target target;
    uint32_t flags, inlining;
    size_t count;
    int warns; /* of a barrier that not all may reach */
    uint32_t words[MAX_WORDS];
} build;

enum { BUILDS = 2 };
static build builds[BUILDS];
static unsigned char *arena, *large_arena;
static spv_context validators[4];
static int max_iterations; /* of all programs; 0: no bound */
static int defined_ints; /* the program at hand is compiled with --defined-ints */
static int needed_only;  /* ... and has errors in what nothing needs, which the reference ignores */

static const struct {
    lambdav_target target;
    const char *name;
    spv_target_env environment;
} targets[] = {{LAMBDAV_TARGET_SPIRV_1_0, "1.0", SPV_ENV_VULKAN_1_0},
               {LAMBDAV_TARGET_SPIRV_1_3, "1.3", SPV_ENV_VULKAN_1_1},
               {LAMBDAV_TARGET_SPIRV_1_5, "1.5", SPV_ENV_VULKAN_1_2},
               {LAMBDAV_TARGET_SPIRV_1_6, "1.6", SPV_ENV_VULKAN_1_3}};

static substitution *read_reference(const char *text, size_t size, reference_error *error) {
    substitution *r =
        substitution_read(text, size, defined_ints ? SUBSTITUTION_DEFINED_INTS : 0, error);
    if (r != NULL) substitution_max_iterations(r, (unsigned long)max_iterations);
    return r;
}

/* The dice decide on the flags. */
static void set_builds(uint64_t dice) {
    static const uint32_t flags[] = {LAMBDAV_STRICT_FLOATS, LAMBDAV_KEEP_GUARDS, LAMBDAV_NAMES,
                                     LAMBDAV_DEBUG_LINES, LAMBDAV_DEBUG_FULL};
    size_t i, k;
    for (i = 0; i < BUILDS; i++) {
        builds[i].target =
            i == 0 ? (dice % 5 == 0 ? LAMBDAV_TARGET_SPIRV_1_0 : LAMBDAV_TARGET_SPIRV_1_3)
                   : (dice % 5 == 1 ? LAMBDAV_TARGET_SPIRV_1_5 : LAMBDAV_TARGET_SPIRV_1_6);
        builds[i].flags = defined_ints ? LAMBDAV_DEFINED_INTS : 0;
        dice /= 5;
        for (k = 0; k < 5; k++, dice /= 8)
            if (dice % 8 < (k < 2 ? 3u : 1u)) builds[i].flags |= flags[k];
        builds[i].inlining = LAMBDAV_INLINE_ALWAYS + (uint32_t)(dice % 3);
        dice /= 3;
    }
}

static const char *build_name(const build *b) {
    static char name[128];
    snprintf(name, sizeof name, "spirv-%s%s%s%s%s%s%s%s",
             targets[b->target - LAMBDAV_TARGET_SPIRV_1_0].name,
             b->flags & LAMBDAV_STRICT_FLOATS ? " strict-floats" : "",
             b->flags & LAMBDAV_KEEP_GUARDS ? " keep-guards" : "",
             b->flags & LAMBDAV_NAMES ? " names" : "",
             b->flags & LAMBDAV_DEFINED_INTS ? " defined-ints" : "",
             b->flags & LAMBDAV_DEBUG_LINES ? " debug" : "",
             b->flags & LAMBDAV_DEBUG_FULL ? " debug=full" : "",
             b->inlining == LAMBDAV_INLINE_NEVER  ? " inline=never"
             : b->inlining == LAMBDAV_INLINE_AUTO ? " inline=auto"
                                                  : "");
    return name;
}

static lambdav_status compile(const build *b, const char *text, size_t size,
                              lambdav_result *result) {
    lambdav_options options = {0};
    lambdav_status status;
    options.target = b->target;
    options.inlining = b->inlining;
    options.flags = b->flags | (needed_only ? LAMBDAV_NEEDED_ONLY : 0);
    options.max_iterations = (uint32_t)max_iterations;
    if (strstr(text, "push-constants") != NULL) options.flags |= LAMBDAV_NAMES; /* fill_block */
    options.source_name = "random";
    status = lambdav_compile(&options, text, size, arena, ARENA_SIZE, result);
    if (status != LAMBDAV_OUT_OF_MEMORY) return status;
    madvise(large_arena, LARGE_ARENA_SIZE, MADV_DONTNEED); /* what the last one left there */
    return lambdav_compile(&options, text, size, large_arena, LARGE_ARENA_SIZE, result);
}

static int is_valid(const build *b, finding *f) {
    spv_const_binary_t binary = {b->words, b->count};
    spv_diagnostic diagnostic = NULL;
    int valid = spvValidate(validators[b->target - LAMBDAV_TARGET_SPIRV_1_0], &binary, &diagnostic)
                == SPV_SUCCESS;
    if (!valid) report(f, INVALID, "%s: %s", build_name(b), diagnostic ? diagnostic->error : "?");
    spvDiagnosticDestroy(diagnostic);
    total->modules++;
    return valid;
}

/* Has it the structure that lambdav promises? */
static int is_structured(const build *b, finding *f) {
    char message[256];
    if (structure_check(b->words, b->count, message, sizeof message) == 0) return 1;
    return report(f, INVALID, "%s: %s", build_name(b), message);
}

/* Compiles and keeps the words; returns 0 if the text is rejected or the words are invalid. */
static int compile_build(build *b, const char *text, size_t size, finding *f) {
    lambdav_result result;
    uint32_t i;
    lambdav_status status = compile(b, text, size, &result);
    int kind = b == builds ? TOO_STRICT : UNEQUAL_BUILDS;
    b->count = 0;
    if (status != LAMBDAV_OK) {
        char message[400];
        lambdav_format_diagnostic(&result.diagnostics[0], 0, message, sizeof message);
        report(f, kind, "%s: %s", build_name(b), message);
        snprintf(f->error, sizeof f->error, "%s", result.diagnostics[0].name);
        return 0;
    }
    if (result.word_count > MAX_WORDS) {
        snprintf(f->error, sizeof f->error, "limit");
        return report(f, kind, "%u words", (unsigned)result.word_count);
    }
    b->warns = 0;
    for (i = 0; i < result.diagnostic_count; i++)
        b->warns |= strcmp(result.diagnostics[i].name, "non-uniform") == 0
                    && strstr(result.diagnostics[i].message, "workgroup") != NULL;
    memcpy(b->words, result.words, 4 * result.word_count);
    b->count = result.word_count;
    return is_valid(b, f) && is_structured(b, f);
}

/* ---- push constants: every name has its own values, so that they stay when a program shrinks */

static void values_of(const char *name, int count, float *values) {
    unsigned h = 5381;
    int i;
    for (; *name != '\0'; name++) h = h * 33u + (unsigned char)*name;
    for (i = 0; i < count; i++) {
        h = h * 1103515245u + 12345u;
        values[i] = (float)(h >> 16 & 31u) / 4.0f - 3.0f;
    }
}

/* What a push constant of that type gets: integers have no fraction, uints no sign. */
static void values_for(const char *name, const char *type, int count, float *values) {
    int i;
    values_of(name, count, values);
    for (i = 0; i < count && (*type == 'i' || *type == 'u'); i++) {
        values[i] = floorf(values[i]);
        if (*type == 'u') values[i] = fabsf(values[i]);
    }
}

static void set_pushes(substitution *r) {
    const char *name, *type;
    float values[16];
    int i, count;
    for (i = 0; (name = substitution_push_name(r, i, &type, &count)) != NULL; i++) {
        values_for(name, type, count, values);
        substitution_set(r, name, values, count);
    }
}

static void fill_member(const lambdav_member *m, unsigned char *block) {
    static const char *const letters = "niu";
    const char *type = m->type.kind == LAMBDAV_KIND_INT    ? letters + 1
                       : m->type.kind == LAMBDAV_KIND_UINT ? letters + 2
                                                           : letters;
    float values[16];
    char name[128];
    uint32_t i, c, r;
    for (i = 0; i < m->name.size && i < 127; i++) name[i] = lambdav_name_byte(m->name, i);
    name[i] = '\0';
    values_for(name, type, (int)(m->type.columns * m->type.rows), values);
    for (c = 0; c < m->type.columns; c++)
        for (r = 0; r < m->type.rows; r++) {
            float value = values[c * m->type.rows + r];
            int32_t whole = (int32_t)value;
            memcpy(block + m->offset + c * m->matrix_stride + 4 * r,
                   *type == 'n' ? (void *)&value : (void *)&whole, 4);
        }
}

/* Lays out the push constants as the words want them. Returns the size of the block. */
static size_t fill_block(const build *b, unsigned char block[1024]) {
    static uint64_t scratch[3 << 19];
    lambdav_member members[MAX_MEMBERS], *m;
    lambdav_resource all[MAX_DECLARED], *push = all;
    lambdav_struct structs[MAX_MEMBERS];
    const lambdav_struct *block_type;
    lambdav_reflection reflection;
    memset(&reflection, 0, sizeof reflection);
    memset(block, 0, 1024);
    reflection.resources = all;
    reflection.structs = structs;
    reflection.struct_capacity = MAX_MEMBERS;
    reflection.members = members;
    reflection.resource_capacity = MAX_DECLARED;
    reflection.member_capacity = MAX_MEMBERS;
    if (lambdav_reflect(b->words, b->count, scratch, sizeof scratch, &reflection) != LAMBDAV_OK
        || reflection.resource_count > MAX_DECLARED || reflection.member_count > MAX_MEMBERS)
        abort();
    while (push < all + reflection.resource_count && push->kind != LAMBDAV_RESOURCE_PUSH_CONSTANTS)
        push++;
    if (push == all + reflection.resource_count) return 0;
    if (push->offset + push->size > 1024) abort();
    block_type = &structs[push->type.structure];
    m = members + block_type->first_member;
    for (; m < members + block_type->first_member + block_type->member_count; m++)
        fill_member(m, block);
    return push->offset + push->size;
}

/* ---- running: what the words compute, as bits */

typedef struct pixel_bits {
    int discarded;
    uint32_t output[MAX_DRAWN][CHANNELS];
    uint32_t depth;
} pixel_bits;

static pixel_bits computed[PIXELS];
static reference_result wanted[PIXELS];

enum { RUNNER_MEMORY = 64 << 20, LANES = 16, BLOCKS = 1 << 20 };
static unsigned char *program_memory, *worker_memory;

/* FragCoord and FrontFacing of the quad. */
static void set_inputs(spv_cpu_worker *worker) {
    int i, c;
    for (i = 0; i < LANES; i++)
        for (c = 0; c < 4; c++) {
            float value = c < 2 ? (float)(c == 0 ? i % SIDE : i / SIDE) + 0.5f : (float)(c == 3);
            uint32_t *place = spv_cpu_builtin(worker, 15, (uint32_t)c, 0);
            if (place != NULL) memcpy(&place[i], &value, sizeof value);
            place = spv_cpu_builtin(worker, 17, 0, 0);
            if (place != NULL) place[i] = ~0u;
        }
}

static void take_outputs(spv_cpu_worker *worker) {
    const uint32_t *live = spv_cpu_live(worker), *place;
    uint32_t k, c;
    int i;
    memset(computed, 0, sizeof computed);
    for (i = 0; i < PIXELS; i++) computed[i].discarded = live[i] == 0;
    for (k = 0; k < MAX_DRAWN; k++)
        for (c = 0; c < CHANNELS; c++) {
            place = spv_cpu_output(worker, k, c);
            for (i = 0; i < PIXELS && place != NULL; i++) computed[i].output[k][c] = place[i];
        }
    place = spv_cpu_builtin(worker, 22, 0, 1);
    for (i = 0; i < PIXELS && place != NULL; i++) computed[i].depth = place[i];
}

static int run_pixel(substitution *r, int i, reference_result *result) {
    return substitution_run(r, (float)(i % SIDE) + 0.5f, (float)(i / SIDE) + 0.5f, 1, result);
}

/* A changed program may have a loop without an end, of whose value the evaluator asks nothing. */
static int may_not_end;

static int is_pixel_uncertain(const reference_result *pixel) {
    int k;
    for (k = 0; k < pixel->output_count; k++)
        if (isinf(pixel->output[k].error[0])) return 1;
    return 0;
}

/* Does some pixel depend on what the reference calls undefined, or compute it by value? */
static int is_uncertain(substitution *r) {
    reference_result by_value;
    int i, found = 0;
    for (i = 0; i < PIXELS; i++) found |= is_pixel_uncertain(&wanted[i]);
    substitution_options(r, steps_of_pixel, 0, 1);
    for (i = 0; i < PIXELS && !found; i++)
        found = run_pixel(r, i, &by_value) != SUBSTITUTION_OK || is_pixel_uncertain(&by_value);
    return found;
}

/* A worker on the words, with the memory that all of them share; NULL and why not. stage: as in
   spv_cpu_options; checks: of the second build. */
static spv_cpu_worker *open_build(const build *b, uint32_t stage, uint32_t checks, finding *f) {
    static spv_cpu_program program;
    static spv_cpu_worker worker;
    spv_cpu_options options;
    memset(&options, 0, sizeof options);
    options.lanes = LANES;
    options.subgroup_size = 4;
    options.step_limit = BLOCKS;
    options.stage = stage;
    if (b != builds) options.checks = checks;
    if (spv_cpu_load(&program, &options, b->words, b->count, program_memory, RUNNER_MEMORY)
            == SPV_CPU_OK
        && spv_cpu_worker_open(&worker, &program, worker_memory, RUNNER_MEMORY) == SPV_CPU_OK)
        return &worker;
    report(f, NOT_RUN, "%s: %s%s", build_name(b), program.error, worker.error);
    return NULL;
}

/* Runs the words into `computed`. Returns 0 and says why if they cannot be run. r: the program, to
   be asked what the second build's checks find. */
static int run_build(const build *b, substitution *r, finding *f) {
    static const uint32_t active[LANES] = {~0u, ~0u, ~0u, ~0u};
    unsigned char block[1024];
    size_t size = fill_block(b, block);
    spv_cpu_worker *worker = open_build(
        b, 0, SPV_CPU_CHECK_RANGE | SPV_CPU_CHECK_UNSET | SPV_CPU_CHECK_UNDEFINED, f);
    if (worker == NULL) return 0;
    set_inputs(worker);
    if (spv_cpu_bind(worker, NULL, 0, block, size) != SPV_CPU_OK
        || spv_cpu_run(worker, active, NULL) != SPV_CPU_OK) {
        if (may_not_end && worker->status == SPV_CPU_STEPS) {
            total->skipped++;
            return 0;
        }
        if (worker->status == SPV_CPU_FINDING
            && (is_uncertain(r) || substitution_undefined(r) > 0)) {
            total->undefined++;
            take_outputs(worker); /* findings let it run to its end */
            return 1;
        }
        return report(f, NOT_RUN, "%s: %s %s", build_name(b), worker->error,
                      worker->finding_count > 0 ? worker->findings[0].message : "");
    }
    take_outputs(worker);
    return 1;
}

/* ---- comparing */

static int same_bits(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Vulkan leaves the sign of a zero free but for strict floats. There it is free for min and max,
   and for sums of products. */
static int has_zero_signs(const char *text) {
    static const char *const words[] = {"mat",   "dot", "cross", "reflect", "modf",
                                        "outer", "min", "max",   "clamp",   "determinant",
                                        "dfd",   "dFd", "dpd",   "fwidth",  "saturate"};
    size_t i;
    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(text, words[i]) != NULL) return 0;
    return 1;
}

static int zero_signs; /* of the program at hand are looked at */

/* strict: infinities and NaNs are as IEEE has them. */
static int number_is_right(float got, float want, double error, int special, int strict) {
    if (isinf(error) || (special && !strict)) {
        total->undefined++;
        return 1;
    }
    total->values++;
    if (got == 0 && want == 0 && !zero_signs) return 1;
    if (error > 0 && isfinite(want)) return fabs((double)got - (double)want) <= error;
    total->bits++;
    return same_bits(got, want);
}

static double number_of(const char *type, uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return *type == 'i' ? (double)(int32_t)bits : *type == 'u' ? (double)bits : (double)f;
}

/* Integers either agree or are undefined. */
static int component_is_right(const reference_numbers *n, int j, uint32_t bits, int strict) {
    double got = number_of(n->type, bits);
    if (*n->type != 'i' && *n->type != 'u')
        return number_is_right((float)got, n->value[j], n->error[j], n->special[j], strict);
    if (n->error[j] > 0) {
        total->undefined++;
        return 1;
    }
    total->values++;
    total->bits++;
    return (double)(float)got == (double)n->value[j];
}

static int compare_pixel(const build *b, int i, int kind, finding *f) {
    const reference_result *want = &wanted[i];
    int k, j;
    if (computed[i].discarded != want->discard && !isinf(want->output[0].error[0]))
        return report(f, kind, "%s: pixel %d: discarded: %d", build_name(b), i,
                      computed[i].discarded);
    if (want->has_depth && !want->discard
        && !component_is_right(&want->depth, 0, computed[i].depth,
                               (b->flags & LAMBDAV_STRICT_FLOATS) != 0))
        return report(f, kind, "%s: pixel %d: depth is %.9g, not %.9g within %.3g", build_name(b),
                      i, number_of("num", computed[i].depth), (double)want->depth.value[0],
                      want->depth.error[0]);
    for (k = 0; k < want->output_count && !want->discard; k++) {
        const reference_numbers *n = &want->output[k];
        for (j = 0; j < n->count; j++)
            if (!component_is_right(n, j, computed[i].output[n->location][j],
                                    (b->flags & LAMBDAV_STRICT_FLOATS) != 0))
                return report(f, kind,
                              "%s: pixel %d: output %d: component %d is %.9g, not %.9g within %.3g",
                              build_name(b), i, n->location, j,
                              number_of(n->type, computed[i].output[n->location][j]),
                              (double)n->value[j], n->error[j]);
    }
    return 1;
}

#include "random_met.h"

/* Evaluates all pixels; returns 0 if one takes too long, or there is something that is not
   compared. */
static int evaluate(substitution *r) {
    int i;
    substitution_options(r, steps_of_pixel, 0, 0);
    substitution_undefined(r);
    for (i = 0; i < PIXELS; i++)
        if (run_pixel(r, i, &wanted[i]) != SUBSTITUTION_OK) return 0;
        else keep_met(r, i);
    for (i = 0; i < wanted[0].output_count; i++)
        if (wanted[0].output[i].location >= MAX_DRAWN) return 0;
    return wanted[0].output_count > 0;
}

/* ---- checked: the same module, made to record its undefined behaviour (tools/spv_check.h) */

enum { CHECKED_SET = 3, CHECKED_BINDING = 5, CHECKED_WORDS = 1 << 18 };
static build checked;
static int looks_checked; /* at the program at hand */
static void *checked_memory;

/* Whether the checks of the runner find in the words what the `records` tell of them. */
static int compare_findings(const build *b, const spvch_module *c, const uint32_t *records,
                            size_t size, finding *f) {
    static const uint32_t active[LANES] = {~0u, ~0u, ~0u, ~0u};
    static agree_findings found;
    static build plain;
    unsigned char block[1024];
    size_t block_size = fill_block(b, block);
    spv_cpu_worker *worker;
    unsigned long alone = 0;
    char text[256];
    memset(&found, 0, sizeof found);
    plain.target = b->target;
    plain.flags = b->flags;
    plain.count = b->count;
    memcpy(plain.words, b->words, 4 * b->count);
    worker = open_build(&plain, 0, SPV_CPU_CHECK_ALL, f);
    if (worker == NULL) return 0;
    set_inputs(worker);
    if (spv_cpu_bind(worker, NULL, 0, block, block_size) != SPV_CPU_OK) return 1;
    if (spv_cpu_run(worker, active, NULL) == SPV_CPU_FINDING)
        agree_take(&found, c, worker, 0);
    if (!agree(c, records, size, &found, &total->agreed, &alone, text, sizeof text))
        return report(f, NOT_RUN, "%s: checked: %s", build_name(b), text);
    return 1;
}

/* How often it records something in a run, which leaves its results in `computed`; -1: it does not
   run. */
static long run_checked(const build *b, substitution *r, finding *f) {
    static const uint32_t active[LANES] = {~0u, ~0u, ~0u, ~0u};
    static uint32_t records[CHECKED_WORDS];
    unsigned char block[1024];
    size_t size = fill_block(b, block);
    spv_cpu_binding row = {CHECKED_SET, CHECKED_BINDING, 0, records, sizeof records, NULL, NULL};
    spvch_options options = {SPVCH_RECORD, CHECKED_SET, CHECKED_BINDING, LANES, 0};
    spvch_module c;
    spv_cpu_worker *worker;
    uint32_t site;
    long fired = 0;
    if (spvch_instrument(&c, &options, b->words, b->count, checked_memory, RUNNER_MEMORY)
        != SPVCH_OK)
        return report(f, NOT_RUN, "%s: checked: %s", build_name(b), c.error.text) - 1;
    if (c.word_count > MAX_WORDS || spvch_buffer_size(&c, 0, 0) > sizeof records) return 0;
    checked.target = b->target;
    checked.flags = b->flags;
    checked.count = c.word_count;
    memcpy(checked.words, c.words, 4 * c.word_count);
    memset(records, 0, sizeof records);
    if (!is_valid(&checked, f) || (worker = open_build(&checked, 0, 0, f)) == NULL) return -1;
    set_inputs(worker);
    if (spv_cpu_bind(worker, &row, 1, block, size) != SPV_CPU_OK
        || spv_cpu_run(worker, active, NULL) != SPV_CPU_OK)
        return report(f, NOT_RUN, "%s: checked: %s", build_name(b), worker->error) - 1;
    take_outputs(worker);
    for (site = 0; site < c.site_count; site++)
        fired += spvch_count(&c, records, CHECKED_WORDS, site);
    total->reports += (unsigned long)fired;
    total->checked++;
    if (!compare_findings(b, &c, records, CHECKED_WORDS, f)
        || !compare_met(b, &c, records, CHECKED_WORDS, f)
        || (fired > 0 && b->flags & LAMBDAV_KEEP_GUARDS
            && !compare_records(b, &c, records, CHECKED_WORDS, r, f)))
        return -1;
    return fired;
}

/* SPIR-V says of a NaN that it is one, not which. */
static int same_pixel(const pixel_bits *a, const pixel_bits *b) {
    size_t i, k;
    for (i = 0; i < MAX_DRAWN; i++) {
        for (k = 0; k < CHANNELS; k++) {
            float x, y;
            memcpy(&x, &a->output[i][k], sizeof x);
            memcpy(&y, &b->output[i][k], sizeof y);
            if (!same_bits(x, y)) return 0;
        }
    }
    return a->discarded == b->discarded && a->depth == b->depth;
}

/* It computes the same bits, and records what random_met.h says. */
static int compare_checked(const build *b, substitution *r, finding *f) {
    static pixel_bits plain[PIXELS];
    long fired;
    int i;
    memcpy(plain, computed, sizeof plain);
    fired = run_checked(b, r, f);
    if (fired < 0) return 0;
    for (i = 0; i < PIXELS; i++)
        if (!same_pixel(&plain[i], &computed[i]) && fired == 0)
            return report(f, WRONG_VALUES, "%s: checked: pixel %d differs", build_name(b), i);
    return 1;
}

static void compare_runs(substitution *r, finding *f) {
    int b, i;
    for (b = 0; b < BUILDS; b++) {
        if (!run_build(&builds[b], r, f)) return;
        for (i = 0; i < PIXELS; i++)
            if (!compare_pixel(&builds[b], i, WRONG_VALUES, f)) return;
        if (looks_checked && !compare_checked(&builds[b], r, f)) return;
    }
}

/* ---- drawing: the first build on a Vulkan device */

static lambdav_vk_context device;
static int has_device;
static uint32_t drawn[MAX_DRAWN][PICTURE][PICTURE][CHANNELS];

static int can_draw(const build *b) {
    int i;
    for (i = 0; i < wanted[0].output_count; i++)
        if (wanted[0].output[i].location != i) return 0;
    return has_device && b->target <= LAMBDAV_TARGET_SPIRV_1_3 && !wanted[0].has_depth;
}

static int draw(const build *b, finding *f) {
    lambdav_vk_pass pass;
    unsigned char block[1024];
    int i;
    memset(&pass, 0, sizeof pass);
    pass.words = b->words;
    pass.word_count = b->count;
    pass.width = pass.height = PICTURE;
    pass.push_size = (fill_block(b, block) + 3) / 4 * 4;
    pass.push = block;
    if (pass.push_size > device.limits.maxPushConstantsSize) return 0;
    pass.attachment_count = (uint32_t)wanted[0].output_count;
    for (i = 0; i < wanted[0].output_count; i++) {
        lambdav_vk_attachment *a = &pass.attachments[i];
        const char *type = wanted[0].output[i].type;
        a->format = *type == 'i'   ? LAMBDAV_VK_RGBA32I
                    : *type == 'u' ? LAMBDAV_VK_RGBA32UI
                                   : LAMBDAV_VK_RGBA32F;
        a->pixels = drawn[i];
        a->size = sizeof drawn[i];
    }
    total->pictures++;
    if (lambdav_vk_draw(&device, &pass) == LAMBDAV_VK_OK) return 1;
    return report(f, WRONG_PIXELS, "%s: %s", build_name(b), device.error);
}

/* A division of integers by 0 leaves the value undefined, not the component alone: a driver of
   NVIDIA's takes the whole vector for undefined. */
static int divides_by_zero(int pixel) {
    size_t k;
    for (k = 0; k < pixel_met_count[pixel]; k++)
        if (pixel_met[pixel][k].condition == MET_DIVISION) return 1;
    return 0;
}

/* Compares the picture; where the program discards, or divides integers by 0, nothing is. */
static void compare_picture(const build *b, finding *f) {
    int i, k;
    if (!can_draw(b) || !draw(b, f)) return;
    for (i = 0; i < PIXELS; i++) {
        computed[i].discarded = wanted[i].discard;
        for (k = 0; k < wanted[0].output_count; k++)
            memcpy(computed[i].output[k], drawn[k][i / SIDE][i % SIDE],
                   sizeof computed[i].output[k]);
    }
    zero_signs = 0; /* a driver of NVIDIA's loses that of an OpSelect even with strict floats */
    for (i = 0; i < PIXELS; i++)
        if (!divides_by_zero(i) && !compare_pixel(b, i, WRONG_PIXELS, f)) return;
}

/* ---- checking */

/* Is a build, the first one or another, too large for the compiler? Then nothing is run. How often
   that may be is bounded: too_many_limited. */
static int is_limited(finding *f) {
    if ((f->kind != TOO_STRICT && f->kind != UNEQUAL_BUILDS) || !is_limit(f->error)) return 0;
    total->limited++;
    f->kind = RIGHT;
    return 1;
}

static int too_many_limited(const counts *n) {
    return n->limited > 5 + (n->programs + n->mutants + n->exhaustive) / 20000;
}

static void compare_verdicts(const char *text, size_t size, const reference_error *error,
                             finding *f) {
    lambdav_result result;
    int b;
    f->rejected = 1;
    snprintf(f->text, sizeof f->text, "%d:%d: %s [%s]", error->line, error->column, error->message,
             error->name);
    snprintf(f->error, sizeof f->error, "%s", error->name);
    for (b = 0; b < BUILDS; b++) {
        if (compile(&builds[b], text, size, &result) != LAMBDAV_OK) continue;
        if (!is_own_choice(error)) f->kind = TOO_LAX;
        else total->excused++;
        return;
    }
}

/* Compiles what the reference accepts; returns 0 if there is nothing to run. */
static int build_all(const char *text, size_t size, const substitution *r, finding *f) {
    int b;
    for (b = 0; b < BUILDS; b++)
        if (!compile_build(&builds[b], text, size, f)) break;
    if (is_limited(f)) return 0;
    if (f->kind == TOO_STRICT && is_own_rejection(f, r)) {
        total->excused++;
        f->kind = RIGHT;
        return 0;
    }
    return f->kind == RIGHT;
}

/* Compares compiler and reference; with_device: a device too. Leaves the reference's values in
   `wanted`, unless *evaluated is 0. */
static finding check(const char *text, size_t size, int with_device, int *evaluated) {
    finding f;
    reference_error error;
    substitution *r = read_reference(text, size, &error);
    memset(&f, 0, sizeof f);
    *evaluated = 0;
    if (r == NULL) {
        compare_verdicts(text, size, &error, &f);
        return f;
    }
    f.passes = substitution_passes(r);
    set_pushes(r);
    if (build_all(text, size, r, &f)) {
        zero_signs = has_zero_signs(text);
        *evaluated = evaluate(r);
        if (*evaluated)
            compare_runs(r, &f);
        else
            total->skipped++;
        /* Without strict floats a driver may put sums in another order. */
        if (*evaluated && f.kind == RIGHT && with_device
            && (builds[0].flags & LAMBDAV_STRICT_FLOATS))
            compare_picture(&builds[0], &f);
    }
    substitution_free(r);
    return f;
}

static void open_checks(void) {
    int i;
    arena = (unsigned char *)malloc(ARENA_SIZE);
    program_memory = (unsigned char *)malloc(RUNNER_MEMORY);
    worker_memory = (unsigned char *)malloc(RUNNER_MEMORY);
    checked_memory = malloc(RUNNER_MEMORY);
    large_arena = (unsigned char *)mmap(NULL, LARGE_ARENA_SIZE, PROT_READ | PROT_WRITE,
                                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (large_arena == (unsigned char *)MAP_FAILED) exit(3);
    if (!arena || !program_memory || !worker_memory || !checked_memory) exit(3);
    for (i = 0; i < 4; i++) validators[i] = spvContextCreate(targets[i].environment);
}

static void close_checks(void) {
    int i;
    for (i = 0; i < 4; i++) spvContextDestroy(validators[i]);
    if (has_device) lambdav_vk_close(&device);
    free(arena);
    munmap(large_arena, LARGE_ARENA_SIZE);
    free(program_memory);
    free(worker_memory);
    free(checked_memory);
}

#endif
