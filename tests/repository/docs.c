/* cc -std=c99 -O1 -I. tests/repository/docs.c -o docs */
/* docs FILE.md FOLDER: compiles the λV in the code blocks of a page, and compares with what the
   page says. Words are written to FOLDER, one file for each module. A block begins with ```scheme
   and
   - nothing more: one text;
   - `lines`: every line is a text by itself, behind the lines that define something;
   - `file=NAME`: the text that (include "NAME") gives; not compiled by itself.
   `define=NAME=VALUE` is an option of the compile. Comments at the end of a line are checked:
   - `; error: NAME`: the compile finds this error on this line, and nothing where none is named;
   - `; = E`: (lines only) the words are those of the expression E, which ends at two spaces;
   - `; +N words`: (lines only) the module has N words more than that of the first line of the block
     that does not only define.
   The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 2 usage, 3 a file
   cannot be read or written. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 1 << 16, PAGE_SIZE = 1 << 20, VALUE_SIZE = 512 };
enum { MAX_FILES = 16, MAX_ERRORS = 16 };

typedef struct text {
    char data[TEXT_SIZE];
    size_t size;
} text;

typedef struct file {
    char name[64];
    text text;
} file;

typedef struct expectation {
    uint32_t line; /* of the text, from 1 */
    char name[40];
} expectation;

static char page[PAGE_SIZE], *arena, *other_arena;
static const char *page_name, *folder;
static file files[MAX_FILES];
static int file_count, passed, failed;
static size_t first_words; /* of the first module of a block of lines; 0 before it */
static lambdav_define definition;
static char define_text[128];

static void add(text *t, const char *from, size_t size) {
    if (t->size + size >= TEXT_SIZE) {
        fprintf(stderr, "%s: a block is too long\n", page_name);
        exit(3);
    }
    memcpy(t->data + t->size, from, size);
    t->size += size;
    t->data[t->size] = '\0';
}

static void add_string(text *t, const char *from) {
    add(t, from, strlen(from));
}

static int give_include(void *user, const char *name, size_t name_size, const char *from,
                        size_t from_size, lambdav_included *found) {
    int i;
    (void)user, (void)from, (void)from_size;
    for (i = 0; i < file_count; i++) {
        if (strlen(files[i].name) != name_size || memcmp(files[i].name, name, name_size)) continue;
        found->text = files[i].text.data, found->text_size = files[i].text.size;
        return 1;
    }
    return 0;
}

static lambdav_status compile(const text *t, void *memory, lambdav_result *result) {
    lambdav_options options;
    memset(&options, 0, sizeof options);
    options.include = give_include;
    if (definition.name != NULL) options.defines = &definition, options.define_count = 1;
    return lambdav_compile(&options, t->data, t->size, memory, ARENA_SIZE, result);
}

static void fail(unsigned line, const text *t, const char *what, const lambdav_result *result) {
    static char message[4096];
    size_t i;
    failed++;
    printf("FAILED %s:%u: %s\n%s\n", page_name, line, what, t->data);
    for (i = 0; result != NULL && i < result->diagnostic_count; i++) {
        lambdav_format_diagnostic(&result->diagnostics[i], 0, message, sizeof message);
        fputs(message, stdout);
    }
}

static void store(unsigned line, const lambdav_result *result) {
    char path[1024];
    const char *base = strrchr(page_name, '/');
    FILE *f;
    snprintf(path, sizeof path, "%s/%s-%u.spv", folder, base == NULL ? page_name : base + 1, line);
    f = fopen(path, "wb");
    if (f == NULL || fwrite(result->words, 4, result->word_count, f) != result->word_count
        || fclose(f) != 0) {
        perror(path);
        exit(3);
    }
}

/* Is there exactly one found error for each expected one? */
static int same_errors(const lambdav_result *result, const expectation *expected, int count) {
    size_t i;
    int k, found;
    for (k = 0; k < count; k++) {
        found = 0;
        for (i = 0; i < result->diagnostic_count; i++)
            found |= result->diagnostics[i].span.line == expected[k].line
                     && strcmp(result->diagnostics[i].name, expected[k].name) == 0;
        if (!found) return 0;
    }
    return result->diagnostic_count == (size_t)count;
}

/* Compiles a block that is one text. `line` is where it stands in the page. */
static void check_text(unsigned line, const text *t) {
    static expectation expected[MAX_ERRORS];
    lambdav_result result;
    const char *at = t->data, *end, *mark;
    uint32_t number = 1;
    int count = 0;
    for (; *at; at = end + 1, number++) {
        end = strchr(at, '\n');
        mark = strstr(at, "; error: ");
        if (mark == NULL || mark > end || count == MAX_ERRORS) continue;
        expected[count].line = number;
        sscanf(mark + 9, "%39[a-z-]", expected[count++].name);
    }
    if (compile(t, arena, &result) != LAMBDAV_OK) {
        if (count > 0 && same_errors(&result, expected, count))
            passed++;
        else
            fail(line, t, count > 0 ? "other errors than named" : "does not compile", &result);
    } else if (count > 0) {
        fail(line, t, "the errors are not found", NULL);
    } else {
        store(line, &result);
        passed++;
    }
}

/* PRELUDE BEFORE EXPRESSION AFTER, where an output may have any value. */
static lambdav_status compile_wrapped(const text *prelude, const char *before,
                                      const char *expression, const char *after, void *memory,
                                      lambdav_result *result) {
    static text t;
    t.size = 0;
    add(&t, prelude->data, prelude->size);
    add_string(&t, before);
    add_string(&t, expression);
    add_string(&t, after);
    return compile(&t, memory, result);
}

/* Outputs are numbers; other values are made numbers by one of these. */
static const char *const wraps[][2] = {
    {"", ""}, {"(num ", ")"}, {"(.x ", ")"}, {"(if (any-of ", ") 1 0)"}};

/* Has the module the words that "; +N words" behind its expression says, if that stands there? */
static int has_size(const char *expression, size_t words) {
    const char *more = strstr(expression, "; +");
    unsigned wanted;
    if (first_words == 0) first_words = words;
    if (more == NULL || sscanf(more, "; +%u words", &wanted) != 1) return 1;
    if (words == first_words + wanted) return 1;
    printf("%s: +%ld words, not +%u\n", page_name, (long)words - (long)first_words, wanted);
    return 0;
}

/* Are the words of the two expressions the same? `equals` NULL: does the expression compile? */
static int compile_alike(unsigned line, const text *prelude, const char *expression,
                         const char *equals, const char *whole_line) {
    lambdav_result a, b;
    char wanted[2 * VALUE_SIZE];
    size_t i;
    for (i = 0; i < sizeof wraps / sizeof *wraps; i++) {
        if (compile_wrapped(prelude, wraps[i][0], expression, wraps[i][1], arena, &a) == LAMBDAV_OK)
            break;
    }
    if (i == sizeof wraps / sizeof *wraps) return 0;
    store(line, &a);
    if (!has_size(whole_line, a.word_count)) return 0;
    if (equals == NULL) return 1;
    if (i >= 2) {
        /* Matrices and vectors of bools: all components at once. */
        snprintf(wanted, sizeof wanted, " %s)) 1 0)", equals);
        return compile_wrapped(prelude, "(if (all-of (eq ", expression, wanted, arena, &a)
                   == LAMBDAV_OK
               && compile_wrapped(prelude, "", "1", "", other_arena, &b) == LAMBDAV_OK
               && a.word_count == b.word_count && !memcmp(a.words, b.words, 4 * a.word_count);
    }
    return compile_wrapped(prelude, wraps[i][0], equals, wraps[i][1], other_arena, &b) == LAMBDAV_OK
           && a.word_count == b.word_count && !memcmp(a.words, b.words, 4 * a.word_count);
}

/* Compiles one line of a block of lines, which does not only define. */
static void check_line(unsigned line, const text *prelude, const char *expression) {
    static text t;
    static char tested[TEXT_SIZE];
    char wanted[VALUE_SIZE];
    lambdav_result result;
    const char *error = strstr(expression, "; error: "), *equals = strstr(expression, "; = ");
    char name[40] = "";
    t.size = 0;
    add(&t, prelude->data, prelude->size);
    add_string(&t, expression);
    if (error != NULL) {
        sscanf(error + 9, "%39[a-z-]", name);
        if (compile(&t, arena, &result) == LAMBDAV_OK)
            fail(line, &t, "the error is not found", NULL);
        else if (strcmp(result.diagnostics[0].name, name))
            fail(line, &t, "another error", &result);
        else
            passed++;
        return;
    }
    snprintf(tested, sizeof tested, "%.*s", (int)strcspn(expression, ";"), expression);
    if (equals != NULL) {
        const char *end = strstr(equals, "  ");
        size_t size = end == NULL ? strlen(equals) : (size_t)(end - equals);
        snprintf(wanted, sizeof wanted, "%.*s", (int)size - 4, equals + 4);
    }
    if (compile_alike(line, prelude, tested, equals == NULL ? NULL : wanted, expression)) {
        passed++;
        return;
    }
    compile(&t, arena, &result);
    fail(line, &t, equals == NULL ? "does not compile" : "other words", &result);
}

static int begins(const char *line, const char *with) {
    return strncmp(line, with, strlen(with)) == 0;
}

static int only_defines(const char *line) {
    return (begins(line, "(define ") || begins(line, "(struct ") || begins(line, "(variant ")
            || begins(line, "(push-constants ")
            || begins(line, "(uniform ") || begins(line, "(buffer ") || begins(line, "(shared ")
            || begins(line, "(spec-constant ") || begins(line, "(texture ")
            || begins(line, "(sampled-image ") || begins(line, "(include ") || line[0] == ';')
           && strstr(line, "; error: ") == NULL;
}

static void check_lines(unsigned line, const text *block) {
    static text prelude;
    char one[1024];
    const char *at = block->data, *end;
    prelude.size = 0, prelude.data[0] = '\0';
    first_words = 0;
    for (; *at; at = end + 1, line++) {
        end = strchr(at, '\n');
        snprintf(one, sizeof one, "%.*s", (int)(end - at), at);
        if (one[0] == '\0') continue;
        if (only_defines(one)) {
            add_string(&prelude, one);
            add_string(&prelude, "\n");
        } else {
            check_line(line, &prelude, one);
        }
    }
}

/* A block whose first line in the page is `line`; `info` is what stands behind ```scheme. */
static void check_block(unsigned line, const char *info, const text *block) {
    const char *name = strstr(info, "file="), *option = strstr(info, "define=");
    definition.name = NULL;
    if (name != NULL && file_count < MAX_FILES) {
        sscanf(name + 5, "%63s", files[file_count].name);
        files[file_count++].text = *block;
        return;
    }
    if (option != NULL && sscanf(option + 7, "%127s", define_text) == 1) {
        char *value = strchr(define_text, '=');
        if (value == NULL) exit(2);
        *value = '\0';
        definition.name = define_text, definition.value = value + 1;
    }
    if (strstr(info, "lines") != NULL)
        check_lines(line, block);
    else
        check_text(line, block);
}

static void check_page(void) {
    static text block;
    char info[256] = "";
    const char *at = page, *end;
    unsigned line = 1, begin = 0;
    for (; *at; at = end + 1, line++) {
        end = strchr(at, '\n');
        if (end == NULL) break;
        if (begin == 0 && begins(at, "```scheme")) {
            snprintf(info, sizeof info, "%.*s", (int)(end - at - 9), at + 9);
            begin = line + 1, block.size = 0, block.data[0] = '\0';
        } else if (begin != 0 && begins(at, "```")) {
            check_block(begin, info, &block);
            begin = 0;
        } else if (begin != 0) {
            add(&block, at, (size_t)(end - at) + 1);
        }
    }
}

int main(int argc, char **argv) {
    FILE *f;
    if (argc != 3) {
        fprintf(stderr, "usage: docs FILE.md FOLDER\n");
        return 2;
    }
    page_name = argv[1], folder = argv[2];
    f = fopen(page_name, "rb");
    if (f == NULL || fread(page, 1, sizeof page - 1, f) == 0 || fclose(f) != 0) {
        perror(page_name);
        return 3;
    }
    arena = (char *)malloc(ARENA_SIZE), other_arena = (char *)malloc(ARENA_SIZE);
    if (arena == NULL || other_arena == NULL) return 3;
    check_page();
    printf("%d passed, %d failed\n", passed, failed);
    free(arena), free(other_arena);
    return failed > 0 || passed == 0;
}
