/* cc -std=c99 -g -O0 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/emit_test.c -o emit_test -lSPIRV-Tools -lstdc++ -lm */
/* emit: from regions to words.
       emit_test [PROGRAMS [SEED]]
   Graphs with vectors, matrices, pairs, loops, discard and one or two entries (graphs.h) are
   scheduled and emitted for all targets. The words are valid, and an interpreter that knows nothing
   of regions finds in them what lazy evaluation of the graph gives. Graphs by name reach the limits
   of SPIR-V; every arena gives a module or an error, and the same words each time.
   Without SEED: a fixed seed, then one from the clock, which is printed.
   The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 2 usage, 3 no
   memory. */
#include <spirv-tools/libspirv.h>

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#define LVI_SC_AGAIN 3u
#include "lambdav.h"

#include "tests/support/graphs.h"
#include "tests/support/structure.h"

enum { PROGRAMS = 60, MAX_IDS = 40000, MAX_PHIS = 64, MAX_STEPS = 100000 };

/* ---- an interpreter of the words */

static value values[MAX_IDS], variables[MAX_IDS];
static uint32_t defined_at[MAX_IDS], id_type[MAX_IDS];
static const uint32_t *code;
static uint32_t code_count;
static int killed;

static uint32_t opcode_of(const uint32_t *w) {
    return *w & 0xffff;
}

static uint32_t size_of(const uint32_t *w) {
    return *w >> 16;
}

/* Numbers in a value of a type. The only struct that is a value is the pair. */
static uint32_t type_parts(uint32_t type) {
    const uint32_t *w = code + defined_at[type];
    switch (opcode_of(w)) {
    case LVI_SPV_OpTypeVector: return w[3];
    case LVI_SPV_OpTypeMatrix: return w[3] * type_parts(w[2]);
    case LVI_SPV_OpTypeStruct: return 2;
    default: return 1;
    }
}

static int has_type(uint32_t op) {
    return op == LVI_SPV_OpUndef || op == LVI_SPV_OpExtInst || op == LVI_SPV_OpAccessChain
           || (op >= LVI_SPV_OpConstantTrue && op <= LVI_SPV_OpLoad && op != LVI_SPV_OpFunctionEnd)
           || (op >= LVI_SPV_OpVectorShuffle && op <= LVI_SPV_OpPhi);
}

/* Where each id is defined, and its type. */
static void index_module(void) {
    uint32_t at;
    memset(defined_at, 0, sizeof defined_at);
    memset(id_type, 0, sizeof id_type);
    for (at = 5; at < code_count; at += size_of(code + at)) {
        uint32_t op = opcode_of(code + at);
        if ((op >= LVI_SPV_OpTypeVoid && op <= LVI_SPV_OpTypeFunction) || op == LVI_SPV_OpLabel)
            defined_at[code[at + 1]] = at;
        if (has_type(op)) {
            defined_at[code[at + 2]] = at;
            id_type[code[at + 2]] = code[at + 1];
        }
    }
}

static value compose(uint32_t count, const uint32_t *ids) {
    value r;
    uint32_t i, k, n = 0;
    memset(&r, 0, sizeof r);
    for (i = 0; i < count; i++)
        for (k = 0; k < type_parts(id_type[ids[i]]); k++) {
            r.undefined |= values[ids[i]].undefined;
            r.c[n++] = values[ids[i]].c[k];
        }
    return r;
}

static void fill_builtin(const uint32_t *w) {
    if (w[2] != LVI_SPV_Decoration_BuiltIn) return;
    if (w[3] == LVI_SPV_BuiltIn_FragCoord) variables[w[1]] = fragment[LVI_IN_FRAG_COORD];
    if (w[3] == LVI_SPV_BuiltIn_FrontFacing) variables[w[1]] = fragment[LVI_IN_FRONT_FACING];
}

/* Constants, and what the outside puts into the variables. */
static void fill_module(void) {
    const uint32_t *w, *end = code + code_count;
    for (w = code + 5; w < end && opcode_of(w) != LVI_SPV_OpFunction; w += size_of(w)) {
        uint32_t op = opcode_of(w);
        value v;
        memset(&v, 0, sizeof v);
        v.undefined = op == LVI_SPV_OpUndef;
        v.c[0] = op == LVI_SPV_OpConstant ? w[3] : op == LVI_SPV_OpConstantTrue;
        if (op == LVI_SPV_OpConstantComposite) v = compose(size_of(w) - 3, w + 3);
        if (op == LVI_SPV_OpVariable)
            variables[w[2]].undefined = 1;
        else if (has_type(op))
            values[w[2]] = v;
    }
    for (w = code + 5; w < end && opcode_of(w) != LVI_SPV_OpFunction; w += size_of(w))
        if (opcode_of(w) == LVI_SPV_OpDecorate) fill_builtin(w);
}

static value run_selection(const uint32_t *w) {
    uint32_t i, wide = type_parts(id_type[w[3]]) > 1;
    value r;
    memset(&r, 0, sizeof r);
    if (values[w[3]].undefined) fail("OpSelect by an undefined value");
    for (i = 0; i < type_parts(w[1]); i++) {
        const value *v = &values[values[w[3]].c[wide ? i : 0] ? w[4] : w[5]];
        r.c[i] = v->c[i];
        r.undefined |= v->undefined;
    }
    return r;
}

static value run_arithmetic(const uint32_t *w) {
    uint32_t op = opcode_of(w), extended = op == LVI_SPV_OpExtInst, first = extended ? 5 : 3,
             a = w[first], b = size_of(w) > first + 1 ? w[first + 1] : a, i,
             wide = type_parts(id_type[b]) > 1;
    value r;
    memset(&r, 0, sizeof r);
    r.undefined = values[a].undefined | values[b].undefined;
    for (i = 0; i < type_parts(w[1]); i++)
        r.c[i] =
            arithmetic(extended ? 0x8000u | w[4] : op, values[a].c[i], values[b].c[wide ? i : 0]);
    return r;
}

/* Parts of one operand, or of all. */
static value run_composite(const uint32_t *w) {
    uint32_t op = opcode_of(w), i, size = type_parts(w[1]);
    const value *a = &values[w[op == LVI_SPV_OpExtInst ? 5 : 3]];
    value r;
    memset(&r, 0, sizeof r);
    if (op == LVI_SPV_OpCompositeConstruct) return compose(size_of(w) - 3, w + 3);
    r.undefined = a->undefined;
    if (op == LVI_SPV_OpCompositeExtract)
        for (i = 0; i < size; i++) r.c[i] = a->c[w[4] * size + i];
    else if (op == LVI_SPV_OpVectorShuffle)
        for (i = 0; i < size; i++) r.c[i] = a->c[w[5 + i]];
    else if (op == LVI_SPV_OpAll)
        r.c[0] = a->c[0] & a->c[1] & a->c[2];
    else
        r.c[0] = a->c[0] & 15, r.c[1] = a->c[0] >> 4;
    return r;
}

static void step(const uint32_t *w) {
    switch (opcode_of(w)) {
    case LVI_SPV_OpSelect: values[w[2]] = run_selection(w); break;
    case LVI_SPV_OpCompositeConstruct:
    case LVI_SPV_OpCompositeExtract:
    case LVI_SPV_OpVectorShuffle:
    case LVI_SPV_OpAll: values[w[2]] = run_composite(w); break;
    case LVI_SPV_OpExtInst:
        values[w[2]] = w[4] == LVI_GLSL_ModfStruct ? run_composite(w) : run_arithmetic(w);
        break;
    default: values[w[2]] = run_arithmetic(w);
    }
}

static void load(const uint32_t *w) {
    const uint32_t *from = code + defined_at[w[3]];
    if (opcode_of(from) == LVI_SPV_OpAccessChain)
        values[w[2]] = pushes[values[from[4]].c[0]];
    else
        values[w[2]] = variables[w[3]];
}

/* Where a block's last instruction leads, 0: out of the function. */
static uint32_t jump_target(const uint32_t *w) {
    uint32_t i, op = opcode_of(w);
    if (op == LVI_SPV_OpBranch) return w[1];
    if (op == LVI_SPV_OpReturn) return 0;
    if (op == LVI_SPV_OpKill || op == LVI_SPV_OpTerminateInvocation) {
        killed = 1;
        return 0;
    }
    if (op != LVI_SPV_OpBranchConditional && op != LVI_SPV_OpSwitch) {
        fail("the end of a block that is none, or OpUnreachable");
        return 0;
    }
    if (values[w[1]].undefined) fail("branch by an undefined value");
    if (op == LVI_SPV_OpBranchConditional) return values[w[1]].c[0] ? w[2] : w[3];
    for (i = 3; i < size_of(w); i += 2)
        if (w[i] == values[w[1]].c[0]) return w[i + 1];
    return w[2];
}

/* The φs of a block that is entered from the block `previous`, at once. Returns what follows. */
static const uint32_t *run_phis(const uint32_t *w, uint32_t previous) {
    uint32_t i, n, ids[MAX_PHIS];
    value v[MAX_PHIS];
    for (n = 0; opcode_of(w) == LVI_SPV_OpPhi; w += size_of(w)) {
        for (i = 3; i < size_of(w) && w[i + 1] != previous;) i += 2;
        if (i >= size_of(w) || n == MAX_PHIS) {
            fail("no such parent");
            return w;
        }
        ids[n] = w[2];
        v[n++] = values[w[i]];
    }
    while (n-- > 0) values[ids[n]] = v[n];
    return w;
}

/* Is the function at an end, of its own or of all? */
static int is_terminator(uint32_t op) {
    return op >= LVI_SPV_OpBranch;
}

static void run_function(uint32_t function) {
    const uint32_t *w = code + defined_at[function];
    uint32_t previous = 0, label, next;
    for (label = w[size_of(w) + 1]; label; previous = label, label = next) {
        if (!fuel--) diverged = 1;
        w = code + defined_at[label];
        w = run_phis(w + size_of(w), previous);
        for (; !is_terminator(opcode_of(w)) && !failure && !killed && !diverged; w += size_of(w)) {
            uint32_t op = opcode_of(w);
            if (op == LVI_SPV_OpLoad)
                load(w);
            else if (op == LVI_SPV_OpVariable)
                variables[w[2]].undefined = 1;
            else if (op == LVI_SPV_OpStore)
                variables[w[1]] = values[w[2]];
            else if (op == LVI_SPV_OpFunctionCall)
                run_function(w[3]);
            else if (op != LVI_SPV_OpSelectionMerge && op != LVI_SPV_OpLoopMerge
                     && op != LVI_SPV_OpAccessChain)
                step(w);
        }
        if (failure || killed || diverged) return;
        next = jump_target(w);
    }
}

/* ---- one graph */

static const struct {
    lambdav_target target;
    spv_target_env environment;
} targets[] = {{LAMBDAV_TARGET_SPIRV_1_0, SPV_ENV_VULKAN_1_0},
               {LAMBDAV_TARGET_SPIRV_1_3, SPV_ENV_VULKAN_1_1},
               {LAMBDAV_TARGET_SPIRV_1_5, SPV_ENV_VULKAN_1_2},
               {LAMBDAV_TARGET_SPIRV_1_6, SPV_ENV_VULKAN_1_3}};
enum { TARGETS = sizeof targets / sizeof *targets, PLAIN = 1 };
static spv_context validators[TARGETS];

static uint32_t add_symbol(const char *text) {
    uint32_t ref = block(sizeof(lvi_symbol));
    LVI_AT(lvi_symbol, ref)->text = (const unsigned char *)text;
    LVI_AT(lvi_symbol, ref)->size = (uint32_t)strlen(text);
    return ref;
}

static void add_root(uint32_t entry, uint32_t kind, uint32_t location) {
    uint32_t ref = block(sizeof(lvi_root)), last = LVI_AT(lvi_entry, entry)->last_root;
    LVI_AT(lvi_root, ref)->kind = kind;
    LVI_AT(lvi_root, ref)->location = location;
    if (last)
        LVI_AT(lvi_root, last)->next = ref;
    else
        LVI_AT(lvi_entry, entry)->roots = ref;
    LVI_AT(lvi_entry, entry)->last_root = ref;
}

static uint32_t declared[2];

/* What program makes of the entry points of a text. Once for a graph, when it is complete. */
static void declare_entries(void) {
    uint32_t i, k;
    for (i = 0; i < entry_count; i++) {
        const graph_entry *e = &entries[i];
        declared[i] = block(sizeof(lvi_entry));
        LVI_AT(lvi_entry, declared[i])->name = add_symbol(i ? "second entry" : "main");
        LVI_AT(lvi_entry, declared[i])->form = 1;
        LVI_AT(lvi_entry, declared[i])->stage = LVI_STAGE_FRAGMENT;
        LVI_AT(lvi_entry, declared[i])->discard = e->discard;
        for (k = 0; k < e->count; k++)
            add_root(declared[i], e->depth && k + 1 == e->count ? LVI_ROOT_DEPTH : LVI_ROOT_OUTPUT,
                     k);
        if (e->discard) add_root(declared[i], LVI_ROOT_DISCARD, 0);
    }
}

/* Schedules and emits all entries; flags are the compile's. */
static int emit_all(uint32_t target, uint32_t flags) {
    uint32_t i;
    cx->options.target = targets[target].target;
    cx->options.flags = flags | LAMBDAV_KEEP_GUARDS;
    cx->options.loops = (lambdav_loops)(target % LAMBDAV_LOOPS_UNROLL);
    memset(&cx->m, 0, sizeof cx->m);
    memset(&cx->s, 0, sizeof cx->s); /* the last ones' memory is taken back */
    memset(&cx->u, 0, sizeof cx->u);
    memset(cx->keys, 0, sizeof cx->keys);
    LVI_AT(lvi_resource, cx->push)->id = LVI_AT(lvi_resource, cx->push)->plan = 0;
    LVI_AT(lvi_layout, LVI_AT(lvi_resource, cx->push)->layout)->id = 0;
    for (i = 0; i < entry_count && !cx->stop; i++) {
        lvi_sc_entry(cx, entries[i].nodes, entries[i].count, entries[i].discard);
        if (!cx->stop) lvi_em_add(cx, declared[i]);
    }
    if (!cx->stop) lvi_em_module(cx);
    return !cx->stop;
}

static const char *last_error(void) {
    if (cx->stop == LAMBDAV_OUT_OF_MEMORY) return result.emergency_text;
    if (cx->passed.what) lvi_dg_passed(cx);
    return cx->diagnostic_count ? lvi_dg_words(cx)[cx->diagnostic_count - 1].message : "no error";
}

static void validate(uint32_t target) {
    static char text[300];
    spv_diagnostic diagnostic = NULL;
    spv_const_binary_t binary = {result.words, result.word_count};
    if (!validators[target]) validators[target] = spvContextCreate(targets[target].environment);
    if (spvValidate(validators[target], &binary, &diagnostic) != SPV_SUCCESS) {
        snprintf(text, sizeof text, "target %u: %.250s", target,
                 diagnostic ? diagnostic->error : "?");
        fail(text);
    }
    spvDiagnosticDestroy(diagnostic);
    /* a loop of these graphs may have no way out, so that what follows it is not reached */
    if (structure_check_any(result.words, result.word_count, text, sizeof text) != 0
        || (structure_check(result.words, result.word_count, text, sizeof text) != 0
            && strstr(text, "[own_unreachable]") == NULL))
        fail(text);
}

/* Every branch has its merge instruction; the words counted are the words written. */
static void check_shape(void) {
    uint32_t at, before = 0;
    code = result.words;
    code_count = (uint32_t)result.word_count;
    for (at = 5; at < code_count && !failure; at += size_of(code + at)) {
        uint32_t op = opcode_of(code + at);
        if (!size_of(code + at)) fail("an instruction of no words");
        if ((op == LVI_SPV_OpBranchConditional || op == LVI_SPV_OpSwitch)
            && before != LVI_SPV_OpSelectionMerge
            && (before != LVI_SPV_OpLoopMerge || op == LVI_SPV_OpSwitch))
            fail("a branch without merge");
        before = op;
    }
    if (at != code_count || code_count != cx->m.count) fail("the count is wrong");
    if (code[3] != cx->m.last + 1) fail("the bound is wrong");
}

/* One evaluation of an entry, one run of its function. */
static void compare(uint32_t k) {
    const graph_entry *e = &entries[k];
    const lvi_plan *plan = LVI_AT(lvi_plan, cx->m.plans);
    value wanted[MAX_ROOTS];
    uint32_t i, c;
    int discarded = evaluate(e, wanted);
    if (diverged) return;
    if (k) plan = LVI_AT(lvi_plan, plan->next);
    fuel = MAX_STEPS;
    killed = 0;
    fill_module();
    run_function(plan->function);
    if (diverged && derivatives) return;
    if (diverged) fail("the module diverges");
    if (discarded != killed) fail("discarded or not");
    for (i = 0; i < e->count && !discarded && !failure; i++) {
        const value *v = &variables[LVI_AT(uint32_t, plan->outputs)[i]];
        if (v->undefined) fail("an undefined output");
        for (c = 0; c < parts(type_of(e->nodes[i])); c++)
            if (v->c[c] != wanted[i].c[c]) fail("wrong output");
    }
}

/* Every other combination is run. */
static void compare_all(void) {
    uint32_t v, k;
    if (code[3] > MAX_IDS) {
        fail("more ids than the interpreter has room for");
        return;
    }
    index_module();
    for (k = 0; k < entry_count && !failure; k++) {
        find_facts(&entries[k]);
        for (v = 0; v < COMBINATIONS && !failure; v += 2) {
            set_inputs(v);
            compare(k);
        }
    }
}

static void check_targets(int deep) {
    uint32_t i, low, high, flags = rnd(2) ? LAMBDAV_NAMES : 0;
    if (rnd(3) == 0) flags |= LAMBDAV_STRICT_FLOATS;
    declare_entries();
    low = cx->arena.low;
    high = cx->arena.high;
    for (i = 0; i < TARGETS && !failure; i++) {
        cx->arena.low = low;
        cx->arena.high = high;
        if (!emit_all(i, flags)) fail(last_error());
        if (!failure) check_shape();
        if (!failure && !deep) validate(i);
        if (!failure && !deep) compare_all();
    }
}

static void check_program(void) {
    check_targets(0);
}

/* One too large to be evaluated, or for the validator, whose time is cubic in the depth. */
static void check_deep_program(void) {
    check_targets(1);
}

/* ---- graphs by name */

static uint32_t in_a, in_b, in_c;

static void start_sized(uint32_t loops) {
    begin(loops);
    in_a = frag_coord(0);
    in_b = frag_coord(1);
    in_c = frag_coord(2);
    derivatives = 0;
}

static void start(void) {
    start_sized(MAX_LOOPS);
}

static void expect_error(const char *text) {
    declare_entries();
    expect(!emit_all(PLAIN, 0), "no error");
    expect(cx->stop != 0 && !result.words && !strcmp(last_error(), text), last_error());
}

static uint32_t count_op(uint32_t opcode) {
    size_t at;
    uint32_t n = 0;
    for (at = 5; at < result.word_count; at += size_of(result.words + at))
        n += opcode_of(result.words + at) == opcode;
    return n;
}

/* An else-if nest whose arms are worth a branch. */
static uint32_t nest(uint32_t x, uint32_t depth) {
    uint32_t k, i;
    for (k = 0; k < depth; k++) {
        uint32_t c = lt(in_a, add(in_b, constant(k % 7)));
        for (i = 0; i < 9; i++) x = mul(add(x, in_c), constant(k));
        x = cond(c, x, in_c);
    }
    return x;
}

static void test_nesting(void) {
    start();
    want(nest(in_a, 100));
    check_program();
    finish("nesting");
    start();
    want(nest(in_a, 1023));
    check_deep_program();
    expect(count_op(LVI_SPV_OpSelectionMerge) == 1000 && count_op(LVI_SPV_OpSelect) == 23,
           "OpSelect past 1000");
    finish("deep nesting of harmless arms");
    start();
    want(nest(hard(in_a), 1023));
    check_deep_program();
    expect(count_op(LVI_SPV_OpSelectionMerge) == 1023, "no OpSelect");
    finish("nesting of a hard node at the limit");
    start();
    want(nest(hard(in_a), 1024));
    expect_error("too many nested selections and loops: the limit is 1023");
    finish("nesting of a hard node past the limit");
}

/* loop (i = 0): if i + in_a < 0 exit(work of i) else if i + in_a < 1 exit ... else rec(i + 1) */
static uint32_t guards(uint32_t count, int works) {
    uint32_t o = open_loop(1, &t_num), i = param(o, 0), k, zero = constant(0), tree;
    tree = leaf1(LVI_TREE_REC, add(i, constant(1)));
    for (k = count; k-- > 0;) {
        uint32_t v = add(i, constant(k)), c = lt(add(i, in_a), constant(k % 100));
        tree = tree_node(LVI_TREE_IF, c, leaf1(LVI_TREE_EXIT, works ? hard(v) : v), tree);
    }
    return close_loop(o, &zero, 1, t_num, tree, 0);
}

static void test_guards(void) {
    start();
    want(guards(300, 0));
    check_program();
    finish("chain of 300 guards");
    start();
    want(guards(200, 1));
    check_program();
    expect(count_op(LVI_SPV_OpSwitch) == 1, "a switch");
    finish("200 exits with work");
    start();
    want(guards(3000, 0));
    check_deep_program();
    finish("chain of 3000 guards");
    start();
    want(guards(32767, 0));
    expect_error("too many words in one instruction: the limit is 65535");
    finish("too many edges");
    start();
    want(guards(16385, 1));
    expect_error("too many exits of one loop: the limit is 16383");
    finish("too many cases");
}

/* A nest of loops, each of which needs the one around it: no OpSelect can replace them. */
static uint32_t nested_loops(uint32_t depth) {
    static uint32_t o[1100];
    uint32_t k, v, x, zero = constant(0), tree;
    for (k = 0; k < depth; k++) o[k] = open_loop(1, &t_num);
    for (x = param(o[depth - 1], 0), k = depth; k-- > 0;) {
        v = add(x, constant(1));
        x = add(x, param(o[k], 0));
        tree = tree_node(LVI_TREE_IF, lt(x, in_a), leaf1(LVI_TREE_REC, v), leaf1(LVI_TREE_EXIT, x));
        v = k ? param(o[k - 1], 0) : zero;
        x = close_loop(o[k], &v, 1, t_num, tree, 0);
    }
    return x;
}

static void test_nested_loops(void) {
    start_sized(1100);
    want(nested_loops(50));
    check_program();
    finish("50 nested loops");
    start_sized(1100);
    want(nested_loops(1030));
    expect_error("too many nested selections and loops: the limit is 1023");
    finish("too many nested loops");
}

enum { GUARD = 64, MAX_WORDS = 100000 };

/* Emits with an arena of `room` bytes in place of that between low and high. */
static void emit_in(uint32_t room, uint32_t high) {
    uint32_t i, fill = 0x5a + (room >> 3 & 1);
    cx->arena.low = high - room;
    cx->arena.high = high;
    cx->stop = 0;
    memset(memory + cx->arena.low - GUARD, (int)fill, GUARD + room);
    result.words = NULL;
    if (!emit_all(TARGETS - 1, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS))
        expect(!result.words, "words in spite of an error");
    for (i = 1; i <= GUARD; i++) expect(memory[high - room - i] == fill, "written outside");
}

/* Every arena gives a module or an error; the same words, whatever lay in the memory. */
static void test_arenas(void) {
    static uint32_t first[MAX_WORDS];
    uint32_t seed, fits = 0;
    for (seed = 3; seed < 9; seed++) {
        size_t count = 0;
        uint32_t room, high;
        random_program(seed);
        declare_entries();
        high = cx->arena.high;
        for (room = 0; room < 400000 && !failure; room += room < 20000 ? 104 : 4008) {
            emit_in(room, high);
            if (!result.words) continue;
            fits++;
            expect(result.word_count < MAX_WORDS, "more words than the test can compare");
            if (!count && !failure) memcpy(first, result.words, 4 * result.word_count);
            if (!count) count = result.word_count;
            expect(result.word_count == count && !memcmp(first, result.words, 4 * count),
                   "other words the second time");
        }
    }
    expect(fits > 20, "fits in the end");
    finish("arenas of all sizes");
}

static void test_names(void) {
    uint32_t i, hits = 0, low, high;
    random_program(3);
    declare_entries();
    low = cx->arena.low;
    high = cx->arena.high;
    expect(emit_all(PLAIN, LAMBDAV_NAMES), "emitted");
    for (i = 0; i + 3 < result.word_count; i++) /* "seco" "nd e" */
        hits += result.words[i] == 0x6f636573u && result.words[i + 1] == 0x6520646eu;
    expect(hits == 2, "the entry's name stands in OpEntryPoint and OpName");
    expect(count_op(LVI_SPV_OpMemberName) == (count_op(LVI_SPV_OpMemberDecorate) ? 3u : 0u),
           "names of the members");
    cx->arena.low = low;
    cx->arena.high = high;
    expect(emit_all(PLAIN, 0), "emitted again");
    expect(count_op(LVI_SPV_OpName) == 0, "no names unless wanted");
    finish("names");
}

int main(int argc, char **argv) {
    uint32_t i;
    test_nesting();
    test_guards();
    test_nested_loops();
    test_arenas();
    test_names();
    if (!random_campaign(argc, argv, PROGRAMS, check_program)) {
        fprintf(stderr, "usage: emit_test [PROGRAMS [SEED]]\n");
        return 2;
    }
    for (i = 0; i < TARGETS; i++)
        if (validators[i]) spvContextDestroy(validators[i]);
    free(memory);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
