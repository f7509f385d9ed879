/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/effects_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -o effects_test -lSPIRV-Tools -lstdc++ -ldl */
/* Random programs with effects: stores, loads and atomics on buffers and shared memory, in choices,
   loops with several ways out, cases, functions, and bindings that run at each use. Each is
   compiled for some target and run by one invocation on a Vulkan device; what it leaves in memory
   is what a direct interpreter of the same program leaves, bit for bit.
       effects_test [--programs N] [--seed S] [--print]
   Without --seed: the programs that failed once, a fixed seed, then one that is printed. A program
   that fails is printed, with the command that repeats it, which build/failed.txt keeps.
   The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 3 no device. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <spirv-tools/libspirv.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "repeat.h"
#include "structure.h"

enum {
    PROGRAMS = 400,        /* for each seed */
    NODES = 4096,          /* of a program */
    TEXT = 1 << 16,
    BINDINGS = 1 << 18,    /* made by a run of the interpreter */
    STEPS = 200000,        /* of it; a program that takes more is left out */
    ARENA = 64 << 20,
    FUNCTIONS = 3,         /* definitions of a program */
    LOOP_TURNS = 3,        /* at most, of each loop */
    LOOP_DEPTH = 3,
    SCOPE = 64,
    TARGETS = 4
};

/* ---- programs */

typedef enum kind {
    /* values */
    NUMBER, NAME, OPERATION, CHOICE, LET, READ, MAKE, COMPARE, NOT, AND, OR,
    /* what runs */
    LOAD, STORE, ATOMIC, FENCE, DO, BIND, WHEN, COND, CASE, CLAUSE, ELSE, LOOP, REC, CALL, FUNC
} kind;

/* The type of what a name means, or of what a node gives. */
typedef enum type { INT, VARIANT, UNIT, FUNCTION_INT, FUNCTION_UNIT, ACTION_INT, ACTION_UNIT } type;

typedef struct node {
    kind kind;
    int number; /* NUMBER: it; NAME, LET, BIND, CALL: its name; MAKE, CLAUSE: the constructor;
                           OPERATION, COMPARE, ATOMIC: which; LOAD, STORE: place of memory */
    int names[3];       /* LOOP, FUNC, CLAUSE: parameters */
    int count;          /* of names */
    int memory;         /* LOAD, STORE, ATOMIC: which; LET: the type of its name */
    struct node *first, *next;
} node;

/* Names: x0 ... are values, and may hide each other; n0 ... count the turns of loops, f0 ... are
   definitions. */
enum { X = 0, N = 1000, F = 2000, X_COUNT = 12 };

static const char *const operations[] = {"+",      "-",       "*",   "bit-and",
                                         "bit-or", "bit-xor", "min", "max"};
static const char *const compares[] = {"=", "/=", "<", ">="};
static const char *const atomics[] = {"atomic-add", "atomic-sub", "atomic-min", "atomic-max",
                                      "atomic-and", "atomic-or", "atomic-xor", "atomic-exchange"};
static const char *const makers[] = {"none", "one", "two"};
static const int fields[] = {0, 1, 2};

/* Memory: the text that leads to it, and how many ints it is; 0: no index. */
static const struct {
    const char *text;
    int size, at; /* its first int in the image of all memory */
} memories[] = {
    {"b", 10, 0}, {"c.l", 4, 10}, {"c.x", 0, 14}, {"s", 4, 15}, {"t", 0, 19},
};
enum { MEMORIES = 5, IMAGE = 20, GIVEN = 8 };

static const char prologue[] =
    "(struct cell (x int) (y int))\n"
    "(variant choice (none) (one int) (two int int))\n"
    "(buffer b (array int))\n"
    "(buffer c (l (array int 4)) (x int))\n"
    "(buffer given :readonly (array int))\n"
    "(buffer out :writeonly (array int))\n"
    "(shared s (array int 4))\n"
    "(shared t int)\n";

/* ---- random choices */

static uint64_t state;

static uint32_t dice(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((state >> 33) % n);
}

static node nodes[NODES];
static int node_count, budget, loops_around;

typedef struct entry {
    int name;
    type type;
    int loop; /* ACTION and FUNCTION: 0, or the loop that its recs belong to */
    int arity;
} entry;

static entry scope[SCOPE];
static int scope_count;

typedef struct place {
    type type;  /* INT or UNIT: what it must give */
    int loop;   /* 0: no rec may stand here */
    int depth;  /* of loops */
} place;

static struct {
    int parameters, recs;
    type types[2];
} loops[NODES];
static int loop_count;

static struct {
    type type, parameters[2];
    int count;
    node *form;
} functions[FUNCTIONS];
static int function_count;

static node *make(kind k, int number) {
    node *n = &nodes[node_count++];
    if (node_count == NODES) abort();
    memset(n, 0, sizeof *n);
    n->kind = k, n->number = number;
    budget--;
    return n;
}

static node *add(node *parent, node *child) {
    node **at = &parent->first;
    while (*at) at = &(*at)->next;
    *at = child;
    return parent;
}

static void enter(int name, type t, int loop, int arity) {
    if (scope_count == SCOPE) abort();
    scope[scope_count].name = name, scope[scope_count].type = t;
    scope[scope_count].loop = loop, scope[scope_count++].arity = arity;
}

/* A name in scope of that type, -1 if there is none. One that is hidden counts for none. */
static int find(type t, int loop, int *arity) {
    int i, k, seen = 0, found = -1;
    for (i = 0; i < scope_count; i++) {
        if (scope[i].type != t || (scope[i].loop && scope[i].loop != loop)) continue;
        for (k = i + 1; k < scope_count && scope[k].name != scope[i].name;) k++;
        if (k < scope_count || dice((uint32_t)++seen) != 0) continue;
        found = scope[i].name;
        if (arity) *arity = scope[i].arity;
    }
    return found;
}

static int new_name(void) { return X + (int)dice(X_COUNT); }

static node *value(int depth);
static node *subscript(int size);
static node *run(place p);

static node *number(void) {
    static const int edges[] = {0, 1, -1, 2, 3, 5, 7, 100, 46341, -1000000};
    return make(NUMBER, edges[dice(10)]);
}

/* No `and` and `or` in loops: Mesa (22.3) unrolls loops wrongly that a conjunction ends. */
static node *condition(int depth) {
    node *n;
    uint32_t d = depth > 0 ? dice(loops_around ? 6 : 8) : 0;
    if (d == 5) return add(make(NOT, 0), condition(depth - 1));
    if (d >= 6) {
        n = add(make(d == 6 ? AND : OR, 0), condition(depth - 1));
        return add(n, condition(depth - 1));
    }
    n = add(make(COMPARE, (int)dice(4)), value(depth - 1));
    return add(n, value(depth - 1));
}

/* A value of type INT that runs nothing. */
static node *value(int depth) {
    int name = find(INT, 0, NULL);
    node *n;
    uint32_t d = depth > 0 && budget > 0 ? dice(10) : dice(3);
    if (d < 2) return name >= 0 ? make(NAME, name) : number();
    if (d == 2) return number();
    if (d == 3) return add(make(READ, 0), subscript(GIVEN));
    if (d == 4) {
        n = add(make(CHOICE, 0), condition(depth - 1));
        add(n, value(depth - 1));
        return add(n, value(depth - 1));
    }
    if (d == 5) {
        int mark = scope_count;
        n = add(make(LET, new_name()), value(depth - 1));
        n->memory = INT;
        enter(n->number, INT, 0, 0);
        add(n, value(depth - 1));
        scope_count = mark;
        return n;
    }
    n = add(make(OPERATION, (int)dice(8)), value(depth - 1));
    return add(n, value(depth - 1));
}

/* A value of type VARIANT. */
static node *variant(int depth) {
    int name = find(VARIANT, 0, NULL), tag = (int)dice(3), i;
    node *n;
    if (name >= 0 && dice(2)) return make(NAME, name);
    if (depth > 0 && dice(2)) {
        n = add(make(CHOICE, 0), condition(1));
        add(n, variant(depth - 1));
        return add(n, variant(depth - 1));
    }
    n = make(MAKE, tag);
    for (i = 0; i < fields[tag]; i++) add(n, value(1));
    return n;
}

static node *plain(type t) { return t == VARIANT ? variant(1) : value(2); }

/* A constant that fits, or one more than what is read, which may be out of range. */
static node *subscript(int size) {
    if (dice(2)) return make(NUMBER, (int)dice((uint32_t)size));
    return add(add(make(OPERATION, 0), add(make(READ, 0), make(NUMBER, (int)dice(GIVEN)))),
               value(1));
}

static node *memory_access(kind k) {
    node *n = make(k, 0);
    n->memory = (int)dice(MEMORIES);
    if (memories[n->memory].size) add(n, subscript(memories[n->memory].size));
    if (k == ATOMIC) n->number = (int)dice(8);
    if (k != LOAD) add(n, value(2));
    return n;
}

static node *rec(place p) {
    node *n = make(REC, p.loop);
    int i;
    loops[p.loop].recs++;
    for (i = 0; i < loops[p.loop].parameters; i++) add(n, plain(loops[p.loop].types[i]));
    return n;
}

/* What runs and stops here: no more of it is made inside. */
static node *leaf(place p) {
    type action = p.type == INT ? ACTION_INT : ACTION_UNIT;
    int name = find(action, p.loop, NULL), arity;
    if (p.loop && dice(3) == 0) return rec(p);
    if (name >= 0 && dice(2)) return make(NAME, name);
    name = find(p.type == INT ? FUNCTION_INT : FUNCTION_UNIT, p.loop, &arity);
    if (name >= 0 && dice(2)) {
        node *n = make(CALL, name);
        while (arity-- > 0) add(n, value(1));
        return n;
    }
    if (p.type == UNIT) return dice(12) ? memory_access(STORE) : make(FENCE, 0);
    switch (dice(4)) {
    case 0: return memory_access(LOAD);
    case 1: return memory_access(ATOMIC);
    default: return value(2);
    }
}

static place inside(place p, type t) {
    p.type = t, p.loop = 0;
    return p;
}

/* Adds statements to n; what they bind stays in scope. */
static void statements(node *n, place p) {
    uint32_t count = 1 + dice(3);
    while (count-- > 0) {
        if (dice(2)) {
            node *b = add(make(BIND, 0), run(inside(p, INT)));
            b->number = new_name();
            enter(b->number, INT, 0, 0);
            add(n, b);
        } else {
            add(n, run(inside(p, dice(3) ? UNIT : INT)));
        }
    }
}

static node *block(place p) {
    int mark = scope_count;
    node *n = make(DO, 0);
    statements(n, p);
    add(n, run(p));
    scope_count = mark;
    return n;
}

static node *when(place p) {
    int mark = scope_count;
    node *n = add(make(WHEN, 0), condition(1));
    if (dice(2)) statements(n, p);
    add(n, run(p));
    scope_count = mark;
    return n;
}

static node *cond(place p) {
    node *n = make(COND, 0);
    uint32_t count = 1 + dice(3);
    while (count-- > 0) {
        add(n, condition(1));
        add(n, run(p));
    }
    return add(n, run(p));
}

static node *clause(int tag, place p) {
    node *n = make(CLAUSE, tag);
    int mark = scope_count, i;
    n->count = fields[tag];
    for (i = 0; i < n->count; i++) {
        do n->names[i] = new_name();
        while (i > 0 && n->names[i] == n->names[0]);
        enter(n->names[i], INT, 0, 0);
    }
    add(n, run(p));
    scope_count = mark;
    return n;
}

static node *cases(place p) {
    node *n = add(make(CASE, 0), variant(2));
    int start = (int)dice(3), with_else = (int)dice(3), i;
    for (i = 0; i < (with_else == 0 ? 1 : 3); i++) add(n, clause((start + i) % 3, p));
    if (with_else == 0) add(n, add(make(ELSE, 0), run(p)));
    return n;
}

/* A function of `arity` ints, which may hold recs of the loop of p. */
static node *function(place p, int arity) {
    node *n = make(FUNC, 0);
    int mark = scope_count, i;
    n->count = arity;
    for (i = 0; i < n->count; i++) {
        do n->names[i] = new_name();
        while (i > 0 && n->names[i] == n->names[0]);
        enter(n->names[i], INT, 0, 0);
    }
    add(n, run(p));
    scope_count = mark;
    return n;
}

/* (let ((x ...)) run), where x is a value, an action that runs at each use, or a function. */
static node *binding(place p) {
    int mark = scope_count, arity = 1 + (int)dice(2);
    node *n = make(LET, new_name());
    place q = p;
    type t = INT;
    if (dice(2)) q = inside(p, dice(2) ? INT : UNIT);
    switch (dice(4)) {
    case 0: add(n, value(2)); break;
    case 1: add(n, variant(1)), t = VARIANT; break;
    case 2: add(n, run(q)), t = q.type == INT ? ACTION_INT : ACTION_UNIT; break;
    default: add(n, function(q, arity)), t = q.type == INT ? FUNCTION_INT : FUNCTION_UNIT; break;
    }
    n->memory = (int)t;
    enter(n->number, t, t == INT || t == VARIANT ? 0 : q.loop, arity);
    add(n, run(p));
    scope_count = mark;
    return n;
}

/* Counts n down to 0, and has other parameters and ways out. */
static node *loop(place p) {
    int mark = scope_count, id = ++loop_count, i;
    node *n = make(LOOP, id), *body;
    place q = p;
    n->names[0] = N + id, n->count = 1 + (int)dice(3);
    add(n, make(NUMBER, (int)dice(LOOP_TURNS + 1)));
    loops[id].parameters = n->count - 1, loops[id].recs = 0;
    for (i = 1; i < n->count; i++) {
        loops[id].types[i - 1] = dice(3) ? INT : VARIANT;
        add(n, plain(loops[id].types[i - 1]));
    }
    enter(N + id, INT, 0, 0);
    for (i = 1; i < n->count; i++) {
        do n->names[i] = new_name();
        while (i > 1 && n->names[i] == n->names[1]);
        enter(n->names[i], loops[id].types[i - 1], 0, 0);
    }
    q.loop = id, q.depth++;
    loops_around++;
    body = run(q);
    if (loops[id].recs == 0) {
        node *both = make(DO, 0);
        add(both, run(inside(q, UNIT)));
        add(both, rec(q));
        body = add(add(add(make(CHOICE, 0), condition(1)), body), both);
    }
    add(n, run(inside(q, p.type))); /* where the count is 0 */
    add(n, body);
    loops_around--;
    scope_count = mark;
    return n;
}

/* A call of a definition. Actions and functions are passed as they are. */
static node *call(place p) {
    int i, k;
    node *n;
    for (i = (int)dice((uint32_t)function_count), k = 0; k < function_count; k++, i++) {
        i %= function_count;
        if (functions[i].type == p.type) break;
    }
    if (k == function_count) return leaf(p);
    n = make(CALL, F + i);
    for (k = 0; k < functions[i].count; k++) {
        type t = functions[i].parameters[k];
        if (t == INT || t == VARIANT) add(n, plain(t));
        else if (t == ACTION_INT || t == ACTION_UNIT)
            add(n, run(inside(p, t == ACTION_INT ? INT : UNIT)));
        else add(n, function(inside(p, t == FUNCTION_INT ? INT : UNIT), 1));
    }
    return n;
}

/* What runs in a place. */
static node *run(place p) {
    node *n;
    if (budget <= 0) return leaf(p);
    switch (dice(14)) {
    case 0: case 1: case 2: return block(p);
    case 3: case 4:
        n = add(make(CHOICE, 0), condition(2));
        add(n, run(p));
        return add(n, run(p));
    case 5: if (p.type == UNIT) return when(p); return block(p);
    case 6: return cond(p);
    case 7: return cases(p);
    case 8: case 9: return binding(p);
    case 10: if (p.depth < LOOP_DEPTH) return loop(p); return leaf(p);
    case 11: if (function_count) return call(p); return leaf(p);
    default: return leaf(p);
    }
}

static node *main_form;

/* A definition: its parameters may be values, actions and functions of one int. */
static void define(void) {
    static const type types[] = {INT, INT, VARIANT, ACTION_INT, ACTION_UNIT, FUNCTION_INT,
                                 FUNCTION_UNIT};
    place p = {INT, 0, 1};
    node *n = make(FUNC, 0);
    int i;
    scope_count = 0;
    budget = 8 + (int)dice(25);
    p.type = dice(2) ? INT : UNIT;
    functions[function_count].type = p.type;
    functions[function_count].count = n->count = 1 + (int)dice(2);
    functions[function_count].form = n;
    for (i = 0; i < n->count; i++) {
        type t = functions[function_count].parameters[i] = types[dice(7)];
        n->names[i] = X + i;
        enter(n->names[i], t, 0, 1);
    }
    add(n, run(p));
    function_count++;
}

static void generate(int size) {
    place p = {UNIT, 0, 0};
    int count = (int)dice(FUNCTIONS + 1);
    node_count = loop_count = function_count = scope_count = 0;
    loops_around = 1;
    while (count-- > 0) define();
    scope_count = loops_around = 0;
    budget = size;
    main_form = block(p);
}

/* ---- text */

static char text[TEXT];
static size_t text_size;

static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    text_size += (size_t)vsnprintf(text + text_size, sizeof text - text_size, format, list);
    va_end(list);
    if (text_size >= sizeof text) abort();
}

static void say_name(int name) {
    if (name >= F) say("f%d", name - F);
    else if (name >= N) say("n%d", name - N);
    else say("x%d", name - X);
}

static void say_node(const node *n);

static void say_all(const node *n) {
    for (; n != NULL; n = n->next) {
        say(" ");
        say_node(n);
    }
}

static void say_names(const node *n, int first) {
    int i;
    for (i = first; i < n->count; i++) {
        if (i > first) say(" ");
        say_name(n->names[i]);
    }
}

static void say_access(const char *head, const node *n) {
    say("(%s %s", head, memories[n->memory].text);
    say_all(n->first);
    say(")");
}

static void say_loop(const node *n) {
    const node *child = n->first;
    int i;
    say("(loop (");
    for (i = 0; i < n->count; i++, child = child->next) {
        say(i ? " (" : "(");
        say_name(n->names[i]);
        say(" ");
        say_node(child);
        say(")");
    }
    say(") (if (< ");
    say_name(n->names[0]);
    say(" 1i)");
    say_all(child);
    say("))");
}

static void say_list(const char *head, const node *n) {
    say("(%s", head);
    say_all(n->first);
    say(")");
}

static void say_cond(const node *n) {
    const node *child = n->first;
    say("(cond");
    for (; child->next != NULL; child = child->next->next) {
        say(" (");
        say_node(child);
        say(" ");
        say_node(child->next);
        say(")");
    }
    say(" (else ");
    say_node(child);
    say("))");
}

static void say_node(const node *n) {
    switch (n->kind) {
    case NUMBER: say("%di", n->number); break;
    case NAME: say_name(n->number); break;
    case OPERATION: say_list(operations[n->number], n); break;
    case COMPARE: say_list(compares[n->number], n); break;
    case CHOICE: say_list("if", n); break;
    case NOT: say_list("not", n); break;
    case AND: say_list("and", n); break;
    case OR: say_list("or", n); break;
    case READ: say_list("at given", n); break;
    case MAKE: say_list(makers[n->number], n); break;
    case DO: say_list("do", n); break;
    case WHEN: say_list("when", n); break;
    case CASE: say_list("case", n); break;
    case ELSE: say_list("else", n); break;
    case LOAD: say_access("load", n); break;
    case STORE: say_access("store", n); break;
    case ATOMIC: say_access(atomics[n->number], n); break;
    case FENCE: say("(memory-barrier)"); break;
    case COND: say_cond(n); break;
    case LOOP: say_loop(n); break;
    case LET:
    case BIND:
        say(n->kind == LET ? "(let ((" : "(bind ");
        say_name(n->number);
        say(" ");
        say_node(n->first);
        say(n->kind == LET ? "))" : "");
        say_all(n->first->next);
        say(")");
        break;
    case CLAUSE:
        say("((%s%s", makers[n->number], n->count ? " " : "");
        say_names(n, 0);
        say(")");
        say_all(n->first);
        say(")");
        break;
    case REC:
        say("(rec (- n%d 1i)", n->number);
        say_all(n->first);
        say(")");
        break;
    case CALL:
        say("(");
        say_name(n->number);
        say_all(n->first);
        say(")");
        break;
    default:
        say("(func (");
        say_names(n, 0);
        say(")");
        say_all(n->first);
        say(")");
    }
}

/* Shared memory begins with what `given` holds, and goes to `out` at the end. */
static void write_program(void) {
    int i;
    text_size = 0;
    say("%s", prologue);
    for (i = 0; i < function_count; i++) {
        say("(define f%d\n  ", i);
        say_node(functions[i].form);
        say(")\n");
    }
    say("(compute (1)\n  (do (store s 0 (at given 0)) (store s 1 (at given 1)) (store s 2 4i)"
        " (store s 3 5i) (store t 6i)\n  ");
    say_node(main_form);
    say("\n  ");
    for (i = 0; i < 4; i++) say("(bind end%d (load s %d)) (store out %d end%d) ", i, i, i, i);
    say("(bind end4 (load t)) (store out 4 end4)))\n");
}

/* ---- the interpreter */

typedef struct cell {
    int32_t number, fields[2]; /* of a variant the constructor is the number */
} cell;

typedef struct bound {
    int name;
    cell value;
    const node *code; /* of an action or function */
    const struct bound *env, *next;
} bound;

typedef struct outcome {
    int is_rec;
    cell value, arguments[2];
} outcome;

static int32_t memory[IMAGE], given[GIVEN];
static bound bindings[BINDINGS];
static int binding_count, steps;

static outcome eval(const node *n, const bound *env);

static const bound *bind(int name, cell value, const node *code, const bound *code_env,
                         const bound *env) {
    bound *b;
    if (binding_count == BINDINGS) steps = STEPS, binding_count = 0;
    b = &bindings[binding_count++];
    b->name = name, b->value = value, b->code = code, b->env = code_env, b->next = env;
    return b;
}

static const bound *lookup(const bound *env, int name) {
    while (env->name != name) env = env->next;
    return env;
}

static int32_t eval_number(const node *n, const bound *env) { return eval(n, env).value.number; }

static int32_t clamped(const node *n, const bound *env, int size) {
    int32_t i = eval_number(n, env);
    return i < 0 ? 0 : i >= size ? size - 1 : i;
}

static int32_t wrapped(uint32_t x) {
    int32_t y;
    memcpy(&y, &x, sizeof y);
    return y;
}

static int32_t operate(int which, int32_t a, int32_t b) {
    uint32_t x = (uint32_t)a, y = (uint32_t)b;
    switch (which) {
    case 0: return wrapped(x + y);
    case 1: return wrapped(x - y);
    case 2: return wrapped(x * y);
    case 3: return wrapped(x & y);
    case 4: return wrapped(x | y);
    case 5: return wrapped(x ^ y);
    case 6: return a < b ? a : b;
    default: return a > b ? a : b;
    }
}

static int32_t update(int which, int32_t old, int32_t v) {
    static const int same[] = {0, 1, 6, 7, 3, 4, 5};
    return which == 7 ? v : operate(same[which], old, v);
}

static int32_t compare(int which, int32_t a, int32_t b) {
    return which == 0 ? a == b : which == 1 ? a != b : which == 2 ? a < b : a >= b;
}

static outcome give(int32_t number) {
    outcome o;
    memset(&o, 0, sizeof o);
    o.value.number = number;
    return o;
}

/* An index out of range reads the element nearest to it, writes nothing; an atomic gives 0. */
static outcome eval_access(const node *n, const bound *env) {
    const node *child = n->first;
    int size = memories[n->memory].size;
    int32_t *spot = &memory[memories[n->memory].at], old, i = 0;
    if (size) i = eval_number(child, env), child = child->next;
    if (size && (i < 0 || i >= size) && n->kind != LOAD) {
        eval_number(child, env);
        return give(0);
    }
    if (size) spot += i < 0 ? 0 : i >= size ? size - 1 : i;
    old = *spot;
    if (n->kind == STORE) *spot = eval_number(child, env);
    if (n->kind == ATOMIC) *spot = update(n->number, old, eval_number(child, env));
    return give(old);
}

/* The statements from n on, the last of which gives the value. */
static outcome eval_all(const node *n, const bound *env) {
    for (; n->next != NULL; n = n->next) {
        outcome o = eval(n->kind == BIND ? n->first : n, env);
        if (n->kind == BIND) env = bind(n->number, o.value, NULL, NULL, env);
    }
    return eval(n, env);
}

static outcome eval_case(const node *n, const bound *env) {
    cell v = eval(n->first, env).value;
    const node *c = n->first->next;
    int i;
    while (c->kind != ELSE && c->number != v.number) c = c->next;
    for (i = 0; i < c->count; i++) {
        cell field = {0, {0, 0}};
        field.number = v.fields[i];
        env = bind(c->names[i], field, NULL, NULL, env);
    }
    return eval(c->first, env);
}

static outcome eval_loop(const node *n, const bound *env) {
    cell values[3];
    const node *exit_form = n->first;
    int i;
    for (i = 0; i < n->count; i++, exit_form = exit_form->next)
        values[i] = eval(exit_form, env).value;
    for (;;) {
        const bound *inner = env;
        outcome o;
        for (i = 0; i < n->count; i++) inner = bind(n->names[i], values[i], NULL, NULL, inner);
        o = eval(values[0].number < 1 ? exit_form : exit_form->next, inner);
        if (!o.is_rec || steps >= STEPS) return o;
        values[0].number--;
        for (i = 1; i < n->count; i++) values[i] = o.arguments[i - 1];
    }
}

/* Binds the name to the value of the form, or to the form if its type is an action or function. */
static const bound *bind_form(int name, type t, const node *form, const bound *env,
                              const bound *inner) {
    static const cell nothing = {0, {0, 0}};
    if (t == INT || t == VARIANT) return bind(name, eval(form, env).value, NULL, NULL, inner);
    return bind(name, nothing, form, env, inner);
}

static outcome eval_call(const node *n, const bound *env) {
    const bound *callee = n->number >= F ? NULL : lookup(env, n->number);
    const node *form = callee ? callee->code : functions[n->number - F].form, *child = n->first;
    const bound *inner = callee ? callee->env : NULL;
    int i;
    for (i = 0; i < form->count; i++, child = child->next) {
        type t = callee ? INT : functions[n->number - F].parameters[i];
        inner = bind_form(form->names[i], t, child, env, inner);
    }
    return eval(form->first, inner);
}

static outcome eval_let(const node *n, const bound *env) {
    return eval(n->first->next, bind_form(n->number, (type)n->memory, n->first, env, env));
}

/* A name is a value or an action. */
static outcome eval_name(const node *n, const bound *env) {
    const bound *b = lookup(env, n->number);
    outcome o = give(0);
    if (b->code != NULL) return eval(b->code, b->env);
    o.value = b->value;
    return o;
}

static outcome eval_make(const node *n, const bound *env) {
    outcome o = give(n->number);
    const node *child = n->first;
    int i;
    for (i = 0; child != NULL; child = child->next) o.value.fields[i++] = eval_number(child, env);
    return o;
}

static outcome eval_rec(const node *n, const bound *env) {
    outcome o = give(0);
    const node *child = n->first;
    int i;
    for (i = 0; child != NULL; child = child->next) o.arguments[i++] = eval(child, env).value;
    o.is_rec = 1;
    return o;
}

static outcome eval_cond(const node *n, const bound *env) {
    const node *child = n->first;
    while (child->next != NULL && !eval_number(child, env)) child = child->next->next;
    return eval(child->next ? child->next : child, env);
}

static outcome eval(const node *n, const bound *env) {
    const node *a = n->first, *b = a ? a->next : NULL;
    if (++steps >= STEPS) return give(0);
    switch (n->kind) {
    case NUMBER: return give(n->number);
    case NAME: return eval_name(n, env);
    case OPERATION: return give(operate(n->number, eval_number(a, env), eval_number(b, env)));
    case COMPARE: return give(compare(n->number, eval_number(a, env), eval_number(b, env)));
    case CHOICE: return eval(eval_number(a, env) ? b : b->next, env);
    case NOT: return give(!eval_number(a, env));
    case AND: return give(eval_number(a, env) && eval_number(b, env));
    case OR: return give(eval_number(a, env) || eval_number(b, env));
    case READ: return give(given[clamped(a, env, GIVEN)]);
    case LOAD:
    case STORE:
    case ATOMIC: return eval_access(n, env);
    case FENCE: return give(0);
    case DO: return eval_all(a, env);
    case WHEN: return eval_number(a, env) ? eval_all(b, env) : give(0);
    case COND: return eval_cond(n, env);
    case CASE: return eval_case(n, env);
    case MAKE: return eval_make(n, env);
    case LOOP: return eval_loop(n, env);
    case REC: return eval_rec(n, env);
    case CALL: return eval_call(n, env);
    case LET: return eval_let(n, env);
    default: abort();
    }
}

/* Runs the program on this memory; 0 if it takes too long. */
static int interpret(const int32_t from[IMAGE]) {
    memcpy(memory, from, sizeof memory);
    memory[15] = given[0], memory[16] = given[1], memory[17] = 4, memory[18] = 5, memory[19] = 6;
    binding_count = steps = 0;
    eval(main_form, NULL);
    return steps < STEPS;
}

/* ---- the device */

static const struct {
    lambdav_target target;
    uint32_t flags;
    spv_target_env environment;
} targets[TARGETS] = {
    {LAMBDAV_TARGET_SPIRV_1_3, 0, SPV_ENV_VULKAN_1_1},
    {LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_KEEP_INTERFACE, SPV_ENV_VULKAN_1_0},
    {LAMBDAV_TARGET_SPIRV_1_5, LAMBDAV_KEEP_GUARDS, SPV_ENV_VULKAN_1_2},
    {LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_DEFINED_INTS, SPV_ENV_VULKAN_1_3},
};

static lambdav_vk_context device;
static unsigned char *arena;
static char complaint[2048];

static int complain(const char *what, const char *more) {
    snprintf(complaint, sizeof complaint, "%s: %s", what, more);
    return 0;
}

/* Is the program rejected because a binding that holds the only rec of a loop is not used? */
static int lacks_rec(const lambdav_result *result) {
    return result->diagnostic_count > 0
           && strcmp(lambdav_error_name(result->diagnostics[0].code), "rec-missing") == 0;
}

/* 1, or 0 after a complaint, or -1 for a program that is left out. */
static int compile(int target, lambdav_result *result) {
    lambdav_options options;
    spv_context context = spvContextCreate(targets[target].environment);
    spv_diagnostic diagnostic = NULL;
    char line[1024];
    int good;
    memset(&options, 0, sizeof options);
    memset(result, 0, sizeof *result);
    options.target = targets[target].target;
    options.flags = targets[target].flags | LAMBDAV_NAMES;
    lambdav_compile(&options, text, text_size, arena, ARENA, result);
    if (result->word_count == 0) {
        spvContextDestroy(context);
        if (lacks_rec(result)) return -1;
        lambdav_format_diagnostic(&result->diagnostics[0], 0, line, sizeof line);
        return complain("is rejected", line);
    }
    good = spvValidateBinary(context, result->words, result->word_count, &diagnostic)
           == SPV_SUCCESS;
    if (!good) complain("the words are invalid", diagnostic ? diagnostic->error : "");
    if (good && structure_check(result->words, result->word_count, line, sizeof line) != 0)
        good = complain("the words break a rule", line);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return good;
}

enum { BUFFERS = 4 };
static const struct {
    const char *name;
    int at, count; /* in the image of memory; -1: `given` */
} buffers[BUFFERS] = {{"b", 0, 10}, {"c", 10, 5}, {"out", 15, 5}, {"given", -1, GIVEN}};

/* Runs the words; got takes all memory. */
static int dispatch(const lambdav_result *result, const int32_t *from, int32_t got[IMAGE]) {
    static lambdav_vk_buffer opened[BUFFERS];
    lambdav_vk_binding bound_to[BUFFERS];
    lambdav_vk_compute module;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    int i, good;
    memset(&module, 0, sizeof module);
    memset(&job, 0, sizeof job);
    memset(bound_to, 0, sizeof bound_to);
    module.words = result->words, module.word_count = result->word_count;
    if (lambdav_vk_compute_open(&device, &pipeline, &module)) return complain("vk", device.error);
    for (i = 0; i < BUFFERS; i++) {
        const int32_t *data = buffers[i].at < 0 ? given : from + buffers[i].at;
        lambdav_vk_buffer_open(&device, &opened[i], data, 4 * (size_t)buffers[i].count);
        bound_to[i].name = buffers[i].name, bound_to[i].buffer = &opened[i];
    }
    job.pipeline = &pipeline, job.groups[0] = 1;
    job.bindings = bound_to, job.binding_count = BUFFERS;
    good = lambdav_vk_run(&device, &job, 1, NULL) == LAMBDAV_VK_OK;
    for (i = 0; i < BUFFERS && good; i++)
        if (buffers[i].at >= 0)
            good = !lambdav_vk_buffer_read(&device, &opened[i], 0, got + buffers[i].at,
                                           4 * (size_t)buffers[i].count);
    if (!good) complain("vk", device.error);
    for (i = 0; i < BUFFERS; i++) lambdav_vk_buffer_close(&device, &opened[i]);
    lambdav_vk_pipeline_close(&device, &pipeline);
    return good;
}

static int32_t start[IMAGE]; /* of all memory */
static int given_size;       /* --size, 0: as the seed has it */

static int check(int target) {
    int32_t got[IMAGE];
    lambdav_result result;
    char line[64];
    int i, good;
    for (i = 0; i < IMAGE; i++) start[i] = (int32_t)dice(20) - 5;
    for (i = 0; i < GIVEN; i++) given[i] = (int32_t)dice(12) - 4;
    if (!interpret(start)) return -1;
    good = compile(target, &result);
    if (good != 1 || !dispatch(&result, start, got)) return good < 0 ? good : 0;
    for (i = 0; i < IMAGE; i++) {
        if (got[i] == memory[i]) continue;
        snprintf(line, sizeof line, "int %d is %d, not %d", i, (int)got[i], (int)memory[i]);
        return complain("the memory differs", line);
    }
    return 1;
}

static void report(uint64_t seed, int target, int printed) {
    char size[32] = "";
    int i;
    if (given_size) snprintf(size, sizeof size, " --size %d", given_size);
    printf("FAILED: %s\n; ", complaint);
    repeat_by("build/effects_test --seed %lu --programs 1%s", (unsigned long)seed, size);
    printf("; target %d\n; memory", target);
    for (i = 0; i < IMAGE; i++) printf(" %d", (int)start[i]);
    for (printf("\n; given"), i = 0; i < GIVEN; i++) printf(" %d", (int)given[i]);
    printf("\n%s", printed ? "" : text);
    fflush(stdout);
}

/* Seeds of programs that failed once: an effect that lost its condition, because the other
   constructor lacks the part that it gives; a loop in an arm that no rec is left of. 6787582 is not
   here: Mesa (22.3) is wrong about it, the CPU runner is right. */
static const uint32_t failed_once[] = {
    1796744756, 53457785, 117870931, 171450885, 159089326,
    162304440,  22696853, 152608048, 197888890, 216823219,
};

typedef struct counts {
    int passed, failed, skipped;
} counts;

static void run_seed(uint64_t seed, int programs, int print, counts *c) {
    int i, target, good;
    for (i = 0; i < programs; i++) {
        state = seed + (uint64_t)i * 7919;
        dice(2);
        generate(given_size ? given_size : 10 + (int)dice(150));
        write_program();
        target = (int)dice(TARGETS);
        if (print) printf("; seed %lu\n%s", (unsigned long)(seed + (uint64_t)i * 7919), text);
        fflush(stdout);
        good = check(target);
        c->passed += good == 1, c->failed += good == 0, c->skipped += good < 0;
        if (good != 0) continue;
        report(seed + (uint64_t)i * 7919, target, print);
    }
}

int main(int argc, char **argv) {
    counts c = {0, 0, 0};
    int programs = PROGRAMS, print = 0, given_seed = 0, i;
    size_t k;
    uint64_t seed = 1, fresh;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--print") == 0) print = 1;
        else if (i + 1 < argc && strcmp(argv[i], "--programs") == 0) programs = atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--size") == 0) given_size = atoi(argv[++i]);
        else if (i + 1 < argc && strcmp(argv[i], "--seed") == 0)
            seed = strtoull(argv[++i], NULL, 10), given_seed = 1;
        else return fprintf(stderr, "effects_test: what is '%s'?\n", argv[i]), 2;
    }
    arena = (unsigned char *)malloc(ARENA);
    if (arena == NULL || lambdav_vk_open(&device, NULL)) {
        fprintf(stderr, "effects_test: %s\n", device.error);
        return 3;
    }
    for (k = 0; k < sizeof failed_once / sizeof failed_once[0] && !given_seed; k++)
        run_seed(failed_once[k], 1, print, &c);
    run_seed(seed, programs, print, &c);
    if (!given_seed) {
        fresh = (uint64_t)time(NULL);
        printf("seed %lu\n", (unsigned long)fresh);
        run_seed(fresh, programs, print, &c);
    }
    lambdav_vk_close(&device);
    free(arena);
    if (c.skipped) printf("%d programs are left out\n", c.skipped);
    printf("%d passed, %d failed\n", c.passed, c.failed);
    return c.failed > 0 || c.passed == 0;
}
