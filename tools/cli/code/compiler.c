/* cc -std=c99 -O2 -fno-math-errno -I. -c tools/cli/code/compiler.c -o compiler.o */
/* Of the command line in parts (tools/dev/build.sh): the compiler. */
#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"
