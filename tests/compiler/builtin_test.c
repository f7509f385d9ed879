/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/builtin_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -o builtin_test -lm -ldl */
/* Every builtin with every type that it takes, on a real device, against a reference in C.
       build/builtin_test [DEVICE [SEED [NAME...]]]
   DEVICE as in lambdav_vk_options, "" for the best; SEED 0 makes one. With NAMEs only those rows.

   A row of the tables below says which types a builtin takes, what its operands are drawn from and
   what the result is: an interval of double (or the bits) for each component. Compute programs read
   the operands from a buffer and write the results to another, with default flags, with
   --strict-floats and, where it matters, with --defined-ints; then the same builtin is applied to
   literals. The bounds are those of the Vulkan specification, appendix "Vulkan Environment for
   SPIR-V", "Precision and Operation of SPIR-V Instructions" (tables "Precision of Core SPIR-V
   Instructions" and "Precision of GLSL.std.450 Instructions"):
   - correctly rounded: either neighbour of the exact result, the nearest under RoundingModeRTE;
   - inherited from a formula: the formula in interval arithmetic, made symmetric about the exact
     result, since only the larger of the two distances counts;
   - a denormal operand or result may be taken for 0, but not where bits are moved only;
   - infinities, NaN and the sign of 0 count under SignedZeroInfNanPreserve only, and only for the
     instructions that the specification names for it;
   - what is undefined, by the specification or by the column "undefined for" of the reference page,
     is not compared. A signature of which nothing is compared fails.
   What the compiler folds must be exactly what IEEE binary32 gives, denormals included.

   A builtin of the compiler without a row fails. Rows of `elsewhere` name the test that has it, in
   which its name must stand. The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "tests/support/repeat.h"

enum {
    RUNS = 256,          /* operands of each signature: half of the fixed seed, half of the other */
    LITERALS = 16,       /* ... as literals, for scalars; fewer for vectors and matrices */
    GROUP = 64,          /* invocations of a workgroup */
    MOST_OPERANDS = 16,
    MOST_PARTS = 16,
    MOST_SIGNATURES = 400,
    MOST_WORDS = 36,     /* results of one program; LLVM is superlinear in them */
    TEXT = 1 << 20,
    COMPLAINTS = 4       /* printed of one row */
};

enum { NUM, INT, UINT, BOOL, KINDS };
enum { N = 1 << NUM, I = 1 << INT, U = 1 << UINT, B = 1 << BOOL, ALL = N | I | U | B };

typedef struct type {
    int kind, rows, columns; /* scalar 1 1, vec3 3 1, mat2x3 3 2 */
} type;

/* Both bounds are in it. NaN: not a number; -inf to inf: anything. */
typedef struct interval {
    double lo, hi;
} interval;

/* A component of an operand, or what a component of a result may be. FIELDS: each `width` bits are
   those of `word` or those of `other`. */
enum { ANY, NUMBER, WORD, FIELDS };
typedef struct cell {
    int how, width;
    interval n;
    uint32_t word, other;
} cell;

typedef struct signature {
    int count, results;
    type operands[MOST_OPERANDS], result[2];
} signature;

typedef cell component(int kind, const cell *x);
typedef void whole(const signature *s, cell (*x)[MOST_PARTS], cell *r);

typedef struct row {
    const char *name;
    void (*shapes)(const struct row *);
    int kinds;           /* of the first operand, a mask */
    component *each;     /* of the operands' components, or */
    whole *all;          /* of all at once */
    const char *domains; /* a letter for each operand: see `draw` */
    int flags;
} row;
/* Flags of rows. IEEE: SignedZeroInfNanPreserve holds for it. FOLDED: constant operands give a
   constant. DEFINED: --defined-ints matters. DIVIDES: a division that must not run with 0.
   INDEXES: a literal must be in range. */
enum { IEEE = 1, FOLDED = 2, DEFINED = 4, DIVIDES = 8, INDEXES = 16 };

/* How the program at hand was made. */
static struct {
    int strict, folded, defined, literal;
    int kept; /* infinities, NaN, signs of 0, rounding to nearest: for the row at hand */
} mode;

static lambdav_vk_context vk;
static int passed, failed, complaints, strict_runs;
static double exp_slack; /* ULP that the device at hand is known to be worse than it may */

/* ---- numbers */

static const interval anything = {-INFINITY, INFINITY};

static float float_of(uint32_t word) {
    float f;
    memcpy(&f, &word, 4);
    return f;
}

static uint32_t bits_of(double x) {
    float f = (float)x;
    uint32_t word;
    memcpy(&word, &f, 4);
    return word;
}

static int is_denormal(double x) {
    return x != 0 && fabs(x) < (double)FLT_MIN;
}

/* As the specification defines it: the least distance of two numbers with x between them. */
static double ulp(double x) {
    int e;
    x = fabs(x);
    if (!(x >= (double)FLT_MIN)) return ldexp(1, -149);
    if (!(x <= (double)FLT_MAX)) x = (double)FLT_MAX;
    return ldexp(1, (frexp(x, &e) == 0.5 ? -1 : 0) + e - 24);
}

static double down(double x) {
    float f = (float)x;
    return (double)((double)f > x ? nextafterf(f, -INFINITY) : f);
}

static double up(double x) {
    float f = (float)x;
    return (double)((double)f < x ? nextafterf(f, INFINITY) : f);
}

static interval point(double x) {
    interval r;
    r.lo = r.hi = x;
    return r;
}

static interval between(double lo, double hi) {
    interval r;
    r.lo = lo, r.hi = hi;
    return r;
}

static int is_point(interval a) {
    return a.lo == a.hi && signbit(a.lo) == signbit(a.hi);
}

static int is_anything(interval a) {
    return isinf(a.lo) && isinf(a.hi) && a.lo < a.hi;
}

/* Where a denormal may be 0. */
static interval flushed(interval a) {
    if (mode.folded) return a;
    if (a.lo > 0 && is_denormal(a.lo)) a.lo = 0;
    if (a.hi < 0 && is_denormal(a.hi)) a.hi = -0.0;
    return a;
}

/* Where the greatest number may be infinity and the other way round. */
static interval overflowed(interval a) {
    double most = (double)FLT_MAX;
    if (a.hi > most) a.lo = a.lo < INFINITY ? fmin(a.lo, most) : a.lo, a.hi = INFINITY;
    if (a.lo < -most) a.hi = a.hi > -INFINITY ? fmax(a.hi, -most) : a.hi, a.lo = -INFINITY;
    return a;
}

/* Correctly rounded. */
static interval rounded(double lo, double hi) {
    if (isnan(lo) || isnan(hi)) return lo < hi || isnan(lo) != isnan(hi) ? anything : point(NAN);
    return flushed(mode.kept ? between((double)(float)lo, (double)(float)hi)
                           : between(down(lo), up(hi)));
}

/* The exact result, correctly rounded. */
static interval correct(double x) {
    return rounded(x, x);
}

/* The bounds and n ULP more. */
static interval wider(interval a, double n) {
    if (isnan(a.lo) || is_anything(a)) return a;
    return flushed(overflowed(between(a.lo - n * ulp(a.lo), a.hi + n * ulp(a.hi))));
}

/* Inherited from the formula that gave a: the larger distance from the exact result x to each side.
   Where the formula may give no number, anything goes. */
static interval inherited(interval a, double x) {
    double e = fmax(fabs(x - a.lo), fabs(a.hi - x));
    if (isnan(a.lo) || isnan(a.hi) || isnan(x) || isnan(e)) return anything;
    return flushed(between(fmin(a.lo, x - e), fmax(a.hi, x + e)));
}

/* a + b as a lower (side -1) or upper bound. */
static double sum(double a, double b, int side) {
    double s = a + b, t = s - a, e = (a - (s - t)) + (b - t);
    if (!isfinite(s) || e == 0 || mode.kept || (e > 0) != (side > 0)) return s;
    return nextafter(s, side > 0 ? INFINITY : -INFINITY);
}

static interval neg(interval a) {
    return between(-a.hi, -a.lo);
}

static interval add(interval a, interval b) {
    double lo = sum(a.lo, b.lo, -1), hi = sum(a.hi, b.hi, 1);
    if ((isnan(lo) || isnan(hi)) && !(is_point(a) && is_point(b)) && !isnan(a.lo) && !isnan(b.lo))
        return anything;
    return rounded(lo, hi);
}

static interval sub(interval a, interval b) {
    return add(a, neg(b));
}

/* The hull of f at the corners; anything if one of them is no number and the operands are not
   known. */
static interval corners(double (*f)(double, double), interval a, interval b) {
    double v[4];
    interval r;
    int i;
    v[0] = f(a.lo, b.lo), v[1] = f(a.lo, b.hi), v[2] = f(a.hi, b.lo), v[3] = f(a.hi, b.hi);
    r = point(v[0]);
    for (i = 0; i < 4; i++) {
        if (isnan(v[i])) return (a.lo == a.hi && b.lo == b.hi) || isnan(a.lo) || isnan(b.lo)
                                    ? point(NAN) : anything;
        if (v[i] < r.lo) r.lo = v[i];
        if (v[i] > r.hi) r.hi = v[i];
    }
    return r;
}

static double times(double a, double b) {
    return a * b;
}

static double over(double a, double b) {
    return a / b;
}

static interval mul(interval a, interval b) {
    interval r = corners(times, a, b);
    return rounded(r.lo, r.hi);
}

/* 2.5 ULP for a divisor that is 0 or from 2^-126 to 2^126. */
static interval divide(interval a, interval b) {
    interval r;
    if (isnan(a.lo) || isnan(b.lo)) return point(NAN);
    if (b.lo <= 0 && b.hi >= 0 && !is_point(b)) return anything;
    r = corners(over, a, b);
    if (mode.folded) return rounded(r.lo, r.hi);
    if (isfinite(b.lo) && isfinite(b.hi) && fmax(fabs(b.lo), fabs(b.hi)) > ldexp(1, 126))
        return anything;
    if (is_point(r) && isinf(r.lo) && !is_point(b)) return anything;
    if (is_point(r) && (isinf(r.lo) || r.lo == 0)) return r;
    return wider(r, 2.5);
}

static interval limit(interval a, double lo, double hi) {
    return between(fmin(fmax(a.lo, lo), hi), fmin(fmax(a.hi, lo), hi));
}

static interval inverse_root(interval a) {
    if (isnan(a.lo)) return a;
    if (a.hi <= 0 || is_anything(a)) return anything;
    return wider(between(1 / sqrt(a.hi), a.lo <= 0 ? INFINITY : 1 / sqrt(a.lo)), 2);
}

/* Inherited from 1.0 / inversesqrt(). Rounding may have made the operand negative. */
static interval root(interval a) {
    interval r;
    if (isnan(a.lo)) return a;
    if (a.hi < 0 || is_anything(a)) return anything;
    if (a.lo == 0 && a.hi == 0) return between(-0.0, 0);
    if (mode.folded) return rounded(sqrt(fmax(a.lo, 0)), sqrt(a.hi));
    r = inverse_root(a);
    r = wider(between(isinf(r.hi) ? 0 : 1 / r.hi, 1 / r.lo), 2.5);
    return between(fmin(r.lo, sqrt(fmax(a.lo, 0))), fmax(r.hi, sqrt(a.hi)));
}

/* exp and exp2: (3 + 2 |x|) ULP. */
static interval power_of(double (*f)(double), interval a) {
    double lo = f(a.lo), hi = f(a.hi);
    if (isnan(a.lo) || is_anything(a)) return a;
    if (isfinite(a.lo)) lo -= (3 + exp_slack + 2 * fabs(a.lo)) * ulp(lo);
    if (isfinite(a.hi)) hi += (3 + exp_slack + 2 * fabs(a.hi)) * ulp(hi);
    if (hi > (double)FLT_MAX) hi = INFINITY;
    if (lo > (double)FLT_MAX) lo = (double)FLT_MAX;
    return flushed(between(fmax(lo, 0), hi));
}

static double log_error(double x, double r) {
    return x >= 0.5 && x <= 2 ? ldexp(1, -21) : 3 * ulp(r);
}

/* log and log2: 2^-21 from 0.5 to 2, else 3 ULP. */
static interval logarithm(double (*f)(double), interval a) {
    double lo, hi;
    if (isnan(a.lo)) return a;
    if (a.hi <= 0 || is_anything(a)) return anything;
    lo = a.lo <= 0 ? -INFINITY : f(a.lo), hi = f(a.hi);
    if (isfinite(lo)) lo -= log_error(a.lo, lo);
    if (isfinite(hi)) hi += log_error(a.hi, hi);
    return flushed(between(lo, hi));
}

/* Absolute error of 2^-11 from -pi to pi. */
static interval wave(double (*f)(double), interval a) {
    double x = f(a.lo), y = f(a.hi);
    if (!(a.lo >= -3.1415927 && a.hi <= 3.1415927)) return anything;
    return between(fmin(x, y) - ldexp(1, -11), fmax(x, y) + ldexp(1, -11));
}

/* 4096 ULP */
static interval arc(interval y, interval x) {
    if (isnan(y.lo) || isnan(x.lo)) return point(NAN);
    if (y.lo <= 0 && y.hi >= 0 && x.lo <= 0) return anything;
    return wider(corners(atan2, y, x), 4096);
}

/* ---- cells */

static cell any(void) {
    cell r;
    memset(&r, 0, sizeof r);
    return r;
}

static cell word(uint32_t w) {
    cell r = any();
    r.how = WORD, r.word = r.other = w;
    return r;
}

static cell number(interval n) {
    cell r = any();
    r.how = is_anything(n) ? ANY : NUMBER;
    n = overflowed(n);
    r.n = flushed(n);
    return r;
}

/* One of two numbers. */
static cell either(double lo, double hi) {
    return number(between(lo, hi));
}

static cell truth(int yes) {
    return word(yes != 0);
}

/* Bits that are moved only. */
static cell moved(cell x) {
    return word(x.word);
}

static cell operand(int kind, uint32_t w) {
    cell r = word(w);
    if (kind == NUM) r.n = point((double)float_of(w));
    if (kind == NUM && is_denormal(r.n.lo) && !mode.folded)
        r.n = r.n.lo > 0 ? between(0, r.n.hi) : between(r.n.lo, -0.0);
    return r;
}

/* The number of an operand. */
static double value(cell x) {
    return (double)float_of(x.word);
}

static int32_t int_of(cell x) {
    return (int32_t)x.word;
}

/* ---- per component: arithmetic */

static cell c_add(int kind, const cell *x) {
    return kind == NUM ? number(add(x[0].n, x[1].n)) : word(x[0].word + x[1].word);
}

static cell c_sub(int kind, const cell *x) {
    return kind == NUM ? number(sub(x[0].n, x[1].n)) : word(x[0].word - x[1].word);
}

static cell c_neg(int kind, const cell *x) {
    return kind == NUM ? number(neg(x[0].n)) : word(0u - x[0].word);
}

static cell c_mul(int kind, const cell *x) {
    return kind == NUM ? number(mul(x[0].n, x[1].n)) : word(x[0].word * x[1].word);
}

static int divides_badly(int kind, uint32_t a, uint32_t b) {
    return b == 0 || (kind == INT && a == 0x80000000u && b == 0xffffffffu);
}

/* The divisor; under --defined-ints it is 1 where the quotient is undefined. */
static int64_t divisor(int kind, const cell *x) {
    if (divides_badly(kind, x[0].word, x[1].word)) return 1;
    return kind == INT ? (int64_t)int_of(x[1]) : (int64_t)x[1].word;
}

static int64_t dividend(int kind, const cell *x) {
    return kind == INT ? (int64_t)int_of(x[0]) : (int64_t)x[0].word;
}

static cell c_div(int kind, const cell *x) {
    if (kind == NUM) return number(divide(x[0].n, x[1].n));
    if (!mode.defined && divides_badly(kind, x[0].word, x[1].word)) return any();
    return word((uint32_t)(dividend(kind, x) / divisor(kind, x)));
}

static double exact_mod(double a, double b) {
    double r = fmod(a, b);
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

/* x - y * floor(x / y), or trunc; folded, each step is rounded. */
static cell rest(const cell *x, double (*cut)(double), double exact) {
    interval q;
    float a = float_of(x[0].word), b = float_of(x[1].word), c = a / b;
    if (mode.folded) {
        c = (float)cut((double)c);
        c = b * c;
        return number(point((double)(a - c)));
    }
    if (value(x[1]) == 0 || !isfinite(value(x[0])) || !isfinite(value(x[1]))) return any();
    q = divide(x[0].n, x[1].n);
    q = between(cut(q.lo), cut(q.hi));
    return number(inherited(sub(x[0].n, mul(x[1].n, q)), exact));
}

static cell c_mod(int kind, const cell *x) {
    int64_t a = dividend(kind, x), b = divisor(kind, x), r = a % b;
    if (kind == NUM) return rest(x, floor, exact_mod(value(x[0]), value(x[1])));
    if (!mode.defined && divides_badly(kind, x[0].word, x[1].word)) return any();
    return word((uint32_t)(r != 0 && (r < 0) != (b < 0) ? r + b : r));
}

static cell c_rem(int kind, const cell *x) {
    if (kind == NUM) return rest(x, trunc, fmod(value(x[0]), value(x[1])));
    if (!mode.defined && divides_badly(kind, x[0].word, x[1].word)) return any();
    return word((uint32_t)(dividend(kind, x) % divisor(kind, x)));
}

static cell c_fma(int kind, const cell *x) {
    double a = value(x[0]), b = value(x[1]), c = value(x[2]);
    (void)kind;
    if (mode.folded) return number(point((double)fmaf((float)a, (float)b, (float)c)));
    return number(inherited(add(mul(x[0].n, x[1].n), x[2].n), a * b + c));
}

/* ---- per component: comparisons and choice */

/* -1, 0, 1: x is less, equal, greater; 2: it may be this or that; 3: one is no number. */
static int compare(int kind, cell x, cell y) {
    double a = kind == INT ? int_of(x) : (double)x.word,
           b = kind == INT ? int_of(y) : (double)y.word;
    if (kind != NUM) return a < b ? -1 : a > b;
    if (isnan(x.n.lo) || isnan(y.n.lo)) return 3;
    if (x.n.hi < y.n.lo) return -1;
    if (x.n.lo > y.n.hi) return 1;
    return x.n.lo == x.n.hi && y.n.lo == y.n.hi ? 0 : 2;
}

/* `when`: bit 0 for less, 1 for equal, 2 for greater, 4 for no number. */
static cell compared(int kind, const cell *x, int when) {
    int c = compare(kind, x[0], x[1]);
    return c == 2 ? any() : truth(when >> (c + 1) & 1);
}

static cell c_eq(int kind, const cell *x) {
    return compared(kind, x, 2);
}

static cell c_neq(int kind, const cell *x) {
    return compared(kind, x, 1 | 4 | 16);
}

static cell c_lt(int kind, const cell *x) {
    return compared(kind, x, 1);
}

static cell c_le(int kind, const cell *x) {
    return compared(kind, x, 1 | 2);
}

static cell c_gt(int kind, const cell *x) {
    return compared(kind, x, 4);
}

static cell c_ge(int kind, const cell *x) {
    return compared(kind, x, 4 | 2);
}

static cell c_not(int kind, const cell *x) {
    (void)kind;
    return truth(!x[0].word);
}

static cell c_xor(int kind, const cell *x) {
    (void)kind;
    return truth(x[0].word != x[1].word);
}

static cell c_and(int kind, const cell *x) {
    (void)kind;
    return truth(x[0].word && x[1].word);
}

static cell c_or(int kind, const cell *x) {
    (void)kind;
    return truth(x[0].word || x[1].word);
}

static cell c_is_nan(int kind, const cell *x) {
    (void)kind;
    return truth(isnan(value(x[0])));
}

static cell c_is_inf(int kind, const cell *x) {
    (void)kind;
    return truth(isinf(value(x[0])));
}

/* (select c a b), (mix b a c) */
static cell c_select(int kind, const cell *x) {
    (void)kind;
    return moved(x[0].word ? x[1] : x[2]);
}

static cell c_mix_bool(int kind, const cell *x) {
    (void)kind;
    return moved(x[2].word ? x[1] : x[0]);
}

/* ---- per component: numbers */

static cell c_abs(int kind, const cell *x) {
    interval a = x[0].n;
    if (kind == INT) return word(int_of(x[0]) < 0 ? 0u - x[0].word : x[0].word);
    return number(between(a.lo < 0 ? fabs(a.hi) : fabs(a.lo), a.lo < 0 ? fabs(a.lo) : fabs(a.hi)));
}

static double sign_of(double x) {
    return (x > 0) - (x < 0);
}

static cell c_sign(int kind, const cell *x) {
    interval a = x[0].n;
    if (kind == INT) return word((uint32_t)((int_of(x[0]) > 0) - (int_of(x[0]) < 0)));
    if (isnan(a.lo)) return any();
    return a.lo == 0 && a.hi == 0 ? either(-0.0, 0) : either(sign_of(a.lo), sign_of(a.hi));
}

static cell monotone(const cell *x, double (*f)(double)) {
    return either(f(x[0].n.lo), f(x[0].n.hi));
}

static cell c_floor(int kind, const cell *x) {
    (void)kind;
    return monotone(x, floor);
}

static cell c_ceil(int kind, const cell *x) {
    (void)kind;
    return monotone(x, ceil);
}

static cell c_trunc(int kind, const cell *x) {
    (void)kind;
    return monotone(x, trunc);
}

static cell c_round_even(int kind, const cell *x) {
    (void)kind;
    return monotone(x, nearbyint);
}

static cell c_round(int kind, const cell *x) {
    double a = value(x[0]);
    (void)kind;
    return fabs(a - trunc(a)) == 0.5 ? either(floor(a), ceil(a)) : monotone(x, nearbyint);
}

static cell c_fract(int kind, const cell *x) {
    double f = floor(x[0].n.lo);
    (void)kind;
    if (!isfinite(f)) return any();
    if (f != floor(x[0].n.hi)) return either(0, 1);
    return number(rounded(x[0].n.lo - f, x[0].n.hi - f));
}

static const double pi = 3.14159265358979323846;

static cell scaled(const cell *x, double by) {
    return number(inherited(mul(x[0].n, point((double)(float)by)), value(x[0]) * by));
}

static cell c_radians(int kind, const cell *x) {
    (void)kind;
    return scaled(x, pi / 180);
}

static cell c_degrees(int kind, const cell *x) {
    (void)kind;
    return scaled(x, 180 / pi);
}

/* The lesser (or greater) of two intervals; of zeros any. A folded NaN gives way. */
static interval lesser(interval a, interval b) {
    if (isnan(a.lo) || isnan(b.lo)) return isnan(a.lo) ? b : a;
    if (a.lo == 0 && a.hi == 0 && b.lo == 0 && b.hi == 0 && !(is_point(a) && is_point(b)
        && signbit(a.lo) == signbit(b.lo)))
        return between(-0.0, 0);
    return between(a.lo < b.lo ? a.lo : b.lo, a.hi < b.hi ? a.hi : b.hi);
}

static interval greater(interval a, interval b) {
    return neg(lesser(neg(a), neg(b)));
}

static int precedes(int kind, cell a, cell b) {
    return kind == INT ? int_of(a) < int_of(b) : a.word < b.word;
}

static cell c_min(int kind, const cell *x) {
    if (kind != NUM) return precedes(kind, x[1], x[0]) ? moved(x[1]) : moved(x[0]);
    return number(lesser(x[0].n, x[1].n));
}

static cell c_max(int kind, const cell *x) {
    if (kind != NUM) return precedes(kind, x[0], x[1]) ? moved(x[1]) : moved(x[0]);
    return number(greater(x[0].n, x[1].n));
}

static cell c_clamp(int kind, const cell *x) {
    cell y[2];
    if (kind == NUM && !(x[1].n.lo <= x[2].n.hi)) return any();
    if (kind == NUM && isnan(value(x[0]))) return any();
    if (kind == NUM) return number(lesser(greater(x[0].n, x[1].n), x[2].n));
    if (precedes(kind, x[2], x[1])) return any();
    y[0] = c_max(kind, x), y[1] = x[2];
    return c_min(kind, y);
}

static cell c_saturate(int kind, const cell *x) {
    cell y[3];
    y[0] = x[0], y[1] = operand(NUM, 0), y[2] = operand(NUM, bits_of(1));
    return c_clamp(kind, y);
}

/* x (1 - a) + y a, or the same formula rearranged: x + (y - x) a. */
static cell c_mix(int kind, const cell *x) {
    interval one = point(1), r = add(mul(x[0].n, sub(one, x[2].n)), mul(x[1].n, x[2].n)),
             t = add(x[0].n, mul(sub(x[1].n, x[0].n), x[2].n));
    (void)kind;
    return number(inherited(between(fmin(r.lo, t.lo), fmax(r.hi, t.hi)),
                            value(x[0]) * (1 - value(x[2])) + value(x[1]) * value(x[2])));
}

static cell c_step(int kind, const cell *x) {
    int c = compare(kind, x[1], x[0]);
    if (c == 3) return any();
    return c == 2 ? either(0, 1) : number(point(c >= 0));
}

static cell c_smoothstep(int kind, const cell *x) {
    interval t = divide(sub(x[2].n, x[0].n), sub(x[1].n, x[0].n));
    double exact = (value(x[2]) - value(x[0])) / (value(x[1]) - value(x[0]));
    (void)kind;
    if (!(value(x[0]) < value(x[1])) || isnan(t.lo) || is_anything(t)) return any();
    t = limit(t, 0, 1);
    exact = fmin(fmax(exact, 0), 1);
    return number(inherited(mul(mul(t, t), sub(point(3), mul(point(2), t))),
                            exact * exact * (3 - 2 * exact)));
}

/* ---- per component: powers and angles */

static cell c_exp(int kind, const cell *x) {
    (void)kind;
    return number(power_of(exp, x[0].n));
}

static cell c_exp2(int kind, const cell *x) {
    (void)kind;
    return number(power_of(exp2, x[0].n));
}

static cell c_log(int kind, const cell *x) {
    (void)kind;
    return value(x[0]) <= 0 ? any() : number(logarithm(log, x[0].n));
}

static cell c_log2(int kind, const cell *x) {
    (void)kind;
    return value(x[0]) <= 0 ? any() : number(logarithm(log2, x[0].n));
}

static cell c_pow(int kind, const cell *x) {
    double a = value(x[0]), b = value(x[1]);
    (void)kind;
    if (a < 0 || is_denormal(a) || (a == 0 && b <= 0)) return any();
    return number(inherited(power_of(exp2, mul(x[1].n, a == 0 ? point(-INFINITY)
                                                              : logarithm(log2, x[0].n))),
                            pow(a, b)));
}

static cell c_sqrt(int kind, const cell *x) {
    (void)kind;
    if (value(x[0]) < 0) return any();
    return number(mode.folded || value(x[0]) == 0 ? root(x[0].n)
                                                  : inherited(root(x[0].n), sqrt(value(x[0]))));
}

static cell c_inverse_sqrt(int kind, const cell *x) {
    (void)kind;
    return value(x[0]) <= 0 ? any() : number(inverse_root(x[0].n));
}

static cell c_sin(int kind, const cell *x) {
    (void)kind;
    return number(wave(sin, x[0].n));
}

static cell c_cos(int kind, const cell *x) {
    (void)kind;
    return number(wave(cos, x[0].n));
}

static cell c_tan(int kind, const cell *x) {
    (void)kind;
    return number(inherited(divide(wave(sin, x[0].n), wave(cos, x[0].n)), tan(value(x[0]))));
}

/* sqrt(1 - x * x) */
static interval other_leg(interval x) {
    return root(limit(sub(point(1), mul(x, x)), 0, 1));
}

static cell c_asin(int kind, const cell *x) {
    (void)kind;
    if (fabs(value(x[0])) > 1) return any();
    return number(inherited(arc(x[0].n, other_leg(x[0].n)), asin(value(x[0]))));
}

static cell c_acos(int kind, const cell *x) {
    (void)kind;
    if (fabs(value(x[0])) > 1) return any();
    return number(inherited(arc(other_leg(x[0].n), x[0].n), acos(value(x[0]))));
}

static cell c_atan(int kind, const cell *x) {
    (void)kind;
    return number(wider(between(atan(x[0].n.lo), atan(x[0].n.hi)), 4096));
}

static cell c_atan2(int kind, const cell *x) {
    (void)kind;
    return number(arc(x[0].n, x[1].n));
}

static interval sinh_of(interval x) {
    return mul(sub(power_of(exp, x), power_of(exp, neg(x))), point(0.5));
}

static interval cosh_of(interval x) {
    return mul(add(power_of(exp, x), power_of(exp, neg(x))), point(0.5));
}

static cell c_sinh(int kind, const cell *x) {
    (void)kind;
    return number(inherited(sinh_of(x[0].n), sinh(value(x[0]))));
}

static cell c_cosh(int kind, const cell *x) {
    (void)kind;
    return number(inherited(cosh_of(x[0].n), cosh(value(x[0]))));
}

static cell c_tanh(int kind, const cell *x) {
    (void)kind;
    return number(inherited(divide(sinh_of(x[0].n), cosh_of(x[0].n)), tanh(value(x[0]))));
}

/* log(x + sqrt(x * x + by)) */
static interval area(interval x, double by) {
    interval inside = add(mul(x, x), point(by));
    return logarithm(log, add(x, root(between(fmax(inside.lo, 0), inside.hi))));
}

static cell c_asinh(int kind, const cell *x) {
    (void)kind;
    return number(inherited(area(x[0].n, 1), asinh(value(x[0]))));
}

static cell c_acosh(int kind, const cell *x) {
    (void)kind;
    if (value(x[0]) < 1) return any();
    return number(inherited(area(x[0].n, -1), acosh(value(x[0]))));
}

static cell c_atanh(int kind, const cell *x) {
    interval one = point(1);
    (void)kind;
    if (fabs(value(x[0])) >= 1) return any();
    return number(inherited(mul(logarithm(log, divide(add(one, x[0].n), sub(one, x[0].n))),
                                point(0.5)),
                            atanh(value(x[0]))));
}

/* ---- per component: bits */

static cell c_bit_and(int kind, const cell *x) {
    (void)kind;
    return word(x[0].word & x[1].word);
}

static cell c_bit_or(int kind, const cell *x) {
    (void)kind;
    return word(x[0].word | x[1].word);
}

static cell c_bit_xor(int kind, const cell *x) {
    (void)kind;
    return word(x[0].word ^ x[1].word);
}

static cell c_bit_not(int kind, const cell *x) {
    (void)kind;
    return word(~x[0].word);
}

static cell c_shift_left(int kind, const cell *x) {
    (void)kind;
    if (x[1].word > 31 && !mode.defined) return any();
    return word(x[0].word << (x[1].word & 31));
}

/* The n highest bits. */
static uint32_t high_bits(unsigned n) {
    return n ? ~0u << (32 - n) : 0;
}

static cell c_shift_right(int kind, const cell *x) {
    uint32_t n = x[1].word & 31, sign = kind == INT && x[0].word >> 31 ? high_bits(n) : 0;
    if (x[1].word > 31 && !mode.defined) return any();
    return word(x[0].word >> n | sign);
}

static cell c_bit_count(int kind, const cell *x) {
    uint32_t n = 0, w;
    (void)kind;
    for (w = x[0].word; w; w >>= 1) n += w & 1;
    return word(n);
}

static cell c_bit_reverse(int kind, const cell *x) {
    uint32_t r = 0, i;
    (void)kind;
    for (i = 0; i < 32; i++) r |= (x[0].word >> i & 1) << (31 - i);
    return word(r);
}

static cell c_find_lsb(int kind, const cell *x) {
    uint32_t i;
    (void)kind;
    for (i = 0; i < 32; i++)
        if (x[0].word >> i & 1) return word(i);
    return word(~0u);
}

static cell c_find_msb(int kind, const cell *x) {
    uint32_t w = kind == INT && x[0].word >> 31 ? ~x[0].word : x[0].word, i;
    for (i = 32; i-- > 0;)
        if (w >> i & 1) return word(i);
    return word(~0u);
}

static uint32_t low_bits(uint32_t n) {
    return n > 31 ? ~0u : (1u << n) - 1;
}

static int is_field(cell offset, cell bits) {
    return offset.word <= 32 && bits.word <= 32 && offset.word + bits.word <= 32;
}

static cell c_bit_extract(int kind, const cell *x) {
    uint32_t n = x[2].word, r;
    if (!is_field(x[1], x[2])) return any();
    r = n ? x[0].word >> x[1].word & low_bits(n) : 0;
    if (kind == INT && n && r >> (n - 1)) r |= high_bits(32 - n);
    return word(r);
}

static cell c_bit_insert(int kind, const cell *x) {
    uint32_t mask;
    (void)kind;
    if (!is_field(x[2], x[3])) return any();
    if (x[3].word == 0) return word(x[0].word);
    mask = low_bits(x[3].word) << x[2].word;
    return word((x[0].word & ~mask) | (x[1].word << x[2].word & mask));
}

static cell c_bits(int kind, const cell *x) {
    (void)kind;
    return isnan(value(x[0])) ? number(point(NAN)) : moved(x[0]);
}

/* The bits of a NaN are not observable. */
static cell c_float_bits(int kind, const cell *x) {
    (void)kind;
    return isnan(value(x[0])) ? any() : moved(x[0]);
}

static cell c_ldexp(int kind, const cell *x) {
    int e = int_of(x[1]) < -400 ? -400 : int_of(x[1]);
    (void)kind;
    if (e > 128) return any();
    return number(rounded(ldexp(x[0].n.lo, e), ldexp(x[0].n.hi, e)));
}

/* ---- per component: conversions */

static cell c_to_num(int kind, const cell *x) {
    if (kind == NUM) return moved(x[0]);
    if (kind == BOOL) return number(point(x[0].word));
    return number(correct(kind == INT ? (double)int_of(x[0]) : (double)x[0].word));
}

/* A denormal is cut to 0 in any case. */
static cell c_to_int(int kind, const cell *x) {
    double a = trunc(value(x[0]));
    if (kind != NUM) return moved(x[0]);
    return a >= -2147483648.0 && a <= 2147483647.0 ? word((uint32_t)(int32_t)a) : any();
}

static cell c_to_uint(int kind, const cell *x) {
    double a = trunc(value(x[0]));
    if (kind != NUM) return moved(x[0]);
    return a >= 0 && a <= 4294967295.0 ? word((uint32_t)a) : any();
}

static cell c_to_bool(int kind, const cell *x) {
    if (kind == NUM && x[0].n.lo != x[0].n.hi && !isnan(x[0].n.lo)) return any();
    return truth(kind == NUM ? value(x[0]) != 0 : x[0].word != 0);
}

/* ---- whole vectors and matrices: x[i][k] is component k of operand i, r[] the result's */

static int parts(type t) {
    return t.rows * t.columns;
}

static type make_type(int kind, int rows, int columns) {
    type t;
    t.kind = kind, t.rows = rows, t.columns = columns;
    return t;
}

/* The sum of n products in any order, each rounded once; fused or not. */
static interval dot(int n, const cell *a, int a_step, const cell *b, int b_step) {
    interval r = point(-0.0), p;
    double size = 0;
    int i;
    for (i = 0; i < n; i++) {
        p = mul(a[i * a_step].n, b[i * b_step].n);
        r = i ? between(r.lo + p.lo, r.hi + p.hi) : p;
        size += fmax(fabs(p.lo), fabs(p.hi));
    }
    if (n == 1 || isnan(r.lo) || isnan(r.hi) || isinf(size)) return r;
    size = (size + (double)FLT_MIN) * (n - 1) * ldexp(1, -23);
    return between(r.lo - size, r.hi + size);
}

/* Sums of small whole numbers need no rounding. Which NaN or infinity comes out depends on the
   order unless it is NaN in any. */
static cell dot_cell(int n, const cell *a, int a_step, const cell *b, int b_step) {
    interval r = dot(n, a, a_step, b, b_step);
    double exact = 0, most = 0;
    int i, whole_numbers = 1;
    for (i = 0; i < n; i++) {
        double x = value(a[i * a_step]), y = value(b[i * b_step]);
        exact += x * y, most += fabs(x * y);
        if (!(fabs(x) < 1000 && fabs(y) < 1000 && x == floor(x) && y == floor(y)))
            whole_numbers = 0;
    }
    if (whole_numbers) return exact == 0 ? either(-0.0, 0) : number(point(exact));
    if (isnan(exact) || isinf(exact)) return isnan(exact) ? number(point(NAN)) : any();
    /* a part of the sum may be beyond all numbers though the whole is not */
    return n > 1 && most > (double)FLT_MAX ? any() : number(r);
}

static void w_dot(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    r[0] = dot_cell(s->operands[0].rows, x[0], 1, x[1], 1);
}

static interval length_of(int n, const cell *a) {
    return root(dot(n, a, 1, a, 1));
}

static double exact_length(int n, const cell *a) {
    double r = 0;
    int i;
    for (i = 0; i < n; i++) r += value(a[i]) * value(a[i]);
    return sqrt(r);
}

static void w_length(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows;
    r[0] = number(inherited(length_of(n, x[0]), exact_length(n, x[0])));
}

static void w_distance(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    double exact = 0;
    cell d[MOST_PARTS];
    for (i = 0; i < n; i++) {
        d[i] = any();
        d[i].n = sub(x[0][i].n, x[1][i].n);
        exact += pow(value(x[0][i]) - value(x[1][i]), 2);
    }
    r[0] = number(inherited(length_of(n, d), sqrt(exact)));
}

/* x * inversesqrt(dot(x, x)) */
static void w_normalize(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    interval scale = inverse_root(dot(n, x[0], 1, x[0], 1));
    double length = exact_length(n, x[0]);
    for (i = 0; i < n; i++)
        r[i] = length > 0 && !is_anything(scale)
                   ? number(inherited(mul(x[0][i].n, scale), value(x[0][i]) / length))
                   : any();
}

static void w_cross(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i;
    (void)s;
    for (i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r[i] = number(inherited(sub(mul(x[0][j].n, x[1][k].n), mul(x[1][j].n, x[0][k].n)),
                                value(x[0][j]) * value(x[1][k])
                                    - value(x[1][j]) * value(x[0][k])));
    }
}

/* dot(nref, i) < 0 ? n : -n */
static void w_face_forward(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    interval d = dot(n, x[2], 1, x[1], 1);
    for (i = 0; i < n; i++)
        r[i] = d.lo < 0 && d.hi >= 0 ? any() : number(d.lo < 0 ? x[0][i].n : neg(x[0][i].n));
}

static double exact_dot(int n, const cell *a, const cell *b) {
    double r = 0;
    int i;
    for (i = 0; i < n; i++) r += value(a[i]) * value(b[i]);
    return r;
}

/* i - 2 dot(n, i) n */
static void w_reflect(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    interval d = mul(point(2), dot(n, x[1], 1, x[0], 1));
    for (i = 0; i < n; i++)
        r[i] = number(inherited(sub(x[0][i].n, mul(d, x[1][i].n)),
                                value(x[0][i])
                                    - 2 * exact_dot(n, x[1], x[0]) * value(x[1][i])));
}

/* k < 0 ? 0 : eta i - (eta dot(n, i) + sqrt(k)) n, with k = 1 - eta eta (1 - dot(n, i)^2) */
static void w_refract(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    interval one = point(1), d = dot(n, x[1], 1, x[0], 1), eta = x[2][0].n, k, by;
    double e = value(x[2][0]), exact = exact_dot(n, x[1], x[0]), exact_k;
    exact_k = 1 - e * e * (1 - exact * exact);
    k = sub(one, mul(mul(eta, eta), sub(one, mul(d, d))));
    for (i = 0; i < n && !(k.lo >= 0); i++)
        r[i] = k.hi < 0 ? either(-0.0, 0) : any();
    if (!(k.lo >= 0)) return;
    by = add(mul(eta, d), root(k));
    for (i = 0; i < n; i++)
        r[i] = number(inherited(sub(mul(eta, x[0][i].n), mul(by, x[1][i].n)),
                                e * value(x[0][i])
                                    - (e * exact + sqrt(exact_k)) * value(x[1][i])));
}

static void w_outer(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->result[0].rows, i;
    for (i = 0; i < parts(s->result[0]); i++) r[i] = number(mul(x[0][i % n].n, x[1][i / n].n));
}

static void w_transpose(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int rows = s->result[0].rows, columns = s->result[0].columns, i;
    for (i = 0; i < rows * columns; i++) r[i] = moved(x[0][i % rows * columns + i / rows]);
}

/* The determinant of n columns of n, in *size the sum of the products without their signs. */
static double determinant(int n, const double *m, double *size) {
    double r = 0, minor[9], part, part_size;
    int i, k, column, at;
    *size = n == 1 ? fabs(m[0]) : 0;
    if (n == 1) return m[0];
    for (k = 0; k < n; k++) {
        for (at = 0, column = 1; column < n; column++)
            for (i = 0; i < n; i++)
                if (i != k) minor[at++] = m[column * n + i];
        part = determinant(n - 1, minor, &part_size);
        r += (k % 2 ? -m[k] : m[k]) * part;
        *size += fabs(m[k]) * part_size;
    }
    return r;
}

/* The specification gives no bound for determinant and inverse: 16 roundings of the products. */
static interval determinant_of(int n, const double *m) {
    double size, r = determinant(n, m, &size);
    size = n == 1 ? 0 : 16 * size * ldexp(1, -23) + (double)FLT_MIN;
    return between(r - size, r + size);
}

static void w_determinant(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    double m[MOST_PARTS];
    int i;
    for (i = 0; i < parts(s->operands[0]); i++) m[i] = value(x[0][i]);
    r[0] = number(determinant_of(s->operands[0].rows, m));
}

/* Cofactors over the determinant: that scales the bound by the condition of the matrix. */
static void w_inverse(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    double m[MOST_PARTS], minor[9];
    int n = s->operands[0].rows, i, j, k, column, at;
    interval whole_determinant, q;
    for (i = 0; i < n * n; i++) m[i] = value(x[0][i]);
    whole_determinant = determinant_of(n, m);
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            for (at = 0, column = 0; column < n; column++)
                for (k = 0; k < n; k++)
                    if (column != i && k != j) minor[at++] = m[column * n + k];
            q = divide(determinant_of(n - 1, minor), whole_determinant);
            r[j * n + i] = number((i + j) % 2 ? neg(q) : q);
        }
}

/* Linear algebra as soon as there is a matrix; three operands are scalars and vectors. */
static void w_mul(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    type a = s->operands[0], b = s->operands[1], t = s->result[0];
    int i, k;
    for (i = 0; i < parts(t); i++) {
        cell pair[2];
        if (s->count == 1) {
            r[i] = moved(x[0][i]);
        } else if (a.columns == 1 && b.columns > 1 && a.rows > 1) {
            r[i] = dot_cell(a.rows, x[0], 1, x[1] + i * a.rows, 1);
        } else if (a.columns > 1 && parts(b) > 1) {
            r[i] = dot_cell(a.columns, x[0] + i % a.rows, a.rows, x[1] + i / a.rows * b.rows, 1);
        } else {
            pair[0] = x[0][parts(a) > 1 ? i : 0], pair[1] = x[1][parts(b) > 1 ? i : 0];
            r[i] = c_mul(a.kind, pair);
            for (k = 2; k < s->count; k++) {
                pair[0] = r[i], pair[1] = x[k][parts(s->operands[k]) > 1 ? i : 0];
                r[i] = c_mul(a.kind, pair);
            }
        }
    }
}

/* + of any number of operands, from the left. */
static void w_add(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i, k;
    for (i = 0; i < parts(s->result[0]); i++) {
        cell pair[2];
        r[i] = s->count == 1 ? moved(x[0][i]) : x[0][parts(s->operands[0]) > 1 ? i : 0];
        for (k = 1; k < s->count; k++) {
            pair[0] = r[i], pair[1] = x[k][parts(s->operands[k]) > 1 ? i : 0];
            r[i] = c_add(s->operands[0].kind, pair);
        }
    }
}

static void w_any(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i;
    r[0] = truth(0);
    for (i = 0; i < parts(s->operands[0]); i++)
        if (x[0][i].word) r[0] = truth(1);
}

static void w_all(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i;
    r[0] = truth(1);
    for (i = 0; i < parts(s->operands[0]); i++)
        if (!x[0][i].word) r[0] = truth(0);
}

/* One scalar for a vector goes everywhere, for a matrix on the diagonal. */
static void w_make(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    type t = s->result[0];
    int i, k, at = 0;
    for (i = 0; i < s->count; i++)
        for (k = 0; k < parts(s->operands[i]); k++) r[at++] = moved(x[i][k]);
    for (i = 0; i < parts(t) && at == 1 && parts(s->operands[0]) == 1; i++)
        r[i] = t.columns > 1 && i % t.rows != i / t.rows ? word(0) : moved(x[0][0]);
}

/* A component or column; an index that is out of range is clamped. */
static void w_at(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    type t = s->operands[0];
    int n = t.columns > 1 ? t.columns : t.rows, i, size = parts(s->result[0]);
    int64_t at = s->operands[1].kind == INT ? (int64_t)int_of(x[1][0]) : (int64_t)x[1][0].word;
    at = at < 0 ? 0 : at >= n ? n - 1 : at;
    for (i = 0; i < size; i++) r[i] = moved(x[0][(int)at * size + i]);
}

/* ---- results that are structs: the first field's components, then the second's */

static void w_modf(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    for (i = 0; i < n; i++) {
        double whole_part = trunc(value(x[0][i]));
        r[i] = number(point(value(x[0][i]) - whole_part));
        r[n + i] = number(point(whole_part));
    }
}

static void w_frexp(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i, e;
    for (i = 0; i < n; i++) {
        double a = value(x[0][i]), m = frexp(a, &e);
        r[i] = is_denormal(a) || !isfinite(a) ? any() : number(point(m));
        r[n + i] = is_denormal(a) || !isfinite(a) ? any() : word((uint32_t)e);
    }
}

static void w_add_carry(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    for (i = 0; i < n; i++) {
        uint64_t sum_of = (uint64_t)x[0][i].word + x[1][i].word;
        r[i] = word((uint32_t)sum_of), r[n + i] = word((uint32_t)(sum_of >> 32));
    }
}

static void w_sub_borrow(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    for (i = 0; i < n; i++) {
        r[i] = word(x[0][i].word - x[1][i].word);
        r[n + i] = truth(x[0][i].word < x[1][i].word);
    }
}

static void w_mul_extended(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->operands[0].rows, i;
    for (i = 0; i < n; i++) {
        uint64_t p = (uint64_t)x[0][i].word * x[1][i].word;
        if (s->operands[0].kind == INT) p = (uint64_t)((int64_t)int_of(x[0][i]) * int_of(x[1][i]));
        r[i] = word((uint32_t)p), r[n + i] = word((uint32_t)(p >> 32));
    }
}

/* ---- packing */

/* Components clamped, scaled, rounded: a tie may go either way, and so may what the product's
   rounding turns into one. `is_signed`: from -1. */
static cell packed(int n, const cell *x, int is_signed) {
    int width = 32 / n, i;
    double scale = ldexp(1, width - is_signed) - 1;
    cell r = word(0);
    r.how = FIELDS, r.width = width;
    for (i = 0; i < n; i++) {
        double v = fmin(fmax(value(x[i]), -is_signed), 1) * scale, slack = 2 * ulp(v) + 1e-9;
        uint32_t lo, hi;
        if (isnan(value(x[i]))) return any();
        lo = (uint32_t)(int32_t)nearbyint(v - slack), hi = (uint32_t)(int32_t)nearbyint(v + slack);
        r.word |= (lo & low_bits((uint32_t)width)) << i * width;
        r.other |= (hi & low_bits((uint32_t)width)) << i * width;
    }
    return r;
}

static void w_pack_snorm(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    r[0] = packed(s->operands[0].rows, x[0], 1);
}

static void w_pack_unorm(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    r[0] = packed(s->operands[0].rows, x[0], 0);
}

/* The half towards 0 from x (away: from 0), as bits. */
static uint32_t half_of(double x, int away) {
    uint32_t sign = signbit(x) ? 0x8000u : 0, m;
    int e;
    double f = frexp(fabs(x), &e);
    if (x == 0) return sign;
    if (isinf(x)) return sign | 0x7c00u;
    if (e > 16) return sign | (away ? 0x7c00u : 0x7bffu);
    f = e < -13 ? ldexp(fabs(x), 24) : ldexp(f, 11);
    m = (uint32_t)(away ? ceil(f) : floor(f));
    return sign | (e < -13 ? m : ((uint32_t)(e + 13) << 10) + m);
}

/* Correctly rounded, either way. A number that is a denormal half may become 0. */
static void w_pack_half(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i;
    (void)s;
    r[0] = word(0);
    r[0].how = FIELDS, r[0].width = 16;
    for (i = 0; i < 2; i++) {
        double v = value(x[0][i]);
        if (isnan(v) || (v != 0 && fabs(v) < ldexp(1, -14))) {
            r[0] = any();
            return;
        }
        r[0].word |= half_of(v, 0) << 16 * i;
        r[0].other |= half_of(v, 1) << 16 * i;
    }
}

/* f / scale, a division, at least -1. */
static cell unpacked(uint32_t bits, int width, int is_signed) {
    double f = is_signed && bits >> (width - 1) ? (double)bits - ldexp(1, width) : (double)bits;
    interval q = wider(point(f / (ldexp(1, width - is_signed) - 1)), 2.5);
    if (f == 0) return either(-0.0, 0);
    return number(between(fmax(q.lo, -1), fmax(q.hi, -1)));
}

static void w_unpack_snorm(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->result[0].rows, i;
    for (i = 0; i < n; i++)
        r[i] = unpacked(x[0][0].word >> i * 32 / n & low_bits(32u / (uint32_t)n), 32 / n, 1);
}

static void w_unpack_unorm(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int n = s->result[0].rows, i;
    for (i = 0; i < n; i++)
        r[i] = unpacked(x[0][0].word >> i * 32 / n & low_bits(32u / (uint32_t)n), 32 / n, 0);
}

/* Denormal halves may become 0; infinities and NaN count for nothing. */
static void w_unpack_half(const signature *s, cell (*x)[MOST_PARTS], cell *r) {
    int i;
    (void)s;
    for (i = 0; i < 2; i++) {
        uint32_t h = x[0][0].word >> 16 * i & 0xffffu, e = h >> 10 & 31, m = h & 1023;
        double v = e ? ldexp(m + 1024, (int)e - 25) : ldexp(m, -24);
        if (h >> 15) v = -v;
        r[i] = e == 31 ? any() : e == 0 ? either(fmin(v, -0.0), fmax(v, 0)) : number(point(v));
    }
}

/* ---- signatures */

static signature signatures[MOST_SIGNATURES];
static int signature_count;

static signature *add_signature(type result) {
    signature *s = &signatures[signature_count++];
    if (signature_count > MOST_SIGNATURES) abort();
    memset(s, 0, sizeof *s);
    s->results = 1, s->result[0] = result;
    return s;
}

static void add_operand(signature *s, type t) {
    s->operands[s->count++] = t;
}

/* Shapes 0 to 3 are scalar and vectors, 4 to 12 matrices. */
enum { VECTORS = 4, SHAPES = 13 };
static type shape(int kind, int i) {
    return i < VECTORS ? make_type(kind, i + 1, 1)
                       : make_type(kind, (i - VECTORS) % 3 + 2, (i - VECTORS) / 3 + 2);
}

static int shapes_of(int kind) {
    return kind == NUM || kind == BOOL ? SHAPES : VECTORS;
}

static int kind_after(const row *w, int kind) {
    for (kind++; kind < KINDS && !(w->kinds >> kind & 1);) kind++;
    return kind;
}

#define EACH_KIND(w, kind) for (kind = kind_after(w, -1); kind < KINDS; kind = kind_after(w, kind))

/* All operands alike, of the first `shapes` shapes; the result is of `kind`, or as they are. */
static void alike(const row *w, int shapes, int result) {
    int kind, i, k;
    EACH_KIND(w, kind)
        for (i = 0; i < shapes_of(kind) && i < shapes; i++) {
            type t = shape(kind, i);
            signature *s = add_signature(make_type(result < 0 ? kind : result, t.rows, t.columns));
            for (k = 0; k < (int)strlen(w->domains); k++) add_operand(s, t);
        }
}

static void s_map(const row *w) {
    alike(w, SHAPES, -1);
}

static void s_vector(const row *w) {
    alike(w, VECTORS, -1);
}

static void s_order(const row *w) {
    alike(w, SHAPES, BOOL);
}

static void s_count(const row *w) {
    alike(w, VECTORS, INT);
}

static void s_to_num(const row *w) {
    alike(w, VECTORS, NUM);
}

static void s_to_int(const row *w) {
    alike(w, VECTORS, INT);
}

static void s_to_uint(const row *w) {
    alike(w, VECTORS, UINT);
}

static void s_to_bool(const row *w) {
    alike(w, VECTORS, BOOL);
}

/* Besides operands that are alike, scalars in each set of places; a matrix has one of the sets. */
static void broadcast(const row *w) {
    int kind, i, k, mask, count = (int)strlen(w->domains), sets = (1 << count) - 2;
    EACH_KIND(w, kind)
        for (i = 1; i < shapes_of(kind); i++)
            for (mask = 1; mask <= sets; mask++) {
                signature *s;
                if (i >= VECTORS && mask != 1 + i % sets) continue;
                s = add_signature(shape(kind, i));
                for (k = 0; k < count; k++)
                    add_operand(s, shape(kind, mask >> k & 1 ? 0 : i));
            }
}

static void s_cast(const row *w) {
    s_map(w);
    broadcast(w);
}

/* One operand, and three of which some are scalars. */
static void s_sum(const row *w) {
    int kind, i;
    s_cast(w);
    EACH_KIND(w, kind)
        for (i = 0; i < shapes_of(kind); i += 3) {
            signature *s = add_signature(shape(kind, i));
            add_operand(s, shape(kind, i));
            s = add_signature(shape(kind, i));
            add_operand(s, shape(kind, i));
            add_operand(s, shape(kind, 0));
            add_operand(s, shape(kind, i));
        }
}

static void add_two(type result, type a, type b) {
    signature *s = add_signature(result);
    add_operand(s, a);
    add_operand(s, b);
}

static void s_product(const row *w) {
    int kind, i, k;
    EACH_KIND(w, kind)
        for (i = 0; i < shapes_of(kind); i++) {
            signature *s = add_signature(shape(kind, i));
            add_operand(s, shape(kind, i));
            if (i < VECTORS) add_two(shape(kind, i), shape(kind, i), shape(kind, i));
            if (i > 0) add_two(shape(kind, i), shape(kind, i), shape(kind, 0));
            if (i > 0) add_two(shape(kind, i), shape(kind, 0), shape(kind, i));
            s = add_signature(shape(kind, i % VECTORS));
            add_operand(s, shape(kind, i % VECTORS));
            add_operand(s, shape(kind, 0));
            add_operand(s, shape(kind, i % VECTORS));
        }
    for (i = VECTORS; i < SHAPES; i++) {
        type m = shape(NUM, i);
        add_two(make_type(NUM, m.rows, 1), m, make_type(NUM, m.columns, 1));
        add_two(make_type(NUM, m.columns, 1), make_type(NUM, m.rows, 1), m);
        for (k = 2; k <= 4; k++)
            add_two(make_type(NUM, m.rows, k), m, make_type(NUM, m.columns, k));
    }
}

/* Each type to one scalar of `kind`. */
static void to_scalar(const row *w, int shapes, int result) {
    int first = signature_count;
    alike(w, shapes, -1);
    for (; first < signature_count; first++)
        signatures[first].result[0] = make_type(result, 1, 1);
}

static void s_any_all(const row *w) {
    to_scalar(w, SHAPES, BOOL);
}

static void s_length(const row *w) {
    to_scalar(w, VECTORS, NUM);
}

static void s_cross(const row *w) {
    type t = make_type(NUM, 3, 1);
    (void)w;
    add_two(t, t, t);
}

static void s_refract(const row *w) {
    int i;
    (void)w;
    for (i = 0; i < VECTORS; i++) {
        add_two(shape(NUM, i), shape(NUM, i), shape(NUM, i));
        add_operand(&signatures[signature_count - 1], shape(NUM, 0));
    }
}

static void s_outer(const row *w) {
    int i;
    (void)w;
    for (i = VECTORS; i < SHAPES; i++) {
        type t = shape(NUM, i);
        add_two(t, make_type(NUM, t.rows, 1), make_type(NUM, t.columns, 1));
    }
}

static void s_transpose(const row *w) {
    int i;
    (void)w;
    for (i = VECTORS; i < SHAPES; i++) {
        type t = shape(NUM, i);
        add_operand(add_signature(make_type(NUM, t.columns, t.rows)), t);
    }
}

static void s_inverse(const row *w) {
    int n;
    (void)w;
    for (n = 2; n <= 4; n++) add_operand(add_signature(make_type(NUM, n, n)), make_type(NUM, n, n));
}

static void s_determinant(const row *w) {
    int i;
    s_inverse(w);
    for (i = 0; i < 3; i++) signatures[i].result[0] = make_type(NUM, 1, 1);
}

/* A bool with all types, or a vector of bools with vectors of its size; `last`: as mix has it. */
static void chosen(int last) {
    int kind, i, k;
    for (kind = 0; kind < KINDS; kind++)
        for (i = 0; i < shapes_of(kind); i++)
            for (k = 0; k < (i > 0 && i < VECTORS ? 2 : 1); k++) {
                signature *s = add_signature(shape(kind, i));
                if (!last) add_operand(s, shape(BOOL, k ? i : 0));
                add_operand(s, shape(kind, i));
                add_operand(s, shape(kind, i));
                if (last) add_operand(s, shape(BOOL, k ? i : 0));
            }
}

static void s_select(const row *w) {
    (void)w;
    chosen(0);
}

static void s_mix_bool(const row *w) {
    (void)w;
    chosen(1);
}

static void pair(const row *w, int first, int second) {
    int from = signature_count;
    alike(w, VECTORS, -1);
    for (; from < signature_count; from++) {
        signature *s = &signatures[from];
        s->results = 2, s->result[1] = s->result[0];
        if (first >= 0) s->result[0].kind = first;
        if (second >= 0) s->result[1].kind = second;
    }
}

static void s_pair(const row *w) {
    pair(w, -1, -1);
}

static void s_frexp(const row *w) {
    pair(w, NUM, INT);
}

/* The amount is an int or a uint, alone or for each component. */
static void s_shift(const row *w) {
    int kind, i, k;
    EACH_KIND(w, kind)
        for (i = 0; i < VECTORS; i++)
            for (k = 0; k < 4; k++) {
                if (i == 0 && k > 1) continue;
                add_two(shape(kind, i), shape(kind, i), shape(k & 1 ? UINT : INT, k & 2 ? 0 : i));
            }
}

/* Offset and bits are scalars, ints or uints. */
static void s_field(const row *w) {
    int kind, i, k, n = (int)strlen(w->domains) - 2;
    EACH_KIND(w, kind)
        for (i = 0; i < VECTORS; i++)
            for (k = 0; k < 4; k++) {
                signature *s = add_signature(shape(kind, i));
                add_operand(s, shape(kind, i));
                if (n > 1) add_operand(s, shape(kind, i));
                add_operand(s, shape(k & 1 ? UINT : INT, 0));
                add_operand(s, shape(k & 2 ? UINT : INT, 0));
            }
}

static void s_ldexp(const row *w) {
    int i;
    (void)w;
    for (i = 0; i < VECTORS; i++) {
        add_two(shape(NUM, i), shape(NUM, i), shape(INT, i));
        if (i) add_two(shape(NUM, i), shape(NUM, i), shape(INT, 0));
    }
}

static void s_pack_4(const row *w) {
    (void)w;
    add_operand(add_signature(make_type(UINT, 1, 1)), make_type(NUM, 4, 1));
}

static void s_pack_2(const row *w) {
    (void)w;
    add_operand(add_signature(make_type(UINT, 1, 1)), make_type(NUM, 2, 1));
}

static void s_unpack_4(const row *w) {
    (void)w;
    add_operand(add_signature(make_type(NUM, 4, 1)), make_type(UINT, 1, 1));
}

static void s_unpack_2(const row *w) {
    (void)w;
    add_operand(add_signature(make_type(NUM, 2, 1)), make_type(UINT, 1, 1));
}

/* A type by its name: "bmat2x3". */
static type named(const char *name) {
    type t = make_type(NUM, 1, 1);
    if (*name == 'i' || *name == 'u' || *name == 'b')
        t.kind = *name == 'i' ? INT : *name == 'u' ? UINT : BOOL, name++;
    t.rows = name[3] - '0';
    if (*name == 'm') t.columns = t.rows, t.rows = name[4] ? name[5] - '0' : t.columns;
    return t;
}

/* Operands of these sizes, a digit each, that make `t`. */
static void made_of(type t, const char *sizes) {
    signature *s = add_signature(t);
    for (; *sizes; sizes++) add_operand(s, make_type(t.kind, *sizes - '0', 1));
}

static void s_make_vector(const row *w) {
    static const char *const sizes[] = {"1", "2", "11", "3", "12", "21", "111",
                                        "4", "13", "31", "22", "112", "121", "211", "1111"};
    type t = named(w->name);
    int i, k, n;
    for (i = 0; i < 15; i++) {
        for (n = 0, k = 0; sizes[i][k]; k++) n += sizes[i][k] - '0';
        if (i == 0 || n == t.rows) made_of(t, sizes[i]);
    }
}

/* A scalar, a matrix, columns, scalars, and vectors that cross the columns. */
static void s_make_matrix(const row *w) {
    type t = named(w->name);
    char sizes[MOST_PARTS + 1];
    int left, k;
    made_of(t, "1");
    add_operand(add_signature(t), t);
    memset(sizes, '0' + t.rows, sizeof sizes);
    sizes[t.columns] = '\0';
    made_of(t, sizes);
    memset(sizes, '1', sizeof sizes);
    sizes[parts(t)] = '\0';
    made_of(t, sizes);
    for (left = parts(t) - 1, k = 1; left > 0; k++) {
        int n = left > 3 ? 3 : left;
        sizes[k] = (char)('0' + n), left -= n;
    }
    sizes[k] = '\0';
    made_of(t, sizes);
}

static void s_at(const row *w) {
    int kind, i;
    (void)w;
    for (kind = 0; kind < KINDS; kind++)
        for (i = 1; i < shapes_of(kind); i++) {
            type t = shape(kind, i);
            add_two(make_type(kind, t.columns > 1 ? t.rows : 1, 1), t,
                    shape(i & 1 ? UINT : INT, 0));
        }
}

/* ---- the rows. Order: as the compiler has them. */

static const row rows[] = {
    {"+", s_sum, N | I | U, NULL, w_add, "aa", IEEE | FOLDED},
    {"-", s_map, N | I | U, c_neg, NULL, "a", IEEE | FOLDED},
    {"-", s_cast, N | I | U, c_sub, NULL, "aa", IEEE | FOLDED},
    {"*", s_product, N | I | U, NULL, w_mul, "aa", IEEE | FOLDED},
    {"/", s_cast, N | I | U, c_div, NULL, "aa", IEEE | FOLDED | DEFINED | DIVIDES},
    {"mod", s_cast, N | I | U, c_mod, NULL, "aa", FOLDED | DEFINED | DIVIDES},
    {"rem", s_cast, N | I | U, c_rem, NULL, "aa", FOLDED | DEFINED | DIVIDES},
    {"fma", s_cast, N, c_fma, NULL, "aaa", FOLDED},
    {"eq", s_order, ALL, c_eq, NULL, "aa", IEEE | FOLDED},
    {"neq", s_order, ALL, c_neq, NULL, "aa", IEEE | FOLDED},
    {"<", s_order, N | I | U, c_lt, NULL, "aa", IEEE | FOLDED},
    {"<=", s_order, N | I | U, c_le, NULL, "aa", IEEE | FOLDED},
    {">", s_order, N | I | U, c_gt, NULL, "aa", IEEE | FOLDED},
    {">=", s_order, N | I | U, c_ge, NULL, "aa", IEEE | FOLDED},
    {"not", s_map, B, c_not, NULL, "a", FOLDED},
    {"xor", s_map, B, c_xor, NULL, "aa", FOLDED},
    {"and", s_map, B, c_and, NULL, "aa", FOLDED},
    {"or", s_map, B, c_or, NULL, "aa", FOLDED},
    {"any-of", s_any_all, B, NULL, w_any, "a", FOLDED},
    {"all-of", s_any_all, B, NULL, w_all, "a", FOLDED},
    {"select", s_select, ALL, c_select, NULL, "aaa", IEEE | FOLDED},
    {"is-nan", s_order, N, c_is_nan, NULL, "a", IEEE | FOLDED},
    {"is-inf", s_order, N, c_is_inf, NULL, "a", IEEE | FOLDED},
    {"abs", s_map, N | I, c_abs, NULL, "a", FOLDED},
    {"sign", s_map, N | I, c_sign, NULL, "a", FOLDED},
    {"floor", s_map, N, c_floor, NULL, "a", FOLDED},
    {"ceil", s_map, N, c_ceil, NULL, "a", FOLDED},
    {"round", s_map, N, c_round, NULL, "a", 0},
    {"round-even", s_map, N, c_round_even, NULL, "a", FOLDED},
    {"trunc", s_map, N, c_trunc, NULL, "a", FOLDED},
    {"fract", s_map, N, c_fract, NULL, "a", FOLDED},
    {"radians", s_map, N, c_radians, NULL, "a", 0},
    {"degrees", s_map, N, c_degrees, NULL, "a", 0},
    {"min", s_cast, N | I | U, c_min, NULL, "aa", FOLDED},
    {"max", s_cast, N | I | U, c_max, NULL, "aa", FOLDED},
    {"nmin", s_cast, N, c_min, NULL, "aa", FOLDED},
    {"nmax", s_cast, N, c_max, NULL, "aa", FOLDED},
    {"clamp", s_cast, N | I | U, c_clamp, NULL, "aaa", FOLDED},
    {"nclamp", s_cast, N, c_clamp, NULL, "aaa", FOLDED},
    {"saturate", s_map, N, c_saturate, NULL, "a", FOLDED},
    {"mix", s_cast, N, c_mix, NULL, "mmm", 0},
    {"mix", s_mix_bool, ALL, c_mix_bool, NULL, "aaa", IEEE},
    {"step", s_cast, N, c_step, NULL, "aa", FOLDED},
    {"smoothstep", s_cast, N, c_smoothstep, NULL, "mmm", 0},
    {"modf", s_pair, N, NULL, w_modf, "a", 0},
    {"pow", s_cast, N, c_pow, NULL, "pm", 0},
    {"exp", s_map, N, c_exp, NULL, "e", 0},
    {"log", s_map, N, c_log, NULL, "p", 0},
    {"exp2", s_map, N, c_exp2, NULL, "e", 0},
    {"log2", s_map, N, c_log2, NULL, "p", 0},
    {"sqrt", s_map, N, c_sqrt, NULL, "p", FOLDED},
    {"inverse-sqrt", s_map, N, c_inverse_sqrt, NULL, "p", 0},
    {"sin", s_map, N, c_sin, NULL, "t", 0},
    {"cos", s_map, N, c_cos, NULL, "t", 0},
    {"tan", s_map, N, c_tan, NULL, "t", 0},
    {"asin", s_map, N, c_asin, NULL, "u", 0},
    {"acos", s_map, N, c_acos, NULL, "u", 0},
    {"atan", s_map, N, c_atan, NULL, "a", 0},
    {"atan", s_map, N, c_atan2, NULL, "aa", 0},
    {"atan2", s_map, N, c_atan2, NULL, "mm", 0},
    {"sinh", s_map, N, c_sinh, NULL, "e", 0},
    {"cosh", s_map, N, c_cosh, NULL, "e", 0},
    {"tanh", s_map, N, c_tanh, NULL, "e", 0},
    {"asinh", s_map, N, c_asinh, NULL, "m", 0},
    {"acosh", s_map, N, c_acosh, NULL, "h", 0},
    {"atanh", s_map, N, c_atanh, NULL, "u", 0},
    {"bit-and", s_cast, I | U, c_bit_and, NULL, "aa", FOLDED},
    {"bit-or", s_cast, I | U, c_bit_or, NULL, "aa", FOLDED},
    {"bit-xor", s_cast, I | U, c_bit_xor, NULL, "aa", FOLDED},
    {"bit-not", s_map, I | U, c_bit_not, NULL, "a", FOLDED},
    {"shift-left", s_shift, I | U, c_shift_left, NULL, "as", FOLDED | DEFINED},
    {"shift-right", s_shift, I | U, c_shift_right, NULL, "as", FOLDED | DEFINED},
    {"bit-count", s_count, I | U, c_bit_count, NULL, "a", FOLDED},
    {"bit-reverse", s_map, I | U, c_bit_reverse, NULL, "a", FOLDED},
    {"find-lsb", s_count, I | U, c_find_lsb, NULL, "a", FOLDED},
    {"find-msb", s_count, I | U, c_find_msb, NULL, "a", FOLDED},
    {"bit-extract", s_field, I | U, c_bit_extract, NULL, "aoo", FOLDED},
    {"bit-insert", s_field, I | U, c_bit_insert, NULL, "aaoo", FOLDED},
    {"add-carry", s_pair, U, NULL, w_add_carry, "aa", 0},
    {"sub-borrow", s_pair, U, NULL, w_sub_borrow, "aa", 0},
    {"mul-extended", s_pair, I | U, NULL, w_mul_extended, "aa", 0},
    {"frexp", s_frexp, N, NULL, w_frexp, "a", 0},
    {"ldexp", s_ldexp, N, c_ldexp, NULL, "an", 0},
    {"float-bits-to-int", s_to_int, N, c_float_bits, NULL, "a", IEEE | FOLDED},
    {"float-bits-to-uint", s_to_uint, N, c_float_bits, NULL, "a", IEEE | FOLDED},
    {"int-bits-to-float", s_to_num, I, c_bits, NULL, "f", IEEE | FOLDED},
    {"uint-bits-to-float", s_to_num, U, c_bits, NULL, "f", IEEE | FOLDED},
    {"pack-snorm-4x8", s_pack_4, N, NULL, w_pack_snorm, "m", 0},
    {"pack-unorm-4x8", s_pack_4, N, NULL, w_pack_unorm, "m", 0},
    {"pack-snorm-2x16", s_pack_2, N, NULL, w_pack_snorm, "m", 0},
    {"pack-unorm-2x16", s_pack_2, N, NULL, w_pack_unorm, "m", 0},
    {"pack-half-2x16", s_pack_2, N, NULL, w_pack_half, "m", 0},
    {"unpack-snorm-4x8", s_unpack_4, U, NULL, w_unpack_snorm, "a", 0},
    {"unpack-unorm-4x8", s_unpack_4, U, NULL, w_unpack_unorm, "a", 0},
    {"unpack-snorm-2x16", s_unpack_2, U, NULL, w_unpack_snorm, "a", 0},
    {"unpack-unorm-2x16", s_unpack_2, U, NULL, w_unpack_unorm, "a", 0},
    {"unpack-half-2x16", s_unpack_2, U, NULL, w_unpack_half, "a", 0},
    {"length", s_length, N, NULL, w_length, "m", 0},
    {"distance", s_length, N, NULL, w_distance, "mm", 0},
    {"dot", s_length, N, NULL, w_dot, "mm", IEEE},
    {"cross", s_cross, N, NULL, w_cross, "mm", 0},
    {"normalize", s_vector, N, NULL, w_normalize, "m", 0},
    {"face-forward", s_vector, N, NULL, w_face_forward, "mmm", 0},
    {"reflect", s_vector, N, NULL, w_reflect, "mm", 0},
    {"refract", s_refract, N, NULL, w_refract, "uuu", 0},
    {"outer-product", s_outer, N, NULL, w_outer, "aa", IEEE},
    {"transpose", s_transpose, N, NULL, w_transpose, "a", IEEE},
    {"determinant", s_determinant, N, NULL, w_determinant, "m", 0},
    {"inverse", s_inverse, N, NULL, w_inverse, "m", 0},
    {"at", s_at, ALL, NULL, w_at, "ax", IEEE | INDEXES},
    {"num", s_to_num, ALL, c_to_num, NULL, "a", IEEE | FOLDED},
    {"int", s_to_int, ALL, c_to_int, NULL, "i", IEEE | FOLDED},
    {"uint", s_to_uint, ALL, c_to_uint, NULL, "j", IEEE | FOLDED},
    {"bool", s_to_bool, ALL, c_to_bool, NULL, "a", IEEE | FOLDED},
    {"vec2", s_make_vector, N, NULL, w_make, "a", IEEE | FOLDED},
    {"vec3", s_make_vector, N, NULL, w_make, "a", IEEE | FOLDED},
    {"vec4", s_make_vector, N, NULL, w_make, "a", IEEE | FOLDED},
    {"ivec2", s_make_vector, I, NULL, w_make, "a", FOLDED},
    {"ivec3", s_make_vector, I, NULL, w_make, "a", FOLDED},
    {"ivec4", s_make_vector, I, NULL, w_make, "a", FOLDED},
    {"uvec2", s_make_vector, U, NULL, w_make, "a", FOLDED},
    {"uvec3", s_make_vector, U, NULL, w_make, "a", FOLDED},
    {"uvec4", s_make_vector, U, NULL, w_make, "a", FOLDED},
    {"bvec2", s_make_vector, B, NULL, w_make, "a", FOLDED},
    {"bvec3", s_make_vector, B, NULL, w_make, "a", FOLDED},
    {"bvec4", s_make_vector, B, NULL, w_make, "a", FOLDED},
    {"mat2", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat2x3", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat2x4", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat3x2", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat3", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat3x4", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat4x2", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat4x3", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"mat4", s_make_matrix, N, NULL, w_make, "a", IEEE},
    {"bmat2", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat2x3", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat2x4", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat3x2", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat3", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat3x4", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat4x2", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat4x3", s_make_matrix, B, NULL, w_make, "a", 0},
    {"bmat4", s_make_matrix, B, NULL, w_make, "a", 0},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* ---- operands */

static uint64_t random_state;

static uint32_t roll(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return (uint32_t)(random_state >> 32);
}

/* From 0 to 1. */
static double roll_part(void) {
    return roll() / 4294967296.0;
}

static int heads(void) {
    return roll() & 1;
}

#define LENGTH(a) (sizeof(a) / sizeof(a)[0])
static const uint32_t num_edges[] = {
    0, 0x80000000u, 0x3f800000u, 0xbf800000u, 0x7f800000u, 0xff800000u, 0x7fc00000u, 1, 0x80000001u,
    0x007fffffu, 0x807fffffu, 0x00800000u, 0x80800000u, 0x7f7fffffu, 0xff7fffffu, 0x3f000000u,
    0xbf000000u, 0x3fc00000u, 0x40200000u, 0xc0200000u, 0xbfc00000u, 0x3f7fffffu, 0x3f800001u,
    0x4b800000u, 0x4b7fffffu, 0xcb7fffffu, 0x4afffffdu, 0x40000000u, 0x40400000u, 0x40490fdau,
    0xc0490fdau, 0x4f000000u, 0xcf000000u, 0x4effffffu, 0x4f7fffffu, 0x3effffffu, 0xbeffffffu,
    0x7e800000u, 0x20000000u, 0xffc00001u, 0x477fe000u, 0x47800000u, 0x38800000u};
static const uint32_t whole_edges[] = {
    0, 1, 2, 3, ~0u, 0x7fffffffu, 0x80000000u, 0x80000001u, 0x7ffffffeu, 16777216, 16777217,
    16777219, 33554433, 0xfefffffeu, 0xfeffffffu, 31, 32, 0x55555555u, 0xaaaaaaaau, 0xffff,
    0x10000, 0x7f7f8081u, 0x80808080u, 0xff00ff00u, 255, 0xffffff7fu, 0xffffff80u};

/* A num of random exponent and sign. */
static double roll_num(int least, int most) {
    double x = ldexp(1 + roll_part(), least + (int)(roll() % (unsigned)(most - least + 1)));
    return heads() ? x : -x;
}

/* Small whole numbers and halves, or a few digits of binary exponent. */
static double roll_moderate(void) {
    if (roll() % 4 == 0) return ((int)(roll() % 17) - 8) * 0.5;
    return roll_num(-6, 5);
}

/* a: any; p: not negative; m: moderate; u: from -1 to 1; t: -pi to pi; e: for exp; h: at least 1;
   i, j: what an int, a uint holds. */
static double draw_num(char domain) {
    double x = (double)float_of(num_edges[roll() % LENGTH(num_edges)]);
    int edge = roll() % 3 == 0;
    switch (domain) {
    case 'p': return edge ? fabs(x) : fabs(roll() % 8 ? roll_num(-40, 40) : roll_num(-126, 127));
    case 'm': return edge && fabs(x) < 10 ? x : roll_moderate();
    case 'u': return edge && fabs(x) <= 1 ? x : heads() ? roll_part() * 2 - 1 : roll_num(-20, -1);
    case 't': return edge && fabs(x) < 3.1415927 ? x : (roll_part() * 2 - 1) * 3.1415925;
    case 'e': return edge && fabs(x) < 100 ? x : heads() ? roll_num(-20, 3) : roll_num(2, 5);
    case 'h': return edge && x >= 1 ? x : 1 + fabs(roll_num(-20, 20));
    case 'i': return edge && fabs(x) < 2147483648.0 ? x : roll_num(-4, 30);
    case 'j': return edge && fabs(x) < 4294967296.0 ? fabs(x) : fabs(roll_num(-4, 31));
    default: return edge || heads() ? x : roll() % 4 ? roll_num(-20, 20) : roll_num(-149, 127);
    }
}

/* a: any; s: amounts of shifts; o: offsets and sizes of fields; n: exponents; x: indices; f: the
   bits of a num. */
static uint32_t draw_whole(char domain) {
    switch (domain) {
    case 's': return mode.defined && heads() ? roll() : roll() % 32;
    case 'o': return heads() ? roll() % 33 : roll() % 17;
    case 'n': return (uint32_t)((int)(roll() % 300) - 160);
    case 'x': return (uint32_t)((int)(roll() % 10) - 3);
    case 'f': return bits_of(draw_num('a'));
    default:
        return heads() ? whole_edges[roll() % LENGTH(whole_edges)]
                       : roll() >> (heads() ? 0 : roll() % 32);
    }
}

static uint32_t draw(int kind, char domain) {
    if (kind == BOOL) return roll() & 1;
    return kind == NUM ? bits_of(draw_num(domain)) : draw_whole(domain);
}

/* Words of operands that a program reads, MOST_PARTS in a row: all signatures read the same. */
typedef struct pool {
    int kind, operand;
} pool;

static pool pools[KINDS * MOST_OPERANDS];
static int pool_count;

static int find_pool(int kind, int of) {
    int i;
    for (i = 0; i < pool_count; i++)
        if (pools[i].kind == kind && pools[i].operand == of) return i * MOST_PARTS;
    pools[i].kind = kind, pools[i].operand = of;
    pool_count++;
    return i * MOST_PARTS;
}

/* No division by 0, and none of the least int by -1: either goes. */
static void make_divisible(int kind, int run, uint32_t *x, uint32_t *y) {
    int i, least = 0;
    if (kind == NUM || mode.defined) return;
    for (i = 0; i < MOST_PARTS && kind == INT; i++) {
        if (x[i] == 0x80000000u && run % 2) x[i] = 5;
        least |= x[i] == 0x80000000u;
    }
    for (i = 0; i < MOST_PARTS; i++)
        if (y[i] == 0 || (y[i] == ~0u && least)) y[i] = 7;
}

static int is_special(int kind, uint32_t w) {
    return kind == NUM && !isfinite(float_of(w));
}

/* Word k of a pool. The first one of a single operand goes through all edges. Constant vectors of
   what is not folded have no infinities and NaN: one of these makes the whole of them undefined. */
static uint32_t draw_word(const row *w, const pool *p, int run, int k) {
    int last = (int)strlen(w->domains) - 1;
    char domain = w->domains[p->operand < last ? p->operand : last];
    uint32_t word_drawn;
    if (domain == 'a' && k == 0 && last == 0) {
        if (p->kind == NUM && run < (int)LENGTH(num_edges)) return num_edges[run];
        if (p->kind != NUM && p->kind != BOOL && run < (int)LENGTH(whole_edges))
            return whole_edges[run];
    }
    do word_drawn = draw(p->kind, domain);
    while (k > 0 && mode.literal && !(w->flags & FOLDED) && is_special(p->kind, word_drawn));
    return word_drawn;
}

/* The operands of one run of a program. */
static void draw_run(const row *w, int run, uint32_t *x) {
    int i, k, other;
    for (i = 0; i < pool_count; i++)
        for (k = 0; k < MOST_PARTS; k++) x[i * MOST_PARTS + k] = draw_word(w, &pools[i], run, k);
    for (k = 0; k < MOST_PARTS && w->flags & INDEXES && mode.literal; k++)
        x[MOST_PARTS + k] = x[MOST_PARTS + k] % 2;
    for (i = 0; i < pool_count && w->flags & DIVIDES; i++) {
        other = find_pool(pools[i].kind, 1);
        if (pools[i].operand == 0)
            make_divisible(pools[i].kind, run, x + i * MOST_PARTS, x + other);
    }
}

/* ---- the reference of one application */

static cell operands[MOST_OPERANDS][MOST_PARTS], results[2 * MOST_PARTS];

/* Component i of the result of a row that has `each`. */
static cell component_result(const row *w, const signature *s, int i) {
    cell x[MOST_OPERANDS];
    int k, special = 0;
    for (k = 0; k < s->count; k++) {
        x[k] = operands[k][parts(s->operands[k]) > 1 ? i : 0];
        special |= is_special(s->operands[k].kind, x[k].word);
    }
    /* select and mix look at their bool first; the kind is that of what they choose from */
    return special && !mode.kept ? any() : w->each(s->operands[0].kind, x);
}

static int result_count(const signature *s) {
    return s->results * parts(s->result[0]);
}

/* The results, of operands that are at x[at[0]], x[at[1]] ... */
static void refer(const row *w, const signature *s, const uint32_t *x, const int *at) {
    int i, k, special = 0, n = result_count(s);
    for (i = 0; i < s->count; i++)
        for (k = 0; k < parts(s->operands[i]); k++) {
            operands[i][k] = operand(s->operands[i].kind, x[at[i] + k]);
            special |= is_special(s->operands[i].kind, operands[i][k].word);
        }
    for (i = 0; i < n; i++) results[i] = any();
    if (w->all && (!special || mode.kept)) w->all(s, operands, results);
    /* a constant NaN makes a whole vector undefined; Mesa does make use of that */
    for (i = 0; i < n && w->each && !(special && mode.literal && !mode.kept); i++)
        results[i] = component_result(w, s, i);
    for (i = 0; i < n; i++)
        if (results[i].how == NUMBER && !mode.kept
            && !(isfinite(results[i].n.lo) && isfinite(results[i].n.hi)))
            results[i] = any();
}

static int has_fields(cell c, uint32_t w) {
    int i;
    for (i = 0; i < 32; i += c.width) {
        uint32_t mask = low_bits((uint32_t)c.width) << i;
        if ((w & mask) != (c.word & mask) && (w & mask) != (c.other & mask)) return 0;
    }
    return 1;
}

/* Is word w what cell c says? signs: those of zeros count. */
static int fits(cell c, uint32_t w, int kind, int signs) {
    double x = (double)float_of(w), y = (double)float_of(c.word);
    if (c.how == ANY) return 1;
    if (c.how == FIELDS) return has_fields(c, w);
    if (c.how == WORD) {
        if (kind == NUM && isnan(y)) return isnan(x);
        return w == c.word || (kind == NUM && x == 0 && y == 0 && !signs);
    }
    if (isnan(c.n.lo) || isnan(x)) return isnan(c.n.lo) && isnan(x);
    if (x == 0 && c.n.lo == 0 && c.n.hi == 0 && signs && is_point(c.n))
        return !signbit(x) == !signbit(c.n.lo);
    return c.n.lo <= x && x <= c.n.hi;
}

/* ---- programs */

typedef struct task {
    int signature, at[MOST_OPERANDS], out; /* words from the start of the run's operands, results */
    long compared;
} task;

static task tasks[MOST_SIGNATURES * LITERALS];
static int task_count, in_words, out_words;
static uint32_t *words, *answers;
static char *text;
static size_t size;
static unsigned char arena[64 << 20];

static void put(const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = vsnprintf(text + size, TEXT - size, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= TEXT - size) abort();
    size += (size_t)n;
}

static void put_type(type t) {
    static const char *const scalars[] = {"num", "int", "uint", "bool"};
    static const char *const letters[] = {"", "i", "u", "b"};
    if (t.columns > 1) put("%smat%dx%d", letters[t.kind], t.columns, t.rows);
    else if (t.rows > 1) put("%svec%d", letters[t.kind], t.rows);
    else put("%s", scalars[t.kind]);
}

static void put_literal(int kind, uint32_t w) {
    double x = (double)float_of(w);
    if (kind == BOOL) put("%s", w ? "true" : "false");
    else if (kind == INT) put("%di", (int)(int32_t)w);
    else if (kind == UINT) put("%uu", (unsigned)w);
    else if (isnan(x)) put("(/ 0.0 0.0)");
    else if (isinf(x)) put("(/ %s 0.0)", x > 0 ? "1.0" : "-1.0");
    else put("%a", x);
}

/* A scalar operand: word `at` of the run's operands. */
static void put_scalar(int kind, int at) {
    if (mode.literal) put_literal(kind, words[at]);
    else if (kind == BOOL) put("(bool (at u (+ in %d) :unchecked))", at);
    else put("(at %c (+ in %d) :unchecked)", "fnu"[kind], at);
}

static void put_operand(type t, int at) {
    int i;
    if (parts(t) == 1) {
        put_scalar(t.kind, at);
        return;
    }
    put("(");
    put_type(t);
    for (i = 0; i < parts(t); i++) {
        put(" ");
        put_scalar(t.kind, at + i);
    }
    put(")");
}

/* The names of a builtin, with spaces between them: name i. */
static void put_name(const char *names, int i) {
    int count = 1;
    const char *p;
    for (p = names; *p; p++) count += *p == ' ';
    for (i %= count; i; i--) names = strchr(names, ' ') + 1;
    put("%.*s", (int)strcspn(names, " "), names);
}

/* Component k of field `field` of r, as a uint. */
static void put_component(const signature *s, const char *field, type t, int k) {
    static const char *const as_uint[] = {"float-bits-to-uint", "uint", "", "uint"};
    put(" (%s ", t.kind == UINT ? "+ 0u" : as_uint[t.kind]);
    if (parts(t) > 1) put("(.%c ", "xyzw"[k % t.rows]);
    if (t.columns > 1) put("(.%c ", "xyzw"[k / t.rows]);
    put(s->results > 1 ? "r.%s" : "r", field);
    put("%s)", t.columns > 1 ? "))" : parts(t) > 1 ? ")" : "");
}

static const char *field_name(const char *name, int second) {
    static const char *const names[][3] = {{"modf", "fract", "whole"},
                                           {"frexp", "significand", "exponent"},
                                           {"add-carry", "value", "carry"},
                                           {"sub-borrow", "value", "borrow"},
                                           {"mul-extended", "low", "high"}};
    size_t i;
    for (i = 0; i < LENGTH(names); i++)
        if (strcmp(name, names[i][0]) == 0) return names[i][1 + second];
    return "";
}

/* Results are stored four at a time. */
static int stored_count(const signature *s) {
    return (result_count(s) + 3) / 4 * 4;
}

/* Applies the builtin of `names` and stores what it gives. */
static void put_task(const row *w, const char *names, int i) {
    const signature *s = &signatures[tasks[i].signature];
    int k, n = parts(s->result[0]);
    put("  (let ((r (");
    put_name(names, i);
    for (k = 0; k < s->count; k++) {
        put(" ");
        put_operand(s->operands[k], tasks[i].at[k]);
    }
    put("))) (do");
    for (k = 0; k < stored_count(s); k++) {
        if (k % 4 == 0) put(" (store out (+ to %d) (uvec4", (tasks[i].out + k) / 4);
        if (k >= result_count(s)) put(" 0u");
        else put_component(s, field_name(w->name, k >= n), s->result[k >= n], k % n);
        if (k % 4 == 3) put("))");
    }
    put("))\n");
}

static void put_program(const row *w, const char *names, int from, int to) {
    int i;
    size = 0;
    put("(buffer f :readonly (array num)) (buffer n :readonly (array int))\n"
        "(buffer u :readonly (array uint)) (buffer out (array uvec4))\n"
        "(define run (int (.x (global-invocation-id))))\n"
        "(define in (* run %d)) (define to (* run %d))\n(compute (%d) (do\n",
        in_words, out_words / 4, mode.literal ? 1 : (int)GROUP);
    for (i = from; i < to; i++) put_task(w, names, i);
    put("))\n");
}

static int compile(lambdav_result *result) {
    lambdav_options options;
    char line[1000];
    memset(&options, 0, sizeof options);
    options.flags = LAMBDAV_NAMES | (mode.strict ? LAMBDAV_STRICT_FLOATS : 0u)
                    | (mode.defined ? LAMBDAV_DEFINED_INTS : 0u);
    if (lambdav_compile(&options, text, size, arena, sizeof arena, result) == LAMBDAV_OK) return 1;
    lambdav_format_diagnostic(&result->diagnostics[0], 0, line, sizeof line);
    printf("%s\n", line);
    return 0;
}

static int ok(lambdav_vk_status status) {
    if (status == LAMBDAV_VK_OK) return 1;
    printf("%s (%s)\n", vk.error, lambdav_vk_status_text(status));
    return 0;
}

/* Runs the compute module over `groups` with buffers of these words: what is read is called f, n,
   u, what is written out. Returns 0 after an error. */
static int compute(const lambdav_result *module, const uint32_t *in, size_t in_count, uint32_t *out,
                   size_t out_count, const uint32_t *groups) {
    lambdav_vk_compute info;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    lambdav_vk_buffer from, to;
    lambdav_vk_binding bindings[4];
    static const char *const names[] = {"f", "n", "u", "out"};
    int i, done;
    memset(&info, 0, sizeof info), memset(&job, 0, sizeof job);
    memset(bindings, 0, sizeof bindings);
    info.words = module->words, info.word_count = module->word_count;
    if (!ok(lambdav_vk_compute_open(&vk, &pipeline, &info))) return 0;
    done = ok(lambdav_vk_buffer_open(&vk, &from, in, 4 * in_count))
           && ok(lambdav_vk_buffer_open(&vk, &to, out, 4 * out_count));
    for (i = 0; i < 4; i++) bindings[i].name = names[i], bindings[i].buffer = i < 3 ? &from : &to;
    job.pipeline = &pipeline, job.bindings = bindings, job.binding_count = 4;
    for (i = 0; i < 3; i++) job.groups[i] = groups[i];
    done = done && ok(lambdav_vk_run(&vk, &job, 1, NULL))
           && ok(lambdav_vk_buffer_read(&vk, &to, 0, out, 4 * out_count));
    lambdav_vk_buffer_close(&vk, &from);
    lambdav_vk_buffer_close(&vk, &to);
    lambdav_vk_pipeline_close(&vk, &pipeline);
    return done;
}

/* ---- comparing */

static const char *mode_name(void) {
    return mode.folded    ? "folded"
           : mode.literal ? "literals"
           : mode.strict  ? "strict floats"
           : mode.defined ? "defined ints"
                          : "plain";
}

static void put_value(int kind, uint32_t w) {
    if (kind == NUM) put("%a[%.9g]", (double)float_of(w), (double)float_of(w));
    else put_literal(kind, w);
}

static void complain(const row *w, const signature *s, const uint32_t *x, const int *at, int k,
                     uint32_t is) {
    int i, j, n = parts(s->result[0]), shown;
    cell c = results[k];
    if (++complaints > COMPLAINTS) return;
    size = 0;
    put("%s: (%s", mode_name(), w->name);
    for (i = 0; i < s->count; i++) {
        put(" ");
        put_type(s->operands[i]);
        put("{");
        for (j = shown = 0; j < parts(s->operands[i]); j++) {
            if (w->each && parts(s->operands[i]) > 1 && j != k) continue;
            put(shown++ ? " " : "");
            put_value(s->operands[i].kind, x[at[i] + j]);
        }
        put("}");
    }
    put(") component %d is ", k);
    put_value(s->result[k >= n].kind, is);
    if (c.how == NUMBER) put(", not from %.12g to %.12g", c.n.lo, c.n.hi);
    else put(", not "), put_value(s->result[k >= n].kind, c.word);
    if (c.how == FIELDS) put(" or %#x", c.other);
    printf("%s\n", text);
}

static int has_matrix(const signature *s) {
    int i;
    for (i = 0; i < s->count; i++)
        if (s->operands[i].columns > 1) return 1;
    return s->result[0].columns > 1;
}

/* Matrices are not folded as a whole. */
static int folds(const row *w, const signature *s) {
    return mode.literal && (w->flags & FOLDED) && !has_matrix(s);
}

static void check_task(const row *w, task *t, int run) {
    const signature *s = &signatures[t->signature];
    const uint32_t *x = words + (size_t)run * (size_t)in_words,
                   *r = answers + (size_t)run * (size_t)out_words + t->out;
    int k, n = parts(s->result[0]);
    mode.folded = folds(w, s);
    mode.kept = mode.folded || (mode.strict && (w->flags & IEEE));
    refer(w, s, x, t->at);
    for (k = 0; k < result_count(s); k++) {
        t->compared += results[k].how != ANY;
        if (!fits(results[k], r[k], s->result[k >= n].kind, mode.kept))
            complain(w, s, x, t->at, k, r[k]);
    }
    mode.folded = mode.kept = 0;
}

/* Tasks [from, to) as one program. */
static int run_tasks(const row *w, const char *names, int from, int to) {
    lambdav_result module;
    uint32_t groups[3] = {1, 1, 1};
    int runs = mode.literal ? 1 : RUNS, run, i;
    if (!mode.literal) groups[0] = RUNS / GROUP;
    put_program(w, names, from, to);
    if (!compile(&module)) return 0;
    memset(answers, 0xa5, 4 * (size_t)runs * (size_t)out_words);
    if (!compute(&module, words, (size_t)runs * (size_t)in_words, answers,
                 (size_t)runs * (size_t)out_words, groups))
        return 0;
    for (run = 0; run < runs; run++)
        for (i = from; i < to; i++) check_task(w, &tasks[i], run);
    return 1;
}

static uint64_t fresh_seed;

static void seed(int number, int fresh) {
    random_state = (uint64_t)(number + 1) * 0x9e3779b97f4a7c15u + (fresh ? fresh_seed : 20261120u);
    roll(), roll();
}

/* Gives tasks [from, to) the places of their operands and results; literals are their own. */
static void place_tasks(int from, int to) {
    int i, k;
    in_words = out_words = pool_count = 0;
    for (i = from; i < to; i++) {
        const signature *s = &signatures[tasks[i].signature];
        for (k = 0; k < s->count; k++)
            tasks[i].at[k] = mode.literal ? in_words + find_pool(s->operands[k].kind, k)
                                          : find_pool(s->operands[k].kind, k);
        if (mode.literal) in_words += pool_count * MOST_PARTS, pool_count = 0;
        tasks[i].out = out_words, out_words += stored_count(s);
    }
    if (!mode.literal) in_words = pool_count * MOST_PARTS;
}

static void draw_tasks(const row *w, int from, int to) {
    int run, i, k, nth = 0;
    place_tasks(from, to);
    for (run = 0; run < RUNS && !mode.literal; run++) {
        seed(1000 * run + from, run & 1);
        draw_run(w, run, words + (size_t)run * (size_t)in_words);
    }
    for (i = from; i < to && mode.literal; i++) {
        const signature *s = &signatures[tasks[i].signature];
        nth = i > from && tasks[i].signature == tasks[i - 1].signature ? nth + 1 : 0;
        for (pool_count = 0, k = 0; k < s->count; k++) find_pool(s->operands[k].kind, k);
        seed(i, nth & 1);
        draw_run(w, nth + (int)LENGTH(num_edges) * (nth & 1), words + tasks[i].at[0]);
    }
}

static int is_scalar(const signature *s) {
    int i;
    for (i = 0; i < s->count; i++)
        if (parts(s->operands[i]) > 1) return 0;
    return parts(s->result[0]) == 1;
}

/* How often a signature is tried with literals. */
static int literal_copies(const signature *s) {
    int i;
    if (is_scalar(s)) return LITERALS;
    for (i = 0; i < s->count; i++)
        if (parts(s->operands[i]) != parts(s->operands[0])) return 1;
    return has_matrix(s) ? 1 : 2;
}

/* Integers alone are left to --defined-ints, and have nothing to do with strict floats; matrices
   have as far as they go by components. */
static int is_skipped(const row *w, const signature *s) {
    int i, nums = 0;
    for (i = 0; i < s->count; i++) nums |= s->operands[i].kind == NUM;
    if (mode.defined) return nums;
    return mode.strict
           && ((!nums && s->result[0].kind != NUM) || (has_matrix(s) && !(w->flags & IEEE)));
}

/* What a device does wrong, seen at what it makes of constants itself: Mesa 22.3 folds
   pack-snorm-4x8 without cutting off the signs, and takes the halves below 2^-13 for 0. */
static int is_known(const row *w) {
    static const struct {
        const char *device, *name;
    } bugs[] = {{"llvmpipe", "pack-snorm-4x8"}, {"llvmpipe", "unpack-half-2x16"}};
    size_t i;
    for (i = 0; i < LENGTH(bugs); i++)
        if (mode.literal && strstr(vk.device.name, bugs[i].device)
            && strcmp(w->name, bugs[i].name) == 0)
            return 1;
    return 0;
}

/* One row in the mode at hand. */
static void test_row(const row *w, const char *names) {
    int i, k, from, to, done = 1, copies;
    complaints = 0, signature_count = task_count = 0;
    if (is_known(w)) {
        printf("%s: %s: left out, since this device is known to be wrong\n", mode_name(), w->name);
        return;
    }
    w->shapes(w);
    for (i = 0; i < signature_count; i++) {
        const signature *s = &signatures[i];
        copies = mode.literal ? literal_copies(s) : 1;
        if (is_skipped(w, s)) continue;
        for (k = 0; k < copies; k++) {
            memset(&tasks[task_count], 0, sizeof tasks[0]);
            tasks[task_count++].signature = i;
        }
    }
    if (task_count == 0) return;
    for (from = 0; from < task_count && done; from = to) {
        int out = 0;
        for (to = from; to < task_count && out < MOST_WORDS; to++)
            out += stored_count(&signatures[tasks[to].signature]);
        draw_tasks(w, from, to);
        done = run_tasks(w, names, from, to);
    }
    for (i = 0; i < task_count && done && !mode.literal; i++)
        if (tasks[i].compared == 0) {
            printf("%s: %s: signature %d is not compared\n", mode_name(), w->name, i);
            done = 0;
        }
    if (complaints) printf("%s: %s: %d components differ\n", mode_name(), w->name, complaints);
    if (done && !complaints) passed++;
    else failed++;
}

/* ---- derivatives: of a function whose difference to the next pixel is known */

enum { WIDTH = 8, HEIGHT = 4 };

/* a x + b y + p x^2 + q y^2 at pixel (x, y). Along x it is p (2 X + 1) + a where X is the left
   pixel of the pair. */
static const double slopes[4][4] = {
    {2, -3, 0, 0}, {-0.5, 7, 1, 2}, {16, 0.25, -2, 4}, {-1, -1, 0.5, -8}};

/* What the builtin of this name gives at pixel (x, y) of component k. */
static double slope(const char *name, int k, int x, int y) {
    const double *s = slopes[k];
    double along = s[0] + s[2] * (2 * (x & ~1) + 1), downwards = s[1] + s[3] * (2 * (y & ~1) + 1);
    if (strncmp(name, "dfdx", 4) == 0) return along;
    return strncmp(name, "dfdy", 4) == 0 ? downwards : fabs(along) + fabs(downwards);
}

static int check_slopes(const char *name, float (*pixels)[4], int rows_of, const char *what) {
    int i, k, wrong = 0;
    for (i = 0; i < WIDTH * HEIGHT; i++)
        for (k = 0; k < rows_of; k++) {
            double wanted = slope(name, k, i % WIDTH, i / WIDTH), is = (double)pixels[i][k];
            if (is == wanted || wrong++ > 2) continue;
            printf("%s: (%s vec%d) component %d at %d %d is %g, not %g\n", what, name, rows_of, k,
                   i % WIDTH, i / WIDTH, is, wanted);
        }
    return !wrong;
}

static int draw_slopes(const char *name, const char *called) {
    static float pixels[4][WIDTH * HEIGHT][4];
    lambdav_result module;
    lambdav_vk_pass pass;
    int i, fine = 1;
    size = 0;
    put("(define at (- (.xy (frag-coord)) 0.5)) (define x (.x at)) (define y (.y at))\n"
        "(define v (vec4");
    for (i = 0; i < 4; i++)
        put(" (+ (* %g x) (* %g y) (* %g x x) (* %g y y))", slopes[i][0], slopes[i][1],
            slopes[i][2], slopes[i][3]);
    put("))\n");
    for (i = 0; i < 4; i++) put("(output %d (%s v.%.*s))\n", i, called, i + 1, "xyzw");
    if (!compile(&module)) return 0;
    memset(&pass, 0, sizeof pass);
    pass.words = module.words, pass.word_count = module.word_count;
    pass.width = WIDTH, pass.height = HEIGHT, pass.attachment_count = 4;
    for (i = 0; i < 4; i++) {
        pass.attachments[i].format = LAMBDAV_VK_RGBA32F;
        pass.attachments[i].pixels = pixels[i], pass.attachments[i].size = sizeof pixels[i];
    }
    if (!ok(lambdav_vk_draw(&vk, &pass))) return 0;
    for (i = 0; i < 4; i++) fine &= check_slopes(name, pixels[i], i + 1, mode_name());
    return fine;
}

static int test_derivative(const char *names) {
    int fine = 1, last = (int)strcspn(names, " ");
    char name[40], called[40];
    const char *p = names;
    snprintf(name, sizeof name, "%.*s", last, names);
    while (*p) {
        int n = (int)strcspn(p, " ");
        snprintf(called, sizeof called, "%.*s", n, p);
        fine &= draw_slopes(name, called);
        p += n, p += *p == ' ';
    }
    return fine;
}

/* ---- what a compute stage gives */

/* All invocations of 2 x 3 x 2 groups of 4 x 2 x 1 write their ids where these say. */
static int test_ids(const char *names) {
    static uint32_t out[96 * 20];
    static const uint32_t groups[3] = {2, 3, 2}, sizes[3] = {4, 2, 1};
    lambdav_result module;
    uint32_t i, k, one = 0;
    (void)names;
    size = 0;
    put("(buffer out (array uint)) (define g (global-invocation-id))\n"
        "(define to (* 16 (int (+ g.x (* 8 g.y) (* 48 g.z)))))\n"
        "(define (put at v) (do (store out (+ to at) v.x) (store out (+ to at 1) v.y)\n"
        "  (store out (+ to at 2) v.z)))\n"
        "(compute (4 2 1) (do (put 0 g) (put 3 (local-invocation-id)) (put 6 (workgroup-id))\n"
        "  (put 9 (num-workgroups)) (put 12 (workgroup-size))\n"
        "  (store out (+ to 15) (local-invocation-index))))\n");
    memset(out, 0xff, sizeof out);
    if (!compile(&module) || !compute(&module, &one, 1, out, LENGTH(out), groups)) return 0;
    for (i = 0; i < 96; i++) {
        const uint32_t g[3] = {i % 8, i / 8 % 6, i / 48}, *r = out + 16 * i;
        for (k = 0; k < 3; k++)
            if (r[k] != g[k] || r[3 + k] != g[k] % sizes[k] || r[6 + k] != g[k] / sizes[k]
                || r[9 + k] != groups[k] || r[12 + k] != sizes[k])
                break;
        if (k == 3 && r[15] == g[0] % 4 + g[1] % 2 * 4) continue;
        printf("ids of invocation %u %u %u are wrong\n", g[0], g[1], g[2]);
        return 0;
    }
    return 1;
}

/* ---- atomics: each invocation on a word of its own */

/* What is there after `name` of v (and c, what it compares with) on old. */
static uint32_t after(const char *name, int kind, uint32_t old, uint32_t c, uint32_t v) {
    cell x[2];
    x[0] = word(old), x[1] = word(v);
    name += strlen("atomic-");
    if (strcmp(name, "load") == 0) return old;
    if (strcmp(name, "add") == 0) return old + v;
    if (strcmp(name, "sub") == 0) return old - v;
    if (strcmp(name, "min") == 0) return c_min(kind, x).word;
    if (strcmp(name, "max") == 0) return c_max(kind, x).word;
    if (strcmp(name, "and") == 0) return old & v;
    if (strcmp(name, "or") == 0) return old | v;
    if (strcmp(name, "xor") == 0) return old ^ v;
    if (strcmp(name, "compare-exchange") == 0) return old == c ? v : old;
    return v; /* exchange, store */
}

static int run_atomic(const char *name, const char *called, int kind) {
    static const char *const scalars[] = {"num", "int", "uint"};
    static uint32_t in[3 * RUNS], out[2 * RUNS];
    const uint32_t groups[3] = {RUNS / GROUP, 1, 1};
    int compares = strstr(name, "compare") != NULL, loads = strstr(name, "load") != NULL,
        stores = strstr(name, "store") != NULL, i, fine = 1;
    lambdav_result module;
    size = 0;
    put("(buffer %c :readonly (array %s)) (buffer out (array %s))\n"
        "(define i (int (.x (global-invocation-id))))\n(compute (%d) (do %s (%s out i",
        kind == INT ? 'n' : 'u', scalars[kind], scalars[kind], (int)GROUP,
        stores ? "" : "(bind old", called);
    if (compares) put(" (at %c (+ %d i))", "fnu"[kind], (int)RUNS);
    if (!loads) put(" (at %c i)", "fnu"[kind]);
    put(stores ? ")))" : ")) (store out (+ %d i) old)))", (int)RUNS);
    random_state = fresh_seed;
    for (i = 0; i < RUNS; i++) {
        in[i] = draw(kind, 'a'), out[i] = in[2 * RUNS + i] = draw(kind, 'a');
        in[RUNS + i] = heads() ? out[i] : draw(kind, 'a');
        out[RUNS + i] = out[i];
    }
    if (!compile(&module) || !compute(&module, in, 2 * RUNS, out, 2 * RUNS, groups)) return 0;
    for (i = 0; i < RUNS && fine; i++) {
        uint32_t old = in[2 * RUNS + i], wanted = after(name, kind, old, in[RUNS + i], in[i]);
        fine = out[i] == wanted && out[RUNS + i] == old;
        if (!fine)
            printf("(%s %s) of %#x with %#x leaves %#x, not %#x, and gives %#x\n", called,
                   scalars[kind], old, in[i], out[i], wanted, out[RUNS + i]);
    }
    return fine;
}

static int test_atomic(const char *names) {
    char name[40];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    const char *last = strrchr(names, ' ') ? strrchr(names, ' ') + 1 : name;
    return run_atomic(name, name, INT) & run_atomic(name, last, UINT);
}

/* ---- memory, barriers, images */

/* A group of 64 turns 64 words around by shared memory, and fields of a buffer are written and read
   back. */
static int test_memory(const char *names) {
    static uint32_t in[64], out[128];
    const uint32_t groups[3] = {1, 1, 1};
    lambdav_result module;
    uint32_t i;
    (void)names;
    size = 0;
    put("(buffer u :readonly (array uint)) (buffer out (a uint) (b uvec2) (c (array uint)))\n"
        "(shared s (array uint 64)) (define i (int (.x (local-invocation-id))))\n"
        "(compute (64) (do (store s i (at u i)) (barrier) (bind v (load s (- 63 i)))\n"
        "  (store out.c i v)\n"
        "  (when (= i 5) (do (store-field out a 7u) (store-field out b (uvec2 8u 9u))\n"
        "    (memory-barrier) (bind a (load-field out a)) (bind b (load-field out b))\n"
        "    (store out.c 64 (+ a (* 10u b.x) (* 100u b.y)))))))\n");
    for (i = 0; i < 64; i++) in[i] = 3 * i + 1;
    if (!compile(&module) || !compute(&module, in, 64, out, 128, groups)) return 0;
    /* a, padding, b, then c */
    for (i = 0; i < 64 && out[4 + i] == in[63 - i];) i++;
    return i == 64 && out[0] == 7 && out[2] == 8 && out[3] == 9 && out[68] == 7 + 80 + 900;
}

/* Each invocation writes a texel. */
static int test_image_store(const char *names) {
    static const char *const formats[] = {"rgba32f", "rgba32i", "rgba32ui"};
    static const lambdav_vk_format kinds[] = {LAMBDAV_VK_RGBA32F, LAMBDAV_VK_RGBA32I,
                                              LAMBDAV_VK_RGBA32UI};
    static const char *const vectors[] = {"vec4", "ivec4", "uvec4"};
    static const char *const as[] = {"num", "int", "uint"};
    static uint32_t texels[16 * 4];
    lambdav_vk_image image;
    lambdav_vk_image_info info;
    lambdav_vk_compute code;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_binding binding;
    lambdav_vk_job job;
    lambdav_result module;
    int kind, i, fine = 1;
    for (kind = 0; kind < 3 && fine; kind++) {
        size = 0;
        put("(image picture 2d :format %s) (define g (.xy (global-invocation-id)))\n"
            "(define k (%s (+ g.x (* 4u g.y))))\n(compute (4 4) (", formats[kind], as[kind]);
        put_name(names, kind);
        put(" picture (int g) (%s k (* 2 k) (* 3 k) (+ 1 k))))", vectors[kind]);
        memset(&info, 0, sizeof info), memset(&code, 0, sizeof code);
        memset(&job, 0, sizeof job), memset(&binding, 0, sizeof binding);
        info.format = kinds[kind], info.width = info.height = 4;
        if (!compile(&module)) return 0;
        code.words = module.words, code.word_count = module.word_count;
        if (!ok(lambdav_vk_compute_open(&vk, &pipeline, &code))) return 0;
        fine = ok(lambdav_vk_image_open(&vk, &image, &info));
        binding.name = "picture", binding.image = &image;
        job.pipeline = &pipeline, job.bindings = &binding, job.binding_count = 1;
        fine = fine && ok(lambdav_vk_run(&vk, &job, 1, NULL))
               && ok(lambdav_vk_image_read(&vk, &image, 0, texels, sizeof texels));
        for (i = 0; i < 64 && fine; i++) {
            uint32_t n = (uint32_t)i / 4,
                     wanted = i % 4 == 3 ? n + 1 : n * (uint32_t)(i % 4 + 1);
            fine = texels[i] == (kind == NUM ? bits_of(wanted) : wanted);
        }
        lambdav_vk_image_close(&vk, &image);
        lambdav_vk_pipeline_close(&vk, &pipeline);
    }
    return fine;
}

/* lambdav_vk.h has no images of several samples: this compiles, no more. */
static int test_samples(const char *names) {
    lambdav_result module;
    size = 0;
    put("(texture t 2d-ms) (texture a 2d-ms-array) (output 0 (num (+ (");
    put_name(names, 0);
    put(" t) (");
    put_name(names, 1);
    put(" a))))");
    return compile(&module);
}

/* ---- what has a test of its own */

static const struct {
    const char *names; /* ends with a space */
    int (*test)(const char *names);
} special[] = {
    {"dfdx dfdy fwidth dfdx-fine dfdy-fine fwidth-fine dfdx-coarse dfdy-coarse fwidth-coarse ",
     test_derivative},
    {"global-invocation-id local-invocation-id workgroup-id num-workgroups local-invocation-index "
     "workgroup-size ", test_ids},
    {"atomic-load atomic-store atomic-add atomic-sub atomic-min atomic-max atomic-and atomic-or "
     "atomic-xor atomic-exchange atomic-compare-exchange ", test_atomic},
    {"load load-field store store-field barrier memory-barrier ", test_memory},
    {"image-store ", test_image_store},
    {"texture-samples ", test_samples}};

/* Builtins and forms that other tests run: their names stand in that file. */
static const struct {
    const char *file, *names;
} elsewhere[] = {
    {"tests/compiler/stage_test.c",
     "frag-coord point-coord sample-id vertex-index instance-index subgroup-size "
     "subgroup-invocation-id subgroup-elect subgroup-all subgroup-any subgroup-ballot "
     "subgroup-broadcast-first subgroup-add subgroup-min subgroup-max sample sample-bias "
     "sample-lod sample-grad sample-offset sample-proj sample-compare sample-compare-lod gather "
     "gather-compare fetch texture-size texture-levels texture-lod image-size image-load do "},
    {"tests/data/run/stage-front-facing.lv", "front-facing "},
    {"tests/data/compute/read.lv", "count "},
    {"tests/data/compute/whole.lv", "array map fold with-at "},
    {"tests/data/run/array-of.lv", "array-of "},
    {"tests/data/run/scan.lv", "scan "},
    {"tests/data/run/alias-let.lv", "let "},
    {"tests/data/run/let-star.lv", "let* "},
    {"tests/data/run/capture-func.lv", "func "},
    {"tests/data/run/capture-rec-func.lv", "rec-func rec "},
    {"tests/data/run/alias-chosen.lv", "if "},
    {"tests/data/run/array-loop.lv", "loop "},
    {"tests/data/run/cond.lv", "cond "},
    {"tests/data/run/case-functions.lv", "case "},
    {"tests/data/run/switch-values.lv", "switch "},
    {"tests/data/run/static-if.lv", "static-if "},
    {"tests/data/run/the.lv", "the "},
    {"tests/data/run/struct-with.lv", "with "},
    {"tests/data/compute/shared.lv", "when "},
};

/* Does `name` stand in a list of names, each with a space behind it? */
static int lists(const char *list, const char *name) {
    size_t n = strlen(name);
    const char *p;
    for (p = list; (p = strstr(p, name)) != NULL; p++)
        if ((p == list || p[-1] == ' ') && p[n] == ' ') return 1;
    return 0;
}

static int stands_in(const char *file, const char *name) {
    char *content = (char *)malloc(TEXT);
    FILE *f = fopen(file, "rb");
    size_t n = f ? fread(content, 1, TEXT - 1, f) : 0, length = strlen(name);
    const char *p;
    int found = 0;
    content[n] = '\0';
    for (p = content; !found && (p = strstr(p, name)) != NULL; p++)
        found = p > content && p[-1] == '(' && strchr(" )", p[length]) != NULL;
    if (f) fclose(f);
    free(content);
    return found;
}

/* ---- the program */

static void test_rows(const char *name, const char *names, int *found) {
    int i;
    for (i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name) != 0) continue;
        *found = 1;
        memset(&mode, 0, sizeof mode);
        test_row(&rows[i], names);
        mode.literal = 1;
        test_row(&rows[i], names);
        mode.literal = 0, mode.strict = 1;
        if (strict_runs) test_row(&rows[i], names);
        mode.strict = 0, mode.defined = 1;
        if (rows[i].flags & DEFINED) test_row(&rows[i], names);
        mode.defined = 0;
    }
}

/* Returns 0 if anything fails. */
static int test_name(const char *names) {
    char name[64];
    int found = 0, done, before = failed;
    size_t i;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    test_rows(name, names, &found);
    for (i = 0; i < LENGTH(special); i++) {
        if (!lists(special[i].names, name)) continue;
        done = special[i].test(names);
        if (!done) printf("%s: fails\n", name);
        passed += done, failed += !done, found = 1;
    }
    for (i = 0; i < LENGTH(elsewhere); i++) {
        if (!lists(elsewhere[i].names, name)) continue;
        done = stands_in(elsewhere[i].file, name);
        if (!done) printf("%s: is not in %s\n", name, elsewhere[i].file);
        passed += done, failed += !done, found = 1;
    }
    if (!found) printf("%s: no test has it\n", name);
    failed += !found;
    return failed == before;
}

static char last_message[1000];

static void hear(void *user, lambdav_vk_message_kind kind, const char *message) {
    (void)user, (void)kind;
    snprintf(last_message, sizeof last_message, "%s", message);
}

/* Does the device take a module with strict floats? */
static int has_strict_floats(void) {
    lambdav_result module;
    lambdav_vk_compute info;
    lambdav_vk_pipeline pipeline;
    int has;
    mode.strict = 1, size = 0;
    put("(buffer out (array num)) (compute (1) (store out 0 1))");
    memset(&info, 0, sizeof info);
    if (!compile(&module)) return 0;
    info.words = module.words, info.word_count = module.word_count;
    has = lambdav_vk_compute_open(&vk, &pipeline, &info) == LAMBDAV_VK_OK;
    if (has) lambdav_vk_pipeline_close(&vk, &pipeline);
    mode.strict = 0;
    return has;
}

static int is_asked(int argc, char **argv, const char *names) {
    int i;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
    for (i = 3; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return 1;
    return argc <= 3;
}

int main(int argc, char **argv) {
    lambdav_vk_options options;
    uint32_t i;
    const char *names;
    memset(&options, 0, sizeof options);
    if (argc > 1 && *argv[1]) options.device = argv[1];
    options.validation = 1, options.message = hear;
    fresh_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (!fresh_seed) fresh_seed = (uint64_t)time(NULL) & 0xffffffu;
    if (!ok(lambdav_vk_open(&vk, &options))) return 3;
    text = (char *)malloc(TEXT);
    words = (uint32_t *)malloc(4 * RUNS * 16384), answers = (uint32_t *)malloc(4 * RUNS * 1024);
    if (!text || !words || !answers) return 3;
    strict_runs = has_strict_floats();
    /* of 262144 nums each, 3 and 2 are beyond the bound, by 0.13 ULP at most */
    if (strstr(vk.device.name, "llvmpipe")) exp_slack = 0.25;
    printf("seed %llu%s\n", (unsigned long long)fresh_seed,
           strict_runs ? "" : "; the device has no strict floats");
    fflush(stdout);
    for (i = 0; (names = lambdav_builtin_name(i)) != NULL; i++)
        if (is_asked(argc, argv, names) && !test_name(names))
            repeat_by("%s '%s' %llu %.*s", argv[0], argc > 1 ? argv[1] : "",
                      (unsigned long long)fresh_seed, (int)strcspn(names, " "), names);
    lambdav_vk_close(&vk);
    if (vk.messages[LAMBDAV_VK_MESSAGE_ERROR] + vk.messages[LAMBDAV_VK_MESSAGE_WARNING] != 0) {
        printf("validation: %s\n", last_message);
        failed++;
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
