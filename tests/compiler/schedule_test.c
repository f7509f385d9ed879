/* cc -std=c99 -g -O0 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/schedule_test.c -o schedule_test */
/* schedule: from graph to regions.
       schedule_test [PROGRAMS [SEED]]
   The regions of a graph are executed as the words made from them would be, and held against lazy
   evaluation of the graph (graphs.h): results, dominance of every operand, no hard node executed
   that is not wanted, none that is dear twice for one demand. Graphs: by name, each of which fails
   without one step of the algorithm; large ones, for time and size; random ones. Then texts: the
   schedule says what is computed where.
   Without SEED: a fixed seed, then one from the clock, which is printed. The rare paths run more
   often with -DLVI_SC_GUARDS=0u (memo cells in place of guards) and -DLVI_SC_COPIES=1u.
   The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 2 usage, 3 no
   memory. */
#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#define LVI_SC_AGAIN 3u
#include "lambdav.h"

#include "tests/support/graphs.h"

enum { PROGRAMS = 1000, MAX_ITEMS = 1 << 17, MAX_TRAIL = 1 << 16, MAX_MEMBERS = 1 << 12 };

/* ---- execution of regions, with the dominance that SPIR-V asks for */

/* What execution knows of an item; item->id is its index. valid: it may be read; function: the cell
   region whose function it is defined in; stored: the variable of a spilled value, or the flag of a
   cell, has been set. */
typedef struct state {
    uint32_t valid, function, stored;
    value v, variable;
} state;

static state states[MAX_ITEMS];
static uint32_t state_count, function, trail[MAX_TRAIL], trail_count;
static value members[MAX_MEMBERS];
static uint32_t member_count;
static int killed;

static state *state_of(uint32_t item) {
    lvi_item *i = LVI_ITEM(item);
    if (!i->id && state_count + 1 < MAX_ITEMS) {
        i->id = ++state_count;
        memset(&states[i->id], 0, sizeof(state));
    }
    if (!i->id) fail("more items than the test can execute");
    return &states[i->id];
}

static uint32_t slot_type(uint32_t slot) {
    if (LVI_IS_NODE(slot)) return type_of(LVI_SLOT_NODE(slot));
    return LVI_ITEM(slot)->kind == LVI_I_ANY ? t_bool : type_of(LVI_ITEM(slot)->node);
}

static value read_slot(uint32_t slot) {
    state *s;
    value none;
    memset(&none, 0, sizeof none);
    if (!slot) fail("an operand's slot is empty");
    if (!slot) return none;
    if (LVI_IS_NODE(slot)) return eval(LVI_SLOT_NODE(slot));
    s = state_of(slot);
    if (!s->valid)
        fail("an operand does not dominate its use");
    else if (s->function != function)
        fail("an operand belongs to another function");
    return s->v;
}

static uint32_t read_bool(uint32_t slot) {
    return read_slot(slot).c[0];
}

static void define(uint32_t item, value v) {
    state *s = state_of(item);
    s->valid = 1;
    s->function = function;
    s->v = v;
    if (LVI_ITEM(item)->flags & LVI_SPILLED) {
        s->stored = 1;
        s->variable = v;
    }
    if (trail_count == MAX_TRAIL)
        fail("more values than the test can follow");
    else
        trail[trail_count++] = item;
}

/* Values defined since the trail had this length are out of scope. */
static void forget(uint32_t length) {
    while (trail_count > length) state_of(trail[--trail_count])->valid = 0;
}

static int inside(uint32_t region, uint32_t outer) {
    while (region && region != outer) region = LVI_REGION(region)->parent;
    return region == outer;
}

/* Is the region in a loop that the node does not depend on? */
static int in_foreign_loop(uint32_t id, uint32_t region) {
    uint32_t loop;
    while ((loop = LVI_REGION(region)->loop) != 0) {
        if (!(mask[id] >> LVI_NODE(LVI_ITEM(loop)->node)->a.word[0] & 1)) return 1;
        id = LVI_ITEM(loop)->node;
        region = LVI_ITEM(loop)->region;
    }
    return 0;
}

static void executed(uint32_t id, uint32_t region) {
    memo *m = demand(id);
    if (derivatives) return;
    if (!m)
        fail("a hard node is executed that nobody wants");
    else if (m->runs++ && LVI_NODE(id)->op != LVI_OP_SQRT && !in_foreign_loop(id, region))
        fail("a hard node is executed twice");
}

static void run_region(uint32_t region);

static void keep_member(value v) {
    if (member_count == MAX_MEMBERS)
        fail("more members than the test can keep");
    else
        members[member_count++] = v;
}

static void run_arm(const lvi_select *s, uint32_t c) {
    uint32_t member, mark = trail_count;
    value undefined;
    memset(&undefined, 170, sizeof undefined);
    run_region(c ? s->yes : s->no);
    for (member = s->members; member && !failure && !diverged; member = LVI_ITEM(member)->next)
        keep_member(!c && (s->item.flags & LVI_GUARDED) ? undefined
                                                        : read_slot(LVI_SLOTS(member)[!c]));
    if (!diverged) forget(mark);
}

static void run_select(uint32_t ref) {
    const lvi_select *s = LVI_AT(lvi_select, ref);
    uint32_t member, c = read_bool(s->condition), first = member_count, i = first;
    if (s->item.flags & LVI_COLLAPSED) {
        for (member = s->members; member; member = LVI_ITEM(member)->next) {
            value yes = read_slot(LVI_SLOTS(member)[0]), no = read_slot(LVI_SLOTS(member)[1]);
            keep_member(c ? yes : no);
        }
    } else {
        run_arm(s, c);
    }
    for (member = s->members; i < member_count && member; member = LVI_ITEM(member)->next)
        define(member, members[i++]);
    member_count = first;
}

static void run_any(uint32_t ref) {
    value v;
    uint32_t k;
    memset(&v, 0, sizeof v);
    for (k = 0; k < LVI_ITEM(ref)->count; k++)
        v.c[0] |= read_bool(LVI_SLOTS(ref)[k]) ^ ((uint32_t)LVI_ITEM(ref)->negated >> k & 1u);
    define(ref, v);
}

/* The function of a cell: its values, which stay until the cell is reset. */
static value *run_cell(const lvi_cell *cell) {
    uint32_t k, e, saved = function, mark = trail_count;
    value *store = keep_values(cell->value_count);
    function = cell->body;
    for (e = LVI_REGION(cell->body)->escapes; e; e = LVI_ITEM(e)->next) {
        uint32_t source = LVI_SLOTS(e)[0], entry = LVI_ITEM(source)->kind == LVI_I_ENTRY;
        state *s = state_of(source);
        if (!entry && (!s->stored || !(LVI_ITEM(source)->flags & LVI_SPILLED)))
            fail("a cell reads a variable that is not stored");
        define(e, entry ? s->v : s->variable);
    }
    run_region(cell->body);
    for (k = 0; k < cell->value_count && !failure && !diverged; k++)
        if (LVI_AT(uint32_t, cell->values)[k])
            store[k] = read_slot(LVI_AT(uint32_t, cell->values)[k]);
    forget(mark);
    function = saved;
    return store;
}

/* A cell's `variable` holds 1 + the place of its values, 0 after a reset. */
static void run_call(uint32_t ref) {
    const lvi_call *call = LVI_AT(lvi_call, ref);
    const lvi_cell *cell = LVI_AT(lvi_cell, call->cell);
    state *flag = state_of(call->cell);
    uint32_t k;
    if (!flag->stored) fail("a cell is called before its reset");
    if (!flag->variable.c[0]) flag->variable.c[0] = (uint32_t)(run_cell(cell) - kept) + 1;
    for (k = 0; k < cell->value_count && !failure && !diverged; k++)
        if (LVI_AT(uint32_t, call->results)[k])
            define(LVI_AT(uint32_t, call->results)[k], kept[flag->variable.c[0] - 1 + k]);
}

/* Behind the loop's merge block. What does not dominate it is forgotten: values of regions that not
   every exit passes. */
static void run_exit(const lvi_loop_item *l, uint32_t region, uint32_t mark) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    uint32_t e, i, k, first = member_count;
    for (e = LVI_REGION(region)->escapes; e; e = LVI_ITEM(e)->next)
        keep_member(read_slot(LVI_SLOTS(e)[0]));
    for (i = mark; i < trail_count; i++)
        for (k = 0; k < l->exit_count; k++)
            if (!inside(exits[k], LVI_ITEM(trail[i])->region)) state_of(trail[i])->valid = 0;
    for (i = first, e = LVI_REGION(region)->escapes; e && !failure; e = LVI_ITEM(e)->next)
        define(e, members[i++]);
    member_count = first;
    run_region(region);
}

static void define_all(const uint32_t *items, uint32_t count, const value *v) {
    uint32_t k;
    for (k = 0; k < count; k++)
        if (items[k]) define(items[k], v[k]);
}

static void read_all(const uint32_t *items, const uint32_t *slots, uint32_t count, value *v) {
    uint32_t k;
    for (k = 0; k < count; k++)
        if (items[k]) v[k] = read_slot(slots[k]);
}

/* One iteration; returns the region of the leaf, which has been executed unless it is an exit. */
static uint32_t run_tree(const lvi_loop_item *l) {
    uint32_t region = l->body, end;
    run_region(region);
    while (!failure && !diverged && LVI_REGION(region)->kind != LVI_R_EXIT) {
        end = LVI_REGION(region)->end;
        if (end && LVI_ITEM(end)->kind == LVI_I_REC) return region;
        if (!end) return LVI_AT(uint32_t, l->exits)[0];
        region = read_bool(LVI_SLOTS(end)[0]) ? LVI_AT(lvi_tree_if, end)->yes
                                              : LVI_AT(lvi_tree_if, end)->no;
        if (LVI_REGION(region)->kind != LVI_R_EXIT) run_region(region);
    }
    return region;
}

static void run_loop(uint32_t ref) {
    const lvi_loop_item *l = LVI_AT(lvi_loop_item, ref);
    const uint32_t *params = LVI_AT(uint32_t, l->params), *results = LVI_AT(uint32_t, l->results);
    uint32_t k, o = LVI_NODE(l->item.node)->a.word[0], mark = trail_count, step, region = 0;
    uint64_t parent = now(l->item.node), saved = iteration[o + 1];
    value v[MAX_VALUES];
    memset(v, 0, sizeof v);
    for (k = 0; k < l->param_count; k++)
        if (params[k]) v[k] = read_slot(LVI_SLOTS(params[k])[0]);
    for (step = 0; !failure && !diverged; step++) {
        if (!fuel--) diverged = 1;
        iteration[o + 1] = mix(o, parent, step);
        forget(mark);
        define_all(params, l->param_count, v);
        region = run_tree(l);
        if (failure || diverged) return;
        if (LVI_REGION(region)->kind == LVI_R_EXIT) break;
        read_all(params, LVI_SLOTS(LVI_REGION(region)->end), l->param_count, v);
    }
    if (failure || diverged) return;
    if (!(l->item.flags & LVI_DIRECT))
        run_exit(l, region, mark);
    else if (LVI_REGION(region)->first || LVI_REGION(region)->escapes)
        fail("a direct exit is not empty");
    if (failure || diverged) return;
    read_all(results, LVI_SLOTS(LVI_REGION(region)->end), l->result_count, v);
    iteration[o + 1] = saved;
    forget(mark);
    define_all(results, l->result_count, v);
}

static void run_op(uint32_t ref) {
    const lvi_item *i = LVI_ITEM(ref);
    uint32_t k, types[4];
    value v[4];
    for (k = 0; k < i->count; k++) {
        v[k] = read_slot(LVI_SLOTS(ref)[k]);
        types[k] = slot_type(LVI_SLOTS(ref)[k]);
    }
    if (LVI_NODE(i->node)->op == LVI_OP_ASIN || LVI_NODE(i->node)->op == LVI_OP_SQRT)
        executed(i->node, i->region);
    if (LVI_NODE(i->node)->op == LVI_OP_IF)
        define(ref, v[0].c[0] ? v[1] : v[2]);
    else
        define(ref, apply(LVI_NODE(i->node), v, types));
}

static void reset_cell(uint32_t ref) {
    state_of(ref)->stored = 1;
    state_of(ref)->variable.c[0] = 0;
}

static void run_item(uint32_t ref) {
    switch (LVI_ITEM(ref)->kind) {
    case LVI_I_OP: run_op(ref); break;
    case LVI_I_SELECT: run_select(ref); break;
    case LVI_I_CELL: reset_cell(ref); break;
    case LVI_I_CALL: run_call(ref); break;
    case LVI_I_ANY: run_any(ref); break;
    case LVI_I_KILL: killed = (int)read_bool(LVI_SLOTS(ref)[0]); break;
    case LVI_I_LIVE: run_region(LVI_AT(lvi_live, ref)->body); break;
    case LVI_I_LOOP:
        executed(LVI_ITEM(ref)->node, LVI_ITEM(ref)->region);
        run_loop(ref);
        break;
    default: fail("an item that does not belong into a region");
    }
}

/* Recursion is as deep as the regions are. */
static void run_region(uint32_t region) {
    uint32_t ref = LVI_REGION(region)->first;
    for (; ref && !failure && !diverged && !killed; ref = LVI_ITEM(ref)->next) {
        if (LVI_ITEM(ref)->region != region) fail("an item lies about its region");
        run_item(ref);
    }
}

/* ---- one graph */

static int schedule(const graph_entry *e) {
    memset(&cx->s, 0, sizeof cx->s); /* nodes may have come since */
    lvi_sc_entry(cx, e->nodes, e->count, e->discard);
    state_count = 0;
    return !cx->stop;
}

/* Clears what the last execution left; enters the function. */
static void start_run(void) {
    uint32_t i, e;
    for (i = 1; i <= state_count; i++) states[i].valid = states[i].stored = 0;
    trail_count = kept_count = member_count = function = 0;
    fuel = 20000;
    killed = 0;
    for (e = cx->s.entries; e; e = LVI_ITEM(e)->next) define(e, eval(LVI_ITEM(e)->node));
}

/* One evaluation and one execution. */
static void compare(const graph_entry *e) {
    value wanted[MAX_ROOTS];
    uint32_t i, c;
    int discarded = evaluate(e, wanted);
    if (diverged) return;
    start_run();
    run_region(cx->s.root);
    if (diverged && derivatives) return;
    if (diverged) fail("the execution diverges");
    if (!!killed != discarded) fail("discarded or not");
    for (i = 0; i < e->count && !discarded && !failure; i++) {
        value v = read_slot(LVI_SLOTS(cx->s.out)[i]);
        for (c = 0; c < parts(type_of(e->nodes[i])); c++)
            if (v.c[c] != wanted[i].c[c]) fail("wrong result");
    }
}

static void check_program(void) {
    uint32_t v, k;
    for (k = 0; k < entry_count && !failure; k++) {
        find_facts(&entries[k]);
        expect(schedule(&entries[k]), "out of memory");
        for (v = 0; v < COMBINATIONS && !failure; v++) {
            set_inputs(v);
            compare(&entries[k]);
        }
    }
}

/* ---- graphs by name */

static uint32_t in_a, in_b, in_c, zero, one;

static void start_sized(uint32_t loops) {
    begin(loops);
    in_a = frag_coord(0);
    in_b = frag_coord(1);
    in_c = frag_coord(2);
    zero = constant(0);
    one = constant(1);
    derivatives = 0;
}

static void start(void) {
    start_sized(MAX_LOOPS);
}

/* Another hard node for each k. */
static uint32_t hard_of(uint32_t x, uint32_t k) {
    return hard(add(x, constant(k)));
}

static uint32_t dfdx(uint32_t x) {
    return op1(LVI_OP_DFDX, t_num, x);
}

static uint32_t num_loop(uint32_t params) {
    uint32_t types[2];
    types[0] = types[1] = t_num;
    return open_loop(params, types);
}

static uint32_t end_loop(uint32_t o, const uint32_t *inits, uint32_t results, uint32_t tree) {
    return close_loop(o, inits, results, t_num, tree, 1);
}

static uint32_t leaf2(uint32_t kind, uint32_t a, uint32_t b) {
    uint32_t v[2];
    v[0] = a;
    v[1] = b;
    return tree_node(kind, list_of(2, v), 0, 0);
}

static uint32_t count_items(uint32_t region, uint32_t op) {
    uint32_t i, n = 0;
    for (i = LVI_REGION(region)->first; i; i = LVI_ITEM(i)->next)
        n += LVI_NODE(LVI_ITEM(i)->node)->op == op
             && (LVI_ITEM(i)->kind == LVI_I_OP || LVI_ITEM(i)->kind == LVI_I_LOOP);
    return n;
}

static uint32_t find_item(uint32_t region, uint32_t kind) {
    uint32_t i = LVI_REGION(region)->first;
    while (i && LVI_ITEM(i)->kind != kind) i = LVI_ITEM(i)->next;
    return i;
}

static uint32_t length(uint32_t item) {
    uint32_t n = 0;
    for (; item; item = LVI_ITEM(item)->next) n++;
    return n;
}

/* The items of that kind in all regions. */
static uint32_t count_kind(uint32_t kind) {
    uint32_t region, i, n = 0;
    for (region = cx->s.all_regions; region; region = LVI_REGION(region)->link)
        for (i = LVI_REGION(region)->first; i; i = LVI_ITEM(i)->next)
            n += LVI_ITEM(i)->kind == kind;
    return n;
}

/* All items that stand in regions, and what escapes from those. */
static uint32_t schedule_size(void) {
    uint32_t region, n = 0;
    for (region = cx->s.all_regions; region; region = LVI_REGION(region)->link)
        n += 1 + length(LVI_REGION(region)->first) + length(LVI_REGION(region)->escapes);
    return n;
}

static uint32_t count_escapes(void) {
    uint32_t region, n = 0;
    for (region = cx->s.all_regions; region; region = LVI_REGION(region)->link)
        n += length(LVI_REGION(region)->escapes);
    return n;
}

/* loop (i = 0): if i < n then rec(i + 1) else exit(i); endless if n is greater than all values. */
static uint32_t count_to(uint32_t n) {
    uint32_t o = num_loop(1), i = param(o, 0);
    uint32_t c = lt(i, n), tree = tree_node(LVI_TREE_IF, c, leaf1(LVI_TREE_REC, add(i, one)),
                                            leaf1(LVI_TREE_EXIT, i));
    return end_loop(o, &zero, 1, tree);
}

static void test_plain_ancestor(void) {
    uint32_t k, c, d, o, l, v[1];
    start();
    k = hard(in_a);
    c = lt(in_a, in_b);
    d = lt(in_b, in_c);
    want(add(cond(c, k, in_b), cond(d, in_b, k)));
    check_program();
    expect(LVI_SC_GUARDS ? find_item(cx->s.root, LVI_I_ANY) != 0 && !cx->s.cells
                         : count_kind(LVI_I_CELL) == 1,
           "one guard, or one cell");
    finish("hard node in two selections");
    start();
    k = hard(in_a);
    c = lt(in_a, in_b);
    d = lt(in_b, in_c);
    want(add(cond(c, cond(d, k, in_a), in_b), cond(d, in_b, k)));
    check_program();
    expect(count_kind(LVI_I_CELL) == 1, "a cell where a condition is nested");
    finish("hard node in a nested selection");
    start();
    k = count_to(constant(2));
    c = lt(in_a, in_b);
    d = lt(in_b, in_c);
    want(add(cond(c, add(k, hard(in_a)), in_b), cond(d, in_b, add(hard(k), hard(in_a)))));
    check_program();
    finish("loop in two selections, and a node with it");
    start();
    o = num_loop(1);
    v[0] = lt(param(o, 0), constant(2));
    l = end_loop(o, &zero, 2,
                 tree_node(LVI_TREE_IF, v[0],
                           leaf1(LVI_TREE_REC, add(param(o, 0), mul(in_a, in_a))),
                           leaf2(LVI_TREE_EXIT, param(o, 0), lt(in_b, param(o, 0)))));
    LVI_LOOP(o)->inits = list_of(1, &one);
    k = hard(in_a);
    c = proj(l, 1, t_bool);
    d = lt(in_b, in_c);
    want(add(add(cond(c, k, l), cond(d, in_b, k)), l));
    check_program();
    expect(!LVI_SC_GUARDS || !cx->s.cells, "a guard");
    finish("guard under a loop's result");
}

/* The end of a tree: hard nodes that the arms of a tree node and of a selection before it want. */
static void test_tree_guard(void) {
    uint32_t o, i, k, c, s, v[2], l;
    start();
    o = num_loop(2);
    v[0] = zero;
    v[1] = in_a;
    i = param(o, 0);
    k = hard(add(i, param(o, 1)));
    c = lt(i, constant(2));
    s = lt(cond(lt(in_a, in_b), k, in_c), one);
    l = end_loop(o, v, 1,
                 tree_node(LVI_TREE_IF, c,
                           tree_node(LVI_TREE_IF, s, leaf1(LVI_TREE_EXIT, i),
                                     leaf2(LVI_TREE_REC, add(i, one), in_b)),
                           leaf1(LVI_TREE_EXIT, k)));
    want(l);
    check_program();
    finish("guard over tree arms");
    start();
    o = num_loop(2);
    i = param(o, 0);
    k = hard(add(i, param(o, 1)));
    c = lt(i, constant(2));
    s = cond(lt(in_a, in_b), k, in_c);
    l = end_loop(o, v, 1,
                 tree_node(LVI_TREE_IF, c, leaf2(LVI_TREE_REC, add(i, one), s),
                           leaf1(LVI_TREE_EXIT, add(k, hard_of(s, 1)))));
    want(l);
    check_program();
    finish("guard over a selection in an arm");
}

static void test_both_arms(void) {
    uint32_t k, c;
    start();
    k = hard(in_a);
    c = lt(in_a, in_b);
    want(cond(c, add(k, one), hard_of(k, 3)));
    check_program();
    expect(count_kind(LVI_I_CELL) == 0 && count_items(cx->s.root, LVI_OP_ASIN) == 1,
           "wanted by both arms: executed before");
    finish("both arms want it");
}

static void test_sharing(void) {
    uint32_t c, d, x, i1, i3, i4;
    start();
    c = lt(in_a, in_b);
    x = cond(c, hard_of(in_a, 1), hard_of(in_a, 2));
    want(cond(c, hard(x), x));
    want(cond(c, x, x));
    check_program();
    finish("selection that wants its twin's value");
    start();
    c = lt(in_a, in_b);
    d = lt(in_b, in_c);
    i1 = cond(c, hard_of(in_a, 1), in_a);
    i4 = cond(d, hard_of(in_a, 2), in_b);
    i3 = cond(d, hard(i1), in_b);
    want(i3);
    want(cond(c, hard(i4), in_c));
    check_program();
    finish("two groups that would wait for each other");
    start();
    c = lt(in_a, in_b);
    x = cond(c, hard_of(in_a, 1), hard_of(in_b, 2));
    i1 = hard(x);
    i3 = cond(c, hard_of(in_a, 1), hard_of(in_c, 3));
    want(add(i1, i3));
    check_program();
    finish("order of shared selections");
    start();
    c = lt(in_a, in_b);
    want(add(cond(c, hard_of(in_a, 1), in_b), cond(c, in_b, hard_of(in_c, 3))));
    check_program();
    expect(count_kind(LVI_I_SELECT) == 1, "one selection for two IFs");
    finish("equal conditions share");
}

static void test_condition_wants_it(void) {
    uint32_t n, x;
    start();
    n = hard(in_b);
    x = cond(lt(in_a, one), n, zero);
    want(cond(lt(zero, x), n, one));
    check_program();
    finish("a condition that wants the guarded node");
}

/* x(i) = if a(i) then 2 x(i-1) else if b(i) then x(i-1) + 1 else 0 */
static uint32_t exponential(uint32_t depth) {
    uint32_t x = hard_of(in_a, 77), k;
    for (k = 0; k < depth; k++)
        x = cond(lt(in_a, add(in_b, constant(k % 3))), hard(add(x, x)),
                 cond(lt(hard_of(in_c, k), in_b), add(x, one), zero));
    return x;
}

static void test_exponential(void) {
    uint32_t first, k;
    start();
    want(exponential(8));
    check_program();
    finish("exponential, executed");
    for (first = 0, k = 40; k <= 4000; k *= 10) {
        start();
        want(exponential(k));
        expect(schedule(&entries[0]), "memory");
        if (!first) first = schedule_size();
        expect(schedule_size() < first * (k / 40) + first, "linear size");
    }
    expect(count_kind(LVI_I_CELL) > 3990, "a cell for each step");
    finish("exponential, linear in size");
}

static void test_loops(void) {
    uint32_t o, i, c, k, tree, l, n, y;
    start();
    o = num_loop(1);
    i = param(o, 0);
    k = hard(in_c); /* does not depend on the loop */
    c = lt(i, constant(2));
    n = add(i, cond(lt(in_a, i), k, one));
    tree = tree_node(LVI_TREE_IF, c, leaf1(LVI_TREE_REC, n), leaf1(LVI_TREE_EXIT, i));
    want(end_loop(o, &zero, 1, tree));
    check_program();
    expect(count_items(cx->s.root, LVI_OP_ASIN) == 0, "not hoisted out of a conditional place");
    finish("hard invariant");
    start();
    o = num_loop(1);
    i = param(o, 0);
    tree = tree_node(LVI_TREE_IF, lt(i, constant(2)),
                     leaf1(LVI_TREE_REC, add(i, add(one, hard(in_c)))),
                     leaf1(LVI_TREE_EXIT, add(i, hard(in_c))));
    l = end_loop(o, &zero, 1, tree);
    want(l);
    check_program();
    expect(count_items(cx->s.root, LVI_OP_ASIN) == 1,
           "hoisted: every way through the body wants it");
    finish("hard invariant that is wanted always");
    start();
    y = add(count_to(constant(1000)), one);
    want(cond(lt(in_a, in_b), y, add(cond(lt(in_b, in_c), y, in_a), in_b)));
    expect(schedule(&entries[0]), "memory");
    expect(!find_item(cx->s.root, LVI_I_LOOP) && count_items(cx->s.root, LVI_OP_ADD) == 0,
           "a cheap node on a loop stays guarded");
    finish("hidden non-termination");
}

static void test_scopes(void) {
    uint32_t o1, o2, o3, l, x, item, body;
    start(); /* the outermost parameter is read in the innermost loop alone */
    o1 = num_loop(1);
    o2 = num_loop(1);
    o3 = num_loop(1);
    x = add(add(param(o3, 0), param(o1, 0)), param(o2, 0));
    l = end_loop(o3, &zero, 1,
                 tree_node(LVI_TREE_IF, lt(param(o3, 0), one), leaf1(LVI_TREE_REC, add(x, one)),
                           leaf1(LVI_TREE_EXIT, x)));
    l = end_loop(o2, &zero, 1,
                 tree_node(LVI_TREE_IF, lt(param(o2, 0), one),
                           leaf1(LVI_TREE_REC, add(param(o2, 0), one)), leaf1(LVI_TREE_EXIT, l)));
    l = end_loop(o1, &zero, 1,
                 tree_node(LVI_TREE_IF,
                           lt(param(o1, 0), cond(lt(l, constant(5)), constant(2), one)),
                           leaf1(LVI_TREE_REC, add(param(o1, 0), one)), leaf1(LVI_TREE_EXIT, l)));
    want(l);
    check_program();
    finish("scopes of nested loops");
    start();
    o1 = num_loop(1);
    x = mul(in_a, in_b);
    l = end_loop(o1, &zero, 1,
                 tree_node(LVI_TREE_IF, lt(param(o1, 0), x),
                           leaf1(LVI_TREE_REC, add(param(o1, 0), one)), leaf1(LVI_TREE_EXIT, x)));
    want(l);
    check_program();
    expect(count_items(cx->s.root, LVI_OP_MUL) == 1, "hoisted");
    finish("cheap invariant");
    start();
    o1 = num_loop(1);
    x = hard(in_c);
    l = add(cond(lt(param(o1, 0), in_a), x, one), cond(lt(in_b, param(o1, 0)), one, x));
    l = end_loop(o1, &zero, 1,
                 tree_node(LVI_TREE_IF, lt(param(o1, 0), constant(2)),
                           leaf1(LVI_TREE_REC, add(param(o1, 0), l)), leaf1(LVI_TREE_EXIT, zero)));
    want(l);
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    body = item ? LVI_AT(lvi_loop_item, item)->body : cx->s.root;
    expect(find_item(cx->s.root, LVI_I_CELL) && !find_item(body, LVI_I_CELL),
           "the cell of an invariant is reset outside of the loop");
    finish("hard invariant in two places");
}

static uint32_t test_exit_tree(uint32_t o, uint32_t work) {
    uint32_t i = param(o, 0), t = mul(i, in_b), d = lt(t, constant(3));
    uint32_t inner =
        tree_node(LVI_TREE_IF, d, leaf2(LVI_TREE_REC, add(i, one), add(param(o, 1), i)),
                  leaf2(LVI_TREE_EXIT, work ? add(hard(t), t) : t, i));
    uint32_t c = lt(i, constant(3));
    return tree_node(LVI_TREE_IF, c, inner,
                     leaf2(LVI_TREE_EXIT, param(o, 1), work ? hard_of(i, 4) : t));
}

static void test_exits(void) {
    uint32_t o, v[2], l, item, *exits, mark;
    start();
    o = num_loop(2);
    v[0] = zero;
    v[1] = in_a;
    l = end_loop(o, v, 2, test_exit_tree(o, 1));
    want(add(l, proj(l, 1, t_num)));
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    expect(item && LVI_AT(lvi_loop_item, item)->exit_count == 2, "two exits");
    exits = LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->exits);
    expect(count_items(exits[0], LVI_OP_ASIN) == 1 && count_items(exits[1], LVI_OP_ASIN) == 1,
           "work in the exits");
    expect(count_escapes() == 1 && LVI_REGION(exits[0])->escapes != 0,
           "t escapes, once; i, a parameter, needs not");
    finish("continuations");
    start();
    o = num_loop(2);
    v[0] = zero;
    v[1] = in_a;
    l = end_loop(o, v, 2, test_exit_tree(o, 0));
    want(add(l, proj(l, 1, t_num)));
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    expect(item && (LVI_ITEM(item)->flags & LVI_DIRECT), "empty exits: values over the edges");
    mark = LVI_REGION(LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->exits)[0])->escapes;
    expect(!mark, "no escapes then");
    finish("empty continuations");
    start();
    o = num_loop(2);
    v[0] = zero;
    v[1] = in_a;
    l = end_loop(o, v, 2, test_exit_tree(o, 0));
    want(proj(l, 1, t_num));
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    expect(item && !LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->params)[1],
           "the parameter of a dead result is dead");
    expect(!LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->results)[0], "dead result");
    finish("dead results");
}

static void test_root_exit(void) {
    uint32_t o, l;
    start();
    o = num_loop(1);
    l = close_loop(o, &in_a, 1, t_num, leaf1(LVI_TREE_EXIT, hard(add(param(o, 0), in_b))), 0);
    want(add(l, one));
    check_program();
    finish("a tree that is an exit");
}

static void test_alias(void) {
    uint32_t o, v[2], i, s, l, item;
    start();
    o = num_loop(2);
    i = param(o, 0);
    s = param(o, 1);
    v[0] = zero;
    v[1] = hard(in_a);
    l = end_loop(o, v, 1,
                 tree_node(LVI_TREE_IF, lt(i, constant(2)), leaf2(LVI_TREE_REC, add(i, s), s),
                           leaf1(LVI_TREE_EXIT, s)));
    want(l);
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    expect(item && !LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->params)[1],
           "an alias is no parameter");
    finish("aliased parameter");
}

static void test_derivatives(void) {
    uint32_t d, o, i, l, item, v[2], inner, *exits;
    start();
    d = dfdx(count_to(constant(2)));
    want(cond(lt(in_a, in_b), hard_of(d, 1), in_a));
    derivatives = 1;
    check_program();
    expect(count_items(cx->s.root, LVI_OP_DFDX) == 1 && find_item(cx->s.root, LVI_I_LOOP) != 0,
           "at the root, with its loop");
    finish("derivative under a condition");
    start();
    d = dfdx(in_a);
    want(cond(lt(in_b, in_c), hard_of(d, 1), in_a));
    entries[0].discard = lt(in_a, in_b);
    check_program();
    expect(count_items(cx->s.root, LVI_OP_DFDX) == 1, "before the discard");
    finish("derivative and discard");
    start();
    o = num_loop(1);
    i = param(o, 0);
    d = dfdx(i);
    l = end_loop(o, &zero, 1,
                 tree_node(LVI_TREE_IF, lt(i, constant(2)),
                           leaf1(LVI_TREE_REC, add(one, cond(lt(in_a, i), hard_of(d, 1), i))),
                           leaf1(LVI_TREE_EXIT, i)));
    want(l);
    derivatives = 1;
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    expect(item && count_items(LVI_AT(lvi_loop_item, item)->body, LVI_OP_DFDX) == 1,
           "at the body's root");
    finish("derivative in a loop");
    start();
    o = num_loop(2);
    i = param(o, 0);
    v[0] = zero;
    v[1] = in_a;
    inner = tree_node(LVI_TREE_IF, lt(param(o, 1), in_b),
                      leaf2(LVI_TREE_REC, add(i, one), add(i, in_c)),
                      leaf1(LVI_TREE_EXIT, cond(lt(in_a, i), hard_of(dfdx(i), 1), i)));
    l = end_loop(o, v, 1,
                 tree_node(LVI_TREE_IF, lt(i, constant(2)), inner, leaf1(LVI_TREE_EXIT, zero)));
    want(l);
    derivatives = 1;
    check_program();
    item = find_item(cx->s.root, LVI_I_LOOP);
    exits = LVI_AT(uint32_t, LVI_AT(lvi_loop_item, item)->exits);
    expect(item && count_items(exits[0], LVI_OP_DFDX) == 1, "at the exit's root");
    finish("derivative that only an exit wants");
}

static void test_discard(void) {
    uint32_t k, live_item;
    start();
    k = hard(in_a);
    entries[0].discard = lt(k, in_b);
    want(add(k, hard(in_c)));
    check_program();
    live_item = find_item(cx->s.root, LVI_I_LIVE);
    expect(live_item && count_items(cx->s.root, LVI_OP_ASIN) == 1, "the condition's work before");
    expect(count_items(LVI_AT(lvi_live, live_item)->body, LVI_OP_ASIN) == 1, "the rest after");
    finish("discard");
}

/* A selection that arms of two others want is executed in both: who comes to an arm of it has not
   come to what one of them wants. */
static void test_two_wants(void) {
    uint32_t h, m, y, f;
    start();
    h = hard(in_c);
    m = cond(lt(in_b, in_a), hard_of(in_c, 1), in_a);
    y = add(m, h);
    f = cond(lt(in_a, in_b), hard_of(y, 1), cond(lt(in_c, in_b), hard_of(y, 2), zero));
    f = cond(lt(in_c, constant(2)), add(h, f), zero);
    y = cond(lt(in_b, one), hard_of(f, 3), in_a);
    want(add(y, cond(lt(in_a, one), hard_of(add(f, m), 4), in_a)));
    check_program();
    finish("a selection that two arms want");
}

/* The operand of a clamp is within the range where it is wanted. */
static void test_options(void) {
    uint32_t x;
    start();
    x = op3(LVI_OP_CLAMP, t_num, in_a, in_b, in_c);
    want(cond(lt(in_b, in_c), x, zero));
    cx->options.flags = 0;
    expect(schedule(&entries[0]) && count_kind(LVI_I_SELECT) == 0, "a partial op is total");
    finish("partial as total");
    start();
    x = op3(LVI_OP_CLAMP, t_num, in_a, in_b, in_c);
    want(cond(lt(in_b, in_c), x, zero));
    expect(schedule(&entries[0]) && count_kind(LVI_I_SELECT) == 1
               && count_items(cx->s.root, LVI_OP_CLAMP) == 0,
           "a partial op keeps its guard");
    finish("partial as undefined");
}

static void test_constants(void) {
    uint32_t v[4], vector, slot;
    start();
    v[0] = v[1] = v[2] = v[3] = one;
    vector = lvi_gr_node(cx, LVI_OP_CONSTRUCT, t_v4, 4, v);
    want(op2(LVI_OP_VEC_SCALE, t_v4, vector, in_a));
    expect(schedule(&entries[0]), "memory");
    slot = LVI_SLOTS(LVI_SLOTS(cx->s.out)[0])[0];
    expect(LVI_IS_NODE(slot) && LVI_SLOT_NODE(slot) == vector, "a vector of constants is one");
    finish("constant vectors");
}

/* Every arena size gives a schedule or says that it does not; nothing is written outside. */
static void test_small_arenas(void) {
    uint32_t size, seed, fits = 0;
    for (seed = 1; seed < 12; seed++) {
        uint32_t high, end;
        random_program(seed);
        high = cx->arena.high;
        for (size = 0; size < 40000; size += size < 2000 ? 8 : 520) {
            cx->arena.high = end = cx->arena.low + size;
            memset(memory + end, 0x5a, 64);
            cx->stop = 0;
            fits += (uint32_t)schedule(&entries[0]);
            for (; end < cx->arena.low + size + 64; end++)
                expect(memory[end] == 0x5a, "written outside of the arena");
        }
        cx->arena.high = high;
    }
    expect(fits > 0, "fits in the end");
    finish("small arenas");
}

/* ---- size: each of these takes far longer than the limit if a step is quadratic */

enum { LARGE = 100000, MAX_SECONDS = 4 };

/* Returns the nanoseconds that a node takes. */
static double timed(const char *name) {
    clock_t t = clock();
    double seconds;
    uint32_t high = cx->arena.high;
    expect(schedule(&entries[0]), "out of memory");
    seconds = (double)(clock() - t) / CLOCKS_PER_SEC;
    expect(seconds < MAX_SECONDS, "too slow");
    expect((high - cx->arena.high) / cx->node_count < 250, "too much memory");
    printf("  %-32s %7u nodes %8.2f ms %4u bytes for each\n", name, cx->node_count, seconds * 1e3,
           (high - cx->arena.high) / cx->node_count);
    finish(name);
    return seconds * 1e9 / cx->node_count;
}

static void test_chains(void) {
    uint32_t k, x, shared;
    start();
    for (x = in_a, k = 0; k < LARGE; k++) x = cond(lt(in_a, constant(k)), hard_of(in_b, k), x);
    want(x);
    timed("else-if chain");
    start();
    shared = hard(in_c);
    for (x = in_a, k = 0; k < LARGE; k++)
        x = cond(lt(in_a, constant(k)), k % 2 ? add(shared, constant(k)) : hard_of(in_b, k), x);
    want(x);
    timed("else-if chain, shared hard node");
    start();
    for (x = in_a, k = 0; k < LARGE; k++) {
        uint32_t y = hard_of(in_b, k);
        x = add(cond(lt(in_a, constant(k)), add(y, x), y),
                cond(lt(in_a, constant(k + 1)), in_a, y));
    }
    want(x);
    timed("chain of selections");
    start();
    for (x = in_a, k = 0; k < LARGE; k++) x = add(x, cond(lt(in_a, in_b), hard_of(x, k), in_c));
    want(x);
    timed("one condition, many stages");
}

static void test_nests(void) {
    static uint32_t o[LARGE];
    uint32_t k, x, y, n = 40000;
    double nest;
    start();
    for (x = hard(in_a), k = 0; k < LARGE; k++) x = cond(lt(in_b, constant(k)), hard(x), in_c);
    want(x);
    nest = timed("nest");
    start();
    want(exponential(LARGE / 2));
    timed("exponential program");
    start_sized(LARGE);
    for (k = 0; k < n; k++) o[k] = num_loop(1);
    /* each depends on the one around it, on the outermost, and on nothing */
    for (x = hard(param(o[0], 0)), k = n; k-- > 0;) {
        y = add(add(x, hard_of(param(o[0], 0), k)), param(o[k ? k - 1 : 0], 0));
        y = add(y, add(in_c, constant(k)));
        x = tree_node(LVI_TREE_IF, lt(param(o[k], 0), y), leaf1(LVI_TREE_REC, y),
                      leaf1(LVI_TREE_EXIT, hard(y)));
        x = end_loop(o[k], &in_a, 1, x);
    }
    want(x);
    expect(timed("nested loops") < 6 * nest, "a step that climbs all the loops around a node");
    finish("nested loops, beside the nest");
}

/* Random, with operands from a window. */
static void test_large_graph(void) {
    enum { COUNT = 250000 };
    static uint32_t v[COUNT + 3], c[COUNT + 1];
    uint32_t n = 3, m = 1, k, x;
    start();
    random_state = 5;
    v[0] = in_a;
    v[1] = in_b;
    v[2] = in_c;
    c[0] = lt(in_a, in_b);
    for (k = 0; k < COUNT; k++) {
        uint32_t back = n < 64 ? n : 64, p = v[n - 1 - rnd(back)], q = v[n - 1 - rnd(back)],
                 r = rnd(100);
        if (r < 8)
            c[m++] = lt(p, q);
        else if (r < 20)
            v[n++] = cond(c[m - 1 - rnd(m < 16 ? m : 16)], p, q);
        else
            v[n++] = r < 22 ? hard(p) : op2(LVI_OP_ADD + rnd(3), t_num, p, q);
    }
    for (x = v[n - 1], k = 1; k < 60; k++) x = add(x, v[n - 1 - k]);
    want(x);
    timed("large random graph");
}

/* ---- texts: what the schedule's dump says about where an operation stands */

enum { MAX_TEXT = 1 << 16 };
static char dumped[MAX_TEXT];
static size_t dumped_size;

static void collect(void *user, const char *text, size_t size) {
    (void)user;
    if (size >= MAX_TEXT - dumped_size) return;
    memcpy(dumped + dumped_size, text, size);
    dumped_size += size;
    dumped[dumped_size] = '\0';
}

/* The schedule of a text into `dumped`; `result` has its words. */
static void compile(const char *text) {
    begin(1);
    dumped_size = 0;
    if (lambdav_dump(NULL, text, strlen(text), memory, ARENA_SIZE, "schedule", collect, NULL,
                     &result)
        != LAMBDAV_OK)
        fail(result.diagnostic_count ? result.diagnostics[0].message : "no module");
}

static size_t indentation(const char *line) {
    return strspn(line, " ");
}

/* The labels of the regions around a line of the dump, innermost first, "yes: root: ". */
static void find_path(const char *line, char *path, size_t size) {
    size_t depth = indentation(line);
    path[0] = '\0';
    while (line > dumped && depth > 2) {
        size_t length;
        for (line--; line > dumped && line[-1] != '\n';) line--;
        length = strcspn(line, "\n");
        if (indentation(line) >= depth || line[length - 1] != ':') continue;
        depth = indentation(line);
        snprintf(path + strlen(path), size - strlen(path), "%.*s ", (int)(length - depth),
                 line + depth);
    }
}

typedef struct text_row {
    const char *name, *text;
    const char *operation; /* as the dump writes it: `= SIN ` */
    unsigned count;        /* how many there are */
    const char *path;      /* where each of them stands */
} text_row;

#define LOOP(body) "((rec-func (i x) " body ") 0 1)"
static const text_row text_rows[] = {
    {"what both arms need is computed once, before them",
     "(let ((s (sin time))) (vec4 (if (< time 3) (exp (exp s)) (cos (cos s))) 0 0 1))", "= SIN ", 1,
     "root: "},
    {"what one arm needs is in that arm",
     "(let ((s (sin time))) (vec4 (if (< time 3) (exp s) (+ time 1)) 0 0 1))", "= SIN ", 1,
     "yes: root: "},
    {"what the other arm needs is in that arm",
     "(let ((s (sin time))) (vec4 (if (< time 3) (+ time 1) (exp s)) 0 0 1))", "= SIN ", 1,
     "no: root: "},
    {"what an arm of an arm needs is in that one",
     "(let ((s (sin time)))"
     " (vec4 (if (< time 3) (if (< time 1) (exp s) (cos (cos time))) (tan time)) 0 0 1))",
     "= SIN ", 1, "yes: yes: root: "},
    {"a loop that one arm needs is in that arm",
     "(let ((s " LOOP(
         "(if (< i time) (rec (+ i 1) (* x time)) x)") "))"
                                                       " (vec4 (if (< time 3) s 0) 0 0 1))",
     "loop ", 1, "yes: root: "},
    {"loop-invariant work leaves the loop",
     "(vec4 " LOOP("(if (< i 9) (rec (+ i 1) (* x (sin time))) x)") " 0 0 1)", "= SIN ", 1,
     "root: "},
    {"work that depends on the loop stays in it",
     "(vec4 " LOOP("(if (< i 9) (rec (+ i 1) (* x (sin i))) x)") " 0 0 1)", "= SIN ", 1,
     "yes: body: root: "},
    {"loop-invariant work leaves both loops",
     "(vec4 " LOOP("(if (< i 9) (rec (+ i 1) " LOOP("(if (< i time) (rec (+ i 2) (* x (sin time)))"
                                                    " x)") ") x)") " 0 0 1)",
     "= SIN ", 1, "root: "},
    {"work that only an exit wants is at that exit",
     "(vec4 " LOOP("(let ((s (sin (* i x)))) (if (< i 9) (rec (+ i 1) (* x 2)) s))") " 0 0 1)",
     "= SIN ", 1, "no: body: root: "},
    {"a derivative stays outside of the branch",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) "
     "(vec4 (if (< (.y (frag-coord)) 3) (sin (sin d)) 0) 0 0 1))",
     "= DFDX ", 1, "root: "},
    {"a derivative that one side of all triangles wants is in its arm",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) "
     "(vec4 (if (front-facing) (sin (sin d)) 0) 0 0 1))",
     "= DFDX ", 1, "yes: root: "},
    {"a derivative that a condition which is the same for all pixels decides is in its arm",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) (vec4 (if (< time 3) (sin (sin d)) 0) 0 0 1))",
     "= DFDX ", 1, "yes: root: "},
    {"... but not if another place wants it under a condition that varies",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) (vec4 (if (< time 3) (sin (sin d)) 0) "
     "(if (front-facing) (sin (exp d)) 0) 0 1))",
     "= DFDX ", 1, "root: "},
    {"... nor in an arm of an arm, if one condition varies",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) (vec4 (if (< time 3) "
     "(if (< (.y (frag-coord)) 3) (sin (sin d)) 0) 0) 0 0 1))",
     "= DFDX ", 1, "root: "},
    {"... nor where a loop that makes the condition varies",
     "(let ((d (dfdx (* time (.x (frag-coord)))))) (vec4 (if (< "
     LOOP("(if (< i (.x (frag-coord))) (rec (+ i 1) x) i)") " 3) (sin (sin d)) 0) 0 0 1))",
     "= DFDX ", 1, "root: "},
    {"a derivative that an arm gives stays outside of it",
     "(let ((d (dfdx (.x (frag-coord))))) (vec4 (if (front-facing) d 0) 0 0 1))", "= DFDX ", 1,
     "root: "},
    {"an endless loop in an argument that nobody needs is not made",
     "(vec4 ((func (x y) x) (sin time) " LOOP("(if (< i 0) x (rec (+ i 1) x))") ") 0 0 1)", "loop ",
     0, ""},
    {"an endless loop in a binding that nobody needs is not made",
     "(let ((s " LOOP("(if (< i 0) x (rec (+ i 1) x))") ")) (vec4 time 0 0 1))", "loop ", 0, ""},
    {"an endless loop that one arm needs is in that arm",
     "(let ((s " LOOP(
         "(if (< i 0) x (rec (+ i 1) x))") "))"
                                           " (vec4 (if (< time 3) time (+ s 1)) 0 0 1))",
     "loop ", 1, "no: root: "},
    {"a binding that is used twice is computed once",
     "(let ((s (sin time))) (vec4 s (* s s) (exp s) 1))", "= SIN ", 1, "root: "},
};
#undef LOOP

static void test_text(const text_row *row) {
    static const char declared[] = "(push-constants (time num)) ";
    char text[1024], path[256];
    const char *line;
    unsigned count = 0;
    snprintf(text, sizeof text, "%s%s", declared, row->text);
    compile(text);
    for (line = dumped; *line; line += strcspn(line, "\n") + 1) {
        const char *at = strstr(line, row->operation);
        if (!at || at > line + strcspn(line, "\n")) continue;
        count++;
        find_path(line, path, sizeof path);
        expect(!strcmp(path, row->path), "the operation stands in another region");
    }
    expect(count == row->count, "more or fewer such operations");
    if (failure) printf("%s", dumped);
    finish(row->name);
}

/* Words of `depth` bindings around each other, each of which uses the one before twice. */
static size_t nested_words(uint32_t depth) {
    char text[8192];
    size_t n = 0;
    uint32_t k;
    n += (size_t)snprintf(text, sizeof text, "(push-constants (x0 num)) ");
    for (k = 1; k <= depth; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "(let ((x%u (sin (+ x%u (cos x%u))))) ", k,
                              k - 1, k - 1);
    n += (size_t)snprintf(text + n, sizeof text - n, "(vec4 x%u 0 0 1)", depth);
    memset(text + n, ')', depth);
    text[n + depth] = '\0';
    compile(text);
    return result.word_count;
}

static void test_nested_bindings(void) {
    size_t half = nested_words(32), between = nested_words(48), all = nested_words(64);
    expect(half > 32 && all - between == between - half, "words are linear in the depth");
    expect(all < 2 * half, "twice the depth, less than twice the words");
    finish("64 bindings that are used twice each");
}

/* Place in `result.words` of the first instruction with this word at `at`, 0: none. */
static size_t find_word(uint32_t opcode, uint32_t at, uint32_t word) {
    const uint32_t *w = result.words;
    size_t i;
    for (i = 5; i < result.word_count; i += w[i] >> 16)
        if ((w[i] & 0xffff) == opcode && (!at || w[i + at] == word)) return i;
    return 0;
}

/* The exits' work is emitted once, behind the loop's merge label; what goes round is before it. */
static void test_after_loop(void) {
    size_t merge, label, sine, root;
    compile("(push-constants (time num))"
            "(vec4 ((rec-func (i x) (if (< i 10)"
            " (if (< x time) (rec (+ i 1) (exp x)) (sin (* i x))) (sqrt x))) 0 1) 0 0 1)");
    merge = find_word(LVI_SPV_OpLoopMerge, 0, 0);
    expect(merge != 0, "a loop");
    if (!failure) {
        label = find_word(LVI_SPV_OpLabel, 1, result.words[merge + 1]);
        sine = find_word(LVI_SPV_OpExtInst, 4, LVI_GLSL_Sin);
        root = find_word(LVI_SPV_OpExtInst, 4, LVI_GLSL_Sqrt);
        expect(label && sine > label && root > label, "after the loop");
        expect(find_word(LVI_SPV_OpExtInst, 4, LVI_GLSL_Exp) < label, "in the loop");
    }
    finish("work that only an exit wants runs after the loop");
}

static void test_texts(void) {
    size_t i;
    for (i = 0; i < sizeof text_rows / sizeof *text_rows; i++) test_text(&text_rows[i]);
    test_nested_bindings();
    test_after_loop();
}

static void test_graphs(void) {
    test_plain_ancestor();
    test_both_arms();
    test_tree_guard();
    test_scopes();
    test_sharing();
    test_condition_wants_it();
    test_exponential();
    test_loops();
    test_exits();
    test_root_exit();
    test_alias();
    test_derivatives();
    test_discard();
    test_two_wants();
    test_options();
    test_constants();
    test_small_arenas();
    test_chains();
    test_nests();
    test_large_graph();
}

int main(int argc, char **argv) {
    test_graphs();
    test_texts();
    if (!random_campaign(argc, argv, PROGRAMS, check_program)) {
        fprintf(stderr, "usage: schedule_test [PROGRAMS [SEED]]\n");
        return 2;
    }
    free(memory);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
