/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/api_test.c tests/code/lambdav.c -o api_test -lcmocka -lpthread */
/* The public functions of lambdav.h: every status, every option, what the tables and formatting
   promise. Texts live in blocks of their own size, so that ASan sees a read past their ends. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lambdav.h"

enum { ARENA_SIZE = 16 << 20, TEXT_SIZE = 8192, ALL = 1000 };
static unsigned char arena[ARENA_SIZE];
static lambdav_result result;

static lambdav_status compile(const lambdav_options *options, const char *text) {
    size_t size = strlen(text);
    char *copy = (char *)malloc(size + !size);
    lambdav_status status;
    static char *kept[2]; /* the diagnostics of the last result point into its text */
    assert_non_null(copy);
    memcpy(copy, text, size);
    status = lambdav_compile(options, copy, size, arena, ARENA_SIZE, &result);
    free(kept[0]);
    kept[0] = kept[1];
    kept[1] = copy;
    if (status == LAMBDAV_OK)
        assert_int_equal(result.error_count, 0);
    else
        assert_true(result.diagnostic_count > 0 && result.words == NULL);
    return status;
}

/* All diagnostics as text. */
static const char *report(void) {
    static char text[TEXT_SIZE];
    size_t at = 0, i;
    text[0] = '\0';
    for (i = 0; i < result.diagnostic_count; i++) {
        at += lambdav_format_diagnostic(&result.diagnostics[i], 0, text + at, TEXT_SIZE - at) - 1;
        assert_true(at < TEXT_SIZE);
    }
    return text;
}

/* The one error of the last compile. */
static void assert_error(const char *name, const char *source, uint32_t line, uint32_t column) {
    const lambdav_diagnostic *d = result.diagnostics;
    if (result.error_count != 1 || strcmp(d->name, name) != 0) fail_msg("%s", report());
    assert_int_equal(result.diagnostic_count, 1);
    assert_string_equal(lambdav_error_name(d->code), name);
    assert_int_equal(d->severity, LAMBDAV_ERROR);
    assert_int_equal(d->span.source_name_size, strlen(source));
    assert_memory_equal(d->span.source_name, source, strlen(source));
    assert_int_equal(d->span.line, line);
    assert_int_equal(d->span.column, column);
}

static uint32_t *copy_words(void) {
    uint32_t *copy = (uint32_t *)malloc(4 * result.word_count);
    assert_non_null(copy);
    memcpy(copy, result.words, 4 * result.word_count);
    return copy;
}

/* How many instructions of the module have this opcode. */
static uint32_t count_of(uint32_t opcode) {
    uint32_t at = 5, count = 0;
    for (; at < result.word_count; at += result.words[at] >> 16)
        count += (result.words[at] & 0xffffu) == opcode;
    return count;
}

/* Whether two texts, each with its options, give the same words. */
static int same_words(const lambdav_options *a, const char *text_a, const lambdav_options *b,
                      const char *text_b) {
    uint32_t *words;
    size_t count;
    int same;
    assert_int_equal(compile(a, text_a), LAMBDAV_OK);
    count = result.word_count;
    words = copy_words();
    if (compile(b, text_b) != LAMBDAV_OK) fail_msg("%s", report());
    same = count == result.word_count && memcmp(words, result.words, 4 * count) == 0;
    free(words);
    return same;
}

/* ---- statuses */

static void test_compile(void **state) {
    (void)state;
    assert_int_equal(compile(NULL, "(output 0 (+ 1 2))"), LAMBDAV_OK);
    assert_int_equal(result.words[0], 0x07230203);
    assert_int_equal(result.words[1], 0x00010300);
    assert_int_equal(result.diagnostic_count, 0);
    assert_null(result.diagnostics);
    assert_true(result.arena_peak >= 4 * result.word_count && result.arena_peak <= ARENA_SIZE);
    assert_true((const unsigned char *)result.words - arena < 8);
    assert_int_equal(compile(NULL, "(oops)"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "input", 1, 2);
    assert_null(result.words);
    assert_int_equal(result.word_count, 0);
}

static void assert_bad_call(const lambdav_options *options, const char *text, size_t size) {
    assert_int_equal(lambdav_compile(options, text, size, arena, ARENA_SIZE, &result),
                     LAMBDAV_BAD_CALL);
    assert_error("bad-call", "input", 1, 1); /* the options are not to be trusted */
    assert_true(strlen(result.diagnostics[0].message) > 10);
}

static void test_bad_calls(void **state) {
    lambdav_options options = {0};
    lambdav_define define = {NULL, "1"};
    (void)state;
    assert_int_equal(lambdav_compile(NULL, "1", 1, arena, ARENA_SIZE, NULL), LAMBDAV_BAD_CALL);
    assert_bad_call(NULL, NULL, 1);
    options.source_name = "file.lv";
    options.target = (lambdav_target)(LAMBDAV_TARGET_SPIRV_1_6 + 1);
    assert_bad_call(&options, "1", 1);
    options.target = LAMBDAV_TARGET_DEFAULT;
    options.loops = (lambdav_loops)(LAMBDAV_LOOPS_DONT_UNROLL + 1);
    assert_bad_call(&options, "1", 1);
    options.loops = LAMBDAV_LOOPS_AUTO;
    options.inlining = LAMBDAV_INLINE_NEVER + 1;
    assert_bad_call(&options, "1", 1);
    options.inlining = LAMBDAV_INLINE_AUTO;
    options.flags = 0x80000000u;
    assert_bad_call(&options, "1", 1);
    options.flags = LAMBDAV_SAFE << 1;
    assert_bad_call(&options, "1", 1);
    options.flags = 0;
    options.no_warn = LAMBDAV_WARNING(LAMBDAV_E_SYNTAX);
    assert_bad_call(&options, "1", 1);
    options.no_warn = 0;
    options.warn = LAMBDAV_WARNING(LAMBDAV_E_OUT_OF_MEMORY);
    assert_bad_call(&options, "1", 1);
    options.warn = 0;
    options.define_count = 1;
    assert_bad_call(&options, "1", 1);
    options.defines = &define;
    assert_bad_call(&options, "1", 1);
    define.name = "a";
    define.value = NULL;
    assert_bad_call(&options, "1", 1);
    define.value = "1";
    assert_int_equal(compile(&options, "a"), LAMBDAV_OK);
}

static void test_empty_texts(void **state) {
    (void)state;
    assert_int_equal(lambdav_compile(NULL, NULL, 0, arena, ARENA_SIZE, &result),
                     LAMBDAV_INPUT_ERROR);
    assert_error("no-output", "input", 1, 1);
    assert_int_equal(compile(NULL, " ; nothing\n"), LAMBDAV_INPUT_ERROR);
    assert_error("no-output", "input", 1, 1);
    assert_int_equal(compile(NULL, "\xef\xbb\xbf"
                                   "1"),
                     LAMBDAV_OK);
}

/* The text is not looked at. */
static void test_too_large(void **state) {
    (void)state;
    if (SIZE_MAX <= 0xffffffffu) skip();
    assert_int_equal(lambdav_compile(NULL, "1", (size_t)-1, arena, ARENA_SIZE, &result),
                     LAMBDAV_INPUT_ERROR);
    assert_error("too-large", "input", 1, 1);
    assert_string_equal(report(),
                        "input:1:1: error: the text is larger than 4294967280 bytes [too-large]\n");
}

/* ---- memory */

static void test_small_arenas(void **state) {
    static const char text[] =
        "(define (f x) (if (< x 1) x (* x x))) (output 0 (f (.x (frag-coord))))";
    size_t size, needed;
    int accepted = 0;
    (void)state;
    assert_int_equal(lambdav_compile(NULL, text, sizeof text - 1, NULL, 0, &result),
                     LAMBDAV_OUT_OF_MEMORY);
    assert_error("out-of-memory", "input", 1, 1);
    assert_int_equal(compile(NULL, text), LAMBDAV_OK);
    needed = result.arena_peak;
    for (size = 0; size <= 2 * needed; size += 1 + size / 40) {
        unsigned char *block = (unsigned char *)malloc(size + !size);
        lambdav_status status;
        assert_non_null(block);
        status = lambdav_compile(NULL, text, sizeof text - 1, block, size, &result);
        assert_true(status == LAMBDAV_OK || (status == LAMBDAV_OUT_OF_MEMORY && !accepted));
        if (status == LAMBDAV_OK)
            accepted = 1;
        else
            assert_error("out-of-memory", "input", 1, 1);
        free(block);
    }
    assert_true(accepted);
}

/* A recursion without end may need more memory than there is before it is too deep: where it is,
   and that it may be one, is told, from 1000 nested calls on. */
static void test_memory_and_recursion(void **state) {
    static const char text[] = "(define x (.x (frag-coord)))\n"
                               "(define (f n) (if (< n 1) (if (< x n) (f (+ n 1)) n) x))\n"
                               "(output 0 (f x))";
    size_t few = 1 << 12, enough = 1 << 20;
    (void)state;
    assert_int_equal(lambdav_compile(NULL, text, sizeof text - 1, arena, enough, &result),
                     LAMBDAV_OUT_OF_MEMORY);
    assert_error("out-of-memory", "input", 2, 39);
    assert_non_null(
        strstr(result.diagnostics[0].message, " calls are nested here: does a recursion end?"));
    while (enough - few > 8) { /* with how much memory it is told first */
        size_t half = (few + enough) / 16 * 8;
        assert_int_equal(lambdav_compile(NULL, text, sizeof text - 1, arena, half, &result),
                         LAMBDAV_OUT_OF_MEMORY);
        if (strstr(result.diagnostics[0].message, " calls are nested here")) enough = half;
        else few = half;
    }
    lambdav_compile(NULL, text, sizeof text - 1, arena, enough, &result);
    assert_non_null(strstr(result.diagnostics[0].message, "; 1000 calls are nested here"));
}

/* An error that was found before memory ran out is told too. */
static void test_memory_and_error(void **state) {
    char text[4096] = "(output 0 (1x))";
    size_t size, seen = 0;
    (void)state;
    for (size = strlen(text); size < sizeof text - 8; size += 8) memcpy(text + size, "(+ 1 2) ", 8);
    for (size = 1024; size < 1 << 16; size += 256) {
        lambdav_status status = lambdav_compile(NULL, text, sizeof text - 8, arena, size, &result);
        if (status != LAMBDAV_OUT_OF_MEMORY || result.diagnostic_count < 2) continue;
        assert_string_equal(result.diagnostics[0].name, "bad-number");
        assert_string_equal(result.diagnostics[result.diagnostic_count - 1].name, "out-of-memory");
        seen++;
    }
    assert_true(seen > 0);
}

static void test_odd_addresses(void **state) {
    static const char text[] = "(output 0 (vec4 (frag-coord) .x 1 2 3))";
    static const char program[] = "(output 0 (let ((c (frag-coord))) (vec4 c.x 1 2 (sin c.y))))";
    size_t offset, count = 0;
    uint32_t *words = NULL;
    (void)state;
    for (offset = 0; offset < 9; offset++) {
        assert_int_equal(lambdav_compile(NULL, program, sizeof program - 1, arena + offset,
                                         ARENA_SIZE - 16, &result),
                         LAMBDAV_OK);
        if (words == NULL) {
            count = result.word_count;
            words = copy_words();
        }
        assert_int_equal(count, result.word_count);
        assert_memory_equal(words, result.words, 4 * count);
        assert_int_equal(
            lambdav_compile(NULL, text, sizeof text - 1, arena + offset, ARENA_SIZE - 16, &result),
            LAMBDAV_INPUT_ERROR);
    }
    free(words);
}

/* ---- options */

static void test_targets(void **state) {
    static const uint32_t versions[] = {0x10300, 0x10000, 0x10300, 0x10500, 0x10600};
    lambdav_options options = {0};
    uint32_t i;
    (void)state;
    for (i = 0; i <= LAMBDAV_TARGET_SPIRV_1_6; i++) {
        options.target = (lambdav_target)i;
        assert_int_equal(compile(&options, "1"), LAMBDAV_OK);
        assert_int_equal(result.words[1], versions[i]);
    }
}

static void test_flags(void **state) {
    static const char text[] =
        "(push-constants (t num)) (output 0 (+ (* t t) (if (< t 1) (/ 1 t) 2)))";
    lambdav_options options = {0};
    size_t count;
    (void)state;
    assert_int_equal(compile(NULL, text), LAMBDAV_OK);
    count = result.word_count;
    options.flags = LAMBDAV_NAMES;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_true(result.word_count > count);
    options.flags = LAMBDAV_STRICT_FLOATS;
    assert_false(same_words(NULL, text, &options, text));
    options.flags = LAMBDAV_CHECK_ONLY;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_null(result.words);
    assert_int_equal(result.word_count, 0);
    options.flags = (LAMBDAV_SAFE << 1) - 1; /* all there are */
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_null(result.words);
    options.flags = LAMBDAV_CHECK_ONLY;
    assert_int_equal(compile(&options, "(define (f x) x)"), LAMBDAV_OK);
    assert_null(result.words);
    assert_int_equal(compile(&options, "(output 0 g)"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "input", 1, 11);
}

/* A check makes no module: it needs less memory, and does not see SPIR-V's own limits; what it says
   of the text is what a compile says. */
static void test_check_only(void **state) {
    static const char uniform[] = "(compute (64) (when (< (int (local-invocation-index)) 1) "
                                  "(barrier)))",
                      pure[] = "(let* ((x (.x (frag-coord))) (y (if (< x 1) (sin (exp x)) x))) "
                               "(* y (loop ((i 0) (s y)) (if (< i 9) (rec (+ i 1) (exp s)) s))))";
    static char deep[200000];
    lambdav_options check = {0};
    size_t peak, used;
    int i;
    (void)state;
    check.flags = LAMBDAV_CHECK_ONLY;
    assert_int_equal(compile(NULL, pure), LAMBDAV_OK);
    peak = result.arena_peak;
    assert_int_equal(compile(&check, pure), LAMBDAV_OK);
    assert_true(result.arena_peak < peak);
    assert_int_equal(compile(NULL, uniform), LAMBDAV_OK);
    assert_int_equal(result.diagnostics[0].code, LAMBDAV_E_NON_UNIFORM);
    assert_int_equal(compile(&check, uniform), LAMBDAV_OK);
    assert_int_equal(result.diagnostics[0].code, LAMBDAV_E_NON_UNIFORM);
    used = (size_t)sprintf(deep, "(let ((x (.x (frag-coord)))) ");
    for (i = 0; i < 1024; i++)
        used += (size_t)sprintf(deep + used, "(loop ((i%d (+ x %s%d))) (if (< i%d 9) (rec ", i,
                                i ? "i" : "", i ? i - 1 : 0, i);
    used += (size_t)sprintf(deep + used, "9");
    for (i = 1023; i >= 0; i--) used += (size_t)sprintf(deep + used, ") (sin i%d)))", i);
    sprintf(deep + used, ")");
    assert_int_equal(compile(&check, deep), LAMBDAV_OK);
    assert_int_equal(compile(NULL, deep), LAMBDAV_INPUT_ERROR);
    assert_string_equal(result.diagnostics[0].name, "limit");
}

/* The code of the only warning of a text, 0 if it has none. */
static uint32_t warned(const lambdav_options *options, const char *text) {
    assert_int_equal(compile(options, text), LAMBDAV_OK);
    assert_in_range(result.diagnostic_count, 0, 1);
    return result.diagnostic_count ? result.diagnostics[0].code : 0;
}

static void test_warnings(void **state) {
    static const struct {
        uint32_t code, stays; /* stays: is given without being asked for */
        const char *text;
    } cases[] = {
        {LAMBDAV_E_UNUSED_DEFINITION, 0, "(define a 1) 2"},
        {LAMBDAV_E_UNUSED_NAME, 0, "(let ((a 1)) 2)"},
        {LAMBDAV_E_UNUSED_RESOURCE, 0, "(push-constants (a num)) 2"},
        {LAMBDAV_E_SHADOWED_BUILTIN, 0, "(let ((step sin)) (step 1))"},
        {LAMBDAV_E_DOMAIN, 1, "(sqrt -1)"},
        {LAMBDAV_E_NO_POSITION, 1, "(vertex (varying uv (vec2 1))) (fragment (vec4 uv 0 1))"},
        {LAMBDAV_E_NON_UNIFORM, 1,
         "(compute (8) (when (= (local-invocation-index) 0u) (barrier)))"},
        {LAMBDAV_E_NON_UNIFORM_INDEX, 1,
         "(texture t (array 2d 2)) (sample-lod (at t (int (.x (frag-coord)))) (vec2 0) 0)"},
    };
    size_t i, k;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        lambdav_options options = {0};
        uint32_t code = cases[i].code;
        assert_int_equal(warned(&options, cases[i].text), cases[i].stays ? code : 0);
        options.warn = LAMBDAV_WARNING(code);
        assert_int_equal(warned(&options, cases[i].text), code);
        options.no_warn = LAMBDAV_WARNING(code);
        assert_int_equal(warned(&options, cases[i].text), 0);
        options.warn = 0, options.flags = LAMBDAV_WARN_ALL;
        assert_int_equal(warned(&options, cases[i].text), 0);
        options.no_warn = 0;
        assert_int_equal(warned(&options, cases[i].text), code);
        for (k = 0, options.flags = 0; k < sizeof cases / sizeof *cases; k++) {
            options.warn = LAMBDAV_WARNING(cases[k].code);
            assert_int_equal(warned(&options, cases[i].text),
                             k == i || cases[i].stays ? code : 0);
        }
    }
}

/* A copy of an array is told of by its name alone, where it is made: column, 0: there is none. */
static void test_array_copies(void **state) {
    static const struct {
        uint32_t column;
        const char *loop; /* begins with an array that a loop has made */
    } cases[] = {
        {0, "(loop ((k 0i) (b a)) (if (< k n) (rec (+ k 1) (with-at b k 5)) (at b n)))"},
        {0, "(loop ((k 0i) (b a))"
            " (if (< k n) (rec (+ k 1) (if (= k 2) (with-at b k 5) b)) (at b n)))"},
        {15, "(at (loop ((k 0i) (b a))"
             " (if (< k n) (rec (+ k 1) (with-at b k (at a (- n k)))) b)) n)"},
        {57, "(loop ((k 0i) (b a)) (if (< k n) (rec (+ k 1) (map - (with-at b k 1))) (at b n)))"},
        {0, "(loop ((m 0i) (b a)) (if (< m n)"
            " (rec (+ m 1) (loop ((k 0i) (c b)) (if (< k m) (rec (+ k 1) (with-at c k 5)) c)))"
            " (at b n)))"},
        {0, "(at (loop ((l 0i) (b a)) (if (< l n) (rec (+ l 1)"
            " (loop ((m 0i) (c b)) (if (< m l) (rec (+ m 1)"
            " (loop ((k 0i) (d c)) (if (< k m) (rec (+ k 1) (with-at d k (at d l))) d)))"
            " c))) b)) n)"},
        {0, "(loop ((k 0i) (b a)) (if (< k n) (rec (+ k 1) (with b ((at k) 1) ((at n) 2)"
            " ((at k) 3) ((at n) 4) ((at k) 5) ((at n) 6) ((at k) 7) ((at n) 8))) (at b n)))"},
        {154, "(loop ((k 0i) (b a)) (if (< k n) (rec (+ k 1) (with b ((at k) 1) ((at n) 2)"
              " ((at k) 3) ((at n) 4) ((at k) 5) ((at n) 6) ((at k) 7) ((at n) 8) ((at k) 9)))"
              " (at b n)))"},
    };
    const char *begin = "(define n (int (.x (frag-coord))))\n"
                        "(define a (loop ((k 0i) (a (array 1 2 3)))"
                        " (if (< k n) (rec (+ k 1) (with-at a k 5)) a)))\n(output 0 ";
    size_t i, k;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s%s)", begin, cases[i].loop);
        for (k = 0; k < 4; k++) {
            lambdav_options options = {0};
            uint32_t code = k > 1 && cases[i].column ? LAMBDAV_E_ARRAY_COPY : 0;
            options.flags = k == 1 ? LAMBDAV_WARN_ALL : k == 3 ? LAMBDAV_CHECK_ONLY : 0;
            options.warn = k > 1 ? LAMBDAV_WARNING(LAMBDAV_E_ARRAY_COPY) : 0;
            assert_int_equal(warned(&options, text), code);
            if (!code) continue;
            assert_string_equal(result.diagnostics[0].name, "array-copy");
            assert_int_equal(result.diagnostics[0].span.line, 3);
            assert_int_equal(result.diagnostics[0].span.column, cases[i].column);
        }
    }
}

/* The loop control of the only loop of a text. */
static uint32_t loop_control(const char *text, lambdav_loops loops) {
    lambdav_options options = {0};
    uint32_t at = 5, control = ~0u;
    options.loops = loops;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    for (; at < result.word_count; at += result.words[at] >> 16)
        if ((result.words[at] & 0xffffu) == 246) { /* OpLoopMerge */
            assert_int_equal(control, ~0u);
            control = result.words[at + 3];
        }
    return control;
}

/* Loops of a few turns, and of as many as are known when they run. */
static void test_loops(void **state) {
    static const uint32_t few[] = {1, 0, 0, 1, 2}, many[] = {0, 0, 0, 1, 2};
    uint32_t i;
    (void)state;
    for (i = LAMBDAV_LOOPS_AUTO; i <= LAMBDAV_LOOPS_DONT_UNROLL; i++) {
        assert_int_equal(loop_control("(define x (.x (frag-coord))) (loop ((i 0i) (s x))"
                                      " (if (< i 3) (rec (+ i 1) (sin s)) s))",
                                      (lambdav_loops)i),
                         few[i]);
        assert_int_equal(loop_control("(define x (.x (frag-coord))) (loop ((i 0i) (s x))"
                                      " (if (< i (int x)) (rec (+ i 1) (sin s)) s))",
                                      (lambdav_loops)i),
                         many[i]);
    }
}

/* An array stays in memory that only the innermost of several loops indexes: what goes around are
   the counters alone. */
static void test_array_through_loops(void **state) {
    lambdav_options options = {0};
    (void)state;
    options.loops = LAMBDAV_LOOPS_PHI;
    assert_int_equal(
        compile(&options,
                "(define n (int (.x (frag-coord)))) (define start (array 1 2 3 4))"
                " (at (loop ((l 0i) (a start)) (if (< l n) (rec (+ l 1)"
                " (loop ((m 0i) (b a)) (if (< m l) (rec (+ m 1)"
                " (loop ((k 0i) (c b)) (if (< k m) (rec (+ k 1) (with-at c k (at c l))) c)))"
                " b))) a)) 2)"),
        LAMBDAV_OK);
    assert_int_equal(count_of(245), 3); /* OpPhi */
}

/* With LAMBDAV_INLINE_NEVER, a function of the text is one of the module if it can be. */
static void test_functions(void **state) {
    static const struct {
        uint32_t count; /* of the module's functions */
        const char *text;
    } cases[] = {
        {2, "(texture t 2d) (define v (.xy (frag-coord)))"
            " (define (f p) (+ (sample-lod t (* p p) 0) (vec4 (* p p) p))) (+ (f v) (f (+ v 1)))"},
        {1, "(texture t (array 2d 4)) (define v (.xy (frag-coord)))"
            " (define (f p) (+ (sample-lod (at t 1) (* p p) 0) (vec4 (* p p) p)))"
            " (+ (f v) (f (+ v 1)))"},
        {2, "(texture t 2d) (define v (.xy (frag-coord)))"
            " (define (f p) (+ (sample t (* p p)) (vec4 (* p p) p))) (+ (f v) (f (+ v 1)))"},
        {2, "(define v (.xy (frag-coord))) (define (f p) (if (> p.x 1) (fwidth p) (* p 2)))"
            " (vec4 (f v) (if (> v.x 9) (f (+ v 1)) v))"},
        /* what takes derivatives in a loop is warned of where it stands */
        {1, "(define v (.x (frag-coord)))"
            " (define (f p) (loop ((x p)) (if (< x 9) (rec (+ x 1 (dfdx (* x x)))) x)))"
            " (vec4 (f v) (f (+ v 1)) 0 0)"},
        {2, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (do (bind x (load b v)) (store b v (* x x)) (+ x (num v))))"
            " (compute (8) (do (bind v (f i)) (store b i (+ v (f (+ i 1))))))"},
        {2, "(buffer b (array num))"
            " (define (f) (do (bind x (load b 0)) (store b 0 (* x x)) (sin x)))"
            " (compute (1) (do (bind v (f)) (bind w (f)) (store b 1 (+ v w (f)))))"},
        {2, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (if (> v 3) (store b v 1) (do (store b v 2) (memory-barrier))))"
            " (compute (8) (do (f i) (f (+ i 1)) (f (+ i 2))))"},
        {1, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (do (store b v 1) (barrier) (store b v (* 2 (num v)))))"
            " (compute (8) (do (f i) (f (+ i 1)) (f (+ i 2))))"},
        /* its value is wanted by nobody, and may have no end */
        {1, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (do (store b v 1) (loop ((k v)) (if (= k 3) k (rec (+ k 2))))))"
            " (compute (8) (do (f i) (f (+ i 1)) (f (+ i 2))))"},
        {2, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (loop ((k v)) (if (= k 3) k (do (store b k 1) (rec (+ k 2))))))"
            " (compute (8) (do (bind m (f i)) (bind n (f (+ m 1))) (f (+ n 2))))"},
        {1, "(buffer b (array num)) (define i (.x (local-invocation-id)))"
            " (define (f v) (+ (subgroup-add (* v v)) (* v (+ v v))))"
            " (compute (8) (do (bind v (load b i)) (store b i (+ (f v) (f (+ v 1))))))"},
    };
    size_t i;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        lambdav_options options = {0};
        options.inlining = LAMBDAV_INLINE_NEVER;
        if (compile(&options, cases[i].text) != LAMBDAV_OK) fail_msg("%s", report());
        assert_int_equal(count_of(54), cases[i].count); /* OpFunction */
    }
}

/* A function may be given choices, and elements that are: what they are made of stays outside. And
   the token of its effect may be a choice, which is no value. */
static void test_functions_of_choices(void **state) {
    static const char *const texts[] = {
        "(buffer b (array int)) (input w ivec4 :location 0) (define i (int (.x (frag-coord))))"
        " (loop ((n 0i) (a (array-of 3 (func (k) (at (array k w.x k) i)))))"
        " (if (< n 2) (do (if (< i 2) 0 (fold (func (s e) (atomic-and b 3 (at a i))) 0"
        " (array w.y w.z))) (rec n a)) 1))",
        "(buffer b (array num)) (input v vec3 :location 0)"
        " (do (bind g (if (bool v.x) (load (at b 1)) 1))"
        " ((func (s z) (if (at (bvec3 true true true) (uint v.y)) (if false (load (at b 1)) g) 1))"
        " 1 v.z))",
    };
    size_t i;
    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        lambdav_options options = {0};
        options.inlining = LAMBDAV_INLINE_NEVER;
        if (compile(&options, texts[i]) != LAMBDAV_OK) fail_msg("%s", report());
        assert_int_equal(count_of(54), i ? 2 : 3); /* OpFunction */
        if (i) assert_int_equal(count_of(169), 1); /* OpSelect */
    }
}

/* A body in vain is the expansion of its application: what is equal there, and calls with the same
   operands, are one node as anywhere else. */
static void test_bodies_in_vain(void **state) {
    static const struct {
        uint32_t calls;
        const char *text;
    } cases[] = {
        {0, "(define (h p) (sin (+ (* p 2) (cos (* 3 (+ p 1))))))"
            "(vec4 (+ (h (* x 5)) (* 2 (h (* x 5)))))"},
        {0, "(define (h p) (sin (+ (* p 2) (cos (* 3 (+ p 1))))))"
            "(define (g q) (+ (h (* q 5)) (* 2 (h (* q 5))))) (vec4 (g x)) (output 1 (g x))"},
        {4, "(define (f p) (sin (* 4 (sin (+ (* p 2) (cos (* 3 (+ p 1))))))))"
            "(define (e p) (+ (f (* p p)) (f p))) (define (h p) (+ (e p) (* 2 (e p))))"
            "(define (g q) (+ (h (* q 5)) (* 2 (h (* q 5))))) (vec4 (g x) (g (+ x 1)) 0 0)"},
    };
    size_t i;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        lambdav_options always = {0};
        char text[1000];
        sprintf(text, "(define x (.x (frag-coord))) %s", cases[i].text);
        if (compile(NULL, text) != LAMBDAV_OK) fail_msg("%s", report());
        assert_int_equal(count_of(57), cases[i].calls); /* OpFunctionCall */
        always.inlining = LAMBDAV_INLINE_ALWAYS;
        if (!cases[i].calls) assert_true(same_words(NULL, text, &always, text));
    }
}

static lambdav_status define(const char *name, const char *value, const char *text) {
    lambdav_options options = {0};
    lambdav_define one;
    one.name = name;
    one.value = value;
    options.defines = &one;
    options.define_count = 1;
    return compile(&options, text);
}

static void test_defines(void **state) {
    lambdav_options options = {0};
    lambdav_define two[] = {{"a", "(vec2 b 1)"}, {"b", "3"}};
    (void)state;
    options.defines = two;
    options.define_count = 2;
    assert_true(same_words(NULL, "(vec2 3 1)", &options, "a"));
    /* The text's own definitions give way, wherever they stand. */
    assert_true(same_words(NULL, "(vec2 3 1)", &options, "(define b 7) a (define (a x) x)"));
    two[1].value = "(func (x) (* x 2))";
    two[0].value = "(b 4)";
    assert_true(same_words(NULL, "8", &options, "a"));
    assert_int_equal(define("sin", "cos", "(sin 0)"), LAMBDAV_OK);
    /* ... but are still definitions, of which there is one. */
    assert_int_equal(define("a", "1", "(define a 2)\n(define a 3) a"), LAMBDAV_INPUT_ERROR);
    assert_error("duplicate", "input", 2, 9);
    assert_int_equal(result.diagnostics[0].notes[0].span.line, 1);
    two[0].value = "1";
    two[1].name = "a";
    assert_int_equal(compile(&options, "a"), LAMBDAV_INPUT_ERROR);
    assert_error("duplicate", "a", 1, 1);
    assert_int_equal(result.diagnostics[0].note_count, 1);
}

static void test_bad_defines(void **state) {
    static const char *const names[] = {"1", "a.b", "(a)", "true", "\"a\"", ":a"};
    size_t i;
    (void)state;
    assert_int_equal(define("a", "1x", "a"), LAMBDAV_INPUT_ERROR);
    assert_error("bad-number", "a", 1, 1);
    assert_int_equal(define("a", "(+ 1", "a"), LAMBDAV_INPUT_ERROR);
    assert_error("unclosed", "a", 1, 5);
    assert_int_equal(define("a", "", "1"), LAMBDAV_INPUT_ERROR);
    assert_error("syntax", "a", 1, 1);
    assert_int_equal(define("a", "1 2", "1"), LAMBDAV_INPUT_ERROR);
    assert_error("syntax", "a", 1, 1);
    assert_int_equal(define("a", "\n  (sin true)", "a"), LAMBDAV_INPUT_ERROR);
    assert_error("operand-type", "a", 2, 8);
    assert_int_equal(define("", "1", "1"), LAMBDAV_INPUT_ERROR);
    assert_error("syntax", "", 1, 1);
    assert_int_equal(define("a b", "1", "1"), LAMBDAV_INPUT_ERROR);
    assert_error("syntax", "a b", 1, 1);
    for (i = 0; i < sizeof names / sizeof names[0]; i++) {
        assert_int_equal(define(names[i], "1", "1"), LAMBDAV_INPUT_ERROR);
        assert_error(i == 1 ? "unknown-name" : "expected-name", names[i], 1, 1);
    }
}

static void test_entries(void **state) {
    static const char text[] = "(define (f x) (* x 2))\n(fragment \"a\" (output 0 (f 1)))\n"
                               "(fragment \"b\" (vec2 (f 2) 3))\n(output 0 5)";
    lambdav_entry_point points[4];
    lambdav_reflection r;
    static uint64_t scratch[4096];
    lambdav_options options = {0};
    (void)state;
    memset(&r, 0, sizeof r);
    r.entry_points = points;
    r.entry_point_capacity = 4;
    assert_int_equal(compile(NULL, text), LAMBDAV_OK);
    assert_int_equal(lambdav_reflect(result.words, result.word_count, scratch, sizeof scratch, &r),
                     LAMBDAV_OK);
    assert_int_equal(r.entry_point_count, 3);
    assert_int_equal(lambdav_name_byte(points[0].name, 0), 'a');
    assert_int_equal(lambdav_name_byte(points[0].name, 1), 0);
    assert_int_equal(lambdav_name_byte(points[1].name, 0), 'b');
    assert_int_equal(points[2].name.size, 4);
    options.entry = "b";
    assert_true(same_words(NULL, "(fragment \"b\" (vec2 4 3))", &options, text));
    options.entry = "main";
    assert_true(same_words(NULL, "5", &options, text));
    options.entry = "c";
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_error("no-entry", "input", 1, 1);
    options.entry = "";
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_error("no-entry", "input", 1, 1);
}

static void collect_nothing(void *user, const char *text, size_t size) {
    (void)user, (void)text, (void)size;
}

/* One entry point of several stages: the varyings have the locations that they have in all. */
static void test_entry_of_stages(void **state) {
    static const char text[] =
        "(buffer b (array num))\n"
        "(vertex \"v\" (position (vec4 0)) (varying a (vec2 1)) (varying c 2))\n"
        "(vertex \"w\" (position (vec4 (sin 1))) (varying c 3))\n"
        "(fragment \"f\" (+ c 1))\n"
        "(compute \"k\" (8) (store b 0 1))\n"
        "(compute \"l\" (9) (store b 0 2))\n";
    static const char specialised[] = "(spec-constant n 1 8u) (compute \"a\" (n) (barrier))"
                                      " (compute \"b\" (4) (barrier))";
    static const char *const names[] = {"v", "w", "f", "k", "l"};
    static uint32_t words[4096];
    lambdav_options options;
    size_t i, k, count;
    (void)state;
    for (i = 0; i < 5; i++) {
        lambdav_reflection r;
        lambdav_entry_point entries[2];
        lambdav_variable variables[8];
        static unsigned char scratch[1 << 16];
        memset(&options, 0, sizeof options);
        options.entry = names[i];
        options.flags = LAMBDAV_NAMES;
        assert_int_equal(compile(&options, text), LAMBDAV_OK);
        count = result.word_count;
        assert_true(count < 4096);
        memcpy(words, result.words, 4 * count);
        memset(&r, 0, sizeof r);
        r.entry_points = entries, r.entry_point_capacity = 2;
        r.variables = variables, r.variable_capacity = 8;
        assert_int_equal(lambdav_reflect(words, count, scratch, sizeof scratch, &r), LAMBDAV_OK);
        assert_int_equal(r.entry_point_count, 1);
        assert_int_equal(lambdav_name_byte(entries[0].name, 0), names[i][0]);
        if (i > 2) assert_int_equal(entries[0].workgroup_size[0], i + 5);
        for (k = 0; k < r.variable_count; k++) {
            if (lambdav_name_byte(variables[k].name, 0) == 'c')
                assert_int_equal(variables[k].location, 1);
        }
    }
    /* From SPIR-V 1.6 on, each may have a size that is specialised. */
    memset(&options, 0, sizeof options);
    options.target = LAMBDAV_TARGET_SPIRV_1_6;
    assert_int_equal(compile(&options, specialised), LAMBDAV_OK);
    options.target = LAMBDAV_TARGET_SPIRV_1_5;
    assert_int_equal(compile(&options, specialised), LAMBDAV_INPUT_ERROR);
    assert_error("workgroup-specialised", "input", 1, 24);
    options.target = LAMBDAV_TARGET_DEFAULT, options.entry = "k";
    assert_int_equal(lambdav_dump(&options, text, sizeof text - 1, arena, ARENA_SIZE, "graph",
                                  collect_nothing, NULL, &result),
                     LAMBDAV_OK);
}

static void test_limits(void **state) {
    static const char deep[] = "(define (f x) (static-if (< x 1) 0 (+ 1 (f (- x 1))))) (f 30)";
    lambdav_options options = {0};
    (void)state;
    assert_int_equal(compile(NULL, deep), LAMBDAV_OK);
    options.max_depth = 20;
    assert_int_equal(compile(&options, deep), LAMBDAV_INPUT_ERROR);
    assert_error("depth", "input", 1, 41);
    options.max_depth = 0;
    options.max_calls = 10;
    assert_int_equal(compile(&options, deep), LAMBDAV_INPUT_ERROR);
    assert_string_equal(result.diagnostics[0].name, "calls");
    options.max_calls = 0;
    options.max_nodes = 12;
    assert_int_equal(compile(&options, "(let ((x (.x (frag-coord)))) (+ (sin x) (cos x) (tan x)"
                                       " (exp x) (log x) (sqrt x) (abs x) (floor x)))"),
                     LAMBDAV_INPUT_ERROR);
    assert_error("limit", "input", 1, 30);
}

/* A condition between functions counts as a call each time that it is applied. */
static void test_limit_of_choices(void **state) {
    static const char text[] =
        "(define c (< (.x (frag-coord)) 1))"
        "(vec4 ((if c sin cos) 1) ((if c sin cos) 2) ((if c sin cos) 3) ((if c sin cos) 4))";
    lambdav_options options = {0};
    (void)state;
    options.max_calls = 4;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    options.max_calls = 3;
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_string_equal(result.diagnostics[0].name, "calls");
}

/* Formats of images, with their numbers in SPIR-V; those marked need no capability of their own. */
static void test_image_formats(void **state) {
    static const char *const formats[] = {
        "rgba32f*", "rgba16f*", "r32f*", "rgba8*", "rgba8-snorm*", "rg32f", "rg16f",
        "r11f-g11f-b10f", "r16f", "rgba16", "rgb10-a2", "rg16", "rg8", "r16", "r8", "rgba16-snorm",
        "rg16-snorm", "rg8-snorm", "r16-snorm", "r8-snorm", "rgba32i*", "rgba16i*", "rgba8i*",
        "r32i*", "rg32i", "rg16i", "rg8i", "r16i", "r8i", "rgba32ui*", "rgba16ui*", "rgba8ui*",
        "r32ui*", "rgb10-a2ui", "rg32ui", "rg16ui", "rg8ui", "r16ui", "r8ui"};
    static char scratch[1 << 16];
    size_t i, k, count;
    (void)state;
    for (i = 0; i < sizeof formats / sizeof *formats; i++) {
        int size = (int)strcspn(formats[i], "*"), basic = formats[i][size] == '*', extended = 0;
        char text[256];
        uint32_t numbers[16];
        lambdav_resource resource;
        lambdav_reflection r;
        sprintf(text, "(image p 2d :format %.*s) (compute (1) (image-store p (ivec2 0) (%s 1)))",
                size, formats[i], i < 20 ? "vec4" : i < 29 ? "ivec4" : "uvec4");
        assert_int_equal(compile(NULL, text), LAMBDAV_OK);
        count = lambdav_reflect_capabilities(result.words, result.word_count, numbers, 16);
        assert_in_range(count, 1, 16);
        for (k = 0; k < count; k++) extended |= numbers[k] == 49; /* StorageImageExtendedFormats */
        if (extended == basic) fail_msg("%s", formats[i]);
        memset(&r, 0, sizeof r);
        r.resources = &resource, r.resource_capacity = 1;
        assert_int_equal(
            lambdav_reflect(result.words, result.word_count, scratch, sizeof scratch, &r),
            LAMBDAV_OK);
        assert_int_equal(resource.image.format, i + 1);
    }
}

/* Inputs without a location take the first that is free, in order of declaration; those that say
   theirs keep it, wherever they stand. */
static void test_free_locations(void **state) {
    static const struct {
        const char *text;
        uint32_t taken; /* locations, as a mask */
    } cases[] = {
        {"(input a vec4) (input b vec4 :location 0) (vec4 (+ a b))", 3},
        {"(input a vec4) (input b vec4 :location 1) (input c vec4) (vec4 (+ a b c))", 7},
        {"(input a vec4 :location 0) (input b (array vec4 2)) (input c vec4 :location 1)"
         " (vec4 (+ a (at b 0) (at b 1) c))", 15},
        {"(input a mat2) (input b vec4 :location 1) (vec4 (+ (.xyxy (at a 0)) (.xyxy (at a 1)) b))",
         14},
    };
    static char scratch[1 << 16];
    size_t i, k;
    (void)state;
    for (i = 0; i < sizeof cases / sizeof *cases; i++) {
        lambdav_variable variables[8];
        lambdav_reflection r;
        uint32_t taken = 0;
        if (compile(NULL, cases[i].text) != LAMBDAV_OK) fail_msg("%s", report());
        memset(&r, 0, sizeof r);
        r.variables = variables, r.variable_capacity = 8;
        assert_int_equal(
            lambdav_reflect(result.words, result.word_count, scratch, sizeof scratch, &r),
            LAMBDAV_OK);
        for (k = 0; k < r.variable_count; k++) {
            uint32_t mask = ((1u << variables[k].type.columns) - 1) << variables[k].location;
            if (variables[k].is_output) continue;
            if (taken & mask) fail_msg("%s: %u", cases[i].text, variables[k].location);
            taken |= mask;
        }
        if (taken != cases[i].taken) fail_msg("%s: %x", cases[i].text, taken);
    }
}

/* Each field of a large struct is told to debuggers, up to the most that an instruction holds. */
static void test_large_debug_struct(void **state) {
    static char text[1 << 20];
    lambdav_options options = {0};
    size_t counts[3], i, k, size;
    (void)state;
    options.flags = LAMBDAV_DEBUG_FULL;
    for (i = 0; i < 3; i++) {
        size = (size_t)sprintf(text, "(buffer b ");
        for (k = 0; k < 16383; k++)
            size += (size_t)sprintf(text + size, k < 16381 + i ? "(f%05u num)" : "           ",
                                    (unsigned)k);
        sprintf(text + size, ") (compute (1) (do (bind x (load b.f00000)) (store b.f00000 x)))");
        assert_int_equal(compile(&options, text), LAMBDAV_OK);
        counts[i] = result.word_count;
    }
    assert_true(counts[0] < counts[1] && counts[1] < counts[2]);
}

/* The text that debuggers get, which several strings of the words hold: all of it, and each piece
   begins with a character. `first`: the opcode of the first piece; OpStrings may be
   something else. */
static void assert_pieces(const char *text, uint32_t first) {
    uint32_t i, at = 0, pieces = 0;
    for (i = 5; i < result.word_count; i += result.words[i] >> 16) {
        uint32_t opcode = result.words[i] & 0xffffu, head = opcode == 3 ? 4 : opcode == 2 ? 1 : 2;
        const char *piece = (const char *)&result.words[i + head];
        if ((opcode != first && opcode != 2) || strncmp(piece, text + at, strlen(piece)) != 0)
            continue;
        assert_true((piece[0] & 0xc0) != 0x80);
        at += (uint32_t)strlen(piece);
        pieces++;
    }
    assert_int_equal(at, strlen(text));
    assert_true(pieces > 2);
}

static void test_long_sources(void **state) {
    static const char *const characters[] = {"-", "\xc3\xa4", "\xe2\x82\xac", "\xf0\x9f\x8c\x8d"};
    static char text[200000];
    lambdav_options options = {0};
    size_t i, k, size;
    (void)state;
    for (i = 0; i < 4; i++)
        for (k = 0; k < 4; k++) {
            size = (size_t)sprintf(text, "%s", &";;;;"[k]);
            while (size < 190000) size += (size_t)sprintf(text + size, "%s", characters[i]);
            sprintf(text + size, "\n(.x (frag-coord))");
            options.flags = LAMBDAV_DEBUG_FULL;
            assert_int_equal(compile(&options, text), LAMBDAV_OK);
            assert_pieces(text, 7);
            options.flags = LAMBDAV_DEBUG_LINES;
            assert_int_equal(compile(&options, text), LAMBDAV_OK);
            assert_pieces(text, 3);
        }
}

/* A text ends where its size says, whatever the bytes behind it would make of its last token. */
static void test_text_ends(void **state) {
    static const char *const texts[] = {
        "(define x 1) x->x",    "(define x 1) x::x",     "(define x 1) x++",
        "(define x 1) x, x",    "(output 0 1) #;2",      "#|1|# (output 0 2) #|3",
        "(output 0 1) 1.5e+12", "(output 0 1) 0x1.8p-3", "(output 0 1) \"a\\\"b\"",
        "(output 0 1) ;;;\n x", "(output 0 (vec2 1 2).yx)", "(include \"a\" as b)"};
    char first[TEXT_SIZE];
    size_t i, n;
    (void)state;
    for (i = 0; i < sizeof texts / sizeof *texts; i++) {
        for (n = 0; n <= strlen(texts[i]); n++) {
            char copy[64] = "";
            lambdav_status status;
            memcpy(copy, texts[i], n);
            status = compile(NULL, copy);
            strcpy(first, report());
            assert_int_equal(lambdav_compile(NULL, texts[i], n, arena, ARENA_SIZE, &result),
                             status);
            assert_string_equal(report(), first);
        }
    }
}

/* A limit that is met behind a warning names no calls of the warning. */
static void test_limit_behind_warning(void **state) {
    static char text[1 << 20];
    lambdav_options options = {0};
    size_t k, size;
    (void)state;
    size = (size_t)sprintf(text, "(define (f x) (do (when (< x 1) (barrier)) (store b.f0 x)))\n"
                                 "(compute (8) (f (num (.x (local-invocation-id)))))\n(buffer b ");
    for (k = 0; k < 16384; k++) size += (size_t)sprintf(text + size, "(f%u num)", (unsigned)k);
    strcpy(text + size, ")");
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_int_equal(result.diagnostic_count, 2);
    assert_string_equal(result.diagnostics[0].name, "non-uniform");
    assert_true(result.diagnostics[0].note_count > 0);
    assert_string_equal(result.diagnostics[1].name, "limit");
    assert_int_equal(result.diagnostics[1].note_count, 0);
}

/* Names and structs beyond what an instruction of SPIR-V holds. */
static void test_long_instructions(void **state) {
    static char text[1 << 20];
    static const char *const heads[] = {"(fragment \"", "(buffer b ", "(push-constants ",
                                        "(struct s "};
    static const char *const tails[] = {
        "\" 1)", ") (compute (1) (do (bind x (load b.f0)) (store b.f0 x)))", ") (vec4 f0)",
        ") (uniform u s) (vec4 u.f0)"};
    static const uint32_t flags[] = {0, LAMBDAV_DEBUG_FULL, LAMBDAV_DEBUG_FULL, LAMBDAV_NAMES};
    lambdav_options options;
    size_t i, k, size;
    (void)state;
    for (i = 0; i < 4; i++) {
        size = (size_t)sprintf(text, "%s", heads[i]);
        for (k = 0; k < 16384; k++)
            size += (size_t)sprintf(text + size, i ? "(f%u num)" : "f%03u", (unsigned)k);
        sprintf(text + size, "%s", tails[i]);
        memset(&options, 0, sizeof options);
        options.flags = flags[i];
        assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
        assert_string_equal(result.diagnostics[0].name, "limit");
    }
}

static void test_max_diagnostics(void **state) {
    char text[ALL * 4 + 8] = "(+ ";
    lambdav_options options = {0};
    size_t i, most;
    (void)state;
    for (i = 0; i < ALL; i++) memcpy(text + 3 + 3 * i, "aa ", 4);
    strcat(text, ")");
    assert_int_equal(compile(NULL, text), LAMBDAV_INPUT_ERROR);
    assert_int_equal(result.error_count, ALL);
    assert_int_equal(result.diagnostic_count, 64);
    for (most = 1; most < 4; most++) {
        options.max_diagnostics = (uint32_t)most;
        assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
        assert_int_equal(result.error_count, ALL);
        assert_int_equal(result.diagnostic_count, most);
        assert_int_equal(result.diagnostics[most - 1].span.column, 1 + 3 * most);
    }
    options.max_diagnostics = 0xffffffffu;
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_int_equal(result.diagnostic_count, ALL);
}

/* ---- includes */

/* Texts by the name that they are asked for by, and by which they are known if that is another one.
   What was asked for, as "name<from ", in `asked`. */
static const char *const library[][3] = {
    {"one", "(define one 1)"},
    {"both", "(include \"one\") (include \"two\")"},
    {"two", "(include \"one\")\n(define two (+ one one))"},
    {"bad", "(define x 1)\n(define (bad y)\n  (* y nowhere))"},
    {"open", "(define x"},
    {"c", "(define q (vec4 1\nint x = 3;\nint y = 4;"},
    {"ring-a", "(include \"ring-b\")"},
    {"ring-b", "\n (include \"ring-c\")"},
    {"ring-c", "(include \"ring-a\")"},
    {"lost", "(include \"not there\")"},
    {"empty", NULL},
    {"top", "1"},
    {"x", "(define x 1) (include \"shared\")", "dir/x"},
    {"./x", "(define x 1) (include \"shared\")", "dir/x"},
    {"y", "(include \"shared\") (define y 1)", "other/y"},
    {"round", "(include \"x\") (include \"again\")", "dir/round"},
    {"again", "(include \"round\")", "dir/again"},
    {"broken", "\n(define z (nowhere))", "dir/broken"},
    {"space", "(include \"one\" :as o) (define half 0.5) (define (f x) (* x half o.one))"},
    {"back", "(include \"top\" :as t)"},
    {"buffers", "(buffer data (array num)) (push-constants (k num)) (define (f) (store data 0 k))"},
    {"level-a", "(define level 1) (define a level)"},
    {"uses", "(define used (* level given))"},
    {"level-b", "(define level 2) (define b level)"},
    {"level-c", "(include \"level-a\") (define level 3)"},
    {"last", "(define (f a) (vec3 a))"},
    {"second-last", "(define (f a) (vec3 a)) (define last 1)"},
};
static char asked[256];

static char shared_names[2][1 << 15]; /* the texts of "names-0" and "names-1" */

static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    size_t i, at = strlen(asked);
    assert_ptr_equal(user, asked);
    assert_true(!found->text && !found->text_size && !found->name && !found->name_size);
    snprintf(asked + at, sizeof asked - at, "%.*s<%.*s ", (int)name_size, name, (int)from_size,
             from);
    if (name_size == 6 && memcmp(name, "shared", 6) == 0) {
        /* beside the one that asks: two texts of one name */
        found->name = from[0] == 'd' ? "dir/shared" : "other/shared";
        found->text = from[0] == 'd' ? "(define near 1)" : "(define far 2)";
        found->name_size = strlen(found->name), found->text_size = strlen(found->text);
        return 1;
    }
    if (name_size == 7 && memcmp(name, "names-", 6) == 0) {
        found->text = shared_names[name[6] - '0'], found->text_size = strlen(found->text);
        return 1;
    }
    if (name_size > 1 && name[0] == 't' && name[1] <= '9') { /* t0, t1 ... */
        found->text = "(define same 1)", found->text_size = strlen(found->text);
        found->name = name; /* of size 0: the name as it is written */
        return 1;
    }
    if (name_size == 7 && memcmp(name, "refused", 7) == 0) {
        found->error = "nobody may read it";
        return 0;
    }
    if (name_size == 4 && memcmp(name, "huge", 4) == 0) {
        found->text = found->name = "1", found->text_size = 1;
        found->name_size = 0x7fffffff;
        return 1;
    }
    for (i = 0; i < sizeof library / sizeof library[0]; i++) {
        if (strlen(library[i][0]) != name_size || memcmp(library[i][0], name, name_size) != 0)
            continue;
        found->text = library[i][1], found->name = library[i][2];
        found->text_size = found->text == NULL ? 0 : strlen(found->text);
        found->name_size = found->name == NULL ? 0 : strlen(found->name);
        return 1;
    }
    return 0;
}

static lambdav_status compile_including(const char *text) {
    lambdav_options options = {0};
    options.include = include;
    options.include_user = asked;
    options.source_name = "top";
    asked[0] = '\0';
    return compile(&options, text);
}

static void assert_fails(const char *text, const char *error) {
    assert_int_equal(compile_including(text), LAMBDAV_INPUT_ERROR);
    assert_string_equal(result.diagnostics[0].name, error);
}

static void test_includes(void **state) {
    (void)state;
    assert_int_equal(compile_including("(include \"both\") (include \"one\") two"), LAMBDAV_OK);
    assert_string_equal(asked, "both<top one<both two<both one<two one<top ");
    assert_int_equal(compile_including("(include \"empty\") 1"), LAMBDAV_OK);
    assert_int_equal(compile_including("(include \"bad\") (output 0 x)"), LAMBDAV_INPUT_ERROR);
    assert_int_equal(compile_including("(include \"bad\") (bad 1)"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "bad", 3, 8);
    assert_string_equal(report(), "bad:3:8: error: 'nowhere' is not defined [unknown-name]\n"
                                  "    (* y nowhere))\n"
                                  "         ^~~~~~~\n"
                                  "top:1:17: note: in the call '(bad 1)'\n"
                                  "  (include \"bad\") (bad 1)\n"
                                  "                  ^~~~~~~\n");
    assert_int_equal(compile_including("(include \"open\") 1"), LAMBDAV_INPUT_ERROR);
    assert_error("unclosed", "open", 1, 10);
    /* The line of C is the one error of its own text, and takes nothing from the one before. */
    assert_int_equal(compile_including("(define x 1.0f) (include \"c\") x"), LAMBDAV_INPUT_ERROR);
    assert_int_equal(result.error_count, 2);
    assert_string_equal(result.diagnostics[0].name, "bad-number");
    assert_string_equal(result.diagnostics[1].name, "foreign-text");
    assert_int_equal(result.diagnostics[1].note_count, 0);
}

/* What a definition weighs does not depend on what stands behind it. */
static void test_last_definition(void **state) {
    static const char text[] =
        "(include \"%s\") (define x (.x (frag-coord))) (define (g a b) (+ (f a) b a b))"
        "(define (h a b) (length (g a b)))"
        "(vec4 x (+ (h (sin x) x) (h (* 4 x) 2)) (+ (h (* 2 x) x) (h (cos x) x)) (h x 3))";
    char whole[sizeof text + 16];
    uint32_t *words;
    size_t count;
    (void)state;
    snprintf(whole, sizeof whole, text, "last");
    assert_int_equal(compile_including(whole), LAMBDAV_OK);
    words = copy_words();
    count = result.word_count;
    snprintf(whole, sizeof whole, text, "second-last");
    assert_int_equal(compile_including(whole), LAMBDAV_OK);
    assert_int_equal(result.word_count, count);
    assert_memory_equal(result.words, words, 4 * count);
    free(words);
}

static void test_missing_includes(void **state) {
    (void)state;
    assert_int_equal(compile(NULL, "(include \"one\") one"), LAMBDAV_INPUT_ERROR);
    assert_error("include-missing", "input", 1, 10);
    assert_int_equal(compile_including("1\n(include \"lost\")"), LAMBDAV_INPUT_ERROR);
    assert_error("include-missing", "lost", 1, 10);
    assert_string_equal(asked, "lost<top not there<lost ");
    assert_fails("(include \"huge\")", "include-missing");
    assert_fails("(include \"refused\")", "include-missing");
    assert_non_null(strstr(report(), "nobody may read it"));
}

static void test_include_cycles(void **state) {
    (void)state;
    assert_int_equal(compile_including("(output 0 1)\n(include \"ring-a\")"), LAMBDAV_INPUT_ERROR);
    assert_error("include-cycle", "ring-c", 1, 1);
    assert_string_equal(report(), "ring-c:1:1: error: \"ring-a\" includes itself [include-cycle]\n"
                                  "  (include \"ring-a\")\n"
                                  "  ^~~~~~~~~~~~~~~~~~\n"
                                  "ring-b:2:2: note: included here\n"
                                  "   (include \"ring-c\")\n"
                                  "   ^~~~~~~~~~~~~~~~~~\n"
                                  "ring-a:1:1: note: included here\n"
                                  "  (include \"ring-b\")\n"
                                  "  ^~~~~~~~~~~~~~~~~~\n");
    assert_string_equal(asked, "ring-a<top ring-b<ring-a ring-c<ring-b ring-a<ring-c ");
    assert_int_equal(compile_including("(include \"top\") 1"), LAMBDAV_INPUT_ERROR);
    assert_error("include-cycle", "top", 1, 1);
}

/* A text is known by the name that the callback gives it. */
static void test_resolved_includes(void **state) {
    (void)state;
    assert_int_equal(compile_including("(include \"x\") (include \"./x\") (+ x near)"), LAMBDAV_OK);
    assert_string_equal(asked, "x<top shared<dir/x ./x<top ");
    assert_int_equal(compile_including("(include \"x\") (include \"y\") (+ x y near far)"),
                     LAMBDAV_OK);
    assert_string_equal(asked, "x<top shared<dir/x y<top shared<other/y ");
    assert_int_equal(compile_including("(include \"round\") 1"), LAMBDAV_INPUT_ERROR);
    assert_error("include-cycle", "dir/again", 1, 1);
    assert_int_equal(compile_including("(include \"broken\") z"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "dir/broken", 2, 12);
}

/* Do the bytes hold the text, with its NUL? */
static int holds_bytes(const char *bytes, size_t size, const char *text) {
    size_t i, n = strlen(text) + 1;
    for (i = 0; i + n <= size; i++)
        if (memcmp(bytes + i, text, n) == 0) return 1;
    return 0;
}

/* Definitions of the options hold in all texts that share the main text's names, also if others
   have names of their own, and replace those of the texts. */
static void test_defines_of_texts(void **state) {
    static const char text[] = "(include \"space\" :as s) (include \"level-a\") (include \"uses\")"
                               "(vec4 a level used s.half)";
    static const lambdav_define defines[] = {
        {"level", "4"}, {"given", "2"}, {"s.half", "8"}, {"s.half", "9"}};
    lambdav_options options = {0};
    uint32_t *words;
    size_t count;
    (void)state;
    assert_int_equal(compile(NULL, "(vec4 4 4 8 8)"), LAMBDAV_OK);
    count = result.word_count, words = (uint32_t *)malloc(4 * count);
    memcpy(words, result.words, 4 * count);
    options.include = include, options.include_user = asked, asked[0] = '\0';
    options.source_name = "top", options.defines = defines, options.define_count = 3;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_int_equal(result.word_count, count);
    assert_memory_equal(result.words, words, 4 * count);
    free(words);
    options.define_count = 4;
    assert_int_equal(compile(&options, text), LAMBDAV_INPUT_ERROR);
    assert_string_equal(result.diagnostics[0].name, "duplicate");
}

/* `(include "tI" :as aI)` for I below count, in an arena that has room for them. */
static lambdav_status include_many(const char *format, unsigned count) {
    static char text[1 << 18];
    static uint64_t large[1 << 21];
    lambdav_options options = {0};
    size_t at = 0;
    unsigned i;
    for (i = 0; i < count; i++)
        at += (size_t)snprintf(text + at, sizeof text - at, format, i, i);
    snprintf(text + at, sizeof text - at, "1");
    options.include = include, options.include_user = asked, asked[0] = '\0';
    options.source_name = "top";
    return lambdav_compile(&options, text, strlen(text), large, sizeof large, &result);
}

/* How many texts can have an alias, how many names of their own, and how many of those names. */
static void test_namespace_limits(void **state) {
    size_t i, k, at;
    (void)state;
    for (k = 0; k < 2; k++)
        for (i = at = 0; i < 1001; i++)
            at += (size_t)snprintf(shared_names[k] + at, sizeof shared_names[k] - at,
                                   "(define n%u %u)", (unsigned)i, (unsigned)k);
    assert_int_equal(include_many("(include \"t%u\" :as a%u)", 255), LAMBDAV_OK);
    assert_int_equal(include_many("(include \"t%u\" :as a%u)", 256), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "texts with an alias"));
    assert_int_equal(include_many("(include \"t%u\")", 4095), LAMBDAV_OK);
    assert_int_equal(include_many("(include \"t%u\")", 4096), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "texts with names of their own"));
    assert_int_equal(include_many("(include \"names-%u\")", 2), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "names that several texts define"));
}

/* Names behind an alias, and texts that define the same names. */
static void test_namespaces(void **state) {
    static const char buffers[] = "(include \"buffers\" :as p) (include \"buffers\" :as q)"
                                  "(buffer data (array num)) (compute (1) (p.f) (q.f)"
                                  " (store data 0 1) (store q.data 1 p.k))";
    static const char *const names[] = {"p.data", "p.k", "data"};
    char all[4096];
    lambdav_options options;
    size_t i;
    (void)state;
    assert_int_equal(compile_including("(include \"space\" :as s) (define half 3) (s.f half)"),
                     LAMBDAV_OK);
    assert_int_equal(compile_including("(include \"space\" :as s) (s.o.one)"), LAMBDAV_INPUT_ERROR);
    assert_int_equal(compile_including("(include \"space\" :as s) (+ s.o.one s.half)"), LAMBDAV_OK);
    assert_int_equal(compile_including("(include \"space\") (include \"space\" :as s)"
                                       "(include \"one\") (+ (f one) (s.f s.half))"),
                     LAMBDAV_OK);
    assert_fails("(include \"space\" :as s) half", "unknown-name");
    assert_fails("(include \"space\" :as s) (+ s.o.half 1)", "unknown-name");
    assert_non_null(strstr(report(), "'s.o.half' is not defined"));
    assert_fails("(include \"space\" :as s) (s.g 1)", "unknown-name");
    assert_fails("(include \"space\" :as s) (include \"one\" :as s) 1", "duplicate");
    assert_fails("(include \"space\" :in s) 1", "syntax");
    assert_fails("(include \"space\" :as \"s\") 1", "syntax");
    assert_fails("(include \"back\" :as b) 1", "include-cycle");
    assert_int_equal(compile_including("(include \"level-a\") (include \"level-b\") (+ a b)"),
                     LAMBDAV_OK);
    assert_fails("(include \"level-a\") (include \"level-b\") level", "duplicate");
    assert_fails("(include \"level-c\") 1", "duplicate");
    assert_error("duplicate", "level-c", 1, 29);
    /* The words have the names; the text behind two aliases is one. */
    memset(&options, 0, sizeof options);
    options.include = include, options.include_user = asked, asked[0] = '\0';
    options.source_name = "main", options.flags = LAMBDAV_NAMES;
    assert_int_equal(compile(&options, buffers), LAMBDAV_OK);
    for (i = 0; i < sizeof all; i++)
        all[i] = (char)(i / 4 < result.word_count ? result.words[i / 4] >> 8 * (i & 3) & 255 : 0);
    for (i = 0; i < 3; i++) assert_true(holds_bytes(all, sizeof all, names[i]));
    assert_false(holds_bytes(all, sizeof all, "q.data"));
}

/* ---- what stands in the words */

static int words_hold(const char *text) {
    char all[8192];
    size_t i;
    for (i = 0; i < sizeof all; i++)
        all[i] = (char)(i / 4 < result.word_count ? result.words[i / 4] >> 8 * (i & 3) & 255 : 0);
    return holds_bytes(all, sizeof all, text);
}

/* LAMBDAV_KEEP_INTERFACE declares the inputs that nothing reads, but for those at the location of
   one that is read: they are another entry's. */
static void test_kept_inputs(void **state) {
    static const char text[] =
        "(input read vec2) (input unread vec3) (input list (array num 2))"
        "(input other vec4 :location 0) (vertex (position (vec4 read 0 1)) (varying passed 2))"
        "(fragment (output 0 (+ passed (at list 0))))";
    lambdav_options options = {0};
    (void)state;
    options.flags = LAMBDAV_NAMES;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_true(words_hold("read") && words_hold("list"));
    assert_false(words_hold("unread") || words_hold("other"));
    options.flags |= LAMBDAV_KEEP_INTERFACE;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_true(words_hold("read") && words_hold("list") && words_hold("unread"));
    assert_true(words_hold("passed")); /* a varying is the entries' */
}

/* An index that is not uniform is an extension before SPIR-V 1.5. */
static void test_non_uniform_targets(void **state) {
    static const char text[] =
        "(sampled-image texels (array buffer 4)) (image cells (array buffer 4) :format r32f)"
        "(input i int :flat) (output 0 (fetch (at texels i :non-uniform) 0))"
        "(image-store (at cells i :non-uniform) 0 (vec4 1))";
    lambdav_options options = {0};
    (void)state;
    options.target = LAMBDAV_TARGET_SPIRV_1_3;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_true(words_hold("SPV_EXT_descriptor_indexing"));
    options.target = LAMBDAV_TARGET_SPIRV_1_5;
    assert_int_equal(compile(&options, text), LAMBDAV_OK);
    assert_false(words_hold("SPV_EXT_descriptor_indexing"));
}

/* ---- formatting */

static void test_format(void **state) {
    char whole[512], part[512];
    size_t size, cap;
    (void)state;
    assert_int_equal(compile(NULL, "(define radius 1)\n\t(output 0 (* radus 2))"),
                     LAMBDAV_INPUT_ERROR);
    size = lambdav_format_diagnostic(&result.diagnostics[0], 0, NULL, 0);
    assert_true(size < sizeof whole);
    assert_int_equal(lambdav_format_diagnostic(&result.diagnostics[0], 0, whole, sizeof whole),
                     size);
    assert_int_equal(strlen(whole), size - 1);
    assert_string_equal(whole, "input:2:15: error: 'radus' is not defined [unknown-name]\n"
                               "  \t(output 0 (* radus 2))\n"
                               "  \t             ^~~~~\n"
                               "input:2:15: note: did you mean 'radius'?\n"
                               "  \t(output 0 (* radus 2))\n"
                               "  \t             ^~~~~\n");
    for (cap = 1; cap <= size; cap++) {
        memset(part, 'x', sizeof part);
        assert_int_equal(lambdav_format_diagnostic(&result.diagnostics[0], 0, part, cap), size);
        assert_memory_equal(part, whole, cap - 1);
        assert_int_equal(part[cap - 1], '\0');
        assert_int_equal(part[cap], 'x');
    }
    assert_int_equal(lambdav_format_diagnostic(&result.diagnostics[0], 0, NULL, 100), size);
    assert_int_equal(lambdav_format_diagnostic(&result.diagnostics[0], 0, part, SIZE_MAX), size);
    assert_string_equal(part, whole);
    assert_true(lambdav_format_diagnostic(&result.diagnostics[0], LAMBDAV_COLOR, part, sizeof part)
                > size);
    assert_non_null(strstr(part, "\033["));
    assert_null(strstr(whole, "\033["));
    assert_int_equal(lambdav_format_diagnostic(NULL, 0, part, sizeof part), 0);
    assert_string_equal(part, "");
    assert_int_equal(lambdav_format_diagnostic(NULL, LAMBDAV_COLOR, NULL, 0), 0);
    assert_int_equal(lambdav_format_diagnostic(NULL, 0, part, 0), 0);
}

/* ---- dumps */

static void gather(void *user, const char *text, size_t size) {
    size_t *total = (size_t *)user;
    assert_true(size == 0 || text != NULL);
    *total += size;
}

/* Texts that no file of this repository can hold: bytes that are no UTF-8, bytes 0, long lines. */
static void test_odd_bytes(void **state) {
    static const char entry[] = "(fragment \"a\0b\" 1)",
                      zero[] = "(push-constants (a\0b num)) (vec4 a\0b)";
    static const lambdav_define define = {"r", "1"};
    char text[1024], *at;
    lambdav_options options;
    size_t i, k;
    (void)state;
    assert_int_equal(lambdav_compile(NULL, entry, sizeof entry - 1, arena, ARENA_SIZE, &result),
                     LAMBDAV_INPUT_ERROR);
    assert_error("bad-name", "input", 1, 11);
    assert_non_null(strstr(report(), "'\"a?b\"' is not a valid name: the name of an entry point"));
    assert_int_equal(compile(NULL, "(sin a\x7f\x01z)\r\n"), LAMBDAV_INPUT_ERROR);
    assert_string_equal(report(), "input:1:6: error: 'a??z' is not defined [unknown-name]\n"
                                  "  (sin a??z) \n"
                                  "       ^~~~\n");
    assert_int_equal(compile(NULL, "(sin \xf5\x80\x80\x80)"), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "'?\?\?\?' is not defined"));
    assert_int_equal(compile(NULL, "(sin a\xe2\x80\x8e" "b)"), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "'a<U+200E>b' is not defined"));
    assert_int_equal(compile(NULL, "(sin a\xe2\x80\xaa" "b)"), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "'a<U+202A>b' is not defined"));
    assert_int_equal(compile(NULL, "(output 0 1) // x"), LAMBDAV_INPUT_ERROR);
    assert_error("bad-name", "input", 1, 14);
    assert_int_equal(compile(NULL, "float c #"), LAMBDAV_INPUT_ERROR);
    assert_int_equal(compile(NULL, "float c; #"), LAMBDAV_INPUT_ERROR);
    assert_error("foreign-text", "input", 1, 1);
    /* A byte order mark, and what begins like one. */
    assert_int_equal(compile(NULL, "\xef\xbb\xbf(sin 1)"), LAMBDAV_OK);
    assert_int_equal(compile(NULL, "\xef\xbb\xba"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "input", 1, 1);
    assert_int_equal(compile(NULL, "\xef\xba\xbf"), LAMBDAV_INPUT_ERROR);
    assert_error("unknown-name", "input", 1, 1);
    /* A quotation is cut between characters, if there are any. */
    memset(text, 0x80, 60);
    text[60] = '\0';
    assert_int_equal(compile(NULL, text), LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "????????????????????????????????????????????????..."
                                     "' is not defined"));
    /* What a terminal would obey is shown, and the carets still stand right. */
    assert_int_equal(compile(NULL, "; \xe2\x80\xae\xc2\x9b\xc3\xbc \xff\x9b\xe2\x80\n"
                                   "(+ #|\xe2\x81\xa6\xc2\x80\x1b\xe2\x82\xac|# a\xd8\x9c" "b)"),
                     LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "'a<U+061C>b' is not defined [unknown-name]\n"
                                     "  (+ #|<U+2066><U+0080>?\xe2\x82\xac|# a<U+061C>b)\n"
                                     "                            ^~~~~~~~~~\n"));
    assert_int_equal(compile(NULL, "1 (\xe2\x80\x8f\xc2\x9f\xed\xa0\x80\xc0\x80\xf4\x90\x80\x80)"),
                     LAMBDAV_INPUT_ERROR);
    assert_non_null(strstr(report(), "  1 (<U+200F><U+009F>?????" "????" ")\n"
                                     "     ^~~~~~~~~~~~~~~~~~~~~~~~~\n"));
    assert_int_equal(compile(NULL, "[sin (+ 1 2)"), LAMBDAV_INPUT_ERROR);
    assert_error("unclosed", "input", 1, 13);
    /* A line that is longer than what is shown, of two-byte characters: cut between them. */
    for (i = 0; i < 2; i++) {
        at = text + sprintf(text, "#| ");
        for (k = 0; k < 150; k++) at += sprintf(at, "\xc3\xa4");
        at += sprintf(at, i ? " |#  nothing " : " |# nothing ");
        for (k = 0; k < 150; k++) at += sprintf(at, "\xc3\xa4");
        assert_int_equal(compile(NULL, text), LAMBDAV_INPUT_ERROR);
        for (at = strstr(report(), "\n  ") + 3; *at != '\n'; at += *at & 0x80 ? 2 : 1)
            assert_true((unsigned char)*at < 0x80 || (unsigned char)at[1] == 0xa4);
    }
    /* A name with a byte 0 is one; debuggers see a ? there. */
    memset(&options, 0, sizeof options);
    options.flags = LAMBDAV_NAMES;
    assert_int_equal(lambdav_compile(&options, zero, sizeof zero - 1, arena, ARENA_SIZE, &result),
                     LAMBDAV_OK);
    for (i = 0; i < result.word_count && result.words[i] != 0x00623f61u; i++) {}
    assert_true(i < result.word_count);
    /* A define of the options gives way to the text's own, but that must be a define too. */
    memset(&options, 0, sizeof options);
    options.defines = &define, options.define_count = 1;
    assert_int_equal(compile(&options, "(define r 2) (vec4 r)"), LAMBDAV_OK);
    assert_int_equal(compile(&options, "(struct r x) (vec4 1)"), LAMBDAV_INPUT_ERROR);
    assert_error("duplicate", "input", 1, 9);
}

static void test_dump(void **state) {
    static const char good[] = "(output 0 (+ 1 (.x (frag-coord))))", bad[] = "(output 0 nowhere)";
    size_t total;
    uint32_t i;
    (void)state;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        total = 0;
        assert_int_equal(lambdav_dump(NULL, good, sizeof good - 1, arena, ARENA_SIZE,
                                      lambdav_pass_name(i), gather, &total, &result),
                         LAMBDAV_OK);
        assert_true(total > 10);
    }
    assert_int_equal(i, 4);
    assert_string_equal(lambdav_pass_name(0), "forms");
    total = 0;
    assert_int_equal(lambdav_dump(NULL, bad, sizeof bad - 1, arena, ARENA_SIZE, "forms", gather,
                                  &total, &result),
                     LAMBDAV_INPUT_ERROR);
    assert_true(total > 10);
}

/* ---- tables */

static void test_tables(void **state) {
    uint32_t i, k;
    (void)state;
    assert_null(lambdav_error_name(0));
    assert_null(lambdav_error_text(0));
    for (i = 1; lambdav_error_name(i) != NULL; i++) {
        assert_true(strlen(lambdav_error_text(i)) > 3);
        for (k = 1; k < i; k++)
            assert_string_not_equal(lambdav_error_name(i), lambdav_error_name(k));
    }
    assert_true(i > 40);
    assert_null(lambdav_error_text(i));
    assert_null(lambdav_error_name(0xffffffffu));
    for (i = 0; lambdav_builtin_name(i) != NULL; i++) {
        assert_non_null(lambdav_builtin_text(i));
        assert_true(strlen(lambdav_builtin_name(i)) > 0);
    }
    assert_true(i > 100);
    assert_null(lambdav_builtin_text(i));
    assert_null(lambdav_builtin_name(0xffffffffu));
    assert_null(lambdav_builtin_text(0xffffffffu));
    assert_null(lambdav_pass_name(0xffffffffu));
    assert_string_equal(lambdav_version(), LAMBDAV_VERSION_STRING);
}

/* ---- threads */

typedef struct work {
    unsigned char arena[1 << 20];
    uint32_t words[4096];
    size_t count;
    int same;
} work;

static void *compile_often(void *user) {
    static const char text[] =
        "(define (f x) (loop ((i 0) (a x)) (if (< i 9) (rec (+ i 1) (sin a)) a)))"
        "(output 0 (f (.xyz (frag-coord))))";
    work *w = (work *)user;
    lambdav_result r;
    int i;
    w->same = 1;
    for (i = 0; i < 200; i++) {
        if (lambdav_compile(NULL, text, sizeof text - 1, w->arena, sizeof w->arena, &r)
            != LAMBDAV_OK)
            return NULL;
        if (i == 0) memcpy(w->words, r.words, 4 * r.word_count);
        if (i == 0) w->count = r.word_count;
        w->same &= r.word_count == w->count && memcmp(w->words, r.words, 4 * w->count) == 0;
    }
    return w;
}

static void test_threads(void **state) {
    static work works[2];
    pthread_t threads[2];
    void *done;
    int i;
    (void)state;
    for (i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, compile_often, &works[i]), 0);
    for (i = 0; i < 2; i++) {
        assert_int_equal(pthread_join(threads[i], &done), 0);
        assert_ptr_equal(done, &works[i]);
        assert_true(works[i].same && works[i].count > 0);
    }
    assert_int_equal(works[0].count, works[1].count);
    assert_memory_equal(works[0].words, works[1].words, 4 * works[0].count);
}

/* A number that the emitter needs, as that of a push constant, declares no other. They are declared
   in the order in which they are needed. */
static void test_few_constants(void **state) {
    static char text[8192];
    size_t used, at, constants[4];
    uint32_t i, count = 0;
    (void)state;
    used = (size_t)sprintf(text, "(push-constants");
    for (i = 0; i < 300; i++) used += (size_t)sprintf(text + used, " (a%u num)", i);
    sprintf(text + used, ") (vec3 a60 a299 a3)");
    assert_int_equal(compile(NULL, text), LAMBDAV_OK);
    for (at = 5; at < result.word_count; at += result.words[at] >> 16)
        if ((result.words[at] & 0xffffu) == 43 && count < 4) /* OpConstant */
            constants[count++] = result.words[at + 3];
    assert_int_equal(count, 3);
    assert_true(constants[0] == 60 && constants[1] == 299 && constants[2] == 3);
}

/* The words lie at the arena's front: the next compile gets what is behind them. */
static void test_several_results(void **state) {
    static const char *const texts[] = {"(vec4 1)", "(vec4 (frag-coord))",
                                        "(sin (.x (frag-coord)))"};
    static unsigned char memory[1 << 18];
    const uint32_t *words[3];
    size_t counts[3], used = 1, i;
    lambdav_result one;
    (void)state;
    for (i = 0; i < 3; i++) {
        assert_int_equal(lambdav_compile(NULL, texts[i], strlen(texts[i]), memory + used,
                                         sizeof memory - used, &one),
                         LAMBDAV_OK);
        words[i] = one.words, counts[i] = one.word_count;
        assert_ptr_equal(one.words, memory + ((used + 7) & ~(size_t)7));
        assert_ptr_equal(one.words + one.word_count, memory + used + one.arena_used);
        assert_true(one.arena_used <= one.arena_peak + 7);
        used += one.arena_used;
    }
    for (i = 0; i < 3; i++) {
        compile(NULL, texts[i]);
        assert_int_equal(result.word_count, counts[i]);
        assert_memory_equal(result.words, words[i], 4 * counts[i]);
    }
    assert_int_equal(lambdav_compile(NULL, "(vec4", 5, memory, sizeof memory, &one),
                     LAMBDAV_INPUT_ERROR);
    assert_int_equal(one.arena_used, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_compile),        cmocka_unit_test(test_bad_calls),
        cmocka_unit_test(test_empty_texts),    cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_small_arenas),   cmocka_unit_test(test_memory_and_recursion),
        cmocka_unit_test(test_memory_and_error),
        cmocka_unit_test(test_odd_addresses),  cmocka_unit_test(test_targets),
        cmocka_unit_test(test_flags),          cmocka_unit_test(test_check_only),
        cmocka_unit_test(test_defines),
        cmocka_unit_test(test_warnings),
        cmocka_unit_test(test_array_copies),
        cmocka_unit_test(test_array_through_loops),
        cmocka_unit_test(test_loops),          cmocka_unit_test(test_functions),
        cmocka_unit_test(test_functions_of_choices),
        cmocka_unit_test(test_bodies_in_vain),
        cmocka_unit_test(test_bad_defines),    cmocka_unit_test(test_entries),
        cmocka_unit_test(test_entry_of_stages), cmocka_unit_test(test_long_instructions),
        cmocka_unit_test(test_limit_of_choices), cmocka_unit_test(test_image_formats),
        cmocka_unit_test(test_free_locations), cmocka_unit_test(test_large_debug_struct),
        cmocka_unit_test(test_long_sources),
        cmocka_unit_test(test_text_ends),
        cmocka_unit_test(test_limit_behind_warning),
        cmocka_unit_test(test_limits),         cmocka_unit_test(test_max_diagnostics),
        cmocka_unit_test(test_includes),       cmocka_unit_test(test_missing_includes),
        cmocka_unit_test(test_last_definition),
        cmocka_unit_test(test_include_cycles), cmocka_unit_test(test_resolved_includes),
        cmocka_unit_test(test_defines_of_texts), cmocka_unit_test(test_namespaces),
        cmocka_unit_test(test_namespace_limits), cmocka_unit_test(test_kept_inputs),
        cmocka_unit_test(test_non_uniform_targets),
        cmocka_unit_test(test_odd_bytes),
        cmocka_unit_test(test_format),         cmocka_unit_test(test_several_results),
        cmocka_unit_test(test_few_constants),
        cmocka_unit_test(test_dump),           cmocka_unit_test(test_tables),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
