// cc -std=c99 -O0 -fno-math-errno -ffp-contract=off -I. tests/spirv/cpu_steps_test.c -o cpu_steps_test -lm
/* The machines of >>steps of tools/spv_cpu.h: each operation, in each form, gives the words that
   its lane function gives, on edge values and random bits; all machines that this processor has. */
#include <stdio.h>
#include <string.h>

#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#define SPV_CPU_CLONES
#include "tools/spv_cpu.h"
#include "tests/support/random_bits.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
enum { LANES = 192, ROUNDS = 40, RESULT = 4, ROWS };

static int passed, failed;
static uint32_t file[ROWS * LANES];

static const uint32_t edges[] = {0,          1,          31,         0x007fffff, 0x00800000,
                                 0x3effffff, 0x3f000000, 0x3f800000, 0x3fc00000, 0x40200000,
                                 0x4affffff, 0x4b000000, 0x4b000001, 0x4f000000, 0x4f800000,
                                 0x7f7fffff, 0x7f800000, 0x7fc00000};

static uint32_t random_word(void) {
    uint32_t u = random32(), kind = random32() % 4;
    if (kind == 0) return edges[u % COUNT(edges)] ^ (u & 0x80000000u);
    if (kind == 1) return u % 100;
    return kind == 2 ? u : (u & 0x80ffffffu) | 0x3f000000u;
}

static uint32_t *row(uint32_t i) {
    return file + i * LANES;
}

static uint32_t block(uint32_t i) {
    return i * (LANES / SPV_CPUI_BLOCK);
}

static int is_nan(uint32_t u) {
    return (u & 0x7fffffffu) > 0x7f800000u;
}

/* Whether an operation has such a form. */
static int has_form(const spv_cpui_step_row *r, uint32_t form) {
    int constants = r->operation <= SPV_CPUI_ST_FMul;
    if (r->operands == 3) return form <= SPV_CPUI_FORM_THIRD;
    return form < 1u << r->operands || (constants && form < SPV_CPUI_FORMS);
}

/* Which row an operand is, row 3 for the accumulator. */
static uint32_t operand_of(const spv_cpui_step_row *r, uint32_t form, uint32_t i) {
    if (r->operands == 2 && form >= SPV_CPUI_FORM_ROW_CONSTANT)
        return (form == SPV_CPUI_FORM_OWN_CONSTANT && i == 0)
                       || (form == SPV_CPUI_FORM_CONSTANT_OWN && i == 1)
                   ? 3
                   : i;
    return form >> i & 1u ? 3 : i;
}

/* What a machine makes of one operation in one form; returns how many lanes are wrong. */
static uint32_t wrong_lanes(spv_cpui_machine *machine, const spv_cpui_step_row *r, uint32_t form) {
    spv_cpui_st_step steps[3];
    spv_cpui_args args;
    uint32_t i, l, expected[LANES], wrong = 0;
    for (i = 0; i < ROWS * LANES; i++) file[i] = random_word();
    for (l = 0; r->operands == 2 && form >= SPV_CPUI_FORM_ROW_CONSTANT && l < LANES; l++)
        row(form < SPV_CPUI_FORM_CONSTANT_ROW)[l] = row(form < SPV_CPUI_FORM_CONSTANT_ROW)[0];
    memset(steps, 0, sizeof steps);
    steps[0].code = SPV_CPUI_ST_CODE(SPV_CPUI_ST_CopyObject, 0);
    steps[0].a = block(3);
    steps[1].code = SPV_CPUI_ST_CODE(r->operation, form) + SPV_CPUI_ST_STORES;
    steps[1].a = block(0);
    steps[1].b = block(1);
    steps[1].c = block(2);
    steps[1].d = block(RESULT);
    steps[2].code = SPV_CPUI_ST_END;
    memset(&args, 0, sizeof args);
    args.d = expected;
    args.a = row(operand_of(r, form, 0));
    args.b = row(operand_of(r, form, 1));
    args.c = row(operand_of(r, form, 2));
    args.lanes = LANES;
    args.parts = 1;
    r->lane(&args);
    machine(file, steps, LANES);
    for (l = 0; l < LANES; l++)
        wrong += expected[l] != row(RESULT)[l]
                 && !(is_nan(expected[l]) && is_nan(row(RESULT)[l]));
    return wrong;
}

static void test_machine(const char *name, spv_cpui_machine *machine) {
    uint32_t form, round, wrong;
    size_t i;
    for (i = 0; i < COUNT(spv_cpui_step_rows); i++) {
        const spv_cpui_step_row *r = &spv_cpui_step_rows[i];
        for (form = 0; form < SPV_CPUI_FORMS; form++) {
            if (!has_form(r, form)) continue;
            for (round = wrong = 0; round < ROUNDS; round++) wrong += wrong_lanes(machine, r, form);
            passed += wrong == 0;
            failed += wrong != 0;
            if (wrong != 0)
                printf("FAILED %s: operation %u, form %u: %u lanes\n", name, r->operation, form,
                       wrong);
        }
    }
}

/* Products and sums, which no lane function has. */
static void test_products(const char *name, spv_cpui_machine *machine) {
    static const uint16_t operations[] = {SPV_CPUI_ST_PlusProduct, SPV_CPUI_ST_LessProduct,
                                          SPV_CPUI_ST_ProductLess};
    spv_cpui_st_step steps[2], *step = steps;
    uint32_t i, l, round, wrong = 0;
    for (round = 0; round < 3 * ROUNDS; round++) {
        for (i = 0; i < ROWS * LANES; i++) file[i] = random_word();
        memset(steps, 0, sizeof steps);
        step->code = SPV_CPUI_ST_CODE(operations[round % 3], 0) + SPV_CPUI_ST_STORES;
        step->b = block(1);
        step->c = block(2);
        step->d = block(RESULT);
        steps[1].code = SPV_CPUI_ST_END;
        machine(file, steps, LANES);
        for (l = 0; l < LANES; l++) {
            float z = spv_cpui_ln_float(row(2)[l]);
            volatile float product = spv_cpui_ln_float(row(0)[l]) * spv_cpui_ln_float(row(1)[l]);
            float sum = round % 3 == 0 ? z + product : round % 3 == 1 ? z - product : product - z;
            uint32_t expected = spv_cpui_ln_bits(sum), got = row(RESULT)[l];
            wrong += expected != got && !(is_nan(expected) && is_nan(got));
        }
    }
    passed += wrong == 0;
    failed += wrong != 0;
    if (wrong != 0) printf("FAILED %s: products and sums: %u lanes\n", name, wrong);
}

int main(void) {
    test_machine("any", spv_cpui_st_run);
    test_products("any", spv_cpui_st_run);
#if defined(SPV_CPUI_AVX2)
    if (__builtin_cpu_supports("avx2")) {
        test_machine("AVX2", spv_cpui_st_run_8);
        test_products("AVX2", spv_cpui_st_run_8);
    }
    if (__builtin_cpu_supports("avx512f")) {
        test_machine("AVX-512", spv_cpui_st_run_16);
        test_products("AVX-512", spv_cpui_st_run_16);
    }
#endif
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
