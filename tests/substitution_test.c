/* cc -std=c99 -O2 -ffp-contract=off -DSUBSTITUTION_NO_MAIN -I. tests/substitution_test.c tests/substitution.c -o substitution_test -lm */
/* The cases of tests/run (its README says how they are written) against evaluation by
   substitution. */
#define _POSIX_C_SOURCE 200809L
#include "cases.h"
#include "substitution.h"

int main(int argc, char **argv) {
    glob_t files = cases_find("tests/run/*.lv", argc, argv);
    int passed = 0, failed = 0;
    size_t i;
    for (i = 0; i < files.gl_pathc; i++) {
        size_t size;
        char *text = cases_load(files.gl_pathv[i], &size);
        if (substitution_check_case(files.gl_pathv[i], text, size, SUBSTITUTION_SHARED) == 0)
            passed++;
        else failed++;
        free(text);
    }
    globfree(&files);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
