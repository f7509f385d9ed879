/* cc -std=c99 -O2 -ffp-contract=off -o substitution tests/oracle/substitution.c -lm
   eval_λ by literal substitution (substitution.h says what for). Define SUBSTITUTION_NO_MAIN to use
   it as a library.

   A program is a tree of nodes. Only closed trees are reduced, from the outside in, so all that is
   ever put in the place of a name is closed: a BOUND node, which substitution does not enter, and
   in which a name means what it means outermost. Nothing can be captured. Substitution copies the
   paths that lead to the names and shares the rest.

   Special forms are names like others, and see their operands as written. So where the head of an
   application may still turn out to be one, a substitution that arrives enters the head alone, and
   waits at the application (`pending`) until the head is known.

   contents: nodes · what names mean · substitution · values and types · typer · evaluator · program
   · interface · run cases · command line */
#define _DEFAULT_SOURCE
#define EVALUATOR_FIELDS                                                                           \
    struct meaning *pushes, **last_push;                                                           \
    struct meaning *core[32];                                                                      \
    struct output *outputs, *discards, *depth;                                                     \
    struct structure *structures;                                                                  \
    int early;                   /* what declarations depend on is computed: there are no inputs */\
    struct memory *memories;                                                                       \
    struct entry_form *entry;                                                                      \
    int plain, by_value, passes;                                                                   \
    int runs;                    /* SUBSTITUTION_EFFECTS */                                        \
    int looks;                   /* inside of the typer: memory is not read */                     \
    int stage, group[3];         /* of the entry point: SPIR-V's execution model */                \
    int diverged;                /* a barrier was not reached by all of a workgroup */             \
    unsigned long effects_run;   /* so far */                                                      \
    unsigned searches;           /* of can_run, so far */                                          \
    int64_t ids[4][3];           /* of the invocation: global, local, group; index and vertex */   \
    unsigned last_epoch;         /* that an invocation has had */                                  \
    size_t stack_size;                                                                             \
    unsigned epoch; /* 1 while the program is read and typed, then one for each pixel */
#include "reference_base.h"

#include "large_stack.h"
#include "reference_cases.h"
#include "substitution.h"

#ifdef __SANITIZE_ADDRESS__
#define STACK_SIZE ((size_t)6 << 20)
#else
#define STACK_SIZE ((size_t)1 << 28)
#endif
#define STACK_MARGIN ((size_t)1 << 18)
#define MAX_CALL_DEPTH 20000
#define MAX_CALLS 1000000
#define DEFAULT_STEPS 2000000ul
#define TYPER_STEPS 20000000ul
#define PLAIN_TYPER_STEPS 500000ul

/* -------------------------------------------------------------------------------------------------
   nodes: e ::= num | true | false | identifier | (e ...), and what substitution puts into them */

typedef struct node node;
typedef struct cell cell;
typedef struct value value;
typedef struct meaning meaning;
typedef struct binding binding;

/* LITERAL: its value is `known`. NAME: still to be substituted, or outermost. OUTER: outermost.
   DOT: `.name`, or part[0].name. LIST: (part[0] part[1] ...); written: the list that substitution
   has made it of. BOUND: stands where a name stood. KNOWN: something of which there is no text: a
   parameter of the rec-func that is being typed, an index of array-of. TEXT: a string or key. */
enum { N_LITERAL, N_NAME, N_OUTER, N_DOT, N_LIST, N_BOUND, N_KNOWN, N_TEXT };

struct node {
    int kind, count;
    place at;
    uint64_t free; /* a bit of each name that may be free in it; 0 if it is closed */
    const char *name;
    value *known;
    meaning *meaning;
    cell *cell;
    node **part;
    const binding *pending; /* what is still to be substituted into part[1] ... */
    const node *written;
};

/* The type that a bare literal takes in an expression: that of `from` (a rec-func's parameter has
   the type of its initial value), or `type`. */
typedef struct want {
    node *from;
    value *type;
} want;

/* A closed expression that was substituted for a name, once for all of its places. operand: it is a
   field or an element, and typed as an operand. */
struct cell {
    node *e;
    want *want;
    int operand, inside;
    value *memo[4]; /* by pixel of the quad, of memo_epoch */
    unsigned memo_epoch;
    value *type;                     /* under the empty stack, of type_epoch */
    unsigned type_epoch, busy_epoch; /* busy: it is being typed under the empty stack */
    unsigned search; /* the last one of can_run that came here */
};

/* name := cell; with a type, each use of the name is read as (the type name) */
struct binding {
    const char *name;
    cell *cell;
    node *type;
    const binding *up;
};

static uint64_t name_bit(const char *name) {
    return (uint64_t)1 << (((uint64_t)(uintptr_t)name * 0x9e3779b97f4a7c15u) >> 58);
}

static node *new_node(reference *c, int kind, place at) {
    node *e = take(c, sizeof *e);
    e->kind = kind;
    e->at = at;
    return e;
}

static node *known_node(reference *c, value *v, place at) {
    node *e = new_node(c, N_KNOWN, at);
    e->known = v;
    return e;
}

static node *new_list(reference *c, int count, place at) {
    node *e = new_node(c, N_LIST, at);
    e->count = count;
    e->part = take(c, sizeof *e->part * (size_t)(count + 1));
    return e;
}

/* The names in a list, once its parts are there. */
static node *counted(node *e) {
    int i;
    e->free = 0;
    for (i = 0; i < e->count; i++) e->free |= e->part[i]->free;
    return e;
}

static cell *new_cell(reference *c, node *e) {
    cell *k;
    if (e->kind == N_BOUND) return e->cell;
    k = take(c, sizeof *k);
    k->e = e;
    return k;
}

static node *bound_node(reference *c, cell *k, const char *name, place at) {
    node *e = new_node(c, N_BOUND, at);
    e->cell = k;
    e->name = name;
    return e;
}

static value *literal(reference *c, const form *f);

/* A form of the text as a node. */
static node *node_of(reference *c, const form *f) {
    node *e;
    const form *g;
    int i = 0;
    check_stack(c, f->at);
    switch (f->kind) {
    case F_NUMBER:
    case F_TRUE:
    case F_FALSE:
        e = new_node(c, N_LITERAL, f->at);
        e->known = literal(c, f);
        return e;
    case F_LIST:
        e = new_list(c, count_forms(f->first), f->at);
        for (g = f->first; g; g = g->next) e->part[i++] = node_of(c, g);
        return counted(e);
    case F_DOT:
        e = new_node(c, N_DOT, f->at);
        e->name = f->name;
        e->part = take(c, sizeof *e->part);
        if (!f->first) return e;
        e->count = 1;
        e->part[0] = node_of(c, f->first);
        return counted(e);
    default:
        e = new_node(c, f->kind == F_NAME ? N_NAME : N_TEXT, f->at);
        e->name = f->name;
        if (f->kind == F_NAME) e->free = name_bit(e->name);
        return e;
    }
}

/* -------------------------------------------------------------------------------------------------
   what names mean outermost */

typedef struct structure {
    const char *name;
    int count;
    const char **field;
    node **type;        /* of a field, or NULL */
    struct variant *of; /* whose constructor it is, or NULL; its fields have no names then */
    int is_array;       /* its fields are elements */
    struct structure *older;
} structure;

typedef struct variant {
    const char *name;
    int count;
    structure *made; /* by each of its constructors */
} variant;

enum {
    O_UNKNOWN,
    O_FORM,
    O_BUILTIN,
    O_DEFINITION,
    O_MAKE,
    O_FIELD,
    O_TYPE,
    O_PUSH,
    O_EFFECT,
    O_MEMORY,
    O_INPUT
};

/* Special forms that only programs with effects have. */
enum { FORM_DO = FORM_COUNT, FORM_WHEN };

/* id: of a FORM; the field that a FIELD reads. TYPE: the name of a variant. */
struct meaning {
    int kind, id, declared;
    const char *name;
    place at;
    const builtin *b;
    cell *definition;
    structure *def;
    variant *of;
    const node *push_type;
    data *push;
    struct memory *memory;
    struct input *input;
    unsigned busy_epoch; /* it is being typed under the empty stack */
    meaning *next;
};

static symbol *symbol_of(const char *name) {
    return (symbol *)(void *)((char *)(uintptr_t)name - offsetof(symbol, text));
}

/* One row for each name of a builtin or special form, made once. */
typedef struct predefinition {
    char name[24];
    int form; /* or -1 */
    const builtin *b;
} predefinition;

enum { PREDEFINED = 1024 };
static predefinition predefined[PREDEFINED];

static predefinition *predefinition_of(const char *name, size_t size) {
    unsigned h = 5381;
    size_t i;
    for (i = 0; i < size; i++) h = h * 33u + (unsigned char)name[i];
    for (h %= PREDEFINED; predefined[h].name[0]; h = (h + 1) % PREDEFINED)
        if (strlen(predefined[h].name) == size && memcmp(predefined[h].name, name, size) == 0)
            break;
    return &predefined[h];
}

static void predefine(const char *names, int form, const builtin *b) {
    while (*names) {
        size_t n = strcspn(names, " ");
        predefinition *p = predefinition_of(names, n);
        memcpy(p->name, names, n);
        p->form = form;
        p->b = b;
        names += n;
        if (*names) names++;
    }
}

/* Before main, so that threads may read it. */
__attribute__((constructor)) static void predefine_all(void) {
    size_t i;
    int k;
    for (k = 0; k < FORM_COUNT; k++) predefine(core_forms[k].names, k, NULL);
    for (i = 0; i < sizeof builtins / sizeof *builtins; i++)
        predefine(builtins[i].names, -1, &builtins[i]);
}

static void find_effect(meaning *o);

static meaning *new_outer(reference *c, int kind, const char *name) {
    pool *saved = c->pool;
    meaning *o;
    c->pool = &c->program;
    o = take(c, sizeof *o);
    o->kind = kind;
    o->name = name;
    c->pool = saved;
    return o;
}

/* What a name means that nothing binds. */
static meaning *outermost(reference *c, const char *name) {
    symbol *s = symbol_of(name);
    meaning *o = s->meaning;
    const predefinition *p;
    size_t n;
    if (o) return o;
    o = new_outer(c, O_UNKNOWN, name);
    s->meaning = o;
    n = strlen(name);
    p = n < sizeof p->name ? predefinition_of(name, n) : NULL;
    if (p && p->name[0]) {
        o->kind = p->b ? O_BUILTIN : O_FORM;
        o->id = p->form;
        o->b = p->b;
    } else if (c->runs) {
        find_effect(o);
    }
    return o;
}

static node *outer_node(reference *c, meaning *o, place at) {
    node *e = new_node(c, N_OUTER, at);
    e->meaning = o;
    e->name = o->name;
    return e;
}

/* The special form itself, whatever its name means. */
static node *core_node(reference *c, int id, place at) {
    if (!c->core[id]) {
        c->core[id] = new_outer(c, O_FORM, core_forms[id].names);
        c->core[id]->id = id;
    }
    return outer_node(c, c->core[id], at);
}

/* -------------------------------------------------------------------------------------------------
   substitution: e[e1/id1]...[en/idn], all at once */

/* Names that a binder inside of the expression binds: these are not meant. */
typedef struct scope {
    const char *name;
    const struct scope *up;
} scope;

typedef struct replacement {
    reference *c;
    const binding *list;
    uint64_t mask; /* of the names in it; all bits: look at every name */
} replacement;

static node *substitute(const replacement *r, node *e, const scope *inner);

static int is_in(const scope *s, const char *name) {
    while (s && s->name != name) s = s->up;
    return s != NULL;
}

static const binding *lookup(const binding *b, const char *name) {
    while (b && b->name != name) b = b->up;
    return b;
}

static replacement make_replacement(reference *c, const binding *list) {
    replacement r;
    const binding *b;
    r.c = c;
    r.list = list;
    r.mask = 0;
    for (b = list; b; b = b->up) r.mask |= name_bit(b->name);
    return r;
}

/* id[e1/id1]... An annotated parameter becomes (the type e1). */
static node *replace_name(const replacement *r, node *e, const scope *inner) {
    const binding *b;
    node *x, *list;
    if (is_in(inner, e->name)) return e;
    b = lookup(r->list, e->name);
    if (!b) return outer_node(r->c, outermost(r->c, e->name), e->at);
    x = bound_node(r->c, b->cell, e->name, e->at);
    if (!b->type) return x;
    list = new_list(r->c, 3, e->at);
    list->part[0] = core_node(r->c, FORM_THE, e->at);
    list->part[1] = b->type;
    list->part[2] = x;
    return counted(list);
}

/* What the head of an application is: a special form (its number), surely none, or unknown yet. */
enum { NO_FORM = -1, UNKNOWN_HEAD = -2 };

/* closed: names are outermost. */
static int head_class(reference *c, const node *h, int closed, int depth) {
    const meaning *o;
    if (depth > 64) return UNKNOWN_HEAD;
    switch (h->kind) {
    case N_NAME:
    case N_OUTER:
        if (h->kind == N_NAME && !closed) return UNKNOWN_HEAD;
        o = h->kind == N_OUTER ? h->meaning : outermost(c, h->name);
        if (o->kind == O_FORM) return o->id;
        return o->kind == O_DEFINITION ? head_class(c, o->definition->e, 1, depth + 1) : NO_FORM;
    case N_BOUND: return head_class(c, h->cell->e, 1, depth + 1);
    case N_DOT: return h->count ? UNKNOWN_HEAD : NO_FORM;
    case N_KNOWN: return UNKNOWN_HEAD;
    case N_LIST: {
        int id = h->count ? head_class(c, h->part[0], closed, depth + 1) : UNKNOWN_HEAD;
        return id == FORM_FUNC || id == FORM_REC_FUNC ? NO_FORM : UNKNOWN_HEAD;
    }
    default: return NO_FORM;
    }
}

static int is_list(const node *e, int count) {
    return e->kind == N_LIST && e->count == count;
}

static int is_spelled(const node *e, const char *word) {
    return e->kind == N_NAME && strcmp(e->name, word) == 0;
}

/* The name in `name` or (name type), NULL if it is neither. */
static const char *binder_name(const node *f) {
    if (is_list(f, 2)) f = f->part[0];
    return f->kind == N_NAME ? f->name : NULL;
}

/* Copies a list without its parts. */
static node *copy_list(const replacement *r, const node *e) {
    node *copy = new_list(r->c, e->count, e->at);
    copy->written = e->written ? e->written : e;
    if (e->count) memcpy(copy->part, e->part, sizeof *copy->part * (size_t)e->count);
    return copy;
}

/* ((name e) ...) and the body. sequential: let*, where a name is bound for the values after it. */
static void substitute_bindings(const replacement *r, node *list, const scope *inner,
                                int sequential) {
    node *bindings;
    scope *names;
    const scope *body = inner;
    int i;
    if (list->count < 2 || list->part[1]->kind != N_LIST) return;
    bindings = copy_list(r, list->part[1]);
    names = take(r->c, sizeof *names * (size_t)(bindings->count + 1));
    for (i = 0; i < bindings->count; i++) {
        node *b = bindings->part[i];
        if (!is_list(b, 2) || !binder_name(b->part[0])) continue;
        bindings->part[i] = copy_list(r, b);
        bindings->part[i]->part[1] = substitute(r, b->part[1], sequential ? body : inner);
        counted(bindings->part[i]);
        names[i].name = binder_name(b->part[0]);
        names[i].up = body;
        body = &names[i];
    }
    list->part[1] = counted(bindings);
    for (i = 2; i < list->count; i++) list->part[i] = substitute(r, list->part[i], body);
}

/* (func (name ...) body) */
static void substitute_function(const replacement *r, node *list, const scope *inner) {
    scope *names;
    int i;
    if (list->count < 2 || list->part[1]->kind != N_LIST) return;
    names = take(r->c, sizeof *names * (size_t)(list->part[1]->count + 1));
    for (i = 0; i < list->part[1]->count; i++) {
        const char *name = binder_name(list->part[1]->part[i]);
        if (!name) continue;
        names[i].name = name;
        names[i].up = inner;
        inner = &names[i];
    }
    for (i = 2; i < list->count; i++) list->part[i] = substitute(r, list->part[i], inner);
}

/* The names that a pattern binds. */
static const scope *pattern_names(reference *c, const node *p, const scope *inner) {
    int i;
    for (i = 1; p->kind == N_LIST && i < p->count; i++) {
        const node *x = p->part[i];
        scope *s;
        if (x->kind == N_LIST) inner = pattern_names(c, x, inner);
        if (x->kind != N_NAME) continue;
        s = take(c, sizeof *s);
        s->name = x->name;
        s->up = inner;
        inner = s;
    }
    return inner;
}

/* A clause of `switch`; the word `else` stays. */
static void substitute_labels(const replacement *r, node **clause, const scope *inner) {
    node *copy = copy_list(r, *clause);
    int k;
    for (k = 0; k < copy->count; k++)
        if (k || !is_spelled(copy->part[0], "else"))
            copy->part[k] = substitute(r, copy->part[k], inner);
    *clause = counted(copy);
}

/* Is a clause of `with` more than (field e)? */
static int is_path(const node *clause) {
    return clause->kind == N_LIST && clause->count > 1
           && (clause->count > 2 || clause->part[0]->kind == N_LIST);
}

/* (step ... e) of `with`: e, and the index of each step (at index). */
static node *substitute_path(const replacement *r, const node *clause, const scope *inner) {
    node *copy = copy_list(r, clause);
    int i;
    for (i = 0; i < copy->count; i++) {
        node *step = copy->part[i];
        if (i + 1 == copy->count) {
            copy->part[i] = substitute(r, step, inner);
        } else if (step->kind == N_LIST && step->count > 1) {
            copy->part[i] = copy_list(r, step);
            copy->part[i]->part[1] = substitute(r, step->part[1], inner);
            counted(copy->part[i]);
        }
    }
    return counted(copy);
}

/* (case e (pattern e) ...), (with e (field e) ...), (cond (e e) ...), (switch e (e ... e) ...): of
   a clause, the last part; of the last two forms what is before it too. */
static void substitute_clauses(const replacement *r, node *list, const scope *inner, int id) {
    int i = 1;
    if (id != FORM_COND && list->count > 1) {
        list->part[1] = substitute(r, list->part[1], inner);
        i = 2;
    }
    for (; i < list->count; i++) {
        node *clause = list->part[i];
        const scope *names = inner;
        if (id == FORM_WITH && is_path(clause)) {
            list->part[i] = substitute_path(r, clause, inner);
            continue;
        }
        if (id == FORM_SWITCH && clause->kind == N_LIST)
            substitute_labels(r, &list->part[i], inner);
        if (id == FORM_SWITCH || !is_list(clause, 2)) continue;
        clause = list->part[i] = copy_list(r, clause);
        if (id == FORM_CASE) names = pattern_names(r->c, clause->part[0], inner);
        if (id == FORM_COND && !is_spelled(clause->part[0], "else"))
            clause->part[0] = substitute(r, clause->part[0], inner);
        clause->part[1] = substitute(r, clause->part[1], names);
        counted(clause);
    }
}

static void substitute_statements(const replacement *r, node *list, const scope *inner, int id);

/* The operands of a special form: binding lists, fields, tags and types stay as they are. What is
   not written as it must be stays too; the typer rejects it. */
static void substitute_form(const replacement *r, node *list, const scope *inner, int id) {
    int i;
    switch (id) {
    case FORM_LET:
    case FORM_LOOP: substitute_bindings(r, list, inner, 0); break;
    case FORM_LET_STAR: substitute_bindings(r, list, inner, 1); break;
    case FORM_FUNC:
    case FORM_REC_FUNC: substitute_function(r, list, inner); break;
    case FORM_CASE:
    case FORM_SWITCH:
    case FORM_WITH:
    case FORM_COND: substitute_clauses(r, list, inner, id); break;
    case FORM_THE:
        for (i = 2; i < list->count; i++) list->part[i] = substitute(r, list->part[i], inner);
        break;
    case FORM_DO:
    case FORM_WHEN: substitute_statements(r, list, inner, id); break;
    default:
        for (i = 1; i < list->count; i++) list->part[i] = substitute(r, list->part[i], inner);
    }
}

/* `pending` and then r, without the names that are bound inside. */
static const binding *joined(const replacement *r, const binding *pending, const scope *inner) {
    const binding *b;
    const binding *old = pending;
    for (b = r->list; b; b = b->up) {
        binding *n;
        if (is_in(inner, b->name) || lookup(old, b->name) || lookup(pending, b->name)) continue;
        n = take(r->c, sizeof *n);
        *n = *b;
        n->up = pending;
        pending = n;
    }
    return pending;
}

/* (e0 e1 ... en)[...]: the operands wait if e0 may become a special form. */
static node *substitute_list(const replacement *r, node *e, const scope *inner) {
    node *list = copy_list(r, e);
    replacement both = *r;
    int i, id;
    if (!e->count) return e;
    list->part[0] = substitute(r, e->part[0], inner);
    id = head_class(r->c, list->part[0], 0, 0);
    if (id == UNKNOWN_HEAD) {
        list->pending = joined(r, e->pending, inner);
        return counted(list);
    }
    if (e->pending) {
        both.list = joined(r, e->pending, inner);
        both.mask = ~(uint64_t)0;
    }
    if (id == NO_FORM)
        for (i = 1; i < list->count; i++) list->part[i] = substitute(&both, list->part[i], inner);
    else
        substitute_form(&both, list, inner, id);
    return counted(list);
}

/* A name that neither r nor a binder inside of the whole expression binds is outermost: the whole
   expression is closed but for the names in r. */
static node *substitute(const replacement *r, node *e, const scope *inner) {
    node *copy;
    check_stack(r->c, e->at);
    if (!(e->free & r->mask)) return e;
    switch (e->kind) {
    case N_NAME: return replace_name(r, e, inner);
    case N_LIST: return substitute_list(r, e, inner);
    case N_DOT:
        copy = new_node(r->c, N_DOT, e->at);
        copy->name = e->name;
        copy->count = 1;
        copy->part = take(r->c, sizeof *copy->part);
        copy->part[0] = substitute(r, e->part[0], inner);
        return counted(copy);
    default: return e;
    }
}

/* e[...] of a closed expression but for the names in the list. */
static node *instance(reference *c, node *e, const binding *list) {
    replacement r = make_replacement(c, list);
    return substitute(&r, e, NULL);
}

static const binding *bind(reference *c, const char *name, cell *k, node *type, const binding *up) {
    binding *b = take(c, sizeof *b);
    b->name = name;
    b->cell = k;
    b->type = type;
    b->up = up;
    return b;
}

/* The empty substitution, which marks the names that are outermost. */
static node *resolved(reference *c, node *e) {
    replacement r;
    r.c = c;
    r.list = NULL;
    r.mask = ~(uint64_t)0;
    return substitute(&r, e, NULL);
}

/* The stack A of arguments: the application that has pushed them, and its operands once they are
   known to be no special form's. chosen: the head is an arm of an `if`. */
typedef struct args {
    node *list;
    int chosen, flat;
    const struct busy *busy;
    struct args *up;
} args;

/* A definition that is being typed under some stack. */
typedef struct busy {
    const meaning *o;
    const struct busy *next;
} busy;

static args *push(reference *c, node *list, args *up) {
    args *A = take(c, sizeof *A);
    A->list = list;
    A->up = up;
    return A;
}

/* The application on top of A as the special form `id`, or as NO_FORM: nothing is pending then. */
static node *flat_list(reference *c, args *A, int id) {
    replacement r;
    node *list = A->list;
    int i;
    if (A->flat || !list->pending) return list;
    r.c = c;
    r.list = list->pending;
    r.mask = ~(uint64_t)0;
    list = copy_list(&r, list);
    if (id == NO_FORM)
        for (i = 1; i < list->count; i++) list->part[i] = substitute(&r, list->part[i], NULL);
    else
        substitute_form(&r, list, NULL, id);
    A->list = counted(list);
    A->flat = 1;
    return list;
}

static node **operands(reference *c, args *A) {
    return flat_list(c, A, NO_FORM)->part + 1;
}

static int operand_count(const args *A) {
    return A->list->count - 1;
}

static place head_place(const args *A) {
    return A->list->part[0]->at;
}

/* -------------------------------------------------------------------------------------------------
   values and types */

/* DATA: a number, bool, vector or matrix; for the typer data is NULL if it is not known at compile
   time. FUNC: a function, which is the closed expression fn. STRUCT: fields are closed expressions;
   an array too. VARIANT: made by the constructor def (in the typer one of the variant's, without
   fields). COND: one of two functions (typer), `a` if arm is 1, `other` if it is 2. In the typer a
   VARIANT has a field for each constructor, NULL if it was not made by that one, else a struct; no
   field if nothing is known of it; def is the constructor if arm is 1. Of a value that is not known
   as a whole, `some` may be. REC: in the typer Rec a, in the evaluator the next
   arguments. PURE_REC. UNIT: what runs and has no value. PLACE: a part of memory that is not read,
   from `word` on; outside: an index on the way there was out of range. */
enum { V_DATA, V_FUNC, V_STRUCT, V_VARIANT, V_COND, V_REC, V_PURE_REC, V_UNIT, V_PLACE };

struct value {
    int tag, count, arm;
    shape s;
    const data *d, *some;
    unsigned which; /* of `some`, a bit each */
    node *fn;
    structure *def;
    node **field;
    value *a, *other;
    struct memory *m;
    const struct layout *l;
    size_t word;
    int outside;
};

static value *new_value(reference *c, int tag) {
    value *v = take(c, sizeof *v);
    v->tag = tag;
    return v;
}

static value *typed(reference *c, shape s) {
    value *v = new_value(c, V_DATA);
    v->s = s;
    return v;
}

/* A value of type s, of which the components in the mask `which` are known: those of d. */
static value *partly_known(reference *c, shape s, const data *d, unsigned which) {
    value *v = typed(c, s);
    if (which == (1u << parts(s)) - 1)
        v->d = d;
    else
        v->some = d, v->which = which;
    return v;
}

static int knows(const value *v, int i) {
    return v->d != NULL || (v->which >> i & 1) != 0;
}

/* Component i of v, if that is known. */
static scalar known_part(const value *v, int i) {
    return (v->d ? v->d : v->some)->v[i];
}

static value *number_value(reference *c, shape s, const data *d) {
    value *v = typed(c, s);
    v->d = d;
    return v;
}

static value *function_value(reference *c, const node *fn) {
    value *v = new_value(c, V_FUNC);
    v->fn = (node *)(uintptr_t)fn;
    return v;
}

static value *literal(reference *c, const form *f) {
    data *d = new_data(c, make_shape(f->kind == F_NUMBER ? f->id : BOOL, 1, 1));
    d->v[0] = exact(f->kind == F_NUMBER ? f->number : f->kind == F_TRUE ? 1.0f : 0.0f);
    if (f->kind == F_NUMBER && f->id != NUM) d->v[0].i = f->integer;
    return number_value(c, d->s, d);
}

static value *known_int(reference *c, int64_t n) {
    data *d = new_data(c, make_shape(INT, 1, 1));
    d->v[0] = whole(INT, n);
    return number_value(c, d->s, d);
}

/* v if it is no bare literal, else that as the type that its place asks for: the kind of `like`, if
   that is an integer. */
static value *adopted(reference *c, value *v, const value *like, place at) {
    int kind = NUM;
    value *r;
    data *d;
    if (v->tag != V_DATA || v->s.kind != LIT) return v;
    if (like && like->tag == V_DATA && (like->s.kind == INT || like->s.kind == UINT))
        kind = like->s.kind;
    r = typed(c, make_shape(kind, 1, 1));
    if (v->d) {
        d = new_data(c, r->s);
        d->v[0] = settled(c, v->d->v[0], kind, at);
        r->d = d;
    }
    return r;
}

static int is_function(const value *v) {
    return v->tag == V_FUNC || v->tag == V_COND;
}

static int is_array(const value *v) {
    return v->tag == V_STRUCT && v->def->is_array;
}

static const char *describe(const value *v, char dst[8]) {
    if (v->tag == V_DATA) return shape_name(v->s, dst);
    if (v->tag == V_STRUCT) return v->def->name;
    if (v->tag == V_VARIANT) return v->def->of->name;
    return is_function(v) ? "a function" : "a rec";
}

static value *structure_value(reference *c, structure *def) {
    value *v = new_value(c, V_STRUCT);
    v->def = def;
    v->count = def->count;
    v->field = take(c, sizeof *v->field * (size_t)(def->count + 1));
    return v;
}

static value *array_value(reference *c, int n) {
    structure *def = take(c, sizeof *def);
    int i;
    def->name = "an array";
    def->count = n;
    def->is_array = 1;
    def->field = take(c, sizeof *def->field * (size_t)(n + 1));
    def->type = take(c, sizeof *def->type * (size_t)(n + 1));
    for (i = 0; i < n; i++) def->field[i] = "an element";
    return structure_value(c, def);
}

/* Of which nothing is known. */
static value *variant_value(reference *c, variant *of) {
    value *v = new_value(c, V_VARIANT);
    v->def = of->made;
    return v;
}

/* A field or element: evaluated and typed once, as an operand. inside: of a rec-func. */
static node *field_node(reference *c, node *e, int inside) {
    cell *k;
    if (e->kind == N_LITERAL || e->kind == N_KNOWN) return e;
    k = take(c, sizeof *k);
    k->e = e;
    k->operand = 1;
    k->inside = inside;
    return bound_node(c, k, NULL, e->at);
}

/* (the type e), which is where e is */
static node *the_node(reference *c, node *type, node *e) {
    node *list = new_list(c, 3, e->at);
    list->part[0] = core_node(c, FORM_THE, e->at);
    list->part[1] = type;
    list->part[2] = e;
    return list;
}

/* (f e ...) */
static node *application(reference *c, place at, node *f, int n, node **x) {
    node *list = new_list(c, n + 1, at);
    list->part[0] = f;
    memcpy(list->part + 1, x, sizeof *x * (size_t)n);
    return list;
}

static structure *pair_structure(reference *c, int id) {
    static const char *const names[5][3] = {{"modf", "fract", "whole"},
                                            {"frexp", "significand", "exponent"},
                                            {"add-carry", "value", "carry"},
                                            {"sub-borrow", "value", "borrow"},
                                            {"mul-extended", "low", "high"}};
    const char *const *row = names[id == MODF ? 0 : id == FREXP ? 1 : id - ADD_CARRY + 2];
    structure *def = take(c, sizeof *def);
    def->name = row[0];
    def->count = 2;
    def->field = take(c, 2 * sizeof *def->field);
    def->type = take(c, 2 * sizeof *def->type);
    def->field[0] = intern(c, row[1], strlen(row[1]));
    def->field[1] = intern(c, row[2], strlen(row[2]));
    return def;
}

/* modf, frexp, add-carry ...: s is the type of the operands, x is NULL for the typer. */
static value *pair_value(reference *c, int id, shape s, int n, const data *const *x) {
    value *v = structure_value(c, pair_structure(c, id));
    shape second = id == FREXP ? make_shape(INT, s.rows, 1) : s;
    data *a = NULL, *b = NULL;
    int i;
    if (x) {
        a = new_data(c, s), b = new_data(c, second);
        for (i = 0; i < parts(s); i++)
            pair_parts(c, id, s.kind, part(x[0], i), part(x[n - 1], i), &a->v[i], &b->v[i]);
    }
    v->field[0] = known_node(c, number_value(c, s, a), nowhere);
    v->field[1] = known_node(c, number_value(c, second, b), nowhere);
    return v;
}

/* The part of type s whose components are at these places of v. */
static value *swizzled(reference *c, const value *v, const int *index, shape s) {
    data *d = new_data(c, s);
    unsigned which = 0;
    int i;
    for (i = 0; i < parts(s); i++) {
        if (!knows(v, index[i])) continue;
        d->v[i] = known_part(v, index[i]);
        which |= 1u << i;
    }
    return partly_known(c, s, d, which);
}

static int field_index(const structure *def, const char *name) {
    int i;
    for (i = 0; i < def->count; i++)
        if (def->field[i] == name) return i;
    return -1;
}

static void check_stack(reference *c, place at) {
    char mark;
    size_t used = (size_t)((uintptr_t)c->stack_top - (uintptr_t)&mark);
    if (used <= c->stack_size - STACK_MARGIN) return;
    if (!c->typing) longjmp(c->escape, SUBSTITUTION_TOO_LONG);
    fail(c, at, "depth", "nested too deeply");
}

static void step(reference *c, place at) {
    check_stack(c, at);
    if (++c->steps <= c->step_limit) return;
    if (!c->typing) longjmp(c->escape, SUBSTITUTION_TOO_LONG);
    fail(c, at, "calls", "expansion takes too many steps");
}

static int is_wild(const node *p) {
    return is_spelled(p, "_");
}

static int is_else(const node *p) {
    return is_spelled(p, "else");
}

/* ---- how forms are written */

/* Rejects what cannot be bound; (name type) gives the name and *type where that is allowed. */
static const node *bound_name(reference *c, const node *f, node **type) {
    if (type) *type = NULL;
    if (type && is_list(f, 2)) {
        *type = f->part[1];
        f = f->part[0];
    }
    if (f->kind == N_DOT) fail(c, f->at, "bad-name", "a bound name has no dot");
    if (f->kind != N_NAME) fail(c, f->at, "expected-name", "expected a name");
    return f;
}

/* Checks the names of list[from] ... */
static void check_names(reference *c, const node *list, int from) {
    int i, j;
    node *type;
    for (i = from; i < list->count; i++) {
        const node *name = bound_name(c, list->part[i], &type);
        for (j = from; j < i; j++)
            if (bound_name(c, list->part[j], &type)->name == name->name)
                fail(c, name->at, "duplicate", "'%s' is there twice", name->name);
    }
}

static int check_parameters(reference *c, const node *list) {
    if (list->kind != N_LIST) fail(c, list->at, "syntax", "expected a list of names");
    check_names(c, list, 0);
    return list->count;
}

/* Checks ((name value) ...). */
static void check_bindings(reference *c, const node *list, int once) {
    int i, j;
    node *type;
    if (list->kind != N_LIST) fail(c, list->at, "syntax", "expected a list of bindings");
    for (i = 0; i < list->count; i++) {
        const node *name;
        if (!is_list(list->part[i], 2))
            fail(c, list->part[i]->at, "syntax", "expected (name value)");
        name = bound_name(c, list->part[i]->part[0], &type);
        for (j = 0; once && j < i; j++)
            if (bound_name(c, list->part[j]->part[0], &type)->name == name->name)
                fail(c, name->at, "duplicate", "'%s' is there twice", name->name);
    }
}

/* (loop ((i 0) ...) body) is ((rec-func (i ...) body) 0 ...). */
static node *rewrite_loop(reference *c, const node *list) {
    const node *bindings = list->part[1];
    node *names, *function, *call;
    int i;
    check_bindings(c, bindings, 1);
    names = new_list(c, bindings->count, bindings->at);
    call = new_list(c, bindings->count + 1, list->at);
    for (i = 0; i < bindings->count; i++) {
        names->part[i] = bindings->part[i]->part[0];
        call->part[i + 1] = bindings->part[i]->part[1];
    }
    function = new_list(c, 3, list->at);
    function->part[0] = core_node(c, FORM_REC_FUNC, list->at);
    function->part[1] = counted(names);
    function->part[2] = list->part[2];
    call->part[0] = counted(function);
    return counted(call);
}

/* (cond (c e) ... (else e)), from clause i on, is (if c e ... e). */
static node *rewrite_cond(reference *c, const node *list, int i) {
    node *clause, *choice;
    if (i == list->count) fail(c, list->at, "syntax", "cond needs an else");
    clause = list->part[i];
    if (!is_list(clause, 2)) fail(c, clause->at, "syntax", "expected (condition value)");
    if (is_else(clause->part[0])) {
        if (i + 1 < list->count) fail(c, clause->at, "syntax", "else comes last");
        return clause->part[1];
    }
    choice = new_list(c, 4, list->at);
    choice->part[0] = core_node(c, FORM_IF, list->at);
    choice->part[1] = clause->part[0];
    choice->part[2] = clause->part[1];
    choice->part[3] = rewrite_cond(c, list, i + 1);
    return counted(choice);
}

/* The bindings that `let` substitutes, all at once or one after the other. */
static const binding *let_bindings(reference *c, const node *list, int sequential) {
    const binding *b = NULL;
    int i;
    for (i = 0; i < list->count; i++) {
        node *type, *e = list->part[i]->part[1];
        const node *name = bound_name(c, list->part[i]->part[0], &type);
        if (sequential) e = instance(c, e, b);
        b = bind(c, name->name, new_cell(c, e), type, b);
    }
    return b;
}

/* What a func applied to the operands on A substitutes. */
static const binding *parameter_bindings(reference *c, const node *parameters, args *A) {
    const binding *b = NULL;
    node **x = operands(c, A);
    int i;
    for (i = 0; i < parameters->count; i++) {
        node *type;
        const node *name = bound_name(c, parameters->part[i], &type);
        b = bind(c, name->name, new_cell(c, x[i]), type, b);
    }
    return b;
}

/* -------------------------------------------------------------------------------------------------
   typer: R, A |- e : tau. A NULL is the empty stack. Beyond the paper, a function has a value under
   the empty stack, so that structs and parameters can hold it. */

/* R: the parameters of the rec-func whose body is being typed. */
typedef struct context {
    int count;
    value **parameter;
    int *grown; /* a rec has passed a function that its parameter was not yet */
} context;

/* The empty R: inside of some rec-func, which a message wants to know, or outside of all. */
static const context not_tail = {0, NULL, NULL};
static const context *emptied(const context *R) {
    return R ? &not_tail : NULL;
}
static int is_empty(const context *R) {
    return !R || R == &not_tail;
}

static value *type_of(reference *c, node *e, const context *R, args *A);
static value *type_value(reference *c, value *v, const context *R, args *A, place at);
static value *type_form(reference *c, meaning *o, const context *R, args *A);
static value *type_effect(reference *c, const meaning *o, const context *R, args *A);
static value *type_running(reference *c, int id, const node *list, const context *R, args *A);
static value *place_field(reference *c, const value *p, const char *name, place at);
static value *place_element(reference *c, const value *p, node *index);
static value *memory_value(reference *c, const meaning *o);
static int64_t place_count(const value *p);

/* The field or element of a place. */
static value *type_place(reference *c, const value *p, const char *name, node *index, place at) {
    value *v;
    c->looks++;
    v = index ? place_element(c, p, index) : place_field(c, p, name, at);
    c->looks--;
    return v;
}

static value *type_memory(reference *c, const meaning *o) {
    value *v;
    c->looks++;
    v = memory_value(c, o);
    c->looks--;
    return v;
}

static void need_no_args(reference *c, const args *A, const char *what) {
    if (A) fail(c, head_place(A), "not-function", "%s is not a function", what);
}

/* The operands on top of A, for each arm of a choice. What the arms give is joined, and takes the
   others then. */
static args *top_chosen(reference *c, const args *A) {
    args *m;
    if (!A) return NULL;
    m = take(c, sizeof *m);
    *m = *A;
    m->chosen = 1;
    m->up = NULL;
    return m;
}

/* The type of field i. */
static value *field_type_of(reference *c, const value *v, int i) {
    return type_of(c, v->field[i], NULL, NULL);
}

/* Forgets what is known at compile time: the value of a parameter or a join. Literals become
   nums. */
static value *opaque(reference *c, value *v) {
    value *r;
    int i;
    v = adopted(c, v, NULL, nowhere);
    if (v->tag == V_DATA) return v->d || v->which ? typed(c, v->s) : v;
    if (v->tag == V_VARIANT) return variant_value(c, v->def->of);
    if (v->tag != V_STRUCT) return v;
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++)
        r->field[i] = known_node(c, opaque(c, field_type_of(c, v, i)), nowhere);
    return r;
}

/* Are these two closed expressions the same, names aside that mean the same? */
static int same_expression(reference *c, const node *a, const node *b) {
    int i;
    if (a == b) return 1;
    if (a->kind == N_BOUND && b->kind == N_BOUND && a->cell == b->cell) return 1;
    if (a->kind == N_BOUND) return same_expression(c, a->cell->e, b);
    if (b->kind == N_BOUND) return same_expression(c, a, b->cell->e);
    if (a->kind != b->kind || a->count != b->count) return 0;
    switch (a->kind) {
    case N_OUTER: return a->meaning == b->meaning;
    case N_DOT:
    case N_NAME:
    case N_TEXT:
        if (a->name != b->name) return 0;
        break;
    case N_LIST:
        if (a->written != b->written || !a->written) return 0;
        break;
    default: return 0;
    }
    if (a->pending || b->pending) return 0;
    for (i = 0; i < a->count; i++)
        if (!same_expression(c, a->part[i], b->part[i])) return 0;
    return 1;
}

static int same_builtin(const meaning *a, const meaning *b) {
    if (a->kind != O_BUILTIN || b->kind != O_BUILTIN || a->b != b->b) return 0;
    return (a->b->rule != R_MAKE && a->b->rule != R_TO) || a->name == b->name;
}

static int same_function(reference *c, const value *a, const value *b) {
    const node *f = a->fn, *g = b->fn;
    if (a == b) return 1;
    if (a->tag != V_FUNC || b->tag != V_FUNC) return 0;
    if (f->kind == N_OUTER && g->kind == N_OUTER && same_builtin(f->meaning, g->meaning)) return 1;
    return same_expression(c, f, g);
}

/* 1: one type, and the same functions in it; 0: not one type; -1: another function. */
static int agree(reference *c, const value *a, const value *b) {
    int i, worst = 1;
    if (is_function(a) && is_function(b)) return same_function(c, a, b) ? 1 : -1;
    if (a->tag != b->tag) return 0;
    if (a->tag == V_UNIT) return 1;
    if (a->tag == V_PLACE) return a->m == b->m && a->l == b->l;
    if (a->tag == V_DATA) return same_shape(a->s, b->s);
    if (a->tag == V_VARIANT) return a->def->of == b->def->of;
    if (a->def->name != b->def->name || a->def->count != b->def->count) return 0;
    for (i = 0; i < a->count; i++) {
        int w = agree(c, field_type_of(c, a, i), field_type_of(c, b, i));
        if (w == 0) return 0;
        if (w < 0) worst = w;
    }
    return worst;
}

/* adopted, through structs. */
static value *adopted_whole(reference *c, value *v, const value *like, place at) {
    value *r;
    int i;
    if (v->tag != V_STRUCT || like->tag != V_STRUCT || v->count != like->count)
        return adopted(c, v, like, at);
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++)
        r->field[i] = known_node(
            c, adopted_whole(c, field_type_of(c, v, i), field_type_of(c, like, i), at), at);
    return r;
}

static int holds_function(reference *c, const value *v) {
    int i;
    if (is_function(v)) return 1;
    for (i = 0; v->tag == V_STRUCT && i < v->count; i++)
        if (holds_function(c, field_type_of(c, v, i))) return 1;
    return 0;
}

/* Types what v holds, all the way down. */
static void type_whole(reference *c, const value *v) {
    int i;
    for (i = 0; v->tag == V_STRUCT && i < v->count; i++) type_whole(c, field_type_of(c, v, i));
}

static value *rec_of(reference *c, value *a) {
    value *r = new_value(c, V_REC);
    r->a = a;
    return r;
}

static int is_form_value(const value *v) {
    return v->tag == V_FUNC && v->fn->kind == N_OUTER && v->fn->meaning->kind == O_FORM;
}

static value *join(reference *c, place at, value *a, value *b, int keep);

/* Of what only one of them can have been made by, the other keeps what is known. */
static value *join_variants(reference *c, place at, const value *a, const value *b) {
    value *r = variant_value(c, a->def->of);
    int i, n = a->def->of->count;
    if (!a->field || !b->field) return r;
    r->field = take(c, sizeof *r->field * (size_t)n);
    for (i = 0; i < n; i++) {
        r->field[i] = a->field[i] ? a->field[i] : b->field[i];
        if (a->field[i] && b->field[i])
            r->field[i] =
                known_node(c, join(c, at, a->field[i]->known, b->field[i]->known, 0), at);
    }
    return r;
}

static value *join_structs(reference *c, place at, value *a, value *b, int keep) {
    value *r;
    char s[8], t[8];
    int i;
    if (a->tag != V_STRUCT || b->tag != V_STRUCT || a->def->name != b->def->name
        || a->count != b->count)
        fail(c, at, "arm-mismatch", "the arms have different types: %s and %s", describe(a, s),
             describe(b, t));
    r = structure_value(c, a->def);
    for (i = 0; i < a->count; i++)
        r->field[i] =
            known_node(c, join(c, at, field_type_of(c, a, i), field_type_of(c, b, i), keep), at);
    return r;
}

/* The common type of two arms without rec: leaf by leaf in structs, a choice for functions. keep: a
   literal stays one, because there are more ways out of the rec-func to come. */
static value *join(reference *c, place at, value *a, value *b, int keep) {
    value *r;
    if (a->tag == V_UNIT || b->tag == V_UNIT) return a->tag == V_UNIT ? a : b;
    if (keep && a->tag == V_DATA && b->tag == V_DATA && a->s.kind == LIT && b->s.kind == LIT)
        return typed(c, a->s);
    if (b->tag == V_DATA) a = adopted(c, a, b, at);
    if (a->tag == V_DATA) b = adopted(c, b, a, at);
    if (is_function(a) && is_function(b)) {
        const value *f = is_form_value(a) ? a : b;
        if (a == b || (a->tag == V_FUNC && same_function(c, a, b))) return a;
        if (is_form_value(f) && f->fn->meaning->id != FORM_REC)
            fail(c, at, "form-chosen", "a special form is chosen at run time");
        r = new_value(c, V_COND);
        r->a = a;
        r->other = b;
        return r;
    }
    if (a->tag == V_DATA && b->tag == V_DATA && same_shape(a->s, b->s)) return typed(c, a->s);
    if (a->tag == V_VARIANT && b->tag == V_VARIANT && a->def->of == b->def->of)
        return join_variants(c, at, a, b);
    return join_structs(c, at, a, b, keep);
}

/* rec-match, its seven cases: (1) both alike, (2) (3) Rec tau and tau, (4) (5) PureRec and Rec tau,
   (6) (7) PureRec and tau. */
static value *rec_match(reference *c, place at, value *a, value *b) {
    if (a->tag == V_PURE_REC && b->tag == V_PURE_REC) return a;
    if (a->tag == V_PURE_REC) return b->tag == V_REC ? b : rec_of(c, b);
    if (b->tag == V_PURE_REC) return a->tag == V_REC ? a : rec_of(c, a);
    if (a->tag == V_REC || b->tag == V_REC)
        return rec_of(c, join(c, at, a->tag == V_REC ? a->a : a, b->tag == V_REC ? b->a : b, 1));
    return join(c, at, a, b, 0);
}

/* A choice of type v that surely takes this arm: what is known of the arm is known of it. A
   rec-func that surely ends at once has a Rec whose `other` is set. */
static value *chosen(reference *c, place at, value *v, value *arm) {
    value *r = v;
    int i;
    if (v->tag == V_PURE_REC || arm->tag == V_PURE_REC || v->tag == V_UNIT) return v;
    if (v->tag == V_REC) {
        if (arm->tag == V_REC && !arm->other) return v;
        r = rec_of(c, chosen(c, at, v->a, arm->tag == V_REC ? arm->a : arm));
        r->other = r->a;
    } else if (v->tag == V_COND) {
        r = new_value(c, V_COND);
        r->a = v->a;
        r->other = v->other;
        r->arm = v->a == arm ? 1 : 2;
    } else if (v->tag == V_STRUCT) {
        r = structure_value(c, v->def);
        for (i = 0; i < v->count; i++)
            r->field[i] = known_node(
                c, chosen(c, at, field_type_of(c, v, i), field_type_of(c, arm, i)), at);
    } else if (v->tag != V_DATA || v->s.kind != LIT) {
        r = adopted(c, arm, v, at);
    }
    return r;
}

/* The type of an operand: under the empty stack and the empty R. */
static value *type_operand(reference *c, node *e, const context *R) {
    return type_of(c, e, emptied(R), NULL);
}

static value *type_condition(reference *c, node *e, const context *R) {
    char s[8];
    value *v = type_operand(c, e, R);
    if (v->tag != V_DATA || v->s.kind != BOOL || !is_scalar(v->s))
        fail(c, e->at, "condition-type", "a condition is a bool, not %s", describe(v, s));
    return v;
}

/* t-if: {}, {} |- e1 : Bool; R, A |- e2 : tau1; R, A |- e3 : tau2. */
static value *type_if(reference *c, const node *list, const context *R, args *A) {
    args *marked = top_chosen(c, A);
    value *condition = type_condition(c, list->part[1], R), *a, *b, *r;
    a = type_of(c, list->part[2], R, marked);
    b = type_of(c, list->part[3], R, marked);
    r = rec_match(c, list->at, a, b);
    if (condition->d) r = chosen(c, list->at, r, condition->d->v[0].f != 0 ? a : b);
    return A ? type_value(c, r, R, A->up, list->at) : r;
}

static int is_known_true(reference *c, node *e, const context *R) {
    value *condition = type_condition(c, e, R);
    if (!condition->d)
        fail(c, e->at, "not-constant", "this must be known when the program is compiled");
    return condition->d->v[0].f != 0;
}

/* The arm that a static-if takes. */
static node *static_arm(reference *c, const node *list, const context *R) {
    return list->part[is_known_true(c, list->part[1], R) ? 2 : 3];
}

/* t-let: R, A |- e[e1/id1]... : tau */
static value *type_let(reference *c, const node *list, const context *R, args *A, int sequential) {
    check_bindings(c, list->part[1], !sequential);
    return type_of(c, instance(c, list->part[2], let_bindings(c, list->part[1], sequential)), R, A);
}

static void enter_call(reference *c, place at) {
    if (++c->depth_of_calls > MAX_CALL_DEPTH)
        fail(c, at, "depth", "calls are nested deeper than %d", MAX_CALL_DEPTH);
    if (++c->calls > MAX_CALLS) fail(c, at, "calls", "more than %d calls are expanded", MAX_CALLS);
}

static void need_count(reference *c, const node *parameters, const args *A) {
    int n = check_parameters(c, parameters), given = operand_count(A);
    if (n != given)
        fail(c, A->list->at, "argument-count", "this takes %d operands but is given %d", n, given);
}

/* t-func: R, Ar |- e[e1/id1]... : tau gives R, (Ar, (e1 ...)) |- (func (id1 ...) e) : tau. */
static value *type_func(reference *c, const node *list, const context *R, args *A) {
    value *v;
    need_count(c, list->part[1], A);
    enter_call(c, A->list->at);
    v = type_of(c, instance(c, list->part[2], parameter_bindings(c, list->part[1], A)), R, A->up);
    c->depth_of_calls--;
    return v;
}

/* The body with its parameters: not the initial arguments themselves, as the paper has it, but
   something of their types of which nothing more is known. */
static const binding *rec_bindings(reference *c, const node *parameters, const context *R) {
    const binding *b = NULL;
    int i;
    for (i = 0; i < parameters->count; i++) {
        node *type;
        const node *name = bound_name(c, parameters->part[i], &type);
        b = bind(c, name->name, new_cell(c, known_node(c, R->parameter[i], name->at)), type, b);
    }
    return b;
}

/* t-rec-func: {}, {} |- ei : taui (the paper has R, an erratum); (taui), {} |- e[...] : Rec tau. */
static value *type_rec_func(reference *c, const node *list, const context *R, args *A) {
    context own;
    value *v;
    int i, grown, rounds = 0;
    own.count = check_parameters(c, list->part[1]);
    own.grown = &grown;
    if (own.count == 0) fail(c, list->at, "rec-parameters", "a rec-func has a parameter");
    need_count(c, list->part[1], A);
    own.parameter = take(c, sizeof *own.parameter * (size_t)own.count);
    for (i = 0; i < own.count; i++)
        own.parameter[i] = opaque(c, type_operand(c, operands(c, A)[i], R));
    do {
        grown = 0;
        enter_call(c, A->list->at);
        v = type_of(c, instance(c, list->part[2], rec_bindings(c, list->part[1], &own)), &own,
                    NULL);
        c->depth_of_calls--;
        if (++rounds > 16) fail(c, nowhere, "rec-function", "too many functions");
    } while (grown);
    if (v->tag == V_PURE_REC) fail(c, list->at, "rec-endless", "this rec-func has no way out");
    if (v->tag != V_REC) fail(c, list->at, "rec-missing", "this rec-func never uses rec");
    if (holds_function(c, v->a))
        fail(c, list->at, "rec-value", "the value of a rec-func cannot be a function");
    need_no_args(c, A->up, "the value of a rec-func");
    return v->other ? adopted(c, v->a, NULL, list->at) : opaque(c, v->a);
}

/* Does the text of a and b, one form, mention the name? */
static int mentions(const node *a, const node *b, const char *name) {
    int i;
    if (a->kind != b->kind) return 0;
    if (a->kind == N_NAME) return a->name == name;
    for (i = 0; i < a->count && i < b->count; i++)
        if (mentions(a->part[i], b->part[i], name)) return 1;
    return 0;
}

/* Rejects two functions of one form in which names stand for other functions, or for values of
   other types. */
static void need_alike_inside(reference *c, const node *a, const node *b, place at) {
    int i;
    if (a == b || a->kind != b->kind) return;
    if (a->kind == N_BOUND) {
        value *v, *w;
        if (a->cell == b->cell) return;
        v = type_of(c, (node *)(uintptr_t)a, NULL, NULL);
        w = type_of(c, (node *)(uintptr_t)b, NULL, NULL);
        v = adopted_whole(c, v, w, at);
        w = adopted_whole(c, w, v, at);
        if (agree(c, v, w) != 1) fail(c, at, "rec-function", "'%s' differs", a->name);
        return;
    }
    for (i = 0; i < a->count && i < b->count; i++) need_alike_inside(c, a->part[i], b->part[i], at);
    if (a->pending && b->pending) {
        const binding *p;
        for (p = a->pending; p; p = p->up) {
            const binding *q = lookup(b->pending, p->name);
            if (q && mentions(a, b, p->name))
                need_alike_inside(c, bound_node(c, p->cell, p->name, at),
                                  bound_node(c, q->cell, q->name, at), at);
        }
    }
}

/* Is function v one of those that a is? */
static int is_one_of(reference *c, const value *a, const value *v, place at) {
    const node *f = a->fn, *g = v->fn;
    if (a->tag == V_COND) return is_one_of(c, a->a, v, at) || is_one_of(c, a->other, v, at);
    if (f->kind != N_LIST || g->kind != N_LIST
        || (f->written ? f->written : f) != (g->written ? g->written : g))
        return same_function(c, a, v);
    need_alike_inside(c, f, g, at);
    return 1;
}

/* Does the body of a function have names that nothing outside of it binds, or may it have? */
static int binds_inside(reference *c, const node *ids, const node *e) {
    int i;
    if (e->pending) return 1;
    for (i = 0; e->kind == N_NAME && i < ids->count; i++) {
        const node *id = ids->part[i];
        if (id->kind == N_LIST && id->count > 0) id = id->part[0];
        if (id->name == e->name) return 0;
    }
    if (e->kind == N_NAME) return outermost(c, e->name)->kind == O_UNKNOWN;
    for (i = 0; i < e->count; i++)
        if (binds_inside(c, ids, e->part[i])) return 1;
    return 0;
}

/* What substitution_passes says of a rec that passes this function. */
static int passed_function(reference *c, const node *fn) {
    if (fn->kind != N_LIST || fn->count < 3) return SUBSTITUTION_PASSES_FUNCTION;
    return binds_inside(c, fn->part[1], fn->part[2])
               ? SUBSTITUTION_PASSES_FUNCTION | SUBSTITUTION_PASSES_BINDER
               : SUBSTITUTION_PASSES_FUNCTION;
}

/* A parameter p, to which a rec passes v: the functions in it may be those in v too. */
static value *merged(reference *c, const context *R, value *p, value *v, place at) {
    value *r;
    int i;
    if (v->tag == V_COND) return merged(c, R, merged(c, R, p, v->a, at), v->other, at);
    if (v->tag == V_FUNC) {
        if (is_form_value(v)) fail(c, at, "rec-function", "a special form is no choice");
        c->passes |= passed_function(c, v->fn);
        if (is_one_of(c, p, v, at)) return p;
        *R->grown = 1;
        r = new_value(c, V_COND);
        r->a = p;
        r->other = v;
        return r;
    }
    if (p->tag != V_STRUCT) return p;
    r = structure_value(c, p->def);
    for (i = 0; i < p->count; i++)
        r->field[i] =
            known_node(c, merged(c, R, field_type_of(c, p, i), field_type_of(c, v, i), at), at);
    return r;
}

/* t-rec: n > 0, as many as in R, {}, {} |- ei : taui. */
static value *type_rec(reference *c, const context *R, args *A) {
    int i, n = operand_count(A);
    char s[8], t[8];
    if (!R) fail(c, A->list->at, "rec-outside", "'rec' outside of a rec-func");
    if (is_empty(R)) fail(c, A->list->at, "rec-not-tail", "'rec' is not in tail position");
    need_no_args(c, A->up, "a rec");
    if (n != R->count)
        fail(c, A->list->at, "rec-count", "'rec' passes %d, the rec-func takes %d", n, R->count);
    for (i = 0; i < n; i++) {
        node *x = operands(c, A)[i];
        value *v = type_operand(c, x, R);
        int same = agree(c, R->parameter[i], adopted_whole(c, v, R->parameter[i], x->at));
        if (same == 0)
            fail(c, x->at, "rec-type", "'rec' passes %s for what began as %s", describe(v, s),
                 describe(R->parameter[i], t));
        if (same < 0) R->parameter[i] = merged(c, R, R->parameter[i], v, x->at);
    }
    return new_value(c, V_PURE_REC);
}

/* The first operands of `and`, `or`, and one more. On bools it is (if a b false), (if a true b). */
static value *logic(reference *c, int id, value *a, value *b, place at) {
    data *d;
    char s[8], t[8];
    int i;
    if (!same_shape(a->s, b->s))
        fail(c, at, "operand-mismatch", "operands have one type, not %s and %s",
             shape_name(a->s, s), shape_name(b->s, t));
    if (!a->d) return typed(c, a->s);
    if (is_scalar(a->s)) return (a->d->v[0].f != 0) == (id == FORM_AND) ? b : a;
    if (!b->d) return typed(c, a->s);
    d = new_data(c, a->s);
    for (i = 0; i < parts(a->s); i++)
        d->v[i] = (a->d->v[i].f != 0) == (id == FORM_AND) ? b->d->v[i] : a->d->v[i];
    return number_value(c, a->s, d);
}

/* and, or: operands are no tail positions; bools, or bool vectors of one size. */
static value *type_logic(reference *c, int id, const node *list, const context *R, args *A) {
    data *d = new_data(c, make_shape(BOOL, 1, 1));
    value *r = number_value(c, d->s, d);
    int i;
    d->v[0] = exact(id == FORM_AND ? 1.0f : 0.0f);
    need_no_args(c, A, "a bool");
    for (i = 1; i < list->count; i++) {
        value *v = type_operand(c, list->part[i], R);
        if (v->tag != V_DATA || v->s.kind != BOOL) {
            char s[8];
            fail(c, list->part[i]->at, "condition-type", "a condition is a bool, not %s",
                 describe(v, s));
        }
        r = i == 1 ? v : logic(c, id, r, v, list->part[i]->at);
    }
    return r;
}

/* ---- types as they are written */

/* Is it no number that is written, nor the name of one? */
static int is_computed(reference *c, const node *n) {
    int i;
    for (i = 0; i < 64 && (n->kind == N_NAME || n->kind == N_OUTER); i++) {
        const meaning *o = n->kind == N_OUTER ? n->meaning : outermost(c, n->name);
        if (o->kind != O_DEFINITION) break;
        n = o->definition->e;
    }
    return n->kind == N_NAME || n->kind == N_OUTER || n->kind == N_LIST
           || (n->kind == N_DOT && n->count);
}

/* The whole number that is written, or computed from literals outside of all bindings; -1: it is
   none. */
static int64_t known_whole(reference *c, const node *n) {
    const value *v = n->kind == N_LITERAL ? n->known : NULL;
    if (!v && (is_computed(c, n) || n->kind == N_NAME || n->kind == N_OUTER))
        v = type_of(c, (node *)(uintptr_t)n, NULL, NULL);
    if (!v || v->tag != V_DATA || !v->d || !is_scalar(v->s)) return -1;
    if (v->s.kind == LIT) return settled(c, v->d->v[0], UINT, n->at).i;
    return is_integer(v->s) ? v->d->v[0].i : -1;
}

/* The length in (array type length). */
static int array_length(reference *c, const node *type) {
    int64_t length;
    const node *n = is_list(type, 3) ? type->part[2] : NULL;
    if (is_list(type, 2) && is_spelled(type->part[0], "array"))
        fail(c, type->at, "array-count", "a value's array has a length");
    if (!n || !is_spelled(type->part[0], "array"))
        fail(c, type->at, "no-such-type", "this is no type");
    length = known_whole(c, n);
    if (length < 1 || length > 16777215)
        fail(c, n->at, "array-count", "an array has 1 to 16777215 elements");
    return (int)length;
}

/* What a written type is: a struct, a variant, or a shape. */
typedef struct written_type {
    structure *def;
    variant *of;
    shape s;
} written_type;

static written_type look_up_type(reference *c, const node *type) {
    written_type w;
    const meaning *o;
    memset(&w, 0, sizeof w);
    if (type->kind != N_NAME) fail(c, type->at, "no-such-type", "this is no type");
    o = outermost(c, type->name);
    if (o->kind == O_MAKE && !o->def->of)
        w.def = o->def;
    else if (o->kind == O_TYPE)
        w.of = o->of;
    else if (!parse_shape(type->name, &w.s))
        fail(c, type->at, "no-such-type", "'%s' is no type", type->name);
    return w;
}

/* What one of its constructors has made: v has the fields. */
static value *made_variant(reference *c, value *v) {
    variant *of = v->def->of;
    value *r = variant_value(c, of);
    r->def = v->def;
    r->arm = 1;
    r->field = take(c, sizeof *r->field * (size_t)of->count);
    r->field[v->def - of->made] = known_node(c, v, nowhere);
    return r;
}

static value *declared(reference *c, const node *type, const variant *whole, int deep);

/* The types of all that it may hold are types, and it does not hold itself. */
static void check_variant(reference *c, const variant *of, const variant *whole, int deep) {
    int i, k;
    for (i = 0; i < of->count; i++)
        for (k = 0; k < of->made[i].count; k++) declared(c, of->made[i].type[k], whole, deep + 1);
}

/* A value of which nothing is known but the type that is written, for the variant `whole` that
   holds it, `deep` types further in. */
static value *declared(reference *c, const node *type, const variant *whole, int deep) {
    written_type w;
    value *v;
    int i;
    if (deep > 50) fail(c, nowhere, "contains-itself", "'%s' holds itself", whole->name);
    if (type->kind == N_LIST) {
        int n = array_length(c, type);
        if (n > 65532) fail(c, nowhere, "limit", "too many elements");
        v = array_value(c, n);
        for (i = 0; i < v->count; i++)
            v->field[i] = known_node(c, declared(c, type->part[1], whole, deep + 1), nowhere);
        return v;
    }
    w = look_up_type(c, type);
    if (w.of) {
        check_variant(c, w.of, whole, deep);
        return variant_value(c, w.of);
    }
    if (!w.def) return typed(c, w.s);
    v = structure_value(c, w.def);
    for (i = 0; i < w.def->count; i++) {
        if (!w.def->type[i])
            fail(c, nowhere, "untyped-field", "'%s' is in '%s'", w.def->name, whole->name);
        v->field[i] = known_node(c, declared(c, w.def->type[i], whole, deep + 1), nowhere);
    }
    return v;
}

/* v with the type that is written, which a literal takes; rejects it if it has another. */
static value *need_type(reference *c, node *type, value *v, place at) {
    written_type w;
    char t[8];
    if (type->kind == N_LIST) {
        int i, n = array_length(c, type);
        value *r;
        if (!is_array(v) || v->count != n) fail(c, at, "annotation", "this is no such array");
        type_whole(c, v);
        r = array_value(c, n);
        for (i = 0; i < n; i++)
            r->field[i] =
                known_node(c, need_type(c, type->part[1], field_type_of(c, v, i), at), at);
        return r;
    }
    w = look_up_type(c, type);
    if (!w.def && !w.of) v = adopted(c, v, is_scalar(w.s) ? typed(c, w.s) : NULL, at);
    if (w.of    ? v->tag != V_VARIANT || v->def->of != w.of
        : w.def ? v->tag != V_STRUCT || v->def != w.def
                : v->tag != V_DATA || !same_shape(v->s, w.s))
        fail(c, at, "annotation", "this is %s, not %s", describe(v, t), type->name);
    return v;
}

/* ---- fields */

/* Under A, as a field may be a function. */
static value *type_part(reference *c, value *v, const char *name, place at, const context *R,
                        args *A) {
    int index[4], n = 0;
    shape part = make_shape(NUM, 1, 1);
    char s[8];
    if (v->tag == V_PLACE) return type_place(c, v, name, NULL, at);
    if (v->tag == V_STRUCT) {
        int i = field_index(v->def, name);
        if (i < 0) fail(c, at, "no-field", "%s has no field '%s'", v->def->name, name);
        return type_of(c, v->field[i], A ? R : NULL, A);
    }
    v = adopted(c, v, NULL, at);
    if (v->tag == V_DATA) n = part_named(v->s, name, index, &part);
    if (v->tag != V_DATA || (!n && is_matrix(v->s)))
        fail(c, at, "no-field", "%s has no field '%s'", describe(v, s), name);
    if (!n) fail(c, at, "swizzle", "'%s' is no swizzle of %s", name, shape_name(v->s, s));
    return type_value(c, swizzled(c, v, index, part), R, A, at);
}

/* A field of a struct. */
static node *struct_field(reference *c, node *type, node *e, const context *R) {
    return field_node(c, type ? the_node(c, type, e) : e, R != NULL);
}

/* One (field e) of `with` on the vector r. */
static value *type_with_components(reference *c, value *r, const node *u, const context *R) {
    char s[8];
    const node *name = u->part[0];
    value *old = type_part(c, typed(c, r->s), name->name, name->at, NULL, NULL);
    value *x = adopted(c, type_operand(c, u->part[1], R), old, u->part[1]->at);
    int index[4], i, n = part_named(r->s, name->name, index, &old->s);
    data *d = new_data(c, r->s);
    unsigned which = 0;
    if (is_repeated(index, n))
        fail(c, name->at, "swizzle", "'%s' has a component twice", name->name);
    if (x->tag != V_DATA || !same_shape(x->s, old->s))
        fail(c, u->part[1]->at, "operand-type", "this part is not %s", describe(x, s));
    for (i = 0; i < parts(r->s); i++)
        if (knows(r, i)) d->v[i] = known_part(r, i), which |= 1u << i;
    for (i = 0; i < n; i++) {
        which &= ~(1u << index[i]);
        if (knows(x, i)) d->v[index[i]] = known_part(x, i), which |= 1u << index[i];
    }
    return partly_known(c, r->s, d, which);
}

/* Is a step of a clause of `with` an index as it must be written: (at i), (at i :unchecked)? */
static int is_index_step(const node *step) {
    return (is_list(step, 2) || (is_list(step, 3) && step->part[2]->kind == N_TEXT))
           && is_spelled(step->part[0], "at");
}

/* What steps i and up of a clause of `with` make of `whole`: `with` or `with-at` of the part that
   step i names, which the steps behind it change. */
static node *rewrite_path(reference *c, node *whole, const node *clause, int i) {
    const node *step = clause->part[i];
    int last = i + 2 == clause->count, at = step->kind == N_LIST, k;
    node *part, *new_part = clause->part[i + 1], *call, *pair;
    if (at && !is_index_step(step))
        fail(c, step->at, "syntax", "expected a field or (at index)");
    if (!at) bound_name(c, step, NULL);
    part = new_list(c, at ? step->count + 1 : 2, step->at);
    if (at) {
        part->part[0] = step->part[0];
        for (k = 1; k < step->count; k++) part->part[k + 1] = step->part[k];
    } else {
        part->part[0] = new_node(c, N_DOT, step->at);
        part->part[0]->name = step->name;
    }
    part->part[1] = whole;
    if (!last) new_part = rewrite_path(c, counted(part), clause, i + 1);
    if (!at) {
        pair = new_list(c, 2, step->at);
        pair->part[0] = clause->part[i];
        pair->part[1] = new_part;
        call = new_list(c, 3, step->at);
        call->part[0] = core_node(c, FORM_WITH, step->at);
        call->part[1] = whole;
        call->part[2] = counted(pair);
        return counted(call);
    }
    call = new_list(c, step->count + 2, step->at);
    call->part[0] = new_node(c, N_NAME, step->at);
    call->part[0]->name = intern(c, "with-at", 7);
    call->part[1] = whole;
    call->part[2] = step->part[1];
    call->part[3] = new_part;
    if (step->count > 2) call->part[4] = step->part[2];
    return counted(call);
}

/* (with e clause ...) with a path: one clause after the other. */
static node *rewrite_with(reference *c, const node *list) {
    node *r = list->part[1], *one;
    int i;
    for (i = 2; i < list->count; i++) {
        if (is_path(list->part[i])) {
            r = rewrite_path(c, r, list->part[i], 0);
            continue;
        }
        one = new_list(c, 3, list->at);
        one->part[0] = core_node(c, FORM_WITH, list->at);
        one->part[1] = r;
        one->part[2] = list->part[i];
        r = counted(one);
    }
    return r;
}

static int has_path(const node *list) {
    int i = 2;
    while (i < list->count && !is_path(list->part[i])) i++;
    return i < list->count;
}

/* `with`: fields of a struct, or components of a vector. */
static value *type_with(reference *c, const node *list, const context *R, args *A) {
    value *r = adopted(c, type_operand(c, list->part[1], R), NULL, list->part[1]->at), *new_field;
    char s[8];
    int i, k;
    for (i = 2; i < list->count; i++) {
        const node *u = list->part[i], *name;
        if (!is_list(u, 2)) fail(c, u->at, "syntax", "expected (field value)");
        name = bound_name(c, u->part[0], NULL);
        for (k = 2; k < i; k++)
            if (list->part[k]->part[0]->name == name->name)
                fail(c, name->at, "duplicate", "'%s' is there twice", name->name);
        if (r->tag == V_STRUCT) {
            value *next = structure_value(c, r->def);
            k = field_index(r->def, name->name);
            if (k < 0)
                fail(c, name->at, "no-field", "%s has no field '%s'", r->def->name, name->name);
            memcpy(next->field, r->field, sizeof *r->field * (size_t)r->count);
            next->field[k] = struct_field(c, r->def->type[k], u->part[1], R);
            new_field = field_type_of(c, next, k);
            if (is_array(new_field)) type_whole(c, new_field);
            r = next;
        } else if (r->tag != V_DATA) {
            fail(c, name->at, "no-field", "%s has no field '%s'", describe(r, s), name->name);
        } else {
            r = type_with_components(c, r, u, R);
        }
    }
    return type_value(c, r, R, A, list->part[1]->at);
}

static value *type_the(reference *c, const node *list, const context *R, args *A) {
    node *e = list->part[2];
    value *v = need_type(c, list->part[1], type_operand(c, e, R), e->at);
    return type_value(c, v, R, A, list->part[1]->at);
}

/* ---- case. Whether the clauses cover everything is tried out on SKETCHES: values of which only
   that is known which some pattern has asked for. */

typedef struct sketch {
    structure *def; /* the constructor, NULL: not known yet */
    struct sketch *field;
} sketch;

static void fill_sketch(reference *c, sketch *k, structure *def) {
    k->def = def;
    k->field = take(c, sizeof *k->field * (size_t)(def->count + 1));
}

/* The constructor that pattern p begins with, among those that make v. */
static structure *pattern_maker(reference *c, const node *p, const value *v) {
    const node *name;
    char s[8];
    int i;
    if ((v->tag != V_VARIANT && v->tag != V_STRUCT) || is_array(v))
        fail(c, p->at, "case-value", "%s cannot be taken apart", describe(v, s));
    if (!p->count) fail(c, p->at, "empty-list", "an empty list means nothing");
    name = bound_name(c, p->part[0], NULL);
    if (v->tag == V_STRUCT && v->def->name == name->name) return v->def;
    for (i = 0; v->tag == V_VARIANT && i < v->def->of->count; i++)
        if (v->def->of->made[i].name == name->name) return &v->def->of->made[i];
    fail(c, name->at, "no-constructor", "'%s' makes no %s", name->name, describe(v, s));
    return NULL;
}

/* Part i of a value of v's type that def has made. */
static node *pattern_part(reference *c, const value *v, const structure *def, int i) {
    const node *whole;
    if (v->tag == V_STRUCT) return v->field[i];
    whole = v->field ? v->field[def - def->of->made] : NULL;
    return whole ? whole->known->field[i]
                 : known_node(c, declared(c, def->type[i], v->def->of, 0), nowhere);
}

/* Binds the names of pattern p to the parts of a value of v's type. */
static const binding *type_pattern(reference *c, const node *p, const value *v, const binding *b) {
    structure *def = pattern_maker(c, p, v);
    int i;
    if (p->count - 1 != def->count)
        fail(c, p->at, "argument-count", "'%s' takes %d", def->name, def->count);
    for (i = 0; i < def->count; i++) {
        const node *x = p->part[i + 1];
        node *part = pattern_part(c, v, def, i);
        if (x->kind == N_LIST) {
            b = type_pattern(c, x, type_of(c, part, NULL, NULL), b);
            continue;
        }
        bound_name(c, x, NULL);
        if (is_wild(x)) continue;
        if (lookup(b, x->name)) fail(c, x->at, "duplicate", "'%s' is there twice", x->name);
        b = bind(c, x->name, new_cell(c, part), NULL, b);
    }
    return b;
}

/* 1 if the value that is sketched matches p, 0 if not, or if it depends on a variant of which
   nothing is known yet: that is *ask then, made by constructors of *maker's variant. */
static int sketch_matches(reference *c, const node *p, const value *v, sketch *k, sketch **ask,
                          structure **maker) {
    structure *def;
    int i;
    if (p->kind != N_LIST) return 1;
    def = pattern_maker(c, p, v);
    if (v->tag == V_STRUCT && !k->def) fill_sketch(c, k, def);
    if (!k->def) {
        *ask = k;
        *maker = def;
        return 0;
    }
    if (k->def != def) return 0;
    for (i = 0; i < def->count; i++) {
        const node *x = p->part[i + 1];
        if (x->kind == N_LIST
            && !sketch_matches(c, x, type_of(c, pattern_part(c, v, def, i), NULL, NULL),
                               &k->field[i], ask, maker))
            return 0;
    }
    return 1;
}

/* Marks the clauses that the values sketched by *root reach; 0 if some value reaches none. */
static int try_clauses(reference *c, const node *list, const value *v, sketch *root,
                       char *reached) {
    int i, n, all = 1;
    for (i = 2; i < list->count; i++) {
        const node *p = list->part[i]->part[0];
        sketch *ask = NULL;
        structure *maker = NULL;
        if (is_else(p) || sketch_matches(c, p, v, root, &ask, &maker)) {
            reached[i] = 1;
            return 1;
        }
        if (!ask) continue;
        for (n = 0; n < maker->of->count; n++) {
            fill_sketch(c, ask, &maker->of->made[n]);
            all &= try_clauses(c, list, v, root, reached);
        }
        ask->def = NULL;
        return all;
    }
    return 0;
}

static void check_clauses(reference *c, const node *list, const value *v) {
    sketch root = {NULL, NULL};
    char *reached = take(c, (size_t)list->count);
    int i, all;
    for (i = 2; i < list->count; i++) {
        const node *clause = list->part[i],
                   *p = clause->kind == N_LIST && clause->count ? clause->part[0] : NULL;
        if (!p || clause->count != 2 || (is_else(p) ? i + 1 < list->count : p->kind != N_LIST))
            fail(c, p ? clause->at : list->at, "syntax", "expected (pattern value)");
        if (!is_else(p)) type_pattern(c, p, v, NULL);
    }
    all = try_clauses(c, list, v, &root, reached);
    for (i = 2; i < list->count; i++)
        if (!reached[i])
            fail(c, list->part[i]->part[0]->at, "case-unreached", "nothing is left for this");
    if (!all) fail(c, list->at, "case-missing", "some value has no clause");
}

/* Does v match p? -1: that is not known. */
static int surely_matches(reference *c, const node *p, const value *v) {
    const structure *def;
    int i, matches = 1;
    if (p->kind != N_LIST) return 1;
    def = pattern_maker(c, p, v);
    if (v->tag == V_VARIANT && !v->arm) return -1;
    if (v->def != def) return 0;
    for (i = 0; i < def->count && matches == 1; i++)
        if (p->part[i + 1]->kind == N_LIST)
            matches = surely_matches(c, p->part[i + 1],
                                     type_of(c, pattern_part(c, v, def, i), NULL, NULL));
    return matches;
}

/* Clause i of a `case` and those after it: an `if` whose arms have the parts of the value for the
   names of the pattern. */
static value *type_clauses(reference *c, const node *list, int i, const value *v, const context *R,
                           args *A) {
    const node *clause = list->part[i], *p = clause->part[0];
    const binding *b = is_else(p) ? NULL : type_pattern(c, p, v, NULL);
    value *arm = type_of(c, instance(c, clause->part[1], b), R, A), *others, *r;
    int matches;
    if (i + 1 == list->count) return arm;
    others = type_clauses(c, list, i + 1, v, R, A);
    r = rec_match(c, list->at, arm, others);
    matches = surely_matches(c, p, v);
    return matches < 0 ? r : chosen(c, list->at, r, matches ? arm : others);
}

/* Is a pattern in the pattern of this clause? Then the value is typed whole. */
static int is_nested(const node *clause) {
    const node *p = clause->kind == N_LIST && clause->count ? clause->part[0] : NULL;
    int i;
    for (i = 1; p && p->kind == N_LIST && i < p->count; i++)
        if (p->part[i]->kind == N_LIST) return 1;
    return 0;
}

static value *type_case(reference *c, const node *list, const context *R, args *A) {
    place at = list->part[1]->at;
    value *v = type_operand(c, list->part[1], R);
    char s[8];
    int i;
    if ((v->tag != V_VARIANT && v->tag != V_STRUCT) || is_array(v))
        fail(c, at, "case-value", "%s cannot be taken apart", describe(v, s));
    for (i = 2; i < list->count; i++)
        if (is_nested(list->part[i])) type_whole(c, v);
    check_clauses(c, list, v);
    if (list->count == 3) return type_clauses(c, list, 2, v, R, A); /* no choice */
    v = type_clauses(c, list, 2, v, R, top_chosen(c, A));
    return A ? type_value(c, v, R, A->up, list->at) : v;
}

/* The whole number that is compared, or that a label is, typed as such. */
static value *type_whole_number(reference *c, node *e, const context *R, const value *like,
                                const char *code) {
    char s[8];
    value *v = adopted(c, type_operand(c, e, R), like, e->at);
    if (v->tag != V_DATA || !is_scalar(v->s) || !is_integer(v->s))
        fail(c, e->at, code, "%s is no whole number", describe(v, s));
    return v;
}

/* Clause i of a `switch` and those after it: an `if` by the labels, which are known and differ from
   those before them, the `count` numbers in `seen`. */
static value *type_labelled(reference *c, const node *list, int i, const value *v, int64_t *seen,
                            int count, const context *R, args *A) {
    const node *clause = list->part[i];
    int k, l, last = clause->count - 1, taken = 0;
    value *arm, *others, *r;
    if (i + 1 == list->count) return type_of(c, clause->part[1], R, A);
    for (k = 0; k < last; k++) {
        node *label = clause->part[k];
        value *x = type_whole_number(c, label, R, v, "operand-mismatch");
        if (x->s.kind != v->s.kind)
            fail(c, label->at, "operand-mismatch", "a label is of another type than the value");
        if (!x->d) fail(c, label->at, "not-constant", "this label is not known");
        for (l = 0; l < count; l++)
            if (seen[l] == x->d->v[0].i) fail(c, label->at, "duplicate", "a label is there twice");
        seen[count++] = x->d->v[0].i;
        taken |= v->d && v->d->v[0].i == x->d->v[0].i;
    }
    arm = type_of(c, clause->part[last], R, A);
    others = type_labelled(c, list, i + 1, v, seen, count, R, A);
    r = rec_match(c, list->at, arm, others);
    return v->d ? chosen(c, list->at, r, taken ? arm : others) : r;
}

static value *type_switch(reference *c, const node *list, const context *R, args *A) {
    value *v = type_whole_number(c, list->part[1], R, typed(c, make_shape(INT, 1, 1)),
                                 "operand-type");
    int i, labels = 0;
    for (i = 2; i < list->count; i++) {
        const node *clause = list->part[i], *head;
        int last = i + 1 == list->count;
        if (clause->kind != N_LIST || !clause->count)
            fail(c, list->at, "syntax", "expected (label ... value)");
        head = clause->part[0];
        if (clause->count < 2 || is_else(head) != last || (last && clause->count > 2)
            || (head->kind == N_LIST && head->count && head->part[0]->kind == N_LITERAL))
            fail(c, clause->at, "syntax", "expected (label ... value)");
        labels += clause->count - 1;
    }
    i = list->count == 3; /* no choice */
    v = type_labelled(c, list, 2, v, take(c, sizeof(int64_t) * (size_t)labels), 0, R,
                      i ? A : top_chosen(c, A));
    return A && !i ? type_value(c, v, R, A->up, list->at) : v;
}

/* The application on top of A is one of the special form o. */
static value *type_form(reference *c, meaning *o, const context *R, args *A) {
    int id = o->id, n = operand_count(A);
    node *list;
    if (id == FORM_REC) return type_rec(c, R, A);
    if (A->chosen) fail(c, head_place(A), "form-chosen", "a special form is chosen at run time");
    list = flat_list(c, A, id);
    if (id >= FORM_COUNT) return type_running(c, id, list, R, A->up);
    if (n < core_forms[id].least || n > core_forms[id].most)
        fail(c, list->at, "syntax", "expected (... %s)", core_forms[id].syntax);
    A = A->up;
    switch (id) {
    case FORM_IF: return type_if(c, list, R, A);
    case FORM_STATIC_IF: return type_of(c, static_arm(c, list, R), R, A);
    case FORM_CASE: return type_case(c, list, R, A);
    case FORM_SWITCH: return type_switch(c, list, R, A);
    case FORM_LET:
    case FORM_LET_STAR: return type_let(c, list, R, A, id == FORM_LET_STAR);
    case FORM_LOOP: return type_of(c, rewrite_loop(c, list), R, A);
    case FORM_COND: return type_of(c, rewrite_cond(c, list, 1), R, A);
    case FORM_AND:
    case FORM_OR: return type_logic(c, id, list, R, A);
    case FORM_THE: return type_the(c, list, R, A);
    case FORM_WITH:
        if (has_path(list)) return type_of(c, rewrite_with(c, list), R, A);
        return type_with(c, list, R, A);
    default:
        if (list->part[1]->kind != N_LIST)
            fail(c, list->at, "syntax", "expected (... %s)", core_forms[id].syntax);
        if (!A) return function_value(c, list);
        return id == FORM_FUNC ? type_func(c, list, R, A) : type_rec_func(c, list, R, A);
    }
}

/* ---- arrays */

typedef struct array_call {
    reference *c;
    place at;
    const context *R;
    int n;
    node *x[8]; /* the operands */
    value *v[8];
} array_call;

static void need_array(array_call *k, int i) {
    char s[8];
    if (is_array(k->v[i])) return;
    if (is_function(k->v[i])) fail(k->c, k->x[i]->at, "not-value", "a function is no array");
    fail(k->c, k->x[i]->at, "operand-type", "%s is no array", describe(k->v[i], s));
}

/* Operand i as an index or length: its value, or -1 if that is not known. */
static int64_t known_index(array_call *k, int i) {
    value *like = typed(k->c, make_shape(INT, 1, 1)), *v;
    char s[8];
    if (is_function(k->v[i])) fail(k->c, k->x[i]->at, "not-value", "a function is no index");
    v = k->v[i] = adopted(k->c, k->v[i], like, k->x[i]->at);
    if (v->tag != V_DATA || !is_scalar(v->s) || !is_integer(v->s))
        fail(k->c, k->x[i]->at, "operand-type", "%s is no index", describe(v, s));
    if (!v->d) return -1;
    return v->d->v[0].i < 0 ? INT64_MAX : v->d->v[0].i;
}

static int64_t element_index(array_call *k) {
    int64_t i = known_index(k, 1);
    if (i >= k->v[0]->count || k->v[0]->count == 0)
        fail(k->c, k->x[1]->at, "index-range", "%d elements", k->v[0]->count);
    return i;
}

/* What any of the elements may be. */
static value *any_element(array_call *k) {
    value *r = field_type_of(k->c, k->v[0], 0);
    int i;
    for (i = 1; i < k->v[0]->count; i++) {
        value *other = field_type_of(k->c, k->v[0], i);
        if (is_function(r) != is_function(other))
            fail(k->c, k->x[1]->at, "not-constant", "functions beside other values");
        if (holds_function(k->c, r) && agree(k->c, r, other) < 0)
            fail(k->c, k->x[1]->at, "not-constant", "one of several functions");
        if (!is_function(r)) r = join(k->c, k->at, r, other, 1);
    }
    return opaque(k->c, r);
}

/* ... of a vector or matrix. */
static value *type_with_part(array_call *k) {
    shape s = k->v[0]->s, part = make_shape(s.kind, is_matrix(s) ? s.rows : 1, 1);
    int64_t at = known_index(k, 1);
    value *v = adopted(k->c, k->v[2], typed(k->c, part), k->x[2]->at), *r = typed(k->c, s);
    if (at >= (is_matrix(s) ? s.cols : s.rows))
        fail(k->c, k->x[1]->at, "index-range", "there are less parts");
    if (v->tag != V_DATA || !same_shape(v->s, part))
        fail(k->c, k->x[2]->at, "operand-type", "a part of another type");
    if (at >= 0 && k->v[0]->d && v->d) r->d = with_part(k->c, k->v[0]->d, at, v->d);
    return r;
}

static value *type_with_at(array_call *k) {
    int64_t at;
    value *r;
    int i;
    if (k->v[0]->tag == V_DATA && !is_scalar(k->v[0]->s)) return type_with_part(k);
    r = array_value(k->c, (need_array(k, 0), k->v[0]->count));
    at = element_index(k);
    for (i = 0; i < r->count; i++) {
        r->field[i] = i == at ? field_node(k->c, k->x[2], 0) : k->v[0]->field[i];
        if (at < 0)
            r->field[i] = known_node(
                k->c, join(k->c, k->at, k->v[2], field_type_of(k->c, k->v[0], i), 0), k->at);
    }
    return r;
}

static int can_run(reference *c, node *const *list, int n);
static value *unit(reference *c);

/* The elements r, applications of what is among x. If something in them runs, they are all wanted;
   if some element is no value then, neither is the array. */
static value *type_elements(array_call *k, value *r) {
    int i, units = 0;
    if (!can_run(k->c, k->x, k->n)) return r;
    for (i = 0; i < r->count; i++) units |= field_type_of(k->c, r, i)->tag == V_UNIT;
    return units ? unit(k->c) : r;
}

/* (map f a ...) is (array (f (at a 0) ...) ...). */
static value *type_map(array_call *k) {
    value *r;
    int i, j;
    for (j = 1; j < k->n; j++) {
        need_array(k, j);
        if (k->v[j]->count != k->v[1]->count)
            fail(k->c, k->x[j]->at, "array-lengths", "%d and %d", k->v[1]->count, k->v[j]->count);
    }
    r = array_value(k->c, k->v[1]->count);
    for (i = 0; i < r->count; i++) {
        node *x[8];
        for (j = 1; j < k->n; j++) x[j - 1] = k->v[j]->field[i];
        r->field[i] =
            field_node(k->c, application(k->c, k->at, k->x[0], k->n - 1, x), k->R != NULL);
    }
    return type_elements(k, r);
}

/* (array-of n f) is (array (f 0i) ... (f n-1)). */
static value *type_array_of(array_call *k) {
    int64_t n = known_index(k, 0), i;
    value *r;
    if (n < 0) fail(k->c, k->x[0]->at, "not-constant", "the length is not known");
    if (n == INT64_MAX) fail(k->c, k->x[0]->at, "number-range", "the length is negative");
    if (n > 65532) fail(k->c, k->x[0]->at, "limit", "too many elements");
    r = array_value(k->c, (int)n);
    for (i = 0; i < n; i++) {
        node *x = known_node(k->c, known_int(k->c, i), k->at);
        r->field[i] = field_node(k->c, application(k->c, k->at, k->x[1], 1, &x), k->R != NULL);
    }
    return type_elements(k, r);
}

/* (fold f init a) is (f ... (f (f init (at a 0)) (at a 1)) ...). */
static node *fold_node(reference *c, place at, node *f, node *init, const value *a, int inside,
                       int typing) {
    int i;
    for (i = 0; i < a->count; i++) {
        node *x[2];
        x[0] = init;
        x[1] = a->field[i];
        init = field_node(c, application(c, at, f, 2, x), inside);
        if (typing) type_of(c, init, NULL, NULL);
    }
    return init;
}

/* (scan f init a) is (array (f init (at a 0)) (f (f init (at a 0)) (at a 1)) ...). */
static value *type_scan(array_call *k) {
    node *x[2];
    value *r;
    int i;
    need_array(k, 2);
    r = array_value(k->c, k->v[2]->count);
    x[0] = k->x[1];
    for (i = 0; i < r->count; i++) {
        x[1] = k->v[2]->field[i];
        x[0] = field_node(k->c, application(k->c, k->at, k->x[0], 2, x), k->R != NULL);
        r->field[i] = x[0];
    }
    return type_elements(k, r);
}

static value *type_array(reference *c, const meaning *o, const context *R, args *A, array_call *k) {
    node **x = operands(c, A);
    value *r;
    int64_t at;
    int i;
    switch (o->b->rule) {
    case R_ARRAY:
        r = array_value(c, operand_count(A));
        for (i = 0; i < r->count; i++) r->field[i] = field_node(c, x[i], R != NULL);
        return r;
    case R_ARRAY_OF: return type_array_of(k);
    case R_EACH: return type_map(k);
    case R_FOLD:
        need_array(k, 2);
        return type_operand(c, fold_node(c, k->at, x[0], x[1], k->v[2], R != NULL, 1), R);
    case R_SCAN: return type_scan(k);
    case R_WITH_AT: return type_with_at(k);
    case R_ELEMENTS: need_array(k, 0); return known_int(c, k->v[0]->count);
    default:
        at = element_index(k);
        return at < 0 ? any_element(k) : field_type_of(c, k->v[0], (int)at);
    }
}

/* Is the application one of a builtin for arrays? Then its operands are typed in *k. */
static int is_array_call(reference *c, const meaning *o, const context *R, args *A, array_call *k) {
    int i, n = operand_count(A);
    if (o->b->rule < R_ARRAY && o->b->rule != R_AT) return 0;
    if (n < o->b->least || n > o->b->most)
        fail(c, A->list->at, "operand-count", "'%s' is given %d operands", o->name, n);
    memset(k, 0, sizeof *k);
    k->c = c, k->at = A->list->at, k->R = R;
    if (o->b->rule == R_ARRAY) return 1;
    if (n > 8) fail(c, A->list->at, "limit", "the evaluator has no room for so many operands");
    for (i = 0; i < n; i++, k->n++) {
        node *x = k->x[i] = operands(c, A)[i];
        if (i == o->b->most - 1 && o->b->most > o->b->least && o->b->rule != R_EACH) {
            if (x->kind != N_TEXT || strcmp(x->name, ":unchecked") != 0)
                fail(c, x->at, "option", "'%s' does not take this", o->name);
            break;
        }
        k->v[i] = type_operand(c, x, R);
    }
    return o->b->rule != R_AT || is_array(k->v[0]);
}

/* The index of a component or column. */
static void check_part_index(const call *k, const data *d) {
    int n = is_matrix(k->s[0]) ? k->s[0].cols : k->s[0].rows;
    if (!d && is_integer(k->s[1])) return;
    if (!d) fail(k->c, k->where[1], "operand-type", "an index is known, or an int or uint");
    if (d->v[0].f != floorf(d->v[0].f) || signbit(d->v[0].f) || d->v[0].f >= (float)n)
        fail(k->c, k->where[1], "index-range", "index out of range: %d parts", n);
}

static void prepare_call(reference *c, call *k, const meaning *o, const args *A) {
    k->c = c, k->b = o->b, k->name = o->name, k->at = A->list->at;
    k->n = operand_count(A);
    k->where = take(c, sizeof *k->where * (size_t)(k->n + 1));
    k->s = take(c, sizeof *k->s * (size_t)(k->n + 1));
}

/* Operand v with the components that are not known marked, and *which are known. */
enum { UNKNOWN = 1 << 16 };

static const data *marked(reference *c, const value *v, unsigned *which) {
    data *d = new_data(c, v->s);
    int i;
    *which = 0;
    for (i = 0; i < parts(v->s); i++) {
        if (knows(v, i)) d->v[i] = known_part(v, i), *which |= 1u << i;
        else d->v[i].flags = UNKNOWN;
    }
    return d;
}

/* (vec2 a b ...) and the like: the components that are known of the operands. */
static value *partly_made(const call *k, value *const *v, shape s) {
    const data **x = take(k->c, sizeof *x * (size_t)k->n), *d;
    unsigned which = 0;
    int i;
    for (i = 0; i < k->n; i++) x[i] = marked(k->c, v[i], &which);
    d = made(k->c, k->n, x, s);
    for (which = 0, i = 0; i < parts(s); i++)
        if (!(d->v[i].flags & UNKNOWN)) which |= 1u << i;
    return partly_known(k->c, s, d, which);
}

/* What works per component on matrices: the columns that are known of all operands. */
static value *partly_each(const call *k, value *const *v, shape s) {
    const data **x = take(k->c, sizeof *x * (size_t)k->n);
    unsigned known = (1u << parts(s)) - 1, column = (1u << s.rows) - 1, which;
    int i;
    for (i = 0; i < k->n; i++) {
        x[i] = marked(k->c, v[i], &which);
        known &= is_scalar(v[i]->s) ? 0u - which : which;
    }
    for (i = 0; i < s.cols; i++)
        if ((known >> i * s.rows & column) != column) known &= ~(column << i * s.rows);
    return partly_known(k->c, s, known ? compute(k->c, k->b, k->name, k->n, x, s) : NULL, known);
}

/* What is known of a builtin's value where not all operands are known. */
static value *partly_computed(const call *k, value *const *v, shape s) {
    int index[4], i;
    if (k->b->rule == R_MAKE) return partly_made(k, v, s);
    if (k->b->rule == R_AT && (v[1]->d || is_scalar(k->s[0]))) {
        for (i = 0; i < parts(s); i++)
            index[i] = is_scalar(k->s[0]) ? 0 : (int)v[1]->d->v[0].f * parts(s) + i;
        return swizzled(k->c, v[0], index, s);
    }
    if (k->n == 1 && same_shape(k->s[0], s)
        && (k->b->id == ADD || k->b->id == MUL || k->b->id == TO))
        return partly_known(k->c, s, v[0]->some, v[0]->which);
    return is_matrix(s) && folds(k) && k->b->rule != R_AT ? partly_each(k, v, s) : typed(k->c, s);
}

/* The builtin rule: {}, {} |- ei : taui. The operands are on A (the paper has the empty stack in
   its conclusion, an erratum). */
static value *type_builtin(reference *c, const meaning *o, const context *R, args *A) {
    call k;
    const data **d;
    int i, known = 1;
    shape s;
    value **v, *r;
    char t[8];
    array_call array;
    if (c->runs && (o->b->rule == R_AT || o->b->rule == R_ELEMENTS)) {
        value *p;
        if (operand_count(A) < (o->b->rule == R_AT ? 2 : 1))
            fail(c, head_place(A), "operand-count", "'%s' is given %d operands", o->name,
                 operand_count(A));
        p = type_operand(c, operands(c, A)[0], R);
        if (p->tag == V_PLACE && o->b->rule == R_AT)
            return type_place(c, p, NULL, operands(c, A)[1], A->list->at);
        if (p->tag == V_PLACE) return typed(c, make_shape(INT, 1, 1));
    }
    if (is_array_call(c, o, R, A, &array))
        return type_value(c, type_array(c, o, R, A, &array), R, A->up, A->list->at);
    prepare_call(c, &k, o, A);
    if (k.b->rule == R_AT) k.n = 2;
    if (k.n < k.b->least || k.n > k.b->most)
        fail(c, k.at, "operand-count", "'%s' takes %d to %d operands but is given %d", o->name,
             k.b->least, k.b->most, k.n);
    d = take(c, sizeof *d * (size_t)(k.n + 1));
    v = take(c, sizeof *v * (size_t)(k.n + 1));
    for (i = 0; i < k.n; i++) {
        k.where[i] = operands(c, A)[i]->at;
        v[i] = k.b->rule == R_AT ? array.v[i] : type_operand(c, operands(c, A)[i], R);
        if (is_function(v[i])) fail(c, k.where[i], "not-value", "a function is not a value");
        if (v[i]->tag != V_DATA)
            fail(c, k.where[i], "operand-type", "'%s' does not take %s", o->name,
                 describe(v[i], t));
        k.s[i] = v[i]->s;
        d[i] = v[i]->d;
        known &= v[i]->d != NULL;
    }
    settle_operands(&k, d);
    for (i = 0; i < k.n; i++)
        if (d[i]) v[i] = number_value(c, k.s[i], d[i]);
    s = result_shape(&k);
    if (k.b->rule == R_AT) check_part_index(&k, d[1]);
    if (k.b->rule == R_PAIR)
        return type_value(c, pair_value(c, k.b->id, s, k.n, NULL), R, A->up, k.at);
    if (!known)
        r = partly_computed(&k, v, s);
    else
        r = folds(&k) ? number_value(c, s, folded(c, &k, d, s)) : typed(c, s);
    if (gives_literal(&k, r->d)) r = number_value(c, make_shape(LIT, 1, 1), literal_of(&k, r->d));
    for (i = 0; r->d && i < parts(s); i++)
        if (is_integer(s) && r->d->v[i].error > 0) r->d = NULL;
    need_no_args(c, A->up, "the value of a builtin");
    return r;
}

/* A constructor: its operands are the fields, typed at once if any of them has a type. */
static value *type_make(reference *c, structure *def, const context *R, args *A) {
    value *v = structure_value(c, def);
    int i, at_once = 0, n = operand_count(A);
    if (n != def->count)
        fail(c, A->list->at, "argument-count", "'%s' takes %d but is given %d", def->name,
             def->count, n);
    for (i = 0; i < n; i++) at_once |= def->type[i] != NULL;
    for (i = 0; i < n; i++) {
        v->field[i] = struct_field(c, def->type[i], operands(c, A)[i], R);
        if (at_once) type_whole(c, field_type_of(c, v, i));
    }
    if (def->of) {
        check_variant(c, def->of, def->of, 0);
        v = made_variant(c, v);
    }
    return type_value(c, v, R, A->up, A->list->at);
}

/* (.xy e), (ray-dir r): def is NULL or the struct that it must be. */
static value *type_accessor(reference *c, const structure *def, const char *name, const context *R,
                            args *A) {
    node *x;
    char s[8];
    value *v;
    if (operand_count(A) != 1) fail(c, A->list->at, "argument-count", "'%s' takes 1 operand", name);
    x = operands(c, A)[0];
    v = type_operand(c, x, R);
    if (def && (v->tag != V_STRUCT || v->def != def))
        fail(c, x->at, "operand-type", "this takes %s, not %s", def->name, describe(v, s));
    return type_part(c, v, name, def ? x->at : head_place(A), R, A->up);
}

/* A value under A. `at` is where it stands, for messages. */
static value *type_value(reference *c, value *v, const context *R, args *A, place at) {
    value *a, *b, *r;
    args *marked;
    (void)at;
    if (!A) return v;
    if (v->tag == V_FUNC) return type_of(c, v->fn, R, A);
    if (v->tag != V_COND) need_no_args(c, A, "this");
    marked = top_chosen(c, A);
    a = type_value(c, v->a, R, marked, at);
    b = type_value(c, v->other, R, marked, at);
    r = rec_match(c, A->list->at, a, b);
    if (v->arm) r = chosen(c, A->list->at, r, v->arm == 1 ? a : b);
    return type_value(c, r, R, A->up, A->list->at);
}

/* What was substituted. Under the empty stack it has one type wherever it stands, unless there is a
   rec in it. */
static value *type_cell(reference *c, cell *k, const context *R, args *A) {
    value *v;
    if (k->operand && !A) R = k->inside ? &not_tail : NULL;
    if (k->want) {
        if (!k->want->type) k->want->type = opaque(c, type_of(c, k->want->from, NULL, NULL));
        if (!A && !holds_function(c, k->want->type)) return k->want->type;
    }
    if (!A && !c->plain && k->type && (k->type_epoch == 1 || k->type_epoch == c->epoch))
        return k->type;
    if (A) return type_of(c, k->e, R, A);
    if (k->busy_epoch == c->epoch)
        fail(c, k->e->at, "cycle", "the value of this depends on itself");
    k->busy_epoch = c->epoch;
    v = type_of(c, k->e, R, NULL);
    k->busy_epoch = 0;
    if (v->tag != V_REC && v->tag != V_PURE_REC) {
        k->type = v;
        k->type_epoch = c->epoch;
    }
    return v;
}

/* A definition, as if a let around the program bound it. One that needs itself before it has used
   an argument has no value: it is `busy` where the stack is the same or has more on top. Operands
   begin with an empty stack, so the empty stack is below everything. */
static value *type_definition(reference *c, meaning *o, const context *R, args *A) {
    busy own;
    const busy *b;
    const args *below;
    value *v;
    int is_busy = o->busy_epoch == c->epoch;
    for (below = A; below && !is_busy; below = below->up)
        for (b = below->busy; b; b = b->next) is_busy |= b->o == o;
    if (is_busy) fail(c, o->at, "cycle", "the value of '%s' depends on itself", o->name);
    own.o = o;
    if (A) {
        own.next = A->busy;
        A->busy = &own;
    } else {
        o->busy_epoch = c->epoch;
    }
    v = type_cell(c, o->definition, R, A);
    if (A)
        A->busy = own.next;
    else
        o->busy_epoch = 0;
    return v;
}

static value *type_outer(reference *c, meaning *o, node *e, const context *R, args *A) {
    if (c->early && (o->kind == O_PUSH || o->kind == O_MEMORY || o->kind == O_INPUT))
        fail(c, e->at, "not-constant", "'%s' is not known when the program is compiled", o->name);
    switch (o->kind) {
    case O_DEFINITION: return type_definition(c, o, R, A);
    case O_PUSH: return type_value(c, typed(c, o->push->s), R, A, e->at);
    case O_UNKNOWN:
        if (strcmp(o->name, "do") == 0 || strcmp(o->name, "when") == 0)
            fail(c, e->at, "unsupported", "effects are not part of this evaluator");
        if (is_among(top_words, o->name) || is_among(left_out, o->name))
            fail(c, e->at, "misplaced", "'%s' cannot stand here", o->name);
        fail(c, e->at, "unknown-name", "'%s' is not defined", o->name);
        break;
    case O_TYPE: need_no_args(c, A, "a variant's name"); break;
    case O_MEMORY:
    case O_INPUT: return type_memory(c, o);
    default: break;
    }
    if (!A) return function_value(c, e->kind == N_OUTER ? e : outer_node(c, o, e->at));
    switch (o->kind) {
    case O_FORM: return type_form(c, o, R, A);
    case O_BUILTIN: return type_builtin(c, o, R, A);
    case O_MAKE: return type_make(c, o->def, R, A);
    case O_EFFECT: return type_effect(c, o, R, A);
    default: return type_accessor(c, o->def, o->def->field[o->id], R, A);
    }
}

static value *type_dot(reference *c, node *e, const context *R, args *A) {
    if (e->count) return type_part(c, type_operand(c, e->part[0], R), e->name, e->at, R, A);
    return A ? type_accessor(c, NULL, e->name, R, A) : function_value(c, e);
}

/* R, A |- e : tau, for a closed e. */
static value *type_of(reference *c, node *e, const context *R, args *A) {
    step(c, e->at);
    switch (e->kind) {
    case N_LITERAL: /* t-num, t-true, t-false */
    case N_KNOWN: return type_value(c, e->known, R, A, e->at);
    case N_NAME: return type_outer(c, outermost(c, e->name), e, R, A);
    case N_OUTER: return type_outer(c, e->meaning, e, R, A);
    case N_BOUND: return type_cell(c, e->cell, R, A);
    case N_DOT: return type_dot(c, e, R, A);
    case N_LIST: /* t-app: R, (A, (e1 ...)) |- e0 : tau */
        if (!e->count) fail(c, e->at, "empty-list", "an empty list means nothing");
        return type_of(c, e->part[0], R, push(c, e, A));
    default: fail(c, e->at, "misplaced", "'%s' cannot stand here", e->name); return NULL;
    }
}

/* -------------------------------------------------------------------------------------------------
   evaluator: eval(e, A) reduces (e A1 ... An), where the operands of An ... A1 are on A, by the
   rules of section 5. A `rec` gives a REC value, which tail positions hand up to the rec-func whose
   body is being evaluated. The one thing that reduction cannot see is the type that a bare literal
   takes from the other arm or element, which the typing rules say. */

static value *eval(reference *c, node *e, args *A, int tail);

static value *eval_effect(reference *c, const meaning *o, args *A);
static value *eval_running(reference *c, int id, const node *list, args *A, int tail);

static value *eval_operand(reference *c, node *e) {
    return eval(c, e, NULL, 0);
}

/* Could this expression be a bare literal, or hold one? */
static int may_be_literal(const node *e) {
    const meaning *o;
    switch (e->kind) {
    case N_LITERAL:
    case N_KNOWN:
        return e->known->tag == V_STRUCT || (e->known->tag == V_DATA && e->known->s.kind == LIT);
    case N_BOUND: return !e->cell->want && may_be_literal(e->cell->e);
    case N_OUTER: return e->meaning->kind == O_DEFINITION;
    case N_LIST:
        o = e->count && e->part[0]->kind == N_OUTER ? e->part[0]->meaning : NULL;
        return !o || o->kind != O_BUILTIN || o->b->rule == R_AT || o->b->rule >= R_ARRAY
               || keeps_literals(o->b->id);
    default: return 1;
    }
}

static int holds_literal(const value *v) {
    int i;
    if (v->tag == V_DATA) return v->s.kind == LIT;
    for (i = 0; v->tag == V_STRUCT && i < v->count; i++)
        if (may_be_literal(v->field[i])) return 1;
    return 0;
}

/* v with its literals as `type` says. */
static value *take_type(reference *c, value *v, value *type) {
    value *r;
    int i;
    if (type->tag == V_DATA && type->s.kind == LIT) return v;
    if (v->tag != V_STRUCT) return adopted(c, v, type, nowhere);
    if (type->tag != V_STRUCT || type->count != v->count) return v;
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++) {
        cell *k;
        r->field[i] = v->field[i];
        if (!may_be_literal(v->field[i])) continue;
        k = take(c, sizeof *k);
        k->e = v->field[i];
        k->want = take(c, sizeof *k->want);
        k->want->type = field_type_of(c, type, i);
        r->field[i] = bound_node(c, k, NULL, nowhere);
    }
    return r;
}

static value *wanted_type(reference *c, want *w) {
    if (!w->type) w->type = opaque(c, type_of(c, w->from, NULL, NULL));
    return w->type;
}

/* An expression that stands where a name stood. What runs is run at each of its places. */
static value *eval_cell(reference *c, cell *k, args *A, int tail) {
    unsigned long before = c->effects_run;
    value *v;
    if (A) return eval(c, k->e, A, tail);
    if (!c->plain && k->memo_epoch == c->epoch && k->memo[c->lane]) return k->memo[c->lane];
    v = eval(c, k->e, NULL, tail);
    if (v->tag == V_REC || c->effects_run != before) return v;
    if (k->want && holds_literal(v)) v = take_type(c, v, wanted_type(c, k->want));
    if (k->memo_epoch != c->epoch) memset(k->memo, 0, sizeof k->memo);
    k->memo_epoch = c->epoch;
    k->memo[c->lane] = v;
    return v;
}

/* Notes that a choice comes from s; open: nothing is known of it, and of what comes behind it. */
static void decide(reference *c, const scalar *s, int open) {
    c->deciding |= s->met;
    if (open) c->uncertain = 1, c->may_meet = ~0u;
}

/* Congruence for the condition, which section 5 lacks: e1 ->* true or false. */
static int eval_condition(reference *c, node *e) {
    const scalar *s = &eval_operand(c, e)->d->v[0];
    decide(c, s, s->error > 0);
    return s->f != 0;
}

/* Evaluates e and the fields of what it is. Only what is needed was looked at when the program was
   typed. */
static void force(reference *c, node *e) {
    const value *v;
    int i;
    type_of(c, e, NULL, NULL);
    v = eval_operand(c, e);
    if (v->tag != V_STRUCT && v->tag != V_VARIANT) return;
    for (i = 0; i < v->count; i++) force(c, v->field[i]);
}

/* The run cannot be completed, see substitution_max_iterations. */
static void give_up(reference *c, place at) {
    c->steps = c->step_limit;
    step(c, at);
}

/* Did a choice come to v, a rec, although its loop has no turns left? Then its other arms count. */
static int is_refused(const reference *c, const value *v) {
    return c->spent && v->tag == V_REC;
}

/* ((rec-func (id1 ...) e) e1 ...) -> e[e1/id1]...[(rec-func (id1 ...) e)/rec]. The last of these is
   not done beforehand: rec stands for the rec-func that is being reduced, which is this one where
   the body ends in `rec`. */
static value *eval_rec_func(reference *c, const node *list, args *A) {
    const node *ids = list->part[1];
    node **x = operands(c, A);
    want **types = take(c, sizeof *types * (size_t)(ids->count + 1));
    unsigned long turns = 0;
    int i;
    for (i = 0; i < ids->count; i++) {
        types[i] = take(c, sizeof *types[i]);
        types[i]->from = x[i];
    }
    for (;; turns++) {
        const binding *b = NULL;
        int outer = c->spent;
        value *v;
        for (i = 0; i < ids->count; i++) {
            node *type;
            const node *name = bound_name(c, ids->part[i], &type);
            cell *k = take(c, sizeof *k);
            k->e = x[i];
            k->want = types[i];
            if (c->by_value) force(c, bound_node(c, k, name->name, list->at));
            b = bind(c, name->name, k, type, b);
        }
        c->spent = c->max_turns && turns == c->max_turns;
        v = eval(c, instance(c, list->part[2], b), NULL, 1);
        if (is_refused(c, v)) give_up(c, list->at);
        c->spent = outer;
        if (v->tag != V_REC) return v;
        x = v->field;
    }
}

static value *eval_rec(reference *c, args *A) {
    value *v = new_value(c, V_REC);
    v->field = operands(c, A);
    return v;
}

/* (and a b ...) -> (if a (and b ...) false), (or a b ...) -> (if a true (or b ...)); per component
   on bool vectors. */
static value *eval_logic(reference *c, int id, const node *list) {
    data *d = new_data(c, make_shape(BOOL, 1, 1));
    float unit = id == FORM_AND ? 1.0f : 0.0f;
    int i, k;
    d->v[0] = exact(unit);
    for (k = 1; k < list->count; k++) {
        const data *v = eval_operand(c, list->part[k])->d;
        data *r = new_data(c, v->s);
        for (i = 0; i < parts(v->s); i++) {
            r->v[i] = k == 1 || d->v[i].f == unit ? v->v[i] : d->v[i];
            if (k > 1 && d->v[i].error > 0) r->v[i].error = 1;
            if (k > 1) r->v[i].met |= d->v[i].met;
        }
        d = r;
        if (is_scalar(d->s) && d->v[0].f != unit) break;
    }
    return number_value(c, d->s, d);
}

/* Under A, as a field may be a function. */
static value *eval_part(reference *c, value *v, const char *name, args *A) {
    int index[4];
    shape part;
    if (v->tag == V_PLACE) return place_field(c, v, name, nowhere);
    if (v->tag == V_STRUCT) return eval(c, v->field[field_index(v->def, name)], A, 0);
    v = adopted(c, v, NULL, nowhere);
    part_named(v->s, name, index, &part);
    return swizzled(c, v, index, part);
}

static value *with_components(reference *c, value *v, const node *u) {
    value *r = typed(c, v->s);
    data *d = new_data(c, r->s);
    shape part;
    int index[4], i, n = part_named(r->s, u->part[0]->name, index, &part);
    const data *x = adopted(c, eval_operand(c, u->part[1]), v, nowhere)->d;
    memcpy(d->v, v->d->v, sizeof(scalar) * (size_t)parts(r->s));
    for (i = 0; i < n; i++) d->v[index[i]] = x->v[i];
    r->d = d;
    return r;
}

/* (with (s e ...) (field e')) -> (s ... e' ...) */
static value *eval_with(reference *c, const node *list) {
    value *r = adopted(c, eval_operand(c, list->part[1]), NULL, nowhere);
    int i;
    for (i = 2; i < list->count; i++) {
        const node *u = list->part[i];
        value *next;
        int k;
        if (r->tag != V_STRUCT) {
            r = with_components(c, r, u);
            continue;
        }
        next = structure_value(c, r->def);
        memcpy(next->field, r->field, sizeof *r->field * (size_t)r->count);
        k = field_index(r->def, u->part[0]->name);
        next->field[k] = struct_field(c, r->def->type[k], u->part[1], NULL);
        r = next;
    }
    return r;
}

/* (the type e) -> e, whose literals have the type. */
static value *eval_the(reference *c, node *type, node *e) {
    value *v = eval_operand(c, e), *r;
    written_type w;
    int i;
    if (!holds_literal(v)) return v;
    if (type->kind == N_LIST) {
        r = array_value(c, v->count);
        for (i = 0; i < v->count; i++)
            r->field[i] = field_node(c, the_node(c, type->part[1], v->field[i]), 0);
        return r;
    }
    w = look_up_type(c, type);
    return w.def || w.of ? v : adopted(c, v, typed(c, w.s), nowhere);
}

/* Does v match pattern p? Then its parts are bound. */
static int matches_pattern(reference *c, const node *p, const value *v, const binding **b) {
    int i;
    if (v->def->name != p->part[0]->name) return 0;
    for (i = 1; i < p->count; i++) {
        const node *x = p->part[i];
        if (x->kind == N_LIST) {
            if (!matches_pattern(c, x, eval_operand(c, v->field[i - 1]), b)) return 0;
        } else if (!is_wild(x)) {
            *b = bind(c, x->name, new_cell(c, v->field[i - 1]), NULL, *b);
        }
    }
    return 1;
}

/* (case (k e1 ...) ... ((k id1 ...) e) ...) -> e[e1/id1]... for the first that fits. */
static node *matching_clause(reference *c, const node *list) {
    value *v = eval_operand(c, list->part[1]);
    int i = 2;
    for (;; i++) {
        const node *clause = list->part[i];
        const binding *b = NULL;
        if (is_else(clause->part[0]) || matches_pattern(c, clause->part[0], v, &b))
            return instance(c, clause->part[1], b);
    }
}

/* (switch n (l ... e) ... (else e)) -> the number of the clause that has n as a label. */
static int labelled(reference *c, const node *list) {
    value *v = adopted(c, eval_operand(c, list->part[1]), known_int(c, 0), list->part[1]->at);
    int i, k;
    decide(c, &v->d->v[0], v->d->v[0].error > 0);
    for (i = 2; i + 1 < list->count; i++) {
        const node *clause = list->part[i];
        for (k = 0; k + 1 < clause->count; k++) {
            node *label = clause->part[k];
            if (adopted(c, eval_operand(c, label), v, label->at)->d->v[0].i == v->d->v[0].i)
                return i;
        }
    }
    return i;
}

/* What o applied to the top of A gives, when its literals have the type that it has as a whole. In
   tail position of a rec-func that is the business of the rec-func. */
static value *settle(reference *c, value *v, meaning *o, args *A, int tail) {
    if (tail || v->tag == V_REC || !holds_literal(v)) return v;
    return take_type(c, v, type_outer(c, o, NULL, NULL, A));
}

/* (if true e2 e3) -> e2, (if false e2 e3) -> e3 */
static node *chosen_arm(reference *c, const node *list) {
    return list->part[eval_condition(c, list->part[1]) ? 2 : 3];
}

/* A choice took an arm that came to v; `others`, how many, are its other arms, the ones that count
   first. In a loop that may not begin again it comes to what the first of them does that does not
   begin again. Effects would have run by now. */
static value *other_arm(reference *c, value *v, node **others, int count, args *A, int tail) {
    value *w;
    int i;
    if (!is_refused(c, v)) return v;
    if (c->runs) give_up(c, others[0]->at);
    for (i = 0; i < count; i++) {
        w = eval(c, others[i], A, tail);
        if (w->tag != V_REC) return w;
    }
    return v;
}

static value *eval_if(reference *c, const node *list, args *A, int tail) {
    node *arm = chosen_arm(c, list), *other = list->part[arm == list->part[2] ? 3 : 2];
    return other_arm(c, eval(c, arm, A, tail), &other, 1, A, tail);
}

static value *eval_case(reference *c, const node *list, args *A, int tail) {
    value *v = eval(c, matching_clause(c, list), A, tail);
    if (is_refused(c, v)) give_up(c, list->at);
    return v;
}

/* A chain of choices, each between a clause and the rest: behind the one that is taken the last one
   counts first, and then those before it. */
static value *eval_switch(reference *c, const node *list, args *A, int tail) {
    int taken = labelled(c, list), count = 0, i;
    node **others = take(c, sizeof *others * (size_t)list->count), *e;
    for (i = list->count - 1; i >= 2; i--) {
        e = list->part[i]->part[list->part[i]->count - 1];
        if (i != taken) others[count++] = e;
    }
    e = list->part[taken]->part[list->part[taken]->count - 1];
    return other_arm(c, eval(c, e, A, tail), others, count, A, tail);
}

static value *eval_form(reference *c, meaning *o, args *A, int tail) {
    int id = o->id;
    node *list;
    args *up = A->up;
    if (id == FORM_REC) return eval_rec(c, A);
    list = flat_list(c, A, id);
    switch (id) {
    case FORM_DO:
    case FORM_WHEN: return eval_running(c, id, list, up, tail);
    case FORM_STATIC_IF: return eval(c, chosen_arm(c, list), up, tail);
    case FORM_IF: return settle(c, eval_if(c, list, up, tail), o, A, tail);
    case FORM_CASE: return settle(c, eval_case(c, list, up, tail), o, A, tail);
    case FORM_SWITCH: return settle(c, eval_switch(c, list, up, tail), o, A, tail);
    case FORM_LET: /* (let ((id1 e1) ...) e) -> e[e1/id1]... */
    case FORM_LET_STAR:
        return eval(c,
                    instance(c, list->part[2], let_bindings(c, list->part[1], id == FORM_LET_STAR)),
                    up, tail);
    case FORM_LOOP: return eval(c, rewrite_loop(c, list), up, tail);
    case FORM_COND: return eval(c, rewrite_cond(c, list, 1), up, tail);
    case FORM_AND:
    case FORM_OR: return eval_logic(c, id, list);
    case FORM_THE:
        return up ? eval(c, list->part[2], up, 0) : eval_the(c, list->part[1], list->part[2]);
    case FORM_WITH:
        if (has_path(list)) return eval(c, rewrite_with(c, list), up, tail);
        return eval_with(c, list);
    case FORM_FUNC: /* ((func (id1 ...) e) e1 ...) -> e[e1/id1]... */
        if (!up) return function_value(c, list);
        return eval(c, instance(c, list->part[2], parameter_bindings(c, list->part[1], up)), up->up,
                    tail);
    default:
        if (!up) return function_value(c, list);
        return settle(c, eval_rec_func(c, list, up), o, A, 0);
    }
}

/* ---- builtins */

static const data *in_lane(reference *c, node *e, int lane) {
    int saved = c->lane;
    const data *d;
    c->lane = lane;
    d = eval_operand(c, e)->d;
    c->lane = saved;
    return d;
}

/* Difference to the neighbour in the quad along axis (0 x, 1 y), in this row or column of it. */
static data *difference(reference *c, node *e, int axis, int lane) {
    const data *x[2];
    x[0] = in_lane(c, e, lane | 1 << axis);
    x[1] = in_lane(c, e, lane & ~(1 << axis));
    return componentwise(c, SUB, 2, x, x[0]->s);
}

/* Derivatives. A device may take either row of the quad: the error says how far they are apart. */
static data *derivative(reference *c, node *e, int axis) {
    data *r = difference(c, e, axis, c->lane),
         *other = difference(c, e, axis, c->lane ^ (2 >> axis));
    int i;
    for (i = 0; i < parts(r->s); i++) {
        r->v[i].error += fabs((double)r->v[i].f - (double)other->v[i].f) + other->v[i].error;
        if (isnan(r->v[i].error)) r->v[i].error = INFINITY;
    }
    return r;
}

static data *eval_derivative(reference *c, int id, node *e) {
    data *x, *y, *r;
    int i;
    if (id != FWIDTH) return derivative(c, e, id == DFDY);
    x = derivative(c, e, 0);
    y = derivative(c, e, 1);
    r = new_data(c, x->s);
    for (i = 0; i < parts(r->s); i++)
        r->v[i] = op2(c, ADD, op1(c, ABS, x->v[i]), op1(c, ABS, y->v[i]));
    return r;
}

/* An index, brought into range; out of range and unchecked, it means nothing. */
static int64_t eval_index(reference *c, node *e, int64_t n, int unchecked) {
    const scalar *s = &eval_operand(c, e)->d->v[0];
    decide(c, s, s->error > 0 || (unchecked && (s->i < 0 || s->i >= n)));
    return s->i < 0 ? 0 : s->i >= n ? n - 1 : s->i;
}

static node *given_node(reference *c, value *v, place at);

/* An operand that is evaluated once, before those behind it, if it runs something. */
static node *operand_node(reference *c, node *e) {
    return can_run(c, &e, 1) ? given_node(c, eval_operand(c, e), e->at) : e;
}

/* The elements r, which are applications of what is in the list. If something in it runs, they are
   evaluated now, one after the other. */
static value *eval_elements(reference *c, value *r, node *const *list, int n) {
    int i, units = 0;
    if (!can_run(c, list, n)) return r;
    for (i = 0; i < r->count; i++) {
        value *v = eval_operand(c, r->field[i]);
        units |= v->tag == V_UNIT;
        r->field[i] = given_node(c, v, r->field[i]->at);
    }
    return units ? unit(c) : r;
}

static value *eval_map(reference *c, args *A) {
    node **x = operands(c, A), *part[8], *all[8];
    value *r = NULL, *array[8];
    int i, k, n = operand_count(A) - 1;
    all[0] = operand_node(c, x[0]);
    for (k = 0; k < n; k++) array[k] = eval_operand(c, x[k + 1]);
    for (k = 0; k < n; k++) all[k + 1] = known_node(c, array[k], A->list->at);
    r = array_value(c, array[0]->count);
    for (i = 0; i < r->count; i++) {
        for (k = 0; k < n; k++) part[k] = array[k]->field[i];
        r->field[i] = field_node(c, application(c, A->list->at, all[0], n, part), 0);
    }
    return eval_elements(c, r, all, n + 1);
}

static value *eval_array_of(reference *c, args *A) {
    node **x = operands(c, A);
    value *r = array_value(c, (int)eval_operand(c, x[0])->d->v[0].i);
    node *f = operand_node(c, x[1]);
    int i;
    for (i = 0; i < r->count; i++) {
        node *n = known_node(c, known_int(c, i), A->list->at);
        r->field[i] = field_node(c, application(c, A->list->at, f, 1, &n), 0);
    }
    return eval_elements(c, r, &f, 1);
}

/* What fold has in the end, and behind each element as scan gives it. What does not run is by name,
   as substitution has it. */
static node *so_far_node(reference *c, args *A, value **all) {
    node **x = operands(c, A), *part[3], *so_far;
    value *a;
    int i, runs;
    part[0] = operand_node(c, x[0]);
    part[1] = so_far = operand_node(c, x[1]);
    a = eval_operand(c, x[2]);
    part[2] = known_node(c, a, x[2]->at);
    runs = can_run(c, part, 3);
    *all = array_value(c, a->count);
    for (i = 0; i < a->count; i++) {
        part[1] = so_far;
        part[2] = a->field[i];
        so_far = field_node(c, application(c, A->list->at, part[0], 2, part + 1), 0);
        if (runs) so_far = given_node(c, eval_operand(c, so_far), A->list->at);
        (*all)->field[i] = so_far;
    }
    return so_far;
}

static value *eval_fold(reference *c, args *A) {
    value *all;
    node *last = so_far_node(c, A, &all);
    return eval(c, last, A->up, 0);
}

static value *eval_scan(reference *c, args *A) {
    value *all;
    int i;
    so_far_node(c, A, &all);
    for (i = 0; i < all->count; i++)
        if (all->field[i]->kind == N_BOUND && all->field[i]->cell->e->kind == N_KNOWN
            && all->field[i]->cell->e->known->tag == V_UNIT)
            return unit(c);
    return all;
}

static value *eval_with_at(reference *c, meaning *o, args *A) {
    node **x = operands(c, A);
    value *a = eval_operand(c, x[0]), *r;
    if (a->tag == V_DATA) {
        value *part = adopted(c, eval_operand(c, x[2]), a, nowhere);
        int64_t at = eval_index(c, x[1], is_matrix(a->s) ? a->s.cols : a->s.rows,
                                operand_count(A) > 3);
        data *d = with_part(c, a->d, at, part->d);
        return number_value(c, d->s, d);
    }
    r = array_value(c, a->count);
    memcpy(r->field, a->field, sizeof *r->field * (size_t)r->count);
    r->field[eval_index(c, x[1], r->count, operand_count(A) > 3)] = field_node(c, x[2], 0);
    return settle(c, r, o, A, 0);
}

static value *eval_array(reference *c, meaning *o, args *A) {
    node **x = operands(c, A);
    value *a, *r;
    int i;
    switch (o->b->rule) {
    case R_ARRAY:
        r = array_value(c, operand_count(A));
        for (i = 0; i < r->count; i++) r->field[i] = field_node(c, x[i], 0);
        return r;
    case R_ARRAY_OF: return eval_array_of(c, A);
    case R_EACH: return eval_map(c, A);
    case R_FOLD: return eval_fold(c, A);
    case R_SCAN: return eval_scan(c, A);
    case R_WITH_AT: return eval_with_at(c, o, A);
    default:
        a = eval_operand(c, x[0]);
        return known_int(c, a->tag == V_PLACE ? place_count(a) : a->count);
    }
}

/* (at (array e0 ...) i) -> ei. Words compute the whole array, unless the index is known. */
static value *eval_at(reference *c, meaning *o, args *A, const value *a) {
    int64_t i = eval_index(c, operands(c, A)[1], a->count, operand_count(A) > 2);
    value *r;
    int k;
    for (k = 0; k < a->count && c->by_value; k++) force(c, a->field[k]);
    r = eval(c, a->field[i], A->up, 0);
    return A->up ? r : settle(c, r, o, A, 0);
}

/* Congruence for the operands, which section 5 lacks, then what SPIR-V and IEEE say. */
static value *eval_builtin(reference *c, meaning *o, args *A) {
    node **x = operands(c, A);
    int i;
    const data **d;
    call k;
    shape s;
    value *first, *r;
    if (o->b->rule == R_DERIVE) {
        data *derivative = eval_derivative(c, o->b->id, x[0]);
        return number_value(c, derivative->s, derivative);
    }
    if (o->b->rule >= R_ARRAY) return eval_array(c, o, A);
    prepare_call(c, &k, o, A);
    if (k.b->rule == R_AT) k.n = 2; /* the third is a keyword */
    first = k.n > 0 ? eval_operand(c, x[0]) : NULL;
    if (first && first->tag == V_PLACE) return place_element(c, first, x[1]);
    if (k.b->rule == R_AT && is_array(first)) return eval_at(c, o, A, first);
    d = take(c, sizeof *d * (size_t)(k.n + 1));
    for (i = 0; i < k.n; i++) {
        d[i] = (i == 0 ? first : eval_operand(c, x[i]))->d;
        k.s[i] = d[i]->s;
    }
    settle_operands(&k, d);
    s = result_shape(&k);
    if (o->b->rule == R_AT && operand_count(A) > 2)
        eval_index(c, x[1], is_matrix(k.s[0]) ? k.s[0].cols : k.s[0].rows, 1);
    if (k.literal && folds(&k)) {
        const data *whole = folded(c, &k, d, s);
        if (gives_literal(&k, whole))
            return number_value(c, make_shape(LIT, 1, 1), literal_of(&k, whole));
    }
    c->at = A->list->at;
    c->columns = s.cols;
    r = o->b->rule == R_PAIR ? pair_value(c, o->b->id, s, k.n, d)
                             : number_value(c, s, compute(c, o->b, o->name, k.n, d, s));
    c->at = nowhere;
    return r;
}

static value *eval_make(reference *c, structure *def, args *A) {
    value *v = structure_value(c, def);
    int i;
    if (def->of) v->tag = V_VARIANT;
    for (i = 0; i < def->count; i++)
        v->field[i] = struct_field(c, def->type[i], operands(c, A)[i], NULL);
    return v;
}

static value *eval_outer(reference *c, meaning *o, node *e, args *A, int tail) {
    if (o->kind == O_DEFINITION) return eval_cell(c, o->definition, A, tail);
    if (o->kind == O_PUSH) return number_value(c, o->push->s, o->push);
    if (o->kind == O_MEMORY || o->kind == O_INPUT) return memory_value(c, o);
    if (!A) return function_value(c, e);
    switch (o->kind) {
    case O_EFFECT: return eval_effect(c, o, A);
    case O_FORM: return eval_form(c, o, A, tail);
    case O_BUILTIN: return eval_builtin(c, o, A);
    case O_MAKE: return eval_make(c, o->def, A);
    default: return eval_part(c, eval_operand(c, operands(c, A)[0]), o->def->field[o->id], A->up);
    }
}

static value *eval(reference *c, node *e, args *A, int tail) {
    step(c, e->at);
    switch (e->kind) {
    case N_LITERAL: return e->known;
    case N_KNOWN: return A && e->known->tag == V_FUNC ? eval(c, e->known->fn, A, tail) : e->known;
    case N_NAME: return eval_outer(c, outermost(c, e->name), e, A, tail);
    case N_OUTER: return eval_outer(c, e->meaning, e, A, tail);
    case N_BOUND: return eval_cell(c, e->cell, A, tail);
    case N_DOT:
        if (e->count) return eval_part(c, eval_operand(c, e->part[0]), e->name, A);
        if (!A) return function_value(c, e);
        return eval_part(c, eval_operand(c, operands(c, A)[0]), e->name, A->up);
    default: /* (e0 e1 ...): e0 -> e0' gives (e0 e1 ...) -> (e0' e1 ...) */
        return eval(c, e->part[0], push(c, e, A), tail);
    }
}

/* -------------------------------------------------------------------------------------------------
   effects */

#include "substitution_effects.h"

/* -------------------------------------------------------------------------------------------------
   program: the top level */

typedef struct output {
    struct output *next;
    int location;
    place at;
    node *e;
    cell *shown; /* e, evaluated once for a pixel */
    shape s;
} output;

static meaning *declare(reference *c, int kind, const node *name) {
    symbol *s = symbol_of(name->name);
    meaning *o = s->meaning;
    if (o && o->declared) fail(c, name->at, "duplicate", "'%s' is defined twice", name->name);
    if (!o) o = new_outer(c, kind, name->name); /* else a choice has asked what it means */
    o->kind = kind;
    o->at = name->at;
    o->declared = 1;
    s->meaning = o;
    return o;
}

/* (define name e), (define (name parameter ...) e) */
static void read_define(reference *c, const node *list) {
    const node *name;
    node *e, *parameters;
    if (list->count != 3) fail(c, list->at, "syntax", "expected (define name value)");
    e = list->part[2];
    if (list->part[1]->kind != N_LIST) {
        name = bound_name(c, list->part[1], NULL);
    } else {
        const node *f = list->part[1];
        if (!f->count) fail(c, f->at, "expected-name", "expected a name");
        name = bound_name(c, f->part[0], NULL);
        check_names(c, f, 1);
        parameters = new_list(c, f->count - 1, f->at);
        memcpy(parameters->part, f->part + 1, sizeof *f->part * (size_t)(f->count - 1));
        e = new_list(c, 3, list->at);
        e->part[0] = core_node(c, FORM_FUNC, list->at);
        e->part[1] = counted(parameters);
        e->part[2] = list->part[2];
        counted(e);
    }
    declare(c, O_DEFINITION, name)->definition = new_cell(c, e);
}

/* (struct name field ...), a field is a name or (name type): defines name and name-field. */
static void read_struct(reference *c, const node *list) {
    structure *def = take(c, sizeof *def);
    int i;
    if (list->count < 3) fail(c, list->at, "syntax", "expected (struct name field ...)");
    def->name = bound_name(c, list->part[1], NULL)->name;
    def->count = list->count - 2;
    def->field = take(c, sizeof *def->field * (size_t)(def->count + 1));
    def->type = take(c, sizeof *def->type * (size_t)(def->count + 1));
    def->older = c->structures;
    c->structures = def;
    declare(c, O_MAKE, list->part[1])->def = def;
    check_names(c, list, 2);
    for (i = 0; i < def->count; i++) {
        const node *field = bound_name(c, list->part[i + 2], &def->type[i]);
        char accessor[256];
        node name = *field;
        meaning *o;
        def->field[i] = field->name;
        snprintf(accessor, sizeof accessor, "%s-%s", def->name, field->name);
        name.name = intern(c, accessor, strlen(accessor));
        o = declare(c, O_FIELD, &name);
        o->def = def;
        o->id = i;
    }
}

/* Computes the counts in a type, from the inside out; returns 0 at one that is no whole number. */
static int settle_counts(reference *c, const node *type) {
    if (!type || type->kind != N_LIST || type->count < 2 || !is_spelled(type->part[0], "array"))
        return 1;
    if (!settle_counts(c, type->part[1])) return 0;
    return type->count != 3 || !is_computed(c, type->part[2])
           || known_whole(c, type->part[2]) >= 0;
}

/* The counts in a struct's fields are computed, whether the struct is needed or not. */
static void settle_structures(reference *c) {
    const structure *def;
    int i;
    for (def = c->structures; def; def = def->older)
        for (i = 0; i < def->count; i++) settle_counts(c, def->type[i]);
}

/* (variant name (constructor type ...) ...) */
static void read_variant(reference *c, const node *list) {
    variant *of = take(c, sizeof *of);
    int i, k;
    if (list->count < 3) fail(c, list->at, "syntax", "expected (variant name ...)");
    of->name = bound_name(c, list->part[1], NULL)->name;
    of->made = take(c, sizeof *of->made * (size_t)list->count);
    for (i = 2; i < list->count; i++) {
        structure *def = &of->made[of->count++];
        const node *f = list->part[i];
        if (f->kind != N_LIST || !f->count)
            fail(c, list->at, "syntax", "expected (variant name (constructor type ...) ...)");
        def->name = bound_name(c, f->part[0], NULL)->name;
        def->count = f->count - 1;
        def->of = of;
        def->type = take(c, sizeof *def->type * (size_t)(def->count + 1));
        for (k = 0; k < def->count; k++) def->type[k] = f->part[k + 1];
        declare(c, O_MAKE, f->part[0])->def = def;
    }
    declare(c, O_TYPE, list->part[1])->of = of;
}

static void read_push_constants(reference *c, const node *list) {
    int i;
    if (list->count < 2) fail(c, list->at, "syntax", "expected (push-constants (name type) ...)");
    for (i = 1; i < list->count; i++) {
        const node *f = list->part[i];
        meaning *o;
        if (!is_list(f, 2)) fail(c, f->at, "syntax", "expected (name type)");
        bound_name(c, f->part[0], NULL);
        o = declare(c, O_PUSH, f->part[0]);
        o->push_type = f->part[1];
        *c->last_push = o;
        c->last_push = &o->next;
    }
}

/* Once every type is known, those that a choice declares too: they may hide one of the language. */
static void type_pushes(reference *c) {
    meaning *o;
    int k;
    for (o = c->pushes; o; o = o->next) {
        const node *type = o->push_type;
        written_type w;
        if (type->kind == N_LIST) fail(c, type->at, "no-such-type", "no arrays here");
        w = look_up_type(c, type);
        if (w.def) fail(c, type->at, "interface-type", "no structs here");
        if (w.of || w.s.kind == BOOL)
            fail(c, type->at, "interface-type", "'%s' has no place here", type->name);
        o->push = new_data(c, w.s);
        for (k = 0; k < parts(w.s); k++) o->push->v[k] = given(exact(0));
    }
}

static output *new_output(reference *c, node *e, output *next) {
    output *o = take(c, sizeof *o);
    o->e = e;
    o->next = next;
    return o;
}

static void add_output(reference *c, int location, node *e, place at) {
    output **p = &c->outputs;
    while (*p && (*p)->location <= location) p = &(*p)->next;
    *p = new_output(c, e, *p);
    (*p)->location = location;
    (*p)->at = at;
}

static output *new_effect(reference *c, const node *list, output *next) {
    if (list->count != 2) fail(c, list->at, "syntax", "expected one value");
    return new_output(c, list->part[1], next);
}

static void read_output(reference *c, const node *list) {
    const node *n;
    int64_t location;
    if (list->count != 3) fail(c, list->at, "syntax", "expected (output location value)");
    n = list->part[1];
    location = n->kind == N_LITERAL && n->known->s.kind != LIT ? -1 : known_whole(c, n);
    if (location < 0 || location > 31)
        fail(c, n->at, "location", "an output's location is a whole number from 0 to 31");
    add_output(c, (int)location, list->part[2], n->at);
}

static const char *top_word(const node *e) {
    return e->kind == N_LIST && e->count && e->part[0]->kind == N_NAME ? e->part[0]->name : "";
}

/* ---- choices: static-if around what is declared */

/* Is it (static-if c a [b]), an arm of which is declared rather than computed: a form of the top
   level, another static-if, or nothing? */
static int is_choice(reference *c, const node *e) {
    int i;
    if (e->kind != N_LIST || e->count < 3 || e->count > 4 || !is_spelled(e->part[0], "static-if")
        || outermost(c, e->part[0]->name)->kind != O_FORM)
        return 0;
    for (i = 2; i < e->count; i++) {
        const char *word = top_word(e->part[i]);
        if (*word && (is_among(top_words, word) || is_among(left_out, word)
                      || strcmp(word, "static-if") == 0))
            return 1;
    }
    return e->count == 3;
}

/* What stands there: e itself, or an arm of the choice that it is; NULL: nothing. */
static node *chosen_form(reference *c, node *e) {
    while (e && is_choice(c, e)) {
        int i = is_known_true(c, e->part[1], NULL) ? 2 : 3;
        e = i < e->count ? e->part[i] : NULL;
    }
    return e;
}

/* ---- memory, inputs and stages */

typedef struct input {
    int location;
    shape s;
    data *d[4]; /* of each pixel of the quad */
} input;

/* What an entry point does, in the order of its text. o: the output that it is, NULL: it runs. */
typedef struct entry_form {
    struct entry_form *next;
    output *o;
    node *e;
} entry_form;

/* The number behind a keyword, -1 if there is none. */
static int option_number(const node *list, const char *word) {
    int i = has_option(list, word);
    const node *n = i && i + 1 < list->count ? list->part[i + 1] : NULL;
    return n && n->kind == N_LITERAL && n->known->s.kind == LIT ? (int)n->known->d->v[0].i : -1;
}

static void read_memory(reference *c, const node *list, int class_) {
    memory *m = take(c, sizeof *m), **last = &c->memories;
    meaning *o;
    need(c, list->count > 2, list->at);
    if (class_ != M_SHARED)
        need(c, option_number(list, ":binding") >= 0, list->at);
    o = declare(c, O_MEMORY, bound_name(c, list->part[1], NULL));
    m->name = o->name;
    m->class_ = class_;
    m->list = list;
    o->memory = m;
    while (*last) last = &(*last)->next;
    *last = m;
}

/* (input name type :location n decoration ...) */
static void read_input(reference *c, const node *list) {
    meaning *o;
    int i;
    need(c, list->count > 4 && list->part[2]->kind == N_NAME, list->at);
    need(c, option_number(list, ":location") >= 0, list->at);
    o = declare(c, O_INPUT, bound_name(c, list->part[1], NULL));
    o->input = take(c, sizeof *o->input);
    parse_shape(list->part[2]->name, &o->input->s);
    o->input->location = option_number(list, ":location");
    for (i = 0; i < 4; i++) o->input->d[i] = new_data(c, o->input->s);
}

static value *memory_value(reference *c, const meaning *o) {
    if (o->kind == O_MEMORY) return read_place(c, place_of(c, o->memory, o->memory->l, 0, 0));
    if (c->looks) return typed(c, o->input->s);
    return number_value(c, o->input->s, o->input->d[c->lane]);
}

static int read_resource(reference *c, const node *e) {
    static const char *const words[] = {"uniform", "buffer", "shared", "image"};
    int i = 0;
    while (i < 4 && strcmp(top_word(e), words[i]) != 0) i++;
    if (i < 4) read_memory(c, e, i);
    else if (strcmp(top_word(e), "input") == 0) read_input(c, e);
    else return 0;
    return 1;
}

/* Definitions, whose order does not matter. */
static void read_definition(reference *c, const node *e) {
    const char *word = top_word(e);
    if (strcmp(word, "define") == 0) read_define(c, e);
    if (strcmp(word, "struct") == 0) read_struct(c, e);
    if (strcmp(word, "variant") == 0) read_variant(c, e);
    if (c->runs && *word && is_among("uniform buffer shared image input", word)) return;
    if (*word && is_among(left_out, word))
        fail(c, e->at, "unsupported", "'%s' is not part of this evaluator", word);
}

static void read_result(reference *c, node *e) {
    const char *word = top_word(e);
    if (*word && is_among("define struct variant", word)) return;
    if (strcmp(word, "push-constants") == 0)
        read_push_constants(c, e);
    else if (strcmp(word, "output") == 0)
        read_output(c, e);
    else if (strcmp(word, "discard-when") == 0)
        c->discards = new_effect(c, e, c->discards);
    else if (strcmp(word, "frag-depth") == 0) {
        if (c->depth) fail(c, e->at, "duplicate", "frag-depth is written twice");
        c->depth = new_effect(c, e, NULL);
    } else
        add_output(c, 0, e, e->at);
}

/* In the first pass the definitions, in the second all else, in the order of the text: a choice
   does not know what is declared behind it. */
static void read_loose(reference *c, node *e, int pass) {
    if (strcmp(top_word(e), "fragment") == 0)
        fail(c, e->at, "misplaced", "an entry point in an entry point");
    if (pass == 0)
        read_definition(c, e);
    else
        read_result(c, e);
}

/* A form of an entry point: (output n e), (position e), or what runs. */
static void read_entry_form(reference *c, node *e) {
    entry_form *f = take(c, sizeof *f), **last = &c->entry;
    const char *word = top_word(e);
    f->e = e;
    if (strcmp(word, "output") == 0 || strcmp(word, "position") == 0) {
        int n = 31;
        need(c, e->count == (word[0] == 'o' ? 3 : 2), e->at);
        if (word[0] == 'o') need(c, e->part[1]->kind == N_LITERAL, e->at);
        if (word[0] == 'o') n = (int)e->part[1]->known->d->v[0].i;
        f->o = new_output(c, e->part[word[0] == 'o' ? 2 : 1], NULL);
        f->o->location = n;
    }
    while (*last) last = &(*last)->next;
    *last = f;
}

/* A literal: names are not looked up here. */
static int workgroup_size(reference *c, const node *e) {
    const data *d;
    need(c, e->kind == N_LITERAL, e->at);
    d = e->known->d;
    if (d->s.kind == BOOL || d->v[0].i < 1 || d->v[0].i > 65535
        || (d->s.kind == NUM && (double)d->v[0].f != (double)d->v[0].i))
        fail(c, e->at, "workgroup", "a size is a whole number from 1 to 65535");
    return (int)d->v[0].i;
}

enum { FRAGMENT = 4 };

/* (compute (X Y Z) e ...), (vertex e ...), (fragment e ...) of a program that runs: the first one
   is what is run. */
static int read_entry(reference *c, const node *e, int pass) {
    static const char *const words[] = {"vertex", "fragment", "compute"};
    static const int stages[] = {0, FRAGMENT, 5};
    int i = 0, k, at = 1;
    while (i < 3 && strcmp(top_word(e), words[i]) != 0) i++;
    if (i == 3) return 0;
    if (pass == 0 || c->entry) return 1;
    c->stage = stages[i];
    for (k = 0; k < 3; k++) c->group[k] = 1;
    if (i == 2) {
        const node *sizes = e->count > 1 ? e->part[1] : e;
        need(c, sizes != e && sizes->kind == N_LIST && sizes->count > 0 && sizes->count < 4, e->at);
        for (k = 0; k < sizes->count; k++) c->group[k] = workgroup_size(c, sizes->part[k]);
        at = 2;
    }
    for (; at < e->count; at++) {
        node *f = chosen_form(c, e->part[at]);
        if (f) read_entry_form(c, f);
    }
    return 1;
}

/* (fragment e ...) holds the results that could stand outside of it. */
static void read_top(reference *c, node *e, int pass) {
    int i = 1;
    if (c->runs && read_entry(c, e, pass)) return;
    if (c->runs && pass == 1 && read_resource(c, e)) return;
    if (strcmp(top_word(e), "fragment") != 0) {
        read_loose(c, e, pass);
        return;
    }
    if (e->count > 1 && e->part[1]->kind == N_TEXT && e->part[1]->name[0] != ':') i = 2;
    if (i >= e->count) fail(c, e->at, "syntax", "an entry point has a value");
    for (; i < e->count; i++) {
        node *f = pass == 0 ? e->part[i] : chosen_form(c, e->part[i]);
        const char *word = f ? top_word(f) : "";
        if (*word && is_among("define struct variant push-constants include", word))
            fail(c, f->at, "misplaced", "'%s' in an entry point", word);
        if (f) read_loose(c, f, pass);
    }
}

/* All but what has been read in the first pass, in the order of the text. A definition in an arm is
   known to the choices behind it. Leaves in *top what is chosen. */
static void read_second(reference *c, node **top) {
    node *e = chosen_form(c, *top);
    if (e && e != *top) read_top(c, e, 0);
    *top = e;
    if (e) read_top(c, e, 1);
}

/* Marks in e which names are outermost. */
static void prepare_output(reference *c, output *o) {
    o->e = resolved(c, o->e);
    o->shown = new_cell(c, o->e);
}

static void prepare_definitions(reference *c) {
    int i;
    symbol *s;
    for (i = 0; i < 1024; i++)
        for (s = c->symbols[i]; s; s = s->next) {
            meaning *o = s->meaning;
            if (o && o->kind == O_DEFINITION) o->definition->e = resolved(c, o->definition->e);
        }
}

/* Types every root from an empty stack: the outputs are numbers or vectors of them. */
static void type_program(reference *c) {
    output *o;
    entry_form *f;
    char s[8];
    value *v;
    for (f = c->entry; f; f = f->next) {
        v = adopted(c, type_of(c, f->o ? f->o->e : f->e, NULL, NULL), NULL, nowhere);
        if (f->o) f->o->s = v->s;
        else if (c->stage != FRAGMENT && v->tag != V_UNIT && !can_run(c, &f->e, 1))
            fail(c, f->e->at, "output-type", "what stands alone must be an effect, not %s",
                 describe(v, s));
    }
    if (c->entry) return;
    if (!c->outputs && !c->depth && !c->discards) {
        place start = {1, 1};
        fail(c, start, "no-output", "nothing is computed: the text has no output");
    }
    for (o = c->outputs; o; o = o->next) {
        v = adopted(c, type_of(c, o->e, NULL, NULL), NULL, nowhere);
        if (is_function(v)) fail(c, o->e->at, "not-value", "a function is not a value");
        if (v->tag != V_DATA || v->s.kind == BOOL || is_matrix(v->s))
            fail(c, o->e->at, "output-type", "an output is num, int, uint or a vector, not %s",
                 describe(v, s));
        o->s = v->s;
    }
    for (o = c->outputs; o && o->next; o = o->next)
        if (o->location == o->next->location)
            fail(c, o->next->at, "duplicate", "output %d is written twice", o->location);
    for (o = c->discards; o; o = o->next) type_condition(c, o->e, NULL);
    if (c->depth) {
        v = adopted(c, type_of(c, c->depth->e, NULL, NULL), NULL, nowhere);
        if (v->tag != V_DATA || v->s.kind != NUM || !is_scalar(v->s))
            fail(c, c->depth->e->at, "output-type", "a depth is num, not %s", describe(v, s));
        c->depth->s = v->s;
    }
}

/* Results outside of entry points make the entry point "main". */
static void check_entries(reference *c, node **top, int n) {
    int i, loose = 0, entries = 0;
    for (i = 0; i < n; i++) {
        const char *word = top[i] ? top_word(top[i]) : "define";
        if (strcmp(word, "fragment") == 0) {
            const node *name = top[i]->count > 1 ? top[i]->part[1] : NULL;
            entries += !(name && name->kind == N_TEXT && strcmp(name->name, "main") != 0);
        } else if (!*word || !is_among("define struct variant push-constants", word)) {
            loose = 1;
        }
    }
    if (loose + entries > 1) fail(c, nowhere, "duplicate", "'main' is there twice");
}

static void read_program(reference *c, const char *text, size_t size) {
    const form *forms = read_text(c, text, size), *f;
    int n = count_forms(forms), i = 0;
    node **top = take(c, sizeof *top * (size_t)(n + 1));
    output *o;
    memory *m;
    entry_form *g;
    for (f = forms; f; f = f->next) top[i++] = node_of(c, f);
    c->early = 1;
    for (i = 0; i < n; i++) read_top(c, top[i], 0);
    for (i = 0; i < n; i++) read_second(c, &top[i]);
    type_pushes(c);
    settle_structures(c);
    c->early = 0;
    if (!c->entry) check_entries(c, top, n);
    for (m = c->memories; m; m = m->next) lay_out(c, m);
    prepare_definitions(c);
    for (g = c->entry; g; g = g->next) {
        if (g->o) prepare_output(c, g->o);
        else g->e = resolved(c, g->e);
    }
    for (o = c->outputs; o; o = o->next) prepare_output(c, o);
    for (o = c->discards; o; o = o->next) prepare_output(c, o);
    if (c->depth) prepare_output(c, c->depth);
    type_program(c);
}

/* -------------------------------------------------------------------------------------------------
   interface: everything runs on a large stack, one for each thread, which is never given back */

typedef struct job {
    reference *c;
    const char *text;
    size_t size;
    reference_result *result;
    int status, lanes; /* lanes: that a launch runs; of compute, workgroups */
    void (*body)(struct job *j);
} job;

static void start_job(void *argument) {
    job *j = argument;
    char mark;
    j->c->stack_top = &mark;
    j->c->stack_size = STACK_SIZE;
    j->body(j);
}

static int on_large_stack(void (*body)(job *j), job *j) {
    static __thread void *stack;
    if (!stack) stack = large_stack(STACK_SIZE);
    j->body = body;
    on_stack(stack, STACK_SIZE, start_job, j);
    return j->status;
}

static void read_job(job *j) {
    j->status = setjmp(j->c->escape);
    if (!j->status) read_program(j->c, j->text, j->size);
}

/* Notes of all that was met who needs it; needed: the bits of what an output is computed from. */
static void note_needs(reference *c, uint64_t needed) {
    size_t i;
    for (i = 0; i < c->met_count; i++) {
        reference_met *m = &c->met[i];
        if (needed >> i & 1)
            m->need = NEEDED_BY_OUTPUT;
        else if (c->deciding >> i & 1 && m->need == NEEDED_BY_NOTHING)
            m->need = NEEDED_BY_CHOICE;
    }
}

static void write_numbers(reference *c, const output *o, reference_numbers *n) {
    const data *d = take_type(c, eval_cell(c, o->shown, NULL, 0), typed(c, o->s))->d;
    uint64_t needed = 0;
    int i;
    for (i = 0; i < n->count; i++) {
        n->value[i] = d->v[i].f;
        n->error[i] = c->uncertain ? INFINITY : d->v[i].error;
        n->special[i] = d->v[i].flags & SPECIAL;
        if (c->uncertain) c->deciding |= d->v[i].met;
        else needed |= d->v[i].met;
    }
    note_needs(c, needed);
}

static void eval_job(job *j) {
    reference *c = j->c;
    reference_result *r = j->result;
    const output *o;
    int i = 0;
    j->status = setjmp(c->escape);
    if (j->status) return;
    for (o = c->discards; o; o = o->next)
        if (eval_condition(c, o->e)) r->discard = 1;
    if (c->depth) write_numbers(c, c->depth, &r->depth);
    for (o = c->outputs; o; o = o->next) {
        int before = c->uncertain;
        write_numbers(c, o, &r->output[i++]);
        c->uncertain = before;
    }
}

/* ---- programs that run */

static void run_forms(reference *c, reference_result *result) {
    const entry_form *f;
    for (f = c->entry; f; f = f->next) {
        if (!f->o) {
            eval(c, f->e, NULL, 0);
        } else {
            reference_numbers *n = &result->output[result->output_count++];
            n->location = f->o->location;
            shape_name(f->o->s, n->type);
            n->count = parts(f->o->s);
            write_numbers(c, f->o, n);
        }
    }
}

/* A workgroup, from the first of its invocations to the last. */
static int run_workgroup(reference *c, const int64_t group[3]) {
    int n = c->group[0] * c->group[1] * c->group[2], i, k;
    memory *m;
    for (m = c->memories; m; m = m->next)
        if (m->class_ == M_SHARED) open_memory(c, m, m->l->size);
    if (n > MAX_FIBERS) abort();
    for (i = 0; i < n; i++) {
        fiber *f = open_fiber(c, i);
        f->ids[1][0] = i % c->group[0];
        f->ids[1][1] = i / c->group[0] % c->group[1];
        f->ids[1][2] = i / c->group[0] / c->group[1];
        f->ids[3][0] = i;
        for (k = 0; k < 3; k++) {
            f->ids[2][k] = group[k];
            f->ids[0][k] = group[k] * c->group[k] + f->ids[1][k];
        }
    }
    i = run_fibers(n);
    while (i == 0 && n-- > 1) c->diverged |= fibers[n].barriers != fibers[0].barriers;
    return i;
}

/* The lanes of a quad of pixels, or four vertices. */
static int run_lanes(reference *c, reference_result *results, int n) {
    int i;
    for (i = 0; i < n; i++) {
        fiber *f = open_fiber(c, i);
        f->lane = i;
        f->x = (float)(i % 2) + 0.5f;
        f->y = (float)(i / 2) + 0.5f;
        f->ids[3][1] = i;
        f->result = &results[i];
    }
    return run_fibers(n);
}

static void launch_job(job *j) {
    reference *c = j->c;
    int64_t group[3] = {0, 0, 0};
    j->status = setjmp(c->escape);
    if (j->status) return;
    c->stack_size = FIBER_STACK;
    if (c->stage != 5) {
        j->status = run_lanes(c, j->result, j->lanes);
        return;
    }
    for (; group[0] < j->lanes && j->status == 0; group[0]++) j->status = run_workgroup(c, group);
}

static reference *inside(substitution *program) {
    return (reference *)(void *)program;
}

static const reference *inside_const(const substitution *program) {
    return (const reference *)(const void *)program;
}

substitution *substitution_read(const char *text, size_t size, int mode, reference_error *error) {
    reference *c = calloc(1, sizeof *c);
    job j = {0};
    if (!c) abort();
    c->pool = &c->program;
    c->typing = 1;
    c->epoch = 1;
    c->plain = (mode & SUBSTITUTION_PLAIN) != 0;
    c->defined_ints = (mode & SUBSTITUTION_DEFINED_INTS) != 0;
    c->runs = (mode & SUBSTITUTION_EFFECTS) != 0;
    c->last_push = &c->pushes;
    c->step_limit = c->plain ? PLAIN_TYPER_STEPS : TYPER_STEPS;
    j.c = c;
    j.text = text;
    j.size = size;
    if (on_large_stack(read_job, &j) == 0) {
        c->step_limit = DEFAULT_STEPS;
        return (substitution *)(void *)c;
    }
    if (error) *error = c->error;
    substitution_free((substitution *)(void *)c);
    return NULL;
}

void substitution_free(substitution *program) {
    reference *c = inside(program);
    empty(&c->run);
    empty(&c->program);
    free(c);
}

void substitution_options(substitution *program, unsigned long steps, int strict, int by_value) {
    reference *c = inside(program);
    c->step_limit = steps ? steps : DEFAULT_STEPS;
    c->strict = strict;
    c->by_value = by_value;
}

void substitution_max_iterations(substitution *program, unsigned long turns) {
    inside(program)->max_turns = turns;
}

const char *substitution_push_name(const substitution *program, int i, const char **type,
                                   int *count) {
    static __thread char name[8];
    const meaning *o = inside_const(program)->pushes;
    while (o && i--) o = o->next;
    if (!o) return NULL;
    *type = shape_name(o->push->s, name);
    *count = parts(o->push->s);
    return o->name;
}

int substitution_set(substitution *program, const char *name, const float *values, int count) {
    meaning *o = inside(program)->pushes;
    int i;
    while (o && strcmp(o->name, name) != 0) o = o->next;
    if (!o || parts(o->push->s) != count) return 0;
    for (i = 0; i < count; i++)
        o->push->v[i] = given(is_integer(o->push->s) ? whole(o->push->s.kind, (int64_t)values[i])
                                                     : exact(values[i]));
    return 1;
}

unsigned long substitution_undefined(substitution *program) {
    unsigned long n = inside(program)->undefined;
    inside(program)->undefined = 0;
    return n;
}

size_t substitution_met(const substitution *program, const reference_met **met) {
    *met = inside_const(program)->met;
    return inside_const(program)->met_count;
}

uint32_t substitution_may_meet(const substitution *program) {
    return inside_const(program)->may_meet;
}

int substitution_passes(const substitution *program) {
    return inside_const(program)->passes;
}

void substitution_describe(const substitution *program, reference_result *r) {
    const reference *c = inside_const(program);
    const output *o;
    memset(r, 0, sizeof *r);
    for (o = c->outputs; o; o = o->next) {
        reference_numbers *n = &r->output[r->output_count++];
        n->location = o->location;
        shape_name(o->s, n->type);
        n->count = parts(o->s);
    }
    r->has_depth = c->depth != NULL;
    shape_name(make_shape(NUM, 1, 1), r->depth.type);
    r->depth.count = 1;
}

int substitution_run(substitution *program, float x, float y, int front_facing,
                     reference_result *result) {
    reference *c = inside(program);
    job j = {0};
    substitution_describe(program, result);
    reuse(&c->run);
    c->pool = &c->run;
    c->typing = 0;
    c->epoch++;
    c->steps = c->calls = c->depth_of_calls = 0;
    c->uncertain = c->spent = 0;
    c->met_count = 0;
    c->deciding = c->may_meet = 0;
    c->at = nowhere;
    c->x = x;
    c->y = y;
    c->lane = c->own_lane = ((int)floorf(x) & 1) | ((int)floorf(y) & 1) << 1;
    c->front_facing = front_facing;
    j.c = c;
    j.result = result;
    on_large_stack(eval_job, &j);
    result->steps = c->steps;
    return j.status;
}

/* ---- memory */

static memory *memory_number(const reference *c, int i) {
    memory *m = c->memories;
    while (m && (m->class_ == M_SHARED || i-- > 0)) m = m->next;
    return m;
}

const char *substitution_memory(const substitution *program, int i, substitution_resource *r) {
    const memory *m = memory_number(inside_const(program), i);
    const layout *l;
    memset(r, 0, sizeof *r);
    if (!m) return NULL;
    r->binding = option_number(m->list, ":binding");
    r->is_image = m->class_ == M_IMAGE;
    r->components = m->count;
    l = m->l->tag == L_STRUCT && m->l->count > 0 && !m->l->def ? m->l->part[m->l->count - 1] : m->l;
    r->words = m->l->size;
    if (l->tag == L_ARRAY && l->count < 0) r->stride = l->stride, r->words = 0;
    if (l->tag == L_ARRAY && l->count < 0 && m->l->tag == L_STRUCT)
        r->words = m->l->at[m->l->count - 1];
    if (r->is_image) r->kind = "niu"[m->l->part[0]->s.kind == INT    ? 1
                                     : m->l->part[0]->s.kind == UINT ? 2
                                                                     : 0];
    return m->name;
}

void substitution_fill(substitution *program, int i, const uint32_t *words, size_t count) {
    reference *c = inside(program);
    memory *m = memory_number(c, i);
    size_t k;
    c->pool = &c->run;
    open_memory(c, m, count);
    for (k = 0; k < count; k++) {
        float f;
        memcpy(&f, &words[k], sizeof f);
        m->word[k] = m->kind[k] == NUM ? exact(f) : whole(m->kind[k], (int64_t)words[k]);
    }
}

int substitution_word(const substitution *program, int i, size_t k, substitution_number *n) {
    const memory *m = memory_number(inside_const(program), i);
    memset(n, 0, sizeof *n);
    if (m->kind[k] == NO_WORD) return 0;
    n->kind = m->kind[k] == NUM ? 'n' : m->kind[k] == INT ? 'i' : 'u';
    n->value = m->word[k].f;
    n->whole = m->word[k].i;
    n->error = m->word[k].error;
    n->special = m->word[k].flags & SPECIAL;
    return 1;
}

int substitution_set_input(substitution *program, int location, int lane, const float *values) {
    reference *c = inside(program);
    int i, k, found = 0;
    symbol *s;
    for (i = 0; i < 1024; i++)
        for (s = c->symbols[i]; s; s = s->next) {
            const meaning *o = s->meaning;
            if (!o || o->kind != O_INPUT || o->input->location != location) continue;
            found = parts(o->input->s);
            for (k = 0; k < found; k++)
                o->input->d[lane]->v[k] = is_integer(o->input->s)
                                              ? whole(o->input->s.kind, (int64_t)values[k])
                                              : exact(values[k]);
        }
    return found;
}

int substitution_stage(const substitution *program, int group[3]) {
    const reference *c = inside_const(program);
    if (!c->entry) return -1;
    memcpy(group, c->group, sizeof c->group);
    return c->stage;
}

int substitution_diverged(const substitution *program) {
    return inside_const(program)->diverged;
}

void substitution_begin(substitution *program) {
    reference *c = inside(program);
    reuse(&c->run);
}

int substitution_launch(substitution *program, int lanes, reference_result *results,
                        int *uncertain) {
    reference *c = inside(program);
    job j = {0};
    int i;
    for (i = 0; i < lanes && results; i++) memset(&results[i], 0, sizeof results[i]);
    c->pool = &c->run;
    c->typing = 0;
    if (c->last_epoch < c->epoch) c->last_epoch = c->epoch;
    c->steps = c->calls = 0;
    c->uncertain = c->looks = c->diverged = c->spent = 0;
    c->front_facing = 1;
    j.c = c;
    j.result = results;
    j.lanes = lanes;
    on_large_stack(launch_job, &j);
    c->epoch = c->last_epoch;
    *uncertain = c->uncertain;
    return j.status;
}

/* -------------------------------------------------------------------------------------------------
   run cases */

static void *read_shared(const char *text, size_t size, reference_error *error) {
    return substitution_read(text, size, SUBSTITUTION_SHARED, error);
}
static void *read_plain(const char *text, size_t size, reference_error *error) {
    return substitution_read(text, size, SUBSTITUTION_PLAIN, error);
}
static void free_any(void *c) {
    substitution_free(c);
}
static int set_any(void *c, const char *name, const float *values, int count) {
    return substitution_set(c, name, values, count);
}
static void bound_any(void *c, unsigned long turns) {
    substitution_max_iterations(c, turns);
}
static int run_any(void *c, float x, float y, int front_facing, reference_result *result) {
    return substitution_run(c, x, y, front_facing, result);
}

int substitution_check_case(const char *name, const char *text, size_t size, int mode) {
    static const evaluator shared = {read_shared, free_any, set_any, bound_any, run_any};
    static const evaluator plain = {read_plain, free_any, set_any, bound_any, run_any};
    return check_case(mode == SUBSTITUTION_PLAIN ? &plain : &shared, name, text, size);
}

/* -------------------------------------------------------------------------------------------------
   command line */

#ifndef SUBSTITUTION_NO_MAIN

static void print_numbers(const char *what, const reference_numbers *n) {
    int i;
    printf("%s %s", what, n->type);
    for (i = 0; i < n->count; i++) printf(" %.9g", (double)n->value[i]);
    for (i = 0; i < n->count; i++) printf(" +-%.3g", n->error[i]);
    printf("\n");
}

/* substitution [--plain] [X Y] < FILE.lv: what the pixel with this centre is. Exit codes: 0, 1 the
   program is rejected, 2 usage, 4 it takes too long. */
int main(int argc, char **argv) {
    static char text[1 << 20];
    int mode = SUBSTITUTION_SHARED, i, status, plain = argc > 1 && !strcmp(argv[1], "--plain");
    size_t size = fread(text, 1, sizeof text, stdin);
    float x = argc - plain > 1 ? strtof(argv[1 + plain], NULL) : 0.5f;
    float y = argc - plain > 2 ? strtof(argv[2 + plain], NULL) : 0.5f;
    reference_error e;
    reference_result r;
    substitution *program;
    if (argc - plain != 1 && argc - plain != 3) {
        fprintf(stderr, "usage: substitution [--plain] [X Y] < FILE.lv\n");
        return 2;
    }
    if (plain) mode = SUBSTITUTION_PLAIN;
    program = substitution_read(text, size, mode, &e);
    if (!program) {
        printf("error %d:%d: %s [%s]\n", e.line, e.column, e.message, e.name);
        return 1;
    }
    status = substitution_run(program, x, y, 1, &r);
    if (status) printf("this takes too long\n");
    if (!status && r.discard) printf("discard\n");
    if (!status && r.has_depth) print_numbers("depth", &r.depth);
    for (i = 0; !status && i < r.output_count; i++) {
        char what[32];
        snprintf(what, sizeof what, "output %d", r.output[i].location);
        print_numbers(what, &r.output[i]);
    }
    substitution_free(program);
    return status;
}

#endif
