/* cc -std=c99 -O2 -ffp-contract=off -DREFERENCE_NO_MAIN -DSUBSTITUTION_NO_MAIN -I. tests/substitution_test.c tests/substitution.c tests/reference.c -o substitution_test -lm -lpthread */
/* Evaluation by substitution against the expectations of tests/run and against the other evaluator.
       substitution_test [--programs N] [--seed S] [FILE.lv...]
   Without FILEs: the cases of tests/run, with closed expressions shared and, where that ends, not
   shared; then N random programs, each as it is made and with a few changes, most of which it does
   not survive. Both evaluators, and the one of them in both modes, give the same verdicts and bits.
*/
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <math.h>
#include <time.h>

#include "cases.h"
#include "random_program.h"
#include "reference.h"
#include "substitution.h"

enum { TEXT_SIZE = 1 << 20, STEPS = 200000, CHANGES = 8 };

static struct {
    unsigned long cases, programs, changed, rejected, values, free_values, too_long, excused;
} total;
static int passed, failed;

static void failure(const char *what, const char *text, const char *format, const char *a,
                    const char *b) {
    failed++;
    printf("%s: ", what);
    printf(format, a, b);
    printf("\n%s\n", text);
}

/* ---- comparing */

static int is_limit(const char *name) {
    return strcmp(name, "depth") == 0 || strcmp(name, "calls") == 0 || strcmp(name, "limit") == 0;
}

/* Everything that a program is given. */
static void set_pushes(reference *a, substitution *b) {
    const char *type, *name;
    int count, i, k;
    for (i = 0; (name = reference_push_name(a, i, &type, &count)) != NULL; i++) {
        float v[16];
        for (k = 0; k < count; k++) v[k] = (float)(3 * i + k) - 2.5f;
        reference_set(a, name, v, count);
        if (!substitution_set(b, name, v, count)) failed++;
    }
}

static int same_bits(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static int same_numbers(const reference_numbers *a, const reference_numbers *b) {
    int i;
    if (a->location != b->location || strcmp(a->type, b->type) != 0 || a->count != b->count)
        return 0;
    for (i = 0; i < a->count; i++) {
        if (isinf(a->error[i]) && isinf(b->error[i])) {
            total.free_values++;
            continue;
        }
        total.values++;
        if (!same_bits(a->value[i], b->value[i]) || a->error[i] != b->error[i]
            || a->special[i] != b->special[i])
            return 0;
    }
    return 1;
}

static int same_result(const reference_result *a, const reference_result *b) {
    int i, same = a->output_count == b->output_count && a->discard == b->discard
                  && a->has_depth == b->has_depth;
    if (same && a->has_depth) same = same_numbers(&a->depth, &b->depth);
    for (i = 0; same && i < a->output_count; i++)
        same = same_numbers(&a->output[i], &b->output[i]);
    return same;
}

/* Both evaluators at a few pixels. Returns 0 after a failure. */
static int compare_values(const char *what, const char *text, reference *a, substitution *b) {
    static const float pixels[4][2] = {{0.5f, 0.5f}, {3.5f, 0.5f}, {2.5f, 5.5f}, {7.5f, 6.5f}};
    int i;
    set_pushes(a, b);
    reference_options(a, STEPS, 0);
    substitution_options(b, STEPS, 0, 0);
    for (i = 0; i < 4; i++) {
        reference_result x, y;
        int s = reference_run(a, pixels[i][0], pixels[i][1], i != 2, &x);
        int t = substitution_run(b, pixels[i][0], pixels[i][1], i != 2, &y);
        if (t == SUBSTITUTION_REJECTED) {
            failure(what, text, "rejected while it runs%s%s", "", "");
            return 0;
        }
        if (s != REFERENCE_OK || t != SUBSTITUTION_OK) {
            total.too_long++;
        } else if (!same_result(&x, &y)) {
            failure(what, text, "other values%s%s", "", "");
            return 0;
        }
    }
    return 1;
}

/* Verdicts and values. Returns 1 if the program is accepted by both. */
static int compare(const char *what, const char *text, size_t size, int mode) {
    reference_error e, f;
    reference *a = reference_read(text, size, &e);
    substitution *b = substitution_read(text, size, mode, &f);
    int accepted = 0;
    if (a != NULL && b != NULL) {
        accepted = compare_values(what, text, a, b);
    } else if ((a == NULL && is_limit(e.name)) || (b == NULL && is_limit(f.name))) {
        total.too_long++;
    } else if (a != NULL || b != NULL) {
        failure(what, text, "verdicts: reference %s, substitution %s", a ? "accepts" : e.message,
                b ? "accepts" : f.message);
    } else {
        total.rejected++;
        if (e.line != f.line || e.column != f.column || strcmp(e.name, f.name) != 0) {
            char x[64], y[64];
            snprintf(x, sizeof x, "%d:%d %s", e.line, e.column, e.name);
            snprintf(y, sizeof y, "%d:%d %s", f.line, f.column, f.name);
            failure(what, text, "errors: reference %s, substitution %s", x, y);
        }
    }
    if (a) reference_free(a);
    if (b) substitution_free(b);
    return accepted;
}

/* ---- changes of a text */

/* Start and size of the n-th item that is no bracket, or with `form`, that is a list. */
static char *find_item(char *text, int form, int n, size_t *size) {
    char *p = text;
    for (; *p; p++) {
        char *start = p;
        int depth = 0;
        if (form ? *p != '(' : isspace((unsigned char)*p) || strchr("()", *p)) continue;
        do {
            depth += *p == '(';
            depth -= *p == ')';
            p++;
        } while (*p && (form ? depth > 0 : !isspace((unsigned char)*p) && !strchr("()", *p)));
        if (n-- == 0) {
            *size = (size_t)(p - start);
            return start;
        }
        p = form ? start : p - 1;
    }
    return NULL;
}

static int count_items(char *text, int form) {
    size_t size;
    int n = 0;
    for (; find_item(text, form, n, &size) != NULL; n++) {}
    return n;
}

/* Something in the text gives way to something else, or goes. */
static void change(char *text) {
    static const char *const atoms[] = {"true", "1", "unknown", "rec", "vec2", "vec3", "+", "if",
                                        "func", "x.y", ".xy", "()", "1i", "2.0", ""};
    static char copy[TEXT_SIZE];
    int form = chance(40);
    size_t size, other_size;
    char *at = find_item(text, form, below(count_items(text, form)), &size);
    const char *other = atoms[below(15)];
    other_size = strlen(other);
    if (chance(60)) {
        int forms = chance(50);
        strcpy(copy, text);
        other = find_item(copy, forms, below(count_items(copy, forms)), &other_size);
    }
    if (strlen(text) + other_size >= TEXT_SIZE) return;
    memmove(at + other_size, at + size, strlen(at + size) + 1);
    memcpy(at, other, other_size);
}

/* ---- campaigns */

static void run_random(unsigned long seed) {
    static const int sizes[] = {5, 10, 20, 40, 40, 80, 80, 150, 150, 300};
    static char made[TEXT_SIZE], text[TEXT_SIZE];
    char what[64];
    size_t size;
    int i;
    random_seed(~(uint64_t)seed);
    i = sizes[below(10)];
    size = tree_print(program_make(seed, i), made, sizeof made);
    snprintf(what, sizeof what, "--seed %lu", seed);
    total.programs++;
    if (!compare(what, made, size, SUBSTITUTION_SHARED)) return;
    compare(what, made, size, SUBSTITUTION_PLAIN);
    for (i = 0; i < CHANGES; i++) {
        strcpy(text, made);
        do change(text);
        while (chance(15));
        total.changed++;
        compare(what, text, strlen(text), SUBSTITUTION_SHARED);
    }
}

static void run_case(const char *path) {
    size_t size;
    char *text = cases_load(path, &size);
    int bad = substitution_check_case(path, text, size, SUBSTITUTION_SHARED);
    total.cases++;
    failed += bad != 0;
    passed += bad == 0;
    if (!bad) compare(path, text, size, SUBSTITUTION_SHARED);
    free(text);
}

int main(int argc, char **argv) {
    unsigned long programs = 1000, seed = 1, i;
    int arg = 1;
    glob_t files;
    for (; arg + 1 < argc && argv[arg][0] == '-'; arg += 2) {
        if (strcmp(argv[arg], "--programs") == 0) programs = strtoul(argv[arg + 1], NULL, 10);
        if (strcmp(argv[arg], "--seed") == 0) seed = strtoul(argv[arg + 1], NULL, 10);
    }
    files = cases_find("tests/run/*.lv", argc - arg + 1, argv + arg - 1);
    for (i = 0; i < files.gl_pathc; i++) run_case(files.gl_pathv[i]);
    globfree(&files);
    for (i = 0; i < programs && arg == argc; i++) {
        int before = failed;
        run_random(seed + i);
        passed += failed == before;
    }
    printf("%lu cases, %lu random programs, %lu changed; %lu rejected by both, %lu values compared "
           "bit for bit, %lu left free, %lu too long\n",
           total.cases, total.programs, total.changed, total.rejected, total.values,
           total.free_values, total.too_long);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
