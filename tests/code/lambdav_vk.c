/* cc -std=c99 -O1 -I. -c tests/code/lambdav_vk.c -o lambdav_vk.o */
/* The code of lambdav_vk.h for the tests that only call it: tools/dev/build.sh keeps the object. */
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
