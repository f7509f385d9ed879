/* cc -std=c99 -O1 -ffp-contract=off -I. tests/spirv/cpu_image_test.c -o cpu_image_test -lcmocka -lm */
/* Images of the CPU runner: every format, and random images, samplers, instructions and coordinates
   against the formulas of the Vulkan specification's chapter "Image Operations" in binary64. Where
   a result jumps (from texel to texel, from filter to filter) a result is accepted that the
   reference has within 2^-18 of the coordinate; few may need that.
       cpu_image_test [CALLS]
   CALLS: random calls of each kind. */
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#define COUNT(a) (sizeof(a) / sizeof(a)[0])
enum { LANES = 32, CANARY = 0x5CA1AB1E };

/* The opcodes of SPIR-V. */
enum {
    IMPLICIT = 87, EXPLICIT, DREF_IMPLICIT, DREF_EXPLICIT, PROJ_IMPLICIT, PROJ_EXPLICIT,
    PROJ_DREF_IMPLICIT, PROJ_DREF_EXPLICIT, FETCH, GATHER, DREF_GATHER, READ, WRITE,
    SIZE_LOD = 103, SIZE, LOD, LEVELS, SAMPLES
};

static uint64_t random_state = 0x9e3779b97f4a7c15u;
static unsigned calls = 12000;

/* xorshift64*, the upper half. */
static uint32_t random32(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du) >> 32);
}

static uint32_t below(uint32_t n) {
    return (uint32_t)(((uint64_t)random32() * n) >> 32);
}

static double between(double low, double high) {
    return low + (high - low) * (double)random32() / 4294967296.0;
}

static uint32_t bits_of(double value) {
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* --- formats, by the tables of the specification's chapter "Formats" */

typedef enum { UNORM, SNORM, SRGB, FLOAT, INT, UINT, DEPTH } kind;

typedef struct format {
    const char *name;
    unsigned bytes, components, bits;
    kind kind;
} format;

#define ROW(name, bytes, components, bits, kind, image) {#name, bytes, components, bits, kind},
static const format formats[] = {SPV_CPU_FORMATS(ROW)};
#undef ROW

static int is_integer(spv_cpu_format f) {
    return formats[f].kind == INT || formats[f].kind == UINT;
}

static unsigned bits_in(const format *f, unsigned c) {
    if (f->bits) return f->bits;
    if (f->kind == FLOAT) return c == 2 ? 10 : 11;
    return c == 3 ? 2 : 10;
}

/* The field of component c as a number without sign. */
static uint32_t field(const format *f, const unsigned char *p, unsigned c) {
    unsigned at = 0, k;
    uint32_t value = 0;
    for (k = 0; k < c; k++) at += bits_in(f, k);
    for (k = 0; k < bits_in(f, c); k++, at++)
        value |= (uint32_t)(p[at / 8] >> at % 8 & 1) << k;
    return value;
}

/* A binary number of 5 bits of exponent; sign may be missing. */
static double small_float(uint32_t field, unsigned fraction) {
    double sign = field >> (fraction + 5) & 1 ? -1 : 1;
    int exponent = (int)(field >> fraction & 31);
    double rest = field & ((1u << fraction) - 1);
    if (exponent == 31) return rest != 0 ? NAN : sign * INFINITY;
    if (exponent == 0) return sign * ldexp(rest, -14 - (int)fraction);
    return sign * ldexp(rest + (1u << fraction), exponent - 15 - (int)fraction);
}

static double to_linear(double c) {
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

/* Component c of a texel; of a component that is not there 0, or 1 for the last. */
static double component(spv_cpu_format format, const unsigned char *p, unsigned c) {
    const struct format *f = &formats[format];
    unsigned bits = bits_in(f, c);
    uint32_t u;
    double most = ldexp(1, (int)bits) - 1, signed_value;
    if (c >= f->components) return c == 3;
    u = field(f, p, c);
    signed_value = u >> (bits - 1) ? (double)u - ldexp(1, (int)bits) : (double)u;
    switch (f->kind) {
    case UNORM: return u / most;
    case SRGB: return c == 3 ? u / most : to_linear(u / most);
    case SNORM: return fmax(signed_value / floor(most / 2), -1);
    case INT: return signed_value;
    case UINT: return u;
    default:
        if (bits == 32) return float_of(u);
        if (f->kind == DEPTH) return u / most;
        return small_float(u, bits == 16 ? 10 : bits == 11 ? 6 : 5);
    }
}

/* --- images */

typedef struct picture {
    spv_cpu_image image;
    unsigned char *bytes;  /* of all levels */
    size_t size;
} picture;

typedef struct shape {
    const char *name;
    int dim, arrayed, faces, axes, coordinates;
} shape;

static const shape shapes[] = {
    {"2D", 1, 0, 1, 2, 2}, {"2D array", 1, 1, 1, 2, 2}, {"3D", 2, 0, 1, 3, 3},
    {"cube", 3, 0, 6, 2, 3}, {"cube array", 3, 1, 6, 2, 3}, {"1D", 0, 0, 1, 1, 1},
    {"1D array", 0, 1, 1, 1, 1}, {"buffer", 5, 0, 1, 1, 1}};

static int extent(const spv_cpu_image *image, int axis, int level) {
    uint32_t full = axis == 0 ? image->width : axis == 1 ? image->height : image->depth;
    if (axis >= shapes[image->shape].axes) full = 1;
    full >>= level;
    return full ? (int)full : 1;
}

static int layers_of(const spv_cpu_image *image) {
    const shape *s = &shapes[image->shape];
    return s->arrayed ? (int)image->layers : s->faces;
}

static size_t level_bytes(const spv_cpu_image *image, int level) {
    return (size_t)extent(image, 0, level) * (size_t)extent(image, 1, level)
           * (size_t)extent(image, 2, level) * (size_t)layers_of(image)
           * formats[image->format].bytes;
}

/* Bytes that make numbers of the size of 1: no infinities, which a weight of 0 would make NaN. */
static void fill(picture *p) {
    const format *f = &formats[p->image.format];
    size_t i;
    for (i = 0; i < p->size; i++) p->bytes[i] = (unsigned char)random32();
    if (f->kind != FLOAT && f->kind != DEPTH) return;
    for (i = 0; i + f->bytes <= p->size; i += f->bytes) {
        uint32_t texel[4];
        unsigned k;
        for (k = 0; k < 4; k++)
            texel[k] = bits_of(f->kind == DEPTH ? below(5) / 4.0 : between(-2, 2));
        spv_cpui_image_pack(p->image.format, texel, p->bytes + i);
    }
}

/* Memory for the image as it is described, each level to the byte; free with close_picture. */
static void open_picture(picture *p) {
    int i, levels = (int)p->image.level_count;
    p->size = 0;
    for (i = 0; i < levels; i++) p->size += level_bytes(&p->image, i);
    p->bytes = (unsigned char *)malloc(p->size);
    assert_non_null(p->bytes);
    p->size = 0;
    for (i = 0; i < levels; i++) {
        p->image.levels[i] = p->bytes + p->size;
        p->size += level_bytes(&p->image, i);
    }
    fill(p);
    assert_null(spv_cpui_image_fault(&p->image));
}

static void close_picture(picture *p) {
    free(p->bytes);
}

/* A small image of the shape, whose levels end where they like. */
static void random_picture(picture *p, spv_cpu_format format, spv_cpu_shape shape) {
    uint32_t most = below(4) == 0 ? 40 : 9;
    memset(p, 0, sizeof *p);
    p->image.format = format;
    p->image.shape = shape;
    p->image.width = 1 + below(most);
    p->image.height = shapes[p->image.shape].faces == 6 ? p->image.width : 1 + below(most);
    p->image.depth = 1 + below(5);
    p->image.layers = (1 + below(3)) * (uint32_t)shapes[p->image.shape].faces;
    p->image.level_count = 1 + below(5);
    open_picture(p);
}

static double texel(const spv_cpu_image *image, int level, int x, int y, int slice, unsigned c) {
    const unsigned char *p = (const unsigned char *)image->levels[level];
    size_t at = ((size_t)slice * (size_t)extent(image, 1, level) + (size_t)y)
                * (size_t)extent(image, 0, level) + (size_t)x;
    return component(image->format, p + at * formats[image->format].bytes, c);
}

/* What the type of the image says. */
static void set_type(spv_cpui_sampling *s, const spv_cpu_image *image) {
    s->image = image;
    if (image == NULL) return;
    s->dim = (uint8_t)shapes[image->shape].dim;
    s->arrayed = (uint8_t)shapes[image->shape].arrayed;
    if (is_integer(image->format)) s->integer = formats[image->format].kind == INT ? 1 : 2;
}

/* --- one invocation of an instruction */

typedef struct invocation {
    const spv_cpu_image *image;
    const spv_cpu_sampler *sampler;
    int opcode;
    double at[4];          /* coordinates as in the instruction, without the layer */
    double layer;
    double dx[3], dy[3];   /* derivatives of at */
    double q;              /* projective divisor, 1 if there is none */
    double dref, bias, lod, min_lod;
    int has_lod, compares, gathers, offset[3];
    unsigned component;
} invocation;

/* What comes of the coordinates: on a face, if it is a cube. */
typedef struct point {
    double s[3], dx[3], dy[3];
    int slice;
} point;

/* Cube face selection: sc, tc, |rc| of a direction as the face has them. */
static void face_axes(int face, const double r[3], double out[3]) {
    double x = r[0], y = r[1], z = r[2];
    switch (face) {
    case 0: out[0] = -z, out[1] = -y, out[2] = x; break;
    case 1: out[0] = z, out[1] = -y, out[2] = -x; break;
    case 2: out[0] = x, out[1] = z, out[2] = y; break;
    case 3: out[0] = x, out[1] = -z, out[2] = -y; break;
    case 4: out[0] = x, out[1] = -y, out[2] = z; break;
    default: out[0] = -x, out[1] = -y, out[2] = -z; break;
    }
}

static int face_of(const double r[3]) {
    double x = fabs(r[0]), y = fabs(r[1]), z = fabs(r[2]);
    if (z >= x && z >= y) return r[2] < 0 ? 5 : 4;
    if (y >= x) return r[1] < 0 ? 3 : 2;
    return r[0] < 0 ? 1 : 0;
}

static void project_cube(point *p) {
    double r[3], x[3], y[3];
    int face = face_of(p->s), k;
    face_axes(face, p->s, r);
    face_axes(face, p->dx, x);
    face_axes(face, p->dy, y);
    for (k = 0; k < 2; k++) {
        p->s[k] = 0.5 * r[k] / r[2] + 0.5;
        p->dx[k] = 0.5 * (r[2] * x[k] - r[k] * x[2]) / (r[2] * r[2]);
        p->dy[k] = 0.5 * (r[2] * y[k] - r[k] * y[2]) / (r[2] * r[2]);
    }
    p->slice = p->slice * 6 + face;
}

static point project(const invocation *v) {
    const shape *shape = &shapes[v->image->shape];
    int last = layers_of(v->image) / shape->faces - 1, k;
    point p;
    memset(&p, 0, sizeof p);
    for (k = 0; k < shape->coordinates; k++) {
        p.s[k] = v->q == 1 ? v->at[k] : (double)(float)(v->at[k] / v->q);
        p.dx[k] = v->dx[k];
        p.dy[k] = v->dy[k];
    }
    p.slice = shape->arrayed ? (int)fmin(fmax(rint(v->layer), 0), last) : 0;
    if (shape->dim == 3) project_cube(&p);
    return p;
}

static double mirror(double n) {
    return n >= 0 ? n : -(1 + n);
}

static double modulo(double i, double n) {
    return i - n * floor(i / n);
}

/* Wrapping operation; -1 or size is beyond the border. */
static int wrap(spv_cpu_address mode, double i, int size) {
    switch (mode) {
    case SPV_CPU_ADDRESS_REPEAT: return (int)modulo(i, size);
    case SPV_CPU_ADDRESS_MIRROR: return (int)(size - 1 - mirror(modulo(i, 2 * size) - size));
    case SPV_CPU_ADDRESS_CLAMP: return (int)fmin(fmax(i, 0), size - 1);
    case SPV_CPU_ADDRESS_BORDER: return (int)fmin(fmax(i, -1), size);
    default: return (int)fmin(fmax(mirror(i), 0), size - 1);
    }
}

/* A texel of a face, where it is outside in one direction of the neighbour's: the extended face is
   bent by 90 degrees at the edge. Outside in both: NaN. */
static double cube_texel(const invocation *v, int level, int x, int y, int slice, unsigned c) {
    int size = extent(v->image, 0, level), face = slice % 6, out_x, out_y, k, i;
    double r[3], s[3], d[3] = {0, 0, 0};
    out_x = x < 0 || x >= size;
    out_y = y < 0 || y >= size;
    if (out_x && out_y) return NAN;
    if (!out_x && !out_y) return texel(v->image, level, x, y, slice, c);
    r[0] = out_x ? (x < 0 ? -1 : 1) : (2 * x + 1.0) / size - 1;
    r[1] = out_y ? (y < 0 ? -1 : 1) : (2 * y + 1.0) / size - 1;
    r[2] = 1 - 1.0 / size;
    for (i = 0; i < 3; i++) {  /* the face's axes have an orthonormal matrix: its transpose */
        double unit[3] = {0, 0, 0}, axes[3];
        unit[i] = 1;
        face_axes(face, unit, axes);
        for (k = 0; k < 3; k++) d[i] += axes[k] * r[k];
    }
    face = face_of(d);
    face_axes(face, d, s);
    x = (int)floor((s[0] / s[2] + 1) / 2 * size);
    y = (int)floor((s[1] / s[2] + 1) / 2 * size);
    return texel(v->image, level, x, y, slice - slice % 6 + face, c);
}

static double compare(const invocation *v, double depth) {
    float t = (float)depth, d = (float)v->dref;
    if (formats[v->image->format].bits == 16) d = fminf(fmaxf(d, 0), 1);
    switch (v->sampler->compare) {
    case SPV_CPU_COMPARE_LESS: return d < t;
    case SPV_CPU_COMPARE_LESS_EQUAL: return d <= t;
    case SPV_CPU_COMPARE_GREATER: return d > t;
    case SPV_CPU_COMPARE_GREATER_EQUAL: return d >= t;
    case SPV_CPU_COMPARE_EQUAL: return d == t;
    case SPV_CPU_COMPARE_NOT_EQUAL: return d != t;
    case SPV_CPU_COMPARE_NEVER: return 0;
    default: return 1;
    }
}

/* Component c of the texel at i, j, k before wrapping; compared, if that is asked for. */
static double tap(const invocation *v, int level, const double at[3], int slice, unsigned c) {
    const spv_cpu_sampler *s = v->sampler;
    const spv_cpu_address modes[3] = {s->u, s->v, s->w};
    const shape *shape = &shapes[v->image->shape];
    int i[3] = {0, 0, 0}, border = 0, k;
    double value;
    for (k = 0; k < shape->axes; k++) {
        int size = extent(v->image, k, level);
        i[k] = shape->dim == 3 ? (int)at[k] : wrap(modes[k], at[k], size);
        border |= shape->dim != 3 && (i[k] < 0 || i[k] >= size);
    }
    if (shape->axes == 3) slice = i[2];
    if (border && c < formats[v->image->format].components)
        value = is_integer(v->image->format) ? (double)s->border_bits[c] : (double)s->border[c];
    else if (border) value = c == 3;
    else if (shape->dim == 3) value = cube_texel(v, level, i[0], i[1], slice, c);
    else value = texel(v->image, level, i[0], i[1], slice, c);
    return v->compares && !isnan(value) ? compare(v, value) : value;
}

/* The four texels around a point of a cube's face, the one beyond a corner being the mean of the
   others (of integers: the one inside). */
static void fix_corner(const invocation *v, double t[4]) {
    int k;
    for (k = 0; k < 4; k++) {
        if (!isnan(t[k])) continue;
        t[k] = (t[k ^ 1] + t[k ^ 2] + t[k ^ 3]) / 3;
        if (is_integer(v->image->format)) t[k] = t[k ^ 3];
    }
}

/* Reads what a filter reads: 1, 2, 4 or 8 texels, and the weights of the second ones. */
static void footprint(const invocation *v, const point *p, int level, int linear, unsigned c,
                      double t[8], double weight[3]) {
    const shape *shape = &shapes[v->image->shape];
    double base[3] = {0, 0, 0}, at[3];
    int axes = shape->axes, k, n;
    for (k = 0; k < axes; k++) {
        int size = extent(v->image, k, level);
        double u = v->sampler->unnormalised ? p->s[k] : p->s[k] * size;
        u -= linear ? 0.5 : 0;
        base[k] = floor(u);
        weight[k] = u - base[k];
        if (shape->dim == 3 && !linear) base[k] = fmin(fmax(base[k], 0), size - 1);
        base[k] += v->offset[k];
    }
    for (n = 0; n < (linear ? 1 << axes : 1); n++) {
        for (k = 0; k < 3; k++) at[k] = base[k] + (n >> k & 1);
        t[n] = tap(v, level, at, p->slice, c);
    }
    if (shape->dim == 3 && linear) fix_corner(v, t);
}

static double filter(const invocation *v, const point *p, int level, int linear, unsigned c) {
    double t[8], weight[3], sum = 0;
    int axes = shapes[v->image->shape].axes, n, k;
    footprint(v, p, level, linear, c, t, weight);
    if (!linear) return t[0];
    for (n = 0; n < 1 << axes; n++) {
        double w = 1;
        for (k = 0; k < axes; k++) w *= n >> k & 1 ? weight[k] : 1 - weight[k];
        sum += w * t[n];
    }
    return sum;
}

/* Scale factors: the lengths of the derivatives in texels. */
static double length_of(const invocation *v, const double d[3]) {
    double sum = 0;
    int k;
    for (k = 0; k < shapes[v->image->shape].axes; k++)
        sum += pow(d[k] * extent(v->image, k, 0), 2);
    return sqrt(sum);
}

/* The level of detail without its limits, and the samples of an anisotropic filter. */
static double detail(const invocation *v, const point *p, int *samples) {
    const spv_cpu_sampler *s = v->sampler;
    double x = length_of(v, p->dx), y = length_of(v, p->dy), ratio = 1, base;
    double large = fmax(x, y), small = fmin(x, y);
    *samples = 1;
    if (v->has_lod) base = v->lod;
    else if (s->unnormalised) base = 0;
    else {
        if (s->anisotropy > 1 && large > 0 && !is_integer(v->image->format))
            ratio = fmin(large / small, s->anisotropy);
        *samples = (int)ceil(ratio - 1e-9);
        base = log2(large / ratio);
    }
    return base + fmin(fmax(s->lod_bias + v->bias, -16), 16);
}

static double clamped(const invocation *v, double lambda) {
    const spv_cpu_sampler *s = v->sampler;
    double high = s->max_lod == 0 ? 1000 : (double)s->max_lod;
    return fmin(fmax(lambda, fmax(s->min_lod, v->min_lod)), high);
}

/* Of the levels that lambda says: the filtered value. */
static double mipmapped(const invocation *v, const point *p, double lambda, unsigned c) {
    const spv_cpu_sampler *s = v->sampler;
    int linear = (lambda <= 0 ? s->mag : s->min) == SPV_CPU_LINEAR, q, low, high;
    double d, delta;
    q = (int)v->image->level_count - 1;
    d = fmin(fmax(lambda, 0), q);
    if (is_integer(v->image->format)) linear = 0;
    if (s->mip == SPV_CPU_NEAREST || is_integer(v->image->format))
        return filter(v, p, (int)ceil(d + 0.5) - 1, linear, c);
    high = (int)floor(d);
    low = high + 1 < q ? high + 1 : q;
    delta = d - high;
    return (1 - delta) * filter(v, p, high, linear, c) + delta * filter(v, p, low, linear, c);
}

/* The samples of an anisotropic filter do not leave a cube's face. */
static double on_face(const invocation *v, double s) {
    return shapes[v->image->shape].dim == 3 ? fmin(fmax(s, 0), 1) : s;
}

/* Result of a sample instruction; lambda is changed by shift before it is limited. */
static double sample(const invocation *v, double shift, unsigned c) {
    point p = project(v), one;
    int samples, n, k;
    double lambda = detail(v, &p, &samples), sum = 0;
    int along_x = length_of(v, p.dx) > length_of(v, p.dy);
    lambda = clamped(v, lambda + shift);
    if (samples == 1) return mipmapped(v, &p, lambda, c);
    for (n = 1; n <= samples; n++) {
        one = p;
        for (k = 0; k < 3; k++)
            one.s[k] = on_face(v, p.s[k] + (along_x ? p.dx[k] : p.dy[k])
                                              * ((double)n / (samples + 1) - 0.5));
        sum += mipmapped(v, &one, lambda, c);
    }
    return sum / samples;
}

/* Result of a gather: component n is a texel of the four, (0, 1), (1, 1), (1, 0), (0, 0). */
static double gather(const invocation *v, unsigned n) {
    static const int order[4] = {2, 3, 1, 0};
    double t[8], weight[3];
    point p = project(v);
    footprint(v, &p, 0, 1, v->component, t, weight);
    return t[order[n]];
}

/* --- random calls */

/* The operands of a call, a row of lanes for each component. */
typedef struct operands {
    picture picture;
    spv_cpu_sampler sampler;
    spv_cpui_sampling s;
    uint32_t result[4][LANES], coordinate[4][LANES], dref[LANES], bias[LANES], lod[LANES];
    uint32_t grad_x[3][LANES], grad_y[3][LANES], offset[12][LANES], min_lod[LANES];
    uint32_t component[LANES], mask[LANES], valid[LANES];
    int divided;  /* projective */
} operands;

static struct { unsigned long lanes, second; } compared;

static void random_sampler(spv_cpu_sampler *s) {
    int k;
    memset(s, 0, sizeof *s);
    s->mag = (spv_cpu_filter)below(2), s->min = (spv_cpu_filter)below(2);
    s->mip = (spv_cpu_filter)below(2);
    s->u = (spv_cpu_address)below(SPV_CPU_ADDRESS_COUNT);
    s->v = (spv_cpu_address)below(SPV_CPU_ADDRESS_COUNT);
    s->w = (spv_cpu_address)below(SPV_CPU_ADDRESS_COUNT);
    s->compare = (spv_cpu_compare)below(SPV_CPU_COMPARE_COUNT);
    if (below(2)) s->lod_bias = (float)between(-2, 2);
    if (below(2)) s->min_lod = (float)between(0, 3), s->max_lod = s->min_lod + 1;
    if (below(3) == 0) s->anisotropy = (float)(1 << below(5));
    for (k = 0; k < 4; k++) {
        s->border[k] = (float)below(3) / 2;
        s->border_bits[k] = below(100);
    }
}

/* Coordinates: most of them near the image, some far away, some on the edges. */
static double random_coordinate(void) {
    switch (below(8)) {
    case 0: return between(-1000, 1000);
    case 1: return (double)below(7) / 2 - 1;
    default: return between(-1.5, 2.5);
    }
}

/* Rows of a coordinate that changes a little, or much, from lane to lane. */
static void random_rows(uint32_t (*rows)[LANES], int count, int smooth) {
    int k, i;
    for (k = 0; k < count; k++) {
        double at = random_coordinate(), x = between(-0.3, 0.3), y = between(-0.3, 0.3);
        for (i = 0; i < LANES; i++) {
            int column = (i / 4 % 4) * 2 + i % 2, row = i / 16 * 2 + i / 2 % 2;
            rows[k][i] = bits_of(smooth ? at + x * column + y * row : random_coordinate());
        }
    }
}

static void random_row(uint32_t *row, double low, double high) {
    int i;
    for (i = 0; i < LANES; i++) row[i] = bits_of(between(low, high));
}

/* Offsets as the image operands may have them, now and then far larger. */
static void random_offsets(operands *o, int count) {
    int k, i;
    for (k = 0; k < count; k++)
        for (i = 0; i < LANES; i++)
            o->offset[k][i] = below(64) ? below(16) - 8 : below(2000) - 1000;
    o->s.offset = o->offset[0];
}

static int is_one_of(int opcode, int a, int b, int c, int d) {
    return opcode == a || opcode == b || opcode == c || opcode == d;
}

static int compares(int opcode) {
    return is_one_of(opcode, DREF_IMPLICIT, DREF_EXPLICIT, PROJ_DREF_IMPLICIT, PROJ_DREF_EXPLICIT)
           || opcode == DREF_GATHER;
}

static int is_projective(int opcode) {
    return is_one_of(opcode, PROJ_IMPLICIT, PROJ_EXPLICIT, PROJ_DREF_IMPLICIT,
                     PROJ_DREF_EXPLICIT);
}

static int is_implicit(int opcode) {
    return is_one_of(opcode, IMPLICIT, DREF_IMPLICIT, PROJ_IMPLICIT, PROJ_DREF_IMPLICIT)
           || opcode == LOD;
}

static int gathers(int opcode) {
    return opcode == GATHER || opcode == DREF_GATHER;
}

/* Layer, divisor and reference. */
static void random_rest(operands *o, int opcode) {
    const shape *shape = &shapes[o->picture.image.shape];
    int i;
    for (i = 0; i < LANES; i++) {
        if (shape->arrayed) o->coordinate[shape->coordinates][i] = bits_of(between(-1, 4));
        if (o->divided)
            o->coordinate[shape->coordinates][i] = bits_of(between(0.5, 2) * (below(2) ? 1 : -1));
        o->dref[i] = bits_of(below(2) ? below(5) / 4.0 : between(-0.25, 1.25));
        o->component[i] = below(4);
    }
    if (compares(opcode)) o->s.dref = o->dref;
    if (opcode == GATHER) o->s.component = o->component;
}

static void random_image_operands(operands *o, int opcode) {
    const shape *shape = &shapes[o->picture.image.shape];
    random_row(o->bias, -2, 2);
    random_row(o->lod, -2, 6);
    random_row(o->min_lod, 0, 4);
    random_rows(o->grad_x, 3, 0);
    random_rows(o->grad_y, 3, 0);
    if (is_implicit(opcode) && below(3) == 0) o->s.bias = o->bias;
    if (is_one_of(opcode, EXPLICIT, DREF_EXPLICIT, PROJ_EXPLICIT, PROJ_DREF_EXPLICIT)) {
        if (below(2)) o->s.lod = o->lod;
        else o->s.grad_x = o->grad_x[0], o->s.grad_y = o->grad_y[0];
    }
    if (below(4) == 0 && opcode != LOD && !gathers(opcode)) o->s.min_lod = o->min_lod;
    if (below(3) == 0 && opcode != LOD && shape->dim != 3) random_offsets(o, shape->axes);
    if (below(2) && gathers(opcode) && shape->dim != 3 && shape->axes == 2) {
        random_offsets(o, 8);
        o->s.const_offsets = 1;
    }
}

/* A shape that the instruction takes. */
static spv_cpu_shape random_shape(int opcode) {
    for (;;) {
        spv_cpu_shape s = (spv_cpu_shape)below(SPV_CPU_BUFFER);
        if (is_projective(opcode) && (shapes[s].arrayed || shapes[s].dim == 3)) continue;
        if (gathers(opcode) && shapes[s].axes != 2) continue;
        return s;
    }
}

static void random_call(operands *o, spv_cpu_format format, int opcode) {
    const shape *shape;
    int i;
    memset(o, 0, sizeof *o);
    random_picture(&o->picture, format, random_shape(opcode));
    shape = &shapes[o->picture.image.shape];
    random_sampler(&o->sampler);
    o->divided = is_projective(opcode);
    random_rows(o->coordinate, shape->coordinates, below(2) != 0);
    random_rest(o, opcode);
    set_type(&o->s, &o->picture.image);
    o->s.sampler = &o->sampler, o->s.opcode = (uint16_t)opcode;
    o->s.quads = is_implicit(opcode);
    if (below(3) == 0) o->s.quad_mask = o->valid;
    o->s.coordinate_parts = (uint8_t)(shape->coordinates + shape->arrayed + o->divided);
    o->s.coordinate = o->coordinate[0], o->s.lanes = LANES, o->s.mask = o->mask;
    o->s.d = o->result[0], o->s.d_parts = opcode == LOD ? 2 : compares(opcode) ? 1 : 4;
    if (opcode == DREF_GATHER) o->s.d_parts = 4;
    random_image_operands(o, opcode);
    for (i = 0; i < LANES; i++) {
        o->mask[i] = below(8) ? ~0u : 0;
        o->valid[i] = below(4) ? ~0u : 0;
        o->result[0][i] = o->result[1][i] = o->result[2][i] = o->result[3][i] = CANARY;
    }
}

/* A coordinate after its projection. */
static double projected(const operands *o, int lane, int k) {
    float c = float_of(o->coordinate[k][lane]);
    if (o->divided) c /= float_of(o->coordinate[shapes[o->picture.image.shape].coordinates][lane]);
    return c;
}

/* The difference of two lanes in the quad's first row or column; if one of them does not count, in
   the other one. */
static double difference(const operands *o, int quad, int step, int k) {
    int other = 3 - step, from;
    for (from = quad; from <= quad + other; from += other)
        if (o->s.quad_mask == NULL || (o->valid[from] && o->valid[from + step]))
            return projected(o, from + step, k) - projected(o, from, k);
    return 0;
}

static void quad_derivatives(const operands *o, int lane, invocation *v) {
    int k;
    for (k = 0; k < shapes[o->picture.image.shape].coordinates; k++) {
        v->dx[k] = difference(o, lane & ~3, 1, k);
        v->dy[k] = difference(o, lane & ~3, 2, k);
    }
}

/* What one lane is to do. */
static invocation lane_of(const operands *o, int lane) {
    const shape *shape = &shapes[o->picture.image.shape];
    invocation v;
    int k;
    memset(&v, 0, sizeof v);
    v.image = &o->picture.image, v.sampler = &o->sampler, v.opcode = o->s.opcode;
    v.compares = compares(v.opcode), v.gathers = gathers(v.opcode);
    for (k = 0; k < shape->coordinates; k++) v.at[k] = float_of(o->coordinate[k][lane]);
    v.layer = float_of(o->coordinate[shape->coordinates][lane]);
    v.q = o->divided ? v.layer : 1;
    v.dref = float_of(o->dref[lane]) / (float)v.q;
    if (o->s.bias) v.bias = float_of(o->bias[lane]);
    if (o->s.min_lod) v.min_lod = float_of(o->min_lod[lane]);
    v.has_lod = o->s.lod != NULL;
    v.lod = float_of(o->lod[lane]);
    v.component = o->s.component ? o->component[lane] : 0;
    for (k = 0; k < 3 && o->s.offset && !o->s.const_offsets; k++)
        v.offset[k] = (int)o->offset[k][lane];
    for (k = 0; k < 3 && o->s.grad_x; k++)
        v.dx[k] = float_of(o->grad_x[k][lane]), v.dy[k] = float_of(o->grad_y[k][lane]);
    if (o->s.quads) quad_derivatives(o, lane, &v);
    return v;
}

/* Component c of the result that a lane should have, its level of detail changed by shift. */
static double expected(const operands *o, const invocation *v, int lane, double shift,
                       unsigned c) {
    invocation w = *v;
    double t[8], weight[3];
    point p;
    int samples;
    if (v->opcode == LOD) {
        double lambda, d, q = v->image->level_count - 1.0;
        p = project(v);
        lambda = detail(v, &p, &samples) + shift;
        d = fmin(fmax(clamped(v, lambda), 0), q);
        if (c == 1) return lambda;
        return o->sampler.mip == SPV_CPU_LINEAR ? d : ceil(d + 0.5) - 1;
    }
    if (!v->gathers) return sample(v, shift, c);
    if (!o->s.const_offsets) return gather(v, c);
    w.offset[0] = (int)o->offset[2 * c][lane];
    w.offset[1] = (int)o->offset[2 * c + 1][lane];
    p = project(v);
    footprint(&w, &p, 0, 1, v->component, t, weight);
    return t[0];
}

static double result_of(const operands *o, int lane, unsigned c) {
    uint32_t bits = o->result[c][lane];
    switch (formats[o->picture.image.format].kind) {
    case INT: return (double)(int32_t)bits;
    case UINT: return bits;
    default: return float_of(bits);
    }
}

/* Whether all components of a lane are what is expected; the tolerance grows as the spacing of
   binary32 coordinates. */
static int agrees(const operands *o, const invocation *v, int lane, double shift, double slack) {
    double far = 0;
    unsigned c, k;
    for (k = 0; k < 3; k++)
        far = fmax(far, fabs(v->at[k]) + fabs(v->dx[k]) + fabs(v->dy[k]));
    for (c = 0; c < o->s.d_parts; c++) {
        double want = expected(o, v, lane, shift, c), got = result_of(o, lane, c);
        if (want == got || (isnan(want) && isnan(got))) continue;
        if (!(fabs(want - got) <= slack + 5e-5 * fmax(fmax(1, fabs(want)), far / 50))) return 0;
    }
    return 1;
}

/* Tries the coordinates' neighbours as well. Of several samples on a line, one may be on an edge
   that others are not on: it makes a difference of at most the range of the texels. */
static int agrees_nearby(const operands *o, const invocation *v, int lane) {
    double reach = fmax(1, fmax(fmax(fabs(v->at[0]), fabs(v->at[1])), fabs(v->at[2]))), slack;
    int n, k, digits, samples;
    point p = project(v);
    detail(v, &p, &samples);
    slack = samples > 1 && !v->gathers ? 4.0 / samples : 0;
    for (n = 0; n < 81; n++) {
        invocation w = *v;
        double shift = 0;
        for (k = 0, digits = n; k < 4; k++, digits /= 3) {
            double step = ldexp(digits % 3 - 1, -18);
            if (k == 3) shift = step * 4;
            else w.at[k] += step * reach / (v->sampler->unnormalised ? 1 : 8);
        }
        if (agrees(o, &w, lane, shift, slack)) return 1;
    }
    return 0;
}

static void explain(const operands *o, const invocation *v, int lane) {
    const spv_cpu_image *image = &o->picture.image;
    const spv_cpu_sampler *s = &o->sampler;
    unsigned c;
    print_message("opcode %d of %s %s, %d x %d x %d, %u layers, %u levels\n", v->opcode,
                  formats[image->format].name, shapes[image->shape].name, extent(image, 0, 0),
                  extent(image, 1, 0), extent(image, 2, 0), image->layers, image->level_count);
    print_message("mag %d min %d mip %d address %d %d %d compare %d bias %g lod %g %g aniso %g\n",
                  s->mag, s->min, s->mip, s->u, s->v, s->w, s->compare, (double)s->lod_bias,
                  (double)s->min_lod, (double)s->max_lod, (double)s->anisotropy);
    print_message("at %.9g %.9g %.9g layer %g q %g dref %g bias %g lod %d %g min %g offset %d %d\n",
                  v->at[0], v->at[1], v->at[2], v->layer, v->q, v->dref, v->bias, v->has_lod,
                  v->lod, v->min_lod, v->offset[0], v->offset[1]);
    for (c = 0; c < o->s.d_parts; c++)
        print_message("component %u: %.9g instead of %.9g\n", c, result_of(o, lane, c),
                      expected(o, v, lane, 0, c));
}

/* Runs the call and looks at every lane. */
static void check_call(operands *o) {
    int i;
    unsigned c;
    spv_cpui_image_run(&o->s);
    for (i = 0; i < LANES; i++) {
        invocation v = lane_of(o, i);
        if (!o->mask[i]) {
            for (c = 0; c < 4; c++) assert_int_equal(o->result[c][i], CANARY);
            continue;
        }
        compared.lanes++;
        if (agrees(o, &v, i, 0, 0)) continue;
        compared.second++;
        if (agrees_nearby(o, &v, i)) continue;
        explain(o, &v, i);
        fail_msg("lane %d", i);
    }
    close_picture(&o->picture);
}

/* Few lanes may have needed a second look. */
static void assert_rarely(void) {
    print_message("%lu lanes, %lu on an edge\n", compared.lanes, compared.second);
    assert_true(compared.lanes > 0);
    assert_true(compared.second * 500 <= compared.lanes);
    memset(&compared, 0, sizeof compared);
}

/* RGBA8 often: it has loops of its own. */
static spv_cpu_format random_format(int depth, int integer) {
    spv_cpu_format f;
    if (!depth && !integer && below(4) == 0) return SPV_CPU_RGBA8;
    do f = (spv_cpu_format)below(SPV_CPU_FORMAT_COUNT);
    while ((formats[f].kind == DEPTH) != depth || is_integer(f) != integer);
    return f;
}

static void check_calls(const int *opcodes, size_t count, int depth, int integer) {
    static operands o;
    unsigned n;
    for (n = 0; n < calls; n++) {
        random_call(&o, random_format(depth, integer), opcodes[n % count]);
        check_call(&o);
    }
    assert_rarely();
}

static void test_samples(void **state) {
    static const int opcodes[] = {IMPLICIT, EXPLICIT, PROJ_IMPLICIT, PROJ_EXPLICIT};
    (void)state;
    check_calls(opcodes, COUNT(opcodes), 0, 0);
}

static void test_comparisons(void **state) {
    static const int opcodes[] = {DREF_IMPLICIT, DREF_EXPLICIT, PROJ_DREF_IMPLICIT,
                                  PROJ_DREF_EXPLICIT, DREF_GATHER};
    (void)state;
    check_calls(opcodes, COUNT(opcodes), 1, 0);
}

static void test_integers(void **state) {
    static const int opcodes[] = {IMPLICIT, EXPLICIT, GATHER};
    (void)state;
    check_calls(opcodes, COUNT(opcodes), 0, 1);
}

static void test_gathers(void **state) {
    static const int opcodes[] = {GATHER};
    (void)state;
    check_calls(opcodes, COUNT(opcodes), 0, 0);
}

static void test_lods(void **state) {
    static const int opcodes[] = {LOD};
    (void)state;
    check_calls(opcodes, COUNT(opcodes), 0, 0);
}

/* Coordinates in texels, of which Vulkan allows few uses: 1D and 2D, no wrapping, one level. */
static void test_unnormalised(void **state) {
    static operands o;
    unsigned n;
    int i;
    (void)state;
    for (n = 0; n < calls / 4; n++) {
        random_call(&o, random_format(0, 0), EXPLICIT);
        if (shapes[o.picture.image.shape].axes == 3 || o.picture.image.shape == SPV_CPU_CUBE
            || shapes[o.picture.image.shape].arrayed) {
            close_picture(&o.picture);
            continue;
        }
        o.picture.image.level_count = 1;
        o.sampler.unnormalised = 1, o.sampler.anisotropy = 0;
        o.sampler.u = below(2) ? SPV_CPU_ADDRESS_CLAMP : SPV_CPU_ADDRESS_BORDER;
        o.sampler.v = o.sampler.u, o.sampler.mag = o.sampler.min, o.s.offset = NULL;
        o.s.grad_x = o.s.grad_y = NULL, o.s.lod = o.lod;
        for (i = 0; i < LANES; i++) {
            o.lod[i] = 0;
            o.coordinate[0][i] = bits_of(below(5) ? between(-3, 45) : between(-1e4, 1e4));
            o.coordinate[1][i] = bits_of(between(-3, 45));
        }
        check_call(&o);
    }
    assert_rarely();
}

/* --- formats */

/* Runs a fetch, read or write of one texel at level 0. */
static void access(const spv_cpu_image *image, int opcode, const int32_t at[4], uint32_t lod,
                   uint32_t texel[4], uint32_t *outside) {
    uint32_t rows[4][16], coordinate[4][16], mask[16] = {0}, lods[16] = {0};
    spv_cpui_sampling s;
    int k;
    memset(&s, 0, sizeof s);
    memset(rows, 0, sizeof rows);
    memset(coordinate, 0, sizeof coordinate);
    for (k = 0; k < 4; k++) coordinate[k][5] = (uint32_t)at[k], rows[k][5] = texel[k];
    mask[5] = ~0u, lods[5] = lod, *outside = 0;
    set_type(&s, image);
    s.opcode = (uint16_t)opcode, s.coordinate_parts = 4;
    s.coordinate = coordinate[0], s.lanes = 16, s.mask = mask, s.outside = outside;
    if (opcode == FETCH) s.lod = lods;
    if (opcode == WRITE) s.texel = rows[0], s.texel_parts = 4;
    else s.d = rows[0], s.d_parts = 4;
    spv_cpui_image_run(&s);
    for (k = 0; k < 4; k++) texel[k] = rows[k][5];
}

static int same_float(double want, uint32_t bits) {
    return isnan(want) ? isnan(float_of(bits)) : bits_of(want) == bits;
}

/* Reads a pixel's bytes and compares all components; then writes what was read. */
static void check_pixel(spv_cpu_format f, const unsigned char *bytes) {
    static const int32_t origin[4] = {0, 0, 0, 0};
    unsigned char pixel[16], again[17];
    uint32_t texel[4] = {0, 0, 0, 0}, outside;
    spv_cpu_image image;
    unsigned c;
    int exact = 1;
    memset(&image, 0, sizeof image);
    memcpy(pixel, bytes, formats[f].bytes);
    memset(again, 0xA5, sizeof again);
    image.format = f, image.levels[0] = pixel;
    access(&image, READ, origin, 0, texel, &outside);
    for (c = 0; c < 4; c++) {
        double want = component(f, pixel, c);
        if (formats[f].kind == INT) assert_int_equal((int32_t)want, (int32_t)texel[c]);
        else if (formats[f].kind == UINT) assert_true((uint32_t)want == texel[c]);
        else if (!same_float(want, texel[c]))
            fail_msg("%s: %.9g instead of %.9g", formats[f].name, (double)float_of(texel[c]), want);
        if (isnan(want) || (formats[f].kind == SNORM && want == -1)) exact = 0;
    }
    image.levels[0] = again;
    access(&image, WRITE, origin, 0, texel, &outside);
    if (exact) assert_memory_equal(again, pixel, formats[f].bytes);
    assert_int_equal(again[formats[f].bytes], 0xA5);
}

/* All components of 8 and 16 bits in all their values; random pixels of all formats. */
static void test_formats(void **state) {
    int f;
    uint32_t n, c;
    (void)state;
    assert_int_equal(COUNT(formats), SPV_CPU_FORMAT_COUNT);
    for (f = 0; f < SPV_CPU_FORMAT_COUNT; f++) {
        unsigned char bytes[16];
        uint32_t most = formats[f].bits == 8 ? 256 : 65536;
        for (n = 0; n < most; n++) {
            for (c = 0; c < 16; c++) bytes[c] = (unsigned char)random32();
            for (c = 0; c < formats[f].components && formats[f].bits == 16; c++)
                bytes[2 * c] = (unsigned char)n, bytes[2 * c + 1] = (unsigned char)(n >> 8);
            for (c = 0; c < formats[f].components && formats[f].bits == 8; c++)
                bytes[c] = (unsigned char)n;
            check_pixel((spv_cpu_format)f, bytes);
        }
    }
}

/* A value as component c of a format, read back. */
static double stored(spv_cpu_format f, unsigned c, uint32_t bits) {
    uint32_t texel[4] = {0, 0, 0, 0};
    unsigned char pixel[16];
    texel[c] = bits;
    spv_cpui_image_pack(f, texel, pixel);
    return component(f, pixel, c);
}

/* The numbers that a small float has beside this one. */
static double beside(double value, int fraction, int up) {
    int exponent;
    double step;
    frexp(value, &exponent);
    step = ldexp(1, (exponent < -13 ? -13 : exponent) - 1 - fraction);
    return up ? value + step : value - step;
}

/* No number of the format is nearer to value than got. */
static void assert_nearest(const format *f, double value, double got, int fraction) {
    double error = fabs(value - got);
    if (!(error <= fabs(value - beside(fabs(got), fraction, 1) * (got < 0 ? -1 : 1))
          && error <= fabs(value - beside(fabs(got), fraction, 0) * (got < 0 ? -1 : 1))))
        fail_msg("%s: %.9g is stored as %.9g", f->name, value, got);
}

static double to_curve(double c) {
    return c <= 0.0031308 ? c * 12.92 : 1.055 * pow(c, 1 / 2.4) - 0.055;
}

/* What is stored of a number that the format does not have. */
static void check_rounding(spv_cpu_format index, unsigned c, double value) {
    const format *f = &formats[index];
    unsigned bits = bits_in(f, c);
    double got = stored(index, c, bits_of(value)), most = ldexp(1, (int)bits) - 1;
    double low = f->kind == SNORM ? -1 : 0, limited = fmin(fmax(value, low), 1);
    if (f->kind == SNORM) most = floor(most / 2);
    if (f->kind == SRGB && c < 3) {
        assert_true(fabs(to_curve(got) - to_curve(limited)) <= 0.5005 / 255);
    } else if (f->kind == FLOAT && bits < 32) {
        if (value < 0 && bits < 16) assert_true(got == 0);
        else if (fabs(value) < 64000)
            assert_nearest(f, value, got, bits == 16 ? 10 : (int)bits - 5);
    } else if (f->kind != FLOAT && bits < 32) {
        assert_true(fabs(got - limited) <= 0.5000001 / most);
    } else {
        assert_true(got == value);
    }
}

static void test_rounding(void **state) {
    int f, n;
    (void)state;
    for (f = 0; f < SPV_CPU_FORMAT_COUNT; f++) {
        if (is_integer((spv_cpu_format)f)) continue;
        for (n = 0; n < 4000; n++) {
            double value = between(-1.25, 1.25);
            if (formats[f].kind == FLOAT) value = ldexp(value, (int)below(40) - 24);
            check_rounding((spv_cpu_format)f, below(formats[f].components),
                           float_of(bits_of(value)));
        }
    }
}

/* Half way between two numbers the one with the even bits is stored; next to it, the nearer one. */
static void test_ties(void **state) {
    static const struct {
        spv_cpu_format format;
        unsigned component, fraction;
    } rows[] = {{SPV_CPU_R16F, 0, 10}, {SPV_CPU_R11G11B10F, 1, 6}, {SPV_CPU_R11G11B10F, 2, 5}};
    uint32_t k, n;
    (void)state;
    for (k = 0; k < COUNT(rows); k++)
        for (n = 0; n + 1 < 31u << rows[k].fraction; n++) {
            double low = small_float(n, rows[k].fraction);
            double high = small_float(n + 1, rows[k].fraction);
            float middle = (float)((low + high) / 2);
            spv_cpu_format f = rows[k].format;
            unsigned c = rows[k].component;
            assert_true(stored(f, c, bits_of((double)middle)) == (n & 1 ? high : low));
            assert_true(stored(f, c, bits_of((double)nextafterf(middle, INFINITY))) == high);
            assert_true(stored(f, c, bits_of((double)nextafterf(middle, 0))) == low);
        }
}

/* Numbers without a nearest one. */
static void test_limits(void **state) {
    int f;
    (void)state;
    for (f = 0; f < SPV_CPU_FORMAT_COUNT; f++) {
        const format *r = &formats[f];
        double high = stored((spv_cpu_format)f, 0, bits_of(INFINITY));
        double low = stored((spv_cpu_format)f, 0, bits_of(-INFINITY));
        double none = stored((spv_cpu_format)f, 0, 0x7FC00000), large;
        if (is_integer((spv_cpu_format)f)) continue;
        large = stored((spv_cpu_format)f, 0, bits_of(1e6));
        if (r->kind == FLOAT || (r->kind == DEPTH && r->bits == 32)) {
            assert_true(isinf(high) && high > 0 && isnan(none));
            assert_true(r->bits ? isinf(low) && low < 0 : low == 0);
            if (r->bits == 32) assert_true(large == 1e6);
            else assert_true(r->bits ? isinf(large) : large == 65024);
        } else {
            assert_true(high == 1 && none == 0 && large == 1);
            assert_true(low == (r->kind == SNORM ? -1 : 0));
        }
    }
    assert_true(stored(SPV_CPU_R11G11B10F, 2, bits_of(1e6)) == 64512);
}

/* --- texels by position, queries */

static int32_t random_position(int size) {
    static const int32_t far[] = {INT32_MIN, INT32_MAX, -1, 65536, 1 << 24};
    return below(8) ? (int32_t)below((uint32_t)size + 1) : far[below(COUNT(far))];
}

/* A fetch, read or write at a place in the image or outside of it. */
static void check_access(picture *p, int opcode) {
    const spv_cpu_image *image = &p->image;
    const shape *shape = &shapes[image->shape];
    int32_t at[4] = {0, 0, 0, 0}, layer = 0;
    uint32_t lod = opcode == FETCH ? below(image->level_count + 1) : 0, outside, texel_in[4], c;
    int inside = lod < image->level_count, k, sliced = shape->arrayed || shape->dim == 3, y;
    unsigned char *copy = (unsigned char *)malloc(p->size);
    size_t n, changed = 0;
    memcpy(copy, p->bytes, p->size);
    for (k = 0; k < shape->axes; k++) {
        at[k] = random_position(extent(image, k, (int)lod));
        inside = inside && at[k] >= 0 && at[k] < extent(image, k, (int)lod);
    }
    if (sliced) layer = at[shape->axes] = random_position(layers_of(image));
    if (shape->axes == 3) layer = at[2];
    else inside = inside && layer >= 0 && layer < layers_of(image);
    y = shape->axes > 1 ? at[1] : 0;
    for (c = 0; c < 4; c++) texel_in[c] = bits_of(between(0, 1));
    access(image, opcode, at, lod, texel_in, &outside);
    assert_int_equal(outside, inside ? 0 : 1u << 5); /* a bit of lane 5 */
    for (n = 0; n < p->size; n++) changed += copy[n] != p->bytes[n];
    assert_true(changed <= (inside && opcode == WRITE ? formats[image->format].bytes : 0));
    for (c = 0; c < 4 && opcode != WRITE; c++) {
        double want = c == 3 && formats[image->format].components < 4;
        if (inside) want = texel(image, (int)lod, at[0], y, layer, c);
        if (is_integer(image->format)) assert_true((uint32_t)(int64_t)want == texel_in[c]);
        else assert_true(same_float(want, texel_in[c]));
    }
    for (c = 0; c < formats[image->format].components && opcode == WRITE && inside; c++) {
        double want = texel(image, 0, at[0], y, layer, c);
        if (is_integer(image->format)) continue;
        assert_true(fabs(want - (double)float_of(texel_in[c]))
                    <= (bits_in(&formats[image->format], c) == 2 ? 0.17 : 0.02));
    }
    if (opcode == READ && formats[image->format].bytes == 4) {
        unsigned char *address = (unsigned char *)spv_cpui_image_texel(image, at);
        assert_true((address != NULL) == inside);
        if (inside)
            assert_true(component(image->format, address, 0) == texel(image, 0, at[0], y, layer, 0)
                        || isnan(component(image->format, address, 0)));
    }
    free(copy);
}

static void test_access(void **state) {
    static const int opcodes[] = {FETCH, READ, WRITE};
    unsigned n, k;
    picture p;
    (void)state;
    for (n = 0; n < calls / 8; n++) {
        int opcode = opcodes[n % COUNT(opcodes)];
        spv_cpu_shape shape = (spv_cpu_shape)below(SPV_CPU_SHAPE_COUNT);
        random_picture(&p, (spv_cpu_format)below(SPV_CPU_FORMAT_COUNT), shape);
        for (k = 0; k < 32; k++) check_access(&p, opcode);
        close_picture(&p);
    }
}

/* The samples of a pixel lie one behind the other. */
static void test_multisampled(void **state) {
    static unsigned char bytes[3 * 2 * 4 * 2];
    static const uint32_t coordinate[2][16] = {{2}, {1}};
    uint32_t result[4][16], mask[16] = {~0u}, sample[16] = {0}, outside, i;
    spv_cpu_image image;
    spv_cpui_sampling s;
    (void)state;
    memset(&image, 0, sizeof image);
    image.format = SPV_CPU_RG8UI, image.levels[0] = bytes, image.samples = 4;
    image.width = 3, image.height = 2;
    assert_null(spv_cpui_image_fault(&image));
    assert_int_equal(spv_cpui_image_size(&image, 0), sizeof bytes);
    for (i = 0; i < sizeof bytes; i++) bytes[i] = (unsigned char)i;
    memset(&s, 0, sizeof s);
    set_type(&s, &image);
    s.opcode = FETCH, s.coordinate = coordinate[0], s.coordinate_parts = 2, s.lanes = 16;
    s.mask = mask, s.sample = sample, s.d = result[0], s.d_parts = 4, s.outside = &outside;
    for (i = 0; i < 6; i++) {
        s.multisampled = i < 5;
        outside = 0, sample[0] = i % 5;
        spv_cpui_image_run(&s);
        assert_int_equal(outside, i >= 4);
        assert_int_equal(result[0][0], i < 4 ? 40 + 2 * i : 0);
        assert_int_equal(result[1][0], i < 4 ? 41 + 2 * i : 0);
    }
    s.multisampled = 1, s.opcode = SAMPLES, s.d_parts = 1;
    spv_cpui_image_run(&s);
    assert_int_equal(result[0][0], 4);
    image.samples = 65;
    assert_non_null(spv_cpui_image_fault(&image));
}

static void query(const spv_cpu_image *image, int opcode, uint32_t lod, uint32_t parts,
                  uint32_t result[4]) {
    uint32_t rows[4][16], mask[16] = {0}, lods[16];
    spv_cpui_sampling s;
    uint32_t i, k;
    memset(&s, 0, sizeof s);
    memset(rows, 0, sizeof rows);
    for (i = 0; i < 16; i++) lods[i] = lod;
    mask[7] = ~0u;
    set_type(&s, image);
    s.opcode = (uint16_t)opcode, s.d = rows[0], s.d_parts = parts;
    s.lanes = 16, s.mask = mask;
    if (opcode == SIZE_LOD) s.lod = lods;
    spv_cpui_image_run(&s);
    for (i = 0; i < 16 * 4; i++) assert_true(i % 16 == 7 || rows[i / 16][i % 16] == 0);
    for (k = 0; k < 4; k++) result[k] = rows[k][7];
}

static void test_queries(void **state) {
    unsigned n;
    picture p;
    (void)state;
    for (n = 0; n < 500; n++) {
        spv_cpu_shape index = (spv_cpu_shape)below(SPV_CPU_SHAPE_COUNT);
        const shape *shape = &shapes[index];
        uint32_t lod, result[4], parts = (uint32_t)(shape->axes + shape->arrayed);
        int k;
        random_picture(&p, SPV_CPU_R8, index);
        lod = below(p.image.level_count);
        query(&p.image, SIZE_LOD, lod, parts, result);
        for (k = 0; k < shape->axes; k++)
            assert_int_equal(result[k], extent(&p.image, k, (int)lod));
        if (shape->arrayed) assert_int_equal(result[k], layers_of(&p.image) / shape->faces);
        query(&p.image, SIZE_LOD, p.image.level_count, parts, result);
        assert_int_equal(result[0], 0);
        query(&p.image, SIZE, 0, parts, result);
        assert_int_equal(result[0], p.image.width);
        query(&p.image, LEVELS, 0, 1, result);
        assert_int_equal(result[0], p.image.level_count);
        query(&p.image, SAMPLES, 0, 1, result);
        assert_int_equal(result[0], 1);
        close_picture(&p);
    }
}

/* --- hostile input */

static uint32_t hostile_float(void) {
    static const uint32_t bits[] = {0x7FC00000, 0xFFC00000, 0x7F800000, 0xFF800000, 0x7F7FFFFF,
                                    0xFF7FFFFF, 0x80000000, 1,          0x4B000000, 0xCB800000,
                                    0x4F000000, 0xCF000000, 0x3F800000, 0x3F7FFFFF, 0};
    return below(3) ? bits[below(COUNT(bits))] : random32();
}

static void hostile_row(uint32_t *row) {
    int i;
    for (i = 0; i < LANES; i++) row[i] = hostile_float();
}

static void hostile_sampler(spv_cpu_sampler *s) {
    s->lod_bias = float_of(hostile_float()), s->min_lod = float_of(hostile_float());
    s->max_lod = float_of(hostile_float()), s->anisotropy = float_of(hostile_float());
    s->unnormalised = below(4) == 0;
}

/* Any bits for every operand, any shape for every instruction: results stay between the least and
   the greatest texel, and nothing outside of the image is read, of which the address sanitizer
   knows. */
static void test_hostile(void **state) {
    static const int opcodes[] = {IMPLICIT, EXPLICIT, DREF_IMPLICIT, PROJ_EXPLICIT, GATHER,
                                  DREF_GATHER, LOD, FETCH, READ};
    static operands o;
    unsigned n, c;
    int i;
    (void)state;
    for (n = 0; n < calls; n++) {
        int opcode = opcodes[n % COUNT(opcodes)];
        random_call(&o, below(2) ? SPV_CPU_RGBA8 : SPV_CPU_R16, opcode);
        close_picture(&o.picture);
        o.picture.image.shape = (spv_cpu_shape)below(SPV_CPU_SHAPE_COUNT);
        if (below(2)) o.picture.image.width = o.picture.image.height = 1;
        if (shapes[o.picture.image.shape].faces == 6) {
            o.picture.image.height = o.picture.image.width;
            o.picture.image.layers = 6 + 6 * below(3);
        }
        open_picture(&o.picture);
        set_type(&o.s, &o.picture.image);
        o.s.arrayed ^= below(50) == 0;
        for (i = 0; i < 4; i++) hostile_row(o.coordinate[i]);
        for (i = 0; i < 3; i++) hostile_row(o.grad_x[i]), hostile_row(o.grad_y[i]);
        for (i = 0; i < 12; i++) hostile_row(o.offset[i]);
        hostile_row(o.dref), hostile_row(o.bias), hostile_row(o.lod), hostile_row(o.min_lod);
        hostile_sampler(&o.sampler);
        o.s.coordinate_parts = (uint8_t)below(5);
        spv_cpui_image_run(&o.s);
        for (i = 0; i < LANES && opcode != LOD; i++)
            for (c = 0; c < o.s.d_parts; c++) {
                float got = float_of(o.result[c][i]);
                if (o.mask[i] && !(got >= -1e-6f && got <= 1.000001f)) {
                    invocation v = lane_of(&o, i);
                    explain(&o, &v, i);
                    fail_msg("lane %d", i);
                }
            }
        close_picture(&o.picture);
    }
}

/* What cannot be an image is said before it is used; no image is one that reads 0. */
static void test_faults(void **state) {
    static unsigned char bytes[64];
    uint32_t texel[4] = {1, 1, 1, 1}, outside;
    static const int32_t origin[4] = {0, 0, 0, 0};
    spv_cpu_image image;
    (void)state;
    memset(&image, 0, sizeof image);
    assert_non_null(spv_cpui_image_fault(&image));
    image.levels[0] = bytes;
    assert_null(spv_cpui_image_fault(&image));
    image.level_count = 2;
    assert_non_null(spv_cpui_image_fault(&image));
    image.level_count = SPV_CPU_MAX_LEVELS + 1;
    assert_non_null(spv_cpui_image_fault(&image));
    image.level_count = 1, image.width = 1 << 25;
    assert_non_null(spv_cpui_image_fault(&image));
    image.width = image.height = 1 << 16;
    assert_non_null(spv_cpui_image_fault(&image));
    image.width = image.height = 1, image.shape = SPV_CPU_CUBE_ARRAY, image.layers = 7;
    assert_non_null(spv_cpui_image_fault(&image));
    image.layers = 12;
    assert_null(spv_cpui_image_fault(&image));
    image.format = SPV_CPU_FORMAT_COUNT;
    assert_non_null(spv_cpui_image_fault(&image));
    image.format = SPV_CPU_RGBA8, image.shape = SPV_CPU_SHAPE_COUNT;
    assert_non_null(spv_cpui_image_fault(&image));
    access(NULL, READ, origin, 0, texel, &outside);
    assert_int_equal(outside, 1u << 5);
    assert_true(texel[0] == 0 && texel[3] == 0);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),      cmocka_unit_test(test_rounding),
        cmocka_unit_test(test_limits),       cmocka_unit_test(test_samples),
        cmocka_unit_test(test_comparisons),  cmocka_unit_test(test_integers),
        cmocka_unit_test(test_gathers),      cmocka_unit_test(test_lods),
        cmocka_unit_test(test_unnormalised), cmocka_unit_test(test_access),
        cmocka_unit_test(test_queries),      cmocka_unit_test(test_hostile),
        cmocka_unit_test(test_faults),       cmocka_unit_test(test_multisampled),
        cmocka_unit_test(test_ties),
    };
    if (argc > 1) calls = (unsigned)atoi(argv[1]);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
