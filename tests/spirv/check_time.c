/* cc -std=c99 -O2 -I. tests/spirv/check_time.c tests/code/spv_check.c -o check_time -lSPIRV-Tools -lstdc++ -lm */
/* How long tools/spv_check.h takes for modules of a thousand to a million instructions, each four
   times the one before: nanoseconds an instruction, the memory, and the exponent of the growth,
   over all, where caches count, and of the last step.
       check_time
       check_time SHAPE UNITS    only that module, once: for a profiler that counts instructions
   Shapes: records, of a straight module; safe, the same with loops bounded and operands replaced;
   nest, loops in each other, bounded, of each of which a value is used behind all.
   Every sixteen instructions or so are a load from a buffer, a division, a root, a conversion, a
   branch with a shift in its arm, a phi with an undefined value, a variable that an arm writes, and
   a store; each eighth time a loop stands around them. The first block has one more for each.
   Exit code 1: of a shape that is above 1.25 in each of several rounds: one that other work slows
   down does not count. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spirv-tools/libspirv.h>

#include "tools/spv_check.h"

enum { STEPS = 6, UNIT = 20, TEXT_OF_UNIT = 1600, ROUNDS = 5 };
#define LIMIT 1.25 /* exponent */

static char *text;
static size_t used;

static void put(const char *format, ...) {
    va_list list;
    va_start(list, format);
    used += (size_t)vsprintf(text + used, format, list);
    va_end(list);
}

static void put_head(void) {
    put("OpCapability Shader\n%%g = OpExtInstImport \"GLSL.std.450\"\n"
        "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\"\n"
        "OpExecutionMode %%main LocalSize 1 1 1\nOpDecorate %%array ArrayStride 4\n"
        "OpDecorate %%block BufferBlock\nOpMemberDecorate %%block 0 Offset 0\n"
        "OpDecorate %%data DescriptorSet 0\nOpDecorate %%data Binding 0\n%%void = OpTypeVoid\n"
        "%%fn = OpTypeFunction %%void\n%%uint = OpTypeInt 32 0\n%%float = OpTypeFloat 32\n"
        "%%bool = OpTypeBool\n%%array = OpTypeRuntimeArray %%uint\n%%block = OpTypeStruct %%array\n"
        "%%bp = OpTypePointer Uniform %%block\n%%wp = OpTypePointer Uniform %%uint\n"
        "%%vp = OpTypePointer Function %%uint\n%%data = OpVariable %%bp Uniform\n"
        "%%n0 = OpConstant %%uint 0\n%%n1 = OpConstant %%uint 1\n%%n9 = OpConstant %%uint 9\n"
        "%%one = OpConstant %%float 1\n%%undef = OpUndef %%uint\n"
        "%%main = OpFunction %%void None %%fn\n%%m0 = OpLabel\n"
        "%%var = OpVariable %%vp Function\n%%x0 = OpIAdd %%uint %%n1 %%n9\n");
}

/* A unit, behind label e(k - 1), with label ek at its end. */
static void put_unit(unsigned k) {
    int loops = k % 8 == 0;
    if (loops)
        put("OpBranch %%h%u\n%%h%u = OpLabel\n%%i%u = OpPhi %%uint %%n0 %%e%u %%j%u %%o%u\n"
            "OpLoopMerge %%d%u %%o%u None\nOpBranch %%b%u\n%%b%u = OpLabel\n",
            k, k, k, k - 1, k, k, k, k, k, k);
    put("%%p%u = OpAccessChain %%wp %%data %%n0 %%x%u\n%%a%u = OpLoad %%uint %%p%u\n"
        "%%q%u = OpUDiv %%uint %%a%u %%x%u\n%%f%u = OpConvertUToF %%float %%q%u\n"
        "%%k%u = OpFSub %%float %%f%u %%one\n%%s%u = OpExtInst %%float %%g Sqrt %%k%u\n"
        "%%t%u = OpConvertFToU %%uint %%s%u\n%%v%u = OpLoad %%uint %%var\n"
        "%%c%u = OpULessThan %%bool %%t%u %%v%u\nOpSelectionMerge %%m%u None\n"
        "OpBranchConditional %%c%u %%y%u %%m%u\n%%y%u = OpLabel\n"
        "%%z%u = OpShiftLeftLogical %%uint %%t%u %%a%u\nOpStore %%var %%z%u\n"
        "OpBranch %%m%u\n%%m%u = OpLabel\n",
        k, k - 1, k, k, k, k, k - 1, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k,
        k, k, k);
    put("%%x%u = OpPhi %%uint %%z%u %%y%u %%undef %%%s%u\nOpStore %%p%u %%x%u\n", k, k, k,
        loops ? "b" : "e", loops ? k : k - 1, k, k);
    if (loops)
        put("OpBranch %%o%u\n%%o%u = OpLabel\n%%j%u = OpIAdd %%uint %%i%u %%n1\n"
            "%%l%u = OpULessThan %%bool %%j%u %%x%u\nOpBranchConditional %%l%u %%h%u %%d%u\n"
            "%%d%u = OpLabel\n",
            k, k, k, k, k, k, k, k, k, k, k);
    put("OpBranch %%e%u\n%%e%u = OpLabel\n", k, k);
}

/* Loops in each other, with a value that each one's exit leaves behind, and that is used at the
   end; after them as many in a row. */
static void put_nest(unsigned loops) {
    unsigned k;
    for (k = 1; k <= loops; k++)
        put("OpBranch %%h%u\n%%h%u = OpLabel\nOpLoopMerge %%m%u %%c%u None\nOpBranch %%b%u\n"
            "%%b%u = OpLabel\n%%v%u = OpLoad %%uint %%var\n"
            "%%t%u = OpIEqual %%bool %%v%u %%n%u\n", k, k, k, k, k, k, k, k, k, k % 2);
    for (k = loops; k > 0; k--)
        put("OpSelectionMerge %%s%u None\nOpBranchConditional %%t%u %%a%u %%s%u\n"
            "%%a%u = OpLabel\n%%w%u = OpIAdd %%uint %%v%u %%v%u\nOpBranch %%m%u\n"
            "%%s%u = OpLabel\nOpBranch %%c%u\n%%c%u = OpLabel\nOpBranch %%h%u\n"
            "%%m%u = OpLabel\n", k, k, k, k, k, k, k, k, k, k, k, k, k, k);
    for (k = 1; k <= loops; k++) put("%%r%u = OpIAdd %%uint %%v%u %%w%u\n", k, k, k);
    for (k = 1; k <= loops; k++)
        put("OpBranch %%g%u\n%%g%u = OpLabel\nOpLoopMerge %%o%u %%d%u None\nOpBranch %%e%u\n"
            "%%e%u = OpLabel\n%%y%u = OpLoad %%uint %%var\n%%q%u = OpIEqual %%bool %%y%u %%n1\n"
            "OpBranchConditional %%q%u %%o%u %%d%u\n%%d%u = OpLabel\n%%z%u = OpCopyObject %%uint "
            "%%y%u\nOpBranch %%g%u\n%%o%u = OpLabel\n%%x%u = OpIAdd %%uint %%y%u %%w1\n",
            k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k, k);
}

/* ---- measuring */

enum { RECORDS, SAFE, NEST, SHAPES };
static const char *const shapes[] = {"records", "safe", "nest"};

/* The module of a shape; the caller destroys it. */
static spv_binary build(spv_context context, int shape, unsigned units) {
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    unsigned k;
    text = (char *)malloc(4096 + (size_t)units * TEXT_OF_UNIT);
    if (text == NULL) exit(3);
    used = 0;
    put_head();
    for (k = 1; k <= units && shape != NEST; k++)
        put("%%u%u = OpIAdd %%uint %%x0 %%n%u\n", k, k % 2);
    if (shape == NEST) {
        put_nest(units);
    } else {
        put("OpBranch %%e0\n%%e0 = OpLabel\n");
        for (k = 1; k <= units; k++) put_unit(k);
    }
    put("OpReturn\nOpFunctionEnd\n");
    if (spvTextToBinary(context, text, used, &binary, &diagnostic) != SPV_SUCCESS) {
        fprintf(stderr, "line %zu: %s\n", diagnostic->position.line + 1, diagnostic->error);
        exit(3);
    }
    free(text);
    return binary;
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of the fastest of some. */
static double measure(const spv_binary binary, int shape, int times, spvch_module *c,
                      size_t *size) {
    static const spvch_options options[]
        = {{SPVCH_RECORD, 3, 0, 4, 100}, {SPVCH_DEFINED | SPVCH_BOUND, 3, 0, 4, 100},
           {SPVCH_DEFINED | SPVCH_BOUND, 3, 0, 4, 100}};
    double best = INFINITY, start, taken;
    void *memory;
    int i;
    *size = spvch_memory(binary->code, binary->wordCount);
    memory = malloc(*size);
    for (i = 0; i < times; i++) {
        start = now();
        while (spvch_instrument(c, &options[shape], binary->code, binary->wordCount, memory, *size)
               == SPVCH_MEMORY) {
            free(memory);
            memory = malloc(*size = c->needed);
            start = now();
        }
        taken = now() - start;
        if (c->error.status != SPVCH_OK) exit(fprintf(stderr, "%s\n", c->error.text) > 0);
        if (taken < best) best = taken;
    }
    free(memory);
    return best;
}

/* Whether the time of a shape grows as the instructions do, in the last step. */
static int is_linear(spv_context context, int shape) {
    double taken[STEPS], instructions[STEPS], exponent, again;
    unsigned step, round, units = 60, steps = shape == RECORDS ? STEPS : STEPS - 1;
    spv_binary last[2] = {NULL, NULL};
    spvch_module c;
    size_t size;
    for (step = 0; step < steps; step++, units *= 4) {
        spv_binary binary = build(context, shape, units);
        taken[step] = measure(binary, shape, 3, &c, &size);
        instructions[step] = (double)units * UNIT;
        printf("%s: %9.0f instructions: %8.3f ms, %4.0f ns each, %zu words become %zu, %u sites, "
               "%.1f MB\n", shapes[shape], instructions[step], taken[step] / 1e6,
               taken[step] / instructions[step], binary->wordCount, c.word_count,
               (unsigned)c.site_count, (double)size / 1e6);
        spvBinaryDestroy(last[0]);
        last[0] = last[1];
        last[1] = binary;
    }
    printf("%s: exponent %.2f; ", shapes[shape],
           log(taken[steps - 1] / taken[0]) / log(instructions[steps - 1] / instructions[0]));
    exponent = log(taken[steps - 1] / taken[steps - 2]) / log(4);
    for (round = 0; round < ROUNDS && exponent > LIMIT; round++) {
        taken[0] = measure(last[0], shape, 1, &c, &size);
        taken[1] = measure(last[1], shape, 1, &c, &size);
        again = log(taken[1] / taken[0]) / log(4);
        if (again < exponent) exponent = again;
    }
    printf("from the last but one to the last %.2f\n", exponent);
    spvBinaryDestroy(last[0]);
    spvBinaryDestroy(last[1]);
    return exponent <= LIMIT;
}

int main(int argc, char **argv) {
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_0);
    int shape, right = 1;
    for (shape = 0; shape < SHAPES; shape++) {
        spv_binary binary;
        spvch_module c;
        size_t size;
        if (argc != 3) {
            if (!is_linear(context, shape)) right = 0;
        } else if (strcmp(argv[1], shapes[shape]) == 0) {
            binary = build(context, shape, (unsigned)atoi(argv[2]));
            printf("%.3f ms\n", measure(binary, shape, 1, &c, &size) / 1e6);
            spvBinaryDestroy(binary);
        }
    }
    spvContextDestroy(context);
    return !right;
}
