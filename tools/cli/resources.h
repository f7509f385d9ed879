/* What programs read and write: resources found by name, and what options give them. Part of
   lambdav.c. */
#ifndef CLI_RESOURCES_H
#define CLI_RESOURCES_H

#include "check.h"
#include "picture.h"

#define CANNOT_GIVE "%s: lambdav cannot give this kind of resource"

enum {
    MAX_PUSH_CONSTANTS = 64 << 10, MAX_DESCRIPTORS = 256, MAX_CONSTANTS = 64,
    MAX_OWNS = 1024
};

/* Something on the device, and its bytes here: those of a buffer, of the push constants, of the
   first level of an image. */
typedef struct content {
    bytes data;
    unsigned char *touched;    /* of blocks: which bytes somebody gave */
    const value_type *type;    /* of the text file that it came from, else NULL */
    lambdav_vk_image_info info;
    device_buffer buffer;
    device_image image;
    device_image *drawn; /* the image of a pass, which takes the place of `image`; NULL: none */
    int given;
} content;

/* An image that passes of a picture draw: --into NAME. */
typedef struct pass_image {
    const char *name;
    origin origin; /* of the first --into */
    device_image image;
    int read; /* whether a pass binds it as a texture */
} pass_image;

/* Where a program finds a content. --swap exchanges the contents of two descriptors. */
typedef struct descriptor {
    int letter; /* 'b' block, 'p' push constants, 'x' texture, 'i' storage image, 'a' sampler */
    uint32_t set, binding, element;
    content *content;
    lambdav_vk_sampler_info sampling;
    device_sampler sampler;
    int samples; /* there is a sampler */
} descriptor;

/* What a module calls a descriptor. Two modules may call the same one differently. */
typedef struct slot {
    const module *module;
    const lambdav_resource *resource;
    descriptor *descriptor;
} slot;

/* What one pass of run finds in the place of a descriptor: while the pass has its turn, the two are
   exchanged. */
typedef struct own {
    uint32_t pass;
    descriptor *place, value;
} own;

/* An entry point that is run. */
typedef struct chosen {
    size_t module, entry;
} chosen;

typedef struct scene {
    const arguments *arguments;
    module modules[MAX_MODULES];
    size_t module_count;
    chosen chosen[MAX_MODULES];
    size_t chosen_count;
    slot slots[2 * MAX_DESCRIPTORS];
    size_t slot_count;
    descriptor descriptors[MAX_DESCRIPTORS];
    size_t descriptor_count;
    own owns[MAX_OWNS];
    size_t own_count;
    content contents[MAX_DESCRIPTORS + MAX_OWNS];
    size_t content_count;
    lambdav_vk_constant constants[MAX_CONSTANTS];
    lambdav_specialization specializations[MAX_CONSTANTS];
    size_t constant_count;
    device_binding bindings[MAX_DESCRIPTORS + MAX_MODULES];
    size_t binding_count;
    pass_image *images; /* of all passes of a picture */
    size_t image_count;
    int shares; /* options of the call that are not for this one are for another pass */
    float mouse[4]; /* in pixels: where it is, and where it was pressed */
    bytes said;     /* notes, each ended by a 0 */
    device *device; /* NULL: not open yet */
    checkings checkings; /* of --check */
} scene;

/* Where messages say that things are wrong that no option is to blame for: the line of a pass while
   that is being looked at. */
static origin the_place;

/* ---- resources and their names */

typedef struct resource_row {
    lambdav_resource_kind kind;
    int letter;
    const char *text, *option, *value; /* --option NAME=value gives it */
} resource_row;

/* Kinds without a letter have no option that gives them. */
static const resource_row resource_rows[] = {
    {LAMBDAV_RESOURCE_UNIFORM_BUFFER, 'b', "uniform buffer", "buffer", "@FILE"},
    {LAMBDAV_RESOURCE_STORAGE_BUFFER, 'b', "storage buffer", "buffer", "SIZE|@FILE"},
    {LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER, 'x', "texture", "texture", "@FILE.png"},
    {LAMBDAV_RESOURCE_SAMPLED_IMAGE, 'x', "sampled image", "texture", "@FILE.png"},
    {LAMBDAV_RESOURCE_STORAGE_IMAGE, 'i', "storage image", "image", "WxH|@FILE.png"},
    {LAMBDAV_RESOURCE_SAMPLER, 'a', "sampler", "sampler", "linear"},
    {LAMBDAV_RESOURCE_PUSH_CONSTANTS, 'p', "push constants", "push", "@FILE"},
    {LAMBDAV_RESOURCE_UNIFORM_TEXEL_BUFFER, 'x', "texel buffer", "texture", "@FILE:FORMAT"},
    {LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER, 'i', "storage texel buffer", "image", "N|@FILE"},
    {LAMBDAV_RESOURCE_INPUT_ATTACHMENT, 0, "input attachment", "", ""},
    {LAMBDAV_RESOURCE_OTHER, 0, "resource of another kind", "", ""}};

static const resource_row *row_of(const lambdav_resource *r) {
    const resource_row *row = resource_rows;
    while (row->kind != LAMBDAV_RESOURCE_OTHER && row->kind != r->kind) row++;
    return row;
}

static lambdav_name block_name(const slot *s) {
    static const lambdav_name none = {NULL, 0, NULL};
    const lambdav_reflection *r = &s->module->reflected.r;
    uint32_t structure = s->resource->type.structure;
    if (s->resource->type.kind != LAMBDAV_KIND_STRUCT || structure >= r->struct_count) return none;
    return r->structs[structure].name;
}

/* The name by which options give it: its own, that of its block, or "SET,BINDING"; to be freed. */
static char *slot_name(const slot *s) {
    const lambdav_resource *r = s->resource;
    char *name = plain_name(r->name.size ? r->name : block_name(s)), *text;
    if (*name == '\0') text = print_new("%u,%u", r->set, r->binding);
    else text = print_new("%s", name);
    free(name);
    if (r->count == 1) return text;
    name = print_new("%s[%u]", text, s->descriptor->element);
    free(text);
    return name;
}

/* "storage buffer 'data' (set 0, binding 1)", to be freed. */
static char *slot_text(const slot *s) {
    char *name = slot_name(s), *text;
    text = print_new("%s '%s' (set %u, binding %u)", row_of(s->resource)->text, name,
                     s->resource->set, s->resource->binding);
    free(name);
    return text;
}

static place block_place(const slot *s) {
    place p;
    memset(&p, 0, sizeof p);
    p.reflection = &s->module->reflected.r;
    p.type = s->resource->type;
    p.type.dimensions = 0;
    return p;
}

/* Bytes that a block takes, a runtime array in it being empty. */
static uint64_t block_size(const slot *s) {
    return (uint64_t)s->resource->offset + s->resource->size;
}

/* If the text begins with that name, what follows it, else NULL. */
static const char *after_name(lambdav_name name, const char *text) {
    uint32_t i;
    for (i = 0; i < name.size; i++)
        if (text[i] == '\0' || text[i] != lambdav_name_byte(name, i)) return NULL;
    return name.size > 0 && strchr(".[", text[i]) != NULL ? text + i : NULL; /* '\0' is found */
}

static const char *after_numbers(const lambdav_resource *r, const char *text) {
    char *end;
    if (!isdigit((unsigned char)*text) || r->set == LAMBDAV_NONE) return NULL;
    if (strtoull(text, &end, 10) != r->set || *end != ',') return NULL;
    if (!isdigit((unsigned char)end[1]) || strtoull(end + 1, &end, 10) != r->binding) return NULL;
    return strchr(".[", *end) != NULL ? end : NULL;
}

/* If the text names the slot, what follows (".member", "[2]", ""), else NULL. */
static const char *after_slot(const slot *s, const char *text) {
    const char *rest = after_numbers(s->resource, text);
    char *end;
    if (rest == NULL) rest = after_name(s->resource->name, text);
    if (rest == NULL) rest = after_name(block_name(s), text);
    if (rest == NULL || s->resource->count == 1) return rest;
    if (*rest != '[' || strtoull(rest + 1, &end, 10) != s->descriptor->element) return NULL;
    return *end == ']' ? end + 1 : NULL;
}

/* The slot that the text names, and in *rest the path into it that follows. NULL: none. */
static slot *find_slot(scene *x, const char *text, const char **rest) {
    size_t i;
    for (i = 0; i < x->slot_count; i++) {
        *rest = after_slot(&x->slots[i], text);
        if (*rest == NULL) continue;
        *rest += **rest == '.';
        return &x->slots[i];
    }
    return NULL;
}

static int no_resource(const scene *x, const char *option, const char *name) {
    bytes b = {NULL, 0, 0};
    size_t i;
    char *text;
    for (i = 0; i < x->slot_count; i++) {
        if (x->slots[i].descriptor->letter == 'p') continue;
        text = slot_text(&x->slots[i]);
        bytes_print(&b, "%s %s", b.size ? "," : "", text);
        free(text);
    }
    complain(BAD_USAGE, "--%s: the program has no resource '%s'; there %s:%.*s", option, name,
             b.size ? "are" : "is", b.size ? (int)b.size : 5, b.size ? b.data : " none");
    free(b.data);
    return BAD_USAGE;
}

/* What a module of words does not take is said, and passed over: optimisers drop what is not used,
   and one description of the resources often serves several modules. */
static int passed_over(const scene *x, const char *format, const char *what, int code) {
    size_t i;
    for (i = 0; i < x->module_count; i++)
        if (x->modules[i].read == NULL) return complain(code, format, "", what);
    complain(DONE, format, "warning: ", what);
    return DONE;
}

/* ---- making slots */

static descriptor *find_descriptor(scene *x, int letter, uint32_t set, uint32_t binding,
                                   uint32_t element) {
    descriptor *d;
    size_t i;
    for (i = 0; i < x->descriptor_count; i++) {
        d = &x->descriptors[i];
        if (d->set == set && d->binding == binding && d->element == element
            && (d->letter == letter || set == LAMBDAV_NONE))
            return d;
    }
    if (x->descriptor_count == MAX_DESCRIPTORS) return NULL;
    d = &x->descriptors[x->descriptor_count];
    d->letter = letter;
    d->set = set;
    d->binding = binding;
    d->element = element;
    d->content = &x->contents[x->content_count++];
    x->descriptor_count++;
    return d;
}

static int add_slots(scene *x, const module *m, const lambdav_resource *r) {
    uint32_t i, count = r->count ? r->count : 1;
    int letter = row_of(r)->letter;
    slot *s;
    for (i = 0; i < count; i++) {
        s = &x->slots[x->slot_count];
        if (x->slot_count == 2 * MAX_DESCRIPTORS)
            return complain(BAD_INPUT, "%s: more than %d resources", m->job.sources[0].path,
                            MAX_DESCRIPTORS);
        s->module = m;
        s->resource = r;
        s->descriptor = find_descriptor(x, letter, r->set, r->binding, i);
        if (s->descriptor == NULL)
            return complain(BAD_INPUT, "%s: more than %d resources", m->job.sources[0].path,
                            MAX_DESCRIPTORS);
        x->slot_count++;
    }
    return DONE;
}

/* Whether an entry point that is run uses it. */
static int is_used(const scene *x, const slot *s) {
    const reflected *f = &s->module->reflected;
    size_t i, resource = (size_t)(s->resource - f->r.resources);
    for (i = 0; i < x->chosen_count; i++)
        if (&x->modules[x->chosen[i].module] == s->module
            && uses(f, resource, x->chosen[i].entry))
            return 1;
    return 0;
}

/* ---- specialisation constants: --spec NAME|NUMBER=VALUE */

static int parse_constant(const lambdav_spec_constant *c, const char *text, uint64_t *bits) {
    unsigned char value[8] = {0, 0, 0, 0, 0, 0, 0, 0};
    *bits = strcmp(text, "true") == 0 || strcmp(text, "1") == 0;
    if (c->kind == LAMBDAV_KIND_BOOL)
        return *bits || strcmp(text, "false") == 0 || strcmp(text, "0") == 0;
    if (!parse_scalar(c->kind, c->bits, text, value)) return 0;
    *bits = get_whole(value, 64);
    return 1;
}

static int add_constant(scene *x, uint32_t number, uint64_t bits) {
    size_t i;
    for (i = 0; i < x->constant_count; i++)
        if (x->constants[i].id == number && x->constants[i].bits != bits)
            return complain(BAD_USAGE, "--spec: constant %u is given twice; it is for all entry "
                                       "points", number);
    if (i == MAX_CONSTANTS) return complain(BAD_USAGE, "more than %d --spec", MAX_CONSTANTS);
    x->constants[i].id = number;
    x->constants[i].bits = bits;
    x->specializations[i].number = number;
    x->specializations[i].value = (uint32_t)bits;
    x->constant_count++;
    return DONE;
}

/* Whether `name` is that of the constant, or its number. */
static int names_constant(const lambdav_spec_constant *c, const char *name) {
    uint32_t number;
    return name_is(c->name, name, strlen(name))
           || (parse_number(name, 0, LAMBDAV_NONE - 1, &number) && c->number == number);
}

static int take_constant(scene *x, const named *n) {
    static const char *const kinds[] = {"value", "num", "int", "uint", "bool", "value", "value"};
    uint64_t bits;
    size_t i, k, found = 0;
    int code = DONE;
    for (i = 0; i < x->module_count && code == DONE; i++) {
        const lambdav_reflection *r = &x->modules[i].reflected.r;
        for (k = 0; k < r->spec_constant_count && code == DONE; k++) {
            const lambdav_spec_constant *c = &r->spec_constants[k];
            if (!names_constant(c, n->name)) continue;
            found++;
            if (!parse_constant(c, n->value, &bits))
                return complain(BAD_USAGE, "--spec %s: '%s' is not of type %s", n->name, n->value,
                                kinds[c->kind]);
            code = add_constant(x, c->number, bits);
        }
    }
    if (code != DONE || found > 0 || (x->shares && n->origin.file == NULL)) return code;
    return complain(BAD_USAGE, "--spec: the program has no specialisation constant '%s'", n->name);
}

/* Sizes of arrays may depend on the constants, so the modules are reflected again with them. */
static int take_constants(scene *x) {
    const arguments *a = x->arguments;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        if (a->named[i].letter != 'k') continue;
        the_origin = a->named[i].origin;
        code = take_constant(x, &a->named[i]);
    }
    if (code == DONE) the_origin = the_place;
    for (i = 0; i < x->module_count && code == DONE && x->constant_count > 0; i++) {
        x->modules[i].reflected.r.specializations = x->specializations;
        x->modules[i].reflected.r.specialization_count = x->constant_count;
        code = exit_code(reflect_once(&x->modules[i]));
    }
    return code;
}

/* ---- bytes: SIZE, @FILE[:TYPE] */

/* "4096", "64k", "512*512*vec4": the product of whole numbers and of the bytes of types; 0 if it is
   no size, or larger than `limit`. */
static size_t parse_amount(const char *text, size_t limit) {
    char *copy = print_new("%s", text), *next = copy, *part, *end;
    const value_type *type;
    uint64_t size = 1, factor;
    while (size > 0 && (part = os_split(&next, "*")) != NULL) {
        type = find_type(part);
        errno = 0;
        factor = type != NULL ? (uint64_t)type->bits / 8 * type->rows
                              : isdigit((unsigned char)*part) ? strtoull(part, &end, 10) : 0;
        if (type == NULL && factor > 0 && *end != '\0') {
            if (end[1] != '\0' || factor > limit) factor = 0;
            else factor <<= *end == 'k' ? 10 : *end == 'M' ? 20 : *end == 'G' ? 30 : 63;
        }
        size = errno != 0 || factor == 0 || factor > limit || size > limit / factor ? 0
                                                                                 : size * factor;
    }
    free(copy);
    return (size_t)size;
}

/* Adds the values that a text holds, between blanks and commas. */
static int parse_text(const bytes *text, const value_type *type, const char *path, bytes *out) {
    char *copy, *word, *state = NULL;
    unsigned char value[8];
    int good = 1;
    if (text->size > 0 && memchr(text->data, '\0', text->size) != NULL)
        return complain(BAD_INPUT, "%s: is not text", path);
    copy = print_new("%.*s", text->size > INT_MAX ? INT_MAX : (int)text->size,
                     text->size ? text->data : "");
    word = strtok_r(copy, " \t\r\n,", &state);
    while (word != NULL && good) {
        good = parse_scalar(type->kind, type->bits, word, value);
        if (!good)
            complain(BAD_INPUT, "%s: '%s' is not a component of type %s", path, word, type->name);
        bytes_add(out, value, type->bits / 8);
        word = strtok_r(NULL, " \t\r\n,", &state);
    }
    free(copy);
    return good ? DONE : BAD_INPUT;
}

/* What stands behind the last colon if it is a type; *size is then that of the path before it. */
static const value_type *type_suffix(const char *text, size_t *size) {
    const char *colon = strrchr(text, ':');
    const value_type *type = colon == NULL ? NULL : find_type(colon + 1);
    *size = type == NULL ? strlen(text) : (size_t)(colon - text);
    return type;
}

/* Reads "FILE" as it is, "FILE:TYPE" as text. *type, if not NULL, becomes the type or NULL. */
static int load_bytes(const scene *x, const char *text, bytes *out, const value_type **type) {
    bytes file;
    size_t size, limit = x->arguments->memory;
    const value_type *suffix = type_suffix(text, &size);
    char *path = print_new("%.*s", (int)size, text);
    int code = DONE;
    if (type != NULL) *type = suffix;
    if (!read_file(path, limit, &file)) code = cannot_read(path, limit);
    else if (suffix == NULL) *out = file;
    else code = parse_text(&file, suffix, path, out);
    if (suffix != NULL) free(file.data);
    free(path);
    return code;
}

/* ---- blocks */

/* Makes the data `size` bytes large, the new ones being 0. */
static void resize_data(content *o, size_t size, int given) {
    size_t old = o->data.size;
    o->touched = (unsigned char *)need(realloc(o->touched, size + 1));
    memset(o->touched, given, size);
    if (size <= old) return;
    o->data.data = (char *)need(realloc(o->data.data, size));
    memset(o->data.data + old, 0, size - old);
    o->data.size = o->data.capacity = size;
}

static int give_block(scene *x, const slot *s, const named *n) {
    content *o = s->descriptor->content;
    uint64_t least = block_size(s);
    size_t size;
    char *text, *said;
    int code = DONE;
    if (*n->value == '@') {
        code = load_bytes(x, n->value + 1, &o->data, &o->type);
        if (code != DONE) return code;
        size = o->data.size;
    } else {
        size = parse_amount(n->value, x->arguments->memory);
        if (size == 0)
            return complain(BAD_USAGE,
                            "--%s %s: '%s' is not a size: bytes, 64k, 512*512*u32; or "
                            "@FILE[:TYPE], up to %zu MiB (--memory)",
                            option_name(n->letter), n->name, n->value, x->arguments->memory >> 20);
    }
    if (size == 0 || size < least) {
        text = slot_text(s);
        said = print_new("--%s: %zu bytes for %s, which takes at least %llu",
                         option_name(n->letter), size, text, (unsigned long long)(least | !least));
        code = n->letter == 'B' && *n->value == '@' ? passed_over(x, "%s%s", said, BAD_USAGE)
                                            : complain(BAD_USAGE, "%s", said);
        free(said);
        free(text);
        if (size < least) size = (size_t)least; /* zeros follow */
    }
    if (code == DONE) resize_data(o, size, *n->value == '@');
    return code;
}

/* ---- images: [@FILE[,@FILE...]] and words behind a colon */

typedef struct image_words {
    lambdav_vk_format format; /* LAMBDAV_VK_FORMAT_COUNT: not given */
    uint32_t size[3], size_count;
    int mipmaps, samples, compares, filters;
    int any_format; /* neither the option nor the program says one, and its components are reals */
    lambdav_vk_sampler_info sampling;
} image_words;

#define IMAGE_WORDS \
    "WxH[xD], a format (rgba8, r32f ...), linear, nearest, repeat, mirror, clamp, border, " \
    "mipmaps, less, less-equal, greater, greater-equal, equal, not-equal, always, never"

/* Takes one word; returns 0 if there is no such word. */
static int take_image_word(image_words *w, const char *word) {
    uint32_t size[3] = {1, 1, 1}, count = parse_sizes(word, MAX_SIZE, 3, size);
    int format = find_word(format_names, word), address = find_word(address_names, word);
    int compare = find_word(compare_names, word);
    int nearest = strcmp(word, "nearest") == 0;
    if (count > 0) {
        memcpy(w->size, size, sizeof size);
        w->size_count = count;
    } else if (format >= 0) {
        w->format = (lambdav_vk_format)format;
    } else if (strcmp(word, "mipmaps") == 0) {
        w->mipmaps = 1;
    } else if (address >= 0) {
        w->samples = 1;
        w->sampling.address[0] = w->sampling.address[1] = w->sampling.address[2] =
            (lambdav_vk_address)address;
    } else if (compare >= 0) {
        w->samples = w->compares = 1;
        w->sampling.compare = (lambdav_vk_compare)compare;
    } else if (nearest || strcmp(word, "linear") == 0) {
        w->samples = w->filters = 1;
        w->sampling.minify = w->sampling.magnify = w->sampling.mipmap =
            nearest ? LAMBDAV_VK_NEAREST : LAMBDAV_VK_LINEAR;
    } else {
        return 0;
    }
    return 1;
}

static void no_image_words(image_words *w) {
    memset(w, 0, sizeof *w);
    w->format = LAMBDAV_VK_FORMAT_COUNT;
}

/* Takes words between commas and colons; returns 0 if there is another one among them. */
static int take_image_words(image_words *w, const char *text) {
    char *copy = print_new("%s", text), *next = copy, *word;
    int good = 1;
    no_image_words(w);
    while (good && (word = os_split(&next, ",:")) != NULL) good = take_image_word(w, word);
    free(copy);
    return good;
}

/* Splits "FILE,@FILE:WORDS" at the first colon behind which all are words. Returns the files' part,
   to be freed. */
static char *split_image(const char *text, image_words *w) {
    char *files = print_new("%s", text), *colon = strchr(files, ':');
    while (colon != NULL && !take_image_words(w, colon + 1)) colon = strchr(colon + 1, ':');
    if (colon != NULL) *colon = '\0';
    else no_image_words(w);
    return files;
}

/* A texel buffer is an image of one row. */
static int is_texel_buffer(const lambdav_image *image) {
    return image->dimension == 5;
}

static lambdav_vk_format default_format(const lambdav_image *image) {
    int wide = is_texel_buffer(image);
    size_t i;
    for (i = 0; i < LAMBDAV_VK_FORMAT_COUNT; i++)
        if (image->format != 0 && pixel_formats[i].image == image->format)
            return (lambdav_vk_format)i;
    if (image->depth == 1) return LAMBDAV_VK_D32F;
    if (image->kind == LAMBDAV_KIND_UINT) return wide ? LAMBDAV_VK_RGBA32UI : LAMBDAV_VK_RGBA8UI;
    if (image->kind == LAMBDAV_KIND_INT) return wide ? LAMBDAV_VK_RGBA32I : LAMBDAV_VK_RGBA16I;
    return wide ? LAMBDAV_VK_RGBA32F : LAMBDAV_VK_RGBA8;
}

/* Returns 0 if there is no such shape. */
static int shape_of(const lambdav_image *image, lambdav_vk_shape *shape, uint32_t *faces) {
#define SHAPE_ROW(name, type, view, dim, arrayed, faces) {dim, arrayed, faces},
    static const uint32_t rows[][3] = {LAMBDAV_VK_SHAPES(SHAPE_ROW)};
#undef SHAPE_ROW
    size_t i;
    *shape = LAMBDAV_VK_2D;
    if (is_texel_buffer(image)) return 1;
    for (i = 0; i < LAMBDAV_VK_SHAPE_COUNT; i++) {
        if (rows[i][0] != image->dimension || rows[i][1] != (image->arrayed != 0)) continue;
        *shape = (lambdav_vk_shape)i;
        *faces = rows[i][2];
        return image->multisampled == 0;
    }
    return 0;
}

/* Complains of a picture that cannot be read: of a wrong word behind a colon, if the file before
   one is there. */
static int no_picture(const char *path, uint64_t memory) {
    char *file = print_new("%s", path), *colon = file;
    int wrong_word = 0;
    while (!wrong_word && (colon = strchr(colon, ':')) != NULL) {
        *colon = '\0';
        wrong_word = access(path, F_OK) != 0 && access(file, F_OK) == 0;
        *colon++ = ':';
    }
    free(file);
    if (!wrong_word) return cannot_read(path, memory);
    return complain(BAD_USAGE, "%s: after the colon there may be: " IMAGE_WORDS, path);
}

/* Adds the pixels of one file to the content's: those of a picture, or raw ones if a size is given.
   Reals stay reals where nothing asks for another format. */
static int load_picture(const scene *x, const char *path, const image_words *w, content *o) {
    lambdav_vk_image_info *info = &o->info;
    bytes file;
    picture p;
    int code = DONE;
    if (!read_file(path, x->arguments->memory, &file))
        return no_picture(path, x->arguments->memory);
    if (w->size_count > 0) {
        bytes_add(&o->data, file.data, file.size);
        free(file.data);
        return DONE;
    }
    code = picture_open(&p, &file, path, x->arguments->memory);
    free(file.data);
    if (code != DONE) return code;
    if (info->width == 0) {
        info->width = p.width;
        info->height = p.height;
        if (p.reals != NULL && w->any_format) info->format = LAMBDAV_VK_RGBA32F;
    }
    if (info->width == p.width && info->height == p.height) add_picture(&o->data, info->format, &p);
    else
        code = complain(BAD_INPUT, "%s: %ux%u pixels, the first picture has %ux%u", path, p.width,
                        p.height, info->width, info->height);
    picture_close(&p);
    return code;
}

/* Loads "FILE,@FILE..."; *count becomes how many. */
static int load_pictures(const scene *x, char *files, const image_words *w, content *o,
                         uint32_t *count) {
    char *next = files, *path;
    int code = DONE;
    for (*count = 0; code == DONE && next != NULL; ++*count) {
        path = next;
        next = strstr(path, ",@");
        if (next != NULL) {
            *next = '\0';
            next += 2;
        }
        code = load_picture(x, path, w, o);
    }
    return code;
}

/* The layers must be as many as the shape has, the bytes as many as the pixels. */
static int check_image(const slot *s, content *o, uint32_t pictures, uint32_t faces) {
    lambdav_vk_image_info *info = &o->info;
    uint64_t pixels;
    char *text = slot_text(s);
    int code = DONE, layered = info->shape != LAMBDAV_VK_2D && info->shape != LAMBDAV_VK_1D;
    if (info->depth == 0) {
        info->depth = pictures / faces;
        if (pictures % faces != 0 || (pictures > faces && !layered) || info->depth == 0)
            code = complain(BAD_USAGE, "%s: does not take %u pictures", text, pictures);
    }
    pixels = (uint64_t)info->width * info->height * info->depth * faces;
    info->size = o->data.size;
    info->pixels = o->data.size ? o->data.data : NULL;
    if (code == DONE && o->data.size > 0
        && o->data.size / pixel_formats[info->format].bytes != pixels)
        code = complain(BAD_USAGE, "%s: %zu bytes are not %ux%ux%u pixels of %u bytes", text,
                        o->data.size, info->width, info->height, info->depth * faces,
                        pixel_formats[info->format].bytes);
    free(text);
    return code;
}

/* What a depth texture's sampler does where no word says it: the nearest, less-equal. Not every
   device filters depths, and what compares needs a comparison. */
static void sample_depth(const slot *s, image_words *w) {
    if (!w->compares && s->resource->image.depth == 1 && module_compares(s->module)) {
        w->samples = 1;
        w->sampling.compare = LAMBDAV_VK_COMPARE_LESS_EQUAL;
    }
    if (w->samples && !w->filters)
        w->sampling.minify = w->sampling.magnify = w->sampling.mipmap = LAMBDAV_VK_NEAREST;
}

/* A storage image has the format that the module declares, if it does. */
static int check_format(const slot *s, const named *n, lambdav_vk_format format, int is_given) {
    const char *option = option_name(n->letter);
    uint32_t declared = s->resource->image.format;
    if (declared == 0 || pixel_formats[format].image == declared) return DONE;
    if (pixel_formats[default_format(&s->resource->image)].image != declared)
        return complain(BAD_INPUT, "--%s %s: images of its format cannot be made", option, n->name);
    return is_given ? complain(BAD_USAGE, "--%s %s: the program declares another format", option,
                               n->name)
                    : DONE;
}

/* The bytes of a texel buffer: those of the file, or as many zeros as the size asks for. */
static int load_texels(const scene *x, const char *path, const image_words *w, content *o) {
    size_t pixel = pixel_formats[o->info.format].bytes, count = w->size[0];
    bytes file;
    o->image.is_buffer = 1;
    o->info.height = o->info.depth = o->info.levels = 1;
    if (w->size_count > 1) return complain(BAD_USAGE, "a texel buffer has one size");
    if (path != NULL) {
        if (!read_file(path, x->arguments->memory, &file))
            return no_picture(path, x->arguments->memory);
        bytes_add(&o->data, file.data, file.size);
        free(file.data);
        if (w->size_count == 0) count = o->data.size / pixel;
        if (count == 0 || o->data.size != count * pixel)
            return complain(BAD_USAGE, "%s: %zu bytes are not %zu texels of %zu bytes", path,
                            o->data.size, count, pixel);
    }
    if (count > UINT32_MAX / pixel) return complain(BAD_USAGE, "a texel buffer of 4 GiB");
    o->info.width = (uint32_t)count;
    o->info.size = o->data.size;
    o->info.pixels = o->data.size ? o->data.data : NULL;
    return DONE;
}

/* The image of a pass whose name is the first `size` bytes of the text, NULL if there is none. */
static pass_image *find_image(const scene *x, const char *name, size_t size) {
    size_t i;
    for (i = 0; i < x->image_count; i++)
        if (strncmp(x->images[i].name, name, size) == 0 && x->images[i].name[size] == '\0')
            return &x->images[i];
    return NULL;
}

/* Gives the slot the image of a pass. */
static int give_drawn(slot *s, pass_image *image) {
    static const pixel_kind wanted[] = {PIXEL_DEPTH, PIXEL_FLOAT, PIXEL_INT, PIXEL_UINT};
    const lambdav_image *type = &s->resource->image;
    const lambdav_vk_image_info *info = &image->image.info;
    const pixel_format *format = &pixel_formats[info->format];
    content *o = s->descriptor->content;
    lambdav_vk_shape shape;
    uint32_t faces = 1;
    char *text = slot_text(s), *c, *name = print_new("%s", format->name);
    int code = DONE;
    for (c = name; *c != '\0'; c++) *c = (char)tolower((unsigned char)*c);
    if (s->descriptor->letter != 'x' || is_texel_buffer(type) || !shape_of(type, &shape, &faces)
        || shape != LAMBDAV_VK_2D || type->depth == 1)
        code = complain(BAD_USAGE, "%s: is given the image '%s' of a pass, which only a 2d texture "
                                   "takes", text, image->name);
    else if (type->kind > LAMBDAV_KIND_UINT || format->kind != wanted[type->kind])
        code = complain(BAD_USAGE, "%s: does not take the image '%s', which is %s", text,
                        image->name, name);
    free(text);
    free(name);
    o->given = 1;
    o->info = *info;
    o->drawn = &image->image;
    image->read = 1;
    return code;
}

/* --texture NAME=IMAGE[:WORDS], words that say how it is sampled. */
static int give_named_image(const scene *x, slot *s, const named *n) {
    size_t size = strcspn(n->value, ":"), i;
    pass_image *image = find_image(x, n->value, size);
    image_words words;
    bytes b = {NULL, 0, 0};
    if (image == NULL) {
        for (i = 0; i < x->image_count; i++) bytes_print(&b, " %s", x->images[i].name);
        complain(BAD_USAGE, "--%s %s: no pass draws an image '%.*s'; there are:%.*s",
                 option_name(n->letter), n->name, (int)size, n->value, (int)b.size, b.data);
        free(b.data);
        return BAD_USAGE;
    }
    if (n->value[size] == ':') {
        if (!take_image_words(&words, n->value + size + 1) || words.size_count > 0
            || words.mipmaps || words.compares || words.format < LAMBDAV_VK_FORMAT_COUNT)
            return complain(BAD_USAGE, "--%s %s: '%s': words for the image of a pass are: linear, "
                                       "nearest, repeat, mirror, clamp, border",
                            option_name(n->letter), n->name, n->value);
        s->descriptor->samples = 1;
        s->descriptor->sampling = words.sampling;
    }
    return give_drawn(s, image);
}

/* Textures that no option gives have the images of their names. */
static int give_images(scene *x) {
    pass_image *image;
    size_t i;
    char *name;
    int code = DONE;
    for (i = 0; i < x->slot_count && code == DONE; i++) {
        slot *s = &x->slots[i];
        if (s->descriptor->content->given || strchr("xi", s->descriptor->letter) == NULL) continue;
        name = slot_name(s);
        image = find_image(x, name, strlen(name));
        free(name);
        if (image != NULL) code = give_drawn(s, image);
    }
    return code;
}

static int give_image(scene *x, slot *s, const named *n) {
    content *o = s->descriptor->content;
    image_words words;
    uint32_t faces = 1, pictures = 0;
    char *files = NULL;
    int code = DONE;
    if (x->image_count > 0 && (isalpha((unsigned char)*n->value) || *n->value == '_'))
        return give_named_image(x, s, n);
    if (!shape_of(&s->resource->image, &o->info.shape, &faces))
        return complain(BAD_INPUT, "--%s %s: images of its shape cannot be made",
                        option_name(n->letter), n->name);
    if (*n->value == '@') files = split_image(n->value + 1, &words);
    else if (!take_image_words(&words, n->value) || words.size_count == 0)
        return complain(BAD_USAGE, "--%s %s: '%s' is neither @FILE.png nor WxH; words are: %s",
                        option_name(n->letter), n->name, n->value, IMAGE_WORDS);
    o->info.format = words.format < LAMBDAV_VK_FORMAT_COUNT ? words.format
                                                            : default_format(&s->resource->image);
    words.any_format = o->info.format == LAMBDAV_VK_RGBA8 && s->resource->image.format == 0
                       && words.format == LAMBDAV_VK_FORMAT_COUNT;
    code = check_format(s, n, o->info.format, words.format < LAMBDAV_VK_FORMAT_COUNT);
    if (is_texel_buffer(&s->resource->image)) {
        if (code == DONE) code = load_texels(x, files, &words, o);
        free(files);
        return code;
    }
    o->info.levels = words.mipmaps ? LAMBDAV_VK_ALL_LEVELS : 1;
    if (words.size_count > 0) {
        o->info.width = words.size[0];
        o->info.height = words.size[1];
        o->info.depth = words.size[2];
    }
    if (files != NULL && code == DONE) code = load_pictures(x, files, &words, o, &pictures);
    free(files);
    if (o->info.format == LAMBDAV_VK_D32F) sample_depth(s, &words);
    if (words.samples) {
        s->descriptor->samples = 1;
        s->descriptor->sampling = words.sampling;
    }
    return code == DONE ? check_image(s, o, pictures, faces) : code;
}

static int give_sampler(slot *s, const named *n) {
    image_words words;
    if (!take_image_words(&words, n->value) || !words.samples || words.size_count > 0)
        return complain(BAD_USAGE,
                        "--%s %s: '%s'; words are: linear nearest repeat mirror clamp border, "
                        "and comparisons: less less-equal greater ...",
                        option_name(n->letter), n->name, n->value);
    s->descriptor->samples = 1;
    s->descriptor->sampling = words.sampling;
    return DONE;
}

/* ---- --buffer, --texture, --image, --sampler, --bind */

/* Whether that option may give what is of that kind. */
static int letters_agree(int option, int letter) {
    switch (option) {
    case 'b': return letter == 'b';
    case 'x':
    case 'i': return letter == 'x' || letter == 'i';
    case 'a': return letter == 'a' || letter == 'x';
    default: return letter != 'p' && letter != 0;
    }
}

static int give_one(scene *x, const named *n) {
    const char *rest = "", *option = option_name(n->letter);
    slot *s = find_slot(x, n->name, &rest);
    unsigned set, binding;
    int letter, code;
    char *text;
    if (s == NULL && n->letter == 'B' && sscanf(n->name, "%u,%u", &set, &binding) == 2)
        return passed_over(x, "%s--bind: the program has no resource '%s'", n->name, BAD_USAGE);
    if (s == NULL || *rest != '\0' || s->descriptor->letter == 'p')
        return no_resource(x, option, n->name);
    letter = s->descriptor->letter;
    if (!letters_agree(n->letter, letter)) {
        text = slot_text(s);
        code = letter == 0 ? complain(BAD_INPUT, CANNOT_GIVE, text)
                           : complain(BAD_USAGE, "--%s: %s is given by another option", option,
                                      text);
        free(text);
        return code;
    }
    if (n->letter == 'a' || letter == 'a') return give_sampler(s, n);
    if (s->descriptor->content->given)
        return complain(BAD_USAGE, "--%s: '%s' is given twice", option, n->name);
    s->descriptor->content->given = 1;
    return letter == 'b' ? give_block(x, s, n) : give_image(x, s, n);
}

/* Uniform blocks and push constants that are not given begin as zeros. */
static int give_defaults(scene *x) {
    uint64_t least;
    size_t i;
    content *o;
    for (i = 0; i < x->slot_count; i++) {
        const slot *s = &x->slots[i];
        o = s->descriptor->content;
        if (s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER && s->descriptor->letter != 'p')
            continue;
        least = (block_size(s) + 3) / 4 * 4;
        if (s->descriptor->letter == 'p' && least > MAX_PUSH_CONSTANTS)
            return complain(BAD_INPUT, "%s: %llu bytes of push constants",
                            s->module->job.sources[0].path, (unsigned long long)least);
        if (least > x->arguments->memory)
            return complain(BAD_INPUT, "%s: a uniform block of %llu bytes",
                            s->module->job.sources[0].path, (unsigned long long)least);
        if (o->data.size < least && !o->given) resize_data(o, (size_t)least, 0);
        if (s->descriptor->letter != 'p') o->given = 1;
    }
    return DONE;
}

static descriptor *push_of(scene *x) {
    size_t i;
    for (i = 0; i < x->descriptor_count; i++)
        if (x->descriptors[i].letter == 'p') return &x->descriptors[i];
    return NULL;
}

/* --push @FILE: the push constants, and what lies behind them in a range that others share. */
static int give_push(scene *x, const named *n) {
    descriptor *d = push_of(x);
    bytes file = {NULL, 0, 0};
    const char *path = n->value;
    char *said;
    size_t size;
    int code = load_bytes(x, path + 1, &file, NULL);
    if (code == DONE && d == NULL) {
        code = passed_over(x, "%s--push %s: the program has no push constants", path, BAD_USAGE);
    } else if (code == DONE) {
        size = d->content->data.size;
        said = print_new("--push: %s holds %zu bytes, the program takes %zu", path + 1, file.size,
                         size);
        if (file.size > MAX_PUSH_CONSTANTS && file.size > size)
            code = complain(BAD_USAGE, "%s", said);
        else if (file.size < size) code = passed_over(x, "%s%s", said, BAD_USAGE);
        free(said);
        if (code == DONE && file.size > size)
            code = passed_over(x, "%s--push %s: only its first bytes are taken", path, BAD_USAGE);
    }
    if (code == DONE && d != NULL) {
        size = file.size < d->content->data.size ? file.size : d->content->data.size;
        if (size > 0) memcpy(d->content->data.data, file.data, size);
        memset(d->content->touched, 1, d->content->data.size);
    }
    free(file.data);
    return code;
}

/* ---- what only one pass of run is given */

/* Exchanges what a pass has of its own with what all passes have; a second time undoes it. */
static void exchange_owns(scene *x, uint32_t pass) {
    descriptor kept;
    size_t i;
    for (i = 0; i < x->own_count && pass > 0; i++) {
        if (x->owns[i].pass != pass) continue;
        kept = *x->owns[i].place;
        *x->owns[i].place = x->owns[i].value;
        x->owns[i].value = kept;
    }
}

/* Lets a pass have a content of its own at a descriptor. */
static int add_own(scene *x, uint32_t pass, descriptor *d) {
    own *o = &x->owns[x->own_count];
    size_t i;
    for (i = 0; i < x->own_count; i++)
        if (x->owns[i].pass == pass && x->owns[i].place == d) return DONE;
    if (x->own_count == MAX_OWNS)
        return complain(BAD_USAGE, "more than %d resources behind --entry", MAX_OWNS);
    x->own_count++;
    o->pass = pass;
    o->place = d;
    o->value = *d;
    o->value.samples = 0;
    o->value.content = &x->contents[x->content_count++];
    if (d->letter == 'p') resize_data(o->value.content, d->content->data.size, 0);
    return DONE;
}

/* An option behind an -e that gives what the pass alone sees. */
static int give_own(scene *x, const named *n) {
    const char *rest = "";
    slot *s = n->letter == 'p' ? NULL : find_slot(x, n->name, &rest);
    descriptor *d = n->letter == 'p' ? push_of(x) : s != NULL ? s->descriptor : NULL;
    int code = DONE;
    if (n->letter == 'a' && d != NULL && d->letter != 'a')
        return complain(BAD_USAGE, "--sampler %s: behind --entry the texture says how it is "
                                   "sampled: --texture %s=@FILE.png:%s", n->name, n->name,
                        n->value);
    if (d != NULL) code = add_own(x, n->pass, d);
    if (code != DONE) return code;
    exchange_owns(x, n->pass);
    code = n->letter == 'p' ? give_push(x, n) : give_one(x, n);
    exchange_owns(x, n->pass);
    return code;
}

/* Whether some pass has a content of its own there. */
static int is_own(const scene *x, const descriptor *d) {
    size_t i;
    for (i = 0; i < x->own_count; i++)
        if (x->owns[i].place == d) return 1;
    return 0;
}

/* What an entry point that is run uses and nobody gave is an error, all of it. `entry` NULL: they
   are not told apart. */
static int check_given(const scene *x, const char *entry) {
    const resource_row *row;
    char *text, *name;
    int code = DONE;
    size_t i;
    for (i = 0; i < x->slot_count; i++) {
        const slot *s = &x->slots[i];
        row = row_of(s->resource);
        if (!is_used(x, s) || s->descriptor->content->given || strchr("pa", row->letter) != NULL)
            if (row->letter != 0 || !is_used(x, s)) continue;
        text = slot_text(s);
        name = slot_name(s);
        if (row->letter == 0) code = complain(BAD_INPUT, CANNOT_GIVE, text);
        else code = complain(BAD_USAGE, "%s is not given%s%s%s: --%s %s=%s%s", text,
                             entry ? " to '" : "", entry ? entry : "", entry ? "'" : "",
                             row->option, name, row->value, is_own(x, s->descriptor)
                             ? " before the first --entry is for all"
                             : x->image_count > 0 && row->letter == 'x'
                             ? ", or =IMAGE of a pass" : "");
        free(text);
        free(name);
    }
    return code;
}

#endif
