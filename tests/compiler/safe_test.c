/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/safe_test.c tests/code/lambdav.c tests/code/lambdav_vk.c tests/code/spv_cpu.c -o safe_test -lcmocka -lSPIRV-Tools -lstdc++ -lm -lpthread -ldl */
/* What tools/doc/safe.md promises: bounded loops with the values that they give, programs that try
   to get out, and random ones that do. Each module is valid, ends on the CPU runner, whose checks
   find nothing, and on a Vulkan device, and leaves the same words in memory on both.
       safe_test [PROGRAMS]     as many random programs, 120 by default */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

#include "lambdav.h"
#include "lambdav_vk.h"
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"
#include "tests/support/random_bits.h"
#include "tests/support/structure.h"
#include "tests/support/vk_harness.h"

enum { WORDS = 16, ARENA = 16 << 20, STEPS = 20000000, DEPTH = 3 };
enum { CHECKS = SPV_CPU_CHECK_RANGE | SPV_CPU_CHECK_UNSET | SPV_CPU_CHECK_UNDEFINED };

static unsigned char arena[ARENA];
static unsigned random_programs = 120;

static lambdav_status compile(const char *text, uint32_t flags, uint32_t iterations,
                              lambdav_result *result) {
    lambdav_options options = {0};
    options.flags = flags | LAMBDAV_NAMES;
    options.max_iterations = iterations;
    return lambdav_compile(&options, text, strlen(text), arena, sizeof arena, result);
}

static void check_valid(const char *text, const lambdav_result *r) {
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_diagnostic d = NULL;
    char message[256];
    if (spvValidateBinary(context, r->words, r->word_count, &d) != SPV_SUCCESS)
        fail_msg("%s\n%s", text, d->error);
    if (structure_check(r->words, r->word_count, message, sizeof message) != 0)
        fail_msg("%s\n%s", text, message);
    spvContextDestroy(context);
}

/* One workgroup, with buffer 0,0 of WORDS words. */
static void run_on_cpu(const char *text, const lambdav_result *r, uint32_t *memory) {
    static const uint32_t one[3] = {1, 1, 1};
    spv_cpu_options options;
    spv_cpu_binding b;
    cpu_module m;
    memset(&options, 0, sizeof options);
    memset(&b, 0, sizeof b);
    options.checks = CHECKS, options.step_limit = STEPS;
    b.data = memory, b.size = WORDS * 4;
    if (cpu_open(&m, &options, r->words, r->word_count) != SPV_CPU_OK
        || spv_cpu_bind(&m.worker, &b, 1, NULL, 0) != SPV_CPU_OK
        || spv_cpu_dispatch(&m.worker, one, 0, 1) != SPV_CPU_OK)
        fail_msg("%s\n%s%s %s", text, m.program.error, m.worker.error,
                 m.worker.finding_count > 0 ? m.worker.findings[0].message : "");
    cpu_close(&m);
}

static void run_on_device(const lambdav_result *r, uint32_t *memory) {
    lambdav_vk_buffer buffer;
    lambdav_vk_binding binding;
    lambdav_vk_compute compute;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    memset(&binding, 0, sizeof binding);
    memset(&compute, 0, sizeof compute);
    memset(&job, 0, sizeof job);
    compute.words = r->words, compute.word_count = r->word_count;
    assert_ok(lambdav_vk_compute_open(&vk, &pipeline, &compute));
    assert_ok(lambdav_vk_buffer_open(&vk, &buffer, memory, WORDS * 4));
    binding.name = "b", binding.buffer = &buffer;
    job.pipeline = &pipeline, job.bindings = &binding, job.binding_count = 1;
    job.groups[0] = job.groups[1] = job.groups[2] = 1;
    assert_ok(lambdav_vk_run(&vk, &job, 1, NULL));
    assert_ok(lambdav_vk_buffer_read(&vk, &buffer, 0, memory, WORDS * 4));
    lambdav_vk_buffer_close(&vk, &buffer);
    lambdav_vk_pipeline_close(&vk, &pipeline);
}

/* Runs the program on both, from the words in memory, which become what it leaves. */
static void run(const char *text, uint32_t flags, uint32_t iterations, uint32_t *memory) {
    uint32_t other[WORDS];
    lambdav_result r;
    int i;
    memcpy(other, memory, sizeof other);
    if (compile(text, flags, iterations, &r) != LAMBDAV_OK)
        fail_msg("%s\n%s", text, r.diagnostics[0].message);
    check_valid(text, &r);
    run_on_cpu(text, &r, memory);
    run_on_device(&r, other);
    for (i = 0; i < WORDS; i++)
        if (memory[i] != other[i])
            fail_msg("%s\nword %d is %d on the CPU, %d on the device", text, i, (int)memory[i],
                     (int)other[i]);
}

/* The text of a compute program of one invocation, whose buffer b has WORDS ints. */
static const char *program_of(const char *statements) {
    static char text[8192];
    snprintf(text, sizeof text, "(buffer b (array int))\n(compute (1) %s)\n", statements);
    return text;
}

typedef struct expectation {
    const char *statements;
    int32_t words[4];
} expectation;

static void check_all(const expectation *e, size_t count, uint32_t flags, uint32_t iterations) {
    size_t i;
    int k;
    for (i = 0; i < count; i++) {
        uint32_t memory[WORDS] = {0};
        run(program_of(e[i].statements), flags, iterations, memory);
        for (k = 0; k < 4; k++)
            if ((int32_t)memory[k] != e[i].words[k])
                fail_msg("%s: word %d is %d", e[i].statements, k, (int)memory[k]);
    }
}

#define COUNT(x) (sizeof(x) / sizeof *(x))

/* ---- loops */

/* Loops of N - 1, N, N + 1 and endless turns give what N turns give, for N from 1 on. */
static void test_boundary(void **state) {
    int n, turns;
    char text[256];
    (void)state;
    for (n = 1; n < 6; n++)
        for (turns = n - 1; turns <= n + 2; turns++) {
            uint32_t memory[WORDS] = {0};
            int want = turns < n ? turns : n;
            snprintf(text, sizeof text,
                     "(store b 0 (loop ((i 0i)) (if (%s i %d) (rec (+ i 1)) (* i 3))))",
                     turns == n + 2 ? ">=" : "<", turns == n + 2 ? 0 : turns);
            run(program_of(text), 0, (uint32_t)n, memory);
            assert_int_equal(memory[0], 3 * want);
        }
}

static const expectation endless[] = {
    {"(store b 0 (loop ((i 0i)) (if true (rec (+ i 1)) i)))", {5, 0, 0, 0}},
    {"(loop ((i 0i)) (when true (store b 0 i) (store b 1 (+ i 100)) (rec (+ i 1))))",
     {4, 104, 0, 0}},
    /* the last turn does what comes before its choice, and what its way out does */
    {"(loop ((i 0i)) (do (atomic-add b 0 1) (if (>= i 0) (do (atomic-add b 1 1) (rec (+ i 1)))"
     " (store b 2 7))))",
     {6, 5, 7, 0}},
    /* several recs; a bind, a way out with a value */
    {"(do (bind x (loop ((i 0i)) (if (< i 2) (rec (+ i 1)) (if (< i 100) (rec (+ i 2)) (+ i 50)))))"
     " (store b 0 x))",
     {58, 0, 0, 0}},
    /* nested: 5 turns of 5, each with its stores; what an inner loop leaves begins the outer */
    {"(loop ((i 0i)) (when true (loop ((k 0i)) (when true (atomic-add b 0 1) (rec k)))"
     " (atomic-add b 1 1) (rec i)))",
     {25, 5, 0, 0}},
    {"(store b 0 (loop ((i 0i)) (if true (rec (loop ((k i)) (if true (rec (+ k 1)) k))) i)))",
     {25, 0, 0, 0}},
    /* a loop in a condition, and one whose condition is what it loads */
    {"(loop ((i 0i)) (when (< -1 (loop ((k 0i)) (if (>= k 0) (rec (+ k 1)) k)))"
     " (atomic-add b 0 1) (rec (+ i 1))))",
     {5, 0, 0, 0}},
    {"(loop ((i 0i)) (do (bind x (load b 0)) (when (= x x) (store b 0 (+ x 1)) (rec i))))",
     {5, 0, 0, 0}},
    /* a lock that nobody opens */
    {"(store b 1 1) (loop ((i 0i)) (do (bind x (atomic-compare-exchange b 1 0 1))"
     " (when (/= x 0) (rec (+ i 1)))))",
     {0, 1, 0, 0}},
};

static void test_endless(void **state) {
    (void)state;
    check_all(endless, COUNT(endless), 0, 5);
    check_all(endless, COUNT(endless), LAMBDAV_SAFE, 5);
}

/* Calls in tail position that are expanded into the loop, rec in functions, cases, switches; a
   variant as a parameter: what another constructor holds is any value, here it is not looked at. */
static void test_shapes(void **state) {
    static const char *const text =
        "(buffer b (array int))\n"
        "(variant step (go int) (stop int) (wait))\n"
        "(define (even i) (rec (not true) (+ i 1)))\n"
        "(define (odd i) (rec true (+ i 1)))\n"
        "(define (choose c i) (if c (even i) (odd i)))\n"
        "(compute (1)\n"
        "  (store b 0 (loop ((c true) (i 0i)) (if (>= i 0) (choose c i) i)))\n"
        "  (store b 1 (loop ((s (go 3)))\n"
        "               (case s ((go n) (rec (go (+ n 1)))) ((stop n) n) ((wait) 9))))\n"
        "  (store b 2 (loop ((k 0i) (i 0i))\n"
        "               (switch k (0 (rec 0i (+ i 1))) (1 -1) (else (* 2 i)))))\n"
        "  (store b 3 (loop ((f (func (x) (+ x 1))) (i 0i))\n"
        "               (if (>= i 0) (rec (func (x) (* x 2)) (f i)) i))))\n";
    uint32_t memory[WORDS] = {0};
    (void)state;
    run(text, LAMBDAV_SAFE, 4, memory);
    assert_int_equal(memory[0], 4);
    assert_int_equal(memory[1], 9);
    assert_int_equal(memory[2], 8);
    assert_int_equal(memory[3], 8);
}

/* Without a bound of its own a safe program has the default one. */
static void test_default(void **state) {
    uint32_t memory[WORDS] = {0};
    (void)state;
    run(program_of("(store b 0 (loop ((i 0i)) (if (>= i 0) (rec (+ i 1)) i)))"), LAMBDAV_SAFE, 0,
        memory);
    assert_int_equal(memory[0], LAMBDAV_SAFE_ITERATIONS);
}

/* A loop of which it is known that it ends before its turns are used up does not count them: its
   words are those without a bound. Nine turns are too few for what needs ten. */
static void test_known(void **state) {
    static const struct {
        const char *statement;
        int known; /* with 9 turns: counts itself, or needs the bound */
    } rows[] = {
        {"(store b 0 (loop ((i 0i) (s 1i)) (if (< i 9) (rec (+ i 1) (* s 3)) s)))", 1},
        {"(store b 0 (loop ((i 0i) (s 1i)) (if (< i 10) (rec (+ i 1) (* s 3)) s)))", 0},
        {"(store b 0 (loop ((i 0i) (s 1i)) (if (>= i 9) s (rec (+ i 1) (* s 3)))))", 1},
        {"(store b 0 (loop ((i 18u) (s 1i)) (if (= i 0) s (rec (- i 2) (* s 3)))))", 1},
        {"(store b 0 (loop ((i 18u) (s 1i)) (if (= i 1) s (rec (- i 2) (* s 3)))))", 0},
        {"(store b 0 (int (loop ((x 4) (s 1)) (if (> x -5) (rec (- x 1) (* s 3)) s))))", 1},
        {"(store b 0 (int (loop ((x 0) (s 1)) (if (< x 1) (rec (+ x 0.125) (* s 3)) s))))", 0},
        {"(store b 0 (int (loop ((x 4294967296) (s 1)) (if (> x 0) (rec (- x 1) (* s 3)) s))))", 0},
        {"(loop ((i 0i)) (when (< i 5) (store b i 1) (rec (+ i 1))))", 1},
        {"(loop ((i 0i)) (when (< i 5) (if (= (load b i) 0) (rec (+ i 1)) (rec i))))", 0},
        {"(loop ((i 0i)) (when (< i 5) (if (= (load b i) 0) (rec (+ i 1)) (rec (+ i 2)))))", 0},
        {"(loop ((i 0i)) (when (< i 5) (store b i 1) (rec (+ i 0))))", 0},
        {"(store b 0 (loop ((i (load b 0))) (if (< i 5) (rec (+ i 1)) i)))", 0},
        {"(store b 0 (loop ((i 0i) (n (load b 0))) (if (< i n) (rec (+ i 1) n) i)))", 0},
    };
    static uint32_t words[4096];
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(rows); i++) {
        const char *text = program_of(rows[i].statement);
        lambdav_result r;
        size_t count;
        assert_int_equal(compile(text, 0, 0, &r), LAMBDAV_OK);
        assert_true(r.word_count <= COUNT(words));
        count = r.word_count;
        memcpy(words, r.words, count * 4);
        assert_int_equal(compile(text, 0, 9, &r), LAMBDAV_OK);
        check_valid(text, &r);
        if ((r.word_count == count && memcmp(words, r.words, count * 4) == 0) != rows[i].known)
            fail_msg("%s: %s", rows[i].statement, rows[i].known ? "it counts" : "no bound");
    }
}

/* What a condition guards is checked again where a loop may leave without it: in the first two the
   way out stores out of range, in the third it stays in range. */
static void test_guards(void **state) {
    static const expectation rows[] = {
        {"(loop ((i 1000i)) (if (and (>= i 0) (< i (count b))) (store b i 7) (rec (+ i 1))))",
         {0, 0, 0, 0}},
        {"(loop ((i 20u)) (if (< i 16u) (store b i 7) (rec (+ i 1))))", {0, 0, 0, 0}},
        {"(loop ((i 0u)) (when (< i (uint (count b))) (store b i 7) (rec (+ i 1))))",
         {7, 7, 7, 0}},
    };
    (void)state;
    check_all(rows, COUNT(rows), 0, 3);
    check_all(rows, COUNT(rows), LAMBDAV_SAFE, 3);
}

/* ---- what else is defined */

static void test_indices(void **state) {
    static const expectation rows[] = {
        {"(store (at b 1000000i :unchecked) 1)", {0, 0, 0, 0}},
        {"(do (bind i (load b 3)) (store (at b (- i 5) :unchecked) 1) (store (at b (+ i 16)) 1))",
         {0, 0, 0, 0}},
        {"(do (bind i (load b 3)) (bind x (load (at b (+ i 99999) :unchecked)))"
         " (store b 0 (+ x 4)))",
         {4, 0, 0, 0}},
        {"(do (bind i (load b 3)) (store b 0 (at (array 5i 6 7) (+ i 50) :unchecked))"
         " (store b 1 (at (ivec3 5 6 7) (- i 1) :unchecked)))",
         {7, 5, 0, 0}},
        {"(store b 0 (atomic-add b 77i 1))", {0, 0, 0, 0}},
    };
    (void)state;
    check_all(rows, COUNT(rows), LAMBDAV_SAFE, 0);
}

static void test_numbers(void **state) {
    static const expectation rows[] = {
        {"(do (bind z (load b 3)) (store b 0 (/ 7 z)) (store b 1 (mod 7 z)) (store b 2 (rem 7 z)))",
         {7, 0, 0, 0}},
        {"(do (bind z (load b 3)) (store b 0 (/ (- (- z 2147483647i) 1) (- z 1)))"
         " (store b 1 (shift-left 3 (+ z 33))) (store b 2 (shift-right -8 (- z 31))))",
         {INT32_MIN, 6, -4, 0}},
        {"(do (bind z (load b 3)) (store b 0 (int (* 1e30 (+ 1 (num z)))))"
         " (store b 1 (int (* -1e30 (+ 1 (num z))))) (store b 2 (int (uint (- (num z) 5)))))",
         {2147483520, INT32_MIN, 0, 0}},
        {"(do (bind z (load b 3)) (store b 0 (int (/ 1 (num z)))) (store b 1 (int (uint 1e30)))"
         " (store b 2 (.y (int (vec2 2.75 (- (num z) 3.5))))))",
         {2147483520, -256, -3, 0}},
        /* at the ends of what an int and a uint hold */
        {"(do (bind z (load b 3)) (bind h (+ 2147483648 (num z))) (store b 0 (int h))"
         " (store b 1 (int (- h))) (store b 2 (int (uint (* 2 h)))))",
         {2147483520, INT32_MIN, -256, 0}},
        {"(do (bind z (load b 3)) (bind h (+ 2147483520 (num z))) (store b 0 (int h))"
         " (store b 1 (int (uint (- (num z) 1)))) (store b 2 (int (uint (* 2 h)))))",
         {2147483520, 0, -256, 0}},
    };
    (void)state;
    check_all(rows, COUNT(rows), LAMBDAV_SAFE, 0);
}

/* Workgroup memory begins as zeros, and the runner's check for what was never written agrees. */
static void test_shared(void **state) {
    static const char *const texts[] = {
        "(buffer b (array int)) (struct s (x int) (y (array ivec2 3))) (shared t s)\n"
        "(compute (1) (store b 0 (+ 5 (load t.x) (.y (load t.y 2)))))",
        "(buffer b (array int)) (spec-constant n 1 4i) (shared t (array int n)) (shared u mat2)\n"
        "(compute (1) (store b 0 (+ 5 (load t 3) (int (.x (load u 1))))))"};
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(texts); i++) {
        uint32_t memory[WORDS] = {0};
        run(texts[i], LAMBDAV_SAFE, 0, memory);
        assert_int_equal(memory[0], 5);
    }
}

/* Errors with LAMBDAV_SAFE, whatever no_warn says; warnings, or nothing, without it. */
static void test_refused(void **state) {
    static const char *const texts[] = {
        "(buffer b (array int)) (compute (8)"
        " (when (< (.x (local-invocation-id)) 3u) (barrier)) (store b 0 1))",
        "(texture t (array 2d 4)) (input i int)\n(sample-lod (at t i) (vec2 0) 0)",
    };
    size_t i;
    (void)state;
    for (i = 0; i < COUNT(texts); i++) {
        lambdav_options options = {0};
        lambdav_result r;
        options.no_warn = LAMBDAV_WARNING(LAMBDAV_E_NON_UNIFORM)
                          | LAMBDAV_WARNING(LAMBDAV_E_NON_UNIFORM_INDEX);
        assert_int_equal(compile(texts[i], 0, 0, &r), LAMBDAV_OK);
        assert_int_equal(compile(texts[i], LAMBDAV_SAFE, 0, &r), LAMBDAV_INPUT_ERROR);
        assert_int_equal(r.error_count, 1);
        options.flags = LAMBDAV_SAFE;
        assert_int_equal(lambdav_compile(&options, texts[i], strlen(texts[i]), arena, sizeof arena,
                                         &r),
                         LAMBDAV_INPUT_ERROR);
    }
}

/* ---- random programs that do not mean to end */

static char *out, *out_end;

static void put(const char *format, ...) {
    va_list list;
    va_start(list, format);
    out += vsnprintf(out, (size_t)(out_end - out), format, list);
    va_end(list);
    assert_true(out < out_end);
}

static void put_value(int depth, int names);

/* An index that the compiler does not know: z is 0. */
static void put_index(int depth, int names) {
    put("(+ z "), put_value(depth, names), put(")");
}

static void put_condition(int depth, int names) {
    static const char *const compare[] = {"<", "<=", ">", ">=", "=", "/="};
    if (random_below(4) == 0) {
        put("true");
        return;
    }
    put("(%s ", compare[random_below(6)]);
    put_value(depth - 1, names), put(" "), put_value(depth - 1, names), put(")");
}

/* A body that ends in rec or in a value; most arms go on. */
static void put_tail(int depth, int names, int arms) {
    if (arms > 0) {
        put("(if "), put_condition(depth, names), put(" ");
        put_tail(depth, names, arms - 1), put(" "), put_tail(depth, names, arms - 1), put(")");
    } else if (random_below(4) > 0) {
        put("(rec "), put_value(depth - 1, names), put(" "), put_value(depth - 1, names), put(")");
    } else {
        put_value(depth - 1, names);
    }
}

/* A loop of x<names> and x<names + 1>, with a rec and a way out. */
static void put_loop(int depth, int names) {
    put("(loop ((x%d ", names), put_value(depth - 1, names);
    put(") (x%d ", names + 1), put_value(depth - 1, names), put(")) (if ");
    names += 2;
    put_condition(depth, names), put(" (rec "), put_value(depth - 1, names), put(" ");
    put_value(depth - 1, names), put(") ");
    if (random_below(2)) {
        put_value(depth - 1, names);
    } else {
        put("(if "), put_condition(depth, names), put(" ");
        put_tail(depth, names, (int)random_below(3)), put(" ");
        put_value(depth - 1, names), put(")");
    }
    put("))");
}

static void put_value(int depth, int names) {
    static const char *const binary[] = {"+", "-", "*", "/", "mod", "rem", "min", "max",
                                         "bit-and", "bit-xor", "shift-left", "shift-right"};
    static const char *const numbers[] = {"0i", "1i", "-1i", "7i", "2147483647i", "-2147483648i"};
    uint32_t kind = random_below(12);
    if (depth <= 0 || kind < 2) {
        if (names > 0 && random_below(3) > 0) put("x%d", (int)random_below((uint32_t)names));
        else put("%s", numbers[random_below(6)]);
    } else if (kind < 7) {
        put("(%s ", binary[random_below(12)]), put_value(depth - 1, names), put(" ");
        put_value(depth - 1, names), put(")");
    } else if (kind == 7) {
        put("(int (* 65536 (num "), put_value(depth - 1, names), put(")))");
    } else if (kind == 8) {
        put("(at (array "), put_value(depth - 1, names), put(" "), put_value(depth - 1, names);
        put(") "), put_index(depth - 1, names), put("%s)", random_below(2) ? " :unchecked" : "");
    } else if (kind == 9) {
        put("(if "), put_condition(depth, names), put(" "), put_value(depth - 1, names), put(" ");
        put_value(depth - 1, names), put(")");
    } else {
        put_loop(depth, names);
    }
}

static void put_statement(int depth, int names) {
    static const char *const places[] = {"b", "s", "b", "t"};
    const char *place = places[random_below(4)];
    switch (random_below(depth > 0 ? 6 : 3)) {
    case 0:
        put("(store (at %s ", place), put_index(2, names);
        put("%s) ", random_below(2) ? " :unchecked" : ""), put_value(2, names), put(")");
        break;
    case 1: put("(atomic-add %s ", place), put_index(2, names), put(" 1)"); break;
    case 2:
        put("(do (bind y (load %s ", place), put_index(2, names), put("))");
        put("(store b 1 y))");
        break;
    case 3:
        put("(when "), put_condition(2, names), put(" "), put_statement(depth - 1, names);
        put(")");
        break;
    default: /* a loop of effects */
        put("(loop ((x%d ", names), put_value(1, names);
        put(") (x%d ", names + 1), put_value(1, names), put(")) (do ");
        put_statement(depth - 1, names + 2);
        put("(when "), put_condition(2, names + 2), put(" ");
        put_statement(depth - 1, names + 2);
        put("(rec "), put_value(1, names + 2), put(" "), put_value(1, names + 2), put(")");
        put(")))");
    }
}

static void test_random(void **state) {
    static char text[1 << 16];
    unsigned i, k;
    (void)state;
    for (i = 0; i < random_programs; i++) {
        uint32_t memory[WORDS];
        random_state = 0x9e3779b97f4a7c15u + i * 0x100000001b3u;
        for (k = 0; k < 8; k++) random32();
        out = text, out_end = text + sizeof text;
        put("(buffer b (array int)) (shared s (array int 5)) (shared t (array int 16))\n");
        put("(compute (1) (bind z (load b 0))");
        for (k = 0; k < 3; k++) put("\n  "), put_statement(DEPTH, 0);
        put("\n  (store b 0 "), put_value(DEPTH, 0), put("))\n");
        for (k = 0; k < WORDS; k++) memory[k] = k * 3;
        run(text, LAMBDAV_SAFE, 1 + random_below(4), memory);
    }
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        TEST(test_boundary), TEST(test_endless), TEST(test_shapes),  TEST(test_default),
        TEST(test_known),    TEST(test_guards),  TEST(test_indices), TEST(test_numbers),
        TEST(test_shared),   TEST(test_refused), TEST(test_random)};
    if (argc > 1) random_programs = (unsigned)strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
