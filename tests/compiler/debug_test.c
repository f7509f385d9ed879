/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/debug_test.c tests/code/lambdav.c -o debug_test -lSPIRV-Tools -lstdc++ -lm */
/* What debuggers read: OpLine and OpSource, and NonSemantic.Shader.DebugInfo.100.
   Every case of tests/data/run and every example is compiled both ways: each place that the words
   name is one of the text, where a form begins; the sources are there byte for byte; without what
   is for debuggers it is the plain module. Small programs give exactly the lines, functions, calls
   and variables below. The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>

#include <spirv/unified1/NonSemanticShaderDebugInfo100.h>
#include <spirv/unified1/spirv.h>

#include "lambdav.h"

#include "tests/code/inside.h"
#include "tests/support/cases.h"
#include "tests/support/same_code.h"

#define INFO(name) NonSemanticShaderDebugInfo100##name

enum { ARENA_SIZE = 64 << 20, LISTING_SIZE = 1 << 16, MAX_SOURCES = 8 };

static unsigned char *arena, *plain_arena;
static unsigned passed, failed;
static spv_context context;

static void check(int good, const char *format, ...) {
    va_list list;
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED ");
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

/* ---- reading a module */

static code module; /* what is read from */

static const code_line *definition(uint32_t id) {
    static const code_line none;
    return id < module.bound && module.definitions[id] ? &module.lines[module.definitions[id] - 1]
                                                       : &none;
}

/* The number of an instruction of the debug set, -1 if it is none. */
static int info(const code_line *line) {
    return line->opcode == SpvOpExtInst && line->debug ? (int)line->words[4] : -1;
}

/* Operand i, from 0, of an instruction of the debug set; 0 if it has none. */
static uint32_t operand(const code_line *line, uint32_t i) {
    return 5 + i < line->count ? line->words[5 + i] : 0;
}

static uint32_t number(uint32_t id) {
    const code_line *line = definition(id);
    check(line->opcode == SpvOpConstant, "id %u is a constant", id);
    return line->opcode == SpvOpConstant ? line->words[3] : 0;
}

static const char *string(uint32_t id) {
    const code_line *line = definition(id);
    return line->opcode == SpvOpString ? (const char *)&line->words[2] : "";
}

/* ---- texts */

typedef struct source {
    const char *name, *text;
    size_t size;
} source;
static source sources[MAX_SOURCES];
static size_t source_count;

static const source *find_source(const char *name) {
    size_t i;
    for (i = 0; i < source_count; i++)
        if (strcmp(sources[i].name, name) == 0) return &sources[i];
    check(0, "there is no source named '%s'", name);
    return NULL;
}

/* Is line:column, counted from 1, a place in the text where a form begins? */
static int is_place(const source *s, uint32_t line, uint32_t column) {
    const char *p = s->text, *end = s->text + s->size;
    if (line == 0 || column == 0) return 0;
    for (; line > 1 && p < end; p++) line -= (uint32_t)(*p == '\n');
    if (line > 1) return 0;
    for (; column > 1 && p < end && *p != '\n'; p++) column--;
    return column == 1 && p < end && strchr(" \t\r\n);]", *p) == NULL;
}

static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    size_t i;
    (void)user, (void)from, (void)from_size;
    for (i = 1; i < source_count; i++) {
        if (strlen(sources[i].name) != name_size || memcmp(sources[i].name, name, name_size) != 0)
            continue;
        found->text = sources[i].text, found->text_size = sources[i].size;
        return 1;
    }
    return 0;
}

/* The text of source s as the module has it in OpSource or DebugSource and what continues it. */
static void check_text(const source *s) {
    char *got = (char *)calloc(s->size + 4, 1);
    size_t size = 0, i;
    int inside = 0;
    for (i = 0; i < module.count; i++) {
        const code_line *line = &module.lines[i];
        const char *piece = NULL;
        if (line->opcode == SpvOpSource) {
            inside = strcmp(string(line->words[3]), s->name) == 0;
            piece = (const char *)&line->words[4];
        } else if (info(line) == INFO(DebugSource)) {
            inside = strcmp(string(operand(line, 0)), s->name) == 0;
            piece = string(operand(line, 1));
        } else if (line->opcode == SpvOpSourceContinued) {
            piece = (const char *)&line->words[1];
        } else if (info(line) == INFO(DebugSourceContinued)) {
            piece = string(operand(line, 0));
        }
        if (piece == NULL || !inside || size + strlen(piece) > s->size) continue;
        memcpy(got + size, piece, strlen(piece));
        size += strlen(piece);
    }
    check(size == s->size && memcmp(got, s->text, size) == 0, "the text of %s", s->name);
    free(got);
}

/* ---- places of all instructions */

static void check_place(const char *file, uint32_t line, uint32_t column) {
    const source *s = find_source(file);
    check(s != NULL && is_place(s, line, column), "%s:%u:%u is no place", file, line, column);
}

static void check_lines(void) {
    size_t i;
    for (i = 0; i < module.count; i++) {
        const code_line *line = &module.lines[i];
        if (line->opcode == SpvOpLine)
            check_place(string(line->words[1]), line->words[2], line->words[3]);
        if (info(line) == INFO(DebugLine)) {
            const char *file = string(operand(definition(operand(line, 0)), 0));
            uint32_t at = number(operand(line, 1));
            check_place(file, at, number(operand(line, 3)));
            check_place(file, number(operand(line, 2)), number(operand(line, 3)));
            check(number(operand(line, 4)) >= number(operand(line, 3)), "%s:%u: columns", file, at);
        }
        if (info(line) == INFO(DebugFunction) || info(line) == INFO(DebugLocalVariable)
            || info(line) == INFO(DebugGlobalVariable)) {
            const char *file = string(operand(definition(operand(line, 2)), 0));
            check_place(file, number(operand(line, 3)), number(operand(line, 4)));
        }
    }
}

/* ---- scopes of all instructions */

/* The DebugFunction that a scope lies in. */
static uint32_t scope_function(uint32_t scope) {
    while (info(definition(scope)) == INFO(DebugLexicalBlock))
        scope = operand(definition(scope), 3);
    return scope;
}

/* Every OpFunction has its DebugFunction, to which all chains of calls lead; a variable is told in
   its scope. */
static void check_scopes(void) {
    uint32_t function = 0, outer = 0, scope = 0, at;
    size_t i;
    for (i = 0; i < module.count; i++) {
        const code_line *line = &module.lines[i];
        int what = info(line);
        if (line->opcode == SpvOpFunction) function = line->words[2], outer = 0;
        if (line->opcode == SpvOpFunctionEnd) check(outer != 0, "a function without a name");
        if (line->opcode == SpvOpLabel) scope = 0;
        if (what == INFO(DebugFunctionDefinition)) {
            check(outer == 0 && operand(line, 1) == function, "a definition of another function");
            outer = operand(line, 0);
            check(info(definition(outer)) == INFO(DebugFunction), "a definition of none");
        } else if (what == INFO(DebugScope)) {
            scope = operand(line, 0);
            at = scope_function(scope);
            for (line = definition(operand(line, 1)); info(line) == INFO(DebugInlinedAt);
                 line = definition(operand(line, 2)))
                at = scope_function(operand(line, 1));
            check(at == outer, "a chain of calls leads to another function");
        } else if (what == INFO(DebugValue)) {
            at = operand(line, 0);
            check(info(definition(at)) == INFO(DebugLocalVariable)
                      && operand(definition(at), 5) == scope,
                  "a variable out of its scope");
        }
    }
}

/* ---- a listing of a module, for small programs */

static char listing[LISTING_SIZE];
static size_t listed;

static void list(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    listed += (size_t)vsnprintf(listing + listed, sizeof listing - listed, format, arguments);
    va_end(arguments);
    if (listed >= sizeof listing) abort();
}

/* `square` of a DebugFunction, `walk{3:4}` of a block in it. */
static void list_scope(uint32_t id) {
    char blocks[256] = "";
    const code_line *line = definition(id);
    while (info(line) == INFO(DebugLexicalBlock)) {
        char block[32];
        snprintf(block, sizeof block, "{%u:%u}", number(operand(line, 1)),
                 number(operand(line, 2)));
        memmove(blocks + strlen(block), blocks, strlen(blocks) + 1);
        memcpy(blocks, block, strlen(block));
        line = definition(operand(line, 3));
    }
    check(info(line) == INFO(DebugFunction), "a scope that is in no function");
    list("%s%s", string(operand(line, 0)), blocks);
}

static void list_chain(uint32_t scope, uint32_t inlined) {
    list_scope(scope);
    while (inlined) {
        const code_line *line = definition(inlined);
        list(" < ");
        list_scope(operand(line, 1));
        list(":%u", number(operand(line, 0)));
        inlined = operand(line, 2);
    }
}

static const char *instruction_name(const code_line *line) {
    return inside_opcode_name(line->opcode == SpvOpExtInst ? 0x8000u | line->words[4]
                                                           : line->opcode);
}

static void list_value(uint32_t id) {
    const code_line *line = definition(id);
    float bits;
    if (line->opcode != SpvOpConstant) {
        list("%s", instruction_name(line));
        return;
    }
    memcpy(&bits, &line->words[3], 4);
    list("%g", (double)bits);
}

/* "num", "num x2", "num x2 x2" */
static void list_type(uint32_t id) {
    const code_line *line = definition(id), *vector = line;
    if (info(line) == INFO(DebugTypeMatrix)) vector = definition(operand(line, 0));
    if (info(vector) == INFO(DebugTypeVector))
        list("%s x%u", string(operand(definition(operand(vector, 0)), 0)),
             number(operand(vector, 1)));
    else list("%s", string(operand(vector, 0)));
    if (vector != line) list(" x%u", number(operand(line, 1)));
}

/* "x: num (1) at 2:17 in square = FAdd": its parameter 1 */
static void list_local(const code_line *line) {
    const code_line *local = definition(operand(line, 0));
    list("    %s: ", string(operand(local, 0)));
    list_type(operand(local, 1));
    if (operand(local, 7)) list(" (%u)", number(operand(local, 7)));
    list(" at %u:%u in ", number(operand(local, 3)), number(operand(local, 4)));
    list_scope(operand(local, 5));
    list(" = ");
    list_value(operand(line, 1));
    list("\n");
}

/* Lines, chains of calls and values of the functions' instructions; a change is a new line. */
static void list_functions(void) {
    uint32_t scope = 0, inlined = 0, line_at = 0, column = 0, said = 0;
    const char *file = "";
    size_t i;
    for (i = 0; i < module.count; i++) {
        const code_line *line = &module.lines[i];
        int number_of = info(line);
        if (line->opcode == SpvOpLabel) scope = inlined = line_at = 0;
        if (number_of == INFO(DebugFunctionDefinition)) {
            list("function %s\n", string(operand(definition(operand(line, 0)), 0)));
        } else if (number_of == INFO(DebugScope)) {
            scope = operand(line, 0), inlined = operand(line, 1);
            list("  "), list_chain(scope, inlined), list("\n");
        } else if (number_of == INFO(DebugLine)) {
            file = string(operand(definition(operand(line, 0)), 0));
            line_at = number(operand(line, 1)), column = number(operand(line, 3));
            said = 1;
        } else if (number_of == INFO(DebugValue)) {
            list_local(line);
        } else if (line->opcode == SpvOpLine) {
            file = string(line->words[1]), line_at = line->words[2], column = line->words[3];
            said = 1;
        } else if (line_at && !line->debug) {
            if (said) list("    %s:%u:%u", file, line_at, column);
            else list("       ");
            list(" %s\n", instruction_name(line));
            said = 0;
        }
    }
}

static void list_globals(void) {
    size_t i;
    for (i = 0; i < module.count; i++) {
        const code_line *line = &module.lines[i];
        if (info(line) != INFO(DebugGlobalVariable)) continue;
        check(definition(operand(line, 7))->opcode == SpvOpVariable, "a global variable");
        list("global %s: ", string(operand(line, 0)));
        list_type(operand(line, 1));
        list(" at %u:%u\n", number(operand(line, 3)), number(operand(line, 4)));
    }
}

/* ---- compiling */

static lambdav_options options;

/* Compiles sources[0] with these flags, and reads it; 0 if it is rejected. */
static int compile(uint32_t flags) {
    lambdav_result result, plain;
    options.source_name = sources[0].name;
    options.include = include;
    options.flags = flags;
    if (lambdav_compile(&options, sources[0].text, sources[0].size, arena, ARENA_SIZE, &result)
        != LAMBDAV_OK)
        return 0;
    options.flags = 0;
    check(lambdav_compile(&options, sources[0].text, sources[0].size, plain_arena, ARENA_SIZE,
                          &plain)
              == LAMBDAV_OK,
          "%s compiles only for debuggers", sources[0].name);
    check(same_code(context, plain.words, plain.word_count, result.words, result.word_count),
          "%s: debug information changes the module", sources[0].name);
    check(spvValidateBinary(context, result.words, result.word_count, NULL) == SPV_SUCCESS,
          "%s: spirv-val", sources[0].name);
    return code_read(&module, context, result.words, result.word_count);
}

static void add_source(const char *name, const char *text, size_t size) {
    sources[source_count].name = name, sources[source_count].text = text;
    sources[source_count++].size = size;
}

static void begin(const char *text) {
    source_count = 0;
    listed = 0;
    listing[0] = '\0';
    memset(&options, 0, sizeof options);
    add_source("main.lv", text, strlen(text));
}

static void expect(const char *what, const char *wanted) {
    check(strcmp(listing, wanted) == 0, "%s: the listing is\n%s", what, listing);
}

/* ---- cases */

static void test_files(const char *pattern) {
    glob_t files = cases_find(pattern, 1, NULL);
    size_t i, size, k;
    for (i = 0; i < files.gl_pathc; i++) {
        char *text = cases_load(files.gl_pathv[i], &size);
        begin("");
        source_count = 0;
        add_source(files.gl_pathv[i], text, size);
        for (k = 0; k < 2; k++) {
            if (!compile(k ? LAMBDAV_DEBUG_FULL : LAMBDAV_DEBUG_LINES)) break;
            check_lines();
            if (k) check_scopes();
            if (strlen(text) == size) check_text(&sources[0]);
            code_free(&module);
        }
        free(text);
    }
    globfree(&files);
}

static const char calls_listing[] =
    "function main\n"
    "  main\n"
    "    main.lv:10:14 Load\n"
    "  square < main:11\n"
    "    main.lv:3:17 AccessChain\n"
    "        Load\n"
    "  main\n"
    "    main.lv:10:10 CompositeExtract\n"
    "    u: num at 10:8 in main = CompositeExtract\n"
    "  square < main:11\n"
    "    x: num (1) at 2:17 in square = CompositeExtract\n"
    "    main.lv:3:12 ADD\n"
    "    y: num at 3:10 in square = ADD\n"
    "    main.lv:4:5 MUL\n"
    "  square < main:12\n"
    "    x: num (1) at 2:17 in square = 2\n"
    "    main.lv:3:12 ADD\n"
    "    y: num at 3:10 in square = ADD\n"
    "    main.lv:4:5 MUL\n"
    "  main\n"
    "    main.lv:13:6 Branch\n"
    "  walk < main:13\n"
    "    i: num (1) at 6:14 in walk = Phi\n"
    "  square < walk:8 < main:13\n"
    "    x: num (1) at 2:17 in square = Phi\n"
    "  walk < main:13\n"
    "    acc: num (2) at 6:16 in walk = Phi\n"
    "    main.lv:7:9 LT\n"
    "  main\n"
    "    main.lv:13:6 LoopMerge\n"
    "        BranchConditional\n"
    "  walk < main:13\n"
    "    main.lv:8:14 ADD\n"
    "  square < walk:8 < main:13\n"
    "    main.lv:3:12 ADD\n"
    "    y: num at 3:10 in square = ADD\n"
    "    main.lv:4:5 MUL\n"
    "  walk < main:13\n"
    "    main.lv:8:22 ADD\n"
    "        Branch\n"
    "  main\n"
    "    main.lv:11:3 ADD\n"
    "        ADD\n"
    "    main.lv:10:1 Store\n"
    "        Return\n"
    "        FunctionEnd\n"
    "global out0: num at 10:1\n"
    "global frag-coord: num x4 at 10:14\n"
    "global push: block at 1:1\n";

static const char calls_lines[] =
    "    main.lv:10:14 Load\n"
    "    main.lv:3:17 AccessChain\n"
    "        Load\n"
    "    main.lv:10:10 CompositeExtract\n"
    "    main.lv:3:12 ADD\n"
    "    main.lv:4:5 MUL\n"
    "    main.lv:3:12 ADD\n"
    "    main.lv:4:5 MUL\n"
    "    main.lv:13:6 Branch\n"
    "    main.lv:7:9 LT\n"
    "    main.lv:13:6 LoopMerge\n"
    "        BranchConditional\n"
    "    main.lv:8:14 ADD\n"
    "    main.lv:3:12 ADD\n"
    "    main.lv:4:5 MUL\n"
    "    main.lv:8:22 ADD\n"
    "        Branch\n"
    "    main.lv:11:3 ADD\n"
    "        ADD\n"
    "    main.lv:10:1 Store\n"
    "        Return\n"
    "        FunctionEnd\n";

/* The paper's way, and no other: a function called twice, a let, a rec-func, a push constant. */
static void test_calls(void) {
    static const char text[] = "(push-constants (time num))\n"
                               "(define (square x)\n"
                               "  (let ((y (+ x time)))\n"
                               "    (* y y)))\n"
                               "(define walk\n"
                               "  (rec-func (i acc)\n"
                               "    (if (< i 4)\n"
                               "        (rec (+ i 1) (+ acc (square i)))\n"
                               "        acc)))\n"
                               "(let ((u (.x (frag-coord))))\n"
                               "  (+ (square u)\n"
                               "     (square 2)\n"
                               "     (walk 0 u)))\n";
    begin(text);
    if (!compile(LAMBDAV_DEBUG_FULL)) abort();
    list_functions();
    list_globals();
    expect("calls", calls_listing);
    check_lines();
    check_text(&sources[0]);
    code_free(&module);
    begin(text);
    if (!compile(LAMBDAV_DEBUG_LINES)) abort();
    list_functions();
    expect("calls, lines", calls_lines);
    check_text(&sources[0]);
    code_free(&module);
}

/* An argument belongs to the text of its caller, and a loop to the function around it. */
static void test_scopes(void) {
    begin("(define (twice f x) (f (f x)))\n"
          "(define (blend a)\n"
          "  (twice (func (v) (sin (+ v a)))\n"
          "         (loop ((k a)) (if (< k 9) (rec (* k 2)) (cos k)))))\n"
          "(blend (.y (frag-coord)))\n");
    if (!compile(LAMBDAV_DEBUG_FULL)) abort();
    list_functions();
    expect("scopes",
           "function main\n"
           "  main\n"
           "    main.lv:5:12 Load\n"
           "    main.lv:5:8 CompositeExtract\n"
           "  blend < main:5\n"
           "    a: num (1) at 2:16 in blend = CompositeExtract\n"
           "    main.lv:4:10 Store\n"
           "        Branch\n"
           "  blend < main:5\n"
           "    main.lv:4:10 Load\n"
           "  blend{4:10} < main:5\n"
           "    k: num (1) at 4:18 in blend{4:10} = Load\n"
           "    main.lv:4:28 LT\n"
           "  blend < main:5\n"
           "    main.lv:4:10 LoopMerge\n"
           "        BranchConditional\n"
           "  blend{4:10} < main:5\n"
           "    main.lv:4:41 MUL\n"
           "        Store\n"
           "        Branch\n"
           "  blend{4:10} < main:5\n"
           "    main.lv:4:50 COS\n"
           "  twice < blend:3 < main:5\n"
           "    x: num (2) at 1:18 in twice = COS\n"
           "  func < twice:1 < blend:3 < main:5\n"
           "    v: num (1) at 3:17 in func = COS\n"
           "    main.lv:3:25 ADD\n"
           "    main.lv:3:20 SIN\n"
           "  func < twice:1 < blend:3 < main:5\n"
           "    v: num (1) at 3:17 in func = SIN\n"
           "    main.lv:3:25 ADD\n"
           "    main.lv:3:20 SIN\n"
           "  main\n"
           "    main.lv:5:1 Store\n"
           "        Return\n"
           "        FunctionEnd\n");
    check_lines();
    code_free(&module);
}

/* Structs are told field by field; two types of one parameter are two variables. */
static void test_variables(void) {
    begin("(struct ray from dir)\n"
          "(define (len r) (length r.dir))\n"
          "(define (id v) (+ v v))\n"
          "(let ((r (ray 1 (.xy (frag-coord)))))\n"
          "  (vec4 (id r.dir) (id (len r)) r.from))\n");
    if (!compile(LAMBDAV_DEBUG_FULL)) abort();
    list_functions();
    expect("variables",
           "function main\n"
           "  main\n"
           "    r.from: num at 4:8 in main = 1\n"
           "    main.lv:4:22 Load\n"
           "    main.lv:4:17 VectorShuffle\n"
           "  id < main:5\n"
           "    v: num x2 (1) at 3:13 in id = VectorShuffle\n"
           "  main\n"
           "    r.dir: num x2 at 4:8 in main = VectorShuffle\n"
           "  len < main:5\n"
           "    r.from: num at 2:14 in len = 1\n"
           "    r.dir: num x2 at 2:14 in len = VectorShuffle\n"
           "  id < main:5\n"
           "    main.lv:3:16 ADD\n"
           "  len < main:5\n"
           "    main.lv:2:17 LENGTH\n"
           "  id < main:5\n"
           "    v: num (1) at 3:13 in id = LENGTH\n"
           "    main.lv:3:16 ADD\n"
           "  main\n"
           "    main.lv:5:3 CompositeConstruct\n"
           "    main.lv:4:1 Store\n"
           "        Return\n"
           "        FunctionEnd\n");
    check_lines();
    code_free(&module);
}

static const char functions_listing[] =
    "function a\n"
    "  a\n"
    "    main.lv:1:15 Load\n"
    "    main.lv:1:11 CompositeExtract\n"
    "    x: num at 1:9 in a = CompositeExtract\n"
    "  down < a:3\n"
    "    k: num (1) at 2:15 in down = CompositeExtract\n"
    "        Store\n"
    "  a\n"
    "    main.lv:4:22 LT\n"
    "  down < a:3\n"
    "    main.lv:2:18 Store\n"
    "  a\n"
    "    main.lv:4:60 LT\n"
    "    main.lv:4:22 SelectionMerge\n"
    "        BranchConditional\n"
    "  down < a:3\n"
    "    main.lv:2:18 FunctionCall\n"
    "        Load\n"
    "  a\n"
    "    l: num at 3:9 in a = Load\n"
    "        Branch\n"
    "  a\n"
    "    main.lv:4:36 GT\n"
    "        SelectionMerge\n"
    "        BranchConditional\n"
    "  down < a:3\n"
    "    main.lv:2:18 FunctionCall\n"
    "        Load\n"
    "  a\n"
    "    l: num at 3:9 in a = Load\n"
    "    main.lv:4:44 MUL\n"
    "        Branch\n"
    "  a\n"
    "    main.lv:4:60 SelectionMerge\n"
    "        BranchConditional\n"
    "  down < a:3\n"
    "    main.lv:2:18 FunctionCall\n"
    "        Load\n"
    "  a\n"
    "    l: num at 3:9 in a = Load\n"
    "        Branch\n"
    "  a\n"
    "    main.lv:4:15 ADD\n"
    "        Store\n"
    "        Return\n"
    "        FunctionEnd\n"
    "        Function\n"
    "function memo\n"
    "  memo\n"
    "    main.lv:2:18 Load\n"
    "        SelectionMerge\n"
    "        BranchConditional\n"
    "  memo\n"
    "    x: num at 1:9 in memo = Load\n"
    "  down < memo:3\n"
    "    k: num (1) at 2:15 in down = Load\n"
    "    main.lv:2:18 Branch\n"
    "  down{2:18} < memo:3\n"
    "    i: num (1) at 2:26 in down{2:18} = Phi\n"
    "    main.lv:2:36 LT\n"
    "  down < memo:3\n"
    "    main.lv:2:18 LoopMerge\n"
    "        BranchConditional\n"
    "  down{2:18} < memo:3\n"
    "    main.lv:2:51 SUB\n"
    "        Branch\n"
    "  memo\n"
    "    l: num at 3:9 in memo = Phi\n"
    "function b\n"
    "  b\n"
    "    main.lv:1:15 Load\n"
    "    main.lv:1:11 CompositeExtract\n"
    "    x: num at 1:9 in b = CompositeExtract\n"
    "  down < b:3\n"
    "    k: num (1) at 2:15 in down = CompositeExtract\n"
    "  b\n"
    "    main.lv:5:15 SIN\n"
    "        Store\n"
    "        Return\n"
    "        FunctionEnd\n";

/* A value that several arms want, and that runs in a function of its own; two entry points. */
static void test_functions(void) {
    begin("(define x (.x (frag-coord)))\n"
          "(define (down k) (loop ((i k)) (if (< i 0) i (rec (- i 1)))))\n"
          "(define l (down x))\n"
          "(fragment \"a\" (+ (if (< x 1) l (if (> x 9) (* l 2) 1)) (if (< x 3) l 2)))\n"
          "(fragment \"b\" (sin x))\n");
    if (!compile(LAMBDAV_DEBUG_FULL)) abort();
    list_functions();
    expect("functions", functions_listing);
    check_lines();
    check_scopes();
    code_free(&module);
}

static void test_includes(void) {
    static const lambdav_define defines[] = {{"gain", "(* 2 (.x (frag-coord)))"}};
    static const char one[] = "; one\n(define (one x)\n  (sin x))",
                      two[] = "(define two (cos gain))";
    begin("(include \"one.lv\")\n(include \"two.lv\")\n(+ (one gain) two)\n");
    add_source("one.lv", one, sizeof one - 1);
    add_source("two.lv", two, sizeof two - 1);
    options.defines = defines, options.define_count = 1;
    if (!compile(LAMBDAV_DEBUG_FULL)) abort();
    add_source("gain", defines[0].value, strlen(defines[0].value));
    list_functions();
    expect("includes",
           "function main\n"
           "  main\n"
           "    gain:1:10 Load\n"
           "    gain:1:6 CompositeExtract\n"
           "    gain:1:1 MUL\n"
           "    gain: num at 1:1 in main = MUL\n"
           "  one < main:3\n"
           "    x: num (1) at 2:14 in one = MUL\n"
           "    one.lv:3:3 SIN\n"
           "  main\n"
           "    two.lv:1:13 COS\n"
           "    two: num at 1:9 in main = COS\n"
           "    main.lv:3:1 ADD\n"
           "        Store\n"
           "        Return\n"
           "        FunctionEnd\n");
    check_lines();
    check_text(&sources[0]), check_text(&sources[1]), check_text(&sources[2]);
    check_text(&sources[3]);
    code_free(&module);
    source_count = 3;
    if (!compile(LAMBDAV_DEBUG_LINES)) abort();
    add_source("gain", defines[0].value, strlen(defines[0].value));
    check_lines();
    check_text(&sources[0]), check_text(&sources[1]), check_text(&sources[2]);
    check_text(&sources[3]);
    code_free(&module);
}

/* Longer than a literal string: what is cut is no character. */
static void test_long_text(void) {
    size_t size = 300000, i, k;
    char *text = (char *)malloc(size + 64);
    for (k = 0; k < 3; k++) {
        strcpy(text, k == 0 ? ";" : k == 1 ? "; " : ";  ");
        for (i = strlen(text); i + 3 < size; i += 3) memcpy(text + i, "\xE2\x82\xAC", 3);
        strcpy(text + i, "\n(.x (frag-coord))");
        begin(text);
        if (!compile(LAMBDAV_DEBUG_FULL)) abort();
        check_text(&sources[0]);
        for (i = 0; i < module.count; i++)
            if (module.lines[i].opcode == SpvOpString)
                check((module.lines[i].words[2] & 0xc0) != 0x80, "a character is cut");
        code_free(&module);
        if (!compile(LAMBDAV_DEBUG_LINES)) abort();
        check_lines();
        check_text(&sources[0]);
        for (i = 0; i < module.count; i++)
            if (module.lines[i].opcode == SpvOpSourceContinued)
                check((module.lines[i].words[1] & 0xc0) != 0x80, "a character is cut");
        code_free(&module);
    }
    free(text);
}

/* A zero byte of the text would end the literal string that it is in. */
static void test_zero_byte(void) {
    static const char text[] = "; a\0b\n(.x (frag-coord))", shown[] = "; a?b\n(.x (frag-coord))";
    static const uint32_t flags[] = {LAMBDAV_DEBUG_FULL, LAMBDAV_DEBUG_LINES};
    size_t i;
    for (i = 0; i < 2; i++) {
        begin("");
        sources[0].text = text, sources[0].size = sizeof text - 1;
        if (!compile(flags[i])) abort();
        sources[0].text = shown;
        check_text(&sources[0]);
        check_lines();
        code_free(&module);
    }
}

/* What the other tests rely on. */
static void test_the_test(void) {
    static const char *const texts[] = {"(sin (.x (frag-coord)))", "(cos (.x (frag-coord)))",
                                        "(sin (.y (frag-coord)))", "(+ 1 (sin (.x (frag-coord))))"};
    lambdav_result a, b;
    size_t i;
    memset(&options, 0, sizeof options);
    for (i = 0; i < 4; i++) {
        if (lambdav_compile(NULL, texts[0], strlen(texts[0]), arena, ARENA_SIZE, &a) != LAMBDAV_OK
            || lambdav_compile(NULL, texts[i], strlen(texts[i]), plain_arena, ARENA_SIZE, &b)
                   != LAMBDAV_OK)
            abort();
        check(same_code(context, a.words, a.word_count, b.words, b.word_count) == (i == 0),
              "same_code, %s", texts[i]);
    }
    begin("ab (\n  x)");
    check(is_place(&sources[0], 1, 1) && is_place(&sources[0], 1, 4) && is_place(&sources[0], 2, 3),
          "places");
    check(!is_place(&sources[0], 1, 3) && !is_place(&sources[0], 2, 4)
              && !is_place(&sources[0], 3, 1) && !is_place(&sources[0], 1, 6)
              && !is_place(&sources[0], 0, 1),
          "no places");
}

int main(void) {
    arena = (unsigned char *)malloc(ARENA_SIZE);
    plain_arena = (unsigned char *)malloc(ARENA_SIZE);
    context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    if (arena == NULL || plain_arena == NULL) return 3;
    test_the_test();
    test_calls();
    test_scopes();
    test_variables();
    test_functions();
    test_includes();
    test_long_text();
    test_zero_byte();
    test_files("tests/data/run/*.lv");
    test_files("tests/data/compute/*.lv");
    test_files("examples/*.lv");
    spvContextDestroy(context);
    free(arena);
    free(plain_arena);
    printf("%u passed, %u failed\n", passed, failed);
    return failed > 0;
}
