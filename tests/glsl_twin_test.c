/* cc -std=c99 -O2 -I. tests/glsl_twin_test.c -o glsl_twin_test -lm */
/* Renders each tests/bench/NAME.lv and its GLSL twin tests/bench/NAME.frag (by glslangValidator) on
   the same device: the pictures are the same.
       glsl_twin_test [NAME...]
   "The same": at most 1 pixel in 1000 differs by more than 1 of 255 in a channel; sums in another
   order may round differently. On lavapipe few pixels differ by 1.
   $LAMBDAV is the program that renders, by default build/lambdav. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

enum { PATH_SIZE = 512, COMMAND_SIZE = 2048, CHANNELS = 4, CHANNEL_LIMIT = 1, PIXEL_LIMIT = 1000 };
static const char *const times[] = {"0", "1", "7.5"};
static const char folder[] = "build/twins";

static int run(const char *format, const char *a, const char *b, const char *time) {
    const char *program = getenv("LAMBDAV") == NULL ? "build/lambdav" : getenv("LAMBDAV");
    char command[COMMAND_SIZE];
    if (time == NULL) snprintf(command, sizeof command, format, a, b);
    else snprintf(command, sizeof command, format, program, a, b, time);
    return system(command) == 0;
}

static int render(const char *source, const char *picture, const char *time) {
    return run("'%s' render '%s' -o '%s' --size 160x120 --time %s", source, picture, time);
}

/* Returns nonzero if the two files hold the same picture; says how they differ. */
static int same(const char *name, const char *a_path, const char *b_path, const char *time) {
    int aw, ah, bw, bh, channels, i, k, most, beyond = 0, good;
    unsigned char *a = stbi_load(a_path, &aw, &ah, &channels, CHANNELS);
    unsigned char *b = stbi_load(b_path, &bw, &bh, &channels, CHANNELS);
    good = a != NULL && b != NULL && aw == bw && ah == bh;
    for (i = 0; good && i < aw * ah; i++) {
        most = 0;
        for (k = 0; k < CHANNELS; k++) {
            int step = abs(a[i * CHANNELS + k] - b[i * CHANNELS + k]);
            if (step > most) most = step;
        }
        beyond += most > CHANNEL_LIMIT;
    }
    good = good && beyond * PIXEL_LIMIT <= aw * ah;
    if (!good) printf("FAILED %s at %s s: %d pixels differ\n", name, time, beyond);
    stbi_image_free(a);
    stbi_image_free(b);
    return good;
}

/* `frag` is "tests/bench/NAME.frag". */
static int check(const char *frag) {
    const char *slash = strrchr(frag, '/'), *name = slash == NULL ? frag : slash + 1;
    int length = (int)strcspn(name, "."), good = 1;
    char text[PATH_SIZE], words[PATH_SIZE], ours[PATH_SIZE], theirs[PATH_SIZE];
    size_t i;
    snprintf(text, PATH_SIZE, "tests/bench/%.*s.lv", length, name);
    snprintf(words, PATH_SIZE, "%s/%.*s.spv", folder, length, name);
    snprintf(ours, PATH_SIZE, "%s/%.*s-lv.png", folder, length, name);
    snprintf(theirs, PATH_SIZE, "%s/%.*s-glsl.png", folder, length, name);
    if (!run("glslangValidator -V --quiet '%s' -o '%s'", frag, words, NULL)) {
        printf("FAILED %s: glslangValidator refuses it\n", frag);
        return 0;
    }
    for (i = 0; good && i < sizeof times / sizeof times[0]; i++) {
        remove(ours);
        remove(theirs);
        good = render(text, ours, times[i]) && render(words, theirs, times[i]) &&
               same(text, ours, theirs, times[i]);
    }
    return good;
}

int main(int argc, char **argv) {
    char frag[PATH_SIZE];
    int i, failed = 0, passed = 0;
    size_t k;
    glob_t found;
    mkdir("build", 0777);
    mkdir(folder, 0777);
    for (i = 1; i < argc; i++) {
        snprintf(frag, PATH_SIZE, "tests/bench/%s.frag", argv[i]);
        if (check(frag)) passed++;
        else failed++;
    }
    if (argc == 1 && glob("tests/bench/*.frag", 0, NULL, &found) == 0) {
        for (k = 0; k < found.gl_pathc; k++) {
            if (check(found.gl_pathv[k])) passed++;
            else failed++;
        }
        globfree(&found);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
