/* cc -std=c99 -O1 -I. -c tests/code/lambdav.c -o lambdav.o */
/* The code of lambdav.h for the tests that only call it: tools/dev/build.sh keeps the object. */
#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

#include "tests/code/inside.h"

#ifndef LAMBDAV_NO_DUMP
const char *inside_opcode_name(uint32_t opcode) {
    uint32_t first;
    return lvi_dm_opcode(opcode, &first);
}
#endif
