/* cc -std=c99 -O1 -I. tests/compiler/bounds_test.c -o bounds_test -lcmocka -lpthread */
/* The compiler against hostile input: bombs of text and of expansion, every arena size, odd
   options. Each compile runs on a painted stack of 64 KiB, so that its depth is measured and an
   overflow crashes. A bomb is compiled at sizes n and 2n: time, words and arena may at most double.
   bounds_test        sizes for `make test`
   bounds_test long   larger ones, the texts with more nodes than the default allows
   bounds_test show   also prints a line for each bomb: seconds, first error, words, arena, stack */
#define _POSIX_C_SOURCE 200809L
#define _XOPEN_SOURCE 700
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#include "lambdav.h"

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif
#ifdef COUNTED /* by tools/dev/coverage.py, at -O0: how long that takes says little */
#define TIMED 0
#else
#define TIMED 1
#endif

#define MIB ((size_t)1 << 20)
#define STACK_SIZE (SANITIZED ? 256 * (size_t)1024 : 64 * (size_t)1024)
#define STACK_PAINT 0xC5

/* --- a text that grows */

typedef struct text {
    char *bytes;
    size_t size, capacity;
} text;

static void text_add(text *t, const char *bytes, size_t size) {
    if (t->size + size > t->capacity) {
        t->capacity = 2 * t->capacity + size;
        t->bytes = (char *)realloc(t->bytes, t->capacity);
        assert_non_null(t->bytes);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
}

/* Adds `pattern`, in it $i as i, $p as i - 1, $m as i % 1000, $n as n, $[x$] as x for i from 1 to
   n. */
static void text_pattern(text *t, const char *pattern, long i, long n) {
    char number[32];
    for (; *pattern; pattern++) {
        long value = i;
        if (*pattern != '$') {
            text_add(t, pattern, 1);
            continue;
        }
        pattern++;
        if (*pattern == '[') {
            char inner[64];
            size_t size = (size_t)(strstr(pattern, "$]") - pattern) - 1;
            memcpy(inner, pattern + 1, size);
            inner[size] = 0;
            for (value = 1; value <= n; value++) text_pattern(t, inner, value, n);
            pattern += size + 2;
            continue;
        }
        if (*pattern == 'p') value = i - 1;
        if (*pattern == 'm') value = i % 1000;
        if (*pattern == 'n') value = n;
        text_add(t, number, (size_t)sprintf(number, "%ld", value));
    }
}

/* --- a compile on a painted stack */

typedef struct job {
    const lambdav_options *options;
    const char *text;
    size_t size;
    void *arena;
    size_t arena_size;
    lambdav_result result;
    lambdav_status status;
    double seconds;
    size_t stack;
} job;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void *run_job(void *argument) {
    job *j = (job *)argument;
    double start = now();
    j->status = lambdav_compile(j->options, j->text, j->size, j->arena, j->arena_size, &j->result);
    j->seconds = now() - start;
    return NULL;
}

/* Bytes of the stack that the compile and the start of its thread have used. */
static void job_run(job *j) {
    static unsigned char *stack;
    pthread_attr_t attributes;
    pthread_t thread;
    size_t i = 0;
    if (!stack && posix_memalign((void **)&stack, 65536, STACK_SIZE) != 0) exit(3);
    memset(stack, STACK_PAINT, STACK_SIZE);
    if (pthread_attr_init(&attributes) != 0
        || pthread_attr_setstack(&attributes, stack, STACK_SIZE) != 0
        || pthread_create(&thread, &attributes, run_job, j) != 0)
        exit(3);
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    while (i < STACK_SIZE && stack[i] == STACK_PAINT) i++;
    j->stack = STACK_SIZE - i;
}

static const char *job_error(const job *j) {
    return j->result.diagnostic_count ? j->result.diagnostics[0].name : "ok";
}

/* What holds after every compile. */
static void check_result(const job *j) {
    const lambdav_result *r = &j->result;
    size_t i, k;
    assert_int_not_equal(j->status, LAMBDAV_BAD_CALL);
    assert_int_equal(j->status == LAMBDAV_OK, r->error_count == 0);
    if (r->error_count) assert_true(r->diagnostic_count > 0); /* without errors: warnings */
    for (i = 0; i < r->diagnostic_count; i++) {
        const lambdav_diagnostic *d = &r->diagnostics[i];
        assert_true(r->error_count > 0 || d->severity == LAMBDAV_WARNING);
        assert_non_null(d->message);
        assert_true(d->span.begin <= d->span.end && d->span.end <= d->span.text_size);
        assert_true(d->span.line > 0 && d->span.column > 0);
        assert_true(lambdav_format_diagnostic(d, 0, NULL, 0) > 1);
        for (k = 0; k < d->note_count; k++)
            assert_true(d->notes[k].span.end <= d->notes[k].span.text_size);
    }
}

/* --- bombs: head, n times `open`, middle, n times `close` (falling), tail */

typedef struct bomb {
    const char *name,
        *expected; /* expected: "ok" or the first error's name; two separated by a space */
    long n;
    const char *head, *open, *middle, *close, *tail;
} bomb;

#define ANY "*"
static const bomb text_bombs[] = {
    {"lists", "empty-list not-function", 500000, "", "(", "", ")", ""},
    {"lists around 1", "not-function", 500000, "", "(", "1", ")", ""},
    {"unclosed", "unclosed", 500000, "", "(", "", "", ""},
    {"unopened", "unopened", 500000, "", ")", "", "", ""},
    {"brackets that do not match", "bracket-mismatch", 500000, "", "(", "", "]", ""},
    {"lets", "ok", 500000, "", "(let ((a$m 1)) ", "1", ")", ""},
    {"lets in lets' values", "ok", 500000, "", "(let ((a ", "1", ")) a)", ""},
    {"lets of the outermost name", "ok", 200000, "(let ((a (frag-coord))) ", "(let ((b$i a.x)) ",
     "(+ a.x b5)", ")", ")"},
    {"a let with many bindings", "ok", 200000, "(let (", "(a$i (+ $i 1))", ") a7", "", ")"},
    {"a let*", "ok", 100000, "(let* ((a0 (frag-coord))", "(a$i (+ a$p $i))", ") a$n.x", "", ")"},
    {"ifs in arms", "ok", 300000, "(let ((x (.x (frag-coord)))) ", "(if (< x $i) $i ", "1", ")",
     ")"},
    {"ifs in first arms", "ok", 300000, "(let ((x (.x (frag-coord)))) ", "(if (< x $i) ", "1",
     " $i)", ")"},
    {"ifs in conditions", "ok limit", 300000, "(let ((x (.x (frag-coord)))) (num ", "(if ",
     "(< x 1)", " (< x $i) (> x $i))", "))"},
    {"builtins", "ok", 500000, "", "(sin ", "(.x (frag-coord))", ")", ""},
    {"builtins of constants", "ok", 500000, "", "(+ 1 ", "(.x (frag-coord))", ")", ""},
    {"applied functions", "depth ok", 200000, "", "((func (x$m) ", "1", ") $i)", ""},
    {"functions in arguments", "depth ok", 200000, "", "((func (x) (+ x 1)) ", "1", ")", ""},
    {"functions of functions", "not-value", 200000, "", "(func (x) ", "1", ")", ""},
    {"curried", "argument-count", 200000, "(", "(func (x) ", "1", ")", " 1 2)"},
    {"datum comments", "datum-comment", 500000, "1 ", "#;", "", "", ""},
    {"datum comments with forms", "ok", 500000, "", "#;(a (b) $i) ", "1", "", ""},
    {"datum comments of one form each", "ok", 300000, "(+ ", "#;", "", " a", " 1 2)"},
    {"block comments", "ok", 500000, "", "#|", "", "|#", "1"},
    {"block comment never closed", "unclosed-text", 500000, "", "#| ", "", "", ""},
    {"line comments", "ok", 500000, "1", ";x$i\n", "", "", ""},
    {"dots", "ok", 500000, "(define a (frag-coord)) a.xyzw", ".xyzw", ".x", "", ""},
    {"fields", "ok", 500000, "(let ((a (frag-coord))) a", ".yx", "", "", ")"},
    {"only dots", "bad-name bad-number", 500000, "", ".", "", "", ""},
    {"strings", "operand-count", 300000, "(sin ", "\"a\" ", "", "", ")"},
    {"a string never closed", "unclosed-text", 500000, "\"", "abc(", "", "", ""},
    {"quotes", "operand-count", 500000, "(sin ", "\"", "", "", ")"},
    {"digits", "number-range ok", 5000000, "", "7", "", "", ""},
    {"a fraction's digits", "ok", 5000000, "0.", "7", "", "", ""},
    {"an exponent's digits", "ok number-range", 5000000, "1e-", "7", "", "", ""},
    {"hexadecimal digits", "number-range ok", 5000000, "0x1", "f", "p-$n", "", ""},
    {"a long name", "unknown-name", 5000000, "", "n", "", "", ""},
    {"a long line of control bytes", ANY, 5000000, "", "\001", "", "", ""},
    {"top-level forms", "duplicate", 500000, "", "(+ 1 $i)\n", "", "", ""},
    {"definitions", "ok", 300000, "", "(define a$i (+ 1 a$p))\n", "(define a0 1) 1", "", ""},
    {"definitions that use the next", "ok", 100000, "", "(define a$i (+ (.x (frag-coord)) a$p))\n",
     "(define a0 1) a$n", "", ""},
    {"definitions of one name", "duplicate", 300000, "", "(define a $i)\n", "1", "", ""},
    {"unknown names", "unknown-name", 200000, "(+ ", "a$i ", "", "", ")"},
    {"operands that do not fit", "operand-type", 300000, "(+ 1 ", "(sin true) ", "", "", ")"},
    {"operands that do not fit in a sum", "operand-type", 300000, "(+ ", "true ", "", "", ")"},
    {"operators that do not fit", "operand-count", 200000, "", "(sqrt true ", "1", ")", ""},
    {"arguments of a builtin", "ok", 200000, "(+ ", "(sin $i) ", "", "", ")"},
    {"arguments that are literals", "ok", 500000, "(+ ", "$i ", "", "", ")"},
    {"too many arguments", "operand-count", 500000, "(sin ", "$i ", "", "", ")"},
    {"parameters", "argument-count", 300000, "((func (", "a$i ", ") a1)", "", " 1)"},
    {"parameters and arguments", "ok", 100000, "((func (", "a$i ", ") a1)", " $i", ")"},
    {"equal parameters", "duplicate", 300000, "((func (", "a ", ") a)", " $i", ")"},
    {"loop parameters", "ok", 20000, "((rec-func (a b ", "a$i ",
     ") (if (< a 0) b (rec (- a 1) (+ b a7) ", "a$i ", "))) 9 1 $[ $i$])"},
    {"a loop's binders", "ok", 20000, "(loop ((a 0)", "(a$i $i)", ") (if (> a 9) a (rec (+ a 1)",
     " a$i", ")))"},
    {"arguments of a chosen function", "operand-count", 200000, "((if (front-facing) sin cos) ",
     "$i ", "", "", ")"},
    {"arguments of chosen functions", "ok", 60000, "((if (front-facing) + *) ", "$i ", "", "", ")"},
    {"clauses of cond", "ok", 100000, "(let ((x (.x (frag-coord)))) (cond ", "((< x $i) $i)",
     "(else 1)", "", "))"},
    {"clauses of case", "ok", 20000, "(variant v (t0 num) ", "(t$i num)", ") (define x (.x "
     "(frag-coord))) (case (if (< x 1) (t0 x) (t$n 1)) ((t0 q) q)$[((t$i q) (* q $i))$])",
     "", ""},
    {"clauses of case that are missing", "case-missing", 20000, "(variant v (t0 num) (u0 num)",
     "(t$i num)(u$i num)", ") (define x (.x (frag-coord))) (case (if (< x 1) (t0 x) (t$n 1))"
     "$[((t$i q) (* q $i))$])", "", ""},
    {"clauses of switch", "ok", 100000, "(let ((x (int (.x (frag-coord))))) (switch x ",
     "($i $i)",
     "(else 1)", "", "))"},
    {"dear clauses of switch", "ok", 60000,
     "(let* ((y (.y (frag-coord))) (x (int y)) (d (sin (exp y)))) (vec2 (switch x ",
     "($i (sin (* $i y))) (-$i d)", "(else 1)", "", ") d))"},
    {"clauses of switch that share", "ok", 40000,
     "(let* ((y (.y (frag-coord))) (x (int y))) (switch x ",
     "($i (sin (* $m y)))", "(else 1)", "", "))"},
    {"switch in switch", "limit", 40000, "(let* ((y (.x (frag-coord))) (x (int (exp y)))) ",
     "(switch (+ x $i) (0 (exp (sin y))) (1 ", "1", ") (else 5))", ")"},
    {"clauses of switch with effects", "ok", 60000,
     "(buffer b (array num)) (compute (8) (bind x (int (local-invocation-index))) (switch x ",
     "($i (store b 1 $i))", "(else (do))", "", "))"},
    {"labels of switch", "ok", 100000, "(let ((x (int (.x (frag-coord))))) (switch x (", "$i ",
     "2) (else 1)", "", "))"},
    {"and", "ok", 200000, "(let ((x (.x (frag-coord)))) (num (and ", "(< x $i) ", "", "", ")))"},
    {"or", "ok", 200000, "(let ((x (.x (frag-coord)))) (num (or ", "(> (sin x) $i) ", "", "",
     ")))"},
    {"annotations", "ok", 300000, "", "(the num ", "1", ")", ""},
    {"fields of a struct", "ok", 100000, "(struct s ", "f$i ", ") 1", "", ""},
    {"typed fields", "ok", 100000, "(struct s ", "(f$i num) ", ") (.f1 (s ", " $i", "))"},
    {"untyped fields", "ok", 100000, "(struct s ", "f$i ", ") (.f1 (s ", " $i", "))"},
    {"fields read", "ok", 20000, "(struct s f0 ", "f$i ", ") (define v (s 0 ", "$i ",
     ")) (+ $[ v.f$i$])"},
    {"fields written", "ok", 20000, "(struct s f0 ", "f$i ", ") (define v (s 0 ", "$i ",
     ")) (.f3 (with v $[(f$i 1)$]))"},
    {"fields of equal structs", "ok", 20000, "(struct s f0 ", "f$i ", ") (struct t f0 ", "f$i ",
     ") (define v (s 0 $[ $i$])) (+ $[ v.f$i$])"},
    {"structs", "ok", 200000, "", "(struct s$i a b)", "1", "", ""},
    {"with", "duplicate", 200000, "(.x (with (frag-coord) ", "(x $i)", "", "", "))"},
    {"nested with", "ok", 200000, "(.x ", "(with ", "(frag-coord)", " (x $i))", ")"},
    {"push constants", "limit ok", 100000, "(push-constants ", "(p$i vec4)", ") p7", "", ""},
    {"outputs", "location duplicate", 200000, "", "(output $i 1)\n", "", "", ""},
    {"the same output", "duplicate", 300000, "", "(output 3 1)\n", "", "", ""},
    {"discards", "ok", 100000, "1", "(discard-when (< (.x (frag-coord)) $i))\n", "", "", ""},
    {"entry points", "ok", 2000, "", "(fragment \"a$i\" $i)\n", "", "", ""},
    {"entry points of one name", "duplicate", 20000, "", "(fragment \"a\" 1)\n", "", "", ""},
    {"recs out of place", "rec-not-tail", 50000, "((rec-func (a) (if (< a 0) a ", "(+ (rec 1) ",
     "1", ")", ")) 1)"},
    {"recs outside", "rec-outside", 50000, "", "(+ (rec 1) ", "1", ")", ""},
    {"rec-funcs in rec-funcs", "ok depth limit", 5000, "", "((rec-func (a) (if (> a 9) a (rec ",
     "1", "))) 1)", ""},
    {"rec-funcs in bodies", "ok depth limit", 5000, "", "((rec-func (a) (if (> a 9) a (if (> a 8) ",
     "1", " (rec (+ a 1))))) 1)", ""},
    {"rec-funcs in a row", "ok depth limit", 20000, "(+ ",
     "((rec-func (a) (if (> a 9) a (rec (+ a 1)))) $i) ", "", "", ")"},
    {"siblings, then depth", "ok", 10000, "(define x 2) (+ ", "(let ((x 1)) x)", "", "", ")"},
    {"byte 255", ANY, 3000000, "", "\377", "", "", ""},
    {"space", "no-output", 5000000, "", " \n", "", "", ""},
};

/* Expansion: limits of an eighth of the default's must end it before 64 MiB are full, 128 MiB if
   every bound name is kept for debuggers; the default's before 512 MiB are. n is not scaled. */
#define Y                                                                                          \
    "(define Y (func (f) ((func (x) (f (func (v) ((x x) v)))) (func (x) (f (func (v) ((x x) "      \
    "v)))))))"
#define X "(define x (.x (frag-coord))) (struct p a b) (define c (front-facing)) "
static const bomb expansion_bombs[] = {
    {"Y", "depth", 0, Y "((Y (func (f) (func (n) (f (+ n 1))))) 0)", "", "", "", ""},
    {"Y with an if", "depth", 0,
     Y "((Y (func (f) (func (n) (if (< n 9) 1 (f (+ n 1)))))) (.x (frag-coord)))", "", "", "", ""},
    {"Y with a static-if", "ok", 0,
     Y "((Y (func (f) (func (n) (static-if (> n 999) n (f (+ n 1)))))) 0)", "", "", "", ""},
    {"self application", "depth", 0, "((func (x) (x x)) (func (x) (x x)))", "", "", "", ""},
    {"growing self application", "depth", 0, "((func (x) ((x x) x)) (func (x) ((x x) x)))", "", "",
     "", ""},
    {"self application in an operand", "depth", 0,
     "((func (x) (+ 1 (x x))) (func (x) (+ 1 (x x))))", "", "", "", ""},
    {"self application by struct", "depth", 0, "(struct s f) (define (g x) (x.f x)) (g (s g))", "",
     "", "", ""},
    {"self application by let", "depth", 0, "(let ((f (func (g) (let ((h g)) (h h))))) (f f))", "",
     "", "", ""},
    {"definitions of each other", "depth", 0, "(define (f x) (g x)) (define (g x) (f x)) (f 1)", "",
     "", "", ""},
    {"definitions of each other in operands", "depth", 0,
     "(define (f x) (+ 1 (g x))) (define (g x) (* 2 (f (+ x 1)))) (f 1)", "", "", "", ""},
    {"a static-if without end", "depth", 0,
     "(define (f n) (static-if (< n 0) 1 (f (+ n 1)))) (f 0)", "", "", "", ""},
    {"with after with on many fields", "limit", 9000,
     "(struct s f0 $[ f$i$]) (let* ((t0 (s 0 $[ $i$]))", "(t$i (with t$p (f$i 1))) ", ") t$n.f0)",
     "", ""},
    {"with-at after with-at on many elements", "limit", 9000,
     "(let* ((t0 (array 0 $[ $i$]))", "(t$i (with-at t$p $i 1)) ", ") (at t$n 0))", "", ""},
    {"a value defined by itself", "cycle", 0, "(define a (+ b 1)) (define b (* a 2)) a", "", "", "",
     ""},
    {"a struct of itself", "output-type", 0, X "(define a (p a a)) (.a a)", "", "", "", ""},
    {"an endless struct", "depth", 0, X "(define (f n) (p n (f (+ n 1)))) (if c (f 0) (f 1))", "",
     "", "", ""},
    {"both arms", "depth", 0,
     "(define (f x) (if (< x 1) (f (+ x 1)) (f (+ x 2)))) (f (.x (frag-coord)))", "", "", "", ""},
    {"two calls each", "calls", 0,
     X "(define (f n) (static-if (< n 1) x (+ (f (- n 1)) (f (- n 1))))) (f 64)", "", "", "", ""},
    {"many bindings in each call", "depth calls limit", 40, "(define (f n) (let (",
     "(a$i (+ n $i))", ") (f (+ a1 a2))", "", ")) (f 1)"},
    {"doubled functions", "ok", 64, X "(define (f0 y) (sin y))",
     "(define (f$i y) (f$p (f$p y)))", "(f$n x)", "", ""},
    {"doubled functions in lets", "depth", 64, X "(let ((f0 sin)) ",
     "(let ((f$i (func (y) (f$p (f$p y))))) ", "(f$n x)", ")", ")"},
    {"composition doubled", "depth", 64, X "(define (two f) (func (y) (f (f y)))) (let ((f0 sin)) ",
     "(let ((f$i (two f$p))) ", "(f$n x)", ")", ")"},
    {"doubled structs", "ok", 64, X "(let ((t0 (p x x))) ", "(let ((t$i (p t$p t$p))) ", "(.a t0)",
     ")", ")"},
    {"doubled structs, a field", "output-type", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (p t$p t$p))) ", "(.b (.a (.b (.a (.b t5)))))", ")", ")"},
    {"doubled structs in an if", "limit ok", 64, X "(let ((t0 (p x x)) (u0 (p 1 2))) ",
     "(let ((t$i (p t$p t$p)) (u$i (p u$p u$p))) ", "(.a (.b (if c t$n u$n)))", ")", ")"},
    {"doubled structs in one if", "limit ok output-type", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (p t$p t$p))) ", "(.a (if c t$n t$n))", ")", ")"},
    {"doubled structs in a loop", "limit", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (p t$p t$p))) ", "((rec-func (t) (if (< x 1) 1 (rec t))) t$n)", ")", ")"},
    {"doubled structs out of a loop", "limit", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (p t$p t$p))) ", "((rec-func (t) (if (< x 1) t$n (rec t))) 1)", ")", ")"},
    {"doubled ifs of structs", "ok", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (if (< x $i) t$p (p (.b t$p) (.a t$p))))) ", "(.a t$n)", ")", ")"},
    {"doubled with", "ok", 64, X "(let ((t0 (p x x))) ",
     "(let ((t$i (with t$p (a (.b t$p)) (b (+ 1 (.a t$p)))))) ", "(.a t$n)", ")", ")"},
    {"chosen functions", "calls", 64, X "(let ((f0 sin)) ",
     "(let ((f$i (if (< x $i) f$p (if (> x $i) f$p cos)))) ", "(f$n x)", ")", ")"},
    {"chosen functions of functions", "calls ok", 64, X "(let ((f0 (func (y) sin))) ",
     "(let ((f$i (if (< x $i) f$p (func (y) (f$p y))))) ", "((f$n x) x)", ")", ")"},
    {"chosen fields of structs", "calls limit", 64, X "(let ((t0 (p sin cos))) ",
     "(let ((t$i (if (< x $i) t$p (p (.b t$p) (.a t$p))))) ", "((.a t$n) x)", ")", ")"},
    {"shared recs", "calls limit", 64, X "((rec-func (k) (let ((r0 (rec (+ k 1)))) ",
     "(let ((r$i (if (< k $i) r$p r$p))) ", "(if (< k 0) k r$n)", ")", ")) 1)"},
    {"shared recs by functions", "calls limit", 64,
     X "((rec-func (k) (let ((r0 (func () (rec (+ k 1))))) ",
     "(let ((r$i (func () (if (< k $i) (r$p) (r$p))))) ", "(if (< k 0) k (r$n))", ")", ")) 1)"},
    {"recursion in a rec", "depth", 0,
     "(define (f n) (f (+ n 1))) ((rec-func (a) (if (< a 1) a (rec (f a)))) 1)", "", "", "", ""},
    {"rec through calls", "ok", 0,
     "(define (f g n) (g f (+ n 1))) ((rec-func (a) (if (< a 1) a (f (func (h m) (h (func (q r) "
     "(rec r)) m)) a))) 1)",
     "", "", "", ""},
    {"a rec-func that makes itself", "depth", 0,
     "(define (f n) ((rec-func (a) (if (< a n) (f (+ a 1)) (rec (+ a 1)))) n)) (f 1)", "", "", "",
     ""},
    {"special forms by name", "ok", 64, X "(let ((let0 let)) ", "(let ((let$i let$p)) ",
     "(let$n ((y 1)) (+ x y))", ")", ")"},
};

/* Sharing and control flow: time, words and arena are linear in n. */
static const bomb graph_bombs[] = {
    {"lets used twice", "ok", 64000, X "(let ((a0 x)) ", "(let ((a$i (+ a$p a$p))) ", "a$n", ")",
     ")"},
    {"functions used twice", "ok", 20000, X "(define (f y) (* y y)) (let ((a0 x)) ",
     "(let ((a$i (f (sin a$p)))) ", "a$n", ")", ")"},
    {"a name that a function binds too", "ok", 20000, X "(define (f x) (* x x)) (let ((a0 x)) ",
     "(let ((a$i (+ x (f (+ a$p x))))) ", "(+ a$n x)", ")", ")"},
    {"ifs used twice", "ok", 20000, X "(let ((a0 x)) ",
     "(let ((a$i (if (< a$p $i) (sin a$p) (cos a$p)))) ", "a$n", ")", ")"},
    {"ifs of one condition", "ok", 20000, X "(let ((a0 x)) ",
     "(let ((a$i (if c (sin a$p) (cos a$p)))) ", "a$n", ")", ")"},
    {"ifs of two conditions", "ok", 20000, X "(let ((a0 x)) ",
     "(let ((a$i (if c (sin (if (< x 1) a$p 2)) (cos a$p)))) ", "a$n", ")", ")"},
    {"loops in a chain", "ok", 4000, X "(let ((a0 x)) ",
     "(let ((a$i ((rec-func (k) (if (< k a$p) (sin k) (rec (- k 1)))) a$p))) ", "a$n", ")", ")"},
    {"loops wanted in arms", "ok", 4000, X "(let ((a0 x)) ",
     "(let ((a$i (if (< x $i) ((rec-func (k) (if (< k a$p) (sin k) (rec (- k 1)))) a$p) a$p))) ",
     "a$n", ")", ")"},
    /* its arms are nested deeper than SPIR-V allows from 1024 on */
    {"loops wanted in both arms", "ok limit", 4000, X "(let ((a0 x)) ",
     "(let ((a$i ((rec-func (k) (if (< k a$p) (sin k) (rec (- k 1)))) a$p))) (if (< x $i) a$i ",
     "(+ a0 a$n)", "))", ")"},
    {"loops wanted in many places", "ok", 4000,
     X "(let ((l ((rec-func (k) (if (< k 0) k (rec (- k 1)))) x))) (+ 0 ",
     "(if (< x $i) l (if (> x $i) (* l $i) 1)) ", "", "", "))"},
    {"loops that share conditions", "ok", 4000, X "(+ 0 ",
     "(if (< x 1) ((rec-func (k) (if (< k $i) k (rec (- k 1)))) x) $i) ", "", "", ")"},
    {"chains of guarded loops", "ok", 2000, X "(let ((a0 x)) ",
     "(let ((a$i (if (< a$p $i) a$p ((rec-func (k) (if (< k $i) a$p (rec (- k a$p)))) (if (> a$p "
     "$i) a$p 1))))) ",
     "a$n", ")", ")"},
    {"a loop with many exits", "ok", 4000, X "((rec-func (k) ", "(if (< k $i) (sin (+ k $i)) ",
     "(rec (+ k 1))", ")", ") x)"},
    {"a loop with many recs", "ok", 4000, X "((rec-func (k) ", "(if (< k $i) (rec (+ k $i)) ",
     "(sin k)", ")", ") x)"},
    {"a loop with many parameters", "ok", 4000, X "(loop ((k 9)", "(a$i $i) ",
     ") (if (< k 0) a2 (rec (- k a1)", " (+ a$i k)", ")))"},
    {"derivatives in arms", "ok", 10000, X "(let ((a0 x)) ",
     "(let ((a$i (if (< x $i) (dfdx a$p) (+ a$p 1)))) ", "a$n", ")", ")"},
    {"vectors taken apart", "ok", 20000, "(let ((a0 (frag-coord))) ",
     "(let ((a$i (vec4 a$p.yzw (.x a$p)))) ", "a$n", ")", ")"},
    {"vectors changed", "ok", 20000, "(let ((a0 (frag-coord))) ",
     "(let ((a$i (with a$p (y (+ a$p.x $i))))) ", "a$n", ")", ")"},
    {"swizzles of sums", "ok", 20000, "(let ((a0 (frag-coord))) ",
     "(let ((a$i (+ a$p.wxyz a$p.yzwx))) ", "a$n", ")", ")"},
    {"matrices", "ok", 20000, "(let ((a0 (mat4 (.x (frag-coord))))) ",
     "(let ((a$i (* a$p (transpose a$p)))) ", "(.x a$n)", ")", ")"},
    {"bool matrices", "ok", 10000, "(let ((a0 (= (mat4 (.x (frag-coord))) (mat4 1)))) ",
     "(let ((a$i (and (not a$p) a$p))) ", "(num (any-of a$n))", ")", ")"},
    {"conditions used twice", "ok", 20000, X "(let ((a0 c)) ",
     "(let ((a$i (or (and a$p (< x $i)) (and a$p (> (sin x) $i))))) ", "(num a$n)", ")", ")"},
    {"negations", "ok", 20000, X "(let ((a0 c)) ", "(let ((a$i (not (if a$p (< x $i) (> x $i))))) ",
     "(num a$n)", ")", ")"},
    {"static recursion", "ok", 10000,
     X "(define (f n a) (static-if (< n 1) a (f (- n 1) (+ (sin a) n)))) (f $n x)", "", "", "", ""},
    {"structs with many leaves in a loop", "ok", 4000, "(struct s k ", "f$i ",
     ") ((rec-func (t) (if (< t.k 0) t.k (rec (with t (k (- t.k 1)))))) (s 1 ", " $i", "))"},
    {"structs with many leaves in ifs", "ok", 4000, X "(struct s k ", "f$i ", ") (define a (s 1 ",
     " $i", ")) (.k (if c a (with a (k x))))"},
    {"used names, rebound", "ok", 20000, X "(define let1 let) (let ((a 1)) (+ 0 ",
     "(let1 ((a (+ a x))) (+ a $i)) ", "", "", "))"},
    {"entry points, each with its own function", "ok", 6000, "(uniform u vec4) ",
     "(define (g$i y) (+ (sin y) $i)) (fragment \"e$i\" (vec4 (g$i u.x))) ", "", "", ""},
    {"parameters that vary one by one", "non-uniform", 40000, "(compute (64) (loop ((k 0i) ",
     "(a$i 0i) ", "(a0 0i)) (when (< k 9) (when (< a$n 1) (barrier)) (rec (+ k 1) $[a$p $] ", "",
     "(int (local-invocation-index))))))"},
    {"barriers below each other", "ok", 20000,
     "(buffer b (array int)) (compute (64) (loop ((k 0i)) (when (< k 3) ",
     "(when (< k $i) (barrier)) ", "(rec (+ k 1))", "", ")))"},
    {"functions that a rec passes", "ok", 16000, X "(loop ((k 0) ", "(f$i sin) ",
     ") (if (> k 9) (f1 x) (rec (+ k 1) $[f$i $])))", "", ""},
    {"let by another name", "ok", 20000, X "(define let1 let) ", "(let1 ((a$m x)) ", "(+ x a1)",
     ")", ""},
};

static lambdav_options wanted; /* of every bomb */

/* The result of a job may point into it, so *j has to stay where it is. */
static void bomb_run(job *j, const bomb *b, long n, size_t arena_size, text *t) {
    long i;
    memset(j, 0, sizeof *j);
    t->size = 0;
    text_pattern(t, b->head, 0, n);
    for (i = 1; i <= n; i++) text_pattern(t, b->open, i, n);
    text_pattern(t, b->middle, 0, n);
    for (i = n; i >= 1; i--) text_pattern(t, b->close, i, n);
    text_pattern(t, b->tail, 0, n);
    j->options = &wanted;
    j->text = t->bytes;
    j->size = t->size;
    j->arena_size = arena_size;
    j->arena = malloc(arena_size);
    job_run(j);
}

/* --- the tests */

static long scale = 4; /* bombs have n / scale and half of that */
static int showing;
static size_t empty_stack; /* what a thread needs that compiles the empty text */

static void show(const bomb *b, long n, const job *j) {
    if (!showing) return;
    printf("%-38s n %8ld %7.3f s  %-18s words %7zu  arena %7zu KiB  stack %5zu\n", b->name, n,
           j->seconds, job_error(j), j->result.word_count, j->result.arena_peak >> 10, j->stack);
    fflush(stdout);
}

static int complaints;

/* Says what is wrong with a bomb; the test goes on, and fails at its end. */
static void complain(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "bounds_test: ");
    vfprintf(stderr, format, arguments);
    fprintf(stderr, "\n");
    va_end(arguments);
    complaints++;
}

/* Is the first error among the expected ones, "ok" if there is none? */
static void check_error(const bomb *b, const job *j) {
    const char *error = job_error(j), *p = b->expected;
    size_t size = strlen(error);
    while ((p = strstr(p, error)) != NULL
           && !((p == b->expected || p[-1] == ' ') && (p[size] == ' ' || !p[size])))
        p++;
    if (p == NULL && strcmp(b->expected, ANY) != 0)
        complain("%s: %s instead of %s", b->name, error, b->expected);
}

/* Without optimisation (make coverage) no variables share a place. */
#ifdef __OPTIMIZE__
#define STACK_BOUND 4096
#else
#define STACK_BOUND 6144
#endif

static void check_stack(const bomb *b, const job *j) {
    if (!SANITIZED && j->stack > empty_stack + STACK_BOUND)
        complain("%s: %zu bytes of stack", b->name, j->stack - empty_stack);
}

/* Runs the bomb, of size n, in an arena of that size. */
static void bomb_check(job *j, const bomb *b, long n, size_t arena_size, text *t) {
    bomb_run(j, b, n, arena_size, t);
    show(b, n, j);
    check_result(j);
    check_stack(b, j);
}

/* ... and looks at its error. Returns the seconds that it took. */
static double bomb_seconds(const bomb *b, long n, size_t arena_size, text *t) {
    job j;
    bomb_check(&j, b, n, arena_size, t);
    check_error(b, &j);
    free(j.arena);
    return j.seconds;
}

/* Half the size must take half the time, half the words and half the arena, or more. A time is
   measured again, as the machine may be busy. */
static void check_linear(const bomb *b, size_t arena_size, text *t) {
    long n = b->n / scale, tries;
    for (tries = 0;; tries++) {
        job half, whole;
        bomb_check(&half, b, n / 2, arena_size, t);
        free(half.arena);
        bomb_check(&whole, b, n, arena_size, t);
        check_error(b, &whole);
        free(whole.arena);
        if (whole.status == LAMBDAV_OK && half.status == LAMBDAV_OK) {
            /* the text, which debuggers read, grows by its numbers' digits too */
            size_t digits = wanted.flags ? half.result.word_count / 4 : 0;
            if (whole.result.word_count > 2 * half.result.word_count + 200 + digits)
                complain("%s: too many words", b->name);
            if (whole.result.arena_peak > 3 * half.result.arena_peak + 65536)
                complain("%s: too much arena", b->name);
        }
        if (whole.seconds < 3 * half.seconds + 0.03) return;
        if (tries < 4) continue;
        complain("%s: %.3f s for %ld, %.3f s for the half", b->name, whole.seconds, n,
                 half.seconds);
        return;
    }
}

static void check_all_linear(const bomb *bombs, size_t count) {
    text t = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < count; i++) check_linear(&bombs[i], 2000 * MIB, &t);
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

static void test_text_bombs(void **state) {
    (void)state;
    complaints = 0;
    if (scale == 1) wanted.max_nodes = 8000000;
    check_all_linear(text_bombs, sizeof text_bombs / sizeof text_bombs[0]);
    wanted.max_nodes = 0;
}

static void test_graph_bombs(void **state) {
    (void)state;
    complaints = 0;
    check_all_linear(graph_bombs, sizeof graph_bombs / sizeof graph_bombs[0]);
}

static void test_expansion_bombs(void **state) {
    text t = {NULL, 0, 0};
    size_t i;
    (void)state;
    complaints = 0;
    wanted.max_depth = 20000, wanted.max_calls = wanted.max_nodes = 250000;
    for (i = 0; i < sizeof expansion_bombs / sizeof expansion_bombs[0]; i++) {
        const bomb *b = &expansion_bombs[i];
        double seconds =
            bomb_seconds(b, b->n, (wanted.flags || b->n > 1000 ? 160 : 64) * MIB, &t);
        if (seconds > 2 && !SANITIZED) complain("%s: %.1f s", b->name, seconds);
    }
    wanted.max_depth = wanted.max_calls = wanted.max_nodes = 0;
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

static void test_default_limits(void **state) {
    text t = {NULL, 0, 0};
    size_t i;
    (void)state;
    complaints = 0;
    for (i = 0; i < sizeof expansion_bombs / sizeof expansion_bombs[0]; i++)
        if (expansion_bombs[i].n <= 1000)
            bomb_seconds(&expansion_bombs[i], expansion_bombs[i].n, 512 * MIB, &t);
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

/* Programs of 100,000 lines: the default's limits let them through in 512 MiB. */
static const bomb large_programs[] = {
    {"100,000 definitions", "ok", 100000, "(define a0 (.x (frag-coord)))",
     "(define a$i (+ (* a$p 1.$i) (sin a0)))\n", "a$n", "", ""},
    {"100,000 bindings", "ok", 100000, "(let* ((a0 (.x (frag-coord)))",
     "(a$i (+ (* a$p 1.$i) (sin a$p)))\n", ") a$n)", "", ""},
    {"100,000 lets", "ok", 100000, "(let ((a0 (.x (frag-coord))))",
     "(let ((a$i (+ a$p 1.$i)))\n", "a$n", ")", ")"},
    {"100,000 calls", "ok", 100000, "(define (f p q) (+ (sin (* p 1.7)) (* p q))) (let* ((a0 (.x "
     "(frag-coord)))", "(a$i (f a$p 0.$i))\n", ") a$n)", "", ""},
    {"50,000 functions and their calls", "ok", 50000, "", "(define (f$i p) (+ (sin p) 1.$i))\n",
     "(let* ((a0 (.x (frag-coord)))$[(a$i (f$i a$p))\n$]) a$n)", "", ""},
    {"100,000 ifs", "ok", 100000, "(let* ((a0 (.x (frag-coord)))",
     "(a$i (if (< a$p 0.$i) (sin (pow a$p 3)) (cos (pow a$p 0.$i))))\n", ") a$n)", "", ""},
    {"100,000 loops", "ok", 100000, "(let* ((a0 (.x (frag-coord)))",
     "(a$i (loop ((i 0) (s a$p)) (if (< i 5) (rec (+ i 1) (sin s)) s)))\n", ") a$n)", "", ""},
    {"100,000 stores", "ok", 100000, "(buffer b (array num)) (compute (64) (do",
     "(store b $i (* 1.$i (load b $p)))\n", "))", "", ""},
};

static void test_large_programs(void **state) {
    text t = {NULL, 0, 0};
    size_t i;
    (void)state;
    complaints = 0;
    for (i = 0; i < sizeof large_programs / sizeof large_programs[0]; i++)
        bomb_seconds(&large_programs[i], large_programs[i].n, 512 * MIB, &t);
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

/* All of them with debug information, of a quarter of the size. */
static void test_debug_bombs(void **state) {
    scale *= 4;
    wanted.flags = LAMBDAV_DEBUG_FULL;
    test_expansion_bombs(state);
    test_text_bombs(state);
    test_graph_bombs(state);
    wanted.flags = 0;
    scale /= 4;
}

/* Many names, and unknown ones that are like all of them or like none. */
static const bomb typo_bombs[] = {
    {"names that begin alike", "unknown-name", 64000, "", "(define abcdefghijklmnopqrstuv$i 1) ",
     "(+ $[abcdefghijklmnopqrstuv$i$i $])", "", ""},
    {"names of equal letters", "unknown-name", 64000, "", "(define a123456789$i 1) ",
     "(+ $[a987654321$i $])", "", ""},
    {"names that end alike", "unknown-name", 64000, "", "(define a$i-bcdefghijklmnopqrst 1) ",
     "(+ $[b$i-bcdefghijklmnopqrs $])", "", ""},
};

/* What suggestions cost: a compile that makes 64 of them, or keeps more errors, against one that
   keeps one. */
static void test_suggestions(void **state) {
    text t = {NULL, 0, 0};
    size_t i, k;
    (void)state;
    complaints = 0;
    for (i = 0; i < sizeof typo_bombs / sizeof typo_bombs[0]; i++) {
        static const uint32_t kept[] = {1, 64, 5000};
        const bomb *b = &typo_bombs[i];
        double seconds[3];
        for (k = 0; k < 3; k++) {
            wanted.max_diagnostics = kept[k];
            seconds[k] = bomb_seconds(b, b->n / scale, 400 * MIB, &t);
        }
        wanted.max_diagnostics = 0;
        for (k = 1; k < 3; k++)
            if (TIMED && seconds[k] > 6 * seconds[0] + 0.05)
                complain("%s: %.3f s for %lu errors, %.3f s for one", b->name, seconds[k],
                         (unsigned long)kept[k], seconds[0]);
    }
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

/* Errors take memory as they come, whatever max_diagnostics is. */
static void test_max_diagnostics(void **state) {
    lambdav_options options;
    lambdav_result result;
    void *arena = malloc(MIB);
    (void)state;
    memset(&options, 0, sizeof options);
    options.max_diagnostics = 0xffffffffu;
    assert_int_equal(lambdav_compile(&options, "(+ a b)", 7, arena, MIB, &result),
                     LAMBDAV_INPUT_ERROR);
    assert_int_equal(result.diagnostic_count, 2);
    assert_true(result.arena_peak < 16384);
    free(arena);
}

/* --- texts that know the hash functions */

#define PIECES 13            /* of a name; there are two for each place */
#define NAMES (1 << PIECES)  /* of one hash */
static char pieces[PIECES][2][8];

static void spell(uint32_t number, char *piece) {
    int i;
    for (i = 0; i < 8; i++) {
        number = number * 1103515245u + 12345u;
        piece[i] = (char)('a' + (number >> 16) % 26);
    }
}

/* Finds two pieces for each place that lead the hash to one state. */
static void find_pieces(void) {
    enum { SLOTS = 1 << 20 };
    static uint32_t numbers[SLOTS], states[SLOTS];
    uint32_t state = 2166136261u, h = 0, number, slot;
    int k, i;
    for (k = 0; k < PIECES; k++, state = h) {
        memset(numbers, 0, sizeof numbers);
        for (number = 1;; number++) {
            spell(number, pieces[k][1]);
            for (h = state, i = 0; i < 8; i++)
                h = (h ^ (unsigned char)pieces[k][1][i]) * 16777619u;
            for (slot = h % SLOTS; numbers[slot] && states[slot] != h;) slot = (slot + 1) % SLOTS;
            if (numbers[slot]) break;
            numbers[slot] = number, states[slot] = h;
        }
        spell(numbers[slot], pieces[k][0]);
    }
}

/* Adds name i of 0 to NAMES - 1; if they may not collide, others of the same size, which is no
   multiple of 4. */
static void add_name(text *t, int colliding, int i) {
    int k;
    for (k = 0; k < PIECES; k++) {
        char other[8];
        spell((uint32_t)(i >> k & 1) * 4711u + (uint32_t)k * 977u, other);
        text_add(t, colliding ? pieces[k][i >> k & 1] : other, 8);
    }
    text_add(t, "x", 1);
}


enum { COLLIDING_NAMES, COLLIDING_FIELDS, COLLIDING_NODES, COLLIDING_KINDS };

static void add_string(text *t, const char *string) {
    text_add(t, string, strlen(string));
}

/* A program whose names, fields or nodes have one hash, or one that is like it but for that. */
static void colliding_text(text *t, int kind, int colliding) {
    char number[32], first[32] = "";
    uint32_t bits = 0;
    int i;
    t->size = 0;
    if (kind == COLLIDING_FIELDS) add_string(t, "(struct s ");
    if (kind == COLLIDING_NODES)
        add_string(t, "(define i (int (.x (frag-coord)))) (num (+ (at (array ");
    for (i = 0; i < NAMES; i++) {
        if (kind == COLLIDING_NAMES) add_string(t, "(define ");
        if (kind != COLLIDING_NODES) add_name(t, colliding, i);
        if (kind == COLLIDING_NAMES) text_add(t, number, (size_t)sprintf(number, " %d)", i));
        if (kind == COLLIDING_NODES) {
            for (bits++; colliding && lvi_gr_hash(LVI_OP_CONST, LVI_T_UINT, 1, &bits) & 4095u;)
                bits++;
            text_add(t, number, (size_t)sprintf(number, "%luu ", (unsigned long)bits));
            if (i == 0) strcpy(first, number);
        }
        add_string(t, " ");
    }
    if (kind == COLLIDING_FIELDS) {
        add_string(t, ") (define v (s");
        for (i = 0; i < NAMES; i++) text_add(t, number, (size_t)sprintf(number, " %d", i));
        add_string(t, "))");
    }
    add_string(t, kind == COLLIDING_NODES ? ") i) (at (array " : "(+ 0 ");
    for (i = 0; i < NAMES; i++) {
        add_string(t, kind == COLLIDING_FIELDS ? " v." : " ");
        if (kind == COLLIDING_NODES) add_string(t, first), add_string(t, number);
        else add_name(t, colliding, NAMES - 1 - i % 100);
    }
    if (kind == COLLIDING_NODES) /* and so many more that the table grows */
        add_string(t, ") i) (fold + 0u (array-of 9000 (func (k) (bit-xor (uint i) (uint k)))))))");
    else add_string(t, ")");
}

/* Names, fields and nodes of one hash cost no more than others, and mean what they say. */
static void test_collisions(void **state) {
    text t = {NULL, 0, 0};
    int kind, k;
    (void)state;
    complaints = 0;
    find_pieces();
    for (kind = 0; kind < COLLIDING_KINDS; kind++) {
        double seconds[2];
        uint32_t *words = NULL;
        size_t count = 0;
        for (k = 0; k < 2; k++) {
            job j;
            memset(&j, 0, sizeof j);
            colliding_text(&t, kind, k);
            j.options = &wanted, j.text = t.bytes, j.size = t.size;
            j.arena_size = 400 * MIB, j.arena = malloc(j.arena_size);
            job_run(&j);
            assert_string_equal(job_error(&j), "ok");
            seconds[k] = j.seconds;
            if (k == 0) {
                count = j.result.word_count;
                words = (uint32_t *)malloc(4 * count);
                memcpy(words, j.result.words, 4 * count);
            } else if (kind != COLLIDING_NODES) {
                assert_int_equal(count, j.result.word_count);
                assert_memory_equal(words, j.result.words, 4 * count);
            }
            free(j.arena);
        }
        free(words);
        if (showing)
            printf("collisions %d: %.3f s, without %.3f s\n", kind, seconds[1], seconds[0]);
        if (seconds[1] > 8 * seconds[0] + 0.03)
            complain("collisions %d: %.3f s, without %.3f s", kind, seconds[1], seconds[0]);
    }
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

/* The issue's own sizes, once, in the default's 64 MiB and in plenty. */
static void test_million(void **state) {
    static const bomb bombs[] = {
        {"1M lists", "empty-list out-of-memory", 1000000, "", "(", "", ")", ""},
        {"1M lets", "ok out-of-memory", 1000000, "", "(let ((a 1)) ", "1", ")", ""},
        {"1M ifs", "ok limit out-of-memory", 1000000, "(let ((x (.x (frag-coord)))) ",
         "(if (< x 1) 1 ", "1", ")", ")"},
        {"1M builtins", "ok out-of-memory", 1000000, "", "(sin ", "(.x (frag-coord))", ")", ""},
        {"1M functions", "depth out-of-memory", 1000000, "", "((func (x) ", "1", ") 1)", ""},
        {"50 MB of names", "unknown-name limit out-of-memory", 5000000, "(+ ", "abcdefghi ", "", "",
         ")"},
        {"50 MB of comments", "no-output", 5000000, "", ";bcdefghi\n", "", "", ""},
        {"50 MB of one name", "unknown-name", 5000000, "", "abcdefghij", "", "", ""},
        {"16M datum comments", "datum-comment out-of-memory", 1 << 24, "(+ 1 ", "#;", "2)", "", ""},
        {"64 errors at the end of 50 MB", "unknown-name", 5000000, "", " \n \n \n \n \n",
         "(+ a b c d e f g h i j k l m n o p q r s t u v w)", "", ""},
    };
    text t = {NULL, 0, 0};
    size_t i;
    (void)state;
    complaints = 0;
    for (i = 0; i < sizeof bombs / sizeof bombs[0]; i++) {
        job j;
        bomb_check(&j, &bombs[i], bombs[i].n, 64 * MIB, &t);
        check_error(&bombs[i], &j);
        free(j.arena);
        bomb_check(&j, &bombs[i], bombs[i].n, 2000 * MIB, &t);
        check_error(&bombs[i], &j);
        free(j.arena);
    }
    free(t.bytes);
    assert_int_equal(complaints, 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_expansion_bombs),
        cmocka_unit_test(test_default_limits),
        cmocka_unit_test(test_large_programs),
        cmocka_unit_test(test_text_bombs),
        cmocka_unit_test(test_graph_bombs),
        cmocka_unit_test(test_debug_bombs),
        cmocka_unit_test(test_suggestions),
        cmocka_unit_test(test_max_diagnostics),
        cmocka_unit_test(test_collisions),
        cmocka_unit_test(test_million),
    };
    char arena[16384];
    job empty;
    int i;
    memset(&empty, 0, sizeof empty);
    empty.text = "", empty.arena = arena, empty.arena_size = sizeof arena;
    job_run(&empty);
    job_run(&empty); /* the first thread of a process needs more */
    empty_stack = empty.stack;
    for (i = 1; i < argc; i++) {
        if (strcmp(argv[i], "long") == 0) scale = 1;
        if (strcmp(argv[i], "show") == 0) showing = 1;
    }
    return cmocka_run_group_tests(tests, NULL, NULL);
}
