/* Types, names and scope of the random programs.

   contents: types · what is being made · scope · words · names */
#ifndef RANDOM_TYPES_H
#define RANDOM_TYPES_H

#include "random_tree.h"

/* ---- types */

/* UNIT: what runs and has no value. ACTION: a form that runs where it is used, and gives an `out`
   (which may be UNIT); a name can stand for it, and a function can return it. */
enum { DATA, STRUCTURE, VARIANT, ARRAY, FUNCTION, UNIT, ACTION };
enum { NUM, BOOL, INT, UINT, KINDS };
enum { MAX_IN = 3, MAX_FIELDS = 4, MAX_STRUCTURES = 4, MAX_VARIANTS = 3, MAX_TYPES = 1 << 15 };

typedef struct lv_type {
    int tag;
    int kind, rows, columns;                /* data */
    int index;                              /* of the structure or variant */
    int count;                              /* of a function's parameters, an array's elements */
    const struct lv_type *in[MAX_IN], *out; /* out: a function's value, an array's element */
} lv_type;

typedef struct lv_structure {
    const char *name, *fields[MAX_FIELDS];
    const lv_type *types[MAX_FIELDS];
    int count, typed; /* typed: every field has a type written */
    lv_type self;
} lv_structure;

typedef struct lv_case {
    const char *name;
    const lv_type *types[MAX_IN];
    int count;
} lv_case;

typedef struct lv_variant {
    const char *name;
    lv_case cases[MAX_IN];
    int count;
    lv_type self;
} lv_variant;

static lv_type data_types[KINDS][5][5];
static lv_type made_types[MAX_TYPES];
static int made_type_count;
static lv_structure structures[MAX_STRUCTURES];
static int structure_count;
static lv_variant variants_made[MAX_VARIANTS];
static int variant_count;

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
static const lv_type *int_type(void) {
    return data_type(INT, 1, 1);
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
static int is_integer(const lv_type *t) {
    return t->tag == DATA && (t->kind == INT || t->kind == UINT);
}
static int is_num(const lv_type *t) {
    return t->tag == DATA && t->kind == NUM;
}

static int same_type(const lv_type *a, const lv_type *b) {
    int i;
    if (a == b) return 1;
    if (a->tag != b->tag || a->count != b->count) return 0;
    if (a->tag == ARRAY || a->tag == ACTION) return same_type(a->out, b->out);
    if (a->tag == UNIT) return 1;
    if (a->tag != FUNCTION) return 0;
    for (i = 0; i < a->count; i++)
        if (!same_type(a->in[i], b->in[i])) return 0;
    return same_type(a->out, b->out);
}

static int holds_function(const lv_type *t) {
    int i;
    if (t->tag == ARRAY) return holds_function(t->out);
    if (t->tag != STRUCTURE) return t->tag == FUNCTION || t->tag == ACTION;
    for (i = 0; i < structures[t->index].count; i++)
        if (holds_function(structures[t->index].types[i])) return 1;
    return 0;
}

/* Can the type be written, all the way down? */
static int is_typed(const lv_type *t) {
    if (t->tag == ARRAY) return is_typed(t->out);
    if (t->tag == STRUCTURE) return structures[t->index].typed;
    return t->tag != FUNCTION && t->tag != ACTION;
}

static const char *type_name(const lv_type *t) {
    static const char *const prefixes[] = {"", "b", "i", "u"};
    static const char *const scalars[] = {"num", "bool", "int", "uint"};
    const char *prefix = prefixes[t->kind];
    char name[16];
    if (t->tag == STRUCTURE) return structures[t->index].name;
    if (t->tag == VARIANT) return variants_made[t->index].name;
    if (is_scalar(t)) return scalars[t->kind];
    if (is_vector(t))
        snprintf(name, sizeof name, "%svec%d", prefix, t->rows);
    else if (t->rows == t->columns && chance(70))
        snprintf(name, sizeof name, "%smat%d", prefix, t->rows);
    else
        snprintf(name, sizeof name, "%smat%dx%d", prefix, t->columns, t->rows);
    return keep_text(name, strlen(name));
}

static node *digit(int n) {
    char text[12];
    int size = snprintf(text, sizeof text, "%d", n);
    return atom(keep_text(text, (size_t)size));
}

/* The type as it is written; it has no function. */
static node *type_node(const lv_type *t) {
    if (t->tag == ARRAY) return list3(atom("array"), type_node(t->out), digit(t->count));
    if (is_scalar(t) && t->kind == NUM && chance(10)) return atom("float");
    return atom(type_name(t));
}

static lv_type *new_type(int tag) {
    lv_type *t = &made_types[made_type_count++];
    if (made_type_count == MAX_TYPES) abort();
    memset(t, 0, sizeof *t);
    t->tag = tag;
    return t;
}

static const lv_type *random_data(void) {
    static const int rows[] = {1, 1, 1, 1, 1, 2, 2, 3, 3, 4};
    static const int kinds[] = {NUM, NUM, NUM, NUM, NUM, NUM, BOOL, BOOL, INT, UINT};
    int kind = kinds[below(10)];
    if (chance(8)) return data_type(kind == BOOL ? BOOL : NUM, 2 + below(3), 2 + below(3));
    return data_type(kind, rows[below(10)], 1);
}

static const lv_type *random_type(int depth);

static int with_actions; /* percent of the functions that return what runs */

static const lv_type unit_type = {UNIT, 0, 0, 0, 0, 0, {NULL}, NULL};

static const lv_type *action_type(const lv_type *out) {
    lv_type *t = new_type(ACTION);
    t->out = out;
    return t;
}

/* What runs and gives nothing, or some value. */
static const lv_type *random_action(void) {
    return action_type(chance(50) ? &unit_type : random_data());
}

static const lv_type *function_type(int count, int depth) {
    lv_type *t = new_type(FUNCTION);
    int i;
    t->count = count;
    for (i = 0; i < count; i++) t->in[i] = random_type(depth - 1);
    t->out = random_type(depth - 1);
    if (with_actions == 0 || !chance(with_actions)) return t;
    t->out = random_action();
    if (count > 0 && chance(20)) t->in[below(count)] = random_action();
    return t;
}

static const lv_type *array_type(const lv_type *element, int count) {
    lv_type *t = new_type(ARRAY);
    t->count = count;
    t->out = element;
    return t;
}

static const lv_type *random_array(int depth) {
    return array_type(chance(75) || depth < 1 ? random_data() : random_type(depth - 1),
                      1 + below(4));
}

/* depth: how deep functions and arrays may nest. */
static const lv_type *random_type(int depth) {
    int dice = below(100);
    if (depth > 0 && dice < 16) return function_type(chance(5) ? 0 : 1 + below(2), depth);
    if (depth > 0 && dice < 23) return random_array(depth);
    if (structure_count > 0 && dice >= 88) return &structures[below(structure_count)].self;
    if (variant_count > 0 && dice >= 81) return &variants_made[below(variant_count)].self;
    return random_data();
}

/* A type that can be written. */
static const lv_type *random_typed(int depth) {
    const lv_type *t;
    do t = random_type(depth);
    while (!is_typed(t));
    return t;
}

/* ---- what is being made */

static struct {
    int budget;  /* nodes left */
    int cost;    /* of evaluating what has been made */
    int exact;   /* inside: only what every device computes alike */
    int free;    /* the program has functions with a precision of their own */
    int inexact; /* one was used */
    int defined; /* integer operations have a value for all operands (--defined-ints) */
    int uniform; /* all pixels come here: derivatives mean something */
    int wild;    /* operands may leave an operation undefined */
    int closed;  /* 0, or one more than the place in the scope from which on no function is held */
    int fresh;   /* number of the next fresh name */
    int loops;   /* rec-funcs so far */
    int heavy;   /* many loops whose values several arms want, and ways out of loops */
    int edges;   /* many constants at the edges of their types */
    int sets;    /* many parameters of loops are functions */
    int shadows; /* percent of bindings that take a name with a meaning */
    int stage;   /* SPIR-V's execution model */
    int plain;   /* variants hold scalars, structs what memory holds */
    int whole;   /* what nothing needs is right, too: the program compiles without NEEDED_ONLY */
    node *tops;  /* definitions found on the way */
} made;

enum { MAX_COST = 4000 };

/* ---- scope: what is bound where the generator stands, innermost last */

typedef struct recursion recursion;

/* type is NULL for a name that is known to be defined, but not yet what as, and for what holds the
   rec of `loop`: that function has no type and takes one number, the value otherwise none.
   `unfolds`: the type of a function that a static-if ends, with one number more in front. */
typedef struct binding {
    const char *name;
    const lv_type *type, *unfolds;
    int cost;    /* of a call */
    int inexact; /* holds numbers that a device may round otherwise */
    const recursion *loop;
    int loop_function;
} binding;

enum { MAX_SCOPE = 1024 };
static binding scope[MAX_SCOPE];
static int scope_count;
static int scope_globals; /* names of definitions are at the bottom, and hide a word for good */

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
    b->cost = t != NULL && holds_function(t) ? 30 : 1;
    return b;
}

static int is_visible(int i) {
    return find_name(scope[i].name) == i;
}

/* Can what is bound there be used where the generator stands? */
static int is_usable(int i) {
    const binding *b = &scope[i];
    if (b->type == NULL || (made.exact && b->inexact)) return 0;
    if (holds_function(b->type)) {
        if (made.closed && i >= made.closed - 1) return 0;
        if (made.cost + b->cost > MAX_COST) return 0;
    }
    return is_visible(i);
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

/* ---- words: each spelling's own meaning is reached by an alias where it is hidden; core words are
   never the name of a definition, as no alias could reach them then */

static const char *const core_words[] = {
    "if",    "let",   "func",  "rec-func", "rec",   "static-if", "+",     "-",          "*",
    "<",     "not",   "vec2",  "vec3",     "vec4",  "bvec2",     "bvec3", "bvec4",      "clamp",
    ">=",    "num",   "int",   "uint",     "ivec2", "ivec3",     "ivec4", "uvec2",      "uvec3",
    "uvec4", "floor", "array", "case",     "at",    "bit-and",   "bool",  "frag-coord", NULL};
static const char *const other_words[] = {
    "let*",     "cond",    "and",      "or",     "loop", "the",     "with", "select",
    "sin",      "cos",     "max",      "min",    "abs",  "dot",     "eq",   "fract",
    "step",     "mix",     "sqrt",     "length", "mat2", "mat3",    "xor",  "sign",
    "<=",       ">",       "neq",      "/",      "λ",    "=",       "map",  "fold",
    "array-of", "with-at", "count",    "mod",    "rem",  "bit-xor", "fma",  "pow",
    "inverse",  "any-of",  "saturate", "cross",  "modf", "switch",  "scan", NULL};
static const char *const plain_names[] = {"a",  "b",   "c",   "d", "e", "f", "g",
                                          "h",  "k",   "p",   "q", "r", "s", "t",
                                          "uv", "acc", "col", "x", "y", "z", NULL};

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

/* One of the spellings, which blanks separate; NULL if a definition hides it. */
static node *spelled(const char *spellings) {
    const char *p = spellings;
    size_t size;
    while (chance(15) && strchr(p, ' ') != NULL) p = strchr(p, ' ') + 1;
    size = strcspn(p, " ");
    if (p[size] != '\0') p = keep_text(p, size);
    return is_available(p) ? word(p) : NULL;
}

/* The application of a word to operands, as many as are not NULL; NULL if the word is hidden. */
static node *use(const char *spellings, node *a, node *b, node *c) {
    node *head = spelled(spellings), *n;
    if (head == NULL) return NULL;
    n = list_of(head, a, b, c, NULL);
    n->form = FORM_BUILTIN;
    return n;
}

/* Adds the definitions of the aliases that are in use. */
static void add_aliases(node *program, int from) {
    int i;
    for (i = from; i < alias_count; i++)
        append(program, list3(atom("define"), atom(aliases[i].alias), atom(aliases[i].word)));
}

/* ---- names */

static const char *fresh_name(const char *prefix) {
    char text[32];
    snprintf(text, sizeof text, "%s%d", prefix, ++made.fresh);
    return keep_text(text, strlen(text));
}

/* A name to bind that is none of the `count` names given. Those with ~ are never hidden. */
static const char *random_name(const char *const *taken, int count) {
    for (;;) {
        const char *name = random_word(plain_names);
        int i;
        if (chance(made.shadows))
            name = random_word(chance(50) ? core_words : other_words);
        else if (scope_count > 0 && chance(15))
            name = scope[below(scope_count)].name;
        if (strchr(name, '~') != NULL) continue;
        for (i = 0; i < count && strcmp(taken[i], name) != 0; i++) {
        }
        if (i == count) return name;
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

#endif
