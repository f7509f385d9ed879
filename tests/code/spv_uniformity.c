/* cc -std=c99 -O1 -I. -c tests/code/spv_uniformity.c -o spv_uniformity.o */
/* The code of tools/spv_uniformity.h for the tests that only call it: tools/dev/build.sh keeps the
   object. That of tools/spv_module.h is in spv_check.c. */
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"
