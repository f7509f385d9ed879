/* Graphs made node by node, the random ones of a seed too, and their lazy evaluation: what schedule
   and emit are held against. Include lambdav.h with LAMBDAV_IMPLEMENTATION and LAMBDAV_KEEP_PRIVATE
   first. Numbers are integers modulo 256, constants hold them as they are; hard operations
   are ASIN and SQRT, which LAMBDAV_KEEP_GUARDS makes so: the second is cheap enough that it may run
   in several places, if LVI_SC_AGAIN is 3. */
#ifndef GRAPHS_H
#define GRAPHS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "repeat.h"

enum {
    ARENA_SIZE = 384 << 20,
    MAX_LOOPS = 60,       /* these six: in graphs that are evaluated */
    MAX_EVALUATED = 6000, /* nodes; operands have smaller ids, so recursion is no deeper */
    MAX_PARTS = 6,        /* numbers in a value */
    MAX_VALUES = 8,       /* parameters or results of a loop */
    MAX_MEMOS = 1 << 16,
    MAX_KEPT = 1 << 14, /* values of loops in one evaluation */
    MAX_ROOTS = 4,
    COMBINATIONS = 27 /* of what set_inputs sets */
};
static const uint32_t t_num = LVI_T_NUM, t_bool = LVI_T_BOOL, t_v2 = LVI_TYPE(LVI_K_NUM, 2, 1),
                      t_v3 = LVI_TYPE(LVI_K_NUM, 3, 1), t_v4 = LVI_TYPE(LVI_K_NUM, 4, 1),
                      t_b3 = LVI_TYPE(LVI_K_BOOL, 3, 1), t_mat = LVI_TYPE(LVI_K_NUM, 3, 2),
                      t_pair = LVI_TYPE(LVI_K_PAIR, 1, 1);

/* What an entry point wants: roots, unless `discard` (0: none) is true. */
typedef struct graph_entry {
    uint32_t nodes[MAX_ROOTS], count, discard;
    int depth; /* the last root is the depth */
} graph_entry;

typedef struct value {
    uint32_t c[MAX_PARTS];
    int undefined;
} value;

static unsigned char *memory;
static lvi_context *cx; /* at its front */
static lambdav_result result;
static graph_entry entries[2];
static uint32_t entry_count;
static const char *failure; /* the first one of a graph, NULL: none */
static unsigned passed, failed;

static void fail(const char *why) {
    if (!failure) failure = why;
}

static void expect(int truth, const char *what) {
    if (!truth) fail(what);
}

/* The end of a named test. */
static void finish(const char *name) {
    if (!failure) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s: %s\n", name, failure);
}

/* ---- making graphs */

static uint32_t block(uint32_t bytes) {
    uint32_t ref = lvi_ar_array(cx, bytes, 1);
    if (cx->stop) {
        fprintf(stderr, "the arena of the test is too small\n");
        exit(3);
    }
    return ref;
}

/* The block of push constants: three members. */
static void declare_push(void) {
    static const char *const names[] = {"scale", "tint", "turn"};
    uint32_t layout = block(sizeof(lvi_layout)), offsets = block(4 * 3), i,
             type = lvi_pr_new_struct(cx, 0, 1, 3);
    lvi_field *fields = LVI_AT(lvi_field, LVI_AT(lvi_struct, type)->fields);
    for (i = 0; i < 3; i++) {
        fields[i].symbol = block(sizeof(lvi_symbol));
        LVI_AT(lvi_symbol, fields[i].symbol)->text = (const unsigned char *)names[i];
        LVI_AT(lvi_symbol, fields[i].symbol)->size = (uint32_t)strlen(names[i]);
        LVI_AT(uint32_t, offsets)[i] = 16 * i;
    }
    fields[0].type = t_num, fields[1].type = t_v3, fields[2].type = t_mat;
    LVI_AT(lvi_layout, layout)->type = type;
    LVI_AT(lvi_layout, layout)->rules = LVI_LAYOUT_STD430;
    LVI_AT(lvi_layout, layout)->offsets = offsets;
    cx->push = lvi_pr_resource(cx, LVI_RES_PUSH, 0, 1);
    LVI_AT(lvi_resource, cx->push)->type = type;
    LVI_AT(lvi_resource, cx->push)->layout = layout;
}

/* An empty graph with room for `loops` loops, and one entry point that wants nothing yet. */
static void begin(uint32_t loops) {
    static lvi_form forms[2];
    static lvi_source sources[2]; /* they begin at 1 */
    if (!memory) memory = (unsigned char *)malloc(ARENA_SIZE);
    if (!memory) exit(3);
    cx = (lvi_context *)(void *)memory;
    memset(cx, 0, sizeof *cx);
    memset(&result, 0, sizeof result);
    memset(entries, 0, sizeof entries);
    entry_count = 1;
    failure = NULL;
    sources[1].text = (const unsigned char *)" ";
    sources[1].name = "test";
    sources[1].size = 1;
    sources[1].name_size = 4;
    cx->sources = sources;
    cx->source_count = 1;
    cx->source_end = 2;
    cx->forms = forms;
    cx->form_count = 2;
    cx->options.source_name = "test";
    cx->options.max_diagnostics = 4;
    cx->options.max_nodes = 1u << 24;
    cx->options.target = LAMBDAV_TARGET_SPIRV_1_3;
    cx->options.flags = LAMBDAV_KEEP_GUARDS;
    cx->result = &result;
    lvi_ar_open(cx, 0, ARENA_SIZE);
    cx->nodes = LVI_AT(lvi_node, lvi_ar_low_start(cx));
    lvi_gr_append(cx, LVI_OP_POISON, 0, 0);
    cx->loop_table = block(4 * loops);
    declare_push();
}

static void want(uint32_t node) {
    graph_entry *e = &entries[entry_count - 1];
    e->nodes[e->count++] = node;
}

static uint32_t type_of(uint32_t id) {
    return LVI_NODE(id)->type;
}

static uint32_t make(uint32_t op, uint32_t type, uint32_t count, uint32_t a, uint32_t b,
                     uint32_t c) {
    uint32_t v[3];
    v[0] = a;
    v[1] = b;
    v[2] = c;
    return lvi_gr_node(cx, op, type, count, v);
}

static uint32_t constant(uint32_t v) {
    return make(LVI_OP_CONST, t_num, 0, v, 0, 0);
}

static uint32_t op1(uint32_t op, uint32_t type, uint32_t a) {
    return make(op, type, 1, a, 0, 0);
}

static uint32_t op2(uint32_t op, uint32_t type, uint32_t a, uint32_t b) {
    return make(op, type, 2, a, b, 0);
}

static uint32_t op3(uint32_t op, uint32_t type, uint32_t a, uint32_t b, uint32_t c) {
    return make(op, type, 3, a, b, c);
}

static uint32_t add(uint32_t a, uint32_t b) {
    return op2(LVI_OP_ADD, t_num, a, b);
}

static uint32_t mul(uint32_t a, uint32_t b) {
    return op2(LVI_OP_MUL, t_num, a, b);
}

static uint32_t lt(uint32_t a, uint32_t b) {
    return op2(LVI_OP_LT, t_bool, a, b);
}

static uint32_t hard(uint32_t a) {
    return op1(LVI_OP_ASIN, t_num, a);
}

static uint32_t cond(uint32_t c, uint32_t yes, uint32_t no) {
    return op3(LVI_OP_IF, type_of(yes), c, yes, no);
}

static uint32_t extract(uint32_t type, uint32_t a, uint32_t i) {
    return make(LVI_OP_EXTRACT, type, 1, a, i, 0);
}

static uint32_t frag_coord(uint32_t i) {
    return extract(t_num, make(LVI_OP_INPUT, t_v4, 0, LVI_IN_FRAG_COORD, 0, 0), i);
}

static uint32_t list_of(uint32_t count, const uint32_t *v) {
    uint32_t ref = block(4 * count + 4);
    memcpy(LVI_AT(uint32_t, ref), v, 4 * count);
    return ref;
}

static uint32_t tree_node(uint32_t kind, uint32_t a, uint32_t yes, uint32_t no) {
    uint32_t ref = block(sizeof(lvi_tree));
    lvi_tree *t = LVI_AT(lvi_tree, ref);
    t->kind = kind;
    t->of.values = a;
    t->yes = yes;
    t->no = no;
    return ref;
}

static uint32_t leaf1(uint32_t kind, uint32_t a) {
    return tree_node(kind, list_of(1, &a), 0, 0);
}

/* Returns the loop's ordinal. */
static uint32_t open_loop(uint32_t params, const uint32_t *types) {
    uint32_t k, o = cx->loop_count++, ref = block(sizeof(lvi_loop));
    LVI_AT(uint32_t, cx->loop_table)[o] = ref;
    LVI_LOOP(o)->ordinal = o;
    LVI_LOOP(o)->first_param = cx->node_count;
    LVI_LOOP(o)->param_count = params;
    for (k = 0; k < params; k++) {
        uint32_t id = lvi_gr_append(cx, LVI_OP_PARAM, types[k], 0);
        LVI_NODE(id)->a.word[0] = o;
        LVI_NODE(id)->a.word[1] = k;
    }
    return o;
}

static uint32_t param(uint32_t o, uint32_t k) {
    return LVI_LOOP(o)->first_param + k;
}

/* Lists a tree in preorder, and what comes behind it; returns where the list begins. */
static uint32_t link_tree(uint32_t tree, uint32_t behind) {
    lvi_tree *t = LVI_AT(lvi_tree, tree);
    t->next = t->kind == LVI_TREE_IF ? link_tree(t->yes, link_tree(t->no, behind)) : behind;
    return tree;
}

static int passes_on(uint32_t tree, uint32_t k, uint32_t p) {
    const lvi_tree *t = LVI_AT(lvi_tree, tree);
    if (t->kind == LVI_TREE_IF) return passes_on(t->yes, k, p) && passes_on(t->no, k, p);
    return t->kind == LVI_TREE_EXIT || LVI_AT(uint32_t, t->of.values)[k] == p;
}

/* With `alias`, parameters that every rec passes on as they are stand for their initial values.
   Returns result 0, of this type, by which proj finds the others. */
static uint32_t close_loop(uint32_t o, const uint32_t *inits, uint32_t results, uint32_t type,
                           uint32_t tree, int alias) {
    lvi_loop *l = LVI_LOOP(o);
    uint32_t k;
    l->inits = list_of(l->param_count, inits);
    l->result_count = results;
    l->tree = tree;
    link_tree(tree, 0);
    for (k = 0; alias && k < l->param_count; k++)
        if (passes_on(tree, k, l->first_param + k))
            LVI_NODE(l->first_param + k)->a.node[2] = inits[k];
    l->node = lvi_gr_append(cx, LVI_OP_LOOP, type, 0);
    LVI_NODE(l->node)->a.word[0] = o;
    LVI_NODE(l->node)->flags = LVI_F_HARMFUL | LVI_F_VARIES;
    LVI_NODE(l->node)->cost = 255;
    return make(LVI_OP_PROJ, type, 1, l->node, 0, 0);
}

/* Result k of the loop that node `first` is result 0 of. */
static uint32_t proj(uint32_t first, uint32_t k, uint32_t type) {
    return make(LVI_OP_PROJ, type, 1, LVI_NODE(first)->a.word[0], k, 0);
}

/* ---- what an entry point reaches, and which loops each node depends on (bit o: loop o) */

static unsigned char live[MAX_EVALUATED], result_live[MAX_LOOPS][MAX_VALUES];
static uint64_t mask[MAX_EVALUATED];

static uint32_t resolve(uint32_t id) {
    while (LVI_NODE(id)->op == LVI_OP_PARAM && LVI_NODE(id)->a.node[2])
        id = LVI_NODE(id)->a.node[2];
    return id;
}

static void reach(uint32_t id);

static void reach_leaves(uint32_t tree, uint32_t kind, uint32_t k) {
    const lvi_tree *t = LVI_AT(lvi_tree, tree);
    if (t->kind == LVI_TREE_IF) {
        if (kind == LVI_TREE_IF) reach(t->of.condition);
        reach_leaves(t->yes, kind, k);
        reach_leaves(t->no, kind, k);
    } else if (t->kind == kind) {
        reach(LVI_AT(uint32_t, t->of.values)[k]);
    }
}

static void reach_result(uint32_t o, uint32_t k) {
    if (!live[LVI_LOOP(o)->node]) {
        live[LVI_LOOP(o)->node] = 1;
        reach_leaves(LVI_LOOP(o)->tree, LVI_TREE_IF, 0);
    }
    if (result_live[o][k]) return;
    result_live[o][k] = 1;
    reach_leaves(LVI_LOOP(o)->tree, LVI_TREE_EXIT, k);
}

static void reach(uint32_t id) {
    const lvi_node *n;
    uint32_t i;
    id = resolve(id);
    n = LVI_NODE(id);
    if (live[id]) return;
    live[id] = 1;
    if (n->op == LVI_OP_PARAM) {
        reach(LVI_AT(uint32_t, LVI_LOOP(n->a.word[0])->inits)[n->a.word[1]]);
        reach_leaves(LVI_LOOP(n->a.word[0])->tree, LVI_TREE_REC, n->a.word[1]);
    } else if (n->op == LVI_OP_PROJ) {
        reach_result(LVI_NODE(n->a.word[0])->a.word[0], n->a.word[1]);
    } else {
        for (i = 0; i < n->count; i++) reach(lvi_gr_operands(cx, id)[i]);
    }
}

static uint64_t leaves_mask(uint32_t tree, uint32_t kind, uint32_t k) {
    const lvi_tree *t = LVI_AT(lvi_tree, tree);
    if (t->kind == LVI_TREE_IF)
        return (kind == LVI_TREE_IF ? mask[resolve(t->of.condition)] : 0)
               | leaves_mask(t->yes, kind, k) | leaves_mask(t->no, kind, k);
    return t->kind == kind ? mask[resolve(LVI_AT(uint32_t, t->of.values)[k])] : 0;
}

static uint64_t loop_mask(uint32_t o) {
    const lvi_loop *l = LVI_LOOP(o);
    uint64_t m = leaves_mask(l->tree, LVI_TREE_IF, 0);
    uint32_t k;
    for (k = 0; k < l->param_count; k++)
        if (live[l->first_param + k])
            m |= mask[resolve(LVI_AT(uint32_t, l->inits)[k])]
                 | leaves_mask(l->tree, LVI_TREE_REC, k);
    for (k = 0; k < l->result_count; k++)
        if (result_live[o][k]) m |= leaves_mask(l->tree, LVI_TREE_EXIT, k);
    return m & ~((uint64_t)1 << o);
}

/* Before an entry is evaluated. */
static void find_facts(const graph_entry *e) {
    uint32_t id, i;
    if (cx->node_count > MAX_EVALUATED || cx->loop_count > MAX_LOOPS) {
        fprintf(stderr, "the graph is too large to be evaluated\n");
        exit(3);
    }
    memset(live, 0, sizeof live);
    memset(result_live, 0, sizeof result_live);
    for (i = 0; i < e->count; i++) reach(e->nodes[i]);
    if (e->discard) reach(e->discard);
    for (id = 0; id < cx->node_count; id++) {
        const lvi_node *n = LVI_NODE(id);
        mask[id] = 0;
        if (n->op == LVI_OP_PARAM) mask[id] = (uint64_t)1 << n->a.word[0];
        if (n->op == LVI_OP_LOOP && live[id]) mask[id] = loop_mask(n->a.word[0]);
        for (i = 0; i < n->count; i++) mask[id] |= mask[resolve(lvi_gr_operands(cx, id)[i])];
    }
}

/* ---- lazy evaluation. A demand is a node and the iteration of the deepest loop that it depends
   on; its value is kept. */

typedef struct memo {
    uint64_t key;
    uint32_t node, runs, stamp;
    value v, *results;
} memo;

static memo memos[MAX_MEMOS];
static uint32_t memo_stamp, memo_count, fuel;
static uint64_t iteration[MAX_LOOPS + 1]; /* [0]: outside of loops */
static value *arguments[MAX_LOOPS], kept[MAX_KEPT];
static uint32_t kept_count;
static int diverged; /* out of fuel, or of room */
static value fragment[2], pushes[3];

static uint32_t parts(uint32_t type) {
    return LVI_KIND(type) == LVI_K_PAIR ? 2 : LVI_ROWS(type) * LVI_COLUMNS(type);
}

static uint64_t mix(uint64_t a, uint64_t b, uint64_t c) {
    a = (a + 1) * 0x9E3779B97F4A7C15u ^ (b + 7) * 0xC2B2AE3D27D4EB4Fu
        ^ (c + 3) * 0x165667B19E3779F9u;
    a ^= a >> 31;
    a *= 0xBF58476D1CE4E5B9u;
    return a ^ a >> 29;
}

static uint64_t now(uint32_t id) {
    uint64_t m = mask[id];
    uint32_t deepest = 0;
    for (; m; m >>= 1) deepest++;
    return iteration[deepest];
}

static memo *find_memo(uint32_t id, uint64_t key) {
    uint32_t h = (uint32_t)mix(key, id, 1);
    for (;; h++) {
        memo *m = &memos[h & (MAX_MEMOS - 1)];
        if (m->stamp != memo_stamp || (m->node == id && m->key == key)) return m;
    }
}

/* NULL: nobody has wanted this. */
static memo *demand(uint32_t id) {
    memo *m = find_memo(id, now(id));
    return m->stamp == memo_stamp ? m : NULL;
}

static void keep_memo(uint32_t id, uint64_t key, const value *v, value *results) {
    memo *m = find_memo(id, key);
    if (memo_count++ > MAX_MEMOS / 2) {
        diverged = 1;
        return;
    }
    m->stamp = memo_stamp;
    m->node = id;
    m->key = key;
    m->runs = 0;
    m->v = *v;
    m->results = results;
}

static value *keep_values(uint32_t count) {
    if (kept_count + count > MAX_KEPT) {
        diverged = 1;
        return kept;
    }
    kept_count += count;
    return kept + kept_count - count;
}

/* One number of what an instruction gives; extended ones have 0x8000 set, as in lvi_ops. */
static uint32_t arithmetic(uint32_t opcode, uint32_t a, uint32_t b) {
    switch (opcode) {
    case LVI_SPV_OpFAdd: return (a + b) & 255;
    case LVI_SPV_OpFSub: return (a - b) & 255;
    case LVI_SPV_OpFMul:
    case LVI_SPV_OpVectorTimesScalar:
    case LVI_SPV_OpMatrixTimesScalar: return (a * b) & 255;
    case LVI_SPV_OpFOrdLessThan: return a < b;
    case LVI_SPV_OpLogicalAnd: return a & b;
    case LVI_SPV_OpLogicalNot: return !a;
    case LVI_SPV_OpLogicalOr: return a | b;
    case LVI_SPV_OpDPdx:
    case LVI_SPV_OpDPdyFine: return (a * 5 + 1) & 255;
    case 0x8000u | LVI_GLSL_Asin: return (a * 7 + 3) & 255;
    case 0x8000u | LVI_GLSL_Sqrt: return (a * 11 + 5) & 255;
    default: fail("an opcode that the test does not know"); return 0;
    }
}

static value construct(uint32_t count, const value *v, const uint32_t *types) {
    value r;
    uint32_t i, k, n = 0;
    memset(&r, 0, sizeof r);
    for (i = 0; i < count; i++)
        for (k = 0; k < parts(types[i]); k++) r.c[n++] = v[i].c[k];
    return r;
}

/* What a node gives for operands of these types. */
static value apply(const lvi_node *n, const value *v, const uint32_t *types) {
    value r;
    uint32_t i, op = n->op, size = parts(n->type), *c = r.c,
                opcode = lvi_ops[op].opcode[(LVI_KIND(types[0]) - 1) & 3];
    int scaled = op == LVI_OP_VEC_SCALE || op == LVI_OP_MAT_SCALE;
    if (op == LVI_OP_CONSTRUCT) return construct(n->count, v, types);
    memset(&r, 0, sizeof r);
    for (i = 0; i < size; i++) {
        if (op == LVI_OP_EXTRACT)
            c[i] = v[0].c[n->a.word[1] * size + i];
        else if (op == LVI_OP_SHUFFLE)
            c[i] = v[0].c[n->a.word[1] >> 4 * i & 15];
        else if (op == LVI_OP_SELECT)
            c[i] = v[0].c[types[0] == t_bool ? 0 : i] ? v[1].c[i] : v[2].c[i];
        else if (op == LVI_OP_ALL)
            c[i] = v[0].c[0] & v[0].c[1] & v[0].c[2];
        else if (op == LVI_OP_MODF)
            c[i] = i ? v[0].c[0] >> 4 : v[0].c[0] & 15;
        else
            c[i] = arithmetic(opcode, v[0].c[i], n->count > 1 ? v[1].c[scaled ? 0 : i] : 0);
    }
    return r;
}

static value eval(uint32_t id);

/* The values of a leaf, those that are wanted. */
static value *eval_leaf(const lvi_tree *t, uint32_t o) {
    value *v = keep_values(MAX_VALUES);
    const lvi_loop *l = LVI_LOOP(o);
    int exit = t->kind == LVI_TREE_EXIT;
    uint32_t k, count = exit ? l->result_count : l->param_count;
    for (k = 0; k < count && !diverged; k++)
        if (exit ? result_live[o][k] : live[l->first_param + k])
            v[k] = eval(LVI_AT(uint32_t, t->of.values)[k]);
    return v;
}

static value *eval_loop(uint32_t id) {
    uint32_t o = LVI_NODE(id)->a.word[0], k, step;
    const lvi_loop *l = LVI_LOOP(o);
    const lvi_tree *t = NULL;
    value *v = keep_values(MAX_VALUES), *outer = arguments[o];
    uint64_t parent = now(id), saved = iteration[o + 1];
    for (k = 0; k < l->param_count && !diverged; k++)
        if (live[l->first_param + k]) v[k] = eval(LVI_AT(uint32_t, l->inits)[k]);
    for (step = 0; !diverged && !(t && t->kind == LVI_TREE_EXIT); step++) {
        if (!fuel--) diverged = 1;
        iteration[o + 1] = mix(o, parent, step);
        arguments[o] = v;
        t = LVI_AT(lvi_tree, l->tree);
        while (t->kind == LVI_TREE_IF && !diverged)
            t = LVI_AT(lvi_tree, eval(t->of.condition).c[0] ? t->yes : t->no);
        if (!diverged) v = eval_leaf(t, o);
    }
    iteration[o + 1] = saved;
    arguments[o] = outer;
    return v;
}

static value eval_operation(uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    const uint32_t *list = lvi_gr_operands(cx, id);
    uint32_t i, types[4];
    value v[4];
    for (i = 0; i < n->count; i++) {
        v[i] = eval(list[i]);
        types[i] = type_of(list[i]);
    }
    return apply(n, v, types);
}

/* Recursion is bounded: see MAX_EVALUATED. */
static value eval(uint32_t id) {
    const lvi_node *n;
    uint64_t key;
    value v, *results = NULL;
    memset(&v, 0, sizeof v);
    id = resolve(id);
    n = LVI_NODE(id);
    if (diverged) return v;
    if (n->op == LVI_OP_PARAM) return arguments[n->a.word[0]][n->a.word[1]];
    if (n->op == LVI_OP_INPUT) return fragment[n->a.word[0]];
    if (n->op == LVI_OP_PUSH) return pushes[n->a.word[0]];
    v.c[0] = n->a.word[0];
    if (n->op == LVI_OP_CONST) return v;
    key = now(id);
    if (demand(id)) return demand(id)->v;
    if (n->op == LVI_OP_LOOP) {
        results = eval_loop(id);
        v = results[0];
    } else if (n->op == LVI_OP_PROJ) {
        eval(n->a.word[0]);
        if (!diverged) v = demand(n->a.word[0])->results[n->a.word[1]];
    } else if (n->op == LVI_OP_IF) {
        v = eval(n->a.word[0]).c[0] ? eval(n->a.word[1]) : eval(n->a.word[2]);
    } else {
        v = eval_operation(id);
    }
    if (!diverged) keep_memo(id, key, &v, results);
    return v;
}

/* Evaluates an entry; returns whether it is discarded. Nothing counts if `diverged` is set then. */
static int evaluate(const graph_entry *e, value *roots) {
    uint32_t i, discarded = 0;
    memo_stamp++;
    memo_count = kept_count = 0;
    fuel = 300;
    diverged = 0;
    iteration[0] = 1;
    if (e->discard) discarded = eval(e->discard).c[0];
    for (i = 0; i < e->count && !discarded; i++) roots[i] = eval(e->nodes[i]);
    return (int)discarded;
}

static void set_inputs(uint32_t combination) {
    uint32_t i, v = combination;
    fragment[0].c[0] = v % 3;
    fragment[0].c[1] = v / 3 % 3;
    fragment[0].c[2] = v / 9 % 3;
    fragment[1].c[0] = v & 1;
    pushes[0].c[0] = v % 5;
    for (i = 0; i < 3; i++) pushes[1].c[i] = v % (i + 2);
    for (i = 0; i < 6; i++) pushes[2].c[i] = v % (i + 1);
}

/* ---- random graphs */

enum { K_NUM, K_BOOL, K_VEC, K_MAT, K_KINDS };
enum { MAX_NAMES = 400, MAX_DEPTH = 4 };
typedef struct names {
    uint32_t v[K_KINDS][MAX_NAMES], n[K_KINDS];
} names;

static uint64_t random_state;
static int derivatives; /* may be in the graph: what they want is executed in any case */

static uint32_t rnd(uint32_t n) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((random_state >> 33) % n);
}

static int chance(uint32_t percent) {
    return rnd(100) < percent;
}

static uint32_t kind_type(uint32_t kind) {
    return kind == K_NUM ? t_num : kind == K_BOOL ? t_bool : kind == K_VEC ? t_v3 : t_mat;
}

static uint32_t random_kind(void) {
    uint32_t x = rnd(100);
    return x < 50 ? K_NUM : x < 75 ? K_BOOL : x < 93 ? K_VEC : K_MAT;
}

/* The youngest are picked most often. */
static uint32_t pick(const names *m, uint32_t kind) {
    uint32_t r = rnd(1000), n = m->n[kind];
    return m->v[kind][n - 1 - (uint32_t)((uint64_t)n * r * r / 1000000)];
}

static void keep(names *m, uint32_t kind, uint32_t id) {
    if (m->n[kind] < MAX_NAMES) m->v[kind][m->n[kind]++] = id;
}

static uint32_t random_num(const names *m) {
    uint32_t x = rnd(20), a = pick(m, K_NUM);
    if (x < 10) return op2(LVI_OP_ADD + rnd(3), t_num, a, pick(m, K_NUM));
    if (x < 13) return hard(a);
    if (x < 14) return hard(m->v[K_NUM][rnd(3)]);
    if (x < 16) return extract(t_num, pick(m, K_VEC), rnd(3));
    if (derivatives && x < 18) return op1(rnd(2) ? LVI_OP_DFDX : LVI_OP_DFDY_FINE, t_num, a);
    if (x < 18) return op1(LVI_OP_SQRT, t_num, a);
    return extract(t_num, op1(LVI_OP_MODF, t_pair, a), rnd(2));
}

static uint32_t random_bool(const names *m) {
    uint32_t x = rnd(10), a = pick(m, K_BOOL);
    if (x < 6) return lt(pick(m, K_NUM), pick(m, K_NUM));
    if (x < 7) return op1(LVI_OP_NOT, t_bool, a);
    if (x < 9) return op2(LVI_OP_AND, t_bool, a, pick(m, K_BOOL));
    return op1(LVI_OP_ALL, t_bool, op2(LVI_OP_LT, t_b3, pick(m, K_VEC), pick(m, K_VEC)));
}

static uint32_t random_vec(const names *m) {
    uint32_t x = rnd(10), a = pick(m, K_VEC), b = pick(m, K_VEC), c = pick(m, K_NUM);
    if (x < 3) return op3(LVI_OP_CONSTRUCT, t_v3, c, pick(m, K_NUM), pick(m, K_NUM));
    if (x < 5) return op2(LVI_OP_ADD, t_v3, a, b);
    if (x < 6) return make(LVI_OP_SHUFFLE, t_v3, 1, a, rnd(3) | rnd(3) << 4 | rnd(3) << 8, 0);
    if (x < 7) {
        a = make(LVI_OP_SHUFFLE, t_v2, 1, a, rnd(3) | rnd(3) << 4, 0);
        return op2(LVI_OP_CONSTRUCT, t_v3, a, c);
    }
    if (x < 8) return op2(LVI_OP_VEC_SCALE, t_v3, a, c);
    if (x < 9) return extract(t_v3, pick(m, K_MAT), rnd(2));
    c = chance(50) ? op2(LVI_OP_LT, t_b3, b, pick(m, K_VEC)) : pick(m, K_BOOL);
    return op3(LVI_OP_SELECT, t_v3, c, a, b);
}

static uint32_t random_mat(const names *m) {
    if (rnd(10) < 7) return op2(LVI_OP_CONSTRUCT, t_mat, pick(m, K_VEC), pick(m, K_VEC));
    return op2(LVI_OP_MAT_SCALE, t_mat, pick(m, K_MAT), pick(m, K_NUM));
}

static uint32_t random_op(const names *m, uint32_t kind) {
    return kind == K_NUM    ? random_num(m)
           : kind == K_BOOL ? random_bool(m)
           : kind == K_VEC  ? random_vec(m)
                            : random_mat(m);
}

typedef struct random_body {
    names *m;
    uint32_t o, params[MAX_VALUES], kinds[MAX_VALUES], results;
} random_body;

static uint32_t random_exit(const random_body *b) {
    uint32_t v[MAX_VALUES], k;
    for (k = 0; k < b->results; k++) v[k] = pick(b->m, b->kinds[k]);
    return tree_node(LVI_TREE_EXIT, list_of(b->results, v), 0, 0);
}

static uint32_t random_tree(const random_body *b, uint32_t depth) {
    uint32_t v[MAX_VALUES], k, x = rnd(100), count = LVI_LOOP(b->o)->param_count, yes;
    if (depth && x < 60) {
        k = pick(b->m, K_BOOL);
        yes = random_tree(b, depth - 1);
        return tree_node(LVI_TREE_IF, k, yes, random_tree(b, depth - 1));
    }
    if (x >= 80) return random_exit(b);
    for (k = 0; k < count; k++) v[k] = chance(30) ? param(b->o, k) : pick(b->m, b->params[k]);
    v[0] = add(param(b->o, 0), constant(1));
    return tree_node(LVI_TREE_REC, list_of(count, v), 0, 0);
}

static void random_block(names *m, uint32_t size, uint32_t depth);

/* Nodes made in a loop that do not depend on it may be met again outside: they are one. */
static void random_loop(names *m, uint32_t size, uint32_t depth) {
    static names pool[MAX_DEPTH + 1];
    uint32_t n = 1 + rnd(4), types[4], inits[4], k, tree, first;
    random_body b;
    b.results = 1 + rnd(3);
    b.m = &pool[depth];
    for (k = 0; k < n; k++) {
        b.params[k] = k ? random_kind() : K_NUM;
        types[k] = kind_type(b.params[k]);
        inits[k] = k ? pick(m, b.params[k]) : constant(0);
    }
    for (k = 0; k < b.results; k++) b.kinds[k] = random_kind();
    b.o = open_loop(n, types);
    *b.m = *m;
    for (k = 0; k < 2 * n; k++) keep(b.m, b.params[k % n], param(b.o, k % n));
    random_block(b.m, 1 + rnd(size / 2 + 1), depth + 1);
    tree = random_tree(&b, 4);
    if (chance(85)) {
        k = lt(param(b.o, 0), constant(1 + rnd(4)));
        tree = tree_node(LVI_TREE_IF, k, tree, random_exit(&b));
    }
    first = close_loop(b.o, inits, b.results, kind_type(b.kinds[0]), tree, chance(80));
    keep(m, b.kinds[0], first);
    for (k = 1; k < b.results; k++) keep(m, b.kinds[k], proj(first, k, kind_type(b.kinds[k])));
}

static void random_block(names *m, uint32_t size, uint32_t depth) {
    for (; size > 0 && cx->node_count < MAX_EVALUATED - 200; size--) {
        uint32_t x = rnd(100), kind = random_kind();
        if (x < 55)
            keep(m, kind, random_op(m, kind));
        else if (x < 88 || depth >= MAX_DEPTH || cx->loop_count >= MAX_LOOPS - 1)
            keep(m, kind, cond(pick(m, K_BOOL), pick(m, kind), pick(m, kind)));
        else
            random_loop(m, size, depth);
    }
}

static void start_names(names *m) {
    uint32_t k, v;
    memset(m, 0, sizeof *m);
    for (k = 0; k < 3; k++) keep(m, K_NUM, frag_coord(k));
    for (k = 0; k < 3; k++) keep(m, K_NUM, constant(k));
    keep(m, K_NUM, make(LVI_OP_PUSH, t_num, 0, 0, 0, 0));
    keep(m, K_BOOL, make(LVI_OP_INPUT, t_bool, 0, LVI_IN_FRONT_FACING, 0, 0));
    keep(m, K_BOOL, lt(frag_coord(0), frag_coord(1)));
    keep(m, K_BOOL, lt(frag_coord(1), frag_coord(2)));
    if (chance(20)) keep(m, K_BOOL, make(LVI_OP_CONST, t_bool, 0, rnd(2), 0, 0));
    v = op3(LVI_OP_CONSTRUCT, t_v3, constant(1), constant(2), constant(1));
    keep(m, K_VEC, make(LVI_OP_PUSH, t_v3, 0, 1, 0, 0));
    keep(m, K_VEC, v);
    keep(m, K_MAT, make(LVI_OP_PUSH, t_mat, 0, 2, 0, 0));
    k = op3(LVI_OP_CONSTRUCT, t_v3, constant(0), constant(2), constant(3));
    keep(m, K_MAT, op2(LVI_OP_CONSTRUCT, t_mat, v, k));
}

/* The program of a seed, with one or two entry points. */
static void random_program(uint64_t seed) {
    static const uint32_t sizes[] = {6, 10, 16, 24, 40, 80, 160};
    static names m;
    uint32_t k;
    random_state = seed * 0x9E3779B97F4A7C15u + 12345;
    rnd(2);
    derivatives = seed % 8 == 7;
    begin(MAX_LOOPS);
    start_names(&m);
    random_block(&m, sizes[rnd(7)], 0);
    for (k = 0; k < 1 + (seed % 3 == 0); k++) {
        entry_count = k + 1;
        if (seed % 5 == 1) entries[k].discard = pick(&m, K_BOOL);
        want(m.v[K_VEC][m.n[K_VEC] - 1]);
        want(k ? pick(&m, K_NUM) : m.v[K_NUM][m.n[K_NUM] - 1]);
        entries[k].depth = chance(30);
        if (entries[k].depth) want(pick(&m, K_NUM));
    }
}

static const char *test_name; /* argv[0] */

static void random_programs(uint64_t count, uint64_t seed, void (*check_program)(void)) {
    uint64_t i;
    unsigned bad = 0;
    printf("%llu programs from seed %llu\n", (unsigned long long)count, (unsigned long long)seed);
    fflush(stdout);
    for (i = 0; i < count && bad < 10; i++) {
        random_program(seed + i);
        check_program();
        if (!failure) continue;
        bad++;
        printf("FAILED program of seed %llu (%u nodes): %s\n", (unsigned long long)(seed + i),
               cx->node_count, failure);
        repeat_by("%s 1 %llu", test_name, (unsigned long long)(seed + i));
    }
    passed += bad == 0;
    failed += bad;
}

/* The arguments are [PROGRAMS [SEED]]; without SEED: a fixed seed, then one from the clock. Returns
   0 if they are wrong. */
static int random_campaign(int argc, char **argv, uint64_t programs, void (*check_program)(void)) {
    char *end;
    int i;
    test_name = argv[0];
    for (i = 1; i < argc; i++) {
        uint64_t number = strtoull(argv[i], &end, 10);
        if (i > 2 || *end || end == argv[i]) return 0;
        if (i == 1) programs = number;
        if (i == 2) random_programs(programs, number, check_program);
    }
    if (argc > 2) return 1;
    random_programs(programs, 1, check_program);
    random_programs(programs, (uint64_t)time(NULL) * 1000003u % 1000000000000u, check_program);
    return 1;
}

#endif
