/* To shader text: `lambdav translate`, and `lambdav compile --target wgsl`. Part of lambdav.c. */
#ifndef CLI_TRANSLATE_H
#define CLI_TRANSLATE_H

#include "uniformity.h"

/* The memory of a translation. */
typedef struct translation {
    spvt_result result;
    void *memory;
    char *text;
} translation;

static spvt_options translate_options(const arguments *a, const job *j) {
    spvt_options o;
    memset(&o, 0, sizeof o);
    o.entry = a->entry;
    o.features = (a->f16 ? SPVT_F16 : 0) | (a->subgroups ? SPVT_SUBGROUPS : 0) |
                 (a->dual_source ? SPVT_DUAL_SOURCE : 0) |
                 (a->clip_distances ? SPVT_CLIP_DISTANCES : 0);
    o.push_given = a->push_given;
    o.push_group = a->push_at[0];
    o.push_binding = a->push_at[1];
    o.sampler_offset = a->sampler_offset;
    o.keep_uniformity = a->keep_uniformity;
    o.keep_y = a->keep_y;
    o.lines = a->lines;
    if (!is_spirv(&j->sources[0].text)) {
        o.source = (const char *)j->sources[0].text.data;
        o.source_size = j->sources[0].text.size;
    }
    return o;
}

/* Translates words; the memory grows until it is enough. */
static void translate_words(translation *t, const spvt_options *o, const uint32_t *words,
                            size_t count) {
    size_t size = spvt_memory(words, count), room = (size_t)1 << 16;
    t->memory = need(malloc(size + 1));
    t->text = (char *)need(malloc(room));
    for (;;) {
        spvt_translate(&t->result, o, words, count, t->memory, size, t->text, room);
        if (t->result.status != SPVT_MEMORY) return;
        if (t->result.memory_needed > size) {
            size = t->result.memory_needed;
            free(t->memory);
            t->memory = need(malloc(size));
        }
        if (t->result.text_size >= room) {
            room = t->result.text_size + 1;
            free(t->text);
            t->text = (char *)need(malloc(room));
        }
    }
}

static const char *const binding_words[] = {"uniform", "storage", "storage", "texture",
                                            "storage_texture", "sampler", "sampler"};

static void json_binding(json *list, const spvt_binding *b) {
    json *row = json_add(list);
    const char *kind = b->set == SPVM_NONE ? "push_constants" : binding_words[b->kind];
    json_number(row, "group", b->group);
    json_number(row, "binding", b->slot);
    if (b->set != SPVM_NONE) {
        json_number(row, "set", b->set);
        json_number(row, "from", b->binding);
    }
    if (b->is_element) json_number(row, "element", b->element);
    json_text(row, "kind", kind, strlen(kind));
    if (b->kind == SPVT_STORAGE_READ) json_text(row, "access", "read", 4);
    if (b->kind == SPVT_STORAGE_READ_WRITE) json_text(row, "access", "read_write", 10);
    json_text(row, "name", b->name, b->name_size);
    json_text(row, "type", b->type, b->type_size);
    if (b->kind <= SPVT_STORAGE_READ_WRITE) json_number(row, "size", b->size);
}

static void json_entry(json *list, const spvt_entry *e) {
    static const char *const stages[] = {"vertex", "fragment", "compute"};
    json *row = json_add(list);
    json_text(row, "name", e->name, e->name_size);
    json_text(row, "entry", e->original, strlen(e->original));
    json_text(row, "stage", stages[e->stage], strlen(stages[e->stage]));
}

/* What the text binds, and its entry points. */
static int write_table(const char *path, const spvt_result *r) {
    json *all = json_new(), *list;
    bytes b = {NULL, 0, 0};
    uint32_t i;
    int code;
    list = json_list(all, "entries");
    for (i = 0; i < r->entry_count; i++) json_entry(list, &r->entries[i]);
    list = json_list(all, "bindings");
    for (i = 0; i < r->binding_count; i++) json_binding(list, &r->bindings[i]);
    json_take(&b, all);
    code = write_file(path, b.data, b.size);
    free(b.data);
    return code;
}

static int write_translation(const arguments *a, job *j, const uint32_t *words, size_t count) {
    static translation t;
    spvt_options o = translate_options(a, j);
    int code;
    translate_words(&t, &o, words, count);
    if (t.result.status != SPVT_OK) {
        code = complain(BAD_INPUT, "%s: no WGSL: %s", shown_path(j->sources[0].path),
                        t.result.error);
    } else {
        code = refuse_divergence(a, j, words, count);
        if (code == DONE)
            code = write_file(a->output == NULL ? "-" : a->output, t.text, t.result.text_size);
        if (code == DONE && a->table != NULL) code = write_table(a->table, &t.result);
    }
    free(t.memory);
    free(t.text);
    return code;
}

static int run_translate(const arguments *a) {
    static module m;
    const bytes *text = &m.job.sources[0].text;
    int code = job_open(&m.job, a, a->files[0]);
    if (code != DONE) return code;
    if (is_spirv(text)) {
        code = read_words(&m, a->files[0]);
        if (code == DONE) code = bound_module(&m, a, a->files[0]);
    } else if (is_named_words(a->files[0])) {
        code = complain(BAD_INPUT, "%s: is not SPIR-V", a->files[0]);
    } else {
        code = compile(&m.job, a->flags | LAMBDAV_NAMES | (a->lines ? LAMBDAV_DEBUG_LINES : 0));
        print_diagnostics(&m.job.result);
        m.words = m.job.result.words;
        m.word_count = m.job.result.word_count;
    }
    if (code == DONE) code = write_translation(a, &m.job, m.words, m.word_count);
    free(m.read);
    job_close(&m.job);
    return code;
}

#endif
