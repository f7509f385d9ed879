/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DREFERENCE_NO_MAIN -DSUBSTITUTION_NO_MAIN -I. tests/oracle/substitution_test.c tests/code/lambdav.c tests/oracle/substitution.c tests/oracle/reference.c -o substitution_test -lm */
/* Evaluation and typing by substitution (substitution.h) against what is expected and against
   others.
       substitution_test [--programs N] [--seed S] [FILE.lv...]
   - the rules of the paper's section 4, and the slips of the paper that change what a program
     means: accepted programs with their value, rejected ones with the error;
   - the cases of tests/data/run: what they expect; the verdict, error and bits of the other
   evaluator;
     the bits of the mode that shares nothing; the compiler's verdict;
   - the programs of tests/data/error, as far as they are pure: the compiler's verdict and error;
   - random programs, and changes of them that mostly break them: the same comparisons;
   - random programs that run: what they leave in memory in the mode that shares nothing.
   Without --seed: a fixed seed (fresh ones are for random_test; here two evaluators are compared,
   and reference.c rejects less of what is changed, in some 2 of 1000 programs). With FILEs: these
   alone, as cases of tests/data/run. The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <math.h>

#include "lambdav.h"

#include "tests/support/cases.h"
#include "random_effects.h"
#include "reference.h"
#include "substitution.h"

enum { TEXT_SIZE = 1 << 20, STEPS = 50000, CHANGES = 6, ARENA_SIZE = 64 << 20 };

static struct {
    unsigned long programs, rejected, values, free_values, too_long, excused, names;
} total;
static int passed, failed;
static char *arena;
static int needed_only = 1; /* errors stand in what nothing needs, on purpose */

static void failure(const char *what, const char *text, const char *how, const char *one,
                    const char *other) {
    failed++;
    printf("%s: %s: %s, %s\n%s\n", what, how, one, other, text);
}

/* ---- comparing */

static int is_limit(const char *name) {
    return strcmp(name, "depth") == 0 || strcmp(name, "calls") == 0 || strcmp(name, "limit") == 0
           || strcmp(name, "out-of-memory") == 0;
}

/* The other evaluator types fields and elements that nobody reads. (And to it, the name of a type
   means the type among the push constants even where a struct has taken it: "interface-type".) */
static int is_eager(const char *text) {
    return strstr(text, "(struct ") != NULL || strstr(text, "array") != NULL
           || strstr(text, "(map ") != NULL;
}

/* Gives all push constants a value. */
static void set_pushes(reference *a, substitution *b) {
    const char *type, *name;
    int count, i, k;
    for (i = 0; (name = substitution_push_name(b, i, &type, &count)) != NULL; i++) {
        float v[16];
        for (k = 0; k < count; k++) v[k] = (float)(3 * i + k) - 2.5f;
        substitution_set(b, name, v, count);
        reference_set(a, name, v, count);
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
            || !a->special[i] != !b->special[i])
            return 0;
    }
    return 1;
}

static int same_result(const reference_result *a, const reference_result *b) {
    int i, same = a->output_count == b->output_count && a->discard == b->discard
                  && a->has_depth == b->has_depth;
    if (same && a->has_depth) same = same_numbers(&a->depth, &b->depth);
    for (i = 0; same && i < a->output_count; i++) same = same_numbers(&a->output[i], &b->output[i]);
    return same;
}

/* The same at a few pixels? */
static int compare_values(const char *what, const char *text, reference *a, substitution *b,
                          substitution *plain) {
    static const float pixels[3][2] = {{0.5f, 0.5f}, {3.5f, 2.5f}, {6.5f, 5.5f}};
    int i, ok = 1;
    for (i = 0; i < 3 && ok; i++) {
        reference_result x, y, z;
        int s = reference_run(a, pixels[i][0], pixels[i][1], i != 1, &x);
        int t = substitution_run(b, pixels[i][0], pixels[i][1], i != 1, &y);
        int u = plain == NULL ? SUBSTITUTION_TOO_LONG
                              : substitution_run(plain, pixels[i][0], pixels[i][1], i != 1, &z);
        ok = t != SUBSTITUTION_REJECTED && u != SUBSTITUTION_REJECTED;
        if (!ok) failure(what, text, "while it runs", "accepted", "rejected");
        if (s != REFERENCE_OK || t != SUBSTITUTION_OK || u != SUBSTITUTION_OK) total.too_long++;
        if (ok && s == REFERENCE_OK && t == SUBSTITUTION_OK && !same_result(&x, &y)) {
            failure(what, text, "other values", "reference", "substitution");
            ok = 0;
        }
        if (ok && u == SUBSTITUTION_OK && t == SUBSTITUTION_OK && !same_result(&y, &z)) {
            failure(what, text, "other values", "shared", "plain");
            ok = 0;
        }
    }
    return ok;
}

/* Is the line C? It has two atoms outside of brackets, which would be two outputs; and there a
   brace or `=`, or anywhere f(x), or a semicolon right behind something. */
static int is_foreign_line(const char *line, const char *end) {
    int depth = 0, atoms = 0, signs = 0, in_atom = 0;
    const char *p;
    for (p = line; p < end && *p != '\n'; p++) {
        int is_atom = !isspace((unsigned char)*p) && strchr("();\"", *p) == NULL;
        if (*p == ';') return atoms > 1 && (signs || (p > line && !isspace((unsigned char)p[-1])));
        depth += (*p == '(') - (*p == ')');
        atoms += is_atom && !in_atom && depth == 0;
        signs |= (*p == '(' && in_atom) || (depth == 0 && strchr("{}=", *p) != NULL);
        in_atom = is_atom;
    }
    return atoms > 1 && signs;
}

/* Does the compiler say of a line that is C that it is? */
static int is_foreign(const char *text, size_t size, const lambdav_diagnostic *d) {
    const char *p = text, *end = text + size;
    uint32_t line;
    for (line = 1; line < d->span.line && p < end; p++) line += *p == '\n';
    return strcmp(d->name, "foreign-text") == 0 && is_foreign_line(p, end);
}

/* Is it the error that the evaluator has found? Where brackets do not match, the compiler looks at
   the layout to see which one is missing. A `define` without brackets is a name in the wrong place
   to it. */
static int is_alike(const char *error, const lambdav_diagnostic *d) {
    return strcmp(error, d->name) == 0
           || (strcmp(error, "bracket-mismatch") == 0 && strcmp(d->name, "unclosed") == 0
               && strstr(d->message, "the layout says") != NULL)
           || (strcmp(error, "misplaced") == 0 && strcmp(d->name, "syntax") == 0
               && strstr(d->message, "(define ") != NULL);
}

/* The compiler's verdict; strict: and that it has found this error, too. */
static int compare_compiler(const char *what, const char *text, size_t size, const char *error,
                            int strict) {
    lambdav_result r;
    lambdav_options options;
    lambdav_status status;
    const char *own;
    size_t i;
    memset(&options, 0, sizeof options);
    options.flags = needed_only ? LAMBDAV_NEEDED_ONLY : 0;
    status = lambdav_compile(&options, text, size, arena, ARENA_SIZE, &r);
    own = status == LAMBDAV_OK ? NULL : r.diagnostics[0].name;
    if ((own != NULL && is_limit(own)) || (error != NULL && is_limit(error))) return 1;
    if (own == NULL && error != NULL && strcmp(error, "interface-type") == 0) {
        total.excused++; /* structs and arrays in push constants */
        return 1;
    }
    if ((own != NULL) != (error != NULL)) {
        failure(what, text, "the compiler's verdict", own ? own : "accepted",
                error ? error : "accepted");
        return 0;
    }
    for (i = 0; own != NULL && i < r.diagnostic_count; i++)
        if (is_alike(error, &r.diagnostics[i]) || is_foreign(text, size, &r.diagnostics[i]))
            return 1;
    if (own == NULL) return 1;
    total.names++;
    if (strict) failure(what, text, "the compiler's error", own, error);
    return !strict;
}

static int same_error(const reference_error *a, const reference_error *b) {
    return a->line == b->line && a->column == b->column && strcmp(a->name, b->name) == 0;
}

/* Everything that is compared of a program. Returns 1 if nothing differs. */
static int compare(const char *what, const char *text, size_t size, int strict, int *accepted) {
    reference_error e = {0}, f = {0}, g = {0};
    reference *a = reference_read(text, size, &e);
    substitution *b = substitution_read(text, size, SUBSTITUTION_SHARED, &f);
    substitution *plain = substitution_read(text, size, SUBSTITUTION_PLAIN, &g);
    int ok = 1;
    total.programs++;
    total.rejected += b == NULL;
    *accepted = b != NULL;
    if (a != NULL && b != NULL) {
        reference_options(a, STEPS, 0);
        substitution_options(b, STEPS, 0, 0);
        set_pushes(a, b);
        if (plain != NULL) {
            substitution_options(plain, STEPS, 0, 0);
            set_pushes(a, plain);
        }
        ok = compare_values(what, text, a, b, plain);
    } else if (!is_limit(e.name) && !is_limit(f.name) && strcmp(f.name, "interface-type") != 0
               && !(b != NULL && is_eager(text))) {
        int same = same_error(&e, &f);
        ok = a == NULL && b == NULL && (same || !strict);
        total.names += ok && !same;
        if (!ok) failure(what, text, "verdicts", a ? "accepted" : e.message, f.message);
    } else {
        total.excused++;
    }
    if (ok && !is_limit(g.name) && !is_limit(f.name)) {
        ok = b == NULL ? plain == NULL && same_error(&f, &g) : plain != NULL;
        if (!ok) failure(what, text, "verdicts, shared and plain", f.message, g.message);
    }
    if (ok) ok = compare_compiler(what, text, size, b == NULL ? f.name : NULL, strict);
    if (a) reference_free(a);
    if (b) substitution_free(b);
    if (plain) substitution_free(plain);
    return ok;
}

/* ---- the rules of section 4, and slips of the paper */

typedef struct pinned {
    const char *rule, *accepted;
    float value;
    const char *rejected, *error;
} pinned;

#define LOOP(BODY) "((rec-func (n) " BODY ") 0)"

static const pinned rules[] = {
    {"t-num", "5", 5, "(5 1)", "not-function"},
    {"t-true", "(if true 1 2)", 1, "(true 1)", "not-function"},
    {"t-false", "(if false 1 2)", 2, "(false 1)", "not-function"},
    {"t-if", "(if (< 1 2) 3 4)", 3, "(if 1 2 3)", "condition-type"},
    {"t-if, both arms", "(if true 3 4)", 3, "(if true 3 (+ 1 true))", "operand-type"},
    {"t-if, one type", "(.x (if false (vec2 3) (vec2 4)))", 4, "(if true 3 (vec2 4))",
     "arm-mismatch"},
    {"t-if under A", "((if false sqrt (func (x) (* x x))) 9)", 81,
     "((if false sqrt (func (x y) x)) 9)", "argument-count"},
    {"t-app", "((((func (x) (func (y) (func (z) (- (- x y) z)))) 9) 2) 3)", 4, "()", "empty-list"},
    {"t-app, the head alone has A", "((let ((k 2)) (func (y) (* k y))) 3)", 6, "((+ 1 2) 3)",
     "not-function"},
    {"t-func", "((func (x y) (- x y)) 5 3)", 2, "((func (x y) x) 5)", "argument-count"},
    {"t-func, no use, no type", "((func (x) 5) (+ 1 true))", 5, "((func (x) x) (+ 1 true))",
     "operand-type"},
    {"t-rec-func", LOOP("(if (< n 5) (rec (+ n 1)) n)"), 5, LOOP("n"), "rec-missing"},
    {"t-rec-func, Rec tau", LOOP("(if (< n 5) (rec (+ n 2)) (* n n))"), 36, LOOP("(rec n)"),
     "rec-endless"},
    {"t-rec-func, empty A in the body", LOOP("(if (< n 5) (rec (+ n 1)) (sqrt 9))"), 3,
     "((rec-func (n) (if (< n 5) (rec (+ n 1)) sqrt)) 0 9)", "argument-count"},
    {"t-rec-func, its value is no function", LOOP("(if (< n 5) (rec (+ n 1)) ((func (x) x) 4))"), 4,
     LOOP("(if (< n 5) (rec (+ n 1)) sqrt)"), "rec-value"},
    {"t-rec, n > 0", LOOP("(if (< n 3) (rec (+ n 1)) n)"), 3, "((rec-func () (rec)))",
     "rec-parameters"},
    {"t-rec, as many", "((rec-func (a b) (if (< a 3) (rec b (+ a b)) b)) 1 1)", 5,
     LOOP("(if (< n 3) (rec n n) n)"), "rec-count"},
    {"t-rec, of these types", "((rec-func (a b) (if b a (rec (+ a 1) (> a 3)))) 0 false)", 5,
     LOOP("(if (< n 3) (rec true) n)"), "rec-type"},
    {"t-rec, arguments under the empty R", LOOP("(if (< n 3) (rec (if (< n 9) 7 n)) n)"), 7,
     LOOP("(if (< n 3) (rec (rec 1)) n)"), "rec-not-tail"},
    {"t-rec, not in the empty R", LOOP("(if (< n 3) (let ((r rec)) (r 8)) n)"), 8, "(rec 1)",
     "rec-outside"},
    {"t-let", "(let ((a 2) (b 3)) (* a b))", 6, "(let ((a (+ 1 true))) a)", "operand-type"},
    {"t-let, no use, no type", "(let ((a (+ 1 true))) 5)", 5, "(let ((a 1)) b)", "unknown-name"},
    {"t-let under A", "((let ((f sqrt)) f) 9)", 3, "((let ((f 2)) f) 9)", "not-function"},
    {"builtin, Vec(I,f) -> Vec(I,f)", "(.y (fract (vec2 1 2.5)))", 0.5f, "(fract true)",
     "operand-type"},
    {"builtin, Vec(I,f) -> Num", "(length -4)", 4, "(length (bvec2 true))", "operand-type"},
    {"builtin, Vec x Vec -> Vec", "(.y (+ (vec2 1 2) (vec2 3 4)))", 6, "(+ (vec2 1) (vec3 1))",
     "operand-mismatch"},
    {"builtin, Vec x Vec -> Num", "(dot (vec2 1 2) (vec2 3 4))", 11, "(dot (vec2 1) (vec3 1))",
     "operand-mismatch"},
    {"builtin, Vec x Vec -> Vec(I,b)", "(if (.y (<= (vec2 1 2) (vec2 0 2))) 1 2)", 1,
     "(<= (vec2 1) 1)", "operand-mismatch"},
    {"builtin, no function as operand", "((func (f) (f 4)) sqrt)", 2, "(+ 1 sqrt)", "not-value"},
    {"rec-match 1", LOOP("(if (< n 4) (if (< n 1) (rec 2) (rec 6)) n)"), 6, "(if true 1 true)",
     "arm-mismatch"},
    {"rec-match 2", LOOP("(if (< n 4) (if (< n 1) (rec 2) 6) n)"), 6,
     LOOP("(if (< n 4) (if (< n 1) (rec 2) true) n)"), "arm-mismatch"},
    {"rec-match 3", LOOP("(if (> n 4) n (if (< n 1) (rec 2) 6))"), 6,
     LOOP("(if (> n 4) true (if (< n 1) (rec 2) 6))"), "arm-mismatch"},
    {"rec-match 4", LOOP("(if (< n 4) (rec (+ n 3)) (if (> n 5) n (rec 7)))"), 6,
     LOOP("(if (< n 4) (rec true) (if (> n 5) n (rec 7)))"), "rec-type"},
    {"rec-match 5", LOOP("(if (< n 4) (if (> n 3) n (rec (+ n 1))) (rec 3.5))"), 3.5f,
     LOOP("(if (< n 4) (if (> n 3) n (rec (+ n 1))) (rec))"), "rec-count"},
    {"rec-match 6", LOOP("(if (< n 4) (rec (+ n 3)) n)"), 6, LOOP("(+ 1 (if true (rec 1) n))"),
     "rec-not-tail"},
    {"rec-match 7", LOOP("(if (> n 4) n (rec (+ n 3)))"), 6,
     LOOP("(if (if true (rec 1) true) n (rec 1))"), "rec-not-tail"},
    {"no finite derivation",
     "(define (down n) (static-if (eq n 0) 0 (+ n (down (- n 1))))) (down 4)", 10,
     "(let ((sum (func (self n) (if (eq n 0) 0 (+ n (self self (- n 1))))))) (sum sum 4))", NULL},
};

static const pinned slips[] = {
    {"6.6, condition under the empty A", "((if (< 1 2) sqrt cos) 4)", 2,
     "((if (func (x) true) sqrt cos) 4)", "condition-type"},
    {"6.6, condition under the empty R",
     LOOP("(if (< (loop ((m n)) (if (< m 3) (rec (+ m 1)) m)) 4) (if (< n 9) (rec (+ n 1)) n) n)"),
     4, LOOP("(if (rec 1) n (rec 2))"), "rec-not-tail"},
    {"6.6, Rec stays in the joined type",
     LOOP("(if (< n 3) (if (< n 1) (rec 1) (if (< n 2) (rec 8) 7)) n)"), 8,
     LOOP("(if (< n 3) (if (< n 1) (rec 1) (if (< n 2) (rec 8) (vec2 7))) n)"), "arm-mismatch"},
    {"6.6, both arms PureRec", LOOP("(if (< n 5) (if (< n 2) (rec (+ n 1)) (rec (+ n 2))) n)"), 6,
     LOOP("(if (< n 5) (rec n) (rec n))"), "rec-endless"},
    {"6.7, each operand may branch", "(+ (if (front-facing) 1 2) (if (front-facing) 30 40))", 31,
     "(+ (if (front-facing) 1 2) (if (front-facing) 30 true))", "arm-mismatch"},
    {"6.8, initial arguments may branch and loop",
     "((rec-func (a b) (if (< a 9) (rec (+ a b) b) a)) (if (front-facing) 1 2)"
     " (loop ((m 0)) (if (< m 3) (rec (+ m 1)) m)))",
     10, "((rec-func (a b) (if (< a 9) (rec (+ a b) b) a)) 1)", "argument-count"},
    {"6.9, rec sees the parameters, and may branch and loop",
     LOOP("(if (< n 9) (rec (+ 1 (loop ((m n)) (if (< m 3) (rec (+ m 1)) (if (< m 5) 5 m))))) n)"),
     9, LOOP("(if (< n 9) (rec (+ m 1)) n)"), "unknown-name"},
    {"6.5, special forms win", "((func (form) (form true 1 2)) if)", 1,
     "((if (front-facing) if select) true 1 2)", "form-chosen"},
    {"4, builtin under A", "((if (front-facing) sqrt abs) 16)", 4, "((if (front-facing) sqrt abs))",
     "operand-count"},
    {"4, initial arguments under the empty R",
     LOOP("(if (< n 3) (rec ((rec-func (m) (if (< m 9) (rec (+ m 2)) m)) n)) n)"), 10,
     LOOP("(if (< n 3) ((rec-func (m) (if (< m 9) (rec (+ m 2)) m)) (rec 1)) n)"), "rec-not-tail"},
    {"4, any-of is on Vec(I,b)", "(if (any-of (bvec3 false true false)) 1 2)", 1,
     "(any-of (vec3 1))", "operand-type"},
    {"4, let puts e in the place of id", "(let ((a 3)) (- a 1))", 2, "(let ((3 a)) 3)",
     "expected-name"},
    {"4, substitution is simultaneous: let", "(define x 9) (let ((y x) (x 2)) y)", 9,
     "(let ((y x) (x 2)) y)", "unknown-name"},
    {"4, substitution is simultaneous: func", "(define x 9) ((func (y x) y) x 2)", 9,
     "((func (y x) y) x 2)", "unknown-name"},
    {"4, substitution is simultaneous: rec",
     "((rec-func (a b n) (if (< n 3) (rec b a (+ n 1)) a)) 1 2 0)", 2,
     "((rec-func (a b n) (if (< n 3) (rec b true (+ n 1)) a)) 1 2 0)", "rec-type"},
    {"4, substitution captures nothing",
     "(let ((k 5)) ((func (f) ((func (k) (+ k (f 1))) 10)) (func (x) (* x k))))", 15,
     "((func (f) ((func (k) (+ k (f 1))) 10)) (func (x) (* x k)))", "unknown-name"},
    {"4, no outermost name is captured",
     "(define k 5) ((func (f) ((func (k) (+ k (f 1))) 10)) (func (x) (* x k)))", 15,
     "((func (f) (let ((+ 10)) (f 1))) (func (x) (+ x true)))", "operand-type"},
    {"4, binding lists are never substituted into", "((func (x f) ((f (x) (* x 2)) 5)) 1 func)", 10,
     "((func (x f) ((f (x) (* x 2)) 5)) 1 +)", "not-function"},
    {"5, conditions and operands are reduced", "(if (< (+ 1 (* 2 3)) (- 9 1)) (- 1 2) 4)", -1,
     "(if (< (+ 1 (* 2 true)) 8) 3 4)", "operand-type"},
    {"5, rec of the rec-func that is being reduced",
     "(let ((again (func (x) (rec (+ x 2))))) ((rec-func (n) (if (< n 5) (again n) n)) 0))", 6,
     "(let ((again (func (x) (rec (+ x 2))))) (again 1))", "rec-outside"},
    {"3.1, all phis before any is written",
     "((rec-func (a b c n) (if (< n 4) (rec b c a (+ n 1)) (+ a (* 10 b) (* 100 c)))) 1 2 3 0)",
     132, "((rec-func (a b) (if (< a 4) (rec b (vec2 a)) a)) 1 2)", "rec-type"},
};

/* What is declared, chosen and counted when the program is compiled. */
static const pinned declarations[] = {
    {"static-if around definitions",
     "(define k 2) (static-if (< k 3) (define (f x) (* 2 x)) (define (f x) nothing)) (f 4)", 8,
     "(define k 2) (static-if (< k 3) (define k 4)) k", "duplicate"},
    {"static-if, the arm that is not chosen", "(static-if false (define f 1) (define f 2)) f", 2,
     "(static-if false (define f 1)) f", "unknown-name"},
    {"static-if in static-if",
     "(static-if true (static-if false (define f 1) (static-if true (define f 3)))) f", 3,
     "(static-if true (static-if false (define f 1) (static-if 1 (define f 3)))) 1",
     "condition-type"},
    {"static-if, a struct", "(static-if true (struct s a)) (.a (s 5))", 5,
     "(static-if false (struct s a)) (.a (s 5))", "unknown-name"},
    {"static-if, a definition is known to the choices behind it",
     "(static-if true (define k 7)) (static-if (= k 7) (define f k)) f", 7,
     "(static-if (= k 7) (define f k)) (static-if true (define k 7)) f", "unknown-name"},
    {"static-if, a bare value", "(static-if true 4)", 4, "(static-if false 4)", "no-output"},
    {"static-if of two values is one", "(static-if false 4 5)", 5, "(static-if true (vec2) 5)",
     "operand-count"},
    {"static-if in an entry", "(fragment (static-if true (output 0 6)))", 6,
     "(fragment (static-if true (define x 6)) 1)", "misplaced"},
    {"static-if, hidden", "(define (static-if a b c) (+ a b c)) (static-if 1 2 3)", 6,
     "(define (static-if a b c) (+ a b c)) (static-if 1 (define x 1) 3)", "misplaced"},
    {"static-if asks for no push constant", "(push-constants (p num)) (static-if true 5 p)", 5,
     "(push-constants (p num)) (static-if (< p 1) (output 0 1) 5)", "not-constant"},
    {"a type that a static-if declares hides one of the language",
     "(push-constants (p vec2)) (static-if false (variant vec2 (none))) 5", 5,
     "(push-constants (p vec2)) (static-if true (variant vec2 (none))) 5", "interface-type"},
    {"static-if, hidden by a push constant behind it, or before it",
     "(static-if true 5) (push-constants (static-if uvec2))", 5,
     "(push-constants (static-if uvec2)) (static-if true 5)", "not-function"},
    {"the location of an output", "(define k 2) (output (- k 2) 5)", 5, "(output (ivec2 1) 5)",
     "location"},
    {"a count", "(define k 2) (at (the (array num (* k 1)) (array 1 2)) 1)", 2,
     "(at (the (array num (uvec2 2)) (array 1 2)) 1)", "array-count"},
    {"a part as a count", "(define v (ivec2 3 2)) (at (the (array num v.y) (array 1 2)) 1)", 2,
     "(define v (ivec2 3 2)) (at (the (array num v.x) (array 1 2)) 1)", "annotation"},
    {"the counts in the fields of a struct that nothing uses",
     "(struct s (a (array num (< 1 2)))) 1", 1, "(struct s (a (array num nothing))) 1",
     "unknown-name"},
    {"counts ask for no push constant",
     "(push-constants (p num)) (struct s (a (array num (* 2 1)))) 1", 1,
     "(push-constants (p num)) (struct s (a (array num (* 2 p)))) 1", "not-constant"},
    {"a declaration may name what it does not ask for",
     "(push-constants (p num)) (define (f x) 2) (struct s a b)"
     " (output (let ((q p)) (- (f p) (at (array (.a (s 2 q)) p) 0))) 5)", 5,
     "(push-constants (p num)) (output (let ((q p)) (- 2 q)) 5)", "not-constant"},
    {"a step of a clause of with", "(at (with (array 1 2) ((at 1) 7)) 1)", 7,
     "(at (with (array 1 2) ((at 1 0) 7)) 1)", "syntax"},
    {"an option in a step of a clause of with", "(at (with (array 1 2) ((at 1 :unchecked) 7)) 1)",
     7, "(at (with (array 1 2) ((at 1 :unchecked 2 3) 7)) 1)", "syntax"},
    {"a clause of with that has steps and a value", "(at (with (array 1 2) ((at 1) 7)) 1)", 7,
     "(at (with (array 1 2) ((at) 7)) 1)", "syntax"},
};

static int value_is(const char *text, float value) {
    reference_error e;
    reference_result r;
    substitution *b = substitution_read(text, strlen(text), SUBSTITUTION_PLAIN, &e);
    int ok = 0;
    if (b == NULL) return 0;
    if (substitution_run(b, 0.5f, 0.5f, 1, &r) == SUBSTITUTION_OK && r.output_count == 1)
        ok = r.output[0].value[0] == value;
    substitution_free(b);
    return ok;
}

static int is_rejected(const char *text, const char *name) {
    reference_error e;
    substitution *b = substitution_read(text, strlen(text), SUBSTITUTION_SHARED, &e);
    if (b != NULL) substitution_free(b);
    return b == NULL && (name == NULL ? is_limit(e.name) : strcmp(name, e.name) == 0);
}

/* Programs that run, with a field of what has none: an array, a scalar, a block. */
static void run_places(void) {
    static const char *const places[] = {"(load b.x.y)", "(load b.n.y)", "(load b.z)",
                                         "(store b.x.y 1)", "(atomic-add (.y (at b.x 0)) 1)"};
    char text[256];
    reference_error e;
    size_t i;
    for (i = 0; i < sizeof places / sizeof places[0]; i++) {
        substitution *b;
        int size = snprintf(text, sizeof text,
                            "(buffer b :binding 0 (n int) (x (array int 4))) (compute (1) %s)",
                            places[i]);
        b = substitution_read(text, (size_t)size, SUBSTITUTION_EFFECTS, &e);
        if (b == NULL && strcmp(e.name, "no-field") == 0) passed++;
        else failure("a place", text, "error", b ? "accepted" : e.name, "no-field");
        if (b != NULL) substitution_free(b);
    }
}

/* What stands alone in an entry point: what has a value only if it has effects. */
static void run_alone(void) {
    static const char *const texts[] = {
        "1", "output-type", "(if (< 1 2) (vec2 1) (vec2 2))", "output-type", "quiet",
        "output-type", "(map sin (array 1 2))", "output-type", "(load b 0)", "", "loud", "",
        "(map (func (x) (loop ((n 0)) (when (< n x) (rec (+ n 1))))) (array 1 2))", ""};
    char text[256];
    reference_error e = {0};
    size_t i;
    for (i = 0; i < sizeof texts / sizeof texts[0]; i += 2) {
        substitution *b;
        int size = snprintf(text, sizeof text,
                            "(buffer b :binding 0 (array int)) (define quiet 1)"
                            " (define loud (atomic-add b 0 1i)) (compute (1) %s)",
                            texts[i]);
        e.name[0] = 0;
        b = substitution_read(text, (size_t)size, SUBSTITUTION_EFFECTS, &e);
        if (strcmp(e.name, texts[i + 1]) == 0) passed++;
        else failure("what stands alone", text, "error", e.name, texts[i + 1]);
        if (b != NULL) substitution_free(b);
    }
}

static void run_pinned(const pinned *p, size_t n) {
    int accepted;
    for (; n > 0; n--, p++) {
        int before = failed;
        compare(p->rule, p->accepted, strlen(p->accepted), 1, &accepted);
        compare(p->rule, p->rejected, strlen(p->rejected), 1, &accepted);
        if (!value_is(p->accepted, p->value)) failure(p->rule, p->accepted, "value", "", "");
        if (!is_rejected(p->rejected, p->error))
            failure(p->rule, p->rejected, "error", p->error ? p->error : "a limit", "");
        passed += failed == before;
    }
}

/* ---- files */

static void run_case(const char *path) {
    size_t size;
    int accepted;
    char *text = cases_load(path, &size);
    if (substitution_check_case(path, text, size, SUBSTITUTION_SHARED) != 0)
        failed++;
    else
        passed += compare(path, text, size, 0, &accepted);
    free(text);
}

/* What stands before `; errors:` in a file of tests/data/error. */
static void run_error(const char *path) {
    size_t size;
    reference_error e;
    char *text = cases_load(path, &size), *end = strstr(text, "; errors:\n");
    substitution *b;
    while (end != NULL && end != text && end[-1] != '\n') end = strstr(end + 1, "; errors:\n");
    if (end != NULL) *end = '\0';
    b = substitution_read(text, strlen(text), SUBSTITUTION_SHARED, &e);
    if (b == NULL && (strcmp(e.name, "unsupported") == 0 || strstr(text, " 2d")))
        total.excused++;
    else
        passed += compare_compiler(path, text, strlen(text), b == NULL ? e.name : NULL, 1);
    if (b != NULL) substitution_free(b);
    free(text);
}

static void run_files(const char *pattern, int argc, char **argv, void run(const char *path)) {
    glob_t files = cases_find(pattern, argc, argv);
    size_t i;
    for (i = 0; i < files.gl_pathc; i++) run(files.gl_pathv[i]);
    globfree(&files);
}

/* ---- random programs and changes of them */

/* Start and size of the n-th item that is no bracket, or with `lists`, that is a list. */
static char *find_item(char *text, int lists, int n, size_t *size) {
    char *p = text;
    for (; *p != '\0'; p++) {
        char *start = p;
        int depth = 0;
        if (lists ? *p != '(' : isspace((unsigned char)*p) || strchr("()", *p) != NULL) continue;
        do {
            depth += *p == '(';
            depth -= *p == ')';
            p++;
        } while (*p != '\0'
                 && (lists ? depth > 0 : !isspace((unsigned char)*p) && strchr("()", *p) == NULL));
        *size = (size_t)(p - start);
        if (n-- == 0) return start;
        p = lists ? start : p - 1;
    }
    return NULL;
}

static int count_items(char *text, int lists) {
    size_t size;
    int n = 0;
    while (find_item(text, lists, n, &size) != NULL) n++;
    return n;
}

/* Something in the text gives way to something else, or goes. */
static void change(char *text) {
    static const char *const atoms[] = {"true", "1",   "unknown", "rec", "vec2", "vec3", "+", "if",
                                        "func", "x.y", ".xy",     "()",  "1i",   "2.0",  ""};
    static char copy[TEXT_SIZE];
    int lists = chance(40), others = chance(50);
    size_t size, other_size;
    const char *other = atoms[below(15)];
    char *at;
    if (count_items(text, lists) == 0) return;
    at = find_item(text, lists, below(count_items(text, lists)), &size);
    other_size = strlen(other);
    strcpy(copy, text);
    if (chance(60) && count_items(copy, others) > 0) {
        other = find_item(copy, others, below(count_items(copy, others)), &other_size);
    }
    if (strlen(text) + other_size >= TEXT_SIZE) return;
    memmove(at + other_size, at + size, strlen(at + size) + 1);
    memcpy(at, other, other_size);
}

static void run_random(unsigned long seed) {
    static const int sizes[] = {5, 10, 20, 40, 40, 80, 80, 150, 150, 300};
    static char text_made[TEXT_SIZE], text[TEXT_SIZE];
    char what[64];
    size_t size;
    int i, accepted;
    snprintf(what, sizeof what, "--seed %lu --programs 1", seed);
    random_seed(~(uint64_t)seed);
    i = sizes[below(10)];
    size = tree_print(program_make(seed, i), text_made, sizeof text_made);
    needed_only = !made.whole;
    i = compare(what, text_made, size, 0, &accepted);
    needed_only = 1;
    if (!i) return;
    if (!accepted) failure(what, text_made, "rejected as it is made", "", "");
    for (i = 0; i < CHANGES; i++) {
        strcpy(text, text_made);
        do change(text);
        while (chance(15));
        if (!compare(what, text, strlen(text), 0, &accepted)) return;
    }
    passed++;
}

/* Runs the program from a memory of threes; returns 0 if it cannot be run. */
static int run_effects(substitution *r) {
    static const uint32_t words[4 * SIDE_OF_IMAGE * SIDE_OF_IMAGE] = {0};
    static uint32_t threes[1 << 14];
    reference_result results[4];
    substitution_resource s;
    int i, group[3], uncertain, stage = substitution_stage(r, group);
    size_t k;
    for (k = 0; k < sizeof threes / sizeof *threes; k++) threes[k] = 3;
    substitution_begin(r);
    for (i = 0; substitution_memory(r, i, &s) != NULL; i++)
        if (s.is_image) substitution_fill(r, i, words, sizeof words / sizeof *words);
        else substitution_fill(r, i, threes, s.words + s.stride * ELEMENTS);
    substitution_options(r, STEPS, 0, 0);
    return substitution_launch(r, stage == STAGE_COMPUTE ? 1 : 4, results, &uncertain)
           == SUBSTITUTION_OK;
}

/* The mode that shares nothing runs what stands for a name at each of its places, too. */
static void run_running(unsigned long seed) {
    static char text[TEXT_SIZE];
    substitution *one, *other;
    substitution_resource s;
    substitution_number a, b;
    reference_error e;
    char what[64];
    int i;
    size_t k, size = tree_print(running_make(seed, 5), text, sizeof text);
    snprintf(what, sizeof what, "--seed %lu --programs 1, that runs", seed);
    one = substitution_read(text, size, SUBSTITUTION_EFFECTS, &e);
    other = substitution_read(text, size, SUBSTITUTION_EFFECTS | SUBSTITUTION_PLAIN, &e);
    if (one == NULL) failure(what, text, "is rejected", e.name, e.message);
    if (one == NULL || other == NULL) return;
    if (!run_effects(one) || !run_effects(other)) {
        total.too_long++;
    } else {
        for (i = 0; substitution_memory(one, i, &s) != NULL; i++)
            for (k = 0; k < s.words + s.stride * ELEMENTS; k++)
                if (substitution_word(one, i, k, &a) && substitution_word(other, i, k, &b)
                    && (a.whole != b.whole || memcmp(&a.value, &b.value, sizeof a.value) != 0)
                    && !isnan(a.value))
                    failure(what, text, "the modes leave another memory", "", "");
        passed++;
    }
    substitution_free(one);
    substitution_free(other);
}

static void run_campaign(unsigned long seed, unsigned long programs) {
    unsigned long i;
    for (i = 0; i < programs; i++) run_random(seed + i);
    for (i = 0; i < programs; i++) run_running(seed + i);
}

int main(int argc, char **argv) {
    unsigned long programs = 60, seed = 1;
    int arg = 1, seeded = 0;
    for (; arg + 1 < argc && argv[arg][0] == '-'; arg += 2) {
        if (strcmp(argv[arg], "--programs") == 0) programs = strtoul(argv[arg + 1], NULL, 10);
        if (strcmp(argv[arg], "--seed") == 0) seed = strtoul(argv[arg + 1], NULL, 10), seeded = 1;
    }
    arena = (char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    if (arg < argc) {
        run_files("", argc - arg + 1, argv + arg - 1, run_case);
        programs = 0;
    } else if (!seeded) {
        run_places();
        run_alone();
        run_pinned(rules, sizeof rules / sizeof rules[0]);
        run_pinned(slips, sizeof slips / sizeof slips[0]);
        run_pinned(declarations, sizeof declarations / sizeof declarations[0]);
        run_files("tests/data/run/*.lv", 1, argv, run_case);
        run_files("tests/data/error/*.lv", 1, argv, run_error);
    }
    run_campaign(seed, programs);
    free(arena);
    printf("%lu programs, %lu of them rejected; %lu values bit for bit, %lu left free; %lu pixels "
           "too long; %lu not compared; %lu other names of errors\n",
           total.programs, total.rejected, total.values, total.free_values, total.too_long,
           total.excused, total.names);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
