/* PNG files, of 8 bits and four channels: packed by stb_image_write where it is installed, else
   stored as they are. Part of lambdav.c. */
#ifndef CLI_PNG_H
#define CLI_PNG_H

#include "base.h"

/* Debian: libstb-dev. */
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
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STBI_WRITE_NO_STDIO
#define STBIW_MALLOC(size) need(malloc(size))
#define STBIW_REALLOC(data, size) need(realloc(data, size))
#define STBIW_FREE(data) free(data)
#include <stb/stb_image_write.h>
#endif

static void put_big(unsigned char *out, uint32_t value) {
    int i;
    for (i = 0; i < 4; i++) out[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t checksum(const char *data, size_t size) {
    uint32_t table[256], sum = 0xFFFFFFFFu, i, k;
    size_t at;
    for (i = 0; i < 256; i++)
        for (table[i] = i, k = 0; k < 8; k++)
            table[i] = table[i] >> 1 ^ (table[i] & 1u ? 0xEDB88320u : 0);
    for (at = 0; at < size; at++) sum = table[(sum ^ (unsigned char)data[at]) & 255u] ^ sum >> 8;
    return ~sum;
}

static void add_chunk(bytes *b, const char *kind, const void *data, size_t size) {
    unsigned char word[4];
    size_t start = b->size + 4;
    put_big(word, (uint32_t)size);
    bytes_add(b, word, 4);
    bytes_add(b, kind, 4);
    bytes_add(b, data, size);
    put_big(word, checksum(b->data + start, size + 4));
    bytes_add(b, word, 4);
}

/* Adds the data, at least one byte, as a zlib stream of stored blocks. */
static void add_stored(bytes *out, const unsigned char *data, size_t size) {
    uint32_t a = 1, b = 0;
    size_t at, i, count;
    unsigned char head[5];
    bytes_add(out, "\x78\x01", 2);
    for (at = 0; at < size; at += count) {
        count = size - at < 65535 ? size - at : 65535;
        head[0] = at + count == size; /* the last block */
        head[1] = (unsigned char)count, head[2] = (unsigned char)(count >> 8);
        head[3] = (unsigned char)~head[1], head[4] = (unsigned char)~head[2];
        bytes_add(out, head, 5);
        bytes_add(out, data + at, count);
        for (i = at; i < at + count; i++) a = (a + data[i]) % 65521, b = (b + a) % 65521;
    }
    put_big(head, b << 16 | a);
    bytes_add(out, head, 4);
}

/* Adds a PNG of pixels of 4 bytes, less than 2 GiB, that is as large as the pixels. */
static void add_stored_png(bytes *b, const unsigned char *rgba, uint32_t width, uint32_t height) {
    unsigned char head[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0};
    bytes rows = {NULL, 0, 0}, stored = {NULL, 0, 0};
    size_t row = (size_t)width * 4;
    uint32_t y;
    for (y = 0; y < height; y++) {
        bytes_add(&rows, "", 1); /* no filter */
        bytes_add(&rows, rgba + y * row, row);
    }
    add_stored(&stored, (const unsigned char *)rows.data, rows.size);
    put_big(head, width);
    put_big(head + 4, height);
    bytes_add(b, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(b, "IHDR", head, sizeof head);
    add_chunk(b, "IDAT", stored.data, stored.size);
    add_chunk(b, "IEND", NULL, 0);
    free(rows.data);
    free(stored.data);
}

#ifdef HAS_STB
static void add_packed(void *b, void *data, int size) {
    bytes_add((bytes *)b, data, (size_t)size);
}
#endif

/* Adds a PNG of pixels of 4 bytes. */
static int add_png(bytes *b, const void *rgba, uint32_t width, uint32_t height, const char *path) {
    uint64_t size = ((uint64_t)width * 4 + 1) * height;
    if (size > 0x7FFFFFFFu)
        return complain(BAD_ENVIRONMENT, "%s: the picture is too large for a PNG", path);
#ifdef HAS_STB
    if (size < 1u << 29) { /* the capacities of stb_image_write, which double, are ints */
        if (!stbi_write_png_to_func(add_packed, b, (int)width, (int)height, 4, rgba, 0))
            need(NULL);
        return DONE;
    }
#endif
    add_stored_png(b, (const unsigned char *)rgba, width, height);
    return DONE;
}

#endif
