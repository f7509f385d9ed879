/* cc -std=c99 -O2 -D_POSIX_C_SOURCE=200809L -I. tests/wgsl/speed.c -o speed */
/* Times spv_text.h: for each FILE.spv a line with the module's bytes, the text's bytes, and the
   least microseconds that a translation takes, of many.
       speed FILE.spv... */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#include "tools/spv_text.h"

static uint32_t words[1 << 20];
static char text[1 << 22];
static unsigned char memory[1 << 27];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static void measure(const char *path) {
    static spvt_result r;
    FILE *file = fopen(path, "rb");
    double least = 1e30, begun = now();
    size_t count;
    int i;
    if (file == NULL) exit(3);
    count = fread(words, 4, sizeof words / 4, file);
    fclose(file);
    for (i = 0; i < 5 || now() - begun < 50000; i++) {
        double start = now(), took;
        spvt_translate(&r, NULL, words, count, memory, sizeof memory, text, sizeof text);
        took = now() - start;
        if (took < least) least = took;
    }
    if (r.status == SPVT_OK) printf("%s %zu %zu %.2f\n", path, 4 * count, r.text_size, least);
}

int main(int argc, char **argv) {
    int i;
    for (i = 1; i < argc; i++) measure(argv[i]);
    return 0;
}
