/* cc -O2 -std=c99 -DEXAMPLE_STEP=5 -I. tests/arena_all_test.c -o arena_all_test -lcmocka */
/* arena_test.c without ASan, which makes compiles slow, and so with arena sizes that are closer. */
#include "arena_test.c"
