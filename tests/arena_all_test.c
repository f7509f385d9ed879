/* cc -O2 -std=c99 -DEXAMPLE_STEP=1 -I. tests/arena_all_test.c -o arena_all_test -lcmocka */
/* arena_test.c with all arena sizes below 64 KiB for the examples: without ASan, which makes that slow. */
#include "arena_test.c"
