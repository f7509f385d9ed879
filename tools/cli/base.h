/* What all commands need: messages, progress, bytes, files. Part of lambdav.c. */
#ifndef CLI_BASE_H
#define CLI_BASE_H

#define _GNU_SOURCE
#include <ctype.h>
#include <getopt.h>
#include <math.h>
#include <stdarg.h>

#include "os.h"

/* Tests that have parts of the command line may link the code of the headers instead, and so may
   the command line what code/ has. */
#if !defined CLI_LINKS_HEADERS && !defined CLI_IN_PARTS
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_CLONES
#define SPV_MODULE_IMPLEMENTATION
#define SPV_CHECK_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#define SPV_UNIFORMITY_IMPLEMENTATION
#define LAMBDAV_IMPLEMENTATION
#endif

/* Ahead of all names of ours, which they could hide. */
#include "../spv_cpu.h"
#include "../spv_check.h"
#include "../spv_text.h"
#include "../spv_uniformity.h"

#include "lambdav.h"

/* Where there are no Vulkan headers, everything runs on the CPU. */
#ifdef __has_include
#if __has_include(<vulkan/vulkan_core.h>)
#define HAS_VULKAN
#endif
#endif
#ifndef HAS_VULKAN
#define LAMBDAV_VK_TYPES_ONLY
#elif !defined CLI_LINKS_HEADERS
#define LAMBDAV_VK_IMPLEMENTATION
#endif
#include "lambdav_vk.h"

enum { DONE = 0, BAD_INPUT = 1, BAD_USAGE = 2, BAD_ENVIRONMENT = 3 };

/* ---- messages */

/* Bytes of the well-formed UTF-8 character at the start of the text, 0 if there is none; *code is
   the character. */
static size_t utf8_read(const unsigned char *text, size_t size, unsigned *code) {
    static const unsigned low[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned i, length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2
                       : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    *code = text[0];
    if (length < 2) return length;
    if (length > size) return 0;
    *code &= 0x7Fu >> length;
    for (i = 1; i < length; i++) {
        if ((text[i] & 0xC0u) != 0x80) return 0;
        *code = *code << 6 | (text[i] & 0x3Fu);
    }
    return *code < low[length] || *code > 0x10FFFF || (*code >= 0xD800 && *code < 0xE000) ? 0
                                                                                         : length;
}

/* Whether a terminal would obey the character instead of showing it: controls, and what turns the
   direction of the text around. */
static int is_control(unsigned code) {
    return code < 32 || (code >= 127 && code < 160) || code == 0x061C || code == 0x200E
           || code == 0x200F || (code >= 0x202A && code <= 0x202E)
           || (code >= 0x2066 && code <= 0x2069);
}

/* Prints a text that may hold anything, such as the name of a file, as lambdav_format_diagnostic
   does: what a terminal would obey is `?` or <U+202E>. */
static void print_shown(const char *text, FILE *file) {
    size_t size = strlen(text), step;
    unsigned code;
    for (; size > 0; text += step, size -= step) {
        step = utf8_read((const unsigned char *)text, size, &code);
        if (step > 1 && is_control(code)) fprintf(file, "<U+%04X>", code);
        else if (step == 0 || is_control(code)) fputc('?', file);
        else fwrite(text, 1, step, file);
        if (step == 0) step = 1;
    }
}

/* Where what is being looked at was given, for messages; file NULL: on the command line. */
typedef struct origin {
    const char *file;
    uint32_t line, column;
    uint32_t pass; /* of --passes: the line that its pass begins with */
} origin;

static origin the_origin;
static const origin command_line = {NULL, 0, 0, 0};

typedef struct bytes bytes;
static void bytes_add(bytes *b, const void *data, size_t size);

/* Takes what is said on stderr too, without colours; NULL: nothing does. */
static bytes *the_echo;

static void echo(const char *text) {
    if (the_echo == NULL) return;
    bytes_add(the_echo, text, strlen(text));
    if (*text != '\0' && text[strlen(text) - 1] != '\n') bytes_add(the_echo, "\n", 1);
}

/* Writes "lambdav: MESSAGE" to stderr, or "FILE:LINE:COLUMN: MESSAGE"; returns `code`, to be passed
   on as the exit code. */
static int complain(int code, const char *format, ...) {
    char *text = NULL;
    va_list list;
    va_start(list, format);
    if (vasprintf(&text, format, list) < 0) text = NULL;
    va_end(list);
    if (text != NULL) echo(text);
    if (the_origin.file == NULL) {
        fputs("lambdav: ", stderr);
    } else {
        print_shown(the_origin.file, stderr);
        fprintf(stderr, ":%u:%u: ", the_origin.line, the_origin.column);
    }
    print_shown(text == NULL ? "out of memory" : text, stderr);
    fputc('\n', stderr);
    free(text);
    return code;
}

/* Ends the program if there was no memory; else returns it. */
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

/* ---- a file that is being written is removed when a signal ends the program */

static char *volatile the_temporary;

static void end_by_signal(int number) {
    if (the_temporary != NULL) unlink(the_temporary);
    signal(number, SIG_DFL);
    raise(number);
}

/* Signals that are ignored stay so. */
static void catch_signals(void) {
    int i;
    for (i = 0; i < OS_END_SIGNALS; i++)
        if (signal(os_end_signals[i], end_by_signal) == SIG_IGN) signal(os_end_signals[i], SIG_IGN);
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
        if (p->stopping) break;
        fputs("\r\033[K", stderr);
        print_shown(p->text, stderr);
        fprintf(stderr, ", %u s", ++seconds);
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
        os_hold_signals(1); /* they come to the thread that writes */
        p->running = pthread_create(&p->thread, NULL, progress_thread, NULL) == 0;
        os_hold_signals(0);
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

/* ---- bytes */

struct bytes {
    char *data;
    size_t size, capacity;
};

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
    char part[512], *text = part;
    int size;
    va_list list;
    va_start(list, format);
    size = vsnprintf(part, sizeof part, format, list);
    va_end(list);
    if (size >= (int)sizeof part) {
        va_start(list, format);
        if (vasprintf(&text, format, list) < 0) need(NULL);
        va_end(list);
    }
    if (size > 0) bytes_add(b, text, (size_t)size);
    if (text != part) free(text);
}

static int is_dash(const char *path) {
    return strcmp(path, "-") == 0;
}

/* ---- watching: while it is on, read_file notes what it looks for, whether it finds it or not */

typedef struct watched {
    char *path;
    os_stamp stamp;
} watched;

typedef struct watch_list {
    int on;
    watched *files;
    size_t count;
} watch_list;

static watch_list the_watch = {0, NULL, 0};

static void watch_add(const char *path) {
    watch_list *w = &the_watch;
    if (!w->on || is_dash(path)) return;
    w->files = (watched *)need(realloc(w->files, (w->count + 1) * sizeof *w->files));
    w->files[w->count].path = print_new("%s", path);
    os_look(path, &w->files[w->count++].stamp);
}

/* Whether one of the files is another than when it was read. */
static int watch_changed(void) {
    const watch_list *w = &the_watch;
    os_stamp now;
    size_t i;
    for (i = 0; i < w->count; i++) {
        os_look(w->files[i].path, &now);
        if (memcmp(&now, &w->files[i].stamp, sizeof now) != 0) return 1;
    }
    return 0;
}

static void watch_clear(void) {
    watch_list *w = &the_watch;
    while (w->count > 0) free(w->files[--w->count].path);
    free(w->files);
    w->files = NULL;
}

/* ---- files */

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
    FILE *file;
    int good, error;
    memset(b, 0, sizeof *b);
    watch_add(path);
    file = is_dash(path) ? stdin : fopen(path, "rb");
    if (file == NULL) return 0;
    good = read_stream(file, limit, b);
    error = errno;
    if (file != stdin) fclose(file);
    if (!good) free(b->data);
    errno = error;
    return good;
}

/* What read_file's errno says. */
static int cannot_read(const char *path, size_t limit) {
    if (is_dash(path)) path = "stdin";
    if (errno == EFBIG)
        return complain(BAD_ENVIRONMENT, "%s: larger than %zu MiB (--memory)", path, limit >> 20);
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

/* ---- writing */

/* Opens a temporary file beside `path`, whose name may be as long as names can be; it has the
   rights of the file there, or of new ones. NULL with errno set if that fails. */
static FILE *temporary_open(const char *path) {
    char *name = print_new("%.*s.lambdav-XXXXXX", (int)os_folder_size(path), path);
    FILE *file;
    int error;
    os_hold_signals(1);
    file = os_temporary(name, path);
    error = errno;
    if (file != NULL) the_temporary = name;
    else free(name);
    os_hold_signals(0);
    errno = error;
    return file;
}

/* Gives the temporary file, if there is one, the name `path`, or removes it if that is NULL or
   fails. Returns 0 with errno set if it fails. */
static int temporary_close(const char *path) {
    char *name = the_temporary;
    int good = path != NULL && os_rename(name, path), error = errno;
    if (name != NULL && !good) unlink(name);
    the_temporary = NULL;
    free(name);
    errno = error;
    return good;
}

/* Writes a temporary file beside `path` and gives it that name. Returns 0 with errno set, and
   `path` is what it was. */
static int replace_file(const char *path, const void *data, size_t size) {
    FILE *file = temporary_open(path);
    int good = file != NULL && write_stream(file, data, size), error = errno;
    if (good) return temporary_close(path);
    temporary_close(NULL);
    errno = error;
    return 0;
}

/* The file that the path leads to through symbolic links, whether it exists or not; to be freed.
   NULL with errno set if they lead nowhere. */
static char *follow_links(const char *path) {
    enum { MOST_LINKS = 40 };
    char *at = print_new("%s", path), *next, *target;
    size_t folder;
    int i;
    for (i = 0; i < MOST_LINKS; i++) {
        target = os_link(at);
        if (target == NULL) return at;
        folder = os_is_absolute(target, strlen(target)) ? 0 : os_folder_size(at);
        next = print_new("%.*s%s", (int)folder, at, target);
        free(target);
        free(at);
        at = next;
    }
    free(at);
    errno = ELOOP;
    return NULL;
}

/* Writes a file that is there, or not yet: by replacing it, not the links that lead to it. What
   nobody may write is left alone, as the superuser could replace it too. */
static int write_regular(const char *path, const void *data, size_t size) {
    char *real = follow_links(path);
    struct stat status;
    int there = real != NULL && stat(real, &status) == 0, closed = there && !os_may_replace(real),
        good = real != NULL && !closed && replace_file(real, data, size), error = errno;
    free(real);
    errno = closed ? EACCES : error;
    return good;
}

/* Writes stdout for "-", devices and pipes as they are, and files by replacing them. */
static int write_file(const char *path, const void *data, size_t size) {
    struct stat status;
    int good;
    FILE *file;
    if (is_dash(path)) {
        good = write_stream(stdout, data, size);
    } else if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        file = fopen(path, "wb");
        good = file != NULL && write_stream(file, data, size);
    } else {
        good = write_regular(path, data, size);
        if (!good && errno == EACCES)
            return complain(BAD_ENVIRONMENT, "%s: cannot be written: no permission, or read-only",
                            path);
    }
    if (good) return DONE;
    return complain(BAD_ENVIRONMENT, "%s: %s", is_dash(path) ? "stdout" : path, strerror(errno));
}

#endif
