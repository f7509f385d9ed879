/* PNG files of every kind to pixels of 8 bits and four channels. Part of lambdav.c.

   The decoder reads what any writer may have written, so every read is checked: past the end of the
   data there are zeros and `good` is off; more than the picture takes is never made. */
#ifndef CLI_INFLATE_H
#define CLI_INFLATE_H

#include "base.h"

enum { MAX_CODE_BITS = 15, MAX_SYMBOLS = 288, MAX_PICTURE = 1 << 20 };

/* A stream of bits, the lowest of a byte first. */
typedef struct bit_reader {
    const unsigned char *data;
    size_t size, at;
    uint32_t bits, count;
    int good;
} bit_reader;

static uint32_t read_bits(bit_reader *r, uint32_t count) {
    uint32_t value;
    while (r->count < count) {
        if (r->at >= r->size) r->good = 0;
        r->bits |= (r->good ? (uint32_t)r->data[r->at++] : 0) << r->count;
        r->count += 8;
    }
    value = r->bits & ((1u << count) - 1);
    r->bits >>= count;
    r->count -= count;
    return value;
}

/* A Huffman code: how many symbols have codes of so many bits, and the symbols in the order of
   their codes. */
typedef struct huffman {
    uint16_t counts[MAX_CODE_BITS + 1], symbols[MAX_SYMBOLS];
} huffman;

static void make_code(huffman *h, const unsigned char *lengths, uint32_t count) {
    uint16_t at[MAX_CODE_BITS + 2];
    uint32_t i;
    memset(h, 0, sizeof *h);
    for (i = 0; i < count; i++) h->counts[lengths[i]]++;
    h->counts[0] = 0;
    for (i = 1, at[1] = 0; i <= MAX_CODE_BITS; i++) at[i + 1] = (uint16_t)(at[i] + h->counts[i]);
    for (i = 0; i < count; i++)
        if (lengths[i] != 0) h->symbols[at[lengths[i]]++] = (uint16_t)i;
}

/* The next symbol; 0 and not good if there is no such code. */
static uint32_t read_symbol(bit_reader *r, const huffman *h) {
    uint32_t code = 0, first = 0, index = 0, i;
    for (i = 1; i <= MAX_CODE_BITS; i++) {
        code |= read_bits(r, 1);
        if (code < first + h->counts[i]) return h->symbols[index + code - first];
        index += h->counts[i];
        first = (first + h->counts[i]) << 1;
        code <<= 1;
    }
    r->good = 0;
    return 0;
}

/* The two codes of a block that brings its own: RFC 1951, 3.2.7. */
static void read_codes(bit_reader *r, huffman *literals, huffman *distances) {
    static const unsigned char order[19] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                            11, 4,  12, 3, 13, 2, 14, 1, 15};
    unsigned char lengths[MAX_SYMBOLS + 32 + 138];
    uint32_t literal_count = read_bits(r, 5) + 257, distance_count = read_bits(r, 5) + 1;
    uint32_t code_count = read_bits(r, 4) + 4, i, symbol, repeat;
    memset(lengths, 0, sizeof lengths);
    for (i = 0; i < code_count; i++) lengths[order[i]] = (unsigned char)read_bits(r, 3);
    make_code(literals, lengths, 19);
    memset(lengths, 0, sizeof lengths);
    for (i = 0; i < literal_count + distance_count && r->good;) {
        symbol = read_symbol(r, literals);
        if (symbol < 16) {
            lengths[i++] = (unsigned char)symbol;
            continue;
        }
        repeat = symbol == 16 ? 3 + read_bits(r, 2)
                              : symbol == 17 ? 3 + read_bits(r, 3) : 11 + read_bits(r, 7);
        if (symbol == 16 && i == 0) r->good = 0;
        for (; repeat > 0 && r->good; repeat--, i++)
            lengths[i] = symbol == 16 ? lengths[i - 1] : 0;
    }
    if (literal_count > 286) r->good = 0;
    if (!r->good) literal_count = distance_count = 0;
    make_code(literals, lengths, literal_count);
    make_code(distances, lengths + literal_count, distance_count);
}

static void fixed_codes(huffman *literals, huffman *distances) {
    unsigned char lengths[MAX_SYMBOLS];
    uint32_t i;
    for (i = 0; i < MAX_SYMBOLS; i++)
        lengths[i] = (unsigned char)(i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
    make_code(literals, lengths, MAX_SYMBOLS);
    memset(lengths, 5, 30);
    make_code(distances, lengths, 30);
}

/* A length or distance: `per` codes for each number of extra bits, the first 2 * per with none. */
static uint32_t read_extended(bit_reader *r, uint32_t code, uint32_t per, uint32_t least) {
    uint32_t extra = code < 2 * per ? 0 : code / per - 1;
    if (extra == 0) return least + code;
    return least + ((per + code % per) << extra) + read_bits(r, extra);
}

static void inflate_codes(bit_reader *r, const huffman *literals, const huffman *distances,
                          bytes *out, size_t limit) {
    uint32_t symbol, length, distance;
    char byte;
    while (r->good && (symbol = read_symbol(r, literals)) != 256) {
        if (symbol > 285 || out->size >= limit) r->good = 0;
        byte = (char)symbol;
        if (symbol < 256 && r->good) bytes_add(out, &byte, 1);
        if (symbol < 256 || !r->good) continue;
        length = symbol == 285 ? 258 : read_extended(r, symbol - 257, 4, 3);
        distance = read_extended(r, read_symbol(r, distances), 2, 1);
        if (distance > out->size || length > limit - out->size) r->good = 0;
        for (; length > 0 && r->good; length--) {
            byte = out->data[out->size - distance];
            bytes_add(out, &byte, 1);
        }
    }
}

static void inflate_stored(bit_reader *r, bytes *out, size_t limit) {
    size_t size;
    r->bits = r->count = 0;
    size = read_bits(r, 16);
    if ((size ^ read_bits(r, 16)) != 0xFFFFu || size > r->size - r->at || size > limit - out->size)
        r->good = 0;
    if (!r->good) return;
    bytes_add(out, r->data + r->at, size);
    r->at += size;
}

/* Unpacks a zlib stream of at most `limit` bytes; returns 0 if it is broken. */
static int inflate(const bytes *packed, bytes *out, size_t limit) {
    bit_reader r = {(const unsigned char *)packed->data, packed->size, 2, 0, 0, packed->size > 2};
    huffman literals, distances;
    uint32_t last = 0, kind;
    while (r.good && !last) {
        last = read_bits(&r, 1);
        kind = read_bits(&r, 2);
        if (kind == 3) return 0;
        if (kind == 0) {
            inflate_stored(&r, out, limit);
            continue;
        }
        if (kind == 1) fixed_codes(&literals, &distances);
        else read_codes(&r, &literals, &distances);
        inflate_codes(&r, &literals, &distances, out, limit);
    }
    return r.good;
}

/* ---- PNG */

typedef struct png {
    uint32_t width, height, bits, colour, interlaced;
    unsigned char palette[256][4];
    uint32_t key[3]; /* the colour that is transparent */
    int has_key;
    bytes packed;
} png;

enum { PNG_GREY = 0, PNG_RGB = 2, PNG_PALETTE = 3, PNG_GREY_ALPHA = 4, PNG_RGBA = 6 };

static uint32_t get_big(const unsigned char *data, uint32_t count) {
    uint32_t value = 0, i;
    for (i = 0; i < count; i++) value = value << 8 | data[i];
    return value;
}

static uint32_t png_channels(const png *p) {
    static const uint32_t channels[7] = {1, 0, 3, 1, 2, 0, 4};
    return channels[p->colour];
}

/* Takes the head; returns 0 if there is no such kind of picture. */
static int png_head(png *p, const unsigned char *data, size_t size) {
    if (size != 13 || data[8] > 16 || data[9] > 6 || data[10] != 0 || data[11] != 0 || data[12] > 1)
        return 0;
    p->width = get_big(data, 4);
    p->height = get_big(data + 4, 4);
    p->bits = data[8];
    p->colour = data[9];
    p->interlaced = data[12];
    if (p->width == 0 || p->height == 0 || p->width > MAX_PICTURE || p->height > MAX_PICTURE)
        return 0;
    if (p->bits == 8) return png_channels(p) != 0;
    if (p->bits == 16) return png_channels(p) != 0 && p->colour != PNG_PALETTE;
    return (p->bits == 1 || p->bits == 2 || p->bits == 4) &&
           (p->colour == PNG_GREY || p->colour == PNG_PALETTE);
}

static void png_transparency(png *p, const unsigned char *data, size_t size) {
    uint32_t i;
    for (i = 0; p->colour == PNG_PALETTE && i < size && i < 256; i++) p->palette[i][3] = data[i];
    if (p->colour == PNG_PALETTE || size < 2 * (size_t)png_channels(p) || p->colour > PNG_RGB)
        return;
    for (i = 0; i < png_channels(p); i++) p->key[i] = get_big(data + 2 * i, 2);
    p->has_key = 1;
}

/* Reads the chunks; returns 0 if they are broken. */
static int png_chunks(png *p, const unsigned char *data, size_t size) {
    size_t at = 8, length, i;
    if (size < 8 || memcmp(data, "\x89PNG\r\n\x1a\n", 8) != 0) return 0;
    for (; size - at >= 12; at += length + 12) {
        const unsigned char *body = data + at + 8;
        length = get_big(data + at, 4);
        if (length > size - at - 12) return 0;
        if (memcmp(data + at + 4, "IHDR", 4) == 0 && !png_head(p, body, length)) return 0;
        if (p->width == 0) return 0;
        if (memcmp(data + at + 4, "IEND", 4) == 0) break;
        if (memcmp(data + at + 4, "IDAT", 4) == 0) bytes_add(&p->packed, body, length);
        if (memcmp(data + at + 4, "tRNS", 4) == 0) png_transparency(p, body, length);
        if (memcmp(data + at + 4, "PLTE", 4) != 0) continue;
        for (i = 0; i < 256 && 3 * i + 2 < length; i++) memcpy(p->palette[i], body + 3 * i, 3);
    }
    return p->width != 0;
}

/* What a filter of PNG expects of a byte: 0, or of the bytes left, above, and left above it. */
static unsigned char predict(int filter, int left, int above, int corner) {
    int to_left = abs(above - corner), to_above = abs(left - corner);
    int to_corner = abs(left + above - 2 * corner);
    if (filter == 1) return (unsigned char)left;
    if (filter == 2) return (unsigned char)above;
    if (filter == 3) return (unsigned char)((left + above) / 2);
    if (filter != 4) return 0;
    if (to_left <= to_above && to_left <= to_corner) return (unsigned char)left;
    return (unsigned char)(to_above <= to_corner ? above : corner);
}

/* Undoes the filter of a row, whose first byte it is. `above` NULL: none. */
static void unfilter(unsigned char *row, const unsigned char *above, size_t size, size_t step) {
    size_t i;
    for (i = 0; i < size; i++) {
        int left = i < step ? 0 : row[i + 1 - step], up = above == NULL ? 0 : above[i + 1];
        int corner = i < step || above == NULL ? 0 : above[i + 1 - step];
        row[i + 1] = (unsigned char)(row[i + 1] + predict(row[0], left, up, corner));
    }
}

/* Pixel x of a row. */
static void png_pixel(const png *p, const unsigned char *row, uint32_t x, unsigned char *rgba) {
    uint32_t channels = png_channels(p), samples[4], c, most = (1u << p->bits) - 1, keyed = 0;
    size_t bit = (size_t)x * channels * p->bits;
    for (c = 0; c < channels; c++, bit += p->bits) {
        samples[c] = get_big(row + bit / 8, p->bits > 8 ? 2 : 1);
        if (p->bits < 8) samples[c] = samples[c] >> (8 - p->bits - bit % 8) & most;
        keyed += samples[c] == p->key[c < 3 ? c : 0];
    }
    if (p->colour == PNG_PALETTE) {
        memcpy(rgba, p->palette[samples[0]], 4);
        return;
    }
    for (c = 0; c < channels; c++)
        samples[c] = p->bits == 16 ? samples[c] >> 8 : samples[c] * 255 / most;
    for (c = 0; c < 3; c++) rgba[c] = (unsigned char)samples[channels < 3 ? 0 : c];
    rgba[3] = (unsigned char)(channels % 2 == 0 ? samples[channels - 1] : 255);
    if (p->has_key && keyed == channels) rgba[3] = 0;
}

/* The passes of a picture that is interlaced: where they begin and step, down and across. The last
   row is for those that are not. */
static const unsigned char png_passes[8][4] = {{0, 0, 8, 8}, {0, 4, 8, 8}, {4, 0, 8, 4},
                                               {0, 2, 4, 4}, {2, 0, 4, 2}, {0, 1, 2, 2},
                                               {1, 0, 2, 1}, {0, 0, 1, 1}};

static uint32_t pass_size(uint32_t size, uint32_t first, uint32_t step) {
    return size > first ? (size - first + step - 1) / step : 0;
}

/* Bytes of a row of the pass, without that of its filter; rows are in *rows. */
static size_t pass_row(const png *p, const unsigned char *pass, uint32_t *rows) {
    size_t width = pass_size(p->width, pass[1], pass[3]);
    *rows = width == 0 ? 0 : pass_size(p->height, pass[0], pass[2]);
    return (width * png_channels(p) * p->bits + 7) / 8;
}

static size_t png_size(const png *p) {
    uint32_t i, rows, last = p->interlaced ? 7 : 8;
    size_t size = 0, row;
    for (i = p->interlaced ? 0 : 7; i < last; i++) {
        row = pass_row(p, png_passes[i], &rows);
        size += (row + 1) * rows;
    }
    return size;
}

static void png_pass(const png *p, const unsigned char *pass, unsigned char *rows,
                     unsigned char *rgba) {
    uint32_t count, x, y;
    size_t size = pass_row(p, pass, &count);
    size_t step = p->bits < 8 ? 1 : (size_t)png_channels(p) * p->bits / 8;
    for (y = 0; y < count; y++) {
        unsigned char *row = rows + y * (size + 1);
        size_t at = ((size_t)pass[0] + (size_t)y * pass[2]) * p->width + pass[1];
        unfilter(row, y > 0 ? row - size - 1 : NULL, size, step);
        for (x = 0; x < pass_size(p->width, pass[1], pass[3]); x++)
            png_pixel(p, row + 1, x, rgba + 4 * (at + (size_t)x * pass[3]));
    }
}

/* Decodes a PNG to 4 bytes a pixel, to be freed; NULL with a reason. At most `limit` bytes. */
static unsigned char *decode_png(const bytes *file, size_t limit, uint32_t *width, uint32_t *height,
                                 const char **reason) {
    png p;
    bytes rows = {NULL, 0, 0};
    unsigned char *rgba = NULL;
    uint32_t i, count;
    size_t at = 0;
    memset(&p, 0, sizeof p);
    for (i = 0; i < 256; i++) p.palette[i][3] = 255;
    *reason = "it is none";
    if (png_chunks(&p, (const unsigned char *)file->data, file->size)) {
        *reason = "it is larger than --memory allows";
        if ((uint64_t)p.width * p.height * 8 > limit) p.packed.size = 0;
        else *reason = "its data is invalid";
        if (inflate(&p.packed, &rows, png_size(&p)) && rows.size == png_size(&p))
            rgba = (unsigned char *)need(malloc((size_t)p.width * p.height * 4));
    }
    for (i = p.interlaced ? 0 : 7; rgba != NULL && i < (p.interlaced ? 7u : 8u); i++) {
        size_t row = pass_row(&p, png_passes[i], &count);
        png_pass(&p, png_passes[i], (unsigned char *)rows.data + at, rgba);
        at += (row + 1) * count;
    }
    *width = p.width;
    *height = p.height;
    free(rows.data);
    free(p.packed.data);
    return rgba;
}

#endif
