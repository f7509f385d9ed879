/* cc -std=c99 -O2 -fno-math-errno -I. -c tools/cli/code/readers.c -o readers.o */
/* Of the command line in parts (tools/dev/build.sh): what reads modules. */
#define SPV_MODULE_IMPLEMENTATION
#define SPV_CHECK_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_check.h"
#include "tools/spv_text.h"
#include "tools/spv_uniformity.h"
