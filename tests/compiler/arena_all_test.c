/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DEXAMPLE_STEP=5 -I. tests/compiler/arena_all_test.c tests/code/lambdav.c -o arena_all_test -lcmocka */
/* arena_test.c without ASan, which makes compiles slow, and so with arena sizes that are closer. */
#include "arena_test.c"
