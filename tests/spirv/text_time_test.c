/* cc -std=c99 -O2 -I. tests/spirv/text_time_test.c -o text_time_test */
/* That tools/spv_text.h takes linear time: modules of one shape each, of SMALL and of GROWTH times
   as many parts. A word of the larger one may take LIMIT times as long as one of the smaller one
   (GROWTH times, if time were quadratic), and that one MOST times as long as one of the first
   shape. All are the least of several runs, in turns, of the processor's time. The shapes are what
   once took longer, and what might.
       text_time_test [-v]
   Exit code 1: some shape took longer, or was not translated as expected. -v: all are printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#include "tools/spv_text.h"

enum { SMALL = 400, GROWTH = 16, LIMIT = 4, MOST = 30, RUNS = 5, TRIES = 4,
       MAX_PARTS = SMALL * GROWTH, MEMORY = 1 << 27, TEXT = 1 << 25 };

#define SHAPE_PARTS MAX_PARTS
#define SHAPE_WORDS (1 << 19)
#include "tests/support/module_shapes.h"

typedef struct shape {
    const char *name;
    void (*make)(uint32_t n);
    spvt_status status;
} shape;

static const shape shapes[] = {
    {"cases", cases_apart, SPVT_OK},
    {"cases that fall through", cases_fall, SPVT_LIMIT},
    {"switches whose cases fall through", cases_fall_apart, SPVT_OK},
    {"jumps out of cases", jumps, SPVT_OK},
    {"nested ifs", deep_ifs, SPVT_LIMIT},
    {"nested loops", deep_loops, SPVT_LIMIT},
    {"nested switches", deep_switches, SPVT_LIMIT},
    {"loops", loops, SPVT_OK},
    {"exits of a loop", exits, SPVT_OK},
    {"expressions that wait", waits, SPVT_OK},
    {"phis of phis", phis, SPVT_OK},
    {"ways to a phi", phi_ways_up, SPVT_OK},
    {"ways to a phi, from behind", phi_ways_down, SPVT_OK},
    {"phis of a loop", phis_of_a_loop, SPVT_OK},
    {"a block", one_block, SPVT_OK},
    {"constants", constants, SPVT_OK},
    {"equal names", names, SPVT_OK},
    {"members of members", members, SPVT_UNSUPPORTED},
    {"functions", functions, SPVT_OK},
    {"functions that call the next", calls, SPVT_OK},
    {"entry points", entries, SPVT_OK},
};

static unsigned char memory[MEMORY];
static char text[TEXT];

static double seconds(const shape *of, const section *words) {
    static spvt_result r;
    clock_t start = clock();
    spvt_status status = spvt_translate(&r, NULL, words->words, words->count, memory, MEMORY, text,
                                        TEXT);
    double took = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (status == of->status || (status == SPVT_OK && words->count < MAX_PARTS)) return took;
    printf("FAILED %s: %s\n", of->name, r.error);
    exit(1);
}

/* How much longer a word of the larger module takes; *word: seconds for one of the smaller one. */
static double growth(const shape *of, double *word) {
    static section small, large;
    double least[2] = {1e9, 1e9}, took;
    int i;
    make_module(of->make, SMALL, &small);
    make_module(of->make, SMALL * GROWTH, &large);
    for (i = 0; i < RUNS; i++) {
        if ((took = seconds(of, &small)) < least[0]) least[0] = took;
        if ((took = seconds(of, &large)) < least[1]) least[1] = took;
    }
    *word = (least[0] + 1e-6) / small.count;
    return least[1] / large.count / *word;
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0, i;
    int tries, talks = argc > 1 && strcmp(argv[1], "-v") == 0;
    double first = 0, word, factor;
    for (i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        for (tries = 0; tries < TRIES; tries++) {
            factor = growth(&shapes[i], &word);
            if (i == 0) first = word;
            if (factor <= LIMIT && word <= MOST * first) break;
        }
        if (talks) printf("%s: %.0f ns a word, %.2f\n", shapes[i].name, 1e9 * word, factor);
        if (tries < TRIES) {
            passed++;
            continue;
        }
        failed++;
        printf("FAILED %s: a word takes %.1f times as long in a larger module, and %.1f times as "
               "long as one of %s\n", shapes[i].name, factor, word / first, shapes[0].name);
    }
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
