/* cc -std=c99 -O1 -I. tests/compiler/none_test.c -o none_test */
/* Nothing is read or written through reference 0, which names nothing: at the front of the arena
   lies the context, so that would give its words for a thing, or change them. Here the arena is in
   memory twice: the context is reached where all of it can be touched, and what a reference leads
   to is looked for in the second view, whose pages before the context's end give a SIGSEGV. All
   programs of the repository are compiled so, with several options, and in arenas that are too
   small in many ways: most of what could go wrong follows from what there was no room for. A
   compile that does not end is one that failed.
   none_test N    N sizes of the arena for each program; 64 otherwise */
#define _GNU_SOURCE
#include <glob.h>
#include <setjmp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SECONDS = 30 /* for a compile */, PAGE = 65536, ARENA = 64 << 20, MAX_TEXT = 1 << 20 };
#define LVI_FRONT ((uint32_t)PAGE)
#define LVI_AT(type, ref) ((type *)(void *)((unsigned char *)cx + ARENA + (ref)))

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#include "lambdav.h"

static const char *const patterns[] = {"examples/*.lv", "tests/*/*.lv", "tests/*/*/*.lv",
                                       "tests/*/*/*/*.lv"};
/* Those that a few sizes alone were wrong for: they are compiled in arenas of every size. */
static const char *const every_size[] = {"tests/data/run/array-loop-swap.lv",
                                         "tests/data/run/rec-set-chosen-at-first.lv"};
static const uint32_t flag_sets[] = {0,
                                     LAMBDAV_SAFE | LAMBDAV_WARN_ALL | LAMBDAV_NAMES,
                                     LAMBDAV_DEBUG_FULL | LAMBDAV_KEEP_INTERFACE,
                                     LAMBDAV_CHECK_ONLY,
                                     LAMBDAV_DEBUG_LINES | LAMBDAV_NEEDED_ONLY
                                         | LAMBDAV_KEEP_GUARDS,
                                     LAMBDAV_STRICT_FLOATS | LAMBDAV_DEFINED_INTS};
static const lambdav_target targets[] = {LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_TARGET_SPIRV_1_6,
                                         LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_TARGET_SPIRV_1_5};
enum { FLAG_SETS = sizeof flag_sets / sizeof flag_sets[0] };

static unsigned char *arena;
static char text[MAX_TEXT];
static size_t text_size;
static sigjmp_buf before; /* the compile in hand */
static unsigned sizes = 64, compiles, errors;

static void caught(int signal_number) {
    siglongjmp(before, signal_number);
}

static void catch_signal(int number) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = caught;
    sigaction(number, &action, NULL);
}

/* The arena's two views, one behind the other. Returns 0 if there are none. */
static int map_twice(void) {
    FILE *file = tmpfile();
    unsigned char *place =
        (unsigned char *)mmap(NULL, 2 * (size_t)ARENA, PROT_NONE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (place == (unsigned char *)MAP_FAILED || !file || ftruncate(fileno(file), ARENA)) return 0;
    arena = place;
    return mmap(place, ARENA, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fileno(file), 0)
               == place
           && mmap(place + ARENA + PAGE, ARENA - PAGE, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, fileno(file), PAGE)
                  == place + ARENA + PAGE;
}

/* Finds an include beside the file `from`. */
static int find_include(void *user, const char *name, size_t name_size, const char *from,
                        size_t from_size, lambdav_included *found) {
    static char paths[64][512], texts[64][65536];
    static unsigned next;
    unsigned i = next++ % 64;
    FILE *file;
    (void)user;
    while (from_size && from[from_size - 1] != '/') from_size--;
    snprintf(paths[i], sizeof paths[i], "%.*s%.*s", (int)from_size, from, (int)name_size, name);
    file = fopen(paths[i], "rb");
    if (!file) return 0;
    found->text = texts[i];
    found->text_size = fread(texts[i], 1, sizeof texts[i], file);
    found->name = paths[i];
    found->name_size = strlen(paths[i]);
    fclose(file);
    return 1;
}

/* Compiles the text in `size` bytes; returns the most that was in use. */
static size_t compile(const char *path, uint32_t set, size_t size) {
    lambdav_options options;
    static lambdav_result result;
    int signal_number;
    memset(&options, 0, sizeof options);
    memset(&result, 0, sizeof result);
    options.flags = flag_sets[set % FLAG_SETS];
    options.inlining = set % 4;
    options.loops = (lambdav_loops)(set % 5);
    options.target = targets[set / 3 % 4];
    options.warn = set % 2 ? LAMBDAV_WARNING(LAMBDAV_E_ARRAY_COPY) : 0;
    options.max_iterations = set % 7 ? 0 : 100;
    options.source_name = path;
    options.include = find_include;
    compiles++;
    alarm(SECONDS);
    signal_number = sigsetjmp(before, 1);
    if (signal_number == 0) {
        lambdav_compile(&options, text, text_size, arena, size, &result);
    } else {
        printf("FAILED %s: %s (option set %u, %zu bytes)\n", path,
               signal_number == SIGALRM ? "does not end" : "touches none", (unsigned)set, size);
        errors++;
    }
    alarm(0);
    return result.arena_peak;
}

static void compile_file(const char *path, uint32_t number) {
    FILE *file = fopen(path, "rb");
    size_t peak = 0, k;
    uint32_t set;
    if (!file) return;
    text_size = fread(text, 1, sizeof text, file);
    fclose(file);
    if (strstr(path, "endless")) return;
    for (set = 0; set < FLAG_SETS; set++) peak = compile(path, set, ARENA);
    if (peak > 2 * (PAGE + 262144)) return;
    for (k = 0; k < sizeof every_size / sizeof every_size[0]; k++)
        if (strcmp(path, every_size[k]) == 0)
            for (set = 0; PAGE + 8 * (size_t)(set / FLAG_SETS) < peak; set++)
                compile(path, set % FLAG_SETS, PAGE + 8 * (size_t)(set / FLAG_SETS));
    for (k = 0; k < sizes; k++)
        compile(path, number + (uint32_t)k, PAGE + (peak - PAGE) * k / sizes + number % 331 * 8);
}

/* Is a read through none caught? */
static int is_caught(const lvi_context *cx) {
    if (!sigsetjmp(before, 1)) return LVI_AT(volatile const lvi_node, 0)->flags & 0;
    return 1;
}

int main(int argc, char **argv) {
    uint32_t number = 0, i;
    if (argc > 1) sizes = (unsigned)strtoul(argv[1], NULL, 10);
    if (!map_twice()) {
        perror("none_test");
        return 3;
    }
    catch_signal(SIGSEGV);
    catch_signal(SIGBUS);
    catch_signal(SIGALRM);
    if (!is_caught((lvi_context *)(void *)arena)) {
        printf("FAILED a read through none is not caught\n0 passed, 1 failed\n");
        return 1;
    }
    for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        glob_t files;
        size_t k;
        if (glob(patterns[i], 0, NULL, &files)) continue;
        for (k = 0; k < files.gl_pathc; k++) compile_file(files.gl_pathv[k], number++);
        globfree(&files);
    }
    printf("%u passed, %u failed\n", compiles - errors, errors);
    return errors || compiles < 10000;
}
