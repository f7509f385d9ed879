/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/memory_test.c tests/code/lambdav.c -o memory_test -lSPIRV-Tools -lstdc++ */
/* Blocks in memory: random declarations of structs, uniform blocks, buffers and push constants are
   written in λV and in GLSL. glslangValidator's module and ours (LAMBDAV_KEEP_INTERFACE) have the
   same types with the same offsets, strides and matrix strides. Programs that read random leaves,
   by constant and by dynamic indices, are valid for every target, with and without what they do not
   use.
       memory_test [SHADERS [SEED]]
   Without SEED: a fixed seed. The last line is "N passed, N failed". Exit codes: 0 all passed, 1
   some failed, 2 usage, 3 no glslangValidator. */
#define _POSIX_C_SOURCE 200809L
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <spirv-tools/libspirv.h>

#include "lambdav.h"

enum {
    SHADERS = 24,
    STRUCTS = 6,
    BLOCKS = 12,
    FIELDS = 7,
    DIMENSIONS = 2, /* of arrays */
    TEXT = 1 << 17,
    IDS = 4096
};

/* ---- what is declared */

typedef struct type {
    int scalar;  /* 0 num, 1 int, 2 uint; 3: struct `of` */
    int of;
    int rows, columns;
    int counts[DIMENSIONS]; /* of arrays, the outermost first; 0: none; -1: known at run time */
} type;

typedef struct record {
    int count;
    type fields[FIELDS];
} record;

enum { UNIFORM, BUFFER, PUSH };
typedef struct block {
    int kind, readonly;
    record fields;
} block;

static record structs[STRUCTS];
static block blocks[BLOCKS];
static uint64_t state;
static int passed, failed;

static unsigned roll(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

/* A type of a field; structs below number `below` may be in it. */
static type roll_type(int below) {
    type t;
    memset(&t, 0, sizeof t);
    t.rows = 1 + (int)roll(4), t.columns = 1;
    t.scalar = (int)roll(3);
    if (below > 0 && roll(4) == 0) {
        t.scalar = 3, t.of = (int)roll((unsigned)below);
        t.rows = 1;
    } else if (roll(4) == 0) {
        t.scalar = 0, t.rows = 2 + (int)roll(3), t.columns = 2 + (int)roll(3);
    }
    if (roll(3) == 0) t.counts[0] = 1 + (int)roll(5);
    if (t.counts[0] && roll(3) == 0) t.counts[1] = 1 + (int)roll(4);
    return t;
}

static void roll_record(record *r, int below) {
    int i;
    r->count = 1 + (int)roll(FIELDS);
    for (i = 0; i < r->count; i++) r->fields[i] = roll_type(below);
}

static void roll_shader(void) {
    int i;
    for (i = 0; i < STRUCTS; i++) roll_record(&structs[i], i);
    for (i = 0; i < BLOCKS; i++) {
        block *b = &blocks[i];
        type *last;
        b->kind = i == 0 ? PUSH : (int)roll(2), b->readonly = (int)roll(2);
        roll_record(&b->fields, STRUCTS);
        last = &b->fields.fields[b->fields.count - 1];
        if (b->kind != BUFFER || roll(2)) continue;
        last->counts[1] = last->counts[0];
        last->counts[0] = -1;
    }
}

/* ---- texts */

static char text[TEXT];
static size_t size;

static void put(const char *format, ...) {
    va_list list;
    int n;
    va_start(list, format);
    n = vsnprintf(text + size, TEXT - size, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= TEXT - size) abort();
    size += (size_t)n;
}

static void put_name(const type *t, int glsl) {
    static const char *const scalars[2][3] = {{"num", "int", "uint"}, {"float", "int", "uint"}};
    static const char *const letters[] = {"", "i", "u"};
    if (t->scalar == 3) put("s%d", t->of);
    else if (t->columns > 1) put("mat%dx%d", t->columns, t->rows);
    else if (t->rows > 1) put("%svec%d", letters[t->scalar], t->rows);
    else put("%s", scalars[glsl][t->scalar]);
}

static void put_lv_type(const type *t) {
    int i;
    for (i = 0; i < DIMENSIONS && t->counts[i]; i++) put("(array ");
    put_name(t, 0);
    while (i-- > 0) {
        if (t->counts[i] > 0) put(" %d", t->counts[i]);
        put(")");
    }
}

static void put_lv_fields(const record *r, const char *prefix) {
    int i;
    for (i = 0; i < r->count; i++) {
        put(" (%sf%d ", prefix, i);
        put_lv_type(&r->fields[i]);
        put(")");
    }
}

static void put_lv_declarations(void) {
    int i;
    for (i = 0; i < BLOCKS; i++) {
        const block *b = &blocks[i];
        if (b->kind == PUSH) put("(push-constants");
        else put("(%s b%d :binding %d%s", b->kind == UNIFORM ? "uniform" : "buffer", i, i,
                 b->kind == BUFFER && b->readonly ? " :readonly" : "");
        put_lv_fields(&b->fields, b->kind == PUSH ? "p" : "");
        put(")\n");
    }
    for (i = STRUCTS; i-- > 0;) {
        put("(struct s%d", i);
        put_lv_fields(&structs[i], "");
        put(")\n");
    }
}

static void put_glsl_fields(const record *r) {
    int i, k;
    put("{");
    for (i = 0; i < r->count; i++) {
        put(" ");
        put_name(&r->fields[i], 1);
        put(" f%d", i);
        for (k = 0; k < DIMENSIONS && r->fields[i].counts[k]; k++) {
            if (r->fields[i].counts[k] > 0) put("[%d]", r->fields[i].counts[k]);
            else put("[]");
        }
        put(";");
    }
    put(" }");
}

static void put_glsl(void) {
    static const char *const layouts[] = {"std140, set = 0, binding = %d",
                                          "std430, set = 0, binding = %d", "push_constant"};
    int i;
    size = 0;
    put("#version 450\nlayout(location = 0) out float o;\n");
    for (i = 0; i < STRUCTS; i++) {
        put("struct s%d ", i);
        put_glsl_fields(&structs[i]);
        put(";\n");
    }
    for (i = 0; i < BLOCKS; i++) {
        put("layout(");
        put(layouts[blocks[i].kind], i);
        put(") %s B%d ", blocks[i].kind == BUFFER ? "buffer" : "uniform", i);
        put_glsl_fields(&blocks[i].fields);
        put(" b%d;\n", i);
    }
    put("void main() { o = 1; }\n");
}

/* ---- programs that read */

/* An index below `count`, or any if it is -1: constant, or the int `i` that the program has. */
static void put_index(int count) {
    if (roll(2)) put("%d", (int)roll(count > 0 ? (unsigned)count : 9u));
    else put(roll(2) ? "i" : "(uint i)");
    if (roll(8) == 0) put(" :unchecked");
}

/* The num of a leaf of what expression `path` (a copy) reads, which is of type t. */
static void put_leaf(const type *t, const char *path) {
    char *deeper;
    size_t from = size, n;
    int i, k;
    for (i = 0; i < DIMENSIONS && t->counts[i]; i++) put("(at ");
    put("%s", path);
    for (i = 0; i < DIMENSIONS && t->counts[i]; i++) {
        put(" ");
        put_index(t->counts[i]);
        put(")");
    }
    n = size - from;
    deeper = (char *)malloc(n + 32);
    if (deeper == NULL) abort();
    memcpy(deeper, text + from, n + 1);
    size = from;
    if (t->scalar == 3) {
        char *field = (char *)malloc(n + 32);
        if (field == NULL) abort();
        k = (int)roll((unsigned)structs[t->of].count);
        snprintf(field, n + 32, "(.f%d %s)", k, deeper);
        put_leaf(&structs[t->of].fields[k], field);
        free(field);
    } else {
        put("(num ");
        for (i = 0; i < (t->rows > 1) + (t->columns > 1); i++) put("(at ");
        put("%s", deeper);
        for (i = 0; i < (t->rows > 1) + (t->columns > 1); i++) {
            put(" ");
            put_index(i == 0 && t->columns > 1 ? t->columns : t->rows);
            put(")");
        }
        put(")");
    }
    free(deeper);
}

static void put_lv_program(void) {
    int i, k, n = 0;
    char path[32];
    put("(output 0 ((rec-func (i x) (if (< i 7) (rec (+ i 1) (+ x 0");
    for (i = 0; i < BLOCKS; i++) {
        const block *b = &blocks[i];
        if (b->kind == BUFFER && !b->readonly) continue;
        if (roll(3) == 0 && n) continue;
        k = (int)roll((unsigned)b->fields.count);
        if (b->kind == PUSH) snprintf(path, sizeof path, "pf%d", k);
        else snprintf(path, sizeof path, "b%d.f%d", i, k);
        put("\n  ");
        put_leaf(&b->fields.fields[k], path);
        n++;
    }
    put(")) x)) 0i 0))\n");
}

/* ---- modules */

enum { OP_VOID = 19, OP_INT = 21, OP_FLOAT = 22, OP_VECTOR = 23, OP_MATRIX = 24, OP_ARRAY = 28,
       OP_RUNTIME = 29, OP_STRUCT = 30, OP_FUNCTION_TYPE = 33, OP_CONSTANT = 43, OP_VARIABLE = 59,
       OP_DECORATE = 71, OP_MEMBER_DECORATE = 72 };
enum { BLOCK = 2, COL_MAJOR = 5, ARRAY_STRIDE = 6, MATRIX_STRIDE = 7, BINDING = 33, OFFSET = 35 };

typedef struct module {
    const uint32_t *words;
    size_t count;
    size_t at[IDS]; /* where each id is defined */
} module;

static void read_module(module *m) {
    size_t i;
    memset(m->at, 0, sizeof m->at);
    for (i = 5; i < m->count; i += m->words[i] >> 16) {
        uint32_t op = m->words[i] & 0xffffu;
        if (op >= OP_VOID && op <= OP_FUNCTION_TYPE) m->at[m->words[i + 1]] = i;
        if (op == OP_CONSTANT || op == OP_VARIABLE) m->at[m->words[i + 2]] = i;
    }
}

/* The literal of a decoration of id (member -1) or its member; -1 without it, 0 without literal. */
static long decoration(const module *m, uint32_t id, long member, uint32_t which) {
    size_t i;
    for (i = 5; i < m->count; i += m->words[i] >> 16) {
        uint32_t size_of = m->words[i] >> 16, op = m->words[i] & 0xffffu;
        if (op == OP_DECORATE && member < 0 && m->words[i + 1] == id && m->words[i + 2] == which)
            return size_of > 3 ? (long)m->words[i + 3] : 0;
        if (op == OP_MEMBER_DECORATE && member >= 0 && m->words[i + 1] == id
            && m->words[i + 2] == (uint32_t)member && m->words[i + 3] == which)
            return size_of > 4 ? (long)m->words[i + 4] : 0;
    }
    return -1;
}

static int differs(const char *what, long ours, long theirs) {
    if (ours == theirs) return 0;
    printf("  %s: %ld here, %ld there\n", what, ours, theirs);
    return 1;
}

/* Are two types the same, with the same layout? */
static int same_type(const module *a, uint32_t x, const module *b, uint32_t y) {
    const uint32_t *p = a->words + a->at[x], *q = b->words + b->at[y];
    uint32_t op = *p & 0xffffu, i;
    if (differs("kind of type", (long)op, (long)(*q & 0xffffu))) return 0;
    if (op == OP_INT || op == OP_FLOAT)
        return !differs("signedness", op == OP_INT ? (long)p[3] : 0, op == OP_INT ? (long)q[3] : 0);
    if (op == OP_VECTOR || op == OP_MATRIX)
        return !differs("size", (long)p[3], (long)q[3]) && same_type(a, p[2], b, q[2]);
    if (op == OP_ARRAY
        && differs("count", (long)a->words[a->at[p[3]] + 3], (long)b->words[b->at[q[3]] + 3]))
        return 0;
    if (op == OP_ARRAY || op == OP_RUNTIME)
        return !differs("array stride", decoration(a, x, -1, ARRAY_STRIDE),
                        decoration(b, y, -1, ARRAY_STRIDE))
               && same_type(a, p[2], b, q[2]);
    if (op != OP_STRUCT || differs("members", (long)(*p >> 16), (long)(*q >> 16))) return 0;
    for (i = 0; i + 2 < *p >> 16; i++) {
        if (differs("offset", decoration(a, x, (long)i, OFFSET), decoration(b, y, (long)i, OFFSET))
            || differs("matrix stride", decoration(a, x, (long)i, MATRIX_STRIDE),
                       decoration(b, y, (long)i, MATRIX_STRIDE))
            || differs("major", decoration(a, x, (long)i, COL_MAJOR),
                       decoration(b, y, (long)i, COL_MAJOR)))
            return 0;
        if (!same_type(a, p[2 + i], b, q[2 + i])) return 0;
    }
    return 1;
}

/* The block of binding n (0: the push constants). */
static uint32_t find_block(const module *m, int n) {
    size_t i;
    for (i = 5; i < m->count; i += m->words[i] >> 16) {
        uint32_t storage = m->words[i + 3];
        if ((m->words[i] & 0xffffu) != OP_VARIABLE) continue;
        if (n == 0 ? storage == 9 : (storage == 2 || storage == 12)
                   && decoration(m, m->words[i + 2], -1, BINDING) == n)
            return m->words[m->at[m->words[i + 1]] + 3];
    }
    return 0;
}

/* ---- the tests */

static char arena[1 << 22];
static uint32_t *theirs;

static void fail(const char *what, unsigned long seed) {
    printf("FAILED shader of seed %lu: %s\n%.*s\n", seed, what, (int)size, text);
    failed++;
}

static int compile(lambdav_target target, uint32_t flags, lambdav_result *result) {
    lambdav_options options;
    char line[512];
    memset(&options, 0, sizeof options);
    memset(result, 0, sizeof *result);
    options.target = target, options.flags = flags;
    lambdav_compile(&options, text, size, arena, sizeof arena, result);
    if (result->diagnostic_count) {
        lambdav_format_diagnostic(&result->diagnostics[0], 0, line, sizeof line);
        printf("%s\n", line);
    }
    return result->word_count != 0;
}

/* Valid for every target? */
static void check_valid(unsigned long seed) {
    static const spv_target_env environments[] = {SPV_ENV_VULKAN_1_0, SPV_ENV_VULKAN_1_1,
                                                  SPV_ENV_VULKAN_1_2, SPV_ENV_VULKAN_1_3};
    int i, k;
    for (i = 0; i < 8; i++) {
        lambdav_target target = (lambdav_target)(LAMBDAV_TARGET_SPIRV_1_0 + i / 2);
        spv_context one = spvContextCreate(environments[i / 2]);
        spv_diagnostic diagnostic = NULL;
        lambdav_result result;
        if (!compile(target, LAMBDAV_NAMES | (i & 1 ? LAMBDAV_KEEP_INTERFACE : 0u), &result)) {
            fail("it does not compile", seed);
            spvContextDestroy(one);
            return;
        }
        k = spvValidateBinary(one, result.words, result.word_count, &diagnostic) == SPV_SUCCESS;
        if (!k) {
            printf("target %d: %s\n", (int)target, diagnostic ? diagnostic->error : "");
            fail("it is not valid", seed);
        }
        passed += k;
        spvDiagnosticDestroy(diagnostic);
        spvContextDestroy(one);
    }
}

static size_t load(const char *path, uint32_t **words) {
    FILE *file = fopen(path, "rb");
    size_t n;
    if (file == NULL) return 0;
    *words = (uint32_t *)malloc(1 << 20);
    if (*words == NULL) abort();
    n = fread(*words, 4, 1 << 18, file);
    fclose(file);
    return n;
}

/* GLSL's module, in `theirs`; its words. */
static size_t glsl_module(void) {
    FILE *file = fopen("build/memory.frag", "w");
    if (file == NULL) return 0;
    put_glsl();
    fwrite(text, 1, size, file);
    fclose(file);
    if (system("glslangValidator -V --quiet --target-env vulkan1.1 build/memory.frag "
               "-o build/memory.spv") != 0)
        return 0;
    return load("build/memory.spv", &theirs);
}

static int check_layouts(unsigned long seed) {
    static module a, b;
    lambdav_result result;
    int i;
    b.count = glsl_module();
    b.words = theirs;
    size = 0;
    put_lv_declarations();
    put("(output 0 1)");
    if (b.count == 0) return 0;
    if (!compile(LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_KEEP_INTERFACE, &result)) {
        fail("it does not compile", seed);
        free(theirs);
        return 1;
    }
    a.words = result.words, a.count = result.word_count;
    read_module(&a), read_module(&b);
    for (i = 0; i < BLOCKS; i++) {
        uint32_t x = find_block(&a, i), y = find_block(&b, i);
        if (x && y && decoration(&a, x, -1, BLOCK) == 0 && same_type(&a, x, &b, y)) {
            passed++;
            continue;
        }
        printf("block b%d\n", i);
        fail(x && y ? "the layouts differ" : "a block is missing", seed);
    }
    free(theirs);
    return 1;
}

int main(int argc, char **argv) {
    unsigned long shaders = argc > 1 ? strtoul(argv[1], NULL, 10) : SHADERS, i,
                  seed = argc > 2 ? strtoul(argv[2], NULL, 10) : 20261120;
    if (argc > 3 || shaders == 0) {
        fprintf(stderr, "usage: memory_test [SHADERS [SEED]]\n");
        return 2;
    }
    mkdir("build", 0777);
    for (i = 0; i < shaders; i++) {
        state = seed + i;
        roll_shader();
        if (!check_layouts(seed + i)) {
            fprintf(stderr, "glslangValidator did not take build/memory.frag\n");
            return 3;
        }
        size = 0;
        put_lv_declarations();
        put_lv_program();
        check_valid(seed + i);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
