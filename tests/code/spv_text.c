/* cc -std=c99 -O1 -I. -c tests/code/spv_text.c -o spv_text.o */
/* The code of tools/spv_text.h for the tests that only call it: tools/dev/build.sh keeps the
   object. That of tools/spv_module.h is in spv_check.c. */
#define SPV_TEXT_IMPLEMENTATION
#include "tools/spv_text.h"
