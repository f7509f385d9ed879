/* What pictures are drawn on and programs run on: a Vulkan device, or the CPU. The commands make
   what is here, and call the device that device_open found. Part of lambdav.c. */
#ifndef CLI_DEVICE_H
#define CLI_DEVICE_H

#include "options.h"

struct device;

/* Bytes that programs read and write. `own` of all these is the device's. */
typedef struct device_buffer {
    uint64_t size;
    void *own;
} device_buffer;

typedef struct device_image {
    lambdav_vk_image_info info;
    int is_buffer; /* a texel buffer: one row, on the CPU alone */
    void *own;
} device_image;

typedef struct device_sampler {
    lambdav_vk_sampler_info info;
    void *own;
} device_sampler;

/* What a program finds at a set and binding. What it is not is NULL. */
typedef struct device_binding {
    uint32_t set, binding, element;
    device_buffer *buffer;
    device_image *image;
    device_sampler *sampler;
} device_binding;

/* What programs are given. */
typedef struct device_given {
    const device_binding *bindings;
    size_t binding_count;
    const void *push;
    size_t push_size;
    const lambdav_vk_constant *constants;
    size_t constant_count;
} device_given;

typedef struct device_attachment {
    lambdav_vk_format format;
    lambdav_vk_blend blend;
    void *pixels; /* width * height of them; NULL: nobody wants this output */
    size_t size;
    float clear[4];
} device_attachment;

/* An entry point as it was reflected. */
typedef struct device_interface {
    const lambdav_reflection *reflection;
    const lambdav_entry_point *entry;
} device_interface;

/* A picture. Without vertex_words the fragment stage computes every pixel. */
typedef struct device_picture {
    const uint32_t *words, *vertex_words;
    size_t word_count, vertex_word_count;
    const char *entry, *vertex_entry; /* NULL: the first of its stage */
    device_interface fragment, vertex;
    uint32_t width, height, attachment_count;
    device_attachment attachments[LAMBDAV_VK_MAX_ATTACHMENTS];
    device_given given;
    const lambdav_vk_input *inputs; /* inputs without a row are in slot 0 */
    size_t input_count;
    device_buffer *vertices[LAMBDAV_VK_MAX_SLOTS], *indices; /* indices of 32 bits; NULL: none */
    uint32_t count, instances;
    lambdav_vk_topology topology;
    lambdav_vk_compare depth_test;
    lambdav_vk_cull cull;
    int clockwise;
    uint64_t nanoseconds; /* result: of the last picture on the device */
    void *own;
} device_picture;

/* An entry point that is dispatched. */
typedef struct device_program {
    const uint32_t *words;
    size_t word_count;
    const char *entry;
    device_given given;
    uint32_t groups[3], invocations[3]; /* groups[0] is 0: as many as the invocations need */
    void *own;
} device_program;

/* The functions of a kind of device. All that return int return an exit code, after a message if
   it is not DONE. What failed to open, or is all zero, may be closed. */
typedef struct device_calls {
    void (*close)(struct device *d);
    int (*buffer_open)(struct device *d, device_buffer *b, const void *data, uint64_t size);
    int (*buffer_write)(struct device *d, device_buffer *b, const void *data, uint64_t size);
    int (*buffer_read)(struct device *d, device_buffer *b, void *data, uint64_t size);
    void (*buffer_close)(struct device *d, device_buffer *b);
    int (*image_open)(struct device *d, device_image *image, const lambdav_vk_image_info *info);
    int (*image_read)(struct device *d, device_image *image, void *data, size_t size);
    int (*image_write)(struct device *d, device_image *image, const void *data, size_t size);
    void (*image_close)(struct device *d, device_image *image);
    int (*sampler_open)(struct device *d, device_sampler *s, const lambdav_vk_sampler_info *info);
    void (*sampler_close)(struct device *d, device_sampler *s);
    int (*picture_open)(struct device *d, device_picture *p);
    int (*picture_draw)(struct device *d, device_picture *p);
    void (*picture_close)(struct device *d, device_picture *p);
    int (*program_open)(struct device *d, device_program *p);
    int (*run)(struct device *d, device_program *programs, size_t count, uint64_t *nanoseconds);
    void (*program_close)(struct device *d, device_program *p);
} device_calls;

enum { MAX_FINDINGS = 64 };

/* What the device itself found under --check, at an instruction of a program. */
typedef struct device_finding {
    const uint32_t *words; /* of the program */
    size_t word;           /* where the instruction begins */
    uint32_t check;        /* bit of spv_cpu.h */
    const char *message;
    uint32_t count, model; /* invocations; of the entry point */
    uint32_t at[3];        /* the first invocation, as a record of spv_check.h has it */
} device_finding;

/* Whether an invocation comes before another, row by row. */
static int is_row_before(const uint32_t a[3], const uint32_t b[3]) {
    int k;
    for (k = 2; k > 0 && a[k] == b[k]; k--) {}
    return a[k] < b[k];
}

typedef struct device {
    const device_calls *calls; /* NULL: not open */
    const arguments *arguments;
    char name[256];
    uint32_t errors;   /* that the validation layer found */
    device_finding findings[MAX_FINDINGS];
    size_t finding_count;
    void *own;
} device;

static void device_close(device *d) {
    if (d->calls != NULL) d->calls->close(d);
    memset(d, 0, sizeof *d);
}

/* Locations that a type takes. */
static uint32_t type_locations(const lambdav_type *t) {
    uint32_t i, count = t->columns;
    for (i = 0; i < t->dimensions; i++) count *= t->counts[i];
    return count;
}

/* Copies of a shape that lie one after the other in each unit of depth: 6 faces, or 1. */
static uint32_t shape_faces(lambdav_vk_shape shape) {
#define FACES_ROW(name, type, view, dim, arrayed, faces) faces,
    static const uint32_t rows[] = {LAMBDAV_VK_SHAPES(FACES_ROW)};
#undef FACES_ROW
    return rows[shape];
}

static uint32_t format_bytes(lambdav_vk_format format) {
#define BYTES_ROW(name, format, bytes, kind, image) bytes,
    static const uint32_t rows[] = {LAMBDAV_VK_FORMATS(BYTES_ROW)};
#undef BYTES_ROW
    return rows[format];
}

/* Bytes of the first level. */
static size_t image_size(const lambdav_vk_image_info *info) {
    return (size_t)info->width * (info->height ? info->height : 1) * format_bytes(info->format) *
           (info->depth ? info->depth : 1) * shape_faces(info->shape);
}

#endif
