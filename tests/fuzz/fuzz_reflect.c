/* cc -std=c99 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_reflect.c tests/code/lambdav.c -o fuzz_reflect */
/* lambdav_reflect takes any words. Built like tests/fuzz/fuzz_compile.c; the input is the words. */
#include <stdlib.h>
#include <string.h>

#include "lambdav.h"

enum { SLOTS = 4, MAX_BOUND = 1 << 16 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

/* Whatever an array holds must be in it: an index beyond the counts is a bug. */
static void check(const lambdav_reflection *r) {
    size_t i;
    for (i = 0; i < r->variable_count && i < SLOTS; i++)
        if (r->variables[i].entry >= r->entry_point_count
            || (r->variables[i].type.kind == LAMBDAV_KIND_STRUCT
                && r->variables[i].type.structure >= r->struct_count))
            abort();
    for (i = 0; i < r->resource_count && i < SLOTS; i++)
        if (r->resources[i].type.kind == LAMBDAV_KIND_STRUCT
            && r->resources[i].type.structure >= r->struct_count)
            abort();
    for (i = 0; i < r->struct_count && i < SLOTS; i++)
        if (r->structs[i].first_member > r->member_count
            || r->structs[i].member_count > r->member_count - r->structs[i].first_member)
            abort();
    for (i = 0; i < r->member_count && i < SLOTS; i++)
        if (r->members[i].parent >= r->struct_count
            || (r->members[i].type.kind == LAMBDAV_KIND_STRUCT
                && r->members[i].type.structure >= r->struct_count))
            abort();
}

/* Fills arrays of a few slots. */
static void fill(const uint32_t *words, size_t count, void *scratch, size_t scratch_size) {
    static const lambdav_specialization values[] = {{0, 3}, {1, 0}, {7, 0xFFFFFFFFu}};
    lambdav_entry_point entries[SLOTS];
    lambdav_variable variables[SLOTS];
    lambdav_resource resources[SLOTS];
    lambdav_struct structs[SLOTS];
    lambdav_member members[SLOTS];
    lambdav_spec_constant constants[SLOTS];
    lambdav_reflection r;
    memset(&r, 0, sizeof r);
    r.entry_points = entries;
    r.variables = variables;
    r.resources = resources;
    r.structs = structs;
    r.members = members;
    r.spec_constants = constants;
    r.entry_point_capacity = r.variable_capacity = r.resource_capacity = SLOTS;
    r.struct_capacity = r.member_capacity = r.spec_constant_capacity = SLOTS;
    r.specializations = values;
    r.specialization_count = 3;
    if (lambdav_reflect(words, count, scratch, scratch_size, &r) != LAMBDAV_OK) abort();
    check(&r);
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    size_t count = size / 4, scratch_size;
    uint32_t *words = (uint32_t *)malloc(4 * count + 4);
    lambdav_reflection r;
    void *scratch;
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    scratch_size = LAMBDAV_REFLECT_SCRATCH;
    if (count > 3 && words[3] < MAX_BOUND) scratch_size *= words[3];
    scratch = malloc(scratch_size + !scratch_size);
    if (scratch == NULL) exit(3);
    memset(&r, 0, sizeof r);
    if (lambdav_reflect(words, count, scratch, scratch_size, &r) == LAMBDAV_OK)
        fill(words, count, scratch, scratch_size);
    free(scratch);
    free(words);
    return 0;
}
