/* cc -std=c99 -O2 -ffp-contract=off -DREFERENCE_NO_MAIN -I. tests/oracle/reference_test.c tests/oracle/reference.c -o reference_test -lm */
/* The cases of tests/data/run (its README says how they are written) against the reference
   evaluator, which other tests then hold the compiler against. */
#define _POSIX_C_SOURCE 200809L
#include "tests/support/cases.h"
#include "reference.h"

int main(int argc, char **argv) {
    glob_t files = cases_find("tests/data/run/*.lv", argc, argv);
    int passed = 0, failed = 0;
    size_t i;
    for (i = 0; i < files.gl_pathc; i++) {
        size_t size;
        char *text = cases_load(files.gl_pathv[i], &size);
        if (reference_check_case(files.gl_pathv[i], text, size) == 0) passed++;
        else failed++;
        free(text);
    }
    globfree(&files);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
