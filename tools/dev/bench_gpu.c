/* cc -std=c99 -O2 -I. tools/dev/bench_gpu.c -o bench_gpu -ldl */
/* bench_gpu [--uniform TEXT] WIDTHxHEIGHT FRAMES FILE...: the median time of a frame on the device
   for each λV program or .spv module (from any compiler) that is given, the time of its first
   pipeline, of its first frame (seen from outside, so that what the driver compiles then counts),
   and the shortest time of a frame, in milliseconds. Programs that include others are not taken.
   Push constants named `resolution` and `time` are filled. Textures of two dimensions are a pattern
   with all its levels; uniform blocks hold what the comments `; uniform VALUE...` of TEXT say, 4
   bytes for each value, 1.5 or 2i, and zeros behind. Exit codes: 0 done, 1 a program has errors, 2
   usage, 3 a file cannot be read, no device. */
#define _POSIX_C_SOURCE 199506L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"

enum {
    ARENA_SIZE = 64 << 20,
    MAX_FILE = 16 << 20,
    MAX_FRAMES = 1000,
    PUSH_SIZE = 128,
    MAX_MEMBERS = 32,
    MAX_RESOURCES = 32,
    TEXELS = 512,
    UNIFORM_SIZE = 16384
};

/* What resources hold. */
static lambdav_vk_image texture;
static lambdav_vk_buffer uniform;
static char uniform_bytes[UNIFORM_SIZE];

static uint32_t words_read[MAX_FILE / 4];
static double samples[MAX_FRAMES];

static double milliseconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static int compare(const void *a, const void *b) {
    const double *x = (const double *)a, *y = (const double *)b;
    return (*x > *y) - (*x < *y);
}

/* Reads a file; the size in bytes, 0 if it cannot be read. */
static size_t read_file(const char *path) {
    FILE *file = fopen(path, "rb");
    size_t size = file == NULL ? 0 : fread(words_read, 1, sizeof words_read, file);
    if (file != NULL) fclose(file);
    return size;
}

/* Words of the program in the file. 0, or the exit code. */
static int load(const char *path, void *arena, lambdav_vk_pass *pass) {
    size_t size = read_file(path), n = strlen(path);
    lambdav_options options;
    lambdav_result result;
    char message[4096];
    if (size == 0) return 3;
    if (n > 4 && strcmp(path + n - 4, ".spv") == 0) {
        pass->words = words_read;
        pass->word_count = size / 4;
        return 0;
    }
    memset(&options, 0, sizeof options);
    options.flags = LAMBDAV_NAMES;
    options.source_name = path;
    if (lambdav_compile(&options, (const char *)words_read, size, arena, ARENA_SIZE, &result)
        != LAMBDAV_OK) {
        lambdav_format_diagnostic(&result.diagnostics[0], 0, message, sizeof message);
        fputs(message, stderr);
        return 1;
    }
    pass->words = result.words;
    pass->word_count = result.word_count;
    return 0;
}

static int is_named(lambdav_name name, const char *text) {
    uint32_t i, n = (uint32_t)strlen(text);
    for (i = 0; i < n && lambdav_name_byte(name, i) == text[i]; i++) {
    }
    return name.size == n && i == n;
}

/* Fills the push constants that the module names. Returns how many bytes there are. */
static size_t fill_push(const lambdav_vk_pass *pass, char *push) {
    lambdav_reflection r;
    lambdav_member members[MAX_MEMBERS];
    lambdav_resource resources[MAX_RESOURCES], *block = resources;
    size_t scratch_size = LAMBDAV_REFLECT_SCRATCH * (size_t)pass->words[3];
    void *scratch = malloc(scratch_size);
    float resolution[2], when = 1;
    size_t i;
    memset(&r, 0, sizeof r);
    memset(resources, 0, sizeof resources);
    r.members = members, r.member_capacity = MAX_MEMBERS;
    r.resources = resources, r.resource_capacity = MAX_RESOURCES;
    resolution[0] = (float)pass->width, resolution[1] = (float)pass->height;
    lambdav_reflect(pass->words, pass->word_count, scratch, scratch_size, &r);
    free(scratch);
    memset(push, 0, PUSH_SIZE);
    while (block < resources + MAX_RESOURCES && block->kind != LAMBDAV_RESOURCE_PUSH_CONSTANTS)
        block++;
    if (block == resources + MAX_RESOURCES) return PUSH_SIZE;
    for (i = 0; i < r.member_count && i < MAX_MEMBERS; i++) {
        if (members[i].parent != block->type.structure) continue;
        if (members[i].offset + members[i].size > PUSH_SIZE) continue;
        if (is_named(members[i].name, "resolution"))
            memcpy(push + members[i].offset, resolution, 8);
        if (is_named(members[i].name, "time")) memcpy(push + members[i].offset, &when, 4);
    }
    return block->offset + block->size <= PUSH_SIZE ? PUSH_SIZE : block->offset + block->size;
}

/* The values of a line behind `; uniform`, from `size` on. Returns where they end. */
static size_t read_uniform(char *line, size_t size) {
    char *token;
    for (token = strtok(line, " \n"); token != NULL && size + 4 <= UNIFORM_SIZE;
         token = strtok(NULL, " \n"), size += 4) {
        float number = strtof(token, NULL);
        long integer = strtol(token, NULL, 0);
        uint32_t bits = (uint32_t)integer;
        if (strchr(token, 'i') == NULL) memcpy(&bits, &number, 4);
        memcpy(uniform_bytes + size, &bits, 4);
    }
    return size;
}

static int read_uniforms(const char *path) {
    char line[4096];
    size_t size = 0;
    FILE *file = fopen(path, "r");
    if (file == NULL) return 0;
    while (fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, "; uniform ", 10) == 0) size = read_uniform(line + 10, size);
    return fclose(file) == 0;
}

static int open_resources(lambdav_vk_context *vk) {
    static unsigned char texels[TEXELS * TEXELS * 4];
    lambdav_vk_image_info info;
    size_t i;
    for (i = 0; i < sizeof texels; i++) {
        size_t x = i / 4 % TEXELS, y = i / 4 / TEXELS;
        texels[i] = (unsigned char)((x * (i % 4 + 1) ^ y * 3) + x * y / 64);
    }
    memset(&info, 0, sizeof info);
    info.format = LAMBDAV_VK_RGBA8;
    info.width = info.height = TEXELS;
    info.levels = LAMBDAV_VK_ALL_LEVELS;
    info.pixels = texels;
    info.size = sizeof texels;
    return lambdav_vk_image_open(vk, &texture, &info) == LAMBDAV_VK_OK
           && lambdav_vk_buffer_open(vk, &uniform, uniform_bytes, UNIFORM_SIZE) == LAMBDAV_VK_OK;
}

/* Binds all that a pipeline reads; how many rows there are. */
static size_t bind_all(const lambdav_vk_pipeline *pipeline, lambdav_vk_binding *rows) {
    uint32_t i;
    memset(rows, 0, LAMBDAV_VK_MAX_RESOURCES * sizeof *rows);
    for (i = 0; i < pipeline->resource_count; i++) {
        rows[i].set = pipeline->resources[i].set;
        rows[i].binding = pipeline->resources[i].binding;
        if (pipeline->resources[i].kind == LAMBDAV_VK_UNIFORM_BUFFER) rows[i].buffer = &uniform;
        else rows[i].image = &texture;
    }
    return pipeline->resource_count;
}

static int measure(lambdav_vk_context *vk, lambdav_vk_pass *pass, int frames, const char *path) {
    static lambdav_vk_binding rows[LAMBDAV_VK_MAX_RESOURCES];
    lambdav_vk_pipeline pipeline;
    char push[PUSH_SIZE];
    double start = milliseconds(), built, first = 0;
    int i;
    pass->push = push;
    pass->push_size = fill_push(pass, push);
    if (lambdav_vk_pipeline_open(vk, &pipeline, pass) != LAMBDAV_VK_OK) {
        fprintf(stderr, "%s: %s\n", path, vk->error);
        return 3;
    }
    built = milliseconds() - start;
    pass->bindings = rows;
    pass->binding_count = bind_all(&pipeline, rows);
    for (i = 0; i < frames; i++) {
        if (lambdav_vk_pipeline_draw(vk, &pipeline, pass) != LAMBDAV_VK_OK) {
            fprintf(stderr, "%s: %s\n", path, vk->error);
            lambdav_vk_pipeline_close(vk, &pipeline);
            return 3;
        }
        samples[i] = (double)pass->gpu_ns / 1e6;
        if (i == 0) first = milliseconds() - start - built;
    }
    lambdav_vk_pipeline_close(vk, &pipeline);
    qsort(samples, (size_t)frames, sizeof samples[0], compare);
    printf("%-44s %8u words %9.2f ms pipeline %9.2f ms first %10.3f ms frame, shortest %10.3f\n",
           path, (unsigned)pass->word_count, built, first, samples[frames / 2], samples[0]);
    fflush(stdout);
    return 0;
}

int main(int argc, char **argv) {
    static lambdav_vk_context vk;
    lambdav_vk_pass pass;
    void *arena = malloc(ARENA_SIZE);
    unsigned width, height;
    int frames, i, code = 0;
    if (argc > 2 && strcmp(argv[1], "--uniform") == 0) {
        if (!read_uniforms(argv[2])) {
            fprintf(stderr, "%s: cannot be read\n", argv[2]);
            return 3;
        }
        argv += 2;
        argc -= 2;
    }
    if (argc < 4 || sscanf(argv[1], "%ux%u", &width, &height) != 2
        || sscanf(argv[2], "%d", &frames) != 1 || frames < 1 || frames > MAX_FRAMES) {
        fprintf(stderr, "usage: bench_gpu [--uniform TEXT] WIDTHxHEIGHT FRAMES FILE...\n");
        return 2;
    }
    if (arena == NULL || lambdav_vk_open(&vk, NULL) != LAMBDAV_VK_OK || !open_resources(&vk)) {
        fprintf(stderr, "%s\n", arena == NULL ? "out of memory" : vk.error);
        return 3;
    }
    printf("%s, %ux%u, %d frames\n", vk.device.name, width, height, frames);
    for (i = 3; i < argc && code == 0; i++) {
        memset(&pass, 0, sizeof pass);
        pass.width = width, pass.height = height;
        pass.attachment_count = 1;
        pass.attachments[0].format = LAMBDAV_VK_RGBA8;
        code = load(argv[i], arena, &pass);
        if (code == 0) code = measure(&vk, &pass, frames, argv[i]);
    }
    lambdav_vk_buffer_close(&vk, &uniform);
    lambdav_vk_image_close(&vk, &texture);
    lambdav_vk_close(&vk);
    free(arena);
    return code;
}
