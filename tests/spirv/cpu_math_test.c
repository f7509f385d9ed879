// cc -std=c99 -O1 -fno-math-errno -ffp-contract=off -I. tests/spirv/cpu_math_test.c -o cpu_math_test -lm
/* The arithmetic of the CPU runner: every row of >>lanes and >>ext of tools/spv_cpu.h against what
   the C library computes in binary64, or against integers, on edge values with edge values and on
   random bits. Exact where SPIR-V has one result, else within a bound in units in the last place;
   the worst error is printed. A row that has no reference here is a failed test.

   cpu_math_test --exhaustive NAME...   all 2^32 operands of component-wise rows of one operand */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"
#include "tests/support/random_bits.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
#define RANDOM_CASES 300000
#define GUARD 0xa5a5a5a5u

static int passed, failed;

// --- numbers

static int is_nan(uint32_t u) {
    return (u & 0x7fffffffu) > 0x7f800000u;
}

// Where things change, as floats or as integers; each with its sign bit turned as well.
static const uint32_t edges[] = {
    0,          1,          2,          3,          31,         32,         33,
    0x80,       0xffff,     0x10000,    0x007fffff, 0x00800000, 0x00800001, 0x0f800000,
    0x33000000, 0x33800000, 0x337fffff, 0x387fc000, 0x387fe000, 0x38800000, 0x39000000,
    0x3b7fffff, 0x3b800000, 0x3dcccccd, 0x3e800000, 0x3ed413cd, 0x3ed413ce, 0x3effffff,
    0x3f000000, 0x3f000001, 0x3f3504f3, 0x3f3504f4, 0x3f490fdb, 0x3f7fffff, 0x3f800000,
    0x3f800001, 0x3fb504f3, 0x3fc00000, 0x3fc90fdb, 0x40000000, 0x40200000, 0x402df854,
    0x40400000, 0x40490fdb, 0x40600000, 0x40800000, 0x40900000, 0x40a00000, 0x40c90fdb,
    0x41200000, 0x42aeac50, 0x42b17217, 0x42b17218, 0x42b2d4fc, 0x42c80000, 0x42ce8ed0,
    0x42fe0000, 0x42ff0000, 0x43000000, 0x43150000, 0x43160000, 0x43480000, 0x437f0000,
    0x46fffe00, 0x477fe000, 0x477ff000, 0x47800000, 0x4afffffe, 0x4affffff, 0x4b000000,
    0x4b000001, 0x4b7fffff, 0x4b800000, 0x4b800001, 0x4effffff, 0x4f000000, 0x4f7fffff,
    0x4f800000, 0x5f000000, 0x7149f2ca, 0x7e800000, 0x7f000000, 0x7f7fffff, 0x7f800000,
    0x7f800001, 0x7fc00000, 0x7fffffff};
// The fewer for three operands.
static const uint32_t few_edges[] = {
    0,          1,          2,          31,         32,         0x007fffff, 0x00800000,
    0x33800000, 0x3f000000, 0x3f7fffff, 0x3f800000, 0x3f800001, 0x40400000, 0x4b000001,
    0x4b800000, 0x7f000000, 0x7f7fffff, 0x7f800000, 0x7fc00000};

static uint32_t edge(uint32_t i) {
    return edges[i >> 1] ^ (i & 1u) << 31;
}

static uint32_t few_edge(uint32_t i) {
    return few_edges[i >> 1] ^ (i & 1u) << 31;
}

// A float of a common size.
static uint32_t random_common(void) {
    return (random32() & 0x807fffffu) | (115u + random_below(24)) << 23;
}

// Any bits, edges, common sizes, small integers, integral floats, or something near to x.
static uint32_t random_operand(uint32_t x) {
    switch (random_below(7)) {
    case 0: return random32();
    case 1: return (x ^ (random32() & 0x80000000u)) + random_below(5) - 2u;
    case 2: return (x & 0xff800000u) ^ (random_below(64) << 23) ^ (random32() & 0x807fffffu);
    case 3: return random_below(80) - 40u;
    case 4: return bits_of((float)(int32_t)(random_below(200) - 100u) * 0.5f);
    case 5: return edge(random_below(2 * COUNT(edges)));
    default: return random_common();
    }
}

// --- references of the component-wise rows

// Units in the last place between got and a finite or infinite want that is no NaN.
static double error_of(float got, double want) {
    double size = fabs(want), value = got;
    int exponent = size < 1.1754943508222875e-38 ? -126 : ilogb(size);
    if (exponent > 127) exponent = 127;
    if (isinf((float)want) && isinf(value)) return (want > 0) == (value > 0) ? 0.0 : HUGE_VAL;
    if (isinf(want)) return HUGE_VAL;
    if (isinf(value)) value = copysign(ldexp(1.0, 128), value);
    return fabs(value - want) / ldexp(1.0, exponent - 23);
}

static double modulo(float x, float y, float (*whole)(float)) {
    volatile float quotient = x / y, product = y * whole(quotient), rest = x - product;
    return rest;
}

// A half's bits, nearest to x.
static uint32_t half_of(double x) {
    double size = fabs(x);
    uint32_t sign = signbit(x) ? 0x8000u : 0;
    int exponent;
    if (x != x) return sign | 0x7e00u;
    if (size >= 65520.0) return sign | 0x7c00u;
    exponent = size < ldexp(1.0, -14) ? -15 : ilogb(size);
    if (exponent == -15) return sign | (uint32_t)nearbyint(ldexp(size, 24));
    sign += (uint32_t)(exponent + 14) << 10; // and one more by the bit before the point
    return sign + (uint32_t)nearbyint(ldexp(size, 10 - exponent));
}

static double of_half(uint32_t h) {
    int exponent = (int)(h >> 10 & 31u);
    double part = (double)(h & 1023u), sign = h & 0x8000u ? -1.0 : 1.0;
    if (exponent == 31) return part > 0.0 ? NAN : sign * HUGE_VAL;
    return sign * (exponent == 0 ? ldexp(part, -24) : ldexp(part + 1024.0, exponent - 25));
}

static double quantize(float x) {
    double value = of_half(half_of(x));
    return fabs(value) < ldexp(1.0, -14) ? copysign(0.0, value) : value;
}

static uint32_t to_int(float x) {
    if (x != x) return 0;
    if (x >= 2147483648.0f) return 0x7fffffffu;
    return x <= -2147483648.0f ? 0x80000000u : (uint32_t)(int32_t)x;
}

static uint32_t to_uint(float x) {
    return x != x || x <= 0 ? 0 : x >= 4294967296.0f ? 0xffffffffu : (uint32_t)x;
}

static uint32_t divide(int64_t u, int64_t v) {
    return v == 0 ? 0 : (uint32_t)(u / v);
}

static uint32_t rest(int64_t u, int64_t v) {
    return v == 0 ? 0 : (uint32_t)(u % v);
}

static uint32_t floor_rest(int64_t u, int64_t v) {
    return v == 0 ? 0 : (uint32_t)((u % v + v) % v);
}

static uint32_t reversed(uint32_t u) {
    uint32_t r = 0, i;
    for (i = 0; i < 32; i++) r |= (u >> i & 1u) << (31 - i);
    return r;
}

static uint32_t ones(uint32_t u) {
    uint32_t n = 0;
    for (; u != 0; u >>= 1) n += u & 1u;
    return n;
}

static uint32_t lowest(uint32_t u) {
    uint32_t i;
    for (i = 0; i < 32; i++)
        if (u >> i & 1u) return i;
    return 0xffffffffu;
}

static uint32_t highest(uint32_t u) {
    uint32_t i;
    for (i = 32; i-- > 0;)
        if (u >> i & 1u) return i;
    return 0xffffffffu;
}

// The lesser, or the greater, as the sign says; -0 is less than +0.
static double least(double x, double y, double sign) {
    if (x != x) return y;
    if (y != y) return x;
    if (x == y) return (signbit(x) != 0) == (sign > 0) ? x : y;
    return sign * x < sign * y ? x : y;
}

static double signum(double x) {
    return x != x ? x : x > 0 ? 1.0 : x < 0 ? -1.0 : 0.0;
}

static double smooth(float low, float high, float x) {
    volatile float t = (x - low) / (high - low), u, v;
    t = (float)least(least(t, 0.0, -1.0), 1.0, 1.0);
    u = 2.0f * t;
    v = 3.0f - u;
    u = t * t;
    return u * v;
}

static double mixed(float x, float y, float z) {
    volatile float other = 1.0f - z, first = x * other, second = y * z;
    return first + second;
}

static int clamped(int32_t n) {
    return n < -1000 ? -1000 : n > 1000 ? 1000 : n;
}

#define MASK(condition) ((condition) ? 0xffffffffu : 0u)
#define S(u) ((int64_t)(int32_t)(u))

// Results that are words: X(name, operands, result from the words u, v, w or the floats x, y, z).
#define WORDS(X) \
    X(ConvertFToS, 1, to_int(x)) X(ConvertFToU, 1, to_uint(x)) \
    X(FOrdEqual, 2, MASK(!is_nan(u) && !is_nan(v) && x == y)) \
    X(FOrdNotEqual, 2, MASK(!is_nan(u) && !is_nan(v) && x != y)) \
    X(FOrdLessThan, 2, MASK(!is_nan(u) && !is_nan(v) && x < y)) \
    X(FOrdLessThanEqual, 2, MASK(!is_nan(u) && !is_nan(v) && x <= y)) \
    X(FOrdGreaterThan, 2, MASK(!is_nan(u) && !is_nan(v) && x > y)) \
    X(FOrdGreaterThanEqual, 2, MASK(!is_nan(u) && !is_nan(v) && x >= y)) \
    X(FUnordEqual, 2, MASK(is_nan(u) || is_nan(v) || x == y)) \
    X(FUnordNotEqual, 2, MASK(is_nan(u) || is_nan(v) || x != y)) \
    X(FUnordLessThan, 2, MASK(is_nan(u) || is_nan(v) || x < y)) \
    X(FUnordLessThanEqual, 2, MASK(is_nan(u) || is_nan(v) || x <= y)) \
    X(FUnordGreaterThan, 2, MASK(is_nan(u) || is_nan(v) || x > y)) \
    X(FUnordGreaterThanEqual, 2, MASK(is_nan(u) || is_nan(v) || x >= y)) \
    X(Ordered, 2, MASK(!is_nan(u) && !is_nan(v))) X(Unordered, 2, MASK(is_nan(u) || is_nan(v))) \
    X(LessOrGreater, 2, MASK(!is_nan(u) && !is_nan(v) && x != y)) \
    X(IsNan, 1, MASK(isnan(x))) X(IsInf, 1, MASK(isinf(x))) X(IsFinite, 1, MASK(isfinite(x))) \
    X(IsNormal, 1, MASK(isnormal(x))) X(SignBitSet, 1, MASK(signbit(x)))
#define INTEGERS(X) \
    X(SNegate, 1, (uint32_t)-S(u)) \
    X(IAdd, 2, (uint32_t)(S(u) + S(v))) X(ISub, 2, (uint32_t)(S(u) - S(v))) \
    X(IMul, 2, (uint32_t)(S(u) * S(v))) \
    X(UDiv, 2, divide(u, v)) X(SDiv, 2, divide(S(u), S(v))) \
    X(UMod, 2, rest(u, v)) X(SRem, 2, rest(S(u), S(v))) X(SMod, 2, floor_rest(S(u), S(v))) \
    X(BitwiseAnd, 2, ~(~u | ~v)) X(BitwiseOr, 2, ~(~u & ~v)) X(BitwiseXor, 2, (u | v) - (u & v)) \
    X(Not, 1, 0xffffffffu - u) X(BitReverse, 1, reversed(u)) X(BitCount, 1, ones(u)) \
    X(IEqual, 2, MASK(u == v)) X(INotEqual, 2, MASK(u != v)) \
    X(ULessThan, 2, MASK(u < v)) X(ULessThanEqual, 2, MASK(u <= v)) \
    X(UGreaterThan, 2, MASK(u > v)) X(UGreaterThanEqual, 2, MASK(u >= v)) \
    X(SLessThan, 2, MASK(S(u) < S(v))) X(SLessThanEqual, 2, MASK(S(u) <= S(v))) \
    X(SGreaterThan, 2, MASK(S(u) > S(v))) X(SGreaterThanEqual, 2, MASK(S(u) >= S(v))) \
    X(LogicalAnd, 2, ~(~u | ~v)) X(LogicalOr, 2, ~(~u & ~v)) X(LogicalNot, 1, 0xffffffffu - u) \
    X(LogicalEqual, 2, ~((u | v) - (u & v))) X(LogicalNotEqual, 2, (u | v) - (u & v)) \
    X(Bitcast, 1, u) X(CopyObject, 1, u) X(CopyLogical, 1, u) \
    X(ShiftLeftLogical, 2, (uint32_t)((uint64_t)u << v % 32)) \
    X(ShiftRightLogical, 2, (uint32_t)(u / ((uint64_t)1 << v % 32))) \
    X(ShiftRightArithmetic, 2, (uint32_t)(int64_t)floor((double)S(u) / ldexp(1.0, (int)(v % 32)))) \
    X(SAbs, 1, (uint32_t)llabs(S(u))) X(SSign, 1, (uint32_t)((S(u) > 0) - (S(u) < 0))) \
    X(UMin, 2, u < v ? u : v) X(UMax, 2, u < v ? v : u) \
    X(SMin, 2, S(u) < S(v) ? u : v) X(SMax, 2, S(u) < S(v) ? v : u) \
    X(UClamp, 3, (u < v ? v : u) < w ? (u < v ? v : u) : w) \
    X(SClamp, 3, S(S(u) < S(v) ? v : u) < S(w) ? (S(u) < S(v) ? v : u) : w) \
    X(FindILsb, 1, lowest(u)) X(FindUMsb, 1, highest(u)) \
    X(FindSMsb, 1, highest(S(u) < 0 ? ~u : u))

// Results that are floats: X(name, operands, bound of the error in units in the last place, result
// in binary64); 0: exact, whatever the NaN.
#define FLOATS(X) \
    X(FNegate, 1, 0, -x) X(FAdd, 2, 0, x + y) X(FSub, 2, 0, x - y) X(FMul, 2, 0, x * y) \
    X(FDiv, 2, 0, x / y) X(FMod, 2, 0, modulo(x, y, floorf)) X(FRem, 2, 0, modulo(x, y, truncf)) \
    X(QuantizeToF16, 1, 0, quantize(x)) X(ConvertSToF, 1, 0, (float)(int32_t)u) \
    X(ConvertUToF, 1, 0, (float)u) \
    X(Round, 1, 0, nearbyint(x)) X(RoundEven, 1, 0, nearbyint(x)) X(Trunc, 1, 0, trunc(x)) \
    X(Floor, 1, 0, floor(x)) X(Ceil, 1, 0, ceil(x)) X(Fract, 1, 0, x - floorf(x)) \
    X(FAbs, 1, 0, fabs(x)) X(FSign, 1, 0, signum(x)) \
    X(FMin, 2, 0, least(x, y, 1.0)) X(FMax, 2, 0, least(x, y, -1.0)) \
    X(NMin, 2, 0, least(x, y, 1.0)) X(NMax, 2, 0, least(x, y, -1.0)) \
    X(FClamp, 3, 0, least(least(x, y, -1.0), z, 1.0)) \
    X(NClamp, 3, 0, least(least(x, y, -1.0), z, 1.0)) \
    X(FMix, 3, 0, mixed(x, y, z)) X(Step, 2, 0, y < x ? 0.0 : 1.0) \
    X(SmoothStep, 3, 0, smooth(x, y, z)) X(Fma, 3, 0, fmaf(x, y, z)) \
    X(Ldexp, 2, 0, ldexpf(x, clamped((int32_t)v))) X(Sqrt, 1, 0, sqrtf(x)) \
    X(InverseSqrt, 1, 1.5, 1.0 / sqrt((double)x)) \
    X(Radians, 1, 1.5, (double)x * 0.017453292519943295) \
    X(Degrees, 1, 1.5, (double)x * 57.29577951308232) \
    X(Sin, 1, 0.51, sin(x)) X(Cos, 1, 0.51, cos(x)) X(Tan, 1, 0.51, tan(x)) \
    X(Asin, 1, 0.51, asin(x)) X(Acos, 1, 0.51, acos(x)) X(Atan, 1, 0.51, atan(x)) \
    X(Atan2, 2, 0.51, atan2(x, y)) X(Sinh, 1, 0.51, sinh(x)) X(Cosh, 1, 0.51, cosh(x)) \
    X(Tanh, 1, 0.51, tanh(x)) X(Asinh, 1, 0.51, asinh(x)) X(Acosh, 1, 0.51, acosh(x)) \
    X(Atanh, 1, 0.51, atanh(x)) X(Exp, 1, 0.51, exp(x)) X(Log, 1, 0.51, log(x)) \
    X(Exp2, 1, 0.51, exp2(x)) X(Log2, 1, 0.51, log2(x)) X(Pow, 2, 0.51, pow(x, y))

#define WORD_REFERENCE(name, operands, result)                                    \
    static uint32_t word_##name(const uint32_t *at) {                             \
        uint32_t u = at[0], v = at[1], w = at[2];                                 \
        float x = float_of(u), y = float_of(v);                                   \
        (void)v, (void)w, (void)x, (void)y;                                       \
        return (result);                                                          \
    }
#define FLOAT_REFERENCE(name, operands, bound, result)                            \
    static double float_##name(const uint32_t *at) {                              \
        uint32_t u = at[0], v = at[1];                                            \
        float x = float_of(u), y = float_of(v), z = float_of(at[2]);              \
        (void)v, (void)x, (void)y, (void)z;                                       \
        return (result);                                                          \
    }
WORDS(WORD_REFERENCE)
INTEGERS(WORD_REFERENCE)
FLOATS(FLOAT_REFERENCE)

typedef struct {
    const char *name;
    int operands;
    double bound;                          // of a float
    uint32_t (*word)(const uint32_t *at);  // or
    double (*value)(const uint32_t *at);
} reference;

#define WORD_ROW(name, operands, result) {#name, operands, 0, word_##name, NULL},
#define FLOAT_ROW(name, operands, bound, result) {#name, operands, bound, NULL, float_##name},
static const reference references[] = {WORDS(WORD_ROW) INTEGERS(WORD_ROW) FLOATS(FLOAT_ROW)};

// --- the rows of the header

typedef struct {
    const char *name;
    int operands, wise;
    spv_cpui_lane_function *run;
} row;

#define HEADER_ROW(name, operands, wise, function) {#name, operands, wise, function},
static const row rows[] = {SPV_CPUI_LANES(HEADER_ROW) SPV_CPUI_EXT(HEADER_ROW)};

static const row *row_of(const char *name) {
    size_t i;
    for (i = 0; i < COUNT(rows); i++)
        if (strcmp(rows[i].name, name) == 0) return &rows[i];
    return NULL;
}

// --- component-wise rows

#define CASES 960
typedef struct {
    const row *row;
    const reference *reference;
    uint32_t operands[3][CASES]; // component-wise: lanes and parts are one list
    uint32_t count, wrong;
    double worst;
    uint32_t worst_at[3];
} batch;

static double wrong_by(batch *b, uint32_t got, const uint32_t *at) {
    const reference *r = b->reference;
    double want, error;
    if (r->word != NULL) return got == r->word(at) ? 0.0 : HUGE_VAL;
    want = r->value(at);
    if (want != want) return is_nan(got) ? 0.0 : HUGE_VAL;
    if (is_nan(got)) return HUGE_VAL;
    if (want == 0.0) return bits_of((float)want) == got ? 0.0 : HUGE_VAL;
    if (r->bound == 0) return bits_of((float)want) == got ? 0.0 : HUGE_VAL;
    error = error_of(float_of(got), want);
    return !signbit(want) == !signbit(float_of(got)) ? error : HUGE_VAL;
}

static void check_case(batch *b, uint32_t got, uint32_t i) {
    uint32_t at[3] = {b->operands[0][i], b->operands[1][i], b->operands[2][i]};
    double error = wrong_by(b, got, at);
    if (error > b->worst) {
        b->worst = error;
        memcpy(b->worst_at, at, sizeof at);
    }
    if (error <= b->reference->bound) return;
    if (b->wrong++ == 0)
        printf("%s(%08x %08x %08x) is %08x (%.9g), error %g\n", b->row->name, at[0], at[1], at[2],
               got, float_of(got), error);
}

// Runs the batch as vectors of some size; then again, with the result in the place of an operand.
static void flush(batch *b) {
    static const uint32_t lanes[] = {16, 48, 64, 192, 320, 960};
    uint32_t out[CASES + 2], i, k;
    spv_cpui_args args;
    memset(&args, 0, sizeof args);
    for (i = b->count; i < CASES; i++)
        for (k = 0; k < 3; k++) b->operands[k][i] = b->operands[k][b->count - 1];
    out[0] = out[CASES + 1] = GUARD;
    args.d = out + 1;
    args.a = b->operands[0];
    if (b->row->operands > 1) args.b = b->operands[1];
    if (b->row->operands > 2) args.c = b->operands[2];
    args.lanes = lanes[random_below(COUNT(lanes))];
    args.parts = args.rows = args.rows_b = CASES / args.lanes;
    args.columns = args.columns_b = 1;
    args.a_step = args.b_step = args.c_step = args.lanes;
    b->row->run(&args);
    for (i = 0; i < CASES; i++) check_case(b, out[i + 1], i);
    if (out[0] != GUARD || out[CASES + 1] != GUARD) b->wrong++;
    k = random_below((uint32_t)b->row->operands);
    args.d = b->operands[k];
    b->row->run(&args);
    if (memcmp(out + 1, args.d, CASES * sizeof *out) != 0) b->wrong++;
    b->count = 0;
}

static void add_case(batch *b, uint32_t u, uint32_t v, uint32_t w) {
    b->operands[0][b->count] = u;
    b->operands[1][b->count] = v;
    b->operands[2][b->count] = w;
    if (++b->count == CASES) flush(b);
}

static void add_edges(batch *b) {
    const uint32_t n = 2 * COUNT(edges), few = 2 * COUNT(few_edges);
    uint32_t i, j, k;
    for (i = 0; i < n && b->row->operands == 1; i++) add_case(b, edge(i), 0, 0);
    for (i = 0; i < n && b->row->operands == 2; i++)
        for (j = 0; j < n; j++) add_case(b, edge(i), edge(j), 0);
    for (i = 0; i < few && b->row->operands == 3; i++)
        for (j = 0; j < few; j++)
            for (k = 0; k < few; k++) add_case(b, few_edge(i), few_edge(j), few_edge(k));
}

static void test_wise(const reference *r) {
    static batch b;
    uint32_t i;
    memset(&b, 0, sizeof b);
    b.reference = r;
    b.row = row_of(r->name);
    if (b.row == NULL || b.row->operands != r->operands || !b.row->wise) {
        printf("%s: there is no such row, or with another number of operands\n", r->name);
        failed++;
        return;
    }
    add_edges(&b);
    for (i = 0; i < RANDOM_CASES; i++) {
        uint32_t u = random_operand(random32()), v = random_operand(u);
        add_case(&b, u, v, random_operand(random_below(2) ? u : v));
    }
    // Blocks of positive numbers take another path in Pow, as do those of small ones in Sin.
    for (i = 0; i < RANDOM_CASES; i++)
        add_case(&b, random_common() & 0x7fffffffu, random_common(), random_common());
    // A run of one second operand takes another path in shifts.
    for (i = 0; i < 2 * CASES; i++) add_case(&b, random32(), i / 16, random32());
    if (b.count > 0) flush(&b);
    if (r->bound > 0)
        printf("%-14s at most %.4f units in the last place off (%08x %08x)\n", r->name, b.worst,
               b.worst_at[0], b.worst_at[1]);
    if (b.wrong > 0) printf("%s: %u wrong\n", r->name, b.wrong);
    b.wrong == 0 ? passed++ : failed++;
}

// All operands of a row of one operand. Returns 1 if one is wrong.
static int exhaustive(const char *name) {
    static batch b;
    uint64_t u;
    size_t i;
    memset(&b, 0, sizeof b);
    b.row = row_of(name);
    for (i = 0; i < COUNT(references); i++)
        if (strcmp(references[i].name, name) == 0) b.reference = &references[i];
    if (b.row == NULL || b.reference == NULL || b.row->operands != 1) {
        fprintf(stderr, "%s is no component-wise row of one operand\n", name);
        exit(2);
    }
    for (u = 0; u >> 32 == 0; u++) add_case(&b, (uint32_t)u, 0, 0);
    flush(&b);
    printf("%-14s all 2^32 operands: %u wrong, at most %.6f units in the last place off (%08x)\n",
           name, b.wrong, b.worst, b.worst_at[0]);
    fflush(stdout);
    return b.wrong > 0;
}

// --- the other rows, by shape: vectors, matrices, pairs

#define MOST 32 // components of an operand or result

// One lane of a call.
typedef struct {
    uint32_t rows, columns, rows_b, columns_b, parts;
    uint32_t sizes[4];            // components of the operands
    uint32_t operands[4][MOST];
    double want[MOST], allow[MOST];  // a float and how far off it may be; or, if allow is negative,
    uint32_t bits[MOST];             // a word
} sample;

static double at(const sample *s, int operand, uint32_t i) {
    return float_of(s->operands[operand][i]);
}

static void want_word(sample *s, uint32_t i, uint32_t bits) {
    s->bits[i] = bits;
    s->allow[i] = -1.0;
}

// A float that rounds once, or `steps` times at numbers of the given size.
static void want_float(sample *s, uint32_t i, double value, double size, double steps) {
    s->want[i] = value;
    s->allow[i] = (fabs(value) * 1.01 + size * steps * 1.01) * ldexp(1.0, -24) + ldexp(1.0, -149);
}

// The sum of products of n terms, as result i.
static void want_sum(sample *s, uint32_t i, uint32_t n, const uint32_t *a, uint32_t a_step,
                     const uint32_t *b, uint32_t b_step) {
    double sum = 0.0, size = 0.0;
    uint32_t k;
    for (k = 0; k < n; k++) {
        double product = (double)float_of(a[k * a_step]) * float_of(b[k * b_step]);
        sum += product;
        size += fabs(product);
    }
    want_float(s, i, sum, size, n);
}

// Any words in the place of common floats.
static void make_any_words(sample *s) {
    uint32_t i, k;
    for (k = 0; k < 3; k++)
        for (i = 0; i < s->sizes[k]; i++) s->operands[k][i] = random_operand(s->operands[0][i]);
}

static void make_scaled(sample *s) {
    uint32_t i;
    make_any_words(s);
    for (i = 0; i < s->parts; i++)
        want_word(s, i, bits_of(float_of(s->operands[0][i]) * float_of(s->operands[1][0])));
}

// Fields are taken bit by bit, what is outside of the word is 0.
static void make_insert(sample *s) {
    uint32_t i, bit, offset = s->operands[2][0] %= 33, count = s->operands[3][0] %= 33 - offset;
    for (i = 0; i < s->parts; i++) {
        uint32_t word = s->operands[0][i];
        for (bit = 0; bit < count; bit++) {
            word &= ~(1u << (offset + bit));
            word |= (s->operands[1][i] >> bit & 1u) << (offset + bit);
        }
        want_word(s, i, word);
    }
}

static void make_extract(sample *s, int is_signed) {
    uint32_t i, bit, offset = s->operands[1][0] %= 33, count = s->operands[2][0] %= 33 - offset;
    for (i = 0; i < s->parts; i++) {
        uint32_t word = 0, top = 0;
        for (bit = 0; bit < count; bit++) {
            top = s->operands[0][i] >> (offset + bit) & 1u;
            word |= top << bit;
        }
        for (; is_signed && bit < 32 && count > 0; bit++) word |= top << bit;
        want_word(s, i, word);
    }
}

static void make_extract_signed(sample *s) {
    make_extract(s, 1);
}

static void make_extract_unsigned(sample *s) {
    make_extract(s, 0);
}

static void make_bools(sample *s) {
    uint32_t i;
    for (i = 0; i < s->sizes[0]; i++) s->operands[0][i] = MASK(random_below(4) != 0);
}

static void make_select(sample *s) {
    uint32_t i;
    make_any_words(s);
    make_bools(s);
    for (i = 0; i < s->parts; i++)
        want_word(s, i, s->operands[s->operands[0][s->rows > 1 ? i : 0] ? 1 : 2][i]);
}

static void make_any(sample *s) {
    uint32_t i, any = 0;
    make_bools(s);
    for (i = 0; i < s->sizes[0]; i++) any |= s->operands[0][i];
    want_word(s, 0, any);
}

static void make_all(sample *s) {
    uint32_t i, all = 0xffffffffu;
    make_bools(s);
    for (i = 0; i < s->sizes[0]; i++) all &= s->operands[0][i];
    want_word(s, 0, all);
}

// The lower word of a 64-bit result, then the upper one.
static void want_pair(sample *s, uint32_t i, uint64_t value) {
    want_word(s, i, (uint32_t)value);
    want_word(s, s->parts / 2 + i, (uint32_t)(value >> 32));
}

static void make_carry(sample *s) {
    uint32_t i;
    make_any_words(s);
    for (i = 0; i < s->parts / 2; i++)
        want_pair(s, i, (uint64_t)s->operands[0][i] + s->operands[1][i]);
}

static void make_borrow(sample *s) {
    uint32_t i;
    make_any_words(s);
    for (i = 0; i < s->parts / 2; i++)
        want_pair(s, i, ((uint64_t)s->operands[0][i] - s->operands[1][i]) & 0x1ffffffffu);
}

static void make_product(sample *s) {
    uint32_t i;
    make_any_words(s);
    for (i = 0; i < s->parts / 2; i++)
        want_pair(s, i, (uint64_t)s->operands[0][i] * s->operands[1][i]);
}

static void make_signed_product(sample *s) {
    uint32_t i;
    make_any_words(s);
    for (i = 0; i < s->parts / 2; i++)
        want_pair(s, i, (uint64_t)(S(s->operands[0][i]) * S(s->operands[1][i])));
}

static void make_dot(sample *s) {
    want_sum(s, 0, s->rows, s->operands[0], 1, s->operands[1], 1);
}

static void make_vector_matrix(sample *s) {
    uint32_t j;
    for (j = 0; j < s->columns_b; j++)
        want_sum(s, j, s->rows_b, s->operands[0], 1, s->operands[1] + j * s->rows_b, 1);
}

static void make_matrix_product(sample *s) {
    uint32_t i, j;
    for (j = 0; j < s->columns_b; j++)
        for (i = 0; i < s->rows; i++)
            want_sum(s, j * s->rows + i, s->columns, s->operands[0] + i, s->rows,
                     s->operands[1] + j * s->columns, 1);
}

static void make_outer(sample *s) {
    uint32_t i, j;
    for (j = 0; j < s->rows_b; j++)
        for (i = 0; i < s->rows; i++)
            want_float(s, j * s->rows + i, at(s, 0, i) * at(s, 1, j), 0, 0);
}

static void make_transpose(sample *s) {
    uint32_t i, j;
    for (j = 0; j < s->columns; j++)
        for (i = 0; i < s->rows; i++)
            want_word(s, i * s->columns + j, s->operands[0][j * s->rows + i]);
}

static void make_modf(sample *s) {
    uint32_t i, n = s->parts / 2;
    for (i = 0; i < n; i++) {
        float whole, fraction;
        s->operands[0][i] = random_operand(random32());
        fraction = modff(float_of(s->operands[0][i]), &whole);
        want_word(s, i, bits_of(fraction));
        want_word(s, n + i, bits_of(whole));
    }
}

static void make_frexp(sample *s) {
    uint32_t i, n = s->parts / 2;
    for (i = 0; i < n; i++) {
        int exponent = 0;
        float x, significand;
        s->operands[0][i] = random_operand(random32());
        x = float_of(s->operands[0][i]);
        significand = frexpf(x, &exponent);
        want_word(s, i, bits_of(significand));
        want_word(s, n + i, isfinite(x) ? (uint32_t)exponent : 0);
    }
}

// n bits of each component, in [low, 1] times the scale.
static void make_pack(sample *s, uint32_t n, double low, double scale) {
    uint32_t i, word = 0, bits = n == 32 ? 0xffffffffu : (1u << n) - 1u;
    for (i = 0; i < s->sizes[0]; i++) {
        double x;
        if (random_below(2))
            s->operands[0][i] = bits_of((float)random_below(4096) / 2048.0f - 1.0f);
        if (random_below(8) == 0) s->operands[0][i] = random_operand(random32());
        x = at(s, 0, i);
        if (x != x) x = 0.0;
        x = x < low ? low : x > 1.0 ? 1.0 : x;
        word |= ((uint32_t)(int32_t)nearbyintf((float)x * (float)scale) & bits) << i * n;
    }
    want_word(s, 0, word);
}

static void make_pack_snorm4(sample *s) {
    make_pack(s, 8, -1.0, 127.0);
}

static void make_pack_unorm4(sample *s) {
    make_pack(s, 8, 0.0, 255.0);
}

static void make_pack_snorm2(sample *s) {
    make_pack(s, 16, -1.0, 32767.0);
}

static void make_pack_unorm2(sample *s) {
    make_pack(s, 16, 0.0, 65535.0);
}

static void make_pack_half(sample *s) {
    s->operands[0][0] = random_below(2) ? random_operand(random32()) : random_common();
    s->operands[0][1] = bits_of((float)of_half(random32() & 0xffffu) * 1.0004f);
    if (is_nan(s->operands[0][1])) s->operands[0][1] = 0x7fc00000u;
    want_word(s, 0, half_of(at(s, 0, 0)) | half_of(at(s, 0, 1)) << 16);
}

static void make_unpack(sample *s, uint32_t n, int is_signed, double scale) {
    uint32_t i, word = s->operands[0][0] = random32();
    for (i = 0; i < s->parts; i++) {
        double x = is_signed ? (double)((int64_t)((uint64_t)word << (64 - n * (i + 1))) >> (64 - n))
                             : (double)(word >> i * n & ((1u << n) - 1u));
        want_word(s, i, bits_of((float)(x < -scale ? -1.0 : x / scale)));
    }
}

static void make_unpack_snorm4(sample *s) {
    make_unpack(s, 8, 1, 127.0);
}

static void make_unpack_unorm4(sample *s) {
    make_unpack(s, 8, 0, 255.0);
}

static void make_unpack_snorm2(sample *s) {
    make_unpack(s, 16, 1, 32767.0);
}

static void make_unpack_unorm2(sample *s) {
    make_unpack(s, 16, 0, 65535.0);
}

static void make_unpack_half(sample *s) {
    uint32_t i, word = s->operands[0][0] = random32();
    for (i = 0; i < 2; i++) want_word(s, i, bits_of((float)of_half(word >> i * 16 & 0xffffu)));
}

static double product_of(const sample *s, int a, int b, double *size) {
    double sum = 0.0;
    uint32_t i;
    *size = 0.0;
    for (i = 0; i < s->rows; i++) {
        sum += at(s, a, i) * at(s, b, i);
        *size += fabs(at(s, a, i) * at(s, b, i));
    }
    return sum;
}

static void make_length(sample *s) {
    double size, length = sqrt(product_of(s, 0, 0, &size));
    want_float(s, 0, length, length, s->rows);
}

static void make_distance(sample *s) {
    double sum = 0.0;
    uint32_t i;
    for (i = 0; i < s->rows; i++) sum += pow(at(s, 0, i) - at(s, 1, i), 2.0);
    want_float(s, 0, sqrt(sum), sqrt(sum), s->rows + 1);
}

static void make_normalize(sample *s) {
    double size, length = sqrt(product_of(s, 0, 0, &size));
    uint32_t i;
    for (i = 0; i < s->rows; i++)
        want_float(s, i, at(s, 0, i) / length, fabs(at(s, 0, i)) / length, 4);
}

static void make_cross(sample *s) {
    uint32_t i;
    for (i = 0; i < 3; i++) {
        double p = at(s, 0, (i + 1) % 3) * at(s, 1, (i + 2) % 3);
        double q = at(s, 0, (i + 2) % 3) * at(s, 1, (i + 1) % 3);
        want_float(s, i, p - q, fabs(p) + fabs(q), 1);
    }
}

static void make_face_forward(sample *s) {
    double size;
    int flip = !(product_of(s, 2, 1, &size) < 0.0);
    uint32_t i;
    for (i = 0; i < s->rows; i++) want_word(s, i, s->operands[0][i] ^ (flip ? 0x80000000u : 0));
}

static void make_reflect(sample *s) {
    double size, dot = product_of(s, 1, 0, &size);
    uint32_t i;
    for (i = 0; i < s->rows; i++)
        want_float(s, i, at(s, 0, i) - 2.0 * dot * at(s, 1, i),
                   fabs(at(s, 0, i)) + 2.0 * size * fabs(at(s, 1, i)), s->rows + 2);
}

// Unit vectors. Next to the critical angle, where a square root of nearly 0 is, it is anything.
static void make_refract(sample *s) {
    double size, dot, eta, left, scale[2];
    uint32_t i, k;
    for (k = 0; k < 2; k++) {
        scale[k] = 1.0 / sqrt(product_of(s, (int)k, (int)k, &size));
        for (i = 0; i < s->rows; i++)
            s->operands[k][i] = bits_of((float)(at(s, (int)k, i) * scale[k]));
    }
    s->operands[2][0] = bits_of((float)random_below(2000) / 1000.0f);
    eta = at(s, 2, 0);
    dot = product_of(s, 1, 0, &size);
    left = 1.0 - eta * eta * (1.0 - dot * dot);
    for (i = 0; i < s->rows; i++) {
        double value = eta * at(s, 0, i) - (eta * dot + sqrt(left)) * at(s, 1, i);
        want_float(s, i, left < 0.0 ? 0.0 : value, 4.0 + 64.0 / sqrt(fabs(left) + 1e-9), 4);
        if (fabs(left) < 1e-5) want_float(s, i, 0.0, 1e9, 1);
    }
}

// The determinant of the n by n matrix in m, by elimination with the largest pivot, of rows of
// length 8. What is right of the matrix is carried along.
static double eliminate(long double m[4][8], uint32_t n) {
    long double determinant = 1.0L;
    uint32_t i, j, k;
    for (i = 0; i < n; i++) {
        uint32_t best = i;
        for (j = i + 1; j < n; j++)
            if (fabsl(m[j][i]) > fabsl(m[best][i])) best = j;
        for (k = 0; k < 8 && best != i; k++) {
            long double t = m[i][k];
            m[i][k] = m[best][k];
            m[best][k] = t;
        }
        determinant *= best != i ? -m[i][i] : m[i][i];
        for (j = 0; j < n; j++) {
            long double factor = m[j][i] / m[i][i];
            for (k = 0; k < 8 && j != i; k++) m[j][k] -= factor * m[i][k];
        }
    }
    return (double)determinant;
}

// The matrix, and the identity on its right. Elements are near to one another in size.
static void load_matrix(sample *s, long double m[4][8]) {
    uint32_t i, j, n = s->rows;
    memset(m, 0, 4 * sizeof *m);
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            float x = (float)(int32_t)(random32() >> 8) / 8388608.0f - 1.0f;
            s->operands[0][j * n + i] = bits_of(x);
            m[i][j] = at(s, 0, j * n + i);
        }
    for (i = 0; i < n; i++) m[i][4 + i] = 1.0L;
}

static void make_determinant(sample *s) {
    long double m[4][8];
    load_matrix(s, m);
    want_float(s, 0, eliminate(m, s->rows), ldexp(1.0, -22), 1);
}

static void make_inverse(sample *s) {
    long double m[4][8];
    uint32_t i, j, n = s->rows;
    double determinant;
    load_matrix(s, m);
    determinant = fabs(eliminate(m, n));
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++)
            want_float(s, j * n + i, (double)(m[i][4 + j] / m[i][i]),
                       ldexp(1.0, -24) / (determinant * determinant), 1);
}

// Sizes of the operands and of the result as numbers and letters: n rows, m columns or components,
// q columns of the second operand, N both members of a pair of n.
typedef struct {
    const char *name;
    const char *sizes; // result, then operands; "nm" is a matrix of n rows and m columns
    uint32_t least;    // of n
    void (*make)(sample *s);
} shaped;

static const shaped shapes[] = {
    {"VectorTimesScalar", "n n 1", 2, make_scaled},
    {"MatrixTimesScalar", "nm nm 1", 2, make_scaled},
    {"BitFieldInsert", "n n n 1 1", 1, make_insert},
    {"BitFieldSExtract", "n n 1 1", 1, make_extract_signed},
    {"BitFieldUExtract", "n n 1 1", 1, make_extract_unsigned},
    {"Select", "n n n n", 1, make_select},
    {"Select", "n 1 n n", 1, make_select},
    {"Any", "1 n", 2, make_any},
    {"All", "1 n", 2, make_all},
    {"IAddCarry", "N n n", 1, make_carry},
    {"ISubBorrow", "N n n", 1, make_borrow},
    {"UMulExtended", "N n n", 1, make_product},
    {"SMulExtended", "N n n", 1, make_signed_product},
    {"Dot", "1 n n", 2, make_dot},
    {"VectorTimesMatrix", "m n nm", 2, make_vector_matrix},
    {"MatrixTimesVector", "n nm m", 2, make_matrix_product},
    {"MatrixTimesMatrix", "nq nm mq", 2, make_matrix_product},
    {"OuterProduct", "nm n m", 2, make_outer},
    {"Transpose", "mn nm", 2, make_transpose},
    {"ModfStruct", "N n", 1, make_modf},
    {"FrexpStruct", "N n", 1, make_frexp},
    {"PackSnorm4x8", "1 4", 1, make_pack_snorm4},
    {"PackUnorm4x8", "1 4", 1, make_pack_unorm4},
    {"PackSnorm2x16", "1 2", 1, make_pack_snorm2},
    {"PackUnorm2x16", "1 2", 1, make_pack_unorm2},
    {"PackHalf2x16", "1 2", 1, make_pack_half},
    {"UnpackSnorm4x8", "4 1", 1, make_unpack_snorm4},
    {"UnpackUnorm4x8", "4 1", 1, make_unpack_unorm4},
    {"UnpackSnorm2x16", "2 1", 1, make_unpack_snorm2},
    {"UnpackUnorm2x16", "2 1", 1, make_unpack_unorm2},
    {"UnpackHalf2x16", "2 1", 1, make_unpack_half},
    {"Length", "1 n", 1, make_length},
    {"Distance", "1 n n", 1, make_distance},
    {"Normalize", "n n", 1, make_normalize},
    {"Cross", "3 3 3", 1, make_cross},
    {"FaceForward", "n n n n", 1, make_face_forward},
    {"Reflect", "n n n", 1, make_reflect},
    {"Refract", "n n n 1", 1, make_refract},
    {"Determinant", "1 nn", 2, make_determinant},
    {"MatrixInverse", "nn nn", 2, make_inverse},
};

// The number that a letter stands for.
static uint32_t number_of(char letter, const uint32_t n[3]) {
    switch (letter) {
    case 'n': return n[0];
    case 'm': return n[1];
    case 'q': return n[2];
    case 'N': return 2 * n[0];
    default: return (uint32_t)(letter - '0');
    }
}

// Sets the sizes of a sample from the letters.
static void take_sizes(sample *s, const char *letters, const uint32_t n[3]) {
    uint32_t place = 0, rows[5] = {0, 0, 0, 0, 0}, columns[5] = {1, 1, 1, 1, 1};
    memset(s, 0, sizeof *s);
    for (; *letters != '\0'; letters++) {
        if (*letters == ' ') place++;
        else if (rows[place] == 0) rows[place] = number_of(*letters, n);
        else columns[place] = number_of(*letters, n);
    }
    s->parts = rows[0] * columns[0];
    s->rows = rows[1], s->columns = columns[1];
    s->rows_b = rows[2], s->columns_b = columns[2];
    for (place = 0; place < 4; place++) s->sizes[place] = rows[place + 1] * columns[place + 1];
}

#define LANES 48
static int is_right(const sample *s, uint32_t i, uint32_t got) {
    double value = float_of(got);
    if (s->allow[i] < 0.0) return got == s->bits[i] || (is_nan(got) && is_nan(s->bits[i]));
    return fabs(value - s->want[i]) <= s->allow[i];
}

// One call: some lanes, each with operands of its own. Returns the number of wrong components.
static uint32_t test_call(const row *r, const shaped *shape, const uint32_t n[3]) {
    static sample samples[LANES];
    static uint32_t operands[4][MOST * LANES], out[MOST * LANES + 1];
    uint32_t lane, i, k, wrong = 0;
    spv_cpui_args args;
    for (lane = 0; lane < LANES; lane++) {
        sample *s = &samples[lane];
        take_sizes(s, shape->sizes, n);
        for (k = 0; k < 4; k++)
            for (i = 0; i < s->sizes[k]; i++) s->operands[k][i] = random_common();
        // Numbers of a field that all lanes share take another path.
        for (k = 1; k < 4 && lane % 16 != 0 && lane / 16 != 1; k++)
            memcpy(s->operands[k], samples[lane - 1].operands[k], sizeof s->operands[k]);
        shape->make(s);
        for (k = 0; k < 4; k++)
            for (i = 0; i < s->sizes[k]; i++) operands[k][i * LANES + lane] = s->operands[k][i];
    }
    args.d = out;
    args.a = operands[0], args.b = operands[1], args.c = operands[2], args.e = operands[3];
    args.lanes = LANES, args.parts = samples[0].parts;
    args.rows = samples[0].rows, args.columns = samples[0].columns;
    args.rows_b = samples[0].rows_b, args.columns_b = samples[0].columns_b;
    args.a_step = samples[0].sizes[0] > 1 ? LANES : 0;
    args.b_step = samples[0].sizes[1] > 1 ? LANES : 0;
    args.c_step = samples[0].sizes[2] > 1 ? LANES : 0;
    out[args.parts * LANES] = GUARD;
    r->run(&args);
    for (i = 0; i < args.parts; i++)
        for (lane = 0; lane < LANES; lane++) {
            const sample *s = &samples[lane];
            uint32_t got = out[i * LANES + lane];
            if (is_right(s, i, got)) continue;
            if (wrong++ == 0)
                printf("%s (%s; n %u m %u q %u): component %u is %08x (%.9g), not %08x (%.9g)\n",
                       r->name, shape->sizes, n[0], n[1], n[2], i, got, float_of(got), s->bits[i],
                       s->want[i]);
        }
    return wrong + (out[args.parts * LANES] != GUARD);
}

static void test_shaped(const shaped *shape) {
    const row *r = row_of(shape->name);
    uint32_t n[3], i, wrong = 0, operands = 0;
    const char *letter;
    for (letter = shape->sizes; *letter != '\0'; letter++) operands += *letter == ' ';
    if (r == NULL || (uint32_t)r->operands != operands || r->wise) {
        printf("%s: there is no such row, or with another number of operands\n", shape->name);
        failed++;
        return;
    }
    for (n[0] = shape->least; n[0] <= 4; n[0]++)
        for (n[1] = 2; n[1] <= 4; n[1]++)
            for (n[2] = 2; n[2] <= 4; n[2]++)
                for (i = 0; i < 40; i++) wrong += test_call(r, shape, n);
    if (wrong > 0) printf("%s: %u wrong\n", shape->name, wrong);
    wrong == 0 ? passed++ : failed++;
}

// --- all rows

static void test_coverage(void) {
    size_t i, k;
    uint32_t missing = 0;
    for (i = 0; i < COUNT(rows); i++) {
        int found = 0;
        for (k = 0; k < COUNT(references); k++)
            found |= strcmp(rows[i].name, references[k].name) == 0;
        for (k = 0; k < COUNT(shapes); k++) found |= strcmp(rows[i].name, shapes[k].name) == 0;
        if (!found) printf("%s has no reference\n", rows[i].name);
        missing += !found;
    }
    printf("%u rows\n", (unsigned)COUNT(rows));
    missing == 0 ? passed++ : failed++;
}

// Powers of two, squares and whole results are exact.
static void test_exact_powers(void) {
    uint32_t a[16], b[16], d[16], i, k, wrong = 0;
    spv_cpui_args args;
    memset(&args, 0, sizeof args);
    args.d = d, args.a = a, args.b = b, args.lanes = 16, args.parts = 1;
    for (i = 0; i < 18; i++) {
        for (k = 0; k < 16; k++) a[k] = bits_of((float)(int32_t)(i * 16 + k) - 149.0f);
        spv_cpui_ex_Exp2(&args);
        for (k = 0; k < 16; k++) wrong += float_of(d[k]) != ldexpf(1.0f, (int)(i * 16 + k) - 149);
        for (k = 0; k < 16; k++) a[k] = d[k];
        spv_cpui_ex_Log2(&args);
        for (k = 0; k < 16; k++) {
            float n = (float)(int32_t)(i * 16 + k) - 149.0f;
            wrong += !isinf(float_of(a[k])) && float_of(d[k]) != n;
        }
    }
    for (i = 0; i < 4096; i++) {
        for (k = 0; k < 16; k++) {
            a[k] = bits_of((float)(int32_t)((i << 4 | k) % 4096) - 2048.0f);
            b[k] = bits_of((float)(i >> 8 & 1u) + 1.0f);
        }
        spv_cpui_ex_Pow(&args);
        for (k = 0; k < 16; k++)
            wrong += float_of(d[k]) != powf(float_of(a[k]), float_of(b[k]));
    }
    if (wrong > 0) printf("%u powers are not exact\n", wrong);
    wrong == 0 ? passed++ : failed++;
}

int main(int argc, char **argv) {
    size_t i;
    int wrong = 0;
    if (argc > 1 && (strcmp(argv[1], "--exhaustive") != 0 || argc == 2)) {
        fprintf(stderr, "usage: cpu_math_test [--exhaustive NAME...]\n");
        return 2;
    }
    for (i = 2; i < (size_t)argc; i++) wrong |= exhaustive(argv[i]);
    if (argc > 1) return wrong;
    for (i = 0; i < COUNT(references); i++) test_wise(&references[i]);
    for (i = 0; i < COUNT(shapes); i++) test_shaped(&shapes[i]);
    test_coverage();
    test_exact_powers();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
