/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/spirv/readers_test.c tests/code/lambdav.c tests/code/spv_cpu.c -o readers_test -lSPIRV-Tools -lstdc++ -lm */
/* Four headers read SPIR-V, each for its own purpose: lambdav_reflect, lambdav_vk.h, spv_cpu.h and
   spv_module.h. They are given the same modules here, with their specialisation constants as they
   are and changed, and must say the same of each resource: set, binding, kind, count, bytes,
   whether it may be written, whether the entry point uses it; and of the workgroup's size.
       readers_test [FOLDER...]
   reads the assembly, the GLSL and the programs of tests/ and examples/, what is written below,
   and the assembly in the FOLDERs. spv_module.h has tables, so that what it says of a resource is
   worked out here, from them alone. */
#define _XOPEN_SOURCE 700
#include <ftw.h>

#define LVKI_RF_SLOTS 13u /* few: most ids must be searched for */
#define LAMBDAV_VK_IMPLEMENTATION
#define LAMBDAV_VK_KEEP_PRIVATE
#define LAMBDAV_VK_NO_LOADER
#include "lambdav_vk.h"

#define SPV_MODULE_IMPLEMENTATION
#include "tools/spv_module.h"

#include "lambdav.h"
#include "tools/spv_cpu.h"

#include "tests/code/inside.h"
#include "tests/support/cpu_harness.h"

enum { MAX_RESOURCES = 256, MAX_CONSTANTS = 64, CHANGES = 3, UNKNOWN = -1 };

/* What a reader says of a variable; UNKNOWN where it has no opinion. */
typedef struct opinion {
    const char *reader;
    uint32_t id;
    int64_t set, binding, kind, count, size, whole, writes, used; /* whole: see bytes_of */
} opinion;

static const opinion no_opinion = {NULL,    0,       UNKNOWN, UNKNOWN, UNKNOWN,
                                   UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN};

/* A module, one of its entry points, and values for its specialisation constants. */
typedef struct question {
    const char *path, *entry;
    const uint32_t *words;
    size_t count;
    uint32_t model, entry_index, change, constant_count;
    uint32_t numbers[MAX_CONSTANTS], values[MAX_CONSTANTS];
} question;

static lambdav_reflection reflection;
static spvm_module model;
static unsigned long compared, asked, failed, silent_vk, silent_cpu;

static void differ(const question *q, const char *what, uint32_t id, const char *a, int64_t x,
                   const char *b, int64_t y) {
    failed++;
    printf("%s: %s, change %u: %s of %%%u is %lld by %s, %lld by %s\n", q->path, q->entry,
           q->change, what, id, (long long)x, a, (long long)y, b);
}

/* Compares one thing that two readers say, if both do. */
static void compare(const question *q, const char *what, uint32_t id, const char *a, int64_t x,
                    const char *b, int64_t y) {
    if (x == UNKNOWN || y == UNKNOWN) return;
    compared++;
    if (x != y) differ(q, what, id, a, x, b, y);
}

static void compare_opinions(const question *q, const opinion *a, const opinion *b) {
    if (a->reader == NULL || b->reader == NULL) return;
    compare(q, "use", a->id, a->reader, a->used, b->reader, b->used);
    if (a->used == 0 || b->used == 0) return;
    compare(q, "set", a->id, a->reader, a->set, b->reader, b->set);
    compare(q, "binding", a->id, a->reader, a->binding, b->reader, b->binding);
    compare(q, "kind", a->id, a->reader, a->kind, b->reader, b->kind);
    compare(q, "count", a->id, a->reader, a->count, b->reader, b->count);
    compare(q, "size", a->id, a->reader, a->size, b->reader, b->size);
    compare(q, "whole size", a->id, a->reader, a->whole, b->reader, b->whole);
    compare(q, "writability", a->id, a->reader, a->writes, b->reader, b->writes);
}

/* ---- lambdav_reflect */

static opinion reflect_opinion(const question *q, const lambdav_resource *r) {
    opinion o = no_opinion;
    o.reader = "lambdav_reflect";
    o.id = r->id;
    o.set = r->set == LAMBDAV_NONE ? 0 : r->set;
    o.binding = r->binding == LAMBDAV_NONE ? 0 : r->binding;
    o.kind = (int64_t)r->kind;
    o.count = r->count;
    if (r->type.kind == LAMBDAV_KIND_STRUCT) o.whole = (int64_t)r->offset + r->size;
    o.writes = (r->access & LAMBDAV_WRITE) != 0;
    if (q->entry_index < 32) o.used = r->entries >> q->entry_index & 1u;
    return o;
}

/* ---- lambdav_vk.h, without a device: as one would look at the module that can do everything */

static lvki_look look;
static lambdav_vk_context vk;
static lambdav_vk_pipeline pipeline;
static lvki_interface face;
static lambdav_vk_constant vk_constants[MAX_CONSTANTS];

/* Whether it can say something of the module. */
static int vk_open(const question *q) {
    uint64_t used = 0;
    uint32_t i;
    memset(&look, 0, sizeof look);
    memset(&vk, 0, sizeof vk);
    memset(&vk.limits, 0xFF, sizeof vk.limits);
    memset(&vk.features, 1, sizeof vk.features);
    vk.version = LVKI_VERSION(1, 3);
    memset(&pipeline, 0, sizeof pipeline);
    memset(&face, 0, sizeof face);
    look.c = &vk;
    look.p = &pipeline;
    look.out = &face;
    for (i = 0; i < LVKI_COUNT(lvki_stages); i++)
        if (lvki_stages[i].model == q->model) look.stage = &lvki_stages[i];
    if (look.stage == NULL) return 0;
    if (lvki_rf_open(&look.rf, q->words, q->count, &face.given) != NULL
        || !lvki_find_entry(&look, q->entry))
        return 0;
    for (i = 0; i < q->constant_count; i++) {
        vk_constants[i].name = NULL;
        vk_constants[i].id = q->numbers[i];
        vk_constants[i].bits = q->values[i];
    }
    lvki_look_constants(&look, vk_constants, q->constant_count, &used);
    return 1;
}

static int64_t vk_kind(lambdav_vk_resource_kind kind) {
    switch (kind) {
    case LAMBDAV_VK_UNIFORM_BUFFER: return LAMBDAV_RESOURCE_UNIFORM_BUFFER;
    case LAMBDAV_VK_STORAGE_BUFFER: return LAMBDAV_RESOURCE_STORAGE_BUFFER;
    case LAMBDAV_VK_TEXTURE: return LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER;
    case LAMBDAV_VK_SAMPLED_IMAGE: return LAMBDAV_RESOURCE_SAMPLED_IMAGE;
    case LAMBDAV_VK_SAMPLER: return LAMBDAV_RESOURCE_SAMPLER;
    case LAMBDAV_VK_STORAGE_IMAGE: return LAMBDAV_RESOURCE_STORAGE_IMAGE;
    default: return UNKNOWN;
    }
}

static opinion vk_opinion(uint32_t id) {
    const lambdav_vk_resource *r = pipeline.resources;
    opinion o = no_opinion;
    size_t at = lvki_rf_find(&look.rf, id);
    pipeline.resource_count = pipeline.push_size = 0;
    pipeline.push_stages = 0;
    if (!lvki_look_variable(&look, at)) {
        silent_vk++;
        return o;
    }
    o.reader = "lambdav_vk";
    o.id = id;
    if (lvki_rf_word3(&look.rf, at) == 9) { /* PushConstant */
        o.used = pipeline.push_stages != 0 ? 1 : UNKNOWN;
        return o;
    }
    o.used = pipeline.resource_count;
    if (!o.used) return o;
    o.set = r->set;
    o.binding = r->binding;
    o.kind = vk_kind(r->kind);
    o.count = r->count;
    if (r->kind == LAMBDAV_VK_UNIFORM_BUFFER || r->kind == LAMBDAV_VK_STORAGE_BUFFER)
        o.size = (int64_t)r->size;
    o.writes = r->writes;
    return o;
}

/* ---- spv_cpu.h */

static cpu_module cpu;

static int cpu_ask(const question *q) {
    spv_cpu_options options;
    spv_cpu_constant constants[MAX_CONSTANTS];
    uint32_t i;
    memset(&options, 0, sizeof options);
    for (i = 0; i < q->constant_count; i++) {
        constants[i].id = q->numbers[i];
        constants[i].bits = q->values[i];
    }
    options.entry = q->entry;
    options.stage = q->model + 1;
    options.constants = constants;
    options.constant_count = q->constant_count;
    return cpu_load(&cpu, &options, q->words, q->count) == SPV_CPU_OK;
}

static opinion cpu_opinion(uint32_t id) {
    inside_variable v;
    opinion o = no_opinion;
    if (!inside_cpu_variable(&cpu.program, id, &v)) return o;
    o.reader = "spv_cpu";
    o.id = id;
    o.set = v.set;
    o.binding = v.binding;
    if (v.push) o.kind = LAMBDAV_RESOURCE_PUSH_CONSTANTS;
    if (!v.push && !v.array && !v.runtime) o.count = v.count;
    if (v.used) o.used = 1; /* it leaves out what cannot be reached */
    return o;
}

/* ---- spv_module.h: its tables, and the rules of SPIR-V written once more */

static uint32_t decoration_of(uint32_t id, uint32_t member, uint32_t decoration, uint32_t none) {
    const spvm_decoration *d = spvm_find_decoration(&model, id, member, decoration);
    return d == NULL ? none : d->word_count ? model.words[d->word] : 1;
}

static const spvm_type *type_row(uint32_t id) {
    return spvm_type_of(&model, id);
}

/* Bytes of a type in memory that has a layout; stride and is_row_major are those of a matrix.
   lambdav_vk.h asks for no byte behind the last element of an array or column of a matrix;
   lambdav_reflect counts them with their stride (`pad`). */
static uint64_t bytes_of(uint32_t id, uint32_t stride, int is_row_major, int pad) {
    const spvm_type *t = type_row(id), *column;
    uint64_t most = 0, end, step;
    uint32_t i;
    if (t == NULL) return 0;
    switch (t->opcode) {
    case SPVM_OpTypeInt:
    case SPVM_OpTypeFloat: return t->width / 8;
    case SPVM_OpTypePointer: return 8;
    case SPVM_OpTypeVector: return t->count * bytes_of(t->element, 0, 0, pad);
    case SPVM_OpTypeMatrix:
        column = type_row(t->element);
        if (pad && stride != 0) return (uint64_t)stride * (is_row_major ? column->count : t->count);
        if (!is_row_major)
            return (uint64_t)stride * (t->count - 1) + bytes_of(t->element, 0, 0, pad);
        return (uint64_t)stride * (column->count - 1)
               + t->count * bytes_of(column->element, 0, 0, pad);
    case SPVM_OpTypeArray:
        step = decoration_of(id, SPVM_NONE, SPVM_Decoration_ArrayStride, 0);
        if (t->count == 0) return 0;
        if (pad) return step * t->count;
        return step * (t->count - 1)
               + bytes_of(t->element, stride, is_row_major, pad);
    case SPVM_OpTypeStruct:
        for (i = 0; i < t->count; i++) {
            end = decoration_of(id, i, SPVM_Decoration_Offset, 0)
                  + bytes_of(model.members[t->first_member + i].type,
                             decoration_of(id, i, SPVM_Decoration_MatrixStride, 0),
                             decoration_of(id, i, SPVM_Decoration_RowMajor, 0) != 0, pad);
            if (end > most) most = end;
        }
        return most;
    default: return 0;
    }
}

static int64_t image_kind(const spvm_type *t, int is_combined) {
    uint32_t dim = spvm_operand(&model, spvm_def(&model, t->id), 3);
    int is_storage = spvm_operand(&model, spvm_def(&model, t->id), 7) == 2;
    if (dim == SPVM_Dim_SubpassData) return LAMBDAV_RESOURCE_INPUT_ATTACHMENT;
    if (dim == SPVM_Dim_Buffer)
        return is_storage ? LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER
                          : LAMBDAV_RESOURCE_UNIFORM_TEXEL_BUFFER;
    if (is_combined) return LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER;
    return is_storage ? LAMBDAV_RESOURCE_STORAGE_IMAGE : LAMBDAV_RESOURCE_SAMPLED_IMAGE;
}

static int64_t kind_of(const spvm_type *t, uint32_t storage) {
    switch (t->opcode) {
    case SPVM_OpTypeStruct:
        if (storage == SPVM_StorageClass_PushConstant) return LAMBDAV_RESOURCE_PUSH_CONSTANTS;
        return storage == SPVM_StorageClass_StorageBuffer
                       || decoration_of(t->id, SPVM_NONE, SPVM_Decoration_BufferBlock, 0)
                   ? LAMBDAV_RESOURCE_STORAGE_BUFFER
                   : LAMBDAV_RESOURCE_UNIFORM_BUFFER;
    case SPVM_OpTypeSampler: return LAMBDAV_RESOURCE_SAMPLER;
    case SPVM_OpTypeSampledImage: return image_kind(type_row(t->element), 1);
    case SPVM_OpTypeImage: return image_kind(t, 0);
    default: return UNKNOWN;
    }
}

/* Whether the declaration lets the module write. */
static int64_t writes_of(uint32_t id, const spvm_type *t, int64_t kind) {
    uint32_t i;
    if (kind != LAMBDAV_RESOURCE_STORAGE_BUFFER && kind != LAMBDAV_RESOURCE_STORAGE_IMAGE
        && kind != LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER)
        return 0;
    if (decoration_of(id, SPVM_NONE, SPVM_Decoration_NonWritable, 0)) return 0;
    if (t->opcode != SPVM_OpTypeStruct) return 1;
    for (i = 0; i < t->count; i++)
        if (!decoration_of(t->id, i, SPVM_Decoration_NonWritable, 0)) return 1;
    return t->count == 0;
}

/* Whether a function of the entry point has the variable among its operands. */
static int64_t use_of(uint32_t id, const spvm_entry *entry) {
    static unsigned char reached[1 << 16];
    uint32_t i, k;
    if (model.function_count > sizeof reached) return UNKNOWN;
    memset(reached, 0, sizeof reached);
    reached[entry->function] = 1;
    for (i = model.function_count; i-- > 0;) {
        const spvm_function *f = &model.functions[model.call_order[i]];
        for (k = 0; reached[model.call_order[i]] && k < f->call_count; k++)
            reached[model.calls[f->first_call + k].callee] = 1;
    }
    for (i = 0; i < model.ids[id].use_count; i++) {
        const spvm_inst *inst = &model.insts[model.uses[model.ids[id].first_use + i].inst];
        if (inst->block != SPVM_NONE && reached[model.blocks[inst->block].function]
            && inst->opcode != SPVM_OpExtInst) /* a debugger's use is none */
            return 1;
    }
    return 0;
}

static opinion module_opinion(uint32_t id, const spvm_entry *entry) {
    const spvm_type *pointer = type_row(id), *t = type_row(pointer->element);
    uint64_t size, whole;
    opinion o = no_opinion;
    o.reader = "spv_module";
    o.id = id;
    o.set = decoration_of(id, SPVM_NONE, SPVM_Decoration_DescriptorSet, 0);
    o.binding = decoration_of(id, SPVM_NONE, SPVM_Decoration_Binding, 0);
    for (o.count = 1; t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray;
         t = type_row(t->element))
        o.count = t->opcode == SPVM_OpTypeArray ? o.count * t->count : 0;
    o.kind = kind_of(t, pointer->storage);
    if (t->opcode == SPVM_OpTypeStruct) {
        size = bytes_of(t->id, 0, 0, 0);
        whole = bytes_of(t->id, 0, 0, 1);
        o.size = size < 0xFFFFFFFFu ? (int64_t)size : 0xFFFFFFFF;
        o.whole = whole < 0xFFFFFFFFu ? (int64_t)whole : 0xFFFFFFFF;
    }
    o.writes = writes_of(id, t, o.kind);
    o.used = use_of(id, entry);
    return o;
}

/* A constant of the workgroup's size. */
static int64_t size_constant(uint32_t id) {
    uint64_t bits = 0;
    return spvm_value(&model, id, &bits) ? (int64_t)bits : UNKNOWN;
}

/* The size along axis `axis`: of the constant that is the BuiltIn, else of an execution mode. */
static int64_t module_workgroup(const spvm_entry *entry, uint32_t axis) {
    const spvm_mode *mode = spvm_find_mode(&model, entry, SPVM_ExecutionMode_LocalSize);
    const spvm_constant *c;
    uint32_t i;
    for (i = 0; i < model.constant_count; i++) {
        c = &model.constants[i];
        if (decoration_of(c->id, SPVM_NONE, SPVM_Decoration_BuiltIn, SPVM_NONE)
                == SPVM_BuiltIn_WorkgroupSize
            && c->word_count == 3)
            return size_constant(model.words[c->word + axis]);
    }
    if (mode != NULL) return model.words[mode->word + axis];
    mode = spvm_find_mode(&model, entry, SPVM_ExecutionMode_LocalSizeId);
    return mode == NULL ? 0 : size_constant(model.words[mode->word + axis]);
}

/* ---- the questions */

static void compare_workgroups(const question *q, const spvm_entry *entry, int has_vk,
                               int has_cpu) {
    const uint32_t *size = reflection.entry_points[q->entry_index].workgroup_size;
    uint32_t i;
    int64_t tables;
    if (has_vk && !lvki_look_workgroup(&look)) has_vk = 0;
    for (i = 0; i < 3; i++) {
        tables = module_workgroup(entry, i);
        compare(q, "workgroup", i, "lambdav_reflect", size[i], "spv_module", tables);
        if (has_vk)
            compare(q, "workgroup", i, "lambdav_vk", pipeline.workgroup[i], "spv_module", tables);
        if (has_cpu)
            compare(q, "workgroup", i, "spv_cpu", cpu.program.workgroup[i], "spv_module", tables);
    }
}

static void ask_entry(const question *q, const spvm_entry *entry) {
    int has_vk = vk_open(q), has_cpu = cpu_ask(q);
    opinion opinions[4];
    size_t i;
    asked++;
    silent_cpu += !has_cpu;
    for (i = 0; i < reflection.resource_count; i++) {
        memset(opinions, 0, sizeof opinions);
        opinions[0] = module_opinion(reflection.resources[i].id, entry);
        opinions[1] = reflect_opinion(q, &reflection.resources[i]);
        if (has_vk) opinions[2] = vk_opinion(reflection.resources[i].id);
        if (has_cpu) opinions[3] = cpu_opinion(reflection.resources[i].id);
        compare_opinions(q, &opinions[1], &opinions[0]);
        compare_opinions(q, &opinions[2], &opinions[0]);
        compare_opinions(q, &opinions[3], &opinions[0]);
    }
    if (q->model == LAMBDAV_STAGE_COMPUTE) compare_workgroups(q, entry, has_vk, has_cpu);
    free(cpu.memory);
    cpu.memory = NULL;
}

/* Gives all specialisation constants other values: none, all 3, or the default and a little. */
static void change_constants(question *q, uint32_t change) {
    uint32_t i;
    const spvm_constant *c;
    q->change = change;
    q->constant_count = 0;
    for (i = 0; change != 0 && i < model.constant_count && q->constant_count < MAX_CONSTANTS; i++) {
        c = &model.constants[i];
        if (c->spec_id == SPVM_NONE || type_row(c->type)->opcode == SPVM_OpTypeFloat) continue;
        q->numbers[q->constant_count] = c->spec_id;
        q->values[q->constant_count++] = type_row(c->type)->opcode == SPVM_OpTypeBool ? !c->bits
                                         : change == 1 ? 3
                                                       : (uint32_t)c->bits + q->constant_count;
    }
}

/* Reads with both readers that need no entry point. Returns 0 if one says no. */
static int read_module(const question *q, void **memory, void **block) {
    static lambdav_specialization values[MAX_CONSTANTS];
    spvm_specialization constants[MAX_CONSTANTS];
    spvm_options options;
    size_t size = spvm_memory(q->words, q->count), needed = 0;
    lambdav_status status;
    uint32_t i;
    options.constants = constants;
    options.constant_count = q->constant_count;
    for (i = 0; i < q->constant_count; i++) {
        constants[i].id = values[i].number = q->numbers[i];
        constants[i].bits = values[i].value = q->values[i];
    }
    *memory = malloc(size + 1);
    *block = NULL;
    do {
        free(*block);
        *block = malloc(needed + 1);
        memset(&reflection, 0, sizeof reflection);
        reflection.specializations = values;
        reflection.specialization_count = q->constant_count;
        status = lambdav_reflect_block(q->words, q->count, *block, needed, &reflection, &needed);
    } while (status == LAMBDAV_OUT_OF_MEMORY);
    if (status != LAMBDAV_OK) return 0;
    return spvm_load(&model, &options, q->words, q->count, *memory, size) == SPVM_OK;
}

static void ask_change(question *q, uint32_t change) {
    void *memory, *block;
    char name[256];
    uint32_t i;
    int is_read = read_module(q, &memory, &block);
    if (is_read && change != 0 && q->change == 0) {
        change_constants(q, change);
        free(memory);
        free(block);
        is_read = q->constant_count != 0 && read_module(q, &memory, &block);
        if (q->constant_count == 0) memory = block = NULL;
    }
    for (i = 0; is_read && i < model.entry_count; i++) {
        spvm_copy_text(&model, model.entries[i].name, name, sizeof name);
        q->entry = name;
        q->entry_index = i;
        q->model = model.entries[i].model;
        ask_entry(q, &model.entries[i]);
    }
    free(memory);
    free(block);
}

static void ask(const char *path, const uint32_t *words, size_t count) {
    uint32_t change;
    for (change = 0; change < CHANGES; change++) {
        question q;
        memset(&q, 0, sizeof q);
        q.path = path;
        q.words = words;
        q.count = count;
        ask_change(&q, change);
    }
}

/* ---- modules */

static void ask_assembly(const char *path, const char *text, size_t size) {
    static spv_context validator;
    size_t count = 0;
    uint32_t *words = cpu_assemble(path, text, size, SPV_ENV_UNIVERSAL_1_5, &count);
    if (validator == NULL) validator = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
    if (words != NULL && spvValidateBinary(validator, words, count, NULL) == SPV_SUCCESS)
        ask(path, words, count);
    free(words);
}

static void ask_program(const char *path, const char *text, size_t size) {
    static uint32_t arena[1 << 20];
    lambdav_options options;
    lambdav_result result;
    memset(&options, 0, sizeof options);
    options.source_name = path;
    if (lambdav_compile(&options, text, size, arena, sizeof arena, &result) == LAMBDAV_OK)
        ask(path, result.words, result.word_count);
}

static void ask_glsl(const char *path) {
    char command[512], *bytes;
    size_t size;
    snprintf(command, sizeof command,
             "glslangValidator -V --target-env vulkan1.1 %s -o build/readers.spv >/dev/null", path);
    if (system(command) != 0) return;
    bytes = cpu_read_file("build/readers.spv", &size);
    if (bytes != NULL) ask(path, (const uint32_t *)(void *)bytes, size / 4);
    free(bytes);
}

static int ask_file(const char *path, const struct stat *status, int type, struct FTW *place) {
    static const char *const stages[] = {".frag", ".vert", ".comp"};
    const char *end = strrchr(path, '.');
    size_t size, i;
    char *text;
    (void)status, (void)place;
    if (type != FTW_F || end == NULL) return 0;
    for (i = 0; i < 3; i++)
        if (strcmp(end, stages[i]) == 0) ask_glsl(path);
    if (strcmp(end, ".spvasm") != 0 && strcmp(end, ".lv") != 0) return 0;
    text = cpu_read_file(path, &size);
    if (text == NULL) abort();
    if (strcmp(end, ".lv") == 0) ask_program(path, text, size);
    else ask_assembly(path, text, size);
    free(text);
    return 0;
}

/* ---- every operation of OpSpecConstantOp on integers and bools, as the length of an array */

#define DECLARATIONS                                                                               \
    "OpCapability Shader\nOpCapability Int16\nOpCapability Int8\nOpMemoryModel Logical GLSL450\n"  \
    "OpEntryPoint GLCompute %main \"main\" %v\nOpExecutionMode %main LocalSize 1 1 1\n"            \
    "OpDecorate %s SpecId 1\nOpDecorate %t SpecId 2\nOpDecorate %flag SpecId 3\n"                  \
    "OpDecorate %short SpecId 4\nOpDecorate %byte SpecId 5\nOpDecorate %size BuiltIn "             \
    "WorkgroupSize\n"                                                                              \
    "OpDecorate %array ArrayStride 4\nOpMemberDecorate %block 0 Offset 0\n"                        \
    "OpDecorate %block Block\nOpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\n"            \
    "%void = OpTypeVoid\n%f = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"                      \
    "%int = OpTypeInt 32 1\n%i16 = OpTypeInt 16 1\n%u8 = OpTypeInt 8 0\n%bool = OpTypeBool\n"      \
    "%uvec3 = OpTypeVector %uint 3\n%one = OpConstant %uint 1\n%seven = OpConstant %uint 7\n"      \
    "%minus = OpConstant %int -3\n%s = OpSpecConstant %uint 5\n%t = OpSpecConstant %uint 2\n"      \
    "%flag = OpSpecConstantTrue %bool\n%short = OpSpecConstant %i16 -9\n"                          \
    "%byte = OpSpecConstant %u8 200\n%size = OpSpecConstantComposite %uvec3 %s %t %one\n"

#define USES                                                                                       \
    "%array = OpTypeArray %uint %length\n%block = OpTypeStruct %array\n"                           \
    "%pointer = OpTypePointer StorageBuffer %block\n"                                              \
    "%element = OpTypePointer StorageBuffer %uint\n"                                               \
    "%zero = OpConstant %uint 0\n%v = OpVariable %pointer StorageBuffer\n"                         \
    "%main = OpFunction %void None %f\n%label = OpLabel\n"                                         \
    "%at = OpAccessChain %element %v %zero %zero\nOpStore %at %one\nOpReturn\nOpFunctionEnd\n"

/* Each gives an integer of 32 bits that makes a length, or a few steps that do. Negative numbers
   are turned around, so that no length is beyond all memory. */
static const char *const lengths[] = {
    "%length = OpSpecConstantOp %uint IAdd %s %t\n",
    "%length = OpSpecConstantOp %uint IMul %s %t\n",
    "%length = OpSpecConstantOp %uint UDiv %s %t\n",
    "%length = OpSpecConstantOp %uint UMod %seven %t\n",
    "%x = OpSpecConstantOp %uint ISub %s %t\n"
    "%length = OpSpecConstantOp %uint BitwiseAnd %x %seven\n",
    "%x = OpSpecConstantOp %int SDiv %minus %t\n%length = OpSpecConstantOp %uint SNegate %x\n",
    "%x = OpSpecConstantOp %int SRem %minus %t\n%length = OpSpecConstantOp %uint ISub %s %x\n",
    "%x = OpSpecConstantOp %int SMod %minus %t\n%length = OpSpecConstantOp %uint IAdd %s %x\n",
    "%x = OpSpecConstantOp %uint Not %s\n%length = OpSpecConstantOp %uint Not %x\n",
    "%length = OpSpecConstantOp %uint ShiftLeftLogical %s %t\n",
    "%length = OpSpecConstantOp %uint ShiftRightLogical %seven %t\n",
    "%x = OpSpecConstantOp %int ShiftRightArithmetic %minus %t\n"
    "%length = OpSpecConstantOp %uint SNegate %x\n",
    "%length = OpSpecConstantOp %uint BitwiseOr %s %t\n",
    "%x = OpSpecConstantOp %uint BitwiseXor %s %t\n%length = OpSpecConstantOp %uint IAdd %x %one\n",
    "%length = OpSpecConstantOp %uint Select %flag %s %t\n",
    "%x = OpSpecConstantOp %bool LogicalNot %flag\n"
    "%length = OpSpecConstantOp %uint Select %x %s %t\n",
    "%x = OpSpecConstantOp %bool UGreaterThan %s %t\n"
    "%y = OpSpecConstantOp %bool LogicalOr %x %flag\n"
    "%length = OpSpecConstantOp %uint Select %y %s %t\n",
    "%x = OpSpecConstantOp %bool ULessThanEqual %s %t\n"
    "%y = OpSpecConstantOp %bool LogicalAnd %x %flag\n"
    "%length = OpSpecConstantOp %uint Select %y %s %t\n",
    "%x = OpSpecConstantOp %bool SLessThan %minus %t\n"
    "%y = OpSpecConstantOp %bool LogicalEqual %x %flag\n"
    "%length = OpSpecConstantOp %uint Select %y %s %seven\n",
    "%x = OpSpecConstantOp %bool SGreaterThanEqual %minus %t\n"
    "%y = OpSpecConstantOp %bool LogicalNotEqual %x %flag\n"
    "%length = OpSpecConstantOp %uint Select %y %s %seven\n",
    "%x = OpSpecConstantOp %bool INotEqual %s %t\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%x = OpSpecConstantOp %bool IEqual %s %t\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%x = OpSpecConstantOp %bool ULessThan %s %t\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%x = OpSpecConstantOp %bool SGreaterThan %s %minus\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%x = OpSpecConstantOp %bool UGreaterThanEqual %s %minus\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%x = OpSpecConstantOp %bool SLessThanEqual %s %minus\n"
    "%length = OpSpecConstantOp %uint Select %x %s %seven\n",
    "%length = OpSpecConstantOp %uint CompositeExtract %size 1\n",
    "%length = OpSpecConstantOp %uint UConvert %byte\n",
    "%x = OpSpecConstantOp %int SConvert %short\n"
    "%length = OpSpecConstantOp %uint BitwiseAnd %x %seven\n",
    /* Narrow numbers wrap around and compare as what they are. */
    "%x = OpSpecConstantOp %u8 IAdd %byte %byte\n%length = OpSpecConstantOp %uint UConvert %x\n",
    "%x = OpSpecConstantOp %i16 SDiv %short %short\n"
    "%length = OpSpecConstantOp %uint SConvert %x\n",
    "%x = OpSpecConstantOp %u8 IMul %byte %byte\n"
    "%y = OpSpecConstantOp %bool ULessThan %x %byte\n"
    "%length = OpSpecConstantOp %uint Select %y %s %seven\n",
    "%length = OpSpecConstantOp %u8 IAdd %byte %byte\n",
    /* What is made of parts of composites. */
    "%pair = OpSpecConstantComposite %uvec3 %t %s %s\n"
    "%x = OpSpecConstantOp %uint CompositeExtract %pair 2\n"
    "%length = OpSpecConstantOp %uint IMul %x %t\n",
    "%two = OpConstant %uint 2\n%nest = OpTypeArray %uvec3 %two\n"
    "%pair = OpSpecConstantComposite %nest %size %size\n"
    "%length = OpSpecConstantOp %uint CompositeExtract %pair 1 0\n",
    "%none = OpConstantNull %uint\n%length = OpSpecConstantOp %uint IAdd %none %s\n",
    /* A chain that is deeper than any table of steps, and one that doubles. */
    "%x = OpSpecConstantOp %uint IAdd %s %one\n%y = OpSpecConstantOp %uint IAdd %x %one\n"
    "%z = OpSpecConstantOp %uint IAdd %y %x\n%length = OpSpecConstantOp %uint IAdd %z %z\n"};

/* What stands in the list, as far as it is a module. */
static void ask_lengths(void) {
    static char text[8192], name[32];
    size_t i;
    for (i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        unsigned long before = asked;
        snprintf(text, sizeof text, "%s%s%s", DECLARATIONS, lengths[i], USES);
        snprintf(name, sizeof name, "length %u", (unsigned)i);
        ask_assembly(name, text, strlen(text));
        if (asked == before) printf("%s: not a module that all take: %s", name, lengths[i]);
        failed += asked == before;
    }
}

int main(int argc, char **argv) {
    static const char *const folders[] = {"tests", "examples"};
    int i;
    ask_lengths();
    for (i = 0; i < 2; i++) nftw(folders[i], ask_file, 16, FTW_PHYS);
    for (i = 1; i < argc; i++) nftw(argv[i], ask_file, 16, FTW_PHYS);
    printf("%lu entry points; %lu variables that lambdav_vk takes no part in, %lu entry points that"
           " spv_cpu cannot run\n",
           asked, silent_vk, silent_cpu);
    if (compared < 1000) failed++;
    printf("%lu passed, %lu failed\n", compared - (failed < compared ? failed : compared), failed);
    return failed != 0;
}
