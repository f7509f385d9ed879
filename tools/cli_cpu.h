/* Pictures and programs on the CPU, by spv_cpu.h. Part of lambdav.c. */
#ifndef CLI_CPU_H
#define CLI_CPU_H

#include "cli_device.h"

static unsigned core_count(void) {
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : (unsigned)count;
}
static void cpu_open(device *d) { (void)d; exit(9); }
#endif
