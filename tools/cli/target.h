/* Pixels of attachments and images: components to bytes and back, blending. Part of lambdav.c.

   A pixel is four words: the bits of floats, or integers, as the format's components are. What a
   format lacks reads as 0, 0, 0, 1. Fractions are rounded to the nearest; what does not fit an
   integer format is limited. */
#ifndef CLI_TARGET_H
#define CLI_TARGET_H

#include "pixels.h"

static float float_of(uint32_t bits) {
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* NaN becomes the lower bound. */
static float clamped(float value, float low, float high) {
    return value > low ? value < high ? value : high : low;
}

static float to_srgb(float linear) {
    return linear <= 0.0031308f ? 12.92f * linear
                                : 1.055f * powf(linear, 1 / 2.4f) - 0.055f;
}

static float from_srgb(float curved) {
    return curved <= 0.04045f ? curved / 12.92f : powf((curved + 0.055f) / 1.055f, 2.4f);
}

/* A format, taken apart. */
typedef struct packing {
    lambdav_vk_format format;
    pixel_kind kind;
    uint32_t bytes, components, bits;
    float scale; /* what the fraction 1 is stored as: 255, 127 ...; 0: no fractions */
    float least; /* fraction: 0 or -1 */
} packing;

static packing packing_of(lambdav_vk_format format) {
    packing p;
    p.format = format;
    p.kind = pixel_formats[format].kind;
    p.bytes = pixel_formats[format].bytes;
    p.components = pixel_components(format);
    p.bits = pixel_bits(format);
    p.scale = (float)fraction_of(format);
    p.least = is_signed_fraction(format) ? -1.0f : 0.0f;
    return p;
}

static uint32_t limit_word(const packing *p, uint32_t word) {
    uint32_t most = p->bits == 32 ? UINT32_MAX : (1u << p->bits) - 1;
    int32_t value = (int32_t)word, high = (int32_t)(most >> 1);
    if (p->kind == PIXEL_UINT) return word < most ? word : most;
    value = value > high ? high : value < -high - 1 ? -high - 1 : value;
    return (uint32_t)value & most;
}

/* Limits what is stored as a fraction. */
static float limit_fraction(const packing *p, float value) {
    return p->scale == 0 ? value : clamped(value, p->least, 1);
}

/* Stores component c. */
static void pack_component(const packing *p, uint32_t word, uint32_t c, unsigned char *pixel) {
    float value = float_of(word);
    pixel += c * (p->bits / 8);
    if (p->kind == PIXEL_INT || p->kind == PIXEL_UINT) {
        put_whole(limit_word(p, word), p->bits, pixel);
    } else if (p->scale > 0) {
        value = limit_fraction(p, value);
        if (p->format == LAMBDAV_VK_SRGBA8 && c < 3) value = to_srgb(value);
        put_whole((uint64_t)(int64_t)floorf(value * p->scale + 0.5f), p->bits, pixel);
    } else {
        put_real((double)value, p->bits, pixel);
    }
}

static void pack_pixel(const packing *p, const uint32_t texel[4], unsigned char *pixel) {
    uint32_t c;
    for (c = 0; c < p->components; c++) pack_component(p, texel[c], c, pixel);
}

/* The word of component c. */
static uint32_t unpack_component(const packing *p, const unsigned char *pixel, uint32_t c) {
    float value;
    pixel += c * (p->bits / 8);
    if (p->kind == PIXEL_UINT) return (uint32_t)get_whole(pixel, p->bits);
    if (p->kind == PIXEL_INT) return (uint32_t)get_signed(pixel, p->bits);
    if (p->scale == 0) return bits_of((float)get_real(pixel, p->bits));
    value = p->least < 0 ? (float)get_signed(pixel, p->bits) : (float)get_whole(pixel, p->bits);
    value /= p->scale;
    if (p->format == LAMBDAV_VK_SRGBA8 && c < 3) value = from_srgb(value);
    return bits_of(value < -1 ? -1 : value);
}

static void unpack_pixel(const packing *p, const unsigned char *pixel, uint32_t texel[4]) {
    uint32_t c;
    texel[0] = texel[1] = texel[2] = 0;
    texel[3] = p->kind == PIXEL_INT || p->kind == PIXEL_UINT ? 1 : bits_of(1);
    for (c = 0; c < p->components; c++) texel[c] = unpack_component(p, pixel, c);
}

/* ---- blending */

typedef enum blend_factor {
    FACTOR_ZERO, FACTOR_ONE, FACTOR_SRC_ALPHA, FACTOR_ONE_MINUS_SRC_ALPHA, FACTOR_DST_COLOR
} blend_factor;

typedef struct blend_row {
    blend_factor source, target;
    enum { BLEND_OP_ADD, BLEND_OP_MIN, BLEND_OP_MAX } op;
} blend_row;

#define BLEND_ROW(name, s, d, op, meaning) {FACTOR_##s, FACTOR_##d, BLEND_OP_##op},
static const blend_row blend_rows[] = {LAMBDAV_VK_BLENDS(BLEND_ROW)};
#undef BLEND_ROW

static float factor_of(blend_factor factor, const float *colour, float target) {
    switch (factor) {
    case FACTOR_ZERO: return 0;
    case FACTOR_ONE: return 1;
    case FACTOR_SRC_ALPHA: return colour[3];
    case FACTOR_ONE_MINUS_SRC_ALPHA: return 1 - colour[3];
    default: return target;
    }
}

/* Blends a colour with what the pixel holds, in place. Sources are limited to what the format
   holds. */
static void blend_pixel(const packing *p, lambdav_vk_blend blend, const unsigned char *pixel,
                        uint32_t texel[4]) {
    const blend_row *row = &blend_rows[blend];
    float colour[4], target, result;
    uint32_t held[4], c;
    unpack_pixel(p, pixel, held);
    for (c = 0; c < 4; c++) colour[c] = limit_fraction(p, float_of(texel[c]));
    for (c = 0; c < 4; c++) {
        target = float_of(held[c]);
        if (row->op == BLEND_OP_ADD)
            result = colour[c] * factor_of(row->source, colour, target) +
                     target * factor_of(row->target, colour, target);
        else result = (colour[c] < target) == (row->op == BLEND_OP_MIN) ? colour[c] : target;
        texel[c] = bits_of(result);
    }
}

/* ---- depth */

/* Whether the new depth passes against the old one. */
static int depth_passes(lambdav_vk_compare compare, float depth, float old) {
    switch (compare) {
    case LAMBDAV_VK_COMPARE_LESS: return depth < old;
    case LAMBDAV_VK_COMPARE_LESS_EQUAL: return depth <= old;
    case LAMBDAV_VK_COMPARE_GREATER: return depth > old;
    case LAMBDAV_VK_COMPARE_GREATER_EQUAL: return depth >= old;
    case LAMBDAV_VK_COMPARE_EQUAL: return depth == old;
    case LAMBDAV_VK_COMPARE_NOT_EQUAL: return depth != old;
    case LAMBDAV_VK_COMPARE_NEVER: return 0;
    default: return 1;
    }
}

/* ---- mipmaps: each level from the one before it, as a linear filter sees it */

/* Where the centre of a small pixel lies among `size` large ones: between *a and *b, *t from *a. */
static void place_between(uint32_t i, uint32_t small, uint32_t size, uint32_t *a, uint32_t *b,
                          float *t) {
    double at = (i + 0.5) * size / small - 0.5;
    if (at < 0) at = 0;
    *a = (uint32_t)at;
    *b = *a + 1 < size ? *a + 1 : *a;
    *t = (float)(at - *a);
}

/* One pixel of the smaller level: the mean of 8 in a slice and the next, weighted. */
static void filter_pixel(const packing *p, const uint32_t large[3], const unsigned char *pixels,
                         uint32_t at[3][2], const float t[3], unsigned char *out) {
    uint32_t corner, k, held[4], texel[4];
    float sum[4] = {0, 0, 0, 0}, weight;
    for (corner = 0; corner < 8; corner++) {
        size_t x = at[0][corner & 1], y = at[1][corner >> 1 & 1], z = at[2][corner >> 2];
        weight = 1;
        for (k = 0; k < 3; k++) weight *= corner >> k & 1 ? t[k] : 1 - t[k];
        if (weight == 0) continue;
        unpack_pixel(p, pixels + ((z * large[1] + y) * large[0] + x) * p->bytes, held);
        for (k = 0; k < 4; k++) sum[k] += weight * float_of(held[k]);
    }
    for (k = 0; k < 4; k++) texel[k] = bits_of(sum[k]);
    pack_pixel(p, texel, out);
}

static uint32_t half_of_size(uint32_t size) {
    return size > 1 ? size / 2 : 1;
}

/* Makes one slice or layer z of a level, from the level of `large` pixels before it. */
static void filter_slice(const lambdav_vk_image_info *info, const uint32_t large[3],
                         const unsigned char *pixels, uint32_t z, unsigned char *out) {
    packing p = packing_of(info->format);
    uint32_t at[3][2] = {{0, 0}, {0, 0}, {0, 0}}, small[3], x, y, k;
    float t[3] = {0, 0, 0};
    for (k = 0; k < 3; k++) small[k] = half_of_size(large[k]);
    at[2][0] = at[2][1] = z;
    if (info->shape == LAMBDAV_VK_3D)
        place_between(z, small[2], large[2], &at[2][0], &at[2][1], &t[2]);
    for (y = 0; y < small[1]; y++) {
        place_between(y, small[1], large[1], &at[1][0], &at[1][1], &t[1]);
        for (x = 0; x < small[0]; x++) {
            place_between(x, small[0], large[0], &at[0][0], &at[0][1], &t[0]);
            filter_pixel(&p, large, pixels, at, t, out + ((size_t)y * small[0] + x) * p.bytes);
        }
    }
}

#endif
