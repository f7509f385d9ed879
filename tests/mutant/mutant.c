/* cc -std=c99 -O2 -I. tests/mutant/mutant.c -o mutant */
/* All that a compiler made from lambdav.h says about all programs of the repository, as sums.
       mutant >SUMS     prints a line "SUM STEP FILE" for each step and file
       mutant SUMS      stops at the first line that is another one
   A step is a choice of options (words and diagnostics), the dump after a pass, what reflection
   says of the words, or arenas that are too small. tools/dev/mutate.py compares the sums of a
   changed lambdav.h with those of the true one. Exit codes: 0 all the same, 1 another sum, 3 a file
   cannot be read. */
#define _POSIX_C_SOURCE 200809L
#include <stdint.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

#include "tests/support/cases.h"

enum {
    ARENA_SIZE = 64 << 20,
    LARGE = 4 << 20,
    MESSAGE_SIZE = 4096,
    SLOTS = 64,
    SCRATCH_SIZE = 1 << 20
};

typedef struct file {
    char *path, *text;
    size_t size;
    int large; /* takes much memory and time: compiled once only */
} file;

static file *files;
static size_t file_count;
static char *arena;
static FILE *expected;
static uint32_t sum;

/* Adds bytes to the sum: FNV-1a. */
static void add(const void *bytes, size_t size) {
    const unsigned char *b = (const unsigned char *)bytes;
    size_t i;
    for (i = 0; i < size; i++) sum = (sum ^ b[i]) * 0x01000193u;
}

static void add_number(size_t n) {
    uint32_t word = (uint32_t)n;
    add(&word, sizeof word);
}

/* Prints the line of the sum, or compares it. */
static void finish(const char *step, const char *path) {
    char line[512], other[512];
    snprintf(line, sizeof line, "%08x %s %s\n", (unsigned)sum, step, path);
    sum = 0x811c9dc5u;
    if (expected == NULL) {
        fputs(line, stdout);
    } else if (fgets(other, sizeof other, expected) == NULL || strcmp(line, other) != 0) {
        printf("%s %s\n", step, path);
        exit(1);
    }
}

/* ---- programs */

static void add_files(const char *pattern) {
    glob_t found = cases_find(pattern, 0, NULL);
    size_t i;
    files = (file *)realloc(files, (file_count + found.gl_pathc) * sizeof *files);
    if (files == NULL) abort();
    for (i = 0; i < found.gl_pathc; i++) {
        file *f = &files[file_count++];
        f->path = strdup(found.gl_pathv[i]);
        f->text = cases_load(f->path, &f->size);
        f->large = 0;
    }
    globfree(&found);
}

/* Includes lie beside the file, or in the folder of the examples. */
static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    size_t i;
    (void)user, (void)from, (void)from_size;
    for (i = 0; i < file_count; i++) {
        size_t path_size = strlen(files[i].path);
        if (path_size > name_size && files[i].path[path_size - name_size - 1] == '/'
            && memcmp(files[i].path + path_size - name_size, name, name_size) == 0) {
            found->text = files[i].text;
            found->text_size = files[i].size;
            return 1;
        }
    }
    return 0;
}

/* ---- results */

static void add_span(const lambdav_span *s) {
    add_number(s->begin), add_number(s->end), add_number(s->line), add_number(s->column);
    add(s->source_name, s->source_name_size);
}

static void add_diagnostic(const lambdav_diagnostic *d) {
    static char message[MESSAGE_SIZE];
    size_t k;
    add_number(d->code), add_number(d->severity), add_span(&d->span);
    add(d->message, strlen(d->message)), add(d->name, strlen(d->name));
    for (k = 0; k < d->note_count; k++) {
        add_span(&d->notes[k].span);
        add(d->notes[k].message, strlen(d->notes[k].message));
    }
    for (k = 0; k < 3; k++) {
        size_t room = k == 0 ? MESSAGE_SIZE : 40 * k;
        add_number(lambdav_format_diagnostic(d, (uint32_t)k & LAMBDAV_COLOR, message, room));
        message[room - 1] = '\0';
        add(message, strlen(message));
    }
}

static void add_result(lambdav_status status, const lambdav_result *r) {
    size_t i;
    add_number((size_t)status), add_number(r->error_count);
    for (i = 0; i < r->diagnostic_count; i++) add_diagnostic(&r->diagnostics[i]);
    add(r->words, r->words ? 4 * r->word_count : 0);
}

/* ---- reflection */

static void add_name(lambdav_name *name) {
    uint32_t i;
    for (i = 0; i < name->size; i++) {
        char c = lambdav_name_byte(*name, i);
        add(&c, 1);
    }
    memset(name, 0, sizeof *name);
}

static lambdav_entry_point entries[SLOTS];
static lambdav_variable variables[SLOTS];
static lambdav_resource resources[SLOTS];
static lambdav_struct structs[SLOTS];
static lambdav_member members[SLOTS];
static lambdav_spec_constant constants[SLOTS];

/* Adds the first `used` bytes of each row: padding may have any value. */
static void add_rows(const void *rows, size_t size, size_t used) {
    size_t i;
    for (i = 0; i < SLOTS; i++) add((const char *)rows + i * size, used);
}

static void add_arrays(const lambdav_reflection *r) {
    size_t i;
    for (i = 0; i < SLOTS; i++) {
        if (i < r->entry_point_count) add_name(&entries[i].name);
        if (i < r->variable_count) add_name(&variables[i].name);
        if (i < r->resource_count) add_name(&resources[i].name);
        if (i < r->struct_count) add_name(&structs[i].name);
        if (i < r->member_count) add_name(&members[i].name);
        if (i < r->spec_constant_count) add_name(&constants[i].name);
    }
#define ADD_ROWS(rows, last) \
    add_rows(&rows[0], sizeof rows[0], \
             (size_t)((char *)(&rows[0].last + 1) - (char *)&rows[0]))
    ADD_ROWS(entries, workgroup_spec);
    ADD_ROWS(variables, type);
    ADD_ROWS(resources, image);
    ADD_ROWS(structs, member_count);
    ADD_ROWS(members, type);
    ADD_ROWS(constants, value);
#undef ADD_ROWS
}

/* With room for all, and with room for `few` of each. */
static void add_reflection(const uint32_t *words, size_t count, size_t few) {
    static char scratch[SCRATCH_SIZE];
    size_t sizes[2], k;
    sizes[0] = SLOTS, sizes[1] = few;
    for (k = 0; k < 2; k++) {
        lambdav_reflection r;
        memset(&r, 0, sizeof r);
        memset(entries, 0, sizeof entries), memset(variables, 0, sizeof variables);
        memset(resources, 0, sizeof resources), memset(structs, 0, sizeof structs);
        memset(members, 0, sizeof members), memset(constants, 0, sizeof constants);
        r.entry_points = entries, r.entry_point_capacity = sizes[k];
        r.variables = variables, r.variable_capacity = sizes[k];
        r.resources = resources, r.resource_capacity = sizes[k];
        r.structs = structs, r.struct_capacity = sizes[k];
        r.members = members, r.member_capacity = sizes[k];
        r.spec_constants = constants, r.spec_constant_capacity = sizes[k];
        add_number((size_t)lambdav_reflect(words, count, scratch, sizeof scratch, &r));
        add_number(r.entry_point_count), add_number(r.variable_count);
        add_number(r.resource_count), add_number(r.struct_count);
        add_number(r.member_count), add_number(r.spec_constant_count), add_number(r.version);
        add_arrays(&r);
    }
}

/* ---- steps */

typedef struct step {
    const char *name;
    lambdav_target target;
    uint32_t flags, inlining;
} step;

static const step steps[] = {
    {"default", LAMBDAV_TARGET_DEFAULT, 0, 0},
    {"names", LAMBDAV_TARGET_SPIRV_1_0,
     LAMBDAV_NAMES | LAMBDAV_KEEP_INTERFACE | LAMBDAV_DEFINED_INTS, LAMBDAV_INLINE_ALWAYS},
    {"full", LAMBDAV_TARGET_SPIRV_1_5, LAMBDAV_DEBUG_FULL | LAMBDAV_STRICT_FLOATS, 0},
    {"lines", LAMBDAV_TARGET_SPIRV_1_6,
     LAMBDAV_DEBUG_LINES | LAMBDAV_KEEP_GUARDS | LAMBDAV_NAMES, 0},
    {"safe", LAMBDAV_TARGET_DEFAULT, LAMBDAV_SAFE | LAMBDAV_WARN_ALL, 0},
    {"calls", LAMBDAV_TARGET_DEFAULT, LAMBDAV_NAMES, LAMBDAV_INLINE_NEVER},
    {"library", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_CHECK_ONLY, 0},
};
enum { STEPS = sizeof steps / sizeof steps[0] };

static lambdav_options options_of(const step *s, const file *f) {
    lambdav_options options;
    memset(&options, 0, sizeof options);
    options.target = s->target, options.flags = s->flags, options.inlining = s->inlining;
    options.source_name = f->path;
    options.include = include;
    return options;
}

static void run_step(const step *s, file *f) {
    lambdav_options options = options_of(s, f);
    lambdav_result result;
    if (f->large) return;
    add_result(lambdav_compile(&options, f->text, f->size, arena, ARENA_SIZE, &result), &result);
    if (result.words && (s->flags & LAMBDAV_NAMES))
        add_reflection(result.words, result.word_count, f->size % 4);
    f->large = result.arena_peak > LARGE;
    finish(s->name, f->path);
}

static void add_piece(void *user, const char *text, size_t size) {
    (void)user;
    add(text, size);
}

static void run_dumps(const file *f) {
    lambdav_options options = options_of(&steps[f->size % STEPS], f);
    lambdav_result result;
    uint32_t i;
    if (f->large) return;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        add_result(lambdav_dump(&options, f->text, f->size, arena, ARENA_SIZE,
                                lambdav_pass_name(i), add_piece, NULL, &result),
                   &result);
        finish(lambdav_pass_name(i), f->path);
    }
}

/* Arenas of parts of the bytes that are needed, at odd addresses. */
static void run_arenas(const file *f) {
    lambdav_options options = options_of(&steps[f->size % STEPS], f);
    lambdav_result result;
    size_t need, part;
    if (f->large) return;
    lambdav_compile(&options, f->text, f->size, arena, ARENA_SIZE, &result);
    need = result.arena_peak;
    for (part = 1; part < 32; part += 3) {
        size_t size = need * part / 31;
        memset(arena + 1 + size, 0xA5, 64);
        add_number((size_t)lambdav_compile(&options, f->text, f->size, arena + 1, size, &result));
        add(arena + 1 + size, 64);
        add_number(result.diagnostic_count > 0 ? result.diagnostics[0].code : 0);
    }
    finish("arenas", f->path);
}

static void run_modules(const char *pattern) {
    glob_t found = cases_find(pattern, 0, NULL);
    size_t i;
    for (i = 0; i < found.gl_pathc; i++) {
        size_t size;
        char *text = cases_load(found.gl_pathv[i], &size);
        uint32_t *words = (uint32_t *)malloc(size + 4);
        if (words == NULL) abort();
        memcpy(words, text, size);
        add_reflection(words, size / 4, i % 4);
        finish("reflect", found.gl_pathv[i]);
        free(words);
        free(text);
    }
    globfree(&found);
}

int main(int argc, char **argv) {
    static const char *const patterns[] = {
        "tests/data/error/*.lv", "tests/data/run/*.lv", "tests/data/dump/*.lv",
        "tests/data/compute/*.lv", "tests/data/twins/*.lv", "tests/data/bench/*.lv",
        "examples/*.lv", "examples/lib/*.lv"};
    size_t i, k;
    arena = (char *)malloc(ARENA_SIZE + 128);
    if (arena == NULL || (argc > 1 && (expected = fopen(argv[1], "r")) == NULL)) return 3;
    for (i = 0; i < sizeof patterns / sizeof patterns[0]; i++) add_files(patterns[i]);
    sum = 0x811c9dc5u;
    run_modules("tests/data/corpus/reflect/*");
    for (k = 0; k < STEPS; k++)
        for (i = 0; i < file_count; i++) run_step(&steps[k], &files[i]);
    for (i = 0; i < file_count; i++) run_dumps(&files[i]);
    for (i = 0; i < file_count; i += 7) run_arenas(&files[i]);
    return 0;
}
