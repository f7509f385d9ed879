/* cc -std=c99 -O1 -I. -c tests/code/spv_cpu.c -o spv_cpu.o */
/* The code of tools/spv_cpu.h for the tests that only call it: tools/dev/build.sh keeps the
   object. */
#define SPV_CPU_IMPLEMENTATION
#include "tools/spv_cpu.h"
