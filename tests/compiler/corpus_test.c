/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/corpus_test.c tests/code/lambdav.c -o corpus_test -lSPIRV-Tools -lstdc++ -lm */
/* Runs the stored inputs of the fuzzers, the finds of earlier campaigns among them, all examples
   with several choices of options, and all cases with two of them in turn. A find that is back
   aborts the program. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>

#define LLVMFuzzerTestOneInput fuzz_compile
#include "tests/fuzz/fuzz_compile.c"
#undef LLVMFuzzerTestOneInput
#define LLVMFuzzerTestOneInput fuzz_reflect
#include "tests/fuzz/fuzz_reflect.c"

enum { MAX_INPUT = 1 << 20, CHOICES = 8 };
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

/* Runs a text with one choice of options and arena in front of it. */
static void run_choice(fuzzer fuzz, size_t size, unsigned choice) {
    static const unsigned char options[CHOICES] = {0,  1,   2 + 8, 3 + 16, 4 + 32,
                                                   64, 128, 128 + 8 + 1};
    input[0] = options[choice];
    input[1] = (unsigned char)(20 * choice + 5);
    fuzz(input, size);
}

static unsigned run_all_choices(fuzzer fuzz, const char *path) {
    size_t size = read_input(path, HEADER);
    unsigned i;
    for (i = 0; i < CHOICES; i++) run_choice(fuzz, size, i);
    return i;
}

/* The default, and one of the others. */
static unsigned run_two_choices(fuzzer fuzz, const char *path) {
    static unsigned turn;
    size_t size = read_input(path, HEADER);
    run_choice(fuzz, size, 0);
    run_choice(fuzz, size, 1 + turn++ % (CHOICES - 1));
    return 2;
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
    unsigned count = run_files("tests/data/corpus/compile/*", fuzz_compile, run_input);
    count += run_files("tests/data/corpus/reflect/*", fuzz_reflect, run_input);
    count += run_files("examples/*.lv", fuzz_compile, run_all_choices);
    count += run_files("tests/data/run/*.lv", fuzz_compile, run_two_choices);
    count += run_files("tests/data/run/*/*.lv", fuzz_compile, run_two_choices);
    count += run_files("tests/data/error/*.lv", fuzz_compile, run_two_choices);
    count += run_files("tests/data/compute/*.lv", fuzz_compile, run_two_choices);
    count += run_files("tests/data/dump/*.lv", fuzz_compile, run_all_choices);
    printf("%u passed, 0 failed\n", count);
    return count == 0;
}
