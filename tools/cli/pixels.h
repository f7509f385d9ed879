/* Pixels: formats, pictures of them. Part of lambdav.c. */
#ifndef CLI_PIXELS_H
#define CLI_PIXELS_H

#include "device.h"
#include "png.h"
#include "values.h"

/* What the components of a format are. FLOAT: reals if the name ends so, else fractions. */
typedef enum pixel_kind { PIXEL_FLOAT, PIXEL_INT, PIXEL_UINT, PIXEL_DEPTH } pixel_kind;

typedef struct pixel_format {
    const char *name;
    uint32_t bytes;
    pixel_kind kind;
    uint32_t image; /* SPIR-V's ImageFormat, 0: none */
} pixel_format;

#define PIXEL_ROW(name, format, bytes, kind, image) {#name, bytes, PIXEL_##kind, image},
static const pixel_format pixel_formats[] = {LAMBDAV_VK_FORMATS(PIXEL_ROW)};
#undef PIXEL_ROW

/* 1 to 4: R.., RG.., RGBA..; D is one. */
static uint32_t pixel_components(lambdav_vk_format format) {
    const char *name = pixel_formats[format].name;
    if (*name == 'S') name++;
    return (uint32_t)strspn(name, "RGBAD");
}

static uint32_t pixel_bits(lambdav_vk_format format) {
    return pixel_formats[format].bytes * 8 / pixel_components(format);
}

static int is_signed_fraction(lambdav_vk_format format) {
    return strstr(pixel_formats[format].name, "_SNORM") != NULL;
}

/* What the fraction 1 is stored as; 0: the components are no fractions. */
static double fraction_of(lambdav_vk_format format) {
    const char *name = pixel_formats[format].name;
    uint32_t bits = pixel_bits(format) - (is_signed_fraction(format) ? 1 : 0);
    if (pixel_formats[format].kind != PIXEL_FLOAT || name[strlen(name) - 1] == 'F') return 0;
    return (double)((1u << bits) - 1);
}

/* Component c of the pixel at data, as a number. */
static double get_component(lambdav_vk_format format, const unsigned char *data, uint32_t c) {
    uint32_t bits = pixel_bits(format);
    double most = fraction_of(format), value;
    data += c * (bits / 8);
    if (pixel_formats[format].kind == PIXEL_UINT) return (double)get_whole(data, bits);
    if (pixel_formats[format].kind == PIXEL_INT) return (double)get_signed(data, bits);
    if (most == 0) return get_real(data, bits);
    value = is_signed_fraction(format) ? (double)get_signed(data, bits)
                                       : (double)get_whole(data, bits);
    value /= most;
    return value < -1 ? -1 : value;
}

static double limited(double value, double low, double high) {
    return value > low ? value < high ? value : high : low; /* NaN: low */
}

/* Stores a byte of a PNG: fractions of 255 for reals, itself for integers. */
static void put_component(lambdav_vk_format format, uint32_t byte, unsigned char *data,
                          uint32_t c) {
    uint32_t bits = pixel_bits(format);
    double most = fraction_of(format);
    data += c * (bits / 8);
    if (pixel_formats[format].kind == PIXEL_UINT) put_whole(byte, bits, data);
    else if (pixel_formats[format].kind == PIXEL_INT)
        put_whole(bits == 8 && byte > 127 ? 127 : byte, bits, data);
    else if (most > 0) put_whole((uint64_t)(byte * most / 255 + 0.5), bits, data);
    else put_real(byte / 255.0, bits, data);
}

/* Adds pixels of 4 bytes in another format. */
static void add_pixels(bytes *b, lambdav_vk_format format, const unsigned char *rgba,
                       size_t count) {
    unsigned char pixel[16];
    uint32_t c, components = pixel_components(format);
    size_t i;
    for (i = 0; i < count; i++) {
        for (c = 0; c < components; c++) put_component(format, rgba[4 * i + c], pixel, c);
        bytes_add(b, pixel, pixel_formats[format].bytes);
    }
}

/* Adds pixels as those of a PNG, 4 bytes each. One component is grey; alpha is 255 if there is
   none. */
static void add_rgba(bytes *b, lambdav_vk_format format, const unsigned char *data, size_t count) {
    unsigned char rgba[4];
    uint32_t c, components = pixel_components(format);
    double scale = pixel_formats[format].kind == PIXEL_FLOAT
                   || pixel_formats[format].kind == PIXEL_DEPTH ? 255 : 1, value;
    size_t i;
    for (i = 0; i < count; i++, data += pixel_formats[format].bytes) {
        for (c = 0; c < 4; c++) {
            rgba[c] = c < 3 ? 0 : 255;
            if (components == 1 && c < 3) rgba[c] = rgba[0];
            if (c >= components) continue;
            value = get_component(format, data, c) * scale;
            rgba[c] = (unsigned char)limited(floor(value + 0.5), 0, 255);
        }
        bytes_add(b, rgba, 4);
    }
}

/* Pixels as text, one a line. */
static void print_pixels(bytes *b, lambdav_vk_format format, const bytes *pixels) {
    const unsigned char *data = (const unsigned char *)pixels->data;
    uint32_t c, components = pixel_components(format), bits = pixel_bits(format);
    size_t at;
    for (at = 0; pixels->size - at >= pixel_formats[format].bytes;
         at += pixel_formats[format].bytes) {
        for (c = 0; c < components; c++) {
            if (c > 0) bytes_add(b, " ", 1);
            print_real(b, get_component(format, data + at, c), bits == 32 ? 64 : 32);
        }
        bytes_add(b, "\n", 1);
    }
}

/* ---- PNG */

/* Writes a PNG of pixels of any format. */
static int write_png(const char *path, lambdav_vk_format format, const void *pixels,
                     uint32_t width, uint32_t height) {
    bytes rgba = {NULL, 0, 0}, file = {NULL, 0, 0};
    int code;
    if (format == LAMBDAV_VK_RGBA8) {
        code = add_png(&file, pixels, width, height, path);
    } else {
        add_rgba(&rgba, format, (const unsigned char *)pixels, (size_t)width * height);
        code = add_png(&file, rgba.data, width, height, path);
    }
    if (code == DONE) code = write_file(path, file.data, file.size);
    free(rgba.data);
    free(file.data);
    return code;
}

static int ends_in(const char *path, const char *suffix) {
    size_t size = strlen(path), rest = strlen(suffix);
    return size >= rest && strcasecmp(path + size - rest, suffix) == 0;
}

static int ends_in_png(const char *path) {
    return ends_in(path, ".png");
}

/* Whether the name promises a picture that would not be there: PNG is the only format, and what
   stands behind `.png:` is no size. */
static int is_no_picture(const char *path) {
    static const char *const others[] = {"jpg", "jpeg", "gif", "bmp", "tga", "tif", "tiff", "webp",
                                         "hdr", "exr", "ppm", "pgm", "pnm", "svg", "avif", "ktx",
                                         "dds", "psd"};
    const char *name = path + os_folder_size(path), *suffix = strrchr(name, '.');
    size_t i;
    if (suffix == NULL) return 0;
    if (strncasecmp(suffix, ".png:", 5) == 0) return 1;
    for (i = 0; i < sizeof others / sizeof *others; i++)
        if (strcasecmp(suffix + 1, others[i]) == 0) return 1;
    return 0;
}

#endif
