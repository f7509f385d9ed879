/* What all commands need: messages, progress, bytes, files. Part of lambdav.c. */
#ifndef CLI_BASE_H
#define CLI_BASE_H

#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Ahead of all names of ours, which it could hide. */
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_CLONES
#include "spv_cpu.h"

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

/* Where there are no Vulkan headers, everything runs on the CPU. */
#ifdef __has_include
#if __has_include(<vulkan/vulkan_core.h>)
#define HAS_VULKAN
#endif
#endif
#ifdef HAS_VULKAN
#define LAMBDAV_VK_IMPLEMENTATION
#else
#define LAMBDAV_VK_TYPES_ONLY
#endif
#include "lambdav_vk.h"

enum { DONE = 0, BAD_INPUT = 1, BAD_USAGE = 2, BAD_ENVIRONMENT = 3 };

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

/* ---- bytes */

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

/* ---- watching: while it is on, read_file notes what it looks for, whether it finds it or not */

typedef struct watched {
    char *path;
    struct stat status; /* all zero: not there */
} watched;

typedef struct watch_list {
    int on;
    watched *files;
    size_t count;
} watch_list;

static watch_list the_watch = {0, NULL, 0};

static void look_at(const char *path, struct stat *status) {
    memset(status, 0, sizeof *status);
    if (stat(path, status) != 0) memset(status, 0, sizeof *status);
}

static void watch_add(const char *path) {
    watch_list *w = &the_watch;
    if (!w->on || is_dash(path)) return;
    w->files = (watched *)need(realloc(w->files, (w->count + 1) * sizeof *w->files));
    w->files[w->count].path = print_new("%s", path);
    look_at(path, &w->files[w->count++].status);
}

/* Whether one of the files is another than when it was read. */
static int watch_changed(void) {
    const watch_list *w = &the_watch;
    struct stat now;
    size_t i;
    for (i = 0; i < w->count; i++) {
        const struct stat *then = &w->files[i].status;
        look_at(w->files[i].path, &now);
        if (now.st_mtim.tv_sec != then->st_mtim.tv_sec || now.st_size != then->st_size ||
            now.st_mtim.tv_nsec != then->st_mtim.tv_nsec || now.st_ino != then->st_ino)
            return 1;
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

#endif
