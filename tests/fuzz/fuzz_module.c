/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_module.c -o fuzz_module */
/* spvm_load takes any words: they give an error, or tables in which every reference is in range.
   Built like tests/fuzz/fuzz_compile.c; the input is the words. Inputs are changed by whole
   words: see tests/fuzz/fuzz_words.h. */
#include <stdlib.h>
#include <string.h>

#define SPV_MODULE_IMPLEMENTATION
#include "tools/spv_module.h"

#include "tests/fuzz/fuzz_words.h"
#include "tests/support/module_walk.h"

enum { MAX_BOUND = 1 << 16 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4;
    uint32_t *words = (uint32_t *)malloc(4 * count + !count);
    spvm_module m;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    if (count < 4 || words[3] <= MAX_BOUND) free(walk_load(&m, words, count));
    free(words);
    return 0;
}
