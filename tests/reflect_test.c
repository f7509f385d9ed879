/* cc -std=c99 -g -O1 -fsanitize=address,undefined -I. tests/reflect_test.c -o reflect_test -lcmocka */
/* lambdav_reflect on modules that spirv-as and glslangValidator make, and on hostile words. Each
   module is described as text, one line for each thing found, and compared with an expectation. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { MAX_WORDS = 1 << 14, MAX_SLOTS = 32, TEXT_SIZE = 1 << 14 };

typedef struct module {
    uint32_t words[MAX_WORDS];
    size_t count;
} module;

typedef struct found {
    lambdav_reflection r;
    lambdav_entry_point entries[MAX_SLOTS];
    lambdav_variable variables[MAX_SLOTS];
    lambdav_member members[MAX_SLOTS];
} found;

static uint32_t random_state = 0x12345u;

static uint32_t next_random(void) {
    random_state ^= random_state << 13;
    random_state ^= random_state >> 17;
    random_state ^= random_state << 5;
    return random_state;
}

/* Reads little-endian words. */
static void read_words(const char *path, module *m) {
    unsigned char bytes[4];
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    for (m->count = 0; m->count < MAX_WORDS && fread(bytes, 1, 4, file) == 4; m->count++)
        m->words[m->count] = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8
                             | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    fclose(file);
    assert_true(m->count > 5 && m->count < MAX_WORDS);
}

/* Writes `text` to a file, runs `command` on it and reads the words that it makes. */
static void make_words(const char *name, const char *text, const char *command, module *m) {
    char path[64], line[512];
    FILE *file;
    snprintf(path, sizeof path, "build/%s", name);
    file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    snprintf(line, sizeof line, "%s %s -o %s.spv >/dev/null", command, path, path);
    assert_int_equal(system(line), 0);
    snprintf(line, sizeof line, "%s.spv", path);
    read_words(line, m);
}

static void assemble(const char *name, const char *text, module *m) {
    make_words(name, text, "spirv-as --target-env spv1.3", m);
}

/* Reflects with exactly the words and the scratch that are needed: ASan sees a step beyond. */
static lambdav_status reflect(const module *m, found *f) {
    size_t scratch_size = m->count > 3 && m->words[3] < 1u << 20 ? 8 * (size_t)m->words[3] : 64;
    size_t size = m->count * sizeof *m->words;
    uint32_t *words = (uint32_t *)malloc(size ? size : 1);
    void *scratch = malloc(scratch_size ? scratch_size : 1);
    lambdav_status status;
    memcpy(words, m->words, size);
    memset(f, 0, sizeof *f);
    f->r.entry_points = f->entries;
    f->r.variables = f->variables;
    f->r.push_constants = f->members;
    f->r.entry_point_capacity = f->r.variable_capacity = f->r.push_constant_capacity = MAX_SLOTS;
    status = lambdav_reflect(words, m->count, scratch, scratch_size, &f->r);
    free(scratch);
    free(words);
    return status;
}

static void put(char *text, const char *format, ...) {
    size_t size = strlen(text);
    va_list list;
    va_start(list, format);
    vsnprintf(text + size, TEXT_SIZE - size, format, list);
    va_end(list);
}

static void put_name(char *text, lambdav_name name) {
    uint32_t i;
    for (i = 0; i < name.size; i++) put(text, "%c", lambdav_name_byte(name, i));
    assert_int_equal(lambdav_name_byte(name, name.size), 0);
}

static void describe(const module *m, found *f, char *text) {
    static const char *const kinds[] = {"other", "num", "int", "uint", "bool"};
    void *scratch = malloc(8 * (size_t)m->words[3]);
    size_t i;
    assert_int_equal(reflect(m, f), LAMBDAV_OK);
    assert_int_equal(lambdav_reflect(m->words, m->count, scratch, 8 * (size_t)m->words[3], &f->r),
                     LAMBDAV_OK);
    free(scratch);
    text[0] = '\0';
    for (i = 0; i < f->r.entry_point_count; i++) {
        const lambdav_entry_point *e = &f->entries[i];
        put(text, "entry ");
        put_name(text, e->name);
        put(text, " model %u size %u %u %u\n", e->execution_model, e->workgroup_size[0],
            e->workgroup_size[1], e->workgroup_size[2]);
    }
    for (i = 0; i < f->r.variable_count; i++) {
        const lambdav_variable *v = &f->variables[i];
        put(text, "%s ", v->is_output ? "out" : "in");
        put_name(text, v->name);
        put(text, " entry %u location %d builtin %d %s %ux%u\n", v->entry, (int)v->location,
            (int)v->builtin, kinds[v->kind], v->rows, v->columns);
    }
    for (i = 0; i < f->r.push_constant_count; i++) {
        const lambdav_member *p = &f->members[i];
        put(text, "push ");
        put_name(text, p->name);
        put(text, " at %u size %u %s %ux%u stride %u\n", p->offset, p->size, kinds[p->kind],
            p->rows, p->columns, p->matrix_stride);
    }
    put(text, "version %x push size %u\n", f->r.version, f->r.push_constant_size);
}

static void expect(const module *m, const char *expected) {
    static found f;
    static char text[TEXT_SIZE];
    describe(m, &f, text);
    assert_string_equal(text, expected);
}

static const char glsl_text[] =
    "#version 450\n"
    "struct S { vec3 a; float b; };\n"
    "layout(push_constant, std430) uniform P { vec2 resolution; float time; mat3x2 m; vec3 tint;\n"
    "  layout(row_major) mat2x3 r; int n; uint u; float list[3]; S s; mat4 last; } p;\n"
    "layout(location = 2) in vec3 normal;\n"
    "layout(location = 3) flat in ivec2 cell;\n"
    "layout(location = 0) out vec4 color;\n"
    "layout(location = 1) out uvec3 ids;\n"
    "void main() {\n"
    "  color = vec4(gl_FragCoord.xy / p.resolution, p.time + p.tint.x + p.m[0].x, 1)\n"
    "    * float(cell.x) + p.last[0] + p.r[0].x + p.list[1] + p.s.b + (gl_FrontFacing ? 1 : 0);\n"
    "  ids = uvec3(p.u, p.n, normal.x);\n"
    "}\n";

static void test_glsl_fragment(void **state) {
    static module m;
    (void)state;
    make_words("reflect.frag", glsl_text, "glslangValidator -V --target-env vulkan1.1", &m);
    expect(&m, "entry main model 4 size 0 0 0\n"
               "out color entry 0 location 0 builtin -1 num 4x1\n"
               "in gl_FragCoord entry 0 location -1 builtin 15 num 4x1\n"
               "in cell entry 0 location 3 builtin -1 int 2x1\n"
               "in gl_FrontFacing entry 0 location -1 builtin 17 bool 1x1\n"
               "out ids entry 0 location 1 builtin -1 uint 3x1\n"
               "in normal entry 0 location 2 builtin -1 num 3x1\n"
               "push resolution at 0 size 8 num 2x1 stride 0\n"
               "push time at 8 size 4 num 1x1 stride 0\n"
               "push m at 16 size 24 num 2x3 stride 8\n"
               "push tint at 48 size 12 num 3x1 stride 0\n"
               "push r at 64 size 24 num 3x2 stride 8\n"
               "push n at 88 size 4 int 1x1 stride 0\n"
               "push u at 92 size 4 uint 1x1 stride 0\n"
               "push list at 96 size 12 other 0x0 stride 0\n"
               "push s at 112 size 16 other 0x0 stride 0\n"
               "push last at 128 size 64 num 4x4 stride 16\n"
               "version 10300 push size 192\n");
}

static void test_glsl_compute(void **state) {
    static module m;
    (void)state;
    make_words("reflect.comp",
               "#version 450\nlayout(local_size_x = 8, local_size_y = 4) in;\n"
               "layout(binding = 0) buffer B { uint b[]; };\n"
               "void main() { b[gl_GlobalInvocationID.x] = 1; }\n",
               "glslangValidator -V --target-env vulkan1.0", &m);
    expect(&m, "entry main model 5 size 8 4 1\n"
               "in gl_GlobalInvocationID entry 0 location -1 builtin 28 uint 3x1\n"
               "version 10000 push size 0\n");
    make_words("reflect_spec.comp",
               "#version 450\nlayout(local_size_x = 8, local_size_y = 4) in;\n"
               "layout(local_size_x_id = 7, local_size_z_id = 9) in;\n"
               "void main() {}\n",
               "glslangValidator -V --target-env vulkan1.0", &m);
    expect(&m, "entry main model 5 size 8 4 1\nversion 10000 push size 0\n");
}

static void test_glsl_vertex(void **state) {
    static module m;
    (void)state;
    make_words("reflect.vert",
               "#version 450\nlayout(location = 1) in vec3 p;\n"
               "void main() { gl_Position = vec4(p, gl_VertexIndex); }\n",
               "glslangValidator -V --target-env vulkan1.2", &m);
    expect(&m, "entry main model 0 size 0 0 0\n"
               "out  entry 0 location -1 builtin -1 other 0x0\n"
               "in p entry 0 location 1 builtin -1 num 3x1\n"
               "in gl_VertexIndex entry 0 location -1 builtin 42 int 1x1\n"
               "version 10500 push size 0\n");
}

/* Two entry points share a function, an input and the size of their workgroup; a name of several
   words; an empty name. */
static const char shared_text[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main \"one\" %id %private\n"
    "OpEntryPoint GLCompute %main \"the other one\" %id\n"
    "OpExecutionMode %main LocalSize 2 3 4\n"
    "OpName %id \"a rather long name\"\n"
    "OpName %main \"\"\n"
    "OpDecorate %id BuiltIn GlobalInvocationId\n"
    "%void = OpTypeVoid\n"
    "%fn = OpTypeFunction %void\n"
    "%uint = OpTypeInt 32 0\n"
    "%uint3 = OpTypeVector %uint 3\n"
    "%in = OpTypePointer Input %uint3\n"
    "%pp = OpTypePointer Private %uint3\n"
    "%id = OpVariable %in Input\n"
    "%private = OpVariable %pp Private\n"
    "%main = OpFunction %void None %fn\n"
    "%label = OpLabel\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

static void test_shared(void **state) {
    static module m;
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    expect(&m, "entry one model 5 size 2 3 4\n"
               "entry the other one model 5 size 2 3 4\n"
               "in a rather long name entry 0 location -1 builtin 28 uint 3x1\n"
               "in a rather long name entry 1 location -1 builtin 28 uint 3x1\n"
               "version 10300 push size 0\n");
}

static void test_counts_alone(void **state) {
    static module m;
    unsigned char scratch[4096];
    lambdav_reflection r;
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    memset(&r, 0, sizeof r);
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch + 1, 4000, &r), LAMBDAV_OK);
    assert_int_equal(r.entry_point_count, 2);
    assert_int_equal(r.variable_count, 2);
    assert_int_equal(r.push_constant_count, 0);
}

static void test_one_slot(void **state) {
    static module m;
    unsigned char scratch[4096];
    lambdav_reflection r;
    lambdav_variable *v = (lambdav_variable *)calloc(1, sizeof *v);
    lambdav_entry_point *e = (lambdav_entry_point *)calloc(1, sizeof *e);
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    memset(&r, 0, sizeof r);
    r.entry_points = e;
    r.variables = v;
    r.entry_point_capacity = r.variable_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, sizeof scratch, &r), LAMBDAV_OK);
    assert_int_equal(r.entry_point_count, 2);
    assert_int_equal(r.variable_count, 2);
    assert_int_equal(e->workgroup_size[2], 4);
    assert_int_equal(v->builtin, 28);
    free(e);
    free(v);
}

static void test_bad_calls(void **state) {
    static module m;
    unsigned char scratch[4096];
    lambdav_reflection r;
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    memset(&r, 0, sizeof r);
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, NULL), LAMBDAV_BAD_CALL);
    assert_int_equal(lambdav_reflect(NULL, 9, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    assert_int_equal(lambdav_reflect(m.words, m.count, NULL, 4096, &r), LAMBDAV_BAD_CALL);
    r.variable_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.variable_capacity = 0;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 8, &r), LAMBDAV_OUT_OF_MEMORY);
    assert_int_equal(lambdav_reflect(m.words, m.count, NULL, 0, &r), LAMBDAV_OUT_OF_MEMORY);
    assert_int_equal(lambdav_reflect(NULL, 0, scratch, 4096, &r), LAMBDAV_INPUT_ERROR);
}

/* Every number of words short of the whole is an error or a module without its end. */
static void test_truncated(void **state) {
    static module m;
    static found f;
    size_t whole;
    (void)state;
    make_words("reflect.frag", glsl_text, "glslangValidator -V --target-env vulkan1.1", &m);
    whole = m.count;
    for (m.count = 0; m.count < 5; m.count++)
        assert_int_equal(reflect(&m, &f), LAMBDAV_INPUT_ERROR);
    for (; m.count < whole; m.count++) {
        lambdav_status status = reflect(&m, &f);
        assert_true(status == LAMBDAV_OK || status == LAMBDAV_INPUT_ERROR);
    }
    m.words[0] = 0x03022307u;
    assert_int_equal(reflect(&m, &f), LAMBDAV_INPUT_ERROR);
}

static void test_name_without_end(void **state) {
    static module m;
    static found f;
    size_t i;
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    for (i = 5; (m.words[i] & 0xFFFFu) != 5; i += m.words[i] >> 16) assert_true(i < m.count);
    m.words[i + (m.words[i] >> 16) - 1] = 0x61616161u;
    assert_int_equal(reflect(&m, &f), LAMBDAV_INPUT_ERROR);
    assert_int_equal(f.r.entry_point_count, 0);
}

/* Changes a few words of a good module: to another id, opcode, length, or anything. */
static void mutate(module *m) {
    uint32_t changes = 1 + next_random() % 4;
    for (; changes > 0; changes--) {
        uint32_t i = 3 + next_random() % (uint32_t)(m->count - 3);
        switch (next_random() % 5) {
        case 0: m->words[i] = next_random(); break;
        case 1: m->words[i] = next_random() % 64; break;
        case 2: m->words[i] ^= 1u << (next_random() % 32); break;
        case 3: m->words[i] = m->words[3 + next_random() % (uint32_t)(m->count - 3)]; break;
        default: m->words[i] = 0xFFFFFFFFu - next_random() % 3; break;
        }
    }
}

static void test_mutations(void **state) {
    static module good[2], m;
    static found f;
    uint32_t round, ok = 0, rounds = 60000;
    (void)state;
    make_words("reflect.frag", glsl_text, "glslangValidator -V --target-env vulkan1.1", &good[0]);
    assemble("reflect_shared.spvasm", shared_text, &good[1]);
    for (round = 0; round < rounds; round++) {
        m.count = good[round % 2].count;
        memcpy(m.words, good[round % 2].words, m.count * sizeof *m.words);
        mutate(&m);
        ok += reflect(&m, &f) == LAMBDAV_OK;
    }
    assert_true(ok > rounds / 10 && ok < rounds);
}

/* Instructions with random small operands: everything refers to everything. */
static void test_soup(void **state) {
    static const uint32_t ops[] = {5,  6,  15, 16, 21, 22, 23, 24, 28,
                                   30, 32, 43, 44, 59, 71, 72, 331};
    static const uint32_t numbers[] = {0, 1, 6, 7, 9, 11, 17, 25, 30, 32, 35, 38};
    static module m;
    static found f;
    uint32_t round, i, length;
    (void)state;
    for (round = 0; round < 20000; round++) {
        m.words[0] = 0x07230203u;
        m.words[1] = 0x00010300u;
        m.words[3] = 8;
        for (m.count = 5; m.count < 200;) {
            length = 1 + next_random() % 7;
            m.words[m.count] = length << 16 | ops[next_random() % (sizeof ops / sizeof *ops)];
            for (i = 1; i < length; i++)
                m.words[m.count + i] = next_random() % 3 ? next_random() % 8
                                                         : numbers[next_random() % 12];
            m.count += length;
        }
        reflect(&m, &f);
        if (f.r.entry_point_count > MAX_SLOTS) f.r.entry_point_count = MAX_SLOTS;
        for (i = 0; i < f.r.entry_point_count; i++) assert_true(f.entries[i].name.size < 64);
    }
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_glsl_fragment), cmocka_unit_test(test_glsl_compute),
        cmocka_unit_test(test_glsl_vertex), cmocka_unit_test(test_shared),
        cmocka_unit_test(test_counts_alone), cmocka_unit_test(test_one_slot),
        cmocka_unit_test(test_bad_calls), cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_name_without_end), cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_soup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
