/* What `lambdav reflect` prints: text, JSON (tools/doc/reference.md has the schema) or C structs.
   Part of lambdav.c. */
#ifndef REFLECT_PRINT_H
#define REFLECT_PRINT_H

/* What was reflected; uses[resource * rounds + i / 32] has bit i % 32 if entry point i uses it. */
typedef struct reflected {
    lambdav_reflection r;
    uint32_t *uses;
    size_t rounds;
} reflected;

/* ---- names */

static const char *stage_name(uint32_t model) {
    static const char *const names[] = {"vertex", "tessellation-control",
                                        "tessellation-evaluation", "geometry", "fragment",
                                        "compute"};
    if (model < sizeof names / sizeof *names) return names[model];
    switch (model) {
    case SPVM_ExecutionModel_TaskNV:
    case SPVM_ExecutionModel_TaskEXT: return "task";
    case SPVM_ExecutionModel_MeshNV:
    case SPVM_ExecutionModel_MeshEXT: return "mesh";
    default: return "other";
    }
}

static const char *const resource_names[] = {
    "other", "uniform-buffer", "storage-buffer", "combined-image-sampler", "sampled-image",
    "sampler", "storage-image", "uniform-texel-buffer", "storage-texel-buffer",
    "input-attachment", "acceleration-structure", "push-constants"};

static const char *dimension_name(uint32_t dimension) {
    static const char *const names[] = {"1d", "2d", "3d", "cube", "rect", "buffer", "subpass"};
    return dimension < sizeof names / sizeof *names ? names[dimension] : "other";
}

/* SPIR-V's ImageFormat, in GLSL's spelling. */
static const char *format_name(uint32_t format) {
    static const char *const names[] = {
        "unknown", "rgba32f", "rgba16f", "r32f", "rgba8", "rgba8_snorm", "rg32f", "rg16f",
        "r11f_g11f_b10f", "r16f", "rgba16", "rgb10_a2", "rg16", "rg8", "r16", "r8",
        "rgba16_snorm", "rg16_snorm", "rg8_snorm", "r16_snorm", "r8_snorm", "rgba32i", "rgba16i",
        "rgba8i", "r32i", "rg32i", "rg16i", "rg8i", "r16i", "r8i", "rgba32ui", "rgba16ui",
        "rgba8ui", "r32ui", "rgb10_a2ui", "rg32ui", "rg16ui", "rg8ui", "r16ui", "r8ui", "r64ui",
        "r64i"};
    return format < sizeof names / sizeof *names ? names[format] : "other";
}

static const char *access_name(uint32_t access) {
    static const char *const names[] = {"none", "read", "write", "read-write"};
    return names[access & (LAMBDAV_READ | LAMBDAV_WRITE)];
}

/* The flags' names, each with a blank after it. */
static void put_flags(bytes *b, uint32_t flags) {
    static const char *const names[] = {"flat", "no-perspective", "centroid", "sample", "patch",
                                        "row-major", "non-writable", "non-readable"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++)
        if (flags >> i & 1u) bytes_print(b, "%s ", names[i]);
}

/* "num", "ivec3", "mat2x3" (columns by rows), "f64vec2", "u8"; a struct is "struct". */
static const char *type_name(lambdav_kind kind, uint32_t bits, uint32_t rows, uint32_t columns,
                             char text[32]) {
    static const char *const scalars[] = {"other", "num", "int", "uint", "bool", "struct",
                                          "pointer"};
    static const char *const prefixes[] = {"", "", "i", "u", "b", "", ""};
    static const char *const sized[] = {"", "f", "i", "u", "", "", ""};
    char prefix[16];
    int odd = bits != 32 && *sized[kind] != '\0';
    if (odd) snprintf(prefix, sizeof prefix, "%s%u", sized[kind], bits & 255u);
    else snprintf(prefix, sizeof prefix, "%s", prefixes[kind]);
    if (rows <= 1 && columns <= 1) snprintf(text, 32, "%s", odd ? prefix : scalars[kind]);
    else if (columns == 1) snprintf(text, 32, "%svec%u", prefix, rows);
    else if (rows == columns) snprintf(text, 32, "%smat%u", prefix, rows);
    else snprintf(text, 32, "%smat%ux%u", prefix, columns, rows);
    return text;
}

static const char *name_of_type(const lambdav_type *t, char text[32]) {
    return type_name(t->kind, t->bits, t->rows, t->columns, text);
}

/* The name's bytes, to be freed. */
static char *name_text(lambdav_name name) {
    char *text = (char *)need(malloc((size_t)name.size + 1));
    uint32_t i;
    for (i = 0; i < name.size; i++) text[i] = lambdav_name_byte(name, i);
    text[name.size] = '\0';
    return text;
}

/* A binary16 number. */
static double half_value(uint32_t bits) {
    uint32_t exponent = bits >> 10 & 31u;
    double fraction = bits & 1023u, value;
    if (exponent == 31) value = fraction > 0 ? (double)NAN : (double)INFINITY;
    else if (exponent == 0) value = ldexp(fraction, -24);
    else value = ldexp(fraction + 1024, (int)exponent - 25);
    return bits & 0x8000u ? -value : value;
}

/* What stands for the constant's default. */
static void constant_text(const lambdav_spec_constant *s, char text[40]) {
    uint64_t bits = (uint64_t)s->value[1] << 32 | s->value[0];
    float single;
    double real;
    if (s->kind == LAMBDAV_KIND_BOOL) {
        snprintf(text, 40, "%s", s->value[0] ? "true" : "false");
    } else if (s->kind == LAMBDAV_KIND_NUM && s->bits == 32) {
        memcpy(&single, &s->value[0], sizeof single);
        snprintf(text, 40, "%.9g", (double)single);
    } else if (s->kind == LAMBDAV_KIND_NUM && s->bits == 64) {
        memcpy(&real, &bits, sizeof real);
        snprintf(text, 40, "%.17g", real);
    } else if (s->kind == LAMBDAV_KIND_NUM && s->bits == 16) {
        snprintf(text, 40, "%.9g", half_value(s->value[0]));
    } else if (s->kind == LAMBDAV_KIND_INT) {
        snprintf(text, 40, "%lld",
                 s->bits == 64 ? (long long)(int64_t)bits : (long long)(int32_t)s->value[0]);
    } else {
        snprintf(text, 40, "%llu", (unsigned long long)(s->bits == 64 ? bits : s->value[0]));
    }
}

static int uses(const reflected *f, size_t resource, size_t entry) {
    return (f->uses[resource * f->rounds + entry / 32] >> (entry % 32) & 1u) != 0;
}

static int is_block(const lambdav_resource *s) {
    return s->type.kind == LAMBDAV_KIND_STRUCT;
}

/* ---- text */

/* The name's bytes, without those that would steer a terminal, padded to 20. */
static void put_name(bytes *b, lambdav_name name) {
    uint32_t i;
    char byte;
    for (i = 0; i < name.size; i++) {
        byte = lambdav_name_byte(name, i);
        bytes_add(b, (unsigned char)byte < 32 || byte == 127 ? "?" : &byte, 1);
    }
    for (bytes_add(b, " ", 1), i++; i < 20; i++) bytes_add(b, " ", 1);
}

static void put_array(bytes *b, const lambdav_type *t) {
    uint32_t i;
    for (i = 0; i < t->dimensions; i++) {
        if (t->counts[i]) bytes_print(b, "[%u]", t->counts[i]);
        else bytes_print(b, "[]");
    }
}

/* "vec3[4]", "struct 2", padded to 8 */
static void put_type(bytes *b, const lambdav_type *t) {
    char text[32];
    size_t start = b->size;
    bytes_print(b, "%s", name_of_type(t, text));
    if (t->structure != LAMBDAV_NONE) bytes_print(b, " %u", t->structure);
    put_array(b, t);
    while (b->size < start + 8) bytes_add(b, " ", 1);
}

static void put_optional(bytes *b, const char *what, uint32_t value) {
    if (value != LAMBDAV_NONE) bytes_print(b, ", %s %u", what, value);
}

static void put_stages(bytes *b, const lambdav_reflection *r) {
    size_t i;
    for (i = 0; i < r->entry_point_count; i++) {
        const lambdav_entry_point *e = &r->entry_points[i];
        bytes_print(b, "entry %zu  ", i);
        put_name(b, e->name);
        bytes_print(b, "%s", stage_name(e->execution_model));
        if (e->workgroup_size[0])
            bytes_print(b, " %u %u %u", e->workgroup_size[0], e->workgroup_size[1],
                        e->workgroup_size[2]);
        bytes_print(b, "\n");
    }
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        bytes_print(b, "%s", v->is_output ? "output   " : "input    ");
        put_name(b, v->name);
        put_type(b, &v->type);
        bytes_print(b, " entry %u", v->entry);
        put_optional(b, "location", v->location);
        put_optional(b, "component", v->component);
        put_optional(b, "blend index", v->blend_index);
        put_optional(b, "builtin", v->builtin);
        if (v->flags) bytes_print(b, "  ");
        put_flags(b, v->flags);
        bytes_print(b, "\n");
    }
}

static void put_image(bytes *b, const lambdav_image *image) {
    char text[32];
    bytes_print(b, ", %s %s", dimension_name(image->dimension),
                type_name(image->kind, image->bits, 1, 1, text));
    if (image->arrayed) bytes_print(b, " arrayed");
    if (image->multisampled) bytes_print(b, " multisampled");
    if (image->depth == 1) bytes_print(b, " depth");
    if (image->format) bytes_print(b, " %s", format_name(image->format));
}

static void put_resource(bytes *b, const reflected *f, size_t i) {
    const lambdav_resource *s = &f->r.resources[i];
    size_t k;
    bytes_print(b, s->kind == LAMBDAV_RESOURCE_PUSH_CONSTANTS ? "push     " : "resource ");
    put_name(b, s->name);
    bytes_print(b, "%s", resource_names[s->kind]);
    put_array(b, &s->type);
    put_optional(b, "set", s->set);
    put_optional(b, "binding", s->binding);
    put_optional(b, "attachment", s->attachment);
    if (is_block(s))
        bytes_print(b, ", struct %u, offset %u, %u bytes", s->type.structure, s->offset, s->size);
    if (s->image.kind != LAMBDAV_KIND_OTHER) put_image(b, &s->image);
    bytes_print(b, ", %s, used by", access_name(s->access));
    for (k = 0; k < f->r.entry_point_count; k++)
        if (uses(f, i, k)) bytes_print(b, " %zu", k);
    bytes_print(b, "\n");
}

static void put_member(bytes *b, const lambdav_member *m) {
    uint32_t i;
    bytes_print(b, "  ");
    put_name(b, m->name);
    put_type(b, &m->type);
    if (m->offset != LAMBDAV_NONE) bytes_print(b, " offset %u, %u bytes", m->offset, m->size);
    else bytes_print(b, " no offset");
    for (i = 0; i < m->type.dimensions; i++)
        if (m->type.strides[i]) bytes_print(b, ", stride %u", m->type.strides[i]);
    if (m->matrix_stride) bytes_print(b, ", matrix stride %u", m->matrix_stride);
    put_optional(b, "location", m->location);
    put_optional(b, "component", m->component);
    put_optional(b, "builtin", m->builtin);
    if (m->flags) bytes_print(b, "  ");
    put_flags(b, m->flags);
    bytes_print(b, "\n");
}

static void put_reflection(bytes *b, const reflected *f) {
    const lambdav_reflection *r = &f->r;
    char text[40];
    size_t i, k;
    bytes_print(b, "SPIR-V %u.%u\n", r->version >> 16 & 255, r->version >> 8 & 255);
    put_stages(b, r);
    for (i = 0; i < r->resource_count; i++) put_resource(b, f, i);
    for (i = 0; i < r->struct_count; i++) {
        const lambdav_struct *s = &r->structs[i];
        bytes_print(b, "struct %zu ", i);
        put_name(b, s->name);
        bytes_print(b, "%u bytes\n", s->size);
        for (k = 0; k < s->member_count; k++) put_member(b, &r->members[s->first_member + k]);
    }
    for (i = 0; i < r->spec_constant_count; i++) {
        const lambdav_spec_constant *s = &r->spec_constants[i];
        bytes_print(b, "constant ");
        put_name(b, s->name);
        bytes_print(b, "%-8s number %u, ", type_name(s->kind, s->bits, 1, 1, text), s->number);
        constant_text(s, text);
        bytes_print(b, "default %s\n", text);
    }
}

/* ---- JSON */

static void json_string(json *object, const char *key, const char *text) {
    json_text(object, key, text, strlen(text));
}

static void json_append(json *array, double value) {
    json_number(array, NULL, value);
}

static void json_truth(json *object, const char *key, int value) {
    json_put(object, key, 0, print_new(value ? "true" : "false"));
}

static void json_name(json *object, lambdav_name name) {
    char *text = name_text(name);
    json_text(object, "name", text, name.size);
    free(text);
}

static void json_optional(json *object, const char *key, uint32_t value) {
    if (value != LAMBDAV_NONE) json_number(object, key, value);
}

static void json_flags(json *object, uint32_t flags) {
    bytes b = {NULL, 0, 0};
    json *array;
    char *word, *rest;
    if (flags == 0) return;
    array = json_list(object, "flags");
    put_flags(&b, flags);
    b.data[b.size - 1] = '\0';
    for (rest = b.data; (word = os_split(&rest, " ")) != NULL;)
        json_put(array, NULL, 0, json_quote(word, strlen(word)));
    free(b.data);
}

static void json_array(json *object, const lambdav_type *t) {
    json *array, *dimension;
    uint32_t i;
    if (t->dimensions == 0) return;
    array = json_list(object, "array");
    for (i = 0; i < t->dimensions; i++) {
        dimension = json_add(array);
        json_number(dimension, "count", t->counts[i]);
        if (t->strides[i]) json_number(dimension, "stride", t->strides[i]);
    }
}

static void json_type(json *object, const lambdav_type *t) {
    char text[32];
    json_string(object, "type", name_of_type(t, text));
    json_optional(object, "struct", t->structure);
    json_array(object, t);
}

static void json_entry_points(json *all, const lambdav_reflection *r) {
    json *entries = json_list(all, "entryPoints"), *object, *sizes;
    size_t i, k;
    for (i = 0; i < r->entry_point_count; i++) {
        const lambdav_entry_point *e = &r->entry_points[i];
        object = json_add(entries);
        json_name(object, e->name);
        json_string(object, "stage", stage_name(e->execution_model));
        sizes = json_list(object, "workgroupSize");
        for (k = 0; k < 3; k++) json_append(sizes, e->workgroup_size[k]);
        sizes = json_list(object, "workgroupConstants");
        for (k = 0; k < 3; k++)
            if (e->workgroup_spec[k] != LAMBDAV_NONE) json_append(sizes, e->workgroup_spec[k]);
            else json_put(sizes, NULL, 0, print_new("null"));
    }
}

static void json_variables(json *all, const lambdav_reflection *r) {
    json *inputs = json_list(all, "inputs"), *outputs = json_list(all, "outputs"), *object;
    size_t i;
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        object = json_add(v->is_output ? outputs : inputs);
        json_name(object, v->name);
        json_number(object, "entryPoint", v->entry);
        json_type(object, &v->type);
        json_optional(object, "location", v->location);
        json_optional(object, "component", v->component);
        json_optional(object, "blendIndex", v->blend_index);
        json_optional(object, "builtin", v->builtin);
        json_flags(object, v->flags);
    }
}

static void json_image(json *object, const lambdav_image *image) {
    char text[32];
    json *o;
    if (image->kind == LAMBDAV_KIND_OTHER) return;
    o = json_put(object, "image", '{', NULL);
    json_string(o, "dimension", dimension_name(image->dimension));
    json_string(o, "type", type_name(image->kind, image->bits, 1, 1, text));
    json_truth(o, "arrayed", image->arrayed != 0);
    json_truth(o, "multisampled", image->multisampled != 0);
    json_truth(o, "depth", image->depth == 1);
    json_string(o, "format", format_name(image->format));
}

/* Resources, and push constants under a key of their own. */
static void json_resources(json *all, const reflected *f) {
    json *resources = json_list(all, "resources"), *blocks = json_list(all, "pushConstants");
    json *object, *entries;
    size_t i, k;
    for (i = 0; i < f->r.resource_count; i++) {
        const lambdav_resource *s = &f->r.resources[i];
        int push = s->kind == LAMBDAV_RESOURCE_PUSH_CONSTANTS;
        object = json_add(push ? blocks : resources);
        json_name(object, s->name);
        if (!push) json_string(object, "kind", resource_names[s->kind]);
        json_optional(object, "set", s->set);
        json_optional(object, "binding", s->binding);
        json_optional(object, "attachment", s->attachment);
        if (!push) json_number(object, "count", s->count);
        json_array(object, &s->type);
        if (!push) json_string(object, "access", access_name(s->access));
        json_optional(object, "struct", s->type.structure);
        if (is_block(s)) json_number(object, "offset", s->offset);
        if (is_block(s)) json_number(object, "size", s->size);
        json_image(object, &s->image);
        entries = json_list(object, "entryPoints");
        for (k = 0; k < f->r.entry_point_count; k++)
            if (uses(f, i, k)) json_append(entries, (double)k);
    }
}

static void json_member(json *array, const lambdav_member *m) {
    json *object = json_add(array);
    json_name(object, m->name);
    json_type(object, &m->type);
    json_optional(object, "offset", m->offset);
    if (m->offset != LAMBDAV_NONE) json_number(object, "size", m->size);
    if (m->matrix_stride) json_number(object, "matrixStride", m->matrix_stride);
    json_optional(object, "location", m->location);
    json_optional(object, "component", m->component);
    json_optional(object, "builtin", m->builtin);
    json_flags(object, m->flags);
}

static void json_structs(json *all, const lambdav_reflection *r) {
    json *structs = json_list(all, "structs"), *object, *members;
    size_t i, k;
    for (i = 0; i < r->struct_count; i++) {
        const lambdav_struct *s = &r->structs[i];
        object = json_add(structs);
        json_name(object, s->name);
        json_number(object, "size", s->size);
        members = json_list(object, "members");
        for (k = 0; k < s->member_count; k++)
            json_member(members, &r->members[s->first_member + k]);
    }
}

static void json_constants(json *all, const lambdav_reflection *r) {
    json *array = json_list(all, "specializationConstants"), *object;
    char text[40];
    size_t i;
    for (i = 0; i < r->spec_constant_count; i++) {
        const lambdav_spec_constant *s = &r->spec_constants[i];
        object = json_add(array);
        json_name(object, s->name);
        json_number(object, "id", s->number);
        json_string(object, "type", type_name(s->kind, s->bits, 1, 1, text));
        constant_text(s, text);
        if (strpbrk(text, "nN") != NULL && s->kind == LAMBDAV_KIND_NUM)
            json_string(object, "default", text); /* inf, nan */
        else json_put(object, "default", 0, print_new("%s", text));
    }
}

static void json_capabilities(json *all, const uint32_t *words, size_t word_count) {
    uint32_t numbers[256];
    json *list = json_list(all, "capabilities");
    size_t i, count = lambdav_reflect_capabilities(words, word_count, numbers, 256);
    for (i = 0; i < count && i < 256; i++) json_append(list, numbers[i]);
}

static json *json_reflection(const reflected *f, const uint32_t *words, size_t word_count) {
    json *all = json_new();
    char version[16];
    snprintf(version, sizeof version, "%u.%u", f->r.version >> 16 & 255, f->r.version >> 8 & 255);
    json_string(all, "spirv", version);
    json_capabilities(all, words, word_count);
    json_entry_points(all, &f->r);
    json_variables(all, &f->r);
    json_resources(all, f);
    json_structs(all, &f->r);
    json_constants(all, &f->r);
    return all;
}

/* ---- C structs
   A shader's struct type becomes a C struct of the same layout: members by rising offset, with
   padding between. A member is an array with a dimension for each of its array dimensions, for the
   matrix and for the vector, where a stride that is longer than what it steps over widens the next
   dimension (std140's `float a[3]` is float a[3][4]). What C cannot say so is a flat array of
   components, and what not even that can, bytes. A runtime array is left out; enum constants say
   where it begins. Names are cut at MAX_C_NAME bytes, since a member's is printed with its
   struct's. The work is linear in the module, whatever its names are. */

enum { MAX_C_DIMENSIONS = LAMBDAV_MAX_DIMENSIONS + 3, MAX_C_NAME = 200 };

/* A set of names as a tree: a fork parts the names below it by the first bit in which they differ,
   so a search passes no more forks than its name has bits. */
typedef struct name_node {
    struct name_node *kids[2]; /* of a fork; NULL in a leaf */
    struct name_node *next;    /* of all nodes */
    char *name;                /* of a leaf */
    size_t bit;                /* of a fork */
    unsigned asked, number;    /* of a leaf: how often it was asked for, the last put behind it */
} name_node;

typedef struct name_set {
    name_node *root, *all;
} name_set;

typedef struct c_struct {
    const char *name;      /* NULL: not wanted */
    uint32_t align;        /* of its largest component */
    uint64_t size;         /* sizeof */
    uint64_t stride, room; /* longest stride in an array; shortest room that a use leaves */
} c_struct;

typedef struct c_printer {
    bytes *b;
    const lambdav_reflection *r;
    c_struct *structs;
    const lambdav_member **order; /* members, those of a struct by rising offset */
    uint64_t *rooms;              /* bytes from a member to the next one of its struct */
    name_set struct_names, names; /* names: of the members of the struct that is printed */
    size_t name_count;
    uint64_t end; /* bytes of it that are printed */
    const char *prefix, *stem; /* of all structs, or NULL; of those without a name */
} c_printer;

static const char c_words[] =
    " alignas alignof and and_eq asm auto bitand bitor bool break case catch char char16_t char32_t"
    " class compl const const_cast constexpr continue decltype default delete do double"
    " dynamic_cast else enum explicit export extern false float for friend goto if inline int"
    " int8_t int16_t int32_t int64_t long mutable namespace new noexcept not not_eq nullptr"
    " operator or or_eq private protected public register reinterpret_cast restrict return short"
    " signed sizeof size_t static static_assert static_cast struct switch template this"
    " thread_local throw true try typedef typeid typename typeof uint8_t uint16_t uint32_t"
    " uint64_t union unsigned using virtual void volatile wchar_t while xor xor_eq NULL offsetof"
    " main LAMBDAV_LAYOUT linux unix errno stdin stdout stderr ";

static int is_c_word(const char *name) {
    char *word = print_new(" %s ", name);
    int found = strstr(c_words, word) != NULL;
    free(word);
    return found;
}

/* The bits of a byte count from the highest. */
static unsigned name_bit(const char *name, size_t size, size_t bit) {
    return bit / 8 < size ? (unsigned)(unsigned char)name[bit / 8] >> (7 - bit % 8) & 1u : 0;
}

static name_node *name_new(name_set *set) {
    name_node *node = (name_node *)need(calloc(1, sizeof *node));
    node->next = set->all;
    return set->all = node;
}

/* The leaf of a name, which is taken over or freed. */
static name_node *name_put(name_set *set, char *name) {
    size_t size = strlen(name), bit = 0;
    name_node *node = set->root, **at = &set->root, *leaf;
    while (node != NULL && node->kids[0] != NULL)
        node = node->kids[name_bit(name, size, node->bit)];
    if (node != NULL && strcmp(node->name, name) == 0) {
        free(name);
        return node;
    }
    leaf = name_new(set);
    leaf->name = name, leaf->number = 1;
    if (node == NULL) return set->root = leaf;
    while (name[bit / 8] == node->name[bit / 8]) bit += 8;
    while (((name[bit / 8] ^ node->name[bit / 8]) >> (7 - bit % 8) & 1) == 0) bit++;
    while ((*at)->kids[0] != NULL && (*at)->bit < bit)
        at = &(*at)->kids[name_bit(name, size, (*at)->bit)];
    node = name_new(set);
    node->bit = bit;
    node->kids[name_bit(name, size, bit)] = leaf;
    node->kids[!name_bit(name, size, bit)] = *at;
    *at = node;
    return leaf;
}

static void names_free(name_set *set) {
    name_node *node, *next;
    for (node = set->all; node != NULL; node = next) {
        next = node->next;
        free(node->name);
        free(node);
    }
    memset(set, 0, sizeof *set);
}

/* A C identifier like the text, which is freed, that the set has not yet given; it is the set's. */
static const char *c_identifier(char *text, const char *otherwise, name_set *set) {
    const char *from;
    name_node *base, *leaf;
    size_t i;
    for (i = 0; text[i] != '\0'; i++)
        if (!isalnum((unsigned char)text[i])) text[i] = '_';
    from = text + strspn(text, "_"); /* reserved names begin so */
    base = leaf = name_put(set, print_new("%s%.*s", isdigit((unsigned char)*from) ? "n" : "",
                                          (int)MAX_C_NAME, *from == '\0' ? otherwise : from));
    while (leaf->asked++ > 0 || is_c_word(leaf->name))
        leaf = name_put(set, print_new("%s_%u", base->name, ++base->number));
    free(text);
    return leaf->name;
}

static const char *c_scalar(const lambdav_type *t) {
    static const char *const ints[] = {"int8_t", "int16_t", "int32_t", "int64_t"};
    static const char *const uints[] = {"uint8_t", "uint16_t", "uint32_t", "uint64_t"};
    unsigned log = t->bits == 8 ? 0 : t->bits == 16 ? 1 : t->bits == 32 ? 2 : 3;
    if (t->kind == LAMBDAV_KIND_NUM && log >= 2) return log == 2 ? "float" : "double";
    return t->kind == LAMBDAV_KIND_INT ? ints[log] : uints[log]; /* half floats are bits */
}

static int has_c_type(const lambdav_type *t) {
    return t->kind == LAMBDAV_KIND_POINTER
           || ((t->kind == LAMBDAV_KIND_NUM || t->kind == LAMBDAV_KIND_INT
                || t->kind == LAMBDAV_KIND_UINT)
               && (t->bits == 8 || t->bits == 16 || t->bits == 32 || t->bits == 64));
}

/* The C struct of a member, NULL if it has none: a struct stands before those that hold it. */
static const c_struct *c_struct_of(const c_printer *p, const lambdav_member *m) {
    if (m->type.kind != LAMBDAV_KIND_STRUCT || m->type.structure >= m->parent) return NULL;
    return p->structs[m->type.structure].name == NULL ? NULL : &p->structs[m->type.structure];
}

/* How the member uses a struct: in an array with a stride, or alone with some room. */
static void note_use(c_printer *p, const lambdav_member *m) {
    c_struct *s = (c_struct *)c_struct_of(p, m);
    uint64_t room = p->rooms[m - p->r->members];
    if (s == NULL || m->offset == LAMBDAV_NONE) return;
    if (m->type.dimensions > 0) {
        room = m->type.strides[m->type.dimensions - 1];
        if (room > s->stride) s->stride = room;
    }
    if (room < s->room) s->room = room;
}

/* The dimensions of a member: `counts` as C has them, the bytes of all. Returns their number, or
   MAX_C_DIMENSIONS if C has no such array; `flat` becomes the bytes to the end of the last
   component, or 0. A struct whose stride is longer than it is must be wrapped: `pad` bytes. */
static unsigned c_dimensions(const lambdav_member *m, uint64_t component, uint64_t *counts,
                             uint64_t *total, uint64_t *flat, uint64_t *pad) {
    const lambdav_type *t = &m->type;
    int by_rows = (m->flags & LAMBDAV_ROW_MAJOR) != 0;
    uint64_t strides[MAX_C_DIMENSIONS], minor = by_rows ? t->columns : t->rows;
    unsigned n, i;
    int good = 1, even = 1;
    for (n = 0; n < t->dimensions; n++) counts[n] = t->counts[n], strides[n] = t->strides[n];
    if (t->columns > 1) {
        counts[n] = by_rows ? t->rows : t->columns;
        strides[n++] = m->matrix_stride ? m->matrix_stride : minor * component;
    }
    if (t->columns > 1 || t->rows > 1)
        counts[n] = t->columns > 1 ? minor : t->rows, strides[n++] = component;
    for (i = 0, *flat = component; i < n; i++) {
        if (counts[i] == 0 || strides[i] == 0 || *flat > UINT32_MAX) return MAX_C_DIMENSIONS;
        *flat += (counts[i] - 1) * strides[i];
        even = even && strides[i] % component == 0;
    }
    if (!even || *flat > INT32_MAX) *flat = 0;
    *total = n > 0 ? counts[0] * strides[0] : component;
    for (i = 1; i < n && good; i++) {
        good = strides[i - 1] % strides[i] == 0 && strides[i - 1] / strides[i] >= counts[i];
        counts[i] = strides[i - 1] / strides[i];
    }
    if (n > 0 && strides[n - 1] < component) good = 0;
    *pad = n > 0 && good ? strides[n - 1] - component : 0;
    if (t->kind != LAMBDAV_KIND_STRUCT && *pad > 0) {
        good = good && *pad % component == 0;
        counts[n++] = *pad / component + 1;
        *pad = 0;
    }
    return good ? n : MAX_C_DIMENSIONS;
}

static void c_assert(const c_printer *p, const char *owner, const char *name, uint32_t offset) {
    bytes_print(p->b, "LAMBDAV_LAYOUT(%s_%s_offset, offsetof(%s, %s) == %u);\n", owner, name,
                owner, name, offset);
}

static void c_padding(c_printer *p, uint64_t to) {
    if (to <= p->end) return;
    bytes_print(p->b, "    unsigned char %s[%llu];\n",
                c_identifier(print_new("padding"), "padding", &p->names),
                (unsigned long long)(to - p->end));
    p->name_count++;
    p->end = to;
}

/* Prints the member's declaration. Returns its bytes, or 0 if it was left out. */
static uint64_t c_declare(c_printer *p, const lambdav_member *m, const char *name, uint64_t room) {
    const c_struct *inner = c_struct_of(p, m);
    uint64_t counts[MAX_C_DIMENSIONS], total = 0, flat = 0, pad = 0, component;
    uint32_t align = inner != NULL ? inner->align : m->type.bits / 8;
    const char *type = inner != NULL ? inner->name : c_scalar(&m->type), *note = "";
    unsigned n = MAX_C_DIMENSIONS, i;
    component = inner != NULL ? inner->size : align;
    if (inner != NULL || has_c_type(&m->type))
        n = c_dimensions(m, component, counts, &total, &flat, &pad);
    if (align == 0 || m->offset % align != 0) flat = 0, n = MAX_C_DIMENSIONS;
    if (n == MAX_C_DIMENSIONS || total > room || total > INT32_MAX) {
        n = 1, pad = 0;
        if (inner == NULL && flat > 0 && flat <= room) {
            total = flat, counts[0] = flat / component, note = " /* flat */";
        } else {
            total = counts[0] = m->size < room ? m->size : room;
            type = "unsigned char", note = " /* as bytes */";
        }
    }
    if (total == 0 || total > INT32_MAX) return 0;
    if (pad) bytes_print(p->b, "    struct { %s value; unsigned char padding[%llu]; } %s", type,
                         (unsigned long long)pad, name);
    else bytes_print(p->b, "    %s %s", type, name);
    for (i = 0; i < n; i++) bytes_print(p->b, "[%llu]", (unsigned long long)counts[i]);
    if (*note == '\0' && (m->flags & LAMBDAV_ROW_MAJOR) && m->type.columns > 1)
        note = " /* row-major */";
    bytes_print(p->b, ";%s\n", note);
    return total;
}

/* Prints a member with what pads it, and its assertion to `asserts`. */
static void c_member(c_printer *p, const lambdav_member *m, const char *owner, bytes *asserts) {
    char *otherwise = print_new("member_%zu", p->name_count);
    const char *name = c_identifier(name_text(m->name), otherwise, &p->names);
    c_printer to_asserts = *p;
    uint64_t size = 0;
    to_asserts.b = asserts;
    free(otherwise);
    p->name_count++;
    if (m->type.dimensions > 0 && m->type.counts[0] == 0 && m->offset != LAMBDAV_NONE) {
        bytes_print(asserts, "enum { %s_%s_offset = %u, %s_%s_stride = %u };\n", owner, name,
                    m->offset, owner, name, m->type.strides[0]);
        if (p->end > 0 && m->offset < INT32_MAX) c_padding(p, m->offset);
        bytes_print(p->b, "    /* from byte %u on: %s, elements of %u bytes */\n", m->offset, name,
                    m->type.strides[0]);
    } else if (m->offset != LAMBDAV_NONE && m->offset >= p->end && m->offset < INT32_MAX) {
        c_padding(p, m->offset);
        size = c_declare(p, m, name, p->rooms[m - p->r->members]);
        if (size > 0) c_assert(&to_asserts, owner, name, m->offset);
    }
    if (size == 0 && (m->type.dimensions == 0 || m->type.counts[0] != 0))
        bytes_print(p->b, "    /* %s is left out */\n", name);
    p->end += size;
}

static int by_offset(const void *a, const void *b) {
    const lambdav_member *const *left = (const lambdav_member *const *)a;
    const lambdav_member *const *right = (const lambdav_member *const *)b;
    if ((*left)->offset != (*right)->offset)
        return (*left)->offset < (*right)->offset ? -1 : 1;
    return *left < *right ? -1 : *left > *right;
}

/* Alignment of what the member declares, 1 if that is bytes. */
static uint32_t member_align(const c_printer *p, const lambdav_member *m) {
    const c_struct *inner = c_struct_of(p, m);
    if (m->offset == LAMBDAV_NONE) return 1;
    if (inner != NULL) return inner->align;
    return has_c_type(&m->type) ? m->type.bits / 8 : 1;
}

/* Two headers in one C file may have the same struct: it is known by its name, and a number that is
   made of what it holds. */
static void c_open_struct(c_printer *p, const c_struct *c, const bytes *body,
                          const bytes *asserts) {
    uint32_t sum = 2166136261u;
    size_t i;
    for (i = 0; i < body->size; i++) sum = (sum ^ (unsigned char)body->data[i]) * 16777619u;
    for (i = 0; i < asserts->size; i++) sum = (sum ^ (unsigned char)asserts->data[i]) * 16777619u;
    sum = (sum ^ (uint32_t)c->size) * 16777619u;
    bytes_print(p->b, "#define LAMBDAV_STRUCT 0x%08xu\n#ifndef LAMBDAV_STRUCT_%s\n"
                      "#define LAMBDAV_STRUCT_%s 0x%08xu\n", (unsigned)sum, c->name, c->name,
                (unsigned)sum);
}

/* Prints struct i, whose size is that of its members, or the stride of the arrays that it is in if
   no other use forbids that. */
static void c_print_struct(c_printer *p, size_t i) {
    const lambdav_struct *s = &p->r->structs[i];
    c_struct *c = &p->structs[i];
    const lambdav_member *const *order = p->order + s->first_member;
    bytes body = {NULL, 0, 0}, asserts = {NULL, 0, 0}, *out = p->b;
    uint32_t k;
    p->b = &body;
    p->name_count = 0;
    p->end = 0;
    for (k = 0, c->align = 1; k < s->member_count; k++)
        if (member_align(p, order[k]) > c->align) c->align = member_align(p, order[k]);
    for (k = 0; k < s->member_count; k++) c_member(p, order[k], c->name, &asserts);
    c->size = (p->end + c->align - 1) / c->align * c->align;
    if (c->stride > c->size && c->stride <= c->room && c->stride % c->align == 0)
        c->size = c->stride;
    if (p->end > 0) c_padding(p, c->size);
    p->b = out;
    c_open_struct(p, c, &body, &asserts);
    if (c->size > 0) bytes_print(out, "typedef struct %s {\n", c->name);
    else bytes_print(out, "/* %s has no member of fixed size. */\n", c->name);
    bytes_add(out, body.data, body.size);
    if (c->size > 0)
        bytes_print(out, "} %s;\nLAMBDAV_LAYOUT(%s_size, sizeof(%s) == %llu);\n", c->name,
                    c->name, c->name, (unsigned long long)c->size);
    bytes_add(out, asserts.data, asserts.size);
    bytes_print(out, "#elif LAMBDAV_STRUCT_%s != LAMBDAV_STRUCT\n"
                     "#error another struct %s: reflect --c-header --prefix NAME\n"
                     "#endif\n#undef LAMBDAV_STRUCT\n\n", c->name, c->name);
    names_free(&p->names);
    free(body.data);
    free(asserts.data);
}

/* What a struct without a name is called: the block that it is the type of. To be freed. */
static char *c_block_name(const c_printer *p, size_t i, const lambdav_resource *block) {
    char *name = block == NULL ? NULL : name_text(block->name), *text;
    if (block == NULL) text = print_new("%s_struct_%zu", p->stem, i);
    else if (block->kind == LAMBDAV_RESOURCE_PUSH_CONSTANTS)
        text = print_new("%s_push_constants", p->stem);
    else if (*name != '\0') text = print_new("%s_%s", p->stem, name);
    else text = print_new("%s_block_%u_%u", p->stem, block->set, block->binding);
    free(name);
    return text;
}

/* The name of struct i before it is made a C identifier, --prefix before it; to be freed. */
static char *c_struct_text(const c_printer *p, size_t i, const lambdav_resource *block) {
    char *name = name_text(p->r->structs[i].name), *text = NULL;
    if (*name == '\0') text = c_block_name(p, i, block);
    else if (p->prefix != NULL) text = print_new("%s_%s", p->prefix, name);
    if (text == NULL) return name;
    free(name);
    return text;
}

/* Sorts the struct's members by offset, and notes the room of each. Those without an offset come
   last, and have room enough. */
static void c_sort_members(c_printer *p, const lambdav_struct *s) {
    const lambdav_member **order = p->order + s->first_member, *m;
    uint32_t k, next = LAMBDAV_NONE, last = LAMBDAV_NONE;
    for (k = 0; k < s->member_count; k++) order[k] = &p->r->members[s->first_member + k];
    qsort(order, s->member_count, sizeof *order, by_offset);
    for (k = s->member_count; k-- > 0;) {
        m = order[k];
        if (m->offset != last) next = last, last = m->offset;
        p->rooms[m - p->r->members] = next == LAMBDAV_NONE ? UINT64_MAX : next - m->offset;
    }
}

/* Names the structs of blocks, and those that they hold. */
static void c_choose_structs(c_printer *p) {
    const lambdav_reflection *r = p->r;
    const lambdav_resource **blocks =
        (const lambdav_resource **)need(calloc(r->struct_count + 1, sizeof *blocks));
    char *wanted = (char *)need(calloc(r->struct_count + 1, 1));
    const lambdav_member *m;
    size_t i, k;
    for (i = r->resource_count; i-- > 0;)
        if (is_block(&r->resources[i])) {
            wanted[r->resources[i].type.structure] = 1;
            blocks[r->resources[i].type.structure] = &r->resources[i];
        }
    for (i = r->struct_count; i-- > 0;)
        for (k = 0; k < r->structs[i].member_count && wanted[i]; k++) {
            m = &r->members[r->structs[i].first_member + k];
            if (m->type.kind == LAMBDAV_KIND_STRUCT && m->type.structure < i)
                wanted[m->type.structure] = 1;
        }
    for (i = 0; i < r->struct_count; i++) {
        p->structs[i].room = UINT64_MAX;
        if (!wanted[i]) continue;
        p->structs[i].name =
            c_identifier(c_struct_text(p, i, blocks[i]), "block", &p->struct_names);
        c_sort_members(p, &r->structs[i]);
        for (k = 0; k < r->structs[i].member_count; k++)
            note_use(p, &r->members[r->structs[i].first_member + k]);
    }
    free(blocks);
    free(wanted);
}

static void c_print_uses(c_printer *p) {
    const lambdav_reflection *r = p->r;
    bytes line;
    size_t i, k;
    for (i = 0; i < r->resource_count; i++) {
        const lambdav_resource *s = &r->resources[i];
        char *name = name_text(s->name);
        if (is_block(s)) {
            memset(&line, 0, sizeof line);
            for (k = 0; name[k] != '\0'; k++)
                if (!isalnum((unsigned char)name[k]) && name[k] != '_') name[k] = '_';
            bytes_print(&line, "/* %s", p->structs[s->type.structure].name);
            put_array(&line, &s->type);
            bytes_print(&line, ": %s", resource_names[s->kind]);
            if (*name != '\0') bytes_print(&line, " `%.200s`", name);
            put_optional(&line, "set", s->set);
            put_optional(&line, "binding", s->binding);
            bytes_print(&line, ", bytes %u to %llu */\n", s->offset,
                        (unsigned long long)s->offset + s->size);
            bytes_add(p->b, line.data, line.size);
            free(line.data);
        }
        free(name);
    }
}

/* Prints the blocks of the module as C99, C11 and C++11. All arguments are identifiers; `prefix`
   NULL: none. */
static void put_c_header(bytes *b, const reflected *f, const char *guard, const char *prefix,
                         const char *stem) {
    c_printer p;
    size_t i;
    memset(&p, 0, sizeof p);
    p.b = b, p.r = &f->r, p.prefix = prefix, p.stem = prefix != NULL ? prefix : stem;
    p.order = (const lambdav_member **)need(calloc(f->r.member_count + 1, sizeof *p.order));
    p.rooms = (uint64_t *)need(calloc(f->r.member_count + 1, sizeof *p.rooms));
    p.structs = (c_struct *)need(calloc(f->r.struct_count + 1, sizeof *p.structs));
    c_choose_structs(&p);
    bytes_print(b, "/* The blocks of a shader as C structs, made by lambdav %s. */\n",
                lambdav_version());
    bytes_print(b, "#ifndef %s\n#define %s\n\n#include <stddef.h>\n#include <stdint.h>\n\n", guard,
                guard);
    bytes_print(b, "#if defined(__cplusplus)\n"
                   "#define LAMBDAV_LAYOUT(name, test) static_assert(test, #name)\n"
                   "#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L\n"
                   "#define LAMBDAV_LAYOUT(name, test) _Static_assert(test, #name)\n"
                   "#else\n"
                   "#define LAMBDAV_LAYOUT(name, test) "
                   "extern char lambdav_##name[(test) ? 1 : -1]\n"
                   "#endif\n\n");
    c_print_uses(&p);
    bytes_print(b, "\n");
    for (i = 0; i < f->r.struct_count; i++)
        if (p.structs[i].name != NULL) c_print_struct(&p, i);
    bytes_print(b, "#undef LAMBDAV_LAYOUT\n#endif\n");
    names_free(&p.struct_names);
    free(p.order);
    free(p.rooms);
    free(p.structs);
}

#endif
