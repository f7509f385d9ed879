/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/arena_test.c tests/code/lambdav.c -o arena_test -lcmocka */
/* Any arena gives the same words, or an error that says that it is too small: any size, any
   address, nothing written outside of it, nothing read outside of the text. Odd options and calls
   give errors.
   arena_test         sizes in prime steps (arena_all_test.c: closer ones, without ASan), and for
                      small programs those at which another allocation is the first to fail
   arena_test long    all sizes below 64 KiB, steps of 8 to the peak, for every program (hours) */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lambdav.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#else
#define ASAN_POISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#define ASAN_UNPOISON_MEMORY_REGION(p, n) ((void)(p), (void)(n))
#endif

#ifndef EXAMPLE_STEP /* between the arena sizes of the examples */
#define EXAMPLE_STEP 251
#endif
enum { GUARD = 64, GUARD_BYTE = 0xA5, ARENA = 64 << 20 };
enum { EVERY = 65536, STEP = 2039, LARGE_STEP = 16381 };
enum { SMALL = 32768, LIMITS = 48 }; /* bytes of the arena; limits from 1 on */

static int long_run;

/* --- a compile between guards */

/* The arena and the result stand between guard bytes that ASan takes for freed memory. */
typedef struct place {
    unsigned char *memory, *arena;
    size_t size, whole;
    unsigned char before[GUARD];
    lambdav_result result;
    unsigned char after[GUARD];
} place;

static void guard_set(unsigned char *p, size_t n) {
    memset(p, GUARD_BYTE, n);
    ASAN_POISON_MEMORY_REGION(p, n);
}

static void guard_check(unsigned char *p, size_t n) {
    size_t i;
    ASAN_UNPOISON_MEMORY_REGION(p, n);
    for (i = 0; i < n; i++) assert_int_equal(p[i], GUARD_BYTE);
}

/* Nobody may touch the bytes around. */
static void place_guard(place *p) {
    guard_set(p->memory, (size_t)(p->arena - p->memory));
    guard_set(p->arena + p->size, GUARD);
    guard_set(p->before, GUARD);
    guard_set(p->after, GUARD);
}

/* An arena of `size` bytes at an address that is `offset` (below 8) above a multiple of 8. */
static void place_open(place *p, size_t size, size_t offset) {
    p->size = size;
    p->whole = GUARD + offset + size + GUARD;
    p->memory = (unsigned char *)malloc(p->whole);
    assert_non_null(p->memory);
    p->arena = p->memory + GUARD + offset;
    place_guard(p);
}

/* The bytes around are as they were; they may be touched again. */
static void place_check(place *p) {
    guard_check(p->memory, (size_t)(p->arena - p->memory));
    guard_check(p->arena + p->size, GUARD);
    guard_check(p->before, GUARD);
    guard_check(p->after, GUARD);
}

static void place_close(place *p) {
    place_check(p);
    free(p->memory);
}

static void check_diagnostics(const lambdav_result *r) {
    char drawn[512];
    size_t i, k;
    for (i = 0; i < r->diagnostic_count; i++) {
        const lambdav_diagnostic *d = &r->diagnostics[i];
        assert_non_null(d->name);
        assert_non_null(d->message);
        assert_true(d->span.line > 0 && d->span.column > 0);
        assert_true(d->span.begin <= d->span.end && d->span.end <= d->span.text_size);
        for (k = 0; k < d->note_count; k++) {
            assert_non_null(d->notes[k].message);
            assert_true(d->notes[k].span.end <= d->notes[k].span.text_size);
        }
        assert_true(lambdav_format_diagnostic(d, 0, drawn, sizeof drawn) > 1);
    }
}

static lambdav_status place_compile(place *p, const lambdav_options *o, const char *text,
                                    size_t size) {
    lambdav_status status = lambdav_compile(o, text, size, p->arena, p->size, &p->result);
    const unsigned char *words = (const unsigned char *)p->result.words;
    assert_int_not_equal(status, LAMBDAV_BAD_CALL);
    assert_int_equal(status == LAMBDAV_OK, p->result.error_count == 0);
    assert_true(p->result.error_count == 0 || p->result.diagnostic_count > 0);
    assert_true(p->result.arena_peak <= p->size);
    if (words)
        assert_true(words >= p->arena && words + 4 * p->result.word_count <= p->arena + p->size);
    check_diagnostics(&p->result);
    return status;
}

/* --- the ramp */

typedef struct program {
    char *text;
    size_t size;
} program;

/* The file's bytes, in a block of just that size. */
static program program_read(const char *path) {
    FILE *file = fopen(path, "rb");
    program p;
    long size;
    assert_non_null(file);
    assert_int_equal(fseek(file, 0, SEEK_END), 0);
    size = ftell(file);
    rewind(file);
    p.size = (size_t)size;
    p.text = (char *)malloc(p.size + !p.size);
    assert_non_null(p.text);
    assert_int_equal(fread(p.text, 1, p.size, file), p.size);
    fclose(file);
    return p;
}

/* Returns the smallest size in which the allocation that failed has room, 0 if none failed. */
static size_t check_size(const lambdav_options *o, const program *t, const place *whole,
                         lambdav_status wanted, size_t size) {
    place p;
    size_t next = 0;
    lambdav_status status;
    place_open(&p, size, size * 5 % 8);
    status = place_compile(&p, o, t->text, t->size);
    if (status != LAMBDAV_OUT_OF_MEMORY) {
        assert_int_equal(status, wanted);
        assert_int_equal(p.result.error_count, whole->result.error_count);
        assert_int_equal(p.result.word_count, whole->result.word_count);
        if (p.result.word_count)
            assert_memory_equal(p.result.words, whole->result.words, 4 * p.result.word_count);
    } else {
        const lambdav_diagnostic *d = &p.result.diagnostics[p.result.diagnostic_count - 1];
        unsigned long count, bytes;
        assert_string_equal(d->name, "out-of-memory");
        assert_int_equal(
            sscanf(d->message, "out of memory: no room for %lu x %lu bytes", &count, &bytes), 2);
        next = (p.result.arena_peak + count * bytes + 7) / 8 * 8;
        if (next <= size) next = (size + 8) / 8 * 8;
    }
    place_close(&p);
    return next;
}

/* One program in arenas of many sizes: in steps of `step` below EVERY, then in larger and larger
   ones to the peak. */
static void ramp(const char *path, uint32_t flags, size_t step) {
    static place whole; /* for all of them: ASan takes long to make so large a block */
    lambdav_options o;
    program t = program_read(path);
    lambdav_status status;
    size_t size, peak;
    memset(&o, 0, sizeof o);
    o.flags = flags;
    if (whole.memory) place_guard(&whole);
    else place_open(&whole, ARENA, 0);
    status = place_compile(&whole, &o, t.text, t.size);
    peak = whole.result.arena_peak + 16;
    for (size = 0; size <= peak && size < EVERY; size += step)
        check_size(&o, &t, &whole, status, size);
    for (; size <= peak; size += long_run ? 8 : size / 4 + LARGE_STEP)
        check_size(&o, &t, &whole, status, size);
    check_size(&o, &t, &whole, status, peak);
    place_check(&whole);
    free(t.text);
}

/* The files take turns at the kinds of debug information. Returns how many there are. */
static size_t ramp_files(const char *pattern, size_t step) {
    static const uint32_t flags[] = {LAMBDAV_NAMES, LAMBDAV_DEBUG_LINES, LAMBDAV_DEBUG_FULL};
    glob_t found;
    size_t i, count;
    if (glob(pattern, 0, NULL, &found) != 0) return 0;
    for (i = 0; i < found.gl_pathc; i++) {
        fprintf(stderr, "%s\n", found.gl_pathv[i]);
        ramp(found.gl_pathv[i], flags[i % 3], long_run ? 1 : step);
    }
    count = found.gl_pathc;
    globfree(&found);
    return count;
}

static void test_arena_ramp_examples(void **state) {
    (void)state;
    ramp_files("examples/*.lv", EXAMPLE_STEP);
}

static void test_arena_ramp_cases(void **state) {
    size_t count = ramp_files("tests/data/run/*.lv", STEP);
    (void)state;
    count += ramp_files("tests/data/error/*.lv", STEP);
    count += ramp_files("tests/data/compute/*.lv", STEP);
    count += ramp_files("tests/data/dump/*.lv", EXAMPLE_STEP);
    count += ramp_files("tests/data/corpus/compile/*", EXAMPLE_STEP);
    assert_true(count > 0);
}

/* --- small programs: every allocation fails once, every small limit is reached */

/* Each limit from 1 on: the ordinary words, or an error. */
static void small_limits(lambdav_options o, const program *t, place *whole) {
    uint32_t i;
    for (i = 1; i <= LIMITS; i++) {
        o.max_nodes = i, o.max_calls = 0;
        place_compile(whole, &o, t->text, t->size);
        o.max_nodes = 0, o.max_calls = i;
        place_compile(whole, &o, t->text, t->size);
    }
}

static void small_program(const char *path, uint32_t flags) {
    lambdav_options o;
    program t = program_read(path);
    place whole;
    lambdav_status status;
    size_t size = 8;
    memset(&o, 0, sizeof o);
    o.flags = flags;
    place_open(&whole, SMALL, 0);
    status = place_compile(&whole, &o, t.text, t.size);
    if (status != LAMBDAV_OUT_OF_MEMORY) {
        while (size) size = check_size(&o, &t, &whole, status, size);
        small_limits(o, &t, &whole);
    }
    place_close(&whole);
    free(t.text);
}

static void test_small_programs(void **state) {
    static const uint32_t flags[] = {LAMBDAV_NAMES | LAMBDAV_KEEP_INTERFACE, LAMBDAV_DEBUG_LINES,
                                     LAMBDAV_DEBUG_FULL};
    glob_t found;
    size_t i;
    (void)state;
    assert_int_equal(glob("tests/data/run/*.lv", 0, NULL, &found), 0);
    assert_int_equal(glob("tests/data/error/*.lv", GLOB_APPEND, NULL, &found), 0);
    assert_int_equal(glob("tests/data/compute/*.lv", GLOB_APPEND, NULL, &found), 0);
    for (i = 0; i < found.gl_pathc; i++) small_program(found.gl_pathv[i], flags[i % 3]);
    globfree(&found);
}

/* --- odd options */

static const char ordinary[] =
    "(define (f x) (* x x)) (let ((y (.x (frag-coord)))) (if (< y 9) (f y) ((rec-func (a) (if "
    "(< a 1) a (rec (- a 1)))) y)))";

static place shared;

static lambdav_status compile(const lambdav_options *o, const char *text, size_t size) {
    return place_compile(&shared, o, text, size);
}

static int set_up(void **state) {
    (void)state;
    place_open(&shared, 4 << 20, 3);
    return 0;
}

static int tear_down(void **state) {
    (void)state;
    place_close(&shared);
    return 0;
}

static void expect_first(const char *name) {
    assert_true(shared.result.diagnostic_count > 0);
    assert_string_equal(shared.result.diagnostics[0].name, name);
}

/* Every combination of small limits: an error or the ordinary words. */
static void test_tiny_limits(void **state) {
    lambdav_options o;
    uint32_t depth, calls, nodes, kept, wanted[4096];
    size_t count;
    (void)state;
    memset(&o, 0, sizeof o);
    assert_int_equal(compile(&o, ordinary, sizeof ordinary - 1), LAMBDAV_OK);
    count = shared.result.word_count;
    assert_true(count <= 4096);
    memcpy(wanted, shared.result.words, 4 * count);
    for (depth = 0; depth < 4; depth++)
        for (calls = 0; calls < 6; calls++)
            for (nodes = 0; nodes < 24; nodes++)
                for (kept = 0; kept < 3; kept++) {
                    o.max_depth = depth, o.max_calls = calls, o.max_nodes = nodes,
                    o.max_diagnostics = kept;
                    if (compile(&o, ordinary, sizeof ordinary - 1) == LAMBDAV_OK) {
                        assert_int_equal(shared.result.word_count, count);
                        assert_memory_equal(shared.result.words, wanted, 4 * count);
                    } else if (strcmp(shared.result.diagnostics[0].name, "depth") != 0
                               && strcmp(shared.result.diagnostics[0].name, "calls") != 0) {
                        expect_first("limit");
                    }
                }
    o.max_depth = o.max_calls = o.max_nodes = o.max_diagnostics = UINT32_MAX;
    assert_int_equal(compile(&o, ordinary, sizeof ordinary - 1), LAMBDAV_OK);
}

/* All errors are counted; as many are kept as the options say. */
static void test_many_diagnostics(void **state) {
    enum { ERRORS = 3000 };
    static const uint32_t kept[] = {0, 1, 2, 64, 2999, 3000, 3001, 65536};
    lambdav_options o;
    char *text = (char *)malloc(ERRORS * 6 + 4);
    size_t i;
    (void)state;
    assert_non_null(text);
    strcpy(text, "(+");
    for (i = 0; i < ERRORS; i++) sprintf(text + strlen(text), " u%u", (unsigned)(i % 1000 + 1000));
    strcat(text, ")");
    text = (char *)realloc(text, strlen(text) + 1);
    place_close(&shared);
    place_open(&shared, 64 << 20, 1);
    for (i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        size_t want = kept[i] == 0 ? 64 : kept[i] < ERRORS ? kept[i] : ERRORS;
        memset(&o, 0, sizeof o);
        o.max_diagnostics = kept[i];
        assert_int_equal(compile(&o, text, strlen(text)), LAMBDAV_INPUT_ERROR);
        assert_int_equal(shared.result.error_count, ERRORS);
        assert_int_equal(shared.result.diagnostic_count, want);
    }
    free(text);
}

static void test_bad_calls(void **state) {
    static const lambdav_define half[] = {{"a", NULL}}, other_half[] = {{NULL, "1"}};
    static char arena[65536];
    lambdav_options o;
    lambdav_result r;
    (void)state;
    assert_int_equal(lambdav_compile(NULL, "1", 1, arena, sizeof arena, NULL), LAMBDAV_BAD_CALL);
    assert_int_equal(lambdav_compile(NULL, NULL, 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    assert_int_equal(r.diagnostic_count, 1);
    check_diagnostics(&r);
    assert_int_equal(lambdav_compile(NULL, "1", 1, NULL, 4096, &r), LAMBDAV_OUT_OF_MEMORY);
    check_diagnostics(&r);
    assert_int_equal(lambdav_compile(NULL, "1", 1, NULL, 0, &r), LAMBDAV_OUT_OF_MEMORY);
    check_diagnostics(&r);
    assert_int_equal(lambdav_compile(NULL, NULL, 0, arena, sizeof arena, &r), LAMBDAV_INPUT_ERROR);
    assert_string_equal(r.diagnostics[0].name, "no-output");
    memset(&o, 0xff, sizeof o);
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    memset(&o, 0, sizeof o);
    o.target = (lambdav_target)5;
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    memset(&o, 0, sizeof o);
    o.flags = 0x80000000u;
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    o.flags = 0, o.define_count = 1;
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    o.defines = half;
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    o.defines = other_half;
    assert_int_equal(lambdav_compile(&o, "1", 1, arena, sizeof arena, &r), LAMBDAV_BAD_CALL);
    check_diagnostics(&r);
}

/* Values of defines that are no single form, and names that are none: an error. */
static void test_odd_defines(void **state) {
    static const lambdav_define rows[] = {
        {"a", ""},   {"a", "1 2"}, {"a", "("},     {"a", ")"},  {"a", "\""},
        {"a", "#|"}, {"a", "#;"},  {"a", "a"},     {"a", "b"},  {"a", "(include \"a\")"},
        {"a", ";"},  {"a", "1x"},  {"a", "1e999"}, {"a", "(a)"}};
    static const lambdav_define twice[] = {{"a", "1"}, {"a", "2"}};
    lambdav_options o;
    size_t i;
    (void)state;
    memset(&o, 0, sizeof o);
    o.define_count = 1;
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        o.defines = &rows[i];
        assert_int_equal(compile(&o, "(+ a 1)", 7), LAMBDAV_INPUT_ERROR);
    }
    o.defines = twice, o.define_count = 2;
    compile(&o, "(+ a 1)", 7);
}

/* --- includes */

/* What the callback does is the first byte of the name: it fails; gives NULL; nothing; the same
   text for all names; a text that asks for the next number, or for its own name. */
static char include_text[128];

static int include(void *user, const char *name, size_t size, const char *from, size_t from_size,
                   lambdav_included *found) {
    static char blocks[20001][24];
    long i;
    (void)user, (void)from, (void)from_size;
    switch (size ? name[0] : '0') {
    case 'N': break;
    case 'n': found->text_size = 5; break;
    case 'e': found->text = ""; break;
    case 's': found->text = include_text; break;
    case 'm': found->text = "(include \"m\")"; break;
    case 'd': found->text = "(define a 1)"; break;
    case 'u': found->text = "(define b"; break;
    case 'i': found->text = "1", found->name = "input", found->name_size = 5; break;
    case 'c':
        for (i = 0, name++, size--; size > 0; name++, size--) i = 10 * i + (*name - '0');
        assert_true(i >= 0 && i <= 20000);
        if (i < 20000) sprintf(blocks[i], "(include \"c%ld\")", i + 1);
        found->text = i == 20000 ? "1" : blocks[i];
        break;
    default: return 0;
    }
    if (found->text) found->text_size = strlen(found->text);
    return 1;
}

static void include_case(const char *text, lambdav_status status, const char *error) {
    lambdav_options o;
    memset(&o, 0, sizeof o);
    o.include = include;
    assert_int_equal(compile(&o, text, strlen(text)), status);
    if (error) expect_first(error);
}

static void test_includes(void **state) {
    (void)state;
    include_case("(include \"x\") 1", LAMBDAV_INPUT_ERROR, "include-missing");
    include_case("(include \"\") 1", LAMBDAV_INPUT_ERROR, "include-missing");
    include_case("(include \"N\") 1", LAMBDAV_OK, NULL);
    include_case("(include \"n\") 1", LAMBDAV_INPUT_ERROR, "include-missing");
    include_case("(include \"e\") 1", LAMBDAV_OK, NULL);
    include_case("(include \"m\") 1", LAMBDAV_INPUT_ERROR, "include-cycle");
    include_case("(include \"input\") 1", LAMBDAV_INPUT_ERROR, "include-cycle");
    include_case("(include \"u\") 1", LAMBDAV_INPUT_ERROR, "unclosed");
    include_case("(include) 1", LAMBDAV_INPUT_ERROR, "syntax");
    include_case("(include \"d\" 2) 1", LAMBDAV_INPUT_ERROR, "syntax");
    include_case("(include d) 1", LAMBDAV_INPUT_ERROR, "syntax");
    include_case("(include \"d\") (include \"d\") a", LAMBDAV_OK, NULL);
    include_case("(include \"d\") (include \"d2\") a", LAMBDAV_INPUT_ERROR, "duplicate");
    include_case("(+ 1 (include \"d\"))", LAMBDAV_INPUT_ERROR, "misplaced");
    strcpy(include_text, "(include \"s1\") (include \"s2\")");
    include_case("(include \"s\") 1", LAMBDAV_INPUT_ERROR, "include-cycle");
}

static void test_include_chain(void **state) {
    (void)state;
    place_close(&shared);
    place_open(&shared, 16 << 20, 5);
    include_case("(include \"c0\")", LAMBDAV_OK, NULL);
}

/* A define of a name does not stand for the include of that name. */
static void test_define_and_include(void **state) {
    static const lambdav_define define = {"d", "2"};
    lambdav_options o;
    (void)state;
    memset(&o, 0, sizeof o);
    o.include = include, o.defines = &define, o.define_count = 1;
    assert_int_equal(compile(&o, "(include \"d\") (+ a d)", 21), LAMBDAV_OK);
}

/* Every allocation of a text that compiles fails once. */
static void check_each_allocation(const lambdav_options *o, char *text) {
    program t;
    place whole;
    size_t size = 8;
    t.text = text, t.size = strlen(text);
    place_open(&whole, SMALL, 0);
    assert_int_equal(place_compile(&whole, o, t.text, t.size), LAMBDAV_OK);
    while (size) size = check_size(o, &t, &whole, LAMBDAV_OK, size);
    place_close(&whole);
}

static void test_definitions_and_includes(void **state) {
    static char text[] = "(include \"e\") (include \"s\") (include \"d\") (+ a b other)";
    static const lambdav_define defines[] = {{"b", "2"}, {"other", "(+ 1 2)"}};
    lambdav_options o;
    (void)state;
    memset(&o, 0, sizeof o);
    strcpy(include_text, "(define unused 1)");
    o.include = include, o.defines = defines, o.define_count = 2;
    check_each_allocation(&o, text);
}

/* Names that lie behind aliases, or are there twice. */
static void test_namespaces(void **state) {
    static char text[] = "(include \"d\" :as d) (include \"s\" :as s) (include \"d2\")"
                         " (include \"d\" :as e)"
                         "(+ a d.a e.a s.d.a s.unused (s.p-x (s.p 1)))";
    lambdav_options o;
    (void)state;
    memset(&o, 0, sizeof o);
    strcpy(include_text, "(include \"d\" :as d) (struct p x) (define unused 1)");
    o.include = include, o.flags = LAMBDAV_NAMES;
    check_each_allocation(&o, text);
}

/* A text of several strings in the module, cut where no character ends: debug information keeps
   all of it, whatever the arena. */
static void test_long_source(void **state) {
    enum { TEXT = 600000, NEED = 2 << 20 };
    lambdav_options o;
    program t;
    place whole;
    lambdav_status status;
    size_t size;
    (void)state;
    memset(&o, 0, sizeof o);
    o.flags = LAMBDAV_DEBUG_FULL;
    t.size = TEXT, t.text = (char *)malloc(TEXT);
    assert_non_null(t.text);
    memset(t.text, 0x80, TEXT);
    memcpy(t.text, "1 ;", 3);
    place_open(&whole, NEED, 0);
    status = place_compile(&whole, &o, t.text, t.size);
    assert_int_equal(status, LAMBDAV_OK);
    assert_true(4 * whole.result.word_count > TEXT);
    for (size = 8; size;) size = check_size(&o, &t, &whole, status, size);
    place_close(&whole);
    free(t.text);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_arena_ramp_examples),
        cmocka_unit_test(test_arena_ramp_cases),
        cmocka_unit_test(test_small_programs),
        cmocka_unit_test_setup_teardown(test_tiny_limits, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_many_diagnostics, set_up, tear_down),
        cmocka_unit_test(test_bad_calls),
        cmocka_unit_test_setup_teardown(test_odd_defines, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_includes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_include_chain, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_define_and_include, set_up, tear_down),
        cmocka_unit_test(test_definitions_and_includes),
        cmocka_unit_test(test_namespaces),
        cmocka_unit_test(test_long_source),
    };
    long_run = argc > 1 && strcmp(argv[1], "long") == 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
