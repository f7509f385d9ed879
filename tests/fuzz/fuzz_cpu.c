/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_cpu.c -o fuzz_cpu -lm */
/* The CPU runner takes any words: they give an error, or run without touching memory that is not
   theirs, and end at the step limit. Built like tests/fuzz/fuzz_compile.c. The first 4 bytes of the
   input choose the options, the rest is the words. Inputs are changed by whole words: an operand
   takes the value of another one, an instruction goes, comes twice, or gets another number. */
#include <stdlib.h>
#include <string.h>

#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#include "tests/support/cpu_fit.h"

enum { HEADER = 4, MAX_MEMORY = 32 << 20, BUFFER = 256, BINDINGS = 64 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);
size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(unsigned char *data, size_t size, size_t max_size);

static void *allocate(size_t size) {
    void *memory = malloc(size + !size);
    if (memory == NULL) exit(3);
    return memory;
}

static void run(spv_cpu_worker *w, const spv_cpu_program *program) {
    static const uint32_t groups[3] = {2, 2, 1};
    static spv_cpu_binding rows[BINDINGS];
    static spv_cpu_image images[BINDINGS];
    unsigned char *buffer = allocate(BUFFER), *pixels = allocate(11 * 9 * 4), *push = allocate(64);
    spv_cpu_picture picture;
    size_t n = cpu_fit_bindings(program->inside, rows, images, BINDINGS), i;
    memset(&picture, 0, sizeof picture);
    memset(buffer, 1, BUFFER);
    memset(push, 3, 64);
    for (i = 0; i < n; i++) {
        size_t size = rows[i].image == NULL ? 0 : spv_cpui_image_size(&images[i], 0);
        rows[i].data = buffer;
        rows[i].size = BUFFER;
        images[i].levels[0] = allocate(size);
        memset(images[i].levels[0], 2, size);
    }
    picture.width = 11;
    picture.height = 9;
    picture.attachments[0].pixels = pixels;
    spv_cpu_bind(w, rows, n, push, 64);
    if (program->stage == 4) spv_cpu_tile(w, &picture, spv_cpu_tile_count(&picture) - 1);
    else if (program->stage == 5) spv_cpu_dispatch(w, groups, 1, 2);
    else spv_cpu_run(w, NULL, NULL);
    for (i = 0; i < n; i++) free(images[i].levels[0]);
    free(buffer);
    free(pixels);
    free(push);
}

static void run_words(const spv_cpu_options *options, const uint32_t *words, size_t count) {
    static spv_cpu_program program;
    static spv_cpu_worker worker;
    size_t size = 4096, work_size;
    void *memory = NULL, *work;
    do {
        free(memory);
        memory = allocate(size);
        spv_cpu_load(&program, options, words, count, memory, size);
        if (program.status == SPV_CPU_MEMORY && program.needed <= size) abort();
        size = program.needed;
    } while (program.status == SPV_CPU_MEMORY && size < MAX_MEMORY);
    work_size = spv_cpu_worker_size(&program);
    if (program.status == SPV_CPU_OK && work_size < MAX_MEMORY) {
        work = allocate(work_size);
        if (spv_cpu_worker_open(&worker, &program, work, work_size) != SPV_CPU_OK) abort();
        run(&worker, &program);
        free(work);
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    static const spv_cpu_constant constants[] = {{0, 3}, {1, 0}, {7, 0xFFFFFFFFu}};
    spv_cpu_options options;
    size_t count;
    uint32_t *words;
    if (size < HEADER) return 0;
    count = (size - HEADER) / 4;
    words = allocate(4 * count);
    memcpy(words, data + HEADER, 4 * count);
    memset(&options, 0, sizeof options);
    options.checks = data[0] & SPV_CPU_CHECK_ALL;
    options.lanes = data[1] % 2 ? 16 : 0;
    options.subgroup_size = data[1] % 4 == 2 ? 8 : 0;
    options.constants = constants;
    options.constant_count = data[2] % 4;
    options.step_limit = 64;
    run_words(&options, words, count);
    free(words);
    return 0;
}

/* ---- changing words */

static uint32_t state;

static uint32_t draw(uint32_t below) {
    state = state * 1664525u + 1013904223u;
    return below == 0 ? 0 : (state >> 8) % below;
}

/* Where instruction number `n` begins; count if there are fewer. */
static size_t find_instruction(const uint32_t *words, size_t count, size_t n) {
    size_t at;
    for (at = 5; at < count && n > 0; n--) {
        if (words[at] >> 16 == 0) return count;
        at += words[at] >> 16;
    }
    return at < count ? at : count;
}

static size_t count_instructions(const uint32_t *words, size_t count) {
    size_t at, n = 0;
    for (at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16) n++;
    return n;
}

static size_t change(uint32_t *words, size_t count, size_t capacity) {
    size_t n = count_instructions(words, count);
    size_t a = find_instruction(words, count, draw((uint32_t)n));
    size_t b = find_instruction(words, count, draw((uint32_t)n)), length, other;
    if (a == count || b == count) return count;
    length = words[a] >> 16;
    other = words[b] >> 16;
    if (length < 2 || other == 0 || length > count - a || other > count - b) return count;
    switch (draw(6)) {
    case 0: words[a + draw((uint32_t)length)] = words[b + draw((uint32_t)other)]; return count;
    case 1: words[a + 1 + draw((uint32_t)length - 1)] = draw(words[3]); return count;
    case 2:
        words[a + 1 + draw((uint32_t)length - 1)] += draw(2) ? 1u : 0xFFFFFFFFu;
        return count;
    case 3: words[a] = (words[a] & 0xFFFF0000u) | (words[b] & 0xFFFFu); return count;
    case 4:
        memmove(words + a, words + a + length, (count - a - length) * sizeof *words);
        return count - length;
    default:
        if (length > capacity - count) return count;
        memmove(words + a + length, words + a, (count - a) * sizeof *words);
        return count + length;
    }
}

size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max_size, unsigned seed) {
    size_t count, capacity;
    uint32_t *words;
    state = seed;
    if (size < HEADER + 24 || max_size < HEADER + 24 || draw(10) == 0)
        return LLVMFuzzerMutate(data, size, max_size);
    count = (size - HEADER) / 4;
    capacity = (max_size - HEADER) / 4;
    words = allocate(4 * capacity);
    memcpy(words, data + HEADER, 4 * count);
    do count = change(words, count, capacity);
    while (draw(3) != 0);
    memcpy(data + HEADER, words, 4 * count);
    free(words);
    return HEADER + 4 * count;
}
