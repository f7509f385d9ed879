/* spv_uniformity.h - finds what a SPIR-V module does in non-uniform control flow that needs uniform
   control flow. One header, C99 and C++11. Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  a module -> operations that need uniform flow and may not have it, with reasons
   Derivatives, samples with an implicit level of detail, barriers, and subgroup and quad operations
   expect that the invocations around them take part. This finds those that may be executed by only
   some of them, and says why: which branch decides it, on which value, and where that comes from.
   Nothing is allocated, no libc is called, no function calls itself, and the time is linear.

   A user copies two files: this one and spv_module.h, which reads the words.

   Quick start. In one C or C++ file:

       #define SPV_MODULE_IMPLEMENTATION
       #define SPV_UNIFORMITY_IMPLEMENTATION
       #include "spv_uniformity.h"
       #include <stdio.h>
       #include <stdlib.h>

       // m: from spvm_load. Returns the number of findings, -1 if there is no result.
       int findings(const spvm_module *m) {
           static spvu_analysis a;
           size_t size = spvu_memory(m);
           void *memory = malloc(size);
           uint32_t i;
           int count = -1;
           while (spvu_analyze(&a, NULL, m, memory, size) == SPVU_MEMORY && memory != NULL)
               memory = realloc(memory, size = a.needed);
           if (a.status == SPVU_OK) {
               for (i = 0; i < a.finding_count; i++)
                   printf("word %u: %s\n", (unsigned)m->insts[a.findings[i].inst].word,
                          a.findings[i].rule->what);
               count = (int)a.finding_count;
           }
           free(memory);
           return count;
       }

   How it works. There is a graph. A node is a value, what a variable holds, or the control flow at
   a place; an edge says that one that differs makes another one differ. Scopes are nested (quad in
   subgroup in workgroup in draw), so a node has one level: the smallest scope whose invocations
   may disagree on it. An edge may raise the level: what a broadcast gives differs between
   subgroups at most. All levels come from one walk per scope, from what differs by itself (inputs,
   writable memory, atomics) along the edges; the edge that reached a node first is the reason.

   Control flow. A block's flow is that of the ways into it, and a way out of a branch differs as
   its condition does. At the merge block of a construct that is left by no other way (no return, no
   break of an outer construct) the flow is again that of its header: this is the reconvergence that
   SPIR-V gives. With options.maximal_reconvergence a continue target is one of those places too.
   What follows a kill in non-uniform flow is non-uniform; demotion to a helper changes nothing.

   Functions. Each function, behind those that it calls, gets a summary: on which parameters, and on
   what their pointers hold, its result depends, and the same for what it leaves behind its
   pointers. So what a call gives depends on its own arguments alone. Only a function that writes
   behind so many pointers, each of them by so much, that 64 walks over it are not enough leaves
   behind the last ones what all its calls together leave there: so time stays linear.
   An operation in a function is judged with all its calls together. Variables of the module are one
   node each for all functions.

   Variables. What a variable of a function holds depends on the stores that reach the load, as in
   the static single assignment form; so does what is behind a pointer parameter, and a private
   variable that one entry point alone uses. Other variables (private, output) differ if one of
   their stores may make them differ, at any time. Values that are undefined count as uniform.

   Configuration:
     SPV_UNIFORMITY_IMPLEMENTATION  emit the code, in exactly one translation unit (which needs the
                                    code of spv_module.h somewhere as well)

   Contents:
     [0] >>manual       what you are reading
     [1] >>api          types and functions
     [2] >>rules        what needs uniformity, what differs by itself
     [3] >>graph        memory, nodes, edges
     [4] >>memory       variables and pointers -> nodes
     [5] >>flow         blocks, constructs -> nodes of control flow
     [6] >>values       instructions -> edges
     [7] >>versions     the order of the stores to a function's variables -> nodes
     [8] >>calls        summaries of functions, and their use
     [9] >>levels       the walk, findings, reasons */

#ifndef SPV_UNIFORMITY_H
#define SPV_UNIFORMITY_H

#include "spv_module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------
   // >>api  [1]  types and functions */
typedef enum {
    SPVU_OK,
    SPVU_MEMORY,     /* the memory is too small: try again with `needed` bytes */
    SPVU_UNSUPPORTED /* the module is a kernel: it has no structured control flow */
} spvu_status;

/* As a level: the smallest scope whose invocations may disagree. As a need: the scope that must
   agree. */
typedef enum {
    SPVU_QUAD,
    SPVU_SUBGROUP,
    SPVU_WORKGROUP,
    SPVU_DRAW,
    SPVU_UNIFORM     /* a level: none disagrees. A need: none */
} spvu_scope;

typedef enum { SPVU_WARNING, SPVU_ERROR } spvu_severity;

/* What an instruction's result is. */
typedef enum {
    SPVU_PLAIN,      /* as its operands */
    SPVU_DIFFERS,    /* each invocation has its own */
    SPVU_VOTE,       /* one for the subgroup, of its operands */
    SPVU_REDUCE,     /* one for the subgroup, depends on which invocations take part */
    SPVU_GROUP,      /* REDUCE or DIFFERS, as its group operation says */
    SPVU_COUNT,      /* of its operands, in a subgroup of some size, or DIFFERS, as that says */
    SPVU_QUAD_ONE    /* one for the quad, of its operands */
} spvu_result;

typedef struct spvu_rule {
    uint16_t opcode;
    uint8_t result;  /* spvu_result */
    uint8_t flow;    /* scope whose invocations must all execute it; SPVU_UNIFORM: none */
    uint8_t operand; /* word that must be uniform in that scope; 0: none */
    uint8_t severity;
    const char *what;
} spvu_rule;

typedef struct spvu_options {
    int maximal_reconvergence; /* as an entry point with MaximallyReconvergesKHR has it */
    int kill_is_demote;        /* treat OpKill and OpTerminateInvocation as demotion to a helper */
    int as_wgsl;               /* as browsers judge the text that spv_text.h makes of the module:
                                  a buffer that the module does not write is the same for all, as
                                  it is declared so; what is not the same for all differs in each
                                  scope; and who leaves a construct counts behind it */
} spvu_options;

typedef uint32_t spvu_node_ref; /* nodes[] */
typedef uint32_t spvu_edge_ref; /* edges[] */

typedef enum {
    SPVU_WHY_NEED,     /* the operation that a finding is about */
    SPVU_WHY_FLOW,     /* between blocks */
    SPVU_WHY_BRANCH,   /* a branch decides, on a value */
    SPVU_WHY_VALUE,    /* an instruction uses it */
    SPVU_WHY_LOAD,     /* it is what a variable holds */
    SPVU_WHY_STORE,    /* it is stored, or where, or whether */
    SPVU_WHY_ARGUMENT, /* it is passed to a function */
    SPVU_WHY_CALL,     /* a function is called here */
    SPVU_WHY_RETURN,   /* a function gives it back, or leaves it behind a pointer */
    SPVU_WHY_KILL,     /* an invocation ends here */
    SPVU_WHY_SOURCE    /* here it begins */
} spvu_why;

typedef enum {
    SPVU_NODE_FLOW,
    SPVU_NODE_VALUE,
    SPVU_NODE_CONTENT, /* of a variable or a pointer parameter */
    SPVU_NODE_SOURCE,  /* what an instruction makes differ */
    SPVU_NODE_ENTRY,   /* the flow at a function's begin */
    SPVU_NODE_PARAMETER,
    SPVU_NODE_HELD,    /* what a pointer parameter holds at a function's begin */
    SPVU_NODE_SUMMARY  /* what a function gives, or leaves behind a pointer, whoever calls it */
} spvu_node_kind;

typedef struct spvu_node {
    spvu_edge_ref in, out; /* lists */
    spvu_edge_ref cause;   /* by which its level came; SPVM_NONE: by itself, or it is uniform */
    spvm_id id;            /* value, variable, parameter; 0: none */
    uint32_t place;        /* SOURCE: its instruction; PARAMETER, HELD: its number; SUMMARY: the
                              node that it is of */
    uint8_t kind;          /* spvu_node_kind */
    uint8_t level;         /* spvu_scope */
    uint8_t cost;          /* private */
    uint8_t need;          /* private */
} spvu_node;

typedef struct spvu_edge {
    spvu_node_ref from, to;
    spvu_edge_ref next_in, next_out;
    spvm_inst_ref inst;    /* the place; SPVM_NONE: none */
    uint8_t cap;           /* the least level that comes through */
    uint8_t why;           /* spvu_why */
} spvu_edge;

typedef struct spvu_finding {
    const spvu_rule *rule;
    spvm_inst_ref inst;
    spvu_node_ref node;    /* that is not uniform: the flow there, or an operand */
    spvu_scope scope;      /* that must agree */
    spvu_scope level;      /* that may not */
    int is_operand;        /* node is that of rule->operand */
} spvu_finding;

/* What is known of a function. A need of SPVU_UNIFORM is none. */
typedef struct spvu_function {
    spvu_scope must_flow;     /* CF_mustBeUniform: scope in which all must call it */
    spvu_scope return_level;  /* canBeUniform_return: SPVU_UNIFORM if its arguments decide alone */
    uint8_t *must_parameter;  /* mustBeUniform_i: a scope for each parameter */
    uint8_t *conditional;     /* conditionallyUniform_i: 1 if the result depends on it */
    int may_kill;
    int is_entry, is_called;  /* an entry point, or what one calls */
    uint32_t first_written;   /* private, from here on */
    uint32_t written_count;
    spvu_node_ref entry, leave, result, summary, kill, first, end;
} spvu_function;

typedef struct spvu_analysis {
    spvu_status status;
    size_t needed;           /* bytes, after SPVU_MEMORY */
    const spvm_module *module;
    spvu_finding *findings; /* in the order of the instructions */
    uint32_t finding_count;
    spvu_function *functions; /* as those of the module */
    spvu_node *nodes;
    uint32_t node_count;
    spvu_edge *edges;
    uint32_t edge_count;
    spvu_node_ref *value_of;   /* by id; 0: uniform */
    spvu_node_ref *content_of; /* by id of a variable or pointer parameter */
    spvu_node_ref *flow_of;    /* by block, at its begin */
    struct spvui_scratch *scratch; /* private */
} spvu_analysis;

/* Bytes that an analysis most often takes. */
size_t spvu_memory(const spvm_module *m);

/* Analyses a module that spvm_load has read. options may be NULL. The module and the memory, of any
   alignment, must outlive a. */
spvu_status spvu_analyze(spvu_analysis *a, const spvu_options *options, const spvm_module *m,
                         void *memory, size_t size);

/* One step of the chain of reasons of a finding. Begin with a cursor of zeros; the steps go from
   the operation to what differs by itself. Returns 0 at the end. */
typedef struct spvu_cursor {
    spvu_node_ref node;
    uint32_t step;
    spvm_inst_ref inst;
    spvm_id about;
} spvu_cursor;
typedef struct spvu_reason {
    spvu_why why;
    spvm_inst_ref inst;      /* SPVM_NONE: no place */
    spvm_id id;              /* what it is by: a value, a variable, a function; 0: who comes here */
    spvm_id about;           /* what differs by that: 0: who comes to a place */
    spvu_scope level;
} spvu_reason;
int spvu_next_reason(const spvu_analysis *a, const spvu_finding *f, spvu_cursor *cursor,
                     spvu_reason *reason);

/* "quad" ("patch" in tessellation control), "subgroup", "workgroup", "draw" */
const char *spvu_scope_name(const spvu_analysis *a, spvu_scope scope);
/* The level at which an id's value may differ; of ids that are no values, SPVU_UNIFORM. */
spvu_scope spvu_value_level(const spvu_analysis *a, spvm_id id);

#ifdef __cplusplus
}
#endif
#endif /* SPV_UNIFORMITY_H */

/* -------------------------------------------------------------------------------------------------
   // >>rules  [2]  what needs uniformity, what differs by itself */
#ifdef SPV_UNIFORMITY_IMPLEMENTATION
#ifndef SPV_UNIFORMITY_IMPLEMENTED
#define SPV_UNIFORMITY_IMPLEMENTED

/* name of the opcode, result, scope of the flow, operand, severity, what it is */
#define SPVUI_RULES(X) \
    X(DPdx, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(DPdy, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(Fwidth, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(DPdxFine, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(DPdyFine, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(FwidthFine, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(DPdxCoarse, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(DPdyCoarse, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(FwidthCoarse, PLAIN, QUAD, 0, WARNING, "a derivative") \
    X(ImageSampleImplicitLod, PLAIN, QUAD, 0, WARNING, "a sample without a level of detail") \
    X(ImageSampleDrefImplicitLod, PLAIN, QUAD, 0, WARNING, "a sample without a level of detail") \
    X(ImageSampleProjImplicitLod, PLAIN, QUAD, 0, WARNING, "a sample without a level of detail") \
    X(ImageSampleProjDrefImplicitLod, PLAIN, QUAD, 0, WARNING, \
      "a sample without a level of detail") \
    X(ImageSparseSampleImplicitLod, PLAIN, QUAD, 0, WARNING, "a sample without a level of detail") \
    X(ImageSparseSampleDrefImplicitLod, PLAIN, QUAD, 0, WARNING, \
      "a sample without a level of detail") \
    X(ImageSampleFootprintNV, PLAIN, QUAD, 0, WARNING, "the footprint of a sample") \
    X(ImageQueryLod, PLAIN, QUAD, 0, WARNING, "a query for the level of detail") \
    X(ControlBarrier, PLAIN, WORKGROUP, 0, ERROR, "a control barrier") \
    X(EmitMeshTasksEXT, PLAIN, WORKGROUP, 0, ERROR, "the launch of mesh tasks") \
    X(SetMeshOutputsEXT, PLAIN, WORKGROUP, 0, ERROR, "the size of a mesh") \
    X(GroupNonUniformQuadBroadcast, QUAD_ONE, QUAD, 5, WARNING, "a quad broadcast") \
    X(GroupNonUniformQuadSwap, PLAIN, QUAD, 0, WARNING, "a quad swap") \
    X(GroupNonUniformElect, DIFFERS, SUBGROUP, 0, WARNING, "a subgroup election") \
    X(GroupNonUniformAll, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(GroupNonUniformAny, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(GroupNonUniformAllEqual, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(GroupNonUniformBroadcast, VOTE, SUBGROUP, 5, WARNING, "a subgroup broadcast") \
    X(GroupNonUniformBroadcastFirst, VOTE, SUBGROUP, 0, WARNING, "a subgroup broadcast") \
    X(GroupNonUniformBallot, REDUCE, SUBGROUP, 0, WARNING, "a subgroup ballot") \
    X(GroupNonUniformInverseBallot, DIFFERS, UNIFORM, 0, WARNING, "a subgroup ballot") \
    X(GroupNonUniformBallotBitCount, COUNT, UNIFORM, 0, WARNING, "a subgroup ballot") \
    X(GroupNonUniformShuffle, PLAIN, SUBGROUP, 0, WARNING, "a subgroup shuffle") \
    X(GroupNonUniformShuffleXor, PLAIN, SUBGROUP, 0, WARNING, "a subgroup shuffle") \
    X(GroupNonUniformShuffleUp, PLAIN, SUBGROUP, 0, WARNING, "a subgroup shuffle") \
    X(GroupNonUniformShuffleDown, PLAIN, SUBGROUP, 0, WARNING, "a subgroup shuffle") \
    X(GroupNonUniformRotateKHR, PLAIN, SUBGROUP, 5, WARNING, "a subgroup rotation") \
    X(GroupNonUniformPartitionNV, DIFFERS, SUBGROUP, 0, WARNING, "a subgroup partition") \
    X(GroupNonUniformIAdd, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformFAdd, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformIMul, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformFMul, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformSMin, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformUMin, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformFMin, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformSMax, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformUMax, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformFMax, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformBitwiseAnd, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformBitwiseOr, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformBitwiseXor, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformLogicalAnd, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformLogicalOr, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupNonUniformLogicalXor, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(SubgroupBallotKHR, REDUCE, SUBGROUP, 0, WARNING, "a subgroup ballot") \
    X(SubgroupFirstInvocationKHR, VOTE, SUBGROUP, 0, WARNING, "a subgroup broadcast") \
    X(SubgroupAllKHR, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(SubgroupAnyKHR, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(SubgroupAllEqualKHR, VOTE, SUBGROUP, 0, WARNING, "a subgroup vote") \
    X(SubgroupReadInvocationKHR, VOTE, SUBGROUP, 4, WARNING, "a subgroup broadcast") \
    X(GroupAll, VOTE, SUBGROUP, 0, WARNING, "a group vote") \
    X(GroupAny, VOTE, SUBGROUP, 0, WARNING, "a group vote") \
    X(GroupBroadcast, VOTE, SUBGROUP, 5, WARNING, "a group broadcast") \
    X(GroupIAdd, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupFAdd, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupFMin, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupUMin, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupSMin, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupFMax, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupUMax, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupSMax, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupIMulKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupFMulKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupBitwiseAndKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupBitwiseOrKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupBitwiseXorKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupLogicalAndKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupLogicalOrKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupLogicalXorKHR, GROUP, SUBGROUP, 0, WARNING, "a group reduction") \
    X(GroupIAddNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupFAddNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupFMinNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupUMinNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupSMinNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupFMaxNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupUMaxNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(GroupSMaxNonUniformAMD, GROUP, SUBGROUP, 0, WARNING, "a subgroup reduction") \
    X(CooperativeMatrixLoadNV, DIFFERS, SUBGROUP, 0, WARNING, "a load of a cooperative matrix") \
    X(CooperativeMatrixStoreNV, PLAIN, SUBGROUP, 0, WARNING, "a store of a cooperative matrix") \
    X(CooperativeMatrixMulAddNV, PLAIN, SUBGROUP, 0, WARNING, \
      "a product of cooperative matrices") \
    X(AtomicLoad, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicExchange, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicCompareExchange, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicCompareExchangeWeak, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicIIncrement, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicIDecrement, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicIAdd, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicISub, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicSMin, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicUMin, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicSMax, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicUMax, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicAnd, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicOr, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicXor, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicFAddEXT, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicFMinEXT, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicFMaxEXT, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(AtomicFlagTestAndSet, DIFFERS, UNIFORM, 0, WARNING, "an atomic") \
    X(ReadClockKHR, DIFFERS, UNIFORM, 0, WARNING, "a clock") \
    X(IsHelperInvocationEXT, DIFFERS, UNIFORM, 0, WARNING, "a helper's flag") \
    X(ReportIntersectionKHR, DIFFERS, UNIFORM, 0, WARNING, "an intersection")

#define SPVUI_RULE(op, result, flow, operand, severity, what) \
    {SPVM_Op##op, SPVU_##result, SPVU_##flow, operand, SPVU_##severity, what},
static const spvu_rule spvui_rules[] = {{0, SPVU_PLAIN, SPVU_UNIFORM, 0, SPVU_WARNING, ""},
                                        SPVUI_RULES(SPVUI_RULE)};
#undef SPVUI_RULE

enum {
    SPVUI_RULE_COUNT = sizeof spvui_rules / sizeof spvui_rules[0],
    SPVUI_OPCODES = 8192 /* all rules lie below */
};

/* Inputs that do not differ between the invocations of a quad: X(built-in, level). */
#define SPVUI_BUILTINS(X) \
    X(NumWorkgroups, UNIFORM) X(WorkgroupSize, UNIFORM) X(WorkgroupId, DRAW) \
    X(NumSubgroups, DRAW) X(SubgroupId, WORKGROUP) X(SubgroupSize, WORKGROUP) X(DrawIndex, DRAW) \
    X(BaseVertex, DRAW) X(BaseInstance, DRAW) X(DeviceIndex, DRAW) X(PatchVertices, DRAW) \
    X(ViewIndex, SUBGROUP) X(FrontFacing, SUBGROUP) X(PrimitiveId, SUBGROUP) X(Layer, SUBGROUP) \
    X(ViewportIndex, SUBGROUP) X(ShadingRateKHR, SUBGROUP)

/* In tessellation control nothing says how patches and subgroups lie: a subgroup may have several
   patches, a patch several subgroups. There SPVU_QUAD stands for a patch, which a barrier waits
   for, what is the same in it has SPVU_SUBGROUP, and what a subgroup has in common differs. So it
   does where shaders call others, since behind that a subgroup may be made of other invocations. */
static spvu_scope spvui_free_level(uint32_t builtin, spvu_scope level) {
    if (builtin == SPVM_BuiltIn_SubgroupId || builtin == SPVM_BuiltIn_SubgroupSize)
        return SPVU_QUAD;
    return level;
}

static spvu_scope spvui_builtin_level(uint32_t builtin) {
#define SPVUI_BUILTIN(name, level) \
    case SPVM_BuiltIn_##name: return SPVU_##level;
    switch (builtin) {
        SPVUI_BUILTINS(SPVUI_BUILTIN)
    default: return SPVU_QUAD;
    }
#undef SPVUI_BUILTIN
}

/* -------------------------------------------------------------------------------------------------
   // >>graph  [3]  memory, nodes, edges
   Node 0 is all that is uniform: no edge leaves it. Node 1 is what is stored behind pointers of
   which nothing is known. When the memory is full, nodes and edges go nowhere, and a->status says
   so; what follows stays within bounds. */

/* A part of a list: a block, or a node. NONE ends it. */
typedef struct spvui_link {
    uint32_t what, next;
} spvui_link;

/* What >>versions works with. Lists are those of one function at a time. */
typedef struct spvui_versions {
    uint8_t *is_ordered;      /* by id: a variable that has versions */
    uint8_t *is_written;      /* by id: 1: something is stored to the variable or parameter; or
                                 SPVUI_HAS_ATOMICS */
    uint8_t *is_read;         /* by id: in a block that does not store to it before */
    spvu_node_ref *current;   /* by id: the version where the walk is */
    uint32_t *stores;         /* by id: list of the blocks that store to it */
    spvu_node_ref *before_of; /* by word of an operand: the version that is read; 0: none */
    spvu_node_ref *after_of;  /* by word of an operand: the version that is made */
    spvm_block_ref *numbered; /* by preorder number in the tree of dominators */
    uint32_t *frontier_of;    /* by block: list of blocks */
    uint32_t *joins_of;       /* by block: list of the versions that meet there */
    uint32_t *seen;           /* by block: the last variable that has a join there */
    spvm_block_ref *open;     /* blocks of the walk, and how many changes there were before */
    uint32_t *changes_of;
    spvui_link *links, *changes; /* changes: the id, what was current */
    uint32_t link_count, link_room, change_count;
    uint32_t joins_left;      /* edges that joins may still have */
    uint32_t steps_left;      /* along frontiers that they may still take */
    int has_frontiers;        /* else there were too many */
    uint32_t left;            /* list of the parameters that returns leave something behind */
    uint32_t own;             /* list of the module's variables that have versions here */
} spvui_versions;

typedef struct spvui_scratch {
    uint8_t *at;              /* free memory */
    size_t left;
    spvu_options options;
    int has_patches;          /* SPVU_QUAD stands for a patch: see spvui_free_level */
    int has_meshes_alone;     /* all entry points are meshes */
    int shares_outputs;       /* others of the workgroup write outputs too */
    int repacks;              /* subgroups may change on the way: see spvui_free_level */
    uint8_t *rule_of;         /* by opcode: spvui_rules[] */
    spvu_node_ref *decision_of; /* by block: the ways out of it */
    spvu_node_ref *out_of;    /* by block: the flow at its end */
    spvu_node_ref *join_of;   /* by block: by which way it was entered */
    spvm_block_ref *header_of; /* by block: the header that it merges; SPVM_NONE */
    spvui_versions versions;
    uint8_t *known_of;        /* by id: what is known by its decorations, SPVUI_LOOKED_AT */
    uint8_t *type_of;         /* by id of a type: of what it is an array of, or of itself */
    uint32_t *leaves;         /* by construct: 1 + the innermost construct around it that no way
                                 out of it leaves; 0: the function is left */
    spvu_node_ref *left_of;   /* by construct: the flow of the ways out of it that leave it; 0:
                                 none */
    spvu_finding *needs;      /* of all instructions; the findings in the end */
    uint32_t need_count, need_room;
    spvu_node_ref *queue, *touched;
    uint32_t steps_left, templates_left; /* that summaries of a function's pointers may still
                                            take */
    uint32_t node_room, edge_room;
    spvu_node_ref *written;   /* for each written pointer parameter: its content; the next node has
                                 the summary */
    uint32_t written_count;
    spvu_node_ref flow;       /* at the instruction that is looked at */
    spvm_inst_ref quiet_until; /* before it nobody writes workgroup memory, behind a barrier; 0
                                  at the end of a block, as its last barrier has none behind it */
    spvu_node_ref source;     /* the last one made */
} spvui_scratch;

static void *spvui_take(spvu_analysis *a, size_t count, size_t size) {
    spvui_scratch *s = a->scratch;
    size_t taken = (count * size + 15) / 16 * 16;
    void *memory = s->at;
    if (taken > s->left) {
        a->status = SPVU_MEMORY;
        return NULL;
    }
    s->at += taken;
    s->left -= taken;
    return memory;
}

static spvu_node_ref spvui_node(spvu_analysis *a, spvu_node_kind kind, spvm_id id, uint32_t place) {
    spvu_node *n;
    if (a->node_count >= a->scratch->node_room) {
        a->status = SPVU_MEMORY;
        return 0;
    }
    n = &a->nodes[a->node_count];
    n->in = n->out = n->cause = SPVM_NONE;
    n->id = id;
    n->place = place;
    n->kind = (uint8_t)kind;
    n->level = SPVU_UNIFORM;
    n->cost = SPVU_UNIFORM;
    n->need = 0;
    return a->node_count++;
}

/* Makes `to` differ where `from` does, at `cap` at least. */
static void spvui_edge(spvu_analysis *a, spvu_node_ref from, spvu_node_ref to, spvu_scope cap,
                       spvu_why why, spvm_inst_ref inst) {
    spvu_edge *e;
    if (from == 0 || to == 0 || from == to) return;
    if (a->edge_count >= a->scratch->edge_room) {
        a->status = SPVU_MEMORY;
        return;
    }
    e = &a->edges[a->edge_count];
    e->from = from;
    e->to = to;
    e->cap = (uint8_t)cap;
    e->why = (uint8_t)why;
    e->inst = inst;
    e->next_in = a->nodes[to].in;
    e->next_out = a->nodes[from].out;
    a->nodes[to].in = a->nodes[from].out = a->edge_count++;
}

/* Makes `to` differ in scope `level` because of what the instruction does: one source for each. */
static void spvui_source(spvu_analysis *a, spvu_node_ref to, spvu_scope level, spvm_inst_ref inst) {
    spvu_node_ref n = a->scratch->source;
    if (n == 0 || a->nodes[n].place != inst) {
        n = spvui_node(a, SPVU_NODE_SOURCE, a->module->insts[inst].result, inst);
        a->scratch->source = n;
        if (n != 0) a->nodes[n].level = (uint8_t)level;
    }
    spvui_edge(a, n, to, SPVU_QUAD, SPVU_WHY_VALUE, inst);
}

/* Operands that may be stored to, at most. */
static size_t spvui_store_room(const spvm_module *m) {
    size_t count = 0;
    uint32_t i;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        if (inst->opcode == SPVM_OpFunctionCall || inst->opcode == SPVM_OpExtInst)
            count += inst->length > 4 ? inst->length - 4 : 0;
        else count += inst->opcode == SPVM_OpStore || inst->opcode == SPVM_OpCopyMemory
                      || inst->opcode == SPVM_OpCopyMemorySized;
    }
    return count;
}

static size_t spvui_node_room(const spvm_module *m) {
    return m->bound + 4 * (size_t)m->block_count + m->construct_count
           + 3 * (size_t)m->inst_count + 5 * (size_t)m->parameter_count
           + 5 * (size_t)m->function_count + 8
           + spvui_store_room(m);
}

static size_t spvui_link_room(const spvm_module *m) {
    return 4 * (size_t)m->edge_count + m->inst_count + spvui_store_room(m)
           + m->parameter_count + m->variable_count + 64;
}

size_t spvu_memory(const spvm_module *m) {
    size_t edges = 2 * (size_t)m->word_count + 8 * (size_t)m->edge_count + m->bound + 64;
    return SPVUI_OPCODES + 4096 + spvui_node_room(m) * (sizeof(spvu_node) + 8)
           + 13 * (size_t)m->bound + 8 * (size_t)m->word_count + 24 * (size_t)m->block_count
           + (2 * spvui_link_room(m)) * sizeof(spvui_link) + 256
           + edges * sizeof(spvu_edge) + 8 * (size_t)m->bound + 20 * (size_t)m->block_count
           + 8 * (size_t)m->construct_count + m->function_count * sizeof(spvu_function)
           + 6 * (size_t)m->parameter_count + 2 * (size_t)m->inst_count * sizeof(spvu_finding);
}

static void spvui_fill(uint32_t *array, uint32_t count, uint32_t with) {
    uint32_t i;
    for (i = 0; i < count; i++) array[i] = with;
}

static void spvui_fill_bytes(uint8_t *array, uint32_t count, uint32_t with) {
    uint32_t i;
    for (i = 0; i < count; i++) array[i] = (uint8_t)with;
}

static void spvui_begin_versions(spvu_analysis *a, const spvm_module *m) {
    spvui_versions *v = &a->scratch->versions;
    uint32_t words = m->word_count;
    v->is_ordered = (uint8_t *)spvui_take(a, m->bound, 1);
    v->is_written = (uint8_t *)spvui_take(a, m->bound, 1);
    v->is_read = (uint8_t *)spvui_take(a, m->bound, 1);
    v->current = (spvu_node_ref *)spvui_take(a, m->bound, 4);
    v->stores = (uint32_t *)spvui_take(a, m->bound, 4);
    v->before_of = (spvu_node_ref *)spvui_take(a, words, 4);
    v->after_of = (spvu_node_ref *)spvui_take(a, words, 4);
    v->numbered = (spvm_block_ref *)spvui_take(a, m->block_count, 4);
    v->frontier_of = (uint32_t *)spvui_take(a, m->block_count, 4);
    v->joins_of = (uint32_t *)spvui_take(a, m->block_count, 4);
    v->seen = (uint32_t *)spvui_take(a, m->block_count, 4);
    v->open = (spvm_block_ref *)spvui_take(a, m->block_count, 4);
    v->changes_of = (uint32_t *)spvui_take(a, m->block_count, 4);
    v->link_room = (uint32_t)spvui_link_room(m);
    v->links = (spvui_link *)spvui_take(a, v->link_room, sizeof(spvui_link));
    v->changes = (spvui_link *)spvui_take(a, v->link_room, sizeof(spvui_link));
    if (a->status != SPVU_OK) return;
    spvui_fill_bytes(v->is_ordered, m->bound, 0);
    spvui_fill_bytes(v->is_written, m->bound, 0);
    spvui_fill_bytes(v->is_read, m->bound, 0);
    spvui_fill(v->current, m->bound, 0);
    spvui_fill(v->stores, m->bound, SPVM_NONE);
    spvui_fill(v->before_of, words, 0);
    spvui_fill(v->after_of, words, 0);
    spvui_fill(v->frontier_of, m->block_count, SPVM_NONE);
    spvui_fill(v->joins_of, m->block_count, SPVM_NONE);
    spvui_fill(v->seen, m->block_count, 0);
}

/* Whether an instruction calls other shaders: behind it a subgroup may have other invocations. */
static int spvui_is_repacking(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpTraceRayKHR:
    case SPVM_OpTraceNV:
    case SPVM_OpTraceMotionNV:
    case SPVM_OpTraceRayMotionNV:
    case SPVM_OpExecuteCallableKHR:
    case SPVM_OpExecuteCallableNV:
    case SPVM_OpReportIntersectionKHR:
    case SPVM_OpHitObjectTraceRayNV:
    case SPVM_OpHitObjectTraceRayMotionNV:
    case SPVM_OpHitObjectExecuteShaderNV:
    case SPVM_OpReorderThreadWithHitObjectNV:
    case SPVM_OpReorderThreadWithHintNV: return 1;
    default: return 0;
    }
}

/* What the stages of the entry points have to do with who shares what. */
static void spvui_stages(spvui_scratch *s, const spvm_module *m) {
    uint32_t i, patches = 0, meshes = 0;
    for (i = 0; i < m->entry_count; i++) {
        uint32_t model = m->entries[i].model;
        patches += model == SPVM_ExecutionModel_TessellationControl;
        meshes += model == SPVM_ExecutionModel_MeshEXT;
        if (model == SPVM_ExecutionModel_TessellationControl
            || model == SPVM_ExecutionModel_TaskNV || model == SPVM_ExecutionModel_MeshNV)
            s->shares_outputs = 1;
    }
    s->has_patches = patches > 0 && patches == m->entry_count;
    s->has_meshes_alone = meshes > 0 && meshes == m->entry_count;
}

static int spvui_begin(spvu_analysis *a, const spvm_module *m) {
    spvui_scratch *s = a->scratch;
    uint32_t i;
    spvui_stages(s, m);
    s->node_room = (uint32_t)spvui_node_room(m);
    s->rule_of = (uint8_t *)spvui_take(a, SPVUI_OPCODES, 1);
    s->decision_of = (spvu_node_ref *)spvui_take(a, m->block_count, 4);
    s->out_of = (spvu_node_ref *)spvui_take(a, m->block_count, 4);
    s->join_of = (spvu_node_ref *)spvui_take(a, m->block_count, 4);
    s->header_of = (spvm_block_ref *)spvui_take(a, m->block_count, 4);
    s->known_of = (uint8_t *)spvui_take(a, m->bound, 1);
    s->type_of = (uint8_t *)spvui_take(a, m->bound, 1);
    s->leaves = (uint32_t *)spvui_take(a, m->construct_count, 4);
    s->left_of = (spvu_node_ref *)spvui_take(a, m->construct_count, 4);
    s->queue = (spvu_node_ref *)spvui_take(a, s->node_room, 4);
    s->touched = (spvu_node_ref *)spvui_take(a, s->node_room, 4);
    s->written = (spvu_node_ref *)spvui_take(a, m->parameter_count, 4);
    a->flow_of = (spvu_node_ref *)spvui_take(a, m->block_count, 4);
    a->value_of = (spvu_node_ref *)spvui_take(a, m->bound, 4);
    a->content_of = (spvu_node_ref *)spvui_take(a, m->bound, 4);
    a->functions = (spvu_function *)spvui_take(a, m->function_count, sizeof(spvu_function));
    a->nodes = (spvu_node *)spvui_take(a, s->node_room, sizeof(spvu_node));
    if (a->status != SPVU_OK) return 0;
    spvui_fill_bytes(s->rule_of, SPVUI_OPCODES, 0);
    spvui_fill_bytes(s->known_of, m->bound, 0);
    spvui_fill_bytes(s->type_of, m->bound, 0);
    for (i = 1; i < SPVUI_RULE_COUNT; i++) s->rule_of[spvui_rules[i].opcode] = (uint8_t)i;
    for (i = 0; i < m->inst_count; i++) {
        s->need_room += m->insts[i].opcode < SPVUI_OPCODES && s->rule_of[m->insts[i].opcode] != 0
                            ? 2 : 0;
        s->repacks |= spvui_is_repacking(m->insts[i].opcode);
    }
    s->needs = (spvu_finding *)spvui_take(a, s->need_room, sizeof(spvu_finding));
    for (i = 0; i < m->function_count && a->status == SPVU_OK; i++) {
        uint32_t count = m->functions[i].parameter_count;
        spvui_fill_bytes((uint8_t *)&a->functions[i], sizeof a->functions[i], 0);
        a->functions[i].must_flow = SPVU_UNIFORM;
        a->functions[i].must_parameter = (uint8_t *)spvui_take(a, count, 1);
        a->functions[i].conditional = (uint8_t *)spvui_take(a, count, 1);
        if (a->status != SPVU_OK) break;
        spvui_fill_bytes(a->functions[i].must_parameter, count, SPVU_UNIFORM);
        spvui_fill_bytes(a->functions[i].conditional, count, 0);
    }
    spvui_begin_versions(a, m);
    if (a->status != SPVU_OK) return 0;
    spvui_fill(s->header_of, m->block_count, SPVM_NONE);
    spvui_fill(s->decision_of, m->block_count, 0);
    spvui_fill(s->out_of, m->block_count, 0);
    spvui_fill(s->join_of, m->block_count, 0);
    spvui_fill(s->left_of, m->construct_count, 0);
    spvui_fill(a->flow_of, m->block_count, 0);
    spvui_fill(a->value_of, m->bound, 0);
    spvui_fill(a->content_of, m->bound, 0);
    s->edge_room = (uint32_t)(s->left / sizeof(spvu_edge) < SPVM_NONE
                                  ? s->left / sizeof(spvu_edge) : SPVM_NONE - 1);
    a->edges = (spvu_edge *)s->at;
    spvui_node(a, SPVU_NODE_SOURCE, 0, SPVM_NONE);
    spvui_node(a, SPVU_NODE_CONTENT, 0, SPVM_NONE);
    return a->status == SPVU_OK;
}

/* -------------------------------------------------------------------------------------------------
   // >>memory  [4]  variables and pointers -> nodes */

static int spvui_is_decorated(const spvm_module *m, spvm_id id, uint32_t decoration) {
    return spvm_find_decoration(m, id, SPVM_NONE, decoration) != NULL;
}

/* An input of a fragment entry point. A flat input is one for a triangle, and so for a quad. Those
   of tessellation control are of the vertices, and so one for the patch. */
static spvu_scope spvui_input_level(const spvu_analysis *a, spvm_id id, const spvm_type *t) {
    const spvm_module *m = a->module;
    const spvm_decoration *d = spvm_find_decoration(m, id, SPVM_NONE, SPVM_Decoration_BuiltIn);
    int has_patches = a->scratch->has_patches;
    if (d != NULL && d->word_count > 0) {
        spvu_scope level = spvui_builtin_level(m->words[d->word]);
        return has_patches || a->scratch->repacks ? spvui_free_level(m->words[d->word], level)
                                                  : level;
    }
    if (has_patches) return SPVU_SUBGROUP;
    if (t != NULL && t->opcode == SPVM_OpTypeStruct) return SPVU_QUAD;
    return spvui_is_decorated(m, id, SPVM_Decoration_Flat) ? SPVU_SUBGROUP : SPVU_QUAD;
}

/* What is known of a variable by its decorations, or of a type by those of its struct and of the
   members. Each is looked at once: an id may have any number of them. SHARED: it may change while
   the shader runs, whatever that does with it, by another name or by others who run. */
enum { SPVUI_LOOKED_AT = 1, SPVUI_WRITABLE = 2, SPVUI_SHARED = 4, SPVUI_VOLATILE = 8,
       SPVUI_BUILTIN = 16, SPVUI_BUFFER_BLOCK = 32 };

static uint32_t spvui_known(const spvu_analysis *a, spvm_id id) {
    const spvm_module *m = a->module;
    uint32_t i, known = SPVUI_LOOKED_AT | SPVUI_WRITABLE;
    if (a->scratch->known_of[id] != 0) return a->scratch->known_of[id];
    for (i = 0; i < m->ids[id].decoration_count; i++)
        switch (m->decorations[m->ids[id].first_decoration + i].decoration) {
        case SPVM_Decoration_NonWritable: known &= ~(uint32_t)SPVUI_WRITABLE; break;
        case SPVM_Decoration_Aliased:
        case SPVM_Decoration_Coherent: known |= SPVUI_SHARED; break;
        case SPVM_Decoration_Volatile: known |= SPVUI_SHARED | SPVUI_VOLATILE; break;
        case SPVM_Decoration_BuiltIn: known |= SPVUI_BUILTIN; break;
        case SPVM_Decoration_BufferBlock: known |= SPVUI_BUFFER_BLOCK; break;
        default: break;
        }
    a->scratch->known_of[id] = (uint8_t)known;
    return known;
}

/* Of a struct: it is writable if one of its members is. */
static uint32_t spvui_known_struct(const spvu_analysis *a, const spvm_type *t) {
    const spvm_module *m = a->module;
    uint32_t i, known = SPVUI_LOOKED_AT | (spvui_known(a, t->id) & SPVUI_BUFFER_BLOCK);
    for (i = 0; i < t->count; i++) {
        if (spvm_find_decoration(m, t->id, i, SPVM_Decoration_NonWritable) == NULL)
            known |= SPVUI_WRITABLE;
        if (spvm_find_decoration(m, t->id, i, SPVM_Decoration_Volatile) != NULL
            || spvm_find_decoration(m, t->id, i, SPVM_Decoration_Coherent) != NULL)
            known |= SPVUI_SHARED;
    }
    return known;
}

/* Of a type: of what it is an array of, or of itself. */
static uint32_t spvui_known_type(const spvu_analysis *a, const spvm_type *t) {
    uint8_t *known_of = a->scratch->type_of;
    const spvm_type *of = t;
    uint32_t known;
    while (of != NULL && known_of[of->id] == 0
           && (of->opcode == SPVM_OpTypeArray || of->opcode == SPVM_OpTypeRuntimeArray))
        of = spvm_type_of(a->module, of->element);
    if (of == NULL) return SPVUI_WRITABLE;
    known = known_of[of->id];
    if (known == 0)
        known = of->opcode == SPVM_OpTypeStruct ? spvui_known_struct(a, of)
                                                : SPVUI_LOOKED_AT | SPVUI_WRITABLE;
    known_of[of->id] = (uint8_t)known;
    for (; t != of; t = spvm_type_of(a->module, t->element)) known_of[t->id] = (uint8_t)known;
    return known;
}

static int spvui_is_shared(const spvu_analysis *a, spvm_id id, const spvm_type *t) {
    return ((spvui_known(a, id) | spvui_known_type(a, t)) & SPVUI_SHARED) != 0;
}

/* Whether the shader can only read a buffer: it, or each of its members, is NonWritable. */
static int spvui_is_read_only(const spvu_analysis *a, spvm_id id, const spvm_type *t) {
    return !spvui_is_shared(a, id, t)
           && (spvui_known(a, id) & spvui_known_type(a, t) & SPVUI_WRITABLE) == 0;
}

/* How what a variable of a storage class holds differs by itself. */
static spvu_scope spvui_class_level(const spvu_analysis *a, uint32_t storage, spvm_id id,
                                    const spvm_type *pointee) {
    switch (storage) {
    case SPVM_StorageClass_UniformConstant:
    case SPVM_StorageClass_PushConstant: return SPVU_UNIFORM;
    case SPVM_StorageClass_Uniform:
        return (spvui_known_type(a, pointee) & SPVUI_BUFFER_BLOCK) == 0
                       || spvui_is_read_only(a, id, pointee)
                   ? SPVU_UNIFORM : SPVU_QUAD;
    case SPVM_StorageClass_StorageBuffer:
        return spvui_is_read_only(a, id, pointee) ? SPVU_UNIFORM : SPVU_QUAD;
    case SPVM_StorageClass_Input: return spvui_input_level(a, id, pointee);
    case SPVM_StorageClass_Output:
        return a->scratch->shares_outputs ? SPVU_QUAD : SPVU_UNIFORM;
    case SPVM_StorageClass_TaskPayloadWorkgroupEXT: /* mesh stages can only read it */
        return a->scratch->has_meshes_alone ? SPVU_DRAW : SPVU_QUAD;
    case SPVM_StorageClass_Function:
    case SPVM_StorageClass_Private: return SPVU_UNIFORM; /* what is stored there decides */
    default: return SPVU_QUAD;
    }
}

/* In versions.is_written: the text of WGSL can only have atomics in memory that may be written. */
#define SPVUI_HAS_ATOMICS 2

/* Whether nothing writes to a buffer while the shader runs: nothing in the module does, and none of
   its other names or of its other users may. */
static int spvui_is_unwritten(const spvu_analysis *a, spvm_id id, const spvm_type *pointer) {
    const spvm_module *m = a->module;
    return a->scratch->options.as_wgsl && !a->scratch->versions.is_written[id]
           && (pointer->storage == SPVM_StorageClass_StorageBuffer
               || pointer->storage == SPVM_StorageClass_Uniform)
           && !spvui_is_shared(a, id, spvm_type_of(m, pointer->element));
}

static void spvui_variable(spvu_analysis *a, spvm_id id) {
    const spvm_module *m = a->module;
    const spvm_type *pointer = spvm_type_of(m, id);
    spvu_node_ref n = spvui_node(a, SPVU_NODE_CONTENT, id, m->ids[id].def);
    a->content_of[id] = n;
    if (n == 0 || pointer == NULL) return;
    a->nodes[n].level = (uint8_t)spvui_class_level(a, pointer->storage, id,
                                                   spvm_type_of(m, pointer->element));
    if (spvui_is_unwritten(a, id, pointer)) a->nodes[n].level = SPVU_UNIFORM;
    if (a->scratch->versions.is_written[id] & SPVUI_HAS_ATOMICS) a->nodes[n].level = SPVU_QUAD;
    if (a->scratch->options.as_wgsl && !a->scratch->versions.is_ordered[id]
        && (a->nodes[n].level < SPVU_DRAW || pointer->storage == SPVM_StorageClass_Private))
        a->nodes[n].level = SPVU_QUAD;
    if (!a->scratch->versions.is_ordered[id])
        spvui_edge(a, 1, n, SPVU_QUAD, SPVU_WHY_STORE, SPVM_NONE);
}

/* What another stage than the fragment stage is given is flat for nobody: there the invocations of
   a quad may be of several triangles. */
static void spvui_not_flat(spvu_analysis *a, const spvm_entry *e) {
    const spvm_module *m = a->module;
    uint32_t i;
    if (e->model == SPVM_ExecutionModel_Fragment || a->scratch->has_patches) return;
    for (i = 0; i < e->interface_count; i++) {
        spvm_id id = m->words[e->interface_word + i];
        const spvm_type *t = spvm_type_of(m, id);
        if (t != NULL && t->storage == SPVM_StorageClass_Input && a->content_of[id] != 0
            && ((spvui_known(a, id) & SPVUI_BUILTIN) == 0
                || a->nodes[a->content_of[id]].level == SPVU_SUBGROUP))
            a->nodes[a->content_of[id]].level = SPVU_QUAD;
    }
}

static int spvui_is_pointer(const spvm_module *m, spvm_id id) {
    const spvm_type *t = spvm_type_of(m, id);
    return t != NULL && t->opcode == SPVM_OpTypePointer && t->id != id;
}

/* The word of an operand, its first being 0 (opcode and length); 0 beyond its end. */
static spvm_word_ref spvui_word(const spvm_inst *inst, uint32_t operand) {
    return operand < inst->length ? inst->word + operand : 0;
}

/* What lies behind a pointer that is an operand; 0: not known. */
static spvu_node_ref spvui_content(const spvu_analysis *a, spvm_word_ref word) {
    const spvm_module *m = a->module;
    spvm_id object = word == 0 ? 0 : m->ids[m->words[word]].object;
    if (a->scratch->versions.before_of[word] != 0) return a->scratch->versions.before_of[word];
    return object == 0 ? 0 : a->content_of[object];
}

/* Makes `to` differ as what lies behind a pointer does, and as the pointer itself. */
static void spvui_read(spvu_analysis *a, spvm_word_ref word, spvu_node_ref to,
                       spvm_inst_ref inst) {
    const spvm_module *m = a->module;
    spvm_id pointer = word == 0 ? 0 : m->words[word];
    spvu_node_ref content = spvui_content(a, word);
    spvui_edge(a, a->value_of[pointer], to, SPVU_QUAD, SPVU_WHY_VALUE, inst);
    if (content != 0) spvui_edge(a, content, to, SPVU_QUAD, SPVU_WHY_LOAD, inst);
    else spvui_source(a, to, SPVU_QUAD, inst);
}

/* Whether a pointer is the variable itself, not a part of it. */
static int spvui_is_whole(const spvm_module *m, spvm_id pointer) {
    return m->ids[pointer].object == pointer;
}

/* Where what is written behind a pointer goes. The node differs as the pointer does, and what is
   left of the version before; without versions it differs as the flow does. */
static spvu_node_ref spvui_written(spvu_analysis *a, spvm_word_ref word, spvm_inst_ref inst) {
    const spvm_module *m = a->module;
    spvm_id pointer = word == 0 ? 0 : m->words[word], object = m->ids[pointer].object;
    const spvui_versions *v = &a->scratch->versions;
    spvu_node_ref to = v->after_of[word];
    if (to != 0) {
        if (!spvui_is_whole(m, pointer))
            spvui_edge(a, v->before_of[word], to, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    } else {
        to = object != 0 && a->content_of[object] != 0 ? a->content_of[object] : 1;
        spvui_edge(a, a->scratch->flow, to, SPVU_QUAD, SPVU_WHY_STORE, inst);
    }
    spvui_edge(a, a->value_of[pointer], to, SPVU_QUAD, SPVU_WHY_STORE, inst);
    return to;
}

/* -------------------------------------------------------------------------------------------------
   // >>flow  [5]  blocks, constructs -> nodes of control flow */

static int spvui_is_reached(const spvm_block *b) {
    return b->dominator.first != SPVM_NONE;
}

/* Notes that those with this flow do not come to the end of a construct's text. Browsers do not see
   that the others are then still all, or all of those that were there. */
static void spvui_skip(spvu_analysis *a, spvm_construct_ref c, spvu_node_ref flow) {
    if (!a->scratch->options.as_wgsl) return;
    if (a->scratch->left_of[c] == 0)
        a->scratch->left_of[c] = spvui_node(a, SPVU_NODE_FLOW, 0, SPVM_NONE);
    spvui_edge(a, flow, a->scratch->left_of[c], SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
}

/* Notes that a way from inside a construct, with this flow, leaves all up to, but not, number
   `stays` - 1. */
static void spvui_leave(spvu_analysis *a, spvm_construct_ref inside, uint32_t stays,
                        spvu_node_ref flow) {
    if (inside == SPVM_NONE || stays > inside) return;
    if (a->scratch->leaves[inside] > stays) a->scratch->leaves[inside] = stays;
    spvui_skip(a, inside, flow);
}

static int spvui_is_loop(const spvm_module *m, const spvm_block *b) {
    return b->opens != SPVM_NONE && m->constructs[b->opens].kind == SPVM_LOOP;
}

static spvm_construct_ref spvui_inside(const spvm_block *b) {
    return b->opens != SPVM_NONE ? b->opens : b->construct;
}

/* How far the ways out of each construct go. A construct stands behind those that it lies in. */
static void spvui_leaving(spvu_analysis *a, const spvm_function *f) {
    const spvm_module *m = a->module;
    uint32_t *leaves = a->scratch->leaves, i, k;
    for (i = 0; i < f->construct_count; i++)
        leaves[f->first_construct + i] = f->first_construct + i + 1;
    for (i = 0; i < f->order_count; i++) {
        const spvm_block *b = &m->blocks[m->order[f->first_block + i]];
        spvm_construct_ref inside = spvui_inside(b);
        if (!spvui_is_reached(b)) continue;
        if (b->exit == SPVM_EXIT_RETURN
            || (b->exit == SPVM_EXIT_KILL && !a->scratch->options.kill_is_demote))
            spvui_leave(a, inside, 0, a->scratch->out_of[m->order[f->first_block + i]]);
        for (k = 0; k < b->successor_count; k++) {
            const spvm_edge *e = &m->edges[b->first_successor + k];
            if (e->kind == SPVM_EDGE_BREAK || e->kind == SPVM_EDGE_CONTINUE
                || e->kind == SPVM_EDGE_SWITCH_BREAK)
                spvui_leave(a, inside, e->construct + 1, a->scratch->decision_of[e->from]);
            if (e->kind == SPVM_EDGE_SWITCH_BREAK)
                spvui_skip(a, e->construct, a->scratch->decision_of[e->from]);
        }
    }
    for (k = 0; k < f->call_count; k++) {
        const spvm_call *c = &m->calls[f->first_call + k];
        if (a->functions[c->callee].may_kill && m->insts[c->inst].block != SPVM_NONE
            && m->blocks[m->insts[c->inst].block].order != SPVM_NONE)
            spvui_leave(a, spvui_inside(&m->blocks[m->insts[c->inst].block]), 0,
                        a->scratch->out_of[m->insts[c->inst].block]);
    }
    for (i = f->construct_count; i-- > 0;) {
        spvm_construct_ref c = f->first_construct + i;
        spvui_leave(a, m->constructs[c].parent, leaves[c], a->scratch->left_of[c]);
    }
}

/* Whether all who enter a construct come to its merge block. */
static int spvui_comes_together(const spvu_analysis *a, spvm_construct_ref c) {
    return a->scratch->leaves[c] > c;
}

/* The flow where a loop's header is entered, from outside of the loop. */
static void spvui_enter(spvu_analysis *a, const spvm_block *b, spvu_node_ref to) {
    const spvm_module *m = a->module;
    uint32_t k;
    for (k = 0; k < b->predecessor_count; k++) {
        const spvm_edge *e = &m->edges[m->predecessors[b->first_predecessor + k]];
        if (e->kind != SPVM_EDGE_DEAD && e->kind != SPVM_EDGE_BACK)
            spvui_edge(a, a->scratch->decision_of[e->from], to, SPVU_QUAD, SPVU_WHY_FLOW,
                       SPVM_NONE);
    }
}

/* With maximal reconvergence, those who have not left the loop meet at its continue target. */
static void spvui_continue(spvu_analysis *a, spvm_block_ref header, spvu_node_ref to) {
    const spvm_module *m = a->module;
    const spvm_block *merge = &m->blocks[m->blocks[header].merge_block];
    uint32_t k;
    spvui_edge(a, a->scratch->out_of[header], to, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    for (k = 0; k < merge->predecessor_count; k++) {
        const spvm_edge *e = &m->edges[m->predecessors[merge->first_predecessor + k]];
        if (e->kind == SPVM_EDGE_BREAK)
            spvui_edge(a, a->scratch->decision_of[e->from], to, SPVU_QUAD, SPVU_WHY_FLOW,
                       SPVM_NONE);
    }
}

/* The flow at the begin of a block. Requires nodes and decisions of all blocks. The node behind
   that of a loop's header is the flow before the first turn. */
static void spvui_block_flow(spvu_analysis *a, spvm_block_ref at) {
    const spvm_module *m = a->module;
    spvui_scratch *s = a->scratch;
    const spvm_block *b = &m->blocks[at];
    spvm_block_ref header = s->header_of[at];
    spvm_construct_ref c = b->construct;
    spvu_node_ref flow = a->flow_of[at], join = s->join_of[at];
    uint32_t k;
    spvui_enter(a, b, join);
    for (k = 0; k < b->predecessor_count; k++) {
        const spvm_edge *e = &m->edges[m->predecessors[b->first_predecessor + k]];
        if (e->kind == SPVM_EDGE_FALL) /* behind those that break before it */
            spvui_edge(a, s->left_of[m->constructs[e->construct].parent], flow, SPVU_QUAD,
                       SPVU_WHY_FLOW, SPVM_NONE);
        if (e->kind != SPVM_EDGE_BACK) continue;
        spvui_edge(a, s->decision_of[e->from], join, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
        spvui_edge(a, s->decision_of[e->from], flow, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
        if (spvui_is_reached(&m->blocks[e->from]))
            spvui_edge(a, s->left_of[b->opens], flow, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    }
    if (spvui_is_loop(m, b)) {
        spvui_edge(a, flow + 1, flow, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
        flow++;
    }
    if (header != SPVM_NONE && spvui_comes_together(a, m->blocks[header].opens))
        spvui_edge(a, spvui_is_loop(m, &m->blocks[header]) ? a->flow_of[header] + 1
                                                           : s->out_of[header],
                   flow, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    else if (s->options.maximal_reconvergence && c != SPVM_NONE
             && m->constructs[c].kind == SPVM_CONTINUE && m->constructs[c].header == at
             && spvui_comes_together(a, m->constructs[c].parent))
        spvui_continue(a, m->constructs[m->constructs[c].parent].header, flow);
    else spvui_enter(a, b, flow);
    if (header != SPVM_NONE && spvui_is_reached(b)
        && !spvui_comes_together(a, m->blocks[header].opens))
        spvui_edge(a, s->left_of[m->blocks[header].opens], flow, SPVU_QUAD, SPVU_WHY_FLOW,
                   SPVM_NONE);
}

/* What the ways out of a block depend on. */
static void spvui_decide(spvu_analysis *a, spvm_block_ref at) {
    const spvm_module *m = a->module;
    const spvm_block *b = &m->blocks[at];
    spvu_node_ref n = a->scratch->out_of[at];
    spvm_id condition;
    if (b->successor_count > 1) {
        n = spvui_node(a, SPVU_NODE_FLOW, 0, b->last);
        condition = spvm_operand(m, &m->insts[b->last], 1);
        spvui_edge(a, a->scratch->out_of[at], n, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
        spvui_edge(a, a->value_of[condition], n, SPVU_QUAD, SPVU_WHY_BRANCH, b->last);
    }
    a->scratch->decision_of[at] = n;
}

/* -------------------------------------------------------------------------------------------------
   // >>values  [6]  instructions -> edges */

static const spvu_rule *spvui_rule(const spvu_analysis *a, uint32_t opcode) {
    return &spvui_rules[opcode < SPVUI_OPCODES ? a->scratch->rule_of[opcode] : 0];
}

static void spvui_need(spvu_analysis *a, const spvu_rule *rule, spvm_inst_ref inst,
                       spvu_node_ref node, spvu_scope scope, int is_operand) {
    spvui_scratch *s = a->scratch;
    spvu_finding *f;
    if (node == 0 || scope == SPVU_UNIFORM || s->need_count == s->need_room) return;
    f = &s->needs[s->need_count++];
    f->rule = rule;
    f->inst = inst;
    f->node = node;
    f->scope = scope;
    f->level = SPVU_UNIFORM;
    f->is_operand = is_operand;
}

/* The scope of execution that an operand is, of a barrier the first, as far as it is known. */
static spvu_scope spvui_scope_at(const spvm_module *m, const spvm_inst *inst, uint32_t operand) {
    uint64_t scope;
    if (!spvm_value(m, spvm_operand(m, inst, operand), &scope)) return SPVU_WORKGROUP;
    if (scope == SPVM_Scope_Subgroup) return SPVU_SUBGROUP;
    if (scope == SPVM_Scope_Invocation) return SPVU_UNIFORM;
    return scope == SPVM_Scope_Workgroup ? SPVU_WORKGROUP : SPVU_DRAW;
}

static void spvui_needs_of(spvu_analysis *a, spvm_inst_ref at, const spvu_rule *rule) {
    const spvm_module *m = a->module;
    const spvm_inst *inst = &m->insts[at];
    spvu_scope scope = (spvu_scope)rule->flow;
    if (inst->opcode == SPVM_OpControlBarrier) scope = spvui_scope_at(m, inst, 1);
    if (scope == SPVU_WORKGROUP && a->scratch->has_patches) scope = SPVU_QUAD;
    if ((inst->opcode >= SPVM_OpGroupAll && inst->opcode <= SPVM_OpGroupSMax)
        || (inst->opcode >= SPVM_OpGroupIMulKHR && inst->opcode <= SPVM_OpGroupLogicalXorKHR))
        scope = spvui_scope_at(m, inst, 3);
    spvui_need(a, rule, at, a->scratch->flow, scope, 0);
    if (rule->operand != 0 && rule->operand < inst->length)
        spvui_need(a, rule, at, a->value_of[spvm_operand(m, inst, rule->operand)], scope, 1);
}

/* Makes a result differ as the operands do that are values. */
static void spvui_operands(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref to, spvu_scope cap) {
    const spvm_module *m = a->module;
    spvm_cursor c;
    for (c.word = 0; spvm_next_operand(m, &m->insts[at], &c);) {
        if (!c.is_id) continue;
        spvui_edge(a, a->value_of[m->words[c.word]], to, cap, SPVU_WHY_VALUE, at);
    }
}

/* Debug information and the like. */
static int spvui_is_remark(const spvm_module *m, const spvm_inst *inst) {
    return inst->opcode == SPVM_OpExtInst && spvm_set_of(m, inst) != SPVM_SET_GLSL
           && spvm_set_of(m, inst) != SPVM_SET_VENDOR;
}

/* Whether an instruction makes a pointer of its operands, and touches no memory. */
static int spvui_is_address(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpPtrAccessChain:
    case SPVM_OpInBoundsPtrAccessChain:
    case SPVM_OpCopyObject:
    case SPVM_OpImageTexelPointer:
    case SPVM_OpArrayLength:
    case SPVM_OpSelect:
    case SPVM_OpPhi:
    case SPVM_OpPtrEqual:
    case SPVM_OpPtrNotEqual:
    case SPVM_OpPtrDiff:
    case SPVM_OpLifetimeStart:
    case SPVM_OpLifetimeStop: return 1;
    default: return 0;
    }
}

/* Any other instruction with pointers: it may read what they point to, and write it. The result
   gets the flow, so that it differs from turn to turn in a loop that is left at different times. */
static void spvui_effects(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref result) {
    const spvm_module *m = a->module;
    const spvm_inst *inst = &m->insts[at];
    spvm_cursor c;
    uint32_t written = 0;
    for (c.word = 0; spvm_next_operand(m, inst, &c);) {
        spvm_id id;
        const spvm_type *t;
        if (!c.is_id || c.kind != 'i') continue;
        id = m->words[c.word];
        if (!spvui_is_pointer(m, id)) continue;
        t = spvm_type_of(m, id);
        if (result != 0 && a->scratch->versions.after_of[c.word] == 0) {
            spvui_read(a, c.word, result, at);
            spvui_edge(a, a->scratch->flow, result, SPVU_QUAD, SPVU_WHY_VALUE, at);
        }
        if (t->storage != SPVM_StorageClass_Function && t->storage != SPVM_StorageClass_Private
            && t->storage != SPVM_StorageClass_Output)
            continue;
        written = spvui_written(a, c.word, at);
        if (inst->opcode == SPVM_OpExtInst && spvm_set_of(m, inst) == SPVM_SET_GLSL)
            spvui_operands(a, at, written, SPVU_QUAD);
        else spvui_source(a, written, SPVU_QUAD, at);
    }
}

static int spvui_is_line(const spvm_inst *inst) {
    return inst->opcode == SPVM_OpLine || inst->opcode == SPVM_OpNoLine;
}

/* Whether a barrier of the workgroup orders accesses to its memory. */
static int spvui_orders_workgroup(const spvm_module *m, const spvm_inst *barrier) {
    const uint32_t orders = SPVM_MemorySemantics_AcquireReleaseMask
                            | SPVM_MemorySemantics_SequentiallyConsistentMask;
    uint64_t semantics;
    return spvui_scope_at(m, barrier, 1) == SPVU_WORKGROUP
           && spvm_value(m, spvm_operand(m, barrier, 3), &semantics) && (semantics & orders) != 0
           && (semantics & SPVM_MemorySemantics_WorkgroupMemoryMask) != 0;
}

/* Whether an instruction may write workgroup memory, or wait for others who do. */
static int spvui_is_changing(const spvm_module *m, const spvm_inst *inst) {
    const spvm_type *t;
    spvm_cursor c;
    switch (inst->opcode) {
    case SPVM_OpLoad: return 0;
    case SPVM_OpStore:
    case SPVM_OpCopyMemory:
        t = spvm_type_of(m, spvm_operand(m, inst, 1));
        return t == NULL || t->opcode != SPVM_OpTypePointer
               || t->storage == SPVM_StorageClass_Workgroup;
    case SPVM_OpFunctionCall:
    case SPVM_OpControlBarrier: return 1;
    default: break;
    }
    if (spvui_is_address(inst->opcode) || spvui_is_remark(m, inst)) return 0;
    for (c.word = 0; spvm_next_operand(m, inst, &c);)
        if (c.is_id && spvui_is_pointer(m, m->words[c.word])) return 1;
    return 0;
}

/* The barrier behind one, if nobody writes workgroup memory between them: what is loaded there each
   invocation gets the same. 0: there is none, or somebody may. */
static spvm_inst_ref spvui_quiet_until(const spvm_module *m, spvm_inst_ref barrier) {
    const spvm_block *b = &m->blocks[m->insts[barrier].block];
    spvm_inst_ref i = barrier + 1;
    if (!spvui_orders_workgroup(m, &m->insts[barrier])) return 0;
    while (i < b->last && !spvui_is_changing(m, &m->insts[i])) i++;
    return i < b->last && m->insts[i].opcode == SPVM_OpControlBarrier
                   && spvui_orders_workgroup(m, &m->insts[i]) ? i : 0;
}

static int spvui_is_between(const spvu_analysis *a, spvm_inst_ref load) {
    const spvm_type *t = spvm_type_of(a->module, spvm_operand(a->module, &a->module->insts[load],
                                                             3));
    return load < a->scratch->quiet_until && t != NULL
           && t->storage == SPVM_StorageClass_Workgroup;
}

/* Whether a load asks a buffer for what others may have written by now. */
static int spvui_is_watched(const spvm_module *m, const spvm_inst *load) {
    const spvm_type *t = spvm_type_of(m, spvm_operand(m, load, 3));
    return t != NULL && (t->storage == SPVM_StorageClass_StorageBuffer
                         || t->storage == SPVM_StorageClass_Uniform)
           && (spvm_operand(m, load, 4) & (SPVM_MemoryAccess_VolatileMask
                                           | SPVM_MemoryAccess_NonPrivatePointerMask)) != 0;
}

/* Whether what a variable holds is the same from begin to end. For browsers each load depends on
   who comes to it. */
static int spvui_is_fixed(const spvu_analysis *a, spvm_id variable) {
    const spvm_type *t = spvm_type_of(a->module, variable);
    if (t == NULL || a->content_of[variable] == 0 || a->scratch->options.as_wgsl) return 0;
    switch (t->storage) {
    case SPVM_StorageClass_Input:
        return (spvui_known(a, variable) & SPVUI_VOLATILE) == 0;
    case SPVM_StorageClass_UniformConstant:
    case SPVM_StorageClass_PushConstant:
    case SPVM_StorageClass_Uniform:
    case SPVM_StorageClass_StorageBuffer:
        return a->nodes[a->content_of[variable]].level == SPVU_UNIFORM;
    default: return 0;
    }
}

/* What is loaded differs from turn to turn in a loop that is left at different times. */
static void spvui_load(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref result) {
    const spvm_module *m = a->module;
    spvm_word_ref pointer = spvui_word(&m->insts[at], 3);
    if (a->scratch->versions.before_of[pointer] == 0
        && !spvui_is_fixed(a, m->ids[m->words[pointer]].object))
        spvui_edge(a, a->scratch->flow, result, SPVU_QUAD, SPVU_WHY_VALUE, at);
    if (!a->scratch->options.as_wgsl && spvui_is_between(a, at)) {
        spvui_edge(a, a->value_of[m->words[pointer]], result, SPVU_QUAD, SPVU_WHY_VALUE, at);
        /* workgroups of a draw have different memory */
        spvui_source(a, result, SPVU_DRAW, at);
    } else {
        spvui_read(a, pointer, result, at);
        if (spvui_is_watched(m, &m->insts[at])) spvui_source(a, result, SPVU_QUAD, at);
    }
}

/* Whether an image that is read is one that the shader can write, or an attachment. */
static int spvui_is_written_image(const spvu_analysis *a, const spvm_inst *inst) {
    const spvm_module *m = a->module;
    spvm_id image = spvm_operand(m, inst, 3), object;
    const spvm_inst *load = spvm_def(m, image);
    const spvm_type *t = spvm_type_of(m, image);
    const spvm_inst *type = t == NULL ? NULL : spvm_def(m, t->id);
    if (type == NULL || type->opcode != SPVM_OpTypeImage) return 1;
    if (load == NULL || load->opcode != SPVM_OpLoad) return 1;
    object = m->ids[spvm_operand(m, load, 3)].object;
    return spvm_operand(m, type, 3) == SPVM_Dim_SubpassData || object == 0
           || (spvui_known(a, object) & SPVUI_WRITABLE) != 0
           || spvui_is_shared(a, object, NULL)
           || (spvm_operand(m, inst, 5) & (SPVM_ImageOperands_VolatileTexelMask
                                           | SPVM_ImageOperands_NonPrivateTexelMask)) != 0;
}

static void spvui_phi(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref result) {
    const spvm_module *m = a->module;
    const spvm_inst *inst = &m->insts[at];
    uint32_t k, differ = a->scratch->options.as_wgsl ? 1 : 0; /* there it is a variable */
    for (k = 3; k + 1 < inst->length; k += 2) {
        spvm_id value = spvm_operand(m, inst, k);
        spvui_edge(a, a->value_of[value], result, SPVU_QUAD, SPVU_WHY_VALUE, at);
        differ += value != spvm_operand(m, inst, 3);
    }
    if (differ > 0)
        spvui_edge(a, a->scratch->join_of[inst->block], result, SPVU_QUAD, SPVU_WHY_VALUE, at);
}

static void spvui_result_of(spvu_analysis *a, spvm_inst_ref at, const spvu_rule *rule,
                            spvu_node_ref result) {
    const spvm_inst *inst = &a->module->insts[at];
    spvu_result kind = (spvu_result)rule->result;
    if ((kind == SPVU_GROUP || kind == SPVU_COUNT)
        && spvm_operand(a->module, inst, 4) != SPVM_GroupOperation_Reduce)
        kind = SPVU_DIFFERS;
    if ((a->scratch->has_patches || a->scratch->repacks) && kind != SPVU_PLAIN) kind = SPVU_DIFFERS;
    if (a->scratch->options.as_wgsl && rule->flow != SPVU_UNIFORM) kind = SPVU_DIFFERS;
    switch (kind) {
    case SPVU_DIFFERS: spvui_source(a, result, SPVU_QUAD, at); return;
    case SPVU_COUNT:
        spvui_source(a, result, SPVU_WORKGROUP, at);
        spvui_operands(a, at, result, SPVU_QUAD);
        return;
    case SPVU_GROUP:
    case SPVU_REDUCE:
        spvui_source(a, result, SPVU_WORKGROUP, at);
        spvui_edge(a, a->scratch->flow, result, SPVU_QUAD, SPVU_WHY_VALUE, at);
        return;
    case SPVU_VOTE:
    case SPVU_QUAD_ONE:
        spvui_operands(a, at, result, kind == SPVU_VOTE ? SPVU_WORKGROUP : SPVU_SUBGROUP);
        spvui_edge(a, a->scratch->flow, result, SPVU_QUAD, SPVU_WHY_VALUE, at);
        if (rule->operand != 0) /* of another invocation each, if that is not the same */
            spvui_edge(a, a->value_of[spvm_operand(a->module, inst, rule->operand)], result,
                       SPVU_QUAD, SPVU_WHY_VALUE, at);
        return;
    default: spvui_operands(a, at, result, SPVU_QUAD);
    }
}

static void spvui_call(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref result);

static void spvui_instruction(spvu_analysis *a, spvm_inst_ref at) {
    const spvm_module *m = a->module;
    const spvm_inst *inst = &m->insts[at];
    const spvu_rule *rule = spvui_rule(a, inst->opcode);
    spvu_node_ref result = inst->result == 0 ? 0 : a->value_of[inst->result], to;
    if (spvui_is_remark(m, inst)) return;
    spvui_needs_of(a, at, rule);
    switch (inst->opcode) {
    case SPVM_OpVariable: return; /* its initialiser is constant */
    case SPVM_OpControlBarrier: a->scratch->quiet_until = spvui_quiet_until(m, at); return;
    case SPVM_OpLoad: spvui_load(a, at, result); return;
    case SPVM_OpStore:
        to = spvui_written(a, spvui_word(inst, 1), at);
        spvui_edge(a, a->value_of[spvm_operand(m, inst, 2)], to, SPVU_QUAD, SPVU_WHY_STORE, at);
        return;
    case SPVM_OpCopyMemory:
    case SPVM_OpCopyMemorySized:
        to = spvui_written(a, spvui_word(inst, 1), at);
        spvui_read(a, spvui_word(inst, 2), to, at);
        return;
    case SPVM_OpPhi: spvui_phi(a, at, result); return;
    case SPVM_OpFunctionCall: spvui_call(a, at, result); return;
    case SPVM_OpImageRead:
    case SPVM_OpImageSparseRead:
        spvui_operands(a, at, result, SPVU_QUAD);
        if (spvui_is_written_image(a, inst)) spvui_source(a, result, SPVU_QUAD, at);
        return;
    default: break;
    }
    if (result != 0) spvui_result_of(a, at, rule, result);
    if (result != 0 && inst->opcode == SPVM_OpExtInst
        && spvm_set_of(m, inst) == SPVM_SET_VENDOR) /* a clock, an invocation's number, ... */
        spvui_source(a, result, SPVU_QUAD, at);
    if (!spvui_is_address(inst->opcode)) spvui_effects(a, at, result);
}

/* -------------------------------------------------------------------------------------------------
   // >>versions  [7]  the order of the stores to a function's variables -> nodes
   A variable of a function has a node for each store to it, a version, so that a load depends on
   the stores that reach it. This is the static single assignment form: where several versions meet,
   at the dominance frontiers of the stores, is a join, which differs as they do and as the way by
   which the block was entered. A pointer parameter is such a variable too: it begins with what the
   call has there, and ends with what the returns leave. A variable without versions is one node:
   its address goes where it is not followed, it is behind two parameters of a call, or, as time
   stays linear, there would be too many joins. */

static spvm_function_ref spvui_callee(const spvm_module *m, const spvm_inst *call) {
    return m->ids[spvm_operand(m, call, 3)].row;
}

/* Whether a use of a pointer is one whose reads and writes are known. */
static int spvui_is_followed(const spvm_module *m, const spvm_use *use) {
    const spvm_inst *inst = &m->insts[use->inst];
    uint32_t operand = use->word - inst->word;
    if (inst->block == SPVM_NONE) return 1; /* a name, a decoration */
    switch (inst->opcode) {
    case SPVM_OpLoad:
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpCopyObject:
    case SPVM_OpLifetimeStart:
    case SPVM_OpLifetimeStop:
    case SPVM_OpCopyMemory:
    case SPVM_OpCopyMemorySized: return 1;
    case SPVM_OpStore: return operand == 1;
    case SPVM_OpFunctionCall: return m->functions[spvui_callee(m, inst)].block_count > 0;
    case SPVM_OpExtInst: return spvm_set_of(m, inst) != SPVM_SET_VENDOR;
    default: return 0;
    }
}

/* Whether a use of a pointer only reads what it points to. */
static int spvui_is_reading(const spvm_module *m, const spvm_use *use) {
    const spvm_inst *inst = &m->insts[use->inst];
    if (inst->block == SPVM_NONE) return 1;
    switch (inst->opcode) {
    case SPVM_OpLoad:
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpCopyObject:
    case SPVM_OpArrayLength:
    case SPVM_OpAtomicLoad: return 1;
    case SPVM_OpCopyMemory:
    case SPVM_OpCopyMemorySized: return use->word - inst->word == 2;
    default: return 0;
    }
}

/* Parameters of a call that may be behind each other have no versions. Requires what calls those
   functions that call it. */
static void spvui_find_aliases(spvu_analysis *a, spvm_inst_ref at) {
    const spvm_module *m = a->module;
    const spvm_inst *call = &m->insts[at];
    const spvm_function *f = &m->functions[spvui_callee(m, call)];
    spvui_versions *v = &a->scratch->versions;
    uint32_t k;
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id object = m->ids[spvm_operand(m, call, 4 + k)].object;
        if (v->stores[object] == at) v->is_ordered[object] = 0;
        v->stores[object] = at;
    }
    for (k = 0; k < f->parameter_count; k++)
        if (!v->is_ordered[m->ids[spvm_operand(m, call, 4 + k)].object])
            v->is_ordered[m->parameters[f->first_parameter + k]] = 0;
}

static int spvui_is_global(const spvm_module *m, spvm_id object) {
    return m->ids[object].kind == SPVM_ID_VARIABLE
           && m->insts[m->ids[object].def].block == SPVM_NONE;
}

/* Whether a use of a variable of the module lies where all others do, in an entry point, which is
   called once, or where nobody comes: then it is as one of the function's. */
static int spvui_is_own(spvu_analysis *a, spvm_id object, const spvm_use *use) {
    const spvm_inst *inst = &a->module->insts[use->inst];
    uint32_t *owner = &a->scratch->versions.current[object];
    spvm_function_ref f;
    if (inst->block == SPVM_NONE || !spvui_is_reached(&a->module->blocks[inst->block])) return 1;
    f = a->module->blocks[inst->block].function;
    if (!a->functions[f].is_entry) return !a->functions[f].is_called;
    if (inst->opcode == SPVM_OpFunctionCall) return 0;
    if (*owner == 0) *owner = f + 1;
    return *owner == f + 1;
}

/* Which variables have versions, and which others are written. */
static void spvui_find_ordered(spvu_analysis *a) {
    const spvm_module *m = a->module;
    spvui_versions *v = &a->scratch->versions;
    uint32_t i, k;
    spvm_id id;
    for (i = 0; i < m->entry_count; i++) a->functions[m->entries[i].function].is_entry = 1;
    for (i = m->function_count; i-- > 0;) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        const spvu_function *u = &a->functions[m->call_order[i]];
        for (k = 0; k < f->call_count && (u->is_entry || u->is_called); k++)
            a->functions[m->calls[f->first_call + k].callee].is_called = 1;
    }
    for (id = 1; id < m->bound; id++) {
        const spvm_type *t = m->ids[id].object == id ? spvm_type_of(m, id) : NULL;
        v->is_ordered[id] = t != NULL && (t->storage == SPVM_StorageClass_Function
                                          || t->storage == SPVM_StorageClass_Private);
    }
    for (id = 1; id < m->bound; id++) {
        spvm_id object = m->ids[id].object;
        for (k = 0; k < m->ids[id].use_count && object != 0; k++) {
            const spvm_use *use = &m->uses[m->ids[id].first_use + k];
            if (v->is_ordered[object] && !spvui_is_followed(m, use)) v->is_ordered[object] = 0;
            if (spvui_is_global(m, object) && !spvui_is_own(a, object, use))
                v->is_ordered[object] = 0;
            if (m->ids[object].kind != SPVM_ID_VARIABLE || v->is_ordered[object]) continue;
            if (!spvui_is_reading(m, use)) v->is_written[object] |= 1;
            if (a->scratch->options.as_wgsl && m->insts[use->inst].opcode == SPVM_OpAtomicLoad)
                v->is_written[object] |= SPVUI_HAS_ATOMICS;
        }
    }
    for (i = m->function_count; i-- > 0;) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        for (k = 0; k < f->call_count; k++)
            spvui_find_aliases(a, m->calls[f->first_call + k].inst);
    }
    spvui_fill(v->stores, m->bound, SPVM_NONE);
    spvui_fill(v->current, m->bound, 0);
}

/* What an instruction does with a variable that has versions. */
typedef struct spvui_access {
    uint32_t step;      /* private */
    spvm_word_ref word; /* of the operand */
    spvm_id id;
    int reads, writes;
} spvui_access;

/* Fills the access by an operand. Returns 0 if there is none. */
static int spvui_access_by(const spvu_analysis *a, const spvm_inst *inst, uint32_t operand,
                           int reads, int writes, spvui_access *c) {
    const spvm_module *m = a->module;
    c->word = spvui_word(inst, operand);
    if (c->word == 0) return 0;
    c->id = m->ids[m->words[c->word]].object;
    c->writes = writes;
    c->reads = reads || !spvui_is_whole(m, m->words[c->word]);
    return a->scratch->versions.is_ordered[c->id];
}

/* The next of an instruction's accesses, what it reads before what it writes. Begin with step 0. */
static int spvui_next_access(const spvu_analysis *a, const spvm_inst *inst, spvui_access *c) {
    const spvm_module *m = a->module;
    uint32_t step, count;
    switch (inst->opcode) {
    case SPVM_OpLoad: return c->step++ == 0 && spvui_access_by(a, inst, 3, 1, 0, c);
    case SPVM_OpStore: return c->step++ == 0 && spvui_access_by(a, inst, 1, 0, 1, c);
    case SPVM_OpCopyMemory:
    case SPVM_OpCopyMemorySized:
        while ((step = c->step++) < 2)
            if (spvui_access_by(a, inst, 2 - step, step == 0, step == 1, c)) return 1;
        return 0;
    case SPVM_OpFunctionCall:
        count = m->functions[spvui_callee(m, inst)].parameter_count;
        while ((step = c->step++) < count) {
            uint32_t first = m->functions[spvui_callee(m, inst)].first_parameter;
            int writes = a->scratch->versions.is_written[m->parameters[first + step]];
            if (spvui_access_by(a, inst, 4 + step, 1, writes, c)) return 1;
        }
        return 0;
    case SPVM_OpExtInst:
        if (spvm_set_of(m, inst) != SPVM_SET_GLSL) return 0;
        while ((step = c->step++) + 5 < inst->length)
            if (spvui_access_by(a, inst, 5 + step, 0, 1, c)) return 1;
        return 0;
    default: return 0;
    }
}

/* Puts something at the head of a list. Returns 0 if there is no room. */
static int spvui_link_to(spvui_versions *v, uint32_t *list, uint32_t what) {
    if (v->link_count == v->link_room) return 0;
    v->links[v->link_count].what = what;
    v->links[v->link_count].next = *list;
    *list = v->link_count++;
    return 1;
}

/* The variables without versions: the content is whatever is stored, and what a parameter was. */
static void spvui_unordered(spvu_analysis *a, spvm_id id) {
    spvu_node_ref n = a->content_of[id];
    if (a->module->ids[id].kind == SPVM_ID_PARAMETER)
        spvui_edge(a, n + 1, n, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    a->scratch->versions.is_ordered[id] = 0;
}

/* Notes an access in block `at`: that the block stores to the variable, or reads it before that. */
static void spvui_note_access(spvu_analysis *a, spvm_block_ref at, const spvui_access *c) {
    spvui_versions *v = &a->scratch->versions;
    uint32_t last = v->stores[c->id];
    int is_here = last != SPVM_NONE && v->links[last].what == at;
    if (v->current[c->id] == 0 && spvui_is_global(a->module, c->id)) {
        v->current[c->id] = a->content_of[c->id];
        spvui_link_to(v, &v->own, c->id);
    }
    if (c->reads && !is_here) v->is_read[c->id] = 1;
    if (!c->writes) return;
    v->is_written[c->id] = 1;
    if (!is_here) spvui_link_to(v, &v->stores[c->id], at);
}

/* Which blocks store to a variable, and whether one reads it before that. Global variables are an
   entry point's alone: other functions that have them are called by nobody. */
static void spvui_find_stores(spvu_analysis *a, const spvm_function *f, const spvu_function *u) {
    const spvm_module *m = a->module;
    uint32_t i;
    spvm_inst_ref k;
    for (i = 0; i < f->order_count; i++) {
        spvm_block_ref at = m->order[f->first_block + i];
        const spvm_block *b = &m->blocks[at];
        for (k = b->first + 1; k < b->last && spvui_is_reached(b); k++) {
            spvui_access c;
            for (c.step = 0; spvui_next_access(a, &m->insts[k], &c);)
                if (u->is_entry || !spvui_is_global(m, c.id)) spvui_note_access(a, at, &c);
        }
    }
}

/* The dominance frontiers: the blocks where what a block dominates ends. Returns 0 if there are
   too many. */
static int spvui_find_frontiers(spvu_analysis *a, const spvm_function *f) {
    const spvm_module *m = a->module;
    spvui_versions *v = &a->scratch->versions;
    uint32_t i, k, most = v->link_count + 4 * m->edge_count;
    for (i = 0; i < f->block_count; i++) {
        spvm_block_ref at = f->first_block + i;
        const spvm_block *b = &m->blocks[at];
        for (k = 0; k < b->predecessor_count && spvui_is_reached(b); k++) {
            spvm_block_ref from = m->edges[m->predecessors[b->first_predecessor + k]].from;
            if (!spvui_is_reached(&m->blocks[from])) continue;
            while (from != b->dominator.parent) {
                uint32_t *list = &v->frontier_of[from];
                if (*list != SPVM_NONE && v->links[*list].what == at) break;
                if (v->link_count >= most || !spvui_link_to(v, list, at)) return 0;
                from = m->blocks[from].dominator.parent;
            }
        }
    }
    return 1;
}

/* Makes the joins of a variable. Returns 0 if there would be too many. */
static int spvui_place_joins(spvu_analysis *a, spvm_id id) {
    const spvm_module *m = a->module;
    spvui_scratch *s = a->scratch;
    spvui_versions *v = &s->versions;
    uint32_t i, head, tail = 0, stores, ways = 0;
    for (i = v->stores[id]; i != SPVM_NONE; i = v->links[i].next)
        s->queue[tail++] = v->links[i].what;
    stores = tail;
    for (head = 0; head < tail; head++)
        for (i = v->frontier_of[s->queue[head]]; i != SPVM_NONE; i = v->links[i].next) {
            spvm_block_ref at = v->links[i].what;
            if (v->steps_left == 0) return 0;
            v->steps_left--;
            if (v->seen[at] == id) continue;
            v->seen[at] = id;
            ways += m->blocks[at].predecessor_count;
            if (ways > v->joins_left || v->link_room - v->link_count < tail) return 0;
            s->queue[tail++] = at;
        }
    v->joins_left -= ways;
    for (i = stores; i < tail; i++) {
        spvm_block_ref at = s->queue[i];
        spvu_node_ref n = spvui_node(a, SPVU_NODE_CONTENT, id, m->blocks[at].first);
        if (s->join_of[at] == 0)
            s->join_of[at] = spvui_node(a, SPVU_NODE_FLOW, 0, m->blocks[at].first);
        spvui_link_to(v, &v->joins_of[at], n);
        spvui_edge(a, s->join_of[at], n, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    }
    return 1;
}

/* Makes the joins of a variable, or takes its versions away. `returns`: how many read it too. */
static void spvui_join(spvu_analysis *a, spvm_id id, uint32_t returns) {
    spvui_versions *v = &a->scratch->versions;
    if (!v->is_ordered[id]) return;
    v->current[id] = a->content_of[id];
    if (!v->is_written[id] || (!v->is_read[id] && returns == 0)) return;
    if (!v->has_frontiers || returns > v->joins_left || !spvui_place_joins(a, id)) {
        spvui_unordered(a, id);
        return;
    }
    if (returns > 0) spvui_link_to(v, &v->left, id);
    v->joins_left -= returns;
}

static void spvui_change(spvui_versions *v, spvm_id id, spvu_node_ref to) {
    v->changes[v->change_count].what = id;
    v->changes[v->change_count++].next = v->current[id];
    v->current[id] = to;
}

/* What a block that returns leaves behind the pointer parameters. */
static void spvui_return(spvu_analysis *a, spvm_block_ref at) {
    const spvui_versions *v = &a->scratch->versions;
    uint32_t i;
    for (i = v->left; i != SPVM_NONE; i = v->links[i].next)
        spvui_edge(a, v->current[v->links[i].what], a->content_of[v->links[i].what], SPVU_QUAD,
                   SPVU_WHY_FLOW, a->module->blocks[at].last);
}

/* Makes the versions of a block, and passes them on to the joins behind it. */
static void spvui_version_block(spvu_analysis *a, spvm_block_ref at) {
    const spvm_module *m = a->module;
    const spvm_block *b = &m->blocks[at];
    spvui_versions *v = &a->scratch->versions;
    spvm_inst_ref k;
    uint32_t i, j;
    for (j = v->joins_of[at]; j != SPVM_NONE; j = v->links[j].next)
        spvui_change(v, a->nodes[v->links[j].what].id, v->links[j].what);
    for (k = b->first + 1; k < b->last; k++) {
        spvui_access c;
        for (c.step = 0; spvui_next_access(a, &m->insts[k], &c);) {
            v->before_of[c.word] = v->current[c.id];
            if (!c.writes) continue;
            v->after_of[c.word] = spvui_node(a, SPVU_NODE_CONTENT, c.id, k);
            spvui_change(v, c.id, v->after_of[c.word]);
        }
    }
    for (i = 0; i < b->successor_count; i++)
        for (j = v->joins_of[m->edges[b->first_successor + i].to]; j != SPVM_NONE;
             j = v->links[j].next)
            spvui_edge(a, v->current[a->nodes[v->links[j].what].id], v->links[j].what, SPVU_QUAD,
                       SPVU_WHY_FLOW, SPVM_NONE);
    if (b->exit == SPVM_EXIT_RETURN) spvui_return(a, at);
}

/* Takes back what was changed since there were `count` changes. */
static void spvui_change_back(spvui_versions *v, uint32_t count) {
    while (v->change_count > count) {
        v->change_count--;
        v->current[v->changes[v->change_count].what] = v->changes[v->change_count].next;
    }
}

/* A walk along the tree of dominators, with what it changed taken back on the way up, and in the
   end what the root did: functions that nobody calls come here too, and what they store to a
   private variable must not be what it holds where its entry point begins. */
static void spvui_version_blocks(spvu_analysis *a, const spvm_function *f) {
    const spvm_module *m = a->module;
    spvui_versions *v = &a->scratch->versions;
    uint32_t i, count = 0, depth = 0;
    for (i = 0; i < f->block_count; i++) {
        const spvm_block *b = &m->blocks[f->first_block + i];
        if (!spvui_is_reached(b)) continue;
        v->numbered[b->dominator.first] = f->first_block + i;
        count++;
    }
    v->change_count = 0;
    for (i = 0; i < count && a->status == SPVU_OK; i++) {
        while (depth > 0 && m->blocks[v->open[depth - 1]].dominator.last < i)
            spvui_change_back(v, v->changes_of[--depth]);
        v->open[depth] = v->numbered[i];
        v->changes_of[depth++] = v->change_count;
        spvui_version_block(a, v->numbered[i]);
    }
    spvui_change_back(v, 0);
}

/* How many blocks return. */
static uint32_t spvui_returns(const spvm_module *m, const spvm_function *f) {
    uint32_t i, count = 0;
    for (i = 0; i < f->block_count; i++)
        count += m->blocks[f->first_block + i].exit == SPVM_EXIT_RETURN
                 && spvui_is_reached(&m->blocks[f->first_block + i]);
    return count;
}

/* Makes the versions of all variables of a function. */
static void spvui_version(spvu_analysis *a, const spvm_function *f, spvu_function *u) {
    const spvm_module *m = a->module;
    spvui_versions *v = &a->scratch->versions;
    const spvm_block *first = &m->blocks[f->first_block];
    spvm_inst_ref k;
    uint32_t i, returns = spvui_returns(m, f);
    if (a->status != SPVU_OK) return;
    v->link_count = 0;
    v->joins_left = 2 * (f->last - f->first);
    v->steps_left = 6 * (f->last - f->first);
    v->own = SPVM_NONE;
    spvui_find_stores(a, f, u);
    v->has_frontiers = spvui_find_frontiers(a, f);
    v->left = SPVM_NONE;
    for (i = 0; i < f->parameter_count; i++) {
        spvm_id id = m->parameters[f->first_parameter + i];
        if (!v->is_ordered[id]) continue;
        spvui_join(a, id, returns);
        v->current[id] = a->content_of[id] + 1;
    }
    for (k = first->first + 1; k < first->last; k++)
        if (m->insts[k].opcode == SPVM_OpVariable) spvui_join(a, m->insts[k].result, 0);
    for (i = v->own; i != SPVM_NONE; i = v->links[i].next) spvui_join(a, v->links[i].what, 0);
    spvui_version_blocks(a, f);
    if (returns > 1) /* which of them it was decides what is left */
        for (i = v->left; i != SPVM_NONE; i = v->links[i].next)
            spvui_edge(a, u->leave, a->content_of[v->links[i].what], SPVU_QUAD, SPVU_WHY_FLOW,
                       SPVM_NONE);
    if (returns > 1)
        spvui_edge(a, u->leave, u->result, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
}

/* -------------------------------------------------------------------------------------------------
   // >>calls  [8]  summaries of functions, and their use
   A summary of a node is two nodes behind each other. The first collects what comes from outside of
   the function's parameters and is in the graph. Into the second go edges that no other node knows:
   each from a parameter (its value, what it holds) or the function's entry, with a cap. A call
   makes edges of its own of them. */

/* Nodes of a function from outside: what a walk back ends at. */
static int spvui_is_outside(const spvu_analysis *a, const spvu_function *f, spvu_node_ref n) {
    return n < f->first || n >= f->end || a->nodes[n].kind == SPVU_NODE_SOURCE;
}

static int spvui_is_given(const spvu_node *n) {
    return n->kind == SPVU_NODE_ENTRY || n->kind == SPVU_NODE_PARAMETER
           || n->kind == SPVU_NODE_HELD;
}

/* An edge that only its end knows. */
static void spvui_template(spvu_analysis *a, spvu_node_ref from, spvu_node_ref to, uint32_t cap) {
    spvu_edge_ref out = a->nodes[from].out;
    spvui_edge(a, from, to, (spvu_scope)cap, SPVU_WHY_RETURN, SPVM_NONE);
    a->nodes[from].out = out;
}

enum { SPVUI_DONE = 16 }; /* added to the cost of a node that was looked at */

static void spvui_summarize_node(spvu_analysis *a, const spvu_function *f, spvu_node_ref n,
                                 spvu_node_ref summary, uint32_t cap, uint32_t *tails) {
    spvui_scratch *s = a->scratch;
    spvu_edge_ref i, next;
    for (i = a->nodes[n].in; i != SPVM_NONE; i = next) {
        spvu_node_ref from = a->edges[i].from;
        uint32_t cost = a->edges[i].cap > cap ? a->edges[i].cap : cap, old = a->nodes[from].cost;
        next = a->edges[i].next_in;
        if (s->steps_left > 0) s->steps_left--;
        if (spvui_is_outside(a, f, from)) {
            spvui_edge(a, from, summary, (spvu_scope)cost, SPVU_WHY_VALUE, a->edges[i].inst);
        } else if (cost < old % SPVUI_DONE) {
            a->nodes[from].cost = (uint8_t)cost;
            if (old == SPVU_UNIFORM) s->touched[tails[0]++] = from;
            if (cost == cap) s->queue[tails[1]++] = from;
        }
    }
}

/* Makes the summary of a node of a function: a walk back, one for each cap, over what it comes from
   alone. */
static void spvui_summarize(spvu_analysis *a, const spvu_function *f, spvu_node_ref target,
                            spvu_node_ref summary) {
    spvui_scratch *s = a->scratch;
    uint32_t cap, i, head, tails[2]; /* of touched, of the queue */
    s->touched[0] = target;
    tails[0] = 1;
    a->nodes[target].cost = SPVU_QUAD;
    for (cap = SPVU_QUAD; cap < SPVU_UNIFORM; cap++) {
        tails[1] = 0;
        for (i = 0; i < tails[0]; i++)
            if (a->nodes[s->touched[i]].cost == cap) s->queue[tails[1]++] = s->touched[i];
        for (head = 0; head < tails[1]; head++) {
            spvu_node_ref n = s->queue[head];
            a->nodes[n].cost = (uint8_t)(cap + SPVUI_DONE);
            spvui_summarize_node(a, f, n, summary, cap, tails);
            if (!spvui_is_given(&a->nodes[n])) continue;
            spvui_template(a, n, summary + 1, cap);
            if (s->templates_left > 0) s->templates_left--;
        }
    }
    for (i = 0; i < tails[0]; i++) a->nodes[s->touched[i]].cost = SPVU_UNIFORM;
}

/* What stands at a call for the begin of an edge of a template. */
static spvu_node_ref spvui_given(const spvu_analysis *a, const spvm_inst *call,
                                 const spvu_node *n) {
    const spvm_module *m = a->module;
    spvm_id id;
    if (n->kind == SPVU_NODE_ENTRY) return a->scratch->flow;
    id = spvm_operand(m, call, 4 + n->place);
    if (n->kind == SPVU_NODE_PARAMETER) return a->value_of[id];
    return spvui_content(a, spvui_word(call, 4 + n->place));
}

/* Makes a node at a call differ as a summary says. */
static void spvui_apply(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref summary,
                        spvu_node_ref to) {
    const spvm_inst *call = &a->module->insts[at];
    spvu_edge_ref i, next;
    spvui_edge(a, summary, to, SPVU_QUAD, SPVU_WHY_RETURN, at);
    for (i = a->nodes[summary + 1].in; i != SPVM_NONE; i = next) {
        const spvu_edge *e = &a->edges[i];
        next = e->next_in;
        spvui_edge(a, spvui_given(a, call, &a->nodes[e->from]), to, (spvu_scope)e->cap,
                   SPVU_WHY_RETURN, at);
    }
}

static void spvui_argument(spvu_analysis *a, spvm_inst_ref at, spvm_word_ref word,
                           spvm_id parameter) {
    const spvm_module *m = a->module;
    spvm_id argument = word == 0 ? 0 : m->words[word];
    spvu_node_ref held, content = spvui_content(a, word);
    spvui_edge(a, a->value_of[argument], a->value_of[parameter], SPVU_QUAD, SPVU_WHY_ARGUMENT, at);
    if (a->content_of[parameter] == 0) return;
    held = a->content_of[parameter] + 1;
    if (content != 0) spvui_edge(a, content, held, SPVU_QUAD, SPVU_WHY_ARGUMENT, at);
    else spvui_source(a, held, SPVU_QUAD, at);
}

/* Whether the calls that a function makes count. Those of functions that no entry point comes to
   are not in the text. */
static int spvui_is_run(const spvu_analysis *a, spvm_function_ref f) {
    return !a->scratch->options.as_wgsl || a->functions[f].is_entry || a->functions[f].is_called;
}

static void spvui_call(spvu_analysis *a, spvm_inst_ref at, spvu_node_ref result) {
    const spvm_module *m = a->module;
    const spvm_inst *inst = &m->insts[at];
    const spvm_function *f = &m->functions[spvui_callee(m, inst)];
    const spvu_function *u = &a->functions[spvui_callee(m, inst)];
    spvu_node_ref flow;
    uint32_t k;
    if (u->result == 0) {
        spvui_source(a, result, SPVU_QUAD, at);
        spvui_effects(a, at, 0);
        return;
    }
    if (spvui_is_run(a, m->blocks[inst->block].function)) {
        for (k = 0; k < f->parameter_count; k++)
            spvui_argument(a, at, spvui_word(inst, 4 + k), m->parameters[f->first_parameter + k]);
        spvui_edge(a, a->scratch->flow, u->entry, SPVU_QUAD, SPVU_WHY_CALL, at);
    }
    spvui_apply(a, at, u->summary, result);
    for (k = 0; k < u->written_count; k++) {
        spvu_node_ref content = a->scratch->written[u->first_written + k];
        spvu_node_ref to = spvui_written(a, spvui_word(inst, 4 + a->nodes[content + 1].place), at);
        if (a->nodes[content].place != 0) spvui_apply(a, at, a->nodes[content].place, to);
        else spvui_edge(a, content, to, SPVU_QUAD, SPVU_WHY_RETURN, at);
    }
    if (!u->may_kill) return;
    flow = spvui_node(a, SPVU_NODE_FLOW, 0, at);
    spvui_edge(a, a->scratch->flow, flow, SPVU_QUAD, SPVU_WHY_FLOW, SPVM_NONE);
    spvui_edge(a, u->kill, flow, SPVU_QUAD, SPVU_WHY_KILL, at);
    if (a->scratch->options.as_wgsl) spvui_source(a, flow, SPVU_QUAD, at); /* private: spv_killed */
    a->scratch->flow = flow;
}

static void spvui_parameters(spvu_analysis *a, const spvm_function *f) {
    const spvm_module *m = a->module;
    uint32_t k;
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id id = m->parameters[f->first_parameter + k];
        a->value_of[id] = spvui_node(a, SPVU_NODE_PARAMETER, id, k);
        if (!spvui_is_pointer(m, id)) continue;
        a->content_of[id] = spvui_node(a, SPVU_NODE_CONTENT, id, 0);
        spvui_node(a, SPVU_NODE_HELD, id, k);
        if (!a->scratch->versions.is_ordered[id]) spvui_unordered(a, id);
    }
}

static int spvui_has_phi(const spvm_module *m, const spvm_block *b) {
    spvm_inst_ref i = b->first + 1;
    while (i < b->last
           && (spvui_is_line(&m->insts[i]) || m->insts[i].opcode == SPVM_OpExtInst))
        i++;
    return m->insts[i].opcode == SPVM_OpPhi;
}

/* Nodes of all values, variables and blocks of a function. */
static void spvui_nodes_of(spvu_analysis *a, const spvm_function *f) {
    const spvm_module *m = a->module;
    uint32_t i;
    spvm_inst_ref k;
    for (i = 0; i < f->block_count; i++) {
        spvm_block_ref at = f->first_block + i;
        const spvm_block *b = &m->blocks[at];
        a->flow_of[at] = spvui_node(a, i == 0 ? SPVU_NODE_ENTRY : SPVU_NODE_FLOW, 0, b->first);
        if (spvui_is_loop(m, b)) spvui_node(a, SPVU_NODE_FLOW, 0, b->first);
        if (spvui_has_phi(m, b))
            a->scratch->join_of[at] = spvui_node(a, SPVU_NODE_FLOW, 0, b->first);
        if (b->opens != SPVM_NONE && b->order != SPVM_NONE)
            a->scratch->header_of[b->merge_block] = at;
        for (k = b->first + 1; k < b->last; k++) {
            const spvm_inst *inst = &m->insts[k];
            if (inst->opcode == SPVM_OpVariable) spvui_variable(a, inst->result);
            else if (inst->result != 0 && inst->type != 0)
                a->value_of[inst->result] = spvui_node(a, SPVU_NODE_VALUE, inst->result, k);
        }
    }
}

static void spvui_block(spvu_analysis *a, spvu_function *u, spvm_block_ref at) {
    const spvm_module *m = a->module;
    const spvm_block *b = &m->blocks[at];
    const spvm_inst *last = &m->insts[b->last];
    spvui_scratch *s = a->scratch;
    spvm_inst_ref k;
    s->flow = a->flow_of[at];
    for (k = b->first + 1; k < b->last; k++) spvui_instruction(a, k);
    spvui_needs_of(a, b->last, spvui_rule(a, last->opcode));
    s->out_of[at] = s->flow;
    spvui_decide(a, at);
    if (last->opcode == SPVM_OpReturnValue) {
        spvui_edge(a, a->value_of[spvm_operand(m, last, 1)], u->result, SPVU_QUAD, SPVU_WHY_VALUE,
                   b->last);
    }
    if (b->exit == SPVM_EXIT_RETURN) spvui_edge(a, s->flow, u->leave, SPVU_QUAD, SPVU_WHY_FLOW,
                                                SPVM_NONE);
    if (b->exit != SPVM_EXIT_KILL || s->options.kill_is_demote) return;
    u->may_kill = 1;
    spvui_edge(a, s->flow, u->kill, SPVU_QUAD, SPVU_WHY_KILL, b->last);
}

/* Whether something in the function changes what a pointer parameter holds. */
static int spvui_is_changed(const spvu_analysis *a, spvm_id parameter) {
    spvu_edge_ref i = a->nodes[a->content_of[parameter]].in;
    if (a->scratch->versions.is_ordered[parameter])
        return a->scratch->versions.is_written[parameter];
    return i != SPVM_NONE && a->edges[i].next_in != SPVM_NONE;
}

static void spvui_summary_pair(spvu_analysis *a, const spvu_function *u, spvu_node_ref target,
                               spvm_id id) {
    spvu_node_ref first = spvui_node(a, SPVU_NODE_SUMMARY, id, target);
    if (spvui_node(a, SPVU_NODE_SUMMARY, id, target) != 0) spvui_summarize(a, u, target, first);
}

static void spvui_raise(spvu_analysis *a, spvu_node_ref n, uint32_t need) {
    if (a->nodes[n].need < need) a->nodes[n].need = (uint8_t)need;
}

/* Which scope must agree on each node of a function, 1 + the scope, or 0: a walk back from what the
   function needs itself, and what those need that it calls. */
static void spvui_needed(spvu_analysis *a, const spvm_function *f, spvu_function *u,
                         uint32_t first_need, spvu_edge_ref first_edge) {
    const spvm_module *m = a->module;
    uint32_t need, head, tail, n, k;
    spvu_edge_ref i;
    for (k = first_need; k < a->scratch->need_count; k++)
        spvui_raise(a, a->scratch->needs[k].node, (uint32_t)a->scratch->needs[k].scope + 1);
    for (i = first_edge; i < a->edge_count; i++) {
        const spvu_edge *e = &a->edges[i];
        if (e->from >= u->first && e->to < u->first && e->cap < a->nodes[e->to].need
            && spvui_is_given(&a->nodes[e->to]))
            spvui_raise(a, e->from, a->nodes[e->to].need);
    }
    for (need = SPVU_UNIFORM; need > 0; need--) {
        tail = 0;
        for (n = u->first; n < u->end; n++)
            if (a->nodes[n].need == need) a->scratch->queue[tail++] = n;
        for (head = 0; head < tail; head++)
            for (i = a->nodes[a->scratch->queue[head]].in; i != SPVM_NONE;
                 i = a->edges[i].next_in) {
                n = a->edges[i].from;
                if (n < u->first || a->edges[i].cap >= need || a->nodes[n].need >= need) continue;
                a->nodes[n].need = (uint8_t)need;
                a->scratch->queue[tail++] = n;
            }
    }
    need = a->nodes[u->entry].need;
    u->must_flow = need == 0 ? SPVU_UNIFORM : (spvu_scope)(need - 1);
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id id = m->parameters[f->first_parameter + k];
        need = a->nodes[a->value_of[id]].need; /* who reads behind it uses it as well */
        if (need > 0) u->must_parameter[k] = (uint8_t)(need - 1);
    }
}

/* Builds a function. Requires those that it calls. */
static void spvui_function(spvu_analysis *a, spvm_function_ref at) {
    const spvm_module *m = a->module;
    const spvm_function *f = &m->functions[at];
    spvu_function *u = &a->functions[at];
    spvui_scratch *s = a->scratch;
    spvu_edge_ref i;
    uint32_t k, first_need = s->need_count, first_edge = a->edge_count;
    u->first = a->node_count;
    if (f->block_count == 0) return;
    u->kill = spvui_node(a, SPVU_NODE_FLOW, f->id, SPVM_NONE);
    spvui_parameters(a, f);
    spvui_nodes_of(a, f);
    u->entry = a->flow_of[f->first_block];
    for (k = 0; k < f->call_count; k++)
        if (a->functions[m->calls[f->first_call + k].callee].may_kill) {
            u->may_kill = 1;
            spvui_edge(a, a->functions[m->calls[f->first_call + k].callee].kill, u->kill,
                       SPVU_QUAD, SPVU_WHY_KILL, m->calls[f->first_call + k].inst);
        }
    u->result = spvui_node(a, SPVU_NODE_VALUE, f->id, SPVM_NONE);
    u->leave = spvui_node(a, SPVU_NODE_FLOW, 0, SPVM_NONE);
    spvui_version(a, f, u);
    for (k = 0; k < f->order_count; k++) spvui_block(a, u, m->order[f->first_block + k]);
    spvui_leaving(a, f);
    for (k = 0; k < f->order_count; k++) spvui_block_flow(a, m->order[f->first_block + k]);
    if (a->status != SPVU_OK) return;
    u->end = a->node_count;
    spvui_needed(a, f, u, first_need, first_edge);
    u->summary = a->node_count;
    spvui_summary_pair(a, u, u->result, f->id);
    if (a->status != SPVU_OK) return;
    for (i = a->nodes[u->summary + 1].in; i != SPVM_NONE; i = a->edges[i].next_in)
        if (a->nodes[a->edges[i].from].kind != SPVU_NODE_ENTRY)
            u->conditional[a->nodes[a->edges[i].from].place] = 1;
    u->first_written = s->written_count;
    s->steps_left = 64 * (u->end - u->first);
    s->templates_left = 64 * (f->parameter_count + 4);
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id id = m->parameters[f->first_parameter + k];
        spvu_node_ref content = a->content_of[id];
        if (content == 0 || !spvui_is_changed(a, id)) continue;
        s->versions.is_written[id] = 1;
        s->written[s->written_count++] = content;
        u->written_count++;
        if (s->steps_left == 0 || s->templates_left == 0) continue;
        a->nodes[content].place = a->node_count;
        spvui_summary_pair(a, u, content, id);
        if (a->status != SPVU_OK) return;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>levels  [9]  the walk, findings, reasons */

static void spvui_spread(spvu_analysis *a, spvu_node_ref n, uint32_t level, uint32_t *tail) {
    spvu_edge_ref i;
    for (i = a->nodes[n].out; i != SPVM_NONE; i = a->edges[i].next_out) {
        const spvu_edge *e = &a->edges[i];
        uint32_t to = e->cap > level ? e->cap : level;
        if (to >= a->nodes[e->to].level) continue;
        a->nodes[e->to].level = (uint8_t)to;
        a->nodes[e->to].cause = i;
        if (to == level) a->scratch->queue[(*tail)++] = e->to;
    }
}

/* Gives all nodes their levels. */
static void spvui_levels(spvu_analysis *a) {
    uint32_t level, head, tail, n;
    for (level = SPVU_QUAD; level < SPVU_UNIFORM; level++) {
        tail = 0;
        for (n = 1; n < a->node_count; n++)
            if (a->nodes[n].level == level) a->scratch->queue[tail++] = n;
        for (head = 0; head < tail; head++)
            spvui_spread(a, a->scratch->queue[head], level, &tail);
    }
}

static void spvui_find(spvu_analysis *a) {
    spvui_scratch *s = a->scratch;
    uint32_t i, count = 0;
    for (i = 0; i < s->need_count; i++) {
        spvu_finding f = s->needs[i];
        f.level = (spvu_scope)a->nodes[f.node].level;
        if (f.level <= f.scope) s->needs[count++] = f;
    }
    a->findings = s->needs;
    a->finding_count = count;
}

spvu_status spvu_analyze(spvu_analysis *a, const spvu_options *options, const spvm_module *m,
                         void *memory, size_t size) {
    spvui_scratch *s;
    size_t skip = (16 - (uintptr_t)memory % 16) % 16;
    uint32_t i;
    spvui_fill_bytes((uint8_t *)a, sizeof *a, 0);
    a->module = m;
    a->needed = size < spvu_memory(m) ? spvu_memory(m) : size + size / 2;
    if (!m->is_structured) return a->status = SPVU_UNSUPPORTED;
    if (memory == NULL || size < skip + sizeof *s + 16) return a->status = SPVU_MEMORY;
    s = (spvui_scratch *)(void *)((uint8_t *)memory + skip);
    spvui_fill_bytes((uint8_t *)s, sizeof *s, 0);
    s->at = (uint8_t *)s + (sizeof *s + 15) / 16 * 16;
    s->left = size - skip - (sizeof *s + 15) / 16 * 16;
    if (options != NULL) s->options = *options;
    a->scratch = s;
    if (!spvui_begin(a, m)) return a->status;
    spvui_find_ordered(a);
    for (i = 0; i < m->variable_count; i++) {
        const spvm_inst *inst = spvm_def(m, m->variables[i]);
        spvui_variable(a, inst->result);
    }
    for (i = 0; i < m->entry_count; i++) spvui_not_flat(a, &m->entries[i]);
    for (i = 0; i < m->function_count && a->status == SPVU_OK; i++)
        spvui_function(a, m->call_order[i]);
    if (a->status != SPVU_OK) return a->status;
    spvui_levels(a);
    spvui_find(a);
    for (i = 0; i < m->function_count; i++)
        a->functions[i].return_level = (spvu_scope)a->nodes[a->functions[i].summary].level;
    return a->status;
}

/* The function that a node is of. They follow each other as they were built. */
static const spvu_function *spvui_owner(const spvu_analysis *a, spvu_node_ref n) {
    const spvm_module *m = a->module;
    uint32_t low = 0, high = m->function_count, middle;
    while (high - low > 1) {
        middle = low + (high - low) / 2;
        if (a->functions[m->call_order[middle]].first <= n) low = middle;
        else high = middle;
    }
    return &a->functions[m->call_order[low]];
}

/* Whether the reasons inside of a function lead to the node that a summary's reason is, and not out
   to a call, or to what others do elsewhere. That node was reached before the summary, so that a
   chain of reasons ends. */
static int spvui_is_inside(const spvu_analysis *a, const spvu_node *summary) {
    const spvu_function *f;
    spvu_node_ref n = summary->place, wanted;
    if (summary->kind != SPVU_NODE_SUMMARY || summary->cause == SPVM_NONE) return 0;
    wanted = a->edges[summary->cause].from;
    f = spvui_owner(a, n);
    while (n != wanted && a->nodes[n].cause != SPVM_NONE && !spvui_is_given(&a->nodes[n])
           && !spvui_is_outside(a, f, n))
        n = a->edges[a->nodes[n].cause].from;
    return n == wanted;
}

int spvu_next_reason(const spvu_analysis *a, const spvu_finding *f, spvu_cursor *cursor,
                     spvu_reason *reason) {
    const spvu_node *n;
    const spvu_edge *e;
    if (cursor->step == 0) {
        cursor->node = f->node;
        reason->why = SPVU_WHY_NEED;
        reason->inst = cursor->inst = f->inst;
        reason->id = a->module->insts[f->inst].result;
        reason->about = f->is_operand ? a->nodes[f->node].id : 0;
        reason->level = f->level;
        return (int)++cursor->step;
    }
    while (cursor->node != 0) {
        n = &a->nodes[cursor->node];
        if (spvui_is_inside(a, n)) {
            cursor->node = n->place;
            continue;
        }
        if (n->kind == SPVU_NODE_ENTRY) cursor->about = 0;
        else if (n->kind != SPVU_NODE_FLOW) cursor->about = n->id;
        reason->level = (spvu_scope)n->level;
        reason->about = cursor->about;
        if (n->cause == SPVM_NONE) {
            cursor->node = 0;
            reason->why = SPVU_WHY_SOURCE;
            reason->inst = n->kind == SPVU_NODE_SOURCE ? n->place : cursor->inst;
            reason->id = n->id;
            return 1;
        }
        e = &a->edges[n->cause];
        cursor->node = e->from;
        if (e->inst != SPVM_NONE) cursor->inst = e->inst;
        if (e->why == SPVU_WHY_FLOW || e->inst == SPVM_NONE) continue;
        reason->why = (spvu_why)e->why;
        reason->inst = e->inst;
        reason->id = a->nodes[e->from].id;
        return 1;
    }
    return 0;
}

const char *spvu_scope_name(const spvu_analysis *a, spvu_scope scope) {
    static const char *const names[] = {"quad", "subgroup", "workgroup", "draw", "nothing"};
    if (scope == SPVU_QUAD && a->scratch->has_patches) return "patch";
    return names[scope <= SPVU_UNIFORM ? scope : SPVU_UNIFORM];
}

spvu_scope spvu_value_level(const spvu_analysis *a, spvm_id id) {
    return id < a->module->bound ? (spvu_scope)a->nodes[a->value_of[id]].level : SPVU_UNIFORM;
}

#endif /* SPV_UNIFORMITY_IMPLEMENTED */
#endif /* SPV_UNIFORMITY_IMPLEMENTATION */
