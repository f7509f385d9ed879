/* A case of tests/data/error: the program before the line `; errors:`, the texts that it includes,
   and the options that its first lines give. */
#ifndef ERROR_CASE_H
#define ERROR_CASE_H

#include "lambdav.h"
#include "cases.h"

static const char mark[] = "; errors:\n", file_mark[] = "\n; file: ";

/* What stands before the mark; all of the text if there is none. */
static size_t size_before_mark(const char *text, size_t size) {
    const char *found = text;
    if (strncmp(text, mark, sizeof mark - 1) == 0) return 0;
    while ((found = strstr(found, mark)) != NULL && found[-1] != '\n') found++;
    return found == NULL ? size : (size_t)(found - text);
}

/* The text that is called `name`, between its line `; file: NAME` and the next one. */
static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    const char *at = (const char *)user;
    (void)from, (void)from_size;
    while ((at = strstr(at, file_mark)) != NULL) {
        at += sizeof file_mark - 1;
        if (strncmp(at, name, name_size) != 0 || at[name_size] != '\n') continue;
        found->text = at + name_size + 1;
        at = strstr(found->text, file_mark);
        found->text_size = at == NULL ? strlen(found->text) : (size_t)(at - found->text);
        return 1;
    }
    return 0;
}

/* The options that the first lines give: `; check only`, `; define: NAME=VALUE`, `; limit: N` of
   calls and nodes. */
static const struct setting {
    const char *line;
    uint32_t flags, target;
    int entry, define, limit;
} settings[] = {
    {"; target: SPIR-V 1.0", 0, LAMBDAV_TARGET_SPIRV_1_0, 0, 0, 0},
    {"; warn: all", LAMBDAV_WARN_ALL, 0, 0, 0, 0},
    {"; check only", LAMBDAV_CHECK_ONLY, 0, 0, 0, 0},
    {"; debug", LAMBDAV_DEBUG_FULL, 0, 0, 0, 0},
    {"; safe", LAMBDAV_SAFE, 0, 0, 0, 0},
    {"; entry: ", 0, 0, 1, 0, 0},
    {"; define: ", 0, 0, 0, 1, 0},
    {"; limit: ", 0, 0, 0, 0, 1},
};

/* The value of the option is what stands behind it in its line. */
static void set_option(const struct setting *option, const char *value, size_t size,
                       lambdav_options *options, lambdav_define *define) {
    static char one[256];
    options->flags |= option->flags, options->target |= option->target;
    if (option->entry || option->define)
        snprintf(one, sizeof one, "%.*s", (int)size, value);
    if (option->entry) options->entry = one;
    if (option->limit) options->max_calls = options->max_nodes = (uint32_t)atol(value);
    if (!option->define) return;
    define->name = one, define->value = strchr(one, '=') + 1;
    *strchr(one, '=') = '\0';
    options->defines = define, options->define_count = 1;
}

static void set_options(const char *text, size_t size, lambdav_options *options,
                        lambdav_define *define) {
    const char *end = text + size, *next;
    size_t i, n, found = 1;
    for (; found && (next = (const char *)memchr(text, '\n', (size_t)(end - text))) != NULL;
         text = next + 1) {
        for (i = found = 0; i < sizeof settings / sizeof settings[0]; i++) {
            n = strlen(settings[i].line);
            if ((size_t)(next - text) < n || strncmp(text, settings[i].line, n) != 0) continue;
            set_option(&settings[i], text + n, (size_t)(next - text) - n, options, define);
            found = 1;
        }
    }
}

/* The file, and copies of its parts: of no byte more, so that ASan sees a read past the program. */
typedef struct error_case {
    char *file, *program, *files; /* files: the texts that it includes */
    size_t size, program_size;    /* size: of what stands before the mark */
} error_case;

static error_case open_case(const char *path) {
    error_case c;
    size_t all;
    char *first;
    c.file = cases_load(path, &all);
    c.size = size_before_mark(c.file, all);
    c.program = (char *)malloc(c.size + 1);
    if (c.program == NULL) abort();
    memcpy(c.program, c.file, c.size), c.program[c.size] = '\0';
    first = strstr(c.program, file_mark);
    c.files = strdup(first == NULL ? "" : first);
    c.program_size = first == NULL ? c.size : (size_t)(first - c.program) + 1;
    c.program = (char *)realloc(c.program, c.program_size + !c.program_size);
    if (c.files == NULL || c.program == NULL) abort();
    return c;
}

static void close_case(error_case *c) {
    free(c->file);
    free(c->program);
    free(c->files);
}

#endif
