/* cc -std=c99 -O1 -ffp-contract=off -I. tests/compiler/number_narrow_test.c -o number_narrow_test -lcmocka -lm */
/* number_test, with the arithmetic of machines whose registers have 32 bits. */
#define LVI_NARROW
#include "tests/compiler/number_test.c"
