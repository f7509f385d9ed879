/* cc -std=c99 -O2 -fno-math-errno -I. tests/spirv/cpu_corpus.c -o cpu_corpus -lSPIRV-Tools -lstdc++ -lm */
/* Loads every entry point of the modules in FILES (assembly) on the CPU runner, and runs one group
   of it, or the workgroups of a small dispatch, with buffers and images of small numbers:
       cpu_corpus FILE.spvasm...
   A module that is not valid SPIR-V is left out. What is not there is listed by its error; an
   other error than that is a failure, unless the step limit was reached.
   The last line is "N passed, N failed". */
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#include "tests/support/cpu_fit.h"
#include "tests/support/cpu_harness.h"

enum { BYTES = 4096, BINDINGS = 256 };

static unsigned char data[BYTES];
static uint32_t texels[64 * 64 * 4];
static unsigned long invalid, unsupported, endless;

static spv_cpu_status bind_all(cpu_module *m) {
    static spv_cpu_binding rows[BINDINGS];
    static spv_cpu_image images[BINDINGS];
    size_t n = cpu_fit_bindings(m->program.inside, rows, images, BINDINGS), i;
    for (i = 0; i < n; i++) {
        images[i].levels[0] = texels;
        rows[i].data = data;
        rows[i].size = sizeof data;
    }
    return spv_cpu_bind(&m->worker, rows, n, data, 128);
}

static spv_cpu_status run_module(cpu_module *m) {
    static const uint32_t groups[3] = {2, 1, 1};
    size_t i;
    for (i = 0; i < sizeof data / 4; i++) memcpy(data + 4 * i, &(uint32_t){(uint32_t)i % 4}, 4);
    if (bind_all(m) != SPV_CPU_OK) return m->worker.status;
    if (m->program.stage == 5) return spv_cpu_dispatch(&m->worker, groups, 0, 2);
    return spv_cpu_run(&m->worker, NULL, NULL);
}

/* Returns 0 on a failure. */
static int run_entry(const char *path, const uint32_t *words, size_t count, size_t at) {
    spv_cpu_options options;
    cpu_module m;
    spv_cpu_status status;
    int ok = 1;
    memset(&options, 0, sizeof options);
    options.entry = (const char *)(words + at + 3);
    options.stage = words[at + 1] + 1;
    options.step_limit = 100000;
    status = cpu_open(&m, &options, words, count);
    if (status == SPV_CPU_OK) status = run_module(&m);
    if (status == SPV_CPU_UNSUPPORTED) {
        unsupported++;
        printf("%s: %s: %s\n", path, options.entry, m.program.error);
    } else if (status == SPV_CPU_STEPS) {
        endless++;
    } else if (status != SPV_CPU_OK) {
        printf("%s: %s: FAILED: %s%s\n", path, options.entry, m.program.error, m.worker.error);
        ok = 0;
    }
    cpu_close(&m);
    return ok;
}

int main(int argc, char **argv) {
    spv_context validator = spvContextCreate(SPV_ENV_UNIVERSAL_1_3);
    int i, passed = 0, failed = 0;
    if (argc < 2) {
        fprintf(stderr, "usage: cpu_corpus FILE.spvasm...\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 4096);
    for (i = 1; i < argc; i++) {
        size_t size, count = 0, at;
        char *text = cpu_read_file(argv[i], &size);
        uint32_t *words;
        if (text == NULL) return 3;
        words = cpu_assemble(argv[i], text, size, SPV_ENV_UNIVERSAL_1_3, &count);
        free(text);
        if (words == NULL || spvValidateBinary(validator, words, count, NULL) != SPV_SUCCESS) {
            invalid++;
            count = 0;
        }
        for (at = 5; at < count; at += words[at] >> 16) {
            if ((words[at] & 0xffff) != 15) continue;
            if (run_entry(argv[i], words, count, at)) passed++;
            else failed++;
        }
        free(words);
    }
    spvContextDestroy(validator);
    printf("%lu modules left out, %lu entry points not supported, %lu endless\n", invalid,
           unsupported, endless);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
