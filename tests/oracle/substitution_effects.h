/* What runs, for substitution.c: memory, and the forms that read and write it. An effect happens
   where evaluation comes to it: a name that stands for a form with effects is replaced by the form,
   so that each use runs it anew, and `bind` puts a value in its place. Invocations are run one
   after the other, each until it ends or waits at a barrier.

   contents: declarations · memory and its layout · places · typer · evaluator · invocations */
#ifndef SUBSTITUTION_EFFECTS_H
#define SUBSTITUTION_EFFECTS_H

/* ---- memory and its layout, in words */

/* DATA: stride from column to column. STRUCT: also the fields of a block. ARRAY: part[0] is an
   element; count -1: as many as the memory has. */
enum { L_DATA, L_STRUCT, L_ARRAY };

typedef struct layout {
    int tag, count;
    shape s;
    structure *def; /* NULL: a block */
    const char **name;
    struct layout **part;
    size_t *at;
    size_t stride, size, align;
} layout;

enum { M_UNIFORM, M_BUFFER, M_SHARED, M_IMAGE };
enum { RULE_NONE, RULE_430, RULE_140 };

/* kind: of a word, NUM to UINT; NO_WORD: padding. An image has four words for each texel. */
enum { NO_WORD = 99 };
typedef struct memory {
    struct memory *next;
    const char *name;
    int class_, readonly, count; /* count: words of a texel that the format has */
    const node *list;
    layout *l;
    size_t size; /* words */
    scalar *word;
    unsigned char *kind;
} memory;

/* A program that is made smaller may be anything. */
static void need(reference *c, int holds, place at) {
    if (!holds) fail(c, at, "syntax", "this is not how it is written");
}

static size_t round_up(size_t n, size_t to) {
    return (n + to - 1) / to * to;
}

static layout *layout_of(reference *c, const node *type, int rule);

static layout *data_layout(reference *c, shape s, int rule) {
    layout *l = take(c, sizeof *l);
    size_t align = rule == RULE_NONE ? 1 : s.rows == 3 ? 4 : (size_t)s.rows;
    l->tag = L_DATA;
    l->s = s;
    if (is_matrix(s) && rule == RULE_140) align = 4;
    l->align = align;
    l->stride = is_matrix(s) ? round_up((size_t)s.rows, align) : (size_t)s.rows;
    l->size = l->stride * (size_t)s.cols;
    return l;
}

/* Puts part i of a struct behind those before it. */
static void place_part(layout *l, int i, layout *part) {
    l->part[i] = part;
    l->at[i] = round_up(l->size, part->align);
    l->size = l->at[i] + part->size;
    if (part->align > l->align) l->align = part->align;
}

static layout *open_layout(reference *c, int tag, int count, int rule) {
    layout *l = take(c, sizeof *l);
    l->tag = tag;
    l->count = count;
    l->align = rule == RULE_140 ? 4 : 1;
    l->part = take(c, sizeof *l->part * (size_t)(count > 0 ? count : 1));
    l->at = take(c, sizeof *l->at * (size_t)(count > 0 ? count : 1));
    return l;
}

static layout *array_layout(reference *c, const node *type, int rule) {
    layout *l;
    need(c, type->count > 1 && is_spelled(type->part[0], "array"), type->at);
    l = open_layout(c, L_ARRAY, is_list(type, 2) ? -1 : array_length(c, type), rule);
    place_part(l, 0, layout_of(c, type->part[1], rule));
    l->stride = round_up(l->part[0]->size, l->align);
    l->size = l->count < 0 ? 0 : l->stride * (size_t)l->count;
    return l;
}

static layout *layout_of(reference *c, const node *type, int rule) {
    written_type w;
    layout *l;
    int i;
    if (!type) fail(c, nowhere, "interface-type", "a field has no type");
    if (type->kind == N_LIST) return array_layout(c, type, rule);
    w = look_up_type(c, type);
    need(c, !w.of, type->at);
    if (!w.def) return data_layout(c, w.s, rule);
    l = open_layout(c, L_STRUCT, w.def->count, rule);
    l->def = w.def;
    l->name = w.def->field;
    for (i = 0; i < w.def->count; i++) place_part(l, i, layout_of(c, w.def->type[i], rule));
    l->size = round_up(l->size, l->align);
    return l;
}

/* A type, or (field type) ... from list[from] on. */
static layout *block_layout(reference *c, const node *list, int from, int rule) {
    const node *first;
    layout *l;
    int i;
    need(c, from < list->count, list->at);
    first = list->part[from];
    need(c, first->kind != N_LIST || first->count > 0, list->at);
    if (first->kind != N_LIST || is_spelled(first->part[0], "array"))
        return layout_of(c, first, rule);
    l = open_layout(c, L_STRUCT, list->count - from, rule);
    l->name = take(c, sizeof *l->name * (size_t)l->count);
    for (i = 0; i < l->count; i++) {
        need(c, is_list(list->part[from + i], 2), list->at);
        l->name[i] = list->part[from + i]->part[0]->name;
        place_part(l, i, layout_of(c, list->part[from + i]->part[1], rule));
    }
    return l;
}

static int has_option(const node *list, const char *word) {
    int i;
    for (i = 2; i < list->count; i++)
        if (list->part[i]->kind == N_TEXT && strcmp(list->part[i]->name, word) == 0) return i;
    return 0;
}

/* (buffer name :set s :binding b :readonly field ...), with the options in this order. */
static int first_field(const node *list) {
    int i = 2;
    while (i < list->count && list->part[i]->kind == N_TEXT)
        i += is_among(":set :binding :format :location", list->part[i]->name) ? 2 : 1;
    return i;
}

/* Its kind and how many components it has, by the name of the format. */
static shape format_shape(const char *format) {
    size_t n = strlen(format);
    int kind = strcmp(format + n - 2, "ui") == 0 ? UINT : format[n - 1] == 'i' ? INT : NUM;
    return make_shape(kind, strncmp(format, "rgba", 4) == 0 ? 4 : 1, 1);
}

static layout *image_layout(reference *c, memory *m) {
    int i = has_option(m->list, ":format");
    const char *format = i && i + 1 < m->list->count ? m->list->part[i + 1]->name : NULL;
    layout *l = open_layout(c, L_ARRAY, -1, RULE_NONE);
    shape s;
    need(c, format && strlen(format) > 2 && m->list->count > first_field(m->list), m->list->at);
    s = format_shape(format);
    m->count = s.rows;
    s.rows = 4;
    place_part(l, 0, data_layout(c, s, RULE_NONE));
    l->stride = 4;
    l->size = 0;
    return l;
}

/* Once every struct is known. */
static void lay_out(reference *c, memory *m) {
    static const int rules[] = {RULE_140, RULE_430, RULE_NONE, RULE_NONE};
    m->l = m->class_ == M_IMAGE ? image_layout(c, m)
                                : block_layout(c, m->list, first_field(m->list), rules[m->class_]);
    m->readonly = m->class_ == M_UNIFORM || has_option(m->list, ":readonly") != 0;
}

/* The kinds of the words of l at `at`. */
static void mark_words(memory *m, const layout *l, size_t at) {
    size_t i, k;
    if (l->tag == L_DATA) {
        for (i = 0; i < (size_t)l->s.cols; i++)
            for (k = 0; k < (size_t)l->s.rows; k++)
                m->kind[at + i * l->stride + k] = (unsigned char)l->s.kind;
    } else if (l->tag == L_STRUCT) {
        for (i = 0; i < (size_t)l->count; i++) mark_words(m, l->part[i], at + l->at[i]);
    } else {
        size_t n = l->count < 0 ? (m->size - at) / l->stride : (size_t)l->count;
        for (i = 0; i < n; i++) mark_words(m, l->part[0], at + i * l->stride);
    }
}

/* Makes room for so many words, which have no value. */
static void open_memory(reference *c, memory *m, size_t words) {
    size_t i;
    m->size = words;
    m->word = take(c, sizeof *m->word * (words + 1));
    m->kind = take(c, words + 1);
    memset(m->kind, NO_WORD, words);
    mark_words(m, m->l, 0);
    for (i = 0; i < words; i++) {
        m->word[i] = m->kind[i] == INT || m->kind[i] == UINT ? whole(m->kind[i], 0) : exact(0);
        m->word[i].error = INFINITY;
    }
}

/* ---- places: what a name of memory, its fields and elements are until they are read */

static value *place_of(reference *c, memory *m, const layout *l, size_t word, int outside) {
    value *v = new_value(c, V_PLACE);
    v->m = m;
    v->l = l;
    v->word = word;
    v->outside = outside;
    return v;
}

/* What a place holds; for the typer, of which nothing is known. */
static value *place_value(reference *c, const memory *m, const layout *l, size_t at) {
    value *v;
    data *d;
    int i;
    if (l->tag == L_DATA) {
        if (c->looks) return typed(c, l->s);
        d = new_data(c, l->s);
        for (i = 0; i < parts(l->s); i++)
            d->v[i] = m->word[at + (size_t)(i / l->s.rows) * l->stride + (size_t)(i % l->s.rows)];
        return number_value(c, l->s, d);
    }
    v = l->tag == L_STRUCT ? structure_value(c, l->def) : array_value(c, l->count);
    for (i = 0; i < v->count; i++) {
        const layout *part = l->part[l->tag == L_STRUCT ? i : 0];
        size_t to = at + (l->tag == L_STRUCT ? l->at[i] : (size_t)i * l->stride);
        v->field[i] = known_node(c, place_value(c, m, part, to), nowhere);
    }
    return v;
}

/* What can only be read is a value, but for blocks and what has no count. */
static value *read_place(reference *c, value *p) {
    const layout *l = p->l;
    if (!p->m->readonly || p->m->class_ == M_IMAGE || (l->tag == L_ARRAY && l->count < 0)
        || (l->tag == L_STRUCT && !l->def))
        return p;
    return place_value(c, p->m, l, p->word);
}

static layout *part_layout(reference *c, const layout *l) {
    layout *part = data_layout(c, make_shape(l->s.kind, is_matrix(l->s) ? l->s.rows : 1, 1),
                               RULE_NONE);
    return part;
}

/* p.name: a field, or one component of a vector. */
static value *place_field(reference *c, const value *p, const char *name, place at) {
    int i, index[4];
    shape s;
    if (p->l->tag == L_DATA) {
        if (part_named(p->l->s, name, index, &s) != 1) fail(c, at, "no-field", "no such part");
        return place_of(c, p->m, part_layout(c, p->l), p->word + (size_t)index[0], p->outside);
    }
    if (p->l->tag != L_STRUCT) fail(c, at, "no-field", "the memory has no '%s'", name);
    for (i = 0; i < p->l->count && p->l->name[i] != name; i++) {}
    if (i == p->l->count)
        fail(c, at, "no-field", "the memory has no '%s'", name);
    return read_place(c, place_of(c, p->m, p->l->part[i], p->word + p->l->at[i], p->outside));
}

static int64_t place_count(const value *p) {
    if (p->l->tag == L_DATA) return is_matrix(p->l->s) ? p->l->s.cols : p->l->s.rows;
    if (p->l->count >= 0) return p->l->count;
    return (int64_t)((p->m->size - p->word) / p->l->stride);
}

/* (at p i): brought into range, which `outside` remembers. */
static value *place_element(reference *c, const value *p, node *index) {
    const layout *l = p->l;
    size_t stride = l->tag == L_ARRAY || is_matrix(l->s) ? l->stride : 1;
    const layout *part = l->tag == L_ARRAY ? l->part[0] : part_layout(c, l);
    const scalar *s;
    int64_t i, n;
    if (l->tag == L_STRUCT) fail(c, index->at, "operand-type", "this has no elements");
    if (c->looks) {
        const value *v = type_operand(c, index, NULL);
        need(c, v->tag == V_DATA && is_scalar(v->s) && (is_integer(v->s) || v->s.kind == LIT),
             index->at);
        return read_place(c, place_of(c, p->m, part, p->word, 0));
    }
    s = &adopted(c, eval_operand(c, index), typed(c, make_shape(INT, 1, 1)), nowhere)->d->v[0];
    n = place_count(p);
    i = s->i < 0 ? 0 : s->i >= n ? n - 1 : s->i;
    if (s->error > 0) c->uncertain = 1;
    if (n == 0) return read_place(c, place_of(c, p->m, part, 0, 1));
    return read_place(c, place_of(c, p->m, part, p->word + (size_t)i * stride,
                                  p->outside || i != s->i));
}

/* The place that operands 0 to last - 1 of an effect lead to. */
static value *place_at(reference *c, node **x, int last) {
    value *p;
    int i;
    need(c, last > 0, x[-1]->at);
    p = c->looks ? type_operand(c, x[0], NULL) : eval_operand(c, x[0]);
    if (p->tag != V_PLACE) fail(c, x[0]->at, "operand-type", "this is no memory");
    for (i = 1; i < last; i++) p = place_element(c, p, x[i]);
    return p;
}

/* Puts a value into a place. */
static void write_place(reference *c, const value *p, const layout *l, size_t at, value *v) {
    int i;
    if (l->tag == L_DATA) {
        const data *d = adopted(c, v, typed(c, l->s), nowhere)->d;
        for (i = 0; i < parts(l->s); i++)
            p->m->word[at + (size_t)(i / l->s.rows) * l->stride + (size_t)(i % l->s.rows)] =
                d->v[i];
        return;
    }
    for (i = 0; i < v->count; i++)
        write_place(c, p, l->part[l->tag == L_STRUCT ? i : 0],
                    at + (l->tag == L_STRUCT ? l->at[i] : (size_t)i * l->stride),
                    eval_operand(c, v->field[i]));
}

/* ---- what an image holds */

/* The place of the texel at a coordinate; its side is a power of two. */
static value *texel_at(reference *c, value *image, node *x) {
    value *v = c->looks ? type_operand(c, x, NULL) : eval_operand(c, x);
    int64_t i = 0, side = 1, k;
    need(c, image->m->class_ == M_IMAGE, x->at);
    need(c, v->tag == V_DATA && v->s.rows == 2 && is_integer(v->s), x->at);
    if (c->looks) return place_of(c, image->m, image->l->part[0], 0, 0);
    while (side * side * 4 < (int64_t)image->m->size) side *= 2;
    for (k = 0; k < 2; k++) {
        if (v->d->v[k].error > 0) c->uncertain = 1;
        if (v->d->v[k].i < 0 || v->d->v[k].i >= side) fail(c, x->at, "index-range", "no texel");
    }
    i = v->d->v[1].i * side + v->d->v[0].i;
    return place_of(c, image->m, image->l->part[0], (size_t)i * 4, 0);
}

/* A format without all components gives 0, and 1 for the last. */
static void write_texel(reference *c, const value *p, value *v) {
    int i;
    write_place(c, p, p->l, p->word, v);
    for (i = p->m->count; i < 4; i++)
        p->m->word[p->word + (size_t)i] =
            p->l->s.kind == NUM ? exact(i == 3) : whole(p->l->s.kind, i == 3);
}

/* ---- typer and evaluator: the two differ in what an operand is, and in what happens */

/* What has no value. */
static value *unit(reference *c) {
    return new_value(c, V_UNIT);
}

enum {
    E_LOAD, E_STORE, E_ATOMIC, E_COMPARE_EXCHANGE, E_ATOMIC_LOAD, E_ATOMIC_STORE, E_IMAGE_LOAD,
    E_IMAGE_STORE, E_BARRIER, E_FENCE, E_STAGE
};

static const struct {
    const char *name;
    int id, more; /* ATOMIC: the operation, 0: exchange; STAGE: which */
} effect_rows[] = {
    {"load", E_LOAD, 0},
    {"store", E_STORE, 0},
    {"atomic-add", E_ATOMIC, ADD},
    {"atomic-sub", E_ATOMIC, SUB},
    {"atomic-min", E_ATOMIC, MIN},
    {"atomic-max", E_ATOMIC, MAX},
    {"atomic-and", E_ATOMIC, BIT_AND},
    {"atomic-or", E_ATOMIC, BIT_OR},
    {"atomic-xor", E_ATOMIC, BIT_XOR},
    {"atomic-exchange", E_ATOMIC, -1},
    {"atomic-compare-exchange", E_COMPARE_EXCHANGE, 0},
    {"atomic-load", E_ATOMIC_LOAD, 0},
    {"atomic-store", E_ATOMIC_STORE, 0},
    {"image-load", E_IMAGE_LOAD, 0},
    {"image-store", E_IMAGE_STORE, 0},
    {"barrier", E_BARRIER, 0},
    {"memory-barrier", E_FENCE, 0},
    {"global-invocation-id", E_STAGE, 0},
    {"local-invocation-id", E_STAGE, 1},
    {"workgroup-id", E_STAGE, 2},
    {"local-invocation-index", E_STAGE, 3},
    {"vertex-index", E_STAGE, 4},
};

/* What a name means that has no other meaning, where programs run. */
static void find_effect(meaning *o) {
    size_t i;
    if (strcmp(o->name, "do") == 0 || strcmp(o->name, "when") == 0) {
        o->kind = O_FORM;
        o->id = o->name[0] == 'd' ? FORM_DO : FORM_WHEN;
    }
    for (i = 0; i < sizeof effect_rows / sizeof *effect_rows; i++)
        if (strcmp(effect_rows[i].name, o->name) == 0) {
            o->kind = O_EFFECT;
            o->id = (int)i;
        }
}

/* What the stage gives an invocation. */
static value *stage_value(reference *c, int which) {
    shape s = make_shape(which == 4 ? INT : UINT, which < 3 ? 3 : 1, 1);
    data *d;
    int i;
    if (c->looks) return typed(c, s);
    d = new_data(c, s);
    for (i = 0; i < parts(s); i++)
        d->v[i] = whole(s.kind, which < 3 ? c->ids[which][i] : c->ids[3][which - 3]);
    return number_value(c, s, d);
}

static void wait_at_barrier(reference *c);

/* What an atomic leaves where `old` was. */
static scalar updated(reference *c, const layout *l, int id, scalar old, scalar x) {
    const scalar *pair[2];
    if (id < 0) return x;
    pair[0] = &old;
    pair[1] = &x;
    return operate_integers(c, id, l->s.kind, 2, pair);
}

static const data *operand_data(reference *c, node *e, const layout *l) {
    return adopted(c, eval_operand(c, e), typed(c, l->s), nowhere)->d;
}

/* An atomic on place p, and the value that was there: 0 where there is no such place. */
static value *run_atomic(reference *c, int row, value *p, node **x, int n) {
    int id = effect_rows[row].id, more = effect_rows[row].more;
    value *was = place_value(c, p->m, p->l, p->word);
    data *none = new_data(c, p->l->s);
    scalar *word = &p->m->word[p->word];
    none->v[0] = whole(p->l->s.kind, 0);
    if (p->outside) return id == E_ATOMIC_STORE ? unit(c) : number_value(c, p->l->s, none);
    if (id == E_ATOMIC_LOAD) return was;
    if (id == E_COMPARE_EXCHANGE) {
        const data *old = operand_data(c, x[n - 2], p->l);
        if (old->v[0].error > 0 || was->d->v[0].error > 0) c->uncertain = 1;
        if (old->v[0].i == was->d->v[0].i) *word = operand_data(c, x[n - 1], p->l)->v[0];
        return was;
    }
    *word = updated(c, p->l, id == E_ATOMIC_STORE ? -1 : more, *word,
                    operand_data(c, x[n - 1], p->l)->v[0]);
    return id == E_ATOMIC_STORE ? unit(c) : was;
}

static int is_write(int id) {
    return id == E_STORE || id == E_ATOMIC_STORE || id == E_IMAGE_STORE;
}

/* The application of an effect. */
static value *typed_effect(reference *c, const meaning *o, const context *R, args *A) {
    int id = effect_rows[o->id].id, n = operand_count(A), i, more;
    node **x = operands(c, A);
    value *p;
    need_no_args(c, A->up, "an effect");
    if (id == E_STAGE) return stage_value(c, effect_rows[o->id].more);
    if (id == E_BARRIER || id == E_FENCE) return unit(c);
    if (id == E_IMAGE_LOAD || id == E_IMAGE_STORE) {
        need(c, n == (id == E_IMAGE_LOAD ? 2 : 3), A->list->at);
        p = texel_at(c, place_at(c, x, 1), x[1]);
        more = n - 2;
    } else {
        more = id == E_LOAD || id == E_ATOMIC_LOAD ? 0 : id == E_COMPARE_EXCHANGE ? 2 : 1;
        p = place_at(c, x, n - more);
    }
    for (i = n - more; i < n; i++) {
        value *v = adopted_whole(c, type_operand(c, x[i], R), place_value(c, p->m, p->l, 0),
                                 x[i]->at);
        if (agree(c, v, place_value(c, p->m, p->l, 0)) != 1)
            fail(c, x[i]->at, "operand-type", "the memory holds another type");
    }
    need(c, id == E_LOAD || id == E_STORE || id >= E_IMAGE_LOAD
                || (p->l->tag == L_DATA && is_scalar(p->l->s) && is_integer(p->l->s)),
         A->list->at);
    need(c, !p->m->readonly || id == E_IMAGE_LOAD, A->list->at);
    return is_write(id) ? unit(c) : place_value(c, p->m, p->l, p->word);
}

static value *type_effect(reference *c, const meaning *o, const context *R, args *A) {
    value *v;
    c->looks++;
    v = typed_effect(c, o, R, A);
    c->looks--;
    return v;
}

static value *eval_effect(reference *c, const meaning *o, args *A) {
    int id = effect_rows[o->id].id, n = operand_count(A);
    node **x = operands(c, A);
    value *p, *v;
    if (id == E_STAGE) return stage_value(c, effect_rows[o->id].more);
    c->effects_run++;
    if (id == E_BARRIER) wait_at_barrier(c);
    if (id == E_BARRIER || id == E_FENCE) return unit(c);
    if (id == E_IMAGE_LOAD || id == E_IMAGE_STORE) {
        p = texel_at(c, place_at(c, x, 1), x[1]);
        if (id == E_IMAGE_LOAD) return place_value(c, p->m, p->l, p->word);
        write_texel(c, p, eval_operand(c, x[2]));
        return unit(c);
    }
    if (id == E_LOAD) {
        p = place_at(c, x, n);
        return place_value(c, p->m, p->l, p->word);
    }
    p = place_at(c, x, id == E_COMPARE_EXCHANGE ? n - 2 : id == E_ATOMIC_LOAD ? n : n - 1);
    if (id != E_STORE) return run_atomic(c, o->id, p, x, n);
    v = eval_operand(c, x[n - 1]);
    if (!p->outside) write_place(c, p, p->l, p->word, v);
    return unit(c);
}

/* The expression of (bind name e), NULL if the statement is another. */
static node *bound_statement(const node *s) {
    return is_list(s, 3) && is_spelled(s->part[0], "bind") ? s->part[2] : NULL;
}

/* Statements list[from] ...: those after a `bind` have its value for the name. */
static value *type_statements(reference *c, const node *list, int from, const context *R, args *A) {
    const binding *b = NULL;
    int i;
    for (i = from; i < list->count; i++) {
        node *s = list->part[i], *e = bound_statement(s);
        value *v;
        if (i + 1 == list->count && !e) return type_of(c, instance(c, s, b), R, A);
        v = type_operand(c, instance(c, e ? e : s, b), R);
        need(c, !e || (s->part[1]->kind == N_NAME && v->tag != V_UNIT && v->tag != V_PLACE), s->at);
        if (e)
            b = bind(c, s->part[1]->name,
                     new_cell(c, known_node(c, opaque(c, v), s->at)), NULL, b);
    }
    return unit(c);
}

/* The typer's view of a value that an effect has given: nothing is known of it. */
static value *type_of_given(reference *c, value *v) {
    value *r;
    int i;
    v = adopted(c, v, NULL, nowhere);
    if (v->tag == V_DATA) return typed(c, v->s);
    if (v->tag == V_VARIANT) return variant_value(c, v->def->of);
    if (v->tag != V_STRUCT) return v;
    r = structure_value(c, v->def);
    for (i = 0; i < v->count; i++)
        r->field[i] = known_node(c, type_of_given(c, eval_operand(c, v->field[i])), nowhere);
    return r;
}

/* What a name stands for that `bind` binds. */
static cell *given_cell(reference *c, value *v, place at) {
    cell *k = new_cell(c, known_node(c, adopted(c, v, NULL, nowhere), at));
    k->type = type_of_given(c, v);
    k->type_epoch = 1;
    return k;
}

/* What an application to an element has given; a literal is one still. */
static node *given_node(reference *c, value *v, place at) {
    return holds_literal(v) ? known_node(c, v, at) : bound_node(c, given_cell(c, v, at), NULL, at);
}

static int search(reference *c, const node *e);

static int search_cell(reference *c, cell *k) {
    if (k->search == c->searches) return 0;
    k->search = c->searches;
    return search(c, k->e);
}

static int search_value(reference *c, const value *v) {
    int i, found = v->tag == V_FUNC && search(c, v->fn);
    for (i = 0; (v->tag == V_STRUCT || v->tag == V_VARIANT) && i < v->count; i++)
        found = found || (v->field[i] && search(c, v->field[i]));
    return found;
}

static int search(reference *c, const node *e) {
    const binding *b;
    const meaning *o;
    int i, found = 0;
    switch (e->kind) {
    case N_NAME:
    case N_OUTER:
        o = e->kind == N_NAME ? outermost(c, e->name) : e->meaning;
        if (o->kind == O_DEFINITION) return search_cell(c, o->definition);
        if (o->kind == O_FORM) return o->id == FORM_WHEN; /* it gives no value */
        return o->kind == O_EFFECT && effect_rows[o->id].id != E_STAGE;
    case N_BOUND: return search_cell(c, e->cell);
    case N_KNOWN: return search_value(c, e->known);
    case N_DOT:
    case N_LIST:
        for (i = 0; i < e->count && !found; i++) found = search(c, e->part[i]);
        for (b = e->kind == N_LIST ? e->pending : NULL; b && !found; b = b->up)
            found = search_cell(c, b->cell);
        return found;
    default: return 0;
    }
}

/* Is there an effect in one of n expressions, in what stands where a name stood in them, or in a
   definition that they name? */
static int can_run(reference *c, node *const *list, int n) {
    int i, found = 0;
    if (!c->runs) return 0;
    c->searches++;
    for (i = 0; i < n && !found; i++) found = search(c, list[i]);
    return found;
}

static value *eval_statements(reference *c, const node *list, int from, args *A, int tail) {
    const binding *b = NULL;
    int i;
    c->effects_run++;
    for (i = from; i < list->count; i++) {
        node *s = list->part[i], *e = bound_statement(s);
        value *v;
        if (i + 1 == list->count && !e) return eval(c, instance(c, s, b), A, tail);
        v = eval(c, instance(c, e ? e : s, b), NULL, 0);
        if (e)
            b = bind(c, s->part[1]->name, given_cell(c, v, s->at), NULL, b);
    }
    return unit(c);
}

static value *type_running(reference *c, int id, const node *list, const context *R, args *A) {
    value *v;
    need(c, list->count > (id == FORM_DO ? 1 : 2), list->at);
    if (id == FORM_DO) return type_statements(c, list, 1, R, A);
    type_condition(c, list->part[1], R);
    v = type_statements(c, list, 2, R, A);
    return rec_match(c, list->at, unit(c), v);
}

static value *eval_running(reference *c, int id, const node *list, args *A, int tail) {
    if (id == FORM_DO) return eval_statements(c, list, 1, A, tail);
    c->effects_run++;
    if (!eval_condition(c, list->part[1])) return unit(c);
    return eval_statements(c, list, 2, A, tail);
}

/* Substitutes in the statements, in which `bind` binds for those that follow. */
static void substitute_statements(const replacement *r, node *list, const scope *inner, int id) {
    int i = 1;
    if (list->count < 2) return;
    if (id == FORM_WHEN) list->part[i] = substitute(r, list->part[i], inner), i++;
    for (; i < list->count; i++) {
        node *s = list->part[i];
        scope *bound;
        if (!bound_statement(s)) {
            list->part[i] = substitute(r, s, inner);
            continue;
        }
        list->part[i] = copy_list(r, s);
        list->part[i]->part[2] = substitute(r, s->part[2], inner);
        counted(list->part[i]);
        bound = take(r->c, sizeof *bound);
        bound->name = s->part[1]->name;
        bound->up = inner;
        inner = bound;
    }
}

/* ---- invocations */

enum { FIBER_STACK = 24 << 20, MAX_FIBERS = 64 };

typedef struct fiber {
    reference *c;
    ucontext_t context;
    jmp_buf escape;
    char *stack;
    const char *stack_top;
    int64_t ids[4][3];
    unsigned epoch;
    float x, y;
    int lane, done, status, barriers;
    reference_result *result;
} fiber;

static __thread fiber fibers[MAX_FIBERS];
static __thread fiber *running;
static __thread ucontext_t scheduler;

static void run_forms(reference *c, reference_result *result);

static void wait_at_barrier(reference *c) {
    (void)c;
    running->barriers++;
    swapcontext(&running->context, &scheduler);
}

static void start_fiber(void) {
    fiber *f = running;
    reference *c = f->c;
    char mark;
    f->stack_top = c->stack_top = &mark;
    f->status = setjmp(c->escape);
    memcpy(f->escape, c->escape, sizeof f->escape);
    if (f->status == 0) run_forms(c, f->result);
    f->done = 1;
    swapcontext(&f->context, &scheduler);
}

/* Goes on with an invocation until it ends or waits. */
static void resume(fiber *f) {
    reference *c = f->c;
    running = f;
    c->epoch = f->epoch;
    c->lane = f->lane;
    c->x = f->x;
    c->y = f->y;
    c->stack_top = f->stack_top;
    c->depth_of_calls = 0;
    memcpy(c->ids, f->ids, sizeof c->ids);
    memcpy(c->escape, f->escape, sizeof c->escape);
    swapcontext(&scheduler, &f->context);
}

static fiber *open_fiber(reference *c, int i) {
    fiber *f = &fibers[i];
    char *stack = f->stack;
    if (stack == NULL)
        stack = mmap(NULL, FIBER_STACK, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stack == (char *)MAP_FAILED) abort();
    memset(f, 0, sizeof *f);
    f->stack = stack;
    f->c = c;
    f->epoch = ++c->last_epoch;
    getcontext(&f->context);
    f->context.uc_stack.ss_sp = stack;
    f->context.uc_stack.ss_size = FIBER_STACK;
    makecontext(&f->context, start_fiber, 0);
    return f;
}

/* Runs the first n fibers, from barrier to barrier. Returns the status. */
static int run_fibers(int n) {
    int i, left = n;
    while (left > 0)
        for (i = 0, left = 0; i < n; i++) {
            if (fibers[i].done) continue;
            resume(&fibers[i]);
            if (fibers[i].status) return fibers[i].status;
            left += !fibers[i].done;
        }
    return 0;
}

#endif
