/* cc -std=c99 -O0 -I. tests/cli/png_test.c -o png_test -lm -ldl -pthread -Wno-unused-function */
/* The PNG files of the command line: what it writes and every kind that there is decodes as
   stb_image decodes it; broken files are decoded or refused, and end nothing. The last line is
   "N passed, N failed". */
#include "tools/cli/png.h"

#include <glob.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

static int passed, failed;
static uint64_t seed = 1;

static uint32_t random_below(uint32_t limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

/* Decodes both ways. */
static void compare(const bytes *file, const char *name) {
    uint32_t width, height;
    int w = 0, h = 0, channels, good;
    const char *reason = "";
    unsigned char *got = decode_png(file, 1 << 28, &width, &height, &reason), *wanted;
    wanted = stbi_load_from_memory((const unsigned char *)file->data, (int)file->size, &w, &h,
                                   &channels, 4);
    good = got != NULL && wanted != NULL && width == (uint32_t)w && height == (uint32_t)h &&
           memcmp(got, wanted, (size_t)4 * width * height) == 0;
    if (good) passed++;
    else failed++;
    if (!good) printf("FAILED %s: %s\n", name, got == NULL ? reason : "other pixels");
    free(got);
    stbi_image_free(wanted);
}

/* Decodes what a file becomes when bits turn and the end is lost. */
static void break_file(bytes *file) {
    const char *reason;
    uint32_t width, height, i;
    for (i = 0; i < 20; i++) {
        file->data[8 + random_below((uint32_t)file->size - 8)] ^= (char)(1u << random_below(8));
        if (i % 5 == 4) file->size -= random_below((uint32_t)file->size / 4);
        free(decode_png(file, 1 << 28, &width, &height, &reason));
    }
}

static void compare_files(void) {
    glob_t found;
    bytes file;
    size_t i;
    memset(&found, 0, sizeof found);
    glob("tests/data/golden/*.png", 0, NULL, &found);
    glob("examples/gallery/*.png", GLOB_APPEND, NULL, &found);
    for (i = 0; i < found.gl_pathc; i++) {
        if (!read_file(found.gl_pathv[i], 1 << 28, &file)) exit(3);
        compare(&file, found.gl_pathv[i]);
        break_file(&file);
        free(file.data);
    }
    globfree(&found);
}

/* A PNG of any kind, of random rows with random filters. */
static void make_png(bytes *b, png *p, const unsigned char head[13]) {
    bytes rows = {NULL, 0, 0}, packed = {NULL, 0, 0};
    unsigned char palette[768], key[6];
    uint32_t i, k, y, count;
    unsigned char byte, repeats = (unsigned char)random_below(2);
    for (i = p->interlaced ? 0 : 7; i < (p->interlaced ? 7u : 8u); i++) {
        size_t size = pass_row(p, png_passes[i], &count);
        for (y = 0; y < count; y++) {
            byte = (unsigned char)random_below(5);
            bytes_add(&rows, &byte, 1);
            for (k = 0; k < size; k++) {
                if (!repeats || random_below(9) == 0) byte = (unsigned char)random_below(256);
                bytes_add(&rows, &byte, 1);
            }
        }
    }
    bytes_add(b, "\x89PNG\r\n\x1a\n", 8);
    add_chunk(b, "IHDR", head, 13);
    for (i = 0; i < sizeof palette; i++) palette[i] = (unsigned char)random_below(256);
    memset(key, 0, sizeof key);
    for (i = 1; i < 6; i += 2) key[i] = (unsigned char)random_below(p->bits > 1 ? 4 : 2);
    if (p->colour == PNG_PALETTE) add_chunk(b, "PLTE", palette, sizeof palette);
    if (p->colour == PNG_PALETTE && repeats) add_chunk(b, "tRNS", palette, 100);
    if (p->colour < PNG_PALETTE && p->bits <= 8 && random_below(2))
        add_chunk(b, "tRNS", key, 2 * png_channels(p));
    add_zlib(&packed, (const unsigned char *)rows.data, rows.size);
    add_chunk(b, "IDAT", packed.data, packed.size / 2);
    add_chunk(b, "IDAT", packed.data + packed.size / 2, packed.size - packed.size / 2);
    add_chunk(b, "IEND", NULL, 0);
    free(rows.data);
    free(packed.data);
}

static void compare_kinds(void) {
    static const unsigned char bits[] = {1, 2, 4, 8, 16};
    unsigned char head[13] = {0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0};
    char name[64];
    int round;
    for (round = 0; round < 700; round++) {
        bytes b = {NULL, 0, 0};
        png p;
        memset(&p, 0, sizeof p);
        put_big(head, 1 + random_below(40));
        put_big(head + 4, 1 + random_below(30));
        head[8] = bits[round % 5];
        head[9] = (unsigned char)(round / 5 % 7);
        head[12] = (unsigned char)(round / 35 % 2);
        if (!png_head(&p, head, sizeof head)) continue;
        make_png(&b, &p, head);
        snprintf(name, sizeof name, "%ux%u, %u bits, colour %u, interlaced %u", p.width, p.height,
                 p.bits, p.colour, p.interlaced);
        compare(&b, name);
        break_file(&b);
        free(b.data);
    }
}

/* What is written is read back: noise, flat colours, gradients of many sizes. */
static void compare_written(void) {
    static unsigned char rgba[200 * 200 * 4];
    uint32_t size, i;
    for (size = 1; size <= 200; size += size < 20 ? 1 : 20) {
        bytes b = {NULL, 0, 0};
        for (i = 0; i < 4 * size * size; i++)
            rgba[i] = (unsigned char)(size % 3 == 0 ? random_below(256)
                                                    : size % 3 == 1 ? 77 : i / 4 % size * (i % 4));
        if (add_png(&b, rgba, size, size, "a picture") != DONE) exit(3);
        compare(&b, "written");
        if (size % 3 == 1 && b.size > 100 + size * size / 10)
            printf("%u pixels of one colour take %zu bytes\n", size * size, b.size), failed++;
        free(b.data);
    }
}

int main(void) {
    compare_files();
    compare_kinds();
    compare_written();
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
