/* Makes a failing program smaller while it fails in the same way, and prints it as a run case. A
   step leaves out a form or an item, puts something inside a form in its place, puts a constant
   there, or unfolds a binding; the steps are repeated until none helps.

   contents: steps · printing */
#ifndef RANDOM_REDUCE_H
#define RANDOM_REDUCE_H

#include "random_running.h"

typedef struct reducer {
    node *program;
    finding found;
    int with_device;
    time_t end;
} reducer;

static char reduced_text[TEXT_SIZE];

/* ---- steps */

static int still_fails(reducer *r) {
    int evaluated;
    size_t size;
    finding f;
    if (time(NULL) >= r->end) return 0;
    size = tree_print(r->program, reduced_text, sizeof reduced_text);
    f = check_program(reduced_text, size, r->with_device, &evaluated);
    if (f.kind != r->found.kind || strcmp(f.error, r->found.error) != 0) return 0;
    r->found = f;
    return 1;
}

/* Tries `with` in the place of n, which keeps its neighbours. */
static int try_instead(reducer *r, node *n, const node *with) {
    node old = *n;
    if (n->atom != NULL && with->atom != NULL && strcmp(n->atom, with->atom) == 0) return 0;
    replace_node(n, with);
    if (still_fails(r)) return 1;
    *n = old;
    return 0;
}

static int try_constants(reducer *r, node *n) {
    static const char *const atoms[] = {"1",        "true",     "1i",      "1u",
                                        "(vec2 1)", "(vec3 1)", "(vec4 1)"};
    node simple;
    int i;
    if (n->atom != NULL && n->atom[1] == '\0') return 0;
    for (i = 0; i < (n->atom != NULL ? 4 : 7); i++) {
        memset(&simple, 0, sizeof simple);
        simple.atom = atoms[i];
        if (n->atom != NULL && strlen(n->atom) <= strlen(atoms[i])) continue;
        if (try_instead(r, n, &simple)) return 1;
    }
    return 0;
}

/* Tries what stands up to `levels` below n in its place. */
static int hoist(reducer *r, node *n, const node *below_n, int levels) {
    const node *child;
    for (child = below_n->first; child != NULL; child = child->next)
        if (try_instead(r, n, child)) return 1;
    for (child = below_n->first; child != NULL && levels > 1; child = child->next)
        if (child->atom == NULL && hoist(r, n, child, levels - 1)) return 1;
    return 0;
}

static int reduce_list(reducer *r, node *list);

/* One step smaller at or below n, if there is one. */
static int reduce_node(reducer *r, node *n) {
    if (time(NULL) >= r->end) return 0;
    if (try_constants(r, n) || hoist(r, n, n, 3)) return 1;
    if (is_single_let(n)) {
        node old = *n;
        if (inline_let(n, 0) && still_fails(r)) return 1;
        *n = old;
    }
    return n->atom == NULL && reduce_list(r, n);
}

/* Leaves out one item of the list, or makes one smaller. */
static int reduce_list(reducer *r, node *list) {
    node **p;
    int smaller = 0;
    for (p = &list->first; *p != NULL && time(NULL) < r->end;) {
        node *item = *p;
        *p = item->next;
        if (still_fails(r)) {
            smaller = 1;
            continue;
        }
        *p = item;
        while (reduce_node(r, item)) smaller = 1;
        p = &item->next;
    }
    return smaller;
}

/* ---- printing */

static void print_pushes(substitution *r) {
    const char *name, *type;
    float values[16];
    int i, j, count;
    for (i = 0; (name = substitution_push_name(r, i, &type, &count)) != NULL; i++) {
        values_for(name, type, count, values);
        printf("; set %s", name);
        for (j = 0; j < count; j++) printf(" %.9g", (double)values[j]);
        printf("\n");
    }
}

/* Prints the program as a run case, with what the reference says. */
static void print_case(const char *text, size_t size) {
    reference_error error;
    substitution *r;
    reference_result result;
    int i, j;
    printf("; rule:\n%s", text);
    if (is_running(text)) return;
    r = read_reference(text, size, &error);
    if (r == NULL) {
        printf("; expect-error %d:%d %s\n", error.line + 1, error.column, error.name);
        return;
    }
    print_pushes(r);
    set_pushes(r);
    substitution_options(r, steps_of_pixel, 0, 0);
    if (substitution_run(r, 0.5f, 0.5f, 1, &result) == SUBSTITUTION_OK)
        for (i = 0; i < result.output_count; i++) {
            printf("; expect %d %s", result.output[i].location, result.output[i].type);
            for (j = 0; j < result.output[i].count; j++)
                printf(" %.9g", (double)result.output[i].value[j]);
            printf("\n");
        }
    substitution_free(r);
}

/* Shrinks the program for so many seconds and prints it. */
static void reduce_and_print(node *program, const finding *found, int with_device, int seconds) {
    reducer r;
    counts before = *total; /* of the campaign, not of this */
    size_t size = tree_print(program, reduced_text, sizeof reduced_text);
    r.program = program;
    r.found = *found;
    r.with_device = with_device;
    r.end = time(NULL) + seconds;
    printf("%s: %s\n", kinds[found->kind], found->text);
    if (found->kind == OTHER_BITS) {
        printf("%s", reduced_text);
        return;
    }
    tree_noise = 0;
    while (reduce_list(&r, program) && time(NULL) < r.end) {
    }
    size = tree_print(program, reduced_text, sizeof reduced_text);
    printf("made smaller: %s [%s]\n", r.found.text, r.found.error);
    print_case(reduced_text, size);
    *total = before;
}

#endif
