/* What tools/spv_uniformity.h says of words, with as much memory as that needs. */
#ifndef UNIFORM_ANALYSIS_H
#define UNIFORM_ANALYSIS_H

#include <stdio.h>
#include <stdlib.h>

#include "tools/spv_uniformity.h"

typedef struct uniform_analysis {
    spvm_module model;
    spvu_analysis result;
    void *model_memory, *memory;
} uniform_analysis;

/* Ends the test if the words cannot be loaded. options may be NULL. */
static void uniform_open(uniform_analysis *u, const spvu_options *options, const uint32_t *words,
                         size_t count) {
    size_t size = spvm_memory(words, count);
    u->model_memory = malloc(size);
    if (spvm_load(&u->model, NULL, words, count, u->model_memory, size) != SPVM_OK) {
        printf("words that spvm_load refuses: %s\n", u->model.error.text);
        exit(1);
    }
    u->memory = malloc(size = spvu_memory(&u->model));
    while (spvu_analyze(&u->result, options, &u->model, u->memory, size) == SPVU_MEMORY) {
        free(u->memory);
        u->memory = malloc(size = u->result.needed);
        if (u->memory == NULL) exit(3);
    }
    if (u->result.status != SPVU_OK) exit(1);
}

static void uniform_close(uniform_analysis *u) {
    free(u->memory);
    free(u->model_memory);
}

#endif
