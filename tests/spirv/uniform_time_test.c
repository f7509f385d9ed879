/* cc -std=c99 -O2 -I. tests/spirv/uniform_time_test.c -o uniform_time_test -lm */
/* That tools/spv_uniformity.h, and tools/spv_module.h that it stands on, take linear time: modules
   of one shape each, of SMALL and of GROWTH times as many parts. A word of the larger one may take
   LIMIT times as long as one of the smaller one (GROWTH times, if time were quadratic), and as much
   memory, with a quarter more. Times are the least of several runs, in turns, of the processor's.
       uniform_time_test [-v]
       uniform_time_test --million [SHAPE]   of modules of a thousand to a million instructions:
                                             nanoseconds and bytes for each, and the exponents;
                                             some take 10 GB
   Exit code 1: some shape took longer. -v: all are printed. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"

enum { SMALL = 400, GROWTH = 16, LIMIT = 4, RUNS = 3, TRIES = 4, MOST = 30000 };

#define SHAPE_PARTS 1100000
#define SHAPE_WORDS (1 << 25)
#include "tests/support/module_shapes.h"

static uint32_t input, three, local_pointer;

/* Something that needs all invocations of the subgroup. */
static void election(void) {
    put(&code, SPVM_OpGroupNonUniformElect, 3, BOOL, bound++, three);
}

/* Variables of the function that is open, in its first block: ids[0..n-1]. */
static void locals(uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++) {
        ids[i] = bound++;
        put(&code, SPVM_OpVariable, 3, local_pointer, ids[i], SPVM_StorageClass_Function);
    }
}

/* The type of a function of n parameters. */
static uint32_t function_type(uint32_t result, uint32_t n, uint32_t parameter) {
    uint32_t id = bound++, at = begin(&types, SPVM_OpTypeFunction);
    add(&types, id);
    add(&types, result);
    for (; n > 0; n--) add(&types, parameter);
    end(&types, at);
    return id;
}

/* A function of n parameters, whose ids follow each other: gives the first. */
static uint32_t open_with(uint32_t id, uint32_t result, uint32_t n, uint32_t parameter,
                          uint32_t type) {
    uint32_t i, first = bound;
    put(&code, SPVM_OpFunction, 4, result, id, 0, type);
    bound += n;
    for (i = 0; i < n; i++) put(&code, SPVM_OpFunctionParameter, 2, parameter, first + i);
    block(bound++);
    return first;
}

/* A call with n arguments, from number `turn` on, in a circle. */
static uint32_t call_with(uint32_t function, uint32_t result, const uint32_t *with, uint32_t n,
                          uint32_t turn) {
    uint32_t i, id = bound++, at = begin(&code, SPVM_OpFunctionCall);
    add(&code, result);
    add(&code, id);
    add(&code, function);
    for (i = 0; i < n; i++) add(&code, with[(i + turn) % n]);
    end(&code, at);
    return id;
}

/* Loads what is behind n pointers, and stores the sum of all, or of each with itself, to each. */
static void mix(uint32_t first, uint32_t n, int all) {
    uint32_t i, x = zero, y;
    for (i = 0; i < n && all; i++) x = sum(x, load(first + i));
    for (i = 0; i < n; i++) {
        y = all ? x : load(first + i);
        store(first + i, sum(y, y));
    }
}

static void results(uint32_t n) { /* of functions, each of the next */
    uint32_t type = function_type(UINT, 1, UINT), next = bound++, id, with = load(variable);
    store(variable, call_with(next, UINT, &with, 1, 0));
    for (; n > 0; n--) {
        id = next;
        close_function();
        with = open_with(id, UINT, 1, UINT, type);
        if (n % 7 == 0) election();
        if (n > 1) put(&code, SPVM_OpReturnValue, 1,
                       sum(with, call_with(next = bound++, UINT, &with, 1, 0)));
        else put(&code, SPVM_OpReturnValue, 1, with);
        block(bound++); /* that nobody comes to, and that close_function ends */
        put(&code, SPVM_OpUnreachable, 0);
        put(&code, SPVM_OpFunctionEnd, 0);
        open_function(bound++);
    }
}

static void two_calls(uint32_t n) { /* of the next function and the one after it */
    uint32_t i;
    for (i = 0; i < n + 2; i++) ids[i] = bound++;
    call(ids[0]);
    for (i = 0; i < n; i++) {
        close_function();
        open_function(ids[i]);
        if (i % 5 == 0) close_if(open_if());
        call(ids[i + 1]);
        call(ids[i + 2]);
    }
    for (i = n; i < n + 2; i++) {
        close_function();
        open_function(ids[i]);
        election();
    }
}

static void calls_under_ifs(uint32_t n) { /* of one function, from everywhere */
    uint32_t function = bound++, merge;
    for (; n > 0; n--) {
        merge = open_if();
        call(function);
        close_if(merge);
    }
    close_function();
    open_function(function);
    election();
}

/* A function that is called `times`, with as many pointers. */
static void pointer_calls(uint32_t pointers, uint32_t times, int all) {
    uint32_t type = function_type(VOID, pointers, local_pointer), function = bound++, first;
    uint32_t own = bound++;
    call(own);
    close_function();
    open_function(own);
    locals(pointers);
    store(ids[0], load(input));
    for (; times > 0; times--) call_with(function, VOID, ids, pointers, times);
    store(variable, load(ids[pointers / 2]));
    close_function();
    first = open_with(function, VOID, pointers, local_pointer, type);
    mix(first, pointers, all);
}

static void many_pointers(uint32_t n) { pointer_calls(n, 1, 0); }
static void pointers_mixed(uint32_t n) { pointer_calls(n, 1, 1); }
static void pointers_often(uint32_t n) { pointer_calls(16, n / 2, 1); }
static void pointers_square(uint32_t n) {
    uint32_t side = 1;
    while (side * side < 4 * n && side < 200) side++;
    pointer_calls(side, 4 * n / side, 1);
}

static void pointer_chain(uint32_t n) { /* each function turns its pointers, and calls the next */
    enum { POINTERS = 6 };
    uint32_t type = function_type(VOID, POINTERS, local_pointer), next = bound++, own = bound++;
    uint32_t with[POINTERS], first, i;
    call(own);
    close_function();
    open_function(own);
    locals(POINTERS);
    store(ids[0], load(input));
    call_with(next, VOID, ids, POINTERS, 0);
    for (; n > 0; n--) {
        close_function();
        first = open_with(next, VOID, POINTERS, local_pointer, type);
        for (i = 0; i < POINTERS; i++) with[i] = first + i;
        store(first, sum(load(first + 1), one));
        if (n > 1) call_with(next = bound++, VOID, with, POINTERS, 1);
    }
}

static void returns(uint32_t n) { /* behind stores to as many pointers */
    uint32_t type = function_type(VOID, n, local_pointer), function = bound++, own = bound++, i;
    uint32_t first, merge;
    call(own);
    close_function();
    open_function(own);
    locals(n);
    call_with(function, VOID, ids, n, 0);
    close_function();
    first = open_with(function, VOID, n, local_pointer, type);
    for (i = 0; i < n; i++) {
        merge = open_if();
        store(first + i, one);
        put(&code, SPVM_OpReturn, 0);
        block(merge);
    }
}

/* As many variables as constructs in each other, or behind each other: stored to innermost. */
static void stores_in(uint32_t n, uint32_t (*open)(void), void (*close)(uint32_t)) {
    uint32_t i, x = zero, own = bound++;
    call(own);
    close_function();
    open_function(own);
    locals(n);
    for (i = 0; i < n; i++) ways[i] = open();
    for (i = 0; i < n; i++) store(ids[i], one);
    for (i = n; i-- > 0;) close(ways[i]);
    for (i = 0; i < n; i++) x = sum(x, load(ids[i]));
    store(variable, x);
}

static void stores_in_ifs(uint32_t n) { stores_in(n, open_if, close_if); }
static void stores_in_loops(uint32_t n) { stores_in(n, open_loop, close_loop); }

static void stores_between(uint32_t n) { /* each loop has a variable of its own in it */
    uint32_t i, x = zero, own = bound++;
    call(own);
    close_function();
    open_function(own);
    locals(n);
    for (i = 0; i < n; i++) {
        ways[i] = open_loop();
        store(ids[i], sum(load(ids[i]), load(ids[n - 1 - i])));
    }
    for (i = n; i-- > 0;) close_loop(ways[i]);
    for (i = 0; i < n; i++) x = sum(x, load(ids[i]));
    store(variable, x);
}

static void stores_in_cases(uint32_t n) { /* each case has a variable of its own */
    uint32_t i, x = zero, own = bound++;
    call(own);
    close_function();
    open_function(own);
    locals(n);
    for (i = 0; i < n; i++) ways[i] = ids[i];
    open_switch(n);
    for (i = 0; i < n; i++) {
        block(ids[i]);
        store(ways[i], one);
        go_to(i % 3 == 0 ? ids[i + 1] : ids[n]);
    }
    block(ids[n]);
    for (i = 0; i < n; i++) x = sum(x, load(ways[i]));
    store(variable, x);
}

static void loads(uint32_t n) { /* of one variable, in one block, each before an election */
    for (; n > 0; n--) {
        load(variable);
        election();
    }
}

static void elections(uint32_t n) { /* each behind a branch of its own */
    uint32_t merge;
    for (; n > 0; n--) {
        merge = open_if();
        election();
        store(variable, sum(load(variable), one));
        close_if(merge);
    }
}

static void chosen_pointers(uint32_t n) { /* nobody knows where the stores go */
    uint32_t i, own = bound++, yes = bound++, at;
    call(own);
    close_function();
    open_function(own);
    locals(n);
    put(&types, SPVM_OpConstantTrue, 2, BOOL, yes);
    for (i = 0; i + 1 < n; i++) {
        at = bound++;
        put(&code, SPVM_OpSelect, 5, local_pointer, at, yes, ids[i], ids[i + 1]);
        store(at, load(ids[i]));
    }
}

static void kills(uint32_t n) { /* in functions, each of which calls the next */
    uint32_t id, merge;
    for (; n > 0; n--) {
        id = bound++;
        call(id);
        election();
        close_function();
        open_function(id);
        merge = open_if();
        put(&code, SPVM_OpKill, 0);
        block(merge);
    }
}

static void outputs(uint32_t n) { /* as many as entry points */
    uint32_t type = bound++, id;
    put(&types, SPVM_OpTypePointer, 3, type, SPVM_StorageClass_Output, UINT);
    for (; n > 0; n--) {
        put(&types, SPVM_OpVariable, 3, type, id = bound++, SPVM_StorageClass_Output);
        store(id, one);
    }
}

static void outputs_of_entries(uint32_t n) {
    outputs(n);
    entries(n);
}

static void buffers(uint32_t n) { /* whose type is an array of arrays of arrays */
    uint32_t i, type = UINT, id;
    for (i = 0; i < n; i++) {
        put(&types, SPVM_OpTypeArray, 3, id = bound++, type, one);
        type = id;
    }
    put(&types, SPVM_OpTypePointer, 3, id = bound++, SPVM_StorageClass_StorageBuffer, type);
    for (i = 0; i < n; i++)
        put(&types, SPVM_OpVariable, 3, id, bound++, SPVM_StorageClass_StorageBuffer);
}

static void decorations(uint32_t n) { /* of one input that is loaded as often */
    uint32_t i;
    for (i = 0; i < n; i++)
        put(&head, SPVM_OpDecorate, 3, input, SPVM_Decoration_Location, i);
    for (i = 0; i < n; i++) load(input);
}

typedef struct shape {
    const char *name;
    void (*make)(uint32_t n);
    uint32_t most; /* parts in one; 0: any number */
} shape;

static const shape shapes[] = {
    {"cases", cases_apart, MOST},
    {"cases that fall through", cases_fall, MOST},
    {"switches whose cases fall through", cases_fall_apart, 0},
    {"jumps out of cases", jumps, MOST},
    {"nested ifs", deep_ifs, 0},
    {"nested loops", deep_loops, 0},
    {"nested switches", deep_switches, 0},
    {"loops", loops, 0},
    {"exits of a loop", exits, 0},
    {"expressions that wait", waits, 0},
    {"phis of phis", phis, 0},
    {"ways to a phi", phi_ways_up, MOST},
    {"ways to a phi, from behind", phi_ways_down, MOST},
    {"phis of a loop", phis_of_a_loop, 0},
    {"a block", one_block, 0},
    {"constants", constants, 0},
    {"equal names", names, 0},
    {"members of members", members, 0},
    {"functions", functions, 0},
    {"functions that call the next", calls, 0},
    {"entry points", entries, 0},
    {"results of functions of the next", results, 0},
    {"functions that call the next two", two_calls, 0},
    {"calls under conditions", calls_under_ifs, 0},
    {"a function of many pointers", many_pointers, MOST},
    {"a function that mixes many pointers", pointers_mixed, MOST},
    {"calls of a function that mixes pointers", pointers_often, 0},
    {"as many calls as pointers", pointers_square, 0},
    {"functions that turn their pointers", pointer_chain, 0},
    {"returns behind stores to pointers", returns, MOST},
    {"stores in nested ifs", stores_in_ifs, 0},
    {"stores in nested loops", stores_in_loops, 0},
    {"stores between nested loops", stores_between, 0},
    {"stores in cases", stores_in_cases, MOST},
    {"loads of one variable", loads, 0},
    {"elections behind branches", elections, 0},
    {"pointers that are chosen", chosen_pointers, 0},
    {"kills in functions", kills, 0},
    {"outputs of entry points", outputs_of_entries, 0},
    {"buffers of arrays of arrays", buffers, 0},
    {"decorations of an input", decorations, 0},
};

static const shape *current;

/* The parts of the current shape, where the variable differs. */
static void differing(uint32_t n) {
    uint32_t type = bound++;
    put(&types, SPVM_OpTypePointer, 3, type, SPVM_StorageClass_Input, UINT);
    put(&types, SPVM_OpTypePointer, 3, local_pointer = bound++, SPVM_StorageClass_Function, UINT);
    put(&types, SPVM_OpVariable, 3, type, input = bound++, SPVM_StorageClass_Input);
    three = constant(SPVM_Scope_Subgroup);
    store(variable, load(input));
    for (; current->most > 0 && n > current->most; n -= current->most)
        current->make(current->most);
    current->make(n);
}

/* What the model and the analysis of a module take. */
typedef struct cost {
    double seconds[2]; /* of the model, of the analysis */
    size_t bytes;
    uint32_t instructions; /* long ones as several */
} cost;

/* Memory that stays, so that the system gives it once. */
static void *kept(int which, size_t size) {
    static void *memory[2];
    static size_t sizes[2];
    if (size <= sizes[which]) return memory[which];
    free(memory[which]);
    memory[which] = malloc(sizes[which] = size);
    if (memory[which] == NULL) exit(3);
    memset(memory[which], 1, size);
    return memory[which];
}

static void measure(const section *words, cost *c) {
    static spvm_module m;
    static spvu_analysis a;
    size_t size = spvm_memory(words->words, words->count);
    void *memory = kept(0, size);
    clock_t start = clock();
    while (spvm_load(&m, NULL, words->words, words->count, memory, size) == SPVM_MEMORY)
        memory = kept(0, size = m.needed);
    c->seconds[0] = (double)(clock() - start) / CLOCKS_PER_SEC;
    if (m.error.status != SPVM_OK) {
        printf("FAILED %s: word %u: %s\n", current->name, (unsigned)m.error.word, m.error.text);
        exit(1);
    }
    memory = kept(1, size = spvu_memory(&m));
    start = clock();
    while (spvu_analyze(&a, NULL, &m, memory, size) == SPVU_MEMORY)
        memory = kept(1, size = a.needed);
    c->seconds[1] = (double)(clock() - start) / CLOCKS_PER_SEC;
    c->bytes = size;
    c->instructions = m.inst_count > words->count / 5 ? m.inst_count : words->count / 5;
}

/* How much longer a word of the larger module takes: the model, the analysis; and how much more
   memory. */
static void growth(double *factor, double *word) {
    static section small, large;
    double least[2][2] = {{1e9, 1e9}, {1e9, 1e9}}, bytes[2];
    cost c;
    int i, k, part;
    make_module(differing, SMALL, &small);
    make_module(differing, SMALL * GROWTH, &large);
    for (i = 0; i < RUNS; i++)
        for (k = 0; k < 2; k++) {
            measure(k ? &large : &small, &c);
            for (part = 0; part < 2; part++)
                if (c.seconds[part] < least[k][part]) least[k][part] = c.seconds[part];
            bytes[k] = (double)c.bytes;
        }
    factor[2] = bytes[1] / large.count / (bytes[0] / small.count);
    for (part = 0; part < 2; part++) {
        word[part] = least[1][part] / large.count;
        factor[part] = word[part] / ((least[0][part] + 1e-6) / small.count);
    }
}

/* Modules of a thousand to a million instructions. */
static void million(void) {
    static section words;
    double first = 0, last = 0, part;
    uint32_t n, first_count = 0, target;
    cost c;
    make_module(differing, 100, &words);
    measure(&words, &c);
    part = c.instructions / 100.0;
    for (target = 1000; target <= 1000000; target *= 10) {
        n = (uint32_t)(target / part);
        make_module(differing, n, &words);
        measure(&words, &c);
        measure(&words, &c); /* in memory that was used before */
        last = c.seconds[1];
        if (target == 10000) {
            first = last;
            first_count = c.instructions;
        }
        printf("%-42s %8u instructions: model %4.0f ns, analysis %4.0f ns, %4.0f bytes each\n",
               current->name, (unsigned)c.instructions, 1e9 * c.seconds[0] / c.instructions,
               1e9 * last / c.instructions, (double)c.bytes / c.instructions);
        part = (double)c.instructions / n;
    }
    printf("%-42s exponent from %u on: %.2f\n", current->name, (unsigned)first_count,
           log(last / first) / log((double)c.instructions / first_count));
    fflush(stdout);
}

int main(int argc, char **argv) {
    unsigned passed = 0, failed = 0, i;
    int tries, talks = argc > 1 && strcmp(argv[1], "-v") == 0;
    int goes_far = argc > 1 && strcmp(argv[1], "--million") == 0;
    double factor[3], word[2];
    for (i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        current = &shapes[i];
        if (goes_far && (argc < 3 || strcmp(argv[2], current->name) == 0)) million();
        if (goes_far) continue;
        for (tries = 0; tries < TRIES; tries++) {
            growth(factor, word);
            if (factor[0] <= LIMIT && factor[1] <= LIMIT && factor[2] <= 1.25 * LIMIT) break;
        }
        if (talks)
            printf("%s: model %.0f ns a word, %.2f; analysis %.0f ns, %.2f; memory %.2f\n",
                   current->name, 1e9 * word[0], factor[0], 1e9 * word[1], factor[1], factor[2]);
        passed += tries < TRIES;
        failed += tries == TRIES;
        if (tries == TRIES)
            printf("FAILED %s: a word takes %.1f and %.1f times as long in a larger module, and "
                   "%.1f times the memory\n", current->name, factor[0], factor[1], factor[2]);
    }
    if (!goes_far) printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
