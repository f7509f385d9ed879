/* Random numbers, and the trees that random λV programs are made of, changed as and printed from.

   contents: random numbers · trees · text */
#ifndef RANDOM_TREE_H
#define RANDOM_TREE_H

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- random numbers */

static uint64_t random_state;

/* splitmix64 */
static uint64_t random_next(void) {
    uint64_t z = random_state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

/* Neighbouring seeds have nothing in common. */
static void random_seed(uint64_t seed) {
    random_state = seed * 0xD1342543DE82EF95u + 0x2545F4914F6CDD1Du;
    random_state = random_next();
}

/* 0 .. n-1 */
static int below(int n) {
    return (int)(random_next() % (uint64_t)n);
}

static int chance(int percent) {
    return below(100) < percent;
}

/* ---- trees: an atom, or a list (atom NULL) of the nodes from `first` on */

/* What may stand in for a node without changing what the program means: nothing; an expression of
   its value; a function of `arity` parameters. */
enum { ROLE_NONE, ROLE_VALUE, ROLE_FUNCTION };

/* What a node is, however it spells that: forms that the rewritings know. FORM_REC is a call of rec
   (or of a name for it) that belongs to the loop whose number is in `loop`; FORM_APPLY has a
   function as its head; FORM_TWINS has two operands that are equal trees. */
enum {
    FORM_NONE,
    FORM_IF,
    FORM_LET,
    FORM_LET_STAR,
    FORM_FUNC,
    FORM_REC_FUNC,
    FORM_LOOP,
    FORM_REC,
    FORM_CASE,
    FORM_WITH,
    FORM_THE,
    FORM_APPLY,
    FORM_BUILTIN,
    FORM_TWINS
};

typedef struct node {
    const char *atom;
    struct node *first, *next;
    short role, form, arity, square;
    int loop;
} node;

enum { MAX_NODES = 1 << 20, MAX_ATOMS = 1 << 22 };
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

static const char *random_word(const char *const *words) {
    int n = 0;
    while (words[n] != NULL) n++;
    return words[below(n)];
}

/* Not 0: comments stand between the words that tree_print writes. */
static int tree_noise;

static void put_node(tree_text *t, const node *n) {
    static const char *const gaps[] = {
        "  ",        "\n",       "\t",           "\r\n", " ; ) note\n", " #| ( #| ] |# ; |# ",
        " #| ( |# ", " #;(if) ", " #; #;a [b] ", NULL};
    const node *child;
    if (n->atom != NULL) {
        put_text(t, n->atom);
        return;
    }
    put_text(t, n->square ? "[" : "(");
    for (child = n->first; child != NULL; child = child->next) {
        put_node(t, child);
        if (child->next != NULL) put_text(t, tree_noise && chance(10) ? random_word(gaps) : " ");
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

/* Reads text without strings, block comments and #;, as tree_print and the run cases have it. */
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

#endif
