/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/structure_test.c tests/code/lambdav.c -o structure_test -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tests/support/structure.h accepts what lambdav writes, and finds what is wrong in broken modules.
       structure_test [FILE.lv...]
   Every program of tests/data/run, tests/data/compute and of the examples that compiles is compiled
   for the targets and flags of `variants`; each module must pass all rules. Then modules that are
   broken in one place, each of which must be refused for the rule and in the block that it breaks,
   by the specification's rules alone if the rule is not lambdav's own.
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <spirv-tools/libspirv.h>

#include "lambdav.h"

#include "tests/support/cases.h"
#include "tests/support/include_beside.h"
#include "tests/support/structure.h"

enum { ARENA_SIZE = 64 << 20, MESSAGE_SIZE = 256, TEXT_SIZE = 8192 };

typedef struct variant {
    lambdav_target target;
    uint32_t flags;
} variant;

static const variant variants[] = {
    {LAMBDAV_TARGET_SPIRV_1_0, 0},
    {LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS},
    {LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_KEEP_GUARDS | LAMBDAV_DEFINED_INTS},
    {LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_DEBUG_LINES | LAMBDAV_DEBUG_FULL},
    {LAMBDAV_TARGET_SPIRV_1_5, LAMBDAV_SAFE},
};

static int passed, failed;

static void report(int ok, const char *name, const char *message) {
    passed += ok;
    failed += !ok;
    if (!ok) printf("FAILED %s: %s\n", name, message);
}

/* ---- what lambdav writes */

static void check_program(char *path, char *arena) {
    size_t size, k;
    char *text = cases_load(path, &size), message[MESSAGE_SIZE];
    for (k = 0; k < sizeof variants / sizeof *variants; k++) {
        lambdav_options options;
        lambdav_result result;
        memset(&options, 0, sizeof options);
        options.target = variants[k].target;
        options.flags = variants[k].flags;
        options.source_name = path;
        options.include = include_beside;
        options.include_user = path;
        if (lambdav_compile(&options, text, size, arena, ARENA_SIZE, &result) == LAMBDAV_OK)
            report(structure_check(result.words, result.word_count, message, sizeof message) == 0,
                   path, message);
        include_free();
    }
    free(text);
}

static void check_programs(const char *pattern, int argc, char **argv, char *arena) {
    glob_t found = cases_find(pattern, argc, argv);
    size_t k;
    for (k = 0; k < found.gl_pathc; k++) check_program(found.gl_pathv[k], arena);
    globfree(&found);
}

/* ---- broken modules */

static const char prelude[] = "OpCapability Shader\n"
                              "%glsl = OpExtInstImport \"GLSL.std.450\"\n"
                              "OpMemoryModel Logical GLSL450\n"
                              "OpEntryPoint Fragment %1 \"main\" %in %out\n"
                              "OpExecutionMode %1 OriginUpperLeft\n"
                              "OpDecorate %in Location 0\n"
                              "OpDecorate %out Location 0\n"
                              "%void = OpTypeVoid\n"
                              "%fn = OpTypeFunction %void\n"
                              "%bool = OpTypeBool\n"
                              "%float = OpTypeFloat 32\n"
                              "%int = OpTypeInt 32 1\n"
                              "%v2 = OpTypeVector %float 2\n"
                              "%pin = OpTypePointer Input %float\n"
                              "%pout = OpTypePointer Output %float\n"
                              "%pfn = OpTypePointer Function %float\n"
                              "%in = OpVariable %pin Input\n"
                              "%out = OpVariable %pout Output\n"
                              "%f1 = OpConstant %float 1\n"
                              "%i1 = OpConstant %int 1\n"
                              "%v11 = OpConstantComposite %v2 %f1 %f1\n"
                              "%1 = OpFunction %void None %fn\n";

/* An if with two arms, then a loop that ends by a break, goes on by two ways, and whose second way
   holds an if of one arm. */
static const char loop_body[] = "%10 = OpLabel\n"
                                "%var = OpVariable %pfn Function\n"
                                "%x = OpLoad %float %in\n"
                                "%c = OpFOrdLessThan %bool %x %f1\n"
                                "OpSelectionMerge %13 None\n"
                                "OpBranchConditional %c %11 %12\n"
                                "%11 = OpLabel\n"
                                "%xt = OpFAdd %float %x %x\n"
                                "OpBranch %13\n"
                                "%12 = OpLabel\n"
                                "%xe = OpFMul %float %x %x\n"
                                "OpBranch %13\n"
                                "%13 = OpLabel\n"
                                "%p = OpPhi %float %xt %11 %xe %12\n"
                                "OpBranch %20\n"
                                "%20 = OpLabel\n"
                                "%n = OpPhi %float %p %13 %next %29\n"
                                "OpLoopMerge %30 %29 None\n"
                                "OpBranch %21\n"
                                "%21 = OpLabel\n"
                                "%stop = OpFOrdGreaterThan %bool %n %f1\n"
                                "OpSelectionMerge %23 None\n"
                                "OpBranchConditional %stop %22 %23\n"
                                "%22 = OpLabel\n"
                                "OpBranch %30\n"
                                "%23 = OpLabel\n"
                                "%n1 = OpFAdd %float %n %f1\n"
                                "%d = OpFOrdLessThan %bool %n1 %x\n"
                                "OpSelectionMerge %25 None\n"
                                "OpBranchConditional %d %24 %25\n"
                                "%24 = OpLabel\n"
                                "OpBranch %29\n"
                                "%25 = OpLabel\n"
                                "OpSelectionMerge %27 None\n"
                                "OpBranchConditional %c %26 %27\n"
                                "%26 = OpLabel\n"
                                "%n2 = OpExtInst %float %glsl Sqrt %n1\n"
                                "OpBranch %27\n"
                                "%27 = OpLabel\n"
                                "%n3 = OpPhi %float %n1 %25 %n2 %26\n"
                                "OpBranch %29\n"
                                "%29 = OpLabel\n"
                                "%next = OpPhi %float %n1 %24 %n3 %27\n"
                                "OpBranch %20\n"
                                "%30 = OpLabel\n"
                                "OpStore %out %n\n"
                                "OpReturn\n"
                                "OpFunctionEnd\n";

/* A loop in a loop, the continue construct of the outer one several blocks long. */
static const char nest_body[] = "%10 = OpLabel\n"
                                "%x = OpLoad %float %in\n"
                                "%c = OpFOrdLessThan %bool %x %f1\n"
                                "OpBranch %20\n"
                                "%20 = OpLabel\n"
                                "OpLoopMerge %40 %30 None\n"
                                "OpBranch %21\n"
                                "%21 = OpLabel\n"
                                "OpBranch %22\n"
                                "%22 = OpLabel\n"
                                "OpLoopMerge %28 %27 None\n"
                                "OpBranch %23\n"
                                "%23 = OpLabel\n"
                                "OpSelectionMerge %25 None\n"
                                "OpBranchConditional %c %24 %25\n"
                                "%24 = OpLabel\n"
                                "OpBranch %28\n"
                                "%25 = OpLabel\n"
                                "OpBranch %27\n"
                                "%27 = OpLabel\n"
                                "OpBranch %22\n"
                                "%28 = OpLabel\n"
                                "OpSelectionMerge %26 None\n"
                                "OpBranchConditional %c %29 %26\n"
                                "%29 = OpLabel\n"
                                "OpBranch %40\n"
                                "%26 = OpLabel\n"
                                "OpBranch %30\n"
                                "%30 = OpLabel\n"
                                "OpSelectionMerge %32 None\n"
                                "OpBranchConditional %c %31 %32\n"
                                "%31 = OpLabel\n"
                                "OpBranch %32\n"
                                "%32 = OpLabel\n"
                                "OpBranch %20\n"
                                "%40 = OpLabel\n"
                                "OpStore %out %f1\n"
                                "OpReturn\n"
                                "OpFunctionEnd\n";

/* A switch whose first case goes on into the second. */
static const char switch_body[] = "%10 = OpLabel\n"
                                  "%x = OpLoad %float %in\n"
                                  "%i = OpConvertFToS %int %x\n"
                                  "%c = OpFOrdLessThan %bool %x %f1\n"
                                  "OpSelectionMerge %20 None\n"
                                  "OpSwitch %i %14 0 %11 1 %12 2 %13\n"
                                  "%11 = OpLabel\n"
                                  "OpBranch %12\n"
                                  "%12 = OpLabel\n"
                                  "OpSelectionMerge %16 None\n"
                                  "OpBranchConditional %c %15 %16\n"
                                  "%15 = OpLabel\n"
                                  "OpBranch %20\n"
                                  "%16 = OpLabel\n"
                                  "OpBranch %20\n"
                                  "%13 = OpLabel\n"
                                  "OpBranch %20\n"
                                  "%14 = OpLabel\n"
                                  "OpBranch %20\n"
                                  "%20 = OpLabel\n"
                                  "OpStore %out %x\n"
                                  "OpReturn\n"
                                  "OpFunctionEnd\n";

/* In `body`, `from` becomes `to`: then `rule` is broken in block `block`. "own": the module keeps
   the specification's rules. */
typedef struct broken {
    const char *body, *from, *to, *rule;
    int block;
} broken;

#define ARMS "OpSelectionMerge %13 None\nOpBranchConditional %c %11 %12\n"
static const broken values[] = {
    {loop_body, "%xe = ", "%xt = ", "id_once", 12},
    {loop_body, "%xe = OpFMul %float %x %x", "%xe = OpFMul %float %x %zz", "id_defined", 12},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpFAdd %float %x %xt", "use_dominated", 11},
    {loop_body, "%p = OpPhi %float %xt %11 %xe %12\n", "%p = OpFAdd %float %xt %x\n",
     "use_dominated", 13},
    {loop_body, "%xt %11 %xe %12", "%xe %11 %xt %12", "use_dominated", 13},
    {loop_body, "%xt %11 %xe %12", "%x %11 %n %12", "use_dominated", 13},
    {loop_body, "OpStore %out %n\n", "OpStore %out %n2\n", "use_dominated", 30},
    {loop_body, "OpFunctionEnd\n",
     "OpFunctionEnd\n%2 = OpFunction %void None %fn\n%50 = OpLabel\nOpStore %out %x\nOpReturn\n"
     "OpFunctionEnd\n",
     "use_dominated", 50},
    {loop_body, "%n1 %24 %n3 %27", "%n3 %24 %n1 %27", "use_dominated", 29},
    {loop_body, "%xt %11 %xe %12", "%xt %11 %xe %10", "phi_parents", 13},
    {loop_body, "%xt %11 %xe %12", "%xt %11", "phi_parents", 13},
    {loop_body, "%xt %11 %xe %12", "%xt %11 %xt %11", "phi_parents", 13},
    {loop_body, "%xt %11 %xe %12", "%xt %11 %xe %12 %x %10", "phi_parents", 13},
    {loop_body, "%xt %11 %xe %12", "%11 %xt %12 %xe", "phi_parents", 13},
    {loop_body, "%xt %11 %xe %12", "%xt %11 %i1 %12", "operand_type", 13},
    {loop_body, "%p %13 %next %29", "%p %10 %next %29", "phi_parents", 20},
    {loop_body, "%n3 = OpPhi", "%nx = OpFAdd %float %n1 %n1\n%n3 = OpPhi", "phi_first", 27},
    {loop_body, "%stop = ", "%v = OpVariable %pfn Function\n%stop = ", "variable_first", 21},
    {loop_body, "%c = ", "%w = OpFAdd %float %x %x\n%v = OpVariable %pfn Function\n%c = ",
     "variable_first", 10},
    {loop_body, "OpBranchConditional %c %11 %12", "OpBranchConditional %x %11 %12", "operand_type",
     10},
    {loop_body, "%xt = OpFAdd", "%xt = OpIAdd", "result_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpFAdd %float %x %i1", "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpFAdd %v2 %v11 %x", "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpDot %float %v11 %x", "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpDot %v2 %v11 %v11", "result_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpVectorTimesScalar %v2 %v11 %v11",
     "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpSelect %float %c %x %i1", "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpSelect %float %x %x %x", "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpCompositeExtract %float %v11 2",
     "operand_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpCompositeExtract %int %v11 1", "result_type",
     11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpCompositeConstruct %v2 %x", "result_type",
     11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpCopyObject %int %x", "result_type", 11},
    {loop_body, "%xt = OpFAdd %float %x %x", "%xt = OpConvertSToF %v2 %i1", "result_type", 11},
    {loop_body, "%x = OpLoad %float", "%x = OpLoad %int", "result_type", 10},
    {loop_body, "OpStore %out %n\n", "OpStore %out %c\n", "operand_type", 30},
    {loop_body, "%c = OpFOrdLessThan %bool", "%c = OpFOrdLessThan %float", "result_type", 10},
    {loop_body, "%c = OpFOrdLessThan", "%c = OpSLessThan", "operand_type", 10},
    {loop_body, "%v2 = OpTypeVector %float 2\n%pin = OpTypePointer Input %float\n",
     "%pin = OpTypePointer Input %v2\n%v2 = OpTypeVector %float 2\n", "global_order", 0},
};

static const broken shapes[] = {
    {loop_body, "OpBranch %20\n%20", "OpBranch %20\nOpBranch %20\n%20", "block_form", 0},
    {loop_body, "OpBranch %13\n%12", "%12", "block_form", 11},
    {loop_body, "OpReturn\n", "", "block_form", 30},
    {loop_body, ARMS, "OpSelectionMerge %13 None\nOpBranch %11\n", "merge_place", 10},
    {loop_body, "OpLoopMerge %30 %29 None\n", "OpSelectionMerge %30 None\n", "merge_place", 20},
    {loop_body, ARMS,
     "OpSelectionMerge %13 None\n%w = OpFAdd %float %x %x\nOpBranchConditional %c %11 %12\n",
     "merge_place", 10},
    {loop_body, "OpBranch %21", "OpBranch %stop", "branch_target", 20},
    {loop_body, "OpLoopMerge %30 %29", "OpLoopMerge %30 %c", "branch_target", 20},
    {loop_body, "OpBranch %13\n%12", "OpBranch %10\n%12", "entry_branched", 11},
    {loop_body, ARMS, "OpBranchConditional %c %11 %12\n", "merge_missing", 10},
    {loop_body, "OpSelectionMerge %23 None\n", "", "merge_missing", 21},
    {switch_body, "OpSelectionMerge %20 None\n", "", "merge_missing", 10},
    {loop_body, "OpSelectionMerge %27 None\n", "OpSelectionMerge %25 None\n", "merge_once", 25},
    {loop_body, "OpSelectionMerge %27 None\n", "OpSelectionMerge %12 None\n", "merge_dominated",
     25},
    {loop_body, "OpSelectionMerge %27 None\n", "OpSelectionMerge %29 None\n", "merge_dominated",
     25},
    {loop_body, "OpLoopMerge %30 %29", "OpLoopMerge %30 %30", "merge_is_continue", 20},
    {loop_body, "OpLoopMerge %30 %29", "OpLoopMerge %30 %12", "continue_dominated", 20},
    {nest_body, "OpLoopMerge %28 %27", "OpLoopMerge %28 %30", "continue_once", 22},
    {loop_body, "OpBranch %20\n%30", "OpBranch %21\n%30", "back_edge_header", 0},
    {loop_body, "OpBranch %27\n%27", "OpBranch %25\n%27", "back_edge_header", 26},
    {switch_body, "%16 = OpLabel\nOpBranch %20", "%16 = OpLabel\nOpBranch %11", "back_edge_header",
     0},
    {loop_body, "OpBranch %29\n%25", "OpBranch %20\n%25", "back_edge_one", 20},
    {loop_body, "OpBranch %20\n%30", "OpBranch %30\n%30", "back_edge_one", 20},
    {nest_body, "OpLoopMerge %28 %27", "OpLoopMerge %28 %24", "back_edge_continue", 22},
    {nest_body, "OpBranch %32\n%32", "OpBranch %40\n%32", "back_edge_after", 20},
    {nest_body, "OpBranch %32\n%32", "OpReturn\n%32", "back_edge_after", 20},
    {nest_body, "OpBranchConditional %c %31 %32", "OpBranchConditional %c %31 %40",
     "back_edge_after", 20},
    {nest_body, "OpBranch %27\n%27", "OpBranch %30\n%27", "construct_exit", 25},
    {nest_body, "OpBranch %28\n%25", "OpBranch %40\n%25", "construct_exit", 24},
    {loop_body, "OpBranch %13\n%12 = OpLabel\n",
     "OpSelectionMerge %15 None\nOpBranchConditional %c %14 %15\n%14 = OpLabel\nOpBranch %13\n"
     "%15 = OpLabel\nOpBranch %13\n%12 = OpLabel\n",
     "construct_exit", 14},
    {loop_body, "OpBranch %13\n%13 = OpLabel\n%p = OpPhi %float %xt %11 %xe %12\nOpBranch %20\n",
     "OpReturn\n%13 = OpLabel\n%p = OpPhi %float %xt %11\nOpBranch %12\n", "construct_entry", 13},
    {switch_body, "%11 = OpLabel\nOpBranch %12", "%11 = OpLabel\nOpBranch %13", "switch_order", 10},
    {switch_body, "0 %11 1 %12 2 %13", "0 %11 2 %13 1 %12", "switch_order", 10},
    {switch_body, "0 %11 1 %12 2 %13", "1 %11 0 %12 1 %13", "switch_literals", 10},
    {switch_body, "OpSwitch %i %14 0 %11 1 %12 2 %13\n%11 = OpLabel\nOpBranch %12\n%12 = OpLabel\n",
     "OpSwitch %i %12 0 %11 1 %14 2 %13\n%11 = OpLabel\nOpBranch %12\n%12 = OpLabel\n"
     "OpBranch %13\n%17 = OpLabel\n",
     "switch_order", 10},
    {switch_body, "%13 = OpLabel\nOpBranch %20", "%13 = OpLabel\nOpBranch %12", "switch_once", 13},
    {switch_body,
     "%12 = OpLabel\nOpSelectionMerge %16 None\nOpBranchConditional %c %15 %16\n"
     "%15 = OpLabel\nOpBranch %20\n",
     "%12 = OpLabel\nOpSelectionMerge %16 None\nOpSwitch %i %15 0 %14\n"
     "%15 = OpLabel\nOpBranch %16\n",
     "switch_dominates", 0},
    {nest_body, "%25 = OpLabel\nOpBranch %27\n%27 = OpLabel\nOpBranch %22\n",
     "%27 = OpLabel\nOpBranch %22\n%25 = OpLabel\nOpBranch %27\n", "block_order", 27},
};

/* Declarations for these stand before the function. %all: what a barrier orders. */
#define DECLARED(more)                                                                             \
    "%uint = OpTypeInt 32 0\n%u0 = OpConstant %uint 0\n%u1 = OpConstant %uint 1\n"               \
    "%u2 = OpConstant %uint 2\n%all = OpConstant %uint 2376\n%few = OpConstant %uint 2120\n"     \
    "%blk = OpTypeStruct %uint\n%pblk = OpTypePointer StorageBuffer %blk\n"                       \
    "%pu = OpTypePointer StorageBuffer %uint\n%buf = OpVariable %pblk StorageBuffer\n"            \
    more "%1 = OpFunction %void None %fn\n"
#define FUNCTION "%1 = OpFunction %void None %fn\n"
#define ACCESS "%10 = OpLabel\n%a = OpAccessChain %pu %buf %u0\n"
#define RETURNS "OpReturn\nOpFunctionEnd\n"
static const char atomic_body[] = ACCESS "%v = OpAtomicIAdd %uint %a %u1 %u0 %u1\n" RETURNS;
static const char narrow_atomic_body[] = ACCESS
    "%v = OpAtomicIAdd %uint %a %u2 %u0 %u1\n" RETURNS;
static const char store_body[] = ACCESS "OpStore %a %u1\n" RETURNS;
static const char atomic_store_body[] = ACCESS "OpAtomicStore %a %u2 %u0 %u1\n" RETURNS;
static const char barrier_body[] = "%10 = OpLabel\nOpControlBarrier %u2 %u2 %few\n" RETURNS;
static const char device_barrier_body[] = "%10 = OpLabel\nOpMemoryBarrier %u2 %all\n" RETURNS;

/* The specification allows these; two are bodies as they are. */
static const broken own[] = {
    {loop_body, "OpReturn\n", "OpDemoteToHelperInvocationEXT\nOpReturn\n", "own_instruction", 30},
    {loop_body,
     "OpSelectionMerge %23 None\nOpBranchConditional %stop %22 %23\n%22 = OpLabel\nOpBranch %30\n",
     "OpBranchConditional %stop %30 %23\n", "own_merge", 21},
    {loop_body, "OpBranch %21", "OpBranchConditional %c %21 %21", "own_merge", 20},
    {loop_body,
     "OpBranch %13\n%12 = OpLabel\n%xe = OpFMul %float %x %x\nOpBranch %13\n%13 = OpLabel\n"
     "%p = OpPhi %float %xt %11 %xe %12\n",
     "OpBranch %12\n%12 = OpLabel\n%xe = OpFMul %float %x %x\nOpBranch %13\n%13 = OpLabel\n"
     "%p = OpPhi %float %xe %12\n",
     "own_join", 12},
    {switch_body, "OpReturn\n", "OpReturn\n", "own_join", 12},
    {loop_body,
     "OpBranch %13\n%12 = OpLabel\n%xe = OpFMul %float %x %x\nOpBranch %13\n%13 = OpLabel\n"
     "%p = OpPhi %float %xt %11 %xe %12\n",
     "OpKill\n%12 = OpLabel\n%xe = OpFMul %float %x %x\nOpBranch %13\n%13 = OpLabel\n"
     "%p = OpPhi %float %xe %12\n",
     "own_guard", 11},
    {loop_body, "OpBranchConditional %d %24 %25\n%24 = OpLabel\n",
     "OpBranchConditional %d %24 %28\n%28 = OpLabel\nOpBranch %25\n%24 = OpLabel\n", "own_guard",
     24},
    {nest_body, "OpReturn\n", "OpReturn\n", "own_continue", 30},
    {loop_body, "%next = OpPhi %float %n1 %24 %n3 %27\n",
     "%next = OpPhi %float %n1 %24 %n3 %27\n%w = OpFAdd %float %next %x\n", "own_continue", 29},
    {loop_body,
     "OpBranch %13\n%12 = OpLabel\n%xe = OpFMul %float %x %x\nOpBranch %13\n%13 = OpLabel\n"
     "%p = OpPhi %float %xt %11 %xe %12\n",
     "OpReturn\n%12 = OpLabel\nOpReturn\n%13 = OpLabel\n%p = OpFAdd %float %x %x\n",
     "own_unreachable", 13},
    {loop_body, "OpFunctionEnd\n", "%99 = OpLabel\nOpUnreachable\nOpFunctionEnd\n",
     "own_unreachable", 99},
    {loop_body, "OpReturn\n", "OpUnreachable\n", "own_return", 30},
    {loop_body,
     "%26 = OpLabel\n%n2 = OpExtInst %float %glsl Sqrt %n1\nOpBranch %27\n%27 = OpLabel\n"
     "%n3 = OpPhi %float %n1 %25 %n2 %26\nOpBranch %29\n",
     "%27 = OpLabel\n%n3 = OpPhi %float %n1 %25 %n2 %26\nOpBranch %29\n"
     "%26 = OpLabel\n%n2 = OpExtInst %float %glsl Sqrt %n1\nOpBranch %27\n",
     "own_order", 25},
    {narrow_atomic_body, FUNCTION, DECLARED(""), "own_scope", 10},
    {atomic_store_body, FUNCTION, DECLARED(""), "own_scope", 10},
    {barrier_body, FUNCTION, DECLARED(""), "own_scope", 10},
    {device_barrier_body, FUNCTION, DECLARED(""), "own_scope", 10},
    {atomic_body, FUNCTION, DECLARED("OpMemberDecorate %blk 0 NonReadable\n"), "own_access", 10},
    {store_body, FUNCTION, DECLARED("OpMemberDecorate %blk 0 NonWritable\n"), "own_access", 10},
    {atomic_body, FUNCTION, DECLARED("OpDecorate %buf NonWritable\n"), "own_access", 10},
    {loop_body, "OpDecorate %out Location 0\n",
     "OpDecorate %out Location 0\nOpDecorate %xt NoContraction\n", "own_contraction", 12},
};

/* The whole text with `from` replaced; whether `from` was there. */
static int make_text(const broken *b, char *text) {
    char whole[TEXT_SIZE];
    const char *found;
    snprintf(whole, sizeof whole, "%s%s", prelude, b->body);
    found = strstr(whole, b->from);
    if (found == NULL) return 0;
    snprintf(text, TEXT_SIZE, "%.*s%s%s", (int)(found - whole), whole, b->to,
             found + strlen(b->from));
    return 1;
}

/* The words of a text; NULL with the assembler's message. */
static spv_binary assemble(spv_context context, const char *text, char *message) {
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    if (spvTextToBinaryWithOptions(context, text, strlen(text),
                                   SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
                                   &diagnostic)
        != SPV_SUCCESS)
        snprintf(message, MESSAGE_SIZE, "%s", diagnostic ? diagnostic->error : "not assembled");
    spvDiagnosticDestroy(diagnostic);
    return binary;
}

/* Whether spirv-val accepts the words. */
static int validator_accepts(spv_context context, spv_binary binary) {
    spv_const_binary_t words = {binary->code, binary->wordCount};
    return spvValidate(context, &words, NULL) == SPV_SUCCESS;
}

static int accepted_broken; /* broken modules that spirv-val accepts */

/* What is wrong with the verdicts on a broken module; NULL: nothing. */
static const char *judge(const broken *b, int is_own, spv_binary binary, char *message) {
    char wanted[MESSAGE_SIZE], block[MESSAGE_SIZE];
    int any = structure_check_any(binary->code, binary->wordCount, message, MESSAGE_SIZE);
    if (any == is_own) return is_own ? message : "accepted";
    if (is_own && structure_check(binary->code, binary->wordCount, message, MESSAGE_SIZE) == 0)
        return "accepted";
    snprintf(wanted, sizeof wanted, "[%s]", b->rule);
    snprintf(block, sizeof block, b->block ? "block %d," : "block ", b->block);
    return strstr(message, wanted) && strstr(message, block) ? NULL : message;
}

static void check_broken(spv_context context, const broken *b, size_t count, int is_own) {
    char text[TEXT_SIZE], message[MESSAGE_SIZE], name[MESSAGE_SIZE];
    size_t k;
    for (k = 0; k < count; k++) {
        const char *wrong = "its text is not there";
        spv_binary binary = NULL;
        if (make_text(&b[k], text)) binary = assemble(context, text, message);
        if (binary != NULL) {
            wrong = judge(&b[k], is_own, binary, message);
            accepted_broken += validator_accepts(context, binary);
        } else if (strcmp(wrong, "its text is not there") != 0) {
            wrong = message;
        }
        snprintf(name, sizeof name, "%s in block %d, %lu", b[k].rule, b[k].block, (unsigned long)k);
        report(wrong == NULL, name, wrong);
        spvBinaryDestroy(binary);
    }
}

/* ---- words that no assembler writes */

static void expect(const char *name, int result, const char *message, const char *rule) {
    report(result == 1 && strstr(message, rule) != NULL, name, result ? message : "accepted");
}

/* The first word of the first instruction `op`. */
static size_t find_op(const uint32_t *words, size_t count, uint32_t op) {
    size_t at = 5;
    while (at < count && (words[at] & 0xffff) != op) at += words[at] >> 16;
    return at;
}

static void check_words(spv_context context) {
    static const broken same = {switch_body, "OpReturn\n", "OpReturn\n", "", 0};
    char text[TEXT_SIZE], message[MESSAGE_SIZE];
    spv_binary binary = make_text(&same, text) ? assemble(context, text, message) : NULL;
    uint32_t *w = binary ? binary->code : NULL, was;
    size_t n = binary ? binary->wordCount : 0, at;
    if (w == NULL) {
        report(0, "words", message);
        return;
    }
    expect("a word less", structure_check_any(w, n - 1, message, sizeof message), message,
           "[module_form]");
    expect("no words", structure_check_any(w, 0, message, sizeof message), message,
           "[module_form]");
    w[3]++;
    expect("larger bound", structure_check(w, n, message, sizeof message), message, "[own_bound]");
    w[3] -= 2;
    expect("smaller bound", structure_check_any(w, n, message, sizeof message), message,
           "[id_bound]");
    w[3]++;
    at = find_op(w, n, SpvOpSwitch);
    was = w[at + 1];
    w[at + 1] = w[find_op(w, n, SpvOpLoad) + 2];
    expect("switch by a num", structure_check_any(w, n, message, sizeof message), message,
           "[operand_type]");
    w[at + 1] = was;
    w[at] -= 1u << 16;
    expect("odd switch", structure_check_any(w, n, message, sizeof message), message,
           "[module_form]");
    w[at] += 1u << 16;
    w[n - 1] = 0;
    expect("length 0", structure_check_any(w, n, message, sizeof message), message,
           "[module_form]");
    spvBinaryDestroy(binary);
}

/* The modules that are broken elsewhere are whole. */
static void check_bodies(spv_context context) {
    static const broken bodies[] = {{loop_body, "OpReturn\n", "OpReturn\n", "", 0},
                                    {nest_body, "OpReturn\n", "OpReturn\n", "", 0},
                                    {switch_body, "OpReturn\n", "OpReturn\n", "", 0}};
    char text[TEXT_SIZE], message[MESSAGE_SIZE];
    size_t k;
    for (k = 0; k < 3; k++) {
        spv_binary binary = make_text(&bodies[k], text) ? assemble(context, text, message) : NULL;
        int ok = binary != NULL && validator_accepts(context, binary)
                 && !structure_check_any(binary->code, binary->wordCount, message, MESSAGE_SIZE);
        if (ok && k == 0)
            ok = !structure_check(binary->code, binary->wordCount, message, MESSAGE_SIZE);
        report(ok, "a module that is not broken", message);
        spvBinaryDestroy(binary);
    }
}

/* Each rule has a module that breaks it. */
static void check_rules(void) {
    static const char *const elsewhere = "module_form id_bound own_bound";
    static const char *const names[] = {
#define NAME(name, text) #name,
        STRUCTURE_RULES(NAME)
#undef NAME
    };
    size_t r, k, found;
    for (r = 0; r < sizeof names / sizeof *names; r++) {
        found = strstr(elsewhere, names[r]) != NULL;
        for (k = 0; k < sizeof values / sizeof *values; k++)
            found += strcmp(values[k].rule, names[r]) == 0;
        for (k = 0; k < sizeof shapes / sizeof *shapes; k++)
            found += strcmp(shapes[k].rule, names[r]) == 0;
        for (k = 0; k < sizeof own / sizeof *own; k++) found += strcmp(own[k].rule, names[r]) == 0;
        report(found > 0, names[r], "no module breaks this rule");
    }
}

int main(int argc, char **argv) {
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    char *arena = (char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    check_programs("tests/data/run/*.lv", argc, argv, arena);
    if (argc < 2) {
        check_programs("examples/*.lv", argc, argv, arena);
        check_programs("tests/data/compute/*.lv", argc, argv, arena);
        check_bodies(context);
        check_words(context);
        check_broken(context, values, sizeof values / sizeof *values, 0);
        check_broken(context, shapes, sizeof shapes / sizeof *shapes, 0);
        check_broken(context, own, sizeof own / sizeof *own, 1);
        check_rules();
        printf("spirv-val accepts %d of %lu broken modules\n", accepted_broken,
               (unsigned long)((sizeof values + sizeof shapes + sizeof own) / sizeof *own));
    }
    free(arena);
    spvContextDestroy(context);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
