/* cc -std=c99 -O2 -I. tools/dev/bench.c -o bench */
/* bench FILE.lv...: for each program its size with what it includes, the words that it becomes, the
   time of a compile (median of many, processor time of this thread), the text per second, and the
   arena that it needs.
   Exit codes: 0 done, 1 a program has errors, 2 usage, 3 a file cannot be read. */
#define _POSIX_C_SOURCE 199506L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { ARENA_SIZE = 64 << 20, MAX_TEXT = 1 << 20, NAME_SIZE = 256 };
enum { MAX_INCLUDES = 16, MAX_SAMPLES = 4096 };
static const double SAMPLE_TIME = 200, PROGRAM_TIME = 3e5; /* microseconds */

typedef struct source {
    char name[NAME_SIZE];
    char *text;
    size_t size;
} source;

/* A program and what it includes, read once. */
typedef struct program {
    const char *path;
    source sources[MAX_INCLUDES];
    int source_count;
} program;

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

/* Adds the file `path`, known as `name`, to the program's sources. NULL if it cannot be read. */
static const source *read_source(program *p, const char *path, const char *name) {
    FILE *file = p->source_count < MAX_INCLUDES ? fopen(path, "rb") : NULL;
    source *s = &p->sources[p->source_count];
    if (file == NULL) return NULL;
    s->text = (char *)malloc(MAX_TEXT);
    s->size = s->text == NULL ? 0 : fread(s->text, 1, MAX_TEXT, file);
    snprintf(s->name, sizeof s->name, "%s", name);
    fclose(file);
    if (s->text == NULL) return NULL;
    p->source_count++;
    return s;
}

/* Includes lie beside the program. Each is read from its file once. */
static int give_include(void *user, const char *name, size_t name_size, const char *from,
                        size_t from_size, lambdav_included *found) {
    program *p = (program *)user;
    const char *slash = strrchr(p->path, '/');
    char path[2 * NAME_SIZE], own[NAME_SIZE];
    const source *s = NULL;
    int i;
    (void)from, (void)from_size;
    if (name_size >= sizeof own) return 0;
    snprintf(own, sizeof own, "%.*s", (int)name_size, name);
    for (i = 1; i < p->source_count && s == NULL; i++) {
        if (strcmp(p->sources[i].name, own) == 0) s = &p->sources[i];
    }
    if (s == NULL) {
        snprintf(path, sizeof path, "%.*s%s", slash == NULL ? 0 : (int)(slash - p->path) + 1,
                 p->path, own);
        s = read_source(p, path, own);
    }
    if (s == NULL) return 0;
    found->text = s->text, found->text_size = s->size;
    return 1;
}

static lambdav_status compile(program *p, void *arena, lambdav_result *result) {
    lambdav_options options;
    memset(&options, 0, sizeof options);
    options.source_name = p->path;
    options.include = give_include, options.include_user = p;
    return lambdav_compile(&options, p->sources[0].text, p->sources[0].size, arena, ARENA_SIZE,
                           result);
}

/* Median time of a compile. A sample is so many compiles that the clock's own time does not
   count. */
static double measure(program *p, void *arena) {
    lambdav_result result;
    double begin = microseconds(), start, once;
    int batch, i, count = 0;
    compile(p, arena, &result);
    start = microseconds();
    compile(p, arena, &result);
    once = microseconds() - start;
    batch = once < SAMPLE_TIME ? (int)(SAMPLE_TIME / once) + 1 : 1;
    while (count < MAX_SAMPLES && (count < 9 || microseconds() - begin < PROGRAM_TIME)) {
        start = microseconds();
        for (i = 0; i < batch; i++) compile(p, arena, &result);
        samples[count++] = (microseconds() - start) / batch;
    }
    qsort(samples, (size_t)count, sizeof *samples, compare);
    return samples[count / 2];
}

/* Prints the line of one program; returns an exit code. */
static int bench(program *p, void *arena) {
    char message[2048];
    lambdav_result result;
    size_t size = 0;
    double time;
    int i;
    if (read_source(p, p->path, p->path) == NULL) {
        perror(p->path);
        return 3;
    }
    if (compile(p, arena, &result) != LAMBDAV_OK) {
        lambdav_format_diagnostic(&result.diagnostics[0], 0, message, sizeof message);
        fputs(message, stderr);
        return 1;
    }
    for (i = 0; i < p->source_count; i++) size += p->sources[i].size;
    time = measure(p, arena);
    printf("%-28s %7lu %7lu %9.1f %8.1f %9.1f\n", p->path, (unsigned long)size,
           (unsigned long)result.word_count, time, (double)size / time,
           (double)result.arena_peak / 1024);
    return 0;
}

int main(int argc, char **argv) {
    static program p;
    void *arena = malloc(ARENA_SIZE);
    int i, code, worst = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: bench FILE.lv...\n");
        return 2;
    }
    if (arena == NULL) return 3;
    memset(arena, 0, ARENA_SIZE);
    printf("%-28s %7s %7s %9s %8s %9s\n", "program", "bytes", "words", "us", "MB/s", "arena KiB");
    for (i = 1; i < argc; i++) {
        p.path = argv[i];
        code = bench(&p, arena);
        if (code > worst) worst = code;
        while (p.source_count > 0) free(p.sources[--p.source_count].text);
    }
    free(arena);
    return worst;
}
