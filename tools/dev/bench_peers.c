/* cc -std=c99 -O2 -I. tools/dev/bench_peers.c -o bench_peers -l:libshaderc_combined.a -lSPIRV -lglslang -lMachineIndependent -lGenericCodeGen -lOSDependent -lOGLCompiler -lHLSL -lSPIRV-Tools-opt -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* bench_peers NAME...: compiles NAME.lv with lambdav and NAME.frag, the same picture in GLSL, with
   shaderc, once as it comes from glslang and once optimised. Time is the median of many compiles,
   processor time of this thread, in microseconds; words are the size of the module. `first` is the
   time of the first compile in the process, before anything is warm.
   Exit codes: 0 done, 1 a program has errors, 2 usage, 3 a file cannot be read. */
#define _POSIX_C_SOURCE 199506L
#include <shaderc/shaderc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { ARENA_SIZE = 64 << 20, MAX_TEXT = 1 << 20, MAX_SAMPLES = 2000, MIN_SAMPLES = 9 };
static const double PROGRAM_TIME = 5e5; /* microseconds */

static char text[MAX_TEXT];
static size_t text_size;
static void *arena;
static shaderc_compiler_t compiler;
static double samples[MAX_SAMPLES];

static double microseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b) {
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

/* Reads NAME.EXTENSION into `text`. */
static int read_text(const char *name, const char *extension) {
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s.%s", name, extension);
    file = fopen(path, "rb");
    text_size = file == NULL ? 0 : fread(text, 1, sizeof text, file);
    if (file == NULL)
        perror(path);
    else
        fclose(file);
    return text_size > 0;
}

/* Each compiles `text` and returns the number of words, 0 after an error. */
static size_t by_lambdav(void) {
    lambdav_result result;
    lambdav_compile(NULL, text, text_size, arena, ARENA_SIZE, &result);
    return result.words == NULL ? 0 : result.word_count;
}

static size_t by_shaderc(shaderc_optimization_level level) {
    shaderc_compile_options_t options = shaderc_compile_options_initialize();
    shaderc_compilation_result_t result;
    size_t words = 0;
    shaderc_compile_options_set_optimization_level(options, level);
    result = shaderc_compile_into_spv(compiler, text, text_size, shaderc_fragment_shader, "input",
                                      "main", options);
    if (shaderc_result_get_compilation_status(result) == shaderc_compilation_status_success)
        words = shaderc_result_get_length(result) / 4;
    else
        fputs(shaderc_result_get_error_message(result), stderr);
    shaderc_result_release(result);
    shaderc_compile_options_release(options);
    return words;
}

static size_t by_shaderc_plain(void) {
    return by_shaderc(shaderc_optimization_level_zero);
}

static size_t by_shaderc_optimised(void) {
    return by_shaderc(shaderc_optimization_level_performance);
}

typedef struct peer {
    const char *name, *extension;
    size_t (*compile)(void);
    double first;
} peer;

static peer peers[] = {{"lambdav", "lv", by_lambdav, 0},
                       {"shaderc", "frag", by_shaderc_plain, 0},
                       {"shaderc -O", "frag", by_shaderc_optimised, 0}};
enum { PEER_COUNT = 3 };

/* Median time of compiling `text`. */
static double measure(const peer *p) {
    double begin = microseconds(), start;
    int count = 0;
    while (count < MAX_SAMPLES && (count < MIN_SAMPLES || microseconds() - begin < PROGRAM_TIME)) {
        start = microseconds();
        p->compile();
        samples[count++] = microseconds() - start;
    }
    qsort(samples, (size_t)count, sizeof *samples, compare);
    return samples[count / 2];
}

/* Prints the line of one program; returns an exit code. */
static int bench(const char *name) {
    const char *slash = strrchr(name, '/');
    double start;
    size_t words;
    int i;
    printf("%-12s", slash == NULL ? name : slash + 1);
    for (i = 0; i < PEER_COUNT; i++) {
        if (!read_text(name, peers[i].extension)) return 3;
        start = microseconds();
        words = peers[i].compile();
        if (peers[i].first == 0) peers[i].first = microseconds() - start;
        if (words == 0) return 1;
        printf(" %12.1f %6lu", measure(&peers[i]), (unsigned long)words);
    }
    printf("\n");
    return 0;
}

int main(int argc, char **argv) {
    int i, code, worst = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: bench_peers NAME...\n");
        return 2;
    }
    arena = malloc(ARENA_SIZE);
    compiler = shaderc_compiler_initialize();
    if (arena == NULL || compiler == NULL) return 3;
    printf("%-12s", "us, words");
    for (i = 0; i < PEER_COUNT; i++) printf(" %12s       ", peers[i].name);
    printf("\n");
    for (i = 1; i < argc; i++) {
        code = bench(argv[i]);
        if (code > worst) worst = code;
    }
    printf("%-12s", "first");
    for (i = 0; i < PEER_COUNT; i++) printf(" %12.1f       ", peers[i].first);
    printf("\n");
    shaderc_compiler_release(compiler);
    free(arena);
    return worst;
}
