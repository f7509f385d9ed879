/* cc -std=c99 -O2 -I. tests/vulkan/vk_time_test.c -o vk_time_test */
/* That lambdav_vk.h looks at a module in linear time: modules of one shape each, of SMALL and of
   GROWTH times as many parts. A word of the larger one may take LIMIT times as long as one of the
   smaller one (GROWTH times, if time were quadratic). Both are the least of several runs, in turns,
   of the processor's time.
       vk_time_test [-v]
   Exit code 1: some shape took longer, or was not looked at as expected. -v: all are printed. */
#include <stdlib.h>
#include <time.h>

#define LAMBDAV_VK_IMPLEMENTATION
#define LAMBDAV_VK_KEEP_PRIVATE
#define LAMBDAV_VK_NO_LOADER
#include "lambdav_vk.h"

enum { SMALL = 32, GROWTH = 16, LIMIT = 4, RUNS = 5, TRIES = 4, LOOKS = 512, MAX_WORDS = 1 << 18,
       USED = 16 };

/* How many of each thing a module has; PARTS stands for as many as are asked for. */
enum { PARTS = -1 };
typedef struct shape {
    const char *name;
    int variables, entries, functions, members, loads;
} shape;

static const shape shapes[] = {
    {"loads", 1, 1, 0, 1, PARTS},
    {"variables that are used, and loads", USED, 1, 0, 4, PARTS},
    {"variables that are not used", PARTS, 1, 8, 4, 8},
    {"members of a block", 1, 1, 1, PARTS, 1},
    {"members of all blocks", USED, 1, 1, PARTS, 1},
    {"functions", 1, 1, PARTS, 1, 4},
    {"entry points", 1, PARTS, 1, 1, 4},
};

typedef struct module {
    uint32_t words[MAX_WORDS], count;
} module;

enum { VOID = 1, FN, UINT, FLOAT, POINTER, ZERO, FIRST };

static void put(module *m, uint32_t opcode, uint32_t count, ...) {
    va_list list;
    va_start(list, count);
    m->words[m->count++] = (count + 1) << 16 | opcode;
    for (; count > 0; count--) m->words[m->count++] = va_arg(list, uint32_t);
    va_end(list);
}

static uint32_t number(int of_shape, uint32_t parts) {
    return of_shape == PARTS ? parts : (uint32_t)of_shape;
}

/* The variables, each a storage block of its own: decorations, then types. */
static void put_variables(module *m, uint32_t first, uint32_t count, uint32_t members) {
    uint32_t i, k, id = first;
    for (i = 0; i < count; i++, id += 3) {
        put(m, LVKI_SPV_OpDecorate, 2, id, 2); /* Block */
        for (k = 0; k < members; k++)
            put(m, LVKI_SPV_OpMemberDecorate, 4, id, k, LVKI_SPV_Decoration_Offset, 4 * k);
        put(m, LVKI_SPV_OpDecorate, 3, id + 2, LVKI_SPV_Decoration_DescriptorSet, 0);
        put(m, LVKI_SPV_OpDecorate, 3, id + 2, LVKI_SPV_Decoration_Binding, i);
    }
    put(m, LVKI_SPV_OpTypeVoid, 1, VOID);
    put(m, LVKI_SPV_OpTypeFunction, 2, FN, VOID);
    put(m, LVKI_SPV_OpTypeInt, 3, UINT, 32, 0);
    put(m, LVKI_SPV_OpTypeFloat, 2, FLOAT, 32);
    put(m, LVKI_SPV_OpTypePointer, 3, POINTER, LVKI_SPV_StorageClass_StorageBuffer, FLOAT);
    put(m, LVKI_SPV_OpConstant, 3, UINT, ZERO, 0);
    for (i = 0, id = first; i < count; i++, id += 3) {
        m->words[m->count++] = (2 + members) << 16 | LVKI_SPV_OpTypeStruct;
        m->words[m->count++] = id;
        for (k = 0; k < members; k++) m->words[m->count++] = FLOAT;
        put(m, LVKI_SPV_OpTypePointer, 3, id + 1, LVKI_SPV_StorageClass_StorageBuffer, id);
        put(m, LVKI_SPV_OpVariable, 3, id + 1, id + 2, LVKI_SPV_StorageClass_StorageBuffer);
    }
}

/* Entry points call all functions; everybody loads from the first variables. */
static void make_module(const shape *of, uint32_t parts, module *m) {
    uint32_t variables = number(of->variables, parts), entries = number(of->entries, parts);
    uint32_t functions = number(of->functions, parts), loads = number(of->loads, parts), i, k;
    uint32_t used = variables < USED ? variables : USED;
    uint32_t entry = FIRST + 3 * variables, id = entry + entries + functions;
    m->count = LVKI_SR_HEADER;
    put(m, LVKI_SPV_OpCapability, 1, LVKI_SPV_Capability_Shader);
    put(m, LVKI_SPV_OpMemoryModel, 2, 0, 1);
    for (i = 0; i < entries; i++)
        put(m, LVKI_SPV_OpEntryPoint, 3, LVKI_SPV_ExecutionModel_GLCompute, entry + i, 0x6D);
    for (i = 0; i < entries; i++)
        put(m, LVKI_SPV_OpExecutionMode, 5, entry + i, LVKI_SPV_ExecutionMode_LocalSize, 1, 1, 1);
    put_variables(m, FIRST, variables, number(of->members, parts));
    for (i = 0; i < entries + functions; i++) {
        put(m, LVKI_SPV_OpFunction, 4, VOID, entry + i, 0, FN);
        put(m, LVKI_SPV_OpLabel, 1, id++);
        for (k = 0; i < entries && k < functions; k++)
            put(m, LVKI_SPV_OpFunctionCall, 3, VOID, id++, entry + entries + k);
        for (k = 0; k < loads; k++, id += 2) {
            put(m, LVKI_SPV_OpAccessChain, 4, POINTER, id, FIRST + 2 + 3 * (k % used), ZERO);
            put(m, LVKI_SPV_OpLoad, 3, FLOAT, id + 1, id);
        }
        put(m, LVKI_SPV_OpReturn, 0);
        put(m, LVKI_SPV_OpFunctionEnd, 0);
    }
    m->words[0] = LVKI_SPV_MAGIC;
    m->words[1] = 0x00010300u;
    m->words[3] = id;
}

/* Seconds for `looks` looks at it, by a device that can do everything. */
static double seconds(const shape *of, const module *m, int looks) {
    static lambdav_vk_context c;
    static lambdav_vk_pipeline p;
    static lvki_interface face;
    static lvki_look k;
    uint64_t used = 0;
    clock_t start;
    int i, fits = 1;
    memset(&c.limits, 0xFF, sizeof c.limits);
    memset(&c.features, 1, sizeof c.features);
    c.version = LVKI_VERSION(1, 3);
    k.c = &c;
    k.p = &p;
    k.out = &face;
    k.stage = &lvki_stages[LVKI_COMPUTE];
    start = clock();
    for (i = 0; i < looks && fits; i++) {
        p.resource_count = 0;
        fits = lvki_look_at(&k, m->words, m->count, NULL, NULL, 0, &used);
    }
    if (fits && p.resource_count > 0 && p.workgroup[0] == 1)
        return (double)(clock() - start) / CLOCKS_PER_SEC;
    printf("FAILED %s: %u resources, %s\n", of->name, (unsigned)p.resource_count, c.error);
    exit(1);
}

/* How much longer a word of the larger module takes; *word: seconds for one of the smaller one. */
static double growth(const shape *of, double *word) {
    static module small, large;
    double least[2] = {1e9, 1e9}, took;
    int i;
    make_module(of, SMALL, &small);
    make_module(of, SMALL * GROWTH, &large);
    for (i = 0; i < RUNS; i++) {
        if ((took = seconds(of, &small, LOOKS)) < least[0]) least[0] = took;
        if ((took = seconds(of, &large, LOOKS / GROWTH)) < least[1]) least[1] = took;
    }
    *word = (least[0] + 1e-6) / LOOKS / small.count;
    return least[1] / (LOOKS / GROWTH) / large.count / *word;
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0, i;
    int tries, talks = argc > 1 && strcmp(argv[1], "-v") == 0;
    double word, factor = 0;
    for (i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (tries = 0; tries < TRIES; tries++) {
            factor = growth(&shapes[i], &word);
            if (factor <= LIMIT) break;
        }
        if (talks) printf("%s: %.1f ns a word, %.2f\n", shapes[i].name, 1e9 * word, factor);
        if (tries < TRIES) {
            passed++;
            continue;
        }
        failed++;
        printf("FAILED %s: a word takes %.1f times as long in a larger module\n", shapes[i].name,
               factor);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
