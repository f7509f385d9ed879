/* cc -std=c99 -O1 -I. -c tests/code/spv_check.c -o spv_check.o */
/* The code of tools/spv_check.h and tools/spv_module.h for the tests that only call it:
   tools/dev/build.sh keeps the object. */
#define SPV_MODULE_IMPLEMENTATION
#define SPV_CHECK_IMPLEMENTATION
#include "tools/spv_check.h"
