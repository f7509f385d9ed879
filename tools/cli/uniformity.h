/* `lambdav check --uniformity`: operations that need uniform control flow and may not have it; and
   the same as errors of `lambdav translate`. Part of lambdav.c. */
#ifndef CLI_UNIFORMITY_H
#define CLI_UNIFORMITY_H

#include "places.h"

enum { MAX_REASONS = 24, MAX_REPORTED = 100 };

typedef struct uniformity_check {
    const char *path;
    spvm_module m;
    spvu_analysis a;
    void *model, *memory;
    places places;
    lambdav_note notes[MAX_REASONS];
    char *messages[MAX_REASONS];
} uniformity_check;

/* What an id is called; of a value without a name, what makes it. To be freed. */
static char *shown_id(const spvm_module *m, spvm_id id) {
    const spvm_inst *def = spvm_def(m, id);
    char buffer[SPVM_NAME_SIZE];
    const char *opcode = def == NULL ? NULL : spvm_opcode_name(def->opcode, buffer);
    char *name, *shown;
    if (id == 0 || id >= m->bound) return print_new("it");
    if (m->ids[id].name.size == 0)
        return print_new("%%%u (Op%s)", (unsigned)id, opcode == NULL ? "?" : opcode);
    name = copy_text(m, m->ids[id].name);
    shown = print_new("`%s`", name);
    free(name);
    return shown;
}

/* A sentence for a reason; NULL if it says nothing new. To be freed. */
static char *reason_text(const uniformity_check *u, const spvu_reason *r) {
    char *name = shown_id(&u->m, r->id), *text = NULL;
    switch (r->why) {
    case SPVU_WHY_BRANCH: text = print_new("this branch decides who comes there"); break;
    case SPVU_WHY_STORE: text = print_new("it is what is stored here, or whether"); break;
    case SPVU_WHY_ARGUMENT: text = print_new("it is passed to the function here"); break;
    case SPVU_WHY_CALL: text = print_new("the function is called here"); break;
    case SPVU_WHY_RETURN: text = print_new("it comes from the function that is called here"); break;
    case SPVU_WHY_KILL: text = print_new("some invocations may end here"); break;
    case SPVU_WHY_SOURCE:
        text = print_new("%s may differ within a %s", name, spvu_scope_name(&u->a, r->level));
        break;
    default: break;
    }
    free(name);
    return text;
}

/* Prints, or adds to the list if it is not NULL. */
static void report_finding(uniformity_check *u, const spvu_finding *f, int is_error, json *list) {
    lambdav_diagnostic d;
    spvu_cursor c;
    spvu_reason r;
    size_t i;
    lambdav_result one;
    memset(&d, 0, sizeof d);
    memset(&c, 0, sizeof c);
    memset(&one, 0, sizeof one);
    while (spvu_next_reason(&u->a, f, &c, &r) && d.note_count < MAX_REASONS) {
        char *text = reason_text(u, &r);
        if (text == NULL) continue;
        u->messages[d.note_count] = text;
        u->notes[d.note_count].message = text;
        u->notes[d.note_count++].span = span_of(&u->places, r.inst);
    }
    d.name = "uniformity";
    d.severity = is_error ? LAMBDAV_ERROR : LAMBDAV_WARNING;
    d.span = span_of(&u->places, f->inst);
    d.notes = u->notes;
    d.message = print_new(f->is_operand ? "%s needs a value that is the same in its %s (word %u)"
                                        : "%s needs all invocations of its %s, and some may not "
                                          "come here (word %u)",
                          f->rule->what, spvu_scope_name(&u->a, f->scope),
                          (unsigned)u->m.insts[f->inst].word);
    one.diagnostics = &d;
    one.diagnostic_count = 1;
    if (list != NULL) json_diagnostic(list, &d);
    else print_diagnostics(&one);
    for (i = 0; i < d.note_count; i++) free(u->messages[i]);
    free((char *)(uintptr_t)d.message);
}

/* Loads the words and analyses them, in memory that grows until it is enough. */
static int analyze(uniformity_check *u, const spvu_options *o, const uint32_t *words, size_t count,
                   const arguments *a) {
    size_t size = spvm_memory(words, count);
    if (size > a->memory)
        return complain(BAD_ENVIRONMENT, "%s: too many words for --memory", u->path);
    u->model = need(malloc(size + 1));
    while (spvm_load(&u->m, NULL, words, count, u->model, size) == SPVM_MEMORY) {
        size = u->m.needed;
        free(u->model);
        u->model = need(malloc(size + 1));
    }
    if (u->m.error.status != SPVM_OK)
        return complain(BAD_INPUT, "%s: word %u: %s", u->path, (unsigned)u->m.error.word,
                        u->m.error.text);
    size = spvu_memory(&u->m);
    u->memory = need(malloc(size));
    while (spvu_analyze(&u->a, o, &u->m, u->memory, size) == SPVU_MEMORY) {
        if (u->a.needed > a->memory)
            return complain(BAD_ENVIRONMENT, "%s: too much for --memory", u->path);
        size = u->a.needed;
        free(u->memory);
        u->memory = need(malloc(size));
    }
    if (u->a.status == SPVU_OK) return DONE;
    return complain(BAD_INPUT, "%s: a kernel: its control flow is not structured", u->path);
}

static void check_open(uniformity_check *u, const char *path, const arguments *a) {
    memset(u, 0, sizeof *u);
    u->path = path;
    places_open(&u->places, &u->m, path, a->memory);
}

static void check_close(uniformity_check *u) {
    places_close(&u->places);
    free(u->model);
    free(u->memory);
}

static int check_words(const module *words, const arguments *a, const char *path, json *list) {
    static uniformity_check u;
    spvu_options o;
    size_t i;
    int code;
    memset(&o, 0, sizeof o);
    o.maximal_reconvergence = a->maximal;
    check_open(&u, shown_path(path), a);
    code = analyze(&u, &o, words->words, words->word_count, a);
    for (i = 0; code != BAD_ENVIRONMENT && u.a.status == SPVU_OK && i < u.a.finding_count; i++) {
        int is_error = u.a.findings[i].rule->severity == SPVU_ERROR;
        if (is_error || a->strict) code = BAD_INPUT;
        if (i < MAX_REPORTED) report_finding(&u, &u.a.findings[i], is_error, list);
    }
    if (i > MAX_REPORTED && list == NULL)
        fprintf(stderr, "... and %zu more\n", i - MAX_REPORTED);
    check_close(&u);
    return code;
}

/* Which functions the entry points come to that are wanted. To be freed. */
static char *reached_functions(const spvm_module *m, const char *entry) {
    char *is = (char *)need(calloc((size_t)m->function_count + 1, 1));
    uint32_t i, k;
    for (i = 0; i < m->entry_count; i++)
        if (entry == NULL || spvm_is_text(m, m->entries[i].name, entry))
            is[m->entries[i].function] = 1;
    for (i = m->function_count; i-- > 0;) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        for (k = 0; k < f->call_count && is[m->call_order[i]]; k++)
            is[m->calls[f->first_call + k].callee] = 1;
    }
    return is;
}

/* An error for each operation that a browser would refuse because control flow may not be uniform
   there: barriers, and what no directive allows (--keep-uniformity). Returns DONE if there is none,
   BAD_INPUT if there is; they are shown if `shows`. */
static int find_divergence(const arguments *a, const char *path, const uint32_t *words,
                           size_t count, int shows) {
    static uniformity_check u;
    spvu_options o;
    size_t i, refused = 0;
    char *is_reached;
    int code;
    memset(&o, 0, sizeof o);
    o.as_wgsl = 1;
    check_open(&u, path, a);
    code = analyze(&u, &o, words, count, a);
    is_reached = code == DONE ? reached_functions(&u.m, a->entry) : NULL;
    for (i = 0; is_reached != NULL && i < u.a.finding_count; i++) {
        const spvu_finding *f = &u.a.findings[i];
        if (f->rule->severity != SPVU_ERROR && !a->keep_uniformity) continue;
        if (!is_reached[u.m.blocks[u.m.insts[f->inst].block].function]) continue;
        code = BAD_INPUT;
        if (refused++ < MAX_REPORTED && shows) report_finding(&u, f, 1, NULL);
    }
    if (refused > MAX_REPORTED && shows)
        fprintf(stderr, "... and %zu more\n", refused - MAX_REPORTED);
    free(is_reached);
    check_close(&u);
    return code;
}

/* Shows what find_divergence finds. A program is compiled again, with its lines: the text that is
   written has none. */
static int refuse_divergence(const arguments *a, job *j, const uint32_t *words, size_t count) {
    const char *path = shown_path(j->sources[0].path);
    int is_text = !is_spirv(&j->sources[0].text);
    int code = find_divergence(a, path, words, count, !is_text);
    if (code != BAD_INPUT || !is_text) return code;
    if (compile(j, a->flags | LAMBDAV_NAMES | LAMBDAV_DEBUG_LINES) == DONE)
        find_divergence(a, path, j->result.words, j->result.word_count, 1);
    return code;
}

/* Checks a file of text or words. */
static int check_uniformity(const arguments *a, const char *path, json *list) {
    static module m;
    const bytes *text = &m.job.sources[0].text;
    size_t i;
    int code;
    memset(&m, 0, sizeof m);
    code = job_open(&m.job, a, path);
    if (code != DONE) return code;
    if (is_spirv(text)) {
        code = read_words(&m, path);
    } else {
        code = compile(&m.job, a->flags | LAMBDAV_NAMES | LAMBDAV_DEBUG_LINES);
        if (list == NULL) print_diagnostics(&m.job.result);
        for (i = 0; list != NULL && i < m.job.result.diagnostic_count; i++)
            json_diagnostic(list, &m.job.result.diagnostics[i]);
        m.words = m.job.result.words;
        m.word_count = m.job.result.word_count;
    }
    if (code == DONE) code = check_words(&m, a, path, list);
    module_close(&m);
    return code;
}

#endif
