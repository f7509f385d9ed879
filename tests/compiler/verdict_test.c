/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/verdict_test.c tests/code/lambdav.c -o verdict_test */
/* Options that say how the words look, not what the program means, do not change what is wrong with
   a text: each program of the tests and examples has the same errors, at the same places, with each
   of them. What it may cost is another matter: a program that ends at a limit is not compared.
       verdict_test [FILE.lv...]
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L

#include "tests/support/cases.h"
#include "tests/support/error_case.h"
#include "tests/support/include_beside.h"

enum { ARENA_SIZE = 512 << 20, TEXT_SIZE = 1 << 16, MAX_CALLS = 100000 };

static const struct {
    const char *name;
    uint32_t flags, inlining;
    lambdav_loops loops;
    uint32_t max_iterations;
} ways[] = {
    {"auto", 0, LAMBDAV_INLINE_AUTO, LAMBDAV_LOOPS_AUTO, 0},
    {"--inline=always", 0, LAMBDAV_INLINE_ALWAYS, LAMBDAV_LOOPS_AUTO, 0},
    {"--inline=never", 0, LAMBDAV_INLINE_NEVER, LAMBDAV_LOOPS_AUTO, 0},
    {"--strict-floats", LAMBDAV_STRICT_FLOATS, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--keep-guards", LAMBDAV_KEEP_GUARDS, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--keep-guards --inline=never", LAMBDAV_KEEP_GUARDS, LAMBDAV_INLINE_NEVER, LAMBDAV_LOOPS_AUTO,
     0},
    {"--names", LAMBDAV_NAMES, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--debug", LAMBDAV_DEBUG_LINES, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--debug=full", LAMBDAV_DEBUG_FULL, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--debug=full --inline=always", LAMBDAV_DEBUG_FULL, LAMBDAV_INLINE_ALWAYS, LAMBDAV_LOOPS_AUTO,
     0},
    {"--keep-interface", LAMBDAV_KEEP_INTERFACE, 0, LAMBDAV_LOOPS_AUTO, 0},
    {"--loops phi", 0, 0, LAMBDAV_LOOPS_PHI, 0},
    {"--loops variables", 0, 0, LAMBDAV_LOOPS_VARIABLES, 0},
    {"--loops unroll", 0, 0, LAMBDAV_LOOPS_UNROLL, 0},
    {"--loops dont-unroll", 0, 0, LAMBDAV_LOOPS_DONT_UNROLL, 0},
    {"--max-iterations 3", 0, 0, LAMBDAV_LOOPS_AUTO, 3},
    {"--max-iterations 3 --inline=never", 0, LAMBDAV_INLINE_NEVER, LAMBDAV_LOOPS_AUTO, 3},
};
enum { WAYS = sizeof ways / sizeof ways[0] };

static char *arena;

/* Puts down what is wrong with the program, a line each; returns 0 if that is a limit. */
static int compile(const lambdav_options *options, const char *text, size_t size, char *to) {
    lambdav_result result;
    lambdav_status status = lambdav_compile(options, text, size, arena, ARENA_SIZE, &result);
    size_t i, at = (size_t)sprintf(to, "status %d\n", (int)status);
    int ends = status != LAMBDAV_OUT_OF_MEMORY;
    for (i = 0; i < result.diagnostic_count && at + 600 < TEXT_SIZE; i++) {
        const lambdav_diagnostic *d = &result.diagnostics[i];
        ends &= d->code != LAMBDAV_E_LIMIT && d->code != LAMBDAV_E_DEPTH
                && d->code != LAMBDAV_E_CALLS;
        at += (size_t)snprintf(to + at, 600, "%.*s:%u:%u: %.500s [%s]\n",
                               (int)d->span.source_name_size, d->span.source_name, d->span.line,
                               d->span.column, d->message, d->name);
    }
    return ends;
}

/* Compiles a program in all ways. */
static int compare(const char *path, const lambdav_options *plain, const char *text, size_t size) {
    static char first[TEXT_SIZE], other[TEXT_SIZE];
    size_t i, same = 1, ends = 1;
    for (i = 0; i < WAYS && ends; i++) {
        lambdav_options options = *plain;
        options.flags |= ways[i].flags;
        if ((plain->flags & (LAMBDAV_DEBUG_FULL | LAMBDAV_DEBUG_LINES)) != 0)
            options.flags &= ~LAMBDAV_DEBUG_LINES;
        options.inlining = ways[i].inlining;
        options.loops = ways[i].loops;
        options.max_iterations = ways[i].max_iterations;
        options.max_calls = MAX_CALLS;
        ends = (size_t)compile(&options, text, size, i == 0 ? first : other);
        if (i == 0 || !ends || strcmp(first, other) == 0) continue;
        same = 0;
        printf("%s: with %s\n%sbut without\n%s", path, ways[i].name, other, first);
    }
    return (int)same;
}

static int run_program(const char *path) {
    lambdav_options options = {0};
    size_t size;
    char *text = cases_load(path, &size);
    int same;
    options.source_name = path;
    options.include = include_beside, options.include_user = (void *)(size_t)path;
    same = compare(path, &options, text, size);
    include_free();
    free(text);
    return same;
}

static int run_error(const char *path) {
    lambdav_options options = {0};
    lambdav_define define;
    error_case c = open_case(path);
    int same;
    options.source_name = path;
    options.include = include, options.include_user = c.files;
    set_options(c.program, c.program_size, &options, &define);
    same = compare(path, &options, c.program, c.program_size);
    close_case(&c);
    return same;
}

int main(int argc, char **argv) {
    static const char *const patterns[] = {"tests/data/run/*.lv",   "tests/data/prove/*.lv",
                                           "tests/data/compute/*.lv", "tests/data/bench/*.lv",
                                           "tests/data/twins/*.lv", "examples/*.lv",
                                           "tests/data/error/*.lv"};
    size_t p, i;
    int passed = 0, failed = 0;
    arena = (char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    for (p = 0; p < sizeof patterns / sizeof patterns[0] && (p == 0 || argc < 2); p++) {
        glob_t files = cases_find(patterns[p], argc, argv);
        for (i = 0; i < files.gl_pathc; i++) {
            const char *path = files.gl_pathv[i];
            if (strstr(path, "data/error/") != NULL ? run_error(path) : run_program(path)) passed++;
            else failed++;
        }
        globfree(&files);
    }
    free(arena);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
