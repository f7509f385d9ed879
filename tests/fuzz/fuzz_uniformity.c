/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_uniformity.c -o fuzz_uniformity */
/* spvu_analyze takes any module that spvm_load takes: every finding has a chain of reasons, each
   with places that are there. Built like tests/fuzz/fuzz_compile.c; the input is the words, which
   are changed as tests/fuzz/fuzz_words.h says. */
#include <stdlib.h>
#include <string.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"

#include "tests/fuzz/fuzz_words.h"

enum { MAX_BOUND = 1 << 16 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void need(int holds) {
    if (!holds) abort();
}

static void look(const spvm_module *m) {
    static spvu_analysis a;
    size_t size = spvu_memory(m);
    void *memory = malloc(size);
    uint32_t i;
    while (spvu_analyze(&a, NULL, m, memory, size) == SPVU_MEMORY) {
        free(memory);
        memory = malloc(size = a.needed);
        if (memory == NULL) exit(3);
    }
    for (i = 0; a.status == SPVU_OK && i < a.finding_count; i++) {
        spvu_cursor c = {0, 0, 0, 0};
        spvu_reason r;
        uint32_t steps = 0;
        r.why = SPVU_WHY_NEED;
        while (spvu_next_reason(&a, &a.findings[i], &c, &r)) {
            need(r.inst == SPVM_NONE || r.inst < m->inst_count);
            need(r.id < m->bound && r.about < m->bound && ++steps <= a.node_count + 1);
        }
        need(r.why == SPVU_WHY_SOURCE);
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4, room;
    uint32_t *words = (uint32_t *)malloc(4 * count + !count);
    static spvm_module m;
    void *memory;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    room = count < 4 || words[3] > MAX_BOUND ? 0 : spvm_memory(words, count);
    memory = malloc(room + 1);
    if (room != 0 && spvm_load(&m, NULL, words, count, memory, room) == SPVM_OK) look(&m);
    free(memory);
    free(words);
    return 0;
}
