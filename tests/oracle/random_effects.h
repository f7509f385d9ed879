/* Random programs that run: a compute, fragment or vertex entry point whose effects stand among all
   that random_program.h makes. What runs is made in the shapes that it has for values (let, if,
   cond, case, static-if, functions, loops), with `action` in the place of `expression`; functions
   that run something are values like others, and so are chosen, stored in structs and passed by
   recs. running_make(seed, size) gives a tree.

   Of several invocations each has its own element of every buffer and its own texel of every image;
   they meet in `total~` by atomics whose order does not matter, and in shared memory between
   barriers that all of them come to.

   contents: memory · places · leaves · statements · loops · elements · directed · actions
   · entry points · programs */
#ifndef RANDOM_EFFECTS_H
#define RANDOM_EFFECTS_H

#include "random_program.h"

enum { MAX_MEMORIES = 8, ELEMENTS = 8, SIDE_OF_IMAGE = 4, TOTALS = 6 };

/* ---- memory */

enum { KIND_BUFFER, KIND_BLOCK, KIND_SHARED, KIND_IMAGE };

/* An element of type t, or of a block the field x; count elements. */
typedef struct made_memory {
    const char *name;
    const lv_type *t;
    int kind, count, readonly;
} made_memory;

static struct {
    made_memory memories[MAX_MEMORIES];
    int count, bindings;
    int invocations, group; /* in all, in a workgroup */
    int wild;               /* indices may be out of range: what is read (1) is clamped, what is
                               written (2) is nothing, and what an atomic gives is 0 */
    int loops_around;
    int strays;             /* there are barriers that not all may come to */
    const lv_variant *option; /* one constructor without fields, one with an int; or NULL */
    const lv_type *exchanged; /* of shared memory for several invocations; NULL: there is none */
} running;

static int is_memory_type(const lv_type *t) {
    int i;
    if (t->tag == DATA) return t->kind != BOOL;
    if (t->tag == ARRAY) return is_memory_type(t->out);
    if (t->tag != STRUCTURE || !structures[t->index].typed) return 0;
    for (i = 0; i < structures[t->index].count; i++)
        if (!is_memory_type(structures[t->index].types[i])) return 0;
    return 1;
}

static const lv_type *memory_type(void) {
    int tries = 20;
    while (tries-- > 0) {
        const lv_type *t = chance(25) ? random_array(0)
                           : chance(30) && structure_count > 0
                               ? &structures[below(structure_count)].self
                               : random_data();
        if (is_memory_type(t)) return t;
    }
    return int_type();
}

static node *named_array(const lv_type *t) {
    return list2(atom("array"), type_node(t));
}

/* (word name~k :binding n ...) */
static node *resource(const char *head, const char *name) {
    node *n = list4(atom(head), atom(name), atom(":binding"), digit(running.bindings++));
    append(made.tops, n);
    return n;
}

static made_memory *new_memory(const char *prefix, const lv_type *t, int kind, int count) {
    made_memory *m = &running.memories[running.count++];
    memset(m, 0, sizeof *m);
    m->name = joined(fresh_name(prefix), "~", "")->atom;
    m->t = t;
    m->kind = kind;
    m->count = count;
    return m;
}

static void make_buffer(const lv_type *t) {
    made_memory *m = new_memory("b", t, KIND_BUFFER, ELEMENTS);
    node *n = resource("buffer", m->name);
    if (running.invocations > 1 || chance(60)) {
        append(n, named_array(m->t));
    } else {
        m->kind = KIND_BLOCK;
        append(n, list2(atom("x"), type_node(m->t)));
        append(n, list2(atom("ys"), named_array(m->t)));
    }
}

/* What is only read is a name for a value. */
static void make_given(void) {
    const lv_type *t = memory_type();
    const char *name = joined(fresh_name("g"), "~", "")->atom;
    node *n;
    if (chance(50)) {
        n = resource("uniform", name);
    } else {
        n = resource("buffer", name);
        append(n, atom(":readonly"));
        if (t->tag != ARRAY) t = array_type(t, 1 + below(4));
    }
    append(n, type_node(t));
    push_binding(name, t);
}

static void make_shared(void) {
    made_memory *m = new_memory("s", memory_type(), KIND_SHARED, 4);
    node *n = list3(atom("array"), type_node(m->t), atom("4"));
    append(made.tops, list3(atom("shared"), atom(m->name), n));
}

static void make_image(void) {
    static const char *const formats[] = {"r32i",    "r32ui",   "r32f",
                                          "rgba32f", "rgba32i", "rgba32ui"};
    const char *format = formats[below(6)];
    size_t end = strlen(format);
    int kind = format[end - 1] == 'f' ? NUM : format[end - 2] == 'u' ? UINT : INT;
    made_memory *m = new_memory("i", data_type(kind, 4, 1), KIND_IMAGE, 0);
    node *n = resource("image", m->name);
    m->readonly = chance(20);
    append(n, atom(":format"));
    append(n, atom(format));
    if (m->readonly) append(n, atom(":readonly"));
    append(n, atom("2d"));
}

/* Of several invocations: element k takes atomics of one kind. */
static void make_total(void) {
    node *n = resource("buffer", "total~");
    append(n, list3(atom("array"), atom(chance(50) ? "int" : "uint"), digit(TOTALS)));
}

static void make_memories(void) {
    int count = 1 + below(3);
    memset(&running.memories, 0, sizeof running.memories);
    running.count = running.bindings = 0;
    running.exchanged = NULL;
    while (count-- > 0) make_buffer(memory_type());
    if (running.option != NULL) make_buffer(int_type());
    if (made.stage == STAGE_COMPUTE && running.invocations == 1 && chance(50)) make_shared();
    if (chance(40)) make_image();
    for (count = below(3); count > 0; count--) make_given();
    if (running.invocations > 1) make_total();
}

/* ---- places */

/* An int from 0 to count - 1, a power of two; wild: any. */
static node *int_below(int count, int depth) {
    node *n;
    if (chance(40)) return list2(word("int"), digit(below(count)));
    n = exact_expression(int_type(), depth > 2 ? 2 : depth);
    if (running.wild && chance(30))
        return list3(word("+"), n, list2(word("int"), digit(count - 2)));
    return list3(word("bit-and"), n, digit(count - 1));
}

/* Goes down from a place of type *t while it likes to, or until it is of type `to`. */
static node *descend(node *place, const lv_type **t, const lv_type *to, int depth) {
    while (to == NULL ? chance(50) : !same_type(*t, to)) {
        const lv_type *now = *t;
        int i;
        if (now->tag == STRUCTURE) {
            const lv_structure *s = &structures[now->index];
            i = below(s->count);
            place = list2(joined(".", s->fields[i], ""), place);
            *t = s->types[i];
        } else if (now->tag == ARRAY) {
            place = list3(word("at"), place,
                          now->count == 2 || now->count == 4
                              ? int_below(now->count, depth - 1)
                              : list2(word("int"), digit(below(now->count))));
            *t = now->out;
        } else if (now->tag == DATA && is_matrix(now)) {
            place = list3(word("at"), place, list2(word("int"), digit(below(now->columns))));
            *t = data_type(now->kind, now->rows, 1);
        } else if (now->tag == DATA && is_vector(now)) {
            static const char *const names[] = {".x", ".y", ".z", ".w"};
            place = list2(atom(names[below(now->rows)]), place);
            *t = data_type(now->kind, 1, 1);
        } else {
            break;
        }
    }
    return place;
}

/* The element of a memory that this invocation may take. */
static node *element_place(const made_memory *m, int depth) {
    node *index = running.invocations > 1 ? list1(atom("at~")) : int_below(m->count, depth - 1);
    if (running.wild > 1 && running.invocations > 1 && chance(30)) /* of nobody */
        index = list3(word("+"), index, list2(word("int"), digit(ELEMENTS)));
    if (m->kind == KIND_BLOCK && chance(40)) return joined(m->name, ".x", "");
    return list3(word("at"), m->kind == KIND_BLOCK ? joined(m->name, ".ys", "") : atom(m->name),
                 index);
}

static const made_memory *random_memory(int image) {
    int tries = 10;
    while (tries-- > 0 && running.count > 0) {
        const made_memory *m = &running.memories[below(running.count)];
        if ((m->kind == KIND_IMAGE) == image) return m;
    }
    return NULL;
}

/* A place of type t, NULL if none is found. */
static node *place_for(const lv_type *t, int depth) {
    int tries = 12;
    while (tries-- > 0) {
        const made_memory *m = random_memory(0);
        const lv_type *at;
        node *place;
        if (m == NULL) return NULL;
        at = m->t;
        place = descend(element_place(m, depth), &at, t, depth);
        if (same_type(at, t)) return place;
    }
    return NULL;
}

/* (op (at m i) ...) or (op m i ...) */
static node *access_to(const char *op, node *place) {
    if (place->atom == NULL && place->first->atom != NULL && strcmp(place->first->atom, "at") == 0
        && chance(60)) {
        node *m = place->first->next;
        node *n = list1(atom(op));
        n->first->next = m;
        return n;
    }
    return list2(atom(op), place);
}

static node *texel(int depth) {
    node *x, *y;
    if (running.invocations > 1) {
        x = list3(word("bit-and"), list1(atom("at~")), atom("3i"));
        y = list3(atom("shift-right"), list1(atom("at~")), atom("2i"));
    } else {
        x = list3(word("bit-and"), exact_expression(int_type(), depth > 2 ? 2 : depth), atom("3i"));
        y = list2(word("int"), digit(below(SIDE_OF_IMAGE)));
    }
    return list3(word("ivec2"), x, y);
}

/* ---- leaves */

static node *action(const lv_type *t, int depth, recursion *r);

static node *load_of(const lv_type *t, int depth) {
    const made_memory *m;
    node *place;
    if (chance(15) && (m = random_memory(1)) != NULL && same_type(m->t, t))
        return list3(atom("image-load"), atom(m->name), texel(depth));
    running.wild = chance(30);
    place = place_for(t, depth);
    running.wild = 0;
    return place != NULL ? access_to("load", place) : NULL;
}

static node *store_of(int depth) {
    const made_memory *m = random_memory(chance(15));
    const lv_type *t;
    node *place;
    if (m == NULL || m->readonly) return NULL;
    if (m->kind == KIND_IMAGE) {
        node *at = texel(depth);
        return list4(atom("image-store"), atom(m->name), at, exact_expression(m->t, depth - 1));
    }
    t = m->t;
    running.wild = chance(25) ? 2 : 0;
    place = access_to("store", descend(element_place(m, depth), &t, NULL, depth));
    running.wild = 0;
    append(place, exact_expression(t, depth - 1));
    return place;
}

/* An atomic on a place of kind INT or UINT, which gives what was there. */
static node *atomic_of(const lv_type *t, int depth) {
    static const char *const words[] = {"atomic-add", "atomic-sub", "atomic-min",
                                        "atomic-max", "atomic-and", "atomic-or",
                                        "atomic-xor", "atomic-exchange"};
    node *place, *n;
    running.wild = chance(25) ? 2 : 0;
    place = place_for(t, depth);
    running.wild = 0;
    if (place == NULL) return NULL;
    if (chance(12)) return access_to("atomic-load", place);
    if (chance(15)) {
        n = access_to("atomic-compare-exchange", place);
        append(n, exact_expression(t, depth - 1));
    } else {
        n = access_to(words[below(8)], place);
    }
    append(n, exact_expression(t, depth - 1));
    return n;
}

/* An atomic on what all invocations share. Nothing looks at what was there. */
static node *total_of(int depth) {
    static const char *const words[TOTALS] = {"atomic-add", "atomic-min", "atomic-max",
                                              "atomic-and", "atomic-or",  "atomic-xor"};
    int i = below(TOTALS);
    node *value = exact_expression(int_type(), depth > 2 ? 2 : depth - 1);
    value = list2(atom("total-value~"), list3(word("bit-and"), value, atom("31i")));
    return list4(atom(words[i]), atom("total~"), digit(i), value);
}

/* What gives nothing: in other arms or ways out of a loop there may be no value either. */
static node *unit_leaf(int depth) {
    node *n = NULL;
    int dice = below(12);
    if (dice == 0) return list1(atom("memory-barrier"));
    if (running.invocations > 1 && dice < 4) n = total_of(depth);
    else if (dice < 6) n = atomic_of(data_type(chance(50) ? INT : UINT, 1, 1), depth);
    if (n != NULL) return list3(atom("when"), condition(depth - 1), n);
    while (n == NULL) n = store_of(depth);
    return n;
}

/* (do (bind a ...) (rec (+ n 1) a ...)): what the next round gets is what effects give. */
static node *rec_of_effects(recursion *r, int depth) {
    mark m = open_scope();
    node *n = list1(atom("do")), *call = list2(word("rec"), counter_step(r));
    int i;
    for (i = 1; i < r->count; i++) {
        const char *name = fresh_name("p~");
        if (holds_function(r->types[i]) || chance(40)) {
            append(call, next_value(r, i, depth));
            continue;
        }
        append(n, list3(atom("bind"), atom(name), action(r->types[i], depth - 1, NULL)));
        append(call, atom(name));
    }
    r->uses++;
    call->form = FORM_REC;
    call->loop = r->number;
    append(n, call);
    close_scope(&m);
    return n;
}

/* What runs and is no form around others. */
static node *action_leaf(const lv_type *t, int depth, recursion *r) {
    node *n = NULL;
    if (r != NULL && chance(40) && can_recur(r))
        return depth > 1 && chance(60) ? rec_of_effects(r, depth) : rec_call(r, depth);
    if (r != NULL && chance(25) && (n = tail_variable(r)) != NULL) return n;
    if (t->tag == UNIT) return unit_leaf(depth);
    if (chance(40)) n = load_of(t, depth);
    if (n == NULL && chance(40) && is_integer(t) && is_scalar(t)) n = atomic_of(t, depth);
    return n != NULL ? n : exact_expression(t, depth - 1);
}

/* ---- statements */

static const lv_type *bound_type(void) {
    const made_memory *m = random_memory(0);
    int dice = below(10);
    if (chance(8)) return array_type(random_data(), 1 + below(4));
    if (dice < 3 && m != NULL && is_memory_type(m->t)) return m->t;
    if (dice < 6 && variant_count > 0) return &variants_made[below(variant_count)].self;
    if (dice < 8 && structure_count > 0) {
        const lv_type *t = &structures[below(structure_count)].self;
        if (!holds_function(t)) return t;
    }
    return random_data();
}

/* (case name ...), whose clauses run. */
static node *case_of(const char *name, const lv_variant *v, int depth) {
    node *n = list2(word("case"), atom(name));
    variant_clauses(n, v, &unit_type, depth, NULL, action);
    return marked(n, FORM_CASE);
}

/* Adds statements; what they bind stays in scope. */
static void add_statements(node *n, int depth) {
    int count = 1 + below(3);
    while (count-- > 0) {
        if (chance(45)) {
            const lv_type *t = bound_type();
            node *value = action(t, depth - 1, NULL);
            const char *name = random_name(NULL, 0);
            append(n, list3(atom("bind"), atom(name), value));
            push_binding(name, t);
            if (t->tag == VARIANT && chance(60))
                append(n, case_of(name, &variants_made[t->index], depth - 1));
        } else {
            append(n, action(chance(80) ? &unit_type : random_data(), depth - 1, NULL));
        }
    }
}

static node *block_of(const lv_type *t, int depth, recursion *r) {
    mark m = open_scope();
    node *n = list1(atom("do"));
    add_statements(n, depth);
    append(n, action(t, depth - 1, r));
    close_scope(&m);
    return n;
}

/* (do (bind a ...) (bind b ...) (maker a b)): what effects give, in a struct, variant or array. */
static node *made_of(const lv_type *t, int depth) {
    mark m = open_scope();
    node *n = list1(atom("do")), *make;
    const lv_type *const *types = &t->out;
    int count = t->count, i;
    if (t->tag == STRUCTURE) {
        const lv_structure *s = &structures[t->index];
        make = list1(atom(s->name)), types = s->types, count = s->count;
    } else if (t->tag == VARIANT) {
        const lv_case *k = &variants_made[t->index].cases[below(variants_made[t->index].count)];
        make = list1(atom(k->name)), types = k->types, count = k->count;
    } else {
        make = list1(word("array"));
    }
    for (i = 0; i < count; i++) {
        const lv_type *part = types[t->tag == ARRAY ? 0 : i];
        const char *name = fresh_name("p~");
        if (holds_function(part) || chance(30)) {
            append(make, exact_expression(part, depth - 1));
            continue;
        }
        append(n, list3(atom("bind"), atom(name), action(part, depth - 2, NULL)));
        append(make, atom(name));
    }
    append(n, make);
    close_scope(&m);
    return n;
}

static node *when_of(int depth, recursion *r) {
    mark m = open_scope();
    node *n = list1(atom("when"));
    append(n, condition(depth - 1));
    if (chance(50)) add_statements(n, depth);
    append(n, action(&unit_type, depth - 1, r));
    close_scope(&m);
    return n;
}

/* ---- loops */

/* True while the counter is below the limit; now and then never, so that no rec is left. */
static node *round_condition(const recursion *r, node *limit) {
    if (chance(88)) return counter_goes_on(r, limit);
    return chance(50) ? atom("false") : list2(word("not"), known_truth());
}

static node *counted_action(const lv_type *t, int depth, recursion *r, int rounds) {
    node *c = round_condition(r, digit(rounds)), *body = action(t, depth - 1, r), *n;
    if (r->uses == 0) body = list3(atom("do"), body, rec_call(r, 1));
    if (t->tag == UNIT && chance(50)) return list3(atom("when"), c, body);
    n = list3(word("if"), c, body);
    append(n, action(t, depth - 1, NULL));
    return marked(n, FORM_IF);
}

static node *loop_action(const lv_type *t, int depth) {
    recursion r;
    mark m = open_scope();
    node *starts[MAX_PARAMETERS], *body;
    int rounds = 1 + below(3), loop = is_available("loop") && chance(70), cost;
    if (made.cost > MAX_COST / 4 || running.loops_around > 2) return NULL;
    open_recursion(&r, starts, depth);
    cost = made.cost;
    running.loops_around++;
    body = counted_action(t, depth, &r, rounds);
    running.loops_around--;
    made.cost = cost + (made.cost - cost) * rounds;
    close_scope(&m);
    return loop_form(&r, starts, body, loop);
}

/* ---- elements */

/* A function from data, `other` too unless it is NULL, that is applied `turns` times and runs
   something. */
static node *repeated_action(const lv_type *in, const lv_type *other, const lv_type *out,
                             int turns, int depth) {
    int cost = made.cost;
    node *n = chance(25) ? apart(function_from(in, other, action_type(out)), depth - 1)
                         : lambda_form(function_from(in, other, out), depth, NULL, action);
    made.cost = cost + (made.cost - cost) * turns;
    return n;
}

/* (map f a ...) or (array-of n f) of `count` elements `out`, where f runs something. */
static node *elements_of(const lv_type *out, int count, int depth) {
    const lv_type *a = array_type(chance(60) ? int_type() : random_data(), count),
                  *b = chance(30) ? array_type(random_data(), count) : NULL;
    int counts = chance(40);
    node *f, *n = spelled(counts ? "array-of" : "map");
    if (n == NULL) return NULL;
    if (counts) return list3(n, digit(count), repeated_action(int_type(), NULL, out, count, depth));
    f = repeated_action(a->out, b != NULL ? b->out : NULL, out, count, depth);
    n = list3(n, f, expression(a, depth - 1));
    if (b != NULL) append(n, expression(b, depth - 1));
    return n;
}

/* (fold f start a) or scan, of `count` elements, where f runs something. */
static node *fold_action(const char *word, const lv_type *t, int count, int depth) {
    const lv_type *a = array_type(random_data(), count);
    node *f, *n = spelled(word);
    if (n == NULL) return NULL;
    f = repeated_action(t, a->out, t, count, depth);
    return list4(n, f, exact_expression(t, depth - 1), expression(a, depth - 1));
}

/* What is applied to elements runs something. */
static node *element_action(const lv_type *t, int depth) {
    if (made.cost > MAX_COST / 4 || holds_function(t)) return NULL;
    if (t->tag == ARRAY && chance(30)) return fold_action("scan", t->out, t->count, depth);
    if (t->tag == ARRAY) return elements_of(t->out, t->count, depth);
    return t->tag == UNIT ? elements_of(t, 1 + below(4), depth)
                          : fold_action("fold", t, 1 + below(4), depth);
}

/* ---- directed: what mistakes with effects are about, and chance alone makes too rarely */

/* (bind y (load place)), an int; NULL if there is none. */
static node *bound_int(const char *name, int depth) {
    node *place = place_for(int_type(), depth);
    return place != NULL ? list3(atom("bind"), atom(name), access_to("load", place)) : NULL;
}

static node *rounds_left(const char *counter) {
    return list3(word("<"), atom(counter), list2(word("int"), digit(2 + below(2))));
}

static node *next_count(const char *counter) {
    return list3(word("+"), atom(counter), atom("1i"));
}

/* (op y i) of an int y: true in some rounds or invocations. */
static node *int_condition(const char *name, const char *counter) {
    static const char *const words[] = {"<", ">", "=", NULL};
    return list3(word(random_word(words)), atom(name),
                 chance(50) ? atom(counter) : list2(word("int"), digit(below(4))));
}

/* (do (bind y (load ...)) (if (< y n) (do (bind x (atomic-add ...)) (some x)) (none))) */
static node *option_of_effect(const char *counter, int depth) {
    const lv_case *none = &running.option->cases[0], *some = &running.option->cases[1];
    const char *y = fresh_name("y~"), *x = fresh_name("x~");
    node *load = bound_int(y, depth), *effect = atomic_of(int_type(), depth), *yes, *no, *n;
    if (load == NULL || effect == NULL) return NULL;
    yes = list3(word("*"), atom(x), list2(word("int"), digit(2 + below(3))));
    yes = list2(atom(some->name), chance(50) ? yes : atom(x));
    yes = list3(atom("do"), list3(atom("bind"), atom(x), effect), yes);
    no = list1(atom(none->name));
    n = chance(50) ? list4(word("if"), int_condition(y, counter), yes, no)
                   : list4(word("if"), int_condition(y, counter), no, yes);
    return list3(atom("do"), load, marked(n, FORM_IF));
}

/* (bind v (loop ((n 0i) (v (none))) (if (< n 3i) (do (bind w option) (rec (+ n 1i) w)) v))), and a
   case of v, whose clauses run: an effect decides on the constructor. */
static void add_option_loop(node *n, int depth) {
    mark m = open_scope();
    const char *counter = fresh_name("n~"), *v = fresh_name("v~"), *w = fresh_name("w~");
    node *none = list1(atom(running.option->cases[0].name)), *option, *body;
    push_binding(counter, int_type());
    option = option_of_effect(counter, depth > 2 ? 2 : depth);
    close_scope(&m);
    if (option == NULL) return;
    body = list3(atom("do"), list3(atom("bind"), atom(w), option),
                 list3(word("rec"), next_count(counter), atom(w)));
    body = marked(list4(word("if"), rounds_left(counter), body, atom(v)), FORM_IF);
    body = list3(word("loop"), list2(list2(atom(counter), atom("0i")), list2(atom(v), none)), body);
    append(n, list3(atom("bind"), atom(v), marked(body, FORM_LOOP)));
    push_binding(v, &running.option->self);
    append(n, case_of(v, running.option, depth - 1));
}

/* A loop with two to four recs, each of which passes on something else. */
static void add_fan_loop(node *n, int depth) {
    const char *counter = fresh_name("n~"), *a = fresh_name("a~"), *y = fresh_name("y~"),
               *result = fresh_name("r~");
    int recs = 2 + below(3), i;
    node *load = bound_int(y, depth > 2 ? 2 : depth), *body = NULL;
    if (load == NULL) return;
    for (i = 0; i < recs; i++) {
        node *next = list3(word(i % 2 ? "-" : "+"), atom(a), list2(word("int"), digit(i + 1)));
        node *rec = list3(word("rec"), next_count(counter), next);
        node *test = list3(word("bit-and"), list3(word("+"), atom(y), atom(counter)), atom("3i"));
        test = list3(word("="), test, list2(word("int"), digit(i)));
        body = body == NULL ? rec : marked(list4(word("if"), test, rec, body), FORM_IF);
    }
    body = marked(list4(word("if"), rounds_left(counter), body, atom(a)), FORM_IF);
    body = list3(word("loop"), list2(list2(atom(counter), atom("0i")), list2(atom(a), atom("0i"))),
                 body);
    append(n, load);
    append(n, list3(atom("bind"), atom(result), marked(body, FORM_LOOP)));
    push_binding(y, int_type());
    push_binding(result, int_type());
}

/* (when (/= d 0u) (store p (int (rem 7u d)))), twice: nobody asks for 7 rem 0. d is (uint y) of few
   bits, or that of an int. */
static void add_guarded_division(node *n, int depth) {
    static const char *const words[] = {"/", "rem", "mod", NULL};
    const char *y = fresh_name("y~"), *op = random_word(words);
    int is_uint = chance(70), i;
    node *load = bound_int(y, depth > 2 ? 2 : depth), *divisor;
    if (load == NULL) return;
    append(n, load);
    divisor = list3(word("bit-and"), atom(y), list2(word("int"), digit(chance(50) ? 1 : 3)));
    if (is_uint) divisor = list2(word("uint"), divisor);
    for (i = 0; i < 2; i++) {
        node *place = place_for(int_type(), 2);
        node *test = list3(word("/="), copy_tree(divisor), atom(is_uint ? "0u" : "0i"));
        node *value = list3(word(op), atom(is_uint ? "7u" : "7i"), copy_tree(divisor));
        if (place == NULL) return;
        place = access_to("store", place);
        append(place, is_uint ? list2(word("int"), value) : value);
        append(n, list3(atom("when"), test, place));
    }
}

/* (let ((f (func (x) ...))) (do (f a) (bind r (f b)) (when c (f d)) ...)): something that runs is
   applied at several places. */
static node *applied_often(int depth) {
    mark m = open_scope();
    const char *name = fresh_name("f~");
    const lv_type *out = chance(50) ? &unit_type : bound_type();
    lv_type *f = function_from(random_data(), chance(50) ? random_type(1) : NULL, action_type(out));
    node *value, *body = list1(atom("do"));
    int place = scope_count, calls = 2 + below(4);
    binding b;
    if (chance(20)) f->count = 0;
    value = bound_value(name, f, depth, &b);
    scope[scope_count++] = b;
    while (calls-- > 0) {
        node *call = call_in(place, depth - 1);
        if (chance(25)) {
            call = list3(atom("when"), condition(depth - 1), call);
            append(call, action(&unit_type, depth - 2, NULL));
        } else if (out != &unit_type) {
            const char *result = random_name(NULL, 0);
            call = list3(atom("bind"), atom(result), call);
            push_binding(result, out);
        }
        append(body, call);
    }
    append(body, action(&unit_type, depth - 1, NULL));
    close_scope(&m);
    return marked(list3(word("let"), list1(list2(atom(name), value)), body), FORM_LET);
}

static void add_directed(node *n, int depth) {
    static const char *const words[] = {"loop", "rec", "+", "-", "*", "<", ">", "=", "bit-and",
                                        "/=", "/", "rem", "mod", "int", "uint", NULL};
    int i;
    for (i = 0; words[i] != NULL; i++)
        if (!is_available(words[i])) return;
    if (running.option != NULL && chance(30)) add_option_loop(n, depth);
    if (chance(20)) add_fan_loop(n, depth);
    if (chance(20)) add_guarded_division(n, depth);
    if (chance(30) && made.cost < MAX_COST / 8) append(n, applied_often(depth));
}

/* ---- actions */

/* What runs and gives a t, in tail position of r unless that is NULL. */
static node *action(const lv_type *t, int depth, recursion *r) {
    node *n = NULL;
    made.cost++;
    made.budget--;
    if (t->tag != DATA && t->tag != UNIT && depth > 0 && chance(50)) {
        if (depth < 2 || chance(30)) return made_of(t, depth);
        n = list3(word("if"), condition(depth - 1), made_of(t, depth - 1));
        append(n, made_of(t, depth - 1));
        return marked(n, FORM_IF);
    }
    if (depth > 0 && made.budget > 0 && made.cost < MAX_COST) {
        switch (below(17)) {
        case 15:
        case 16: n = element_action(t, depth); break;
        case 0:
        case 1:
        case 2: n = block_of(t, depth, r); break;
        case 3: n = binding_form(t, depth, r, action); break;
        case 4:
        case 5:
        case 6:
        case 7: n = branch_form(t, depth, r, action); break;
        case 8: n = t->tag == UNIT ? when_of(depth, r) : block_of(t, depth, r); break;
        case 9:
        case 10: n = loop_action(t, depth); break;
        case 11: n = r != NULL ? tail_application(t, depth, r, action) : NULL; break;
        case 12: n = r != NULL ? tail_let(t, depth, r, action) : NULL; break;
        case 13: n = expression(action_type(t), depth); break;
        default: break;
        }
    }
    if (n == NULL) n = action_leaf(t, depth, r);
    return n;
}

/* An expression of the type of a form that runs: a name of one, a call, or such a form. */
static node *action_expression(const lv_type *t, int depth) {
    node *n = NULL;
    made.cost++;
    made.budget--;
    if (depth > 0 && made.budget > 0 && made.cost < MAX_COST) {
        switch (below(8)) {
        case 0:
        case 1: n = variable(t, depth); break;
        case 2:
        case 3: n = call_of(t, depth); break;
        case 4: n = application_of(t, depth); break;
        case 5: n = binding_form(t, depth, NULL, apart_body); break;
        default: break;
        }
    }
    return n != NULL ? n : action(t->out, depth - 1, NULL);
}

/* ---- entry points */

/* (do (store sh~ i e) (barrier) (bind x (load sh~ j)) (barrier) ...): all invocations come here. */
static void add_exchange(node *n, int depth) {
    const char *name = random_name(NULL, 0);
    node *own = list2(word("int"), list1(atom("local-invocation-index"))), *other;
    append(n, list4(atom("store"), atom("sh~"), own, exact_expression(running.exchanged, depth)));
    append(n, list1(atom("barrier")));
    other = list3(word("bit-and"), exact_expression(int_type(), 2), digit(running.group - 1));
    append(n, list3(atom("bind"), atom(name), list3(atom("load"), atom("sh~"), other)));
    append(n, list1(atom("barrier")));
    push_binding(name, running.exchanged);
}

/* A loop with the same number of turns for all invocations, around an exchange. */
static node *exchange_loop(int depth) {
    mark m = open_scope();
    const char *name = fresh_name("n~");
    node *n = list2(atom("when"), list3(word("<"), atom(name), digit(1 + below(3))));
    push_binding(name, int_type());
    add_exchange(n, depth);
    append(n, action(&unit_type, depth, NULL));
    append(n, list2(word("rec"), list3(word("+"), atom(name), atom("1i"))));
    close_scope(&m);
    return marked(list3(word("loop"), list1(list2(atom(name), atom("0i"))), n), FORM_LOOP);
}

/* Every element of shared memory has a value from the beginning on. */
static void fill_shared(node *n) {
    int i, k;
    for (i = 0; i < running.count; i++) {
        const made_memory *m = &running.memories[i];
        for (k = 0; k < m->count && m->kind == KIND_SHARED; k++) {
            made.exact++;
            append(n, list4(atom("store"), atom(m->name), list2(word("int"), digit(k)),
                            some_leaf(m->t)));
            made.exact--;
        }
    }
}

/* Something that may differ between invocations, or not. */
static node *place_condition(void) {
    static const char *const limits[] = {"1", "2", "0.5", NULL};
    if (chance(20))
        return list3(word("<"), list2(atom(".x"), list1(atom("workgroup-id"))), atom("1"));
    return list3(word("<"), pixel_number(), atom(random_word(limits)));
}

/* (when c (barrier)), or a loop in whose rounds a parameter says whether the barrier comes, which
   depends on which rec has come: not all invocations may come to it. */
static node *stray_barrier(void) {
    const char *counter = fresh_name("n~"), *name = fresh_name("k~");
    node *barrier = list3(atom("when"), place_condition(), list1(atom("barrier")));
    node *n, *rec, *other;
    int limit = 1 + below(2), first = below(3);
    int second = chance(30) ? below(3) : (first + limit) % 3;
    if (chance(25) || !is_available("loop")) return barrier;
    barrier = list3(word("<"), atom(name), list2(word("int"), digit(limit)));
    barrier = list3(atom("when"), barrier, list1(atom("barrier")));
    n = list3(word("+"), atom(counter), atom("1i"));
    rec = list3(word("rec"), n, list2(word("int"), digit(first)));
    other = list3(word("rec"), copy_tree(n), list2(word("int"), digit(second)));
    n = list4(word("if"), place_condition(), rec, other);
    n = list3(atom("when"), list3(word("<"), atom(counter), atom("3i")),
              list3(atom("do"), barrier, n));
    rec = list2(list2(atom(counter), atom("0i")), list2(atom(name), atom("0i")));
    return marked(list3(word("loop"), rec, n), FORM_LOOP);
}

static node *main_block(int depth) {
    mark m = open_scope();
    node *n = list1(atom("do"));
    int count = 1 + below(3);
    fill_shared(n);
    while (count-- > 0) {
        if (running.exchanged != NULL && chance(60)) {
            if (chance(60) || !is_available("loop")) add_exchange(n, depth);
            else append(n, exchange_loop(depth));
        }
        add_statements(n, depth);
        if (chance(50)) add_directed(n, depth);
    }
    if (running.strays) append(n, stray_barrier());
    append(n, action(&unit_type, depth, NULL));
    if (made.stage != STAGE_COMPUTE) append(n, list1(atom("memory-barrier"))); /* no output */
    close_scope(&m);
    return n;
}

static void make_inputs(void) {
    static const char *const decorations[] = {":flat", ":noperspective", ":centroid", ":sample"};
    int count = below(4), i;
    for (i = 0; i < count; i++) {
        static const int kinds[] = {NUM, NUM, NUM, INT, UINT};
        const lv_type *t = data_type(kinds[below(5)], 1 + below(4), 1);
        const char *name = joined(fresh_name("in"), "~", "")->atom;
        node *n = list4(atom("input"), atom(name), atom(type_name(t)), atom(":location"));
        append(n, digit(i));
        if (chance(70)) append(n, atom(decorations[t->kind == NUM ? below(4) : 0]));
        append(made.tops, n);
        push_binding(name, t);
    }
}

/* (define (at~) ...): the number of the invocation. (define (me~) ...): what (frag-coord) is to
   pixels. */
static void make_place(void) {
    node *at = list1(atom("global-invocation-id")), *x, *y;
    if (made.stage == STAGE_FRAGMENT) {
        x = list2(word("int"), list2(atom(".x"), list1(atom("frag-coord"))));
        y = list2(word("int"), list2(atom(".y"), list1(atom("frag-coord"))));
        at = list3(word("+"), x, list3(word("*"), atom("2i"), y));
    } else if (made.stage == STAGE_VERTEX) {
        at = list1(atom("vertex-index"));
    } else {
        int which = below(3);
        node *local = list1(atom("local-invocation-index"));
        if (which == 1) local = list2(atom(".x"), list1(atom("local-invocation-id")));
        x = list3(word("*"), list2(atom(".x"), list1(atom("workgroup-id"))), digit(running.group));
        at = which == 2 ? list2(atom(".x"), at) : list3(word("+"), x, local);
        at = list2(word("int"), at);
    }
    append(made.tops, list3(atom("define"), list1(atom("at~")), at));
    x = list3(word("+"), list2(word("num"), list3(word("bit-and"), list1(atom("at~")), atom("1i"))),
              atom("0.5"));
    y = list2(word("num"), list3(atom("shift-right"), list1(atom("at~")), atom("1i")));
    y = list3(word("+"), y, atom("0.5"));
    append(made.tops, list3(atom("define"), list1(atom("me~")), list3(word("vec2"), x, y)));
}

/* (define (total-value~ x) x), of the type that total~ has */
static void make_total_value(void) {
    const node *n;
    for (n = made.tops->first; n != NULL; n = n->next) {
        const node *name = n->first != NULL ? n->first->next : NULL;
        if (name == NULL || name->atom == NULL || strcmp(name->atom, "total~") != 0) continue;
        append(made.tops,
               list3(atom("define"), list2(atom("total-value~"), atom("x")),
                     list2(atom(name->next->next->next->first->next->atom), atom("x"))));
    }
}

static void make_entry(int depth) {
    static const char *const words[] = {"vertex", "", "", "", "fragment", "compute"};
    node *entry = list1(atom(words[made.stage])), *block;
    if (made.stage == STAGE_COMPUTE) {
        append(entry, list1(digit(running.group)));
        if (running.invocations > 1 && !running.strays && chance(70)) {
            do running.exchanged = memory_type();
            while (holds_function(running.exchanged));
            append(made.tops, list3(atom("shared"), atom("sh~"),
                                    list3(atom("array"), type_node(running.exchanged),
                                          digit(running.group))));
        }
    }
    block = main_block(depth);
    append(entry, block);
    made.exact++;
    if (made.stage == STAGE_VERTEX)
        append(entry, list2(atom("position"), expression(data_type(NUM, 4, 1), depth)));
    if (made.stage != STAGE_COMPUTE) {
        node *value = expression(data_type(NUM, 1 + below(4), 1), depth);
        append(entry, list3(atom("output"), atom("0"), value));
    }
    made.exact--;
    append(made.tops, entry);
}

/* (variant v (none) (some int)) */
static void make_option(void) {
    lv_variant *v;
    if (variant_count == MAX_VARIANTS) return;
    v = &variants_made[variant_count];
    memset(v, 0, sizeof *v);
    v->name = fresh_name("v");
    v->count = 2;
    v->self.tag = VARIANT;
    v->self.index = variant_count++;
    v->cases[0].name = fresh_name("c");
    v->cases[1].name = fresh_name("c");
    v->cases[1].count = 1;
    v->cases[1].types[0] = int_type();
    append(made.tops, list4(atom("variant"), atom(v->name), list1(atom(v->cases[0].name)),
                            list2(atom(v->cases[1].name), atom("int"))));
    running.option = v;
}

/* ---- programs */

/* A program of about `size` nodes that runs. */
static node *running_make(uint64_t seed, int size) {
    static const int stages[] = {STAGE_COMPUTE, STAGE_COMPUTE, STAGE_COMPUTE, STAGE_FRAGMENT,
                                 STAGE_VERTEX};
    int depth = size < 30 ? 4 : size < 100 ? 5 : 7;
    random_seed(seed);
    open_program();
    size = 10 + 2 * size;
    made.plain = chance(60);
    memset(&running, 0, sizeof running);
    made.stage = stages[below(5)];
    made.defined = chance(25);
    made.heavy = chance(20);
    made.sets = chance(30);
    made.shadows = chance(50) ? 0 : 5 + below(40);
    made.whole = chance(50);
    running.group = made.stage == STAGE_COMPUTE ? 1 << below(3) : 4;
    running.invocations = made.stage == STAGE_COMPUTE ? running.group * 2 : 4;
    if (made.stage == STAGE_COMPUTE && chance(50)) running.group = running.invocations = 1;
    running.strays = made.stage == STAGE_COMPUTE && running.group > 1 && chance(40);
    with_actions = 0; /* structs have plain functions */
    if (chance(80)) make_structures();
    if (chance(80)) make_variants();
    if (chance(50)) make_option();
    make_memories();
    if (made.stage == STAGE_FRAGMENT) make_inputs();
    if (chance(40)) make_push_constants();
    with_actions = 40;
    make_definitions(below(4), size, depth);
    made.budget = size;
    make_entry(depth);
    make_place();
    make_total_value();
    if (chance(12)) make_choices();
    add_aliases(made.tops, 0);
    return made.tops;
}

#endif
