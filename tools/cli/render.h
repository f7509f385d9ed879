/* lambdav render: pictures. Part of lambdav.c. */
#ifndef CLI_RENDER_H
#define CLI_RENDER_H

#include "devices.h"
#include "passes.h"
#include "scene.h"

enum {
    NO_LOCATION = -1, WATCH_MILLISECONDS = 50, MAX_DRAWN = 64,
    MAX_IMAGES = MAX_DRAWN * LAMBDAV_VK_MAX_ATTACHMENTS
};

/* A file of vertices, instances or indices. */
typedef struct stream {
    const char *path; /* as given, NULL: not given */
    bytes data;
    device_buffer buffer;
} stream;

/* A picture, or a pass that is drawn before it. */
typedef struct renderer {
    scene scene;
    device *device; /* stays open from picture to picture while watching */
    device_picture pass;
    lambdav_vk_input inputs[LAMBDAV_VK_MAX_SLOTS];
    stream streams[LAMBDAV_VK_MAX_SLOTS], indices;
    const lambdav_entry_point *vertex, *fragment; /* vertex NULL: one triangle covers the picture */
    size_t vertex_module;
    uint32_t width, height;
    unsigned char *pixels[LAMBDAV_VK_MAX_ATTACHMENTS];
    origin place;          /* the line of the pass */
    arguments *arguments;  /* of the line, to be freed; NULL: those of the call */
    char *file;            /* its program */
    /* of the picture: */
    struct renderer *passes[MAX_DRAWN]; /* all in order, the last being itself */
    size_t pass_count;
    pass_image *images; /* that the passes draw, MAX_IMAGES */
    word_list words;    /* of --passes FILE */
} renderer;

/* What the call draws, for messages. */
static const char *subject(const arguments *a) {
    return a->file_count > 0 ? a->files[0] : a->pass_file;
}

/* ---- outputs */

/* The location that --out N=FILE names, or NO_LOCATION. */
static int out_location(const named *n) {
    uint32_t location;
    return parse_number(n->name, 0, LAMBDAV_VK_MAX_ATTACHMENTS - 1, &location) ? (int)location
                                                                               : NO_LOCATION;
}

static int is_no_location(const named *n) {
    return out_location(n) == NO_LOCATION;
}

/* The variable of an entry point at that location, NULL if there is none. */
static const lambdav_variable *find_variable(const lambdav_reflection *r,
                                             const lambdav_entry_point *entry, uint32_t is_output,
                                             uint32_t location) {
    size_t i;
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        if (v->entry < r->entry_point_count && &r->entry_points[v->entry] == entry
            && v->is_output == is_output && v->location <= location
            && location - v->location < (is_output ? type_locations(&v->type) : 1))
            return v;
    }
    return NULL;
}

static const lambdav_variable *find_output(const renderer *x, uint32_t location) {
    return find_variable(&x->scene.modules[0].reflected.r, x->fragment, 1, location);
}

/* Whether -o takes the output at that location. */
static int is_main_output(const arguments *a, uint32_t location) {
    return a->output != NULL && (a->location == ALL_LOCATIONS || a->location == location);
}

static int is_wanted(const arguments *a, uint32_t location) {
    size_t i;
    for (i = 0; i < a->named_count; i++)
        if (strchr("O>", a->named[i].letter) && out_location(&a->named[i]) == (int)location)
            return 1;
    return is_main_output(a, location);
}

static int is_drawn_into(const arguments *a, uint32_t location) {
    size_t i;
    for (i = 0; i < a->named_count; i++)
        if (a->named[i].letter == '>' && out_location(&a->named[i]) == (int)location) return 1;
    return 0;
}

/* The format of an attachment: --format where its components are those of the output. The image of
   a pass has reals if nothing is said. */
static lambdav_vk_format output_format(const arguments *a, uint32_t location, lambdav_kind kind) {
    pixel_kind wanted = PIXEL_FLOAT;
    if (kind == LAMBDAV_KIND_INT) wanted = PIXEL_INT;
    if (kind == LAMBDAV_KIND_UINT) wanted = PIXEL_UINT;
    if (a->format < LAMBDAV_VK_FORMAT_COUNT && pixel_formats[a->format].kind == wanted)
        return a->format;
    if (wanted == PIXEL_INT) return LAMBDAV_VK_RGBA32I;
    if (wanted == PIXEL_UINT) return LAMBDAV_VK_RGBA32UI;
    return is_drawn_into(a, location) ? LAMBDAV_VK_RGBA32F : LAMBDAV_VK_RGBA8;
}

static int plan_output(renderer *x, uint32_t location) {
    const arguments *a = x->scene.arguments;
    const lambdav_variable *v = find_output(x, location);
    device_attachment *attachment = &x->pass.attachments[location];
    int all = a->location == ALL_LOCATIONS && is_main_output(a, location);
    if (v == NULL && !all)
        return complain(BAD_INPUT, "%s: no output at location %u", a->files[0], location);
    if (v == NULL) return DONE;
    attachment->format = output_format(a, location, v->type.kind);
    attachment->size = (size_t)x->width * x->height * pixel_formats[attachment->format].bytes;
    attachment->pixels = x->pixels[location] = (unsigned char *)need(malloc(attachment->size));
    attachment->blend = v->type.kind == LAMBDAV_KIND_NUM ? a->blend : LAMBDAV_VK_BLEND_NONE;
    if (a->clears) memcpy(attachment->clear, a->clear, sizeof a->clear);
    else attachment->clear[3] = v->type.kind == LAMBDAV_KIND_NUM ? 1 : 255; /* opaque black */
    x->pass.attachment_count = location + 1;
    return DONE;
}

static int plan_outputs(renderer *x) {
    uint32_t i;
    int code = DONE;
    for (i = 0; i < LAMBDAV_VK_MAX_ATTACHMENTS && code == DONE; i++)
        if (is_wanted(x->scene.arguments, i)) code = plan_output(x, i);
    for (i = 0; i < x->pass.attachment_count; i++) {
        const lambdav_variable *v = find_output(x, i);
        if (v != NULL)
            x->pass.attachments[i].format = output_format(x->scene.arguments, i, v->type.kind);
    }
    if (code != DONE || x->pass.attachment_count > 0) return code;
    if (x->scene.arguments->output != NULL)
        return complain(BAD_INPUT, "%s: no output at any location", x->scene.arguments->files[0]);
    for (i = 0; i < LAMBDAV_VK_MAX_ATTACHMENTS && x->pass.attachment_count == 0; i++)
        if (find_output(x, i) != NULL) code = plan_output(x, i); /* only buffers are wanted */
    return code;
}

/* ---- vertices */

/* Bytes of an input, packed as vertex buffers hold it. */
static uint64_t input_size(const lambdav_variable *v) {
    uint64_t size = (uint64_t)v->type.rows * v->type.columns * 4;
    uint32_t i;
    for (i = 0; i < v->type.dimensions; i++) size *= v->type.counts[i];
    return size;
}

/* The vertex input of that name or location, NULL if there is none. */
static const lambdav_variable *find_input(const renderer *x, const char *name) {
    const lambdav_reflection *r = &x->scene.modules[x->vertex_module].reflected.r;
    uint32_t location;
    size_t i;
    if (parse_number(name, 0, LAMBDAV_NONE - 1, &location))
        return find_variable(r, x->vertex, 0, location);
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        if (!v->is_output && v->location != LAMBDAV_NONE && &r->entry_points[v->entry] == x->vertex
            && name_is(v->name, name, strlen(name)))
            return v;
    }
    return NULL;
}

/* Whether an input of the vertex stage lies in slot 0: no row names it. */
static int is_packed(const renderer *x, const lambdav_variable *v) {
    const lambdav_reflection *r = &x->scene.modules[x->vertex_module].reflected.r;
    size_t k;
    if (v->is_output || v->location == LAMBDAV_NONE || &r->entry_points[v->entry] != x->vertex)
        return 0;
    for (k = 0; k < x->pass.input_count && x->inputs[k].location != v->location; k++) {}
    return k == x->pass.input_count;
}

/* Bytes of an element of slot 0. */
static uint64_t packed_size(const renderer *x) {
    const lambdav_reflection *r = &x->scene.modules[x->vertex_module].reflected.r;
    uint64_t size = 0;
    size_t i;
    for (i = 0; i < r->variable_count; i++)
        if (is_packed(x, &r->variables[i])) size += input_size(&r->variables[i]);
    return size;
}

/* --vertices NAME=@FILE, --instances NAME=@FILE: an input with a buffer of its own. */
static int take_input(renderer *x, const named *n) {
    const lambdav_variable *v = find_input(x, n->name);
    size_t number = x->pass.input_count + 1;
    lambdav_vk_input *input = &x->inputs[number - 1];
    if (*n->name == '\0')
        return complain(BAD_USAGE, "--instances: for which input? Write NAME=@FILE");
    if (*n->value != '@')
        return complain(BAD_USAGE, "--%s %s: '%s' is not @FILE", option_name(n->letter), n->name,
                        n->value);
    if (v == NULL)
        return complain(BAD_USAGE, "--%s: the vertex stage has no input '%s'",
                        option_name(n->letter), n->name);
    if (number == LAMBDAV_VK_MAX_SLOTS)
        return complain(BAD_USAGE, "more than %d files of vertices", LAMBDAV_VK_MAX_SLOTS);
    input->location = v->location;
    input->slot = (uint32_t)number;
    input->per_instance = n->letter == '2';
    x->pass.input_count++;
    x->streams[number].path = n->value + 1;
    return load_bytes(&x->scene, n->value + 1, &x->streams[number].data, NULL);
}

static int take_streams(renderer *x) {
    const arguments *a = x->scene.arguments;
    const value_type *type = NULL;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        const named *n = &a->named[i];
        if (n->letter != '1' && n->letter != '2') continue;
        if (n->letter == '2' || *n->name != '\0') code = take_input(x, n);
        else if (x->streams[0].path != NULL)
            code = complain(BAD_USAGE, "--vertices: two packed files, @%s and %s",
                            x->streams[0].path, n->value);
        else
            code = load_bytes(&x->scene, (x->streams[0].path = n->value + 1), &x->streams[0].data,
                              NULL);
    }
    if (code == DONE && a->indices != NULL)
        code = load_bytes(&x->scene, a->indices + 1, &x->indices.data, &type);
    if (code == DONE && type != NULL && type->bits != 32)
        code = complain(BAD_USAGE, "--indices: an index has 32 bits, a %s does not", type->name);
    return code;
}

/* The packed input of the least location that is not below `location`; NULL if there is none. */
static const lambdav_variable *next_packed(const renderer *x, uint32_t location) {
    const lambdav_reflection *r = &x->scene.modules[x->vertex_module].reflected.r;
    const lambdav_variable *next = NULL;
    size_t i;
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        if (is_packed(x, v) && v->location >= location
            && (next == NULL || v->location < next->location))
            next = v;
    }
    return next;
}

/* "pos vec2, col vec3": what a packed vertex consists of. */
static void put_packed(bytes *b, const renderer *x) {
    const lambdav_variable *v = next_packed(x, 0);
    uint32_t i;
    char text[32], *name;
    for (i = 0; v != NULL && i < LAMBDAV_VK_MAX_INPUTS; i++) {
        name = plain_name(v->name);
        bytes_print(b, "%s", i > 0 ? ", " : "");
        if (*name == '\0') bytes_print(b, "location %u", v->location);
        bytes_print(b, "%s %s", name, name_of_type(&v->type, text));
        put_array(b, &v->type);
        free(name);
        v = next_packed(x, v->location + 1);
    }
}

/* Elements in the file of slot i, each of `size` bytes. */
static int count_elements(const renderer *x, size_t i, uint64_t size, uint64_t *count) {
    const stream *s = &x->streams[i];
    bytes packed = {NULL, 0, 0};
    const module *m = &x->scene.modules[x->vertex_module];
    int code;
    *count = 0xFFFFFFFFu;
    if (size == 0 && s->path != NULL && i == 0)
        return complain(BAD_USAGE, "--vertices: the vertex stage has no input that @%s could hold",
                        s->path);
    if (size == 0) return DONE;
    *count = s->data.size / size;
    if (s->data.size > 0 && s->data.size % size == 0) return DONE;
    if (i == 0) put_packed(&packed, x);
    bytes_add(&packed, "", 1);
    if (s->path == NULL && !is_spirv(&m->job.sources[0].text)
        && !(x->scene.arguments->flags & LAMBDAV_KEEP_INTERFACE))
        code = complain(BAD_USAGE, "render: the vertex stage reads %s: --vertices NAME=@FILE, or "
                                   "--vertices @FILE with all inputs that the text declares",
                        packed.data);
    else if (s->path == NULL)
        code = complain(BAD_USAGE, "render: the vertex stage has inputs: --vertices @FILE, %llu "
                                   "bytes a vertex: %s", (unsigned long long)size, packed.data);
    else
        code = complain(BAD_INPUT,
                        "%s: %zu bytes are not a whole number of vertices of %llu bytes%s%s",
                        s->path, s->data.size, (unsigned long long)size, i == 0 ? ": " : "",
                        packed.data);
    free(packed.data);
    return code;
}

/* Finds how many vertices and instances the files hold. */
static int count_vertices(const renderer *x, uint64_t *vertices, uint64_t *instances) {
    uint64_t count;
    size_t i;
    int code = count_elements(x, 0, packed_size(x), vertices);
    *instances = 0xFFFFFFFFu;
    for (i = 0; i < x->pass.input_count && code == DONE; i++) {
        const lambdav_vk_input *input = &x->inputs[i];
        const lambdav_reflection *r = &x->scene.modules[x->vertex_module].reflected.r;
        uint64_t *least = input->per_instance ? instances : vertices;
        code = count_elements(x, input->slot,
                              input_size(find_variable(r, x->vertex, 0, input->location)), &count);
        if (count < *least) *least = count;
    }
    return code;
}

static uint32_t index_at(const renderer *x, size_t i) {
    return (uint32_t)get_whole((const unsigned char *)x->indices.data.data + 4 * i, 32);
}

/* How much is drawn; nothing that is read may lie beyond the files' ends. */
static int plan_counts(renderer *x) {
    const arguments *a = x->scene.arguments;
    uint64_t vertices, instances, indices = x->indices.data.size / 4;
    size_t i;
    int code = count_vertices(x, &vertices, &instances);
    if (code != DONE) return code;
    x->pass.count = a->draw[0];
    x->pass.instances = a->draw[1];
    if (a->draw[0] == 0 && instances < 0xFFFFFFFFu) x->pass.instances = (uint32_t)instances;
    if (a->draw[0] == 0 && a->indices != NULL) x->pass.count = (uint32_t)indices;
    else if (a->draw[0] == 0 && vertices < 0xFFFFFFFFu) x->pass.count = (uint32_t)vertices;
    else if (a->draw[0] == 0)
        return complain(BAD_USAGE, "render: how many vertices? --draw N, or --vertices @FILE");
    if (a->indices != NULL && (x->pass.count > indices || x->indices.data.size % 4 != 0))
        return complain(BAD_USAGE, "--indices: %zu bytes, %u indices of 4 bytes are drawn",
                        x->indices.data.size, x->pass.count);
    if (a->indices == NULL && x->pass.count > vertices)
        return complain(BAD_USAGE, "--draw: %u vertices, --vertices has %llu", x->pass.count,
                        (unsigned long long)vertices);
    for (i = 0; a->indices != NULL && i < x->pass.count; i++)
        if (index_at(x, i) >= vertices)
            return complain(BAD_USAGE, "--indices: number %zu is %u, --vertices has %llu", i,
                            index_at(x, i), (unsigned long long)vertices);
    if (x->pass.instances > instances)
        return complain(BAD_USAGE, "--draw: %u instances, --instances has %llu",
                        x->pass.instances, (unsigned long long)instances);
    return DONE;
}

/* Options that only a vertex stage has a use for. */
static int check_no_vertex(const arguments *a) {
    size_t i;
    int letter = a->draw[0] ? '4' : a->indices ? '3' : 0;
    for (i = 0; i < a->named_count; i++)
        if (a->named[i].letter == '1' || a->named[i].letter == '2') letter = a->named[i].letter;
    if (letter == 0) return DONE;
    return complain(BAD_USAGE, "--%s: the program has no vertex stage", option_name(letter));
}

static int plan_vertices(renderer *x) {
    const arguments *a = x->scene.arguments;
    const module *m = &x->scene.modules[x->vertex_module];
    int code;
    if (x->vertex == NULL) return check_no_vertex(a);
    x->pass.vertex_words = m->words;
    x->pass.vertex_word_count = m->word_count;
    x->pass.vertex_entry = a->vertex_entry;
    x->pass.vertex.reflection = &m->reflected.r;
    x->pass.vertex.entry = x->vertex;
    x->pass.topology = a->topology;
    x->pass.cull = a->cull;
    x->pass.clockwise = a->clockwise;
    x->pass.inputs = x->inputs;
    code = take_streams(x);
    return code == DONE ? plan_counts(x) : code;
}

static int upload_stream(renderer *x, stream *s) {
    if (s->data.size == 0) return DONE;
    return x->device->calls->buffer_open(x->device, &s->buffer, s->data.data, s->data.size);
}

static int upload_streams(renderer *x) {
    size_t i;
    int code = upload_stream(x, &x->indices);
    if (x->indices.data.size > 0) x->pass.indices = &x->indices.buffer;
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS && code == DONE; i++) {
        code = upload_stream(x, &x->streams[i]);
        if (x->streams[i].data.size > 0) x->pass.vertices[i] = &x->streams[i].buffer;
    }
    return code;
}

/* ---- --passes FILE: a pass a line, with the options of `render` and its program */

/* Options of the call that each pass takes whose program has what they name, and those that stand
   on the line of a pass alone. */
#define SHARED_LETTERS "SxbiaBk"
#define LINE_LETTERS "evE1234567890Y>+pw"

/* Takes the words of a line; *file becomes its program, or stays NULL. */
static int parse_pass(arguments *a, const word_list *w, size_t first, size_t end, char **file);

/* What a pass has of the call. The last one is the picture, and has all of it. */
static void take_call(arguments *a, const arguments *call, int last) {
    size_t i, count = 0;
    *a = *call;
    if (last) return;
    a->output = NULL;
    a->location = 0;
    for (i = 0; i < call->named_count; i++)
        if (strchr(SHARED_LETTERS, call->named[i].letter)) a->named[count++] = call->named[i];
    a->named_count = count;
}

/* Adds the pass of these words. */
static int add_drawn(renderer *x, const arguments *call, size_t first, size_t end) {
    int last = end == x->words.count, code;
    renderer *pass = last ? x : (renderer *)need(calloc(1, sizeof *pass));
    arguments *a = pass->arguments = (arguments *)need(malloc(sizeof *a));
    x->passes[x->pass_count++] = pass;
    take_call(a, call, last);
    pass->scene.arguments = a;
    pass->scene.shares = 1;
    pass->place = x->words.origins[first];
    code = parse_pass(a, &x->words, first, end, &pass->file);
    the_origin = pass->place;
    if (code != DONE) return code;
    if (pass->file != NULL) {
        a->files = &pass->file;
        a->file_count = 1;
    }
    if (a->file_count == 0)
        return complain(BAD_USAGE, "this pass has no program: write FILE.lv on its line, or in the "
                                   "call for all");
    for (first = 0; first < a->named_count && a->named[first].letter != '>'; first++) {}
    if (!last && first == a->named_count)
        return complain(BAD_USAGE, "this pass draws into nothing: write --into NAME; only the last "
                                   "line is the picture");
    return DONE;
}

static int open_passes(renderer *x) {
    const arguments *call = x->scene.arguments;
    const word_list *w = &x->words;
    size_t first, end;
    uint32_t line;
    int code = add_words_of(&x->words, call->pass_file);
    if (code == DONE && w->count == 0)
        return complain(BAD_INPUT, "%s: it has no passes", call->pass_file);
    for (first = 0; first < w->count && code == DONE; first = end) {
        line = w->origins[first].pass;
        for (end = first; end < w->count && w->origins[end].pass == line; end++) {}
        the_origin = w->origins[first];
        if (x->pass_count == MAX_DRAWN)
            return complain(BAD_USAGE, "more than %d passes", MAX_DRAWN);
        code = add_drawn(x, call, first, end);
    }
    if (code == DONE) the_origin = command_line;
    return code;
}

/* ---- images that passes draw: --into NAME */

/* Declares the image that output `n` of a pass is drawn into, or finds that another pass does so in
   the same way. */
static int declare_image(renderer *x, renderer *pass, const named *n) {
    const device_attachment *output = &pass->pass.attachments[out_location(n)];
    scene *s = &x->scene;
    pass_image *image = find_image(s, n->value, strlen(n->value));
    lambdav_vk_image_info *info;
    the_origin = n->origin;
    if (image == NULL) {
        image = &x->images[s->image_count++];
        info = &image->image.info;
        image->name = n->value;
        image->origin = n->origin;
        info->format = output->format;
        info->width = pass->width;
        info->height = pass->height;
        info->depth = info->levels = 1;
    }
    info = &image->image.info;
    if (info->width != pass->width || info->height != pass->height)
        return complain(BAD_USAGE, "--into %s: an earlier pass draws it with %ux%u pixels, this "
                                   "one with %ux%u", n->value, info->width, info->height,
                        pass->width, pass->height);
    if (info->format != output->format)
        return complain(BAD_USAGE, "--into %s: an earlier pass draws it in another format",
                        n->value);
    the_origin = the_place;
    return DONE;
}

/* A pass with one image has the format that it asks for. */
static int check_format_taken(const renderer *pass, const named *n) {
    const arguments *a = pass->scene.arguments;
    const named *other = a->named;
    lambdav_vk_format format = pass->pass.attachments[out_location(n)].format;
    while (other < a->named + a->named_count && (other->letter != '>' || other == n)) other++;
    if (other < a->named + a->named_count || !a->seen['Y'] || a->format == format) return DONE;
    the_origin = n->origin;
    return complain(BAD_USAGE, "--into %s: --format does not fit the output, whose components are "
                               "%s", n->value,
                    pixel_formats[format].kind == PIXEL_FLOAT ? "nums"
                    : pixel_formats[format].kind == PIXEL_INT ? "ints" : "uints");
}

static int declare_images(renderer *x) {
    const arguments *a;
    size_t i, k;
    int code = DONE;
    x->scene.images = x->images;
    for (k = 0; k < x->pass_count && code == DONE; k++) {
        a = x->passes[k]->scene.arguments;
        for (i = 0; i < a->named_count && code == DONE; i++)
            if (a->named[i].letter == '>') {
                code = check_format_taken(x->passes[k], &a->named[i]);
                if (code == DONE) code = declare_image(x, x->passes[k], &a->named[i]);
            }
    }
    for (k = 0; k < x->pass_count; k++) {
        x->passes[k]->scene.images = x->images;
        x->passes[k]->scene.image_count = x->scene.image_count;
    }
    return code;
}

static void note_unread(const renderer *x) {
    size_t i;
    for (i = 0; i < x->scene.image_count; i++) {
        if (x->images[i].read) continue;
        the_origin = x->images[i].origin;
        complain(DONE, "note: no pass reads the image '%s'", x->images[i].name);
    }
    the_origin = the_place;
}

static int open_images(renderer *x) {
    size_t i;
    int code = DONE;
    for (i = 0; i < x->scene.image_count && code == DONE; i++)
        code = x->device->calls->image_open(x->device, &x->images[i].image,
                                            &x->images[i].image.info);
    return code;
}

/* What was drawn takes the place of what the images hold. */
static int write_images(renderer *pass) {
    const arguments *a = pass->scene.arguments;
    size_t i;
    int code = DONE;
    for (i = 0; i < a->named_count && code == DONE; i++) {
        const named *n = &a->named[i];
        const device_attachment *output;
        if (n->letter != '>') continue;
        output = &pass->pass.attachments[out_location(n)];
        code = pass->device->calls->image_write(
            pass->device, &find_image(&pass->scene, n->value, strlen(n->value))->image,
            output->pixels, output->size);
    }
    return code;
}

/* ---- planning a picture */

/* A packed file holds what the text declares, so the vertex stage keeps what it does not use. */
static uint32_t kept_interface(const arguments *a) {
    size_t i;
    for (i = 0; i < a->named_count; i++)
        if (a->named[i].letter == '1' && *a->named[i].name == '\0')
            return LAMBDAV_KEEP_INTERFACE;
    return 0;
}

static int open_modules(renderer *x) {
    scene *s = &x->scene;
    const arguments *a = s->arguments;
    uint32_t kept = kept_interface(a);
    int code = module_open(&s->modules[0], a, a->files[0], NULL, a->vertex == NULL ? kept : 0);
    s->module_count = 1;
    if (code != DONE || a->vertex == NULL) return code;
    s->module_count = 2;
    x->vertex_module = 1;
    return module_open(&s->modules[1], a, a->vertex, NULL, kept);
}

static int find_entries(renderer *x) {
    const arguments *a = x->scene.arguments;
    x->fragment = choose_entry(&x->scene, 0, LAMBDAV_STAGE_FRAGMENT, a->entry);
    if (x->fragment == NULL)
        return no_entry(&x->scene, 0, LAMBDAV_STAGE_FRAGMENT, a->entry);
    x->vertex = choose_entry(&x->scene, x->vertex_module, LAMBDAV_STAGE_VERTEX, a->vertex_entry);
    if (x->vertex != NULL || (a->vertex == NULL && a->vertex_entry == NULL)) return DONE;
    return no_entry(&x->scene, x->vertex_module, LAMBDAV_STAGE_VERTEX, a->vertex_entry);
}

/* The modules of a pass, and what it draws into. */
static int plan_pass_outputs(renderer *x) {
    const arguments *a = x->scene.arguments;
    int code = open_modules(x);
    x->width = a->size_count ? a->size[0] : 512;
    x->height = a->size_count ? a->size[1] : 512;
    if (code == DONE) code = take_constants(&x->scene);
    if (code == DONE) code = find_entries(x);
    return code == DONE ? plan_outputs(x) : code;
}

/* The resources of a pass. */
static int check_drawn(renderer *x) {
    scene *s = &x->scene;
    int code = scene_open(s);
    if (code == DONE) code = check_given(s, NULL);
    if (code == DONE) code = swap_all(s, 0, 0);
    if (code == DONE) code = write_results(s, is_no_location, 0);
    if (code == DONE) code = plan_vertices(x);
    if (code != DONE) return code;
    fill_all(s, 0, 0, x->width, x->height, 1);
    note_unset(s);
    return DONE;
}

/* Options of the call, beside --passes, must be for some pass. */
static int check_shared(renderer *x) {
    const arguments *a = x->scene.arguments;
    size_t i, k;
    for (i = 0; i < a->named_count && a->pass_file != NULL; i++) {
        const named *n = &a->named[i];
        if (n->origin.file != NULL || strchr(SHARED_LETTERS, n->letter) == NULL) continue;
        for (k = 0; k < x->pass_count && !knows(&x->passes[k]->scene, n); k++) {}
        if (k == x->pass_count)
            return complain(BAD_USAGE, "--%s: no pass has '%s'", option_name(n->letter), n->name);
    }
    return DONE;
}

/* Does something with each pass, messages telling of its line. */
static int for_passes(renderer *x, int (*act)(renderer *pass)) {
    size_t i;
    int code = DONE;
    for (i = 0; i < x->pass_count && code == DONE; i++) {
        the_origin = the_place = x->passes[i]->place;
        code = act(x->passes[i]);
    }
    the_origin = the_place = command_line;
    return code;
}

/* What can be found wrong without a device. */
static int render_check(renderer *x) {
    int code = DONE;
    x->images = (pass_image *)need(calloc(MAX_IMAGES, sizeof *x->images));
    if (x->scene.arguments->pass_file != NULL) code = open_passes(x);
    else x->passes[x->pass_count++] = x;
    if (code == DONE) code = for_passes(x, plan_pass_outputs);
    if (code == DONE) code = declare_images(x);
    if (code == DONE) code = for_passes(x, check_drawn);
    if (code == DONE) code = check_shared(x);
    if (code == DONE) note_unread(x);
    the_origin = command_line;
    return code;
}

/* What does not change from frame to frame. */
static int open_drawn(renderer *x) {
    scene *s = &x->scene;
    const arguments *a = s->arguments;
    int code;
    s->device = x->device;
    x->device->arguments = a;
    code = checkings_open(&s->checkings, a, s->modules, s->module_count, x->device, x->width,
                          x->height);
    if (code != DONE) return code;
    x->pass.words = checked_words(&s->checkings, s->modules, 0, &x->pass.word_count);
    if (x->vertex != NULL)
        x->pass.vertex_words = checked_words(&s->checkings, s->modules, x->vertex_module,
                                             &x->pass.vertex_word_count);
    x->pass.entry = a->entry;
    x->pass.fragment.reflection = &s->modules[0].reflected.r;
    x->pass.fragment.entry = x->fragment;
    x->pass.width = x->width;
    x->pass.height = x->height;
    x->pass.depth_test = a->depth;
    x->pass.given = given(s);
    progress_say("building the pipeline on %s", x->device->name);
    code = x->device->calls->picture_open(x->device, &x->pass);
    if (code == DONE) code = upload(s);
    return code == DONE ? upload_streams(x) : code;
}

static int render_open(renderer *x) {
    size_t i;
    int code = x->device->calls != NULL ? DONE : device_open(x->device, x->scene.arguments);
    if (code != DONE) return code;
    for (i = 0; i < x->pass_count; i++) x->passes[i]->device = x->device;
    code = open_images(x);
    return code == DONE ? for_passes(x, open_drawn) : code;
}

static void stream_close(renderer *x, stream *s) {
    if (x->device->calls != NULL) x->device->calls->buffer_close(x->device, &s->buffer);
    free(s->data.data);
}

static void close_drawn(renderer *x, device *d) {
    size_t i;
    x->device = d;
    if (d->calls != NULL) d->calls->picture_close(d, &x->pass);
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS; i++) stream_close(x, &x->streams[i]);
    stream_close(x, &x->indices);
    for (i = 0; i < LAMBDAV_VK_MAX_ATTACHMENTS; i++) free(x->pixels[i]);
    scene_close(&x->scene);
    free(x->arguments);
}

/* Leaves the device open. */
static void render_close(renderer *x) {
    device *d = x->device;
    size_t i, image_count = x->scene.image_count;
    progress_end();
    for (i = 0; i < x->pass_count; i++) {
        if (x->passes[i] == x) continue;
        close_drawn(x->passes[i], d);
        free(x->passes[i]);
    }
    close_drawn(x, d);
    for (i = 0; i < image_count && d->calls != NULL; i++)
        d->calls->image_close(d, &x->images[i].image);
    free(x->images);
    free_words(&x->words);
    memset(x, 0, sizeof *x);
    x->device = d;
}

/* ---- frames */

/* "out.png", "out-LOCATION.png" for all locations but the first that -o takes, "out-0001.png" if
   there are several frames, or both; to be freed. */
static char *frame_path(const arguments *a, const char *path, int location, uint32_t frame) {
    const char *dot = strrchr(path + os_folder_size(path), '.');
    size_t stem = dot == NULL ? strlen(path) : (size_t)(dot - path);
    char part[16] = "", number[16] = "";
    if (location > 0) snprintf(part, sizeof part, "-%d", location);
    if (a->frames > 1) snprintf(number, sizeof number, "-%04u", frame + 1);
    return print_new("%.*s%s%s%s", (int)stem, path, part, number, path + stem);
}

static int write_output(const renderer *x, const char *path, uint32_t location, int raw) {
    const device_attachment *attachment = &x->pass.attachments[location];
    if (raw) return write_file(path, attachment->pixels, attachment->size);
    return write_png(path, attachment->format, attachment->pixels, x->width, x->height);
}

/* -o and --out N=FILE, of one frame. */
static int write_frame(const renderer *x, uint32_t frame) {
    const arguments *a = x->scene.arguments;
    uint32_t i;
    size_t k;
    char *path;
    int code = DONE;
    for (i = 0; i < x->pass.attachment_count && code == DONE; i++) {
        if (!is_main_output(a, i) || x->pixels[i] == NULL) continue;
        path = is_dash(a->output) ? print_new("-")
                                  : frame_path(a, a->output, a->location == i ? 0 : (int)i, frame);
        code = write_output(x, path, i, a->raw);
        free(path);
    }
    for (k = 0; k < a->named_count && code == DONE; k++) {
        const named *n = &a->named[k];
        if (n->letter != 'O' || out_location(n) == NO_LOCATION) continue;
        path = frame_path(a, n->value, 0, frame);
        code = write_output(x, path, (uint32_t)out_location(n), !ends_in_png(path));
        free(path);
    }
    return code;
}

/* Draws a pass as often as it says. Its textures hold what was drawn last. */
static int draw_pass(renderer *x, double seconds, uint32_t frame, uint64_t *nanoseconds) {
    scene *s = &x->scene;
    uint32_t i;
    int code = DONE;
    for (i = 0; i < s->arguments->turns && code == DONE; i++) {
        fill_all(s, seconds, frame, x->width, x->height, 1);
        code = refresh(s);
        if (code != DONE) return code;
        x->pass.given = bind_all(s);
        code = x->device->calls->picture_draw(x->device, &x->pass);
        *nanoseconds += x->pass.nanoseconds;
        if (code == DONE) code = write_images(x);
        if (code == DONE) code = swap_all(s, 0, 1);
    }
    return code;
}

/* Draws all passes, of which the last is the picture. */
static int draw_passes(renderer *x, double seconds, uint32_t frame, uint64_t *nanoseconds) {
    size_t i;
    int code = DONE;
    *nanoseconds = 0;
    for (i = 0; i < x->pass_count && code == DONE; i++) {
        memcpy(x->passes[i]->scene.mouse, x->scene.mouse, sizeof x->scene.mouse);
        code = draw_pass(x->passes[i], seconds, frame, nanoseconds);
    }
    return code;
}

/* Reports what --check found in a pass. */
static int report_checks(renderer *x) {
    scene *s = &x->scene;
    const arguments *a = s->arguments;
    if (x->vertex == NULL)
        s->checkings.of[0].invocations
            = (double)x->width * x->height * a->frames * a->repeat * a->turns;
    return checkings_report(&s->checkings, a, x->device);
}

/* What --check found in all passes, and its picture. */
static int report_all_checks(renderer *x) {
    const renderer *last = x->passes[x->pass_count - 1];
    const char *path = x->scene.arguments->check_image;
    int code = for_passes(x, report_checks), failed = DONE;
    if (path != NULL)
        failed = write_check_image(&last->scene.checkings, path, last->width, last->height);
    return failed != DONE ? failed : code;
}

/* Draws all of it: one picture, or the sequence; of each --repeat the last alone is written. */
static int render_all(renderer *x) {
    const arguments *a = x->scene.arguments;
    uint64_t nanoseconds = 0, least = UINT64_MAX, taken = 0;
    uint32_t i, k, frame;
    int code = render_check(x);
    if (code == DONE) code = render_open(x);
    for (i = 0; i < a->frames && code == DONE; i++) {
        for (k = 0; k < a->repeat && code == DONE; k++) {
            frame = i * a->repeat + k;
            progress_say("frame %u of %u on %s", frame + 1, a->frames * a->repeat,
                         x->device->name);
            code = draw_passes(x, frame_time(a, frame), frame, &taken);
            nanoseconds += taken;
            if (taken < least) least = taken;
        }
        if (code == DONE) code = write_frame(x, i);
    }
    progress_end();
    if (code == DONE) code = write_results(&x->scene, is_no_location, 1);
    if (code == DONE) code = report_all_checks(x);
    if (code != DONE) return code;
    if (a->timed || a->watch || isatty(STDERR_FILENO)) {
        frame = a->frames * a->repeat;
        print_shown(a->output ? a->output : subject(a), stderr);
        fprintf(stderr, ": %ux%u, %u frame%s on %s, %.3f ms each, %.3f ms at least\n", x->width,
                x->height, frame, frame == 1 ? "" : "s", x->device->name,
                (double)nanoseconds / 1e6 / frame, (double)least / 1e6);
    }
    return x->device->errors > 0 ? BAD_ENVIRONMENT : DONE;
}

/* ---- --watch */

static volatile sig_atomic_t the_end;

static void end_watching(int signal_number) {
    (void)signal_number;
    the_end = 1;
}

/* Draws whenever a file that was read last time changes, and says so. Errors are printed, and the
   pictures stay as they are, until a signal ends it. */
static int render_watch(renderer *x) {
    const arguments *a = x->scene.arguments;
    int code;
    signal(SIGINT, end_watching);
    signal(SIGTERM, end_watching);
    the_watch.on = 1;
    while (!the_end) {
        watch_clear();
        x->scene.arguments = a;
        code = render_all(x);
        render_close(x);
        if (code == BAD_ENVIRONMENT) device_close(x->device);
        while (!the_end && !watch_changed()) os_sleep(WATCH_MILLISECONDS);
    }
    watch_clear();
    return DONE;
}

/* Whether the name ends as that of another file than a picture. */
static int is_other_file(const char *path) {
    return strchr(path + os_folder_size(path), '.') != NULL && !ends_in_png(path) && !is_dash(path);
}

/* Calls that cannot be right, whatever the program is. */
static int check_render(const arguments *a) {
    size_t i;
    int outputs = a->output != NULL || a->window;
    int to_stdout = a->output != NULL && is_dash(a->output);
    for (i = 0; i < a->named_count; i++) {
        const named *n = &a->named[i];
        outputs += n->letter == 'O' || n->letter == 'P';
        if (n->letter == 'O' && out_location(n) != NO_LOCATION && is_no_picture(n->value))
            return complain(BAD_USAGE, "--out %s: '%s' is not the name of a picture, FILE.png",
                            n->name, n->value);
    }
    if (a->file_count > 0 && ends_in(a->files[0], ".passes"))
        return complain(BAD_USAGE, "render: '%s' is a list of passes: --passes %s", a->files[0],
                        a->files[0]);
    if (!outputs) return complain(BAD_USAGE, "render: no output: -o FILE.png, or -o - for stdout");
    if (a->output != NULL && !a->raw && is_other_file(a->output))
        return complain(BAD_USAGE, "--output: '%s' does not end in .png; pixels without a header"
                        " take --raw", a->output);
    if (a->output != NULL && is_no_picture(a->output))
        return complain(BAD_USAGE, "--output: '%s' would be pixels without a header", a->output);
    if (a->size_count == 1 || a->size_count == 3 || a->size[0] > MAX_SIZE || a->size[1] > MAX_SIZE)
        return complain(BAD_USAGE, "--size takes WxH, at most %dx%d", MAX_SIZE, MAX_SIZE);
    if (to_stdout && a->frames > 1 && !a->raw)
        return complain(BAD_USAGE, "render: several frames go to stdout with --raw only");
    if (to_stdout && a->location == ALL_LOCATIONS)
        return complain(BAD_USAGE, "render: several outputs do not go to stdout");
    if (a->window && (a->raw || a->check || a->location == ALL_LOCATIONS))
        return complain(BAD_USAGE, "render: --window shows one picture; no --raw, --check "
                                   "or --location all");
    if (to_stdout && (a->watch || a->window))
        return complain(BAD_USAGE, "render: --watch does not write to stdout");
    if ((uint64_t)a->frames * a->repeat > MAX_FRAMES)
        return complain(BAD_USAGE, "render: more than %d pictures", MAX_FRAMES);
    if ((a->watch || a->window) && is_dash(subject(a)))
        return complain(BAD_USAGE, "render: --watch needs a file, not stdin");
    return check_partners(a);
}

#endif
