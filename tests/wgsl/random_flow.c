/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/wgsl/random_flow.c tests/code/lambdav_vk.c tests/code/spv_cpu.c -o random_flow -lSPIRV-Tools -lstdc++ -lm -ldl */
/* Random control flow in SPIR-V, as other compilers than lambdav may emit it: returns from the
   depth, switches that fall through, breaks and continues from anywhere, branches without a merge
   instruction, loops of one block, code and loops in continue constructs, blocks that nothing
   reaches, phis of constants and of each other, values that are used wherever they dominate, signs
   mixed in every way that is allowed.
       random_flow [--first N] [--programs N] [--size N] [--device EVERY] DIR
   Program N is made from its number (and size) alone, validated, and run on the CPU runner; its
   words are DIR/flow-N.spv, and a line of DIR/jobs.jsonl says what its buffer must hold
   afterwards (tests/wgsl/jobs.mjs runs it). --device runs every EVERY-th on a Vulkan device too,
   which must leave the same. Exit codes: 0, 1 if one was not valid, did not run or differs.

   A program is made in two steps. First blocks: a recursive walk opens constructs and says where
   each block goes. Then what they hold: along the reverse postorder, so that an operand may be
   anything that dominates its place. Each loop takes fuel from a private variable, without which it
   ends.
   contents: words · blocks · constructs · dominance · values · instructions · functions · main */
#include "lambdav_vk.h"
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"
#include "tests/support/random_bits.h"

enum { GROUP = 16, SLOTS = 4, INPUTS = 16, FUEL = 40, MAX_BLOCKS = 400, MAX_SUCCESSORS = 10,
       MAX_WORDS = 1 << 17, MAX_VALUES = 4000, MAX_PHIS = 1200, MAX_FUNCTIONS = 3, VARIABLES = 3,
       NONE = -1 };

/* ---- words */

typedef struct section {
    uint32_t words[MAX_WORDS];
    size_t count;
} section;

static uint32_t bound;

static uint32_t new_id(void) {
    return bound++;
}

static void put(section *s, uint32_t word) {
    if (s->count == MAX_WORDS) abort();
    s->words[s->count++] = word;
}

/* An instruction of `count` operands. */
static void put_op(section *s, uint32_t opcode, size_t count, const uint32_t *operands) {
    size_t i;
    put(s, (uint32_t)(count + 1) << 16 | opcode);
    for (i = 0; i < count; i++) put(s, operands[i]);
}

#define OP(s, opcode, ...) \
    put_op(s, opcode, sizeof (uint32_t[]){__VA_ARGS__} / 4, (uint32_t[]){__VA_ARGS__})

enum {
    OpExtInstImport = 11, OpExtInst = 12, OpMemoryModel = 14, OpEntryPoint = 15,
    OpExecutionMode = 16, OpCapability = 17, OpTypeVoid = 19, OpTypeBool = 20, OpTypeInt = 21,
    OpTypeVector = 23, OpTypeRuntimeArray = 29, OpTypeStruct = 30, OpTypePointer = 32,
    OpTypeFunction = 33, OpConstantTrue = 41, OpConstantFalse = 42, OpConstant = 43,
    OpFunction = 54, OpFunctionParameter = 55, OpFunctionEnd = 56, OpFunctionCall = 57,
    OpVariable = 59, OpLoad = 61, OpStore = 62, OpAccessChain = 65, OpDecorate = 71,
    OpMemberDecorate = 72, OpCompositeConstruct = 80, OpCompositeExtract = 81, OpBitcast = 124,
    OpSNegate = 126, OpIAdd = 128, OpISub = 130, OpIMul = 132, OpUDiv = 134, OpSDiv = 135,
    OpUMod = 137, OpSRem = 138, OpSMod = 139, OpLogicalEqual = 164, OpLogicalNotEqual = 165,
    OpLogicalOr = 166, OpLogicalAnd = 167, OpLogicalNot = 168, OpSelect = 169, OpIEqual = 170,
    OpINotEqual = 171, OpUGreaterThan = 172, OpSGreaterThan = 173, OpUGreaterThanEqual = 174,
    OpSLessThan = 177, OpULessThanEqual = 178, OpShiftRightLogical = 194,
    OpShiftRightArithmetic = 195, OpShiftLeftLogical = 196, OpBitwiseOr = 197, OpBitwiseXor = 198,
    OpBitwiseAnd = 199, OpNot = 200, OpBitReverse = 204, OpBitCount = 205, OpPhi = 245,
    OpLoopMerge = 246, OpSelectionMerge = 247, OpLabel = 248, OpBranch = 249,
    OpBranchConditional = 250, OpSwitch = 251, OpReturn = 253, OpReturnValue = 254,
    OpUnreachable = 255
};

static section globals, code;

typedef enum type { UINT, INT, BOOL, PAIR, TYPES } type; /* PAIR: two unsigned integers */

static uint32_t type_ids[TYPES], void_id, main_type, helper_type, uint_pointer, private_pointer,
    storage_pointer, out_id, in_id, fuel_id, invocation_id, glsl_id, triple_id, main_id,
    helper_ids[MAX_FUNCTIONS];

static struct {
    uint32_t value, id;
    type type;
} constants[64];
static size_t constant_count;

static uint32_t constant(type t, uint32_t value) {
    uint32_t id;
    size_t i;
    for (i = 0; i < constant_count; i++)
        if (constants[i].type == t && constants[i].value == value) return constants[i].id;
    id = new_id();
    if (t == BOOL) OP(&globals, value ? OpConstantTrue : OpConstantFalse, type_ids[BOOL], id);
    else OP(&globals, OpConstant, type_ids[t], id, value);
    if (constant_count == sizeof constants / sizeof *constants) abort();
    constants[constant_count].type = t;
    constants[constant_count].value = value;
    constants[constant_count++].id = id;
    return id;
}

/* ---- blocks */

typedef enum ending { TO_ONE, BY_CONDITION, BY_SELECTOR, RETURN, NOWHERE } ending;

typedef struct block {
    uint32_t label;
    ending ending;
    int successors[MAX_SUCCESSORS], count; /* of a selector: the default first */
    uint32_t literals[MAX_SUCCESSORS];
    int merge, continues; /* blocks, or NONE; `continues`: it is a loop's header */
    int stays;            /* which successor goes on with a loop, or NONE */
    int first_index;      /* in the order; NONE: not reached */
    int left_out;
    int dominator;
    size_t from, to;      /* its words, in `bodies` */
} block;

static block blocks[MAX_BLOCKS];
static int block_count, budget;
static section bodies;

static int new_block(void) {
    block *b = &blocks[block_count];
    if (block_count == MAX_BLOCKS) abort();
    memset(b, 0, sizeof *b);
    b->merge = b->continues = b->stays = b->first_index = b->dominator = NONE;
    b->ending = NOWHERE;
    b->label = new_id();
    return block_count++;
}

static void go(int from, int to) {
    blocks[from].ending = TO_ONE;
    blocks[from].successors[0] = to;
    blocks[from].count = 1;
}

/* To `a` or `b`, in either order. `stays`: which one goes on with a loop, or NONE. */
static void part(int from, int a, int b, int stays) {
    block *x = &blocks[from];
    int swap = (int)random_below(2);
    x->ending = BY_CONDITION;
    x->successors[swap] = a;
    x->successors[!swap] = b;
    x->count = 2;
    if (stays != NONE) x->stays = x->successors[0] == stays ? 0 : 1;
}

static int chance(uint32_t percent) {
    return random_below(100) < percent;
}

/* ---- constructs */

/* What a block may leave for. */
typedef struct around {
    int breaks, continues; /* of the innermost loop, NONE where there is none or it may not */
    int leaves;            /* the merge block of the innermost switch, inside that loop */
    int may_return, depth;
} around;

static void sequence(int from, int to, around a);

/* Ends a block at once, if there is a way to. Returns 0 if there is none. */
static int leave(int from, const around *a) {
    int ways[4], count = 0, to;
    if (a->breaks != NONE) ways[count++] = a->breaks;
    if (a->continues != NONE) ways[count++] = a->continues;
    if (a->leaves != NONE) ways[count++] = a->leaves;
    if (a->may_return) ways[count++] = NONE;
    if (count == 0) return 0;
    to = ways[random_below((uint32_t)count)];
    if (to == NONE) blocks[from].ending = RETURN;
    else go(from, to);
    return 1;
}

/* A selection of one or two sides; returns its merge block. */
static int selection(int from, around a) {
    int merge = new_block(), sides = 1 + (int)random_below(2), first = new_block(), second = merge;
    if (sides == 2) second = new_block();
    a.depth++;
    part(from, first, second, NONE);
    blocks[from].merge = merge;
    sequence(first, merge, a);
    if (sides == 2) sequence(second, merge, a);
    return merge;
}

/* A branch that leaves a construct from wherever it stands, with no merge block; returns where it
   goes on. */
static int bare_exit(int from, const around *a) {
    int next = new_block(), ways[3], count = 0;
    if (a->breaks != NONE) ways[count++] = a->breaks;
    if (a->continues != NONE) ways[count++] = a->continues;
    if (a->leaves != NONE) ways[count++] = a->leaves;
    if (count == 0) go(from, next);
    else part(from, next, ways[random_below((uint32_t)count)], NONE);
    return next;
}

/* A switch: cases in a row, some of which fall into the next; the default stands among them, or is
   the merge block. */
static int selector(int from, around a) {
    int merge = new_block(), cases = 1 + (int)random_below(4), falls[MAX_SUCCESSORS];
    int at_default = chance(50) ? (int)random_below((uint32_t)cases) : NONE;
    int rows[MAX_SUCCESSORS], i;
    block *x = &blocks[from];
    for (i = 0; i < cases; i++) rows[i] = chance(10) && i != at_default ? merge : new_block();
    for (i = 0; i < cases; i++)
        falls[i] = i + 1 < cases && rows[i] != merge && rows[i + 1] != merge && chance(35);
    x = &blocks[from];
    x->ending = BY_SELECTOR;
    x->merge = merge;
    x->successors[x->count++] = at_default == NONE ? merge : rows[at_default];
    for (i = 0; i < cases; i++) {
        if (i == at_default && chance(60)) continue;
        x->literals[x->count] = (uint32_t)i;
        x->successors[x->count++] = rows[i];
        if (chance(20) && x->count < MAX_SUCCESSORS - 2) {
            x->literals[x->count] = (uint32_t)(i + 4);
            x->successors[x->count++] = rows[i];
        }
    }
    a.leaves = merge;
    a.depth++;
    for (i = 0; i < cases; i++)
        if (rows[i] != merge) sequence(rows[i], falls[i] ? rows[i + 1] : merge, a);
    return merge;
}

/* A continue construct, from `from` back to the header. */
static void turn_back(int from, int header, int merge, int may_end, around a) {
    int last = new_block();
    a.breaks = a.continues = a.leaves = NONE;
    a.may_return = 0;
    a.depth += 2;
    sequence(from, last, a);
    if (may_end) part(last, header, merge, header);
    else go(last, header);
}

/* A loop; returns its merge block. */
static int loop(int from, around a) {
    int header = new_block(), merge = new_block(), body, turn, ends_below;
    go(from, header);
    blocks[header].merge = merge;
    if (chance(15)) { /* the header is all of it */
        blocks[header].continues = header;
        part(header, header, merge, header);
        return merge;
    }
    turn = new_block();
    body = new_block();
    blocks[header].continues = turn;
    ends_below = chance(40);
    a.depth++;
    a.breaks = merge;
    a.continues = turn;
    a.leaves = NONE;
    if (ends_below) {
        go(header, body);
    } else if (chance(70)) {
        part(header, body, merge, body);
    } else { /* the header goes on, what is behind it may leave */
        int next = new_block();
        go(header, next);
        part(next, body, merge, body);
    }
    if (chance(10)) { /* the continue construct is one block */
        sequence(body, turn, a);
        if (ends_below) part(turn, header, merge, header);
        else go(turn, header);
        return merge;
    }
    sequence(body, turn, a);
    turn_back(turn, header, merge, ends_below, a);
    return merge;
}

/* Everything between two blocks: `from` is open, and what reaches the end goes to `to`. */
static void sequence(int from, int to, around a) {
    int parts = (int)random_below(4), i;
    for (i = 0; i < parts; i++) {
        uint32_t kind = random_below(100);
        if (budget <= 0 || a.depth > 6) break;
        budget--;
        if (kind < 30) from = selection(from, a);
        else if (kind < 50) from = selector(from, a);
        else if (kind < 72) from = loop(from, a);
        else if (kind < 88) from = bare_exit(from, &a);
        else { int next = new_block(); go(from, next); from = next; }
    }
    if (a.depth > 0 && chance(18) && leave(from, &a)) return;
    go(from, to);
}

/* ---- dominance */

static int order[MAX_BLOCKS], order_count;

static void visit(int at) {
    block *b = &blocks[at];
    int i, start = b->count > 0 ? (int)random_below((uint32_t)b->count) : 0;
    b->first_index = MAX_BLOCKS; /* being visited */
    for (i = 0; i < b->count; i++) {
        int next = b->successors[(i + start) % b->count];
        if (blocks[next].first_index == NONE) visit(next);
    }
    order[order_count++] = at;
}

static int meet(int a, int b) {
    while (a != b) {
        while (blocks[a].first_index > blocks[b].first_index) a = blocks[a].dominator;
        while (blocks[b].first_index > blocks[a].first_index) b = blocks[b].dominator;
    }
    return a;
}

static void find_dominators(void) {
    int i, k, changed = 1;
    order_count = 0;
    visit(0);
    for (i = 0; i < order_count / 2; i++) {
        int kept = order[i];
        order[i] = order[order_count - 1 - i];
        order[order_count - 1 - i] = kept;
    }
    for (i = 0; i < order_count; i++) blocks[order[i]].first_index = i;
    blocks[0].dominator = 0;
    while (changed) {
        changed = 0;
        for (i = 0; i < order_count; i++) {
            const block *b = &blocks[order[i]];
            for (k = 0; k < b->count; k++) {
                block *s = &blocks[b->successors[k]];
                int above;
                if (b->successors[k] == 0) continue;
                above = s->dominator == NONE ? order[i] : meet(s->dominator, order[i]);
                if (above != s->dominator) s->dominator = above, changed = 1;
            }
        }
    }
}

static int dominates(int a, int b) {
    if (blocks[a].first_index == NONE) return 0;
    while (blocks[b].first_index > blocks[a].first_index) b = blocks[b].dominator;
    return a == b;
}

/* Where a block that nothing reaches goes on: behind its construct, or into it, or nowhere. */
static int simple_way(const block *b) {
    if (b->merge != NONE) return b->merge;
    if (b->stays != NONE) return b->successors[b->stays];
    return b->count > 0 ? b->successors[0] : NONE;
}

/* Blocks that nothing reaches: those that a construct names stay, as a chain of branches to where
   others go on; a continue construct goes back to its header. What is not named is left out. */
static void prune(void) {
    int i, to;
    for (i = 0; i < block_count; i++) blocks[i].left_out = blocks[i].first_index == NONE;
    for (i = 0; i < order_count; i++) {
        const block *b = &blocks[order[i]];
        int named[2];
        int k;
        named[0] = b->merge, named[1] = b->continues;
        for (k = 0; k < 2; k++) {
            for (to = named[k]; to != NONE && blocks[to].left_out;) {
                block *x = &blocks[to];
                int next = k == 1 ? order[i] : simple_way(x);
                x->left_out = 0;
                x->from = x->to = 0;
                x->count = 0;
                x->merge = x->continues = x->stays = NONE;
                if (next != NONE) go(to, next);
                to = next;
            }
        }
    }
    for (i = 0; i < block_count; i++)
        if (blocks[i].left_out) blocks[i].count = 0;
}

/* Whether each loop that is reached, and whose continue construct is, comes back to its header. */
static int comes_back(void) {
    int i, k, m;
    for (i = 0; i < order_count; i++) {
        int header = order[i], back = 0;
        if (blocks[header].continues == NONE) continue;
        for (k = 0; k < block_count; k++)
            for (m = 0; m < blocks[k].count; m++)
                back |= blocks[k].successors[m] == header && !blocks[k].left_out &&
                        (blocks[k].first_index == NONE || dominates(header, k));
        if (!back) return 0;
    }
    return 1;
}

/* ---- values */

typedef struct value {
    uint32_t id;
    type type;
    int block;
} value;

typedef struct phi {
    size_t at; /* of its first operand, in `bodies` */
    type type;
    int block;
} phi;

static value values[MAX_VALUES];
static int value_count;
static phi phis[MAX_PHIS];
static int phi_count;
static uint32_t variables[VARIABLES], trace_id, parameter_ids[2];

static uint32_t add_value(type t, int at) {
    uint32_t id = new_id();
    if (value_count < MAX_VALUES) {
        values[value_count].id = id;
        values[value_count].type = t;
        values[value_count++].block = at;
    }
    return id;
}

static uint32_t some_constant(type t) {
    static const uint32_t numbers[] = {0, 1, 2, 3, 5, 7, 31, 255, 0x7FFFFFFF, 0x80000000u,
                                       0xFFFFFFFFu, 0x12345678, 0xFFFFFFFEu};
    if (t == BOOL) return constant(BOOL, random_below(2));
    if (t == PAIR) abort();
    return constant(t, numbers[random_below(sizeof numbers / sizeof *numbers)]);
}

static uint32_t emit(type t, int at, uint32_t opcode, size_t count, const uint32_t *operands);
#define EMIT(t, at, opcode, ...) \
    emit(t, at, opcode, sizeof (uint32_t[]){__VA_ARGS__} / 4, (uint32_t[]){__VA_ARGS__})

/* Anything of that type that may be used at the end of a block; 0 if there is none. */
static uint32_t find_value(type t, int at) {
    int tries, i;
    if (blocks[at].first_index == NONE) return 0;
    for (tries = 0; tries < 24 && value_count > 0; tries++) {
        i = (int)random_below((uint32_t)value_count);
        if (values[i].type == t && dominates(values[i].block, at)) return values[i].id;
    }
    for (i = value_count - 1; i >= 0; i--)
        if (values[i].type == t && dominates(values[i].block, at)) return values[i].id;
    return 0;
}

/* An operand in the block that is being filled. */
static uint32_t pick(type t, int at) {
    uint32_t id = chance(12) && t != PAIR ? 0 : find_value(t, at);
    if (id != 0) return id;
    if (t != PAIR) return some_constant(t);
    return EMIT(PAIR, at, OpCompositeConstruct, pick(UINT, at), pick(UINT, at));
}

/* An integer of either sign. */
static uint32_t pick_int(int at) {
    return pick(chance(50) ? UINT : INT, at);
}

/* ---- instructions */

static uint32_t emit(type t, int at, uint32_t opcode, size_t count, const uint32_t *operands) {
    uint32_t id = add_value(t, at);
    size_t i;
    put(&bodies, (uint32_t)(count + 3) << 16 | opcode);
    put(&bodies, type_ids[t]);
    put(&bodies, id);
    for (i = 0; i < count; i++) put(&bodies, operands[i]);
    return id;
}

static void emit_integer(int at) {
    static const uint32_t two[] = {OpIAdd, OpISub, OpIMul, OpBitwiseOr, OpBitwiseXor, OpBitwiseAnd};
    static const uint32_t shifts[] = {OpShiftRightLogical, OpShiftRightArithmetic,
                                      OpShiftLeftLogical};
    static const uint32_t comparisons[] = {OpIEqual, OpINotEqual, OpUGreaterThan, OpSGreaterThan,
                                           OpUGreaterThanEqual, OpSLessThan, OpULessThanEqual};
    /* of GLSL.std.450: minima and maxima, absolute value, sign, the bits that are found */
    static const uint32_t ext[] = {38, 39, 41, 42, 5, 7, 73, 75, 74};
    type t = chance(50) ? UINT : INT;
    uint32_t a, b, which;
    switch (random_below(13)) {
    case 0: case 1: case 2:
        EMIT(t, at, two[random_below(6)], pick_int(at), pick_int(at));
        return;
    case 3:
        a = pick(UINT, at);
        b = EMIT(UINT, at, OpBitwiseAnd, pick_int(at), constant(UINT, 31));
        EMIT(t, at, shifts[random_below(3)], chance(50) ? a : pick(INT, at), b);
        return;
    case 4: /* by what is not 0 */
        b = EMIT(UINT, at, OpBitwiseOr, pick(UINT, at), constant(UINT, 1));
        EMIT(UINT, at, chance(50) ? OpUDiv : OpUMod, pick(UINT, at), b);
        return;
    case 5: /* by what is from 1 to 255, so that nothing overflows; what remains of numbers below 0
               is left to the device, unless it divides */
        b = EMIT(INT, at, OpBitwiseAnd, pick(INT, at), constant(INT, 255));
        b = EMIT(INT, at, OpBitwiseOr, b, constant(INT, 1));
        a = EMIT(INT, at, OpBitwiseAnd, pick(INT, at), constant(INT, 0x7FFFFFFF));
        EMIT(t, at, chance(50) ? OpSDiv : chance(50) ? OpSRem : OpSMod, chance(50) ? a : b, b);
        return;
    case 6:
        EMIT(BOOL, at, comparisons[random_below(7)], pick_int(at), pick_int(at));
        return;
    case 7:
        EMIT(t, at, OpSelect, pick(BOOL, at), pick(t, at), pick(t, at));
        return;
    case 8:
        if (t == UINT) EMIT(UINT, at, OpBitcast, pick(INT, at));
        else EMIT(INT, at, OpBitcast, pick(UINT, at));
        return;
    case 9:
        which = random_below(4);
        EMIT(t, at, which == 0 ? OpNot : which == 1 ? OpSNegate : which == 2 ? OpBitReverse
                                                                          : OpBitCount,
             which == 2 ? pick(t, at) : pick_int(at));
        return;
    case 10:
        which = ext[random_below(9)];
        t = which == 38 || which == 41 || which == 75 ? UINT : which == 74 ? t : INT;
        if (which == 5 || which == 7 || which >= 73)
            EMIT(t, at, OpExtInst, glsl_id, which, which == 75 ? pick(UINT, at) : pick(t, at));
        else EMIT(t, at, OpExtInst, glsl_id, which, pick(t, at), pick(t, at));
        return;
    case 11:
        a = pick(PAIR, at);
        EMIT(UINT, at, OpCompositeExtract, a, random_below(2));
        return;
    default:
        which = random_below(4);
        a = pick(BOOL, at), b = pick(BOOL, at);
        if (which == 3) EMIT(BOOL, at, OpLogicalNot, a);
        else EMIT(BOOL, at, which == 0 ? OpLogicalAnd : which == 1 ? OpLogicalOr
                                                                  : OpLogicalNotEqual, a, b);
    }
}

/* trace = trace * 33 ^ an integer */
static void emit_trace(int at) {
    uint32_t old = EMIT(UINT, at, OpLoad, trace_id);
    uint32_t more = EMIT(UINT, at, OpIMul, old, constant(UINT, 33));
    uint32_t sum = EMIT(UINT, at, OpBitwiseXor, more, pick_int(at));
    OP(&bodies, OpStore, trace_id, sum);
}

/* A pointer to one of the invocation's words of the results. */
static uint32_t emit_place(uint32_t slot) {
    uint32_t first = new_id(), index = new_id(), place = new_id();
    OP(&bodies, OpIMul, type_ids[UINT], first, parameter_ids[0], constant(UINT, SLOTS));
    OP(&bodies, OpIAdd, type_ids[UINT], index, first, constant(UINT, slot));
    OP(&bodies, OpAccessChain, storage_pointer, place, out_id, constant(UINT, 0), index);
    return place;
}

static void emit_effect(int at, int helpers) {
    uint32_t variable = variables[random_below(VARIABLES)], place, index;
    switch (random_below(6)) {
    case 0: EMIT(UINT, at, OpLoad, variable); return;
    case 1: OP(&bodies, OpStore, variable, pick(UINT, at)); return;
    case 2:
        place = emit_place(1 + random_below(SLOTS - 1));
        OP(&bodies, OpStore, place, pick(UINT, at));
        return;
    case 3:
        if (helpers == 0) return;
        OP(&bodies, OpStore, variable, pick(UINT, at));
        EMIT(UINT, at, OpFunctionCall, helper_ids[random_below((uint32_t)helpers)],
             parameter_ids[0], pick(UINT, at), variable);
        return;
    case 4:
        index = EMIT(UINT, at, OpBitwiseAnd, pick_int(at), constant(UINT, INPUTS - 1));
        place = new_id();
        OP(&bodies, OpAccessChain, storage_pointer, place, in_id, constant(UINT, 0), index);
        EMIT(UINT, at, OpLoad, place);
        return;
    default: emit_trace(at);
    }
}

/* ---- functions */

/* The blocks from which one can come; each once. */
static int find_predecessors(int to, int from[MAX_BLOCKS]) {
    int i, k, count = 0;
    for (i = 0; i < block_count; i++)
        for (k = 0; k < blocks[i].count; k++)
            if (blocks[i].successors[k] == to) {
                from[count++] = i;
                break;
            }
    return count;
}

static void emit_phis(int at) {
    int from[MAX_BLOCKS], count = find_predecessors(at, from), n = (int)random_below(4), i;
    if (count == 0 || (count == 1 && chance(80))) return;
    while (n-- > 0 && phi_count < MAX_PHIS) {
        phi *p = &phis[phi_count++];
        p->type = (type)random_below(BOOL + 1);
        p->block = at;
        put(&bodies, (uint32_t)(3 + 2 * count) << 16 | OpPhi);
        put(&bodies, type_ids[p->type]);
        put(&bodies, add_value(p->type, at));
        p->at = bodies.count;
        for (i = 0; i < count; i++) put(&bodies, 0), put(&bodies, blocks[from[i]].label);
    }
}

/* Once all blocks are filled. */
static void fill_phi(const phi *p) {
    int from[MAX_BLOCKS], count = find_predecessors(p->block, from), i;
    for (i = 0; i < count; i++) {
        uint32_t id = chance(25) ? 0 : find_value(p->type, from[i]);
        bodies.words[p->at + 2 * (size_t)i] = id != 0 ? id : some_constant(p->type);
    }
}

/* The condition of a branch that may go on with a loop: only while there is fuel. */
static uint32_t emit_fuel(int at, int stays, uint32_t wanted) {
    uint32_t fuel = EMIT(UINT, at, OpLoad, fuel_id);
    uint32_t more = EMIT(BOOL, at, OpUGreaterThan, fuel, constant(UINT, 0)), less, kept;
    less = EMIT(UINT, at, OpISub, fuel, constant(UINT, 1));
    kept = EMIT(UINT, at, OpSelect, more, less, constant(UINT, 0));
    OP(&bodies, OpStore, fuel_id, kept);
    if (stays == 0) return EMIT(BOOL, at, OpLogicalAnd, more, wanted);
    more = EMIT(BOOL, at, OpLogicalNot, more);
    return EMIT(BOOL, at, OpLogicalOr, more, wanted);
}

static void emit_return(int at, int is_main) {
    uint32_t trace = EMIT(UINT, at, OpLoad, trace_id), place;
    if (!is_main) {
        OP(&bodies, OpReturnValue, trace);
        return;
    }
    place = emit_place(0);
    OP(&bodies, OpStore, place, trace);
    OP(&bodies, OpReturn);
}

static void emit_ending(int at, int is_main) {
    const block *b = &blocks[at];
    uint32_t condition = 0, selector_id = 0, operands[2 * MAX_SUCCESSORS + 2];
    size_t count = 0;
    int i;
    if (b->ending == BY_CONDITION) {
        condition = pick(BOOL, at);
        if (b->stays != NONE) condition = emit_fuel(at, b->stays, condition);
    }
    if (b->ending == BY_SELECTOR)
        selector_id = EMIT(chance(50) ? UINT : INT, at, OpBitwiseAnd, pick_int(at),
                           constant(UINT, 7));
    if (b->ending == RETURN) emit_return(at, is_main);
    if (b->ending == NOWHERE) OP(&bodies, OpUnreachable);
    if (b->continues != NONE)
        OP(&bodies, OpLoopMerge, blocks[b->merge].label, blocks[b->continues].label, 0);
    else if (b->merge != NONE) OP(&bodies, OpSelectionMerge, blocks[b->merge].label, 0);
    if (b->ending == TO_ONE) OP(&bodies, OpBranch, blocks[b->successors[0]].label);
    if (b->ending == BY_CONDITION)
        OP(&bodies, OpBranchConditional, condition, blocks[b->successors[0]].label,
           blocks[b->successors[1]].label);
    if (b->ending != BY_SELECTOR) return;
    operands[count++] = selector_id;
    for (i = 0; i < b->count; i++) {
        if (i > 0) operands[count++] = b->literals[i];
        operands[count++] = blocks[b->successors[i]].label;
    }
    put_op(&bodies, OpSwitch, count, operands);
}

static void fill_block(int at, int is_main, int helpers) {
    block *b = &blocks[at];
    int n = (int)random_below(6);
    b->from = bodies.count;
    OP(&bodies, OpLabel, b->label);
    if (at != 0) emit_phis(at);
    while (n-- > 0) {
        if (chance(65)) emit_integer(at);
        else emit_effect(at, helpers);
    }
    if (chance(60)) emit_trace(at);
    emit_ending(at, is_main);
    b->to = bodies.count;
}

/* The first block, which declares what all others use. */
static void fill_first(int is_main, int helpers) {
    block *b = &blocks[0];
    uint32_t id;
    int i;
    b->from = bodies.count;
    OP(&bodies, OpLabel, b->label);
    trace_id = new_id();
    OP(&bodies, OpVariable, uint_pointer, trace_id, 7, constant(UINT, 5381));
    for (i = 0; i < VARIABLES; i++) {
        variables[i] = new_id();
        OP(&bodies, OpVariable, uint_pointer, variables[i], 7, constant(UINT, (uint32_t)i));
    }
    if (is_main) {
        uint32_t whole = new_id();
        OP(&bodies, OpStore, fuel_id, constant(UINT, FUEL));
        OP(&bodies, OpLoad, triple_id, whole, invocation_id);
        id = parameter_ids[0] = new_id();
        OP(&bodies, OpCompositeExtract, type_ids[UINT], id, whole, 0);
    } else {
        variables[0] = parameter_ids[1];
    }
    values[value_count].id = parameter_ids[0], values[value_count].type = UINT;
    values[value_count++].block = 0;
    for (i = 0; i < 8; i++) emit_integer(0);
    for (i = 0; i < 4; i++) emit_effect(0, helpers);
    emit_ending(0, is_main);
    b->to = bodies.count;
}

static void put_block(const block *b) {
    size_t i;
    for (i = b->from; i < b->to; i++) put(&code, bodies.words[i]);
}

/* Makes the blocks of a function and what they hold. Returns 0 if it has to be done otherwise. */
static int make_function(uint32_t id, int is_main, int size, int helpers) {
    around a = {NONE, NONE, NONE, 1, 0};
    int first, last, i;
    uint32_t word = 0;
    block_count = value_count = phi_count = 0;
    bodies.count = 0;
    budget = size;
    OP(&code, OpFunction, is_main ? void_id : type_ids[UINT], id, 0,
       is_main ? main_type : helper_type);
    if (!is_main) {
        uint32_t more = new_id();
        parameter_ids[0] = new_id(), parameter_ids[1] = new_id();
        OP(&code, OpFunctionParameter, type_ids[UINT], parameter_ids[0]);
        OP(&code, OpFunctionParameter, type_ids[UINT], more);
        OP(&code, OpFunctionParameter, uint_pointer, parameter_ids[1]);
        word = more;
    }
    first = new_block();
    last = new_block();
    {
        int body = new_block();
        go(first, body);
        while (budget > 0) { /* until enough has been made */
            int next = new_block();
            budget--;
            sequence(body, next, a);
            body = next;
        }
        go(body, last);
    }
    blocks[last].ending = RETURN;
    find_dominators();
    prune();
    if (!comes_back()) return 0;
    if (word != 0) {
        values[value_count].id = word, values[value_count].type = UINT;
        values[value_count++].block = 0;
    }
    fill_first(is_main, helpers);
    for (i = 1; i < order_count; i++) fill_block(order[i], is_main, helpers);
    for (i = 1; i < block_count; i++) {
        if (blocks[i].first_index != NONE || blocks[i].left_out) continue;
        blocks[i].from = bodies.count;
        OP(&bodies, OpLabel, blocks[i].label);
        emit_ending(i, is_main);
        blocks[i].to = bodies.count;
    }
    for (i = 0; i < phi_count; i++) fill_phi(&phis[i]);
    for (i = 0; i < order_count; i++) put_block(&blocks[order[i]]);
    for (i = 0; i < block_count; i++)
        if (blocks[i].first_index == NONE && !blocks[i].left_out) put_block(&blocks[i]);
    put(&code, 1u << 16 | OpFunctionEnd);
    return 1;
}

/* ---- main */

static void begin_program(void) {
    static const char import[] = "GLSL.std.450";
    uint32_t array, block_id, block_pointer, triple_pointer, i, word;
    bound = 1;
    globals.count = code.count = constant_count = 0;
    glsl_id = new_id(), out_id = new_id(), in_id = new_id(), fuel_id = new_id();
    invocation_id = new_id(), main_id = new_id();
    for (i = 0; i < TYPES; i++) type_ids[i] = new_id();
    void_id = new_id(), main_type = new_id(), helper_type = new_id(), triple_id = new_id();
    uint_pointer = new_id(), private_pointer = new_id(), storage_pointer = new_id();
    array = new_id(), block_id = new_id(), block_pointer = new_id(), triple_pointer = new_id();
    for (i = 0; i < MAX_FUNCTIONS; i++) helper_ids[i] = new_id();
    OP(&globals, OpCapability, 1);
    put(&globals, 6u << 16 | OpExtInstImport);
    put(&globals, glsl_id);
    for (i = 0; i < 4; i++) {
        memcpy(&word, import + 4 * i, i < 3 ? 4 : 1);
        put(&globals, i < 3 ? word : 0);
    }
    OP(&globals, OpMemoryModel, 0, 1);
    OP(&globals, OpEntryPoint, 5, main_id, 0x6E69616D, 0, invocation_id);
    OP(&globals, OpExecutionMode, main_id, 17, GROUP, 1, 1);
    OP(&globals, OpDecorate, array, 6, 4);
    OP(&globals, OpDecorate, block_id, 2);
    OP(&globals, OpMemberDecorate, block_id, 0, 35, 0);
    OP(&globals, OpDecorate, out_id, 34, 0);
    OP(&globals, OpDecorate, out_id, 33, 0);
    OP(&globals, OpDecorate, in_id, 34, 0);
    OP(&globals, OpDecorate, in_id, 33, 1);
    OP(&globals, OpDecorate, invocation_id, 11, 28);
    OP(&globals, OpTypeVoid, void_id);
    OP(&globals, OpTypeInt, type_ids[UINT], 32, 0);
    OP(&globals, OpTypeInt, type_ids[INT], 32, 1);
    OP(&globals, OpTypeBool, type_ids[BOOL]);
    OP(&globals, OpTypeVector, type_ids[PAIR], type_ids[UINT], 2);
    OP(&globals, OpTypeVector, triple_id, type_ids[UINT], 3);
    OP(&globals, OpTypeFunction, main_type, void_id);
    OP(&globals, OpTypePointer, uint_pointer, 7, type_ids[UINT]);
    OP(&globals, OpTypePointer, private_pointer, 6, type_ids[UINT]);
    OP(&globals, OpTypeFunction, helper_type, type_ids[UINT], type_ids[UINT], type_ids[UINT],
       uint_pointer);
    OP(&globals, OpTypeRuntimeArray, array, type_ids[UINT]);
    OP(&globals, OpTypeStruct, block_id, array);
    OP(&globals, OpTypePointer, block_pointer, 12, block_id);
    OP(&globals, OpTypePointer, storage_pointer, 12, type_ids[UINT]);
    OP(&globals, OpTypePointer, triple_pointer, 1, triple_id);
    OP(&globals, OpVariable, block_pointer, out_id, 12);
    OP(&globals, OpVariable, block_pointer, in_id, 12);
    OP(&globals, OpVariable, private_pointer, fuel_id, 6);
    OP(&globals, OpVariable, triple_pointer, invocation_id, 1);
}

/* The words of program `number`; returns how many. A helper calls those before it. */
static size_t make_program(unsigned long number, int size, uint32_t *words) {
    static const uint32_t head[] = {0x07230203, 0x00010300, 0, 0, 0};
    int helpers, i, done;
    random_state = (number + 1) * UINT64_C(0x9E3779B97F4A7C15) ^ UINT64_C(0x1234567);
    for (i = 0; i < 8; i++) random32();
    do {
        begin_program();
        done = 1;
        helpers = chance(40) ? 1 + (int)random_below(MAX_FUNCTIONS - 1) : 0;
        for (i = 0; i < helpers; i++) done &= make_function(helper_ids[i], 0, size / 2, i);
        done &= make_function(main_id, 1, size, helpers);
    } while (!done);
    memcpy(words, head, sizeof head);
    words[3] = bound;
    memcpy(words + 5, globals.words, globals.count * 4);
    memcpy(words + 5 + globals.count, code.words, code.count * 4);
    return 5 + globals.count + code.count;
}

static uint32_t out_words[GROUP * SLOTS], in_words[INPUTS];

static int run_program(const uint32_t *words, size_t count, const char **error) {
    static const uint32_t groups[3] = {1, 1, 1};
    static char text[SPV_CPU_ERROR_SIZE];
    spv_cpu_binding rows[2];
    spv_cpu_options options;
    cpu_module m;
    int ok;
    memset(rows, 0, sizeof rows);
    memset(&options, 0, sizeof options);
    options.step_limit = 100000000;
    rows[0].data = out_words, rows[0].size = sizeof out_words;
    rows[1].data = in_words, rows[1].size = sizeof in_words, rows[1].binding = 1;
    ok = cpu_open(&m, &options, words, count) == SPV_CPU_OK
         && spv_cpu_bind(&m.worker, rows, 2, NULL, 0) == SPV_CPU_OK
         && spv_cpu_dispatch(&m.worker, groups, 0, 1) == SPV_CPU_OK;
    snprintf(text, sizeof text, "%s%s", m.program.error, m.worker.error);
    *error = text;
    cpu_close(&m);
    return ok;
}

static lambdav_vk_context vk;

/* What the device leaves is what the CPU left. */
static int same_on_device(const uint32_t *words, size_t count) {
    static const uint32_t zero[GROUP * SLOTS];
    uint32_t left[GROUP * SLOTS];
    lambdav_vk_compute compute;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    lambdav_vk_buffer buffers[2];
    lambdav_vk_binding bindings[2];
    int i, ok;
    memset(&compute, 0, sizeof compute), memset(&job, 0, sizeof job);
    memset(&pipeline, 0, sizeof pipeline), memset(bindings, 0, sizeof bindings);
    memset(buffers, 0, sizeof buffers);
    compute.words = words, compute.word_count = count;
    job.pipeline = &pipeline, job.bindings = bindings, job.binding_count = 2;
    job.invocations[0] = GROUP;
    for (i = 0; i < 2; i++) bindings[i].binding = (uint32_t)i, bindings[i].buffer = &buffers[i];
    ok = lambdav_vk_buffer_open(&vk, &buffers[0], zero, sizeof zero) == LAMBDAV_VK_OK
         && lambdav_vk_buffer_open(&vk, &buffers[1], in_words, sizeof in_words) == LAMBDAV_VK_OK
         && lambdav_vk_compute_open(&vk, &pipeline, &compute) == LAMBDAV_VK_OK
         && lambdav_vk_run(&vk, &job, 1, NULL) == LAMBDAV_VK_OK
         && lambdav_vk_buffer_read(&vk, &buffers[0], 0, left, sizeof left) == LAMBDAV_VK_OK;
    if (!ok) printf("%s\n", vk.error);
    for (i = 0; i < GROUP * SLOTS && ok; i++)
        if (left[i] != out_words[i]) {
            printf("word %d is %08x on the CPU, %08x on the device\n", i, (unsigned)out_words[i],
                   (unsigned)left[i]);
            ok = 0;
        }
    lambdav_vk_pipeline_close(&vk, &pipeline);
    for (i = 0; i < 2; i++) lambdav_vk_buffer_close(&vk, &buffers[i]);
    return ok;
}

static void put_base64(FILE *file, const char *key, const void *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)data;
    size_t i, k;
    fprintf(file, "\"%s\":\"", key);
    for (i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        for (k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? at[i + k] : 0u);
        for (k = 0; k < 4; k++)
            fputc(i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63], file);
    }
    fprintf(file, "\"");
}

/* Returns 0 if the program is not valid or does not run. */
static int do_program(spv_context validator, unsigned long number, int size, int on_device,
                      const char *folder, FILE *list) {
    static uint32_t words[4 * MAX_WORDS];
    size_t count = make_program(number, size, words), i;
    spv_diagnostic diagnostic = NULL;
    const char *error;
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s/flow-%lu.spv", folder, number);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(words, 4, count, file) != count || fclose(file) != 0) abort();
    if (spvValidateBinary(validator, words, count, &diagnostic) != SPV_SUCCESS) {
        printf("%s: not valid: %s\n", path, diagnostic->error);
        spvDiagnosticDestroy(diagnostic);
        return 0;
    }
    for (i = 0; i < INPUTS; i++) in_words[i] = i % 3 == 0 ? (uint32_t)i : random32();
    memset(out_words, 0, sizeof out_words);
    if (!run_program(words, count, &error)) {
        printf("%s: %s\n", path, error);
        return 0;
    }
    fprintf(list, "{\"name\":\"flow-%lu\",\"compute\":{\"spv\":\"flow-%lu.spv\","
            "\"entry\":\"main\"},\"exact\":true,\"groups\":[1,1,1],"
            "\"bindings\":[{\"set\":0,\"binding\":0,\"size\":%d},"
            "{\"set\":0,\"binding\":1,", number, number, (int)sizeof out_words);
    put_base64(list, "base64", in_words, sizeof in_words);
    fprintf(list, "}],\"after\":[{\"set\":0,\"binding\":0,");
    put_base64(list, "base64", out_words, sizeof out_words);
    fprintf(list, "}]}\n");
    if (on_device && !same_on_device(words, count)) {
        printf("%s: FAILED\n", path);
        return 0;
    }
    return 1;
}

int main(int argc, char **argv) {
    unsigned long first = 0, programs = 1000, i;
    int size = 8, device = 0, passed = 0, failed = 0, k;
    spv_context validator = spvContextCreate(SPV_ENV_VULKAN_1_1);
    char path[1024];
    FILE *list;
    for (k = 1; k + 1 < argc && argv[k][0] == '-'; k += 2) {
        if (strcmp(argv[k], "--first") == 0) first = strtoul(argv[k + 1], NULL, 10);
        else if (strcmp(argv[k], "--programs") == 0) programs = strtoul(argv[k + 1], NULL, 10);
        else if (strcmp(argv[k], "--size") == 0) size = atoi(argv[k + 1]);
        else if (strcmp(argv[k], "--device") == 0) device = atoi(argv[k + 1]);
        else break;
    }
    if (k + 1 != argc || size < 1 || size > 16) {
        fprintf(stderr, "usage: random_flow [--first N] [--programs N] [--size 1..16] "
                        "[--device EVERY] DIR\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/jobs.jsonl", argv[k]);
    list = fopen(path, "w");
    if (list == NULL) {
        fprintf(stderr, "random_flow: %s: cannot be written\n", path);
        return 3;
    }
    if (device > 0 && lambdav_vk_open(&vk, NULL) != LAMBDAV_VK_OK) {
        fprintf(stderr, "random_flow: %s\n", vk.error);
        return 3;
    }
    for (i = first; i < first + programs; i++) {
        int on_device = device > 0 && i % (unsigned long)device == 0;
        if (do_program(validator, i, size, on_device, argv[k], list)) passed++;
        else failed++;
    }
    fclose(list);
    if (device > 0) lambdav_vk_close(&vk);
    spvContextDestroy(validator);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
