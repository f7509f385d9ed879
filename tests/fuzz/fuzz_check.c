/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_check.c -o fuzz_check */
/* spvch_instrument takes any words: it ends with a result or an error, the sites lie in the words,
   and what it makes of a module that spvm_load takes, spvm_load takes too. Built like
   tests/fuzz/fuzz_compile.c; the input is the words, which are changed as tests/fuzz/fuzz_words.h
   says; the words' generator chooses the options. */
#include <stdlib.h>
#include <string.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_CHECK_IMPLEMENTATION
#include "tools/spv_check.h"

#include "tests/fuzz/fuzz_words.h"

enum { MAX_BOUND = 1 << 16 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void need(int holds) {
    if (!holds) abort();
}

/* Records of a buffer of anything are read within it. */
static void read_records(const spvch_module *c) {
    size_t size = spvch_buffer_size(c, 2, 2);
    uint32_t *buffer, i;
    spvch_record r;
    if (size > 1 << 20) return;
    buffer = (uint32_t *)malloc(size);
    if (buffer == NULL) exit(3);
    memset(buffer, 1, size);
    for (i = 0; i < c->site_count; i++) {
        need(c->sites[i].inst < c->model->inst_count);
        need(c->sites[i].word == c->model->insts[c->sites[i].inst].word);
        if (spvch_read(c, buffer, size / 4, i, 0, &r)) spvch_value(c, &r, 0, 0);
    }
    spvch_map(c, buffer, size / 4, 1, 1);
    free(buffer);
}

static void look(const uint32_t *words, size_t count, const spvch_options *options) {
    static spvch_module c;
    static spvm_module m;
    size_t size = spvch_memory(words, count);
    void *memory = malloc(size + 1), *model;
    while (spvch_instrument(&c, options, words, count, memory, size) == SPVCH_MEMORY) {
        free(memory);
        memory = malloc(size = c.needed);
        if (memory == NULL) exit(3);
    }
    if (c.error.status == SPVCH_OK) {
        read_records(&c);
        size = spvm_memory(c.words, c.word_count);
        model = malloc(size);
        if (model == NULL) exit(3);
        spvm_load(&m, NULL, c.words, c.word_count, model, size);
        /* new ids may take it beyond a limit */
        need(m.error.status == SPVM_OK || m.error.status == SPVM_LIMIT);
        free(model);
    }
    free(memory);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4;
    uint32_t *words = (uint32_t *)malloc(4 * count + !count);
    spvch_options options;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    memset(&options, 0, sizeof options);
    if (count > 4) options.flags = words[2] & 31;
    if (count > 4) options.max_iterations = words[2] >> 5 & 15;
    if (count < 4 || words[3] <= MAX_BOUND) look(words, count, &options);
    free(words);
    return 0;
}
