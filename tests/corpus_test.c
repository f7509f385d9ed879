/* cc -g -O1 -std=c99 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/corpus_test.c -o corpus_test -lSPIRV-Tools -lstdc++ -lm */
/* Runs the stored inputs of the fuzzers, the finds of earlier campaigns among them, and all
   examples and cases with several choices of options. A find that is back aborts the program. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>

#define LLVMFuzzerTestOneInput fuzz_compile
#include "fuzz_compile.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_reflect
#include "fuzz_reflect.c"

enum { MAX_INPUT = 1 << 20 };
typedef int (*fuzzer)(const unsigned char *data, size_t size);
static unsigned char input[MAX_INPUT];

/* Reads the file to input + skip. Returns the bytes in `input`. */
static size_t read_input(const char *path, size_t skip) {
    FILE *file = fopen(path, "rb");
    size_t size;
    if (file == NULL) exit(3);
    size = fread(input + skip, 1, sizeof input - skip, file);
    fclose(file);
    return size + skip;
}

/* Runs a stored input as it is. */
static unsigned run_input(fuzzer fuzz, const char *path) {
    fuzz(input, read_input(path, 0));
    return 1;
}

/* Runs a text with several choices of options and arena in front of it. */
static unsigned run_text(fuzzer fuzz, const char *path) {
    static const unsigned char choices[] = {0, 1, 2 + 8, 3 + 16, 4 + 32, 64};
    size_t size = read_input(path, HEADER);
    unsigned i;
    for (i = 0; i < sizeof choices; i++) {
        input[0] = choices[i];
        input[1] = (unsigned char)(20 * i + 5);
        fuzz(input, size);
    }
    return i;
}

/* Returns how many inputs were run. */
static unsigned run_files(const char *pattern, fuzzer fuzz,
                          unsigned (*run)(fuzzer fuzz, const char *path)) {
    glob_t found;
    size_t i;
    unsigned count = 0;
    if (glob(pattern, 0, NULL, &found) != 0) return 0;
    for (i = 0; i < found.gl_pathc; i++) {
        fprintf(stderr, "%s\n", found.gl_pathv[i]); /* the last line says what failed */
        count += run(fuzz, found.gl_pathv[i]);
    }
    globfree(&found);
    return count;
}

int main(void) {
    unsigned count = run_files("tests/corpus/compile/*", fuzz_compile, run_input);
    count += run_files("tests/corpus/reflect/*", fuzz_reflect, run_input);
    count += run_files("examples/*.lv", fuzz_compile, run_text);
    count += run_files("tests/run/*.lv", fuzz_compile, run_text);
    count += run_files("tests/run/*/*.lv", fuzz_compile, run_text);
    count += run_files("tests/error/*.lv", fuzz_compile, run_text);
    printf("%u passed, 0 failed\n", count);
    return count == 0;
}
