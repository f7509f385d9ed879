/* Programs: found with what they include, compiled, or read as words; and reflected. Part of
   lambdav.c. */
#ifndef CLI_MODULE_H
#define CLI_MODULE_H

#include "cli_json.h"
#include "cli_options.h"
#include "reflect_print.h"

enum { FIRST_ARENA = 64 << 10 };

/* ---- compiling */

typedef struct source {
    char *path, *name; /* of an include: as written */
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
    lambdav_result result;
} job;

static char *join(const char *folder, size_t folder_size, const char *name, size_t name_size) {
    int absolute = name_size > 0 && name[0] == '/';
    return print_new("%.*s%.*s", absolute ? 0 : (int)folder_size, folder, (int)name_size, name);
}

/* Bytes of a path up to the last slash, that included. */
static size_t folder_size(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash == NULL ? 0 : (size_t)(slash - path) + 1;
}

/* Adds the file to the job's sources, if it is there. */
static int open_source(job *j, char *path, const char *name, size_t name_size) {
    source *s = &j->sources[j->source_count];
    if (!read_file(path, j->arguments->memory, &s->text)) {
        free(path);
        return 0;
    }
    s->path = path;
    s->name = print_new("%.*s", (int)name_size, name);
    j->source_count++;
    return 1;
}

/* The source of that name, the input if there is none. */
static const source *named_source(const job *j, const char *name, size_t name_size) {
    size_t i;
    for (i = 1; i < j->source_count; i++)
        if (strlen(j->sources[i].name) == name_size && !memcmp(j->sources[i].name, name, name_size))
            return &j->sources[i];
    return &j->sources[0];
}

/* Looks beside the file that asks, then in the -I folders. */
static int find_source(job *j, const char *name, size_t name_size, const source *from) {
    const arguments *a = j->arguments;
    size_t i;
    char *folder, *path = join(from->path, folder_size(from->path), name, name_size);
    if (open_source(j, path, name, name_size)) return 1;
    for (i = 0; i < a->folder_count; i++) {
        folder = print_new("%s/", a->folders[i]);
        path = join(folder, strlen(folder), name, name_size);
        free(folder);
        if (open_source(j, path, name, name_size)) return 1;
    }
    return 0;
}

/* The lambdav_include callback. A compile that starts again in a larger arena gets the same. */
static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, const char **text, size_t *size) {
    job *j = (job *)user;
    size_t i;
    if (name_size > PATH_MAX || memchr(name, '\0', name_size) != NULL) return 0;
    for (i = 1; i < j->source_count; i++)
        if (strlen(j->sources[i].name) == name_size && !memcmp(j->sources[i].name, name, name_size))
            break;
    if (i == j->source_count &&
        (i == MAX_LIST || !find_source(j, name, name_size, named_source(j, from, from_size))))
        return 0;
    *text = j->sources[i].text.data == NULL ? "" : j->sources[i].text.data;
    *size = j->sources[i].text.size;
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
        free(text);
    }
    if (result->error_count > result->diagnostic_count)
        fprintf(stderr, "... and %zu more errors\n",
                result->error_count - result->diagnostic_count);
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
    options.source_name = is_dash(j->sources[0].path) ? "stdin" : j->sources[0].path;
    options.entry = j->entry;
    options.defines = a->defines;
    options.define_count = a->define_count;
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
    return exit_code(status);
}

static int job_open(job *j, const arguments *a, const char *path) {
    memset(j, 0, sizeof *j);
    j->arguments = a;
    j->entry = a->entry;
    if (!read_file(path, a->memory, &j->sources[0].text)) return cannot_read(path, a->memory);
    j->sources[0].path = print_new("%s", path);
    j->sources[0].name = print_new("%s", path);
    j->source_count = 1;
    return DONE;
}

static void job_close(job *j) {
    size_t i;
    for (i = 0; i < j->source_count; i++) {
        free(j->sources[i].path);
        free(j->sources[i].name);
        free(j->sources[i].text.data);
    }
    free(j->arena);
    free(j->dump.data);
}

/* Whether what it does is reported with its places in the text. */
static int is_debugged(const arguments *a) {
    return a->checks || a->steps > 0;
}

/* ---- modules: compiled from λV text, or read from a file of words */

typedef struct module {
    job job;
    uint32_t *read; /* the words of a SPIR-V file, NULL if it was text */
    const uint32_t *words;
    size_t word_count;
    reflected reflected;
} module;

/* Whether it begins as SPIR-V does, in either byte order. */
static int is_spirv(const bytes *b) {
    return b->size >= 4 && (memcmp(b->data, "\x07\x23\x02\x03", 4) == 0 ||
                            memcmp(b->data, "\x03\x02\x23\x07", 4) == 0);
}

/* Takes a file of words in either byte order. */
static void read_words(module *m, const bytes *b) {
    const unsigned char *data = (const unsigned char *)b->data;
    size_t i, swap = data[0] == 0x07;
    m->word_count = b->size / 4;
    m->words = m->read = (uint32_t *)need(malloc(b->size));
    for (i = 0; i < b->size; i++) {
        if (i % 4 == 0) m->read[i / 4] = 0;
        m->read[i / 4] |= (uint32_t)data[i] << 8 * (swap ? 3 - i % 4 : i % 4);
    }
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

/* Which entry points use what: the library tells of 32 at a time. */
static void reflect_uses(module *m) {
    lambdav_reflection *r = &m->reflected.r;
    size_t i, k, rounds = m->reflected.rounds = (r->entry_point_count + 31) / 32;
    m->reflected.uses =
        (uint32_t *)need(calloc(r->resource_count * rounds + 1, sizeof *m->reflected.uses));
    for (k = rounds; k-- > 0;) {
        r->first_entry = 32 * (uint32_t)k;
        reflect_once(m);
        for (i = 0; i < r->resource_count; i++)
            m->reflected.uses[i * rounds + k] = r->resources[i].entries;
    }
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

/* Counts, then fills. */
static int reflect(module *m) {
    lambdav_status status = reflect_once(m);
    const char *path = m->job.sources[0].path;
    if (status == LAMBDAV_INPUT_ERROR) return complain(BAD_INPUT, "%s: broken SPIR-V", path);
    if (status != LAMBDAV_OK)
        return complain(BAD_ENVIRONMENT, "%s: too many ids for --memory", path);
    reflect_allocate(&m->reflected.r);
    status = reflect_once(m);
    reflect_uses(m);
    return exit_code(status);
}

/* Opens a file of text or words. Of text, `entry` alone is compiled, or all if it is NULL. */
static int module_open(module *m, const arguments *a, const char *path, const char *entry) {
    const bytes *text = &m->job.sources[0].text;
    const char *suffix = strrchr(path, '.');
    int code;
    memset(m, 0, sizeof *m);
    code = job_open(&m->job, a, path);
    if (code != DONE) return code;
    m->job.entry = entry;
    if (is_spirv(text)) {
        if (text->size % 4 != 0) return complain(BAD_INPUT, "%s: broken SPIR-V", path);
        read_words(m, text);
    } else if (suffix != NULL && strcmp(suffix, ".spv") == 0) {
        return complain(BAD_INPUT, "%s: is no SPIR-V", path);
    } else {
        code = compile(&m->job, a->flags | LAMBDAV_NAMES |
                                    (is_debugged(a) ? LAMBDAV_DEBUG_LINES : 0));
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
        if (opcode == 89 || opcode == 90 || opcode == 93 || opcode == 94 || opcode == 97)
            return 1; /* OpImageSampleDref..., OpImageSampleProjDref..., OpImageDrefGather */
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
