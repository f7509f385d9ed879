/* Pictures from files: PNG, PPM and PGM, and by stb_image, where it is installed, what that reads:
   JPG, TGA, BMP, HDR ... Part of lambdav.c. */
#ifndef CLI_PICTURE_H
#define CLI_PICTURE_H

#include "target.h"

#ifdef __has_include
#if __has_include(<stb/stb_image.h>) && !defined(LAMBDAV_WITHOUT_STB)
#define HAS_STB
#endif
#endif

#ifdef HAS_STB
#define STB_IMAGE_IMPLEMENTATION
#define STBI_NO_STDIO
#define STBI_NO_SIMD /* the same bytes on every machine */
#include <stb/stb_image.h>
#endif

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

#ifdef HAS_STB
/* What stb_image makes of the file. Returns a reason, or NULL. */
static const char *decode_other(const bytes *file, size_t limit, picture *p) {
    const unsigned char *data = (const unsigned char *)file->data;
    int size = (int)file->size, width = 0, height = 0, channels = 0, real;
    if (file->size == 0 || file->size > INT_MAX
        || !stbi_info_from_memory(data, size, &width, &height, &channels))
        return "it is not PNG, PPM, JPG, TGA, BMP or HDR";
    real = stbi_is_hdr_from_memory(data, size);
    if (width < 1 || height < 1 || width > MAX_PICTURE || height > MAX_PICTURE ||
        (uint64_t)width * (uint64_t)height * (real ? 32 : 8) > limit)
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
    return "it is not PNG or PPM, and this lambdav was built without stb_image (Debian: "
           "libstb-dev), which reads JPG, TGA, BMP and HDR";
}
#endif

/* Decodes a picture, to be closed. */
static int picture_open(picture *p, const bytes *file, const char *path, size_t limit) {
    const char *reason = "";
    memset(p, 0, sizeof *p);
    p->rgba = decode_ppm(file, &p->width, &p->height);
    if (p->rgba != NULL) return DONE;
    if (file->size >= 4 && memcmp(file->data, "\x89PNG", 4) == 0)
        p->rgba = decode_png(file, limit, &p->width, &p->height, &reason);
    else reason = decode_other(file, limit, p);
    if (p->rgba != NULL || p->reals != NULL) return DONE;
    return complain(BAD_INPUT, "%s: no picture: %s", path, reason);
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
