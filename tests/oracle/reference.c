/* cc -std=c99 -O2 -ffp-contract=off -o reference tests/oracle/reference.c -lm
   An independent evaluator and typer of λV (reference.h says what for). Define REFERENCE_NO_MAIN to
   use it as a library.

   What is no evaluator is in reference_base.h and reference_cases.h.

   contents: environments · typer · evaluator · program · interface · run cases · command line */
#define _DEFAULT_SOURCE
#define EVALUATOR_FIELDS                                                                          \
    struct global *globals;                                                                       \
    struct output *outputs, *discards, *depth;                                                    \
    struct structure *structures;                                                                 \
    int early; /* what declarations depend on is computed: there are no push constants */
#include "reference_base.h"

#include "large_stack.h"
#include "reference_cases.h"

#define STACK_SIZE ((size_t)1 << 30)
#define STACK_MARGIN ((size_t)1 << 20)
#define MAX_CALL_DEPTH 20000
#define MAX_CALLS 1000000
#define DEFAULT_STEPS 2000000ul
#define TYPER_STEPS 20000000ul

/* -------------------------------------------------------------------------------------------------
   environments and values */

typedef struct value value;
typedef struct thunk thunk;

/* name -> thunk, innermost first. A type belongs to an annotated parameter. */
typedef struct env {
    const char *name;
    thunk *bound;
    const form *type;
    struct env *up;
} env;

/* A form that waits in its environment, or a value that is there already, or what `from` gives with
   its literals as the types of `as` or `like` ask, else as nums. */
struct thunk {
    const form *f;
    env *e;
    thunk *from, *like;
    const value *as;
    value *ready;   /* a parameter of the rec-func that is being typed */
    value *memo[4]; /* by pixel of the quad; the typer uses the first */
};

typedef struct structure {
    const char *name;
    int count;
    const char **field;
    const form **type; /* of a field, or NULL */
    struct variant *of; /* whose constructor it is, or NULL; its fields have no names then */
    int is_array;       /* its fields are elements */
    struct structure *older;
} structure;

typedef struct variant {
    const char *name;
    place at;
    int count;
    structure *made; /* by each of its constructors */
} variant;

enum {
    V_DATA,
    V_FUNC,
    V_BUILTIN,
    V_FORM,
    V_DOT,
    V_MAKE,
    V_FIELD,
    V_STRUCT,
    V_VARIANT,
    V_TYPE,
    V_COND,
    V_REC,
    V_PURE_REC
};

/* DATA (data is NULL in the typer if it is not known at compile time); FUNC closure: fn is (func
   ...), operands its operands, id FORM_FUNC or FORM_REC_FUNC; BUILTIN; FORM: a special form itself;
   DOT: `.xy`; MAKE: constructor of def; FIELD: accessor of def's field id; STRUCT: field values;
   VARIANT: the same, made by the constructor def (in the typer one of the variant's, without
   fields); TYPE: what the name of variant def->of means;
   COND: one of two functions (typer only); REC: in the typer Rec a, in the evaluator the next
   arguments; PURE_REC. */
struct value {
    int tag, id;
    shape s;
    const data *d;
    const builtin *b;
    const char *name;
    const form *fn, *operands;
    env *e;
    structure *def;
    thunk **field;
    int count;
    value *a, *other;
};

typedef struct global {
    struct global *next;
    const char *name;
    place at;
    thunk *definition; /* of `define` */
    value *given;      /* of structs */
    data *push;        /* a push constant */
    struct busy *busy; /* typings of it that have not ended */
} global;

typedef struct output {
    struct output *next;
    int location;
    place at;
    thunk *t;
    shape s;
} output;

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

static value *number_value(reference *c, shape s, const data *d) {
    value *v = typed(c, s);
    v->d = d;
    return v;
}

static value *literal(reference *c, const form *f) {
    data *d = new_data(c, make_shape(f->kind == F_NUMBER ? f->id : BOOL, 1, 1));
    d->v[0] = exact(f->kind == F_NUMBER ? f->number : f->kind == F_TRUE ? 1.0f : 0.0f);
    if (f->kind == F_NUMBER && f->id != NUM) d->v[0].i = f->integer;
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
    return v->tag == V_FUNC || v->tag == V_BUILTIN || v->tag == V_FORM || v->tag == V_DOT
           || v->tag == V_MAKE || v->tag == V_FIELD || v->tag == V_TYPE || v->tag == V_COND;
}

static const char *describe(const value *v, char dst[8]) {
    if (v->tag == V_DATA) return shape_name(v->s, dst);
    if (v->tag == V_STRUCT) return v->def->name;
    if (v->tag == V_VARIANT) return v->def->of->name;
    return is_function(v) ? "a function" : "a rec";
}

static thunk *ready_thunk(reference *c, value *v) {
    thunk *t = take(c, sizeof *t);
    t->ready = v;
    return t;
}

static env *find(env *e, const char *name) {
    while (e && e->name != name) e = e->up;
    return e;
}

static global *find_global(const reference *c, const char *name) {
    global *g = c->globals;
    while (g && g->name != name) g = g->next;
    return g;
}

/* A form suspended in e; a name that is bound there gives the thunk that it is bound to. */
static thunk *suspend(reference *c, const form *f, env *e) {
    env *b = f->kind == F_NAME ? find(e, f->name) : NULL;
    thunk *t;
    if (b && !b->type) return b->bound;
    t = take(c, sizeof *t);
    t->f = f;
    t->e = e;
    return t;
}

static env *bind(reference *c, const char *name, thunk *t, const form *type, env *up) {
    env *e = take(c, sizeof *e);
    e->name = name;
    e->bound = t;
    e->type = type;
    e->up = up;
    return e;
}

#define BUILTIN_COUNT (sizeof builtins / sizeof *builtins)

/* The number of the special form or builtin that `name` is, forms first; a number behind both if it
   is neither. */
static size_t number_of(const char *name) {
    size_t i;
    for (i = 0; i < FORM_COUNT; i++)
        if (is_among(core_forms[i].names, name)) return i;
    for (; i < FORM_COUNT + BUILTIN_COUNT; i++)
        if (is_among(builtins[i - FORM_COUNT].names, name)) return i;
    return i;
}

/* What a name means that nothing binds: a builtin or special form; NULL if neither. The symbol's
   meaning keeps the number, with 1 added. */
static value *predefined(reference *c, const char *name) {
    symbol *s = (symbol *)(void *)((char *)(uintptr_t)name - offsetof(symbol, text));
    uintptr_t number;
    value *v;
    if (!s->meaning) s->meaning = (void *)(uintptr_t)(number_of(name) + 1);
    number = (uintptr_t)s->meaning - 1;
    if (number >= FORM_COUNT + BUILTIN_COUNT) return NULL;
    v = new_value(c, number < FORM_COUNT ? V_FORM : V_BUILTIN);
    if (number < FORM_COUNT) {
        v->id = (int)number;
    } else {
        v->b = &builtins[number - FORM_COUNT];
        v->name = name;
    }
    return v;
}

static void check_stack(reference *c, place at) {
    char mark;
    size_t used = (size_t)((uintptr_t)c->stack_top - (uintptr_t)&mark);
    if (used > STACK_SIZE - STACK_MARGIN) {
        if (!c->typing) longjmp(c->escape, REFERENCE_DIVERGES);
        fail(c, at, "depth", "nested too deeply");
    }
}

static void step(reference *c, place at) {
    check_stack(c, at);
    if (++c->steps <= c->step_limit) return;
    if (!c->typing) longjmp(c->escape, REFERENCE_DIVERGES);
    fail(c, at, "calls", "expansion takes too many steps");
}

/* Rejects what cannot be bound; (name type) gives the name's form and *type where that is
   allowed. */
static const form *bound_name(reference *c, const form *f, const form **type) {
    if (type) *type = NULL;
    if (type && f->kind == F_LIST && count_forms(f->first) == 2) {
        *type = f->first->next;
        f = f->first;
    }
    if (f->kind == F_DOT) fail(c, f->at, "bad-name", "a bound name has no dot");
    if (f->kind != F_NAME) fail(c, f->at, "expected-name", "expected a name");
    return f;
}

/* Checks a parameter list; returns how many there are. */
static int check_parameters(reference *c, const form *list) {
    const form *f, *g, *type;
    if (list->kind != F_LIST) fail(c, list->at, "syntax", "expected a list of names");
    for (f = list->first; f; f = f->next)
        for (g = list->first; bound_name(c, f, &type), g != f; g = g->next) {
            const form *other;
            if (bound_name(c, g, &other)->name == bound_name(c, f, &type)->name)
                fail(c, bound_name(c, f, &type)->at, "duplicate", "'%s' is there twice",
                     bound_name(c, f, &type)->name);
        }
    return count_forms(list->first);
}

/* Checks ((name value) ...). */
static void check_bindings(reference *c, const form *list, int once) {
    const form *f, *g, *type;
    if (list->kind != F_LIST) fail(c, list->at, "syntax", "expected a list of bindings");
    for (f = list->first; f; f = f->next) {
        if (f->kind != F_LIST || count_forms(f->first) != 2)
            fail(c, f->at, "syntax", "expected (name value)");
        bound_name(c, f->first, &type);
        for (g = list->first; once && g != f; g = g->next)
            if (bound_name(c, g->first, &type)->name == bound_name(c, f->first, &type)->name)
                fail(c, bound_name(c, f->first, &type)->at, "duplicate", "a name is there twice");
    }
}

static form *core_form(reference *c, int id, place at) {
    form *f = new_form(c, F_CORE, at);
    f->id = id;
    return f;
}

static form *copy_form(reference *c, const form *f) {
    form *g = take(c, sizeof *g);
    *g = *f;
    g->next = NULL;
    return g;
}

/* A list of up to four forms, copies of those given. */
static form *list_of(reference *c, place at, const form *a, const form *b, const form *d,
                     const form *e) {
    form *list = new_form(c, F_LIST, at), **tail = &list->first;
    const form *x[4];
    int i;
    x[0] = a, x[1] = b, x[2] = d, x[3] = e;
    for (i = 0; i < 4 && x[i]; i++) {
        *tail = copy_form(c, x[i]);
        tail = &(*tail)->next;
    }
    return list;
}

/* (loop ((i 0) ...) body) is ((rec-func (i ...) body) 0 ...). */
static form *rewrite_loop(reference *c, place at, const form *bindings, const form *body) {
    form *names = new_form(c, F_LIST, bindings->at), **name = &names->first, *call, **start;
    const form *b;
    check_bindings(c, bindings, 1);
    call = list_of(c, at, list_of(c, at, core_form(c, FORM_REC_FUNC, at), names, body, NULL), NULL,
                   NULL, NULL);
    start = &call->first->next;
    for (b = bindings->first; b; b = b->next) {
        *name = copy_form(c, b->first);
        name = &(*name)->next;
        *start = copy_form(c, b->first->next);
        start = &(*start)->next;
    }
    call->first->first->next->first = names->first;
    return call;
}

/* (cond (c e) ... (else e)) is (if c e ... e). */
static form *rewrite_cond(reference *c, place at, const form *clause) {
    const form *test;
    if (!clause) fail(c, at, "syntax", "cond needs an else");
    if (clause->kind != F_LIST || count_forms(clause->first) != 2)
        fail(c, clause->at, "syntax", "expected (condition value)");
    test = clause->first;
    if (test->kind == F_NAME && strcmp(test->name, "else") == 0) {
        if (clause->next) fail(c, clause->at, "syntax", "else comes last");
        return copy_form(c, test->next);
    }
    return list_of(c, at, core_form(c, FORM_IF, at), test, test->next,
                   rewrite_cond(c, at, clause->next));
}

static form *name_form(reference *c, const char *name, place at) {
    form *f = new_form(c, F_NAME, at);
    f->name = intern(c, name, strlen(name));
    return f;
}

/* (let ((name x)) body) */
static form *let_form(reference *c, const form *name, const form *x, const form *body) {
    form *binding = list_of(c, x->at, name, x, NULL, NULL),
         *bindings = list_of(c, x->at, binding, NULL, NULL, NULL);
    return list_of(c, x->at, core_form(c, FORM_LET, x->at), bindings, body, NULL);
}

static int is_path(const form *clause) {
    return clause->kind == F_LIST && clause->first != NULL
           && (clause->first->kind != F_NAME || count_forms(clause->first) > 2);
}

/* Is a step of a clause of `with` an index as it must be written: (at i), (at i :unchecked)? */
static int is_index_step(const form *step) {
    const form *head = step->first, *index = head ? head->next : NULL;
    const form *option = index ? index->next : NULL;
    return index && head->kind == F_NAME && strcmp(head->name, "at") == 0
           && (!option || (option->kind == F_KEY && !option->next));
}

/* What `whole`, a name, becomes by the steps of a clause of `with` from `step` on: `with` or
   `with-at` of the part that is named, which the steps behind it change. */
static form *rewrite_path(reference *c, const form *whole, const form *step) {
    const form *name = step->kind == F_LIST ? step->first : step, *rest = step->next;
    form *part, *index = NULL, *new_part, *call;
    if (rest == NULL || (step->kind == F_LIST ? !is_index_step(step) : step->kind != F_NAME))
        fail(c, step->at, "syntax", "expected a field or (at index)");
    if (step->kind == F_LIST) {
        index = name_form(c, "index~", step->at);
        part = list_of(c, step->at, name, whole, index, name->next->next);
    } else {
        part = new_form(c, F_DOT, step->at);
        part->first = copy_form(c, whole);
        part->name = name->name;
    }
    new_part = copy_form(c, rest);
    if (rest->next) {
        form *inner = name_form(c, "part~", step->at);
        new_part = let_form(c, inner, part, rewrite_path(c, inner, rest));
    }
    if (step->kind != F_LIST)
        return list_of(c, step->at, core_form(c, FORM_WITH, step->at), whole,
                       list_of(c, step->at, step, new_part, NULL, NULL), NULL);
    call = list_of(c, step->at, name_form(c, "with-at", step->at), whole, index, new_part);
    if (name->next->next) call->first->next->next->next->next = copy_form(c, name->next->next);
    return let_form(c, index, name->next, call);
}

/* (with e clause ...), a clause with a path: one after the other. */
static form *rewrite_with(reference *c, const form *list) {
    const form *u;
    form *r = copy_form(c, list->first->next);
    for (u = list->first->next->next; u; u = u->next) {
        const form *whole = name_form(c, "whole~", u->at);
        r = is_path(u) ? let_form(c, whole, r, rewrite_path(c, whole, u->first))
                       : list_of(c, u->at, core_form(c, FORM_WITH, u->at), r, u, NULL);
    }
    return r;
}

static int has_path(const form *clause) {
    while (clause != NULL && !is_path(clause)) clause = clause->next;
    return clause != NULL;
}

/* What `loop` or `cond`, or `with` with a path, applied to the operands of list f stands for; made
   once. */
static const form *rewritten(reference *c, int id, form *f) {
    pool *saved = c->pool;
    if (f->rewritten && f->rewritten_by == id) return f->rewritten;
    c->pool = &c->program;
    f->rewritten = id == FORM_COND   ? rewrite_cond(c, f->at, f->first->next)
                   : id == FORM_WITH ? rewrite_with(c, f)
                                     : rewrite_loop(c, f->at, f->first->next,
                                                    f->first->next->next);
    f->rewritten_by = id;
    c->pool = saved;
    return f->rewritten;
}

static int field_index(const structure *def, const char *name) {
    int i;
    for (i = 0; i < def->count; i++)
        if (def->field[i] == name) return i;
    return -1;
}

static value *swizzled(reference *c, const value *v, const int *index, shape s) {
    value *r = typed(c, s);
    if (v->d) {
        data *d = new_data(c, s);
        int i;
        for (i = 0; i < parts(s); i++) d->v[i] = v->d->v[index[i]];
        r->d = d;
    }
    return r;
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

static value *structure_value(reference *c, structure *def) {
    value *v = new_value(c, V_STRUCT);
    v->def = def;
    v->count = def->count;
    v->field = take(c, sizeof *v->field * (size_t)def->count);
    return v;
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
    v->field[0] = ready_thunk(c, number_value(c, s, a));
    v->field[1] = ready_thunk(c, number_value(c, second, b));
    return v;
}

/* -------------------------------------------------------------------------------------------------
   typer: R, A |- e : tau. A NULL is the empty stack. Beyond the paper, a function has a value under
   the empty stack (closure, builtin ...), so that structs and parameters can hold it. */

/* One tuple of A: the operands of `list`, in the environment e. chosen: the head is an arm of an
   `if`. */
typedef struct args {
    form *list;
    env *e;
    int chosen;
    struct args *up;
} args;

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

typedef struct busy {
    struct busy *next;
    const args *A;
} busy;

static value *type_of(reference *c, const form *f, env *e, const context *R, const args *A);
static value *type_value(reference *c, value *v, const context *R, const args *A, place at);
static value *type_thunk(reference *c, thunk *t, const context *R, const args *A);

static place head_place(const args *A) {
    return A->list->first->at;
}

static void need_no_args(reference *c, const args *A, const char *what) {
    if (A) fail(c, head_place(A), "not-function", "%s is not a function", what);
}

static const args *mark_chosen(reference *c, const args *A) {
    args *m;
    if (!A) return NULL;
    m = take(c, sizeof *m);
    *m = *A;
    m->chosen = 1;
    m->up = (args *)mark_chosen(c, A->up);
    return m;
}

/* Forgets what is known at compile time: the value of a parameter or a join. Literals become
   nums. */
static value *opaque(reference *c, value *v) {
    value *r;
    int i;
    v = adopted(c, v, NULL, nowhere);
    if (v->tag == V_DATA) return v->d ? typed(c, v->s) : v;
    if (v->tag != V_STRUCT) return v;
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++) r->field[i] = ready_thunk(c, opaque(c, v->field[i]->ready));
    return r;
}

static int same_function(const value *a, const value *b) {
    if (a == b) return 1;
    if (a->tag != b->tag) return 0;
    switch (a->tag) {
    case V_FUNC: return a->operands == b->operands && a->e == b->e;
    case V_BUILTIN:
        return a->b == b->b
               && ((a->b->rule != R_MAKE && a->b->rule != R_TO) || a->name == b->name);
    case V_FORM: return a->id == b->id;
    case V_DOT: return a->name == b->name;
    case V_MAKE: return a->def == b->def;
    case V_FIELD: return a->def == b->def && a->id == b->id;
    default: return 0;
    }
}

/* 1: one type, and the same functions in it; 0: not one type; -1: another function. */
static int agree(const value *a, const value *b) {
    int i, worst = 1;
    if (is_function(a) && is_function(b)) return same_function(a, b) ? 1 : -1;
    if (a->tag != b->tag) return 0;
    if (a->tag == V_DATA) return same_shape(a->s, b->s);
    if (a->tag == V_VARIANT) return a->def->of == b->def->of;
    if (a->def->name != b->def->name || a->def->count != b->def->count) return 0;
    for (i = 0; i < a->count; i++) {
        int w = agree(a->field[i]->ready, b->field[i]->ready);
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
        r->field[i] = ready_thunk(
            c, adopted_whole(c, v->field[i]->ready, like->field[i]->ready, at));
    return r;
}

static int holds_function(const value *v) {
    int i;
    if (is_function(v)) return 1;
    for (i = 0; v->tag == V_STRUCT && i < v->count; i++)
        if (holds_function(v->field[i]->ready)) return 1;
    return 0;
}

static value *rec_of(reference *c, value *a) {
    value *r = new_value(c, V_REC);
    r->a = a;
    return r;
}

/* The common type of two arms without rec: leaf by leaf in structs, a choice for functions. keep: a
   literal stays one, because there are more ways out of the rec-func to come. */
static value *join(reference *c, place at, value *a, value *b, int keep) {
    char s[8], t[8];
    value *r;
    int i;
    if (keep && a->tag == V_DATA && b->tag == V_DATA && a->s.kind == LIT && b->s.kind == LIT)
        return typed(c, a->s);
    if (b->tag == V_DATA) a = adopted(c, a, b, at);
    if (a->tag == V_DATA) b = adopted(c, b, a, at);
    if (is_function(a) && is_function(b)) {
        const value *f = a->tag == V_FORM ? a : b;
        if (f->tag == V_FORM && f->id != FORM_REC)
            fail(c, at, "form-chosen", "a special form is chosen at run time");
        r = new_value(c, V_COND);
        r->a = a;
        r->other = b;
        return r;
    }
    if (a->tag == V_DATA && b->tag == V_DATA && same_shape(a->s, b->s)) return typed(c, a->s);
    if (a->tag == V_VARIANT && b->tag == V_VARIANT && a->def->of == b->def->of) return a;
    if (a->tag != V_STRUCT || b->tag != V_STRUCT || a->def->name != b->def->name
        || a->count != b->count)
        fail(c, at, "arm-mismatch", "the arms have different types: %s and %s", describe(a, s),
             describe(b, t));
    r = structure_value(c, a->def);
    for (i = 0; i < a->count; i++)
        r->field[i] = ready_thunk(c, join(c, at, a->field[i]->ready, b->field[i]->ready, keep));
    return r;
}

/* rec-match: two types with Rec and PureRec among them. */
static value *rec_match(reference *c, place at, value *a, value *b) {
    if (a->tag == V_PURE_REC && b->tag == V_PURE_REC) return a;
    if (a->tag == V_PURE_REC) return b->tag == V_REC ? b : rec_of(c, b);
    if (b->tag == V_PURE_REC) return a->tag == V_REC ? a : rec_of(c, a);
    if (a->tag == V_REC || b->tag == V_REC)
        return rec_of(c, join(c, at, a->tag == V_REC ? a->a : a, b->tag == V_REC ? b->a : b, 1));
    return join(c, at, a, b, 0);
}

/* The type of an operand: under the empty stack and the empty R. */
static value *type_operand(reference *c, const form *f, env *e, const context *R) {
    return type_of(c, f, e, emptied(R), NULL);
}

static void type_condition(reference *c, const form *f, env *e, const context *R, value **out) {
    char s[8];
    value *v = type_operand(c, f, e, R);
    if (v->tag != V_DATA || v->s.kind != BOOL || !is_scalar(v->s))
        fail(c, f->at, "condition-type", "a condition is a bool, not %s", describe(v, s));
    *out = v;
}

/* t-if, with the condition under the empty stack and R. */
static value *type_if(reference *c, const form *list, const form *f, env *e, const context *R,
                      const args *A) {
    const args *chosen = mark_chosen(c, A);
    value *condition, *a, *b;
    type_condition(c, f, e, R, &condition);
    a = type_of(c, f->next, e, R, chosen);
    b = type_of(c, f->next->next, e, R, chosen);
    return rec_match(c, list->at, a, b);
}

static int is_known_true(reference *c, const form *f, env *e, const context *R) {
    value *condition;
    type_condition(c, f, e, R, &condition);
    if (!condition->d)
        fail(c, f->at, "not-constant", "this must be known when the program is compiled");
    return condition->d->v[0].f != 0;
}

static value *type_static_if(reference *c, const form *f, env *e, const context *R, const args *A) {
    return type_of(c, is_known_true(c, f, e, R) ? f->next : f->next->next, e, R, A);
}

/* t-let: the bindings are substituted, all at once or one after the other. */
static env *let_env(reference *c, const form *list, env *e, int sequential) {
    const form *b;
    env *inner = e;
    check_bindings(c, list, !sequential);
    for (b = list->first; b; b = b->next) {
        const form *type, *name = bound_name(c, b->first, &type);
        inner = bind(c, name->name, suspend(c, b->first->next, sequential ? inner : e), type,
                     inner);
    }
    return inner;
}

/* Binds parameters to operands; counts must agree. */
static env *bind_operands(reference *c, const form *parameters, const form *list, env *closure,
                          env *e) {
    int n = check_parameters(c, parameters), given = count_forms(list->first->next);
    const form *p, *x = list->first->next;
    if (n != given)
        fail(c, list->at, "argument-count", "this takes %d operands but is given %d", n, given);
    for (p = parameters->first; p; p = p->next, x = x->next) {
        const form *type, *name = bound_name(c, p, &type);
        closure = bind(c, name->name, suspend(c, x, e), type, closure);
    }
    return closure;
}

static void enter_call(reference *c, place at) {
    if (++c->depth_of_calls > MAX_CALL_DEPTH)
        fail(c, at, "depth", "calls are nested deeper than %d", MAX_CALL_DEPTH);
    if (++c->calls > MAX_CALLS) fail(c, at, "calls", "more than %d calls are expanded", MAX_CALLS);
}

/* t-func: the tuple on top of A is substituted for the parameters; R and the rest of A stay. */
static value *type_func(reference *c, const value *fn, const context *R, const args *A) {
    env *inner = bind_operands(c, fn->operands, A->list, fn->e, A->e);
    value *v;
    enter_call(c, A->list->at);
    v = type_of(c, fn->operands->next, inner, R, A->up);
    c->depth_of_calls--;
    return v;
}

/* t-rec-func: initial arguments under the empty R (not under R, as the paper has it); the body
   under their types and the empty stack is Rec tau, the whole is tau. */
static value *type_rec_func(reference *c, const value *fn, const context *R, const args *A) {
    const form *p, *x;
    env *inner;
    context own;
    value *v;
    int grown, rounds = 0;
    place at = fn->fn->at;
    own.count = check_parameters(c, fn->operands);
    if (own.count == 0) fail(c, at, "rec-parameters", "a rec-func has at least one parameter");
    bind_operands(c, fn->operands, A->list, NULL, NULL);
    own.parameter = take(c, sizeof *own.parameter * (size_t)own.count);
    own.count = 0;
    for (x = A->list->first->next; x; x = x->next)
        own.parameter[own.count++] = opaque(c, type_operand(c, x, A->e, R));
    own.grown = &grown;
    do {
        int i = 0;
        inner = fn->e;
        for (p = fn->operands->first; p; p = p->next) {
            const form *type, *name = bound_name(c, p, &type);
            inner = bind(c, name->name, ready_thunk(c, own.parameter[i++]), type, inner);
        }
        grown = 0;
        enter_call(c, A->list->at);
        v = type_of(c, fn->operands->next, inner, &own, NULL);
        c->depth_of_calls--;
        if (++rounds > 16) fail(c, nowhere, "rec-function", "too many functions");
    } while (grown);
    if (v->tag == V_PURE_REC) fail(c, at, "rec-endless", "this rec-func has no way out");
    if (v->tag != V_REC) fail(c, at, "rec-missing", "this rec-func never uses rec");
    if (holds_function(v->a))
        fail(c, at, "rec-value", "the value of a rec-func cannot be a function");
    need_no_args(c, A->up, "the value of a rec-func");
    return opaque(c, v->a);
}

/* Rejects a closure whose names mean other functions, or values of other types, than those of one
   of the same form that was met before. */
static void need_same_names(reference *c, const form *f, const form *parameters, env *a, env *b,
                            place at) {
    const form *p, *type;
    for (; f; f = f->next) {
        env *x = f->kind == F_NAME ? find(a, f->name) : NULL,
            *y = f->kind == F_NAME ? find(b, f->name) : NULL;
        value *v, *w;
        for (p = parameters->first; p && x; p = p->next)
            if (bound_name(c, p, &type)->name == f->name) x = NULL;
        if (x && y && x != y) {
            v = type_thunk(c, x->bound, NULL, NULL);
            w = type_thunk(c, y->bound, NULL, NULL);
            v = adopted_whole(c, v, w, at);
            w = adopted_whole(c, w, v, at);
            if (agree(v, w) != 1) fail(c, at, "rec-function", "'%s' differs", f->name);
        }
        if (f->first) need_same_names(c, f->first, parameters, a, b, at);
    }
}

/* Is function v one of those that a is? */
static int is_one_of(reference *c, const value *a, const value *v, place at) {
    if (a->tag == V_COND) return is_one_of(c, a->a, v, at) || is_one_of(c, a->other, v, at);
    if (same_function(a, v)) return 1;
    if (a->tag != V_FUNC || v->tag != V_FUNC || a->operands != v->operands) return 0;
    {
        form body = *a->operands->next;
        body.next = NULL;
        need_same_names(c, &body, a->operands, a->e, v->e, at);
    }
    return 1;
}

/* A parameter p, to which a rec passes v: the functions in it may be those in v too. */
static value *merged(reference *c, const context *R, value *p, value *v, place at) {
    value *r;
    int i;
    if (is_function(v) && v->tag == V_COND)
        return merged(c, R, merged(c, R, p, v->a, at), v->other, at);
    if (is_function(v)) {
        if (v->tag == V_FORM) fail(c, at, "rec-function", "a special form is no choice");
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
            ready_thunk(c, merged(c, R, p->field[i]->ready, v->field[i]->ready, at));
    return r;
}

/* t-rec */
static value *type_rec(reference *c, const context *R, const args *A) {
    const form *x = A->list->first->next;
    int i, n = count_forms(x);
    if (!R) fail(c, A->list->at, "rec-outside", "'rec' outside of a rec-func");
    if (is_empty(R)) fail(c, A->list->at, "rec-not-tail", "'rec' is not in tail position");
    need_no_args(c, A->up, "a rec");
    if (n != R->count)
        fail(c, A->list->at, "rec-count", "'rec' passes %d, the rec-func takes %d", n, R->count);
    for (i = 0; i < n; i++, x = x->next) {
        char s[8], t[8];
        value *v = type_operand(c, x, A->e, R);
        int same = agree(R->parameter[i], adopted_whole(c, v, R->parameter[i], x->at));
        if (same == 0)
            fail(c, x->at, "rec-type", "'rec' passes %s for what began as %s", describe(v, s),
                 describe(R->parameter[i], t));
        if (same < 0) R->parameter[i] = merged(c, R, R->parameter[i], v, x->at);
    }
    return new_value(c, V_PURE_REC);
}

/* and, or: operands are no tail positions; bools, or bool vectors of one size. */
static value *type_logic(reference *c, int id, const form *f, env *e, const context *R,
                         const args *A) {
    data *d = new_data(c, make_shape(BOOL, 1, 1));
    value *r = number_value(c, d->s, d);
    const form *x;
    int known = 1;
    char s[8], t[8];
    d->v[0] = exact(id == FORM_AND ? 1.0f : 0.0f);
    need_no_args(c, A, "a bool");
    for (x = f; x; x = x->next) {
        value *v = type_operand(c, x, e, R);
        if (v->tag != V_DATA || v->s.kind != BOOL)
            fail(c, x->at, "condition-type", "a condition is a bool, not %s", describe(v, s));
        if (x != f && !same_shape(v->s, r->s))
            fail(c, x->at, "operand-mismatch", "operands have one type, not %s and %s",
                 shape_name(r->s, s), shape_name(v->s, t));
        r->s = v->s;
        known &= v->d && is_scalar(v->s);
        if (known && (v->d->v[0].f != 0) != (id == FORM_AND)) d->v[0] = v->d->v[0];
    }
    if (!known) r->d = NULL;
    return r;
}

static structure *find_structure(const reference *c, const char *name) {
    global *g = find_global(c, name);
    return g && g->given && g->given->tag == V_MAKE && !g->given->def->of ? g->given->def : NULL;
}

static variant *find_variant(const reference *c, const char *name) {
    global *g = find_global(c, name);
    return g && g->given && g->given->tag == V_TYPE ? g->given->def->of : NULL;
}

/* --- arrays: structures whose fields are the elements */

static int is_array(const value *v) {
    return v->tag == V_STRUCT && v->def->is_array;
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

/* Is it no number that is written, nor the name of one? */
static int is_computed(reference *c, const form *n) {
    int i;
    for (i = 0; i < 64 && n->kind == F_NAME; i++) {
        const global *g = find_global(c, n->name);
        if (!g || !g->definition) break;
        n = g->definition->f;
    }
    return n->kind == F_NAME || n->kind == F_LIST || (n->kind == F_DOT && n->first);
}

/* The whole number that is written, or computed from literals outside of all bindings; -1: it is
   none. */
static int64_t known_whole(reference *c, const form *n) {
    value *v;
    if (n->kind == F_NUMBER) return n->id == NUM ? -1 : n->integer;
    if (!is_computed(c, n) && n->kind != F_NAME) return -1;
    v = type_of(c, n, NULL, NULL, NULL);
    if (v->tag != V_DATA || !v->d || !is_scalar(v->s)) return -1;
    if (v->s.kind == LIT) return settled(c, v->d->v[0], UINT, n->at).i;
    return is_integer(v->s) ? v->d->v[0].i : -1;
}

/* The length in (array type length). */
static int array_length(reference *c, const form *type) {
    int64_t length;
    const form *n = count_forms(type->first) == 3 ? type->first->next->next : NULL;
    if (!n || type->first->kind != F_NAME || strcmp(type->first->name, "array") != 0)
        fail(c, type->at, "no-such-type", "this is no type");
    length = known_whole(c, n);
    if (length < 1 || length > 65532) fail(c, n->at, "array-count", "the length is wrong");
    return (int)length;
}

/* A value of which nothing is known but the type that is written, for the variant `whole` that
   holds it, `deep` types further in. */
static value *declared(reference *c, const form *type, const variant *whole, int deep) {
    shape s;
    structure *def;
    variant *of;
    value *v;
    int i, k;
    if (type->kind == F_LIST) {
        v = array_value(c, array_length(c, type));
        for (i = 0; i < v->count; i++)
            v->field[i] = ready_thunk(c, declared(c, type->first->next, whole, deep + 1));
        return v;
    }
    if (type->kind != F_NAME) fail(c, type->at, "no-such-type", "this is no type");
    def = find_structure(c, type->name);
    of = find_variant(c, type->name);
    if (deep > 50) fail(c, nowhere, "contains-itself", "'%s' holds itself", type->name);
    if (of) {
        for (i = 0; i < of->count; i++)
            for (k = 0; k < of->made[i].count; k++)
                declared(c, of->made[i].type[k], whole, deep + 1);
        v = new_value(c, V_VARIANT);
        v->def = of->made;
        return v;
    }
    if (def) {
        v = structure_value(c, def);
        for (i = 0; i < def->count; i++) {
            if (!def->type[i])
                fail(c, nowhere, "untyped-field", "'%s' is in '%s'", def->name, whole->name);
            v->field[i] = ready_thunk(c, declared(c, def->type[i], whole, deep + 1));
        }
        return v;
    }
    if (!parse_shape(type->name, &s))
        fail(c, type->at, "no-such-type", "'%s' is no type", type->name);
    return typed(c, s);
}

/* v with the type that is written, which a literal takes; rejects it if it has another. */
static value *need_type(reference *c, const form *type, value *v, place at) {
    shape s = make_shape(NUM, 1, 1);
    structure *def;
    variant *of;
    char t[8];
    if (type->kind == F_LIST) {
        int i, n = array_length(c, type);
        value *r = array_value(c, n);
        if (!is_array(v) || v->count != n) fail(c, at, "annotation", "this is no such array");
        for (i = 0; i < n; i++)
            r->field[i] =
                ready_thunk(c, need_type(c, type->first->next, v->field[i]->ready, at));
        return r;
    }
    if (type->kind != F_NAME) fail(c, type->at, "no-such-type", "this is no type");
    def = find_structure(c, type->name);
    of = find_variant(c, type->name);
    if (!def && !of && !parse_shape(type->name, &s))
        fail(c, type->at, "no-such-type", "'%s' is no type", type->name);
    if (!def && !of) v = adopted(c, v, is_scalar(s) ? typed(c, s) : NULL, at);
    if (of   ? v->tag != V_VARIANT || v->def->of != of
        : def ? v->tag != V_STRUCT || v->def != def : v->tag != V_DATA || !same_shape(v->s, s))
        fail(c, at, "annotation", "this is %s, not %s", describe(v, t), type->name);
    return v;
}

static value *type_swizzle(reference *c, const value *v, const char *name, place at) {
    int index[4], n = 0;
    shape part = make_shape(NUM, 1, 1);
    char s[8];
    if (v->tag == V_STRUCT) {
        int i = field_index(v->def, name);
        if (i < 0) fail(c, at, "no-field", "%s has no field '%s'", v->def->name, name);
        return v->field[i]->ready;
    }
    v = adopted(c, (value *)(uintptr_t)v, NULL, at);
    if (v->tag == V_DATA) n = part_named(v->s, name, index, &part);
    if (v->tag != V_DATA || (!n && is_matrix(v->s)))
        fail(c, at, "no-field", "%s has no field '%s'", describe(v, s), name);
    if (!n) fail(c, at, "swizzle", "'%s' is no swizzle of %s", name, shape_name(v->s, s));
    return swizzled(c, v, index, part);
}

/* Fields of a struct, or components of a vector. */
static value *type_with(reference *c, const form *f, env *e, const context *R, const args *A) {
    value *v = adopted(c, type_operand(c, f, e, R), NULL, f->at), *r = v;
    const form *u, *w;
    char s[8];
    int index[4], n;
    for (u = f->next; u; u = u->next) {
        value *x;
        if (u->kind != F_LIST || count_forms(u->first) != 2)
            fail(c, u->at, "syntax", "expected (field value)");
        bound_name(c, u->first, NULL);
        for (w = f->next; w != u; w = w->next)
            if (w->first->name == u->first->name)
                fail(c, u->first->at, "duplicate", "'%s' is there twice", u->first->name);
        x = type_operand(c, u->first->next, e, R);
        if (v->tag == V_STRUCT) {
            value *next = structure_value(c, v->def);
            int i = field_index(v->def, u->first->name);
            if (i < 0)
                fail(c, u->first->at, "no-field", "%s has no field '%s'", v->def->name,
                     u->first->name);
            if (v->def->type[i]) x = need_type(c, v->def->type[i], x, u->first->next->at);
            memcpy(next->field, r->field, sizeof *r->field * (size_t)r->count);
            next->field[i] = ready_thunk(c, x);
            r = next;
        } else {
            value *old = type_swizzle(c, v, u->first->name, u->first->at);
            x = adopted(c, x, old, u->first->next->at);
            n = part_named(v->s, u->first->name, index, &old->s);
            if (is_repeated(index, n))
                fail(c, u->first->at, "swizzle", "'%s' has a component twice", u->first->name);
            if (x->tag != V_DATA || !same_shape(x->s, old->s))
                fail(c, u->first->next->at, "operand-type", "this part is not %s", describe(x, s));
            r = typed(c, v->s);
        }
    }
    return type_value(c, r, R, A, f->at);
}

static value *type_the(reference *c, const form *f, env *e, const context *R, const args *A) {
    value *v = type_operand(c, f->next, e, R);
    v = need_type(c, f, v, f->next->at);
    return type_value(c, v, R, A, f->at);
}

/* --- case. Whether the clauses cover everything is tried out on SKETCHES: values of which only
   that is known which some pattern has asked for. */

typedef struct sketch {
    structure *def; /* the constructor, NULL: not known yet */
    struct sketch *field;
} sketch;

static void fill_sketch(reference *c, sketch *k, structure *def) {
    k->def = def;
    k->field = take(c, sizeof *k->field * (size_t)(def->count + 1));
}

static int is_wild(const form *p) {
    return p->kind == F_NAME && strcmp(p->name, "_") == 0;
}

static int is_else(const form *p) {
    return p->kind == F_NAME && strcmp(p->name, "else") == 0;
}

/* The constructor that pattern p begins with, among those that make v. */
static structure *pattern_maker(reference *c, const form *p, const value *v) {
    const form *name;
    char s[8];
    int i;
    if ((v->tag != V_VARIANT && v->tag != V_STRUCT) || is_array(v))
        fail(c, p->at, "case-value", "%s cannot be taken apart", describe(v, s));
    if (!p->first) fail(c, p->at, "empty-list", "an empty list means nothing");
    name = bound_name(c, p->first, NULL);
    if (v->tag == V_STRUCT && v->def->name == name->name) return v->def;
    for (i = 0; v->tag == V_VARIANT && i < v->def->of->count; i++)
        if (v->def->of->made[i].name == name->name) return &v->def->of->made[i];
    fail(c, name->at, "no-constructor", "'%s' makes no %s", name->name, describe(v, s));
    return NULL;
}

/* Binds the names of pattern p to the parts of a value of v's type; `outer` is where the clause
   begins. */
static env *type_pattern(reference *c, const form *p, value *v, env *e, const env *outer) {
    structure *def = pattern_maker(c, p, v);
    const form *x = p->first->next;
    int i;
    if (count_forms(x) != def->count)
        fail(c, p->at, "argument-count", "'%s' takes %d", def->name, def->count);
    for (i = 0; x; x = x->next, i++) {
        value *part = v->tag == V_STRUCT ? v->field[i]->ready
                                         : declared(c, def->type[i], v->def->of, 0);
        const env *o;
        if (x->kind == F_LIST) {
            e = type_pattern(c, x, part, e, outer);
            continue;
        }
        bound_name(c, x, NULL);
        if (is_wild(x)) continue;
        for (o = e; o != outer; o = o->up)
            if (o->name == x->name) fail(c, x->at, "duplicate", "'%s' is there twice", x->name);
        e = bind(c, x->name, ready_thunk(c, part), NULL, e);
    }
    return e;
}

/* 1 if the value that is sketched matches p, 0 if not, or if it depends on a variant of which
   nothing is known yet: that is *ask then, made by constructors of *maker's variant. */
static int sketch_matches(reference *c, const form *p, value *v, sketch *k, sketch **ask,
                          structure **maker) {
    structure *def;
    const form *x;
    int i;
    if (p->kind != F_LIST) return 1;
    def = pattern_maker(c, p, v);
    if (v->tag == V_STRUCT && !k->def) fill_sketch(c, k, def);
    if (!k->def) {
        *ask = k;
        *maker = def;
        return 0;
    }
    if (k->def != def) return 0;
    for (i = 0, x = p->first->next; x; x = x->next, i++)
        if (!sketch_matches(c, x,
                            v->tag == V_STRUCT ? v->field[i]->ready
                                               : declared(c, def->type[i], v->def->of, 0),
                            &k->field[i], ask, maker))
            return 0;
    return 1;
}

/* Marks the clauses that the values sketched by *k reach; 0 if some value reaches none. */
static int try_clauses(reference *c, const form *first, value *v, sketch *root, char *reached) {
    const form *clause;
    int i = 0, n, all = 1;
    for (clause = first; clause; clause = clause->next, i++) {
        sketch *ask = NULL;
        structure *maker = NULL;
        if (is_else(clause->first) || sketch_matches(c, clause->first, v, root, &ask, &maker)) {
            reached[i] = 1;
            return 1;
        }
        if (!ask) continue;
        for (n = 0; n < maker->of->count; n++) {
            fill_sketch(c, ask, &maker->of->made[n]);
            all &= try_clauses(c, first, v, root, reached);
        }
        ask->def = NULL;
        return all;
    }
    return 0;
}

static value *type_case(reference *c, const form *list, const form *f, env *e, const context *R,
                        const args *A) {
    const args *chosen = mark_chosen(c, A);
    value *v = type_operand(c, f, e, R), *r = NULL;
    const form *clause;
    sketch root = {NULL, NULL};
    char s[8], *reached = take(c, (size_t)count_forms(f));
    int i = 0, all;
    if ((v->tag != V_VARIANT && v->tag != V_STRUCT) || is_array(v)) {
        if (is_function(v) || v->tag == V_DATA || is_array(v))
            fail(c, f->at, "case-value", "%s cannot be taken apart", describe(v, s));
        fail(c, f->at, "rec-not-tail", "'rec' is not in tail position");
    }
    for (clause = f->next; clause; clause = clause->next) {
        const form *p = clause->kind == F_LIST ? clause->first : NULL;
        if (!p || count_forms(p) != 2 || (is_else(p) ? clause->next != NULL : p->kind != F_LIST))
            fail(c, p ? clause->at : list->at, "syntax", "expected (pattern value)");
        if (!is_else(p)) type_pattern(c, p, v, NULL, NULL);
    }
    all = try_clauses(c, f->next, v, &root, reached);
    for (clause = f->next; clause; clause = clause->next, i++)
        if (!reached[i])
            fail(c, clause->first->at, "case-unreached", "nothing is left for this clause");
    if (!all) fail(c, list->at, "case-missing", "some value has no clause");
    for (clause = f->next; clause; clause = clause->next) {
        const form *p = clause->first;
        value *arm = type_of(c, p->next, is_else(p) ? e : type_pattern(c, p, v, e, e), R, chosen);
        r = r ? rec_match(c, list->at, r, arm) : arm;
    }
    return r;
}

/* --- switch */

static const form *last_form(const form *f) {
    while (f->next) f = f->next;
    return f;
}

static value *need_whole(reference *c, value *v, const char *code, place at) {
    char s[8];
    if (v->tag != V_DATA || !is_scalar(v->s) || (v->s.kind != INT && v->s.kind != UINT))
        fail(c, at, code, "%s cannot be compared here", describe(v, s));
    return v;
}

/* The labels of a clause: of the type of v, known, and new among those of the clauses from `first`
   on. Is v one of them? -1: that is not known. */
static int type_labels(reference *c, const form *first, const form *clause, env *e,
                       const context *R, const value *v) {
    const form *label, *k, *l;
    int found = 0;
    for (label = clause->first; label->next; label = label->next) {
        value *x = adopted(c, type_operand(c, label, e, R), v, label->at), *y;
        need_whole(c, x, "operand-mismatch", label->at);
        if (x->s.kind != v->s.kind)
            fail(c, label->at, "operand-mismatch", "a label has another type than the value");
        if (!x->d) fail(c, label->at, "not-constant", "a label must be known");
        for (k = first; k != clause->next; k = k->next) {
            for (l = k->first; l->next && l != label; l = l->next) {
                y = adopted(c, type_operand(c, l, e, R), v, l->at);
                if (y->d->v[0].i == x->d->v[0].i)
                    fail(c, label->at, "duplicate", "this label is there twice");
            }
        }
        if (v->d && v->d->v[0].i == x->d->v[0].i) found = 1;
    }
    return v->d ? found : -1;
}

/* The clauses from `clause` on: each is an `if` whose second arm is the rest. */
static value *type_labelled(reference *c, const form *list, const form *first, const form *clause,
                            env *e, const context *R, const args *A, const value *v) {
    value *arm, *others;
    if (!clause->next) return type_of(c, clause->first->next, e, R, A);
    type_labels(c, first, clause, e, R, v);
    arm = type_of(c, last_form(clause->first), e, R, A);
    others = type_labelled(c, list, first, clause->next, e, R, A, v);
    return rec_match(c, list->at, arm, others);
}

static value *type_switch(reference *c, const form *list, const form *f, env *e, const context *R,
                          const args *A) {
    value *v = adopted(c, type_operand(c, f, e, R), typed(c, make_shape(INT, 1, 1)), f->at);
    const form *clause;
    need_whole(c, v, "operand-type", f->at);
    for (clause = f->next; clause; clause = clause->next) {
        const form *head = clause->kind == F_LIST ? clause->first : NULL;
        int n = head ? count_forms(head) : 0;
        if (n < 2 || is_else(head) != !clause->next || (is_else(head) && n > 2))
            fail(c, head ? clause->at : list->at, "syntax", "expected (label ... value)");
        if (head->kind == F_LIST && head->first && head->first->kind == F_NUMBER)
            fail(c, clause->at, "syntax", "expected (label ... value)");
    }
    if (f->next->next) A = mark_chosen(c, A);
    return type_labelled(c, list, f->next, f->next, e, R, A, v);
}

/* A special form takes the operands on top of A as they are written. */
static value *type_form(reference *c, int id, const context *R, const args *A) {
    form *list = A->list;
    const form *f = list->first->next;
    env *e = A->e;
    int n = count_forms(f);
    value *v;
    if (A->chosen && id != FORM_REC)
        fail(c, head_place(A), "form-chosen", "a special form is chosen at run time");
    if (n < core_forms[id].least || n > core_forms[id].most)
        fail(c, list->at, "syntax", "expected (... %s)", core_forms[id].syntax);
    A = A->up;
    switch (id) {
    case FORM_IF: return type_if(c, list, f, e, R, A);
    case FORM_STATIC_IF: return type_static_if(c, f, e, R, A);
    case FORM_CASE: return type_case(c, list, f, e, R, A);
    case FORM_SWITCH: return type_switch(c, list, f, e, R, A);
    case FORM_LET:
    case FORM_LET_STAR: return type_of(c, f->next, let_env(c, f, e, id == FORM_LET_STAR), R, A);
    case FORM_LOOP:
    case FORM_COND: return type_of(c, rewritten(c, id, list), e, R, A);
    case FORM_AND:
    case FORM_OR: return type_logic(c, id, f, e, R, A);
    case FORM_THE: return type_the(c, f, e, R, A);
    case FORM_WITH:
        if (has_path(f->next)) return type_of(c, rewritten(c, id, list), e, R, A);
        return type_with(c, f, e, R, A);
    default:
        if (f->kind != F_LIST)
            fail(c, list->at, "syntax", "expected (... %s)", core_forms[id].syntax);
        v = new_value(c, V_FUNC);
        v->id = id;
        v->fn = list;
        v->operands = f;
        v->e = e;
        return type_value(c, v, R, A, list->at);
    }
}

/* (f a b ...) as a form, in an environment that binds the names in it. */
typedef struct application {
    form *f;
    env *e;
} application;

static application apply_to(reference *c, place at, thunk *fn, int n, thunk **x) {
    application a;
    form **tail;
    int i;
    a.e = bind(c, " f", fn, NULL, NULL);
    a.f = new_form(c, F_LIST, at);
    a.f->first = new_form(c, F_NAME, at);
    a.f->first->name = a.e->name;
    tail = &a.f->first->next;
    for (i = 0; i < n; i++) {
        char text[16];
        snprintf(text, sizeof text, " %d", i);
        a.e = bind(c, intern(c, text, strlen(text)), x[i], NULL, a.e);
        *tail = new_form(c, F_NAME, at);
        (*tail)->name = a.e->name;
        tail = &(*tail)->next;
    }
    return a;
}

/* Operand x as it is typed, not evaluated yet. */
typedef struct array_call {
    reference *c;
    place at;
    const context *R;
    int n;
    const form *x[8]; /* the first operands */
    value *v[8];
} array_call;

static value *type_call(array_call *k, value *fn, int n, thunk **x) {
    application a = apply_to(k->c, k->at, ready_thunk(k->c, fn), n, x);
    return type_of(k->c, a.f, a.e, emptied(k->R), NULL);
}

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
    value *r = k->v[0]->field[0]->ready;
    int i;
    for (i = 1; i < k->v[0]->count; i++) {
        value *other = k->v[0]->field[i]->ready;
        if (holds_function(r) && agree(r, other) < 0)
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
        value *old = k->v[0]->field[i]->ready;
        if (at < 0) old = join(k->c, k->at, k->v[2], old, 0);
        r->field[i] = ready_thunk(k->c, i == at ? k->v[2] : old);
    }
    return r;
}

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
        thunk *x[8];
        for (j = 1; j < k->n; j++) x[j - 1] = k->v[j]->field[i];
        r->field[i] = ready_thunk(k->c, type_call(k, k->v[0], k->n - 1, x));
    }
    return r;
}

static value *type_array_of(array_call *k) {
    int64_t n = known_index(k, 0), i;
    value *r;
    if (n < 0) fail(k->c, k->x[0]->at, "not-constant", "the length is not known");
    if (n == INT64_MAX) fail(k->c, k->x[0]->at, "number-range", "the length is negative");
    if (n > 65532) fail(k->c, k->x[0]->at, "limit", "too many elements");
    r = array_value(k->c, (int)n);
    for (i = 0; i < n; i++) {
        data *d = new_data(k->c, make_shape(INT, 1, 1));
        thunk *x = ready_thunk(k->c, number_value(k->c, d->s, d));
        d->v[0] = whole(INT, i);
        r->field[i] = ready_thunk(k->c, type_call(k, k->v[1], 1, &x));
    }
    return r;
}

static value *type_fold(array_call *k) {
    thunk *x[2];
    int i;
    need_array(k, 2);
    x[0] = ready_thunk(k->c, k->v[1]);
    for (i = 0; i < k->v[2]->count; i++) {
        x[1] = k->v[2]->field[i];
        x[0] = ready_thunk(k->c, type_call(k, k->v[0], 2, x));
    }
    return x[0]->ready;
}

static value *type_scan(array_call *k) {
    value *r;
    thunk *x[2];
    int i;
    need_array(k, 2);
    r = array_value(k->c, k->v[2]->count);
    x[0] = ready_thunk(k->c, k->v[1]);
    for (i = 0; i < r->count; i++) {
        x[1] = k->v[2]->field[i];
        r->field[i] = x[0] = ready_thunk(k->c, type_call(k, k->v[0], 2, x));
    }
    return r;
}

static value *type_array(reference *c, const value *b, const context *R, const args *A,
                         array_call *k) {
    const form *x;
    value *r;
    int64_t at;
    if (b->b->rule == R_ARRAY) {
        r = array_value(c, count_forms(A->list->first->next));
        for (x = A->list->first->next, k->n = 0; x; x = x->next)
            r->field[k->n++] = ready_thunk(c, type_operand(c, x, A->e, R));
        return r;
    }
    switch (b->b->rule) {
    case R_ARRAY_OF: return type_array_of(k);
    case R_EACH: return type_map(k);
    case R_FOLD: return type_fold(k);
    case R_SCAN: return type_scan(k);
    case R_WITH_AT: return type_with_at(k);
    case R_ELEMENTS: {
        data *d = new_data(c, make_shape(INT, 1, 1));
        need_array(k, 0);
        d->v[0] = whole(INT, k->v[0]->count);
        return number_value(c, d->s, d);
    }
    default:
        at = element_index(k);
        return at < 0 ? any_element(k) : k->v[0]->field[at]->ready;
    }
}

/* Is the application one of a builtin for arrays? Then its operands are typed in *k. */
static int is_array_call(reference *c, const value *b, const context *R, const args *A,
                         array_call *k) {
    const form *x = A->list->first->next;
    int n = count_forms(x);
    if (b->b->rule < R_ARRAY && b->b->rule != R_AT) return 0;
    if (n < b->b->least || n > b->b->most)
        fail(c, A->list->at, "operand-count", "'%s' is given %d operands", b->name, n);
    memset(k, 0, sizeof *k);
    k->c = c, k->at = A->list->at, k->R = R;
    if (b->b->rule == R_ARRAY) return 1;
    if (n > 8) fail(c, A->list->at, "limit", "the reference has no room for so many operands");
    for (; x; x = x->next, k->n++) {
        k->x[k->n] = x;
        if (k->n == b->b->most - 1 && b->b->most > b->b->least && b->b->rule != R_EACH) {
            if (x->kind != F_KEY || strcmp(x->name, ":unchecked") != 0)
                fail(c, x->at, "option", "'%s' does not take this", b->name);
            break;
        }
        k->v[k->n] = type_operand(c, x, A->e, R);
    }
    return b->b->rule != R_AT || is_array(k->v[0]);
}

/* The builtin rule. The operands are on A, and typed under the empty stack and R. */
static value *type_builtin(reference *c, value *b, const context *R, const args *A) {
    const form *x;
    call k;
    const data **d;
    int i = 0, known = 1;
    value *v;
    char t[8];
    array_call array;
    if (is_array_call(c, b, R, A, &array))
        return type_value(c, type_array(c, b, R, A, &array), R, A->up, A->list->at);
    k.c = c, k.b = b->b, k.name = b->name, k.at = A->list->at;
    k.n = b->b->rule == R_AT ? 2 : count_forms(A->list->first->next);
    if (k.n < k.b->least || k.n > k.b->most)
        fail(c, k.at, "operand-count", "'%s' takes %d to %d operands but is given %d", b->name,
             k.b->least, k.b->most, k.n);
    k.where = take(c, sizeof *k.where * (size_t)(k.n + 1));
    k.s = take(c, sizeof *k.s * (size_t)(k.n + 1));
    d = take(c, sizeof *d * (size_t)(k.n + 1));
    for (x = A->list->first->next; i < k.n; x = x->next, i++) {
        v = b->b->rule == R_AT ? array.v[i] : type_operand(c, x, A->e, R);
        if (is_function(v)) fail(c, x->at, "not-value", "a function is not a value");
        if (v->tag != V_DATA)
            fail(c, x->at, "operand-type", "'%s' does not take %s", b->name, describe(v, t));
        k.where[i] = x->at;
        k.s[i] = v->s;
        d[i] = v->d;
        known &= v->d != NULL;
    }
    settle_operands(&k, d);
    v = typed(c, result_shape(&k));
    if (k.b->rule == R_AT) {
        int n = is_matrix(k.s[0]) ? k.s[0].cols : k.s[0].rows;
        if (!d[1] && !is_integer(k.s[1]))
            fail(c, k.where[1], "operand-type", "an index is known, or an int or uint");
        if (d[1]
            && (d[1]->v[0].f != floorf(d[1]->v[0].f) || d[1]->v[0].f < 0
                || d[1]->v[0].f >= (float)n))
            fail(c, k.where[1], "index-range", "index out of range: %d parts", n);
    }
    if (k.b->rule == R_PAIR)
        return type_value(c, pair_value(c, k.b->id, v->s, k.n, NULL), R, A->up, k.at);
    if (known && folds(&k)) v->d = folded(c, &k, d, v->s);
    if (gives_literal(&k, v->d)) v = number_value(c, make_shape(LIT, 1, 1), literal_of(&k, v->d));
    for (i = 0; v->d && i < parts(v->s); i++)
        if (is_integer(v->s) && v->d->v[i].error > 0) v->d = NULL;
    need_no_args(c, A->up, "the value of a builtin");
    return v;
}

/* A constructor: its operands are typed, and are the fields. */
static value *type_make(reference *c, structure *def, const context *R, const args *A) {
    value *v = structure_value(c, def), *made;
    const form *x = A->list->first->next;
    int i, n = count_forms(x);
    if (n != def->count)
        fail(c, A->list->at, "argument-count", "'%s' takes %d but is given %d", def->name,
             def->count, n);
    for (i = 0; i < n; i++, x = x->next) {
        value *field = type_operand(c, x, A->e, R);
        if (def->type[i]) field = need_type(c, def->type[i], field, x->at);
        v->field[i] = ready_thunk(c, field);
    }
    if (def->of) {
        form name;
        memset(&name, 0, sizeof name);
        name.kind = F_NAME;
        name.name = def->of->name;
        made = declared(c, &name, def->of, 0);
        return type_value(c, made, R, A->up, A->list->at);
    }
    return type_value(c, v, R, A->up, A->list->at);
}

/* (.xy e), (ray-dir r) */
static value *type_accessor(reference *c, const value *a, const context *R, const args *A) {
    const form *x = A->list->first->next;
    const char *name = a->tag == V_DOT ? a->name : a->def->field[a->id];
    char s[8];
    value *v;
    if (count_forms(x) != 1) fail(c, A->list->at, "argument-count", "'%s' takes 1 operand", name);
    v = type_operand(c, x, A->e, R);
    if (a->tag == V_FIELD && (v->tag != V_STRUCT || v->def != a->def))
        fail(c, x->at, "operand-type", "this takes %s, not %s", a->def->name, describe(v, s));
    return type_value(c, type_swizzle(c, v, name, a->tag == V_DOT ? A->list->first->at : x->at), R,
                      A->up, x->at);
}

/* A value under A. `at` is where it stands, for messages. */
static value *type_value(reference *c, value *v, const context *R, const args *A, place at) {
    value *a, *b;
    if (!A) return v;
    switch (v->tag) {
    case V_FUNC: return v->id == FORM_FUNC ? type_func(c, v, R, A) : type_rec_func(c, v, R, A);
    case V_BUILTIN: return type_builtin(c, v, R, A);
    case V_FORM: return v->id == FORM_REC ? type_rec(c, R, A) : type_form(c, v->id, R, A);
    case V_MAKE: return type_make(c, v->def, R, A);
    case V_DOT:
    case V_FIELD: return type_accessor(c, v, R, A);
    case V_COND:
        A = mark_chosen(c, A);
        a = type_value(c, v->a, R, A, at);
        b = type_value(c, v->other, R, A, at);
        return rec_match(c, A->list->at, a, b);
    default: need_no_args(c, A, "this"); return v;
    }
}

/* What a thunk stands for, under R and A where it is used. Kept under the empty stack if no rec is
   in it. */
static value *type_thunk(reference *c, thunk *t, const context *R, const args *A) {
    value *v;
    if (t->ready) return type_value(c, t->ready, R, A, A ? head_place(A) : nowhere);
    if (!A && t->memo[0]) return t->memo[0];
    v = type_of(c, t->f, t->e, R, A);
    if (!A && v->tag != V_REC && v->tag != V_PURE_REC) t->memo[0] = v;
    return v;
}

/* 1 if A is `old` with more on top: nothing of old has been used. Operands begin with an empty
   stack, so the empty stack is below everything. */
static int is_above(reference *c, const args *A, const args *old) {
    for (; A && A != old; A = A->up) c->steps++;
    return A == old;
}

/* A definition. One that needs itself before it has used an argument has no value. */
static value *type_global(reference *c, global *g, const form *f, const context *R, const args *A) {
    busy own, *b;
    value *v;
    if (g->given) return type_value(c, g->given, R, A, f->at);
    if (g->push && c->early)
        fail(c, f->at, "not-constant", "'%s' is not known when the program is compiled", g->name);
    if (g->push) return type_value(c, typed(c, g->push->s), R, A, f->at);
    for (b = g->busy; b; b = b->next)
        if (is_above(c, A, b->A))
            fail(c, g->at, "cycle", "the value of '%s' depends on itself", g->name);
    own.next = g->busy;
    own.A = A;
    g->busy = &own;
    v = type_thunk(c, g->definition, R, A);
    g->busy = own.next;
    return v;
}

static value *type_name(reference *c, const form *f, env *e, const context *R, const args *A) {
    env *b = find(e, f->name);
    global *g;
    value *v;
    if (b && b->type) {
        v = type_thunk(c, b->bound, emptied(R), NULL);
        v = need_type(c, b->type, v, f->at);
        return type_value(c, v, R, A, f->at);
    }
    if (b) return type_thunk(c, b->bound, R, A);
    g = find_global(c, f->name);
    if (g) return type_global(c, g, f, R, A);
    v = predefined(c, f->name);
    if (!v && (is_among(top_words, f->name) || is_among(left_out, f->name)))
        fail(c, f->at, "misplaced", "'%s' cannot stand here", f->name);
    if (!v) fail(c, f->at, "unknown-name", "'%s' is not defined", f->name);
    return type_value(c, v, R, A, f->at);
}

static value *type_dot(reference *c, const form *f, env *e, const context *R, const args *A) {
    value *v;
    if (!f->first) {
        v = new_value(c, V_DOT);
        v->name = f->name;
        return type_value(c, v, R, A, f->at);
    }
    v = type_operand(c, f->first, e, R);
    return type_value(c, type_swizzle(c, v, f->name, f->at), R, A, f->at);
}

/* Keeps the type of an application, for the literals that the evaluator finds there. */
static void note_type(form *f, const value *v) {
    if (v->tag != V_DATA && v->tag != V_STRUCT) return;
    if (f->type && agree(f->type, v) != 1) f->several = 1;
    f->type = v;
}

static value *type_of(reference *c, const form *f, env *e, const context *R, const args *A) {
    value *v;
    args *own;
    step(c, f->at);
    switch (f->kind) {
    case F_NUMBER:
    case F_TRUE:
    case F_FALSE: /* t-num, t-true, t-false */ return type_value(c, literal(c, f), R, A, f->at);
    case F_NAME: return type_name(c, f, e, R, A);
    case F_DOT: return type_dot(c, f, e, R, A);
    case F_LIST: /* t-app */
        if (!f->first) fail(c, f->at, "empty-list", "an empty list means nothing");
        own = take(c, sizeof *own);
        own->list = (form *)f;
        own->e = e;
        own->up = (args *)A;
        v = type_of(c, f->first, e, R, own);
        if (!A) note_type((form *)f, v);
        return v;
    case F_CORE:
        v = new_value(c, V_FORM);
        v->id = f->id;
        return type_value(c, v, R, A, f->at);
    default: fail(c, f->at, "misplaced", "'%s' cannot stand here", f->name); return NULL;
    }
}

/* -------------------------------------------------------------------------------------------------
   evaluator: by name, with memoised thunks, on typed programs only. A `rec` gives a REC value,
   which tail positions hand up to the rec-func whose body is being evaluated. */

static value *evaluate(reference *c, const form *f, env *e);
static value *force(reference *c, thunk *t);

/* `from` with literals as its place asks. */
static thunk *retyped(reference *c, thunk *from, const value *as, thunk *like) {
    thunk *t = take(c, sizeof *t);
    t->from = from;
    t->as = as;
    t->like = like;
    return t;
}

static int holds_literal(const value *v) {
    int i, found = v->tag == V_DATA && v->s.kind == LIT;
    for (i = 0; v->tag == V_STRUCT && i < v->count; i++) {
        const thunk *t = v->field[i];
        const form *f = t->f;
        if (t->ready)
            found |= holds_literal(t->ready);
        else if (t->from)
            found |= t->as && holds_literal(t->as);
        else
            found |= f->kind != F_NUMBER || f->id == LIT;
    }
    return found;
}

/* v with its literals as nums, or as the type `as` or the value of `like` say. */
static value *take_type(reference *c, value *v, const value *as, thunk *like) {
    value *r;
    int i;
    if (!holds_literal(v)) return v;
    if (!as && like) as = force(c, like);
    if (as && as->tag == V_DATA && as->s.kind == LIT) return v;
    if (v->tag == V_DATA) return adopted(c, v, as, nowhere);
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++) {
        int same = as && as->tag == V_STRUCT && as->count == v->count;
        r->field[i] = same && as->field[i]->ready
                          ? retyped(c, v->field[i], as->field[i]->ready, NULL)
                          : retyped(c, v->field[i], NULL, same ? as->field[i] : NULL);
    }
    return r;
}

/* The type that is written, as far as a literal may take it. */
static const value *written_type(reference *c, const form *type) {
    shape s;
    return type && type->kind == F_NAME && parse_shape(type->name, &s) ? typed(c, s) : NULL;
}

static thunk *suspend_typed(reference *c, const form *f, env *e, const form *type) {
    const value *as = written_type(c, type);
    thunk *t = suspend(c, f, e);
    return as ? retyped(c, t, as, NULL) : t;
}

static value *force(reference *c, thunk *t) {
    value *v;
    if (t->ready) return t->ready;
    if (t->memo[c->lane]) return t->memo[c->lane];
    if (t->from)
        v = take_type(c, force(c, t->from), t->as, t->like);
    else
        v = evaluate(c, t->f, t->e);
    if (v->tag != V_REC) t->memo[c->lane] = v;
    return v;
}

static int is_true(reference *c, const form *f, env *e) {
    const scalar *s = &evaluate(c, f, e)->d->v[0];
    if (s->error > 0) c->uncertain = 1;
    return s->f != 0;
}

static env *bind_suspended(reference *c, const form *parameters, const form *x, env *closure,
                           env *e) {
    const form *p;
    for (p = parameters->first; p; p = p->next, x = x->next) {
        const form *type, *name = bound_name(c, p, &type);
        closure = bind(c, name->name, suspend_typed(c, x, e, type), NULL, closure);
    }
    return closure;
}

/* The run cannot be completed, see reference_max_iterations. */
static void give_up(reference *c, place at) {
    c->steps = c->step_limit;
    step(c, at);
}

/* Did a choice come to v, a rec, although its loop has no turns left? Then its other arms count. */
static int is_refused(const reference *c, const value *v) {
    return c->spent && v->tag == V_REC;
}

/* Body, again and again while it ends in `rec`; once max_turns of them are spent, choices take an
   arm that does not, which they do as long as there is one. */
static value *run_rec_func(reference *c, const value *fn, const form *operands, env *e) {
    env *inner = fn->e;
    const form *p, *x, *type;
    thunk **start = take(c, sizeof *start * (size_t)(count_forms(operands) + 1));
    unsigned long turns = 0;
    int i = 0;
    for (p = fn->operands->first, x = operands; p; p = p->next, x = x->next, i++) {
        start[i] = retyped(c, suspend(c, x, e), NULL, NULL);
        inner = bind(c, bound_name(c, p, &type)->name, start[i], NULL, inner);
    }
    for (;; turns++) {
        int outer = c->spent;
        value *v;
        c->spent = c->max_turns && turns == c->max_turns;
        v = evaluate(c, fn->operands->next, inner);
        if (is_refused(c, v)) give_up(c, nowhere);
        c->spent = outer;
        if (v->tag != V_REC) return v;
        inner = fn->e;
        for (p = fn->operands->first, i = 0; p; p = p->next, i++)
            inner = bind(c, bound_name(c, p, &type)->name,
                         retyped(c, v->field[i], NULL, start[i]), NULL, inner);
    }
}

static value *next_arguments(reference *c, const form *x, env *e) {
    value *v = new_value(c, V_REC);
    v->field = take(c, sizeof *v->field * (size_t)(count_forms(x) + 1));
    for (; x; x = x->next) v->field[v->count++] = suspend(c, x, e);
    return v;
}

/* and, or: (if a b false), (if a true b); per component on bool vectors. */
static value *run_logic(reference *c, int id, const form *x, env *e) {
    data *d = new_data(c, make_shape(BOOL, 1, 1));
    float unit = id == FORM_AND ? 1.0f : 0.0f;
    int i, first = 1;
    d->v[0] = exact(unit);
    for (; x; x = x->next, first = 0) {
        const data *v = evaluate(c, x, e)->d;
        data *r = new_data(c, v->s);
        for (i = 0; i < parts(v->s); i++) {
            r->v[i] = first || d->v[i].f == unit ? v->v[i] : d->v[i];
            if (!first && d->v[i].error > 0) r->v[i].error = 1;
        }
        d = r;
        if (is_scalar(d->s) && d->v[0].f != unit) break;
    }
    return number_value(c, d->s, d);
}

static value *run_field(reference *c, value *v, const char *name) {
    int index[4];
    shape part;
    if (v->tag == V_STRUCT) return force(c, v->field[field_index(v->def, name)]);
    v = adopted(c, v, NULL, nowhere);
    part_named(v->s, name, index, &part);
    return swizzled(c, v, index, part);
}

static value *run_with(reference *c, const form *f, env *e) {
    value *v = adopted(c, evaluate(c, f, e), NULL, f->at), *r = new_value(c, V_STRUCT);
    const form *u;
    *r = *v;
    if (v->tag == V_STRUCT) {
        r->field = take(c, sizeof *r->field * (size_t)r->count);
        memcpy(r->field, v->field, sizeof *r->field * (size_t)r->count);
        for (u = f->next; u; u = u->next) {
            int i = field_index(r->def, u->first->name);
            r->field[i] = suspend_typed(c, u->first->next, e, r->def->type[i]);
        }
        return r;
    }
    for (u = f->next; u; u = u->next) {
        const data *x = adopted(c, evaluate(c, u->first->next, e), v, nowhere)->d;
        data *d = new_data(c, r->s);
        shape part;
        int index[4], i, n = part_named(r->s, u->first->name, index, &part);
        memcpy(d->v, r->d->v, sizeof(scalar) * (size_t)parts(r->s));
        for (i = 0; i < n; i++) d->v[index[i]] = x->v[i];
        r->d = d;
    }
    return r;
}

static value *run_let(reference *c, const form *f, env *e, int sequential) {
    const form *b;
    env *inner = e;
    for (b = f->first; b; b = b->next) {
        const form *type, *name = bound_name(c, b->first, &type);
        thunk *t = suspend_typed(c, b->first->next, sequential ? inner : e, type);
        inner = bind(c, name->name, t, NULL, inner);
    }
    return evaluate(c, f->next, inner);
}

/* The arm that the condition chooses. A literal in it takes the type of the other arm: what the
   typer found, or if that differs from use to use, what the other arm gives. */
static value *run_if(reference *c, int id, const form *list, const form *f, env *e) {
    int truth = is_true(c, f, e);
    value *v = evaluate(c, truth ? f->next : f->next->next, e), *other;
    if (id == FORM_IF && is_refused(c, v)) {
        other = evaluate(c, truth ? f->next->next : f->next, e);
        if (other->tag != V_REC) v = other, truth = !truth;
    }
    if (id == FORM_IF && list->several && v->tag == V_DATA && v->s.kind == LIT)
        v = adopted(c, v, evaluate(c, truth ? f->next->next : f->next, e), nowhere);
    return v;
}

/* The environment in which a clause is evaluated, if v matches its pattern. */
static int run_pattern(reference *c, const form *p, value *v, env **e) {
    const form *x;
    int i = 0;
    if (v->def->name != p->first->name) return 0;
    for (x = p->first->next; x; x = x->next, i++) {
        if (x->kind == F_LIST) {
            if (!run_pattern(c, x, force(c, v->field[i]), e)) return 0;
        } else if (!is_wild(x)) {
            *e = bind(c, x->name, v->field[i], NULL, *e);
        }
    }
    return 1;
}

static value *evaluate_case(reference *c, const form *f, env *e) {
    value *v = evaluate(c, f, e);
    const form *clause = f->next;
    env *inner;
    for (;; clause = clause->next) {
        inner = e;
        if (is_else(clause->first) || run_pattern(c, clause->first, v, &inner))
            break;
    }
    v = evaluate(c, clause->first->next, inner);
    if (is_refused(c, v)) give_up(c, clause->at);
    return v;
}

/* A switch is a chain of choices, each between its clause and the rest. Where clause `found` comes
   to `rec` that may not be, it is the last of the others that does not, those behind it first. */
static value *other_clause(reference *c, const form *clauses, const form *found, value *rec,
                           env *e) {
    value *before = rec, *behind = rec, *v;
    const form *clause;
    int passed = 0;
    for (clause = clauses; clause; clause = clause->next) {
        passed |= clause == found;
        v = evaluate(c, last_form(clause->first), e);
        if (v->tag != V_REC) *(passed ? &behind : &before) = v;
    }
    return behind->tag != V_REC ? behind : before;
}

/* The value of the first clause that v has a label of. A literal takes the type of the first other
   clause that is none, as in run_if. */
static value *evaluate_switch(reference *c, const form *list, const form *f, env *e) {
    value *v = adopted(c, evaluate(c, f, e), typed(c, make_shape(INT, 1, 1)), f->at), *r;
    const form *clause, *label, *found = NULL;
    if (v->d->v[0].error > 0) c->uncertain = 1;
    for (clause = f->next; !found; clause = clause->next) {
        if (!clause->next) found = clause;
        for (label = clause->first; clause->next && label->next; label = label->next) {
            const value *x = adopted(c, evaluate(c, label, e), v, label->at);
            if (x->d->v[0].i == v->d->v[0].i) found = clause;
        }
    }
    r = evaluate(c, last_form(found->first), e);
    if (is_refused(c, r)) r = other_clause(c, f->next, found, r, e);
    for (clause = f->next; clause && list->several && r->tag == V_DATA && r->s.kind == LIT;
         clause = clause->next) {
        const value *other = evaluate(c, last_form(clause->first), e);
        if (other->tag == V_DATA && other->s.kind != LIT) r = adopted(c, r, other, nowhere);
    }
    return r;
}

static value *run_form(reference *c, int id, form *list, env *e) {
    const form *f = list->first->next;
    value *v;
    switch (id) {
    case FORM_IF:
    case FORM_STATIC_IF: return run_if(c, id, list, f, e);
    case FORM_CASE: return evaluate_case(c, f, e);
    case FORM_SWITCH: return evaluate_switch(c, list, f, e);
    case FORM_LET:
    case FORM_LET_STAR: return run_let(c, f, e, id == FORM_LET_STAR);
    case FORM_LOOP:
    case FORM_COND: return evaluate(c, rewritten(c, id, list), e);
    case FORM_AND:
    case FORM_OR: return run_logic(c, id, f, e);
    case FORM_THE: return take_type(c, evaluate(c, f->next, e), written_type(c, f), NULL);
    case FORM_WITH:
        if (has_path(f->next)) return evaluate(c, rewritten(c, id, list), e);
        return run_with(c, f, e);
    case FORM_REC: return next_arguments(c, f, e);
    default:
        v = new_value(c, V_FUNC);
        v->id = id;
        v->fn = list;
        v->operands = f;
        v->e = e;
        return v;
    }
}

static const data *in_lane(reference *c, const form *f, env *e, int lane) {
    int saved = c->lane;
    const data *d;
    c->lane = lane;
    d = evaluate(c, f, e)->d;
    c->lane = saved;
    return d;
}

/* Difference to the neighbour in the quad along axis (0 x, 1 y), in this row or column of it. */
static data *difference(reference *c, const form *f, env *e, int axis, int lane) {
    const data *x[2];
    x[0] = in_lane(c, f, e, lane | 1 << axis);
    x[1] = in_lane(c, f, e, lane & ~(1 << axis));
    return componentwise(c, SUB, 2, x, x[0]->s);
}

/* Derivatives. A device may take either row of the quad: the error says how far they are apart. */
static data *derivative(reference *c, const form *f, env *e, int axis) {
    data *r = difference(c, f, e, axis, c->lane),
         *other = difference(c, f, e, axis, c->lane ^ (2 >> axis));
    int i;
    for (i = 0; i < parts(r->s); i++)
        r->v[i].error += fabs((double)r->v[i].f - (double)other->v[i].f) + other->v[i].error;
        if (isnan(r->v[i].error)) r->v[i].error = INFINITY;
    return r;
}

static data *run_derivative(reference *c, int id, const form *f, env *e) {
    data *x, *y, *r;
    int i;
    if (id != FWIDTH) return derivative(c, f, e, id == DFDY);
    x = derivative(c, f, e, 0);
    y = derivative(c, f, e, 1);
    r = new_data(c, x->s);
    for (i = 0; i < parts(r->s); i++)
        r->v[i] = op2(c, ADD, op1(c, ABS, x->v[i]), op1(c, ABS, y->v[i]));
    return r;
}

static thunk *suspend_application(reference *c, place at, thunk *fn, int n, thunk **x) {
    application a = apply_to(c, at, fn, n, x);
    thunk *t = take(c, sizeof *t);
    t->f = a.f;
    t->e = a.e;
    return t;
}

/* An index, brought into range; out of range and unchecked, it means nothing. */
static int64_t run_index(reference *c, const form *x, env *e, int64_t n, int unchecked) {
    const scalar *s = &evaluate(c, x, e)->d->v[0];
    if (s->error > 0 || (unchecked && (s->i < 0 || s->i >= n))) c->uncertain = 1;
    return s->i < 0 ? 0 : s->i >= n ? n - 1 : s->i;
}

static value *run_map(reference *c, const form *x, env *e) {
    thunk *fn = suspend(c, x, e), *part[8];
    value *r = NULL, *array[8];
    const form *y;
    int i, k, n = 0;
    for (y = x->next; y; y = y->next) array[n++] = evaluate(c, y, e);
    r = array_value(c, array[0]->count);
    for (i = 0; i < r->count; i++) {
        for (k = 0; k < n; k++) part[k] = array[k]->field[i];
        r->field[i] = suspend_application(c, x->at, fn, n, part);
    }
    return r;
}

static value *run_fold(reference *c, const form *x, env *e) {
    thunk *fn = suspend(c, x, e), *two[2];
    const value *array = evaluate(c, x->next->next, e);
    int i;
    two[0] = suspend(c, x->next, e);
    for (i = 0; i < array->count; i++) {
        two[1] = array->field[i];
        two[0] = suspend_application(c, x->at, fn, 2, two);
        force(c, two[0]);
    }
    return force(c, two[0]);
}

static value *run_scan(reference *c, const form *x, env *e) {
    thunk *fn = suspend(c, x, e), *two[2];
    const value *array = evaluate(c, x->next->next, e);
    value *r = array_value(c, array->count);
    int i;
    two[0] = suspend(c, x->next, e);
    for (i = 0; i < r->count; i++) {
        two[1] = array->field[i];
        r->field[i] = two[0] = suspend_application(c, x->at, fn, 2, two);
    }
    return r;
}

static value *run_array(reference *c, int rule, const form *x, env *e) {
    value *a = NULL, *r;
    int64_t i;
    int unchecked = count_forms(x) > (rule == R_AT ? 2 : 3);
    if (rule == R_EACH) return run_map(c, x, e);
    if (rule == R_FOLD) return run_fold(c, x, e);
    if (rule == R_SCAN) return run_scan(c, x, e);
    if (rule != R_ARRAY) a = evaluate(c, x, e);
    if (rule == R_WITH_AT && a->tag == V_DATA) {
        value *part = evaluate(c, x->next->next, e);
        data *d;
        i = run_index(c, x->next, e, is_matrix(a->s) ? a->s.cols : a->s.rows, unchecked);
        d = with_part(c, a->d, i, adopted(c, part, a, nowhere)->d);
        return number_value(c, d->s, d);
    }
    if (rule == R_AT) return force(c, a->field[run_index(c, x->next, e, a->count, unchecked)]);
    if (rule == R_ELEMENTS) {
        data *d = new_data(c, make_shape(INT, 1, 1));
        d->v[0] = whole(INT, a->count);
        return number_value(c, d->s, d);
    }
    r = array_value(c, rule == R_ARRAY      ? count_forms(x)
                       : rule == R_ARRAY_OF ? (int)a->d->v[0].i
                                            : a->count);
    for (i = 0; i < r->count && rule == R_ARRAY; i++, x = x->next) r->field[i] = suspend(c, x, e);
    for (i = 0; i < r->count && rule == R_ARRAY_OF; i++) {
        data *d = new_data(c, make_shape(INT, 1, 1));
        thunk *index = ready_thunk(c, number_value(c, d->s, d));
        d->v[0] = whole(INT, i);
        r->field[i] = suspend_application(c, x->at, suspend(c, x->next, e), 1, &index);
    }
    for (i = 0; i < r->count && rule == R_WITH_AT; i++) r->field[i] = a->field[i];
    if (rule == R_WITH_AT)
        r->field[run_index(c, x->next, e, r->count, unchecked)] = suspend(c, x->next->next, e);
    return r;
}

static value *run_builtin(reference *c, const value *b, const form *x, env *e) {
    int n = count_forms(x), i = 0;
    const data **d = take(c, sizeof *d * (size_t)(n + 1));
    call k;
    shape s;
    if (b->b->rule == R_DERIVE) {
        data *r = run_derivative(c, b->b->id, x, e);
        return number_value(c, r->s, r);
    }
    if (b->b->rule >= R_ARRAY || (b->b->rule == R_AT && is_array(evaluate(c, x, e))))
        return run_array(c, b->b->rule, x, e);
    if (b->b->rule == R_AT) {
        shape a = evaluate(c, x, e)->s;
        if (n > 2) run_index(c, x->next, e, is_matrix(a) ? a.cols : a.rows, 1);
        n = 2;
    }
    k.c = c, k.b = b->b, k.name = b->name, k.at = nowhere, k.n = n;
    k.where = take(c, sizeof *k.where * (size_t)(n + 1));
    k.s = take(c, sizeof *k.s * (size_t)(n + 1));
    for (; i < n; x = x->next, i++) {
        d[i] = evaluate(c, x, e)->d;
        k.s[i] = d[i]->s;
    }
    settle_operands(&k, d);
    s = result_shape(&k);
    if (b->b->rule == R_PAIR) return pair_value(c, b->b->id, s, n, d);
    if (k.literal && folds(&k)) {
        const data *r = folded(c, &k, d, s);
        if (gives_literal(&k, r)) return number_value(c, make_shape(LIT, 1, 1), literal_of(&k, r));
    }
    return number_value(c, s, compute(c, b->b, b->name, n, d, s));
}

static value *apply(reference *c, value *fn, form *list, env *e) {
    const form *x = list->first->next;
    value *v;
    switch (fn->tag) {
    case V_FUNC:
        if (fn->id == FORM_REC_FUNC) return run_rec_func(c, fn, x, e);
        return evaluate(c, fn->operands->next, bind_suspended(c, fn->operands, x, fn->e, e));
    case V_BUILTIN: return run_builtin(c, fn, x, e);
    case V_FORM: return run_form(c, fn->id, list, e);
    case V_DOT: return run_field(c, evaluate(c, x, e), fn->name);
    case V_FIELD: return run_field(c, evaluate(c, x, e), fn->def->field[fn->id]);
    case V_MAKE: {
        int i;
        v = structure_value(c, fn->def);
        if (fn->def->of) v->tag = V_VARIANT;
        for (i = 0; x; x = x->next, i++)
            v->field[i] = suspend_typed(c, x, e, fn->def->type[i]);
        return v;
    }
    default: abort();
    }
}

static value *evaluate_name(reference *c, const form *f, env *e) {
    env *b = find(e, f->name);
    global *g;
    if (b) return force(c, b->bound);
    g = find_global(c, f->name);
    if (!g) return predefined(c, f->name);
    if (g->given) return g->given;
    return g->push ? number_value(c, g->push->s, g->push) : force(c, g->definition);
}

static value *evaluate(reference *c, const form *f, env *e) {
    value *v;
    step(c, f->at);
    switch (f->kind) {
    case F_NUMBER:
    case F_TRUE:
    case F_FALSE: return literal(c, f);
    case F_NAME: return evaluate_name(c, f, e);
    case F_DOT:
        if (f->first) return run_field(c, evaluate(c, f->first, e), f->name);
        v = new_value(c, V_DOT);
        v->name = f->name;
        return v;
    case F_LIST:
        v = apply(c, evaluate(c, f->first, e), (form *)f, e);
        if (!f->type || f->several) return v;
        return take_type(c, v, f->type, NULL);
    default:
        v = new_value(c, V_FORM);
        v->id = f->id;
        return v;
    }
}

/* -------------------------------------------------------------------------------------------------
   program: the top level */

static global *declare(reference *c, const char *name, place at) {
    global *g = find_global(c, name);
    if (g) fail(c, at, "duplicate", "'%s' is defined twice", name);
    g = take(c, sizeof *g);
    g->name = name;
    g->at = at;
    g->next = c->globals;
    c->globals = g;
    return g;
}

static thunk *suspend_global(reference *c, const form *f) {
    thunk *t = take(c, sizeof *t);
    t->f = f;
    return t;
}

/* (define name e), (define (name parameter ...) e) */
static void read_define(reference *c, const form *list) {
    const form *f = list->first->next, *name, *value_form;
    form *parameters;
    if (count_forms(f) != 2) fail(c, list->at, "syntax", "expected (define name value)");
    if (f->kind != F_LIST) {
        name = bound_name(c, f, NULL);
        value_form = f->next;
    } else {
        if (!f->first) fail(c, f->at, "expected-name", "expected a name");
        name = bound_name(c, f->first, NULL);
        parameters = new_form(c, F_LIST, f->at);
        parameters->first = f->first->next;
        check_parameters(c, parameters);
        value_form =
            list_of(c, list->at, core_form(c, FORM_FUNC, list->at), parameters, f->next, NULL);
    }
    declare(c, name->name, name->at)->definition = suspend_global(c, value_form);
}

/* (struct name field ...), a field is a name or (name type): defines name and name-field. */
static void read_struct(reference *c, const form *list) {
    const form *name = list->first->next, *f, *g;
    structure *def = take(c, sizeof *def);
    value *make = new_value(c, V_MAKE);
    int i = 0;
    if (!name || !name->next) fail(c, list->at, "syntax", "expected (struct name field ...)");
    bound_name(c, name, NULL);
    def->name = name->name;
    def->count = count_forms(name->next);
    def->field = take(c, sizeof *def->field * (size_t)(def->count + 1));
    def->type = take(c, sizeof *def->type * (size_t)(def->count + 1));
    make->def = def;
    def->older = c->structures;
    c->structures = def;
    declare(c, name->name, name->at)->given = make;
    for (f = name->next; f; f = f->next, i++) {
        const form *field = bound_name(c, f, &def->type[i]), *type;
        char accessor[256];
        value *v = new_value(c, V_FIELD);
        for (g = name->next; g != f; g = g->next)
            if (bound_name(c, g, &type)->name == field->name)
                fail(c, field->at, "duplicate", "'%s' is there twice", field->name);
        def->field[i] = field->name;
        v->def = def;
        v->id = i;
        snprintf(accessor, sizeof accessor, "%s-%s", def->name, field->name);
        declare(c, intern(c, accessor, strlen(accessor)), field->at)->given = v;
    }
}

/* (variant name (constructor type ...) ...) */
static void read_variant(reference *c, const form *list) {
    const form *name = list->first->next, *f, *x;
    variant *of = take(c, sizeof *of);
    value *v = new_value(c, V_TYPE);
    if (!name || !name->next) fail(c, list->at, "syntax", "expected (variant name ...)");
    bound_name(c, name, NULL);
    of->name = name->name;
    of->at = list->at;
    of->made = take(c, sizeof *of->made * (size_t)count_forms(name->next));
    for (f = name->next; f; f = f->next) {
        structure *def = &of->made[of->count++];
        value *make = new_value(c, V_MAKE);
        int i = 0;
        if (f->kind != F_LIST || !f->first)
            fail(c, list->at, "syntax", "expected (variant name (constructor type ...) ...)");
        bound_name(c, f->first, NULL);
        def->name = f->first->name;
        def->count = count_forms(f->first->next);
        def->of = of;
        def->type = take(c, sizeof *def->type * (size_t)(def->count + 1));
        for (x = f->first->next; x; x = x->next) def->type[i++] = x;
        make->def = def;
        declare(c, def->name, f->first->at)->given = make;
    }
    v->def = of->made;
    declare(c, of->name, name->at)->given = v;
}

static void read_push_constants(reference *c, const form *list) {
    const form *f;
    if (!list->first->next)
        fail(c, list->at, "syntax", "expected (push-constants (name type) ...)");
    for (f = list->first->next; f; f = f->next) {
        shape s;
        if (f->kind != F_LIST || count_forms(f->first) != 2)
            fail(c, f->at, "syntax", "expected (name type)");
        bound_name(c, f->first, NULL);
        if (f->first->next->kind != F_NAME || !parse_shape(f->first->next->name, &s)) {
            const form *type = f->first->next;
            if (type->kind == F_NAME && find_structure(c, type->name))
                fail(c, type->at, "interface-type", "a struct has no place here");
            fail(c, type->at, "no-such-type", "this is no type");
        }
        if (s.kind == BOOL) fail(c, f->first->next->at, "interface-type", "bool has no place here");
        declare(c, f->first->name, f->first->at)->push = new_data(c, s);
        {
            int i;
            for (i = 0; i < parts(s); i++) c->globals->push->v[i] = exact(0);
        }
    }
}

static void add_output(reference *c, int location, const form *f, place at) {
    output **p = &c->outputs, *o;
    while (*p && (*p)->location <= location) p = &(*p)->next;
    o = take(c, sizeof *o);
    o->location = location;
    o->at = at;
    o->t = suspend_global(c, f);
    o->next = *p;
    *p = o;
}

static output *new_effect(reference *c, const form *list, output *next) {
    output *o = take(c, sizeof *o);
    if (count_forms(list->first) != 2) fail(c, list->at, "syntax", "expected one value");
    o->t = suspend_global(c, list->first->next);
    o->next = next;
    return o;
}

static void read_output(reference *c, const form *list) {
    const form *n = list->first->next;
    int64_t location;
    if (count_forms(n) != 2) fail(c, list->at, "syntax", "expected (output location value)");
    location = n->kind == F_NUMBER && n->id != LIT ? -1 : known_whole(c, n);
    if (location < 0 || location > 31)
        fail(c, n->at, "location", "an output's location is a whole number from 0 to 31");
    add_output(c, (int)location, n->next, n->at);
}

static int is_word(const form *list, const char *word) {
    return list->kind == F_LIST && list->first && list->first->kind == F_NAME
           && strcmp(list->first->name, word) == 0;
}

/* Is it (static-if c a [b]), an arm of which is declared rather than computed: a form of the top
   level, another static-if, or nothing? */
static int is_choice(reference *c, const form *list) {
    int n = is_word(list, "static-if") ? count_forms(list->first) : 0;
    const form *f;
    if (n < 3 || n > 4 || find_global(c, list->first->name)) return 0;
    for (f = list->first->next->next; f; f = f->next) {
        const char *word = f->kind == F_LIST && f->first && f->first->kind == F_NAME
                               ? f->first->name : NULL;
        if (word && (is_among(top_words, word) || is_among(left_out, word)
                     || strcmp(word, "static-if") == 0))
            return 1;
    }
    return n == 3;
}

/* What stands there: f itself, or an arm of the choice that it is; NULL: nothing. */
static const form *chosen_form(reference *c, const form *f) {
    while (f && is_choice(c, f)) {
        const form *test = f->first->next;
        f = is_known_true(c, test, NULL, NULL) ? test->next : test->next->next;
    }
    return f;
}

/* Computes the counts in a type, from the inside out; returns 0 at one that is no whole number. */
static int settle_counts(reference *c, const form *type) {
    const form *n;
    if (!type || !is_word(type, "array") || !type->first->next) return 1;
    if (!settle_counts(c, type->first->next)) return 0;
    n = type->first->next->next;
    return !n || n->next || !is_computed(c, n) || known_whole(c, n) >= 0;
}

/* The counts in a struct's fields are computed, whether the struct is needed or not. */
static void settle_structures(reference *c) {
    const structure *def;
    int i;
    for (def = c->structures; def; def = def->older)
        for (i = 0; i < def->count; i++) settle_counts(c, def->type[i]);
}

static int is_definition(const form *f) {
    return is_word(f, "define") || is_word(f, "struct") || is_word(f, "variant")
           || is_word(f, "push-constants");
}

static void read_top(reference *c, const form *f, int pass) {
    if (is_word(f, "fragment")) {
        const form *g = f->first->next;
        if (g && g->kind == F_STRING) g = g->next;
        for (; g; g = g->next) {
            const form *chosen = pass == 0 ? g : chosen_form(c, g);
            if (chosen && is_definition(chosen))
                fail(c, chosen->at, "misplaced", "this cannot stand in an entry point");
            if (chosen) read_top(c, chosen, pass);
        }
        return;
    }
    if (pass == 0) {
        if (is_word(f, "define")) read_define(c, f);
        if (is_word(f, "struct")) read_struct(c, f);
        if (is_word(f, "variant")) read_variant(c, f);
        return;
    }
    if (is_word(f, "push-constants")) read_push_constants(c, f);
    if (is_definition(f)) return;
    if (is_word(f, "include"))
        fail(c, f->at, "unsupported", "include is not part of this reference");
    if (is_word(f, "output"))
        read_output(c, f);
    else if (is_word(f, "discard-when"))
        c->discards = new_effect(c, f, c->discards);
    else if (is_word(f, "frag-depth")) {
        if (c->depth) fail(c, f->at, "duplicate", "frag-depth is written twice");
        c->depth = new_effect(c, f, NULL);
    } else
        add_output(c, 0, f, f->at);
}

/* All but what has been read in the first pass, in the order of the text. A definition in an arm is
   known to the choices behind it. */
static void read_second(reference *c, const form *f) {
    const form *chosen = chosen_form(c, f);
    if (chosen && chosen != f) read_top(c, chosen, 0);
    if (chosen) read_top(c, chosen, 1);
}

static value *type_root(reference *c, const output *o) {
    return type_of(c, o->t->f, NULL, NULL, NULL);
}

/* Types every root from an empty stack: the outputs are numbers or vectors of them. */
static void type_program(reference *c) {
    output *o;
    char s[8];
    value *v;
    if (!c->outputs && !c->depth && !c->discards) {
        place start = {1, 1};
        fail(c, start, "no-output", "nothing is computed: the text has no output");
    }
    for (o = c->outputs; o; o = o->next) {
        v = adopted(c, type_root(c, o), NULL, nowhere);
        if (is_function(v)) fail(c, o->t->f->at, "not-value", "a function is not a value");
        if (v->tag != V_DATA || v->s.kind == BOOL || is_matrix(v->s))
            fail(c, o->t->f->at, "output-type", "an output is num, int, uint or a vector, not %s",
                 describe(v, s));
        o->s = v->s;
    }
    for (o = c->outputs; o && o->next; o = o->next)
        if (o->location == o->next->location)
            fail(c, o->next->at, "duplicate", "output %d is written twice", o->location);
    for (o = c->discards; o; o = o->next) type_condition(c, o->t->f, NULL, NULL, &v);
    if (c->depth) {
        v = adopted(c, type_root(c, c->depth), NULL, nowhere);
        if (v->tag != V_DATA || v->s.kind != NUM || !is_scalar(v->s))
            fail(c, c->depth->t->f->at, "output-type", "a depth is num, not %s", describe(v, s));
        c->depth->s = v->s;
    }
}

/* -------------------------------------------------------------------------------------------------
   interface: everything runs on a large stack, the program's own */

typedef struct job {
    reference *c;
    const char *text;
    size_t size;
    reference_result *result;
    int status;
} job;

static int on_large_stack(void (*body)(void *), job *j) {
    on_stack(j->c->stack, STACK_SIZE, body, j);
    return j->status;
}

static void read_job(void *argument) {
    job *j = argument;
    reference *c = j->c;
    char mark;
    const form *forms, *f;
    c->stack_top = &mark;
    j->status = setjmp(c->escape);
    if (j->status) return;
    forms = read_text(c, j->text, j->size);
    c->early = 1;
    for (f = forms; f; f = f->next) read_top(c, f, 0);
    for (f = forms; f; f = f->next) read_second(c, f);
    settle_structures(c);
    c->early = 0;
    type_program(c);
}

static void forget(reference *c) {
    global *g;
    output *o;
    for (g = c->globals; g; g = g->next)
        if (g->definition) memset(g->definition->memo, 0, sizeof g->definition->memo);
    for (o = c->outputs; o; o = o->next) memset(o->t->memo, 0, sizeof o->t->memo);
    if (c->depth) memset(c->depth->t->memo, 0, sizeof c->depth->t->memo);
    reuse(&c->run);
}

static void write_numbers(reference *c, const output *o, reference_numbers *n) {
    const data *d = adopted(c, force(c, o->t), NULL, nowhere)->d;
    int i;
    for (i = 0; i < n->count; i++) {
        n->value[i] = d->v[i].f;
        n->error[i] = c->uncertain ? INFINITY : d->v[i].error;
        n->special[i] = d->v[i].flags & SPECIAL;
    }
}

static void run_job(void *argument) {
    job *j = argument;
    reference *c = j->c;
    reference_result *r = j->result;
    char mark;
    const output *o;
    int i = 0;
    c->stack_top = &mark;
    j->status = setjmp(c->escape);
    if (j->status) return;
    for (o = c->discards; o; o = o->next)
        if (is_true(c, o->t->f, NULL)) r->discard = 1;
    if (c->depth) write_numbers(c, c->depth, &r->depth);
    for (o = c->outputs; o; o = o->next) {
        int before = c->uncertain;
        write_numbers(c, o, &r->output[i++]);
        c->uncertain = before;
    }
}

reference *reference_read(const char *text, size_t size, reference_error *error) {
    reference *c = calloc(1, sizeof *c);
    job j = {0};
    if (!c) abort();
    c->stack = large_stack(STACK_SIZE);
    c->pool = &c->program;
    c->typing = 1;
    c->step_limit = TYPER_STEPS;
    j.c = c;
    j.text = text;
    j.size = size;
    if (on_large_stack(read_job, &j) == 0) {
        c->step_limit = DEFAULT_STEPS;
        return c;
    }
    if (error) *error = c->error;
    reference_free(c);
    return NULL;
}

void reference_free(reference *c) {
    empty(&c->run);
    empty(&c->program);
    munmap(c->stack, STACK_SIZE);
    free(c);
}

void reference_options(reference *c, unsigned long steps, int strict) {
    c->step_limit = steps ? steps : DEFAULT_STEPS;
    c->strict = strict;
}

void reference_defined_ints(reference *c, int defined_ints) {
    c->defined_ints = defined_ints;
}

void reference_max_iterations(reference *c, unsigned long turns) {
    c->max_turns = turns;
}

const char *reference_push_name(const reference *c, int i, const char **type, int *count) {
    static char name[8];
    const global *g;
    for (g = c->globals; g; g = g->next) {
        if (!g->push || i--) continue;
        *type = shape_name(g->push->s, name);
        *count = parts(g->push->s);
        return g->name;
    }
    return NULL;
}

int reference_set(reference *c, const char *name, const float *values, int count) {
    global *g = c->globals;
    int i;
    while (g && !(g->push && strcmp(g->name, name) == 0)) g = g->next;
    if (!g || parts(g->push->s) != count) return 0;
    for (i = 0; i < count; i++)
        g->push->v[i] = is_integer(g->push->s) ? whole(g->push->s.kind, (int64_t)values[i])
                                               : exact(values[i]);
    return 1;
}

void reference_describe(const reference *c, reference_result *r) {
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

int reference_run(reference *c, float x, float y, int front_facing, reference_result *result) {
    job j = {0};
    reference_describe(c, result);
    forget(c);
    c->pool = &c->run;
    c->typing = 0;
    c->steps = 0;
    c->uncertain = c->spent = 0;
    c->x = x;
    c->y = y;
    c->lane = ((int)floorf(x) & 1) | ((int)floorf(y) & 1) << 1;
    c->front_facing = front_facing;
    j.c = c;
    j.result = result;
    on_large_stack(run_job, &j);
    result->steps = c->steps;
    return j.status;
}

/* -------------------------------------------------------------------------------------------------
   run cases */

static void *read_any(const char *text, size_t size, reference_error *error) {
    return reference_read(text, size, error);
}
static void free_any(void *c) {
    reference_free(c);
}
static int set_any(void *c, const char *name, const float *values, int count) {
    return reference_set(c, name, values, count);
}
static void bound_any(void *c, unsigned long turns) {
    reference_max_iterations(c, turns);
}
static int run_any(void *c, float x, float y, int front_facing, reference_result *result) {
    return reference_run(c, x, y, front_facing, result);
}

int reference_check_case(const char *name, const char *text, size_t size) {
    static const evaluator own = {read_any, free_any, set_any, bound_any, run_any};
    return check_case(&own, name, text, size);
}

/* -------------------------------------------------------------------------------------------------
   command line */

#ifndef REFERENCE_NO_MAIN

static char *load(const char *path, size_t *size) {
    FILE *f = strcmp(path, "-") == 0 ? stdin : fopen(path, "rb");
    char *s = NULL;
    size_t n = 0, got;
    if (!f) {
        fprintf(stderr, "reference: cannot open %s\n", path);
        exit(3);
    }
    do {
        s = realloc(s, n + 65536);
        if (!s) abort();
        got = fread(s + n, 1, 65536, f);
        n += got;
    } while (got);
    if (f != stdin) fclose(f);
    *size = n;
    return s;
}

static void print_numbers(const char *what, const reference_numbers *n) {
    int i;
    printf("%s: %s", what, n->type);
    for (i = 0; i < n->count; i++) printf(" %.9g", (double)n->value[i]);
    for (i = 0; i < n->count; i++) {
        uint32_t bits;
        memcpy(&bits, &n->value[i], sizeof bits);
        printf("%s0x%08x", i ? " " : "  [", (unsigned)bits);
    }
    printf("]");
    for (i = 0; i < n->count; i++) {
        printf("%s", i ? " " : "  ");
        if (n->error[i] > 0)
            printf("+-%.3g", n->error[i]);
        else
            printf("exact");
        if (n->special[i]) printf("*");
    }
    printf("\n");
}

static void print_result(const reference_result *r) {
    int i;
    char what[32];
    if (r->discard) printf("discard\n");
    if (r->has_depth) print_numbers("frag-depth", &r->depth);
    for (i = 0; i < r->output_count; i++) {
        snprintf(what, sizeof what, "output %d", r->output[i].location);
        print_numbers(what, &r->output[i]);
    }
}

static int usage(void) {
    fprintf(stderr, "usage: reference [--check] [--strict] [--back-facing] [--at X,Y] [--set "
                    "name=v[,v...]] [--steps N] FILE\n"
                    "       reference --cases FILE...\n");
    return 2;
}

static int check_cases(int n, char **paths) {
    int i, failed = 0;
    for (i = 0; i < n; i++) {
        size_t size;
        char *text = load(paths[i], &size);
        failed += reference_check_case(paths[i], text, size) != 0;
        free(text);
    }
    printf("%d cases, %d failed\n", n, failed);
    return failed != 0;
}

/* "name=1,2": 0 if it cannot be set. */
static int set_from(reference *c, char *word) {
    char *equals = strchr(word, '='), *p;
    float v[16];
    int n = 0;
    if (!equals) return 0;
    *equals = 0;
    for (p = equals + 1; n < 16; p++) {
        v[n++] = strtof(p, &p);
        if (*p != ',') break;
    }
    return reference_set(c, word, v, n);
}

static int run_file(int argc, char **argv) {
    double x = 0.5, y = 0.5;
    int i, check = 0, strict = 0, front = 1, status, set_count = 0;
    unsigned long steps = 0;
    char **set = malloc(sizeof *set * (size_t)(argc + 1)), *text;
    const char *path = NULL;
    size_t size;
    reference *c;
    reference_error error;
    reference_result r;
    if (!set) abort();
    for (i = 1; i < argc; i++) {
        int more = i + 1 < argc;
        if (strcmp(argv[i], "--check") == 0)
            check = 1;
        else if (strcmp(argv[i], "--strict") == 0)
            strict = 1;
        else if (strcmp(argv[i], "--back-facing") == 0)
            front = 0;
        else if (strcmp(argv[i], "--at") == 0 && more
                 && sscanf(argv[i + 1], "%lf,%lf", &x, &y) == 2)
            i++;
        else if (strcmp(argv[i], "--set") == 0 && more)
            set[set_count++] = argv[++i];
        else if (strcmp(argv[i], "--steps") == 0 && more)
            steps = strtoul(argv[++i], NULL, 10);
        else if (!path && (argv[i][0] != '-' || !argv[i][1]))
            path = argv[i];
        else
            return usage();
    }
    if (!path) return usage();
    text = load(path, &size);
    c = reference_read(text, size, &error);
    if (!c) {
        printf("error %d:%d: %s [%s]\n", error.line, error.column, error.message, error.name);
        return REFERENCE_REJECTED;
    }
    reference_options(c, steps, strict);
    for (i = 0; i < set_count; i++)
        if (!set_from(c, set[i])) return usage();
    if (check) {
        reference_describe(c, &r);
        for (i = 0; i < r.output_count; i++)
            printf("output %d: %s\n", r.output[i].location, r.output[i].type);
        return 0;
    }
    status = reference_run(c, (float)x, (float)y, front, &r);
    if (status == REFERENCE_DIVERGES)
        printf("diverges\n");
    else
        print_result(&r);
    reference_free(c);
    free(text);
    free(set);
    return status;
}

int main(int argc, char **argv) {
    if (argc > 2 && strcmp(argv[1], "--cases") == 0) return check_cases(argc - 2, argv + 2);
    return run_file(argc, argv);
}

#endif
