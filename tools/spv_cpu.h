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
    X(D32F, 4, 1, 32, DEPTH, 0) \
    X(D16, 2, 1, 16, DEPTH, 0)

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
//
// Arithmetic is binary32 in every step, rounded to nearest, subnormals kept. Loops have no
// branches: a comparison gives a mask, a mask picks. So gcc -O2 and clang make vector code of them,
// given -fno-math-errno for the square roots; -ffp-contract=off keeps products and sums apart where
// the target has fused ones (gcc has it off under -std=c99); -ffast-math is not allowed.
//
// What SPIR-V leaves open, here: a quotient or remainder of an integer by 0 is 0; conversions to
// integers saturate, NaN gives 0; shifts count modulo 32; FMin and FMax take the operand that is no
// NaN, and -0 is less than +0; FMod and FRem are x - y * floor(x / y), or with trunc, each step
// rounded.
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

#ifdef __FAST_MATH__
#error "spv_cpu.h needs IEEE 754 arithmetic: no -ffast-math"
#endif
#ifdef __clang__
#pragma clang fp contract(off)
#endif

#if defined(__clang__)
#define SPV_CPUI_VECTOR \
    _Pragma("clang loop vectorize(assume_safety)") _Pragma("clang loop unroll(disable)")
#define SPV_CPUI_INLINE static inline __attribute__((always_inline, unused))
#elif defined(__GNUC__)
#define SPV_CPUI_VECTOR _Pragma("GCC ivdep") _Pragma("GCC unroll 1")
#define SPV_CPUI_INLINE static inline __attribute__((always_inline, unused))
#else
#define SPV_CPUI_VECTOR
#define SPV_CPUI_INLINE static inline
#endif

// The innermost loop: iterations are independent of each other.
#define SPV_CPUI_EACH(k) SPV_CPUI_VECTOR for (k = 0; k < SPV_CPUI_BLOCK; k++)

// --- bits, masks

SPV_CPUI_INLINE uint32_t spv_cpui_ln_bits(float x) {
    uint32_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

SPV_CPUI_INLINE float spv_cpui_ln_float(uint32_t u) {
    float x;
    memcpy(&x, &u, sizeof x);
    return x;
}

SPV_CPUI_INLINE uint64_t spv_cpui_ln_bits64(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

SPV_CPUI_INLINE double spv_cpui_ln_double(uint64_t u) {
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

// ~0 if c is 1, 0 if it is 0.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_mask(int c) {
    return 0u - (uint32_t)c;
}

SPV_CPUI_INLINE uint64_t spv_cpui_ln_widen(uint32_t mask) {
    return (uint64_t)(int64_t)(int32_t)mask;
}

// A mask for x < y, of no use for NaN and for infinities of one sign. (GCC has no SSE2 code that
// makes 64-bit masks of comparisons.)
SPV_CPUI_INLINE uint64_t spv_cpui_ln_less(double x, double y) {
    return (uint64_t)0 - (spv_cpui_ln_bits64(x - y) >> 63);
}

// Bits of a where the mask is set, else of b.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_pick(uint32_t mask, uint32_t a, uint32_t b) {
    return b ^ ((a ^ b) & mask);
}

SPV_CPUI_INLINE float spv_cpui_ln_pick_float(uint32_t mask, float a, float b) {
    return spv_cpui_ln_float(
        spv_cpui_ln_pick(mask, spv_cpui_ln_bits(a), spv_cpui_ln_bits(b)));
}

SPV_CPUI_INLINE double spv_cpui_ln_pick_double(uint64_t mask, double a, double b) {
    uint64_t x = spv_cpui_ln_bits64(a), y = spv_cpui_ln_bits64(b);
    return spv_cpui_ln_double(y ^ ((x ^ y) & mask));
}

SPV_CPUI_INLINE float spv_cpui_ln_abs(float x) {
    return spv_cpui_ln_float(spv_cpui_ln_bits(x) & 0x7fffffffu);
}

// x with the sign of y.
SPV_CPUI_INLINE float spv_cpui_ln_sign_of(float x, float y) {
    return spv_cpui_ln_float((spv_cpui_ln_bits(x) & 0x7fffffffu)
                             | (spv_cpui_ln_bits(y) & 0x80000000u));
}

// --- integral values. Added to 2^23, a magnitude below it loses what is behind the point.

SPV_CPUI_INLINE float spv_cpui_ln_round_even(float x) {
    float m = spv_cpui_ln_abs(x), whole = (m + 8388608.0f) - 8388608.0f;
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(m < 8388608.0f), spv_cpui_ln_sign_of(whole, x),
                                  x);
}

// 1 if c is 1, +0 if it is 0.
SPV_CPUI_INLINE float spv_cpui_ln_one_if(int c) {
    return spv_cpui_ln_float(spv_cpui_ln_mask(c) & 0x3f800000u);
}

SPV_CPUI_INLINE float spv_cpui_ln_floor(float x) {
    float whole = spv_cpui_ln_round_even(x);
    return whole - spv_cpui_ln_one_if(whole > x);
}

SPV_CPUI_INLINE float spv_cpui_ln_ceil(float x) {
    float whole = spv_cpui_ln_round_even(x);
    whole = whole + spv_cpui_ln_one_if(whole < x);
    return spv_cpui_ln_float(spv_cpui_ln_bits(whole) | (spv_cpui_ln_bits(x) & 0x80000000u));
}

SPV_CPUI_INLINE float spv_cpui_ln_trunc(float x) {
    float m = spv_cpui_ln_abs(x), whole = (m + 8388608.0f) - 8388608.0f;
    whole = whole - spv_cpui_ln_one_if(whole > m);
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(m < 8388608.0f), spv_cpui_ln_sign_of(whole, x),
                                  x);
}

// --- floats

SPV_CPUI_INLINE float spv_cpui_ln_mod(float x, float y) {
    return x - y * spv_cpui_ln_floor(x / y);
}

SPV_CPUI_INLINE float spv_cpui_ln_rem(float x, float y) {
    return x - y * spv_cpui_ln_trunc(x / y);
}

// The other operand if one is a NaN.
SPV_CPUI_INLINE float spv_cpui_ln_min(float x, float y) {
    uint32_t u = spv_cpui_ln_bits(x), first = spv_cpui_ln_mask((x < y) | (y != y));
    return spv_cpui_ln_float(spv_cpui_ln_pick(first, u, spv_cpui_ln_bits(y))
                             | (spv_cpui_ln_mask(x == y) & u));
}

SPV_CPUI_INLINE float spv_cpui_ln_max(float x, float y) {
    uint32_t u = spv_cpui_ln_bits(x), first = spv_cpui_ln_mask((x > y) | (y != y));
    return spv_cpui_ln_float(spv_cpui_ln_pick(first, u, spv_cpui_ln_bits(y))
                             & (~spv_cpui_ln_mask(x == y) | u));
}

// x * y + z, rounded once. The product is exact in binary64. If its sum with z is not, the sum is
// made odd in the last place, towards what was lost; so the second rounding sees which side of a
// midpoint it is on.
SPV_CPUI_INLINE float spv_cpui_ln_fma(float x, float y, float z) {
#if defined(FP_FAST_FMAF)
    return fmaf(x, y, z);
#else
    double product = (double)x * (double)y, add = (double)z, sum = product + add;
    double back = sum - product, lost = (product - (sum - back)) + (add - back);
    uint64_t bits = spv_cpui_ln_bits64(sum), loss = spv_cpui_ln_bits64(lost);
    uint64_t inward = (loss ^ bits) >> 63, even = (bits & 1u) - 1u;
    uint64_t finite = (((bits >> 52 & 2047u) + 1u) >> 11) - 1u;
    uint64_t all = ((uint64_t)0 - 1u) >> 1, inexact = (uint64_t)0 - (((loss & all) + all) >> 63);
    return (float)spv_cpui_ln_double(bits + (inexact & even & finite & (1u - 2u * inward)));
#endif
}

// --- conversions

SPV_CPUI_INLINE int32_t spv_cpui_ln_to_int(float x) {
    uint32_t above = spv_cpui_ln_mask(x >= 2147483648.0f);
    float low = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > -2147483648.0f), x, -2147483648.0f);
    float in = spv_cpui_ln_pick_float(above, 0.0f, low);
    in = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x == x), in, 0.0f);
    return (int32_t)spv_cpui_ln_pick(above, 0x7fffffffu, (uint32_t)(int32_t)in);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_to_uint(float x) {
    uint32_t high = spv_cpui_ln_mask(x >= 2147483648.0f);
    uint32_t above = spv_cpui_ln_mask(x >= 4294967296.0f);
    float low = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > 0.0f), x, 0.0f);
    float in = low - spv_cpui_ln_float(high & 0x4f000000u);
    in = spv_cpui_ln_pick_float(above, 0.0f, in);
    return ((uint32_t)(int32_t)in ^ (high & 0x80000000u)) | above;
}

// Both halves are exact, so one rounding is left.
SPV_CPUI_INLINE float spv_cpui_ln_from_uint(uint32_t u) {
    return (float)(int32_t)(u >> 16) * 65536.0f + (float)(int32_t)(u & 0xffffu);
}

// The nearest half, in the lower 16 bits. Subnormal halves: a sum with 0.5 rounds at their last
// place.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_to_half(float x) {
    uint32_t u = spv_cpui_ln_bits(x), m = u & 0x7fffffffu, low, normal;
    low = spv_cpui_ln_bits(spv_cpui_ln_float(m) + 0.5f) - 0x3f000000u;
    normal = (m - 0x38000000u + 0xfffu + (m >> 13 & 1u)) >> 13;
    normal = spv_cpui_ln_pick(spv_cpui_ln_mask(m < 0x38800000u), low, normal);
    normal = spv_cpui_ln_pick(spv_cpui_ln_mask(m < 0x47800000u), normal, 0x7c00u);
    normal = spv_cpui_ln_pick(spv_cpui_ln_mask(m > 0x7f800000u), 0x7e00u, normal);
    return normal | (u >> 16 & 0x8000u);
}

SPV_CPUI_INLINE float spv_cpui_ln_from_half(uint32_t h) {
    uint32_t m = (h & 0x7fffu) << 13, low;
    uint32_t normal = m + 0x38000000u
                      + (spv_cpui_ln_mask((h & 0x7c00u) == 0x7c00u) & 0x38000000u);
    low = spv_cpui_ln_bits((float)(int32_t)(h & 0x3ffu) * 5.9604644775390625e-8f);
    normal = spv_cpui_ln_pick(spv_cpui_ln_mask((h & 0x7c00u) == 0), low, normal);
    return spv_cpui_ln_float(normal | (h & 0x8000u) << 16);
}

// What a half can hold of x; subnormal halves are 0.
SPV_CPUI_INLINE float spv_cpui_ln_quantize(float x) {
    uint32_t h = spv_cpui_ln_to_half(x);
    return spv_cpui_ln_from_half(h & ~(spv_cpui_ln_mask((h & 0x7c00u) == 0) & 0x3ffu));
}

// --- integers

// Exact: an integer in the lower bits of 2^52.
SPV_CPUI_INLINE double spv_cpui_ln_to_double(uint32_t u) {
    return spv_cpui_ln_double((uint64_t)0x43300000u << 32 | u) - 4503599627370496.0;
}

// u / v, 0 if v is 0. The quotient of u + 1/2 is no integer, and further from the next one than
// binary64 rounds; less 1/2, it rounds to the result, in the lower bits of 1.5 * 2^52.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_udiv(uint32_t u, uint32_t v) {
    double x = spv_cpui_ln_to_double(u) + 0.5, y = spv_cpui_ln_to_double(v | (uint32_t)(v == 0));
    double sum = (x / y - 0.5) + 6755399441055744.0;
    return (uint32_t)spv_cpui_ln_bits64(sum) & spv_cpui_ln_mask(v != 0);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_umod(uint32_t u, uint32_t v) {
    return (u - spv_cpui_ln_udiv(u, v) * v) & spv_cpui_ln_mask(v != 0);
}

// -u where the mask is set.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_negate_if(uint32_t mask, uint32_t u) {
    return (u ^ mask) - mask;
}

// ~0 for negative numbers.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_negative(uint32_t u) {
    return 0u - (u >> 31);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_sabs(uint32_t u) {
    return spv_cpui_ln_negate_if(spv_cpui_ln_negative(u), u);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_sdiv(uint32_t u, uint32_t v) {
    uint32_t sign = spv_cpui_ln_negative(u ^ v);
    return spv_cpui_ln_negate_if(sign, spv_cpui_ln_udiv(spv_cpui_ln_sabs(u), spv_cpui_ln_sabs(v)));
}

// The sign of u.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_srem(uint32_t u, uint32_t v) {
    return (u - spv_cpui_ln_sdiv(u, v) * v) & spv_cpui_ln_mask(v != 0);
}

// The sign of v.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_smod(uint32_t u, uint32_t v) {
    uint32_t rem = spv_cpui_ln_srem(u, v);
    return rem + (v & spv_cpui_ln_mask(rem != 0) & spv_cpui_ln_negative(rem ^ v));
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_shift_right(uint32_t u, uint32_t n) {
    uint32_t sign = spv_cpui_ln_negative(u);
    return ((u ^ sign) >> (n & 31u)) ^ sign;
}

// The lowest n bits; n is at most 32.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_low_bits(uint32_t n) {
    return ((1u << (n & 31u)) - 1u) | spv_cpui_ln_mask(n > 31u);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_insert(uint32_t u, uint32_t v, uint32_t offset,
                                            uint32_t count) {
    uint32_t bits = spv_cpui_ln_low_bits(count) << (offset & 31u);
    bits &= spv_cpui_ln_mask(offset < 32u);
    return (u & ~bits) | (v << (offset & 31u) & bits);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_extract(uint32_t u, uint32_t offset, uint32_t count) {
    return u >> (offset & 31u) & spv_cpui_ln_low_bits(count) & spv_cpui_ln_mask(offset < 32u);
}

// Likewise, with the highest bit repeated.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_extract_signed(uint32_t u, uint32_t offset, uint32_t count) {
    uint32_t bits = spv_cpui_ln_extract(u, offset, count);
    uint32_t top = spv_cpui_ln_mask(count - 1u < 32u) & (1u << ((count - 1u) & 31u));
    return (bits ^ top) - top;
}

// No two steps move whole bytes one behind the other: GCC would make a byte swap of them, which
// SSE2 lacks.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_reverse(uint32_t u) {
    u = u >> 16 | u << 16;
    u = (u >> 4 & 0x0f0f0f0fu) | (u & 0x0f0f0f0fu) << 4;
    u = (u >> 8 & 0x00ff00ffu) | (u & 0x00ff00ffu) << 8;
    u = (u >> 2 & 0x33333333u) | (u & 0x33333333u) << 2;
    return (u >> 1 & 0x55555555u) | (u & 0x55555555u) << 1;
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_count(uint32_t u) {
    u = u - (u >> 1 & 0x55555555u);
    u = (u & 0x33333333u) + (u >> 2 & 0x33333333u);
    u = (u + (u >> 4)) & 0x0f0f0f0fu;
    u = u + (u >> 8);
    return (u + (u >> 16)) & 63u;
}

// --- component-wise rows: X(name, operands, result from the words u, v, w of the operands, which
// as floats are x, y, z). Of SCALED the second operand is a scalar, of FIELDS offset and count are.

#define SPV_CPUI_F(value) spv_cpui_ln_bits(value)
#define SPV_CPUI_B(condition) spv_cpui_ln_mask(condition)
#define SPV_CPUI_LN_FLOATS(R, X)                             \
    R(X, FNegate, 1, u ^ 0x80000000u)                        \
    R(X, FAdd, 2, SPV_CPUI_F(x + y))                         \
    R(X, FSub, 2, SPV_CPUI_F(x - y))                         \
    R(X, FMul, 2, SPV_CPUI_F(x * y))                         \
    R(X, FDiv, 2, SPV_CPUI_F(x / y))                         \
    R(X, FMod, 2, SPV_CPUI_F(spv_cpui_ln_mod(x, y)))         \
    R(X, FRem, 2, SPV_CPUI_F(spv_cpui_ln_rem(x, y)))         \
    R(X, QuantizeToF16, 1, SPV_CPUI_F(spv_cpui_ln_quantize(x))) \
    R(X, ConvertFToS, 1, (uint32_t)spv_cpui_ln_to_int(x))    \
    R(X, ConvertFToU, 1, spv_cpui_ln_to_uint(x))             \
    R(X, ConvertSToF, 1, SPV_CPUI_F((float)(int32_t)u))      \
    R(X, ConvertUToF, 1, SPV_CPUI_F(spv_cpui_ln_from_uint(u)))
#define SPV_CPUI_LN_FLOAT_TESTS(R, X)                        \
    R(X, FOrdEqual, 2, SPV_CPUI_B(x == y))                   \
    R(X, FOrdNotEqual, 2, SPV_CPUI_B((x < y) | (x > y)))     \
    R(X, FOrdLessThan, 2, SPV_CPUI_B(x < y))                 \
    R(X, FOrdLessThanEqual, 2, SPV_CPUI_B(x <= y))           \
    R(X, FOrdGreaterThan, 2, SPV_CPUI_B(x > y))              \
    R(X, FOrdGreaterThanEqual, 2, SPV_CPUI_B(x >= y))        \
    R(X, FUnordEqual, 2, ~SPV_CPUI_B((x < y) | (x > y)))     \
    R(X, FUnordNotEqual, 2, SPV_CPUI_B(x != y))              \
    R(X, FUnordLessThan, 2, ~SPV_CPUI_B(x >= y))             \
    R(X, FUnordLessThanEqual, 2, ~SPV_CPUI_B(x > y))         \
    R(X, FUnordGreaterThan, 2, ~SPV_CPUI_B(x <= y))          \
    R(X, FUnordGreaterThanEqual, 2, ~SPV_CPUI_B(x < y))      \
    R(X, Ordered, 2, SPV_CPUI_B((x == x) & (y == y)))        \
    R(X, Unordered, 2, SPV_CPUI_B((x != x) | (y != y)))      \
    R(X, LessOrGreater, 2, SPV_CPUI_B((x < y) | (x > y)))    \
    R(X, IsNan, 1, SPV_CPUI_B(x != x))                       \
    R(X, IsInf, 1, SPV_CPUI_B((u & 0x7fffffffu) == 0x7f800000u)) \
    R(X, IsFinite, 1, SPV_CPUI_B((u & 0x7f800000u) != 0x7f800000u)) \
    R(X, IsNormal, 1, SPV_CPUI_B((((u & 0x7f800000u) + 0x00800000u) & 0x7f000000u) != 0)) \
    R(X, SignBitSet, 1, spv_cpui_ln_negative(u))
#define SPV_CPUI_LN_INTEGERS(R, X)                           \
    R(X, SNegate, 1, 0u - u)                                 \
    R(X, IAdd, 2, u + v)                                     \
    R(X, ISub, 2, u - v)                                     \
    R(X, IMul, 2, u * v)                                     \
    R(X, UDiv, 2, spv_cpui_ln_udiv(u, v))                    \
    R(X, SDiv, 2, spv_cpui_ln_sdiv(u, v))                    \
    R(X, UMod, 2, spv_cpui_ln_umod(u, v))                    \
    R(X, SRem, 2, spv_cpui_ln_srem(u, v))                    \
    R(X, SMod, 2, spv_cpui_ln_smod(u, v))                    \
    R(X, BitwiseAnd, 2, u & v)                               \
    R(X, BitwiseOr, 2, u | v)                                \
    R(X, BitwiseXor, 2, u ^ v)                               \
    R(X, Not, 1, ~u)                                         \
    R(X, BitReverse, 1, spv_cpui_ln_reverse(u))              \
    R(X, BitCount, 1, spv_cpui_ln_count(u))                  \
    R(X, IEqual, 2, SPV_CPUI_B(u == v))                      \
    R(X, INotEqual, 2, SPV_CPUI_B(u != v))                   \
    R(X, ULessThan, 2, SPV_CPUI_B(u < v))                    \
    R(X, ULessThanEqual, 2, SPV_CPUI_B(u <= v))              \
    R(X, UGreaterThan, 2, SPV_CPUI_B(u > v))                 \
    R(X, UGreaterThanEqual, 2, SPV_CPUI_B(u >= v))           \
    R(X, SLessThan, 2, SPV_CPUI_B((int32_t)u < (int32_t)v))  \
    R(X, SLessThanEqual, 2, SPV_CPUI_B((int32_t)u <= (int32_t)v)) \
    R(X, SGreaterThan, 2, SPV_CPUI_B((int32_t)u > (int32_t)v)) \
    R(X, SGreaterThanEqual, 2, SPV_CPUI_B((int32_t)u >= (int32_t)v))
#define SPV_CPUI_LN_BITS(R, X)                               \
    R(X, LogicalAnd, 2, u & v)                               \
    R(X, LogicalOr, 2, u | v)                                \
    R(X, LogicalNot, 1, ~u)                                  \
    R(X, LogicalEqual, 2, ~(u ^ v))                          \
    R(X, LogicalNotEqual, 2, u ^ v)                          \
    R(X, Bitcast, 1, u)                                      \
    R(X, CopyObject, 1, u)                                   \
    R(X, CopyLogical, 1, u)
#define SPV_CPUI_LN_SHIFTS(R, X)                             \
    R(X, ShiftLeftLogical, 2, u << (v & 31u))                \
    R(X, ShiftRightLogical, 2, u >> (v & 31u))               \
    R(X, ShiftRightArithmetic, 2, spv_cpui_ln_shift_right(u, v))
#define SPV_CPUI_LN_SCALED(R, X)                             \
    R(X, VectorTimesScalar, 2, SPV_CPUI_F(x * y))            \
    R(X, MatrixTimesScalar, 2, SPV_CPUI_F(x * y))
#define SPV_CPUI_LN_FIELDS(R, X)                             \
    R(X, BitFieldInsert, 4, spv_cpui_ln_insert(u, v, offset, count)) \
    R(X, BitFieldSExtract, 3, spv_cpui_ln_extract_signed(u, offset, count)) \
    R(X, BitFieldUExtract, 3, spv_cpui_ln_extract(u, offset, count))

// Words and floats of the operands of a row; `wide` indexes operands of the result's size, `j` the
// scalar ones.
#define SPV_CPUI_TAKE_1(wide, j)                             \
    uint32_t u = a[wide];                                    \
    float x = spv_cpui_ln_float(u);                          \
    (void)x;
#define SPV_CPUI_TAKE_2(wide, j)                             \
    SPV_CPUI_TAKE_1(wide, j)                                 \
    uint32_t v = b[j];                                       \
    float y = spv_cpui_ln_float(v);                          \
    (void)y;
#define SPV_CPUI_TAKE_3(wide, j)                             \
    SPV_CPUI_TAKE_2(wide, j)                                 \
    uint32_t w = c[j];                                       \
    float z = spv_cpui_ln_float(w);                          \
    (void)z;
#define SPV_CPUI_WISE(name, operands, result)                                     \
    static void name(const spv_cpui_args *r) {                                    \
        uint32_t *d = r->d;                                                       \
        const uint32_t *a = r->a, *b = r->b, *c = r->c;                           \
        size_t n = (size_t)r->parts * r->lanes, i, k;                             \
        (void)b, (void)c;                                                         \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            SPV_CPUI_EACH(k) {                                                    \
                SPV_CPUI_TAKE_##operands(i + k, i + k) d[i + k] = (result);       \
            }                                                                     \
        }                                                                         \
    }
#define SPV_CPUI_SCALED(name, operands, result)                                   \
    static void name(const spv_cpui_args *r) {                                    \
        size_t l = r->lanes, p, i, k;                                             \
        for (p = 0; p < r->parts; p++) {                                          \
            uint32_t *d = r->d + p * l;                                           \
            const uint32_t *a = r->a + p * l, *b = r->b;                          \
            for (i = 0; i < l; i += SPV_CPUI_BLOCK) {                             \
                SPV_CPUI_EACH(k) {                                                \
                    SPV_CPUI_TAKE_##operands(i + k, i + k) d[i + k] = (result);   \
                }                                                                 \
            }                                                                     \
        }                                                                         \
    }

// SSE2 has no shifts by a number of each lane, so a number that all lanes of a block share, as most
// are, is a case of its own.
SPV_CPUI_INLINE uint32_t spv_cpui_ln_differ(const uint32_t *a) {
    uint32_t differ = 0, k;
    for (k = 0; k < SPV_CPUI_BLOCK; k++) differ |= a[k] ^ a[0];
    return differ;
}

#define SPV_CPUI_SHIFT(name, operands, result)                                    \
    static void name(const spv_cpui_args *r) {                                    \
        size_t n = (size_t)r->parts * r->lanes, i, k;                             \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            uint32_t *d = r->d + i, same = r->b[i];                               \
            const uint32_t *a = r->a + i, *b = r->b + i;                          \
            if (spv_cpui_ln_differ(b)) {                                          \
                SPV_CPUI_EACH(k) {                                                \
                    uint32_t u = a[k], v = b[k];                                  \
                    d[k] = (result);                                              \
                }                                                                 \
            } else {                                                              \
                SPV_CPUI_EACH(k) {                                                \
                    uint32_t u = a[k], v = same;                                  \
                    d[k] = (result);                                              \
                }                                                                 \
            }                                                                     \
        }                                                                         \
    }

// The last two operands are scalars.
#define SPV_CPUI_FIELD(name, operands, result)                                    \
    static void name(const spv_cpui_args *r) {                                    \
        size_t l = r->lanes, p, i, k;                                             \
        for (p = 0; p < r->parts; p++) {                                          \
            for (i = 0; i < l; i += SPV_CPUI_BLOCK) {                             \
                uint32_t *d = r->d + p * l + i;                                   \
                const uint32_t *a = r->a + p * l + i, *b = r->b + p * l + i;      \
                const uint32_t *c = (operands == 4 ? r->c : r->b) + i;            \
                const uint32_t *e = (operands == 4 ? r->e : r->c) + i;            \
                uint32_t same = c[0], same_count = e[0];                          \
                (void)b;                                                          \
                if (spv_cpui_ln_differ(c) | spv_cpui_ln_differ(e)) {              \
                    SPV_CPUI_EACH(k) {                                            \
                        uint32_t u = a[k], offset = c[k], count = e[k];           \
                        uint32_t v = operands == 4 ? b[k] : 0u;                   \
                        (void)v;                                                  \
                        d[k] = (result);                                          \
                    }                                                             \
                } else {                                                          \
                    SPV_CPUI_EACH(k) {                                            \
                        uint32_t u = a[k], offset = same, count = same_count;     \
                        uint32_t v = operands == 4 ? b[k] : 0u;                   \
                        (void)v;                                                  \
                        d[k] = (result);                                          \
                    }                                                             \
                }                                                                 \
            }                                                                     \
        }                                                                         \
    }
#define SPV_CPUI_ROW(X, name, operands, result) X(spv_cpui_ln_##name, operands, result)
SPV_CPUI_LN_FLOATS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_FLOAT_TESTS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_INTEGERS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_BITS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_SHIFTS(SPV_CPUI_ROW, SPV_CPUI_SHIFT)
SPV_CPUI_LN_SCALED(SPV_CPUI_ROW, SPV_CPUI_SCALED)
SPV_CPUI_LN_FIELDS(SPV_CPUI_ROW, SPV_CPUI_FIELD)
#undef SPV_CPUI_ROW

// --- rows that are not component-wise

// One condition for all components of the others, or one for each.
static void spv_cpui_ln_Select(const spv_cpui_args *r) {
    size_t l = r->lanes, p, i, k;
    for (p = 0; p < r->parts; p++) {
        uint32_t *d = r->d + p * l;
        const uint32_t *a = r->a + (r->rows > 1 ? p * l : 0), *b = r->b + p * l, *c = r->c + p * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) d[i + k] = spv_cpui_ln_pick(a[i + k], b[i + k], c[i + k]);
    }
}

static void spv_cpui_ln_Any(const spv_cpui_args *r) {
    uint32_t *d = r->d;
    size_t l = r->lanes, i, k, row;
    memcpy(d, r->a, l * sizeof *d);
    for (row = 1; row < r->rows; row++) {
        const uint32_t *a = r->a + row * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) d[i + k] |= a[i + k];
    }
}

static void spv_cpui_ln_All(const spv_cpui_args *r) {
    uint32_t *d = r->d;
    size_t l = r->lanes, i, k, row;
    memcpy(d, r->a, l * sizeof *d);
    for (row = 1; row < r->rows; row++) {
        const uint32_t *a = r->a + row * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) d[i + k] &= a[i + k];
    }
}

// The four with two members: `low` of the pair, then `high`.
#define SPV_CPUI_PAIR(name, low, high)                                            \
    static void name(const spv_cpui_args *r) {                                    \
        size_t n = (size_t)(r->parts / 2) * r->lanes, i, k;                       \
        uint32_t *d = r->d, *e = r->d + n;                                        \
        const uint32_t *a = r->a, *b = r->b;                                      \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            SPV_CPUI_EACH(k) {                                                    \
                uint32_t u = a[i + k], v = b[i + k];                              \
                d[i + k] = (low);                                                 \
                e[i + k] = (high);                                                \
            }                                                                     \
        }                                                                         \
    }
#define SPV_CPUI_HIGH(u, v) ((uint32_t)((uint64_t)(u) * (v) >> 32))
SPV_CPUI_PAIR(spv_cpui_ln_IAddCarry, u + v, (uint32_t)(u + v < u))
SPV_CPUI_PAIR(spv_cpui_ln_ISubBorrow, u - v, (uint32_t)(u < v))
SPV_CPUI_PAIR(spv_cpui_ln_UMulExtended, u * v, SPV_CPUI_HIGH(u, v))
SPV_CPUI_PAIR(spv_cpui_ln_SMulExtended, u * v,
              SPV_CPUI_HIGH(u, v) - (v & spv_cpui_ln_negative(u)) - (u & spv_cpui_ln_negative(v)))
#undef SPV_CPUI_PAIR
#undef SPV_CPUI_HIGH

// --- matrices and vectors. Sums of products, from the first component on.

// d = a[0] * b[0] + ... with n terms, 1 to 4; terms of a are a_step words apart, of b b_step.
SPV_CPUI_INLINE void spv_cpui_ln_sum_n(uint32_t *d, const uint32_t *a, size_t a_step,
                                       const uint32_t *b, size_t b_step, size_t lanes, size_t n) {
    size_t i, k;
    for (i = 0; i < lanes; i += SPV_CPUI_BLOCK) {
        SPV_CPUI_EACH(k) {
            size_t l = i + k;
            float s = spv_cpui_ln_float(a[l]) * spv_cpui_ln_float(b[l]);
            if (n > 1) s += spv_cpui_ln_float(a[a_step + l]) * spv_cpui_ln_float(b[b_step + l]);
            if (n > 2)
                s += spv_cpui_ln_float(a[2 * a_step + l]) * spv_cpui_ln_float(b[2 * b_step + l]);
            if (n > 3)
                s += spv_cpui_ln_float(a[3 * a_step + l]) * spv_cpui_ln_float(b[3 * b_step + l]);
            d[l] = spv_cpui_ln_bits(s);
        }
    }
}

static void spv_cpui_ln_sum(uint32_t *d, const uint32_t *a, size_t a_step, const uint32_t *b,
                            size_t b_step, size_t lanes, size_t n) {
    switch (n) {
    case 1: spv_cpui_ln_sum_n(d, a, a_step, b, b_step, lanes, 1); break;
    case 2: spv_cpui_ln_sum_n(d, a, a_step, b, b_step, lanes, 2); break;
    case 3: spv_cpui_ln_sum_n(d, a, a_step, b, b_step, lanes, 3); break;
    default: spv_cpui_ln_sum_n(d, a, a_step, b, b_step, lanes, 4); break;
    }
}

static void spv_cpui_ln_Dot(const spv_cpui_args *r) {
    spv_cpui_ln_sum(r->d, r->a, r->lanes, r->b, r->lanes, r->lanes, r->rows);
}

static void spv_cpui_ln_VectorTimesMatrix(const spv_cpui_args *r) {
    size_t l = r->lanes, j;
    for (j = 0; j < r->columns_b; j++)
        spv_cpui_ln_sum(r->d + j * l, r->a, l, r->b + j * r->rows_b * l, l, l, r->rows_b);
}

// A vector has one column.
static void spv_cpui_ln_MatrixTimesMatrix(const spv_cpui_args *r) {
    size_t l = r->lanes, i, j;
    for (j = 0; j < r->columns_b; j++)
        for (i = 0; i < r->rows; i++)
            spv_cpui_ln_sum(r->d + (j * r->rows + i) * l, r->a + i * l, r->rows * l,
                            r->b + j * r->columns * l, l, l, r->columns);
}

static void spv_cpui_ln_OuterProduct(const spv_cpui_args *r) {
    size_t l = r->lanes, i, j;
    for (j = 0; j < r->rows_b; j++)
        for (i = 0; i < r->rows; i++)
            spv_cpui_ln_sum(r->d + (j * r->rows + i) * l, r->a + i * l, 0, r->b + j * l, 0, l, 1);
}

static void spv_cpui_ln_Transpose(const spv_cpui_args *r) {
    size_t l = r->lanes, i, j;
    for (j = 0; j < r->columns; j++)
        for (i = 0; i < r->rows; i++)
            memcpy(r->d + (i * r->columns + j) * l, r->a + (j * r->rows + i) * l,
                   l * sizeof *r->d);
}

// X(name of the instruction without Op, operands, component-wise, function)
#define SPV_CPUI_LN_ENTRY(X, name, operands, result) X(name, operands, 1, spv_cpui_ln_##name)
#define SPV_CPUI_LN_SCALED_ENTRY(X, name, operands, result)  \
    X(name, operands, 0, spv_cpui_ln_##name)
#define SPV_CPUI_LANES(X)                                    \
    SPV_CPUI_LN_FLOATS(SPV_CPUI_LN_ENTRY, X)                 \
    SPV_CPUI_LN_FLOAT_TESTS(SPV_CPUI_LN_ENTRY, X)            \
    SPV_CPUI_LN_INTEGERS(SPV_CPUI_LN_ENTRY, X)               \
    SPV_CPUI_LN_BITS(SPV_CPUI_LN_ENTRY, X)                   \
    SPV_CPUI_LN_SHIFTS(SPV_CPUI_LN_ENTRY, X)                 \
    SPV_CPUI_LN_SCALED(SPV_CPUI_LN_SCALED_ENTRY, X)          \
    SPV_CPUI_LN_FIELDS(SPV_CPUI_LN_SCALED_ENTRY, X)          \
    X(Select, 3, 0, spv_cpui_ln_Select)                      \
    X(Any, 1, 0, spv_cpui_ln_Any)                            \
    X(All, 1, 0, spv_cpui_ln_All)                            \
    X(IAddCarry, 2, 0, spv_cpui_ln_IAddCarry)                \
    X(ISubBorrow, 2, 0, spv_cpui_ln_ISubBorrow)              \
    X(UMulExtended, 2, 0, spv_cpui_ln_UMulExtended)          \
    X(SMulExtended, 2, 0, spv_cpui_ln_SMulExtended)          \
    X(Dot, 2, 0, spv_cpui_ln_Dot)                            \
    X(VectorTimesMatrix, 2, 0, spv_cpui_ln_VectorTimesMatrix) \
    X(MatrixTimesVector, 2, 0, spv_cpui_ln_MatrixTimesMatrix) \
    X(MatrixTimesMatrix, 2, 0, spv_cpui_ln_MatrixTimesMatrix) \
    X(OuterProduct, 2, 0, spv_cpui_ln_OuterProduct)          \
    X(Transpose, 1, 0, spv_cpui_ln_Transpose)

// =================================================================================================
// >>ext  [5]  GLSL.std.450 on rows of lanes
// =================================================================================================
// Modf and Frexp: only the forms with a struct, of which the core makes the others; their result is
// both members, one behind the other. Interpolation is the core's.
//
// Functions that no hardware has are computed in binary64, by a reduction of the argument that is
// exact or nearly so and a polynomial (minimax, relative error below 2^-33), and rounded once: at
// most 0.51 units in the last place from the true value, over the whole range. Special values are
// those of C's math library; pow of a negative number is that of C too. asin and acos are NaN
// outside of [-1, 1], as in C.
//
// Added to 1.5 * 2^52, a double is rounded to an integer, which then stands in its lower bits.
#define SPV_CPUI_SHIFTER 6755399441055744.0

// --- sine, cosine, tangent

// x less its multiple of two pi, for finite |x| >= 2^24: the fraction of x / (2 pi). x is m * 2^e;
// of the binary digits of 1 / (2 pi) those before digit e give whole turns, the next 96 suffice.
static double spv_cpui_ex_wrap(float x) {
    static const uint32_t digits[8] = {0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u,
                                       0x36d8a566u, 0x4f10e410u, 0x7f9458eau, 0xf7aef158u};
    uint32_t u = spv_cpui_ln_bits(x) & 0x7fffffffu, e = (u >> 23) - 150u, word = e >> 5, i;
    uint64_t m = (u & 0x7fffffu) | 0x800000u, sum = 0;
    uint32_t turn[3] = {0, 0, 0};
    double angle;
    if (u >= 0x7f800000u || u < 0x4b000000u) return (double)x;
    for (i = 3; i-- > 0;) {
        uint64_t pair = (uint64_t)digits[word + i] << 32 | digits[word + i + 1];
        sum = m * (pair << (e & 31u) >> 32) + (sum >> 32);
        turn[i] = (uint32_t)sum;
    }
    sum = (uint64_t)turn[0] << 32 | turn[1];
    angle = turn[0] >> 31 ? -(double)(~sum + 1u) : (double)sum;
    angle = angle * 3.4061215800865545e-19;
    return x < 0.0f ? -angle : angle;
}

// Doubles of a block of floats, those of 2^24 and more wrapped.
SPV_CPUI_INLINE void spv_cpui_ex_angles(double *x, const uint32_t *a) {
    uint32_t large = 0;
    size_t k;
    for (k = 0; k < SPV_CPUI_BLOCK; k++)
        large |= spv_cpui_ln_mask((a[k] & 0x7fffffffu) >= 0x4b800000u);
    SPV_CPUI_EACH(k) x[k] = (double)spv_cpui_ln_float(a[k]);
    for (k = 0; large && k < SPV_CPUI_BLOCK; k++) x[k] = spv_cpui_ex_wrap(spv_cpui_ln_float(a[k]));
}

// sin(x + shift * pi), shift 0 or 1/2. r is x less the nearest multiple of pi where the result is
// 0, within half a pi. Pi is a sum whose first term has 29 bits, so the first product is exact.
SPV_CPUI_INLINE float spv_cpui_ex_sine(double x, double shift) {
    double sum = (x * 0.3183098861837907 - shift) + SPV_CPUI_SHIFTER;
    double n = (sum - SPV_CPUI_SHIFTER) + shift;
    double r = (x - n * 3.141592651605606) - n * 1.984187159361081e-09, z = r * r, p;
    uint64_t sign = (spv_cpui_ln_bits64(sum) ^ (uint64_t)(shift > 0.0)) << 63;
    p = -0.0000000238887925258215935 * z + 0.00000275253779511776059;
    p = p * z - 0.000198408680869818647;
    p = p * z + 0.00833333110769012793;
    p = p * z - 0.166666666261287363;
    p = r * (p * z + 1.0);
    return (float)spv_cpui_ln_double(spv_cpui_ln_bits64(p) ^ sign);
}

// r is x less the nearest multiple of pi / 2; of an odd one, -cos(r) / sin(r) remains.
SPV_CPUI_INLINE float spv_cpui_ex_tangent(double x) {
    double sum = x * 0.6366197723675814 + SPV_CPUI_SHIFTER, n = sum - SPV_CPUI_SHIFTER;
    double r = (x - n * 1.570796325802803) - n * 9.920935796805404e-10, z = r * r, s, c;
    uint64_t odd = (uint64_t)0 - (spv_cpui_ln_bits64(sum) & 1u);
    s = 0.00000271830794982515364 * z - 0.000198393344687595351;
    s = s * z + 0.00833332938476416902;
    s = s * z - 0.166666666416170003;
    s = r * (s * z + 1.0);
    c = 0.0000243835254544228292 * z - 0.00138866811994436022;
    c = c * z + 0.0416666203429500872;
    c = c * z - 0.499999996943505751;
    c = c * z + 1.0;
    return (float)(spv_cpui_ln_pick_double(odd, -c, s) / spv_cpui_ln_pick_double(odd, s, c));
}

// --- exponentials and logarithms

// 2^x for |x| <= 1000: a power of two for the integer next to x, a polynomial for the rest.
SPV_CPUI_INLINE double spv_cpui_ex_exp2(double x) {
    double sum = x + SPV_CPUI_SHIFTER, f = x - (sum - SPV_CPUI_SHIFTER), p;
    p = 0.0000151961566766979358 * f + 0.000154667563171029547;
    p = p * f + 0.00133339350549855077;
    p = p * f + 0.00961803813206293155;
    p = p * f + 0.0555041036599217816;
    p = p * f + 0.240226510665610584;
    p = p * f + 0.693147180704531906;
    p = p * f + 1.0;
    return spv_cpui_ln_double(spv_cpui_ln_bits64(p) + (spv_cpui_ln_bits64(sum) << 52));
}

// x as a double, within [-200, 200], where all functions below have come to their limits.
SPV_CPUI_INLINE double spv_cpui_ex_near(float x) {
    x = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < -200.0f), -200.0f, x);
    return (double)spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > 200.0f), 200.0f, x);
}

// e^x
SPV_CPUI_INLINE double spv_cpui_ex_exp(double x) {
    return spv_cpui_ex_exp2(x * 1.4426950408889634);
}

// The logarithm of a positive normal x, of which log_2 is that of 2 and twice / 2 that of e: the
// exponent, and the series of artanh((m - 1) / (m + 1)) for the rest m, from sqrt(1/2) to sqrt(2).
SPV_CPUI_INLINE double spv_cpui_ex_logarithm(double x, double log_2, double twice) {
    uint64_t half = (uint64_t)0x3fe6a09eu << 32, bits = spv_cpui_ln_bits64(x) - half
                    + ((uint64_t)0x3ff00000u << 32);
    double m = spv_cpui_ln_double((bits & (((uint64_t)1 << 52) - 1u)) + half), s, z, p;
    double n = spv_cpui_ln_double(bits >> 52 | (uint64_t)0x43300000u << 32) - 4503599627371519.0;
    s = (m - 1.0) / (m + 1.0);
    z = s * s;
    p = 0.0979210155516668215 * z + 0.110880923913541462;
    p = p * z + 0.14286054630785063;
    p = p * z + 0.199999978103751975;
    p = p * z + 0.333333333379022815;
    p = p * z + 1.0;
    return n * log_2 + s * twice * p;
}

SPV_CPUI_INLINE double spv_cpui_ex_ln(double x) {
    return spv_cpui_ex_logarithm(x, 0.6931471805599453, 2.0);
}

SPV_CPUI_INLINE double spv_cpui_ex_log2(double x) {
    return spv_cpui_ex_logarithm(x, 1.0, 2.8853900817779268);
}

// A logarithm r of x, with what it is where x is not positive and finite.
SPV_CPUI_INLINE float spv_cpui_ex_log_of(float x, double r) {
    float infinity = spv_cpui_ln_float(0x7f800000u), nan = spv_cpui_ln_float(0x7fc00000u);
    float y = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x == 0.0f), -infinity, (float)r);
    y = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < infinity), y, x);
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < 0.0f), nan, y);
}

// 2^(y log2 |x|); for x below 0 with the sign of an odd y, NaN if y is not integral.
SPV_CPUI_INLINE float spv_cpui_ex_pow(float x, float y) {
    float m = spv_cpui_ln_abs(x), half = y * 0.5f, infinity = spv_cpui_ln_float(0x7f800000u);
    uint32_t odd = spv_cpui_ln_mask(spv_cpui_ln_round_even(half) != half), r;
    uint32_t part = spv_cpui_ln_mask(spv_cpui_ln_round_even(y) != y);
    uint32_t one = spv_cpui_ln_mask((y == 0.0f) | (x == 1.0f)
                                    | ((m == 1.0f) & (spv_cpui_ln_abs(y) == infinity)));
    uint32_t none = (spv_cpui_ln_mask((x < 0.0f) & (m < infinity)) & part)
                    | spv_cpui_ln_mask((x != x) | (y != y));
    double l = spv_cpui_ex_log2((double)m);
    l = spv_cpui_ln_pick_double(spv_cpui_ln_widen(spv_cpui_ln_mask(m == infinity)), 1e300, l);
    l = spv_cpui_ln_pick_double(spv_cpui_ln_widen(spv_cpui_ln_mask(m == 0.0f)), -1e300, l);
    l = l * (double)y;
    l = spv_cpui_ln_pick_double(spv_cpui_ln_less(l, -1000.0), -1000.0, l);
    l = spv_cpui_ln_pick_double(spv_cpui_ln_less(1000.0, l), 1000.0, l);
    r = spv_cpui_ln_bits((float)spv_cpui_ex_exp2(l));
    r |= spv_cpui_ln_bits(x) & 0x80000000u & odd & ~part;
    r = spv_cpui_ln_pick(none, 0x7fc00000u, r);
    return spv_cpui_ln_float(spv_cpui_ln_pick(one, 0x3f800000u, r));
}

// --- hyperbolic functions. Where a difference would cancel, a series.

// sinh(x), 0 <= x <= 1
SPV_CPUI_INLINE double spv_cpui_ex_small_sinh(double x) {
    double z = x * x, p = 2.505210838544172e-08 * z + 2.7557319223985893e-06;
    p = p * z + 0.0001984126984126984;
    p = p * z + 0.008333333333333333;
    p = p * z + 0.16666666666666666;
    return x * (p * z + 1.0);
}

SPV_CPUI_INLINE double spv_cpui_ex_sinh(double x) {
    double e = spv_cpui_ex_exp(x), large = (e - 1.0 / e) * 0.5;
    return spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 1.0), spv_cpui_ex_small_sinh(x), large);
}

SPV_CPUI_INLINE double spv_cpui_ex_cosh(double x) {
    double e = spv_cpui_ex_exp(x);
    return (e + 1.0 / e) * 0.5;
}

SPV_CPUI_INLINE double spv_cpui_ex_tanh(double x) {
    double e = spv_cpui_ex_exp(x), s;
    s = spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 1.0), spv_cpui_ex_small_sinh(x),
                                (e - 1.0 / e) * 0.5);
    return s / ((e + 1.0 / e) * 0.5);
}

SPV_CPUI_INLINE double spv_cpui_ex_asinh(double x) {
    double z = x * x, large = spv_cpui_ex_ln(x + sqrt(z + 1.0));
    double small = x * (1.0 + z * (z * 0.075 - 0.16666666666666666));
    return spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 0.00390625), small, large);
}

// NaN below 1
SPV_CPUI_INLINE double spv_cpui_ex_acosh(double x) {
    double above = x - 1.0;
    return spv_cpui_ex_ln(1.0 + (above + sqrt(above * (x + 1.0))));
}

SPV_CPUI_INLINE double spv_cpui_ex_atanh(double x) {
    double z = x * x, large = spv_cpui_ex_ln((1.0 + x) / (1.0 - x)) * 0.5;
    double small = x * (1.0 + z * (z * 0.2 + 0.3333333333333333));
    return spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 0.00390625), small, large);
}

// The functions for floats.
SPV_CPUI_INLINE float spv_cpui_ex_sinh_of(float x) {
    return spv_cpui_ln_sign_of((float)spv_cpui_ex_sinh(spv_cpui_ex_near(spv_cpui_ln_abs(x))), x);
}

SPV_CPUI_INLINE float spv_cpui_ex_tanh_of(float x) {
    return spv_cpui_ln_sign_of((float)spv_cpui_ex_tanh(spv_cpui_ex_near(spv_cpui_ln_abs(x))), x);
}

SPV_CPUI_INLINE float spv_cpui_ex_asinh_of(float x) {
    float m = spv_cpui_ln_abs(x), infinity = spv_cpui_ln_float(0x7f800000u);
    float r = spv_cpui_ln_sign_of((float)spv_cpui_ex_asinh((double)m), x);
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(m < infinity), r, x);
}

SPV_CPUI_INLINE float spv_cpui_ex_acosh_of(float x) {
    float infinity = spv_cpui_ln_float(0x7f800000u), nan = spv_cpui_ln_float(0x7fc00000u);
    float r = (float)spv_cpui_ex_acosh((double)x);
    r = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < infinity), r, x);
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < 1.0f), nan, r);
}

SPV_CPUI_INLINE float spv_cpui_ex_atanh_of(float x) {
    float m = spv_cpui_ln_abs(x), infinity = spv_cpui_ln_float(0x7f800000u);
    float nan = spv_cpui_ln_float(0x7fc00000u);
    float r = (float)spv_cpui_ex_atanh((double)m);
    r = spv_cpui_ln_pick_float(spv_cpui_ln_mask(m < 1.0f), r, infinity);
    r = spv_cpui_ln_pick_float(spv_cpui_ln_mask(m <= 1.0f), r, nan);
    return spv_cpui_ln_sign_of(r, x);
}

// --- inverse trigonometric functions

// The angle of the point x, y. The smaller magnitude by the larger, t, is within [0, 1]; above
// tan(pi / 8) it is turned back by pi / 4. For infinity stands a number that no float comes near,
// and a small one keeps 0 from the divisor.
SPV_CPUI_INLINE float spv_cpui_ex_atan2(float y, float x) {
    float mx = spv_cpui_ln_abs(x), my = spv_cpui_ln_abs(y);
    float infinity = spv_cpui_ln_float(0x7f800000u);
    uint64_t steep = spv_cpui_ln_widen(spv_cpui_ln_mask(my > mx)), turn;
    uint32_t nan = spv_cpui_ln_mask((x != x) | (y != y));
    double ax, ay, low, high, t, z, p, r;
    ax = spv_cpui_ln_pick_double(spv_cpui_ln_widen(spv_cpui_ln_mask(mx == infinity)), 1e300,
                                 (double)mx);
    ay = spv_cpui_ln_pick_double(spv_cpui_ln_widen(spv_cpui_ln_mask(my == infinity)), 1e300,
                                 (double)my);
    low = spv_cpui_ln_pick_double(steep, ax, ay);
    high = spv_cpui_ln_pick_double(steep, ay, ax) + 1e-300;
    turn = spv_cpui_ln_less(high * 0.41421356237309503, low);
    t = spv_cpui_ln_pick_double(turn, low - high, low)
        / spv_cpui_ln_pick_double(turn, low + high, high);
    z = t * t;
    p = 0.0474383366836721909 * z - 0.0847616916405738363;
    p = p * z + 0.110446744119558034;
    p = p * z - 0.14282006428211735;
    p = p * z + 0.199999038637329685;
    p = p * z - 0.33333332498656464;
    r = t * (p * z + 1.0);
    r = spv_cpui_ln_pick_double(turn, 0.7853981633974483, 0.0) + r;
    r = spv_cpui_ln_pick_double(steep, 1.5707963267948966 - r, r);
    r = spv_cpui_ln_pick_double((uint64_t)0 - (uint64_t)(spv_cpui_ln_bits(x) >> 31),
                                3.141592653589793 - r, r);
    return spv_cpui_ln_pick_float(nan, x + y, spv_cpui_ln_sign_of((float)r, y));
}

// asin(x) = near(x) for |x| <= 1/2, else pi / 2 - 2 near(sqrt((1 - x) / 2)), for the
// magnitude m of x. The two functions below finish it.
SPV_CPUI_INLINE double spv_cpui_ex_arc(float m, uint64_t *far) {
    double x = (double)m, z, s, p;
    *far = spv_cpui_ln_widen(spv_cpui_ln_mask(m > 0.5f));
    z = spv_cpui_ln_pick_double(*far, (1.0 - x) * 0.5, x * x);
    s = spv_cpui_ln_pick_double(*far, sqrt(z), x);
    p = 0.0346477212950262634 * z + 0.00750835327920567662;
    p = p * z + 0.0246050623010309425;
    p = p * z + 0.0301124718430082559;
    p = p * z + 0.0446599762702373633;
    p = p * z + 0.0749994888322673865;
    p = p * z + 0.166666671804253369;
    return s * (p * z + 1.0);
}

SPV_CPUI_INLINE float spv_cpui_ex_asin(float x) {
    uint64_t far;
    double r = spv_cpui_ex_arc(spv_cpui_ln_abs(x), &far);
    r = spv_cpui_ln_pick_double(far, 1.5707963267948966 - 2.0 * r, r);
    return spv_cpui_ln_sign_of((float)r, x);
}

SPV_CPUI_INLINE float spv_cpui_ex_acos(float x) {
    uint64_t far, left = (uint64_t)0 - (uint64_t)(spv_cpui_ln_bits(x) >> 31);
    double r = spv_cpui_ex_arc(spv_cpui_ln_abs(x), &far);
    double around = spv_cpui_ln_pick_double(far, 2.0 * r, 1.5707963267948966 - r);
    return (float)spv_cpui_ln_pick_double(left, 3.141592653589793 - around, around);
}

// --- floats and their parts

// -1, +0, 1, or NaN
SPV_CPUI_INLINE uint32_t spv_cpui_ex_sign(float x) {
    return (spv_cpui_ln_mask(x > 0.0f) & 0x3f800000u) | (spv_cpui_ln_mask(x < 0.0f) & 0xbf800000u)
           | (spv_cpui_ln_mask(x != x) & 0x7fc00000u);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_ssign(uint32_t u) {
    return spv_cpui_ln_negative(u) | (uint32_t)(u != 0);
}

SPV_CPUI_INLINE float spv_cpui_ex_smooth(float low, float high, float x) {
    float t = spv_cpui_ln_min(spv_cpui_ln_max((x - low) / (high - low), 0.0f), 1.0f);
    return t * t * (3.0f - 2.0f * t);
}

// x * 2^n, rounded once. Beyond 2^300 or below 2^-300 all is infinity or 0.
SPV_CPUI_INLINE float spv_cpui_ex_ldexp(float x, int32_t n) {
    n = n < -300 ? -300 : n;
    n = n > 300 ? 300 : n;
    return (float)((double)x * spv_cpui_ln_double((uint64_t)(uint32_t)(n + 1023) << 52));
}

// The fraction of modf, with x's sign.
SPV_CPUI_INLINE float spv_cpui_ex_fraction(float x) {
    float whole = spv_cpui_ln_trunc(x), m = spv_cpui_ln_abs(x);
    float rest = spv_cpui_ln_pick_float(spv_cpui_ln_mask(m == spv_cpui_ln_float(0x7f800000u)), 0.0f,
                                        x - whole);
    return spv_cpui_ln_sign_of(rest, x);
}

// x = significand * 2^exponent with a significand from 1/2 to below 1; 0, infinities and NaN are
// themselves, with exponent 0.
SPV_CPUI_INLINE uint32_t spv_cpui_ex_usual(float x) {
    return spv_cpui_ln_mask((x < 0.0f) | (x > 0.0f))
           & spv_cpui_ln_mask(spv_cpui_ln_abs(x) < spv_cpui_ln_float(0x7f800000u));
}

SPV_CPUI_INLINE float spv_cpui_ex_significand(float x) {
    uint64_t bits = spv_cpui_ln_bits64((double)x);
    bits = (bits & ~((uint64_t)0x7ff00000u << 32)) | (uint64_t)0x3fe00000u << 32;
    return spv_cpui_ln_pick_float(spv_cpui_ex_usual(x), (float)spv_cpui_ln_double(bits), x);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_exponent(float x) {
    uint64_t bits = spv_cpui_ln_bits64((double)spv_cpui_ln_abs(x));
    return ((uint32_t)(bits >> 52) - 1022u) & spv_cpui_ex_usual(x);
}

// --- integers

// Number of the highest bit that is set, -1 if there is none.
SPV_CPUI_INLINE uint32_t spv_cpui_ex_high_bit(uint32_t u) {
    uint64_t bits = spv_cpui_ln_bits64(spv_cpui_ln_to_double(u));
    return ((uint32_t)(bits >> 52) - 1023u) | spv_cpui_ln_mask(u == 0);
}

// --- packing: n bits of an integral value, which is a number in [-1, 1] or [0, 1] times `scale`

SPV_CPUI_INLINE uint32_t spv_cpui_ex_snorm(uint32_t u, float scale) {
    float x = spv_cpui_ln_float(u);
    float in = spv_cpui_ln_min(spv_cpui_ln_max(x, -1.0f), 1.0f);
    in = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x == x), in, 0.0f);
    return (uint32_t)(int32_t)spv_cpui_ln_round_even(in * scale);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_unorm(uint32_t u, float scale) {
    float in = spv_cpui_ln_min(spv_cpui_ln_max(spv_cpui_ln_float(u), 0.0f), 1.0f);
    return (uint32_t)(int32_t)spv_cpui_ln_round_even(in * scale);
}

// The n bits at `shift`, as a number in [-1, 1].
SPV_CPUI_INLINE uint32_t spv_cpui_ex_from_snorm(uint32_t u, uint32_t shift, uint32_t n,
                                                float scale) {
    uint32_t top = 1u << (n - 1u), bits = (u >> shift) & (top + top - 1u);
    float x = (float)(int32_t)((bits ^ top) - top) / scale;
    return spv_cpui_ln_bits(spv_cpui_ln_max(x, -1.0f));
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_from_unorm(uint32_t u, uint32_t shift, uint32_t n,
                                                float scale) {
    return spv_cpui_ln_bits((float)(int32_t)((u >> shift) & ((1u << n) - 1u)) / scale);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_uclamp(uint32_t u, uint32_t low, uint32_t high) {
    u = u > low ? u : low;
    return u < high ? u : high;
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_sclamp(uint32_t u, uint32_t low, uint32_t high) {
    u = (int32_t)u > (int32_t)low ? u : low;
    return (int32_t)u < (int32_t)high ? u : high;
}

// --- component-wise rows, as in >>lanes

#define SPV_CPUI_EX_COMMON(R, X)                             \
    R(X, Round, 1, SPV_CPUI_F(spv_cpui_ln_round_even(x)))    \
    R(X, RoundEven, 1, SPV_CPUI_F(spv_cpui_ln_round_even(x))) \
    R(X, Trunc, 1, SPV_CPUI_F(spv_cpui_ln_trunc(x)))         \
    R(X, FAbs, 1, u & 0x7fffffffu)                           \
    R(X, SAbs, 1, spv_cpui_ln_sabs(u))                       \
    R(X, FSign, 1, spv_cpui_ex_sign(x))                      \
    R(X, SSign, 1, spv_cpui_ex_ssign(u))                     \
    R(X, Floor, 1, SPV_CPUI_F(spv_cpui_ln_floor(x)))         \
    R(X, Ceil, 1, SPV_CPUI_F(spv_cpui_ln_ceil(x)))           \
    R(X, Fract, 1, SPV_CPUI_F(x - spv_cpui_ln_floor(x)))     \
    R(X, Radians, 1, SPV_CPUI_F(x * 0.017453292519943295f))  \
    R(X, Degrees, 1, SPV_CPUI_F(x * 57.29577951308232f))     \
    R(X, FMin, 2, SPV_CPUI_F(spv_cpui_ln_min(x, y)))         \
    R(X, FMax, 2, SPV_CPUI_F(spv_cpui_ln_max(x, y)))         \
    R(X, NMin, 2, SPV_CPUI_F(spv_cpui_ln_min(x, y)))         \
    R(X, NMax, 2, SPV_CPUI_F(spv_cpui_ln_max(x, y)))         \
    R(X, UMin, 2, u < v ? u : v)                             \
    R(X, UMax, 2, u > v ? u : v)                             \
    R(X, SMin, 2, (int32_t)u < (int32_t)v ? u : v)           \
    R(X, SMax, 2, (int32_t)u > (int32_t)v ? u : v)           \
    R(X, FClamp, 3, SPV_CPUI_F(spv_cpui_ln_min(spv_cpui_ln_max(x, y), z))) \
    R(X, NClamp, 3, SPV_CPUI_F(spv_cpui_ln_min(spv_cpui_ln_max(x, y), z))) \
    R(X, UClamp, 3, spv_cpui_ex_uclamp(u, v, w))             \
    R(X, SClamp, 3, spv_cpui_ex_sclamp(u, v, w))             \
    R(X, FMix, 3, SPV_CPUI_F(x * (1.0f - z) + y * z))        \
    R(X, Step, 2, SPV_CPUI_F(spv_cpui_ln_one_if(!(y < x))))  \
    R(X, SmoothStep, 3, SPV_CPUI_F(spv_cpui_ex_smooth(x, y, z))) \
    R(X, Fma, 3, SPV_CPUI_F(spv_cpui_ln_fma(x, y, z)))       \
    R(X, Ldexp, 2, SPV_CPUI_F(spv_cpui_ex_ldexp(x, (int32_t)v))) \
    R(X, Sqrt, 1, SPV_CPUI_F(sqrtf(x)))                      \
    R(X, InverseSqrt, 1, SPV_CPUI_F(1.0f / sqrtf(x)))        \
    R(X, FindILsb, 1, spv_cpui_ex_high_bit(u & (0u - u)))    \
    R(X, FindSMsb, 1, spv_cpui_ex_high_bit(u ^ spv_cpui_ln_negative(u))) \
    R(X, FindUMsb, 1, spv_cpui_ex_high_bit(u))
#define SPV_CPUI_EX_HIGHER(R, X)                             \
    R(X, Asin, 1, SPV_CPUI_F(spv_cpui_ex_asin(x)))           \
    R(X, Acos, 1, SPV_CPUI_F(spv_cpui_ex_acos(x)))           \
    R(X, Atan, 1, SPV_CPUI_F(spv_cpui_ex_atan2(x, 1.0f)))    \
    R(X, Atan2, 2, SPV_CPUI_F(spv_cpui_ex_atan2(x, y)))      \
    R(X, Sinh, 1, SPV_CPUI_F(spv_cpui_ex_sinh_of(x)))         \
    R(X, Cosh, 1, SPV_CPUI_F((float)spv_cpui_ex_cosh(spv_cpui_ex_near(x)))) \
    R(X, Tanh, 1, SPV_CPUI_F(spv_cpui_ex_tanh_of(x)))         \
    R(X, Asinh, 1, SPV_CPUI_F(spv_cpui_ex_asinh_of(x)))      \
    R(X, Acosh, 1, SPV_CPUI_F(spv_cpui_ex_acosh_of(x)))      \
    R(X, Atanh, 1, SPV_CPUI_F(spv_cpui_ex_atanh_of(x)))      \
    R(X, Pow, 2, SPV_CPUI_F(spv_cpui_ex_pow(x, y)))          \
    R(X, Exp, 1, SPV_CPUI_F((float)spv_cpui_ex_exp(spv_cpui_ex_near(x)))) \
    R(X, Log, 1, SPV_CPUI_F(spv_cpui_ex_log_of(x, spv_cpui_ex_ln((double)x)))) \
    R(X, Exp2, 1, SPV_CPUI_F((float)spv_cpui_ex_exp2(spv_cpui_ex_near(x)))) \
    R(X, Log2, 1, SPV_CPUI_F(spv_cpui_ex_log_of(x, spv_cpui_ex_log2((double)x))))

#define SPV_CPUI_ROW(X, name, operands, result) X(spv_cpui_ex_##name, operands, result)
SPV_CPUI_EX_COMMON(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_EX_HIGHER(SPV_CPUI_ROW, SPV_CPUI_WISE)
#undef SPV_CPUI_ROW

// The three whose arguments may have to be wrapped first.
#define SPV_CPUI_PERIODIC(name, result)                                           \
    static void name(const spv_cpui_args *r) {                                    \
        size_t n = (size_t)r->parts * r->lanes, i, k;                             \
        uint32_t *d = r->d;                                                       \
        double x[SPV_CPUI_BLOCK];                                                 \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            spv_cpui_ex_angles(x, r->a + i);                                      \
            SPV_CPUI_EACH(k) d[i + k] = spv_cpui_ln_bits(result);                 \
        }                                                                         \
    }
SPV_CPUI_PERIODIC(spv_cpui_ex_Sin, spv_cpui_ex_sine(x[k], 0.0))
SPV_CPUI_PERIODIC(spv_cpui_ex_Cos, spv_cpui_ex_sine(x[k], 0.5))
SPV_CPUI_PERIODIC(spv_cpui_ex_Tan, spv_cpui_ex_tangent(x[k]))
#undef SPV_CPUI_PERIODIC

// The two with two members.
#define SPV_CPUI_PAIR(name, first, second)                                        \
    static void name(const spv_cpui_args *r) {                                    \
        size_t n = (size_t)(r->parts / 2) * r->lanes, i, k;                       \
        uint32_t *d = r->d, *e = r->d + n;                                        \
        const uint32_t *a = r->a;                                                 \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            SPV_CPUI_EACH(k) {                                                    \
                float x = spv_cpui_ln_float(a[i + k]);                            \
                d[i + k] = spv_cpui_ln_bits(first);                               \
                e[i + k] = (second);                                              \
            }                                                                     \
        }                                                                         \
    }
SPV_CPUI_PAIR(spv_cpui_ex_ModfStruct, spv_cpui_ex_fraction(x), SPV_CPUI_F(spv_cpui_ln_trunc(x)))
SPV_CPUI_PAIR(spv_cpui_ex_FrexpStruct, spv_cpui_ex_significand(x), spv_cpui_ex_exponent(x))
#undef SPV_CPUI_PAIR

// Packing of two or four components into a word, and back.
#define SPV_CPUI_PACK(name, result)                                               \
    static void name(const spv_cpui_args *r) {                                    \
        uint32_t *d = r->d;                                                       \
        const uint32_t *a = r->a;                                                 \
        size_t l = r->lanes, i, k;                                                \
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)                                   \
            SPV_CPUI_EACH(k) d[i + k] = (result);                                 \
    }
#define SPV_CPUI_AT(n) a[(n) * l + i + k]
SPV_CPUI_PACK(spv_cpui_ex_PackSnorm4x8, (spv_cpui_ex_snorm(SPV_CPUI_AT(0), 127.0f) & 255u)
              | (spv_cpui_ex_snorm(SPV_CPUI_AT(1), 127.0f) & 255u) << 8
              | (spv_cpui_ex_snorm(SPV_CPUI_AT(2), 127.0f) & 255u) << 16
              | spv_cpui_ex_snorm(SPV_CPUI_AT(3), 127.0f) << 24)
SPV_CPUI_PACK(spv_cpui_ex_PackUnorm4x8, spv_cpui_ex_unorm(SPV_CPUI_AT(0), 255.0f)
              | spv_cpui_ex_unorm(SPV_CPUI_AT(1), 255.0f) << 8
              | spv_cpui_ex_unorm(SPV_CPUI_AT(2), 255.0f) << 16
              | spv_cpui_ex_unorm(SPV_CPUI_AT(3), 255.0f) << 24)
SPV_CPUI_PACK(spv_cpui_ex_PackSnorm2x16, (spv_cpui_ex_snorm(SPV_CPUI_AT(0), 32767.0f) & 0xffffu)
              | spv_cpui_ex_snorm(SPV_CPUI_AT(1), 32767.0f) << 16)
SPV_CPUI_PACK(spv_cpui_ex_PackUnorm2x16, spv_cpui_ex_unorm(SPV_CPUI_AT(0), 65535.0f)
              | spv_cpui_ex_unorm(SPV_CPUI_AT(1), 65535.0f) << 16)
SPV_CPUI_PACK(spv_cpui_ex_PackHalf2x16, spv_cpui_ln_to_half(spv_cpui_ln_float(SPV_CPUI_AT(0)))
              | spv_cpui_ln_to_half(spv_cpui_ln_float(SPV_CPUI_AT(1))) << 16)
#undef SPV_CPUI_PACK
#undef SPV_CPUI_AT

// Component p of the result from the word u.
#define SPV_CPUI_UNPACK(name, result)                                             \
    static void name(const spv_cpui_args *r) {                                    \
        size_t l = r->lanes, i, k;                                                \
        const uint32_t *a = r->a;                                                 \
        uint32_t p;                                                               \
        for (p = 0; p < r->parts; p++) {                                          \
            uint32_t *d = r->d + p * l;                                           \
            for (i = 0; i < l; i += SPV_CPUI_BLOCK)                               \
                SPV_CPUI_EACH(k) {                                                \
                    uint32_t u = a[i + k];                                        \
                    d[i + k] = (result);                                          \
                }                                                                 \
        }                                                                         \
    }
SPV_CPUI_UNPACK(spv_cpui_ex_UnpackSnorm4x8, spv_cpui_ex_from_snorm(u, p * 8u, 8u, 127.0f))
SPV_CPUI_UNPACK(spv_cpui_ex_UnpackUnorm4x8, spv_cpui_ex_from_unorm(u, p * 8u, 8u, 255.0f))
SPV_CPUI_UNPACK(spv_cpui_ex_UnpackSnorm2x16, spv_cpui_ex_from_snorm(u, p * 16u, 16u, 32767.0f))
SPV_CPUI_UNPACK(spv_cpui_ex_UnpackUnorm2x16, spv_cpui_ex_from_unorm(u, p * 16u, 16u, 65535.0f))
SPV_CPUI_UNPACK(spv_cpui_ex_UnpackHalf2x16, SPV_CPUI_F(spv_cpui_ln_from_half(u >> p * 16u)))
#undef SPV_CPUI_UNPACK

// --- geometry. Vectors have 1 to 4 components; s[] is a number for each lane of a block.

// s = a . b of a block's lanes.
SPV_CPUI_INLINE void spv_cpui_ex_dot(float *s, const spv_cpui_args *r, const uint32_t *a,
                                     const uint32_t *b) {
    size_t p, k;
    SPV_CPUI_EACH(k) s[k] = spv_cpui_ln_float(a[k]) * spv_cpui_ln_float(b[k]);
    for (p = 1; p < r->rows; p++) {
        a += r->lanes, b += r->lanes;
        SPV_CPUI_EACH(k) s[k] += spv_cpui_ln_float(a[k]) * spv_cpui_ln_float(b[k]);
    }
}

static void spv_cpui_ex_Length(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        uint32_t *d = r->d + i;
        spv_cpui_ex_dot(s, r, r->a + i, r->a + i);
        SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits(sqrtf(s[k]));
    }
}

static void spv_cpui_ex_Distance(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, p, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        uint32_t *d = r->d + i;
        SPV_CPUI_EACH(k) s[k] = 0.0f;
        for (p = 0; p < r->rows; p++) {
            const uint32_t *a = r->a + p * r->lanes + i, *b = r->b + p * r->lanes + i;
            SPV_CPUI_EACH(k) {
                float x = spv_cpui_ln_float(a[k]) - spv_cpui_ln_float(b[k]);
                s[k] += x * x;
            }
        }
        SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits(sqrtf(s[k]));
    }
}

static void spv_cpui_ex_Normalize(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, p, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        spv_cpui_ex_dot(s, r, r->a + i, r->a + i);
        SPV_CPUI_EACH(k) s[k] = 1.0f / sqrtf(s[k]);
        for (p = 0; p < r->rows; p++) {
            uint32_t *d = r->d + p * r->lanes + i;
            const uint32_t *a = r->a + p * r->lanes + i;
            SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits(spv_cpui_ln_float(a[k]) * s[k]);
        }
    }
}

static void spv_cpui_ex_Cross(const spv_cpui_args *r) {
    size_t l = r->lanes, p, i, k;
    for (p = 0; p < 3; p++) {
        const uint32_t *a = r->a + (p + 1) % 3 * l, *b = r->b + (p + 2) % 3 * l;
        const uint32_t *c = r->a + (p + 2) % 3 * l, *e = r->b + (p + 1) % 3 * l;
        uint32_t *d = r->d + p * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) {
                float ahead = spv_cpui_ln_float(a[i + k]) * spv_cpui_ln_float(b[i + k]);
                float behind = spv_cpui_ln_float(c[i + k]) * spv_cpui_ln_float(e[i + k]);
                d[i + k] = spv_cpui_ln_bits(ahead - behind);
            }
    }
}

// N if Nref . I is negative, else -N.
static void spv_cpui_ex_FaceForward(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, p, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        spv_cpui_ex_dot(s, r, r->c + i, r->b + i);
        for (p = 0; p < r->rows; p++) {
            uint32_t *d = r->d + p * r->lanes + i;
            const uint32_t *a = r->a + p * r->lanes + i;
            SPV_CPUI_EACH(k) d[k] = a[k] ^ (~spv_cpui_ln_mask(s[k] < 0.0f) & 0x80000000u);
        }
    }
}

// I - 2 (N . I) N
static void spv_cpui_ex_Reflect(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, p, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        spv_cpui_ex_dot(s, r, r->b + i, r->a + i);
        for (p = 0; p < r->rows; p++) {
            uint32_t *d = r->d + p * r->lanes + i;
            const uint32_t *a = r->a + p * r->lanes + i, *b = r->b + p * r->lanes + i;
            SPV_CPUI_EACH(k)
            d[k] = spv_cpui_ln_bits(spv_cpui_ln_float(a[k])
                                    - 2.0f * s[k] * spv_cpui_ln_float(b[k]));
        }
    }
}

// eta I - (eta (N . I) + sqrt(left)) N, left = 1 - eta^2 (1 - (N . I)^2); 0 if left is negative.
static void spv_cpui_ex_Refract(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK], left[SPV_CPUI_BLOCK];
    size_t i, p, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        const uint32_t *c = r->c + i;
        spv_cpui_ex_dot(s, r, r->b + i, r->a + i);
        SPV_CPUI_EACH(k) {
            float eta = spv_cpui_ln_float(c[k]);
            left[k] = 1.0f - eta * eta * (1.0f - s[k] * s[k]);
            s[k] = eta * s[k] + sqrtf(spv_cpui_ln_max(left[k], 0.0f));
        }
        for (p = 0; p < r->rows; p++) {
            uint32_t *d = r->d + p * r->lanes + i;
            const uint32_t *a = r->a + p * r->lanes + i, *b = r->b + p * r->lanes + i;
            SPV_CPUI_EACH(k)
            d[k] = spv_cpui_ln_bits(spv_cpui_ln_float(c[k]) * spv_cpui_ln_float(a[k])
                                    - s[k] * spv_cpui_ln_float(b[k]))
                   & ~spv_cpui_ln_mask(left[k] < 0.0f);
        }
    }
}

// --- matrices, in binary64

// Loads the matrix of a block's lanes; m[c][r] is column c, row r.
static void spv_cpui_ex_matrix(double m[4][4][SPV_CPUI_BLOCK], const spv_cpui_args *r, size_t i) {
    size_t n = r->rows, p, q, k;
    for (p = 0; p < n; p++)
        for (q = 0; q < n; q++) {
            const uint32_t *a = r->a + (p * n + q) * r->lanes + i;
            SPV_CPUI_EACH(k) m[p][q][k] = (double)spv_cpui_ln_float(a[k]);
        }
}

// The cofactor of column p, row q: the determinant of the others, of an n by n matrix.
static void spv_cpui_ex_cofactor(double *d, double m[4][4][SPV_CPUI_BLOCK], size_t n, size_t p,
                                 size_t q) {
    size_t c[3], w[3], j, k;
    double sign = (p + q) % 2 ? -1.0 : 1.0;
    for (j = 0; j < 3; j++) {
        c[j] = j < p ? j : j + 1;
        w[j] = j < q ? j : j + 1;
    }
    if (n == 2) {
        SPV_CPUI_EACH(k) d[k] = sign * m[c[0]][w[0]][k];
        return;
    }
    SPV_CPUI_EACH(k)
    d[k] = sign * (m[c[0]][w[0]][k] * m[c[1]][w[1]][k] - m[c[0]][w[1]][k] * m[c[1]][w[0]][k]);
    if (n == 3) return;
    SPV_CPUI_EACH(k) {
        d[k] *= m[c[2]][w[2]][k];
        d[k] -= sign * m[c[2]][w[1]][k]
                * (m[c[0]][w[0]][k] * m[c[1]][w[2]][k] - m[c[0]][w[2]][k] * m[c[1]][w[0]][k]);
        d[k] += sign * m[c[2]][w[0]][k]
                * (m[c[0]][w[1]][k] * m[c[1]][w[2]][k] - m[c[0]][w[2]][k] * m[c[1]][w[1]][k]);
    }
}

// By the first column.
static void spv_cpui_ex_determinant(double *d, double m[4][4][SPV_CPUI_BLOCK], size_t n) {
    double part[SPV_CPUI_BLOCK];
    size_t q, k;
    SPV_CPUI_EACH(k) d[k] = 0.0;
    for (q = 0; q < n; q++) {
        spv_cpui_ex_cofactor(part, m, n, 0, q);
        SPV_CPUI_EACH(k) d[k] += m[0][q][k] * part[k];
    }
}

static void spv_cpui_ex_Determinant(const spv_cpui_args *r) {
    double m[4][4][SPV_CPUI_BLOCK], d[SPV_CPUI_BLOCK];
    size_t i, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        uint32_t *out = r->d + i;
        spv_cpui_ex_matrix(m, r, i);
        spv_cpui_ex_determinant(d, m, r->rows);
        SPV_CPUI_EACH(k) out[k] = spv_cpui_ln_bits((float)d[k]);
    }
}

// The transposed cofactors by the determinant.
static void spv_cpui_ex_MatrixInverse(const spv_cpui_args *r) {
    double m[4][4][SPV_CPUI_BLOCK], d[SPV_CPUI_BLOCK], part[SPV_CPUI_BLOCK];
    size_t n = r->rows, i, p, q, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        spv_cpui_ex_matrix(m, r, i);
        spv_cpui_ex_determinant(d, m, n);
        for (p = 0; p < n; p++)
            for (q = 0; q < n; q++) {
                uint32_t *out = r->d + (q * n + p) * r->lanes + i;
                spv_cpui_ex_cofactor(part, m, n, p, q);
                SPV_CPUI_EACH(k) out[k] = spv_cpui_ln_bits((float)(part[k] / d[k]));
            }
    }
}

#undef SPV_CPUI_SHIFTER
#undef SPV_CPUI_TAKE_1
#undef SPV_CPUI_TAKE_2
#undef SPV_CPUI_TAKE_3
#undef SPV_CPUI_WISE
#undef SPV_CPUI_SCALED
#undef SPV_CPUI_SHIFT
#undef SPV_CPUI_FIELD

// X(name, operands, component-wise, function)
#define SPV_CPUI_EX_ENTRY(X, name, operands, result) X(name, operands, 1, spv_cpui_ex_##name)
#define SPV_CPUI_EX_OTHERS(X)                                \
    X(Sin, 1, 1, spv_cpui_ex_Sin)                            \
    X(Cos, 1, 1, spv_cpui_ex_Cos)                            \
    X(Tan, 1, 1, spv_cpui_ex_Tan)                            \
    X(ModfStruct, 1, 0, spv_cpui_ex_ModfStruct)              \
    X(FrexpStruct, 1, 0, spv_cpui_ex_FrexpStruct)            \
    X(PackSnorm4x8, 1, 0, spv_cpui_ex_PackSnorm4x8)          \
    X(PackUnorm4x8, 1, 0, spv_cpui_ex_PackUnorm4x8)          \
    X(PackSnorm2x16, 1, 0, spv_cpui_ex_PackSnorm2x16)        \
    X(PackUnorm2x16, 1, 0, spv_cpui_ex_PackUnorm2x16)        \
    X(PackHalf2x16, 1, 0, spv_cpui_ex_PackHalf2x16)          \
    X(UnpackSnorm4x8, 1, 0, spv_cpui_ex_UnpackSnorm4x8)      \
    X(UnpackUnorm4x8, 1, 0, spv_cpui_ex_UnpackUnorm4x8)      \
    X(UnpackSnorm2x16, 1, 0, spv_cpui_ex_UnpackSnorm2x16)    \
    X(UnpackUnorm2x16, 1, 0, spv_cpui_ex_UnpackUnorm2x16)    \
    X(UnpackHalf2x16, 1, 0, spv_cpui_ex_UnpackHalf2x16)      \
    X(Length, 1, 0, spv_cpui_ex_Length)                      \
    X(Distance, 2, 0, spv_cpui_ex_Distance)                  \
    X(Normalize, 1, 0, spv_cpui_ex_Normalize)                \
    X(Cross, 2, 0, spv_cpui_ex_Cross)                        \
    X(FaceForward, 3, 0, spv_cpui_ex_FaceForward)            \
    X(Reflect, 2, 0, spv_cpui_ex_Reflect)                    \
    X(Refract, 3, 0, spv_cpui_ex_Refract)                    \
    X(Determinant, 1, 0, spv_cpui_ex_Determinant)            \
    X(MatrixInverse, 1, 0, spv_cpui_ex_MatrixInverse)
#define SPV_CPUI_EXT(X)                                      \
    SPV_CPUI_EX_COMMON(SPV_CPUI_EX_ENTRY, X)                 \
    SPV_CPUI_EX_HIGHER(SPV_CPUI_EX_ENTRY, X)                 \
    SPV_CPUI_EX_OTHERS(X)

// =================================================================================================
// >>image  [6]  formats, samplers, filters
// =================================================================================================
// The chapter "Image Operations" of the Vulkan specification, sixteen lanes (a block) at a time:
// coordinates (projection, cube face) -> level of detail -> levels -> positions along each axis and
// weights -> texels -> comparison, weighted mean -> result. Each step is a loop over the lanes of
// the block; what is the same for all of them (format, filter, address mode) is decided outside of
// it. Lanes may differ in level, layer and face.
//
// Every position is brought into the image before it is read, so lanes that are not active, NaN and
// huge coordinates need no care: they read some texel. A position beyond a BORDER is -1 until then.
// Along an axis that repeats, the coordinate's fraction is taken before it is scaled: no precision
// is lost far from the origin, and no division is needed.
//
// Readers give texels as the bits of floats that are still to be divided by the format's scale (255
// of UNORM 8), or as integers. The quotient is taken once, after the filter.
//
// Where the specification leaves a choice: implicit derivatives are coarse (the same in a quad);
// the corner of a cube, where three faces meet, is the mean of their texels, or comparisons; anisotropy takes its
// samples on a line, as in the specification's example; fetches and reads outside give 0 in the
// format's components (and 1 in a fourth that it lacks); the sum of the biases is clamped to +-16.
//
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
    const uint32_t *quad_mask;       // lanes whose coordinates are valid for derivatives; NULL: all
    uint32_t *outside;               // NULL, or set to 1 + a lane that was out of range
} spv_cpui_sampling;

// What the instructions have in their names. A gather filters as if linear, at level 0.
enum { SPV_CPUI_IM_DREF = 1, SPV_CPUI_IM_PROJ = 2, SPV_CPUI_IM_GATHER = 4, SPV_CPUI_IM_QUERY = 8 };

// X(opcode, what it does, what it has in its name)
#define SPV_CPUI_IM_INSTRUCTIONS(X) \
    X(87, sample, 0) \
    X(88, sample, 0) \
    X(89, sample, SPV_CPUI_IM_DREF) \
    X(90, sample, SPV_CPUI_IM_DREF) \
    X(91, sample, SPV_CPUI_IM_PROJ) \
    X(92, sample, SPV_CPUI_IM_PROJ) \
    X(93, sample, SPV_CPUI_IM_DREF | SPV_CPUI_IM_PROJ) \
    X(94, sample, SPV_CPUI_IM_DREF | SPV_CPUI_IM_PROJ) \
    X(95, fetch, 0) \
    X(96, sample, SPV_CPUI_IM_GATHER) \
    X(97, sample, SPV_CPUI_IM_GATHER | SPV_CPUI_IM_DREF) \
    X(98, fetch, 0) \
    X(99, write, 0) \
    X(103, query_size, 0) \
    X(104, query_size, 0) \
    X(105, sample, SPV_CPUI_IM_QUERY) \
    X(106, query_number, 0) \
    X(107, query_number, 0)

typedef uint32_t spv_cpui_im_row[SPV_CPUI_BLOCK];   // a word of each lane of a block
typedef int32_t spv_cpui_im_ints[SPV_CPUI_BLOCK];
typedef float spv_cpui_im_floats[SPV_CPUI_BLOCK];

// Reads the components of texels: of lane i at base[i] + offset[i].
typedef void spv_cpui_im_reader(const uint8_t *const *base, const uint32_t *offset,
                                spv_cpui_im_row *texel);

// What all lanes have in common.
typedef struct spv_cpui_im_call {
    const spv_cpui_sampling *s;
    const spv_cpu_image *image;
    const spv_cpui_format *format;
    spv_cpui_im_reader *read;
    uint32_t flags;                 // SPV_CPUI_IM_...
    uint32_t axes;                  // that are filtered; of a cube 2
    uint32_t slice_at;              // the coordinate that is the layer; 0: none
    int cube, integer;
    int linear[2], linear_mip;      // filters of minified and magnified images
    int bordered, unnormalised;
    spv_cpu_address address[3];
    uint32_t parts;                 // components that are read and filtered
    float scale;                    // by which they are divided in the end
    uint32_t border[4];             // as a reader would give it
    uint32_t less, equal, more, unordered;  // result of a comparison, bits of 0 or 1
    int32_t layers;                 // of a cube 6 each
    uint32_t levels;
    int32_t size[SPV_CPU_MAX_LEVELS][3];
} spv_cpui_im_call;

// What the lanes of a block have each.
typedef struct spv_cpui_im_block {
    uint32_t first;                 // lane
    spv_cpui_im_row live;
    spv_cpui_im_floats at[3];       // coordinates, of a cube on the face
    spv_cpui_im_floats dx[3], dy[3];  // of the coordinates, along x and y of the picture
    spv_cpui_im_ints slice;         // layer; of a cube 6 times the cube and the face
    spv_cpui_im_floats q;           // what projections divide by
    spv_cpui_im_floats dref;
    spv_cpui_im_ints offset[3];
    spv_cpui_im_floats bare, lambda;  // level of detail before and after the limits
    spv_cpui_im_row large;          // ~0u: magnified
    spv_cpui_im_ints level[2];      // levels and how much of the second
    spv_cpui_im_floats delta;
    spv_cpui_im_ints count;         // anisotropy: samples
    spv_cpui_im_floats step[3];     // and the distance that they cover
} spv_cpui_im_block;

// One level of each lane.
typedef struct spv_cpui_im_place {
    spv_cpui_im_ints size[3];
    const uint8_t *base[SPV_CPUI_BLOCK];
    spv_cpui_im_ints pitch[3];      // bytes from texel to texel along an axis
} spv_cpui_im_place;

// The texels that a filter reads along each axis, and the weight of the second.
typedef struct spv_cpui_im_print {
    spv_cpui_im_ints at[3][2];
    spv_cpui_im_floats weight[3];
} spv_cpui_im_print;

// The smaller one; y if one is NaN.
SPV_CPUI_INLINE float spv_cpui_im_min(float x, float y) {
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < y), x, y);
}

SPV_CPUI_INLINE float spv_cpui_im_max(float x, float y) {
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > y), x, y);
}

// NaN gives low.
SPV_CPUI_INLINE float spv_cpui_im_clamp(float x, float low, float high) {
    return spv_cpui_im_min(spv_cpui_im_max(x, low), high);
}

// For |x| < 2^31.
SPV_CPUI_INLINE int32_t spv_cpui_im_floor(float x) {
    int32_t whole = (int32_t)x;
    return whole - ((float)whole > x);
}

// a if the condition is 1, b if it is 0.
SPV_CPUI_INLINE int32_t spv_cpui_im_if(int condition, int32_t a, int32_t b) {
    return b ^ ((a ^ b) & -condition);
}

// To even, for any x; clamped to +-2^20, NaN to the lower end.
SPV_CPUI_INLINE int32_t spv_cpui_im_round(float x) {
    return (int32_t)(spv_cpui_im_clamp(x, -1048576.0f, 1048576.0f) + 12582912.0f - 12582912.0f);
}

// ---- formats: from memory

// Red, green and blue of SRGBA8: c = i / 255; c <= 0.04045 ? c / 12.92
// : ((c + 0.055) / 1.055) ^ 2.4.
static const float spv_cpui_im_linear[256] = {
    0.0f, 0.000303526991f, 0.000607053982f, 0.000910580973f, 0.00121410796f, 0.00151763496f,
    0.00182116195f, 0.00212468882f, 0.00242821593f, 0.0027317428f, 0.00303526991f,
    0.00334653584f, 0.00367650739f, 0.00402471703f, 0.00439144205f, 0.00477695325f,
    0.00518151652f, 0.00560539169f, 0.00604883302f, 0.00651209056f, 0.00699541019f,
    0.00749903219f, 0.00802319311f, 0.00856812578f, 0.00913405884f, 0.00972121768f,
    0.010329823f, 0.0109600937f, 0.0116122449f, 0.012286488f, 0.0129830325f, 0.0137020834f,
    0.0144438436f, 0.0152085144f, 0.0159962941f, 0.0168073755f, 0.0176419541f, 0.01850022f,
    0.0193823613f, 0.0202885624f, 0.0212190095f, 0.0221738853f, 0.0231533665f, 0.0241576321f,
    0.0251868591f, 0.0262412224f, 0.0273208916f, 0.02842604f, 0.0295568351f, 0.0307134446f,
    0.0318960324f, 0.0331047662f, 0.0343398079f, 0.0356013142f, 0.0368894488f, 0.0382043719f,
    0.0395462364f, 0.0409151986f, 0.0423114114f, 0.043735031f, 0.045186203f, 0.0466650873f,
    0.0481718257f, 0.0497065671f, 0.0512694567f, 0.0528606474f, 0.054480277f, 0.0561284907f,
    0.0578054301f, 0.0595112368f, 0.0612460524f, 0.0630100146f, 0.064803265f, 0.0666259378f,
    0.0684781671f, 0.0703600943f, 0.0722718537f, 0.0742135718f, 0.0761853829f, 0.078187421f,
    0.0802198201f, 0.0822827071f, 0.0843762085f, 0.0865004584f, 0.0886555836f, 0.0908417106f,
    0.0930589661f, 0.0953074694f, 0.097587347f, 0.0998987257f, 0.102241732f, 0.104616486f,
    0.107023105f, 0.10946171f, 0.111932427f, 0.114435375f, 0.116970666f, 0.119538426f,
    0.122138776f, 0.124771819f, 0.127437681f, 0.130136475f, 0.13286832f, 0.135633335f,
    0.138431609f, 0.141263291f, 0.144128472f, 0.147027269f, 0.149959788f, 0.152926147f,
    0.155926466f, 0.158960834f, 0.162029371f, 0.165132195f, 0.168269396f, 0.171441108f,
    0.174647406f, 0.177888423f, 0.18116425f, 0.18447499f, 0.187820777f, 0.191201687f,
    0.194617838f, 0.198069319f, 0.20155625f, 0.205078736f, 0.208636865f, 0.212230757f,
    0.215860501f, 0.219526201f, 0.223227963f, 0.226965874f, 0.230740055f, 0.23455058f,
    0.238397568f, 0.242281124f, 0.246201321f, 0.25015828f, 0.254152089f, 0.258182853f,
    0.262250662f, 0.266355604f, 0.270497799f, 0.274677306f, 0.278894275f, 0.283148736f,
    0.287440836f, 0.291770637f, 0.296138257f, 0.300543785f, 0.304987311f, 0.309468925f,
    0.313988715f, 0.318546772f, 0.323143214f, 0.327778101f, 0.332451522f, 0.337163627f,
    0.341914415f, 0.346704066f, 0.351532608f, 0.356400132f, 0.361306787f, 0.366252601f,
    0.371237695f, 0.376262128f, 0.38132602f, 0.386429429f, 0.391572475f, 0.396755219f,
    0.401977777f, 0.407240212f, 0.412542611f, 0.417885065f, 0.423267663f, 0.428690493f,
    0.434153646f, 0.439657182f, 0.445201188f, 0.450785786f, 0.456411034f, 0.462076992f,
    0.467783809f, 0.473531485f, 0.479320168f, 0.48514995f, 0.491020858f, 0.496932983f,
    0.502886474f, 0.50888133f, 0.514917672f, 0.520995557f, 0.527115107f, 0.533276379f,
    0.539479494f, 0.545724452f, 0.55201143f, 0.558340371f, 0.564711511f, 0.571124852f,
    0.577580452f, 0.584078431f, 0.590618849f, 0.597201765f, 0.603827357f, 0.610495567f,
    0.617206573f, 0.623960376f, 0.630757153f, 0.637596846f, 0.644479692f, 0.651405632f,
    0.658374846f, 0.665387273f, 0.672443151f, 0.679542482f, 0.686685324f, 0.693871737f,
    0.701101899f, 0.708375752f, 0.715693474f, 0.723055124f, 0.730460763f, 0.73791039f,
    0.745404184f, 0.752942204f, 0.760524511f, 0.768151164f, 0.775822222f, 0.783537805f,
    0.791297913f, 0.799102724f, 0.806952238f, 0.814846575f, 0.822785735f, 0.830769897f,
    0.838799f, 0.846873224f, 0.854992628f, 0.863157213f, 0.871367097f, 0.8796224f, 0.887923121f,
    0.896269381f, 0.904661179f, 0.913098633f, 0.921581864f, 0.930110872f, 0.938685715f,
    0.947306514f, 0.955973327f, 0.964686275f, 0.973445296f, 0.982250571f, 0.991102099f, 1.0f,
};

static uint32_t spv_cpui_im_word(const uint8_t *p) {
    uint32_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

static uint32_t spv_cpui_im_short(const uint8_t *p) {
    uint16_t word;
    memcpy(&word, p, sizeof word);
    return word;
}

// The bits of the binary32 number that equals a binary16 number.
static uint32_t spv_cpui_im_from_half(uint32_t h) {
    uint32_t exponent = h >> 10 & 31, fraction = h & 1023, sign = (h & 0x8000u) << 16;
    uint32_t small = spv_cpui_ln_bits((float)(int32_t)fraction * 5.9604644775390625e-8f);
    uint32_t normal = ((h & 0x7FFFu) << 13) + (112u << 23);
    uint32_t special = 0x7F800000u | fraction << 13;
    return sign | (exponent == 0 ? small : exponent == 31 ? special : normal);
}

// Component c of the texel at p, as the readers give it: a function for each kind and size.
static uint32_t spv_cpui_im_get_UNORM_8(const uint8_t *p, uint32_t c) {
    return spv_cpui_ln_bits((float)p[c]);
}

static uint32_t spv_cpui_im_get_UNORM_16(const uint8_t *p, uint32_t c) {
    return spv_cpui_ln_bits((float)(int32_t)spv_cpui_im_short(p + 2 * c));
}

static uint32_t spv_cpui_im_get_UNORM_0(const uint8_t *p, uint32_t c) {
    uint32_t part = spv_cpui_im_word(p) >> 10 * c & 1023;
    return spv_cpui_ln_bits((float)(int32_t)(c == 3 ? part * 341 : part));
}

static uint32_t spv_cpui_im_get_SNORM_8(const uint8_t *p, uint32_t c) {
    int32_t part = p[c] - ((p[c] & 128) << 1);
    return spv_cpui_ln_bits((float)(part < -127 ? -127 : part));
}

static uint32_t spv_cpui_im_get_SNORM_16(const uint8_t *p, uint32_t c) {
    int32_t part = (int32_t)spv_cpui_im_short(p + 2 * c);
    part -= (part & 32768) << 1;
    return spv_cpui_ln_bits((float)(part < -32767 ? -32767 : part));
}

static uint32_t spv_cpui_im_get_SRGB_8(const uint8_t *p, uint32_t c) {
    return spv_cpui_ln_bits(c == 3 ? (float)p[3] / 255.0f : spv_cpui_im_linear[p[c]]);
}

static uint32_t spv_cpui_im_get_FLOAT_16(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_from_half(spv_cpui_im_short(p + 2 * c));
}

static uint32_t spv_cpui_im_get_FLOAT_32(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_word(p + 4 * c);
}

// Fractions of 6, 6 and 5 bits, which lie at the top of a binary16 number's.
static uint32_t spv_cpui_im_get_FLOAT_0(const uint8_t *p, uint32_t c) {
    uint32_t part = spv_cpui_im_word(p) >> 11 * c;
    return spv_cpui_im_from_half(c == 2 ? part << 5 : (part & 0x7FFu) << 4);
}

static uint32_t spv_cpui_im_get_INT_8(const uint8_t *p, uint32_t c) {
    return p[c] | (p[c] & 128u ? 0xFFFFFF00u : 0);
}

static uint32_t spv_cpui_im_get_INT_16(const uint8_t *p, uint32_t c) {
    uint32_t part = spv_cpui_im_short(p + 2 * c);
    return part | (part & 32768u ? 0xFFFF0000u : 0);
}

static uint32_t spv_cpui_im_get_INT_32(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_word(p + 4 * c);
}

static uint32_t spv_cpui_im_get_UINT_8(const uint8_t *p, uint32_t c) {
    return p[c];
}

static uint32_t spv_cpui_im_get_UINT_16(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_short(p + 2 * c);
}

static uint32_t spv_cpui_im_get_UINT_32(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_word(p + 4 * c);
}

static uint32_t spv_cpui_im_get_UINT_0(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_word(p) >> 10 * c & 1023;
}

static uint32_t spv_cpui_im_get_DEPTH_16(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_get_UNORM_16(p, c);
}

static uint32_t spv_cpui_im_get_DEPTH_32(const uint8_t *p, uint32_t c) {
    return spv_cpui_im_get_FLOAT_32(p, c);
}

#define SPV_CPUI_ROW(name, bytes, components, bits, kind, image) \
    static void spv_cpui_im_read_##name(const uint8_t *const *base, const uint32_t *offset, \
                                        spv_cpui_im_row *texel) { \
        uint32_t i, c; \
        for (i = 0; i < SPV_CPUI_BLOCK; i++) \
            for (c = 0; c < components; c++) \
                texel[c][i] = spv_cpui_im_get_##kind##_##bits(base[i] + offset[i], c); \
    }
SPV_CPU_FORMATS(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW

#define SPV_CPUI_ROW(name, bytes, components, bits, kind, image) spv_cpui_im_read_##name,
static spv_cpui_im_reader *const spv_cpui_im_readers[] = {SPV_CPU_FORMATS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

// RGBA8, the most frequent, as loops that a compiler makes vector code of.
static void spv_cpui_im_read_bytes(const uint8_t *const *base, const uint32_t *offset,
                                   spv_cpui_im_row *texel) {
    spv_cpui_im_row word;
    uint32_t i, c;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        const uint8_t *p = base[i] + offset[i];
        word[i] = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
    for (c = 0; c < 4; c++)
        SPV_CPUI_EACH(i)
            texel[c][i] = spv_cpui_ln_bits((float)(int32_t)(word[i] >> 8 * c & 255));
}

// What the readers' floats are to be divided by.
static float spv_cpui_im_scale(const spv_cpui_format *f) {
    int normalised = f->kind == SPV_CPUI_UNORM || (f->kind == SPV_CPUI_DEPTH && f->bits == 16);
    if (f->kind == SPV_CPUI_SNORM) return f->bits == 8 ? 127.0f : 32767.0f;
    if (!normalised) return 1.0f;
    return f->bits == 8 ? 255.0f : f->bits == 16 ? 65535.0f : 1023.0f;
}

static int spv_cpui_im_is_integer(const spv_cpui_format *f) {
    return f->kind == SPV_CPUI_INT || f->kind == SPV_CPUI_UINT;
}

// ---- formats: to memory

// A number of 5 bits of exponent and some of fraction, nearest to the magnitude of a float (ties to
// even). One that is too large gives infinity's bits, or more.
static uint32_t spv_cpui_im_to_small(uint32_t bits, uint32_t fraction) {
    uint32_t size = bits & 0x7FFFFFFFu, shift = 23 - fraction;
    float unit = spv_cpui_ln_float((136 - fraction) << 23);
    if (size > 0x7F800000u) return 31u << fraction | 1u << (fraction - 1);
    if (size < 0x38800000u)
        return spv_cpui_ln_bits(spv_cpui_ln_float(size) + unit) - spv_cpui_ln_bits(unit);
    return (size + (1u << (shift - 1)) - 1 + (size >> shift & 1) - (112u << 23)) >> shift;
}

static uint32_t spv_cpui_im_to_half(uint32_t bits) {
    uint32_t small = spv_cpui_im_to_small(bits, 10);
    int nan = (bits & 0x7FFFFFFFu) > 0x7F800000u;
    return (bits >> 16 & 0x8000u) | (small > 0x7C00u && !nan ? 0x7C00u : small);
}

// Without sign: negative numbers give 0; finite ones stay finite.
static uint32_t spv_cpui_im_to_unsigned(uint32_t bits, uint32_t fraction) {
    uint32_t small = spv_cpui_im_to_small(bits, fraction), top = 31u << fraction;
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return small;
    if (bits & 0x80000000u) return 0;
    if (bits == 0x7F800000u) return top;
    return small < top ? small : top - 1;
}

// The nearest multiple of 1 / most, times most; NaN gives 0.
static uint32_t spv_cpui_im_to_fixed(uint32_t bits, float low, uint32_t most) {
    float value = spv_cpui_ln_float(bits);
    double scaled = value == value ? spv_cpui_im_clamp(value, low, 1.0f) * (double)most : 0;
    return (uint32_t)(int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

// Clamped after the curve, so infinity will do.
static uint32_t spv_cpui_im_to_curve(uint32_t bits) {
    float value = spv_cpui_ln_float(bits);
    value = value > 0.0031308f ? 1.055f * powf(value, 1 / 2.4f) - 0.055f : 12.92f * value;
    return spv_cpui_im_to_fixed(spv_cpui_ln_bits(value), 0, 255);
}

// Component c in as many bits as the format has for it; the higher ones are garbage.
static uint32_t spv_cpui_im_to_field(const spv_cpui_format *f, uint32_t c, uint32_t bits) {
    uint32_t size = f->bits ? f->bits : c == 3 ? 2u : 10u;
    switch (f->kind) {
    case SPV_CPUI_SRGB:
        if (c < 3) return spv_cpui_im_to_curve(bits);
        return spv_cpui_im_to_fixed(bits, 0, 255);
    case SPV_CPUI_UNORM: return spv_cpui_im_to_fixed(bits, 0, (1u << size) - 1);
    case SPV_CPUI_SNORM: return spv_cpui_im_to_fixed(bits, -1, (1u << (size - 1)) - 1);
    case SPV_CPUI_DEPTH: return size == 16 ? spv_cpui_im_to_fixed(bits, 0, 65535) : bits;
    case SPV_CPUI_FLOAT:
        if (f->bits == 0) return spv_cpui_im_to_unsigned(bits, c == 2 ? 5 : 6);
        return f->bits == 16 ? spv_cpui_im_to_half(bits) : bits;
    default: return bits;
    }
}

// The texel as one word, of a format with components of several sizes.
static uint32_t spv_cpui_im_packed(const spv_cpui_format *f, const uint32_t texel[4]) {
    uint32_t word = 0, c;
    for (c = 0; c < f->components; c++) {
        uint32_t at = f->kind == SPV_CPUI_FLOAT ? 11 * c : 10 * c;
        uint32_t bits = f->kind != SPV_CPUI_FLOAT ? (c == 3 ? 2u : 10u) : c == 2 ? 10u : 11u;
        word |= (spv_cpui_im_to_field(f, c, texel[c]) & ((1u << bits) - 1)) << at;
    }
    return word;
}

// Stores one pixel: 4 components (float, int or uint as the format is) as words.
SPV_CPUI_UNUSED static void spv_cpui_image_pack(spv_cpu_format format, const uint32_t texel[4],
                                                void *pixel) {
    const spv_cpui_format *f = &spv_cpui_formats[format];
    uint8_t *p = (uint8_t *)pixel;
    uint32_t c;
    if (f->bits == 0) {
        uint32_t word = spv_cpui_im_packed(f, texel);
        memcpy(p, &word, sizeof word);
        return;
    }
    for (c = 0; c < f->components; c++) {
        uint32_t field = spv_cpui_im_to_field(f, c, texel[c]);
        uint16_t half = (uint16_t)(field & 0xFFFFu);
        if (f->bits == 8) p[c] = (uint8_t)(field & 255);
        else if (f->bits == 16) memcpy(p + 2 * c, &half, sizeof half);
        else memcpy(p + 4 * c, &field, sizeof field);
    }
}

// ---- images

static uint32_t spv_cpui_im_at_least_1(uint32_t x) {
    return x ? x : 1;
}

// Layers of an image, of a cube 6 each.
static uint32_t spv_cpui_im_layers(const spv_cpu_image *image) {
    const spv_cpui_shape *shape = &spv_cpui_shapes[image->shape];
    uint32_t layers = shape->arrayed && image->layers ? image->layers : shape->faces;
    return shape->arrayed || shape->faces == 6 ? layers : 1;
}

// Width, height or depth of a level.
static uint32_t spv_cpui_im_extent(const spv_cpu_image *image, uint32_t axis, uint32_t level) {
    uint32_t dim = spv_cpui_shapes[image->shape].dim, full;
    if (axis == 0) full = image->width;
    else if (axis == 1) full = dim == 0 || dim == 5 ? 1 : image->height;
    else full = dim == 2 ? image->depth : 1;
    return spv_cpui_im_at_least_1(level < 32 ? full >> level : 0);
}

// Bytes of a level; 0: 2^31 or more.
SPV_CPUI_UNUSED static uint32_t spv_cpui_image_size(const spv_cpu_image *image, uint32_t level) {
    uint64_t size = spv_cpui_formats[image->format].bytes;
    uint32_t k;
    for (k = 0; k < 3; k++) {
        size *= spv_cpui_im_extent(image, k, level);
        if (size > 0x7FFFFFFFu) return 0;
    }
    size *= spv_cpui_im_layers(image);
    return size > 0x7FFFFFFFu ? 0 : (uint32_t)size;
}

// What is wrong with an image, NULL if nothing is. The other functions take images without fault.
SPV_CPUI_UNUSED static const char *spv_cpui_image_fault(const spv_cpu_image *image) {
    uint32_t i;
    if ((uint32_t)image->format >= SPV_CPU_FORMAT_COUNT) return "has no valid format";
    if ((uint32_t)image->shape >= SPV_CPU_SHAPE_COUNT) return "has no valid shape";
    if (image->level_count > SPV_CPU_MAX_LEVELS) return "has too many levels";
    if (spv_cpui_im_layers(image) % spv_cpui_shapes[image->shape].faces != 0)
        return "has cubes without 6 faces each";
    for (i = 0; i < 3 && image->shape != SPV_CPU_BUFFER; i++)
        if (spv_cpui_im_extent(image, i, 0) > 1u << 24) return "has a side of more than 2^24";
    if (spv_cpui_image_size(image, 0) == 0) return "has 2^31 bytes or more";
    for (i = 0; i < spv_cpui_im_at_least_1(image->level_count); i++)
        if (image->levels[i] == NULL) return "has a level without memory";
    return NULL;
}

// The texel's address, NULL outside of the image. slice: of a 3D image, layer, or 6 times the cube
// and the face.
static uint8_t *spv_cpui_im_address(const spv_cpu_image *image, uint32_t level, uint32_t x,
                                    uint32_t y, uint32_t slice) {
    uint32_t width = spv_cpui_im_extent(image, 0, level), layers = spv_cpui_im_layers(image);
    uint32_t height = spv_cpui_im_extent(image, 1, level);
    uint32_t depth = spv_cpui_im_extent(image, 2, level);
    if (x >= width || y >= height || slice >= (depth > layers ? depth : layers)) return NULL;
    return (uint8_t *)image->levels[level]
           + (((size_t)slice * height + y) * width + x) * spv_cpui_formats[image->format].bytes;
}

// ---- what all lanes have in common

static void spv_cpui_im_border(spv_cpui_im_call *c, const spv_cpu_sampler *sampler) {
    uint32_t k;
    for (k = 0; k < 4; k++)
        c->border[k] = c->integer ? sampler->border_bits[k]
                                  : spv_cpui_ln_bits(sampler->border[k] * c->scale);
}

// The results of "reference OP texel" when it is less, equal, more, and when one is NaN.
static void spv_cpui_im_compare(spv_cpui_im_call *c, spv_cpu_compare compare) {
    const uint32_t one = 0x3F800000u;
    int all = compare == SPV_CPU_COMPARE_ALWAYS || compare == SPV_CPU_COMPARE_NONE;
    int differ = compare == SPV_CPU_COMPARE_NOT_EQUAL || all;
    c->less = differ || compare == SPV_CPU_COMPARE_LESS || compare == SPV_CPU_COMPARE_LESS_EQUAL
              ? one : 0;
    c->more = differ || compare == SPV_CPU_COMPARE_GREATER
              || compare == SPV_CPU_COMPARE_GREATER_EQUAL ? one : 0;
    c->equal = all || compare == SPV_CPU_COMPARE_EQUAL || compare == SPV_CPU_COMPARE_LESS_EQUAL
               || compare == SPV_CPU_COMPARE_GREATER_EQUAL ? one : 0;
    c->unordered = differ ? one : 0;
}

static void spv_cpui_im_sampler(spv_cpui_im_call *c, const spv_cpu_sampler *sampler) {
    const spv_cpu_address modes[3] = {sampler->u, sampler->v, sampler->w};
    uint32_t k;
    c->linear[0] = !c->integer && sampler->min == SPV_CPU_LINEAR;
    c->linear[1] = !c->integer && sampler->mag == SPV_CPU_LINEAR;
    c->linear_mip = !c->integer && sampler->mip == SPV_CPU_LINEAR;
    c->unnormalised = sampler->unnormalised != 0;
    for (k = 0; k < 3; k++) {
        c->address[k] = c->cube ? SPV_CPU_ADDRESS_CLAMP : modes[k];
        if (k < c->axes && c->address[k] == SPV_CPU_ADDRESS_BORDER) c->bordered = 1;
    }
    spv_cpui_im_border(c, sampler);
    spv_cpui_im_compare(c, sampler->compare);
}

static void spv_cpui_im_open(spv_cpui_im_call *c, const spv_cpui_sampling *s, uint32_t flags) {
    static const spv_cpu_sampler plain = {SPV_CPU_LINEAR, SPV_CPU_LINEAR, SPV_CPU_LINEAR,
        SPV_CPU_ADDRESS_REPEAT, SPV_CPU_ADDRESS_REPEAT, SPV_CPU_ADDRESS_REPEAT,
        SPV_CPU_COMPARE_NONE, 0, 0, 0, 0, {0, 0, 0, 0}, {0, 0, 0, 0}, 0};
    const spv_cpu_image *image = s->image;
    const spv_cpui_shape *shape = &spv_cpui_shapes[image->shape];
    uint32_t i, k;
    memset(c, 0, sizeof *c);
    c->s = s;
    c->image = image;
    c->flags = flags;
    c->format = &spv_cpui_formats[image->format];
    c->integer = spv_cpui_im_is_integer(c->format);
    c->read = image->format == SPV_CPU_RGBA8 ? spv_cpui_im_read_bytes
                                             : spv_cpui_im_readers[image->format];
    c->cube = shape->dim == 3;
    c->axes = shape->dim == 0 || shape->dim == 5 ? 1 : shape->dim == 2 ? 3 : 2;
    c->slice_at = shape->arrayed ? (c->cube ? 3 : c->axes) : 0;
    c->parts = c->format->components;
    c->scale = spv_cpui_im_scale(c->format);
    c->layers = (int32_t)spv_cpui_im_layers(image);
    c->levels = spv_cpui_im_at_least_1(image->level_count);
    for (i = 0; i < c->levels; i++)
        for (k = 0; k < 3; k++) c->size[i][k] = (int32_t)spv_cpui_im_extent(image, k, i);
    spv_cpui_im_sampler(c, s->sampler ? s->sampler : &plain);
}

// ---- lanes in and out

// Component k of an operand in the block's lanes.
static void spv_cpui_im_floats_of(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                  const uint32_t *operand, uint32_t k, float *value) {
    memcpy(value, operand + (size_t)k * c->s->lanes + b->first, sizeof(spv_cpui_im_floats));
}

// Writes component k of the result into the lanes that are to be done.
static void spv_cpui_im_store(const spv_cpui_im_call *c, const spv_cpui_im_block *b, uint32_t k,
                              const uint32_t *value) {
    uint32_t *d = c->s->d + (size_t)k * c->s->lanes + b->first, i;
    SPV_CPUI_EACH(i) d[i] = spv_cpui_ln_pick(b->live[i], value[i], d[i]);
}

// Starts the block at a lane; 0 if none of its lanes is to be done.
static int spv_cpui_im_begin(const spv_cpui_im_call *c, spv_cpui_im_block *b, uint32_t first) {
    uint32_t i, any = 0;
    b->first = first;
    memcpy(b->live, c->s->mask + first, sizeof b->live);
    for (i = 0; i < SPV_CPUI_BLOCK; i++) any |= b->live[i];
    return any != 0;
}

// ---- coordinates

// For each face what it takes from a direction: s, t and the major axis, 1 to 3, negative if
// negated.
static const int8_t spv_cpui_im_faces[6][3] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2},
                                               {1, -3, -2}, {1, -2, 3}, {-1, -2, -3}};

static float spv_cpui_im_take(int8_t which, const float direction[3]) {
    return which < 0 ? -direction[-which - 1] : direction[which - 1];
}

// The face that a direction meets; of equal components the last counts.
static uint32_t spv_cpui_im_face(const float r[3]) {
    float x = fabsf(r[0]), y = fabsf(r[1]), z = fabsf(r[2]);
    if (z >= x && z >= y) return r[2] < 0 ? 5 : 4;
    if (y >= x) return r[1] < 0 ? 3 : 2;
    return r[0] < 0 ? 1 : 0;
}

// Makes of a direction and its derivatives those on the face.
static void spv_cpui_im_onto_face(spv_cpui_im_block *b) {
    uint32_t i, k;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        const float r[3] = {b->at[0][i], b->at[1][i], b->at[2][i]};
        const float x[3] = {b->dx[0][i], b->dx[1][i], b->dx[2][i]};
        const float y[3] = {b->dy[0][i], b->dy[1][i], b->dy[2][i]};
        uint32_t face = spv_cpui_im_face(r);
        const int8_t *take = spv_cpui_im_faces[face];
        float major = spv_cpui_im_take(take[2], r), scale = 0.5f / major;
        for (k = 0; k < 2; k++) {
            float at = spv_cpui_im_take(take[k], r) / major;
            b->at[k][i] = 0.5f * at + 0.5f;
            b->dx[k][i] = (spv_cpui_im_take(take[k], x) - at * spv_cpui_im_take(take[2], x))
                          * scale;
            b->dy[k][i] = (spv_cpui_im_take(take[k], y) - at * spv_cpui_im_take(take[2], y))
                          * scale;
        }
        b->slice[i] = 6 * b->slice[i] + (int32_t)face;
    }
}

static void spv_cpui_im_layer(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    int32_t last = (c->cube ? c->layers / 6 : c->layers) - 1;
    uint32_t i;
    spv_cpui_im_floats at;
    memset(b->slice, 0, sizeof b->slice);
    if (c->slice_at == 0 || c->slice_at >= c->s->coordinate_parts) return;
    spv_cpui_im_floats_of(c, b, c->s->coordinate, c->slice_at, at);
    SPV_CPUI_EACH(i) {
        int32_t layer = spv_cpui_im_round(at[i]);
        layer = spv_cpui_im_if(layer > last, last, layer);
        b->slice[i] = spv_cpui_im_if(layer < 0, 0, layer);
    }
}

// Which lanes of a block count for derivatives.
static void spv_cpui_im_valid(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                              uint32_t *valid) {
    memset(valid, 0xFF, sizeof(spv_cpui_im_row));
    if (c->s->quad_mask != NULL)
        memcpy(valid, c->s->quad_mask + b->first, sizeof(spv_cpui_im_row));
}

// The difference that quads have along x (other is 1) or y (other is 2): of the first row or
// column, or the other one if a lane of it does not count.
static void spv_cpui_im_difference(const float *value, const uint32_t *valid, uint32_t other,
                                   float *d) {
    uint32_t q, i;
    for (q = 0; q < SPV_CPUI_BLOCK; q += 4) {
        uint32_t from = valid[q] && valid[q + other] ? q : q + 3 - other;
        float step = valid[from] && valid[from + other] ? value[from + other] - value[from] : 0;
        for (i = 0; i < 4; i++) d[q + i] = step;
    }
}

static void spv_cpui_im_derivatives(const spv_cpui_im_call *c, spv_cpui_im_block *b, uint32_t k) {
    spv_cpui_im_row valid;
    if (c->s->grad_x != NULL && c->s->grad_y != NULL) {
        spv_cpui_im_floats_of(c, b, c->s->grad_x, k, b->dx[k]);
        spv_cpui_im_floats_of(c, b, c->s->grad_y, k, b->dy[k]);
    } else if (c->s->quads) {
        spv_cpui_im_valid(c, b, valid);
        spv_cpui_im_difference(b->at[k], valid, 1, b->dx[k]);
        spv_cpui_im_difference(b->at[k], valid, 2, b->dy[k]);
    }
}

// Fills in coordinates, their derivatives (if graded), the layer, the reference.
static void spv_cpui_im_coordinates(const spv_cpui_im_call *c, spv_cpui_im_block *b, int graded) {
    uint32_t axes = c->cube ? 3 : c->axes, i, k;
    int divided = (c->flags & SPV_CPUI_IM_PROJ) && axes < c->s->coordinate_parts;
    memset(b->at, 0, sizeof b->at);
    memset(b->dx, 0, sizeof b->dx);
    memset(b->dy, 0, sizeof b->dy);
    if (c->s->dref != NULL) spv_cpui_im_floats_of(c, b, c->s->dref, 0, b->dref);
    if (divided) spv_cpui_im_floats_of(c, b, c->s->coordinate, axes, b->q);
    if (divided && c->s->dref != NULL)
        SPV_CPUI_EACH(i) b->dref[i] /= b->q[i];
    for (k = 0; k < axes && k < c->s->coordinate_parts; k++) {
        spv_cpui_im_floats_of(c, b, c->s->coordinate, k, b->at[k]);
        if (divided)
            SPV_CPUI_EACH(i) b->at[k][i] /= b->q[i];
        if (graded) spv_cpui_im_derivatives(c, b, k);
    }
    spv_cpui_im_layer(c, b);
    if (c->cube) spv_cpui_im_onto_face(b);
}

// ---- level of detail

// The squares of the distances in texels of level 0 that a step along x or y makes.
static void spv_cpui_im_distance(const spv_cpui_im_call *c, spv_cpui_im_floats *d, float *square) {
    uint32_t i, k;
    SPV_CPUI_EACH(i) square[i] = 0;
    for (k = 0; k < c->axes; k++) {
        float size = (float)c->size[0][k];
        SPV_CPUI_EACH(i) {
            float step = d[k][i] * size;
            square[i] += step * step;
        }
    }
}

// Half the binary logarithm of a number, which neighbours often share.
static void spv_cpui_im_half_log(const float *square, float *result) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_BLOCK; i++)
        result[i] = i > 0 && square[i] == square[i - 1] ? result[i - 1]
                                                        : 0.5f * log2f(square[i]);
}

// Anisotropy: how many samples, along which step, and the square of the width of one.
static void spv_cpui_im_stretch(spv_cpui_im_block *b, const float *x, const float *y, float most,
                                float *square) {
    uint32_t i, k;
    most = spv_cpui_im_clamp(most, 1, 16);
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        float large = x[i] > y[i] ? x[i] : y[i], small = x[i] > y[i] ? y[i] : x[i];
        float ratio = large < 3e38f ? spv_cpui_im_clamp(sqrtf(large / small), 1, most) : 1;
        if (large == 0) ratio = 1;
        b->count[i] = (int32_t)ceilf(ratio);
        square[i] = large / (ratio * ratio);
        for (k = 0; k < 3; k++) b->step[k][i] = x[i] > y[i] ? b->dx[k][i] : b->dy[k][i];
    }
}

// The level of detail that follows from derivatives.
static void spv_cpui_im_implicit(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    spv_cpui_im_floats x, y, square;
    float most = c->s->sampler != NULL && !c->integer ? c->s->sampler->anisotropy : 0;
    uint32_t i;
    spv_cpui_im_distance(c, b->dx, x);
    spv_cpui_im_distance(c, b->dy, y);
    if (most > 1) spv_cpui_im_stretch(b, x, y, most, square);
    else
        SPV_CPUI_EACH(i) square[i] = x[i] > y[i] ? x[i] : y[i];
    spv_cpui_im_half_log(square, b->bare);
}

// Adds the biases to bare and limits it, which is lambda.
static void spv_cpui_im_limit(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    const spv_cpu_sampler *sampler = c->s->sampler;
    spv_cpui_im_floats bias, least;
    float low = sampler ? sampler->min_lod : 0, high = sampler ? sampler->max_lod : 0;
    float always = sampler ? sampler->lod_bias : 0;
    uint32_t i;
    memset(bias, 0, sizeof bias);
    SPV_CPUI_EACH(i) least[i] = low;
    if (c->s->bias != NULL) spv_cpui_im_floats_of(c, b, c->s->bias, 0, bias);
    if (c->s->min_lod != NULL) spv_cpui_im_floats_of(c, b, c->s->min_lod, 0, least);
    if (high == 0) high = 1000;
    SPV_CPUI_EACH(i) {
        b->bare[i] += spv_cpui_im_clamp(bias[i] + always, -16, 16);
        b->lambda[i] = spv_cpui_im_clamp(b->bare[i], spv_cpui_im_max(least[i], low), high);
    }
}

static void spv_cpui_im_lod(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    uint32_t i;
    memset(b->bare, 0, sizeof b->bare);
    if (c->s->lod != NULL) spv_cpui_im_floats_of(c, b, c->s->lod, 0, b->bare);
    else if (!c->unnormalised && (c->s->quads || c->s->grad_x != NULL)) spv_cpui_im_implicit(c, b);
    spv_cpui_im_limit(c, b);
    SPV_CPUI_EACH(i) b->large[i] = b->lambda[i] > 0 ? 0 : ~0u;
}

// From lambda the levels, and the weight of the second.
static void spv_cpui_im_levels(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    float last = (float)(c->levels - 1);
    uint32_t i;
    SPV_CPUI_EACH(i) {
        float d = spv_cpui_im_clamp(b->lambda[i], 0, last), half = d + 0.5f;
        int32_t near = (int32_t)half - ((float)(int32_t)half == half);
        int32_t level = spv_cpui_im_if(c->linear_mip, (int32_t)d, near);
        b->level[0][i] = level;
        b->level[1][i] = level + ((float)level < last);
        b->delta[i] = (d - (float)level) * (float)c->linear_mip;
    }
}

// Whether the level of detail makes a difference.
static int spv_cpui_im_is_graded(const spv_cpui_im_call *c) {
    if (c->flags & SPV_CPUI_IM_GATHER) return 0;
    if (c->flags & SPV_CPUI_IM_QUERY) return 1;
    return c->levels > 1 || c->linear[0] != c->linear[1]
           || (c->s->sampler != NULL && c->s->sampler->anisotropy > 1);
}

// Coordinates, level of detail and levels of a block.
static void spv_cpui_im_prepare(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    int graded = spv_cpui_im_is_graded(c);
    uint32_t i;
    SPV_CPUI_EACH(i) {
        b->count[i] = 1;
        b->delta[i] = 0;
        b->level[0][i] = b->level[1][i] = 0;
        b->large[i] = ~0u;
    }
    spv_cpui_im_coordinates(c, b, graded);
    if (!graded) return;
    spv_cpui_im_lod(c, b);
    spv_cpui_im_levels(c, b);
}

// ---- positions along an axis

// Coordinates in texels, less what is before the first texel that is read (half). Where the axis
// repeats, less whole periods as well.
static void spv_cpui_im_scaled(const spv_cpui_im_call *c, spv_cpu_address mode, const float *at,
                               const int32_t *size, float half, float *scaled) {
    const float most = 16777216.0f;
    uint32_t i;
    if (c->unnormalised && !c->cube) {
        SPV_CPUI_EACH(i)
            scaled[i] = spv_cpui_im_clamp(at[i] - half, -most, most);
    } else if (c->cube) {
        SPV_CPUI_EACH(i)
            scaled[i] = spv_cpui_im_clamp(at[i], 0, 1) * (float)size[i] - half;
    } else if (mode == SPV_CPU_ADDRESS_REPEAT || mode == SPV_CPU_ADDRESS_MIRROR) {
        float period = mode == SPV_CPU_ADDRESS_REPEAT ? 1.0f : 2.0f;
        SPV_CPUI_EACH(i) {
            float u = spv_cpui_im_clamp(at[i] / period, -most, most);
            u -= (float)spv_cpui_im_floor(u);
            u = spv_cpui_im_min(u, 0.99999994f);
            scaled[i] = u * period * (float)size[i] - half;
        }
    } else {
        SPV_CPUI_EACH(i)
            scaled[i] = spv_cpui_im_clamp(at[i] * (float)size[i] - half, -most, most);
    }
}

// Into 0 .. period - 1.
static void spv_cpui_im_modulo(int32_t *at, const int32_t *size, int32_t periods) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        int32_t period = size[i] * periods, rest = at[i] % period;
        at[i] = rest < 0 ? rest + period : rest;
    }
}

// Positions into the image, or -1. any: they may be anywhere, else at most one texel outside of
// the period.
static void spv_cpui_im_wrap(spv_cpu_address mode, const int32_t *size, int any, int32_t *at) {
    int32_t mirror = mode == SPV_CPU_ADDRESS_MIRROR_ONCE ? -1 : 0;
    uint32_t i;
    if (any && mode == SPV_CPU_ADDRESS_REPEAT) spv_cpui_im_modulo(at, size, 1);
    if (any && mode == SPV_CPU_ADDRESS_MIRROR) spv_cpui_im_modulo(at, size, 2);
    switch (mode) {
    case SPV_CPU_ADDRESS_REPEAT:
        SPV_CPUI_EACH(i) {
            int32_t x = at[i] < 0 ? at[i] + size[i] : at[i];
            at[i] = x >= size[i] ? x - size[i] : x;
        }
        break;
    case SPV_CPU_ADDRESS_MIRROR:
        SPV_CPUI_EACH(i) {
            int32_t x = at[i] < 0 ? -1 - at[i] : at[i];
            x = x >= 2 * size[i] ? x - 2 * size[i] : x;
            at[i] = x >= size[i] ? 2 * size[i] - 1 - x : x;
        }
        break;
    case SPV_CPU_ADDRESS_BORDER:
        SPV_CPUI_EACH(i)
            at[i] = spv_cpui_im_if((at[i] < 0) | (at[i] >= size[i]), -1, at[i]);
        break;
    default:
        SPV_CPUI_EACH(i) {
            int32_t x = spv_cpui_im_if(at[i] < 0, at[i] ^ mirror, at[i]);
            x = spv_cpui_im_if(x < 0, 0, x);
            at[i] = spv_cpui_im_if(x >= size[i], size[i] - 1, x);
        }
    }
}

// The offsets of the block along an axis, kept so small that sums do not overflow.
static void spv_cpui_im_shift(const spv_cpui_im_block *b, uint32_t axis, int32_t *at) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        int32_t offset = b->offset[axis][i];
        offset = offset < -65536 ? -65536 : offset > 65536 ? 65536 : offset;
        at[i] += offset;
    }
}

// Into -1 .. size - 1.
static void spv_cpui_im_near(const int32_t *size, int32_t *at) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        int32_t x = at[i] < -1 ? -1 : at[i];
        at[i] = x >= size[i] ? size[i] - 1 : x;
    }
}

// What is read along an axis: linear both positions and the weight, else the first position. Cubes
// are not wrapped if linear: what is outside lies on another face.
static void spv_cpui_im_axis(const spv_cpui_im_call *c, const spv_cpui_im_block *b, uint32_t axis,
                             const int32_t *size, int linear, spv_cpui_im_print *p) {
    spv_cpu_address mode = c->address[axis];
    spv_cpui_im_floats u;
    int shifted = c->s->offset != NULL, any = shifted || c->unnormalised;
    uint32_t i;
    spv_cpui_im_scaled(c, mode, b->at[axis], size, linear ? 0.5f : 0, u);
    SPV_CPUI_EACH(i) {
        int32_t whole = spv_cpui_im_floor(u[i]);
        p->weight[axis][i] = u[i] - (float)whole;
        p->at[axis][0][i] = whole;
    }
    if (shifted) spv_cpui_im_shift(b, axis, p->at[axis][0]);
    if (shifted && c->cube) spv_cpui_im_near(size, p->at[axis][0]);
    SPV_CPUI_EACH(i) p->at[axis][1][i] = p->at[axis][0][i] + 1;
    if (c->cube && linear) return;
    spv_cpui_im_wrap(mode, size, any, p->at[axis][0]);
    if (linear) spv_cpui_im_wrap(mode, size, any, p->at[axis][1]);
}

// ---- texels

// Where the block's lanes have their level.
static void spv_cpui_im_place_of(const spv_cpui_im_call *c, const int32_t *level,
                                 spv_cpui_im_place *p) {
    int32_t bytes = c->format->bytes;
    uint32_t differ = 0, i, k;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) differ |= (uint32_t)(level[i] ^ level[0]);
    for (i = 0; i < SPV_CPUI_BLOCK; i++)
        p->base[i] = (const uint8_t *)c->image->levels[level[differ ? i : 0]];
    for (k = 0; k < 3; k++) {
        int32_t size = c->size[level[0]][k];
        SPV_CPUI_EACH(i) p->size[k][i] = size;
    }
    for (i = 0; i < SPV_CPUI_BLOCK && differ; i++)
        for (k = 0; k < 3; k++) p->size[k][i] = c->size[level[i]][k];
    SPV_CPUI_EACH(i) p->pitch[0][i] = bytes;
    SPV_CPUI_EACH(i) p->pitch[1][i] = bytes * p->size[0][i];
    SPV_CPUI_EACH(i) p->pitch[2][i] = p->pitch[1][i] * p->size[1][i];
}

// A position on a cube's face, at most one texel outside in one direction, becomes one on the
// neighbour. In units of half a texel from the cube's centre, faces being at the distance of
// size, the texel is bent around the edge: what is outside comes to the distance size, what was
// there one unit nearer.
static void spv_cpui_im_bend(int32_t size, int32_t *x, int32_t *y, int32_t *face) {
    const int8_t *take = spv_cpui_im_faces[*face];
    int32_t at[3], r[3] = {0, 0, 0}, k, other;
    at[0] = 2 * *x + 1 - size;
    at[1] = 2 * *y + 1 - size;
    at[2] = size - 1;
    for (k = 0; k < 2; k++)
        if (at[k] > size || at[k] < -size) at[k] = at[k] < 0 ? -size : size;
    for (k = 0; k < 3; k++) r[(take[k] < 0 ? -take[k] : take[k]) - 1] = take[k] < 0 ? -at[k] : at[k];
    for (other = 0; other < 5; other++) {
        int32_t major = spv_cpui_im_faces[other][2];
        if (r[(major < 0 ? -major : major) - 1] == (major < 0 ? -size : size)) break;
    }
    take = spv_cpui_im_faces[other];
    for (k = 0; k < 2; k++) at[k] = take[k] < 0 ? -r[-take[k] - 1] : r[take[k] - 1];
    *x = (at[0] + size - 1) / 2;
    *y = (at[1] + size - 1) / 2;
    *face = other;
}

// A texel of a lane around a cube's face. One beyond a corner, which no face has, becomes some
// texel; the caller replaces it.
static uint32_t spv_cpui_im_cube_offset(const spv_cpui_im_place *p, uint32_t lane, int32_t x,
                                        int32_t y, int32_t slice) {
    int32_t size = p->size[0][lane], face = slice % 6, cube = slice - face;
    int out_x = x < 0 || x >= size, out_y = y < 0 || y >= size;
    if (out_x && out_y) x = y = 0;
    else if (out_x || out_y) spv_cpui_im_bend(size, &x, &y, &face);
    return (uint32_t)(x * p->pitch[0][lane] + y * p->pitch[1][lane]
                      + (cube + face) * p->pitch[2][lane]);
}

// Replaces what was read beyond the border.
static void spv_cpui_im_beyond(const spv_cpui_im_call *c, const uint32_t *beyond,
                               spv_cpui_im_row *texel) {
    uint32_t i, k;
    for (k = 0; k < c->parts; k++) {
        uint32_t border = c->border[k];
        SPV_CPUI_EACH(i) texel[k][i] = spv_cpui_ln_pick(beyond[i], border, texel[k][i]);
    }
}

// Texel t (bit 0: the second along x, bit 1: along y, bit 2: along z) of what is read.
static void spv_cpui_im_texel(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                              const spv_cpui_im_place *p, const spv_cpui_im_print *print,
                              uint32_t t, spv_cpui_im_row *texel) {
    const int32_t *x = print->at[0][t & 1], *y = print->at[1][t >> 1 & 1];
    const int32_t *z = c->axes == 3 ? print->at[2][t >> 2 & 1] : b->slice;
    int32_t flat = c->axes > 1 ? -1 : 0;
    spv_cpui_im_row offset, beyond;
    uint32_t i;
    SPV_CPUI_EACH(i)
        offset[i] = (uint32_t)x[i] * (uint32_t)p->pitch[0][i]
                    + (uint32_t)z[i] * (uint32_t)p->pitch[2][i];
    if (c->axes > 1)
        SPV_CPUI_EACH(i)
            offset[i] += (uint32_t)y[i] * (uint32_t)p->pitch[1][i];
    if (c->cube)
        for (i = 0; i < SPV_CPUI_BLOCK; i++)
            offset[i] = spv_cpui_im_cube_offset(p, i, x[i], y[i], z[i]);
    if (c->bordered)
        SPV_CPUI_EACH(i) {
            beyond[i] = spv_cpui_ln_mask((x[i] | z[i] | (y[i] & flat)) < 0);
            offset[i] &= ~beyond[i];
        }
    c->read(p->base, offset, texel);
    if (c->bordered) spv_cpui_im_beyond(c, beyond, texel);
}

// The texel beyond a cube's corner is the mean of the three that there are.
static void spv_cpui_im_corner(const spv_cpui_im_call *c, const spv_cpui_im_place *p,
                               const spv_cpui_im_print *print, spv_cpui_im_row (*texel)[4]) {
    uint32_t i, k, t;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        int32_t size = p->size[0][i], x = print->at[0][0][i], y = print->at[1][0][i];
        int out_x = x < 0 || x + 1 >= size, out_y = y < 0 || y + 1 >= size;
        if (!out_x || !out_y) continue;
        t = (x < 0 ? 0u : 1u) | (y < 0 ? 0u : 2u);
        for (k = 0; k < c->parts && !c->integer; k++) {
            float sum = spv_cpui_ln_float(texel[t ^ 1][k][i])
                        + spv_cpui_ln_float(texel[t ^ 2][k][i])
                        + spv_cpui_ln_float(texel[t ^ 3][k][i]);
            texel[t][k][i] = spv_cpui_ln_bits(sum / 3.0f);
        }
        for (k = 0; k < c->parts && c->integer; k++) texel[t][k][i] = texel[t ^ 3][k][i];
    }
}

// Replaces depths by the results of the comparison.
static void spv_cpui_im_compared(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                 uint32_t *texel) {
    uint32_t less = c->less, equal = c->equal, more = c->more, unordered = c->unordered, i;
    float scale = c->scale;
    spv_cpui_im_floats dref;
    SPV_CPUI_EACH(i) {
        uint32_t fixed = spv_cpui_ln_mask(scale > 1);
        float limited = spv_cpui_im_clamp(b->dref[i], 0, 1);
        dref[i] = spv_cpui_ln_pick_float(fixed, limited, b->dref[i]);
    }
    SPV_CPUI_EACH(i) {
        float depth = spv_cpui_ln_float(texel[i]) / scale;
        uint32_t below = spv_cpui_ln_mask(dref[i] < depth);
        uint32_t above = spv_cpui_ln_mask(dref[i] > depth);
        uint32_t same = spv_cpui_ln_mask(dref[i] == depth);
        texel[i] = (less & below) | (more & above) | (equal & same)
                   | (unordered & ~(below | above | same));
    }
}

// All texels that are read from one level, 1 or 2 along each axis.
static void spv_cpui_im_texels(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                               const int32_t *level, int linear, spv_cpui_im_print *print,
                               spv_cpui_im_row (*texel)[4]) {
    spv_cpui_im_place place;
    uint32_t count = linear ? 1u << c->axes : 1, t, axis;
    spv_cpui_im_place_of(c, level, &place);
    for (axis = 0; axis < c->axes; axis++)
        spv_cpui_im_axis(c, b, axis, place.size[axis], linear, print);
    for (t = 0; t < count; t++) spv_cpui_im_texel(c, b, &place, print, t, texel[t]);
    for (t = 0; t < count && (c->flags & SPV_CPUI_IM_DREF); t++)
        spv_cpui_im_compared(c, b, texel[t][0]);
    if (c->cube && linear) spv_cpui_im_corner(c, &place, print, texel);
}

// ---- filters

// a becomes its mean with b, which has the weight.
static void spv_cpui_im_mix(uint32_t *a, const uint32_t *b, const float *weight) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        float x = spv_cpui_ln_float(a[i]), y = spv_cpui_ln_float(b[i]);
        a[i] = spv_cpui_ln_bits(x * (1 - weight[i]) + y * weight[i]);
    }
}

static void spv_cpui_im_filtered(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                 const int32_t *level, int linear, spv_cpui_im_row *value) {
    spv_cpui_im_print print;
    spv_cpui_im_row texel[8][4];
    uint32_t parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, axis, t, k;
    spv_cpui_im_texels(c, b, level, linear, &print, texel);
    for (axis = 0; axis < c->axes && linear; axis++)
        for (t = 0; t < 1u << c->axes; t += 2u << axis)
            for (k = 0; k < parts; k++)
                spv_cpui_im_mix(texel[t][k], texel[t + (1u << axis)][k], print.weight[axis]);
    memcpy(value, texel[0], parts * sizeof *value);
}

// One level with the filters of its lanes.
static void spv_cpui_im_of_level(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                 const int32_t *level, spv_cpui_im_row *value) {
    spv_cpui_im_row other[4];
    uint32_t parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, i, k, large = 0, small = 0;
    for (i = 0; i < SPV_CPUI_BLOCK && c->linear[0] != c->linear[1]; i++) {
        large |= b->live[i] & b->large[i];
        small |= b->live[i] & ~b->large[i];
    }
    if (c->linear[0] == c->linear[1] || !large || !small) {
        spv_cpui_im_filtered(c, b, level, c->linear[large != 0], value);
        return;
    }
    spv_cpui_im_filtered(c, b, level, c->linear[0], value);
    spv_cpui_im_filtered(c, b, level, c->linear[1], other);
    for (k = 0; k < parts; k++)
        SPV_CPUI_EACH(i)
            value[k][i] = (value[k][i] & ~b->large[i]) | (other[k][i] & b->large[i]);
}

// Both levels, the second if some lane needs it.
static void spv_cpui_im_of_levels(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                  spv_cpui_im_row *value) {
    spv_cpui_im_row other[4];
    uint32_t i, k, parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, two = 0;
    spv_cpui_im_of_level(c, b, b->level[0], value);
    for (i = 0; i < SPV_CPUI_BLOCK && c->levels > 1; i++)
        two |= b->delta[i] > 0 ? b->live[i] : 0;
    if (!two) return;
    spv_cpui_im_of_level(c, b, b->level[1], other);
    for (k = 0; k < parts; k++) {
        SPV_CPUI_EACH(i)
            other[k][i] = b->delta[i] > 0 ? other[k][i] : value[k][i];
        spv_cpui_im_mix(value[k], other[k], b->delta);
    }
}

// The mean of samples on a line, as many as each lane has.
static void spv_cpui_im_along(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                              int32_t most, spv_cpui_im_row *value) {
    spv_cpui_im_block one = *b;
    spv_cpui_im_row part[4];
    spv_cpui_im_floats sum[4];
    uint32_t parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, i, k;
    int32_t n;
    memset(sum, 0, sizeof sum);
    for (n = 1; n <= most; n++) {
        for (k = 0; k < c->axes; k++)
            SPV_CPUI_EACH(i)
                one.at[k][i] = b->at[k][i]
                    + b->step[k][i] * ((float)n / (float)(b->count[i] + 1) - 0.5f);
        spv_cpui_im_of_levels(c, &one, part);
        for (k = 0; k < parts; k++)
            SPV_CPUI_EACH(i)
                sum[k][i] += n <= b->count[i] ? spv_cpui_ln_float(part[k][i]) : 0;
    }
    for (k = 0; k < parts; k++)
        SPV_CPUI_EACH(i)
            value[k][i] = spv_cpui_ln_bits(sum[k][i] / (float)b->count[i]);
}

// Component k of the texels that are gathered, from the lane's offset number n or all alike.
static void spv_cpui_im_gathered(const spv_cpui_im_call *c, spv_cpui_im_block *b,
                                 spv_cpui_im_row *value) {
    static const uint32_t order[4] = {2, 3, 1, 0};
    spv_cpui_im_print print;
    spv_cpui_im_row texel[8][4];
    uint32_t n, i, k, sets = c->s->const_offsets ? 4 : 1;
    for (n = 0; n < 4; n++) {
        uint32_t t = sets == 4 ? 0 : order[n] & ((1u << c->axes) - 1);
        if (n < sets) {
            for (k = 0; k < c->axes && c->s->offset != NULL; k++)
                memcpy(b->offset[k], c->s->offset + (size_t)(n * c->axes + k) * c->s->lanes
                                         + b->first, sizeof b->offset[k]);
            spv_cpui_im_texels(c, b, b->level[0], 1, &print, texel);
        }
        for (i = 0; i < SPV_CPUI_BLOCK; i++) {
            uint32_t part = c->s->component ? c->s->component[b->first + i] & 3 : 0;
            value[n][i] = c->flags & SPV_CPUI_IM_DREF ? texel[t][0][i]
                          : part < c->parts           ? texel[t][part][i]
                          : part < 3                  ? 0
                          : c->integer                ? 1
                                                      : spv_cpui_ln_bits(c->scale);
        }
    }
}

// ---- results

static void spv_cpui_im_scaled_down(const spv_cpui_im_call *c, uint32_t *value) {
    uint32_t i;
    SPV_CPUI_EACH(i)
        value[i] = spv_cpui_ln_bits(spv_cpui_ln_float(value[i]) / c->scale);
}

// Components that the format lacks are 0, the last one 1.
static void spv_cpui_im_complete(const spv_cpui_im_call *c, uint32_t parts,
                                 spv_cpui_im_row *value) {
    uint32_t i, k;
    for (k = parts; k < 4; k++)
        SPV_CPUI_EACH(i)
            value[k][i] = k < 3 ? 0 : c->integer ? 1 : 0x3F800000u;
}

static void spv_cpui_im_finish(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                               uint32_t parts, spv_cpui_im_row *value) {
    uint32_t k;
    int scaled = c->scale > 1 && !(c->flags & (SPV_CPUI_IM_DREF | SPV_CPUI_IM_QUERY));
    for (k = 0; k < parts && scaled; k++) spv_cpui_im_scaled_down(c, value[k]);
    spv_cpui_im_complete(c, parts, value);
    for (k = 0; k < 4 && k < c->s->d_parts; k++) spv_cpui_im_store(c, b, k, value[k]);
}

// OpImageQueryLod: the level that would be read, and the level of detail without limits.
static void spv_cpui_im_levels_of(const spv_cpui_im_block *b, spv_cpui_im_row *value) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        value[0][i] = spv_cpui_ln_bits((float)b->level[0][i] + b->delta[i]);
        value[1][i] = spv_cpui_ln_bits(b->bare[i]);
    }
}

// Samples, gathers and queries of the level of detail.
static void spv_cpui_im_sample(const spv_cpui_im_call *c) {
    spv_cpui_im_block b;
    spv_cpui_im_row value[4];
    uint32_t first, i, k, parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts;
    int anisotropic = c->s->sampler != NULL && c->s->sampler->anisotropy > 1;
    if (c->flags & (SPV_CPUI_IM_GATHER | SPV_CPUI_IM_QUERY)) parts = 4;
    for (first = 0; first < c->s->lanes; first += SPV_CPUI_BLOCK) {
        int32_t most = 1;
        if (!spv_cpui_im_begin(c, &b, first)) continue;
        spv_cpui_im_prepare(c, &b);
        for (k = 0; k < c->axes && c->s->offset != NULL; k++)
            memcpy(b.offset[k], c->s->offset + (size_t)k * c->s->lanes + first,
                   sizeof b.offset[k]);
        for (i = 0; i < SPV_CPUI_BLOCK && anisotropic; i++)
            if (b.live[i] && b.count[i] > most) most = b.count[i];
        if (c->flags & SPV_CPUI_IM_QUERY) spv_cpui_im_levels_of(&b, value);
        else if (c->flags & SPV_CPUI_IM_GATHER) spv_cpui_im_gathered(c, &b, value);
        else if (most > 1) spv_cpui_im_along(c, &b, most, value);
        else spv_cpui_im_of_levels(c, &b, value);
        spv_cpui_im_finish(c, &b, parts, value);
    }
}

// ---- texels by position

// The texel of one lane, NULL outside: integer coordinates, the slice behind them; level: of the
// operand lod.
static uint8_t *spv_cpui_im_lane_address(const spv_cpui_im_call *c, uint32_t lane) {
    const spv_cpui_sampling *s = c->s;
    int sliced = c->axes < 3 && (c->cube || c->slice_at);
    uint32_t at[3] = {0, 0, 0}, level = s->lod ? s->lod[lane] : 0, k;
    uint32_t count = c->axes + (sliced ? 1u : 0u);
    for (k = 0; k < count && k < s->coordinate_parts; k++)
        at[sliced && k == c->axes ? 2 : k] = s->coordinate[(size_t)k * s->lanes + lane];
    if (level >= c->levels || (s->sample != NULL && s->sample[lane] != 0)) return NULL;
    return spv_cpui_im_address(c->image, level, at[0], at[1], at[2]);
}

static void spv_cpui_im_fetch(const spv_cpui_im_call *c) {
    static const uint8_t nothing[16] = {0};
    spv_cpui_im_block b;
    spv_cpui_im_row value[4], offset, inside;
    const uint8_t *base[SPV_CPUI_BLOCK];
    uint32_t first, i, k;
    memset(offset, 0, sizeof offset);
    for (first = 0; first < c->s->lanes; first += SPV_CPUI_BLOCK) {
        if (!spv_cpui_im_begin(c, &b, first)) continue;
        for (i = 0; i < SPV_CPUI_BLOCK; i++) {
            base[i] = spv_cpui_im_lane_address(c, first + i);
            inside[i] = base[i] ? ~0u : 0;
            if (!base[i] && b.live[i] && c->s->outside) *c->s->outside = first + i + 1;
            if (!base[i]) base[i] = nothing;
        }
        c->read(base, offset, value);
        for (k = 0; k < c->parts && c->scale > 1; k++) spv_cpui_im_scaled_down(c, value[k]);
        for (k = 0; k < c->parts; k++)
            SPV_CPUI_EACH(i) value[k][i] &= inside[i];
        spv_cpui_im_complete(c, c->parts, value);
        for (k = 0; k < 4 && k < c->s->d_parts; k++) spv_cpui_im_store(c, &b, k, value[k]);
    }
}

static void spv_cpui_im_write(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t lane, k;
    for (lane = 0; lane < s->lanes; lane++) {
        uint32_t texel[4] = {0, 0, 0, 0};
        uint8_t *p;
        if (!s->mask[lane]) continue;
        p = spv_cpui_im_lane_address(c, lane);
        if (p == NULL && s->outside != NULL) *s->outside = lane + 1;
        if (p == NULL) continue;
        for (k = 0; k < 4 && k < s->texel_parts; k++)
            texel[k] = s->texel[(size_t)k * s->lanes + lane];
        spv_cpui_image_pack(c->image->format, texel, p);
    }
}

// ---- queries

// Part k of a size: width, height, depth, then layers, or cubes.
static uint32_t spv_cpui_im_size_part(const spv_cpui_im_call *c, uint32_t level, uint32_t k) {
    if (k < c->axes) return spv_cpui_im_extent(c->image, k, level);
    return (uint32_t)(c->cube ? c->layers / 6 : c->layers);
}

// Of a level that is not there, all are 0.
static void spv_cpui_im_query_size(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t lane, k;
    for (lane = 0; lane < s->lanes; lane++) {
        uint32_t level = s->lod ? s->lod[lane] : 0;
        if (!s->mask[lane]) continue;
        for (k = 0; k < s->d_parts; k++)
            s->d[(size_t)k * s->lanes + lane] =
                level < c->levels ? spv_cpui_im_size_part(c, level, k) : 0;
    }
}

// How many levels, or samples.
static void spv_cpui_im_query_number(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t lane;
    for (lane = 0; lane < s->lanes; lane++)
        if (s->mask[lane]) s->d[lane] = s->opcode == 106 ? c->levels : 1;
}

// ---- for the core

// Without an image all results are 0, and every lane is outside.
static void spv_cpui_im_nothing(const spv_cpui_sampling *s) {
    uint32_t lane, k;
    for (lane = 0; lane < s->lanes; lane++) {
        if (!s->mask[lane]) continue;
        if (s->outside != NULL) *s->outside = lane + 1;
        for (k = 0; k < s->d_parts && s->d != NULL; k++) s->d[(size_t)k * s->lanes + lane] = 0;
    }
}

// Does an image instruction. The image is without fault.
SPV_CPUI_UNUSED static void spv_cpui_image_run(const spv_cpui_sampling *s) {
    spv_cpui_im_call c;
    if (s->image == NULL) {
        spv_cpui_im_nothing(s);
        return;
    }
    switch (s->opcode) {
#define SPV_CPUI_ROW(opcode, function, flags) \
    case opcode: \
        spv_cpui_im_open(&c, s, flags); \
        spv_cpui_im_##function(&c); \
        break;
        SPV_CPUI_IM_INSTRUCTIONS(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW
    default: break;
    }
}

// Address of the texel of one lane for atomics, NULL outside. Of a coordinate the axes count, and
// behind them the slice.
SPV_CPUI_UNUSED static uint32_t *spv_cpui_image_texel(const spv_cpu_image *image,
                                                      const int32_t coordinate[4]) {
    const spv_cpui_shape *shape = &spv_cpui_shapes[image->shape];
    uint32_t axes = shape->dim == 0 || shape->dim == 5 ? 1 : shape->dim == 2 ? 3 : 2;
    uint32_t x = (uint32_t)coordinate[0], y = axes > 1 ? (uint32_t)coordinate[1] : 0, z = 0;
    if (axes == 3) z = (uint32_t)coordinate[2];
    else if (shape->arrayed || shape->faces == 6) z = (uint32_t)coordinate[axes];
    if (spv_cpui_formats[image->format].bytes < 4) return NULL;
    return (uint32_t *)(void *)spv_cpui_im_address(image, 0, x, y, z);
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
#undef SPV_CPUI_VECTOR
#undef SPV_CPUI_INLINE
#undef SPV_CPUI_EACH
#undef SPV_CPUI_F
#undef SPV_CPUI_B
#undef SPV_CPUI_LN_FLOATS
#undef SPV_CPUI_LN_FLOAT_TESTS
#undef SPV_CPUI_LN_INTEGERS
#undef SPV_CPUI_LN_BITS
#undef SPV_CPUI_LN_SHIFTS
#undef SPV_CPUI_LN_SCALED
#undef SPV_CPUI_LN_FIELDS
#undef SPV_CPUI_LN_ENTRY
#undef SPV_CPUI_LN_SCALED_ENTRY
#undef SPV_CPUI_LANES
#undef SPV_CPUI_EX_COMMON
#undef SPV_CPUI_EX_HIGHER
#undef SPV_CPUI_EX_OTHERS
#undef SPV_CPUI_EX_ENTRY
#undef SPV_CPUI_EXT
#undef SPV_CPUI_IM_INSTRUCTIONS
#endif

#endif  // SPV_CPU_IMPLEMENTED
#endif  // SPV_CPU_IMPLEMENTATION
