/* A program that runs (random_effects.h) through the compiler, the validators, the CPU runner and
   the evaluator by substitution: what it leaves in every word of memory, and what its outputs are.

   contents: memory · what is declared · running on the CPU · comparing · on a device · checking */
#ifndef RANDOM_RUNNING_H
#define RANDOM_RUNNING_H

#include "random_check.h"
#include "random_effects.h"

enum { MAX_RESOURCES = 16, MAX_WORDS_OF_MEMORY = 1 << 14, LANES_RUN = 4 };

static uint32_t groups_run; /* workgroups of a dispatch */

/* Does the text say what random_effects.h makes, rather than a picture alone? */
static int is_running(const char *text) {
    return strstr(text, "(compute ") != NULL || strstr(text, "(vertex ") != NULL
           || strstr(text, "(buffer ") != NULL || strstr(text, "(image ") != NULL;
}

/* ---- memory: what it holds at first depends on the name alone, so that it stays as a program
   shrinks */

static struct {
    const char *name;
    substitution_resource r;
    size_t count;
    uint32_t start[MAX_WORDS_OF_MEMORY], now[MAX_WORDS_OF_MEMORY];
} resources[MAX_RESOURCES];
static int resource_count;

static uint32_t start_word(const char *name, size_t k, char kind) {
    static const float nums[] = {0, 1, -1, 0.5f, 2, 3, -2.5f, 7, 100, 1.25f};
    static const int ints[] = {0, 1, -1, 2, 3, 5, 7, -8, 100, 46341};
    uint32_t h = 5381, bits;
    for (; *name != '\0'; name++) h = h * 33u + (unsigned char)*name;
    h = (h + (uint32_t)k) * 2654435761u;
    h = (h ^ h >> 15) * 2246822519u >> 8;
    if (kind == 'n') memcpy(&bits, &nums[h % 10], 4);
    else bits = kind == 'u' && ints[h % 10] < 0 ? 9u : (uint32_t)ints[h % 10];
    return bits;
}

/* Finds the resources and gives them values. Images have the same words in both, unpacked. */
static void fill_memory(substitution *r) {
    const char *name;
    size_t k;
    substitution_number n;
    substitution_begin(r);
    for (resource_count = 0; resource_count < MAX_RESOURCES; resource_count++) {
        substitution_resource *s = &resources[resource_count].r;
        int i = resource_count;
        if ((name = substitution_memory(r, i, s)) == NULL) break;
        resources[i].name = name;
        resources[i].count =
            s->is_image ? 4 * SIDE_OF_IMAGE * SIDE_OF_IMAGE : s->words + s->stride * ELEMENTS;
        if (resources[i].count > MAX_WORDS_OF_MEMORY) abort();
        memset(resources[i].start, 0, sizeof resources[i].start);
        substitution_fill(r, i, resources[i].start, resources[i].count); /* to learn the kinds */
        for (k = 0; k < resources[i].count; k++) {
            float one = 1;
            if (!substitution_word(r, i, k, &n)) continue;
            resources[i].start[k] = start_word(name, k, n.kind);
            if (!s->is_image || (int)(k % 4) < s->components) continue;
            resources[i].start[k] = k % 4 == 3;
            if (k % 4 == 3 && n.kind == 'n') memcpy(&resources[i].start[k], &one, 4);
        }
        substitution_fill(r, i, resources[i].start, resources[i].count);
    }
}

/* ---- what is declared: inputs and their decorations */

typedef struct declared_input {
    char name[32], type[8], decoration[16];
    int location;
} declared_input;

static declared_input inputs_declared[8];
static int input_count;

static void find_inputs(const char *text) {
    const char *p = text;
    input_count = 0;
    while ((p = strstr(p, "(input ")) != NULL && input_count < 8) {
        declared_input *i = &inputs_declared[input_count++];
        memset(i, 0, sizeof *i);
        sscanf(p, "(input %31s %7s :location %d %15[^)]", i->name, i->type, &i->location,
               i->decoration);
        p++;
    }
}

/* How many components. */
static int input_parts(const declared_input *i) {
    const char *digit = strpbrk(i->type, "234");
    return digit != NULL ? *digit - '0' : 1;
}

/* Decorations by name, as SPIR-V numbers them. */
static unsigned decoration_of(const declared_input *i) {
    if (i->type[0] == 'i' || i->type[0] == 'u') return 1u << 14;
    if (strstr(i->decoration, "flat") != NULL) return 1u << 14;
    if (strstr(i->decoration, "noperspective") != NULL) return 1u << 13;
    if (strstr(i->decoration, "centroid") != NULL) return 1u << 16;
    if (strstr(i->decoration, "sample") != NULL) return 1u << 17;
    return 0;
}

/* What is interpolated how: each variable at a location of an input must be decorated as the text
   says. */
static int decorations_are_right(const build *b, finding *f) {
    static uint32_t storage[1 << 16];
    uint32_t at, id;
    int i;
    memset(storage, 0, sizeof storage);
    for (at = 5; at < b->count; at += b->words[at] >> 16)
        if ((b->words[at] & 0xFFFFu) == 59 && b->words[at + 2] < 1 << 16)
            storage[b->words[at + 2]] = b->words[at + 3] + 1;
    for (i = 0; i < input_count; i++) {
        unsigned found = 0;
        for (id = 0, at = 5; at < b->count; at += b->words[at] >> 16)
            if ((b->words[at] & 0xFFFFu) == 71 && b->words[at + 2] == 30
                && b->words[at + 3] == (uint32_t)inputs_declared[i].location
                && b->words[at + 1] < 1 << 16 && storage[b->words[at + 1]] == 2)
                id = b->words[at + 1];
        if (id == 0) continue; /* it is not used */
        for (at = 5; at < b->count; at += b->words[at] >> 16)
            if ((b->words[at] & 0xFFFFu) == 71 && b->words[at + 1] == id && b->words[at + 2] < 18)
                found |= 1u << b->words[at + 2];
        found &= 1u << 13 | 1u << 14 | 1u << 16 | 1u << 17;
        if (found != decoration_of(&inputs_declared[i]))
            return report(f, WRONG_VALUES, "%s: '%s' is decorated otherwise", build_name(b),
                          inputs_declared[i].name);
    }
    return 1;
}

static float input_value(const declared_input *i, int lane, int part) {
    uint32_t bits = start_word(i->name, (size_t)(lane * 4 + part), i->type[0]);
    float f;
    if (i->type[0] == 'i') return (float)(int32_t)bits;
    if (i->type[0] == 'u') return (float)bits;
    memcpy(&f, &bits, 4);
    return f;
}

static void set_reference_inputs(substitution *r) {
    float values[4];
    int i, lane, k;
    for (i = 0; i < input_count; i++)
        for (lane = 0; lane < LANES_RUN; lane++) {
            for (k = 0; k < 4; k++) values[k] = input_value(&inputs_declared[i], lane, k);
            substitution_set_input(r, inputs_declared[i].location, lane, values);
        }
}

static void set_runner_inputs(spv_cpu_worker *w) {
    int i, lane, k;
    for (i = 0; i < input_count; i++)
        for (k = 0; k < input_parts(&inputs_declared[i]); k++) {
            uint32_t *place =
                spv_cpu_input(w, (uint32_t)inputs_declared[i].location, (uint32_t)k);
            for (lane = 0; lane < LANES_RUN && place != NULL; lane++)
                place[lane] = start_word(inputs_declared[i].name, (size_t)(lane * 4 + k),
                                         inputs_declared[i].type[0]);
        }
}

/* ---- running on the CPU */

static reference_result results[LANES_RUN];
static float positions[LANES_RUN][4];
static uint32_t outputs_run[LANES_RUN][4];

/* Its texels as the format packs them, and back. */
static void pack_texels(int i, uint32_t *packed, int back) {
    size_t k, n = 0;
    for (k = 0; k < resources[i].count; k++) {
        if ((int)(k % 4) >= resources[i].r.components) continue;
        if (back) resources[i].now[k] = packed[n++];
        else packed[n++] = resources[i].now[k];
    }
}

static spv_cpu_format image_format(const substitution_resource *s) {
    if (s->components == 1)
        return s->kind == 'n' ? SPV_CPU_R32F : s->kind == 'i' ? SPV_CPU_R32I : SPV_CPU_R32UI;
    return s->kind == 'n'   ? SPV_CPU_RGBA32F
           : s->kind == 'i' ? SPV_CPU_RGBA32I
                            : SPV_CPU_RGBA32UI;
}

static uint32_t texels[MAX_RESOURCES][4 * SIDE_OF_IMAGE * SIDE_OF_IMAGE];

static spv_cpu_status bind_memory(spv_cpu_worker *w, const void *block, size_t size) {
    static spv_cpu_binding rows[MAX_RESOURCES];
    static spv_cpu_image images[MAX_RESOURCES];
    int i;
    memset(rows, 0, sizeof rows);
    memset(images, 0, sizeof images);
    for (i = 0; i < resource_count; i++) {
        memcpy(resources[i].now, resources[i].start, 4 * resources[i].count);
        rows[i].binding = (uint32_t)resources[i].r.binding;
        rows[i].data = resources[i].now;
        rows[i].size = 4 * resources[i].count;
        if (!resources[i].r.is_image) continue;
        pack_texels(i, texels[i], 0);
        images[i].format = image_format(&resources[i].r);
        images[i].width = images[i].height = SIDE_OF_IMAGE;
        images[i].levels[0] = texels[i];
        rows[i].data = NULL;
        rows[i].image = &images[i];
    }
    return spv_cpu_bind(w, rows, (size_t)resource_count, block, size);
}

static spv_cpu_status launch(spv_cpu_worker *w, int stage) {
    static const uint32_t active[LANES] = {~0u, ~0u, ~0u, ~0u};
    uint32_t groups[3] = {1, 1, 1};
    uint32_t *index = spv_cpu_builtin(w, 42, 0, 0);
    uint32_t i;
    groups[0] = groups_run;
    if (stage == STAGE_COMPUTE) return spv_cpu_dispatch(w, groups, 0, groups_run);
    set_inputs(w);
    set_runner_inputs(w);
    for (i = 0; i < LANES && index != NULL; i++) index[i] = i;
    return spv_cpu_run(w, active, NULL);
}

static void take_results(spv_cpu_worker *w) {
    uint32_t *place;
    int lane, c, i;
    memset(positions, 0, sizeof positions);
    memset(outputs_run, 0, sizeof outputs_run);
    for (c = 0; c < 4; c++) {
        place = spv_cpu_builtin(w, 0, (uint32_t)c, 1);
        for (lane = 0; lane < LANES_RUN && place != NULL; lane++)
            memcpy(&positions[lane][c], &place[lane], 4);
        place = spv_cpu_output(w, 0, (uint32_t)c);
        for (lane = 0; lane < LANES_RUN && place != NULL; lane++)
            outputs_run[lane][c] = place[lane];
    }
    for (i = 0; i < resource_count; i++)
        if (resources[i].r.is_image) {
            memcpy(resources[i].now, resources[i].start, 4 * resources[i].count);
            pack_texels(i, texels[i], 1);
        }
}

/* What the checks find is nothing, where the program itself does what SPIR-V does not define. */
static int is_excused(const spv_cpu_worker *w, unsigned long undefined) {
    return w->status == SPV_CPU_FINDING && w->findings[0].check == SPV_CPU_CHECK_UNDEFINED
           && undefined > 0;
}

/* Runs the words; 0 and why not. The second build is run under the checks. */
static int run_on_cpu(const build *b, int stage, unsigned long undefined, finding *f) {
    unsigned char block[1024];
    size_t size = fill_block(b, block);
    spv_cpu_worker *worker = open_build(
        b, (uint32_t)stage + 1,
        SPV_CPU_CHECK_UNSET | SPV_CPU_CHECK_RACE | SPV_CPU_CHECK_UNDEFINED, f);
    if (worker == NULL) return 0;
    if (bind_memory(worker, block, size) != SPV_CPU_OK
        || (launch(worker, stage) != SPV_CPU_OK && !is_excused(worker, undefined)))
        return report(f, NOT_RUN, "%s: %s", build_name(b), worker->error);
    take_results(worker);
    return 1;
}

/* ---- comparing */

static int word_is_right(const substitution_number *n, uint32_t bits, int strict) {
    float got;
    memcpy(&got, &bits, 4);
    if (n->kind == 'n')
        return number_is_right(got, n->value, n->error, n->special, strict);
    if (n->error > 0) {
        total->undefined++;
        return 1;
    }
    total->values++;
    total->bits++;
    return (uint32_t)(uint64_t)n->whole == bits;
}

static int compare_memory(const build *b, const substitution *r, int kind, finding *f) {
    int i, strict = (b->flags & LAMBDAV_STRICT_FLOATS) != 0;
    size_t k;
    substitution_number n;
    for (i = 0; i < resource_count; i++)
        for (k = 0; k < resources[i].count; k++) {
            if (!substitution_word(r, i, k, &n)) {
                if (resources[i].now[k] != resources[i].start[k])
                    return report(f, kind, "%s: %s: padding is written", build_name(b),
                                  resources[i].name);
                continue;
            }
            if (!word_is_right(&n, resources[i].now[k], strict))
                return report(f, kind, "%s: %s: word %u is %.9g, not %.9g", build_name(b),
                              resources[i].name, (unsigned)k,
                              number_of(n.kind == 'n'   ? "num"
                                        : n.kind == 'i' ? "int"
                                                        : "uint",
                                        resources[i].now[k]),
                              n.kind == 'n' ? (double)n.value : (double)n.whole);
        }
    return 1;
}

static int compare_outputs(const build *b, finding *f) {
    int lane, k, j, strict = (b->flags & LAMBDAV_STRICT_FLOATS) != 0;
    for (lane = 0; lane < LANES_RUN; lane++)
        for (k = 0; k < results[lane].output_count; k++) {
            const reference_numbers *n = &results[lane].output[k];
            for (j = 0; j < n->count; j++) {
                uint32_t bits = outputs_run[lane][j];
                if (n->location == 31) memcpy(&bits, &positions[lane][j], 4);
                if (!component_is_right(n, j, bits, strict))
                    return report(f, WRONG_VALUES, "%s: lane %d: output %d: component %d is %.9g",
                                  build_name(b), lane, n->location, j, number_of(n->type, bits));
            }
        }
    return 1;
}

/* ---- on a device: compute, the first build */

static int run_on_device(const build *b, finding *f) {
    static lambdav_vk_buffer opened[MAX_RESOURCES];
    lambdav_vk_binding rows[MAX_RESOURCES];
    lambdav_vk_compute module;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    unsigned char block[1024];
    int i, good;
    memset(&module, 0, sizeof module);
    memset(&job, 0, sizeof job);
    memset(rows, 0, sizeof rows);
    module.words = b->words;
    module.word_count = b->count;
    if (lambdav_vk_compute_open(&device, &pipeline, &module))
        return report(f, WRONG_PIXELS, "%s: %s", build_name(b), device.error);
    for (i = 0; i < resource_count; i++) {
        lambdav_vk_buffer_open(&device, &opened[i], resources[i].start, 4 * resources[i].count);
        rows[i].name = resources[i].name;
        rows[i].buffer = &opened[i];
    }
    job.pipeline = &pipeline;
    job.groups[0] = groups_run;
    job.bindings = rows;
    job.binding_count = (uint32_t)resource_count;
    job.push_size = (fill_block(b, block) + 3) / 4 * 4;
    job.push = block;
    good = lambdav_vk_run(&device, &job, 1, NULL) == LAMBDAV_VK_OK;
    for (i = 0; i < resource_count && good; i++)
        good = !lambdav_vk_buffer_read(&device, &opened[i], 0, resources[i].now,
                                       4 * resources[i].count);
    if (!good) report(f, WRONG_PIXELS, "%s: %s", build_name(b), device.error);
    for (i = 0; i < resource_count; i++) lambdav_vk_buffer_close(&device, &opened[i]);
    lambdav_vk_pipeline_close(&device, &pipeline);
    total->pictures++;
    return good;
}

static int can_run_on_device(const build *b, int stage) {
    int i;
    for (i = 0; i < resource_count; i++)
        if (resources[i].r.is_image) return 0;
    return has_device && stage == STAGE_COMPUTE && b->target <= LAMBDAV_TARGET_SPIRV_1_3
           && (b->flags & LAMBDAV_STRICT_FLOATS);
}

/* ---- checking */

/* What the compiler refuses on purpose: what functions that a rec passes hold, if only by a name
   that they bind anew: see is_own_rejection. r: the program. */
static int is_refused(const finding *f, const substitution *r) {
    return strcmp(f->error, "rec-function") == 0
           || strcmp(f->error, "index-range") == 0 /* of a constant */
           || (strcmp(f->error, "effect-place") == 0
               && substitution_passes(r) & SUBSTITUTION_PASSES_BINDER);
}

/* Programs of several invocations, which share total~, have two workgroups. */
static finding check_running(const char *text, size_t size, int with_device, int *evaluated) {
    finding f;
    reference_error error;
    int group[3], stage, b, uncertain, status;
    unsigned long undefined = 0;
    substitution *r = substitution_read(
        text, size, SUBSTITUTION_EFFECTS | (defined_ints ? SUBSTITUTION_DEFINED_INTS : 0), &error);
    memset(&f, 0, sizeof f);
    *evaluated = 0;
    if (r == NULL) {
        f.rejected = 1;
        snprintf(f.error, sizeof f.error, "%s", error.name);
        report(&f, is_limit(error.name) ? RIGHT : UNMADE, "%d:%d: %s [%s]", error.line,
               error.column, error.message, error.name);
        return f;
    }
    substitution_max_iterations(r, (unsigned long)max_iterations);
    stage = substitution_stage(r, group);
    groups_run = strstr(text, "total~") != NULL ? 2 : 1;
    set_pushes(r);
    find_inputs(text);
    for (b = 0; b < BUILDS; b++) {
        builds[b].flags |= LAMBDAV_NAMES;
        if (!compile_build(&builds[b], text, size, &f)) break;
    }
    if (is_limited(&f)) {
        *evaluated = 0;
    } else if (f.kind == TOO_STRICT && is_refused(&f, r)) {
        total->excused++;
        f.kind = RIGHT;
    } else if (f.kind == RIGHT) {
        fill_memory(r);
        set_reference_inputs(r);
        substitution_options(r, steps_of_pixel, 0, 0);
        substitution_undefined(r);
        status = substitution_launch(r, stage == STAGE_COMPUTE ? (int)groups_run : LANES_RUN,
                                     results, &uncertain);
        undefined = substitution_undefined(r);
        *evaluated = status == SUBSTITUTION_OK && !uncertain;
        if (status != SUBSTITUTION_OK) total->skipped++;
        else if (uncertain) total->undefined++;
        else if (substitution_diverged(r) && !builds[0].warns)
            report(&f, UNWARNED, "some invocations do not come to a barrier");
        *evaluated = *evaluated && !builds[0].warns;
    }
    zero_signs = has_zero_signs(text);
    for (b = 0; b < BUILDS && *evaluated && f.kind == RIGHT; b++) {
        if (!decorations_are_right(&builds[b], &f)) break;
        if (!run_on_cpu(&builds[b], stage, undefined, &f)) break;
        if (!compare_memory(&builds[b], r, WRONG_VALUES, &f)) break;
        if (stage != STAGE_COMPUTE) compare_outputs(&builds[b], &f);
    }
    if (*evaluated && f.kind == RIGHT && with_device && can_run_on_device(&builds[0], stage)) {
        zero_signs = 0;
        if (run_on_device(&builds[0], &f)) compare_memory(&builds[0], r, WRONG_PIXELS, &f);
    }
    substitution_free(r);
    return f;
}

/* check or check_running, by what the text is. */
static finding check_program(const char *text, size_t size, int with_device, int *evaluated) {
    return is_running(text) ? check_running(text, size, with_device, evaluated)
                            : check(text, size, with_device, evaluated);
}

#endif
