/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/lib_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -o lib_test -lm -ldl */
/* The functions of examples/lib, run on a device over many inputs and compared with C, which
   computes in double precision and, where there is a choice, in another way: distances from nearest
   points, conversions and hashes from their definitions.
       lib_test [--device NAME]
   The tolerances are for lavapipe, the device if none is named. Each function is a row: an
   expression of a, b (vec4: -2 .. 2 and 0 .. 1) and u (uvec4), how many components it has, its
   tolerance (times 1 + |expected|), the range that the library promises, and the C function. The
   last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 3 no device. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "tests/support/cases.h"

enum { INPUTS = 4096, GROUP = 64, ARENA = 32 << 20, TEXT_SIZE = 32768, MOST_ROWS = 48, SHOWN = 3 };
static const double pi = 3.14159265358979323846, endless = 1e30;

typedef struct input {
    double a[4], b[4];
    uint32_t u[4];
} input;

typedef void (*reference)(const input *in, double *r);

typedef struct row {
    const char *expression;
    int components;
    double tolerance, least, most;
    reference expected;
} row;

static double clamp(double x, double a, double b) {
    return fmin(fmax(x, a), b);
}

static double mix(double a, double b, double t) {
    return a * (1 - t) + b * t;
}

static double fract(double x) {
    return x - floor(x);
}

static double length(const double *v, int n) {
    double sum = 0;
    int i;
    for (i = 0; i < n; i++) sum += v[i] * v[i];
    return sqrt(sum);
}

/* --- hash.lv: uints are compared as two numbers of 16 bits, exactly */

static double *halves(uint32_t x, double *r) {
    *r++ = x & 0xffffu;
    *r++ = x >> 16;
    return r;
}

static double unit(uint32_t x) {
    return (x >> 8) / 16777216.0;
}

static uint32_t reverse(uint32_t x) {
    uint32_t r = 0;
    int i;
    for (i = 0; i < 32; i++) r |= (x >> i & 1u) << (31 - i);
    return r;
}

static uint32_t spread(uint32_t x) {
    uint32_t r = 0;
    int i;
    for (i = 0; i < 16; i++) r |= (x >> i & 1u) << 2 * i;
    return r;
}

static void r_scramble(const input *in, double *r) {
    uint32_t x = in->u[0];
    x ^= x >> 16, x *= 0x7feb352du;
    x ^= x >> 15, x *= 0x846ca68bu;
    halves(x ^ x >> 16, r);
}

static void r_pcg(const input *in, double *r) {
    uint32_t state = in->u[0] * 747796405u + 2891336453u;
    uint32_t word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737u;
    halves(word >> 22 ^ word, r);
}

static void r_pcg_2d(const input *in, double *r) {
    uint32_t x = in->u[0] * 1664525u + 1013904223u, y = in->u[1] * 1664525u + 1013904223u;
    int i;
    for (i = 0; i < 2; i++) {
        x += y * 1664525u, y += x * 1664525u;
        x ^= x >> 16, y ^= y >> 16;
    }
    halves(y, halves(x, r));
}

static void pcg_3d(const uint32_t *from, uint32_t *v) {
    int i;
    for (i = 0; i < 3; i++) v[i] = from[i] * 1664525u + 1013904223u;
    v[0] += v[1] * v[2], v[1] += v[2] * v[0], v[2] += v[0] * v[1];
    for (i = 0; i < 3; i++) v[i] ^= v[i] >> 16;
    v[0] += v[1] * v[2], v[1] += v[2] * v[0], v[2] += v[0] * v[1];
}

static void r_pcg_3d(const input *in, double *r) {
    uint32_t v[3];
    pcg_3d(in->u, v);
    halves(v[1], halves(v[0], r));
}

static void r_random_at(const input *in, double *r) {
    uint32_t v[3];
    int i;
    pcg_3d(in->u, v);
    for (i = 0; i < 3; i++) r[i] = unit(v[i]);
}

static void r_unit(const input *in, double *r) {
    r[0] = unit(in->u[0]);
    r[1] = 2 * unit(in->u[1]) - 1;
}

static void r_hammersley(const input *in, double *r) {
    uint32_t i = in->u[0] & 1023u;
    r[0] = (i + 0.5) / 1024;
    r[1] = unit(reverse(i));
}

static void r_morton(const input *in, double *r) {
    halves(spread(in->u[0] & 0xffffu) | spread(in->u[1] & 0xffffu) << 1, r);
}

/* Bayer's matrix from its recursion: each quarter is four times the next smaller one. */
static void r_bayer(const input *in, double *r) {
    static const int quarter[2][2] = {{0, 2}, {3, 1}};
    int k, n = 0;
    for (k = 0; k < 3; k++) n = 4 * n + quarter[in->u[1] >> k & 1u][in->u[0] >> k & 1u];
    r[0] = (n + 0.5) / 64;
}

#define HALVES(e) "(let ((h " e ")) (vec2 (num (bit-and h 0xffff)) (num (shift-right h 16))))"
#define BITS 0, 0, 65535
static const row hash_rows[] = {
    {HALVES("(scramble u.x)"), 2, BITS, r_scramble},
    {HALVES("(pcg u.x)"), 2, BITS, r_pcg},
    {"(let ((h (pcg-2d u.xy))) (vec4 " HALVES("h.x") HALVES("h.y") "))", 4, BITS, r_pcg_2d},
    {"(let ((h (pcg-3d u.xyz))) (vec4 " HALVES("h.x") HALVES("h.y") "))", 4, BITS, r_pcg_3d},
    {"(vec2 (unit u.x) (unit-signed u.y))", 2, 0, -1, 0.99999995, r_unit},
    {"(random-at u.xy u.z)", 3, 0, 0, 0.99999995, r_random_at},
    {"(random-at (int u.xy) u.z)", 3, 0, 0, 0.99999995, r_random_at},
    {"(hammersley (bit-and u.x 1023) 1024)", 2, 0, 0, 1, r_hammersley},
    {HALVES("(morton (bit-and u.xy (uvec2 65535)))"), 2, BITS, r_morton},
    {"(bayer u.xy)", 1, 0, 0.0078125, 0.9921875, r_bayer},
};

/* --- noise.lv: its hashes live on rounding, so that C follows them in binary32 */

static float fract32(float x) {
    return x - floorf(x);
}

static void hash2(double x, double y, double *r) {
    static const float factor[3] = {0.1031f, 0.1030f, 0.0973f};
    float q[3], sum;
    q[0] = fract32((float)x * factor[0]);
    q[1] = fract32((float)y * factor[1]);
    q[2] = fract32((float)x * factor[2]);
    sum = q[0] * (q[1] + 33.33f) + q[1] * (q[2] + 33.33f) + q[2] * (q[0] + 33.33f);
    q[0] += sum, q[1] += sum, q[2] += sum;
    r[0] = fract32((q[0] + q[1]) * q[2]);
    r[1] = fract32((q[0] + q[2]) * q[1]);
}

static double hash1(double x, double y) {
    float q = fract32((float)x * 0.1031f), s = fract32((float)y * 0.1031f), sum;
    sum = q * (s + 33.33f) + s * (q + 33.33f) + q * (q + 33.33f);
    return fract32((q + sum + (s + sum)) * (q + sum));
}

static double quintic(double t) {
    return t * t * t * (10 + t * (6 * t - 15));
}

static double value_noise(double x, double y) {
    double i = floor(x), k = floor(y), u = quintic(x - i), v = quintic(y - k);
    double near = mix(hash1(i, k), hash1(i + 1, k), u);
    return mix(near, mix(hash1(i, k + 1), hash1(i + 1, k + 1), u), v);
}

static double slope_at(double i, double k, double x, double y) {
    double angle = 2 * pi * hash1(i, k);
    return cos(angle) * (x - i) + sin(angle) * (y - k);
}

static double gradient_noise(double x, double y) {
    double i = floor(x), k = floor(y), u = quintic(x - i), v = quintic(y - k);
    return mix(mix(slope_at(i, k, x, y), slope_at(i + 1, k, x, y), u),
               mix(slope_at(i, k + 1, x, y), slope_at(i + 1, k + 1, x, y), u), v);
}

static double octaves(int n, double (*noise)(double, double), char kind, double x, double y) {
    double sum = 0, weight = 0.5;
    for (; n > 0; n--, weight /= 2) {
        double v = noise(x, y), next = 2.03 * (0.8 * x - 0.6 * y);
        sum += weight * (kind == '+' ? v : kind == '|' ? fabs(v) : 1 - fabs(v));
        y = 2.03 * (0.6 * x + 0.8 * y);
        x = next;
    }
    return sum;
}

static void r_hash(const input *in, double *r) {
    r[0] = hash1(floor(32 * in->a[0]), floor(32 * in->a[1]));
    hash2(floor(32 * in->a[0]), floor(32 * in->a[1]), r + 1);
}

static void r_noise(const input *in, double *r) {
    r[0] = value_noise(4 * in->a[0], 4 * in->a[1]);
    r[1] = gradient_noise(4 * in->a[2], 4 * in->a[3]);
}

static void r_worley(const input *in, double *r) {
    double x = 4 * in->a[0], y = 4 * in->a[1], at[2], d;
    int i, k;
    r[0] = r[1] = 8;
    for (k = -1; k <= 1; k++) {
        for (i = -1; i <= 1; i++) {
            hash2(floor(x) + i, floor(y) + k, at);
            d = hypot(floor(x) + i + at[0] - x, floor(y) + k + at[1] - y);
            r[1] = fmax(r[0], fmin(r[1], d));
            r[0] = fmin(r[0], d);
        }
    }
}

static void r_fbm(const input *in, double *r) {
    r[0] = octaves(4, value_noise, '+', in->a[0], in->a[1]);
    r[1] = octaves(3, gradient_noise, '+', in->a[0], in->a[1]);
    r[2] = octaves(3, gradient_noise, '|', in->a[0], in->a[1]);
    r[3] = octaves(3, gradient_noise, '-', in->a[0], in->a[1]);
}

static const row noise_rows[] = {
    {"(let ((p (floor (* 32 a.xy)))) (vec3 (hash p) (hash2 p)))", 3, 1e-6, 0, 1, r_hash},
    {"(vec2 (noise (* 4 a.xy)) (gradient-noise (* 4 a.zw)))", 2, 1e-5, -0.75, 1, r_noise},
    {"(worley (* 4 a.xy))", 2, 1e-5, 0, 3, r_worley},
    {"(vec4 (fbm 4 a.xy) (fbm-of 3 gradient-noise a.xy) (turbulence-of 3 gradient-noise a.xy)"
     " (ridged-of 3 gradient-noise a.xy))", 4, 1e-4, -0.65, 1, r_fbm},
};

/* --- easing.lv */

static void r_powers(const input *in, double *r) {
    double t = in->b[0];
    r[0] = pow(t, 2), r[1] = pow(t, 3), r[2] = pow(t, 4), r[3] = pow(t, 5);
}

static void r_curves(const input *in, double *r) {
    double t = in->b[0];
    r[0] = 1 - cos(t * pi / 2);
    r[1] = 1 - sqrt(1 - t * t);
    r[2] = (pow(2, 10 * t) - 1) / 1023;
    r[3] = 2.70158 * t * t * t - 1.70158 * t * t;
}

static double bounce_out(double t) {
    static const double until[4] = {1, 2, 2.5, 2.75}, middle[4] = {0, 1.5, 2.25, 2.625};
    static const double floors[4] = {0, 0.75, 0.9375, 0.984375};
    int i = 0;
    while (i < 3 && t >= until[i] / 2.75) i++;
    return 7.5625 * pow(t - middle[i] / 2.75, 2) + floors[i];
}

static void r_swings(const input *in, double *r) {
    double t = in->b[0];
    r[0] = t <= 0 ? 0 : t >= 1 ? 1 : -pow(2, 10 * t - 10) * sin((10 * t - 10.75) * 2 * pi / 3);
    r[1] = 1 - bounce_out(1 - t);
}

static void r_ends(const input *in, double *r) {
    double t = in->b[0];
    r[0] = 1 - pow(1 - t, 3);
    r[1] = t < 0.5 ? 4 * t * t * t : 1 - pow(2 - 2 * t, 3) / 2;
    r[2] = pow(1 - fabs(2 * t - 1), 2);
    r[3] = quintic(clamp((in->a[0] + 1) / 2.5, 0, 1));
}

static void r_between(const input *in, double *r) {
    double t = clamp(in->a[0], 0, 1);
    r[0] = mix(in->b[0], in->b[2], t * t);
    r[1] = mix(in->b[1], in->b[3], t * t);
}

static void r_linear_ease(const input *in, double *r) {
    r[0] = in->b[0];
}

static const row easing_rows[] = {
    {"(vec4 (ease-quad b.x) (ease-cubic b.x) (ease-quart b.x) (ease-quint b.x))", 4, 1e-6, 0, 1,
     r_powers},
    {"(vec4 (ease-sine b.x) (ease-circle b.x) (ease-exponential b.x) (ease-back b.x))", 4, 1e-5,
     -0.11, 1.000001, r_curves},
    {"(vec2 (ease-elastic b.x) (ease-bounce b.x))", 2, 2e-5, -0.38, 1.000001, r_swings},
    {"(vec4 ((ease-out ease-cubic) b.x) ((ease-in-out ease-cubic) b.x) ((ease-loop ease-quad) b.x)"
     " (smootherstep -1 1.5 a.x))", 4, 1e-5, 0, 1.000001, r_ends},
    {"((ease-between b.xy b.zw ease-quad) a.x)", 2, 1e-6, 0, 1.000001, r_between},
    {"(ease-linear b.x)", 1, 0, 0, 1, r_linear_ease},
};

/* --- colour.lv */

static double srgb(double x) {
    return x <= 0.0031308 ? 12.92 * x : 1.055 * pow(x, 1 / 2.4) - 0.055;
}

static double linear(double x) {
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static double luminance(const double *c) {
    return 0.2126 * c[0] + 0.7152 * c[1] + 0.0722 * c[2];
}

static void r_srgb(const input *in, double *r) {
    int i;
    for (i = 0; i < 3; i++) r[i] = srgb(in->b[i]);
}

static void r_linear(const input *in, double *r) {
    int i;
    for (i = 0; i < 3; i++) r[i] = linear(in->b[i]);
}

static void r_saturation(const input *in, double *r) {
    int i;
    for (i = 0; i < 3; i++) r[i] = mix(luminance(in->b), in->b[i], in->b[3]);
}

/* By sectors of the wheel, as books have it. */
static void hsv(double h, double s, double v, double *r) {
    double f = fract(h) * 6, i = floor(f), p = v * (1 - s);
    double q = v * (1 - s * (f - i)), t = v * (1 - s * (1 - (f - i)));
    const double wheel[6][3] = {{v, t, p}, {q, v, p}, {p, v, t}, {p, q, v}, {t, p, v}, {v, p, q}};
    memcpy(r, wheel[(int)clamp(i, 0, 5)], 3 * sizeof *r);
}

static void r_from_hsv(const input *in, double *r) {
    hsv(in->a[0], in->b[1], in->b[2], r);
}

static void r_from_hsl(const input *in, double *r) {
    double chroma = (1 - fabs(2 * in->b[2] - 1)) * in->b[1];
    int i;
    hsv(in->a[0], 1, 1, r);
    for (i = 0; i < 3; i++) r[i] = (r[i] - 0.5) * chroma + in->b[2];
}

/* What there and back gives: the colour. */
static void r_same(const input *in, double *r) {
    memcpy(r, in->b, 3 * sizeof *r);
}

static void r_oklab(const input *in, double *r) {
    static const double m[3][3] = {{0.4122214708, 0.5363325363, 0.0514459929},
                                   {0.2119034982, 0.6806995451, 0.1073969566},
                                   {0.0883024619, 0.2817188376, 0.6299787005}};
    static const double n[3][3] = {{0.2104542553, 0.7936177850, -0.0040720468},
                                   {1.9779984951, -2.4285922050, 0.4505937099},
                                   {0.0259040371, 0.7827717662, -0.8086757660}};
    double lms[3];
    int i;
    for (i = 0; i < 3; i++)
        lms[i] = cbrt(m[i][0] * in->b[0] + m[i][1] * in->b[1] + m[i][2] * in->b[2]);
    for (i = 0; i < 3; i++) r[i] = n[i][0] * lms[0] + n[i][1] * lms[1] + n[i][2] * lms[2];
}

static void r_palette(const input *in, double *r) {
    int i;
    for (i = 0; i < 3; i++)
        r[i] = 0.5 + 0.25 * (i + 1) / 2 * cos(2 * pi * (i * in->a[0] + in->b[i]));
}

static void r_over(const input *in, double *r) {
    int i;
    for (i = 0; i < 4; i++) r[i] = in->b[i] + (1 - in->b[3]) * in->a[i];
}

static double hable_curve(double x) {
    const double a = 0.15, b = 0.5, c = 0.1, d = 0.2, e = 0.02, f = 0.3;
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f;
}

static void r_tones(const input *in, double *r) {
    double x = 8 * in->b[0];
    r[0] = x / (1 + x);
    r[1] = clamp(x * (1 + x / 16) / (1 + x), 0, 1);
    r[2] = clamp(hable_curve(2 * x) / hable_curve(11.2), 0, 1);
    r[3] = clamp(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 0, 1);
}

static void r_grey(const input *in, double *r) {
    r[0] = r[1] = 0, r[2] = in->b[0];
}

static const row colour_rows[] = {
    {"(srgb-from-linear b.xyz)", 3, 1e-5, 0, 1.000001, r_srgb},
    {"(linear-from-srgb b.xyz)", 3, 1e-5, 0, 1.000001, r_linear},
    {"(linear-from-srgb (srgb-from-linear b.xyz))", 3, 1e-5, 0, 1.000001, r_same},
    {"(saturation b.w b.xyz)", 3, 1e-6, 0, 1.000001, r_saturation},
    {"(rgb-from-hsv (vec3 a.x b.yz))", 3, 1e-5, 0, 1.000001, r_from_hsv},
    {"(rgb-from-hsl (vec3 a.x b.yz))", 3, 1e-5, -1e-6, 1.000001, r_from_hsl},
    {"(rgb-from-hsv (hsv-from-rgb b.xyz))", 3, 1e-5, 0, 1.000001, r_same},
    {"(hsv-from-rgb (vec3 b.x))", 3, 0, 0, 1, r_grey},
    {"(oklab-from-linear b.xyz)", 3, 1e-5, -0.4, 1.000001, r_oklab},
    {"(linear-from-oklab (oklab-from-linear b.xyz))", 3, 2e-5, -2e-5, 1.00002, r_same},
    {"(blend b.xyz (vec3 0.2 0.5 0.7) 0)", 3, 2e-5, -2e-5, 1.00002, r_same},
    {"(blend (vec3 0.2 0.5 0.7) b.xyz 1)", 3, 2e-5, -2e-5, 1.00002, r_same},
    {"((palette (vec3 0.5) (* 0.125 (vec3 1 2 3)) (vec3 0 1 2) b.xyz) a.x)", 3, 2e-5, 0, 1,
     r_palette},
    {"(over b a)", 4, 1e-6, -1e30, 1e30, r_over},
    {"(let ((c (vec3 (* 8 b.x)))) (vec4 (.x (reinhard c)) (.y (reinhard-white 4 c)) (.z (hable c))"
     " (.x (aces c))))", 4, 1e-5, 0, 1, r_tones},
};

/* --- sdf.lv: distances from nearest points */

/* To a box around the middle, of any dimension. */
static double box_distance(const double *p, const double *half, int n) {
    double away[3], inside = endless;
    int i;
    for (i = 0; i < n; i++) {
        away[i] = p[i] - clamp(p[i], -half[i], half[i]);
        inside = fmin(inside, half[i] - fabs(p[i]));
    }
    return inside > 0 ? -inside : length(away, n);
}

/* To the line from a to b, of any dimension. */
static double segment_distance(const double *p, const double *a, const double *b, int n) {
    double along = 0, whole = 0, away[3];
    int i;
    for (i = 0; i < n; i++) along += (p[i] - a[i]) * (b[i] - a[i]), whole += pow(b[i] - a[i], 2);
    for (i = 0; i < n; i++) away[i] = p[i] - mix(a[i], b[i], clamp(along / whole, 0, 1));
    return length(away, n);
}

/* To a convex polygon whose corners turn from x to y. */
static double polygon_distance(const double *p, const double (*corner)[2], int n) {
    double least = endless;
    int i, inside = 1;
    for (i = 0; i < n; i++) {
        const double *a = corner[i], *b = corner[(i + 1) % n];
        least = fmin(least, segment_distance(p, a, b, 2));
        inside &= (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]) > 0;
    }
    return inside ? -least : least;
}

static void r_planes(const input *in, double *r) {
    static const double half[2] = {0.9, 0.4};
    r[0] = length(in->a, 2) - 0.7;
    r[1] = box_distance(in->a, half, 2);
}

static void r_polygons(const input *in, double *r) {
    static const double triangle[3][2] = {{-0.5, -0.8}, {1.2, 0.1}, {-0.3, 0.9}};
    double corner[5][2];
    int i;
    for (i = 0; i < 5; i++) {
        double angle = (2 * i - 1) * pi / 5;
        corner[i][0] = 0.8 / cos(pi / 5) * cos(angle);
        corner[i][1] = 0.8 / cos(pi / 5) * sin(angle);
    }
    r[0] = polygon_distance(in->a, (const double (*)[2])corner, 5);
    r[1] = r[2] = polygon_distance(in->a, triangle, 3);
}

static const double segment_from[3] = {-1, 0.5, 0.2}, segment_to[3] = {0.7, -0.4, 1.1};

static void r_solids(const input *in, double *r) {
    static const double half[3] = {0.7, 0.3, 1.1};
    r[0] = length(in->a, 3) - 0.7;
    r[1] = box_distance(in->a, half, 3);
    r[2] = 0.6 * in->a[0] + 0.8 * in->a[2] - 0.3;
    r[3] = segment_distance(in->a, segment_from, segment_to, 3) - 0.25;
}

static void r_round(const input *in, double *r) {
    static const double half[2] = {0.8, 0.5};
    double q[2], angle = atan2(in->a[2], in->a[0]), ring[3];
    q[0] = hypot(in->a[0], in->a[2]), q[1] = in->a[1];
    ring[0] = in->a[0] - 0.9 * cos(angle);
    ring[1] = in->a[1];
    ring[2] = in->a[2] - 0.9 * sin(angle);
    r[0] = length(ring, 3) - 0.2;
    r[1] = box_distance(q, half, 2);
    r[2] = (fabs(in->a[0]) + fabs(in->a[1]) + fabs(in->a[2]) - 1) / sqrt(3);
}

static void r_ellipsoid(const input *in, double *r) {
    double p[3] = {in->a[0] / 0.5, in->a[1] / 0.8, in->a[2] / 1.2};
    double q[3] = {p[0] / 0.5, p[1] / 0.8, p[2] / 1.2};
    r[0] = length(p, 3) * (length(p, 3) - 1) / length(q, 3);
}

/* Two shapes for the functions on shapes. */
static double ball(const double *p) {
    return length(p, 3) - 1;
}

static double crate(const double *p) {
    static const double half[3] = {0.8, 0.5, 0.6};
    return box_distance(p, half, 3);
}

#define BALL "(sd-sphere 1)"
#define CRATE "(sd-box (vec3 0.8 0.5 0.6))"

static void r_sets(const input *in, double *r) {
    double a = ball(in->a), b = crate(in->a);
    r[0] = a < b ? a : b;
    r[1] = a > b ? a : b;
    r[2] = a > -b ? a : -b;
    r[3] = fabs(b) - 0.1;
}

/* The polynomial in its other form: a mixture less a bump. */
static double smooth_min(double k, double a, double b) {
    double h = clamp(0.5 + 0.5 * (b - a) / k, 0, 1);
    return mix(b, a, h) - k * h * (1 - h);
}

static void r_smooth(const input *in, double *r) {
    double a = ball(in->a), b = crate(in->a);
    r[0] = smooth_min(0.3, a, b);
    r[1] = -smooth_min(0.3, -a, b);
    r[2] = b - 0.15;
}

static void r_swept(const input *in, double *r) {
    static const double half[3] = {0.6, 0.3, 0.7}, flat_half[2] = {0.25, 0.4};
    double q[2];
    q[0] = hypot(in->a[0], in->a[2]) - 0.9, q[1] = in->a[1];
    r[0] = box_distance(in->a, half, 3);
    r[1] = box_distance(q, flat_half, 2);
}

/* The crate, turned by 0.7 around an axis: its distance from a point that is turned back. */
static double turned_crate(const double *p, int axis) {
    double q[3];
    int i = (axis + 1) % 3, k = (axis + 2) % 3;
    q[axis] = p[axis];
    q[i] = cos(-0.7) * p[i] - sin(-0.7) * p[k];
    q[k] = sin(-0.7) * p[i] + cos(-0.7) * p[k];
    return crate(q);
}

static void r_turned(const input *in, double *r) {
    int axis;
    for (axis = 0; axis < 3; axis++) r[axis] = turned_crate(in->a, axis);
}

static void r_moved(const input *in, double *r) {
    double p[3], q[3];
    int i;
    for (i = 0; i < 3; i++) p[i] = in->a[i] - 0.3 * (i + 1), q[i] = in->a[i] / 0.7;
    r[0] = crate(p);
    r[1] = 0.7 * crate(q);
    p[0] = fabs(in->a[0]) - 1, p[1] = in->a[1], p[2] = in->a[2];
    r[2] = crate(p);
    for (i = 0; i < 3; i++) p[i] = in->a[i] - 0.75 * floor(in->a[i] / 0.75 + 0.5);
    r[3] = length(p, 3) - 0.3;
}

static void r_normal(const input *in, double *r) {
    double p[3] = {in->a[0] + 0.3, in->a[1], in->a[2]};
    int i;
    for (i = 0; i < 3; i++) r[i] = p[i] / length(p, 3);
}

/* Rays from (x, y, -4) along z to the unit ball, by the quadratic formula; a miss goes on to 9. */
static void r_march(const input *in, double *r) {
    double square = in->a[0] * in->a[0] + in->a[1] * in->a[1];
    r[0] = square < 0.96 ? 4 - sqrt(1 - square) : square > 1.04 ? 9 : -1;
}

/* Light from above, beside the unit ball or through it. */
static void r_shadow(const input *in, double *r) {
    double aside = hypot(in->a[0], in->a[1]);
    r[0] = aside < 0.98 ? 0 : aside > 1.6 ? 1 : -1;
}

/* Over the floor, under a ceiling h above it. */
static void r_openness(const input *in, double *r) {
    double h = in->b[0], closed = 0;
    int i;
    for (i = 1; i <= 5; i++) closed += pow(2, -i) * (0.08 * i - fmin(0.08 * i, fabs(h - 0.08 * i)));
    r[0] = clamp(1 - 5 * closed, 0, 1);
}

#define MOVE(e) "((" e ") a.xyz)"
#define ANY -1e30, 1e30
static const row sdf_rows[] = {
    {"(vec2 ((sd-circle 0.7) a.xy) ((sd-rectangle (vec2 0.9 0.4)) a.xy))", 2, 1e-6, ANY, r_planes},
    {"(let ((l (vec2 -0.5 -0.8)) (m (vec2 1.2 0.1)) (n (vec2 -0.3 0.9)))"
     " (vec3 ((sd-polygon 5 0.8) a.xy) ((sd-triangle l m n) a.xy) ((sd-triangle l n m) a.xy)))", 3,
     2e-5, ANY, r_polygons},
    {"(vec4 ((sd-sphere 0.7) a.xyz) ((sd-box (vec3 0.7 0.3 1.1)) a.xyz)"
     " ((sd-plane (vec3 0.6 0 0.8) 0.3) a.xyz)"
     " ((sd-capsule (vec3 -1 0.5 0.2) (vec3 0.7 -0.4 1.1) 0.25) a.xyz))", 4, 1e-6, ANY, r_solids},
    {"(vec3 ((sd-torus 0.9 0.2) a.xyz) ((sd-cylinder 0.8 0.5) a.xyz) ((sd-octahedron 1) a.xyz))", 3,
     2e-6, ANY, r_round},
    {"((sd-ellipsoid (vec3 0.5 0.8 1.2)) a.xyz)", 1, 1e-5, ANY, r_ellipsoid},
    {"(vec4 " MOVE("sd-union " BALL CRATE) MOVE("sd-intersect " BALL CRATE)
     MOVE("sd-subtract " BALL CRATE) MOVE("sd-shell 0.1 " CRATE) ")", 4, 1e-6, ANY, r_sets},
    {"(vec3 " MOVE("sd-smooth-union 0.3 " BALL CRATE) MOVE("sd-smooth-subtract 0.3 " BALL CRATE)
     MOVE("sd-round 0.15 " CRATE) ")", 3, 1e-6, ANY, r_smooth},
    {"(vec2 " MOVE("sd-extrude 0.7 (sd-rectangle (vec2 0.6 0.3))")
     MOVE("sd-revolve 0.9 (sd-rectangle (vec2 0.25 0.4))") ")", 2, 1e-6, ANY, r_swept},
    {"(vec3 " MOVE("sd-rotate-x 0.7 " CRATE) MOVE("sd-rotate-y 0.7 " CRATE)
     MOVE("sd-rotate-z 0.7 " CRATE) ")", 3, 1e-5, ANY, r_turned},
    {"(vec4 " MOVE("sd-translate (vec3 0.3 0.6 0.9) " CRATE) MOVE("sd-scale 0.7 " CRATE)
     MOVE("sd-mirror (sd-translate (vec3 1 0 0) " CRATE ")")
     MOVE("sd-repeat 0.75 (sd-sphere 0.3)") ")", 4, 1e-5, ANY, r_moved},
    {"(sd-normal 1e-3 (sd-translate (vec3 -0.3 0 0) " BALL ") a.xyz)", 3, 2e-3, -1.00001, 1.00001,
     r_normal},
    {"(let ((d (length a.xy)) (t (sd-march " BALL "(vec3 a.xy -4) (vec3 0 0 1) 9)))"
     " (if (< (abs (- (* d d) 1)) 0.04) -1 (min t 9)))", 1, 5e-3, ANY, r_march},
    {"(let ((d (length a.xy)) (s (sd-shadow " BALL "(vec3 a.xy -4) (vec3 0 0 1) 8)))"
     " (if (and (>= d 0.98) (<= d 1.6)) -1 s))", 1, 2e-3, -1, 1, r_shadow},
    {"(sd-openness (func (p) (min p.y (abs (- b.x p.y)))) (vec3 a.x 0 a.y) (vec3 0 1 0))", 1, 1e-5,
     0, 1, r_openness},
};

/* --- the device */

static const struct {
    const char *name;
    const row *rows;
    size_t count;
} libraries[] = {
    {"hash", hash_rows, sizeof hash_rows / sizeof hash_rows[0]},
    {"noise", noise_rows, sizeof noise_rows / sizeof noise_rows[0]},
    {"easing", easing_rows, sizeof easing_rows / sizeof easing_rows[0]},
    {"colour", colour_rows, sizeof colour_rows / sizeof colour_rows[0]},
    {"sdf", sdf_rows, sizeof sdf_rows / sizeof sdf_rows[0]},
};

static lambdav_vk_context device;
static input inputs[INPUTS];
static float points[INPUTS * 8], results[INPUTS * MOST_ROWS * 4];
static uint32_t bits[INPUTS * 4];

static uint32_t next_random(void) {
    static uint64_t state = 0x9E3779B97F4A7C15u;
    state ^= state << 13, state ^= state >> 7, state ^= state << 17;
    return (uint32_t)(state >> 32);
}

/* Values of binary32, so that C and the device begin with the same: first some on round places. */
static void make_inputs(void) {
    static const float corner[5] = {0, 1, -1, 0.5f, -2};
    int i, k;
    for (i = 0; i < INPUTS; i++) {
        for (k = 0; k < 4; k++) {
            float a = (float)next_random() / 4294967296.0f * 4 - 2;
            float b = (float)next_random() / 4294967296.0f;
            uint32_t u = next_random();
            if (i < 125) a = corner[(i / (k == 1 ? 5 : k == 2 ? 25 : 1)) % 5], b = fabsf(a) / 2;
            if (i < 256) u = (uint32_t)(k == 1 ? i / 16 : i % 16);
            if (i == 0) a = 0.25f;
            inputs[i].a[k] = points[8 * i + k] = a;
            inputs[i].b[k] = points[8 * i + 4 + k] = b;
            inputs[i].u[k] = bits[4 * i + k] = u;
        }
    }
}

static int read_include(void *user, const char *name, size_t name_size, const char *from,
                        size_t from_size, lambdav_included *found) {
    char path[256];
    (void)user, (void)from, (void)from_size;
    snprintf(path, sizeof path, "examples/lib/%.*s", (int)name_size, name);
    found->text = cases_load(path, &found->text_size);
    return 1;
}

/* A compute program that stores what each row gives for each input. */
static void write_program(const char *library, const row *rows, size_t count, char *text) {
    static const char *const fill[5] = {"", " 0 0 0", " 0 0", " 0", ""};
    size_t n = 0, i;
    n += (size_t)snprintf(text, TEXT_SIZE,
                          "(include \"%s.lv\") (buffer points :readonly (array vec4))"
                          " (buffer bits :readonly (array uvec4)) (buffer results (array vec4))"
                          " (compute (%d 1 1) (let* ((n (int (.x (global-invocation-id))))"
                          " (a (at points (* 2 n))) (b (at points (+ 1 (* 2 n)))) (u (at bits n)))"
                          " (do\n", library, GROUP);
    for (i = 0; i < count; i++) {
        n += (size_t)snprintf(text + n, TEXT_SIZE - n,
                              "(store results (+ (* n %d) %d) (vec4 %s%s))\n", (int)count, (int)i,
                              rows[i].expression, fill[rows[i].components]);
        if (n >= TEXT_SIZE) abort();
    }
    snprintf(text + n, TEXT_SIZE - n, ")))");
}

/* Compiles with strict floats: nothing is contracted. Returns 0 after an error, which it prints. */
static int compile(const char *text, void *arena, lambdav_result *result) {
    lambdav_options options;
    char message[2000];
    memset(&options, 0, sizeof options);
    options.flags = LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS;
    options.include = read_include;
    if (lambdav_compile(&options, text, strlen(text), arena, ARENA, result) == LAMBDAV_OK) return 1;
    lambdav_format_diagnostic(&result->diagnostics[0], 0, message, sizeof message);
    printf("FAILED %s", message);
    return 0;
}

/* Leaves what the program stores in `results`. */
static int run(const lambdav_result *module, size_t count) {
    static lambdav_vk_binding rows[3];
    static lambdav_vk_buffer buffers[3];
    static lambdav_vk_pipeline pipeline;
    const size_t sizes[3] = {sizeof points, sizeof bits, INPUTS * count * 16};
    const void *const bytes[3] = {points, bits, NULL};
    static const char *const names[3] = {"points", "bits", "results"};
    lambdav_vk_compute compute;
    lambdav_vk_job job;
    int i, good;
    memset(&compute, 0, sizeof compute);
    memset(&job, 0, sizeof job);
    compute.words = module->words, compute.word_count = module->word_count;
    good = !lambdav_vk_compute_open(&device, &pipeline, &compute);
    for (i = 0; i < 3 && good; i++) {
        good = !lambdav_vk_buffer_open(&device, &buffers[i], bytes[i], sizes[i]);
        rows[i].name = names[i], rows[i].buffer = &buffers[i];
    }
    job.pipeline = &pipeline, job.bindings = rows, job.binding_count = 3;
    job.groups[0] = INPUTS / GROUP;
    good = good && !lambdav_vk_run(&device, &job, 1, NULL)
           && !lambdav_vk_buffer_read(&device, &buffers[2], 0, results, sizes[2]);
    if (!good) printf("FAILED %s\n", device.error);
    for (i = 0; i < 3; i++) lambdav_vk_buffer_close(&device, &buffers[i]);
    lambdav_vk_pipeline_close(&device, &pipeline);
    return good;
}

/* Is component k what C gives, and in the range? */
static int is_right(const row *r, double got, double expected) {
    if (!(got >= r->least && got <= r->most)) return 0;
    return fabs(got - expected) <= r->tolerance * (1 + fabs(expected));
}

static int check_row(const row *r, const float *got, size_t stride) {
    double expected[4] = {0, 0, 0, 0};
    int i, k, wrong = 0;
    for (i = 0; i < INPUTS; i++, got += stride) {
        const double *a = inputs[i].a;
        r->expected(&inputs[i], expected);
        for (k = 0; k < r->components; k++) {
            if (is_right(r, got[k], expected[k]) || wrong++ >= SHOWN) continue;
            printf("%s component %d at a = (%.9g %.9g %.9g %.9g), b.x = %.9g: %.9g, not %.9g\n",
                   r->expression, k, a[0], a[1], a[2], a[3], inputs[i].b[0], got[k], expected[k]);
        }
    }
    if (wrong > 0) printf("FAILED %s: %d values\n", r->expression, wrong);
    return wrong == 0;
}

int main(int argc, char **argv) {
    static char text[TEXT_SIZE];
    lambdav_vk_options options;
    void *arena = malloc(ARENA);
    int passed = 0, failed = 0;
    size_t i, k;
    memset(&options, 0, sizeof options);
    options.device = argc > 2 && strcmp(argv[1], "--device") == 0 ? argv[2] : "llvmpipe";
    if (arena == NULL || lambdav_vk_open(&device, &options)) {
        fprintf(stderr, "lib_test: %s\n", device.error);
        return 3;
    }
    make_inputs();
    for (i = 0; i < sizeof libraries / sizeof libraries[0]; i++) {
        const row *rows = libraries[i].rows;
        size_t count = libraries[i].count;
        lambdav_result module;
        if (count > MOST_ROWS) abort();
        write_program(libraries[i].name, rows, count, text);
        memset(&module, 0, sizeof module);
        if (!compile(text, arena, &module) || !run(&module, count)) {
            failed += (int)count;
            continue;
        }
        for (k = 0; k < count; k++) {
            if (check_row(&rows[k], results + 4 * k, 4 * count)) passed++;
            else failed++;
        }
    }
    lambdav_vk_close(&device);
    free(arena);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
