/* What the tests of tests/data/run and tests/data/error share: a folder's files, and lines of a
   text. POSIX of 2008. */
#ifndef CASES_H
#define CASES_H

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file at `path`, a NUL after its end, malloc'ed; ends the program if there is none. */
static char *cases_load(const char *path, size_t *size) {
    FILE *file = fopen(path, "rb");
    char *text = NULL;
    size_t n = 0, got = 1;
    while (file != NULL && got > 0) {
        text = (char *)realloc(text, n + 4097);
        if (text == NULL) abort();
        got = fread(text + n, 1, 4096, file);
        n += got;
    }
    if (file == NULL) {
        fprintf(stderr, "%s cannot be read\n", path);
        exit(3);
    }
    fclose(file);
    text[n] = '\0';
    *size = n;
    return text;
}

/* The paths of the command line, else all that fit the pattern; ends the program if there are
   none. */
static glob_t cases_find(const char *pattern, int argc, char **argv) {
    glob_t found;
    int i, failed = 0;
    memset(&found, 0, sizeof found);
    if (argc < 2) failed = glob(pattern, 0, NULL, &found);
    for (i = 1; i < argc && !failed; i++)
        failed = glob(argv[i], GLOB_NOCHECK | (i > 1 ? GLOB_APPEND : 0), NULL, &found);
    if (failed) {
        fprintf(stderr, "no files like %s\n", pattern);
        exit(3);
    }
    return found;
}

#endif
