/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/dump_test.c tests/code/lambdav.c -o dump_test */
/* lambdav_dump. Each tests/data/dump/NAME.lv is a program with what it dumps as, in its comments:
       ;; PASS [FLAGS] the lines that follow are the dump after this pass, with these options
       ;| text
   dump_test --update writes the dumps as they are now; look at them before they are stored.
   Then the calls that are wrong, and bounds: depth, sizes of pieces, arenas of all sizes.
   Exit codes: 0 all passed, 1 some failed, 3 a file cannot be read or written. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lambdav.h"

enum { TEXT_SIZE = 1 << 20, ARENA_SIZE = 64 << 20, PIECE_SIZE = 256 };

/* What a dump wrote, and the largest piece of it. */
typedef struct sheet {
    char text[TEXT_SIZE];
    size_t size, largest;
} sheet;

static sheet dumped, wanted;
static uint32_t flags; /* of the options */
static char program[TEXT_SIZE];
static unsigned char *arena;
static unsigned passed, failed;

static void check(int good, const char *what) {
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s\n", what);
}

/* `user` is a sheet; what does not fit is left out, so comparisons fail. */
static void collect(void *user, const char *text, size_t size) {
    sheet *s = (sheet *)user;
    if (size > s->largest) s->largest = size;
    if (size >= TEXT_SIZE - s->size) return;
    memcpy(s->text + s->size, text, size);
    s->size += size;
    s->text[s->size] = '\0';
}

static lambdav_status dump(const char *text, const char *pass, size_t arena_size,
                           lambdav_result *result) {
    const char *end = strstr(text, "\n;; "); /* the program ends before what it dumps as */
    lambdav_options options;
    memset(&options, 0, sizeof options);
    options.flags = flags;
    options.inlining = LAMBDAV_INLINE_ALWAYS; /* what is shown of the other passes is whole */
    dumped.size = dumped.largest = 0;
    dumped.text[0] = '\0';
    return lambdav_dump(&options, text, end ? (size_t)(end - text) : strlen(text), arena,
                        arena_size, pass, collect, &dumped, result);
}

/* ---- cases */

static int read_program(const char *path) {
    FILE *file = fopen(path, "rb");
    if (file == NULL) return 0;
    program[fread(program, 1, sizeof program - 1, file)] = '\0';
    fclose(file);
    return 1;
}

/* The expectation that begins at `line`, without marks, into `wanted`. Returns where it ends. */
static const char *read_expectation(const char *line) {
    wanted.size = 0;
    while (strncmp(line, ";|", 2) == 0) {
        const char *end = line + strcspn(line, "\n");
        size_t skip = line[2] == ' ' ? 3 : 2;
        collect(&wanted, line + skip, (size_t)(end - line) - skip);
        collect(&wanted, "\n", 1);
        line = *end ? end + 1 : end;
    }
    return line;
}

/* The name of the pass in the header line `;; PASS [FLAGS]`; sets the flags. */
static const char *read_pass(const char *line, char *name) {
    const char *end = line + strcspn(line, "\n");
    snprintf(name, 32, "%.*s", (int)strcspn(line + 3, " \n"), line + 3);
    flags = (uint32_t)strtoul(line + 3 + strlen(name), NULL, 0);
    return *end ? end + 1 : end;
}

static void test_case(const char *path) {
    const char *line = program;
    char pass[32], title[256];
    unsigned found = 0;
    lambdav_result result;
    while (line != NULL && *line != '\0') {
        if (strncmp(line, ";; ", 3) != 0) {
            line = strchr(line, '\n');
            line = line ? line + 1 : NULL;
            continue;
        }
        line = read_expectation(read_pass(line, pass));
        dump(program, pass, ARENA_SIZE, &result);
        found++;
        snprintf(title, sizeof title, "%s: %s", path, pass);
        check(wanted.size > 0 && strcmp(dumped.text, wanted.text) == 0, title);
        if (strcmp(dumped.text, wanted.text) != 0) printf("the dump is:\n%s", dumped.text);
        check(dumped.largest <= PIECE_SIZE, "pieces are small");
    }
    flags = 0;
    check(found > 0, path);
}

/* Writes the file anew, with the dumps that it names. Returns 0 if it cannot. */
static int update_case(const char *path) {
    const char *line = program, *end;
    char pass[32];
    lambdav_result result;
    FILE *file = fopen(path, "wb");
    if (file == NULL) return 0;
    for (; *line != '\0'; line = *end ? end + 1 : end) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, ";|", 2) == 0) continue;
        fprintf(file, "%.*s\n", (int)(end - line), line);
        if (strncmp(line, ";; ", 3) != 0) continue;
        read_pass(line, pass);
        dump(program, pass, ARENA_SIZE, &result);
        for (line = dumped.text; *line != '\0'; line += strcspn(line, "\n") + 1)
            fprintf(file, ";|%s%.*s\n", *line == '\n' ? "" : " ", (int)strcspn(line, "\n"), line);
    }
    return fclose(file) == 0;
}

/* ---- calls and bounds */

static void test_bad_calls(void) {
    lambdav_result r;
    check(dump("(vec4 1)", "graphs", ARENA_SIZE, &r) == LAMBDAV_BAD_CALL, "unknown pass");
    check(r.diagnostic_count == 1 && strcmp(r.diagnostics[0].name, "bad-call") == 0
              && strstr(r.diagnostics[0].message, "forms graph schedule words") != NULL,
          "the message about an unknown pass names the passes");
    check(dumped.size == 0 && r.words == NULL, "nothing comes of a bad call");
    check(dump("(vec4 1)", NULL, ARENA_SIZE, &r) == LAMBDAV_BAD_CALL, "no pass");
    check(dump("(vec4 1)", "", ARENA_SIZE, &r) == LAMBDAV_BAD_CALL, "empty pass");
    check(dump("(vec4 1)", "graph ", ARENA_SIZE, &r) == LAMBDAV_BAD_CALL, "blank in a pass");
    check(lambdav_dump(NULL, "1", 1, arena, ARENA_SIZE, "forms", NULL, NULL, &r)
              == LAMBDAV_BAD_CALL,
          "write is NULL");
    check(r.diagnostic_count == 1 && strstr(r.diagnostics[0].message, "write") != NULL,
          "the message names the argument");
}

static void test_pass_names(void) {
    lambdav_result r;
    uint32_t i;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        check(dump("(vec4 1)", lambdav_pass_name(i), ARENA_SIZE, &r) == LAMBDAV_OK
                  && dumped.size > 0,
              lambdav_pass_name(i));
    }
    check(i == 4, "there are four passes");
}

/* A dump changes nothing: the words are those of lambdav_compile. */
static void test_same_words(void) {
    static const char text[] = "(vec4 (pow (.x (frag-coord)) 2.5) ((func (x) (+ x x)) 3) 0 1)";
    static uint32_t words[4096];
    lambdav_result r;
    size_t count;
    uint32_t i;
    check(lambdav_compile(NULL, text, sizeof text - 1, arena, ARENA_SIZE, &r) == LAMBDAV_OK
              && r.word_count < 4096,
          "the text compiles");
    count = r.word_count;
    memcpy(words, r.words, count * sizeof *words);
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        dump(text, lambdav_pass_name(i), ARENA_SIZE, &r);
        check(r.word_count == count && memcmp(r.words, words, count * sizeof *words) == 0,
              "the same words");
    }
}

/* What was made before an error is shown, and nothing of the passes after it. */
static void test_failures(void) {
    lambdav_result r;
    check(dump("(y)\n(define x (+ 1 2)) )\n(z)", "forms", ARENA_SIZE, &r) == LAMBDAV_INPUT_ERROR
              && strcmp(dumped.text, "; input\n(y)\n(define x )\n(z)\n") == 0,
          "forms in spite of a bracket, of whose form the name is left");
    check(dump("(vec4 (sin (.x (frag-coord))) (nosuch) 0 1)", "graph", ARENA_SIZE, &r)
                  == LAMBDAV_INPUT_ERROR
              && strstr(dumped.text, "SIN num") != NULL,
          "graph in spite of an unknown name");
    check(dump("(nosuch)", "schedule", ARENA_SIZE, &r) == LAMBDAV_INPUT_ERROR && dumped.size == 0,
          "no schedule after an error");
    check(dump("(nosuch)", "words", ARENA_SIZE, &r) == LAMBDAV_INPUT_ERROR && dumped.size == 0,
          "no words after an error");
}

/* 200,000 brackets in each other, with room for the stack and without. */
static void test_depth(void) {
    static char text[400001];
    lambdav_result r;
    size_t i, n = 200000;
    for (i = 0; i < n; i++) text[i] = '(', text[2 * n - 1 - i] = ')';
    dump(text, "forms", ARENA_SIZE, &r);
    check(dumped.size == 2 * n + 9 && memcmp(dumped.text + 8, text, 2 * n) == 0, "depth");
    dump(text, "forms", 16 * (n + 4) + 4096, &r);
    check(strstr(dumped.text, "(...)") != NULL, "depth beyond the room");
    text[n - 1] = '\0';
    check(dump(text, "forms", ARENA_SIZE, &r) == LAMBDAV_INPUT_ERROR, "unclosed depth");
}

/* Any arena gives a status and stays within its bytes. */
static void test_arenas(const char *text) {
    lambdav_result r;
    size_t size, peak;
    uint32_t i;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        dump(text, lambdav_pass_name(i), ARENA_SIZE, &r);
        peak = r.arena_peak + 600;
        for (size = 0; size < peak; size += 23 + peak / 512) {
            unsigned char *block = (unsigned char *)malloc(size + 1);
            lambdav_status status;
            if (block == NULL) exit(3);
            status = lambdav_dump(NULL, text, strlen(text), block, size, lambdav_pass_name(i),
                                  collect, &wanted, &r);
            wanted.size = 0;
            free(block);
            if (status != LAMBDAV_OK && status != LAMBDAV_OUT_OF_MEMORY) break;
        }
        check(size >= peak, "arena sizes");
    }
}

int main(int argc, char **argv) {
    int update = argc == 2 && strcmp(argv[1], "--update") == 0;
    glob_t paths;
    size_t i;
    arena = (unsigned char *)malloc(ARENA_SIZE);
    if (arena == NULL || glob("tests/data/dump/*.lv", 0, NULL, &paths) != 0) return 3;
    for (i = 0; i < paths.gl_pathc; i++) {
        if (!read_program(paths.gl_pathv[i])) return 3;
        if (update && !update_case(paths.gl_pathv[i])) return 3;
        if (update) continue;
        test_case(paths.gl_pathv[i]);
        test_arenas(program);
    }
    globfree(&paths);
    if (update) return 0;
    test_bad_calls();
    test_pass_names();
    test_same_words();
    test_failures();
    test_depth();
    free(arena);
    printf("%u passed, %u failed\n", passed, failed);
    return failed ? 1 : 0;
}
