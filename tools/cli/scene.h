/* A program with its resources: values set, on the device, read back. Part of lambdav.c. */
#ifndef CLI_SCENE_H
#define CLI_SCENE_H

#include "resources.h"

/* ---- --set, and what is set by itself */

static int has_block(const slot *s) {
    return s->descriptor->letter == 'b' || s->descriptor->letter == 'p';
}

/* Finds "member..." in the slot, for those that need no name before it: push constants and uniform
   blocks. */
static int find_bare(const slot *s, const char *path, place *p) {
    *p = block_place(s);
    return (s->descriptor->letter == 'p'
            || s->resource->kind == LAMBDAV_RESOURCE_UNIFORM_BUFFER) && find_place(p, path);
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
             name, b.size ? (int)b.size : 23, b.size ? b.data : " none with a name there");
    free(b.data);
    return BAD_USAGE;
}

/* --set NAME=VALUE; `act` 0: only looks whether it can be done. What is on the device already is
   changed there. */
static int set_value(scene *x, const named *n, const char *value, int act) {
    const slot *s;
    content *o;
    place p;
    char *text;
    int code = DONE, open;
    s = find_value(x, n->name, &p);
    if (s == NULL) return unknown_value(x, n->name);
    o = s->descriptor->content;
    if (s->descriptor->letter == 'b' && !o->given) {
        text = slot_text(s);
        code = complain(BAD_USAGE, "--set %s: %s has no bytes yet: give it a --buffer", n->name,
                        text);
        free(text);
        return code;
    }
    /* What a pass stores in a buffer is stored when the pass has its turn. */
    if (n->pass > 0 && x->device == NULL && s->descriptor->letter == 'b'
        && s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER)
        act = 0;
    open = act && o->buffer.own != NULL
           && s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER;
    if (open) code = x->device->calls->buffer_read(x->device, &o->buffer, o->data.data,
                                                   o->data.size);
    if (code == DONE)
        code = store_values(&p, n->name, value, &o->data, act ? o->touched : NULL);
    if (open && code == DONE)
        code = x->device->calls->buffer_write(x->device, &o->buffer, o->data.data, o->data.size);
    return code;
}

/* Finds the next member of that name, or of a name that ends in a dot and it, as texts behind an
   alias have, in a slot whose members need no name before them. *next counts members, from 0. */
static int find_named(const slot *s, const char *name, uint32_t *next, place *p) {
    place block = block_place(s);
    const lambdav_member *members;
    uint32_t count, from, i, size = (uint32_t)strlen(name);
    if (s->descriptor->letter != 'p' && s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER)
        return 0;
    if (block.type.kind != LAMBDAV_KIND_STRUCT) return 0;
    members = members_of(&block, &count);
    while (*next < count) {
        const lambdav_member *m = &members[(*next)++];
        if (m->name.size < size) continue;
        from = m->name.size - size;
        if (from > 0 && lambdav_name_byte(m->name, from - 1) != '.') continue;
        for (i = 0; i < size && lambdav_name_byte(m->name, from + i) == name[i]; i++) {}
        if (i < size) continue;
        *p = member_place(&block, m);
        return 1;
    }
    return 0;
}

/* Fills the members of that name in all blocks that are set by itself: nums of `low` to `high`
   rows. What somebody gave stays. */
static void fill(scene *x, const char *name, uint32_t low, uint32_t high, const float *values) {
    uint32_t i, next = 0;
    size_t k = 0;
    place p;
    while (k < x->slot_count) {
        const slot *s = &x->slots[k];
        content *o = s->descriptor->content;
        if (!find_named(s, name, &next, &p)) {
            k++, next = 0;
            continue;
        }
        if (p.type.dimensions > 0 || p.type.columns != 1) continue;
        if (p.type.kind != LAMBDAV_KIND_NUM || p.type.rows < low || p.type.rows > high) continue;
        if (!lies_within(&p, o->data.size) || o->touched[p.offset] == 1) continue;
        for (i = 0; i < p.type.rows; i++) {
            uint64_t at = component_offset(&p, i);
            put_real(values[i], p.type.bits, (unsigned char *)o->data.data + at);
            memset(o->touched + at, 2, p.type.bits / 8);
        }
    }
}

/* The seconds of a picture or round. */
static double frame_time(const arguments *a, uint32_t frame) {
    return a->time + frame / a->rate;
}

/* Fills the whole number `frame` in the same way: of the picture, or of the round. */
static void fill_frame(scene *x, uint32_t frame) {
    uint32_t next = 0;
    size_t k = 0;
    place p;
    while (k < x->slot_count) {
        const slot *s = &x->slots[k];
        content *o = s->descriptor->content;
        if (!find_named(s, "frame", &next, &p)) {
            k++, next = 0;
            continue;
        }
        if (p.type.dimensions > 0 || p.type.columns != 1 || p.type.rows != 1 || p.type.bits != 32)
            continue;
        if (p.type.kind != LAMBDAV_KIND_INT && p.type.kind != LAMBDAV_KIND_UINT) continue;
        if (!lies_within(&p, o->data.size) || o->touched[p.offset] == 1) continue;
        put_whole(frame, 32, (unsigned char *)o->data.data + p.offset);
        memset(o->touched + p.offset, 2, 4);
    }
}

static void fill_all(scene *x, double seconds, uint32_t frame, double width, double height,
                     double depth) {
    float time = (float)seconds, resolution[3];
    fill_frame(x, frame);
    resolution[0] = (float)width;
    resolution[1] = (float)height;
    resolution[2] = (float)depth;
    fill(x, "time", 1, 1, &time);
    fill(x, "resolution", 2, 3, resolution);
    fill(x, "mouse", 2, 4, x->mouse);
}

/* Whether nobody gave any part of a place. */
static int is_untouched(const place *p, const content *o) {
    uint64_t e, count, size = o->data.size, at;
    uint32_t c;
    place q;
    if (!is_plain(p)) return 0;
    count = plain_count(p, size);
    for (e = 0; e < count; e++) {
        q = plain_place(p, e, size);
        if (!lies_within(&q, size)) return 0;
        for (c = 0; c < q.type.rows * q.type.columns; c++) {
            at = component_offset(&q, c);
            if (memchr(o->touched + at, 1, q.type.bits / 8) != NULL
                || memchr(o->touched + at, 2, q.type.bits / 8) != NULL)
                return 0;
        }
    }
    return count > 0;
}

/* What is worth a word is said once, whatever passes it concerns. */
static void note_once(scene *x, const char *format, ...) {
    char text[1024];
    size_t at = 0;
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
    while (at < x->said.size && strcmp(x->said.data + at, text) != 0)
        at += strlen(x->said.data + at) + 1;
    if (at < x->said.size) return;
    complain(DONE, "note: %s", text);
    if (x->arguments->pass_count > 1) bytes_add(&x->said, text, strlen(text) + 1);
}

/* Says that members without names are 0. */
static void note_nameless(scene *x, const slot *s) {
    char *text;
    if (s->descriptor->letter == 'p') {
        note_once(x, "push constants without names are 0; --push @FILE, or compile with --names");
        return;
    }
    text = slot_text(s);
    note_once(x, "members without names of %s are 0; --bind %u,%u=@FILE", text, s->resource->set,
              s->resource->binding);
    free(text);
}

/* What nobody sets is 0, and worth a word. */
static void note_unset(scene *x) {
    const lambdav_member *members;
    uint32_t count, k;
    size_t i;
    char *name, *block;
    for (i = 0; i < x->slot_count; i++) {
        const slot *s = &x->slots[i];
        place p = block_place(s), q;
        int push = s->descriptor->letter == 'p', nameless = 0;
        if (!is_used(x, s)) continue;
        if (!push && s->resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER) continue;
        members = members_of(&p, &count);
        block = slot_name(s);
        for (k = 0; k < count; k++) {
            name = plain_name(members[k].name);
            q = member_place(&p, &members[k]);
            nameless |= *name == '\0' && is_untouched(&q, s->descriptor->content);
            if (*name != '\0' && is_untouched(&q, s->descriptor->content))
                note_once(x, "%s'%s%s%s' is 0; --set %s%s%s=...", push ? "push constant " : "",
                          push ? "" : block, push ? "" : ".", name, push ? "" : block,
                          push ? "" : ".", name);
            free(name);
        }
        if (nameless) note_nameless(x, s);
        free(block);
    }
}

/* ---- values of one pass */

/* What push constants and uniform blocks hold before a pass sets its own. */
typedef struct kept_values {
    content *contents[2 * MAX_DESCRIPTORS];
    char *data[2 * MAX_DESCRIPTORS]; /* the bytes, then which of them are touched */
    size_t count;
} kept_values;

static void keep_values(scene *x, kept_values *kept) {
    content *o;
    size_t i;
    kept->count = 0;
    for (i = 0; i < x->slot_count; i++) {
        o = x->slots[i].descriptor->content;
        if (x->slots[i].resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER
            && x->slots[i].descriptor->letter != 'p')
            continue;
        if (o->data.size == 0) continue;
        kept->contents[kept->count] = o;
        kept->data[kept->count] = (char *)need(malloc(2 * o->data.size));
        memcpy(kept->data[kept->count], o->data.data, o->data.size);
        memcpy(kept->data[kept->count++] + o->data.size, o->touched, o->data.size);
    }
}

static void restore_values(kept_values *kept) {
    content *o;
    while (kept->count > 0) {
        o = kept->contents[--kept->count];
        memcpy(o->data.data, kept->data[kept->count], o->data.size);
        memcpy(o->touched, kept->data[kept->count] + o->data.size, o->data.size);
        free(kept->data[kept->count]);
    }
}

/* ---- on the device */

static int upload_one(scene *x, descriptor *d) {
    content *o = d->content;
    const device_calls *calls = x->device->calls;
    int code = DONE;
    if (d->letter == 'b' && o->given)
        code = calls->buffer_open(x->device, &o->buffer, o->data.data, o->data.size);
    else if (d->letter != 'b' && o->given && o->drawn == NULL)
        code = calls->image_open(x->device, &o->image, &o->info);
    if (code == DONE && (d->samples || d->letter == 'a'))
        code = calls->sampler_open(x->device, &d->sampler, &d->sampling);
    return code;
}

static int upload(scene *x) {
    size_t i;
    int code = DONE;
    for (i = 0; i < x->descriptor_count && code == DONE; i++)
        if (x->descriptors[i].letter != 0 && x->descriptors[i].letter != 'p')
            code = upload_one(x, &x->descriptors[i]);
    for (i = 0; i < x->own_count && code == DONE; i++)
        if (x->owns[i].value.letter != 'p') code = upload_one(x, &x->owns[i].value);
    return code;
}

/* Uniform blocks may have changed: time goes on. */
static int refresh(scene *x) {
    content *o;
    size_t i;
    int code = DONE;
    for (i = 0; i < x->slot_count && code == DONE; i++) {
        if (x->slots[i].resource->kind != LAMBDAV_RESOURCE_UNIFORM_BUFFER) continue;
        o = x->slots[i].descriptor->content;
        code = x->device->calls->buffer_write(x->device, &o->buffer, o->data.data, o->data.size);
    }
    return code;
}

static device_image *image_of(content *o) {
    return o->drawn != NULL ? o->drawn : &o->image;
}

/* Constants, push constants, and the bindings that bind_all made. */
static device_given given(scene *x) {
    const descriptor *push = push_of(x);
    device_given g;
    memset(&g, 0, sizeof g);
    g.bindings = x->bindings;
    g.binding_count = x->binding_count;
    g.constants = x->constants;
    g.constant_count = x->constant_count;
    if (push == NULL) return g;
    g.push = push->content->data.data;
    g.push_size = push->content->data.size;
    return g;
}

/* What programs are given, as the descriptors stand. */
static device_given bind_all(scene *x) {
    device_binding *b;
    size_t i;
    x->binding_count = 0;
    for (i = 0; i < x->descriptor_count; i++) {
        descriptor *d = &x->descriptors[i];
        if (d->letter == 'p' || d->letter == 0) continue;
        if (!d->content->given && d->letter != 'a') continue;
        b = &x->bindings[x->binding_count++];
        memset(b, 0, sizeof *b);
        b->set = d->set;
        b->binding = d->binding;
        b->element = d->element;
        if (d->letter == 'b') b->buffer = &d->content->buffer;
        else if (d->letter != 'a') b->image = image_of(d->content);
        if (d->samples || d->letter == 'a') b->sampler = &d->sampler;
    }
    x->binding_count = checkings_bind(&x->checkings, x->bindings, x->binding_count);
    return given(x);
}

/* A slot with a buffer or an image that --swap names; NULL after a message. */
static const slot *find_swapped(scene *x, const char *name) {
    const char *rest = "";
    const slot *s = find_slot(x, name, &rest);
    if (s != NULL && *rest == '\0' && strchr("bxi", s->descriptor->letter) != NULL) return s;
    no_resource(x, "swap", name);
    return NULL;
}

/* The --swap A,B of a pass, or of all for 0; `act` 0: only looks whether it can be done. */
static int swap_all(scene *x, uint32_t pass, int act) {
    const arguments *a = x->arguments;
    const slot *left, *right;
    content *kept;
    size_t i;
    for (i = 0; i < a->named_count; i++) {
        if (a->named[i].letter != 'w' || a->named[i].pass != pass) continue;
        the_origin = a->named[i].origin;
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
    the_origin = the_place;
    return DONE;
}

/* ---- --print, --out */

/* Fetches what the device made of it. */
static int download(scene *x, const slot *s) {
    content *o = s->descriptor->content;
    const device_calls *calls = x->device->calls;
    size_t size;
    if (s->descriptor->letter == 'b')
        return calls->buffer_read(x->device, &o->buffer, o->data.data, o->data.size);
    size = image_size(&o->info);
    if (size > o->data.capacity) o->data.data = (char *)need(realloc(o->data.data, size));
    if (size > o->data.capacity) o->data.capacity = size;
    o->data.size = size;
    return calls->image_read(x->device, image_of(o), o->data.data, size);
}

/* Splits "NAME:TYPE", unless all of it names a slot. Returns NAME, to be freed. */
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
    else if (printed_place(s, rest, &p)) print_place(b, &p, "", &o->data);
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
    else if (code == DONE && *rest != '\0'
             && (s->descriptor->letter != 'b' || !printed_place(s, rest, &p)))
        code = complain(BAD_USAGE, "--print: '%s' has no part '%s'", text, rest);
    else if (code == DONE && *rest != '\0' && p.type.dimensions == 0 && is_plain(&p)
             && !lies_within(&p, s->descriptor->content->data.size))
        code = complain(BAD_USAGE, "--print: '%s' lies beyond the %zu bytes of the block", text,
                        s->descriptor->content->data.size);
    if (code == DONE && b != NULL) code = download(x, s);
    if (code == DONE && b != NULL) print_slot(s, rest, type, b);
    free(name);
    return code;
}

/* Splits "FILE.png:WxH[:rgb]"; returns FILE, to be freed. size[0] stays 0 if there is no size,
   size[2] is 1 behind `:rgb`. */
static char *split_out(const char *text, uint32_t size[3]) {
    char *path = print_new("%s", text), *colon = strrchr(path, ':');
    uint32_t found[3];
    int rgb = colon != NULL && strcmp(colon, ":rgb") == 0;
    size[0] = size[1] = size[2] = 0;
    if (rgb) *colon = '\0', colon = strrchr(path, ':');
    if (colon == NULL || parse_sizes(colon + 1, MAX_SIZE, 2, found) != 2) {
        if (rgb) memcpy(path, text, strlen(text));
        return path;
    }
    *colon = '\0';
    memcpy(size, found, sizeof(uint32_t) * 2);
    size[2] = (uint32_t)rgb;
    return path;
}

/* A picture of a buffer's bytes but every fourth. */
static int write_opaque(const content *o, const char *path, const uint32_t size[3]) {
    bytes rgba = {NULL, 0, 0};
    size_t i;
    int code;
    bytes_add(&rgba, o->data.data, (size_t)4 * size[0] * size[1]);
    for (i = 3; i < rgba.size; i += 4) rgba.data[i] = (char)255;
    code = write_png(path, LAMBDAV_VK_RGBA8, rgba.data, size[0], size[1]);
    free(rgba.data);
    return code;
}

static int write_buffer(const content *o, const char *name, const char *path,
                        const uint32_t size[3]) {
    if (size[0] == 0) return write_file(path, o->data.data, o->data.size);
    if (o->data.size / 4 / size[0] < size[1])
        return complain(BAD_USAGE, "--out %s: %zu bytes are not %ux%u pixels", name, o->data.size,
                        size[0], size[1]);
    if (size[2] == 1) return write_opaque(o, path, size);
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
    if (!write && is_no_picture(path))
        code = complain(BAD_USAGE, "--out %s: '%s' is not the name of a picture, FILE.png, or for a"
                        " buffer FILE.png:WxH[:rgb]", n->name, n->value);
    else if (!write && s->descriptor->letter == 'b' && (size[0] != 0) != ends_in_png(path))
        code =
            complain(BAD_USAGE, "--out %s: a buffer is a picture as FILE.png:WxH[:rgb]", n->name);
    else if (write && s->descriptor->letter == 'b')
        code = write_buffer(s->descriptor->content, n->name, path, size);
    else if (write) code = write_image(s->descriptor->content, path);
    free(path);
    return code;
}

/* --print and --out, in the order given, as the pass sees it that they stand behind; `is_ours`
   leaves out what is no resource. `write` 0: only looks whether they can be done. */
static int write_results(scene *x, int (*is_ours)(const named *n), int write) {
    const arguments *a = x->arguments;
    bytes b = {NULL, 0, 0};
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        const named *n = &a->named[i];
        the_origin = n->origin;
        exchange_owns(x, n->pass);
        if (n->letter == 'P') code = print_one(x, n->name, write ? &b : NULL);
        else if (n->letter == 'O' && is_ours(n)) code = out_one(x, n, write);
        exchange_owns(x, n->pass);
    }
    if (code == DONE) the_origin = the_place;
    if (code == DONE && b.size > 0) code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* ---- the scene as a whole */

/* Whether the program has what the option names. */
static int knows(scene *x, const named *n) {
    const char *rest = "";
    place p;
    size_t i, k;
    if (n->letter == 'S') return find_value(x, n->name, &p) != NULL;
    if (n->letter != 'k') return find_slot(x, n->name, &rest) != NULL;
    for (i = 0; i < x->module_count; i++) {
        const lambdav_reflection *r = &x->modules[i].reflected.r;
        for (k = 0; k < r->spec_constant_count; k++)
            if (names_constant(&r->spec_constants[k], n->name)) return 1;
    }
    return 0;
}

/* Takes the options of these letters: those that are for all, or those that are for one pass. */
static int take_letters(scene *x, const char *letters, int owned) {
    const arguments *a = x->arguments;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        const named *n = &a->named[i];
        if (strchr(letters, n->letter) == NULL || (n->pass > 0) != owned) continue;
        if (x->shares && n->origin.file == NULL && n->letter != 'p' && !knows(x, n)) continue;
        the_origin = n->origin;
        if (owned) code = give_own(x, n);
        else if (n->letter == 'p') code = give_push(x, n);
        else if (n->letter == 'S') code = set_value(x, n, n->value, 1);
        else code = give_one(x, n);
    }
    if (code == DONE) the_origin = the_place;
    return code;
}

/* Opens what the modules have, their constants being taken already: their resources, and what the
   options give them. */
static int scene_open(scene *x) {
    size_t i, k;
    int code = DONE;
    for (i = 0; i < x->module_count && code == DONE; i++)
        for (k = 0; k < x->modules[i].reflected.r.resource_count && code == DONE; k++)
            code = add_slots(x, &x->modules[i], &x->modules[i].reflected.r.resources[k]);
    if (code == DONE) code = take_letters(x, "bxiaB", 0);
    if (code == DONE) code = give_images(x);
    if (code == DONE) code = give_defaults(x);
    if (code == DONE) code = take_letters(x, "p", 0);
    if (code == DONE) code = take_letters(x, "S", 0);
    return code == DONE ? take_letters(x, "bxiaBp", 1) : code;
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

/* Says that a module has no entry point for a command, and which ones of its stage it has, or which
   command it has one for. */
static int no_entry(const scene *x, size_t m, uint32_t model, const char *name) {
    const char *path = shown_path(x->modules[m].job.sources[0].path);
    const char *kind = stage_name(model);
    const lambdav_reflection *r = &x->modules[m].reflected.r;
    int other = 0;
    bytes b = {NULL, 0, 0};
    size_t i;
    for (i = 0; i < r->entry_point_count; i++) {
        const lambdav_entry_point *e = &r->entry_points[i];
        char *known = plain_name(e->name);
        if (e->execution_model == model) bytes_print(&b, " %s", known);
        other |= e->execution_model == (model == LAMBDAV_STAGE_COMPUTE ? LAMBDAV_STAGE_FRAGMENT
                                                                       : LAMBDAV_STAGE_COMPUTE);
        free(known);
    }
    if (b.size > 0)
        complain(BAD_INPUT, "%s: no %s entry point '%s'; there are:%.*s", path, kind, name,
                 (int)b.size, b.data);
    else
        complain(BAD_INPUT, "%s: no %s entry point%s%s%s%s", path, kind, name ? " '" : "",
                 name ? name : "", name ? "'" : "",
                 !other ? "" : model == LAMBDAV_STAGE_COMPUTE
                                   ? "; its fragment stage is for lambdav render"
                                   : "; its compute stage is for lambdav run");
    free(b.data);
    return BAD_INPUT;
}

static void scene_close(scene *x) {
    content *o;
    size_t i;
    for (i = 0; i < x->content_count; i++) {
        o = &x->contents[i];
        if (x->device != NULL) {
            x->device->calls->buffer_close(x->device, &o->buffer);
            x->device->calls->image_close(x->device, &o->image);
        }
        free(o->data.data);
        free(o->touched);
    }
    for (i = 0; i < x->descriptor_count && x->device != NULL; i++)
        x->device->calls->sampler_close(x->device, &x->descriptors[i].sampler);
    for (i = 0; i < x->own_count && x->device != NULL; i++)
        x->device->calls->sampler_close(x->device, &x->owns[i].value.sampler);
    if (x->device != NULL) checkings_close(&x->checkings, x->device);
    for (i = 0; i < x->module_count; i++) module_close(&x->modules[i]);
    free(x->said.data);
    memset(x, 0, sizeof *x);
}

#endif
