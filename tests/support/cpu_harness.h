// What the tests of the CPU runner share: a module that is open, with memory from malloc; assembly
// to words. Included after tools/spv_cpu.h.
#ifndef CPU_HARNESS_H
#define CPU_HARNESS_H

#include <spirv-tools/libspirv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cpu_module {
    spv_cpu_program program;
    spv_cpu_worker worker;
    void *memory, *work;
} cpu_module;

// Loads the words, with as much memory as it asks for.
static inline spv_cpu_status cpu_load(cpu_module *m, const spv_cpu_options *options,
                                      const uint32_t *words, size_t count) {
    size_t size = (size_t)1 << 16;
    memset(m, 0, sizeof *m);
    do {
        free(m->memory);
        m->memory = malloc(size);
        if (m->memory == NULL) abort();
        spv_cpu_load(&m->program, options, words, count, m->memory, size);
        size = m->program.needed;
    } while (m->program.status == SPV_CPU_MEMORY);
    return m->program.status;
}

// Loads, and makes a worker.
static inline spv_cpu_status cpu_open(cpu_module *m, const spv_cpu_options *options,
                                      const uint32_t *words, size_t count) {
    spv_cpu_status status = cpu_load(m, options, words, count);
    size_t size = spv_cpu_worker_size(&m->program);
    if (status != SPV_CPU_OK) return status;
    m->work = malloc(size);
    if (m->work == NULL) abort();
    return spv_cpu_worker_open(&m->worker, &m->program, m->work, size);
}

static inline void cpu_close(cpu_module *m) {
    free(m->memory);
    free(m->work);
    m->memory = m->work = NULL;
}

// All tiles of a picture.
static inline spv_cpu_status cpu_draw(cpu_module *m, const spv_cpu_picture *picture) {
    size_t tile;
    spv_cpu_status status = SPV_CPU_OK;
    for (tile = 0; tile < spv_cpu_tile_count(picture) && status == SPV_CPU_OK; tile++)
        status = spv_cpu_tile(&m->worker, picture, tile);
    return status;
}

// The words of an assembly text, to be freed; NULL and a message.
static inline uint32_t *cpu_assemble(const char *name, const char *text, size_t size,
                                     spv_target_env environment, size_t *count) {
    spv_context context = spvContextCreate(environment);
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    uint32_t *words = NULL;
    if (spvTextToBinaryWithOptions(context, text, size,
                                   SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
                                   &diagnostic)
        == SPV_SUCCESS) {
        *count = binary->wordCount;
        words = (uint32_t *)malloc(*count * sizeof *words);
        if (words == NULL) abort();
        memcpy(words, binary->code, *count * sizeof *words);
    } else {
        printf("%s:%zu: %s\n", name, diagnostic->position.line + 1, diagnostic->error);
    }
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return words;
}

// The bytes of a file and a zero, to be freed; NULL if it cannot be read.
static inline char *cpu_read_file(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t capacity = 4096;
    *size = 0;
    if (file == NULL) return NULL;
    for (;;) {
        text = (char *)realloc(text, capacity + 1);
        if (text == NULL) abort();
        *size += fread(text + *size, 1, capacity - *size, file);
        if (*size < capacity) break;
        capacity *= 2;
    }
    fclose(file);
    text[*size] = '\0';
    return text;
}
#endif
