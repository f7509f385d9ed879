/* Vulkan devices, by lambdav_vk.h. Part of lambdav.c, where there are Vulkan headers. */
#ifndef CLI_VULKAN_H
#define CLI_VULKAN_H

#include "device.h"

static lambdav_vk_context *vulkan_of(device *d) {
    return (lambdav_vk_context *)d->own;
}

static void validation_message(void *user, lambdav_vk_message_kind kind, const char *text) {
    const char *what = kind == LAMBDAV_VK_MESSAGE_ERROR ? "validation error" : "validation";
    device *d = (device *)user;
    if (kind == LAMBDAV_VK_MESSAGE_ERROR) d->errors++;
    fprintf(stderr, "%s: %s\n", what, text);
}

static int vulkan_failed(const lambdav_vk_context *vk) {
    int input = vk->status == LAMBDAV_VK_MODULE || vk->status == LAMBDAV_VK_BINDING;
    progress_end();
    return complain(input ? BAD_INPUT : BAD_ENVIRONMENT, "%s", vk->error);
}

static int vulkan_status(device *d, lambdav_vk_status status) {
    return status == LAMBDAV_VK_OK ? DONE : vulkan_failed(vulkan_of(d));
}

static void vulkan_close(device *d) {
    lambdav_vk_close(vulkan_of(d));
    free(d->own);
}

static int vulkan_buffer_open(device *d, device_buffer *b, const void *data, uint64_t size) {
    b->size = size;
    b->own = need(calloc(1, sizeof(lambdav_vk_buffer)));
    return vulkan_status(d, lambdav_vk_buffer_open(vulkan_of(d), (lambdav_vk_buffer *)b->own, data,
                                                   size));
}

static int vulkan_buffer_write(device *d, device_buffer *b, const void *data, uint64_t size) {
    return vulkan_status(d, lambdav_vk_buffer_write(vulkan_of(d), (lambdav_vk_buffer *)b->own, 0,
                                                    data, size));
}

static int vulkan_buffer_read(device *d, device_buffer *b, void *data, uint64_t size) {
    return vulkan_status(d, lambdav_vk_buffer_read(vulkan_of(d), (lambdav_vk_buffer *)b->own, 0,
                                                   data, size));
}

static void vulkan_buffer_close(device *d, device_buffer *b) {
    if (b->own != NULL) lambdav_vk_buffer_close(vulkan_of(d), (lambdav_vk_buffer *)b->own);
    free(b->own);
}

static int vulkan_image_open(device *d, device_image *image, const lambdav_vk_image_info *info) {
    image->info = *info;
    image->own = need(calloc(1, sizeof(lambdav_vk_image)));
    return vulkan_status(d, lambdav_vk_image_open(vulkan_of(d), (lambdav_vk_image *)image->own,
                                                  info));
}

static int vulkan_image_read(device *d, device_image *image, void *data, size_t size) {
    return vulkan_status(d, lambdav_vk_image_read(vulkan_of(d), (lambdav_vk_image *)image->own, 0,
                                                  data, size));
}

static int vulkan_image_write(device *d, device_image *image, const void *data, size_t size) {
    return vulkan_status(d, lambdav_vk_image_write(vulkan_of(d), (lambdav_vk_image *)image->own, 0,
                                                   data, size));
}

static void vulkan_image_close(device *d, device_image *image) {
    if (image->own != NULL) lambdav_vk_image_close(vulkan_of(d), (lambdav_vk_image *)image->own);
    free(image->own);
}

static int vulkan_sampler_open(device *d, device_sampler *s, const lambdav_vk_sampler_info *info) {
    s->info = *info;
    s->own = need(calloc(1, sizeof(lambdav_vk_sampler)));
    return vulkan_status(d, lambdav_vk_sampler_open(vulkan_of(d), (lambdav_vk_sampler *)s->own,
                                                    info));
}

static void vulkan_sampler_close(device *d, device_sampler *s) {
    if (s->own != NULL) lambdav_vk_sampler_close(vulkan_of(d), (lambdav_vk_sampler *)s->own);
    free(s->own);
}

/* The bindings as lambdav_vk.h has them, to be freed. */
static lambdav_vk_binding *vulkan_bindings(const device_given *given) {
    lambdav_vk_binding *rows =
        (lambdav_vk_binding *)need(calloc(given->binding_count + 1, sizeof *rows));
    size_t i;
    for (i = 0; i < given->binding_count; i++) {
        const device_binding *b = &given->bindings[i];
        rows[i].set = b->set;
        rows[i].binding = b->binding;
        rows[i].element = b->element;
        if (b->buffer != NULL) rows[i].buffer = (lambdav_vk_buffer *)b->buffer->own;
        if (b->image != NULL) rows[i].image = (lambdav_vk_image *)b->image->own;
        if (b->sampler != NULL) rows[i].sampler = (lambdav_vk_sampler *)b->sampler->own;
    }
    return rows;
}

/* ---- pictures */

typedef struct vulkan_picture {
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    lambdav_vk_geometry geometry;
    lambdav_vk_input inputs[LAMBDAV_VK_MAX_INPUTS];
} vulkan_picture;

/* The inputs, a row for each location of matrices and arrays. */
static void vulkan_take_inputs(vulkan_picture *v, const device_picture *p) {
    const lambdav_reflection *r = p->vertex.reflection;
    size_t i, k;
    uint32_t c;
    v->pass.input_count = 0;
    for (i = 0; i < p->input_count; i++) {
        for (k = 0; k < r->variable_count; k++) {
            const lambdav_variable *variable = &r->variables[k];
            if (variable->is_output || variable->location != p->inputs[i].location
                || &r->entry_points[variable->entry] != p->vertex.entry)
                continue;
            for (c = 0; c < type_locations(&variable->type); c++) {
                if (v->pass.input_count == LAMBDAV_VK_MAX_INPUTS) return;
                v->inputs[v->pass.input_count] = p->inputs[i];
                v->inputs[v->pass.input_count++].location += c;
            }
        }
    }
}

static void vulkan_take_vertices(vulkan_picture *v, const device_picture *p) {
    size_t i;
    v->pass.vertex_words = p->vertex_words;
    v->pass.vertex_word_count = p->vertex_word_count;
    v->pass.vertex_entry = p->vertex_entry;
    v->pass.inputs = v->inputs;
    vulkan_take_inputs(v, p);
    v->pass.draws = &v->geometry;
    v->pass.draw_count = 1;
    v->pass.topology = p->topology;
    v->pass.cull = p->cull;
    v->pass.clockwise = p->clockwise;
    v->geometry.count = p->count;
    v->geometry.instances = p->instances;
    if (p->indices != NULL) v->geometry.indices = (lambdav_vk_buffer *)p->indices->own;
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS; i++)
        if (p->vertices[i] != NULL)
            v->geometry.vertices[i].buffer = (lambdav_vk_buffer *)p->vertices[i]->own;
}

static void vulkan_take_picture(vulkan_picture *v, const device_picture *p) {
    uint32_t i;
    v->pass.words = p->words;
    v->pass.word_count = p->word_count;
    v->pass.entry = p->entry;
    v->pass.width = p->width;
    v->pass.height = p->height;
    v->pass.attachment_count = p->attachment_count;
    for (i = 0; i < p->attachment_count; i++) {
        v->pass.attachments[i].format = p->attachments[i].format;
        v->pass.attachments[i].blend = p->attachments[i].blend;
        v->pass.attachments[i].pixels = p->attachments[i].pixels;
        v->pass.attachments[i].size = p->attachments[i].size;
        memcpy(v->pass.attachments[i].clear, p->attachments[i].clear, sizeof(float) * 4);
    }
    v->pass.push = p->given.push;
    v->pass.push_size = p->given.push_size;
    v->pass.constants = p->given.constants;
    v->pass.constant_count = p->given.constant_count;
    v->pass.depth_test = p->depth_test;
    if (p->vertex_words != NULL) vulkan_take_vertices(v, p);
}

static int vulkan_picture_open(device *d, device_picture *p) {
    vulkan_picture *v = (vulkan_picture *)need(calloc(1, sizeof *v));
    p->own = v;
    vulkan_take_picture(v, p);
    return vulkan_status(d, lambdav_vk_pipeline_open(vulkan_of(d), &v->pipeline, &v->pass));
}

static int vulkan_picture_draw(device *d, device_picture *p) {
    vulkan_picture *v = (vulkan_picture *)p->own;
    lambdav_vk_binding *bindings = vulkan_bindings(&p->given);
    int code;
    vulkan_take_picture(v, p);
    v->pass.bindings = bindings;
    v->pass.binding_count = p->given.binding_count;
    code = vulkan_status(d, lambdav_vk_pipeline_draw(vulkan_of(d), &v->pipeline, &v->pass));
    p->nanoseconds = v->pass.gpu_ns;
    free(bindings);
    return code;
}

static void vulkan_picture_close(device *d, device_picture *p) {
    vulkan_picture *v = (vulkan_picture *)p->own;
    if (v != NULL) lambdav_vk_pipeline_close(vulkan_of(d), &v->pipeline);
    free(v);
}

/* ---- programs */

static int vulkan_program_open(device *d, device_program *p) {
    lambdav_vk_compute compute;
    memset(&compute, 0, sizeof compute);
    compute.words = p->words;
    compute.word_count = p->word_count;
    compute.entry = p->entry;
    compute.constants = p->given.constants;
    compute.constant_count = p->given.constant_count;
    p->own = need(calloc(1, sizeof(lambdav_vk_pipeline)));
    return vulkan_status(d, lambdav_vk_compute_open(vulkan_of(d), (lambdav_vk_pipeline *)p->own,
                                                    &compute));
}

static int vulkan_run(device *d, device_program *programs, size_t count, uint64_t *nanoseconds) {
    lambdav_vk_job jobs[MAX_PASSES];
    lambdav_vk_binding *bindings[MAX_PASSES];
    size_t i;
    int code;
    memset(jobs, 0, sizeof jobs);
    for (i = 0; i < count; i++) {
        const device_program *p = &programs[i];
        jobs[i].pipeline = (lambdav_vk_pipeline *)p->own;
        jobs[i].bindings = bindings[i] = vulkan_bindings(&p->given);
        jobs[i].binding_count = p->given.binding_count;
        jobs[i].push = p->given.push;
        jobs[i].push_size = p->given.push_size;
        memcpy(jobs[i].groups, p->groups, sizeof p->groups);
        memcpy(jobs[i].invocations, p->invocations, sizeof p->invocations);
    }
    code = vulkan_status(d, lambdav_vk_run(vulkan_of(d), jobs, count, nanoseconds));
    for (i = 0; i < count; i++) free(bindings[i]);
    return code;
}

static void vulkan_program_close(device *d, device_program *p) {
    if (p->own != NULL) lambdav_vk_pipeline_close(vulkan_of(d), (lambdav_vk_pipeline *)p->own);
    free(p->own);
}

static const device_calls vulkan_calls = {
    vulkan_close, vulkan_buffer_open, vulkan_buffer_write, vulkan_buffer_read, vulkan_buffer_close,
    vulkan_image_open, vulkan_image_read, vulkan_image_write, vulkan_image_close,
    vulkan_sampler_open, vulkan_sampler_close, vulkan_picture_open, vulkan_picture_draw,
    vulkan_picture_close, vulkan_program_open, vulkan_run, vulkan_program_close};

/* Whether the context did not open because there is no Vulkan device at all. */
static int no_device_at_all(const lambdav_vk_context *vk) {
    return vk->status == LAMBDAV_VK_LOADER || vk->status == LAMBDAV_VK_DEVICE
           || vk->result == VK_ERROR_INCOMPATIBLE_DRIVER;
}

/* Opens the device that the arguments ask for. Where there is no Vulkan device at all, and nothing
   asks for one, `*absent` becomes what Vulkan says of it, to be freed, and the device stays
   closed. */
static int vulkan_open(device *d, const arguments *a, char **absent) {
    lambdav_vk_options options;
    lambdav_vk_context *vk = (lambdav_vk_context *)need(calloc(1, sizeof *vk));
    lambdav_vk_status status;
    int code = DONE;
    memset(&options, 0, sizeof options);
    options.device = a->device;
    options.validation = a->validation;
    options.message = validation_message;
    options.message_user = d;
    progress_say("opening the device");
    status = lambdav_vk_open(vk, &options);
    if (status == LAMBDAV_VK_OK) {
        d->calls = &vulkan_calls;
        d->own = vk;
        snprintf(d->name, sizeof d->name, "%s", vk->device.name);
        return DONE;
    }
    if (a->device == NULL && !a->validation && no_device_at_all(vk))
        *absent = print_new("%s", vk->error);
    else code = vulkan_failed(vk);
    free(vk);
    return code;
}

/* ---- lambdav devices */

static void put_vulkan_device(bytes *b, uint32_t i, const lambdav_vk_device *row) {
    static const char *const types[] = {"other", "integrated", "discrete", "virtual", "CPU"};
    unsigned type = (unsigned)row->type;
    bytes_print(b, "%u  %s (%s), Vulkan %u.%u%s\n", i, row->name, type < 5 ? types[type] : "other",
                VK_API_VERSION_MAJOR(row->version), VK_API_VERSION_MINOR(row->version),
                row->draws ? "" : ", cannot draw");
}

static int put_vulkan_devices(bytes *b) {
    static lambdav_vk_context vk;
    lambdav_vk_device devices[LAMBDAV_VK_MAX_DEVICES];
    uint32_t i, count = 0;
    if (lambdav_vk_devices(&vk, NULL, devices, LAMBDAV_VK_MAX_DEVICES, &count) != LAMBDAV_VK_OK
        && !no_device_at_all(&vk))
        return vulkan_failed(&vk);
    for (i = 0; i < count && i < LAMBDAV_VK_MAX_DEVICES; i++) put_vulkan_device(b, i, &devices[i]);
    return DONE;
}

#endif
