/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DCLI_LINKS_HEADERS -I. tests/cli/png_test.c -o png_test -lm -ldl -lpthread -Wno-unused-function */
/* The PNG files that the command line writes, by stb_image_write and without it: noise, one colour
   and gradients of many sizes decode as the pixels that they were made of. The last line is
   "N passed, N failed". */
#include "tools/cli/png.h"

static int passed, failed;
static uint64_t seed = 1;

static uint32_t random_below(uint32_t limit) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % limit;
}

static void compare(const bytes *file, const unsigned char *rgba, int width, int height) {
    int w = 0, h = 0, channels = 0, good;
    unsigned char *got = stbi_load_from_memory((const unsigned char *)file->data, (int)file->size,
                                               &w, &h, &channels, 4);
    good = got != NULL && w == width && h == height && channels == 4 &&
           memcmp(got, rgba, (size_t)4 * (size_t)w * (size_t)h) == 0;
    if (good) passed++;
    else failed++;
    if (!good) printf("FAILED %dx%d: %s\n", width, height, got ? "other pixels" : "no picture");
    stbi_image_free(got);
}

/* zlib's checksum, which stb_image does not look at, by its definition. */
static void check_sum(const unsigned char *data, size_t size, uint32_t sum) {
    bytes stored = {NULL, 0, 0};
    unsigned char word[4];
    add_stored(&stored, data, size);
    put_big(word, sum);
    if (memcmp(stored.data + stored.size - 4, word, 4) == 0) passed++;
    else printf("FAILED the checksum of %zu bytes\n", size), failed++;
    free(stored.data);
}

int main(void) {
    static unsigned char rgba[200 * 200 * 4];
    uint32_t size, height, i;
    check_sum((const unsigned char *)"Wikipedia", 9, 0x11E60398u);
    for (size = 1; size <= 200; size += size < 20 ? 1 : 20) {
        bytes packed = {NULL, 0, 0}, stored = {NULL, 0, 0};
        height = size > 2 ? size - 2 : size;
        for (i = 0; i < 4 * size * height; i++)
            rgba[i] = (unsigned char)(size % 3 == 0 ? random_below(256)
                                                    : size % 3 == 1 ? 77 : i / 4 % size * (i % 4));
        if (add_png(&packed, rgba, size, height, "a picture") != DONE) exit(3);
        compare(&packed, rgba, (int)size, (int)height);
        add_stored_png(&stored, rgba, size, height);
        compare(&stored, rgba, (int)size, (int)height);
        if (size % 3 == 1 && packed.size > 200 + size * height / 10)
            printf("%u pixels of one colour take %zu bytes\n", size * height, packed.size),
                failed++;
        free(packed.data);
        free(stored.data);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}
