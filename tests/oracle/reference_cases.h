/* Run cases for the evaluators of tests/oracle/reference_base.h, which is included before this. */
#ifndef REFERENCE_CASES_H
#define REFERENCE_CASES_H

/* -------------------------------------------------------------------------------------------------
   run cases: tests/data/run/README has the grammar */

/* Of reference.h or substitution.h. */
typedef struct evaluator {
    void *(*read)(const char *text, size_t size, reference_error *error);
    void (*free)(void *program);
    int (*set)(void *program, const char *name, const float *values, int count);
    void (*bound)(void *program, unsigned long turns);
    int (*run)(void *program, float x, float y, int front_facing, reference_result *result);
} evaluator;

typedef struct run_case {
    const char *name;
    int line, failures, expectations;
    const evaluator *with;
    void *c;
    reference_error error;
    float x, y;
    int front_facing;
} run_case;

static void complain(run_case *k, const char *format, ...) {
    va_list list;
    k->failures++;
    fprintf(stderr, "%s:%d: ", k->name, k->line);
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fprintf(stderr, "\n");
}

static int near(double got, double want, double tolerance) {
    if (isnan(want)) return isnan(got);
    if (isinf(want) || tolerance < 0) return got == want && signbit(got) == signbit(want);
    return fabs(got - want) <= tolerance * max_of(1, fabs(want));
}

/* TYPE v0 v1 ... [~TOLERANCE] against numbers. A tolerance below 0 wants equal bits. */
static void check_numbers(run_case *k, const reference_numbers *n, char *words) {
    char *type = strtok(words, " \t"), *w;
    double want[4], tolerance = 1e-5;
    int count = 0, i;
    if (!type || strcmp(type, n->type) != 0)
        complain(k, "type is %s, not %s", n->type, type ? type : "nothing");
    for (w = strtok(NULL, " \t"); w; w = strtok(NULL, " \t")) {
        if (*w == '~')
            tolerance = atof(w + 1);
        else if (count < 4)
            want[count++] = strtod(w, NULL);
    }
    if (count != n->count) {
        complain(k, "%d numbers are expected, there are %d", count, n->count);
        return;
    }
    for (i = 0; i < count; i++)
        if (!near((double)n->value[i], want[i], tolerance))
            complain(k, "component %d is %.9g, not %.9g", i, (double)n->value[i], want[i]);
}

static void expect_output(run_case *k, char *words) {
    reference_result r;
    char *rest;
    int status = k->with->run(k->c, k->x, k->y, k->front_facing, &r), i;
    if (strncmp(words, "diverges", 8) == 0) {
        if (status != REFERENCE_DIVERGES) complain(k, "this ends");
        return;
    }
    if (status) {
        complain(k, "this does not end");
        return;
    }
    if (strncmp(words, "discard", 7) == 0) {
        if (!r.discard) complain(k, "the pixel is not discarded");
        return;
    }
    if (r.discard) complain(k, "the pixel is discarded");
    if (strncmp(words, "depth ", 6) == 0) {
        if (r.has_depth)
            check_numbers(k, &r.depth, words + 6);
        else
            complain(k, "there is no depth");
        return;
    }
    i = (int)strtol(words, &rest, 10);
    {
        int o = 0;
        while (o < r.output_count && r.output[o].location != i) o++;
        if (o == r.output_count)
            complain(k, "there is no output %d", i);
        else
            check_numbers(k, &r.output[o], rest);
    }
}

static int matches(const char *want, const char *got) {
    return strcmp(want, "*") == 0 || strcmp(want, got) == 0;
}

/* LINE:COL NAME, and perhaps `reference LINE:COL NAME`: one of the two. */
static void expect_error(run_case *k, char *words) {
    char where[64], *want_place = strtok(words, " \t"), *name = strtok(NULL, " \t");
    k->expectations++;
    if (k->c) {
        complain(k, "this is accepted");
        return;
    }
    snprintf(where, sizeof where, "%d:%d", k->error.line, k->error.column);
    while (want_place && name) {
        if (matches(want_place, where) && matches(name, k->error.name)) return;
        strtok(NULL, " \t");
        want_place = strtok(NULL, " \t");
        name = want_place ? strtok(NULL, " \t") : NULL;
    }
    complain(k, "rejected at %s: %s [%s]", where, k->error.message, k->error.name);
}

static void set_push(run_case *k, char *words) {
    char *name = strtok(words, " \t"), *w;
    float v[16];
    int n = 0;
    for (w = strtok(NULL, " \t"); w && n < 16; w = strtok(NULL, " \t")) v[n++] = strtof(w, NULL);
    if (!name || !k->with->set(k->c, name, v, n)) complain(k, "there is no such push constant");
}

/* One comment line of expectations; the text after "; ". */
static void obey(run_case *k, char *line) {
    if (strncmp(line, "expect-error ", 13) == 0) {
        expect_error(k, line + 13);
        return;
    }
    if (strncmp(line, "expect ", 7) != 0 && strncmp(line, "at ", 3) != 0
        && strncmp(line, "set ", 4) != 0 && strcmp(line, "back-facing") != 0
        && strncmp(line, "max-iterations ", 15) != 0)
        return;
    if (!k->c) {
        if (!k->failures)
            complain(k, "rejected at %d:%d: %s [%s]", k->error.line, k->error.column,
                     k->error.message, k->error.name);
        return;
    }
    if (strncmp(line, "set ", 4) == 0)
        set_push(k, line + 4);
    else if (strcmp(line, "back-facing") == 0)
        k->front_facing = 0;
    else if (strncmp(line, "max-iterations ", 15) == 0)
        k->with->bound(k->c, strtoul(line + 15, NULL, 10));
    else {
        k->expectations++;
        if (strncmp(line, "at ", 3) == 0) {
            int n = 0;
            double x, y;
            if (sscanf(line, "at %lf %lf expect %n", &x, &y, &n) != 2 || !n)
                complain(k, "expected: at X Y expect ...");
            k->x = (float)x;
            k->y = (float)y;
            expect_output(k, line + n);
            k->x = k->y = 0.5f;
        } else
            expect_output(k, line + 7);
    }
}

/* Checks the expectations at the end of a run case; returns the number that fail, prints each. */
static int check_case(const evaluator *with, const char *name, const char *text, size_t size) {
    run_case k = {0};
    const char *p = text, *end = text + size;
    k.with = with;
    k.name = name;
    k.x = k.y = 0.5f;
    k.front_facing = 1;
    k.c = k.with->read(text, size, &k.error);
    while (p < end) {
        const char *stop = memchr(p, '\n', (size_t)(end - p));
        char line[1024];
        size_t n;
        if (!stop) stop = end;
        k.line++;
        n = (size_t)(stop - p);
        if (n > 2 && n < sizeof line && p[0] == ';' && p[1] == ' ') {
            memcpy(line, p + 2, n - 2);
            line[n - 2] = 0;
            obey(&k, line);
        }
        p = stop + 1;
    }
    if (!k.expectations && !k.failures) complain(&k, "there is no expectation");
    if (k.c) k.with->free(k.c);
    return k.failures;
}

#endif
