/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DCLI_LINKS_HEADERS -I. tests/wgsl/record.c tests/code/lambdav.c tests/code/lambdav_vk.c tests/code/spv_cpu.c tests/code/spv_check.c tests/code/spv_text.c tests/code/spv_uniformity.c -o record -lm -ldl -lpthread */
/* lambdav, which writes down each picture that it draws and each dispatch that it runs on the CPU:
       RECORD=DIR record render|run ...
   DIR, which must exist, gets a line for each in jobs.jsonl, a job of tests/wgsl/jobs.mjs: what the
   modules were given, and what they left. Words, buffers and pixels lie beside it in files named by
   their hashes. Without $RECORD, and on a Vulkan device, it is lambdav and no more. */
#include "tools/cli/devices.h"

static int record_open(device *d, const arguments *a) {
    extern void record_begin(device *d);
    int code = device_open(d, a);
    if (code == DONE && getenv("RECORD") != NULL && d->calls == &cpu_calls) record_begin(d);
    return code;
}

#define device_open record_open
#include "tools/lambdav.c"

static device_calls recorded;

/* ---- what is written */

#define NAME(name, ...) #name,
static const char *const shape_names[] = {LAMBDAV_VK_SHAPES(NAME)};

static void put_lower(bytes *b, const char *key, const char *name) {
    bytes_print(b, "\"%s\":\"", key);
    for (; *name != '\0'; name++) bytes_print(b, "%c", tolower((unsigned char)*name));
    bytes_print(b, "\"");
}

static void put_string(bytes *b, const char *key, const char *text) {
    char *quoted = json_quote(text, strlen(text));
    bytes_print(b, "\"%s\":%s", key, quoted);
    free(quoted);
}

/* Writes bytes to a file that is named by their hash, and its name under the key. */
static void put_data(bytes *b, const char *key, const void *data, size_t size) {
    uint64_t hash = UINT64_C(14695981039346656037);
    const unsigned char *at = (const unsigned char *)data;
    char path[1024];
    FILE *file;
    size_t i;
    for (i = 0; i < size; i++) hash = (hash ^ at[i]) * UINT64_C(1099511628211);
    snprintf(path, sizeof path, "%s/%016llx-%zu", getenv("RECORD"), (unsigned long long)hash, size);
    file = fopen(path, "wb");
    if (file == NULL || fwrite(data, 1, size, file) != size || fclose(file) != 0) abort();
    bytes_print(b, "\"%s\":\"%016llx-%zu\"", key, (unsigned long long)hash, size);
}

static void put_pixels(bytes *b, const spv_cpu_image *image, const lambdav_vk_image_info *info,
                      int first_only) {
    uint32_t l, w = image->width, h = image->height, d = image->depth * image->layers;
    put_lower(b, "format", format_names[info->format]);
    bytes_print(b, ",");
    put_lower(b, "shape", shape_names[info->shape]);
    bytes_print(b, ",\"width\":%u,\"height\":%u,\"depth\":%u,\"levels\":[", w, h,
                info->depth ? info->depth : 1);
    for (l = 0; l < (first_only ? 1 : image->level_count); l++) {
        bytes_print(b, "%s{", l ? "," : "");
        put_data(b, "data", image->levels[l], (size_t)w * h * d * format_bytes(info->format));
        bytes_print(b, "}");
        w = half_of_size(w), h = half_of_size(h);
        if (info->shape == LAMBDAV_VK_3D) d = half_of_size(d);
    }
    bytes_print(b, "]");
}

static void put_sampler(bytes *b, const lambdav_vk_sampler_info *s) {
    static const char *const filters[] = {"linear", "nearest"};
    int nearest = LAMBDAV_VK_NEAREST;
    bytes_print(b, "\"minify\":\"%s\",\"magnify\":\"%s\",\"mipmap\":\"%s\",\"address\":[",
                filters[(int)s->minify == nearest], filters[(int)s->magnify == nearest],
                filters[(int)s->mipmap == nearest]);
    for (int k = 0; k < 3; k++) {
        bytes_print(b, "%s\"%s\"", k ? "," : "", address_names[s->address[k]]);
    }
    bytes_print(b, "],\"lod_bias\":%g,\"min_lod\":%g,\"max_lod\":%g,", (double)s->lod_bias,
                (double)s->min_lod, s->max_lod > 0 ? (double)s->max_lod : 32.0);
    put_lower(b, "compare", compare_names[s->compare]);
}

/* The resources before a run, or what they hold after it. */
static void put_bindings(bytes *b, const device_given *given, int after) {
    size_t i;
    bytes_print(b, ",\"%s\":[", after ? "after" : "bindings");
    for (i = 0; i < given->binding_count; i++) {
        const device_binding *x = &given->bindings[i];
        bytes_print(b, "%s{\"set\":%u,\"binding\":%u,\"element\":%u", i ? "," : "", x->set,
                    x->binding, x->element);
        if (x->buffer != NULL) {
            bytes_print(b, ",");
            put_data(b, "data", x->buffer->own, (size_t)x->buffer->size);
        }
        if (x->image != NULL) {
            bytes_print(b, ",\"image\":{");
            put_pixels(b, (const spv_cpu_image *)x->image->own, &x->image->info, after);
            bytes_print(b, "}");
        }
        if (x->sampler != NULL && !after) {
            bytes_print(b, ",\"sampler\":{");
            put_sampler(b, &x->sampler->info);
            bytes_print(b, "}");
        }
        bytes_print(b, "}");
    }
    bytes_print(b, "]");
}

static void put_given(bytes *b, const device_given *given) {
    size_t i;
    put_bindings(b, given, 0);
    if (given->push_size > 0) {
        bytes_print(b, ",");
        put_data(b, "push", given->push, given->push_size);
    }
    bytes_print(b, ",\"constants\":{");
    for (i = 0; i < given->constant_count; i++)
        bytes_print(b, "%s\"%u\":%llu", i ? "," : "", given->constants[i].id,
                    (unsigned long long)given->constants[i].bits);
    bytes_print(b, "}");
}

/* An entry point; NULL: the first one of its stage. */
static void put_stage(bytes *b, const char *key, const uint32_t *words, size_t count,
                      const char *entry, uint32_t model) {
    size_t at = 5;
    while (entry == NULL) {
        if ((words[at] & 0xFFFFu) == 15 && words[at + 1] == model)
            entry = (const char *)&words[at + 3];
        at += words[at] >> 16;
    }
    bytes_print(b, ",\"%s\":{", key);
    put_data(b, "spv", words, count * sizeof *words);
    bytes_print(b, ",");
    put_string(b, "entry", entry);
    bytes_print(b, "}");
}

static void begin_job(bytes *b, const device *d) {
    static unsigned number;
    char name[512];
    snprintf(name, sizeof name, "%s#%u", d->arguments->files[0], ++number);
    bytes_print(b, "{");
    put_string(b, "name", name);
}

static void end_job(bytes *b) {
    char path[1024];
    FILE *file;
    snprintf(path, sizeof path, "%s/jobs.jsonl", getenv("RECORD"));
    bytes_print(b, "}\n");
    file = fopen(path, "ab");
    if (file == NULL || fwrite(b->data, 1, b->size, file) != b->size || fclose(file)) abort();
    free(b->data);
}

/* ---- pictures */

/* The format of the attributes from row i on that share a location; *next is behind them. */
static void put_attribute(bytes *b, const cpu_picture *x, uint32_t i, uint32_t *next) {
    static const char *const kinds[] = {"float32", "sint32", "uint32"};
    const lambdav_reflection *r = x->picture->vertex.reflection;
    uint32_t end = i, kind = 0;
    size_t k;
    while (end < x->attribute_count && x->attributes[end].location == x->attributes[i].location)
        end++;
    for (k = 0; k < r->variable_count; k++) {
        const lambdav_variable *v = &r->variables[k];
        if (v->is_output || &r->entry_points[v->entry] != x->picture->vertex.entry) continue;
        if (!covers(&v->type, v->location, v->component, x->attributes[i].location,
                    x->attributes[i].component)) continue;
        kind = v->type.kind == LAMBDAV_KIND_INT ? 1 : v->type.kind == LAMBDAV_KIND_UINT ? 2 : 0;
    }
    bytes_print(b, "{\"location\":%u,\"offset\":%u,\"format\":\"%s", x->attributes[i].location,
                x->attributes[i].offset, kinds[kind]);
    if (end - i > 1) bytes_print(b, "x%u", end - i);
    bytes_print(b, "\"}");
    *next = end;
}

static void put_slot(bytes *b, const cpu_picture *x, uint32_t slot) {
    const device_buffer *buffer = x->picture->vertices[slot];
    uint32_t i, next, per_instance = 0, count = 0;
    if (buffer == NULL || x->strides[slot] == 0) {
        bytes_print(b, "null");
        return;
    }
    bytes_print(b, "{\"stride\":%u,", x->strides[slot]);
    put_data(b, "data", buffer->own, (size_t)buffer->size);
    bytes_print(b, ",\"attributes\":[");
    for (i = 0; i < x->attribute_count; i = next) {
        next = i + 1;
        if (x->attributes[i].slot != slot) continue;
        bytes_print(b, "%s", count++ ? "," : "");
        per_instance = (uint32_t)x->attributes[i].per_instance;
        put_attribute(b, x, i, &next);
    }
    bytes_print(b, "],\"per_instance\":%s}", per_instance ? "true" : "false");
}

static void put_draw(bytes *b, const device_picture *p) {
    const cpu_picture *x = (const cpu_picture *)p->own;
    uint32_t i;
    put_stage(b, "vertex", p->vertex_words, p->vertex_word_count, p->vertex_entry,
              MODEL_VERTEX);
    bytes_print(b, ",\"draw\":{\"count\":%u,\"instances\":%u,", p->count,
                p->instances ? p->instances : 1);
    put_lower(b, "topology", topology_names[p->topology]);
    bytes_print(b, ",");
    put_lower(b, "depth", compare_names[p->depth_test]);
    bytes_print(b, ",");
    put_lower(b, "cull", cull_names[p->cull]);
    bytes_print(b, ",\"clockwise\":%s,\"buffers\":[",
                p->clockwise ? "true" : "false");
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS; i++) {
        bytes_print(b, "%s", i ? "," : "");
        put_slot(b, x, i);
    }
    bytes_print(b, "]");
    if (p->indices != NULL) {
        bytes_print(b, ",");
        put_data(b, "indices", p->indices->own, (size_t)p->indices->size);
    }
    bytes_print(b, "}");
}

static void put_targets(bytes *b, const device_picture *p) {
    uint32_t i;
    bytes_print(b, ",\"targets\":[");
    for (i = 0; i < p->attachment_count; i++) {
        const device_attachment *t = &p->attachments[i];
        bytes_print(b, "%s{", i ? "," : "");
        put_lower(b, "format", format_names[t->format]);
        bytes_print(b, ",");
        put_lower(b, "blend", blend_names[t->blend]);
        bytes_print(b, ",\"clear\":[%g,%g,%g,%g]", (double)t->clear[0], (double)t->clear[1],
                    (double)t->clear[2], (double)t->clear[3]);
        if (t->pixels != NULL) {
            bytes_print(b, ",");
            put_data(b, "expect", t->pixels, t->size);
        }
        bytes_print(b, "}");
    }
    bytes_print(b, "]");
}

static int record_draw(device *d, device_picture *p) {
    bytes b = {NULL, 0, 0};
    int code;
    begin_job(&b, d);
    put_stage(&b, "fragment", p->words, p->word_count, p->entry, MODEL_FRAGMENT);
    if (p->vertex_words != NULL) put_draw(&b, p);
    bytes_print(&b, ",\"size\":[%u,%u]", p->width, p->height);
    put_given(&b, &p->given);
    code = recorded.picture_draw(d, p);
    put_targets(&b, p);
    put_bindings(&b, &p->given, 1);
    end_job(&b);
    return code;
}

/* ---- dispatches */

static int record_one(device *d, device_program *p, uint64_t *nanoseconds) {
    bytes b = {NULL, 0, 0};
    const cpu_stage *stage = (const cpu_stage *)p->own;
    uint32_t k, size, groups;
    int code;
    begin_job(&b, d);
    put_stage(&b, "compute", p->words, p->word_count, p->entry, MODEL_COMPUTE);
    bytes_print(&b, ",\"groups\":[");
    for (k = 0; k < 3; k++) {
        size = stage->program.workgroup[k];
        groups = p->groups[k] ? p->groups[k] : 1;
        if (p->groups[0] == 0 && size > 0)
            groups = p->invocations[k] == 0 ? 1 : (p->invocations[k] + size - 1) / size;
        bytes_print(&b, "%s%u", k ? "," : "", groups);
    }
    bytes_print(&b, "]");
    put_given(&b, &p->given);
    code = recorded.run(d, p, 1, nanoseconds);
    put_bindings(&b, &p->given, 1);
    end_job(&b);
    return code;
}

static int record_run(device *d, device_program *programs, size_t count, uint64_t *nanoseconds) {
    uint64_t one = 0;
    size_t i;
    int code = DONE;
    *nanoseconds = 0;
    for (i = 0; i < count && code == DONE; i++) {
        code = record_one(d, &programs[i], &one);
        *nanoseconds += one;
    }
    return code;
}

void record_begin(device *d) {
    static device_calls calls;
    recorded = *d->calls;
    calls = recorded;
    calls.picture_draw = record_draw;
    calls.run = record_run;
    d->calls = &calls;
}
