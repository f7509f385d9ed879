/* Checks the words of a SPIR-V module more strictly than spirv-val: that every value is defined
   once, before and above its uses, that φs name exactly the blocks that branch to them, that
   control flow is structured as section 2.11 of the specification says, and what lambdav promises
   beyond it. It shares no code with lambdav.h, and reads any module of Vulkan's kind.

       structure_check(words, count, message, size)         all rules: for lambdav's modules
       structure_check_any(words, count, message, size)     the specification's rules alone

   0: every rule holds. 1: message says where which rule is broken, "function 8, block 33: a branch
   leaves a construct ... [construct-exit]"; numbers are ids, `word 120` is a place in the module.
   STRUCTURE_RULES lists the rules; spirv-val's own are not repeated but for the cheap ones.

   Method. One pass over the words finds definitions, blocks and edges. For each function: a depth
   first search over the structured edges (branches, and header to merge block and to continue
   target) that visits merge blocks first, so that its reverse postorder is the structured order;
   dominators over these edges, and over the branches alone, by Cooper, Harvey and Kennedy; each
   with preorder numbers, so that dominance is two comparisons. Constructs are found along the
   dominator tree: a block's innermost construct is its dominator's, less those that do not contain
   it. Then each edge is judged by the constructs that it leaves and enters, and each use by its
   definition. Memory is kept between calls and grows as needed; not for two threads at once. */
#ifndef STRUCTURE_H
#define STRUCTURE_H

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv/unified1/spirv.h>

/* name, and what is wrong. */
#define STRUCTURE_RULES(X)                                                                         \
    X(module_form, "the words do not form a module")                                               \
    X(id_bound, "an id is 0 or not below the bound")                                               \
    X(id_once, "an id is defined twice")                                                           \
    X(id_defined, "an id is used that nothing defines")                                            \
    X(global_order, "a declaration uses what is declared later")                                   \
    X(block_form, "a block is not a label, instructions and one terminator")                       \
    X(phi_first, "a φ stands behind another instruction")                                          \
    X(variable_first, "a variable of a function does not stand at its beginning")                  \
    X(merge_place, "a merge instruction does not stand right before a branch of its kind")         \
    X(branch_target, "a branch or a merge instruction does not name a block of its function")      \
    X(entry_branched, "a branch goes to the first block of a function")                            \
    X(merge_missing, "a branch has several ways within a construct and no merge instruction")      \
    X(merge_once, "two headers have the same merge block")                                         \
    X(merge_dominated, "a header does not dominate its merge block")                               \
    X(merge_is_continue, "merge block and continue target of a loop are the same")                 \
    X(continue_dominated, "a loop header does not dominate its continue target")                   \
    X(continue_once, "two loops have the same continue target")                                    \
    X(back_edge_header, "a branch goes back to a block that is no loop header above it")           \
    X(back_edge_one, "a loop does not have exactly one back edge")                                 \
    X(back_edge_continue, "a back edge does not come from the loop's continue construct")          \
    X(back_edge_after, "a way from a continue target does not end in the back edge")               \
    X(construct_entry, "a branch enters a construct elsewhere than at its first block")            \
    X(construct_exit, "a branch leaves a construct otherwise than by a way out")                   \
    X(switch_dominates, "a switch does not dominate one of its cases, or shares it")               \
    X(switch_once, "a case goes on into two cases, or two cases into one")                         \
    X(switch_order, "a case goes on into one that is not the next")                                \
    X(switch_literals, "a switch has a literal twice")                                             \
    X(block_order, "a block stands before one that dominates it")                                  \
    X(phi_parents, "the parents of a φ are not the blocks that branch here, each once")            \
    X(use_dominated, "a use is not dominated by the definition")                                   \
    X(operand_type, "an operand's type is not the one that the instruction takes")                 \
    X(result_type, "a result's type is not the one that the instruction gives")                    \
    /* lambdav's own */                                                                            \
    X(own_instruction, "an instruction that lambdav does not know")                                \
    X(own_merge, "a conditional branch has no merge instruction, or is no `if (c) break`")         \
    X(own_join, "branches meet in a block that is no merge block, header or continue target")      \
    X(own_guard, "a way out of a loop, or a kill, has no guard like `if (c) break`")               \
    X(own_continue, "a continue block is not φs and the back edge alone")                          \
    X(own_unreachable, "a block that nothing branches to is more than OpUnreachable")              \
    X(own_return, "a function does not end in its one return")                                     \
    X(own_order, "a construct's blocks do not stand in a row before its merge block")              \
    X(own_scope, "an atomic or a barrier does not reach all that sees the memory")                 \
    X(own_access, "memory is read that is called NonReadable, or written that is NonWritable")     \
    X(own_contraction, "arithmetic that must not be contracted is not marked so")                  \
    X(own_bound, "the bound is not one more than the highest id")

/* Operands of an instruction: t result type, r result, i id, n number, s string, w number and id,
   m image operands, a memory operands; * repeats what is before it, ? says that it may be left out.
   Then how its types are checked: see structure_types. */
#define STRUCTURE_DECLARE(X)                                                                       \
    X(Nop, "", '-') X(Undef, "tr", '-') X(SourceContinued, "s", '-') X(Source, "n*", '-')          \
    X(SourceExtension, "s", '-') X(Name, "is", '-') X(MemberName, "ins", '-') X(String, "rs", '-') \
    X(Line, "inn", '-') X(Extension, "s", '-') X(ExtInstImport, "rs", '-')                         \
    X(ExtInst, "trini*", '-') X(MemoryModel, "nn", '-') X(EntryPoint, "nisi*", '-')                \
    X(ExecutionMode, "in*", '-') X(Capability, "n", '-') X(TypeVoid, "r", '-')                     \
    X(TypeBool, "r", '-') X(TypeInt, "rnn", '-') X(TypeFloat, "rn", '-') X(TypeVector, "rin", '-') \
    X(TypeMatrix, "rin", '-') X(TypeImage, "rinnnnnnn?", '-') X(TypeSampler, "r", '-')             \
    X(TypeSampledImage, "ri", '-') X(TypeArray, "rii", '-') X(TypeRuntimeArray, "ri", '-')         \
    X(TypeStruct, "ri*", '-') X(TypePointer, "rni", '-') X(TypeFunction, "rii*", '-')              \
    X(TypeForwardPointer, "in", '-') X(ConstantTrue, "tr", '-') X(ConstantFalse, "tr", '-')        \
    X(Constant, "trn*", '-') X(ConstantComposite, "tri*", '-') X(ConstantNull, "tr", '-')          \
    X(SpecConstantTrue, "tr", '-') X(SpecConstantFalse, "tr", '-') X(SpecConstant, "trn*", '-')    \
    X(SpecConstantComposite, "tri*", '-') X(SpecConstantOp, "trn*", '-') X(Function, "trni", '-')  \
    X(FunctionParameter, "tr", '-') X(FunctionEnd, "", '-') X(FunctionCall, "trii*", '-')          \
    X(Variable, "trni?", '-')
#define STRUCTURE_MEMORY(X)                                                                        \
    X(ImageTexelPointer, "triii", '-') X(Load, "tria", 'L') X(Store, "iia", 'W')                   \
    X(CopyMemory, "iiaa", '-') X(AccessChain, "trii*", '-') X(InBoundsAccessChain, "trii*", '-')   \
    X(PtrAccessChain, "triii*", '-') X(ArrayLength, "trin", '-') X(Decorate, "in*", '-')           \
    X(MemberDecorate, "inn*", '-') X(DecorationGroup, "r", '-') X(GroupDecorate, "ii*", '-')       \
    X(GroupMemberDecorate, "iin*", '-') X(VectorExtractDynamic, "trii", '-')                       \
    X(VectorInsertDynamic, "triii", '-') X(VectorShuffle, "triin*", '-')                           \
    X(CompositeConstruct, "tri*", 'K') X(CompositeExtract, "trin*", 'X')                           \
    X(CompositeInsert, "triin*", '-') X(CopyObject, "tri", '=') X(Transpose, "tri", '-')           \
    X(SampledImage, "trii", '-') X(ImageSampleImplicitLod, "triim", '-')                           \
    X(ImageSampleExplicitLod, "triim", '-') X(ImageSampleDrefImplicitLod, "triiim", '-')           \
    X(ImageSampleDrefExplicitLod, "triiim", '-') X(ImageSampleProjImplicitLod, "triim", '-')       \
    X(ImageSampleProjExplicitLod, "triim", '-') X(ImageSampleProjDrefImplicitLod, "triiim", '-')   \
    X(ImageSampleProjDrefExplicitLod, "triiim", '-') X(ImageFetch, "triim", '-')                   \
    X(ImageGather, "triiim", '-') X(ImageDrefGather, "triiim", '-') X(ImageRead, "triim", '-')     \
    X(ImageWrite, "iiim", '-') X(Image, "tri", '-') X(ImageQuerySizeLod, "trii", '-')              \
    X(ImageQuerySize, "tri", '-') X(ImageQueryLod, "trii", '-') X(ImageQueryLevels, "tri", '-')    \
    X(ImageQuerySamples, "tri", '-') X(ConvertFToU, "tri", 'n') X(ConvertFToS, "tri", 'n')         \
    X(ConvertSToF, "tri", 'n') X(ConvertUToF, "tri", 'n') X(UConvert, "tri", '-')                  \
    X(SConvert, "tri", '-') X(FConvert, "tri", '-') X(QuantizeToF16, "tri", '-')                   \
    X(ConvertPtrToU, "tri", '-') X(ConvertUToPtr, "tri", '-') X(Bitcast, "tri", '-')
#define STRUCTURE_NUMBERS(X)                                                                       \
    X(SNegate, "tri", 'I') X(FNegate, "tri", 'F') X(IAdd, "trii", 'I') X(FAdd, "trii", 'F')        \
    X(ISub, "trii", 'I') X(FSub, "trii", 'F') X(IMul, "trii", 'I') X(FMul, "trii", 'F')            \
    X(UDiv, "trii", 'I') X(SDiv, "trii", 'I') X(FDiv, "trii", 'F') X(UMod, "trii", 'I')            \
    X(SRem, "trii", 'I') X(SMod, "trii", 'I') X(FRem, "trii", 'F') X(FMod, "trii", 'F')            \
    X(VectorTimesScalar, "trii", 'V') X(MatrixTimesScalar, "trii", '-')                            \
    X(VectorTimesMatrix, "trii", '-') X(MatrixTimesVector, "trii", '-')                            \
    X(MatrixTimesMatrix, "trii", '-') X(OuterProduct, "trii", '-') X(Dot, "trii", 'D')             \
    X(IAddCarry, "trii", '-') X(ISubBorrow, "trii", '-') X(UMulExtended, "trii", '-')              \
    X(SMulExtended, "trii", '-') X(Any, "tri", 'A') X(All, "tri", 'A') X(IsNan, "tri", 'f')        \
    X(IsInf, "tri", 'f') X(LogicalEqual, "trii", 'B') X(LogicalNotEqual, "trii", 'B')              \
    X(LogicalOr, "trii", 'B') X(LogicalAnd, "trii", 'B') X(LogicalNot, "tri", 'B')                 \
    X(Select, "triii", 'S')
#define STRUCTURE_COMPARE(X)                                                                       \
    X(IEqual, "trii", 'i') X(INotEqual, "trii", 'i') X(UGreaterThan, "trii", 'i')                  \
    X(SGreaterThan, "trii", 'i') X(UGreaterThanEqual, "trii", 'i')                                 \
    X(SGreaterThanEqual, "trii", 'i') X(ULessThan, "trii", 'i') X(SLessThan, "trii", 'i')          \
    X(ULessThanEqual, "trii", 'i') X(SLessThanEqual, "trii", 'i') X(FOrdEqual, "trii", 'f')        \
    X(FUnordEqual, "trii", 'f') X(FOrdNotEqual, "trii", 'f') X(FUnordNotEqual, "trii", 'f')        \
    X(FOrdLessThan, "trii", 'f') X(FUnordLessThan, "trii", 'f') X(FOrdGreaterThan, "trii", 'f')    \
    X(FUnordGreaterThan, "trii", 'f') X(FOrdLessThanEqual, "trii", 'f')                            \
    X(FUnordLessThanEqual, "trii", 'f') X(FOrdGreaterThanEqual, "trii", 'f')                       \
    X(FUnordGreaterThanEqual, "trii", 'f') X(ShiftRightLogical, "trii", 'I')                       \
    X(ShiftRightArithmetic, "trii", 'I') X(ShiftLeftLogical, "trii", 'I')                          \
    X(BitwiseOr, "trii", 'I') X(BitwiseXor, "trii", 'I') X(BitwiseAnd, "trii", 'I')                \
    X(Not, "tri", 'I') X(BitFieldInsert, "triiii", '-') X(BitFieldSExtract, "triii", '-')          \
    X(BitFieldUExtract, "triii", '-') X(BitReverse, "tri", 'I') X(BitCount, "tri", 'I')            \
    X(DPdx, "tri", 'F') X(DPdy, "tri", 'F') X(Fwidth, "tri", 'F') X(DPdxFine, "tri", 'F')          \
    X(DPdyFine, "tri", 'F') X(FwidthFine, "tri", 'F') X(DPdxCoarse, "tri", 'F')                    \
    X(DPdyCoarse, "tri", 'F') X(FwidthCoarse, "tri", 'F') X(EmitVertex, "", '-')                   \
    X(EndPrimitive, "", '-') X(EmitStreamVertex, "i", '-') X(EndStreamPrimitive, "i", '-')
#define STRUCTURE_EFFECTS(X)                                                                       \
    X(ControlBarrier, "iii", '-') X(MemoryBarrier, "ii", '-') X(AtomicLoad, "triii", '-')          \
    X(AtomicStore, "iiii", '-') X(AtomicExchange, "triiii", '-')                                   \
    X(AtomicCompareExchange, "triiiiii", '-') X(AtomicIIncrement, "triii", '-')                    \
    X(AtomicIDecrement, "triii", '-') X(AtomicIAdd, "triiii", '-') X(AtomicISub, "triiii", '-')    \
    X(AtomicSMin, "triiii", '-') X(AtomicUMin, "triiii", '-') X(AtomicSMax, "triiii", '-')         \
    X(AtomicUMax, "triiii", '-') X(AtomicAnd, "triiii", '-') X(AtomicOr, "triiii", '-')            \
    X(AtomicXor, "triiii", '-') X(Phi, "trii*", 'P') X(LoopMerge, "iin", '-')                      \
    X(SelectionMerge, "in", '-') X(Label, "r", '-') X(Branch, "i", '-')                            \
    X(BranchConditional, "iiin*", 'C') X(Switch, "iiw*", 'T') X(Kill, "", '-') X(Return, "", '-')  \
    X(ReturnValue, "i", 'R') X(Unreachable, "", '-') X(NoLine, "", '-')                            \
    X(ModuleProcessed, "s", '-') X(ExecutionModeId, "in*", '-') X(DecorateId, "in*", '-')
#define STRUCTURE_GROUPS(X)                                                                        \
    X(GroupNonUniformElect, "tri", '-') X(GroupNonUniformAll, "trii", '-')                         \
    X(GroupNonUniformAny, "trii", '-') X(GroupNonUniformAllEqual, "trii", '-')                     \
    X(GroupNonUniformBroadcast, "triii", '-') X(GroupNonUniformBroadcastFirst, "trii", '-')        \
    X(GroupNonUniformBallot, "trii", '-') X(GroupNonUniformInverseBallot, "trii", '-')             \
    X(GroupNonUniformBallotBitExtract, "triii", '-')                                               \
    X(GroupNonUniformBallotBitCount, "trini", '-') X(GroupNonUniformBallotFindLSB, "trii", '-')    \
    X(GroupNonUniformBallotFindMSB, "trii", '-') X(GroupNonUniformShuffle, "triii", '-')           \
    X(GroupNonUniformShuffleXor, "triii", '-') X(GroupNonUniformShuffleUp, "triii", '-')           \
    X(GroupNonUniformShuffleDown, "triii", '-') X(GroupNonUniformIAdd, "trinii?", '-')             \
    X(GroupNonUniformFAdd, "trinii?", '-') X(GroupNonUniformIMul, "trinii?", '-')                  \
    X(GroupNonUniformFMul, "trinii?", '-') X(GroupNonUniformSMin, "trinii?", '-')                  \
    X(GroupNonUniformUMin, "trinii?", '-') X(GroupNonUniformFMin, "trinii?", '-')                  \
    X(GroupNonUniformSMax, "trinii?", '-') X(GroupNonUniformUMax, "trinii?", '-')                  \
    X(GroupNonUniformFMax, "trinii?", '-') X(GroupNonUniformBitwiseAnd, "trinii?", '-')            \
    X(GroupNonUniformBitwiseOr, "trinii?", '-') X(GroupNonUniformBitwiseXor, "trinii?", '-')       \
    X(GroupNonUniformLogicalAnd, "trinii?", '-') X(GroupNonUniformLogicalOr, "trinii?", '-')       \
    X(GroupNonUniformLogicalXor, "trinii?", '-') X(GroupNonUniformQuadBroadcast, "triii", '-')     \
    X(GroupNonUniformQuadSwap, "triii", '-')

enum {
#define STRUCTURE_ROW(name, text) STRUCTURE_##name,
    STRUCTURE_RULES(STRUCTURE_ROW)
#undef STRUCTURE_ROW
        STRUCTURE_RULE_COUNT
};
enum {
    STRUCTURE_NONE = -1,
    STRUCTURE_HEADER = 5,  /* words */
    STRUCTURE_MAX_OP = 512 /* instructions of later numbers are not read, but for one */
};
/* The two graphs that have dominators. */
enum { STRUCTURE_STRUCTURED, STRUCTURE_FLOW, STRUCTURE_GRAPHS };
enum {
    STRUCTURE_ROOT,
    STRUCTURE_SELECTION,
    STRUCTURE_SWITCH,
    STRUCTURE_CASE,
    STRUCTURE_LOOP,
    STRUCTURE_CONTINUE
};

typedef struct structure_id {
    uint32_t at, type; /* first word of its definition, 0: none; its type */
    int32_t block;     /* where it is defined, or NONE */
    uint32_t marks;    /* how it, or a member of the struct, is decorated: STRUCTURE_MARK_... */
} structure_id;

/* Blocks are numbered through the module, edges through a function: edges `out` to `out + ways` are
   the branches, up to `out + all` also to merge block and continue target; the `preds` edges that
   come here are incoming[in] and what follows. */
typedef struct structure_block {
    uint32_t id, at, terminator, merge_at;  /* words; merge_at 0: no merge instruction */
    int32_t merge, next;                    /* its merge block; its continue target */
    int32_t merge_of, continue_of, case_of; /* the headers that name it */
    int32_t back, order;                    /* the block of its back edge; place in the order */
    int32_t falls, fallen;                  /* the next case, the one before */
    int32_t out, ways, all, in, preds;
    int32_t outer, inner, own; /* constructs: around it, of it, that its merge declares */
    int32_t above[STRUCTURE_GRAPHS], first[STRUCTURE_GRAPHS], size[STRUCTURE_GRAPHS];
    uint32_t stamp;
} structure_block;

typedef struct structure_construct {
    int32_t kind, parent, depth, header, merge, next, owner; /* owner: the loop or switch header */
} structure_construct;

typedef struct structure_edge {
    int32_t from, to;
} structure_edge;

typedef struct structure_state {
    const uint32_t *words;
    size_t count;
    int own;    /* lambdav's rules too */
    int strict; /* some arithmetic is NoContraction, or the module keeps signed zeros */
    char *message;
    size_t size;
    uint32_t bound, function, glsl; /* id of the function in hand, of GLSL.std.450 */
    int32_t in_block;               /* block in hand */
    uint32_t stamp;
    structure_id *ids;
    structure_block *blocks;
    structure_construct *constructs;
    structure_edge *edges;
    int32_t *incoming, *order, *stack;
    uint32_t *literals;
    size_t id_room, block_room, construct_room, edge_room, incoming_room, order_room, stack_room;
    size_t literal_room;
    int32_t block_count, construct_count, edge_count, order_count;
    int32_t first, end; /* the blocks of the function in hand */
} structure_state;

static structure_state structure_kept;
static const char *structure_operands[STRUCTURE_MAX_OP];
static char structure_checks[STRUCTURE_MAX_OP];
static uint8_t structure_least[STRUCTURE_MAX_OP]; /* words */

/* ---- base */

static int structure_fail(structure_state *s, int rule, size_t at) {
    static const char *const names[] = {
#define STRUCTURE_ROW(name, text) #name,
        STRUCTURE_RULES(STRUCTURE_ROW)
#undef STRUCTURE_ROW
    };
    static const char *const texts[] = {
#define STRUCTURE_ROW(name, text) text,
        STRUCTURE_RULES(STRUCTURE_ROW)
#undef STRUCTURE_ROW
    };
    unsigned block = s->in_block >= 0 ? (unsigned)s->blocks[s->in_block].id : 0;
    snprintf(s->message, s->size, "function %u, block %u, word %lu: %s [%s]", (unsigned)s->function,
             block, (unsigned long)at, texts[rule], names[rule]);
    return 0;
}

static int structure_fail_block(structure_state *s, int rule, int32_t block) {
    s->in_block = block;
    return structure_fail(s, rule, s->blocks[block].at);
}

/* Makes room for `need` elements of `width` bytes; what was there is kept. */
static void *structure_room(void *old, size_t *room, size_t need, size_t width) {
    if (need <= *room) return old;
    *room = need * 2 + 64;
    old = realloc(old, *room * width);
    if (old == NULL) abort();
    return old;
}

/* The words that an instruction of this pattern has at least. */
static uint8_t structure_least_of(const char *pattern) {
    uint8_t words = 1;
    while (*pattern && *pattern != 'a' && *pattern != 'm' && pattern[1] != '*' && pattern[1] != '?')
        words++, pattern++;
    return words;
}

static void structure_setup(void) {
#define STRUCTURE_ROW(name, operands, check)                                                       \
    structure_operands[SpvOp##name] = operands, structure_checks[SpvOp##name] = check,             \
    structure_least[SpvOp##name] = structure_least_of(operands);
    STRUCTURE_DECLARE(STRUCTURE_ROW)
    STRUCTURE_MEMORY(STRUCTURE_ROW)
    STRUCTURE_NUMBERS(STRUCTURE_ROW)
    STRUCTURE_COMPARE(STRUCTURE_ROW)
    STRUCTURE_EFFECTS(STRUCTURE_ROW)
    STRUCTURE_GROUPS(STRUCTURE_ROW)
#undef STRUCTURE_ROW
}

static uint32_t structure_op(const uint32_t *w) {
    return w[0] & 0xffff;
}

static uint32_t structure_length(const uint32_t *w) {
    return w[0] >> 16;
}

/* Operand pattern; "" of what is not known. */
static const char *structure_pattern(uint32_t op) {
    if (op >= STRUCTURE_MAX_OP || structure_operands[op] == NULL) return "";
    return structure_operands[op];
}

static int structure_known(uint32_t op) {
    return op == SpvOpTerminateInvocation
           || (op < STRUCTURE_MAX_OP && structure_operands[op] != NULL);
}

static int structure_ends_block(uint32_t op) {
    return (op >= SpvOpBranch && op <= SpvOpUnreachable) || op == SpvOpTerminateInvocation
           || op == SpvOpIgnoreIntersectionKHR || op == SpvOpTerminateRayKHR;
}

/* The words of an id's definition. */
static const uint32_t *structure_words(const structure_state *s, uint32_t id) {
    return s->words + s->ids[id].at;
}

/* ---- operands */

typedef struct structure_reader {
    const uint32_t *w;
    uint32_t at, end, mask_ids,
        numbers; /* next word, end; ids and numbers still to come of masks */
    const char *pattern;
} structure_reader;

static structure_reader structure_read(const uint32_t *w) {
    structure_reader r;
    memset(&r, 0, sizeof r);
    r.w = w;
    r.at = 1;
    r.end = structure_length(w);
    r.pattern = structure_pattern(structure_op(w));
    return r;
}

static void structure_skip_string(structure_reader *r) {
    while (r->at < r->end && (r->w[r->at] & 0xff000000u) != 0) r->at++;
    r->at++;
}

/* Memory operands: Aligned has a number; MakePointerAvailable and Visible have ids. */
static void structure_memory_mask(structure_reader *r) {
    uint32_t mask = r->w[r->at++];
    r->numbers = mask >> 1 & 1;
    r->mask_ids = (mask >> 3 & 1) + (mask >> 4 & 1);
}

/* The letter of the next operand; 0 at the end of the pattern. */
static char structure_letter(structure_reader *r) {
    char letter = *r->pattern;
    if (letter == '\0') return 0;
    if (r->pattern[1] == '*') return letter;
    r->pattern += r->pattern[1] == '?' ? 2 : 1;
    return letter;
}

/* Finds the next operand that is a use of an id; its word, 0 behind the last. *letter: t or i. */
static uint32_t structure_next_use(structure_reader *r, char *letter) {
    while (r->at < r->end) {
        char kind;
        r->at += r->numbers;
        r->numbers = 0;
        *letter = 'i';
        if (r->mask_ids > 0 && r->at < r->end) return r->mask_ids--, r->at++;
        if (r->at >= r->end) return 0;
        kind = structure_letter(r);
        if (kind == 0) return 0;
        *letter = kind;
        if (kind == 't' || kind == 'i') return r->at++;
        if (kind == 'w') {
            r->at += 2;
            *letter = 'i';
            return r->at <= r->end ? r->at - 1 : 0;
        }
        if (kind == 's') {
            structure_skip_string(r);
        } else if (kind == 'a') {
            structure_memory_mask(r);
        } else {
            r->at++;
            if (kind == 'm') r->mask_ids = r->end - r->at;
        }
    }
    return 0;
}

/* ---- definitions, blocks */

static structure_block *structure_add_block(structure_state *s, size_t at, uint32_t id) {
    structure_block *b;
    s->blocks = (structure_block *)structure_room(s->blocks, &s->block_room,
                                                  (size_t)s->block_count + 1, sizeof *s->blocks);
    b = &s->blocks[s->block_count];
    memset(b, 0, sizeof *b);
    b->id = id;
    b->at = (uint32_t)at;
    b->merge = b->next = b->merge_of = b->continue_of = b->case_of = STRUCTURE_NONE;
    b->back = b->order = b->falls = b->fallen = b->own = STRUCTURE_NONE;
    s->in_block = s->block_count++;
    return b;
}

/* Takes down what the instruction defines. */
static int structure_define(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    const char *pattern = structure_pattern(structure_op(w));
    uint32_t place = *pattern == 't' ? 2 : 1, id;
    if (pattern[place - 1] != 'r') return 1;
    id = w[place];
    if (id == 0 || id >= s->bound) return structure_fail(s, STRUCTURE_id_bound, at);
    if (s->ids[id].at != 0) return structure_fail(s, STRUCTURE_id_once, at);
    s->ids[id].at = (uint32_t)at;
    s->ids[id].type = place == 2 ? w[1] : 0;
    s->ids[id].block = s->in_block;
    if (structure_op(w) == SpvOpFunctionParameter) s->ids[id].block = s->block_count;
    return 1;
}

static void structure_import(structure_state *s, const uint32_t *w) {
    static const char name[] = "GLSL.std.450";
    if (structure_op(w) == SpvOpExtInstImport && structure_length(w) >= 6
        && memcmp(w + 2, name, sizeof name) == 0)
        s->glsl = w[1];
}

/* The instruction within a function opens, closes or continues a block. */
static int structure_place(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t op = structure_op(w);
    structure_block *b;
    if (op == SpvOpLabel) {
        if (s->in_block >= 0) return structure_fail(s, STRUCTURE_block_form, at);
        structure_add_block(s, at, w[1]);
        return 1;
    }
    if (op == SpvOpLine || op == SpvOpNoLine || op == SpvOpFunctionParameter) return 1;
    if (s->in_block < 0) return structure_fail(s, STRUCTURE_block_form, at);
    b = &s->blocks[s->in_block];
    if (b->merge_at != 0 && !structure_ends_block(op))
        return structure_fail(s, STRUCTURE_merge_place, at);
    if (op == SpvOpLoopMerge || op == SpvOpSelectionMerge) b->merge_at = (uint32_t)at;
    if (structure_ends_block(op)) {
        b->terminator = (uint32_t)at;
        s->in_block = STRUCTURE_NONE;
    }
    return 1;
}

/* Reads one instruction of the first pass. */
static int structure_collect_one(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t op = structure_op(w);
    if (s->own && !structure_known(op)) return structure_fail(s, STRUCTURE_own_instruction, at);
    if (op < STRUCTURE_MAX_OP && structure_length(w) < structure_least[op])
        return structure_fail(s, STRUCTURE_module_form, at);
    if (op == SpvOpFunction) {
        if (s->function) return structure_fail(s, STRUCTURE_module_form, at);
        s->function = w[2];
    } else if (op == SpvOpFunctionEnd) {
        if (!s->function || s->in_block >= 0) return structure_fail(s, STRUCTURE_block_form, at);
        s->function = 0;
    } else if (s->function && !structure_place(s, at)) {
        return 0;
    }
    structure_import(s, w);
    return structure_define(s, at);
}

/* The first pass: ids and blocks. */
static int structure_collect(structure_state *s) {
    size_t at;
    if (s->count < STRUCTURE_HEADER || s->words[0] != SpvMagicNumber)
        return structure_fail(s, STRUCTURE_module_form, 0);
    s->bound = s->words[3];
    if (s->bound > 1u << 22) return structure_fail(s, STRUCTURE_id_bound, 3);
    s->ids = (structure_id *)structure_room(s->ids, &s->id_room, s->bound, sizeof *s->ids);
    memset(s->ids, 0, s->bound * sizeof *s->ids);
    for (at = STRUCTURE_HEADER; at < s->count; at += structure_length(s->words + at)) {
        uint32_t length = structure_length(s->words + at);
        if (length == 0 || length > s->count - at)
            return structure_fail(s, STRUCTURE_module_form, at);
        if (!structure_collect_one(s, at)) return 0;
    }
    return s->function == 0 || structure_fail(s, STRUCTURE_module_form, at);
}

static int structure_bound_is_tight(structure_state *s) {
    if (!s->own || (s->bound > 1 && s->ids[s->bound - 1].at != 0)) return 1;
    return structure_fail(s, STRUCTURE_own_bound, 3);
}

/* ---- edges */

/* The block of a label that is named at `at` within blocks [first, s->block_count). */
static int32_t structure_block_of(structure_state *s, size_t at, int32_t first, int32_t end) {
    uint32_t id = s->words[at];
    int32_t block;
    if (id == 0 || id >= s->bound || structure_op(structure_words(s, id)) != SpvOpLabel
        || s->ids[id].at == 0)
        return STRUCTURE_NONE;
    block = s->ids[id].block;
    return block >= first && block < end ? block : STRUCTURE_NONE;
}

static int32_t structure_edge_to(structure_state *s, int32_t from, size_t at, int32_t first,
                                 int32_t end) {
    int32_t to = structure_block_of(s, at, first, end);
    if (to < 0) {
        s->in_block = from;
        structure_fail(s, STRUCTURE_branch_target, at);
        return STRUCTURE_NONE;
    }
    s->edges = (structure_edge *)structure_room(s->edges, &s->edge_room, (size_t)s->edge_count + 1,
                                                sizeof *s->edges);
    s->edges[s->edge_count].from = from;
    s->edges[s->edge_count++].to = to;
    return to;
}

/* Whether the branch is of the kind that its merge instruction wants. */
static int structure_merge_fits(const structure_state *s, const structure_block *b) {
    uint32_t op = structure_op(s->words + b->terminator);
    const uint32_t *m = s->words + b->merge_at;
    if (structure_op(m) == SpvOpLoopMerge)
        return structure_length(m) >= 4 && (op == SpvOpBranch || op == SpvOpBranchConditional);
    return structure_length(m) == 3 && (op == SpvOpBranchConditional || op == SpvOpSwitch);
}

static int structure_merge_edges(structure_state *s, int32_t block, int32_t first, int32_t end) {
    structure_block *b = &s->blocks[block];
    int loop;
    if (!b->merge_at)
        return structure_op(s->words + b->terminator) != SpvOpSwitch
               || structure_fail_block(s, STRUCTURE_merge_missing, block);
    if (!structure_merge_fits(s, b)) return structure_fail_block(s, STRUCTURE_merge_place, block);
    loop = structure_op(s->words + b->merge_at) == SpvOpLoopMerge;
    b->merge = structure_edge_to(s, block, b->merge_at + 1, first, end);
    if (b->merge < 0) return 0;
    if (s->blocks[b->merge].merge_of >= 0)
        return structure_fail_block(s, STRUCTURE_merge_once, block);
    s->blocks[b->merge].merge_of = block;
    if (!loop) return 1;
    b->next = structure_edge_to(s, block, b->merge_at + 2, first, end);
    if (b->next < 0) return 0;
    if (b->next == b->merge) return structure_fail_block(s, STRUCTURE_merge_is_continue, block);
    if (s->blocks[b->next].continue_of >= 0)
        return structure_fail_block(s, STRUCTURE_continue_once, block);
    s->blocks[b->next].continue_of = block;
    return 1;
}

/* The word of the first target of a terminator, and how many words lie between targets. */
static uint32_t structure_first_target(uint32_t op, uint32_t *step) {
    *step = op == SpvOpSwitch ? 2 : 1;
    return op == SpvOpBranch ? 1 : 2;
}

static uint32_t structure_target_end(const uint32_t *w) {
    uint32_t op = structure_op(w), length = structure_length(w);
    if (op == SpvOpBranch) return 2;
    if (op == SpvOpBranchConditional) return 4;
    return op == SpvOpSwitch ? length : 0;
}

static int structure_branch_edges(structure_state *s, int32_t block, int32_t first, int32_t end) {
    size_t at = s->blocks[block].terminator;
    const uint32_t *w = s->words + at;
    uint32_t step, k = structure_first_target(structure_op(w), &step);
    if (structure_target_end(w) > structure_length(w))
        return structure_fail(s, STRUCTURE_module_form, at);
    s->blocks[block].out = s->edge_count;
    for (; k < structure_target_end(w); k += step) {
        int32_t to = structure_edge_to(s, block, at + k, first, end);
        if (to < 0) return 0;
        if (to == first) return structure_fail_block(s, STRUCTURE_entry_branched, block);
        if (structure_op(w) == SpvOpSwitch) s->blocks[to].case_of = block;
    }
    s->blocks[block].ways = s->edge_count - s->blocks[block].out;
    return 1;
}

/* Lists for each block the edges that come to it, s->incoming[in .. in + preds). */
static void structure_list_incoming(structure_state *s, int32_t first, int32_t end) {
    int32_t b, e, from = s->blocks[first].out, at = from;
    s->incoming = (int32_t *)structure_room(s->incoming, &s->incoming_room, (size_t)s->edge_count,
                                            sizeof *s->incoming);
    for (e = from; e < s->edge_count; e++) s->blocks[s->edges[e].to].preds++;
    for (b = first; b < end; b++) {
        s->blocks[b].in = at;
        at += s->blocks[b].preds;
        s->blocks[b].preds = 0;
    }
    for (e = from; e < s->edge_count; e++) {
        structure_block *to = &s->blocks[s->edges[e].to];
        s->incoming[to->in + to->preds++] = e;
    }
}

static int structure_make_edges(structure_state *s, int32_t first, int32_t end) {
    int32_t b;
    for (b = first; b < end; b++) {
        if (!structure_branch_edges(s, b, first, end) || !structure_merge_edges(s, b, first, end))
            return 0;
        s->blocks[b].all = s->edge_count - s->blocks[b].out;
    }
    structure_list_incoming(s, first, end);
    return 1;
}

/* Whether an edge is a branch, and not only from a header to its merge block or continue target. */
static int structure_is_branch(const structure_state *s, int32_t edge) {
    const structure_block *from = &s->blocks[s->edges[edge].from];
    return edge - from->out < from->ways;
}

/* ---- the structured order, dominators */

/* Blocks in reverse postorder of the structured edges: s->order[0 .. order_count). */
static void structure_make_order(structure_state *s, int32_t first, int32_t end) {
    size_t room = (size_t)(end - first);
    int32_t depth = 0, at = end - first, k;
    s->order = (int32_t *)structure_room(s->order, &s->order_room, room, sizeof *s->order);
    s->stack = (int32_t *)structure_room(s->stack, &s->stack_room, 2 * room, sizeof *s->stack);
    s->stack[0] = first;
    s->stack[1] = s->blocks[first].all;
    s->blocks[first].order = 0; /* seen */
    while (depth >= 0) {
        int32_t *top = s->stack + 2 * depth, to;
        if (top[1] == 0) {
            s->order[--at] = top[0];
            depth--;
            continue;
        }
        to = s->edges[s->blocks[top[0]].out + --top[1]].to;
        if (s->blocks[to].order >= 0) continue;
        s->blocks[to].order = 0;
        depth++;
        s->stack[2 * depth] = to;
        s->stack[2 * depth + 1] = s->blocks[to].all;
    }
    s->order_count = end - first - at;
    memmove(s->order, s->order + at, (size_t)s->order_count * sizeof *s->order);
    for (k = 0; k < s->order_count; k++) s->blocks[s->order[k]].order = k;
}

static int32_t structure_meet(const structure_state *s, int graph, int32_t a, int32_t b) {
    while (a != b) {
        while (s->blocks[a].order > s->blocks[b].order) a = s->blocks[a].above[graph];
        while (s->blocks[b].order > s->blocks[a].order) b = s->blocks[b].above[graph];
    }
    return a;
}

/* The meet of the known dominators of the blocks before `block`; NONE: nothing comes here yet. */
static int32_t structure_dominator(const structure_state *s, int graph, int32_t block) {
    const structure_block *b = &s->blocks[block];
    int32_t found = STRUCTURE_NONE, k;
    for (k = 0; k < b->preds; k++) {
        int32_t edge = s->incoming[b->in + k], from = s->edges[edge].from;
        if (s->blocks[from].order < 0 || s->blocks[from].above[graph] < 0) continue;
        if (graph == STRUCTURE_FLOW && !structure_is_branch(s, edge)) continue;
        found = found < 0 ? from : structure_meet(s, graph, found, from);
    }
    return found;
}

/* Preorder numbers and sizes of the subtrees of the dominator tree; a dominator comes earlier in
   the order. */
static void structure_number_tree(structure_state *s, int graph) {
    int32_t k;
    for (k = 0; k < s->order_count; k++) s->blocks[s->order[k]].size[graph] = 1;
    for (k = s->order_count - 1; k > 0; k--) {
        const structure_block *b = &s->blocks[s->order[k]];
        if (b->above[graph] >= 0) s->blocks[b->above[graph]].size[graph] += b->size[graph];
    }
    s->blocks[s->order[0]].first[graph] = 0;
    s->blocks[s->order[0]].stamp = 1; /* the next free number */
    for (k = 1; k < s->order_count; k++) {
        structure_block *b = &s->blocks[s->order[k]], *up;
        if (b->above[graph] < 0) continue;
        up = &s->blocks[b->above[graph]];
        b->first[graph] = (int32_t)up->stamp;
        b->stamp = up->stamp + 1;
        up->stamp += (uint32_t)b->size[graph];
    }
}

/* above[graph]: the immediate dominator; its own of the first block, NONE: cannot be reached. */
static void structure_make_dominators(structure_state *s, int graph) {
    int32_t k, changed = 1;
    for (k = 0; k < s->order_count; k++) s->blocks[s->order[k]].above[graph] = STRUCTURE_NONE;
    s->blocks[s->order[0]].above[graph] = s->order[0];
    while (changed) {
        changed = 0;
        for (k = 1; k < s->order_count; k++) {
            int32_t found = structure_dominator(s, graph, s->order[k]);
            if (s->blocks[s->order[k]].above[graph] != found) changed = 1;
            s->blocks[s->order[k]].above[graph] = found;
        }
    }
    structure_number_tree(s, graph);
}

/* Whether a block can be reached in a graph. */
static int structure_reached(const structure_state *s, int graph, int32_t block) {
    return s->blocks[block].order >= 0 && s->blocks[block].above[graph] >= 0;
}

/* Whether block a dominates block b, which can be reached. */
static int structure_dominates(const structure_state *s, int graph, int32_t a, int32_t b) {
    const structure_block *up = &s->blocks[a];
    int32_t at = s->blocks[b].first[graph];
    return structure_reached(s, graph, a) && at >= up->first[graph]
           && at < up->first[graph] + up->size[graph];
}

static int structure_above(const structure_state *s, int32_t a, int32_t b) {
    return structure_dominates(s, STRUCTURE_STRUCTURED, a, b);
}

/* ---- headers and back edges */

static int structure_check_header(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    if (b->merge < 0) return 1;
    if (b->merge == block || !structure_above(s, block, b->merge))
        return structure_fail_block(s, STRUCTURE_merge_dominated, block);
    if (b->next < 0) return 1;
    if (!structure_above(s, block, b->next))
        return structure_fail_block(s, STRUCTURE_continue_dominated, block);
    return 1;
}

/* Finds the back edges among the branches of a block. */
static int structure_find_back_edge(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    int32_t k;
    for (k = 0; k < b->ways; k++) {
        int32_t to = s->edges[b->out + k].to;
        if (s->blocks[to].order > b->order) continue;
        if (s->blocks[to].next < 0 || !structure_above(s, to, block))
            return structure_fail_block(s, STRUCTURE_back_edge_header, block);
        if (s->blocks[to].back >= 0 && s->blocks[to].back != block)
            return structure_fail_block(s, STRUCTURE_back_edge_one, to);
        s->blocks[to].back = block;
    }
    return 1;
}

/* Whether each way from the loop's continue target comes to its back edge, and all blocks that the
   target dominates lie on such ways: the back edge's block postdominates it. */
static int structure_check_continue(structure_state *s, int32_t loop) {
    int32_t target = s->blocks[loop].next, back = s->blocks[loop].back, depth = 0, seen = 1, k;
    if (target == loop)
        return back == loop || structure_fail_block(s, STRUCTURE_back_edge_after, loop);
    s->stamp++;
    s->blocks[back].stamp = s->stamp;
    if (target != back) s->stack[depth++] = target, seen++;
    s->blocks[target].stamp = s->stamp;
    while (depth > 0) {
        const structure_block *b = &s->blocks[s->stack[--depth]];
        if (b->all == 0) return structure_fail_block(s, STRUCTURE_back_edge_after, loop);
        for (k = 0; k < b->all; k++) {
            int32_t to = s->edges[b->out + k].to;
            if (s->blocks[to].stamp == s->stamp) continue;
            if (!structure_above(s, target, to))
                return structure_fail_block(s, STRUCTURE_back_edge_after, loop);
            s->blocks[to].stamp = s->stamp;
            s->stack[depth++] = to;
            seen++;
        }
    }
    return seen == s->blocks[target].size[STRUCTURE_STRUCTURED]
           || structure_fail_block(s, STRUCTURE_back_edge_after, loop);
}

static int structure_check_loop(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    if (b->next < 0) return 1;
    if (b->back < 0) return structure_fail_block(s, STRUCTURE_back_edge_one, block);
    if (!structure_above(s, b->next, b->back))
        return structure_fail_block(s, STRUCTURE_back_edge_continue, block);
    return structure_check_continue(s, block);
}

static int structure_check_loops(structure_state *s) {
    int32_t k;
    for (k = 0; k < s->order_count; k++)
        if (!structure_check_header(s, s->order[k])) return 0;
    for (k = 0; k < s->order_count; k++)
        if (!structure_find_back_edge(s, s->order[k])) return 0;
    s->stamp = (uint32_t)s->order_count; /* above the numbers that dominators left there */
    for (k = 0; k < s->order_count; k++)
        if (!structure_check_loop(s, s->order[k])) return 0;
    return 1;
}

/* ---- constructs. A merge block's and a continue target's immediate dominator is their header,
   because the structured edges say so; hence they lie in every construct that holds the header. */

static int32_t structure_add_construct(structure_state *s, int32_t kind, int32_t parent,
                                       int32_t header, int32_t owner) {
    structure_construct *c;
    s->constructs = (structure_construct *)structure_room(
        s->constructs, &s->construct_room, (size_t)s->construct_count + 1, sizeof *s->constructs);
    c = &s->constructs[s->construct_count];
    c->kind = kind;
    c->parent = parent;
    c->depth = parent < 0 ? 0 : s->constructs[parent].depth + 1;
    c->header = header;
    c->owner = owner;
    c->merge = owner < 0 ? STRUCTURE_NONE : s->blocks[owner].merge;
    c->next = kind == STRUCTURE_LOOP ? s->blocks[owner].next : STRUCTURE_NONE;
    return s->construct_count++;
}

static int structure_contains(const structure_state *s, int32_t construct, int32_t block) {
    const structure_construct *c = &s->constructs[construct];
    if (c->kind == STRUCTURE_ROOT) return 1;
    if (!structure_above(s, c->header, block) || structure_above(s, c->merge, block)) return 0;
    return c->next < 0 || c->next == c->header || !structure_above(s, c->next, block);
}

/* Whether `header`, which names `block`, is another block and can be reached. */
static int structure_is_named(const structure_state *s, int32_t header, int32_t block) {
    return header >= 0 && header != block && s->blocks[header].order >= 0;
}

/* The constructs that begin at a block, outermost first. */
static void structure_open_constructs(structure_state *s, int32_t block) {
    structure_block *b = &s->blocks[block];
    b->inner = b->outer;
    if (structure_is_named(s, b->continue_of, block))
        b->inner = structure_add_construct(s, STRUCTURE_CONTINUE, b->inner, block, b->continue_of);
    else if (structure_is_named(s, b->case_of, block) && b->merge_of != b->case_of)
        b->inner = structure_add_construct(s, STRUCTURE_CASE, b->inner, block, b->case_of);
    if (b->merge < 0) return;
    if (b->next >= 0)
        b->own = structure_add_construct(s, STRUCTURE_LOOP, b->inner, block, block);
    else if (structure_op(s->words + b->terminator) == SpvOpSwitch)
        b->own = structure_add_construct(s, STRUCTURE_SWITCH, b->inner, block, block);
    else
        b->own = structure_add_construct(s, STRUCTURE_SELECTION, b->inner, block, block);
    b->inner = b->own;
}

static void structure_make_constructs(structure_state *s) {
    int32_t k;
    s->construct_count = 0;
    structure_add_construct(s, STRUCTURE_ROOT, STRUCTURE_NONE, s->order[0], STRUCTURE_NONE);
    for (k = 0; k < s->order_count; k++) {
        structure_block *b = &s->blocks[s->order[k]];
        int32_t c = k == 0 ? 0 : s->blocks[b->above[STRUCTURE_STRUCTURED]].inner;
        while (!structure_contains(s, c, s->order[k])) c = s->constructs[c].parent;
        b->outer = c;
        structure_open_constructs(s, s->order[k]);
    }
}

/* Climbs from `c` through the kinds in `mask` to `goal`. */
static int structure_climbs(const structure_state *s, int32_t c, uint32_t mask, int32_t goal) {
    while (c != goal) {
        if (!(mask >> s->constructs[c].kind & 1)) return 0;
        c = s->constructs[c].parent;
        if (c < 0) return 0;
    }
    return 1;
}

#define STRUCTURE_IN_LOOP                                                                          \
    (1u << STRUCTURE_SELECTION | 1u << STRUCTURE_SWITCH | 1u << STRUCTURE_CASE)
#define STRUCTURE_IN_SWITCH (1u << STRUCTURE_SELECTION | 1u << STRUCTURE_CASE)

/* A branch to the merge block of `header`: the end of a selection, or a break. */
static int structure_may_merge(const structure_state *s, int32_t from, int32_t header) {
    int32_t c = s->blocks[from].inner, own = s->blocks[header].own;
    int32_t kind;
    if (own < 0) return 0; /* a header that cannot be reached */
    kind = s->constructs[own].kind;
    if (kind == STRUCTURE_SELECTION) return c == own;
    if (kind == STRUCTURE_SWITCH) return structure_climbs(s, c, STRUCTURE_IN_SWITCH, own);
    if (structure_climbs(s, c, STRUCTURE_IN_LOOP, own)) return 1;
    return s->blocks[header].back == from && s->constructs[c].kind == STRUCTURE_CONTINUE
           && s->constructs[c].owner == header;
}

/* A branch from one case to the next of the same switch, which takes it down. */
static int structure_may_fall(structure_state *s, int32_t from, int32_t to) {
    int32_t c = s->blocks[from].inner, header = s->blocks[to].case_of, target;
    while (s->constructs[c].kind == STRUCTURE_SELECTION) c = s->constructs[c].parent;
    if (s->constructs[c].kind == STRUCTURE_SWITCH) return s->constructs[c].owner == header;
    if (s->constructs[c].kind != STRUCTURE_CASE || s->constructs[c].owner != header) return 0;
    target = s->constructs[c].header;
    if ((s->blocks[target].falls >= 0 && s->blocks[target].falls != to)
        || (s->blocks[to].fallen >= 0 && s->blocks[to].fallen != target))
        return structure_fail_block(s, STRUCTURE_switch_once, from);
    s->blocks[target].falls = to;
    s->blocks[to].fallen = target;
    return 1;
}

/* Whether a branch that leaves the innermost construct of `from` is a way out. */
static int structure_check_exit(structure_state *s, int32_t from, int32_t to) {
    const structure_block *b = &s->blocks[to];
    if (b->merge_of >= 0 && structure_may_merge(s, from, b->merge_of)) return 1;
    if (b->continue_of >= 0
        && structure_climbs(s, s->blocks[from].inner, STRUCTURE_IN_LOOP,
                            s->blocks[b->continue_of].own))
        return 1;
    if (b->case_of >= 0 && b->merge_of != b->case_of) {
        s->message[0] = '\0';
        if (structure_may_fall(s, from, to)) return 1;
        if (s->message[0]) return 0;
    }
    return structure_fail_block(s, STRUCTURE_construct_exit, from);
}

/* The innermost construct of a block but for those that its merge instruction begins. */
static int32_t structure_around_header(const structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    return b->own >= 0 ? s->constructs[b->own].parent : b->inner;
}

static int structure_check_back_edge(structure_state *s, int32_t from, int32_t header) {
    int32_t c = structure_around_header(s, from);
    if (from == header
        || (s->constructs[c].kind == STRUCTURE_CONTINUE && s->constructs[c].owner == header))
        return 1;
    return structure_fail_block(s, STRUCTURE_back_edge_continue, from);
}

static int structure_check_branch(structure_state *s, int32_t from, int32_t to) {
    int32_t c = s->blocks[from].inner, outer = s->blocks[to].outer;
    if (s->blocks[to].order <= s->blocks[from].order) return structure_check_back_edge(s, from, to);
    while (s->constructs[c].depth > s->constructs[outer].depth) c = s->constructs[c].parent;
    if (c != outer) return structure_fail_block(s, STRUCTURE_construct_entry, from);
    return c == s->blocks[from].inner ? 1 : structure_check_exit(s, from, to);
}

/* Is a block a loop's header that ends in `if (c) break`? */
static int structure_own_breaks(const structure_state *s, const structure_block *b) {
    int32_t k, breaks = 0;
    for (k = 0; k < b->ways; k++) breaks |= s->edges[b->out + k].to == b->merge;
    return b->next >= 0 && breaks;
}

/* All branches of a block; without a selection merge, one at most stays in its construct. */
static int structure_check_branches(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    int32_t k, stay = STRUCTURE_NONE;
    int selects = b->merge >= 0 && b->next < 0;
    uint32_t op = structure_op(s->words + b->terminator);
    if (s->own && op == SpvOpBranchConditional && !selects && !structure_own_breaks(s, b))
        return structure_fail_block(s, STRUCTURE_own_merge, block);
    for (k = 0; k < b->ways; k++) {
        int32_t to = s->edges[b->out + k].to;
        if (!structure_check_branch(s, block, to)) return 0;
        if (selects || s->blocks[to].outer != b->inner || s->blocks[to].order <= b->order) continue;
        if (stay >= 0 && stay != to) return structure_fail_block(s, STRUCTURE_merge_missing, block);
        stay = to;
    }
    return 1;
}

/* ---- switches */

/* The place of the last literal case with this label in a switch; 0: it is the default alone. */
static uint32_t structure_case_place(const uint32_t *w, uint32_t id) {
    uint32_t k, last = 0;
    for (k = 4; k < structure_length(w); k += 2)
        if (w[k] == id) last = k;
    return last;
}

/* Whether the label `next` follows label `id` among the literal cases of a switch. */
static int structure_case_follows(const uint32_t *w, uint32_t id, uint32_t next) {
    uint32_t place = structure_case_place(w, id);
    return !place || !structure_case_place(w, next)
           || (place + 2 < structure_length(w) && w[place + 2] == next);
}

static int structure_compare(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

/* Whether the literals of a switch are all different. */
static int structure_literals_differ(structure_state *s, const uint32_t *w) {
    uint32_t k, count = (structure_length(w) - 3) / 2;
    s->literals = (uint32_t *)structure_room(s->literals, &s->literal_room, count,
                                             sizeof *s->literals);
    for (k = 0; k < count; k++) s->literals[k] = w[3 + 2 * k];
    qsort(s->literals, count, sizeof *s->literals, structure_compare);
    for (k = 1; k < count; k++)
        if (s->literals[k] == s->literals[k - 1]) return 0;
    return 1;
}

/* A case that goes on into another, maybe through the default, stands right before it. */
static int structure_check_cases(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    const uint32_t *w = s->words + b->terminator;
    int32_t k;
    if (!structure_literals_differ(s, w))
        return structure_fail_block(s, STRUCTURE_switch_literals, block);
    for (k = 0; k < b->ways; k++) {
        int32_t to = s->edges[b->out + k].to, next = s->blocks[to].falls;
        if (to == b->merge) continue;
        if (s->blocks[to].case_of != block || !structure_above(s, block, to)
            || s->constructs[s->blocks[to].outer].owner != block)
            return structure_fail_block(s, STRUCTURE_switch_dominates, block);
        if (next >= 0 && !structure_case_place(w, s->blocks[next].id)) next = s->blocks[next].falls;
        if (next >= 0 && !structure_case_follows(w, s->blocks[to].id, s->blocks[next].id))
            return structure_fail_block(s, STRUCTURE_switch_order, block);
    }
    return 1;
}

static int structure_check_constructs(structure_state *s) {
    int32_t k;
    structure_make_constructs(s);
    for (k = 0; k < s->order_count; k++)
        if (!structure_check_branches(s, s->order[k])) return 0;
    for (k = 0; k < s->order_count; k++)
        if (structure_op(s->words + s->blocks[s->order[k]].terminator) == SpvOpSwitch
            && !structure_check_cases(s, s->order[k]))
            return 0;
    return 1;
}

/* ---- the order of blocks, what lambdav promises */

static int structure_check_order(structure_state *s) {
    int32_t k, graph = s->own ? STRUCTURE_STRUCTURED : STRUCTURE_FLOW;
    for (k = 1; k < s->order_count; k++) {
        int32_t block = s->order[k], above = s->blocks[block].above[graph];
        if (structure_reached(s, graph, block) && above > block)
            return structure_fail_block(s, STRUCTURE_block_order, block);
    }
    return 1;
}

/* The blocks from a header to before its merge block are those of its construct. */
static int structure_own_order(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    int32_t c = b->inner, merge = s->constructs[c].merge;
    int32_t within = b->size[STRUCTURE_STRUCTURED];
    if (merge >= 0 && block > merge) return structure_fail_block(s, STRUCTURE_own_order, block);
    if (b->merge < 0) return 1;
    within -= s->blocks[b->merge].size[STRUCTURE_STRUCTURED];
    return b->merge - block == within || structure_fail_block(s, STRUCTURE_own_order, block);
}

/* `if (c) break`: the way out is the end of the loop's body, or of the arm of a selection whose
   other arm is its merge block, or whose two arms never come to its merge block. A guarded kill is
   of the same form. */
static int structure_own_guard(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block], *header;
    const structure_construct *c = &s->constructs[b->inner];
    int32_t k;
    if (c->kind != STRUCTURE_SELECTION) return 1;
    if (!structure_reached(s, STRUCTURE_FLOW, c->merge)) return 1;
    header = &s->blocks[c->header];
    for (k = 0; k < header->ways; k++)
        if (s->edges[header->out + k].to == header->merge) return 1;
    return structure_fail_block(s, STRUCTURE_own_guard, block);
}

static int structure_own_exits(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    uint32_t op = structure_op(s->words + b->terminator);
    int32_t to;
    if (op == SpvOpKill || op == SpvOpTerminateInvocation) return structure_own_guard(s, block);
    if (op != SpvOpBranch) return 1;
    to = s->edges[b->out].to;
    if (s->blocks[to].continue_of >= 0
        || (s->blocks[to].merge_of >= 0 && s->blocks[s->blocks[to].merge_of].next >= 0))
        return structure_own_guard(s, block);
    return 1;
}

/* The first word behind the φs of a block. */
static size_t structure_behind_phis(const structure_state *s, int32_t block) {
    size_t at = s->blocks[block].at + 2;
    for (;; at += structure_length(s->words + at)) {
        uint32_t op = structure_op(s->words + at);
        if (op != SpvOpPhi && op != SpvOpLine && op != SpvOpNoLine && op != SpvOpExtInst) return at;
        if (op == SpvOpExtInst && s->words[at + 3] == s->glsl) return at;
    }
}

/* Do several blocks branch to this one? Not if several cases of one OpSwitch do. */
static int structure_is_join(const structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    int32_t k;
    for (k = 1; k < b->preds; k++)
        if (s->edges[s->incoming[b->in + k]].from != s->edges[s->incoming[b->in]].from) return 1;
    return 0;
}

static int structure_own_blocks(structure_state *s, int32_t block) {
    const structure_block *b = &s->blocks[block];
    size_t behind = structure_behind_phis(s, block);
    uint32_t op = structure_op(s->words + b->terminator);
    if (b->merge_of < 0 && b->continue_of < 0 && b->next < 0 && structure_is_join(s, block))
        return structure_fail_block(s, STRUCTURE_own_join, block);
    if (b->continue_of >= 0
        && (behind != b->terminator || s->blocks[b->continue_of].back != block || b->ways != 1))
        return structure_fail_block(s, STRUCTURE_own_continue, block);
    if (b->continue_of < 0 && !structure_reached(s, STRUCTURE_FLOW, block)
        && (behind != b->terminator || op != SpvOpUnreachable || b->merge_of < 0))
        return structure_fail_block(s, STRUCTURE_own_unreachable, block);
    return 1;
}

/* One return, in the function's last block. */
static int structure_own_return(structure_state *s, int32_t first, int32_t end) {
    int32_t b;
    for (b = first; b < end; b++) {
        uint32_t op = structure_op(s->words + s->blocks[b].terminator);
        if ((op == SpvOpReturn || op == SpvOpReturnValue) != (b == end - 1))
            return structure_fail_block(s, STRUCTURE_own_return, b);
    }
    return 1;
}

static int structure_check_own(structure_state *s, int32_t first, int32_t end) {
    int32_t b;
    for (b = first; b < end; b++) {
        if (s->blocks[b].order < 0) return structure_fail_block(s, STRUCTURE_own_unreachable, b);
        if (!structure_own_blocks(s, b) || !structure_own_exits(s, b) || !structure_own_order(s, b))
            return 0;
    }
    return structure_own_return(s, first, end);
}

/* ---- types */

/* A scalar or vector type as kind << 16 | width << 8 | components; anything else as its id, with
   the highest bit. Signedness does not count. */
static uint32_t structure_shape(const structure_state *s, uint32_t type) {
    const uint32_t *w;
    uint32_t components = 1;
    if (type == 0 || type >= s->bound || s->ids[type].at == 0) return 0;
    w = structure_words(s, type);
    if (structure_op(w) == SpvOpTypeVector) {
        components = w[3];
        w = structure_words(s, w[2]);
    }
    switch (structure_op(w)) {
    case SpvOpTypeBool: return (uint32_t)SpvOpTypeBool << 16 | components;
    case SpvOpTypeInt:
    case SpvOpTypeFloat: return structure_op(w) << 16 | (w[2] & 0xff) << 8 | components;
    default: return 0x80000000u | type;
    }
}

static uint32_t structure_type_of(const structure_state *s, uint32_t id) {
    return id < s->bound ? s->ids[id].type : 0;
}

static uint32_t structure_shape_of(const structure_state *s, uint32_t id) {
    return structure_shape(s, structure_type_of(s, id));
}

/* What a pointer type points to; 0 if it is none. */
static uint32_t structure_pointee(const structure_state *s, uint32_t type) {
    const uint32_t *w;
    if (type == 0 || type >= s->bound || s->ids[type].at == 0) return 0;
    w = structure_words(s, type);
    return structure_op(w) == SpvOpTypePointer ? w[3] : 0;
}

/* Operands from word 3 on have the shape `shape`. */
static int structure_operands_are(structure_state *s, size_t at, uint32_t shape) {
    const uint32_t *w = s->words + at;
    uint32_t k;
    for (k = 3; k < structure_length(w); k++)
        if (structure_shape_of(s, w[k]) != shape)
            return structure_fail(s, STRUCTURE_operand_type, at);
    return 1;
}

static uint32_t structure_kind(uint32_t shape) {
    return shape >> 31 ? 0 : shape >> 16;
}

/* Result and operands are of one shape, and of this kind. */
static int structure_check_same(structure_state *s, size_t at, uint32_t kind) {
    uint32_t shape = structure_shape(s, s->words[at + 1]);
    if (structure_kind(shape) != kind) return structure_fail(s, STRUCTURE_result_type, at);
    return structure_operands_are(s, at, shape);
}

/* Bools from operands of this kind, as many as they have components. */
static int structure_check_compare(structure_state *s, size_t at, uint32_t kind) {
    const uint32_t *w = s->words + at;
    uint32_t result = structure_shape(s, w[1]), operand = structure_shape_of(s, w[3]);
    if (structure_kind(result) != SpvOpTypeBool || (result & 0xff) != (operand & 0xff))
        return structure_fail(s, STRUCTURE_result_type, at);
    if (structure_kind(operand) != kind) return structure_fail(s, STRUCTURE_operand_type, at);
    return structure_operands_are(s, at, operand);
}

static int structure_check_select(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t condition = structure_shape_of(s, w[3]), result = structure_shape(s, w[1]);
    if (structure_kind(condition) != SpvOpTypeBool
        || ((condition & 0xff) != 1 && (condition & 0xff) != (result & 0xff))
        || structure_type_of(s, w[4]) != w[1] || structure_type_of(s, w[5]) != w[1])
        return structure_fail(s, STRUCTURE_operand_type, at);
    return 1;
}

static int structure_check_extract(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t type = structure_type_of(s, w[3]), k;
    for (k = 4; k < structure_length(w) && type != 0; k++) {
        const uint32_t *t = structure_words(s, type);
        uint32_t op = structure_op(t), count = 0;
        if (op == SpvOpTypeVector || op == SpvOpTypeMatrix) count = t[3];
        if (op == SpvOpTypeStruct) count = structure_length(t) - 2;
        if (op != SpvOpTypeArray && w[k] >= count)
            return structure_fail(s, STRUCTURE_operand_type, at);
        type = op == SpvOpTypeStruct ? t[2 + w[k]] : t[2];
    }
    return type == w[1] || structure_fail(s, STRUCTURE_result_type, at);
}

/* The result of a construct has as many parts as the operands bring. */
static int structure_check_construct(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at, *t = structure_words(s, w[1]);
    uint32_t parts = 0, wanted, k;
    if (structure_op(t) == SpvOpTypeArray) return 1;
    if (structure_op(t) == SpvOpTypeVector) {
        wanted = t[3];
        for (k = 3; k < structure_length(w); k++) parts += structure_shape_of(s, w[k]) & 0xff;
    } else {
        wanted = structure_op(t) == SpvOpTypeMatrix ? t[3] : structure_length(t) - 2;
        parts = structure_length(w) - 3;
    }
    return parts == wanted || structure_fail(s, STRUCTURE_result_type, at);
}

static int structure_check_phi_types(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t k;
    for (k = 3; k < structure_length(w); k += 2)
        if (structure_type_of(s, w[k]) != w[1])
            return structure_fail(s, STRUCTURE_operand_type, at);
    return 1;
}

/* Dot (D), vector times scalar (V), any and all (A). */
static int structure_check_reduce(structure_state *s, size_t at, char check) {
    const uint32_t *w = s->words + at;
    uint32_t result = structure_shape(s, w[1]), a = structure_shape_of(s, w[3]);
    uint32_t kind = check == 'A' ? SpvOpTypeBool : SpvOpTypeFloat;
    if (structure_kind(a) != kind) return structure_fail(s, STRUCTURE_operand_type, at);
    if (check == 'V')
        return (result == a && structure_shape_of(s, w[4]) == ((a & ~0xffu) | 1))
               || structure_fail(s, STRUCTURE_operand_type, at);
    if (check == 'D' && structure_shape_of(s, w[4]) != a)
        return structure_fail(s, STRUCTURE_operand_type, at);
    return result == ((a & ~0xffu) | 1) || structure_fail(s, STRUCTURE_result_type, at);
}

static int structure_check_memory(structure_state *s, size_t at, char check) {
    const uint32_t *w = s->words + at;
    if (check == 'L')
        return structure_pointee(s, structure_type_of(s, w[3])) == w[1]
               || structure_fail(s, STRUCTURE_result_type, at);
    return structure_pointee(s, structure_type_of(s, w[1])) == structure_type_of(s, w[2])
           || structure_fail(s, STRUCTURE_operand_type, at);
}

static int structure_check_condition(structure_state *s, size_t at, char check) {
    uint32_t shape = structure_shape_of(s, s->words[at + 1]);
    uint32_t kind = check == 'C' ? SpvOpTypeBool : SpvOpTypeInt;
    return (structure_kind(shape) == kind && (shape & 0xff) == 1)
           || structure_fail(s, STRUCTURE_operand_type, at);
}

/* F I B: result and operands of one shape, of floats, ints, bools. f i: bools from floats, ints. n:
   as many components. = the operand's type. The others have functions of their own. */
static int structure_types(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    char check = structure_op(w) < STRUCTURE_MAX_OP ? structure_checks[structure_op(w)] : '-';
    switch (check) {
    case 'F': return structure_check_same(s, at, SpvOpTypeFloat);
    case 'I': return structure_check_same(s, at, SpvOpTypeInt);
    case 'B': return structure_check_same(s, at, SpvOpTypeBool);
    case 'f': return structure_check_compare(s, at, SpvOpTypeFloat);
    case 'i': return structure_check_compare(s, at, SpvOpTypeInt);
    case 'n':
        return (structure_shape(s, w[1]) & 0xff) == (structure_shape_of(s, w[3]) & 0xff)
               || structure_fail(s, STRUCTURE_result_type, at);
    case '=':
        return structure_type_of(s, w[3]) == w[1] || structure_fail(s, STRUCTURE_result_type, at);
    case 'S': return structure_check_select(s, at);
    case 'P': return structure_check_phi_types(s, at);
    case 'X': return structure_check_extract(s, at);
    case 'K': return structure_check_construct(s, at);
    case 'D':
    case 'V':
    case 'A': return structure_check_reduce(s, at, check);
    case 'L':
    case 'W': return structure_check_memory(s, at, check);
    case 'C':
    case 'T': return structure_check_condition(s, at, check);
    default: return 1;
    }
}

/* ---- uses */

/* Whether the definition of an id dominates the end of block `block`, or word `at` in it. */
static int structure_available(const structure_state *s, uint32_t id, int32_t block, size_t at) {
    const structure_id *d = &s->ids[id];
    if (d->block < 0) return 1;
    if (d->block < s->first || d->block >= s->end) return 0;
    if (!structure_reached(s, STRUCTURE_FLOW, block)) return 1;
    if (structure_op(structure_words(s, id)) == SpvOpLabel) return 1;
    if (d->block == block) return d->at < at;
    return structure_dominates(s, STRUCTURE_FLOW, d->block, block);
}

/* Ids of instruction sets other than GLSL.std.450 may be used before they are defined. */
static int structure_is_foreign(const structure_state *s, const uint32_t *w) {
    return structure_op(w) == SpvOpExtInst && structure_length(w) > 3 && w[3] != s->glsl;
}

static int structure_check_uses(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    structure_reader r = structure_read(w);
    char letter = 0;
    uint32_t k;
    while ((k = structure_next_use(&r, &letter)) != 0) {
        if (w[k] == 0 || w[k] >= s->bound) return structure_fail(s, STRUCTURE_id_bound, at);
        if (s->ids[w[k]].at == 0) return structure_fail(s, STRUCTURE_id_defined, at);
        if (structure_is_foreign(s, w)) continue;
        if (s->in_block < 0) continue;
        if (structure_op(w) == SpvOpPhi) continue;
        if (!structure_available(s, w[k], s->in_block, at))
            return structure_fail(s, STRUCTURE_use_dominated, at);
    }
    return 1;
}

/* The parents of a φ are the blocks that branch here, each once, and each value is there at its
   parent's end. */
static int structure_check_phi(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    const structure_block *b = &s->blocks[s->in_block];
    int32_t k, wanted = 0;
    uint32_t p;
    s->stamp += 2;
    for (k = 0; k < b->preds; k++) {
        structure_block *from = &s->blocks[s->edges[s->incoming[b->in + k]].from];
        if (!structure_is_branch(s, s->incoming[b->in + k]) || from->stamp == s->stamp) continue;
        from->stamp = s->stamp;
        wanted++;
    }
    if (structure_length(w) != 3 + 2 * (uint32_t)wanted)
        return structure_fail(s, STRUCTURE_phi_parents, at);
    for (p = 3; p < structure_length(w); p += 2) {
        int32_t parent = s->ids[w[p + 1]].block;
        if (structure_op(structure_words(s, w[p + 1])) != SpvOpLabel
            || s->blocks[parent].stamp != s->stamp)
            return structure_fail(s, STRUCTURE_phi_parents, at);
        s->blocks[parent].stamp++; /* not a second time */
        if (!structure_available(s, w[p], parent, SIZE_MAX))
            return structure_fail(s, STRUCTURE_use_dominated, at);
    }
    return 1;
}

/* φs stand first, variables first in the first block. *behind: something else has come. */
static int structure_check_place(structure_state *s, size_t at, int *behind) {
    uint32_t op = structure_op(s->words + at);
    if (op == SpvOpPhi) return !*behind || structure_fail(s, STRUCTURE_phi_first, at);
    if (op == SpvOpLine || op == SpvOpNoLine || structure_is_foreign(s, s->words + at)) return 1;
    if (op == SpvOpVariable)
        return (!*behind && s->in_block == s->first)
               || structure_fail(s, STRUCTURE_variable_first, at);
    *behind = 1;
    return 1;
}

/* ---- what lambdav promises of memory and arithmetic */

enum {
    STRUCTURE_MARK_NON_READABLE = 1,
    STRUCTURE_MARK_NON_WRITABLE = 2,
    STRUCTURE_MARK_NO_CONTRACTION = 4,
    STRUCTURE_BARRIER_SEMANTICS = SpvMemorySemanticsUniformMemoryMask
                                  | SpvMemorySemanticsWorkgroupMemoryMask
                                  | SpvMemorySemanticsImageMemoryMask
};

static void structure_mark(structure_state *s, uint32_t id, uint32_t decoration) {
    uint32_t mark = decoration == SpvDecorationNonReadable     ? STRUCTURE_MARK_NON_READABLE
                    : decoration == SpvDecorationNonWritable   ? STRUCTURE_MARK_NON_WRITABLE
                    : decoration == SpvDecorationNoContraction ? STRUCTURE_MARK_NO_CONTRACTION
                                                               : 0;
    if (id < s->bound) s->ids[id].marks |= mark;
    s->strict |= mark == STRUCTURE_MARK_NO_CONTRACTION;
}

static void structure_find_marks(structure_state *s) {
    size_t at;
    s->strict = 0;
    for (at = STRUCTURE_HEADER; at < s->count; at += structure_length(s->words + at)) {
        const uint32_t *w = s->words + at;
        if (structure_op(w) == SpvOpFunction) return;
        if (structure_op(w) == SpvOpDecorate) structure_mark(s, w[1], w[2]);
        if (structure_op(w) == SpvOpMemberDecorate) structure_mark(s, w[1], w[3]);
        if (structure_op(w) == SpvOpExecutionMode
            && w[2] == SpvExecutionModeSignedZeroInfNanPreserve)
            s->strict = 1;
    }
}

/* The variable that a pointer, or a loaded image, comes from; 0: not known. */
static uint32_t structure_root(const structure_state *s, uint32_t id) {
    int steps;
    for (steps = 0; steps < 64 && id < s->bound && s->ids[id].at != 0; steps++) {
        const uint32_t *w = structure_words(s, id);
        switch (structure_op(w)) {
        case SpvOpVariable: return id;
        case SpvOpAccessChain:
        case SpvOpInBoundsAccessChain:
        case SpvOpImageTexelPointer:
        case SpvOpCopyObject:
        case SpvOpLoad: id = w[3]; break;
        default: return 0;
        }
    }
    return 0;
}

/* The marks of the memory behind a pointer: its variable's, and those of the block's members. */
static uint32_t structure_marks_behind(const structure_state *s, uint32_t id) {
    uint32_t root = structure_root(s, id), type, steps, marks;
    if (root == 0) return 0;
    marks = s->ids[root].marks;
    type = structure_pointee(s, structure_type_of(s, root));
    for (steps = 0; steps < 8 && type != 0; steps++) {
        const uint32_t *w = structure_words(s, type);
        if (structure_op(w) == SpvOpTypeStruct) return marks | s->ids[type].marks;
        if (structure_op(w) != SpvOpTypeArray && structure_op(w) != SpvOpTypeRuntimeArray) break;
        type = w[2];
    }
    return marks;
}

static uint32_t structure_constant(const structure_state *s, uint32_t id) {
    if (id >= s->bound || s->ids[id].at == 0) return 0;
    return structure_op(structure_words(s, id)) == SpvOpConstant ? structure_words(s, id)[3] : 0;
}

static int structure_is_atomic(uint32_t op) {
    return op >= SpvOpAtomicLoad && op <= SpvOpAtomicXor;
}

/* Shared memory is the workgroup's, all other memory the device's. */
static int structure_own_scope(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t op = structure_op(w), pointer, scope, type, semantics = 0;
    if (structure_is_atomic(op)) {
        pointer = op == SpvOpAtomicStore ? w[1] : w[3];
        scope = structure_constant(s, op == SpvOpAtomicStore ? w[2] : w[4]);
        type = structure_type_of(s, pointer);
        if (scope == SpvScopeDevice) return 1;
        return (scope == SpvScopeWorkgroup
                && structure_words(s, type)[2] == (uint32_t)SpvStorageClassWorkgroup)
               || structure_fail(s, STRUCTURE_own_scope, at);
    }
    if (op != SpvOpControlBarrier && op != SpvOpMemoryBarrier) return 1;
    scope = structure_constant(s, op == SpvOpControlBarrier ? w[2] : w[1]);
    semantics = structure_constant(s, op == SpvOpControlBarrier ? w[3] : w[2]);
    if ((semantics & STRUCTURE_BARRIER_SEMANTICS) != STRUCTURE_BARRIER_SEMANTICS
        || (semantics & SpvMemorySemanticsAcquireReleaseMask) == 0)
        return structure_fail(s, STRUCTURE_own_scope, at);
    if (op == SpvOpMemoryBarrier)
        return scope == SpvScopeDevice || structure_fail(s, STRUCTURE_own_scope, at);
    return (structure_constant(s, w[1]) == SpvScopeWorkgroup
            && (scope == SpvScopeWorkgroup || scope == SpvScopeDevice))
           || structure_fail(s, STRUCTURE_own_scope, at);
}

/* What an instruction does to memory must be allowed there. An atomic that gives a value reads. */
static int structure_own_access(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t op = structure_op(w), reads = 0, writes = 0, pointee;
    if (structure_is_atomic(op)) {
        reads = op == SpvOpAtomicStore ? 0 : w[3];
        writes = op == SpvOpAtomicLoad ? 0 : op == SpvOpAtomicStore ? w[1] : w[3];
    } else if (op == SpvOpLoad) {
        pointee = structure_op(structure_words(s, w[1]));
        if (pointee != SpvOpTypeImage && pointee != SpvOpTypeSampledImage) reads = w[3];
    } else if (op == SpvOpImageRead) {
        reads = w[3];
    } else if (op == SpvOpStore || op == SpvOpImageWrite) {
        writes = w[1];
    }
    if ((reads && (structure_marks_behind(s, reads) & STRUCTURE_MARK_NON_READABLE))
        || (writes && (structure_marks_behind(s, writes) & STRUCTURE_MARK_NON_WRITABLE)))
        return structure_fail(s, STRUCTURE_own_access, at);
    return 1;
}

static int structure_own_contraction(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    switch (s->strict ? structure_op(w) : 0) {
    case SpvOpFNegate:
    case SpvOpFAdd:
    case SpvOpFSub:
    case SpvOpFMul:
    case SpvOpFDiv:
    case SpvOpFRem:
    case SpvOpFMod:
    case SpvOpVectorTimesScalar:
    case SpvOpMatrixTimesScalar:
    case SpvOpVectorTimesMatrix:
    case SpvOpMatrixTimesVector:
    case SpvOpMatrixTimesMatrix:
    case SpvOpOuterProduct:
    case SpvOpDot:
        return (s->ids[w[2]].marks & STRUCTURE_MARK_NO_CONTRACTION) != 0
               || structure_fail(s, STRUCTURE_own_contraction, at);
    default: return 1;
    }
}

static int structure_own_instruction(structure_state *s, size_t at) {
    return structure_own_scope(s, at) && structure_own_access(s, at)
           && structure_own_contraction(s, at);
}

static int structure_check_code(structure_state *s, int32_t block) {
    size_t at = s->blocks[block].at, end = s->blocks[block].terminator;
    int behind = 0;
    s->in_block = block;
    for (at += 2; at <= end; at += structure_length(s->words + at)) {
        if (!structure_check_place(s, at, &behind) || !structure_check_uses(s, at)) return 0;
        if (structure_op(s->words + at) == SpvOpPhi && !structure_check_phi(s, at)) return 0;
        if (!structure_types(s, at)) return 0;
        if (s->own && !structure_own_instruction(s, at)) return 0;
    }
    return 1;
}

/* ---- the whole */

static int structure_check_function(structure_state *s, int32_t first, int32_t end) {
    int32_t b;
    s->first = first;
    s->end = end;
    s->edge_count = 0;
    if (!structure_make_edges(s, first, end)) return 0;
    structure_make_order(s, first, end);
    structure_make_dominators(s, STRUCTURE_STRUCTURED);
    if (!structure_check_loops(s) || !structure_check_constructs(s)) return 0;
    structure_make_dominators(s, STRUCTURE_FLOW);
    s->stamp = (uint32_t)s->order_count + 1;
    for (b = first; b < end; b++)
        if (s->blocks[b].stamp > s->stamp) s->stamp = s->blocks[b].stamp;
    if (!structure_check_order(s)) return 0;
    for (b = first; b < end; b++)
        if (!structure_check_code(s, b)) return 0;
    return !s->own || structure_check_own(s, first, end);
}

/* A declaration that makes a type, constant or variable uses earlier ones. */
static int structure_check_declaration(structure_state *s, size_t at) {
    const uint32_t *w = s->words + at;
    uint32_t op = structure_op(w), k;
    structure_reader r = structure_read(w);
    char letter = 0;
    if (!structure_check_uses(s, at)) return 0;
    if (op < SpvOpTypeVoid || op > SpvOpVariable || op == SpvOpTypeForwardPointer
        || op == SpvOpTypeStruct)
        return 1;
    while ((k = structure_next_use(&r, &letter)) != 0)
        if (s->ids[w[k]].at >= at) return structure_fail(s, STRUCTURE_global_order, at);
    return 1;
}

/* The second pass: declarations and functions. */
static int structure_check_all(structure_state *s) {
    size_t at;
    int32_t first = 0, end;
    structure_find_marks(s);
    for (at = STRUCTURE_HEADER; at < s->count; at += structure_length(s->words + at)) {
        uint32_t op = structure_op(s->words + at);
        s->in_block = STRUCTURE_NONE;
        if (op == SpvOpFunction) s->function = s->words[at + 2];
        if (op == SpvOpFunctionEnd) {
            for (end = first; end < s->block_count && s->blocks[end].at < at;) end++;
            if (end > first && !structure_check_function(s, first, end)) return 0;
            first = end;
            s->function = 0;
        } else if ((!s->function || op == SpvOpFunction) && !structure_check_declaration(s, at)) {
            return 0;
        }
    }
    return 1;
}

static int structure_run(const uint32_t *words, size_t count, int own, char *message, size_t size) {
    structure_state *s = &structure_kept;
    if (structure_operands[SpvOpLabel] == NULL) structure_setup();
    s->words = words;
    s->count = count;
    s->own = own;
    s->message = message;
    s->size = size;
    s->function = s->glsl = 0;
    s->in_block = STRUCTURE_NONE;
    s->block_count = 0;
    if (size > 0) message[0] = '\0';
    return structure_collect(s) && structure_bound_is_tight(s) && structure_check_all(s) ? 0 : 1;
}

/* The rules of the specification and lambdav's own. */
static int structure_check(const uint32_t *words, size_t count, char *message, size_t size) {
    return structure_run(words, count, 1, message, size);
}

/* The rules of the specification. */
static int structure_check_any(const uint32_t *words, size_t count, char *message, size_t size) {
    return structure_run(words, count, 0, message, size);
}

#endif
