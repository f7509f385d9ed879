/* Pictures as files: PNG is written with 8 bits and four channels; PNG, PPM and PGM are read. Part
   of lambdav.c. */
#ifndef CLI_PNG_H
#define CLI_PNG_H

#include "inflate.h"

/* ---- deflate: one block of fixed codes; matches are looked for along chains of hashes */

enum { HASH_BITS = 15, WINDOW = 1 << 15, LONGEST = 258, SHORTEST = 3, CHAIN = 32 };

typedef struct deflater {
    bytes *out;
    uint32_t bits, bit_count;
    uint32_t *heads, *links; /* position + 1 of the last one with a hash; of the one before it */
} deflater;

/* Adds the low `count` bits of a value, the lowest first. */
static void put_bits(deflater *z, uint32_t value, uint32_t count) {
    char byte;
    z->bits |= value << z->bit_count;
    for (z->bit_count += count; z->bit_count >= 8; z->bit_count -= 8, z->bits >>= 8) {
        byte = (char)(z->bits & 255u);
        bytes_add(z->out, &byte, 1);
    }
}

/* Huffman codes begin with their highest bit. */
static void put_code(deflater *z, uint32_t code, uint32_t count) {
    uint32_t turned = 0, i;
    for (i = 0; i < count; i++) turned |= (code >> i & 1u) << (count - 1 - i);
    put_bits(z, turned, count);
}

/* A literal byte, the end of the block (256) or a length code: RFC 1951, 3.2.6. */
static void put_symbol(deflater *z, uint32_t symbol) {
    if (symbol < 144) put_code(z, 0x30 + symbol, 8);
    else if (symbol < 256) put_code(z, 0x190 + symbol - 144, 9);
    else if (symbol < 280) put_code(z, symbol - 256, 7);
    else put_code(z, 0xC0 + symbol - 280, 8);
}

/* The index of the last base that is not above the value. Bases rise by powers of two, `per` codes
   for each; *extra bits follow the code. */
static uint32_t find_code(uint32_t value, uint32_t per, uint32_t *extra, uint32_t *rest) {
    uint32_t code = 0, base = 0, step = 1;
    *extra = 0;
    while (value >= base + step) {
        base += step;
        code++;
        if (code >= 2 * per && code % per == 0) step *= 2, ++*extra;
    }
    *rest = value - base;
    return code;
}

static void put_match(deflater *z, uint32_t length, uint32_t distance) {
    uint32_t extra, rest, code = find_code(length - SHORTEST, 4, &extra, &rest);
    if (length == LONGEST) code = 28, extra = rest = 0;
    put_symbol(z, 257 + code);
    put_bits(z, rest, extra);
    code = find_code(distance - 1, 2, &extra, &rest);
    put_code(z, code, 5);
    put_bits(z, rest, extra);
}

static uint32_t hash_of(const unsigned char *data) {
    uint32_t word = data[0] | (uint32_t)data[1] << 8 | (uint32_t)data[2] << 16;
    return word * 0x9E3779B1u >> (32 - HASH_BITS);
}

/* The longest match before `at`, 0 if there is none. */
static uint32_t find_match(const deflater *z, const unsigned char *data, size_t size, size_t at,
                           uint32_t *distance) {
    uint32_t best = 0, length, i, link = z->heads[hash_of(data + at)];
    uint32_t most = size - at < LONGEST ? (uint32_t)(size - at) : LONGEST;
    for (i = 0; i < CHAIN && link > 0 && at - (link - 1) < WINDOW; i++) {
        const unsigned char *other = data + link - 1;
        for (length = 0; length < most && other[length] == data[at + length];) length++;
        if (length > best) {
            best = length;
            *distance = (uint32_t)(at - (link - 1));
        }
        if (best == most) break;
        link = z->links[(link - 1) % WINDOW];
    }
    return best >= SHORTEST ? best : 0;
}

static void note_position(deflater *z, const unsigned char *data, size_t size, size_t at) {
    uint32_t hash;
    if (size - at < SHORTEST) return;
    hash = hash_of(data + at);
    z->links[at % WINDOW] = z->heads[hash];
    z->heads[hash] = (uint32_t)at + 1;
}

/* Adds the data, less than 4 GiB, as a zlib stream. */
static void add_zlib(bytes *out, const unsigned char *data, size_t size) {
    deflater z = {out, 0, 0, NULL, NULL};
    uint32_t a = 1, b = 0, length, distance = 0;
    size_t at, end;
    unsigned char sum[4];
    z.heads = (uint32_t *)need(calloc(1u << HASH_BITS, sizeof *z.heads));
    z.links = (uint32_t *)need(calloc(WINDOW, sizeof *z.links));
    bytes_add(out, "\x78\x01", 2);
    put_bits(&z, 3, 3); /* the last block; fixed codes */
    for (at = 0; at < size;) {
        length = size - at < SHORTEST ? 0 : find_match(&z, data, size, at, &distance);
        if (length > 0) put_match(&z, length, distance);
        else put_symbol(&z, data[at]);
        for (end = at + (length ? length : 1); at < end; at++) {
            note_position(&z, data, size, at);
            a = (a + data[at]) % 65521;
            b = (b + a) % 65521;
        }
    }
    put_symbol(&z, 256);
    put_bits(&z, 0, (8 - z.bit_count) % 8);
    sum[0] = (unsigned char)(b >> 8), sum[1] = (unsigned char)b;
    sum[2] = (unsigned char)(a >> 8), sum[3] = (unsigned char)a;
    bytes_add(out, sum, 4);
    free(z.heads);
    free(z.links);
}

/* ---- PNG */

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

/* Filters a row of `size` bytes to out[1...], out[0] is the filter. `above` NULL: none. Returns the
   sum of what is left, which is small for rows that pack well. */
static uint64_t filter_row(int filter, const unsigned char *row, const unsigned char *above,
                           size_t size, unsigned char *out) {
    uint64_t sum = 0;
    size_t i;
    out[0] = (unsigned char)filter;
    for (i = 0; i < size; i++) {
        int up = above == NULL ? 0 : above[i], corner = above == NULL || i < 4 ? 0 : above[i - 4];
        unsigned char left = (unsigned char)(row[i] - predict(filter, i < 4 ? 0 : row[i - 4], up,
                                                              corner));
        out[i + 1] = left;
        sum += left < 128 ? left : 256u - left;
    }
    return sum;
}

/* Adds a PNG of pixels of 4 bytes. */
static int add_png(bytes *b, const void *rgba, uint32_t width, uint32_t height, const char *path) {
    size_t row = (size_t)width * 4, y;
    bytes packed = {NULL, 0, 0};
    unsigned char head[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0}, *rows, *other;
    int filter;
    if (((uint64_t)row + 1) * height > 0x7FFFFFFFu)
        return complain(BAD_ENVIRONMENT, "%s: the picture is too large for a PNG", path);
    rows = (unsigned char *)need(malloc((row + 1) * height + 1));
    other = (unsigned char *)need(malloc(row + 1));
    for (y = 0; y < height; y++) {
        const unsigned char *here = (const unsigned char *)rgba + y * row;
        const unsigned char *above = y > 0 ? here - row : NULL;
        unsigned char *out = rows + y * (row + 1);
        uint64_t least = filter_row(0, here, above, row, out), sum;
        for (filter = 1; filter < 5; filter++) {
            sum = filter_row(filter, here, above, row, other);
            if (sum >= least) continue;
            least = sum;
            memcpy(out, other, row + 1);
        }
    }
    add_zlib(&packed, rows, (row + 1) * height);
    put_big(head, width);
    put_big(head + 4, height);
    bytes_add(b, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(b, "IHDR", head, sizeof head);
    add_chunk(b, "IDAT", packed.data, packed.size);
    add_chunk(b, "IEND", NULL, 0);
    free(packed.data);
    free(rows);
    free(other);
    return DONE;
}

/* ---- reading */

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

#endif
