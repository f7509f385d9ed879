// spv_cpu.h - runs SPIR-V modules on the CPU. One header, C99 and C++11.
// Licence: see the file LICENSE.
//
// =================================================================================================
// >>manual  [0]  SPIR-V words -> pixels and bytes in the caller's memory
// =================================================================================================
// Executes the shaders of Vulkan: vertex, fragment and compute entry points in SPIR-V from any
// compiler. No GPU, no driver, no thread, no file, no allocation: words, buffers and images are the
// caller's memory, and what the runner needs besides is memory that the caller lends.
//
// Invocations run in groups, in lockstep under masks (64 fragments as 16 quads, a workgroup); they
// meet again at merge blocks, so derivatives, subgroup operations and barriers come out right. The
// same words and data give the same bits on every machine, whatever the order of tiles.
//
// Quick start. In one C or C++ file:
//
//     #define SPV_CPU_IMPLEMENTATION
//     #include "spv_cpu.h"
//     #include <stdio.h>
//     #include <stdlib.h>
//
//     int picture(const uint32_t *words, size_t count, unsigned char *pixels)
//     {
//         static spv_cpu_program program;
//         static spv_cpu_worker worker;
//         spv_cpu_picture picture = {0};
//         size_t size = (size_t)1 << 20, i;
//         void *memory = malloc(size), *work = NULL;
//         spv_cpu_status status = spv_cpu_load(&program, NULL, words, count, memory, size);
//         if (status == SPV_CPU_MEMORY) {
//             memory = realloc(memory, size = program.needed);
//             status = spv_cpu_load(&program, NULL, words, count, memory, size);
//         }
//         if (!status) work = malloc(spv_cpu_worker_size(&program));
//         if (!status) status = spv_cpu_worker_open(&worker, &program, work,
//                                                   spv_cpu_worker_size(&program));
//         picture.width = picture.height = 256;
//         picture.attachments[0].format = SPV_CPU_RGBA8;
//         picture.attachments[0].pixels = pixels;
//         for (i = 0; !status && i < spv_cpu_tile_count(&picture); i++)
//             status = spv_cpu_tile(&worker, &picture, i);
//         if (status) fprintf(stderr, "%s%s\n", program.error, worker.error);
//         free(work);
//         free(memory);
//         return status ? 1 : 0;
//     }
//
// Configuration:
//   SPV_CPU_IMPLEMENTATION  emit the code, in exactly one translation unit
//   SPV_CPU_KEEP_PRIVATE    leaves the private macros defined, for tests
//
// Contents:
//   [0] >>manual  what you are reading
//   [1] >>api     types and functions
//   [2] >>tables  formats
//   [3] >>spirv   numbers and names of SPIR-V, generated
//   [4] >>lanes   arithmetic on rows of lanes
//   [5] >>ext     GLSL.std.450 on rows of lanes
//   [6] >>image   formats, samplers, filters
//   [7] >>error   the one place where an error is made
//   [8] >>driver  the public functions
//   [9] >>footer  private macros end

// =================================================================================================
// >>api  [1]  types and functions
// =================================================================================================
// Structs that the caller fills start as all zero bytes; a zero field means the default. A function
// that returns a status returns SPV_CPU_OK, which is 0, or a status whose text is in the program's
// or the worker's `error`.
#ifndef SPV_CPU_H
#define SPV_CPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPV_CPU_MAX_ATTACHMENTS 8
#define SPV_CPU_MAX_LEVELS 16
#define SPV_CPU_MAX_FINDINGS 16   // kept of a run; more are counted
#define SPV_CPU_ERROR_SIZE 512    // bytes of an error text, the terminating zero included
#define SPV_CPU_TILE 8            // a tile is so many pixels wide and high

// The kinds of error: X(NAME, meaning).
#define SPV_CPU_STATUSES(X) \
    X(OK, "no error") \
    X(ARGUMENT, "a field of the caller's structs is missing or wrong") \
    X(MEMORY, "the memory is too small: `needed` is an amount that suffices") \
    X(MODULE, "the words are no valid module, or have no such entry point") \
    X(UNSUPPORTED, "the entry point uses something that is not there") \
    X(LIMIT, "a size of the module is beyond a limit") \
    X(BINDING, "the module uses a resource that nothing, or nothing that fits, is bound to") \
    X(FINDING, "a check found something") \
    X(STEPS, "the step limit was reached")

#define SPV_CPU_STATUS(name, meaning) SPV_CPU_##name,
typedef enum { SPV_CPU_STATUSES(SPV_CPU_STATUS) SPV_CPU_STATUS_COUNT } spv_cpu_status;
#undef SPV_CPU_STATUS

// The formats of images and attachments:
// X(NAME, bytes per pixel, components, bits of a component, kind of a component, SPIR-V's format).
// Bits 0: components of several sizes, packed from the low bit on. SRGBA8 is RGBA8 with the sRGB
// curve (of red, green and blue). DEPTH components are floats in the first component alone.
#define SPV_CPU_FORMATS(X) \
    X(RGBA8, 4, 4, 8, UNORM, 4) \
    X(RGBA16F, 8, 4, 16, FLOAT, 2) \
    X(RGBA32F, 16, 4, 32, FLOAT, 1) \
    X(SRGBA8, 4, 4, 8, SRGB, 0) \
    X(RGBA8_SNORM, 4, 4, 8, SNORM, 5) \
    X(R8, 1, 1, 8, UNORM, 15) \
    X(RG8, 2, 2, 8, UNORM, 13) \
    X(R8_SNORM, 1, 1, 8, SNORM, 20) \
    X(RG8_SNORM, 2, 2, 8, SNORM, 18) \
    X(R16, 2, 1, 16, UNORM, 14) \
    X(RG16, 4, 2, 16, UNORM, 12) \
    X(RGBA16, 8, 4, 16, UNORM, 10) \
    X(R16_SNORM, 2, 1, 16, SNORM, 19) \
    X(RG16_SNORM, 4, 2, 16, SNORM, 17) \
    X(RGBA16_SNORM, 8, 4, 16, SNORM, 16) \
    X(R16F, 2, 1, 16, FLOAT, 9) \
    X(RG16F, 4, 2, 16, FLOAT, 7) \
    X(R32F, 4, 1, 32, FLOAT, 3) \
    X(RG32F, 8, 2, 32, FLOAT, 6) \
    X(R11G11B10F, 4, 3, 0, FLOAT, 8) \
    X(RGB10A2, 4, 4, 0, UNORM, 11) \
    X(RGB10A2UI, 4, 4, 0, UINT, 34) \
    X(R8I, 1, 1, 8, INT, 29) \
    X(RG8I, 2, 2, 8, INT, 27) \
    X(RGBA8I, 4, 4, 8, INT, 23) \
    X(R16I, 2, 1, 16, INT, 28) \
    X(RG16I, 4, 2, 16, INT, 26) \
    X(RGBA16I, 8, 4, 16, INT, 22) \
    X(R32I, 4, 1, 32, INT, 24) \
    X(RG32I, 8, 2, 32, INT, 25) \
    X(RGBA32I, 16, 4, 32, INT, 21) \
    X(R8UI, 1, 1, 8, UINT, 39) \
    X(RG8UI, 2, 2, 8, UINT, 37) \
    X(RGBA8UI, 4, 4, 8, UINT, 32) \
    X(R16UI, 2, 1, 16, UINT, 38) \
    X(RG16UI, 4, 2, 16, UINT, 36) \
    X(RGBA16UI, 8, 4, 16, UINT, 31) \
    X(R32UI, 4, 1, 32, UINT, 33) \
    X(RG32UI, 8, 2, 32, UINT, 35) \
    X(RGBA32UI, 16, 4, 32, UINT, 30) \
    X(D32F, 4, 1, 32, DEPTH, 0)

// The shapes of images: X(NAME, SPIR-V's Dim, arrayed, faces).
#define SPV_CPU_SHAPES(X) \
    X(2D, 1, 0, 1) \
    X(2D_ARRAY, 1, 1, 1) \
    X(3D, 2, 0, 1) \
    X(CUBE, 3, 0, 6) \
    X(CUBE_ARRAY, 3, 1, 6) \
    X(1D, 0, 0, 1) \
    X(1D_ARRAY, 0, 1, 1) \
    X(BUFFER, 5, 0, 1)

// What a sampler does beyond the edge.
#define SPV_CPU_ADDRESSES(X) X(REPEAT) X(MIRROR) X(CLAMP) X(BORDER) X(MIRROR_ONCE)

// Comparisons, the reference on the left. NONE: no comparison.
#define SPV_CPU_COMPARES(X) \
    X(NONE) X(LESS) X(LESS_EQUAL) X(GREATER) X(GREATER_EQUAL) X(EQUAL) X(NOT_EQUAL) X(ALWAYS) \
    X(NEVER)

#define SPV_CPU_FORMAT(name, bytes, components, bits, kind, image) SPV_CPU_##name,
#define SPV_CPU_SHAPE(name, dim, arrayed, faces) SPV_CPU_##name,
#define SPV_CPU_ADDRESS(name) SPV_CPU_ADDRESS_##name,
#define SPV_CPU_COMPARE(name) SPV_CPU_COMPARE_##name,
typedef enum { SPV_CPU_FORMATS(SPV_CPU_FORMAT) SPV_CPU_FORMAT_COUNT } spv_cpu_format;
typedef enum { SPV_CPU_SHAPES(SPV_CPU_SHAPE) SPV_CPU_SHAPE_COUNT } spv_cpu_shape;
typedef enum { SPV_CPU_ADDRESSES(SPV_CPU_ADDRESS) SPV_CPU_ADDRESS_COUNT } spv_cpu_address;
typedef enum { SPV_CPU_COMPARES(SPV_CPU_COMPARE) SPV_CPU_COMPARE_COUNT } spv_cpu_compare;
#undef SPV_CPU_FORMAT
#undef SPV_CPU_SHAPE
#undef SPV_CPU_ADDRESS
#undef SPV_CPU_COMPARE

typedef enum {
    SPV_CPU_LINEAR,
    SPV_CPU_NEAREST
} spv_cpu_filter;

// An image in the caller's memory. Pixels of a level lie row by row without padding, slices and
// layers one behind the other (a cube's faces: +x -x +y -y +z -z).
typedef struct spv_cpu_image {
    spv_cpu_format format;
    spv_cpu_shape shape;
    uint32_t width, height, depth;    // of level 0; 0 is 1; depth: slices of 3D
    uint32_t layers;                  // of an array; of a cube array: 6 for each cube; 0 is 1 (6)
    uint32_t level_count;             // 0 is 1
    void *levels[SPV_CPU_MAX_LEVELS];
} spv_cpu_image;

typedef struct spv_cpu_sampler {
    spv_cpu_filter mag, min, mip;
    spv_cpu_address u, v, w;
    spv_cpu_compare compare;
    float lod_bias, min_lod;
    float max_lod;          // 0: no limit
    float anisotropy;       // 0 is 1
    float border[4];        // colour beyond a BORDER
    uint32_t border_bits[4]; // the same for integer formats
    int unnormalised;       // coordinates are in pixels
} spv_cpu_sampler;

// What the module finds at a set and binding. Of an array of descriptors, each element has a row of
// its own. Blocks: data and size. Textures: image and sampler; a NULL sampler: all linear, repeat.
typedef struct spv_cpu_binding {
    uint32_t set, binding, element;
    void *data;
    size_t size;
    const spv_cpu_image *image;
    const spv_cpu_sampler *sampler;
} spv_cpu_binding;

typedef struct spv_cpu_constant {
    uint32_t id;    // its SpecId
    uint32_t bits;  // the value; a bool is 0 or 1
} spv_cpu_constant;

// The checks, bits of options.checks. Each costs time; without them, reads outside give 0 and
// writes outside are dropped (in variables of an invocation: the last element is taken).
#define SPV_CPU_CHECK_RANGE 1u   // access outside of an array, a buffer or an image
#define SPV_CPU_CHECK_RACE 2u    // invocations of a workgroup that access a word with no barrier
                                 // between them, one at least writing
#define SPV_CPU_CHECK_UNSET 4u   // a variable's value is read before there is one
#define SPV_CPU_CHECK_ALL 7u

typedef struct spv_cpu_options {
    const char *entry;      // name of the entry point; NULL: the first one (of the stage)
    uint32_t stage;         // 0: any; else SPIR-V's execution model + 1 (Vertex 1, Fragment 5,
                            // GLCompute 6)
    const spv_cpu_constant *constants;
    size_t constant_count;
    uint32_t lanes;         // invocations of a group, a multiple of 16; 0: 64
    uint32_t subgroup_size; // 4 8 16 32 64 or 128; 0: 32
    uint32_t checks;
    uint64_t step_limit;    // blocks that a group may execute in a run; 0: no limit
} spv_cpu_options;

// What a check found. The place in the source is that of OpLine or DebugLine, if there is one.
typedef struct spv_cpu_finding {
    uint32_t check;         // its bit
    const char *message;    // what happened
    const char *opcode;     // name of the instruction
    size_t word;            // where it begins in the module
    const char *file;       // not terminated: file_size bytes in the words; NULL: not known
    size_t file_size;
    uint32_t line, column;  // 0: not known
    uint32_t lane, other;   // of the group: who did it; a race: with whom
    uint32_t invocation[3]; // compute: global invocation id of lane; fragment: pixel
} spv_cpu_finding;

// A loaded entry point. The caller reads the first group; the rest is private. Any number of
// workers may use it at the same time. Words and memory must outlive it.
typedef struct spv_cpu_program {
    char error[SPV_CPU_ERROR_SIZE];
    spv_cpu_status status;    // of spv_cpu_load
    size_t needed;            // bytes of memory that suffice, after SPV_CPU_MEMORY
    size_t used;              // bytes of memory that are in use, after SPV_CPU_OK
    size_t error_word;        // where the instruction at fault begins; 0: none
    uint32_t stage;           // SPIR-V's execution model
    uint32_t lanes;           // invocations of a group
    uint32_t workgroup[3];    // compute: size of a workgroup
    uint32_t per_group;       // compute: invocations of one workgroup

    struct spv_cpui_program *inside;
} spv_cpu_program;

// What one thread runs a program with.
typedef struct spv_cpu_worker {
    char error[SPV_CPU_ERROR_SIZE];
    spv_cpu_status status;    // of the last call
    size_t finding_count;     // of the last run, dispatch or tile; may exceed the array
    spv_cpu_finding findings[SPV_CPU_MAX_FINDINGS];
    const spv_cpu_program *program;

    struct spv_cpui_worker *inside;
} spv_cpu_worker;

typedef struct spv_cpu_attachment {
    spv_cpu_format format;
    void *pixels;             // width * height; NULL: there is no such attachment
} spv_cpu_attachment;

// A picture whose every pixel is shaded. Row 0 is the top row, where FragCoord.y is 0.5. Attachment
// i takes the output at location i; what the module discards is left as it is.
typedef struct spv_cpu_picture {
    uint32_t width, height;
    spv_cpu_attachment attachments[SPV_CPU_MAX_ATTACHMENTS];
    float *depth;             // takes FragDepth; NULL: nothing does
    uint32_t x, y;            // FragCoord of pixel 0, 0 (less the half)
    int back_facing;          // what FrontFacing says
} spv_cpu_picture;

// Reads the words. options may be NULL: all defaults. SPV_CPU_MEMORY: program->needed is more than
// size and suffices; memory may be NULL then.
spv_cpu_status spv_cpu_load(spv_cpu_program *program, const spv_cpu_options *options,
                            const uint32_t *words, size_t count, void *memory, size_t size);

// Bytes of memory for a worker.
size_t spv_cpu_worker_size(const spv_cpu_program *program);

// Makes a worker; nothing is bound.
spv_cpu_status spv_cpu_worker_open(spv_cpu_worker *worker, const spv_cpu_program *program,
                                   void *memory, size_t size);

// Binds resources and push constants. What is not in the list is no longer bound. The structs are
// copied, the images' and samplers' too; the bytes that they point at are used by the runs.
spv_cpu_status spv_cpu_bind(spv_cpu_worker *worker, const spv_cpu_binding *bindings, size_t count,
                            const void *push, size_t push_size);

// `lanes` words of an input, to be filled before a run; NULL if the entry point has no such input.
// Kept from run to run. The number of the component counts through the locations of the variable.
uint32_t *spv_cpu_input(spv_cpu_worker *worker, uint32_t location, uint32_t component);

// Likewise of an output, to be read after a run.
uint32_t *spv_cpu_output(spv_cpu_worker *worker, uint32_t location, uint32_t component);

// Likewise of a built-in variable (SPIR-V's number), an input or an output; arrays (ClipDistance):
// component is the index.
uint32_t *spv_cpu_builtin(spv_cpu_worker *worker, uint32_t builtin, uint32_t component,
                          int is_output);

// Runs a group of vertices or fragments. active: `lanes` words, ~0u or 0; NULL: all. helper: those
// among them that run for their neighbours' derivatives alone; NULL: none. Lanes 4q to 4q + 3 are a
// quad: upper left, upper right, lower left, lower right.
spv_cpu_status spv_cpu_run(spv_cpu_worker *worker, const uint32_t *active, const uint32_t *helper);

// After a run: `lanes` words, ~0u where the outputs count, 0 where discarded, helper or inactive.
const uint32_t *spv_cpu_live(const spv_cpu_worker *worker);

// How many tiles a picture has.
size_t spv_cpu_tile_count(const spv_cpu_picture *picture);

// Shades a tile, in row order, of 8x8 pixels. Inputs other than FragCoord, FrontFacing, PointCoord,
// SampleId and the like are what the caller put there. Tiles may run in any order, on any thread.
spv_cpu_status spv_cpu_tile(spv_cpu_worker *worker, const spv_cpu_picture *picture, size_t tile);

// Runs the workgroups first to first + count - 1, in order x, y, z, of a grid of groups.
spv_cpu_status spv_cpu_dispatch(spv_cpu_worker *worker, const uint32_t groups[3], size_t first,
                                size_t count);

#ifdef __cplusplus
}
#endif
#endif  // SPV_CPU_H

// Stop here, if you only use the header.

#ifdef SPV_CPU_IMPLEMENTATION
#ifndef SPV_CPU_IMPLEMENTED
#define SPV_CPU_IMPLEMENTED

#include <math.h>
#include <string.h>

// =================================================================================================
// >>tables  [2]  formats
// =================================================================================================
// Macros that the sections share. A block is what the innermost loops of the lane functions count
// to: a constant, so that compilers make straight vector code of them.
#define SPV_CPUI_BLOCK 16
#if defined(__GNUC__)
#define SPV_CPUI_RESTRICT __restrict
#define SPV_CPUI_UNUSED __attribute__((unused))
#else
#define SPV_CPUI_RESTRICT
#define SPV_CPUI_UNUSED
#endif

enum {
    SPV_CPUI_UNORM,
    SPV_CPUI_SNORM,
    SPV_CPUI_SRGB,
    SPV_CPUI_FLOAT,
    SPV_CPUI_INT,
    SPV_CPUI_UINT,
    SPV_CPUI_DEPTH
};

typedef struct spv_cpui_format {
    uint8_t bytes, components, bits, kind, image;
} spv_cpui_format;

#define SPV_CPUI_ROW(name, bytes, components, bits, kind, image) \
    {bytes, components, bits, SPV_CPUI_##kind, image},
static const spv_cpui_format spv_cpui_formats[] = {SPV_CPU_FORMATS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

typedef struct spv_cpui_shape {
    uint8_t dim, arrayed, faces;
} spv_cpui_shape;

#define SPV_CPUI_ROW(name, dim, arrayed, faces) {dim, arrayed, faces},
static const spv_cpui_shape spv_cpui_shapes[] = {SPV_CPU_SHAPES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

// =================================================================================================
// >>spirv  [3]  numbers and names of SPIR-V, generated
// =================================================================================================
// What the code below names SPV_CPUI_Op..., SPV_CPUI_GLSL_... and SPV_CPUI_<Enum>_<name>, from the
// grammar files: tools/gen_spirv.py --cpu --write tools/spv_cpu.h makes it anew.

// =================================================================================================
// >>lanes  [4]  arithmetic on rows of lanes
// =================================================================================================
// A value of n scalar components is n rows of `lanes` words: component c of lane l is word
// c * lanes + l. Floats are their bits, bools 0 or ~0u. A lane function computes all lanes; what
// stands in lanes that are not active is garbage in and garbage out, and must not trap.
typedef struct spv_cpui_args {
    uint32_t *d;                    // result, 64-byte aligned as all operands
    const uint32_t *a, *b, *c, *e;  // operands; NULL where there is none
    uint32_t lanes;                 // a multiple of SPV_CPUI_BLOCK
    uint32_t parts;                 // scalar components of the result
    uint32_t rows, columns;         // of the first operand: components of a column, columns (of a
                                    // vector or scalar: 1)
    uint32_t rows_b, columns_b;     // of the second
} spv_cpui_args;

// d is none of the operands, or identical to one of the same size if the function is
// component-wise.
typedef void spv_cpui_lane_function(const spv_cpui_args *);

typedef struct spv_cpui_row {
    uint16_t opcode;    // of an instruction; in >>ext of GLSL.std.450
    uint8_t operands;
    uint8_t wise;       // component-wise: component i of the result depends on component i of the
                        // operands alone, and all have `parts` components
    spv_cpui_lane_function *run;
} spv_cpui_row;

// X(name of the instruction without Op, operands, component-wise, function)
#define SPV_CPUI_LANES(X)

// =================================================================================================
// >>ext  [5]  GLSL.std.450 on rows of lanes
// =================================================================================================
// Modf and Frexp: only the forms with a struct, of which the core makes the others; their result is
// both members, one behind the other. Interpolation is the core's.
// X(name, operands, component-wise, function)
#define SPV_CPUI_EXT(X)

// =================================================================================================
// >>image  [6]  formats, samplers, filters
// =================================================================================================
// One call does one image instruction for all lanes of a mask.
typedef struct spv_cpui_sampling {
    const spv_cpu_image *image;      // NULL: not bound (reads give 0)
    const spv_cpu_sampler *sampler;  // NULL for fetch, read, write and queries
    uint16_t opcode;                 // OpImageSample..., Fetch, Gather, Read, Write, Query...
    uint8_t dim, arrayed, depth, multisampled;  // of the OpTypeImage
    uint8_t format;                  // of the OpTypeImage, SPIR-V's number
    uint8_t integer;                 // components are 0 floats, 1 ints, 2 uints
    uint8_t quads;                   // fragments: lanes 4q.. are a quad; else lod 0 where implicit
    uint8_t coordinate_parts;        // components of coordinate
    uint8_t const_offsets;           // offset holds 4 offsets one behind the other (ConstOffsets)
    uint8_t sign_extend, zero_extend;
    uint32_t *d;                     // result: 4 components, 1 of a Dref or query (as many as the
                                     // query has); NULL for writes. Only lanes of mask are set.
    uint32_t d_parts;
    const uint32_t *coordinate;      // float or int components
    const uint32_t *dref, *bias, *lod, *grad_x, *grad_y, *offset, *sample, *min_lod, *component;
                                     // NULL where absent; component: of a gather, an int
    const uint32_t *texel;           // of a write
    uint32_t texel_parts;
    uint32_t lanes;
    const uint32_t *mask;            // ~0u for lanes that are to be done, else 0
    const uint32_t *quad_mask;       // lanes whose coordinates are valid for derivatives
    uint32_t *outside;               // NULL, or set to lanes + 1 of one that was out of range
} spv_cpui_sampling;

SPV_CPUI_UNUSED static void spv_cpui_image_run(const spv_cpui_sampling *s) {
    (void)s;
}

// Address of the texel of one lane for atomics, NULL outside.
SPV_CPUI_UNUSED static uint32_t *spv_cpui_image_texel(const spv_cpu_image *image,
                                                      const int32_t coordinate[4]) {
    (void)image;
    (void)coordinate;
    return NULL;
}

// Stores one pixel of an attachment: 4 components (float, int or uint as the format is) as words.
SPV_CPUI_UNUSED static void spv_cpui_image_pack(spv_cpu_format format, const uint32_t texel[4],
                                                void *pixel) {
    (void)format;
    (void)texel;
    (void)pixel;
}

// =================================================================================================
// >>error  [7]  the one place where an error is made
// =================================================================================================

// =================================================================================================
// >>driver  [8]  the public functions
// =================================================================================================

// =================================================================================================
// >>footer  [9]  private macros end
// =================================================================================================
#ifndef SPV_CPU_KEEP_PRIVATE
#undef SPV_CPUI_BLOCK
#undef SPV_CPUI_RESTRICT
#undef SPV_CPUI_UNUSED
#undef SPV_CPUI_LANES
#undef SPV_CPUI_EXT
#endif

#endif  // SPV_CPU_IMPLEMENTED
#endif  // SPV_CPU_IMPLEMENTATION
