/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/error_test.c tests/code/lambdav.c -o error_test */
/* The cases of tests/data/error: a program, the line `; errors:`, and what
   lambdav_format_diagnostic makes of its errors, all of them, each line as a comment. The compiler
   sees what stands before that line. Texts that the program includes stand behind it there, each
   below a line `; file: NAME`. The first lines may give options: see `settings`.
       error_test [--update] [FILE.lv...]
   --update writes the errors of now into the files: read them as a user would before you commit.
   Without files, the numbers of all errors are compared with tests/data/error/numbers.txt too,
   where a line never changes: a new error gets a new line at the end.
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L

#include "lambdav.h"

#include <ctype.h>

#include "tests/support/cases.h"

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 1 << 16 };
static const char mark[] = "; errors:\n", file_mark[] = "\n; file: ";

static char *arena;

/* What stands before the mark; all of the text if there is none. */
static size_t program_size(const char *text, size_t size) {
    const char *found = text;
    if (strncmp(text, mark, sizeof mark - 1) == 0) return 0;
    while ((found = strstr(found, mark)) != NULL && found[-1] != '\n') found++;
    return found == NULL ? size : (size_t)(found - text);
}

/* Appends text with "; " before each line. */
static void append_comment(char *to, const char *text) {
    size_t at = strlen(to);
    int begins = 1;
    for (; *text != '\0'; text++) {
        if (at + 4 > TEXT_SIZE) abort();
        if (begins) {
            to[at++] = ';';
            if (*text != '\n') to[at++] = ' ';
        }
        begins = *text == '\n';
        to[at++] = *text;
    }
    to[at] = '\0';
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

/* The errors of the program, as the file has them. */
static void describe(const char *path, const char *text, size_t size, char *files, char *to) {
    static char one[TEXT_SIZE];
    const char *slash = strrchr(path, '/');
    lambdav_options options = {0};
    lambdav_define define;
    lambdav_result result;
    size_t i;
    lambdav_status status;
    options.source_name = slash == NULL ? path : slash + 1;
    options.include = include, options.include_user = files;
    set_options(text, size, &options, &define);
    status = lambdav_compile(&options, text, size, arena, ARENA_SIZE, &result);
    strcpy(to, mark);
    if (status == LAMBDAV_OK) append_comment(to, "there is none\n");
    for (i = 0; i < result.diagnostic_count; i++) {
        if (lambdav_format_diagnostic(&result.diagnostics[i], 0, one, TEXT_SIZE) > TEXT_SIZE)
            abort();
        append_comment(to, one);
    }
    if (result.error_count > result.diagnostic_count) append_comment(to, "... and more\n");
}

static void update(const char *path, const char *text, size_t size, const char *errors) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(text, 1, size, file) != size || fputs(errors, file) < 0
        || fclose(file) != 0) {
        fprintf(stderr, "%s cannot be written\n", path);
        exit(3);
    }
}

/* Compares one file, or writes it. The text is copied, so that ASan sees a read past the
   program. */
static int run(const char *path, int updating) {
    static char got[TEXT_SIZE];
    size_t all, size, program_end;
    char *text = cases_load(path, &all), *program, *files, *first;
    int good;
    size = program_size(text, all);
    program = (char *)malloc(size + 1);
    if (program == NULL) abort();
    memcpy(program, text, size), program[size] = '\0';
    first = strstr(program, file_mark);
    files = strdup(first == NULL ? "" : first);
    if (files == NULL) abort();
    program_end = first == NULL ? size : (size_t)(first - program) + 1;
    program = (char *)realloc(program, program_end + !program_end);
    describe(path, program, program_end, files, got);
    good = strcmp(got, text + size) == 0;
    if (updating) update(path, text, size, got);
    else if (!good) printf("%s: expected\n%sbut got\n%s", path, text + size, got);
    free(program);
    free(files);
    free(text);
    return good || updating;
}

/* Does lambdav.h give this number to the constant of this name: "24", "unknown-name"? */
static int has_constant(const char *header, unsigned number, const char *name) {
    char constant[128] = "LAMBDAV_E_";
    size_t i, at = strlen(constant);
    for (i = 0; name[i] != '\0' && at < 64; i++)
        constant[at++] = name[i] == '-' ? '_' : (char)toupper((unsigned char)name[i]);
    snprintf(constant + at, sizeof constant - at, " = %u", number);
    header = strstr(header, constant);
    return header != NULL && strchr(",\n", header[strlen(constant)]) != NULL;
}

/* Errors keep their numbers, names and constants. */
static int check_numbers(void) {
    size_t size;
    char *list = cases_load("tests/data/error/numbers.txt", &size), *line = list;
    char *header = cases_load("lambdav.h", &size), want[64];
    unsigned i, good = 1;
    for (i = 1; lambdav_error_name(i) != NULL; i++) {
        const char *name = lambdav_error_name(i);
        int length = snprintf(want, sizeof want, "%u %s\n", i, name);
        if (strncmp(line, want, (size_t)length) != 0 || !has_constant(header, i, name)) {
            printf("tests/data/error/numbers.txt, lambdav.h: error %u is '%s', LAMBDAV_E_...; "
                   "expected %.40s\n", i, name, line);
            good = 0;
        }
        line += strcspn(line, "\n");
        line += *line == '\n';
    }
    if (*line != '\0') printf("tests/data/error/numbers.txt: no error has this number: %s\n", line);
    good = good && *line == '\0';
    free(list);
    free(header);
    return (int)good;
}

int main(int argc, char **argv) {
    int updating = argc > 1 && strcmp(argv[1], "--update") == 0;
    glob_t files = cases_find("tests/data/error/*.lv", argc - updating, argv + updating);
    int passed = 0, failed = 0;
    size_t i;
    arena = (char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    for (i = 0; i < files.gl_pathc; i++) {
        if (run(files.gl_pathv[i], updating)) passed++;
        else failed++;
    }
    if (argc == 1) {
        if (check_numbers()) passed++;
        else failed++;
    }
    globfree(&files);
    free(arena);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
