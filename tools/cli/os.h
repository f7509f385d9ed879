/* What differs between operating systems: files, links, libraries, signals, clocks, processors.
   Everything else of the command line is C99, POSIX threads (winpthreads on Windows) and
   getopt_long. Part of lambdav.c. Paths on Windows may have `\` for `/`, and begin with a drive;
   links are replaced when they are written there, and a program that is ended leaves no signal.
   Functions that fail set errno. */
#ifndef CLI_OS_H
#define CLI_OS_H

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#define NOMINMAX
#include <windows.h>

#undef near
#undef far
#undef CreateWindow
#include <io.h>
#else
#include <dlfcn.h>
#endif

/* What tells whether a file has changed; all zero if there is none. */
typedef struct os_stamp {
    uint64_t size, time, number;
} os_stamp;

/* ---- the same everywhere */

/* Ends the text at the first byte of `ends`, and moves *rest behind it, to NULL at the last part.
   Returns the part, NULL past the last. */
static char *os_split(char **rest, const char *ends) {
    char *part = *rest;
    if (part == NULL) return NULL;
    *rest = part + strcspn(part, ends);
    if (**rest == '\0') *rest = NULL;
    else *(*rest)++ = '\0';
    return part;
}

static uint64_t os_nanoseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

static void os_sleep(unsigned milliseconds) {
    struct timespec time;
    time.tv_sec = (time_t)(milliseconds / 1000);
    time.tv_nsec = (long)(milliseconds % 1000) * 1000000;
    nanosleep(&time, NULL);
}

/* ---- paths */

static int os_is_separator(char c) {
#ifdef _WIN32
    return c == '/' || c == '\\';
#else
    return c == '/';
#endif
}

/* Bytes of a path up to the last separator, that included. */
static size_t os_folder_size(const char *path) {
    size_t size = strlen(path);
    while (size > 0 && !os_is_separator(path[size - 1])) size--;
    return size;
}

/* Whether the first `size` bytes of a path begin where no folder around them matters. */
static int os_is_absolute(const char *path, size_t size) {
#ifdef _WIN32
    if (size > 1 && path[1] == ':') return 1;
#endif
    return size > 0 && os_is_separator(path[0]);
}

/* The one path of a file or folder that is there, however it is spelled and whatever links lead to
   it, to be freed; else NULL. */
static char *os_real_path(const char *path) {
#ifdef _WIN32
    HANDLE file = CreateFileA(path, 0, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                              OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    char real[1024], *from = real; /* \\?\C:\..., or \\?\UNC\server\... */
    DWORD size = 0;
    if (file != INVALID_HANDLE_VALUE) {
        size = GetFinalPathNameByHandleA(file, real, sizeof real, 0);
        CloseHandle(file);
    }
    if (size == 0 || size >= sizeof real) return NULL;
    if (strncmp(real, "\\\\?\\UNC\\", 8) == 0) *(from += 6) = '\\';
    else if (strncmp(real, "\\\\?\\", 4) == 0) from += 4;
    return _strdup(from);
#else
    return realpath(path, NULL);
#endif
}

/* What a link leads to, to be freed; NULL if the path is none. */
static char *os_link(const char *path) {
#ifdef _WIN32
    (void)path;
    return NULL;
#else
    char target[PATH_MAX + 1];
    ssize_t size = readlink(path, target, sizeof target - 1);
    return size < 0 ? NULL : strndup(target, (size_t)size);
#endif
}

/* ---- files */

static void os_look(const char *path, os_stamp *stamp) {
    struct stat status;
    memset(stamp, 0, sizeof *stamp);
    if (stat(path, &status) != 0) return;
    stamp->size = (uint64_t)status.st_size;
    stamp->number = (uint64_t)status.st_ino;
#ifdef _WIN32
    stamp->time = (uint64_t)status.st_mtime;
#else
    stamp->time = (uint64_t)status.st_mtim.tv_sec * 1000000000u + (uint64_t)status.st_mtim.tv_nsec;
#endif
}

/* Whether the file is there and can be replaced: neither read-only, nor another's. */
static int os_may_replace(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && (status.st_mode & 0222) != 0 && access(path, W_OK) == 0;
}

/* Opens a new file for writing, whose name is `name` with its last six bytes changed, and which has
   the rights of the file `like`, or of new ones. */
static FILE *os_temporary(char *name, const char *like) {
    FILE *file = NULL;
#ifdef _WIN32
    static unsigned count;
    char *end = name + strlen(name) - 6;
    unsigned tries;
    int descriptor = -1, error;
    (void)like;
    for (tries = 0; tries < 100 && descriptor < 0; tries++) {
        unsigned number = ((unsigned)GetCurrentProcessId() + 7919u * count++) % 1000000u;
        snprintf(end, 7, "%06u", number);
        descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_BINARY, S_IREAD | S_IWRITE);
        if (descriptor < 0 && errno != EEXIST) break;
    }
#else
    struct stat status;
    mode_t mask = umask(0), mode = 0666 & ~mask;
    int descriptor, error;
    umask(mask);
    if (stat(like, &status) == 0) mode = status.st_mode & 0777;
    descriptor = mkstemp(name);
    if (descriptor >= 0 && fchmod(descriptor, mode) != 0) {
        error = errno;
        close(descriptor);
        unlink(name);
        errno = error;
        return NULL;
    }
#endif
    if (descriptor >= 0) file = fdopen(descriptor, "wb");
    if (descriptor >= 0 && file == NULL) {
        error = errno;
        close(descriptor);
        unlink(name);
        errno = error;
    }
    return file;
}

/* Gives the file another name, which loses what it named. Returns 0 if that fails. */
static int os_rename(const char *from, const char *to) {
#ifdef _WIN32
    if (MoveFileExA(from, to, MOVEFILE_REPLACE_EXISTING)) return 1;
    errno = GetLastError() == ERROR_ACCESS_DENIED ? EACCES : EIO;
    return 0;
#else
    return rename(from, to) == 0;
#endif
}

/* ---- libraries that are looked for when the program runs: NULL where there is none */

static void *os_library(const char *name) {
#ifdef _WIN32
    return (void *)LoadLibraryA(name);
#else
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
#endif
}

static void *os_symbol(void *library, const char *name) {
#ifdef _WIN32
    return (void *)(uintptr_t)GetProcAddress((HMODULE)library, name);
#else
    return dlsym(library, name);
#endif
}

/* ---- the process */

#ifdef _WIN32
static UINT os_code_page; /* of the console, as it was */

static void os_restore_console(void) {
    SetConsoleOutputCP(os_code_page);
}
#endif

/* Bytes go in and out as they are, and a console shows them as UTF-8; output that nobody reads is
   an error of the write. No file takes the place of stdin, stdout or stderr where that is closed:
   what stands there then can only be used in the wrong direction. */
static void os_start(void) {
#ifdef _WIN32
    _setmode(_fileno(stdin), _O_BINARY);
    _setmode(_fileno(stdout), _O_BINARY);
    os_code_page = GetConsoleOutputCP();
    if (os_code_page != 0 && SetConsoleOutputCP(CP_UTF8)) atexit(os_restore_console);
#else
    int number;
    signal(SIGPIPE, SIG_IGN);
    do number = open("/dev/null", fcntl(0, F_GETFD) < 0 ? O_WRONLY : O_RDONLY);
    while (number >= 0 && number < 2);
    if (number > 2) close(number);
#endif
}

#ifdef _WIN32
static const int os_end_signals[] = {SIGINT, SIGTERM};
#else
static const int os_end_signals[] = {SIGINT, SIGTERM, SIGHUP};
#endif
enum { OS_END_SIGNALS = sizeof os_end_signals / sizeof *os_end_signals };

/* Keeps the signals that end a program back from this thread, or (hold 0) no longer. */
static void os_hold_signals(int hold) {
#ifdef _WIN32
    (void)hold;
#else
    sigset_t set;
    int i;
    sigemptyset(&set);
    for (i = 0; i < OS_END_SIGNALS; i++) sigaddset(&set, os_end_signals[i]);
    pthread_sigmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
#endif
}

static long os_processors(void) {
#ifdef _WIN32
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return (long)info.dwNumberOfProcessors;
#else
    return sysconf(_SC_NPROCESSORS_ONLN);
#endif
}

#endif
