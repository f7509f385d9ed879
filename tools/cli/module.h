/* Programs: found with what they include, compiled, or read as words; and reflected. Part of
   lambdav.c. */
#ifndef CLI_MODULE_H
#define CLI_MODULE_H

#include "json.h"
#include "options.h"
#include "reflect_print.h"

enum { FIRST_ARENA = 64 << 10 };

/* ---- compiling */

#define STDIN_NAME "stdin"

typedef struct source {
    char *path; /* as it was opened; messages, debug information and depfiles show it */
    char *real; /* what tells files apart; NULL for stdin */
    bytes text;
} source;

/* One input with what it includes and what came of it. */
typedef struct job {
    const arguments *arguments;
    source sources[MAX_LIST]; /* [0] is the input */
    size_t source_count;
    void *arena;
    size_t arena_size;
    const char *entry; /* compiled alone; NULL: all */
    const char *pass;  /* for lambdav_dump, else NULL */
    bytes dump;
    bytes searched; /* what is said of the last include that was not found */
    lambdav_result result;
} job;

/* The path of what `name` means in a folder, which ends with its slash or is empty. It is a file's,
   also if that is called `-` or like the source that stdin is. */
static char *join(const char *folder, size_t folder_size, const char *name, size_t name_size) {
    int before = os_is_absolute(name, name_size) ? 0 : (int)folder_size;
    char *path = print_new("%.*s%.*s", before, folder, (int)name_size, name), *plain = path;
    if (!is_dash(path) && strcmp(path, STDIN_NAME) != 0) return path;
    path = print_new("./%s", plain);
    free(plain);
    return path;
}

/* What messages call a source. */
static const char *shown_path(const char *path) {
    return is_dash(path) ? STDIN_NAME : path;
}

static const char *shown_name(const source *s) {
    return shown_path(s->path);
}

/* Whether the file lies in folder `root`; both are real paths. */
static int is_inside(const char *file, const char *root) {
    size_t size = strlen(root);
    while (size > 0 && os_is_separator(root[size - 1])) size--;
    return strncmp(file, root, size) == 0 && os_is_separator(file[size]);
}

/* Whether the bytes begin with the mark of UTF-16, as what some editors and shells write does. */
static int is_utf16(const bytes *b) {
    return b->size >= 2
           && (memcmp(b->data, "\xFF\xFE", 2) == 0 || memcmp(b->data, "\xFE\xFF", 2) == 0);
}

/* Whether --include-root allows the file. */
static int is_allowed(const arguments *a, const char *real) {
    size_t i;
    char *root;
    int inside = a->root_count == 0;
    for (i = 0; i < a->root_count && !inside; i++) {
        root = os_real_path(a->roots[i]);
        inside = root != NULL && is_inside(real, root);
        free(root);
    }
    return inside;
}

/* Reads the file as the job's next source. Returns what is wrong, NULL if nothing is. */
static const char *read_source(job *j, const char *real, source *s) {
    size_t limit = j->arguments->memory;
    struct stat status;
    if (j->source_count == MAX_LIST) return "a program has at most 256 texts";
    if (stat(real, &status) != 0) return strerror(errno);
    if (!S_ISREG(status.st_mode)) return "it is not a regular file";
    if (status.st_size > 0 && (uint64_t)status.st_size > limit)
        return "it is larger than --memory allows";
    if (!read_file(real, limit, &s->text))
        return errno == EFBIG ? "it is larger than --memory allows" : strerror(errno);
    if (!is_utf16(&s->text)) return NULL;
    free(s->text.data);
    return "it is UTF-16: save it as UTF-8";
}

/* The source that this path leads to, read if it is a new one. If there is none, *wrong says why,
   unless no such file is there; takes the path. */
static const source *open_source(job *j, char *path, const char **wrong) {
    char *real = os_real_path(path);
    source *s = NULL;
    size_t i;
    watch_add(path);
    for (i = 0; i < j->source_count && real != NULL && s == NULL; i++)
        if (j->sources[i].real != NULL && strcmp(j->sources[i].real, real) == 0)
            s = &j->sources[i];
    if (s == NULL && real != NULL && is_allowed(j->arguments, real)) {
        *wrong = read_source(j, real, &j->sources[j->source_count]);
        if (*wrong == NULL) {
            s = &j->sources[j->source_count++];
            s->path = path;
            s->real = real;
            return s;
        }
    }
    free(real);
    free(path);
    return s;
}

/* The source of that name. */
static const source *named_source(const job *j, const char *name, size_t name_size) {
    size_t i = j->source_count;
    while (--i > 0)
        if (strlen(j->sources[i].path) == name_size && !memcmp(j->sources[i].path, name, name_size))
            break;
    return &j->sources[i];
}

/* Looks beside the file that asks, then in the -I folders. */
static const source *find_source(job *j, const char *name, size_t name_size, const source *from,
                                 const char **wrong) {
    const arguments *a = j->arguments;
    size_t i;
    char *folder, *path = join(from->path, os_folder_size(from->path), name, name_size);
    const source *s = open_source(j, path, wrong);
    for (i = 0; i < a->folder_count && s == NULL && *wrong == NULL; i++) {
        folder = print_new("%s/", a->folders[i]);
        path = join(folder, strlen(folder), name, name_size);
        free(folder);
        s = open_source(j, path, wrong);
    }
    return s;
}

/* The folders that find_source looks in, as a sentence. */
static const char *searched_folders(job *j, const source *from) {
    const arguments *a = j->arguments;
    int size = (int)os_folder_size(from->path);
    size_t i;
    j->searched.size = 0;
    bytes_print(&j->searched, "looked in %.*s", size == 0 ? 2 : size,
                size == 0 ? "./" : from->path);
    for (i = 0; i < a->folder_count; i++) bytes_print(&j->searched, ", %s/", a->folders[i]);
    bytes_print(&j->searched, "; -I FOLDER adds a folder");
    bytes_add(&j->searched, "", 1);
    return j->searched.data;
}

/* The lambdav_include callback. A compile that starts again in a larger arena gets the same. */
static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    job *j = (job *)user;
    const source *s = NULL;
    if (name_size == 0 || name_size > PATH_MAX || memchr(name, '\0', name_size) != NULL) return 0;
    s = find_source(j, name, name_size, named_source(j, from, from_size), &found->error);
    if (s == NULL) {
        if (found->error == NULL)
            found->error = j->arguments->root_count > 0
                               ? "only files inside of --include-root are looked at"
                               : searched_folders(j, named_source(j, from, from_size));
        return 0;
    }
    found->text = s->text.data == NULL ? "" : s->text.data;
    found->text_size = s->text.size;
    found->name = shown_name(s);
    found->name_size = strlen(found->name);
    return 1;
}

static void write_dump(void *user, const char *text, size_t size) {
    bytes_add((bytes *)user, text, size);
}

static lambdav_status compile_once(job *j, const lambdav_options *options) {
    const bytes *text = &j->sources[0].text;
    const char *data = text->data == NULL ? "" : text->data;
    if (j->pass == NULL)
        return lambdav_compile(options, data, text->size, j->arena, j->arena_size, &j->result);
    j->dump.size = 0;
    return lambdav_dump(options, data, text->size, j->arena, j->arena_size, j->pass, write_dump,
                        &j->dump, &j->result);
}

static void print_diagnostics(const lambdav_result *result) {
    uint32_t flags = stderr_takes_color() ? LAMBDAV_COLOR : 0;
    size_t i, size;
    char *text;
    for (i = 0; i < result->diagnostic_count; i++) {
        size = lambdav_format_diagnostic(&result->diagnostics[i], flags, NULL, 0);
        text = (char *)need(malloc(size));
        lambdav_format_diagnostic(&result->diagnostics[i], flags, text, size);
        fputs(text, stderr);
        if (size < 2 || text[size - 2] != '\n') fputc('\n', stderr);
        lambdav_format_diagnostic(&result->diagnostics[i], 0, text, size);
        echo(text);
        free(text);
    }
    if (result->error_count > result->diagnostic_count)
        fprintf(stderr, "... and %zu more errors\n",
                result->error_count - result->diagnostic_count);
}

static void json_span(json *object, const lambdav_span *span) {
    const char *name = span->source_name == NULL ? "" : span->source_name;
    json_text(object, "file", name, span->source_name == NULL ? 0 : span->source_name_size);
    json_number(object, "line", span->line);
    json_number(object, "column", span->column);
    json_number(object, "begin", span->begin);
    json_number(object, "end", span->end);
}

static void json_diagnostic(json *array, const lambdav_diagnostic *d) {
    json *object = json_add(array), *notes, *note;
    size_t i;
    json_span(object, &d->span);
    json_text(object, "severity", d->severity == LAMBDAV_WARNING ? "warning" : "error",
              d->severity == LAMBDAV_WARNING ? 7 : 5);
    json_number(object, "code", d->code);
    json_text(object, "name", d->name, strlen(d->name));
    json_text(object, "message", d->message, strlen(d->message));
    notes = json_list(object, "notes");
    for (i = 0; i < d->note_count; i++) {
        note = json_add(notes);
        json_span(note, &d->notes[i].span);
        json_text(note, "message", d->notes[i].message, strlen(d->notes[i].message));
    }
}

static int exit_code(lambdav_status status) {
    switch (status) {
    case LAMBDAV_OK: return DONE;
    case LAMBDAV_INPUT_ERROR: return BAD_INPUT;
    case LAMBDAV_BAD_CALL: return BAD_USAGE;
    default: return BAD_ENVIRONMENT;
    }
}

/* Compiles sources[0] in arenas that double until one is large enough. */
static int compile(job *j, uint32_t flags) {
    const arguments *a = j->arguments;
    lambdav_options options;
    lambdav_status status;
    size_t size = FIRST_ARENA;
    memset(&options, 0, sizeof options);
    options.target = a->target;
    options.flags = flags;
    options.source_name = shown_name(&j->sources[0]);
    options.entry = j->entry;
    options.defines = a->defines;
    options.define_count = a->define_count;
    options.max_depth = a->max_depth;
    options.max_calls = a->max_calls;
    options.inlining = a->inlining;
    options.warn = a->warn, options.no_warn = a->no_warn;
    options.max_nodes = a->max_nodes;
    options.loops = a->loops;
    options.max_iterations = a->max_iterations;
    options.max_diagnostics = a->max_diagnostics;
    options.include = include;
    options.include_user = j;
    progress_say("compiling %s", options.source_name);
    for (;; size = size < a->memory / 2 ? 2 * size : a->memory) {
        free(j->arena);
        j->arena = need(malloc(size));
        j->arena_size = size;
        status = compile_once(j, &options);
        if (status != LAMBDAV_OUT_OF_MEMORY || size >= a->memory) break;
    }
    progress_end();
    if (a->strict && status == LAMBDAV_OK && j->result.diagnostic_count > 0) return BAD_INPUT;
    return exit_code(status);
}

/* Opens a file of text or words. */
static int job_open(job *j, const arguments *a, const char *path) {
    memset(j, 0, sizeof *j);
    j->arguments = a;
    j->entry = a->entry;
    if (!read_file(path, a->memory, &j->sources[0].text)) return cannot_read(path, a->memory);
    if (is_utf16(&j->sources[0].text)) {
        free(j->sources[0].text.data);
        memset(&j->sources[0].text, 0, sizeof j->sources[0].text);
        return complain(BAD_INPUT, "%s: it is UTF-16: save it as UTF-8", shown_path(path));
    }
    j->sources[0].path = print_new("%s", path);
    if (!is_dash(path)) j->sources[0].real = os_real_path(path);
    j->source_count = 1;
    return DONE;
}

static void job_close(job *j) {
    size_t i;
    for (i = 0; i < j->source_count; i++) {
        free(j->sources[i].path);
        free(j->sources[i].real);
        free(j->sources[i].text.data);
    }
    free(j->arena);
    free(j->dump.data);
    free(j->searched.data);
}

/* Whether it begins as SPIR-V does, in either byte order. */
static int is_spirv(const bytes *b) {
    return b->size >= 4 && (memcmp(b->data, "\x07\x23\x02\x03", 4) == 0
                            || memcmp(b->data, "\x03\x02\x23\x07", 4) == 0);
}

/* Opens a file of text, to be compiled. */
static int text_open(job *j, const arguments *a, const char *path) {
    int code = job_open(j, a, path);
    if (code != DONE || !is_spirv(&j->sources[0].text)) return code;
    job_close(j);
    return complain(BAD_INPUT, "%s: is SPIR-V already, not text", shown_path(path));
}

/* Whether what it does is reported with its places in the text. */
static int is_debugged(const arguments *a) {
    return a->check || a->instrument || a->steps > 0;
}

/* Words as bytes, the lowest first. */
static void put_words(bytes *b, const uint32_t *words, size_t count) {
    unsigned char word[4];
    size_t i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < 4; k++) word[k] = (unsigned char)(words[i] >> (8 * k) & 255u);
        bytes_add(b, word, sizeof word);
    }
}

/* ---- modules: compiled from λV text, or read from a file of words */

typedef struct module {
    job job;
    uint32_t *read; /* the words of a SPIR-V file, NULL if it was text */
    const uint32_t *words;
    size_t word_count;
    reflected reflected;
} module;

/* Takes a file of words, in either byte order, as the module's. */
static int read_words(module *m, const char *path) {
    const bytes *b = &m->job.sources[0].text;
    const unsigned char *data = (const unsigned char *)b->data;
    size_t i, swap = data[0] == 0x07;
    if (b->size % 4 != 0)
        return complain(BAD_INPUT, "%s: invalid SPIR-V: %zu bytes are not whole words",
                        shown_path(path), b->size);
    m->word_count = b->size / 4;
    m->words = m->read = (uint32_t *)need(malloc(b->size));
    for (i = 0; i < b->size; i++) {
        if (i % 4 == 0) m->read[i / 4] = 0;
        m->read[i / 4] |= (uint32_t)data[i] << 8 * (swap ? 3 - i % 4 : i % 4);
    }
    return DONE;
}

static lambdav_status reflect_once(module *m) {
    size_t size = m->word_count > 3 ? LAMBDAV_REFLECT_SCRATCH * (size_t)m->words[3] : 0;
    void *scratch;
    lambdav_status status;
    if (size > m->job.arguments->memory) return LAMBDAV_OUT_OF_MEMORY;
    scratch = need(malloc(size ? size : 1));
    status = lambdav_reflect(m->words, m->word_count, scratch, size, &m->reflected.r);
    free(scratch);
    return status;
}

/* The module is read once for every 32 entry points, and each use of a resource by an entry point
   is printed: both are bounded. */
enum { MAX_ENTRY_POINTS = 1024, MAX_USES = 1 << 20 };

static size_t count_bits(uint32_t word) {
    size_t n = 0;
    for (; word != 0; word &= word - 1) n++;
    return n;
}

/* Which entry points use what: the library tells of 32 at a time. */
static int reflect_uses(module *m) {
    lambdav_reflection *r = &m->reflected.r;
    const char *path = m->job.sources[0].path;
    size_t i, k, used = 0, rounds = m->reflected.rounds = (r->entry_point_count + 31) / 32;
    if (r->entry_point_count > MAX_ENTRY_POINTS)
        return complain(BAD_INPUT, "%s: it has more than %d entry points", path, MAX_ENTRY_POINTS);
    m->reflected.uses =
        (uint32_t *)need(calloc(r->resource_count * rounds + 1, sizeof *m->reflected.uses));
    for (k = rounds; k-- > 0;) {
        r->first_entry = 32 * (uint32_t)k;
        reflect_once(m);
        for (i = 0; i < r->resource_count; i++) {
            m->reflected.uses[i * rounds + k] = r->resources[i].entries;
            used += count_bits(r->resources[i].entries);
        }
        if (used > MAX_USES)
            return complain(BAD_INPUT, "%s: its entry points use more than %d resources, each "
                                       "counted for each entry point", path, MAX_USES);
    }
    return DONE;
}

/* Room for what the first pass counted. */
static void reflect_allocate(lambdav_reflection *r) {
    r->entry_point_capacity = r->entry_point_count;
    r->variable_capacity = r->variable_count;
    r->resource_capacity = r->resource_count;
    r->struct_capacity = r->struct_count;
    r->member_capacity = r->member_count;
    r->spec_constant_capacity = r->spec_constant_count;
    r->entry_points =
        (lambdav_entry_point *)need(calloc(r->entry_point_count + 1, sizeof *r->entry_points));
    r->variables = (lambdav_variable *)need(calloc(r->variable_count + 1, sizeof *r->variables));
    r->resources = (lambdav_resource *)need(calloc(r->resource_count + 1, sizeof *r->resources));
    r->structs = (lambdav_struct *)need(calloc(r->struct_count + 1, sizeof *r->structs));
    r->members = (lambdav_member *)need(calloc(r->member_count + 1, sizeof *r->members));
    r->spec_constants = (lambdav_spec_constant *)need(
        calloc(r->spec_constant_count + 1, sizeof *r->spec_constants));
}

/* Says of words that are no module what is wrong with them, and where. */
static int complain_of_words(const module *m, const char *path) {
    static spvm_module model;
    size_t size = spvm_memory(m->words, m->word_count);
    void *memory = need(malloc(size + 1));
    int code;
    if (spvm_load(&model, NULL, m->words, m->word_count, memory, size) == SPVM_OK)
        code = complain(BAD_INPUT, "%s: invalid SPIR-V", shown_path(path));
    else
        code = complain(BAD_INPUT, "%s: invalid SPIR-V: word %u: %s", shown_path(path),
                        (unsigned)model.error.word, model.error.text);
    free(memory);
    return code;
}

/* Counts, then fills. */
static int reflect(module *m) {
    lambdav_status status = reflect_once(m);
    const char *path = m->job.sources[0].path;
    if (status == LAMBDAV_INPUT_ERROR) return complain_of_words(m, path);
    if (status != LAMBDAV_OK)
        return complain(BAD_ENVIRONMENT, "%s: too many ids for --memory", path);
    reflect_allocate(&m->reflected.r);
    status = reflect_once(m);
    return status == LAMBDAV_OK ? reflect_uses(m) : exit_code(status);
}

/* Makes the words check themselves, in memory that the caller frees, whatever it returns. */
static int instrument_words(spvch_module *c, void **memory, const arguments *a, const char *path,
                            const spvch_options *o, const uint32_t *words, size_t word_count) {
    size_t size = spvch_memory(words, word_count);
    do {
        if (size > a->memory)
            return complain(BAD_ENVIRONMENT, "%s: too many words for --memory", shown_path(path));
        free(*memory);
        *memory = need(malloc(size + 1));
        spvch_instrument(c, o, words, word_count, *memory, size);
        size = c->needed;
    } while (c->error.status == SPVCH_MEMORY);
    if (c->error.status == SPVCH_OK) return DONE;
    return complain(BAD_INPUT, "%s: word %u: %s", shown_path(path), (unsigned)c->error.word,
                    c->error.text);
}

/* What --safe and --max-iterations say of words, which no compile has bounded. */
static void bound_words(const arguments *a, spvch_options *o) {
    int is_safe = (a->flags & LAMBDAV_SAFE) != 0;
    o->max_iterations = a->max_iterations == 0 && is_safe ? LAMBDAV_SAFE_ITERATIONS
                                                          : a->max_iterations;
    o->flags |= (o->max_iterations > 0 ? SPVCH_BOUND : 0) | (is_safe ? SPVCH_DEFINED : 0);
}

/* --safe and --max-iterations for words that are used as they are. */
static int bound_module(module *m, const arguments *a, const char *path) {
    spvch_options o;
    spvch_module c;
    void *memory = NULL;
    int code;
    memset(&o, 0, sizeof o);
    bound_words(a, &o);
    if (o.flags == 0 || a->check || a->instrument) return DONE;
    code = instrument_words(&c, &memory, a, path, &o, m->words, m->word_count);
    if (code == DONE) {
        free(m->read);
        m->word_count = c.word_count;
        m->words = m->read = (uint32_t *)need(malloc(4 * c.word_count));
        memcpy(m->read, c.words, 4 * c.word_count);
        if (c.unbounded > 0)
            fprintf(stderr, "%s: %u loops cannot be bounded\n", shown_path(path),
                    (unsigned)c.unbounded);
    }
    free(memory);
    return code;
}

/* Reads words, of which no entry point can be taken out. */
static int words_open(module *m, const char *path, const char *entry) {
    if (entry == NULL) return read_words(m, path);
    return complain(BAD_USAGE, "--entry: %s is SPIR-V; one of its entry points cannot be taken out",
                    shown_path(path));
}

/* Whether a file should hold words, by its name. */
static int is_named_words(const char *path) {
    const char *suffix = strrchr(path, '.');
    return suffix != NULL && strcmp(suffix, ".spv") == 0;
}

/* Opens a file of text or words. Of text, `entry` alone is compiled, or all if it is NULL; `flags`
   are for the compile, beside those of the arguments. Under --check an operation stays behind its
   `if`: it is reported only where the text asks for it. */
static int module_open(module *m, const arguments *a, const char *path, const char *entry,
                       uint32_t flags) {
    const bytes *text = &m->job.sources[0].text;
    int code;
    memset(m, 0, sizeof *m);
    code = job_open(&m->job, a, path);
    if (code != DONE) return code;
    m->job.entry = entry;
    if (is_spirv(text)) {
        code = words_open(m, path, entry);
        if (code == DONE) code = bound_module(m, a, path);
        if (code != DONE) return code;
    } else if (is_named_words(path)) {
        return complain(BAD_INPUT, "%s: is not SPIR-V", path);
    } else {
        code = compile(&m->job, a->flags | flags | LAMBDAV_NAMES |
                                    (is_debugged(a) ? LAMBDAV_DEBUG_LINES : 0) |
                                    (a->check || a->instrument ? LAMBDAV_KEEP_GUARDS : 0));
        print_diagnostics(&m->job.result);
        m->words = m->job.result.words;
        m->word_count = m->job.result.word_count;
    }
    return code == DONE ? reflect(m) : code;
}

/* Whether it compares texels with a reference. */
static int module_compares(const module *m) {
    uint32_t opcode, size;
    size_t at;
    for (at = 5; at < m->word_count; at += size) {
        opcode = m->words[at] & 0xFFFFu;
        size = m->words[at] >> 16;
        if (opcode == SPVM_OpImageSampleDrefImplicitLod
            || opcode == SPVM_OpImageSampleDrefExplicitLod
            || opcode == SPVM_OpImageSampleProjDrefImplicitLod
            || opcode == SPVM_OpImageSampleProjDrefExplicitLod || opcode == SPVM_OpImageDrefGather)
            return 1;
        if (size == 0) break;
    }
    return 0;
}

static void module_close(module *m) {
    free(m->read);
    free(m->reflected.r.entry_points);
    free(m->reflected.r.variables);
    free(m->reflected.r.resources);
    free(m->reflected.r.structs);
    free(m->reflected.r.members);
    free(m->reflected.r.spec_constants);
    free(m->reflected.uses);
    job_close(&m->job);
    memset(m, 0, sizeof *m);
}

#endif
