// Something that fits each resource of a program: what the tests of foreign modules bind. Included
// after tools/spv_cpu.h with SPV_CPU_KEEP_PRIVATE.
#ifndef CPU_FIT_H
#define CPU_FIT_H

#include <string.h>

// Makes an image of 4 by 4 (by 4) for the type of a variable, without memory. Returns the bytes
// that its level needs, 0 if the variable is no image.
static inline size_t cpu_fit_image(const spv_cpui_program *p, const spv_cpui_variable *v,
                                   spv_cpu_image *image) {
    const spv_cpui_type *t = spv_cpui_type_of(p, v->type), *of;
    uint32_t shape = 0, dim, arrayed;
    memset(image, 0, sizeof *image);
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeSampledImage) t = spv_cpui_type_of(p, t->element);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeImage) return 0;
    of = spv_cpui_type_of(p, t->element);
    dim = spv_cpui_word(p, t->at, 3);
    arrayed = spv_cpui_word(p, t->at, 5) != 0;
    while (shape < SPV_CPU_SHAPE_COUNT - 1
           && (spv_cpui_shapes[shape].dim != dim || spv_cpui_shapes[shape].arrayed != arrayed))
        shape++;
    image->shape = (spv_cpu_shape)shape;
    image->format = SPV_CPU_RGBA32F;
    if (of != NULL && of->opcode == SPV_CPUI_OpTypeInt)
        image->format = spv_cpui_word(p, of->at, 3) ? SPV_CPU_RGBA32I : SPV_CPU_RGBA32UI;
    image->width = 4;
    if (dim != 0 && dim != 5) image->height = 4;
    if (dim == 2) image->depth = 4;
    image->layers = spv_cpui_shapes[shape].faces;
    image->samples = spv_cpui_word(p, t->at, 6) ? 4 : 1;
    return spv_cpui_image_size(image, 0);
}

// A row for each set and binding that the program uses, at most `capacity`; returns how many. The
// images' memory is not set.
static inline size_t cpu_fit_bindings(const spv_cpui_program *p, spv_cpu_binding *rows,
                                      spv_cpu_image *images, size_t capacity) {
    static const spv_cpu_sampler sampler;
    size_t i, k, n = 0;
    uint32_t set, binding;
    memset(rows, 0, capacity * sizeof *rows);
    for (i = 0; i < p->variable_count && n < capacity; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        const spv_cpui_id *id = &p->ids[v->id];
        if (!v->used || (v->space != SPV_CPUI_IN_BUFFER && v->space != SPV_CPUI_OPAQUE)) continue;
        set = id->set == SPV_CPUI_NONE ? 0 : id->set;
        binding = id->binding == SPV_CPUI_NONE ? 0 : id->binding;
        for (k = 0; k < n && (rows[k].set != set || rows[k].binding != binding); k++) {}
        if (k == n) n++;
        rows[k].set = set;
        rows[k].binding = binding;
        rows[k].sampler = &sampler;
        if (rows[k].image == NULL && cpu_fit_image(p, v, &images[k]) != 0)
            rows[k].image = &images[k];
    }
    return n;
}
#endif
