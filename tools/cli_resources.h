/* What programs read and write: resources found by name, filled from options, bound, read back. Part
   of lambdav.c. */
#ifndef CLI_RESOURCES_H
#define CLI_RESOURCES_H

#include "cli_pixels.h"

enum {
    MAX_PUSH_CONSTANTS = 64 << 10, MAX_MODULES = 2, MAX_DESCRIPTORS = 256, MAX_CONSTANTS = 64
};

/* Something on the device, and its bytes here: those of a buffer, of the push constants, of the
   first level of an image. */
typedef struct content {
    bytes data;
    unsigned char *touched;    /* of blocks: which bytes somebody gave */
    const value_type *type;    /* of the text file that it came from, else NULL */
    lambdav_vk_image_info info;
    lambdav_vk_buffer buffer;
    lambdav_vk_image image;
    int given;
} content;

/* Where a program finds a content. --swap exchanges the contents of two descriptors. */
typedef struct descriptor {
    int letter; /* 'b' block, 'p' push constants, 'x' texture, 'i' storage image, 'a' sampler */
    uint32_t set, binding, element;
    content *content;
    lambdav_vk_sampler_info sampling;
    lambdav_vk_sampler sampler;
    int samples; /* there is a sampler */
} descriptor;

/* What a module calls a descriptor. Two modules may call the same one differently. */
typedef struct slot {
    const module *module;
    const lambdav_resource *resource;
    descriptor *descriptor;
} slot;

/* An entry point that is run. */
typedef struct chosen {
    size_t module, entry;
} chosen;

typedef struct scene {
    const arguments *arguments;
    module modules[MAX_MODULES];
    size_t module_count;
    chosen chosen[MAX_ENTRIES];
    size_t chosen_count;
    slot slots[2 * MAX_DESCRIPTORS];
    size_t slot_count;
    descriptor descriptors[MAX_DESCRIPTORS];
    content contents[MAX_DESCRIPTORS];
    size_t descriptor_count;
    lambdav_vk_constant constants[MAX_CONSTANTS];
    lambdav_specialization specializations[MAX_CONSTANTS];
    size_t constant_count;
    lambdav_vk_binding bindings[MAX_DESCRIPTORS];
    size_t binding_count;
    lambdav_vk_context *vk;
} scene;

/* ---- the device */

static void validation_message(void *user, lambdav_vk_message_kind kind, const char *text) {
    const char *what = kind == LAMBDAV_VK_MESSAGE_ERROR ? "validation error" : "validation";
    (void)user;
    fprintf(stderr, "%s: %s\n", what, text);
}

static int vk_failed(const lambdav_vk_context *vk) {
    int input = vk->status == LAMBDAV_VK_MODULE || vk->status == LAMBDAV_VK_BINDING;
    progress_end();
    return complain(input ? BAD_INPUT : BAD_ENVIRONMENT, "%s", vk->error);
}

static int device_open(lambdav_vk_context *vk, const arguments *a) {
    lambdav_vk_options options;
    memset(&options, 0, sizeof options);
    options.device = a->device;
    options.validation = a->validation;
    options.message = validation_message;
    progress_say("opening the device");
    return lambdav_vk_open(vk, &options) == LAMBDAV_VK_OK ? DONE : vk_failed(vk);
}

/* ---- resources and their names */

typedef struct resource_row {
    lambdav_resource_kind kind;
    int letter;
    const char *text, *option, *value; /* --option NAME=value gives it */
} resource_row;

/* Kinds that are not here have no option that gives them. */
static const resource_row resource_rows[] = {
    {LAMBDAV_RESOURCE_UNIFORM_BUFFER, 'b', "uniform buffer", "buffer", "@FILE"},
    {LAMBDAV_RESOURCE_STORAGE_BUFFER, 'b', "storage buffer", "buffer", "SIZE|@FILE"},
    {LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER, 'x', "texture", "texture", "@FILE.png"},
    {LAMBDAV_RESOURCE_SAMPLED_IMAGE, 'x', "sampled image", "texture", "@FILE.png"},
    {LAMBDAV_RESOURCE_STORAGE_IMAGE, 'i', "storage image", "image", "WxH|@FILE.png"},
    {LAMBDAV_RESOURCE_SAMPLER, 'a', "sampler", "sampler", "linear"},
    {LAMBDAV_RESOURCE_PUSH_CONSTANTS, 'p', "push constants", "push", "@FILE"},
    {LAMBDAV_RESOURCE_OTHER, 0, "resource of another kind", "", ""}};

static const resource_row *row_of(const lambdav_resource *r) {
    const resource_row *row = resource_rows;
    while (row->kind != LAMBDAV_RESOURCE_OTHER && row->kind != r->kind) row++;
    return row;
}

static lambdav_name block_name(const slot *s) {
    static const lambdav_name none = {NULL, 0};
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

/* ---- making slots */

static descriptor *find_descriptor(scene *x, int letter, uint32_t set, uint32_t binding,
                                   uint32_t element) {
    descriptor *d;
    size_t i;
    for (i = 0; i < x->descriptor_count; i++) {
        d = &x->descriptors[i];
        if (d->set == set && d->binding == binding && d->element == element &&
            (d->letter == letter || set == LAMBDAV_NONE))
            return d;
    }
    if (x->descriptor_count == MAX_DESCRIPTORS) return NULL;
    d = &x->descriptors[x->descriptor_count];
    d->letter = letter;
    d->set = set;
    d->binding = binding;
    d->element = element;
    d->content = &x->contents[x->descriptor_count++];
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
        if (&x->modules[x->chosen[i].module] == s->module &&
            uses(f, resource, x->chosen[i].entry))
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
    size_t i = x->constant_count;
    if (i == MAX_CONSTANTS) return complain(BAD_USAGE, "more than %d --spec", MAX_CONSTANTS);
    x->constants[i].id = number;
    x->constants[i].bits = bits;
    x->specializations[i].number = number;
    x->specializations[i].value = (uint32_t)bits;
    x->constant_count++;
    return DONE;
}

static int take_constant(scene *x, const named *n) {
    static const char *const kinds[] = {"value", "num", "int", "uint", "bool", "value", "value"};
    uint32_t number = LAMBDAV_NONE;
    uint64_t bits;
    size_t i, k, found = 0;
    int code = DONE;
    if (!parse_number(n->name, 0, LAMBDAV_NONE - 1, &number)) number = LAMBDAV_NONE;
    for (i = 0; i < x->module_count && code == DONE; i++) {
        const lambdav_reflection *r = &x->modules[i].reflected.r;
        for (k = 0; k < r->spec_constant_count && code == DONE; k++) {
            const lambdav_spec_constant *c = &r->spec_constants[k];
            if (c->number != number && !name_is(c->name, n->name, strlen(n->name))) continue;
            found++;
            if (!parse_constant(c, n->value, &bits))
                return complain(BAD_USAGE, "--spec %s: '%s' is no %s", n->name, n->value,
                                kinds[c->kind]);
            code = add_constant(x, c->number, bits);
        }
    }
    if (code != DONE || found > 0) return code;
    return complain(BAD_USAGE, "--spec: the program has no specialisation constant '%s'", n->name);
}

/* Sizes of arrays may hang on the constants, so the modules are reflected again with them. */
static int take_constants(scene *x) {
    const arguments *a = x->arguments;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++)
        if (a->named[i].letter == 'k') code = take_constant(x, &a->named[i]);
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
    while (size > 0 && (part = strsep(&next, "*")) != NULL) {
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
        return complain(BAD_INPUT, "%s: is no text", path);
    copy = print_new("%.*s", text->size > INT_MAX ? INT_MAX : (int)text->size,
                     text->size ? text->data : "");
    word = strtok_r(copy, " \t\r\n,", &state);
    while (word != NULL && good) {
        good = parse_scalar(type->kind, type->bits, word, value);
        if (!good) complain(BAD_INPUT, "%s: '%s' is no component of a %s", path, word, type->name);
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
    char *text;
    int code = DONE;
    if (*n->value == '@') {
        code = load_bytes(x, n->value + 1, &o->data, &o->type);
        if (code != DONE) return code;
        size = o->data.size;
    } else {
        size = parse_amount(n->value, x->arguments->memory);
        if (size == 0)
            return complain(BAD_USAGE,
                            "--%s %s: '%s' is no size: bytes, 64k, 512*512*u32; or @FILE[:TYPE], "
                            "up to %zu MiB (--memory)",
                            option_name(n->letter), n->name, n->value, x->arguments->memory >> 20);
    }
    if (size == 0 || size < least) {
        text = slot_text(s);
        code = complain(BAD_USAGE, "--%s: %zu bytes for %s, which takes at least %llu",
                        option_name(n->letter), size, text, (unsigned long long)(least | !least));
        free(text);
    }
    if (code == DONE) resize_data(o, size, *n->value == '@');
    return code;
}

/* ---- images: [@FILE[,@FILE...]] and words behind a colon */

typedef struct image_words {
    lambdav_vk_format format; /* LAMBDAV_VK_FORMAT_COUNT: not given */
    uint32_t size[3], size_count;
    int mipmaps, samples;
    lambdav_vk_sampler_info sampling;
} image_words;

#define IMAGE_WORDS \
    "WxH[xD], a format (rgba8, r32f ...), linear, nearest, repeat, mirror, clamp, border, mipmaps"

/* Takes one word; returns 0 if there is no such word. */
static int take_image_word(image_words *w, const char *word) {
    uint32_t size[3] = {1, 1, 1}, count = parse_sizes(word, MAX_SIZE, 3, size);
    int format = find_word(format_names, word), address = find_word(address_names, word);
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
    } else if (nearest || strcmp(word, "linear") == 0) {
        w->samples = 1;
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
    while (good && (word = strsep(&next, ",:")) != NULL) good = take_image_word(w, word);
    free(copy);
    return good;
}

/* Splits "FILE,@FILE:WORDS" at the last colon behind which all are words. Returns the files' part,
   to be freed. */
static char *split_image(const char *text, image_words *w) {
    char *files = print_new("%s", text), *colon = strrchr(files, ':');
    if (colon != NULL && take_image_words(w, colon + 1)) *colon = '\0';
    else no_image_words(w);
    return files;
}

static lambdav_vk_format default_format(const lambdav_image *image) {
    size_t i;
    for (i = 0; i < LAMBDAV_VK_FORMAT_COUNT; i++)
        if (image->format != 0 && pixel_formats[i].image == image->format)
            return (lambdav_vk_format)i;
    if (image->depth == 1) return LAMBDAV_VK_D32F;
    if (image->kind == LAMBDAV_KIND_UINT) return LAMBDAV_VK_RGBA8UI;
    return image->kind == LAMBDAV_KIND_INT ? LAMBDAV_VK_RGBA16I : LAMBDAV_VK_RGBA8;
}

/* Returns 0 if there is no such shape. */
static int shape_of(const lambdav_image *image, lambdav_vk_shape *shape, uint32_t *faces) {
#define SHAPE_ROW(name, type, view, dim, arrayed, faces) {dim, arrayed, faces},
    static const uint32_t rows[][3] = {LAMBDAV_VK_SHAPES(SHAPE_ROW)};
#undef SHAPE_ROW
    size_t i;
    for (i = 0; i < LAMBDAV_VK_SHAPE_COUNT; i++) {
        if (rows[i][0] != image->dimension || rows[i][1] != (image->arrayed != 0)) continue;
        *shape = (lambdav_vk_shape)i;
        *faces = rows[i][2];
        return image->multisampled == 0;
    }
    return 0;
}

/* Adds the pixels of one file to the content's: a PNG, or raw ones if a size is given. */
static int load_picture(const scene *x, const char *path, const image_words *w, content *o) {
    bytes file;
    uint32_t width, height;
    unsigned char *pixels;
    if (!read_file(path, x->arguments->memory, &file))
        return cannot_read(path, x->arguments->memory);
    if (w->size_count > 0) {
        bytes_add(&o->data, file.data, file.size);
        free(file.data);
        return DONE;
    }
    pixels = decode_png(&file, path, &width, &height);
    free(file.data);
    if (pixels == NULL) return BAD_INPUT;
    if (o->info.width == 0) {
        o->info.width = width;
        o->info.height = height;
    }
    if (o->info.width == width && o->info.height == height)
        add_pixels(&o->data, o->info.format, pixels, (size_t)width * height);
    stbi_image_free(pixels);
    if (o->info.width == width && o->info.height == height) return DONE;
    return complain(BAD_INPUT, "%s: %ux%u pixels, the first picture has %ux%u", path, width, height,
                    o->info.width, o->info.height);
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
    if (code == DONE && o->data.size > 0 &&
        o->data.size / pixel_formats[info->format].bytes != pixels)
        code = complain(BAD_USAGE, "%s: %zu bytes are not %ux%ux%u pixels of %u bytes", text,
                        o->data.size, info->width, info->height, info->depth * faces,
                        pixel_formats[info->format].bytes);
    free(text);
    return code;
}

static int give_image(scene *x, slot *s, const named *n) {
    content *o = s->descriptor->content;
    image_words words;
    uint32_t faces = 1, pictures = 0;
    char *files = NULL;
    int code = DONE;
    if (!shape_of(&s->resource->image, &o->info.shape, &faces))
        return complain(BAD_INPUT, "--%s %s: images of its shape cannot be made",
                        option_name(n->letter), n->name);
    if (*n->value == '@') files = split_image(n->value + 1, &words);
    else if (!take_image_words(&words, n->value) || words.size_count == 0)
        return complain(BAD_USAGE, "--%s %s: '%s' is neither @FILE.png nor WxH; words are: %s",
                        option_name(n->letter), n->name, n->value, IMAGE_WORDS);
    o->info.format = words.format < LAMBDAV_VK_FORMAT_COUNT ? words.format
                                                            : default_format(&s->resource->image);
    o->info.levels = words.mipmaps ? LAMBDAV_VK_ALL_LEVELS : 1;
    if (words.size_count > 0) {
        o->info.width = words.size[0];
        o->info.height = words.size[1];
        o->info.depth = words.size[2];
    }
    if (files != NULL) code = load_pictures(x, files, &words, o, &pictures);
    free(files);
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
                        "--%s %s: '%s'; words are: linear nearest repeat mirror clamp border",
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
    int letter, code;
    char *text;
    if (s == NULL || *rest != '\0' || s->descriptor->letter == 'p')
        return no_resource(x, option, n->name);
    letter = s->descriptor->letter;
    if (!letters_agree(n->letter, letter)) {
        text = slot_text(s);
        code = complain(BAD_USAGE, "--%s: %s is given by another option", option, text);
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

/* --push @FILE: the first bytes of the block. */
static int give_push(scene *x) {
    descriptor *d = push_of(x);
    bytes file = {NULL, 0, 0};
    int code;
    if (x->arguments->push == NULL) return DONE;
    if (d == NULL) return complain(BAD_USAGE, "--push: the program has no push constants");
    code = load_bytes(x, x->arguments->push + 1, &file, NULL);
    if (code == DONE && file.size != d->content->data.size)
        code = complain(BAD_USAGE, "--push: %s holds %zu bytes, the program takes %zu",
                        x->arguments->push + 1, file.size, d->content->data.size);
    if (code == DONE) {
        memcpy(d->content->data.data, file.data, file.size);
        memset(d->content->touched, 1, file.size);
    }
    free(file.data);
    return code;
}

/* What an entry point that is run uses and nobody gave is an error, all of it. */
static int check_given(const scene *x) {
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
        if (row->letter == 0) code = complain(BAD_INPUT, "%s: this program cannot be given", text);
        else code = complain(BAD_USAGE, "%s is not given: --%s %s=%s", text, row->option, name,
                             row->value);
        free(text);
        free(name);
    }
    return code;
}

/* ---- --set, and what is set by itself */

static int has_block(const slot *s) {
    return s->descriptor->letter == 'b' || s->descriptor->letter == 'p';
}

/* Finds "member..." in the slot, for those that need no name before it: push constants and uniform
   blocks. */
static int find_bare(const slot *s, const char *path, place *p) {
    *p = block_place(s);
    return (s->descriptor->letter == 'p' ||
            s->resource->kind == LAMBDAV_RESOURCE_UNIFORM_BUFFER) && find_place(p, path);
}

/* The first block that has that member. */
static slot *find_by_member(scene *x, const char *path, place *p) {
    size_t i;
    for (i = 0; i < x->slot_count; i++) {
        *p = block_place(&x->slots[i]);
        if (has_block(&x->slots[i]) && find_place(p, path)) return &x->slots[i];
    }
    return NULL;
}

/* The place that "member", "block.member" or "buffer" (of one member) names; NULL if there is
   none. */
static const slot *find_value(scene *x, const char *name, place *p) {
    const lambdav_member *members;
    const char *rest = "";
    const slot *s;
    uint32_t count;
    size_t i;
    for (i = 0; i < x->slot_count; i++)
        if (x->slots[i].descriptor->letter == 'p' && find_bare(&x->slots[i], name, p))
            return &x->slots[i];
    s = find_slot(x, name, &rest);
    if (s != NULL && has_block(s)) {
        *p = block_place(s);
        if (*rest != '\0' && find_place(p, rest)) return s;
        *p = block_place(s);
        members = members_of(p, &count);
        if (count != 1) return NULL;
        *p = member_place(p, members); /* data[3] is data.elements[3] */
        return find_place(p, rest) ? s : NULL;
    }
    return find_by_member(x, name, p);
}

/* Lists the members of push constants and uniform blocks. */
static int unknown_value(scene *x, const char *name) {
    const lambdav_member *members;
    bytes b = {NULL, 0, 0};
    uint32_t count, k;
    size_t i;
    char *block, *member;
    for (i = 0; i < x->slot_count; i++) {
        place p = block_place(&x->slots[i]);
        int push = x->slots[i].descriptor->letter == 'p';
        if (!has_block(&x->slots[i])) continue;
        members = members_of(&p, &count);
        block = slot_name(&x->slots[i]);
        for (k = 0; k < count; k++) {
            member = plain_name(members[k].name);
            if (*member != '\0')
                bytes_print(&b, " %s%s%s", push ? "" : block, push ? "" : ".", member);
            free(member);
        }
        free(block);
    }
    complain(BAD_USAGE, "--set: the program has no push constant or member '%s'; there are:%.*s",
             name, b.size ? (int)b.size : 22, b.size ? b.data : " none with a name there");
    free(b.data);
    return BAD_USAGE;
}

static int set_values(scene *x) {
    const arguments *a = x->arguments;
    const slot *s;
    content *o;
    place p;
    char *text;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        if (a->named[i].letter != 'S') continue;
        s = find_value(x, a->named[i].name, &p);
        if (s == NULL) return unknown_value(x, a->named[i].name);
        o = s->descriptor->content;
        if (s->descriptor->letter == 'b' && !o->given) {
            text = slot_text(s);
            code = complain(BAD_USAGE, "--set %s: %s has no bytes yet: --buffer", a->named[i].name,
                            text);
            free(text);
            return code;
        }
        code = store_values(&p, a->named[i].name, a->named[i].value, &o->data, o->touched);
    }
    return code;
}

/* Fills the member of that name in all blocks that are set by itself: nums of `low` to `high` rows.
   What somebody gave stays. */
static void fill(scene *x, const char *name, uint32_t low, uint32_t high, const float *values) {
    uint32_t i;
    size_t k;
    place p;
    for (k = 0; k < x->slot_count; k++) {
        const slot *s = &x->slots[k];
        content *o = s->descriptor->content;
        if (!find_bare(s, name, &p) || p.type.dimensions > 0 || p.type.columns != 1) continue;
        if (p.type.kind != LAMBDAV_KIND_NUM || p.type.rows < low || p.type.rows > high) continue;
        if (!lies_within(&p, o->data.size) || o->touched[p.offset] == 1) continue;
        for (i = 0; i < p.type.rows; i++) {
            uint64_t at = component_offset(&p, i);
            put_real(values[i], p.type.bits, (unsigned char *)o->data.data + at);
            memset(o->touched + at, 2, p.type.bits / 8);
        }
    }
}

static void fill_all(scene *x, uint32_t frame, double width, double height, double depth) {
    const arguments *a = x->arguments;
    float time = (float)(a->time + frame / a->rate);
    float resolution[3], mouse[4] = {0, 0, 0, 0};
    resolution[0] = (float)width;
    resolution[1] = (float)height;
    resolution[2] = (float)depth;
    fill(x, "time", 1, 1, &time);
    fill(x, "resolution", 2, 3, resolution);
    fill(x, "mouse", 2, 4, mouse);
}

static int is_untouched(const place *p, const content *o) {
    uint64_t i, size = o->data.size;
    place q = plain_place(p, 0, size);
    if (!is_plain(p) || !lies_within(&q, size)) return 0;
    for (i = 0; i < q.type.bits / 8; i++)
        if (o->touched[component_offset(&q, 0) + i]) return 0;
    return 1;
}

/* What nobody sets is 0, and worth a word. */
static void note_unset(const scene *x) {
    const lambdav_member *members;
    uint32_t count, k;
    size_t i;
    char *name, *block;
    for (i = 0; i < x->slot_count; i++) {
        const slot *s = &x->slots[i];
        place p = block_place(s), q;
        int push = s->descriptor->letter == 'p';
        if (!is_used(x, s)) continue;
        if (!push && s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER) continue;
        members = members_of(&p, &count);
        block = slot_name(s);
        for (k = 0; k < count; k++) {
            name = plain_name(members[k].name);
            q = member_place(&p, &members[k]);
            if (*name != '\0' && is_untouched(&q, s->descriptor->content))
                complain(DONE, "note: %s'%s%s%s' is 0; --set %s%s%s=...",
                         push ? "push constant " : "", push ? "" : block, push ? "" : ".", name,
                         push ? "" : block, push ? "" : ".", name);
            free(name);
        }
        free(block);
    }
}

/* ---- on the device */

static int upload_one(scene *x, descriptor *d) {
    content *o = d->content;
    lambdav_vk_status status = LAMBDAV_VK_OK;
    if (d->letter == 'b' && o->given)
        status = lambdav_vk_buffer_open(x->vk, &o->buffer, o->data.data, o->data.size);
    else if (d->letter != 'b' && o->given)
        status = lambdav_vk_image_open(x->vk, &o->image, &o->info);
    if (status == LAMBDAV_VK_OK && (d->samples || d->letter == 'a'))
        status = lambdav_vk_sampler_open(x->vk, &d->sampler, &d->sampling);
    return status == LAMBDAV_VK_OK ? DONE : vk_failed(x->vk);
}

static int upload(scene *x) {
    size_t i;
    int code = DONE;
    for (i = 0; i < x->descriptor_count && code == DONE; i++)
        if (x->descriptors[i].letter != 0 && x->descriptors[i].letter != 'p')
            code = upload_one(x, &x->descriptors[i]);
    return code;
}

/* Uniform blocks may have changed: time goes on. */
static int refresh(scene *x) {
    content *o;
    size_t i;
    for (i = 0; i < x->slot_count; i++) {
        if (x->slots[i].resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER) continue;
        o = x->slots[i].descriptor->content;
        if (lambdav_vk_buffer_write(x->vk, &o->buffer, 0, o->data.data, o->data.size))
            return vk_failed(x->vk);
    }
    return DONE;
}

/* The bindings, as the descriptors stand. */
static void bind_all(scene *x) {
    lambdav_vk_binding *b;
    size_t i;
    x->binding_count = 0;
    for (i = 0; i < x->descriptor_count; i++) {
        descriptor *d = &x->descriptors[i];
        if (d->letter == 'p' || d->letter == 0 || (!d->content->given && d->letter != 'a')) continue;
        b = &x->bindings[x->binding_count++];
        memset(b, 0, sizeof *b);
        b->set = d->set;
        b->binding = d->binding;
        b->element = d->element;
        if (d->letter == 'b') b->buffer = &d->content->buffer;
        else if (d->letter != 'a') b->image = &d->content->image;
        if (d->samples || d->letter == 'a') b->sampler = &d->sampler;
    }
}

/* A slot with a buffer or an image that --swap names; NULL after a message. */
static const slot *find_swapped(scene *x, const char *name) {
    const char *rest = "";
    const slot *s = find_slot(x, name, &rest);
    if (s != NULL && *rest == '\0' && strchr("bxi", s->descriptor->letter) != NULL) return s;
    no_resource(x, "swap", name);
    return NULL;
}

/* --swap A,B; `act` 0: only looks whether it can be done. */
static int swap_all(scene *x, int act) {
    const arguments *a = x->arguments;
    const slot *left, *right;
    content *kept;
    size_t i;
    for (i = 0; i < a->named_count; i++) {
        if (a->named[i].letter != 'w') continue;
        left = find_swapped(x, a->named[i].name);
        right = left == NULL ? NULL : find_swapped(x, a->named[i].value);
        if (right == NULL) return BAD_USAGE;
        if ((left->descriptor->letter == 'b') != (right->descriptor->letter == 'b'))
            return complain(BAD_USAGE, "--swap: '%s' and '%s' are not two buffers or two images",
                            a->named[i].name, a->named[i].value);
        kept = left->descriptor->content;
        if (!act) continue;
        left->descriptor->content = right->descriptor->content;
        right->descriptor->content = kept;
    }
    return DONE;
}

/* ---- --print, --out */

/* Fetches what the device made of it. */
static int download(scene *x, const slot *s) {
    content *o = s->descriptor->content;
    lambdav_vk_status status = LAMBDAV_VK_OK;
    size_t size;
    if (s->descriptor->letter == 'b') {
        status = lambdav_vk_buffer_read(x->vk, &o->buffer, 0, o->data.data, o->data.size);
    } else {
        size = lambdav_vk_image_size(&o->image, 0);
        if (size > o->data.capacity) o->data.data = (char *)need(realloc(o->data.data, size));
        if (size > o->data.capacity) o->data.capacity = size;
        o->data.size = size;
        status = lambdav_vk_image_read(x->vk, &o->image, 0, o->data.data, size);
    }
    return status == LAMBDAV_VK_OK ? DONE : vk_failed(x->vk);
}

/* Splits "NAME:TYPE", unless all of it names a slot. Returns NAME, to be freed; *type NULL: none. */
static char *split_print(scene *x, const char *text, const value_type **type) {
    const char *rest = "";
    size_t size = strlen(text);
    *type = NULL;
    if (find_slot(x, text, &rest) == NULL || strchr(rest, ':') != NULL)
        *type = type_suffix(text, &size);
    return print_new("%.*s", (int)size, text);
}

/* The slot that an option reads back; NULL after a message. */
static const slot *find_read(scene *x, int letter, const char *name, const char **rest) {
    const slot *s = find_slot(x, name, rest);
    const char *colon = strrchr(name, ':');
    place p;
    if (s == NULL && letter == 'P') {
        s = find_by_member(x, name, &p);
        *rest = name;
    }
    if (s == NULL && colon != NULL && letter == 'P') {
        complain(BAD_USAGE, "--print: there is no type '%s'; there are: %s", colon + 1, TYPE_NAMES);
    } else if (s == NULL) {
        no_resource(x, option_name(letter), name);
    } else if (strchr("bxi", s->descriptor->letter) == NULL || !s->descriptor->content->given) {
        complain(BAD_USAGE, "--%s: '%s' holds nothing", option_name(letter), name);
        s = NULL;
    }
    return s;
}

/* The place in a block that is printed; returns 0 if there is none. */
static int printed_place(const slot *s, const char *rest, place *p) {
    const lambdav_member *members;
    uint32_t count;
    *p = block_place(s);
    if (find_place(p, rest)) return 1;
    *p = block_place(s);
    members = members_of(p, &count);
    if (count != 1) return 0;
    *p = member_place(p, members);
    return find_place(p, rest);
}

/* Prints what `text` asks for, which is `rest` of slot s if it is not all of it. */
static void print_slot(const slot *s, const char *rest, const value_type *type, bytes *b) {
    const content *o = s->descriptor->content;
    place p = block_place(s);
    if (type == NULL && o->type != NULL && *rest == '\0') type = o->type;
    if (type != NULL) print_packed(b, type, &o->data);
    else if (s->descriptor->letter != 'b') print_pixels(b, o->info.format, &o->data);
    else if (*rest == '\0') print_block(b, &p, &o->data);
    else if (printed_place(s, rest, &p)) print_place(b, &p, "", &o->data, 0);
}

/* --print; b NULL: only looks whether it can be done. */
static int print_one(scene *x, const char *text, bytes *b) {
    const value_type *type;
    const char *rest = "";
    char *name = split_print(x, text, &type);
    const slot *s = find_read(x, 'P', name, &rest);
    place p;
    int code = s == NULL ? BAD_USAGE : DONE;
    if (code == DONE && *rest != '\0' && type != NULL)
        code = complain(BAD_USAGE, "--print %s: a part has its own type", text);
    else if (code == DONE && *rest != '\0' &&
             (s->descriptor->letter != 'b' || !printed_place(s, rest, &p)))
        code = complain(BAD_USAGE, "--print: '%s' has no part '%s'", text, rest);
    if (code == DONE && b != NULL) code = download(x, s);
    if (code == DONE && b != NULL) print_slot(s, rest, type, b);
    free(name);
    return code;
}

/* Splits "FILE.png:WxH"; returns FILE, to be freed. size[0] stays 0 if there is no size. */
static char *split_out(const char *text, uint32_t size[3]) {
    const char *colon = strrchr(text, ':');
    char *path = print_new("%s", text);
    uint32_t found[3];
    size[0] = size[1] = 0;
    if (colon == NULL || parse_sizes(colon + 1, MAX_SIZE, 2, found) != 2) return path;
    path[colon - text] = '\0';
    memcpy(size, found, sizeof(uint32_t) * 2);
    return path;
}

static int write_buffer(const content *o, const char *name, const char *path,
                        const uint32_t size[3]) {
    if (size[0] == 0) return write_file(path, o->data.data, o->data.size);
    if (o->data.size / 4 / size[0] < size[1])
        return complain(BAD_USAGE, "--out %s: %zu bytes are not %ux%u pixels", name, o->data.size,
                        size[0], size[1]);
    return write_png(path, LAMBDAV_VK_RGBA8, o->data.data, size[0], size[1]);
}

/* Layers, slices and faces of an image stand below each other. */
static int write_image(const content *o, const char *path) {
    size_t row = (size_t)o->info.width * pixel_formats[o->info.format].bytes;
    if (!ends_in_png(path)) return write_file(path, o->data.data, o->data.size);
    return write_png(path, o->info.format, o->data.data, o->info.width,
                     (uint32_t)(o->data.size / row));
}

/* `write` 0: only looks whether it can be done. */
static int out_one(scene *x, const named *n, int write) {
    const char *rest = "";
    const slot *s = find_read(x, 'O', n->name, &rest);
    uint32_t size[3];
    char *path;
    int code;
    if (s == NULL) return BAD_USAGE;
    if (*rest != '\0') return complain(BAD_USAGE, "--out: '%s' is a part of a buffer", n->name);
    code = write ? download(x, s) : DONE;
    if (code != DONE) return code;
    path = split_out(n->value, size);
    if (!write && s->descriptor->letter == 'b' && (size[0] != 0) != ends_in_png(path))
        code = complain(BAD_USAGE, "--out %s: a buffer is a picture as FILE.png:WxH", n->name);
    else if (write && s->descriptor->letter == 'b')
        code = write_buffer(s->descriptor->content, n->name, path, size);
    else if (write) code = write_image(s->descriptor->content, path);
    free(path);
    return code;
}

/* --print and --out, in the order given; `is_ours` leaves out what is no resource. `write` 0: only
   looks whether they can be done. */
static int write_results(scene *x, int (*is_ours)(const named *n), int write) {
    const arguments *a = x->arguments;
    bytes b = {NULL, 0, 0};
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        const named *n = &a->named[i];
        if (n->letter == 'P') code = print_one(x, n->name, write ? &b : NULL);
        else if (n->letter == 'O' && is_ours(n)) code = out_one(x, n, write);
    }
    if (code == DONE && b.size > 0) code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* ---- the scene as a whole */

/* Opens the modules that are there already: their resources, and what the options give them. */
static int scene_open(scene *x) {
    const arguments *a = x->arguments;
    size_t i, k;
    int code = take_constants(x);
    for (i = 0; i < x->module_count && code == DONE; i++)
        for (k = 0; k < x->modules[i].reflected.r.resource_count && code == DONE; k++)
            code = add_slots(x, &x->modules[i], &x->modules[i].reflected.r.resources[k]);
    for (i = 0; i < a->named_count && code == DONE; i++)
        if (strchr("bxiaB", a->named[i].letter) != NULL) code = give_one(x, &a->named[i]);
    if (code == DONE) code = give_defaults(x);
    if (code == DONE) code = give_push(x);
    if (code == DONE) code = set_values(x);
    return code;
}

/* Marks the entry point of that name, or the first of its kind if name is NULL, as one that is run.
   Returns NULL if there is none. */
static const lambdav_entry_point *choose_entry(scene *x, size_t m, uint32_t model,
                                               const char *name) {
    const lambdav_reflection *r = &x->modules[m].reflected.r;
    size_t i;
    for (i = 0; i < r->entry_point_count; i++) {
        const lambdav_entry_point *e = &r->entry_points[i];
        if (e->execution_model != model) continue;
        if (name != NULL && !name_is(e->name, name, strlen(name))) continue;
        x->chosen[x->chosen_count].module = m;
        x->chosen[x->chosen_count++].entry = i;
        return e;
    }
    return NULL;
}

static void scene_close(scene *x) {
    content *o;
    size_t i;
    for (i = 0; i < x->descriptor_count; i++) {
        o = &x->contents[i];
        if (x->vk != NULL) {
            lambdav_vk_buffer_close(x->vk, &o->buffer);
            lambdav_vk_image_close(x->vk, &o->image);
            lambdav_vk_sampler_close(x->vk, &x->descriptors[i].sampler);
        }
        free(o->data.data);
        free(o->touched);
    }
    for (i = 0; i < x->module_count; i++) module_close(&x->modules[i]);
    memset(x, 0, sizeof *x);
}

#endif
