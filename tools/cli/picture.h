/* Pictures from files: PPM and PGM, and by stb_image, where it is installed, what that reads: PNG,
   JPG, TGA, BMP, HDR ... Part of lambdav.c. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "target.h"

enum { MAX_PICTURE = 1 << 20 };

/* Pixels of four components: bytes, or reals. */
typedef struct picture {
    uint32_t width, height;
    unsigned char *rgba;
    float *reals; /* NULL: bytes */
} picture;

static void picture_close(picture *p) {
    free(p->rgba);
    free(p->reals);
    memset(p, 0, sizeof *p);
}

/* A whole number of a PPM head, after blanks and comments; 0 if there is none. */
static uint32_t ppm_number(const bytes *file, size_t *at) {
    uint32_t value = 0;
    while (*at < file->size && (isspace((unsigned char)file->data[*at]) || file->data[*at] == '#'))
        if (file->data[(*at)++] == '#')
            while (*at < file->size && file->data[*at] != '\n') ++*at;
    while (*at < file->size && isdigit((unsigned char)file->data[*at]) && value < 1u << 20)
        value = 10 * value + (uint32_t)(file->data[(*at)++] - '0');
    return value;
}

/* A binary PPM, or PGM, with samples from 0 to `most`, of one byte or, where that is above 255, of
   two, the high one first; NULL if the file is none. */
static unsigned char *decode_ppm(const bytes *file, uint32_t *width, uint32_t *height) {
    const unsigned char *from;
    unsigned char *pixels;
    size_t at = 2, i, c, count, parts, bytes_each;
    uint32_t most, sample;
    if (file->size < 2 || (memcmp(file->data, "P6", 2) != 0 && memcmp(file->data, "P5", 2) != 0))
        return NULL;
    *width = ppm_number(file, &at);
    *height = ppm_number(file, &at);
    most = ppm_number(file, &at);
    count = (size_t)*width * *height;
    parts = file->data[1] == '6' ? 3 : 1;
    bytes_each = most > 255 ? 2 : 1;
    if (count == 0 || most == 0 || most > 65535 || at >= file->size
        || (file->size - at - 1) / (parts * bytes_each) < count)
        return NULL;
    pixels = (unsigned char *)need(malloc(4 * count));
    for (i = 0; i < count; i++) {
        for (c = 0; c < 3; c++) {
            from = (const unsigned char *)file->data + at + 1
                   + bytes_each * (parts * i + (parts == 3 ? c : 0));
            sample = bytes_each == 2 ? 256u * from[0] + from[1] : from[0];
            if (sample > most) sample = most;
            pixels[4 * i + c] = (unsigned char)((255 * sample + most / 2) / most);
        }
        pixels[4 * i + 3] = 255;
    }
    return pixels;
}

#ifdef HAS_STB
/* What stb_image makes of the file. Returns a reason, or NULL. */
static const char *decode_other(const bytes *file, size_t limit, picture *p) {
    const unsigned char *data = (const unsigned char *)file->data;
    int size = (int)file->size, width = 0, height = 0, channels = 0, real;
    if (file->size == 0 || file->size > INT_MAX
        || !stbi_info_from_memory(data, size, &width, &height, &channels))
        return "it is not PNG, PPM, JPG, TGA, BMP or HDR";
    real = stbi_is_hdr_from_memory(data, size);
    if (width < 1 || height < 1 || width > MAX_PICTURE || height > MAX_PICTURE
        || (uint64_t)width * (uint64_t)height * (real ? 32 : 8) > limit)
        return "it is larger than --memory allows";
    if (real) p->reals = stbi_loadf_from_memory(data, size, &width, &height, &channels, 4);
    else p->rgba = stbi_load_from_memory(data, size, &width, &height, &channels, 4);
    p->width = (uint32_t)width;
    p->height = (uint32_t)height;
    return p->rgba == NULL && p->reals == NULL ? "its data is invalid" : NULL;
}
#else
static const char *decode_other(const bytes *file, size_t limit, picture *p) {
    (void)file;
    (void)limit;
    (void)p;
    return "it is not PPM or PGM, and this lambdav was built without stb_image (Debian: "
           "libstb-dev), which reads PNG, JPG, TGA, BMP and HDR";
}
#endif

/* Decodes a picture, to be closed. */
static int picture_open(picture *p, const bytes *file, const char *path, size_t limit) {
    const char *reason;
    memset(p, 0, sizeof *p);
    p->rgba = decode_ppm(file, &p->width, &p->height);
    if (p->rgba != NULL) return DONE;
    reason = decode_other(file, limit, p);
    return reason == NULL ? DONE : complain(BAD_INPUT, "%s: no picture: %s", path, reason);
}

/* Adds the pixels in another format. */
static void add_picture(bytes *b, lambdav_vk_format format, const picture *p) {
    packing pack = packing_of(format);
    size_t i, count = (size_t)p->width * p->height;
    unsigned char pixel[16];
    uint32_t texel[4], c;
    float value;
    if (p->reals == NULL) {
        add_pixels(b, format, p->rgba, count);
        return;
    }
    for (i = 0; i < count; i++) {
        for (c = 0; c < 4; c++) {
            value = p->reals[4 * i + c];
            if (pack.kind == PIXEL_UINT || pack.kind == PIXEL_INT)
                texel[c] = (uint32_t)clamped(value + 0.5f, 0, 2147483520.0f);
            else texel[c] = bits_of(value);
        }
        pack_pixel(&pack, texel, pixel);
        bytes_add(b, pixel, pack.bytes);
    }
}

#endif
