/* Pictures on the CPU: the vertex stage, primitives, the fragment stage, tests, blending. Part of
   lambdav.c.

   Vertices are shaded in chunks of whole instances; their primitives become shapes (raster.h),
   of which bands of rows are then drawn, each band by one thread: the shapes in their order, whose
   quads are gathered until they fill a group of lanes, shaded together, and merged into the picture
   lane by lane. So what a pixel becomes does not depend on the threads. A picture without a vertex
   stage is one shape that covers everything: whole blocks, as many side by side as a group has
   lanes for, are placed, shaded and stored at once. */
#ifndef CLI_DRAW_H
#define CLI_DRAW_H

#include "cpu.h"
#include "raster.h"

enum {
    MAX_VARYINGS = 128, MAX_ATTRIBUTES = 128, MAX_LOCATIONS = 32, MAX_LANES = 1024,
    BAND = 16, CHUNK_VERTICES = 1 << 16, CHUNK_SHAPES = 1 << 14, BLOCK_LANES = BLOCK * BLOCK
};

/* A component of the fragment stage's inputs. */
typedef struct varying {
    uint32_t location, component, flags;
} varying;

/* A component of the vertex stage's inputs, and where it lies. */
typedef struct attribute {
    uint32_t location, component, slot, offset;
    int per_instance;
} attribute;

/* The quads that a thread gathers, and where its worker takes and leaves what belongs to them. */
typedef struct cpu_batch {
    uint32_t quads, lanes, filled; /* filled: lanes that have their inputs; kept if everywhere */
    spv_cpu_worker *worker;
    uint32_t *inputs[MAX_VARYINGS]; /* NULL: not read */
    uint32_t *frag_coord[4], *point_coord[2], *front_facing, *primitive_id, *sample_position[2];
    const uint32_t *sample_mask, *frag_depth;
    const uint32_t *outputs[LAMBDAV_VK_MAX_ATTACHMENTS][4];
    uint32_t active[MAX_LANES], helper[MAX_LANES];
    int32_t x[MAX_LANES], y[MAX_LANES];
    int32_t block_x[MAX_LANES], block_y[MAX_LANES]; /* in whole blocks that lie side by side */
    float depth[MAX_LANES];
} cpu_batch;

typedef struct cpu_picture {
    device *device;
    device_picture *picture;
    cpu_stage vertex, fragment;
    uint32_t varying_count, attribute_count, clip_count, effects;
    int linear; /* an input is interpolated without perspective */
    varying varyings[MAX_VARYINGS];
    attribute attributes[MAX_ATTRIBUTES];
    uint32_t strides[LAMBDAV_VK_MAX_SLOTS];
    packing packings[LAMBDAV_VK_MAX_ATTACHMENTS];
    cpu_batch *batches; /* one for each thread */
    float *depth;
    int early;          /* the depth test comes before the fragment stage */
    int by_blocks;      /* the shape that covers everything is drawn by whole blocks */
    raster_window window;

    /* of the chunk that is being drawn */
    uint32_t first_instance, chunk_instances;
    raster_vertex *vertices;
    uint32_t *values;
    raster_shape *shapes;
    size_t shape_count;
} cpu_picture;

/* ---- what the stages read */

static int covers(const lambdav_type *t, uint32_t first, uint32_t first_component,
                  uint32_t location, uint32_t component) {
    uint32_t from = first_component == LAMBDAV_NONE ? 0 : first_component;
    return first != LAMBDAV_NONE && location >= first && location - first < type_locations(t)
           && component >= from && component - from < t->rows;
}

/* Finds the input that holds a component at a location, or the member of a block. Returns 0 if
   there is none. */
static int find_interpolation(const device_interface *of, uint32_t location, uint32_t component,
                              uint32_t *flags) {
    const lambdav_reflection *r = of->reflection;
    size_t i, k;
    for (i = 0; i < r->variable_count; i++) {
        const lambdav_variable *v = &r->variables[i];
        uint32_t next = v->location;
        if (v->is_output || &r->entry_points[v->entry] != of->entry) continue;
        *flags = v->flags;
        if (v->type.kind != LAMBDAV_KIND_STRUCT) {
            if (covers(&v->type, v->location, v->component, location, component)) return 1;
            continue;
        }
        for (k = 0; k < r->structs[v->type.structure].member_count; k++) {
            const lambdav_member *m =
                &r->members[r->structs[v->type.structure].first_member + k];
            if (m->location != LAMBDAV_NONE) next = m->location;
            *flags = v->flags | m->flags;
            if (covers(&m->type, next, m->component, location, component)) return 1;
            if (next != LAMBDAV_NONE) next += type_locations(&m->type);
        }
    }
    return 0;
}

static void find_varyings(cpu_picture *x) {
    uint32_t location, component, flags;
    for (location = 0; location < MAX_LOCATIONS; location++) {
        for (component = 0; component < 4; component++) {
            varying *v = &x->varyings[x->varying_count];
            if (spv_cpu_input(&x->fragment.workers[0], location, component) == NULL) continue;
            if (!find_interpolation(&x->picture->fragment, location, component, &flags)) continue;
            v->location = location;
            v->component = component;
            v->flags = flags;
            x->linear |= (flags & LAMBDAV_NO_PERSPECTIVE) != 0;
            x->varying_count++;
        }
    }
}

/* Adds the components of one location of an input, packed behind what its slot holds already. */
static void add_attributes(cpu_picture *x, const lambdav_variable *v, uint32_t location) {
    const device_picture *p = x->picture;
    uint32_t c, first = v->component == LAMBDAV_NONE ? 0 : v->component, slot = 0;
    int per_instance = 0;
    size_t i;
    for (i = 0; i < p->input_count; i++) {
        if (p->inputs[i].location != v->location) continue;
        slot = p->inputs[i].slot;
        per_instance = p->inputs[i].per_instance;
    }
    for (c = first; c < first + v->type.rows && x->attribute_count < MAX_ATTRIBUTES; c++) {
        attribute *a = &x->attributes[x->attribute_count++];
        a->location = location;
        a->component = c;
        a->slot = slot;
        a->per_instance = per_instance;
        a->offset = x->strides[slot];
        x->strides[slot] += 4;
    }
}

static void find_attributes(cpu_picture *x) {
    const lambdav_reflection *r = x->picture->vertex.reflection;
    uint32_t location;
    size_t i;
    for (location = 0; location < MAX_LOCATIONS; location++) {
        for (i = 0; i < r->variable_count; i++) {
            const lambdav_variable *v = &r->variables[i];
            if (v->is_output || &r->entry_points[v->entry] != x->picture->vertex.entry) continue;
            if (v->location == LAMBDAV_NONE || location < v->location) continue;
            if (location - v->location < type_locations(&v->type)) add_attributes(x, v, location);
        }
    }
}

/* ---- opening */

/* Where a lane of whole blocks is: quad by quad, as walk_block has them. */
static uint32_t block_x(uint32_t lane) {
    return lane / BLOCK_LANES * BLOCK + lane / 4 % (BLOCK / 2) * 2 + lane % 2;
}

static uint32_t block_y(uint32_t lane) {
    return lane % BLOCK_LANES / (2 * BLOCK) * 2 + lane / 2 % 2;
}

static void set_batch(const cpu_picture *x, cpu_batch *b, spv_cpu_worker *w) {
    uint32_t i, c;
    b->worker = w;
    b->lanes = x->fragment.program.lanes;
    for (i = 0; i < b->lanes; i++) b->block_x[i] = (int32_t)block_x(i);
    for (i = 0; i < b->lanes; i++) b->block_y[i] = (int32_t)block_y(i);
    for (i = 0; i < x->varying_count; i++)
        b->inputs[i] = spv_cpu_input(w, x->varyings[i].location, x->varyings[i].component);
    for (c = 0; c < 4; c++) b->frag_coord[c] = spv_cpu_builtin(w, SPVM_BuiltIn_FragCoord, c, 0);
    for (c = 0; c < 2; c++) b->point_coord[c] = spv_cpu_builtin(w, SPVM_BuiltIn_PointCoord, c, 0);
    for (c = 0; c < 2; c++)
        b->sample_position[c] = spv_cpu_builtin(w, SPVM_BuiltIn_SamplePosition, c, 0);
    b->front_facing = spv_cpu_builtin(w, SPVM_BuiltIn_FrontFacing, 0, 0);
    b->primitive_id = spv_cpu_builtin(w, SPVM_BuiltIn_PrimitiveId, 0, 0);
    b->sample_mask = spv_cpu_builtin(w, SPVM_BuiltIn_SampleMask, 0, 1);
    b->frag_depth = spv_cpu_builtin(w, SPVM_BuiltIn_FragDepth, 0, 1);
    for (i = 0; i < x->picture->attachment_count; i++)
        for (c = 0; c < 4; c++) b->outputs[i][c] = spv_cpu_output(w, i, c);
}

static int open_fragment(cpu_picture *x) {
    device_picture *p = x->picture;
    uint32_t i, threads = x->device->arguments->check ? 1 : cpu_of(x->device)->threads;
    int code = cpu_stage_open(x->device, &x->fragment, p->words, p->word_count, p->entry,
                              MODEL_FRAGMENT, &p->given);
    x->effects = module_effects(p->words, p->word_count);
    if (x->effects & CPU_WRITES) threads = 1;
    if (code == DONE) code = cpu_open_workers(&x->fragment, threads);
    if (code != DONE) return code;
    if (x->fragment.program.lanes > MAX_LANES) return cpu_failed("too many lanes");
    find_varyings(x);
    x->batches = (cpu_batch *)need(calloc(threads, sizeof *x->batches));
    for (i = 0; i < threads; i++) set_batch(x, &x->batches[i], &x->fragment.workers[i]);
    x->early = (x->effects & CPU_EARLY_TESTS)
               || (!(x->effects & (CPU_WRITES | CPU_DISCARDS))
                   && x->batches[0].frag_depth == NULL && x->batches[0].sample_mask == NULL);
    return DONE;
}

static int open_vertex(cpu_picture *x) {
    device_picture *p = x->picture;
    uint32_t threads = x->device->arguments->check ? 1 : cpu_of(x->device)->threads;
    int code = cpu_stage_open(x->device, &x->vertex, p->vertex_words, p->vertex_word_count,
                              p->vertex_entry, MODEL_VERTEX, &p->given);
    if (module_effects(p->vertex_words, p->vertex_word_count) & CPU_WRITES) threads = 1;
    if (code == DONE) code = cpu_open_workers(&x->vertex, threads);
    if (code != DONE) return code;
    find_attributes(x);
    for (x->clip_count = 0; x->clip_count < MAX_CLIP_DISTANCES; x->clip_count++)
        if (spv_cpu_builtin(&x->vertex.workers[0], SPVM_BuiltIn_ClipDistance, x->clip_count, 1)
            == NULL)
            break;
    return DONE;
}

/* Says which inputs no vertex stage writes. */
static void warn_of_inputs(const cpu_picture *x) {
    uint32_t i, last = LAMBDAV_NONE;
    for (i = 0; i < x->varying_count; i++) {
        const varying *v = &x->varyings[i];
        if (v->location == last
            || (x->vertex.workers != NULL
                && spv_cpu_output(x->vertex.workers, v->location, v->component)))
            continue;
        last = v->location;
        progress_end();
        complain(DONE, "warning: input %u is 0: no vertex stage writes it", last);
    }
}

static int cpu_picture_open(device *d, device_picture *p) {
    cpu_picture *x = (cpu_picture *)need(calloc(1, sizeof *x));
    uint32_t i;
    int code;
    p->own = x;
    x->device = d;
    x->picture = p;
    code = open_fragment(x);
    if (code == DONE && p->vertex_words != NULL) code = open_vertex(x);
    if (code == DONE) warn_of_inputs(x);
    for (i = 0; i < p->attachment_count; i++)
        x->packings[i] = packing_of(p->attachments[i].format);
    x->window.width = p->width;
    x->window.height = p->height;
    x->window.cull = p->cull;
    x->window.clockwise = p->clockwise;
    x->window.clip_count = x->clip_count;
    if (p->depth_test != LAMBDAV_VK_COMPARE_NONE)
        x->depth = (float *)need(malloc((size_t)p->width * p->height * sizeof(float)));
    return code;
}

static void cpu_picture_close(device *d, device_picture *p) {
    cpu_picture *x = (cpu_picture *)p->own;
    (void)d;
    if (x == NULL) return;
    cpu_stage_close(&x->vertex);
    cpu_stage_close(&x->fragment);
    free(x->batches);
    free(x->depth);
    free(x->vertices);
    free(x->values);
    free(x->shapes);
    free(x);
}

/* ---- clearing */

static uint32_t clear_word(pixel_kind kind, float value) {
    if (kind == PIXEL_INT) {
        if (!(value > -2147483648.0f)) return 0x80000000u;
        return value < 2147483648.0f ? (uint32_t)(int32_t)value : 0x7FFFFFFFu;
    }
    if (kind != PIXEL_UINT) return bits_of(value);
    return value > 0 ? value < 4294967296.0f ? (uint32_t)value : UINT32_MAX : 0;
}

/* Copies of the first pixel, twice as many each time. */
static void fill_pixels(unsigned char *pixels, const unsigned char *pixel, size_t size,
                        size_t count) {
    size_t done = size, all = size * count, step;
    memcpy(pixels, pixel, size);
    for (; done < all; done += step) {
        step = done < all - done ? done : all - done;
        memcpy(pixels + done, pixels, step);
    }
}

static void clear_picture(cpu_picture *x) {
    const device_picture *p = x->picture;
    size_t count = (size_t)p->width * p->height, k;
    float far = p->depth_test == LAMBDAV_VK_COMPARE_LESS
                || p->depth_test == LAMBDAV_VK_COMPARE_LESS_EQUAL;
    unsigned char pixel[16];
    uint32_t texel[4], i, c;
    for (i = 0; i < p->attachment_count; i++) {
        const packing *pack = &x->packings[i];
        unsigned char *pixels = (unsigned char *)p->attachments[i].pixels;
        for (c = 0; c < 4; c++) texel[c] = clear_word(pack->kind, p->attachments[i].clear[c]);
        pack_pixel(pack, texel, pixel);
        if (pixels != NULL) fill_pixels(pixels, pixel, pack->bytes, count);
    }
    for (k = 0; x->depth != NULL && k < count; k++) x->depth[k] = far;
}

/* ---- merging: what becomes of a group that was shaded */

/* Tests the depth at a pixel, and stores it where it passes. */
static int test_depth(cpu_picture *x, int32_t px, int32_t py, float depth) {
    float *old = &x->depth[(size_t)py * x->picture->width + (size_t)px];
    if (x->depth == NULL) return 1;
    depth = clamped(depth, 0, 1);
    if (!depth_passes(x->picture->depth_test, depth, *old)) return 0;
    *old = depth;
    return 1;
}

/* Stores what a lane leaves at attachment i. Components that the stage does not write stay. */
static void store_lane(const cpu_picture *x, const cpu_batch *b, uint32_t i, uint32_t lane) {
    const device_attachment *a = &x->picture->attachments[i];
    const packing *pack = &x->packings[i];
    unsigned char *pixel = (unsigned char *)a->pixels +
                           ((size_t)b->y[lane] * x->picture->width + (size_t)b->x[lane]) *
                               pack->bytes;
    uint32_t texel[4], c;
    for (c = 0; c < 4; c++)
        texel[c] = b->outputs[i][c] != NULL ? b->outputs[i][c][lane] : bits_of(1);
    if (a->blend != LAMBDAV_VK_BLEND_NONE) blend_pixel(pack, a->blend, pixel, texel);
    for (c = 0; c < pack->components; c++)
        if (b->outputs[i][c] != NULL) pack_component(pack, texel[c], c, pixel);
}

static void clamp_lanes(float values[16], const uint32_t *output) {
    uint32_t i;
    for (i = 0; i < 16; i++) {
        float value = float_of(output[i]);
        value = value > 0 ? value : 0;
        values[i] = value < 1 ? value : 1;
    }
}

/* By how much a byte is shifted that comes to stand at place c of a word in memory. */
static uint32_t shift_of_byte(uint32_t c) {
    const uint32_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first ? 8 * c : 24 - 8 * c;
}

/* The pixels of 16 lanes, as they lie in memory. Loops of known length without branches, for the
   sake of compilers; clamping has one of its own, or they make branches of it. */
static void pack_lanes(const uint32_t *const outputs[4], uint32_t lane, uint32_t *words) {
    uint32_t packed[16] = {0}, c, i;
    float values[16];
    for (c = 0; c < 4; c++) {
        clamp_lanes(values, outputs[c] + lane);
        for (i = 0; i < 16; i++)
            packed[i] |= (uint32_t)(int32_t)(values[i] * 255 + 0.5f) << shift_of_byte(c);
    }
    memcpy(words, packed, sizeof packed);
}

/* All lanes of whole blocks of RGBA8, 16 at a time: the quads of two rows of a block. */
static void store_block_rgba8(const cpu_picture *x, const cpu_batch *b, uint32_t i) {
    size_t stride = 4 * (size_t)x->picture->width;
    unsigned char *pixels = (unsigned char *)x->picture->attachments[i].pixels
                            + (size_t)b->y[0] * stride + 4 * (size_t)b->x[0];
    uint32_t words[16], lane, k;
    unsigned char *row;
    for (lane = 0; lane < b->lanes; lane += 2 * BLOCK) {
        pack_lanes(b->outputs[i], lane, words);
        row = pixels + (size_t)b->block_y[lane] * stride + 4 * (size_t)b->block_x[lane];
        for (k = 0; k < 16; k += 4) {
            memcpy(row + 2 * k, words + k, 8);
            memcpy(row + stride + 2 * k, words + k + 2, 8);
        }
    }
}

/* All lanes of RGBA8 without blending. */
static void store_rgba8(const cpu_picture *x, const cpu_batch *b, uint32_t i,
                        const uint32_t *live) {
    unsigned char *pixels = (unsigned char *)x->picture->attachments[i].pixels;
    uint32_t words[16], lane, k;
    for (lane = 0; lane < 4 * b->quads; lane += 16) {
        pack_lanes(b->outputs[i], lane, words);
        for (k = 0; k < 16 && lane + k < 4 * b->quads; k++) {
            if (!live[lane + k]) continue;
            memcpy(pixels + ((size_t)b->y[lane + k] * x->picture->width + (size_t)b->x[lane + k]) *
                                4, &words[k], 4);
        }
    }
}

/* whole: the lanes are those of whole blocks, and all live. */
static void store_attachment(const cpu_picture *x, const cpu_batch *b, uint32_t i,
                             const uint32_t *live, int whole) {
    const device_attachment *a = &x->picture->attachments[i];
    uint32_t lane;
    if (a->pixels == NULL || b->outputs[i][0] == NULL) return;
    if (a->format == LAMBDAV_VK_RGBA8 && a->blend == LAMBDAV_VK_BLEND_NONE
        && b->outputs[i][3] != NULL) {
        if (whole) store_block_rgba8(x, b, i);
        else store_rgba8(x, b, i, live);
        return;
    }
    for (lane = 0; lane < 4 * b->quads; lane++)
        if (live[lane]) store_lane(x, b, i, lane);
}

/* Takes the lanes away whose samples a mask takes away, or that fail the depth test behind the
   fragment stage. */
static void test_lanes(cpu_picture *x, cpu_batch *b, uint32_t *live) {
    uint32_t lane;
    for (lane = 0; lane < 4 * b->quads; lane++) {
        if (b->sample_mask != NULL && !(b->sample_mask[lane] & 1u)) live[lane] = 0;
        if (!live[lane] || x->depth == NULL || x->early) continue;
        if (b->frag_depth != NULL) b->depth[lane] = float_of(b->frag_depth[lane]);
        if (!test_depth(x, b->x[lane], b->y[lane], b->depth[lane])) live[lane] = 0;
    }
}

static int all_live(const uint32_t *live, uint32_t count) {
    uint32_t all[16], every = ~0u, lane, k;
    memset(all, 0xFF, sizeof all);
    for (lane = 0; lane < count; lane += 16)
        for (k = 0; k < 16; k++) all[k] &= live[lane + k];
    for (k = 0; k < 16; k++) every &= all[k];
    return every != 0;
}

/* Merges what the worker has made of the batch, which is empty then. */
static void merge_batch(cpu_picture *x, cpu_batch *b, int whole) {
    uint32_t live[MAX_LANES], i, count = 4 * b->quads;
    memcpy(live, spv_cpu_live(b->worker), count * sizeof *live);
    if (b->sample_mask != NULL || (x->depth != NULL && !x->early)) test_lanes(x, b, live);
    whole = whole && all_live(live, count);
    for (i = 0; i < x->picture->attachment_count; i++) store_attachment(x, b, i, live, whole);
    b->quads = 0;
}

/* Shades what was gathered. Returns 0 if the worker may not go on. */
static int flush_batch(cpu_picture *x, uint32_t thread) {
    cpu_batch *b = &x->batches[thread];
    uint32_t lane, count = 4 * b->quads;
    cpu_lanes lanes = {b->x, b->y, NULL, NULL};
    if (count == 0) return 1;
    for (lane = count; lane < b->lanes; lane++) b->active[lane] = b->helper[lane] = 0;
    spv_cpu_run(b->worker, b->active, b->helper);
    if (!x->shapes->everywhere) b->filled = 0;
    if (!cpu_ran(x->device, &x->fragment, thread, &lanes)) return 0;
    merge_batch(x, b, 0);
    return 1;
}

/* ---- gathering */

/* What walks of a thread call. */
typedef struct cpu_gatherer {
    cpu_picture *picture;
    uint32_t thread;
    int stopped;
} cpu_gatherer;

/* Inputs are filled in for so many lanes of a shape at a time: loops of a known length over arrays
   of their own, of which compilers make vector code. */
enum { RUN = 16 };

static void planes_of(double values[RUN], const raster_plane *p, const double dx[RUN],
                      const double dy[RUN]) {
    double at[RUN];
    uint32_t k;
    for (k = 0; k < RUN; k++) at[k] = plane_at(p, dx[k], dy[k]);
    memcpy(values, at, sizeof at);
}

static void put_lanes(uint32_t *input, const double values[RUN], uint32_t count) {
    uint32_t words[RUN], k;
    for (k = 0; k < RUN; k++) words[k] = bits_of((float)values[k]);
    if (count == RUN) memcpy(input, words, sizeof words);
    else memcpy(input, words, count * sizeof *words);
}

static void repeat_lanes(uint32_t *input, uint32_t word, uint32_t count) {
    uint32_t k;
    for (k = 0; k < count; k++) input[k] = word;
}

/* Interpolates one input, by the weights of the second and the third vertex. */
static void interpolate(const raster_shape *s, const varying *v, uint32_t number,
                        double weights[2][RUN], uint32_t *input, uint32_t count) {
    uint32_t first = s->vertices[0]->values[number], k;
    double start = (double)float_of(first), to_second, to_third, values[RUN];
    if (v->flags & LAMBDAV_FLAT || s->kind == SHAPE_POINT) {
        repeat_lanes(input, first, count);
        return;
    }
    to_second = (double)float_of(s->vertices[1]->values[number]) - start;
    if (s->kind == SHAPE_LINE) {
        for (k = 0; k < RUN; k++) values[k] = start + weights[0][k] * to_second;
    } else {
        to_third = (double)float_of(s->vertices[2]->values[number]) - start;
        for (k = 0; k < RUN; k++)
            values[k] = start + (weights[0][k] * to_second + weights[1][k] * to_third);
    }
    put_lanes(input, values, count);
}

/* The weights of the second and the third vertex, with and without perspective. */
static void find_weights(const cpu_picture *x, const raster_shape *s, const double dx[RUN],
                         const double dy[RUN], double one_over_w[RUN], double smooth[2][RUN],
                         double linear[2][RUN]) {
    double over_w[3][RUN], sum[RUN];
    uint32_t i, k;
    for (i = 0; i < 3; i++) planes_of(over_w[i], &s->weights[i], dx, dy);
    for (k = 0; k < RUN; k++) sum[k] = over_w[0][k] + over_w[1][k] + over_w[2][k];
    memcpy(one_over_w, sum, sizeof sum);
    for (i = 0; i < 2 && x->varying_count > 0; i++) {
        for (k = 0; k < RUN; k++) over_w[i + 1][k] /= sum[k];
        memcpy(smooth[i], over_w[i + 1], sizeof over_w[i + 1]);
        if (x->linear) planes_of(linear[i], &s->linear[i + 1], dx, dy);
    }
}

/* Fills in what lanes may read besides their place: `count` of them, at most RUN. */
static void fill_run(const cpu_picture *x, cpu_batch *b, const raster_shape *s, uint32_t lane,
                     uint32_t count) {
    double dx[RUN], dy[RUN], one_over_w[RUN], values[RUN], smooth[2][RUN], linear[2][RUN];
    int32_t at_x[RUN] = {0}, at_y[RUN] = {0};
    uint32_t i, k;
    memcpy(at_x, b->x + lane, count * sizeof *at_x);
    memcpy(at_y, b->y + lane, count * sizeof *at_y);
    for (k = 0; k < RUN; k++) dx[k] = at_x[k] + 0.5 - s->origin[0];
    for (k = 0; k < RUN; k++) dy[k] = at_y[k] + 0.5 - s->origin[1];
    find_weights(x, s, dx, dy, one_over_w, smooth, linear);
    if (b->frag_coord[2] != NULL)
        memcpy(b->frag_coord[2] + lane, b->depth + lane, count * sizeof *b->depth);
    if (b->frag_coord[3] != NULL) put_lanes(b->frag_coord[3] + lane, one_over_w, count);
    for (i = 0; i < 2; i++) {
        if (b->point_coord[i] != NULL) {
            planes_of(values, &s->point[i], dx, dy);
            put_lanes(b->point_coord[i] + lane, values, count);
        }
        if (b->sample_position[i] != NULL)
            repeat_lanes(b->sample_position[i] + lane, bits_of(0.5f), count);
    }
    if (b->front_facing != NULL)
        repeat_lanes(b->front_facing + lane, s->front ? ~0u : 0, count);
    if (b->primitive_id != NULL) repeat_lanes(b->primitive_id + lane, s->primitive, count);
    for (i = 0; i < x->varying_count; i++) {
        const varying *v = &x->varyings[i];
        interpolate(s, v, i, v->flags & LAMBDAV_NO_PERSPECTIVE ? linear : smooth,
                    b->inputs[i] + lane, count);
    }
}

/* Fills in the inputs of the lanes below `end`, whose last ones are of the shape. */
static void fill_lanes(const cpu_picture *x, cpu_batch *b, const raster_shape *s, uint32_t end) {
    uint32_t count;
    for (; b->filled < end; b->filled += count) {
        count = end - b->filled < RUN ? end - b->filled : RUN;
        fill_run(x, b, s, b->filled, count);
    }
}

/* Places the lanes of a quad. */
static void place_quad(cpu_batch *b, uint32_t lane, int left, int top) {
    uint32_t i;
    for (i = 0; i < 4; i++) {
        b->x[lane + i] = left + (int)(i & 1);
        b->y[lane + i] = top + (int)(i >> 1);
    }
    if (b->frag_coord[0] == NULL) return;
    for (i = 0; i < 4; i++) {
        b->frag_coord[0][lane + i] = bits_of((float)b->x[lane + i] + 0.5f);
        b->frag_coord[1][lane + i] = bits_of((float)b->y[lane + i] + 0.5f);
    }
}

/* Finds the depths of a quad, and what is left of the mask if they are tested here. */
static unsigned find_depths(cpu_picture *x, cpu_batch *b, const raster_shape *s, uint32_t lane,
                            unsigned mask) {
    uint32_t i;
    if (x->depth == NULL && b->frag_coord[2] == NULL) return mask;
    for (i = 0; i < 4; i++) {
        b->depth[lane + i] = (float)plane_at(&s->depth, b->x[lane + i] + 0.5 - s->origin[0],
                                             b->y[lane + i] + 0.5 - s->origin[1]);
        if ((mask >> i & 1u) && x->depth != NULL && x->early
            && !test_depth(x, b->x[lane + i], b->y[lane + i], b->depth[lane + i]))
            mask &= ~(1u << i);
    }
    return mask;
}

/* A raster_quad: adds a quad to those of the thread. Its inputs are filled in with those of the
   quads behind it, when the group is full or the shape ends. */
static void gather_quad(void *context, const raster_shape *s, int left, int top, unsigned mask) {
    cpu_gatherer *g = (cpu_gatherer *)context;
    cpu_picture *x = g->picture;
    cpu_batch *b = &x->batches[g->thread];
    uint32_t i, lane = 4 * b->quads;
    if (g->stopped) return;
    place_quad(b, lane, left, top);
    mask = find_depths(x, b, s, lane, mask);
    if (mask == 0) return;
    for (i = 0; i < 4; i++) {
        b->active[lane + i] = ~0u;
        b->helper[lane + i] = mask >> i & 1u ? 0 : ~0u;
    }
    b->quads++;
    if (4 * b->quads + 4 > b->lanes) {
        fill_lanes(x, b, s, 4 * b->quads);
        g->stopped = !flush_batch(x, g->thread);
    }
}

/* ---- whole blocks */

/* Places lanes along an axis, 16 at a time for the sake of compilers. */
static void place_lanes(int32_t *at, const int32_t *offsets, int by, uint32_t lanes,
                        uint32_t *frag_coord) {
    int32_t along[16];
    uint32_t coordinates[16], lane, i;
    for (lane = 0; lane < lanes; lane += 16) {
        memcpy(along, offsets + lane, sizeof along);
        for (i = 0; i < 16; i++) along[i] += by;
        for (i = 0; i < 16; i++) coordinates[i] = bits_of((float)along[i] + 0.5f);
        memcpy(at + lane, along, sizeof along);
        if (frag_coord != NULL) memcpy(frag_coord + lane, coordinates, sizeof coordinates);
    }
}

/* Shades and stores a group of blocks whose pixels all are in the picture. Returns 0 if the worker
   may not go on. */
static int draw_group(cpu_picture *x, uint32_t thread, int left, int top) {
    cpu_batch *b = &x->batches[thread];
    cpu_lanes lanes = {b->x, b->y, NULL, NULL};
    place_lanes(b->x, b->block_x, left, b->lanes, b->frag_coord[0]);
    place_lanes(b->y, b->block_y, top, b->lanes, b->frag_coord[1]);
    if (b->filled < b->lanes) memset(b->depth, 0, b->lanes * sizeof *b->depth);
    fill_lanes(x, b, x->shapes, b->lanes);
    spv_cpu_run(b->worker, NULL, NULL);
    if (!cpu_ran(x->device, &x->fragment, thread, &lanes)) return 0;
    b->quads = b->lanes / 4;
    merge_batch(x, b, 1);
    return 1;
}

/* Draws the shape that covers everything in one band: groups of whole blocks, then what is left at
   the right and, in the last band, below. */
static void draw_blocks(cpu_gatherer *g, int top, int bottom) {
    cpu_picture *x = g->picture;
    int left, y, height = (int)x->picture->height;
    int group = BLOCK * (int)(x->fragment.program.lanes / BLOCK_LANES);
    int end = (int)x->picture->width / group * group;
    cpu_batch *b = &x->batches[g->thread];
    raster_shape rest = *x->shapes;
    for (y = top; y < bottom && y + BLOCK <= height; y += BLOCK)
        for (left = 0; left < end && !g->stopped; left += group)
            g->stopped = !draw_group(x, g->thread, left, y);
    if (y < bottom) walk_shape(&rest, y, bottom, gather_quad, g);
    rest.left = end;
    rest.bottom = y;
    if (end < rest.right) walk_shape(&rest, top, y, gather_quad, g);
    fill_lanes(x, b, x->shapes, 4 * b->quads);
}

/* Draws the shapes of the chunk in one band. */
static int draw_band(void *context, uint32_t thread, size_t band) {
    cpu_gatherer g = {(cpu_picture *)context, thread, 0};
    cpu_picture *x = g.picture;
    cpu_batch *b = &x->batches[thread];
    size_t i;
    if (x->by_blocks) draw_blocks(&g, (int)band * BAND, (int)(band + 1) * BAND);
    for (i = 0; i < x->shape_count && !x->by_blocks && !g.stopped; i++) {
        walk_shape(&x->shapes[i], (int)band * BAND, (int)(band + 1) * BAND, gather_quad, &g);
        fill_lanes(x, b, &x->shapes[i], 4 * b->quads);
    }
    return !g.stopped && flush_batch(x, thread);
}

static int draw_shapes(cpu_picture *x) {
    cpu_parallel(x->fragment.threads, (x->picture->height + BAND - 1) / BAND, draw_band, x);
    x->shape_count = 0;
    return cpu_result(&x->fragment);
}

/* ---- the vertex stage */

static const unsigned char *vertex_bytes(const cpu_picture *x, const attribute *a, uint32_t index,
                                         uint32_t instance) {
    const device_buffer *buffer = x->picture->vertices[a->slot];
    size_t at = (size_t)(a->per_instance ? instance : index) * x->strides[a->slot] + a->offset;
    if (buffer == NULL || buffer->size < 4 || at > buffer->size - 4) return NULL;
    return (const unsigned char *)buffer->own + at;
}

/* The index and the instance of vertex i of the chunk. */
static uint32_t vertex_number(const cpu_picture *x, size_t i, uint32_t *instance) {
    const device_buffer *indices = x->picture->indices;
    uint32_t number = (uint32_t)(i % x->picture->count);
    *instance = x->first_instance + (uint32_t)(i / x->picture->count);
    if (indices != NULL)
        memcpy(&number, (const unsigned char *)indices->own + (size_t)number * 4, 4);
    return number;
}

/* Gives a worker its vertices first to first + count - 1; `numbers` and `instances` become their
   indices. */
static void fill_vertices(const cpu_picture *x, spv_cpu_worker *w, size_t first, uint32_t count,
                          uint32_t *numbers, uint32_t *instances) {
    uint32_t *index = spv_cpu_builtin(w, SPVM_BuiltIn_VertexIndex, 0, 0);
    uint32_t *instance = spv_cpu_builtin(w, SPVM_BuiltIn_InstanceIndex, 0, 0);
    uint32_t i, k, *input;
    const unsigned char *value;
    for (i = 0; i < count; i++) {
        numbers[i] = vertex_number(x, first + i, &instances[i]);
        if (index != NULL) index[i] = numbers[i];
        if (instance != NULL) instance[i] = instances[i];
    }
    for (k = 0; k < x->attribute_count; k++) {
        input = spv_cpu_input(w, x->attributes[k].location, x->attributes[k].component);
        for (i = 0; input != NULL && i < count; i++) {
            value = vertex_bytes(x, &x->attributes[k], numbers[i], instances[i]);
            input[i] = 0;
            if (value != NULL) memcpy(&input[i], value, 4);
        }
    }
}

static void take_float(const uint32_t *output, uint32_t lane, float *value) {
    if (output != NULL) *value = float_of(output[lane]);
}

/* Takes what the worker made of them. */
static void take_vertices(cpu_picture *x, spv_cpu_worker *w, size_t first, uint32_t count) {
    raster_vertex *vertices = x->vertices + first;
    uint32_t *values = x->values + first * x->varying_count, i, k;
    const uint32_t *output;
    for (i = 0; i < count; i++) {
        memset(&vertices[i], 0, sizeof *vertices);
        vertices[i].point_size = 1;
        vertices[i].values = values + (size_t)i * x->varying_count;
    }
    for (k = 0; k < 4; k++) {
        output = spv_cpu_builtin(w, SPVM_BuiltIn_Position, k, 1);
        for (i = 0; i < count; i++) take_float(output, i, &vertices[i].position[k]);
    }
    output = spv_cpu_builtin(w, SPVM_BuiltIn_PointSize, 0, 1);
    for (i = 0; i < count; i++) take_float(output, i, &vertices[i].point_size);
    for (k = 0; k < x->clip_count; k++) {
        output = spv_cpu_builtin(w, SPVM_BuiltIn_ClipDistance, k, 1);
        for (i = 0; i < count; i++) take_float(output, i, &vertices[i].clip[k]);
    }
    for (k = 0; k < x->varying_count; k++) {
        output = spv_cpu_output(w, x->varyings[k].location, x->varyings[k].component);
        for (i = 0; i < count; i++)
            values[(size_t)i * x->varying_count + k] = output == NULL ? 0 : output[i];
    }
}

/* A part of the chunk: as many vertices as a group has lanes. */
static int shade_vertices(void *context, uint32_t thread, size_t part) {
    cpu_picture *x = (cpu_picture *)context;
    spv_cpu_worker *w = &x->vertex.workers[thread];
    uint32_t lanes = x->vertex.program.lanes, lane, count, active[MAX_LANES];
    uint32_t numbers[MAX_LANES], instances[MAX_LANES];
    cpu_lanes where = {NULL, NULL, NULL, NULL};
    size_t first = part * lanes, all = (size_t)x->picture->count * x->chunk_instances;
    count = all - first < lanes ? (uint32_t)(all - first) : lanes;
    for (lane = 0; lane < lanes; lane++) active[lane] = lane < count ? ~0u : 0;
    fill_vertices(x, w, first, count, numbers, instances);
    spv_cpu_run(w, active, NULL);
    where.vertices = numbers;
    where.instances = instances;
    if (!cpu_ran(x->device, &x->vertex, thread, &where)) return 0;
    take_vertices(x, w, first, count);
    return 1;
}

/* ---- drawing */

/* Makes the shapes of the chunk's primitives, and draws them whenever there are many. */
static int draw_primitives(cpu_picture *x) {
    const device_picture *p = x->picture;
    const raster_vertex *of[3];
    uint32_t i, k, at[3], vertices, instance, count = count_primitives(p->topology, p->count);
    int code = DONE;
    for (instance = 0; instance < x->chunk_instances; instance++) {
        for (i = 0; i < count && code == DONE; i++) {
            vertices = primitive_vertices(p->topology, i, at);
            for (k = 0; k < vertices; k++)
                of[k] = &x->vertices[(size_t)instance * p->count + at[k]];
            x->shape_count += make_shapes(x->shapes + x->shape_count, of, vertices, i, &x->window);
            if (x->shape_count >= CHUNK_SHAPES) code = draw_shapes(x);
        }
    }
    return code == DONE ? draw_shapes(x) : code;
}

/* Shades and draws the instances, so many of them together as give a chunk of vertices. */
static int draw_vertices(cpu_picture *x) {
    const device_picture *p = x->picture;
    uint32_t lanes = x->vertex.program.lanes, most = 1 + CHUNK_VERTICES / (p->count ? p->count : 1);
    size_t all;
    int code = cpu_bind(x->device, &x->vertex, &p->given);
    if (p->count == 0 || lanes > MAX_LANES) return code;
    if (most > p->instances) most = p->instances;
    all = (size_t)p->count * most;
    if (all / most != p->count || all > x->device->arguments->memory / sizeof *x->vertices)
        return complain(BAD_ENVIRONMENT, "%u vertices are too many for --memory", p->count);
    x->vertices = (raster_vertex *)need(realloc(x->vertices, all * sizeof *x->vertices));
    x->values = (uint32_t *)need(
        realloc(x->values, all * (x->varying_count + 1) * sizeof *x->values));
    for (x->first_instance = 0; x->first_instance < p->instances && code == DONE;
         x->first_instance += x->chunk_instances) {
        x->chunk_instances = p->instances - x->first_instance;
        if (x->chunk_instances > most) x->chunk_instances = most;
        all = (size_t)p->count * x->chunk_instances;
        cpu_parallel(x->vertex.threads, (all + lanes - 1) / lanes, shade_vertices, x);
        code = cpu_result(&x->vertex);
        if (code == DONE) code = draw_primitives(x);
    }
    return code;
}

/* The shape that covers the picture. */
static int draw_everywhere(cpu_picture *x) {
    static const raster_vertex none;
    raster_shape *s = x->shapes;
    memset(s, 0, sizeof *s);
    s->kind = SHAPE_POINT;
    s->front = 1;
    s->vertices[0] = &none;
    s->right = (int)x->picture->width;
    s->bottom = (int)x->picture->height;
    s->everywhere = 1;
    constant_plane(&s->weights[0], 1);
    x->shape_count = 1;
    x->varying_count = 0;
    x->by_blocks = x->depth == NULL && x->fragment.program.lanes % BLOCK_LANES == 0
                   && !(x->effects & CPU_WRITES);
    return draw_shapes(x);
}

static int cpu_picture_draw(device *d, device_picture *p) {
    cpu_picture *x = (cpu_picture *)p->own;
    uint64_t start = os_nanoseconds();
    int code = cpu_bind(d, &x->fragment, &p->given);
    if (x->shapes == NULL)
        x->shapes = (raster_shape *)need(
            malloc((CHUNK_SHAPES + MAX_CLIP_VERTICES) * sizeof *x->shapes));
    x->shape_count = 0;
    clear_picture(x);
    if (code == DONE) code = p->vertex_words != NULL ? draw_vertices(x) : draw_everywhere(x);
    p->nanoseconds = os_nanoseconds() - start;
    return code;
}

static const device_calls cpu_calls = {
    cpu_close, cpu_buffer_open, cpu_buffer_write, cpu_buffer_read, cpu_buffer_close,
    cpu_image_open, cpu_image_read, cpu_image_write, cpu_image_close, cpu_sampler_open,
    cpu_sampler_close, cpu_picture_open, cpu_picture_draw, cpu_picture_close, cpu_program_open,
    cpu_run, cpu_program_close};

static void cpu_open(device *d) {
    cpu_device *c = (cpu_device *)need(calloc(1, sizeof *c));
    c->threads = d->arguments->threads ? d->arguments->threads : core_count();
    if (c->threads > MAX_THREADS) c->threads = MAX_THREADS;
    c->nearest.mag = c->nearest.min = c->nearest.mip = SPV_CPU_NEAREST;
    d->own = c;
    d->calls = &cpu_calls;
    snprintf(d->name, sizeof d->name, "the CPU (%u thread%s)", c->threads,
             c->threads == 1 ? "" : "s");
}

#endif
