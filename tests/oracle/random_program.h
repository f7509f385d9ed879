/* Random λV programs, well typed by construction: program_make(seed, size) gives a tree, tree_print
   its text. The same seed gives the same program everywhere. A program ends at every pixel, but for
   the rare one whose calls multiply beyond the evaluator's patience.

   contents: parts of expressions · bindings and branches · case · structs and arrays · sharing ·
   functions · numbers · integers · bools · vectors and matrices · edges · choice of a production ·
   recursion · programs */
#ifndef RANDOM_PROGRAM_H
#define RANDOM_PROGRAM_H

#include "random_types.h"

static node *expression(const lv_type *t, int depth);
static node *leaf(const lv_type *t);
static node *some_leaf(const lv_type *t);
static node *variable(const lv_type *t, int depth);
static node *varying_condition(void);
static node *recursion_of(const lv_type *t, int depth);
static node *lambda_of(const lv_type *t, int depth);
static node *action_expression(const lv_type *t, int depth);

/* What invocations of other stages have for the place of their pixel is in (me~). */
enum { STAGE_VERTEX = 0, STAGE_FRAGMENT = 4, STAGE_COMPUTE = 5 };

/* ---- parts of expressions */

static node *marked(node *n, int form) {
    if (n != NULL) n->form = (short)form;
    return n;
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

/* A number's expression, mostly one whose value every device agrees on. */
static node *mostly_exact(const lv_type *t, int depth) {
    return chance(85) ? exact_expression(t, depth) : expression(t, depth);
}

/* Whether an operand of a wild program may be any, beyond what its operation likes. */
static int is_wild(int percent) {
    return made.wild && chance(percent);
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

static node *pixel_number(void) {
    if (made.stage != STAGE_FRAGMENT)
        return list2(joined(".", chance(50) ? "x" : "y", ""), list1(atom("me~")));
    return list2(joined(".", chance(50) ? "x" : "y", ""), list1(word("frag-coord")));
}

/* A comparison that the pixel decides, or a variable. */
static node *varying_condition(void) {
    static const char *const limits[] = {"1", "2", "3", "2.5", "4", "5", "0.5", NULL};
    node *n = chance(60) ? NULL : variable(num_type(), 0);
    if (n == NULL) n = pixel_number();
    return use(chance(50) ? "<" : ">=", n, atom(random_word(limits)), NULL);
}

static node *index_for(const lv_type *array, int depth);

/* What a variable of type `from` has of type `to`: itself, a field, an element or a swizzle; NULL
   if nothing. */
static node *part_of(const char *name, const lv_type *from, const lv_type *to) {
    static const char *const sets[] = {"xyzw", "rgba", "stpq"};
    char swizzle[6] = ".";
    int i;
    if (same_type(from, to)) return atom(name);
    if (from->tag == STRUCTURE)
        for (i = 0; i < structures[from->index].count; i++)
            if (same_type(structures[from->index].types[i], to))
                return joined(name, ".", structures[from->index].fields[i]);
    if (from->tag == STRUCTURE && chance(50)) { /* a.b.c */
        const lv_structure *s = &structures[from->index];
        i = below(s->count);
        return s->types[i]->tag == FUNCTION
                   ? NULL
                   : part_of(joined(name, ".", s->fields[i])->atom, s->types[i], to);
    }
    if (from->tag == ARRAY && same_type(from->out, to))
        return use("at", atom(name), index_for(from, 2), NULL);
    if (from->tag == ARRAY && to == int_type()) return use("count", atom(name), NULL, NULL);
    if (from->tag == DATA && is_vector(from) && to->tag == DATA && !is_matrix(to)
        && from->kind == to->kind) {
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
        if (!is_usable(i)) continue;
        n = part_of(scope[i].name, scope[i].type, t);
        if (n == NULL) continue;
        if (holds_function(scope[i].type)) made.cost += scope[i].cost;
        if (scope[i].inexact) made.inexact = 1;
        return n;
    }
    return NULL;
}

/* Something that has no type, where nobody looks. How forms are written is looked at everywhere. */
static node *nonsense(void) {
    switch (below(made.whole ? 5 : 6)) {
    case 0: return list3(word("+"), atom("true"), atom("1"));
    case 1: return list1(list1(atom("1")));
    case 2: return list2(word("vec2"), word("floor"));
    case 3: return list3(word("bit-and"), atom("1i"), atom("1u"));
    case 4: return list3(word("at"), atom("2"), atom("0.5"));
    default: return list3(word("if"), atom("2"), atom("1"));
    }
}

/* Something that nothing uses. */
static node *unused_value(int depth) {
    const lv_type *t = random_type(1);
    int cost = made.cost, inexact = made.inexact;
    node *n;
    if (!made.whole) return nonsense();
    n = apart(t, depth < 3 ? depth : 3);
    made.cost = cost;
    made.inexact = inexact;
    return n;
}

/* ---- bindings and branches */

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
        if (!made.sets && chance(6)) { /* functions of a set hold more than they need */
            append(list, list2(atom(names[i]), unused_value(depth - 1)));
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
    return marked(n, sequential ? FORM_LET_STAR : FORM_LET);
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

/* Something that is true, and known when the program is compiled. */
static node *known_truth(void) {
    int i;
    switch (below(5)) {
    case 0: return atom("true");
    case 1: return list3(word("<"), atom("1"), atom("2"));
    case 2: return list2(word("not"), atom("false"));
    case 3: return list3(word(">="), list3(word("bit-and"), atom("6"), atom("3i")), atom("2"));
    default:
        for (i = scope_count - 1; i >= 0; i--)
            if (is_usable(i) && scope[i].type->tag == ARRAY && is_available("count"))
                return list3(word("<"), list2(word("count"), atom(scope[i].name)), atom("9"));
        return list3(word(">="), list2(word("num"), atom("1u")), atom("0x1p-1"));
    }
}

static node *cond_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    node *c, *n = spelled("cond");
    int count = 1 + chance(50) + chance(20);
    if (n == NULL) return NULL;
    n = list1(n);
    while (count-- > 0) {
        c = condition(depth - 1);
        append(n, list2(c, body(t, depth - 1, r)));
    }
    append(n, list2(atom("else"), body(t, depth - 1, r)));
    return n;
}

static node *static_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    node *c = known_truth(), *n;
    if (chance(60)) {
        n = list3(word("static-if"), c, body(t, depth - 1, r));
        append(n, nonsense());
    } else {
        n = list3(word("static-if"), list2(word("not"), c), nonsense());
        append(n, body(t, depth - 1, r));
    }
    return n;
}

static node *case_form(const lv_type *t, int depth, recursion *r, body_maker body);

/* (switch n (label ... e) ... (else e)) */
static node *switch_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    int kind = chance(60) ? INT : UINT, label = kind == INT ? -below(3) : 0;
    int count = 1 + below(3), more;
    node *n = exact_expression(data_type(kind, 1, 1), depth - 1), *clause;
    if (chance(70)) n = list3(word("bit-and"), n, chance(50) ? atom("3") : atom("7"));
    n = list2(word("switch"), n);
    while (count-- > 0) {
        clause = new_node();
        for (more = 1 + (chance(40) ? below(3) : 0); more > 0; more--, label += 1 + chance(20)) {
            const char *suffix = kind == INT ? "i" : "u";
            append(clause, joined(digit(label)->atom, chance(70) ? "" : suffix, ""));
        }
        append(clause, body(t, depth - 1, r));
        append(n, clause);
    }
    append(n, list2(atom("else"), body(t, depth - 1, r)));
    return n;
}

/* A literal from 0 to 39 where an int or uint is wanted: written, or computed from such. */
static node *literal(void) {
    int n = below(40), k = 1 + below(9);
    if (!chance(30)) return digit(n);
    switch (below(4)) {
    case 0: return is_available("+") ? list3(word("+"), digit(n), digit(0)) : digit(n);
    case 1: return is_available("-") ? list3(word("-"), digit(n + k), digit(k)) : digit(n);
    case 2: return is_available("*") ? list3(word("*"), digit(k), digit(below(5))) : digit(n);
    default:
        if (!is_available("/") || !is_available("floor")) return digit(n);
        return list2(word("floor"), list3(word("/"), digit(n), digit(k)));
    }
}

/* The first arm of an if: where the second one is of ints, a literal will do. */
static node *arm_of(const lv_type *t, int depth) {
    if (is_integer(t) && is_scalar(t) && chance(20)) return literal();
    return apart(t, depth - 1);
}

/* if, cond, case, switch or static-if, whose arms `body` makes. */
static node *branch_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    node *n, *c;
    switch (below(10)) {
    case 0:
    case 1: return cond_form(t, depth, r, body);
    case 2:
        if (chance(50)) return static_form(t, depth, r, body);
        return is_available("switch") ? switch_form(t, depth, r, body) : NULL;
    case 3:
    case 4: return case_form(t, depth, r, body);
    default:
        c = condition(depth - 1);
        n = list3(word("if"), c, body == apart_body ? arm_of(t, depth) : body(t, depth - 1, r));
        append(n, body(t, depth - 1, r));
        return marked(n, FORM_IF);
    }
}

static node *branch_of(const lv_type *t, int depth) {
    return branch_form(t, depth, NULL, apart_body);
}

/* ---- case */

enum { MAX_BINDERS = 32 };
static struct {
    const char *names[MAX_BINDERS];
    const lv_type *types[MAX_BINDERS];
    int count;
} binders; /* of the pattern that is being made */

static node *pattern_of(const lv_type *t, int deep);

static node *parts_pattern(const char *maker, const lv_type *const *types, int count, int deep) {
    node *n = list1(atom(maker));
    int i;
    for (i = 0; i < count; i++) append(n, pattern_of(types[i], deep));
    return n;
}

/* A pattern that takes every value of type t. */
static node *pattern_of(const lv_type *t, int deep) {
    const char *name;
    if (deep > 0 && chance(30) && t->tag == STRUCTURE)
        return parts_pattern(structures[t->index].name, structures[t->index].types,
                             structures[t->index].count, deep - 1);
    if (deep > 0 && chance(60) && t->tag == VARIANT && variants_made[t->index].count == 1)
        return parts_pattern(variants_made[t->index].cases[0].name,
                             variants_made[t->index].cases[0].types,
                             variants_made[t->index].cases[0].count, deep - 1);
    if (chance(20) || binders.count == MAX_BINDERS) return atom("_");
    name = random_name(binders.names, binders.count);
    binders.names[binders.count] = name;
    binders.types[binders.count++] = t;
    return atom(name);
}

/* (pattern e), in whose scope the pattern's names are. */
static node *clause_of(node *pattern, const lv_type *t, int depth, recursion *r, body_maker body) {
    mark m = open_scope();
    node *n;
    int i;
    for (i = 0; i < binders.count; i++)
        push_binding(binders.names[i], binders.types[i])->inexact = made.free;
    n = list2(pattern, body(t, depth - 1, r));
    close_scope(&m);
    return n;
}

/* ((both (circle a) b) e) in front of ((both a b) e): a clause that takes some of the case's
   values, if it has any such part. */
static node *partial_clause(const lv_case *k, const lv_type *t, int depth, recursion *r,
                            body_maker body) {
    node *n = list1(atom(k->name));
    int i, found = 0;
    binders.count = 0;
    for (i = 0; i < k->count; i++) {
        const lv_type *part = k->types[i];
        if (!found && part->tag == VARIANT && variants_made[part->index].count > 1) {
            const lv_case *inner = &variants_made[part->index].cases[below(2)];
            append(n, parts_pattern(inner->name, inner->types, inner->count, 0));
            found = 1;
        } else {
            append(n, pattern_of(part, 0));
        }
    }
    return found ? clause_of(n, t, depth, r, body) : NULL;
}

static void variant_clauses(node *n, const lv_variant *v, const lv_type *t, int depth, recursion *r,
                            body_maker body) {
    int left = v->count, omit = chance(30) ? below(v->count) : v->count, i, start = below(v->count);
    for (i = 0; i < v->count; i++) {
        int at = (i + start) % v->count;
        const lv_case *k = &v->cases[at];
        node *partial = chance(40) ? partial_clause(k, t, depth, r, body) : NULL, *pattern;
        if (partial != NULL) append(n, partial);
        if (at == omit) continue;
        binders.count = 0;
        pattern = parts_pattern(k->name, k->types, k->count, 1);
        append(n, clause_of(pattern, t, depth, r, body));
        left--;
    }
    if (left > 0) append(n, list2(atom("else"), body(t, depth - 1, r)));
}

static node *case_form(const lv_type *t, int depth, recursion *r, body_maker body) {
    node *n, *value;
    if (variant_count == 0 && structure_count == 0) return NULL;
    if (variant_count > 0 && chance(80)) {
        const lv_variant *v = &variants_made[below(variant_count)];
        value = exact_expression(&v->self, depth - 1);
        n = list2(word("case"), value);
        variant_clauses(n, v, t, depth, r, body);
    } else {
        const lv_structure *s;
        if (structure_count == 0) return NULL;
        s = &structures[below(structure_count)];
        value = expression(&s->self, depth - 1);
        n = list2(word("case"), value);
        binders.count = 0;
        value = parts_pattern(s->name, s->types, s->count, 1);
        append(n, clause_of(value, t, depth, r, body));
    }
    return marked(n, FORM_CASE);
}

/* ---- calls */

static node *operands_to(node *call, const lv_type *f, int depth) {
    int i;
    for (i = 0; i < f->count; i++) append(call, expression(f->in[i], depth - 1));
    return call;
}

/* The place in scope of a variable that is a function with value t, -1: none was found. */
static int function_to(const lv_type *t) {
    int tries = 16;
    while (tries-- > 0 && scope_count > 0) {
        int i = below(scope_count);
        const lv_type *f = scope[i].type;
        if (f != NULL && f->tag == FUNCTION && same_type(f->out, t) && is_usable(i)) return i;
    }
    return -1;
}

static node *call_in(int place, int depth) {
    const lv_type *f = scope[place].type;
    made.cost += scope[place].cost;
    if (scope[place].inexact) made.inexact = 1;
    return marked(operands_to(list1(atom(scope[place].name)), f, depth), FORM_APPLY);
}

/* A call of a variable that is a function with value t. */
static node *call_of(const lv_type *t, int depth) {
    int place = function_to(t);
    return place < 0 ? NULL : call_in(place, depth);
}

/* (if c (f a) (if d (f b) (f a))), (f (f a)): a function called several times, with other
   arguments or the same. */
static node *calls_of(const lv_type *t, int depth) {
    int place = function_to(t), count = 1 + below(3), before = made.uniform;
    node *n, *other;
    if (place < 0) return NULL;
    made.uniform = 0;
    n = call_in(place, depth);
    while (count-- > 0) {
        other = chance(20) ? copy_tree(n) : call_in(place, depth - 1);
        if (scope[place].type->count == 1 && same_type(scope[place].type->in[0], t) && chance(30))
            made.cost += scope[place].cost, n = list2(atom(scope[place].name), n);
        n = marked(list4(word("if"), condition(depth - 1), n, other), FORM_IF);
    }
    made.uniform = before;
    return n;
}

/* A call of a function that a static-if ends after so many turns. */
static node *unfold_of(const lv_type *t, int depth) {
    int tries = 8;
    while (tries-- > 0 && scope_globals > 0) {
        int i = below(scope_globals), turns = below(4);
        const binding *b = &scope[i];
        if (b->unfolds == NULL || !same_type(b->unfolds->out, t) || !is_visible(i)) continue;
        if ((made.exact && b->inexact) || made.cost + 4 * b->cost > MAX_COST) continue;
        made.cost += (turns + 1) * b->cost;
        if (b->inexact) made.inexact = 1;
        return operands_to(list2(atom(b->name), digit(turns)), b->unfolds, depth);
    }
    return NULL;
}

static lv_type *fresh_function_type(const lv_type *out, int depth) {
    lv_type *f = (lv_type *)(void *)function_type(chance(8) ? 0 : 1 + below(2), depth);
    f->out = out;
    return f;
}

/* ((func (a) e) x), ((if c f g) x), ((let ... f) x): the application of any function expression. */
static node *application_of(const lv_type *t, int depth) {
    const lv_type *f = fresh_function_type(t, 2);
    return marked(operands_to(list1(apart(f, depth - 1)), f, depth), FORM_APPLY);
}

/* ((f a) b) */
static node *curried_of(const lv_type *t, int depth) {
    lv_type *inner = fresh_function_type(t, 1), *outer = fresh_function_type(inner, 1);
    node *call = operands_to(list1(apart(outer, depth - 1)), outer, depth);
    return marked(operands_to(list1(marked(call, FORM_APPLY)), inner, depth), FORM_APPLY);
}

static node *the_of(const lv_type *t, int depth) {
    if (holds_function(t) || !is_available("the")) return NULL;
    if (is_integer(t) && is_scalar(t) && chance(25))
        return marked(list3(word("the"), type_node(t), digit(below(40))), FORM_THE);
    return marked(list3(word("the"), type_node(t), expression(t, depth - 1)), FORM_THE);
}

static node *dead_binding(const lv_type *t, int depth) {
    const char *name = fresh_name("unused");
    return marked(
        list3(word("let"), list1(list2(atom(name), unused_value(depth - 1))),
              expression(t, depth - 1)),
        FORM_LET);
}

/* ---- structs, variants and arrays */

/* A field of a struct that is made for it, or of any struct expression. */
static node *field_of(const lv_type *t, int depth) {
    int tries = 8;
    while (tries-- > 0 && structure_count > 0) {
        const lv_structure *s = &structures[below(structure_count)];
        int i = below(s->count);
        node *value;
        if (!same_type(s->types[i], t)) continue;
        value = expression(&s->self, depth - 1);
        if (chance(50)) return list2(joined(".", s->fields[i], ""), value);
        return list2(joined(s->name, "-", s->fields[i]), value);
    }
    return NULL;
}

static node *structure_of(const lv_type *t, int depth) {
    const lv_structure *s = &structures[t->index];
    node *n = list1(atom(s->name));
    int i;
    for (i = 0; i < s->count; i++) append(n, expression(s->types[i], depth - 1));
    return n;
}

/* (let ((w e)) BACK), where BACK changes a part of w and then takes that of w again */
static node *changed_back(const char *name, node *value, node *back) {
    return marked(list3(word("let"), list1(list2(atom(name), value)), back), FORM_LET);
}

static node *with_structure(const lv_type *t, int depth) {
    const lv_structure *s = &structures[t->index];
    node *n, *value;
    int i = below(s->count), other = below(s->count);
    if (!is_available("with")) return NULL;
    value = expression(t, depth - 1);
    if (chance(25)) {
        const char *name = fresh_name("w~");
        n = list2(atom(s->fields[i]), expression(s->types[i], depth - 1));
        n = marked(list3(word("with"), atom(name), n), FORM_WITH);
        n = list3(word("with"), n, list2(atom(s->fields[i]), joined(name, ".", s->fields[i])));
        return changed_back(name, value, marked(n, FORM_WITH));
    }
    n = list3(word("with"), value, list2(atom(s->fields[i]), expression(s->types[i], depth - 1)));
    if (other != i && chance(50))
        append(n, list2(atom(s->fields[other]), expression(s->types[other], depth - 1)));
    return marked(n, FORM_WITH);
}

static node *variant_of(const lv_type *t, int depth) {
    const lv_variant *v = &variants_made[t->index];
    const lv_case *k = &v->cases[below(v->count)];
    node *n = list1(atom(k->name));
    int i;
    for (i = 0; i < k->count; i++) append(n, expression(k->types[i], depth - 1));
    return n;
}

/* Any int or uint. */
static node *varying_index(int depth) {
    int kind = chance(70) ? INT : UINT;
    node *n;
    if (chance(40)) return list2(word("int"), use("floor", pixel_number(), NULL, NULL));
    n = exact_expression(data_type(kind, 1, 1), depth - 1);
    return list3(word("+"), n, list2(word(kind == INT ? "int" : "uint"), pixel_number()));
}

/* An index for `count` elements: a constant, or where the elements allow it one that is clamped. */
static node *index_for(const lv_type *array, int depth) {
    if (holds_function(array) || chance(40)) return digit(below(array->count));
    return varying_index(depth);
}

/* (at a i), or without a check what is in range. */
static node *element_of(const lv_type *t, int depth) {
    const lv_type *array = array_type(t, 1 + below(4));
    node *value, *n;
    value = expression(array, depth - 1);
    if ((array->count & (array->count - 1)) != 0 || holds_function(t) || chance(60))
        return list3(word("at"), value, index_for(array, depth));
    n = list3(word("bit-and"), exact_expression(int_type(), depth - 1), digit(array->count - 1));
    return list4(word("at"), value, n, atom(":unchecked"));
}

/* An expression that costs more than most. */
static node *costly(const lv_type *t, int depth) {
    node *n = apart(t, depth - 1);
    int turns = 1 + below(3);
    if (t->tag != DATA || t->kind == BOOL || t->columns > 1 || made.cost > MAX_COST / 4) return n;
    while (turns-- > 0 && is_available("*") && is_available("+"))
        n = list3(word("*"), list3(word("+"), n, some_leaf(t)), some_leaf(t));
    return n;
}

/* (array a b ...) to go into at run time: of costly elements, which may share something, or of
   constants. */
static node *table(const lv_type *t, int count, const char *shared, int depth) {
    node *n = list1(word("array")), *x;
    int constant = t == num_type() && chance(40);
    while (count-- > 0) {
        x = constant ? literal() : costly(t, depth);
        if (!constant && shared != NULL && t == num_type() && chance(50))
            x = list3(word("+"), x, atom(shared));
        append(n, x);
    }
    return n;
}

/* What (at a i) gives of a table, or of a table that two indices go into. */
static node *chosen_of(const lv_type *t, int depth) {
    const char *name = fresh_name("a~"), *shared = fresh_name("s~");
    int count = 2 + below(4), sharing = t == num_type() && chance(30);
    node *n, *value;
    if (holds_function(t) || !is_available("at") || made.cost > MAX_COST / 4) return NULL;
    if (chance(20)) count += below(8);
    value = sharing ? costly(t, depth) : NULL;
    n = table(t, count, sharing ? shared : NULL, depth);
    if (chance(70) || t != num_type() || !is_available("+")) {
        n = list3(word("at"), n, varying_index(depth));
    } else {
        n = list3(word("let"), list1(list2(atom(name), n)),
                  list3(word("+"), list3(word("at"), atom(name), varying_index(depth)),
                        list3(word("at"), atom(name), varying_index(depth))));
        n = marked(n, FORM_LET);
    }
    if (sharing)
        n = marked(list3(word("let"), list1(list2(atom(shared), value)), n), FORM_LET);
    return n;
}

/* The type of functions from one type or, unless `other` is NULL, two. */
static lv_type *function_from(const lv_type *in, const lv_type *other, const lv_type *out) {
    lv_type *f = new_type(FUNCTION);
    f->count = other != NULL ? 2 : 1;
    f->in[0] = in;
    f->in[1] = other;
    f->out = out;
    return f;
}

/* A function from the types of `in` to `out`, applied `turns` times. */
static node *repeated(const lv_type *in0, const lv_type *in1, const lv_type *out, int turns,
                      int depth) {
    int cost = made.cost;
    node *n = apart(function_from(in0, in1, out), depth - 1);
    made.cost = cost + (made.cost - cost) * turns;
    return n;
}

static node *fold_of(const lv_type *t, int depth) {
    const lv_type *array =
        array_type(chance(50) && t->tag == DATA ? t : random_data(), 1 + below(4));
    node *f, *n = spelled("fold");
    if (n == NULL || made.cost > MAX_COST / 4) return NULL;
    f = repeated(t, array->out, t, array->count, depth);
    n = list3(n, f, expression(t, depth - 1));
    append(n, expression(array, depth - 1));
    return n;
}

static node *array_literal(const lv_type *t, int depth) {
    node *n = list1(word("array"));
    int i;
    for (i = 0; i < t->count; i++) append(n, expression(t->out, depth - 1));
    return n;
}

/* (array-of n f), (map f a b), (with-at a i e), (scan f e a) */
static node *array_of(const lv_type *t, int depth) {
    const lv_type *a, *b;
    node *n, *f, *index;
    if (made.cost > MAX_COST / 4) return NULL;
    switch (below(5)) {
    case 0:
        n = spelled("array-of");
        if (n == NULL) return NULL;
        return list3(n, digit(t->count), repeated(int_type(), NULL, t->out, t->count, depth));
    case 1:
        a = array_type(chance(50) ? t->out : random_type(1), t->count);
        b = chance(40) ? array_type(random_data(), t->count) : NULL;
        n = spelled("map");
        if (n == NULL) return NULL;
        f = repeated(a->out, b != NULL ? b->out : NULL, t->out, t->count, depth);
        n = list3(n, f, expression(a, depth - 1));
        if (b != NULL) append(n, expression(b, depth - 1));
        return n;
    case 2:
        n = spelled("with-at");
        if (n == NULL) return NULL;
        n = list2(n, expression(t, depth - 1));
        index = index_for(t, depth);
        append(n, index);
        append(n, expression(t->out, depth - 1));
        return n;
    case 3:
        a = array_type(chance(50) ? t->out : random_data(), t->count);
        n = spelled("scan");
        if (n == NULL) return NULL;
        f = repeated(t->out, a->out, t->out, t->count, depth);
        n = list3(n, f, expression(t->out, depth - 1));
        append(n, expression(a, depth - 1));
        return n;
    default: return array_literal(t, depth);
    }
}

/* ---- sharing: what several arms want */

/* Something of type t that wants the number `name`. */
static node *user_of(const lv_type *t, const char *name, int depth) {
    node *limit = atom(chance(50) ? "2" : "1"), *n;
    if (is_num(t)) return list3(word(chance(50) ? "+" : "-"), expression(t, depth - 1), atom(name));
    n = list4(word("if"), list3(word("<"), atom(name), limit), apart(t, depth - 1), some_leaf(t));
    return marked(n, FORM_IF);
}

/* Arms within arms, some of which want the number. */
static node *arms_around(const lv_type *t, const char *name, int levels, int depth) {
    node *n;
    if (levels == 0) return chance(60) ? user_of(t, name, depth) : apart(t, depth - 1);
    n = list3(word("if"), condition(depth - 1), arms_around(t, name, levels - 1, depth - 1));
    append(n, chance(70) ? arms_around(t, name, levels - 1, depth - 1) : apart(t, depth - 1));
    return marked(n, FORM_IF);
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
        append(sum, marked(n, FORM_IF));
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
    if (is_num(t) && chance(50))
        append(n, arms_beside(t, name, depth - 1));
    else
        append(n, arms_around(t, name, 1 + below(3), depth - 1));
    made.uniform = before;
    close_scope(&m);
    return marked(n, FORM_LET);
}

/* What never ends where the pixel's number is not below the limit. */
static node *ending_below(const node *pixel, const char *limit) {
    const char *name = fresh_name("k~");
    node *step = list3(word("<"), copy_tree(pixel), atom(limit)), *body;
    step = list3(word("+"), atom(name), list2(word("num"), step));
    body = list3(word("<"), atom(name), digit(1 + below(3)));
    body = list4(word("if"), body, list2(word("rec"), step), atom(name));
    body = list3(word("rec-func"), list1(atom(name)), body);
    return list2(body, atom("0"));
}

static node *below_limit(const node *pixel, const char *limit) {
    if (chance(70)) return list3(word("<"), copy_tree(pixel), atom(limit));
    return list2(word("not"), list3(word(">="), copy_tree(pixel), atom(limit)));
}

/* (let ((h LOOP)) (if c (+ h a) b)), where LOOP ends only under c; maybe in two places. */
static node *guarded_of(const lv_type *t, int depth) {
    const char *name = fresh_name("h~"), *limit = chance(50) ? "1" : "0.75";
    node *pixel = pixel_number(), *n, *first, *second;
    if (!is_num(t)) return NULL;
    first = list4(word("if"), below_limit(pixel, limit), user_of(t, name, depth - 1),
                  apart(t, depth - 1));
    marked(first, FORM_IF);
    n = list3(word("let"), list1(list2(atom(name), ending_below(pixel, limit))), first);
    if (chance(60)) {
        second = list4(word("if"), below_limit(pixel, limit), user_of(t, name, depth - 1),
                       apart(t, depth - 1));
        if (chance(50))
            second = list4(word("if"), condition(depth - 1), apart(t, depth - 1), second);
        n->first->next->next = list3(word("+"), first, marked(second, FORM_IF));
    }
    return marked(n, FORM_LET);
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
        if (!holds_function(f->in[i]) && chance(15))
            append(parameters, list2(atom(names[i]), type_node(f->in[i])));
        else
            append(parameters, atom(names[i]));
    }
    for (i = 0; i < f->count; i++) push_binding(names[i], f->in[i])->inexact = made.free;
    made.uniform = 0;
    n = list3(head, parameters, body(f->out, depth - 1, r));
    made.uniform = before;
    close_scope(&m);
    return marked(n, FORM_FUNC);
}

static node *lambda_of(const lv_type *t, int depth) {
    return lambda_form(t, depth, NULL, plain_body);
}

/* (func (a b) (f a b)) */
static node *wrapped_of(const lv_type *t, int depth) {
    node *f = expression(t, depth - 1), *names = new_node(), *call = list1(f), *n;
    int i;
    for (i = 0; i < t->count; i++) {
        const char *name = fresh_name("e");
        append(names, atom(name));
        append(call, atom(name));
    }
    n = list3(word("func"), names, marked(call, FORM_APPLY));
    return marked(n, FORM_FUNC);
}

/* ---- builtins: what takes and gives one type */

/* MAP t -> t; PAIR t t -> t; CAST the same, scalars broadcast; ORDER t t -> bools. `free`: a device
   rounds as it likes. Operands are kept between lo and hi where those are given. */
enum { ROW_MAP, ROW_PAIR, ROW_CAST, ROW_ORDER };
enum { FOR_NUM = 1, FOR_INT = 2, FOR_UINT = 4, FOR_BOOL = 8, FOR_INTS = 6, FOR_NUMBERS = 7 };

typedef struct builtin_row {
    const char *names;
    int rule, kinds, free;
    const char *lo, *hi;
} builtin_row;

static const builtin_row builtin_rows[] = {
    {"abs", ROW_MAP, FOR_NUM | FOR_INT, 0, NULL, NULL},
    {"sign", ROW_MAP, FOR_NUM | FOR_INT, 0, NULL, NULL},
    {"-", ROW_MAP, FOR_NUMBERS, 0, NULL, NULL},
    {"+", ROW_MAP, FOR_NUMBERS, 0, NULL, NULL},
    {"*", ROW_MAP, FOR_NUMBERS, 0, NULL, NULL},
    {"floor", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"ceil", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"trunc", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"fract", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"round-even roundEven roundeven", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"saturate", ROW_MAP, FOR_NUM, 0, NULL, NULL},
    {"bit-not", ROW_MAP, FOR_INTS, 0, NULL, NULL},
    {"bit-reverse bitfieldReverse reverseBits", ROW_MAP, FOR_INTS, 0, NULL, NULL},
    {"not", ROW_MAP, FOR_BOOL, 0, NULL, NULL},
    {"xor", ROW_CAST, FOR_BOOL, 0, NULL, NULL},
    {"+", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"+", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"-", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"-", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"*", ROW_CAST, FOR_INTS, 0, NULL, NULL},
    {"min", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"max", ROW_CAST, FOR_NUMBERS, 0, NULL, NULL},
    {"nmin", ROW_CAST, FOR_NUM, 0, NULL, NULL},
    {"nmax", ROW_CAST, FOR_NUM, 0, NULL, NULL},
    {"step", ROW_CAST, FOR_NUM, 0, NULL, NULL},
    {"bit-and", ROW_CAST, FOR_INTS, 0, NULL, NULL},
    {"bit-or", ROW_CAST, FOR_INTS, 0, NULL, NULL},
    {"bit-xor", ROW_CAST, FOR_INTS, 0, NULL, NULL},
    {"< less-than", ROW_ORDER, FOR_NUMBERS, 0, NULL, NULL},
    {"<= less-than-equal", ROW_ORDER, FOR_NUMBERS, 0, NULL, NULL},
    {"> greater-than", ROW_ORDER, FOR_NUMBERS, 0, NULL, NULL},
    {">= greater-than-equal", ROW_ORDER, FOR_NUMBERS, 0, NULL, NULL},
    {"= eq", ROW_ORDER, FOR_NUMBERS | FOR_BOOL, 0, NULL, NULL},
    {"neq /=", ROW_ORDER, FOR_NUMBERS | FOR_BOOL, 0, NULL, NULL},
};

static const builtin_row free_rows[] = {
    {"sin", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"cos", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"tan", ROW_MAP, FOR_NUM, 1, "-1", "1"},
    {"asin", ROW_MAP, FOR_NUM, 1, "-0.75", "0.75"},
    {"acos", ROW_MAP, FOR_NUM, 1, "-0.75", "0.75"},
    {"atan", ROW_MAP, FOR_NUM, 1, NULL, NULL},
    {"atan", ROW_PAIR, FOR_NUM, 1, "1", "5"},
    {"atan2", ROW_PAIR, FOR_NUM, 1, "1", "5"},
    {"sinh", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"cosh", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"tanh", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"asinh", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"acosh", ROW_MAP, FOR_NUM, 1, "1", "9"},
    {"atanh", ROW_MAP, FOR_NUM, 1, "-0.75", "0.75"},
    {"exp", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"exp2", ROW_MAP, FOR_NUM, 1, "-3", "3"},
    {"log", ROW_MAP, FOR_NUM, 1, "0.5", "9"},
    {"log2", ROW_MAP, FOR_NUM, 1, "0.5", "9"},
    {"sqrt", ROW_MAP, FOR_NUM, 1, "0", "9"},
    {"inverse-sqrt inversesqrt inverseSqrt", ROW_MAP, FOR_NUM, 1, "0.5", "9"},
    {"radians", ROW_MAP, FOR_NUM, 1, NULL, NULL},
    {"degrees", ROW_MAP, FOR_NUM, 1, NULL, NULL},
    {"round", ROW_MAP, FOR_NUM, 1, NULL, NULL},
    {"/", ROW_CAST, FOR_NUM, 1, "1", "9"},
    {"/", ROW_CAST, FOR_NUM, 1, NULL, NULL},
    {"mod", ROW_CAST, FOR_NUM, 1, "1", "9"},
    {"rem", ROW_CAST, FOR_NUM, 1, "1", "9"},
    {"pow", ROW_CAST, FOR_NUM, 1, "0.5", "5"},
};
enum {
    BUILTIN_ROWS = sizeof builtin_rows / sizeof builtin_rows[0],
    FREE_ROWS = sizeof free_rows / sizeof free_rows[0]
};

static int kind_bit(const lv_type *t) {
    static const int bits[] = {FOR_NUM, FOR_BOOL, FOR_INT, FOR_UINT};
    return bits[t->kind];
}

/* x in a range that a function likes: clamp x to [lo, hi]. */
static node *tame(const lv_type *t, int depth, const char *lo, const char *hi) {
    return use("clamp", expression(t, depth - 1), atom(lo), atom(hi));
}

/* An operand of type t, or where an operation broadcasts, a scalar; beside another integer, a bare
   literal as well. */
static node *beside(const lv_type *t, int depth) {
    if (is_integer(t) && chance(25)) return literal();
    if (t->kind == BOOL) return expression(t, depth - 1);
    return expression(chance(15) ? data_type(t->kind, 1, 1) : t, depth - 1);
}

static node *row_operand(const builtin_row *row, const lv_type *t, int depth) {
    if (row->lo == NULL || is_wild(60)) return expression(t, depth - 1);
    return tame(t, depth, row->lo, row->hi);
}

/* The row's builtin applied to operands of type t. */
static node *apply_row(const builtin_row *row, const lv_type *t, int depth) {
    node *head = spelled(row->names), *n;
    if (head == NULL) return NULL;
    if (row->free) made.inexact = 1;
    n = list1(head);
    if (row->rule == ROW_CAST && t->kind != BOOL && chance(8)) { /* the first one broadcasts */
        append(n, row_operand(row, data_type(t->kind, 1, 1), depth));
        append(n, row_operand(row, t, depth));
        return marked(n, FORM_BUILTIN);
    }
    append(n, row_operand(row, t, depth));
    if (row->rule == ROW_PAIR) append(n, row_operand(row, t, depth));
    if (row->rule == ROW_CAST)
        append(n, row->lo != NULL ? row_operand(row, t, depth) : beside(t, depth));
    if (row->rule == ROW_ORDER)
        append(n, is_integer(t) && is_scalar(t) ? beside(t, depth) : expression(t, depth - 1));
    return marked(n, FORM_BUILTIN);
}

/* A row that gives type t of operands of type t. */
static node *row_of(const lv_type *t, int depth) {
    int tries = 20;
    while (tries-- > 0) {
        const builtin_row *row = &builtin_rows[below(BUILTIN_ROWS)];
        if (row->rule != ROW_ORDER && row->kinds & kind_bit(t)) return apply_row(row, t, depth);
    }
    return NULL;
}

static int is_structure_of(const lv_type *t, const lv_structure *s) {
    int i;
    if (t->count != s->count) return 0;
    for (i = 0; i < s->count; i++)
        if (!same_type(t->in[i], s->types[i])) return 0;
    return 1;
}

/* Does the row's builtin have the type of a function of data? */
static int row_has_type(const builtin_row *row, const lv_type *t) {
    const lv_type *a = t->in[0];
    if (a->tag != DATA || !(row->kinds & kind_bit(a)) || t->count != 1 + (row->rule != ROW_MAP))
        return 0;
    if (t->count == 2 && !same_type(a, t->in[1])) return 0;
    if (row->rule == ROW_ORDER) return t->out == data_type(BOOL, a->rows, a->columns);
    return same_type(t->out, a);
}

/* A builtin, swizzle, constructor or accessor that has the type. */
static node *function_word(const lv_type *t, int depth) {
    const lv_type *a = t->count > 0 ? t->in[0] : NULL;
    int i;
    (void)depth;
    if (t->count == 1 && a->tag == STRUCTURE)
        for (i = 0; i < structures[a->index].count; i++)
            if (same_type(structures[a->index].types[i], t->out))
                return joined(structures[a->index].name, "-", structures[a->index].fields[i]);
    if (t->out->tag == STRUCTURE && is_structure_of(t, &structures[t->out->index]))
        return atom(structures[t->out->index].name);
    if (t->count == 1 && is_vector(a) && !same_type(a, t->out) && t->out->tag == DATA && chance(50))
        return part_of("", a, t->out);
    if (t->count == 1 && a->tag == DATA && is_scalar(a) && is_scalar(t->out) && a->kind == BOOL)
        return word(type_name(t->out));
    if (t->count == 1 && is_integer(a) && t->out == num_type() && is_scalar(a)) return word("num");
    for (i = 0; i < 12 && t->count > 0; i++) {
        const builtin_row *row = &builtin_rows[below(BUILTIN_ROWS)];
        if (row_has_type(row, t)) return spelled(row->names);
    }
    return NULL;
}

/* ---- numbers */

/* Zeros, infinities, NaN, ties, and where integers end. */
static node *edge_number(void) {
    static const char *const texts[] = {
        "-0.",         "0.",          "-0.",          "0.5",          "-0.5",      "1.5",
        "2.5",         "-2.5",        "1.",           "-1.",          "16777217.", "8388607.5",
        "-8388608.5",  "0.49999997",  "0.99999994",   "-0.99999994",  "1.0000001", "2147483520.",
        "2147483648.", "4294967040.", "-2147483648.", "3.4028235e38", "-1e38",     "1.1754944e-38"};
    node *n;
    if (chance(75)) return atom(texts[below(24)]);
    n = use("*", atom("1e38"), atom(chance(50) ? "1e38" : "-1e38"), NULL);
    return chance(50) ? n : use("-", n, copy_tree(n), NULL);
}

/* Any decimal, of many digits now and then. */
static node *decimal(void) {
    static const char *const signs[] = {"", "-", "+"};
    char text[64];
    int size = snprintf(text, sizeof text, "%s%d", signs[below(3)], below(1000)), i;
    text[size++] = '.';
    for (i = chance(15) ? 30 : below(14); i > 0; i--) text[size++] = (char)('0' + below(10));
    text[size] = '\0';
    if (chance(40)) size += snprintf(text + size, 8, "e%d", below(25) - 14);
    return atom(keep_text(text, (size_t)size));
}

static node *number(void) {
    static const char *const texts[] = {
        "0",   "1", "2",  "3",   "0.5", "-1",   "0.25",   "4",   "-2", "1.5", "-0.5",  "8",
        ".75", "5", "-3", "2.5", "0.0", "0x10", "1.25e1", "-0.", "7",  "1e1", "0.125", "6"};
    static const char *const rare[] = {"0.1",  "3.14159",    "1e-3", "16777217.0", "1e10",
                                       "-1e9", "0x1.8p-4",   "+7",   "1.",         "0.333333",
                                       "100",  "2147483648", "-0.7"};
    if (made.edges && chance(60)) return edge_number();
    if (chance(4)) return decimal();
    return atom(chance(8) ? rare[below(13)] : texts[below(24)]);
}

static node *small_number(void) {
    static const char *const texts[] = {"0.5", "-1", "2", "0.25", "-0.5", "1.5", "0", "-2"};
    return atom(texts[below(8)]);
}

static node *whole_number(int kind) {
    static const char *const ints[] = {"0i",   "1i",    "2i",           "3i",
                                       "-1i",  "7i",    "-5i",          "31i",
                                       "100i", "0x7fi", "-2147483648i", "2147483647i"};
    static const char *const uints[] = {"0u",  "1u",   "2u",    "3u",  "5u",     "31u",
                                        "32u", "255u", "0xf0u", "77u", "65536u", "4294967295u"};
    static const char *const edges[] = {"-2147483648i", "2147483647i",  "-1i",         "0i",
                                        "1i",           "-2147483647i", "32i",         "16777217i",
                                        "4294967295u",  "2147483648u",  "2147483647u", "0u",
                                        "1u",           "4294967040u",  "32u",         "33u"};
    static const char *const cut[] = {"-2147483648.", "2147483520.", "-1.",         "1.",
                                      "4294967040.",  "2147483648.", "2147483520.", "1."};
    int i = below(chance(85) ? 10 : 12), high = kind == INT ? 0 : 1;
    if (made.edges && chance(15))
        return list2(word(kind == INT ? "int" : "uint"), atom(cut[4 * high + below(4)]));
    if (made.edges && chance(50)) return atom(edges[8 * high + below(8)]);
    return atom(kind == INT ? ints[i] : uints[i]);
}

/* A product with something small, so that products of products stay exact. */
static node *product_of(const lv_type *t, int depth) {
    node *a = expression(t, depth - 1), *b = small_number();
    if (is_matrix(t) && !made.exact && chance(60))
        return use("*", a, expression(data_type(NUM, t->columns, t->columns), depth - 1), NULL);
    if (chance(10)) b = expression(num_type(), depth - 1);
    return chance(50) ? use("*", a, b, NULL) : use("*", b, a, NULL);
}

static node *arithmetic_of(const lv_type *t, int depth) {
    node *a;
    switch (below(8)) {
    case 0: return product_of(t, depth);
    case 1:
        if (is_wild(50))
            return use(chance(70) ? "clamp" : "nclamp", expression(t, depth - 1), beside(t, depth),
                       beside(t, depth));
        return use(chance(70) ? "clamp" : "nclamp", expression(t, depth - 1),
                   atom(chance(50) ? "-4" : "0"), atom("4"));
    case 2:
        a = expression(t, depth - 1);
        return use("+", a, expression(t, depth - 1), chance(60) ? expression(t, depth - 2) : NULL);
    default: return row_of(t, depth);
    }
}

/* Functions with a precision of their own. */
static node *free_number_of(const lv_type *t, int depth) {
    node *a;
    if (made.exact || !made.free) return NULL;
    made.inexact = 1;
    switch (below(10)) {
    case 0: return use("mix", expression(t, depth - 1), expression(t, depth - 1), beside(t, depth));
    case 1:
        if (is_wild(50))
            return use("smoothstep smooth-step", beside(t, depth), atom("1"),
                       expression(t, depth - 1));
        return use("smoothstep smooth-step", atom(chance(50) ? "-1" : "0"), atom("2"),
                   expression(t, depth - 1));
    case 2: return use("fma", expression(t, depth - 1), small_number(), expression(t, depth - 1));
    case 3:
        if (is_matrix(t)) return NULL;
        if (is_wild(60)) return use("normalize", expression(t, depth - 1), NULL, NULL);
        return use("normalize", use("+", tame(t, depth, "0", "3"), atom("1"), NULL), NULL, NULL);
    case 4:
        if (is_matrix(t)) return NULL;
        a = use("clamp", exact_expression(data_type(INT, t->rows, 1), depth - 1), atom("-9"),
                atom("9"));
        return use("ldexp", expression(t, depth - 1), a, NULL);
    case 5: /* quotients of either sign */
        return use(chance(50) ? "mod" : "rem", tame(t, depth, "-9", "9"),
                   chance(50) ? atom(chance(50) ? "-3" : "2.5") : tame(t, depth, "1", "9"), NULL);
    default: return apply_row(&free_rows[below(FREE_ROWS)], t, depth);
    }
}

/* Numbers from integers and truth values. */
static node *number_from(const lv_type *t, int depth) {
    const lv_type *whole = data_type(chance(50) ? INT : UINT, t->rows, 1);
    node *n;
    if (is_matrix(t)) return NULL;
    switch (below(4)) {
    case 0: return use("num float", expression(whole, depth - 1), NULL, NULL);
    case 1: return use("num", expression(data_type(BOOL, t->rows, 1), depth - 1), NULL, NULL);
    case 2: /* a number between 1 and 2 */
        n = use("bit-and", mostly_exact(whole, depth - 1), atom("0x7fffff"), NULL);
        n = use("bit-or", n, atom("0x3f800000"), NULL);
        return use(whole->kind == INT ? "int-bits-to-float intBitsToFloat"
                                      : "uint-bits-to-float uintBitsToFloat",
                   n, NULL, NULL);
    default:
        n = use("frexp", tame(t, depth, "-100", "100"), NULL, NULL);
        return list2(atom(".significand"), n);
    }
}

static node *unpacked_of(const lv_type *t, int depth) {
    static const char *const fours[] = {"unpack-snorm-4x8 unpackSnorm4x8",
                                        "unpack-unorm-4x8 unpackUnorm4x8", NULL};
    static const char *const twos[] = {"unpack-snorm-2x16 unpackSnorm2x16",
                                       "unpack-unorm-2x16 unpackUnorm2x16",
                                       "unpack-half-2x16 unpackHalf2x16", NULL};
    if (!is_vector(t) || t->rows == 3 || made.exact || !made.free) return NULL;
    made.inexact = 1;
    return use(random_word(t->rows == 4 ? fours : twos),
               exact_expression(data_type(UINT, 1, 1), depth - 1), NULL, NULL);
}

/* Numbers from vectors and matrices. */
static node *measure_of(const lv_type *t, int depth) {
    const lv_type *v = data_type(NUM, 2 + below(3), 1);
    int n = 2 + below(3);
    if (!is_scalar(t)) return NULL;
    switch (below(4)) {
    case 0: return use("dot", expression(v, depth - 1), expression(v, depth - 1), NULL);
    case 1: return use("determinant", tame(data_type(NUM, n, n), depth, "-64", "64"), NULL, NULL);
    case 2:
        if (made.exact) return NULL;
        made.inexact = 1;
        return use("length", expression(v, depth - 1), NULL, NULL);
    default:
        if (made.exact) return NULL;
        made.inexact = 1;
        return use("distance", expression(v, depth - 1), expression(v, depth - 1), NULL);
    }
}

/* Set by a test that runs nothing: also where only some pixels come. */
static int derivatives_anywhere;

static node *derivative_of(const lv_type *t, int depth) {
    static const char *const words[] = {
        "dfdx dFdx dpdx",         "dfdy dFdy dpdy",         "fwidth", "dfdx-fine dFdxFine",
        "dfdy-coarse dFdyCoarse", "fwidth-fine fwidthFine", NULL};
    if (!(made.uniform || derivatives_anywhere) || made.edges || is_matrix(t) || chance(60))
        return NULL;
    return use(random_word(words), exact_expression(t, depth - 1), NULL, NULL);
}

/* ---- integers */

/* What may be divided by: never 0, never -1, unless everything is defined. */
static node *divisor(const lv_type *t, int depth) {
    static const char *const literals[] = {"3", "2", "7", "10", "1", NULL};
    static const char *const negative[] = {"-2", "-3", "-7", "-16", NULL};
    if (made.defined || is_wild(50)) return beside(t, depth);
    if (t->kind == INT && chance(20)) return atom(random_word(negative));
    if (chance(50)) return atom(random_word(literals));
    return use("clamp", expression(t, depth - 1), atom("1"), atom("99"));
}

static node *division_of(const lv_type *t, int depth) {
    static const char *const words[] = {"/", "mod", "rem", NULL};
    const char *w = random_word(words), *name = fresh_name("d~");
    node *a, *n;
    if (chance(70) || !is_scalar(t) || !is_available(w) || !is_available(">")) {
        a = expression(t, depth - 1);
        return use(w, a, divisor(t, depth), NULL);
    }
    n = list2(word("let"), list1(list2(atom(name), expression(t, depth - 1))));
    a = list2(word("if"), list3(word(">"), atom(name), digit(0)));
    append(a, list3(word(w), apart(t, depth - 1), atom(name)));
    append(a, apart(t, depth - 1));
    append(n, marked(a, FORM_IF));
    return marked(n, FORM_LET);
}

static node *shift_of(const lv_type *t, int depth) {
    const lv_type *amounts = data_type(chance(50) ? INT : UINT, t->rows, 1);
    node *a = expression(t, depth - 1), *amount = expression(amounts, depth - 1);
    if (is_scalar(t) && chance(30))
        amount = digit(below(32));
    else if (!is_wild(60) && (!made.defined || chance(50)))
        amount = use("bit-and", amount, atom("31"), NULL);
    return use(chance(50) ? "shift-left" : "shift-right", a, amount, NULL);
}

static node *bit_field_of(const lv_type *t, int depth) {
    int offset = below(32), bits = below(33 - offset);
    node *n = spelled(chance(50) ? "bit-extract bitfieldExtract extractBits"
                                 : "bit-insert bitfieldInsert insertBits");
    node *list = list2(n, expression(t, depth - 1));
    if (strchr(n->atom, 'x') == NULL) append(list, expression(t, depth - 1));
    append(list, is_wild(30) ? exact_expression(data_type(INT, 1, 1), depth - 1)
                             : digit(offset));
    append(list, is_wild(30) ? exact_expression(data_type(INT, 1, 1), depth - 1) : digit(bits));
    return list;
}

/* Integers from numbers, truth values and other integers. */
static node *whole_from(const lv_type *t, int depth) {
    const lv_type *n = data_type(NUM, t->rows, 1);
    const char *to = t->kind == INT ? "int" : "uint";
    node *a;
    switch (below(5)) {
    case 0:
        a = mostly_exact(n, depth - 1);
        if (is_available("-") && is_wild(60))
            a = use("-", a, pixel_number(), NULL); /* literals must fit */
        else a = use("clamp", a, atom(t->kind == INT ? "-100" : "0"), atom("99.5"));
        return use(to, a, NULL, NULL);
    case 1: return use(to, expression(data_type(BOOL, t->rows, 1), depth - 1), NULL, NULL);
    case 2:
        return use(to, expression(data_type(t->kind == INT ? UINT : INT, t->rows, 1), depth - 1),
                   NULL, NULL);
    case 3:
        a = mostly_exact(n, depth - 1);
        return use(t->kind == INT ? "float-bits-to-int floatBitsToInt"
                                  : "float-bits-to-uint floatBitsToUint",
                   a, NULL, NULL);
    default:
        if (t->kind != INT) return NULL;
        return list2(atom(".exponent"), use("frexp", tame(n, depth, "-100", "100"), NULL, NULL));
    }
}

static node *bits_of(const lv_type *t, int depth) {
    static const char *const words[] = {"bit-count bitCount countOneBits",
                                        "find-lsb findLSB firstTrailingBit",
                                        "find-msb findMSB firstLeadingBit", NULL};
    if (t->kind != INT) return NULL;
    return use(random_word(words),
               expression(data_type(chance(50) ? INT : UINT, t->rows, 1), depth - 1), NULL, NULL);
}

static node *wide_of(const lv_type *t, int depth) {
    node *a = expression(t, depth - 1), *b = expression(t, depth - 1);
    switch (below(t->kind == UINT ? 5 : 1)) {
    case 1: return list2(atom(".value"), use("add-carry uaddCarry", a, b, NULL));
    case 2: return list2(atom(".carry"), use("add-carry", a, b, NULL));
    case 3: return list2(atom(".value"), use("sub-borrow", a, b, NULL));
    case 4: return list2(atom(".borrow"), use("sub-borrow usubBorrow", a, b, NULL));
    default: return list2(atom(chance(50) ? ".low" : ".high"), use("mul-extended", a, b, NULL));
    }
}

static node *packed_of(const lv_type *t, int depth) {
    static const char *const words[] = {"pack-snorm-4x8 packSnorm4x8",   "pack-unorm-4x8",
                                        "pack-snorm-2x16 packSnorm2x16", "pack-unorm-2x16",
                                        "pack-half-2x16 packHalf2x16",   NULL};
    const char *w = random_word(words);
    if (t->kind != UINT || !is_scalar(t) || made.exact || !made.free) return NULL;
    made.inexact = 1;
    return use(w, expression(data_type(NUM, strchr(w, '4') != NULL ? 4 : 2, 1), depth - 1), NULL,
               NULL);
}

/* (let ((q (rem e x))) (if (< p 1) e q)), where x is 0 if the pixel's p is below 1: what stands
   behind the choice alone must not run before it. */
static node *guarded_division(const lv_type *t, int depth) {
    static const char *const words[] = {"/", "rem", "mod", NULL};
    node *pixel = pixel_number(), *divisor = list2(word(type_name(t)), pixel), *n, *c, *q;
    const char *w = random_word(words), *name = fresh_name("q~");
    if (!is_scalar(t) || !is_available(w)) return NULL;
    q = list3(word(w), exact_expression(t, depth - 1), divisor);
    c = list3(word("<"), copy_tree(pixel), atom("1"));
    n = marked(list4(word("if"), c, exact_expression(t, depth - 1), atom(name)), FORM_IF);
    if (chance(60)) { /* two arms want it */
        c = marked(list4(word("if"), copy_tree(c), some_leaf(t), atom(name)), FORM_IF);
        n = marked(list4(word("if"), condition(depth - 1), n, c), FORM_IF);
    }
    return marked(list3(word("let"), list1(list2(atom(name), q)), n), FORM_LET);
}

static node *integer_of(const lv_type *t, int depth) {
    switch (below(12)) {
    case 0: return chance(30) ? guarded_division(t, depth) : division_of(t, depth);
    case 1: return shift_of(t, depth);
    case 2: return bit_field_of(t, depth);
    case 3:
    case 4: return whole_from(t, depth);
    case 5: return bits_of(t, depth);
    case 6: return chance(50) ? wide_of(t, depth) : packed_of(t, depth);
    case 7:
        if (is_wild(50))
            return use("clamp", expression(t, depth - 1), beside(t, depth), beside(t, depth));
        return use("clamp", expression(t, depth - 1), atom("2"), atom("40"));
    default: return row_of(t, depth);
    }
}

/* ---- bools */

static node *logic_of(const lv_type *t, int depth) {
    const char *w = chance(50) ? "and" : "or";
    node *n;
    int count;
    if (chance(30)) return row_of(t, depth);
    n = spelled(w);
    if (n == NULL) return NULL;
    n = list1(n);
    for (count = is_scalar(t) && chance(5) ? 0 : 1 + below(3); count > 0; count--)
        append(n, apart(t, depth - 1));
    return n;
}

static node *order_of(const lv_type *t, int depth) {
    static const int kinds[] = {NUM, NUM, NUM, NUM, INT, UINT, BOOL};
    const lv_type *n = data_type(is_matrix(t) ? NUM : kinds[below(7)], t->rows, t->columns);
    int tries = 20;
    while (tries-- > 0) {
        const builtin_row *row = &builtin_rows[below(BUILTIN_ROWS)];
        if (row->rule == ROW_ORDER && row->kinds & kind_bit(n)) return apply_row(row, n, depth);
    }
    return NULL;
}

static node *truth_of(const lv_type *t, int depth) {
    const lv_type *n = data_type(NUM, t->rows, t->columns);
    if (chance(25)) return logic_of(t, depth);
    if (is_scalar(t) && chance(25))
        return use(
            chance(50) ? "any-of any" : "all-of all",
            expression(data_type(BOOL, 2 + below(3), chance(80) ? 1 : 2 + below(3)), depth - 1),
            NULL, NULL);
    if (made.stage == STAGE_FRAGMENT && is_scalar(t) && chance(3))
        return list1(word("front-facing"));
    if (chance(5))
        return use(chance(50) ? "is-nan isnan" : "is-inf isinf", expression(n, depth - 1), NULL,
                   NULL);
    if (!is_matrix(t) && chance(8))
        return use("bool",
                   expression(data_type(chance(50)   ? NUM
                                        : chance(50) ? INT
                                                     : UINT,
                                        t->rows, 1),
                              depth - 1),
                   NULL, NULL);
    return order_of(t, depth);
}

/* ---- vectors and matrices */

static node *scalar_leaf(const lv_type *t) {
    if (t->kind == BOOL) return atom(chance(50) ? "true" : "false");
    if (is_integer(t) && chance(20)) return list2(word(type_name(t)), pixel_number());
    if (is_integer(t)) return whole_number(t->kind);
    return chance(30) ? pixel_number() : number();
}

/* leaf() may choose a spelling that is hidden. */
static node *some_leaf(const lv_type *t) {
    node *n = NULL;
    while (n == NULL) n = leaf(t);
    return n;
}

static node *leaf(const lv_type *t) {
    node *n;
    int i, parts;
    if (t->tag == ACTION) return action_expression(t, 0);
    made.cost++;
    if (chance(made.edges ? 40 : 75) && (n = variable(t, 0)) != NULL) return n;
    if (t->tag == STRUCTURE) {
        n = list1(atom(structures[t->index].name));
        for (i = 0; i < structures[t->index].count; i++)
            append(n, some_leaf(structures[t->index].types[i]));
        return n;
    }
    if (t->tag == VARIANT) {
        const lv_case *k = &variants_made[t->index].cases[below(variants_made[t->index].count)];
        n = list1(atom(k->name));
        for (i = 0; i < k->count; i++) append(n, some_leaf(k->types[i]));
        return n;
    }
    if (t->tag == ARRAY) {
        n = list1(word("array"));
        for (i = 0; i < t->count; i++) append(n, some_leaf(t->out));
        return n;
    }
    if (t->tag == FUNCTION) {
        if (chance(40) && (n = function_word(t, 0)) != NULL) return n;
        return lambda_of(t, 0);
    }
    if (is_scalar(t)) return scalar_leaf(t);
    parts = t->rows * t->columns;
    n = spelled(type_name(t));
    if (n == NULL) return NULL;
    n = list1(n);
    if (chance(30)) parts = 1;
    for (i = 0; i < parts; i++)
        append(n, is_integer(t) && chance(20) ? digit(below(40))
                                              : scalar_leaf(data_type(t->kind, 1, 1)));
    return n;
}

/* (vec4 a.xy 1 b), (mat2 a.xy b) */
static node *constructed(const lv_type *t, int depth) {
    node *n;
    int left = t->rows * t->columns, i;
    if (is_scalar(t)) return NULL;
    n = spelled(type_name(t));
    if (n == NULL) return NULL;
    n = list1(n);
    if (chance(20)) {
        append(n, expression(data_type(t->kind, 1, 1), depth - 1));
    } else if (is_matrix(t) && chance(15)) {
        append(n, expression(data_type(t->kind, 2 + below(3), 2 + below(3)), depth - 1));
    } else if (is_matrix(t) && chance(70)) {
        for (i = 0; i < t->columns; i++)
            append(n, expression(data_type(t->kind, t->rows, 1), depth - 1));
    } else {
        while (left > 0) {
            int part = 1 + below(left < 4 ? left : 4);
            if (part > 1 && part == t->rows * t->columns) part--;
            append(n, expression(data_type(t->kind, part, 1), depth - 1));
            left -= part;
        }
    }
    return n;
}

/* matrix * vector, vector * matrix */
static node *linear_of(const lv_type *t, int depth) {
    int n = 2 + below(3);
    node *m, *v;
    if (!is_vector(t)) return NULL;
    v = expression(data_type(NUM, n, 1), depth - 1);
    if (chance(50)) {
        m = expression(data_type(NUM, t->rows, n), depth - 1);
        return use("*", m, v, NULL);
    }
    m = expression(data_type(NUM, n, t->rows), depth - 1);
    return use("*", v, m, NULL);
}

static node *inverse_of(const lv_type *t, int depth) {
    node *m, *make;
    if (!is_matrix(t) || t->rows != t->columns || made.exact || !made.free) return NULL;
    make = spelled(type_name(t));
    if (make == NULL) return NULL;
    made.inexact = 1;
    m = use("clamp", expression(t, depth - 1), atom("-1"), atom("1"));
    return use("inverse", use("+", m, list2(make, atom("9")), NULL), NULL, NULL);
}

static node *vector_function_of(const lv_type *t, int depth) {
    node *a = expression(t, depth - 1);
    if (made.free && !made.exact) {
        made.inexact = 1;
        if (chance(40))
            return use("face-forward faceforward faceForward", a, expression(t, depth - 1),
                       expression(t, depth - 1));
        if (chance(40)) return use("refract", a, expression(t, depth - 1), atom("0.5"));
    }
    return use("reflect", a, expression(t, depth - 1), NULL);
}

static node *shaped_of(const lv_type *t, int depth) {
    const lv_type *three = data_type(NUM, 3, 1);
    if (is_matrix(t)) {
        if (chance(20)) return inverse_of(t, depth);
        if (chance(50))
            return use("transpose", expression(data_type(NUM, t->columns, t->rows), depth - 1),
                       NULL, NULL);
        return use("outer-product outerProduct", expression(data_type(NUM, t->rows, 1), depth - 1),
                   expression(data_type(NUM, t->columns, 1), depth - 1), NULL);
    }
    if (t == three && chance(50))
        return use("cross", expression(three, depth - 1), expression(three, depth - 1), NULL);
    if (is_vector(t) && chance(50)) return vector_function_of(t, depth);
    if (chance(50)) return NULL;
    if (!is_available("modf")) return NULL;
    return list2(atom(chance(50) ? ".fract" : ".whole"),
                 use("modf", tame(t, depth, "-100", "100"), NULL, NULL));
}

static node *selected_of(const lv_type *t, int depth) {
    int per_part = is_vector(t) && chance(50);
    node *c = exact_expression(per_part ? data_type(BOOL, t->rows, 1) : bool_type(), depth - 1);
    if (per_part && t->kind == NUM && chance(20))
        return use("mix", expression(t, depth - 1), expression(t, depth - 1), c);
    return use("select", c, expression(t, depth - 1), expression(t, depth - 1));
}

static node *indexed_of(const lv_type *t, int depth) {
    const lv_type *from = data_type(t->kind, 2 + below(3), 1);
    node *n;
    if (is_matrix(t) || (is_vector(t) && is_integer(t))) return NULL;
    if (is_vector(t)) from = data_type(t->kind, t->rows, 2 + below(3));
    n = expression(from, depth - 1);
    if (chance(40)) return use("at", n, varying_index(depth), NULL);
    return use("at", n, digit(below(is_vector(t) ? from->columns : from->rows)), NULL);
}

/* (with v (x e)), (with v (yx e)), (with m (y column)) */
static node *with_vector(const lv_type *t, int depth) {
    static const char *const parts[] = {"x", "y", "xy", "yx", "g", "ts"};
    int i = below(6), size = (int)strlen(parts[i]);
    if (!is_available("with")) return NULL;
    if (is_matrix(t)) {
        node *m = expression(t, depth - 1);
        return marked(use("with", m,
                          list2(atom(chance(50) ? "x" : "y"),
                                expression(data_type(t->kind, t->rows, 1), depth - 1)),
                          NULL),
                      FORM_WITH);
    }
    return marked(use("with", expression(t, depth - 1),
                      list2(atom(parts[i]), expression(data_type(t->kind, size, 1), depth - 1)),
                      NULL),
                  FORM_WITH);
}

/* (.xy e) */
static node *swizzle_of(const lv_type *t, int depth) {
    const lv_type *from = data_type(t->kind, 2 + below(3), 1);
    if (is_matrix(t) ? chance(50) : is_vector(t) && chance(30)) return with_vector(t, depth);
    if (is_matrix(t)) return NULL;
    if (same_type(from, t)) return NULL;
    return list2(part_of("", from, t), expression(from, depth - 1));
}

/* (= e e), (< e e) */
static node *order_twins_of(const lv_type *t, int depth) {
    static const char *const words[] = {"=", "neq", "<", "<=", ">=", NULL};
    node *a = expression(data_type(NUM, t->rows, t->columns), depth - 1),
         *n = use(random_word(words), a, copy_tree(a), NULL);
    return n != NULL ? marked(n, FORM_TWINS) : NULL;
}

/* (- (f a b) (f b a)) */
static node *both_ways_of(const lv_type *t, int depth) {
    static const char *const words[] = {"-", "step", "min", "max", NULL};
    static const char *const whole[] = {"-", "bit-and", "max", NULL};
    const char *w = random_word(is_integer(t) ? whole : words), *a = fresh_name("w~"),
               *b = fresh_name("w~");
    node *list, *n;
    if (is_matrix(t) && (t->rows != t->columns || made.exact)) return NULL;
    if (is_matrix(t)) w = "*";
    if (t->kind == NUM && t->rows == 3 && t->columns == 1 && chance(60)) w = "cross";
    list =
        list2(list2(atom(a), expression(t, depth - 1)), list2(atom(b), expression(t, depth - 1)));
    n = use(w, atom(a), atom(b), NULL);
    if (n == NULL) return NULL;
    n = list3(word("-"), n, list3(copy_tree(n->first), atom(b), atom(a)));
    return marked(list3(word("let"), list, n), FORM_LET);
}

/* Two operands that are the same: (+ e e), (vec2 e e) */
static node *twins_of(const lv_type *t, int depth) {
    static const char *const words[] = {"+", "-", "min", "max", "+", NULL};
    const lv_type *half = t;
    const char *w = t->kind == BOOL ? "xor" : random_word(words);
    node *a, *n;
    if (is_vector(t) && t->rows % 2 == 0) {
        half = data_type(t->kind, t->rows / 2, 1);
        w = type_name(t);
    }
    a = expression(half, depth - 1);
    n = use(w, a, copy_tree(a), NULL);
    return n != NULL ? marked(n, FORM_TWINS) : NULL;
}

/* ---- constants at the edges, folded */

static node *edge_constant(const lv_type *t) {
    node *n;
    int i;
    if (is_scalar(t)) return t->kind == NUM ? edge_number() : whole_number(t->kind);
    n = spelled(type_name(t));
    if (n == NULL) return NULL;
    n = list1(n);
    for (i = 0; i < t->rows * t->columns; i++) append(n, edge_constant(data_type(t->kind, 1, 1)));
    return n;
}

/* A builtin applied to constants alone. */
static node *folded_of(const lv_type *t, int depth) {
    static const int kinds[] = {NUM, NUM, NUM, INT, UINT};
    const lv_type *from = t->kind == BOOL ? data_type(kinds[below(5)], t->rows, t->columns) : t;
    node *n = NULL, *a, *b;
    int tries = 20;
    (void)depth;
    if (!made.edges || is_matrix(t)) return NULL;
    if (is_scalar(t) && from->kind == NUM && chance(20)) { /* zeros and NaNs that are not folded */
        a = use("*", pixel_number(), chance(50) ? atom("-0.") : edge_number(), NULL);
        if (t->kind == BOOL) return use(chance(50) ? "=" : "<=", a, copy_tree(a), NULL);
        return use(chance(50) ? "+" : "-", a, atom(chance(50) ? "0." : "-0."), NULL);
    }
    a = edge_constant(from), b = edge_constant(from);
    if (a == NULL || b == NULL) return NULL;
    if (t->kind == BOOL && from->kind == NUM && chance(10)) return use("is-nan", a, NULL, NULL);
    if (is_integer(t) && chance(20)) {
        if (made.defined) return use(chance(50) ? "/" : chance(50) ? "rem" : "mod", a, b, NULL);
        return use(chance(50) ? "shift-left" : "shift-right", a, atom(chance(50) ? "31" : "1"),
                   NULL);
    }
    if (t->kind == NUM && chance(15)) {
        from = data_type(chance(50) ? INT : UINT, t->rows, 1);
        return use("num", edge_constant(from), NULL, NULL);
    }
    if (t->kind == NUM && chance(10)) return use("nclamp", a, atom("-0."), atom("2.5"));
    while (n == NULL && tries-- > 0) {
        const builtin_row *row = &builtin_rows[below(BUILTIN_ROWS)];
        if (!(row->kinds & kind_bit(from)) || (row->rule == ROW_ORDER) != (t->kind == BOOL))
            continue;
        n = use(row->names, a, row->rule == ROW_MAP ? NULL : b, NULL);
    }
    return n;
}

/* ---- choice of a production */

typedef struct production {
    node *(*make)(const lv_type *t, int depth);
    int weight;
} production;

static const production any_productions[] = {
    {variable, 3},       {let_of, 2},       {branch_of, 3},   {call_of, 2},  {unfold_of, 1},
    {calls_of, 2},       {application_of, 1}, {curried_of, 1}, {the_of, 1},   {field_of, 1},
    {element_of, 1},     {fold_of, 1},      {dead_binding, 1}, {recursion_of, 2},
    {chosen_of, 2}};
static const production num_productions[] = {
    {selected_of, 2}, {indexed_of, 2},     {swizzle_of, 3},    {constructed, 3},  {linear_of, 1},
    {measure_of, 1},  {derivative_of, 1},  {shaped_of, 2},     {number_from, 2},  {unpacked_of, 1},
    {twins_of, 1},    {free_number_of, 4}, {arithmetic_of, 6}, {both_ways_of, 1}, {guarded_of, 1}};
static const production bool_productions[] = {{selected_of, 1},   {indexed_of, 1}, {swizzle_of, 2},
                                              {constructed, 2},   {twins_of, 1},   {truth_of, 8},
                                              {order_twins_of, 1}};
static const production integer_productions[] = {{selected_of, 1}, {indexed_of, 1}, {swizzle_of, 2},
                                                 {constructed, 2}, {twins_of, 1},   {integer_of, 9},
                                                 {both_ways_of, 1}};
static const production function_productions[] = {
    {lambda_of, 5}, {function_word, 2}, {variable, 2}, {wrapped_of, 1}};
static const production structure_productions[] = {
    {structure_of, 2}, {with_structure, 1}, {variable, 1}};
static const production variant_productions[] = {{variant_of, 3}, {variable, 1}};
static const production array_productions[] = {{array_of, 3}, {variable, 1}};

#define CHOOSE(productions) choose(productions, sizeof(productions) / sizeof(productions)[0])

static const production *choose(const production *p, size_t count) {
    int sum = 0, dice;
    size_t i;
    for (i = 0; i < count; i++) sum += p[i].weight;
    dice = below(sum);
    for (i = 0; dice >= p[i].weight; i++) dice -= p[i].weight;
    return &p[i];
}

static const production *random_production(const lv_type *t) {
    if (chance(50)) return CHOOSE(any_productions);
    switch (t->tag) {
    case FUNCTION: return CHOOSE(function_productions);
    case STRUCTURE: return CHOOSE(structure_productions);
    case VARIANT: return CHOOSE(variant_productions);
    case ARRAY: return CHOOSE(array_productions);
    default: break;
    }
    if (t->kind == BOOL) return CHOOSE(bool_productions);
    return t->kind == NUM ? CHOOSE(num_productions) : CHOOSE(integer_productions);
}

/* An operand that every device agrees on, often zero, negative or large. */
static node *wild_operand(const lv_type *t) {
    static const char *const shifts[] = {"0.5", "1.5", "1", "0", "-1", "3"};
    node *n = exact_expression(t, 1 + below(2));
    if (t->kind == NUM && chance(50)) return use("-", n, atom(shifts[below(6)]), NULL);
    if (t->kind == NUM && chance(20)) return use("*", n, atom("-1e10"), NULL);
    return is_integer(t) && chance(50) ? use("-", n, literal(), NULL) : n;
}

/* An operation that may be undefined for what it is given. */
static node *wild_of(const lv_type *t) {
    static const char *const words[] = {"/", "rem", "mod", "shift-left", "shift-right", NULL};
    const lv_type *numbers = data_type(NUM, t->rows, 1);
    const builtin_row *row = &free_rows[below(FREE_ROWS)];
    node *n;
    if (is_matrix(t) || !is_available("-") || !is_available("*")) return NULL;
    if (is_integer(t)) {
        if (chance(25))
            return use(t->kind == INT ? "int" : "uint",
                       use("-", wild_operand(numbers), pixel_number(), NULL), NULL, NULL);
        if (chance(20))
            return use("bit-extract", wild_operand(t), atom(chance(50) ? "30" : "20"),
                       atom(chance(50) ? "12" : "13"));
        return use(random_word(words), wild_operand(t), wild_operand(t), NULL);
    }
    made.inexact = 1;
    if (chance(15)) return use("normalize", wild_operand(t), NULL, NULL);
    if (chance(15)) return use("nclamp", wild_operand(t), wild_operand(t), wild_operand(t));
    if (chance(15)) return use("smoothstep", wild_operand(t), wild_operand(t), wild_operand(t));
    n = spelled(row->names);
    if (n == NULL) return NULL;
    n = list2(n, wild_operand(t));
    if (row->rule != ROW_MAP) append(n, wild_operand(t));
    return marked(n, FORM_BUILTIN);
}

static node *expression(const lv_type *t, int depth) {
    node *n = NULL;
    int tries = 8;
    if (t->tag == ACTION) return action_expression(t, depth);
    made.cost++;
    made.budget--;
    if (made.edges && t->tag == DATA && depth > 0 && chance(25)) n = folded_of(t, depth);
    if (t->tag == DATA && t->kind != BOOL && !made.exact && is_wild(20)) n = wild_of(t);
    while (n == NULL && tries-- > 0 && depth > 0 && made.budget > 0 && made.cost < MAX_COST)
        n = made.heavy && t->tag != FUNCTION && chance(10) ? shared_of(t, depth)
                                                           : random_production(t)->make(t, depth);
    if (n == NULL) n = some_leaf(t);
    if (n->atom == NULL && chance(3)) n->square = 1;
    n->role = t->tag == FUNCTION ? ROLE_FUNCTION : ROLE_VALUE;
    n->arity = (short)(t->tag == FUNCTION ? t->count : 0);
    return n;
}

/* ---- recursion: a counter that nothing shadows ends every rec-func */

enum { MAX_PARAMETERS = 4 };
struct recursion {
    const char *names[MAX_PARAMETERS], *helper; /* a function outside that recurs */
    const lv_type *types[MAX_PARAMETERS];
    int slots[MAX_PARAMETERS];   /* their place in the scope */
    int sets[MAX_PARAMETERS];    /* another function each round: the parameter is one of a set */
    int count, number, literals; /* literals: some argument of a rec is a bare one */
    int uses;                    /* of rec */
    int columns; /* parameter 1 counts these in each round of parameter 0; 0: it is any value */
    const char *shared;          /* a number made by a loop within the body, for the ways out */
};

static int can_recur(const recursion *r) {
    int i;
    for (i = 1; i < r->count; i++)
        if (holds_function(r->types[i]) && !r->sets[i] && !is_visible(r->slots[i])) return 0;
    return 1;
}

/* A function for the next round, which holds no function that the loop binds. */
static node *set_member(const lv_type *t, const recursion *r, int depth) {
    int before = made.closed;
    node *n;
    if (made.closed == 0 || made.closed > r->slots[0] + 1) made.closed = r->slots[0] + 1;
    n = apart(t, depth - 1);
    made.closed = before;
    return n;
}

static node *changed_array(const lv_type *t, const char *name, int depth, int levels);

/* (loop ((n 0) (b a)) (if (< n 2) (rec (+ n 1) b) b)), where each b has changed, and a too */
static node *array_loop(const lv_type *t, const char *name, int depth, int levels) {
    const char *n = fresh_name("n~"), *b = fresh_name("b~");
    int rounds = 1 + below(4), cost = made.cost;
    node *start = changed_array(t, name, depth, levels - 1), *body, *call;
    call = list3(word("rec"), use("+", atom(n), atom("1"), NULL),
                 changed_array(t, b, depth, levels - 1));
    body = list3(word("if"), use("<", atom(n), digit(rounds), NULL), marked(call, FORM_NONE));
    append(body, changed_array(t, b, depth, levels - 1));
    made.cost = cost + (made.cost - cost) * (rounds + 1);
    body = list3(word("loop"), list2(list2(atom(n), atom("0")), list2(atom(b), start)),
                 marked(body, FORM_IF));
    return marked(body, FORM_NONE);
}

/* A clause of `with` for a part of a vector, matrix or struct; NULL: it has none. */
static node *part_clause(const lv_type *t, int depth) {
    if (t->tag == STRUCTURE && chance(50)) {
        const lv_structure *s = &structures[t->index];
        int i = below(s->count);
        return holds_function(s->types[i])
                   ? NULL
                   : list2(atom(s->fields[i]), apart(s->types[i], depth - 1));
    }
    if (t->tag != DATA || (!is_vector(t) && !is_matrix(t))) return NULL;
    if (is_vector(t) && chance(25))
        return list2(atom("yx"), apart(data_type(t->kind, 2, 1), depth - 1));
    return list2(atom(chance(50) ? "x" : "y"),
                 apart(data_type(t->kind, is_matrix(t) ? t->rows : 1, 1), depth - 1));
}

/* (let ((i I)) (let ((b A)) (with-at b i (with (at b i) (x e))))), where (at a i) may be changed
   instead: the array that A changes. */
static node *changed_part(const lv_type *t, const char *name, int depth, int levels) {
    node *clause = is_available("with") ? part_clause(t->out, depth) : NULL, *n;
    const char *i = fresh_name("i~"), *b = fresh_name("b~");
    if (clause == NULL) return atom(name);
    if (chance(40) && find_name("at") < 0 && find_name("with-at") < 0) { /* (with b ((at i) x e)) */
        node *field = clause->first, *new_value = field->next;
        field->next = NULL;
        n = list3(list2(atom("at"), atom(i)), field, new_value);
        clause = marked(list3(word("with"), atom(b), n), FORM_WITH);
    } else {
        n = list3(word("at"), atom(chance(70) ? b : name), atom(i));
        n = marked(list3(word("with"), n, clause), FORM_WITH);
        clause = list3(word("with-at"), atom(b), chance(90) ? atom(i) : index_for(t, depth));
        append(clause, n);
    }
    n = list3(word("let"), list1(list2(atom(b), changed_array(t, name, depth, levels - 1))),
              clause);
    n = list3(word("let"), list1(list2(atom(i), index_for(t, depth))), marked(n, FORM_LET));
    return marked(n, FORM_LET);
}

/* What a round makes of an array: as it is, with other elements, one arm of a choice or both. */
static node *changed_array(const lv_type *t, const char *name, int depth, int levels) {
    node *n, *i, *j;
    switch (levels > 0 && is_available("with-at") && is_available("at") ? below(10) : 0) {
    case 0: return atom(name);
    case 3:
        if (is_available("loop") && is_available("<") && is_available("+")
            && made.cost < MAX_COST / 8)
            return array_loop(t, name, depth, levels);
        return atom(name);
    case 1:
        n = list3(word("if"), condition(depth - 1), changed_array(t, name, depth, levels - 1));
        append(n, changed_array(t, name, depth, levels - 1));
        return marked(n, FORM_IF);
    case 2: /* two elements change places */
        i = atom(fresh_name("i~"));
        j = atom(fresh_name("j~"));
        n = list3(word("with-at"), atom(name), i);
        append(n, list3(word("at"), atom(name), j));
        n = list3(word("with-at"), n, atom(j->atom));
        append(n, list3(word("at"), atom(name), atom(i->atom)));
        n = list3(word("let"),
                  list2(list2(atom(i->atom), index_for(t, depth)),
                        list2(atom(j->atom), index_for(t, depth))),
                  n);
        return marked(n, FORM_LET);
    case 4:
    case 5: return changed_part(t, name, depth, levels);
    default:
        n = list2(word("with-at"), changed_array(t, name, depth, levels - 1));
        append(n, index_for(t, depth));
        append(n, chance(30) ? list3(word("at"), atom(name), index_for(t, depth))
                             : apart(t->out, depth - 1));
        return n;
    }
}

/* The i-th argument of the next round. */
static node *next_value(recursion *r, int i, int depth) {
    const lv_type *t = r->types[i];
    if (r->sets[i] && (!is_visible(r->slots[i]) || chance(60))) return set_member(t, r, depth);
    if (is_integer(t) && is_scalar(t) && chance(15)) {
        r->literals = 1;
        return literal();
    }
    if (t->tag == ARRAY && !holds_function(t) && is_visible(r->slots[i]) && chance(80))
        return changed_array(t, r->names[i], depth, 3);
    if (!holds_function(t) && chance(20)) { /* itself, or another parameter */
        int k = chance(60) ? i : below(r->count);
        if (same_type(r->types[k], t) && is_visible(r->slots[k])) return atom(r->names[k]);
    }
    return holds_function(t) ? atom(r->names[i]) : apart(t, depth - 1);
}

/* The arguments of the next round. What holds functions stays the same, but for those of a set.
   step: the new counter. */
static node *next_round(node *call, recursion *r, int depth, node *step) {
    int i;
    append(call, step);
    for (i = 1; i < r->count; i++) append(call, next_value(r, i, depth));
    call->form = FORM_REC;
    call->loop = r->number;
    return call;
}

static node *zero_of(const lv_type *t) {
    return atom(t->kind == NUM ? "0" : t->kind == INT ? "0i" : "0u");
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
        node *call;
        if (r->helper == NULL) r->helper = make_helper(r);
        call = next_round(list1(atom(r->helper)), r, depth, counter_step(r));
        return marked(call, FORM_NONE);
    }
    return next_round(list1(word("rec")), r, depth, counter_step(r));
}

/* Three to five recs in arms within arms. */
static node *rec_fan(recursion *r, int recs, int depth) {
    int left = recs / 2;
    node *n;
    if (recs == 1) return rec_call(r, depth);
    n = list3(word("if"), condition(depth - 1), rec_fan(r, left, depth - 1));
    append(n, rec_fan(r, recs - left, depth - 1));
    return marked(n, FORM_IF);
}

static node *tail(const lv_type *t, int depth, recursion *r);

/* (let ((go (rec ...))) tail), (let ((go (func (x) (rec (+ x 1) ...)))) tail) */
static node *tail_let(const lv_type *t, int depth, recursion *r, body_maker body) {
    mark m = open_scope();
    const char *name = random_name(NULL, 0);
    int function = chance(50), uses = r->uses;
    node *value, *n, *head = word("let");
    if (!can_recur(r)) return NULL;
    if (function) {
        const char *counter = fresh_name("n~");
        push_binding(counter, r->types[0]);
        value = list3(
            word("func"), list1(atom(counter)),
            next_round(list1(word("rec")), r, depth, use("+", atom(counter), atom("1"), NULL)));
        value->form = FORM_FUNC;
        close_scope(&m);
    } else {
        value = rec_call(r, depth);
    }
    r->uses = uses;
    push_binding(name, NULL)->loop = r;
    scope[scope_count - 1].loop_function = function;
    n = list3(head, list1(list2(atom(name), value)), body(t, depth - 1, r));
    close_scope(&m);
    return marked(n, FORM_LET);
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
static node *tail_application(const lv_type *t, int depth, recursion *r, body_maker body) {
    const lv_type *f = fresh_function_type(t, 1);
    node *head = lambda_form(f, depth - 1, r, body);
    if (chance(40)) {
        node *c = condition(depth - 1);
        head = list4(word("if"), c, head, lambda_form(f, depth - 1, r, body));
        head->form = FORM_IF;
    }
    return marked(operands_to(list1(head), f, depth), FORM_APPLY);
}

static node *exit_of(const lv_type *t, int depth, recursion *r) {
    node *n = NULL;
    if (made.heavy && chance(40)) n = recursion_of(t, depth - 1);
    if (made.heavy && n == NULL && r->shared != NULL && chance(70))
        return user_of(t, r->shared, depth);
    if (made.heavy && n == NULL && r->types[0] == num_type() && chance(50))
        return user_of(t, r->names[0], depth);
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
    value = branch_form(t, depth, r, tail);
    append(n, value != NULL ? value : tail(t, depth - 1, r));
    r->shared = before;
    close_scope(&m);
    return marked(n, FORM_LET);
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
        case 5: n = tail_application(t, depth, r, tail); break;
        case 6: n = tail_let(t, depth, r, tail); break;
        case 7: n = made.heavy ? tail_shared(t, depth, r) : tail_variable(r); break;
        case 8:
            if (!can_recur(r)) break;
            if (chance(30)) {
                n = rec_fan(r, 3 + below(3), depth);
                break;
            }
            if (made.heavy) break;
            n = rec_call(r, depth);
            if (!is_integer(t) || !is_scalar(t) || chance(50)) break;
            n = list4(word("if"), below_limit(pixel_number(), "1"), digit(below(40)), n);
            n->form = FORM_IF;
            break;
        default: n = exit_of(t, depth, r); break;
        }
    }
    if (n == NULL) n = chance(50) ? tail_variable(r) : NULL;
    if (n == NULL) n = can_recur(r) && chance(60) ? rec_call(r, depth) : exit_of(t, depth, r);
    n->role = ROLE_VALUE;
    return n;
}

/* True while the counter is below the limit, and something else holds now and then. */
static node *counter_goes_on(const recursion *r, node *limit) {
    node *n = use("<", atom(r->names[0]), limit, NULL), *also;
    if (!made.heavy || chance(50)) return n;
    made.exact++;
    also = varying_condition();
    made.exact--;
    if (is_available("and") && chance(50)) return list3(word("and"), n, also);
    return use("all-of", use("bvec2", n, also, NULL), NULL, NULL);
}

/* (rec n (+ m 1) ...), or at the end of a row (rec (+ n 1) 0 ...). */
static node *row_call(recursion *r, int depth, int end) {
    node *call = list1(word("rec"));
    int i;
    append(call, end ? counter_step(r) : atom(r->names[0]));
    append(call, end ? zero_of(r->types[0]) : use("+", atom(r->names[1]), atom("1"), NULL));
    for (i = 2; i < r->count; i++) append(call, next_value(r, i, depth));
    call->form = FORM_REC;
    call->loop = r->number;
    r->uses++;
    return call;
}

/* Two recs: parameter 1 goes through the columns of a row. */
static node *row_body(recursion *r, int depth) {
    node *n, *limit = digit(r->columns);
    if (chance(50)) {
        n = list3(word("if"), use("<", atom(r->names[1]), limit, NULL), row_call(r, depth, 0));
        append(n, row_call(r, depth, 1));
    } else {
        n = list3(word("if"), use(">=", atom(r->names[1]), limit, NULL), row_call(r, depth, 1));
        append(n, row_call(r, depth, 0));
    }
    return marked(n, FORM_IF);
}

/* The body that ends when the counter reaches `rounds`. */
static node *counted_body(const lv_type *t, int depth, recursion *r, int rounds) {
    char digit[2] = "1";
    node *limit, *body, *end;
    digit[0] = (char)('0' + rounds);
    limit = joined(digit, "", "");
    body = r->columns ? row_body(r, depth - 1) : tail(t, depth - 1, r);
    if (r->uses == 0) body = rec_call(r, 0);
    end = apart(t, depth - 1);
    if (chance(60)) return marked(list4(word("if"), counter_goes_on(r, limit), body, end), FORM_IF);
    return marked(list4(word("if"), use(">=", atom(r->names[0]), limit, NULL), end, body), FORM_IF);
}

/* (array-of n f), where f may cost so much that a loop makes the elements; NULL: not of these. */
static node *table_of(const lv_type *t, int depth) {
    node *n;
    if (t->tag != ARRAY || t->count < 2 || holds_function(t) || made.cost > MAX_COST / 4)
        return NULL;
    n = spelled("array-of");
    if (n == NULL) return NULL;
    return list3(n, digit(t->count), repeated(int_type(), NULL, t->out, t->count, depth + 2));
}

/* Parameter i of r, and the value that it begins with. */
static node *make_parameter(recursion *r, int i, int depth) {
    node *table;
    if (i == 1 && r->columns) {
        r->names[i] = fresh_name("m~");
        r->types[i] = r->types[0];
        return zero_of(r->types[0]);
    }
    r->names[i] = random_name(r->names, i);
    r->types[i] = made.sets && chance(40) ? function_type(1 + below(2), 1)
                  : chance(20)            ? random_type(1)
                  : chance(15)            ? array_type(random_data(), 2 + below(4))
                                          : random_data();
    if (r->types[i]->tag == FUNCTION && r->types[i]->count > 0 && chance(50)) {
        lv_type *f = (lv_type *)(void *)r->types[i];
        int k;
        for (k = 0; k < f->count; k++) f->in[k] = random_data();
        f->out = chance(with_actions) ? random_action() : random_data();
        r->sets[i] = 1;
        r->names[i] = fresh_name("f~"); /* nothing else is called so, in what a function holds */
    }
    table = chance(50) ? table_of(r->types[i], depth) : NULL;
    return table != NULL ? table : expression(r->types[i], depth - 1);
}

/* ((rec-func (n a b) body) 0 x y) or (loop ((n 0) (a x) (b y)) body) */
static node *loop_form(const recursion *r, node *const *starts, node *body, int loop) {
    node *names = new_node(), *n;
    int i;
    for (i = 0; i < r->count; i++)
        append(names, loop ? list2(atom(r->names[i]), starts[i]) : atom(r->names[i]));
    n = marked(list3(word(loop ? "loop" : "rec-func"), names, body),
               loop ? FORM_LOOP : FORM_REC_FUNC);
    /* 0: part of it is elsewhere, or would have another type as an initial value */
    n->loop = r->helper != NULL || r->literals ? 0 : r->number;
    if (loop) return n;
    n = marked(list1(n), FORM_APPLY);
    for (i = 0; i < r->count; i++) append(n, starts[i]);
    return n;
}

/* Begins a rec-func with a counter and other parameters, which are in scope then. */
static void open_recursion(recursion *r, node **starts, int depth) {
    int i;
    memset(r, 0, sizeof *r);
    r->number = ++made.loops;
    r->count = 1 + below(MAX_PARAMETERS);
    r->names[0] = fresh_name("n~");
    r->types[0] = chance(75) ? num_type() : data_type(chance(50) ? INT : UINT, 1, 1);
    r->columns = r->count > 1 && chance(12) ? 1 + below(3) : 0;
    starts[0] = zero_of(r->types[0]);
    for (i = 1; i < r->count; i++) starts[i] = make_parameter(r, i, depth);
    for (i = 0; i < r->count; i++) {
        push_binding(r->names[i], r->types[i])->inexact = i > 0 && made.free;
        r->slots[i] = scope_count - 1;
    }
}

static node *recursion_of(const lv_type *t, int depth) {
    recursion r;
    mark m = open_scope();
    node *starts[MAX_PARAMETERS], *body;
    int rounds = 1 + below(5), loop = is_available("loop") && chance(40), before = made.uniform,
        cost;
    if (holds_function(t) || made.cost > MAX_COST / 4) return NULL;
    open_recursion(&r, starts, depth);
    made.uniform = 0;
    cost = made.cost;
    body = counted_body(t, depth, &r, rounds);
    made.cost = cost + (made.cost - cost) * rounds * (1 + r.columns);
    made.uniform = before;
    close_scope(&m);
    return loop_form(&r, starts, body, loop);
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

static void make_structures(void) {
    static const char *const fields[] = {"x", "a", "pos", "f", "if", "rest", "r", "sin", NULL};
    int count = below(MAX_STRUCTURES), i;
    while (structure_count < count) {
        lv_structure *s = &structures[structure_count];
        node *n;
        memset(s, 0, sizeof *s);
        s->name = fresh_name("s");
        s->count = 1 + below(MAX_FIELDS);
        s->self.tag = STRUCTURE;
        s->self.index = structure_count;
        s->typed = 1;
        n = list2(atom("struct"), atom(s->name));
        for (i = 0; i < s->count; i++) {
            int j = 1;
            while (j != 0) {
                s->fields[i] = random_word(fields);
                for (j = i; j > 0 && strcmp(s->fields[j - 1], s->fields[i]) != 0; j--) {
                }
            }
            s->types[i] = random_type(1);
            while (made.plain && (s->types[i]->tag != DATA || s->types[i]->kind == BOOL))
                s->types[i] = random_data();
            if (holds_function(s->types[i]) || chance(made.plain ? 0 : 30)) {
                s->typed = 0;
                append(n, atom(s->fields[i]));
            } else {
                s->typed &= is_typed(s->types[i]);
                append(n, list2(atom(s->fields[i]), type_node(s->types[i])));
            }
        }
        structure_count++;
        append(made.tops, n);
    }
}

/* (variant v (one num) (two vec2 v1) (none)) */
static void make_variants(void) {
    int count = below(MAX_VARIANTS), i, j;
    while (count-- > 0) {
        lv_variant *v = &variants_made[variant_count];
        node *n, *maker;
        memset(v, 0, sizeof *v);
        v->name = fresh_name("v");
        v->count = 1 + below(MAX_IN);
        v->self.tag = VARIANT;
        v->self.index = variant_count;
        n = list2(atom("variant"), atom(v->name));
        for (i = 0; i < v->count; i++) {
            v->cases[i].name = fresh_name("c");
            v->cases[i].count = below(MAX_IN);
            maker = list1(atom(v->cases[i].name));
            for (j = 0; j < v->cases[i].count; j++) {
                v->cases[i].types[j] =
                    made.plain ? data_type(below(KINDS), 1, 1) : random_typed(1);
                append(maker, type_node(v->cases[i].types[j]));
            }
            append(n, maker);
        }
        variant_count++;
        append(made.tops, n);
    }
}

static void make_push_constants(void) {
    node *n = list1(atom("push-constants"));
    int count = below(4);
    if (count == 0) return;
    while (count-- > 0) {
        const char *name = global_name();
        const lv_type *t = data_type(chance(70) ? NUM : chance(50) ? INT : UINT, 1 + below(4), 1);
        if (chance(15)) t = data_type(NUM, 2 + below(3), 2 + below(3));
        push_binding(name, t);
        append(n, list2(atom(name), atom(type_name(t))));
    }
    append(made.tops, n);
}

/* (define (f k a) (static-if (< k 1) e (let ((a e)) (f (- k 1) a)))) */
static void make_unfolding(int slot, int depth) {
    const lv_type *t = random_type(1), *f = function_type(1, 1);
    const char *turns = fresh_name("k~"), *self = scope[slot].name, *name = random_name(&self, 1);
    mark m = open_scope();
    int cost = made.cost;
    node *base, *step, *call, *head;
    binding *b;
    ((lv_type *)(void *)f)->in[0] = t;
    push_binding(turns, NULL);
    push_binding(name, t)->inexact = made.free;
    base = apart(f->out, depth - 1);
    head = word("static-if");
    call = list3(word("<"), atom(turns), atom("1"));
    head = list3(head, call, base);
    call = list3(atom(self), list3(word("-"), atom(turns), atom("1")), NULL);
    step = apart(t, depth - 1);
    append(call, step);
    append(head, call);
    b = &scope[slot];
    close_scope(&m);
    append(made.tops, list3(atom("define"), list3(atom(self), atom(turns), atom(name)), head));
    b->unfolds = f;
    b->inexact = made.free;
    b->cost = made.cost - cost + 1;
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

/* Forgets all that was made; how the next program is to be. */
static void open_program(void) {
    tree_reset();
    memset(&made, 0, sizeof made);
    scope_count = scope_globals = alias_count = made_type_count = 0;
    structure_count = variant_count = with_actions = 0;
    made.tops = new_node();
    made.stage = STAGE_FRAGMENT;
}

/* Definitions of about `size` nodes in all, each of which may use those before it. */
static void make_definitions(int count, int size, int depth) {
    int i;
    for (i = 0; i < count; i++) push_binding(global_name(), NULL);
    scope_globals = scope_count;
    for (i = scope_globals - count; i < scope_globals; i++) {
        made.budget = size / (count + 1) + 1;
        made.cost = 0;
        if (chance(12))
            make_unfolding(i, depth);
        else
            make_definition(i, depth);
    }
    made.budget = size / (count + 1) + 1;
    made.cost = 0;
}

static void make_outputs(int depth) {
    static const int kinds[] = {NUM, NUM, NUM, NUM, NUM, INT, UINT};
    int count = chance(75) ? 1 : 1 + below(3), i, swap = below(count);
    node *entry = chance(10) ? list1(atom("fragment")) : NULL;
    for (i = 0; i < count; i++) {
        char location[2] = "0";
        node *value;
        location[0] = (char)('0' + (i + swap) % count);
        made.uniform = 1;
        value = expression(data_type(kinds[below(7)], 1 + below(4), 1), depth);
        if (location[0] != '0' || chance(50))
            value = list3(atom("output"), joined(location, "", ""), value);
        append(entry != NULL ? entry : made.tops, value);
    }
    if (chance(10))
        append(entry != NULL ? entry : made.tops, list2(atom("discard-when"), condition(3)));
    if (chance(5)) {
        made.uniform = 1;
        append(entry != NULL ? entry : made.tops,
               list2(atom("frag-depth"), expression(num_type(), 3)));
    }
    if (entry != NULL) append(made.tops, entry);
}

/* True, and known when the program is compiled, to declarations too. */
static node *declared_truth(void) {
    switch (below(4)) {
    case 0: return atom("true");
    case 1: return list3(word("<"), atom("1"), atom("2"));
    case 2: return list2(word("not"), atom("false"));
    default: return list3(word(">="), atom("choice~"), digit(1 + below(5)));
    }
}

/* What stands in the arm that is not chosen. */
static node *other_declaration(const node *form) {
    const char *name = form->first != NULL ? form->first->atom : NULL;
    if (name != NULL && strcmp(name, "define") == 0 && chance(50)) {
        name = form->first->next->atom;
        if (name == NULL) name = form->first->next->first->atom;
        return list3(atom("define"), atom(name), nonsense());
    }
    return chance(50) ? list3(atom("output"), atom("0"), nonsense()) : nonsense();
}

/* Puts some forms of the list from *p on into the arms of static-if. */
static void choose_forms(node **p, int percent) {
    for (; *p != NULL; p = &(*p)->next) {
        node *form = *p, *next = form->next, *n = list1(atom("static-if")), *other;
        if (!chance(percent)) continue;
        form->next = NULL;
        other = chance(60) ? other_declaration(form) : NULL;
        if (other != NULL && chance(50)) {
            append(n, list2(word("not"), declared_truth()));
            append(n, other);
            append(n, form);
        } else {
            append(n, declared_truth());
            append(n, form);
            if (other != NULL) append(n, other);
        }
        n->next = next;
        *p = n;
    }
}

/* static-if around some of what the program declares, and of what its entry points hold. */
static void make_choices(void) {
    node *n;
    int percent = 10 + below(60);
    for (n = made.tops->first; n != NULL; n = n->next) {
        const char *stage = n->first != NULL ? n->first->atom : NULL;
        if (stage == NULL) continue;
        if (strcmp(stage, "fragment") == 0 || strcmp(stage, "vertex") == 0)
            choose_forms(&n->first->next, percent);
        if (strcmp(stage, "compute") == 0) choose_forms(&n->first->next->next, percent);
    }
    choose_forms(&made.tops->first, percent);
    append(made.tops, list3(atom("define"), atom("choice~"), digit(5 + below(5))));
}

/* A program of about `size` nodes. */
static int wants_wild; /* the next program: operations may be undefined for their operands */

static node *program_make(uint64_t seed, int size) {
    int definitions, depth = size < 12 ? 2 : size < 30 ? 3 : size < 300 ? 5 : 8;
    random_seed(seed);
    open_program();
    made.free = chance(25);
    made.defined = chance(25);
    made.heavy = chance(40);
    made.edges = !made.free && chance(16);
    made.sets = chance(10);
    made.shadows = chance(50) ? 0 : 5 + below(40);
    made.whole = chance(50);
    if (wants_wild) made.wild = made.free = 1, made.defined = made.edges = 0;
    definitions = below(size < 30 ? 2 : size < 300 ? 4 : 8);
    if (size >= 12 || chance(30)) make_structures();
    if (size >= 12 || chance(30)) make_variants();
    if (size >= 12 || chance(50)) make_push_constants();
    make_definitions(definitions, size, depth);
    make_outputs(depth);
    if (chance(12)) make_choices();
    add_aliases(made.tops, 0);
    shuffle(made.tops);
    return made.tops;
}

#endif
