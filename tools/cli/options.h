/* The options of all commands, as they are given. Part of lambdav.c. */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include "base.h"

enum {
    MAX_SIZE = 16384, MAX_FRAMES = 1000000, MAX_LIST = 256, MAX_NAMED = 4096, MAX_PASSES = 1024,
    MAX_DISPATCH = 0x7FFFFFFF, MAX_THREADS = 256
};

/* What `--letter NAME=VALUE` says; options that take no NAME have "" there. In the order given. Of
   --into the name is the location. */
typedef struct named {
    int letter;
    const char *name, *value;
    uint32_t pass; /* of run: the -e that it stands behind, 0: it is for all */
    origin origin;
} named;

/* A row of run's list: an -e with how often it is dispatched, or a --for or --end. Texts as given;
   what is not given is NULL. */
typedef struct list_row {
    enum { PASS_ENTRY, PASS_FOR, PASS_END } kind;
    const char *entry, *size, *dispatch, *times;
    const char *variable, *first, *last, *step; /* of FOR */
    origin origin;
} list_row;

typedef struct arguments {
    const char *output, *header, *depfile, *entry, *device;
    lambdav_define defines[MAX_LIST];
    size_t define_count;
    const char *folders[MAX_LIST]; /* -I */
    size_t folder_count;
    const char *roots[MAX_LIST]; /* --include-root */
    size_t root_count;
    named named[MAX_NAMED];
    size_t named_count;
    lambdav_target target;
    uint32_t flags;
    int strict;    /* --Werror: warnings are errors */
    uint32_t warn, no_warn; /* --warn=NAME, --no-warn=NAME: LAMBDAV_WARNING(...) */
    size_t memory; /* most bytes of the arena, and of an input */
    uint32_t max_depth, max_calls, max_nodes, max_diagnostics; /* --limit; 0: the compiler's */
    lambdav_loops loops;
    uint32_t size[3], size_count; /* pixels, or invocations */
    uint32_t frames, location;    /* location: ALL_LOCATIONS for all */
    double time, rate;
    int json, c_header, validation;

    /* compile and translate: to WGSL */
    int wgsl;                /* --target wgsl */
    const char *table;       /* --json FILE */
    uint32_t push_at[2];     /* group, binding, if push_given */
    int push_given;
    uint32_t sampler_offset; /* 0: the default */
    int f16, subgroups, dual_source, clip_distances, keep_uniformity, keep_y, lines;

    int uniformity, maximal; /* of check */
    int instrument;          /* of check */
    uint32_t records_at[2];  /* set, binding, if records_given */
    int records_given;

    int check;               /* --check: CHECK_WARN, CHECK_ERROR */
    int defined, not_a_number;
    uint32_t records, max_iterations; /* 0: the default; no bound */
    uint32_t inlining; /* LAMBDAV_INLINE_x, 0: the default */
    const char *check_image;

    const char *prefix; /* of the structs of --c-header */
    const char *pass_file; /* of render: --passes */
    uint32_t turns;        /* of a pass of render: --times */
    unsigned char seen[128]; /* the letters of the options that are given */
    int cpu; /* --cpu; --steps asks for the CPU too */
    uint32_t threads, steps; /* 0: as many as there are cores; no limit */

    /* render and run */
    list_row passes[MAX_PASSES]; /* [0]: what stands before the first -e */
    uint32_t pass_count;     /* rows behind it */
    uint32_t loop_depth;     /* --for without an --end so far */
    int scoped;              /* what stands behind an -e belongs to it */
    uint32_t repeat;
    const char *vertex, *vertex_entry, *indices;
    uint32_t draw[2]; /* vertices or indices, 0 if not given; instances */
    lambdav_vk_topology topology;
    lambdav_vk_compare depth;
    lambdav_vk_blend blend;
    lambdav_vk_cull cull;
    lambdav_vk_format format; /* LAMBDAV_VK_FORMAT_COUNT: not given */
    float clear[4];
    int clockwise, raw, watch, window, clears, timed, counted; /* counted: --frames is given */

    const char *command;
    char **files;
    int file_count;
} arguments;

#define ALL_LOCATIONS 0xFFFFFFFFu

/* The options, by the letter that a command lists them under. */
static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},    {"include", required_argument, NULL, 'I'},
    {"include-root", required_argument, NULL, 'Z'},
    {"define", required_argument, NULL, 'D'},    {"entry", required_argument, NULL, 'e'},
    {"target", required_argument, NULL, 't'},    {"header", required_argument, NULL, 'H'},
    {"depfile", required_argument, NULL, 'M'},   {"names", no_argument, NULL, 'n'},
    {"strict-floats", no_argument, NULL, 'f'},   {"keep-guards", no_argument, NULL, 'g'},
    {"inline", required_argument, NULL, ' '},
    {"defined-ints", no_argument, NULL, 'u'},    {"keep-interface", no_argument, NULL, 'K'},
    {"limit", required_argument, NULL, 'q'},     {"loops", required_argument, NULL, '\1'},
    {"safe", no_argument, NULL, '\''},
    {"warn", optional_argument, NULL, '~'},
    {"no-warn", required_argument, NULL, '@'},   {"Werror", no_argument, NULL, '!'},
    {"memory", required_argument, NULL, 'm'},    {"json", no_argument, NULL, 'j'},
    {"size", required_argument, NULL, 's'},      {"time", required_argument, NULL, 'T'},
    {"frames", required_argument, NULL, 'F'},    {"rate", required_argument, NULL, 'r'},
    {"fps", required_argument, NULL, 'r'},       {"set", required_argument, NULL, 'S'},
    {"device", required_argument, NULL, 'd'},    {"location", required_argument, NULL, 'l'},
    {"validation", no_argument, NULL, 'V'},      {"help", no_argument, NULL, 'h'},
    {"buffer", required_argument, NULL, 'b'},    {"texture", required_argument, NULL, 'x'},
    {"image", required_argument, NULL, 'i'},     {"sampler", required_argument, NULL, 'a'},
    {"bind", required_argument, NULL, 'B'},      {"push", required_argument, NULL, 'p'},
    {"spec", required_argument, NULL, 'k'},      {"print", required_argument, NULL, 'P'},
    {"out", required_argument, NULL, 'O'},       {"swap", required_argument, NULL, 'w'},
    {"dispatch", required_argument, NULL, 'X'},  {"repeat", required_argument, NULL, 'N'},
    {"times", required_argument, NULL, '+'},     {"for", required_argument, NULL, '['},
    {"end", no_argument, NULL, ']'},             {"passes", required_argument, NULL, '|'},
    {"into", required_argument, NULL, '>'},
    {"vertex", required_argument, NULL, 'v'},    {"vertex-entry", required_argument, NULL, 'E'},
    {"vertices", required_argument, NULL, '1'},  {"instances", required_argument, NULL, '2'},
    {"indices", required_argument, NULL, '3'},   {"draw", required_argument, NULL, '4'},
    {"topology", required_argument, NULL, '5'},  {"depth", optional_argument, NULL, '6'},
    {"blend", required_argument, NULL, '7'},     {"cull", required_argument, NULL, '8'},
    {"clockwise", no_argument, NULL, '9'},       {"clear", required_argument, NULL, '0'},
    {"format", required_argument, NULL, 'Y'},    {"raw", no_argument, NULL, 'R'},
    {"watch", no_argument, NULL, 'W'},
    {"window", no_argument, NULL, '^'},           {"c-header", no_argument, NULL, 'c'},
    {"prefix", required_argument, NULL, '_'},
    {"debug", optional_argument, NULL, 'G'},     {"cpu", no_argument, NULL, 'C'},
    {"threads", required_argument, NULL, 'J'},   {"checks", no_argument, NULL, 'Q'},
    {"steps", required_argument, NULL, 'L'},     {"time-it", no_argument, NULL, 'y'},
    {"json-to", required_argument, NULL, 'A'},   {"push-at", required_argument, NULL, '='},
    {"sampler-offset", required_argument, NULL, '&'}, {"f16", no_argument, NULL, '<'},
    {"subgroups", no_argument, NULL, '{'},       {"dual-source", no_argument, NULL, '"'},
    {"clip-distances", no_argument, NULL, '\\'},
    {"keep-uniformity", no_argument, NULL, 'U'}, {"keep-y", no_argument, NULL, 'z'},
    {"lines", no_argument, NULL, '%'},
    {"uniformity", no_argument, NULL, '$'},      {"maximal", no_argument, NULL, '*'},
    {"check", optional_argument, NULL, '#'},     {"check-image", required_argument, NULL, ';'},
    {"instrument", no_argument, NULL, '`'},      {"records-at", required_argument, NULL, '}'},
    {"records", required_argument, NULL, '('},   {"defined", no_argument, NULL, ')'},
    {"places", required_argument, NULL, '.'},
    {"not-a-number", no_argument, NULL, '/'},    {"max-iterations", required_argument, NULL, ','},
    {NULL, 0, NULL, 0}};

enum { CHECK_WARN = 1, CHECK_ERROR = 2 };

/* A whole number from `low` to `high`; returns 0 if the text is none. */
static int parse_number(const char *text, uint32_t low, uint32_t high, uint32_t *value) {
    char *end;
    unsigned long long number;
    if (!isdigit((unsigned char)*text)) return 0;
    errno = 0;
    number = strtoull(text, &end, 10);
    if (errno != 0 || *end != '\0' || number < low || number > high) return 0;
    *value = (uint32_t)number;
    return 1;
}

static int parse_real(const char *text, double *value) {
    char *end;
    *value = strtod(text, &end);
    return end != text && *end == '\0' && *value - *value == 0;
}

/* "640x480", "8,8,1": one to `most` whole numbers from 1 to `high`; returns how many, 0 if the
   text is no such list. */
static uint32_t parse_sizes(const char *text, uint32_t high, uint32_t most, uint32_t *sizes) {
    char part[16];
    uint32_t count = 0;
    size_t size;
    do {
        size = strcspn(text, "x,");
        if (count == most || size >= sizeof part) return 0;
        memcpy(part, text, size);
        part[size] = '\0';
        if (!parse_number(part, 1, high, &sizes[count++])) return 0;
        text += size;
    } while (*text != '\0' && *text++ != '\0');
    return count;
}

/* "GROUP,BINDING" */
static int parse_place(const char *text, uint32_t *place) {
    char *copy = print_new("%s", text), *comma = strchr(copy, ',');
    int good = comma != NULL;
    if (good) *comma = '\0';
    good = good && parse_number(copy, 0, 1000, &place[0])
           && parse_number(comma + 1, 0, 1000, &place[1]);
    free(copy);
    return good;
}

static int parse_target(const char *text, lambdav_target *target) {
    static const struct {
        const char *name;
        lambdav_target target;
    } rows[] = {{"spirv1.0", LAMBDAV_TARGET_SPIRV_1_0}, {"spirv1.3", LAMBDAV_TARGET_SPIRV_1_3},
                {"spirv1.5", LAMBDAV_TARGET_SPIRV_1_5}, {"spirv1.6", LAMBDAV_TARGET_SPIRV_1_6},
                {"vulkan1.0", LAMBDAV_TARGET_SPIRV_1_0}, {"vulkan1.1", LAMBDAV_TARGET_SPIRV_1_3},
                {"vulkan1.2", LAMBDAV_TARGET_SPIRV_1_5}, {"vulkan1.3", LAMBDAV_TARGET_SPIRV_1_6}};
    size_t i;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (strcmp(text, rows[i].name) != 0 && strcmp(text, rows[i].name + 5) != 0) continue;
        *target = rows[i].target;
        return 1;
    }
    return 0;
}

/* ---- did you mean */

enum { LONGEST_NAME = 32 };

/* How many letters must be put in, taken out or changed to make one of the other, two neighbours
   that changed places being one; texts of at most LONGEST_NAME letters. */
static size_t name_distance(const char *a, size_t n, const char *b, size_t m) {
    size_t rows[LONGEST_NAME + 1][LONGEST_NAME + 1], i, j, d;
    for (i = 0; i <= n; i++) {
        for (j = 0; j <= m; j++) {
            d = i == 0 ? j : i;
            if (i > 0 && j > 0) {
                d = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
                if (rows[i - 1][j] + 1 < d) d = rows[i - 1][j] + 1;
                if (rows[i][j - 1] + 1 < d) d = rows[i][j - 1] + 1;
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
                    && rows[i - 2][j - 2] + 1 < d)
                    d = rows[i - 2][j - 2] + 1;
            }
            rows[i][j] = d;
        }
    }
    return rows[n][m];
}

/* Which of two names, `best` being the nearest so far or NULL, was meant by `text` of n letters;
   NULL if none can be. */
static const char *nearer_name(const char *text, size_t n, const char *best, const char *name) {
    size_t most = n < 4 ? 1 : n < 8 ? 2 : 3, d;
    if (n == 0 || n > LONGEST_NAME || strlen(name) > LONGEST_NAME) return best;
    d = name_distance(text, n, name, strlen(name));
    if (d > most || d >= strlen(name)) return best;
    return best == NULL || d < name_distance(text, n, best, strlen(best)) ? name : best;
}

/* Splits "name=value" in place; the name must not be empty. Returns the value, or NULL. */
static char *split(char *text) {
    char *equals = strchr(text, '=');
    if (equals == NULL || equals == text) return NULL;
    *equals = '\0';
    return equals + 1;
}

static int is_identifier(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return 0;
    while (isalnum((unsigned char)*text) || *text == '_') text++;
    return *text == '\0';
}

static int take_define(arguments *a, char *text) {
    const char *value = split(text);
    if (value == NULL) return complain(BAD_USAGE, "--define: '%s' is not name=value", text);
    if (a->define_count == MAX_LIST) return complain(BAD_USAGE, "more than %d --define", MAX_LIST);
    a->defines[a->define_count].name = text;
    a->defines[a->define_count++].value = value;
    return DONE;
}

static int take_memory(arguments *a, const char *text) {
    uint32_t mebibytes;
    if (!parse_number(text, 1, SIZE_MAX > 0xFFFFFFFFu ? 1u << 20 : 2047, &mebibytes))
        return complain(BAD_USAGE, "--memory: '%s' is not a number of MiB", text);
    a->memory = (size_t)mebibytes << 20;
    return DONE;
}

/* --warn, --warn=NAME, --no-warn=NAME: a warning by its name. */
static int take_warning(arguments *a, uint32_t *set, const char *text) {
    static const uint32_t codes[] = {
        LAMBDAV_E_DOMAIN, LAMBDAV_E_NON_UNIFORM, LAMBDAV_E_UNUSED_DEFINITION,
        LAMBDAV_E_UNUSED_NAME, LAMBDAV_E_UNUSED_RESOURCE, LAMBDAV_E_SHADOWED_BUILTIN,
        LAMBDAV_E_NO_POSITION, LAMBDAV_E_LIBRARY, LAMBDAV_E_NON_UNIFORM_INDEX,
        LAMBDAV_E_ARRAY_COPY};
    size_t i;
    if (text == NULL) {
        a->flags |= LAMBDAV_WARN_ALL;
        return DONE;
    }
    for (i = 0; i < sizeof codes / sizeof *codes; i++) {
        if (strcmp(lambdav_error_name(codes[i]), text) != 0) continue;
        *set |= LAMBDAV_WARNING(codes[i]);
        return DONE;
    }
    return complain(BAD_USAGE, "'%s' is not a warning: they are domain, non-uniform, "
                    "unused-definition, unused-name, unused-resource, shadowed-builtin, "
                    "no-position, library, non-uniform-index and array-copy", text);
}

/* --loops SHAPE */
static int take_loops(arguments *a, const char *text) {
    static const char *const names[] = {"auto", "phi", "variables", "unroll", "dont-unroll"};
    size_t i;
    for (i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0) continue;
        a->loops = (lambdav_loops)i;
        return DONE;
    }
    return complain(BAD_USAGE, "--loops: '%s' is not auto, phi, variables, unroll or dont-unroll",
                    text);
}

/* --limit NAME=N: a bound of the compiler. */
static int take_limit(arguments *a, const char *text) {
    const struct {
        const char *name;
        uint32_t *limit;
    } rows[] = {{"depth=", &a->max_depth}, {"calls=", &a->max_calls}, {"nodes=", &a->max_nodes},
                {"diagnostics=", &a->max_diagnostics}};
    size_t i, size;
    for (i = 0; i < sizeof rows / sizeof *rows; i++) {
        size = strlen(rows[i].name);
        if (strncmp(text, rows[i].name, size) == 0
            && parse_number(text + size, 1, UINT32_MAX, rows[i].limit))
            return DONE;
    }
    return complain(BAD_USAGE, "--limit: '%s' is not depth=N, calls=N, nodes=N or diagnostics=N",
                    text);
}

static int parse_inlining(const char *text, uint32_t *inlining) {
    static const char *const names[] = {"always", "auto", "never"};
    uint32_t i;
    for (i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0) *inlining = LAMBDAV_INLINE_ALWAYS + i;
    return *inlining != 0;
}

/* --debug, --debug=full; names come with both. */
static int take_debug(arguments *a, const char *text) {
    if (text != NULL && strcmp(text, "full") != 0 && strcmp(text, "lines") != 0)
        return complain(BAD_USAGE, "--debug: '%s' is not lines or full", text);
    a->flags |= LAMBDAV_NAMES;
    a->flags |= text != NULL && *text == 'f' ? LAMBDAV_DEBUG_FULL : LAMBDAV_DEBUG_LINES;
    return DONE;
}

static const char *option_name(int letter) {
    size_t i = 0;
    while (long_options[i].name != NULL && long_options[i].val != letter) i++;
    return long_options[i].name == NULL ? "" : long_options[i].name;
}

/* The pass that an option belongs to where it stands: the -e before it, on the same line of a file
   of passes; 0 for all. `strict`: it must be clear which. */
static int find_scope(const arguments *a, int letter, int strict, uint32_t *scope) {
    const list_row *p = &a->passes[a->pass_count];
    *scope = 0;
    if (!a->scoped || a->pass_count == 0) return DONE;
    if (p->origin.file != NULL && the_origin.file == NULL) return DONE; /* beside --passes */
    if (p->kind == PASS_ENTRY && p->origin.file == the_origin.file
        && p->origin.pass == the_origin.pass) {
        *scope = a->pass_count;
        return DONE;
    }
    if (!strict) return DONE;
    return complain(BAD_USAGE, "--%s: for which entry point? Write it behind an -e%s, or before "
                               "the first -e and --for for all", option_name(letter),
                    the_origin.file != NULL ? " on the same line" : "");
}

static int take_named(arguments *a, int letter, const char *name, const char *value) {
    uint32_t scope;
    int code = find_scope(a, letter, strchr("POk", letter) == NULL, &scope);
    if (code != DONE) return code;
    if (a->named_count == MAX_NAMED)
        return complain(BAD_USAGE, "more than %d options that take a name", MAX_NAMED);
    a->named[a->named_count].letter = letter;
    a->named[a->named_count].name = name;
    a->named[a->named_count].pass = scope;
    a->named[a->named_count].origin = the_origin;
    a->named[a->named_count++].value = value;
    return DONE;
}

/* Files that a file of passes names lie beside it. Returns the path, or one that stays to the
   end. */
static char *beside_passes(char *path) {
    static bytes kept;
    const char *from = the_origin.file;
    char *text;
    if (from == NULL || os_folder_size(from) == 0 || os_is_absolute(path, strlen(path)))
        return path;
    text = print_new("%.*s%s", (int)os_folder_size(from), from, path);
    bytes_add(&kept, &text, sizeof text);
    return text;
}

/* "@FILE", or "@FILE,@FILE..." */
static char *files_beside_passes(char *text) {
    static bytes kept;
    bytes b = {NULL, 0, 0};
    char *path, *next;
    if (*text != '@' || the_origin.file == NULL) return text;
    for (path = text; path != NULL; path = next) {
        next = strstr(path + 1, ",@");
        if (next != NULL) *next++ = '\0';
        bytes_print(&b, "%s@%s", path == text ? "" : ",", beside_passes(path + 1));
    }
    bytes_add(&b, "", 1);
    bytes_add(&kept, &b.data, sizeof b.data);
    return b.data;
}

/* --set, --buffer, --bind ...: NAME=VALUE. */
static int take_pair(arguments *a, int letter, char *text) {
    char *value = split(text);
    if (value != NULL && *value != '\0')
        return take_named(a, letter, text,
                          strchr("SkO", letter) ? value : files_beside_passes(value));
    return complain(BAD_USAGE, "--%s: '%s' is not %s", option_name(letter), text,
                    letter == 'S' ? "name=value[,value...]" : "name=value");
}

/* --vertices, --instances: [NAME=]@FILE. */
static int take_stream(arguments *a, int letter, char *text) {
    if (*text == '@') return take_named(a, letter, "", files_beside_passes(text));
    return take_pair(a, letter, text);
}

/* Whether it names an image that a pass draws. No size and no @FILE does. */
static int is_image_name(const char *text) {
    if (!isalpha((unsigned char)*text) && *text != '_') return 0;
    while (isalnum((unsigned char)*text) || *text == '_' || *text == '-') text++;
    return *text == '\0';
}

/* --into [LOCATION=]NAME */
static int take_into(arguments *a, char *text) {
    const char *name = split(text), *location = name == NULL ? "0" : text;
    uint32_t number;
    if (name == NULL) name = text;
    if (!parse_number(location, 0, LAMBDAV_VK_MAX_ATTACHMENTS - 1, &number))
        return complain(BAD_USAGE, "--into: '%s' is not the location of an output", location);
    if (!is_image_name(name))
        return complain(BAD_USAGE, "--into: '%s' is not a name: letters, digits, - and _",
                        name);
    return take_named(a, '>', location, name);
}

/* --swap A,B. SET,BINDING pairs have commas of their own: 0,1,0,2. */
static int take_swap(arguments *a, char *text) {
    char *comma = strchr(text, ',');
    if (comma != NULL && isdigit((unsigned char)*text)) comma = strchr(comma + 1, ',');
    if (comma == NULL || comma == text || comma[1] == '\0')
        return complain(BAD_USAGE, "--swap: '%s' is not two names: A,B", text);
    *comma = '\0';
    return take_named(a, 'w', text, comma + 1);
}

static int add_pass(arguments *a, list_row **p) {
    if (a->pass_count == MAX_PASSES - 1)
        return complain(BAD_USAGE, "more than %d --entry and --for", MAX_PASSES - 1);
    *p = &a->passes[++a->pass_count];
    (*p)->origin = the_origin;
    return DONE;
}

static int take_entry(arguments *a, char *text) {
    list_row *p = NULL;
    int code;
    if (a->pass_count > 0 && !a->scoped)
        return complain(BAD_USAGE, "--entry: %s and %s; only `lambdav run` takes several",
                        a->entry, text);
    code = add_pass(a, &p);
    if (code == DONE) p->entry = a->entry = text;
    return code;
}

/* --for NAME=FIRST,LAST[,STEP] */
static int take_for(arguments *a, char *text) {
    char *first = split(text), *last = first == NULL ? NULL : strchr(first, ','), *step = NULL;
    list_row *p = NULL;
    int code;
    if (last != NULL) *last++ = '\0', step = strchr(last, ',');
    if (step != NULL) *step++ = '\0';
    if (last == NULL || *last == '\0' || !is_identifier(text))
        return complain(BAD_USAGE, "--for: '%s' is not NAME=FIRST,LAST[,STEP]", text);
    code = add_pass(a, &p);
    if (code != DONE) return code;
    p->kind = PASS_FOR;
    p->variable = text;
    p->first = first;
    p->last = last;
    p->step = step;
    a->loop_depth++;
    return DONE;
}

static int take_end(arguments *a) {
    list_row *p = NULL;
    int code;
    if (a->loop_depth == 0) return complain(BAD_USAGE, "--end: there is no --for before it");
    if (a->passes[a->pass_count].kind == PASS_FOR)
        return complain(BAD_USAGE, "--end: there is no -e in this --for");
    code = add_pass(a, &p);
    if (code != DONE) return code;
    p->kind = PASS_END;
    a->loop_depth--;
    return DONE;
}

/* --dispatch, --size and --times of run, for the -e before them. What has braces is looked at when
   the pass has its turn. */
static int take_amount(arguments *a, int letter, const char *text) {
    uint32_t sizes[3], scope;
    int code = find_scope(a, letter, 1, &scope), parsed = strchr(text, '{') == NULL;
    list_row *p = &a->passes[scope];
    const char **place = letter == 'X' ? &p->dispatch : letter == 's' ? &p->size : &p->times;
    const char *other = letter == '+' ? p->times : p->size != NULL ? p->size : p->dispatch;
    if (code != DONE) return code;
    if (letter == '+' && scope == 0)
        return complain(BAD_USAGE, "--times: for which entry point? Write it behind an -e; "
                                   "--repeat N repeats all");
    if (parsed && letter == '+' && !parse_number(text, 1, MAX_FRAMES, sizes))
        return complain(BAD_USAGE, "--times does not take '%s'; see lambdav %s --help", text,
                        a->command);
    if (parsed && letter != '+' && parse_sizes(text, MAX_DISPATCH, 3, sizes) == 0)
        return letter == 'X'
                   ? complain(BAD_USAGE, "--dispatch: '%s' is not X,Y,Z in workgroups", text)
                   : complain(BAD_USAGE, "--size does not take '%s'; see lambdav %s --help", text,
                              a->command);
    if (other != NULL)
        return complain(BAD_USAGE, "--%s %s: there is --%s %s already %s", option_name(letter),
                        text, letter == '+' ? "times" : p->size ? "size" : "dispatch", other,
                        p->entry ? "for this --entry" : "for all entry points; behind an --entry "
                                                        "they belong to that one");
    *place = text;
    return DONE;
}

/* "N" or "N,INSTANCES" */
static int parse_draw(const char *text, uint32_t *sizes) {
    sizes[1] = 1;
    return strchr(text, 'x') == NULL && parse_sizes(text, MAX_DISPATCH, 2, sizes) > 0;
}

/* One to four components; those that lack are 0, alpha is 1. */
static int parse_clear(const char *text, float clear[4]) {
    char *copy = print_new("%s", text), *next = copy, *part;
    double value = 0;
    int count = 0, good = 1;
    clear[0] = clear[1] = clear[2] = 0;
    clear[3] = 1;
    while (good && (part = os_split(&next, ",")) != NULL) {
        good = count < 4 && parse_real(part, &value);
        if (good) clear[count++] = (float)value;
    }
    free(copy);
    return good;
}

/* ---- words of the runner, in lower case with hyphens */

static int is_word(const char *text, const char *name) {
    for (; *name != '\0'; name++, text++)
        if (*text != (*name == '_' ? '-' : tolower((unsigned char)*name))) return 0;
    return *text == '\0';
}

#define NAME_FORMAT(name, format, bytes, kind, image) #name,
#define NAME_COMPARE(name, op) #name,
#define NAME_BLEND(name, s, d, op, meaning) #name,
#define NAME_TOPOLOGY(name, topology) #name,
#define NAME_ADDRESS(name, mode) #name,
static const char *const format_names[] = {LAMBDAV_VK_FORMATS(NAME_FORMAT) NULL};
static const char *const compare_names[] = {LAMBDAV_VK_COMPARES(NAME_COMPARE) NULL};
static const char *const blend_names[] = {LAMBDAV_VK_BLENDS(NAME_BLEND) NULL};
static const char *const topology_names[] = {LAMBDAV_VK_TOPOLOGIES(NAME_TOPOLOGY) NULL};
static const char *const address_names[] = {LAMBDAV_VK_ADDRESSES(NAME_ADDRESS) NULL};
static const char *const cull_names[] = {"NONE", "BACK", "FRONT", NULL};
#undef NAME_FORMAT
#undef NAME_COMPARE
#undef NAME_BLEND
#undef NAME_TOPOLOGY
#undef NAME_ADDRESS

/* The number of the word in the list, -1 if it is not there. */
static int find_word(const char *const *names, const char *text) {
    int i;
    for (i = 0; names[i] != NULL; i++)
        if (is_word(text, names[i])) return i;
    return -1;
}

/* Options that take a word of a list. Says which words there are if it is another one. */
static int parse_word(int letter, const char *const *names, const char *text, int *word) {
    bytes b = {NULL, 0, 0};
    size_t k;
    int i;
    *word = find_word(names, text);
    if (*word >= 0) return DONE;
    for (i = 0; names[i] != NULL; i++) bytes_print(&b, " %s", names[i]);
    for (k = 0; k < b.size; k++)
        b.data[k] = (char)(b.data[k] == '_' ? '-' : tolower((unsigned char)b.data[k]));
    complain(BAD_USAGE, "--%s: no '%s'; there are:%.*s", option_name(letter), text, (int)b.size,
             b.data);
    free(b.data);
    return BAD_USAGE;
}

static int take_word(arguments *a, int letter, const char *text) {
    int word = 0, code = DONE;
    switch (letter) {
    case '5':
        code = parse_word(letter, topology_names, text, &word);
        a->topology = (lambdav_vk_topology)(word < 0 ? 0 : word);
        break;
    case '6':
        code = parse_word(letter, compare_names, text == NULL ? "less" : text, &word);
        a->depth = (lambdav_vk_compare)(word < 0 ? 0 : word);
        break;
    case '7':
        code = parse_word(letter, blend_names, text, &word);
        a->blend = (lambdav_vk_blend)(word < 0 ? 0 : word);
        break;
    case '8':
        code = parse_word(letter, cull_names, text, &word);
        a->cull = (lambdav_vk_cull)(word < 0 ? 0 : word);
        break;
    default:
        code = parse_word(letter, format_names, text, &word);
        a->format = (lambdav_vk_format)(word < 0 ? 0 : word);
        break;
    }
    return code;
}

/* ---- the options of a call */

/* Options with an argument that is a number or a list of them. */
static int take_parsed(arguments *a, int letter, char *text) {
    int good = 1;
    switch (letter) {
    case 't':
        a->wgsl = strcmp(text, "wgsl") == 0;
        good = a->wgsl || parse_target(text, &a->target);
        break;
    case '=': good = a->push_given = parse_place(text, a->push_at); break;
    case '}': good = a->records_given = parse_place(text, a->records_at); break;
    case '(': good = parse_number(text, 1, 4096, &a->records); break;
    case ' ': good = parse_inlining(text, &a->inlining); break;
    case ',': good = parse_number(text, 1, UINT32_MAX, &a->max_iterations); break;
    case '&': good = parse_number(text, 1, 1000, &a->sampler_offset); break;
    case 'H': good = is_identifier(a->header = text); break;
    case '_': good = is_identifier(a->prefix = text); break;
    case 's':
        if (a->scoped) return take_amount(a, letter, text);
        good = (a->size_count = parse_sizes(text, MAX_DISPATCH, 3, a->size)) > 0;
        break;
    case 'T': good = parse_real(text, &a->time); break;
    case 'F': good = a->counted = parse_number(text, 1, MAX_FRAMES, &a->frames); break;
    case 'N': good = parse_number(text, 1, MAX_FRAMES, &a->repeat); break;
    case 'J': good = parse_number(text, 1, MAX_THREADS, &a->threads); break;
    case 'L': good = a->cpu = parse_number(text, 1, UINT32_MAX, &a->steps); break;
    case 'r': good = parse_real(text, &a->rate) && a->rate > 0; break;
    case '4': good = parse_draw(text, a->draw); break;
    case '0': good = a->clears = parse_clear(text, a->clear); break;
    case '3': good = *(a->indices = files_beside_passes(text)) == '@'; break;
    case 'l':
        a->location = ALL_LOCATIONS;
        good = strcmp(text, "all") == 0
               || parse_number(text, 0, LAMBDAV_VK_MAX_ATTACHMENTS - 1, &a->location);
        break;
    default: break;
    }
    if (good) return DONE;
    return complain(BAD_USAGE, "--%s does not take '%s'; see lambdav %s --help",
                    option_name(letter), text, a->command);
}

/* Options that may be given several times. */
static int take_listed(arguments *a, int letter, char *text) {
    switch (letter) {
    case 'D': return take_define(a, text);
    case 'I':
        if (a->folder_count == MAX_LIST) return complain(BAD_USAGE, "more than %d -I", MAX_LIST);
        a->folders[a->folder_count++] = text;
        return DONE;
    case 'Z':
        if (a->root_count == MAX_LIST)
            return complain(BAD_USAGE, "more than %d --include-root", MAX_LIST);
        a->roots[a->root_count++] = text;
        return DONE;
    case 'e': return take_entry(a, text);
    case 'X':
    case '+':
        if (a->scoped || letter == 'X') return take_amount(a, letter, text);
        return parse_number(text, 1, MAX_FRAMES, &a->turns)
                   ? DONE : complain(BAD_USAGE, "--times does not take '%s'; see lambdav %s --help",
                                     text, a->command);
    case '>': return take_into(a, text);
    case '[': return take_for(a, text);
    case 'p':
        if (*text != '@') return complain(BAD_USAGE, "--push: '%s' is not @FILE", text);
        return take_named(a, letter, "", files_beside_passes(text));
    case 'P': return take_named(a, letter, text, "");
    case 'w': return take_swap(a, text);
    case '1':
    case '2': return take_stream(a, letter, text);
    default: return take_pair(a, letter, text);
    }
}

/* --check, --check=error */
static int take_check(arguments *a, const char *text) {
    if (text != NULL && strcmp(text, "error") != 0)
        return complain(BAD_USAGE, "--check does not take '%s'; --check or --check=error", text);
    if (text != NULL) a->check = CHECK_ERROR;
    else if (a->check == 0) a->check = CHECK_WARN;
    return DONE;
}

static int take_option(arguments *a, int letter, char *text) {
    if (strchr("DIZeXpPw12SbxiaBkO+[>", letter) != NULL) return take_listed(a, letter, text);
    if (strchr("5678Y", letter) != NULL) return take_word(a, letter, text);
    switch (letter) {
    case 'o':
        a->output = text;
        return *text ? DONE : complain(BAD_USAGE, "--output: the name is empty");
    case 'M': a->depfile = text; return DONE;
    case 'd': a->device = text; return DONE;
    case 'v': a->vertex = beside_passes(text); return DONE;
    case 'E': a->vertex_entry = text; return DONE;
    case 'm': return take_memory(a, text);
    case 'q': return take_limit(a, text);
    case '\1': return take_loops(a, text);
    case 'n': a->flags |= LAMBDAV_NAMES; return DONE;
    case 'f': a->flags |= LAMBDAV_STRICT_FLOATS; return DONE;
    case 'g': a->flags |= LAMBDAV_KEEP_GUARDS; return DONE;
    case 'u': a->flags |= LAMBDAV_DEFINED_INTS; return DONE;
    case '\'': a->flags |= LAMBDAV_SAFE; return DONE;
    case 'K': a->flags |= LAMBDAV_KEEP_INTERFACE; return DONE;
    case '~': return take_warning(a, &a->warn, text);
    case '@': return take_warning(a, &a->no_warn, text);
    case '!': a->strict = 1; return DONE;
    case 'G': return take_debug(a, text);
    case 'j': a->json = 1; return DONE;
    case 'c': a->c_header = 1; return DONE;
    case 'V': a->validation = 1; return DONE;
    case 'C': a->cpu = 1; return DONE;
    case 'Q': a->cpu = 1; return take_check(a, "error");
    case 'y': a->timed = 1; return DONE;
    case '9': a->clockwise = 1; return DONE;
    case 'R': a->raw = 1; return DONE;
    case ']': return take_end(a);
    case '|':
        a->pass_file = text;
        return a->scoped ? complain(BAD_USAGE, "--passes cannot be shortened") : DONE;
    case 'W': a->watch = 1; return DONE;
    case 'A':
    case '.': a->table = text; return DONE;
    case '<': a->f16 = 1; return DONE;
    case '{': a->subgroups = 1; return DONE;
    case '"': a->dual_source = 1; return DONE;
    case '\\': a->clip_distances = 1; return DONE;
    case 'U': a->keep_uniformity = 1; return DONE;
    case 'z': a->keep_y = 1; return DONE;
    case '%': a->lines = 1; return DONE;
    case '$': a->uniformity = 1; return DONE;
    case '*': a->maximal = 1; return DONE;
    case '^': a->window = 1; return DONE;
    case '#': return take_check(a, text);
    case ';': a->check_image = text; return take_check(a, NULL);
    case '`': a->instrument = 1; return DONE;
    case ')': a->defined = 1; return DONE;
    case '/': a->not_a_number = 1; return DONE;
    default: return take_parsed(a, letter, text);
    }
}

#endif
