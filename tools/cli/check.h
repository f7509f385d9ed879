/* --check of render and run, `lambdav check --instrument`: modules that record their undefined
   behaviour. Part of lambdav.c.

   The words of a program are exchanged for those that spv_check.h makes of them; their buffer is
   bound beside the program's own resources, behind the last binding of the last set. When all is
   drawn or run it is read, and each place that fired is reported as a diagnostic. On the CPU the
   runner looks for itself as well, at what the words cannot say: its findings are places of the
   same list, but for those that a record tells of. */
#ifndef CLI_CHECK_H
#define CLI_CHECK_H

#include "pixels.h"
#include "places.h"

enum {
    MAX_MODULES = 2,
    MAX_CHECK_SITES = 100,
    MAX_POINTERS = 64,
    CHECK_RECORDS = 8
};

typedef struct checking {
    int is_on;
    places places;
    spvch_module c;
    void *memory;
    uint32_t set, binding;
    device_buffer buffer;
    uint32_t *words; /* of the buffer, once it is read */
    size_t word_count;
    uint32_t *fired; /* by instruction: conditions that fired there, bits SPV_CPU_CHECK_x */
    uint32_t undefined; /* most invocations of a place that undefined values came to */
    double invocations; /* of all runs; 0: not known */
} checking;

/* ---- instrumenting */

/* A binding that no resource of the modules has: behind the last one of the last set. */
static void check_place(const module *modules, size_t count, uint32_t *set, uint32_t *binding) {
    size_t i, k;
    *set = *binding = 0;
    for (i = 0; i < count; i++)
        for (k = 0; k < modules[i].reflected.r.resource_count; k++) {
            const lambdav_resource *r = &modules[i].reflected.r.resources[k];
            if (r->kind == LAMBDAV_RESOURCE_PUSH_CONSTANTS || r->set < *set) continue;
            if (r->set > *set) *binding = 0;
            *set = r->set;
            if (r->binding >= *binding) *binding = r->binding + 1;
        }
}

/* Whether a resource of the module has that binding. */
static int is_bound(const module *m, uint32_t set, uint32_t binding) {
    size_t k;
    for (k = 0; k < m->reflected.r.resource_count; k++) {
        const lambdav_resource *r = &m->reflected.r.resources[k];
        if (r->kind != LAMBDAV_RESOURCE_PUSH_CONSTANTS && r->set == set && r->binding == binding)
            return 1;
    }
    return 0;
}

/* A module that is made safe records nothing. */
static int is_made_safe(const arguments *a) {
    return a->instrument && (a->flags & LAMBDAV_SAFE) != 0;
}

static uint32_t check_flags(const arguments *a) {
    if (is_made_safe(a)) return SPVCH_DEFINED;
    return SPVCH_RECORD | (a->defined ? SPVCH_DEFINED : 0) |
           (a->not_a_number ? SPVCH_NAN | SPVCH_INFINITY : 0);
}

/* Makes the words of a module check themselves. The loops of a text are bounded by its compile. */
static int checking_open(checking *k, const arguments *a, const module *m, uint32_t set,
                         uint32_t binding) {
    const char *path = m->job.sources[0].path;
    spvch_options o;
    int code;
    memset(k, 0, sizeof *k);
    memset(&o, 0, sizeof o);
    o.flags = check_flags(a);
    if (m->read != NULL || is_made_safe(a)) bound_words(a, &o);
    o.set = k->set = set;
    o.binding = k->binding = binding;
    o.records = a->records > 0 ? a->records : CHECK_RECORDS;
    code = instrument_words(&k->c, &k->memory, a, path, &o, m->words, m->word_count);
    if (code != DONE) return code;
    k->is_on = 1;
    places_open(&k->places, k->c.model, shown_path(path), a->memory);
    return DONE;
}

static void checking_close(checking *k, device *d) {
    if (d->calls != NULL && k->buffer.own != NULL) d->calls->buffer_close(d, &k->buffer);
    places_close(&k->places);
    free(k->memory);
    free(k->words);
    free(k->fired);
    memset(k, 0, sizeof *k);
}

/* ---- the buffer */

/* Opens the buffer, all zero, with a map of that size. */
static int checking_begin(checking *k, device *d, uint32_t width, uint32_t height) {
    size_t size = spvch_buffer_size(&k->c, width, height);
    k->word_count = size / 4;
    k->words = (uint32_t *)need(calloc(k->word_count, 4));
    k->words[0] = width;
    k->words[1] = height;
    return d->calls->buffer_open(d, &k->buffer, k->words, size);
}

static void checking_bind(checking *k, device_binding *b) {
    memset(b, 0, sizeof *b);
    b->set = k->set;
    b->binding = k->binding;
    b->buffer = &k->buffer;
}

/* ---- reports */

/* The first invocation of those that are kept of a site. */
static spvch_record first_record(const checking *k, uint32_t site) {
    spvch_record first, r;
    uint32_t i;
    memset(&first, 0, sizeof first);
    for (i = 0; spvch_read(&k->c, k->words, k->word_count, site, i, &r); i++)
        if (i == 0 || is_row_before(r.invocation, first.invocation)) first = r;
    return first;
}

static void put_place(bytes *b, uint32_t model, const uint32_t at[3]) {
    if (model == SPVM_ExecutionModel_Vertex)
        bytes_print(b, "vertex %u, instance %u", at[0], at[1]);
    else if (model == SPVM_ExecutionModel_Fragment) bytes_print(b, "(%u, %u)", at[0], at[1]);
    else bytes_print(b, "(%u, %u, %u)", at[0], at[1], at[2]);
}

/* A component; a NaN's sign says nothing, and not all devices keep it. */
static void put_value(bytes *b, uint32_t component, double value) {
    const char *before = component > 0 ? " " : "";
    if (value != value) bytes_print(b, "%snan", before);
    else bytes_print(b, "%s%.9g", before, value);
}

static void put_operands(bytes *b, const checking *k, const spvch_record *r) {
    const spvch_site *s = &k->c.sites[r->site];
    uint32_t i, c;
    if (s->operand_count > 0) bytes_print(b, ", operand%s ", s->operand_count > 1
                                          || s->operands[0].count > 1 ? "s" : "");
    for (i = 0; i < s->operand_count; i++) {
        bytes_print(b, "%s%s", i ? ", " : "", s->operands[i].count > 1 ? "(" : "");
        for (c = 0; c < s->operands[i].count; c++)
            put_value(b, c, spvch_value(&k->c, r, i, c));
        if (s->operands[i].count > 1) bytes_print(b, ")");
    }
}

/* What happened, how often, and where first. */
static void put_report(bytes *b, const checking *k, const char *text, uint32_t count,
                       uint32_t model, const uint32_t at[3]) {
    bytes_print(b, "%s: %u", text, (unsigned)count);
    if (k->invocations > 0) bytes_print(b, " of %.0f", k->invocations);
    bytes_print(b, " invocation%s, first at ", count == 1 && k->invocations <= 1 ? "" : "s");
    put_place(b, model, at);
}

/* Prints a report of an instruction as a diagnostic. */
static void print_report(checking *k, const arguments *a, spvm_inst_ref inst, bytes *b) {
    const spvm_module *m = k->c.model;
    lambdav_diagnostic d;
    lambdav_result one;
    memset(&d, 0, sizeof d);
    memset(&one, 0, sizeof one);
    if (spvm_line_of(m, inst) == SPVM_NONE)
        bytes_print(b, " (word %u)", (unsigned)m->insts[inst].word);
    bytes_add(b, "", 1);
    d.name = "check";
    d.severity = a->check == CHECK_ERROR ? LAMBDAV_ERROR : LAMBDAV_WARNING;
    d.span = span_of(&k->places, inst);
    d.message = b->data;
    one.diagnostics = &d;
    one.diagnostic_count = 1;
    print_diagnostics(&one);
}

/* What happened at a site, as a NUL-terminated text: of an output, which one. */
static void put_condition(bytes *b, const checking *k, const spvch_site *s) {
    char name[64];
    bytes_print(b, "%s", s->text);
    if (s->condition == SPVCH_LEFT_OUT
        && spvm_copy_text(k->c.model, k->c.model->ids[s->result].name, name, sizeof name) > 0)
        bytes_print(b, " ('%s')", name);
    bytes_add(b, "", 1);
}

static void report_site(checking *k, const arguments *a, uint32_t site) {
    const spvch_site *s = &k->c.sites[site];
    const spvm_module *m = k->c.model;
    spvch_record first = first_record(k, site);
    bytes b = {NULL, 0, 0}, text = {NULL, 0, 0};
    put_condition(&text, k, s);
    put_report(&b, k, text.data, spvch_count(&k->c, k->words, k->word_count, site),
               first.entry < m->entry_count ? m->entries[first.entry].model : 0,
               first.invocation);
    put_operands(&b, k, &first);
    print_report(k, a, s->inst, &b);
    free(b.data);
    free(text.data);
}

static void report_found(checking *k, const arguments *a, const device_finding *f) {
    bytes b = {NULL, 0, 0};
    put_report(&b, k, f->message, f->count, f->model, f->at);
    print_report(k, a, spvch_origin(&k->c, f->word), &b);
    free(b.data);
}

/* What a record and a finding of the runner both may tell of. */
static uint32_t checks_of(spvch_condition condition) {
    if (condition >= SPVCH_VECTOR_INDEX && condition <= SPVCH_SAMPLE) return SPV_CPU_CHECK_RANGE;
    if (condition == SPVCH_UNWRITTEN) return SPV_CPU_CHECK_UNSET;
    if (condition < SPVCH_SQRT) return SPV_CPU_CHECK_UNDEFINED | SPV_CPU_CHECK_VALUE;
    return 0;
}

/* The instruction that makes the pointer which an instruction takes; SPVM_NONE. */
static spvm_inst_ref pointer_of(const spvm_module *m, const spvm_inst *inst) {
    spvm_cursor c;
    c.word = 0;
    while (spvm_next_operand(m, inst, &c)) {
        const spvm_inst *def = c.kind == 'i' ? spvm_def(m, m->words[c.word]) : NULL;
        const spvm_type *t = def == NULL ? NULL : spvm_type_of(m, def->result);
        if (t != NULL && t->opcode == SPVM_OpTypePointer && def->block != SPVM_NONE)
            return (spvm_inst_ref)(def - m->insts);
    }
    return SPVM_NONE;
}

/* Whether a record tells of what the runner found: at the instruction, or where its pointer is
   made, or where what was never written came to. */
static int is_recorded(const checking *k, const device_finding *f) {
    const spvm_module *m = k->c.model;
    spvm_inst_ref inst = spvch_origin(&k->c, f->word);
    uint32_t steps = 0; /* phis of pointers make circles */
    if (f->check == SPV_CPU_CHECK_UNSET && k->undefined >= f->count && spvch_follows(&k->c, inst))
        return 1;
    while (inst != SPVM_NONE && (k->fired[inst] & f->check) == 0 && steps++ < MAX_POINTERS)
        inst = f->check == SPV_CPU_CHECK_RANGE ? pointer_of(m, &m->insts[inst]) : SPVM_NONE;
    return inst != SPVM_NONE && (k->fired[inst] & f->check) != 0;
}

/* Reads the buffer and reports each place that fired; returns an exit code. */
static int checking_report(checking *k, const arguments *a, device *d) {
    uint32_t i, hits, count = 0;
    int code = DONE;
    if (!k->is_on) return DONE;
    if (k->buffer.own != NULL)
        code = d->calls->buffer_read(d, &k->buffer, k->words, 4 * (uint64_t)k->word_count);
    if (code != DONE) return code;
    progress_end();
    k->fired = (uint32_t *)need(calloc(k->c.model->inst_count + 1, sizeof *k->fired));
    for (i = 0; i < k->c.site_count; i++) {
        hits = spvch_count(&k->c, k->words, k->word_count, i);
        if (hits == 0) continue;
        if (k->c.sites[i].condition == SPVCH_UNDEFINED && hits > k->undefined) k->undefined = hits;
        k->fired[k->c.sites[i].inst] |= checks_of(k->c.sites[i].condition);
        if (count++ < MAX_CHECK_SITES) report_site(k, a, i);
    }
    for (i = 0; i < d->finding_count; i++) {
        const device_finding *f = &d->findings[i];
        if (f->words != k->c.words || spvch_origin(&k->c, f->word) == SPVM_NONE) continue;
        if (!is_recorded(k, f) && count++ < MAX_CHECK_SITES) report_found(k, a, f);
    }
    if (count > MAX_CHECK_SITES)
        fprintf(stderr, "... and %u more\n", (unsigned)count - MAX_CHECK_SITES);
    return count > 0 && a->check == CHECK_ERROR ? BAD_INPUT : DONE;
}

/* ---- options that go with others */

/* One that says how a module records, that was given; NULL: none. */
static const char *recording_option(const arguments *a) {
    if (a->records > 0) return "records";
    if (a->records_given) return "records-at";
    return a->not_a_number ? "not-a-number" : NULL;
}

/* Whether all that says more about --check of render and run stands beside it. */
static int check_partners(const arguments *a) {
    const char *name = a->defined ? "defined" : recording_option(a);
    if (a->check || name == NULL) return DONE;
    return complain(BAD_USAGE, "--%s goes with --check", name);
}

/* ---- all modules of a program */

typedef struct checkings {
    checking of[MAX_MODULES]; /* of the modules of a program */
} checkings;

/* Instruments the modules, if --check asks for it; maps, if --check-image does, have that size. */
static int checkings_open(checkings *all, const arguments *a, const module *modules, size_t count,
                          device *d, uint32_t width, uint32_t height) {
    uint32_t set, binding;
    size_t i;
    int code = DONE;
    if (!a->check) return DONE;
    check_place(modules, count, &set, &binding);
    if (a->check_image != NULL && (width > MAX_SIZE || height > MAX_SIZE))
        return complain(BAD_USAGE, "--check-image: more than %dx%d invocations", MAX_SIZE,
                        MAX_SIZE);
    for (i = 0; i < count && code == DONE; i++) {
        code = checking_open(&all->of[i], a, &modules[i], set, binding + (uint32_t)i);
        if (code == DONE && all->of[i].c.site_count > 0)
            code = a->check_image != NULL ? checking_begin(&all->of[i], d, width, height)
                                          : checking_begin(&all->of[i], d, 0, 0);
    }
    return code;
}

/* The words that module i is run with. */
static const uint32_t *checked_words(const checkings *all, const module *modules, size_t i,
                                     size_t *count) {
    const checking *k = &all->of[i];
    *count = k->is_on ? k->c.word_count : modules[i].word_count;
    return k->is_on ? k->c.words : modules[i].words;
}

/* Adds the buffers to what the programs are given. */
static size_t checkings_bind(checkings *all, device_binding *bindings, size_t count) {
    size_t i;
    for (i = 0; i < MAX_MODULES; i++)
        if (all->of[i].buffer.own != NULL) checking_bind(&all->of[i], &bindings[count++]);
    return count;
}

static int checkings_report(checkings *all, const arguments *a, device *d) {
    size_t i;
    int code, worst = DONE;
    for (i = 0; i < MAX_MODULES; i++) {
        code = checking_report(&all->of[i], a, d);
        if (code > worst) worst = code;
    }
    return worst;
}

static void checkings_close(checkings *all, device *d) {
    size_t i;
    for (i = 0; i < MAX_MODULES; i++) checking_close(&all->of[i], d);
    d->finding_count = 0;
}

/* --check-image: the invocations that were hit, in red, the brighter the more places hit them. */
static int write_check_image(const checkings *all, const char *path, uint32_t width,
                             uint32_t height) {
    unsigned char *pixels = (unsigned char *)need(calloc((size_t)width * height, 4)), *p;
    uint32_t x, y, hits;
    size_t i;
    int code;
    for (y = 0, p = pixels; y < height; y++)
        for (x = 0; x < width; x++, p += 4) {
            for (i = 0, hits = 0; i < MAX_MODULES; i++)
                if (all->of[i].words != NULL)
                    hits += spvch_map(&all->of[i].c, all->of[i].words, all->of[i].word_count, x,
                                      y);
            p[0] = (unsigned char)(hits == 0 ? 0 : hits >= 4 ? 255 : 127 + 32 * hits);
            p[3] = 255;
        }
    code = write_png(path, LAMBDAV_VK_RGBA8, pixels, width, height);
    free(pixels);
    return code;
}

/* ---- lambdav check --instrument */

static void put_site(json *list, checking *k, uint32_t i) {
    static const char kinds[] = "fiub", *const names[] = {"float", "int", "uint", "bool"};
    const spvch_site *s = &k->c.sites[i];
    lambdav_span span = span_of(&k->places, s->inst);
    json *row = json_add(list), *operands;
    uint32_t n;
    char type[32];
    json_text(row, "condition", s->text, strlen(s->text));
    json_number(row, "word", s->word);
    json_number(row, "result", s->result);
    json_text(row, "file", span.source_name, span.source_name_size);
    json_number(row, "line", s->line);
    json_number(row, "column", s->column);
    operands = json_list(row, "operands");
    for (n = 0; n < s->operand_count; n++) {
        const spvch_operand *o = &s->operands[n];
        snprintf(type, sizeof type, "%s%u", names[strchr(kinds, o->kind) - kinds], o->width);
        row = json_add(operands);
        json_text(row, "type", type, strlen(type));
        json_number(row, "components", o->count);
    }
}

/* The table of sites, for those who read the buffer themselves. */
static int write_sites(checking *k, const char *path) {
    json *all = json_new(), *list;
    bytes b = {NULL, 0, 0};
    uint32_t i;
    int code;
    json_number(all, "set", k->set);
    json_number(all, "binding", k->binding);
    json_number(all, "records", k->c.records);
    json_number(all, "record_words", k->c.record_words);
    json_number(all, "buffer_size", (double)spvch_buffer_size(&k->c, 0, 0));
    list = json_list(all, "sites");
    for (i = 0; i < k->c.site_count; i++) put_site(list, k, i);
    json_take(&b, all);
    code = write_file(path, b.data, b.size);
    free(b.data);
    return code;
}

static int write_checked(checking *k, const arguments *a, const char *path) {
    bytes b = {NULL, 0, 0};
    int code = DONE;
    put_words(&b, k->c.words, k->c.word_count);
    if (a->table != NULL) code = write_sites(k, a->table);
    if (code == DONE) code = write_file(a->output, b.data, b.size);
    free(b.data);
    if (code != DONE || is_dash(a->output)) return code;
    if (is_made_safe(a))
        fprintf(stderr, "%s: %u operands are replaced where they would be undefined, %u loops are "
                        "bounded, %u cannot be\n", shown_path(path), (unsigned)k->c.defined,
                (unsigned)k->c.bounded, (unsigned)k->c.unbounded);
    else
        fprintf(stderr, "%s: %u places are checked, %u need no check; the buffer is at set %u, "
                        "binding %u, with %zu bytes\n", shown_path(path),
                (unsigned)k->c.site_count, (unsigned)k->c.proved, (unsigned)k->set,
                (unsigned)k->binding, spvch_buffer_size(&k->c, 0, 0));
    return code;
}

/* Calls of `check` that cannot be right, whatever the file is. */
static int check_usage(const arguments *a) {
    const char *name = a->output != NULL ? "output" : a->table != NULL ? "places"
                       : a->defined ? "defined" : recording_option(a);
    if (a->maximal && !a->uniformity)
        return complain(BAD_USAGE, "--maximal goes with --uniformity");
    if (!a->instrument)
        return name == NULL ? DONE
                            : complain(BAD_USAGE, "check: --%s goes with --instrument", name);
    if (a->uniformity)
        return complain(BAD_USAGE, "check: --uniformity and --instrument are two calls");
    if (a->output == NULL)
        return complain(BAD_USAGE, "check: --instrument writes a module: -o FILE.spv");
    if (a->file_count > 1) return complain(BAD_USAGE, "check: --instrument takes one FILE");
    name = a->table != NULL ? "places" : recording_option(a);
    if (is_made_safe(a) && name != NULL)
        return complain(BAD_USAGE, "--%s: with --safe nothing is recorded", name);
    if (a->table != NULL && !is_dash(a->table) && strcmp(a->table, a->output) == 0)
        return complain(BAD_USAGE, "--places: '%s' is the module's", a->table);
    return DONE;
}

/* Writes a file's module with checks, and the table of its places. */
static int instrument_file(const arguments *a, const char *path) {
    static module m;
    static checking k;
    static device none;
    uint32_t set, binding;
    int code;
    code = module_open(&m, a, path, a->entry, 0);
    check_place(&m, 1, &set, &binding);
    if (a->records_given) set = a->records_at[0], binding = a->records_at[1];
    if (code == DONE && is_bound(&m, set, binding))
        code = complain(BAD_USAGE, "--records-at: %s has something at %u,%u", shown_path(path),
                        (unsigned)set, (unsigned)binding);
    if (code == DONE) code = checking_open(&k, a, &m, set, binding);
    if (code == DONE) code = write_checked(&k, a, path);
    checking_close(&k, &none);
    module_close(&m);
    return code;
}

#endif
