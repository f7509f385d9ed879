/* The CPU as a device, by spv_cpu.h: threads, resources, dispatches. draw.h draws on it. Part
   of lambdav.c.

   Each thread has a worker of its own. What a call leaves never depends on their number: workgroups
   that use atomics, and fragments that write memory, run one after the other. */
#ifndef CLI_CPU_H
#define CLI_CPU_H

#include "target.h"

/* CPU_LANES: fragments, or invocations that do not see each other, that run together. More of them
   take less time for each instruction, but leave more lanes idle where they part. */
enum { MODEL_VERTEX = 0, MODEL_FRAGMENT = 4, MODEL_COMPUTE = 5, CPU_LANES = 128 };

static uint32_t core_count(void) {
    long count = os_processors();
    return count < 1 ? 1 : count > MAX_THREADS ? MAX_THREADS : (uint32_t)count;
}

typedef struct cpu_device {
    uint32_t threads;
    spv_cpu_sampler nearest; /* of textures that have no sampler and cannot be filtered */
} cpu_device;

static cpu_device *cpu_of(device *d) {
    return (cpu_device *)d->own;
}

/* ---- threads */

/* Does one part of a work. Returns 0 to end it. */
typedef int cpu_part(void *context, uint32_t thread, size_t part);

typedef struct cpu_work {
    pthread_mutex_t lock;
    size_t next, count;
    uint32_t threads; /* that have started */
    cpu_part *part;
    void *context;
} cpu_work;

static void *cpu_thread(void *of) {
    cpu_work *work = (cpu_work *)of;
    uint32_t thread;
    size_t part = 0;
    pthread_mutex_lock(&work->lock);
    thread = work->threads++;
    while (work->next < work->count) {
        part = work->next++;
        pthread_mutex_unlock(&work->lock);
        if (!work->part(work->context, thread, part)) part = SIZE_MAX;
        pthread_mutex_lock(&work->lock);
        if (part == SIZE_MAX) work->next = work->count;
    }
    pthread_mutex_unlock(&work->lock);
    return NULL;
}

/* Does parts 0 to count - 1, on so many threads, in any order. The parts of one thread come one
   after the other. */
static void cpu_parallel(uint32_t threads, size_t count, cpu_part *part, void *context) {
    cpu_work work = {PTHREAD_MUTEX_INITIALIZER, 0, 0, 0, NULL, NULL};
    pthread_t started[MAX_THREADS];
    uint32_t i, n = 0;
    work.count = count;
    work.part = part;
    work.context = context;
    for (i = 1; i < threads && i < count; i++)
        if (pthread_create(&started[n], NULL, cpu_thread, &work) == 0) n++;
    cpu_thread(&work);
    for (i = 0; i < n; i++) pthread_join(started[i], NULL);
}

/* ---- stages: a loaded entry point, and a worker for each thread */

typedef struct cpu_stage {
    const uint32_t *words;
    spv_cpu_program program;
    spv_cpu_worker *workers;
    void *memory, **lent;
    uint32_t threads;
} cpu_stage;

static int cpu_failed(const char *text) {
    progress_end();
    return complain(BAD_INPUT, "%s", text);
}

static int cpu_load(device *d, cpu_stage *s, const spv_cpu_options *options, size_t word_count) {
    size_t size = 0;
    spv_cpu_status status =
        spv_cpu_load(&s->program, options, s->words, word_count, NULL, size);
    while (status == SPV_CPU_MEMORY && s->program.needed > size) {
        size = s->program.needed;
        if (size > d->arguments->memory)
            return complain(BAD_ENVIRONMENT,
                            "the program needs %zu MiB on the CPU; --memory MIB allows more",
                            size >> 20);
        free(s->memory);
        s->memory = need(malloc(size));
        status = spv_cpu_load(&s->program, options, s->words, word_count, s->memory, size);
    }
    if (status == SPV_CPU_OK) return DONE;
    if (d->arguments->file_count != 1) return cpu_failed(s->program.error);
    progress_end();
    return complain(BAD_INPUT, "%s: %s", d->arguments->files[0], s->program.error);
}

static int cpu_open_workers(cpu_stage *s, uint32_t threads) {
    size_t size = spv_cpu_worker_size(&s->program);
    uint32_t i;
    s->workers = (spv_cpu_worker *)need(calloc(threads, sizeof *s->workers));
    s->lent = (void **)need(calloc(threads, sizeof *s->lent));
    s->threads = threads;
    for (i = 0; i < threads; i++) {
        s->lent[i] = need(malloc(size ? size : 1));
        if (spv_cpu_worker_open(&s->workers[i], &s->program, s->lent[i], size) != SPV_CPU_OK)
            return cpu_failed(s->workers[i].error);
    }
    return DONE;
}

/* Loads the entry point of an execution model: the first one if `entry` is NULL. */
static int cpu_stage_open(device *d, cpu_stage *s, const uint32_t *words, size_t word_count,
                          const char *entry, uint32_t model, const device_given *given) {
    spv_cpu_constant *constants =
        (spv_cpu_constant *)need(calloc(given->constant_count + 1, sizeof *constants));
    spv_cpu_options options;
    size_t i;
    int code;
    memset(&options, 0, sizeof options);
    for (i = 0; i < given->constant_count; i++) {
        constants[i].id = given->constants[i].id;
        constants[i].bits = given->constants[i].bits;
    }
    options.entry = entry;
    options.stage = model + 1;
    options.constants = constants;
    options.constant_count = given->constant_count;
    options.lanes = model == MODEL_VERTEX ? 0 : CPU_LANES;
    options.checks = d->arguments->check ? SPV_CPU_CHECK_ALL : 0;
    options.step_limit = d->arguments->steps;
    s->words = words;
    code = cpu_load(d, s, &options, word_count);
    free(constants);
    return code;
}

static void cpu_stage_close(cpu_stage *s) {
    uint32_t i;
    for (i = 0; i < s->threads; i++) free(s->lent[i]);
    free(s->lent);
    free(s->workers);
    free(s->memory);
}

/* Gives all workers what the program is given. */
static int cpu_bind(device *d, cpu_stage *s, const device_given *given) {
    spv_cpu_binding *rows =
        (spv_cpu_binding *)need(calloc(given->binding_count + 1, sizeof *rows));
    size_t i;
    int code = DONE;
    for (i = 0; i < given->binding_count; i++) {
        const device_binding *b = &given->bindings[i];
        rows[i].set = b->set;
        rows[i].binding = b->binding;
        rows[i].element = b->element;
        if (b->buffer != NULL) rows[i].data = b->buffer->own;
        if (b->buffer != NULL) rows[i].size = (size_t)b->buffer->size;
        if (b->image != NULL) rows[i].image = (const spv_cpu_image *)b->image->own;
        if (b->sampler != NULL) rows[i].sampler = (const spv_cpu_sampler *)b->sampler->own;
        else if (b->image != NULL && pixel_formats[b->image->info.format].kind != PIXEL_FLOAT)
            rows[i].sampler = &cpu_of(d)->nearest;
    }
    for (i = 0; i < s->threads && code == DONE; i++)
        if (spv_cpu_bind(&s->workers[i], rows, given->binding_count, given->push,
                         given->push_size) != SPV_CPU_OK)
            code = cpu_failed(s->workers[i].error);
    free(rows);
    return code;
}

/* ---- what the runs found */

/* Where the lanes of a run stand: pixels, else vertices; NULL instead: invocations. */
typedef struct cpu_lanes {
    const int32_t *x, *y;
    const uint32_t *vertices, *instances;
} cpu_lanes;

/* Says where the step limit ended a run. */
static void cpu_print_stop(const spv_cpu_finding *f) {
    progress_end();
    if (f->file != NULL) fprintf(stderr, "%.*s:", (int)f->file_size, f->file);
    else fputs("lambdav:", stderr);
    if (f->line > 0) fprintf(stderr, "%u:", f->line);
    if (f->line > 0 && f->column > 0) fprintf(stderr, "%u:", f->column);
    fprintf(stderr, " %s (%s at word %zu)\n", f->message, f->opcode, f->word);
}

/* Adds what a run found to what the device has of that instruction. */
static void cpu_take_finding(device *d, const cpu_stage *s, const spv_cpu_finding *f,
                             const cpu_lanes *lanes) {
    device_finding *found = d->findings;
    uint32_t at[3];
    memcpy(at, f->invocation, sizeof at);
    if (lanes != NULL) {
        at[0] = lanes->vertices != NULL ? lanes->vertices[f->lane] : (uint32_t)lanes->x[f->lane];
        at[1] = lanes->vertices != NULL ? lanes->instances[f->lane] : (uint32_t)lanes->y[f->lane];
        at[2] = 0;
    }
    while (found < d->findings + d->finding_count
           && (found->words != s->words || found->word != f->word || found->check != f->check))
        found++;
    if (found == d->findings + MAX_FINDINGS) return;
    if (found == d->findings + d->finding_count) {
        d->finding_count++;
        found->words = s->words;
        found->word = f->word;
        found->check = f->check;
        found->message = f->message;
        found->count = 0;
        found->model = s->program.stage;
    }
    if (found->count == 0 || is_row_before(at, found->at)) memcpy(found->at, at, sizeof at);
    found->count += f->count;
}

/* After a run: whether the worker may go on. Findings of the checks, for which there is one thread,
   are noted, and let it. */
static int cpu_ran(device *d, cpu_stage *s, uint32_t thread, const cpu_lanes *lanes) {
    spv_cpu_worker *w = &s->workers[thread];
    size_t i;
    if (w->status == SPV_CPU_OK) return 1;
    for (i = 0; i < w->finding_count && i < SPV_CPU_MAX_FINDINGS; i++)
        if (w->findings[i].check != SPV_CPU_CHECK_STEPS)
            cpu_take_finding(d, s, &w->findings[i], lanes);
    return w->status == SPV_CPU_FINDING;
}

/* Says what ended a run before its end. */
static int cpu_stopped(const spv_cpu_worker *w) {
    if (w->status != SPV_CPU_STEPS || w->finding_count > SPV_CPU_MAX_FINDINGS)
        return cpu_failed(w->error);
    cpu_print_stop(&w->findings[w->finding_count - 1]);
    return BAD_INPUT;
}

/* The exit code of what the workers did. */
static int cpu_result(const cpu_stage *s) {
    uint32_t i;
    for (i = 0; i < s->threads; i++)
        if (s->workers[i].status != SPV_CPU_OK && s->workers[i].status != SPV_CPU_FINDING)
            return cpu_stopped(&s->workers[i]);
    return DONE;
}

/* ---- what a module does to memory */

enum { CPU_ATOMICS = 1, CPU_WRITES = 2, CPU_DISCARDS = 4, CPU_EARLY_TESTS = 8 };

/* Whether an instruction makes a pointer into a storage block, or passes one on; *id is it. */
static int makes_storage_pointer(const uint32_t *at, uint32_t size, const unsigned char *storage,
                                 const unsigned char *blocks, uint32_t bound, uint32_t *id) {
    uint32_t opcode = at[0] & 0xFFFFu, i;
    *id = 0;
    if (size < 4 || at[2] >= bound) return 0;
    *id = at[2];
    if (opcode == SPVM_OpVariable)
        return at[3] == SPVM_StorageClass_StorageBuffer || (at[1] < bound && blocks[at[1]]);
    if (opcode != SPVM_OpAccessChain && opcode != SPVM_OpInBoundsAccessChain
        && opcode != SPVM_OpPtrAccessChain && opcode != SPVM_OpCopyObject
        && opcode != SPVM_OpSelect && opcode != SPVM_OpPhi)
        return 0;
    for (i = 3; i < size; i++)
        if (at[i] < bound && storage[at[i]]) return 1;
    return 0;
}

static uint32_t opcode_effects(const uint32_t *at, uint32_t size, const unsigned char *storage,
                               uint32_t bound) {
    uint32_t opcode = at[0] & 0xFFFFu, i;
    if ((opcode >= SPVM_OpAtomicLoad && opcode <= SPVM_OpAtomicXor)
        || opcode == SPVM_OpAtomicFlagTestAndSet || opcode == SPVM_OpAtomicFlagClear
        || opcode == SPVM_OpAtomicFMinEXT || opcode == SPVM_OpAtomicFMaxEXT
        || opcode == SPVM_OpAtomicFAddEXT)
        return CPU_ATOMICS | CPU_WRITES;
    if (opcode == SPVM_OpImageWrite) return CPU_WRITES;
    if (opcode == SPVM_OpKill || opcode == SPVM_OpTerminateInvocation
        || opcode == SPVM_OpDemoteToHelperInvocation)
        return CPU_DISCARDS;
    if (opcode == SPVM_OpExecutionMode && size > 2
        && at[2] == SPVM_ExecutionMode_EarlyFragmentTests)
        return CPU_EARLY_TESTS;
    if (opcode != SPVM_OpStore && opcode != SPVM_OpCopyMemory && opcode != SPVM_OpFunctionCall)
        return 0;
    for (i = 1; i < size && (i == 1 || opcode == SPVM_OpFunctionCall); i++)
        if (at[i] < bound && storage[at[i]]) return CPU_WRITES;
    return 0;
}

/* What the module as a whole may do, of CPU_x; rather too much than too little. */
static uint32_t module_effects(const uint32_t *words, size_t count) {
    uint32_t bound = count > 5 && words[3] < 1u << 22 ? words[3] : 0, effects = 0, opcode, size, id;
    unsigned char *storage = (unsigned char *)need(calloc(bound + 1, 1));
    unsigned char *blocks = (unsigned char *)need(calloc(bound + 1, 1));
    size_t at;
    for (at = 5; at < count; at += size) {
        const uint32_t *word = words + at;
        opcode = word[0] & 0xFFFFu;
        size = word[0] >> 16;
        if (size == 0 || size > count - at) break;
        if (opcode == SPVM_OpDecorate && size > 2 && word[2] == SPVM_Decoration_BufferBlock
            && word[1] < bound)
            blocks[word[1]] = 1;
        if ((opcode == SPVM_OpTypePointer || opcode == SPVM_OpTypeArray
             || opcode == SPVM_OpTypeRuntimeArray) && size > 2 && word[1] < bound) {
            id = word[opcode == SPVM_OpTypePointer ? size - 1 : 2]; /* what it points to or holds */
            if (id < bound) blocks[word[1]] |= blocks[id];
        }
        if (makes_storage_pointer(word, size, storage, blocks, bound, &id)) storage[id] = 1;
        effects |= opcode_effects(word, size, storage, bound);
    }
    free(storage);
    free(blocks);
    return effects;
}

/* ---- resources */

static void cpu_close(device *d) {
    free(d->own);
}

static int cpu_buffer_open(device *d, device_buffer *b, const void *data, uint64_t size) {
    if (size > SIZE_MAX) need(NULL);
    b->size = size;
    b->own = need(malloc((size_t)size ? (size_t)size : 1));
    return d->calls->buffer_write(d, b, data, size);
}

static int cpu_buffer_write(device *d, device_buffer *b, const void *data, uint64_t size) {
    (void)d;
    if (size > 0) memcpy(b->own, data, (size_t)size);
    return DONE;
}

static int cpu_buffer_read(device *d, device_buffer *b, void *data, uint64_t size) {
    (void)d;
    if (size > 0) memcpy(data, b->own, (size_t)size);
    return DONE;
}

static void cpu_buffer_close(device *d, device_buffer *b) {
    (void)d;
    free(b->own);
}

#define CPU_FORMAT(name, format, bytes, kind, image) SPV_CPU_##name,
#define CPU_SHAPE(name, type, view, dim, arrayed, faces) SPV_CPU_##name,
#define CPU_COMPARE(name, op) SPV_CPU_COMPARE_##name,
#define CPU_ADDRESS(name, mode) SPV_CPU_ADDRESS_##name,
static const spv_cpu_format cpu_formats[] = {LAMBDAV_VK_FORMATS(CPU_FORMAT)};
static const spv_cpu_shape cpu_shapes[] = {LAMBDAV_VK_SHAPES(CPU_SHAPE)};
static const spv_cpu_compare cpu_compares[] = {LAMBDAV_VK_COMPARES(CPU_COMPARE)};
static const spv_cpu_address cpu_addresses[] = {LAMBDAV_VK_ADDRESSES(CPU_ADDRESS)};
#undef CPU_FORMAT
#undef CPU_SHAPE
#undef CPU_COMPARE
#undef CPU_ADDRESS

/* Sizes of level 0, and how many levels there are to be. */
static uint32_t cpu_image_sizes(const lambdav_vk_image_info *info, uint32_t size[3]) {
    uint32_t levels = 1, largest;
    size[0] = info->width;
    size[1] = info->height ? info->height : 1;
    size[2] = info->depth ? info->depth : 1;
    largest = size[0] > size[1] ? size[0] : size[1];
    if (info->shape == LAMBDAV_VK_3D && size[2] > largest) largest = size[2];
    for (; largest > 1 && levels < SPV_CPU_MAX_LEVELS; largest /= 2) levels++;
    if (info->levels != LAMBDAV_VK_ALL_LEVELS && info->levels < levels)
        levels = info->levels ? info->levels : 1;
    return levels;
}

/* Makes level l of the image: from the caller's pixels, or from the level before. */
static void cpu_image_level(const lambdav_vk_image_info *info, spv_cpu_image *image,
                            uint32_t large[3], uint32_t slices, uint32_t l) {
    size_t pixel = format_bytes(info->format), size;
    uint32_t small[3], k, layers = info->shape == LAMBDAV_VK_3D ? 0 : slices;
    for (k = 0; k < 3; k++) small[k] = l == 0 ? large[k] : half_of_size(large[k]);
    if (info->shape == LAMBDAV_VK_1D || info->shape == LAMBDAV_VK_1D_ARRAY) small[1] = 1;
    size = (size_t)small[0] * small[1] * pixel;
    if (layers == 0) layers = small[2];
    image->levels[l] = need(calloc(layers, size ? size : 1));
    if (l == 0 && info->pixels != NULL) memcpy(image->levels[0], info->pixels, size * layers);
    for (k = 0; l > 0 && k < layers; k++)
        filter_slice(info, large, (const unsigned char *)image->levels[l - 1], k,
                     (unsigned char *)image->levels[l] + k * size);
    memcpy(large, small, sizeof small);
}

static int cpu_image_open(device *d, device_image *image, const lambdav_vk_image_info *info) {
    spv_cpu_image *own = (spv_cpu_image *)need(calloc(1, sizeof *own));
    uint32_t size[3], i, slices;
    (void)d;
    image->info = *info;
    image->own = own;
    own->format = cpu_formats[info->format];
    own->shape = image->is_buffer ? SPV_CPU_BUFFER : cpu_shapes[info->shape];
    own->level_count = cpu_image_sizes(info, size);
    own->width = size[0];
    own->height = size[1];
    own->depth = info->shape == LAMBDAV_VK_3D ? size[2] : 1;
    slices = size[2] * shape_faces(info->shape);
    own->layers = info->shape == LAMBDAV_VK_3D ? 1 : slices;
    for (i = 0; i < own->level_count; i++) cpu_image_level(info, own, size, slices, i);
    return DONE;
}

static int cpu_image_read(device *d, device_image *image, void *data, size_t size) {
    (void)d;
    memcpy(data, ((const spv_cpu_image *)image->own)->levels[0], size);
    return DONE;
}

static int cpu_image_write(device *d, device_image *image, const void *data, size_t size) {
    (void)d;
    memcpy(((spv_cpu_image *)image->own)->levels[0], data, size);
    return DONE;
}

static void cpu_image_close(device *d, device_image *image) {
    spv_cpu_image *own = (spv_cpu_image *)image->own;
    uint32_t i;
    (void)d;
    for (i = 0; own != NULL && i < own->level_count; i++) free(own->levels[i]);
    free(own);
}

static spv_cpu_filter cpu_filter(lambdav_vk_filter filter) {
    return filter == LAMBDAV_VK_NEAREST ? SPV_CPU_NEAREST : SPV_CPU_LINEAR;
}

static int cpu_sampler_open(device *d, device_sampler *s, const lambdav_vk_sampler_info *info) {
    spv_cpu_sampler *own = (spv_cpu_sampler *)need(calloc(1, sizeof *own));
    uint32_t i;
    (void)d;
    s->info = *info;
    s->own = own;
    own->mag = cpu_filter(info->magnify);
    own->min = cpu_filter(info->minify);
    own->mip = cpu_filter(info->mipmap);
    own->u = cpu_addresses[info->address[0]];
    own->v = cpu_addresses[info->address[1]];
    own->w = cpu_addresses[info->address[2]];
    own->compare = cpu_compares[info->compare];
    own->lod_bias = info->lod_bias;
    own->min_lod = info->min_lod;
    own->max_lod = info->max_lod;
    own->anisotropy = info->anisotropy;
    for (i = 0; info->white_border && i < 4; i++) own->border[i] = 1, own->border_bits[i] = 1;
    return DONE;
}

static void cpu_sampler_close(device *d, device_sampler *s) {
    (void)d;
    free(s->own);
}

/* ---- programs */

static int cpu_program_open(device *d, device_program *p) {
    cpu_stage *s = (cpu_stage *)need(calloc(1, sizeof *s));
    uint32_t effects = module_effects(p->words, p->word_count);
    int code;
    p->own = s;
    code = cpu_stage_open(d, s, p->words, p->word_count, p->entry, MODEL_COMPUTE, &p->given);
    if (code != DONE) return code;
    return cpu_open_workers(s, d->arguments->check || effects & CPU_ATOMICS ? 1
                                                                          : cpu_of(d)->threads);
}

static void cpu_program_close(device *d, device_program *p) {
    (void)d;
    if (p->own != NULL) cpu_stage_close((cpu_stage *)p->own);
    free(p->own);
}

/* A dispatch that is under way. */
typedef struct cpu_dispatch {
    device *device;
    cpu_stage *stage;
    uint32_t groups[3];
    size_t count, at_once; /* workgroups; those of a part */
} cpu_dispatch;

static int cpu_dispatch_part(void *context, uint32_t thread, size_t part) {
    cpu_dispatch *x = (cpu_dispatch *)context;
    size_t first = part * x->at_once, left = x->count - first;
    spv_cpu_dispatch(&x->stage->workers[thread], x->groups, first,
                     left < x->at_once ? left : x->at_once);
    return cpu_ran(x->device, x->stage, thread, NULL);
}

/* As many workgroups as fill a group of lanes, and more where there are many. */
static size_t cpu_groups_at_once(const cpu_dispatch *x) {
    const spv_cpu_program *p = &x->stage->program;
    size_t least = p->per_group > 0 && p->lanes > p->per_group ? p->lanes / p->per_group : 1;
    return least * (1 + x->count / least / x->stage->threads / 16);
}

static int cpu_run_one(device *d, device_program *p) {
    cpu_dispatch x;
    uint32_t k;
    int code;
    x.device = d;
    x.stage = (cpu_stage *)p->own;
    x.count = 1;
    for (k = 0; k < 3; k++) {
        uint32_t size = x.stage->program.workgroup[k], wanted = p->invocations[k];
        x.groups[k] = p->groups[k] ? p->groups[k] : 1;
        if (p->groups[0] == 0 && size > 0)
            x.groups[k] = wanted == 0 ? 1 : (uint32_t)(((uint64_t)wanted + size - 1) / size);
        if (x.groups[k] > SIZE_MAX / x.count)
            return complain(BAD_USAGE, "--dispatch: too many workgroups in all");
        x.count *= x.groups[k];
    }
    code = cpu_bind(d, x.stage, &p->given);
    if (code != DONE) return code;
    x.at_once = cpu_groups_at_once(&x);
    cpu_parallel(x.stage->threads, (x.count + x.at_once - 1) / x.at_once, cpu_dispatch_part, &x);
    return cpu_result(x.stage);
}

static int cpu_run(device *d, device_program *programs, size_t count, uint64_t *nanoseconds) {
    uint64_t start = os_nanoseconds();
    size_t i;
    int code = DONE;
    for (i = 0; i < count && code == DONE; i++) code = cpu_run_one(d, &programs[i]);
    *nanoseconds = os_nanoseconds() - start;
    return code;
}

#endif
