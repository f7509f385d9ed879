/* cc -std=c99 -O1 -I. -c tests/code/spv_cpu.c -o spv_cpu.o */
/* The code of tools/spv_cpu.h for the tests that only call it: tools/dev/build.sh keeps the
   object. */
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#include "tests/code/inside.h"

int inside_cpu_variable(const spv_cpu_program *program, uint32_t id, inside_variable *variable) {
    const spv_cpui_program *p = program->inside;
    uint32_t i;
    for (i = 0; i < p->variable_count && p->variables[i].id != id; i++) {}
    if (i == p->variable_count) return 0;
    variable->set = p->ids[id].set == SPV_CPUI_NONE ? 0 : p->ids[id].set;
    variable->binding = p->ids[id].binding == SPV_CPUI_NONE ? 0 : p->ids[id].binding;
    variable->push = p->variables[i].space == SPV_CPUI_IN_PUSH;
    variable->used = p->variables[i].used;
    variable->array =
        p->types[p->ids[p->variables[i].type].index].opcode == SPV_CPUI_OpTypeArray;
    variable->count = p->variables[i].count;
    variable->runtime = variable->count == SPV_CPUI_RUNTIME_DESCRIPTORS;
    return 1;
}
