/* Random λV programs, well typed by construction: program_make(seed, size) gives a tree, tree_print
   its text. The same seed gives the same program everywhere. A program ends at every pixel, but for
   the rare one whose calls multiply beyond the evaluator's patience.

   contents: random numbers · trees · types · scope · names · expressions · functions · numbers and
   vectors · recursion · programs */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random numbers */

static uint64_t random_state;

static void random_seed(uint64_t seed) {
    random_state = seed * 0x9E3779B97F4A7C15u + 0x2545F4914F6CDD1Du;
}

/* splitmix64 */
static uint64_t random_next(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* 0 .. n-1 */
static int below(int n) {
    return (int)(random_next() % (uint64_t)n);
}

static int chance(int percent) {
    return below(100) < percent;
}

/* ---- trees: an atom, or a list (atom NULL) of the nodes from `first` on */

/* What may be done to a node without changing what the program means: nothing; anything that keeps
   an expression's value; that of a function with `arity` parameters; of an `if`. */
enum { ROLE_NONE, ROLE_VALUE, ROLE_FUNCTION, ROLE_IF };

typedef struct node {
    const char *atom;
    struct node *first, *next;
    int role, arity, square;
} node;

enum { MAX_NODES = 1 << 19, MAX_ATOMS = 1 << 20 };
static node tree_nodes[MAX_NODES];
static char tree_atoms[MAX_ATOMS];
static size_t tree_node_count, tree_atom_count;

static void tree_reset(void) {
    tree_node_count = tree_atom_count = 0;
}

static node *new_node(void) {
    node *n = &tree_nodes[tree_node_count++];
    if (tree_node_count == MAX_NODES) abort();
    memset(n, 0, sizeof *n);
    return n;
}

static const char *keep_text(const char *text, size_t size) {
    char *copy = tree_atoms + tree_atom_count;
    if (tree_atom_count + size + 1 > MAX_ATOMS) abort();
    memcpy(copy, text, size);
    copy[size] = '\0';
    tree_atom_count += size + 1;
    return copy;
}

static node *atom(const char *text) {
    node *n = new_node();
    n->atom = text;
    return n;
}

/* A fresh atom of up to three texts in a row. */
static node *joined(const char *a, const char *b, const char *c) {
    char text[256];
    int size = snprintf(text, sizeof text, "%s%s%s", a, b, c);
    return atom(keep_text(text, (size_t)size));
}

static void append(node *list, node *item) {
    node **tail = &list->first;
    while (*tail != NULL) tail = &(*tail)->next;
    *tail = item;
}

/* A list of up to five nodes; the first NULL ends it. */
static node *list_of(node *a, node *b, node *c, node *d, node *e) {
    node *items[5], *list = new_node();
    int i;
    items[0] = a, items[1] = b, items[2] = c, items[3] = d, items[4] = e;
    for (i = 0; i < 5 && items[i] != NULL; i++) append(list, items[i]);
    return list;
}

static node *list1(node *a) {
    return list_of(a, NULL, NULL, NULL, NULL);
}
static node *list2(node *a, node *b) {
    return list_of(a, b, NULL, NULL, NULL);
}
static node *list3(node *a, node *b, node *c) {
    return list_of(a, b, c, NULL, NULL);
}
static node *list4(node *a, node *b, node *c, node *d) {
    return list_of(a, b, c, d, NULL);
}

static node *copy_tree(const node *n) {
    node *copy = new_node(), **tail = &copy->first;
    const node *child;
    *copy = *n;
    copy->first = copy->next = NULL;
    for (child = n->first; child != NULL; child = child->next) {
        *tail = copy_tree(child);
        tail = &(*tail)->next;
    }
    return copy;
}

static size_t count_nodes(const node *n) {
    size_t count = 1;
    for (n = n->first; n != NULL; n = n->next) count += count_nodes(n);
    return count;
}

typedef struct tree_text {
    char *start, *end, *p;
} tree_text;

static void put_text(tree_text *t, const char *text) {
    size_t size = strlen(text);
    if ((size_t)(t->end - t->p) <= size) abort();
    memcpy(t->p, text, size + 1);
    t->p += size;
}

static void put_node(tree_text *t, const node *n) {
    const node *child;
    if (n->atom != NULL) {
        put_text(t, n->atom);
        return;
    }
    put_text(t, n->square ? "[" : "(");
    for (child = n->first; child != NULL; child = child->next) {
        put_node(t, child);
        if (child->next != NULL) put_text(t, " ");
    }
    put_text(t, n->square ? "]" : ")");
}

/* Writes the top-level forms of a program, one on a line; returns their size. */
static size_t tree_print(const node *program, char *dst, size_t capacity) {
    tree_text t;
    const node *form;
    t.start = t.p = dst;
    t.end = dst + capacity;
    for (form = program->first; form != NULL; form = form->next) {
        put_node(&t, form);
        put_text(&t, "\n");
    }
    return (size_t)(t.p - t.start);
}

static int is_token(char c) {
    return c != '\0' && strchr("()[]; \t\r\n\"", c) == NULL;
}

/* Reads text without strings and block comments, as tree_print and the run cases have it. */
static node *tree_read(const char *p) {
    node *stack[4096];
    int depth = 0;
    const char *start;
    stack[0] = new_node();
    while (*p != '\0') {
        if (*p == ';') {
            while (*p != '\0' && *p != '\n') p++;
        } else if (*p == '(' || *p == '[') {
            node *list = new_node();
            list->square = *p++ == '[';
            append(stack[depth], list);
            if (++depth == 4096) abort();
            stack[depth] = list;
        } else if (*p == ')' || *p == ']') {
            if (depth > 0) depth--;
            p++;
        } else if (is_token(*p)) {
            start = p;
            while (is_token(*p)) p++;
            append(stack[depth], atom(keep_text(start, (size_t)(p - start))));
        } else {
            p++;
        }
    }
    return stack[0];
}

/* ---- types */

enum { DATA, STRUCTURE, FUNCTION };
enum { NUM, BOOL };
enum { MAX_IN = 3, MAX_FIELDS = 4, MAX_STRUCTURES = 4 };

typedef struct lv_type {
    int tag;
    int kind, rows, columns; /* data */
    int structure;           /* its index */
    int count;               /* of a function's parameters */
    const struct lv_type *in[MAX_IN], *out;
} lv_type;

typedef struct structure {
    const char *name, *fields[MAX_FIELDS];
    const lv_type *types[MAX_FIELDS];
    int count;
    lv_type self;
} structure;

static lv_type data_types[2][5][5];
static lv_type function_types[4096];
static int function_type_count;
static structure structures[MAX_STRUCTURES];
static int structure_count;

static const lv_type *data_type(int kind, int rows, int columns) {
    lv_type *t = &data_types[kind][rows][columns];
    t->kind = kind;
    t->rows = rows;
    t->columns = columns;
    return t;
}

static const lv_type *num_type(void) {
    return data_type(NUM, 1, 1);
}
static const lv_type *bool_type(void) {
    return data_type(BOOL, 1, 1);
}
static int is_scalar(const lv_type *t) {
    return t->tag == DATA && t->rows == 1;
}
static int is_vector(const lv_type *t) {
    return t->tag == DATA && t->rows > 1 && t->columns == 1;
}
static int is_matrix(const lv_type *t) {
    return t->tag == DATA && t->columns > 1;
}

static int same_type(const lv_type *a, const lv_type *b) {
    int i;
    if (a == b) return 1;
    if (a->tag != FUNCTION || b->tag != FUNCTION || a->count != b->count) return 0;
    for (i = 0; i < a->count; i++)
        if (!same_type(a->in[i], b->in[i])) return 0;
    return same_type(a->out, b->out);
}

static int holds_function(const lv_type *t) {
    int i;
    if (t->tag != STRUCTURE) return t->tag == FUNCTION;
    for (i = 0; i < structures[t->structure].count; i++)
        if (holds_function(structures[t->structure].types[i])) return 1;
    return 0;
}

static const char *type_name(const lv_type *t) {
    char name[16];
    const char *b = t->kind == BOOL ? "b" : "";
    if (t->tag == STRUCTURE) return structures[t->structure].name;
    if (is_scalar(t)) return t->kind == BOOL ? "bool" : "num";
    if (is_vector(t))
        snprintf(name, sizeof name, "%svec%d", b, t->rows);
    else if (t->rows == t->columns && chance(70))
        snprintf(name, sizeof name, "%smat%d", b, t->rows);
    else
        snprintf(name, sizeof name, "%smat%dx%d", b, t->columns, t->rows);
    return keep_text(name, strlen(name));
}

static const lv_type *random_data(void) {
    static const int rows[] = {1, 1, 1, 1, 1, 2, 2, 3, 3, 4};
    int kind = chance(20) ? BOOL : NUM;
    if (chance(8)) return data_type(kind, 2 + below(3), 2 + below(3));
    return data_type(kind, rows[below(10)], 1);
}

static const lv_type *random_type(int depth);

static const lv_type *function_type(int count, int depth) {
    lv_type *t = &function_types[function_type_count++];
    int i;
    if (function_type_count == 4096) abort();
    memset(t, 0, sizeof *t);
    t->tag = FUNCTION;
    t->count = count;
    for (i = 0; i < count; i++) t->in[i] = random_type(depth - 1);
    t->out = random_type(depth - 1);
    return t;
}

/* depth: how deep functions of functions may nest. */
static const lv_type *random_type(int depth) {
    if (depth > 0 && chance(20)) return function_type(chance(5) ? 0 : 1 + below(2), depth);
    if (structure_count > 0 && chance(12)) return &structures[below(structure_count)].self;
    return random_data();
}

/* ---- scope: what is bound where the generator stands, innermost last */

typedef struct recursion recursion;

/* type is NULL for a name that is known to be defined, but not yet what as, and for what holds the
   rec of `loop`: that function has no type and takes one number, the value otherwise none. */
typedef struct binding {
    const char *name;
    const lv_type *type;
    int cost;    /* of a call */
    int inexact; /* holds numbers that a device may round otherwise */
    const recursion *loop;
    int loop_function;
} binding;

enum { MAX_SCOPE = 1024 };
static binding scope[MAX_SCOPE];
static int scope_count;

/* The state of the program that is being made. */
static struct {
    int budget;  /* nodes left */
    int cost;    /* of evaluating what has been made */
    int exact;   /* inside: only what every device computes alike */
    int free;    /* the program has functions with a precision of their own */
    int inexact; /* one was used */
    int uniform; /* all pixels come here: derivatives mean something */
    int fresh;   /* number of the next fresh name */
    int heavy;   /* many loops whose values several arms want, and ways out of loops */
    int shadows; /* percent of bindings that take a name with a meaning */
    node *tops;  /* definitions found on the way */
} made;

enum { MAX_COST = 4000 };

static int find_name(const char *name) {
    int i = scope_count;
    while (i-- > 0)
        if (strcmp(scope[i].name, name) == 0) return i;
    return -1;
}

static binding *push_binding(const char *name, const lv_type *t) {
    binding *b = &scope[scope_count++];
    if (scope_count == MAX_SCOPE) abort();
    memset(b, 0, sizeof *b);
    b->name = name;
    b->type = t;
    b->cost = 1;
    return b;
}

static int is_visible(int i) {
    return find_name(scope[i].name) == i;
}

/* ---- names */

/* Words whose own meaning is reached by an alias where it is hidden; the first ones are never the
   name of a definition, as no alias could reach them then. */
static const char *const core_words[] = {
    "if",    "let",   "func", "rec-func",   "rec",   "static-if", "+",     "-",
    "*",     "<",     "not",  "vec2",       "vec3",  "vec4",      "bvec2", "bvec3",
    "bvec4", "clamp", ">=",   "frag-coord", "floor", NULL};
static const char *const other_words[] = {
    "let*", "cond", "and",  "or", "loop", "the",   "with", "select", "sin",  "cos",    "max",
    "min",  "abs",  "dot",  "at", "eq",   "fract", "step", "mix",    "sqrt", "length", "mat2",
    "mat3", "xor",  "sign", "<=", ">",    "neq",   "/",    "λ",      "=",    NULL};
static const char *const plain_names[] = {"a",  "b",   "c",   "d", "e", "f", "g",
                                          "h",  "k",   "p",   "q", "r", "s", "t",
                                          "uv", "acc", "col", "x", "y", "z", NULL};

static const char *random_word(const char *const *words) {
    int n = 0;
    while (words[n] != NULL) n++;
    return words[below(n)];
}

enum { MAX_ALIASES = 256 };
static struct { const char *word, *alias; } aliases[MAX_ALIASES];
static int alias_count;

static const char *alias_of(const char *word) {
    char text[64];
    int i;
    for (i = 0; i < alias_count; i++)
        if (strcmp(aliases[i].word, word) == 0) return aliases[i].alias;
    if (alias_count == MAX_ALIASES) abort();
    snprintf(text, sizeof text, "%s_1", word);
    aliases[alias_count].word = word;
    return aliases[alias_count++].alias = keep_text(text, strlen(text));
}

/* Names of definitions are at the bottom of the scope, and hide a word for good. */
static int scope_globals;

static int is_available(const char *word) {
    int i;
    for (i = 0; i < scope_globals; i++)
        if (strcmp(scope[i].name, word) == 0) return 0;
    return 1;
}

/* The word itself, or its alias where it is hidden (and sometimes where it is not). */
static node *word(const char *w) {
    if (!is_available(w)) abort();
    return atom(find_name(w) >= 0 || chance(2) ? alias_of(w) : w);
}

static const char *fresh_name(const char *prefix) {
    char text[32];
    snprintf(text, sizeof text, "%s%d", prefix, ++made.fresh);
    return keep_text(text, strlen(text));
}

/* A name to bind that is none of the `count` names given. */
static const char *random_name(const char *const *taken, int count) {
    for (;;) {
        const char *name = random_word(plain_names);
        int i;
        if (chance(made.shadows))
            name = random_word(chance(50) ? core_words : other_words);
        else if (scope_count > 0 && chance(15))
            name = scope[below(scope_count)].name;
        if (strchr(name, '~') != NULL) continue; /* is never hidden */
        for (i = 0; i < count && strcmp(taken[i], name) != 0; i++) {
        }
        if (i == count) return name;
    }
}

/* ---- expressions */

static node *expression(const lv_type *t, int depth);
static node *leaf(const lv_type *t);
static node *variable(const lv_type *t, int depth);
static node *varying_condition(void);
static node *recursion_of(const lv_type *t, int depth);

static node *marked(node *n, int role) {
    n->role = role;
    return n;
}

/* The application of a word to operands. */
static node *use(const char *w, node *a, node *b, node *c) {
    return list_of(word(w), a, b, c, NULL);
}

/* An expression that is not evaluated by all pixels, or is evaluated more than once. */
static node *apart(const lv_type *t, int depth) {
    int before = made.uniform;
    node *n;
    made.uniform = 0;
    n = expression(t, depth);
    made.uniform = before;
    return n;
}

/* An expression whose value every device agrees on. */
static node *exact_expression(const lv_type *t, int depth) {
    node *n;
    made.exact++;
    n = expression(t, depth);
    made.exact--;
    return n;
}

static node *condition(int depth) {
    if (made.heavy && chance(60)) {
        node *n;
        made.exact++;
        n = varying_condition();
        made.exact--;
        return n;
    }
    return exact_expression(bool_type(), depth);
}

/* A comparison that the pixel decides, or a variable. */
static node *varying_condition(void) {
    static const char *const limits[] = {"1", "2", "3", "2.5", "4", "5", "0.5", NULL};
    node *n = chance(60) ? NULL : variable(num_type(), 0);
    if (n == NULL) n = list2(joined(".", chance(50) ? "x" : "y", ""), list1(word("frag-coord")));
    return use(chance(50) ? "<" : ">=", n, atom(random_word(limits)), NULL);
}

/* What a variable of type `from` has of type `to`: itself, a field or a swizzle; NULL if
   nothing. */
static node *part_of(const char *name, const lv_type *from, const lv_type *to) {
    static const char *const sets[] = {"xyzw", "rgba", "stpq"};
    char swizzle[6] = ".";
    int i;
    if (same_type(from, to)) return atom(name);
    if (from->tag == STRUCTURE)
        for (i = 0; i < structures[from->structure].count; i++)
            if (same_type(structures[from->structure].types[i], to))
                return joined(name, ".", structures[from->structure].fields[i]);
    if (is_vector(from) && to->tag == DATA && !is_matrix(to) && from->kind == to->kind) {
        const char *set = sets[chance(80) ? 0 : below(3)];
        for (i = 0; i < to->rows; i++) swizzle[i + 1] = set[below(from->rows)];
        swizzle[i + 1] = '\0';
        return joined(name, swizzle, "");
    }
    return NULL;
}

static node *variable(const lv_type *t, int depth) {
    int tries = 12;
    (void)depth;
    while (tries-- > 0 && scope_count > 0) {
        int i = chance(70) ? scope_count - 1 - below(scope_count < 8 ? scope_count : 8)
                           : below(scope_count);
        node *n;
        if (scope[i].type == NULL || (made.exact && scope[i].inexact) || !is_visible(i)) continue;
        if (holds_function(scope[i].type) && made.cost + scope[i].cost > MAX_COST) continue;
        n = part_of(scope[i].name, scope[i].type, t);
        if (n == NULL) continue;
        if (holds_function(scope[i].type)) made.cost += scope[i].cost;
        if (scope[i].inexact) made.inexact = 1;
        return n;
    }
    return NULL;
}

/* Something that has no type, where nobody looks. */
static node *nonsense(void) {
    switch (below(4)) {
    case 0: return list_of(word("+"), atom("true"), atom("1"), NULL, NULL);
    case 1: return list1(list1(atom("1")));
    case 2: return list2(word("vec2"), word("floor"));
    default: return list3(word("if"), atom("2"), atom("1"));
    }
}

typedef struct mark {
    int scope_count, cost, inexact;
} mark;

static mark open_scope(void) {
    mark m;
    m.scope_count = scope_count;
    m.cost = made.cost;
    m.inexact = made.inexact;
    return m;
}

static void close_scope(const mark *m) {
    scope_count = m->scope_count;
}

/* The value of a binding of type t, which it makes *b of. */
static node *bound_value(const char *name, const lv_type *t, int depth, binding *b) {
    int cost = made.cost, inexact = made.inexact;
    node *value;
    made.inexact = 0;
    value = holds_function(t) ? apart(t, depth) : expression(t, depth);
    memset(b, 0, sizeof *b);
    b->name = name;
    b->type = t;
    b->inexact = made.inexact;
    b->cost = holds_function(t) ? made.cost - cost + 1 : 1;
    made.inexact |= inexact;
    return value;
}

/* let and let*: up to three bindings; `body` makes the rest in the scope that has them. */
typedef node *(*body_maker)(const lv_type *t, int depth, recursion *r);

static node *binding_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    mark m = open_scope();
    binding found[3];
    const char *names[3];
    node *list = new_node(), *n;
    int sequential = is_available("let*") && chance(40), count = 1 + below(3), i;
    node *head = word(sequential ? "let*" : "let");
    list->square = chance(10);
    for (i = 0; i < count; i++) {
        names[i] = random_name(names, sequential ? 0 : i);
        if (chance(6)) {
            append(list, list2(atom(names[i]), nonsense()));
            memset(&found[i], 0, sizeof found[i]);
            found[i].name = names[i];
        } else {
            append(list, list2(atom(names[i]),
                               bound_value(names[i], random_type(2), depth - 1, &found[i])));
        }
        if (sequential) scope[scope_count++] = found[i];
    }
    for (i = 0; i < count && !sequential; i++) scope[scope_count++] = found[i];
    if (scope_count > MAX_SCOPE - 16) abort();
    n = list3(head, list, body(t, depth - 1, r));
    close_scope(&m);
    return n;
}

static node *plain_body(const lv_type *t, int depth, recursion *r) {
    (void)r;
    return expression(t, depth);
}

static node *apart_body(const lv_type *t, int depth, recursion *r) {
    (void)r;
    return apart(t, depth);
}

static node *let_of(const lv_type *t, int depth) {
    return binding_form(t, depth, NULL, plain_body);
}

/* if, cond or static-if, whose arms `body` makes. */
static node *branch_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    node *n, *c;
    switch (below(4)) {
    case 0:
        if (!is_available("cond")) return NULL;
        c = condition(depth - 1);
        n = list2(word("cond"), list2(c, body(t, depth - 1, r)));
        if (chance(50)) {
            c = condition(depth - 2);
            append(n, list2(c, body(t, depth - 1, r)));
        }
        append(n, list2(atom("else"), body(t, depth - 1, r)));
        return n;
    case 1:
        if (chance(70)) return NULL;
        switch (below(3)) {
        case 0: c = atom("true"); break;
        case 1: c = list3(word("<"), atom("1"), atom("2")); break;
        default: c = list2(word("not"), atom("false")); break;
        }
        n = list3(word("static-if"), c, body(t, depth - 1, r));
        append(n, nonsense());
        return n;
    default:
        c = condition(depth - 1);
        n = list3(word("if"), c, body(t, depth - 1, r));
        append(n, body(t, depth - 1, r));
        return marked(n, ROLE_IF);
    }
}

static node *branch_of(const lv_type *t, int depth) {
    return branch_form(t, depth, NULL, apart_body);
}

static node *operands_to(node *call, const lv_type *f, int depth) {
    int i;
    for (i = 0; i < f->count; i++) append(call, expression(f->in[i], depth - 1));
    return call;
}

/* A call of a variable that is a function with value t. */
static node *call_of(const lv_type *t, int depth) {
    int tries = 16;
    while (tries-- > 0 && scope_count > 0) {
        const binding *b = &scope[below(scope_count)];
        if (b->type == NULL || b->type->tag != FUNCTION || !same_type(b->type->out, t)) continue;
        if (made.cost + b->cost > MAX_COST || (made.exact && b->inexact)) continue;
        if (!is_visible((int)(b - scope))) continue;
        made.cost += b->cost;
        if (b->inexact) made.inexact = 1;
        return operands_to(list1(atom(b->name)), b->type, depth);
    }
    return NULL;
}

static lv_type *fresh_function_type(const lv_type *out, int depth) {
    lv_type *f = (lv_type *)(void *)function_type(1 + below(2), depth);
    f->out = out;
    return f;
}

/* ((func (a) e) x), ((if c f g) x), ((let ... f) x): the application of any function expression. */
static node *application_of(const lv_type *t, int depth) {
    const lv_type *f = fresh_function_type(t, 2);
    return operands_to(list1(apart(f, depth - 1)), f, depth);
}

/* ((f a) b) */
static node *curried_of(const lv_type *t, int depth) {
    lv_type *inner = fresh_function_type(t, 1), *outer = fresh_function_type(inner, 1);
    node *call = operands_to(list1(apart(outer, depth - 1)), outer, depth);
    return operands_to(list1(call), inner, depth);
}

static node *the_of(const lv_type *t, int depth) {
    if (t->tag == FUNCTION || !is_available("the")) return NULL;
    return list3(word("the"), atom(type_name(t)), expression(t, depth - 1));
}

/* A field of a struct that is made for it, or of any struct expression. */
static node *field_of(const lv_type *t, int depth) {
    int tries = 8;
    while (tries-- > 0 && structure_count > 0) {
        const structure *s = &structures[below(structure_count)];
        int i = below(s->count);
        node *value;
        if (!same_type(s->types[i], t)) continue;
        value = expression(&s->self, depth - 1);
        if (chance(50)) return list2(joined(".", s->fields[i], ""), value);
        return list2(joined(s->name, "-", s->fields[i]), value);
    }
    return NULL;
}

static node *dead_binding(const lv_type *t, int depth) {
    const char *name = fresh_name("unused");
    return list3(word("let"), list1(list2(atom(name), nonsense())), expression(t, depth - 1));
}

static node *structure_of(const lv_type *t, int depth) {
    const structure *s = &structures[t->structure];
    node *n = list1(atom(s->name));
    int i;
    for (i = 0; i < s->count; i++) append(n, expression(s->types[i], depth - 1));
    return n;
}

static node *with_structure(const lv_type *t, int depth) {
    const structure *s = &structures[t->structure];
    node *n, *value;
    int i = below(s->count), other = below(s->count);
    if (!is_available("with")) return NULL;
    value = expression(t, depth - 1);
    n = list3(word("with"), value, list2(atom(s->fields[i]), expression(s->types[i], depth - 1)));
    if (other != i && chance(50))
        append(n, list2(atom(s->fields[other]), expression(s->types[other], depth - 1)));
    return n;
}

/* Something of type t that wants the number `name`. */
static node *user_of(const lv_type *t, const char *name, int depth) {
    node *limit = atom(chance(50) ? "2" : "1"), *n;
    if (t->tag == DATA && t->kind == NUM)
        return list3(word(chance(50) ? "+" : "-"), expression(t, depth - 1), atom(name));
    n = list4(word("if"), list3(word("<"), atom(name), limit), apart(t, depth - 1), leaf(t));
    return marked(n, ROLE_IF);
}

/* Arms within arms, some of which want the number. */
static node *arms_around(const lv_type *t, const char *name, int levels, int depth) {
    node *n;
    if (levels == 0) return chance(60) ? user_of(t, name, depth) : apart(t, depth - 1);
    n = list3(word("if"), condition(depth - 1), arms_around(t, name, levels - 1, depth - 1));
    append(n, chance(70) ? arms_around(t, name, levels - 1, depth - 1) : apart(t, depth - 1));
    return marked(n, ROLE_IF);
}

/* (+ (if c (+ h a) b) (if d e (- h f)) ...) */
static node *arms_beside(const lv_type *t, const char *name, int depth) {
    node *sum = list1(word("+")), *n, *user, *other;
    int count = 2 + below(3);
    while (count-- > 0) {
        n = list2(word("if"), condition(depth - 1));
        user = chance(80) ? user_of(t, name, depth - 1) : arms_around(t, name, 1, depth - 1);
        other = apart(t, depth - 1);
        append(n, chance(50) ? user : other);
        append(n, n->first->next->next == user ? other : user);
        append(sum, marked(n, ROLE_IF));
    }
    return sum;
}

/* (let ((h LOOP)) (if c (if d (+ h a) b) (if e c (- h d)))) */
static node *shared_of(const lv_type *t, int depth) {
    mark m = open_scope();
    const char *name = fresh_name("h~");
    int before = made.uniform;
    node *value, *n;
    if (!made.heavy || holds_function(t)) return NULL;
    made.uniform = 0;
    value = recursion_of(num_type(), depth - 1);
    if (value == NULL) value = expression(num_type(), depth - 1);
    push_binding(name, num_type())->inexact = made.inexact;
    n = list2(word("let"), list1(list2(atom(name), value)));
    if (t->tag == DATA && t->kind == NUM && chance(50))
        append(n, arms_beside(t, name, depth - 1));
    else
        append(n, arms_around(t, name, 1 + below(3), depth - 1));
    made.uniform = before;
    close_scope(&m);
    return n;
}

/* ---- functions */

/* (func (a (b num)) body) */
static node *lambda_form(const lv_type *f, int depth, recursion *r, body_maker body) {
    mark m = open_scope();
    const char *names[MAX_IN];
    node *parameters = new_node(), *head = word(is_available("λ") && chance(10) ? "λ" : "func"), *n;
    int i, before = made.uniform;
    parameters->square = chance(10);
    for (i = 0; i < f->count; i++) {
        names[i] = random_name(names, i);
        if (f->in[i]->tag != FUNCTION && chance(15))
            append(parameters, list2(atom(names[i]), atom(type_name(f->in[i]))));
        else
            append(parameters, atom(names[i]));
    }
    for (i = 0; i < f->count; i++) {
        binding *b = push_binding(names[i], f->in[i]);
        b->cost = holds_function(f->in[i]) ? 30 : 1;
        b->inexact = made.free;
    }
    made.uniform = 0;
    n = list3(head, parameters, body(f->out, depth - 1, r));
    made.uniform = before;
    close_scope(&m);
    return n;
}

static node *lambda_of(const lv_type *t, int depth) {
    return lambda_form(t, depth, NULL, plain_body);
}

static int is_structure_of(const lv_type *t, const structure *s) {
    int i;
    if (t->count != s->count) return 0;
    for (i = 0; i < s->count; i++)
        if (!same_type(t->in[i], s->types[i])) return 0;
    return 1;
}

/* A builtin, swizzle, constructor or accessor that has the type. */
static node *function_word(const lv_type *t, int depth) {
    static const char *const maps[] = {"abs",   "sign", "floor", "ceil", "trunc",
                                       "fract", "-",    "+",     NULL};
    static const char *const pairs[] = {"min", "max", "+", "-", "step", NULL};
    static const char *const orders[] = {"<", "<=", ">", ">=", "=", "neq", NULL};
    const lv_type *a = t->count > 0 ? t->in[0] : NULL;
    const char *w = NULL;
    int i;
    (void)depth;
    if (t->count == 1 && a->tag == STRUCTURE)
        for (i = 0; i < structures[a->structure].count; i++)
            if (same_type(structures[a->structure].types[i], t->out))
                return joined(structures[a->structure].name, "-",
                              structures[a->structure].fields[i]);
    if (t->out->tag == STRUCTURE && is_structure_of(t, &structures[t->out->structure]))
        return atom(structures[t->out->structure].name);
    if (t->count == 1 && is_vector(a) && !same_type(a, t->out)) return part_of("", a, t->out);
    if (t->count == 0 || a->tag != DATA) return NULL;
    if (t->count == 1 && same_type(a, t->out)) w = a->kind == NUM ? random_word(maps) : "not";
    if (t->count == 2 && same_type(a, t->in[1]) && a->kind == NUM) {
        if (same_type(a, t->out))
            w = random_word(pairs);
        else if (same_type(t->out, data_type(BOOL, a->rows, a->columns)))
            w = random_word(orders);
    }
    return w == NULL || !is_available(w) ? NULL : word(w);
}

/* ---- numbers and vectors */

static node *number(void) {
    static const char *const texts[] = {
        "0",   "1", "2",  "3",   "0.5", "-1",   "0.25",   "4",   "-2", "1.5", "-0.5",  "8",
        ".75", "5", "-3", "2.5", "0.0", "0x10", "1.25e1", "-0.", "7",  "1e1", "0.125", "6"};
    return atom(texts[below(24)]);
}

static node *small_number(void) {
    static const char *const texts[] = {"0.5", "-1", "2", "0.25", "-0.5", "1.5", "0", "-2"};
    return atom(texts[below(8)]);
}

static node *scalar_leaf(const lv_type *t) {
    if (t->kind == BOOL) return atom(chance(50) ? "true" : "false");
    if (chance(30))
        return list2(joined(".", chance(50) ? "x" : "y", ""), list1(word("frag-coord")));
    return number();
}

static node *leaf(const lv_type *t) {
    node *n;
    int i, parts;
    made.cost++;
    if (chance(75) && (n = variable(t, 0)) != NULL) return n;
    if (t->tag == STRUCTURE) {
        n = list1(atom(structures[t->structure].name));
        for (i = 0; i < structures[t->structure].count; i++)
            append(n, leaf(structures[t->structure].types[i]));
        return n;
    }
    if (t->tag == FUNCTION) {
        if (chance(40) && (n = function_word(t, 0)) != NULL) return n;
        return lambda_of(t, 0);
    }
    if (is_scalar(t)) return scalar_leaf(t);
    parts = t->rows * t->columns;
    n = list1(is_matrix(t) ? atom(type_name(t)) : word(type_name(t)));
    if (n->first->atom != NULL && is_matrix(t) && find_name(n->first->atom) >= 0) {
        if (!is_available(n->first->atom)) return NULL;
        n->first = word(n->first->atom);
    }
    if (chance(30)) parts = 1;
    for (i = 0; i < parts; i++) append(n, scalar_leaf(data_type(t->kind, 1, 1)));
    return n;
}

/* The name of a constructor; NULL if a definition hides it. */
static node *constructor(const lv_type *t) {
    const char *name = type_name(t);
    return is_available(name) ? word(name) : NULL;
}

/* (vec4 a.xy 1 b) */
static node *vector_parts(const lv_type *t, int depth) {
    node *n = constructor(t);
    int left = t->rows;
    if (n == NULL) return NULL;
    n = list1(n);
    while (left > 0) {
        int part = 1 + below(left);
        if (part > 1 && part == t->rows) part--;
        append(n, expression(data_type(t->kind, part, 1), depth - 1));
        left -= part;
    }
    return n;
}

static node *constructed(const lv_type *t, int depth) {
    node *n;
    int i;
    if (is_scalar(t)) return NULL;
    if (!is_matrix(t) && chance(80)) return vector_parts(t, depth);
    n = constructor(t);
    if (n == NULL) return NULL;
    n = list1(n);
    if (chance(30)) {
        append(n, expression(data_type(t->kind, 1, 1), depth - 1));
    } else if (is_matrix(t)) {
        for (i = 0; i < t->columns; i++)
            append(n, expression(data_type(t->kind, t->rows, 1), depth - 1));
    } else {
        for (i = 0; i < t->rows; i++) append(n, expression(data_type(t->kind, 1, 1), depth - 1));
    }
    return n;
}

/* t, or where an operation broadcasts, a scalar. */
static node *broadcast(const lv_type *t, int depth) {
    return expression(chance(15) ? num_type() : t, depth - 1);
}

/* A product with something small, so that products of products stay exact. */
static node *product_of(const lv_type *t, int depth) {
    node *a = expression(t, depth - 1), *b = small_number();
    if (is_matrix(t) && !made.exact && chance(30))
        return use("*", a, expression(data_type(NUM, t->columns, t->columns), depth - 1), NULL);
    return chance(50) ? use("*", a, b, NULL) : use("*", b, a, NULL);
}

/* matrix * vector, vector * matrix */
static node *linear_of(const lv_type *t, int depth) {
    int n = 2 + below(3);
    node *m, *v;
    if (!is_vector(t) || t->kind != NUM) return NULL;
    v = expression(data_type(NUM, n, 1), depth - 1);
    if (chance(50)) {
        m = expression(data_type(NUM, t->rows, n), depth - 1);
        return use("*", m, v, NULL);
    }
    m = expression(data_type(NUM, n, t->rows), depth - 1);
    return use("*", v, m, NULL);
}

static node *exact_number_of(const lv_type *t, int depth) {
    static const char *const maps[] = {"abs",   "sign", "floor", "ceil", "trunc",
                                       "fract", "-",    "+",     NULL};
    static const char *const pairs[] = {"+", "-", "min", "max", "step", "+", "-", NULL};
    const char *w;
    node *a;
    switch (below(6)) {
    case 0:
        w = random_word(maps);
        return is_available(w) ? use(w, expression(t, depth - 1), NULL, NULL) : NULL;
    case 1:
        a = use("clamp", expression(t, depth - 1), atom(chance(50) ? "-4" : "0"), atom("4"));
        return a;
    case 2: return product_of(t, depth);
    case 3:
        a = expression(t, depth - 1);
        return use("+", a, expression(t, depth - 1), chance(30) ? expression(t, depth - 2) : NULL);
    default:
        w = random_word(pairs);
        if (!is_available(w)) return NULL;
        a = expression(t, depth - 1);
        return chance(10) ? use(w, expression(num_type(), depth - 1), a, NULL)
                          : use(w, a, broadcast(t, depth), NULL);
    }
}

/* x in a range that every function likes: clamp x to [lo, hi]. */
static node *tame(const lv_type *t, int depth, const char *lo, const char *hi) {
    return use("clamp", expression(t, depth - 1), atom(lo), atom(hi));
}

/* Functions with a precision of their own. */
static node *free_number_of(const lv_type *t, int depth) {
    static const char *const maps[] = {"sin",     "cos",   "tan",        "exp",   "exp2",
                                       "atan",    "sinh",  "tanh",       "asinh", "radians",
                                       "degrees", "round", "round-even", NULL};
    static const char *const roots[] = {"sqrt", "inverse-sqrt", "log", "log2", "acosh", NULL};
    static const char *const pairs[] = {"/", "mod", "rem", "pow", NULL};
    const char *w;
    made.inexact = 1;
    switch (below(7)) {
    case 0: w = random_word(maps); break;
    case 1:
        w = random_word(roots);
        return is_available(w) ? use(w, tame(t, depth, "1", "9"), NULL, NULL) : NULL;
    case 2:
        w = random_word(pairs);
        return is_available(w) ? use(w, tame(t, depth, "1", "9"), tame(t, depth, "1", "5"), NULL)
                               : NULL;
    case 3:
        if (!is_available("mix")) return NULL;
        return use("mix", expression(t, depth - 1), expression(t, depth - 1), broadcast(t, depth));
    case 4:
        return use("smoothstep", small_number()->atom[0] == '-' ? atom("-1") : atom("0"), atom("2"),
                   expression(t, depth - 1));
    case 5: return use("fma", expression(t, depth - 1), small_number(), expression(t, depth - 1));
    default:
        if (is_matrix(t)) return NULL;
        return use("normalize", use("+", tame(t, depth, "0", "3"), atom("1"), NULL), NULL, NULL);
    }
    return is_available(w) ? use(w, tame(t, depth, "-3", "3"), NULL, NULL) : NULL;
}

/* Numbers from vectors and matrices. */
static node *measure_of(const lv_type *t, int depth) {
    const lv_type *v = data_type(NUM, 2 + below(3), 1);
    int n = 2 + below(3);
    if (!is_scalar(t)) return NULL;
    switch (below(4)) {
    case 0:
        if (!is_available("dot")) return NULL;
        return use("dot", expression(v, depth - 1), expression(v, depth - 1), NULL);
    case 1: return use("determinant", expression(data_type(NUM, n, n), depth - 1), NULL, NULL);
    case 2:
        if (!is_available("length")) return NULL;
        made.inexact = 1;
        return made.exact ? NULL : use("length", expression(v, depth - 1), NULL, NULL);
    default:
        made.inexact = 1;
        return made.exact
                   ? NULL
                   : use("distance", expression(v, depth - 1), expression(v, depth - 1), NULL);
    }
}

static node *shaped_of(const lv_type *t, int depth) {
    const lv_type *three = data_type(NUM, 3, 1);
    if (is_matrix(t)) {
        if (chance(50))
            return use("transpose", expression(data_type(NUM, t->columns, t->rows), depth - 1),
                       NULL, NULL);
        return use("outer-product", expression(data_type(NUM, t->rows, 1), depth - 1),
                   expression(data_type(NUM, t->columns, 1), depth - 1), NULL);
    }
    if (t == three && chance(50))
        return use("cross", expression(three, depth - 1), expression(three, depth - 1), NULL);
    if (is_vector(t) && chance(50))
        return use("reflect", expression(t, depth - 1), expression(t, depth - 1), NULL);
    if (chance(50) || is_matrix(t)) return NULL;
    return list2(joined(chance(50) ? ".fract" : ".whole", "", ""),
                 use("modf", expression(t, depth - 1), NULL, NULL));
}

static node *derivative_of(const lv_type *t, int depth) {
    static const char *const words[] = {"dfdx",        "dfdy",        "fwidth", "dfdx-fine",
                                        "dfdy-coarse", "fwidth-fine", NULL};
    if (!made.uniform || is_matrix(t) || chance(60)) return NULL;
    return use(random_word(words), exact_expression(t, depth - 1), NULL, NULL);
}

static node *logic_of(const lv_type *t, int depth) {
    const char *w = chance(50) ? "and" : "or";
    node *n;
    int count;
    if (is_matrix(t) || chance(30)) {
        w = chance(40) && is_available("xor") ? "xor" : "not";
        n = expression(t, depth - 1);
        return use(w, n, *w == 'x' ? expression(t, depth - 1) : NULL, NULL);
    }
    if (!is_available(w)) return NULL;
    n = list1(word(w));
    for (count = 1 + below(3); count > 0; count--) append(n, apart(t, depth - 1));
    return n;
}

static node *truth_of(const lv_type *t, int depth) {
    static const char *const orders[] = {"<",  "<=", ">",   ">=",        "=",
                                         "/=", "eq", "neq", "less-than", NULL};
    const lv_type *n = data_type(NUM, t->rows, t->columns);
    const char *w = random_word(orders);
    if (chance(25)) return logic_of(t, depth);
    if (is_scalar(t) && chance(25))
        return use(
            chance(50) ? "any-of" : "all-of",
            expression(data_type(BOOL, 2 + below(3), chance(80) ? 1 : 2 + below(3)), depth - 1),
            NULL, NULL);
    if (is_scalar(t) && chance(3)) return list1(word("front-facing"));
    if (chance(5))
        return use(chance(50) ? "is-nan" : "is-inf", expression(n, depth - 1), NULL, NULL);
    if (!is_available(w)) return NULL;
    return use(w, expression(n, depth - 1), expression(n, depth - 1), NULL);
}

static node *selected_of(const lv_type *t, int depth) {
    int per_part = is_vector(t) && chance(50);
    if (!is_available("select")) return NULL;
    return use("select",
               exact_expression(per_part ? data_type(BOOL, t->rows, 1) : bool_type(), depth - 1),
               expression(t, depth - 1), expression(t, depth - 1));
}

static node *indexed_of(const lv_type *t, int depth) {
    const lv_type *from = data_type(t->kind, 2 + below(3), 1);
    char index[2] = "0";
    if (!is_available("at") || is_matrix(t)) return NULL;
    if (is_vector(t)) from = data_type(t->kind, t->rows, 2 + below(3));
    index[0] = (char)('0' + below(is_vector(t) ? from->columns : from->rows));
    return use("at", expression(from, depth - 1), joined(index, "", ""), NULL);
}

/* (.xy e), (with e (x 1)) */
static node *swizzle_of(const lv_type *t, int depth) {
    const lv_type *from = data_type(t->kind, 2 + below(3), 1);
    if (is_matrix(t)) return NULL;
    if (is_vector(t) && is_available("with") && chance(30)) {
        char name[2] = "x";
        name[0] = "xyzw"[below(t->rows)];
        return use("with", expression(t, depth - 1),
                   list2(joined(name, "", ""), expression(data_type(t->kind, 1, 1), depth - 1)),
                   NULL);
    }
    if (same_type(from, t)) return NULL;
    return list2(part_of("", from, t), expression(from, depth - 1));
}

static node *data_of(const lv_type *t, int depth) {
    switch (below(9)) {
    case 0: return selected_of(t, depth);
    case 1: return indexed_of(t, depth);
    case 2: return swizzle_of(t, depth);
    case 3: return constructed(t, depth);
    case 4: return t->kind == BOOL ? truth_of(t, depth) : linear_of(t, depth);
    case 5: return t->kind == BOOL ? truth_of(t, depth) : measure_of(t, depth);
    case 6:
        if (t->kind == BOOL) return truth_of(t, depth);
        if (!made.exact && made.free) return free_number_of(t, depth);
        return exact_number_of(t, depth);
    case 7:
        if (t->kind == BOOL) return truth_of(t, depth);
        return chance(50) ? shaped_of(t, depth) : derivative_of(t, depth);
    default: return t->kind == BOOL ? truth_of(t, depth) : exact_number_of(t, depth);
    }
}

typedef node *(*production)(const lv_type *t, int depth);

static production random_production(const lv_type *t) {
    static const production any[] = {variable, variable,       variable,     let_of,
                                     let_of,   branch_of,      branch_of,    call_of,
                                     call_of,  application_of, curried_of,   the_of,
                                     field_of, dead_binding,   recursion_of, recursion_of};
    static const production functions[] = {lambda_of, lambda_of, lambda_of, function_word,
                                           variable};
    static const production composites[] = {structure_of, structure_of, with_structure, variable};
    if (made.heavy && t->tag != FUNCTION && chance(20)) return shared_of;
    if (t->tag == FUNCTION && chance(50)) return functions[below(5)];
    if (t->tag == STRUCTURE && chance(50)) return composites[below(4)];
    if (t->tag == DATA && chance(50)) return data_of;
    return any[below(16)];
}

static node *expression(const lv_type *t, int depth) {
    node *n = NULL;
    int tries = 8;
    made.cost++;
    made.budget--;
    while (n == NULL && tries-- > 0 && depth > 0 && made.budget > 0 && made.cost < MAX_COST)
        n = random_production(t)(t, depth);
    while (n == NULL) n = leaf(t);
    if (n->atom == NULL && chance(3)) n->square = 1;
    if (n->role == ROLE_NONE) n->role = t->tag == FUNCTION ? ROLE_FUNCTION : ROLE_VALUE;
    n->arity = t->tag == FUNCTION ? t->count : 0;
    return n;
}

/* ---- recursion: a counter that nothing shadows ends every rec-func */

enum { MAX_PARAMETERS = 4 };
struct recursion {
    const char *names[MAX_PARAMETERS], *helper; /* a function outside that recurs */
    const lv_type *types[MAX_PARAMETERS];
    int slots[MAX_PARAMETERS]; /* their place in the scope */
    int count;
    int uses;           /* of rec */
    const char *shared; /* a number made by a loop within the body, for the ways out */
};

static int can_recur(const recursion *r) {
    int i;
    for (i = 1; i < r->count; i++)
        if (holds_function(r->types[i]) && !is_visible(r->slots[i])) return 0;
    return 1;
}

/* The arguments of the next round. What holds functions stays the same. step: the new counter. */
static node *next_round(node *call, recursion *r, int depth, node *step) {
    int i;
    append(call, step);
    for (i = 1; i < r->count; i++)
        append(call,
               holds_function(r->types[i]) ? atom(r->names[i]) : apart(r->types[i], depth - 1));
    return call;
}

static node *counter_step(const recursion *r) {
    return use("+", atom(r->names[0]), atom("1"), NULL);
}

/* (define (again1 a b) (rec a b)) */
static const char *make_helper(const recursion *r) {
    node *head = list1(atom(fresh_name("again"))), *call = list1(atom("rec"));
    int i;
    for (i = 0; i < r->count; i++) {
        append(head, atom(plain_names[i]));
        append(call, atom(plain_names[i]));
    }
    append(made.tops, list3(atom("define"), head, call));
    return head->first->atom;
}

static node *rec_call(recursion *r, int depth) {
    r->uses++;
    if (chance(10)) {
        if (r->helper == NULL) r->helper = make_helper(r);
        return next_round(list1(atom(r->helper)), r, depth, counter_step(r));
    }
    return next_round(list1(word("rec")), r, depth, counter_step(r));
}

static node *tail(const lv_type *t, int depth, recursion *r);

/* (let ((go (rec ...))) tail), (let ((go (func (x) (rec (+ x 1) ...)))) tail) */
static node *tail_let(const lv_type *t, int depth, recursion *r) {
    mark m = open_scope();
    const char *name = random_name(NULL, 0);
    int function = chance(50), uses = r->uses;
    node *value, *n, *head = word("let");
    if (!can_recur(r)) return NULL;
    if (function) {
        const char *counter = fresh_name("n~");
        push_binding(counter, num_type());
        value = list3(
            word("func"), list1(atom(counter)),
            next_round(list1(word("rec")), r, depth, use("+", atom(counter), atom("1"), NULL)));
        close_scope(&m);
    } else {
        value = rec_call(r, depth);
    }
    r->uses = uses;
    push_binding(name, NULL)->loop = r;
    scope[scope_count - 1].loop_function = function;
    n = list3(head, list1(list2(atom(name), value)), tail(t, depth - 1, r));
    close_scope(&m);
    return n;
}

/* A binding that recurs, if there is one. */
static node *tail_variable(recursion *r) {
    int i;
    for (i = scope_count - 1; i >= 0; i--) {
        if (scope[i].loop != r || !is_visible(i)) continue;
        r->uses++;
        if (!scope[i].loop_function) return atom(scope[i].name);
        return list2(atom(scope[i].name), atom(r->names[0]));
    }
    return NULL;
}

/* ((func (a) tail) x), ((if c (func (a) tail) (func (a) tail)) x) */
static node *tail_application(const lv_type *t, int depth, recursion *r) {
    const lv_type *f = fresh_function_type(t, 1);
    node *head = lambda_form(f, depth - 1, r, tail);
    if (chance(40)) {
        node *c = condition(depth - 1);
        head = list4(word("if"), c, head, lambda_form(f, depth - 1, r, tail));
    }
    return operands_to(list1(head), f, depth);
}

static node *exit_of(const lv_type *t, int depth, recursion *r) {
    node *n = NULL;
    if (made.heavy && chance(40)) n = recursion_of(t, depth - 1);
    if (made.heavy && n == NULL && r->shared != NULL && chance(70))
        return user_of(t, r->shared, depth);
    if (made.heavy && n == NULL && chance(50)) return user_of(t, r->names[0], depth);
    return n != NULL ? n : apart(t, depth);
}

/* (let ((h LOOP)) tail) */
static node *tail_shared(const lv_type *t, int depth, recursion *r) {
    mark m = open_scope();
    const char *before = r->shared, *name = fresh_name("h~");
    node *value = recursion_of(num_type(), depth - 1), *n;
    if (value == NULL) return NULL;
    n = list2(word("let"), list1(list2(atom(name), value)));
    push_binding(name, num_type())->inexact = made.free;
    r->shared = name;
    append(n, branch_form(t, depth, r, tail));
    if (n->first->next->next == NULL) append(n, tail(t, depth - 1, r));
    r->shared = before;
    close_scope(&m);
    return n;
}

/* An expression in tail position of r, whose value has type t. */
static node *tail(const lv_type *t, int depth, recursion *r) {
    node *n = NULL;
    made.cost++;
    made.budget--;
    if (depth > 0 && made.budget > 0 && made.cost < MAX_COST) {
        switch (made.heavy && chance(40) ? 2 : below(10)) {
        case 0:
        case 1: n = binding_form(t, depth, r, tail); break;
        case 2:
        case 3:
        case 4: n = branch_form(t, depth, r, tail); break;
        case 5: n = tail_application(t, depth, r); break;
        case 6: n = tail_let(t, depth, r); break;
        case 7: n = made.heavy ? tail_shared(t, depth, r) : tail_variable(r); break;
        case 8: n = !made.heavy && can_recur(r) ? rec_call(r, depth) : NULL; break;
        default: n = exit_of(t, depth, r); break;
        }
    }
    if (n == NULL) n = chance(50) ? tail_variable(r) : NULL;
    if (n == NULL) n = can_recur(r) && chance(60) ? rec_call(r, depth) : exit_of(t, depth, r);
    if (n->role == ROLE_NONE) n->role = ROLE_VALUE;
    return n;
}

/* True while the counter is below the limit, and something else holds now and then. */
static node *counter_goes_on(const recursion *r, node *limit) {
    node *n = use("<", atom(r->names[0]), limit, NULL), *also;
    if (!made.heavy || chance(50)) return n;
    made.exact++;
    also = varying_condition();
    made.exact--;
    return use("all-of", use("bvec2", n, also, NULL), NULL, NULL);
}

/* The body that ends when the counter reaches `rounds`. */
static node *counted_body(const lv_type *t, int depth, recursion *r, int rounds) {
    char digit[2] = "1";
    node *limit, *body, *end;
    digit[0] = (char)('0' + rounds);
    limit = joined(digit, "", "");
    body = tail(t, depth - 1, r);
    if (r->uses == 0) body = rec_call(r, 0);
    end = apart(t, depth - 1);
    if (chance(60)) return marked(list4(word("if"), counter_goes_on(r, limit), body, end), ROLE_IF);
    return marked(list4(word("if"), use(">=", atom(r->names[0]), limit, NULL), end, body), ROLE_IF);
}

/* ((rec-func (n a b) body) 0 x y) or (loop ((n 0) (a x) (b y)) body) */
static node *recursion_of(const lv_type *t, int depth) {
    recursion r;
    mark m = open_scope();
    node *starts[MAX_PARAMETERS], *names, *body, *n;
    int rounds = 1 + below(5), i, loop = is_available("loop") && chance(40), before = made.uniform,
        cost;
    if (holds_function(t) || made.cost > MAX_COST / 4) return NULL;
    memset(&r, 0, sizeof r);
    n = list1(word(loop ? "loop" : "rec-func"));
    r.count = 1 + below(MAX_PARAMETERS);
    r.names[0] = fresh_name("n~");
    r.types[0] = num_type();
    starts[0] = atom("0");
    for (i = 1; i < r.count; i++) {
        r.names[i] = random_name(r.names, i);
        r.types[i] = chance(15) ? random_type(1) : random_data();
        starts[i] = expression(r.types[i], depth - 1);
    }
    for (i = 0; i < r.count; i++) {
        binding *b = push_binding(r.names[i], r.types[i]);
        b->cost = holds_function(r.types[i]) ? 30 : 1;
        b->inexact = i > 0 && made.free;
        r.slots[i] = scope_count - 1;
    }
    made.uniform = 0;
    cost = made.cost;
    body = counted_body(t, depth, &r, rounds);
    made.cost = cost + (made.cost - cost) * rounds;
    made.uniform = before;
    close_scope(&m);
    names = new_node();
    for (i = 0; i < r.count; i++)
        append(names, loop ? list2(atom(r.names[i]), starts[i]) : atom(r.names[i]));
    append(n, names);
    append(n, body);
    if (loop) return n;
    n = list1(n);
    for (i = 0; i < r.count; i++) append(n, starts[i]);
    return n;
}

/* ---- programs */

static void shuffle(node *list) {
    node *items[256], *n;
    int count = 0, i;
    for (n = list->first; n != NULL && count < 256; n = n->next) items[count++] = n;
    if (n != NULL) return;
    list->first = NULL;
    for (i = count; i > 0; i--) {
        int j = below(i);
        n = items[j];
        items[j] = items[i - 1];
        n->next = list->first;
        list->first = n;
    }
}

static const char *global_name(void) {
    for (;;) {
        const char *name = random_word(plain_names);
        if (chance(made.shadows / 2))
            name = random_word(other_words);
        else if (chance(30))
            name = fresh_name("g");
        if (find_name(name) < 0) return name;
    }
}

static void make_structures(void) {
    static const char *const fields[] = {"x", "a", "pos", "f", "if", "rest", "r", "sin", NULL};
    int count = below(MAX_STRUCTURES), i;
    structure_count = 0;
    while (structure_count < count) {
        structure *s = &structures[structure_count];
        node *n;
        memset(s, 0, sizeof *s);
        s->name = fresh_name("s");
        s->count = 1 + below(MAX_FIELDS);
        s->self.tag = STRUCTURE;
        s->self.structure = structure_count;
        n = list2(atom("struct"), atom(s->name));
        for (i = 0; i < s->count; i++) {
            int j = 1;
            while (j != 0) {
                s->fields[i] = random_word(fields);
                for (j = i; j > 0 && strcmp(s->fields[j - 1], s->fields[i]) != 0; j--) {
                }
            }
            s->types[i] = random_type(1);
            if (s->types[i]->tag == FUNCTION || chance(50))
                append(n, atom(s->fields[i]));
            else
                append(n, list2(atom(s->fields[i]), atom(type_name(s->types[i]))));
        }
        structure_count++;
        append(made.tops, n);
    }
}

static void make_push_constants(void) {
    node *n = list1(atom("push-constants"));
    int count = below(4);
    if (count == 0) return;
    while (count-- > 0) {
        const char *name = global_name();
        const lv_type *t = data_type(NUM, 1 + below(4), 1);
        if (chance(15)) t = data_type(NUM, 2 + below(3), 2 + below(3));
        push_binding(name, t);
        append(n, list2(atom(name), atom(type_name(t))));
    }
    append(made.tops, n);
}

static void make_definition(int slot, int depth) {
    const lv_type *t = chance(70) ? function_type(1 + below(MAX_IN), 2) : random_type(2);
    binding b;
    node *value = bound_value(scope[slot].name, t, depth, &b), *head;
    if (t->tag == FUNCTION && chance(60)) { /* (define (f a b) e) */
        mark m = open_scope();
        const char *names[MAX_IN];
        int i, cost = made.cost;
        head = list1(atom(scope[slot].name));
        for (i = 0; i < t->count; i++) {
            names[i] = random_name(names, i);
            append(head, atom(names[i]));
        }
        for (i = 0; i < t->count; i++) {
            push_binding(names[i], t->in[i])->inexact = made.free;
            if (holds_function(t->in[i])) scope[scope_count - 1].cost = 30;
        }
        value = apart(t->out, depth);
        b.cost = made.cost - cost + 1;
        b.inexact = made.free;
        close_scope(&m);
        append(made.tops, list3(atom("define"), head, value));
    } else {
        append(made.tops, list3(atom("define"), atom(scope[slot].name), value));
    }
    scope[slot] = b;
}

static void make_outputs(int depth) {
    int count = chance(75) ? 1 : 1 + below(3), i, swap = below(count);
    node *entry = chance(10) ? list1(atom("fragment")) : NULL;
    for (i = 0; i < count; i++) {
        char location[2] = "0";
        node *value;
        location[0] = (char)('0' + (i + swap) % count);
        made.uniform = 1;
        value = expression(data_type(NUM, 1 + below(4), 1), depth);
        if (location[0] != '0' || chance(50))
            value = list3(atom("output"), joined(location, "", ""), value);
        append(entry != NULL ? entry : made.tops, value);
    }
    if (chance(10))
        append(entry != NULL ? entry : made.tops, list2(atom("discard-when"), condition(3)));
    if (entry != NULL) append(made.tops, entry);
}

/* Adds the definitions of the aliases that are in use. */
static void add_aliases(node *program, int from) {
    int i;
    for (i = from; i < alias_count; i++)
        append(program, list3(atom("define"), atom(aliases[i].alias), atom(aliases[i].word)));
}

/* A program of about `size` nodes. */
static node *program_make(uint64_t seed, int size) {
    int definitions, depth = size < 30 ? 3 : size < 300 ? 5 : 8, i;
    random_seed(seed);
    tree_reset();
    memset(&made, 0, sizeof made);
    scope_count = scope_globals = alias_count = function_type_count = 0;
    made.tops = new_node();
    made.free = chance(25);
    made.heavy = chance(40);
    made.shadows = chance(50) ? 0 : 5 + below(40);
    definitions = below(size < 30 ? 2 : size < 300 ? 4 : 8);
    make_structures();
    make_push_constants();
    for (i = 0; i < definitions; i++) push_binding(global_name(), NULL);
    scope_globals = scope_count;
    for (i = scope_globals - definitions; i < scope_globals; i++) {
        made.budget = size / (definitions + 1) + 1;
        made.cost = 0;
        make_definition(i, depth);
    }
    made.budget = size / (definitions + 1) + 1;
    made.cost = 0;
    make_outputs(depth);
    add_aliases(made.tops, 0);
    shuffle(made.tops);
    return made.tops;
}

#endif
