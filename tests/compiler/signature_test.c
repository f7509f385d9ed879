/* cc -std=c99 -O1 -I. tests/compiler/signature_test.c -o signature_test */
/* Which operands each builtin takes: tests/data/signatures.txt lists them, this applies every
   builtin to all of them and to all others.
       signature_test [--update]
   A line is the builtin's name and a signature that it takes; signatures of up to three
   operands, the types being those below. Effects are applied where they may run, where nothing but
   a number is an operand; memory and images have tests of their own. --update writes the file: look
   at the changes before you commit. The last line is "N passed, N failed". */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#include "lambdav.h"

enum { ARENA_SIZE = 1 << 20, TEXT_SIZE = 1 << 20, MANY = 13, FEW = 8 };
static const char path[] = "tests/data/signatures.txt";
/* The first FEW are those of three operands. */
static const char *const types[MANY] = {
    "num", "int", "uint", "bool", "vec2", "ivec2", "bvec2", "mat2", "uvec2", "vec3", "mat2x3",
    "bmat2", "literal"};
static const char *const values[MANY] = {
    "x", "i", "u", "b", "(vec2 x)", "(ivec2 i)", "(bvec2 b)", "(mat2 x)", "(uvec2 u)", "(vec3 x)",
    "(mat2x3 x)", "(bmat2 b)", "1"};
static unsigned char arena[ARENA_SIZE];
static char found[TEXT_SIZE], stored[TEXT_SIZE];
static size_t found_size;

static void add(const char *text) {
    size_t size = strlen(text);
    if (found_size + size + 1 > TEXT_SIZE) abort();
    memcpy(found + found_size, text, size + 1);
    found_size += size;
}

/* Is the builtin applied to these operands a value? */
static int is_taken(const char *name, const unsigned *operands, unsigned count) {
    char text[512];
    lambdav_options options;
    lambdav_result result;
    unsigned k;
    memset(&options, 0, sizeof options);
    snprintf(text, sizeof text,
             "(push-constants (x num) (i int) (u uint))\n(define b (> x 1))\n"
             "(compute (1) (do (bind r (%s", name);
    for (k = 0; k < count; k++) {
        strcat(text, " ");
        strcat(text, values[operands[k]]);
    }
    strcat(text, ")) (barrier)))");
    return lambdav_compile(&options, text, strlen(text), arena, ARENA_SIZE, &result) == LAMBDAV_OK;
}

/* All signatures of `count` operands. */
static void add_signatures(const char *name, unsigned count) {
    unsigned operands[3] = {0, 0, 0}, limit = count < 3 ? MANY : FEW, k;
    do {
        if (is_taken(name, operands, count)) {
            add(name);
            for (k = 0; k < count; k++) add(" "), add(types[operands[k]]);
            add("\n");
        }
        for (k = count; k-- > 0 && ++operands[k] == limit;) operands[k] = 0;
    } while (k < count);
}

/* Prints the lines of `text` that are not in `other`, which has their order; returns how many. */
static unsigned print_others(const char *text, const char *other, const char *what) {
    unsigned count = 0;
    while (*text) {
        size_t size = strcspn(text, "\n") + 1;
        const char *at = other;
        while (*at && strncmp(at, text, size) != 0) at += strcspn(at, "\n") + 1;
        if (*at) {
            other = at + size;
        } else {
            printf("FAILED %s: %.*s", what, (int)size, text);
            count++;
        }
        text += size;
    }
    return count;
}

int main(int argc, char **argv) {
    int update = argc == 2 && strcmp(argv[1], "--update") == 0;
    FILE *file;
    unsigned failed, passed = 0, count;
    uint32_t i;
    const char *c;
    for (i = 0; i < LVI_BUILTIN_COUNT; i++) {
        char name[64];
        if (lvi_builtins[i].rule == LVI_R_ARRAY) continue; /* takes anything */
        snprintf(name, sizeof name, "%.*s", (int)strcspn(lambdav_builtin_name(i), " "),
                 lambdav_builtin_name(i));
        for (count = 0; count <= 3; count++) add_signatures(name, count);
    }
    file = fopen(path, update ? "wb" : "rb");
    if (file == NULL) return 3;
    if (update) return fputs(found, file) < 0 || fclose(file) != 0 ? 3 : 0;
    stored[fread(stored, 1, sizeof stored - 1, file)] = '\0';
    fclose(file);
    failed = print_others(found, stored, "not to be taken, but is");
    failed += print_others(stored, found, "to be taken, but is not");
    for (c = stored; *c; c++) passed += *c == '\n';
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
