/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DSUBSTITUTION_NO_MAIN -I. tests/oracle/random_test.c tests/code/lambdav.c tests/code/lambdav_vk.c tests/code/spv_cpu.c tests/code/spv_check.c tests/oracle/substitution.c -o random_test -lSPIRV-Tools -lstdc++ -lm -lpthread -ldl */
/* A short campaign of tests/oracle/prove.c: two fixed seeds, all small programs, and some pictures
   on a Vulkan device. Options as for prove, which takes fresh seeds. */
#define PROVE_SHORT
#include "prove.c"
