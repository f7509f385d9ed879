/* The texts that a program includes, for tests that compile the programs of a folder: they lie
   beside it. Needs lambdav.h and cases.h. */
#ifndef INCLUDE_BESIDE_H
#define INCLUDE_BESIDE_H

static char *included[64];
static size_t included_count;

/* For lambdav_options.include; include_user: the path of the program. */
static int include_beside(void *user, const char *name, size_t name_size, const char *from,
                          size_t from_size, lambdav_included *found) {
    const char *path = (const char *)user, *slash = strrchr(path, '/');
    char other[1024];
    FILE *file;
    (void)from, (void)from_size;
    snprintf(other, sizeof other, "%.*s/%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".",
             (int)name_size, name);
    file = fopen(other, "rb");
    if (file == NULL || included_count == 64) return 0;
    fclose(file);
    found->text = included[included_count++] = cases_load(other, &found->text_size);
    return 1;
}

/* After a compile, when nothing points into the texts any more. */
static void include_free(void) {
    while (included_count > 0) free(included[--included_count]);
}
#endif
