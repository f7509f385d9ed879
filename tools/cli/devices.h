/* Which device a call uses. Part of lambdav.c. */
#ifndef CLI_DEVICES_H
#define CLI_DEVICES_H

#include "draw.h"
#ifdef HAS_VULKAN
#include "vulkan.h"
#endif

/* As vulkan_open; where the program was built without Vulkan there is never a device. */
static int open_vulkan_if_there(device *d, const arguments *a, char **absent) {
#ifdef HAS_VULKAN
    return vulkan_open(d, a, absent);
#else
    (void)d;
    if (a->device != NULL || a->validation)
        return complain(BAD_ENVIRONMENT, "--%s: lambdav was built without Vulkan",
                        a->device != NULL ? "device" : "validation");
    *absent = print_new("lambdav was built without Vulkan");
    return DONE;
#endif
}

/* Opens the Vulkan device that the arguments ask for, or the CPU if they ask for that or there is
   no Vulkan device. */
static int device_open(device *d, const arguments *a) {
    char *absent = NULL;
    int code = DONE;
    memset(d, 0, sizeof *d);
    d->arguments = a;
    if (a->cpu && (a->device != NULL || a->validation))
        return complain(BAD_USAGE, "--%s does not go with --cpu, --checks or --steps",
                        a->device != NULL ? "device" : "validation");
    if (!a->cpu) code = open_vulkan_if_there(d, a, &absent);
    if (code != DONE || d->calls != NULL) return code;
    if (absent != NULL) fprintf(stderr, "lambdav: on the CPU: %s\n", absent);
    free(absent);
    cpu_open(d);
    return DONE;
}

#endif
