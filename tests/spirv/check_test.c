/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/spirv/check_test.c tests/code/spv_cpu.c tests/code/spv_check.c -o check_test -lcmocka -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tools/spv_check.h: each condition with operands that trigger it and with operands at its edge
   that must not, as scalars and as vectors of which one component does; what is proved; what
   defined results are; records; every output is valid, and computes what the input computes. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tools/spv_check.h"
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"

enum { SET = 3, BINDING = 7, WORDS = 64, RESULT = 32, ROOM = 1 << 16 };

static spv_context context;

/* ---- modules that are instrumented */

typedef struct checked {
    uint32_t *words;
    size_t count;
    void *memory;
    spvch_module c;
    uint32_t buffer[ROOM]; /* of records */
    uint32_t data[WORDS];
} checked;

static checked one;

static void validate(const uint32_t *words, size_t count) {
    spv_const_binary_t binary = {words, count};
    spv_diagnostic diagnostic = NULL;
    spv_text text = NULL;
    if (spvValidate(context, &binary, &diagnostic) == SPV_SUCCESS) return;
    spvBinaryToText(context, words, count, SPV_BINARY_TO_TEXT_OPTION_INDENT, &text, NULL);
    fail_msg("%s in\n%s", diagnostic->error, text == NULL ? "?" : text->str);
}

static void release(void) {
    free(one.words);
    free(one.memory);
    one.words = NULL;
    one.memory = NULL;
}

static void instrument(const uint32_t *words, size_t count, const spvch_options *options) {
    size_t size = spvch_memory(words, count);
    one.memory = malloc(size);
    memset(one.memory, 0xA5, size);
    while (spvch_instrument(&one.c, options, words, count, one.memory, size) == SPVCH_MEMORY) {
        free(one.memory);
        one.memory = malloc(size = one.c.needed);
        memset(one.memory, 0xA5, size);
    }
    if (one.c.error.status != SPVCH_OK) fail_msg("word %u: %s", one.c.error.word, one.c.error.text);
    validate(one.c.words, one.c.word_count);
}

static uint32_t runner_checks; /* SPV_CPU_CHECK_...: these must find nothing */

/* Runs one workgroup on data, the records on. */
static void run(const uint32_t *words, size_t count, uint32_t *data) {
    static cpu_module m;
    const uint32_t groups[3] = {1, 1, 1};
    spv_cpu_binding bindings[2];
    spv_cpu_options options;
    memset(&options, 0, sizeof options);
    options.checks = runner_checks;
    memset(bindings, 0, sizeof bindings);
    bindings[0].data = data;
    bindings[0].size = 4 * WORDS;
    bindings[1].set = SET;
    bindings[1].binding = BINDING;
    bindings[1].data = one.buffer;
    bindings[1].size = sizeof one.buffer;
    if (cpu_open(&m, &options, words, count) != SPV_CPU_OK) fail_msg("%s", m.program.error);
    assert_int_equal(spv_cpu_bind(&m.worker, bindings, 2, NULL, 0), SPV_CPU_OK);
    if (spv_cpu_dispatch(&m.worker, groups, 0, 1) != SPV_CPU_OK) fail_msg("%s", m.worker.error);
    cpu_close(&m);
}

/* Runs the module as it was and with its checks: the same results. */
static void run_both(const uint32_t *data, int is_same) {
    uint32_t plain[WORDS];
    memcpy(plain, data, sizeof plain);
    memcpy(one.data, data, sizeof plain);
    memset(one.buffer, 0, sizeof one.buffer);
    if (is_same) run(one.words, one.count, plain);
    run(one.c.words, one.c.word_count, one.data);
    if (is_same) assert_memory_equal(plain, one.data, sizeof plain);
}

static uint32_t count_of(spvch_condition condition) {
    uint32_t i, count = 0;
    for (i = 0; i < one.c.site_count; i++)
        if (one.c.sites[i].condition == condition)
            count += spvch_count(&one.c, one.buffer, ROOM, i);
    return count;
}

static uint32_t count_all(void) {
    uint32_t i, count = 0;
    for (i = 0; i < one.c.site_count; i++) count += spvch_count(&one.c, one.buffer, ROOM, i);
    return count;
}

static uint32_t site_of(spvch_condition condition) {
    uint32_t i;
    for (i = 0; i < one.c.site_count; i++)
        if (one.c.sites[i].condition == condition) return i;
    fail_msg("no site: %d", (int)condition);
    return 0;
}

static uint32_t sites_of(spvch_condition condition) {
    uint32_t i, count = 0;
    for (i = 0; i < one.c.site_count; i++) count += one.c.sites[i].condition == condition;
    return count;
}

/* Sites, without those of the buffer that the tests themselves use. */
static uint32_t own_sites(void) {
    uint32_t i, count = 0;
    for (i = 0; i < one.c.site_count; i++)
        count += one.c.sites[i].condition != SPVCH_BUFFER_INDEX;
    return count;
}

static const spvch_options recording = {SPVCH_RECORD, SET, BINDING, 0, 0};

/* ---- operations on numbers: $f $i $u are types, $f0 the first operand as a float, and so on; in
   vectors, component 0 has the operands of `holds`, component 1 those that are tested */

/* A version of SPIR-V, and how buffers are declared in it. */
typedef struct style {
    spv_target_env environment;
    const char *interface, *block, *storage;
} style;

static const style styles[] = {
    {SPV_ENV_VULKAN_1_0, "", "BufferBlock", "Uniform"},
    {SPV_ENV_VULKAN_1_1, "", "Block", "StorageBuffer"},
    {SPV_ENV_VULKAN_1_1_SPIRV_1_4, "%data", "Block", "StorageBuffer"},
    {SPV_ENV_VULKAN_1_2, "%data", "Block", "StorageBuffer"},
    {SPV_ENV_VULKAN_1_3, "%data", "Block", "StorageBuffer"},
};

static const style *spoken = &styles[4];

static char text[1 << 16];

#define TYPES \
    "%void = OpTypeVoid\n%bool = OpTypeBool\n%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n" \
    "%float = OpTypeFloat 32\n%vf = OpTypeVector %float 2\n%vi = OpTypeVector %int 2\n" \
    "%vu = OpTypeVector %uint 2\n%fn = OpTypeFunction %void\n" \
    "%words = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %words\n" \
    "%fe = OpTypeStruct %float %int\n%vfe = OpTypeStruct %vf %vi\n" \
    "%true = OpConstantTrue %bool\n%false = OpConstantFalse %bool\n"

/* What stands before the functions: %data is a buffer of words, %n0 to %n63 are numbers; `more`
   are types and variables. */
static size_t write_head(const char *capabilities, const char *more) {
    size_t size = (size_t)sprintf(
        text, "OpCapability Shader\n%s%%g = OpExtInstImport \"GLSL.std.450\"\n"
        "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\" %s\n"
        "OpExecutionMode %%main LocalSize 1 1 1\n%%file = OpString \"a.comp\"\n"
        "OpName %%main \"main\"\nOpDecorate %%words ArrayStride 4\nOpDecorate %%block %s\n"
        "OpMemberDecorate %%block 0 Offset 0\nOpDecorate %%data DescriptorSet 0\n"
        "OpDecorate %%data Binding 0\n" "%s"
        "%%blockp = OpTypePointer %s %%block\n%%wordp = OpTypePointer %s %%uint\n"
        "%%data = OpVariable %%blockp %s\n", capabilities, spoken->interface, spoken->block, TYPES,
        spoken->storage, spoken->storage, spoken->storage);
    int k;
    for (k = 0; k < WORDS; k++)
        size += (size_t)sprintf(text + size, "%%n%d = OpConstant %%uint %d\n", k, k);
    return size + (size_t)sprintf(text + size, "%s", more);
}

/* Assembles, validates and instruments; the caller releases. */
static void assemble(const char *text, const spvch_options *options) {
    one.words = cpu_assemble("check", text, strlen(text), spoken->environment, &one.count);
    if (one.words == NULL) fail_msg("in\n%s", text);
    validate(one.words, one.count);
    instrument(one.words, one.count, options);
}

typedef struct row {
    spvch_condition condition;
    char result;              /* 'f' 'i' 'u', 's': a struct of frexp */
    const char *text;         /* the operation */
    uint32_t fires[3][3];     /* operands; rows of zeros behind the first end the list */
    uint32_t holds[3];
    uint32_t fires_count;
    uint32_t edges[3][3];     /* these must not fire */
    uint32_t edge_count;
} row;

#define F0 0u
#define MF0 0x80000000u
#define F1 0x3F800000u
#define MF1 0xBF800000u
#define F2 0x40000000u
#define F1_UP 0x3F800001u
#define F1_DOWN 0x3F7FFFFFu
#define TINY 1u
#define MTINY 0x80000001u
#define MIN_INT 0x80000000u
#define INF 0x7F800000u
#define MINF 0xFF800000u
#define QNAN 0x7FC00000u
#define M1 0xFFFFFFFFu
#define NO {0, 0, 0}

static const row rows[] = {
    {SPVCH_UDIV_ZERO, 'u', "OpUDiv $u $u0 $u1", {{7, 0}, NO, NO}, {5, 2}, 1,
     {{7, 1}, {0, M1}, NO}, 2},
    {SPVCH_SDIV_ZERO, 'i', "OpSDiv $i $i0 $i1", {{7, 0}, {M1, 0}, NO}, {5, 2}, 2,
     {{7, 1}, {0, M1}, {MIN_INT, 1}}, 3},
    {SPVCH_SDIV_RANGE, 'i', "OpSDiv $i $i0 $i1", {{MIN_INT, M1}, NO, NO}, {5, 2}, 1,
     {{MIN_INT + 1, M1}, {MIN_INT, 1}, {MIN_INT, M1 - 1}}, 3},
    {SPVCH_UMOD_ZERO, 'u', "OpUMod $u $u0 $u1", {{7, 0}, NO, NO}, {5, 2}, 1, {{7, 1}, NO, NO}, 1},
    {SPVCH_SREM_ZERO, 'i', "OpSRem $i $i0 $i1", {{7, 0}, NO, NO}, {5, 2}, 1, {{7, M1}, NO, NO}, 1},
    {SPVCH_SREM_RANGE, 'i', "OpSRem $i $i0 $i1", {{MIN_INT, M1}, NO, NO}, {5, 2}, 1,
     {{MIN_INT, 1}, {MIN_INT + 1, M1}, NO}, 2},
    {SPVCH_SMOD_ZERO, 'i', "OpSMod $i $i0 $i1", {{7, 0}, NO, NO}, {5, 2}, 1, {{7, M1}, NO, NO}, 1},
    {SPVCH_SMOD_RANGE, 'i', "OpSMod $i $i0 $i1", {{MIN_INT, M1}, NO, NO}, {5, 2}, 1,
     {{MIN_INT, 1}, {MIN_INT + 1, M1}, NO}, 2},
    {SPVCH_FREM_ZERO, 'f', "OpFRem $f $f0 $f1", {{F1, F0}, {F1, MF0}, NO}, {F1, F2}, 2,
     {{F1, TINY | 0x00800000u}, {F0, F1}, NO}, 2},
    {SPVCH_FMOD_ZERO, 'f', "OpFMod $f $f0 $f1", {{F1, F0}, {F1, MF0}, NO}, {F1, F2}, 2,
     {{F1, 0x00800000u}, {F0, F1}, NO}, 2},
    {SPVCH_SHIFT_LEFT, 'u', "OpShiftLeftLogical $u $u0 $u1", {{1, 32}, {1, M1}, NO}, {5, 2}, 2,
     {{1, 31}, {1, 0}, NO}, 2},
    {SPVCH_SHIFT_RIGHT, 'u', "OpShiftRightLogical $u $u0 $i1", {{1, 32}, {1, M1}, NO}, {5, 2}, 2,
     {{1, 31}, {1, 0}, NO}, 2},
    {SPVCH_SHIFT_SIGNED, 'i', "OpShiftRightArithmetic $i $i0 $u1", {{1, 32}, {1, M1}, NO}, {5, 2},
     2, {{1, 31}, {1, 0}, NO}, 2},
    {SPVCH_FIELD_INSERT, 'u', "OpBitFieldInsert $u $u0 $u0 %u1 %u2",
     {{1, 33, 0}, {1, 1, 32}, {1, M1, 2}}, {5, 2, 3}, 3, {{1, 32, 0}, {1, 1, 31}, {1, 0, 32}}, 3},
    {SPVCH_FIELD_SIGNED, 'i', "OpBitFieldSExtract $i $i0 %i1 %u2",
     {{1, 33, 0}, {1, 1, 32}, {1, 2, M1}}, {5, 2, 3}, 3, {{1, 32, 0}, {1, 1, 31}, {1, 0, 32}}, 3},
    {SPVCH_FIELD_EXTRACT, 'u', "OpBitFieldUExtract $u $u0 %u1 %u2",
     {{1, 33, 0}, {1, 1, 32}, {1, 16, 17}}, {5, 2, 3}, 3, {{1, 32, 0}, {1, 1, 31}, {1, 16, 16}},
     3},
    {SPVCH_TO_SIGNED, 'i', "OpConvertFToS $i $f0", {{0x4F000000u}, {0xCF000001u}, {QNAN}}, {F1}, 3,
     {{0x4EFFFFFFu}, {0xCF000000u}, {MF0}}, 3},
    {SPVCH_TO_SIGNED, 'i', "OpConvertFToS $i $f0", {{INF}, {MINF}, NO}, {F1}, 2, {NO, NO, NO}, 1},
    {SPVCH_TO_UNSIGNED, 'u', "OpConvertFToU $u $f0", {{0x4F800000u}, {MF1}, {QNAN}}, {F1}, 3,
     {{0x4F7FFFFFu}, {0xBF7FFFFFu}, {MF0}}, 3},
    {SPVCH_SQRT, 'f', "OpExtInst $f %g Sqrt $f0", {{MTINY}, {MF1}, {MINF}}, {F1}, 3,
     {{F0}, {MF0}, {QNAN}}, 3},
    {SPVCH_INVERSE_SQRT, 'f', "OpExtInst $f %g InverseSqrt $f0", {{F0}, {MF0}, {MF1}}, {F1}, 3,
     {{0x00800000u}, {INF}, {QNAN}}, 3},
    {SPVCH_LOG, 'f', "OpExtInst $f %g Log $f0", {{F0}, {MF0}, {MF1}}, {F1}, 3,
     {{0x00800000u}, {INF}, {QNAN}}, 3},
    {SPVCH_LOG2, 'f', "OpExtInst $f %g Log2 $f0", {{F0}, {MF0}, {MF1}}, {F1}, 3,
     {{0x00800000u}, {INF}, {QNAN}}, 3},
    {SPVCH_POW, 'f', "OpExtInst $f %g Pow $f0 $f1", {{MF1, F2}, {F0, F0}, {F0, MF1}}, {F1, F2}, 3,
     {{F0, F1}, {F1, F0}, {F2, MF1}}, 3},
    {SPVCH_ASIN, 'f', "OpExtInst $f %g Asin $f0", {{F1_UP}, {F1_UP | MF0}, {INF}}, {F0}, 3,
     {{F1}, {MF1}, {QNAN}}, 3},
    {SPVCH_ACOS, 'f', "OpExtInst $f %g Acos $f0", {{F1_UP}, {F1_UP | MF0}, {INF}}, {F0}, 3,
     {{F1}, {MF1}, {F0}}, 3},
    {SPVCH_ACOSH, 'f', "OpExtInst $f %g Acosh $f0", {{F1_DOWN}, {MF1}, {F0}}, {F2}, 3,
     {{F1}, {INF}, {QNAN}}, 3},
    {SPVCH_ATANH, 'f', "OpExtInst $f %g Atanh $f0", {{F1}, {MF1}, {F2}}, {F0}, 3,
     {{F1_DOWN}, {F1_DOWN | MF0}, {F0}}, 3},
    {SPVCH_ATAN2, 'f', "OpExtInst $f %g Atan2 $f0 $f1", {{F0, F0}, {MF0, F0}, {F0, MF0}}, {F1, F2},
     3, {{F0, F1}, {F1, F0}, {F0, MF1}}, 3},
    {SPVCH_FCLAMP, 'f', "OpExtInst $f %g FClamp $f0 $f1 $f2", {{F1, F1_UP, F1}, {F0, INF, F0}, NO},
     {F1, F0, F1}, 2, {{F1, F1, F1}, {F0, MINF, INF}, {F0, MF0, F0}}, 3},
    {SPVCH_NCLAMP, 'f', "OpExtInst $f %g NClamp $f0 $f1 $f2", {{F1, F1_UP, F1}, {F0, INF, F0}, NO},
     {F1, F0, F1}, 2, {{F1, F1, F1}, {F0, MINF, INF}, {F0, MF0, F0}}, 3},
    {SPVCH_UCLAMP, 'u', "OpExtInst $u %g UClamp $u0 $u1 $u2", {{1, 2, 1}, {1, M1, 1}, NO},
     {1, 0, 1}, 2, {{1, 1, 1}, {1, 0, M1}, NO}, 2},
    {SPVCH_SCLAMP, 'i', "OpExtInst $i %g SClamp $i0 $i1 $i2", {{1, 2, 1}, {1, 0, M1}, NO},
     {1, 0, 1}, 2, {{1, 1, 1}, {1, M1, 0}, NO}, 2},
    {SPVCH_SMOOTHSTEP, 'f', "OpExtInst $f %g SmoothStep $f0 $f1 $f2",
     {{F1, F1, F0}, {F1_UP, F1, F0}, {F0, MF0, F1}}, {F0, F1, F2}, 3,
     {{F1, F1_UP, F0}, {MF1, F0, F1}, NO}, 2},
    {SPVCH_LDEXP, 'f', "OpExtInst $f %g Ldexp $f0 $i1", {{F1, 129}, {F0, 0x7FFFFFFFu}, NO}, {F1, 3},
     2, {{F1, 127}, {F0, 128}, {F1, MIN_INT}}, 3},
    {SPVCH_FREXP_STRUCT, 's', "OpExtInst $e %g FrexpStruct $f0", {{INF}, {MINF}, {QNAN}}, {F1}, 3,
     {{0x7F7FFFFFu}, {F0}, {MF1}}, 3},
};

/* The text of an operation, with `$` for the types and operands of scalars or vectors. */
static void spell(char *to, const char *from, int is_vector) {
    for (; *from != 0; from++) {
        if (*from != '$') {
            *to++ = *from;
            continue;
        }
        from++;
        to += sprintf(to, "%%%s", is_vector ? "v" : "");
        if (from[1] >= '0' && from[1] <= '9') *to++ = *from, *to++ = *++from;
        else to += sprintf(to, "%s", is_vector ? (*from == 'e' ? "fe" : *from == 'f' ? "f"
                                                  : *from == 'i' ? "i" : "u")
                                     : *from == 'e' ? "fe" : *from == 'f' ? "float"
                                     : *from == 'i' ? "int" : "uint");
    }
    *to = 0;
}

/* Loads words 0 to 2 as %u0 %i0 %f0 ..., and with words 8 to 10 before them as %vu0 ... */
static size_t spell_loads(char *to) {
    size_t size = 0;
    int k, h;
    for (k = 0; k < 3; k++)
        for (h = 0; h < 2; h++) {
            const char *p = h ? "h" : "";
            size += (size_t)sprintf(
                to + size,
                "%%p%s%d = OpAccessChain %%wordp %%data %%n0 %%n%d\n"
                "%%%su%d = OpLoad %%uint %%p%s%d\n"
                "%%%si%d = OpBitcast %%int %%%su%d\n%%%sf%d = OpBitcast %%float %%%su%d\n",
                p, k, k + 8 * h, p, k, p, k, p, k, p, k, p, k, p, k);
            if (h)
                size += (size_t)sprintf(
                    to + size, "%%vu%d = OpCompositeConstruct %%vu %%hu%d %%u%d\n"
                    "%%vi%d = OpCompositeConstruct %%vi %%hi%d %%i%d\n"
                    "%%vf%d = OpCompositeConstruct %%vf %%hf%d %%f%d\n", k, k, k, k, k, k, k, k, k);
        }
    return size;
}

/* Stores %r, or its last component, as word RESULT. */
static size_t spell_result(char *to, char result, int is_vector) {
    static const char *const types[] = {"float", "int", "uint"};
    const char *type = types[result == 'i' ? 1 : result == 'u' ? 2 : 0], *last = "r";
    size_t size = 0;
    if (result == 's') {
        size += (size_t)sprintf(to + size, "%%r0 = OpCompositeExtract %%%s %%r 0\n",
                                is_vector ? "vf" : "float");
        last = "r0";
    }
    if (is_vector) {
        size += (size_t)sprintf(to + size, "%%r1 = OpCompositeExtract %%%s %%%s 1\n", type, last);
        last = "r1";
    }
    return size + (size_t)sprintf(to + size, "%%rp = OpAccessChain %%wordp %%data %%n0 %%n%d\n"
                                  "%%rw = Op%s %%uint %%%s\nOpStore %%rp %%rw\n", RESULT,
                                  result == 'u' ? "CopyObject" : "Bitcast", last);
}

static void write_module(const char *operation, char result, int is_vector) {
    size_t size = write_head("", "");
    size += (size_t)sprintf(text + size, "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n");
    size += spell_loads(text + size);
    size += (size_t)sprintf(text + size, "OpLine %%file 12 34\n%%r = ");
    spell(text + size, operation, is_vector);
    size = strlen(text);
    size += (size_t)sprintf(text + size, "\n");
    size += spell_result(text + size, result, is_vector);
    sprintf(text + size, "OpReturn\nOpFunctionEnd\n");
}

static void set_data(uint32_t data[WORDS], const uint32_t tested[3], const uint32_t holds[3]) {
    memset(data, 0, 4 * WORDS);
    memcpy(data, tested, 12);
    memcpy(data + 8, holds, 12);
}

static void check_row(const row *r, int is_vector, const spvch_options *options) {
    uint32_t data[WORDS], k;
    int is_same = !(options->flags & SPVCH_DEFINED);
    write_module(r->text, r->result, is_vector);
    assemble(text, options);
    assert_int_equal(one.c.sites[site_of(r->condition)].line, 12);
    assert_int_equal(one.c.sites[site_of(r->condition)].column, 34);
    for (k = 0; k < r->fires_count; k++) {
        set_data(data, r->fires[k], r->holds);
        run_both(data, is_same);
        if (count_of(r->condition) != 1)
            fail_msg("%s, vector %d: fires[%u] counts %u", r->text, is_vector, k,
                     count_of(r->condition));
    }
    for (k = 0; k < r->edge_count; k++) {
        set_data(data, r->edges[k], r->holds);
        run_both(data, 1);
        if (count_of(r->condition) != 0)
            fail_msg("%s, vector %d: edges[%u] fires", r->text, is_vector, k);
    }
    release();
}

static void test_rows(void **state) {
    size_t i;
    (void)state;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        check_row(&rows[i], 0, &recording);
        check_row(&rows[i], 1, &recording);
    }
}

/* ---- statements: a main function, or all functions, in assembly */

/* A module whose main function is `body`; it ends with a return. */
static void write_body(const char *capabilities, const char *more, const char *body) {
    size_t size = write_head(capabilities, more);
    size += (size_t)sprintf(text + size, "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n");
    if (strstr(body, "%u0") != NULL || strstr(body, "%f0") != NULL || strstr(body, "%i0") != NULL)
        size += spell_loads(text + size);
    sprintf(text + size, "%sOpReturn\nOpFunctionEnd\n", body);
}

/* Words that are all zero but for the first three. */
static const uint32_t *given(uint32_t a, uint32_t b, uint32_t c) {
    static uint32_t data[WORDS];
    memset(data, 0, sizeof data);
    data[0] = a;
    data[1] = b;
    data[2] = c;
    return data;
}

/* A body that counts this often with these words. */
static void expect(spvch_condition condition, uint32_t count, uint32_t a, uint32_t b, uint32_t c) {
    run_both(given(a, b, c), 1);
    if (count_of(condition) != count)
        fail_msg("%s: %u times, not %u, with %x %x %x", one.c.sites[site_of(condition)].text,
                 count_of(condition), count, a, b, c);
}

/* Adds a variable to the entry point's interface. */
static void list_in_interface(const char *variable) {
    char *at = strstr(text, "\"main\" %data");
    if (at == NULL) return;
    at += strlen("\"main\" %data");
    memmove(at + strlen(variable), at, strlen(at) + 1);
    memcpy(at, variable, strlen(variable));
}

#define STORE(id) "%rp = OpAccessChain %wordp %data %n0 %n32\nOpStore %rp " id "\n"
#define STORE_FLOAT(id) "%rw = OpBitcast %uint " id "\n" STORE("%rw")

/* Bit fields whose offset and count are of other widths and signs than the bits, and each other. */
static void test_field_widths(void **state) {
    static const struct {
        const char *offset, *count; /* made of %u1 and %u2 */
        uint32_t wide;              /* 64 bits: the runner has no such field, so it is only valid */
    } types[] = {
        {"%o = OpUConvert %ushort %u1\n", "%n = OpUConvert %uchar %u2\n", 0},
        {"%o = OpSConvert %char %i1\n", "%n = OpSConvert %short %i2\n", 0},
        {"%o = OpUConvert %ushort %u1\n", "%n = OpCopyObject %int %i2\n", 0},
        {"%o = OpCopyObject %int %i1\n", "%n = OpCopyObject %uint %u2\n", 0},
        {"%ov = OpCompositeConstruct %vu %u1 %u2\n%o = OpBitcast %long %ov\n",
         "%n = OpSConvert %char %i2\n", 1},
    };
    static const char *const operations[] = {
        "%r = OpBitFieldInsert %uint %u0 %u0 %o %n\n",
        "%ri = OpBitFieldSExtract %int %i0 %o %n\n%r = OpBitcast %uint %ri\n",
        "%r = OpBitFieldUExtract %uint %u0 %o %n\n"};
    char body[1024];
    uint32_t i, k;
    (void)state;
    for (i = 0; i < sizeof types / sizeof *types; i++)
        for (k = 0; k < 3; k++) {
            spvch_condition row = (spvch_condition)(SPVCH_FIELD_INSERT + k);
            sprintf(body, "%s%s%s%s", types[i].offset, types[i].count, operations[k], STORE("%r"));
            write_body("OpCapability Int8\nOpCapability Int16\nOpCapability Int64\n",
                       "%char = OpTypeInt 8 1\n%uchar = OpTypeInt 8 0\n%short = OpTypeInt 16 1\n"
                       "%ushort = OpTypeInt 16 0\n%long = OpTypeInt 64 1\n", body);
            assemble(text, &recording);
            assert_int_equal(own_sites(), 1);
            if (types[i].wide) {
                release();
                continue;
            }
            expect(row, 0, 5, 0, 32);
            expect(row, 0, 5, 31, 1);
            expect(row, 0, 5, 32, 0);
            expect(row, 1, 5, 31, 2);
            expect(row, 1, 5, 32, 1);
            expect(row, 1, 5, 0, 33);
            expect(row, 1, 5, 33, 0);
            expect(row, 1, 5, 0, 127);
            expect(row, 1, 5, 1, 255); /* -1 in 8 bits, whose sum with 1 is 0 */
            release();
        }
}

static void test_normalize(void **state) {
    (void)state;
    write_body("", "%f3 = OpTypeVector %float 3\n",
               "%v = OpCompositeConstruct %f3 %f0 %f1 %f2\n%r = OpExtInst %f3 %g Normalize %v\n"
               "%r0 = OpCompositeExtract %float %r 0\n" STORE_FLOAT("%r0"));
    assemble(text, &recording);
    expect(SPVCH_NORMALIZE, 1, F0, MF0, F0);
    expect(SPVCH_NORMALIZE, 0, F1, F0, F0);
    expect(SPVCH_NORMALIZE, 0, F0, F0, MF1);
    release();
}

static void test_matrix_inverse(void **state) {
    (void)state;
    write_body("", "%m2 = OpTypeMatrix %vf 2\n%f_1 = OpConstant %float 1\n"
               "%f_0 = OpConstant %float 0\n%c0 = OpConstantComposite %vf %f_1 %f_0\n",
               "%c1 = OpCompositeConstruct %vf %f0 %f1\n%m = OpCompositeConstruct %m2 %c0 %c1\n"
               "%r = OpExtInst %m2 %g MatrixInverse %m\n%r0 = OpCompositeExtract %float %r 0 0\n");
    assemble(text, &recording);
    expect(SPVCH_INVERSE, 1, F1, F0, 0);
    expect(SPVCH_INVERSE, 0, F1, F1, 0);
    release();
}

static void test_frexp(void **state) {
    (void)state;
    write_body("", "%intp = OpTypePointer Private %int\n%e = OpVariable %intp Private\n",
               "%r = OpExtInst %float %g Frexp %f0 %e\n"
               "%e0 = OpLoad %int %e\n%rw = OpBitcast %uint %e0\n" STORE("%rw"));
    list_in_interface(" %e");
    assemble(text, &recording);
    expect(SPVCH_FREXP, 1, QNAN, 0, 0);
    expect(SPVCH_FREXP, 1, MINF, 0, 0);
    expect(SPVCH_FREXP, 0, 0x7F7FFFFFu, 0, 0);
    expect(SPVCH_FREXP, 0, F0, 0, 0);
    release();
}

static void test_assumed_and_reached(void **state) {
    (void)state;
    write_body("OpCapability ExpectAssumeKHR\nOpExtension \"SPV_KHR_expect_assume\"\n", "",
               "%c = OpULessThan %bool %u0 %n5\nOpAssumeTrueKHR %c\n");
    assemble(text, &recording); /* which the CPU runner does not know */
    assert_int_equal(own_sites(), 1);
    site_of(SPVCH_ASSUMED);
    release();
    write_body("", "", "%c = OpULessThan %bool %u0 %n5\nOpSelectionMerge %m None\n"
               "OpBranchConditional %c %m %x\n%x = OpLabel\nOpUnreachable\n%m = OpLabel\n");
    assemble(text, &recording);
    expect(SPVCH_REACHED, 0, 4, 0, 0);
    run_both(given(5, 0, 0), 0);
    assert_int_equal(count_of(SPVCH_REACHED), 1);
    release();
}

/* ---- indices */

#define TABLES \
    "%n4c = OpConstant %uint 4\n%arr = OpTypeArray %uint %n4c\n" \
    "%arrp = OpTypePointer Function %arr\n%up = OpTypePointer Function %uint\n" \
    "%u4 = OpTypeVector %uint 4\n" \
    "%table = OpConstantComposite %arr %n7 %n8 %n9 %n10\n" \
    "%i4 = OpConstantComposite %u4 %n1 %n2 %n3 %n4\n%short = OpTypeInt 16 1\n" \
    "%long = OpTypeInt 64 1\n%vp = OpTypePointer Function %vf\n%m2 = OpTypeMatrix %vf 2\n" \
    "%mp = OpTypePointer Function %m2\n%zero = OpConstantNull %m2\n" \
    "%f_0 = OpConstant %float 0\n%k_0 = OpConstant %int 0\n%k_1 = OpConstant %int 1\n" \
    "%k_3 = OpConstant %int 3\n%k_4 = OpConstant %int 4\n%k_9 = OpConstant %int 9\n" \
    "%k__2 = OpConstant %int -2\n%two = OpConstant %float 2\n%four = OpConstant %float 4\n"

/* A body with %a, an array of 4, and %m, a matrix of 2. */
static void write_indexed(const char *body) {
    size_t size = write_head("OpCapability Int16\nOpCapability Int64\n", TABLES);
    size += (size_t)sprintf(text + size, "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n"
                            "%%a = OpVariable %%arrp Function %%table\n"
                            "%%m = OpVariable %%mp Function %%zero\n");
    size += spell_loads(text + size);
    sprintf(text + size, "%sOpReturn\nOpFunctionEnd\n", body);
}

static void test_indices(void **state) {
    static const char *const indices[] = {
        "%x = OpCopyObject %uint %u0\n", "%x = OpCopyObject %int %i0\n",
        "%x = OpUConvert %long %u0\n", "%x = OpSConvert %short %i0\n"};
    char body[512];
    size_t i;
    (void)state;
    for (i = 0; i < 4; i++) {
        sprintf(body, "%s%%p = OpAccessChain %%up %%a %%x\n%%r = OpLoad %%uint %%p\n%s", indices[i],
                STORE("%r"));
        write_indexed(body);
        if (i == 2) { /* the signed type comes from a type without sign */
            char *at = strstr(text, "OpUConvert %long %u0");
            memcpy(at, "OpSConvert %long %i0", 20);
        }
        assemble(text, &recording);
        expect(SPVCH_ARRAY_INDEX, 0, 0, 0, 0);
        expect(SPVCH_ARRAY_INDEX, 0, 3, 0, 0);
        expect(SPVCH_ARRAY_INDEX, 1, 4, 0, 0);
        expect(SPVCH_ARRAY_INDEX, 1, M1, 0, 0);
        release();
    }
}

static void test_vector_indices(void **state) {
    (void)state;
    write_indexed("%e = OpVectorExtractDynamic %uint %i4 %u0\n"
                  "%w = OpVectorInsertDynamic %u4 %i4 %e %i1\n"
                  "%r = OpCompositeExtract %uint %w 2\n" STORE("%r"));
    assemble(text, &recording);
    assert_int_equal(own_sites(), 2);
    expect(SPVCH_VECTOR_INDEX, 0, 3, 3, 0);
    expect(SPVCH_VECTOR_INDEX, 1, 4, 3, 0);
    expect(SPVCH_VECTOR_INDEX, 1, 3, 4, 0);
    expect(SPVCH_VECTOR_INDEX, 2, M1, M1, 0);
    release();
    write_indexed("%p = OpAccessChain %vp %m %u0\n%r = OpLoad %vf %p\n");
    assemble(text, &recording);
    expect(SPVCH_ARRAY_INDEX, 0, 1, 0, 0);
    expect(SPVCH_ARRAY_INDEX, 1, 2, 0, 0);
    release();
}

static void test_buffer_indices(void **state) {
    size_t i;
    (void)state;
    for (i = 0; i < sizeof styles / sizeof *styles; i++) {
        spoken = &styles[i];
        write_body("", "", "%p = OpAccessChain %wordp %data %n0 %i0\n%r = OpLoad %uint %p\n"
                   STORE("%r"));
        assemble(text, &recording);
        expect(SPVCH_BUFFER_INDEX, 0, WORDS - 1, 0, 0);
        expect(SPVCH_BUFFER_INDEX, 1, WORDS, 0, 0);
        expect(SPVCH_BUFFER_INDEX, 1, M1, 0, 0);
        release();
    }
    spoken = &styles[4];
}

/* ---- variables, undefined values */

static void test_unwritten(void **state) {
    (void)state;
    write_head("", "%up = OpTypePointer Function %uint\n%pp = OpTypePointer Private %uint\n"
               "%v2p = OpTypePointer Function %vu\n%g0 = OpVariable %pp Private\n");
    sprintf(text + strlen(text), "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n"
            "%%a = OpVariable %%up Function\n%%b = OpVariable %%up Function\n"
            "%%v = OpVariable %%v2p Function\n%%o = OpVariable %%v2p Function\n");
    spell_loads(text + strlen(text));
    strcat(text,
           "OpStore %b %n1\n%b1 = OpLoad %uint %b\n" /* proved */
           "%c = OpULessThan %bool %u0 %n5\nOpSelectionMerge %m None\n"
           "OpBranchConditional %c %x %m\n%x = OpLabel\nOpStore %a %n2\nOpStore %g0 %n3\n"
           "%vx = OpAccessChain %up %v %n1\nOpStore %vx %n4\nOpBranch %m\n%m = OpLabel\n"
           "%a1 = OpLoad %uint %a\n%g1 = OpLoad %uint %g0\n%v1 = OpLoad %vu %v\n"
           "%a2 = OpIAdd %uint %a1 %g1\n%v2 = OpIAdd %vu %v1 %v1\n%b2 = OpIAdd %uint %b1 %b1\n"
           "%o1 = OpLoad %vu %o\n%o2 = OpCompositeInsert %vu %a2 %o1 1\nOpStore %o %o2\n"
           "%s1 = OpLoad %uint %a\nOpStore %b %s1\n" /* moved, not used */
           "%s2 = OpLoad %uint %a\n" STORE("%s2") "OpReturn\nOpFunctionEnd\n");
    list_in_interface(" %g0");
    assemble(text, &recording);
    assert_int_equal(own_sites(), 4);
    expect(SPVCH_UNWRITTEN, 1, 4, 0, 0); /* of %v one component */
    expect(SPVCH_UNWRITTEN, 4, 5, 0, 0);
    release();
}

/* A body with %v and %w, vectors of two words, %w2, a word, %t, a struct of such a vector and an
   array of three of them, %m, a matrix of floats, and %pg, a private %t. */
static void write_parts(const char *body) {
    static char functions[4096];
    write_head("", "%wp = OpTypePointer Function %uint\n%v2p = OpTypePointer Function %vu\n"
               "%arr = OpTypeArray %vu %n3\n%st = OpTypeStruct %vu %arr\n"
               "%stp = OpTypePointer Function %st\n%array = OpTypePointer Function %arr\n"
               "%stg = OpTypePointer Private %st\n%wg = OpTypePointer Private %uint\n"
               "%pg = OpVariable %stg Private\n%mat = OpTypeMatrix %vf 2\n"
               "%matp = OpTypePointer Function %mat\n%vfp = OpTypePointer Function %vf\n"
               "%fp = OpTypePointer Function %float\n%wfn = OpTypeFunction %void %wp\n"
               "%vfn = OpTypeFunction %void %v2p\n%z2 = OpConstantNull %vu\n");
    sprintf(functions, "%%fill = OpFunction %%void None %%wfn\n"
            "%%wpp = OpFunctionParameter %%wp\n%%fl = OpLabel\n"
            "OpStore %%wpp %%n1\nOpReturn\nOpFunctionEnd\n"
            "%%fillv = OpFunction %%void None %%vfn\n%%vpp = OpFunctionParameter %%v2p\n"
            "%%fvl = OpLabel\nOpStore %%vpp %%z2\nOpReturn\nOpFunctionEnd\n"
            "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n"
            "%%v = OpVariable %%v2p Function\n%%w = OpVariable %%v2p Function\n"
            "%%w2 = OpVariable %%wp Function\n%%t = OpVariable %%stp Function\n"
            "%%m = OpVariable %%matp Function\n");
    strcat(text, functions);
    spell_loads(text + strlen(text));
    strcat(text, body);
    strcat(text, STORE("%r") "OpReturn\nOpFunctionEnd\n");
    list_in_interface(" %pg");
}

/* Parts of variables. What is read is stored; `fires` is for words 0 to 2, `not` for others. */
static void test_unwritten_parts(void **state) {
    static const struct {
        const char *body;
        uint32_t fires[3], not[3];
    } cases[] = {
        /* vectors: a component, by name and by index; a swizzle; all of it */
        {"%a = OpAccessChain %wp %v %n0\nOpStore %a %u0\n%b = OpAccessChain %wp %v %u1\n"
         "%r = OpLoad %uint %b\n", {5, 1, 0}, {5, 0, 0}},
        {"%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n%x = OpLoad %vu %v\n"
         "%y = OpVectorShuffle %vu %x %x 1 1\n%r = OpCompositeExtract %uint %y 0\n",
         {5, 0, 0}, {5, 1, 0}},
        {"%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n%b = OpAccessChain %wp %v %u2\n"
         "OpStore %b %u0\n%x = OpLoad %vu %v\n%y = OpIAdd %vu %x %x\n"
         "%r = OpCompositeExtract %uint %y 0\n", {5, 0, 0}, {5, 0, 1}},
        {"%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n%x = OpLoad %vu %v\n"
         "%r = OpCompositeExtract %uint %x 1\n", {5, 0, 0}, {5, 1, 0}},
        /* a component that is put into a loaded vector, which is stored again */
        {"%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n%x = OpLoad %vu %v\n"
         "%y = OpCompositeInsert %vu %u2 %x 0\nOpStore %w %y\n%b = OpAccessChain %wp %v %n0\n"
         "%r = OpLoad %uint %b\n", {5, 1, 0}, {5, 0, 0}},
        /* structs and arrays in each other */
        {"%a = OpAccessChain %wp %t %n1 %u1 %n0\nOpStore %a %u0\n"
         "%b = OpAccessChain %wp %t %n1 %n2 %n0\n%r = OpLoad %uint %b\n", {5, 1, 0}, {5, 2, 0}},
        {"%a = OpAccessChain %v2p %t %n1 %u1\nOpStore %a %vu0\n"
         "%b = OpAccessChain %wp %t %n1 %n2 %u2\n%r = OpLoad %uint %b\n", {5, 1, 1}, {5, 2, 1}},
        {"%a = OpAccessChain %wp %t %n0 %n1\nOpStore %a %u0\n%x = OpLoad %st %t\n"
         "%c = OpIEqual %bool %u1 %n0\n%y = OpCompositeExtract %uint %x 0 1\n"
         "OpSelectionMerge %f None\nOpBranchConditional %c %e %f\n%e = OpLabel\n"
         "%z = OpLoad %st %t\n%q = OpCompositeExtract %uint %z 0 0\nOpStore %w2 %q\n"
         "%q2 = OpIAdd %uint %q %q\nOpBranch %f\n%f = OpLabel\n%r = OpCopyObject %uint %y\n",
         {5, 0, 0}, {5, 1, 0}},
        {"%a = OpAccessChain %array %t %n1\n%a2 = OpAccessChain %v2p %a %u1\n"
         "%a3 = OpCopyObject %v2p %a2\nOpStore %a2 %vu0\n%b = OpAccessChain %wp %a %n1 %n1\n"
         "%r = OpLoad %uint %b\n", {5, 2, 0}, {5, 1, 0}},
        /* the whole writes all */
        {"%c = OpIEqual %bool %u1 %n0\nOpSelectionMerge %f None\n"
         "OpBranchConditional %c %e %f\n%e = OpLabel\n%k = OpCompositeConstruct %arr %vu0 %vu1 "
         "%vu0\n%o = OpCompositeConstruct %st %vu0 %k\nOpStore %t %o\nOpBranch %f\n"
         "%f = OpLabel\n%a = OpAccessChain %wp %t %n0 %n0\nOpStore %a %u0\n"
         "%b = OpAccessChain %wp %t %n1 %u2 %n1\n%r = OpLoad %uint %b\n", {5, 1, 0}, {5, 0, 0}},
        {"%a = OpAccessChain %wg %pg %n0 %u1\nOpStore %a %u0\n%b = OpAccessChain %wg %pg %n0 %n1\n"
         "%r = OpLoad %uint %b\n", {5, 0, 0}, {5, 1, 0}},
        /* a matrix: a column, and all of it */
        {"%a = OpAccessChain %vfp %m %u1\nOpStore %a %vf1\n%b = OpAccessChain %fp %m %n1 %u2\n"
         "%x = OpLoad %float %b\n%r = OpBitcast %uint %x\n", {5, 0, 0}, {5, 1, 0}},
        {"%a = OpAccessChain %vfp %m %n0\nOpStore %a %vf1\n%a2 = OpAccessChain %vfp %m %u1\n"
         "OpStore %a2 %vf1\n%x = OpLoad %mat %m\n%y = OpMatrixTimesVector %vf %x %vf1\n"
         "%z = OpCompositeExtract %float %y 0\n%r = OpBitcast %uint %z\n", {5, 0, 0}, {5, 1, 0}},
        /* in a loop: what an earlier turn wrote */
        {"OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n0 %l %k2 %q\nOpLoopMerge %e %q None\n"
         "OpBranch %f\n%f = OpLabel\n%go = OpULessThan %bool %k %u1\n"
         "OpBranchConditional %go %q %e\n%q = OpLabel\n%j = OpUMod %uint %k %n3\n"
         "%a = OpAccessChain %wp %t %n1 %j %n1\nOpStore %a %k\n%k2 = OpIAdd %uint %k %n1\n"
         "OpBranch %h\n%e = OpLabel\n%b = OpAccessChain %wp %t %n1 %n2 %n1\n"
         "%r = OpLoad %uint %b\n", {5, 2, 0}, {5, 3, 0}},
        /* a function writes what its pointer leads to */
        {"%c = OpIEqual %bool %u1 %n0\n%a = OpAccessChain %wp %t %n0 %n0\nOpStore %a %u0\n"
         "OpSelectionMerge %f None\nOpBranchConditional %c %e %f\n%e = OpLabel\n"
         "%o = OpFunctionCall %void %fill %w2\n%o2 = OpFunctionCall %void %fillv %v\n"
         "OpBranch %f\n%f = OpLabel\n%d = OpAccessChain %wp %v %n0\n%b = OpLoad %uint %d\n"
         "%d2 = OpAccessChain %wp %v %u2\nOpStore %d2 %n0\n"
         "%r = OpIAdd %uint %b %n0\n", {5, 1, 0}, {5, 0, 0}},
    };
    uint32_t i;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_parts(cases[i].body);
        assemble(text, &recording);
        run_both(given(cases[i].fires[0], cases[i].fires[1], cases[i].fires[2]), 1);
        if (count_of(SPVCH_UNWRITTEN) != 1) fail_msg("case %u does not fire", (unsigned)i);
        run_both(given(cases[i].not[0], cases[i].not[1], cases[i].not[2]), 1);
        if (count_of(SPVCH_UNWRITTEN) != 0) fail_msg("case %u fires", (unsigned)i);
        release();
    }
}

/* Puts more into the text behind a part of it. */
static void put_behind(const char *place, const char *more) {
    char *at = strstr(text, place) + strlen(place);
    memmove(at + strlen(more), at, strlen(at) + 1);
    memcpy(at, more, strlen(more));
}

/* A module of functions, and a main with %w and %w_2, words, %v, a vector of two, %t, a struct of
   both and an array of three words, and %vi_, a vector half of which begins undefined; %gw is a
   private word. The word that is %r is stored. */
static void write_functions(const char *functions, const char *body) {
    write_head("", "%wp = OpTypePointer Function %uint\n%vp = OpTypePointer Function %vu\n"
               "%arr = OpTypeArray %uint %n3\n%arrp = OpTypePointer Function %arr\n"
               "%st = OpTypeStruct %uint %vu %arr\n%stp = OpTypePointer Function %st\n"
               "%gp = OpTypePointer Private %uint\n%gw = OpVariable %gp Private\n"
               "%wfn = OpTypeFunction %void %wp\n%ufn = OpTypeFunction %uint %wp\n"
               "%uvfn = OpTypeFunction %uint %vp\n%usfn = OpTypeFunction %uint %stp\n"
               "%sfn = OpTypeFunction %void %stp\n%ugfn = OpTypeFunction %uint %gp\n"
               "%uwwfn = OpTypeFunction %uint %wp %wp\n%uufn = OpTypeFunction %uint %uint\n"
               "%uvvfn = OpTypeFunction %uint %vu\n%ssfn = OpTypeFunction %st %st\n"
               "%vufn = OpTypeFunction %vu %uint\n%ui = OpUndef %uint\n%ub = OpUndef %bool\n"
               "%uf = OpUndef %float\n%us = OpUndef %st\n%za = OpConstantNull %arr\n"
               "%ca = OpConstantComposite %arr %n1 %ui %n2\n%zv = OpConstantNull %vu\n"
               "%cv = OpConstantComposite %vu %n1 %ui\n"
               "%mat = OpTypeMatrix %vf 2\n%v3 = OpTypeVector %float 3\n"
               "%vb = OpTypeVector %bool 2\n");
    strcat(text, functions);
    strcat(text, "%main = OpFunction %void None %fn\n%l = OpLabel\n"
           "%w = OpVariable %wp Function\n%v = OpVariable %vp Function\n"
           "%t = OpVariable %stp Function\n%w_2 = OpVariable %wp Function\n"
           "%vi_ = OpVariable %vp Function %cv\n");
    spell_loads(text + strlen(text));
    strcat(text, "%c = OpINotEqual %bool %u0 %n0\n%d = OpINotEqual %bool %u1 %n0\n");
    strcat(text, body);
    strcat(text, STORE("%r") "OpReturn\nOpFunctionEnd\n");
    list_in_interface(" %gw");
}

/* What `if (CONDITION) BODY` is, with labels A and B. */
#define WHERE(condition, a, b, body) \
    "OpSelectionMerge " b " None\nOpBranchConditional " condition " " a " " b "\n" \
    a " = OpLabel\n" body "OpBranch " b "\n" b " = OpLabel\n"

#define GET "%get = OpFunction %uint None %ufn\n%gx = OpFunctionParameter %wp\n%gl = OpLabel\n" \
    "%gr = OpLoad %uint %gx\nOpReturnValue %gr\nOpFunctionEnd\n"

/* Functions and main's body, how many sites they have, words 0 to 2 where all of these fire, and
   where none does. */
typedef struct function_case {
    const char *functions, *body;
    uint32_t sites, fires[3], not[3];
} function_case;

/* In SPIR-V 1.0, and in 1.6, where entry points list all variables. */
static void check_functions(const function_case *cases, size_t count, spvch_condition condition) {
    size_t i;
    for (i = 0; i < 2 * count; i++) {
        const function_case *k = &cases[i / 2];
        spoken = &styles[i % 2 == 0 ? 4 : 0];
        write_functions(k->functions, k->body);
        assemble(text, &recording);
        if (sites_of(condition) != k->sites)
            fail_msg("case %u has %u sites", (unsigned)i / 2, (unsigned)sites_of(condition));
        run_both(given(k->fires[0], k->fires[1], k->fires[2]), 1);
        if (count_of(condition) != k->sites)
            fail_msg("case %u: %u fire", (unsigned)i / 2, (unsigned)count_of(condition));
        run_both(given(k->not[0], k->not[1], k->not[2]), 1);
        if (count_of(condition) != 0) fail_msg("case %u fires", (unsigned)i / 2);
        release();
    }
    spoken = &styles[4];
}

static const function_case behind_pointers[] = {
    /* a function reads what its caller wrote, on each way and on one of two */
    {GET, "OpStore %w %u1\n%r = OpFunctionCall %uint %get %w\n", 0, NO, NO},
    {GET, WHERE("%c", "%a", "%b", "OpStore %w %u1\n")
     "%r = OpFunctionCall %uint %get %w\n", 1, {0, 0, 0}, {1, 0, 0}},
    /* two callers, of which one may not have written it; the word of one round, read in the
       next */
    {GET, "OpStore %w_2 %u1\n%e = OpFunctionCall %uint %get %w_2\n"
     WHERE("%c", "%a", "%b", "OpStore %w %u1\n")
     "%f = OpFunctionCall %uint %get %w\n%r = OpIAdd %uint %e %f\n", 1, {0, 0, 0}, {1, 0, 0}},
    {GET, "OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %u0 %l %k2 %q\n"
     "OpLoopMerge %e %q None\nOpBranch %f\n%f = OpLabel\n%go = OpULessThan %bool %k %n5\n"
     "OpBranchConditional %go %y %e\n%y = OpLabel\n%odd = OpUGreaterThan %bool %k %n3\n"
     WHERE("%odd", "%a", "%b", "%x = OpFunctionCall %uint %get %w\n"
           "%x2 = OpIAdd %uint %x %x\n")
     "OpBranch %q\n%q = OpLabel\nOpStore %w %k\n%k2 = OpIAdd %uint %k %n1\n"
     "OpBranch %h\n%e = OpLabel\n%r = OpCopyObject %uint %k\n", 1, {4, 0, 0}, {3, 0, 0}},
    /* a component */
    {"%get = OpFunction %uint None %uvfn\n%gx = OpFunctionParameter %vp\n%gl = OpLabel\n"
     "%ga = OpAccessChain %wp %gx %n1\n%gr = OpLoad %uint %ga\nOpReturnValue %gr\n"
     "OpFunctionEnd\n", "%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n"
     "%r = OpFunctionCall %uint %get %v\n", 1, {0, 0, 0}, {0, 1, 0}},
    /* a function writes it on one of two ways, and on both */
    {"%put = OpFunction %void None %wfn\n%px = OpFunctionParameter %wp\n%pl = OpLabel\n"
     "%pp = OpAccessChain %wordp %data %n0 %n0\n%pw = OpLoad %uint %pp\n"
     "%pc = OpINotEqual %bool %pw %n0\n" WHERE("%pc", "%pa", "%pb", "OpStore %px %n1\n")
     "OpReturn\nOpFunctionEnd\n",
     "%x = OpFunctionCall %void %put %w\n%r0 = OpLoad %uint %w\n"
     "%r = OpIAdd %uint %r0 %n1\n", 1, {0, 0, 0}, {1, 0, 0}},
    {"%put = OpFunction %void None %wfn\n%px = OpFunctionParameter %wp\n%pl = OpLabel\n"
     "%pp = OpAccessChain %wordp %data %n0 %n0\n%pw = OpLoad %uint %pp\n"
     "%pc = OpINotEqual %bool %pw %n0\nOpStore %px %n1\nOpSelectionMerge %pb None\n"
     "OpBranchConditional %pc %pa %pb\n%pa = OpLabel\nOpReturn\n%pb = OpLabel\n"
     "OpReturn\nOpFunctionEnd\n",
     "%x = OpFunctionCall %void %put %w\n%r0 = OpLoad %uint %w\n"
     "%r = OpIAdd %uint %r0 %n1\n", 0, NO, NO},
    /* parts of a struct, by way of two functions */
    {"%put = OpFunction %void None %sfn\n%px = OpFunctionParameter %stp\n%pl = OpLabel\n"
     "%pp = OpAccessChain %wordp %data %n0 %n0\n%pw = OpLoad %uint %pp\n"
     "%pa = OpAccessChain %wp %px %n2 %pw\nOpStore %pa %n1\nOpReturn\nOpFunctionEnd\n"
     "%both = OpFunction %uint None %usfn\n%bx = OpFunctionParameter %stp\n%bl = OpLabel\n"
     "%b0 = OpFunctionCall %void %put %bx\n%ba = OpAccessChain %wp %bx %n2 %n2\n"
     "%br = OpLoad %uint %ba\nOpReturnValue %br\nOpFunctionEnd\n",
     "%r = OpFunctionCall %uint %both %t\n", 1, {1, 0, 0}, {2, 0, 0}},
    {"%get = OpFunction %uint None %usfn\n%gx = OpFunctionParameter %stp\n%gl = OpLabel\n"
     "%gs = OpLoad %st %gx\n%gr = OpCompositeExtract %uint %gs 1 1\nOpReturnValue %gr\n"
     "OpFunctionEnd\n",
     "%a = OpAccessChain %wp %t %n1 %u1\nOpStore %a %u0\n"
     "%r = OpFunctionCall %uint %get %t\n", 1, {0, 0, 0}, {0, 1, 0}},
    /* a variable twice, and a global one that the function writes by its name as well */
    {"%get = OpFunction %uint None %uwwfn\n%gx = OpFunctionParameter %wp\n"
     "%gy = OpFunctionParameter %wp\n%gl = OpLabel\nOpStore %gx %n5\n"
     "%gr = OpLoad %uint %gy\nOpReturnValue %gr\nOpFunctionEnd\n",
     WHERE("%c", "%a", "%b", "%e = OpFunctionCall %uint %get %w %w\n")
     WHERE("%d", "%f", "%k", "%g_ = OpFunctionCall %uint %get %w %w_2\n")
     "%r = OpCopyObject %uint %n1\n", 1, {0, 1, 0}, {1, 0, 0}},
    {"%get = OpFunction %uint None %ugfn\n%gx = OpFunctionParameter %gp\n%gl = OpLabel\n"
     "%pp = OpAccessChain %wordp %data %n0 %n0\n%pw = OpLoad %uint %pp\n"
     "%pc = OpINotEqual %bool %pw %n0\n" WHERE("%pc", "%pa", "%pb", "OpStore %gw %n1\n")
     "%gr = OpLoad %uint %gx\nOpReturnValue %gr\nOpFunctionEnd\n",
     "%r = OpFunctionCall %uint %get %gw\n", 1, {0, 0, 0}, {1, 0, 0}},
};

static void test_unwritten_behind_pointers(void **state) {
    (void)state;
    check_functions(behind_pointers, sizeof behind_pointers / sizeof *behind_pointers,
                    SPVCH_UNWRITTEN);
}

static void test_undefined(void **state) {
    (void)state;
    write_body("", "%ub = OpUndef %bool\n", "OpSelectionMerge %m None\n"
               "OpBranchConditional %ub %x %m\n%x = OpLabel\nOpBranch %m\n%m = OpLabel\n");
    assemble(text, &recording);
    expect(SPVCH_UNDEFINED, 1, 0, 0, 0);
    release();
    /* through a phi, a sum and a comparison to a branch; through a select to a buffer */
    write_body("", "%ui = OpUndef %uint\n", "%c = OpULessThan %bool %u0 %n5\n"
               "%d = OpULessThan %bool %u1 %n5\n"
               "OpSelectionMerge %m None\nOpBranchConditional %c %x %m\n%x = OpLabel\n"
               "OpBranch %m\n%m = OpLabel\n%p = OpPhi %uint %n3 %l %ui %x\n"
               "%q = OpIAdd %uint %p %n1\n%k = OpIEqual %bool %q %n4\n"
               "%s = OpSelect %uint %d %q %n2\n%z = OpIMul %uint %q %n0\n"
               "%no = OpIEqual %bool %z %n0\n"
               "OpSelectionMerge %o None\nOpBranchConditional %k %y %o\n%y = OpLabel\n"
               "OpBranch %o\n%o = OpLabel\n"
               "OpSelectionMerge %e None\nOpBranchConditional %no %v %e\n%v = OpLabel\n"
               "OpBranch %e\n%e = OpLabel\n" STORE("%s"));
    assemble(text, &recording);
    assert_int_equal(own_sites(), 3); /* the product with 0 is defined */
    expect(SPVCH_UNDEFINED, 2, 1, 1, 0);
    expect(SPVCH_UNDEFINED, 1, 1, 7, 0);
    expect(SPVCH_UNDEFINED, 0, 7, 1, 0);
    release();
    /* around a loop */
    write_body("", "%ui = OpUndef %uint\n", "OpBranch %h\n%h = OpLabel\n"
               "%k = OpPhi %uint %n0 %l %k2 %c\n%a = OpPhi %uint %ui %l %b %c\n"
               "OpLoopMerge %m2_ %c None\nOpBranch %t\n%t = OpLabel\n"
               "%go = OpULessThan %bool %k %u0\nOpBranchConditional %go %c %m2_\n%c = OpLabel\n"
               "%k2 = OpIAdd %uint %k %n1\n%odd = OpIEqual %bool %k %n1\n"
               "%b = OpSelect %uint %odd %n5 %a\nOpBranch %h\n%m2_ = OpLabel\n" STORE("%a"));
    assemble(text, &recording);
    expect(SPVCH_UNDEFINED, 1, 0, 0, 0);
    expect(SPVCH_UNDEFINED, 1, 1, 0, 0);
    expect(SPVCH_UNDEFINED, 0, 2, 0, 0);
    expect(SPVCH_UNDEFINED, 0, 3, 0, 0);
    release();
}

#define COMPONENT "%r = OpSelect %uint %d %x1 %x0\n"

/* Ways of undefined values: a site where they are used, which a way that is not taken, or another
   component, leaves silent. */
static const function_case undefined_ways[] = {
    /* variables: numbers, components, elements; two moves, around a loop; a first value */
    {"", "OpStore %w %n1\n" WHERE("%c", "%a", "%b", "OpStore %w %ui\n")
     "%r = OpLoad %uint %w\n", 1, {1, 0, 0}, {0, 0, 0}},
    {"", "OpStore %w %ui\n" WHERE("%c", "%a", "%b", "OpStore %w %u1\n")
     "%x = OpLoad %uint %w\n%r = OpIAdd %uint %x %n1\n", 1, {0, 0, 0}, {1, 0, 0}},
    {"", "%x = OpCompositeConstruct %vu %u0 %ui\nOpStore %v %x\n%a = OpAccessChain %wp %v %u1\n"
     "%r = OpLoad %uint %a\n", 1, {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpCompositeConstruct %st %u0 %zv %ca\nOpStore %t %x\n"
     "%a = OpAccessChain %wp %t %n2 %u1\n%r = OpLoad %uint %a\n", 1, {0, 1, 0}, {0, 2, 0}},
    {"", "%x = OpCompositeConstruct %st %ui %zv %za\nOpStore %t %x\n%y = OpLoad %st %t\n"
     "%x1 = OpCompositeExtract %uint %y 0\n%x0 = OpCompositeExtract %uint %y 1 0\n" COMPONENT, 1,
     {0, 1, 0}, {0, 0, 0}},
    {"", "OpStore %t %us\n%a = OpAccessChain %wp %t %n1 %u0\nOpStore %a %u0\n"
     "%b = OpAccessChain %wp %t %n1 %u1\n%r = OpLoad %uint %b\n", 1, {0, 1, 0}, {1, 1, 0}},
    {"", "OpStore %gw %n1\n" WHERE("%c", "%a", "%b", "OpStore %gw %ui\n")
     "%x = OpLoad %uint %gw\nOpStore %w %x\n%y = OpLoad %uint %w\nOpStore %w_2 %y\n"
     "%r = OpLoad %uint %w_2\n", 1, {1, 0, 0}, {0, 0, 0}},
    {"", WHERE("%c", "%a", "%b", "OpStore %vi_ %vu0\n") "%e = OpAccessChain %wp %vi_ %u1\n"
     "%r = OpLoad %uint %e\n", 1, {0, 1, 0}, {0, 0, 0}},
    {"", "OpStore %w %ui\nOpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n0 %l %k2 %q\n"
     "OpLoopMerge %e %q None\nOpBranch %f\n%f = OpLabel\n%go = OpULessThan %bool %k %u0\n"
     "OpBranchConditional %go %q %e\n%q = OpLabel\n%k2 = OpIAdd %uint %k %n1\n"
     "%x = OpLoad %uint %w\nOpStore %w_2 %x\n%y = OpLoad %uint %w_2\n%z = OpIMul %uint %y %u1\n"
     "OpStore %w %z\nOpBranch %h\n%e = OpLabel\n%r = OpLoad %uint %w\n", 1, {2, 1, 0}, {2, 0, 0}},
    /* what was never written, moved: to another variable, and back with a component */
    {"", WHERE("%c", "%a", "%b", "OpStore %w %u1\n") "%x = OpLoad %uint %w\nOpStore %w_2 %x\n"
     "%r = OpLoad %uint %w_2\n", 1, {0, 0, 0}, {1, 0, 0}},
    {"", "%x = OpLoad %vu %v\n%y = OpCompositeInsert %vu %u0 %x 0\nOpStore %v %y\n"
     "%a = OpAccessChain %wp %v %u1\n%r = OpLoad %uint %a\n", 1, {0, 1, 0}, {0, 0, 0}},
    {"", "%a = OpAccessChain %wp %v %u1\nOpStore %a %u0\n%x = OpLoad %vu %v\n"
     "%y = OpVectorShuffle %vu %x %vu0 1 2\n%r = OpCompositeExtract %uint %y 0\n", 1, {0, 0, 0},
     {0, 1, 0}},
    /* phis that take turns */
    {"", "OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n0 %l %k2 %q\n"
     "%x = OpPhi %uint %n1 %l %y %q\n%y = OpPhi %uint %ui %l %x %q\n"
     "OpLoopMerge %e %q None\nOpBranch %f\n%f = OpLabel\n"
     "%go = OpULessThan %bool %k %u0\nOpBranchConditional %go %q %e\n%q = OpLabel\n"
     "%k2 = OpIAdd %uint %k %n1\nOpBranch %h\n%e = OpLabel\n%r = OpCopyObject %uint %x\n", 1,
     {3, 0, 0}, {2, 0, 0}},
    /* functions: a parameter, a result, both by way of a struct, a pointer */
    {"%id = OpFunction %uint None %uufn\n%ix = OpFunctionParameter %uint\n%il = OpLabel\n"
     "%ir = OpIAdd %uint %ix %n1\nOpReturnValue %ir\nOpFunctionEnd\n",
     "%p = OpSelect %uint %c %ui %u0\n%q = OpFunctionCall %uint %id %p\n"
     "%r = OpFunctionCall %uint %id %q\n", 1, {1, 0, 0}, {0, 0, 0}},
    {"%id = OpFunction %uint None %uufn\n%ix = OpFunctionParameter %uint\n%il = OpLabel\n"
     "%ic = OpINotEqual %bool %ix %n0\nOpSelectionMerge %ib None\n"
     "OpBranchConditional %ic %ia %ib\n%ia = OpLabel\nOpReturnValue %ui\n%ib = OpLabel\n"
     "OpReturnValue %ix\nOpFunctionEnd\n", "%x = OpFunctionCall %uint %id %u1\n"
     "%r = OpFunctionCall %uint %id %u0\n", 1, {1, 0, 0}, {0, 1, 0}},
    {"%id = OpFunction %st None %ssfn\n%ix = OpFunctionParameter %st\n%il = OpLabel\n"
     "%ir = OpCompositeInsert %st %n1 %ix 1 0\nOpReturnValue %ir\nOpFunctionEnd\n",
     "%x = OpFunctionCall %st %id %us\n%x1 = OpCompositeExtract %uint %x 1 1\n"
     "%x0 = OpCompositeExtract %uint %x 1 0\n" COMPONENT, 1, {0, 1, 0}, {0, 0, 0}},
    {"%put = OpFunction %void None %wfn\n%px = OpFunctionParameter %wp\n%pl = OpLabel\n"
     "OpStore %px %ui\nOpReturn\nOpFunctionEnd\n",
     "OpStore %w %n1\nOpStore %w_2 %n1\n%e = OpFunctionCall %void %put %w_2\n"
     WHERE("%c", "%a", "%b", "%x = OpFunctionCall %void %put %w\n") "%r = OpLoad %uint %w\n", 1,
     {1, 0, 0}, {0, 0, 0}},
    {"%get = OpFunction %uint None %uvvfn\n%gx = OpFunctionParameter %vu\n%gl = OpLabel\n"
     "%gp_ = OpAccessChain %wordp %data %n0 %n1\n%gi = OpLoad %uint %gp_\n"
     "%gr = OpVectorExtractDynamic %uint %gx %gi\nOpReturnValue %gr\nOpFunctionEnd\n",
     "%x = OpCompositeConstruct %vu %u0 %ui\n%r = OpFunctionCall %uint %get %x\n", 1, {0, 1, 0},
     {0, 0, 0}},
    /* instructions: a select's condition, an index, bools together, dynamic components */
    {"", "%k = OpULessThan %bool %ui %n5\n%r = OpSelect %uint %k %u0 %u1\n", 1, {1, 0, 0},
     {1, 1, 0}},
    {"", "%x = OpCompositeConstruct %st %u0 %zv %za\nOpStore %t %x\n"
     "%k = OpSelect %uint %c %ui %n1\n%a = OpAccessChain %wp %t %n2 %k\n%r = OpLoad %uint %a\n", 1,
     {1, 0, 0}, {0, 0, 0}},
    {"", "%k = OpCompositeConstruct %vb %c %ub\n%a = OpAny %bool %k\n"
     "%r = OpSelect %uint %a %n1 %n0\n", 1, {0, 0, 0}, {1, 0, 0}},
    {"", "%k = OpCompositeConstruct %vb %c %ub\n%a = OpAll %bool %k\n"
     "%r = OpSelect %uint %a %n1 %n0\n", 1, {1, 0, 0}, {0, 0, 0}},
    {"", "%x = OpVectorInsertDynamic %vu %vu0 %ui %u1\n%r = OpCompositeExtract %uint %x 1\n", 1,
     {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpVectorShuffle %vu %vu0 %vu1 0 4294967295\n"
     "%r = OpVectorExtractDynamic %uint %x %u1\n", 1, {0, 1, 0}, {0, 0, 0}},
    /* floats: by components, of all, of others; rows and columns of matrices */
    {"", "%x = OpCompositeConstruct %vf %f0 %uf\n%y = OpExtInst %vf %g FMax %x %vf1\n"
     "%z = OpBitcast %vu %y\n%x1 = OpCompositeExtract %uint %z 1\n"
     "%x0 = OpCompositeExtract %uint %z 0\n" COMPONENT, 1, {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpCompositeConstruct %vf %f0 %uf\n%y = OpExtInst %float %g Length %x\n"
     "%x1 = OpBitcast %uint %y\n%x0 = OpBitcast %uint %f0\n" COMPONENT, 1, {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpCompositeConstruct %v3 %uf %f0 %f0\n%x_ = OpCompositeConstruct %v3 %f1 %f1 %f0\n"
     "%y = OpExtInst %v3 %g Cross %x %x_\n%y1 = OpCompositeExtract %float %y 2\n"
     "%y0 = OpCompositeExtract %float %y 0\n%x1 = OpBitcast %uint %y1\n"
     "%x0 = OpBitcast %uint %y0\n" COMPONENT, 1, {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpCompositeConstruct %vf %f0 %uf\n%m = OpCompositeConstruct %mat %x %vf1\n"
     "%y = OpMatrixTimesVector %vf %m %vf1\n%z = OpBitcast %vu %y\n"
     "%x1 = OpCompositeExtract %uint %z 1\n%x0 = OpCompositeExtract %uint %z 0\n" COMPONENT, 1,
     {0, 1, 0}, {0, 0, 0}},
    {"", "%x = OpCompositeConstruct %vf %f0 %uf\n%m = OpCompositeConstruct %mat %vf1 %x\n"
     "%m2 = OpMatrixTimesScalar %mat %m %f0\n%m3 = OpMatrixTimesMatrix %mat %m2 %m2\n"
     "%y = OpVectorTimesMatrix %vf %vf1 %m2\n%y2 = OpCompositeExtract %float %m3 0 0\n"
     "%z = OpBitcast %vu %y\n%x1 = OpCompositeExtract %uint %z 1\n"
     "%x0 = OpCompositeExtract %uint %z 0\n%s = OpSelect %uint %d %x1 %x0\n"
     "%k = OpBitcast %uint %y2\n%r = OpSelect %uint %c %k %s\n", 1, {0, 1, 0}, {1, 1, 0}},
    {"", "%x = OpCompositeConstruct %vf %f0 %uf\n%m = OpOuterProduct %mat %vf1 %x\n"
     "%y1 = OpCompositeExtract %float %m 1 0\n%y0 = OpCompositeExtract %float %m 0 1\n"
     "%x1 = OpBitcast %uint %y1\n%x0 = OpBitcast %uint %y0\n" COMPONENT, 1, {0, 1, 0}, {0, 0, 0}},
};

/* A struct of arrays that is stored as a whole. */
static void test_undefined_structs(void **state) {
    (void)state;
    write_body("", "%arr = OpTypeArray %vu %n2\n%in_ = OpTypeStruct %arr %float\n"
               "%st = OpTypeStruct %uint %in_\n%bl = OpTypeStruct %st\n"
               "%blp = OpTypePointer StorageBuffer %bl\n%stp = OpTypePointer StorageBuffer %st\n"
               "%all = OpVariable %blp StorageBuffer\n%ui = OpUndef %uint\n",
               "%d = OpINotEqual %bool %u0 %n0\n%x = OpSelect %uint %d %ui %n1\n"
               "%y = OpCompositeInsert %vu %x %vu1 1\n%z = OpCompositeConstruct %arr %vu0 %y\n"
               "%k = OpCompositeConstruct %in_ %z %f0\n%s = OpCompositeConstruct %st %u1 %k\n"
               "%p = OpAccessChain %stp %all %n0\nOpStore %p %s\n");
    put_behind("OpName %main \"main\"\n",
               "OpDecorate %all DescriptorSet 0\nOpDecorate %all Binding 0\nOpDecorate %bl Block\n"
               "OpMemberDecorate %bl 0 Offset 128\nOpMemberDecorate %st 0 Offset 0\n"
               "OpMemberDecorate %st 1 Offset 16\nOpMemberDecorate %in_ 0 Offset 0\n"
               "OpMemberDecorate %in_ 1 Offset 32\nOpDecorate %arr ArrayStride 16\n");
    list_in_interface(" %all");
    assemble(text, &recording);
    assert_int_equal(own_sites(), 1);
    expect(SPVCH_UNDEFINED, 1, 1, 0, 0);
    expect(SPVCH_UNDEFINED, 0, 0, 1, 0);
    release();
}

/* Two entry points that call a function whose result and global variable may be undefined: one
   looks at them, and both list what that needs. */
static void test_undefined_entries(void **state) {
    (void)state;
    write_functions("%id = OpFunction %uint None %uufn\n%ix = OpFunctionParameter %uint\n"
                    "%il = OpLabel\n%iy = OpLoad %uint %gw\nOpStore %gw %ui\n"
                    "%iz = OpIAdd %uint %ix %iy\nOpReturnValue %iz\nOpFunctionEnd\n"
                    "%other = OpFunction %void None %fn\n%ol = OpLabel\n"
                    "%o1 = OpFunctionCall %uint %id %n1\nOpReturn\nOpFunctionEnd\n",
                    "OpStore %gw %u1\n%x = OpFunctionCall %uint %id %n1\n"
                    WHERE("%c", "%a", "%b", "%y = OpFunctionCall %uint %id %n1\n")
                    "%z = OpFunctionCall %uint %id %n1\n%r = OpSelect %uint %c %z %x\n");
    put_behind("\"main\" %data %gw\n", "OpEntryPoint GLCompute %other \"other\" %data %gw\n"
               "OpExecutionMode %other LocalSize 1 1 1\n");
    assemble(text, &recording);
    assert_int_equal(own_sites(), 1);
    expect(SPVCH_UNDEFINED, 1, 1, 0, 0);
    expect(SPVCH_UNDEFINED, 0, 0, 1, 0);
    release();
}

static void test_undefined_ways(void **state) {
    (void)state;
    check_functions(undefined_ways, sizeof undefined_ways / sizeof *undefined_ways,
                    SPVCH_UNDEFINED);
}

/* ---- shared memory: four invocations, of which %at is one */

#define BARRIER "OpControlBarrier %n2 %n2 %n264\n"
#define FIRST(id) "%" id "0 = OpIEqual %bool %at %n0\n%" id " = OpLogicalAnd %bool %" id "0 %c\n"

static void write_workgroup(const char *functions, const char *body) {
    write_head("", "%in = OpTypePointer Input %uint\n%index = OpVariable %in Input\n"
               "%arr = OpTypeArray %uint %n4\n%arrp = OpTypePointer Workgroup %arr\n"
               "%wp = OpTypePointer Workgroup %uint\n%vp = OpTypePointer Workgroup %vu\n"
               "%st = OpTypeStruct %uint %arr\n%stp = OpTypePointer Workgroup %st\n"
               "%s = OpVariable %arrp Workgroup\n%s_2 = OpVariable %arrp Workgroup\n"
               "%w = OpVariable %wp Workgroup\n%v = OpVariable %vp Workgroup\n"
               "%t = OpVariable %stp Workgroup\n%ufn = OpTypeFunction %uint %wp\n"
               "%lp = OpTypePointer Function %uint\n%n264 = OpConstant %uint 264\n"
               "%zs = OpConstantNull %st\n%ui = OpUndef %uint\n");
    *(strstr(text, "LocalSize 1") + 10) = '4';
    put_behind("OpName %main \"main\"\n", "OpDecorate %index BuiltIn LocalInvocationIndex\n");
    strcat(text, functions);
    strcat(text, "%main = OpFunction %void None %fn\n%l = OpLabel\n"
           "%own = OpVariable %lp Function\n%at = OpLoad %uint %index\n");
    spell_loads(text + strlen(text));
    strcat(text, "%c = OpINotEqual %bool %u0 %n0\n%d = OpULessThan %bool %at %u0\n");
    strcat(text, body);
    strcat(text, "%to = OpIAdd %uint %at %n32\n%rp = OpAccessChain %wordp %data %n0 %to\n"
           "OpStore %rp %r\nOpReturn\nOpFunctionEnd\n");
    put_behind("\"main\" ", spoken == &styles[4] ? "%index %s %s_2 %w %v %t " : "%index ");
}

static const struct {
    const char *functions, *body;
    spvch_condition condition;
    uint32_t sites, fires[3], count, not[3]; /* in how many invocations */
} in_workgroups[] = {
    /* those below word 0 write: an element, one of a struct, a component; one writes a number */
    {"", WHERE("%d", "%a", "%b", "%p = OpAccessChain %wp %s %at\nOpStore %p %at\n") BARRIER
     "%q = OpAccessChain %wp %s %u1\n%r = OpLoad %uint %q\n", SPVCH_UNWRITTEN, 1, {2, 2, 0}, 4,
     {2, 1, 0}},
    {"", WHERE("%d", "%a", "%b", "%p = OpAccessChain %wp %t %n1 %at\nOpStore %p %at\n") BARRIER
     "%q0 = OpIAdd %uint %at %u1\n%q1 = OpUMod %uint %q0 %n4\n"
     "%q = OpAccessChain %wp %t %n1 %q1\n%r = OpLoad %uint %q\n", SPVCH_UNWRITTEN, 1, {3, 2, 0}, 1,
     {4, 2, 0}},
    {"", WHERE("%d", "%a", "%b", "%p = OpAccessChain %wp %v %at\nOpStore %p %at\n") BARRIER
     "%x = OpLoad %vu %v\n%y = OpIAdd %vu %x %x\n%r = OpCompositeExtract %uint %y 1\n",
     SPVCH_UNWRITTEN, 1, {1, 0, 0}, 4, {2, 0, 0}},
    {"", FIRST("e") WHERE("%e", "%a", "%b", "OpStore %w %u1\n") BARRIER
     "%r = OpLoad %uint %w\n", SPVCH_UNWRITTEN, 1, {0, 0, 0}, 4, {1, 0, 0}},
    {"", FIRST("e") WHERE("%e", "%a", "%b", "OpStore %t %zs\n") BARRIER
     "%q = OpAccessChain %wp %t %n1 %u1\n%r = OpLoad %uint %q\n", SPVCH_UNWRITTEN, 1, {0, 3, 0}, 4,
     {1, 3, 0}},
    /* what it wrote itself; what atomics access; a round writes, the next reads */
    {"", "%p = OpAccessChain %wp %s %at\nOpStore %p %u0\n%r = OpLoad %uint %p\n", SPVCH_UNWRITTEN,
     0, NO, 0, NO},
    {"", "%o = OpAtomicIAdd %uint %w %n2 %n0 %u0\n" BARRIER "%r = OpLoad %uint %w\n",
     SPVCH_UNWRITTEN, 0, NO, 0, NO},
    {"", "OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n0 %l %k2 %q\n"
     "%x = OpPhi %uint %n0 %l %y %q\nOpLoopMerge %m %q None\nOpBranch %f\n%f = OpLabel\n"
     "%go = OpULessThan %bool %k %n3\n"
     "OpBranchConditional %go %i %m\n%i = OpLabel\n%mine = OpIEqual %bool %at %k\n"
     WHERE("%mine", "%a", "%b", "%p = OpAccessChain %wp %s %k\nOpStore %p %u0\n") BARRIER
     "%j = OpIAdd %uint %k %u1\n%j2 = OpUMod %uint %j %n4\n%g_ = OpAccessChain %wp %s %j2\n"
     "%g2 = OpLoad %uint %g_\n%y = OpIAdd %uint %x %g2\n" BARRIER
     "OpBranch %q\n%q = OpLabel\n%k2 = OpIAdd %uint %k %n1\nOpBranch %h\n%m = OpLabel\n"
     "%r = OpCopyObject %uint %x\n", SPVCH_UNWRITTEN, 1, {1, 1, 0}, 4, {1, 0, 0}},
    /* behind a pointer; moved into a variable; an undefined value */
    {"%get = OpFunction %uint None %ufn\n%gx = OpFunctionParameter %wp\n%gl = OpLabel\n"
     "%gr = OpLoad %uint %gx\nOpReturnValue %gr\nOpFunctionEnd\n",
     FIRST("e") WHERE("%e", "%a", "%b", "OpStore %w %u1\n") BARRIER
     "%r = OpFunctionCall %uint %get %w\n", SPVCH_UNWRITTEN, 1, {0, 0, 0}, 4, {1, 0, 0}},
    {"", WHERE("%d", "%a", "%b", "%p = OpAccessChain %wp %s %at\nOpStore %p %at\n") BARRIER
     "%q = OpAccessChain %wp %s %u1\n%x = OpLoad %uint %q\nOpStore %own %x\n"
     "%r = OpLoad %uint %own\n", SPVCH_UNDEFINED, 1, {2, 2, 0}, 4, {2, 1, 0}},
    {"", "%p = OpAccessChain %wp %s %at\n%x = OpSelect %uint %d %ui %at\nOpStore %p %x\n" BARRIER
     "%q = OpAccessChain %wp %s %u1\n%r = OpLoad %uint %q\n", SPVCH_UNDEFINED, 1, {2, 1, 0}, 4,
     {2, 2, 0}},
};

static void test_workgroups(void **state) {
    size_t i, k;
    (void)state;
    for (i = 0; i < 2 * sizeof in_workgroups / sizeof *in_workgroups; i++) {
        k = i / 2;
        spoken = &styles[i % 2 == 0 ? 4 : 0];
        write_workgroup(in_workgroups[k].functions, in_workgroups[k].body);
        assemble(text, &recording);
        runner_checks = SPV_CPU_CHECK_RACE;
        if (sites_of(in_workgroups[k].condition) != in_workgroups[k].sites)
            fail_msg("case %u: %u sites", (unsigned)k,
                     (unsigned)sites_of(in_workgroups[k].condition));
        run_both(given(in_workgroups[k].fires[0], in_workgroups[k].fires[1], 0), 1);
        if (count_of(in_workgroups[k].condition) != in_workgroups[k].count)
            fail_msg("case %u: %u", (unsigned)k, (unsigned)count_of(in_workgroups[k].condition));
        run_both(given(in_workgroups[k].not[0], in_workgroups[k].not[1], 0), 1);
        if (count_of(in_workgroups[k].condition) != 0) fail_msg("case %u fires", (unsigned)k);
        runner_checks = 0;
        release();
    }
    spoken = &styles[4];
}

/* What a result that is stored, %r, takes of undefined values: `fires` is for words 0 to 2, `not`
   for others. */
static void test_undefined_parts(void **state) {
    static const struct {
        const char *body;
        uint32_t fires[3], not[3];
    } cases[] = {
        {"%r = OpIMul %uint %ui %u0\n", {1, 0, 0}, {0, 0, 0}},
        {"%r = OpIMul %uint %u0 %ui\n", {M1, 0, 0}, {0, 0, 0}},
        {"%r = OpBitwiseAnd %uint %ui %u0\n", {MIN_INT, 0, 0}, {0, 0, 0}},
        {"%r = OpBitwiseOr %uint %u0 %ui\n", {M1 - 1, 0, 0}, {M1, 0, 0}},
        {"%a = OpIMul %vu %ui2 %vu0\n%r = OpCompositeExtract %uint %a 1\n", {1, 0, 0}, {0, 0, 0}},
        {"%d = OpUDiv %uint %ui %n5\n%r = OpSelect %uint %c %d %n1\n", {1, 0, 0}, {0, 0, 0}},
        {"%a = OpFMul %float %uf %f1\n%b = OpBitcast %uint %a\n%r = OpSelect %uint %c %b %n1\n",
         {1, F0, 0}, {0, F1, 0}},
        /* components */
        {"%a = OpCompositeInsert %vu %u0 %ui2 0\n%b = OpCompositeExtract %uint %a 1\n"
         "%d = OpCompositeExtract %uint %a 0\n%r = OpSelect %uint %c %b %d\n",
         {1, 0, 0}, {0, 0, 0}},
        {"%a = OpCompositeConstruct %vu %u0 %ui\n%e = OpVectorShuffle %vu %a %vu1 1 2\n"
         "%b = OpCompositeExtract %uint %e 0\n%d = OpCompositeExtract %uint %e 1\n"
         "%r = OpSelect %uint %c %b %d\n", {1, 0, 0}, {0, 0, 0}},
        {"%a = OpCompositeConstruct %vu %u0 %ui\n%k = OpINotEqual %vb %vu0 %z2\n"
         "%e = OpSelect %vu %k %a %vu1\n%r = OpCompositeExtract %uint %e 1\n",
         {1, 0, 0}, {0, 0, 0}},
        {"%a = OpCompositeConstruct %vf %f0 %uf\n%e = OpVectorTimesScalar %vf %a %f1\n"
         "%d = OpCompositeExtract %float %e 0\n%h = OpDot %float %e %vf1\n"
         "%k = OpSelect %float %c %h %d\n%r = OpBitcast %uint %k\n", {1, 0, 0}, {0, 0, 0}},
        {"%a = OpCompositeExtract %uint %us 0\n%r = OpSelect %uint %c %a %n1\n",
         {1, 0, 0}, {0, 0, 0}},
    };
    char body[1024];
    size_t i;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        sprintf(body, "%%c = OpINotEqual %%bool %%u0 %%n0\n%s%s", cases[i].body, STORE("%r"));
        write_body("", "%ui = OpUndef %uint\n%uf = OpUndef %float\n"
                   "%ui2 = OpUndef %vu\n%st = OpTypeStruct %uint\n%us = OpUndef %st\n"
                   "%vb = OpTypeVector %bool 2\n%z2 = OpConstantNull %vu\n", body);
        assemble(text, &recording);
        assert_int_equal(own_sites(), 1);
        run_both(given(cases[i].fires[0], cases[i].fires[1], cases[i].fires[2]), 1);
        if (count_of(SPVCH_UNDEFINED) != 1) fail_msg("case %u does not fire", (unsigned)i);
        run_both(given(cases[i].not[0], cases[i].not[1], cases[i].not[2]), 1);
        if (count_of(SPVCH_UNDEFINED) != 0) fail_msg("case %u fires", (unsigned)i);
        release();
    }
}

/* Bools that the other operand decides, at a branch. */
static void test_undefined_bools(void **state) {
    int is_or;
    (void)state;
    for (is_or = 0; is_or < 2; is_or++) {
        char body[512];
        sprintf(body, "%%c = OpINotEqual %%bool %%u0 %%n0\n%%a = OpLogical%s %%bool %%ub %%c\n"
                "OpSelectionMerge %%m None\nOpBranchConditional %%a %%x %%m\n%%x = OpLabel\n"
                "OpBranch %%m\n%%m = OpLabel\n", is_or ? "Or" : "And");
        write_body("", "%ub = OpUndef %bool\n", body);
        assemble(text, &recording);
        expect(SPVCH_UNDEFINED, is_or ? 1 : 0, 0, 0, 0);
        expect(SPVCH_UNDEFINED, is_or ? 0 : 1, 1, 0, 0);
        release();
    }
}

/* ---- results that are no numbers */

static void test_not_a_number(void **state) {
    static const spvch_options nan = {SPVCH_RECORD | SPVCH_NAN, SET, BINDING, 0, 0};
    static const spvch_options infinity = {SPVCH_RECORD | SPVCH_INFINITY, SET, BINDING, 0, 0};
    (void)state;
    write_body("", "", "%r = OpFSub %float %f0 %f1\n%q = OpFDiv %float %f0 %f2\n"
               "%x = OpExtInst %float %g Exp %f0\n" STORE_FLOAT("%r"));
    assemble(text, &nan);
    run_both(given(INF, INF, F1), 1);
    assert_int_equal(count_of(SPVCH_NAN2), 1);
    run_both(given(F0, INF, F0), 1);
    assert_int_equal(count_of(SPVCH_NAN2), 1);
    run_both(given(QNAN, F1, F0), 1);
    assert_int_equal(count_all(), 0);
    release();
    assemble(text, &infinity);
    run_both(given(F1, F1, F0), 1);
    assert_int_equal(count_of(SPVCH_INFINITY2), 1);
    run_both(given(INF, F1, F0), 1);
    assert_int_equal(count_all(), 0);
    run_both(given(0x43000000u, F1, F1), 1);
    assert_int_equal(count_of(SPVCH_INFINITY1), 1);
    release();
}

/* ---- what needs no check */

static void expect_proved(const char *body, uint32_t sites, uint32_t proved) {
    write_indexed(body);
    assemble(text, &recording);
    if (own_sites() != sites || one.c.proved != proved)
        fail_msg("%u sites, %u proved in\n%s", own_sites(), one.c.proved, body);
    release();
}

#define LOOP(first, less, bound, step, body) \
    "OpBranch %h\n%h = OpLabel\n%k = OpPhi %int " first " %l %k2 %c\nOpLoopMerge %m2_ %c None\n" \
    "OpBranch %t\n%t = OpLabel\n%go = " less " %bool %k " bound "\n" \
    "OpBranchConditional %go %b %m2_\n%b = OpLabel\n" body "OpBranch %c\n%c = OpLabel\n" \
    "%k2 = OpIAdd %int %k " step "\nOpBranch %h\n%m2_ = OpLabel\n"

static void test_proved(void **state) {
    (void)state;
    expect_proved("%r = OpUDiv %uint %u0 %n3\n", 0, 1);
    expect_proved("%r = OpUDiv %uint %u0 %n0\n", 1, 0);
    expect_proved("%s = OpBitwiseAnd %uint %u1 %n31\n%r = OpShiftLeftLogical %uint %u0 %s\n", 0, 1);
    expect_proved("%s = OpBitwiseAnd %uint %u1 %n32\n%r = OpShiftLeftLogical %uint %u0 %s\n", 1, 0);
    expect_proved("%x = OpUMod %uint %u0 %n4\n%p = OpAccessChain %up %a %x\n", 0, 2);
    expect_proved("%x = OpUMod %uint %u0 %n5\n%p = OpAccessChain %up %a %x\n", 1, 1);
    expect_proved("%x = OpExtInst %uint %g UMin %u0 %n3\n%p = OpAccessChain %up %a %x\n", 0, 1);
    expect_proved("%x = OpExtInst %uint %g UMin %u0 %n4\n%p = OpAccessChain %up %a %x\n", 1, 0);
    expect_proved("%x = OpExtInst %int %g SMin %i0 %i1\n%p = OpAccessChain %up %a %x\n", 1, 0);
    expect_proved("%q = OpFMul %float %f0 %f0\n%r = OpExtInst %float %g Sqrt %q\n", 0, 1);
    expect_proved("%q = OpFMul %float %f0 %f1\n%r = OpExtInst %float %g Sqrt %q\n", 1, 0);
    expect_proved("%q = OpExtInst %float %g FAbs %f0\n%r = OpExtInst %float %g Sqrt %q\n", 0, 1);
    expect_proved("%q = OpExtInst %float %g FAbs %f0\n%r = OpExtInst %float %g Log %q\n", 1, 0);
    expect_proved("%y = OpULessThan %bool %u0 %n4\nOpSelectionMerge %z None\n"
                  "OpBranchConditional %y %x %z\n%x = OpLabel\n"
                  "%p = OpAccessChain %up %a %u0\nOpBranch %z\n%z = OpLabel\n", 0, 1);
    expect_proved("%y = OpULessThan %bool %u0 %n5\nOpSelectionMerge %z None\n"
                  "OpBranchConditional %y %x %z\n%x = OpLabel\n"
                  "%p = OpAccessChain %up %a %u0\nOpBranch %z\n%z = OpLabel\n", 1, 0);
    expect_proved("%y = OpINotEqual %bool %u0 %n0\nOpSelectionMerge %z None\n"
                  "OpBranchConditional %y %x %z\n%x = OpLabel\n"
                  "%p = OpUDiv %uint %n5 %u0\nOpBranch %z\n%z = OpLabel\n", 0, 1);
    expect_proved("%y = OpINotEqual %bool %u0 %n0\nOpSelectionMerge %z None\n"
                  "OpBranchConditional %y %z %x\n%x = OpLabel\n"
                  "%p = OpUDiv %uint %n5 %u0\nOpBranch %z\n%z = OpLabel\n", 1, 0);
    expect_proved("%y = OpFOrdGreaterThan %bool %f0 %f_0\nOpSelectionMerge %z None\n"
                  "OpBranchConditional %y %x %z\n%x = OpLabel\n"
                  "%p = OpExtInst %float %g Log %f0\nOpBranch %z\n%z = OpLabel\n", 0, 1);
    expect_proved("%x = OpBitwiseAnd %uint %u0 %n3\n"
                  "%y = OpExtInst %uint %g UClamp %n9 %n0 %x\n%r = OpUDiv %uint %n5 %y\n", 1, 1);
}

/* What a NaN may do to a clamp, to a least value, and to where a comparison without order leads. */
static void test_proved_numbers(void **state) {
    (void)state;
    expect_proved("%x = OpExtInst %float %g Exp %f0\n%y = OpExtInst %float %g FMax %x %two\n"
                  "%z = OpExtInst %float %g FClamp %y %f_0 %four\n"
                  "%r = OpExtInst %float %g Log %z\n", 1, 1);
    expect_proved("%x = OpExtInst %float %g Exp %f0\n%y = OpExtInst %float %g FMax %x %two\n"
                  "%z = OpFNegate %float %y\n%w = OpExtInst %float %g FMin %z %f_0\n"
                  "%r = OpFRem %float %f1 %w\n", 1, 0);
    expect_proved("%x = OpExtInst %float %g FAbs %f1\n%y = OpFOrdLessThan %bool %f0 %x\n"
                  "OpSelectionMerge %z None\nOpBranchConditional %y %z %no\n%no = OpLabel\n"
                  "%r = OpExtInst %float %g Sqrt %f0\nOpBranch %z\n%z = OpLabel\n", 1, 0);
    expect_proved("%x = OpExtInst %float %g FAbs %f1\n%y = OpFOrdGreaterThan %bool %x %f0\n"
                  "OpSelectionMerge %z None\nOpBranchConditional %y %z %no\n%no = OpLabel\n"
                  "%r = OpExtInst %float %g Sqrt %f0\nOpBranch %z\n%z = OpLabel\n", 1, 0);
    expect_proved("%y = OpFOrdLessThan %bool %f0 %two\n"
                  "OpSelectionMerge %z None\nOpBranchConditional %y %z %no\n%no = OpLabel\n"
                  "%r = OpExtInst %float %g Sqrt %f0\nOpBranch %z\n%z = OpLabel\n", 0, 1);
}

static void test_proved_loops(void **state) {
    (void)state;
#define USE "%p = OpAccessChain %up %a %k\n"
    expect_proved(LOOP("%k_0", "OpSLessThan", "%k_4", "%k_1", USE), 0, 1);
    expect_proved(LOOP("%k_0", "OpSLessThan", "%k_4", "%k_3", USE), 0, 1);
    expect_proved(LOOP("%k_0", "OpSLessThanEqual", "%k_4", "%k_1", USE), 1, 0);
    expect_proved(LOOP("%k_0", "OpINotEqual", "%k_4", "%k_3", USE), 1, 0);
    expect_proved(LOOP("%i0", "OpSLessThan", "%k_4", "%k_1", USE), 1, 0);
    expect_proved(LOOP("%k_0", "OpSLessThan", "%i0", "%k_1", USE), 1, 0);
    expect_proved(LOOP("%k_0", "OpSLessThan", "%i0", "%k_1",
                       "%q = OpExtInst %int %g SMin %k %k_3\n"
                       "%p = OpAccessChain %up %a %q\n"), 0, 1);
    /* from a number below zero: it comes to zero, and is no index */
    expect_proved(LOOP("%k__2", "OpSLessThan", "%k_4", "%k_1", "%q = OpSDiv %int %k_3 %k\n"), 1, 1);
    expect_proved(LOOP("%k__2", "OpSLessThan", "%k_4", "%k_1", USE), 1, 0);
    expect_proved(LOOP("%k__2", "OpSLessThan", "%k_4", "%k_1",
                       "%q = OpIAdd %int %k %k_3\n%y = OpSDiv %int %k_3 %q\n"), 0, 2);
}

/* ---- defined results */

static const spvch_options defining = {SPVCH_RECORD | SPVCH_DEFINED, SET, BINDING, 0, 0};

/* The word that a body leaves as word RESULT, in place of what is undefined. */
static void expect_word(const char *body, uint32_t a, uint32_t b, uint32_t word) {
    write_indexed(body);
    assemble(text, &defining);
    run_both(given(a, b, 0), 0);
    if (one.data[RESULT] != word)
        fail_msg("%x, not %x, with %x %x in\n%s", one.data[RESULT], word, a, b, body);
    assert_true(count_all() > 0);
    release();
}

static void test_defined(void **state) {
    (void)state;
    expect_word("%r = OpUDiv %uint %u0 %u1\n" STORE("%r"), 7, 0, 7);
    expect_word("%r = OpUMod %uint %u0 %u1\n" STORE("%r"), 7, 0, 0);
    expect_word("%r = OpSDiv %int %i0 %i1\n%rw = OpBitcast %uint %r\n" STORE("%rw"), MIN_INT, M1,
                MIN_INT);
    expect_word("%r = OpSDiv %int %i0 %i1\n%rw = OpBitcast %uint %r\n" STORE("%rw"), MIN_INT, 0,
                MIN_INT);
    expect_word("%r = OpShiftLeftLogical %uint %u0 %u1\n" STORE("%r"), 3, 33, 6);
    expect_word("%r = OpBitFieldUExtract %uint %u0 %u1 %n5\n" STORE("%r"), M1, 30, 0);
    expect_word("%r = OpConvertFToS %int %f0\n%rw = OpBitcast %uint %r\n" STORE("%rw"), QNAN, 0, 0);
    expect_word("%r = OpConvertFToS %int %f0\n%rw = OpBitcast %uint %r\n" STORE("%rw"), INF, 0,
                0x7FFFFF80u);
    expect_word("%r = OpConvertFToS %int %f0\n%rw = OpBitcast %uint %r\n" STORE("%rw"), MINF, 0,
                MIN_INT);
    expect_word("%r = OpConvertFToU %uint %f0\n" STORE("%r"), INF, 0, 0xFFFFFF00u);
    expect_word("%r = OpConvertFToU %uint %f0\n" STORE("%r"), MF1, 0, 0);
    expect_word("%r = OpExtInst %float %g Sqrt %f0\n" STORE_FLOAT("%r"), MF1, 0, F0);
    expect_word("%r = OpExtInst %float %g Log %f0\n" STORE_FLOAT("%r"), MF1, 0, F0);
    expect_word("%r = OpExtInst %float %g FClamp %f0 %f1 %f_0\n" STORE_FLOAT("%r"), F2, F1, F1);
    expect_word("%p = OpAccessChain %up %a %u0\n%r = OpLoad %uint %p\n" STORE("%r"), 9, 0, 10);
    expect_word("%p = OpAccessChain %up %a %i0\n%r = OpLoad %uint %p\n" STORE("%r"), M1, 0, 10);
    expect_word("%r = OpVectorExtractDynamic %uint %i4 %u0\n" STORE("%r"), 4, 0, 4);
    expect_word("%p = OpAccessChain %wordp %data %n0 %u0\nOpStore %p %u1\n%r = OpLoad %uint %p\n"
                STORE("%r"), WORDS + 5, 77, 77);
}

/* Fixes of all rows: the runner finds nothing undefined any more; edges compute what they did. */
static void test_defined_rows(void **state) {
    size_t i;
    (void)state;
    runner_checks = SPV_CPU_CHECK_UNDEFINED | SPV_CPU_CHECK_VALUE | SPV_CPU_CHECK_RANGE;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].condition == SPVCH_LDEXP) continue; /* whose result is infinite */
        check_row(&rows[i], 0, &defining);
        check_row(&rows[i], 1, &defining);
    }
    runner_checks = 0;
}

/* ---- loops */

static void test_long_loops(void **state) {
    static const spvch_options counting = {SPVCH_RECORD, SET, BINDING, 0, 10};
    static const spvch_options leaving = {SPVCH_RECORD | SPVCH_BOUND, SET, BINDING, 0, 10};
    (void)state;
    write_indexed(LOOP("%k_0", "OpSLessThan", "%i0", "%k_1", "") "%rw = OpBitcast %uint %k\n"
                  STORE("%rw"));
    assemble(text, &counting);
    expect(SPVCH_LOOP, 0, 10, 0, 0); /* it begins again ten times, and no more */
    expect(SPVCH_LOOP, 1, 11, 0, 0);
    expect(SPVCH_LOOP, 1, 99, 0, 0);
    assert_int_equal(one.data[RESULT], 99);
    release();
    assemble(text, &leaving);
    assert_int_equal(one.c.bounded, 1);
    expect(SPVCH_LOOP, 0, 10, 0, 0);
    run_both(given(99, 0, 0), 0);
    assert_int_equal(count_of(SPVCH_LOOP), 1);
    assert_int_equal(one.data[RESULT], 10); /* the header's value in the last round */
    release();
    write_indexed(LOOP("%k_0", "OpSLessThan", "%k_4", "%k_1", ""));
    assemble(text, &counting);
    assert_int_equal(own_sites(), 0);
    assert_true(one.c.proved > 0);
    release();
    /* from below zero, which must not make it short, and from any number */
    write_indexed(LOOP("%k__2", "OpSLessThan", "%k_9", "%k_1", ""));
    assemble(text, &counting);
    expect(SPVCH_LOOP, 1, 0, 0, 0);
    release();
    write_indexed(LOOP("%i0", "OpSLessThan", "%k_4", "%k_1", ""));
    assemble(text, &counting);
    expect(SPVCH_LOOP, 1, (uint32_t)-9, 0, 0);
    release();
    write_indexed(LOOP("%k__2", "OpSLessThan", "%k_4", "%k_1", ""));
    assemble(text, &counting);
    assert_int_equal(own_sites(), 0);
    release();
}

#define AFTER(condition, yes, no) \
    "OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n0 %l %k2 %c\nOpLoopMerge %x %c None\n" \
    "OpBranch %c\n%c = OpLabel\n%k2 = OpIAdd %uint %k %n1\n%go = " condition " %bool %k2 %u0\n" \
    "OpBranchConditional %go " yes " " no "\n%x = OpLabel\n" STORE("%k2")

/* Loops that ask at their end: what leaves them there does not begin again. */
static void test_loops_that_ask_last(void **state) {
    static const char *const loops[] = {AFTER("OpULessThan", "%h", "%x"),
                                        AFTER("OpUGreaterThanEqual", "%x", "%h")};
    spvch_options options = {SPVCH_RECORD, SET, BINDING, 0, 10};
    uint32_t i;
    (void)state;
    for (i = 0; i < 4; i++) {
        options.flags = i < 2 ? SPVCH_RECORD : SPVCH_RECORD | SPVCH_BOUND;
        write_indexed(loops[i % 2]);
        assemble(text, &options);
        expect(SPVCH_LOOP, 0, 11, 0, 0); /* it begins again ten times */
        run_both(given(12, 0, 0), i < 2);
        assert_int_equal(count_of(SPVCH_LOOP), 1);
        assert_int_equal(one.data[RESULT], i < 2 ? 12 : 11);
        release();
    }
}

/* Values that come from the middle of an endless loop, into phis and past them. */
static void test_left_loops(void **state) {
    static const spvch_options leaving = {SPVCH_BOUND, SET, BINDING, 0, 10};
    (void)state;
    write_indexed("OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n1 %l %k2 %c\n"
                  "OpLoopMerge %x %c None\nOpBranch %t\n%t = OpLabel\n"
                  "%q = OpIMul %uint %k %n3\n%go = OpIEqual %bool %q %u0\n"
                  "OpSelectionMerge %y None\nOpBranchConditional %go %z %y\n%z = OpLabel\n"
                  "%v = OpIAdd %uint %q %n5\nOpBranch %x\n%y = OpLabel\nOpBranch %c\n"
                  "%c = OpLabel\n%k2 = OpIAdd %uint %k %n1\nOpBranch %h\n%x = OpLabel\n"
                  "%s = OpPhi %uint %q %z\n%w = OpIAdd %uint %v %s\n" STORE("%w"));
    assemble(text, &leaving);
    assert_int_equal(one.c.bounded, 1);
    assert_int_equal(one.c.site_count, 0);
    run_both(given(9, 0, 0), 1); /* it ends by itself: 14 + 9 */
    assert_int_equal(one.data[RESULT], 23);
    run_both(given(10, 0, 0), 0); /* it never would: 0, and q of the last round */
    assert_int_equal(one.data[RESULT], 33);
    release();
    /* nothing leaves it */
    write_indexed("OpBranch %h\n%h = OpLabel\n%k = OpPhi %uint %n1 %l %k2 %c\n"
                  "OpLoopMerge %x %c None\nOpBranch %c\n%c = OpLabel\n" STORE("%k")
                  "%k2 = OpIAdd %uint %k %n1\nOpBranch %h\n%x = OpLabel\nOpUnreachable\n"
                  "%dead = OpLabel\n");
    assemble(text, &leaving);
    run_both(given(0, 0, 0), 0);
    assert_int_equal(one.data[RESULT], 11);
    release();
}

/* A loop whose counter says that it ends in time has no bound: as long as the bound, and longer. */
static void test_short_loops(void **state) {
    static const uint32_t bounds[] = {9, 8};
    uint32_t i;
    (void)state;
    for (i = 0; i < 2; i++) {
        spvch_options leaving = {SPVCH_BOUND, SET, BINDING, 0, 0};
        leaving.max_iterations = bounds[i];
        write_indexed(LOOP("%k_0", "OpSLessThan", "%k_9", "%k_1", "") "%rw = OpBitcast %uint %k\n"
                      STORE("%rw"));
        assemble(text, &leaving);
        assert_int_equal(one.c.bounded, i);
        assert_int_equal(one.c.unbounded, 0);
        run_both(given(0, 0, 0), i == 0);
        assert_int_equal(one.data[RESULT], i == 0 ? 9 : 8);
        release();
    }
}

/* Loops in each other, of which the innermost makes a pointer that is used behind all of them: each
   has it when its last round ends. They are left where word 0 is 0. */
static void write_nest(uint32_t depth) {
    static char body[1 << 15];
    size_t size = (size_t)sprintf(body, "%%ends = OpIEqual %%bool %%u0 %%n0\n");
    uint32_t i;
    for (i = 1; i <= depth; i++)
        size += (size_t)sprintf(body + size, "OpBranch %%in%u\n%%in%u = OpLabel\n"
                                             "OpLoopMerge %%out%u %%again%u None\n"
                                             "OpBranch %%body%u\n%%body%u = OpLabel\n",
                                i, i, i, i, i, i);
    size += (size_t)sprintf(body + size, "%%far = OpAccessChain %%wordp %%data %%n0 %%n40\n");
    for (i = depth; i >= 1; i--)
        size += (size_t)sprintf(body + size, "OpBranchConditional %%ends %%out%u %%again%u\n"
                                             "%%again%u = OpLabel\nOpBranch %%in%u\n"
                                             "%%out%u = OpLabel\n", i, i, i, i, i);
    sprintf(body + size, "OpStore %%far %%n5\n");
    write_indexed(body);
}

/* Pointers cannot be kept for what comes behind a loop. Where one is there in the last round of
   32 loops these are bounded; those further out are not looked at, and go on. */
static void test_pointers_out_of_loops(void **state) {
    static const spvch_options leaving = {SPVCH_BOUND, SET, BINDING, 0, 1};
    static const uint32_t depths[] = {1, 32, 33, 40};
    uint32_t i;
    (void)state;
    for (i = 0; i < sizeof depths / sizeof *depths; i++) {
        uint32_t bounded = depths[i] < 32 ? depths[i] : 32;
        write_nest(depths[i]);
        assemble(text, &leaving);
        assert_int_equal(one.c.bounded, bounded);
        assert_int_equal(one.c.unbounded, depths[i] - bounded);
        run_both(given(0, 0, 0), 1); /* each loop is left in its first round */
        assert_int_equal(one.data[40], 5);
        if (depths[i] == 1) run_both(given(1, 0, 0), 0); /* which is not left by itself */
        assert_int_equal(one.data[40], 5);
        release();
    }
}

/* ---- images */

#define CUBE_TYPES \
    "%u4 = OpTypeVector %uint 4\n%vi3 = OpTypeVector %int 3\n" \
    "%imp = OpTypePointer UniformConstant %im\n%image = OpVariable %imp UniformConstant\n"

#define OFFSET_TYPES \
    "%u4 = OpTypeVector %uint 4\n%u3 = OpTypeVector %uint 3\n%sparse = OpTypeStruct %uint %u4\n" \
    "%imp = OpTypePointer UniformConstant %im\n%image = OpVariable %imp UniformConstant\n" \
    "%k1 = OpConstant %int 1\n%km1 = OpConstant %int -1\n%by = OpConstantComposite %vi %k1 %km1\n"

/* The entry point's module has an image at binding 1. */
static void list_image(void) {
    static const char more[] = "OpDecorate %image DescriptorSet 0\nOpDecorate %image Binding 1\n";
    char *at;
    list_in_interface(" %image");
    at = strstr(text, "OpDecorate %data Binding 0\n");
    memmove(at + strlen(more), at, strlen(at) + 1);
    memcpy(at, more, strlen(more));
}

/* The operands' buffer and the records, into bindings of zeros. */
static void bind_buffers(spv_cpu_binding *bindings) {
    bindings[0].data = one.data;
    bindings[0].size = sizeof one.data;
    bindings[1].set = SET;
    bindings[1].binding = BINDING;
    bindings[1].data = one.buffer;
    bindings[1].size = sizeof one.buffer;
}

/* The same and an image of uints, whose size is the caller's to set. */
static void bind_image(spv_cpu_binding bindings[3], spv_cpu_image *image, void *pixels) {
    memset(image, 0, sizeof *image);
    image->format = SPV_CPU_R32UI;
    image->levels[0] = pixels;
    memset(bindings, 0, 3 * sizeof *bindings);
    bind_buffers(bindings);
    bindings[2].binding = 1;
    bindings[2].image = image;
}

/* Faces are the third coordinate: six of a cube, of an array those of all cubes. */
static void test_cubes(void **state) {
    static uint32_t pixels[2 * 6 * 4];
    static cpu_module m;
    static const struct {
        int is_array;
        uint32_t x, y, face, fires;
    } cases[] = {{0, 0, 0, 0, 0}, {0, 1, 1, 5, 0},  {0, 1, 1, 6, 1},  {0, 2, 0, 0, 1},
                 {0, 0, 2, 0, 1}, {0, 0, 0, M1, 1}, {1, 1, 1, 11, 0}, {1, 0, 0, 12, 1},
                 {1, 0, 2, 6, 1}, {1, 0, 1, 6, 0}};
    const uint32_t groups[3] = {1, 1, 1};
    spv_cpu_image image;
    spv_cpu_binding bindings[3];
    size_t i;
    (void)state;
    bind_image(bindings, &image, pixels);
    image.width = image.height = 2;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        image.shape = cases[i].is_array ? SPV_CPU_CUBE_ARRAY : SPV_CPU_CUBE;
        image.layers = cases[i].is_array ? 12 : 0;
        write_body("OpCapability StorageImageExtendedFormats\nOpCapability ImageCubeArray\n",
                   cases[i].is_array ? "%im = OpTypeImage %uint Cube 0 1 0 2 R32ui\n" CUBE_TYPES
                                     : "%im = OpTypeImage %uint Cube 0 0 0 2 R32ui\n" CUBE_TYPES,
                   "%at = OpCompositeConstruct %vi3 %i0 %i1 %i2\n%i = OpLoad %im %image\n"
                   "%v = OpCompositeConstruct %u4 %n9 %n9 %n9 %n9\nOpImageWrite %i %at %v\n");
        list_image();
        assemble(text, &recording);
        assert_int_equal(own_sites(), 1);
        assert_int_equal(cpu_open(&m, NULL, one.c.words, one.c.word_count), SPV_CPU_OK);
        assert_int_equal(spv_cpu_bind(&m.worker, bindings, 3, NULL, 0), SPV_CPU_OK);
        memcpy(one.data, given(cases[i].x, cases[i].y, cases[i].face), sizeof one.data);
        memset(one.buffer, 0, sizeof one.buffer);
        assert_int_equal(spv_cpu_dispatch(&m.worker, groups, 0, 1), SPV_CPU_OK);
        if (count_of(SPVCH_TEXEL) != cases[i].fires)
            fail_msg("case %u: %u times", (unsigned)i, (unsigned)count_of(SPVCH_TEXEL));
        cpu_close(&m);
        release();
    }
}

static void test_texels(void **state) {
    static uint32_t pixels[12];
    static cpu_module m;
    static const struct {
        uint32_t x, y, fires;
    } cases[] = {{0, 0, 0}, {3, 2, 0}, {4, 2, 1}, {3, 3, 1}, {M1, 0, 1}};
    const uint32_t groups[3] = {1, 1, 1};
    spv_cpu_image image;
    spv_cpu_binding bindings[3];
    size_t i;
    int stores;
    (void)state;
    bind_image(bindings, &image, pixels);
    image.width = 4;
    image.height = 3;
    for (stores = 0; stores < 2; stores++) {
        write_body("OpCapability StorageImageExtendedFormats\n",
                   "%u4 = OpTypeVector %uint 4\n%im = OpTypeImage %uint 2D 0 0 0 2 R32ui\n"
                   "%imp = OpTypePointer UniformConstant %im\n"
                   "%image = OpVariable %imp UniformConstant\n",
                   stores ? "%at = OpCompositeConstruct %vi %i0 %i1\n%i = OpLoad %im %image\n"
                            "%v = OpCompositeConstruct %u4 %n9 %n9 %n9 %n9\n"
                            "OpImageWrite %i %at %v\n"
                          : "%at = OpCompositeConstruct %vu %u0 %u1\n%i = OpLoad %im %image\n"
                            "%v = OpImageRead %u4 %i %at\n%r = OpCompositeExtract %uint %v 0\n"
                            STORE("%r"));
        list_image();
        assemble(text, &recording);
        assert_int_equal(own_sites(), 1);
        assert_int_equal(cpu_open(&m, NULL, one.c.words, one.c.word_count), SPV_CPU_OK);
        assert_int_equal(spv_cpu_bind(&m.worker, bindings, 3, NULL, 0), SPV_CPU_OK);
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            memcpy(one.data, given(cases[i].x, cases[i].y, 0), sizeof one.data);
            memset(one.buffer, 0, sizeof one.buffer);
            assert_int_equal(spv_cpu_dispatch(&m.worker, groups, 0, 1), SPV_CPU_OK);
            assert_int_equal(count_of(SPVCH_TEXEL), cases[i].fires);
        }
        cpu_close(&m);
        release();
    }
}

/* A fetch with an offset, which layers do not have; defined, it is of the nearest texel. */
static void test_texel_offsets(void **state) {
    static uint32_t pixels[24];
    static cpu_module m;
    static const struct {
        uint32_t x, y, layer, fires, nearest; /* nearest: x + 4 y + 12 layer, behind the offset */
    } cases[] = {{0, 1, 0, 0, 1}, {2, 3, 0, 0, 11},  {3, 1, 0, 1, 3}, {0, 0, 1, 1, 1 + 8},
                 {M1, 1, 1, 0, 0}, {2, 4, 0, 1, 11}, {0, 1, 1, 0, 1}, {0, 1, 2, 1, 1}};
    static const spvch_options defined = {SPVCH_RECORD | SPVCH_DEFINED, SET, BINDING, 0, 0};
    const uint32_t groups[3] = {1, 1, 1};
    spv_cpu_image image;
    spv_cpu_binding bindings[3];
    uint32_t i, is_array;
    (void)state;
    for (i = 0; i < 24; i++) pixels[i] = 100 + i;
    bind_image(bindings, &image, pixels);
    image.width = 4;
    image.height = 3;
    for (is_array = 0; is_array < 2; is_array++) {
        char body[1024];
        image.shape = is_array ? SPV_CPU_2D_ARRAY : SPV_CPU_2D;
        image.layers = is_array ? 2 : 0;
        sprintf(body, "%%at = OpCompositeConstruct %s\n%%i = OpLoad %%im %%image\n"
                "%%v = OpImageFetch %%u4 %%i %%at Lod|ConstOffset %%n0 %%by\n"
                "%%r = OpCompositeExtract %%uint %%v 0\n%s",
                is_array ? "%u3 %u0 %u1 %u2" : "%vi %i0 %i1", STORE("%r"));
        write_body("", is_array ? "%im = OpTypeImage %uint 2D 0 1 0 1 Unknown\n" OFFSET_TYPES
                                : "%im = OpTypeImage %uint 2D 0 0 0 1 Unknown\n" OFFSET_TYPES,
                   body);
        list_image();
        assemble(text, &defined);
        assert_int_equal(cpu_open(&m, NULL, one.c.words, one.c.word_count), SPV_CPU_OK);
        assert_int_equal(spv_cpu_bind(&m.worker, bindings, 3, NULL, 0), SPV_CPU_OK);
        for (i = 0; i < sizeof cases / sizeof *cases; i++) {
            uint32_t layer = !is_array ? 0 : cases[i].layer > 1 ? 1 : cases[i].layer;
            uint32_t fires = is_array || cases[i].layer < 2 ? cases[i].fires : 0;
            uint32_t nearest = cases[i].nearest + 12 * layer;
            memcpy(one.data, given(cases[i].x, cases[i].y, cases[i].layer), sizeof one.data);
            memset(one.buffer, 0, sizeof one.buffer);
            assert_int_equal(spv_cpu_dispatch(&m.worker, groups, 0, 1), SPV_CPU_OK);
            if (count_of(SPVCH_TEXEL) != fires || one.data[RESULT] != 100 + nearest)
                fail_msg("case %u, %s: %u times, texel %u", (unsigned)i,
                         is_array ? "array" : "plain", (unsigned)count_of(SPVCH_TEXEL),
                         (unsigned)one.data[RESULT]);
        }
        cpu_close(&m);
        release();
    }
}

/* Sparse fetches and reads, which the CPU runner does not know, are checked as others. */
static void test_sparse(void **state) {
    int is_read;
    (void)state;
    for (is_read = 0; is_read < 2; is_read++) {
        char body[1024];
        sprintf(body, "%%at = OpCompositeConstruct %%vi %%i0 %%i1\n%%i = OpLoad %%im %%image\n"
                "%%v = OpImageSparse%s\n%%r = OpCompositeExtract %%uint %%v 1 0\n%s",
                is_read ? "Read %sparse %i %at" : "Fetch %sparse %i %at Lod|ConstOffset %n0 %by",
                STORE("%r"));
        write_body("OpCapability SparseResidency\nOpCapability StorageImageExtendedFormats\n",
                   is_read ? "%im = OpTypeImage %uint 2D 0 0 0 2 R32ui\n" OFFSET_TYPES
                           : "%im = OpTypeImage %uint 2D 0 0 0 1 Unknown\n" OFFSET_TYPES, body);
        list_image();
        assemble(text, &recording);
        assert_int_equal(own_sites(), 1); /* each image has the level 0 */
        site_of(SPVCH_TEXEL);
        release();
    }
}

/* ---- records, functions, entry points, versions */

static void test_records(void **state) {
    spvch_record r;
    uint32_t site;
    (void)state;
    write_body("", "", "%r = OpSDiv %int %i0 %i1\nOpLine %file 3 4\n"
               "%x = OpExtInst %float %g Pow %f2 %f2\n");
    assemble(text, &recording);
    run_both(given((uint32_t)-5, 0, 0xC0200000u), 1);
    site = site_of(SPVCH_SDIV_ZERO);
    assert_int_equal(spvch_read(&one.c, one.buffer, ROOM, site, 0, &r), 1);
    assert_int_equal(spvch_read(&one.c, one.buffer, ROOM, site, 1, &r), 0);
    assert_int_equal(spvch_read(&one.c, one.buffer, 3, site, 0, &r), 0);
    assert_int_equal(spvch_read(&one.c, one.buffer, ROOM, site, 0, &r), 1);
    assert_true(spvch_value(&one.c, &r, 0, 0) == -5 && spvch_value(&one.c, &r, 1, 0) == 0);
    assert_int_equal(one.c.sites[site].operands[0].kind, 'i');
    assert_int_equal(r.invocation[0], 0);
    site = site_of(SPVCH_POW);
    assert_int_equal(spvch_read(&one.c, one.buffer, ROOM, site, 0, &r), 1);
    assert_true(spvch_value(&one.c, &r, 0, 0) == -2.5);
    assert_int_equal(one.c.sites[site].line, 3);
    assert_int_equal(one.words[one.c.sites[site].word] & 0xFFFFu, SPVM_OpExtInst);
    release();
}

/* Invocations of several workgroups, in a function that two entry points call, in all versions. */
static void test_entry_points(void **state) {
    static cpu_module m;
    const uint32_t groups[3] = {3, 2, 1};
    spv_cpu_binding bindings[2];
    spv_cpu_options options;
    spvch_record r;
    size_t i;
    uint32_t k;
    (void)state;
    memset(bindings, 0, sizeof bindings);
    memset(&options, 0, sizeof options);
    options.entry = "other";
    bind_buffers(bindings);
    for (i = 0; i < sizeof styles / sizeof *styles; i++) {
        char entry[128], *at;
        spoken = &styles[i];
        write_head("", "%called = OpTypeFunction %uint %uint\n");
        sprintf(entry, "OpEntryPoint GLCompute %%other \"other\" %s\n"
                "OpExecutionMode %%other LocalSize 2 2 1\n", spoken->interface);
        at = strstr(text, "OpExecutionMode %main");
        memmove(at + strcspn(entry, "\n") + 1, at, strlen(at) + 1);
        memcpy(at, entry, strcspn(entry, "\n") + 1);
        at = strstr(text, "OpString") - strlen("%file = ");
        memmove(at + strlen(strchr(entry, '\n') + 1), at, strlen(at) + 1);
        memcpy(at, strchr(entry, '\n') + 1, strlen(strchr(entry, '\n') + 1));
        strcat(text, "%f = OpFunction %uint None %called\n%x = OpFunctionParameter %uint\n"
               "%fl = OpLabel\n%q = OpUDiv %uint %n7 %x\nOpReturnValue %q\nOpFunctionEnd\n"
               "%main = OpFunction %void None %fn\n%l = OpLabel\n"
               "%p = OpAccessChain %wordp %data %n0 %n0\n%u = OpLoad %uint %p\n"
               "%c = OpFunctionCall %uint %f %u\nOpReturn\nOpFunctionEnd\n"
               "%other = OpFunction %void None %fn\n%ol = OpLabel\n"
               "%op = OpAccessChain %wordp %data %n0 %n0\n%ou = OpLoad %uint %op\n"
               "%oc = OpFunctionCall %uint %f %ou\nOpReturn\nOpFunctionEnd\n");
        assemble(text, &recording);
        memset(one.data, 0, sizeof one.data);
        memset(one.buffer, 0, sizeof one.buffer);
        assert_int_equal(cpu_open(&m, &options, one.c.words, one.c.word_count), SPV_CPU_OK);
        assert_int_equal(spv_cpu_bind(&m.worker, bindings, 2, NULL, 0), SPV_CPU_OK);
        assert_int_equal(spv_cpu_dispatch(&m.worker, groups, 0, 6), SPV_CPU_OK);
        cpu_close(&m);
        assert_int_equal(count_of(SPVCH_UDIV_ZERO), 24);
        for (k = 0; k < 4; k++) {
            assert_int_equal(spvch_read(&one.c, one.buffer, ROOM, site_of(SPVCH_UDIV_ZERO), k, &r),
                             1);
            assert_int_equal(r.entry, 1);
            assert_true(r.invocation[0] < 6 && r.invocation[1] < 4 && r.invocation[2] == 0);
        }
        release();
    }
    spoken = &styles[4];
}

/* ---- what goes wrong */

/* A body whose function is an entry point of another name too. */
static void write_shared(const char *model) {
    char more[64], *at;
    write_body("", "", "%r = OpUDiv %uint %u0 %u1\n");
    sprintf(more, "OpEntryPoint %s %%main \"again\"\n", model);
    at = strstr(text, "OpEntryPoint");
    memmove(at + strlen(more), at, strlen(at) + 1);
    memcpy(at, more, strlen(more));
}

/* One function as two entry points: both list what it reads; of two stages it cannot be. */
static void test_shared_entry(void **state) {
    char memory[1 << 16];
    spvch_module c;
    uint32_t *words;
    size_t count;
    (void)state;
    spoken = &styles[0];
    write_shared("GLCompute");
    assemble(text, &recording); /* which validates */
    run_both(given(1, 0, 0), 1);
    assert_int_equal(count_of(SPVCH_UDIV_ZERO), 1);
    release();
    write_shared("Vertex");
    words = cpu_assemble("check", text, strlen(text), spoken->environment, &count);
    assert_int_equal(spvch_instrument(&c, NULL, words, count, memory, sizeof memory),
                     SPVCH_UNSUPPORTED);
    assert_string_equal(c.error.text, "a function is the entry point of two stages");
    free(words);
    spoken = &styles[4];
}

static void test_errors(void **state) {
    static const uint32_t short_words[] = {0x07230203u, 0x00010000u, 0, 1};
    static spvm_module m;
    spvch_module c;
    uint32_t *words, type;
    size_t size, count, at;
    char *memory;
    (void)state;
    assert_int_equal(spvch_instrument(&c, NULL, short_words, 4, NULL, 0), SPVCH_INVALID);
    assert_int_equal(spvch_memory(short_words, 4), 0);
    write_body("", "", "%r = OpUDiv %uint %u0 %u1\n%q = OpExtInst %float %g Asin %f0\n"
               "%t = OpConvertFToS %int %f0\n");
    words = cpu_assemble("check", text, strlen(text), spoken->environment, &count);
    assert_int_equal(spvch_instrument(&c, NULL, words, count, NULL, 0), SPVCH_MEMORY);
    assert_true(c.needed > 0);
    /* any size of memory, at any alignment: done, or too small; nothing beyond is touched */
    for (size = 0; size < 1 << 17; size += 977) {
        memory = (char *)malloc(size + 3);
        spvch_instrument(&c, &recording, words, count, memory + 3, size);
        assert_true(c.error.status == SPVCH_OK || c.error.status == SPVCH_MEMORY);
        free(memory);
    }
    assert_int_equal(c.error.status, SPVCH_OK);
    /* numbers of a width that there is not are left alone */
    memory = (char *)malloc(1 << 20);
    for (at = 5; words[at] != (3u << 16 | SPVM_OpTypeFloat); at += words[at] >> 16) {}
    words[at + 2] = 37;
    assert_int_equal(spvch_instrument(&c, &defining, words, count, memory, 1 << 19), SPVCH_OK);
    assert_int_equal(spvm_load(&m, NULL, c.words, c.word_count, memory + (1 << 19), 1 << 19),
                     SPVM_OK);
    /* and so is what becomes an integer, but has the type of a struct */
    words[at + 2] = 32;
    for (at = 5; (words[at] & 0xFFFFu) != SPVM_OpTypeStruct; at += words[at] >> 16) {}
    type = words[at + 1];
    for (at = 5; words[at] != (4u << 16 | SPVM_OpConvertFToS); at += words[at] >> 16) {}
    words[at + 1] = type;
    assert_int_equal(spvch_instrument(&c, &defining, words, count, memory, 1 << 19), SPVCH_OK);
    free(memory);
    words[count - 1] = 0x00050080u; /* ends within an instruction */
    memory = (char *)malloc(1 << 20);
    assert_int_equal(spvch_instrument(&c, &recording, words, count, memory, 1 << 20),
                     SPVCH_INVALID);
    free(memory);
    free(words);
}

/* Words that are not valid, which a fuzzer found: what is made of them can be loaded again. */
static void test_hostile(void **state) {
    static const char *const names[] = {"branch_of_member", "branch_of_pointer",
                                        "flags_of_another_class", "flags_of_another_type",
                                        "type_twice"};
    static uint32_t words[4096];
    static unsigned char memory[8 << 20], loaded[8 << 20];
    size_t i;
    (void)state;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        spvch_module c;
        spvm_module m;
        spvch_options options;
        char path[128];
        FILE *file;
        size_t count;
        sprintf(path, "tests/data/corpus/check/%s", names[i]);
        file = fopen(path, "rb");
        if (file == NULL) fail_msg("%s cannot be read", path);
        count = fread(words, 4, sizeof words / 4, file);
        fclose(file);
        memset(&options, 0, sizeof options);
        options.flags = words[2] & 31; /* as tests/fuzz/fuzz_check.c has it */
        options.max_iterations = words[2] >> 5 & 15;
        spvch_instrument(&c, &options, words, count, memory, sizeof memory);
        if (c.error.status != SPVCH_OK) continue;
        spvm_load(&m, NULL, c.words, c.word_count, loaded, sizeof loaded);
        if (m.error.status != SPVM_OK) fail_msg("%s: %s", names[i], m.error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows), cmocka_unit_test(test_field_widths),
        cmocka_unit_test(test_normalize),
        cmocka_unit_test(test_matrix_inverse), cmocka_unit_test(test_frexp),
        cmocka_unit_test(test_assumed_and_reached), cmocka_unit_test(test_indices),
        cmocka_unit_test(test_vector_indices), cmocka_unit_test(test_buffer_indices),
        cmocka_unit_test(test_unwritten), cmocka_unit_test(test_unwritten_parts),
        cmocka_unit_test(test_unwritten_behind_pointers),
        cmocka_unit_test(test_undefined), cmocka_unit_test(test_undefined_ways),
        cmocka_unit_test(test_undefined_structs), cmocka_unit_test(test_undefined_entries),
        cmocka_unit_test(test_workgroups),
        cmocka_unit_test(test_undefined_parts), cmocka_unit_test(test_undefined_bools),
        cmocka_unit_test(test_not_a_number), cmocka_unit_test(test_proved),
        cmocka_unit_test(test_proved_numbers),
        cmocka_unit_test(test_proved_loops), cmocka_unit_test(test_defined),
        cmocka_unit_test(test_defined_rows), cmocka_unit_test(test_long_loops),
        cmocka_unit_test(test_loops_that_ask_last),
        cmocka_unit_test(test_left_loops), cmocka_unit_test(test_short_loops),
        cmocka_unit_test(test_pointers_out_of_loops), cmocka_unit_test(test_texels),
        cmocka_unit_test(test_texel_offsets), cmocka_unit_test(test_sparse),
        cmocka_unit_test(test_cubes),
        cmocka_unit_test(test_records), cmocka_unit_test(test_entry_points),
        cmocka_unit_test(test_shared_entry), cmocka_unit_test(test_errors),
        cmocka_unit_test(test_hostile)};
    int code;
    context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    code = cmocka_run_group_tests(tests, NULL, NULL);
    spvContextDestroy(context);
    return code;
}
