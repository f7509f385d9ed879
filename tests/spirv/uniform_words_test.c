/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/spirv/uniform_words_test.c tests/code/lambdav.c -o uniform_words_test -lm */
/* lambdav.h warns of the barriers and derivatives that only some invocations come to, on its graph;
   tools/spv_uniformity.h finds them in words. Both say the same of each program and its own words:
   at which places of the source there is one. The programs are random, and those of the folders.
       uniform_words_test [--programs N] [--seed S] [--print] [FILE.lv...]
   Two rules are known by which they differ:
     - A function of the words is judged with all its calls together, and so is what it leaves in
       variables. λV knows the value: it makes a function of what is wanted in several places, none
       of them for certain. Here the words may be stricter, by a chain of reasons with a call.
     - What is loaded from memory differs for λV, always. In the words it does not where nothing
       writes: a buffer that no entry writes, shared memory between two barriers. No program here
       decides by such a load, so that none is let pass.
   The last line is "N passed, N failed". */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lambdav.h"

#define SPV_MODULE_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_uniformity.h"

#include "tests/support/cases.h"
#include "tests/oracle/random_effects.h"
#include "tests/support/repeat.h"
#include "tests/support/uniform_analysis.h"

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 1 << 20, PLACES = 4096, PROGRAMS = 3000 };

typedef struct place {
    uint32_t line, column;
    int by_call; /* a function's calls are among the reasons */
} place;

typedef struct places {
    place list[PLACES];
    size_t count;
} places;

static unsigned char *arena;
static char text[TEXT_SIZE];
static places warned, found;
static unsigned long barriers, derivatives, agreed, with_some, by_calls, passed, failed, left_out;

static int has(const places *p, place at) {
    size_t i;
    for (i = 0; i < p->count; i++)
        if (p->list[i].line == at.line && p->list[i].column == at.column) return 1;
    return 0;
}

static void add(places *p, uint32_t line, uint32_t column, int by_call) {
    place at;
    at.line = line;
    at.column = column;
    at.by_call = by_call;
    if (!has(p, at) && p->count < PLACES) p->list[p->count++] = at;
}

/* What lambdav.h looks at: the analysis knows of operations of subgroups and quads too. */
static int is_looked_at(uint32_t opcode) {
    return opcode == SPVM_OpControlBarrier || opcode == SPVM_OpImageQueryLod
           || opcode == SPVM_OpImageSampleImplicitLod || opcode == SPVM_OpImageSampleDrefImplicitLod
           || (opcode >= SPVM_OpDPdx && opcode <= SPVM_OpFwidthCoarse);
}

static void analyze(const uint32_t *words, size_t count) {
    static uniform_analysis u;
    const spvu_analysis *a = &u.result;
    uint32_t i;
    uniform_open(&u, NULL, words, count);
    for (i = 0; i < a->finding_count; i++) {
        const spvm_inst *inst = &u.model.insts[a->findings[i].inst];
        spvu_cursor c = {0, 0, 0, 0};
        spvu_reason r;
        int by_call = 0;
        if (!is_looked_at(inst->opcode) || a->findings[i].is_operand) continue;
        if (inst->opcode == SPVM_OpControlBarrier) barriers++;
        else derivatives++;
        while (spvu_next_reason(a, &a->findings[i], &c, &r)) by_call |= r.why == SPVU_WHY_CALL;
        if (inst->line == SPVM_NONE) add(&found, 0, 0, by_call);
        else
            add(&found, u.model.lines[inst->line].line, u.model.lines[inst->line].column, by_call);
    }
    uniform_close(&u);
}

static void print_places(const char *who, const places *p, const places *other) {
    size_t i;
    for (i = 0; i < p->count; i++)
        if (!has(other, p->list[i]))
            printf("  only %s: %u:%u\n", who, (unsigned)p->list[i].line,
                   (unsigned)p->list[i].column);
}

/* Compiles the text and compares; 0 if the two differ. */
static int compare(size_t size, lambdav_target target, uint32_t flags) {
    lambdav_options options = {0};
    lambdav_result result;
    size_t i;
    options.target = target;
    options.flags = flags | LAMBDAV_DEBUG_LINES | LAMBDAV_NEEDED_ONLY;
    options.max_diagnostics = PLACES;
    warned.count = found.count = 0;
    if (lambdav_compile(&options, text, size, arena, ARENA_SIZE, &result) != LAMBDAV_OK) {
        left_out++;
        return 1;
    }
    for (i = 0; i < result.diagnostic_count; i++)
        if (result.diagnostics[i].code == LAMBDAV_E_NON_UNIFORM)
            add(&warned, result.diagnostics[i].span.line, result.diagnostics[i].span.column, 0);
    analyze(result.words, result.word_count);
    with_some += warned.count != 0 || found.count != 0;
    for (i = 0; i < found.count; i++)
        if (!has(&warned, found.list[i])) {
            if (!found.list[i].by_call) return 0;
            by_calls++;
        }
    for (i = 0; i < warned.count; i++)
        if (!has(&found, warned.list[i])) return 0;
    agreed++;
    return 1;
}

/* ---- programs made of what decides, loops and derivatives */

static size_t length;
static int names; /* n0, n1, ... are numbers */

static void put(const char *format, ...) {
    va_list list;
    va_start(list, format);
    if (length + 200 < sizeof text)
        length += (size_t)vsnprintf(text + length, sizeof text - length, format, list);
    va_end(list);
}

static void number_of(int depth);

/* A bool: the same for a draw, a triangle, or not the same. */
static void decision(int depth) {
    static const char *const some[] = {
        "(< u.x 0.5)", "(= u.n 2i)", "(< flat 0.5)", "(= whole 3i)", "(front-facing)",
        "(< (.x uv) 0.5)", "(> (.y (frag-coord)) 9)", "true"};
    if (chance(55) || depth <= 0) {
        put("%s", some[below(8)]);
    } else if (chance(30)) {
        put("(%s ", chance(50) ? "and" : "or");
        decision(depth - 1);
        put(" ");
        decision(depth - 1);
        put(")");
    } else {
        put("(< ");
        number_of(depth - 1);
        put(" 0.5)");
    }
}

/* The rest of a loop, whose counter is n`counter`, whose sum is the name behind it. */
static void turn(int counter, int depth) {
    if (depth > 0 && chance(40)) {
        put("(if ");
        decision(depth - 1);
        put(" ");
        turn(counter, depth - 1);
        put(" ");
        turn(counter, depth - 1);
        put(")");
    } else if (chance(60)) {
        put("(rec (+ n%d 1) ", counter);
        number_of(depth - 1);
        put(")");
    } else {
        number_of(depth - 1);
    }
}

static void loop(int depth) {
    static const char *const ends[] = {"3", "u.x", "flat", "(.x uv)", "(num u.n)", "(num whole)"};
    int counter = names, forks;
    put("(loop ((n%d 0) (n%d ", counter, counter + 1);
    number_of(depth - 1);
    names += 2;
    put(")) (if (< n%d %s) ", counter, ends[below(6)]);
    forks = chance(40);
    if (forks) {
        put("(if ");
        decision(depth - 1);
        put(" ");
        turn(counter, depth - 1);
        put(" ");
    }
    put("(rec (+ n%d 1) (+ n%d ", counter, counter + 1);
    number_of(depth - 1);
    put(forks ? "))) " : ")) ");
    number_of(depth - 1);
    put("))");
    names = counter;
}

static void number_of(int depth) {
    static const char *const some[] = {"u.x", "flat", "(.x uv)", "(.y uv)", "2", "(num u.n)"};
    static const char *const words[] = {"fwidth", "dfdx-fine", "dfdy", "fwidth-coarse"};
    int kind = depth <= 0 ? 0 : below(20), from = names;
    if (kind < 3 && names > 0 && chance(70)) {
        put("n%d", below(names));
    } else if (kind < 4) {
        put("%s", some[below(6)]);
    } else if (kind < 7) {
        put("(%s ", words[below(4)]);
        number_of(depth - 1);
        put(")");
    } else if (kind < 9) {
        put("(.x (sample t (vec2 ");
        number_of(depth - 1);
        put(")))");
    } else if (kind < 12) {
        put("(if ");
        decision(depth - 1);
        put(" ");
        number_of(depth - 1);
        put(" ");
        number_of(depth - 1);
        put(")");
    } else if (kind < 15) {
        put("(+ ");
        number_of(depth - 1);
        put(" ");
        number_of(depth - 1);
        put(")");
    } else if (kind < 17) {
        put("(let ((n%d ", names);
        number_of(depth - 1);
        names++;
        put(")) ");
        number_of(depth - 1);
        put(")");
        names = from;
    } else {
        loop(depth);
    }
}

/* A fragment entry; some discard, some read what may be written. */
static void own_program(uint64_t seed, int depth) {
    int i, count;
    random_seed(seed);
    count = 1 + below(4), length = 0, names = 0;
    put("(texture t 2d)\n(input uv vec2)\n(input flat num :flat)\n(input whole int)\n"
        "(uniform u (n int) (x num))\n(buffer b (array num))\n(fragment\n");
    if (chance(20)) {
        put("(discard-when ");
        decision(2);
        put(")\n");
    }
    put("(do ");
    if (chance(30)) put("(bind n%d (load b 0)) (store b 1 2) ", names++);
    for (i = 0; i < count; i++) {
        put("(bind n%d ", names);
        number_of(depth);
        names++;
        put(")\n");
    }
    put("(vec4 ");
    number_of(depth);
    put(")))\n");
}

static void program(uint64_t seed, unsigned long number, int print) {
    static const lambdav_target targets[] = {LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_TARGET_SPIRV_1_0,
                                             LAMBDAV_TARGET_SPIRV_1_6};
    uint64_t own = seed * 1000003u + number;
    int size = 10 + (int)(number % 13) * 25;
    if (number % 3 == 0) own_program(own, 3 + (int)(number % 4));
    else
        length = tree_print(number % 3 == 1 ? running_make(own, size) : program_make(own, size),
                            text, sizeof text);
    if (compare(length, targets[number / 3 % 3], number % 5 ? 0 : LAMBDAV_KEEP_GUARDS)) {
        passed++;
    } else {
        failed++;
        print_places("the warning", &warned, &found);
        print_places("the words", &found, &warned);
        if (failed <= 5)
            repeat_by("build/uniform_words_test --seed %llu --first %lu --programs 1 --print",
                      (unsigned long long)seed, number);
    }
    if (print) printf("%s\n", text);
}

static void file(const char *path) {
    size_t size;
    char *own = cases_load(path, &size);
    if (size >= sizeof text) exit(3);
    memcpy(text, own, size);
    free(own);
    if (compare(size, LAMBDAV_TARGET_SPIRV_1_3, 0)) {
        passed++;
        return;
    }
    failed++;
    printf("%s\n", path);
    print_places("the warning", &warned, &found);
    print_places("the words", &found, &warned);
}

static void files(const char *pattern, int argc, char **argv) {
    glob_t all = cases_find(pattern, argc, argv);
    size_t i;
    for (i = 0; i < all.gl_pathc; i++) file(all.gl_pathv[i]);
    globfree(&all);
}

static void programs_of(unsigned long long seed, unsigned long first, unsigned long count,
                        int print) {
    unsigned long i;
    printf("seed %llu\n", seed);
    for (i = 0; i < count; i++) program(seed, first + i, print);
}

int main(int argc, char **argv) {
    unsigned long programs = PROGRAMS, first = 0;
    unsigned long long seed = 0;
    int k, print = 0;
    arena = (unsigned char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    derivatives_anywhere = 1;
    for (k = 1; k < argc && argv[k][0] == '-'; k++) {
        if (strcmp(argv[k], "--print") == 0) print = 1;
        else if (k + 1 == argc) return 2;
        else if (strcmp(argv[k], "--programs") == 0) programs = strtoul(argv[++k], NULL, 10);
        else if (strcmp(argv[k], "--first") == 0) first = strtoul(argv[++k], NULL, 10);
        else if (strcmp(argv[k], "--seed") == 0) seed = strtoull(argv[++k], NULL, 10);
        else return 2;
    }
    if (k < argc) {
        files("", argc - k + 1, argv + k - 1);
    } else if (seed != 0) {
        programs_of(seed, first, programs, print);
    } else {
        files("examples/*.lv", 0, NULL);
        files("tests/data/run/*.lv", 0, NULL);
        files("tests/data/compute/*.lv", 0, NULL);
        files("tests/data/error/non-uniform*.lv", 0, NULL);
        programs_of(20261, 0, programs, print);
        programs_of((unsigned long long)time(NULL) % 1000000 + 1, 0, programs, print);
    }
    printf("%lu programs agree, %lu of them with findings: %lu barriers, %lu derivatives; "
           "%lu do not compile\n", agreed, with_some, barriers, derivatives, left_out);
    printf("%lu places are found by the calls of a function alone\n", by_calls);
    printf("%lu passed, %lu failed\n", passed, failed);
    free(arena);
    return failed != 0;
}
