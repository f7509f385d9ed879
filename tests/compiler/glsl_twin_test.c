/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/glsl_twin_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -o glsl_twin_test -lSPIRV-Tools -lstdc++ -ldl -lm */
/* Well-known shaders, each written twice: NAME.lv, and NAME.frag (and NAME.vert) in GLSL, which
   glslangValidator compiles. Both are valid SPIR-V, are drawn by the same pipeline, with the
   validation layer watching, and give the same picture of binary32 numbers; ours has no more words,
   both with names and before spirv-opt. Then once more with
   strict floats: λV's option, and NoContraction on all arithmetic of the GLSL one, which is what
   `precise` would give if it reached into functions.
       glsl_twin_test [--device NAME] [--save FOLDER] [NAME.lv...]
   The tolerances are for lavapipe, the device if none is named. --save writes the pictures as PNG.
   Without names: all in tests/data/twins and tests/data/bench. Lines of NAME.lv, as comments:
       ; within T[, but for N of 1000 pixels]: REASON
                           the most that a channel may differ by, and how many pixels may still
                           differ by more; a T above 1e-4, or an N, needs a reason
       ; uniform VALUE...  the bytes behind the uniform block, 4 for each value: 1.5 or 2i
       ; still             the time changes nothing; else the frames must differ
       ; plain             still, and of one colour; else there must be something to see
       ; grid N            what is drawn: N * N squares that cover 0 .. 1, two triangles each, whose
                           corners are the vertex input at location 0; there is a depth test
   Push constants are `resolution` and `time`. The texture at binding 0 is a colourful picture, the
   one at binding 1 a relief: normal and height. The last line is "N passed, N failed". Exit codes:
   0 all passed, 1 some failed, 3 no device. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <spirv-tools/libspirv.h>

#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "tests/support/cases.h"
#include "tests/support/vk_modules.h"

enum {
    WIDTH = 128, HEIGHT = 96, PIXELS = WIDTH * HEIGHT, TEXELS = 64, GRID = 64, ARENA = 32 << 20,
    VALUES = 256, TEXTURES = 2, FRAMES = 2, PATH_SIZE = 512
};
static const float times[FRAMES] = {0.5f, 7.25f};
static const float flat = 0.05f; /* a picture whose channels all span less shows nothing */

typedef struct pair {
    const char *path;
    double within;  /* tolerance of a channel */
    int but_for;    /* pixels of 1000 that may be beyond it */
    uint32_t uniform[VALUES];
    size_t uniform_count;
    int plain, still;
    int grid;       /* 0: the whole picture, no vertex stage */
} pair;

typedef struct shader {
    const uint32_t *fragment, *vertex; /* vertex: NULL without a vertex stage */
    size_t fragment_count, vertex_count;
    float pixels[FRAMES][PIXELS * 4];
} shader;

static lambdav_vk_context device;
static lambdav_vk_image textures[TEXTURES];
static const char *save_folder;
static unsigned char *arena;
static char last_message[1024];

static void hear(void *user, lambdav_vk_message_kind kind, const char *text) {
    (void)user, (void)kind;
    snprintf(last_message, sizeof last_message, "%s", text);
}

static int complain(const pair *p, const char *what, const char *detail) {
    printf("FAILED %s: %s%s\n", p->path, what, detail);
    return 0;
}

/* --- what a pair says of itself */

/* Returns 0 if the numbers are missing, or lack a reason. */
static int read_within(pair *p, const char *line) {
    const char *but = strstr(line, ", but for "), *reason = strstr(line, ": ");
    char *end;
    p->within = strtod(line, &end);
    p->but_for = but == NULL ? 0 : (int)strtol(but + 10, NULL, 10);
    return end != line && p->within > 0
           && (reason != NULL || (p->within <= 1e-4 && p->but_for == 0));
}

static void read_uniform(pair *p, char *line) {
    char *token, *save = NULL;
    for (token = strtok_r(line, " ", &save); token; token = strtok_r(NULL, " ", &save)) {
        float number = strtof(token, NULL);
        uint32_t bits = (uint32_t)strtol(token, NULL, 0);
        if (strchr(token, 'i') == NULL) memcpy(&bits, &number, sizeof bits);
        if (p->uniform_count == VALUES) abort();
        p->uniform[p->uniform_count++] = bits;
    }
}

/* Reads the comment lines of a text, which it cuts into lines. */
static int read_pair(pair *p, const char *path, char *text) {
    char *line, *next;
    int good = 0;
    memset(p, 0, sizeof *p);
    p->path = path;
    for (line = text; line != NULL; line = next) {
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        if (strncmp(line, "; within ", 9) == 0) good = read_within(p, line + 9);
        if (strncmp(line, "; uniform ", 10) == 0) read_uniform(p, line + 10);
        if (strcmp(line, "; plain") == 0) p->plain = p->still = 1;
        if (strcmp(line, "; still") == 0) p->still = 1;
        if (strncmp(line, "; grid ", 7) == 0) p->grid = (int)strtol(line + 7, NULL, 10);
    }
    if (p->grid < 0 || p->grid > GRID) abort();
    return good || complain(p, "needs a line \"; within T\", and a reason if it is wide", "");
}

/* --- modules */

static int is_valid(const pair *p, const uint32_t *words, size_t count) {
    spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_1);
    spv_diagnostic diagnostic = NULL;
    int good = spvValidateBinary(context, words, count, &diagnostic) == SPV_SUCCESS;
    if (!good) complain(p, "not valid: ", diagnostic ? diagnostic->error : "");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return good;
}

/* Does an instruction do arithmetic on floats that a driver may contract? */
static int is_contractable(uint32_t word) {
    enum { FNEGATE = 127, FADD = 129, FSUB = 131, FMUL = 133, FDIV = 136, FREM = 140, DOT = 148 };
    uint32_t op = word & 0xffffu;
    return op == FNEGATE || op == FADD || op == FSUB || op == FMUL || op == FDIV
           || (op >= FREM && op <= DOT);
}

/* Decorates what is_contractable with NoContraction, in front of the module's decorations. */
static void make_strict(vk_module *m) {
    enum { HEADER = 5, TYPE_VOID = 19, TYPE_FIRST_NOT = 40, DECORATE = 71, MEMBER = 72, NO = 42 };
    static uint32_t added[VK_MODULES_WORDS];
    size_t i, place = 0, count = 0;
    for (i = HEADER; i < m->count; i += m->words[i] >> 16) {
        uint32_t op = m->words[i] & 0xffffu;
        int annotates = op == DECORATE || op == MEMBER || (op >= TYPE_VOID && op < TYPE_FIRST_NOT);
        if (place == 0 && annotates) place = i;
        if (!is_contractable(m->words[i])) continue;
        added[count] = 3u << 16 | DECORATE;
        added[count + 1] = m->words[i + 2];
        added[count + 2] = NO;
        count += 3;
        if (m->count + count + 3 > VK_MODULES_WORDS) abort();
    }
    memmove(m->words + place + count, m->words + place, (m->count - place) * sizeof *m->words);
    memcpy(m->words + place, added, count * sizeof *added);
    m->count += count;
}

/* The file beside the pair's with another ending. */
static void beside(const pair *p, const char *ending, char path[PATH_SIZE]) {
    snprintf(path, PATH_SIZE, "%.*s.%s", (int)(strlen(p->path) - 3), p->path, ending);
}

static const vk_module *glsl(const pair *p, const char *stage, uint32_t flags) {
    char path[PATH_SIZE], format[128], *text;
    vk_module *m;
    size_t size;
    beside(p, stage, path);
    text = cases_load(path, &size);
    snprintf(format, sizeof format,
             "glslangValidator -V --quiet --target-env %%s -S %s -o %%s %%s", stage);
    m = vk_make(format, "vulkan1.1", text);
    free(text);
    if (flags & LAMBDAV_STRICT_FLOATS) make_strict(m);
    return m;
}

static int make_glsl(const pair *p, uint32_t flags, shader *s) {
    const vk_module *fragment = glsl(p, "frag", flags);
    const vk_module *vertex = p->grid ? glsl(p, "vert", flags) : NULL;
    s->fragment = fragment->words, s->fragment_count = fragment->count;
    s->vertex = vertex ? vertex->words : NULL, s->vertex_count = vertex ? vertex->count : 0;
    return is_valid(p, s->fragment, s->fragment_count)
           && (s->vertex == NULL || is_valid(p, s->vertex, s->vertex_count));
}

/* The words lie in the arena until the next call. */
static int make_lambdav(const pair *p, uint32_t flags, shader *s) {
    lambdav_options options;
    lambdav_result result;
    char line[1024], *text;
    size_t size;
    memset(&options, 0, sizeof options);
    memset(&result, 0, sizeof result);
    options.flags = flags, options.source_name = p->path;
    text = cases_load(p->path, &size);
    lambdav_compile(&options, text, size, arena, ARENA, &result);
    if (result.word_count == 0) {
        lambdav_format_diagnostic(&result.diagnostics[0], 0, line, sizeof line);
        free(text);
        return complain(p, "", line);
    }
    free(text);
    s->fragment = result.words, s->fragment_count = result.word_count;
    s->vertex = p->grid ? result.words : NULL, s->vertex_count = p->grid ? result.word_count : 0;
    return is_valid(p, s->fragment, s->fragment_count);
}

/* --- what the shaders read */

static float smooth_step(float a, float b, float x) {
    float t = fminf(fmaxf((x - a) / (b - a), 0), 1);
    return t * t * (3 - 2 * t);
}

/* Colour at (x, y), 0 .. 1: a sky over hills, a sun, bars with sharp edges. It repeats along x. */
static void photo(float x, float y, float c[4]) {
    float hill = 0.62f + 0.1f * sinf(6.2831853f * x) + 0.04f * sinf(18.849556f * x + 1);
    float sun = 1 - smooth_step(0.13f, 0.15f, hypotf(x - 0.7f, y - 0.25f));
    int bar = fmodf(8 * x, 2) < 1 && y > 0.82f, land = y > hill;
    c[0] = bar ? 0.95f : land ? 0.2f + 0.3f * x : 0.35f + 0.6f * sun + 0.3f * y;
    c[1] = bar ? 0.85f : land ? 0.5f - 0.3f * y : 0.55f + 0.3f * sun + 0.1f * y;
    c[2] = bar ? 0.15f : land ? 0.1f : 0.9f - 0.5f * sun - 0.3f * y;
    c[3] = 1;
}

/* Round studs in a square grid: 1 on top, 0 between them. It repeats along both. */
static float studs(float x, float y) {
    float u = 4 * x - floorf(4 * x) - 0.5f, v = 4 * y - floorf(4 * y) - 0.5f;
    return 1 - smooth_step(0.15f, 0.45f, hypotf(u, v));
}

/* The normal of the studs, each component from 0 to 1, and their height. */
static void relief(float x, float y, float c[4]) {
    const float step = 1.0f / TEXELS;
    float dx = studs(x - step, y) - studs(x + step, y);
    float dy = studs(x, y - step) - studs(x, y + step);
    float length = sqrtf(dx * dx + dy * dy + 1);
    c[0] = 0.5f + 0.5f * dx / length;
    c[1] = 0.5f + 0.5f * dy / length;
    c[2] = 0.5f + 0.5f / length;
    c[3] = studs(x, y);
}

/* Both are binary32, so that filters weigh without steps. */
static int open_textures(void) {
    static void (*const fill[TEXTURES])(float, float, float *) = {photo, relief};
    static float texels[TEXELS * TEXELS * 4];
    lambdav_vk_image_info info;
    int k, i;
    for (k = 0; k < TEXTURES; k++) {
        for (i = 0; i < TEXELS * TEXELS; i++) {
            float x = (float)(i % TEXELS) + 0.5f, y = (float)(i / TEXELS) + 0.5f;
            fill[k](x / TEXELS, y / TEXELS, texels + 4 * i);
        }
        memset(&info, 0, sizeof info);
        info.format = LAMBDAV_VK_RGBA32F, info.width = info.height = TEXELS;
        info.levels = LAMBDAV_VK_ALL_LEVELS, info.pixels = texels, info.size = sizeof texels;
        if (lambdav_vk_image_open(&device, &textures[k], &info)) return 0;
    }
    return 1;
}

/* The corners of n * n squares, (x, y) from 0 to 1; returns how many. */
static uint32_t make_grid(int n, float *corners) {
    static const int x[6] = {0, 1, 0, 1, 1, 0}, y[6] = {0, 0, 1, 0, 1, 1};
    uint32_t count = 0;
    int i, k;
    for (i = 0; i < n * n; i++) {
        for (k = 0; k < 6; k++, count++) {
            corners[2 * count] = (float)(i % n + x[k]) / (float)n;
            corners[2 * count + 1] = (float)(i / n + y[k]) / (float)n;
        }
    }
    return count;
}

/* --- pictures */

/* Rows for all that a pipeline reads. */
static size_t bind_all(const lambdav_vk_pipeline *pipeline, lambdav_vk_buffer *uniform,
                       lambdav_vk_binding rows[LAMBDAV_VK_MAX_RESOURCES]) {
    uint32_t i;
    memset(rows, 0, LAMBDAV_VK_MAX_RESOURCES * sizeof *rows);
    for (i = 0; i < pipeline->resource_count; i++) {
        const lambdav_vk_resource *r = &pipeline->resources[i];
        rows[i].set = r->set, rows[i].binding = r->binding;
        if (r->kind == LAMBDAV_VK_UNIFORM_BUFFER) rows[i].buffer = uniform;
        else if (r->binding < TEXTURES) rows[i].image = &textures[r->binding];
    }
    return pipeline->resource_count;
}

static int draw_frames(lambdav_vk_pipeline *pipeline, lambdav_vk_pass *pass, shader *s) {
    float push[3] = {WIDTH, HEIGHT, 0};
    int i;
    for (i = 0; i < FRAMES; i++) {
        push[2] = times[i];
        pass->push = push, pass->push_size = sizeof push;
        pass->attachments[0].pixels = s->pixels[i];
        if (lambdav_vk_pipeline_draw(&device, pipeline, pass)) return 0;
    }
    return 1;
}

/* The pass of a shader, with vertices if there is a grid. */
static lambdav_vk_pass make_pass(const pair *p, const shader *s,
                                 const lambdav_vk_geometry *geometry) {
    lambdav_vk_pass pass;
    memset(&pass, 0, sizeof pass);
    pass.words = s->fragment, pass.word_count = s->fragment_count;
    pass.vertex_words = s->vertex, pass.vertex_word_count = s->vertex_count;
    pass.width = WIDTH, pass.height = HEIGHT, pass.attachment_count = 1;
    pass.attachments[0].format = LAMBDAV_VK_RGBA32F;
    pass.attachments[0].size = sizeof s->pixels[0];
    if (!p->grid) return pass;
    pass.draws = geometry, pass.draw_count = 1;
    pass.depth_test = LAMBDAV_VK_COMPARE_LESS;
    return pass;
}

/* Draws all frames. */
static int draw(const pair *p, shader *s) {
    static float corners[GRID * GRID * 12];
    static lambdav_vk_binding rows[LAMBDAV_VK_MAX_RESOURCES];
    static lambdav_vk_pipeline pipeline;
    lambdav_vk_buffer vertices, uniform;
    lambdav_vk_geometry geometry;
    lambdav_vk_pass pass;
    int good;
    memset(&geometry, 0, sizeof geometry);
    geometry.vertices[0].buffer = &vertices, geometry.count = make_grid(p->grid, corners);
    pass = make_pass(p, s, &geometry);
    if (lambdav_vk_pipeline_open(&device, &pipeline, &pass)) return complain(p, device.error, "");
    good = !lambdav_vk_buffer_open(&device, &uniform, p->uniform, sizeof p->uniform);
    good &= !lambdav_vk_buffer_open(&device, &vertices, corners, sizeof corners);
    pass.bindings = rows, pass.binding_count = bind_all(&pipeline, &uniform, rows);
    good = good && draw_frames(&pipeline, &pass, s);
    if (!good) complain(p, device.error, "");
    lambdav_vk_buffer_close(&device, &vertices);
    lambdav_vk_buffer_close(&device, &uniform);
    lambdav_vk_pipeline_close(&device, &pipeline);
    return good;
}

/* Writes the picture of frame `i` to NAME-KIND-i.png. */
static void save(const pair *p, const shader *s, const char *kind, int i) {
    static unsigned char bytes[PIXELS * 4];
    const char *slash = strrchr(p->path, '/'), *name = slash == NULL ? p->path : slash + 1;
    char path[PATH_SIZE];
    int k;
    for (k = 0; k < PIXELS * 4; k++)
        bytes[k] = (unsigned char)(255 * fminf(fmaxf(s->pixels[i][k], 0), 1) + 0.5f);
    snprintf(path, sizeof path, "%s/%.*s-%s-%d.png", save_folder, (int)(strlen(name) - 3), name,
             kind, i);
    stbi_write_png(path, WIDTH, HEIGHT, 4, bytes, 0);
}

/* Is there something to see: does a channel of colour span a part of its range? */
static int shows(const shader *s, int frame) {
    int k, i;
    for (k = 0; k < 3; k++) {
        float least = s->pixels[frame][k], most = least;
        for (i = 0; i < PIXELS; i++) {
            least = fminf(least, s->pixels[frame][4 * i + k]);
            most = fmaxf(most, s->pixels[frame][4 * i + k]);
        }
        if (most - least > flat) return 1;
    }
    return 0;
}

/* How many pixels differ by more than `within`; *most: by how much. A NaN equals nothing. */
static int count_beyond(const float *a, const float *b, double within, double *most) {
    int i, k, beyond = 0;
    *most = 0;
    for (i = 0; i < PIXELS; i++) {
        int far = 0;
        for (k = 4 * i; k < 4 * i + 4; k++) {
            double step = fabs((double)a[k] - b[k]);
            if (!(step <= within)) far = 1;
            if (!(step <= *most)) *most = step;
        }
        beyond += far;
    }
    return beyond;
}

/* Is the second frame another picture? */
static int moves(const shader *s) {
    double most;
    return count_beyond(s->pixels[0], s->pixels[1], 0.01, &most) > PIXELS / 100;
}

static int compare(const pair *p, const shader *theirs, const shader *ours, const char *kind) {
    int frame, failed = 0;
    for (frame = 0; frame < FRAMES; frame++) {
        double most;
        int n = count_beyond(theirs->pixels[frame], ours->pixels[frame], p->within, &most);
        int bad = n * 1000 > p->but_for * PIXELS;
        printf("%s%s%s at %g s: %d of %d pixels beyond %g, at most %.3g\n", bad ? "FAILED " : "",
               p->path, kind, times[frame], n, PIXELS, p->within, most);
        failed += bad;
    }
    return failed == 0;
}

/* Has a module of ours, with names as theirs has, more words? (A module of ours for several stages
   has no one twin.) */
static int is_larger(const pair *p, uint32_t flags, const shader *theirs, const shader *ours) {
    if (p->grid || flags != LAMBDAV_NAMES || ours->fragment_count <= theirs->fragment_count)
        return 0;
    printf("FAILED %s: %u words, the GLSL has %u\n", p->path, (unsigned)ours->fragment_count,
           (unsigned)theirs->fragment_count);
    return 1;
}

static int check_once(const pair *p, uint32_t flags) {
    static shader theirs, ours;
    const char *kind = flags & LAMBDAV_STRICT_FLOATS ? " (strict)" : "";
    int i;
    if (!make_glsl(p, flags, &theirs) || !draw(p, &theirs)) return 0;
    if (!make_lambdav(p, flags, &ours) || !draw(p, &ours)) return 0;
    for (i = 0; i < FRAMES; i++) {
        if (save_folder != NULL) save(p, &theirs, "glsl", i), save(p, &ours, "lv", i);
        if (!p->plain && !shows(&theirs, i)) return complain(p, "there is nothing to see", "");
    }
    if (!p->still && !moves(&theirs)) return complain(p, "the time changes nothing", "");
    return compare(p, &theirs, &ours, kind) && !is_larger(p, flags, &theirs, &ours);
}

static int check(const char *path, char *text) {
    static pair p;
    if (!read_pair(&p, path, text)) return 0;
    return check_once(&p, LAMBDAV_NAMES)
           & check_once(&p, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS);
}

/* Is there a NAME.frag for NAME.lv? */
static int has_twin(const char *path) {
    char other[PATH_SIZE];
    pair p;
    p.path = path;
    beside(&p, "frag", other);
    return access(other, R_OK) == 0;
}

/* What the command line names, else all in both folders. */
static glob_t find_pairs(int argc, char **argv) {
    glob_t found = cases_find("tests/data/twins/*.lv", argc, argv);
    if (argc < 2 && glob("tests/data/bench/*.lv", GLOB_APPEND, NULL, &found) != 0) exit(3);
    return found;
}

static int open_device(const char *name) {
    lambdav_vk_options options;
    memset(&options, 0, sizeof options);
    options.device = name, options.validation = 1, options.message = hear;
    return lambdav_vk_open(&device, &options) == LAMBDAV_VK_OK && open_textures();
}

/* Closes the device; nonzero if the validation layer had nothing to say. */
static int close_device(void) {
    const uint32_t *messages = device.messages;
    int k;
    for (k = 0; k < TEXTURES; k++) lambdav_vk_image_close(&device, &textures[k]);
    lambdav_vk_close(&device);
    if (messages[LAMBDAV_VK_MESSAGE_ERROR] + messages[LAMBDAV_VK_MESSAGE_WARNING] == 0) return 1;
    printf("FAILED validation: %s\n", last_message);
    return 0;
}

int main(int argc, char **argv) {
    int passed = 0, failed = 0;
    const char *name = "llvmpipe";
    glob_t found;
    size_t i, size;
    for (; argc > 2 && strncmp(argv[1], "--", 2) == 0; argc -= 2, argv += 2) {
        if (strcmp(argv[1], "--device") == 0) name = argv[2];
        else if (strcmp(argv[1], "--save") == 0) save_folder = argv[2];
    }
    if (save_folder != NULL) mkdir(save_folder, 0777);
    arena = (unsigned char *)malloc(ARENA);
    if (arena == NULL || !open_device(name)) {
        fprintf(stderr, "glsl_twin_test: %s\n", device.error);
        return 3;
    }
    found = find_pairs(argc, argv);
    for (i = 0; i < found.gl_pathc; i++) {
        char *text;
        if (!has_twin(found.gl_pathv[i])) continue;
        text = cases_load(found.gl_pathv[i], &size);
        if (check(found.gl_pathv[i], text)) passed++;
        else failed++;
        free(text);
    }
    globfree(&found);
    free(arena);
    failed += !close_device();
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
