/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/spirv/uniformity_test.c -o uniformity_test -lcmocka -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tools/spv_uniformity.h: an operation in a statement under a condition, all combinations, each
   with its verdict; functions, loops and merges, rule by rule.
       uniformity_test FILE.jsonl    cases as descriptions: op, stage, statement, cond, accepted */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"

static spv_context context;
static spvm_module model;
static spvu_analysis analysis;
static void *model_memory, *memory;
static int keep_analysis; /* until release */
static uint32_t *kept_words;

static void release(void) {
    free(kept_words);
    kept_words = NULL;
    free(model_memory);
    free(memory);
    model_memory = memory = NULL;
}

/* Analyses words; the caller releases. */
static void analyze(const uint32_t *words, size_t count, const spvu_options *options) {
    size_t size = spvm_memory(words, count);
    model_memory = malloc(size);
    if (spvm_load(&model, NULL, words, count, model_memory, size) != SPVM_OK)
        fail_msg("word %u: %s", (unsigned)model.error.word, model.error.text);
    size = spvu_memory(&model);
    memory = malloc(size);
    memset(memory, 0xA5, size);
    while (spvu_analyze(&analysis, options, &model, memory, size) == SPVU_MEMORY) {
        free(memory);
        memory = malloc(size = analysis.needed);
        memset(memory, 0xA5, size);
    }
    assert_int_equal(analysis.status, SPVU_OK);
}

static uint32_t findings(const char *text, const spvu_options *options) {
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    uint32_t *words;
    if (spvTextToBinary(context, text, strlen(text), &binary, &diagnostic) != SPV_SUCCESS)
        fail_msg("%s in\n%s", diagnostic == NULL ? "?" : diagnostic->error, text);
    spvDiagnosticDestroy(diagnostic);
    words = (uint32_t *)malloc(4 * binary->wordCount);
    memcpy(words, binary->code, 4 * binary->wordCount);
    analyze(words, binary->wordCount, options);
    spvBinaryDestroy(binary);
    if (keep_analysis) {
        kept_words = words;
        return analysis.finding_count;
    }
    release();
    free(words);
    return analysis.finding_count;
}

/* The result of the first instruction in the block %yes. */
static spvm_id result_of_row(void) {
    return model.insts[model.blocks[1].first + 1].result;
}

/* ---- modules from descriptions */

typedef struct row {
    const char *name, *text;
} row;

static const row ops[] = {
    {"dpdx", "%r = OpDPdx %float %f1\n"},
    {"dpdxCoarse", "%r = OpDPdxCoarse %float %f1\n"},
    {"dpdxFine", "%r = OpDPdxFine %float %f1\n"},
    {"dpdy", "%r = OpDPdy %float %f1\n"},
    {"dpdyCoarse", "%r = OpDPdyCoarse %float %f1\n"},
    {"dpdyFine", "%r = OpDPdyFine %float %f1\n"},
    {"fwidth", "%r = OpFwidth %float %f1\n"},
    {"fwidthCoarse", "%r = OpFwidthCoarse %float %f1\n"},
    {"fwidthFine", "%r = OpFwidthFine %float %f1\n"},
    {"textureSample", "%s = OpLoad %sampled %tex\n%r = OpImageSampleImplicitLod %v4 %s %v2c\n"},
    {"textureSampleBias",
     "%s = OpLoad %sampled %tex\n%r = OpImageSampleImplicitLod %v4 %s %v2c Bias %f1\n"},
    {"textureSampleCompare",
     "%s = OpLoad %shadowed %shadow\n%r = OpImageSampleDrefImplicitLod %float %s %v2c %f1\n"},
    {"storageBarrier", "OpControlBarrier %u2 %u2 %u72\n"},
    {"textureBarrier", "OpControlBarrier %u2 %u2 %u2056\n"},
    {"workgroupBarrier", "OpControlBarrier %u2 %u2 %u264\n"},
    {"workgroupUniformLoad",
     "OpControlBarrier %u2 %u2 %u264\n%r = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"},
    {"quadBroadcast", "%r = OpGroupNonUniformQuadBroadcast %float %u3 %f1 %u2\n"},
    {"quadSwapDiagonal", "%r = OpGroupNonUniformQuadSwap %float %u3 %f1 %u2\n"},
    {"quadSwapX", "%r = OpGroupNonUniformQuadSwap %float %u3 %f1 %u0\n"},
    {"quadSwapY", "%r = OpGroupNonUniformQuadSwap %float %u3 %f1 %u1\n"},
    {"subgroupAdd", "%r = OpGroupNonUniformIAdd %uint %u3 Reduce %u1\n"},
    {"subgroupBroadcast", "%r = OpGroupNonUniformBroadcast %uint %u3 %u1 %u0\n"},
    {"subgroupAll", "%r = OpGroupNonUniformAll %bool %u3 %true\n"},
    {"subgroupAny", "%r = OpGroupNonUniformAny %bool %u3 %true\n"},
    {"subgroupBallot", "%r = OpGroupNonUniformBallot %uv4 %u3 %true\n"},
    {"subgroupElect", "%r = OpGroupNonUniformElect %bool %u3\n"},
    {"subgroupShuffle", "%r = OpGroupNonUniformShuffle %uint %u3 %u1 %u0\n"},
};

/* Each makes %c, a bool: of the uniform buffer's word (`u`), of an input (`n`). */
#define UNIFORM_BOOL "%up = OpAccessChain %upt %ubuf %u0\n%uv = OpLoad %uint %up\n" \
                     "%ub = OpIEqual %bool %uv %u0\n"
#define DIFFERING_BOOL "%nv = OpLoad %uint %in\n%nb = OpIEqual %bool %nv %u0\n"
/* a && b with the control flow that it has in the languages */
#define SHORT(first, a, second, b, yes, no) \
    first "OpSelectionMerge %sm None\nOpBranchConditional %" a " " yes " " no "\n" \
    "%sx = OpLabel\n" second "OpBranch %sm\n%sm = OpLabel\n" \
    "%c = OpPhi %bool %" a " %before %" b " %sx\n"
static const row conditions[] = {
    {"uniform_storage_ro",
     "%up = OpAccessChain %spt %robuf %u0 %u0\n%uv = OpLoad %uint %up\n"
     "%c = OpIEqual %bool %uv %u0\n"},
    {"nonuniform_storage_ro", "%nv = OpLoad %uint %in\nOpStore %priv %nv\n"
     "%i = OpLoad %uint %priv\n%up = OpAccessChain %spt %robuf %u0 %i\n%uv = OpLoad %uint %up\n"
     "%c = OpIEqual %bool %uv %u0\n"},
    {"nonuniform_storage_rw",
     "%up = OpAccessChain %spt %rwbuf %u0 %u0\n%uv = OpLoad %uint %up\n"
     "%c = OpIEqual %bool %uv %u0\n"},
    {"nonuniform_builtin", "%nv = OpLoad %uint %in\n%c = OpIEqual %bool %nv %u0\n"},
    {"uniform_literal", "%c = OpCopyObject %bool %false\n"},
    {"uniform_const", "%c = OpCopyObject %bool %true\n"},
    {"uniform_override", "%c = OpIEqual %bool %spec %u0\n"},
    {"uniform_let", UNIFORM_BOOL "%c = OpCopyObject %bool %ub\n"},
    {"nonuniform_let", DIFFERING_BOOL "%c = OpCopyObject %bool %nb\n"},
    {"uniform_or", SHORT(UNIFORM_BOOL, "ub", "%c2 = OpUGreaterThan %bool %uv %u1\n", "c2", "%sm",
                         "%sx")},
    {"uniform_and", SHORT(UNIFORM_BOOL, "ub", "%c2 = OpUGreaterThan %bool %uv %u1\n", "c2", "%sx",
                          "%sm")},
    {"nonuniform_or1", SHORT(UNIFORM_BOOL, "ub", DIFFERING_BOOL, "nb", "%sm", "%sx")},
    {"nonuniform_or2", SHORT(DIFFERING_BOOL, "nb", UNIFORM_BOOL, "ub", "%sm", "%sx")},
    {"nonuniform_and1", SHORT(UNIFORM_BOOL, "ub", DIFFERING_BOOL, "nb", "%sx", "%sm")},
    {"nonuniform_and2", SHORT(DIFFERING_BOOL, "nb", UNIFORM_BOOL, "ub", "%sx", "%sm")},
    {"uniform_func_var", UNIFORM_BOOL "OpStore %var %uv\n%l = OpLoad %uint %var\n"
     "%c = OpIEqual %bool %l %u0\n"},
    {"nonuniform_func_var", DIFFERING_BOOL "OpStore %var %nv\n%l = OpLoad %uint %var\n"
     "%c = OpIEqual %bool %l %u0\n"},
    {"storage_texture_ro", "%im = OpLoad %image %roimg\n%t = OpImageRead %v4 %im %i2c\n"
     "%x = OpCompositeExtract %float %t 0\n%c = OpFOrdEqual %bool %x %f1\n"},
    {"storage_texture_rw", "%im = OpLoad %image %rwimg\n%t = OpImageRead %v4 %im %i2c\n"
     "%x = OpCompositeExtract %float %t 0\n%c = OpFOrdEqual %bool %x %f1\n"},
};

/* %1$s: the condition, %2$s: the operation, in this order. */
static const row statements[] = {
    {"if", "%sOpSelectionMerge %%m None\nOpBranchConditional %%c %%yes %%m\n%%yes = OpLabel\n%s"
           "OpBranch %%m\n%%m = OpLabel\n"},
    {"for", "OpBranch %%h\n%%h = OpLabel\nOpLoopMerge %%m %%cont None\nOpBranch %%before\n"
            "%%before = OpLabel\n%sOpBranchConditional %%c %%body %%m\n%%body = OpLabel\n%s"
            "OpBranch %%m\n%%cont = OpLabel\nOpBranch %%h\n%%m = OpLabel\n"},
    {"while", "OpBranch %%h\n%%h = OpLabel\nOpLoopMerge %%m %%cont None\nOpBranch %%before\n"
              "%%before = OpLabel\n%sOpBranchConditional %%c %%body %%m\n%%body = OpLabel\n%s"
              "OpBranch %%cont\n%%cont = OpLabel\nOpBranch %%h\n%%m = OpLabel\n"},
    {"switch", "%s%%sel = OpSelect %%uint %%c %%u1 %%u0\nOpSelectionMerge %%m None\n"
               "OpSwitch %%sel %%m 0 %%yes\n%%yes = OpLabel\n%sOpBranch %%m\n%%m = OpLabel\n"},
};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static const char *find_row(const row *rows, size_t count, const char *name) {
    size_t i;
    for (i = 0; i < count; i++)
        if (strcmp(rows[i].name, name) == 0) return rows[i].text;
    fail_msg("no row %s", name);
    return NULL;
}

static const char head[] =
    "OpCapability Shader\nOpCapability DerivativeControl\nOpCapability GroupNonUniformQuad\n"
    "OpCapability GroupNonUniformArithmetic\nOpCapability GroupNonUniformVote\n"
    "OpCapability GroupNonUniformBallot\nOpCapability GroupNonUniformShuffle\n"
    "OpCapability StorageImageReadWithoutFormat\n%%glsl = OpExtInstImport \"GLSL.std.450\"\n"
    "%%amd = OpExtInstImport \"SPV_AMD_shader_ballot\"\n"
    "OpMemoryModel Logical GLSL450\nOpEntryPoint %s %%main \"main\" %%in\n"
    "OpExecutionMode %%main %s\nOpDecorate %%in %s\nOpDecorate %%spec SpecId 0\n"
    "OpDecorate %%ublock Block\nOpMemberDecorate %%ublock 0 Offset 0\n"
    "OpDecorate %%robuf NonWritable\nOpDecorate %%roimg NonWritable\n"
    "OpDecorate %%sblock Block\nOpMemberDecorate %%sblock 0 Offset 0\n"
    "OpDecorate %%arr ArrayStride 4\nOpDecorate %%old BufferBlock\n"
    "%%void = OpTypeVoid\n%%bool = OpTypeBool\n%%uint = OpTypeInt 32 0\n%%int = OpTypeInt 32 1\n"
    "%%float = OpTypeFloat 32\n%%v2 = OpTypeVector %%float 2\n%%v4 = OpTypeVector %%float 4\n"
    "%%i2 = OpTypeVector %%int 2\n%%uv4 = OpTypeVector %%uint 4\n%%fn = OpTypeFunction %%void\n"
    "%%true = OpConstantTrue %%bool\n%%false = OpConstantFalse %%bool\n"
    "%%spec = OpSpecConstant %%uint 3\n%%i0 = OpConstant %%int 0\n%%f1 = OpConstant %%float 1\n"
    "%%u0 = OpConstant %%uint 0\n%%u1 = OpConstant %%uint 1\n%%u2 = OpConstant %%uint 2\n"
    "%%u3 = OpConstant %%uint 3\n%%u72 = OpConstant %%uint 72\n%%u264 = OpConstant %%uint 264\n"
    "%%u2056 = OpConstant %%uint 2056\n%%v2c = OpConstantComposite %%v2 %%f1 %%f1\n"
    "%%i2c = OpConstantComposite %%i2 %%i0 %%i0\n"
    "%%image2 = OpTypeImage %%float 2D 0 0 0 1 Unknown\n%%sampled = OpTypeSampledImage %%image2\n"
    "%%image3 = OpTypeImage %%float 2D 1 0 0 1 Unknown\n%%shadowed = OpTypeSampledImage %%image3\n"
    "%%image = OpTypeImage %%float 2D 0 0 0 2 Unknown\n"
    "%%texp = OpTypePointer UniformConstant %%sampled\n"
    "%%shadowp = OpTypePointer UniformConstant %%shadowed\n"
    "%%imagep = OpTypePointer UniformConstant %%image\n%%ublock = OpTypeStruct %%uint\n"
    "%%ublockp = OpTypePointer Uniform %%ublock\n%%upt = OpTypePointer Uniform %%uint\n"
    "%%arr = OpTypeRuntimeArray %%uint\n%%sblock = OpTypeStruct %%arr\n"
    "%%sblockp = OpTypePointer StorageBuffer %%sblock\n%%spt = OpTypePointer StorageBuffer %%uint\n"
    "%%inp = OpTypePointer Input %%uint\n%%privp = OpTypePointer Private %%uint\n"
    "%%varp = OpTypePointer Function %%uint\n%%wgp = OpTypePointer Workgroup %%uint\n"
    "%%tex = OpVariable %%texp UniformConstant\n%%shadow = OpVariable %%shadowp UniformConstant\n"
    "%%roimg = OpVariable %%imagep UniformConstant\n%%rwimg = OpVariable %%imagep UniformConstant\n"
    "%%ubuf = OpVariable %%ublockp Uniform\n%%robuf = OpVariable %%sblockp StorageBuffer\n"
    "%%rwbuf = OpVariable %%sblockp StorageBuffer\n%%in = OpVariable %%inp Input\n"
    "%%priv = OpVariable %%privp Private\n%%wg = OpVariable %%wgp Workgroup\n"
    "%%old = OpTypeStruct %%uint\n%%oldp = OpTypePointer Uniform %%old\n"
    "%%oldbuf = OpVariable %%oldp Uniform\n"
    "%%ubufa = OpTypeArray %%ublock %%u2\n%%ubufsp = OpTypePointer Uniform %%ubufa\n"
    "%%ubufs = OpVariable %%ubufsp Uniform\n";

/* Whether an operation in a statement under a condition has no finding. */
static int accepts(const char *op, const char *stage, const char *statement, const char *cond) {
    static char text[16384];
    int compute = strcmp(stage, "compute") == 0, size;
    size = snprintf(text, sizeof text, head, compute ? "GLCompute" : "Fragment",
                    compute ? "LocalSize 64 1 1" : "OriginUpperLeft",
                    compute ? "BuiltIn LocalInvocationIndex" : "Location 0");
    size += snprintf(text + size, sizeof text - (size_t)size,
                     "%%main = OpFunction %%void None %%fn\n%s = OpLabel\n"
                     "%%var = OpVariable %%varp Function\n",
                     *statement == 'f' || *statement == 'w' ? "%first" : "%before");
    size += snprintf(text + size, sizeof text - (size_t)size,
                     find_row(statements, COUNT(statements), statement),
                     find_row(conditions, COUNT(conditions), cond), find_row(ops, COUNT(ops), op));
    snprintf(text + size, sizeof text - (size_t)size, "OpReturn\nOpFunctionEnd\n");
    return findings(text, NULL) == 0;
}

/* The verdict is the condition's, whatever the operation and the statement. */
static void all_descriptions(void **state) {
    size_t op, statement, cond, count = 0;
    (void)state;
    for (op = 0; op < COUNT(ops); op++)
        for (statement = 0; statement < COUNT(statements); statement++)
            for (cond = 0; cond < COUNT(conditions); cond++, count++) {
                const char *name = conditions[cond].name;
                int is_barrier = strstr(ops[op].text, "Barrier") != NULL;
                int uniform = strncmp(name, "uniform", 7) == 0
                              || strcmp(name, "storage_texture_ro") == 0;
                if (accepts(ops[op].name, is_barrier ? "compute" : "fragment",
                            statements[statement].name, name) != uniform)
                    fail_msg("%s in %s, %s: not %d", ops[op].name, statements[statement].name, name,
                             uniform);
            }
    assert_int_equal(count, 27 * 4 * 19);
}

/* ---- rules: functions in front of main, main's body, findings */

typedef struct rule {
    const char *name, *functions, *body;
    uint32_t count;
} rule;

#define CALLED "%f = OpFunction %void None %fn\n%fl = OpLabel\n%fd = OpDPdx %float %f1\n" \
               "OpReturn\nOpFunctionEnd\n"
#define IDENTITY "%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n" \
                 "%fl = OpLabel\nOpReturnValue %p\nOpFunctionEnd\n"
#define KILLS "%f = OpFunction %void None %fn\n%fl = OpLabel\n" DIFFERING_BOOL \
              "OpSelectionMerge %fm None\nOpBranchConditional %nb %fk %fm\n%fk = OpLabel\n" \
              "OpKill\n%fm = OpLabel\nOpReturn\nOpFunctionEnd\n"
#define KILLED_TOO "%k = OpFunction %void None %fn\n%kl = OpLabel\n%kn = OpLoad %uint %in\n" \
                   "%kb = OpIEqual %bool %kn %u0\nOpSelectionMerge %km None\n" \
                   "OpBranchConditional %kb %kk %km\n%kk = OpLabel\nOpKill\n%km = OpLabel\n" \
                   "OpReturn\nOpFunctionEnd\n"
#define CALLED_KILLS KILLS "%g = OpFunction %void None %fn\n%gl = OpLabel\nOpReturn\n" \
                     "OpFunctionEnd\n"
/* a private variable of several functions */
#define STORES "%f = OpFunction %void None %fn\n%fl = OpLabel\nOpStore %priv %u1\nOpReturn\n" \
               "OpFunctionEnd\n%g = OpFunction %void None %fn\n%gl = OpLabel\n" \
               "%gx = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n"
#define LOADED_PRIVATE "%l = OpLoad %uint %priv\n%c = OpIEqual %bool %l %u0\n" \
                       WHEN("c", "%r = OpDPdx %float %f1\n")
#define WHEN(c, what) "OpSelectionMerge %m None\nOpBranchConditional %" c " %yes %m\n" \
                      "%yes = OpLabel\n" what "OpBranch %m\n%m = OpLabel\n"
/* a condition of what %var holds, and an operation under it */
#define LOADED "%l = OpLoad %uint %var\n%c = OpIEqual %bool %l %u0\n" \
               WHEN("c", "%r = OpDPdx %float %f1\n")
/* a branch to put something in, in front of WHEN */
#define FIRST(c, what) "OpSelectionMerge %m0 None\nOpBranchConditional %" c " %y0 %m0\n" \
                       "%y0 = OpLabel\n" what "OpBranch %m0\n%m0 = OpLabel\n"
#define SETS_PRIVATE(value) "%f = OpFunction %void None %pf\n%p = OpFunctionParameter %privp\n" \
                            "%fl = OpLabel\n" value "OpReturn\nOpFunctionEnd\n"
#define SETS(value) "%f = OpFunction %void None %vf\n%p = OpFunctionParameter %varp\n" \
                    "%fl = OpLabel\n" value "OpReturn\nOpFunctionEnd\n"
#define VOTES "%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n%fl = OpLabel\n" \
              "%v = OpGroupNonUniformBroadcastFirst %uint %u3 %p\nOpReturnValue %v\n" \
              "OpFunctionEnd\n"
#define TWO(body) "%f = OpFunction %void None %vvf\n%p = OpFunctionParameter %varp\n" \
                  "%q = OpFunctionParameter %varp\n%fl = OpLabel\n" body \
                  "OpReturn\nOpFunctionEnd\n"
/* a function of two pointers, and one that stores to %priv meanwhile */
#define ASIDE "%g = OpFunction %void None %fn\n%gl = OpLabel\n" DIFFERING_BOOL \
              "OpStore %priv %nv\nOpReturn\nOpFunctionEnd\n" \
              "%f = OpFunction %void None %ppf\n%p = OpFunctionParameter %privp\n" \
              "%q = OpFunctionParameter %privp\n%fl = OpLabel\nOpStore %p %u1\nOpStore %q %u1\n" \
              "%fx = OpFunctionCall %void %g\n%v = OpLoad %uint %p\n%w = OpLoad %uint %q\n" \
              "%vw = OpIAdd %uint %v %w\nOpStore %var3 %vw\nOpReturn\nOpFunctionEnd\n"
#define LOOP(what) "OpBranch %h\n%h = OpLabel\nOpLoopMerge %m %t None\nOpBranch %b\n" \
                   "%b = OpLabel\n" what "%t = OpLabel\nOpBranch %h\n%m = OpLabel\n"
/* %l, of the last turn of a loop that some leave before others, decides over an operation */
#define LOADED_IN_LOOP(what) \
    LOOP(what DIFFERING_BOOL "OpBranchConditional %nb %m %t\n") \
    "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\n" \
    "OpBranchConditional %c %yes %m1\n%yes = OpLabel\n%r = OpDPdx %float %f1\n" \
    "OpBranch %m1\n%m1 = OpLabel\n"

static const rule rules[] = {
    {"CF_mustBeUniform, uniform", CALLED, "%r = OpFunctionCall %void %f\n", 0},
    {"CF_mustBeUniform, not", CALLED,
     DIFFERING_BOOL WHEN("nb", "%r = OpFunctionCall %void %f\n"), 1},
    {"conditionallyUniform, of each call", IDENTITY,
     UNIFORM_BOOL DIFFERING_BOOL "%x = OpFunctionCall %uint %f %nv\n"
     "%y = OpFunctionCall %uint %f %uv\n%c = OpIEqual %bool %y %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"conditionallyUniform, differs", IDENTITY,
     UNIFORM_BOOL DIFFERING_BOOL "%x = OpFunctionCall %uint %f %nv\n"
     "%y = OpFunctionCall %uint %f %uv\n%c = OpIEqual %bool %x %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a merge block comes together", "",
     DIFFERING_BOOL WHEN("nb", "OpStore %var %u1\n") "%r = OpDPdx %float %f1\n", 0},
    {"what is stored in non-uniform flow differs", "",
     DIFFERING_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %nb %y0 %m0\n"
     "%y0 = OpLabel\nOpStore %var %u1\nOpBranch %m0\n%m0 = OpLabel\n%l = OpLoad %uint %var\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"not after a kill", KILLS, "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n", 1},
    {"a loop that some leave", "",
     LOOP(DIFFERING_BOOL "%r = OpDPdx %float %f1\nOpBranchConditional %nb %m %t\n"), 1},
    {"a loop that all leave", "",
     LOOP(UNIFORM_BOOL "%r = OpDPdx %float %f1\nOpBranchConditional %ub %m %t\n"), 0},
    {"behind a loop that some leave", "",
     LOOP(DIFFERING_BOOL "OpBranchConditional %nb %m %t\n") "%r = OpDPdx %float %f1\n", 0},
    {"the launch of mesh tasks, uniform", "", UNIFORM_BOOL "OpSelectionMerge %m None\n"
     "OpBranchConditional %ub %yes %m\n%yes = OpLabel\nOpEmitMeshTasksEXT %u1 %u1 %u1\n"
     "%m = OpLabel\n", 0},
    {"the launch of mesh tasks, not", "", DIFFERING_BOOL "OpSelectionMerge %m None\n"
     "OpBranchConditional %nb %yes %m\n%yes = OpLabel\nOpEmitMeshTasksEXT %u1 %u1 %u1\n"
     "%m = OpLabel\n", 1},
    {"a pointer that is chosen is read", "",
     UNIFORM_BOOL "%p1 = OpAccessChain %spt %robuf %u0 %u0\n"
     "%p2 = OpAccessChain %spt %robuf %u0 %u1\n%p = OpSelect %spt %ub %p1 %p2\n"
     "%l = OpLoad %uint %p\n%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"),
     1},
    {"who stores to a private variable", "",
     DIFFERING_BOOL FIRST("nb", "OpStore %priv %u1\n") "%l = OpLoad %uint %priv\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"what all store to a private variable", "",
     DIFFERING_BOOL "OpStore %priv %u1\n%l = OpLoad %uint %priv\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"a private variable's last store", "",
     DIFFERING_BOOL "OpStore %priv %nv\nOpStore %priv %u1\n" LOADED_PRIVATE, 0},
    {"a private variable's last store, beside a function that nobody calls", STORES,
     DIFFERING_BOOL "OpStore %priv %nv\nOpStore %priv %u1\n" LOADED_PRIVATE, 0},
    {"who stores to a private variable, beside a function that nobody calls", STORES,
     DIFFERING_BOOL FIRST("nb", "OpStore %priv %u1\n") LOADED_PRIVATE, 1},
    {"a private variable's store, and another by a function", STORES,
     DIFFERING_BOOL "OpStore %priv %nv\nOpStore %priv %u1\n%x = OpFunctionCall %void %f\n"
     LOADED_PRIVATE, 1},
    {"a private variable that a function may write", SETS_PRIVATE("OpStore %p %u0\n"),
     DIFFERING_BOOL "OpStore %priv %nv\nOpStore %priv %u1\n%x = OpFunctionCall %void %f %priv\n"
     LOADED_PRIVATE, 1},
    {"what is stored to a private variable in a loop that some leave", "",
     LOOP(DIFFERING_BOOL "OpBranchConditional %nb %m %b2\n%b2 = OpLabel\nOpStore %priv %u1\n"
          "OpBranch %t\n") "%l = OpLoad %uint %priv\n%c = OpIEqual %bool %l %u0\n"
     "OpSelectionMerge %m1 None\nOpBranchConditional %c %yes %m1\n"
     "%yes = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", 1},
    {"what is loaded in a loop that some leave", STORES,
     LOOP("%x = OpFunctionCall %void %g\n%l = OpLoad %uint %priv\n" DIFFERING_BOOL
          "OpBranchConditional %nb %m %t\n")
     "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\nOpBranchConditional %c %yes %m1\n"
     "%yes = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", 1},
    {"a uniform's word in a loop that some leave", "",
     LOADED_IN_LOOP("%e = OpAccessChain %upt %ubuf %u0\n%l = OpLoad %uint %e\n"), 0},
    {"a word of a buffer that nobody writes in a loop that some leave", "",
     LOADED_IN_LOOP("%e = OpAccessChain %spt %robuf %u0 %u1\n%l = OpLoad %uint %e\n"), 0},
    {"a word of a buffer of the old kind in a loop that some leave", "",
     LOADED_IN_LOOP("%e = OpAccessChain %upt %oldbuf %u0\n%l = OpLoad %uint %e\n"), 1},
    {"one of a uniform's words in a loop that some leave", "",
     LOADED_IN_LOOP("%i = OpLoad %uint %in\n%e = OpAccessChain %upt %ubufs %i %u0\n"
                    "%l = OpLoad %uint %e\n"), 1},
    {"a loop where only some come", "",
     DIFFERING_BOOL UNIFORM_BOOL FIRST("nb", LOOP("%r = OpDPdx %float %f1\n"
                                                  "OpBranchConditional %ub %m %t\n")), 1},
    {"a uniform condition where only some come", "",
     DIFFERING_BOOL UNIFORM_BOOL FIRST("nb", WHEN("ub", "%r = OpDPdx %float %f1\n")), 1},
    {"behind a break of a switch by some", "",
     DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %m None\nOpSwitch %uv %m 0 %case\n"
     "%case = OpLabel\nOpSelectionMerge %on None\nOpBranchConditional %nb %out %on\n"
     "%out = OpLabel\nOpBranch %m\n%on = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m\n"
     "%m = OpLabel\n", 1},
    {"an input at another place", "",
     "%x = OpExtInst %uint %glsl InterpolateAtCentroid %in\n%c = OpIEqual %bool %x %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"memory that an instruction may write", "",
     "OpAtomicStore %var %u1 %u0 %u1\n" LOADED, 1},
    {"workgroup memory", "",
     "%l = OpLoad %uint %wg\n%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"),
     1},
    {"workgroup memory between barriers", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 0},
    {"workgroup memory between barriers, for the draw", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u1 %u2 %u264\n"), 1},
    {"any workgroup memory between barriers", "",
     DIFFERING_BOOL "OpControlBarrier %u2 %u2 %u264\n%e = OpAccessChain %wgp %wgarr %nv\n"
     "%l = OpLoad %uint %e\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"a part of workgroup memory between barriers", "",
     "OpControlBarrier %u2 %u2 %u264\n%e = OpAccessChain %wgp %wgarr %u1\n"
     "%l = OpLoad %uint %e\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 0},
    {"a part of workgroup memory between barriers, within bounds and with lines", "",
     "OpControlBarrier %u2 %u2 %u264\n%e = OpInBoundsAccessChain %wgp %wgarr %u1\nOpNoLine\n"
     "%l = OpLoad %uint %e\nOpNoLine\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 0},
    {"workgroup memory behind a barrier", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory before a barrier", "",
     "%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory behind a barrier, and an atomic", "",
     "OpControlBarrier %u2 %u2 %u264\nOpAtomicStore %wg %u1 %u0 %u1\n%l = OpLoad %uint %wg\n"
     "OpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory between a barrier that does not order it and one that does", "",
     "OpControlBarrier %u2 %u2 %u0\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory between a barrier that orders it and one that orders buffers", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u72\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory, read and kept between barriers", "",
     DIFFERING_BOOL "OpControlBarrier %u2 %u2 %u264\nOpStore %priv %nv\n%l = OpLoad %uint %wg\n"
     "OpStore %var %l\n%k = OpLoad %uint %priv\nOpControlBarrier %u2 %u2 %u264\n"
     "%lv = OpLoad %uint %var\n"
     "%c = OpIEqual %bool %lv %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 0},
    {"workgroup memory, read between barriers before it is written", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\n"
     "OpStore %wg %u1\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory, read between barriers where it was copied to", "",
     "OpControlBarrier %u2 %u2 %u264\nOpCopyMemory %wg %var\n%l = OpLoad %uint %wg\n"
     "OpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory, read between barriers beside a call", STORES,
     "OpControlBarrier %u2 %u2 %u264\n%x = OpFunctionCall %void %f\n%l = OpLoad %uint %wg\n"
     "OpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory, read between a barrier and an atomic store", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpAtomicStore %wg %u1 %u264 %u1\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory in one block, barriers in the one of the other way", "",
     UNIFORM_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %ub %a %b\n"
     "%a = OpLabel\n%l = OpLoad %uint %wg\n%c = OpIEqual %bool %l %u0\n"
     WHEN("c", "OpControlBarrier %u2 %u2 %u264\n") "OpBranch %m0\n"
     "%b = OpLabel\nOpControlBarrier %u2 %u2 %u264\nOpControlBarrier %u2 %u2 %u264\n"
     "OpBranch %m0\n%m0 = OpLabel\n", 1},
    {"workgroup memory in one block, barriers in the one of the other way, turned", "",
     UNIFORM_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %ub %b %a\n"
     "%a = OpLabel\n%l = OpLoad %uint %wg\n%c = OpIEqual %bool %l %u0\n"
     WHEN("c", "OpControlBarrier %u2 %u2 %u264\n") "OpBranch %m0\n"
     "%b = OpLabel\nOpControlBarrier %u2 %u2 %u264\nOpControlBarrier %u2 %u2 %u264\n"
     "OpBranch %m0\n%m0 = OpLabel\n", 1},
    {"workgroup memory before a call of a function behind it, which has barriers", "",
     "%l = OpLoad %uint %wg\n%c = OpIEqual %bool %l %u0\n"
     WHEN("c", "OpControlBarrier %u2 %u2 %u264\n") "%x = OpFunctionCall %void %f\nOpReturn\n"
     "OpFunctionEnd\n%f = OpFunction %void None %fn\n%fl = OpLabel\n"
     "OpControlBarrier %u2 %u2 %u264\nOpControlBarrier %u2 %u2 %u264\n", 1},
    {"workgroup memory between barriers, one of which names it and no order", "",
     "OpControlBarrier %u2 %u2 %u256\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory between barriers in different blocks", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpBranch %on\n%on = OpLabel\n"
     "OpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory between a barrier of the subgroup and one of the workgroup", "",
     "OpControlBarrier %u3 %u2 %u264\n%l = OpLoad %uint %wg\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"workgroup memory between a barrier of the workgroup and one of the subgroup", "",
     "OpControlBarrier %u2 %u2 %u264\n%l = OpLoad %uint %wg\nOpControlBarrier %u3 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"other memory between barriers", "",
     "%sb = OpAccessChain %spt %rwbuf %u0 %u0\nOpControlBarrier %u2 %u2 %u264\n"
     "%l = OpLoad %uint %sb\nOpControlBarrier %u2 %u2 %u264\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"a pointer that is chosen, to a buffer of the old kind", "",
     UNIFORM_BOOL "%o = OpAccessChain %upt %oldbuf %u0\n%p = OpSelect %upt %ub %o %o\n"
     "%l = OpLoad %uint %p\n%c = OpIEqual %bool %l %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"what an extended instruction gives that stores over what differs", "",
     DIFFERING_BOOL "%fv = OpConvertUToF %float %nv\nOpStore %varf %fv\n"
     "%x = OpExtInst %float %glsl Modf %f1 %varf\n%c = OpFOrdEqual %bool %x %f1\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"a call of one return in a loop that some leave", "%f = OpFunction %uint None %vuf\n"
     "%p = OpFunctionParameter %varp\n%fl = OpLabel\nOpStore %p %u1\n" UNIFORM_BOOL
     "OpSelectionMerge %fm None\nOpBranchConditional %ub %fy %fm\n%fy = OpLabel\n"
     "OpBranch %fm\n%fm = OpLabel\nOpReturnValue %u0\nOpFunctionEnd\n",
     LOOP("%k = OpFunctionCall %uint %f %var\n" DIFFERING_BOOL
          "OpBranchConditional %nb %m %t\n")
     "%k2 = OpLoad %uint %var\n%l = OpIAdd %uint %k %k2\n"
     "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\nOpBranchConditional %c %yes %m1\n"
     "%yes = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", 0},
    {"a phi of one value", "",
     DIFFERING_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %nb %y0 %n0\n%y0 = OpLabel\n"
     "OpBranch %m0\n%n0 = OpLabel\nOpBranch %m0\n%m0 = OpLabel\n"
     "%f = OpPhi %uint %u1 %y0 %u1 %n0\n%c = OpIEqual %bool %f %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"a phi of two values", "",
     DIFFERING_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %nb %y0 %n0\n%y0 = OpLabel\n"
     "OpBranch %m0\n%n0 = OpLabel\nOpBranch %m0\n%m0 = OpLabel\n"
     "%f = OpPhi %uint %u1 %y0 %u2 %n0\n%c = OpIEqual %bool %f %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a phi of two values, behind a line", "",
     DIFFERING_BOOL "OpSelectionMerge %m0 None\nOpBranchConditional %nb %y0 %n0\n%y0 = OpLabel\n"
     "OpBranch %m0\n%n0 = OpLabel\nOpBranch %m0\n%m0 = OpLabel\nOpNoLine\n"
     "%f = OpPhi %uint %u1 %y0 %u2 %n0\n%c = OpIEqual %bool %f %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a place in an image that differs", "",
     DIFFERING_BOOL "%im = OpLoad %image %roimg\n%iv = OpBitcast %int %nv\n"
     "%at = OpCompositeConstruct %i2 %iv %iv\n%t4 = OpImageRead %v4 %im %at\n"
     "%x = OpCompositeExtract %float %t4 0\n%c = OpFOrdEqual %bool %x %f1\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a later store is later", "",
     DIFFERING_BOOL "OpStore %var %u1\n" LOADED "OpStore %var %nv\n", 0},
    {"a store takes away what was before", "",
     DIFFERING_BOOL "OpStore %var %nv\nOpStore %var %u1\n" LOADED, 0},
    {"a store takes away what only some stored", "",
     DIFFERING_BOOL FIRST("nb", "OpStore %var %u1\n") "OpStore %var %u1\n" LOADED, 0},
    {"a store under a uniform condition", "",
     DIFFERING_BOOL UNIFORM_BOOL FIRST("ub", "OpStore %var %u1\n") LOADED, 0},
    {"a store of what differs under a uniform condition", "",
     DIFFERING_BOOL UNIFORM_BOOL FIRST("ub", "OpStore %var %nv\n") LOADED, 1},
    {"a store of the last turn of a loop", "",
     "OpBranch %h0\n%h0 = OpLabel\nOpLoopMerge %e0 %t0 None\nOpBranch %b0\n%b0 = OpLabel\n"
     LOADED DIFFERING_BOOL "OpStore %var %nv\nOpBranch %t0\n%t0 = OpLabel\n" UNIFORM_BOOL
     "OpBranchConditional %ub %h0 %e0\n%e0 = OpLabel\n", 1},
    {"a store in each turn of a loop", "",
     "OpBranch %h0\n%h0 = OpLabel\nOpLoopMerge %e0 %t0 None\nOpBranch %b0\n%b0 = OpLabel\n"
     "OpStore %var %u1\n" LOADED DIFFERING_BOOL "OpStore %var %nv\nOpBranch %t0\n%t0 = OpLabel\n"
     UNIFORM_BOOL "OpBranchConditional %ub %h0 %e0\n%e0 = OpLabel\n", 0},
    {"the turns of a loop that some leave", "",
     "OpStore %var %u0\nOpBranch %h0\n%h0 = OpLabel\nOpLoopMerge %e0 %t0 None\n"
     "OpBranch %b0\n%b0 = OpLabel\n" DIFFERING_BOOL "%x = OpLoad %uint %var\n"
     "%y = OpIAdd %uint %x %u1\nOpStore %var %y\nOpBranch %t0\n%t0 = OpLabel\n"
     "OpBranchConditional %nb %h0 %e0\n%e0 = OpLabel\n" LOADED, 1},
    {"a part of a variable is stored", "",
     DIFFERING_BOOL "%a = OpCompositeConstruct %arr2 %nv %nv\nOpStore %vara %a\n"
     "%ap = OpAccessChain %varp %vara %u0\nOpStore %ap %u1\n%bp = OpAccessChain %varp %vara %u1\n"
     "%l = OpLoad %uint %bp\n%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"),
     1},
    {"all of a variable is stored", "",
     DIFFERING_BOOL "%a = OpCompositeConstruct %arr2 %nv %nv\nOpStore %vara %a\n"
     "%b = OpCompositeConstruct %arr2 %u1 %u1\nOpStore %vara %b\n"
     "%bp = OpAccessChain %varp %vara %u1\n"
     "%l = OpLoad %uint %bp\n%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"),
     0},
    {"an index decides where it is stored", "",
     DIFFERING_BOOL "%b = OpCompositeConstruct %arr2 %u1 %u1\nOpStore %vara %b\n"
     "%ap = OpAccessChain %varp %vara %nv\nOpStore %ap %u0\n%bp = OpAccessChain %varp %vara %u1\n"
     "%l = OpLoad %uint %bp\n%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"),
     1},
    {"a copy of memory", "",
     DIFFERING_BOOL "OpStore %var2 %nv\nOpCopyMemory %var %var2\n" LOADED, 1},
    {"a copy of memory over what differs", "",
     DIFFERING_BOOL "OpStore %var2 %u1\nOpStore %var %nv\nOpCopyMemory %var %var2\n" LOADED, 0},
    {"an extended instruction stores", "",
     DIFFERING_BOOL "%fv = OpConvertUToF %float %nv\n"
     "%x = OpExtInst %float %glsl Modf %fv %varf\n"
     "%l = OpLoad %float %varf\n%c = OpFOrdEqual %bool %l %f1\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"an extended instruction stores over what differs", "",
     DIFFERING_BOOL "%fv = OpConvertUToF %float %nv\nOpStore %varf %fv\n"
     "%x = OpExtInst %float %glsl Modf %f1 %varf\n"
     "%l = OpLoad %float %varf\n%c = OpFOrdEqual %bool %l %f1\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"a function stores what is uniform", SETS("OpStore %p %u1\n"),
     DIFFERING_BOOL "OpStore %var %nv\n%x = OpFunctionCall %void %f %var\n" LOADED, 0},
    {"a function stores what differs", SETS(DIFFERING_BOOL "OpStore %p %nv\n"),
     "OpStore %var %u1\n%x = OpFunctionCall %void %f %var\n" LOADED, 1},
    {"a function stores what it was given", SETS("%v = OpLoad %uint %p\n%w = OpIAdd %uint %v %u1\n"
                                                 "OpStore %p %w\n"),
     DIFFERING_BOOL "OpStore %var %nv\n%x = OpFunctionCall %void %f %var\n" LOADED, 1},
    {"a function stores what it was given, of each call",
     SETS("%v = OpLoad %uint %p\n%w = OpIAdd %uint %v %u1\nOpStore %p %w\n"),
     DIFFERING_BOOL "OpStore %var2 %nv\n%x2 = OpFunctionCall %void %f %var2\n"
     "OpStore %var %u1\n%x = OpFunctionCall %void %f %var\n" LOADED, 0},
    {"a function reads and leaves what differs", SETS("%v = OpLoad %uint %p\n"),
     DIFFERING_BOOL "OpStore %var %nv\n%x = OpFunctionCall %void %f %var\n" LOADED, 1},
    {"some returns store", SETS(DIFFERING_BOOL "OpSelectionMerge %fm None\n"
                                "OpBranchConditional %nb %fy %fm\n%fy = OpLabel\nOpReturn\n"
                                "%fm = OpLabel\nOpStore %p %u1\n"),
     "OpStore %var %u0\n%x = OpFunctionCall %void %f %var\n" LOADED, 1},
    {"all returns store the same", SETS("OpStore %p %u1\n" UNIFORM_BOOL
                                "OpSelectionMerge %fm None\n"
                                "OpBranchConditional %ub %fy %fm\n%fy = OpLabel\nOpReturn\n"
                                "%fm = OpLabel\n"),
     DIFFERING_BOOL "OpStore %var %nv\n%x = OpFunctionCall %void %f %var\n" LOADED, 0},
    {"two parameters that are different variables",
     TWO(DIFFERING_BOOL "OpStore %p %nv\n%v = OpLoad %uint %q\nOpStore %q %v\n"),
     "OpStore %var %u0\nOpStore %var2 %u0\n%x = OpFunctionCall %void %f %var2 %var\n" LOADED, 0},
    {"two parameters that are one variable",
     TWO(DIFFERING_BOOL "OpStore %q %nv\n%v = OpLoad %uint %p\nOpStore %var3 %v\n"),
     "OpStore %var %u0\n%x = OpFunctionCall %void %f %var %var\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a store by the other of two parameters that are one variable",
     TWO(DIFFERING_BOOL "OpStore %p %u1\nOpStore %q %nv\n%v = OpLoad %uint %p\n"
         "OpStore %var3 %v\n"),
     "OpStore %var %u0\n%x = OpFunctionCall %void %f %var %var\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a store by the other of two parameters that are one variable further out",
     TWO(DIFFERING_BOOL "OpStore %p %u1\nOpStore %q %nv\n%v = OpLoad %uint %p\n"
         "OpStore %var3 %v\n")
     "%g = OpFunction %void None %vvf\n%gp = OpFunctionParameter %varp\n"
     "%gq = OpFunctionParameter %varp\n%gl = OpLabel\n%gx = OpFunctionCall %void %f %gp %gq\n"
     "OpReturn\nOpFunctionEnd\n",
     "OpStore %var %u0\n%x = OpFunctionCall %void %g %var %var\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a store by a function to what a parameter is", ASIDE,
     "%x = OpFunctionCall %void %f %priv %var4\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a store by a function to what the second parameter is", ASIDE,
     "%x = OpFunctionCall %void %f %var4 %priv\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"two parameters that are one variable further out",
     TWO(DIFFERING_BOOL "OpStore %q %nv\n%v = OpLoad %uint %p\nOpStore %var3 %v\n")
     "%g = OpFunction %void None %vvf\n%gp = OpFunctionParameter %varp\n"
     "%gq = OpFunctionParameter %varp\n%gl = OpLabel\n%gx = OpFunctionCall %void %f %gp %gq\n"
     "OpReturn\nOpFunctionEnd\n",
     "OpStore %var %u0\n%x = OpFunctionCall %void %g %var %var\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"a store in the other arm", "",
     DIFFERING_BOOL UNIFORM_BOOL "OpStore %var %nv\nOpSelectionMerge %m0 None\n"
     "OpBranchConditional %ub %y0 %n0\n%y0 = OpLabel\nOpStore %var %u1\nOpBranch %m0\n"
     "%n0 = OpLabel\n" LOADED "OpBranch %m0\n%m0 = OpLabel\n", 1},
    {"a function that votes, for a quad", VOTES,
     DIFFERING_BOOL "%y = OpFunctionCall %uint %f %nv\n%c = OpIEqual %bool %y %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"a function that votes, for a workgroup", VOTES,
     DIFFERING_BOOL "%y = OpFunctionCall %uint %f %nv\n%c = OpIEqual %bool %y %u0\n"
     WHEN("c", "OpControlBarrier %u2 %u2 %u264\n"), 1},
    {"a call in a loop that some leave", "%f = OpFunction %uint None %u0f\n%fl = OpLabel\n"
     UNIFORM_BOOL "OpSelectionMerge %fm None\nOpBranchConditional %ub %fy %fm\n%fy = OpLabel\n"
     "OpReturnValue %u0\n%fm = OpLabel\nOpReturnValue %u1\nOpFunctionEnd\n",
     LOOP("%l = OpFunctionCall %uint %f\n" DIFFERING_BOOL "OpBranchConditional %nb %m %t\n")
     "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\nOpBranchConditional %c %yes %m1\n"
     "%yes = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", 1},
    {"a pointer that is chosen is passed", SETS("%v = OpLoad %uint %p\nOpStore %var3 %v\n"),
     UNIFORM_BOOL "OpStore %var %u0\n%p0 = OpSelect %varp %ub %var %var2\n"
     "%x = OpFunctionCall %void %f %p0\n%l = OpLoad %uint %var3\n"
     "%c = OpIEqual %bool %l %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"behind a kill where only some come", "%f = OpFunction %void None %fn\n%fl = OpLabel\n"
     UNIFORM_BOOL "OpSelectionMerge %fm None\nOpBranchConditional %ub %fk %fm\n%fk = OpLabel\n"
     "OpKill\n%fm = OpLabel\nOpReturn\nOpFunctionEnd\n",
     DIFFERING_BOOL WHEN("nb", "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n"), 1},
    {"a kill further in", KILLS "%g = OpFunction %void None %fn\n%gl = OpLabel\n"
     "%gx = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n",
     "%x = OpFunctionCall %void %g\n%r = OpDPdx %float %f1\n", 1},
    {"a kill in the second function that is called", CALLED_KILLS,
     UNIFORM_BOOL FIRST("ub", "%x = OpFunctionCall %void %g\n%y = OpFunctionCall %void %f\n")
     "%r = OpDPdx %float %f1\n", 1},
    {"a kill of all that call, under a condition",
     "%f = OpFunction %void None %fn\n%fl = OpLabel\nOpKill\nOpFunctionEnd\n",
     DIFFERING_BOOL FIRST("nb", "%x = OpFunctionCall %void %f\n") "%r = OpDPdx %float %f1\n", 1},
    {"a kill of all that call, in a block that nobody comes to",
     "%f = OpFunction %void None %fn\n%fl = OpLabel\nOpKill\nOpFunctionEnd\n",
     DIFFERING_BOOL FIRST("nb", "OpBranch %m0\n%y1 = OpLabel\n%x = OpFunctionCall %void %f\n")
     "%r = OpDPdx %float %f1\n", 0},
    {"a return in a merge block that nobody comes to", "",
     LOOP(DIFFERING_BOOL "OpSelectionMerge %dead None\nOpBranchConditional %nb %y0 %n0\n"
          "%y0 = OpLabel\nOpBranch %t\n%n0 = OpLabel\nOpBranch %m\n%dead = OpLabel\nOpReturn\n")
     "%r = OpDPdx %float %f1\n", 0},
    {"a branch's second way leaves the loop", "",
     LOOP(DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %on None\n"
          "OpBranchConditional %nb %on %m\n%on = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %t\n"),
     1},
    {"a store before, in another block", "",
     DIFFERING_BOOL UNIFORM_BOOL "OpStore %var %nv\nOpStore %var %u1\n"
     FIRST("ub", "OpStore %var %u0\n") LOADED, 0},
    {"what an instruction reads in a loop that some leave", STORES,
     LOOP("%x = OpFunctionCall %void %g\n"
          "%l = OpExtInst %uint %glsl InterpolateAtCentroid %priv\n" DIFFERING_BOOL
          "OpBranchConditional %nb %m %t\n")
     "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\nOpBranchConditional %c %yes %m1\n"
     "%yes = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", 1},
    {"what a function gives that is not here", "%f = OpFunction %uint None %u0f\nOpFunctionEnd\n",
     "%y = OpFunctionCall %uint %f\n%c = OpIEqual %bool %y %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
    {"what a function stores that is not here", "%f = OpFunction %void None %vf\n"
     "%p = OpFunctionParameter %varp\nOpFunctionEnd\n",
     "OpStore %var %u1\n%x = OpFunctionCall %void %f %var\n" LOADED, 1},
    {"a pointer that is chosen", "",
     DIFFERING_BOOL UNIFORM_BOOL "OpStore %var %u0\n%p = OpSelect %varp %ub %var %var2\n"
     "OpStore %p %nv\n" LOADED, 1},
    {"one return gives what was computed", "%f = OpFunction %uint None %u0f\n%fl = OpLabel\n"
     DIFFERING_BOOL "OpSelectionMerge %fm None\nOpBranchConditional %nb %fy %fm\n%fy = OpLabel\n"
     "OpBranch %fm\n%fm = OpLabel\nOpReturnValue %u1\nOpFunctionEnd\n",
     "%x = OpFunctionCall %uint %f\n%c = OpIEqual %bool %x %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 0},
    {"which return it was differs", "%f = OpFunction %uint None %u0f\n%fl = OpLabel\n"
     DIFFERING_BOOL "OpSelectionMerge %fm None\nOpBranchConditional %nb %fy %fm\n%fy = OpLabel\n"
     "OpReturnValue %u0\n%fm = OpLabel\nOpReturnValue %u1\nOpFunctionEnd\n",
     "%x = OpFunctionCall %uint %f\n%c = OpIEqual %bool %x %u0\n"
     WHEN("c", "%r = OpDPdx %float %f1\n"), 1},
};

/* The text with an `f` behind the names that conditions make. */
static const char *renamed(const char *text) {
    static const char *const made[] = {"%nv", "%nb", "%up ", "%uv", "%ub"};
    static char out[4096];
    size_t n = 0, k;
    while (*text != '\0' && n + 2 < sizeof out) {
        for (k = 0; k < COUNT(made) && strncmp(text, made[k], 3) != 0; k++) {}
        if (k < COUNT(made) && !(text[3] >= 'a' && text[3] <= 'z')) {
            memcpy(out + n, text, 3);
            n += 3, text += 3;
            out[n++] = 'f';
        } else {
            out[n++] = *text++;
        }
    }
    out[n] = '\0';
    return out;
}

static void one_by_one(void **state) {
    static char text[16384];
    size_t i;
    int size;
    (void)state;
    for (i = 0; i < COUNT(rules); i++) {
        /* DIFFERING_BOOL in a function and in main: names of its own there */
        const char *functions = renamed(rules[i].functions);
        size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
        snprintf(text + size, sizeof text - (size_t)size,
                 "%%uf = OpTypeFunction %%uint %%uint\n%%u0f = OpTypeFunction %%uint\n"
                 "%%pf = OpTypeFunction %%void %%privp\n"
                 "%%ppf = OpTypeFunction %%void %%privp %%privp\n"
                 "%%vf = OpTypeFunction %%void %%varp\n"
                 "%%vuf = OpTypeFunction %%uint %%varp\n"
                 "%%vvf = OpTypeFunction %%void %%varp %%varp\n"
                 "%%arr2 = OpTypeArray %%uint %%u2\n%%arr2p = OpTypePointer Function %%arr2\n"
                 "%%floatp = OpTypePointer Function %%float\n"
                 "%%u256 = OpConstant %%uint 256\n%%wgarrp = OpTypePointer Workgroup %%arr2\n"
                 "%%wgarr = OpVariable %%wgarrp Workgroup\n%%var3 = OpVariable %%privp Private\n"
                 "%%var4 = OpVariable %%privp Private\n"
                 "%s%%main = OpFunction %%void None %%fn\n"
                 "%%before = OpLabel\n%%var = OpVariable %%varp Function\n"
                 "%%var2 = OpVariable %%varp Function\n%%vara = OpVariable %%arr2p Function\n"
                 "%%varf = OpVariable %%floatp Function\n%sOpReturn\n"
                 "OpFunctionEnd\n", functions, rules[i].body);
        if (findings(text, NULL) != rules[i].count)
            fail_msg("%s: not %u", rules[i].name, (unsigned)rules[i].count);
    }
}

/* Where those meet that go on with a loop: without and with maximal reconvergence. */
static void continues(void **state) {
    static const struct {
        const char *name, *body;
        uint32_t count[2];
    } cases[] = {
        {"behind a continue", LOOP(DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %on None\n"
         "OpBranchConditional %nb %skip %on\n%skip = OpLabel\nOpBranch %t\n%on = OpLabel\n"
         "%r = OpDPdx %float %f1\nOpBranchConditional %ub %m %t\n"), {1, 1}},
        {"at the continue target", "OpBranch %h\n%h = OpLabel\nOpLoopMerge %m %t None\n"
         "OpBranch %b\n%b = OpLabel\n" DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %on None\n"
         "OpBranchConditional %nb %skip %on\n%skip = OpLabel\nOpBranch %t\n%on = OpLabel\n"
         "OpBranch %t\n%t = OpLabel\n%r = OpDPdx %float %f1\n"
         "OpBranchConditional %ub %h %m\n%m = OpLabel\n", {1, 0}},
        {"at the continue target of a loop that some leave",
         "OpBranch %h\n%h = OpLabel\nOpLoopMerge %m %t None\n"
         "OpBranch %b\n%b = OpLabel\n" DIFFERING_BOOL "OpBranchConditional %nb %m %t\n"
         "%t = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %h\n%m = OpLabel\n", {1, 1}},
        {"at the continue target where only some come",
         DIFFERING_BOOL UNIFORM_BOOL FIRST("nb", "OpBranch %h\n%h = OpLabel\n"
         "OpLoopMerge %m %t None\nOpBranch %t\n%t = OpLabel\n%r = OpDPdx %float %f1\n"
         "OpBranchConditional %ub %h %m\n%m = OpLabel\n"), {1, 1}},
        {"at the continue target of a loop that some return from",
         "OpBranch %h\n%h = OpLabel\nOpLoopMerge %m %t None\nOpBranch %b\n%b = OpLabel\n"
         DIFFERING_BOOL "OpSelectionMerge %on None\nOpBranchConditional %nb %out %on\n"
         "%out = OpLabel\nOpReturn\n%on = OpLabel\nOpBranch %t\n"
         "%t = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %h\n%m = OpLabel\n", {1, 1}},
    };
    static char text[16384];
    spvu_options options;
    size_t i;
    int size, with;
    (void)state;
    memset(&options, 0, sizeof options);
    for (i = 0; i < COUNT(cases); i++)
        for (with = 0; with < 2; with++) {
            size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
            snprintf(text + size, sizeof text - (size_t)size,
                     "%%main = OpFunction %%void None %%fn\n%%before = OpLabel\n%sOpReturn\n"
                     "OpFunctionEnd\n", cases[i].body);
            options.maximal_reconvergence = with;
            if (findings(text, &options) != cases[i].count[with])
                fail_msg("%s: not %u", cases[i].name, (unsigned)cases[i].count[with]);
        }
}

/* A buffer that nothing writes differs, unless the caller says that it does not. */
static void buffers(void **state) {
    static const struct {
        const char *more, *body;
        uint32_t count[2]; /* without and with as_wgsl */
        const char *asked; /* of the load; NULL: nothing */
    } cases[] = {
        {"", "", {1, 0}},
        {"", "OpStore %sb %u1\n", {1, 1}},
        {"", "%x = OpAtomicExchange %uint %sb %u1 %u0 %u1\n", {1, 1}},
        /* WGSL has atomics in memory that may be written alone */
        {"", "%x = OpAtomicLoad %uint %sb %u1 %u0\n", {1, 1}},
        {"OpDecorate %rwbuf NonWritable\n", "%x = OpAtomicLoad %uint %sb %u1 %u0\n", {0, 1}},
        {"", "OpCopyMemory %var %sb\n", {1, 0}},
        {"", "OpCopyMemory %sb %var\n", {1, 1}},
        {"OpDecorate %rwbuf DescriptorSet 0\n", "", {1, 0}},
        {"OpDecorate %rwbuf Coherent\n", "", {1, 1}},
        {"OpDecorate %rwbuf Volatile\n", "", {1, 1}},
        {"OpDecorate %rwbuf Aliased\n", "", {1, 1}},
        {"OpDecorate %rwbuf NonWritable\n", "", {0, 0}},
        {"OpDecorate %rwbuf NonWritable\n", "", {1, 1}, " Volatile"},
        {"OpDecorate %rwbuf NonWritable\n", "", {1, 1},
         " MakePointerVisible|NonPrivatePointer %u1"},
        {"OpDecorate %rwbuf NonWritable\nOpDecorate %rwbuf Coherent\n", "", {1, 1}},
        {"OpDecorate %rwbuf NonWritable\nOpDecorate %rwbuf Volatile\n", "", {1, 1}},
        {"OpDecorate %rwbuf NonWritable\nOpDecorate %rwbuf Aliased\n", "", {1, 1}},
        {"OpMemberDecorate %sblock 0 NonWritable\n", "", {0, 0}},
        {"OpMemberDecorate %sblock 0 NonWritable\nOpMemberDecorate %sblock 0 Coherent\n", "",
         {1, 1}},
        {"OpMemberDecorate %sblock 0 Volatile\n", "", {1, 1}},
    };
    static char text[16384];
    spvu_options options;
    size_t i;
    int size, with;
    (void)state;
    memset(&options, 0, sizeof options);
    for (i = 0; i < COUNT(cases); i++)
        for (with = 0; with < 2; with++) {
            char *types;
            size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
            types = strstr(text, "%void = OpTypeVoid");
            assert_non_null(types);
            memmove(types + strlen(cases[i].more), types, strlen(types) + 1);
            memcpy(types, cases[i].more, strlen(cases[i].more));
            size += (int)strlen(cases[i].more);
            snprintf(text + size, sizeof text - (size_t)size,
                     "%%main = OpFunction %%void None %%fn\n%%before = OpLabel\n"
                     "%%var = OpVariable %%varp Function\n"
                     "%%sb = OpAccessChain %%spt %%rwbuf %%u0 %%u0\n%s"
                     "%%l = OpLoad %%uint %%sb%s\n%%c = OpIEqual %%bool %%l %%u0\n"
                     "OpSelectionMerge %%m None\nOpBranchConditional %%c %%yes %%m\n"
                     "%%yes = OpLabel\n%%r = OpDPdx %%float %%f1\nOpBranch %%m\n%%m = OpLabel\n"
                     "OpReturn\nOpFunctionEnd\n", cases[i].body,
                     cases[i].asked == NULL ? "" : cases[i].asked);
            options.as_wgsl = with;
            if (findings(text, &options) != cases[i].count[with])
                fail_msg("%s%s: not %u", cases[i].more, cases[i].body,
                         (unsigned)cases[i].count[with]);
        }
}

/* ---- rows: each operation, who must come to it, who must agree on its operand, and among whom its
   result differs */

enum { PLAIN, DIFFERS, VOTE, REDUCE, QUAD_ONE, COUNTS };
#define QUAD SPVU_QUAD
#define SUBGROUP SPVU_SUBGROUP
#define WORKGROUP SPVU_WORKGROUP
#define DRAW SPVU_DRAW
#define NONE SPVU_UNIFORM
#define GROUP(name, operation, operand) \
    "%r = OpGroupNonUniform" name " %uint %u3 " #operation " %" #operand "\n"

/* Of the operands %fx, %ux, %bx and %cx, and of an index %ix. */
static const struct {
    const char *text;
    spvu_scope flow;
    int result;
    int has_index; /* that must be the same */
} rows[] = {
    {"%r = OpDPdx %float %fx\n", QUAD, PLAIN},
    {"%r = OpDPdy %float %fx\n", QUAD, PLAIN},
    {"%r = OpFwidth %float %fx\n", QUAD, PLAIN},
    {"%r = OpDPdxFine %float %fx\n", QUAD, PLAIN},
    {"%r = OpDPdyFine %float %fx\n", QUAD, PLAIN},
    {"%r = OpFwidthFine %float %fx\n", QUAD, PLAIN},
    {"%r = OpDPdxCoarse %float %fx\n", QUAD, PLAIN},
    {"%r = OpDPdyCoarse %float %fx\n", QUAD, PLAIN},
    {"%r = OpFwidthCoarse %float %fx\n", QUAD, PLAIN},
    {"%r = OpImageSampleImplicitLod %v4 %s %cx\n", QUAD, PLAIN},
    {"%r = OpImageSampleDrefImplicitLod %float %s %cx %f1\n", QUAD, PLAIN},
    {"%r = OpImageSampleProjImplicitLod %v4 %s %cx\n", QUAD, PLAIN},
    {"%r = OpImageSampleProjDrefImplicitLod %float %s %cx %f1\n", QUAD, PLAIN},
    {"%r = OpImageSparseSampleImplicitLod %v4 %s %cx\n", QUAD, PLAIN},
    {"%r = OpImageSparseSampleDrefImplicitLod %v4 %s %cx %f1\n", QUAD, PLAIN},
    {"%r = OpImageQueryLod %v2 %s %cx\n", QUAD, PLAIN},
    {"%r = OpImageSampleFootprintNV %foot %s %cx %u1 %u1\n", QUAD, PLAIN},
    {"%r = OpCooperativeMatrixLoadNV %mat %sb %u1 %true\n", SUBGROUP, DIFFERS},
    {"%r = OpCopyObject %mat %mx\nOpCooperativeMatrixStoreNV %sb %mx %u1 %true\n", SUBGROUP, -1},
    {"%r = OpCooperativeMatrixMulAddNV %mat %mx %mx %mx\n", SUBGROUP, PLAIN},
    {"%r = OpImageSampleExplicitLod %v4 %s %cx Lod %f1\n", NONE, PLAIN},
    {"%r = OpCopyObject %uint %u1\nOpControlBarrier %u2 %u2 %u264\n", WORKGROUP, -1},
    {"%r = OpCopyObject %uint %u1\nOpControlBarrier %u3 %u2 %u264\n", SUBGROUP, -1},
    {"%r = OpCopyObject %uint %u1\nOpControlBarrier %u4 %u2 %u264\n", NONE, -1},
    {"%r = OpCopyObject %uint %u1\nOpControlBarrier %u1 %u2 %u264\n", DRAW, -1},
    {"%r = OpCopyObject %uint %u1\nOpControlBarrier %ux %u2 %u264\n", WORKGROUP, -1},
    {"%r = OpCopyObject %uint %u1\nOpMemoryBarrier %u2 %u264\n", NONE, -1},
    {"%r = OpCopyObject %uint %u1\nOpSetMeshOutputsEXT %u1 %u1\n", WORKGROUP, -1},
    {"%r = OpGroupNonUniformQuadBroadcast %uint %u3 %ux %ix\n", QUAD, QUAD_ONE, 1},
    {"%r = OpGroupNonUniformQuadSwap %uint %u3 %ux %u0\n", QUAD, PLAIN},
    {"%r = OpGroupNonUniformElect %bool %u3\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupNonUniformAll %bool %u3 %bx\n", SUBGROUP, VOTE},
    {"%r = OpGroupNonUniformAny %bool %u3 %bx\n", SUBGROUP, VOTE},
    {"%r = OpGroupNonUniformAllEqual %bool %u3 %ux\n", SUBGROUP, VOTE},
    {"%r = OpGroupNonUniformBroadcast %uint %u3 %ux %ix\n", SUBGROUP, VOTE, 1},
    {"%r = OpGroupNonUniformBroadcastFirst %uint %u3 %ux\n", SUBGROUP, VOTE},
    {"%r = OpGroupNonUniformBallot %uv4 %u3 %bx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupNonUniformInverseBallot %bool %u3 %uv\n", NONE, DIFFERS},
    {"%r = OpGroupNonUniformBallotBitCount %uint %u3 Reduce %uv\n", NONE, COUNTS},
    {"%r = OpGroupNonUniformBallotBitCount %uint %u3 ExclusiveScan %uv\n", NONE, DIFFERS},
    {"%r = OpGroupNonUniformShuffle %uint %u3 %ux %u1\n", SUBGROUP, PLAIN},
    {"%r = OpGroupNonUniformShuffleXor %uint %u3 %ux %u1\n", SUBGROUP, PLAIN},
    {"%r = OpGroupNonUniformShuffleUp %uint %u3 %ux %u1\n", SUBGROUP, PLAIN},
    {"%r = OpGroupNonUniformShuffleDown %uint %u3 %ux %u1\n", SUBGROUP, PLAIN},
    {"%r = OpGroupNonUniformRotateKHR %uint %u3 %ux %ix\n", SUBGROUP, PLAIN, 1},
    {"%r = OpGroupNonUniformPartitionNV %uv4 %ux\n", SUBGROUP, DIFFERS},
    {GROUP("IAdd", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("IAdd", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("FAdd", Reduce, fx), SUBGROUP, REDUCE},
    {GROUP("FAdd", InclusiveScan, fx), SUBGROUP, DIFFERS},
    {GROUP("IMul", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("IMul", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("FMul", Reduce, fx), SUBGROUP, REDUCE},
    {GROUP("FMul", InclusiveScan, fx), SUBGROUP, DIFFERS},
    {GROUP("SMin", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("SMin", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("UMin", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("UMin", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("FMin", Reduce, fx), SUBGROUP, REDUCE},
    {GROUP("FMin", InclusiveScan, fx), SUBGROUP, DIFFERS},
    {GROUP("SMax", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("SMax", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("UMax", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("UMax", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("FMax", Reduce, fx), SUBGROUP, REDUCE},
    {GROUP("FMax", InclusiveScan, fx), SUBGROUP, DIFFERS},
    {GROUP("BitwiseAnd", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("BitwiseAnd", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("BitwiseOr", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("BitwiseOr", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("BitwiseXor", Reduce, ux), SUBGROUP, REDUCE},
    {GROUP("BitwiseXor", InclusiveScan, ux), SUBGROUP, DIFFERS},
    {GROUP("LogicalAnd", Reduce, bx), SUBGROUP, REDUCE},
    {GROUP("LogicalAnd", InclusiveScan, bx), SUBGROUP, DIFFERS},
    {GROUP("LogicalOr", Reduce, bx), SUBGROUP, REDUCE},
    {GROUP("LogicalOr", InclusiveScan, bx), SUBGROUP, DIFFERS},
    {GROUP("LogicalXor", Reduce, bx), SUBGROUP, REDUCE},
    {GROUP("LogicalXor", InclusiveScan, bx), SUBGROUP, DIFFERS},
    {"%r = OpSubgroupBallotKHR %uv4 %bx\n", SUBGROUP, REDUCE},
    {"%r = OpSubgroupFirstInvocationKHR %uint %ux\n", SUBGROUP, VOTE},
    {"%r = OpSubgroupAllKHR %bool %bx\n", SUBGROUP, VOTE},
    {"%r = OpSubgroupAnyKHR %bool %bx\n", SUBGROUP, VOTE},
    {"%r = OpSubgroupAllEqualKHR %bool %bx\n", SUBGROUP, VOTE},
    {"%r = OpSubgroupReadInvocationKHR %uint %ux %ix\n", SUBGROUP, VOTE, 1},
    {"%r = OpGroupAll %bool %u3 %bx\n", SUBGROUP, VOTE},
    {"%r = OpGroupAny %bool %u3 %bx\n", SUBGROUP, VOTE},
    {"%r = OpGroupBroadcast %uint %u3 %ux %ix\n", SUBGROUP, VOTE, 1},
    {"%r = OpGroupIAdd %uint %u2 Reduce %ux\n", WORKGROUP, REDUCE},
    {"%r = OpGroupAll %bool %u2 %bx\n", WORKGROUP, VOTE},
    {"%r = OpGroupSMax %uint %u2 Reduce %ux\n", WORKGROUP, REDUCE},
    {"%r = OpGroupIMulKHR %uint %u2 Reduce %ux\n", WORKGROUP, REDUCE},
    {"%r = OpGroupLogicalXorKHR %bool %u2 Reduce %bx\n", WORKGROUP, REDUCE},
    {"%r = OpGroupIAdd %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupIAdd %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFAdd %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFAdd %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFMin %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFMin %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupUMin %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupUMin %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupSMin %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupSMin %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFMax %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFMax %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupUMax %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupUMax %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupSMax %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupSMax %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupIMulKHR %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupIMulKHR %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFMulKHR %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFMulKHR %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupBitwiseAndKHR %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupBitwiseAndKHR %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupBitwiseOrKHR %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupBitwiseOrKHR %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupBitwiseXorKHR %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupBitwiseXorKHR %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupLogicalAndKHR %bool %u3 Reduce %bx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupLogicalAndKHR %bool %u3 ExclusiveScan %bx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupLogicalOrKHR %bool %u3 Reduce %bx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupLogicalOrKHR %bool %u3 ExclusiveScan %bx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupLogicalXorKHR %bool %u3 Reduce %bx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupLogicalXorKHR %bool %u3 ExclusiveScan %bx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupIAddNonUniformAMD %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupIAddNonUniformAMD %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFAddNonUniformAMD %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFAddNonUniformAMD %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFMinNonUniformAMD %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFMinNonUniformAMD %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupUMinNonUniformAMD %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupUMinNonUniformAMD %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupSMinNonUniformAMD %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupSMinNonUniformAMD %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupFMaxNonUniformAMD %float %u3 Reduce %fx\n", SUBGROUP, REDUCE},
    {"%r = OpGroupFMaxNonUniformAMD %float %u3 ExclusiveScan %fx\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupUMaxNonUniformAMD %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupUMaxNonUniformAMD %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpGroupSMaxNonUniformAMD %uint %u3 Reduce %ux\n", SUBGROUP, REDUCE},
    {"%r = OpGroupSMaxNonUniformAMD %uint %u3 ExclusiveScan %ux\n", SUBGROUP, DIFFERS},
    {"%r = OpAtomicLoad %uint %sb %u1 %u0\n", NONE, DIFFERS},
    {"%r = OpAtomicExchange %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicCompareExchange %uint %sb %u1 %u0 %u0 %ux %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicCompareExchangeWeak %uint %sb %u1 %u0 %u0 %ux %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicIIncrement %uint %sb %u1 %u0\n", NONE, DIFFERS},
    {"%r = OpAtomicIDecrement %uint %sb %u1 %u0\n", NONE, DIFFERS},
    {"%r = OpAtomicIAdd %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicISub %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicSMin %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicUMin %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicSMax %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicUMax %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicAnd %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicOr %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicXor %uint %sb %u1 %u0 %ux\n", NONE, DIFFERS},
    {"%r = OpAtomicFAddEXT %uint %sb %u1 %u0 %fx\n", NONE, DIFFERS},
    {"%r = OpAtomicFMinEXT %uint %sb %u1 %u0 %fx\n", NONE, DIFFERS},
    {"%r = OpAtomicFMaxEXT %uint %sb %u1 %u0 %fx\n", NONE, DIFFERS},
    {"%r = OpAtomicFlagTestAndSet %uint %sb %u1 %u0\n", NONE, DIFFERS},
    {"%r = OpReadClockKHR %uint %u3\n", NONE, DIFFERS},
    {"%r = OpIsHelperInvocationEXT %bool\n", NONE, DIFFERS},
    {"%r = OpExtInst %uint %amd MbcntAMD %ux\n", NONE, DIFFERS},
    {"%r = OpReportIntersectionKHR %bool %fx %ux\n", NONE, DIFFERS},
};

/* Among whom a result differs: where all operands are the same, and where they differ in a quad. */
static const spvu_scope result_levels[][2] = {
    {NONE, QUAD}, {QUAD, QUAD}, {NONE, WORKGROUP}, {WORKGROUP, WORKGROUP}, {NONE, SUBGROUP},
    {WORKGROUP, QUAD}};

/* The text of a row: with operands that differ or not, with an index that does, where all come or
   not. */
static const char *row_text(size_t row, int differs, int index, int diverges) {
    static char text[16384];
    int size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
    snprintf(text + size, sizeof text - (size_t)size,
             "%%u4 = OpConstant %%uint 4\n%%foot = OpTypeStruct %%bool %%uint %%uint %%uint\n"
             "%%mat = OpTypeCooperativeMatrixNV %%uint %%u3 %%u4 %%u4\n"
             "%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n"
             "%%nv = OpLoad %%uint %%in\n%%nb = OpIEqual %%bool %%nv %%u0\n"
             "%%s = OpLoad %%sampled %%tex\n%%ux = OpCopyObject %%uint %%%s\n"
             "%%fx = OpConvertUToF %%float %%ux\n%%bx = OpIEqual %%bool %%ux %%u0\n"
             "%%cx = OpCompositeConstruct %%v2 %%fx %%fx\n%%ix = OpCopyObject %%uint %%%s\n"
             "%%uv = OpCompositeConstruct %%uv4 %%ux %%ux %%ux %%ux\n"
             "%%mx = OpCompositeConstruct %%mat %%ux\n"
             "%%sb = OpAccessChain %%spt %%rwbuf %%u0 %%u0\n"
             "OpSelectionMerge %%m None\nOpBranchConditional %%%s %%yes %%m\n%%yes = OpLabel\n%s"
             "OpBranch %%m\n%%m = OpLabel\nOpReturn\nOpFunctionEnd\n",
             differs ? "nv" : "u1", index ? "nv" : "u1", diverges ? "nb" : "true", rows[row].text);
    return text;
}

static char has_row[SPVUI_OPCODES]; /* by opcode: it was in the block %yes */

static void note_rules(void) {
    const spvm_block *b = &model.blocks[1];
    spvm_inst_ref k;
    for (k = b->first; k < b->last; k++)
        if (model.insts[k].opcode < SPVUI_OPCODES) has_row[model.insts[k].opcode] = 1;
}

/* A barrier whose scope is not known is one of the workgroup. */
static void each_row(void **state) {
    size_t i;
    int variant;
    (void)state;
    memset(has_row, 0, sizeof has_row);
    has_row[SPVM_OpEmitMeshTasksEXT] = 1; /* it ends a block: see the rules one by one */
    for (i = 0; i < COUNT(rows); i++)
        for (variant = 0; variant < 4; variant++) {
            const char *text = row_text(i, variant == 1, variant == 2, variant == 3);
            uint32_t want = (variant == 2 && rows[i].has_index)
                            || (variant == 3 && rows[i].flow != NONE);
            spvu_scope level;
            keep_analysis = 1;
            if (findings(text, NULL) != want)
                fail_msg("%svariant %d: not %u findings", rows[i].text, variant, (unsigned)want);
            if (want && (analysis.findings[0].is_operand != (variant == 2)
                         || analysis.findings[0].scope != rows[i].flow
                         || (analysis.findings[0].rule->severity == SPVU_ERROR)
                                != ((rows[i].flow >= WORKGROUP
                                     && strstr(rows[i].text, "OpGroup") == NULL)
                                    || strstr(rows[i].text, "ControlBarrier") != NULL)))
                fail_msg("%svariant %d: another finding", rows[i].text, variant);
            level = spvu_value_level(&analysis, result_of_row());
            note_rules();
            if (variant < 2 && rows[i].result >= 0
                && level != result_levels[rows[i].result][variant])
                fail_msg("%svariant %d: the result differs in a %s", rows[i].text, variant,
                         spvu_scope_name(&analysis, level));
            if (variant == 3 && rows[i].result > DIFFERS && rows[i].result != COUNTS
                && level != QUAD)
                fail_msg("%sthe result does not depend on who comes", rows[i].text);
            keep_analysis = 0;
            release();
        }
    for (i = 1; i < SPVUI_RULE_COUNT; i++)
        if (!has_row[spvui_rules[i].opcode])
            fail_msg("no row has opcode %d", (int)spvui_rules[i].opcode);
}

/* ---- functions with many pointers */

/* Puts to the end of `text`, of which `size` is used. */
#define ADD(...) size += snprintf(text + size, sizeof text - (size_t)size, __VA_ARGS__)

/* A function of many pointers adds to each what it was, or the sum of all; of two calls the second
   has nothing that differs, but for the last variable if `differs`. Whether an operation under what
   the call leaves in variable `which` is found. */
static uint32_t many_pointers(int many, int sums, int differs, int which) {
    static char text[65536];
    int size, i;
    size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
    ADD("%%mf = OpTypeFunction %%void");
    for (i = 0; i < many; i++) ADD(" %%varp");
    ADD("\n%%f = OpFunction %%void None %%mf\n");
    for (i = 0; i < many; i++) ADD("%%p%d = OpFunctionParameter %%varp\n", i);
    ADD("%%fl = OpLabel\n%%s0 = OpCopyObject %%uint %%u0\n");
    for (i = 0; i < many; i++)
        ADD("%%a%d = OpLoad %%uint %%p%d\n%%s%d = OpIAdd %%uint %%s%d %%a%d\n", i, i, i + 1, i, i);
    for (i = 0; i < many; i++)
        ADD("%%w%d = OpIAdd %%uint %%a%d %%%s%d\nOpStore %%p%d %%w%d\n", i, i, sums ? "s" : "a",
            sums ? many : i, i, i);
    ADD("OpReturn\nOpFunctionEnd\n%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n");
    for (i = 0; i < 2 * many; i++) ADD("%%x%d = OpVariable %%varp Function\n", i);
    ADD("%%nv = OpLoad %%uint %%in\n");
    for (i = 0; i < many; i++) ADD("OpStore %%x%d %%nv\nOpStore %%x%d %%u1\n", i, many + i);
    if (differs) ADD("OpStore %%x%d %%nv\n", 2 * many - 1);
    for (i = 0; i < 2 * many; i++) {
        if (i % many == 0) ADD("%%c%d = OpFunctionCall %%void %%f", i);
        ADD(" %%x%d%s", i, i % many == many - 1 ? "\n" : "");
    }
    ADD("%%l = OpLoad %%uint %%x%d\n%%c = OpIEqual %%bool %%l %%u0\nOpSelectionMerge %%m None\n"
        "OpBranchConditional %%c %%yes %%m\n%%yes = OpLabel\n%%r = OpDPdx %%float %%f1\n"
        "OpBranch %%m\n%%m = OpLabel\nOpReturn\nOpFunctionEnd\n", which);
    return findings(text, NULL);
}

static void pointers(void **state) {
    enum { FEW = 30, MANY = 60 };
    int i;
    (void)state;
    for (i = 0; i < 2 * MANY; i++) {
        assert_int_equal(many_pointers(MANY, 0, 0, i), i < MANY);
        assert_int_equal(many_pointers(MANY, 0, 1, i), i < MANY || i == 2 * MANY - 1);
    }
    for (i = 0; i < 2 * FEW; i++) {
        assert_int_equal(many_pointers(FEW, 1, 0, i), i < FEW);
        assert_int_equal(many_pointers(FEW, 1, 1, i), 1);
    }
    /* too much for a summary of each: what all calls leave together */
    for (i = 0; i < 2 * MANY; i++) assert_int_equal(many_pointers(MANY, 1, 1, i), 1);
    assert_int_equal(many_pointers(MANY, 1, 0, 0), 1);
    assert_int_equal(many_pointers(MANY, 1, 0, MANY), 0);
    assert_int_equal(many_pointers(MANY, 1, 0, 2 * MANY - 1), 1);
}

/* ---- variables whose versions meet at many places */

/* Choices or loops in each other. Innermost some invocations store to each of the variables, and in
   the end each decides over a derivative. Returns the findings, and the edges of the graph. */
static uint32_t nested(int depth, int variables, int loops, uint32_t *edges, uint32_t *insts) {
    static char text[1 << 17];
    uint32_t found;
    int size, i;
    size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
    ADD("%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n");
    for (i = 0; i < variables; i++) ADD("%%x%d = OpVariable %%varp Function %%u0\n", i);
    ADD("%%nv = OpLoad %%uint %%in\n%%nb = OpIEqual %%bool %%nv %%u0\n"
        "%%up = OpAccessChain %%upt %%ubuf %%u0\n%%uv = OpLoad %%uint %%up\n"
        "%%ub = OpIEqual %%bool %%uv %%u0\n");
    for (i = 0; i < depth; i++) {
        if (loops)
            ADD("OpBranch %%h%d\n%%h%d = OpLabel\nOpLoopMerge %%m%d %%t%d None\nOpBranch %%b%d\n"
                "%%b%d = OpLabel\n", i, i, i, i, i, i);
        else
            ADD("OpSelectionMerge %%m%d None\nOpBranchConditional %%ub %%b%d %%m%d\n"
                "%%b%d = OpLabel\n", i, i, i, i);
    }
    ADD("OpSelectionMerge %%m None\nOpBranchConditional %%nb %%b %%m\n%%b = OpLabel\n");
    for (i = 0; i < variables; i++) ADD("OpStore %%x%d %%u1\n", i);
    ADD("OpBranch %%m\n%%m = OpLabel\n");
    for (i = depth; i-- > 0;) {
        if (loops)
            ADD("OpBranch %%t%d\n%%t%d = OpLabel\nOpBranchConditional %%ub %%h%d %%m%d\n"
                "%%m%d = OpLabel\n", i, i, i, i, i);
        else ADD("OpBranch %%m%d\n%%m%d = OpLabel\n", i, i);
    }
    for (i = 0; i < variables; i++)
        ADD("%%l%dv = OpLoad %%uint %%x%d\n%%c%d = OpIEqual %%bool %%l%dv %%u0\n"
            "OpSelectionMerge %%n%d None\nOpBranchConditional %%c%d %%y%d %%n%d\n"
            "%%y%d = OpLabel\n%%r%d = OpDPdx %%float %%f1\nOpBranch %%n%d\n%%n%d = OpLabel\n",
            i, i, i, i, i, i, i, i, i, i, i, i);
    ADD("OpReturn\nOpFunctionEnd\n");
    keep_analysis = 1;
    found = findings(text, NULL);
    *edges = analysis.edge_count;
    *insts = model.inst_count;
    keep_analysis = 0;
    release();
    return found;
}

/* However many places there are, every variable is found, and the graph grows with the module. */
static void joins(void **state) {
    uint32_t edges, insts;
    int i;
    (void)state;
    for (i = 1; i < 200; i += 1 + i / 3) {
        assert_int_equal(nested(i, 10, 0, &edges, &insts), 10);
        assert_true(edges < 6 * insts);
        assert_int_equal(nested(i, 2, 1, &edges, &insts), 2);
        assert_true(edges < 6 * insts);
    }
    assert_int_equal(nested(200, 200, 0, &edges, &insts), 200);
    assert_true(edges < 6 * insts);
    assert_int_equal(nested(100, 100, 1, &edges, &insts), 100);
    assert_true(edges < 6 * insts);
}

/* ---- what is known of a function, and kills as demotions */

static const char *module_of(const char *functions, const char *body) {
    static char text[16384];
    int size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", "Location 0");
    snprintf(text + size, sizeof text - (size_t)size,
             "%%uf = OpTypeFunction %%uint %%uint\n%%u0f = OpTypeFunction %%uint\n"
             "%%vf = OpTypeFunction %%void %%varp\n"
             "%s%%main = OpFunction %%void None %%fn\n%%before = OpLabel\n%sOpReturn\n"
             "OpFunctionEnd\n", renamed(functions), body);
    return text;
}

static void summaries(void **state) {
    (void)state;
    keep_analysis = 1;
    findings(module_of(CALLED "%g = OpFunction %void None %fn\n%gl = OpLabel\n"
                       "%gx = OpFunctionCall %void %f\nOpReturn\nOpFunctionEnd\n", ""), NULL);
    assert_int_equal(analysis.functions[0].must_flow, QUAD);
    assert_int_equal(analysis.functions[1].must_flow, QUAD);
    release();
    findings(module_of(IDENTITY, ""), NULL);
    assert_int_equal(analysis.functions[0].must_flow, NONE);
    assert_int_equal(analysis.functions[0].must_parameter[0], NONE);
    assert_int_equal(analysis.functions[0].conditional[0], 1);
    assert_int_equal(analysis.functions[0].return_level, NONE);
    release();
    findings(module_of("%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n"
                       "%fl = OpLabel\n" DIFFERING_BOOL
                       "%v = OpGroupNonUniformBroadcast %uint %u3 %u1 %p\n"
                       "OpReturnValue %nv\nOpFunctionEnd\n", ""), NULL);
    assert_int_equal(analysis.functions[0].must_flow, SUBGROUP);
    assert_int_equal(analysis.functions[0].must_parameter[0], SUBGROUP);
    assert_int_equal(analysis.functions[0].conditional[0], 0);
    assert_int_equal(analysis.functions[0].return_level, QUAD);
    release();
    findings(module_of("%f = OpFunction %void None %vf\n%p = OpFunctionParameter %varp\n"
                       "%fl = OpLabel\n%l = OpLoad %uint %p\n"
                       "%v = OpGroupNonUniformBroadcast %uint %u3 %u1 %l\n"
                       "OpReturn\nOpFunctionEnd\n", ""), NULL);
    assert_int_equal(analysis.functions[0].must_parameter[0], SUBGROUP);
    release();
    /* what is computed of a parameter, and passed on */
    findings(module_of("%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n"
                       "%fl = OpLabel\n%l = OpIAdd %uint %p %u1\n%k = OpIMul %uint %l %l\n"
                       "%v = OpGroupNonUniformBroadcast %uint %u3 %u1 %k\n"
                       "OpReturnValue %v\nOpFunctionEnd\n"
                       "%g = OpFunction %uint None %uf\n%q = OpFunctionParameter %uint\n"
                       "%gl = OpLabel\n%gk = OpIMul %uint %q %q\n%gj = OpIAdd %uint %gk %u1\n"
                       "%gv = OpFunctionCall %uint %f %gj\nOpReturnValue %gk\nOpFunctionEnd\n",
                       ""), NULL);
    assert_int_equal(analysis.functions[0].must_parameter[0], SUBGROUP);
    assert_int_equal(analysis.functions[1].must_parameter[0], SUBGROUP);
    assert_int_equal(analysis.functions[1].must_flow, SUBGROUP);
    release();
    /* the largest scope of several counts */
    findings(module_of("%f = OpFunction %void None %fn\n%fl = OpLabel\n%a = OpDPdx %float %f1\n"
                       "OpControlBarrier %u2 %u2 %u264\n%b = OpDPdx %float %f1\nOpReturn\n"
                       "OpFunctionEnd\n", ""), NULL);
    assert_int_equal(analysis.functions[0].must_flow, WORKGROUP);
    release();
    /* what a subgroup has in common is good enough for its index */
    findings(module_of("%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n"
                       "%fl = OpLabel\n%k = OpGroupNonUniformBroadcastFirst %uint %u3 %p\n"
                       "%v = OpGroupNonUniformBroadcast %uint %u3 %u1 %k\n"
                       "OpReturnValue %v\nOpFunctionEnd\n", ""), NULL);
    assert_int_equal(analysis.functions[0].must_flow, SUBGROUP);
    assert_int_equal(analysis.functions[0].must_parameter[0], NONE);
    release();
    keep_analysis = 0;
}

/* A kernel has no structured control flow: words of an empty one. */
static void kernels(void **state) {
    static const char text[] = "OpCapability Kernel\nOpCapability Addresses\n"
                               "OpMemoryModel Physical32 OpenCL\n";
    spv_binary binary = NULL;
    size_t size;
    (void)state;
    assert_int_equal(spvTextToBinary(context, text, strlen(text), &binary, NULL), SPV_SUCCESS);
    size = spvm_memory(binary->code, binary->wordCount);
    model_memory = malloc(size);
    assert_int_equal(spvm_load(&model, NULL, binary->code, binary->wordCount, model_memory, size),
                     SPVM_OK);
    memory = malloc(size = spvu_memory(&model));
    assert_int_equal(spvu_analyze(&analysis, NULL, &model, memory, size), SPVU_UNSUPPORTED);
    assert_int_equal(analysis.status, SPVU_UNSUPPORTED);
    release();
    spvBinaryDestroy(binary);
}

/* Memory of each size, at an odd address: it is enough, with the same findings, or it is said to be
   too small, and more is asked for. */
static void sizes(void **state) {
    const char *text = module_of(
        SETS(DIFFERING_BOOL "OpStore %p %nv\n") KILLED_TOO,
        DIFFERING_BOOL "%var = OpVariable %varp Function\n%x = OpFunctionCall %void %f %var\n"
        "%x2 = OpFunctionCall %void %k\n" FIRST("nb", "OpStore %var %u1\n") LOADED
        "%e = OpGroupNonUniformBroadcast %uint %u3 %u1 %nv\n");
    spv_binary binary = NULL;
    size_t size, enough = 0;
    (void)state;
    assert_int_equal(spvTextToBinary(context, text, strlen(text), &binary, NULL), SPV_SUCCESS);
    size = spvm_memory(binary->code, binary->wordCount);
    model_memory = malloc(size);
    assert_int_equal(spvm_load(&model, NULL, binary->code, binary->wordCount, model_memory, size),
                     SPVM_OK);
    assert_int_equal(spvu_analyze(&analysis, NULL, &model, NULL, 1 << 20), SPVU_MEMORY);
    for (size = 0; size < spvu_memory(&model) + 1000; size += 1 + size / 64) {
        char *exact = (char *)malloc(size + 1);
        spvu_status status;
        memset(exact, 0xA5, size + 1);
        status = spvu_analyze(&analysis, NULL, &model, exact + 1, size);
        assert_int_equal(status, analysis.status);
        assert_int_equal(status, enough > 0 || status == SPVU_OK ? SPVU_OK : SPVU_MEMORY);
        if (status == SPVU_OK && enough == 0) enough = size;
        if (status == SPVU_OK) assert_int_equal(analysis.finding_count, 3);
        else assert_true(analysis.needed > size);
        free(exact);
    }
    assert_true(enough > 1000 && enough <= spvu_memory(&model));
    release();
    spvBinaryDestroy(binary);
}

/* The reasons of the only finding: each step, what it is by, and what differs by that. */
static const char *reasons_of(const char *functions, const char *body) {
    static const char *const steps[] = {"need", "flow", "branch", "value", "load", "store",
                                        "argument", "call", "return", "kill", "source"};
    static char text[1024];
    char name[SPVM_NAME_SIZE];
    spvu_cursor c;
    spvu_reason r;
    size_t n = 0;
    int k;
    keep_analysis = 1;
    assert_int_equal(findings(module_of(functions, body), NULL), 1);
    memset(&c, 0, sizeof c);
    text[0] = '\0';
    while (spvu_next_reason(&analysis, &analysis.findings[0], &c, &r) && n < sizeof text - 64) {
        if (r.why == SPVU_WHY_VALUE || r.why == SPVU_WHY_LOAD) continue;
        n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n > 0 ? ", " : "", steps[r.why]);
        for (k = 0; k < 2; k++) {
            const spvm_inst *def = spvm_def(&model, k == 0 ? r.id : r.about);
            n += (size_t)snprintf(text + n, sizeof text - n, " %s",
                                  def == NULL ? "-" : spvm_opcode_name(def->opcode, name));
        }
    }
    keep_analysis = 0;
    release();
    return text;
}

static void reasons(void **state) {
    (void)state;
    assert_string_equal(
        reasons_of("", DIFFERING_BOOL "%var = OpVariable %varp Function\n" FIRST("nb",
                   "OpStore %var %u1\n") LOADED),
        "need DPdx -, branch IEqual -, branch IEqual Variable, source Variable Variable");
    assert_string_equal(
        reasons_of("", DIFFERING_BOOL "%var = OpVariable %varp Function\nOpStore %var %nv\n"
                   LOADED),
        "need DPdx -, branch IEqual -, store Load Variable, source Variable Variable");
    /* the operand of a broadcast */
    assert_string_equal(
        reasons_of("", DIFFERING_BOOL "%x = OpGroupNonUniformBroadcast %uint %u3 %u1 %nv\n"),
        "need GroupNonUniformBroadcast Load, source Variable Variable");
    /* a function that some call; what it is by has no value */
    assert_string_equal(
        reasons_of(CALLED, DIFFERING_BOOL WHEN("nb", "%x = OpFunctionCall %void %f\n")),
        "need DPdx -, call - -, branch IEqual -, source Variable Variable");
    assert_string_equal(
        reasons_of(KILLS, "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n"),
        "need DPdx -, kill Function -, kill - -, branch IEqual -, source Variable Variable");
    /* what a function gives, by itself, by its argument, and both */
    assert_string_equal(
        reasons_of("%f = OpFunction %uint None %u0f\n%fl = OpLabel\n" DIFFERING_BOOL
                   "OpSelectionMerge %fm None\nOpBranchConditional %nb %fy %fm\n%fy = OpLabel\n"
                   "OpReturnValue %u0\n%fm = OpLabel\nOpReturnValue %u1\nOpFunctionEnd\n",
                   "%x = OpFunctionCall %uint %f\n%c = OpIEqual %bool %x %u0\n"
                   WHEN("c", "%r = OpDPdx %float %f1\n")),
        "need DPdx -, branch IEqual -, return Function FunctionCall, branch IEqual Function, "
        "source Variable Variable");
    assert_string_equal(
        reasons_of(IDENTITY, DIFFERING_BOOL "%x = OpFunctionCall %uint %f %nv\n"
                   "%c = OpIEqual %bool %x %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n")),
        "need DPdx -, branch IEqual -, return Load FunctionCall, source Variable Variable");
    assert_string_equal(
        reasons_of("%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n"
                   "%fl = OpLabel\n" DIFFERING_BOOL "%v = OpIAdd %uint %p %nv\n"
                   "OpReturnValue %v\nOpFunctionEnd\n",
                   DIFFERING_BOOL "%y = OpFunctionCall %uint %f %nv\n"
                   "%x = OpFunctionCall %uint %f %u1\n"
                   "%c = OpIEqual %bool %x %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n")),
        "need DPdx -, branch IEqual -, return Function FunctionCall, source Variable Variable");
    /* its own reason is further away than that of another call's argument */
    assert_string_equal(
        reasons_of("%f = OpFunction %uint None %uf\n%p = OpFunctionParameter %uint\n"
                   "%fl = OpLabel\n" DIFFERING_BOOL "%s1 = OpIAdd %uint %u1 %nv\n"
                   "%s2 = OpIAdd %uint %u1 %s1\n%s3 = OpIAdd %uint %u1 %s2\n"
                   "%v = OpIAdd %uint %p %s3\nOpReturnValue %v\nOpFunctionEnd\n",
                   DIFFERING_BOOL "%y = OpFunctionCall %uint %f %nv\n"
                   "%x = OpFunctionCall %uint %f %u1\n"
                   "%c = OpIEqual %bool %x %u0\n" WHEN("c", "%r = OpDPdx %float %f1\n")),
        "need DPdx -, branch IEqual -, return Function FunctionCall, source Variable Variable");
    /* what a function leaves behind a pointer */
    assert_string_equal(
        reasons_of(SETS(DIFFERING_BOOL "OpStore %p %nv\n"),
                   "%var = OpVariable %varp Function\n%x = OpFunctionCall %void %f %var\n" LOADED),
        "need DPdx -, branch IEqual -, return FunctionParameter Variable, "
        "store Load FunctionParameter, source Variable Variable");
}

static void kills(void **state) {
    static const char *const bodies[] = {
        "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n",
        DIFFERING_BOOL "OpSelectionMerge %m None\nOpBranchConditional %nb %yes %m\n"
        "%yes = OpLabel\nOpKill\n%m = OpLabel\n%r = OpDPdx %float %f1\n"};
    spvu_options options;
    size_t i;
    int demotes;
    (void)state;
    memset(&options, 0, sizeof options);
    for (i = 0; i < COUNT(bodies); i++)
        for (demotes = 0; demotes < 2; demotes++) {
            options.kill_is_demote = demotes;
            assert_int_equal(findings(module_of(KILLS, bodies[i]), &options), !demotes);
        }
}

/* What browsers find as well in the text that spv_text.h makes: without and with as_wgsl. */
static void as_wgsl(void **state) {
    static const struct {
        const char *name, *functions, *body;
        uint32_t count[2];
    } cases[] = {
        {"a private variable of one function", "", "OpStore %priv %u1\n" LOADED_PRIVATE, {0, 0}},
        {"a private variable of several", STORES,
         "OpStore %priv %u1\n%x = OpFunctionCall %void %f\n" LOADED_PRIVATE, {0, 1}},
        {"a call by what nobody calls", "%f = OpFunction %void None %fn\n%fl = OpLabel\n"
         "%fd = OpDPdx %float %f1\nOpReturn\nOpFunctionEnd\n"
         "%g = OpFunction %void None %fn\n%gl = OpLabel\n%gn = OpLoad %uint %in\n"
         "%gb = OpIEqual %bool %gn %u0\nOpSelectionMerge %gm None\n"
         "OpBranchConditional %gb %gy %gm\n%gy = OpLabel\n%gx = OpFunctionCall %void %f\n"
         "OpBranch %gm\n%gm = OpLabel\nOpReturn\nOpFunctionEnd\n", "", {1, 0}},
        {"a derivative of what is the same", "",
         "%d = OpDPdx %float %f1\n%c = OpFOrdEqual %bool %d %f1\n"
         WHEN("c", "%r = OpDPdx %float %f1\n"), {0, 1}},
        {"what is loaded in a loop that some leave", "",
         LOOP(UNIFORM_BOOL DIFFERING_BOOL "OpBranchConditional %nb %m %t\n")
         "OpSelectionMerge %m1 None\nOpBranchConditional %ub %yes %m1\n%yes = OpLabel\n"
         "%r = OpDPdx %float %f1\nOpBranch %m1\n%m1 = OpLabel\n", {0, 1}},
        {"a vote", "",
         DIFFERING_BOOL "%c = OpGroupNonUniformAny %bool %u3 %nb\n"
         WHEN("c", "%r = OpDPdx %float %f1\n"), {0, 1}},
        {"a phi of one value", "",
         DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %m0 None\n"
         "OpBranchConditional %nb %y0 %n0\n%y0 = OpLabel\nOpBranch %m0\n%n0 = OpLabel\n"
         "OpBranch %m0\n%m0 = OpLabel\n%c = OpPhi %bool %ub %y0 %ub %n0\n"
         WHEN("c", "%r = OpDPdx %float %f1\n"), {0, 1}},
        {"both ways of a branch return", "",
         DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %m None\n"
         "OpBranchConditional %ub %y0 %m\n%y0 = OpLabel\nOpSelectionMerge %m1 None\n"
         "OpBranchConditional %nb %y1 %n1\n%y1 = OpLabel\nOpReturn\n%n1 = OpLabel\nOpReturn\n"
         "%m1 = OpLabel\nOpUnreachable\n%m = OpLabel\n%r = OpDPdx %float %f1\n", {0, 1}},
        {"ways that all meet", "",
         DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %m None\n"
         "OpBranchConditional %ub %y0 %m\n%y0 = OpLabel\nOpSelectionMerge %m1 None\n"
         "OpBranchConditional %nb %y1 %m1\n%y1 = OpLabel\nOpBranch %m1\n"
         "%m1 = OpLabel\nOpReturn\n%m = OpLabel\n%r = OpDPdx %float %f1\n", {0, 0}},
        {"a case that others fall into, and some break before", "",
         DIFFERING_BOOL UNIFORM_BOOL "OpSelectionMerge %m None\nOpSwitch %uv %a 0 %b 1 %s\n"
         "%s = OpLabel\nOpBranchConditional %nb %s1 %m\n%s1 = OpLabel\nOpBranch %m\n"
         "%a = OpLabel\nOpBranch %b\n%b = OpLabel\n%r = OpDPdx %float %f1\nOpBranch %m\n"
         "%m = OpLabel\n", {0, 1}},
        {"a call that kills nobody", "%f = OpFunction %void None %fn\n%fl = OpLabel\nOpReturn\n"
         "OpFunctionEnd\n", "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n", {0, 0}},
        {"a call that may kill where all come", "%f = OpFunction %void None %fn\n%fl = OpLabel\n"
         "%fu = OpAccessChain %upt %ubuf %u0\n%fv = OpLoad %uint %fu\n"
         "%fb = OpIEqual %bool %fv %u0\nOpSelectionMerge %fm None\n"
         "OpBranchConditional %fb %fk %fm\n%fk = OpLabel\nOpKill\n%fm = OpLabel\nOpReturn\n"
         "OpFunctionEnd\n", "%x = OpFunctionCall %void %f\n%r = OpDPdx %float %f1\n", {0, 1}},
    };
    spvu_options options;
    size_t i;
    int with;
    (void)state;
    memset(&options, 0, sizeof options);
    for (i = 0; i < COUNT(cases); i++)
        for (with = 0; with < 2; with++) {
            options.as_wgsl = with;
            if (findings(module_of(cases[i].functions, cases[i].body), &options)
                != cases[i].count[with])
                fail_msg("%s, %d: not %u", cases[i].name, with, (unsigned)cases[i].count[with]);
        }
}

/* For browsers what is one for the draw is the same, what is one for a subgroup is not. */
static void as_wgsl_builtins(void **state) {
    static const struct {
        const char *name;
        uint32_t count[2];
    } cases[] = {
        {"NumWorkgroups", {0, 0}}, {"WorkgroupId", {0, 0}}, {"NumSubgroups", {0, 0}},
        {"SubgroupSize", {0, 1}}, {"SubgroupId", {0, 1}}, {"LocalInvocationIndex", {1, 1}}};
    static char text[16384];
    char decoration[64];
    spvu_options options;
    size_t i;
    int size, with;
    (void)state;
    memset(&options, 0, sizeof options);
    for (i = 0; i < COUNT(cases); i++)
        for (with = 0; with < 2; with++) {
            snprintf(decoration, sizeof decoration, "BuiltIn %s", cases[i].name);
            size = snprintf(text, sizeof text, head, "GLCompute", "LocalSize 8 1 1", decoration);
            ADD("%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n%%l = OpLoad %%uint %%in\n"
                "%%c = OpIEqual %%bool %%l %%u0\n%sOpReturn\nOpFunctionEnd\n",
                WHEN("c", "%r = OpGroupNonUniformElect %bool %u3\n"));
            options.as_wgsl = with;
            if (findings(text, &options) != cases[i].count[with])
                fail_msg("%s, %d: not %u", cases[i].name, with, (unsigned)cases[i].count[with]);
        }
}

/* An input or a buffer decides, and an operation of the quad or of the subgroup stands there. */
static void levels(void **state) {
    static const struct {
        const char *model, *mode, *decoration, *pointer;
        uint32_t quad, subgroup;
    } cases[] = {
        {"Fragment", "OriginUpperLeft", "Location 0", "%in", 1, 1},
        {"Fragment", "OriginUpperLeft", "Location 0\nOpDecorate %in Flat", "%in", 0, 1},
        {"GLCompute", "LocalSize 8 1 1", "Location 0\nOpDecorate %in Flat", "%in", 1, 1},
        {"Fragment", "OriginUpperLeft", "BuiltIn PrimitiveId", "%in", 0, 1},
        {"Geometry", "InputPoints", "BuiltIn PrimitiveId", "%in", 1, 1},
        {"TessellationEvaluation", "Triangles", "BuiltIn PrimitiveId", "%in", 1, 1},
        {"Vertex", "Xfb", "BuiltIn DrawIndex", "%in", 0, 0},
        {"MeshEXT", "LocalSize 8 1 1", "Location 0", "%pay", 0, 0},
        {"TaskEXT", "LocalSize 8 1 1", "Location 0", "%pay", 1, 1},
        {"MeshEXT", "LocalSize 8 1 1\nOpEntryPoint TaskEXT %main \"other\" %in", "Location 0",
         "%pay", 1, 1},
        {"GLCompute", "LocalSize 8 1 1", "BuiltIn SubgroupId", "%in", 0, 0},
        {"GLCompute", "LocalSize 8 1 1", "BuiltIn NumWorkgroups", "%in", 0, 0},
        {"Fragment", "OriginUpperLeft", "Location 0", "%out", 0, 0},
        {"TessellationControl", "OutputVertices 3", "Location 0", "%out", 1, 1},
        {"Fragment", "OriginUpperLeft",
         "Location 0\nOpMemberDecorate %sblock 0 NonWritable", "%sb", 0, 0},
        {"Fragment", "OriginUpperLeft", "Location 0", "%sb", 1, 1},
        {"Fragment", "OriginUpperLeft", "Location 0", "%ub", 0, 0},
        {"Fragment", "OriginUpperLeft", "Location 0\nOpDecorate %ublock BufferBlock", "%ub", 1, 1},
    };
    static char text[16384];
    size_t i;
    int size, k;
    (void)state;
    for (i = 0; i < COUNT(cases); i++)
        for (k = 0; k < 2; k++) {
            size = snprintf(text, sizeof text, head, cases[i].model, cases[i].mode,
                            cases[i].decoration);
            snprintf(text + size, sizeof text - (size_t)size,
                     "%%outp = OpTypePointer Output %%uint\n%%out = OpVariable %%outp Output\n"
                     "%%payp = OpTypePointer TaskPayloadWorkgroupEXT %%uint\n"
                     "%%pay = OpVariable %%payp TaskPayloadWorkgroupEXT\n"
                     "%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n"
                     "%%sb = OpAccessChain %%spt %%rwbuf %%u0 %%u0\n"
                     "%%ub = OpAccessChain %%upt %%ubuf %%u0\n"
                     "%%l = OpLoad %%uint %s\n%%c = OpIEqual %%bool %%l %%u0\n"
                     "OpSelectionMerge %%m None\nOpBranchConditional %%c %%yes %%m\n"
                     "%%yes = OpLabel\n%s\nOpBranch %%m\n%%m = OpLabel\n"
                     "OpReturn\nOpFunctionEnd\n", cases[i].pointer,
                     k == 0 ? "%r = OpDPdx %float %f1" : "%r = OpGroupNonUniformElect %bool %u3");
            if (findings(text, NULL) != (k == 0 ? cases[i].quad : cases[i].subgroup))
                fail_msg("%s, %s of %s: another verdict", cases[i].model, cases[i].decoration,
                         cases[i].pointer);
        }
}

/* What is read of an image decides over a derivative: it differs if the shader, or somebody else,
   may write there, and always of an attachment. */
static void images(void **state) {
    static const struct {
        const char *decoration, *type, *variable, *read;
        uint32_t count;
    } cases[] = {
        {"", "%image", "%roimg", "OpImageRead %v4 %x %i2c", 0},
        {"", "%image", "%rwimg", "OpImageRead %v4 %x %i2c", 1},
        {"\nOpDecorate %roimg Volatile", "%image", "%roimg", "OpImageRead %v4 %x %i2c", 1},
        {"\nOpDecorate %roimg Coherent", "%image", "%roimg", "OpImageRead %v4 %x %i2c", 1},
        {"\nOpDecorate %roimg Aliased", "%image", "%roimg", "OpImageRead %v4 %x %i2c", 1},
        {"", "%image", "%roimg", "OpImageRead %v4 %x %i2c VolatileTexel", 1},
        {"", "%image", "%roimg", "OpImageRead %v4 %x %i2c NonPrivateTexel", 1},
        {"\nOpDecorate %attached NonWritable", "%attachment", "%attached",
         "OpImageRead %v4 %x %i2c", 1},
        {"", "%image2", "%fetched", "OpImageFetch %v4 %x %i2c", 0},
    };
    static char text[16384];
    char decoration[128];
    size_t i;
    int size;
    (void)state;
    for (i = 0; i < COUNT(cases); i++) {
        snprintf(decoration, sizeof decoration, "Location 0%s", cases[i].decoration);
        size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft", decoration);
        snprintf(text + size, sizeof text - (size_t)size,
                 "%%attachment = OpTypeImage %%float SubpassData 0 0 0 2 Unknown\n"
                 "%%attachedp = OpTypePointer UniformConstant %%attachment\n"
                 "%%attached = OpVariable %%attachedp UniformConstant\n"
                 "%%fetchedp = OpTypePointer UniformConstant %%image2\n"
                 "%%fetched = OpVariable %%fetchedp UniformConstant\n"
                 "%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n"
                 "%%x = OpLoad %s %s\n%%t = %s\n%%f = OpCompositeExtract %%float %%t 0\n"
                 "%%c = OpFOrdLessThan %%bool %%f %%f1\n"
                 "OpSelectionMerge %%m None\nOpBranchConditional %%c %%yes %%m\n"
                 "%%yes = OpLabel\n%%r = OpDPdx %%float %%f1\nOpBranch %%m\n%%m = OpLabel\n"
                 "OpReturn\nOpFunctionEnd\n", cases[i].type, cases[i].variable, cases[i].read);
        if (findings(text, NULL) != cases[i].count)
            fail_msg("case %u: another verdict", (unsigned)i);
    }
}

/* The findings of a barrier or an election behind a condition: %v, made by `value`, or whether the
   input of that decoration is 0. */
static uint32_t patch_findings(const char *decoration, const char *value, int is_compute,
                               int is_election) {
    static char text[16384];
    int size = snprintf(text, sizeof text, head, is_compute ? "GLCompute" : "TessellationControl",
                        is_compute ? "LocalSize 8 1 1" : "OutputVertices 3", decoration);
    snprintf(text + size, sizeof text - (size_t)size,
             "%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n"
             "%%l = OpLoad %%uint %%in\n%%c0 = OpIEqual %%bool %%l %%u0\n%s"
             "OpSelectionMerge %%m None\nOpBranchConditional %s %%yes %%m\n"
             "%%yes = OpLabel\n%s\nOpBranch %%m\n%%m = OpLabel\n"
             "OpReturn\nOpFunctionEnd\n", value, value[0] != '\0' ? "%v" : "%c0",
             is_election ? "%r = OpGroupNonUniformElect %bool %u3"
                         : "OpControlBarrier %u2 %u2 %u0");
    return findings(text, NULL);
}

/* In tessellation control a barrier waits for the invocations of a patch, and nothing says how
   subgroups lie to that: what is one in a patch decides for barriers, what is one in a subgroup for
   nobody. A module that has another stage as well knows no patches. */
static void patches(void **state) {
    static const struct {
        const char *decoration, *value;
        uint32_t expected[4]; /* of a barrier and an election; of those in a compute stage */
    } cases[] = {
        {"BuiltIn PrimitiveId", "", {0, 1, 1, 1}},
        {"BuiltIn PatchVertices", "", {0, 0, 0, 0}},
        {"BuiltIn InvocationId", "", {1, 1, 1, 1}},
        {"BuiltIn SubgroupId", "", {1, 1, 1, 0}},
        {"BuiltIn SubgroupSize", "", {1, 1, 1, 0}},
        {"BuiltIn SubgroupLocalInvocationId", "", {1, 1, 1, 1}},
        {"Location 0", "", {0, 1, 1, 1}},
        {"BuiltIn PatchVertices", "%v = OpGroupNonUniformAny %bool %u3 %c0\n", {1, 1, 0, 0}},
        {"BuiltIn PatchVertices", "%v = OpGroupNonUniformElect %bool %u3\n", {1, 1, 1, 1}},
    };
    size_t i;
    int k;
    (void)state;
    for (i = 0; i < 4 * COUNT(cases); i++) {
        k = (int)(i & 3);
        if (patch_findings(cases[i / 4].decoration, cases[i / 4].value, k >> 1, k & 1)
            != cases[i / 4].expected[k])
            fail_msg("%s%s, stage %d, %s: another verdict", cases[i / 4].decoration,
                     cases[i / 4].value, k >> 1, k & 1 ? "an election" : "a barrier");
    }
    assert_string_equal(spvu_scope_name(&analysis, SPVU_SUBGROUP), "subgroup");
}

/* Behind a call of another shader a subgroup may have other invocations: what was one for it before
   may differ. */
static void repacking(void **state) {
    static const struct {
        const char *decoration, *call, *value;
        uint32_t count;
    } cases[] = {
        {"Location 0", "", "OpGroupNonUniformAny %bool %u3 %nb", 0},
        {"Location 0", "OpExecuteCallableKHR %u0 %called\n", "OpGroupNonUniformAny %bool %u3 %nb",
         1},
        {"Location 0", "OpReorderThreadWithHintNV %u0 %u0\n", "OpGroupNonUniformAny %bool %u3 %nb",
         1},
        {"BuiltIn SubgroupId", "", "OpCopyObject %bool %nb", 0},
        {"BuiltIn SubgroupId", "OpExecuteCallableKHR %u0 %called\n", "OpCopyObject %bool %nb", 1},
        {"Location 0", "OpExecuteCallableKHR %u0 %called\n", "OpCopyObject %bool %true", 0},
    };
    static char text[16384];
    size_t i;
    int size;
    (void)state;
    for (i = 0; i < COUNT(cases); i++) {
        size = snprintf(text, sizeof text, head, "RayGenerationKHR", "Xfb", cases[i].decoration);
        snprintf(text + size, sizeof text - (size_t)size,
                 "%%calledp = OpTypePointer CallableDataKHR %%uint\n"
                 "%%called = OpVariable %%calledp CallableDataKHR\n"
                 "%%main = OpFunction %%void None %%fn\n%%l0 = OpLabel\n%s%%v = %s\n%s"
                 "OpSelectionMerge %%m None\nOpBranchConditional %%v %%yes %%m\n"
                 "%%yes = OpLabel\n%%r = OpGroupNonUniformElect %%bool %%u3\nOpBranch %%m\n"
                 "%%m = OpLabel\nOpReturn\nOpFunctionEnd\n", DIFFERING_BOOL, cases[i].value,
                 cases[i].call);
        if (findings(text, NULL) != cases[i].count)
            fail_msg("case %u: not %u", (unsigned)i, (unsigned)cases[i].count);
    }
}

/* An input that is loaded in a loop that some leave: it is the same in each turn, unless it is
   volatile. */
static void inputs_of_loops(void **state) {
    static char text[16384];
    uint32_t with;
    int size;
    (void)state;
    for (with = 0; with < 2; with++) {
        size = snprintf(text, sizeof text, head, "Fragment", "OriginUpperLeft",
                        with ? "Location 0\nOpDecorate %in Flat\nOpDecorate %in Volatile"
                             : "Location 0\nOpDecorate %in Flat");
        snprintf(text + size, sizeof text - (size_t)size,
                 "%%main = OpFunction %%void None %%fn\n%%before = OpLabel\n%sOpReturn\n"
                 "OpFunctionEnd\n",
                 LOOP("%l = OpLoad %uint %in\n%helps = OpIsHelperInvocationEXT %bool\n"
                      "OpBranchConditional %helps %m %t\n")
                 "%c = OpIEqual %bool %l %u0\nOpSelectionMerge %m1 None\n"
                 "OpBranchConditional %c %yes %m1\n%yes = OpLabel\n%r = OpDPdx %float %f1\n"
                 "OpBranch %m1\n%m1 = OpLabel\n");
        assert_int_equal(findings(text, NULL), with);
    }
}

static char *field(char *line, const char *key, char *value) {
    char *at = strstr(line, key);
    assert_non_null(at);
    sscanf(at + strlen(key), "%*[\": ]%63[^\",}]", value);
    return value;
}

static int check_file(const char *path) {
    static char line[1024], op[64], stage[64], statement[64], cond[64], accepted[64];
    int count = 0, wrong = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) return 3;
    while (fgets(line, sizeof line, file) != NULL) {
        int yes;
        yes = accepts(field(line, "\"op\"", op), field(line, "\"stage\"", stage),
                      field(line, "\"statement\"", statement), field(line, "\"cond\"", cond));
        count++;
        if (yes == (strcmp(field(line, "\"accepted\"", accepted), "true") == 0)) continue;
        wrong++;
        printf("%s", line);
    }
    fclose(file);
    printf("%d cases, %d with another verdict\n", count, wrong);
    return wrong != 0;
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_descriptions),
        cmocka_unit_test(one_by_one),
        cmocka_unit_test(buffers),
        cmocka_unit_test(continues),
        cmocka_unit_test(each_row),
        cmocka_unit_test(pointers),
        cmocka_unit_test(joins),
        cmocka_unit_test(summaries),
        cmocka_unit_test(reasons),
        cmocka_unit_test(kernels),
        cmocka_unit_test(sizes),
        cmocka_unit_test(kills),
        cmocka_unit_test(as_wgsl),
        cmocka_unit_test(as_wgsl_builtins),
        cmocka_unit_test(levels),
        cmocka_unit_test(patches),
        cmocka_unit_test(repacking),
        cmocka_unit_test(inputs_of_loops),
        cmocka_unit_test(images),
    };
    int code;
    context = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
    code = argc > 1 ? check_file(argv[1]) : cmocka_run_group_tests(tests, NULL, NULL);
    spvContextDestroy(context);
    return code;
}
