/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/words.c tests/code/lambdav.c -o words */
/* words FILE.lv: compiles FILE and writes its words to stdout, little-endian on every machine; an
   arena at an odd address must give the same ones.
   Needs nothing but the C library, so that every compiler of `make matrix` can build it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lambdav.h"

enum { ARENA_SIZE = 64 << 20, PATH_SIZE = 1024, MESSAGE_SIZE = 4096 };

/* The whole file, NULL if it cannot be read. Lives until the program ends. */
static char *read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    long length;
    *size = 0;
    if (file == NULL) return NULL;
    if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0) {
        rewind(file);
        text = (char *)malloc((size_t)length + 1);
        if (text != NULL) *size = fread(text, 1, (size_t)length, file);
    }
    fclose(file);
    return text;
}

/* Includes lie beside the file. */
static int read_include(void *user, const char *name, size_t name_size, const char *from,
                        size_t from_size, lambdav_included *found) {
    const char *path = (const char *)user, *slash = strrchr(path, '/');
    char other[PATH_SIZE];
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    (void)from, (void)from_size;
    if (folder + name_size >= PATH_SIZE) return 0;
    memcpy(other, path, folder);
    memcpy(other + folder, name, name_size);
    other[folder + name_size] = '\0';
    found->text = read_file(other, &found->text_size);
    return found->text != NULL;
}

static void print_diagnostics(const lambdav_result *result) {
    char message[MESSAGE_SIZE];
    size_t i;
    for (i = 0; i < result->diagnostic_count; i++) {
        lambdav_format_diagnostic(&result->diagnostics[i], 0, message, sizeof message);
        fputs(message, stderr);
    }
}

/* Compiles at an odd address; whether that gives the same words. */
static int same_when_odd(const lambdav_options *options, const char *text, size_t size,
                         const lambdav_result *even) {
    char *arena = (char *)malloc(ARENA_SIZE);
    lambdav_result odd;
    return arena != NULL
           && lambdav_compile(options, text, size, arena + 1, ARENA_SIZE - 1, &odd) == LAMBDAV_OK
           && odd.word_count == even->word_count
           && memcmp(odd.words, even->words, even->word_count * 4) == 0;
}

int main(int argc, char **argv) {
    void *arena = malloc(ARENA_SIZE);
    lambdav_options options;
    lambdav_result result;
    size_t size, i, k;
    char *text;
    if (argc != 2) return 2;
    text = read_file(argv[1], &size);
    if (text == NULL || arena == NULL) return 3;
    memset(&options, 0, sizeof options);
    options.source_name = argv[1];
    options.include = read_include;
    options.include_user = argv[1];
    if (lambdav_compile(&options, text, size, arena, ARENA_SIZE, &result) != LAMBDAV_OK) {
        print_diagnostics(&result);
        return 1;
    }
    if (!same_when_odd(&options, text, size, &result)) {
        fputs("other words from an arena at an odd address\n", stderr);
        return 1;
    }
    for (i = 0; i < result.word_count; i++)
        for (k = 0; k < 4; k++) putchar((int)(result.words[i] >> (8 * k) & 255u));
    return fflush(stdout) == 0 ? 0 : 3;
}
