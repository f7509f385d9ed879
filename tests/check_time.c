/* cc -std=c99 -O2 -I. tests/check_time.c tests/code/spv_check.c -o check_time -lSPIRV-Tools -lstdc++ -lm */
/* How long tools/spv_check.h takes for modules of a thousand to a million instructions, each four
   times the one before: nanoseconds an instruction, the memory, and the exponent of the growth,
   over all, where caches count, and of the last step.
       check_time
   Every sixteen instructions or so are a load from a buffer, a division, a root, a conversion, a
   branch with a shift in its arm, a phi with an undefined value, a variable that an arm writes, and
   a store; each eighth time a loop stands around them. The first block has one more for each.
   Exit code 1: that is above 1.25. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spirv-tools/libspirv.h>

#include "tools/spv_check.h"

enum { STEPS = 6, UNIT = 20, TEXT_OF_UNIT = 1600 };

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

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* Nanoseconds of the fastest of five. */
static double measure(const uint32_t *words, size_t count, spvch_module *c, size_t *size) {
    const spvch_options options = {SPVCH_RECORD, 3, 0, 4, 100};
    double best = INFINITY, start, taken;
    void *memory;
    int i;
    *size = spvch_memory(words, count);
    memory = malloc(*size);
    for (i = 0; i < 5; i++) {
        start = now();
        while (spvch_instrument(c, &options, words, count, memory, *size) == SPVCH_MEMORY) {
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

int main(void) {
    spv_context context = spvContextCreate(SPV_ENV_UNIVERSAL_1_0);
    double taken[STEPS], instructions[STEPS], exponent;
    unsigned step, k, units = 60;
    for (step = 0; step < STEPS; step++, units *= 4) {
        spv_binary binary = NULL;
        spv_diagnostic diagnostic = NULL;
        spvch_module c;
        size_t size;
        text = (char *)malloc(4096 + (size_t)units * TEXT_OF_UNIT);
        if (text == NULL) return 3;
        used = 0;
        put_head();
        for (k = 1; k <= units; k++) put("%%u%u = OpIAdd %%uint %%x0 %%n%u\n", k, k % 2);
        put("OpBranch %%e0\n%%e0 = OpLabel\n");
        for (k = 1; k <= units; k++) put_unit(k);
        put("OpReturn\nOpFunctionEnd\n");
        if (spvTextToBinary(context, text, used, &binary, &diagnostic) != SPV_SUCCESS) {
            fprintf(stderr, "line %zu: %s\n", diagnostic->position.line + 1, diagnostic->error);
            return 3;
        }
        free(text);
        taken[step] = measure(binary->code, binary->wordCount, &c, &size);
        instructions[step] = (double)units * UNIT;
        printf("%9.0f instructions: %8.3f ms, %4.0f ns each, %zu words become %zu, %u sites, %.1f "
               "MB\n",
               instructions[step], taken[step] / 1e6, taken[step] / instructions[step],
               binary->wordCount, c.word_count, (unsigned)c.site_count, (double)size / 1e6);
        spvBinaryDestroy(binary);
    }
    spvContextDestroy(context);
    printf("exponent %.2f; ",
           log(taken[STEPS - 1] / taken[0]) / log(instructions[STEPS - 1] / instructions[0]));
    exponent = log(taken[STEPS - 1] / taken[STEPS - 2]) / log(4);
    printf("from the last but one to the last %.2f\n", exponent);
    return exponent > 1.25;
}
