/* `lambdav check --uniformity`: operations that need uniform control flow and may not have it; and
   the same as errors of `lambdav translate`. Part of lambdav.c. */
#ifndef CLI_UNIFORMITY_H
#define CLI_UNIFORMITY_H

#include "places.h"

/* Of more reasons than are shown, those at the end are kept. */
enum { MAX_REASONS = 24, LAST_REASONS = 8, MAX_REPORTED = 100 };

typedef struct uniformity_check {
    const char *path;
    spvm_module m;
    spvu_analysis a;
    void *model, *memory;
    places places;
    lambdav_note notes[MAX_REASONS];
    char *messages[MAX_REASONS];
} uniformity_check;

/* The name of an id, of a variable without one that of the block it holds; empty if there is none.
   glslang writes the parameters of a function behind its name. To be freed. */
static char *name_of(const spvm_module *m, spvm_id id) {
    const spvm_inst *def = spvm_def(m, id);
    const spvm_type *pointer = spvm_type_of(m, id);
    char *name;
    if (m->ids[id].name.size == 0 && def != NULL && def->opcode == SPVM_OpVariable
        && pointer != NULL)
        id = pointer->element;
    name = copy_text(m, m->ids[id].name);
    name[strcspn(name, "(")] = '\0';
    return name;
}

/* What an id is called; of a value without a name, its number and what makes it. To be freed. */
static char *shown_id(const spvm_module *m, spvm_id id) {
    const spvm_inst *def = spvm_def(m, id);
    char buffer[SPVM_NAME_SIZE];
    const char *opcode = def == NULL ? NULL : spvm_opcode_name(def->opcode, buffer);
    char *name, *shown;
    if (id == 0 || id >= m->bound) return print_new("it");
    name = name_of(m, id);
    if (name[0] != '\0') shown = print_new("`%s`", name);
    else if (def != NULL && def->opcode == SPVM_OpVariable) shown = print_new("%%%u", (unsigned)id);
    else shown = print_new("%%%u (Op%s)", (unsigned)id, opcode == NULL ? "?" : opcode);
    free(name);
    return shown;
}

/* What differs by itself, with what it is if that is why. To be freed. */
static char *source_text(const spvm_module *m, spvm_id id) {
    const spvm_inst *def = spvm_def(m, id);
    const spvm_type *t = spvm_type_of(m, id);
    char *name = shown_id(m, id), *text;
    int is_variable = def != NULL && def->opcode == SPVM_OpVariable && t != NULL;
    const char *before = "", *behind = "";
    if (is_variable && t->storage == SPVM_StorageClass_Input) before = "the input ";
    if (is_variable && t->storage == SPVM_StorageClass_Output) before = "the output ";
    if (is_variable && t->storage == SPVM_StorageClass_Workgroup) before = "the workgroup's ";
    if (is_variable && (t->storage == SPVM_StorageClass_StorageBuffer
                        || t->storage == SPVM_StorageClass_Uniform))
        behind = ", which may be written,";
    text = print_new("%s%s%s", before, name, behind);
    free(name);
    return text;
}

/* What a branch decides. To be freed. */
static char *decided_text(const spvm_module *m, spvm_id about) {
    const spvm_inst *def = spvm_def(m, about);
    char *name, *text;
    if (about == 0 || def == NULL) return print_new("this branch decides who comes there");
    name = shown_id(m, about);
    if (def->opcode == SPVM_OpVariable || def->opcode == SPVM_OpFunctionParameter)
        text = print_new("this branch decides what %s holds", name);
    else if (def->opcode == SPVM_OpFunction)
        text = print_new("this branch decides what %s gives", name);
    else text = print_new("this branch decides what %s is", name);
    free(name);
    return text;
}

static int is_call(const spvm_module *m, spvm_inst_ref at) {
    return at != SPVM_NONE && m->insts[at].opcode == SPVM_OpFunctionCall;
}

/* Whether a reason says something new. */
static int is_told(spvu_why why) {
    return why != SPVU_WHY_NEED && why != SPVU_WHY_FLOW && why != SPVU_WHY_VALUE
           && why != SPVU_WHY_LOAD;
}

/* A sentence for a reason that is told. To be freed. */
static char *reason_text(const uniformity_check *u, const spvu_reason *r) {
    const spvm_module *m = &u->m;
    char *from = source_text(m, r->id), *about = shown_id(m, r->about), *text;
    switch (r->why) {
    case SPVU_WHY_BRANCH: text = decided_text(m, r->about); break;
    case SPVU_WHY_STORE:
        text = r->id != 0 ? print_new("%s is assigned here", about)
                          : print_new("who comes here decides what %s holds", about);
        break;
    case SPVU_WHY_ARGUMENT: text = print_new("%s is passed to the function here", about); break;
    case SPVU_WHY_CALL: text = print_new("the function is called here"); break;
    case SPVU_WHY_RETURN: text = print_new("it comes from the function that is called here"); break;
    case SPVU_WHY_KILL:
        text = print_new(is_call(m, r->inst)
                             ? "the function that is called here may end some invocations"
                             : "some invocations may end here");
        break;
    default:
        text = print_new("%s may differ within a %s", from, spvu_scope_name(&u->a, r->level));
    }
    free(from);
    free(about);
    return text;
}

/* The instruction, or the last one before it in the function that has a line: compilers leave out
   the lines at a block's beginning. */
static spvm_inst_ref with_line(const spvm_module *m, spvm_inst_ref at) {
    spvm_inst_ref i;
    for (i = at; i != SPVM_NONE && m->line_count > 0; i--) {
        if (m->insts[i].line != SPVM_NONE) return i;
        if (m->insts[i].opcode == SPVM_OpFunction) break;
    }
    return at;
}

/* A note of a reason, with its word if there is no line. */
static void note_reason(uniformity_check *u, size_t at, const spvu_reason *r, unsigned dropped) {
    lambdav_span span = span_of(&u->places, with_line(&u->m, r->inst));
    char *text = reason_text(u, r), word[32] = "", steps[32] = "";
    if (span.line == 0 && r->inst != SPVM_NONE)
        snprintf(word, sizeof word, " (word %u)", (unsigned)u->m.insts[r->inst].word);
    if (dropped > 0) snprintf(steps, sizeof steps, "%u steps on: ", dropped + 1);
    u->messages[at] = print_new("%s%s%s", steps, text, word);
    u->notes[at].message = u->messages[at];
    u->notes[at].span = span;
    free(text);
}

/* Notes the reasons of a finding, but those in the middle if there are many. Returns the count. */
static size_t note_reasons(uniformity_check *u, const spvu_finding *f) {
    enum { FIRST = MAX_REASONS - LAST_REASONS };
    spvu_reason kept[MAX_REASONS], r;
    spvu_cursor c;
    size_t count = 0, i;
    unsigned dropped = 0;
    memset(&c, 0, sizeof c);
    while (spvu_next_reason(&u->a, f, &c, &r)) {
        if (!is_told(r.why)) continue;
        if (count == MAX_REASONS) {
            memmove(kept + FIRST, kept + FIRST + 1, (LAST_REASONS - 1) * sizeof *kept);
            count--;
            dropped++;
        }
        kept[count++] = r;
    }
    for (i = 0; i < count; i++) note_reason(u, i, &kept[i], i == FIRST ? dropped : 0);
    return count;
}

/* Prints, or adds to the list if it is not NULL. */
static void report_finding(uniformity_check *u, const spvu_finding *f, int is_error, json *list) {
    lambdav_diagnostic d;
    size_t i;
    lambdav_result one;
    memset(&d, 0, sizeof d);
    memset(&one, 0, sizeof one);
    d.note_count = note_reasons(u, f);
    d.name = "uniformity";
    d.severity = is_error ? LAMBDAV_ERROR : LAMBDAV_WARNING;
    d.span = span_of(&u->places, with_line(&u->m, f->inst));
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
        code = words_open(&m, path, a->entry);
    } else if (is_named_words(path)) {
        code = complain(BAD_INPUT, "%s: is not SPIR-V", path);
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
