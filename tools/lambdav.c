/* cc -std=c99 -O2 -I. tools/lambdav.c -o lambdav -lcjson -lm -ldl -pthread */
/* lambdav, the command line: compiles, checks, renders, reflects and dumps λV programs.
   `lambdav --help` says how. Exit codes: 0 done, 1 the input is at fault, 2 the call is, 3 the
   environment is (files, memory, Vulkan). No output file is ever left half written: what is written
   goes to a temporary file beside it, which then takes its name. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cjson/cJSON.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"

enum { DONE = 0, BAD_INPUT = 1, BAD_USAGE = 2, BAD_ENVIRONMENT = 3 };
enum {
    FIRST_ARENA = 64 << 10, MAX_PUSH_CONSTANTS = 64 << 10, MAX_SIZE = 16384, MAX_FRAMES = 1000000,
    MAX_LIST = 256, MAX_DEVICES = LAMBDAV_VK_MAX_DEVICES
};

/* ---- messages */

/* Writes "lambdav: MESSAGE" to stderr; returns `code`, to be passed on as the exit code. */
static int complain(int code, const char *format, ...) {
    va_list list;
    va_start(list, format);
    fputs("lambdav: ", stderr);
    vfprintf(stderr, format, list);
    fputc('\n', stderr);
    va_end(list);
    return code;
}

/* Memory that is not to be had ends the program. */
static void *need(void *memory) {
    if (memory == NULL) exit(complain(BAD_ENVIRONMENT, "out of memory"));
    return memory;
}

static char *print_new(const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0) text = NULL;
    va_end(list);
    return (char *)need(text);
}

static int stderr_takes_color(void) {
    const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");
    if (no_color != NULL && *no_color != '\0') return 0;
    return isatty(STDERR_FILENO) && term != NULL && strcmp(term, "dumb") != 0;
}

/* ---- progress: on a terminal, what takes longer than a second says so on the last line */

typedef struct progress {
    pthread_mutex_t lock;
    pthread_cond_t stop;
    pthread_t thread;
    int running, stopping;
    char text[128];
} progress;

static progress the_progress = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0, 0, ""};

static void *progress_thread(void *unused) {
    progress *p = &the_progress;
    struct timespec next;
    unsigned seconds = 0;
    (void)unused;
    pthread_mutex_lock(&p->lock);
    clock_gettime(CLOCK_REALTIME, &next);
    while (!p->stopping) {
        next.tv_sec++;
        while (!p->stopping && pthread_cond_timedwait(&p->stop, &p->lock, &next) != ETIMEDOUT) {}
        if (!p->stopping) fprintf(stderr, "\r\033[K%s, %u s", p->text, ++seconds);
    }
    if (seconds > 0) fputs("\r\033[K", stderr);
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

/* Says what is being done from now on. */
static void progress_say(const char *format, ...) {
    progress *p = &the_progress;
    va_list list;
    if (!isatty(STDERR_FILENO)) return;
    pthread_mutex_lock(&p->lock);
    va_start(list, format);
    vsnprintf(p->text, sizeof p->text, format, list);
    va_end(list);
    if (!p->running) {
        p->stopping = 0;
        p->running = pthread_create(&p->thread, NULL, progress_thread, NULL) == 0;
    }
    pthread_mutex_unlock(&p->lock);
}

static void progress_end(void) {
    progress *p = &the_progress;
    if (!p->running) return;
    pthread_mutex_lock(&p->lock);
    p->stopping = 1;
    pthread_cond_signal(&p->stop);
    pthread_mutex_unlock(&p->lock);
    pthread_join(p->thread, NULL);
    p->running = 0;
}

/* ---- options */

typedef struct set_value {
    const char *name, *values; /* "1,2,3" */
    size_t name_size;
} set_value;

typedef struct arguments {
    const char *output, *header, *depfile, *entry, *device;
    lambdav_define defines[MAX_LIST];
    size_t define_count;
    const char *folders[MAX_LIST]; /* -I */
    size_t folder_count;
    set_value sets[MAX_LIST];
    size_t set_count;
    lambdav_target target;
    uint32_t flags;
    size_t memory; /* most bytes of the arena, and of an input */
    uint32_t width, height, frames, location;
    double time, rate;
    int json, c_header, validation;
    char **files;
    int file_count;
} arguments;

/* The options, by the letter that a command lists them under. */
static const struct option long_options[] = {
    {"output", required_argument, NULL, 'o'},    {"include", required_argument, NULL, 'I'},
    {"define", required_argument, NULL, 'D'},    {"entry", required_argument, NULL, 'e'},
    {"target", required_argument, NULL, 't'},    {"header", required_argument, NULL, 'H'},
    {"depfile", required_argument, NULL, 'M'},   {"names", no_argument, NULL, 'n'},
    {"strict-floats", no_argument, NULL, 'f'},   {"keep-guards", no_argument, NULL, 'g'},
    {"defined-ints", no_argument, NULL, 'i'},
    {"memory", required_argument, NULL, 'm'},    {"json", no_argument, NULL, 'j'},
    {"size", required_argument, NULL, 's'},      {"time", required_argument, NULL, 'T'},
    {"frames", required_argument, NULL, 'F'},    {"rate", required_argument, NULL, 'r'},
    {"set", required_argument, NULL, 'S'},       {"device", required_argument, NULL, 'd'},
    {"location", required_argument, NULL, 'l'},  {"validation", no_argument, NULL, 'V'},
    {"debug", optional_argument, NULL, 'G'},     {"c-header", no_argument, NULL, 'c'},
    {"help", no_argument, NULL, 'h'},            {NULL, 0, NULL, 0}};

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

/* "640x480" */
static int parse_size(const char *text, uint32_t *width, uint32_t *height) {
    const char *by = strchr(text, 'x');
    char left[16];
    if (by == NULL || (size_t)(by - text) >= sizeof left) return 0;
    memcpy(left, text, (size_t)(by - text));
    left[by - text] = '\0';
    return parse_number(left, 1, MAX_SIZE, width) && parse_number(by + 1, 1, MAX_SIZE, height);
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

static int take_set(arguments *a, char *text) {
    const char *values = split(text);
    if (values == NULL)
        return complain(BAD_USAGE, "--set: '%s' is not name=value[,value...]", text);
    if (a->set_count == MAX_LIST) return complain(BAD_USAGE, "more than %d --set", MAX_LIST);
    a->sets[a->set_count].name = text;
    a->sets[a->set_count].name_size = strlen(text);
    a->sets[a->set_count++].values = values;
    return DONE;
}

static int take_memory(arguments *a, const char *text) {
    uint32_t mebibytes;
    if (!parse_number(text, 1, SIZE_MAX > 0xFFFFFFFFu ? 1u << 20 : 2047, &mebibytes))
        return complain(BAD_USAGE, "--memory: '%s' is not a number of MiB", text);
    a->memory = (size_t)mebibytes << 20;
    return DONE;
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

/* Options with an argument that is parsed. */
static int take_parsed(arguments *a, int letter, char *text) {
    int good = 1;
    switch (letter) {
    case 'D': return take_define(a, text);
    case 'S': return take_set(a, text);
    case 'm': return take_memory(a, text);
    case 't': good = parse_target(text, &a->target); break;
    case 'H': good = is_identifier(a->header = text); break;
    case 's': good = parse_size(text, &a->width, &a->height); break;
    case 'T': good = parse_real(text, &a->time); break;
    case 'F': good = parse_number(text, 1, MAX_FRAMES, &a->frames); break;
    case 'r': good = parse_real(text, &a->rate) && a->rate > 0; break;
    case 'l': good = parse_number(text, 0, LAMBDAV_VK_MAX_ATTACHMENTS - 1, &a->location); break;
    case 'I':
        if (a->folder_count == MAX_LIST) return complain(BAD_USAGE, "more than %d -I", MAX_LIST);
        a->folders[a->folder_count++] = text;
        break;
    default: break;
    }
    if (good) return DONE;
    return complain(BAD_USAGE, "--%s does not take '%s'; see --help", option_name(letter), text);
}

static int take_option(arguments *a, int letter, char *text) {
    switch (letter) {
    case 'o': a->output = text; return DONE;
    case 'M': a->depfile = text; return DONE;
    case 'e': a->entry = text; return DONE;
    case 'd': a->device = text; return DONE;
    case 'n': a->flags |= LAMBDAV_NAMES; return DONE;
    case 'f': a->flags |= LAMBDAV_STRICT_FLOATS; return DONE;
    case 'g': a->flags |= LAMBDAV_KEEP_GUARDS; return DONE;
    case 'G': return take_debug(a, text);
    case 'i': a->flags |= LAMBDAV_DEFINED_INTS; return DONE;
    case 'j': a->json = 1; return DONE;
    case 'c': a->c_header = 1; return DONE;
    case 'V': a->validation = 1; return DONE;
    default: return take_parsed(a, letter, text);
    }
}

/* ---- files */

typedef struct bytes {
    char *data;
    size_t size, capacity;
} bytes;

static void bytes_add(bytes *b, const void *data, size_t size) {
    size_t capacity = b->capacity;
    while (capacity - b->size < size) {
        if (capacity > SIZE_MAX / 2) need(NULL);
        capacity = capacity ? 2 * capacity : 4096;
    }
    if (capacity != b->capacity) b->data = (char *)need(realloc(b->data, capacity));
    b->capacity = capacity;
    if (size > 0) memcpy(b->data + b->size, data, size);
    b->size += size;
}

static void bytes_print(bytes *b, const char *format, ...) {
    char text[512];
    int size;
    va_list list;
    va_start(list, format);
    size = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (size > 0) bytes_add(b, text, (size_t)size < sizeof text ? (size_t)size : sizeof text - 1);
}

static int is_dash(const char *path) {
    return strcmp(path, "-") == 0;
}

/* Reads what is left of the file. Returns 0 with errno set, EFBIG if it is larger than `limit`. */
static int read_stream(FILE *file, size_t limit, bytes *b) {
    static char part[1 << 16];
    size_t size;
    while ((size = fread(part, 1, sizeof part, file)) > 0) {
        bytes_add(b, part, size);
        if (b->size > limit) {
            errno = EFBIG;
            return 0;
        }
    }
    return !ferror(file);
}

/* Reads a file, or stdin for "-". Returns 0 with errno set. */
static int read_file(const char *path, size_t limit, bytes *b) {
    FILE *file = is_dash(path) ? stdin : fopen(path, "rb");
    int good, error;
    memset(b, 0, sizeof *b);
    if (file == NULL) return 0;
    good = read_stream(file, limit, b);
    error = errno;
    if (file != stdin) fclose(file);
    if (!good) free(b->data);
    errno = error;
    return good;
}

static int cannot_read(const arguments *a, const char *path) {
    if (errno == EFBIG)
        return complain(BAD_ENVIRONMENT, "%s: larger than %zu MiB (--memory)", path,
                        a->memory >> 20);
    return complain(BAD_ENVIRONMENT, "%s: %s", path, strerror(errno));
}

/* Writes all of it and closes the file; returns 0 with errno set. */
static int write_stream(FILE *file, const void *data, size_t size) {
    int good = size == 0 || fwrite(data, 1, size, file) == size;
    int error = errno;
    if (fflush(file) != 0 && good) {
        good = 0;
        error = errno;
    }
    if (file != stdout && fclose(file) != 0 && good) {
        good = 0;
        error = errno;
    }
    errno = error;
    return good;
}

/* Writes a temporary file beside `path` and gives it that name. Returns 0 with errno set, and
   `path` is what it was. */
static int replace_file(const char *path, const void *data, size_t size, mode_t mode) {
    char *temporary = print_new("%s.XXXXXX", path);
    int descriptor = mkstemp(temporary), good = 0, error;
    FILE *file = descriptor < 0 ? NULL : fdopen(descriptor, "wb");
    if (file != NULL) {
        good = fchmod(descriptor, mode) == 0;
        good = write_stream(file, data, size) && good;
        good = good && rename(temporary, path) == 0;
    }
    error = errno;
    if (descriptor >= 0 && !good) unlink(temporary);
    free(temporary);
    errno = error;
    return good;
}

/* Writes stdout for "-", devices and pipes as they are, and files by replacing them. */
static int write_file(const char *path, const void *data, size_t size) {
    struct stat status;
    mode_t mode, mask = umask(0);
    char *real;
    int good;
    FILE *file;
    umask(mask);
    mode = 0666 & ~mask;
    if (is_dash(path)) {
        good = write_stream(stdout, data, size);
    } else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        file = fopen(path, "wb");
        good = file != NULL && write_stream(file, data, size);
    } else {
        real = realpath(path, NULL); /* what a symbolic link points to */
        if (real != NULL) mode = status.st_mode & 0777;
        good = replace_file(real == NULL ? path : real, data, size, mode);
        free(real);
    }
    if (good) return DONE;
    return complain(BAD_ENVIRONMENT, "%s: %s", is_dash(path) ? "stdout" : path, strerror(errno));
}

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
    const char *pass; /* for lambdav_dump, else NULL */
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
    options.entry = a->entry;
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
    if (!read_file(path, a->memory, &j->sources[0].text)) return cannot_read(a, path);
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

/* ---- lambdav compile */

static void put_words(bytes *b, const uint32_t *words, size_t count) {
    unsigned char word[4];
    size_t i, k;
    for (i = 0; i < count; i++) {
        for (k = 0; k < 4; k++) word[k] = (unsigned char)(words[i] >> (8 * k) & 255u);
        bytes_add(b, word, sizeof word);
    }
}

/* The words as a C array. */
static void put_header(bytes *b, const char *name, const uint32_t *words, size_t count) {
    size_t i;
    bytes_print(b, "/* SPIR-V, made by lambdav %s */\n#include <stdint.h>\n\n", lambdav_version());
    bytes_print(b, "static const uint32_t %s[%zu] = {", name, count);
    for (i = 0; i < count; i++)
        bytes_print(b, "%s0x%08xu%s", i % 8 ? " " : "\n    ", (unsigned)words[i],
                    i + 1 < count ? "," : "");
    bytes_add(b, "\n};\n", 4);
}

/* A path as make reads it. */
static void put_make_path(bytes *b, const char *path) {
    for (; *path != '\0'; path++) {
        if (*path == ' ' || *path == '#' || *path == '\\') bytes_add(b, "\\", 1);
        if (*path == '$') bytes_add(b, "$", 1);
        bytes_add(b, path, 1);
    }
}

static int write_depfile(const job *j) {
    bytes b = {NULL, 0, 0};
    size_t i;
    int code;
    put_make_path(&b, j->arguments->output);
    bytes_add(&b, ":", 1);
    for (i = 0; i < j->source_count; i++) {
        if (is_dash(j->sources[i].path)) continue;
        bytes_add(&b, " ", 1);
        put_make_path(&b, j->sources[i].path);
    }
    bytes_add(&b, "\n", 1);
    code = write_file(j->arguments->depfile, b.data, b.size);
    free(b.data);
    return code;
}

static int write_module(const job *j) {
    const arguments *a = j->arguments;
    bytes b = {NULL, 0, 0};
    int code;
    if (a->header != NULL)
        put_header(&b, a->header, j->result.words, j->result.word_count);
    else
        put_words(&b, j->result.words, j->result.word_count);
    code = write_file(a->output, b.data, b.size);
    free(b.data);
    return code == DONE && a->depfile != NULL ? write_depfile(j) : code;
}

static int run_compile(const arguments *a) {
    static job j;
    int code;
    if (a->output == NULL) return complain(BAD_USAGE, "compile: where to? -o FILE, or -o -");
    code = job_open(&j, a, a->files[0]);
    if (code != DONE) return code;
    code = compile(&j, a->flags);
    print_diagnostics(&j.result);
    if (code == DONE) code = write_module(&j);
    job_close(&j);
    return code;
}

/* ---- lambdav check */

/* Bytes of the well-formed UTF-8 character at the start of the text, 0 if there is none. */
static size_t utf8_size(const unsigned char *text, size_t size) {
    static const unsigned low[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned code, i, length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2
                             : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    if (length < 2) return length;
    if (length > size) return 0;
    code = text[0] & (0x7Fu >> length);
    for (i = 1; i < length; i++) {
        if ((text[i] & 0xC0u) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3Fu);
    }
    return code < low[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

/* Adds a string to a JSON object; bytes that are not UTF-8, and NUL, become U+FFFD. */
static void json_text(cJSON *object, const char *key, const char *text, size_t size) {
    bytes b = {NULL, 0, 0};
    size_t i, step;
    for (i = 0; i < size; i += step ? step : 1) {
        step = text[i] == '\0' ? 0 : utf8_size((const unsigned char *)text + i, size - i);
        bytes_add(&b, step ? text + i : "\xEF\xBF\xBD", step ? step : 3);
    }
    bytes_add(&b, "", 1);
    need(cJSON_AddStringToObject(object, key, b.data));
    free(b.data);
}

static void json_number(cJSON *object, const char *key, double value) {
    need(cJSON_AddNumberToObject(object, key, value));
}

static void json_span(cJSON *object, const lambdav_span *span) {
    const char *name = span->source_name == NULL ? "" : span->source_name;
    json_text(object, "file", name, span->source_name == NULL ? 0 : span->source_name_size);
    json_number(object, "line", span->line);
    json_number(object, "column", span->column);
    json_number(object, "begin", span->begin);
    json_number(object, "end", span->end);
}

static cJSON *json_add(cJSON *array) {
    cJSON *object = (cJSON *)need(cJSON_CreateObject());
    cJSON_AddItemToArray(array, object);
    return object;
}

static void json_diagnostic(cJSON *array, const lambdav_diagnostic *d) {
    cJSON *object = json_add(array), *notes, *note;
    size_t i;
    json_span(object, &d->span);
    json_text(object, "severity", d->severity == LAMBDAV_WARNING ? "warning" : "error",
              d->severity == LAMBDAV_WARNING ? 7 : 5);
    json_number(object, "code", d->code);
    json_text(object, "name", d->name, strlen(d->name));
    json_text(object, "message", d->message, strlen(d->message));
    notes = (cJSON *)need(cJSON_AddArrayToObject(object, "notes"));
    for (i = 0; i < d->note_count; i++) {
        note = json_add(notes);
        json_span(note, &d->notes[i].span);
        json_text(note, "message", d->notes[i].message, strlen(d->notes[i].message));
    }
}

/* The object as text; frees the object. */
static char *json_take(cJSON *object) {
    char *text = (char *)need(cJSON_Print(object));
    cJSON_Delete(object);
    return text;
}

/* Prints the object to stdout and frees it. */
static int json_print(cJSON *object) {
    char *text = json_take(object);
    size_t size = strlen(text);
    int code;
    text[size] = '\n'; /* in place of the terminating zero */
    code = write_file("-", text, size + 1);
    cJSON_free(text);
    return code;
}

/* Checks one file; `diagnostics` takes the findings, or they are printed if it is NULL. */
static int check_file(const arguments *a, const char *path, cJSON *diagnostics) {
    static job j;
    size_t i;
    int code = job_open(&j, a, path);
    if (code != DONE) return code;
    code = compile(&j, a->flags | LAMBDAV_CHECK_ONLY);
    if (diagnostics == NULL) print_diagnostics(&j.result);
    for (i = 0; diagnostics != NULL && i < j.result.diagnostic_count; i++)
        json_diagnostic(diagnostics, &j.result.diagnostics[i]);
    job_close(&j);
    return code;
}

static int run_check(const arguments *a) {
    cJSON *all = a->json ? (cJSON *)need(cJSON_CreateObject()) : NULL;
    cJSON *diagnostics = a->json ? (cJSON *)need(cJSON_AddArrayToObject(all, "diagnostics")) : NULL;
    int i, code = DONE, worst = DONE;
    for (i = 0; i < a->file_count; i++) {
        code = check_file(a, a->files[i], diagnostics);
        if (code > worst) worst = code;
    }
    code = a->json ? json_print(all) : DONE;
    return code > worst ? code : worst;
}

#include "reflect_print.h"

/* ---- modules: compiled from λV text, or read from a file of words */

typedef struct module {
    job job;
    uint32_t *read; /* the words of a SPIR-V file, NULL if it was text */
    const uint32_t *words;
    size_t word_count;
    reflected reflected;
    const lambdav_resource *push; /* the first block of push constants, NULL if there is none */
    size_t push_size;
} module;

/* Takes a file of words in either byte order; returns 0 if it is none. */
static int read_words(module *m, const bytes *b) {
    const unsigned char *data = (const unsigned char *)b->data;
    size_t i, swap;
    if (b->size < 4 || b->size % 4 != 0) return 0;
    swap = data[0] == 0x07;
    if (memcmp(data, swap ? "\x07\x23\x02\x03" : "\x03\x02\x23\x07", 4) != 0) return 0;
    m->word_count = b->size / 4;
    m->words = m->read = (uint32_t *)need(malloc(b->size));
    for (i = 0; i < b->size; i++) {
        if (i % 4 == 0) m->read[i / 4] = 0;
        m->read[i / 4] |= (uint32_t)data[i] << 8 * (swap ? 3 - i % 4 : i % 4);
    }
    return 1;
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

/* Counts, then fills. */
static int reflect(module *m) {
    lambdav_reflection *r = &m->reflected.r;
    lambdav_status status = reflect_once(m);
    const char *path = m->job.sources[0].path;
    size_t i;
    if (status == LAMBDAV_INPUT_ERROR) return complain(BAD_INPUT, "%s: broken SPIR-V", path);
    if (status != LAMBDAV_OK)
        return complain(BAD_ENVIRONMENT, "%s: too many ids for --memory", path);
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
    status = reflect_once(m);
    reflect_uses(m);
    for (i = 0; i < r->resource_count && m->push == NULL; i++)
        if (r->resources[i].kind == LAMBDAV_RESOURCE_PUSH_CONSTANTS) m->push = &r->resources[i];
    if (m->push != NULL) m->push_size = (size_t)m->push->offset + m->push->size;
    return exit_code(status);
}

static int module_open(module *m, const arguments *a, const char *path) {
    int code;
    memset(m, 0, sizeof *m);
    code = job_open(&m->job, a, path);
    if (code != DONE) return code;
    if (!read_words(m, &m->job.sources[0].text)) {
        code = compile(&m->job, a->flags | LAMBDAV_NAMES);
        print_diagnostics(&m->job.result);
        m->words = m->job.result.words;
        m->word_count = m->job.result.word_count;
    }
    return code == DONE ? reflect(m) : code;
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
}

/* ---- lambdav reflect */

/* BLOCKS_x_H of the file's name. */
static char *header_guard(const char *path) {
    const char *slash = strrchr(path, '/');
    char *guard = print_new("BLOCKS_%s_H", slash == NULL ? path : slash + 1), *c;
    for (c = guard; *c != '\0'; c++)
        *c = isalnum((unsigned char)*c) ? (char)toupper((unsigned char)*c) : '_';
    return guard;
}

static int run_reflect(const arguments *a) {
    static module m;
    bytes b = {NULL, 0, 0};
    const char *output = a->output == NULL ? "-" : a->output;
    char *guard, *text;
    int code;
    if (a->json && a->c_header) return complain(BAD_USAGE, "reflect: --json or --c-header");
    code = module_open(&m, a, a->files[0]);
    if (code == DONE && a->json) {
        text = json_take(json_reflection(&m.reflected));
        bytes_add(&b, text, strlen(text));
        bytes_add(&b, "\n", 1);
        cJSON_free(text);
    } else if (code == DONE && a->c_header) {
        guard = header_guard(a->output == NULL ? a->files[0] : a->output);
        put_c_header(&b, &m.reflected, guard);
        free(guard);
    } else if (code == DONE) {
        put_reflection(&b, &m.reflected);
    }
    if (code == DONE) code = write_file(output, b.data, b.size);
    free(b.data);
    module_close(&m);
    return code;
}

/* ---- lambdav dump */

static int run_dump(const arguments *a) {
    static job j;
    bytes passes = {NULL, 0, 0};
    uint32_t i;
    int code;
    for (i = 0; lambdav_pass_name(i) != NULL; i++) {
        if (strcmp(lambdav_pass_name(i), a->files[0]) == 0) break;
        bytes_print(&passes, "%s%s", i ? ", " : "", lambdav_pass_name(i));
    }
    if (lambdav_pass_name(i) == NULL)
        return complain(BAD_USAGE, "no pass '%s'; there are: %.*s", a->files[0], (int)passes.size,
                        passes.data);
    free(passes.data);
    code = job_open(&j, a, a->files[1]);
    if (code != DONE) return code;
    j.pass = a->files[0];
    code = compile(&j, a->flags);
    print_diagnostics(&j.result);
    if (j.dump.size > 0 && write_file("-", j.dump.data, j.dump.size) != DONE)
        code = BAD_ENVIRONMENT;
    job_close(&j);
    return code;
}

/* ---- lambdav render: push constants */

static int name_is(lambdav_name name, const char *text, size_t size) {
    uint32_t i;
    if (name.size != size) return 0;
    for (i = 0; i < name.size; i++)
        if (lambdav_name_byte(name, i) != text[i]) return 0;
    return 1;
}

/* The members of the push constants. */
static const lambdav_member *push_members(const module *m, size_t *count) {
    const lambdav_struct *s;
    *count = 0;
    if (m->push == NULL) return NULL;
    s = &m->reflected.r.structs[m->push->type.structure];
    *count = s->member_count;
    return &m->reflected.r.members[s->first_member];
}

static const lambdav_member *find_member(const module *m, const char *name, size_t size) {
    size_t i, count;
    const lambdav_member *members = push_members(m, &count);
    for (i = 0; i < count; i++)
        if (name_is(members[i].name, name, size)) return &members[i];
    return NULL;
}

/* One component as the bits that the block holds; returns 0 if the text is no such value. */
static int parse_component(lambdav_kind kind, const char *text, uint32_t *bits) {
    char *end;
    float real;
    long long whole;
    errno = 0;
    if (kind == LAMBDAV_KIND_NUM) {
        real = strtof(text, &end);
        memcpy(bits, &real, sizeof real);
        return end != text && *end == '\0';
    }
    whole = strtoll(text, &end, 0);
    *bits = (uint32_t)whole;
    if (end == text || *end != '\0' || errno != 0) return 0;
    if (kind == LAMBDAV_KIND_INT) return whole >= INT32_MIN && whole <= INT32_MAX;
    return kind == LAMBDAV_KIND_UINT && whole >= 0 && whole <= 0xFFFFFFFFLL;
}

/* Stores component i of the member, counted down the columns. Members lie within the block, unless
   the module is hostile. */
static void store_component(const lambdav_member *member, uint32_t i, uint32_t bits,
                            unsigned char *block, size_t block_size) {
    const lambdav_type *t = &member->type;
    uint64_t column = i / t->rows, row = i % t->rows, at = member->offset;
    if (t->columns == 1) at += 4 * (uint64_t)row;
    else if (member->flags & LAMBDAV_ROW_MAJOR) at += row * member->matrix_stride + 4 * column;
    else at += column * member->matrix_stride + 4 * row;
    if (at + 4 <= block_size) memcpy(block + at, &bits, sizeof bits);
}

static int unknown_member(const module *m, const char *name) {
    size_t i, named = 0, count;
    const lambdav_member *members = push_members(m, &count);
    char *text;
    fprintf(stderr, "lambdav: --set: the program has no push constant '%s'; there are:", name);
    for (i = 0; i < count; i++) {
        text = name_text(members[i].name);
        named += *text != '\0';
        if (*text != '\0') fprintf(stderr, " %s", text);
        free(text);
    }
    fputs(named ? "\n" : " none with a name\n", stderr);
    return BAD_USAGE;
}

/* Stores the comma-separated values; there must be as many as the member has components. */
static int set_member(const set_value *set, const module *m, unsigned char *block) {
    const lambdav_member *member = find_member(m, set->name, set->name_size);
    uint32_t count, i = 0, bits;
    char buffer[32], *copy, *next, *value;
    const char *type;
    if (member == NULL) return unknown_member(m, set->name);
    type = name_of_type(&member->type, buffer);
    count = member->type.dimensions || member->type.bits != 32 ? 0
            : member->type.rows * member->type.columns;
    copy = next = print_new("%s", set->values);
    while ((value = strsep(&next, ",")) != NULL && i <= count) {
        if (i < count && !parse_component(member->type.kind, value, &bits))
            return complain(BAD_USAGE, "--set %s: '%s' is no component of a %s", set->name, value,
                            type);
        if (i < count) store_component(member, i, bits, block, m->push_size);
        i++;
    }
    free(copy);
    if (i != count || count == 0)
        return complain(BAD_USAGE, "--set %s: is a %s, which takes %u values", set->name, type,
                        count);
    return DONE;
}

/* Fills a member of type num or vector of num, if the program has it with `low` to `high` rows. */
static int fill(const module *m, unsigned char *block, const char *name, uint32_t low,
                uint32_t high, const float *values) {
    const lambdav_member *member = find_member(m, name, strlen(name));
    const lambdav_type *t = member == NULL ? NULL : &member->type;
    uint32_t i, bits;
    if (t == NULL || t->kind != LAMBDAV_KIND_NUM || t->bits != 32 || t->dimensions > 0) return 0;
    if (t->columns != 1 || t->rows < low || t->rows > high) return 0;
    for (i = 0; i < t->rows; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        store_component(member, i, bits, block, m->push_size);
    }
    return 1;
}

static int fill_block(const arguments *a, const module *m, unsigned char *block, uint32_t frame) {
    float time = (float)(a->time + frame / a->rate);
    float resolution[3] = {0, 0, 1}, mouse[4] = {0, 0, 0, 0};
    size_t i;
    int code;
    resolution[0] = (float)a->width;
    resolution[1] = (float)a->height;
    fill(m, block, "time", 1, 1, &time);
    fill(m, block, "resolution", 2, 3, resolution);
    fill(m, block, "mouse", 2, 4, mouse);
    for (i = 0; i < a->set_count; i++) {
        code = set_member(&a->sets[i], m, block);
        if (code != DONE) return code;
    }
    return DONE;
}

/* What nobody sets is 0, and worth a word. */
static void note_unset(const arguments *a, const module *m) {
    size_t i, k, count;
    const lambdav_member *members = push_members(m, &count);
    char *name;
    for (i = 0; i < count; i++) {
        name = name_text(members[i].name);
        for (k = 0; k < a->set_count && strcmp(name, a->sets[k].name) != 0; k++) {}
        if (k == a->set_count && *name != '\0' && strcmp(name, "time") != 0
            && strcmp(name, "resolution") != 0 && strcmp(name, "mouse") != 0)
            complain(DONE, "note: push constant '%s' is 0; --set %s=...", name, name);
        free(name);
    }
}

/* ---- lambdav render */

typedef struct renderer {
    const arguments *arguments;
    module module;
    lambdav_vk_context vk;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    unsigned char *pixels, *block;
} renderer;

static void validation_message(void *user, lambdav_vk_message_kind kind, const char *text) {
    const char *what = kind == LAMBDAV_VK_MESSAGE_ERROR ? "validation error" : "validation";
    (void)user;
    fprintf(stderr, "%s: %s\n", what, text);
}

static int vk_failed(const lambdav_vk_context *vk) {
    int input = vk->status == LAMBDAV_VK_MODULE || vk->status == LAMBDAV_VK_BINDING;
    return complain(input ? BAD_INPUT : BAD_ENVIRONMENT, "%s", vk->error);
}

/* Components of the fragment output at that location, 0 if there is none. */
static uint32_t output_rows(const lambdav_reflection *r, uint32_t location) {
    size_t i;
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        uint32_t model = r->entry_points[v->entry].execution_model;
        if (v->is_output && v->location == location && model == LAMBDAV_STAGE_FRAGMENT)
            return v->type.rows;
    }
    return 0;
}

/* What does not change from frame to frame. */
static int render_open(renderer *x) {
    const arguments *a = x->arguments;
    lambdav_vk_options options;
    lambdav_vk_attachment *attachment = &x->pass.attachments[a->location];
    uint32_t rows = output_rows(&x->module.reflected.r, a->location);
    if (rows == 0) return complain(BAD_INPUT, "no output at location %u", a->location);
    memset(&options, 0, sizeof options);
    options.device = a->device;
    options.validation = a->validation;
    options.message = validation_message;
    progress_say("opening the device");
    if (lambdav_vk_open(&x->vk, &options) != LAMBDAV_VK_OK) return vk_failed(&x->vk);
    x->pixels = (unsigned char *)need(malloc((size_t)a->width * a->height * 4));
    x->pass.words = x->module.words;
    x->pass.word_count = x->module.word_count;
    x->pass.entry = x->module.read != NULL ? a->entry : NULL;
    x->pass.width = a->width;
    x->pass.height = a->height;
    x->pass.attachment_count = a->location + 1;
    attachment->pixels = x->pixels;
    attachment->size = (size_t)a->width * a->height * 4;
    attachment->clear[3] = rows < 4 ? 1 : 0;
    x->pass.push = x->block;
    x->pass.push_size = (uint32_t)x->module.push_size;
    progress_say("building the pipeline on %s", x->vk.device.name);
    if (lambdav_vk_pipeline_open(&x->vk, &x->pipeline, &x->pass) != LAMBDAV_VK_OK)
        return vk_failed(&x->vk);
    return DONE;
}

static void render_close(renderer *x) {
    progress_end();
    lambdav_vk_pipeline_close(&x->vk, &x->pipeline);
    lambdav_vk_close(&x->vk);
    free(x->pixels);
    free(x->block);
    module_close(&x->module);
}

static void add_png(void *user, void *data, int size) {
    bytes_add((bytes *)user, data, (size_t)size);
}

/* "out.png", or "out-0001.png" if there are several frames; to be freed. */
static char *frame_path(const arguments *a, uint32_t frame) {
    const char *dot = strrchr(a->output, '.'), *slash = strrchr(a->output, '/');
    size_t stem = dot == NULL || (slash != NULL && dot < slash) ? strlen(a->output)
                                                                : (size_t)(dot - a->output);
    if (a->frames == 1) return print_new("%s", a->output);
    return print_new("%.*s-%04u%s", (int)stem, a->output, frame + 1, a->output + stem);
}

static int write_png(const arguments *a, const unsigned char *pixels, uint32_t frame) {
    bytes png = {NULL, 0, 0};
    char *path = frame_path(a, frame);
    int code = stbi_write_png_to_func(add_png, &png, (int)a->width, (int)a->height, 4, pixels,
                                      (int)a->width * 4);
    code = code ? write_file(path, png.data, png.size)
                : complain(BAD_ENVIRONMENT, "%s: out of memory", path);
    free(png.data);
    free(path);
    return code;
}

static int render_frames(renderer *x) {
    const arguments *a = x->arguments;
    uint64_t nanoseconds = 0;
    uint32_t i;
    int code;
    for (i = 0; i < a->frames; i++) {
        progress_say("frame %u of %u on %s", i + 1, a->frames, x->vk.device.name);
        code = fill_block(a, &x->module, x->block, i);
        if (code != DONE) return code;
        if (lambdav_vk_pipeline_draw(&x->vk, &x->pipeline, &x->pass) != LAMBDAV_VK_OK)
            return vk_failed(&x->vk);
        nanoseconds += x->pass.gpu_ns;
        code = write_png(a, x->pixels, i);
        if (code != DONE) return code;
    }
    progress_end();
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "%s: %ux%u, %u frame%s on %s, %.3f ms each\n", a->output, a->width,
                a->height, a->frames, a->frames == 1 ? "" : "s", x->vk.device.name,
                (double)nanoseconds / 1e6 / a->frames);
    return x->vk.messages[LAMBDAV_VK_MESSAGE_ERROR] > 0 ? BAD_ENVIRONMENT : DONE;
}

static int run_render(const arguments *a) {
    static renderer x;
    const module *m = &x.module;
    int code;
    if (a->output == NULL) return complain(BAD_USAGE, "render: where to? -o FILE.png, or -o -");
    if (a->frames > 1 && is_dash(a->output))
        return complain(BAD_USAGE, "render: several frames do not go to stdout");
    x.arguments = a;
    code = module_open(&x.module, a, a->files[0]);
    if (code == DONE && m->push_size > MAX_PUSH_CONSTANTS)
        code = complain(BAD_INPUT, "%s: %zu bytes of push constants", a->files[0], m->push_size);
    if (code == DONE) {
        x.block = (unsigned char *)need(calloc(1, m->push_size + 1));
        code = fill_block(a, m, x.block, 0);
    }
    if (code == DONE) note_unset(a, m);
    if (code == DONE) code = render_open(&x);
    if (code == DONE) code = render_frames(&x);
    render_close(&x);
    return code;
}

/* ---- lambdav devices */

static int run_devices(const arguments *a) {
    static const char *const types[] = {"other", "integrated", "discrete", "virtual", "CPU"};
    static lambdav_vk_context vk;
    lambdav_vk_device devices[MAX_DEVICES];
    bytes b = {NULL, 0, 0};
    uint32_t i, count = 0;
    int code;
    (void)a;
    if (lambdav_vk_devices(&vk, NULL, devices, MAX_DEVICES, &count) != LAMBDAV_VK_OK)
        return vk_failed(&vk);
    if (count == 0) return complain(BAD_ENVIRONMENT, "no Vulkan device");
    for (i = 0; i < count && i < MAX_DEVICES; i++) {
        unsigned type = (unsigned)devices[i].type;
        bytes_print(&b, "%u  %s (%s), Vulkan %u.%u%s\n", i, devices[i].name,
                    type < 5 ? types[type] : "other", VK_API_VERSION_MAJOR(devices[i].version),
                    VK_API_VERSION_MINOR(devices[i].version),
                    devices[i].draws ? "" : ", cannot draw");
    }
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* ---- commands */

typedef struct command {
    const char *name, *operands, *letters; /* letters: the options that it takes */
    int least, most;                       /* operands */
    int (*run)(const arguments *a);
    const char *summary, *help;
} command;

#define DEBUG_HELP \
    "      --debug               keep names, the text and the lines of the code (OpLine)\n" \
    "      --debug=full          ... and functions and variables, for source-level debuggers\n"

#define COMPILE_HELP \
    "  -D, --define NAME=VALUE   like (define NAME VALUE) before the text, instead of its own\n" \
    "  -I, --include FOLDER      look there for includes, after the folders of the texts\n" \
    "  -e, --entry NAME          this entry point alone\n" \
    "  -t, --target TARGET       spirv1.0, spirv1.3 (default), spirv1.5, spirv1.6; or vulkan1.0\n" \
    "                            to vulkan1.3\n" \
    "      --strict-floats       keep signed zeros, infinities and NaNs; contract nothing\n" \
    "      --keep-guards         keep operations with undefined cases behind their `if`\n" \
    "      --defined-ints        integer division by 0 and large shifts have a result\n" \
    "      --memory MIB          use at most so much (default 1024)\n"

static const command commands[] = {
    {"compile", "FILE", "oDIetHMnGfgim", 1, 1, run_compile, "translate a program to SPIR-V",
     "  -o, --output FILE         where the words go, `-` for stdout\n"
     "      --header NAME         write a C array of that name instead\n"
     "      --depfile FILE        list what was read, as make does\n"
     "      --names               keep the names of entry points, interface and push constants\n"
     DEBUG_HELP COMPILE_HELP
     "\nExamples:\n"
     "  lambdav compile plasma.lv -o plasma.spv\n"
     "  lambdav compile plasma.lv --header plasma_spv -o plasma_spv.h --depfile plasma.d\n"
     "  lambdav compile scene.lv --define steps=128 --target vulkan1.2 -o scene.spv\n"
     "  echo '(vec4 1 0 0 1)' | lambdav compile - -o - | spirv-dis\n"},
    {"check", "FILE...", "DIetfgimj", 1, INT_MAX, run_check, "report errors, write nothing",
     "      --json                report to stdout as JSON\n" COMPILE_HELP
     "\nExamples:\n"
     "  lambdav check examples/*.lv\n"
     "  lambdav check --json scene.lv\n"},
    {"render", "FILE", "oDIetGfgimsTFrSdlV", 1, 1, run_render, "draw a program to a PNG file",
     "FILE is a program, or SPIR-V words. The push constants `time` (seconds), `resolution`\n"
     "(pixels) and `mouse` are filled if it declares them.\n\n"
     "  -o, --output FILE.png     where the picture goes, `-` for stdout\n"
     "  -s, --size WxH            pixels (default 512x512)\n"
     "      --time T              seconds on the first picture (default 0)\n"
     "      --frames N            that many pictures: FILE-0001.png ...\n"
     "      --rate R              pictures per second (default 30)\n"
     "      --set NAME=V[,V...]   a push constant; matrices column by column\n"
     "      --location N          the output to draw (default 0)\n"
     "  -d, --device N|NAME       see `lambdav devices`\n"
     "      --validation          with the Vulkan validation layer\n" DEBUG_HELP COMPILE_HELP
     "\nExamples:\n"
     "  lambdav render plasma.lv -o plasma.png --size 640x480 --time 2.5\n"
     "  lambdav render julia.lv -o julia.png --set c=-0.8,0.156\n"
     "  lambdav render plasma.lv -o frame.png --frames 120 --rate 60\n"},
    {"reflect", "FILE", "oDIetfgimjc", 1, 1, run_reflect,
     "list entry points, inputs, outputs, resources, layouts",
     "FILE is a program, or SPIR-V words that any compiler made.\n\n"
     "  -o, --output FILE         where that goes (default: stdout)\n"
     "      --json                as JSON; tools/reference.md has the schema\n"
     "      --c-header            the blocks as C structs\n" COMPILE_HELP
     "\nExamples:\n"
     "  lambdav reflect plasma.lv\n"
     "  lambdav reflect --json shader.spv\n"
     "  lambdav reflect --c-header shader.spv -o blocks.h\n"},
    {"dump", "PASS FILE", "DIetnGfgim", 2, 2, run_dump, "print what a pass of the compiler made",
     DEBUG_HELP COMPILE_HELP
     "\nExamples:\n"
     "  lambdav dump graph plasma.lv\n"
     "  lambdav dump words plasma.lv\n"},
    {"devices", "", "", 0, 0, run_devices, "list the Vulkan devices",
     "\nExamples:\n"
     "  lambdav devices\n"
     "  lambdav render plasma.lv -o plasma.png --device 1\n"}};

enum { COMMAND_COUNT = sizeof commands / sizeof *commands };

static int print_help(void) {
    bytes b = {NULL, 0, 0};
    size_t i;
    int code;
    bytes_print(&b, "usage: lambdav COMMAND [OPTION...] FILE...\n\n");
    for (i = 0; i < COMMAND_COUNT; i++)
        bytes_print(&b, "  %-8s %-10s %s\n", commands[i].name, commands[i].operands,
                    commands[i].summary);
    bytes_print(&b, "\nlambdav COMMAND --help says more. FILE may be `-` for stdin.\n\nExamples:\n"
                    "  lambdav render examples/plasma.lv -o plasma.png\n"
                    "  lambdav compile examples/plasma.lv -o plasma.spv\n\n"
                    "Exit codes: 0 done, 1 bad input, 2 bad call, 3 files, memory or Vulkan.\n");
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

static int print_command_help(const command *c) {
    bytes b = {NULL, 0, 0};
    uint32_t i;
    int code;
    bytes_print(&b, "usage: lambdav %s%s %s\n\n%c%s.\n", c->name, *c->letters ? " [OPTION...]" : "",
                c->operands, toupper((unsigned char)*c->summary), c->summary + 1);
    if (c->run == run_dump) bytes_print(&b, "PASS is one of:");
    for (i = 0; c->run == run_dump && lambdav_pass_name(i) != NULL; i++)
        bytes_print(&b, " %s", lambdav_pass_name(i));
    bytes_add(&b, "\n\n", c->run == run_dump ? 2 : 1);
    bytes_add(&b, c->help, strlen(c->help));
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

/* Parses the options of a command and runs it. */
static int run_command(const command *c, int argc, char **argv) {
    static arguments a;
    int letter, code;
    a.memory = (size_t)1 << 30;
    a.width = a.height = 512;
    a.frames = 1;
    a.rate = 30;
    while ((letter = getopt_long(argc, argv, "o:I:D:e:t:s:d:h", long_options, NULL)) != -1) {
        if (letter == 'h') return print_command_help(c);
        if (letter == '?') return BAD_USAGE;
        if (strchr(c->letters, letter) == NULL)
            return complain(BAD_USAGE, "%s takes no --%s", c->name, option_name(letter));
        code = take_option(&a, letter, optarg);
        if (code != DONE) return code;
    }
    a.files = argv + optind;
    a.file_count = argc - optind;
    if (a.file_count < c->least || a.file_count > c->most)
        return complain(BAD_USAGE, "usage: lambdav %s %s; see lambdav %s --help", c->name,
                        c->operands, c->name);
    return c->run(&a);
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    size_t i;
    signal(SIGPIPE, SIG_IGN);
    if (strcmp(name, "--version") == 0) return printf("lambdav %s\n", lambdav_version()) < 0;
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 || strcmp(name, "help") == 0)
        return print_help();
    for (i = 0; i < COMMAND_COUNT; i++) {
        if (strcmp(name, commands[i].name) != 0) continue;
        argv[1] = argv[0];
        return run_command(&commands[i], argc - 1, argv + 1);
    }
    if (*name == '\0') return complain(BAD_USAGE, "no command; see lambdav --help");
    return complain(BAD_USAGE, "no command '%s'; see lambdav --help", name);
}
