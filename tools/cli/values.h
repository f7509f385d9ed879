/* Values as text and as bytes: scalars, members of blocks by path. Part of lambdav.c. */
#ifndef CLI_VALUES_H
#define CLI_VALUES_H

#include "module.h"

enum { MAX_DEPTH = 32 };

/* ---- names of modules */

/* The name's bytes, to be freed; those that would steer a terminal are '?'. */
static char *plain_name(lambdav_name name) {
    char *text = (char *)need(malloc((size_t)name.size + 1));
    uint32_t i;
    for (i = 0; i < name.size; i++) {
        char byte = lambdav_name_byte(name, i);
        text[i] = (unsigned char)byte < 32 || byte == 127 ? '?' : byte;
    }
    text[name.size] = '\0';
    return text;
}

static int name_is(lambdav_name name, const char *text, size_t size) {
    uint32_t i;
    if (name.size != size) return 0;
    for (i = 0; i < name.size; i++)
        if (lambdav_name_byte(name, i) != text[i]) return 0;
    return 1;
}

/* ---- types of values in files and on the screen */

typedef struct value_type {
    const char *name;
    lambdav_kind kind;
    uint32_t bits, rows;
} value_type;

#define VECTORS(prefix, kind) \
    {prefix "2", kind, 32, 2}, {prefix "3", kind, 32, 3}, {prefix "4", kind, 32, 4}
static const value_type value_types[] = {
    {"f32", LAMBDAV_KIND_NUM, 32, 1}, {"i32", LAMBDAV_KIND_INT, 32, 1},
    {"u32", LAMBDAV_KIND_UINT, 32, 1}, {"num", LAMBDAV_KIND_NUM, 32, 1},
    {"int", LAMBDAV_KIND_INT, 32, 1}, {"uint", LAMBDAV_KIND_UINT, 32, 1},
    {"i8", LAMBDAV_KIND_INT, 8, 1}, {"u8", LAMBDAV_KIND_UINT, 8, 1},
    {"i16", LAMBDAV_KIND_INT, 16, 1}, {"u16", LAMBDAV_KIND_UINT, 16, 1},
    {"i64", LAMBDAV_KIND_INT, 64, 1}, {"u64", LAMBDAV_KIND_UINT, 64, 1},
    {"f16", LAMBDAV_KIND_NUM, 16, 1}, {"f64", LAMBDAV_KIND_NUM, 64, 1},
    VECTORS("vec", LAMBDAV_KIND_NUM), VECTORS("ivec", LAMBDAV_KIND_INT),
    VECTORS("uvec", LAMBDAV_KIND_UINT), {NULL, LAMBDAV_KIND_OTHER, 0, 0}};
#undef VECTORS
#define TYPE_NAMES \
    "f32 i32 u32 vec2-4 ivec2-4 uvec2-4 u8 i8 u16 i16 f16 u64 i64 f64"

/* The type of that name, NULL if there is none. */
static const value_type *find_type(const char *name) {
    const value_type *type;
    for (type = value_types; type->name != NULL; type++)
        if (strcmp(type->name, name) == 0) return type;
    return NULL;
}

/* ---- scalars */

static uint16_t half_of(float value) {
    uint32_t bits, sign, magnitude;
    int exponent;
    double rounded;
    memcpy(&bits, &value, sizeof bits);
    sign = bits >> 16 & 0x8000u;
    magnitude = bits & 0x7FFFFFFFu;
    if (magnitude > 0x7F800000u) return (uint16_t)(sign | 0x7E00u);
    if (magnitude >= 0x477FF000u) return (uint16_t)(sign | 0x7C00u); /* 65520 and more */
    exponent = (int)(magnitude >> 23) - 127;
    if (exponent < -14) exponent = -14;
    rounded = nearbyint(ldexp(fabs((double)value), 10 - exponent)); /* 11 bits, ties to even */
    if (exponent == -14) return (uint16_t)(sign | (uint32_t)rounded);
    return (uint16_t)(sign | (((uint32_t)(exponent + 14) << 10) + (uint32_t)rounded));
}

static float of_half(uint16_t half) {
    uint32_t exponent = half >> 10 & 31u, fraction = half & 0x3FFu;
    float value;
    if (exponent == 31) value = fraction ? (float)NAN : (float)INFINITY;
    else if (exponent == 0) value = ldexpf((float)fraction, -24);
    else value = ldexpf((float)(fraction | 0x400u), (int)exponent - 25);
    return half & 0x8000u ? -value : value;
}

/* Stores a number of `bits` / 8 bytes, the low byte first, as all machines do that have graphics
   cards. */
static void put_real(double value, uint32_t bits, unsigned char *out) {
    float single = (float)value;
    uint16_t half;
    if (bits == 64) {
        memcpy(out, &value, 8);
    } else if (bits == 32) {
        memcpy(out, &single, 4);
    } else {
        half = half_of(single);
        memcpy(out, &half, 2);
    }
}

static void put_whole(uint64_t value, uint32_t bits, unsigned char *out) {
    uint32_t i;
    for (i = 0; i < bits / 8; i++) out[i] = (unsigned char)(value >> 8 * i & 255u);
}

static double get_real(const unsigned char *data, uint32_t bits) {
    double value = 0;
    float single;
    uint16_t half;
    if (bits == 64) {
        memcpy(&value, data, 8);
        return value;
    }
    if (bits == 32) {
        memcpy(&single, data, 4);
        return single;
    }
    memcpy(&half, data, 2);
    return of_half(half);
}

static uint64_t get_whole(const unsigned char *data, uint32_t bits) {
    uint64_t value = 0;
    uint32_t i;
    for (i = 0; i < bits / 8; i++) value |= (uint64_t)data[i] << 8 * i;
    return value;
}

static int64_t get_signed(const unsigned char *data, uint32_t bits) {
    uint64_t value = get_whole(data, bits), sign = (uint64_t)1 << (bits - 1);
    return bits == 0 ? 0 : (int64_t)((value ^ sign) - sign);
}

/* Whether the whole number of the text lies in the range of the type; stores it. */
static int parse_whole(lambdav_kind kind, uint32_t bits, const char *text, unsigned char *out) {
    char *end;
    uint64_t magnitude, most = ~(uint64_t)0 >> (64 - bits);
    int minus = *text == '-';
    if (*text == '-' || *text == '+') text++;
    if (!isdigit((unsigned char)*text)) return 0;
    errno = 0;
    magnitude = strtoull(text, &end, *text == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
    if (*end != '\0' || errno != 0) return 0;
    if (kind == LAMBDAV_KIND_INT) most = (most >> 1) + (uint64_t)minus;
    if (magnitude > most || (minus && magnitude > 0 && kind != LAMBDAV_KIND_INT)) return 0;
    put_whole(minus ? 0 - magnitude : magnitude, bits, out);
    return 1;
}

/* Stores the value that the text says, of `bits` / 8 bytes; returns 0 if it says none. */
static int parse_scalar(lambdav_kind kind, uint32_t bits, const char *text, unsigned char *out) {
    char *end;
    double value;
    if (bits < 8 || bits > 64) return 0;
    if (kind == LAMBDAV_KIND_INT || kind == LAMBDAV_KIND_UINT)
        return parse_whole(kind, bits, text, out);
    if (kind != LAMBDAV_KIND_NUM || *text == '\0' || isspace((unsigned char)*text)) return 0;
    value = bits == 32 ? (double)strtof(text, &end) : strtod(text, &end);
    put_real(value, bits, out);
    return *end == '\0';
}

/* The shortest digits that read back as the same value. */
static void print_real(bytes *b, double value, uint32_t bits) {
    char text[40];
    int digits, most = bits == 64 ? 17 : bits == 32 ? 9 : 5;
    if (fabs(value) < 1e6 && floor(value) == value) {
        bytes_print(b, "%.0f", value);
        return;
    }
    for (digits = 1; digits <= most; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (bits == 64 && strtod(text, NULL) == value) break;
        if (bits == 32 && strtof(text, NULL) == (float)value) break;
        if (bits == 16 && half_of(strtof(text, NULL)) == half_of((float)value)) break;
    }
    bytes_print(b, "%s", isnan(value) ? "nan" : text);
}

static void print_scalar(bytes *b, lambdav_kind kind, uint32_t bits, const unsigned char *data) {
    if (kind == LAMBDAV_KIND_NUM) print_real(b, get_real(data, bits), bits);
    else if (kind == LAMBDAV_KIND_INT) bytes_print(b, "%lld", (long long)get_signed(data, bits));
    else bytes_print(b, "%llu", (unsigned long long)get_whole(data, bits));
}

/* ---- places: parts of a block */

typedef struct place {
    const lambdav_reflection *reflection;
    lambdav_type type;
    uint64_t offset;
    uint32_t matrix_stride, row_major;
} place;

/* "num", "uvec3", "mat2x3", "num[4]": columns by rows; to be freed. */
static char *place_type(const place *p) {
    bytes b = {NULL, 0, 0};
    char text[32];
    bytes_print(&b, "%s", name_of_type(&p->type, text));
    put_array(&b, &p->type);
    bytes_add(&b, "", 1);
    return b.data;
}

static int is_plain(const place *p) {
    const lambdav_type *t = &p->type;
    return t->kind != LAMBDAV_KIND_STRUCT && t->kind != LAMBDAV_KIND_OTHER && t->bits >= 8
           && t->bits <= 64 && t->rows > 0 && t->columns > 0;
}

/* The place that is a member of p, which is a struct. */
static place member_place(const place *p, const lambdav_member *member) {
    place q = *p;
    q.type = member->type;
    q.offset = p->offset + (member->offset == LAMBDAV_NONE ? 0 : member->offset);
    q.matrix_stride = member->matrix_stride;
    q.row_major = (member->flags & LAMBDAV_ROW_MAJOR) != 0;
    return q;
}

/* Element i of p, which is an array. */
static place element_place(const place *p, uint64_t i) {
    place q = *p;
    uint32_t k;
    q.offset += i * p->type.strides[0];
    q.type.dimensions--;
    for (k = 0; k < q.type.dimensions; k++) {
        q.type.counts[k] = p->type.counts[k + 1];
        q.type.strides[k] = p->type.strides[k + 1];
    }
    return q;
}

/* Elements of p, which is an array; of a runtime array as many as fit in `size` bytes. */
static uint64_t element_count(const place *p, uint64_t size) {
    uint64_t stride = p->type.strides[0], room = p->offset < size ? size - p->offset : 0;
    if (p->type.counts[0] != 0 || stride == 0) return p->type.counts[0];
    return room / stride;
}

/* The members of p, which is a struct; *count of them. */
static const lambdav_member *members_of(const place *p, uint32_t *count) {
    const lambdav_reflection *r = p->reflection;
    const lambdav_struct *s;
    *count = 0;
    if (p->type.structure >= r->struct_count) return NULL;
    s = &r->structs[p->type.structure];
    if (s->first_member > r->member_count || s->member_count > r->member_count - s->first_member)
        return NULL;
    *count = s->member_count;
    return r->members + s->first_member;
}

/* Whether the path begins with that name, which may have dots of its own, as `n.time` of an
   included text has. */
static int begins_with(const char *path, lambdav_name name) {
    uint32_t i;
    for (i = 0; i < name.size; i++)
        if (path[i] == '\0' || path[i] != lambdav_name_byte(name, i)) return 0;
    return name.size > 0 && strchr(".[", path[i]) != NULL; /* '\0' is found */
}

/* Goes from p down "member", "member[2].member", "[1]". Returns 0 if there is no such part. */
static int find_place(place *p, const char *path) {
    const lambdav_member *members, *found;
    uint32_t count, i;
    unsigned long long index;
    char *end;
    while (*path != '\0') {
        if (*path == '[') {
            if (p->type.dimensions == 0 || !isdigit((unsigned char)path[1])) return 0;
            index = strtoull(path + 1, &end, 10);
            if (*end != ']' || index > 0xFFFFFFFFu) return 0;
            if (p->type.counts[0] != 0 && index >= p->type.counts[0]) return 0;
            *p = element_place(p, index);
            path = end + 1;
            path += *path == '.';
            continue;
        }
        if (p->type.dimensions > 0 || p->type.kind != LAMBDAV_KIND_STRUCT) return 0;
        members = members_of(p, &count);
        found = NULL;
        for (i = 0; i < count; i++)
            if (begins_with(path, members[i].name)
                && (found == NULL || members[i].name.size > found->name.size))
                found = &members[i];
        if (found == NULL) return 0;
        path += found->name.size;
        *p = member_place(p, found);
        path += *path == '.';
    }
    return 1;
}

/* Where component c of a plain place lies, counted down the columns. */
static uint64_t component_offset(const place *p, uint32_t c) {
    uint64_t column = c / p->type.rows, row = c % p->type.rows, scalar = p->type.bits / 8;
    if (p->type.columns == 1) return p->offset + row * scalar;
    if (p->row_major) return p->offset + row * p->matrix_stride + column * scalar;
    return p->offset + column * p->matrix_stride + row * scalar;
}

static int lies_within(const place *p, uint64_t size) {
    uint32_t c;
    for (c = 0; c < p->type.rows * p->type.columns; c++)
        if (component_offset(p, c) + p->type.bits / 8 > size) return 0;
    return 1;
}

/* ---- printing a place: plain values and arrays of them an element per line, parts of structs
   with their path before them */

static void print_label(bytes *b, const char *label) {
    if (*label != '\0') bytes_add(b, label, strlen(label));
    if (*label != '\0') bytes_add(b, " ", 1);
}

static void print_plain(bytes *b, const place *p, const char *label, const bytes *data) {
    uint32_t c;
    if (!is_plain(p) || !lies_within(p, data->size)) return;
    print_label(b, label);
    for (c = 0; c < p->type.rows * p->type.columns; c++) {
        if (c > 0) bytes_add(b, " ", 1);
        print_scalar(b, p->type.kind, p->type.bits,
                     (const unsigned char *)data->data + component_offset(p, c));
    }
    bytes_add(b, "\n", 1);
}

/* Prints what is at p. Hostile modules may hold structs in structs in one place, so there is a
   bound to the depth, and to the members that are looked at: *left. */
static void print_members(bytes *b, const place *p, const char *label, const bytes *data,
                          uint32_t depth, uint64_t *left) {
    const lambdav_member *members;
    uint32_t count, i;
    uint64_t k, elements;
    char *path, *name;
    place q;
    if (p->type.dimensions > 0) {
        elements = element_count(p, data->size);
        for (k = 0; k < elements; k++) {
            q = element_place(p, k);
            if (q.offset >= data->size || (k > 0 && p->type.strides[0] == 0)) break;
            path = print_new("%s[%llu]", label, (unsigned long long)k);
            print_members(b, &q, is_plain(p) && *label == '\0' ? "" : path, data, depth, left);
            free(path);
        }
        return;
    }
    if (p->type.kind != LAMBDAV_KIND_STRUCT) {
        print_plain(b, p, label, data);
        return;
    }
    members = members_of(p, &count);
    for (i = 0; i < count && depth < MAX_DEPTH && *left > 0; i++) {
        --*left;
        q = member_place(p, &members[i]);
        name = plain_name(members[i].name);
        path = print_new("%s%s%s", label, *label != '\0' ? "." : "", name);
        print_members(b, &q, path, data, depth + 1, left);
        free(path);
        free(name);
    }
}

/* Prints what a place holds: at most 4 members for each byte, and 4096. There are more where
   members overlap, or where structs of small members are nested deep. */
static void print_place(bytes *b, const place *p, const char *label, const bytes *data) {
    uint64_t left = 4 * (uint64_t)data->size + 4096;
    print_members(b, p, label, data, 0, &left);
    if (left == 0) bytes_print(b, "... more than 4 members a byte: the others are not printed\n");
}

/* A block of one plain member, or of an array of them, is printed like that member. */
static void print_block(bytes *b, const place *block, const bytes *data) {
    const lambdav_member *members;
    uint32_t count;
    place p = *block;
    if (p.type.dimensions == 0 && p.type.kind == LAMBDAV_KIND_STRUCT) {
        members = members_of(&p, &count);
        if (count == 1) p = member_place(&p, members);
        if (!is_plain(&p)) p = *block;
    }
    print_place(b, &p, "", data);
}

/* Bytes as values of a type, one value a line; what is left at the end is not printed. */
static void print_packed(bytes *b, const value_type *type, const bytes *data) {
    size_t scalar = type->bits / 8, size = scalar * type->rows, at;
    uint32_t i;
    for (at = 0; data->size - at >= size; at += size) {
        for (i = 0; i < type->rows; i++) {
            if (i > 0) bytes_add(b, " ", 1);
            print_scalar(b, type->kind, type->bits,
                         (const unsigned char *)data->data + at + i * scalar);
        }
        bytes_add(b, "\n", 1);
    }
}

/* ---- storing values: --set */

/* Plain elements of p in a block of `size` bytes; 0 if p is not plain. */
static uint64_t plain_count(const place *p, uint64_t size) {
    uint64_t count = 1;
    uint32_t i;
    place q = *p;
    if (!is_plain(p)) return 0;
    for (i = 0; i < p->type.dimensions; i++) {
        if (count > size) return 0;
        count *= element_count(&q, size);
        q = element_place(&q, 0);
    }
    return count;
}

/* Plain element e of p, counted as C does. */
static place plain_place(const place *p, uint64_t e, uint64_t size) {
    place q = *p, first;
    uint64_t inner;
    while (q.type.dimensions > 0) {
        first = element_place(&q, 0);
        inner = plain_count(&first, size);
        q = element_place(&q, inner ? e / inner : 0);
        e = inner ? e % inner : 0;
    }
    return q;
}

/* Stores one component; `touched` has a byte for each of the block's. NULL: only looks. */
static int store_component(const place *p, uint32_t c, const char *text, bytes *block,
                           unsigned char *touched) {
    unsigned char value[8];
    uint64_t at = component_offset(p, c), size = p->type.bits / 8;
    if (!parse_scalar(p->type.kind, p->type.bits, text, value)) return 0;
    if (at + size > block->size || touched == NULL) return 1;
    memcpy(block->data + at, value, (size_t)size);
    memset(touched + at, 1, (size_t)size);
    return 1;
}

/* Stores "1,2,3" at p: as many values as it has components; at a runtime array as many whole
   elements as one likes. `name` is for messages; `touched` NULL: only looks. */
static int store_values(const place *p, const char *name, const char *values, bytes *block,
                        unsigned char *touched) {
    uint32_t width = p->type.rows * p->type.columns;
    uint64_t most = plain_count(p, block->size) * width, i = 0;
    char *type, *copy, *next, *value;
    int open = p->type.dimensions > 0 && p->type.counts[0] == 0, good = 1;
    place q;
    if (!is_plain(p))
        return complain(BAD_USAGE, "--set %s: is a struct; set its members", name);
    if (p->type.dimensions == 0 && !lies_within(p, block->size))
        return complain(BAD_USAGE, "--set %s: lies beyond the %zu bytes of the block", name,
                        block->size);
    copy = next = print_new("%s", values);
    while (good && (value = os_split(&next, ",")) != NULL) {
        if (i++ >= most) continue;
        q = plain_place(p, (i - 1) / width, block->size);
        good = store_component(&q, (uint32_t)((i - 1) % width), value, block, touched);
        if (good) continue;
        type = place_type(&q);
        complain(BAD_USAGE, "--set %s: '%s' is not a component of type %s", name, value, type);
        free(type);
    }
    free(copy);
    if (!good) return BAD_USAGE;
    if (i == most || (open && i < most && i % width == 0)) return DONE;
    type = place_type(p);
    complain(BAD_USAGE, "--set %s: is a %s, which takes %s%llu value%s", name, type,
             open ? "up to " : "", (unsigned long long)most, most == 1 ? "" : "s");
    free(type);
    return BAD_USAGE;
}

#endif
