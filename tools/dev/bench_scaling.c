/* cc -std=c99 -O2 -I. tools/dev/bench_scaling.c -o bench_scaling -lm */
/* bench_scaling [NAME...]: how the time, words and arena of a compile grow with the program. Each
   program below is made at a size n and at 4 n; a line has the two times (the least of several, by
   turns, processor time of this thread) and the exponents of growth: 1 is linear, 2 quadratic.
   bench_scaling --lines N [NAME...]: the programs of about N lines each, compiled once with the
   limits that the compiler has by itself, in an arena of 512 MiB.
   bench_scaling --print NAME N: writes a program.
   Exit codes: 0 done, 1 an exponent is above 1.15 or a program has errors, 2 usage. */
#define _POSIX_C_SOURCE 199506L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

static const size_t ARENA_SIZE = (size_t)512 << 20;
static const double MOST = 1.15; /* exponent */
enum { TIMES = 4, ROUNDS = 7, MORE_ROUNDS = 60 };

/* A program: {...} stands for n copies, i from 1 to n. In it
     $i i          $p i - 1      $w i % n + 1
     $n n          $h n / 2      $d n + 1 - i
     $r a random number from 0.1 to 4, $R one from 0 to 500, $s an int from 3 to 8
     $b one of the last 50 below i, $f one of all below i, $g one of all from 1 to n */
typedef struct generator {
    const char *name;
    long n;     /* the smaller size */
    long lines; /* a copy's, 0: SPIR-V bounds how deep it is */
    uint32_t inlining;
    const char *text;
} generator;

#define XY                                                                                         \
    "(push-constants (resolution vec2) (time num))\n(define x (.x (frag-coord)))\n"                \
    "(define y (.y (frag-coord)))\n"
#define COSTLY                                                                                     \
    "(define (f k) (let* ((a (+ (* (num k) x) y)) (b (/ a (+ (* a a) 1)))) (sin (+ a (* b "       \
    "x)))))\n"
#define BUFFER "(buffer b :set 0 :binding 0 (array num))\n"
#define THREADS "(compute (64 1 1) (let ((i (int (.x (global-invocation-id))))) (do"
static const generator generators[] = {
    {"flat-let", 500, 1, 0,
     XY "(let* ((a0 x){\n  (a$i (+ (* a$p $r) (sin a$b)))})\n (vec4 a$n 0 0 1))\n"},
    {"comments", 500, 2, 0, "{; $i\n#| $r |# #; (+ $i $r)\n}(vec4 1)\n"},
    {"flat-let-dead", 500, 1, 0,
     XY "(let* ((a0 x){\n  (a$i (+ (* a$p $r) (sin a$b)))})\n (vec4 1 0 0 1))\n"},
    {"flat-define", 500, 1, 0,
     XY "(define a0 x){\n(define a$i (+ (* a$p $r) (sin y)))}\n(vec4 a$n 0 0 1)\n"},
    {"nest-expression", 500, 1, 0, XY "(vec4 {\n(+ $r (* x } y{))} 0 0 1)\n"},
    {"nest-let", 500, 1, 0,
     XY "(let ((b0 x)) (vec4 {\n(let ((b$i (+ b$p $r)))}(* b$n b$h){)} 0 0 1))\n"},
    {"nest-if", 500, 1, 0, XY "(vec4 {\n(if (< x $R) (sin (* y $r))} 0{)} 0 0 1)\n"},
    {"sequence-if", 250, 1, 0,
     XY "(let* ((a0 x){\n  (a$i (if (< a$p $r) (sin (pow (abs a$p) $r)) (cos (pow (abs a$p) $r))))"
        "})\n (vec4 a$n 0 0 1))\n"},
    {"sequence-if-far", 250, 1, 0,
     XY "(let* ((a0 x){\n  (a$i (if (< a$p $r) (sin (pow (abs a$f) $r)) (cos (pow (abs a$f) $r))))"
        "})\n (vec4 a$n 0 0 1))\n"},
    {"sum-of-arms", 250, 2, 0,
     XY "(let* ((a0 x){\n  (a$i (pow (abs (sin a$f)) $r))}) (vec4 (+ 0 {\n(if (< x $R) (pow (abs "
        "a$g) y) (cos a$g))}) 0 0 1))\n"},
    {"functions", 250, 2, 0,
     XY "{(define (f$i p q) (let ((s (sin (* p $r)))) (+ (* s q) $r)))\n}(let* ((a0 x){\n  "
        "(a$i (f$i a$p y))})\n (vec4 a$n 0 0 1))\n"},
    {"functions-kept", 250, 2, LAMBDAV_INLINE_NEVER,
     XY "{(define (f$i p q) (let ((s (sin (* p $r)))) (+ (* s q) $r)))\n}(let* ((a0 x){\n  "
        "(a$i (f$i a$p y))})\n (vec4 a$n 0 0 1))\n"},
    {"functions-unused", 500, 1, 0,
     XY "(define (f0 p) p){\n(define (f$i p q) (let ((s (sin (* p $r)))) (+ (* s q) $r)))}\n"
        "(vec4 (f0 x) 0 0 1)\n"},
    {"one-function", 500, 1, 0,
     XY "(define (f p q) (let ((s (sin (* p 1.7)))) (+ (* s q) (cos (+ s q)))))\n(let* ((a0 x){\n"
        "  (a$i (f a$p $r))})\n (vec4 a$n 0 0 1))\n"},
    {"one-function-kept", 500, 1, LAMBDAV_INLINE_NEVER,
     XY "(define (f p q) (let ((s (sin (* p 1.7)))) (+ (* s q) (cos (+ s q)))))\n(let* ((a0 x){\n"
        "  (a$i (f a$p $r))})\n (vec4 a$n 0 0 1))\n"},
    {"one-function-constants", 500, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f p q k) (let ((s (sin (* p k)))) (+ (* s q) (cos (+ s k)) (exp (- q k)))))\n"
        "(vec4 (+ 0 {\n(f x y $r)}) 0 0 1)\n"},
    {"call-chain", 250, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p) (sin (+ p 1))){\n(define (f$i p) (+ (f$p (* p $r)) (f$p (+ p $r))))}\n"
        "(vec4 (f$n x) 0 0 1)\n"},
    {"call-chain-derivative", 250, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p) (+ (sin p) (dfdx (* p p)) (cos p))){\n(define (f$i p) (+ (sin p) (* $r "
        "(f$p (+ p $r))) (f$p (* p $r))))}\n(vec4 (f$n x) (f$n y) 0 1)\n"},
    {"call-chain-effects", 250, 1, LAMBDAV_INLINE_AUTO,
     "(buffer b (array num))\n(define (f0 i) (do (bind x (load b i)) (store b i (+ x 1)) x)){\n"
     "(define (f$i i) (do (bind x (f$p (+ i 1))) (when (> x $r) (store b i x)) (+ x (f$p (* 3 "
     "i)))))}\n(compute (64) (f$n (.x (global-invocation-id))))\n"},
    {"call-chain-equal", 250, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p) (sin (+ p 1))){\n(define (f$i p) (let ((q (* p $r))) (+ (f$p q) (* 2 (f$p "
        "q)))))}\n(vec4 (f$n x) 0 0 1)\n"},
    {"call-chain-passing", 250, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p c) (sin (+ p c))){\n(define (f$i p c) (let ((q (* p $r))) (+ (f$p q c) (* 2 "
        "(f$p q c)))))}\n(vec4 (f$n x y) 0 0 1)\n"},
    {"call-chain-literals", 125, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p) (sin (* p x))){\n(define (f$i p) (+ (f$p (+ p $i)) (* y (f$p (* p "
        "2.5)))))}\n(vec4 (f$n 1) 0 0 1)\n"},
    {"call-chain-literal-effects", 125, 1, LAMBDAV_INLINE_AUTO,
     "(buffer b (array num))\n(define (f0 k i) (store b i (sin k))){\n"
     "(define (f$i k i) (do (f$p (+ k 1) i) (f$p (* k 2.5) (+ i 1))))}\n"
     "(compute (64) (f$n 1 (int (.x (global-invocation-id)))))\n"},
    {"call-chain-one-literal", 250, 1, LAMBDAV_INLINE_AUTO,
     XY "(define (f0 p q) (* (sin p) q)){\n(define (f$i p q) (+ (f$p (sin p) 1) (f$p (cos p) "
        "2)))}\n(vec4 (f$n x 3) 0 0 1)\n"},
    {"struct-with-array", 125, 1, 0,
     XY "(struct bag (count int) (items (array num 8)))\n(define (insert (b bag) p) (if "
        "(>= b.count 8) b (loop ((j b.count) (items b.items)) (if (and (> j 0) (> (at "
        "items (max 0 (- j 1))) p)) (rec (- j 1) (with-at items j (at items (- j 1)))) "
        "(bag (+ b.count 1) (with-at items j p))))))\n(define b0 (bag 0 (array-of 8 (func "
        "(i) x)))){\n(define b$i (if (< (sin (* x $r)) 0) b$p (insert b$p (* y "
        "$r))))}\n(vec4 (at (.items b$n) (.count b$n)) 0 0 1)\n"},
    {"sequence-loop", 125, 1, 0,
     XY "(let* ((a0 x){\n  (a$i (loop ((i 0) (s a$p)) (if (< i $s) (rec (+ i 1) (+ (* s $r) (sin "
        "s))) s)))})\n (vec4 a$n 0 0 1))\n"},
    {"sum-of-loops", 125, 1, 0,
     XY "(vec4 (+ 0 {\n(loop ((i 0) (s (* x $r))) (if (< i $s) (rec (+ i 1) (+ (* s $r) (sin s))) "
        "s))}) 0 0 1)\n"},
    {"nest-loop", 200, 0, 0,
     XY "(define s0 x) (vec4 {(loop ((i$i 0) (s$i s$p)) (if (< i$i 3) (rec (+ i$i 1)\n}(sin (+ s$n "
        "y)){) s$d))} 0 0 1)\n"},
    {"loop-parameters", 250, 2, 0,
     XY "(vec4 (loop ((i 0){\n(p$i (+ x $i))}) (if (< i 10) (rec (+ i 1){\n(+ p$i (sin p$w))}) (+ "
        "0{ p$i}))) 0 0 1)\n"},
    {"loop-body", 500, 1, 0,
     XY "(vec4 (loop ((i 0) (s x)) (if (< i 10) (let* ((a0 s){\n  (a$i (+ (* a$p $r) (sin (* a$f "
        "$r))))}) (rec (+ i 1) a$n)) s)) 0 0 1)\n"},
    {"loop-in-arms", 500, 1, 0,
     XY "(define l (loop ((k x)) (if (< k 0) k (rec (- k 1)))))\n(vec4 (+ 0 {\n(if (< y $r) (* l "
        "$r) $r)}) 0 0 1)\n"},
    {"loops-in-nested-arms", 200, 0, 0,
     XY "{(define l$i (loop ((k (+ x $i))) (if (< k 0) k (rec (- k 1)))))\n}(vec4 {\n(if (< y $r) "
        "(* l$g $r) (+ l$i } y{))} 0 0 1)\n"},
    {"compose", 500, 1, 0,
     XY "(define (compose f g) (func (v) (f (g v))))\n(define f0 sin){\n(define f$i (compose (func "
        "(v) (* v $r)) f$p))}\n(vec4 (f$n x) 0 0 1)\n"},
    {"map", 250, 1, 0,
     XY "(define (twice f v) (f (f v)))\n(define (apply3 f v) (vec3 (f v.x) (f v.y) (f v.z)))\n"
        "(let* ((a0 (vec3 x y 1)){\n  (a$i (apply3 (func (t) (twice (func (u) (+ (sin u) $r)) t)) "
        "a$p))})\n (vec4 a$n 1))\n"},
    {"slope", 125, 1, 0,
     XY "(define (slope f p) (vec3 (- (f (+ p (vec3 0.01 0 0))) (f (- p (vec3 0.01 0 0)))) (- "
        "(f (+ "
        "p (vec3 0 0.01 0))) (f (- p (vec3 0 0.01 0)))) (- (f (+ p (vec3 0 0 0.01))) (f (- p (vec3 "
        "0 0 0.01))))))\n(let* ((a0 (vec3 x y 1)){\n  (a$i (normalize (slope (func (q) (- (length "
        "(- q $r)) $r)) a$p)))})\n (vec4 a$n 1))\n"},
    {"chain-of-constants", 125, 1, 0,
     XY "(define (f0 p) (+ p (sin y))){\n(define (f$i p) (+ (f$p p) (sin (f$p p))))}\n(vec4 (f$n "
        "1.5))\n"},
    {"array-table", 250, 0, 0,
     XY COSTLY "(define t (loop ((i 1i) (a (array-of $n f))) (if (< i $n) (rec (+ i 1) (with-at a "
               "i (+ (at a i) (at a (- i 1))))) a)))\n(vec4 (at t 7))\n"},
    {"fold-of-calls", 250, 0, 0,
     XY COSTLY "(vec4 (fold (func (s e) (+ (* 0.5 s) e)) 0 (array-of $n f)))\n"},
    {"array-fold", 500, 1, 0,
     XY "(define t (array{\n$r}))\n(vec4 (fold (func (a b) (+ (sin a) (* b x))) 0.0 t) (at t (int "
        "y)) 0 1)\n"},
    {"array-read", 250, 1, 0,
     XY "(define t (array 1.1 0.2 0.3 1.4 0.5 2.6 0.7 0.8 0.9 1.5 1.8 1.7 1.9 2.1 2.2 2.7))\n"
        "(vec4 (+ 0 {\n(at t (int (* y $r)))}) 0 0 1)\n"},
    {"structs", 500, 1, 0,
     XY "(struct s a b c)\n(let* ((v0 (s x y 1)){\n  (v$i (if (< v$p.a $r) (with v$p (a (sin "
        "v$p.b))) (s v$p.c (* v$p.a $r) v$p.b)))})\n (vec4 v$n.a v$n.b v$n.c 1))\n"},
    {"struct-fields", 250, 3, 0,
     XY "(struct s{ f$i})\n(define v (s{\n(* x $r)}))\n(define w (if (< x 3) v (s{\n(sin "
        "v.f$i)})))\n(vec4 (+ 0{\n w.f$i}) 0 0 1)\n"},
    {"vectors", 500, 1, 0,
     XY "(let* ((a0 (vec4 x y 1 2)){\n  (a$i (+ (* a$p.wzyx $r) (vec4 a$p.xy (dot a$p (vec4 x 1 y "
        "2)) $r)))})\n a$n)\n"},
    {"case", 250, 2, 0,
     XY "(variant s (t0 num){\n(t$i num)})\n(define (area v) (case v ((t0 q) q){\n((t$i q) (sin (* "
        "q $r)))}))\n(vec4 (area (if (< x 3) (t0 y) (t1 x))) 0 0 1)\n"},
    {"cond", 250, 1, 0, XY "(vec4 (cond {\n((< x $i) (sin (* y $r)))} (else 0)) 0 0 1)\n"},
    {"switch", 250, 1, 0,
     XY "(vec4 (switch (int x) {\n($i (sin (* y $r)))} (else 0)) 0 0 1)\n"},
    {"one-condition", 125, 1, 0,
     XY "(define c (< x 3))\n(let* ((a0 x) (b0 y){\n  (a$i (if c (sin b$p) (pow (abs a$p) $r))) "
        "(b$i (if (< y $r) (cos a$p) (pow (abs b$p) $r)))})\n (vec4 a$n b$n 0 1))\n"},
    {"parameters", 250, 2, 0,
     XY "(define (f{ p$i})\n (+ 0{\n (sin p$i)}))\n(vec4 (f{\n(* x $r)}) 0 0 1)\n"},
    {"globals", 250, 2, 0,
     XY "{(define (f$i p) (+ p (* x $r) (sin y) resolution.x))\n}(vec4 (+ 0{\n (f$i $r)}) 0 0 "
        "1)\n"},
    {"samples", 250, 1, 0,
     "(push-constants (resolution vec2))\n(texture t :set 0 :binding 0 2d)\n(define p (/ (.xy "
     "(frag-coord)) resolution))\n(+ (vec4 0) {\n(sample t (+ p (vec2 $r $r)))})\n"},
    {"stores", 250, 1, 0, BUFFER THREADS "{\n(store b (+ i $i) (* (num i) $r))})))\n"},
    {"loads-and-stores", 125, 2, 0,
     BUFFER THREADS "{\n(bind v$i (load b (+ i $i)))\n(when (< v$i $r) (store b (+ i $i) (* v$i "
                    "$r)))})))\n"},
    {"barriers-around-a-loop", 250, 1, 0,
     BUFFER "(shared s (array num 64))\n(compute (64 1 1) (do (barrier) (store b 0 (loop ((i 0) "
        "(a0 "
            "0){ (a$i 0)}) (if (< i 9) (rec (+ i 1) (num (local-invocation-index)){\n(+ a$p 1)}) "
            "a$n))) (barrier)))\n"},
    {"entries", 125, 1, 0,
     BUFFER "{\n(compute \"e$i\" (1 1 1) (store b $i (sin (* $r (+ $r (cos (num (.x "
            "(global-invocation-id)))))))))}\n"},
    {"entries-of-one-function", 125, 1, 0,
     BUFFER "(define (f v) (let* ((a (sin (+ v 1))) (b (sin (+ a 2))) (c (sin (+ b 3)))) (* a b "
            "c))){\n(compute \"e$i\" (1 1 1) (store b $i (f (* $r (num (.x "
            "(global-invocation-id)))))))}\n"},
};
enum { GENERATORS = sizeof generators / sizeof *generators };

/* --- making a text */

typedef struct text {
    char *bytes;
    size_t size, capacity;
    uint32_t random;
    long n;
} text;

static void add(text *t, const char *bytes, size_t size) {
    if (t->size + size + 1 > t->capacity) {
        t->capacity = 2 * t->capacity + size + 1;
        t->bytes = (char *)realloc(t->bytes, t->capacity);
        if (t->bytes == NULL) exit(2);
    }
    memcpy(t->bytes + t->size, bytes, size);
    t->size += size;
    t->bytes[t->size] = 0;
}

/* From 0 to `count` - 1. */
static long choose(text *t, long count) {
    t->random = t->random * 1664525u + 1013904223u;
    return (long)(t->random >> 8) % count;
}

/* What $c stands for. */
static void add_value(text *t, char c, long i) {
    char number[32];
    long n = t->n, thousandths = choose(t, 3900) + 100, value = 0;
    switch (c) {
    case 'i': value = i; break;
    case 'p': value = i - 1; break;
    case 'w': value = i % n + 1; break;
    case 'n': value = n; break;
    case 'd': value = n + 1 - i; break;
    case 'h': value = n / 2; break;
    case 'R': value = choose(t, 500); break;
    case 's': value = 3 + choose(t, 6); break;
    case 'b': value = i < 50 ? choose(t, i) : i - 50 + choose(t, 50); break;
    case 'f': value = choose(t, i); break;
    case 'g': value = 1 + choose(t, n); break;
    }
    if (c == 'r')
        sprintf(number, "%ld.%03ld", thousandths / 1000, thousandths % 1000);
    else
        sprintf(number, "%ld", value);
    add(t, number, strlen(number));
}

/* Adds the pattern up to `end`, once. */
static void add_pattern(text *t, const char *pattern, const char *end, long i) {
    for (; pattern < end; pattern++) {
        if (*pattern == '$')
            add_value(t, *++pattern, i);
        else add(t, pattern, 1);
    }
}

static void make(text *t, const generator *g, long n) {
    const char *p = g->text, *open, *close;
    long i;
    t->size = 0, t->random = 1, t->n = n;
    for (; (open = strchr(p, '{')) != NULL; p = close + 1) {
        close = strchr(open, '}');
        add_pattern(t, p, open, 0);
        for (i = 1; i <= n; i++) add_pattern(t, open + 1, close, i);
    }
    add_pattern(t, p, p + strlen(p), 0);
}

/* --- compiling */

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

/* Compiles; lowers *least to the time. Returns whether there are words; says what is wrong. */
static int compile(const generator *g, const text *t, void *arena, lambdav_result *result,
                   double *least) {
    char message[2048];
    lambdav_options options;
    double begin = microseconds(), time;
    lambdav_status status;
    memset(&options, 0, sizeof options);
    options.inlining = g->inlining, options.source_name = g->name;
    status = lambdav_compile(&options, t->bytes, t->size, arena, ARENA_SIZE, result);
    time = microseconds() - begin;
    if (time < *least) *least = time;
    if (status == LAMBDAV_OK) return 1;
    lambdav_format_diagnostic(&result->diagnostics[0], 0, message, sizeof message);
    printf("%.300s\n", message);
    return 0;
}

static double exponent(double small, double large) {
    return small > 0 && large > 0 ? log(large / small) / log(TIMES) : 0;
}

/* Prints the line of one generator; is it linear? Noise makes single times larger, so that more
   rounds can only mend a large exponent that is none. */
static int scale(const generator *g, void *arena) {
    text t[2];
    lambdav_result r[2];
    double least[2] = {1e18, 1e18}, time = 0, words, memory;
    int round, k, good;
    memset(t, 0, sizeof t);
    make(&t[0], g, g->n), make(&t[1], g, g->n * TIMES);
    for (round = 0; round < ROUNDS || (round < MORE_ROUNDS && time > MOST); round++) {
        for (k = 0; k < 2; k++)
            if (!compile(g, &t[k], arena, &r[k], &least[k])) return 0;
        time = exponent(least[0], least[1]);
    }
    words = exponent((double)r[0].word_count, (double)r[1].word_count);
    memory = exponent((double)r[0].arena_peak, (double)r[1].arena_peak);
    good = time <= MOST && words <= MOST && memory <= MOST;
    printf("%-24s %6ld %9.1f %9.1f %7.2f %7.2f %7.2f%s\n", g->name, g->n, least[0], least[1], time,
           words, memory, good ? "" : "  above the limit");
    free(t[0].bytes), free(t[1].bytes);
    return good;
}

/* Prints the line of one generator for a program of so many lines; are there words? */
static int large(const generator *g, void *arena, long lines) {
    text t;
    lambdav_result r;
    double least = 1e18;
    int good;
    memset(&t, 0, sizeof t);
    make(&t, g, lines / g->lines);
    good = compile(g, &t, arena, &r, &least);
    if (good)
        printf("%-24s %9lu %9lu %9.1f %9.1f\n", g->name, (unsigned long)t.size,
               (unsigned long)r.word_count, least / 1e3, (double)r.arena_peak / 1048576);
    free(t.bytes);
    return good;
}

static const generator *find(const char *name) {
    int i;
    for (i = 0; i < GENERATORS; i++)
        if (strcmp(generators[i].name, name) == 0) return &generators[i];
    return NULL;
}

/* Runs one generator or, without a name, all. */
static int run(const char *name, void *arena, long lines) {
    int i, good = 1;
    for (i = 0; i < GENERATORS; i++) {
        const generator *g = &generators[i];
        if (name != NULL && strcmp(g->name, name) != 0) continue;
        if (lines == 0)
            good &= scale(g, arena);
        else if (g->lines != 0)
            good &= large(g, arena, lines);
        fflush(stdout);
    }
    return good;
}

static int usage(void) {
    fprintf(stderr, "usage: bench_scaling [--lines N] [NAME...]\n       bench_scaling --print NAME "
                    "N\n");
    return 2;
}

int main(int argc, char **argv) {
    long lines = argc > 2 && strcmp(argv[1], "--lines") == 0 ? atol(argv[2]) : 0;
    int first = lines ? 3 : 1, i, good = 1;
    void *arena;
    if (argc == 4 && strcmp(argv[1], "--print") == 0 && find(argv[2]) && atol(argv[3]) > 0) {
        text t;
        memset(&t, 0, sizeof t);
        make(&t, find(argv[2]), atol(argv[3]));
        fputs(t.bytes, stdout);
        return 0;
    }
    for (i = first; i < argc; i++)
        if (find(argv[i]) == NULL) return usage();
    arena = malloc(ARENA_SIZE);
    if (arena == NULL) return 2;
    if (lines)
        printf("%-24s %9s %9s %9s %9s\n", "program", "bytes", "words", "ms", "MiB");
    else
        printf("%-24s %6s %9s %9s %7s %7s %7s\n", "growth", "n", "us", "us of 4 n", "time", "words",
               "arena");
    for (i = first; i < argc; i++) good &= run(argv[i], arena, lines);
    if (first == argc) good = run(NULL, arena, lines);
    free(arena);
    return !good;
}
