/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/compiler/reflect_test.c tests/code/lambdav.c -o reflect_test -lcmocka */
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
#include <spirv/unified1/spirv.h>

#include "lambdav.h"

enum { MAX_WORDS = 1 << 14, MAX_SLOTS = 48, TEXT_SIZE = 1 << 14 };

typedef struct module {
    uint32_t words[MAX_WORDS];
    size_t count;
} module;

typedef struct found {
    lambdav_reflection r;
    lambdav_entry_point entries[MAX_SLOTS];
    lambdav_variable variables[MAX_SLOTS];
    lambdav_resource resources[MAX_SLOTS];
    lambdav_struct structs[MAX_SLOTS];
    lambdav_member members[MAX_SLOTS];
    lambdav_spec_constant constants[MAX_SLOTS];
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

static size_t scratch_of(const module *m) {
    return LAMBDAV_REFLECT_SCRATCH * (size_t)m->words[3];
}

/* Gives all arrays to be filled. */
static void give_slots(found *f) {
    f->r.entry_points = f->entries;
    f->r.variables = f->variables;
    f->r.resources = f->resources;
    f->r.structs = f->structs;
    f->r.members = f->members;
    f->r.spec_constants = f->constants;
    f->r.entry_point_capacity = f->r.variable_capacity = f->r.resource_capacity = MAX_SLOTS;
    f->r.struct_capacity = f->r.member_capacity = f->r.spec_constant_capacity = MAX_SLOTS;
}

/* Reflects with exactly the words and the scratch that are needed: ASan sees a step beyond. */
static lambdav_status reflect(const module *m, found *f) {
    size_t scratch_size = m->count > 3 && m->words[3] < 1u << 20 ? scratch_of(m) : 64;
    size_t size = m->count * sizeof *m->words;
    uint32_t *words = (uint32_t *)malloc(size ? size : 1);
    void *scratch = malloc(scratch_size ? scratch_size : 1);
    lambdav_status status;
    memcpy(words, m->words, size);
    memset(f, 0, sizeof *f);
    give_slots(f);
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
    if (name.text == NULL) return;
    assert_int_equal(strlen(name.text), name.size);
    for (i = 0; i < name.size; i++) assert_int_equal(name.text[i], lambdav_name_byte(name, i));
}

static void put_type(char *text, const lambdav_type *t) {
    static const char *const kinds[] = {"other", "num",    "int",    "uint",
                                        "bool",  "struct", "pointer"};
    uint32_t i;
    put(text, " %s", kinds[t->kind]);
    if (t->kind != LAMBDAV_KIND_OTHER && t->bits != 32 && t->bits != 0) put(text, "%u", t->bits);
    if (t->structure != LAMBDAV_NONE) put(text, " %u", t->structure);
    else put(text, " %ux%u", t->rows, t->columns);
    for (i = 0; i < t->dimensions; i++) put(text, "[%u/%u]", t->counts[i], t->strides[i]);
}

/* " WHAT VALUE", unless there is none. */
static void put_optional(char *text, const char *what, uint32_t value) {
    if (value != LAMBDAV_NONE) put(text, " %s %u", what, value);
}

static void describe_stages(const found *f, char *text) {
    size_t i, k;
    for (i = 0; i < f->r.entry_point_count; i++) {
        const lambdav_entry_point *e = &f->r.entry_points[i];
        put(text, "entry ");
        put_name(text, e->name);
        put(text, " model %u size %u %u %u", e->execution_model, e->workgroup_size[0],
            e->workgroup_size[1], e->workgroup_size[2]);
        for (k = 0; k < 3; k++) put_optional(text, "spec", e->workgroup_spec[k]);
        put(text, "\n");
    }
    for (i = 0; i < f->r.variable_count; i++) {
        const lambdav_variable *v = &f->r.variables[i];
        put(text, "%s ", v->is_output ? "out" : "in");
        put_name(text, v->name);
        put(text, " entry %u", v->entry);
        put_optional(text, "location", v->location);
        put_optional(text, "component", v->component);
        put_optional(text, "index", v->blend_index);
        put_optional(text, "builtin", v->builtin);
        put_type(text, &v->type);
        put(text, v->flags ? " flags %x\n" : "\n", v->flags);
    }
}

static void describe_resources(const found *f, char *text) {
    size_t i;
    for (i = 0; i < f->r.resource_count; i++) {
        const lambdav_resource *s = &f->r.resources[i];
        put(text, "resource ");
        put_name(text, s->name);
        put(text, " kind %d", (int)s->kind);
        put_optional(text, "set", s->set);
        put_optional(text, "binding", s->binding);
        put_optional(text, "attachment", s->attachment);
        put_type(text, &s->type);
        put(text, " count %u access %u entries %x", s->count, s->access, s->entries);
        if (s->type.kind == LAMBDAV_KIND_STRUCT) put(text, " at %u size %u", s->offset, s->size);
        if (s->image.kind != LAMBDAV_KIND_OTHER)
            put(text, " image %d %u dim %u depth %u arrayed %u ms %u format %u",
                (int)s->image.kind, s->image.bits, s->image.dimension, s->image.depth,
                s->image.arrayed, s->image.multisampled, s->image.format);
        put(text, "\n");
    }
}

static void describe_structs(const found *f, char *text) {
    size_t i, k;
    for (i = 0; i < f->r.struct_count; i++) {
        const lambdav_struct *s = &f->r.structs[i];
        put(text, "struct %u ", (uint32_t)i);
        put_name(text, s->name);
        put(text, " size %u\n", s->size);
        for (k = 0; k < s->member_count; k++) {
            const lambdav_member *m = &f->r.members[s->first_member + k];
            assert_int_equal(m->parent, i);
            put(text, "  ");
            put_name(text, m->name);
            put_optional(text, "at", m->offset);
            put_optional(text, "location", m->location);
            put_optional(text, "component", m->component);
            put_optional(text, "builtin", m->builtin);
            put(text, " size %u", m->size);
            put_type(text, &m->type);
            if (m->matrix_stride) put(text, " stride %u", m->matrix_stride);
            put(text, m->flags ? " flags %x\n" : "\n", m->flags);
        }
    }
}

/* What was found, as text. */
static void describe(const found *f, char *text) {
    size_t i;
    text[0] = '\0';
    describe_stages(f, text);
    describe_resources(f, text);
    describe_structs(f, text);
    for (i = 0; i < f->r.spec_constant_count; i++) {
        const lambdav_spec_constant *s = &f->r.spec_constants[i];
        put(text, "constant ");
        put_name(text, s->name);
        put(text, " number %u kind %d bits %u value %x %x\n", s->number, (int)s->kind, s->bits,
            s->value[0], s->value[1]);
    }
    put(text, "version %x\n", f->r.version);
}

/* Reflects once more, from words that stay where they are: names are read afterwards. */
static void reflect_again(const module *m, found *f) {
    void *scratch = malloc(scratch_of(m));
    assert_int_equal(lambdav_reflect(m->words, m->count, scratch, scratch_of(m), &f->r),
                     LAMBDAV_OK);
    free(scratch);
}

/* The same in one call: a block that suffices, at an address that is no multiple of 8, and one that
   does not. */
static void reflect_block(const module *m, found *f) {
    static uint64_t block[1 << 17];
    size_t needed = 0, again = 0;
    unsigned char *odd = (unsigned char *)block + 3;
    memset(&f->r, 0x5a, sizeof f->r);
    f->r.specializations = NULL, f->r.specialization_count = 0, f->r.first_entry = 0;
    assert_int_equal(lambdav_reflect_block(m->words, m->count, NULL, 0, &f->r, &needed),
                     LAMBDAV_OUT_OF_MEMORY);
    assert_true(needed > 0 && needed < sizeof block);
    if (lambdav_reflect_block(m->words, m->count, block, needed, &f->r, &again) != LAMBDAV_OK)
        assert_int_equal(lambdav_reflect_block(m->words, m->count, block, again, &f->r, &needed),
                         LAMBDAV_OK);
    assert_int_equal(lambdav_reflect_block(m->words, m->count, block, needed - 8, &f->r, &again),
                     LAMBDAV_OUT_OF_MEMORY);
    odd[5 + needed] = 0xa5;
    assert_int_equal(lambdav_reflect_block(m->words, m->count, odd, needed + 5, &f->r, NULL),
                     LAMBDAV_OK);
    assert_int_equal(odd[5 + needed], 0xa5);
    if (f->r.entry_point_count > 0) assert_non_null(f->r.entry_points[0].name.text);
    if (f->r.member_count > 0) assert_non_null(f->r.members[0].name.text);
}

static void expect(const module *m, const char *expected) {
    static found f;
    static char text[TEXT_SIZE];
    assert_int_equal(reflect(m, &f), LAMBDAV_OK);
    reflect_again(m, &f);
    describe(&f, text);
    assert_string_equal(text, expected);
    reflect_block(m, &f);
    describe(&f, text);
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
               "out color entry 0 location 0 num 4x1\n"
               "in gl_FragCoord entry 0 builtin 15 num 4x1\n"
               "in cell entry 0 location 3 int 2x1 flags 1\n"
               "in gl_FrontFacing entry 0 builtin 17 bool 1x1\n"
               "out ids entry 0 location 1 uint 3x1\n"
               "in normal entry 0 location 2 num 3x1\n"
               "resource p kind 11 struct 1 count 1 access 1 entries 1 at 0 size 192\n"
               "struct 0 S size 16\n"
               "  a at 0 size 12 num 3x1\n"
               "  b at 12 size 4 num 1x1\n"
               "struct 1 P size 192\n"
               "  resolution at 0 size 8 num 2x1\n"
               "  time at 8 size 4 num 1x1\n"
               "  m at 16 size 24 num 2x3 stride 8\n"
               "  tint at 48 size 12 num 3x1\n"
               "  r at 64 size 24 num 3x2 stride 8 flags 20\n"
               "  n at 88 size 4 int 1x1\n"
               "  u at 92 size 4 uint 1x1\n"
               "  list at 96 size 12 num 1x1[3/4]\n"
               "  s at 112 size 16 struct 0\n"
               "  last at 128 size 64 num 4x4 stride 16\n"
               "version 10300\n");
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
               "in gl_GlobalInvocationID entry 0 builtin 28 uint 3x1\n"
               "resource  kind 2 set 0 binding 0 struct 0 count 1 access 3 entries 1 at 0 size 0\n"
               "struct 0 B size 0\n"
               "  b at 0 size 0 uint 1x1[0/4]\n"
               "version 10000\n");
}

static void test_glsl_vertex(void **state) {
    static module m;
    (void)state;
    make_words("reflect.vert",
               "#version 450\nlayout(location = 1) in vec3 p;\n"
               "layout(location = 3, component = 1) noperspective centroid out vec2 uv[2];\n"
               "void main() { gl_Position = vec4(p, gl_VertexIndex); uv[0] = uv[1] = p.xy; }\n",
               "glslangValidator -V --target-env vulkan1.2", &m);
    expect(&m, "entry main model 0 size 0 0 0\n"
               "out  entry 0 struct 0\n"
               "in p entry 0 location 1 num 3x1\n"
               "in gl_VertexIndex entry 0 builtin 42 int 1x1\n"
               "out uv entry 0 location 3 component 1 num 2x1[2/0] flags 6\n"
               "struct 0 gl_PerVertex size 0\n"
               "  gl_Position builtin 0 size 0 num 4x1\n"
               "  gl_PointSize builtin 1 size 0 num 1x1\n"
               "  gl_ClipDistance builtin 3 size 0 num 1x1[1/0]\n"
               "  gl_CullDistance builtin 4 size 0 num 1x1[1/0]\n"
               "version 10500\n");
}

/* Both ways to write a storage buffer, and what its members say of access. */
static void test_glsl_buffers(void **state) {
    static const char *const targets[] = {"vulkan1.0", "vulkan1.1"};
    static const char *const versions[] = {"10000", "10300"};
    static module m;
    char command[64], expected[TEXT_SIZE];
    int i;
    (void)state;
    for (i = 0; i < 2; i++) {
        snprintf(command, sizeof command, "glslangValidator -V --target-env %s", targets[i]);
        make_words("reflect_buffers.frag",
                   "#version 450\n"
                   "layout(set = 1, binding = 2) readonly buffer R { int a; vec2 b[]; } r;\n"
                   "layout(set = 1, binding = 3) writeonly buffer W { int a; } w[2];\n"
                   "layout(set = 1, binding = 4) buffer M { readonly int a; int b; } both;\n"
                   "layout(set = 1, binding = 5) uniform U { int a[2][3]; } u;\n"
                   "layout(set = 2, binding = 0) uniform sampler2DArrayShadow t[2][3];\n"
                   "layout(set = 2, binding = 1, rg16) uniform readonly image2D i;\n"
                   "layout(location = 0, index = 1) out int o;\n"
                   "void main() { o = r.a + both.a + u.a[1][2]; w[1].a = 3;\n"
                   "  o += int(imageLoad(i, ivec2(0)).x); }\n",
                   command, &m);
        snprintf(expected, sizeof expected,
                 "entry main model 4 size 0 0 0\n"
                 "out o entry 0 location 0 index 1 int 1x1\n"
                 "resource r kind 2 set 1 binding 2 struct 0 count 1 access 1 entries 1 at 0"
                 " size 8\n"
                 "resource both kind 2 set 1 binding 4 struct 1 count 1 access 3 entries 1 at 0"
                 " size 8\n"
                 "resource u kind 1 set 1 binding 5 struct 2 count 1 access 1 entries 1 at 0"
                 " size 96\n"
                 "resource w kind 2 set 1 binding 3 struct 3[2/0] count 2 access 2 entries 1 at 0"
                 " size 4\n"
                 "resource i kind 6 set 2 binding 1 other 0x0 count 1 access 1 entries 1"
                 " image 1 32 dim 1 depth 0 arrayed 0 ms 0 format 12\n"
                 "resource t kind 3 set 2 binding 0 other 0x0[2/0][3/0] count 6 access 1 entries 0"
                 " image 1 32 dim 1 depth 1 arrayed 1 ms 0 format 0\n"
                 "struct 0 R size 8\n"
                 "  a at 0 size 4 int 1x1 flags 40\n"
                 "  b at 8 size 0 num 2x1[0/8] flags 40\n"
                 "struct 1 M size 8\n"
                 "  a at 0 size 4 int 1x1 flags 40\n"
                 "  b at 4 size 4 int 1x1\n"
                 "struct 2 U size 96\n"
                 "  a at 0 size 96 int 1x1[2/48][3/16]\n"
                 "struct 3 W size 4\n"
                 "  a at 0 size 4 int 1x1 flags 80\n"
                 "version %s\n",
                 versions[i]);
        expect(&m, expected);
    }
}

/* Each struct is listed that another one holds, whatever stands beside it there. */
static void test_nested_structs(void **state) {
    static module m;
    (void)state;
    make_words("reflect_nested.comp",
               "#version 450\n"
               "struct D { float x; }; struct E { float y; }; struct F { int z; };\n"
               "struct B { D d; }; struct C { E e[2]; F f; };\n"
               "layout(binding = 0) buffer A { B b; C c; F f; } a;\n"
               "void main() { a.f.z = 1; }\n",
               "glslangValidator -V --target-env vulkan1.1", &m);
    expect(&m, "entry main model 5 size 1 1 1\n"
               "resource a kind 2 set 0 binding 0 struct 5 count 1 access 3 entries 1 at 0"
               " size 20\n"
               "struct 0 D size 4\n"
               "  x at 0 size 4 num 1x1\n"
               "struct 1 B size 4\n"
               "  d at 0 size 4 struct 0\n"
               "struct 2 E size 4\n"
               "  y at 0 size 4 num 1x1\n"
               "struct 3 F size 4\n"
               "  z at 0 size 4 int 1x1\n"
               "struct 4 C size 12\n"
               "  e at 0 size 8 struct 2[2/4]\n"
               "  f at 8 size 4 struct 3\n"
               "struct 5 A size 20\n"
               "  b at 0 size 4 struct 1\n"
               "  c at 4 size 12 struct 4\n"
               "  f at 16 size 4 struct 3\n"
               "version 10300\n");
}

static const char spec_text[] =
    "#version 450\nlayout(local_size_x_id = 7, local_size_y = 4, local_size_z_id = 9) in;\n"
    "layout(constant_id = 3) const int n = 5;\n"
    "layout(constant_id = 4) const bool on = true;\n"
    "layout(constant_id = 5) const float half_one = 0.5;\n"
    "const int m = on ? (n * 2 - 1) / 3 : (n << 2) % 7;\n"
    "layout(binding = 0) uniform sampler2D t[m];\n"
    "layout(binding = 1) uniform sampler2D u[gl_WorkGroupSize.x + gl_WorkGroupSize.y];\n"
    "layout(binding = 2) buffer B { float b; };\n"
    "void main() { b = textureLod(t[0], vec2(half_one), 0).x + textureLod(u[0], vec2(0), 0).x; }\n";

static void test_specialization(void **state) {
    static const lambdav_specialization values[] = {{3, 11}, {4, 0}, {7, 16}, {9, 2}, {1, 1}};
    static module m;
    static found f;
    (void)state;
    make_words("reflect_spec.comp", spec_text, "glslangValidator -V --target-env vulkan1.0", &m);
    assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
    assert_int_equal(f.entries[0].workgroup_size[0], 1);
    assert_int_equal(f.entries[0].workgroup_size[1], 4);
    assert_int_equal(f.entries[0].workgroup_spec[0], 7);
    assert_int_equal(f.entries[0].workgroup_spec[1], LAMBDAV_NONE);
    assert_int_equal(f.entries[0].workgroup_spec[2], 9);
    assert_int_equal(f.r.resource_count, 3);
    assert_int_equal(f.resources[1].count, 3); /* t: (5 * 2 - 1) / 3 */
    assert_int_equal(f.resources[2].count, 5); /* u: 1 + 4 */
    f.r.specializations = values;
    f.r.specialization_count = 5;
    reflect_again(&m, &f);
    assert_int_equal(f.entries[0].workgroup_size[0], 16);
    assert_int_equal(f.entries[0].workgroup_size[1], 4);
    assert_int_equal(f.entries[0].workgroup_size[2], 2);
    assert_int_equal(f.resources[1].count, 2); /* t: (11 << 2) % 7 */
    assert_int_equal(f.resources[2].count, 20);
    assert_int_equal(f.r.spec_constant_count, 5);
    assert_int_equal(f.constants[1].number, 3);
    assert_int_equal(f.constants[1].value[0], 5); /* the default, also then */
}

static const char by_id_text[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main \"main\"\n"
    "OpExecutionModeId %main LocalSizeId %x %y %z\n"
    "%file = OpString \"f\"\n"
    "OpName %x \"x\"\n"
    "OpDecorate %x SpecId 0\n"
    "OpDecorate %big SpecId 1\n"
    "%void = OpTypeVoid\n"
    "%fn = OpTypeFunction %void\n"
    "%uint = OpTypeInt 32 0\n"
    "%long = OpTypeInt 64 1\n"
    "%x = OpSpecConstant %uint 9\n"
    "%y = OpConstant %uint 3\n"
    "%z = OpSpecConstantOp %uint IMul %x %y\n"
    "%big = OpSpecConstant %long -2\n"
    "OpLine %file 1 1\nOpLine %file 2 1\nOpLine %file 3 1\nOpLine %file 4 1\n" /* no ids */
    "OpLine %file 5 1\nOpLine %file 6 1\nOpLine %file 7 1\nOpLine %file 8 1\n"
    "%main = OpFunction %void None %fn\n"
    "%label = OpLabel\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

static void test_size_by_id(void **state) {
    static module m;
    (void)state;
    assemble("reflect_by_id.spvasm", by_id_text, &m);
    expect(&m, "entry main model 5 size 9 3 27 spec 0\n"
               "constant x number 0 kind 3 bits 32 value 9 0\n"
               "constant  number 1 kind 2 bits 64 value fffffffe ffffffff\n"
               "version 10300\n");
}

/* The size of a matrix is its columns times their stride, or the greatest number where that is none
   of 32 bits. */
static void test_large_matrices(void **state) {
    static const uint32_t sizes[][2] = {
        {0x10000, 0x10000}, {0x10000, 0xffff}, {0xffff, 0x10000},   {0xffff, 0xffff},
        {0x8000, 0x10000},  {0x10000, 0x8000}, {0x8000, 0x20000},   {0x20000, 0x8000},
        {0x18000, 0xaaab},  {0xaaab, 0x18000}, {0x18000, 0xaaaa},   {0xaaaa, 0x18000},
        {0x12345, 0x6789},  {3, 0x55555555},   {3, 0x55555556},     {0x20003, 0x7fff},
        {0x20001, 0x7fff},  {0x10001, 0xffff}, {0x10002, 0xffff},   {0x2000000, 0x20000}};
    static module m;
    static found f;
    size_t i;
    (void)state;
    for (i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        uint64_t size = (uint64_t)sizes[i][0] * sizes[i][1];
        char text[TEXT_SIZE];
        snprintf(text, sizeof text,
                 "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
                 "OpDecorate %%S Block\nOpMemberDecorate %%S 0 Offset 0\n"
                 "OpMemberDecorate %%S 0 ColMajor\nOpMemberDecorate %%S 0 MatrixStride %u\n"
                 "OpDecorate %%b DescriptorSet 0\nOpDecorate %%b Binding 0\n"
                 "%%num = OpTypeFloat 32\n%%vec2 = OpTypeVector %%num 2\n"
                 "%%matrix = OpTypeMatrix %%vec2 %u\n%%S = OpTypeStruct %%matrix\n"
                 "%%ps = OpTypePointer StorageBuffer %%S\n%%b = OpVariable %%ps StorageBuffer\n",
                 (unsigned)sizes[i][1], (unsigned)sizes[i][0]);
        assemble("reflect_matrix.spvasm", text, &m);
        assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
        assert_int_equal(f.r.member_count, 1);
        assert_int_equal(f.members[0].size, size >> 32 ? 0xFFFFFFFFu : size);
    }
}

/* A type with more than four rows or columns, or none, is no vector or matrix. */
static void test_large_types(void **state) {
    static module m;
    (void)state;
    assemble("reflect_large.spvasm",
             "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
             "OpDecorate %S Block\nOpDecorate %b DescriptorSet 0\nOpDecorate %b Binding 0\n"
             "OpMemberDecorate %S 0 Offset 0\nOpMemberDecorate %S 1 Offset 16\n"
             "OpMemberDecorate %S 2 Offset 48\nOpMemberDecorate %S 2 ColMajor\n"
             "OpMemberDecorate %S 2 MatrixStride 16\nOpMemberDecorate %S 3 Offset 112\n"
             "OpMemberDecorate %S 3 ColMajor\nOpMemberDecorate %S 3 MatrixStride 16\n"
             "OpMemberDecorate %S 4 Offset 192\nOpMemberDecorate %S 5 Offset 196\n"
             "%num = OpTypeFloat 32\n%vec0 = OpTypeVector %num 0\n%vec4 = OpTypeVector %num 4\n"
             "%vec5 = OpTypeVector %num 5\n%mat4 = OpTypeMatrix %vec4 4\n"
             "%mat4x5 = OpTypeMatrix %vec4 5\n"
             "%S = OpTypeStruct %vec4 %vec5 %mat4 %mat4x5 %vec0 %num\n"
             "%ps = OpTypePointer StorageBuffer %S\n%b = OpVariable %ps StorageBuffer\n",
             &m);
    expect(&m, "resource  kind 2 set 0 binding 0 struct 0 count 1 access 3 entries 0 at 0"
               " size 200\n"
               "struct 0  size 200\n"
               "   at 0 size 16 num 4x1\n"
               "   at 16 size 20 other 0x0\n"
               "   at 48 size 64 num 4x4 stride 16\n"
               "   at 112 size 80 other 0x0\n"
               "   at 192 size 0 other 0x0\n"
               "   at 196 size 4 num 1x1\n"
               "version 10300\n");
}

/* The first word says what follows, the second does not. */
static void test_header(void **state) {
    static module m;
    static found f;
    (void)state;
    assemble("reflect_by_id.spvasm", by_id_text, &m);
    m.words[1] = 0x03022307u;
    assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
    assert_int_equal(f.r.version, 0x03022307u);
    m.words[0] = 0x03022307u;
    assert_int_equal(reflect(&m, &f), LAMBDAV_INPUT_ERROR);
}

/* What OpSpecConstantOp does with constants, as the size of a workgroup. */
typedef struct operation {
    const char *text;
    uint32_t result;
} operation;

static const operation operations[] = {
    {"SNegate %u5", 0u - 5u},
    {"Not %u5", ~5u},
    {"IAdd %u7 %u5", 12},
    {"ISub %u5 %u7", 0u - 2u},
    {"IMul %u7 %u5", 35},
    {"UDiv %m7 %u5", 858993457u},
    {"UMod %m7 %u5", 4},
    {"UMod %m7 %u0", 0},
    {"SDiv %m7 %u5", 0u - 1u},
    {"SDiv %m7 %m5", 1},
    {"SRem %m7 %u5", 0u - 2u},
    {"SRem %u7 %m5", 2},
    {"SRem %m7 %u7", 0},
    {"SMod %m7 %u5", 3},
    {"SMod %u7 %m5", 0u - 3u},
    {"SMod %u7 %u7", 0},
    {"SMod %m7 %u7", 0},
    {"SMod %u7 %m7", 0},
    {"SMod %u7 %u5", 2},
    {"ShiftLeftLogical %u5 %u7", 640},
    {"ShiftLeftLogical %u5 %u32", 0},
    {"ShiftRightLogical %m7 %u5", 0x7ffffffu},
    {"ShiftRightLogical %m7 %u32", 0},
    {"ShiftRightLogical %m7 %u31", 1},
    {"ShiftRightArithmetic %m7 %u1", 0u - 4u},
    {"ShiftRightArithmetic %u7 %u1", 3},
    {"ShiftRightArithmetic %m7 %u31", 0u - 1u},
    {"ShiftRightArithmetic %m7 %u32", 0},
    {"BitwiseOr %u5 %u7", 7},
    {"BitwiseAnd %u5 %u32", 0},
    {"BitwiseXor %u5 %u7", 2},
    {"LogicalOr %no %yes", 1},
    {"LogicalAnd %no %yes", 0},
    {"LogicalNot %no", 1},
    {"LogicalEqual %no %yes", 0},
    {"LogicalNotEqual %no %yes", 1},
    {"IEqual %u5 %u5", 1},
    {"IEqual %u5 %u7", 0},
    {"INotEqual %u5 %u5", 0},
    {"INotEqual %u5 %u7", 1},
    {"UGreaterThan %m7 %u5", 1},
    {"UGreaterThan %u5 %u5", 0},
    {"UGreaterThanEqual %u5 %u5", 1},
    {"UGreaterThanEqual %u5 %m7", 0},
    {"ULessThan %u5 %m7", 1},
    {"ULessThan %u5 %u5", 0},
    {"ULessThanEqual %u5 %u5", 1},
    {"ULessThanEqual %m7 %u5", 0},
    {"SGreaterThan %u5 %m7", 1},
    {"SGreaterThan %u5 %u5", 0},
    {"SGreaterThanEqual %u5 %u5", 1},
    {"SGreaterThanEqual %m7 %u5", 0},
    {"SLessThan %m7 %u5", 1},
    {"SLessThan %u5 %u5", 0},
    {"SLessThanEqual %u5 %u5", 1},
    {"SLessThanEqual %u5 %m7", 0},
    {"Select %yes %u5 %u7", 5},
    {"Select %no %u5 %u7", 7},
    {"CompositeExtract %pair 1", 7},
    {"CompositeExtract %pair 2", 0},
    {"UConvert %wide", 7},
    {"UConvert %yes", 1},
    {"UConvert %s5", 5},
    {"UConvert %sm", 0xfffdu},
    {"SConvert %sm", 0u - 3u},
    {"SConvert %s5", 5},
    {"UConvert %bm", 0xfeu},
    {"SConvert %bm", 0u - 2u},
    {"UConvert %sum", 2},
    {"QuantizeToF16 %u5", 0}, /* sizes are not made of this one */
};

static void test_operations(void **state) {
    static module m;
    static char text[TEXT_SIZE];
    static unsigned char scratch[MAX_WORDS];
    lambdav_entry_point entry;
    lambdav_reflection r;
    size_t i;
    (void)state;
    for (i = 0; i < sizeof operations / sizeof *operations; i++) {
        int boolean = strstr(operations[i].text, "Logical") == operations[i].text
                      || strstr(operations[i].text, "Than") || strstr(operations[i].text, "Equal");
        snprintf(text, sizeof text,
                 "OpCapability Shader\nOpCapability Int16\nOpCapability Int8\n"
                 "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\"\n"
                 "OpExecutionModeId %%main LocalSizeId %%size %%u5 %%u5\n"
                 "OpDecorate %%u5 SpecId 3\nOpDecorate %%yes SpecId 1\nOpDecorate %%no SpecId 2\n"
                 "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%bool = OpTypeBool\n"
                 "%%uint = OpTypeInt 32 0\n%%uint2 = OpTypeVector %%uint 2\n"
                 "%%u5 = OpSpecConstant %%uint 5\n%%u0 = OpConstant %%uint 0\n"
                 "%%u1 = OpConstant %%uint 1\n%%u7 = OpConstant %%uint 7\n"
                 "%%u31 = OpConstant %%uint 31\n%%u32 = OpConstant %%uint 32\n"
                 "%%m5 = OpConstant %%uint 0xfffffffb\n%%m7 = OpConstant %%uint 0xfffffff9\n"
                 "%%yes = OpSpecConstantTrue %%bool\n%%no = OpSpecConstantFalse %%bool\n"
                 "%%short = OpTypeInt 16 1\n%%byte = OpTypeInt 8 0\n"
                 "%%s5 = OpSpecConstant %%short 5\n%%sm = OpConstant %%short -3\n"
                 "%%long = OpTypeInt 64 0\n%%wide = OpConstant %%long 0x100000007\n"
                 "%%bm = OpConstant %%byte 254\n%%sum = OpSpecConstantOp %%short IAdd %%s5 %%sm\n"
                 "%%pair = OpSpecConstantComposite %%uint2 %%u5 %%u7\n"
                 "%%size = OpSpecConstantOp %s %s\n"
                 "%%main = OpFunction %%void None %%fn\n%%label = OpLabel\n"
                 "OpReturn\nOpFunctionEnd\n",
                 boolean ? "%bool" : "%uint", operations[i].text);
        assemble("reflect_operation.spvasm", text, &m);
        memset(&r, 0, sizeof r);
        r.entry_points = &entry;
        r.entry_point_capacity = 1;
        assert_int_equal(lambdav_reflect(m.words, m.count, scratch, sizeof scratch, &r),
                         LAMBDAV_OK);
        if (entry.workgroup_size[0] != operations[i].result) printf("%s\n", operations[i].text);
        assert_int_equal(entry.workgroup_size[0], operations[i].result);
    }
}

/* Descriptors that hold images, and what else is opaque. */
static void test_opaque(void **state) {
    static module m;
    (void)state;
    make_words("reflect_opaque.frag",
               "#version 460\n#extension GL_EXT_ray_query : require\n"
               "layout(binding = 0) uniform accelerationStructureEXT scene;\n"
               "layout(binding = 1, rgba8) uniform readonly image2D i2;\n"
               "layout(binding = 2, r32i) uniform writeonly iimageBuffer ib;\n"
               "layout(binding = 3, rgba16f) uniform image3D i3;\n"
               "layout(binding = 4, rgba32f) uniform imageBuffer both;\n"
               "layout(binding = 5) uniform samplerBuffer sb;\n"
               "layout(binding = 6, input_attachment_index = 2) uniform subpassInput attached;\n"
               "layout(location = 0) out vec4 o;\n"
               "void main() { rayQueryEXT q;\n"
               "  rayQueryInitializeEXT(q, scene, 0u, 0xFFu, vec3(0), 0.0, vec3(1), 9.0);\n"
               "  imageStore(ib, 1, ivec4(2)); imageStore(i3, ivec3(1), vec4(1));\n"
               "  o = imageLoad(i2, ivec2(0)) + imageLoad(both, 1) + texelFetch(sb, 1)\n"
               "    + subpassLoad(attached); }\n",
               "glslangValidator -V --target-env vulkan1.2", &m);
    expect(&m, "entry main model 4 size 0 0 0\n"
               "out o entry 0 location 0 num 4x1\n"
               "resource scene kind 10 set 0 binding 0 other 0x0 count 1 access 1 entries 1\n"
               "resource ib kind 8 set 0 binding 2 other 0x0 count 1 access 2 entries 1"
               " image 2 32 dim 5 depth 0 arrayed 0 ms 0 format 24\n"
               "resource i3 kind 6 set 0 binding 3 other 0x0 count 1 access 3 entries 1"
               " image 1 32 dim 2 depth 0 arrayed 0 ms 0 format 2\n"
               "resource i2 kind 6 set 0 binding 1 other 0x0 count 1 access 1 entries 1"
               " image 1 32 dim 1 depth 0 arrayed 0 ms 0 format 4\n"
               "resource both kind 8 set 0 binding 4 other 0x0 count 1 access 3 entries 1"
               " image 1 32 dim 5 depth 0 arrayed 0 ms 0 format 1\n"
               "resource sb kind 7 set 0 binding 5 other 0x0 count 1 access 1 entries 1"
               " image 1 32 dim 5 depth 0 arrayed 0 ms 0 format 0\n"
               "resource attached kind 9 set 0 binding 6 attachment 2 other 0x0 count 1 access 1 "
               "entries 1"
               " image 1 32 dim 6 depth 0 arrayed 0 ms 0 format 0\n"
               "version 10500\n");
}

/* main1 -> left -> deep, main2 -> right -> deep, main3 uses nothing; `operands` says in which
   instruction each buffer occurs. A literal that equals a variable's id is no use of it. */
static const char calls_text[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint GLCompute %main1 \"main1\"\n"
    "OpEntryPoint GLCompute %main2 \"main2\"\n"
    "OpEntryPoint GLCompute %main3 \"main3\"\n"
    "OpName %b1 \"b1\"\nOpName %b2 \"b2\"\nOpName %b3 \"b3\"\nOpName %b4 \"b4\"\n"
    "OpDecorate %S Block\nOpMemberDecorate %S 0 Offset 8\n"
    "%void = OpTypeVoid\n"
    "%fn = OpTypeFunction %void\n"
    "%uint = OpTypeInt 32 0\n"
    "%S = OpTypeStruct %uint\n"
    "%ps = OpTypePointer StorageBuffer %S\n"
    "%pu = OpTypePointer StorageBuffer %uint\n"
    "%fp = OpTypeFunction %void %ps\n"
    "%zero = OpConstant %uint 0\n"
    "%b1 = OpVariable %ps StorageBuffer\n"
    "%b2 = OpVariable %ps StorageBuffer\n"
    "%b3 = OpVariable %ps StorageBuffer\n"
    "%b4 = OpVariable %ps StorageBuffer\n"
    "%main1 = OpFunction %void None %fn\n%l1 = OpLabel\n%c1 = OpFunctionCall %void %left\n"
    "OpReturn\nOpFunctionEnd\n"
    "%main2 = OpFunction %void None %fn\n%l2 = OpLabel\n%c2 = OpFunctionCall %void %right %b2\n"
    "OpReturn\nOpFunctionEnd\n"
    "%main3 = OpFunction %void None %fn\n%l3 = OpLabel\n%v = OpLoad %S %b3 Aligned 4\n"
    "%e = OpCompositeExtract %uint %v 0\n"
    "OpReturn\nOpFunctionEnd\n"
    "%left = OpFunction %void None %fn\n%l4 = OpLabel\n%c4 = OpFunctionCall %void %deep\n"
    "OpReturn\nOpFunctionEnd\n"
    "%right = OpFunction %void None %fp\n%p = OpFunctionParameter %ps\n%l5 = OpLabel\n"
    "%c5 = OpFunctionCall %void %deep\nOpReturn\nOpFunctionEnd\n"
    "%deep = OpFunction %void None %fn\n%l6 = OpLabel\n%a = OpAccessChain %pu %b1 %zero\n"
    "OpStore %a %zero\nOpReturn\nOpFunctionEnd\n";

static void test_calls(void **state) {
    static module m;
    static found f;
    size_t i;
    (void)state;
    assemble("reflect_calls.spvasm", calls_text, &m);
    assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
    assert_int_equal(f.r.resource_count, 4);
    assert_int_equal(f.resources[0].entries, 3);
    assert_int_equal(f.resources[1].entries, 2);
    assert_int_equal(f.resources[2].entries, 4);
    assert_int_equal(f.resources[3].entries, 0);
    assert_int_equal(f.resources[0].offset, 8);
    assert_int_equal(f.resources[0].size, 4);
    f.r.first_entry = 1;
    reflect_again(&m, &f);
    assert_int_equal(f.resources[0].entries, 1);
    assert_int_equal(f.resources[2].entries, 2);
    for (i = 5; (m.words[i] & 0xFFFFu) != SpvOpCompositeExtract; i += m.words[i] >> 16) {}
    m.words[i + 4] = f.resources[3].id;
    reflect_again(&m, &f);
    assert_int_equal(f.resources[3].entries, 0);
}

/* Each instruction that may use a resource, with buffer b as that operand; where q stands, it is
   one too. */
static const char *const uses[] = {
    "%x = OpExtInst %uint %glsl Modf %b %q", "%x = OpExtInst %uint %glsl Modf %q %b",
    "%x = OpFunctionCall %void %other %b %q", "%x = OpFunctionCall %void %other %q %b",
    "%x = OpVariable %pf Function %b", "%x = OpImageTexelPointer %pu %b %zero %zero",
    "%x = OpLoad %S %b", "OpStore %b %zero", "OpStore %q %b", "OpCopyMemory %b %q",
    "OpCopyMemory %q %b", "OpCopyMemorySized %b %q %zero", "OpCopyMemorySized %q %b %zero",
    "%x = OpAccessChain %pu %b %zero", "%x = OpInBoundsAccessChain %pu %b %zero",
    "%x = OpPtrAccessChain %pu %b %zero %zero", "%x = OpArrayLength %uint %b 0",
    "%x = OpInBoundsPtrAccessChain %pu %b %zero %zero", "%x = OpCopyObject %ps %b",
    "%x = OpBitcast %ps %b", "%x = OpSelect %ps %true %b %q", "%x = OpSelect %ps %true %q %b",
    "OpAtomicStore %b %one %zero %zero", "%x = OpAtomicLoad %uint %b %one %zero",
    "%x = OpAtomicExchange %uint %b %one %zero %zero",
    "%x = OpAtomicCompareExchange %uint %b %one %zero %zero %zero %zero",
    "%x = OpAtomicIIncrement %uint %b %one %zero", "%x = OpAtomicIAdd %uint %b %one %zero %zero",
    "%x = OpAtomicUMax %uint %b %one %zero %zero", "%x = OpAtomicXor %uint %b %one %zero %zero",
    "%x = OpPhi %ps %b %l %q %l", "%x = OpPhi %ps %q %l %b %l", "OpReturnValue %b",
    "%x = OpAtomicFlagTestAndSet %bool %b %one %zero", "OpAtomicFlagClear %b %one %zero",
    "%x = OpPtrEqual %bool %b %q", "%x = OpPtrNotEqual %bool %q %b",
    "%x = OpPtrDiff %uint %b %q", "%x = OpPtrDiff %uint %q %b",
    "%x = OpAtomicFMinEXT %uint %b %one %zero %zero",
    "%x = OpAtomicFMaxEXT %uint %b %one %zero %zero",
    "%x = OpAtomicFAddEXT %uint %b %one %zero %zero",
};

/* Numbers that are no ids: 77 is put in, and replaced by the id of b. */
static const char *const literals[] = {
    "%x = OpLoad %S %q Aligned 77", "%x = OpArrayLength %uint %q 77",
    "%x = OpCompositeExtract %uint %v 77", "OpStore %q %zero Aligned 77",
    "%x = OpVectorShuffle %S %v %v 77 77", "%x = OpCompositeExtract %uint %v 0 77",
    "%x = OpExtInst %uint %glsl !77 %zero", "%x = OpLoad %S %q !77", "OpStore %q %zero !77",
    "OpCopyMemory %q %q Aligned 77", "%x = OpCompositeInsert %S %zero %v 77",
};

static void assemble_use(const char *instruction, module *m) {
    static char text[TEXT_SIZE];
    snprintf(text, sizeof text,
             "OpCapability Shader\n%%glsl = OpExtInstImport \"GLSL.std.450\"\n"
             "OpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%main \"main\"\n"
             "OpEntryPoint GLCompute %%other \"other\"\nOpName %%b \"b\"\nOpName %%q \"q\"\n"
             "OpDecorate %%S Block\nOpMemberDecorate %%S 0 Offset 0\n%%void = OpTypeVoid\n"
             "%%fn = OpTypeFunction %%void\n%%uint = OpTypeInt 32 0\n%%bool = OpTypeBool\n"
             "%%S = OpTypeStruct %%uint\n%%ps = OpTypePointer StorageBuffer %%S\n"
             "%%pf = OpTypePointer Function %%ps\n%%pu = OpTypePointer StorageBuffer %%uint\n"
             "%%zero = OpConstant %%uint 0\n%%one = OpConstant %%uint 1\n"
             "%%true = OpConstantTrue %%bool\n%%v = OpConstantComposite %%S %%zero\n"
             "%%b = OpVariable %%ps StorageBuffer\n%%q = OpVariable %%ps StorageBuffer\n"
             "%%main = OpFunction %%void None %%fn\n%%l = OpLabel\n%s\nOpReturn\n"
             "OpFunctionEnd\n%%other = OpFunction %%void None %%fn\n%%l2 = OpLabel\nOpReturn\n"
             "OpFunctionEnd\n", instruction);
    make_words("reflect_use.spvasm", text, "spirv-as --target-env spv1.4", m);
}

static void test_uses(void **state) {
    static module m;
    static found f;
    size_t i, k, literal;
    (void)state;
    for (i = 0; i < sizeof uses / sizeof *uses; i++) {
        assemble_use(uses[i], &m);
        assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
        assert_int_equal(f.r.resource_count, 2);
        if (f.resources[0].entries != 1
            || f.resources[1].entries != (strstr(uses[i], "%q") != NULL))
            fail_msg("%s: %u %u", uses[i], f.resources[0].entries, f.resources[1].entries);
    }
    for (i = 0; i < sizeof literals / sizeof *literals; i++) {
        assemble_use(literals[i], &m);
        assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
        for (k = 5, literal = 0; k < m.count; k++)
            if (m.words[k] == 77) m.words[k] = f.resources[0].id, literal++;
        assert_true(literal > 0);
        assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
        if (f.resources[0].entries != 0) fail_msg("%s", literals[i]);
    }
}

/* Each of 70 entry points uses the buffer; so do the functions of a chain of calls. */
static void test_many_entry_points(void **state) {
    static char text[TEXT_SIZE];
    static module m;
    static found f;
    int i;
    (void)state;
    text[0] = '\0';
    put(text, "OpCapability Shader\nOpMemoryModel Logical GLSL450\n");
    for (i = 0; i < 70; i++) put(text, "OpEntryPoint GLCompute %%f%d \"f%d\"\n", i, i);
    put(text, "%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n%%uint = OpTypeInt 32 0\n"
              "%%S = OpTypeStruct %%uint\n%%p = OpTypePointer StorageBuffer %%S\n"
              "%%b = OpVariable %%p StorageBuffer\n");
    for (i = 0; i < 70; i++)
        put(text, "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n"
                  "%%c%d = OpFunctionCall %%void %%f%d\nOpReturn\nOpFunctionEnd\n",
            i, i, i, i < 69 ? i + 1 : 35);
    assemble("reflect_many.spvasm", text, &m);
    for (i = 5; (m.words[i] & 0xFFFFu) != SpvOpVariable; i += (int)(m.words[i] >> 16)) {}
    m.words[m.count - 2] = 2u << 16 | SpvOpReturnValue; /* in place of the last two words */
    m.words[m.count - 1] = m.words[i + 2];
    assert_int_equal(reflect(&m, &f), LAMBDAV_OK);
    assert_int_equal(f.r.entry_point_count, 70);
    assert_true(f.resources[0].entries == 0xFFFFFFFFu);
    f.r.first_entry = 64;
    reflect_again(&m, &f);
    assert_int_equal(f.resources[0].entries, 63);
    f.r.first_entry = 0xFFFFFFFFu;
    reflect_again(&m, &f);
    assert_int_equal(f.resources[0].entries, 0);
}

/* Types that a struct cannot show in full: five dimensions, addresses, a struct in itself. */
static void test_strange_types(void **state) {
    static module m;
    (void)state;
    make_words("reflect_strange.frag",
               "#version 450\n#extension GL_EXT_buffer_reference : require\n"
               "layout(buffer_reference) buffer Node;\n"
               "layout(buffer_reference) buffer Node { int value; Node next; };\n"
               "layout(binding = 0) uniform U { float deep[2][2][2][2][2]; float a[2][3][4][5];\n"
               "  double d; } u;\n"
               "layout(push_constant) uniform P { layout(offset = 8) Node first; } p;\n"
               "layout(location = 0) out float o;\n"
               "void main() { o = u.deep[0][1][0][1][0] + float(p.first.next.value); }\n",
               "glslangValidator -V --target-env vulkan1.2", &m);
    expect(&m, "entry main model 4 size 0 0 0\n"
               "out o entry 0 location 0 num 1x1\n"
               "resource u kind 1 set 0 binding 0 struct 0 count 1 access 1 entries 1 at 0"
               " size 2440\n"
               "resource p kind 11 struct 1 count 1 access 1 entries 1 at 8 size 8\n"
               "struct 0 U size 2440\n"
               "  deep at 0 size 512 other 0x0[2/256][2/128][2/64][2/32]\n"
               "  a at 512 size 1920 num 1x1[2/960][3/320][4/80][5/16]\n"
               "  d at 2432 size 8 num64 1x1\n"
               "struct 1 P size 16\n"
               "  first at 8 size 8 pointer64 1x1\n"
               "version 10500\n");
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
               "in a rather long name entry 0 builtin 28 uint 3x1\n"
               "in a rather long name entry 1 builtin 28 uint 3x1\n"
               "version 10300\n");
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
    assert_int_equal(r.resource_count, 0);
    assert_int_equal(r.struct_count, 0);
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
    r.member_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.member_capacity = 0;
    r.specialization_count = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.specialization_count = 0;
    r.entry_point_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.entry_point_capacity = 0;
    r.resource_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.resource_capacity = 0;
    r.struct_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.struct_capacity = 0;
    r.spec_constant_capacity = 1;
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 4096, &r), LAMBDAV_BAD_CALL);
    r.spec_constant_capacity = 0;
    assert_int_equal(lambdav_reflect(m.words, (size_t)-1, scratch, 4096, &r),
                     LAMBDAV_INPUT_ERROR);
    assert_int_equal(lambdav_reflect(m.words, m.count, scratch, 8, &r), LAMBDAV_OUT_OF_MEMORY);
    assert_int_equal(lambdav_reflect(m.words, m.count, NULL, 0, &r), LAMBDAV_OUT_OF_MEMORY);
    assert_int_equal(lambdav_reflect(NULL, 0, scratch, 4096, &r), LAMBDAV_INPUT_ERROR);
}

/* Every number of words short of the whole is an error or a module without its end. */
/* A block that begins behind its end, one too small for the arrays but not for the scratch. */
static void test_bad_blocks(void **state) {
    static module m;
    static uint64_t block[1 << 12];
    static char text[TEXT_SIZE];
    unsigned char *odd = (unsigned char *)block + 1;
    lambdav_reflection r;
    size_t needed, size;
    int i;
    (void)state;
    assemble("reflect_shared.spvasm", shared_text, &m);
    memset(&r, 0, sizeof r);
    assert_int_equal(lambdav_reflect_block(m.words, m.count, block, 64, NULL, &needed),
                     LAMBDAV_BAD_CALL);
    assert_int_equal(lambdav_reflect_block(m.words, m.count, NULL, 64, &r, &needed),
                     LAMBDAV_BAD_CALL);
    assert_int_equal(lambdav_reflect_block(m.words, m.count, odd, 3, &r, &needed),
                     LAMBDAV_OUT_OF_MEMORY);
    assert_int_equal(lambdav_reflect_block(m.words, 3, block, sizeof block, &r, &needed),
                     LAMBDAV_INPUT_ERROR);
    assert_int_equal(needed, 0);
    text[0] = '\0';
    put(text, "OpCapability Shader\nOpMemoryModel Logical GLSL450\n");
    for (i = 0; i < 100; i++) put(text, "OpEntryPoint GLCompute %%f \"f%d\"\n", i);
    put(text, "OpExecutionMode %%f LocalSize 1 1 1\n"
              "OpDecorate %%s Block\nOpDecorate %%v DescriptorSet 0\nOpDecorate %%v Binding 0\n");
    for (i = 0; i < 100; i++) put(text, "OpMemberDecorate %%s %d Offset %d\n", i, 4 * i);
    put(text, "%%void = OpTypeVoid\n%%t = OpTypeFunction %%void\n%%num = OpTypeFloat 32\n"
              "%%s = OpTypeStruct");
    for (i = 0; i < 100; i++) put(text, " %%num");
    put(text, "\n%%p = OpTypePointer Uniform %%s\n%%v = OpVariable %%p Uniform\n"
              "%%f = OpFunction %%void None %%t\n%%l = OpLabel\nOpReturn\nOpFunctionEnd\n");
    assemble("reflect_members.spvasm", text, &m);
    for (size = 8;; size += 8) {
        lambdav_status status =
            lambdav_reflect_block(m.words, m.count, block, size, &r, &needed);
        if (status == LAMBDAV_OK) break;
        assert_int_equal(status, LAMBDAV_OUT_OF_MEMORY);
        assert_true(needed > size && size < sizeof block - 8);
    }
    assert_int_equal(needed, size);
    assert_int_equal(r.member_count, 100);
    assert_int_equal(r.members[99].offset, 396);
}

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
    static module good[3], m;
    static found f;
    uint32_t round, ok = 0, rounds = 60000;
    (void)state;
    make_words("reflect.frag", glsl_text, "glslangValidator -V --target-env vulkan1.1", &good[0]);
    assemble("reflect_shared.spvasm", shared_text, &good[1]);
    make_words("reflect_spec.comp", spec_text, "glslangValidator -V --target-env vulkan1.0",
               &good[2]);
    for (round = 0; round < rounds; round++) {
        m.count = good[round % 3].count;
        memcpy(m.words, good[round % 3].words, m.count * sizeof *m.words);
        mutate(&m);
        ok += reflect(&m, &f) == LAMBDAV_OK;
    }
    assert_true(ok > rounds / 10 && ok < rounds);
}

/* Every word of several modules becomes each of a few others. */
static void test_each_word(void **state) {
    static const uint32_t values[] = {0, 1, 2, 3, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFFu, 0x10036u};
    static module good[3], m;
    static found f;
    size_t i, k, v, ok = 0, rounds = 0;
    (void)state;
    make_words("reflect.frag", glsl_text, "glslangValidator -V --target-env vulkan1.1", &good[0]);
    make_words("reflect_spec.comp", spec_text, "glslangValidator -V --target-env vulkan1.0",
               &good[1]);
    assemble("reflect_calls.spvasm", calls_text, &good[2]);
    for (k = 0; k < 3; k++)
        for (i = 0; i < good[k].count; i++)
            for (v = 0; v < sizeof values / sizeof *values + 2; v++) {
                m = good[k];
                m.words[i] = v < sizeof values / sizeof *values ? values[v]
                             : m.words[i] + (v % 2 ? 1u : 0xFFFFFFFFu);
                ok += reflect(&m, &f) == LAMBDAV_OK;
                rounds++;
            }
    assert_true(ok > rounds / 10 && ok < rounds);
}

/* Instructions with random small operands: everything refers to everything. */
static void test_soup(void **state) {
    static const uint32_t ops[] = {5,  6,  15, 16, 21, 22, 23, 24, 25, 27, 28, 29, 30, 32,
                                   43, 44, 48, 50, 51, 52, 54, 56, 57, 59, 61, 65, 71, 72, 331};
    static const uint32_t numbers[] = {0,  1,  2,  3,  6,  7,  9,  11, 12, 17,
                                       24, 25, 30, 32, 33, 34, 35, 38, 81, 128};
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
                                                         : numbers[next_random() % 20];
            m.count += length;
        }
        reflect(&m, &f);
        if (f.r.entry_point_count > MAX_SLOTS) f.r.entry_point_count = MAX_SLOTS;
        for (i = 0; i < f.r.entry_point_count; i++) assert_true(f.entries[i].name.size < 64);
    }
}

static void test_capabilities(void **state) {
    module m;
    uint32_t numbers[3] = {7, 7, 7};
    (void)state;
    assemble("capabilities",
             "OpCapability Shader\nOpCapability ShaderNonUniform\nOpCapability Sampled1D\n"
             "OpExtension \"SPV_EXT_descriptor_indexing\"\nOpMemoryModel Logical GLSL450\n",
             &m);
    assert_int_equal(lambdav_reflect_capabilities(m.words, m.count, NULL, 0), 3);
    assert_int_equal(lambdav_reflect_capabilities(m.words, m.count, numbers, 2), 3);
    assert_int_equal(numbers[0], 1);
    assert_int_equal(numbers[1], 5301);
    assert_int_equal(numbers[2], 7);
    assert_int_equal(lambdav_reflect_capabilities(m.words, m.count - 1, numbers, 3), 0);
    assert_int_equal(lambdav_reflect_capabilities(NULL, 0, numbers, 3), 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capabilities),
        cmocka_unit_test(test_glsl_fragment), cmocka_unit_test(test_glsl_compute),
        cmocka_unit_test(test_glsl_vertex), cmocka_unit_test(test_glsl_buffers),
        cmocka_unit_test(test_nested_structs),
        cmocka_unit_test(test_specialization), cmocka_unit_test(test_size_by_id),
        cmocka_unit_test(test_large_matrices), cmocka_unit_test(test_large_types),
        cmocka_unit_test(test_header),
        cmocka_unit_test(test_operations), cmocka_unit_test(test_opaque),
        cmocka_unit_test(test_calls), cmocka_unit_test(test_uses),
        cmocka_unit_test(test_many_entry_points),
        cmocka_unit_test(test_strange_types), cmocka_unit_test(test_shared),
        cmocka_unit_test(test_counts_alone), cmocka_unit_test(test_one_slot),
        cmocka_unit_test(test_bad_calls), cmocka_unit_test(test_bad_blocks),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_name_without_end), cmocka_unit_test(test_mutations),
        cmocka_unit_test(test_each_word),
        cmocka_unit_test(test_soup)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
