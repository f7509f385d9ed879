/* Rewritings of random programs: each changes a tree without changing what the program means, and
   has a name, by which it is counted. Marks (random_tree.h) say what a node is, so that no spelling
   has to be understood. What binds is known here: a name is replaced only where it means the
   binding, and a rewriting that would capture one gives up. Then mutations, which respect nothing.

   contents: names · substitution · places · lets · functions · loops · sharing · definitions ·
   choice · mutations */
#ifndef RANDOM_REWRITE_H
#define RANDOM_REWRITE_H

#include "random_directed.h"

/* ---- names */

/* Is `name` what the atom's text means: itself, or what stands before its first dot? */
static int is_named(const char *atom_text, const char *name) {
    size_t size = strlen(name);
    return strncmp(atom_text, name, size) == 0
           && (atom_text[size] == '\0' || atom_text[size] == '.');
}

/* Does the name stand anywhere in n, as whatever? */
static int mentions(const node *n, const char *name) {
    if (n->atom != NULL) return is_named(n->atom, name);
    for (n = n->first; n != NULL; n = n->next)
        if (mentions(n, name)) return 1;
    return 0;
}

/* Does any name of `from` stand in n? */
static int mentions_any(const node *n, const node *from) {
    const node *child;
    char name[128];
    if (from->atom != NULL) {
        size_t size = strcspn(from->atom, ".");
        if (size == 0 || size >= sizeof name) return 0;
        memcpy(name, from->atom, size);
        name[size] = '\0';
        return mentions(n, name);
    }
    for (child = from->first; child != NULL; child = child->next)
        if (mentions_any(n, child)) return 1;
    return 0;
}

/* The name of a parameter: `a`, or that of `(a type)`. */
static const char *parameter_name(const node *p) {
    return p->atom != NULL ? p->atom : p->first->atom;
}

static int binds(const node *list, const char *name) {
    const node *p;
    for (p = list->first; p != NULL; p = p->next)
        if (strcmp(parameter_name(p), name) == 0) return 1;
    return 0;
}

static int binds_any_of(const node *list, const node *with) {
    const node *p;
    for (p = list->first; p != NULL; p = p->next)
        if (mentions(with, parameter_name(p))) return 1;
    return 0;
}

static void replace_node(node *n, const node *with) {
    node *next = n->next;
    *n = *with;
    n->next = next;
}

/* ---- substitution */

typedef struct replacing {
    const char *name;
    const node *with;
    int captured; /* it would have been, or it cannot be told */
    int count;
} replacing;

static void substitute(node *n, replacing *s);

/* x, x.a, x.a.b -> e, (.a e), (.b (.a e)) */
static void substitute_atom(node *n, replacing *s) {
    const char *p;
    node *value;
    if (!is_named(n->atom, s->name)) return;
    s->count++;
    value = copy_tree(s->with);
    p = n->atom + strlen(s->name);
    if (s->with->atom != NULL && strchr(s->with->atom, '.') == NULL) {
        value = joined(s->with->atom, p, "");
        p = "";
    }
    while (*p == '.') {
        size_t size = 1 + strcspn(p + 1, ".");
        value = list2(atom(keep_text(p, size)), value);
        p += size;
    }
    value->role = n->role;
    value->arity = n->arity;
    replace_node(n, value);
}

/* In `body`, in front of which the list binds names. */
static void substitute_under(const node *list, node *body, replacing *s) {
    if (binds(list, s->name)) return;
    if (binds_any_of(list, s->with) && mentions(body, s->name)) s->captured = 1;
    substitute(body, s);
}

static void substitute_sequence(node *list, node *body, replacing *s) {
    node *b;
    for (b = list->first; b != NULL; b = b->next) {
        substitute(b->first->next, s);
        if (strcmp(b->first->atom, s->name) == 0) return;
        if (mentions(s->with, b->first->atom)) s->captured = 1;
    }
    substitute(body, s);
}

static void substitute_case(node *n, replacing *s) {
    node *clause = n->first->next;
    for (substitute(clause, s), clause = clause->next; clause != NULL; clause = clause->next) {
        if (mentions(clause->first, s->name)) continue;
        if (mentions_any(clause->first, s->with) && mentions(clause->first->next, s->name))
            s->captured = 1;
        substitute(clause->first->next, s);
    }
}

/* Do all items of the list have at least two items? */
static int are_pairs(const node *item) {
    for (; item != NULL; item = item->next)
        if (item->first == NULL || item->first->next == NULL) return 0;
    return 1;
}

/* Does a form have what it binds and its body? The reducer leaves parts out. */
static int is_whole(const node *n) {
    const node *list = n->first != NULL ? n->first->next : NULL, *p;
    switch (n->form) {
    case FORM_LET:
    case FORM_LOOP:
    case FORM_LET_STAR: return list != NULL && list->next != NULL && are_pairs(list->first);
    case FORM_CASE:
    case FORM_WITH: return list != NULL && are_pairs(list->next);
    case FORM_THE: return list != NULL;
    case FORM_FUNC:
    case FORM_REC_FUNC:
        if (list == NULL || list->next == NULL) return 0;
        for (p = list->first; p != NULL; p = p->next)
            if (p->atom == NULL && p->first == NULL) return 0;
        return 1;
    default: return 1;
    }
}

static int is_headed(const node *n, const char *word) {
    return n->first != NULL && n->first->atom != NULL && strcmp(n->first->atom, word) == 0;
}

/* do and when: each (bind name e) binds for the statements behind it. */
static void substitute_statements(node *statement, replacing *s) {
    for (; statement != NULL; statement = statement->next) {
        const node *name = is_headed(statement, "bind") ? statement->first->next : NULL;
        if (name == NULL || name->atom == NULL || name->next == NULL) {
            substitute(statement, s);
            continue;
        }
        substitute(statement->first->next->next, s);
        if (strcmp(name->atom, s->name) == 0) return;
        if (mentions(s->with, name->atom)) s->captured = 1;
    }
}

static void substitute(node *n, replacing *s) {
    node *child = n->first, *list = child != NULL ? child->next : NULL;
    if (n->atom == NULL && (is_headed(n, "do") || is_headed(n, "when"))) {
        substitute_statements(list, s);
        return;
    }
    if (n->atom != NULL) {
        substitute_atom(n, s);
        return;
    }
    if (!is_whole(n)) {
        s->captured = 1;
        return;
    }
    if (n->form == FORM_LET || n->form == FORM_LOOP || n->form == FORM_FUNC
        || n->form == FORM_REC_FUNC || n->form == FORM_CASE || n->form == FORM_LET_STAR) {
        substitute(n->first, s);
        if (n->form == FORM_LET || n->form == FORM_LOOP)
            for (child = list->first; child != NULL; child = child->next)
                substitute(child->first->next, s);
        if (n->form == FORM_LET_STAR)
            substitute_sequence(list, list->next, s);
        else if (n->form == FORM_CASE)
            substitute_case(n, s);
        else
            substitute_under(list, list->next, s);
        return;
    }
    if (n->form == FORM_THE) child = list->next; /* not into the type */
    if (n->form == FORM_WITH) {
        substitute(child, s);
        substitute(list, s);
        for (list = list->next; list != NULL; list = list->next)
            for (child = list->first; child != NULL; child = child->next)
                if (child->next == NULL) substitute(child, s);
                else if (child->first != NULL) substitute(child->first->next, s); /* (at i) */
        return;
    }
    for (; child != NULL; child = child->next) substitute(child, s);
}

/* Puts `with` for the name in *n. Returns how often, or -1 and leaves *n as it is if a name of
   `with` would be captured. */
static int substituted(node *n, const char *name, const node *with) {
    replacing s;
    node *copy = copy_tree(n);
    memset(&s, 0, sizeof s);
    s.name = name;
    s.with = with;
    substitute(copy, &s);
    if (s.captured) return -1;
    replace_node(n, copy);
    return s.count;
}

/* ---- places of a program */

enum { MAX_PLACES = 1 << 13 };
static struct {
    node *n;
    int parent;
} places[MAX_PLACES];
static int place_count;

static void find_places(node *n, int parent) {
    int self = place_count;
    node *child;
    if (place_count == MAX_PLACES) return;
    places[place_count].n = n;
    places[place_count++].parent = parent;
    for (child = n->first; child != NULL; child = child->next) find_places(child, self);
}

enum { MAX_PATH_NAMES = 512 };
static struct {
    const char *names[MAX_PATH_NAMES];
    int count;
} path;

static void add_path_name(const char *name) {
    int i;
    for (i = 0; i < path.count; i++)
        if (strcmp(path.names[i], name) == 0) return;
    if (path.count < MAX_PATH_NAMES) path.names[path.count++] = name;
}

static void add_pattern_names(const node *pattern) {
    if (pattern->atom != NULL) {
        if (strcmp(pattern->atom, "_") != 0) add_path_name(pattern->atom);
        return;
    }
    for (pattern = pattern->first->next; pattern != NULL; pattern = pattern->next)
        add_pattern_names(pattern);
}

static int is_definition(const node *n) {
    return n->first != NULL && n->first->atom != NULL && strcmp(n->first->atom, "define") == 0
           && n->role == ROLE_NONE;
}

/* The names of the binders from p on, up to the one that is `end`. */
static void add_list_names(const node *p, const node *end) {
    for (; p != NULL && p != end; p = p->next) add_path_name(parameter_name(p));
}

/* The names that a do or when binds before the statement `end`. */
static void add_bound_names(const node *n, const node *end) {
    const node *p;
    for (p = n->first->next; p != NULL && p != end; p = p->next)
        if (is_headed(p, "bind")) add_path_name(p->first->next->atom);
}

/* All names that something around the place binds, and that have their meaning there. */
static void find_path(int place) {
    const node *n, *child, *item = NULL; /* the way down: n, child, item */
    path.count = 0;
    for (child = places[place].n; (place = places[place].parent) > 0; item = child, child = n) {
        n = places[place].n;
        if (n->form == FORM_LET || n->form == FORM_LET_STAR || n->form == FORM_LOOP
            || n->form == FORM_FUNC || n->form == FORM_REC_FUNC) {
            const node *list = n->first->next;
            if (child != list) add_list_names(list->first, NULL);
            else if (n->form == FORM_LET_STAR) add_list_names(list->first, item);
        }
        if (n->form == FORM_CASE && child->first != NULL && child->first->first != NULL
            && child != n->first->next && child != n->first)
            add_pattern_names(child->first);
        if (is_definition(n) && n->first->next->atom == NULL)
            add_list_names(n->first->next->first->next, NULL);
        if (is_headed(n, "do") || is_headed(n, "when")) add_bound_names(n, child);
    }
}

/* ---- lets: each of the functions below rewrites n, or returns 0 */

static node *program_rewritten; /* definitions go to its end */

static const char *some_name(void) {
    return chance(50) ? fresh_name("w") : random_word(plain_names);
}

static node *moved(const node *n) {
    node *copy = new_node();
    *copy = *n;
    copy->next = NULL;
    return copy;
}

/* A new node in the place of n, with what n may stand for. */
static int becomes(node *n, node *with) {
    with->role = n->role;
    with->arity = n->arity;
    replace_node(n, with);
    return 1;
}

static node *let_around(const char *name, node *value, node *body) {
    return marked(list3(atom(alias_of("let")), list1(list2(atom(name), value)), body), FORM_LET);
}

static node *func_around(node *parameters, node *body) {
    return marked(list3(atom(alias_of("func")), parameters, body), FORM_FUNC);
}

/* e -> (let ((x e)) x) */
static int bind_by_let(node *n, int place) {
    const char *name = some_name();
    node *body = atom(name);
    (void)place;
    if (n->role == ROLE_NONE) return 0;
    body->role = n->role;
    body->arity = n->arity;
    return becomes(n, let_around(name, moved(n), body));
}

/* Something that nothing uses, and that uses nothing. */
static node *unused_constant(void) {
    if (!made.whole) return nonsense();
    switch (below(5)) {
    case 0: return atom("1");
    case 1: return list3(atom(alias_of("+")), atom("1"), atom("2"));
    case 2: return list3(atom(alias_of("vec2")), atom("true"), atom("1u"));
    case 3: return func_around(list1(atom("a")), atom("a"));
    default: return list2(atom(".x"), list2(atom(alias_of("vec3")), atom("-1i")));
    }
}

static int dead_let(node *n, int place) {
    (void)place;
    if (n->role == ROLE_NONE) return 0;
    return becomes(n, let_around(fresh_name("dead"), unused_constant(), moved(n)));
}

static int is_single_let(const node *n) {
    return n->form == FORM_LET && n->first->next->first != NULL
           && n->first->next->first->next == NULL;
}

/* (let ((x e)) b) -> b with e for x */
static int inline_let(node *n, int place) {
    node *binding_node, *body;
    (void)place;
    if (!is_single_let(n)) return 0;
    binding_node = n->first->next->first;
    body = copy_tree(n->first->next->next);
    if (substituted(body, binding_node->first->atom, binding_node->first->next) < 0) return 0;
    return becomes(n, body);
}

/* (f (let ((x e)) b) c) -> (let ((w e)) (f b c)) with w for x in b */
static int float_let(node *n, int place) {
    node *let, *value, *body;
    const char *name = fresh_name("w");
    (void)place;
    if (n->form != FORM_BUILTIN && n->form != FORM_APPLY && n->form != FORM_IF) return 0;
    for (let = n->first->next; let != NULL && !is_single_let(let); let = let->next) {
    }
    if (let == NULL) return 0;
    value = copy_tree(let->first->next->first->first->next);
    body = copy_tree(let->first->next->next);
    if (substituted(body, let->first->next->first->first->atom, atom(name)) < 0) return 0;
    replace_node(let, body);
    return becomes(n, let_around(name, value, moved(n)));
}

/* (let ((x e)) (f a b)) -> (f (let ((x e)) a) b), where b has no x */
static int sink_let(node *n, int place) {
    node *body, *child, *user = NULL, *let;
    const char *name;
    (void)place;
    if (!is_single_let(n)) return 0;
    name = n->first->next->first->first->atom;
    body = n->first->next->next;
    if ((body->form != FORM_BUILTIN && body->form != FORM_IF && body->form != FORM_APPLY)
        || mentions(body->first, name))
        return 0;
    for (child = body->first->next; child != NULL; child = child->next)
        if (mentions(child, name)) {
            if (user != NULL || child->role == ROLE_NONE) return 0;
            user = child;
        }
    if (user == NULL) return 0;
    body = moved(body);
    let = let_around(name, copy_tree(n->first->next->first->first->next), moved(user));
    let->role = user->role;
    let->arity = user->arity;
    replace_node(user, let);
    return becomes(n, body);
}

/* (let* ((a e) (b f)) g) -> (let ((a e)) (let ((b f)) g)) */
static int nest_let_star(node *n, int place) {
    node *b, *items[8], *body;
    int count = 0;
    (void)place;
    if (n->form != FORM_LET_STAR) return 0;
    for (b = n->first->next->first; b != NULL && count < 8; b = b->next) items[count++] = b;
    if (b != NULL) return 0;
    body = moved(n->first->next->next);
    while (count-- > 0)
        body = let_around(items[count]->first->atom, copy_tree(items[count]->first->next), body);
    return becomes(n, body);
}

/* A bound name becomes one that means something else outside, and is not used inside. */
static int rename_to_shadow(node *n, int place) {
    static const char *const *const sets[] = {core_words, other_words, plain_names};
    const char *name = random_word(sets[below(3)]), *old;
    node *list, *item, *body;
    (void)place;
    if (n->form != FORM_LET && n->form != FORM_FUNC) return 0;
    list = n->first->next;
    if (list->first == NULL || binds(list, name)) return 0;
    item = list->first;
    old = parameter_name(item);
    body = copy_tree(list->next);
    if (mentions(body, name) || substituted(body, old, atom(name)) < 0) return 0;
    *(item->atom != NULL ? &item->atom : &item->first->atom) = name;
    replace_node(list->next, body);
    return 1;
}

/* ---- functions */

/* e -> ((func (x) x) e) */
static int bind_by_call(node *n, int place) {
    const char *name = some_name();
    node *body = atom(name);
    (void)place;
    if (n->role == ROLE_NONE) return 0;
    body->role = n->role;
    body->arity = n->arity;
    return becomes(n, marked(list2(func_around(list1(atom(name)), body), moved(n)), FORM_APPLY));
}

/* f -> (func (a b) (f a b)) */
static int eta_expand(node *n, int place) {
    node *names = new_node(), *call = list1(moved(n));
    int i;
    (void)place;
    if (n->role != ROLE_FUNCTION) return 0;
    for (i = 0; i < n->arity; i++) {
        const char *name = fresh_name("eta");
        append(names, atom(name));
        append(call, atom(name));
    }
    return becomes(n, func_around(names, marked(call, FORM_APPLY)));
}

/* (func (a b) (f a b)) -> f */
static int eta_reduce(node *n, int place) {
    node *call, *p, *a;
    (void)place;
    if (n->form != FORM_FUNC || n->role != ROLE_FUNCTION) return 0;
    call = n->first->next->next;
    if (call->form != FORM_APPLY) return 0;
    p = n->first->next->first;
    a = call->first->next;
    for (; p != NULL && a != NULL; p = p->next, a = a->next)
        if (p->atom == NULL || a->atom == NULL || strcmp(p->atom, a->atom) != 0
            || mentions(call->first, p->atom))
            return 0;
    return p == NULL && a == NULL && becomes(n, moved(call->first));
}

/* ((func (a b) e) x y) -> (let ((a x) (b y)) e) */
static int call_to_let(node *n, int place) {
    node *function = n->first, *list = new_node(), *p, *a;
    (void)place;
    if (n->form != FORM_APPLY || function->form != FORM_FUNC) return 0;
    p = function->first->next->first;
    for (a = function->next; p != NULL && a != NULL; p = p->next, a = a->next) {
        if (p->atom == NULL) return 0;
        append(list, list2(atom(p->atom), moved(a)));
    }
    if (p != NULL || a != NULL) return 0;
    p = moved(function->first->next->next);
    return becomes(n, marked(list3(atom(alias_of("let")), list, p), FORM_LET));
}

/* (let ((a x) (b y)) e) -> ((func (a b) e) x y) */
static int let_to_call(node *n, int place) {
    node *names = new_node(), *call, *b;
    (void)place;
    if (n->form != FORM_LET) return 0;
    call = list1(func_around(names, moved(n->first->next->next)));
    for (b = n->first->next->first; b != NULL; b = b->next) {
        append(names, atom(b->first->atom));
        append(call, moved(b->first->next));
    }
    return becomes(n, marked(call, FORM_APPLY));
}

/* (if c a b) -> (if (not c) b a) */
static int swap_arms(node *n, int place) {
    node *c, *a, *b;
    (void)place;
    if (n->form != FORM_IF) return 0;
    c = n->first->next, a = c->next, b = a->next;
    c->next = a->next = NULL;
    b->next = a;
    n->first->next = list2(atom(alias_of("not")), c);
    n->first->next->next = b;
    return 1;
}

/* Is it a number that takes its type from its place? */
static int is_bare(const node *n) {
    const char *p = n->atom;
    if (p == NULL || strpbrk(p, "iu") != NULL) return 0;
    return isdigit((unsigned char)p[strspn(p, "+-.")]) != 0;
}

/* The same, or may it be what arithmetic makes of such alone? */
static int may_be_bare(const node *n) {
    const node *child;
    if (n->atom != NULL || n->first == NULL) return is_bare(n);
    for (child = n->first->next; child != NULL && may_be_bare(child); child = child->next) {}
    return child == NULL;
}

/* (f (if c a b) d) -> (if c (f a d) (f b d)), ((if c f g) x) -> (if c (f x) (g x)) */
static int distribute_if(node *n, int place) {
    node *choice, *arms[2], *copy;
    int index = 0, i, k;
    (void)place;
    if ((n->form != FORM_BUILTIN && n->form != FORM_APPLY) || n->role == ROLE_NONE) return 0;
    if (n->first->atom != NULL && strpbrk(n->first->atom, "df") == n->first->atom
        && (strstr(n->first->atom, "fd") || strstr(n->first->atom, "Fd")
            || strstr(n->first->atom, "pd") || strstr(n->first->atom, "fwidth")))
        return 0; /* derivatives are of the whole quad */
    for (choice = n->first; choice != NULL && choice->form != FORM_IF; choice = choice->next)
        index++;
    if (choice == NULL || (n->form == FORM_APPLY && index > 0)) return 0;
    arms[0] = choice->first->next->next;
    arms[1] = arms[0]->next;
    if ((may_be_bare(arms[0]) || may_be_bare(arms[1])) && !(is_bare(arms[0]) && is_bare(arms[1])))
        return 0; /* it may have the other arm's type */
    for (k = 0; k < 2; k++) {
        node *with = copy_tree(arms[k]), *child;
        copy = copy_tree(n);
        for (i = 0, child = copy->first; i < index; i++) child = child->next;
        replace_node(child, with);
        arms[k] = copy;
    }
    copy = list4(moved(choice->first), copy_tree(choice->first->next), arms[0], arms[1]);
    return becomes(n, marked(copy, FORM_IF));
}

static int choose_statically(node *n, int place) {
    (void)place;
    if (n->role == ROLE_NONE) return 0;
    return becomes(n, list4(atom(alias_of("static-if")), atom("true"), moved(n), nonsense()));
}

/* (if c a b) -> (let ((w if)) (w c a b)) */
static int alias_form(node *n, int place) {
    const char *name = fresh_name("w");
    node *copy;
    (void)place;
    if (n->role == ROLE_NONE || n->form == FORM_NONE || n->form == FORM_APPLY
        || n->first->atom == NULL || strchr(n->first->atom, '.') != NULL)
        return 0;
    copy = moved(n);
    copy->first = atom(name);
    copy->first->next = n->first->next;
    if (chance(50)) return becomes(n, let_around(name, atom(n->first->atom), copy));
    return becomes(
        n, marked(list2(func_around(list1(atom(name)), copy), atom(n->first->atom)), FORM_APPLY));
}

/* ---- loops */

/* Calls `name` in place of every rec of the loop. */
static void redirect(node *n, int loop, const char *name) {
    node *child, *operands;
    for (child = n->first; child != NULL; child = child->next) redirect(child, loop, name);
    if (n->form != FORM_REC || n->loop != loop) return;
    operands = n->first->next;
    n->first = atom(name);
    n->first->next = operands;
    n->form = FORM_APPLY;
}

/* A bare literal would be no num any more. */
static node *start_value(const node *start) {
    return is_bare(start) ? list2(atom(alias_of("num")), moved(start)) : moved(start);
}

/* ((rec-func (a) e) x) -> (let ((w (rec-func (a) e))) (let ((a x)) e)) with w for this rec in e */
static int unroll(node *n, int place) {
    const char *name = fresh_name("w");
    node *function = n->form == FORM_LOOP ? n : n->first, *list = new_node(), *names = new_node();
    node *p, *start, *body, *let;
    (void)place;
    if (n->form != FORM_LOOP && (n->form != FORM_APPLY || function->form != FORM_REC_FUNC))
        return 0;
    if (function->loop == 0) return 0;
    start = n->form == FORM_LOOP ? NULL : function->next;
    for (p = function->first->next->first; p != NULL; p = p->next) {
        const char *a = n->form == FORM_LOOP ? p->first->atom : p->atom;
        append(list, list2(atom(a), start_value(start != NULL ? start : p->first->next)));
        append(names, atom(a));
        if (start != NULL) start = start->next;
    }
    body = function->first->next->next;
    function = marked(list3(atom(alias_of("rec-func")), names, copy_tree(body)), FORM_REC_FUNC);
    body = copy_tree(body);
    redirect(body, n->form == FORM_LOOP ? n->loop : n->first->loop, name);
    let = marked(list3(atom(alias_of("let")), list, body), FORM_LET);
    return becomes(n, let_around(name, function, let));
}

/* ---- sharing */

/* (let ((x e)) (f x x)) -> (let ((x e) (w e)) (f w x)) */
static int split_sharing(node *n, int place) {
    const char *name = fresh_name("w"), *old;
    node *list, *child;
    (void)place;
    if (!is_single_let(n)) return 0;
    list = n->first->next;
    old = list->first->first->atom;
    child = list->next->first;
    if (list->next->form != FORM_BUILTIN && list->next->form != FORM_IF
        && list->next->form != FORM_TWINS)
        return 0;
    for (child = child->next; child != NULL && !mentions(child, old); child = child->next) {
    }
    if (child == NULL || substituted(child, old, atom(name)) < 1) return 0;
    append(list, list2(atom(name), copy_tree(list->first->first->next)));
    return 1;
}

/* (+ e e) -> (let ((w e)) (+ w w)) */
static int join_sharing(node *n, int place) {
    const char *name = fresh_name("w");
    node *value;
    (void)place;
    if (n->form != FORM_TWINS) return 0;
    value = moved(n->first->next);
    return becomes(n, let_around(name, value, list3(moved(n->first), atom(name), atom(name))));
}

/* ---- definitions */

/* e -> (f a b), with (define (f a b) e) for the names a, b that are bound around it */
static int abstract(node *n, int place) {
    node *head, *call;
    int i;
    if (n->role == ROLE_NONE) return 0;
    find_path(place);
    head = list1(atom(fresh_name("lifted")));
    call = list1(atom(head->first->atom));
    for (i = 0; i < path.count; i++)
        if (mentions(n, path.names[i])) {
            append(head, atom(path.names[i]));
            append(call, atom(path.names[i]));
        }
    append(program_rewritten, list3(atom("define"), head, moved(n)));
    return becomes(n, call);
}

/* The definition of that name; NULL if it has none. */
static const node *definition_of(const char *name) {
    const node *n, *head;
    for (n = program_rewritten->first; n != NULL; n = n->next) {
        if (!is_definition(n)) continue;
        head = n->first->next;
        if (strcmp(head->atom != NULL ? head->atom : head->first->atom, name) == 0) return n;
    }
    return NULL;
}

/* f -> (func (a b) e), what it is defined as */
static int inline_definition(node *n, int place) {
    const node *definition, *head;
    node *value, *names;
    int i;
    if (n->atom == NULL || n->atom[0] == '.') return 0;
    if (n->role == ROLE_NONE
        && (places[places[place].parent].n->form != FORM_APPLY
            || places[places[place].parent].n->first != n))
        return 0;
    find_path(place);
    for (i = 0; i < path.count; i++)
        if (strcmp(path.names[i], n->atom) == 0) return 0;
    definition = definition_of(n->atom);
    if (definition == NULL) return 0;
    value = copy_tree(definition->first->next->next);
    for (i = 0; i < path.count; i++)
        if (mentions(value, path.names[i])) return 0;
    head = definition->first->next;
    if (head->atom == NULL) {
        names = copy_tree(head);
        names->first = names->first->next;
        value = func_around(names, value);
    }
    return becomes(n, value);
}

/* ---- choice of a rewriting */

static const struct {
    const char *name;
    int (*apply)(node *n, int place);
} rewritings[] = {
    {"let around", bind_by_let},
    {"call around", bind_by_call},
    {"dead binding", dead_let},
    {"static-if around", choose_statically},
    {"let inlined", inline_let},
    {"let floated", float_let},
    {"let sunk", sink_let},
    {"let* nested", nest_let_star},
    {"shadowing name", rename_to_shadow},
    {"eta expansion", eta_expand},
    {"eta reduction", eta_reduce},
    {"call to let", call_to_let},
    {"let to call", let_to_call},
    {"arms swapped", swap_arms},
    {"arms distributed", distribute_if},
    {"form aliased", alias_form},
    {"loop unrolled", unroll},
    {"sharing split", split_sharing},
    {"sharing joined", join_sharing},
    {"function lifted", abstract},
    {"definition inlined", inline_definition},
};
enum { REWRITINGS = sizeof rewritings / sizeof rewritings[0] };

/* Rewrites the program in up to `times` places. Returns in how many. */
static int rewrite(node *program, int which, int times) {
    int done = 0, tries, i;
    program_rewritten = program;
    while (times-- > 0) {
        size_t size = count_nodes(program);
        if (size > 20000) break;
        place_count = 0;
        find_places(program, 0);
        i = below(place_count);
        for (tries = 0; tries < place_count; tries++, i = (i + 1) % place_count)
            if (i > 0 && rewritings[which].apply(places[i].n, i)) break;
        if (tries == place_count) break;
        done++;
    }
    return done;
}

/* ---- mutations: one mistake, or a change that may be none */

static node *any_node(node *n, size_t index) {
    node *child, *found = NULL;
    if (index == 0) return n;
    index--;
    for (child = n->first; child != NULL && found == NULL; child = child->next) {
        size_t size = count_nodes(child);
        if (index < size) found = any_node(child, index);
        index -= size;
    }
    return found;
}

static node *random_node(node *program) {
    return any_node(program, 1 + random_next() % (count_nodes(program) - 1));
}

/* A value's node, if one is found. */
static node *random_value(node *program) {
    int tries = 20;
    node *n = random_node(program);
    while (tries-- > 0 && n->role != ROLE_VALUE) n = random_node(program);
    return n;
}

/* A node of that form, now and then, if one is found; else NULL. */
static node *node_of_form(node *program, int form) {
    int tries = chance(40) ? 40 : 0;
    while (tries-- > 0) {
        node *n = random_node(program);
        if (n->form == form) return n;
    }
    return NULL;
}

/* Something of another type in a value's place, mostly. */
static void change_type(node *n) {
    static const char *const around[] = {".x",   ".xy",  ".xyz",  "int",   "uint",  "num",
                                         "bool", "vec2", "vec3",  "vec4",  "array", "-",
                                         "not",  "mat2", "ivec2", "bvec3", ".w",    NULL};
    if (chance(60)) {
        replace_node(n, tree_read(random_word(typed_values))->first);
    } else {
        node *m = copy_tree(n);
        replace_node(n, list2(atom(random_word(around)), m));
    }
}

/* The next digit in place of the last one of an atom, another letter, or one more. */
static void change_letter(node *n) {
    char text[256];
    size_t size;
    if (n->atom == NULL || strlen(n->atom) > 200) return;
    size = strlen(strcpy(text, n->atom));
    if (text[size - 1] >= '0' && text[size - 1] <= '8')
        text[size - 1]++;
    else if (chance(40))
        text[size] = text[size - 1], text[++size] = '\0';
    else
        text[size - 1] = "xyzwrgbastpq"[below(12)];
    n->atom = keep_text(text, size);
}

static void mutate(node *program) {
    static const char *const atoms[] = {"true",  "1",  "unknown", "rec", "vec2", "vec3",
                                        "+",     "if", "func",    "x.y", "2i",   ".xy",
                                        "array", "3u", "case",    "0.5", "()",   NULL};
    node *n = random_node(program), *m;
    switch (below(10)) {
    case 6:
    case 7: change_type(random_value(program)); break;
    case 8:
        m = node_of_form(program, FORM_REC);
        replace_node(random_value(program), copy_tree(m != NULL ? m : random_value(program)));
        break;
    case 9: change_letter(n); break;
    case 0: replace_node(n, atom(random_word(atoms))); break;
    case 1: replace_node(n, copy_tree(random_node(program))); break;
    case 2: /* an item of a list goes */
        if (n->first == NULL) return;
        if (chance(35) || n->first->next == NULL) {
            n->first = n->first->next;
            break;
        }
        for (m = n->first; m->next->next != NULL && chance(60);) m = m->next;
        m->next = m->next->next;
        break;
    case 3: /* an item twice, or the last clause of a case */
        m = node_of_form(program, FORM_CASE);
        if (m != NULL)
            for (n = m->first; n->next != NULL;) n = n->next;
        m = copy_tree(n);
        m->next = n->next;
        n->next = m;
        break;
    case 4: /* two items change places */
        if (n->next == NULL) return;
        m = copy_tree(n);
        replace_node(n, copy_tree(n->next));
        replace_node(n->next, m);
        break;
    default: /* an atom for an atom */
        m = random_node(program);
        if (n->atom != NULL && m->atom != NULL) replace_node(n, copy_tree(m));
        break;
    }
}

#endif
