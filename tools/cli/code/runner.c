/* cc -std=c99 -O2 -fno-math-errno -I. -c tools/cli/code/runner.c -o runner.o */
/* Of the command line in parts (tools/dev/build.sh): the CPU runner, which takes longest. */
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_CLONES
#include "tools/spv_cpu.h"
