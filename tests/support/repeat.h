/* The command that repeats what failed in a random test: printed, and kept in a file for when the
   output is gone. */
#ifndef REPEAT_H
#define REPEAT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Adds a line at the end of build/failed.txt, or of the file that REPEAT_FILE names: the command,
   and when that was. */
static void repeat_by(const char *format, ...) {
    const char *name = getenv("REPEAT_FILE");
    time_t now = time(NULL);
    char date[32], command[512];
    FILE *file = fopen(name != NULL ? name : "build/failed.txt", "a");
    va_list list;
    va_start(list, format);
    vsnprintf(command, sizeof command, format, list);
    va_end(list);
    printf("repeat: %s\n", command);
    fflush(stdout);
    if (file == NULL) return;
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S", gmtime(&now));
    fprintf(file, "%s  # %s\n", command, date);
    fclose(file);
}

#endif
