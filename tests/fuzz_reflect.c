/* cc -g -O1 -std=c99 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz_reflect.c -o fuzz_reflect */
/* lambdav_reflect takes any words. Built like tests/fuzz_compile.c; the input is the words. */
#include <stdlib.h>
#include <string.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { SLOTS = 4, MAX_BOUND = 1 << 16 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4, scratch_size;
    uint32_t *words = (uint32_t *)malloc(4 * count + 4);
    lambdav_entry_point entries[SLOTS];
    lambdav_variable variables[SLOTS];
    lambdav_member members[SLOTS];
    lambdav_reflection r;
    void *scratch;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    scratch_size = count > 3 && words[3] < MAX_BOUND ? 8 * (size_t)words[3] : 8;
    scratch = malloc(scratch_size + !scratch_size);
    if (scratch == NULL) exit(3);
    memset(&r, 0, sizeof r);
    if (lambdav_reflect(words, count, scratch, scratch_size, &r) == LAMBDAV_OK) {
        r.entry_points = entries;
        r.variables = variables;
        r.push_constants = members;
        r.entry_point_capacity = r.variable_capacity = r.push_constant_capacity = SLOTS;
        if (lambdav_reflect(words, count, scratch, scratch_size, &r) != LAMBDAV_OK) abort();
    }
    free(scratch);
    free(words);
    return 0;
}
