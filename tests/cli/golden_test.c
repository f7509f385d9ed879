/* cc -std=c99 -O2 -I. tests/cli/golden_test.c -o golden_test -lm */
/* Renders every example but the compute programs, which tests/compiler/example_test.c runs, and
   compares it with its stored picture in tests/data/golden.
       golden_test [--update|--gallery|--check] [FILE.lv...]
   On a Vulkan device first, then on the CPU.
   Two pictures are the same if at most 1 pixel in 200 differs by more than 3 of 255 in a channel,
   and the channels by 0.5 of 255 on average: drivers round differently, and a pixel on an edge may
   fall on either side. A comment `; golden: OPTION...` in the text adds options of `render`. If the
   text has commands in its head (comment lines `;   build/lambdav render ... -o NAME.png`, which go
   on in lines that are indented as much or more), then they draw it, with a size and time of ours.
   The pictures of README, in examples/gallery, are drawn in the same way on the CPU, of twice their
   size, and shrunk; being reduced to a palette, they may differ by 5 of 255 on average.
   --update says how the pictures differ, then stores the new ones; --gallery does so with those of
   README, and reduces them with pngquant if that is installed. With --check, each is drawn with
   the option of that name and without, and the pixels must be the same, all of them; a few examples
   are without it, too. $LAMBDAV is the program that
   renders, by default build/lambdav. The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

enum { PATH_SIZE = 512, OPTIONS_SIZE = 512, COMMAND_SIZE = 2048, CHANNELS = 4, CHANNEL_LIMIT = 3 };
#define SIZE "160x120"
#define GALLERY_SIZE "480x320" /* as long: it is put in SIZE's place */
#define CHECKED_SIZE "064x048"
static const double pixel_limit = 1.0 / 200, mean_limit = 0.5, gallery_limit = 5;

typedef struct picture {
    int width, height;
    unsigned char *pixels;
} picture;

typedef struct difference {
    double pixels; /* part of them beyond CHANNEL_LIMIT */
    double mean;   /* of all channels, in 255ths */
    int most;
} difference;

static int load(const char *path, picture *p) {
    int channels;
    p->pixels = stbi_load(path, &p->width, &p->height, &channels, CHANNELS);
    return p->pixels != NULL;
}

static difference compare(const picture *a, const picture *b) {
    size_t count = (size_t)a->width * (size_t)a->height, i, k, beyond = 0;
    difference d = {0, 0, 0};
    int step, most;
    for (i = 0; i < count; i++) {
        most = 0;
        for (k = 0; k < CHANNELS; k++) {
            step = abs(a->pixels[i * CHANNELS + k] - b->pixels[i * CHANNELS + k]);
            d.mean += step;
            if (step > most) most = step;
        }
        beyond += most > CHANNEL_LIMIT;
        if (most > d.most) d.most = most;
    }
    d.pixels = (double)beyond / (double)count;
    d.mean /= (double)(count * CHANNELS);
    return d;
}

/* "tests/data/golden/plasma.png" of "examples/plasma.lv", or another folder's. */
static void picture_path(const char *folder, const char *source, char path[PATH_SIZE]) {
    const char *slash = strrchr(source, '/'), *name = slash == NULL ? source : slash + 1;
    snprintf(path, PATH_SIZE, "%s/%.*s.png", folder, (int)strcspn(name, "."), name);
}

/* What stands after "; golden:" in the text, "" if nothing does. */
static void find_options(const char *source, char options[OPTIONS_SIZE]) {
    static const char mark[] = "; golden:";
    FILE *file = fopen(source, "r");
    options[0] = '\0';
    if (file == NULL) return;
    while (fgets(options, OPTIONS_SIZE, file) != NULL && strncmp(options, mark, sizeof mark - 1)) {}
    fclose(file);
    if (strncmp(options, mark, sizeof mark - 1) != 0) options[0] = '\0';
    else memmove(options, options + sizeof mark - 1, strlen(options + sizeof mark - 1) + 1);
    options[strcspn(options, "\n")] = '\0';
}

static int is_compute(const char *source) {
    char line[OPTIONS_SIZE];
    FILE *file = fopen(source, "r");
    int found = 0;
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        found |= strncmp(line, "(compute ", 9) == 0;
    if (file != NULL) fclose(file);
    return found;
}

/* Appends to a command of COMMAND_SIZE bytes; what is too long is cut, and fails as a command. */
static void add(char *command, const char *format, const char *text) {
    size_t used = strlen(command);
    snprintf(command + used, COMMAND_SIZE - used, format, text);
}

/* The commands in the text's head, joined by &&, each with `options` at its end; "" if there is
   none. */
static void find_commands(const char *source, const char *options, char command[COMMAND_SIZE]) {
    static const char mark[] = ";   build/lambdav ";
    char line[OPTIONS_SIZE];
    FILE *file = fopen(source, "r");
    command[0] = '\0';
    while (file != NULL && fgets(line, sizeof line, file) != NULL && line[0] == ';') {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, mark, sizeof mark - 1) == 0) {
            if (command[0] != '\0') add(command, "%s && ", options);
            add(command, "$LAMBDAV %s", line + sizeof mark - 1);
        } else if (command[0] != '\0' && strncmp(line, ";   ", 4) == 0) {
            add(command, " %s", line + 4);
        }
    }
    if (command[0] != '\0') add(command, "%s", options);
    if (file != NULL) fclose(file);
}

/* Draws build/golden/NAME.png, which is `path`, with `more` options behind its own; `size` stands
   for SIZE everywhere. Commands run in that folder, where the names of the top level mean the
   same. */
static int render(const char *source, const char *path, const char *size, const char *more) {
    const char *program = getenv("LAMBDAV") == NULL ? "build/lambdav" : getenv("LAMBDAV");
    char options[OPTIONS_SIZE], sized[COMMAND_SIZE] = " --size " SIZE " --time 1 ";
    char commands[COMMAND_SIZE], command[2 * COMMAND_SIZE], *at = command;
    find_options(source, options);
    add(sized, "%s ", options);
    add(sized, "%s", more);
    find_commands(source, sized, commands);
    if (commands[0] != '\0')
        snprintf(command, sizeof command, "LAMBDAV=$(realpath '%s') && cd build/golden && %s",
                 program, commands);
    else
        snprintf(command, sizeof command, "'%s' render '%s' -o '%s' %s", program, source, path,
                 sized);
    for (; (at = strstr(at, SIZE)) != NULL; at += sizeof SIZE - 1)
        memcpy(at, size, sizeof SIZE - 1);
    return system(command) == 0;
}

/* Puts the new picture in the stored one's place. Returns 0 if that fails. */
static int store(const char *new_path, const char *path) {
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "mkdir -p tests/data/golden && cp '%s' '%s'", new_path, path);
    return system(command) == 0;
}

/* Returns nonzero if the pictures are the same; says how they differ. */
static int same(const char *source, const char *new_path, const char *path) {
    picture a, b;
    difference d;
    int good = 0;
    if (!load(new_path, &a)) {
        printf("%s: no picture\n", source);
        return 0;
    }
    if (!load(path, &b)) {
        printf("%s: nothing stored at %s\n", source, path);
        free(a.pixels);
        return 0;
    }
    if (a.width != b.width || a.height != b.height) {
        printf("%s: %dx%d, stored %dx%d\n", source, a.width, a.height, b.width, b.height);
    } else {
        d = compare(&a, &b);
        good = d.pixels <= pixel_limit && d.mean <= mean_limit;
        if (d.most > 0)
            printf("%s: %.2f%% of the pixels beyond %d, %.3f on average, at most %d%s\n", source,
                   100 * d.pixels, CHANNEL_LIMIT, d.mean, d.most, good ? "" : ": FAILED");
    }
    free(a.pixels);
    free(b.pixels);
    return good;
}

static int check(const char *source, int on_cpu, int update) {
    char new_path[PATH_SIZE], path[PATH_SIZE];
    int good;
    picture_path("build/golden", source, new_path);
    picture_path("tests/data/golden", source, path);
    remove(new_path);
    if (!render(source, new_path, SIZE, on_cpu ? "--cpu" : "")) {
        printf("%s: FAILED to render\n", source);
        return 0;
    }
    good = same(source, new_path, path);
    return update && !good ? store(new_path, path) : good;
}

/* Draws it with checks and without: the same pixels. Guards are kept in both, as --check has it. */
static int check_checked(const char *source, int on_cpu) {
    char path[PATH_SIZE];
    picture plain, checked;
    const char *more[] = {"--keep-guards", "--check", "--cpu --keep-guards", "--cpu --check"};
    difference d = {0, 0, 255};
    picture_path("build/golden", source, path);
    remove(path);
    if (!render(source, path, CHECKED_SIZE, more[2 * on_cpu]) || !load(path, &plain)) {
        printf("%s: FAILED to render\n", source);
        return 0;
    }
    remove(path);
    if (render(source, path, CHECKED_SIZE, more[2 * on_cpu + 1]) && load(path, &checked)) {
        if (plain.width == checked.width && plain.height == checked.height)
            d = compare(&plain, &checked);
        free(checked.pixels);
    }
    free(plain.pixels);
    if (d.most > 0) printf("%s: another picture with --check: FAILED\n", source);
    return d.most == 0;
}

/* Half the size: each pixel is the mean of four. */
static void shrink(picture *p) {
    int y, i, width = p->width / 2, height = p->height / 2;
    size_t row = (size_t)p->width * CHANNELS;
    unsigned char *to = p->pixels;
    for (y = 0; y < height; y++)
        for (i = 0; i < width * CHANNELS; i++) {
            const unsigned char *a = p->pixels + 2 * (size_t)y * row
                                     + (size_t)(2 * (i / CHANNELS) * CHANNELS + i % CHANNELS);
            const unsigned char *b = a + row;
            *to++ = (unsigned char)((a[0] + a[CHANNELS] + b[0] + b[CHANNELS] + 2) / 4);
        }
    p->width = width, p->height = height;
}

/* Compares a picture of README with what its example draws, or draws it anew. */
static int check_gallery(const char *path, int update) {
    char source[PATH_SIZE], new_path[PATH_SIZE], command[COMMAND_SIZE];
    picture a, b;
    difference d;
    int good = 0;
    const char *name = strrchr(path, '/') + 1;
    snprintf(source, sizeof source, "examples/%.*s.lv", (int)strcspn(name, "."), name);
    picture_path("build/golden", source, new_path);
    remove(new_path);
    if (!render(source, new_path, GALLERY_SIZE, "--cpu --size " GALLERY_SIZE)
        || !load(new_path, &a)) {
        printf("%s: FAILED to render\n", source);
        return 0;
    }
    shrink(&a);
    if (update) {
        snprintf(command, sizeof command, "pngquant --force --output '%s' '%s' 2>&1", path, path);
        good = stbi_write_png(path, a.width, a.height, CHANNELS, a.pixels, 0) != 0;
        if (good && system("command -v pngquant >/dev/null") == 0) good = system(command) == 0;
    } else if (!load(path, &b)) {
        printf("%s: no picture\n", path);
    } else {
        if (a.width == b.width && a.height == b.height) {
            d = compare(&a, &b);
            good = d.mean <= gallery_limit;
            if (!good) printf("%s: %.3f on average: FAILED\n", path, d.mean);
        }
        free(b.pixels);
    }
    free(a.pixels);
    return good;
}

static int check_galleries(int update, int *passed) {
    glob_t found;
    size_t i;
    int failed = 0;
    printf("examples/gallery:\n");
    if (glob("examples/gallery/*.png", 0, NULL, &found) != 0) return 1;
    for (i = 0; i < found.gl_pathc; i++) {
        if (check_gallery(found.gl_pathv[i], update)) ++*passed;
        else failed++;
    }
    globfree(&found);
    return failed;
}

static const char *const few[] = {"examples/raymarch.lv", "examples/spheres.lv", "examples/cube.lv",
                                  "examples/ui.lv", "examples/deferred.lv"};

int main(int argc, char **argv) {
    int update = argc > 1 && strcmp(argv[1], "--update") == 0, failed = 0, passed = 0;
    int gallery = argc > 1 && strcmp(argv[1], "--gallery") == 0, on_cpu;
    int checked = argc > 1 && strcmp(argv[1], "--check") == 0, skipped = update || checked;
    char **sources = argv + 1 + skipped;
    size_t count = gallery ? 0 : (size_t)(argc - 1 - skipped), i;
    int has_few = count == 0 && !update && !gallery && !checked;
    glob_t found;
    memset(&found, 0, sizeof found);
    if (system("mkdir -p build/golden && cd build/golden && ln -sfn ../../examples examples && "
               "ln -sfn ../../tests tests") != 0)
        return 3;
    if (count == 0 && !update && !checked) failed += check_galleries(gallery, &passed);
    if (count == 0 && !gallery && glob("examples/*.lv", 0, NULL, &found) == 0) {
        sources = found.gl_pathv;
        count = found.gl_pathc;
    }
    for (on_cpu = 0; on_cpu <= !update; on_cpu++) {
        printf("%s:\n", on_cpu ? "on the CPU" : "on the Vulkan device");
        for (i = 0; i < count; i++) {
            if (is_compute(sources[i])) continue;
            if (checked ? check_checked(sources[i], on_cpu) : check(sources[i], on_cpu, update))
                passed++;
            else failed++;
        }
        for (i = 0; has_few && i < sizeof few / sizeof few[0]; i++) {
            if (check_checked(few[i], on_cpu)) passed++;
            else failed++;
        }
    }
    globfree(&found);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
