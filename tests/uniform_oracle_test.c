/* cc -std=c99 -O1 -I. tests/uniform_oracle_test.c tests/code/spv_cpu.c -o uniform_oracle_test -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tools/spv_uniformity.h against brute force. Random modules with a barrier here and there (in
   choices, loops, switches, functions with pointers, behind early returns, breaks and phis) run on
   the CPU, with all assignments of what differs between two invocations and of what does not. A
   barrier is replaced by a note of the invocation: by which calls and turns it came there. If the
   notes of the two differ for some assignment, the analysis must have found that barrier; how often
   it finds one where they never differ is printed.
       uniform_oracle_test [--programs N] [--seed S] [--print]
   The last line is "N passed, N failed". */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spirv-tools/libspirv.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"
#include "tools/spv_cpu.h"

#include "repeat.h"
#include "uniform_analysis.h"

enum {
    PROGRAMS = 500,
    TEXT = 1 << 18,
    SOURCES = 2,  /* bits of each invocation, bits of both */
    MOST = 24,    /* barriers of a module */
    FUNCTIONS = 2,
    VARIABLES = 3,
    MEMORY = 8 << 20
};

static char text[2][TEXT]; /* to be run, to be analysed */
static size_t size[2];
static int ids, barriers, functions, in_loop, in_function;
static char merge[64], next[64]; /* of the loop around it */
static uint64_t state;

static int below(int n) {
    uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return (int)((z ^ z >> 31) % (uint64_t)n);
}

/* Bit 0 of `to`: into the text that runs, bit 1: into the one that is analysed. */
static void put(int to, const char *format, ...) {
    int i;
    for (i = 0; i < 2; i++) {
        va_list list;
        if (!(to >> i & 1)) continue;
        va_start(list, format);
        size[i] += (size_t)vsnprintf(text[i] + size[i], TEXT - size[i], format, list);
        va_end(list);
    }
}

static const char head[] =
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main \"main\" %id\nOpExecutionMode %main LocalSize 2 1 1\n"
    "OpDecorate %id BuiltIn LocalInvocationIndex\nOpDecorate %arr ArrayStride 4\n"
    "OpDecorate %block Block\nOpMemberDecorate %block 0 Offset 0\n"
    "OpDecorate %ublock Block\nOpMemberDecorate %ublock 0 Offset 0\n"
    "OpMemberDecorate %ublock 1 Offset 4\n"
    "OpDecorate %own DescriptorSet 0\nOpDecorate %own Binding 0\n"
    "OpDecorate %notes DescriptorSet 0\nOpDecorate %notes Binding 1\n"
    "OpDecorate %same DescriptorSet 0\nOpDecorate %same Binding 2\n"
    "%void = OpTypeVoid\n%bool = OpTypeBool\n%uint = OpTypeInt 32 0\n%fn = OpTypeFunction %void\n"
    "%arr = OpTypeRuntimeArray %uint\n%block = OpTypeStruct %arr\n"
    "%ublock = OpTypeStruct %uint %uint\n%blockp = OpTypePointer StorageBuffer %block\n"
    "%ublockp = OpTypePointer Uniform %ublock\n%sp = OpTypePointer StorageBuffer %uint\n"
    "%up = OpTypePointer Uniform %uint\n%ip = OpTypePointer Input %uint\n"
    "%vp = OpTypePointer Function %uint\n%pp = OpTypePointer Private %uint\n"
    "%ff = OpTypeFunction %uint %uint %vp\n"
    "%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n%u2 = OpConstant %uint 2\n"
    "%u3 = OpConstant %uint 3\n%u24 = OpConstant %uint 24\n%u31 = OpConstant %uint 31\n"
    "%u264 = OpConstant %uint 264\n%own = OpVariable %blockp StorageBuffer\n"
    "%notes = OpVariable %blockp StorageBuffer\n%same = OpVariable %ublockp Uniform\n"
    "%id = OpVariable %ip Input\n%clock = OpVariable %pp Private %u0\n"
    "%shared = OpVariable %pp Private %u0\n";

static int fresh(void) {
    return ++ids;
}

/* The number of an id that is a uint. */
static int value(void) {
    int kind = below(10), a = fresh(), b, c;
    if (kind < 3) {
        b = fresh(), c = fresh();
        put(3, "%%v%d = OpLoad %%uint %%id\n%%v%d = OpIMul %%uint %%v%d %%u2\n", a, b, a);
        if (below(2)) {
            a = fresh();
            put(3, "%%v%d = OpIAdd %%uint %%v%d %%u1\n", a, b);
            b = a;
        }
        a = fresh();
        put(3, "%%v%d = OpAccessChain %%sp %%own %%u0 %%v%d\n%%v%d = OpLoad %%uint %%v%d\n", c, b,
            a, c);
    } else if (kind < 6) {
        b = fresh();
        put(3, "%%v%d = OpAccessChain %%up %%same %%u%d\n%%v%d = OpLoad %%uint %%v%d\n", b,
            below(2), a, b);
    } else if (kind < 7) {
        put(3, "%%v%d = OpLoad %%uint %%shared\n", a);
    } else if (kind < 8 && in_function) {
        put(3, "%%v%d = OpLoad %%uint %%p%d\n", a, in_function);
    } else if (kind < 9 && in_function) {
        put(3, "%%v%d = OpCopyObject %%uint %%a%d\n", a, in_function);
    } else {
        put(3, "%%v%d = OpLoad %%uint %%x%d_%d\n", a, in_function, below(VARIABLES));
    }
    return a;
}

static int condition(void) {
    int v = value(), c = fresh();
    put(3, "%%v%d = Op%s %%bool %%v%d %%u%d\n", c, below(2) ? "IEqual" : "UGreaterThan", v,
        below(2));
    return c;
}

static void barrier(void) {
    int a = fresh(), b = fresh(), c = fresh(), d = fresh(), e = fresh(), f = fresh(), g = fresh();
    int h = fresh(), i = fresh();
    if (barriers == MOST) return;
    put(1, "%%v%d = OpLoad %%uint %%id\n%%v%d = OpIMul %%uint %%v%d %%u24\n", a, b, a);
    put(1, "%%v%d = OpIAdd %%uint %%v%d %%n%d\n", c, b, barriers);
    put(1, "%%v%d = OpAccessChain %%sp %%notes %%u0 %%v%d\n%%v%d = OpLoad %%uint %%v%d\n", d, c, e,
        d);
    put(1, "%%v%d = OpIMul %%uint %%v%d %%u31\n%%v%d = OpLoad %%uint %%clock\n", f, e, g);
    put(1, "%%v%d = OpIAdd %%uint %%v%d %%v%d\n%%v%d = OpIAdd %%uint %%v%d %%u1\n", h, f, g, i, h);
    put(1, "OpStore %%v%d %%v%d\n", d, i);
    put(2, "OpControlBarrier %%u2 %%u2 %%u264\n");
    barriers++;
}

/* The clock goes on from `was` by a number; what runs then is told apart by it. */
static void tick(int was, int by) {
    int a = fresh(), b = fresh();
    put(1, "%%v%d = OpIMul %%uint %%v%d %%u31\n%%v%d = OpIAdd %%uint %%v%d %%v%d\n", a, was, b, a,
        by);
    put(1, "OpStore %%clock %%v%d\n", b);
}

static int now(void) {
    int a = fresh();
    put(1, "%%v%d = OpLoad %%uint %%clock\n", a);
    return a;
}

static void statements(int depth, int count);

/* An arm that goes on to `to`, or elsewhere. */
static void arm(const char *to, int depth) {
    int kind = below(12);
    statements(depth - 1, 1 + below(2));
    if (kind == 0 && in_loop) to = merge;
    else if (kind == 1 && in_loop) to = next;
    if (kind != 2) put(3, "OpBranch %%%s\n", to);
    else if (in_function) put(3, "OpReturnValue %%u%d\n", below(2));
    else put(3, "OpReturn\n");
}

static void choice(int depth) {
    int c = condition(), m = fresh(), yes = fresh(), no = fresh(), with_else = below(2);
    char to[64];
    snprintf(to, sizeof to, "m%d", m);
    put(3, "OpSelectionMerge %%m%d None\nOpBranchConditional %%v%d %%l%d %%%c%d\n", m, c, yes,
        with_else ? 'l' : 'm', with_else ? no : m);
    put(3, "%%l%d = OpLabel\n", yes);
    arm(to, depth);
    if (with_else) {
        put(3, "%%l%d = OpLabel\n", no);
        arm(to, depth);
    }
    put(3, "%%m%d = OpLabel\n", m);
}

/* A phi decides. */
static void phi(int depth) {
    int c = condition(), m = fresh(), yes = fresh(), no = fresh(), f = fresh(), q = fresh();
    int n = fresh(), l = fresh();
    char to[64];
    put(3, "OpSelectionMerge %%m%d None\nOpBranchConditional %%v%d %%l%d %%l%d\n", m, c, yes, no);
    put(3, "%%l%d = OpLabel\nOpBranch %%m%d\n%%l%d = OpLabel\nOpBranch %%m%d\n", yes, m, no, m);
    put(3, "%%m%d = OpLabel\n%%v%d = OpPhi %%uint %%u%d %%l%d %%u%d %%l%d\n", m, f, below(3), yes,
        below(3), no);
    put(3, "%%v%d = OpIEqual %%bool %%v%d %%u1\n", q, f);
    snprintf(to, sizeof to, "m%d", n);
    put(3, "OpSelectionMerge %%m%d None\nOpBranchConditional %%v%d %%l%d %%m%d\n%%l%d = OpLabel\n",
        n, q, l, n, l);
    arm(to, depth);
    put(3, "%%m%d = OpLabel\n", n);
}

static void switch_of(int depth) {
    int v = value(), m = fresh(), a = fresh(), b = fresh(), d = fresh();
    char to[64];
    snprintf(to, sizeof to, "m%d", m);
    put(3, "OpSelectionMerge %%m%d None\nOpSwitch %%v%d %%l%d 0 %%l%d 1 %%l%d\n", m, v, d, a, b);
    put(3, "%%l%d = OpLabel\n", a);
    if (below(3) == 0) { /* falls through */
        statements(0, 1);
        put(3, "OpBranch %%l%d\n", b);
    } else {
        arm(to, depth);
    }
    put(3, "%%l%d = OpLabel\n", b);
    arm(to, depth);
    put(3, "%%l%d = OpLabel\n", d);
    arm(to, depth);
    put(3, "%%m%d = OpLabel\n", m);
}

/* Three turns at most. */
static void loop(int depth) {
    int before = in_loop, was = now(), h = fresh(), b = fresh(), t = fresh(), m = fresh(), i;
    int c = fresh(), j = fresh(), body = fresh(), pre = fresh(), k;
    char old_merge[64], old_next[64];
    memcpy(old_merge, merge, sizeof merge);
    memcpy(old_next, next, sizeof next);
    i = fresh();
    put(3, "OpBranch %%l%d\n%%l%d = OpLabel\nOpBranch %%l%d\n", pre, pre, h);
    put(3, "%%l%d = OpLabel\n%%v%d = OpPhi %%uint %%u0 %%l%d %%v%d %%l%d\n", h, i, pre, j, t);
    put(3, "OpLoopMerge %%m%d %%l%d None\nOpBranch %%l%d\n%%l%d = OpLabel\n", m, t, b, b);
    tick(was, i);
    put(3, "%%v%d = OpULessThan %%bool %%v%d %%u3\n", c, i);
    put(3, "OpBranchConditional %%v%d %%l%d %%m%d\n%%l%d = OpLabel\n", c, body, m, body);
    if (below(2)) {
        int on = fresh();
        k = condition();
        put(3, "OpBranchConditional %%v%d %%l%d %%m%d\n%%l%d = OpLabel\n", k, on, m, on);
    }
    in_loop = 1;
    snprintf(merge, sizeof merge, "m%d", m);
    snprintf(next, sizeof next, "l%d", t);
    statements(depth - 1, 1 + below(3));
    put(3, "OpBranch %%l%d\n%%l%d = OpLabel\n%%v%d = OpIAdd %%uint %%v%d %%u1\n", t, t, j, i);
    if (below(4) == 0) {
        k = condition();
        put(3, "OpBranchConditional %%v%d %%l%d %%m%d\n%%m%d = OpLabel\n", k, h, m, m);
    } else {
        put(3, "OpBranch %%l%d\n%%m%d = OpLabel\n", h, m);
    }
    put(1, "OpStore %%clock %%v%d\n", was);
    in_loop = before;
    memcpy(merge, old_merge, sizeof merge);
    memcpy(next, old_next, sizeof next);
}

static void store(void) {
    int v = value();
    if (in_function && below(3) == 0) put(3, "OpStore %%p%d %%v%d\n", in_function, v);
    else if (below(4) == 0) put(3, "OpStore %%shared %%v%d\n", v);
    else put(3, "OpStore %%x%d_%d %%v%d\n", in_function, below(VARIABLES), v);
}

static void call(void) {
    int callee = in_function == 0 ? 1 + below(functions) : in_function + 1 + below(functions), v, r;
    int was, site;
    if (callee > functions) return;
    v = value(), r = fresh(), site = fresh();
    was = now();
    put(1, "%%v%d = OpIAdd %%uint %%u%d %%u1\n", site, below(4));
    tick(was, site);
    put(3, "%%v%d = OpFunctionCall %%uint %%f%d %%v%d %%x%d_%d\n", r, callee, v, in_function,
        below(VARIABLES));
    put(1, "OpStore %%clock %%v%d\n", was);
    put(3, "OpStore %%x%d_%d %%v%d\n", in_function, below(VARIABLES), r);
}

static void statements(int depth, int count) {
    for (; count > 0; count--) {
        int kind = below(depth > 0 ? 14 : 7);
        if (kind < 3) barrier();
        else if (kind < 5) store();
        else if (kind < 7) { if (functions > 0) call(); }
        else if (kind < 10) choice(depth);
        else if (kind < 11) phi(depth);
        else if (kind < 12) switch_of(depth);
        else loop(depth);
    }
}

static void function(int number) {
    int i;
    in_function = number, in_loop = 0;
    if (number == 0) put(3, "%%main = OpFunction %%void None %%fn\n");
    else
        put(3, "%%f%d = OpFunction %%uint None %%ff\n%%a%d = OpFunctionParameter %%uint\n"
               "%%p%d = OpFunctionParameter %%vp\n", number, number, number);
    put(3, "%%l%d = OpLabel\n", fresh());
    for (i = 0; i < VARIABLES; i++)
        put(3, "%%x%d_%d = OpVariable %%vp Function %%u0\n", number, i);
    statements(3, 2 + below(3));
    if (number == 0) put(3, "OpReturn\nOpFunctionEnd\n");
    else put(3, "OpReturnValue %%v%d\nOpFunctionEnd\n", value());
}

static void make(uint64_t seed) {
    int i;
    state = seed * 0xD1342543DE82EF95u;
    ids = barriers = 0;
    size[0] = size[1] = 0;
    functions = below(FUNCTIONS + 1);
    put(3, "%s", head);
    for (i = 0; i < MOST; i++) put(3, "%%n%d = OpConstant %%uint %d\n", i, i);
    for (i = functions; i >= 0; i--) function(i);
}

/* ---- both verdicts */

static spv_context context;
static unsigned char *memory, *work;
static unsigned long passed, failed, kept, divergent, strict, quiet, not_run;

static spv_binary assemble(int which) {
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    if (spvTextToBinary(context, text[which], size[which], &binary, &diagnostic) != SPV_SUCCESS
        || spvValidateBinary(context, binary->code, binary->wordCount, &diagnostic)
               != SPV_SUCCESS) {
        spvBinaryDestroy(binary);
        binary = NULL;
    }
    spvDiagnosticDestroy(diagnostic);
    return binary;
}

/* Which barriers the analysis finds. */
static void analyze(const spv_binary binary, int *found) {
    static uniform_analysis u;
    uint32_t i, k, number = 0;
    uniform_open(&u, binary->code, binary->wordCount);
    for (i = 0; i < u.model.inst_count; i++) {
        if (u.model.insts[i].opcode != SPVM_OpControlBarrier) continue;
        for (k = 0, found[number] = 0; k < u.result.finding_count; k++)
            found[number] |= u.result.findings[k].inst == i;
        number++;
    }
    uniform_close(&u);
}

/* Which barriers the two invocations come to in different ways, by some assignment; 0 if the module
   does not run. */
static int run(const spv_binary binary, int *differs) {
    static spv_cpu_program program;
    static spv_cpu_worker worker;
    static const uint32_t groups[3] = {1, 1, 1};
    uint32_t own[2 * SOURCES], same[SOURCES], notes[2 * MOST];
    spv_cpu_options options;
    spv_cpu_binding bindings[3];
    int bits, i;
    memset(&options, 0, sizeof options);
    memset(bindings, 0, sizeof bindings);
    options.step_limit = 1000000;
    if (spv_cpu_load(&program, &options, binary->code, binary->wordCount, memory, MEMORY)
        || spv_cpu_worker_size(&program) > MEMORY
        || spv_cpu_worker_open(&worker, &program, work, MEMORY))
        return 0;
    bindings[0].data = own, bindings[0].size = sizeof own;
    bindings[1].binding = 1, bindings[1].data = notes, bindings[1].size = sizeof notes;
    bindings[2].binding = 2, bindings[2].data = same, bindings[2].size = sizeof same;
    if (spv_cpu_bind(&worker, bindings, 3, NULL, 0)) return 0;
    for (bits = 0; bits < 1 << 3 * SOURCES; bits++) {
        for (i = 0; i < 2 * SOURCES; i++) own[i] = (uint32_t)bits >> i & 1u;
        for (i = 0; i < SOURCES; i++) same[i] = (uint32_t)bits >> (2 * SOURCES + i) & 1u;
        memset(notes, 0, sizeof notes);
        if (spv_cpu_dispatch(&worker, groups, 0, 1)) return 0;
        for (i = 0; i < barriers; i++) differs[i] |= notes[i] != notes[MOST + i];
    }
    return 1;
}

static void program(uint64_t seed, unsigned long number, int print) {
    int found[MOST] = {0}, differs[MOST] = {0}, i, right = 1;
    spv_binary both[2];
    make(seed * 1000003u + number);
    if (print) printf("%s\n", text[1]);
    both[0] = assemble(0), both[1] = assemble(1);
    if (both[0] == NULL || both[1] == NULL || !run(both[0], differs)) {
        not_run++;
    } else {
        analyze(both[1], found);
        for (i = 0; i < barriers; i++) {
            kept++;
            divergent += (unsigned)differs[i];
            quiet += (unsigned)!differs[i];
            strict += (unsigned)(found[i] && !differs[i]);
            right &= found[i] || !differs[i];
            if (differs[i] && !found[i]) printf("barrier %d is not found\n", i);
        }
        passed += (unsigned)right;
        failed += (unsigned)!right;
        if (!right && failed <= 5)
            repeat_by("build/uniform_oracle_test --seed %llu --first %lu --programs 1 --print",
                      (unsigned long long)seed, number);
    }
    spvBinaryDestroy(both[0]);
    spvBinaryDestroy(both[1]);
}

int main(int argc, char **argv) {
    unsigned long programs = PROGRAMS, first = 0, i;
    unsigned long long seed = 0;
    int k, print = 0;
    for (k = 1; k < argc; k++) {
        if (strcmp(argv[k], "--print") == 0) print = 1;
        else if (k + 1 == argc) return 2;
        else if (strcmp(argv[k], "--programs") == 0) programs = strtoul(argv[++k], NULL, 10);
        else if (strcmp(argv[k], "--first") == 0) first = strtoul(argv[++k], NULL, 10);
        else if (strcmp(argv[k], "--seed") == 0) seed = strtoull(argv[++k], NULL, 10);
        else return 2;
    }
    memory = (unsigned char *)malloc(MEMORY);
    work = (unsigned char *)malloc(MEMORY);
    context = spvContextCreate(SPV_ENV_UNIVERSAL_1_3);
    if (memory == NULL || work == NULL) return 3;
    for (i = 0; i < programs; i++) program(seed != 0 ? seed : 1, first + i, print);
    if (seed == 0) {
        seed = (unsigned long long)time(NULL) % 1000000 + 2;
        printf("seed %llu\n", seed);
        for (i = 0; i < programs; i++) program(seed, i, print);
    }
    printf("%lu barriers: %lu diverge; of the other %lu, %lu are found as well; %lu programs are "
           "not valid or do not run\n", kept, divergent, quiet, strict, not_run);
    printf("%lu passed, %lu failed\n", passed, failed);
    spvContextDestroy(context);
    free(memory);
    free(work);
    return failed != 0 || passed == 0;
}
