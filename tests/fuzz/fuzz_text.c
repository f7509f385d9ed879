/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_text.c -o fuzz_text */
/* spvt_translate takes any words, any room and any memory: they give a text or an error. Built like
   tests/fuzz/fuzz_compile.c; the input is the words, changed by tests/fuzz/fuzz_words.h. */
#include <stdlib.h>
#include <string.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#include "tools/spv_text.h"

#include "tests/fuzz/fuzz_words.h"

enum { MAX_BOUND = 1 << 16, MAX_MEMORY = 1 << 28 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* With memory of exactly that size, so that nothing beyond it is touched unseen. */
static spvt_status translate(const uint32_t *words, size_t count, size_t memory, size_t room,
                             spvt_result *r) {
    void *work = malloc(memory);
    char *text = (char *)malloc(room + !room);
    spvt_options options;
    spvt_status status;
    memset(&options, 0, sizeof options);
    options.features = SPVT_F16 | SPVT_SUBGROUPS | SPVT_DUAL_SOURCE | SPVT_CLIP_DISTANCES;
    options.lines = 1;
    if (work == NULL || text == NULL) exit(3);
    status = spvt_translate(r, &options, words, count, work, memory, text, room);
    if (status == SPVT_OK && (r->text_size >= room || text[r->text_size] != '\0')) abort();
    if (status != SPVT_OK && r->error[0] == '\0' && r->memory_needed == 0) abort();
    free(work);
    free(text);
    return status;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4, memory, room = 1 << 16;
    uint32_t *words = (uint32_t *)malloc(4 * count + !count);
    spvt_result r;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    if (count < 4 || words[3] <= MAX_BOUND) {
        memory = spvt_memory(words, count);
        if (size % 7 == 0) memory = memory / (1 + size % 5); /* too little, now and then */
        while (translate(words, count, memory, room, &r) == SPVT_MEMORY && memory < MAX_MEMORY) {
            if (r.memory_needed > memory) memory = r.memory_needed;
            else if (r.text_size >= room) room = r.text_size + 1;
            else abort(); /* it must say what it needs */
        }
    }
    free(words);
    return 0;
}
