/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/wgsl/fit.c tests/code/lambdav.c -o fit -lm */
/* Gives modules of any compiler something to work on, and writes down what becomes of it:
       fit DIR FILE.spv...
   Each compute entry point runs one workgroup, each fragment entry point draws 4 by 4 pixels, on
   the CPU runner with all its checks, with numbers in all buffers; where the module has no type of
   numbers, with small integers too. A line of DIR/jobs.jsonl says what there was before and after
   (tests/wgsl/jobs.mjs runs it). What the checks have found is left out: other devices may make
   something else of it. So is what reads or draws nothing that WebGPU has. */
#define _XOPEN_SOURCE 700
#include "lambdav.h"
#define SPV_CPU_IMPLEMENTATION
#define SPV_CPU_KEEP_PRIVATE
#include "tools/spv_cpu.h"

#include "tests/support/cpu_fit.h"

#include <stdio.h>
#include <stdlib.h>

enum { BYTES = 4096, BINDINGS = 16, TEXELS = 4 * 4 * 6 * 4, SIDE = 4, PUSH = 256 };
#define UNTOUCHED 0x12345678u

static unsigned char before[BINDINGS][BYTES], after[BINDINGS][BYTES];
static uint32_t texels_before[BINDINGS][TEXELS], texels[BINDINGS][TEXELS], push[PUSH / 4];
static uint32_t pixels[SPV_CPU_MAX_ATTACHMENTS][SIDE * SIDE * 4];
static char three[SPV_CPU_MAX_ATTACHMENTS]; /* the kind of an output of three components, or 0 */
static spv_cpu_binding rows[BINDINGS];
static spv_cpu_image images[BINDINGS];
static spv_cpu_sampler sampler;
static size_t row_count;
static unsigned long written, left_out;
static const char *folder;
static lambdav_reflection reflection;
static unsigned char arena[8 << 20];

static uint32_t word_of(size_t i, int numbers) {
    static const float some[] = {1, 0.5f, 2, 0, 3, 0.25f, -1, 1.5f};
    uint32_t bits;
    if (!numbers) return (uint32_t)(i * 7 % 5);
    memcpy(&bits, &some[i % 8], sizeof bits);
    return bits;
}

static void put_base64(FILE *file, const void *data, size_t size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const unsigned char *at = (const unsigned char *)data;
    size_t i, k;
    fprintf(file, "\"base64\":\"");
    for (i = 0; i < size; i += 3) {
        uint32_t bits = 0;
        for (k = 0; k < 3; k++) bits = bits << 8 | (i + k < size ? at[i + k] : 0u);
        for (k = 0; k < 4; k++)
            fputc(i + k > size ? '=' : digits[bits >> (18 - 6 * k) & 63], file);
    }
    fprintf(file, "\"");
}

static const char *image_format(const spv_cpu_image *image) {
#define FORMAT_NAME(name, ...) #name,
    static const char *const names[] = {SPV_CPU_FORMATS(FORMAT_NAME)};
    static char lower[16];
    size_t i;
    for (i = 0; names[image->format][i] != '\0' && i < 15; i++)
        lower[i] = (char)(names[image->format][i] >= 'A' && names[image->format][i] <= 'Z'
                              ? names[image->format][i] + 32 : names[image->format][i]);
    lower[i] = '\0';
    return lower;
}

static void put_rows(FILE *file, const char *key, int is_after) {
    static const char *const shapes[] = {"2d", "2d_array", "3d", "cube", "cube_array", "1d",
                                         "1d_array"};
    size_t i;
    fprintf(file, ",\"%s\":[", key);
    for (i = 0; i < row_count; i++) {
        const spv_cpu_image *image = rows[i].image;
        fprintf(file, "%s{\"set\":%u,\"binding\":%u,", i ? "," : "", (unsigned)rows[i].set,
                (unsigned)rows[i].binding);
        if (image != NULL) {
            size_t size = spv_cpui_image_size(image, 0);
            fprintf(file, "\"image\":{\"format\":\"%s\",\"shape\":\"%s\",\"width\":%u,"
                    "\"height\":%u,\"depth\":%u,\"levels\":[{",
                    image_format(image), shapes[image->shape],
                    (unsigned)image->width, (unsigned)(image->height ? image->height : 1),
                    (unsigned)(image->depth ? image->depth : 1));
            put_base64(file, is_after ? texels[i] : texels_before[i], size);
            fprintf(file, "}]},");
        } else {
            put_base64(file, is_after ? after[i] : before[i], BYTES);
            fprintf(file, ",");
        }
        fprintf(file, "\"sampler\":{\"minify\":\"nearest\",\"magnify\":\"nearest\","
                      "\"mipmap\":\"nearest\",\"address\":[\"CLAMP\",\"CLAMP\",\"CLAMP\"],"
                      "\"compare\":\"less_equal\"}}");
    }
    fprintf(file, "]");
}

static void put_data(FILE *file, const void *data, size_t size) {
    fprintf(file, "{");
    put_base64(file, data, size);
    fprintf(file, "}");
}

/* The format of a storage image is the one that the module names, where WebGPU has it. */
static void fit_format(const spv_cpui_program *p, const spv_cpui_variable *v,
                       spv_cpu_image *image) {
    const spv_cpui_type *t = spv_cpui_type_of(p, v->type);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeImage || spv_cpui_word(p, t->at, 7) != 2) return;
    switch (spv_cpui_word(p, t->at, 8)) {
    case 1: image->format = SPV_CPU_RGBA32F; return;
    case 2: image->format = SPV_CPU_RGBA16F; return;
    case 3: image->format = SPV_CPU_R32F; return;
    case 4: image->format = SPV_CPU_RGBA8; return;
    case 5: image->format = SPV_CPU_RGBA8_SNORM; return;
    case 6: image->format = SPV_CPU_RG32F; return;
    case 21: image->format = SPV_CPU_RGBA32I; return;
    case 22: image->format = SPV_CPU_RGBA16I; return;
    case 23: image->format = SPV_CPU_RGBA8I; return;
    case 24: image->format = SPV_CPU_R32I; return;
    case 25: image->format = SPV_CPU_RG32I; return;
    case 30: image->format = SPV_CPU_RGBA32UI; return;
    case 31: image->format = SPV_CPU_RGBA16UI; return;
    case 32: image->format = SPV_CPU_RGBA8UI; return;
    case 33: image->format = SPV_CPU_R32UI; return;
    case 35: image->format = SPV_CPU_RG32UI; return;
    default: return;
    }
}

/* Returns 0 if something cannot be given in WebGPU. */
static int fit_rows(const spv_cpui_program *p, int numbers) {
    size_t i, k;
    row_count = cpu_fit_bindings(p, rows, images, BINDINGS);
    if (row_count == BINDINGS) return 0;
    for (i = 0; i < p->variable_count; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        if (!v->used || v->space != SPV_CPUI_OPAQUE || v->count > 1) continue;
        for (k = 0; k < row_count; k++)
            if (rows[k].image != NULL && p->ids[v->id].set == rows[k].set &&
                p->ids[v->id].binding == rows[k].binding)
                fit_format(p, v, &images[k]);
    }
    for (i = 0; i < row_count; i++) {
        for (k = 0; k < BYTES / 4; k++) {
            uint32_t word = word_of(k + i, numbers);
            memcpy(before[i] + 4 * k, &word, 4);
        }
        memcpy(after[i], before[i], BYTES);
        rows[i].sampler = &sampler;
        rows[i].data = after[i], rows[i].size = BYTES;
        if (rows[i].image == NULL) continue;
        if (images[i].samples > 1 || spv_cpui_image_size(&images[i], 0) > sizeof texels[i] ||
            images[i].shape > SPV_CPU_1D)
            return 0;
        for (k = 0; k < TEXELS; k++) {
            int is_float = images[i].format != SPV_CPU_RGBA32I &&
                           images[i].format != SPV_CPU_RGBA32UI;
            texels_before[i][k] = word_of(k / 4 + k % 4, is_float);
        }
        memcpy(texels[i], texels_before[i], sizeof texels[i]);
        images[i].levels[0] = texels[i];
    }
    return 1;
}

/* The kind of the output at a location of an entry point: 'f', 'i', 'u', or 0; and of how many
   components. */
static char output_kind(const lambdav_entry_point *entry, uint32_t location, uint32_t *rows_of) {
    size_t i;
    for (i = 0; i < reflection.variable_count; i++) {
        const lambdav_variable *v = &reflection.variables[i];
        if (!v->is_output || v->location != location) continue;
        if (&reflection.entry_points[v->entry] != entry) continue;
        if (v->type.dimensions > 0 || v->type.columns > 1) return 0;
        *rows_of = v->type.rows;
        return v->type.kind == LAMBDAV_KIND_NUM ? 'f' : v->type.kind == LAMBDAV_KIND_INT ? 'i'
             : v->type.kind == LAMBDAV_KIND_UINT ? 'u' : 0;
    }
    return 0;
}

/* Returns how many attachments there are. */
static uint32_t fit_picture(const lambdav_entry_point *entry, spv_cpu_picture *picture) {
    static const spv_cpu_format formats[3][4] = {
        {SPV_CPU_R32F, SPV_CPU_RG32F, SPV_CPU_RGBA32F, SPV_CPU_RGBA32F},
        {SPV_CPU_R32I, SPV_CPU_RG32I, SPV_CPU_RGBA32I, SPV_CPU_RGBA32I},
        {SPV_CPU_R32UI, SPV_CPU_RG32UI, SPV_CPU_RGBA32UI, SPV_CPU_RGBA32UI}};
    uint32_t i, k, count = 0, parts = 4;
    memset(picture, 0, sizeof *picture);
    memset(pixels, 0, sizeof pixels);
    picture->width = picture->height = SIDE;
    for (i = 0; i < 2; i++) {
        char kind = output_kind(entry, i, &parts);
        if (kind == 0) continue;
        picture->attachments[i].format = formats[kind == 'f' ? 0 : kind == 'i' ? 1 : 2][parts - 1];
        picture->attachments[i].pixels = pixels[i];
        three[i] = parts == 3 ? kind : 0;
        for (k = 0; k < SIDE * SIDE * 4 && parts == 3; k++) pixels[i][k] = UNTOUCHED;
        count = i + 1;
    }
    return count;
}

static void clear_inputs(spv_cpu_worker *w) {
    uint32_t location, c;
    for (location = 0; location < 32; location++)
        for (c = 0; c < 4; c++) {
            uint32_t *lanes = spv_cpu_input(w, location, c);
            if (lanes != NULL) memset(lanes, 0, w->program->lanes * sizeof *lanes);
        }
}

static void put_job(const char *path, const char *name, int numbers, const spv_cpu_picture *picture,
                    uint32_t attachments) {
    char list[1024], absolute[4096];
    FILE *file;
    uint32_t i;
    snprintf(list, sizeof list, "%s/jobs.jsonl", folder);
    file = fopen(list, "a");
    if (file == NULL || realpath(path, absolute) == NULL) abort();
    fprintf(file, "{\"name\":\"%s:%s:%s\",\"%s\":{\"spv\":\"%s\",\"entry\":\"%s\"}", path,
            name, numbers ? "numbers" : "integers", attachments ? "fragment" : "compute", absolute,
            name);
    put_rows(file, "bindings", 0);
    put_rows(file, "after", 1);
    fprintf(file, ",\"push\":");
    put_data(file, push, sizeof push);
    if (attachments == 0) fprintf(file, ",\"groups\":[1,1,1]}\n");
    else fprintf(file, ",\"size\":[%d,%d],\"zero_inputs\":true,\"targets\":[", SIDE, SIDE);
    for (i = 0; i < attachments; i++) {
        spv_cpu_image image;
        memset(&image, 0, sizeof image);
        image.format = picture->attachments[i].format;
        if (picture->attachments[i].pixels == NULL) fprintf(file, "%snull", i ? "," : "");
        else {
            fprintf(file, "%s{\"format\":\"%s\",\"clear\":[0,0,0,0],\"expect\":{", i ? "," : "",
                    image_format(&image));
            put_base64(file, pixels[i], SIDE * SIDE * spv_cpui_formats[image.format].bytes);
            fprintf(file, "}}");
        }
    }
    if (attachments > 0) fprintf(file, "]}\n");
    fclose(file);
    written++;
}

/* A component that an output does not have is 1 in WGSL, where Vulkan says nothing about it; in
   pixels that nothing is drawn to it is 0, as all is. */
static void fill_fourths(uint32_t attachments) {
    uint32_t i, k;
    for (i = 0; i < attachments; i++)
        for (k = 0; k < SIDE * SIDE * 4 && three[i] != 0; k += 4)
            if (pixels[i][k] == UNTOUCHED) memset(&pixels[i][k], 0, 4 * sizeof pixels[i][k]);
            else pixels[i][k + 3] = three[i] == 'f' ? 0x3F800000u : 1u;
}

/* Returns 0 if it is left out. */
static int run_entry(const char *path, const uint32_t *words, size_t count,
                     const lambdav_entry_point *entry, int numbers) {
    static const uint32_t groups[3] = {1, 1, 1};
    spv_cpu_options options;
    spv_cpu_program program;
    spv_cpu_worker worker;
    spv_cpu_picture picture;
    size_t size = 1 << 16, i, tile;
    void *memory = NULL, *work = NULL;
    uint32_t attachments = 0;
    char name[256];
    int ok;
    snprintf(name, sizeof name, "%.*s", (int)entry->name.size, (const char *)entry->name.text);
    memset(&options, 0, sizeof options);
    options.entry = name;
    options.stage = entry->execution_model == LAMBDAV_STAGE_COMPUTE ? 6 : 5;
    options.step_limit = 100000;
    options.checks = SPV_CPU_CHECK_ALL;
    do {
        free(memory);
        memory = malloc(size);
        spv_cpu_load(&program, &options, words, count, memory, size);
        size = program.needed;
    } while (program.status == SPV_CPU_MEMORY);
    ok = program.status == SPV_CPU_OK && fit_rows(program.inside, numbers);
    if (ok) {
        size = spv_cpu_worker_size(&program);
        work = malloc(size);
        ok = spv_cpu_worker_open(&worker, &program, work, size) == SPV_CPU_OK;
    }
    for (i = 0; i < PUSH / 4; i++) push[i] = word_of(i, numbers);
    ok = ok && spv_cpu_bind(&worker, rows, row_count, push, sizeof push) == SPV_CPU_OK;
    if (ok && options.stage == 6) {
        ok = row_count > 0 && spv_cpu_dispatch(&worker, groups, 0, 1) == SPV_CPU_OK;
    } else if (ok) {
        attachments = fit_picture(entry, &picture);
        ok = attachments > 0;
        clear_inputs(&worker);
        for (tile = 0; ok && tile < spv_cpu_tile_count(&picture); tile++)
            ok = spv_cpu_tile(&worker, &picture, tile) == SPV_CPU_OK;
    }
    if (ok) {
        fill_fourths(attachments);
        put_job(path, name, numbers, &picture, attachments);
    }
    free(memory);
    free(work);
    return ok;
}

/* Small integers, read as numbers, are too small for their exponents: few devices keep those. */
static int has_floats(const uint32_t *words, size_t count) {
    size_t at;
    for (at = 5; at < count && words[at] >> 16 != 0; at += words[at] >> 16)
        if ((words[at] & 0xFFFFu) == 22) return 1;
    return 0;
}

int main(int argc, char **argv) {
    int i, numbers;
    size_t k, count;
    static uint32_t words[1 << 20];
    if (argc < 3) {
        fprintf(stderr, "usage: fit DIR FILE.spv...\n");
        return 2;
    }
    folder = argv[1];
    sampler.mag = sampler.min = sampler.mip = SPV_CPU_NEAREST;
    sampler.u = sampler.v = sampler.w = SPV_CPU_ADDRESS_CLAMP;
    sampler.compare = SPV_CPU_COMPARE_LESS_EQUAL;
    for (i = 2; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (file == NULL) return 3;
        count = fread(words, 4, sizeof words / 4, file);
        fclose(file);
        if (lambdav_reflect_block(words, count, arena, sizeof arena, &reflection, NULL)
            != LAMBDAV_OK) {
            left_out++;
            continue;
        }
        for (k = 0; k < reflection.entry_point_count; k++)
            for (numbers = 0; numbers < 2; numbers++) {
                const lambdav_entry_point *e = &reflection.entry_points[k];
                if (e->execution_model != LAMBDAV_STAGE_COMPUTE &&
                    e->execution_model != LAMBDAV_STAGE_FRAGMENT)
                    continue;
                if (!numbers && has_floats(words, count)) continue;
                if (!run_entry(argv[i], words, count, e, numbers)) left_out++;
            }
    }
    printf("%lu jobs, %lu left out\n", written, left_out);
    return 0;
}
