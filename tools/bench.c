/* cc -std=c99 -O2 -I. tools/bench.c -o bench */
/* bench FILE.lv...: for each program its size, the time to compile it (the least of many runs, and
   the median), its words and the arena that it needs. Exit codes: 0 done, 1 a program has errors,
   2 usage, 3 a file cannot be read. */
#define _POSIX_C_SOURCE 199309L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { ARENA_SIZE = 64 << 20, MAX_TEXT = 1 << 20, MAX_RUNS = 2000, MIN_RUNS = 9 };
static char text[MAX_TEXT];
static double runs[MAX_RUNS];

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

/* Compiles for a fifth of a second and prints a line. */
static int bench(const char *path, void *arena) {
    FILE *file = fopen(path, "rb");
    lambdav_result result;
    size_t size, count = 0;
    double begin = microseconds(), start;
    if (file == NULL) {
        perror(path);
        return 3;
    }
    size = fread(text, 1, sizeof text, file);
    fclose(file);
    while (count < MAX_RUNS && (count < MIN_RUNS || microseconds() - begin < 2e5)) {
        start = microseconds();
        if (lambdav_compile(NULL, text, size, arena, ARENA_SIZE, &result) != LAMBDAV_OK) {
            fprintf(stderr, "%s: %s\n", path, result.diagnostics[0].message);
            return 1;
        }
        runs[count++] = microseconds() - start;
    }
    qsort(runs, count, sizeof *runs, compare);
    printf("%-32s %8zu %10.1f %10.1f %8zu %10zu\n", path, size, runs[0], runs[count / 2],
           result.word_count, result.arena_peak);
    return 0;
}

int main(int argc, char **argv) {
    void *arena = malloc(ARENA_SIZE);
    int i, code, worst = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: bench FILE.lv...\n");
        return 2;
    }
    if (arena == NULL) return 3;
    memset(arena, 0, ARENA_SIZE);
    printf("%-32s %8s %10s %10s %8s %10s\n", "program", "bytes", "least us", "median us", "words",
           "arena");
    for (i = 1; i < argc; i++) {
        code = bench(argv[i], arena);
        if (code > worst) worst = code;
    }
    free(arena);
    return worst;
}
