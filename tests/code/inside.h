/* What tests ask of the inside of a header whose code they link: tests/code/X.c answers. */
#ifndef CODE_INSIDE_H
#define CODE_INSIDE_H

#include <stdint.h>

#include "tools/spv_cpu.h"

/* The name that dumps have for an opcode; one of GLSL.std.450 is or-ed with 0x8000. */
const char *inside_opcode_name(uint32_t opcode);

/* How the CPU runner understands a variable of a module. A set or binding that is not there is
   0. */
typedef struct inside_variable {
    uint32_t set, binding, push, used;
    uint32_t array;   /* an array of descriptors? */
    uint32_t count;   /* of descriptors */
    uint32_t runtime; /* ... which the module leaves open */
} inside_variable;

/* Returns 0 if it knows no variable of that id. */
int inside_cpu_variable(const spv_cpu_program *program, uint32_t id, inside_variable *variable);

#endif
