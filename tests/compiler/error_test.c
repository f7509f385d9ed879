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
#include "tests/support/error_case.h"

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 1 << 16 };
static char *arena;

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

/* The errors of the program, as the file has them. */
static void describe(const char *path, const error_case *c, char *to) {
    static char one[TEXT_SIZE];
    const char *slash = strrchr(path, '/');
    lambdav_options options = {0};
    lambdav_define define;
    lambdav_result result;
    size_t i;
    lambdav_status status;
    options.source_name = slash == NULL ? path : slash + 1;
    options.include = include, options.include_user = c->files;
    set_options(c->program, c->program_size, &options, &define);
    status = lambdav_compile(&options, c->program, c->program_size, arena, ARENA_SIZE, &result);
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

/* Compares one file, or writes it. */
static int run(const char *path, int updating) {
    static char got[TEXT_SIZE];
    error_case c = open_case(path);
    int good;
    describe(path, &c, got);
    good = strcmp(got, c.file + c.size) == 0;
    if (updating) update(path, c.file, c.size, got);
    else if (!good) printf("%s: expected\n%sbut got\n%s", path, c.file + c.size, got);
    close_case(&c);
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
