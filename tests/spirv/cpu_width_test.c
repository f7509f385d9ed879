/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/spirv/cpu_width_test.c tests/code/spv_cpu.c -o cpu_width_test -lSPIRV-Tools -lstdc++ -lm */
/* Instructions on scalars of 8, 16 and 64 bits on the CPU runner, each on pairs of special and of
   random values, against C: integers of 64 bits, doubles, and halves that are doubles rounded once.
   The last line is "N passed, N failed". */
#include <math.h>

#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"

enum { VALUES = 256, TEXT = 4096 };

/* What a scalar is: i or f, and its width; b: a bool. */
typedef struct kind {
    char what;
    unsigned bits;
} kind;

typedef union number {
    uint64_t u;
    double x;
} number;

/* u, v: operands extended by zeros; s, t: by their sign; x, y: as floats. */
typedef struct operands {
    uint64_t u, v;
    int64_t s, t;
    double x, y;
    unsigned bits; /* of the result */
} operands;

typedef number evaluate(const operands *);

typedef struct row {
    const char *name; /* with the set before those of GLSL.std.450 */
    char from, to;    /* kinds; = : the same */
    int count;
    evaluate *run;
} row;

static number integer(uint64_t u) {
    number n;
    n.u = u;
    return n;
}

static number real(double x) {
    number n;
    n.x = x;
    return n;
}

static int64_t floored(int64_t s, int64_t t) {
    return s % t != 0 && (s % t < 0) != (t < 0) ? s % t + t : s % t;
}

/* X(name, kind of operands, of the result, operands, result) */
#define INTEGERS(X) \
    X(IAdd, i, =, 2, integer(o->u + o->v)) \
    X(ISub, i, =, 2, integer(o->u - o->v)) \
    X(IMul, i, =, 2, integer(o->u * o->v)) \
    X(UDiv, i, =, 2, integer(o->v == 0 ? 0 : o->u / o->v)) \
    X(UMod, i, =, 2, integer(o->v == 0 ? 0 : o->u % o->v)) \
    X(SDiv, i, =, 2, integer(o->t == 0 ? 0 : o->t == -1 ? 0 - o->u : (uint64_t)(o->s / o->t))) \
    X(SRem, i, =, 2, integer(o->t == 0 || o->t == -1 ? 0 : (uint64_t)(o->s % o->t))) \
    X(SMod, i, =, 2, integer(o->t == 0 || o->t == -1 ? 0 : (uint64_t)floored(o->s, o->t))) \
    X(SNegate, i, =, 1, integer(0 - o->u)) \
    X(Not, i, =, 1, integer(~o->u)) \
    X(BitwiseAnd, i, =, 2, integer(o->u & o->v)) \
    X(BitwiseOr, i, =, 2, integer(o->u | o->v)) \
    X(BitwiseXor, i, =, 2, integer(o->u ^ o->v)) \
    X(IEqual, i, b, 2, integer(o->u == o->v)) \
    X(INotEqual, i, b, 2, integer(o->u != o->v)) \
    X(ULessThan, i, b, 2, integer(o->u < o->v)) \
    X(ULessThanEqual, i, b, 2, integer(o->u <= o->v)) \
    X(UGreaterThan, i, b, 2, integer(o->u > o->v)) \
    X(UGreaterThanEqual, i, b, 2, integer(o->u >= o->v)) \
    X(SLessThan, i, b, 2, integer(o->s < o->t)) \
    X(SLessThanEqual, i, b, 2, integer(o->s <= o->t)) \
    X(SGreaterThan, i, b, 2, integer(o->s > o->t)) \
    X(SGreaterThanEqual, i, b, 2, integer(o->s >= o->t))
#define INTEGERS_EXT(X) \
    X(SAbs, i, =, 1, integer(o->s < 0 ? 0 - (uint64_t)o->s : (uint64_t)o->s)) \
    X(SSign, i, =, 1, integer(o->s < 0 ? UINT64_MAX : o->s > 0)) \
    X(SMin, i, =, 2, integer((uint64_t)(o->s < o->t ? o->s : o->t))) \
    X(SMax, i, =, 2, integer((uint64_t)(o->s > o->t ? o->s : o->t))) \
    X(UMin, i, =, 2, integer(o->u < o->v ? o->u : o->v)) \
    X(UMax, i, =, 2, integer(o->u > o->v ? o->u : o->v))
#define FLOATS(X) \
    X(FAdd, f, =, 2, real(o->x + o->y)) \
    X(FSub, f, =, 2, real(o->x - o->y)) \
    X(FMul, f, =, 2, real(o->x * o->y)) \
    X(FDiv, f, =, 2, real(o->x / o->y)) \
    X(FNegate, f, =, 1, real(-o->x)) \
    X(FOrdEqual, f, b, 2, integer(o->x == o->y)) \
    X(FOrdNotEqual, f, b, 2, integer(o->x < o->y || o->x > o->y)) \
    X(FOrdLessThan, f, b, 2, integer(o->x < o->y)) \
    X(FOrdLessThanEqual, f, b, 2, integer(o->x <= o->y)) \
    X(FOrdGreaterThan, f, b, 2, integer(o->x > o->y)) \
    X(FOrdGreaterThanEqual, f, b, 2, integer(o->x >= o->y)) \
    X(FUnordEqual, f, b, 2, integer(!(o->x < o->y || o->x > o->y))) \
    X(FUnordNotEqual, f, b, 2, integer(o->x != o->y)) \
    X(FUnordLessThan, f, b, 2, integer(!(o->x >= o->y))) \
    X(FUnordLessThanEqual, f, b, 2, integer(!(o->x > o->y))) \
    X(FUnordGreaterThan, f, b, 2, integer(!(o->x <= o->y))) \
    X(FUnordGreaterThanEqual, f, b, 2, integer(!(o->x < o->y))) \
    X(IsNan, f, b, 1, integer(isnan(o->x) != 0)) \
    X(IsInf, f, b, 1, integer(isinf(o->x) != 0))
#define FLOATS_EXT(X) \
    X(FAbs, f, =, 1, real(fabs(o->x))) \
    X(Floor, f, =, 1, real(floor(o->x))) \
    X(Ceil, f, =, 1, real(ceil(o->x))) \
    X(Trunc, f, =, 1, real(trunc(o->x))) \
    X(RoundEven, f, =, 1, real(rint(o->x))) \
    X(Sqrt, f, =, 1, real(sqrt(o->x))) \
    X(FSign, f, =, 1, real(o->x > 0 ? 1 : o->x < 0 ? -1 : isnan(o->x) ? o->x : 0))
/* X(name, kinds, result): from each width to each */
#define CONVERSIONS(X) \
    X(UConvert, i, i, 1, integer(o->u)) \
    X(SConvert, i, i, 1, integer((uint64_t)o->s)) \
    X(FConvert, f, f, 1, real(o->x)) \
    X(ConvertSToF, i, f, 1, from_signed(o)) \
    X(ConvertUToF, i, f, 1, from_unsigned(o)) \
    X(ConvertFToS, f, i, 1, to_signed(o)) \
    X(ConvertFToU, f, i, 1, to_unsigned(o))

/* C rounds to the type in one step. */
static number from_signed(const operands *o) {
    return real(o->bits == 32 ? (double)(float)o->s : (double)o->s);
}

static number from_unsigned(const operands *o) {
    return real(o->bits == 32 ? (double)(float)o->u : (double)o->u);
}

static number to_signed(const operands *o) {
    double limit = ldexp(1.0, (int)o->bits - 1);
    if (isnan(o->x)) return integer(0);
    if (o->x >= limit) return integer((UINT64_MAX >> (64 - o->bits)) >> 1);
    if (o->x < -limit) return integer((uint64_t)1 << (o->bits - 1));
    return integer((uint64_t)(int64_t)o->x);
}

static number to_unsigned(const operands *o) {
    if (!(o->x > 0)) return integer(0);
    if (o->x >= ldexp(1.0, (int)o->bits)) return integer(UINT64_MAX);
    return integer((uint64_t)o->x);
}

#define ROW(name, from, to, count, result) \
    static number run_##name(const operands *o) { return (result); }
INTEGERS(ROW)
INTEGERS_EXT(ROW)
FLOATS(ROW)
FLOATS_EXT(ROW)
CONVERSIONS(ROW)
#undef ROW
#define ROW(name, from, to, count, result) {"Op" #name, #from[0], #to[0], count, run_##name},
#define EXT_ROW(name, from, to, count, result) \
    {"OpExtInst %result %glsl " #name, #from[0], #to[0], count, run_##name},
static const row same_rows[] = {
    INTEGERS(ROW) INTEGERS_EXT(EXT_ROW) FLOATS(ROW) FLOATS_EXT(EXT_ROW)
};
static const row conversions[] = {CONVERSIONS(ROW)};

/* ---- values */

static uint64_t state = 20261120;

static uint64_t draw(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

static uint64_t cut(uint64_t u, unsigned bits) {
    return bits == 64 ? u : u & (((uint64_t)1 << bits) - 1);
}

/* A half as a double: sign, 5 bits of exponent, 10 bits. */
static double half_value(uint64_t h) {
    double m = (double)(h & 1023), x;
    int e = (int)(h >> 10 & 31);
    if (e == 31) x = m == 0 ? INFINITY : NAN;
    else x = e == 0 ? ldexp(m, -24) : ldexp(m + 1024, e - 25);
    return h >> 15 & 1 ? -x : x;
}

/* The nearest half, the even one of two. */
static uint64_t half_bits(double x) {
    uint64_t sign = signbit(x) ? 0x8000 : 0;
    double m = fabs(x), n;
    int e;
    if (isnan(x)) return 0x7e00;
    if (m >= 65520) return sign | 0x7c00;
    for (e = 1; e < 30 && m >= ldexp(2048, e - 25); e++) {}
    n = rint(ldexp(m, 25 - e));
    return sign | (n < 1024 ? (uint64_t)n : (((uint64_t)e << 10) + (uint64_t)(n - 1024)));
}

static double as_real(kind k, uint64_t bits) {
    float f;
    double x;
    uint32_t word = (uint32_t)bits;
    memcpy(&f, &word, sizeof f);
    memcpy(&x, &bits, sizeof x);
    return k.bits == 16 ? half_value(bits) : k.bits == 32 ? (double)f : x;
}

static uint64_t bits_of(kind k, number n) {
    uint32_t word;
    float f;
    if (k.what == 'b') return n.u;
    if (k.what == 'i') return cut(n.u, k.bits);
    if (k.bits == 64) return n.u;
    if (k.bits == 16) return half_bits(n.x);
    f = (float)n.x;
    memcpy(&word, &f, sizeof word);
    return word;
}

/* Special values first: the ends of ranges, small numbers, halves of the way. */
static uint64_t value(kind k, unsigned i) {
    static const double reals[] = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, -2.5, 3.75, 65504, 1e-7, 127.5,
                                   255, 32768, 1e300, INFINITY, -INFINITY, NAN, 4294967296.0,
                                   18446744073709551616.0, 2147483648.0, 1.0000000000000002,
                                   2049, 65519.99, 65520, 5.96e-8, 2.98023223876953125e-8};
    number n;
    if (k.what == 'i') {
        uint64_t half = i / 8 * (cut(UINT64_MAX, k.bits) / 2 + 1);
        if (i < 16) return cut(half + i % 4 - (i & 4 ? 0 : 2), k.bits);
        return cut(draw() >> draw() % k.bits, k.bits);
    }
    n.x = ldexp((double)(int64_t)draw(), (int)(draw() % 60) - 80);
    if (i < sizeof reals / sizeof *reals) n.x = reals[i];
    if (i % 5 == 4 && i > 30) n.u = draw();
    return bits_of(k, n);
}

/* ---- programs */

static const char *type_name(kind k) {
    static const char *names[2][4] = {{"%i8", "%i16", "%i32", "%i64"},
                                         {"", "%f16", "%f32", "%f64"}};
    if (k.what == 'b') return "%bool";
    return names[k.what == 'f'][k.bits == 8 ? 0 : k.bits == 16 ? 1 : k.bits == 32 ? 2 : 3];
}

/* The result of an instruction goes to element `index` of the buffer, a bool as a word. */
static size_t write_program(char *d, const row *r, kind from, kind to) {
    kind word = {'i', 32};
    int is_bool = to.what == 'b', ext = strncmp(r->name, "OpExtInst", 9) == 0;
    const char *name = ext ? strrchr(r->name, ' ') + 1 : r->name;
    char use[96];
    snprintf(use, sizeof use, ext ? "OpExtInst %s %%glsl %s" : "%2$s %1$s", type_name(to), name);
    return (size_t)snprintf(
        d, TEXT,
        "OpCapability Shader\n%%glsl = OpExtInstImport \"GLSL.std.450\"\n"
        "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\" %%id\n"
        "OpExecutionMode %%main LocalSize 16 1 1\nOpDecorate %%id BuiltIn GlobalInvocationId\n"
        "OpDecorate %%in_array ArrayStride %u\nOpDecorate %%out_array ArrayStride %u\n"
        "OpDecorate %%in_block BufferBlock\nOpDecorate %%out_block BufferBlock\n"
        "OpMemberDecorate %%in_block 0 Offset 0\nOpMemberDecorate %%in_block 1 Offset %u\n"
        "OpMemberDecorate %%out_block 0 Offset 0\n"
        "OpDecorate %%in DescriptorSet 0\nOpDecorate %%in Binding 1\n"
        "OpDecorate %%out DescriptorSet 0\nOpDecorate %%out Binding 0\n"
        "%%void = OpTypeVoid\n%%bool = OpTypeBool\n%%i32 = OpTypeInt 32 0\n"
        "%%i8 = OpTypeInt 8 0\n%%i16 = OpTypeInt 16 0\n%%i64 = OpTypeInt 64 0\n"
        "%%f16 = OpTypeFloat 16\n%%f32 = OpTypeFloat 32\n%%f64 = OpTypeFloat 64\n"
        "%%u0 = OpConstant %%i32 0\n%%u1 = OpConstant %%i32 1\n%%n = OpConstant %%i32 %d\n"
        "%%v3 = OpTypeVector %%i32 3\n%%to_v3 = OpTypePointer Input %%v3\n"
        "%%id = OpVariable %%to_v3 Input\n"
        "%%in_array = OpTypeArray %s %%n\n%%in_block = OpTypeStruct %%in_array %%in_array\n"
        "%%to_in = OpTypePointer Uniform %%in_block\n%%to_a = OpTypePointer Uniform %s\n"
        "%%out_array = OpTypeArray %s %%n\n%%out_block = OpTypeStruct %%out_array\n"
        "%%to_out = OpTypePointer Uniform %%out_block\n%%to_r = OpTypePointer Uniform %s\n"
        "%%in = OpVariable %%to_in Uniform\n%%out = OpVariable %%to_out Uniform\n"
        "%%function = OpTypeFunction %%void\n%%main = OpFunction %%void None %%function\n"
        "%%start = OpLabel\n%%id3 = OpLoad %%v3 %%id\n%%i = OpCompositeExtract %%i32 %%id3 0\n"
        "%%pa = OpAccessChain %%to_a %%in %%u0 %%i\n%%a = OpLoad %s %%pa\n"
        "%%pb = OpAccessChain %%to_a %%in %%u1 %%i\n%%b = OpLoad %s %%pb\n"
        "%%r = %s %%a %s\n%s\n%%pr = OpAccessChain %%to_r %%out %%u0 %%i\nOpStore %%pr %s\n"
        "OpReturn\nOpFunctionEnd\n",
        from.bits / 8, is_bool ? 4 : to.bits / 8, VALUES * from.bits / 8, VALUES, type_name(from),
        type_name(from), type_name(is_bool ? word : to), type_name(is_bool ? word : to),
        type_name(from), type_name(from), use, r->count == 2 ? "%b" : "",
        is_bool ? "%w = OpSelect %i32 %r %u1 %u0" : "", is_bool ? "%w" : "%r");
}

/* ---- running */

static unsigned char input[2 * VALUES * 8], output[VALUES * 8];
static uint64_t values[2][VALUES];
static unsigned long passed, failed;

static void fill(kind k) {
    unsigned i, j;
    for (j = 0; j < 2; j++)
        for (i = 0; i < VALUES; i++) {
            values[j][i] = value(k, j == 0 ? i : (i * 7 + i / 16) % VALUES);
            memcpy(input + (size_t)(j * VALUES + i) * (k.bits / 8), &values[j][i], k.bits / 8);
        }
}

static int run_words(const uint32_t *words, size_t count, const char *name) {
    static const uint32_t groups[3] = {VALUES / 16, 1, 1};
    spv_cpu_binding rows[2];
    cpu_module m;
    int ok;
    memset(rows, 0, sizeof rows);
    rows[1].binding = 1;
    rows[0].data = output;
    rows[0].size = sizeof output;
    rows[1].data = input;
    rows[1].size = sizeof input;
    ok = cpu_open(&m, NULL, words, count) == SPV_CPU_OK
         && spv_cpu_bind(&m.worker, rows, 2, NULL, 0) == SPV_CPU_OK
         && spv_cpu_dispatch(&m.worker, groups, 0, VALUES / 16) == SPV_CPU_OK;
    if (!ok) printf("%s: %s%s\n", name, m.program.error, m.worker.error);
    cpu_close(&m);
    return ok;
}

static int64_t extended(uint64_t u, unsigned bits) {
    uint64_t top = (uint64_t)1 << (bits - 1);
    return (int64_t)((u ^ top) - top);
}

static int same(kind k, uint64_t got, uint64_t want) {
    if (k.what == 'f' && isnan(as_real(k, want))) return isnan(as_real(k, got)) != 0;
    return got == want;
}

static void check(const row *r, kind from, kind to, const char *name) {
    unsigned size = to.what == 'b' ? 4 : to.bits / 8, i;
    for (i = 0; i < VALUES; i++) {
        uint64_t got = 0, want;
        operands o;
        memset(&o, 0, sizeof o);
        o.u = values[0][i];
        o.v = values[1][i];
        o.s = extended(o.u, from.bits);
        o.t = extended(o.v, from.bits);
        if (from.what == 'f') o.x = as_real(from, o.u);
        if (from.what == 'f') o.y = as_real(from, o.v);
        o.bits = to.bits;
        want = bits_of(to, r->run(&o));
        memcpy(&got, output + (size_t)i * size, size);
        if (same(to, got, want)) continue;
        printf("%s: of %llx and %llx it is %llx, not %llx\n", name, (unsigned long long)o.u,
               (unsigned long long)o.v, (unsigned long long)got, (unsigned long long)want);
        failed++;
        return;
    }
    passed++;
}

static void run_row(const row *r, kind from, kind to) {
    static char text[TEXT];
    char name[128];
    size_t count, size = write_program(text, r, from, to);
    uint32_t *words;
    snprintf(name, sizeof name, "%s of %s to %s", r->name, type_name(from), type_name(to));
    fill(from);
    words = cpu_assemble(name, text, size, SPV_ENV_UNIVERSAL_1_3, &count);
    if (words == NULL || !run_words(words, count, name)) failed++;
    else check(r, from, to, name);
    free(words);
}

static int is_kind(kind k) {
    return k.what == 'b' || k.what == 'i' || k.bits != 8;
}

int main(void) {
    static const unsigned widths[] = {8, 16, 32, 64};
    size_t i, j, l;
    for (i = 0; i < sizeof same_rows / sizeof *same_rows; i++)
        for (j = 0; j < 4; j++) {
            const row *r = &same_rows[i];
            kind from = {0, 0}, to = {0, 0};
            from.what = to.what = r->from;
            from.bits = to.bits = widths[j];
            if (r->to == 'b') to.what = 'b';
            if (widths[j] != 32 && is_kind(from)) run_row(r, from, to);
        }
    for (i = 0; i < sizeof conversions / sizeof *conversions; i++)
        for (j = 0; j < 16; j++) {
            const row *r = &conversions[i];
            kind from = {0, 0}, to = {0, 0};
            l = j % 4;
            from.what = r->from;
            to.what = r->to;
            from.bits = widths[l];
            to.bits = widths[j / 4];
            if ((l != j / 4 || from.what != to.what) && is_kind(from) && is_kind(to))
                run_row(r, from, to);
        }
    printf("%lu passed, %lu failed\n", passed, failed);
    return failed > 0;
}
