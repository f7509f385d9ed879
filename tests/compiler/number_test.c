/* cc -std=c99 -O1 -ffp-contract=off -I. tests/compiler/number_test.c -o number_test -lcmocka -lm */
/* Numbers: tokens against vectors and strtof, binary32 arithmetic against the processor's, printing
   against strtof. On 32-bit x86 add -msse2 -mfpmath=sse: the x87 rounds twice. */
#include <ctype.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#include "lambdav.h"
#include "tests/support/random_bits.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])

// A float's bits, every NaN as the one NaN.
static uint32_t result_of(float f) {
    uint32_t bits = bits_of(f);
    return (bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits;
}

// An operand with the exponents and significands where things change.
static uint32_t random_edge(void) {
    static const uint32_t exps[] = {0,   0,   1,   2,   23,  24,  63,  64,  103, 104,
                                    125, 126, 127, 128, 129, 149, 150, 151, 152, 157,
                                    158, 159, 190, 191, 230, 231, 253, 254, 254, 255};
    static const uint32_t sigs[] = {0,        1,        2,        3,        0x3fffff,
                                    0x400000, 0x400001, 0x7ffffd, 0x7ffffe, 0x7fffff};
    uint32_t exp = random_below(4) == 0 ? random_below(256) : exps[random_below(COUNT(exps))];
    uint32_t sig = random_below(4) == 0 ? random32() : sigs[random_below(COUNT(sigs))];
    return (random32() & 0x80000000) | (exp << 23) | (sig & 0x7fffff);
}

// Any bits, edges, or something near to x.
static uint32_t random_operand(uint32_t x) {
    switch (random_below(4)) {
    case 0: return random32();
    case 1: return (x ^ (random32() & 0x80000000)) + random_below(5) - 2;
    case 2: return (x & 0xff800000) ^ (random_below(64) << 23) ^ (random32() & 0x807fffff);
    default: return random_edge();
    }
}

// What lvi_nm_plain reads at all it reads as lvi_nm_parse does.
static lvi_number parse(const char *text) {
    lvi_number number;
    lvi_nm_kind kind = lvi_nm_parse((const unsigned char *)text, strlen(text), &number), plain;
    uint32_t bits;
    assert_int_equal(kind, number.kind);
    plain = *text ? lvi_nm_plain((const unsigned char *)text, (uint32_t)strlen(text), &bits)
                  : LVI_NM_ERROR;
    if (plain != LVI_NM_ERROR && (plain != kind || bits != number.bits))
        fail_msg("%s: kind %d, %08x, not %d, %08x", text, plain, bits, kind, number.bits);
    return number;
}

static void expect_float(const char *text, uint32_t bits) {
    lvi_number number = parse(text);
    if (number.kind != LVI_NM_BARE && number.kind != LVI_NM_FLOAT) fail_msg("%s: no float", text);
    if (number.bits != bits) fail_msg("%s: %08x, not %08x", text, number.bits, bits);
    if (number.infinite != ((bits & 0x7fffffff) == 0x7f800000)) fail_msg("%s: infinite", text);
}

static void test_kinds(void **state) {
    static const struct {
        const char *text;
        lvi_nm_kind kind;
        int negative;
        uint64_t magnitude;
    } rows[] = {
        {"1", LVI_NM_BARE, 0, 1},
        {"+3", LVI_NM_BARE, 0, 3},
        {"-0", LVI_NM_BARE, 1, 0},
        {"-17", LVI_NM_BARE, 1, 17},
        {"007", LVI_NM_BARE, 0, 7},
        {"134217728", LVI_NM_BARE, 0, 134217728},
        {"0xff", LVI_NM_BARE, 0, 255},
        {"0XfF", LVI_NM_BARE, 0, 255},
        {"-0x10", LVI_NM_BARE, 1, 16},
        {"0x1e3", LVI_NM_BARE, 0, 0x1e3},
        {"18446744073709551615", LVI_NM_BARE, 0, UINT64_MAX},
        {"0000000000000000000000018446744073709551609", LVI_NM_BARE, 0, UINT64_MAX - 6},
        {"0xffffffffffffffff", LVI_NM_BARE, 0, UINT64_MAX},
        {"0x0000000000000000000ffffffffffffffff", LVI_NM_BARE, 0, UINT64_MAX},
        {"1i", LVI_NM_INT, 0, 1},
        {"-2147483648i", LVI_NM_INT, 1, 2147483648u},
        {"0xdi", LVI_NM_INT, 0, 13},
        {"4294967295u", LVI_NM_UINT, 0, 4294967295u},
        {"-1u", LVI_NM_UINT, 1, 1},
        {"0xffu", LVI_NM_UINT, 0, 255},
        {"1.", LVI_NM_FLOAT, 0, 0},
        {".5", LVI_NM_FLOAT, 0, 0},
        {"+.5", LVI_NM_FLOAT, 0, 0},
        {"-.5", LVI_NM_FLOAT, 1, 0},
        {"-2.5", LVI_NM_FLOAT, 1, 0},
        {"1e-3", LVI_NM_FLOAT, 0, 0},
        {"1E+3", LVI_NM_FLOAT, 0, 0},
        {"1.e3", LVI_NM_FLOAT, 0, 0},
        {"0x1p-4", LVI_NM_FLOAT, 0, 0},
        {"0x1.8p3", LVI_NM_FLOAT, 0, 0},
        {"0x.8P+1", LVI_NM_FLOAT, 0, 0},
        {"0xf.f", LVI_NM_FLOAT, 0, 0},
        {"0x1.", LVI_NM_FLOAT, 0, 0},
    };
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        lvi_number number = parse(rows[i].text);
        if (number.kind != rows[i].kind || number.negative != rows[i].negative ||
            number.magnitude != rows[i].magnitude || number.too_large || number.infinite) {
            fail_msg("%s: kind %d, negative %d, magnitude %llu", rows[i].text, (int)number.kind,
                     number.negative, (unsigned long long)number.magnitude);
        }
    }
}

static void test_too_large(void **state) {
    static const char *const rows[] = {"18446744073709551616",
                                       "18446744073709551620",
                                       "-99999999999999999999i",
                                       "184467440737095516150u",
                                       "0x10000000000000000",
                                       "0xfffffffffffffffffu"};
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        if (!parse(rows[i]).too_large) fail_msg("%s: fits", rows[i]);
    }
    expect_float("18446744073709551616", 0x5f800000);
    expect_float("0x1000000000000000000000000000000000000", LVI_FP_INF);
}

static void test_errors(void **state) {
    static const char *const rows[] = {
        "1x",    "0x",     "0x.",  "0xp1", "0xu",  "1e",   "1e+",    "1e-",   "1e+-1", "1.2.3",
        "1ii",   "1iu",    "1.5i", "1e3u", "1.i",  "0x1p", "0x1p-",  "0x1pf", "0x1pi", "0x1p3i",
        "0x1.8u", "0x1.8.1", "0xg", "-1-",  "1_000", "1,5", "1f",     "1.0f",  "1I",    "1U",
        "08x",   "0b1",    "1 ",   ".5.",  "-.5x", "+0x",  "1e5.0",  "0i0",   "1\xce\xbb", "00x1"};
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        lvi_number number = parse(rows[i]);
        assert_true(lvi_nm_looks_numeric((const unsigned char *)rows[i], strlen(rows[i])));
        if (number.kind != LVI_NM_ERROR) fail_msg("%s: a number", rows[i]);
        assert_true(number.bits == 0 && number.magnitude == 0 && !number.negative);
    }
}

static void test_names(void **state) {
    static const char *const rows[] = {"",   "-",  "+",   ".",   "-.", "--1", "+-1", "..5", "-x",
                                       ".x", "e1", "inf", "nan", "x1", "-..1", ".-1", "i",  "-inf"};
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        if (lvi_nm_looks_numeric((const unsigned char *)rows[i], strlen(rows[i]))) {
            fail_msg("%s: looks numeric", rows[i]);
        }
        assert_int_equal(parse(rows[i]).kind, LVI_NM_ERROR);
    }
}

static void test_plain(void **state) {
    static const struct {
        const char *text;
        lvi_nm_kind kind;
    } rows[] = {
        {"0", LVI_NM_BARE},          {"-0", LVI_NM_BARE},          {"007", LVI_NM_BARE},
        {"-17", LVI_NM_BARE},        {"999999999", LVI_NM_BARE},   {"-16777217", LVI_NM_BARE},
        {"1.", LVI_NM_FLOAT},        {".5", LVI_NM_FLOAT},         {"-.5", LVI_NM_FLOAT},
        {"0.0", LVI_NM_FLOAT},       {"-0.", LVI_NM_FLOAT},        {".000000001", LVI_NM_FLOAT},
        {"-.999999999", LVI_NM_FLOAT}, {"1.00000000", LVI_NM_FLOAT}, {"123456.789", LVI_NM_FLOAT},
        {"1000000000", LVI_NM_ERROR}, {"0000000000", LVI_NM_ERROR}, {".0000000001", LVI_NM_ERROR},
        {"1.2.3", LVI_NM_ERROR},     {"..5", LVI_NM_ERROR},        {".", LVI_NM_ERROR},
        {"-", LVI_NM_ERROR},         {"-.", LVI_NM_ERROR},         {"--1", LVI_NM_ERROR},
        {"+1", LVI_NM_ERROR},        {"1e3", LVI_NM_ERROR},        {"1u", LVI_NM_ERROR},
        {"1-", LVI_NM_ERROR},        {"0x1", LVI_NM_ERROR},        {"1x", LVI_NM_ERROR},
        {"4294967297", LVI_NM_ERROR}};
    char text[16];
    uint32_t bits;
    size_t i, n;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        n = strlen(rows[i].text);
        if (lvi_nm_plain((const unsigned char *)rows[i].text, (uint32_t)n, &bits) != rows[i].kind)
            fail_msg("%s: not %d", rows[i].text, rows[i].kind);
        (void)parse(rows[i].text);
    }
    // Up to 9 digits, with a dot anywhere, against strtof.
    for (i = 0; i < 2000000; i++) {
        uint32_t digits = 1 + random_below(9), dot = random_below(digits + 2), k;
        n = 0;
        if (random_below(2)) text[n++] = '-';
        for (k = 0; k < digits; k++) {
            if (k == dot) text[n++] = '.';
            text[n++] = (char)('0' + random_below(10));
        }
        if (dot == digits) text[n++] = '.';
        text[n] = 0;
        if (lvi_nm_plain((const unsigned char *)text, (uint32_t)n, &bits)
                != (dot <= digits ? LVI_NM_FLOAT : LVI_NM_BARE)
            || bits != bits_of(strtof(text, NULL)))
            fail_msg("%s: %08x", text, bits);
        if (i % 16 == 0) (void)parse(text);
    }
}

// No byte past the token is read: the same text, cut at each length, ends at a byte that would
// change its meaning.
static void test_length_delimited(void **state) {
    static const unsigned char text[] = "0x12.8p11";
    static const uint32_t bits[] = {0, 0, 0, 0x3f800000, 0x41900000, 0x41900000, 0x41940000, 0,
                                    0x42140000, 0x47140000};
    lvi_number number;
    size_t n;
    (void)state;
    for (n = 0; n < sizeof text; n++) {
        unsigned char *cut = (unsigned char *)malloc(n + (n == 0));
        assert_non_null(cut);
        memcpy(cut, text, n);
        (void)lvi_nm_parse(cut, n, &number);
        assert_int_equal(number.bits, bits[n]);
        free(cut);
    }
}

static void test_hard_decimals(void **state) {
    static const struct {
        const char *text;
        uint32_t bits;
    } rows[] = {
        {"0", 0},
        {"-0", 0x80000000},
        {"-0.0", 0x80000000},
        {"-.0e99", 0x80000000},
        {"0.1", 0x3dcccccd},
        {"1e10", 0x501502f9},
        {"3.1415927410125732421875", 0x40490fdb},
        {"9007199254740993", 0x5a000000},
        // the middle of 2^24 and 2^24 + 2, of 2^24 + 2 and 2^24 + 4, and off by little
        {"16777217", 0x4b800000},
        {"16777217.00000000000000000000000000000000000000000000000001", 0x4b800001},
        {"16777219", 0x4b800002},
        {"16777218.99999999999999999999999999999999999999999999999999", 0x4b800001},
        // the largest value, and the middle of it and 2^128
        {"3.4028234663852886e38", 0x7f7fffff},
        {"3.4028235677973366e38", 0x7f7fffff},
        {"340282356779733661637539395458142568447", 0x7f7fffff},
        {"340282356779733661637539395458142568447.99999999999999999999999999", 0x7f7fffff},
        {"340282356779733661637539395458142568448", 0x7f800000},
        {"-3.4028235677973367e38", 0xff800000},
        // the smallest normal, the largest subnormal, and their middle
        {"1.17549435082228750796873653722224567781866555677209e-38", 0x00800000},
        {"1.17549421069244107548702944484928734882705242874590e-38", 0x007fffff},
        {"1.175494280757364291727882991035766513322858992758990427682963118425003064"
         "9651730385585324256680905818939208984375e-38",
         0x00800000},
        {"1.175494280757364291727882991035766513322858992758990427682963118425003064"
         "9651730385585324256680905818939208984374e-38",
         0x007fffff},
        // 2^-149, its half and one and a half
        {"1.4012984643248170709237295832899161312802619418765e-45", 1},
        {"7.0064923216240853546186479164495806564013097093825788587853415776178241"
         "88e-46",
         1},
        {"7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743"
         "319094181060791015625e-46",
         0},
        {"7.00649232162408535461864791644958065640130970938257885878534141944895541342930300743"
         "3190941810607910156250000000000000000000000000000001e-46",
         1},
        {"2.10194769648722560638559437493487419692039291281477365763560242583468662402879090222"
         "9957282543182373046875e-45",
         2},
        {"2.10194769648722560638559437493487419692039291281477365763560242583468662402879090222"
         "9957282543182373046874e-45",
         1},
        {"7e-46", 0},
        {"1e-46", 0},
        {"9.9e-46", 1},
        // exponents that no integer type holds
        {"1e999999999999", 0x7f800000},
        {"1e99999999999999999999999999999999", 0x7f800000},
        {"-1e-99999999999999999999999999999999", 0x80000000},
        {"0e999999999", 0},
        {"0.0e-99999999999999999999999", 0},
        {"1e39", 0x7f800000},
        {"0.000000000000000000000000000000000000000000000000001e51", 0x3f800000},
        {"1000000000000000000000000000000000000000000000000000e-51", 0x3f800000},
        {"0.3402823567797336616375393954581425684479e39", 0x7f7fffff},
        // 18 to 21 digits, at the limits of the 64-bit path
        {"9223372036854775807e-27", 0x321e74d2},
        {"9223372036854775808e-27", 0x321e74d2},
        {"18446744073709551615e-20", 0x3e3ce508},
        {"18446744073709551616e-20", 0x3e3ce508},
    };
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        assert_int_equal(bits_of(strtof(rows[i].text, NULL)), rows[i].bits);
        expect_float(rows[i].text, rows[i].bits);
    }
}

static void test_hexadecimals(void **state) {
    static const struct {
        const char *text;
        uint32_t bits;
    } rows[] = {
        {"0xff", 0x437f0000},
        {"-0x0", 0x80000000},
        {"0x0p99999999999999999999", 0},
        {"0x1p-4", 0x3d800000},
        {"0x1.8p3", 0x41400000},
        {"0x.8p1", 0x3f800000},
        {"0xa.bcdef", 0x412bcdef},
        {"0x1.000001p0", 0x3f800000}, // ties to even
        {"0x1.000003p0", 0x3f800002},
        {"0x1.0000010000000000000000000000000000001p0", 0x3f800001},
        {"0x1.000002ffffffffffffffffffffffffffffffffp0", 0x3f800001},
        {"0x1.000000ffffffffffffffffffp0", 0x3f800000},
        {"0x1.fffffep127", 0x7f7fffff},
        {"0x1.fffffefffffffffffffffffffffp127", 0x7f7fffff},
        {"0x1.ffffffp127", 0x7f800000},
        {"0x1p128", 0x7f800000},
        {"0x1p-126", 0x00800000},
        {"0x1p-149", 1},
        {"0x1p-150", 0},
        {"0x1.000000000000000000000000000001p-150", 1},
        {"0x1.8p-149", 2},
        {"0x0.fffffffp-126", 0x00800000},
        {"0x0.fffffep-126", 0x007fffff},
        {"0x1p99999999999999999999", 0x7f800000},
        {"0x1p-99999999999999999999", 0},
        {"0x1000000000000000000000000p-96", 0x3f800000},
        {"0x0.000000000000000000000001p96", 0x3f800000},
    };
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        expect_float(rows[i].text, rows[i].bits);
    }
}

// Tokens of ten million digits: head, then `digit` n times, then tail.
static void expect_long(const char *head, char digit, size_t n, const char *tail, uint32_t bits) {
    size_t at = strlen(head);
    char *text = (char *)malloc(at + n + strlen(tail) + 1);
    assert_non_null(text);
    memcpy(text, head, at);
    memset(text + at, digit, n);
    strcpy(text + at + n, tail);
    expect_float(text, bits);
    free(text);
}

static void test_long_tokens(void **state) {
    const size_t n = 10000000;
    (void)state;
    expect_long("0.", '0', n, "1e10000001", 0x3f800000);
    expect_long("1", '0', n, "e-10000000", 0x3f800000);
    expect_long("1", '0', n, "", 0x7f800000);
    expect_long("0.", '0', n, "1", 0);
    expect_long("16777217.", '0', n, "", 0x4b800000);
    expect_long("16777217.", '0', n, "1", 0x4b800001);
    expect_long("16777218.", '9', n, "", 0x4b800001);
    expect_long("0x1.000001", '0', n, "1", 0x3f800001);
    expect_long("0x1", '0', n, "p-40000000", 0x3f800000);
    expect_long("1e", '0', n, "7", 0x4b189680);
    expect_long("1e-", '9', n, "", 0);
    expect_long("", '0', n, "12.5", 0x41480000);
}

// Digits with a dot somewhere, zeros around them, and an exponent that brings the value into range.
static void random_decimal(char *dst) {
    static const uint32_t lengths[] = {1, 2, 4, 9, 10, 17, 18, 19, 20, 21, 30, 60, 118, 121, 130};
    uint32_t count = 1 + random_below(lengths[random_below(COUNT(lengths))]);
    uint32_t dot = random_below(count + 1);
    uint32_t nines = random_below(8) == 0;
    uint32_t i;
    if (random_below(2)) *dst++ = "+-"[random_below(2)];
    for (i = random_below(4) == 0 ? random_below(50) : 0; i > 0; i--) *dst++ = '0';
    for (i = 0; i < count; i++) {
        if (i == dot && random_below(2)) *dst++ = '.';
        *dst++ = nines && i > 2 ? '9' : (char)('0' + random_below(10));
    }
    *dst = 0;
    if (random_below(5) != 0) sprintf(dst, "e%d", (int)random_below(100) - (int)dot - 50);
}

static void test_random_decimals(void **state) {
    char text[256];
    uint32_t i;
    (void)state;
    for (i = 0; i < 1000000; i++) {
        random_decimal(text);
        expect_float(text, bits_of(strtof(text, NULL)));
    }
}

// The reference is a double of the leading 13 digits with a sticky bit, so that its conversion to
// float is the only rounding (strtof before glibc 2.41 rounds hexadecimal subnormals wrongly).
static void test_random_hexadecimals(void **state) {
    static const char digits[] = "0123456789abcdef";
    char text[256];
    uint32_t i, j;
    (void)state;
    for (i = 0; i < 300000; i++) {
        uint32_t count = 1 + random_below(24), dot = random_below(30), zeros = random_below(3);
        uint64_t w = 0;
        uint32_t rest = 0;
        int exp = 0, power = random_below(4) != 0 ? (int)random_below(320) - 180 : 0;
        int negative = (int)random_below(2);
        char *p = text + sprintf(text, "%s0x", negative ? "-" : "");
        for (j = 0; j < count; j++) {
            uint32_t digit = j > 1 && zeros == 0 && random_below(9) ? 0 : random_below(16);
            if (j == dot) *p++ = '.';
            *p++ = (char)(random_below(2) ? toupper(digits[digit]) : digits[digit]);
            exp += (w >> 48 != 0 ? 4 : 0) - (j >= dot ? 4 : 0);
            if (w >> 48 != 0) rest |= digit;
            if (w >> 48 == 0) w = w << 4 | digit;
        }
        sprintf(p, power != 0 ? "p%d" : "%.0d", power);
        w |= rest != 0;
        expect_float(text, bits_of((float)ldexp(negative ? -(double)w : (double)w, exp + power)));
    }
}

// The exact decimal of a double that lies in the middle of two binary32 values, and next to it.
static void test_random_middles(void **state) {
    char text[256];
    uint32_t i;
    (void)state;
    for (i = 0; i < 200000; i++) {
        uint32_t low = random_below(2) ? random_below(0x7f7fffff) : random_below(0x01000000);
        double middle = ((double)float_of(low) + (double)float_of(low + 1)) / 2;
        char *last;
        sprintf(text, "%.150f", middle);
        expect_float(text, (low & 1) ? low + 1 : low);
        strcat(text, "00001");
        expect_float(text, low + 1);
        text[strlen(text) - 5] = 0;
        for (last = text + strlen(text) - 1; *last == '0' || *last == '.'; last--) {
            if (*last == '0') *last = '9';
        }
        --*last;
        expect_float(text, low);
    }
}

static void test_wide_helpers(void **state) {
    uint32_t i;
    (void)state;
    for (i = 0; i < 1000000; i++) {
        uint64_t x = ((uint64_t)random_edge() << 32) | random_operand(i);
        uint32_t a = random_operand(0xffffffff), b = random_operand(0xffff), n = i & 63;
        uint64_t lost = n == 0 ? 0 : x << (64 - n);
        assert_true(lvi_fp_shl64(x, n) == x << n);
        assert_true(lvi_fp_shr64_sticky(x, n) == ((x >> n) | (lost != 0)));
        assert_true(lvi_fp_mul32(a, b) == (uint64_t)a * b);
        x |= 1;
        assert_true(x << lvi_fp_clz64(x) >> 63 == 1);
        assert_true(lvi_fp_clz64(x >> n) == lvi_fp_clz64(x) + n || x >> n == 0);
    }
    assert_true(lvi_fp_shr64_sticky(1, 64) == 1);
    assert_true(lvi_fp_shr64_sticky(0, 1000) == 0);
}

static void expect_result(const char *op, uint32_t a, uint32_t b, uint32_t c, uint32_t got,
                          uint32_t want) {
    if (got != want) fail_msg("%s %08x %08x %08x: %08x, not %08x", op, a, b, c, got, want);
}

static float min_of(float x, float y) {
    if (x != x) return y;
    if (x == 0 && y == 0) return signbit(x) ? x : y;
    return y < x ? y : x;
}

static float max_of(float x, float y) {
    if (x != x) return y;
    if (x == 0 && y == 0) return signbit(x) ? y : x;
    return y > x ? y : x;
}

static void check_binary(uint32_t a, uint32_t b) {
    float x = float_of(a), y = float_of(b);
    expect_result("add", a, b, 0, lvi_fp_add(a, b), result_of(x + y));
    expect_result("sub", a, b, 0, lvi_fp_sub(a, b), result_of(x - y));
    expect_result("mul", a, b, 0, lvi_fp_mul(a, b), result_of(x * y));
    expect_result("div", a, b, 0, lvi_fp_div(a, b), result_of(x / y));
    expect_result("min", a, b, 0, lvi_fp_min(a, b), result_of(min_of(x, y)));
    expect_result("max", a, b, 0, lvi_fp_max(a, b), result_of(max_of(x, y)));
    expect_result("eq", a, b, 0, (uint32_t)lvi_fp_eq(a, b), x == y);
    expect_result("lt", a, b, 0, (uint32_t)lvi_fp_lt(a, b), x < y);
    expect_result("le", a, b, 0, (uint32_t)lvi_fp_le(a, b), x <= y);
}

static void check_unary(uint32_t a) {
    float x = float_of(a);
    float sign = (float)((x > 0) - (x < 0));
    expect_result("sqrt", a, 0, 0, lvi_fp_sqrt(a), result_of(sqrtf(x)));
    expect_result("floor", a, 0, 0, lvi_fp_integral(a, LVI_FP_FLOOR), result_of(floorf(x)));
    expect_result("ceil", a, 0, 0, lvi_fp_integral(a, LVI_FP_CEIL), result_of(ceilf(x)));
    expect_result("trunc", a, 0, 0, lvi_fp_integral(a, LVI_FP_TRUNC), result_of(truncf(x)));
    expect_result("round", a, 0, 0, lvi_fp_integral(a, LVI_FP_ROUND), result_of(roundf(x)));
    expect_result("even", a, 0, 0, lvi_fp_integral(a, LVI_FP_ROUND_EVEN), result_of(rintf(x)));
    expect_result("fract", a, 0, 0, lvi_fp_fract(a), result_of(x - floorf(x)));
    expect_result("neg", a, 0, 0, lvi_fp_neg(a), result_of(-x));
    expect_result("abs", a, 0, 0, lvi_fp_abs(a), result_of(fabsf(x)));
    expect_result("sign", a, 0, 0, lvi_fp_signum(a), result_of(x != x ? x : sign));
    expect_result("is-nan", a, 0, 0, (uint32_t)lvi_fp_is_nan(a), x != x);
    expect_result("is-inf", a, 0, 0, (uint32_t)lvi_fp_is_inf(a), fabsf(x) > FLT_MAX);
    expect_result("is-zero", a, 0, 0, (uint32_t)lvi_fp_is_zero(a), x == 0);
}

static void test_arithmetic(void **state) {
    uint32_t i;
    (void)state;
    for (i = 0; i < 1000000; i++) {
        uint32_t a = i & 1 ? random32() : random_edge();
        uint32_t b = random_operand(a);
        check_binary(a, b);
        check_unary(a);
    }
}

// The third operand is often near to minus the product, where one rounding and two differ.
static void test_fma(void **state) {
    uint32_t i;
    (void)state;
    for (i = 0; i < 2000000; i++) {
        uint32_t a = i & 1 ? random32() : random_edge();
        uint32_t b = random_operand(i & 2 ? 0x3f800000 : a);
        uint32_t near = bits_of(-(float_of(a) * float_of(b)));
        uint32_t c = random_operand(near);
        float want = fmaf(float_of(a), float_of(b), float_of(c));
        expect_result("fma", a, b, c, lvi_fp_fma(a, b, c), result_of(want));
    }
}

static void test_from_int(void **state) {
    uint32_t i;
    (void)state;
    for (i = 0; i < 500000; i++) {
        uint64_t m = (((uint64_t)random32() << 32) | random32()) >> random_below(64);
        if (i & 1) m = (m & ~(uint64_t)0xff) | (m >> 56);
        if (i & 2) m &= ~((uint64_t)0xffffffff >> random_below(32));
        assert_int_equal(lvi_fp_from_int(0, m), bits_of((float)m));
        if (m >> 63 == 0) assert_int_equal(lvi_fp_from_int(1, m), bits_of((float)-(int64_t)m));
    }
    assert_int_equal(lvi_fp_from_int(1, 0), 0);
    assert_int_equal(lvi_fp_from_int(0, UINT64_MAX), 0x5f800000);
}

static void test_to_int(void **state) {
    uint32_t i, got;
    (void)state;
    for (i = 0; i < 1000000; i++) {
        uint32_t x = i & 1 ? random32() : random_edge();
        double d = trunc((double)float_of(x));
        int fits = lvi_fp_to_int(x, 1, &got);
        assert_int_equal(fits, d >= -2147483648.0 && d <= 2147483647.0);
        if (fits) assert_int_equal((int32_t)got, (int32_t)d);
        fits = lvi_fp_to_int(x, 0, &got);
        assert_int_equal(fits, d >= 0 && d <= 4294967295.0);
        if (fits) assert_int_equal(got, (uint32_t)d);
    }
}

static uint32_t random_integer(void) {
    static const uint32_t edges[] = {0, 1, 2, 3, 31, 32, 0x7fffffff, 0x80000000, 0xfffffffe, ~0u};
    uint32_t x = random32();
    return x & 1 ? edges[random_below(COUNT(edges))] : x >> random_below(32);
}

// What 64 bits say of a pair of ints (sign 1) or uints; 0 where it is undefined.
static int expected_integer(uint32_t op, int sign, uint32_t a, uint32_t b, uint32_t *want) {
    int64_t x = sign ? (int64_t)(int32_t)a : (int64_t)a;
    int64_t y = sign ? (int64_t)(int32_t)b : (int64_t)b;
    int bad = y == 0 || (x == INT32_MIN && y == -1);
    switch (op) {
    case LVI_OP_ADD: *want = (uint32_t)(x + y); return 1;
    case LVI_OP_SUB: *want = (uint32_t)(x - y); return 1;
    case LVI_OP_MUL: *want = (uint32_t)((uint64_t)x * (uint64_t)y); return 1;
    case LVI_OP_NEG: *want = (uint32_t)-x; return 1;
    case LVI_OP_ABS: *want = (uint32_t)(x < 0 ? -x : x); return 1;
    case LVI_OP_SIGN: *want = (uint32_t)((x > 0) - (x < 0)); return 1;
    case LVI_OP_IDIV: *want = bad ? 0 : (uint32_t)(x / y); return !bad;
    case LVI_OP_MIN: *want = (uint32_t)(y < x ? y : x); return 1;
    case LVI_OP_MAX: *want = (uint32_t)(y > x ? y : x); return 1;
    case LVI_OP_EQ: *want = x == y; return 1;
    case LVI_OP_LT: *want = x < y; return 1;
    case LVI_OP_LE: *want = x <= y; return 1;
    case LVI_OP_GT: *want = x > y; return 1;
    case LVI_OP_GE: *want = x >= y; return 1;
    case LVI_OP_SHIFT_LEFT: *want = b < 32 ? (uint32_t)((uint64_t)x << b) : 0; return b < 32;
    case LVI_OP_SHIFT_RIGHT: *want = b < 32 ? (uint32_t)(x >> b) : 0; return b < 32;
    case LVI_OP_TO_NUM: *want = bits_of((float)x); return 1;
    default: return -1;
    }
}

static void test_integers(void **state) {
    static const uint32_t ops[] = {
        LVI_OP_ADD, LVI_OP_SUB,  LVI_OP_MUL,        LVI_OP_NEG,         LVI_OP_ABS, LVI_OP_SIGN,
        LVI_OP_MIN, LVI_OP_MAX,  LVI_OP_EQ,         LVI_OP_LT,          LVI_OP_LE,  LVI_OP_GT,
        LVI_OP_GE,  LVI_OP_IDIV, LVI_OP_SHIFT_LEFT, LVI_OP_SHIFT_RIGHT, LVI_OP_TO_NUM};
    uint32_t i, want, got;
    (void)state;
    for (i = 0; i < 2000000; i++) {
        uint32_t op = ops[random_below(COUNT(ops))], x[4] = {0, 0, 0, 0};
        int sign = (int)(i & 1), is_num = op == LVI_OP_TO_NUM, folds, defined;
        x[0] = random_integer(), x[1] = random_integer();
        defined = expected_integer(op, sign, x[0], x[1], &want);
        folds = lvi_gr_fold_int(op, sign, is_num, x, &got);
        assert_int_equal(folds, defined);
        if (defined) expect_result(sign ? "int" : "uint", x[0], x[1], op, got, want);
    }
}

// Bits, one by one.
static void test_bits(void **state) {
    uint32_t i, k, got;
    (void)state;
    for (i = 0; i < 200000; i++) {
        uint32_t a = random_integer(), b = random32();
        uint32_t offset = random_below(34), n = random_below(34);
        uint32_t count = 0, reversed = 0, low = ~0u, high = ~0u, extracted = 0, inserted = a, x[4];
        uint32_t top = a & 0x80000000u ? ~a : a, high_signed = ~0u;
        int fits = offset + n <= 32;
        for (k = 0; k < 32; k++) {
            uint32_t bit = a >> k & 1;
            count += bit;
            reversed |= bit << (31 - k);
            if (bit && low == ~0u) low = k;
            if (bit) high = k;
            if (top >> k & 1) high_signed = k;
            if (fits && k >= offset && k < offset + n) {
                extracted |= bit << (k - offset);
                inserted = (inserted & ~(1u << k)) | (b >> (k - offset) & 1) << k;
            }
        }
        x[0] = a, x[1] = offset, x[2] = n, x[3] = 0;
        assert_int_equal(lvi_gr_bit_count(a), count);
        assert_int_equal(lvi_gr_bit_reverse(a), reversed);
        assert_int_equal(lvi_gr_find_msb(a & (0 - a), 0), low);
        assert_int_equal(lvi_gr_find_msb(a, 0), high);
        assert_int_equal(lvi_gr_find_msb(a, 1), high_signed);
        assert_int_equal(lvi_gr_fold_field(LVI_OP_BIT_EXTRACT, 0, x, &got), fits);
        if (fits) assert_int_equal(got, extracted);
        if (fits && n > 0 && extracted >> (n - 1)) extracted |= n < 32 ? ~0u << n : 0;
        lvi_gr_fold_field(LVI_OP_BIT_EXTRACT, 1, x, &got);
        if (fits) assert_int_equal(got, extracted);
        x[1] = b, x[2] = offset, x[3] = n;
        assert_int_equal(lvi_gr_fold_field(LVI_OP_BIT_INSERT, 0, x, &got), fits);
        if (fits) assert_int_equal(got, inserted);
    }
}

// The choices that IEEE 754 or GLSL leave open, as the header states them.
static void test_choices(void **state) {
    const uint32_t one = 0x3f800000, minus_one = 0xbf800000, minus_zero = 0x80000000;
    const uint32_t tiny = 0x80000001, inf = 0x7f800000, payload = 0xffabcdef;
    (void)state;
    assert_int_equal(lvi_fp_min(0, minus_zero), minus_zero);
    assert_int_equal(lvi_fp_max(minus_zero, 0), 0);
    assert_int_equal(lvi_fp_min(payload, one), one);
    assert_int_equal(lvi_fp_max(one, payload), one);
    assert_int_equal(lvi_fp_max(payload, payload), LVI_FP_NAN);
    assert_int_equal(lvi_fp_signum(minus_zero), 0);
    assert_int_equal(lvi_fp_fract(tiny), one);
    assert_int_equal(lvi_fp_fract(minus_zero), 0);
    assert_int_equal(lvi_fp_fract(inf), LVI_FP_NAN);
    assert_int_equal(lvi_fp_neg(payload), LVI_FP_NAN);
    assert_int_equal(lvi_fp_integral(payload, LVI_FP_TRUNC), LVI_FP_NAN);
    assert_int_equal(lvi_fp_integral(0xbe800000, LVI_FP_CEIL), minus_zero);
}

static void test_print(void **state) {
    static const struct {
        uint32_t bits;
        const char *text;
    } rows[] = {
        {0, "0"},
        {0x80000000, "-0"},
        {0x3f800000, "1"},
        {0xc0200000, "-2.5"},
        {0x3dcccccd, "0.1"},
        {0x501502f9, "1e+10"},
        {0x42c80000, "100"},
        {0x4cbebc20, "100000000"},
        {0x4e6e6b28, "1e+9"},
        {0x38d1b717, "0.0001"},
        {0x3727c5ac, "1e-5"},
        {0x7f7fffff, "3.4028235e+38"},
        {0x80000001, "-1e-45"},
        {0x00800000, "1.1754944e-38"},
        {0x40490fdb, "3.1415927"},
        {0x7f800000, "inf"},
        {0xff800000, "-inf"},
        {0x7fc00000, "nan"},
        {0xff800001, "nan"},
    };
    char text[LVI_NM_PRINT + 1];
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        text[lvi_nm_print(rows[i].bits, text)] = 0;
        assert_string_equal(text, rows[i].text);
    }
}

// How many significant digits a printed number has.
static int digits_of(const char *text) {
    int n = 0, zeros = 0;
    for (; *text != 0 && *text != 'e'; text++) {
        if (*text < '0' || *text > '9' || (n == 0 && *text == '0')) continue;
        n++;
        zeros = *text == '0' ? zeros + 1 : 0;
    }
    return n - zeros;
}

// Whether a decimal of n digits reads as these bits: if any, then one next to the exact value.
static int some_reads(uint32_t bits, int n) {
    char exact[200], text[200];
    long cut = 0;
    int i, exp;
    sprintf(exact, "%.150e", (double)float_of(bits));
    exp = atoi(strchr(exact, 'e') + 1);
    for (i = 0; i < n; i++) cut = cut * 10 + (exact[i == 0 ? 0 : i + 1] - '0');
    for (i = 0; i < 2; i++) {
        sprintf(text, "%lde%d", cut + i, exp - n + 1);
        if (bits_of(strtof(text, NULL)) == bits) return 1;
    }
    return 0;
}

static void test_print_shortest(void **state) {
    char text[LVI_NM_PRINT + 2];
    uint32_t i;
    (void)state;
    for (i = 0; i < 30000; i++) {
        uint32_t bits = i < 255 ? i << 23 : i & 1 ? random32() : random_edge();
        uint32_t length;
        if ((bits & LVI_FP_INF) == LVI_FP_INF) continue;
        memset(text, '#', sizeof text);
        length = lvi_nm_print(bits, text);
        assert_true(length <= LVI_NM_PRINT && text[length] == '#');
        text[length] = 0;
        expect_float(text, bits);
        assert_int_equal(bits_of(strtof(text, NULL)), bits);
        bits &= 0x7fffffff;
        if (digits_of(text) > 1 && some_reads(bits, digits_of(text) - 1)) {
            fail_msg("%s is not the shortest", text);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kinds),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_plain),
        cmocka_unit_test(test_length_delimited),
        cmocka_unit_test(test_hard_decimals),
        cmocka_unit_test(test_hexadecimals),
        cmocka_unit_test(test_long_tokens),
        cmocka_unit_test(test_random_decimals),
        cmocka_unit_test(test_random_hexadecimals),
        cmocka_unit_test(test_random_middles),
        cmocka_unit_test(test_wide_helpers),
        cmocka_unit_test(test_arithmetic),
        cmocka_unit_test(test_fma),
        cmocka_unit_test(test_from_int),
        cmocka_unit_test(test_to_int),
        cmocka_unit_test(test_integers),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_choices),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_shortest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
