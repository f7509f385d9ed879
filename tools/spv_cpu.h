/* spv_cpu.h - runs SPIR-V modules on the CPU. One header, C99 and C++11.
   Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  SPIR-V words -> pixels and bytes in the caller's memory
   Executes the shaders of Vulkan: vertex, fragment and compute entry points in SPIR-V from any
   compiler. No GPU, no driver, no thread, no file, no allocation: words, buffers and images are the
   caller's memory, and what the runner needs besides is memory that the caller lends.

   Invocations run in groups, in lockstep under masks (64 fragments as 16 quads, a workgroup); they
   meet again at merge blocks, so derivatives, subgroup operations and barriers come out right. The
   same words and data give the same bits on every machine, whatever the order of tiles.

   Quick start. In one C or C++ file:

       #define SPV_CPU_IMPLEMENTATION
       #include "spv_cpu.h"
       #include <stdio.h>
       #include <stdlib.h>

       int picture(const uint32_t *words, size_t count, unsigned char *pixels) {
           static spv_cpu_program program;
           static spv_cpu_worker worker;
           static spv_cpu_picture picture;  // zero: the defaults
           size_t size = (size_t)1 << 20, i;
           void *memory = malloc(size), *work = NULL;
           spv_cpu_status status = spv_cpu_load(&program, NULL, words, count, memory, size);
           while (status == SPV_CPU_MEMORY && memory != NULL) {
               memory = realloc(memory, size = program.needed);
               status = spv_cpu_load(&program, NULL, words, count, memory, size);
           }
           if (!status) work = malloc(spv_cpu_worker_size(&program));
           if (!status) status = spv_cpu_worker_open(&worker, &program, work,
                                                     spv_cpu_worker_size(&program));
           picture.width = picture.height = 256;
           picture.attachments[0].format = SPV_CPU_RGBA8;
           picture.attachments[0].pixels = pixels;
           for (i = 0; !status && i < spv_cpu_tile_count(&picture); i++)
               status = spv_cpu_tile(&worker, &picture, i);
           if (status) fprintf(stderr, "%s%s\n", program.error, worker.error);
           free(work);
           free(memory);
           return status ? 1 : 0;
       }

   Guarantees, with the tests that defend each (t: tests/spirv/cpu_test.c and the cases of
   tests/data/cpu):
     1. Whatever the words hold, nothing is touched but the words, the memory that is lent and what
        is bound; a step limit ends every run (tests/fuzz/fuzz_cpu.c).
     2. What it does not know is an error that names the instruction (t: unsupported).
     3. Nothing is allocated, nothing is global, and no C function calls itself (by construction).
     4. Control flow, calls, phis, barriers, subgroups, atomics, derivatives and discards are as
        SPIR-V has them (t: loops, switch, calls, straight, phi, pointers, choice, barrier,
        subgroup, atomics, kill, demote; tests/compiler/run_test.c: each case of the language
        against a reference; make graphicsfuzz).
     5. Access outside of a buffer reads 0 and writes nothing (t: robust).
     6. The checks find what they look for, and tell where (t: race, race-buffer, unset, range,
        range-buffer, line, divide, convert, shift, quad, quad-kill), and nothing else (t: set,
        swizzle, barrier, defined, quad-whole).
     7. Arithmetic is within the bounds of Vulkan, and exact where SPIR-V asks for it
        (tests/spirv/cpu_math_test.c, tests/spirv/cpu_width_test.c, tests/spirv/cpu_steps_test.c;
        t: float64, int64, narrow, pairs); so are filters and formats
        (tests/spirv/cpu_image_test.c).

   Memory. Loading takes some 300 KB and 100 bytes for each word, a worker 256 bytes for each scalar
   that is alive at once (64 lanes), and shared memory; with checks twice that, and half a megabyte.
   Any alignment will do. Threads: one program serves any number of them, each with a worker of its
   own; what they write to buffers and images at the same place is a race, but for atomics.

   Limits. Scalars of 64 bits are slow; inputs and outputs, images and atomics have those of 32 bits
   alone. Not there: geometry, tessellation, mesh and ray stages, sparse images, physical addresses,
   pointers that are chosen when it runs (phi, select) but for those into buffers and shared memory,
   structs with images in them. A workgroup has at most 4096 invocations. What an entry point calls
   makes at most 4096 instances of functions, one for each way in which pointers and images are
   given to them, which have at most 262144 blocks and calls; values and variables at most 1048576
   scalars. Atomic operations of several threads need a compiler with GCC's built-ins. Inputs are
   given per invocation: interpolation at another place of the pixel gives the same value.

   Configuration:
     SPV_CPU_IMPLEMENTATION  emit the code, in exactly one translation unit
     SPV_CPU_KEEP_PRIVATE    leaves the private macros defined, for tests
     SPV_CPU_CLONES          x86-64, Linux with glibc: the loops over lanes are compiled for AVX2
                             and AVX-512 as well, and chosen when the program runs; results are
                             the same

   Contents:
     [0] >>manual       what you are reading
     [1] >>api          types and functions
     [2] >>tables       formats
     [3] >>spirv        numbers and names of SPIR-V, generated
     [4] >>lanes        arithmetic on rows of lanes
     [5] >>ext          GLSL.std.450 on rows of lanes
     [6] >>steps        chains of component-wise operations
     [7] >>wide         scalars of 64 bits, one lane at a time
     [8] >>image        formats, samplers, filters
     [9] >>state        what a program and a worker hold
     [10] >>error       the one place where an error is made
     [11] >>memory      the caller's memory -> tables and ops
     [12] >>module      words -> ids, types, constants, variables, functions
     [13] >>flow        function -> blocks in structured order, uses of values
     [14] >>registers   values -> slots of the register file
     [15] >>lockstep    masks, edges, calls
     [16] >>values      arithmetic, moves of components
     [17] >>access      loads and stores
     [18] >>atomics     read, modify, write
     [19] >>checks      what options.checks looks for
     [20] >>neighbours  derivatives, subgroups, images
     [21] >>pointers    variables, access chains -> places
     [22] >>fuse        ops of lane functions -> chains of steps
     [23] >>decode      instructions -> ops
     [24] >>interface   inputs, outputs, what is bound
     [25] >>driver      the public functions
     [26] >>footer      private macros end */

/* -------------------------------------------------------------------------------------------------
   // >>api  [1]  types and functions
   Structs that the caller fills start as all zero bytes; a zero field means the default. A function
   that returns a status returns SPV_CPU_OK, which is 0, or a status whose text is in the program's
   or the worker's `error`, which is "" after SPV_CPU_OK. SPV_CPU_FINDING tells of a run that was
   done to its end, other statuses of one that was not. A program and a worker stay where they are,
   unchanged by the caller, as long as they are used. */
#ifndef SPV_CPU_H
#define SPV_CPU_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define SPV_CPU_MAX_ATTACHMENTS 8
#define SPV_CPU_MAX_LEVELS 16
#define SPV_CPU_MAX_FINDINGS 16   /* kept of a run; more are counted */
#define SPV_CPU_ERROR_SIZE 512    /* bytes of an error text, the terminating zero included */
#define SPV_CPU_TILE 8            /* a tile is so many pixels wide and high */

/* The kinds of error: X(NAME, meaning). */
#define SPV_CPU_STATUSES(X) \
    X(OK, "no error") \
    X(ARGUMENT, "a field of the caller's structs is missing or wrong") \
    X(MEMORY, "the memory is too small: try again with `needed` bytes") \
    X(MODULE, "the words are not a valid module, or have no such entry point") \
    X(UNSUPPORTED, "the entry point uses something that is not supported") \
    X(LIMIT, "a size of the module is beyond a limit") \
    X(BINDING, "the module uses a resource that nothing, or nothing that fits, is bound to") \
    X(FINDING, "a check found something") \
    X(STEPS, "the step limit was reached")

#define SPV_CPU_STATUS(name, meaning) SPV_CPU_##name,
typedef enum { SPV_CPU_STATUSES(SPV_CPU_STATUS) SPV_CPU_STATUS_COUNT } spv_cpu_status;
#undef SPV_CPU_STATUS

/* The formats of images and attachments:
   X(NAME, bytes per pixel, components, bits of a component, kind of a component, SPIR-V's format).
   Bits 0: components of several sizes, packed from the low bit on. SRGBA8 is RGBA8 with the sRGB
   curve (of red, green and blue). DEPTH components are floats in the first component alone. */
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

/* The shapes of images: X(NAME, SPIR-V's Dim, arrayed, faces). */
#define SPV_CPU_SHAPES(X) \
    X(2D, 1, 0, 1) \
    X(2D_ARRAY, 1, 1, 1) \
    X(3D, 2, 0, 1) \
    X(CUBE, 3, 0, 6) \
    X(CUBE_ARRAY, 3, 1, 6) \
    X(1D, 0, 0, 1) \
    X(1D_ARRAY, 0, 1, 1) \
    X(BUFFER, 5, 0, 1)

/* What a sampler does beyond the edge. */
#define SPV_CPU_ADDRESSES(X) X(REPEAT) X(MIRROR) X(CLAMP) X(BORDER) X(MIRROR_ONCE)

/* Comparisons, the reference on the left. NONE: no comparison. */
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

/* An image in the caller's memory. Pixels of a level lie row by row without padding, slices and
   layers one after the other (a cube's faces: +x -x +y -y +z -z). For atomics the memory of levels
   must be aligned as uint32_t is. */
typedef struct spv_cpu_image {
    spv_cpu_format format;
    spv_cpu_shape shape;
    uint32_t width, height, depth;    /* of level 0; 0 is 1; depth: slices of 3D */
    uint32_t layers;                  /* of an array; of a cube array: 6 for each cube; 0 is 1
                                         (6) */
    uint32_t level_count;             /* 0 is 1 */
    uint32_t samples;                 /* of a pixel, one after the other; 0 is 1 */
    void *levels[SPV_CPU_MAX_LEVELS];
} spv_cpu_image;

/* All zero: all filters linear, repeating. A comparison is made with each texel, then filtered. */
typedef struct spv_cpu_sampler {
    spv_cpu_filter mag, min, mip;
    spv_cpu_address u, v, w;
    spv_cpu_compare compare;
    float lod_bias, min_lod;
    float max_lod;          /* 0: no limit */
    float anisotropy;       /* 0 is 1 */
    float border[4];        /* colour beyond a BORDER */
    uint32_t border_bits[4]; /* the same for integer formats */
    int unnormalised;       /* coordinates are in pixels */
} spv_cpu_sampler;

/* What the module finds at a set and binding. Of an array of descriptors, each element has a row of
   its own. Blocks: data and size, in the layout that the module declares; for atomics aligned as
   uint32_t is. Textures: image and sampler; a NULL sampler: all linear, repeat. What the module
   does not use is passed over. */
typedef struct spv_cpu_binding {
    uint32_t set, binding, element;
    void *data;
    size_t size;
    const spv_cpu_image *image;
    const spv_cpu_sampler *sampler;
} spv_cpu_binding;

typedef struct spv_cpu_constant {
    uint32_t id;    /* its SpecId */
    uint64_t bits;  /* the value, from the lowest bit on; a bool is 0 or 1 */
} spv_cpu_constant;

/* The checks, bits of options.checks. Each costs time; without them, reads outside give 0 and
   writes outside are dropped (in variables of an invocation: the last element is taken). */
#define SPV_CPU_CHECK_RANGE 1u   /* access outside of an array, a buffer or an image; not of
                                    invocations that run for their neighbours' derivatives alone */
#define SPV_CPU_CHECK_RACE 2u    /* invocations of a workgroup that access a word or a texel with
                                    no barrier between them, one at least writing */
#define SPV_CPU_CHECK_UNSET 4u   /* a variable's value is read before there is one; the exception of
                                    the range check holds */
#define SPV_CPU_CHECK_STEPS 8u   /* of a finding alone: where the step limit ended the run */
#define SPV_CPU_CHECK_UNDEFINED 16u /* what SPIR-V says has undefined behaviour: integers divided
                                       by */
                                 /* 0, the least one by -1 (quotient, remainder); floats converted
                                    to an integer that cannot hold them. The range check's
                                    exception holds */
#define SPV_CPU_CHECK_VALUE 32u  /* what has an undefined value: shifts by as many bits as there
                                    are or more, bit fields that reach beyond the bits. Compilers
                                    may compute it unasked, where nothing uses the value */
#define SPV_CPU_CHECK_QUAD 64u   /* a derivative, or a level of detail that follows from one, where
                                    some fragment of the quad does not come, so that it is
                                    undefined; the range check's exception holds */
#define SPV_CPU_CHECK_ALL 119u

typedef struct spv_cpu_options {
    const char *entry;      /* name of the entry point; NULL: the first one (of the stage) */
    uint32_t stage;         /* 0: any; else SPIR-V's execution model + 1 (Vertex 1, Fragment 5,
                               GLCompute 6) */
    const spv_cpu_constant *constants;
    size_t constant_count;
    uint32_t lanes;         /* invocations of a group, a multiple of 16; 0: 64 */
    uint32_t subgroup_size; /* 4 8 16 32 64 or 128; 0: 32 */
    uint32_t checks;
    uint64_t step_limit;    /* blocks that a group may execute in a run, those that can only follow
                               each other counted as one; 0: no limit */
} spv_cpu_options;

/* What a check found. The place in the source is that of OpLine or DebugLine, if there is one. */
typedef struct spv_cpu_finding {
    uint32_t check;         /* its bit */
    const char *message;    /* what happened */
    const char *opcode;     /* name of the instruction */
    size_t word;            /* where it begins in the module */
    const char *file;       /* not terminated: file_size bytes in the words; NULL: not known */
    size_t file_size;
    uint32_t line, column;  /* 0: not known */
    uint32_t lane, other;   /* of the group: who did it first; a race: with whom */
    uint32_t count;         /* invocations that did it */
    uint32_t invocation[3]; /* compute: global invocation id of lane; fragment: pixel */
} spv_cpu_finding;

/* A loaded entry point. The caller reads the first group; the rest is private. Any number of
   workers may use it at the same time. Words and memory must outlive it; the options, and what they
   point at, are read by the load alone. */
typedef struct spv_cpu_program {
    char error[SPV_CPU_ERROR_SIZE];
    spv_cpu_status status;    /* of spv_cpu_load */
    size_t needed;            /* bytes to try with next, after SPV_CPU_MEMORY */
    size_t used;              /* bytes of memory that are in use, after SPV_CPU_OK; loading takes
                                 more for a while */
    size_t error_word;        /* where the instruction at fault begins; 0: none */
    uint32_t stage;           /* SPIR-V's execution model */
    uint32_t lanes;           /* invocations of a group */
    uint32_t workgroup[3];    /* compute: size of a workgroup */
    uint32_t per_group;       /* compute: invocations of one workgroup */

    struct spv_cpui_program *inside;
} spv_cpu_program;

/* What one thread runs a program with. Its program, memory and what is bound must outlive it. */
typedef struct spv_cpu_worker {
    char error[SPV_CPU_ERROR_SIZE];
    spv_cpu_status status;    /* of the last call that returned one */
    size_t finding_count;     /* of the last run, dispatch or tile; may exceed the array; of each
                                 instruction, the first thing that a check found */
    spv_cpu_finding findings[SPV_CPU_MAX_FINDINGS];
    const spv_cpu_program *program;

    struct spv_cpui_worker *inside;
} spv_cpu_worker;

typedef struct spv_cpu_attachment {
    spv_cpu_format format;
    void *pixels;             /* width * height; NULL: there is no such attachment */
} spv_cpu_attachment;

/* A picture whose every pixel is shaded. Rows have no padding; row 0 is the top row, where
   FragCoord.y is 0.5. Attachment i takes the output at location i; what the module discards, or
   takes the only sample of by SampleMask, is left as it is. */
typedef struct spv_cpu_picture {
    uint32_t width, height;
    spv_cpu_attachment attachments[SPV_CPU_MAX_ATTACHMENTS];
    float *depth;             /* takes FragDepth; NULL: nothing does */
    uint32_t x, y;            /* FragCoord of pixel 0, 0 (less the half) */
    int back_facing;          /* what FrontFacing says */
} spv_cpu_picture;

/* Reads the words. options may be NULL: all defaults. SPV_CPU_MEMORY: program->needed is more than
   size, and mostly suffices. memory may be NULL if size is 0. */
spv_cpu_status spv_cpu_load(spv_cpu_program *program, const spv_cpu_options *options,
                            const uint32_t *words, size_t count, void *memory, size_t size);

/* Bytes of memory for a worker. */
size_t spv_cpu_worker_size(const spv_cpu_program *program);

/* Makes a worker; nothing is bound. */
spv_cpu_status spv_cpu_worker_open(spv_cpu_worker *worker, const spv_cpu_program *program,
                                   void *memory, size_t size);

/* Binds resources and push constants. What is not in the list is no longer bound. The structs are
   copied, the images' and samplers' too; the bytes that they point at, and those of the push
   constants, are used by the runs. Push constants beyond push_size read as 0. SPV_CPU_ARGUMENT if
   bindings is NULL and count is not 0. */
spv_cpu_status spv_cpu_bind(spv_cpu_worker *worker, const spv_cpu_binding *bindings, size_t count,
                            const void *push, size_t push_size);

/* `lanes` words of an input, to be filled before a run; NULL if the entry point has no such input,
   or the worker is not open. Zero at first, kept from run to run. The number of the component
   counts through the locations of the variable. */
uint32_t *spv_cpu_input(spv_cpu_worker *worker, uint32_t location, uint32_t component);

/* `lanes` words of an output, to be read after a run; else as spv_cpu_input. */
uint32_t *spv_cpu_output(spv_cpu_worker *worker, uint32_t location, uint32_t component);

/* `lanes` words of a built-in variable (SPIR-V's number), an input or an output; else as
   spv_cpu_input. In an array (ClipDistance) the component is the index. */
uint32_t *spv_cpu_builtin(spv_cpu_worker *worker, uint32_t builtin, uint32_t component,
                          int is_output);

/* Runs a group of vertices or fragments. active: `lanes` words, ~0u or 0; NULL: all. helper: those
   among them that run for their neighbours' derivatives alone; NULL: none. Lanes 4q to 4q + 3 are a
   quad: upper left, upper right, lower left, lower right. */
spv_cpu_status spv_cpu_run(spv_cpu_worker *worker, const uint32_t *active, const uint32_t *helper);

/* After a run: `lanes` words, ~0u where the outputs count, 0 where discarded, helper or inactive.
   NULL if the worker is not open. */
const uint32_t *spv_cpu_live(const spv_cpu_worker *worker);

/* How many tiles a picture has; 0 if it is NULL. */
size_t spv_cpu_tile_count(const spv_cpu_picture *picture);

/* Shades a tile of 8x8 pixels; they are counted in row order. Inputs other than FragCoord,
   FrontFacing, PointCoord, SampleId and the like are what the caller put there. Tiles may run in
   any order, on any thread. SPV_CPU_ARGUMENT if there is no such tile, or picture is NULL. */
spv_cpu_status spv_cpu_tile(spv_cpu_worker *worker, const spv_cpu_picture *picture, size_t tile);

/* Runs the workgroups first to first + count - 1, counted in order x, y, z, of a grid of groups[0]
   by groups[1] by groups[2] of them; in that order, or several at a time if they share nothing.
   SPV_CPU_ARGUMENT if groups is NULL. */
spv_cpu_status spv_cpu_dispatch(spv_cpu_worker *worker, const uint32_t groups[3], size_t first,
                                size_t count);

#ifdef __cplusplus
}
#endif
#endif /* SPV_CPU_H */

/* Stop here, if you only use the header. */

#ifdef SPV_CPU_IMPLEMENTATION
#ifndef SPV_CPU_IMPLEMENTED
#define SPV_CPU_IMPLEMENTED

#include <math.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------
   // >>tables  [2]  formats
   Macros that the sections share. A block is what the innermost loops of the lane functions count
   to: a constant, so that compilers make straight vector code of them. */
#define SPV_CPUI_BLOCK 16
#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wpass-failed" /* loops that it is told to vectorise at -O1 */
#endif
#if defined(__GNUC__)
#define SPV_CPUI_RESTRICT __restrict
#define SPV_CPUI_UNUSED __attribute__((unused))
#else
#define SPV_CPUI_RESTRICT
#define SPV_CPUI_UNUSED
#endif
/* ThreadSanitizer is not ready yet when the program chooses its clones. Jumps out of a table are
   for GCC alone, and without sanitizers: clang takes minutes for them, and GCC for what those
   add. */
#if defined(__SANITIZE_THREAD__)
#define SPV_CPUI_NO_CLONES
#define SPV_CPUI_NO_JUMPS
#elif defined(__SANITIZE_ADDRESS__)
#define SPV_CPUI_NO_JUMPS
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define SPV_CPUI_NO_CLONES
#endif
#endif
#if defined(__GNUC__) && !defined(__clang__) && !defined(SPV_CPUI_NO_JUMPS)
#define SPV_CPUI_JUMPS
#endif
/* AVX-512 has fused products and sums, which GCC takes if it may. Vectors are rounded down, up and
   towards 0 by an instruction if no trap is to be minded. */
#if defined(__GNUC__) && !defined(__clang__)
#define SPV_CPUI_APART __attribute__((optimize("fp-contract=off")))
#define SPV_CPUI_TRAPLESS __attribute__((optimize("no-trapping-math")))
#else
#define SPV_CPUI_APART
#define SPV_CPUI_TRAPLESS
#endif
#if defined(SPV_CPU_CLONES) && !defined(SPV_CPUI_NO_CLONES) && defined(__GNUC__) \
    && defined(__x86_64__) && defined(__GLIBC__)
#define SPV_CPUI_CLONED \
    __attribute__((target_clones("avx512f", "avx2", "default"))) SPV_CPUI_APART
#define SPV_CPUI_AVX2 __attribute__((target("avx2"))) SPV_CPUI_TRAPLESS
#define SPV_CPUI_AVX512 __attribute__((target("avx512f"))) SPV_CPUI_TRAPLESS
#else
#define SPV_CPUI_CLONED
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

/* -------------------------------------------------------------------------------------------------
   // >>spirv  [3]  numbers and names of SPIR-V, generated
   The instructions, those of GLSL.std.450 and what the code below names SPV_CPUI_<Enum>_<name>,
   from the grammar files: tools/dev/gen_spirv.py --cpu --write tools/spv_cpu.h makes it anew. */

/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: begin */
#define SPV_CPUI_OPCODES(X) \
    X(Nop, 0, 0) X(Undef, 1, 3) X(SourceContinued, 2, 0) X(Source, 3, 0) X(SourceExtension, 4, 0) \
    X(Name, 5, 0) X(MemberName, 6, 0) X(String, 7, 2) X(Line, 8, 0) X(Extension, 10, 0) \
    X(ExtInstImport, 11, 2) X(ExtInst, 12, 3) X(MemoryModel, 14, 0) X(EntryPoint, 15, 0) \
    X(ExecutionMode, 16, 0) X(Capability, 17, 0) X(TypeVoid, 19, 2) X(TypeBool, 20, 2) \
    X(TypeInt, 21, 2) X(TypeFloat, 22, 2) X(TypeVector, 23, 2) X(TypeMatrix, 24, 2) \
    X(TypeImage, 25, 2) X(TypeSampler, 26, 2) X(TypeSampledImage, 27, 2) X(TypeArray, 28, 2) \
    X(TypeRuntimeArray, 29, 2) X(TypeStruct, 30, 2) X(TypeOpaque, 31, 2) X(TypePointer, 32, 2) \
    X(TypeFunction, 33, 2) X(TypeEvent, 34, 2) X(TypeDeviceEvent, 35, 2) X(TypeReserveId, 36, 2) \
    X(TypeQueue, 37, 2) X(TypePipe, 38, 2) X(TypeForwardPointer, 39, 0) X(ConstantTrue, 41, 3) \
    X(ConstantFalse, 42, 3) X(Constant, 43, 3) X(ConstantComposite, 44, 3) \
    X(ConstantSampler, 45, 3) X(ConstantNull, 46, 3) X(SpecConstantTrue, 48, 3) \
    X(SpecConstantFalse, 49, 3) X(SpecConstant, 50, 3) X(SpecConstantComposite, 51, 3) \
    X(SpecConstantOp, 52, 3) X(Function, 54, 3) X(FunctionParameter, 55, 3) X(FunctionEnd, 56, 0) \
    X(FunctionCall, 57, 3) X(Variable, 59, 3) X(ImageTexelPointer, 60, 3) X(Load, 61, 3) \
    X(Store, 62, 0) X(CopyMemory, 63, 0) X(CopyMemorySized, 64, 0) X(AccessChain, 65, 3) \
    X(InBoundsAccessChain, 66, 3) X(PtrAccessChain, 67, 3) X(ArrayLength, 68, 3) \
    X(GenericPtrMemSemantics, 69, 3) X(InBoundsPtrAccessChain, 70, 3) X(Decorate, 71, 0) \
    X(MemberDecorate, 72, 0) X(DecorationGroup, 73, 2) X(GroupDecorate, 74, 0) \
    X(GroupMemberDecorate, 75, 0) X(VectorExtractDynamic, 77, 3) X(VectorInsertDynamic, 78, 3) \
    X(VectorShuffle, 79, 3) X(CompositeConstruct, 80, 3) X(CompositeExtract, 81, 3) \
    X(CompositeInsert, 82, 3) X(CopyObject, 83, 3) X(Transpose, 84, 3) X(SampledImage, 86, 3) \
    X(ImageSampleImplicitLod, 87, 3) X(ImageSampleExplicitLod, 88, 3) \
    X(ImageSampleDrefImplicitLod, 89, 3) X(ImageSampleDrefExplicitLod, 90, 3) \
    X(ImageSampleProjImplicitLod, 91, 3) X(ImageSampleProjExplicitLod, 92, 3) \
    X(ImageSampleProjDrefImplicitLod, 93, 3) X(ImageSampleProjDrefExplicitLod, 94, 3) \
    X(ImageFetch, 95, 3) X(ImageGather, 96, 3) X(ImageDrefGather, 97, 3) X(ImageRead, 98, 3) \
    X(ImageWrite, 99, 0) X(Image, 100, 3) X(ImageQueryFormat, 101, 3) X(ImageQueryOrder, 102, 3) \
    X(ImageQuerySizeLod, 103, 3) X(ImageQuerySize, 104, 3) X(ImageQueryLod, 105, 3) \
    X(ImageQueryLevels, 106, 3) X(ImageQuerySamples, 107, 3) X(ConvertFToU, 109, 3) \
    X(ConvertFToS, 110, 3) X(ConvertSToF, 111, 3) X(ConvertUToF, 112, 3) X(UConvert, 113, 3) \
    X(SConvert, 114, 3) X(FConvert, 115, 3) X(QuantizeToF16, 116, 3) X(ConvertPtrToU, 117, 3) \
    X(SatConvertSToU, 118, 3) X(SatConvertUToS, 119, 3) X(ConvertUToPtr, 120, 3) \
    X(PtrCastToGeneric, 121, 3) X(GenericCastToPtr, 122, 3) X(GenericCastToPtrExplicit, 123, 3) \
    X(Bitcast, 124, 3) X(SNegate, 126, 3) X(FNegate, 127, 3) X(IAdd, 128, 3) X(FAdd, 129, 3) \
    X(ISub, 130, 3) X(FSub, 131, 3) X(IMul, 132, 3) X(FMul, 133, 3) X(UDiv, 134, 3) \
    X(SDiv, 135, 3) X(FDiv, 136, 3) X(UMod, 137, 3) X(SRem, 138, 3) X(SMod, 139, 3) \
    X(FRem, 140, 3) X(FMod, 141, 3) X(VectorTimesScalar, 142, 3) X(MatrixTimesScalar, 143, 3) \
    X(VectorTimesMatrix, 144, 3) X(MatrixTimesVector, 145, 3) X(MatrixTimesMatrix, 146, 3) \
    X(OuterProduct, 147, 3) X(Dot, 148, 3) X(IAddCarry, 149, 3) X(ISubBorrow, 150, 3) \
    X(UMulExtended, 151, 3) X(SMulExtended, 152, 3) X(Any, 154, 3) X(All, 155, 3) X(IsNan, 156, 3) \
    X(IsInf, 157, 3) X(IsFinite, 158, 3) X(IsNormal, 159, 3) X(SignBitSet, 160, 3) \
    X(LessOrGreater, 161, 3) X(Ordered, 162, 3) X(Unordered, 163, 3) X(LogicalEqual, 164, 3) \
    X(LogicalNotEqual, 165, 3) X(LogicalOr, 166, 3) X(LogicalAnd, 167, 3) X(LogicalNot, 168, 3) \
    X(Select, 169, 3) X(IEqual, 170, 3) X(INotEqual, 171, 3) X(UGreaterThan, 172, 3) \
    X(SGreaterThan, 173, 3) X(UGreaterThanEqual, 174, 3) X(SGreaterThanEqual, 175, 3) \
    X(ULessThan, 176, 3) X(SLessThan, 177, 3) X(ULessThanEqual, 178, 3) X(SLessThanEqual, 179, 3) \
    X(FOrdEqual, 180, 3) X(FUnordEqual, 181, 3) X(FOrdNotEqual, 182, 3) X(FUnordNotEqual, 183, 3) \
    X(FOrdLessThan, 184, 3) X(FUnordLessThan, 185, 3) X(FOrdGreaterThan, 186, 3) \
    X(FUnordGreaterThan, 187, 3) X(FOrdLessThanEqual, 188, 3) X(FUnordLessThanEqual, 189, 3) \
    X(FOrdGreaterThanEqual, 190, 3) X(FUnordGreaterThanEqual, 191, 3) X(ShiftRightLogical, 194, 3) \
    X(ShiftRightArithmetic, 195, 3) X(ShiftLeftLogical, 196, 3) X(BitwiseOr, 197, 3) \
    X(BitwiseXor, 198, 3) X(BitwiseAnd, 199, 3) X(Not, 200, 3) X(BitFieldInsert, 201, 3) \
    X(BitFieldSExtract, 202, 3) X(BitFieldUExtract, 203, 3) X(BitReverse, 204, 3) \
    X(BitCount, 205, 3) X(DPdx, 207, 3) X(DPdy, 208, 3) X(Fwidth, 209, 3) X(DPdxFine, 210, 3) \
    X(DPdyFine, 211, 3) X(FwidthFine, 212, 3) X(DPdxCoarse, 213, 3) X(DPdyCoarse, 214, 3) \
    X(FwidthCoarse, 215, 3) X(EmitVertex, 218, 0) X(EndPrimitive, 219, 0) \
    X(EmitStreamVertex, 220, 0) X(EndStreamPrimitive, 221, 0) X(ControlBarrier, 224, 0) \
    X(MemoryBarrier, 225, 0) X(AtomicLoad, 227, 3) X(AtomicStore, 228, 0) \
    X(AtomicExchange, 229, 3) X(AtomicCompareExchange, 230, 3) \
    X(AtomicCompareExchangeWeak, 231, 3) X(AtomicIIncrement, 232, 3) X(AtomicIDecrement, 233, 3) \
    X(AtomicIAdd, 234, 3) X(AtomicISub, 235, 3) X(AtomicSMin, 236, 3) X(AtomicUMin, 237, 3) \
    X(AtomicSMax, 238, 3) X(AtomicUMax, 239, 3) X(AtomicAnd, 240, 3) X(AtomicOr, 241, 3) \
    X(AtomicXor, 242, 3) X(Phi, 245, 3) X(LoopMerge, 246, 0) X(SelectionMerge, 247, 0) \
    X(Label, 248, 2) X(Branch, 249, 0) X(BranchConditional, 250, 0) X(Switch, 251, 0) \
    X(Kill, 252, 0) X(Return, 253, 0) X(ReturnValue, 254, 0) X(Unreachable, 255, 0) \
    X(LifetimeStart, 256, 0) X(LifetimeStop, 257, 0) X(GroupAsyncCopy, 259, 3) \
    X(GroupWaitEvents, 260, 0) X(GroupAll, 261, 3) X(GroupAny, 262, 3) X(GroupBroadcast, 263, 3) \
    X(GroupIAdd, 264, 3) X(GroupFAdd, 265, 3) X(GroupFMin, 266, 3) X(GroupUMin, 267, 3) \
    X(GroupSMin, 268, 3) X(GroupFMax, 269, 3) X(GroupUMax, 270, 3) X(GroupSMax, 271, 3) \
    X(ReadPipe, 274, 3) X(WritePipe, 275, 3) X(ReservedReadPipe, 276, 3) \
    X(ReservedWritePipe, 277, 3) X(ReserveReadPipePackets, 278, 3) \
    X(ReserveWritePipePackets, 279, 3) X(CommitReadPipe, 280, 0) X(CommitWritePipe, 281, 0) \
    X(IsValidReserveId, 282, 3) X(GetNumPipePackets, 283, 3) X(GetMaxPipePackets, 284, 3) \
    X(GroupReserveReadPipePackets, 285, 3) X(GroupReserveWritePipePackets, 286, 3) \
    X(GroupCommitReadPipe, 287, 0) X(GroupCommitWritePipe, 288, 0) X(EnqueueMarker, 291, 3) \
    X(EnqueueKernel, 292, 3) X(GetKernelNDrangeSubGroupCount, 293, 3) \
    X(GetKernelNDrangeMaxSubGroupSize, 294, 3) X(GetKernelWorkGroupSize, 295, 3) \
    X(GetKernelPreferredWorkGroupSizeMultiple, 296, 3) X(RetainEvent, 297, 0) \
    X(ReleaseEvent, 298, 0) X(CreateUserEvent, 299, 3) X(IsValidEvent, 300, 3) \
    X(SetUserEventStatus, 301, 0) X(CaptureEventProfilingInfo, 302, 0) X(GetDefaultQueue, 303, 3) \
    X(BuildNDRange, 304, 3) X(ImageSparseSampleImplicitLod, 305, 3) \
    X(ImageSparseSampleExplicitLod, 306, 3) X(ImageSparseSampleDrefImplicitLod, 307, 3) \
    X(ImageSparseSampleDrefExplicitLod, 308, 3) X(ImageSparseSampleProjImplicitLod, 309, 3) \
    X(ImageSparseSampleProjExplicitLod, 310, 3) X(ImageSparseSampleProjDrefImplicitLod, 311, 3) \
    X(ImageSparseSampleProjDrefExplicitLod, 312, 3) X(ImageSparseFetch, 313, 3) \
    X(ImageSparseGather, 314, 3) X(ImageSparseDrefGather, 315, 3) \
    X(ImageSparseTexelsResident, 316, 3) X(NoLine, 317, 0) X(AtomicFlagTestAndSet, 318, 3) \
    X(AtomicFlagClear, 319, 0) X(ImageSparseRead, 320, 3) X(SizeOf, 321, 3) \
    X(TypePipeStorage, 322, 2) X(ConstantPipeStorage, 323, 3) X(CreatePipeFromPipeStorage, 324, 3) \
    X(GetKernelLocalSizeForSubgroupCount, 325, 3) X(GetKernelMaxNumSubgroups, 326, 3) \
    X(TypeNamedBarrier, 327, 2) X(NamedBarrierInitialize, 328, 3) X(MemoryNamedBarrier, 329, 0) \
    X(ModuleProcessed, 330, 0) X(ExecutionModeId, 331, 0) X(DecorateId, 332, 0) \
    X(GroupNonUniformElect, 333, 3) X(GroupNonUniformAll, 334, 3) X(GroupNonUniformAny, 335, 3) \
    X(GroupNonUniformAllEqual, 336, 3) X(GroupNonUniformBroadcast, 337, 3) \
    X(GroupNonUniformBroadcastFirst, 338, 3) X(GroupNonUniformBallot, 339, 3) \
    X(GroupNonUniformInverseBallot, 340, 3) X(GroupNonUniformBallotBitExtract, 341, 3) \
    X(GroupNonUniformBallotBitCount, 342, 3) X(GroupNonUniformBallotFindLSB, 343, 3) \
    X(GroupNonUniformBallotFindMSB, 344, 3) X(GroupNonUniformShuffle, 345, 3) \
    X(GroupNonUniformShuffleXor, 346, 3) X(GroupNonUniformShuffleUp, 347, 3) \
    X(GroupNonUniformShuffleDown, 348, 3) X(GroupNonUniformIAdd, 349, 3) \
    X(GroupNonUniformFAdd, 350, 3) X(GroupNonUniformIMul, 351, 3) X(GroupNonUniformFMul, 352, 3) \
    X(GroupNonUniformSMin, 353, 3) X(GroupNonUniformUMin, 354, 3) X(GroupNonUniformFMin, 355, 3) \
    X(GroupNonUniformSMax, 356, 3) X(GroupNonUniformUMax, 357, 3) X(GroupNonUniformFMax, 358, 3) \
    X(GroupNonUniformBitwiseAnd, 359, 3) X(GroupNonUniformBitwiseOr, 360, 3) \
    X(GroupNonUniformBitwiseXor, 361, 3) X(GroupNonUniformLogicalAnd, 362, 3) \
    X(GroupNonUniformLogicalOr, 363, 3) X(GroupNonUniformLogicalXor, 364, 3) \
    X(GroupNonUniformQuadBroadcast, 365, 3) X(GroupNonUniformQuadSwap, 366, 3) \
    X(CopyLogical, 400, 3) X(PtrEqual, 401, 3) X(PtrNotEqual, 402, 3) X(PtrDiff, 403, 3) \
    X(TerminateInvocation, 4416, 0) X(SubgroupBallotKHR, 4421, 3) \
    X(SubgroupFirstInvocationKHR, 4422, 3) X(SubgroupAllKHR, 4428, 3) X(SubgroupAnyKHR, 4429, 3) \
    X(SubgroupAllEqualKHR, 4430, 3) X(GroupNonUniformRotateKHR, 4431, 3) \
    X(SubgroupReadInvocationKHR, 4432, 3) X(TraceRayKHR, 4445, 0) X(ExecuteCallableKHR, 4446, 0) \
    X(ConvertUToAccelerationStructureKHR, 4447, 3) X(IgnoreIntersectionKHR, 4448, 0) \
    X(TerminateRayKHR, 4449, 0) X(SDot, 4450, 3) X(UDot, 4451, 3) X(SUDot, 4452, 3) \
    X(SDotAccSat, 4453, 3) X(UDotAccSat, 4454, 3) X(SUDotAccSat, 4455, 3) \
    X(TypeRayQueryKHR, 4472, 2) X(RayQueryInitializeKHR, 4473, 0) X(RayQueryTerminateKHR, 4474, 0) \
    X(RayQueryGenerateIntersectionKHR, 4475, 0) X(RayQueryConfirmIntersectionKHR, 4476, 0) \
    X(RayQueryProceedKHR, 4477, 3) X(RayQueryGetIntersectionTypeKHR, 4479, 3) \
    X(ReadClockKHR, 5056, 3) X(EmitMeshTasksEXT, 5294, 0) X(SetMeshOutputsEXT, 5295, 0) \
    X(ReportIntersectionKHR, 5334, 3) X(TypeAccelerationStructureKHR, 5341, 2) \
    X(BeginInvocationInterlockEXT, 5364, 0) X(EndInvocationInterlockEXT, 5365, 0) \
    X(DemoteToHelperInvocation, 5380, 0) X(IsHelperInvocationEXT, 5381, 3) \
    X(AtomicFMinEXT, 5614, 3) X(AtomicFMaxEXT, 5615, 3) X(AssumeTrueKHR, 5630, 0) \
    X(ExpectKHR, 5631, 3) X(DecorateString, 5632, 0) X(MemberDecorateString, 5633, 0) \
    X(RayQueryGetRayTMinKHR, 6016, 3) X(RayQueryGetRayFlagsKHR, 6017, 3) \
    X(RayQueryGetIntersectionTKHR, 6018, 3) \
    X(RayQueryGetIntersectionInstanceCustomIndexKHR, 6019, 3) \
    X(RayQueryGetIntersectionInstanceIdKHR, 6020, 3) \
    X(RayQueryGetIntersectionInstanceShaderBindingTableRecordOffsetKHR, 6021, 3) \
    X(RayQueryGetIntersectionGeometryIndexKHR, 6022, 3) \
    X(RayQueryGetIntersectionPrimitiveIndexKHR, 6023, 3) \
    X(RayQueryGetIntersectionBarycentricsKHR, 6024, 3) \
    X(RayQueryGetIntersectionFrontFaceKHR, 6025, 3) \
    X(RayQueryGetIntersectionCandidateAABBOpaqueKHR, 6026, 3) \
    X(RayQueryGetIntersectionObjectRayDirectionKHR, 6027, 3) \
    X(RayQueryGetIntersectionObjectRayOriginKHR, 6028, 3) \
    X(RayQueryGetWorldRayDirectionKHR, 6029, 3) X(RayQueryGetWorldRayOriginKHR, 6030, 3) \
    X(RayQueryGetIntersectionObjectToWorldKHR, 6031, 3) \
    X(RayQueryGetIntersectionWorldToObjectKHR, 6032, 3) X(AtomicFAddEXT, 6035, 3) \
    X(GroupIMulKHR, 6401, 3) X(GroupFMulKHR, 6402, 3) X(GroupBitwiseAndKHR, 6403, 3) \
    X(GroupBitwiseOrKHR, 6404, 3) X(GroupBitwiseXorKHR, 6405, 3) X(GroupLogicalAndKHR, 6406, 3) \
    X(GroupLogicalOrKHR, 6407, 3) X(GroupLogicalXorKHR, 6408, 3)

#define SPV_CPUI_GLSL(X) \
    X(Round, 1) X(RoundEven, 2) X(Trunc, 3) X(FAbs, 4) X(SAbs, 5) X(FSign, 6) X(SSign, 7) \
    X(Floor, 8) X(Ceil, 9) X(Fract, 10) X(Radians, 11) X(Degrees, 12) X(Sin, 13) X(Cos, 14) \
    X(Tan, 15) X(Asin, 16) X(Acos, 17) X(Atan, 18) X(Sinh, 19) X(Cosh, 20) X(Tanh, 21) \
    X(Asinh, 22) X(Acosh, 23) X(Atanh, 24) X(Atan2, 25) X(Pow, 26) X(Exp, 27) X(Log, 28) \
    X(Exp2, 29) X(Log2, 30) X(Sqrt, 31) X(InverseSqrt, 32) X(Determinant, 33) X(MatrixInverse, 34) \
    X(Modf, 35) X(ModfStruct, 36) X(FMin, 37) X(UMin, 38) X(SMin, 39) X(FMax, 40) X(UMax, 41) \
    X(SMax, 42) X(FClamp, 43) X(UClamp, 44) X(SClamp, 45) X(FMix, 46) X(IMix, 47) X(Step, 48) \
    X(SmoothStep, 49) X(Fma, 50) X(Frexp, 51) X(FrexpStruct, 52) X(Ldexp, 53) X(PackSnorm4x8, 54) \
    X(PackUnorm4x8, 55) X(PackSnorm2x16, 56) X(PackUnorm2x16, 57) X(PackHalf2x16, 58) \
    X(PackDouble2x32, 59) X(UnpackSnorm2x16, 60) X(UnpackUnorm2x16, 61) X(UnpackHalf2x16, 62) \
    X(UnpackSnorm4x8, 63) X(UnpackUnorm4x8, 64) X(UnpackDouble2x32, 65) X(Length, 66) \
    X(Distance, 67) X(Cross, 68) X(Normalize, 69) X(FaceForward, 70) X(Reflect, 71) X(Refract, 72) \
    X(FindILsb, 73) X(FindSMsb, 74) X(FindUMsb, 75) X(InterpolateAtCentroid, 76) \
    X(InterpolateAtSample, 77) X(InterpolateAtOffset, 78) X(NMin, 79) X(NMax, 80) X(NClamp, 81)

enum {
    SPV_CPUI_ImageOperands_Bias = 1, SPV_CPUI_ImageOperands_Lod = 2,
    SPV_CPUI_ImageOperands_Grad = 4, SPV_CPUI_ImageOperands_ConstOffset = 8,
    SPV_CPUI_ImageOperands_Offset = 16, SPV_CPUI_ImageOperands_ConstOffsets = 32,
    SPV_CPUI_ImageOperands_Sample = 64, SPV_CPUI_ImageOperands_MinLod = 128,
    SPV_CPUI_ImageOperands_MakeTexelAvailable = 256, SPV_CPUI_ImageOperands_MakeTexelVisible = 512,
    SPV_CPUI_ImageOperands_NonPrivateTexel = 1024, SPV_CPUI_ImageOperands_VolatileTexel = 2048,
    SPV_CPUI_ImageOperands_SignExtend = 4096, SPV_CPUI_ImageOperands_ZeroExtend = 8192
};

enum {
    SPV_CPUI_ExecutionModel_Vertex = 0, SPV_CPUI_ExecutionModel_Fragment = 4,
    SPV_CPUI_ExecutionModel_GLCompute = 5
};

enum {
    SPV_CPUI_ExecutionMode_DepthReplacing = 12, SPV_CPUI_ExecutionMode_LocalSize = 17,
    SPV_CPUI_ExecutionMode_LocalSizeId = 38
};

enum {
    SPV_CPUI_StorageClass_UniformConstant = 0, SPV_CPUI_StorageClass_Input = 1,
    SPV_CPUI_StorageClass_Uniform = 2, SPV_CPUI_StorageClass_Output = 3,
    SPV_CPUI_StorageClass_Workgroup = 4, SPV_CPUI_StorageClass_Function = 7,
    SPV_CPUI_StorageClass_PushConstant = 9, SPV_CPUI_StorageClass_StorageBuffer = 12
};

enum {
    SPV_CPUI_Decoration_SpecId = 1, SPV_CPUI_Decoration_Block = 2,
    SPV_CPUI_Decoration_BufferBlock = 3, SPV_CPUI_Decoration_RowMajor = 4,
    SPV_CPUI_Decoration_ArrayStride = 6, SPV_CPUI_Decoration_MatrixStride = 7,
    SPV_CPUI_Decoration_BuiltIn = 11, SPV_CPUI_Decoration_Location = 30,
    SPV_CPUI_Decoration_Component = 31, SPV_CPUI_Decoration_Binding = 33,
    SPV_CPUI_Decoration_DescriptorSet = 34, SPV_CPUI_Decoration_Offset = 35
};

enum {
    SPV_CPUI_BuiltIn_FragCoord = 15, SPV_CPUI_BuiltIn_FrontFacing = 17,
    SPV_CPUI_BuiltIn_SamplePosition = 19, SPV_CPUI_BuiltIn_SampleMask = 20,
    SPV_CPUI_BuiltIn_FragDepth = 22, SPV_CPUI_BuiltIn_HelperInvocation = 23,
    SPV_CPUI_BuiltIn_NumWorkgroups = 24, SPV_CPUI_BuiltIn_WorkgroupSize = 25,
    SPV_CPUI_BuiltIn_WorkgroupId = 26, SPV_CPUI_BuiltIn_LocalInvocationId = 27,
    SPV_CPUI_BuiltIn_GlobalInvocationId = 28, SPV_CPUI_BuiltIn_LocalInvocationIndex = 29,
    SPV_CPUI_BuiltIn_SubgroupSize = 36, SPV_CPUI_BuiltIn_NumSubgroups = 38,
    SPV_CPUI_BuiltIn_SubgroupId = 40, SPV_CPUI_BuiltIn_SubgroupLocalInvocationId = 41,
    SPV_CPUI_BuiltIn_SubgroupEqMask = 4416, SPV_CPUI_BuiltIn_SubgroupGeMask = 4417,
    SPV_CPUI_BuiltIn_SubgroupGtMask = 4418, SPV_CPUI_BuiltIn_SubgroupLeMask = 4419,
    SPV_CPUI_BuiltIn_SubgroupLtMask = 4420
};

enum {
    SPV_CPUI_GroupOperation_InclusiveScan = 1, SPV_CPUI_GroupOperation_ExclusiveScan = 2,
    SPV_CPUI_GroupOperation_ClusteredReduce = 3
};

enum {
    SPV_CPUI_Capability_WorkgroupMemoryExplicitLayoutKHR = 4428
};

enum {
    SPV_CPUI_INFO_DebugLine = 103
};

/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: end */

#define SPV_CPUI_ROW(name, number, results) SPV_CPUI_Op##name = number,
enum { SPV_CPUI_OPCODES(SPV_CPUI_ROW) SPV_CPUI_OPCODE_LIMIT };
#undef SPV_CPUI_ROW
#define SPV_CPUI_ROW(name, number) SPV_CPUI_GLSL_##name = number,
enum { SPV_CPUI_GLSL(SPV_CPUI_ROW) SPV_CPUI_GLSL_LIMIT };
#undef SPV_CPUI_ROW

/* By rising number. results: 1 a type, 2 an id. */
typedef struct spv_cpui_opcode_row {
    uint16_t opcode, results;
    const char *name;
} spv_cpui_opcode_row;
#define SPV_CPUI_ROW(name, number, results) {number, results, "Op" #name},
static const spv_cpui_opcode_row spv_cpui_names[] = {SPV_CPUI_OPCODES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

/* -------------------------------------------------------------------------------------------------
   // >>lanes  [4]  arithmetic on rows of lanes
   A value of n scalar components is n rows of `lanes` words: component c of lane l is word
   c * lanes + l. Floats are their bits, bools 0 or ~0u. A lane function computes all lanes; what
   stands in lanes that are not active is garbage in and garbage out, and must not trap.

   Arithmetic is binary32 in every step, rounded to nearest, subnormals kept. Loops have no
   branches: a comparison gives a mask, a mask picks. So gcc -O2 and clang make vector code of them,
   given -fno-math-errno for the square roots; -ffp-contract=off keeps products and sums apart where
   the target has fused ones (gcc has it off under -std=c99); -ffast-math is not allowed.

   What SPIR-V leaves open, here: a quotient or remainder of an integer by 0 is 0; conversions to
   integers saturate, NaN gives 0; shifts count modulo 32; FMin and FMax take the operand that is no
   NaN, and -0 is less than +0; FMod and FRem are x - y * floor(x / y), or with trunc, each step
   rounded. */
typedef struct spv_cpui_args {
    uint32_t *d;                    /* result, 64-byte aligned as all operands */
    const uint32_t *a, *b, *c, *e;  /* operands; NULL where there is none */
    uint32_t lanes;                 /* a multiple of SPV_CPUI_BLOCK */
    uint32_t parts;                 /* scalar components of the result */
    uint32_t rows, columns;         /* of the first operand: components of a column, columns (of a
                                       vector or scalar: 1) */
    uint32_t rows_b, columns_b;     /* of the second operand */
    size_t a_step, b_step, c_step;  /* component-wise functions: words from one component of an
                                       operand to the next, 0 if all are the same */
} spv_cpui_args;

/* d is none of the operands, or identical to one of the same size if the function is
   component-wise. */
typedef void spv_cpui_lane_function(const spv_cpui_args *);

typedef struct spv_cpui_row {
    uint16_t opcode;    /* of an instruction; in >>ext of GLSL.std.450 */
    uint8_t operands;
    uint8_t wise;       /* component-wise: component i of the result depends on component i of the
                           operands alone, and all have `parts` components */
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

/* The innermost loop: iterations are independent of each other. */
#define SPV_CPUI_EACH(k) SPV_CPUI_VECTOR for (k = 0; k < SPV_CPUI_BLOCK; k++)

/* ---- bits, masks */

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

/* ~0 if c is 1, 0 if it is 0. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_mask(int c) {
    return 0u - (uint32_t)c;
}

SPV_CPUI_INLINE uint64_t spv_cpui_ln_widen(uint32_t mask) {
    return (uint64_t)(int64_t)(int32_t)mask;
}

/* A mask for x < y, of no use for NaN and for infinities of one sign. (GCC has no SSE2 code that
   makes 64-bit masks of comparisons.) */
SPV_CPUI_INLINE uint64_t spv_cpui_ln_less(double x, double y) {
    return (uint64_t)0 - (spv_cpui_ln_bits64(x - y) >> 63);
}

/* Bits of a where the mask is set, else of b. */
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

/* x with the sign of y. */
SPV_CPUI_INLINE float spv_cpui_ln_sign_of(float x, float y) {
    return spv_cpui_ln_float((spv_cpui_ln_bits(x) & 0x7fffffffu)
                             | (spv_cpui_ln_bits(y) & 0x80000000u));
}

/* ---- integral values. Added to 2^23, a magnitude below it loses what is behind the point. */

/* 1 if c is 1, +0 if it is 0. */
SPV_CPUI_INLINE float spv_cpui_ln_one_if(int c) {
    return spv_cpui_ln_float(spv_cpui_ln_mask(c) & 0x3f800000u);
}

/* x with its sign bit set if y's is. */
SPV_CPUI_INLINE float spv_cpui_ln_minus_if(float x, float y) {
    return spv_cpui_ln_float(spv_cpui_ln_bits(x) | (spv_cpui_ln_bits(y) & 0x80000000u));
}

/* 2^23 for magnitudes below it, else 0. */
SPV_CPUI_INLINE float spv_cpui_ln_rounder(float m) {
    return spv_cpui_ln_float(spv_cpui_ln_mask(m < 8388608.0f) & 0x4b000000u);
}

SPV_CPUI_INLINE float spv_cpui_ln_even(float x) {
    float rounder = spv_cpui_ln_minus_if(spv_cpui_ln_rounder(spv_cpui_ln_abs(x)), x);
    return spv_cpui_ln_minus_if((x + rounder) - rounder, x);
}

/* From the nearest integral value of x to the next one below, above. */
SPV_CPUI_INLINE float spv_cpui_ln_down(float x, float nearest) {
    float below = nearest - 1.0f;
    return nearest > x ? below : nearest;
}

SPV_CPUI_INLINE float spv_cpui_ln_up(float x, float nearest) {
    return spv_cpui_ln_minus_if(nearest + spv_cpui_ln_one_if(nearest < x), x);
}

SPV_CPUI_INLINE float spv_cpui_ln_ceil(float x) {
    return spv_cpui_ln_up(x, spv_cpui_ln_even(x));
}

SPV_CPUI_INLINE float spv_cpui_ln_floor(float x) {
    return spv_cpui_ln_down(x, spv_cpui_ln_even(x));
}

SPV_CPUI_INLINE float spv_cpui_ln_trunc(float x) {
    float m = spv_cpui_ln_abs(x), rounder = spv_cpui_ln_rounder(m);
    float whole = (m + rounder) - rounder;
    return spv_cpui_ln_minus_if(whole - spv_cpui_ln_one_if(whole > m), x);
}

/* The same, by the instruction for it where there is one; elsewhere it is a call, and slower. */
SPV_CPUI_INLINE float spv_cpui_hw_even(float x) {
    return rintf(x);
}

SPV_CPUI_INLINE float spv_cpui_hw_trunc(float x) {
    return truncf(x);
}

SPV_CPUI_INLINE float spv_cpui_hw_floor(float x) {
    return floorf(x);
}

SPV_CPUI_INLINE float spv_cpui_hw_ceil(float x) {
    return ceilf(x);
}

#if defined(__GNUC__) && (defined(__SSE4_1__) || defined(__aarch64__))
#define SPV_CPUI_ROUND(how, x) spv_cpui_hw_##how(x)
#else
#define SPV_CPUI_ROUND(how, x) spv_cpui_ln_##how(x)
#endif
#define SPV_CPUI_ROUND_HW(how, x) spv_cpui_hw_##how(x)

/* ---- floats */

SPV_CPUI_INLINE float spv_cpui_ln_rem(float x, float y) {
    return x - y * spv_cpui_ln_trunc(x / y);
}

/* The lesser operand, or the greater one; the other one if one is a NaN. */
SPV_CPUI_INLINE float spv_cpui_ln_min(float x, float y) {
    float least = x < y ? x : y;
    least = y != y ? x : least;
    return spv_cpui_ln_float(spv_cpui_ln_bits(least)
                             | (spv_cpui_ln_mask(x == y) & spv_cpui_ln_bits(x)));
}

SPV_CPUI_INLINE float spv_cpui_ln_max(float x, float y) {
    float most = x > y ? x : y;
    most = y != y ? x : most;
    return spv_cpui_ln_float(spv_cpui_ln_bits(most)
                             & (spv_cpui_ln_mask(x != y) | spv_cpui_ln_bits(x)));
}

/* x * y + z, rounded once. The product is exact in binary64. If its sum with z is not, the sum is
   made odd in the last place, towards what was lost; so the second rounding sees which side of a
   midpoint it is on. */
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

/* ---- conversions */

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

/* Both halves are exact, so one rounding is left. */
SPV_CPUI_INLINE float spv_cpui_ln_from_uint(uint32_t u) {
    return (float)(int32_t)(u >> 16) * 65536.0f + (float)(int32_t)(u & 0xffffu);
}

/* The nearest half, in the lower 16 bits. Subnormal halves: a sum with 0.5 rounds at their last
   place. */
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

/* What a half can hold of x; subnormal halves are 0. */
SPV_CPUI_INLINE float spv_cpui_ln_quantize(float x) {
    uint32_t h = spv_cpui_ln_to_half(x);
    return spv_cpui_ln_from_half(h & ~(spv_cpui_ln_mask((h & 0x7c00u) == 0) & 0x3ffu));
}

/* ---- integers */

/* Exact: an integer in the lower bits of 2^52. */
SPV_CPUI_INLINE double spv_cpui_ln_to_double(uint32_t u) {
    return spv_cpui_ln_double((uint64_t)0x43300000u << 32 | u) - 4503599627370496.0;
}

/* u / v, 0 if v is 0. The quotient of u + 1/2 is no integer, and further from the next one than
   binary64 rounds; less 1/2, it rounds to the result, in the lower bits of 1.5 * 2^52. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_udiv(uint32_t u, uint32_t v) {
    double x = spv_cpui_ln_to_double(u) + 0.5, y = spv_cpui_ln_to_double(v | (uint32_t)(v == 0));
    double sum = (x / y - 0.5) + 6755399441055744.0;
    return (uint32_t)spv_cpui_ln_bits64(sum) & spv_cpui_ln_mask(v != 0);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_umod(uint32_t u, uint32_t v) {
    return (u - spv_cpui_ln_udiv(u, v) * v) & spv_cpui_ln_mask(v != 0);
}

/* -u where the mask is set. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_negate_if(uint32_t mask, uint32_t u) {
    return (u ^ mask) - mask;
}

/* ~0 for negative numbers. */
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

/* The sign of u. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_srem(uint32_t u, uint32_t v) {
    return (u - spv_cpui_ln_sdiv(u, v) * v) & spv_cpui_ln_mask(v != 0);
}

/* The sign of v. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_smod(uint32_t u, uint32_t v) {
    uint32_t rem = spv_cpui_ln_srem(u, v);
    return rem + (v & spv_cpui_ln_mask(rem != 0) & spv_cpui_ln_negative(rem ^ v));
}

SPV_CPUI_INLINE uint32_t spv_cpui_ln_shift_right(uint32_t u, uint32_t n) {
    uint32_t sign = spv_cpui_ln_negative(u);
    return ((u ^ sign) >> (n & 31u)) ^ sign;
}

/* The lowest n bits; n is at most 32. */
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

/* A bit field whose highest bit is repeated above it. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_extract_signed(uint32_t u, uint32_t offset, uint32_t count) {
    uint32_t bits = spv_cpui_ln_extract(u, offset, count);
    uint32_t top = spv_cpui_ln_mask(count - 1u < 32u) & (1u << ((count - 1u) & 31u));
    return (bits ^ top) - top;
}

/* No two steps move whole bytes one after the other: GCC would make a byte swap of them, which
   SSE2 lacks. */
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

/* ---- component-wise rows: X(name, operands, result from the words u, v, w of the operands, which
   as floats are x, y, z). ROUNDING: X(name, operands, how, of what, result from n, which is that
   rounded so). Of FIELDS offset and count are scalars. >>steps does all but RARE and FIELDS; their
   functions here are for constants and what else does not come by there. */

#define SPV_CPUI_F(value) spv_cpui_ln_bits(value)
#define SPV_CPUI_B(condition) spv_cpui_ln_mask(condition)
#define SPV_CPUI_LN_FLOATS(R, X)                             \
    R(X, FNegate, 1, u ^ 0x80000000u)                        \
    R(X, FDiv, 2, SPV_CPUI_F(x / y))                         \
    R(X, ConvertFToS, 1, (uint32_t)spv_cpui_ln_to_int(x))    \
    R(X, ConvertFToU, 1, spv_cpui_ln_to_uint(x))             \
    R(X, ConvertSToF, 1, SPV_CPUI_F((float)(int32_t)u))      \
    R(X, ConvertUToF, 1, SPV_CPUI_F(spv_cpui_ln_from_uint(u)))
#define SPV_CPUI_LN_ARITHMETIC(R, X)                         \
    R(X, FAdd, 2, SPV_CPUI_F(x + y))                         \
    R(X, FSub, 2, SPV_CPUI_F(x - y))                         \
    R(X, FMul, 2, SPV_CPUI_F(x * y))
#define SPV_CPUI_LN_ROUNDING(R, X)                           \
    R(X, FMod, 2, floor, x / y, SPV_CPUI_F(x - y * n))
#define SPV_CPUI_LN_FLOAT_TESTS(R, X)                        \
    R(X, FOrdEqual, 2, SPV_CPUI_B(x == y))                   \
    R(X, FOrdNotEqual, 2, SPV_CPUI_B((x < y) | (x > y)))     \
    R(X, FOrdLessThan, 2, SPV_CPUI_B(x < y))                 \
    R(X, FOrdLessThanEqual, 2, SPV_CPUI_B(x <= y))           \
    R(X, FOrdGreaterThan, 2, SPV_CPUI_B(x > y))              \
    R(X, FOrdGreaterThanEqual, 2, SPV_CPUI_B(x >= y))        \
    R(X, FUnordNotEqual, 2, SPV_CPUI_B(x != y))
#define SPV_CPUI_LN_INTEGERS(R, X)                           \
    R(X, IAdd, 2, u + v)                                     \
    R(X, ISub, 2, u - v)                                     \
    R(X, IMul, 2, u * v)                                     \
    R(X, BitwiseAnd, 2, u & v)                               \
    R(X, BitwiseOr, 2, u | v)                                \
    R(X, BitwiseXor, 2, u ^ v)                               \
    R(X, Not, 1, ~u)                                         \
    R(X, IEqual, 2, SPV_CPUI_B(u == v))                      \
    R(X, INotEqual, 2, SPV_CPUI_B(u != v))                   \
    R(X, ULessThan, 2, SPV_CPUI_B(u < v))                    \
    R(X, ULessThanEqual, 2, SPV_CPUI_B(u <= v))              \
    R(X, UGreaterThan, 2, SPV_CPUI_B(u > v))                 \
    R(X, UGreaterThanEqual, 2, SPV_CPUI_B(u >= v))           \
    R(X, SLessThan, 2, SPV_CPUI_B((int32_t)u < (int32_t)v))  \
    R(X, SLessThanEqual, 2, SPV_CPUI_B((int32_t)u <= (int32_t)v)) \
    R(X, SGreaterThan, 2, SPV_CPUI_B((int32_t)u > (int32_t)v)) \
    R(X, SGreaterThanEqual, 2, SPV_CPUI_B((int32_t)u >= (int32_t)v)) \
    R(X, LogicalEqual, 2, ~(u ^ v))                          \
    R(X, CopyObject, 1, u)
#define SPV_CPUI_LN_BITS(R, X)                               \
    R(X, LogicalAnd, 2, u & v)                               \
    R(X, LogicalOr, 2, u | v)                                \
    R(X, LogicalNot, 1, ~u)                                  \
    R(X, LogicalNotEqual, 2, u ^ v)                          \
    R(X, Bitcast, 1, u)                                      \
    R(X, CopyLogical, 1, u)
#define SPV_CPUI_LN_RARE(R, X)                               \
    R(X, FRem, 2, SPV_CPUI_F(spv_cpui_ln_rem(x, y)))         \
    R(X, QuantizeToF16, 1, SPV_CPUI_F(spv_cpui_ln_quantize(x))) \
    R(X, FUnordEqual, 2, ~SPV_CPUI_B((x < y) | (x > y)))     \
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
    R(X, SignBitSet, 1, spv_cpui_ln_negative(u))             \
    R(X, SNegate, 1, 0u - u)                                 \
    R(X, UDiv, 2, spv_cpui_ln_udiv(u, v))                    \
    R(X, SDiv, 2, spv_cpui_ln_sdiv(u, v))                    \
    R(X, UMod, 2, spv_cpui_ln_umod(u, v))                    \
    R(X, SRem, 2, spv_cpui_ln_srem(u, v))                    \
    R(X, SMod, 2, spv_cpui_ln_smod(u, v))                    \
    R(X, BitReverse, 1, spv_cpui_ln_reverse(u))              \
    R(X, BitCount, 1, spv_cpui_ln_count(u))
#define SPV_CPUI_LN_SHIFTS(R, X)                             \
    R(X, ShiftLeftLogical, 2, u << (v & 31u))                \
    R(X, ShiftRightLogical, 2, u >> (v & 31u))               \
    R(X, ShiftRightArithmetic, 2, spv_cpui_ln_shift_right(u, v))
#define SPV_CPUI_LN_FIELDS(R, X)                             \
    R(X, BitFieldInsert, 4, spv_cpui_ln_insert(u, v, offset, count)) \
    R(X, BitFieldSExtract, 3, spv_cpui_ln_extract_signed(u, offset, count)) \
    R(X, BitFieldUExtract, 3, spv_cpui_ln_extract(u, offset, count))

/* Words and floats of the operands of a row. */
#define SPV_CPUI_TAKE_1(j)                                   \
    uint32_t u = a[j];                                       \
    float x = spv_cpui_ln_float(u);                          \
    (void)x;
#define SPV_CPUI_TAKE_2(j)                                   \
    SPV_CPUI_TAKE_1(j)                                       \
    uint32_t v = b[j];                                       \
    float y = spv_cpui_ln_float(v);                          \
    (void)y;
#define SPV_CPUI_TAKE_3(j)                                   \
    SPV_CPUI_TAKE_2(j)                                       \
    uint32_t w = c[j];                                       \
    float z = spv_cpui_ln_float(w);                          \
    (void)z;
#define SPV_CPUI_WISE_BY(attribute, name, operands, integral, result)                       \
    attribute static void name(const spv_cpui_args *r) {                          \
        uint32_t *d = r->d, p;                                                    \
        const uint32_t *a = r->a, *b = operands > 1 ? r->b : a;                   \
        const uint32_t *c = operands > 2 ? r->c : a;                              \
        size_t l = r->lanes, i, k;                                                \
        for (p = r->parts; p > 0; p--, d += l) {                                  \
            for (i = 0; i < l; i += SPV_CPUI_BLOCK) {                             \
                SPV_CPUI_EACH(k) {                                                \
                    SPV_CPUI_TAKE_##operands(i + k)                               \
                    float n = integral;                                           \
                    (void)n;                                                      \
                    d[i + k] = (result);                                          \
                }                                                                 \
            }                                                                     \
            a += r->a_step, b += r->b_step, c += r->c_step;                       \
        }                                                                         \
        (void)b, (void)c;                                                         \
    }
#define SPV_CPUI_WISE(name, operands, result) SPV_CPUI_WISE_BY(, name, operands, 0.0f, result)
#define SPV_CPUI_CLONED_WISE(name, operands, result) \
    SPV_CPUI_WISE_BY(SPV_CPUI_CLONED, name, operands, 0.0f, result)
#define SPV_CPUI_CLONED_WISE(name, operands, result) \
    SPV_CPUI_WISE_BY(SPV_CPUI_CLONED, name, operands, 0.0f, result)

/* SSE2 has no shifts by a number of each lane, so numbers that all lanes of a block share, as most
   are, are a case of their own. */
SPV_CPUI_INLINE uint32_t spv_cpui_ln_differ(const uint32_t *a) {
    uint32_t differ = 0, k;
    for (k = 0; k < SPV_CPUI_BLOCK; k++) differ |= a[k] ^ a[0];
    return differ;
}

/* The last two operands are scalars. */
#define SPV_CPUI_FIELD(name, operands, result)                                    \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
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
/* Scalars of 8 and 16 bits lie in words, with zeros above them; halves are their bits. In and out
   of the 32 bits that arithmetic is done in. */
SPV_CPUI_WISE(spv_cpui_ln_half_in, 1, SPV_CPUI_F(spv_cpui_ln_from_half(u)))
SPV_CPUI_WISE(spv_cpui_ln_half_out, 1, spv_cpui_ln_to_half(x))
SPV_CPUI_WISE(spv_cpui_ln_sign_8, 1, ((u & 0xffu) ^ 0x80u) - 0x80u)
SPV_CPUI_WISE(spv_cpui_ln_sign_16, 1, ((u & 0xffffu) ^ 0x8000u) - 0x8000u)
SPV_CPUI_WISE(spv_cpui_ln_low_8, 1, u & 0xffu)
SPV_CPUI_WISE(spv_cpui_ln_low_16, 1, u & 0xffffu)

#define SPV_CPUI_ROUNDING_ROW(X, name, operands, how, of, result) \
    SPV_CPUI_WISE_BY(, X##name, operands, SPV_CPUI_ROUND(how, of), result)
SPV_CPUI_LN_ROUNDING(SPV_CPUI_ROUNDING_ROW, spv_cpui_ln_)
#define SPV_CPUI_ROW(X, name, operands, result) X(spv_cpui_ln_##name, operands, result)
SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_FLOATS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_FLOAT_TESTS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_INTEGERS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_BITS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_RARE(SPV_CPUI_ROW, SPV_CPUI_CLONED_WISE)
SPV_CPUI_LN_SHIFTS(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_LN_FIELDS(SPV_CPUI_ROW, SPV_CPUI_FIELD)
#undef SPV_CPUI_ROW

/* ---- rows that are not component-wise */

/* Component-wise but for a scalar condition of vectors. */
SPV_CPUI_WISE(spv_cpui_ln_Select, 3, spv_cpui_ln_pick(u, v, w))

SPV_CPUI_CLONED static void spv_cpui_ln_Any(const spv_cpui_args *r) {
    uint32_t *d = r->d;
    size_t l = r->lanes, i, k, row;
    memcpy(d, r->a, l * sizeof *d);
    for (row = 1; row < r->rows; row++) {
        const uint32_t *a = r->a + row * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) d[i + k] |= a[i + k];
    }
}

SPV_CPUI_CLONED static void spv_cpui_ln_All(const spv_cpui_args *r) {
    uint32_t *d = r->d;
    size_t l = r->lanes, i, k, row;
    memcpy(d, r->a, l * sizeof *d);
    for (row = 1; row < r->rows; row++) {
        const uint32_t *a = r->a + row * l;
        for (i = 0; i < l; i += SPV_CPUI_BLOCK)
            SPV_CPUI_EACH(k) d[i + k] &= a[i + k];
    }
}

/* The four instructions with two members: `low` of the pair, then `high`. */
#define SPV_CPUI_PAIR(name, low, high)                                            \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
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

/* ---- matrices and vectors. Sums of products, from the first component on. */

/* d = a[0] * b[0] + ... with n terms, 1 to 4; terms of a are a_step words apart, of b b_step. */
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

SPV_CPUI_CLONED static void spv_cpui_ln_sum(uint32_t *d, const uint32_t *a, size_t a_step,
                                            const uint32_t *b, size_t b_step, size_t lanes,
                                            size_t n) {
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

/* A vector has one column. */
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

/* X(name of the instruction without Op, operands, component-wise, function) */
#define SPV_CPUI_LN_ENTRY(X, name, operands, result) X(name, operands, 1, spv_cpui_ln_##name)
#define SPV_CPUI_LN_ROUNDING_ENTRY(X, name, operands, how, of, result) \
    X(name, operands, 1, spv_cpui_ln_##name)
#define SPV_CPUI_LN_FIELD_ENTRY(X, name, operands, result)  \
    X(name, operands, 0, spv_cpui_ln_##name)
#define SPV_CPUI_LANES(X)                                    \
    SPV_CPUI_LN_FLOATS(SPV_CPUI_LN_ENTRY, X)                 \
    SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_LN_ENTRY, X)             \
    SPV_CPUI_LN_ROUNDING(SPV_CPUI_LN_ROUNDING_ENTRY, X)      \
    SPV_CPUI_LN_FLOAT_TESTS(SPV_CPUI_LN_ENTRY, X)            \
    SPV_CPUI_LN_INTEGERS(SPV_CPUI_LN_ENTRY, X)               \
    SPV_CPUI_LN_BITS(SPV_CPUI_LN_ENTRY, X)                   \
    SPV_CPUI_LN_RARE(SPV_CPUI_LN_ENTRY, X)                   \
    SPV_CPUI_LN_SHIFTS(SPV_CPUI_LN_ENTRY, X)                 \
    SPV_CPUI_LN_FIELDS(SPV_CPUI_LN_FIELD_ENTRY, X)          \
    X(VectorTimesScalar, 2, 0, spv_cpui_ln_FMul)             \
    X(MatrixTimesScalar, 2, 0, spv_cpui_ln_FMul)             \
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

/* -------------------------------------------------------------------------------------------------
   // >>ext  [5]  GLSL.std.450 on rows of lanes
   Modf and Frexp: only the forms with a struct, of which the core makes the others; their result is
   both members, one after the other. Interpolation is the core's.

   Functions that no hardware has are computed in binary64, by a reduction of the argument that is
   exact or nearly so and a polynomial (minimax, relative error below 2^-33), and rounded once: at
   most 0.51 units in the last place from the true value, over the whole range. Special values are
   those of C's math library; pow of a negative number is that of C too. asin and acos are NaN
   outside of [-1, 1], as in C.

   Added to 1.5 * 2^52, a double is rounded to an integer, which then stands in its lower bits. */
#define SPV_CPUI_SHIFTER 6755399441055744.0

/* ---- sine, cosine, tangent */

/* sin(x + shift * pi), shift 0 or 1/2. r is x less the nearest multiple of pi where the result is
   0, within half a pi. Pi is a sum whose first term has 29 bits, so the first product is exact for
   |x| < 2^24. */
SPV_CPUI_INLINE double spv_cpui_ex_sine(double x, double shift) {
    double sum = (x * 0.3183098861837907 - shift) + SPV_CPUI_SHIFTER;
    double n = (sum - SPV_CPUI_SHIFTER) + shift;
    double r = (x - n * 3.141592651605606) - n * 1.984187159361081e-09, z = r * r, p;
    uint64_t sign = (spv_cpui_ln_bits64(sum) ^ (uint64_t)(shift > 0.0)) << 63;
    p = -0.0000000238887925258215935 * z + 0.00000275253779511776059;
    p = p * z - 0.000198408680869818647;
    p = p * z + 0.00833333110769012793;
    p = p * z - 0.166666666261287363;
    p = r * (p * z + 1.0);
    return spv_cpui_ln_double(spv_cpui_ln_bits64(p) ^ sign);
}

/* sin(x + quarters * pi / 2) for the others. x is m * 2^e; of the binary digits of 1 / (2 pi) those
   before digit e give whole turns, and the next 96 the fraction of a turn, of which the nearest
   quarter is taken out. */
static double spv_cpui_ex_far(double x, uint32_t quarters) {
    static const uint32_t digits[8] = {0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u,
                                       0x36d8a566u, 0x4f10e410u, 0x7f9458eau, 0xf7aef158u};
    uint32_t u = spv_cpui_ln_bits((float)x), m = (u & 0x7fffffu) | 0x800000u, turn[3], i;
    uint32_t e = (u >> 23 & 255u) - 150u;
    uint64_t sum = 0, rest;
    double angle;
    if (e > 104u) return x - x;
    for (i = 3; i-- > 0;) {
        uint64_t pair = (uint64_t)digits[(e >> 5) + i] << 32 | digits[(e >> 5) + i + 1];
        sum = m * (pair << (e & 31u) >> 32) + (sum >> 32);
        turn[i] = (uint32_t)sum;
    }
    i = (turn[0] + 0x20000000u) >> 30;
    rest = ((uint64_t)turn[0] << 32 | turn[1]) - ((uint64_t)i << 62);
    angle = rest >> 63 ? -(double)(~rest + 1u) : (double)rest;
    angle = (angle + (double)turn[2] * 2.3283064365386963e-10) * 3.4061215800865545e-19;
    quarters += u >> 31 ? 0u - i : i;
    angle = spv_cpui_ex_sine(u >> 31 ? -angle : angle, quarters & 1u ? 0.5 : 0.0);
    return quarters & 2u ? -angle : angle;
}

/* r is x less the nearest multiple of pi / 2; of an odd one, -cos(r) / sin(r) remains. */
SPV_CPUI_INLINE double spv_cpui_ex_tangent(double x) {
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
    return spv_cpui_ln_pick_double(odd, -c, s) / spv_cpui_ln_pick_double(odd, s, c);
}

/* ---- exponentials and logarithms */

/* 2^x for |x| <= 1000: a power of two for the integer next to x, a polynomial for the rest. */
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

/* x as a double, within [-200, 200], where all functions below have come to their limits. */
SPV_CPUI_INLINE double spv_cpui_ex_near(float x) {
    x = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < -200.0f), -200.0f, x);
    return (double)spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > 200.0f), 200.0f, x);
}

/* e^x */
SPV_CPUI_INLINE double spv_cpui_ex_exp(double x) {
    return spv_cpui_ex_exp2(x * 1.4426950408889634);
}

/* The logarithm of a positive normal x, of which log_2 is that of 2 and twice / 2 that of e: the
   exponent, and the series of artanh((m - 1) / (m + 1)) for the rest m, from sqrt(1/2) to
   sqrt(2). */
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

/* A logarithm r of x, with what it is where x is not positive and finite. */
SPV_CPUI_INLINE float spv_cpui_ex_log_of(float x, double r) {
    float infinity = spv_cpui_ln_float(0x7f800000u), nan = spv_cpui_ln_float(0x7fc00000u);
    float y = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x == 0.0f), -infinity, (float)r);
    y = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < infinity), y, x);
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < 0.0f), nan, y);
}

/* 2^(y log2 |x|); for x below 0 with the sign of an odd y, NaN if y is not integral. */
SPV_CPUI_INLINE float spv_cpui_ex_pow(float x, float y) {
    float m = spv_cpui_ln_abs(x), half = y * 0.5f, infinity = spv_cpui_ln_float(0x7f800000u);
    uint32_t odd = spv_cpui_ln_mask(spv_cpui_ln_even(half) != half), r;
    uint32_t part = spv_cpui_ln_mask(spv_cpui_ln_even(y) != y);
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

/* ---- hyperbolic functions. Where a difference would cancel, a series. */

/* sinh(x), 0 <= x <= 1 */
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
    double little = x * (1.0 + z * (z * 0.075 - 0.16666666666666666));
    return spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 0.00390625), little, large);
}

/* NaN below 1 */
SPV_CPUI_INLINE double spv_cpui_ex_acosh(double x) {
    double above = x - 1.0;
    return spv_cpui_ex_ln(1.0 + (above + sqrt(above * (x + 1.0))));
}

SPV_CPUI_INLINE double spv_cpui_ex_atanh(double x) {
    double z = x * x, large = spv_cpui_ex_ln((1.0 + x) / (1.0 - x)) * 0.5;
    double little = x * (1.0 + z * (z * 0.2 + 0.3333333333333333));
    return spv_cpui_ln_pick_double(spv_cpui_ln_less(x, 0.00390625), little, large);
}

/* The functions for floats. */
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

/* ---- inverse trigonometric functions */

/* The angle of the point x, y. The smaller magnitude by the larger, t, is within [0, 1]; above
   tan(pi / 8) it is turned back by pi / 4. For infinity stands a number that no float comes near,
   and a small one keeps 0 from the divisor. */
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

/* asin(x) = near(x) for |x| <= 1/2, else pi / 2 - 2 near(sqrt((1 - x) / 2)), for the
   magnitude m of x. The two functions below finish it. */
SPV_CPUI_INLINE double spv_cpui_ex_arc(float m, uint64_t *outer) {
    double x = (double)m, z, s, p;
    *outer = spv_cpui_ln_widen(spv_cpui_ln_mask(m > 0.5f));
    z = spv_cpui_ln_pick_double(*outer, (1.0 - x) * 0.5, x * x);
    s = spv_cpui_ln_pick_double(*outer, sqrt(z), x);
    p = 0.0346477212950262634 * z + 0.00750835327920567662;
    p = p * z + 0.0246050623010309425;
    p = p * z + 0.0301124718430082559;
    p = p * z + 0.0446599762702373633;
    p = p * z + 0.0749994888322673865;
    p = p * z + 0.166666671804253369;
    return s * (p * z + 1.0);
}

SPV_CPUI_INLINE float spv_cpui_ex_asin(float x) {
    uint64_t outer;
    double r = spv_cpui_ex_arc(spv_cpui_ln_abs(x), &outer);
    r = spv_cpui_ln_pick_double(outer, 1.5707963267948966 - 2.0 * r, r);
    return spv_cpui_ln_sign_of((float)r, x);
}

SPV_CPUI_INLINE float spv_cpui_ex_acos(float x) {
    uint64_t outer, left = (uint64_t)0 - (uint64_t)(spv_cpui_ln_bits(x) >> 31);
    double r = spv_cpui_ex_arc(spv_cpui_ln_abs(x), &outer);
    double around = spv_cpui_ln_pick_double(outer, 2.0 * r, 1.5707963267948966 - r);
    return (float)spv_cpui_ln_pick_double(left, 3.141592653589793 - around, around);
}

/* ---- floats and their parts */

/* -1, +0, 1, or NaN */
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

/* x * 2^n, rounded once. Beyond 2^300 or below 2^-300 all is infinity or 0. */
SPV_CPUI_INLINE float spv_cpui_ex_ldexp(float x, int32_t n) {
    n = n < -300 ? -300 : n;
    n = n > 300 ? 300 : n;
    return (float)((double)x * spv_cpui_ln_double((uint64_t)(uint32_t)(n + 1023) << 52));
}

/* The fraction of modf, with x's sign. */
SPV_CPUI_INLINE float spv_cpui_ex_fraction(float x) {
    float whole = spv_cpui_ln_trunc(x), m = spv_cpui_ln_abs(x);
    float rest = spv_cpui_ln_pick_float(spv_cpui_ln_mask(m == spv_cpui_ln_float(0x7f800000u)), 0.0f,
                                        x - whole);
    return spv_cpui_ln_sign_of(rest, x);
}

/* x = significand * 2^exponent with a significand from 1/2 to below 1; 0, infinities and NaN are
   themselves, with exponent 0. */
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

/* ---- integers */

/* Number of the highest bit that is set, -1 if there is none. */
SPV_CPUI_INLINE uint32_t spv_cpui_ex_high_bit(uint32_t u) {
    uint64_t bits = spv_cpui_ln_bits64(spv_cpui_ln_to_double(u));
    return ((uint32_t)(bits >> 52) - 1023u) | spv_cpui_ln_mask(u == 0);
}

/* ---- packing: n bits of an integral value, which is a number in [-1, 1] or [0, 1] times
   `scale` */

SPV_CPUI_INLINE uint32_t spv_cpui_ex_snorm(uint32_t u, float scale) {
    float x = spv_cpui_ln_float(u);
    float in = spv_cpui_ln_min(spv_cpui_ln_max(x, -1.0f), 1.0f);
    in = spv_cpui_ln_pick_float(spv_cpui_ln_mask(x == x), in, 0.0f);
    return (uint32_t)(int32_t)spv_cpui_ln_even(in * scale);
}

SPV_CPUI_INLINE uint32_t spv_cpui_ex_unorm(uint32_t u, float scale) {
    float in = spv_cpui_ln_min(spv_cpui_ln_max(spv_cpui_ln_float(u), 0.0f), 1.0f);
    return (uint32_t)(int32_t)spv_cpui_ln_even(in * scale);
}

/* The n bits at `shift`, as a number in [-1, 1]. */
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

/* ---- component-wise rows, as in >>lanes */

#define SPV_CPUI_EX_ROUNDING(R, X)                           \
    R(X, Round, 1, even, x, SPV_CPUI_F(n))                   \
    R(X, RoundEven, 1, even, x, SPV_CPUI_F(n))               \
    R(X, Trunc, 1, trunc, x, SPV_CPUI_F(n))                  \
    R(X, Floor, 1, floor, x, SPV_CPUI_F(n))                  \
    R(X, Ceil, 1, ceil, x, SPV_CPUI_F(n))                    \
    R(X, Fract, 1, floor, x, SPV_CPUI_F(x - n))
#define SPV_CPUI_EX_COMMON(R, X)                             \
    R(X, FAbs, 1, u & 0x7fffffffu)                           \
    R(X, FSign, 1, spv_cpui_ex_sign(x))                      \
    R(X, NMin, 2, SPV_CPUI_F(spv_cpui_ln_min(x, y)))         \
    R(X, NMax, 2, SPV_CPUI_F(spv_cpui_ln_max(x, y)))         \
    R(X, NClamp, 3, SPV_CPUI_F(spv_cpui_ln_min(spv_cpui_ln_max(x, y), z))) \
    R(X, FMix, 3, SPV_CPUI_F(x * (1.0f - z) + y * z))        \
    R(X, Step, 2, SPV_CPUI_F(spv_cpui_ln_one_if(!(y < x))))  \
    R(X, SmoothStep, 3, SPV_CPUI_F(spv_cpui_ex_smooth(x, y, z))) \
    R(X, Sqrt, 1, SPV_CPUI_F(sqrtf(x)))                      \
    R(X, InverseSqrt, 1, SPV_CPUI_F(1.0f / sqrtf(x)))
#define SPV_CPUI_EX_RARE(R, X)                               \
    R(X, SAbs, 1, spv_cpui_ln_sabs(u))                       \
    R(X, SSign, 1, spv_cpui_ex_ssign(u))                     \
    R(X, Radians, 1, SPV_CPUI_F(x * 0.017453292519943295f))  \
    R(X, Degrees, 1, SPV_CPUI_F(x * 57.29577951308232f))     \
    R(X, FMin, 2, SPV_CPUI_F(spv_cpui_ln_min(x, y)))         \
    R(X, FMax, 2, SPV_CPUI_F(spv_cpui_ln_max(x, y)))         \
    R(X, UMin, 2, u < v ? u : v)                             \
    R(X, UMax, 2, u > v ? u : v)                             \
    R(X, SMin, 2, (int32_t)u < (int32_t)v ? u : v)           \
    R(X, SMax, 2, (int32_t)u > (int32_t)v ? u : v)           \
    R(X, FClamp, 3, SPV_CPUI_F(spv_cpui_ln_min(spv_cpui_ln_max(x, y), z))) \
    R(X, UClamp, 3, spv_cpui_ex_uclamp(u, v, w))             \
    R(X, SClamp, 3, spv_cpui_ex_sclamp(u, v, w))             \
    R(X, Fma, 3, SPV_CPUI_F(spv_cpui_ln_fma(x, y, z)))       \
    R(X, Ldexp, 2, SPV_CPUI_F(spv_cpui_ex_ldexp(x, (int32_t)v))) \
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
    R(X, Exp, 1, SPV_CPUI_F((float)spv_cpui_ex_exp(spv_cpui_ex_near(x)))) \
    R(X, Log, 1, SPV_CPUI_F(spv_cpui_ex_log_of(x, spv_cpui_ex_ln((double)x)))) \
    R(X, Exp2, 1, SPV_CPUI_F((float)spv_cpui_ex_exp2(spv_cpui_ex_near(x)))) \
    R(X, Log2, 1, SPV_CPUI_F(spv_cpui_ex_log_of(x, spv_cpui_ex_log2((double)x))))

#define SPV_CPUI_ROW(X, name, operands, result) X(spv_cpui_ex_##name, operands, result)
SPV_CPUI_EX_COMMON(SPV_CPUI_ROW, SPV_CPUI_WISE)
SPV_CPUI_EX_ROUNDING(SPV_CPUI_ROUNDING_ROW, spv_cpui_ex_)
SPV_CPUI_EX_RARE(SPV_CPUI_ROW, SPV_CPUI_CLONED_WISE)
SPV_CPUI_EX_HIGHER(SPV_CPUI_ROW, SPV_CPUI_CLONED_WISE)
#undef SPV_CPUI_ROW

/* Where an operand has the block that is word i of the result. */
SPV_CPUI_INLINE const uint32_t *spv_cpui_ex_block(const uint32_t *a, size_t step, size_t lanes,
                                                  size_t i) {
    return a + i / lanes * step + i % lanes;
}

/* Whether a block's lanes all have the value. */
SPV_CPUI_INLINE int spv_cpui_ex_all_are(const uint32_t *a, uint32_t value) {
    uint32_t differ = 0, k;
    for (k = 0; k < SPV_CPUI_BLOCK; k++) differ |= a[k] ^ value;
    return differ == 0;
}

/* The three functions that take another way for large arguments. What follows a block of one number
   is often the same number again. */
#define SPV_CPUI_PERIODIC(name, result, other)                                    \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
        size_t n = (size_t)r->parts * r->lanes, i, k;                             \
        uint32_t same = 0, value = 0;                                             \
        double x[SPV_CPUI_BLOCK];                                                 \
        for (i = 0; i < n; i += SPV_CPUI_BLOCK) {                                 \
            uint32_t *d = r->d + i, large = 0;                                    \
            const uint32_t *a = spv_cpui_ex_block(r->a, r->a_step, r->lanes, i);  \
            if (same && spv_cpui_ex_all_are(a, value)) {                          \
                memcpy(d, d - SPV_CPUI_BLOCK, SPV_CPUI_BLOCK * sizeof *d);        \
                continue;                                                         \
            }                                                                     \
            value = a[0];                                                         \
            same = (uint32_t)spv_cpui_ex_all_are(a, value);                       \
            for (k = 0; k < SPV_CPUI_BLOCK; k++)                                  \
                large |= spv_cpui_ln_mask((a[k] & 0x7fffffffu) >= 0x4b800000u);   \
            SPV_CPUI_EACH(k) x[k] = (double)spv_cpui_ln_float(a[k]);              \
            SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits((float)(result));            \
            for (k = 0; large && k < SPV_CPUI_BLOCK; k++) {                       \
                double rest = x[k] - x[k];                                        \
                if (rest != rest) d[k] = spv_cpui_ln_bits((float)rest);           \
                else if (!(x[k] < 16777216.0 && x[k] > -16777216.0))              \
                    d[k] = spv_cpui_ln_bits((float)(other));                      \
            }                                                                     \
        }                                                                         \
    }
SPV_CPUI_PERIODIC(spv_cpui_ex_Sin, spv_cpui_ex_sine(x[k], 0.0), spv_cpui_ex_far(x[k], 0))
SPV_CPUI_PERIODIC(spv_cpui_ex_Cos, spv_cpui_ex_sine(x[k], 0.5), spv_cpui_ex_far(x[k], 1))
SPV_CPUI_PERIODIC(spv_cpui_ex_Tan, spv_cpui_ex_tangent(x[k]),
                  spv_cpui_ex_far(x[k], 0) / spv_cpui_ex_far(x[k], 1))
#undef SPV_CPUI_PERIODIC

/* Blocks where all x are positive and finite, and the results not far beyond what a float holds,
   need no more than the logarithm and the exponential. */
SPV_CPUI_CLONED static void spv_cpui_ex_Pow(const spv_cpui_args *r) {
    size_t n = (size_t)r->parts * r->lanes, i, k;
    double l[SPV_CPUI_BLOCK];
    for (i = 0; i < n; i += SPV_CPUI_BLOCK) {
        uint32_t *d = r->d + i, odd = 0;
        const uint32_t *a = spv_cpui_ex_block(r->a, r->a_step, r->lanes, i);
        const uint32_t *b = spv_cpui_ex_block(r->b, r->b_step, r->lanes, i);
        SPV_CPUI_EACH(k) {
            double y = (double)spv_cpui_ln_float(b[k]);
            l[k] = y * spv_cpui_ex_log2((double)spv_cpui_ln_float(a[k]));
            odd |= spv_cpui_ln_mask(a[k] - 1u >= 0x7f7fffffu)
                   | ~spv_cpui_ln_mask(spv_cpui_ln_abs((float)l[k]) < 1000.0f);
        }
        if (odd)
            SPV_CPUI_EACH(k)
            d[k] = spv_cpui_ln_bits(
                spv_cpui_ex_pow(spv_cpui_ln_float(a[k]), spv_cpui_ln_float(b[k])));
        else
            SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits((float)spv_cpui_ex_exp2(l[k]));
    }
}

/* The two instructions with two members. */
#define SPV_CPUI_PAIR(name, first, second)                                        \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
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

/* Packing of two or four components into a word, and back. */
#define SPV_CPUI_PACK(name, result)                                               \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
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

/* Component p of the result from the word u. */
#define SPV_CPUI_UNPACK(name, result)                                             \
    SPV_CPUI_CLONED static void name(const spv_cpui_args *r) {                    \
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

/* ---- geometry. Vectors have 1 to 4 components; s[] is a number for each lane of a block. */

/* s = a . b of a block's lanes. */
SPV_CPUI_INLINE void spv_cpui_ex_dot(float *s, const spv_cpui_args *r, const uint32_t *a,
                                     const uint32_t *b) {
    size_t p, k;
    SPV_CPUI_EACH(k) s[k] = spv_cpui_ln_float(a[k]) * spv_cpui_ln_float(b[k]);
    for (p = 1; p < r->rows; p++) {
        a += r->lanes, b += r->lanes;
        SPV_CPUI_EACH(k) s[k] += spv_cpui_ln_float(a[k]) * spv_cpui_ln_float(b[k]);
    }
}

SPV_CPUI_CLONED static void spv_cpui_ex_Length(const spv_cpui_args *r) {
    float s[SPV_CPUI_BLOCK];
    size_t i, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        uint32_t *d = r->d + i;
        spv_cpui_ex_dot(s, r, r->a + i, r->a + i);
        SPV_CPUI_EACH(k) d[k] = spv_cpui_ln_bits(sqrtf(s[k]));
    }
}

SPV_CPUI_CLONED static void spv_cpui_ex_Distance(const spv_cpui_args *r) {
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

SPV_CPUI_CLONED static void spv_cpui_ex_Normalize(const spv_cpui_args *r) {
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

SPV_CPUI_CLONED static void spv_cpui_ex_Cross(const spv_cpui_args *r) {
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

/* N if Nref . I is negative, else -N. */
SPV_CPUI_CLONED static void spv_cpui_ex_FaceForward(const spv_cpui_args *r) {
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

/* I - 2 (N . I) N */
SPV_CPUI_CLONED static void spv_cpui_ex_Reflect(const spv_cpui_args *r) {
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

/* eta I - (eta (N . I) + sqrt(left)) N, left = 1 - eta^2 (1 - (N . I)^2); 0 if left is negative. */
SPV_CPUI_CLONED static void spv_cpui_ex_Refract(const spv_cpui_args *r) {
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

/* ---- matrices, in binary64 */

/* Loads the matrix of a block's lanes; m[c][r] is column c, row r. */
SPV_CPUI_CLONED static void spv_cpui_ex_matrix(double m[4][4][SPV_CPUI_BLOCK],
                                               const spv_cpui_args *r, size_t i) {
    size_t n = r->rows, p, q, k;
    for (p = 0; p < n; p++)
        for (q = 0; q < n; q++) {
            const uint32_t *a = r->a + (p * n + q) * r->lanes + i;
            SPV_CPUI_EACH(k) m[p][q][k] = (double)spv_cpui_ln_float(a[k]);
        }
}

/* The cofactor of column p, row q: the determinant of the others, of an n by n matrix. */
SPV_CPUI_CLONED static void spv_cpui_ex_cofactor(double *d, double m[4][4][SPV_CPUI_BLOCK],
                                                 size_t n, size_t p, size_t q) {
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

/* The determinant, expanded by the first column. */
SPV_CPUI_CLONED static void spv_cpui_ex_determinant(double *d, double m[4][4][SPV_CPUI_BLOCK],
                                                    size_t n) {
    double part[SPV_CPUI_BLOCK];
    size_t q, k;
    SPV_CPUI_EACH(k) d[k] = 0.0;
    for (q = 0; q < n; q++) {
        spv_cpui_ex_cofactor(part, m, n, 0, q);
        SPV_CPUI_EACH(k) d[k] += m[0][q][k] * part[k];
    }
}

SPV_CPUI_CLONED static void spv_cpui_ex_Determinant(const spv_cpui_args *r) {
    double m[4][4][SPV_CPUI_BLOCK], d[SPV_CPUI_BLOCK];
    size_t i, k;
    for (i = 0; i < r->lanes; i += SPV_CPUI_BLOCK) {
        uint32_t *out = r->d + i;
        spv_cpui_ex_matrix(m, r, i);
        spv_cpui_ex_determinant(d, m, r->rows);
        SPV_CPUI_EACH(k) out[k] = spv_cpui_ln_bits((float)d[k]);
    }
}

/* The transposed cofactors by the determinant. */
SPV_CPUI_CLONED static void spv_cpui_ex_MatrixInverse(const spv_cpui_args *r) {
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
#undef SPV_CPUI_WISE_BY
#undef SPV_CPUI_ROUNDING_ROW
#undef SPV_CPUI_WISE
#undef SPV_CPUI_CLONED_WISE
#undef SPV_CPUI_CLONED_WISE
#undef SPV_CPUI_FIELD

/* X(name, operands, component-wise, function) */
#define SPV_CPUI_EX_ENTRY(X, name, operands, result) X(name, operands, 1, spv_cpui_ex_##name)
#define SPV_CPUI_EX_ROUNDING_ENTRY(X, name, operands, how, of, result) \
    X(name, operands, 1, spv_cpui_ex_##name)
#define SPV_CPUI_EX_OTHERS(X)                                \
    X(Sin, 1, 1, spv_cpui_ex_Sin)                            \
    X(Cos, 1, 1, spv_cpui_ex_Cos)                            \
    X(Tan, 1, 1, spv_cpui_ex_Tan)                            \
    X(Pow, 2, 1, spv_cpui_ex_Pow)                            \
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
    SPV_CPUI_EX_ROUNDING(SPV_CPUI_EX_ROUNDING_ENTRY, X)      \
    SPV_CPUI_EX_COMMON(SPV_CPUI_EX_ENTRY, X)                 \
    SPV_CPUI_EX_RARE(SPV_CPUI_EX_ENTRY, X)                   \
    SPV_CPUI_EX_HIGHER(SPV_CPUI_EX_ENTRY, X)                 \
    SPV_CPUI_EX_OTHERS(X)

/* -------------------------------------------------------------------------------------------------
   // >>steps  [6]  chains of component-wise operations
   A lane function reads rows and writes one, so what an instruction leaves for the next goes
   through memory, and the stores take longer than the arithmetic. So component-wise instructions
   that follow each other are run by a machine with an accumulator. A *step* is one operation on one
   component. Each operand is a row or the accumulator; the result is the accumulator, and goes to a
   row if a later step needs it there. >>fuse makes the steps.

   The machine does all steps for some of the lanes, then for the next ones. The accumulator is four
   vectors of the processor, which stay in its registers. There is a machine for each size of them;
   all have the operations of >>lanes and >>ext from the same tables, and give the same bits. An
   operation stands in its case as a loop from array to array, of which compilers make an
   instruction or a few from register to register.

   A step's form is the sum of 1 if the first operand is the accumulator, 2 if the second is, 4 if
   the third is; or one with a constant, whose row need not be loaded, as it is the same word all
   along. Its code is the number of its operation times FORMS and its form, twice, and 1 if the
   result goes to a row. Each code is a place in the machine; compiled by GCC, each place ends with
   the jump to the next one. */

/* What no instruction is: a product and a sum, each rounded. */
#define SPV_CPUI_ST_PRODUCTS(R, X)                           \
    R(X, PlusProduct, 3, SPV_CPUI_F(z + x * y))              \
    R(X, LessProduct, 3, SPV_CPUI_F(z - x * y))              \
    R(X, ProductLess, 3, SPV_CPUI_F(x * y - z))

/* The component-wise operations of >>lanes. */
#define SPV_CPUI_ST_SELECT(R, X) R(X, Select, 3, spv_cpui_ln_pick(u, v, w))
#define SPV_CPUI_ST_LANES(R, X)                              \
    SPV_CPUI_LN_FLOATS(R, X)                                 \
    SPV_CPUI_LN_FLOAT_TESTS(R, X)                            \
    SPV_CPUI_LN_INTEGERS(R, X)                               \
    SPV_CPUI_LN_SHIFTS(R, X)                                 \
    SPV_CPUI_ST_SELECT(R, X)

#define SPV_CPUI_ROW(X, name, operands, result) SPV_CPUI_ST_##name,
#define SPV_CPUI_ROUNDING_ROW(X, name, operands, how, of, result) SPV_CPUI_ST_##name,
enum {
    SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_ROW, 0)
    SPV_CPUI_ST_LANES(SPV_CPUI_ROW, 0)
    SPV_CPUI_EX_COMMON(SPV_CPUI_ROW, 0)
    SPV_CPUI_LN_ROUNDING(SPV_CPUI_ROUNDING_ROW, 0)
    SPV_CPUI_EX_ROUNDING(SPV_CPUI_ROUNDING_ROW, 0)
    SPV_CPUI_ST_PRODUCTS(SPV_CPUI_ROW, 0)
    SPV_CPUI_ST_COUNT
};
#undef SPV_CPUI_ROW
#undef SPV_CPUI_ROUNDING_ROW

/* The forms of a step: which operands are the accumulator. With a constant: of sums, differences
   and products alone. */
enum {
    SPV_CPUI_FORM_THIRD = 4,
    SPV_CPUI_FORM_ROW_CONSTANT = 4,
    SPV_CPUI_FORM_OWN_CONSTANT,
    SPV_CPUI_FORM_CONSTANT_ROW,
    SPV_CPUI_FORM_CONSTANT_OWN,
    SPV_CPUI_FORMS
};
#define SPV_CPUI_ST_CODE(operation, form) \
    (2 * ((uint32_t)SPV_CPUI_FORMS * (uint32_t)(operation) + (uint32_t)(form)))
#define SPV_CPUI_ST_STORES 1u
#define SPV_CPUI_ST_END SPV_CPUI_ST_CODE(SPV_CPUI_ST_COUNT, 0)

/* Rows are named by the block that they begin with, counted from the beginning of the file. */
typedef struct spv_cpui_st_step {
    uint32_t code, d, a, b, c;
} spv_cpui_st_step;

/* Runs steps up to one whose code is END. */
typedef void spv_cpui_machine(uint32_t *file, const spv_cpui_st_step *first, size_t lanes);

/* An operand: the accumulator, a row, none. */
#define SPV_CPUI_ST_OWN(row, at) own[k]
#define SPV_CPUI_ST_ROW(row, at) (base + (size_t)s->row * SPV_CPUI_BLOCK)[(at) + k]
#define SPV_CPUI_ST_WORD(row, at) file[(size_t)s->row * SPV_CPUI_BLOCK]
#define SPV_CPUI_ST_NONE(row, at) 0u

/* An operation on vector r, with its lanes from `at` on. */
#define SPV_CPUI_ST_VECTOR(r, at, A, B, C, integral, result)  \
    {                                                        \
        uint32_t own[width], out[width];                     \
        size_t k;                                            \
        SPV_CPUI_ST_PUT(r, own)                              \
        SPV_CPUI_VECTOR for (k = 0; k < width; k++) {        \
            uint32_t u = A(a, at), v = B(b, at), w = C(c, at); \
            float x = spv_cpui_ln_float(u), y = spv_cpui_ln_float(v); \
            float z = spv_cpui_ln_float(w), n = integral;    \
            (void)x, (void)y, (void)z, (void)n;              \
            out[k] = (result);                               \
        }                                                    \
        SPV_CPUI_ST_GET(r, out)                              \
    }
#define SPV_CPUI_ST_COMPUTE(A, B, C, integral, result)       \
    SPV_CPUI_ST_VECTOR(r0, 0, A, B, C, integral, result)     \
    SPV_CPUI_ST_VECTOR(r1, width, A, B, C, integral, result) \
    SPV_CPUI_ST_VECTOR(r2, 2 * width, A, B, C, integral, result) \
    SPV_CPUI_ST_VECTOR(r3, 3 * width, A, B, C, integral, result)
#define SPV_CPUI_ST_STORE                                    \
    {                                                        \
        uint32_t *d = base + (size_t)s->d * SPV_CPUI_BLOCK;   \
        SPV_CPUI_ST_PUT(r0, d)                               \
        SPV_CPUI_ST_PUT(r1, d + width)                       \
        SPV_CPUI_ST_PUT(r2, d + 2 * width)                   \
        SPV_CPUI_ST_PUT(r3, d + 3 * width)                   \
    }

/* The places of a form: one that keeps the result, and one that stores it as well. */
#ifdef SPV_CPUI_JUMPS
#define SPV_CPUI_ST_PLACE(name, form) st_##name##_##form
#define SPV_CPUI_ST_NEXT goto *places[(++s)->code];
#define SPV_CPUI_ST_CASE(name, form, A, B, C, integral, result) \
    SPV_CPUI_ST_PLACE(name, form):                           \
    SPV_CPUI_ST_COMPUTE(A, B, C, integral, result)           \
    SPV_CPUI_ST_NEXT                                         \
    SPV_CPUI_ST_PLACE(name, form##_stores):                  \
    SPV_CPUI_ST_COMPUTE(A, B, C, integral, result)           \
    SPV_CPUI_ST_STORE                                        \
    SPV_CPUI_ST_NEXT
#else
#define SPV_CPUI_ST_CASE(name, form, A, B, C, integral, result) \
    case SPV_CPUI_ST_CODE(SPV_CPUI_ST_##name, form):         \
    case SPV_CPUI_ST_CODE(SPV_CPUI_ST_##name, form) + SPV_CPUI_ST_STORES: \
        SPV_CPUI_ST_COMPUTE(A, B, C, integral, result)       \
        break;
#endif

/* The cases of an operation with so many operands. */
#define SPV_CPUI_ST_CASE_1(n, form, A, integral, result) \
    SPV_CPUI_ST_CASE(n, form, SPV_CPUI_ST_##A, SPV_CPUI_ST_NONE, SPV_CPUI_ST_NONE, integral, result)
#define SPV_CPUI_ST_CASE_2(n, form, A, B, integral, result) \
    SPV_CPUI_ST_CASE(n, form, SPV_CPUI_ST_##A, SPV_CPUI_ST_##B, SPV_CPUI_ST_NONE, integral, result)
#define SPV_CPUI_ST_CASE_3(n, form, A, B, C, integral, result) \
    SPV_CPUI_ST_CASE(n, form, SPV_CPUI_ST_##A, SPV_CPUI_ST_##B, SPV_CPUI_ST_##C, integral, result)
#define SPV_CPUI_ST_CASES_1(n, integral, result)             \
    SPV_CPUI_ST_CASE_1(n, 0, ROW, integral, result)          \
    SPV_CPUI_ST_CASE_1(n, 1, OWN, integral, result)
#define SPV_CPUI_ST_CASES_2(n, integral, result)             \
    SPV_CPUI_ST_CASE_2(n, 0, ROW, ROW, integral, result)     \
    SPV_CPUI_ST_CASE_2(n, 1, OWN, ROW, integral, result)     \
    SPV_CPUI_ST_CASE_2(n, 2, ROW, OWN, integral, result)     \
    SPV_CPUI_ST_CASE_2(n, 3, OWN, OWN, integral, result)
#define SPV_CPUI_ST_CASES_3(n, integral, result)             \
    SPV_CPUI_ST_CASE_3(n, 0, ROW, ROW, ROW, integral, result) \
    SPV_CPUI_ST_CASE_3(n, 1, OWN, ROW, ROW, integral, result) \
    SPV_CPUI_ST_CASE_3(n, 2, ROW, OWN, ROW, integral, result) \
    SPV_CPUI_ST_CASE_3(n, 3, OWN, OWN, ROW, integral, result) \
    SPV_CPUI_ST_CASE_3(n, 4, ROW, ROW, OWN, integral, result)
#define SPV_CPUI_ST_CASES_2_CONSTANT(n, integral, result)    \
    SPV_CPUI_ST_CASES_2(n, integral, result)                 \
    SPV_CPUI_ST_CASE_2(n, 4, ROW, WORD, integral, result)    \
    SPV_CPUI_ST_CASE_2(n, 5, OWN, WORD, integral, result)    \
    SPV_CPUI_ST_CASE_2(n, 6, WORD, ROW, integral, result)    \
    SPV_CPUI_ST_CASE_2(n, 7, WORD, OWN, integral, result)
#define SPV_CPUI_ST_CASES(X, name, operands, result) \
    SPV_CPUI_ST_CASES_##operands(name, 0.0f, result)
#define SPV_CPUI_ST_ARITHMETIC(X, name, operands, result) \
    SPV_CPUI_ST_CASES_2_CONSTANT(name, 0.0f, result)
#define SPV_CPUI_ST_ROUNDING(X, name, operands, how, of, result) \
    SPV_CPUI_ST_CASES_##operands(name, X(how, of), result)
#define SPV_CPUI_ST_ALL_CASES(round)                         \
    SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_ST_ARITHMETIC, 0)        \
    SPV_CPUI_ST_LANES(SPV_CPUI_ST_CASES, 0)                  \
    SPV_CPUI_EX_COMMON(SPV_CPUI_ST_CASES, 0)                 \
    SPV_CPUI_LN_ROUNDING(SPV_CPUI_ST_ROUNDING, round)        \
    SPV_CPUI_EX_ROUNDING(SPV_CPUI_ST_ROUNDING, round)        \
    SPV_CPUI_ST_PRODUCTS(SPV_CPUI_ST_CASES, 0)

/* A vector in registers; moves of one from and to an array of words. */
#if defined(__GNUC__)
#define SPV_CPUI_ST_TYPE                                                             \
    typedef uint32_t vector __attribute__((vector_size(4 * width)));                  \
    typedef uint32_t words __attribute__((vector_size(4 * width), may_alias, aligned(4)));
#define SPV_CPUI_ST_GET(r, from) r = *(const words *)(from);
#define SPV_CPUI_ST_PUT(r, to) *(words *)(to) = r;
#else
#define SPV_CPUI_ST_TYPE           \
    typedef struct spv_cpui_vector { \
        uint32_t lane[width];      \
    } vector;
#define SPV_CPUI_ST_GET(r, from) memcpy(&r, from, sizeof r);
#define SPV_CPUI_ST_PUT(r, to) memcpy(to, &r, sizeof r);
#endif

/* The loop over the steps. A table of places has the order of the codes; forms that an operation
   lacks lead to the end. */
#ifdef SPV_CPUI_JUMPS
#define SPV_CPUI_ST_P(name, form) \
    &&SPV_CPUI_ST_PLACE(name, form), &&SPV_CPUI_ST_PLACE(name, form##_stores),
#define SPV_CPUI_ST_P_NONE &&st_end, &&st_end,
#define SPV_CPUI_ST_PLACES_1(n)                              \
    SPV_CPUI_ST_P(n, 0) SPV_CPUI_ST_P(n, 1) SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE \
    SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE
#define SPV_CPUI_ST_PLACES_2(n)                              \
    SPV_CPUI_ST_P(n, 0) SPV_CPUI_ST_P(n, 1) SPV_CPUI_ST_P(n, 2) SPV_CPUI_ST_P(n, 3) \
    SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE
#define SPV_CPUI_ST_PLACES_3(n)                              \
    SPV_CPUI_ST_P(n, 0) SPV_CPUI_ST_P(n, 1) SPV_CPUI_ST_P(n, 2) SPV_CPUI_ST_P(n, 3) \
    SPV_CPUI_ST_P(n, 4) SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE SPV_CPUI_ST_P_NONE
#define SPV_CPUI_ST_PLACES_2_CONSTANT(X, n, operands, result) \
    SPV_CPUI_ST_P(n, 0) SPV_CPUI_ST_P(n, 1) SPV_CPUI_ST_P(n, 2) SPV_CPUI_ST_P(n, 3) \
    SPV_CPUI_ST_P(n, 4) SPV_CPUI_ST_P(n, 5) SPV_CPUI_ST_P(n, 6) SPV_CPUI_ST_P(n, 7)
#define SPV_CPUI_ST_PLACES(X, name, operands, result) SPV_CPUI_ST_PLACES_##operands(name)
#define SPV_CPUI_ST_PLACES_ROUNDING(X, name, operands, how, of, result) \
    SPV_CPUI_ST_PLACES_##operands(name)
#define SPV_CPUI_ST_LOOP(round)                              \
    static const void *const places[] = {                    \
        SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_ST_PLACES_2_CONSTANT, 0) \
        SPV_CPUI_ST_LANES(SPV_CPUI_ST_PLACES, 0)             \
        SPV_CPUI_EX_COMMON(SPV_CPUI_ST_PLACES, 0)            \
        SPV_CPUI_LN_ROUNDING(SPV_CPUI_ST_PLACES_ROUNDING, 0) \
        SPV_CPUI_EX_ROUNDING(SPV_CPUI_ST_PLACES_ROUNDING, 0) \
        SPV_CPUI_ST_PRODUCTS(SPV_CPUI_ST_PLACES, 0)          \
        &&st_end                                             \
    };                                                       \
    goto *places[s->code];                                   \
    SPV_CPUI_ST_ALL_CASES(round)                             \
    st_end:
#else
#define SPV_CPUI_ST_LOOP(round)                              \
    for (; s->code != SPV_CPUI_ST_END; s++) {                \
        switch (s->code) {                                   \
            SPV_CPUI_ST_ALL_CASES(round)                     \
        default: break;                                      \
        }                                                    \
        if (s->code & SPV_CPUI_ST_STORES) SPV_CPUI_ST_STORE  \
    }
#endif

/* A machine with vectors of `size` lanes; lanes are a multiple of four times that. */
#define SPV_CPUI_MACHINE(attribute, name, size, round)                            \
    attribute static void name(uint32_t *file, const spv_cpui_st_step *first, size_t lanes) { \
        enum { width = size };                                                    \
        SPV_CPUI_ST_TYPE                                                          \
        static const uint32_t none[width] = {0};                                  \
        vector r0, r1, r2, r3;                                                    \
        uint32_t *base, *end = file + lanes;                                      \
        SPV_CPUI_ST_GET(r0, none)                                                 \
        r3 = r2 = r1 = r0;                                                        \
        for (base = file; base != end; base += 4 * width) {                       \
            const spv_cpui_st_step *s = first;                                    \
            SPV_CPUI_ST_LOOP(round)                                               \
            {}                                                                    \
        }                                                                         \
    }

#ifdef SPV_CPUI_JUMPS /* the places are not C99's */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
#endif
SPV_CPUI_MACHINE(, spv_cpui_st_run, 4, SPV_CPUI_ROUND)
#if defined(SPV_CPUI_AVX2)
SPV_CPUI_MACHINE(SPV_CPUI_AVX2, spv_cpui_st_run_8, 8, SPV_CPUI_ROUND_HW)
SPV_CPUI_MACHINE(SPV_CPUI_AVX512, spv_cpui_st_run_16, 16, SPV_CPUI_ROUND_HW)
#endif
#ifdef SPV_CPUI_JUMPS
#pragma GCC diagnostic pop
#endif

#if defined(SPV_CPUI_AVX2)
/* Whether a machine of 64 lanes rounds a product before it adds: AVX-512 has instructions that do
   not, which a compiler takes if it may. (1 + 2^-12)^2 is 1 + 2^-11 and a bit. */
static int spv_cpui_st_rounds(spv_cpui_machine *machine) {
    static const uint32_t values[3] = {0x3f800800u, 0x3f800800u, 0xbf801000u};
    static const spv_cpui_st_step steps[2] = {
        {SPV_CPUI_ST_CODE(SPV_CPUI_ST_PlusProduct, 0) + SPV_CPUI_ST_STORES, 12, 0, 4, 8},
        {SPV_CPUI_ST_END, 0, 0, 0, 0}};
    uint32_t file[256], i;
    for (i = 0; i < 192; i++) file[i] = values[i / 64];
    machine(file, steps, 64);
    return file[192] == 0;
}
#endif

/* The machine for groups of so many lanes. */
static spv_cpui_machine *spv_cpui_st_choose(size_t lanes) {
#if defined(SPV_CPUI_AVX2)
    if (lanes % 64 == 0 && __builtin_cpu_supports("avx512f")
        && spv_cpui_st_rounds(spv_cpui_st_run_16))
        return spv_cpui_st_run_16;
    if (lanes % 32 == 0 && __builtin_cpu_supports("avx2")) return spv_cpui_st_run_8;
#endif
    (void)lanes;
    return spv_cpui_st_run;
}
#undef SPV_CPUI_MACHINE
#undef SPV_CPUI_ST_TYPE
#undef SPV_CPUI_ST_GET
#undef SPV_CPUI_ST_PUT
#undef SPV_CPUI_ST_ROUNDING
#undef SPV_CPUI_ST_ARITHMETIC
#undef SPV_CPUI_ST_CASES_2_CONSTANT
#undef SPV_CPUI_ST_WORD
#undef SPV_CPUI_ST_CASES
#undef SPV_CPUI_ST_CASES_1
#undef SPV_CPUI_ST_CASES_2
#undef SPV_CPUI_ST_CASES_3
#undef SPV_CPUI_ST_CASE
#undef SPV_CPUI_ST_CASE_1
#undef SPV_CPUI_ST_CASE_2
#undef SPV_CPUI_ST_CASE_3
#undef SPV_CPUI_ST_ALL_CASES
#undef SPV_CPUI_ST_COMPUTE
#undef SPV_CPUI_ST_STORE
#undef SPV_CPUI_ST_LOOP
#ifdef SPV_CPUI_JUMPS
#undef SPV_CPUI_ST_NEXT
#undef SPV_CPUI_ST_PLACE
#undef SPV_CPUI_ST_PLACES
#undef SPV_CPUI_ST_PLACES_ROUNDING
#undef SPV_CPUI_ST_PLACES_1
#undef SPV_CPUI_ST_PLACES_2
#undef SPV_CPUI_ST_PLACES_3
#undef SPV_CPUI_ST_PLACES_2_CONSTANT
#undef SPV_CPUI_ST_P
#undef SPV_CPUI_ST_P_NONE
#endif
#undef SPV_CPUI_ST_VECTOR
#undef SPV_CPUI_ST_OWN
#undef SPV_CPUI_ST_ROW
#undef SPV_CPUI_ST_NONE

/* -------------------------------------------------------------------------------------------------
   // >>wide  [7]  scalars of 64 bits, one lane at a time
   What has a scalar of 64 bits among its operands or in its result is computed lane by lane: a
   function per instruction takes its operands as 64-bit words, whatever their own width: integers
   extended by zeros, or by their sign where the instruction has signed operands, floats as
   binary64. The result is cut, or rounded once, to its own width. Instructions on 8 and 16 bits
   alone do without: they use the functions of 32 bits, see spv_cpui_de_narrow. */
typedef struct spv_cpui_wide_args {
    uint64_t d[16];
    uint64_t a[16], b[16], c[16];
    uint32_t parts;                 /* as in spv_cpui_args */
    uint32_t rows, columns, rows_b, columns_b;
    uint32_t bits;                  /* of the result's scalars */
} spv_cpui_wide_args;

typedef void spv_cpui_wide_function(spv_cpui_wide_args *);

#define SPV_CPUI_D(value) spv_cpui_ln_bits64(value)
#define SPV_CPUI_T(condition) ((uint64_t)0 - (uint64_t)(condition))

static double spv_cpui_wd_mod(double x, double y) {
    return x - y * floor(x / y);
}

static double spv_cpui_wd_rem(double x, double y) {
    return x - y * trunc(x / y);
}

/* As spv_cpui_ln_min. */
static double spv_cpui_wd_min(double x, double y) {
    if (x != x) return y;
    if (x == y) return spv_cpui_ln_bits64(x) >> 63 ? x : y;
    return y < x ? y : x;
}

static double spv_cpui_wd_max(double x, double y) {
    if (x != x) return y;
    if (x == y) return spv_cpui_ln_bits64(x) >> 63 ? y : x;
    return y > x ? y : x;
}

/* An integer of `bits`, the nearest one in range; NaN gives 0. */
static uint64_t spv_cpui_wd_to_signed(double x, uint32_t bits) {
    double limit = spv_cpui_ln_double((uint64_t)(bits - 1 + 1023) << 52);
    if (x != x) return 0;
    if (x >= limit) return ((uint64_t)1 << (bits - 1)) - 1;
    if (x < -limit) return (uint64_t)1 << (bits - 1);
    return (uint64_t)(int64_t)x;
}

static uint64_t spv_cpui_wd_to_unsigned(double x, uint32_t bits) {
    double limit = spv_cpui_ln_double((uint64_t)(bits + 1023) << 52);
    if (!(x > 0)) return 0;
    if (x >= limit) return ((uint64_t)0 - 1) >> (64 - bits);
    return (uint64_t)x;
}

/* A number to be rounded to `bits`: for fewer than 64, what is lost makes the last place odd, so
   that the rounding to come is the only one. */
static double spv_cpui_wd_from_unsigned(uint64_t u, uint32_t bits) {
    if (bits < 64 && u >> 53 != 0) u = (u & ~(uint64_t)2047) | (uint64_t)((u & 2047) != 0) << 11;
    return (double)u;
}

static double spv_cpui_wd_from_signed(uint64_t u, uint32_t bits) {
    return u >> 63 ? -spv_cpui_wd_from_unsigned((uint64_t)0 - u, bits)
                   : spv_cpui_wd_from_unsigned(u, bits);
}

static uint64_t spv_cpui_wd_negate_if(uint64_t u, uint64_t sign) {
    return sign >> 63 ? (uint64_t)0 - u : u;
}

/* A quotient by 0 is 0. */
static uint64_t spv_cpui_wd_sdiv(uint64_t u, uint64_t v) {
    uint64_t x = spv_cpui_wd_negate_if(u, u), y = spv_cpui_wd_negate_if(v, v);
    return y == 0 ? 0 : spv_cpui_wd_negate_if(x / y, u ^ v);
}

static uint64_t spv_cpui_wd_srem(uint64_t u, uint64_t v) {
    return v == 0 ? 0 : u - spv_cpui_wd_sdiv(u, v) * v;
}

static uint64_t spv_cpui_wd_smod(uint64_t u, uint64_t v) {
    uint64_t rem = spv_cpui_wd_srem(u, v);
    return rem != 0 && (rem ^ v) >> 63 ? rem + v : rem;
}

static uint64_t spv_cpui_wd_shift_right(uint64_t u, uint32_t n) {
    uint64_t sign = (uint64_t)0 - (u >> 63);
    return ((u ^ sign) >> n) ^ sign;
}

static uint64_t spv_cpui_wd_umin(uint64_t u, uint64_t v) {
    return u < v ? u : v;
}

static uint64_t spv_cpui_wd_smin(uint64_t u, uint64_t v) {
    return (int64_t)u < (int64_t)v ? u : v;
}

static uint64_t spv_cpui_wd_reverse(uint64_t u, uint32_t bits) {
    uint64_t reversed = 0;
    uint32_t i;
    for (i = 0; i < bits; i++) reversed |= (u >> i & 1) << (bits - 1 - i);
    return reversed;
}

static double spv_cpui_wd_round_even(double x) {
    double rounder = spv_cpui_ln_double((uint64_t)0x43300000u << 32), m = fabs(x);
    if (!(m < rounder)) return x;
    m = (m + rounder) - rounder;
    return spv_cpui_ln_bits64(x) >> 63 ? -m : m;
}

static double spv_cpui_wd_sign(double x) {
    return x > 0 ? 1.0 : x < 0 ? -1.0 : x + 0.0;
}

static double spv_cpui_wd_smooth(double low, double high, double x) {
    double t = spv_cpui_wd_min(spv_cpui_wd_max((x - low) / (high - low), 0.0), 1.0);
    return t * t * (3.0 - 2.0 * t);
}

static double spv_cpui_wd_ldexp(double x, uint64_t n) {
    int64_t by = (int64_t)n;
    return ldexp(x, by > 5000 ? 5000 : by < -5000 ? -5000 : (int)by);
}

/* X(name, operands, result from the words u, v, w of the operands, which as floats are x, y, z) */
#define SPV_CPUI_WD_FLOATS(X) \
    X(FNegate, 1, u ^ ((uint64_t)1 << 63)) \
    X(FAdd, 2, SPV_CPUI_D(x + y)) \
    X(FSub, 2, SPV_CPUI_D(x - y)) \
    X(FMul, 2, SPV_CPUI_D(x * y)) \
    X(FDiv, 2, SPV_CPUI_D(x / y)) \
    X(FMod, 2, SPV_CPUI_D(spv_cpui_wd_mod(x, y))) \
    X(FRem, 2, SPV_CPUI_D(spv_cpui_wd_rem(x, y))) \
    X(FConvert, 1, u) \
    X(UConvert, 1, u) \
    X(SConvert, 1, u) \
    X(ConvertFToS, 1, spv_cpui_wd_to_signed(x, r->bits)) \
    X(ConvertFToU, 1, spv_cpui_wd_to_unsigned(x, r->bits)) \
    X(ConvertSToF, 1, SPV_CPUI_D(spv_cpui_wd_from_signed(u, r->bits))) \
    X(ConvertUToF, 1, SPV_CPUI_D(spv_cpui_wd_from_unsigned(u, r->bits))) \
    X(IsNan, 1, SPV_CPUI_T(x != x)) \
    X(IsInf, 1, SPV_CPUI_T(u << 1 == (uint64_t)0xffe00000u << 32))
#define SPV_CPUI_WD_TESTS(X) \
    X(FOrdEqual, 2, SPV_CPUI_T(x == y)) \
    X(FOrdNotEqual, 2, SPV_CPUI_T((x < y) | (x > y))) \
    X(FOrdLessThan, 2, SPV_CPUI_T(x < y)) \
    X(FOrdLessThanEqual, 2, SPV_CPUI_T(x <= y)) \
    X(FOrdGreaterThan, 2, SPV_CPUI_T(x > y)) \
    X(FOrdGreaterThanEqual, 2, SPV_CPUI_T(x >= y)) \
    X(FUnordEqual, 2, ~SPV_CPUI_T((x < y) | (x > y))) \
    X(FUnordNotEqual, 2, SPV_CPUI_T(x != y)) \
    X(FUnordLessThan, 2, ~SPV_CPUI_T(x >= y)) \
    X(FUnordLessThanEqual, 2, ~SPV_CPUI_T(x > y)) \
    X(FUnordGreaterThan, 2, ~SPV_CPUI_T(x <= y)) \
    X(FUnordGreaterThanEqual, 2, ~SPV_CPUI_T(x < y)) \
    X(Ordered, 2, SPV_CPUI_T((x == x) & (y == y))) \
    X(Unordered, 2, SPV_CPUI_T((x != x) | (y != y))) \
    X(IEqual, 2, SPV_CPUI_T(u == v)) \
    X(INotEqual, 2, SPV_CPUI_T(u != v)) \
    X(ULessThan, 2, SPV_CPUI_T(u < v)) \
    X(ULessThanEqual, 2, SPV_CPUI_T(u <= v)) \
    X(UGreaterThan, 2, SPV_CPUI_T(u > v)) \
    X(UGreaterThanEqual, 2, SPV_CPUI_T(u >= v)) \
    X(SLessThan, 2, SPV_CPUI_T((int64_t)u < (int64_t)v)) \
    X(SLessThanEqual, 2, SPV_CPUI_T((int64_t)u <= (int64_t)v)) \
    X(SGreaterThan, 2, SPV_CPUI_T((int64_t)u > (int64_t)v)) \
    X(SGreaterThanEqual, 2, SPV_CPUI_T((int64_t)u >= (int64_t)v))
#define SPV_CPUI_WD_INTEGERS(X) \
    X(BitReverse, 1, spv_cpui_wd_reverse(u, r->bits)) \
    X(SNegate, 1, (uint64_t)0 - u) \
    X(IAdd, 2, u + v) \
    X(ISub, 2, u - v) \
    X(IMul, 2, u * v) \
    X(UDiv, 2, v == 0 ? 0 : u / v) \
    X(SDiv, 2, spv_cpui_wd_sdiv(u, v)) \
    X(UMod, 2, v == 0 ? 0 : u % v) \
    X(SRem, 2, spv_cpui_wd_srem(u, v)) \
    X(SMod, 2, spv_cpui_wd_smod(u, v)) \
    X(BitwiseAnd, 2, u & v) \
    X(BitwiseOr, 2, u | v) \
    X(BitwiseXor, 2, u ^ v) \
    X(Not, 1, ~u) \
    X(ShiftLeftLogical, 2, u << (v & (r->bits - 1))) \
    X(ShiftRightLogical, 2, u >> (v & (r->bits - 1))) \
    X(ShiftRightArithmetic, 2, spv_cpui_wd_shift_right(u, (uint32_t)v & (r->bits - 1)))
#define SPV_CPUI_WD_EXT(X) \
    X(Round, 1, SPV_CPUI_D(spv_cpui_wd_round_even(x))) \
    X(RoundEven, 1, SPV_CPUI_D(spv_cpui_wd_round_even(x))) \
    X(Trunc, 1, SPV_CPUI_D(trunc(x))) \
    X(FAbs, 1, SPV_CPUI_D(fabs(x))) \
    X(FSign, 1, SPV_CPUI_D(spv_cpui_wd_sign(x))) \
    X(Floor, 1, SPV_CPUI_D(floor(x))) \
    X(Ceil, 1, SPV_CPUI_D(ceil(x))) \
    X(Fract, 1, SPV_CPUI_D(x - floor(x))) \
    X(Sqrt, 1, SPV_CPUI_D(sqrt(x))) \
    X(InverseSqrt, 1, SPV_CPUI_D(1.0 / sqrt(x))) \
    X(FMin, 2, SPV_CPUI_D(spv_cpui_wd_min(x, y))) \
    X(FMax, 2, SPV_CPUI_D(spv_cpui_wd_max(x, y))) \
    X(NMin, 2, SPV_CPUI_D(spv_cpui_wd_min(x, y))) \
    X(NMax, 2, SPV_CPUI_D(spv_cpui_wd_max(x, y))) \
    X(FClamp, 3, SPV_CPUI_D(spv_cpui_wd_min(spv_cpui_wd_max(x, y), z))) \
    X(NClamp, 3, SPV_CPUI_D(spv_cpui_wd_min(spv_cpui_wd_max(x, y), z))) \
    X(FMix, 3, SPV_CPUI_D(x * (1.0 - z) + y * z)) \
    X(Step, 2, SPV_CPUI_D(y < x ? 0.0 : 1.0)) \
    X(SmoothStep, 3, SPV_CPUI_D(spv_cpui_wd_smooth(x, y, z))) \
    X(Fma, 3, SPV_CPUI_D(fma(x, y, z))) \
    X(Ldexp, 2, SPV_CPUI_D(spv_cpui_wd_ldexp(x, v))) \
    X(SAbs, 1, spv_cpui_wd_negate_if(u, u)) \
    X(SSign, 1, ((uint64_t)0 - (u >> 63)) | (uint64_t)(u != 0)) \
    X(UMin, 2, spv_cpui_wd_umin(u, v)) \
    X(UMax, 2, u > v ? u : v) \
    X(SMin, 2, spv_cpui_wd_smin(u, v)) \
    X(SMax, 2, (int64_t)u > (int64_t)v ? u : v) \
    X(UClamp, 3, spv_cpui_wd_umin(u > v ? u : v, w)) \
    X(SClamp, 3, spv_cpui_wd_smin((int64_t)u > (int64_t)v ? u : v, w))

#define SPV_CPUI_ROW(name, operands, result)                                      \
    static void spv_cpui_wd_##name(spv_cpui_wide_args *r) {                       \
        uint32_t i;                                                               \
        for (i = 0; i < r->parts; i++) {                                          \
            uint64_t u = r->a[i], v = r->b[i], w = r->c[i];                       \
            double x = spv_cpui_ln_double(u), y = spv_cpui_ln_double(v);          \
            double z = spv_cpui_ln_double(w);                                     \
            (void)u, (void)v, (void)w, (void)x, (void)y, (void)z;                 \
            r->d[i] = (result);                                                   \
        }                                                                         \
    }
SPV_CPUI_WD_FLOATS(SPV_CPUI_ROW)
SPV_CPUI_WD_TESTS(SPV_CPUI_ROW)
SPV_CPUI_WD_INTEGERS(SPV_CPUI_ROW)
SPV_CPUI_WD_EXT(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW

static void spv_cpui_wd_Select(spv_cpui_wide_args *r) {
    uint32_t i;
    for (i = 0; i < r->parts; i++) r->d[i] = r->a[r->rows > 1 ? i : 0] ? r->b[i] : r->c[i];
}

/* ---- vectors and matrices */

static double spv_cpui_wd_at(const uint64_t *a, uint32_t i) {
    return spv_cpui_ln_double(a[i]);
}

/* a[0] * b[0] + ..., the first from `a_step` to `a_step` words. */
static double spv_cpui_wd_sum(const uint64_t *a, uint32_t a_step, const uint64_t *b, uint32_t n) {
    double sum = spv_cpui_wd_at(a, 0) * spv_cpui_wd_at(b, 0);
    uint32_t i;
    for (i = 1; i < n; i++) sum += spv_cpui_wd_at(a, i * a_step) * spv_cpui_wd_at(b, i);
    return sum;
}

static void spv_cpui_wd_Dot(spv_cpui_wide_args *r) {
    r->d[0] = SPV_CPUI_D(spv_cpui_wd_sum(r->a, 1, r->b, r->rows));
}

static void spv_cpui_wd_Scale(spv_cpui_wide_args *r) {
    uint32_t i;
    for (i = 0; i < r->parts; i++)
        r->d[i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, i) * spv_cpui_wd_at(r->b, 0));
}

static void spv_cpui_wd_VectorTimesMatrix(spv_cpui_wide_args *r) {
    uint32_t j;
    for (j = 0; j < r->columns_b; j++)
        r->d[j] = SPV_CPUI_D(spv_cpui_wd_sum(r->a, 1, r->b + j * r->rows_b, r->rows_b));
}

static void spv_cpui_wd_MatrixTimesMatrix(spv_cpui_wide_args *r) {
    uint32_t i, j;
    for (j = 0; j < r->columns_b; j++)
        for (i = 0; i < r->rows; i++)
            r->d[j * r->rows + i] = SPV_CPUI_D(
                spv_cpui_wd_sum(r->a + i, r->rows, r->b + j * r->columns, r->columns));
}

static void spv_cpui_wd_OuterProduct(spv_cpui_wide_args *r) {
    uint32_t i, j;
    for (j = 0; j < r->rows_b; j++)
        for (i = 0; i < r->rows; i++)
            r->d[j * r->rows + i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, i) * spv_cpui_wd_at(r->b, j));
}

static void spv_cpui_wd_Transpose(spv_cpui_wide_args *r) {
    uint32_t i, j;
    for (j = 0; j < r->columns; j++)
        for (i = 0; i < r->rows; i++) r->d[i * r->columns + j] = r->a[j * r->rows + i];
}

static void spv_cpui_wd_Length(spv_cpui_wide_args *r) {
    r->d[0] = SPV_CPUI_D(sqrt(spv_cpui_wd_sum(r->a, 1, r->a, r->rows)));
}

static void spv_cpui_wd_Distance(spv_cpui_wide_args *r) {
    uint32_t i;
    for (i = 0; i < r->rows; i++)
        r->c[i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, i) - spv_cpui_wd_at(r->b, i));
    r->d[0] = SPV_CPUI_D(sqrt(spv_cpui_wd_sum(r->c, 1, r->c, r->rows)));
}

static void spv_cpui_wd_Normalize(spv_cpui_wide_args *r) {
    double length = sqrt(spv_cpui_wd_sum(r->a, 1, r->a, r->rows));
    uint32_t i;
    for (i = 0; i < r->rows; i++) r->d[i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, i) / length);
}

static void spv_cpui_wd_Cross(spv_cpui_wide_args *r) {
    uint32_t i, j, k;
    for (i = 0; i < 3; i++) {
        j = (i + 1) % 3;
        k = (i + 2) % 3;
        r->d[i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, j) * spv_cpui_wd_at(r->b, k)
                             - spv_cpui_wd_at(r->a, k) * spv_cpui_wd_at(r->b, j));
    }
}

static void spv_cpui_wd_FaceForward(spv_cpui_wide_args *r) {
    uint64_t sign = spv_cpui_wd_sum(r->c, 1, r->b, r->rows) < 0 ? 0 : (uint64_t)1 << 63;
    uint32_t i;
    for (i = 0; i < r->rows; i++) r->d[i] = r->a[i] ^ sign;
}

static void spv_cpui_wd_Reflect(spv_cpui_wide_args *r) {
    double s = 2.0 * spv_cpui_wd_sum(r->b, 1, r->a, r->rows);
    uint32_t i;
    for (i = 0; i < r->rows; i++)
        r->d[i] = SPV_CPUI_D(spv_cpui_wd_at(r->a, i) - s * spv_cpui_wd_at(r->b, i));
}

static void spv_cpui_wd_Refract(spv_cpui_wide_args *r) {
    double s = spv_cpui_wd_sum(r->b, 1, r->a, r->rows), eta = spv_cpui_wd_at(r->c, 0);
    double left = 1.0 - eta * eta * (1.0 - s * s);
    uint32_t i;
    for (i = 0; i < r->rows; i++)
        r->d[i] = left < 0 ? 0
                           : SPV_CPUI_D(eta * spv_cpui_wd_at(r->a, i)
                                        - (eta * s + sqrt(left)) * spv_cpui_wd_at(r->b, i));
}

/* A matrix as >>ext takes it, in the first of its lanes. */
static void spv_cpui_wd_matrix(double m[4][4][SPV_CPUI_BLOCK], const spv_cpui_wide_args *r) {
    uint32_t p, q, k;
    for (p = 0; p < 4; p++)
        for (q = 0; q < 4; q++)
            for (k = 0; k < SPV_CPUI_BLOCK; k++)
                m[p][q][k] = p < r->rows && q < r->rows ? spv_cpui_wd_at(r->a, p * r->rows + q)
                                                        : 0.0;
}

static void spv_cpui_wd_Determinant(spv_cpui_wide_args *r) {
    double m[4][4][SPV_CPUI_BLOCK], d[SPV_CPUI_BLOCK];
    spv_cpui_wd_matrix(m, r);
    spv_cpui_ex_determinant(d, m, r->rows);
    r->d[0] = SPV_CPUI_D(d[0]);
}

static void spv_cpui_wd_MatrixInverse(spv_cpui_wide_args *r) {
    double m[4][4][SPV_CPUI_BLOCK], d[SPV_CPUI_BLOCK], part[SPV_CPUI_BLOCK];
    uint32_t n = r->rows, p, q;
    spv_cpui_wd_matrix(m, r);
    spv_cpui_ex_determinant(d, m, n);
    for (p = 0; p < n; p++)
        for (q = 0; q < n; q++) {
            spv_cpui_ex_cofactor(part, m, n, p, q);
            r->d[q * n + p] = SPV_CPUI_D(part[0] / d[0]);
        }
}

static void spv_cpui_wd_ModfStruct(spv_cpui_wide_args *r) {
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        double x = spv_cpui_wd_at(r->a, i), whole = trunc(x);
        uint64_t sign = r->a[i] & (uint64_t)1 << 63;
        r->d[n + i] = SPV_CPUI_D(whole);
        r->d[i] = SPV_CPUI_D(fabs(x == whole ? 0.0 : x - whole)) | sign;
    }
}

static void spv_cpui_wd_FrexpStruct(spv_cpui_wide_args *r) {
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        double x = spv_cpui_wd_at(r->a, i);
        int exponent = 0;
        if (x - x == 0.0) x = frexp(x, &exponent);
        r->d[i] = SPV_CPUI_D(x);
        r->d[n + i] = (uint64_t)(int64_t)exponent;
    }
}

/* ---- pairs: the low halves of all components, then the high ones */

static uint64_t spv_cpui_wd_high(uint64_t u, uint64_t v) {
    uint64_t a = u >> 32, b = u & 0xFFFFFFFFu, c = v >> 32, d = v & 0xFFFFFFFFu;
    uint64_t middle = (b * d >> 32) + (a * d & 0xFFFFFFFFu) + (b * c & 0xFFFFFFFFu);
    return a * c + (a * d >> 32) + (b * c >> 32) + (middle >> 32);
}

static void spv_cpui_wd_IAddCarry(spv_cpui_wide_args *r) {
    uint64_t most = ((uint64_t)0 - 1) >> (64 - r->bits);
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        r->d[i] = (r->a[i] + r->b[i]) & most;
        r->d[n + i] = r->d[i] < r->a[i];
    }
}

static void spv_cpui_wd_ISubBorrow(spv_cpui_wide_args *r) {
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        r->d[i] = r->a[i] - r->b[i];
        r->d[n + i] = r->a[i] < r->b[i];
    }
}

/* Fewer than 64 bits: what is above the low half of the product is the high one. */
static void spv_cpui_wd_UMulExtended(spv_cpui_wide_args *r) {
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        uint64_t u = r->a[i], v = r->b[i];
        r->d[i] = u * v;
        r->d[n + i] = r->bits < 64 ? u * v >> r->bits : spv_cpui_wd_high(u, v);
    }
}

static void spv_cpui_wd_SMulExtended(spv_cpui_wide_args *r) {
    uint32_t i, n = r->parts / 2;
    for (i = 0; i < n; i++) {
        uint64_t u = r->a[i], v = r->b[i];
        r->d[i] = u * v;
        r->d[n + i] = r->bits < 64 ? u * v >> r->bits
                                   : spv_cpui_wd_high(u, v) - (u >> 63 ? v : 0) - (v >> 63 ? u : 0);
    }
}

/* ---- dot products of integers; with a third operand, a sum that saturates */

static uint64_t spv_cpui_wd_products(const spv_cpui_wide_args *r) {
    uint64_t sum = 0;
    uint32_t i;
    for (i = 0; i < r->rows; i++) sum += r->a[i] * r->b[i];
    return sum;
}

static void spv_cpui_wd_IntegerDot(spv_cpui_wide_args *r) {
    r->d[0] = spv_cpui_wd_products(r);
}

/* The dot product is exact within `bits`. */
static void spv_cpui_wd_SignedDotSum(spv_cpui_wide_args *r) {
    uint64_t top = (uint64_t)1 << (r->bits - 1), dot = spv_cpui_wd_products(r), sum;
    dot = ((dot & ((top - 1) | top)) ^ top) - top;
    sum = dot + r->c[0];
    if (((sum ^ dot) & (sum ^ r->c[0])) >> 63)
        sum = dot >> 63 ? (uint64_t)1 << 63 : ((uint64_t)1 << 63) - 1;
    if ((int64_t)sum < -(int64_t)(top - 1) - 1) sum = (uint64_t)0 - top;
    else if ((int64_t)sum > (int64_t)(top - 1)) sum = top - 1;
    r->d[0] = sum;
}

static void spv_cpui_wd_UnsignedDotSum(spv_cpui_wide_args *r) {
    uint64_t most = ((uint64_t)0 - 1) >> (64 - r->bits), dot = spv_cpui_wd_products(r) & most;
    uint64_t sum = dot + r->c[0];
    r->d[0] = sum < dot || sum > most ? most : sum;
}

/* X(name, operands, function) */
#define SPV_CPUI_WD_ENTRY(name, operands, result) {SPV_CPUI_Op##name, operands, spv_cpui_wd_##name},
#define SPV_CPUI_WD_SHAPED(X) \
    X(Select, 3, Select) X(VectorTimesScalar, 2, Scale) X(MatrixTimesScalar, 2, Scale) \
    X(VectorTimesMatrix, 2, VectorTimesMatrix) X(MatrixTimesVector, 2, MatrixTimesMatrix) \
    X(MatrixTimesMatrix, 2, MatrixTimesMatrix) X(OuterProduct, 2, OuterProduct) \
    X(Transpose, 1, Transpose) X(Dot, 2, Dot) X(SDot, 2, IntegerDot) \
    X(UDot, 2, IntegerDot) X(SUDot, 2, IntegerDot) X(SDotAccSat, 3, SignedDotSum) \
    X(UDotAccSat, 3, UnsignedDotSum) X(SUDotAccSat, 3, SignedDotSum) \
    X(IAddCarry, 2, IAddCarry) X(ISubBorrow, 2, ISubBorrow) \
    X(UMulExtended, 2, UMulExtended) X(SMulExtended, 2, SMulExtended)
#define SPV_CPUI_WD_EXT_SHAPED(X) \
    X(Length, 1, Length) X(Distance, 2, Distance) X(Normalize, 1, Normalize) X(Cross, 2, Cross) \
    X(FaceForward, 3, FaceForward) X(Reflect, 2, Reflect) X(Refract, 3, Refract) \
    X(Determinant, 1, Determinant) X(MatrixInverse, 1, MatrixInverse) \
    X(ModfStruct, 1, ModfStruct) X(FrexpStruct, 1, FrexpStruct)

typedef struct spv_cpui_wide_row {
    uint16_t opcode;
    uint8_t operands;
    spv_cpui_wide_function *run;
} spv_cpui_wide_row;

#define SPV_CPUI_ROW(name, operands, function) \
    {SPV_CPUI_Op##name, operands, spv_cpui_wd_##function},
static const spv_cpui_wide_row spv_cpui_wide_rows[] = {
    SPV_CPUI_WD_FLOATS(SPV_CPUI_WD_ENTRY) SPV_CPUI_WD_TESTS(SPV_CPUI_WD_ENTRY)
    SPV_CPUI_WD_INTEGERS(SPV_CPUI_WD_ENTRY) SPV_CPUI_WD_SHAPED(SPV_CPUI_ROW)
};
#undef SPV_CPUI_ROW
#undef SPV_CPUI_WD_ENTRY
#define SPV_CPUI_WD_ENTRY(name, operands, result) \
    {SPV_CPUI_GLSL_##name, operands, spv_cpui_wd_##name},
#define SPV_CPUI_ROW(name, operands, function) \
    {SPV_CPUI_GLSL_##name, operands, spv_cpui_wd_##function},
static const spv_cpui_wide_row spv_cpui_wide_ext_rows[] = {
    SPV_CPUI_WD_EXT(SPV_CPUI_WD_ENTRY) SPV_CPUI_WD_EXT_SHAPED(SPV_CPUI_ROW)
};
#undef SPV_CPUI_ROW
#undef SPV_CPUI_WD_ENTRY
#undef SPV_CPUI_D
#undef SPV_CPUI_T

/* What has signed operands: they are extended by their sign. */
static const uint16_t spv_cpui_signed_rows[] = {
    SPV_CPUI_OpSConvert, SPV_CPUI_OpConvertSToF, SPV_CPUI_OpSDiv, SPV_CPUI_OpSRem,
    SPV_CPUI_OpSMod, SPV_CPUI_OpShiftRightArithmetic, SPV_CPUI_OpSLessThan,
    SPV_CPUI_OpSLessThanEqual, SPV_CPUI_OpSGreaterThan, SPV_CPUI_OpSGreaterThanEqual,
    SPV_CPUI_OpGroupNonUniformSMin, SPV_CPUI_OpGroupNonUniformSMax, SPV_CPUI_OpSMulExtended
};
static const uint16_t spv_cpui_signed_ext_rows[] = {
    SPV_CPUI_GLSL_SAbs, SPV_CPUI_GLSL_SSign, SPV_CPUI_GLSL_SMin, SPV_CPUI_GLSL_SMax,
    SPV_CPUI_GLSL_SClamp, SPV_CPUI_GLSL_FindSMsb, SPV_CPUI_GLSL_Ldexp
};

static int spv_cpui_has_signed(uint32_t opcode, int ext) {
    const uint16_t *rows = ext ? spv_cpui_signed_ext_rows : spv_cpui_signed_rows;
    size_t n = (ext ? sizeof spv_cpui_signed_ext_rows : sizeof spv_cpui_signed_rows) / 2, i;
    for (i = 0; i < n; i++)
        if (rows[i] == opcode) return 1;
    return 0;
}

static const spv_cpui_wide_row *spv_cpui_find_wide(uint32_t opcode, int ext) {
    const spv_cpui_wide_row *rows = ext ? spv_cpui_wide_ext_rows : spv_cpui_wide_rows;
    size_t n = ext ? sizeof spv_cpui_wide_ext_rows : sizeof spv_cpui_wide_rows, i;
    for (i = 0; i < n / sizeof *rows; i++)
        if (rows[i].opcode == opcode) return &rows[i];
    return NULL;
}

/* The kind of a scalar is its width, and 1 more for a float. A bool is an integer of 32 bits. */
enum { SPV_CPUI_KIND_FLOAT = 1 };

/* The scalar whose first slot is at s, as 64 bits. */
static uint64_t spv_cpui_fetch(const uint32_t *s, size_t lanes, uint32_t kind, int is_signed) {
    uint64_t u = s[0], top;
    switch (kind) {
    case 64:
    case 64 + SPV_CPUI_KIND_FLOAT: return u | (uint64_t)s[lanes] << 32;
    case 32 + SPV_CPUI_KIND_FLOAT: return spv_cpui_ln_bits64((double)spv_cpui_ln_float(s[0]));
    case 16 + SPV_CPUI_KIND_FLOAT: return spv_cpui_ln_bits64((double)spv_cpui_ln_from_half(s[0]));
    default: top = is_signed ? (uint64_t)1 << (kind - 1) : 0; return (u ^ top) - top;
    }
}

/* The nearest half: first a float, odd in the last place if it is not exact. */
static uint32_t spv_cpui_half_of(double x) {
    float f = (float)x;
    uint32_t bits = spv_cpui_ln_bits(f);
    if ((double)f != x && x == x) {
        if (fabs((double)f) > fabs(x)) bits--;
        bits |= 1u;
    }
    return spv_cpui_ln_to_half(spv_cpui_ln_float(bits));
}

/* Puts the scalar back, whose first slot is at d. */
static void spv_cpui_put(uint32_t *d, size_t lanes, uint32_t kind, uint64_t u) {
    switch (kind) {
    case 64:
    case 64 + SPV_CPUI_KIND_FLOAT:
        d[0] = (uint32_t)u;
        d[lanes] = (uint32_t)(u >> 32);
        break;
    case 32 + SPV_CPUI_KIND_FLOAT: d[0] = spv_cpui_ln_bits((float)spv_cpui_ln_double(u)); break;
    case 16 + SPV_CPUI_KIND_FLOAT: d[0] = spv_cpui_half_of(spv_cpui_ln_double(u)); break;
    case 32: d[0] = (uint32_t)u; break;
    default: d[0] = (uint32_t)u & ((1u << kind) - 1u); break;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>image  [8]  formats, samplers, filters
   The chapter "Image Operations" of the Vulkan specification, sixteen lanes (a block) at a time:
   coordinates (projection, cube face) -> level of detail -> levels -> positions along each axis and
   weights -> texels -> comparison, weighted mean -> result. Each step is a loop over the lanes of
   the block; what is the same for all of them (format, filter, address mode) is decided outside of
   it. Lanes may differ in level, layer and face.

   Every position is brought into the image before it is read, so lanes that are not active, NaN and
   huge coordinates need no care: they read some texel. A position beyond a BORDER is -1 until then.
   Along an axis that repeats, the coordinate's fraction is taken before it is scaled: no precision
   is lost far from the origin, and no division is needed.

   Readers give texels as the bits of floats that are still to be divided by the format's scale (255
   of UNORM 8), or as integers. The quotient is taken once, after the filter.

   Where the specification leaves a choice: implicit derivatives are coarse (the same in a quad);
   the corner of a cube, where three faces meet, is the mean of their texels, or comparisons;
   anisotropy takes its samples on a line, as in the specification's example; fetches and reads
   outside give 0 in the format's components (and 1 in a fourth that it lacks); the sum of the
   biases is clamped to +-16; integers that are too large for a format lose their upper bits.

   One call does one image instruction for all lanes of a mask. */
typedef struct spv_cpui_sampling {
    const spv_cpu_image *image;      /* NULL: not bound (reads give 0) */
    const spv_cpu_sampler *sampler;  /* NULL for fetch, read, write and queries */
    uint16_t opcode;                 /* OpImageSample..., Fetch, Gather, Read, Write, Query... */
    uint8_t dim, arrayed, depth, multisampled; /* of the OpTypeImage */
    uint8_t format;                  /* of the OpTypeImage, SPIR-V's number */
    uint8_t integer;                 /* components are 0 floats, 1 ints, 2 uints */
    uint8_t quads;                   /* fragments: lanes 4q.. are a quad; else lod 0 where
                                        implicit */
    uint8_t coordinate_parts;        /* components of coordinate */
    uint8_t const_offsets;           /* offset holds 4 offsets one after the other
                                        (ConstOffsets) */
    uint8_t sign_extend, zero_extend;
    uint32_t *d;                     /* result: 4 components, 1 of a Dref or query (as many as the
                                        query has); NULL for writes. Only lanes of mask are set. */
    uint32_t d_parts;
    const uint32_t *coordinate;      /* float or int components */
    const uint32_t *dref, *bias, *lod, *grad_x, *grad_y, *offset, *sample, *min_lod, *component;
                                     /* NULL where absent; component: of a gather, an int */
    const uint32_t *texel;           /* of a write */
    uint32_t texel_parts;
    uint32_t lanes;
    const uint32_t *mask;            /* ~0u for lanes that are to be done, else 0 */
    const uint32_t *quad_mask;       /* lanes whose coordinates are valid for derivatives; NULL:
                                        all */
    const uint32_t *helper;          /* ~0u for lanes that nobody asks about; NULL: there are
                                        none */
    uint32_t *outside;               /* NULL, or a bit for each lane, set if it is out of range */
} spv_cpui_sampling;

/* What the instructions have in their names. A gather filters as if linear, at level 0. */
enum { SPV_CPUI_IM_DREF = 1, SPV_CPUI_IM_PROJ = 2, SPV_CPUI_IM_GATHER = 4, SPV_CPUI_IM_QUERY = 8 };

/* X(instruction, what it does, what it has in its name) */
#define SPV_CPUI_IM_INSTRUCTIONS(X) \
    X(ImageSampleImplicitLod, sample, 0) \
    X(ImageSampleExplicitLod, sample, 0) \
    X(ImageSampleDrefImplicitLod, sample, SPV_CPUI_IM_DREF) \
    X(ImageSampleDrefExplicitLod, sample, SPV_CPUI_IM_DREF) \
    X(ImageSampleProjImplicitLod, sample, SPV_CPUI_IM_PROJ) \
    X(ImageSampleProjExplicitLod, sample, SPV_CPUI_IM_PROJ) \
    X(ImageSampleProjDrefImplicitLod, sample, SPV_CPUI_IM_DREF | SPV_CPUI_IM_PROJ) \
    X(ImageSampleProjDrefExplicitLod, sample, SPV_CPUI_IM_DREF | SPV_CPUI_IM_PROJ) \
    X(ImageFetch, fetch, 0) \
    X(ImageGather, sample, SPV_CPUI_IM_GATHER) \
    X(ImageDrefGather, sample, SPV_CPUI_IM_GATHER | SPV_CPUI_IM_DREF) \
    X(ImageRead, fetch, 0) \
    X(ImageWrite, write, 0) \
    X(ImageQuerySizeLod, query_size, 0) \
    X(ImageQuerySize, query_size, 0) \
    X(ImageQueryLod, sample, SPV_CPUI_IM_QUERY) \
    X(ImageQueryLevels, query_number, 0) \
    X(ImageQuerySamples, query_number, 0)

typedef uint32_t spv_cpui_im_row[SPV_CPUI_BLOCK];   /* a word of each lane of a block */
typedef int32_t spv_cpui_im_ints[SPV_CPUI_BLOCK];
typedef float spv_cpui_im_floats[SPV_CPUI_BLOCK];

/* Reads the components of texels: of lane i at base[i] + offset[i]. */
typedef void spv_cpui_im_reader(const uint8_t *const *base, const uint32_t *offset,
                                spv_cpui_im_row *texel);

/* What all lanes have in common. */
typedef struct spv_cpui_im_call {
    const spv_cpui_sampling *s;
    const spv_cpu_image *image;
    const spv_cpui_format *format;
    spv_cpui_im_reader *read;
    uint32_t flags;                 /* SPV_CPUI_IM_... */
    uint32_t axes;                  /* that are filtered; of a cube 2 */
    uint32_t slice_at;              /* the coordinate that is the layer; 0: none */
    int cube, integer;
    int linear[2], linear_mip;      /* filters of minified and magnified images */
    int bordered, unnormalised;
    int plain;                      /* 2D RGBA8 without border or comparison */
    spv_cpu_address address[3];
    uint32_t parts;                 /* components that are read and filtered */
    float scale;                    /* by which they are divided in the end */
    uint32_t border[4];             /* as a reader would give it */
    uint32_t less, equal, more, unordered; /* result of a comparison, bits of 0 or 1 */
    int32_t layers;                 /* of a cube 6 each */
    uint32_t stride;                /* bytes from texel to texel, all its samples */
    uint32_t levels;
    int32_t size[SPV_CPU_MAX_LEVELS][3];
} spv_cpui_im_call;

/* What the lanes of a block have each. */
typedef struct spv_cpui_im_block {
    uint32_t first;                 /* lane */
    spv_cpui_im_row live;
    spv_cpui_im_floats at[3];       /* coordinates, of a cube on the face */
    spv_cpui_im_floats dx[3], dy[3]; /* of the coordinates, along x and y of the picture */
    spv_cpui_im_ints slice;         /* layer; of a cube 6 times the cube and the face */
    spv_cpui_im_floats q;           /* what projections divide by */
    spv_cpui_im_floats dref;
    spv_cpui_im_ints offset[3];
    spv_cpui_im_floats bare, lambda; /* level of detail before and after the limits */
    spv_cpui_im_row large;          /* ~0u: magnified */
    spv_cpui_im_ints level[2];      /* levels and how much of the second */
    spv_cpui_im_floats delta;
    spv_cpui_im_ints count;         /* anisotropy: samples */
    spv_cpui_im_floats step[3];     /* and the distance that they cover */
} spv_cpui_im_block;

/* One level of each lane. */
typedef struct spv_cpui_im_place {
    spv_cpui_im_ints size[3];
    const uint8_t *base[SPV_CPUI_BLOCK];
    spv_cpui_im_ints pitch[3];      /* bytes from texel to texel along an axis */
} spv_cpui_im_place;

/* The texels that a filter reads along each axis, and the weight of the second. */
typedef struct spv_cpui_im_print {
    spv_cpui_im_ints at[3][2];
    spv_cpui_im_floats weight[3];
} spv_cpui_im_print;

/* The smaller one; y if one is NaN. */
SPV_CPUI_INLINE float spv_cpui_im_min(float x, float y) {
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x < y), x, y);
}

SPV_CPUI_INLINE float spv_cpui_im_max(float x, float y) {
    return spv_cpui_ln_pick_float(spv_cpui_ln_mask(x > y), x, y);
}

/* NaN gives low. */
SPV_CPUI_INLINE float spv_cpui_im_clamp(float x, float low, float high) {
    return spv_cpui_im_min(spv_cpui_im_max(x, low), high);
}

/* For |x| < 2^31. */
SPV_CPUI_INLINE int32_t spv_cpui_im_floor(float x) {
    int32_t whole = (int32_t)x;
    return whole - ((float)whole > x);
}

/* a if the condition is 1, b if it is 0. */
SPV_CPUI_INLINE int32_t spv_cpui_im_if(int condition, int32_t a, int32_t b) {
    return b ^ ((a ^ b) & -condition);
}

/* To even, for any x; clamped to +-2^20, NaN to the lower end. */
SPV_CPUI_INLINE int32_t spv_cpui_im_round(float x) {
    return (int32_t)(spv_cpui_im_clamp(x, -1048576.0f, 1048576.0f) + 12582912.0f - 12582912.0f);
}

/* ---- formats: from memory */

/* Red, green and blue of SRGBA8: c = i / 255; c <= 0.04045 ? c / 12.92
   : ((c + 0.055) / 1.055) ^ 2.4. */
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

/* The bits of the binary32 number that equals a binary16 number. */
static uint32_t spv_cpui_im_from_half(uint32_t h) {
    uint32_t exponent = h >> 10 & 31, fraction = h & 1023, sign = (h & 0x8000u) << 16;
    uint32_t little = spv_cpui_ln_bits((float)(int32_t)fraction * 5.9604644775390625e-8f);
    uint32_t normal = ((h & 0x7FFFu) << 13) + (112u << 23);
    uint32_t special = 0x7F800000u | fraction << 13;
    return sign | (exponent == 0 ? little : exponent == 31 ? special : normal);
}

/* Component c of the texel at p, as the readers give it: a function for each kind and size. */
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

/* Fractions of 6, 6 and 5 bits, which lie at the top of a binary16 number's. */
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

/* RGBA8, the most frequent, as loops that a compiler makes vector code of: red is in the low
byte. */
static void spv_cpui_im_read_words(const uint8_t *const *base, const uint32_t *offset,
                                   uint32_t *word) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        const uint8_t *p = base[i] + offset[i];
        word[i] = p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
    }
}

SPV_CPUI_CLONED static void spv_cpui_im_read_bytes(const uint8_t *const *base,
                                                   const uint32_t *offset, spv_cpui_im_row *texel) {
    spv_cpui_im_row word;
    uint32_t i, c;
    spv_cpui_im_read_words(base, offset, word);
    for (c = 0; c < 4; c++)
        SPV_CPUI_EACH(i)
            texel[c][i] = spv_cpui_ln_bits((float)(int32_t)(word[i] >> 8 * c & 255));
}

/* What the readers' floats are to be divided by. */
static float spv_cpui_im_scale(const spv_cpui_format *f) {
    int normalised = f->kind == SPV_CPUI_UNORM || (f->kind == SPV_CPUI_DEPTH && f->bits == 16);
    if (f->kind == SPV_CPUI_SNORM) return f->bits == 8 ? 127.0f : 32767.0f;
    if (!normalised) return 1.0f;
    return f->bits == 8 ? 255.0f : f->bits == 16 ? 65535.0f : 1023.0f;
}

static int spv_cpui_im_is_integer(const spv_cpui_format *f) {
    return f->kind == SPV_CPUI_INT || f->kind == SPV_CPUI_UINT;
}

/* ---- formats: to memory */

/* A number of 5 bits of exponent and some of fraction, nearest to the magnitude of a float (ties to
   even). One that is too large gives infinity's bits, or more. */
static uint32_t spv_cpui_im_to_small(uint32_t bits, uint32_t fraction) {
    uint32_t size = bits & 0x7FFFFFFFu, shift = 23 - fraction;
    float unit = spv_cpui_ln_float((136 - fraction) << 23);
    if (size > 0x7F800000u) return 31u << fraction | 1u << (fraction - 1);
    if (size < 0x38800000u)
        return spv_cpui_ln_bits(spv_cpui_ln_float(size) + unit) - spv_cpui_ln_bits(unit);
    return (size + (1u << (shift - 1)) - 1 + (size >> shift & 1) - (112u << 23)) >> shift;
}

static uint32_t spv_cpui_im_to_half(uint32_t bits) {
    uint32_t little = spv_cpui_im_to_small(bits, 10);
    int nan = (bits & 0x7FFFFFFFu) > 0x7F800000u;
    return (bits >> 16 & 0x8000u) | (little > 0x7C00u && !nan ? 0x7C00u : little);
}

/* Without sign: negative numbers give 0; finite ones stay finite. */
static uint32_t spv_cpui_im_to_unsigned(uint32_t bits, uint32_t fraction) {
    uint32_t little = spv_cpui_im_to_small(bits, fraction), top = 31u << fraction;
    if ((bits & 0x7FFFFFFFu) > 0x7F800000u) return little;
    if (bits & 0x80000000u) return 0;
    if (bits == 0x7F800000u) return top;
    return little < top ? little : top - 1;
}

/* The nearest multiple of 1 / most, times most; NaN gives 0. */
static uint32_t spv_cpui_im_to_fixed(uint32_t bits, float low, uint32_t most) {
    float value = spv_cpui_ln_float(bits);
    double scaled = value == value ? spv_cpui_im_clamp(value, low, 1.0f) * (double)most : 0;
    return (uint32_t)(int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
}

/* Clamped after the curve, so infinity will do. */
static uint32_t spv_cpui_im_to_curve(uint32_t bits) {
    float value = spv_cpui_ln_float(bits);
    if (value > 0.0031308f) value = 1.055f * spv_cpui_ex_pow(value, 1 / 2.4f) - 0.055f;
    else value *= 12.92f;
    return spv_cpui_im_to_fixed(spv_cpui_ln_bits(value), 0, 255);
}

/* Component c in as many bits as the format has for it; the higher ones are garbage. */
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

/* The texel as one word, of a format with components of several sizes. */
static uint32_t spv_cpui_im_packed(const spv_cpui_format *f, const uint32_t texel[4]) {
    uint32_t word = 0, c;
    for (c = 0; c < f->components; c++) {
        uint32_t at = f->kind == SPV_CPUI_FLOAT ? 11 * c : 10 * c;
        uint32_t bits = f->kind != SPV_CPUI_FLOAT ? (c == 3 ? 2u : 10u) : c == 2 ? 10u : 11u;
        word |= (spv_cpui_im_to_field(f, c, texel[c]) & ((1u << bits) - 1)) << at;
    }
    return word;
}

/* Stores one pixel: 4 components (float, int or uint as the format is) as words. */
static void spv_cpui_image_pack(spv_cpu_format format, const uint32_t texel[4], void *pixel) {
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

/* Rows of floats to RGBA8, the most frequent format, a pixel a word with red in the low byte: the
   same numbers, but many at a time. */
SPV_CPUI_CLONED static void spv_cpui_im_pack_words(uint32_t *d, const uint32_t *const rows[4],
                                                   uint32_t lanes) {
    uint32_t i, k, c;
    for (i = 0; i < lanes; i += SPV_CPUI_BLOCK) {
        SPV_CPUI_EACH(k) d[i + k] = 0;
        for (c = 0; c < 4; c++)
            SPV_CPUI_EACH(k) {
                float value = spv_cpui_im_clamp(spv_cpui_ln_float(rows[c][i + k]), 0, 1);
                d[i + k] |= (uint32_t)(int32_t)((double)value * 255.0 + 0.5) << 8 * c;
            }
    }
}

static void spv_cpui_im_put_word(uint8_t *p, uint32_t word) {
    p[0] = (uint8_t)word;
    p[1] = (uint8_t)(word >> 8);
    p[2] = (uint8_t)(word >> 16);
    p[3] = (uint8_t)(word >> 24);
}

/* ---- images */

static uint32_t spv_cpui_im_at_least_1(uint32_t x) {
    return x ? x : 1;
}

/* Layers of an image, of a cube 6 each. */
static uint32_t spv_cpui_im_layers(const spv_cpu_image *image) {
    const spv_cpui_shape *shape = &spv_cpui_shapes[image->shape];
    uint32_t layers = shape->arrayed && image->layers ? image->layers : shape->faces;
    return shape->arrayed || shape->faces == 6 ? layers : 1;
}

/* Width, height or depth of a level. */
static uint32_t spv_cpui_im_extent(const spv_cpu_image *image, uint32_t axis, uint32_t level) {
    uint32_t dim = spv_cpui_shapes[image->shape].dim, full;
    if (axis == 0) full = image->width;
    else if (axis == 1) full = dim == 0 || dim == 5 ? 1 : image->height;
    else full = dim == 2 ? image->depth : 1;
    return spv_cpui_im_at_least_1(level < 32 ? full >> level : 0);
}

/* Bytes of a level; 0: 2^31 or more. */
static uint32_t spv_cpui_image_size(const spv_cpu_image *image, uint32_t level) {
    uint64_t size = spv_cpui_formats[image->format].bytes;
    uint32_t k, samples = spv_cpui_im_at_least_1(image->samples);
    if (samples > 64) return 0;
    size *= samples;
    for (k = 0; k < 3; k++) {
        size *= spv_cpui_im_extent(image, k, level);
        if (size > 0x7FFFFFFFu) return 0;
    }
    size *= spv_cpui_im_layers(image);
    return size > 0x7FFFFFFFu ? 0 : (uint32_t)size;
}

/* What is wrong with an image, NULL if nothing is. The other functions take images without
fault. */
static const char *spv_cpui_image_fault(const spv_cpu_image *image) {
    uint32_t i;
    if ((uint32_t)image->format >= SPV_CPU_FORMAT_COUNT) return "has no valid format";
    if ((uint32_t)image->shape >= SPV_CPU_SHAPE_COUNT) return "has no valid shape";
    if (image->level_count > SPV_CPU_MAX_LEVELS) return "has too many levels";
    if (image->samples > 64) return "has too many samples";
    if (spv_cpui_im_layers(image) % spv_cpui_shapes[image->shape].faces != 0)
        return "has cubes without 6 faces each";
    for (i = 0; i < 3 && image->shape != SPV_CPU_BUFFER; i++)
        if (spv_cpui_im_extent(image, i, 0) > 1u << 24) return "has a side of more than 2^24";
    if (spv_cpui_image_size(image, 0) == 0) return "has 2^31 bytes or more";
    for (i = 0; i < spv_cpui_im_at_least_1(image->level_count); i++)
        if (image->levels[i] == NULL) return "has a level without memory";
    return NULL;
}

/* Whether an image is one of an OpTypeImage: its Dim, Arrayed and MS, and components that are 0
   floats, 1 ints, 2 uints. */
static int spv_cpui_image_fits(const spv_cpu_image *image, uint32_t dim, uint32_t arrayed,
                               uint32_t multisampled, uint32_t integer) {
    const spv_cpui_shape *shape = &spv_cpui_shapes[image->shape];
    uint8_t kind = spv_cpui_formats[image->format].kind;
    uint32_t has = kind == SPV_CPUI_INT ? 1u : kind == SPV_CPUI_UINT ? 2u : 0u;
    return shape->dim == dim && shape->arrayed == (arrayed != 0) && has == integer
           && (multisampled || image->samples <= 1);
}

/* ---- what all lanes have in common */

static void spv_cpui_im_border(spv_cpui_im_call *c, const spv_cpu_sampler *sampler) {
    uint32_t k;
    for (k = 0; k < 4; k++)
        c->border[k] = c->integer ? sampler->border_bits[k]
                                  : spv_cpui_ln_bits(sampler->border[k] * c->scale);
}

/* The results of "reference OP texel" when it is less, equal, more, and when one is NaN. */
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
    c->stride = c->format->bytes * spv_cpui_im_at_least_1(image->samples);
    for (i = 0; i < c->levels && i < SPV_CPU_MAX_LEVELS; i++)
        for (k = 0; k < 3; k++) c->size[i][k] = (int32_t)spv_cpui_im_extent(image, k, i);
    spv_cpui_im_sampler(c, s->sampler ? s->sampler : &plain);
    c->plain = image->format == SPV_CPU_RGBA8 && shape->dim == 1 && !c->bordered
               && !(flags & SPV_CPUI_IM_DREF);
}

/* ---- lanes in and out */

/* Component k of an operand in the block's lanes. */
static void spv_cpui_im_floats_of(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                  const uint32_t *operand, uint32_t k, float *value) {
    memcpy(value, operand + (size_t)k * c->s->lanes + b->first, sizeof(spv_cpui_im_floats));
}

/* Writes component k of the result into the lanes that are to be done. */
SPV_CPUI_CLONED static void spv_cpui_im_store(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                              uint32_t k, const uint32_t *value) {
    uint32_t *d = c->s->d + (size_t)k * c->s->lanes + b->first, i;
    SPV_CPUI_EACH(i) d[i] = spv_cpui_ln_pick(b->live[i], value[i], d[i]);
}

/* Starts the block at a lane; 0 if none of its lanes is to be done. */
static int spv_cpui_im_begin(const spv_cpui_im_call *c, spv_cpui_im_block *b, uint32_t first) {
    uint32_t i, any = 0;
    b->first = first;
    memcpy(b->live, c->s->mask + first, sizeof b->live);
    for (i = 0; i < SPV_CPUI_BLOCK; i++) any |= b->live[i];
    return any != 0;
}

/* ---- coordinates */

/* For each face what it takes from a direction: s, t and the major axis, 1 to 3, negative if
   negated. */
static const int8_t spv_cpui_im_faces[6][3] = {{-3, -2, 1}, {3, -2, -1}, {1, 3, 2},
                                               {1, -3, -2}, {1, -2, 3}, {-1, -2, -3}};

static float spv_cpui_im_take(int8_t which, const float direction[3]) {
    return which < 0 ? -direction[-which - 1] : direction[which - 1];
}

/* The face that a direction meets; of equal components the last counts. */
static uint32_t spv_cpui_im_face(const float r[3]) {
    float x = fabsf(r[0]), y = fabsf(r[1]), z = fabsf(r[2]);
    if (z >= x && z >= y) return r[2] < 0 ? 5 : 4;
    if (y >= x) return r[1] < 0 ? 3 : 2;
    return r[0] < 0 ? 1 : 0;
}

/* Makes of a direction and its derivatives those on the face. */
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

SPV_CPUI_CLONED static void spv_cpui_im_layer(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
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

/* Which lanes of a block count for derivatives. */
static void spv_cpui_im_valid(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                              uint32_t *valid) {
    memset(valid, 0xFF, sizeof(spv_cpui_im_row));
    if (c->s->quad_mask != NULL)
        memcpy(valid, c->s->quad_mask + b->first, sizeof(spv_cpui_im_row));
}

/* The difference that quads have along x (other is 1) or y (other is 2): of the first row or
   column, or the other one if a lane of it does not count. */
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
    } else if (c->s->quads && c->s->lod == NULL) {
        spv_cpui_im_valid(c, b, valid);
        spv_cpui_im_difference(b->at[k], valid, 1, b->dx[k]);
        spv_cpui_im_difference(b->at[k], valid, 2, b->dy[k]);
    }
}

/* Fills in coordinates, their derivatives (if graded), the layer, the reference. */
SPV_CPUI_CLONED static void spv_cpui_im_coordinates(const spv_cpui_im_call *c, spv_cpui_im_block *b,
                                                    int graded) {
    uint32_t axes = c->cube ? 3 : c->axes, i, k;
    int divided = (c->flags & SPV_CPUI_IM_PROJ) && axes < c->s->coordinate_parts;
    for (k = c->s->coordinate_parts; k < axes; k++) memset(b->at[k], 0, sizeof b->at[k]);
    if (graded || c->cube) memset(b->dx, 0, sizeof b->dx);
    if (graded || c->cube) memset(b->dy, 0, sizeof b->dy);
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

/* ---- level of detail */

/* The squares of the distances in texels of level 0 that a step along x or y makes. */
SPV_CPUI_CLONED static void spv_cpui_im_distance(const spv_cpui_im_call *c, spv_cpui_im_floats *d,
                                                 float *square) {
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

/* Half the binary logarithms. */
SPV_CPUI_CLONED static void spv_cpui_im_half_log(const float *square, float *result) {
    uint32_t i;
    SPV_CPUI_EACH(i)
        result[i] = 0.5f * spv_cpui_ex_log_of(square[i], spv_cpui_ex_log2((double)square[i]));
}

/* Anisotropy: how many samples, along which step, and the square of the width of one. */
static void spv_cpui_im_stretch(spv_cpui_im_block *b, const float *x, const float *y, float most,
                                float *square) {
    uint32_t i, k;
    most = spv_cpui_im_clamp(most, 1, 16);
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        float large = x[i] > y[i] ? x[i] : y[i], little = x[i] > y[i] ? y[i] : x[i];
        float ratio = large < 3e38f ? spv_cpui_im_clamp(sqrtf(large / little), 1, most) : 1;
        if (large == 0) ratio = 1;
        b->count[i] = (int32_t)ceilf(ratio);
        square[i] = large / (ratio * ratio);
        for (k = 0; k < 3; k++) b->step[k][i] = x[i] > y[i] ? b->dx[k][i] : b->dy[k][i];
    }
}

/* The level of detail that follows from derivatives. */
SPV_CPUI_CLONED static void spv_cpui_im_implicit(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
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

/* Adds the biases to bare and limits it, which is lambda. */
SPV_CPUI_CLONED static void spv_cpui_im_limit(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
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

SPV_CPUI_CLONED static void spv_cpui_im_lod(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    uint32_t i;
    memset(b->bare, 0, sizeof b->bare);
    if (c->s->lod != NULL) spv_cpui_im_floats_of(c, b, c->s->lod, 0, b->bare);
    else if (!c->unnormalised && (c->s->quads || c->s->grad_x != NULL)) spv_cpui_im_implicit(c, b);
    spv_cpui_im_limit(c, b);
    SPV_CPUI_EACH(i) b->large[i] = b->lambda[i] > 0 ? 0 : ~0u;
}

/* From lambda the levels, and the weight of the second. */
SPV_CPUI_CLONED static void spv_cpui_im_levels(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
    float last = (float)(c->levels - 1);
    uint32_t i;
    SPV_CPUI_EACH(i) {
        float d = spv_cpui_im_clamp(b->lambda[i], 0, last), half = d + 0.5f;
        int32_t nearest = (int32_t)half - ((float)(int32_t)half == half);
        int32_t level = spv_cpui_im_if(c->linear_mip, (int32_t)d, nearest);
        b->level[0][i] = level;
        b->level[1][i] = level + ((float)level < last);
        b->delta[i] = (d - (float)level) * (float)c->linear_mip;
    }
}

/* Whether the level of detail makes a difference. */
static int spv_cpui_im_is_graded(const spv_cpui_im_call *c) {
    if (c->flags & SPV_CPUI_IM_GATHER) return 0;
    if (c->flags & SPV_CPUI_IM_QUERY) return 1;
    return c->levels > 1 || c->linear[0] != c->linear[1]
           || (c->s->sampler != NULL && c->s->sampler->anisotropy > 1);
}

/* Coordinates, level of detail and levels of a block. */
SPV_CPUI_CLONED static void spv_cpui_im_prepare(const spv_cpui_im_call *c, spv_cpui_im_block *b) {
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

/* ---- positions along an axis */

/* Coordinates in texels, less what is before the first texel that is read (half). Where the axis
   repeats, less whole periods as well. */
SPV_CPUI_CLONED static void spv_cpui_im_scaled(const spv_cpui_im_call *c, spv_cpu_address mode,
                                               const float *at, const int32_t *size, float half,
                                               float *scaled) {
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

/* Into 0 .. period - 1. */
static void spv_cpui_im_modulo(int32_t *at, const int32_t *size, int32_t periods) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        int32_t period = size[i] * periods, rest = at[i] % period;
        at[i] = rest < 0 ? rest + period : rest;
    }
}

/* Positions into the image, or -1. any: they may be anywhere, else at most one texel outside of
   the period. */
SPV_CPUI_CLONED static void spv_cpui_im_wrap(spv_cpu_address mode, const int32_t *size, int any,
                                             int32_t *at) {
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

/* The offsets of the block along an axis, kept so small that sums do not overflow. */
SPV_CPUI_CLONED static void spv_cpui_im_shift(const spv_cpui_im_block *b, uint32_t axis,
                                              int32_t *at) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        int32_t offset = b->offset[axis][i];
        offset = offset < -65536 ? -65536 : offset > 65536 ? 65536 : offset;
        at[i] += offset;
    }
}

/* Into -1 .. size - 1. */
SPV_CPUI_CLONED static void spv_cpui_im_near(const int32_t *size, int32_t *at) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        int32_t x = at[i] < -1 ? -1 : at[i];
        at[i] = x >= size[i] ? size[i] - 1 : x;
    }
}

/* What is read along an axis: linear both positions and the weight, else the first position. Cubes
   are not wrapped if linear: what is outside lies on another face. */
SPV_CPUI_CLONED static void spv_cpui_im_axis(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                             uint32_t axis, const int32_t *size, int linear,
                                             spv_cpui_im_print *p) {
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

/* ---- texels */

/* Where the block's lanes have their level. */
SPV_CPUI_CLONED static void spv_cpui_im_place_of(const spv_cpui_im_call *c, const int32_t *level,
                                                 spv_cpui_im_place *p) {
    int32_t bytes = (int32_t)c->stride;
    const uint8_t *base = (const uint8_t *)c->image->levels[level[0]];
    uint32_t differ = 0, i, k;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) differ |= (uint32_t)(level[i] ^ level[0]);
    SPV_CPUI_EACH(i) p->base[i] = base;
    for (i = 0; i < SPV_CPUI_BLOCK && differ; i++)
        p->base[i] = (const uint8_t *)c->image->levels[level[i]];
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

/* A position on a cube's face, at most one texel outside in one direction, becomes one on the
   neighbour. In units of half a texel from the cube's centre, faces being at the distance of
   size, the texel is bent around the edge: what is outside comes to the distance size, what was
   there one unit nearer. */
static void spv_cpui_im_bend(int32_t size, int32_t *x, int32_t *y, int32_t *face) {
    const int8_t *take = spv_cpui_im_faces[*face];
    int32_t at[3], r[3] = {0, 0, 0}, k, other;
    at[0] = 2 * *x + 1 - size;
    at[1] = 2 * *y + 1 - size;
    at[2] = size - 1;
    for (k = 0; k < 2; k++)
        if (at[k] > size || at[k] < -size) at[k] = at[k] < 0 ? -size : size;
    for (k = 0; k < 3; k++)
        r[(take[k] < 0 ? -take[k] : take[k]) - 1] = take[k] < 0 ? -at[k] : at[k];
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

/* A texel of a lane around a cube's face. One beyond a corner, which no face has, becomes some
   texel; the caller replaces it. */
static uint32_t spv_cpui_im_cube_offset(const spv_cpui_im_place *p, uint32_t lane, int32_t x,
                                        int32_t y, int32_t slice) {
    int32_t size = p->size[0][lane], face = slice % 6, cube = slice - face;
    if ((x < 0 || x >= size) && (y < 0 || y >= size)) x = y = 0;
    else spv_cpui_im_bend(size, &x, &y, &face);
    return (uint32_t)(x * p->pitch[0][lane] + y * p->pitch[1][lane]
                      + (cube + face) * p->pitch[2][lane]);
}

/* Corrects the offsets of texels that are outside of their face. */
static void spv_cpui_im_cube_offsets(const spv_cpui_im_place *p, const int32_t *x,
                                     const int32_t *y, const int32_t *slice, uint32_t *offset) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        int32_t size = p->size[0][i];
        if (x[i] < 0 || x[i] >= size || y[i] < 0 || y[i] >= size)
            offset[i] = spv_cpui_im_cube_offset(p, i, x[i], y[i], slice[i]);
    }
}

/* Replaces what was read beyond the border. */
SPV_CPUI_CLONED static void spv_cpui_im_beyond(const spv_cpui_im_call *c, const uint32_t *beyond,
                                               spv_cpui_im_row *texel) {
    uint32_t i, k;
    for (k = 0; k < c->parts; k++) {
        uint32_t border = c->border[k];
        SPV_CPUI_EACH(i) texel[k][i] = spv_cpui_ln_pick(beyond[i], border, texel[k][i]);
    }
}

/* Texel t (bit 0: the second along x, bit 1: along y, bit 2: along z) of what is read. */
SPV_CPUI_CLONED static void spv_cpui_im_texel(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                              const spv_cpui_im_place *p,
                                              const spv_cpui_im_print *print, uint32_t t,
                                              spv_cpui_im_row *texel) {
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
    if (c->cube) spv_cpui_im_cube_offsets(p, x, y, z, offset);
    if (c->bordered)
        SPV_CPUI_EACH(i) {
            beyond[i] = spv_cpui_ln_mask((x[i] | z[i] | (y[i] & flat)) < 0);
            offset[i] &= ~beyond[i];
        }
    c->read(p->base, offset, texel);
    if (c->bordered) spv_cpui_im_beyond(c, beyond, texel);
}

/* The texel beyond a cube's corner is the mean of the three that there are. */
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

/* Replaces depths by the results of the comparison. */
SPV_CPUI_CLONED static void spv_cpui_im_compared(const spv_cpui_im_call *c,
                                                 const spv_cpui_im_block *b, uint32_t *texel) {
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

/* All texels that are read from one level, 1 or 2 along each axis. */
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

/* ---- filters */

/* a becomes its mean with b, which has the weight. */
SPV_CPUI_CLONED static void spv_cpui_im_mix(uint32_t *a, const uint32_t *b, const float *weight) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        float x = spv_cpui_ln_float(a[i]), y = spv_cpui_ln_float(b[i]);
        a[i] = spv_cpui_ln_bits(x * (1 - weight[i]) + y * weight[i]);
    }
}

/* A linear filter of 2D RGBA8 without border, the most frequent: the same numbers, but each texel
   is taken apart where it is needed. */
SPV_CPUI_CLONED static void spv_cpui_im_bilinear(const spv_cpui_im_call *c,
                                                 const spv_cpui_im_block *b, const int32_t *level,
                                                 spv_cpui_im_row *value) {
    spv_cpui_im_place p;
    spv_cpui_im_print print;
    spv_cpui_im_row x[2], y[2], offset, word[4];
    const float *u = print.weight[0], *v = print.weight[1];
    uint32_t n, i, k;
    spv_cpui_im_place_of(c, level, &p);
    for (n = 0; n < 2; n++) spv_cpui_im_axis(c, b, n, p.size[n], 1, &print);
    for (n = 0; n < 2; n++) {
        SPV_CPUI_EACH(i) x[n][i] = (uint32_t)(print.at[0][n][i] * p.pitch[0][i]);
        SPV_CPUI_EACH(i)
            y[n][i] = (uint32_t)(print.at[1][n][i] * p.pitch[1][i] + b->slice[i] * p.pitch[2][i]);
    }
    for (n = 0; n < 4; n++) {
        SPV_CPUI_EACH(i) offset[i] = x[n & 1][i] + y[n >> 1][i];
        spv_cpui_im_read_words(p.base, offset, word[n]);
    }
    for (k = 0; k < 4; k++)
        SPV_CPUI_EACH(i) {
            float c00 = (float)(int32_t)(word[0][i] >> 8 * k & 255);
            float c10 = (float)(int32_t)(word[1][i] >> 8 * k & 255);
            float c01 = (float)(int32_t)(word[2][i] >> 8 * k & 255);
            float c11 = (float)(int32_t)(word[3][i] >> 8 * k & 255);
            float above = c00 * (1 - u[i]) + c10 * u[i], below = c01 * (1 - u[i]) + c11 * u[i];
            value[k][i] = spv_cpui_ln_bits(above * (1 - v[i]) + below * v[i]);
        }
}

static void spv_cpui_im_filtered(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                 const int32_t *level, int linear, spv_cpui_im_row *value) {
    spv_cpui_im_print print;
    spv_cpui_im_row texel[8][4];
    uint32_t parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, axis, t, k;
    if (linear && c->plain) {
        spv_cpui_im_bilinear(c, b, level, value);
        return;
    }
    spv_cpui_im_texels(c, b, level, linear, &print, texel);
    for (axis = 0; axis < c->axes && linear; axis++)
        for (t = 0; t < 1u << c->axes; t += 2u << axis)
            for (k = 0; k < parts; k++)
                spv_cpui_im_mix(texel[t][k], texel[t + (1u << axis)][k], print.weight[axis]);
    memcpy(value, texel[0], parts * sizeof *value);
}

/* One level with the filters of its lanes. */
SPV_CPUI_CLONED static void spv_cpui_im_of_level(const spv_cpui_im_call *c,
                                                 const spv_cpui_im_block *b, const int32_t *level,
                                                 spv_cpui_im_row *value) {
    spv_cpui_im_row other[4];
    uint32_t parts = c->flags & SPV_CPUI_IM_DREF ? 1 : c->parts, i, k, large = 0, little = 0;
    for (i = 0; i < SPV_CPUI_BLOCK && c->linear[0] != c->linear[1]; i++) {
        large |= b->live[i] & b->large[i];
        little |= b->live[i] & ~b->large[i];
    }
    if (c->linear[0] == c->linear[1] || !large || !little) {
        spv_cpui_im_filtered(c, b, level, c->linear[large != 0], value);
        return;
    }
    spv_cpui_im_filtered(c, b, level, c->linear[0], value);
    spv_cpui_im_filtered(c, b, level, c->linear[1], other);
    for (k = 0; k < parts; k++)
        SPV_CPUI_EACH(i)
            value[k][i] = (value[k][i] & ~b->large[i]) | (other[k][i] & b->large[i]);
}

/* Both levels, the second if some lane needs it. */
SPV_CPUI_CLONED static void spv_cpui_im_of_levels(const spv_cpui_im_call *c,
                                                  const spv_cpui_im_block *b,
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

/* The mean of samples on a line, as many as each lane has. */
SPV_CPUI_CLONED static void spv_cpui_im_along(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
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

/* Component k of the texels that are gathered, from the lane's offset number n or all alike. */
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

/* ---- results */

SPV_CPUI_CLONED static void spv_cpui_im_scaled_down(const spv_cpui_im_call *c, uint32_t *value) {
    uint32_t i;
    SPV_CPUI_EACH(i)
        value[i] = spv_cpui_ln_bits(spv_cpui_ln_float(value[i]) / c->scale);
}

/* Components that the format lacks are 0, the last one 1. */
SPV_CPUI_CLONED static void spv_cpui_im_complete(const spv_cpui_im_call *c, uint32_t parts,
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

/* OpImageQueryLod: the level that would be read, and the level of detail without limits. */
SPV_CPUI_CLONED static void spv_cpui_im_levels_of(const spv_cpui_im_block *b,
                                                  spv_cpui_im_row *value) {
    uint32_t i;
    SPV_CPUI_EACH(i) {
        value[0][i] = spv_cpui_ln_bits((float)b->level[0][i] + b->delta[i]);
        value[1][i] = spv_cpui_ln_bits(b->bare[i]);
    }
}

/* Samples, gathers and queries of the level of detail. */
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

/* ---- texels by position */

/* The texel's address, NULL outside of the image. slice: of a 3D image, layer, or 6 times the cube
   and the face. */
static uint8_t *spv_cpui_im_address(const spv_cpui_im_call *c, uint32_t level, uint32_t x,
                                    uint32_t y, uint32_t slice, uint32_t sample) {
    const int32_t *size = c->size[level < c->levels ? level : 0];
    uint32_t width = (uint32_t)size[0], height = (uint32_t)size[1];
    uint32_t slices = (uint32_t)(size[2] > c->layers ? size[2] : c->layers);
    if (level >= c->levels || x >= width || y >= height || slice >= slices
        || sample >= spv_cpui_im_at_least_1(c->image->samples))
        return NULL;
    return (uint8_t *)c->image->levels[level] + ((slice * height + y) * width + x) * c->stride
           + sample * c->format->bytes;
}

/* The texel of one lane: integer coordinates, the slice behind them; level: of the operand lod. */
static uint8_t *spv_cpui_im_lane_address(const spv_cpui_im_call *c, uint32_t lane) {
    const spv_cpui_sampling *s = c->s;
    int sliced = c->axes < 3 && (c->cube || c->slice_at);
    uint32_t at[3] = {0, 0, 0}, level = s->lod ? s->lod[lane] : 0, k;
    uint32_t sample = s->sample ? s->sample[lane] : 0, count = c->axes + (sliced ? 1u : 0u);
    for (k = 0; k < count && k < s->coordinate_parts; k++)
        at[sliced && k == c->axes ? 2 : k] = s->coordinate[(size_t)k * s->lanes + lane];
    for (k = 0; k < c->axes && s->offset != NULL; k++)
        at[k] += s->offset[(size_t)k * s->lanes + lane];
    return spv_cpui_im_address(c, level, at[0], at[1], at[2], sample);
}

static void spv_cpui_im_note_outside(const spv_cpui_sampling *s, uint32_t lane) {
    if (s->outside != NULL && (s->helper == NULL || !s->helper[lane]))
        s->outside[lane / 32] |= 1u << lane % 32;
}

/* Whether the texels of a block of lanes are of level 0 and sample 0, without offset, and nobody
   asks who is outside. */
static int spv_cpui_im_is_simple(const spv_cpui_sampling *s, uint32_t first) {
    uint32_t i, level = 0;
    for (i = 0; s->lod != NULL && i < SPV_CPUI_BLOCK; i++) level |= s->lod[first + i];
    return level == 0 && s->sample == NULL && s->offset == NULL && s->outside == NULL;
}

/* The addresses of such a block. Those outside are at the first texel. */
SPV_CPUI_CLONED static void spv_cpui_im_block_address(const spv_cpui_im_call *c, uint32_t first,
                                                      uint32_t *offset, uint32_t *inside) {
    static const uint32_t zero[SPV_CPUI_BLOCK] = {0};
    const spv_cpui_sampling *s = c->s;
    int sliced = c->axes < 3 && (c->cube || c->slice_at);
    uint32_t width = (uint32_t)c->size[0][0], height = (uint32_t)c->size[0][1], k;
    uint32_t slices = (uint32_t)(c->size[0][2] > c->layers ? c->size[0][2] : c->layers);
    uint32_t count = c->axes + (sliced ? 1u : 0u);
    const uint32_t *at[3];
    at[0] = at[1] = at[2] = zero;
    for (k = 0; k < count && k < s->coordinate_parts; k++)
        at[sliced && k == c->axes ? 2 : k] = s->coordinate + (size_t)k * s->lanes + first;
    SPV_CPUI_EACH(k) {
        uint32_t x = at[0][k], y = at[1][k], z = at[2][k];
        inside[k] = spv_cpui_ln_mask((x < width) & (y < height) & (z < slices));
        offset[k] = ((z * height + y) * width + x) * c->stride & inside[k];
    }
}

/* Where the texels of a block are, each from its base on. */
static void spv_cpui_im_block_texels(const spv_cpui_im_call *c, const spv_cpui_im_block *b,
                                     const uint8_t **base, uint32_t *offset, uint32_t *inside) {
    static const uint8_t nothing[16] = {0};
    uint32_t i;
    if (spv_cpui_im_is_simple(c->s, b->first)) {
        spv_cpui_im_block_address(c, b->first, offset, inside);
        for (i = 0; i < SPV_CPUI_BLOCK; i++) base[i] = (const uint8_t *)c->image->levels[0];
        return;
    }
    for (i = 0; i < SPV_CPUI_BLOCK; i++) {
        base[i] = spv_cpui_im_lane_address(c, b->first + i);
        offset[i] = 0;
        inside[i] = base[i] ? ~0u : 0;
        if (!base[i] && b->live[i]) spv_cpui_im_note_outside(c->s, b->first + i);
        if (!base[i]) base[i] = nothing;
    }
}

/* Fetches such a block of RGBA8, the most frequent format, faster than what serves them all. */
SPV_CPUI_CLONED static void spv_cpui_im_fetch_bytes(const spv_cpui_im_call *c, uint32_t first) {
    const spv_cpui_sampling *s = c->s;
    const uint32_t *mask = s->mask + first;
    const uint8_t *base[SPV_CPUI_BLOCK];
    spv_cpui_im_row offset, inside, word;
    uint32_t i, k;
    spv_cpui_im_block_address(c, first, offset, inside);
    for (i = 0; i < SPV_CPUI_BLOCK; i++) base[i] = (const uint8_t *)c->image->levels[0];
    spv_cpui_im_read_words(base, offset, word);
    for (k = 0; k < 4 && k < s->d_parts; k++) {
        uint32_t *d = s->d + (size_t)k * s->lanes + first;
        SPV_CPUI_EACH(i) {
            float x = (float)(int32_t)(word[i] >> 8 * k & 255) / 255.0f;
            d[i] = spv_cpui_ln_pick(mask[i], spv_cpui_ln_bits(x) & inside[i], d[i]);
        }
    }
}

SPV_CPUI_CLONED static void spv_cpui_im_fetch(const spv_cpui_im_call *c) {
    spv_cpui_im_block b;
    spv_cpui_im_row value[4], offset, inside;
    const uint8_t *base[SPV_CPUI_BLOCK];
    uint32_t first, i, k;
    for (first = 0; first < c->s->lanes; first += SPV_CPUI_BLOCK) {
        if (!spv_cpui_im_begin(c, &b, first)) continue;
        if (c->image->format == SPV_CPU_RGBA8 && spv_cpui_im_is_simple(c->s, first)) {
            spv_cpui_im_fetch_bytes(c, first);
            continue;
        }
        spv_cpui_im_block_texels(c, &b, base, offset, inside);
        c->read(base, offset, value);
        for (k = 0; k < c->parts && c->scale > 1; k++) spv_cpui_im_scaled_down(c, value[k]);
        for (k = 0; k < c->parts; k++)
            SPV_CPUI_EACH(i) value[k][i] &= inside[i];
        spv_cpui_im_complete(c, c->parts, value);
        for (k = 0; k < 4 && k < c->s->d_parts; k++) spv_cpui_im_store(c, &b, k, value[k]);
    }
}

/* Writes a block that is simple, of RGBA8. */
static void spv_cpui_im_write_bytes(const spv_cpui_im_call *c, uint32_t first) {
    static const uint32_t zero[SPV_CPUI_BLOCK] = {0};
    const spv_cpui_sampling *s = c->s;
    uint8_t *base = (uint8_t *)c->image->levels[0];
    const uint32_t *rows[4];
    spv_cpui_im_row offset, inside, word;
    uint32_t i, k;
    for (k = 0; k < 4; k++)
        rows[k] = k < s->texel_parts ? s->texel + (size_t)k * s->lanes + first : zero;
    spv_cpui_im_block_address(c, first, offset, inside);
    spv_cpui_im_pack_words(word, rows, SPV_CPUI_BLOCK);
    for (i = 0; i < SPV_CPUI_BLOCK; i++)
        if (s->mask[first + i] & inside[i]) spv_cpui_im_put_word(base + offset[i], word[i]);
}

static void spv_cpui_im_write_lane(const spv_cpui_im_call *c, uint32_t lane) {
    const spv_cpui_sampling *s = c->s;
    uint32_t texel[4] = {0, 0, 0, 0}, k;
    uint8_t *p = spv_cpui_im_lane_address(c, lane);
    if (p == NULL) {
        spv_cpui_im_note_outside(s, lane);
        return;
    }
    for (k = 0; k < 4 && k < s->texel_parts; k++)
        texel[k] = s->texel[(size_t)k * s->lanes + lane];
    spv_cpui_image_pack(c->image->format, texel, p);
}

static void spv_cpui_im_write(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t first, i;
    for (first = 0; first < s->lanes; first += SPV_CPUI_BLOCK) {
        if (c->image->format == SPV_CPU_RGBA8 && spv_cpui_im_is_simple(s, first)) {
            spv_cpui_im_write_bytes(c, first);
            continue;
        }
        for (i = first; i < first + SPV_CPUI_BLOCK; i++)
            if (s->mask[i]) spv_cpui_im_write_lane(c, i);
    }
}

/* ---- queries */

/* Part k of a size: width, height, depth, then layers, or cubes. */
static uint32_t spv_cpui_im_size_part(const spv_cpui_im_call *c, uint32_t level, uint32_t k) {
    if (k < c->axes) return spv_cpui_im_extent(c->image, k, level);
    return (uint32_t)(c->cube ? c->layers / 6 : c->layers);
}

/* Of a level that is not there, all are 0. */
static void spv_cpui_im_query_size(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t lane, k, level, first;
    for (k = 0; k < s->d_parts; k++) {
        uint32_t *d = s->d + (size_t)k * s->lanes;
        first = spv_cpui_im_size_part(c, 0, k);
        for (lane = 0; lane < s->lanes; lane++) {
            level = s->lod ? s->lod[lane] & s->mask[lane] : 0;
            if (level == 0) d[lane] = spv_cpui_ln_pick(s->mask[lane], first, d[lane]);
            else d[lane] = level < c->levels ? spv_cpui_im_size_part(c, level, k) : 0;
        }
    }
}

/* How many levels, or samples. */
static void spv_cpui_im_query_number(const spv_cpui_im_call *c) {
    const spv_cpui_sampling *s = c->s;
    uint32_t lane, number = spv_cpui_im_at_least_1(c->image->samples);
    if (s->opcode == SPV_CPUI_OpImageQueryLevels) number = c->levels;
    for (lane = 0; lane < s->lanes; lane++)
        if (s->mask[lane]) s->d[lane] = number;
}

/* ---- for the core */

/* Without an image that fits all results are 0, and every lane is outside. */
static void spv_cpui_im_nothing(const spv_cpui_sampling *s) {
    uint32_t lane, k;
    for (lane = 0; lane < s->lanes; lane++) {
        if (!s->mask[lane]) continue;
        spv_cpui_im_note_outside(s, lane);
        for (k = 0; k < s->d_parts && s->d != NULL; k++) s->d[(size_t)k * s->lanes + lane] = 0;
    }
}

/* Does an image instruction. The image is without fault. */
static void spv_cpui_image_run(const spv_cpui_sampling *s) {
    spv_cpui_im_call c;
    if (s->image == NULL || !spv_cpui_image_fits(s->image, s->dim, s->arrayed, s->multisampled,
                                                 s->integer)) {
        spv_cpui_im_nothing(s);
        return;
    }
    switch (s->opcode) {
#define SPV_CPUI_ROW(name, function, flags) \
    case SPV_CPUI_Op##name: \
        spv_cpui_im_open(&c, s, flags); \
        spv_cpui_im_##function(&c); \
        break;
        SPV_CPUI_IM_INSTRUCTIONS(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW
    default: break;
    }
}

/* Address of what a lane of a fetch or write, which the image fits, accesses; NULL: nothing. */
static const void *spv_cpui_image_place(const spv_cpui_sampling *s, uint32_t lane) {
    spv_cpui_im_call c;
    if (s->image == NULL
        || !spv_cpui_image_fits(s->image, s->dim, s->arrayed, s->multisampled, s->integer))
        return NULL;
    spv_cpui_im_open(&c, s, 0);
    return spv_cpui_im_lane_address(&c, lane);
}

/* Address of a texel's first sample for atomics, NULL outside or where no word lies. The coordinate
   has the axes, and behind them the slice. */
static uint32_t *spv_cpui_image_texel(const spv_cpu_image *image, const int32_t coordinate[4]) {
    spv_cpui_sampling s;
    spv_cpui_im_call c;
    uint32_t at[4], k;
    uint8_t *p;
    memset(&s, 0, sizeof s);
    for (k = 0; k < 4; k++) at[k] = (uint32_t)coordinate[k];
    s.image = image;
    s.coordinate = at;
    s.coordinate_parts = 4;
    s.lanes = 1;
    spv_cpui_im_open(&c, &s, 0);
    p = spv_cpui_im_lane_address(&c, 0);
    if (c.format->bytes < 4 || (size_t)p % sizeof(uint32_t) != 0) return NULL;
    return (uint32_t *)(void *)p;
}

/* -------------------------------------------------------------------------------------------------
   // >>state  [9]  what a program and a worker hold
   A *slot* is the room of one scalar component in the register file: `lanes` words. Registers are
   named by their first slot; the words of register r begin at r * lanes. A *segment* is a piece of
   code that runs without a break: blocks that can only follow each other make one, a call ends one
   until segments are linked. An *instance* is a function as one call site needs it; functions
   without pointer parameters that must be known when they are read have one instance. */
#define SPV_CPUI_NONE 0xFFFFFFFFu

enum {
    SPV_CPUI_MAX_BOUND = 0x3FFFFF,   /* SPIR-V's own limit of ids */
    SPV_CPUI_MAX_SLOTS = 1 << 16,    /* of one value or variable in registers */
    SPV_CPUI_MAX_FILE = 1 << 20,     /* slots of the register file */
    SPV_CPUI_MAX_SHARED = 1 << 22,   /* bytes of Workgroup variables */
    SPV_CPUI_MAX_BINDINGS = 1 << 14, /* descriptors, the elements of arrays counted */
    SPV_CPUI_MAX_LANES = 4096,
    SPV_CPUI_MAX_DEPTH = 64,         /* types within types */
    SPV_CPUI_MAX_INSTANCES = 4096,   /* a power of two */
    SPV_CPUI_MAX_SEGMENTS = 1 << 18, /* of all instances */
    SPV_CPUI_MAX_POOL = 256,         /* free registers of one size that are kept */
    SPV_CPUI_MAX_PARTS = 16,         /* components of what arithmetic is done on */
    SPV_CPUI_MAX_WINDOW = 256,       /* steps that are fused at a time */
    SPV_CPUI_MAX_STEPS = 64,         /* of an op, if it has any */
    SPV_CPUI_MAX_STRAIGHT = 512,     /* ops of a function that is put in the place of its calls */
    SPV_CPUI_MAX_NESTING = 16,       /* of such functions */
    SPV_CPUI_PAD = 32,               /* slots behind the last register that may be read */
    SPV_CPUI_RUNTIME_DESCRIPTORS = 64
};

/* What an id is. */
enum {
    SPV_CPUI_IS_NOTHING,
    SPV_CPUI_IS_TYPE,
    SPV_CPUI_IS_CONSTANT,
    SPV_CPUI_IS_VARIABLE,
    SPV_CPUI_IS_FUNCTION,
    SPV_CPUI_IS_PARAMETER,
    SPV_CPUI_IS_LABEL,
    SPV_CPUI_IS_VALUE,
    SPV_CPUI_IS_OTHER
};

/* Where a pointer leads to. */
enum {
    SPV_CPUI_IN_FILE,
    SPV_CPUI_IN_SHARED,
    SPV_CPUI_IN_BUFFER,
    SPV_CPUI_IN_PUSH,
    SPV_CPUI_OPAQUE
};

enum { SPV_CPUI_NARROW = 1, SPV_CPUI_WIDE = 2, SPV_CPUI_STRANGE = 4 };

enum { SPV_CPUI_BLOCK_TYPE = 1, SPV_CPUI_BUFFER_BLOCK = 2, SPV_CPUI_ROW_MAJOR = 4 };

/* A component of a value: that of another value, in whose register it lies. */
typedef struct spv_cpui_piece {
    uint32_t id, component;
} spv_cpui_piece;

typedef struct spv_cpui_id {
    uint32_t at;         /* where its instruction begins; 0: nowhere */
    uint32_t type;       /* the id of its type */
    uint32_t index;      /* in types, constants (words of the pool), variables, pointers,
                            functions */
    uint32_t reg;        /* NONE: it has none */
    uint32_t root;       /* the id whose register this one's lies in; 0: its own */
    uint32_t block;      /* labels: index of the block */
    uint32_t stamp;      /* instance + 1 whose register, definition and uses these are */
    uint32_t def, last, last_at; /* segments of definition and of the last use; position of that */
    uint32_t whole;      /* instance + 1 in which an instruction needs its components in a row */
    const spv_cpui_piece *made; /* of a vector without a register: its components; else NULL */
    uint32_t home;       /* register of a value that escapes, for what is outside of its loop */
    uint32_t next;       /* the next one of those whose loop is being decoded; 0: none */
    uint32_t name;       /* where its OpName begins */
    uint32_t builtin, location, component, set, binding, spec_id, stride; /* NONE: not decorated */
    uint16_t taint;      /* comes from that parameter of its function, counted from 1 */
    uint8_t kind, flags, pooled, pointer;
} spv_cpui_id;

typedef struct spv_cpui_type {
    uint32_t opcode;
    uint32_t element;    /* id: of components, columns, elements, what is pointed at or returned */
    uint32_t count;      /* components, columns, elements, members; bits of a scalar */
    uint32_t slots;      /* scalars; 0: none, or not known; NONE: too many */
    uint32_t stride;     /* bytes of the decoration */
    uint32_t members;    /* index of the first */
    uint32_t storage;    /* pointers */
    uint32_t odd;        /* SPV_CPUI_NARROW and so on: widths of its scalars other than 32 bits */
    uint32_t at;
} spv_cpui_type;

typedef struct spv_cpui_member {
    uint32_t type, slot, offset, matrix_stride, builtin, location, component, flags;
} spv_cpui_member;

typedef struct spv_cpui_variable {
    uint32_t id, type, storage, space;
    uint32_t base;       /* slot, byte in shared memory, or index of the first descriptor */
    uint32_t count;      /* descriptors */
    uint32_t initial;    /* id; 0: none */
    uint32_t used;
    /* of a function's own variables: */
    uint32_t first_read, last_read; /* segments that load the whole; NONE, 0: none */
    uint32_t stored;     /* the last one that stores the whole before; NONE: none */
    int named_else;      /* something else than loads and stores of the whole names it */
} spv_cpui_variable;

/* A pointer as far as it is known when the words are read; or an image or sampler that was
loaded. */
typedef struct spv_cpui_pointer {
    uint32_t variable, type;
    uint32_t offset;        /* slots or bytes */
    uint32_t dynamic;       /* register of a further offset of each lane; NONE */
    uint32_t element;       /* of an array of descriptors */
    uint32_t element_dynamic;
    uint32_t matrix_stride, row_major, stride; /* bytes; stride: between components */
    uint32_t arrayed;       /* the first index chooses a descriptor */
    uint32_t sampler;       /* of a sampled image made in the module: index + 1 of its pointer */
    uint32_t coordinate, coordinate_parts; /* texel pointers: register and its components */
} spv_cpui_pointer;

struct spv_cpui_worker;
struct spv_cpui_op;
typedef void spv_cpui_handler(struct spv_cpui_worker *w, const struct spv_cpui_op *op);

/* One step of the running program. Operands are words of the register file. */
typedef struct spv_cpui_op {
    spv_cpui_handler *run;
    spv_cpui_lane_function *lane;
    const void *more;       /* what the handler needs besides */
    size_t d, a, b, c, e;   /* words of the register file, or what the handler takes them for */
    uint32_t parts, at;
    uint8_t rows, columns, rows_b, columns_b;
    uint8_t operands;
    uint8_t steps[3];       /* of a, b, c: slots from one component to the next, 0 or 1 */
} spv_cpui_op;

/* What a worker runs of an op: its lane function, if it has one, with all that it takes. */
typedef struct spv_cpui_call {
    spv_cpui_lane_function *lane;
    spv_cpui_args args;
} spv_cpui_call;

/* Moves of a control-flow edge, done in order; sizes in words. */
typedef struct spv_cpui_move {
    size_t d, s, words;
    int masked;             /* other lanes keep what they have */
    uint32_t readers;       /* while they are put in order: of what it overwrites */
} spv_cpui_move;

typedef struct spv_cpui_edge {
    uint32_t target, count;
    const spv_cpui_move *moves;
} spv_cpui_edge;

typedef struct spv_cpui_segment {
    const spv_cpui_op *first, *end;
} spv_cpui_segment;

/* A step that may still be changed or left out, see >>fuse. Other steps are named by their place in
   the window; NONE: none. */
typedef struct spv_cpui_draft {
    uint32_t operation, operands;
    uint32_t d, rows[3];     /* slots */
    uint32_t makers[3];      /* of the operands, in the window */
    uint32_t users;          /* how many steps take the result */
    uint32_t user;           /* one of them */
    int dead;                /* no others will */
    int gone;                /* it need not be done */
    uint32_t before, after;  /* the steps of its chain beside it */
    uint32_t last;           /* of its chain */
} spv_cpui_draft;

typedef struct spv_cpui_function {
    uint32_t at, id, end;    /* OpFunction, OpFunctionEnd */
    uint32_t parameters, first_parameter;
    uint32_t caller, next_call, left; /* while cycles are looked for; next_call 0: not yet there */
} spv_cpui_function;

typedef struct spv_cpui_parameter {
    uint32_t id, type, written;
    uint32_t variable;       /* of a pointer: the variable that its pointee is copied to */
} spv_cpui_parameter;

typedef struct spv_cpui_instance {
    uint32_t function, result;        /* result: register of the return value */
    uint32_t next;                    /* of the bucket, counted from 1 */
    spv_cpui_segment *segments;
    uint32_t segment_count, pending;  /* pending: the first of its masks */
    uint32_t bits;                    /* first word of its set of pending segments */
    uint32_t straight;                /* its ops with those of its calls, if nothing in it branches;
                                         else 0 */
    uint32_t nesting;                 /* how deep calls go in it then, itself counted */
    uint32_t *registers;              /* of the parameters; NONE: a pointer */
    spv_cpui_pointer *pointers;       /* of the parameters that are pointers */
    spv_cpui_pointer *key;            /* of those that are the caller's; else variable is NONE */
} spv_cpui_instance;

typedef struct spv_cpui_constant_use {
    uint32_t reg, index, slots;
    struct spv_cpui_constant_use *next;
} spv_cpui_constant_use;

/* A pointer that a phi takes from a block, as two registers. */
typedef struct spv_cpui_arrival {
    uint32_t phi, from, instance, reg;
    struct spv_cpui_arrival *next;
} spv_cpui_arrival;

/* A scalar of an input or output. */
typedef struct spv_cpui_interface {
    uint32_t reg, output, builtin, location, component;
    struct spv_cpui_interface *next;
} spv_cpui_interface;

typedef struct spv_cpui_program {
    spv_cpu_program *face;
    spv_cpu_options options;
    const uint32_t *words;
    size_t count;
    unsigned char *memory;
    size_t size, front, back;     /* ops grow from the front, all else from the back */
    size_t ops;                   /* where they begin */
    uint32_t bound, lanes, subgroup;
    spv_cpui_id *ids;
    spv_cpui_type *types;
    spv_cpui_member *members;
    spv_cpui_variable *variables;
    uint32_t *pool;               /* constants, slot by slot */
    spv_cpui_function *functions;
    spv_cpui_parameter *parameters;
    uint32_t type_count, member_count, variable_count, pool_count, function_count,
        parameter_count;
    uint32_t glsl, entry, model, dim[3], workgroup_size_id;
    size_t entry_at, functions_at;
    int shares;                   /* invocations of a workgroup see each other */
    int depth_replacing;
    uint32_t most_blocks;         /* blocks and calls of a function */
    /* of the function that is being decoded */
    uint32_t block_count, segment_count;
    uint32_t *labels, *terminators, *merges, *first_segment, *last_position;  /* of blocks */
    uint32_t *order, *seen, *stack, *marks, *joins;                           /* of blocks */
    uint32_t *loop_end, *loop_of, *detours;                                   /* of segments */
    uint32_t order_count, instance, segment, position;
    uint32_t escaping;            /* the latest value that escapes from a loop not yet decoded; 0 */
    /* of all functions */
    spv_cpui_pointer *pointers;
    uint32_t pointer_count, pointer_capacity;
    spv_cpui_instance *instances;
    uint32_t *buckets;            /* of instances: the latest one, counted from 1 */
    uint32_t instance_count, segment_total, bit_words;
    uint32_t pool_free[SPV_CPUI_MAX_PARTS + 1][SPV_CPUI_MAX_POOL];
    uint32_t pool_used[SPV_CPUI_MAX_PARTS + 1];
    uint32_t slots;               /* of the register file */
    uint32_t mask;                /* register of the mask, so that steps can read it */
    spv_cpui_constant_use *uses;  /* of constants in registers */
    uint32_t chosen;              /* the first of two variables that stand for all of a space */
    spv_cpui_arrival *arrivals;   /* of pointers at phis */
    spv_cpui_draft *window;       /* steps that are being fused */
    uint32_t window_count;
    uint32_t binding_count, shared_size;
    spv_cpui_interface *interfaces;
} spv_cpui_program;

typedef struct spv_cpui_bound {
    unsigned char *data;
    size_t size;
    int has_image, has_sampler;
    spv_cpu_image image;
    spv_cpu_sampler sampler;
} spv_cpui_bound;

typedef struct spv_cpui_frame {
    uint32_t instance;
} spv_cpui_frame;

typedef struct spv_cpui_worker {
    const spv_cpui_program *p;
    spv_cpu_worker *face;
    uint32_t lanes;
    int full;               /* all lanes of mask are set */
    uint32_t *file;         /* the registers */
    spv_cpui_machine *machine;
    spv_cpui_call *calls;   /* of each op of the program */
    uint32_t *mask;         /* lanes that run now, a row of the file */
    uint32_t *alive;        /* lanes that run at all */
    uint32_t *active;       /* lanes that the run began with */
    uint32_t *helper;       /* lanes that do not store */
    uint32_t *arm[2], *sub; /* masks of the arms of a branch; of a part of the lanes */
    uint32_t *live;         /* lanes whose outputs count */
    uint32_t *pending;      /* of each segment */
    uint32_t *bits;         /* sets of pending segments */
    uint32_t jump;          /* where all lanes of mask go; NONE: they are not together */
    spv_cpui_frame *frames;
    uint32_t depth;
    unsigned char *shared;
    spv_cpui_bound *bounds;
    const unsigned char *push;
    size_t push_size;
    uint64_t steps;
    uint32_t stopped;       /* the word of the instruction where the step limit ended the run */
    uint64_t start; /* invocation or pixel of lane 0, from workgroup 0 or the tile's corner on */
    uint32_t groups[3];     /* grid of workgroups; of a tile: 1 and its corner; 0: neither */
    uint32_t *shadow;       /* nonzero: the word of the file has a value; NULL: not checked */
    unsigned char *shared_shadow;
    uint32_t *found;      /* a bit for each lane of each finding: it is counted; NULL: no checks */
    struct spv_cpui_race *races;
    uint32_t epoch;         /* counts barriers */
} spv_cpui_worker;

/* -------------------------------------------------------------------------------------------------
   // >>error  [10]  the one place where an error is made
   The first error stays. Functions of the reading half return 0 after it, else 1. */

static const char *spv_cpui_opcode_name(uint32_t opcode) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_names / sizeof spv_cpui_names[0]; i++)
        if (spv_cpui_names[i].opcode == opcode) return spv_cpui_names[i].name;
    return "an unknown instruction";
}

/* Appends text to a string of SPV_CPU_ERROR_SIZE bytes; what is too long is cut. */
static void spv_cpui_append(char *d, const char *text) {
    size_t n = strlen(d);
    while (*text != '\0' && n + 1 < SPV_CPU_ERROR_SIZE) d[n++] = *text++;
    d[n] = '\0';
}

static void spv_cpui_append_byte(char *d, char byte) {
    char one[2];
    one[0] = byte;
    one[1] = '\0';
    spv_cpui_append(d, one);
}

static void spv_cpui_append_number(char *d, size_t number) {
    char digits[24];
    size_t i = sizeof digits - 1;
    digits[i] = '\0';
    do digits[--i] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    spv_cpui_append(d, digits + i);
}

/* Appends the string that begins at a word. */
static void spv_cpui_append_words(char *d, const uint32_t *words, size_t count) {
    char one[2] = {0, 0};
    size_t i;
    for (i = 0; i < 4 * count; i++) {
        one[0] = (char)(words[i / 4] >> (i % 4 * 8) & 0xFFu);
        if (one[0] == '\0') return;
        spv_cpui_append(d, one);
    }
}

/* at: the instruction at fault, 0 if there is none. Returns 0. */
static int spv_cpui_fail(spv_cpui_program *p, spv_cpu_status status, size_t at, const char *text) {
    spv_cpu_program *face = p->face;
    if (face->status != SPV_CPU_OK) return 0;
    face->status = status;
    face->error_word = at;
    spv_cpui_append(face->error, text);
    if (at == 0) return 0;
    spv_cpui_append(face->error, ": ");
    spv_cpui_append(face->error, spv_cpui_opcode_name(p->words[at] & 0xFFFFu));
    spv_cpui_append(face->error, " at word ");
    spv_cpui_append_number(face->error, at);
    return 0;
}

static int spv_cpui_bad(spv_cpui_program *p, size_t at, const char *text) {
    return spv_cpui_fail(p, SPV_CPU_MODULE, at, text);
}

/* -------------------------------------------------------------------------------------------------
   // >>memory  [11]  the caller's memory -> tables and ops
   One block, used from both ends: ops of a function lie one after the other at the front, tables
   at the back. What is taken is zero. */

static size_t spv_cpui_round(size_t n, size_t unit) {
    return (n + unit - 1) / unit * unit;
}

/* An amount that will do for most programs of this size, and more than there was. */
static int spv_cpui_too_small(spv_cpui_program *p) {
    size_t guess = (size_t)p->bound * sizeof(spv_cpui_id) + p->count * 96 + ((size_t)1 << 18);
    p->face->needed = guess > 2 * p->size ? guess : 2 * p->size;
    return spv_cpui_fail(p, SPV_CPU_MEMORY, 0, "the memory is too small");
}

/* `count` elements of `size` bytes from the back; NULL: there is no room. */
static void *spv_cpui_take(spv_cpui_program *p, size_t count, size_t size) {
    size_t room = p->back - p->front, bytes;
    if (count > room / size || (bytes = spv_cpui_round(count * size, 16)) > room) {
        spv_cpui_too_small(p);
        return NULL;
    }
    p->back -= bytes;
    memset(p->memory + p->back, 0, bytes);
    return p->memory + p->back;
}

static spv_cpui_op *spv_cpui_emit(spv_cpui_program *p, size_t at, spv_cpui_handler *run) {
    spv_cpui_op *op;
    if (p->back - p->front < sizeof *op) {
        spv_cpui_too_small(p);
        return NULL;
    }
    op = (spv_cpui_op *)(void *)(p->memory + p->front);
    p->front += sizeof *op;
    memset(op, 0, sizeof *op);
    op->run = run;
    op->at = (uint32_t)at;
    return op;
}

/* -------------------------------------------------------------------------------------------------
   // >>module  [12]  words -> ids, types, constants, variables, functions
   One pass over the words, in order: what an instruction names must have been declared before, but
   for the bodies of functions. A word beyond the end of its instruction reads as 0, and id 0 is
   nothing. */

static uint32_t spv_cpui_opcode(const spv_cpui_program *p, size_t at) {
    return p->words[at] & 0xFFFFu;
}

static uint32_t spv_cpui_length(const spv_cpui_program *p, size_t at) {
    return p->words[at] >> 16;
}

static uint32_t spv_cpui_word(const spv_cpui_program *p, size_t at, uint32_t i) {
    return i < spv_cpui_length(p, at) ? p->words[at + i] : 0;
}

/* The id that word i names; what is out of bounds is id 0. */
static spv_cpui_id *spv_cpui_id_at(const spv_cpui_program *p, size_t at, uint32_t i) {
    uint32_t id = spv_cpui_word(p, at, i);
    return &p->ids[id < p->bound ? id : 0];
}

static uint32_t spv_cpui_number(const spv_cpui_program *p, const spv_cpui_id *id) {
    return (uint32_t)(id - p->ids);
}

/* The type with that id; NULL if there is none. */
static const spv_cpui_type *spv_cpui_type_of(const spv_cpui_program *p, uint32_t id) {
    if (id >= p->bound || p->ids[id].kind != SPV_CPUI_IS_TYPE) return NULL;
    return &p->types[p->ids[id].index];
}

static uint32_t spv_cpui_slots_of(const spv_cpui_program *p, uint32_t id) {
    const spv_cpui_type *t = spv_cpui_type_of(p, id);
    return t == NULL ? 0 : t->slots;
}

/* Slots of something repeated; too many are NONE. */
static uint32_t spv_cpui_times(uint32_t slots, uint32_t count) {
    if (slots != 0 && count > (SPV_CPUI_NONE - 1) / slots) return SPV_CPUI_NONE;
    return slots == SPV_CPUI_NONE && count != 0 ? SPV_CPUI_NONE : slots * count;
}

static int spv_cpui_check_words(spv_cpui_program *p) {
    size_t at;
    if (p->words == NULL || p->count < 5) return spv_cpui_bad(p, 0, "fewer words than a header");
    if (p->words[0] != 0x07230203u)
        return spv_cpui_bad(p, 0, "the first word is not SPIR-V's magic number");
    if (p->count > 0x7FFFFFFFu) return spv_cpui_fail(p, SPV_CPU_LIMIT, 0, "too many words");
    p->bound = p->words[3];
    if (p->bound == 0 || p->bound > SPV_CPUI_MAX_BOUND)
        return spv_cpui_fail(p, SPV_CPU_LIMIT, 0, "the bound of ids is beyond the limit");
    for (at = 5; at < p->count; at += spv_cpui_length(p, at))
        if (spv_cpui_length(p, at) == 0 || spv_cpui_length(p, at) > p->count - at)
            return spv_cpui_bad(p, 0, "an instruction does not fit into the words");
    return 1;
}

/* 1: a type in word 1, 2: a result id. */
static uint32_t spv_cpui_results(uint32_t opcode) {
    size_t low = 0, high = sizeof spv_cpui_names / sizeof spv_cpui_names[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (spv_cpui_names[middle].opcode == opcode) return spv_cpui_names[middle].results;
        if (spv_cpui_names[middle].opcode < opcode) low = middle + 1;
        else high = middle;
    }
    return 0;
}

/* Defines the result of an instruction. */
static int spv_cpui_result(spv_cpui_program *p, size_t at) {
    uint32_t results = spv_cpui_results(spv_cpui_opcode(p, at));
    spv_cpui_id *id;
    if ((results & 2) == 0) return 1;
    id = spv_cpui_id_at(p, at, results == 3 ? 2 : 1);
    if (id == p->ids) return spv_cpui_bad(p, at, "the result id is out of bounds");
    if (id->at != 0) return spv_cpui_bad(p, at, "the result id is defined twice");
    id->at = (uint32_t)at;
    id->kind = SPV_CPUI_IS_OTHER;
    if (results == 3) id->type = spv_cpui_word(p, at, 1);
    return 1;
}

/* Sizes of the tables, from the number of instructions. */
static int spv_cpui_tables(spv_cpui_program *p) {
    size_t at, types = 1, members = 1, variables = 3, functions = 1, parameters = 1, pointers = 1;
    uint32_t opcode, blocks = 0, most = 1;
    for (at = 5; at < p->count; at += spv_cpui_length(p, at)) {
        opcode = spv_cpui_opcode(p, at);
        types += opcode >= SPV_CPUI_OpTypeVoid && opcode <= SPV_CPUI_OpTypeFunction;
        if (opcode == SPV_CPUI_OpTypeStruct) members += spv_cpui_length(p, at);
        variables += opcode == SPV_CPUI_OpVariable;
        functions += opcode == SPV_CPUI_OpFunction;
        variables += opcode == SPV_CPUI_OpFunctionParameter;
        parameters += opcode == SPV_CPUI_OpFunctionParameter;
        blocks = opcode == SPV_CPUI_OpFunction ? 0 : blocks + (opcode == SPV_CPUI_OpLabel);
        blocks += opcode == SPV_CPUI_OpFunctionCall;
        if (blocks > most) most = blocks;
        pointers += (spv_cpui_results(opcode) & 2) != 0;
    }
    p->most_blocks = most + 1;
    p->pointer_capacity = (uint32_t)pointers;
    p->types = (spv_cpui_type *)spv_cpui_take(p, types, sizeof *p->types);
    p->members = (spv_cpui_member *)spv_cpui_take(p, members, sizeof *p->members);
    p->variables = (spv_cpui_variable *)spv_cpui_take(p, variables, sizeof *p->variables);
    p->functions = (spv_cpui_function *)spv_cpui_take(p, functions, sizeof *p->functions);
    p->parameters = (spv_cpui_parameter *)spv_cpui_take(p, parameters, sizeof *p->parameters);
    p->pointers = (spv_cpui_pointer *)spv_cpui_take(p, pointers, sizeof *p->pointers);
    p->ids = (spv_cpui_id *)spv_cpui_take(p, p->bound, sizeof *p->ids);
    return p->face->status == SPV_CPU_OK;
}

static void spv_cpui_undecorated(spv_cpui_program *p) {
    uint32_t i;
    for (i = 0; i < p->bound; i++) {
        spv_cpui_id *id = &p->ids[i];
        id->builtin = id->location = id->component = id->set = id->binding = SPV_CPUI_NONE;
        id->spec_id = id->reg = SPV_CPUI_NONE;
    }
}

/* `id` gets what the OpDecorate at `at` says. */
static void spv_cpui_decorate(spv_cpui_program *p, size_t at, spv_cpui_id *id) {
    uint32_t value = spv_cpui_word(p, at, 3);
    switch (spv_cpui_word(p, at, 2)) {
    case SPV_CPUI_Decoration_SpecId: id->spec_id = value; break;
    case SPV_CPUI_Decoration_Block: id->flags |= SPV_CPUI_BLOCK_TYPE; break;
    case SPV_CPUI_Decoration_BufferBlock: id->flags |= SPV_CPUI_BUFFER_BLOCK; break;
    case SPV_CPUI_Decoration_ArrayStride: id->stride = value; break;
    case SPV_CPUI_Decoration_BuiltIn: id->builtin = value; break;
    case SPV_CPUI_Decoration_Location: id->location = value; break;
    case SPV_CPUI_Decoration_Component: id->component = value; break;
    case SPV_CPUI_Decoration_Binding: id->binding = value; break;
    case SPV_CPUI_Decoration_DescriptorSet: id->set = value; break;
    default: break;
    }
    if (spv_cpui_word(p, at, 2) == SPV_CPUI_Decoration_BuiltIn
        && value == SPV_CPUI_BuiltIn_WorkgroupSize)
        p->workgroup_size_id = spv_cpui_number(p, id);
}

/* The first decoration, from word `from` on, of the group that the instruction at `at` gives to its
   targets; `at` if there is none before it. */
static size_t spv_cpui_of_group(const spv_cpui_program *p, size_t at, size_t from) {
    while (from < at
           && (spv_cpui_opcode(p, from) != SPV_CPUI_OpDecorate
               || spv_cpui_word(p, from, 1) != spv_cpui_word(p, at, 1)))
        from += spv_cpui_length(p, from);
    return from;
}

/* The decorations of a group, which stand before it, go to all of its targets. */
static void spv_cpui_group_decorate(spv_cpui_program *p, size_t at) {
    uint32_t i;
    size_t from = 5;
    for (; (from = spv_cpui_of_group(p, at, from)) < at; from += spv_cpui_length(p, from))
        for (i = 2; i < spv_cpui_length(p, at); i++)
            spv_cpui_decorate(p, from, spv_cpui_id_at(p, at, i));
}

/* After the types are known. `first`: the word with the decoration. */
static void spv_cpui_decorate_member(spv_cpui_program *p, size_t at, uint32_t first, uint32_t type,
                                     uint32_t member) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    uint32_t value = spv_cpui_word(p, at, first + 1);
    spv_cpui_member *m;
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeStruct || member >= t->count) return;
    m = &p->members[t->members + member];
    switch (spv_cpui_word(p, at, first)) {
    case SPV_CPUI_Decoration_Offset: m->offset = value; break;
    case SPV_CPUI_Decoration_MatrixStride: m->matrix_stride = value; break;
    case SPV_CPUI_Decoration_RowMajor: m->flags |= SPV_CPUI_ROW_MAJOR; break;
    case SPV_CPUI_Decoration_BuiltIn: m->builtin = value; break;
    case SPV_CPUI_Decoration_Location: m->location = value; break;
    case SPV_CPUI_Decoration_Component: m->component = value; break;
    default: break;
    }
}

static void spv_cpui_group_decorate_members(spv_cpui_program *p, size_t at) {
    uint32_t i;
    size_t from = 5;
    for (; (from = spv_cpui_of_group(p, at, from)) < at; from += spv_cpui_length(p, from))
        for (i = 2; i + 1 < spv_cpui_length(p, at); i += 2)
            spv_cpui_decorate_member(p, from, 2, spv_cpui_word(p, at, i),
                                     spv_cpui_word(p, at, i + 1));
}

/* ---- types */

static int spv_cpui_scalar_type(spv_cpui_program *p, size_t at, spv_cpui_type *t) {
    t->count = t->opcode == SPV_CPUI_OpTypeBool ? 32 : spv_cpui_word(p, at, 2);
    t->slots = t->count == 64 ? 2 : 1;
    switch (t->count) {
    case 32: break;
    case 64: t->odd = SPV_CPUI_WIDE; break;
    case 8:
    case 16: t->odd = SPV_CPUI_NARROW; break;
    default: t->odd = SPV_CPUI_STRANGE; break;
    }
    if (t->count == 8 && t->opcode == SPV_CPUI_OpTypeFloat) t->odd = SPV_CPUI_STRANGE;
    return 1;
}

static int spv_cpui_is_scalar(const spv_cpui_type *t) {
    return t != NULL
           && (t->opcode == SPV_CPUI_OpTypeBool || t->opcode == SPV_CPUI_OpTypeInt
               || t->opcode == SPV_CPUI_OpTypeFloat);
}

/* The type of the scalars that a scalar, vector or matrix has; NULL: it is none of them. */
static const spv_cpui_type *spv_cpui_scalar_of(const spv_cpui_program *p, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeMatrix) t = spv_cpui_type_of(p, t->element);
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeVector) t = spv_cpui_type_of(p, t->element);
    return spv_cpui_is_scalar(t) ? t : NULL;
}

/* Slots of a scalar of a vector or matrix, 2 if it has 64 bits. */
static uint32_t spv_cpui_unit(const spv_cpui_program *p, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_scalar_of(p, type);
    return t == NULL ? 1 : t->slots;
}

static uint32_t spv_cpui_scalar_bytes(const spv_cpui_program *p, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_scalar_of(p, type);
    return t == NULL ? 4 : t->count / 8;
}

static int spv_cpui_vector_type(spv_cpui_program *p, size_t at, spv_cpui_type *t) {
    const spv_cpui_type *element = spv_cpui_type_of(p, spv_cpui_word(p, at, 2));
    t->element = spv_cpui_word(p, at, 2);
    t->count = spv_cpui_word(p, at, 3);
    if (element == NULL || t->count < 2 || t->count > 4)
        return spv_cpui_bad(p, at, "an impossible vector or matrix");
    if ((t->opcode == SPV_CPUI_OpTypeMatrix) != (element->opcode == SPV_CPUI_OpTypeVector)
        || (t->opcode == SPV_CPUI_OpTypeVector && !spv_cpui_is_scalar(element)))
        return spv_cpui_bad(p, at, "an impossible vector or matrix");
    t->slots = element->slots * t->count;
    t->odd = element->odd;
    return 1;
}

static uint32_t spv_cpui_kind_of(const spv_cpui_type *scalar) {
    return scalar->count + (scalar->opcode == SPV_CPUI_OpTypeFloat ? SPV_CPUI_KIND_FLOAT : 0);
}

/* The kinds of the scalars of a value; of a struct, of its members. Returns how many, 0: too many
   or no such value. */
static uint32_t spv_cpui_kinds(const spv_cpui_program *p, uint32_t type, uint8_t *kinds) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type), *scalar;
    uint32_t i, j, n = 0, members = 1, part = type;
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeStruct) members = t->count;
    for (i = 0; i < members && t != NULL; i++) {
        if (t->opcode == SPV_CPUI_OpTypeStruct) part = p->members[t->members + i].type;
        scalar = spv_cpui_scalar_of(p, part);
        if (scalar == NULL) return 0;
        for (j = 0; j < spv_cpui_slots_of(p, part) / scalar->slots; j++) {
            if (n == SPV_CPUI_MAX_PARTS) return 0;
            kinds[n++] = (uint8_t)spv_cpui_kind_of(scalar);
        }
    }
    return n;
}

static int spv_cpui_struct_type(spv_cpui_program *p, size_t at, spv_cpui_type *t) {
    uint32_t i, slots;
    t->count = spv_cpui_length(p, at) - 2;
    t->members = p->member_count;
    for (i = 0; i < t->count; i++) {
        spv_cpui_member *m = &p->members[p->member_count++];
        m->type = spv_cpui_word(p, at, i + 2);
        m->builtin = m->location = m->component = SPV_CPUI_NONE;
        m->slot = t->slots;
        if (spv_cpui_type_of(p, m->type) == NULL)
            return spv_cpui_bad(p, at, "the type of a member is not known");
        slots = spv_cpui_slots_of(p, m->type);
        t->odd |= spv_cpui_type_of(p, m->type)->odd;
        t->slots = slots > SPV_CPUI_NONE - t->slots ? SPV_CPUI_NONE : t->slots + slots;
    }
    return 1;
}

/* The value of a constant of one scalar; 0 if it is none. What needs more than 32 bits is the
   largest number. */
static int spv_cpui_scalar(const spv_cpui_program *p, const spv_cpui_id *id, uint32_t *value) {
    const spv_cpui_type *t = spv_cpui_type_of(p, id->type);
    if (id->kind != SPV_CPUI_IS_CONSTANT || t == NULL) return 0;
    if (t->slots != 1 && (t->opcode != SPV_CPUI_OpTypeInt || t->slots != 2)) return 0;
    *value = p->pool[id->index];
    if (t->slots == 2 && p->pool[id->index + 1] != 0) *value = SPV_CPUI_NONE;
    return 1;
}

static int spv_cpui_array_type(spv_cpui_program *p, size_t at, spv_cpui_type *t,
                               const spv_cpui_id *id) {
    t->element = spv_cpui_word(p, at, 2);
    t->stride = id->stride;
    if (spv_cpui_type_of(p, t->element) == NULL)
        return spv_cpui_bad(p, at, "the type of the elements is not known");
    t->odd = spv_cpui_type_of(p, t->element)->odd;
    if (t->opcode == SPV_CPUI_OpTypeRuntimeArray) return 1;
    if (!spv_cpui_scalar(p, spv_cpui_id_at(p, at, 3), &t->count) || t->count == 0)
        return spv_cpui_bad(p, at, "the length is not a constant above 0");
    t->slots = spv_cpui_times(spv_cpui_slots_of(p, t->element), t->count);
    return 1;
}

static int spv_cpui_declare_type(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 1);
    spv_cpui_type *t = &p->types[p->type_count];
    id->kind = SPV_CPUI_IS_TYPE;
    id->index = p->type_count++;
    t->opcode = spv_cpui_opcode(p, at);
    t->at = (uint32_t)at;
    switch (t->opcode) {
    case SPV_CPUI_OpTypeBool:
    case SPV_CPUI_OpTypeInt:
    case SPV_CPUI_OpTypeFloat: return spv_cpui_scalar_type(p, at, t);
    case SPV_CPUI_OpTypeVector:
    case SPV_CPUI_OpTypeMatrix: return spv_cpui_vector_type(p, at, t);
    case SPV_CPUI_OpTypeArray:
    case SPV_CPUI_OpTypeRuntimeArray: return spv_cpui_array_type(p, at, t, id);
    case SPV_CPUI_OpTypeStruct: return spv_cpui_struct_type(p, at, t);
    case SPV_CPUI_OpTypePointer:
        t->storage = spv_cpui_word(p, at, 2);
        t->element = spv_cpui_word(p, at, 3);
        return 1;
    default: t->element = spv_cpui_word(p, at, 2); return 1;
    }
}

/* Error if values of a type cannot be had. `at` is the instruction that uses it. */
static int spv_cpui_check_any(spv_cpui_program *p, size_t at, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    if (t == NULL) return spv_cpui_bad(p, at, "a type is not known");
    if (t->odd & SPV_CPUI_STRANGE)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "scalars of this width are not supported");
    if (t->slots > SPV_CPUI_MAX_SLOTS)
        return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "a value has too many components");
    return 1;
}

static int spv_cpui_takes_any(uint32_t opcode);

/* spv_cpui_check_any, and an error if the instruction does not exist for the widths of the type's
   scalars. */
static int spv_cpui_check_type(spv_cpui_program *p, size_t at, uint32_t type) {
    if (!spv_cpui_check_any(p, at, type)) return 0;
    if (spv_cpui_type_of(p, type)->odd && !spv_cpui_takes_any(spv_cpui_opcode(p, at)))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at,
                             "this is supported for 32-bit scalars, not for 8, 16 or 64 bits");
    return 1;
}

/* ---- constants */

/* Room in the pool for the constant that an instruction defines; NULL: there is none. */
static uint32_t *spv_cpui_new_constant(spv_cpui_program *p, size_t at, uint32_t slots) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    uint32_t *value;
    if (slots == 0 || slots > SPV_CPUI_MAX_SLOTS) {
        spv_cpui_fail(p, SPV_CPU_LIMIT, at, "a constant has no components or too many");
        return NULL;
    }
    value = (uint32_t *)spv_cpui_take(p, slots, sizeof *value);
    if (value == NULL) return NULL;
    id->kind = SPV_CPUI_IS_CONSTANT;
    id->index = (uint32_t)(value - p->pool);
    return value;
}

/* The value that the caller gives a specialisation constant, else `value`. */
static uint64_t spv_cpui_specialised(const spv_cpui_program *p, size_t at, uint64_t value) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    size_t i;
    for (i = 0; i < p->options.constant_count; i++)
        if (p->options.constants[i].id == id->spec_id) break;
    if (id->spec_id == SPV_CPUI_NONE || i == p->options.constant_count) return value;
    return p->options.constants[i].bits;
}

/* A scalar as it lies in the pool: bools are 0 or ~0, nothing stands above narrow ones. */
static void spv_cpui_set_scalar(const spv_cpui_type *t, uint64_t value, uint32_t *d) {
    d[0] = (uint32_t)value;
    if (t->opcode == SPV_CPUI_OpTypeBool) d[0] = value != 0 ? 0xFFFFFFFFu : 0;
    if (t->slots == 2) d[1] = (uint32_t)(value >> 32);
    if (t->count < 32) d[0] &= (1u << t->count) - 1u;
}

static int spv_cpui_composite_constant(spv_cpui_program *p, size_t at, uint32_t slots) {
    uint32_t *value = spv_cpui_new_constant(p, at, slots), i, n, used = 0;
    if (value == NULL) return 0;
    for (i = 3; i < spv_cpui_length(p, at); i++) {
        const spv_cpui_id *part = spv_cpui_id_at(p, at, i);
        n = spv_cpui_slots_of(p, part->type);
        if (part->kind != SPV_CPUI_IS_CONSTANT || n > slots - used)
            return spv_cpui_bad(p, at, "a constituent is not a constant that fits");
        memcpy(value + used, p->pool + part->index, n * sizeof *value);
        used += n;
    }
    return used == slots ? 1 : spv_cpui_bad(p, at, "the constituents do not fill the type");
}

#define SPV_CPUI_ROW(name, operands, wise, function) \
    {SPV_CPUI_Op##name, operands, wise, function},
static const spv_cpui_row spv_cpui_lane_rows[] = {SPV_CPUI_LANES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW
#define SPV_CPUI_ROW(name, operands, wise, function) \
    {SPV_CPUI_GLSL_##name, operands, wise, function},
static const spv_cpui_row spv_cpui_ext_rows[] = {SPV_CPUI_EXT(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

static const spv_cpui_row *spv_cpui_find_row(uint32_t opcode) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_lane_rows / sizeof *spv_cpui_lane_rows; i++)
        if (spv_cpui_lane_rows[i].opcode == opcode) return &spv_cpui_lane_rows[i];
    return NULL;
}

static const spv_cpui_row *spv_cpui_find_ext(uint32_t opcode) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_ext_rows / sizeof *spv_cpui_ext_rows; i++)
        if (spv_cpui_ext_rows[i].opcode == opcode) return &spv_cpui_ext_rows[i];
    return NULL;
}

/* Words from one component of a constant operand to the next: a scalar has the same for all. */
static size_t spv_cpui_fold_step(const spv_cpui_program *p, size_t at, uint32_t word) {
    return spv_cpui_slots_of(p, spv_cpui_id_at(p, at, word)->type) > 1 ? SPV_CPUI_BLOCK : 0;
}

/* Folds by the lane function of the instruction, on one block of lanes. */
static int spv_cpui_fold_lanes(spv_cpui_program *p, size_t at, uint32_t opcode, uint32_t slots,
                               uint32_t *value) {
    uint32_t lanes[5][SPV_CPUI_MAX_PARTS * SPV_CPUI_BLOCK], i, j, k;
    const spv_cpui_row *row = spv_cpui_find_row(opcode);
    spv_cpui_args a;
    if (row == NULL || row->operands > 3 || slots > SPV_CPUI_MAX_PARTS)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, spv_cpui_opcode_name(opcode));
    memset(lanes, 0, sizeof lanes);
    for (i = 0; i < row->operands; i++) {
        const spv_cpui_id *operand = spv_cpui_id_at(p, at, i + 4);
        k = spv_cpui_slots_of(p, operand->type);
        if (operand->kind != SPV_CPUI_IS_CONSTANT || k > SPV_CPUI_MAX_PARTS
            || (k != slots && row->wise))
            return spv_cpui_bad(p, at, "an operand is not a constant that fits");
        for (j = 0; j < k * SPV_CPUI_BLOCK; j++)
            lanes[i + 1][j] = p->pool[operand->index + j / SPV_CPUI_BLOCK];
    }
    memset(&a, 0, sizeof a);
    a.d = lanes[0];
    a.a = lanes[1];
    a.b = lanes[2];
    a.c = lanes[3];
    a.lanes = SPV_CPUI_BLOCK;
    a.parts = a.rows = a.rows_b = slots;
    a.columns = a.columns_b = 1;
    a.a_step = spv_cpui_fold_step(p, at, 4);
    a.b_step = spv_cpui_fold_step(p, at, 5);
    a.c_step = spv_cpui_fold_step(p, at, 6);
    row->run(&a);
    for (i = 0; i < slots; i++) value[i] = lanes[0][i * SPV_CPUI_BLOCK];
    return 1;
}

/* Type and first slot of what the literals from word `first` on choose in a composite; 0 and an
   error if there is no such part. */
static int spv_cpui_part(spv_cpui_program *p, size_t at, uint32_t first, uint32_t *type,
                         uint32_t *slot) {
    uint32_t i, literal;
    for (i = first; i < spv_cpui_length(p, at); i++) {
        const spv_cpui_type *t = spv_cpui_type_of(p, *type);
        literal = spv_cpui_word(p, at, i);
        if (t == NULL || literal >= t->count || t->slots == 0
            || (t->opcode != SPV_CPUI_OpTypeStruct && t->opcode != SPV_CPUI_OpTypeArray
                && t->opcode != SPV_CPUI_OpTypeVector && t->opcode != SPV_CPUI_OpTypeMatrix))
            return spv_cpui_bad(p, at, "an index is out of range");
        if (t->opcode == SPV_CPUI_OpTypeStruct) {
            *slot += p->members[t->members + literal].slot;
            *type = p->members[t->members + literal].type;
        } else {
            *slot += literal * spv_cpui_slots_of(p, t->element);
            *type = t->element;
        }
    }
    return 1;
}

/* CompositeExtract and CompositeInsert of constants. */
static int spv_cpui_fold_part(spv_cpui_program *p, size_t at, int insert, uint32_t slots,
                              uint32_t *value) {
    const spv_cpui_id *whole = spv_cpui_id_at(p, at, insert ? 5 : 4), *part;
    uint32_t type = whole->type, slot = 0;
    part = spv_cpui_id_at(p, at, 4);
    if (whole->kind != SPV_CPUI_IS_CONSTANT || part->kind != SPV_CPUI_IS_CONSTANT)
        return spv_cpui_bad(p, at, "an operand is not a constant");
    if (!spv_cpui_part(p, at, insert ? 6 : 5, &type, &slot)) return 0;
    if (insert) {
        if (slots != spv_cpui_slots_of(p, whole->type)
            || spv_cpui_slots_of(p, type) != spv_cpui_slots_of(p, part->type))
            return spv_cpui_bad(p, at, "sizes differ");
        memcpy(value, p->pool + whole->index, slots * sizeof *value);
        memcpy(value + slot, p->pool + part->index, spv_cpui_slots_of(p, type) * sizeof *value);
        return 1;
    }
    if (slots != spv_cpui_slots_of(p, type)) return spv_cpui_bad(p, at, "sizes differ");
    memcpy(value, p->pool + whole->index + slot, slots * sizeof *value);
    return 1;
}

/* Whether the scalars of a result and of the operand that word i names differ in width. */
static int spv_cpui_changes_width(const spv_cpui_program *p, size_t at, uint32_t i) {
    return spv_cpui_scalar_bytes(p, spv_cpui_word(p, at, 1))
           != spv_cpui_scalar_bytes(p, spv_cpui_id_at(p, at, i)->type);
}

/* Folds an instruction with scalars of any width by its function of >>wide: component-wise ones,
   and Select. */
static int spv_cpui_fold_wide(spv_cpui_program *p, size_t at, uint32_t opcode, uint32_t *value) {
    const spv_cpui_wide_row *row = spv_cpui_find_wide(opcode, 0);
    const spv_cpui_row *plain = spv_cpui_find_row(opcode);
    uint8_t kinds[SPV_CPUI_MAX_PARTS], d_kinds[SPV_CPUI_MAX_PARTS];
    uint32_t i, j, n;
    spv_cpui_wide_args r;
    memset(&r, 0, sizeof r);
    r.parts = spv_cpui_kinds(p, spv_cpui_word(p, at, 1), d_kinds);
    if (row == NULL || r.parts == 0
        || (plain != NULL && !plain->wise && opcode != SPV_CPUI_OpSelect))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, spv_cpui_opcode_name(opcode));
    r.bits = d_kinds[0] & ~(uint32_t)SPV_CPUI_KIND_FLOAT;
    for (i = 0; i < row->operands; i++) {
        const spv_cpui_id *id = spv_cpui_id_at(p, at, i + 4);
        uint64_t *d = i == 0 ? r.a : i == 1 ? r.b : r.c;
        n = id->kind == SPV_CPUI_IS_CONSTANT ? spv_cpui_kinds(p, id->type, kinds) : 0;
        if (n != r.parts && (n != 1 || i != 0 || opcode != SPV_CPUI_OpSelect))
            return spv_cpui_bad(p, at, "an operand is not a constant that fits");
        if (i == 0) r.rows = n;
        for (j = 0; j < n; j++)
            d[j] = spv_cpui_fetch(p->pool + id->index + j * (kinds[j] >= 64 ? 2 : 1), 1, kinds[j],
                                  spv_cpui_has_signed(opcode, 0));
    }
    row->run(&r);
    for (j = 0; j < r.parts; j++) {
        spv_cpui_put(value, 1, d_kinds[j], r.d[j]);
        value += d_kinds[j] >= 64 ? 2 : 1;
    }
    return 1;
}

static int spv_cpui_fold_shuffle(spv_cpui_program *p, size_t at, uint32_t slots, uint32_t *value) {
    const spv_cpui_id *a = spv_cpui_id_at(p, at, 4), *b = spv_cpui_id_at(p, at, 5);
    uint32_t i, n = spv_cpui_slots_of(p, a->type), from;
    uint32_t unit = spv_cpui_unit(p, spv_cpui_word(p, at, 1));
    if (a->kind != SPV_CPUI_IS_CONSTANT || b->kind != SPV_CPUI_IS_CONSTANT
        || spv_cpui_length(p, at) != 6 + slots / unit)
        return spv_cpui_bad(p, at, "an operand is not a constant that fits");
    for (i = 0; i < slots; i++) {
        from = spv_cpui_word(p, at, 6 + i / unit);
        if (from > SPV_CPUI_MAX_PARTS) continue;
        from = from * unit + i % unit;
        if (from < n) value[i] = p->pool[a->index + from];
        else if (from - n < spv_cpui_slots_of(p, b->type)) value[i] = p->pool[b->index + from - n];
    }
    return 1;
}

static int spv_cpui_fold_select(spv_cpui_program *p, size_t at, uint32_t slots, uint32_t *value) {
    const spv_cpui_id *condition = spv_cpui_id_at(p, at, 4), *part;
    uint32_t i, n = spv_cpui_slots_of(p, condition->type);
    for (i = 0; i < slots && condition->kind == SPV_CPUI_IS_CONSTANT; i++) {
        part = spv_cpui_id_at(p, at, p->pool[condition->index + (n == 1 ? 0 : i)] ? 5 : 6);
        if (part->kind != SPV_CPUI_IS_CONSTANT || spv_cpui_slots_of(p, part->type) != slots
            || (n != 1 && n != slots))
            return spv_cpui_bad(p, at, "an operand is not a constant that fits");
        value[i] = p->pool[part->index + i];
    }
    return 1;
}

static int spv_cpui_fold(spv_cpui_program *p, size_t at, uint32_t slots) {
    uint32_t *value = spv_cpui_new_constant(p, at, slots), opcode = spv_cpui_word(p, at, 3);
    const spv_cpui_id *a = spv_cpui_id_at(p, at, 4);
    const spv_cpui_type *type = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    uint32_t i, odd = type == NULL ? 0 : type->odd;
    if (value == NULL || !spv_cpui_check_type(p, at, spv_cpui_word(p, at, 1))
        || !spv_cpui_check_type(p, at, a->type))
        return 0;
    for (i = 4; i < spv_cpui_length(p, at); i++) {
        const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_id_at(p, at, i)->type);
        odd |= t == NULL ? 0 : t->odd;
    }
    switch (opcode) {
    case SPV_CPUI_OpCompositeExtract:
    case SPV_CPUI_OpCompositeInsert:
        return spv_cpui_fold_part(p, at, opcode == SPV_CPUI_OpCompositeInsert, slots, value);
    case SPV_CPUI_OpVectorShuffle: return spv_cpui_fold_shuffle(p, at, slots, value);
    case SPV_CPUI_OpUConvert:
    case SPV_CPUI_OpSConvert:
    case SPV_CPUI_OpFConvert:
    case SPV_CPUI_OpBitcast:
    case SPV_CPUI_OpCopyObject:
        if (spv_cpui_changes_width(p, at, 4)) break;
        if (a->kind != SPV_CPUI_IS_CONSTANT || spv_cpui_slots_of(p, a->type) != slots)
            return spv_cpui_bad(p, at, "the operand is not a constant that fits");
        memcpy(value, p->pool + a->index, slots * sizeof *value);
        return 1;
    default: break;
    }
    if (odd) return spv_cpui_fold_wide(p, at, opcode, value);
    return opcode == SPV_CPUI_OpSelect ? spv_cpui_fold_select(p, at, slots, value)
                                       : spv_cpui_fold_lanes(p, at, opcode, slots, value);
}

static int spv_cpui_declare_constant(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at), slots, *d;
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    uint64_t value = 0;
    slots = t == NULL ? 0 : t->slots;
    switch (opcode) {
    case SPV_CPUI_OpConstantComposite:
    case SPV_CPUI_OpSpecConstantComposite: return spv_cpui_composite_constant(p, at, slots);
    case SPV_CPUI_OpSpecConstantOp: return spv_cpui_fold(p, at, slots);
    case SPV_CPUI_OpConstantNull:
    case SPV_CPUI_OpUndef:
        return slots == 0 || spv_cpui_new_constant(p, at, slots) != NULL;
    case SPV_CPUI_OpConstantTrue:
    case SPV_CPUI_OpSpecConstantTrue: value = 1; break;
    case SPV_CPUI_OpConstant:
    case SPV_CPUI_OpSpecConstant:
        value = spv_cpui_word(p, at, 3) | (uint64_t)spv_cpui_word(p, at, 4) << 32;
        break;
    default: break;
    }
    d = spv_cpui_new_constant(p, at, slots);
    if (d == NULL) return 0;
    if (!spv_cpui_is_scalar(t)) return spv_cpui_bad(p, at, "the type is not a scalar");
    if (opcode >= SPV_CPUI_OpSpecConstantTrue) value = spv_cpui_specialised(p, at, value);
    spv_cpui_set_scalar(t, value, d);
    return 1;
}

/* ---- variables and functions */

static uint32_t spv_cpui_descriptor_count(const spv_cpui_program *p, uint32_t *type) {
    const spv_cpui_type *t = spv_cpui_type_of(p, *type);
    if (t == NULL) return 1;
    if (t->opcode == SPV_CPUI_OpTypeArray || t->opcode == SPV_CPUI_OpTypeRuntimeArray) {
        *type = t->element;
        if (t->opcode == SPV_CPUI_OpTypeArray) return t->count;
        return SPV_CPUI_RUNTIME_DESCRIPTORS;
    }
    return 1;
}

static uint32_t spv_cpui_space(uint32_t storage) {
    switch (storage) {
    case SPV_CPUI_StorageClass_UniformConstant: return SPV_CPUI_OPAQUE;
    case SPV_CPUI_StorageClass_Uniform:
    case SPV_CPUI_StorageClass_StorageBuffer: return SPV_CPUI_IN_BUFFER;
    case SPV_CPUI_StorageClass_PushConstant: return SPV_CPUI_IN_PUSH;
    case SPV_CPUI_StorageClass_Workgroup: return SPV_CPUI_IN_SHARED;
    default: return SPV_CPUI_IN_FILE;
    }
}

static int spv_cpui_declare_variable(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    spv_cpui_variable *v = &p->variables[p->variable_count];
    const spv_cpui_type *pointer = spv_cpui_type_of(p, id->type);
    if (pointer == NULL || pointer->opcode != SPV_CPUI_OpTypePointer)
        return spv_cpui_bad(p, at, "the type is not a pointer");
    id->kind = SPV_CPUI_IS_VARIABLE;
    id->index = p->variable_count++;
    v->id = spv_cpui_number(p, id);
    v->type = pointer->element;
    v->storage = pointer->storage;
    v->space = spv_cpui_space(v->storage);
    v->initial = spv_cpui_word(p, at, 4);
    v->count = 1;
    if (v->space == SPV_CPUI_OPAQUE || v->space == SPV_CPUI_IN_BUFFER)
        v->count = spv_cpui_descriptor_count(p, &v->type);
    return 1;
}

/* Whether a function has begun that has not ended. */
static int spv_cpui_in_function(const spv_cpui_program *p) {
    return p->function_count != 0 && p->functions[p->function_count - 1].end == p->count;
}

static int spv_cpui_declare_function(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    spv_cpui_function *f = &p->functions[p->function_count];
    if (spv_cpui_in_function(p)) return spv_cpui_bad(p, at, "a function inside of a function");
    id->kind = SPV_CPUI_IS_FUNCTION;
    id->index = p->function_count++;
    f->at = (uint32_t)at;
    f->id = spv_cpui_number(p, id);
    f->end = (uint32_t)p->count;
    f->first_parameter = p->parameter_count;
    return 1;
}

static int spv_cpui_declare_parameter(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    spv_cpui_parameter *parameter = &p->parameters[p->parameter_count];
    const spv_cpui_type *t;
    spv_cpui_function *f;
    spv_cpui_variable *v;
    if (!spv_cpui_in_function(p)) return spv_cpui_bad(p, at, "a parameter outside of a function");
    f = &p->functions[p->function_count - 1];
    id->kind = SPV_CPUI_IS_PARAMETER;
    id->index = f->parameters++;
    id->taint = (uint16_t)(f->parameters < 0xFFFF ? f->parameters : 0);
    parameter->id = spv_cpui_number(p, id);
    parameter->type = id->type;
    p->parameter_count++;
    t = spv_cpui_type_of(p, id->type);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypePointer) return 1;
    parameter->variable = p->variable_count++;
    v = &p->variables[parameter->variable];
    v->id = parameter->id;
    v->type = t->element;
    v->storage = t->storage;
    v->space = SPV_CPUI_IN_FILE;
    return 1;
}

static void spv_cpui_end_function(spv_cpui_program *p, size_t at) {
    if (p->function_count > 0 && p->functions[p->function_count - 1].end == p->count)
        p->functions[p->function_count - 1].end = (uint32_t)at;
}

static int spv_cpui_is_constant(uint32_t opcode) {
    return (opcode >= SPV_CPUI_OpConstantTrue && opcode <= SPV_CPUI_OpConstantNull
            && opcode != SPV_CPUI_OpConstantSampler)
           || (opcode >= SPV_CPUI_OpSpecConstantTrue && opcode <= SPV_CPUI_OpSpecConstantOp);
}

/* An instruction in a function: what has a result is a value of it. */
static int spv_cpui_declare_local(spv_cpui_program *p, size_t at) {
    uint32_t results = spv_cpui_results(spv_cpui_opcode(p, at));
    if (spv_cpui_opcode(p, at) == SPV_CPUI_OpLabel)
        spv_cpui_id_at(p, at, 1)->kind = SPV_CPUI_IS_LABEL;
    else if (results == 3) spv_cpui_id_at(p, at, 2)->kind = SPV_CPUI_IS_VALUE;
    return 1;
}

static int spv_cpui_declare(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    if (!spv_cpui_result(p, at)) return 0;
    if (opcode >= SPV_CPUI_OpTypeVoid && opcode <= SPV_CPUI_OpTypeFunction)
        return spv_cpui_declare_type(p, at);
    if (spv_cpui_is_constant(opcode)) return spv_cpui_declare_constant(p, at);
    switch (opcode) {
    case SPV_CPUI_OpUndef:
        return p->function_count == 0 ? spv_cpui_declare_constant(p, at)
                                      : spv_cpui_declare_local(p, at);
    case SPV_CPUI_OpName: spv_cpui_id_at(p, at, 1)->name = (uint32_t)at; return 1;
    case SPV_CPUI_OpDecorate: spv_cpui_decorate(p, at, spv_cpui_id_at(p, at, 1)); return 1;
    case SPV_CPUI_OpGroupDecorate: spv_cpui_group_decorate(p, at); return 1;
    case SPV_CPUI_OpTypeForwardPointer:
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "physical addresses are not supported");
    case SPV_CPUI_OpVariable: return spv_cpui_declare_variable(p, at);
    case SPV_CPUI_OpFunction: return spv_cpui_declare_function(p, at);
    case SPV_CPUI_OpFunctionParameter: return spv_cpui_declare_parameter(p, at);
    case SPV_CPUI_OpFunctionEnd: spv_cpui_end_function(p, at); return 1;
    default: return p->function_count == 0 ? 1 : spv_cpui_declare_local(p, at);
    }
}

static int spv_cpui_same_string(const spv_cpui_program *p, size_t at, uint32_t word,
                                const char *text) {
    uint32_t i;
    char c;
    for (i = 0;; i++) {
        c = (char)(spv_cpui_word(p, at, word + i / 4) >> (i % 4 * 8) & 0xFFu);
        if (c != text[i]) return 0;
        if (c == '\0') return 1;
    }
}

static int spv_cpui_starts(const spv_cpui_program *p, size_t at, uint32_t word, const char *text) {
    uint32_t i;
    for (i = 0; text[i] != '\0'; i++)
        if ((char)(spv_cpui_word(p, at, word + i / 4) >> (i % 4 * 8) & 0xFFu) != text[i]) return 0;
    return 1;
}

static int spv_cpui_wanted_entry(const spv_cpui_program *p, size_t at) {
    const spv_cpu_options *o = &p->options;
    return spv_cpui_opcode(p, at) == SPV_CPUI_OpEntryPoint
           && (o->stage == 0 || spv_cpui_word(p, at, 1) + 1 == o->stage)
           && (o->entry == NULL || spv_cpui_same_string(p, at, 3, o->entry));
}

static int spv_cpui_find_entry(spv_cpui_program *p) {
    size_t at;
    for (at = 5; at < p->count && !spv_cpui_wanted_entry(p, at); at += spv_cpui_length(p, at)) {}
    if (at == p->count) return spv_cpui_bad(p, 0, "there is no such entry point");
    p->entry_at = at;
    p->model = spv_cpui_word(p, at, 1);
    p->entry = spv_cpui_word(p, at, 2);
    if (p->model != SPV_CPUI_ExecutionModel_Vertex && p->model != SPV_CPUI_ExecutionModel_Fragment
        && p->model != SPV_CPUI_ExecutionModel_GLCompute)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "no vertex, fragment or compute stage");
    return 1;
}

static void spv_cpui_execution_mode(spv_cpui_program *p, size_t at) {
    uint32_t i, mode = spv_cpui_word(p, at, 2);
    if (spv_cpui_word(p, at, 1) != p->entry) return;
    if (mode == SPV_CPUI_ExecutionMode_DepthReplacing) p->depth_replacing = 1;
    for (i = 0; i < 3 && mode == SPV_CPUI_ExecutionMode_LocalSize; i++)
        p->dim[i] = spv_cpui_word(p, at, 3 + i);
    for (i = 0; i < 3 && mode == SPV_CPUI_ExecutionMode_LocalSizeId; i++)
        spv_cpui_scalar(p, spv_cpui_id_at(p, at, 3 + i), &p->dim[i]);
}

static void spv_cpui_late(spv_cpui_program *p, size_t at) {
    switch (spv_cpui_opcode(p, at)) {
    case SPV_CPUI_OpMemberDecorate:
        spv_cpui_decorate_member(p, at, 3, spv_cpui_word(p, at, 1), spv_cpui_word(p, at, 2));
        return;
    case SPV_CPUI_OpGroupMemberDecorate: spv_cpui_group_decorate_members(p, at); return;
    case SPV_CPUI_OpExtInstImport:
        if (spv_cpui_same_string(p, at, 2, "GLSL.std.450")) p->glsl = spv_cpui_word(p, at, 1);
        return;
    case SPV_CPUI_OpExecutionMode:
    case SPV_CPUI_OpExecutionModeId: spv_cpui_execution_mode(p, at); return;
    case SPV_CPUI_OpCapability:
        if (spv_cpui_word(p, at, 1) == SPV_CPUI_Capability_WorkgroupMemoryExplicitLayoutKHR)
            spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "Workgroup memory with a layout of its own");
        return;
    default: return;
    }
}

/* Whether invocations of a workgroup see each other: then a group is one workgroup. */
static int spv_cpui_sharing(const spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    return opcode == SPV_CPUI_OpControlBarrier
           || (opcode >= SPV_CPUI_OpGroupNonUniformElect
               && opcode <= SPV_CPUI_OpGroupNonUniformQuadSwap)
           || (opcode >= SPV_CPUI_OpSubgroupBallotKHR
               && opcode <= SPV_CPUI_OpSubgroupReadInvocationKHR)
           || (opcode == SPV_CPUI_OpVariable
               && spv_cpui_word(p, at, 3) == SPV_CPUI_StorageClass_Workgroup)
           || (opcode == SPV_CPUI_OpDecorate
               && spv_cpui_word(p, at, 2) == SPV_CPUI_Decoration_BuiltIn
               && (spv_cpui_word(p, at, 3) == SPV_CPUI_BuiltIn_SubgroupId
                   || spv_cpui_word(p, at, 3) == SPV_CPUI_BuiltIn_NumSubgroups
                   || (spv_cpui_word(p, at, 3) >= SPV_CPUI_BuiltIn_SubgroupEqMask
                       && spv_cpui_word(p, at, 3) <= SPV_CPUI_BuiltIn_SubgroupLtMask)
                   || spv_cpui_word(p, at, 3) == SPV_CPUI_BuiltIn_SubgroupLocalInvocationId));
}

static int spv_cpui_workgroup(spv_cpui_program *p) {
    uint64_t total = 1;
    uint32_t i;
    if (p->workgroup_size_id != 0 && p->ids[p->workgroup_size_id].kind == SPV_CPUI_IS_CONSTANT
        && spv_cpui_slots_of(p, p->ids[p->workgroup_size_id].type) == 3)
        memcpy(p->dim, p->pool + p->ids[p->workgroup_size_id].index, sizeof p->dim);
    for (i = 0; i < 3; i++) {
        if (p->dim[i] == 0 && p->model == SPV_CPUI_ExecutionModel_GLCompute)
            return spv_cpui_bad(p, 0, "a workgroup without invocations");
        if (p->dim[i] == 0) p->dim[i] = 1;
        if (p->dim[i] <= SPV_CPUI_MAX_LANES) total *= p->dim[i];
        else total = (uint64_t)SPV_CPUI_MAX_LANES + 1;
        if (total > SPV_CPUI_MAX_LANES)
            return spv_cpui_fail(p, SPV_CPU_LIMIT, 0, "the workgroup is too large");
    }
    p->face->per_group = (uint32_t)total;
    memcpy(p->face->workgroup, p->dim, sizeof p->dim);
    if (p->shares)
        p->lanes = (uint32_t)spv_cpui_round((size_t)total, SPV_CPUI_BLOCK);
    return 1;
}

static int spv_cpui_read(spv_cpui_program *p) {
    size_t at;
    if (!spv_cpui_check_words(p) || !spv_cpui_tables(p)) return 0;
    spv_cpui_undecorated(p);
    if (!spv_cpui_find_entry(p)) return 0;
    for (at = 5; at < p->count; at += spv_cpui_length(p, at))
        if (!spv_cpui_declare(p, at)) return 0;
    for (at = 5; at < p->count; at += spv_cpui_length(p, at)) {
        spv_cpui_late(p, at);
        p->shares |= p->model == SPV_CPUI_ExecutionModel_GLCompute && spv_cpui_sharing(p, at);
    }
    if (spv_cpui_in_function(p))
        return spv_cpui_bad(p, p->functions[p->function_count - 1].at, "the function has no end");
    if (p->entry >= p->bound || p->ids[p->entry].kind != SPV_CPUI_IS_FUNCTION)
        return spv_cpui_bad(p, p->entry_at, "the entry point is not a function");
    return p->model != SPV_CPUI_ExecutionModel_GLCompute || spv_cpui_workgroup(p);
}

/* ---- which parameters a function may write through */

/* Marks what comes from pointer parameters, and the parameters that more is done with than
reading. */
static void spv_cpui_taint(spv_cpui_program *p, const spv_cpui_function *f) {
    uint32_t at, i, opcode, parameter;
    for (at = f->at; at < f->end; at += spv_cpui_length(p, at)) {
        opcode = spv_cpui_opcode(p, at);
        if (opcode == SPV_CPUI_OpFunctionParameter) continue;
        for (i = 1; i < spv_cpui_length(p, at); i++) {
            parameter = spv_cpui_id_at(p, at, i)->taint;
            if (parameter == 0 || parameter > f->parameters) continue;
            if (i == 3
                && (opcode == SPV_CPUI_OpAccessChain || opcode == SPV_CPUI_OpInBoundsAccessChain))
                spv_cpui_id_at(p, at, 2)->taint = (uint16_t)parameter;
            else if (opcode != SPV_CPUI_OpLoad)
                p->parameters[f->first_parameter + parameter - 1].written = 1;
        }
    }
}

/* The first call of a function from word `at` on; its end if there is none. */
static uint32_t spv_cpui_next_call(const spv_cpui_program *p, uint32_t index, uint32_t at) {
    uint32_t end = p->functions[index].end;
    while (at < end && spv_cpui_opcode(p, at) != SPV_CPUI_OpFunctionCall)
        at += spv_cpui_length(p, at);
    return at;
}

/* Looks for recursion from a function on, depth first, and counts the functions that it comes
to. */
static int spv_cpui_visit_calls(spv_cpui_program *p, uint32_t index, uint32_t *visited) {
    p->functions[index].caller = SPV_CPUI_NONE;
    p->functions[index].next_call = spv_cpui_next_call(p, index, p->functions[index].at);
    ++*visited;
    while (index != SPV_CPUI_NONE) {
        spv_cpui_function *f = &p->functions[index], *callee;
        uint32_t at = f->next_call;
        const spv_cpui_id *id;
        if (at >= f->end) {
            f->left = 1;
            index = f->caller;
            continue;
        }
        id = spv_cpui_id_at(p, at, 3);
        if (id->kind != SPV_CPUI_IS_FUNCTION)
            return spv_cpui_bad(p, at, "what is called is not a function");
        f->next_call = spv_cpui_next_call(p, index, at + spv_cpui_length(p, at));
        callee = &p->functions[id->index];
        if (callee->left) continue;
        if (callee->next_call != 0) return spv_cpui_bad(p, at, "a function calls itself");
        callee->caller = index;
        index = id->index;
        callee->next_call = spv_cpui_next_call(p, index, callee->at);
        ++*visited;
    }
    return 1;
}

static int spv_cpui_too_many_instances(spv_cpui_program *p, size_t at) {
    return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "it calls more than 4096 instances of functions");
}

/* No function may call itself, and what the entry point calls is within the limit of instances:
   there is one of each function at least. */
static int spv_cpui_check_calls(spv_cpui_program *p, uint32_t entry) {
    uint32_t i, called = 0, others = 0;
    if (!spv_cpui_visit_calls(p, entry, &called)) return 0;
    for (i = 0; i < p->function_count; i++)
        if (!p->functions[i].left && !spv_cpui_visit_calls(p, i, &others)) return 0;
    return called <= SPV_CPUI_MAX_INSTANCES ? 1 : spv_cpui_too_many_instances(p, p->entry_at);
}

/* -------------------------------------------------------------------------------------------------
   // >>flow  [13]  function -> blocks in structured order, uses of values
   The order is the reverse postorder of a depth-first search that visits the merge block first,
   then the continue target, then the other successors. So every construct stands before its merge
   block, and the continue target behind the body of its loop. All edges but back edges lead
   forward. A block that only the one before it in the order leads to, by a branch, goes on in that
   one's segment.

   A loop is an interval of segments: from the target of a back edge to its source. Intervals that
   overlap are made to nest. The register of a value is written for all lanes, active or not: a lane
   that waits behind the innermost interval that holds the definition comes back only by way of the
   definition, and has no use for the value if no use is outside of the interval. If one is, the
   value *escapes*: it has a second register, its home, which the uses outside read, and to which
   lanes take it as they leave the interval.

   Lanes that do not wait in a loop do not need what a variable holds if all that reads it is in the
   loop, and the segment before, from where all lanes come in, stores it. (detours: how many edges
   lead forward to a segment from others than the one before.) */

static int spv_cpui_flow_tables(spv_cpui_program *p) {
    uint32_t n = p->most_blocks, **tables[13], i;
    tables[0] = &p->labels;
    tables[1] = &p->terminators;
    tables[2] = &p->merges;
    tables[3] = &p->first_segment;
    tables[4] = &p->last_position;
    tables[5] = &p->order;
    tables[6] = &p->seen;
    tables[7] = &p->loop_end;
    tables[8] = &p->loop_of;
    tables[9] = &p->marks;
    tables[10] = &p->joins;
    tables[11] = &p->detours;
    tables[12] = &p->stack;
    for (i = 0; i < 13; i++) {
        *tables[i] = (uint32_t *)spv_cpui_take(p, i < 12 ? n : 2 * (size_t)n, sizeof(uint32_t));
        if (*tables[i] == NULL) return 0;
    }
    return 1;
}

static int spv_cpui_terminates(uint32_t opcode) {
    return (opcode >= SPV_CPUI_OpBranch && opcode <= SPV_CPUI_OpUnreachable)
           || opcode == SPV_CPUI_OpTerminateInvocation || opcode == SPV_CPUI_OpIgnoreIntersectionKHR
           || opcode == SPV_CPUI_OpTerminateRayKHR || opcode == SPV_CPUI_OpEmitMeshTasksEXT;
}

static int spv_cpui_find_blocks(spv_cpui_program *p, const spv_cpui_function *f) {
    uint32_t at, opcode, open = 0, last = 0;
    p->block_count = 0;
    for (at = f->at; at < f->end; last = at, at += spv_cpui_length(p, at)) {
        opcode = spv_cpui_opcode(p, at);
        if (opcode == SPV_CPUI_OpLabel) {
            if (open) return spv_cpui_bad(p, at, "a block without an end");
            open = 1;
            spv_cpui_id_at(p, at, 1)->block = p->block_count;
            p->labels[p->block_count] = at;
            p->merges[p->block_count++] = 0;
        } else if (open && spv_cpui_terminates(opcode)) {
            open = 0;
            p->terminators[p->block_count - 1] = at;
            if (spv_cpui_opcode(p, last) == SPV_CPUI_OpLoopMerge
                || spv_cpui_opcode(p, last) == SPV_CPUI_OpSelectionMerge)
                p->merges[p->block_count - 1] = last;
        }
    }
    if (p->block_count == 0) return spv_cpui_bad(p, f->at, "a function without a body");
    return !open ? 1 : spv_cpui_bad(p, f->at, "a block without an end");
}

/* The block of the label that word i names; NONE if it is none of this function. */
static uint32_t spv_cpui_block_at(const spv_cpui_program *p, size_t at, uint32_t i) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    if (id->kind != SPV_CPUI_IS_LABEL || id->block >= p->block_count
        || p->labels[id->block] != id->at)
        return SPV_CPUI_NONE;
    return id->block;
}

/* Words from one label of a switch to the next: a literal has as many as the selector. */
static uint32_t spv_cpui_switch_step(const spv_cpui_program *p, size_t at) {
    return 1 + spv_cpui_unit(p, spv_cpui_id_at(p, at, 1)->type);
}

/* How many labels a terminator names. */
static uint32_t spv_cpui_target_count(const spv_cpui_program *p, size_t at) {
    switch (spv_cpui_opcode(p, at)) {
    case SPV_CPUI_OpBranch: return 1;
    case SPV_CPUI_OpBranchConditional: return 2;
    case SPV_CPUI_OpSwitch:
        return spv_cpui_length(p, at) < 3
                   ? 0
                   : 1 + (spv_cpui_length(p, at) - 3) / spv_cpui_switch_step(p, at);
    default: return 0;
    }
}

/* Number of the word that names target i: of a switch the default comes first. */
static uint32_t spv_cpui_target_word(const spv_cpui_program *p, size_t at, uint32_t i) {
    switch (spv_cpui_opcode(p, at)) {
    case SPV_CPUI_OpBranch: return 1;
    case SPV_CPUI_OpBranchConditional: return 2 + i;
    default: return 2 + spv_cpui_switch_step(p, at) * i;
    }
}

/* Successor k of a block, in the order of visits: first those that its merge instruction names, if
   `merges`; *end is set behind the last. NONE: there is no such block. */
static uint32_t spv_cpui_successor(const spv_cpui_program *p, uint32_t block, uint32_t k,
                                   int merges, int *end) {
    uint32_t at = p->terminators[block], merge = p->merges[block], n = 0, targets;
    *end = 0;
    if (merges && merge != 0) n = spv_cpui_opcode(p, merge) == SPV_CPUI_OpLoopMerge ? 2 : 1;
    if (k < n) return spv_cpui_block_at(p, merge, 1 + k);
    targets = spv_cpui_target_count(p, at);
    if (k - n < targets)
        return spv_cpui_block_at(p, at, spv_cpui_target_word(p, at, targets - 1 - (k - n)));
    *end = 1;
    return SPV_CPUI_NONE;
}

/* Depth first from block 0. Visits blocks whose seen is `from` and makes that `to`; the postorder
   goes to order. */
static int spv_cpui_search(spv_cpui_program *p, uint32_t from, uint32_t to, int merges) {
    uint32_t depth = 1, next;
    int end;
    p->order_count = 0;
    p->stack[0] = p->stack[1] = 0;
    p->seen[0] = to;
    while (depth > 0) {
        uint32_t *top = &p->stack[2 * (depth - 1)];
        next = spv_cpui_successor(p, top[0], top[1]++, merges, &end);
        if (end) {
            p->order[p->order_count++] = top[0];
            depth--;
        } else if (next == SPV_CPUI_NONE) {
            return spv_cpui_bad(p, p->terminators[top[0]], "a branch leads out of the function");
        } else if (p->seen[next] == from) {
            p->seen[next] = to;
            p->stack[2 * depth] = next;
            p->stack[2 * depth++ + 1] = 0;
        }
    }
    return 1;
}

static int spv_cpui_find_order(spv_cpui_program *p) {
    uint32_t i, swap;
    memset(p->seen, 0, p->block_count * sizeof *p->seen);
    if (!spv_cpui_search(p, 0, 1, 0) || !spv_cpui_search(p, 1, 2, 1)) return 0;
    for (i = 0; i < p->order_count / 2; i++) {
        swap = p->order[i];
        p->order[i] = p->order[p->order_count - 1 - i];
        p->order[p->order_count - 1 - i] = swap;
    }
    return 1;
}

static int spv_cpui_has_phi(const spv_cpui_program *p, uint32_t block) {
    uint32_t at = p->labels[block], opcode;
    do {
        at += spv_cpui_length(p, at);
        opcode = spv_cpui_opcode(p, at);
    } while (opcode == SPV_CPUI_OpLine || opcode == SPV_CPUI_OpNoLine);
    return opcode == SPV_CPUI_OpPhi;
}

/* Finds the blocks that continue the segment of the block before them in the order: that goes
   nowhere else, and no other block comes there. */
static void spv_cpui_find_joins(spv_cpui_program *p) {
    uint32_t i, k, at, block;
    memset(p->joins, 0, p->block_count * sizeof *p->joins);
    for (i = 0; i < p->order_count; i++) {
        at = p->terminators[p->order[i]];
        for (k = 0; k < spv_cpui_target_count(p, at); k++)
            p->joins[spv_cpui_block_at(p, at, spv_cpui_target_word(p, at, k))]++;
    }
    for (i = 0; i < p->order_count; i++) {
        block = p->order[i];
        at = i == 0 ? 0 : p->terminators[p->order[i - 1]];
        p->joins[block] = i != 0 && p->joins[block] == 1
                          && spv_cpui_opcode(p, at) == SPV_CPUI_OpBranch
                          && spv_cpui_block_at(p, at, 1) == block && !spv_cpui_has_phi(p, block);
    }
}

/* ---- definitions and uses */

/* Slots that nothing else uses; NONE and an error beyond the limit. */
static uint32_t spv_cpui_fresh(spv_cpui_program *p, uint32_t slots) {
    uint32_t reg = p->slots;
    if (slots > SPV_CPUI_MAX_FILE - p->slots) {
        spv_cpui_fail(p, SPV_CPU_LIMIT, 0, "the module needs too many registers");
        return SPV_CPUI_NONE;
    }
    p->slots += slots;
    return reg;
}

static spv_cpui_id *spv_cpui_root(const spv_cpui_program *p, spv_cpui_id *id) {
    return id->root == 0 ? id : &p->ids[id->root];
}

static int spv_cpui_is_local(const spv_cpui_program *p, const spv_cpui_id *id) {
    return id->kind == SPV_CPUI_IS_VALUE && id->stamp == p->instance + 1;
}

/* The word with the operand in whose register the result lies; 0: the result has its own. */
static uint32_t spv_cpui_alias_word(const spv_cpui_program *p, size_t at) {
    uint32_t i;
    switch (spv_cpui_opcode(p, at)) {
    case SPV_CPUI_OpBitcast:
    case SPV_CPUI_OpUConvert:
    case SPV_CPUI_OpSConvert:
    case SPV_CPUI_OpFConvert: return spv_cpui_changes_width(p, at, 3) ? 0 : 3;
    case SPV_CPUI_OpCompositeExtract:
    case SPV_CPUI_OpCopyObject:
    case SPV_CPUI_OpCopyLogical: return 3;
    case SPV_CPUI_OpAccessChain:
    case SPV_CPUI_OpInBoundsAccessChain:
    case SPV_CPUI_OpPtrAccessChain:
    case SPV_CPUI_OpInBoundsPtrAccessChain:
        for (i = 4; i < spv_cpui_length(p, at); i++)
            if (spv_cpui_id_at(p, at, i)->kind != SPV_CPUI_IS_CONSTANT) return 0;
        return 3;
    default: return 0;
    }
}

static int spv_cpui_is_pointer(const spv_cpui_program *p, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    return t != NULL && t->opcode == SPV_CPUI_OpTypePointer;
}

/* ---- vectors without registers */

/* The widths of the result and of `count` operands that are not 32 bits. */
static uint32_t spv_cpui_widths(const spv_cpui_program *p, size_t at, uint32_t first,
                                uint32_t count) {
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    uint32_t i, odd = t == NULL ? 0 : t->odd;
    for (i = 0; i < count; i++) {
        t = spv_cpui_type_of(p, spv_cpui_id_at(p, at, first + i)->type);
        odd |= t == NULL ? 0 : t->odd;
    }
    return odd;
}

/* Whether the result is a vector of scalars of 32 bits. */
static int spv_cpui_is_vector(const spv_cpui_program *p, size_t at) {
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    return t != NULL && t->opcode == SPV_CPUI_OpTypeVector && t->odd == 0;
}

/* Whether an instruction that takes the components of its vectors one by one has a value for its
   word i. */
static int spv_cpui_takes_pieces(const spv_cpui_program *p, size_t at, uint32_t i) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    const spv_cpui_row *row;
    switch (opcode) {
    case SPV_CPUI_OpCompositeConstruct:
    case SPV_CPUI_OpPhi: return i > 2;
    case SPV_CPUI_OpSelect: return i > 2 && spv_cpui_widths(p, at, 3, 3) == 0;
    case SPV_CPUI_OpVectorTimesScalar: return i > 2 && spv_cpui_widths(p, at, 3, 2) == 0;
    case SPV_CPUI_OpVectorShuffle: return i == 3 || i == 4;
    case SPV_CPUI_OpCompositeInsert: return spv_cpui_is_vector(p, at) && (i == 3 || i == 4);
    case SPV_CPUI_OpCompositeExtract: return i == 3;
    case SPV_CPUI_OpExtInst:
        row = spv_cpui_find_ext(spv_cpui_word(p, at, 4));
        return i > 4 && row != NULL && row->wise
               && spv_cpui_widths(p, at, 5, row->operands) == 0;
    default:
        row = spv_cpui_find_row(opcode);
        return i > 2 && row != NULL && row->wise && spv_cpui_alias_word(p, at) == 0
               && spv_cpui_widths(p, at, 3, row->operands) == 0;
    }
}

/* Marks what the others take. */
static void spv_cpui_find_wholes(spv_cpui_program *p) {
    uint32_t i, j, at;
    for (i = 0; i < p->order_count; i++)
        for (at = p->labels[p->order[i]]; at <= p->terminators[p->order[i]];
             at += spv_cpui_length(p, at))
            for (j = 1; j < spv_cpui_length(p, at); j++)
                if ((j != 2 || spv_cpui_results(spv_cpui_opcode(p, at)) != 3)
                    && !spv_cpui_takes_pieces(p, at, j))
                    spv_cpui_id_at(p, at, j)->whole = p->instance + 1;
}

/* Appends `count` components of the value that word i names, from the first on; 0: there is no
   value with so many. */
static int spv_cpui_collect_some(const spv_cpui_program *p, size_t at, uint32_t i, uint32_t first,
                                 uint32_t count, spv_cpui_piece *pieces, uint32_t *n) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    const spv_cpui_type *t = spv_cpui_type_of(p, id->type);
    uint32_t k, slots = spv_cpui_slots_of(p, id->type);
    if (t == NULL || t->odd || slots > SPV_CPUI_MAX_PARTS || first > slots || count > slots - first
        || count > SPV_CPUI_MAX_PARTS - *n
        || (!spv_cpui_is_local(p, id) && id->kind != SPV_CPUI_IS_CONSTANT
            && (id->kind != SPV_CPUI_IS_PARAMETER || id->stamp != p->instance + 1)))
        return 0;
    for (k = first; k < first + count; k++, (*n)++) {
        pieces[*n].id = spv_cpui_number(p, id);
        pieces[*n].component = k;
        if (spv_cpui_is_local(p, id) && id->made != NULL) pieces[*n] = id->made[k];
    }
    return 1;
}

static int spv_cpui_collect_construct(const spv_cpui_program *p, size_t at,
                                      spv_cpui_piece *pieces, uint32_t *n) {
    uint32_t i, slots;
    for (i = 3; i < spv_cpui_length(p, at); i++) {
        slots = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, i)->type);
        if (!spv_cpui_collect_some(p, at, i, 0, slots, pieces, n)) return 0;
    }
    return 1;
}

static int spv_cpui_collect_shuffle(const spv_cpui_program *p, size_t at, spv_cpui_piece *pieces,
                                    uint32_t *n) {
    uint32_t i, from, first = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 3)->type);
    for (i = 5; i < spv_cpui_length(p, at); i++) {
        from = spv_cpui_word(p, at, i);
        if (from == SPV_CPUI_NONE) from = 0;
        if (!spv_cpui_collect_some(p, at, from < first ? 3 : 4, from < first ? from : from - first,
                                   1, pieces, n))
            return 0;
    }
    return 1;
}

static int spv_cpui_collect_insert(const spv_cpui_program *p, size_t at, spv_cpui_piece *pieces,
                                   uint32_t *n) {
    uint32_t slots = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 4)->type);
    uint32_t index = spv_cpui_word(p, at, 5);
    return spv_cpui_length(p, at) == 6 && index < slots
           && spv_cpui_collect_some(p, at, 4, 0, index, pieces, n)
           && spv_cpui_collect_some(p, at, 3, 0, 1, pieces, n)
           && spv_cpui_collect_some(p, at, 4, index + 1, slots - index - 1, pieces, n);
}

/* What a vector, or a component or copy of one without a register, is made of: how many pieces; 0:
   it needs a register, or something is wrong with it. */
static uint32_t spv_cpui_collect(const spv_cpui_program *p, size_t at, spv_cpui_piece *pieces) {
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    const spv_cpui_id *of = spv_cpui_id_at(p, at, 3);
    uint32_t n = 0;
    int ok = 0;
    if (t == NULL || t->odd) return 0;
    if (spv_cpui_opcode(p, at) == SPV_CPUI_OpCompositeExtract)
        ok = t->slots == 1 && spv_cpui_length(p, at) == 5 && spv_cpui_is_local(p, of)
             && of->made != NULL && spv_cpui_collect_some(p, at, 3, spv_cpui_word(p, at, 4), 1,
                                                          pieces, &n);
    else if (spv_cpui_alias_word(p, at) == 3)
        ok = spv_cpui_is_local(p, of) && of->made != NULL
             && spv_cpui_slots_of(p, of->type) == t->slots
             && spv_cpui_collect_some(p, at, 3, 0, t->slots, pieces, &n);
    else if (!spv_cpui_is_vector(p, at)) ok = 0;
    else if (spv_cpui_opcode(p, at) == SPV_CPUI_OpCompositeConstruct)
        ok = spv_cpui_collect_construct(p, at, pieces, &n);
    else if (spv_cpui_opcode(p, at) == SPV_CPUI_OpVectorShuffle)
        ok = spv_cpui_collect_shuffle(p, at, pieces, &n);
    else if (spv_cpui_opcode(p, at) == SPV_CPUI_OpCompositeInsert)
        ok = spv_cpui_collect_insert(p, at, pieces, &n);
    return ok && n == t->slots ? n : 0;
}

/* Lets a value lie in the registers of what it is made of, if no instruction minds. */
static int spv_cpui_make(spv_cpui_program *p, size_t at, spv_cpui_id *id) {
    spv_cpui_piece pieces[SPV_CPUI_MAX_PARTS], *made;
    uint32_t i, n = spv_cpui_collect(p, at, pieces);
    for (i = 1; i < n && id->whole == p->instance + 1; i++)
        if (pieces[i].id != pieces[0].id || pieces[i].component != pieces[0].component + i)
            return 0;
    if (n == 0 || (made = (spv_cpui_piece *)spv_cpui_take(p, n, sizeof *made)) == NULL) return 0;
    memcpy(made, pieces, n * sizeof *made);
    id->made = made;
    return 1;
}

static void spv_cpui_define(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2), *of;
    uint32_t word = spv_cpui_alias_word(p, at);
    if (id->kind != SPV_CPUI_IS_VALUE) return;
    id->made = NULL;
    id->stamp = p->instance + 1;
    id->def = id->last = p->segment;
    id->last_at = p->position;
    id->root = 0;
    id->reg = SPV_CPUI_NONE;
    id->pooled = id->pointer = 0;
    if (spv_cpui_opcode(p, at) == SPV_CPUI_OpPhi && spv_cpui_check_type(p, at, id->type))
        id->reg = spv_cpui_fresh(p, spv_cpui_is_pointer(p, id->type)
                                        ? 2
                                        : spv_cpui_slots_of(p, id->type));
    if (spv_cpui_make(p, at, id) || word == 0) return;
    of = spv_cpui_id_at(p, at, word);
    if (spv_cpui_is_local(p, of)) id->root = spv_cpui_number(p, spv_cpui_root(p, of));
}

/* Gives blocks their segments and values their definitions. */
static void spv_cpui_find_definitions(spv_cpui_program *p) {
    uint32_t i, at, opcode;
    p->segment = p->position = 0;
    for (i = 0; i < p->order_count; i++) {
        p->segment += i != 0 && !p->joins[p->order[i]];
        p->first_segment[p->order[i]] = p->segment;
        for (at = p->labels[p->order[i]]; at <= p->terminators[p->order[i]];
             at += spv_cpui_length(p, at)) {
            opcode = spv_cpui_opcode(p, at);
            p->segment += opcode == SPV_CPUI_OpFunctionCall;
            if (spv_cpui_results(opcode) == 3) spv_cpui_define(p, at);
            p->position++;
        }
        p->last_position[p->order[i]] = p->position - 1;
        p->marks[p->order[i]] = p->segment;
    }
    p->segment_count = p->segment + 1;
}

/* Value i of those in whose registers a value lies; NULL: there are no more. */
static spv_cpui_id *spv_cpui_holder(const spv_cpui_program *p, spv_cpui_id *id, uint32_t i) {
    if (!spv_cpui_is_local(p, id)) return NULL;
    id = spv_cpui_root(p, id);
    if (id->made == NULL) return i == 0 ? id : NULL;
    return i < spv_cpui_slots_of(p, id->type) ? spv_cpui_root(p, &p->ids[id->made[i].id]) : NULL;
}

static void spv_cpui_use(spv_cpui_program *p, spv_cpui_id *id, uint32_t segment,
                         uint32_t position) {
    spv_cpui_id *holder;
    uint32_t i;
    for (i = 0; (holder = spv_cpui_holder(p, id, i)) != NULL; i++) {
        if (!spv_cpui_is_local(p, holder)) continue;
        if (segment > holder->last) holder->last = segment;
        if (position > holder->last_at) holder->last_at = position;
    }
}

/* What a phi reads is used at the end of the block that it comes from. */
static void spv_cpui_use_phi(spv_cpui_program *p, size_t at) {
    uint32_t i, block;
    for (i = 3; i + 1 < spv_cpui_length(p, at); i += 2) {
        block = spv_cpui_block_at(p, at, i + 1);
        if (block != SPV_CPUI_NONE && p->seen[block] == 2)
            spv_cpui_use(p, spv_cpui_id_at(p, at, i), p->marks[block], p->last_position[block]);
    }
}

/* Notes what word i of an instruction names, if that is a variable of the function. */
static void spv_cpui_use_variable(spv_cpui_program *p, size_t at, uint32_t i, uint32_t segment) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    uint32_t opcode = spv_cpui_opcode(p, at);
    spv_cpui_variable *v;
    if (id->kind != SPV_CPUI_IS_VARIABLE) return;
    v = &p->variables[id->index];
    if (opcode == SPV_CPUI_OpVariable) {
        v->first_read = v->stored = SPV_CPUI_NONE;
        v->last_read = 0;
        v->named_else = 0;
    } else if (opcode == SPV_CPUI_OpLoad && i == 3) {
        if (v->first_read == SPV_CPUI_NONE) v->first_read = segment;
        v->last_read = segment;
    } else if (opcode != SPV_CPUI_OpStore || i != 1) {
        v->named_else = 1;
    } else if (v->first_read == SPV_CPUI_NONE) {
        v->stored = segment;
    }
}

/* A literal that happens to equal an id counts as a use of it; that costs room alone. What a call
   takes is used behind it as well, when results go back through pointers. */
static void spv_cpui_find_uses(spv_cpui_program *p) {
    uint32_t i, j, at, segment = 0, position = 0;
    for (i = 0; i < p->order_count; i++) {
        segment += i != 0 && !p->joins[p->order[i]];
        for (at = p->labels[p->order[i]]; at <= p->terminators[p->order[i]];
             at += spv_cpui_length(p, at), position++) {
            uint32_t opcode = spv_cpui_opcode(p, at);
            if (opcode == SPV_CPUI_OpPhi) spv_cpui_use_phi(p, at);
            segment += opcode == SPV_CPUI_OpFunctionCall;
            for (j = 1; j < spv_cpui_length(p, at); j++) spv_cpui_use_variable(p, at, j, segment);
            for (j = 1; j < spv_cpui_length(p, at) && opcode != SPV_CPUI_OpPhi; j++)
                if (j != 2 || spv_cpui_results(opcode) != 3)
                    spv_cpui_use(p, spv_cpui_id_at(p, at, j), segment, position);
        }
    }
}

/* Notes an edge: the interval of one that leads back. */
static void spv_cpui_edge_between(spv_cpui_program *p, uint32_t source, uint32_t target) {
    if (target > source) p->detours[target] += target != source + 1;
    else if (p->loop_end[target] < source + 1) p->loop_end[target] = source + 1;
}

/* Makes the intervals nest, and finds the innermost one of each segment: its first segment, or
   NONE. */
static void spv_cpui_nest_loops(spv_cpui_program *p) {
    uint32_t s, h, depth = 0;
    for (s = 0; s < p->segment_count; s++) {
        while (depth > 0 && p->loop_end[p->stack[depth - 1]] <= s) depth--;
        if (p->loop_end[s] != 0) {
            for (h = 0; h < depth; h++)
                if (p->loop_end[p->stack[h]] < p->loop_end[s])
                    p->loop_end[p->stack[h]] = p->loop_end[s];
            p->stack[depth++] = s;
        }
        p->loop_of[s] = depth == 0 ? SPV_CPUI_NONE : p->stack[depth - 1];
    }
}

static void spv_cpui_find_loops(spv_cpui_program *p) {
    uint32_t i, k, at;
    memset(p->loop_end, 0, p->segment_count * sizeof *p->loop_end);
    memset(p->detours, 0, p->segment_count * sizeof *p->detours);
    for (i = 0; i < p->order_count; i++) {
        at = p->terminators[p->order[i]];
        for (k = 0; k < spv_cpui_target_count(p, at); k++) {
            uint32_t to = spv_cpui_block_at(p, at, spv_cpui_target_word(p, at, k));
            if (!p->joins[to])
                spv_cpui_edge_between(p, p->marks[p->order[i]], p->first_segment[to]);
        }
    }
    spv_cpui_nest_loops(p);
}

/* Whether a value is used behind the innermost loop that defines it. */
static int spv_cpui_escapes(const spv_cpui_program *p, const spv_cpui_id *id) {
    uint32_t loop = p->loop_of[id->def];
    return loop != SPV_CPUI_NONE && id->last >= p->loop_end[loop];
}

static int spv_cpui_find_flow(spv_cpui_program *p, const spv_cpui_function *f) {
    if (!spv_cpui_find_blocks(p, f) || !spv_cpui_find_order(p)) return 0;
    spv_cpui_find_joins(p);
    spv_cpui_find_wholes(p);
    spv_cpui_find_definitions(p);
    spv_cpui_find_uses(p);
    spv_cpui_find_loops(p);
    return p->face->status == SPV_CPU_OK;
}

/* -------------------------------------------------------------------------------------------------
   // >>registers  [14]  values -> slots of the register file
   A value that is used in its own segment alone takes a slot from a pool and gives it back after
   its last use, so that most of the file in use stays in the cache. All other values have slots of
   their own. Functions do not call themselves, so that a register is never needed twice at a time.

   A vector that is put together from components of other values, and that only instructions take
   which go through vectors component by component, has no register: those instructions read the
   components where they lie. An op of theirs computes a run of components whose operands follow
   each other, or are all the same one; so an instruction is one op or a few. */

static uint32_t spv_cpui_pooled(spv_cpui_program *p, uint32_t slots) {
    if (slots <= SPV_CPUI_MAX_PARTS && p->pool_used[slots] > 0)
        return p->pool_free[slots][--p->pool_used[slots]];
    return spv_cpui_fresh(p, slots);
}

/* Whether a value's register may be another's after its last use. That of a pointer that escapes is
   moved under the mask at once, see spv_cpui_settle. */
static int spv_cpui_is_brief(const spv_cpui_program *p, const spv_cpui_id *id) {
    return id->def == id->last || (spv_cpui_is_pointer(p, id->type) && spv_cpui_escapes(p, id));
}

/* Gives the result of an instruction its register, and returns it. */
static uint32_t spv_cpui_place(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    uint32_t slots = spv_cpui_slots_of(p, id->type);
    if (!spv_cpui_check_type(p, at, id->type)) return SPV_CPUI_NONE;
    if (slots == 0) {
        spv_cpui_bad(p, at, "the result has a type without values");
        return SPV_CPUI_NONE;
    }
    id->pooled = (uint8_t)spv_cpui_is_brief(p, id);
    id->reg = id->pooled ? spv_cpui_pooled(p, slots) : spv_cpui_fresh(p, slots);
    return id->reg;
}

/* Says to >>fuse that slots are not read again: an op without a function, which is taken out
   again. */
static int spv_cpui_end_slots(spv_cpui_program *p, uint32_t reg, uint32_t slots) {
    spv_cpui_op *op = spv_cpui_emit(p, 0, NULL);
    if (op == NULL) return 0;
    op->d = reg;
    op->parts = slots;
    return 1;
}

static void spv_cpui_release_slots(spv_cpui_program *p, uint32_t reg, uint32_t slots) {
    if (!spv_cpui_end_slots(p, reg, slots)) return;
    if (slots <= SPV_CPUI_MAX_PARTS && p->pool_used[slots] < SPV_CPUI_MAX_POOL)
        p->pool_free[slots][p->pool_used[slots]++] = reg;
}

/* A pointer's register holds its offset. */
static void spv_cpui_release(spv_cpui_program *p, spv_cpui_id *id) {
    spv_cpui_release_slots(p, id->reg, id->pointer ? 1 : spv_cpui_slots_of(p, id->type));
    id->pooled = 0;
}

/* Releases what is used at this position for the last time. */
static void spv_cpui_expire(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id;
    uint32_t i, k;
    for (i = 1; i < spv_cpui_length(p, at); i++)
        for (k = 0; (id = spv_cpui_holder(p, spv_cpui_id_at(p, at, i), k)) != NULL; k++)
            if (spv_cpui_is_local(p, id) && id->pooled && id->reg != SPV_CPUI_NONE
                && id->last_at <= p->position)
                spv_cpui_release(p, id);
}

/* The register of a constant, which gets one at its first use. */
static uint32_t spv_cpui_constant_register(spv_cpui_program *p, spv_cpui_id *id) {
    uint32_t slots = spv_cpui_slots_of(p, id->type);
    spv_cpui_constant_use *use;
    if (id->reg != SPV_CPUI_NONE) return id->reg;
    use = (spv_cpui_constant_use *)spv_cpui_take(p, 1, sizeof *use);
    if (use == NULL || (id->reg = spv_cpui_fresh(p, slots)) == SPV_CPUI_NONE) return SPV_CPUI_NONE;
    use->reg = id->reg;
    use->index = id->index;
    use->slots = slots;
    use->next = p->uses;
    p->uses = use;
    return id->reg;
}

/* The register of a value that has one of its own; NONE: it has none. */
static uint32_t spv_cpui_register_of(spv_cpui_program *p, spv_cpui_id *id) {
    if (id->kind == SPV_CPUI_IS_CONSTANT) return spv_cpui_constant_register(p, id);
    if (id->kind == SPV_CPUI_IS_PARAMETER && id->stamp == p->instance + 1) return id->reg;
    return spv_cpui_is_local(p, id) && !id->pointer ? id->reg : SPV_CPUI_NONE;
}

/* Sets list[] to the slots of the components of the value that word i names. Returns how many: 0
   and an error if there is no such value, or it has more than MAX_PARTS. */
static uint32_t spv_cpui_pieces(spv_cpui_program *p, size_t at, uint32_t i, uint32_t *list) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    uint32_t n = spv_cpui_slots_of(p, id->type), k, reg;
    int made = spv_cpui_is_local(p, id) && id->made != NULL;
    if (!spv_cpui_check_type(p, at, id->type)) return 0;
    for (k = 0; k < n && n <= SPV_CPUI_MAX_PARTS; k++) {
        reg = spv_cpui_register_of(p, made ? &p->ids[id->made[k].id] : id);
        if (reg == SPV_CPUI_NONE) break;
        list[k] = reg + (made ? id->made[k].component : k);
    }
    if (n != 0 && k == n) return n;
    spv_cpui_bad(p, at, "an operand has no value that fits");
    return 0;
}

/* How many components from the first on lie in a row. */
static uint32_t spv_cpui_row_length(const uint32_t *list, uint32_t n) {
    uint32_t k;
    for (k = 1; k < n && list[k] == list[0] + k; k++) {}
    return k;
}

/* Register of the value that word i names, which must have `slots` components (0: any number).
   NONE and an error if there is no such value. */
static uint32_t spv_cpui_operand(spv_cpui_program *p, size_t at, uint32_t i, uint32_t slots) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    uint32_t have = spv_cpui_slots_of(p, id->type), reg, list[SPV_CPUI_MAX_PARTS];
    if (have == 0 || (slots != 0 && have != slots)) {
        spv_cpui_bad(p, at, "an operand has a type that does not fit");
        return SPV_CPUI_NONE;
    }
    if (!spv_cpui_check_type(p, at, id->type)) return SPV_CPUI_NONE;
    reg = spv_cpui_register_of(p, id);
    if (spv_cpui_is_local(p, id) && id->made != NULL)
        reg = spv_cpui_pieces(p, at, i, list) != 0 && spv_cpui_row_length(list, have) == have
                  ? list[0]
                  : SPV_CPUI_NONE;
    if (reg == SPV_CPUI_NONE) spv_cpui_bad(p, at, "an operand has no value here");
    return reg;
}

static size_t spv_cpui_offset(const spv_cpui_program *p, uint32_t reg) {
    return (size_t)reg * p->lanes;
}

/* -------------------------------------------------------------------------------------------------
   // >>lockstep  [15]  masks, edges, calls
   Each segment has a mask of lanes that wait to run it. The lowest segment with such lanes runs;
   what ends it adds the lanes to the masks of the segments that they go on to. Constructs stand
   before their merge blocks, so lanes meet again there, and a loop goes on in lockstep. Lanes that
   stay together jump, without a mask being written. A lane that is killed leaves `alive`.

   The mask of the lanes that run is a row of the register file. So what is moved under it, as what
   a branch brings to phis, is a choice like others, and one of >>steps; only the moves of edges
   that lanes may part at are done here. */

static uint32_t *spv_cpui_pending(const spv_cpui_worker *w, uint32_t segment) {
    const spv_cpui_instance *i = &w->p->instances[w->frames[w->depth].instance];
    return w->pending + (size_t)(i->pending + segment) * w->lanes;
}

/* The loops below run over 64 lanes where they can: what they find out about all lanes comes out of
   the vectors once for each run. */
enum { SPV_CPUI_RUN = 64 };

/* d = a & b in n lanes; any and all are those of the results so far. */
SPV_CPUI_INLINE void spv_cpui_and_n(uint32_t *d, const uint32_t *a, const uint32_t *b, size_t n,
                                    uint32_t *any, uint32_t *all) {
    uint32_t some = 0, each = 0xFFFFFFFFu;
    size_t k;
    SPV_CPUI_VECTOR for (k = 0; k < n; k++) {
        uint32_t m = a[k] & b[k];
        d[k] = m;
        some |= m;
        each &= m;
    }
    *any |= some;
    *all &= each;
}

/* d = a & b. Returns 1 if a lane is set, 2 more if all are. */
SPV_CPUI_CLONED static int spv_cpui_and(uint32_t *d, const uint32_t *a, const uint32_t *b,
                                        uint32_t lanes) {
    uint32_t any = 0, all = 0xFFFFFFFFu;
    size_t i = 0;
    for (; i + SPV_CPUI_RUN <= lanes; i += SPV_CPUI_RUN)
        spv_cpui_and_n(d + i, a + i, b + i, SPV_CPUI_RUN, &any, &all);
    for (; i < lanes; i += SPV_CPUI_BLOCK)
        spv_cpui_and_n(d + i, a + i, b + i, SPV_CPUI_BLOCK, &any, &all);
    return (any != 0) | (all != 0) << 1;
}

/* yes = a & b, no = a & ~b in n lanes. */
SPV_CPUI_INLINE void spv_cpui_split_n(uint32_t *yes, uint32_t *no, const uint32_t *a,
                                      const uint32_t *b, size_t n, uint32_t *some,
                                      uint32_t *others) {
    uint32_t in = 0, out = 0;
    size_t k;
    SPV_CPUI_VECTOR for (k = 0; k < n; k++) {
        uint32_t l = a[k], m = l & b[k];
        yes[k] = m;
        no[k] = l ^ m;
        in |= m;
        out |= l ^ m;
    }
    *some |= in;
    *others |= out;
}

/* yes = a & b, no = a & ~b. Returns 1 if a lane of yes is set, 2 more if one of no is. */
SPV_CPUI_CLONED static int spv_cpui_split(uint32_t *yes, uint32_t *no, const uint32_t *a,
                                          const uint32_t *b, uint32_t lanes) {
    uint32_t some = 0, others = 0;
    size_t i = 0;
    for (; i + SPV_CPUI_RUN <= lanes; i += SPV_CPUI_RUN)
        spv_cpui_split_n(yes + i, no + i, a + i, b + i, SPV_CPUI_RUN, &some, &others);
    for (; i < lanes; i += SPV_CPUI_BLOCK)
        spv_cpui_split_n(yes + i, no + i, a + i, b + i, SPV_CPUI_BLOCK, &some, &others);
    return (some != 0) | (others != 0) << 1;
}

/* What is set of a & b and of a & ~b in n lanes. */
SPV_CPUI_INLINE void spv_cpui_arms_n(const uint32_t *a, const uint32_t *b, size_t n, uint32_t *some,
                                     uint32_t *others) {
    uint32_t in = 0, out = 0;
    size_t k;
    SPV_CPUI_VECTOR for (k = 0; k < n; k++) {
        in |= a[k] & b[k];
        out |= a[k] & ~b[k];
    }
    *some |= in;
    *others |= out;
}

/* Returns what split does, and writes nothing. */
SPV_CPUI_CLONED static int spv_cpui_arms(const uint32_t *a, const uint32_t *b,
                                         uint32_t lanes) {
    uint32_t some = 0, others = 0;
    size_t i = 0;
    for (; i + SPV_CPUI_RUN <= lanes; i += SPV_CPUI_RUN)
        spv_cpui_arms_n(a + i, b + i, SPV_CPUI_RUN, &some, &others);
    for (; i < lanes; i += SPV_CPUI_BLOCK)
        spv_cpui_arms_n(a + i, b + i, SPV_CPUI_BLOCK, &some, &others);
    return (some != 0) | (others != 0) << 1;
}

/* d = a & ~b */
SPV_CPUI_CLONED static void spv_cpui_without(uint32_t *d, const uint32_t *a,
                                             const uint32_t *b, uint32_t lanes) {
    size_t i, k;
    for (i = 0; i < lanes; i += SPV_CPUI_BLOCK)
        SPV_CPUI_EACH(k) d[i + k] = a[i + k] & ~b[i + k];
}

/* d |= s */
SPV_CPUI_CLONED static void spv_cpui_join(uint32_t *d, const uint32_t *s, uint32_t lanes) {
    size_t i, k;
    for (i = 0; i < lanes; i += SPV_CPUI_BLOCK) SPV_CPUI_EACH(k) d[i + k] |= s[i + k];
}

/* d = s in the lanes of a mask, for `words` words. */
SPV_CPUI_CLONED static void spv_cpui_blend(uint32_t *d, const uint32_t *s,
                                           const uint32_t *mask, uint32_t lanes,
                                           size_t words) {
    size_t i, l, k;
    for (i = 0; i < words; i += lanes)
        for (l = 0; l < lanes; l += SPV_CPUI_BLOCK) {
            uint32_t *to = d + i + l;
            const uint32_t *from = s + i + l, *m = mask + l;
            SPV_CPUI_EACH(k) to[k] = spv_cpui_ln_pick(m[k], from[k], to[k]);
        }
}

static void spv_cpui_move_words(const spv_cpui_worker *w, uint32_t *d, const uint32_t *s,
                                const uint32_t *mask, int full, size_t words) {
    if (full) memmove(d, s, words * sizeof *d);
    else spv_cpui_blend(d, s, mask, w->lanes, words);
}

/* Sends lanes to a segment of the running function. */
static void spv_cpui_send(spv_cpui_worker *w, uint32_t segment, const uint32_t *mask) {
    const spv_cpui_instance *instance = &w->p->instances[w->frames[w->depth].instance];
    uint32_t *set = &w->bits[instance->bits + segment / 32], bit = 1u << segment % 32;
    uint32_t *d = spv_cpui_pending(w, segment);
    if ((*set & bit) != 0) spv_cpui_join(d, mask, w->lanes);
    else memcpy(d, mask, w->lanes * sizeof *d);
    *set |= bit;
}

/* Some lanes of the mask go along an edge. */
static void spv_cpui_take_edge(spv_cpui_worker *w, const spv_cpui_edge *e, const uint32_t *mask) {
    uint32_t i;
    for (i = 0; i < e->count; i++)
        spv_cpui_blend(w->file + e->moves[i].d, w->file + e->moves[i].s, mask, w->lanes,
                       e->moves[i].words);
    spv_cpui_send(w, e->target, mask);
}

/* All lanes of the mask go along an edge: `jump` takes them, and perhaps they go on at once. */
static void spv_cpui_follow(spv_cpui_worker *w, const spv_cpui_edge *e) {
    uint32_t i;
    for (i = 0; i < e->count; i++)
        spv_cpui_move_words(w, w->file + e->moves[i].d, w->file + e->moves[i].s, w->mask, w->full,
                            e->moves[i].words);
    w->jump = e->target;
}

/* The moves were steps. */
static void spv_cpui_do_branch(spv_cpui_worker *w, const spv_cpui_op *op) {
    w->jump = ((const spv_cpui_edge *)op->more)->target;
}

static void spv_cpui_do_branch_conditional(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_edge *edges = (const spv_cpui_edge *)op->more;
    int arms = spv_cpui_arms(w->mask, w->file + op->a, w->lanes);
    if (arms != 3) {
        spv_cpui_follow(w, &edges[arms == 2]);
        return;
    }
    spv_cpui_split(w->arm[0], w->arm[1], w->mask, w->file + op->a, w->lanes);
    spv_cpui_take_edge(w, &edges[0], w->arm[0]);
    spv_cpui_take_edge(w, &edges[1], w->arm[1]);
}

/* Edge 0 is the default, edge i belongs to literal i - 1; arm 1 holds the lanes that no literal
   took. */
typedef struct spv_cpui_switch {
    const spv_cpui_edge *edges;
    const uint32_t *literals, *upper; /* upper: the upper halves, NULL if there are none */
    uint32_t count;
} spv_cpui_switch;

/* yes: the lanes of `rest` whose selector is the literal, which leave that. Returns 1 if there are
   any. */
SPV_CPUI_CLONED static int spv_cpui_take_case(uint32_t *yes, uint32_t *rest,
                                              const uint32_t *selector, uint32_t literal,
                                              uint32_t lanes) {
    uint32_t any = 0;
    size_t i, k;
    for (i = 0; i < lanes; i += SPV_CPUI_BLOCK)
        SPV_CPUI_EACH(k) {
            uint32_t m = rest[i + k] & spv_cpui_ln_mask(selector[i + k] == literal);
            yes[i + k] = m;
            rest[i + k] ^= m;
            any |= m;
        }
    return any != 0;
}

static void spv_cpui_do_switch(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_switch *s = (const spv_cpui_switch *)op->more;
    const uint32_t *selector = w->file + op->a;
    uint32_t i;
    memcpy(w->arm[1], w->mask, w->lanes * sizeof *w->mask);
    for (i = 0; i < s->count; i++) {
        int any = spv_cpui_take_case(w->arm[0], w->arm[1], selector, s->literals[i], w->lanes);
        if (any && s->upper != NULL) {
            spv_cpui_join(w->arm[1], w->arm[0], w->lanes);
            memcpy(w->sub, w->arm[0], w->lanes * sizeof *w->sub);
            any = spv_cpui_take_case(w->arm[0], w->sub, selector + w->lanes, s->upper[i], w->lanes);
            spv_cpui_without(w->arm[1], w->arm[1], w->arm[0], w->lanes);
        }
        if (any) spv_cpui_take_edge(w, &s->edges[i + 1], w->arm[0]);
    }
    if (spv_cpui_and(w->arm[0], w->arm[1], w->mask, w->lanes))
        spv_cpui_take_edge(w, &s->edges[0], w->arm[0]);
}

static void spv_cpui_do_kill(spv_cpui_worker *w, const spv_cpui_op *op) {
    (void)op;
    spv_cpui_split(w->arm[0], w->alive, w->alive, w->mask, w->lanes);
}

static void spv_cpui_do_demote(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t i;
    (void)op;
    for (i = 0; i < w->lanes; i++) w->helper[i] |= w->mask[i];
}

static void spv_cpui_do_is_helper(spv_cpui_worker *w, const spv_cpui_op *op) {
    memcpy(w->file + op->d, w->helper, w->lanes * sizeof *w->file);
}

/* c: the instance. The caller goes on with its next segment when the callee is done. */
static void spv_cpui_do_call(spv_cpui_worker *w, const spv_cpui_op *op) {
    spv_cpui_send(w, (uint32_t)op->a, w->mask);
    w->frames[++w->depth].instance = (uint32_t)op->c;
    spv_cpui_send(w, 0, w->mask);
}

/* Whether an op ends a segment, in another way than by leaving the function. */
static int spv_cpui_is_end(spv_cpui_handler *run) {
    return run == spv_cpui_do_branch || run == spv_cpui_do_branch_conditional
           || run == spv_cpui_do_switch || run == spv_cpui_do_kill || run == spv_cpui_do_call;
}

static uint32_t spv_cpui_lowest_bit(uint32_t bits) {
    uint32_t n = 0;
#if defined(__GNUC__)
    n = (uint32_t)__builtin_ctz(bits);
#else
    while ((bits >> n & 1u) == 0) n++;
#endif
    return n;
}

/* Takes the lowest segment that lanes wait for out of the set; NONE: there is none. */
static uint32_t spv_cpui_next_segment(spv_cpui_worker *w) {
    const spv_cpui_instance *instance = &w->p->instances[w->frames[w->depth].instance];
    uint32_t *set = w->bits + instance->bits, i, n = (instance->segment_count + 31) / 32;
    for (i = 0; i < n; i++) {
        if (set[i] != 0) {
            uint32_t bit = spv_cpui_lowest_bit(set[i]);
            set[i] &= set[i] - 1;
            return 32 * i + bit;
        }
    }
    return SPV_CPUI_NONE;
}

/* Whether a segment stands before all that lanes wait for. */
static int spv_cpui_is_first(const spv_cpui_worker *w, uint32_t segment) {
    const spv_cpui_instance *instance = &w->p->instances[w->frames[w->depth].instance];
    const uint32_t *set = w->bits + instance->bits;
    uint32_t i;
    for (i = 0; i < segment / 32; i++)
        if (set[i] != 0) return 0;
    return (set[i] & ((2u << segment % 32) - 1u)) == 0;
}

/* The segment to run next, its lanes in the mask; NONE: the running function is done. Lanes that
   jump to the first segment of all go on as they are. */
static uint32_t spv_cpui_enter(spv_cpui_worker *w) {
    uint32_t segment = w->jump;
    int lanes = 0;
    w->jump = SPV_CPUI_NONE;
    if (segment != SPV_CPUI_NONE) {
        if (spv_cpui_is_first(w, segment)) return segment;
        spv_cpui_send(w, segment, w->mask);
    }
    while (lanes == 0) {
        segment = spv_cpui_next_segment(w);
        if (segment == SPV_CPUI_NONE) break;
        lanes = spv_cpui_and(w->mask, spv_cpui_pending(w, segment), w->alive, w->lanes);
        w->full = lanes == 3;
    }
    return segment;
}

static const spv_cpui_op *spv_cpui_ops(const spv_cpui_program *p) {
    return (const spv_cpui_op *)(const void *)(p->memory + p->ops);
}

static size_t spv_cpui_op_count(const spv_cpui_program *p) {
    return (p->front - p->ops) / sizeof(spv_cpui_op);
}

static void spv_cpui_run_segment(spv_cpui_worker *w, const spv_cpui_segment *s) {
    const spv_cpui_op *op;
    w->steps++;
    for (op = s->first; op != s->end; op++) {
        if (op->lane == NULL) {
            op->run(w, op);
        } else {
            const spv_cpui_call *call = w->calls + (op - spv_cpui_ops(w->p));
            call->lane(&call->args);
        }
    }
}

/* Runs the entry point for the lanes of `alive`. Returns 0 if the step limit was reached. */
static int spv_cpui_execute(spv_cpui_worker *w) {
    const spv_cpui_program *p = w->p;
    const spv_cpui_instance *instance;
    const spv_cpui_segment *s;
    uint32_t segment;
    memset(w->bits, 0, p->bit_words * sizeof *w->bits);
    w->depth = 0;
    w->frames[0].instance = 0;
    w->jump = SPV_CPUI_NONE;
    w->steps = 0;
    spv_cpui_send(w, 0, w->alive);
    for (;;) {
        segment = spv_cpui_enter(w);
        if (segment == SPV_CPUI_NONE) {
            if (w->depth-- == 0) return 1;
            continue;
        }
        instance = &p->instances[w->frames[w->depth].instance];
        s = &instance->segments[segment];
        spv_cpui_run_segment(w, s);
        if (p->options.step_limit == 0 || w->steps <= p->options.step_limit) continue;
        w->stopped = s->first != s->end ? s->end[-1].at : p->functions[instance->function].at;
        return 0;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>values  [16]  arithmetic, moves of components */

/* The arguments of an op's lane function. */
static void spv_cpui_fill_call(spv_cpui_worker *w, const spv_cpui_op *op, spv_cpui_call *call) {
    spv_cpui_args *a = &call->args;
    call->lane = op->lane;
    a->d = w->file + op->d;
    a->a = w->file + op->a;
    a->b = w->file + op->b;
    a->c = w->file + op->c;
    a->e = w->file + op->e;
    a->lanes = w->lanes;
    a->parts = op->parts;
    a->rows = op->rows;
    a->columns = op->columns;
    a->rows_b = op->rows_b;
    a->columns_b = op->columns_b;
    a->a_step = op->steps[0] * (size_t)w->lanes;
    a->b_step = op->steps[1] * (size_t)w->lanes;
    a->c_step = op->steps[2] * (size_t)w->lanes;
}

/* Of all ops that have one. */
static void spv_cpui_fill_calls(spv_cpui_worker *w) {
    const spv_cpui_op *ops = spv_cpui_ops(w->p);
    size_t i, n = spv_cpui_op_count(w->p);
    for (i = 0; i < n; i++)
        if (ops[i].lane != NULL) spv_cpui_fill_call(w, &ops[i], &w->calls[i]);
}

/* The steps in `more`. */
static void spv_cpui_do_steps(spv_cpui_worker *w, const spv_cpui_op *op) {
    w->machine(w->file, (const spv_cpui_st_step *)op->more, w->lanes);
}

/* An instruction on scalars of any width: what is the same in all runs. d_kinds: of each scalar. */
typedef struct spv_cpui_wide {
    spv_cpui_wide_function *run;
    uint32_t operands, parts, rows, columns, rows_b, columns_b, bits;
    uint32_t is_signed;           /* a bit for each operand */
    int packed;                   /* the first two are words with 4 integers of 8 bits each */
    uint32_t count[3], kinds[3];  /* scalars of the operands */
    size_t operand[3];
    uint8_t d_kinds[2 * SPV_CPUI_MAX_PARTS];
} spv_cpui_wide;

static void spv_cpui_begin_wide(const spv_cpui_wide *t, spv_cpui_wide_args *r) {
    memset(r, 0, sizeof *r);
    r->parts = t->parts;
    r->rows = t->rows;
    r->columns = t->columns;
    r->rows_b = t->rows_b;
    r->columns_b = t->columns_b;
    r->bits = t->bits;
}

/* Takes operand i of a lane; s: its first word of that lane. */
static void spv_cpui_take_wide(const spv_cpui_wide *t, uint32_t i, const uint32_t *s, size_t lanes,
                               spv_cpui_wide_args *r) {
    uint64_t *d = i == 0 ? r->a : i == 1 ? r->b : r->c;
    uint32_t j, unit = t->kinds[i] >= 64 ? 2 : 1, byte;
    int is_signed = (t->is_signed >> i & 1u) != 0;
    for (j = 0; j < t->count[i]; j++) {
        byte = s[0] >> 8 * (j % 4) & 0xFFu;
        if (t->packed && i < 2) d[j] = spv_cpui_fetch(&byte, 1, 8, is_signed);
        else d[j] = spv_cpui_fetch(s + j * unit * lanes, lanes, t->kinds[i], is_signed);
    }
}

static void spv_cpui_put_wide(const spv_cpui_wide *t, uint32_t *d, size_t lanes,
                              const spv_cpui_wide_args *r) {
    uint32_t j;
    for (j = 0; j < t->parts; j++) {
        spv_cpui_put(d, lanes, t->d_kinds[j], r->d[j]);
        d += (t->d_kinds[j] >= 64 ? 2 : 1) * lanes;
    }
}

static void spv_cpui_do_wide(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_wide *t = (const spv_cpui_wide *)op->more;
    spv_cpui_wide_args r;
    uint32_t l, i;
    spv_cpui_begin_wide(t, &r);
    for (l = 0; l < w->lanes; l++) {
        if (w->mask[l] == 0) continue;
        for (i = 0; i < t->operands; i++)
            spv_cpui_take_wide(t, i, w->file + t->operand[i] + l, w->lanes, &r);
        t->run(&r);
        spv_cpui_put_wide(t, w->file + op->d + l, w->lanes, &r);
    }
}

/* Copies bytes to slots of other sizes: b bytes in each slot of a, c in each of d. */
static void spv_cpui_do_repack(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l, byte, i;
    for (l = 0; l < w->lanes; l++) {
        for (i = 0; i < op->parts; i++) w->file[op->d + (size_t)i * w->lanes + l] = 0;
        for (byte = 0; byte < op->parts * op->c; byte++) {
            uint32_t from = byte / (uint32_t)op->b, to = byte / (uint32_t)op->c;
            uint32_t value = w->file[op->a + (size_t)from * w->lanes + l];
            value = value >> 8 * (byte % (uint32_t)op->b) & 0xFFu;
            w->file[op->d + (size_t)to * w->lanes + l] |= value << 8 * (byte % (uint32_t)op->c);
        }
    }
}

/* d = a for c words, in all lanes. */
static void spv_cpui_do_copy(spv_cpui_worker *w, const spv_cpui_op *op) {
    memcpy(w->file + op->d, w->file + op->a, op->c * sizeof *w->file);
}

static void spv_cpui_do_masked_copy(spv_cpui_worker *w, const spv_cpui_op *op) {
    spv_cpui_move_words(w, w->file + op->d, w->file + op->a, w->mask, w->full, op->c);
}

static void spv_cpui_do_zero(spv_cpui_worker *w, const spv_cpui_op *op) {
    memset(w->file + op->d, 0, op->c * sizeof *w->file);
}

/* more: a word of the file for each component. */
SPV_CPUI_CLONED static void spv_cpui_do_shuffle(spv_cpui_worker *w, const spv_cpui_op *op) {
    const size_t *from = (const size_t *)op->more;
    uint32_t *d = w->file + op->d;
    size_t i, l, k;
    for (i = 0; i < op->parts; i++, d += w->lanes)
        for (l = 0; l < w->lanes; l += SPV_CPUI_BLOCK) {
            const uint32_t *s = w->file + from[i] + l;
            SPV_CPUI_EACH(k) d[l + k] = s[k];
        }
}

/* d = component b of a, of c components. An index beyond them gives the last. */
static void spv_cpui_do_extract_dynamic(spv_cpui_worker *w, const spv_cpui_op *op) {
    const uint32_t *a = w->file + op->a, *index = w->file + op->b;
    uint32_t *d = w->file + op->d, l, i, k;
    for (l = 0; l < w->lanes; l++) {
        i = index[l] < op->c ? index[l] : (uint32_t)op->c - 1;
        for (k = 0; k < op->parts; k++)
            d[k * w->lanes + l] = a[(size_t)(i * op->parts + k) * w->lanes + l];
    }
}

/* d = a with component c, of e slots, replaced by b. */
static void spv_cpui_do_insert_dynamic(spv_cpui_worker *w, const spv_cpui_op *op) {
    const uint32_t *value = w->file + op->b, *index = w->file + op->c;
    uint32_t *d = w->file + op->d, l, i, k, unit = (uint32_t)op->e, count = op->parts / unit;
    memcpy(d, w->file + op->a, (size_t)op->parts * w->lanes * sizeof *d);
    for (l = 0; l < w->lanes; l++) {
        i = index[l] < count ? index[l] : count - 1;
        for (k = 0; k < unit; k++)
            d[(size_t)(i * unit + k) * w->lanes + l] = value[k * w->lanes + l];
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>access  [17]  loads and stores
   Variables of an invocation lie in the register file: a static place is a move, an index that
   differs from lane to lane a gather or scatter of slots. Shared memory, buffers and push constants
   are bytes; what is outside of them reads as 0 and is not written. Words of all lanes that lie one
   after the other are moved at once. */
typedef struct spv_cpui_access {
    uint32_t space, parts;
    uint32_t base;            /* slot, or byte */
    uint32_t binding, count;  /* first descriptor, descriptors */
    int is_dynamic, element_is_dynamic;
    size_t dynamic, element;  /* words of the file */
    const uint32_t *leaves;   /* bytes of the slots from base on */
    const uint8_t *sizes;     /* how many bytes each has; NULL: all have 4 */
} spv_cpui_access;

typedef struct spv_cpui_bytes {
    unsigned char *data;
    size_t size;
} spv_cpui_bytes;

/* The first lane of a mask; lanes if there is none. */
static uint32_t spv_cpui_first_lane(const uint32_t *mask, uint32_t lanes) {
    uint32_t l;
    for (l = 0; l < lanes && mask[l] == 0; l++) {}
    return l;
}

static spv_cpui_bytes spv_cpui_bytes_of(const spv_cpui_worker *w, const spv_cpui_access *a,
                                        uint32_t lane) {
    spv_cpui_bytes b = {NULL, 0};
    uint32_t element = 0;
    if (a->space == SPV_CPUI_IN_SHARED) {
        b.data = w->shared;
        b.size = w->p->shared_size;
    } else if (a->space == SPV_CPUI_IN_PUSH) {
        b.data = (unsigned char *)(size_t)w->push;
        b.size = w->push_size;
    } else {
        if (a->element_is_dynamic) element = w->file[a->element + lane];
        else element = (uint32_t)a->element;
        if (element >= (a->count == SPV_CPUI_NONE ? w->p->binding_count : a->count)) return b;
        b.data = w->bounds[a->binding + element].data;
        b.size = w->bounds[a->binding + element].size;
    }
    return b;
}

static uint32_t spv_cpui_read_word(spv_cpui_bytes b, uint64_t at) {
    uint32_t value = 0;
    if (at + 4 <= b.size) memcpy(&value, b.data + at, 4);
    return value;
}

static void spv_cpui_write_word(spv_cpui_bytes b, uint64_t at, uint32_t value) {
    if (at + 4 <= b.size) memcpy(b.data + at, &value, 4);
}

static uint32_t spv_cpui_dynamic_of(const spv_cpui_worker *w, const spv_cpui_access *a,
                                    uint32_t lane) {
    return a->is_dynamic ? w->file[a->dynamic + lane] : 0;
}

/* Whether the lanes of the mask have the same word as one of them. */
SPV_CPUI_CLONED static int spv_cpui_agree(const uint32_t *a, const uint32_t *mask, uint32_t lanes,
                                          uint32_t lane) {
    uint32_t differ = 0, value = a[lane], l, k;
    for (l = 0; l < lanes; l += SPV_CPUI_BLOCK)
        SPV_CPUI_EACH(k) differ |= (a[l + k] ^ value) & mask[l + k];
    return differ == 0;
}

/* Whether the lanes of the mask agree on the place; `lane` is one of them, or behind the last. */
static int spv_cpui_is_uniform(const spv_cpui_worker *w, const spv_cpui_access *a, uint32_t lane) {
    return (!a->is_dynamic || spv_cpui_agree(w->file + a->dynamic, w->mask, w->lanes, lane))
           && (!a->element_is_dynamic
               || spv_cpui_agree(w->file + a->element, w->mask, w->lanes, lane));
}

SPV_CPUI_CLONED static void spv_cpui_splat(uint32_t *d, uint32_t value, uint32_t lanes) {
    uint32_t l, k;
    for (l = 0; l < lanes; l += SPV_CPUI_BLOCK) SPV_CPUI_EACH(k) d[l + k] = value;
}

static void spv_cpui_load_uniform(spv_cpui_worker *w, const spv_cpui_op *op, uint32_t lane) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    spv_cpui_bytes b = spv_cpui_bytes_of(w, a, lane);
    uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, lane);
    uint32_t i;
    for (i = 0; i < a->parts; i++)
        spv_cpui_splat(w->file + op->d + (size_t)i * w->lanes,
                       spv_cpui_read_word(b, at + a->leaves[i]), w->lanes);
}

/* Whether each lane has 4 more than the one before it, and none began again at 0. */
SPV_CPUI_CLONED static int spv_cpui_is_sequence(const uint32_t *a, uint32_t lanes) {
    uint32_t differ = 0, next = a[0], l, k;
    for (l = 0; l < lanes; l += SPV_CPUI_BLOCK, next += 4 * SPV_CPUI_BLOCK)
        SPV_CPUI_EACH(k) differ |= a[l + k] ^ (next + 4 * k);
    return differ == 0 && a[0] <= a[lanes - 1];
}

/* Where the lanes' words lie, if all lanes are set, and their words lie one after the other within
   the bytes; else NULL. */
static unsigned char *spv_cpui_sequence_of(const spv_cpui_worker *w, const spv_cpui_access *a,
                                           spv_cpui_bytes b) {
    uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, 0) + a->leaves[0];
    if (!w->full || a->parts != 1 || a->element_is_dynamic || !a->is_dynamic) return NULL;
    if (at + 4 * (uint64_t)w->lanes > b.size) return NULL;
    return spv_cpui_is_sequence(w->file + a->dynamic, w->lanes) ? b.data + at : NULL;
}

static void spv_cpui_do_load_bytes(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    uint32_t i, l, lane = spv_cpui_first_lane(w->mask, w->lanes), *d = w->file + op->d;
    const unsigned char *words;
    spv_cpui_bytes b;
    if (spv_cpui_is_uniform(w, a, lane)) {
        spv_cpui_load_uniform(w, op, lane);
        return;
    }
    b = spv_cpui_bytes_of(w, a, lane);
    words = spv_cpui_sequence_of(w, a, b);
    if (words != NULL) {
        memcpy(d, words, w->lanes * sizeof *d);
        return;
    }
    for (l = lane; l < w->lanes; l++) {
        uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, l);
        if (w->mask[l] == 0) continue;
        if (a->element_is_dynamic) b = spv_cpui_bytes_of(w, a, l);
        for (i = 0; i < a->parts; i++)
            d[(size_t)i * w->lanes + l] = spv_cpui_read_word(b, at + a->leaves[i]);
    }
}

/* Loads leaves of several sizes; the bytes of a word stand in it from the lowest on. */
static void spv_cpui_do_load_narrow(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    uint32_t i, l, k, value;
    for (l = 0; l < w->lanes; l++) {
        uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, l);
        spv_cpui_bytes b;
        if (w->mask[l] == 0) continue;
        b = spv_cpui_bytes_of(w, a, l);
        for (i = 0; i < a->parts; i++) {
            uint64_t byte = at + a->leaves[i];
            for (k = 0, value = 0; k < a->sizes[i] && byte + a->sizes[i] <= b.size; k++)
                value |= (uint32_t)b.data[byte + k] << 8 * k;
            w->file[op->d + (size_t)i * w->lanes + l] = value;
        }
    }
}

static int spv_cpui_stores(const spv_cpui_worker *w, uint32_t lane) {
    return (w->mask[lane] & ~w->helper[lane]) != 0;
}

static void spv_cpui_do_store_bytes(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    const uint32_t *s = w->file + op->a;
    uint32_t i, l;
    spv_cpui_bytes b = spv_cpui_bytes_of(w, a, 0);
    unsigned char *words = spv_cpui_sequence_of(w, a, b);
    if (words != NULL && spv_cpui_arms(w->mask, w->helper, w->lanes) == 2) {
        memcpy(words, s, w->lanes * sizeof *s);
        return;
    }
    for (l = 0; l < w->lanes; l++) {
        uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, l);
        if (!spv_cpui_stores(w, l)) continue;
        if (a->element_is_dynamic) b = spv_cpui_bytes_of(w, a, l);
        for (i = 0; i < a->parts; i++)
            spv_cpui_write_word(b, at + a->leaves[i], s[(size_t)i * w->lanes + l]);
    }
}

static void spv_cpui_do_store_narrow(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    const uint32_t *s = w->file + op->a;
    uint32_t i, l, k;
    for (l = 0; l < w->lanes; l++) {
        uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, l);
        spv_cpui_bytes b;
        if (!spv_cpui_stores(w, l)) continue;
        b = spv_cpui_bytes_of(w, a, l);
        for (i = 0; i < a->parts; i++) {
            uint64_t byte = at + a->leaves[i];
            for (k = 0; k < a->sizes[i] && byte + a->sizes[i] <= b.size; k++)
                b.data[byte + k] = (unsigned char)(s[(size_t)i * w->lanes + l] >> 8 * k);
        }
    }
}

/* Of a variable in the file at places that differ; indices were clamped when they were added up. */
static void spv_cpui_do_gather(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    uint32_t l, i, lane = spv_cpui_first_lane(w->mask, w->lanes), *d = w->file + op->d;
    const uint32_t *s = w->file + (size_t)a->base * w->lanes, *at = w->file + a->dynamic;
    if (spv_cpui_is_uniform(w, a, lane)) {
        memcpy(d, s + (size_t)at[lane] * w->lanes, (size_t)a->parts * w->lanes * sizeof *d);
        return;
    }
    for (l = lane; l < w->lanes; l++)
        for (i = 0; i < a->parts && w->mask[l] != 0; i++)
            d[(size_t)i * w->lanes + l] = s[((size_t)at[l] + i) * w->lanes + l];
}

static void spv_cpui_do_scatter(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    uint32_t l, i, lane = spv_cpui_first_lane(w->mask, w->lanes);
    uint32_t *d = w->file + (size_t)a->base * w->lanes;
    const uint32_t *s = w->file + op->a, *at = w->file + a->dynamic;
    if (spv_cpui_is_uniform(w, a, lane)) {
        spv_cpui_move_words(w, d + (size_t)at[lane] * w->lanes, s, w->mask, w->full,
                            (size_t)a->parts * w->lanes);
        return;
    }
    for (l = lane; l < w->lanes; l++)
        for (i = 0; i < a->parts && w->mask[l] != 0; i++)
            d[((size_t)at[l] + i) * w->lanes + l] = s[(size_t)i * w->lanes + l];
}

/* One index of a pointer: d = a + min(b, limit) * stride. `a` is only there if op->parts; with a
   limit of elements the last is taken for what is beyond, else the sum sticks at the largest
   number. */
SPV_CPUI_CLONED static void spv_cpui_do_index(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t limit = (uint32_t)op->c, stride = (uint32_t)op->e, l, k;
    uint32_t some = op->parts ? 0xFFFFFFFFu : 0;
    for (l = 0; l < w->lanes; l += SPV_CPUI_BLOCK) {
        const uint32_t *a = w->file + op->a + l, *index = w->file + op->b + l;
        uint32_t *d = w->file + op->d + l;
        SPV_CPUI_EACH(k) {
            uint32_t offset = (index[k] < limit ? index[k] : limit) * stride;
            uint32_t sum = (a[k] & some) + offset;
            d[k] = sum | spv_cpui_ln_mask(sum < offset);
        }
    }
}

/* d = c + a, where `a` is only there if op->parts; from b on (0: no limit) and beyond the largest
   number it is that number. */
static void spv_cpui_do_absolute(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l, start = (uint32_t)op->c;
    for (l = 0; l < w->lanes; l++) {
        uint32_t own = op->parts ? w->file[op->a + l] : 0, sum = start + own;
        if (sum < start || (op->b != 0 && own >= op->b)) sum = 0xFFFFFFFFu;
        if (w->mask[l]) w->file[op->d + l] = sum;
    }
}

/* Whether the two registers of pointers a and b are the same, or if c, are not. */
static void spv_cpui_do_same_pointer(spv_cpui_worker *w, const spv_cpui_op *op) {
    const uint32_t *a = w->file + op->a, *b = w->file + op->b;
    uint32_t l;
    for (l = 0; l < w->lanes; l++) {
        int same = a[l] == b[l] && a[w->lanes + l] == b[w->lanes + l];
        w->file[op->d + l] = 0u - (uint32_t)(same == (op->c == 0));
    }
}

/* The two registers of a pointer: those at b where a, else those at c. */
static void spv_cpui_do_choose(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l, i;
    for (i = 0; i < 2; i++)
        for (l = 0; l < w->lanes; l++)
            if (w->mask[l])
                w->file[op->d + (size_t)i * w->lanes + l] =
                    w->file[(w->file[op->a + l] ? op->b : op->c) + (size_t)i * w->lanes + l];
}

/* d: the 64 bits of a, at most the largest number of 32. */
static void spv_cpui_do_cut_index(spv_cpui_worker *w, const spv_cpui_op *op) {
    const uint32_t *a = w->file + op->a;
    uint32_t l;
    for (l = 0; l < w->lanes; l++)
        w->file[op->d + l] = a[w->lanes + l] == 0 ? a[l] : 0xFFFFFFFFu;
}

static void spv_cpui_do_array_length(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_access *a = (const spv_cpui_access *)op->more;
    uint32_t l, length, count = a->element_is_dynamic ? w->lanes : 1;
    for (l = 0; l < count; l++) {
        spv_cpui_bytes b = spv_cpui_bytes_of(w, a, l);
        length = b.size < op->b ? 0 : (uint32_t)((b.size - op->b) / op->c);
        w->file[op->d + l] = length;
    }
    if (count == 1) spv_cpui_splat(w->file + op->d, w->file[op->d], w->lanes);
}

/* -------------------------------------------------------------------------------------------------
   // >>atomics  [18]  read, modify, write
   Lane by lane in rising order; between threads by compare and exchange where the compiler has
   it. */

typedef uint32_t spv_cpui_modify(uint32_t old, uint32_t value, uint32_t compare);

static uint32_t spv_cpui_at_load(uint32_t old, uint32_t value, uint32_t compare) {
    (void)value;
    (void)compare;
    return old;
}
static uint32_t spv_cpui_at_exchange(uint32_t old, uint32_t value, uint32_t compare) {
    (void)old;
    (void)compare;
    return value;
}
static uint32_t spv_cpui_at_compare_exchange(uint32_t old, uint32_t value, uint32_t compare) {
    return old == compare ? value : old;
}
static float spv_cpui_as_float(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}
static uint32_t spv_cpui_as_bits(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

#define SPV_CPUI_MODIFY(name, result) \
    static uint32_t spv_cpui_at_##name(uint32_t old, uint32_t value, uint32_t compare) { \
        (void)compare; \
        return result; \
    }
SPV_CPUI_MODIFY(increment, old + 1 + (value & 0))
SPV_CPUI_MODIFY(decrement, old - 1 + (value & 0))
SPV_CPUI_MODIFY(add, old + value)
SPV_CPUI_MODIFY(sub, old - value)
SPV_CPUI_MODIFY(smin, (int32_t)value < (int32_t)old ? value : old)
SPV_CPUI_MODIFY(umin, value < old ? value : old)
SPV_CPUI_MODIFY(smax, (int32_t)value > (int32_t)old ? value : old)
SPV_CPUI_MODIFY(umax, value > old ? value : old)
SPV_CPUI_MODIFY(and, (old & value))
SPV_CPUI_MODIFY(or, (old | value))
SPV_CPUI_MODIFY(xor, (old ^ value))
SPV_CPUI_MODIFY(fadd, spv_cpui_as_bits(spv_cpui_as_float(old) + spv_cpui_as_float(value)))
SPV_CPUI_MODIFY(fmin, spv_cpui_as_float(value) < spv_cpui_as_float(old) ? value : old)
SPV_CPUI_MODIFY(fmax, spv_cpui_as_float(value) > spv_cpui_as_float(old) ? value : old)
#undef SPV_CPUI_MODIFY

/* X(instruction, words before the value: pointer, scope and semantics, 0: no value, function) */
#define SPV_CPUI_ATOMICS(X) \
    X(AtomicLoad, 0, load) \
    X(AtomicStore, 4, exchange) \
    X(AtomicExchange, 6, exchange) \
    X(AtomicCompareExchange, 7, compare_exchange) \
    X(AtomicCompareExchangeWeak, 7, compare_exchange) \
    X(AtomicIIncrement, 0, increment) \
    X(AtomicIDecrement, 0, decrement) \
    X(AtomicIAdd, 6, add) \
    X(AtomicISub, 6, sub) \
    X(AtomicSMin, 6, smin) \
    X(AtomicUMin, 6, umin) \
    X(AtomicSMax, 6, smax) \
    X(AtomicUMax, 6, umax) \
    X(AtomicAnd, 6, and) \
    X(AtomicOr, 6, or) \
    X(AtomicXor, 6, xor) \
    X(AtomicFMinEXT, 6, fmin) \
    X(AtomicFMaxEXT, 6, fmax) \
    X(AtomicFAddEXT, 6, fadd)

typedef struct spv_cpui_atomic_row {
    uint16_t opcode;
    uint8_t value; /* number of the word with the value */
    spv_cpui_modify *modify;
} spv_cpui_atomic_row;

#define SPV_CPUI_ROW(name, value, function) {SPV_CPUI_Op##name, value, spv_cpui_at_##function},
static const spv_cpui_atomic_row spv_cpui_atomics[] = {SPV_CPUI_ATOMICS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

typedef struct spv_cpui_atomic {
    spv_cpui_access access;
    spv_cpui_modify *modify;
    int has_value, has_compare, has_result, is_texel;
    size_t coordinate, sample;
    uint32_t coordinate_parts;
    uint32_t variable;
} spv_cpui_atomic;

static uint32_t spv_cpui_exchange(void *where, spv_cpui_modify *modify, uint32_t value,
                                  uint32_t compare) {
    uint32_t old;
#if defined(__GNUC__)
    uint32_t *word = (uint32_t *)where;
    if ((size_t)where % 4 == 0) {
        old = __atomic_load_n(word, __ATOMIC_RELAXED);
        while (!__atomic_compare_exchange_n(word, &old, modify(old, value, compare), 0,
                                            __ATOMIC_ACQ_REL, __ATOMIC_RELAXED)) {}
        return old;
    }
#endif
    memcpy(&old, where, sizeof old);
    value = modify(old, value, compare);
    memcpy(where, &value, sizeof value);
    return old;
}

/* Where the word of one lane lies; NULL: outside. */
static void *spv_cpui_atomic_place(const spv_cpui_worker *w, const spv_cpui_atomic *t, uint32_t l) {
    const spv_cpui_access *a = &t->access;
    int32_t coordinate[4] = {0, 0, 0, 0};
    uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, l);
    uint32_t element, i;
    spv_cpui_bytes b;
    if (!t->is_texel) {
        b = spv_cpui_bytes_of(w, a, l);
        return at + 4 <= b.size ? b.data + at : NULL;
    }
    element = a->element_is_dynamic ? w->file[a->element + l] : (uint32_t)a->element;
    if (element >= a->count || !w->bounds[a->binding + element].has_image) return NULL;
    for (i = 0; i < t->coordinate_parts; i++)
        coordinate[i] = (int32_t)w->file[t->coordinate + (size_t)i * w->lanes + l];
    return spv_cpui_image_texel(&w->bounds[a->binding + element].image, coordinate);
}

/* a: value, b: what is compared with. */
static void spv_cpui_do_atomic(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_atomic *t = (const spv_cpui_atomic *)op->more;
    uint32_t l, old, value, compare;
    for (l = 0; l < w->lanes; l++) {
        void *where;
        if (!spv_cpui_stores(w, l)) continue;
        where = spv_cpui_atomic_place(w, t, l);
        value = t->has_value ? w->file[op->a + l] : 0;
        compare = t->has_compare ? w->file[op->b + l] : 0;
        old = where == NULL ? 0 : spv_cpui_exchange(where, t->modify, value, compare);
        if (t->has_result) w->file[op->d + l] = old;
    }
}

/* Of variables of an invocation (Private, Function): nothing else sees them. */
static void spv_cpui_do_atomic_in_file(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_atomic *t = (const spv_cpui_atomic *)op->more;
    uint32_t l, old, value, compare;
    for (l = 0; l < w->lanes; l++) {
        uint32_t *where = w->file
                          + ((size_t)t->access.base + spv_cpui_dynamic_of(w, &t->access, l))
                                * w->lanes
                          + l;
        if (!w->mask[l]) continue;
        value = t->has_value ? w->file[op->a + l] : 0;
        compare = t->has_compare ? w->file[op->b + l] : 0;
        old = *where;
        *where = t->modify(old, value, compare);
        if (t->has_result) w->file[op->d + l] = old;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>checks  [19]  what options.checks looks for
   An op of its own before each access looks at it, so that without checks nothing is there. What
   has a value: a word beside each word of the register file and of shared memory. Races: a table of
   the words that were accessed since the last barrier, by address; one that finds its place taken
   by another word takes it over, so that a race may be missed but none is invented. Accesses that
   the same invocation makes, atomic ones among each other and reads among each other are no
   race. */
enum { SPV_CPUI_READS, SPV_CPUI_WRITES, SPV_CPUI_ATOMIC };
enum {
    SPV_CPUI_CHECK_ACCESSES = SPV_CPU_CHECK_RANGE | SPV_CPU_CHECK_RACE | SPV_CPU_CHECK_UNSET
};

typedef struct spv_cpui_check {
    spv_cpui_access access;
    int kind;
    uint32_t left_out;  /* components, a bit each, that may be read before they are set: what is
                           not used of a vector, all of a struct or array, what is exchanged */
} spv_cpui_check;

/* Pixel of lane `n` of a tile, counted from its corner. */
static uint32_t spv_cpui_tile_x(uint32_t n) {
    return n / 4 % 4 * 2 + n % 2;
}

static uint32_t spv_cpui_tile_y(uint32_t n) {
    return n / 16 * 2 + n / 2 % 2;
}

/* The place in the source of the instruction at a word, by the last OpLine or DebugLine before it,
   of its block; where the step limit ended the run, of its function. */
static void spv_cpui_locate(const spv_cpui_program *p, size_t word, spv_cpu_finding *f) {
    size_t at, file = 0;
    uint32_t end = f->check == SPV_CPU_CHECK_STEPS ? SPV_CPUI_OpFunction : SPV_CPUI_OpLabel;
    for (at = 5; at <= word && at < p->count; at += spv_cpui_length(p, at)) {
        const spv_cpui_id *set = spv_cpui_id_at(p, at, 3);
        uint32_t opcode = spv_cpui_opcode(p, at);
        if (opcode == end || (opcode == SPV_CPUI_OpNoLine && end == SPV_CPUI_OpLabel))
            f->line = f->column = 0;
        if (opcode == SPV_CPUI_OpLine) {
            file = spv_cpui_id_at(p, at, 1)->at;
            f->line = spv_cpui_word(p, at, 2);
            f->column = spv_cpui_word(p, at, 3);
        } else if (opcode == SPV_CPUI_OpExtInst && set->at != 0
                   && spv_cpui_starts(p, set->at, 2, "NonSemantic.Shader.DebugInfo")
                   && spv_cpui_word(p, at, 4) == SPV_CPUI_INFO_DebugLine) {
            const spv_cpui_id *source = spv_cpui_id_at(p, at, 5);
            file = source->at == 0 ? 0 : spv_cpui_id_at(p, source->at, 5)->at;
            spv_cpui_scalar(p, spv_cpui_id_at(p, at, 6), &f->line);
            spv_cpui_scalar(p, spv_cpui_id_at(p, at, 8), &f->column);
        }
    }
    if (f->line == 0 || file == 0 || spv_cpui_opcode(p, file) != SPV_CPUI_OpString) return;
    f->file = (const char *)(const void *)(p->words + file + 2);
    while (f->file_size < 4 * ((size_t)spv_cpui_length(p, file) - 2)
           && f->file[f->file_size] != '\0')
        f->file_size++;
}

static void spv_cpui_name_invocation(const spv_cpui_worker *w, uint32_t lane, uint32_t *d) {
    const uint32_t *dim = w->p->dim;
    uint64_t n = w->start + lane, size = w->p->face->per_group, group;
    uint32_t local;
    d[0] = lane;
    if (w->p->model == SPV_CPUI_ExecutionModel_Fragment && w->groups[0] != 0) {
        d[0] = w->groups[1] + spv_cpui_tile_x((uint32_t)n);
        d[1] = w->groups[2] + spv_cpui_tile_y((uint32_t)n);
    } else if (w->p->model == SPV_CPUI_ExecutionModel_GLCompute && w->groups[0] != 0) {
        group = n / size;
        local = (uint32_t)(n % size);
        d[0] = (uint32_t)(group % w->groups[0]) * dim[0] + local % dim[0];
        d[1] = (uint32_t)(group / w->groups[0] % w->groups[1]) * dim[1] + local / dim[0] % dim[1];
        d[2] = (uint32_t)(group / w->groups[0] / w->groups[1]) * dim[2] + local / dim[0] / dim[1];
    }
}

/* Notes what was found at an instruction; `f` becomes it. */
static void spv_cpui_note(spv_cpui_worker *w, size_t at, uint32_t check, const char *message,
                          uint32_t lane, uint32_t other, spv_cpu_finding *f) {
    spv_cpu_worker *face = w->face;
    memset(f, 0, sizeof *f);
    f->check = check;
    f->message = message;
    f->opcode = spv_cpui_opcode_name(spv_cpui_opcode(w->p, at));
    f->word = at;
    f->lane = lane;
    f->other = other;
    f->count = 1;
    spv_cpui_locate(w->p, at, f);
    spv_cpui_name_invocation(w, lane, f->invocation);
    if (face->finding_count < SPV_CPU_MAX_FINDINGS) face->findings[face->finding_count] = *f;
    face->finding_count++;
}

/* Whether a lane of this group was not yet in a finding; it is from now on. */
static int spv_cpui_is_new(spv_cpui_worker *w, size_t finding, uint32_t lane) {
    uint32_t *found = w->found + (finding * w->lanes + lane) / 32;
    uint32_t bit = 1u << (finding * w->lanes + lane) % 32;
    if (*found & bit) return 0;
    *found |= bit;
    return 1;
}

/* Notes what a check found, once for each instruction, and counts the invocations. */
static void spv_cpui_find(spv_cpui_worker *w, const spv_cpui_op *op, uint32_t check,
                          const char *message, uint32_t lane, uint32_t other) {
    spv_cpu_worker *face = w->face;
    spv_cpu_finding f;
    size_t i;
    for (i = 0; i < face->finding_count && i < SPV_CPU_MAX_FINDINGS; i++)
        if (face->findings[i].word == op->at && face->findings[i].check == check) break;
    if (i == SPV_CPU_MAX_FINDINGS) {
        face->finding_count++;
        return;
    }
    if (!spv_cpui_is_new(w, i, lane)) return;
    if (i < face->finding_count) face->findings[i].count++;
    else spv_cpui_note(w, op->at, check, message, lane, other, &f);
}

/* ---- races */

/* Who accessed a word since the last barrier: lane + 1; readers and atomics: NONE if several
did. */
typedef struct spv_cpui_race {
    const void *word;
    uint32_t epoch, writer, reader, atomic;
} spv_cpui_race;

enum { SPV_CPUI_RACES = 1 << 14 };

static void spv_cpui_add_access(uint32_t *who, uint32_t lane) {
    *who = *who == 0 || *who == lane + 1 ? lane + 1 : SPV_CPUI_NONE;
}

/* The other lane + 1 that makes a race of it, 0: there is none. */
static uint32_t spv_cpui_rival(uint32_t who, uint32_t lane) {
    return who == lane + 1 ? 0 : who;
}

static void spv_cpui_check_race(spv_cpui_worker *w, const spv_cpui_op *op, const void *word,
                                uint32_t lane, int kind) {
    spv_cpui_race *r = &w->races[((size_t)word / 4 * 2654435761u >> 7) % SPV_CPUI_RACES];
    uint32_t rival;
    if (r->word != word || r->epoch != w->epoch) {
        memset(r, 0, sizeof *r);
        r->word = word;
        r->epoch = w->epoch;
    }
    rival = spv_cpui_rival(r->writer, lane);
    if (rival == 0 && kind != SPV_CPUI_ATOMIC) rival = spv_cpui_rival(r->atomic, lane);
    if (rival == 0 && kind != SPV_CPUI_READS) rival = spv_cpui_rival(r->reader, lane);
    if (rival != 0)
        spv_cpui_find(w, op, SPV_CPU_CHECK_RACE,
                      "a data race: another invocation accesses the same word", lane,
                      rival == SPV_CPUI_NONE ? lane : rival - 1);
    if (kind == SPV_CPUI_WRITES) r->writer = lane + 1;
    else spv_cpui_add_access(kind == SPV_CPUI_READS ? &r->reader : &r->atomic, lane);
}

/* OpImageRead and OpImageWrite. */
static void spv_cpui_check_texels(spv_cpui_worker *w, const spv_cpui_op *op,
                                  const spv_cpui_sampling *s) {
    uint32_t lane;
    if (s->opcode != SPV_CPUI_OpImageRead && s->opcode != SPV_CPUI_OpImageWrite) return;
    for (lane = 0; lane < w->lanes; lane++) {
        const void *texel = s->mask[lane] ? spv_cpui_image_place(s, lane) : NULL;
        if (texel != NULL)
            spv_cpui_check_race(w, op, texel, lane,
                                s->opcode == SPV_CPUI_OpImageRead ? SPV_CPUI_READS
                                                                  : SPV_CPUI_WRITES);
    }
}

static void spv_cpui_do_barrier(spv_cpui_worker *w, const spv_cpui_op *op) {
    (void)op;
    w->epoch++;
}

/* ---- accesses */

static void spv_cpui_check_file(spv_cpui_worker *w, const spv_cpui_op *op,
                                const spv_cpui_check *c, uint32_t lane) {
    const spv_cpui_access *a = &c->access;
    uint32_t *set, i;
    if (w->shadow == NULL) return;
    set = w->shadow + ((size_t)a->base + spv_cpui_dynamic_of(w, a, lane)) * w->lanes + lane;
    for (i = 0; i < a->parts; i++, set += w->lanes) {
        if (c->kind == SPV_CPUI_WRITES) *set = 1;
        else if (*set == 0 && (c->left_out >> i % 32 & 1u) == 0 && spv_cpui_stores(w, lane))
            spv_cpui_find(w, op, SPV_CPU_CHECK_UNSET, "a variable is read before it has a value",
                          lane, lane);
    }
}

static void spv_cpui_check_shared(spv_cpui_worker *w, const spv_cpui_op *op,
                                  const spv_cpui_check *c, uint64_t at, uint32_t part,
                                  uint32_t lane) {
    if (w->shared_shadow == NULL) return;
    if (c->kind != SPV_CPUI_WRITES && w->shared_shadow[at / 4] == 0
        && (c->left_out >> part % 32 & 1u) == 0)
        spv_cpui_find(w, op, SPV_CPU_CHECK_UNSET, "shared memory is read before it has a value",
                      lane, lane);
    if (c->kind != SPV_CPUI_READS) w->shared_shadow[at / 4] = 1;
}

static void spv_cpui_check_bytes(spv_cpui_worker *w, const spv_cpui_op *op,
                                 const spv_cpui_check *c, uint32_t lane) {
    const spv_cpui_access *a = &c->access;
    spv_cpui_bytes b = spv_cpui_bytes_of(w, a, lane);
    uint64_t at = (uint64_t)a->base + spv_cpui_dynamic_of(w, a, lane), word;
    uint32_t i;
    for (i = 0; i < a->parts; i++) {
        word = at + (a->leaves == NULL ? 0 : a->leaves[i]);
        if (word + (a->sizes == NULL ? 4u : a->sizes[i]) > b.size) {
            if ((w->p->options.checks & SPV_CPU_CHECK_RANGE) != 0 && spv_cpui_stores(w, lane))
                spv_cpui_find(w, op, SPV_CPU_CHECK_RANGE, "an access outside of the memory", lane,
                              lane);
            continue;
        }
        if (a->space == SPV_CPUI_IN_SHARED) spv_cpui_check_shared(w, op, c, word, i, lane);
        if (w->races != NULL && a->space != SPV_CPUI_IN_PUSH)
            spv_cpui_check_race(w, op, b.data + word, lane, c->kind);
    }
}

static void spv_cpui_do_check(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_check *c = (const spv_cpui_check *)op->more;
    uint32_t l;
    for (l = 0; l < w->lanes; l++) {
        if (w->mask[l] == 0) continue;
        if (c->access.space == SPV_CPUI_IN_FILE) spv_cpui_check_file(w, op, c, l);
        else if (c->kind == SPV_CPUI_READS || spv_cpui_stores(w, l))
            spv_cpui_check_bytes(w, op, c, l);
    }
}

static void spv_cpui_do_check_texel(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_atomic *t = (const spv_cpui_atomic *)op->more;
    uint32_t l;
    for (l = 0; l < w->lanes; l++) {
        const void *texel;
        if (!spv_cpui_stores(w, l)) continue;
        texel = spv_cpui_atomic_place(w, t, l);
        if (texel != NULL && w->races != NULL)
            spv_cpui_check_race(w, op, texel, l, SPV_CPUI_ATOMIC);
        if (texel == NULL && (w->p->options.checks & SPV_CPU_CHECK_RANGE) != 0)
            spv_cpui_find(w, op, SPV_CPU_CHECK_RANGE, "an access outside of the image", l, l);
    }
}

/* The words of a variable have no value from here on, d, or c: have one, if e. */
static void spv_cpui_do_mark(spv_cpui_worker *w, const spv_cpui_op *op) {
    size_t i;
    for (i = 0; i < op->c; i++) w->shadow[op->d + i] = (uint32_t)op->e;
}

/* An index b into c elements. */
static void spv_cpui_do_check_index(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l;
    for (l = 0; l < w->lanes; l++)
        if (spv_cpui_stores(w, l) && w->file[op->b + l] >= op->c)
            spv_cpui_find(w, op, SPV_CPU_CHECK_RANGE, "an index is out of range", l, l);
}

/* ---- emitting them */

static int spv_cpui_emit_check(spv_cpui_program *p, size_t at, const spv_cpui_access *a, int kind,
                               uint32_t left_out) {
    spv_cpui_check *c;
    spv_cpui_op *op;
    if ((p->options.checks & SPV_CPUI_CHECK_ACCESSES) == 0) return 1;
    c = (spv_cpui_check *)spv_cpui_take(p, 1, sizeof *c);
    if (c == NULL || (op = spv_cpui_emit(p, at, spv_cpui_do_check)) == NULL) return 0;
    c->access = *a;
    c->kind = kind;
    c->left_out = left_out;
    op->more = c;
    return 1;
}

/* ---- derivatives */

/* Those of the quad that the run began with must be there. */
static void spv_cpui_do_check_quad(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l, k, came;
    for (l = 0; l < w->lanes; l++) {
        if (!spv_cpui_stores(w, l)) continue;
        for (came = 1, k = l & ~3u; k < (l & ~3u) + 4; k++)
            came &= w->active[k] == 0 || w->mask[k] != 0;
        if (!came)
            spv_cpui_find(w, op, SPV_CPU_CHECK_QUAD,
                          "a derivative where not all of the quad come", l, l);
    }
}

/* In front of what takes a derivative of its operand. */
static int spv_cpui_emit_check_quad(spv_cpui_program *p, size_t at) {
    if ((p->options.checks & SPV_CPU_CHECK_QUAD) == 0
        || p->model != SPV_CPUI_ExecutionModel_Fragment)
        return 1;
    return spv_cpui_emit(p, at, spv_cpui_do_check_quad) != NULL;
}

/* ---- operations that are not defined for all operands */

/* Whether the operands u and v are ones for which an operation on integers of so many bits is not
   defined. v: 0 where one operand is looked at. */
typedef int spv_cpui_outside_function(uint64_t u, uint64_t v, uint32_t bits);

typedef struct spv_cpui_domain {
    uint16_t opcode;
    uint8_t first, operands; /* the words of the instruction that are looked at */
    uint8_t check;
    spv_cpui_outside_function *outside;
    const char *message;
} spv_cpui_domain;

static int spv_cpui_by_zero(uint64_t u, uint64_t v, uint32_t bits) {
    (void)u;
    (void)bits;
    return v == 0;
}

/* Signed scalars come extended to 64 bits. */
static int spv_cpui_overflows(uint64_t u, uint64_t v, uint32_t bits) {
    return v == ~(uint64_t)0 && u == ~(uint64_t)0 << (bits - 1);
}

static int spv_cpui_shifts_out(uint64_t u, uint64_t v, uint32_t bits) {
    (void)v;
    return u >= bits;
}

static int spv_cpui_field_out(uint64_t u, uint64_t v, uint32_t bits) {
    return u > bits || v > bits || u + v > bits;
}

/* NaN is in no range. */
static int spv_cpui_misses_int(uint64_t u, uint64_t v, uint32_t bits) {
    double x = spv_cpui_ln_double(u), top = (double)((uint64_t)1 << (bits - 1));
    (void)v;
    return !(x > -top - 1.0 || x == -top) || !(x < top);
}

static int spv_cpui_misses_uint(uint64_t u, uint64_t v, uint32_t bits) {
    double x = spv_cpui_ln_double(u), top = (double)((uint64_t)1 << (bits - 1));
    (void)v;
    return !(x > -1.0 && x < 2.0 * top);
}

#define SPV_CPUI_DOMAINS(X) \
    X(UDiv, 3, 2, UNDEFINED, by_zero, "an integer is divided by zero") \
    X(SDiv, 3, 2, UNDEFINED, by_zero, "an integer is divided by zero") \
    X(UMod, 3, 2, UNDEFINED, by_zero, "an integer is divided by zero") \
    X(SRem, 3, 2, UNDEFINED, by_zero, "an integer is divided by zero") \
    X(SMod, 3, 2, UNDEFINED, by_zero, "an integer is divided by zero") \
    X(SDiv, 3, 2, UNDEFINED, overflows, "the least integer is divided by -1") \
    X(SRem, 3, 2, UNDEFINED, overflows, "the least integer is divided by -1") \
    X(SMod, 3, 2, UNDEFINED, overflows, "the least integer is divided by -1") \
    X(ConvertFToS, 3, 1, UNDEFINED, misses_int, "a number does not fit into the integer") \
    X(ConvertFToU, 3, 1, UNDEFINED, misses_uint, "a number does not fit into the integer") \
    X(ShiftLeftLogical, 4, 1, VALUE, shifts_out, "a shift by more bits than there are") \
    X(ShiftRightLogical, 4, 1, VALUE, shifts_out, "a shift by more bits than there are") \
    X(ShiftRightArithmetic, 4, 1, VALUE, shifts_out, "a shift by more bits than there are") \
    X(BitFieldInsert, 5, 2, VALUE, field_out, "a bit field reaches beyond the bits") \
    X(BitFieldSExtract, 4, 2, VALUE, field_out, "a bit field reaches beyond the bits") \
    X(BitFieldUExtract, 4, 2, VALUE, field_out, "a bit field reaches beyond the bits")
#define SPV_CPUI_ROW(name, first, operands, check, outside, message) \
    {SPV_CPUI_Op##name, first, operands, SPV_CPU_CHECK_##check, spv_cpui_##outside, message},
static const spv_cpui_domain spv_cpui_domains[] = {SPV_CPUI_DOMAINS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

/* One operation's domain, and where its operands are: `parts` scalars of each. */
typedef struct spv_cpui_operands {
    const spv_cpui_domain *domain;
    uint32_t parts, bits, kinds[2];
    int is_signed;
    size_t at[2][SPV_CPUI_MAX_PARTS];
} spv_cpui_operands;

static void spv_cpui_do_check_domain(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_operands *o = (const spv_cpui_operands *)op->more;
    uint64_t u[2] = {0, 0};
    uint32_t l, i, k;
    for (l = 0; l < w->lanes; l++) {
        if (!spv_cpui_stores(w, l)) continue;
        for (i = 0; i < o->parts; i++) {
            for (k = 0; k < o->domain->operands; k++)
                u[k] = spv_cpui_fetch(w->file + o->at[k][i] + l, w->lanes, o->kinds[k],
                                      o->is_signed);
            if (o->domain->outside(u[0], u[1], o->bits))
                spv_cpui_find(w, op, o->domain->check, o->domain->message, l, l);
        }
    }
}

/* Sets where the scalars of operand k are, the one at word `word`. */
static int spv_cpui_find_operand(spv_cpui_program *p, size_t at, uint32_t word, uint32_t k,
                                 spv_cpui_operands *o) {
    uint32_t list[SPV_CPUI_MAX_PARTS], n = spv_cpui_pieces(p, at, word, list), i, wide;
    const spv_cpui_type *scalar = spv_cpui_scalar_of(p, spv_cpui_id_at(p, at, word)->type);
    if (n == 0) return 0;
    if (scalar == NULL) return spv_cpui_bad(p, at, "an operand has a type that does not fit");
    o->kinds[k] = spv_cpui_kind_of(scalar);
    wide = scalar->slots;
    if (k > 0 && n / wide != o->parts)
        return spv_cpui_bad(p, at, "the operands' sizes do not fit");
    o->parts = n / wide;
    for (i = 0; i < o->parts; i++) o->at[k][i] = spv_cpui_offset(p, list[i * wide]);
    return 1;
}

static int spv_cpui_emit_domain(spv_cpui_program *p, size_t at, const spv_cpui_domain *domain) {
    const spv_cpui_type *scalar = spv_cpui_scalar_of(p, spv_cpui_word(p, at, 1));
    spv_cpui_operands *o = (spv_cpui_operands *)spv_cpui_take(p, 1, sizeof *o);
    spv_cpui_op *op;
    uint32_t k;
    if (o == NULL) return 0;
    if (scalar == NULL) return spv_cpui_bad(p, at, "the result has a type that does not fit");
    o->domain = domain;
    o->bits = spv_cpui_kind_of(scalar) & ~(uint32_t)SPV_CPUI_KIND_FLOAT;
    o->is_signed = domain->opcode == SPV_CPUI_OpSDiv || domain->opcode == SPV_CPUI_OpSRem
                   || domain->opcode == SPV_CPUI_OpSMod;
    for (k = 0; k < domain->operands; k++)
        if (!spv_cpui_find_operand(p, at, domain->first + k, k, o)) return 0;
    op = spv_cpui_emit(p, at, spv_cpui_do_check_domain);
    if (op == NULL) return 0;
    op->more = o;
    return 1;
}

/* Looks at the operands of an instruction that is not defined for all of them. */
static int spv_cpui_emit_domains(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    size_t i, n = sizeof spv_cpui_domains / sizeof *spv_cpui_domains;
    for (i = 0; i < n; i++)
        if (spv_cpui_domains[i].opcode == opcode
            && (spv_cpui_domains[i].check & p->options.checks) != 0
            && !spv_cpui_emit_domain(p, at, &spv_cpui_domains[i]))
            return 0;
    return 1;
}

static int spv_cpui_emit_mark(spv_cpui_program *p, size_t at, uint32_t base, uint32_t slots,
                              int set) {
    spv_cpui_op *op;
    if ((p->options.checks & SPV_CPU_CHECK_UNSET) == 0) return 1;
    op = spv_cpui_emit(p, at, spv_cpui_do_mark);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, base);
    op->c = spv_cpui_offset(p, slots);
    op->e = (size_t)set;
    return 1;
}

static int spv_cpui_emit_check_index(spv_cpui_program *p, size_t at, uint32_t index,
                                     uint32_t count) {
    spv_cpui_op *op;
    if ((p->options.checks & SPV_CPU_CHECK_RANGE) == 0 || count == 0) return 1;
    op = spv_cpui_emit(p, at, spv_cpui_do_check_index);
    if (op == NULL) return 0;
    op->b = spv_cpui_offset(p, index);
    op->c = count;
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>neighbours  [20]  derivatives, subgroups, images
   A subgroup is a run of lanes; what is not active takes no part. A derivative with a neighbour
   that is not active is 0. */

/* What a quad's lane `high` has more than its lane `low`. */
SPV_CPUI_INLINE float spv_cpui_difference(const uint32_t *v, const uint32_t *mask, uint32_t low,
                                          uint32_t high) {
    float step = spv_cpui_as_float(v[high]) - spv_cpui_as_float(v[low]);
    return spv_cpui_as_float(spv_cpui_as_bits(step) & mask[low] & mask[high]);
}

/* c: 0 along x, 1 along y, 2 the sum of both without signs; e: coarse, so that the second row and
   column have what the first ones have. */
static void spv_cpui_do_derivative(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t i, q, l;
    uint32_t row = op->e ? 0 : 2, column = op->e ? 0 : 1;
    for (i = 0; i < op->parts; i++) {
        const uint32_t *v = w->file + op->a + (size_t)i * w->lanes;
        uint32_t *d = w->file + op->d + (size_t)i * w->lanes;
        for (q = 0; q < w->lanes; q += 4) {
            float x[2] = {0, 0}, y[2] = {0, 0};
            if (op->c != 1) {
                x[0] = spv_cpui_difference(v, w->mask, q, q + 1);
                x[1] = spv_cpui_difference(v, w->mask, q + row, q + row + 1);
            }
            if (op->c != 0) {
                y[0] = spv_cpui_difference(v, w->mask, q, q + 2);
                y[1] = spv_cpui_difference(v, w->mask, q + column, q + column + 2);
            }
            for (l = 0; l < 4; l++) {
                float along = x[l >> 1], down = y[l & 1];
                d[q + l] = spv_cpui_as_bits(op->c == 2 ? fabsf(along) + fabsf(down) : along + down);
            }
        }
    }
}

static uint32_t spv_cpui_subgroup_end(const spv_cpui_worker *w, uint32_t first) {
    return first + w->p->subgroup < w->lanes ? first + w->p->subgroup : w->lanes;
}

/* Elect, All, Any, AllEqual: c says which. */
static void spv_cpui_do_vote(spv_cpui_worker *w, const spv_cpui_op *op) {
    const uint32_t *a = w->file + op->a;
    uint32_t first, end, l, i, leader, all, any, equal;
    for (first = 0; first < w->lanes; first = end) {
        end = spv_cpui_subgroup_end(w, first);
        leader = SPV_CPUI_NONE;
        all = equal = 0xFFFFFFFFu;
        any = 0;
        for (l = first; l < end; l++) {
            if (w->mask[l] == 0) continue;
            if (leader == SPV_CPUI_NONE) leader = l;
            all &= a[l];
            any |= a[l];
            for (i = 0; i < op->parts; i++) {
                uint32_t x = a[i * w->lanes + l], y = a[i * w->lanes + leader];
                int same = x == y;
                if (op->e) same = spv_cpui_as_float(x) == spv_cpui_as_float(y);
                equal &= same ? 0xFFFFFFFFu : 0;
            }
        }
        for (l = first; l < end; l++)
            w->file[op->d + l] = op->c == 0   ? (l == leader ? 0xFFFFFFFFu : 0)
                                 : op->c == 1 ? all
                                 : op->c == 2 ? any
                                              : equal;
    }
}

/* How the lane that is read follows from the own one and the operand. */
enum {
    SPV_CPUI_FROM_LANE,
    SPV_CPUI_FROM_FIRST,
    SPV_CPUI_FROM_XOR,
    SPV_CPUI_FROM_UP,
    SPV_CPUI_FROM_DOWN,
    SPV_CPUI_FROM_QUAD,
    SPV_CPUI_FROM_SWAP
};

static uint32_t spv_cpui_source_lane(size_t how, uint32_t own, uint32_t operand, uint32_t leader) {
    switch (how) {
    case SPV_CPUI_FROM_LANE: return operand;
    case SPV_CPUI_FROM_FIRST: return leader;
    case SPV_CPUI_FROM_XOR: return own ^ operand;
    case SPV_CPUI_FROM_UP: return own - operand;
    case SPV_CPUI_FROM_DOWN: return own + operand;
    case SPV_CPUI_FROM_QUAD: return (own & ~3u) + (operand & 3u);
    default: return own ^ ((operand + 1) & 3u);
    }
}

/* a: value, b: operand, c: how. A lane that is not there or not active gives 0. */
static void spv_cpui_do_shuffle_lanes(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t first, end, l, i, from, leader;
    for (first = 0; first < w->lanes; first = end) {
        end = spv_cpui_subgroup_end(w, first);
        leader = spv_cpui_first_lane(w->mask + first, end - first);
        for (l = first; l < end; l++) {
            from = spv_cpui_source_lane(op->c, l - first, w->file[op->b + l], leader);
            for (i = 0; i < op->parts; i++)
                w->file[op->d + i * w->lanes + l] =
                    from < end - first && w->mask[first + from] != 0
                        ? w->file[op->a + i * w->lanes + first + from]
                        : 0;
        }
    }
}

static void spv_cpui_do_ballot(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t first, end, l, bits[4], i;
    for (first = 0; first < w->lanes; first = end) {
        end = spv_cpui_subgroup_end(w, first);
        memset(bits, 0, sizeof bits);
        for (l = first; l < end; l++)
            if ((w->mask[l] & w->file[op->a + l]) != 0)
                bits[(l - first) / 32] |= 1u << (l - first) % 32;
        for (i = 0; i < 4; i++)
            for (l = first; l < end; l++) w->file[op->d + i * w->lanes + l] = bits[i];
    }
}

/* Bits of a ballot: how many of those below `limit` are set. */
static uint32_t spv_cpui_count_bits(const uint32_t *ballot, uint32_t lanes, uint32_t limit) {
    uint32_t i, n = 0;
    for (i = 0; i < limit && i < 128; i++) n += ballot[i / 32 * lanes] >> i % 32 & 1u;
    return n;
}

static uint32_t spv_cpui_find_bit(const uint32_t *ballot, uint32_t lanes, uint32_t limit,
                                  int last) {
    uint32_t i, found = 0xFFFFFFFFu;
    for (i = 0; i < limit && i < 128; i++)
        if ((ballot[i / 32 * lanes] >> i % 32 & 1u) != 0 && (last || found == 0xFFFFFFFFu))
            found = i;
    return found;
}

enum {
    SPV_CPUI_BALLOT_OWN,
    SPV_CPUI_BALLOT_BIT,
    SPV_CPUI_BALLOT_COUNT,
    SPV_CPUI_BALLOT_INCLUSIVE,
    SPV_CPUI_BALLOT_EXCLUSIVE,
    SPV_CPUI_BALLOT_LSB,
    SPV_CPUI_BALLOT_MSB
};

/* a: ballot, b: index, c: what is asked. */
static void spv_cpui_do_ask_ballot(spv_cpui_worker *w, const spv_cpui_op *op) {
    uint32_t l, size = w->p->subgroup, own, r;
    for (l = 0; l < w->lanes; l++) {
        const uint32_t *ballot = w->file + op->a + l;
        own = op->c == SPV_CPUI_BALLOT_BIT ? w->file[op->b + l] & 127u : l % size;
        switch (op->c) {
        case SPV_CPUI_BALLOT_OWN:
        case SPV_CPUI_BALLOT_BIT:
            r = 0u - (ballot[own / 32 * w->lanes] >> own % 32 & 1u);
            break;
        case SPV_CPUI_BALLOT_COUNT: r = spv_cpui_count_bits(ballot, w->lanes, size); break;
        case SPV_CPUI_BALLOT_INCLUSIVE: r = spv_cpui_count_bits(ballot, w->lanes, own + 1); break;
        case SPV_CPUI_BALLOT_EXCLUSIVE: r = spv_cpui_count_bits(ballot, w->lanes, own); break;
        default:
            r = spv_cpui_find_bit(ballot, w->lanes, size, op->c == SPV_CPUI_BALLOT_MSB);
            break;
        }
        w->file[op->d + l] = r;
    }
}

static uint32_t spv_cpui_at_imul(uint32_t old, uint32_t value, uint32_t compare) {
    (void)compare;
    return old * value;
}
static uint32_t spv_cpui_at_fmul(uint32_t old, uint32_t value, uint32_t compare) {
    (void)compare;
    return spv_cpui_as_bits(spv_cpui_as_float(old) * spv_cpui_as_float(value));
}

/* X(instruction, what stands before the first lane, function) */
#define SPV_CPUI_REDUCTIONS(X) \
    X(IAdd, 0, add) \
    X(FAdd, 0, fadd) \
    X(IMul, 1, imul) \
    X(FMul, 0x3F800000u, fmul) \
    X(SMin, 0x7FFFFFFFu, smin) \
    X(UMin, 0xFFFFFFFFu, umin) \
    X(FMin, 0x7F800000u, fmin) \
    X(SMax, 0x80000000u, smax) \
    X(UMax, 0, umax) \
    X(FMax, 0xFF800000u, fmax) \
    X(BitwiseAnd, 0xFFFFFFFFu, and) \
    X(BitwiseOr, 0, or) \
    X(BitwiseXor, 0, xor) \
    X(LogicalAnd, 0xFFFFFFFFu, and) \
    X(LogicalOr, 0, or) \
    X(LogicalXor, 0, xor)

typedef struct spv_cpui_reduction {
    uint16_t opcode;
    uint32_t identity;
    spv_cpui_modify *modify;
} spv_cpui_reduction;

#define SPV_CPUI_ROW(name, identity, function) \
    {SPV_CPUI_OpGroupNonUniform##name, identity, spv_cpui_at_##function},
static const spv_cpui_reduction spv_cpui_reductions[] = {SPV_CPUI_REDUCTIONS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

static const spv_cpui_reduction *spv_cpui_find_reduction(uint32_t opcode) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_reductions / sizeof *spv_cpui_reductions; i++)
        if (spv_cpui_reductions[i].opcode == opcode) return &spv_cpui_reductions[i];
    return NULL;
}

/* Reductions of scalars of 64 bits: X(instruction, upper and lower word of what stands before the
   first lane, function of >>wide) */
#define SPV_CPUI_WIDE_REDUCTIONS(X) \
    X(IAdd, 0, 0, IAdd) \
    X(FAdd, 0, 0, FAdd) \
    X(IMul, 0, 1, IMul) \
    X(FMul, 0x3FF00000u, 0, FMul) \
    X(SMin, 0x7FFFFFFFu, 0xFFFFFFFFu, SMin) \
    X(UMin, 0xFFFFFFFFu, 0xFFFFFFFFu, UMin) \
    X(FMin, 0x7FF00000u, 0, FMin) \
    X(SMax, 0x80000000u, 0, SMax) \
    X(UMax, 0, 0, UMax) \
    X(FMax, 0xFFF00000u, 0, FMax) \
    X(BitwiseAnd, 0xFFFFFFFFu, 0xFFFFFFFFu, BitwiseAnd) \
    X(BitwiseOr, 0, 0, BitwiseOr) \
    X(BitwiseXor, 0, 0, BitwiseXor)

typedef struct spv_cpui_wide_reduction {
    uint16_t opcode;
    uint32_t upper, lower;
    spv_cpui_wide_function *run;
} spv_cpui_wide_reduction;

#define SPV_CPUI_ROW(name, upper, lower, function) \
    {SPV_CPUI_OpGroupNonUniform##name, upper, lower, spv_cpui_wd_##function},
static const spv_cpui_wide_reduction spv_cpui_wide_reductions[] = {
    SPV_CPUI_WIDE_REDUCTIONS(SPV_CPUI_ROW)
};
#undef SPV_CPUI_ROW

/* Over the lanes first to end - 1 of one component. operation: SPIR-V's group operation. */
static void spv_cpui_reduce(const spv_cpui_worker *w, const spv_cpui_reduction *r, uint32_t *d,
                            const uint32_t *a, uint32_t first, uint32_t end, size_t operation) {
    uint32_t l, sum = r->identity, none = 1;
    for (l = first; l < end; l++) {
        if (w->mask[l] == 0) continue;
        if (operation == SPV_CPUI_GroupOperation_ExclusiveScan) d[l] = sum;
        sum = none ? a[l] : r->modify(sum, a[l], 0);
        none = 0;
        if (operation == SPV_CPUI_GroupOperation_InclusiveScan) d[l] = sum;
    }
    for (l = first; l < end; l++)
        if (operation != SPV_CPUI_GroupOperation_InclusiveScan
            && operation != SPV_CPUI_GroupOperation_ExclusiveScan)
            d[l] = sum;
}

/* spv_cpui_reduce for 64 bits, in two slots. */
static void spv_cpui_reduce_wide(const spv_cpui_worker *w, const spv_cpui_wide_reduction *r,
                                 uint32_t *d, const uint32_t *a, uint32_t first, uint32_t end,
                                 size_t operation) {
    uint32_t l, none = 1;
    uint64_t sum = (uint64_t)r->upper << 32 | r->lower;
    spv_cpui_wide_args args;
    memset(&args, 0, sizeof args);
    args.parts = 1;
    args.bits = 64;
    for (l = first; l < end; l++) {
        if (w->mask[l] == 0) continue;
        if (operation == SPV_CPUI_GroupOperation_ExclusiveScan)
            spv_cpui_put(d + l, w->lanes, 64, sum);
        args.a[0] = sum;
        args.b[0] = spv_cpui_fetch(a + l, w->lanes, 64, 0);
        r->run(&args);
        sum = none ? args.b[0] : args.d[0];
        none = 0;
        if (operation == SPV_CPUI_GroupOperation_InclusiveScan)
            spv_cpui_put(d + l, w->lanes, 64, sum);
    }
    for (l = first; l < end; l++)
        if (operation != SPV_CPUI_GroupOperation_InclusiveScan
            && operation != SPV_CPUI_GroupOperation_ExclusiveScan)
            spv_cpui_put(d + l, w->lanes, 64, sum);
}

static void spv_cpui_do_reduce_wide(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_wide_reduction *r = (const spv_cpui_wide_reduction *)op->more;
    uint32_t first, end, i, step = op->e != 0 ? (uint32_t)op->e : w->p->subgroup;
    for (first = 0; first < w->lanes; first = end) {
        end = first + step < w->lanes ? first + step : w->lanes;
        for (i = 0; i < op->parts; i += 2)
            spv_cpui_reduce_wide(w, r, w->file + op->d + (size_t)i * w->lanes,
                                 w->file + op->a + (size_t)i * w->lanes, first, end, op->c);
    }
}

/* c: group operation, e: lanes of a cluster, 0: the subgroup. */
static void spv_cpui_do_reduce(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_reduction *r = (const spv_cpui_reduction *)op->more;
    uint32_t first, end, i, step = op->e != 0 ? (uint32_t)op->e : w->p->subgroup;
    for (first = 0; first < w->lanes; first = end) {
        end = first + step < w->lanes ? first + step : w->lanes;
        for (i = 0; i < op->parts; i++)
            spv_cpui_reduce(w, r, w->file + op->d + (size_t)i * w->lanes,
                            w->file + op->a + (size_t)i * w->lanes, first, end, op->c);
    }
}

/* ---- images */

/* An image instruction: what is the same in all runs, and where its operands are. */
typedef struct spv_cpui_texture {
    spv_cpui_sampling plain;
    uint32_t image, image_count, sampler, sampler_count; /* descriptors; NONE: no sampler */
    int image_is_dynamic, sampler_is_dynamic;
    size_t image_element, sampler_element;
    size_t operands[12]; /* words of the file, in the order of SPV_CPUI_TX_...; NONE: absent */
    uint32_t d_parts;
} spv_cpui_texture;

enum {
    SPV_CPUI_TX_COORDINATE,
    SPV_CPUI_TX_DREF,
    SPV_CPUI_TX_BIAS,
    SPV_CPUI_TX_LOD,
    SPV_CPUI_TX_GRAD_X,
    SPV_CPUI_TX_GRAD_Y,
    SPV_CPUI_TX_OFFSET,
    SPV_CPUI_TX_SAMPLE,
    SPV_CPUI_TX_MIN_LOD,
    SPV_CPUI_TX_COMPONENT,
    SPV_CPUI_TX_TEXEL,
    SPV_CPUI_TX_COUNT
};
#define SPV_CPUI_ABSENT ((size_t)-1)

static const uint32_t *spv_cpui_texture_operand(const spv_cpui_worker *w, const spv_cpui_texture *t,
                                                uint32_t i) {
    return t->operands[i] == SPV_CPUI_ABSENT ? NULL : w->file + t->operands[i];
}

static void spv_cpui_fill_sampling(const spv_cpui_worker *w, const spv_cpui_texture *t,
                                   const spv_cpui_op *op, spv_cpui_sampling *s) {
    *s = t->plain;
    s->coordinate = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_COORDINATE);
    s->dref = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_DREF);
    s->bias = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_BIAS);
    s->lod = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_LOD);
    s->grad_x = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_GRAD_X);
    s->grad_y = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_GRAD_Y);
    s->offset = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_OFFSET);
    s->sample = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_SAMPLE);
    s->min_lod = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_MIN_LOD);
    s->component = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_COMPONENT);
    s->texel = spv_cpui_texture_operand(w, t, SPV_CPUI_TX_TEXEL);
    s->d = t->d_parts == 0 ? NULL : w->file + op->d;
    s->d_parts = t->d_parts;
    s->lanes = w->lanes;
    s->quad_mask = w->mask;
}

static uint32_t spv_cpui_element_of(const spv_cpui_worker *w, int is_dynamic, size_t element,
                                    uint32_t lane) {
    return is_dynamic ? w->file[element + lane] : (uint32_t)element;
}

/* Does the lanes of w->sub, which agree on image and sampler. */
static void spv_cpui_sample_group(spv_cpui_worker *w, const spv_cpui_op *op, spv_cpui_sampling *s,
                                  uint32_t image, uint32_t sampler) {
    const spv_cpui_texture *t = (const spv_cpui_texture *)op->more;
    const spv_cpui_bound *b = image < t->image_count ? &w->bounds[t->image + image] : NULL;
    uint32_t outside[SPV_CPUI_MAX_LANES / 32], lane;
    s->image = b != NULL && b->has_image ? &b->image : NULL;
    s->sampler = NULL;
    if (t->sampler != SPV_CPUI_NONE && sampler < t->sampler_count)
        s->sampler = &w->bounds[t->sampler + sampler].sampler;
    if (t->sampler != SPV_CPUI_NONE && s->sampler == NULL) s->image = NULL;
    s->mask = w->sub;
    s->helper = w->helper;
    s->outside = w->p->options.checks & SPV_CPU_CHECK_RANGE ? outside : NULL;
    if (s->outside != NULL) memset(outside, 0, sizeof outside);
    spv_cpui_image_run(s);
    for (lane = 0; lane < w->lanes && s->outside != NULL; lane++)
        if (outside[lane / 32] >> lane % 32 & 1u)
            spv_cpui_find(w, op, SPV_CPU_CHECK_RANGE, "an access outside of the image", lane,
                          lane);
    if (w->races != NULL) spv_cpui_check_texels(w, op, s);
}

static void spv_cpui_do_image(spv_cpui_worker *w, const spv_cpui_op *op) {
    const spv_cpui_texture *t = (const spv_cpui_texture *)op->more;
    const uint32_t *left = w->mask;
    spv_cpui_sampling s;
    uint32_t lane, l, image, sampler;
    spv_cpui_fill_sampling(w, t, op, &s);
    memcpy(w->arm[0], left, w->lanes * sizeof *left);
    for (l = 0; l < w->lanes && s.d == NULL; l++) w->arm[0][l] &= ~w->helper[l];
    if (!t->image_is_dynamic && !t->sampler_is_dynamic) {
        memcpy(w->sub, w->arm[0], w->lanes * sizeof *w->sub);
        spv_cpui_sample_group(w, op, &s, (uint32_t)t->image_element, (uint32_t)t->sampler_element);
        return;
    }
    for (;;) {
        lane = spv_cpui_first_lane(w->arm[0], w->lanes);
        if (lane == w->lanes) return;
        image = spv_cpui_element_of(w, t->image_is_dynamic, t->image_element, lane);
        sampler = spv_cpui_element_of(w, t->sampler_is_dynamic, t->sampler_element, lane);
        for (l = 0; l < w->lanes; l++) {
            uint32_t same = (uint32_t)(
                spv_cpui_element_of(w, t->image_is_dynamic, t->image_element, l) == image
                && spv_cpui_element_of(w, t->sampler_is_dynamic, t->sampler_element, l) == sampler);
            w->sub[l] = w->arm[0][l] & (0u - same);
            w->arm[0][l] &= ~w->sub[l];
        }
        spv_cpui_sample_group(w, op, &s, image, sampler);
    }
}

/* Barriers: the invocations of a workgroup are one group in lockstep, and what a segment's earlier
   instructions stored is there already. */
static void spv_cpui_do_nothing(spv_cpui_worker *w, const spv_cpui_op *op) {
    (void)w;
    (void)op;
}

/* -------------------------------------------------------------------------------------------------
   // >>pointers  [21]  variables, access chains -> places */

/* Room for a variable, at its first use. */
static int spv_cpui_place_variable(spv_cpui_program *p, size_t at, spv_cpui_variable *v) {
    uint32_t slots = spv_cpui_slots_of(p, v->type);
    if (v->used) return 1;
    v->used = 1;
    if (v->space == SPV_CPUI_IN_PUSH) return 1;
    if (v->space == SPV_CPUI_OPAQUE || v->space == SPV_CPUI_IN_BUFFER) {
        v->base = p->binding_count;
        if (v->count > SPV_CPUI_MAX_BINDINGS - p->binding_count)
            return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "too many descriptors");
        p->binding_count += v->count;
        return 1;
    }
    if (!spv_cpui_check_any(p, at, v->type)) return 0;
    if (slots == 0)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a variable whose type has no values");
    if (spv_cpui_type_of(p, v->type)->odd
        && (v->storage == SPV_CPUI_StorageClass_Input
            || v->storage == SPV_CPUI_StorageClass_Output))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, p->ids[v->id].at,
                             "an input or output whose scalars have 8, 16 or 64 bits");
    if (v->space == SPV_CPUI_IN_SHARED) {
        v->base = p->shared_size;
        p->shared_size += 4 * slots;
        return p->shared_size <= SPV_CPUI_MAX_SHARED
                   ? 1
                   : spv_cpui_fail(p, SPV_CPU_LIMIT, at, "too much Workgroup memory");
    }
    v->base = spv_cpui_fresh(p, slots);
    return v->base != SPV_CPUI_NONE;
}

static int spv_cpui_point_at_variable(spv_cpui_program *p, size_t at, uint32_t index,
                                      spv_cpui_pointer *q) {
    spv_cpui_variable *v = &p->variables[index];
    const spv_cpui_type *declared = spv_cpui_type_of(p, p->ids[v->id].type);
    if (!spv_cpui_place_variable(p, at, v)) return 0;
    memset(q, 0, sizeof *q);
    q->variable = index;
    q->type = v->type;
    q->dynamic = q->element_dynamic = SPV_CPUI_NONE;
    if (declared != NULL && declared->element != v->type) q->arrayed = 1;
    return 1;
}

/* The pointer, image or sampler that word i names. */
static int spv_cpui_point(spv_cpui_program *p, size_t at, uint32_t i, spv_cpui_pointer *q) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, i);
    const spv_cpui_instance *now = &p->instances[p->instance];
    if (id->kind == SPV_CPUI_IS_VARIABLE) return spv_cpui_point_at_variable(p, at, id->index, q);
    if (id->kind == SPV_CPUI_IS_PARAMETER && id->stamp == p->instance + 1 && id->pointer) {
        *q = now->pointers[id->index];
        return 1;
    }
    if (!spv_cpui_is_local(p, id) || !id->pointer)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a pointer that is not known beforehand");
    *q = p->pointers[id->index];
    return 1;
}

static int spv_cpui_new_pointer(spv_cpui_program *p, size_t at, const spv_cpui_pointer *q) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    if (p->pointer_count == p->pointer_capacity)
        return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "too many pointers");
    id->pointer = 1;
    id->index = p->pointer_count;
    p->pointers[p->pointer_count++] = *q;
    return 1;
}

static uint32_t spv_cpui_space_of(const spv_cpui_program *p, const spv_cpui_pointer *q) {
    return p->variables[q->variable].space;
}

/* Bytes from one element of a type to the next. */
static uint32_t spv_cpui_stride(const spv_cpui_program *p, const spv_cpui_pointer *q,
                                const spv_cpui_type *t) {
    uint32_t slots = spv_cpui_slots_of(p, t->element), space = spv_cpui_space_of(p, q);
    if (space == SPV_CPUI_IN_FILE) return slots;
    if (space == SPV_CPUI_IN_SHARED) return 4 * slots;
    if (t->opcode == SPV_CPUI_OpTypeVector)
        return q->stride != 0 ? q->stride : spv_cpui_scalar_bytes(p, t->element);
    if (t->opcode == SPV_CPUI_OpTypeMatrix)
        return q->row_major ? spv_cpui_scalar_bytes(p, t->element) : q->matrix_stride;
    return t->stride;
}

static void spv_cpui_step_struct(const spv_cpui_program *p, spv_cpui_pointer *q,
                                 const spv_cpui_type *t, uint32_t member) {
    const spv_cpui_member *m = &p->members[t->members + member];
    uint32_t space = spv_cpui_space_of(p, q);
    q->type = m->type;
    if (space == SPV_CPUI_IN_FILE) q->offset += m->slot;
    else if (space == SPV_CPUI_IN_SHARED) q->offset += 4 * m->slot;
    else q->offset += m->offset;
    q->matrix_stride = m->matrix_stride;
    q->row_major = (m->flags & SPV_CPUI_ROW_MAJOR) != 0;
}

/* Register of the index that word i names. One of 64 bits that needs them is the largest number. */
static uint32_t spv_cpui_index_operand(spv_cpui_program *p, size_t at, uint32_t i) {
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_id_at(p, at, i)->type);
    uint32_t wide, index;
    spv_cpui_op *op;
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeInt || t->slots != 2)
        return spv_cpui_operand(p, at, i, 1);
    wide = spv_cpui_operand(p, at, i, 2);
    index = wide == SPV_CPUI_NONE ? wide : spv_cpui_fresh(p, 1);
    if (index == SPV_CPUI_NONE || (op = spv_cpui_emit(p, at, spv_cpui_do_cut_index)) == NULL)
        return SPV_CPUI_NONE;
    op->d = spv_cpui_offset(p, index);
    op->a = spv_cpui_offset(p, wide);
    return index;
}

/* Adds an index that is only known when it runs to the register `sum` (NONE: 0), giving d. count:
   of elements, 0: not known. */
static int spv_cpui_step_dynamic(spv_cpui_program *p, size_t at, uint32_t word, uint32_t limit,
                                 uint32_t stride, uint32_t sum, uint32_t d, uint32_t count) {
    uint32_t index = spv_cpui_index_operand(p, at, word);
    spv_cpui_op *op;
    if (index == SPV_CPUI_NONE || !spv_cpui_emit_check_index(p, at, index, count)
        || (op = spv_cpui_emit(p, at, spv_cpui_do_index)) == NULL)
        return 0;
    op->d = spv_cpui_offset(p, d);
    op->parts = sum != SPV_CPUI_NONE;
    op->a = op->parts ? spv_cpui_offset(p, sum) : 0;
    op->b = spv_cpui_offset(p, index);
    op->c = limit;
    op->e = stride;
    return 1;
}

/* A descriptor of an array. An index that is not constant is copied, as the value may be gone
   later. */
static int spv_cpui_step_element(spv_cpui_program *p, size_t at, uint32_t word,
                                 spv_cpui_pointer *q) {
    uint32_t value, reg;
    q->arrayed = 0;
    if (spv_cpui_scalar(p, spv_cpui_id_at(p, at, word), &value)) {
        q->element = value;
        return 1;
    }
    reg = spv_cpui_fresh(p, 1);
    q->element_dynamic = reg;
    return reg != SPV_CPUI_NONE
           && spv_cpui_step_dynamic(p, at, word, SPV_CPUI_NONE, 1, SPV_CPUI_NONE, reg,
                                    p->variables[q->variable].count);
}

static uint32_t spv_cpui_limit(const spv_cpui_program *p, const spv_cpui_pointer *q,
                               const spv_cpui_type *t, uint32_t stride) {
    if (spv_cpui_space_of(p, q) == SPV_CPUI_IN_FILE) return t->count - 1;
    return stride == 0 ? SPV_CPUI_NONE : 0x7FFFFFFFu / stride;
}

/* One index of an access chain. `reg`: where sums of dynamic indices go. */
static int spv_cpui_step(spv_cpui_program *p, size_t at, uint32_t word, uint32_t reg,
                         spv_cpui_pointer *q) {
    const spv_cpui_type *t = spv_cpui_type_of(p, q->type);
    uint32_t value, stride, limit;
    int known = spv_cpui_scalar(p, spv_cpui_id_at(p, at, word), &value);
    if (q->arrayed) return spv_cpui_step_element(p, at, word, q);
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeStruct) {
        if (!known || value >= t->count) return spv_cpui_bad(p, at, "no such member");
        spv_cpui_step_struct(p, q, t, value);
        return 1;
    }
    if (t == NULL
        || (t->opcode != SPV_CPUI_OpTypeArray && t->opcode != SPV_CPUI_OpTypeRuntimeArray
            && t->opcode != SPV_CPUI_OpTypeVector && t->opcode != SPV_CPUI_OpTypeMatrix))
        return spv_cpui_bad(p, at, "an index into what has no parts");
    stride = spv_cpui_stride(p, q, t);
    limit = spv_cpui_limit(p, q, t, stride);
    if (t->opcode == SPV_CPUI_OpTypeMatrix && q->row_major) q->stride = q->matrix_stride;
    if (known) {
        value = value < limit ? value : limit;
        q->offset = value * stride > SPV_CPUI_NONE - q->offset ? SPV_CPUI_NONE
                                                               : q->offset + value * stride;
    } else {
        if (!spv_cpui_step_dynamic(p, at, word, limit, stride, q->dynamic, reg, t->count)) return 0;
        q->dynamic = reg;
    }
    q->type = t->element;
    return 1;
}

/* Whether the first index of a chain counts whole pointees from the pointer on. */
static int spv_cpui_steps_over(const spv_cpui_program *p, size_t at) {
    return spv_cpui_opcode(p, at) == SPV_CPUI_OpPtrAccessChain
           || spv_cpui_opcode(p, at) == SPV_CPUI_OpInBoundsPtrAccessChain;
}

static int spv_cpui_step_over(spv_cpui_program *p, size_t at, uint32_t word, uint32_t reg,
                              spv_cpui_pointer *q) {
    const spv_cpui_id *base = spv_cpui_id_at(p, at, 3);
    uint32_t stride, value;
    stride = base->type < p->bound ? p->ids[base->type].stride : 0;
    if (spv_cpui_space_of(p, q) == SPV_CPUI_IN_SHARED) stride = 4 * spv_cpui_slots_of(p, q->type);
    if ((spv_cpui_space_of(p, q) != SPV_CPUI_IN_BUFFER
         && spv_cpui_space_of(p, q) != SPV_CPUI_IN_SHARED)
        || q->arrayed || stride == 0)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a pointer without a stride");
    if (spv_cpui_scalar(p, spv_cpui_id_at(p, at, word), &value)) {
        q->offset += value * stride;
        return 1;
    }
    if (!spv_cpui_step_dynamic(p, at, word, 0x7FFFFFFFu / stride, stride, q->dynamic, reg, 0))
        return 0;
    q->dynamic = reg;
    return 1;
}

static int spv_cpui_de_chain(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    spv_cpui_pointer q;
    uint32_t i, own = SPV_CPUI_NONE;
    if (!spv_cpui_point(p, at, 3, &q)) return 0;
    if (spv_cpui_alias_word(p, at) == 0) {
        id->pooled = (uint8_t)spv_cpui_is_brief(p, id);
        own = id->pooled ? spv_cpui_pooled(p, 1) : spv_cpui_fresh(p, 1);
        if (own == SPV_CPUI_NONE) return 0;
        id->reg = own;
    }
    i = 4;
    if (spv_cpui_steps_over(p, at) && !spv_cpui_step_over(p, at, i++, own, &q)) return 0;
    for (; i < spv_cpui_length(p, at); i++)
        if (!spv_cpui_step(p, at, i, own, &q)) return 0;
    if (own != SPV_CPUI_NONE && q.dynamic != own) {
        if (id->pooled) spv_cpui_release_slots(p, own, 1);
        id->pooled = 0;
        id->reg = SPV_CPUI_NONE;
    }
    return spv_cpui_new_pointer(p, at, &q);
}

/* ---- pointers that are chosen when it runs: an offset and a descriptor, each in a register. They
   lead into a variable that stands for all buffers, or for all shared memory. */

/* Result of an instruction that chooses: registers reg and reg + 1. */
static int spv_cpui_new_choice(spv_cpui_program *p, size_t at, uint32_t reg,
                               const spv_cpui_pointer *like) {
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    spv_cpui_pointer q;
    uint32_t space = spv_cpui_space(t->storage);
    if (space != SPV_CPUI_IN_BUFFER && space != SPV_CPUI_IN_SHARED)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a choice between pointers of this class");
    memset(&q, 0, sizeof q);
    q.variable = p->chosen + (space == SPV_CPUI_IN_SHARED);
    p->variables[q.variable].space = space;
    p->variables[q.variable].storage = t->storage;
    p->variables[q.variable].count = SPV_CPUI_NONE;
    q.type = t->element;
    q.dynamic = reg;
    q.element_dynamic = reg + 1;
    if (like != NULL) {
        q.matrix_stride = like->matrix_stride;
        q.row_major = like->row_major;
        q.stride = like->stride;
    }
    return spv_cpui_new_pointer(p, at, &q);
}

/* d = start + register `dynamic` (NONE: 0), which has a limit. */
static int spv_cpui_emit_absolute(spv_cpui_program *p, size_t at, uint32_t d, uint32_t start,
                                  uint32_t dynamic, uint32_t limit) {
    spv_cpui_op *op = spv_cpui_emit(p, at, spv_cpui_do_absolute);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, d);
    op->parts = dynamic != SPV_CPUI_NONE;
    op->a = op->parts ? spv_cpui_offset(p, dynamic) : 0;
    op->b = limit;
    op->c = start;
    return 1;
}

/* The pointer that word i names into registers d and d + 1; *q is that pointer. */
static int spv_cpui_materialise(spv_cpui_program *p, size_t at, uint32_t i, uint32_t d,
                                spv_cpui_pointer *q) {
    const spv_cpui_variable *v;
    uint32_t start, element;
    if (!spv_cpui_point(p, at, i, q)) return 0;
    v = &p->variables[q->variable];
    if ((v->space != SPV_CPUI_IN_BUFFER && v->space != SPV_CPUI_IN_SHARED) || q->arrayed)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a choice between pointers of this class");
    start = v->space == SPV_CPUI_IN_SHARED && v->base <= SPV_CPUI_NONE - q->offset
                ? v->base + q->offset
                : q->offset;
    element = q->element < v->count ? v->base + q->element : SPV_CPUI_NONE;
    if (q->element_dynamic != SPV_CPUI_NONE) element = v->base;
    return spv_cpui_emit_absolute(p, at, d, start, q->dynamic, 0)
           && spv_cpui_emit_absolute(p, at, d + 1, element, q->element_dynamic,
                                     v->count == SPV_CPUI_NONE ? 0 : v->count);
}

static int spv_cpui_same_layout(const spv_cpui_pointer *a, const spv_cpui_pointer *b) {
    return a->matrix_stride == b->matrix_stride && a->row_major == b->row_major
           && a->stride == b->stride;
}

/* Select of pointers. */
static int spv_cpui_de_choose(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer a, b;
    uint32_t both = spv_cpui_fresh(p, 6), condition = spv_cpui_operand(p, at, 3, 1);
    spv_cpui_op *op;
    if (both == SPV_CPUI_NONE || condition == SPV_CPUI_NONE
        || !spv_cpui_materialise(p, at, 4, both, &a)
        || !spv_cpui_materialise(p, at, 5, both + 2, &b))
        return 0;
    if (!spv_cpui_same_layout(&a, &b))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a choice between layouts");
    op = spv_cpui_emit(p, at, spv_cpui_do_choose);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, both + 4);
    op->a = spv_cpui_offset(p, condition);
    op->b = spv_cpui_offset(p, both);
    op->c = spv_cpui_offset(p, both + 2);
    return spv_cpui_new_choice(p, at, both + 4, &a);
}

/* Whether two pointers are the same; OpPtrNotEqual: whether they are not. */
static int spv_cpui_de_same_pointer(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer a, b;
    uint32_t both = spv_cpui_fresh(p, 4), d;
    spv_cpui_op *op;
    if (both == SPV_CPUI_NONE || !spv_cpui_materialise(p, at, 3, both, &a)
        || !spv_cpui_materialise(p, at, 4, both + 2, &b)
        || (d = spv_cpui_place(p, at)) == SPV_CPUI_NONE
        || (op = spv_cpui_emit(p, at, spv_cpui_do_same_pointer)) == NULL)
        return 0;
    op->d = spv_cpui_offset(p, d);
    op->a = spv_cpui_offset(p, both);
    op->b = spv_cpui_offset(p, both + 2);
    op->c = spv_cpui_opcode(p, at) == SPV_CPUI_OpPtrNotEqual;
    return spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)) == 1
               ? 1
               : spv_cpui_bad(p, at, "the result is not a scalar");
}

/* Puts the pointers that the phis of a block take from block `from`, whose terminator is at `at`,
   into registers. */
static int spv_cpui_arrive_at(spv_cpui_program *p, uint32_t block, uint32_t from) {
    uint32_t at = p->labels[block], i;
    spv_cpui_arrival *arrival;
    spv_cpui_pointer q;
    for (; at < p->terminators[block]; at += spv_cpui_length(p, at)) {
        if (spv_cpui_opcode(p, at) != SPV_CPUI_OpPhi
            || !spv_cpui_is_pointer(p, spv_cpui_word(p, at, 1)))
            continue;
        for (i = 3; i + 1 < spv_cpui_length(p, at); i += 2)
            if (spv_cpui_block_at(p, at, i + 1) == from) break;
        if (i + 1 >= spv_cpui_length(p, at)) continue;
        arrival = (spv_cpui_arrival *)spv_cpui_take(p, 1, sizeof *arrival);
        if (arrival == NULL || (arrival->reg = spv_cpui_fresh(p, 2)) == SPV_CPUI_NONE
            || !spv_cpui_materialise(p, at, i, arrival->reg, &q))
            return 0;
        if (q.matrix_stride != 0 || q.stride != 0)
            return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a choice between layouts");
        arrival->phi = at;
        arrival->from = from;
        arrival->instance = p->instance;
        arrival->next = p->arrivals;
        p->arrivals = arrival;
    }
    return 1;
}

/* Notes the arrival at all blocks that a terminator names. */
static int spv_cpui_arrive(spv_cpui_program *p, size_t at, uint32_t from) {
    uint32_t i, block;
    for (i = 0; i < spv_cpui_target_count(p, at); i++) {
        block = spv_cpui_block_at(p, at, spv_cpui_target_word(p, at, i));
        if (block != SPV_CPUI_NONE && !spv_cpui_arrive_at(p, block, from)) return 0;
    }
    return 1;
}

/* The register of a pointer that a phi takes; NONE: there is none. */
static uint32_t spv_cpui_arrived(const spv_cpui_program *p, uint32_t phi, uint32_t from) {
    const spv_cpui_arrival *a;
    for (a = p->arrivals; a != NULL; a = a->next)
        if (a->phi == phi && a->from == from && a->instance == p->instance) return a->reg;
    return SPV_CPUI_NONE;
}

/* ---- the bytes of the components of a value */

typedef struct spv_cpui_walk {
    uint32_t type, index, offset, matrix_stride, row_major;
} spv_cpui_walk;

/* Steps down into part `top->index` of a struct or array; 0: there is none left. */
static int spv_cpui_walk_down(const spv_cpui_program *p, const spv_cpui_type *t, int natural,
                              spv_cpui_walk *top, spv_cpui_walk *next) {
    const spv_cpui_member *m;
    if (top->index >= t->count) return 0;
    *next = *top;
    next->index = 0;
    if (t->opcode == SPV_CPUI_OpTypeStruct) {
        m = &p->members[t->members + top->index];
        next->type = m->type;
        next->offset = top->offset + (natural ? 4 * m->slot : m->offset);
        next->matrix_stride = m->matrix_stride;
        next->row_major = (m->flags & SPV_CPUI_ROW_MAJOR) != 0;
    } else {
        next->type = t->element;
        next->offset = top->offset
                       + top->index
                             * (natural ? 4 * spv_cpui_slots_of(p, t->element) : t->stride);
    }
    top->index++;
    return 1;
}

/* Where the leaves of a value go, and their sizes. A natural layout, that of shared memory, has 4
   bytes for each slot. */
typedef struct spv_cpui_leaf_list {
    uint32_t *offsets, count;
    uint8_t *sizes;
} spv_cpui_leaf_list;

/* Adds the leaves of a scalar, vector or matrix. stride: from one component to the next, 0: as they
   are wide. */
static void spv_cpui_plain_leaves(const spv_cpui_program *p, uint32_t type, int natural,
                                  const spv_cpui_walk *at, uint32_t stride,
                                  spv_cpui_leaf_list *d) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    uint32_t unit = spv_cpui_unit(p, type), bytes = spv_cpui_scalar_bytes(p, type);
    uint32_t rows = t->slots / unit, columns = 1, i, k, column_stride = 0, row_stride;
    if (natural) bytes = 4 * unit;
    row_stride = stride != 0 ? stride : bytes;
    if (t->opcode == SPV_CPUI_OpTypeMatrix) {
        columns = t->count;
        rows /= columns;
        column_stride = natural ? bytes * rows : at->row_major ? bytes : at->matrix_stride;
        if (!natural && at->row_major) row_stride = at->matrix_stride;
    }
    for (i = 0; i < rows * columns; i++)
        for (k = 0; k < unit; k++) {
            d->sizes[d->count] = (uint8_t)(bytes < 4 ? bytes : 4);
            d->offsets[d->count++] =
                at->offset + i / rows * column_stride + i % rows * row_stride + 4 * k;
        }
}

/* Offsets of all slots of what a pointer leads to, from it, and their sizes if any is not 4; 0 and
   an error. */
static int spv_cpui_leaves(spv_cpui_program *p, size_t at, const spv_cpui_pointer *q,
                           spv_cpui_access *a) {
    spv_cpui_walk stack[SPV_CPUI_MAX_DEPTH];
    uint32_t slots = spv_cpui_slots_of(p, q->type), depth = 1;
    int natural = spv_cpui_space_of(p, q) == SPV_CPUI_IN_SHARED;
    spv_cpui_leaf_list list;
    list.count = 0;
    list.offsets = (uint32_t *)spv_cpui_take(p, slots, sizeof *list.offsets);
    list.sizes = (uint8_t *)spv_cpui_take(p, slots, sizeof *list.sizes);
    if (list.offsets == NULL || list.sizes == NULL) return 0;
    memset(stack, 0, sizeof stack[0]);
    stack[0].type = q->type;
    stack[0].matrix_stride = q->matrix_stride;
    stack[0].row_major = q->row_major;
    while (depth > 0) {
        const spv_cpui_type *t = spv_cpui_type_of(p, stack[depth - 1].type);
        if (t->opcode != SPV_CPUI_OpTypeStruct && t->opcode != SPV_CPUI_OpTypeArray) {
            spv_cpui_plain_leaves(p, stack[depth - 1].type, natural, &stack[depth - 1],
                                  depth == 1 ? q->stride : 0, &list);
            depth--;
        } else if (depth == SPV_CPUI_MAX_DEPTH) {
            return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "types are nested too deeply");
        } else if (spv_cpui_walk_down(p, t, natural, &stack[depth - 1], &stack[depth])) {
            depth++;
        } else {
            depth--;
        }
    }
    a->leaves = list.offsets;
    if (!natural && (spv_cpui_type_of(p, q->type)->odd & SPV_CPUI_NARROW)) a->sizes = list.sizes;
    return 1;
}

static int spv_cpui_fill_access(spv_cpui_program *p, const spv_cpui_pointer *q,
                                spv_cpui_access *a) {
    const spv_cpui_variable *v = &p->variables[q->variable];
    a->space = v->space;
    a->parts = spv_cpui_slots_of(p, q->type);
    a->base = q->offset;
    if (v->space == SPV_CPUI_IN_FILE || v->space == SPV_CPUI_IN_SHARED)
        a->base = v->base > SPV_CPUI_NONE - q->offset ? SPV_CPUI_NONE : v->base + q->offset;
    a->binding = v->base;
    a->count = v->count;
    a->is_dynamic = q->dynamic != SPV_CPUI_NONE;
    a->dynamic = a->is_dynamic ? spv_cpui_offset(p, q->dynamic) : 0;
    a->element_is_dynamic = q->element_dynamic != SPV_CPUI_NONE;
    a->element = a->element_is_dynamic ? spv_cpui_offset(p, q->element_dynamic) : q->element;
    return 1;
}

static spv_cpui_access *spv_cpui_new_access(spv_cpui_program *p, size_t at,
                                            const spv_cpui_pointer *q) {
    spv_cpui_access *a;
    if (!spv_cpui_check_type(p, at, q->type)) return NULL;
    if (spv_cpui_slots_of(p, q->type) == 0 || q->arrayed) {
        spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "access to what has no values");
        return NULL;
    }
    a = (spv_cpui_access *)spv_cpui_take(p, 1, sizeof *a);
    if (a == NULL) return NULL;
    spv_cpui_fill_access(p, q, a);
    if (a->space != SPV_CPUI_IN_FILE && !spv_cpui_leaves(p, at, q, a)) return NULL;
    return a;
}

/* The first `count` components of a loaded vector, a bit each, that the instruction behind the load
   leaves out: a swizzle, or the first step of a write to a part: load, change, store back. */
static uint32_t spv_cpui_left_out(const spv_cpui_program *p, size_t at, uint32_t count) {
    size_t next = at + spv_cpui_length(p, at), store;
    uint32_t value = spv_cpui_word(p, at, 2), used = 0, opcode, i, literal;
    if (spv_cpui_opcode(p, at) != SPV_CPUI_OpLoad || next >= p->count) return 0;
    opcode = spv_cpui_opcode(p, next);
    store = next + spv_cpui_length(p, next);
    if (opcode != SPV_CPUI_OpVectorShuffle && opcode != SPV_CPUI_OpCompositeInsert) return 0;
    if (spv_cpui_word(p, next, opcode == SPV_CPUI_OpVectorShuffle ? 3 : 4) != value) return 0;
    if (store < p->count && spv_cpui_opcode(p, store) == SPV_CPUI_OpStore
        && spv_cpui_word(p, store, 1) == spv_cpui_word(p, at, 3)
        && spv_cpui_word(p, store, 2) == spv_cpui_word(p, next, 2))
        return 0xFFFFFFFFu;
    if (opcode != SPV_CPUI_OpVectorShuffle) return 0;
    for (i = 5; i < spv_cpui_length(p, next); i++) {
        literal = spv_cpui_word(p, next, i);
        if (spv_cpui_word(p, next, 4) == value && count != 0) literal %= count;
        if (literal < 32) used |= 1u << literal;
    }
    return ~used;
}

/* Inputs have their values from outside; arguments are copied whether they have values or not. */
static int spv_cpui_check_access(spv_cpui_program *p, size_t at, const spv_cpui_pointer *q,
                                 const spv_cpui_access *a, int kind) {
    const spv_cpui_type *t = spv_cpui_type_of(p, q->type);
    uint32_t left_out = 0;
    if (t->opcode == SPV_CPUI_OpTypeStruct || t->opcode == SPV_CPUI_OpTypeArray)
        left_out = 0xFFFFFFFFu;
    if (kind == SPV_CPUI_READS && a->space == SPV_CPUI_IN_FILE
        && (p->variables[q->variable].storage == SPV_CPUI_StorageClass_Input
            || spv_cpui_opcode(p, at) == SPV_CPUI_OpFunctionCall))
        return 1;
    if (kind == SPV_CPUI_READS && t->opcode == SPV_CPUI_OpTypeVector && t->slots == t->count)
        left_out = spv_cpui_left_out(p, at, t->count);
    return spv_cpui_emit_check(p, at, a, kind, left_out);
}

/* Emits the load of what q points at into register d. */
static int spv_cpui_emit_load(spv_cpui_program *p, size_t at, const spv_cpui_pointer *q,
                              uint32_t d) {
    spv_cpui_access *a = spv_cpui_new_access(p, at, q);
    spv_cpui_op *op;
    if (a == NULL || !spv_cpui_check_access(p, at, q, a, SPV_CPUI_READS)
        || (op = spv_cpui_emit(p, at, spv_cpui_do_load_bytes)) == NULL)
        return 0;
    op->d = spv_cpui_offset(p, d);
    op->more = a;
    if (a->sizes != NULL) op->run = spv_cpui_do_load_narrow;
    if (a->space == SPV_CPUI_IN_FILE) {
        op->run = a->is_dynamic ? spv_cpui_do_gather : spv_cpui_do_copy;
        op->a = spv_cpui_offset(p, a->base);
        op->c = spv_cpui_offset(p, a->parts);
    }
    return 1;
}

static int spv_cpui_emit_store(spv_cpui_program *p, size_t at, const spv_cpui_pointer *q,
                               uint32_t s) {
    spv_cpui_access *a = spv_cpui_new_access(p, at, q);
    spv_cpui_op *op;
    if (a == NULL || !spv_cpui_check_access(p, at, q, a, SPV_CPUI_WRITES)
        || (op = spv_cpui_emit(p, at, spv_cpui_do_store_bytes)) == NULL)
        return 0;
    op->a = spv_cpui_offset(p, s);
    op->more = a;
    if (a->sizes != NULL) op->run = spv_cpui_do_store_narrow;
    if (a->space == SPV_CPUI_IN_PUSH) return spv_cpui_bad(p, at, "push constants are read-only");
    if (a->space == SPV_CPUI_IN_FILE) {
        op->run = a->is_dynamic ? spv_cpui_do_scatter : spv_cpui_do_masked_copy;
        op->d = spv_cpui_offset(p, a->base);
        op->c = spv_cpui_offset(p, a->parts);
    }
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>fuse  [22]  ops of lane functions -> chains of steps
   When a segment is linked, its ops that the machine of >>steps can do become steps. Ops of that
   kind that follow each other make a *window*; an op of another kind, or the limit, ends it.

   In a window it is known who reads each result, and, by the marks that the allocator of registers
   leaves in the list of ops, whether it is dead behind the window. Copies are skipped where what
   they are copies of is still there. A result that one step takes and
   nothing else goes to it in the accumulator: that step then comes right behind the one that made
   it, which for this moves down, unless a row that it reads is written on the way. So steps form
   chains; the last step of a chain stands where it stood. A product that only a sum or a difference
   takes becomes one step with that. */

static uint32_t spv_cpui_row_of(const spv_cpui_program *p, size_t word) {
    return (uint32_t)(word / p->lanes);
}

/* The step of the window whose result a row holds now. */
static uint32_t spv_cpui_maker_of(const spv_cpui_program *p, uint32_t row) {
    uint32_t i;
    for (i = p->window_count; i-- > 0;)
        if (p->window[i].d == row) return i;
    return SPV_CPUI_NONE;
}

/* What a row holds will not be read any more. */
static void spv_cpui_end_row(spv_cpui_program *p, uint32_t row) {
    uint32_t maker = spv_cpui_maker_of(p, row);
    if (maker != SPV_CPUI_NONE) p->window[maker].dead = 1;
}

/* Adds a step. A result in the row of an operand is behind the operand's last use. */
static void spv_cpui_draft_step(spv_cpui_program *p, uint32_t operation, uint32_t operands,
                                uint32_t d, uint32_t a, uint32_t b, uint32_t c) {
    spv_cpui_draft *s = &p->window[p->window_count];
    uint32_t i;
    memset(s, 0, sizeof *s);
    s->operation = operation;
    s->operands = operands;
    s->d = d;
    s->rows[0] = a;
    s->rows[1] = b;
    s->rows[2] = c;
    s->user = s->before = s->after = SPV_CPUI_NONE;
    for (i = 0; i < 3; i++) {
        spv_cpui_draft *maker;
        s->makers[i] = i < operands ? spv_cpui_maker_of(p, s->rows[i]) : SPV_CPUI_NONE;
        if (s->makers[i] == SPV_CPUI_NONE) continue;
        maker = &p->window[s->makers[i]];
        maker->users += maker->user != p->window_count;
        maker->user = p->window_count;
    }
    spv_cpui_end_row(p, d);
    p->window_count++;
}

/* d = a[0] * b[0] + ... with n terms, a_step and b_step rows apart. */
static void spv_cpui_draft_sum(spv_cpui_program *p, uint32_t d, uint32_t a, uint32_t a_step,
                               uint32_t b, uint32_t b_step, uint32_t n) {
    uint32_t i;
    spv_cpui_draft_step(p, SPV_CPUI_ST_FMul, 2, d, a, b, 0);
    for (i = 1; i < n; i++)
        spv_cpui_draft_step(p, SPV_CPUI_ST_PlusProduct, 3, d, a + i * a_step, b + i * b_step, d);
}

/* Each component of a times what is in row d + n - 1. */
static void spv_cpui_draft_scale(spv_cpui_program *p, uint32_t d, uint32_t a, uint32_t n) {
    uint32_t i;
    for (i = 0; i < n; i++)
        spv_cpui_draft_step(p, SPV_CPUI_ST_FMul, 2, d + i, a + i, d + n - 1, 0);
}

/* Lane functions whose steps are not one for each component: X(function, what they compute). */
#define SPV_CPUI_COMPOUNDS(X) \
    X(ln_Dot, DOT) X(ln_VectorTimesMatrix, VECTOR_MATRIX) X(ln_MatrixTimesMatrix, MATRIX) \
    X(ex_Length, LENGTH) X(ex_Normalize, NORMALIZE) X(ex_Cross, CROSS) X(ex_Reflect, REFLECT)
#define SPV_CPUI_ROW(function, compound) SPV_CPUI_COMPOUND_##compound,
enum { SPV_CPUI_COMPOUNDS(SPV_CPUI_ROW) SPV_CPUI_COMPOUND_NONE };
#undef SPV_CPUI_ROW
#define SPV_CPUI_ROW(function, compound) spv_cpui_##function,
static spv_cpui_lane_function *const spv_cpui_compounds[] = {SPV_CPUI_COMPOUNDS(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW
#undef SPV_CPUI_COMPOUNDS

/* The steps of a lane function's op. A result that is not component-wise has rows of its own, so
   they may hold what comes before it. */
static void spv_cpui_draft_compound(spv_cpui_program *p, const spv_cpui_op *op, uint32_t compound) {
    uint32_t d = spv_cpui_row_of(p, op->d), a = spv_cpui_row_of(p, op->a);
    uint32_t b = spv_cpui_row_of(p, op->b), n = op->rows, i, j, t = d + n - 1;
    switch (compound) {
    case SPV_CPUI_COMPOUND_DOT: spv_cpui_draft_sum(p, d, a, 1, b, 1, n); break;
    case SPV_CPUI_COMPOUND_VECTOR_MATRIX:
        for (j = 0; j < op->columns_b; j++)
            spv_cpui_draft_sum(p, d + j, a, 1, b + j * op->rows_b, 1, op->rows_b);
        break;
    case SPV_CPUI_COMPOUND_MATRIX:
        for (j = 0; j < op->columns_b; j++)
            for (i = 0; i < n; i++)
                spv_cpui_draft_sum(p, d + j * n + i, a + i, n, b + j * op->columns, 1,
                                   op->columns);
        break;
    case SPV_CPUI_COMPOUND_LENGTH:
        spv_cpui_draft_sum(p, d, a, 1, a, 1, n);
        spv_cpui_draft_step(p, SPV_CPUI_ST_Sqrt, 1, d, d, 0, 0);
        break;
    case SPV_CPUI_COMPOUND_NORMALIZE:
        spv_cpui_draft_sum(p, t, a, 1, a, 1, n);
        spv_cpui_draft_step(p, SPV_CPUI_ST_InverseSqrt, 1, t, t, 0, 0);
        spv_cpui_draft_scale(p, d, a, n);
        break;
    case SPV_CPUI_COMPOUND_CROSS:
        for (i = 0; i < 3; i++) {
            uint32_t next = (i + 1) % 3, other = (i + 2) % 3;
            spv_cpui_draft_step(p, SPV_CPUI_ST_FMul, 2, d + i, a + next, b + other, 0);
            spv_cpui_draft_step(p, SPV_CPUI_ST_LessProduct, 3, d + i, a + other, b + next, d + i);
        }
        break;
    case SPV_CPUI_COMPOUND_REFLECT:
        spv_cpui_draft_sum(p, t, b, 1, a, 1, n);
        spv_cpui_draft_step(p, SPV_CPUI_ST_FAdd, 2, t, t, t, 0);
        for (i = 0; i < n; i++)
            spv_cpui_draft_step(p, SPV_CPUI_ST_LessProduct, 3, d + i, t, b + i, a + i);
        break;
    default: break;
    }
}

typedef struct spv_cpui_step_row {
    spv_cpui_lane_function *lane;
    uint16_t operation, operands;
} spv_cpui_step_row;
#define SPV_CPUI_ROW(X, name, operands, result) \
    {spv_cpui_##X##_##name, SPV_CPUI_ST_##name, operands},
#define SPV_CPUI_ROUNDING_ROW(X, name, operands, how, of, result) \
    SPV_CPUI_ROW(X, name, operands, result)
/* Lane functions that compute what the step of another one does: X(function, operation,
   operands). */
#define SPV_CPUI_SAME_STEPS(X) \
    X(ln_LogicalAnd, BitwiseAnd, 2) X(ln_LogicalOr, BitwiseOr, 2) X(ln_LogicalNot, Not, 1) \
    X(ln_LogicalNotEqual, BitwiseXor, 2) X(ln_Bitcast, CopyObject, 1) \
    X(ln_CopyLogical, CopyObject, 1) X(ex_FMin, NMin, 2) X(ex_FMax, NMax, 2) \
    X(ex_FClamp, NClamp, 3)
#define SPV_CPUI_SAME(function, name, operands) \
    {spv_cpui_##function, SPV_CPUI_ST_##name, operands},
static const spv_cpui_step_row spv_cpui_step_rows[] = {
    SPV_CPUI_LN_ARITHMETIC(SPV_CPUI_ROW, ln)
    SPV_CPUI_ST_LANES(SPV_CPUI_ROW, ln)
    SPV_CPUI_EX_COMMON(SPV_CPUI_ROW, ex)
    SPV_CPUI_LN_ROUNDING(SPV_CPUI_ROUNDING_ROW, ln)
    SPV_CPUI_EX_ROUNDING(SPV_CPUI_ROUNDING_ROW, ex)
    SPV_CPUI_SAME_STEPS(SPV_CPUI_SAME)
};
#undef SPV_CPUI_ROW
#undef SPV_CPUI_ROUNDING_ROW
#undef SPV_CPUI_SAME
#undef SPV_CPUI_SAME_STEPS

/* The step that a lane function does for each component; NULL: there is none. */
static const spv_cpui_step_row *spv_cpui_find_step(spv_cpui_lane_function *lane) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_step_rows / sizeof *spv_cpui_step_rows; i++)
        if (spv_cpui_step_rows[i].lane == lane) return &spv_cpui_step_rows[i];
    return NULL;
}

/* Adds the copies that an op makes; 0: it makes none, or too many. */
static int spv_cpui_draft_copies(spv_cpui_program *p, const spv_cpui_op *op) {
    const size_t *from = (const size_t *)op->more;
    uint32_t d = spv_cpui_row_of(p, op->d), i, n = spv_cpui_row_of(p, op->c);
    int masked = op->run == spv_cpui_do_masked_copy;
    if (op->run == spv_cpui_do_shuffle) n = op->parts;
    else if (op->run != spv_cpui_do_copy && !masked) return 0;
    if (n > SPV_CPUI_MAX_PARTS) return 0;
    for (i = 0; i < n; i++) {
        uint32_t s = op->run == spv_cpui_do_shuffle ? spv_cpui_row_of(p, from[i])
                                                    : spv_cpui_row_of(p, op->a) + i;
        if (masked) spv_cpui_draft_step(p, SPV_CPUI_ST_Select, 3, d + i, p->mask, s, d + i);
        else spv_cpui_draft_step(p, SPV_CPUI_ST_CopyObject, 1, d + i, s, 0, 0);
    }
    return 1;
}

/* Adds the steps of an op to the window; 0: it has none. */
static int spv_cpui_draft_op(spv_cpui_program *p, const spv_cpui_op *op) {
    const spv_cpui_step_row *row;
    uint32_t i;
    if (op->lane == NULL) return spv_cpui_draft_copies(p, op);
    row = spv_cpui_find_step(op->lane);
    if (row != NULL) {
        uint32_t d = spv_cpui_row_of(p, op->d), a = spv_cpui_row_of(p, op->a);
        uint32_t b = spv_cpui_row_of(p, op->b), c = spv_cpui_row_of(p, op->c);
        for (i = 0; i < op->parts; i++)
            spv_cpui_draft_step(p, row->operation, row->operands, d + i, a + i * op->steps[0],
                                b + i * op->steps[1], c + i * op->steps[2]);
        return 1;
    }
    for (i = 0; i < SPV_CPUI_COMPOUND_NONE; i++)
        if (spv_cpui_compounds[i] == op->lane) break;
    if (i == SPV_CPUI_COMPOUND_NONE) return 0;
    spv_cpui_draft_compound(p, op, i);
    return 1;
}

/* Whether a step can be done right before step `end`: what stands between them, and is done,
   leaves its rows alone. */
static int spv_cpui_can_sink(const spv_cpui_program *p, uint32_t step, uint32_t end) {
    const spv_cpui_draft *s = &p->window[step];
    uint32_t i, k;
    for (i = step + 1; i < end; i++) {
        if (p->window[i].gone || p->window[i].after != SPV_CPUI_NONE) continue;
        for (k = 0; k < s->operands; k++)
            if (s->rows[k] == p->window[i].d) return 0;
    }
    return 1;
}

/* Whether the result of a step goes to another one alone. */
static int spv_cpui_is_only_for(const spv_cpui_program *p, uint32_t maker, uint32_t user) {
    const spv_cpui_draft *s = maker == SPV_CPUI_NONE ? NULL : &p->window[maker];
    return s != NULL && !s->gone && s->dead && s->users == 1 && s->user == user;
}

/* Whether a row is written by a step behind `from` and before `to`. */
static int spv_cpui_is_written(const spv_cpui_program *p, uint32_t row, uint32_t from,
                               uint32_t to) {
    uint32_t i;
    for (i = from + 1; i < to; i++)
        if (p->window[i].d == row) return 1;
    return 0;
}

/* Whether all that read a copy can read what it is a copy of. */
static int spv_cpui_is_needless(const spv_cpui_program *p, uint32_t copy) {
    const spv_cpui_draft *s = &p->window[copy];
    uint32_t i, k;
    if (s->operation != SPV_CPUI_ST_CopyObject || !s->dead || s->users == 0) return 0;
    for (i = copy + 1; i < p->window_count; i++)
        for (k = 0; k < p->window[i].operands; k++)
            if (p->window[i].makers[k] == copy && spv_cpui_is_written(p, s->rows[0], copy, i))
                return 0;
    return 1;
}

/* Steps that read a copy read what it is a copy of, if then nothing needs the copy. */
static void spv_cpui_skip_copies(spv_cpui_program *p) {
    uint32_t copy, i, k;
    for (copy = 0; copy < p->window_count; copy++) {
        spv_cpui_draft *s = &p->window[copy];
        spv_cpui_draft *maker = s->makers[0] == SPV_CPUI_NONE ? NULL : &p->window[s->makers[0]];
        if (!spv_cpui_is_needless(p, copy)) continue;
        s->gone = 1;
        if (maker != NULL) maker->users--;
        for (i = copy + 1; i < p->window_count; i++) {
            spv_cpui_draft *user = &p->window[i];
            int takes = 0, took = 0;
            for (k = 0; k < user->operands; k++) {
                took |= user->makers[k] == s->makers[0];
                if (user->makers[k] != copy) continue;
                user->makers[k] = s->makers[0];
                user->rows[k] = s->rows[0];
                takes = 1;
            }
            if (maker == NULL || !takes) continue;
            maker->users += !took;
            maker->user = i;
        }
    }
}

/* A sum or difference whose operand k is a product: takes the factors. */
static void spv_cpui_take_product(spv_cpui_program *p, uint32_t step, uint32_t k) {
    spv_cpui_draft *s = &p->window[step], *product = &p->window[s->makers[k]];
    uint32_t i;
    s->operation = s->operation == SPV_CPUI_ST_FAdd ? (uint32_t)SPV_CPUI_ST_PlusProduct
                   : k == 1                         ? (uint32_t)SPV_CPUI_ST_LessProduct
                                                    : (uint32_t)SPV_CPUI_ST_ProductLess;
    s->operands = 3;
    s->rows[2] = s->rows[1 - k];
    s->makers[2] = s->makers[1 - k];
    for (i = 0; i < 2; i++) {
        s->rows[i] = product->rows[i];
        s->makers[i] = product->makers[i];
        if (s->makers[i] != SPV_CPUI_NONE) p->window[s->makers[i]].user = step;
    }
    product->gone = 1;
}

static void spv_cpui_take_products(spv_cpui_program *p) {
    uint32_t i, k;
    for (i = 0; i < p->window_count; i++) {
        const spv_cpui_draft *s = &p->window[i];
        for (k = 2; k-- > 0;) {
            if (s->operation != SPV_CPUI_ST_FAdd && s->operation != SPV_CPUI_ST_FSub) break;
            if (s->makers[0] != s->makers[1] && spv_cpui_is_only_for(p, s->makers[k], i)
                && p->window[s->makers[k]].operation == SPV_CPUI_ST_FMul
                && spv_cpui_can_sink(p, s->makers[k], i))
                spv_cpui_take_product(p, i, k);
        }
    }
}

/* Which operands of a step another one makes, as in a step's code. */
static uint32_t spv_cpui_made_by(const spv_cpui_draft *s, uint32_t maker) {
    uint32_t k, form = 0;
    for (k = 0; k < s->operands; k++)
        if (s->makers[k] == maker) form |= 1u << k;
    return form;
}

/* Links the steps to chains, from the last one on. */
static void spv_cpui_link_steps(spv_cpui_program *p) {
    uint32_t i, k;
    for (i = p->window_count; i-- > 0;) {
        spv_cpui_draft *s = &p->window[i];
        uint32_t best = SPV_CPUI_NONE;
        s->gone |= s->dead && s->users == 0;
        if (s->gone) continue;
        s->last = s->after == SPV_CPUI_NONE ? i : p->window[s->after].last;
        for (k = 0; k < s->operands; k++) {
            uint32_t maker = s->makers[k];
            if (spv_cpui_is_only_for(p, maker, i)
                && spv_cpui_made_by(s, maker) <= SPV_CPUI_FORM_THIRD
                && (best == SPV_CPUI_NONE || maker > best)
                && spv_cpui_can_sink(p, maker, s->last))
                best = maker;
        }
        s->before = best;
        if (best != SPV_CPUI_NONE) p->window[best].after = i;
    }
}

static uint32_t spv_cpui_block_of(const spv_cpui_program *p, uint32_t row) {
    return row * (p->lanes / SPV_CPUI_BLOCK);
}

/* Whether a row is a constant's. Registers of the list go down. */
static int spv_cpui_is_constant_row(const spv_cpui_program *p, uint32_t row) {
    const spv_cpui_constant_use *use = p->uses;
    while (use != NULL && use->reg > row) use = use->next;
    return use != NULL && row - use->reg < use->slots;
}

/* The form of a step with a constant among its operands; else as it is. */
static uint32_t spv_cpui_constant_form(const spv_cpui_program *p, const spv_cpui_draft *s,
                                       uint32_t form) {
    if (s->operation != SPV_CPUI_ST_FAdd && s->operation != SPV_CPUI_ST_FSub
        && s->operation != SPV_CPUI_ST_FMul)
        return form;
    if (form < 2 && spv_cpui_is_constant_row(p, s->rows[1]))
        return form ? (uint32_t)SPV_CPUI_FORM_OWN_CONSTANT : (uint32_t)SPV_CPUI_FORM_ROW_CONSTANT;
    if (form % 2 == 0 && spv_cpui_is_constant_row(p, s->rows[0]))
        return form ? (uint32_t)SPV_CPUI_FORM_CONSTANT_OWN : (uint32_t)SPV_CPUI_FORM_CONSTANT_ROW;
    return form;
}

/* Writes a step behind n others. Returns how many there are then. */
static uint32_t spv_cpui_write_step(const spv_cpui_program *p, const spv_cpui_draft *s,
                                    spv_cpui_st_step *steps, uint32_t n) {
    uint32_t form = 0, k, d = spv_cpui_block_of(p, s->d);
    spv_cpui_st_step *to = &steps[n], *previous = n == 0 ? NULL : &steps[n - 1];
    to->a = spv_cpui_block_of(p, s->rows[0]);
    to->b = spv_cpui_block_of(p, s->rows[1]);
    to->c = spv_cpui_block_of(p, s->rows[2]);
    to->d = d;
    if (s->before != SPV_CPUI_NONE) form = spv_cpui_made_by(s, s->before);
    for (k = 0; s->before == SPV_CPUI_NONE && previous != NULL && k < s->operands; k++)
        if ((previous->code & SPV_CPUI_ST_STORES) != 0
            && spv_cpui_block_of(p, s->rows[k]) == previous->d)
            form |= 1u << k;
    if (form > SPV_CPUI_FORM_THIRD) form = SPV_CPUI_FORM_THIRD;
    form = spv_cpui_constant_form(p, s, form);
    to->code = SPV_CPUI_ST_CODE(s->operation, form);
    if (s->after != SPV_CPUI_NONE) return n + 1;
    if (s->operation == SPV_CPUI_ST_CopyObject && s->before != SPV_CPUI_NONE) {
        previous->code |= SPV_CPUI_ST_STORES;
        previous->d = d;
        return n;
    }
    to->code |= SPV_CPUI_ST_STORES;
    return n + 1;
}

/* Writes the chain that ends with step `last`. */
static uint32_t spv_cpui_write_chain(const spv_cpui_program *p, uint32_t last,
                                     spv_cpui_st_step *steps, uint32_t n) {
    uint32_t i = last;
    while (p->window[i].before != SPV_CPUI_NONE) i = p->window[i].before;
    for (; i != SPV_CPUI_NONE; i = p->window[i].after)
        n = spv_cpui_write_step(p, &p->window[i], steps, n);
    return n;
}

/* Ends the window: its steps become the op behind *end. */
static int spv_cpui_close_window(spv_cpui_program *p, spv_cpui_op **end, uint32_t at) {
    spv_cpui_st_step *steps;
    uint32_t i, n = 0;
    if (p->window_count == 0) return 1;
    spv_cpui_skip_copies(p);
    spv_cpui_take_products(p);
    spv_cpui_link_steps(p);
    for (i = 0; i < p->window_count; i++) n += !p->window[i].gone;
    steps = (spv_cpui_st_step *)spv_cpui_take(p, (size_t)n + 1, sizeof *steps);
    if (steps == NULL) return 0;
    for (i = n = 0; i < p->window_count; i++)
        if (!p->window[i].gone && p->window[i].after == SPV_CPUI_NONE)
            n = spv_cpui_write_chain(p, i, steps, n);
    steps[n].code = SPV_CPUI_ST_END;
    p->window_count = 0;
    memset(*end, 0, sizeof **end);
    (*end)->run = spv_cpui_do_steps;
    (*end)->more = steps;
    (*end)->at = at;
    *end += n != 0;
    return 1;
}

/* Fuses the ops from `first` to the last one. */
static int spv_cpui_fuse(spv_cpui_program *p, const spv_cpui_op *first) {
    spv_cpui_op *end = (spv_cpui_op *)(void *)(p->memory + p->front), *to, *op, one;
    uint32_t at = 0, i;
    to = op = end - (end - first);
    for (; op != end; op++) {
        one = *op;
        if (one.run == NULL && one.lane == NULL) {
            for (i = 0; i < one.parts; i++) spv_cpui_end_row(p, (uint32_t)one.d + i);
            continue;
        }
        if (p->window_count > SPV_CPUI_MAX_WINDOW - SPV_CPUI_MAX_STEPS
            && !spv_cpui_close_window(p, &to, at))
            return 0;
        if (p->window_count == 0) at = one.at;
        if (spv_cpui_draft_op(p, &one)) continue;
        if (!spv_cpui_close_window(p, &to, at)) return 0;
        *to++ = one;
    }
    if (!spv_cpui_close_window(p, &to, at)) return 0;
    p->front -= (size_t)(end - to) * sizeof *to;
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>decode  [23]  instructions -> ops
   A row per instruction: a function that emits what it does. Operands are looked at here alone:
   their sizes fit, so that no handler needs to ask. */

static spv_cpui_op *spv_cpui_emit_copy(spv_cpui_program *p, size_t at, uint32_t d, uint32_t s,
                                       uint32_t slots, int masked) {
    spv_cpui_op *op = spv_cpui_emit(p, at, masked ? spv_cpui_do_masked_copy : spv_cpui_do_copy);
    if (op == NULL) return NULL;
    op->d = spv_cpui_offset(p, d);
    op->a = spv_cpui_offset(p, s);
    op->c = spv_cpui_offset(p, slots);
    return op;
}

/* An op with its result placed; NULL and an error. */
static spv_cpui_op *spv_cpui_emit_result(spv_cpui_program *p, size_t at, spv_cpui_handler *run) {
    uint32_t d = spv_cpui_place(p, at);
    spv_cpui_op *op = d == SPV_CPUI_NONE ? NULL : spv_cpui_emit(p, at, run);
    if (op == NULL) return NULL;
    op->d = spv_cpui_offset(p, d);
    op->parts = spv_cpui_slots_of(p, spv_cpui_word(p, at, 1));
    return op;
}

/* Sets *offset to the word of operand i; 0 and an error. */
static int spv_cpui_get(spv_cpui_program *p, size_t at, uint32_t i, uint32_t slots,
                        size_t *offset) {
    uint32_t reg = spv_cpui_operand(p, at, i, slots);
    *offset = spv_cpui_offset(p, reg == SPV_CPUI_NONE ? 0 : reg);
    return reg != SPV_CPUI_NONE;
}

static int spv_cpui_de_nothing(spv_cpui_program *p, size_t at) {
    (void)p;
    (void)at;
    return 1;
}

/* All lanes come by in lockstep: only the check for races has to know. */
static int spv_cpui_de_barrier(spv_cpui_program *p, size_t at) {
    return (p->options.checks & SPV_CPU_CHECK_RACE) == 0
           || spv_cpui_emit(p, at, spv_cpui_do_barrier) != NULL;
}

static int spv_cpui_de_load(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer q;
    uint32_t d;
    if (!spv_cpui_point(p, at, 3, &q)) return 0;
    if (spv_cpui_space_of(p, &q) == SPV_CPUI_OPAQUE) return spv_cpui_new_pointer(p, at, &q);
    if (spv_cpui_slots_of(p, q.type) != spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)))
        return spv_cpui_bad(p, at, "the type is not that of the pointer");
    d = spv_cpui_place(p, at);
    return d != SPV_CPUI_NONE && spv_cpui_emit_load(p, at, &q, d);
}

/* Whether a store is to what other lanes do not need: to a variable that is read in the loop alone
   whose last segment this is, where all lanes are that wait in it. */
static int spv_cpui_is_for_all(const spv_cpui_program *p, size_t at) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, 1);
    uint32_t loop = p->loop_of[p->segment];
    const spv_cpui_variable *v;
    if (id->kind != SPV_CPUI_IS_VARIABLE || loop == SPV_CPUI_NONE
        || p->loop_end[loop] != p->segment + 1 || p->detours[loop] != 0)
        return 0;
    v = &p->variables[id->index];
    return v->storage == SPV_CPUI_StorageClass_Function && !v->named_else && v->first_read >= loop
           && v->last_read <= p->segment && v->stored != SPV_CPUI_NONE && v->stored + 1 == loop;
}

static int spv_cpui_de_store(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer q;
    spv_cpui_op *op;
    uint32_t s;
    if (!spv_cpui_point(p, at, 1, &q)) return 0;
    s = spv_cpui_operand(p, at, 2, spv_cpui_slots_of(p, q.type));
    if (s == SPV_CPUI_NONE || !spv_cpui_emit_store(p, at, &q, s)) return 0;
    op = (spv_cpui_op *)(void *)(p->memory + p->front) - 1;
    if (spv_cpui_is_for_all(p, at) && op->run == spv_cpui_do_masked_copy)
        op->run = spv_cpui_do_copy;
    return 1;
}

static int spv_cpui_de_copy_memory(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer to, from;
    uint32_t temporary, slots;
    if (!spv_cpui_point(p, at, 1, &to) || !spv_cpui_point(p, at, 2, &from)) return 0;
    slots = spv_cpui_slots_of(p, from.type);
    if (slots != spv_cpui_slots_of(p, to.type))
        return spv_cpui_bad(p, at, "the types of the pointers differ");
    if (!spv_cpui_check_type(p, at, from.type)) return 0;
    temporary = spv_cpui_pooled(p, slots);
    if (temporary == SPV_CPUI_NONE || !spv_cpui_emit_load(p, at, &from, temporary)
        || !spv_cpui_emit_store(p, at, &to, temporary))
        return 0;
    spv_cpui_release_slots(p, temporary, slots);
    return 1;
}

static int spv_cpui_de_variable(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    spv_cpui_variable *v = &p->variables[id->index];
    uint32_t s, slots = spv_cpui_slots_of(p, v->type);
    spv_cpui_op *op;
    if (id->kind != SPV_CPUI_IS_VARIABLE || v->space != SPV_CPUI_IN_FILE)
        return spv_cpui_bad(p, at, "a variable of a function with another storage class");
    if (!spv_cpui_place_variable(p, at, v)) return 0;
    if (v->initial != 0) {
        s = spv_cpui_operand(p, at, 4, slots);
        return s != SPV_CPUI_NONE && spv_cpui_emit_copy(p, at, v->base, s, slots, 1) != NULL
               && spv_cpui_emit_mark(p, at, v->base, slots, 1);
    }
    if (!spv_cpui_emit_mark(p, at, v->base, slots, 0)) return 0;
    op = spv_cpui_emit(p, at, spv_cpui_do_zero);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, v->base);
    op->c = spv_cpui_offset(p, slots);
    return 1;
}

static int spv_cpui_de_array_length(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer q;
    spv_cpui_access *a;
    const spv_cpui_type *t, *array;
    const spv_cpui_member *m;
    spv_cpui_op *op;
    if (!spv_cpui_point(p, at, 3, &q)) return 0;
    t = spv_cpui_type_of(p, q.type);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeStruct || spv_cpui_word(p, at, 4) >= t->count)
        return spv_cpui_bad(p, at, "no such member");
    m = &p->members[t->members + spv_cpui_word(p, at, 4)];
    array = spv_cpui_type_of(p, m->type);
    if (array->opcode != SPV_CPUI_OpTypeRuntimeArray || array->stride == 0
        || spv_cpui_space_of(p, &q) != SPV_CPUI_IN_BUFFER || q.arrayed)
        return spv_cpui_bad(p, at, "the member is not a runtime array with a stride");
    a = (spv_cpui_access *)spv_cpui_take(p, 1, sizeof *a);
    if (a == NULL || (op = spv_cpui_emit_result(p, at, spv_cpui_do_array_length)) == NULL) return 0;
    spv_cpui_fill_access(p, &q, a);
    op->more = a;
    op->b = (size_t)q.offset + m->offset;
    op->c = array->stride;
    return op->parts == 1 ? 1 : spv_cpui_bad(p, at, "the result is not a scalar");
}

/* ---- values */

static int spv_cpui_de_undef(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_zero);
    if (op == NULL) return 0;
    op->c = spv_cpui_offset(p, op->parts);
    return 1;
}

/* A result that lies in its operand's register, `slot` slots behind its beginning. */
static int spv_cpui_alias(spv_cpui_program *p, size_t at, uint32_t slot) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    uint32_t reg = spv_cpui_operand(p, at, 3, 0);
    if (reg == SPV_CPUI_NONE || !spv_cpui_check_type(p, at, id->type)) return 0;
    id->reg = reg + slot;
    return 1;
}

static int spv_cpui_de_copy_object(spv_cpui_program *p, size_t at) {
    const spv_cpui_id *from = spv_cpui_id_at(p, at, 3);
    spv_cpui_pointer q;
    const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    if (t == NULL) return spv_cpui_bad(p, at, "the type is not known");
    if (t->slots == 0)
        return spv_cpui_point(p, at, 3, &q) && spv_cpui_new_pointer(p, at, &q);
    if (t->slots != spv_cpui_slots_of(p, from->type))
        return spv_cpui_bad(p, at, "the operand has a type that does not fit");
    return spv_cpui_alias(p, at, 0);
}

static int spv_cpui_de_extract(spv_cpui_program *p, size_t at) {
    uint32_t type = spv_cpui_id_at(p, at, 3)->type, slot = 0;
    if (!spv_cpui_part(p, at, 4, &type, &slot)) return 0;
    if (spv_cpui_slots_of(p, type) != spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)))
        return spv_cpui_bad(p, at, "the type is not that of the part");
    return spv_cpui_alias(p, at, slot);
}

/* A vector that cannot lie where its components are: they are moved into a row. */
static int spv_cpui_de_vector(spv_cpui_program *p, size_t at) {
    spv_cpui_piece pieces[SPV_CPUI_MAX_PARTS];
    uint32_t i, reg, n = spv_cpui_collect(p, at, pieces);
    spv_cpui_op *op;
    size_t *list;
    if (n == 0) return spv_cpui_bad(p, at, "there are no such components");
    op = spv_cpui_emit_result(p, at, spv_cpui_do_shuffle);
    list = (size_t *)spv_cpui_take(p, n, sizeof *list);
    if (op == NULL || list == NULL) return 0;
    op->more = list;
    for (i = 0; i < n; i++) {
        reg = spv_cpui_register_of(p, &p->ids[pieces[i].id]);
        if (reg == SPV_CPUI_NONE) return spv_cpui_bad(p, at, "an operand has no value here");
        list[i] = spv_cpui_offset(p, reg + pieces[i].component);
    }
    return 1;
}

static int spv_cpui_de_construct(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op;
    uint32_t i, k, s, n, used = 0, pieces[SPV_CPUI_MAX_PARTS];
    size_t *list;
    if (spv_cpui_is_vector(p, at)) return spv_cpui_de_vector(p, at);
    op = spv_cpui_emit_result(p, at, spv_cpui_do_shuffle);
    if (op == NULL) return 0;
    list = (size_t *)spv_cpui_take(p, op->parts, sizeof *list);
    if (list == NULL) return 0;
    op->more = list;
    for (i = 3; i < spv_cpui_length(p, at); i++) {
        n = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, i)->type);
        if (n > op->parts - used) return spv_cpui_bad(p, at, "too many constituents");
        if (n <= SPV_CPUI_MAX_PARTS) s = spv_cpui_pieces(p, at, i, pieces) != 0 ? 0 : SPV_CPUI_NONE;
        else s = spv_cpui_operand(p, at, i, 0);
        if (s == SPV_CPUI_NONE) return 0;
        for (k = 0; k < n; k++)
            list[used++] = spv_cpui_offset(p, n <= SPV_CPUI_MAX_PARTS ? pieces[k] : s + k);
    }
    return used == op->parts ? 1 : spv_cpui_bad(p, at, "too few constituents");
}

static int spv_cpui_de_insert(spv_cpui_program *p, size_t at) {
    uint32_t type = spv_cpui_id_at(p, at, 4)->type, slot = 0, d, part, whole;
    uint32_t slots = spv_cpui_slots_of(p, spv_cpui_word(p, at, 1));
    if (spv_cpui_is_vector(p, at)) return spv_cpui_de_vector(p, at);
    if (type != spv_cpui_word(p, at, 1))
        return spv_cpui_bad(p, at, "the composite has another type than the result");
    if (!spv_cpui_part(p, at, 5, &type, &slot)) return 0;
    part = spv_cpui_operand(p, at, 3, spv_cpui_slots_of(p, type));
    whole = spv_cpui_operand(p, at, 4, slots);
    if (part == SPV_CPUI_NONE || whole == SPV_CPUI_NONE) return 0;
    d = spv_cpui_place(p, at);
    return d != SPV_CPUI_NONE && spv_cpui_emit_copy(p, at, d, whole, slots, 0) != NULL
           && spv_cpui_emit_copy(p, at, d + slot, part, spv_cpui_slots_of(p, type), 0) != NULL;
}

static int spv_cpui_de_wide_shuffle(spv_cpui_program *p, size_t at) {
    uint32_t a = spv_cpui_operand(p, at, 3, 0), b = spv_cpui_operand(p, at, 4, 0), i, from, n, m;
    uint32_t unit;
    spv_cpui_op *op;
    size_t *list;
    if (a == SPV_CPUI_NONE || b == SPV_CPUI_NONE) return 0;
    n = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 3)->type);
    m = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 4)->type);
    unit = spv_cpui_unit(p, spv_cpui_word(p, at, 1));
    op = spv_cpui_emit_result(p, at, spv_cpui_do_shuffle);
    if (op == NULL) return 0;
    list = (size_t *)spv_cpui_take(p, op->parts, sizeof *list);
    if (list == NULL) return 0;
    for (i = 0; i < op->parts; i++) {
        from = spv_cpui_word(p, at, 5 + i / unit);
        if (from == SPV_CPUI_NONE) from = 0;
        if (from >= (n + m) / unit) return spv_cpui_bad(p, at, "a component is out of range");
        from = from * unit + i % unit;
        list[i] = spv_cpui_offset(p, from < n ? a + from : b + from - n);
    }
    op->more = list;
    return 1;
}

static int spv_cpui_de_shuffle(spv_cpui_program *p, size_t at) {
    return spv_cpui_is_vector(p, at) ? spv_cpui_de_vector(p, at) : spv_cpui_de_wide_shuffle(p, at);
}

static int spv_cpui_de_extract_dynamic(spv_cpui_program *p, size_t at) {
    uint32_t type = spv_cpui_id_at(p, at, 3)->type, unit = spv_cpui_unit(p, type);
    uint32_t index = spv_cpui_index_operand(p, at, 4), count = spv_cpui_slots_of(p, type) / unit;
    spv_cpui_op *op;
    if (index == SPV_CPUI_NONE || !spv_cpui_emit_check_index(p, at, index, count)
        || (op = spv_cpui_emit_result(p, at, spv_cpui_do_extract_dynamic)) == NULL
        || !spv_cpui_get(p, at, 3, 0, &op->a))
        return 0;
    op->b = spv_cpui_offset(p, index);
    op->c = count;
    return op->parts == unit ? 1 : spv_cpui_bad(p, at, "the result is not a scalar");
}

static int spv_cpui_de_insert_dynamic(spv_cpui_program *p, size_t at) {
    uint32_t unit = spv_cpui_unit(p, spv_cpui_word(p, at, 1));
    uint32_t index = spv_cpui_index_operand(p, at, 5);
    spv_cpui_op *op;
    if (index == SPV_CPUI_NONE
        || (op = spv_cpui_emit_result(p, at, spv_cpui_do_insert_dynamic)) == NULL)
        return 0;
    op->c = spv_cpui_offset(p, index);
    op->e = unit;
    return spv_cpui_get(p, at, 3, op->parts, &op->a) && spv_cpui_get(p, at, 4, unit, &op->b);
}

/* ---- arithmetic */

/* What sizes a lane function that is not component-wise takes: X(instruction, rule). */
#define SPV_CPUI_LANE_SHAPES(X) \
    X(VectorTimesScalar, SCALE) X(MatrixTimesScalar, SCALE) X(VectorTimesMatrix, VECTOR_MATRIX) \
    X(MatrixTimesVector, MATRIX) X(MatrixTimesMatrix, MATRIX) X(OuterProduct, OUTER) \
    X(Transpose, SAME) X(Dot, ONE) X(Any, ONE) X(All, ONE) X(Select, SELECT) \
    X(IAddCarry, PAIR) X(ISubBorrow, PAIR) X(UMulExtended, PAIR) X(SMulExtended, PAIR) \
    X(BitFieldInsert, FIELD) X(BitFieldSExtract, FIELD) X(BitFieldUExtract, FIELD)
#define SPV_CPUI_EXT_SHAPES(X) \
    X(ModfStruct, PAIR) X(FrexpStruct, PAIR) X(PackSnorm4x8, PACK_4) X(PackUnorm4x8, PACK_4) \
    X(PackSnorm2x16, PACK_2) X(PackUnorm2x16, PACK_2) X(PackHalf2x16, PACK_2) \
    X(UnpackSnorm4x8, UNPACK_4) X(UnpackUnorm4x8, UNPACK_4) X(UnpackSnorm2x16, UNPACK_2) \
    X(UnpackUnorm2x16, UNPACK_2) X(UnpackHalf2x16, UNPACK_2) X(Length, ONE) X(Distance, ONE) \
    X(Normalize, SAME) X(Cross, CROSS) X(FaceForward, SAME) X(Reflect, SAME) X(Refract, REFRACT) \
    X(Determinant, DETERMINANT) X(MatrixInverse, INVERSE)

enum {
    SPV_CPUI_SHAPE_WISE,
    SPV_CPUI_SHAPE_SCALE,
    SPV_CPUI_SHAPE_VECTOR_MATRIX,
    SPV_CPUI_SHAPE_MATRIX,
    SPV_CPUI_SHAPE_OUTER,
    SPV_CPUI_SHAPE_SAME,
    SPV_CPUI_SHAPE_ONE,
    SPV_CPUI_SHAPE_SELECT,
    SPV_CPUI_SHAPE_PAIR,
    SPV_CPUI_SHAPE_FIELD,
    SPV_CPUI_SHAPE_PACK_4,
    SPV_CPUI_SHAPE_PACK_2,
    SPV_CPUI_SHAPE_UNPACK_4,
    SPV_CPUI_SHAPE_UNPACK_2,
    SPV_CPUI_SHAPE_CROSS,
    SPV_CPUI_SHAPE_REFRACT,
    SPV_CPUI_SHAPE_DETERMINANT,
    SPV_CPUI_SHAPE_INVERSE,
    SPV_CPUI_SHAPE_UNKNOWN
};

typedef struct spv_cpui_shape_row {
    uint16_t opcode, rule;
} spv_cpui_shape_row;
#define SPV_CPUI_ROW(name, rule) {SPV_CPUI_Op##name, SPV_CPUI_SHAPE_##rule},
static const spv_cpui_shape_row spv_cpui_lane_shapes[] = {SPV_CPUI_LANE_SHAPES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW
#define SPV_CPUI_ROW(name, rule) {SPV_CPUI_GLSL_##name, SPV_CPUI_SHAPE_##rule},
static const spv_cpui_shape_row spv_cpui_ext_shapes[] = {SPV_CPUI_EXT_SHAPES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

static uint32_t spv_cpui_rule_of(const spv_cpui_row *row, int ext) {
    const spv_cpui_shape_row *rows = ext ? spv_cpui_ext_shapes : spv_cpui_lane_shapes;
    size_t n = ext ? sizeof spv_cpui_ext_shapes : sizeof spv_cpui_lane_shapes, i;
    if (row->wise) return SPV_CPUI_SHAPE_WISE;
    for (i = 0; i < n / sizeof *rows; i++)
        if (rows[i].opcode == row->opcode) return rows[i].rule;
    return SPV_CPUI_SHAPE_UNKNOWN;
}

/* n: components of the operands, those that are not there 0. The sizes of a and b as matrices are
   in op. */
static int spv_cpui_fits(uint32_t rule, const spv_cpui_op *op, const uint32_t *n) {
    uint32_t parts = op->parts, a = n[0], b = n[1], i, same = 1;
    for (i = 0; i < op->operands && i < 4; i++) same &= n[i] == a;
    switch (rule) {
    case SPV_CPUI_SHAPE_WISE:
    case SPV_CPUI_SHAPE_SAME: return same && a == parts;
    case SPV_CPUI_SHAPE_SCALE: return a == parts && b == 1;
    case SPV_CPUI_SHAPE_VECTOR_MATRIX:
        return op->columns == 1 && a == op->rows_b && parts == op->columns_b;
    case SPV_CPUI_SHAPE_MATRIX:
        return op->columns == op->rows_b && parts == op->rows * op->columns_b;
    case SPV_CPUI_SHAPE_OUTER: return parts == a * b && op->columns == 1 && op->columns_b == 1;
    case SPV_CPUI_SHAPE_ONE: return parts == 1 && same && op->columns == 1;
    case SPV_CPUI_SHAPE_SELECT: return (a == 1 || a == parts) && b == parts && n[2] == parts;
    case SPV_CPUI_SHAPE_PAIR: return same && parts == 2 * a;
    case SPV_CPUI_SHAPE_FIELD:
        return a == parts && (op->operands == 4 ? b == parts && n[3] == 1 : b == 1) && n[2] == 1;
    case SPV_CPUI_SHAPE_PACK_4: return parts == 1 && a == 4;
    case SPV_CPUI_SHAPE_PACK_2: return parts == 1 && a == 2;
    case SPV_CPUI_SHAPE_UNPACK_4: return parts == 4 && a == 1;
    case SPV_CPUI_SHAPE_UNPACK_2: return parts == 2 && a == 1;
    case SPV_CPUI_SHAPE_CROSS: return parts == 3 && a == 3 && b == 3;
    case SPV_CPUI_SHAPE_REFRACT: return a == parts && b == parts && n[2] == 1;
    case SPV_CPUI_SHAPE_DETERMINANT: return parts == 1 && op->rows == op->columns && a > 1;
    case SPV_CPUI_SHAPE_INVERSE: return parts == a && op->rows == op->columns && a > 1;
    default: return 0;
    }
}

static void spv_cpui_matrix_size(const spv_cpui_program *p, uint32_t type, uint8_t *rows,
                                 uint8_t *columns) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    *rows = (uint8_t)t->slots;
    *columns = 1;
    if (t->opcode != SPV_CPUI_OpTypeMatrix) return;
    *columns = (uint8_t)t->count;
    *rows = (uint8_t)(t->slots / t->count);
}

/* Fills in the operands of an arithmetic op from word `first` on. */
static int spv_cpui_fill_lanes(spv_cpui_program *p, size_t at, const spv_cpui_row *row, int ext,
                               uint32_t first, spv_cpui_op *op) {
    size_t *operands[4];
    uint32_t n[4] = {0, 0, 0, 0}, i;
    operands[0] = &op->a;
    operands[1] = &op->b;
    operands[2] = &op->c;
    operands[3] = &op->e;
    op->lane = row->run;
    op->operands = row->operands;
    for (i = 0; i < row->operands && i < 4; i++) {
        if (!spv_cpui_get(p, at, first + i, 0, operands[i])) return 0;
        n[i] = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, first + i)->type);
        if (i < 3) op->steps[i] = n[i] > 1;
    }
    spv_cpui_matrix_size(p, spv_cpui_id_at(p, at, first)->type, &op->rows, &op->columns);
    if (row->operands > 1)
        spv_cpui_matrix_size(p, spv_cpui_id_at(p, at, first + 1)->type, &op->rows_b,
                             &op->columns_b);
    return spv_cpui_fits(spv_cpui_rule_of(row, ext), op, n)
               ? 1
               : spv_cpui_bad(p, at, "the operands' sizes do not fit");
}

/* ---- other widths */

/* Operand i of an instruction on any widths, from word `word`; all its scalars are of one kind. */
static int spv_cpui_take_operand(spv_cpui_program *p, size_t at, uint32_t word, uint32_t i,
                                 spv_cpui_wide *t) {
    uint8_t kinds[SPV_CPUI_MAX_PARTS];
    uint32_t type = spv_cpui_id_at(p, at, word)->type;
    if (spv_cpui_scalar_of(p, type) == NULL)
        return spv_cpui_bad(p, at, "an operand has a type that does not fit");
    t->count[i] = spv_cpui_kinds(p, type, kinds);
    t->kinds[i] = kinds[0];
    return spv_cpui_get(p, at, word, 0, &t->operand[i]);
}

/* Sizes of a value as a matrix, in scalars. */
static void spv_cpui_wide_size(const spv_cpui_program *p, uint32_t type, uint32_t count,
                               uint32_t *rows, uint32_t *columns) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    *columns = t->opcode == SPV_CPUI_OpTypeMatrix ? t->count : 1;
    *rows = count / *columns;
}

/* What is the same in all runs of an instruction with operands from word `first` on; NULL and an
   error. */
static spv_cpui_wide *spv_cpui_new_wide(spv_cpui_program *p, size_t at, uint32_t opcode, int ext,
                                        uint32_t first) {
    const spv_cpui_wide_row *row = spv_cpui_find_wide(opcode, ext);
    spv_cpui_wide *t = (spv_cpui_wide *)spv_cpui_take(p, 1, sizeof *t);
    uint32_t i;
    if (t == NULL) return NULL;
    if (row == NULL) {
        spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "scalars of this width are not supported here");
        return NULL;
    }
    t->run = row->run;
    t->operands = row->operands;
    t->is_signed = spv_cpui_has_signed(opcode, ext) ? 7u : 0;
    t->parts = spv_cpui_kinds(p, spv_cpui_word(p, at, 1), t->d_kinds);
    t->bits = t->d_kinds[0] & ~(uint32_t)SPV_CPUI_KIND_FLOAT;
    if (t->parts == 0) {
        spv_cpui_bad(p, at, "a result of this type");
        return NULL;
    }
    for (i = 0; i < t->operands; i++)
        if (!spv_cpui_take_operand(p, at, first + i, i, t)) return NULL;
    spv_cpui_wide_size(p, spv_cpui_id_at(p, at, first)->type, t->count[0], &t->rows, &t->columns);
    if (t->operands > 1)
        spv_cpui_wide_size(p, spv_cpui_id_at(p, at, first + 1)->type, t->count[1], &t->rows_b,
                           &t->columns_b);
    return t;
}

/* The rule that sizes follow is that of the instruction on 32 bits; row NULL: component by
   component. */
static int spv_cpui_wide_fits(const spv_cpui_wide *t, const spv_cpui_row *row, int ext) {
    uint32_t n[4] = {0, 0, 0, 0};
    spv_cpui_op sizes;
    memset(&sizes, 0, sizeof sizes);
    memcpy(n, t->count, sizeof t->count);
    sizes.operands = (uint8_t)t->operands;
    sizes.parts = t->parts;
    sizes.rows = (uint8_t)t->rows;
    sizes.columns = (uint8_t)t->columns;
    sizes.rows_b = (uint8_t)t->rows_b;
    sizes.columns_b = (uint8_t)t->columns_b;
    return spv_cpui_fits(row == NULL ? (uint32_t)SPV_CPUI_SHAPE_WISE : spv_cpui_rule_of(row, ext),
                         &sizes, n);
}

/* An instruction with a scalar of 64 bits; row: that on 32 bits, NULL: there is none. */
static int spv_cpui_de_wide(spv_cpui_program *p, size_t at, const spv_cpui_row *row, int ext) {
    uint32_t opcode = row == NULL ? spv_cpui_opcode(p, at) : row->opcode;
    spv_cpui_wide *t = spv_cpui_new_wide(p, at, opcode, ext, ext ? 5 : 3);
    spv_cpui_op *op;
    if (t == NULL) return 0;
    if (!spv_cpui_wide_fits(t, row, ext))
        return spv_cpui_bad(p, at, "the operands' sizes do not fit");
    op = spv_cpui_emit_result(p, at, spv_cpui_do_wide);
    if (op == NULL) return 0;
    op->more = t;
    return 1;
}

/* Dot products of integers. A word behind the operands says that they are packed. */
static int spv_cpui_de_integer_dot(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at), format;
    spv_cpui_wide *t = spv_cpui_new_wide(p, at, opcode, 0, 3);
    spv_cpui_op *op;
    if (t == NULL) return 0;
    format = 3 + t->operands;
    t->is_signed = opcode == SPV_CPUI_OpUDot || opcode == SPV_CPUI_OpUDotAccSat ? 0 : 7u;
    if (opcode == SPV_CPUI_OpSUDot || opcode == SPV_CPUI_OpSUDotAccSat) t->is_signed = 5u;
    t->packed = spv_cpui_length(p, at) > format && t->count[0] == 1 && t->kinds[0] == 32;
    if (t->packed && t->count[1] == 1) t->count[0] = t->count[1] = t->rows = 4;
    if (t->parts != 1 || t->count[0] != t->count[1] || (t->operands == 3 && t->count[2] != 1)
        || ((t->kinds[0] | t->kinds[1] | t->d_kinds[0]) & SPV_CPUI_KIND_FLOAT))
        return spv_cpui_bad(p, at, "the operands' sizes do not fit");
    op = spv_cpui_emit_result(p, at, spv_cpui_do_wide);
    if (op == NULL) return 0;
    op->more = t;
    return 1;
}

/* Emits a component-wise function of one operand, from register a to d. */
static int spv_cpui_emit_one(spv_cpui_program *p, size_t at, spv_cpui_lane_function *lane,
                             uint32_t d, uint32_t a, uint32_t slots) {
    spv_cpui_op *op = spv_cpui_emit(p, at, NULL);
    if (op == NULL) return 0;
    op->lane = lane;
    op->operands = op->steps[0] = 1;
    op->d = spv_cpui_offset(p, d);
    op->a = op->b = op->c = spv_cpui_offset(p, a);
    op->parts = slots;
    return 1;
}

/* The function that brings scalars of 8 and 16 bits to 32; NULL: they are there already. */
static spv_cpui_lane_function *spv_cpui_widener(uint32_t kind, int is_signed) {
    if (kind == 16 + SPV_CPUI_KIND_FLOAT) return spv_cpui_ln_half_in;
    if (kind == 16 && is_signed) return spv_cpui_ln_sign_16;
    return kind == 8 && is_signed ? spv_cpui_ln_sign_8 : NULL;
}

static spv_cpui_lane_function *spv_cpui_narrower(uint32_t kind) {
    if (kind == 16 + SPV_CPUI_KIND_FLOAT) return spv_cpui_ln_half_out;
    return kind == 16 ? spv_cpui_ln_low_16 : kind == 8 ? spv_cpui_ln_low_8 : NULL;
}

/* The operand that word i names as one of 32 bits: *temporary is a register to be released, NONE
   if the operand's own one serves. */
static int spv_cpui_widen(spv_cpui_program *p, size_t at, uint32_t i, int is_signed,
                          uint32_t *temporary) {
    uint32_t type = spv_cpui_id_at(p, at, i)->type, slots = spv_cpui_slots_of(p, type);
    const spv_cpui_type *scalar = spv_cpui_scalar_of(p, type);
    uint32_t reg = spv_cpui_operand(p, at, i, 0);
    spv_cpui_lane_function *lane;
    *temporary = SPV_CPUI_NONE;
    if (reg == SPV_CPUI_NONE) return 0;
    if (scalar == NULL) return spv_cpui_bad(p, at, "an operand has a type that does not fit");
    lane = spv_cpui_widener(spv_cpui_kind_of(scalar), is_signed);
    if (lane == NULL) return 1;
    *temporary = spv_cpui_pooled(p, slots);
    return *temporary != SPV_CPUI_NONE && spv_cpui_emit_one(p, at, lane, *temporary, reg, slots);
}

/* Brings a result of 32 bits in register d to the width of its scalars. */
static int spv_cpui_emit_narrow(spv_cpui_program *p, size_t at, uint32_t type, uint32_t d) {
    uint8_t kinds[SPV_CPUI_MAX_PARTS];
    uint32_t n = spv_cpui_kinds(p, type, kinds), i, end;
    spv_cpui_lane_function *lane;
    if (n == 0) return spv_cpui_bad(p, at, "a result of this type");
    for (i = 0; i < n; i = end) {
        for (end = i + 1; end < n && kinds[end] == kinds[i]; end++) {}
        lane = spv_cpui_narrower(kinds[i]);
        if (lane != NULL && !spv_cpui_emit_one(p, at, lane, d + i, d + i, end - i)) return 0;
    }
    return 1;
}

/* Emits an instruction on narrow scalars from word `first` on into register d, of `parts` slots:
   operands to 32 bits, the function of 32 bits. What it leaves is still to be narrowed. */
static int spv_cpui_emit_widened(spv_cpui_program *p, size_t at, const spv_cpui_row *row, int ext,
                                 uint32_t d, uint32_t parts) {
    uint32_t first = ext ? 5 : 3, temporaries[4], i;
    spv_cpui_op *op;
    size_t *operands[4];
    for (i = 0; i < row->operands; i++)
        if (!spv_cpui_widen(p, at, first + i, spv_cpui_has_signed(row->opcode, ext),
                            &temporaries[i]))
            return 0;
    op = spv_cpui_emit(p, at, NULL);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, d);
    op->parts = parts;
    if (!spv_cpui_fill_lanes(p, at, row, ext, first, op)) return 0;
    operands[0] = &op->a;
    operands[1] = &op->b;
    operands[2] = &op->c;
    operands[3] = &op->e;
    for (i = 0; i < row->operands; i++) {
        if (temporaries[i] == SPV_CPUI_NONE) continue;
        *operands[i] = spv_cpui_offset(p, temporaries[i]);
        spv_cpui_release_slots(p, temporaries[i],
                               spv_cpui_slots_of(p, spv_cpui_id_at(p, at, first + i)->type));
    }
    return 1;
}

/* Whether an instruction on scalars of 8 or 16 bits is not what that on 32 bits makes of them. */
static int spv_cpui_knows_width(uint32_t opcode) {
    return opcode == SPV_CPUI_OpBitReverse || opcode == SPV_CPUI_OpIAddCarry
           || opcode == SPV_CPUI_OpISubBorrow || opcode == SPV_CPUI_OpUMulExtended
           || opcode == SPV_CPUI_OpSMulExtended;
}

/* An instruction with a scalar of 8 or 16 bits, and none of 64. */
static int spv_cpui_de_narrow(spv_cpui_program *p, size_t at, const spv_cpui_row *row, int ext) {
    uint32_t type = spv_cpui_word(p, at, 1), d;
    if (!ext && spv_cpui_knows_width(row->opcode)) return spv_cpui_de_wide(p, at, row, ext);
    d = spv_cpui_place(p, at);
    return d != SPV_CPUI_NONE
           && spv_cpui_emit_widened(p, at, row, ext, d, spv_cpui_slots_of(p, type))
           && spv_cpui_emit_narrow(p, at, type, d);
}

/* UConvert, SConvert, FConvert. Where nothing changes, the result is the operand. */
static int spv_cpui_de_convert(spv_cpui_program *p, size_t at) {
    if (!spv_cpui_changes_width(p, at, 3)) return spv_cpui_de_copy_object(p, at);
    return spv_cpui_de_wide(p, at, NULL, 0);
}

static int spv_cpui_de_bitcast(spv_cpui_program *p, size_t at) {
    uint32_t type = spv_cpui_id_at(p, at, 3)->type, n = spv_cpui_slots_of(p, type);
    uint32_t from = spv_cpui_scalar_bytes(p, type), to;
    spv_cpui_op *op;
    if (!spv_cpui_changes_width(p, at, 3)) return spv_cpui_de_copy_object(p, at);
    to = spv_cpui_scalar_bytes(p, spv_cpui_word(p, at, 1));
    if (spv_cpui_scalar_of(p, type) == NULL
        || spv_cpui_scalar_of(p, spv_cpui_word(p, at, 1)) == NULL
        || (op = spv_cpui_emit_result(p, at, spv_cpui_do_repack)) == NULL
        || !spv_cpui_get(p, at, 3, 0, &op->a))
        return spv_cpui_bad(p, at, "the operand has a type that does not fit");
    op->b = from < 4 ? from : 4;
    op->c = to < 4 ? to : 4;
    return op->b * n == op->c * op->parts
               ? 1
               : spv_cpui_bad(p, at, "the operand has a type that does not fit");
}

/* How many components from the first on one op can compute: those of each operand are in a row, or
   all the same. Sets its steps. */
static uint32_t spv_cpui_run_length(uint32_t lists[3][SPV_CPUI_MAX_PARTS], uint32_t operands,
                                    uint32_t first, uint32_t end, uint8_t *steps) {
    uint32_t i, n = end - first, k;
    for (i = 0; i < operands; i++) {
        const uint32_t *list = lists[i] + first;
        steps[i] = n > 1 && list[1] == list[0] + 1;
        for (k = 1; k < n && list[k] == list[k - 1] + steps[i]; k++) {}
        n = k;
    }
    return n;
}

/* A component-wise instruction. A scalar is taken for all components. */
static int spv_cpui_de_wise(spv_cpui_program *p, size_t at, const spv_cpui_row *row, uint32_t rule,
                            uint32_t first) {
    uint32_t lists[3][SPV_CPUI_MAX_PARTS], n[4] = {0, 0, 0, 0}, i, k, d = spv_cpui_place(p, at);
    spv_cpui_op shape, *op;
    memset(&shape, 0, sizeof shape);
    shape.parts = spv_cpui_slots_of(p, spv_cpui_word(p, at, 1));
    shape.operands = row->operands;
    if (d == SPV_CPUI_NONE) return 0;
    for (i = 0; i < row->operands; i++) {
        if ((n[i] = spv_cpui_pieces(p, at, first + i, lists[i])) == 0) return 0;
        for (k = n[i]; k < SPV_CPUI_MAX_PARTS; k++) lists[i][k] = lists[i][0];
    }
    if (!spv_cpui_fits(rule, &shape, n))
        return spv_cpui_bad(p, at, "the operands' sizes do not fit");
    for (k = 0; k < shape.parts; k += op->parts) {
        if ((op = spv_cpui_emit(p, at, NULL)) == NULL) return 0;
        op->lane = row->run;
        op->parts = spv_cpui_run_length(lists, row->operands, k, shape.parts, op->steps);
        op->d = spv_cpui_offset(p, d + k);
        op->a = spv_cpui_offset(p, lists[0][k]);
        if (row->operands > 1) op->b = spv_cpui_offset(p, lists[1][k]);
        if (row->operands > 2) op->c = spv_cpui_offset(p, lists[2][k]);
    }
    return 1;
}

static int spv_cpui_de_lanes(spv_cpui_program *p, size_t at, const spv_cpui_row *row, int ext) {
    uint32_t rule = spv_cpui_rule_of(row, ext), first = ext ? 5 : 3;
    uint32_t odd = spv_cpui_widths(p, at, first, row->operands);
    int to_integer = !ext
                     && (row->opcode == SPV_CPUI_OpConvertFToS
                         || row->opcode == SPV_CPUI_OpConvertFToU);
    spv_cpui_op *op;
    if (!ext && !spv_cpui_emit_domains(p, at)) return 0;
    if ((odd & SPV_CPUI_WIDE) || (odd && to_integer)) return spv_cpui_de_wide(p, at, row, ext);
    if (odd) return spv_cpui_de_narrow(p, at, row, ext);
    if (rule == SPV_CPUI_SHAPE_WISE || rule == SPV_CPUI_SHAPE_SCALE
        || rule == SPV_CPUI_SHAPE_SELECT)
        return spv_cpui_de_wise(p, at, row, rule, first);
    op = spv_cpui_emit_result(p, at, NULL);
    return op != NULL && spv_cpui_fill_lanes(p, at, row, ext, first, op);
}

/* Both halves into register d: a value of the result's type, then one of type `second`. */
static int spv_cpui_emit_split(spv_cpui_program *p, size_t at, const spv_cpui_row *row,
                               uint32_t second, uint32_t d) {
    uint32_t type = spv_cpui_word(p, at, 1), slots = spv_cpui_slots_of(p, type), n;
    spv_cpui_wide *t;
    spv_cpui_op *op;
    if ((spv_cpui_type_of(p, type)->odd & SPV_CPUI_WIDE) == 0) {
        if (spv_cpui_slots_of(p, second) != slots)
            return spv_cpui_bad(p, at, "the types do not fit");
        return spv_cpui_emit_widened(p, at, row, 1, d, 2 * slots)
               && spv_cpui_emit_narrow(p, at, type, d)
               && spv_cpui_emit_narrow(p, at, second, d + slots);
    }
    t = spv_cpui_new_wide(p, at, row->opcode, 1, 5);
    if (t == NULL) return 0;
    n = t->parts;
    if (n > SPV_CPUI_MAX_PARTS / 2 || spv_cpui_kinds(p, second, t->d_kinds + n) != n
        || t->count[0] != n)
        return spv_cpui_bad(p, at, "the types do not fit");
    t->parts = 2 * n;
    op = spv_cpui_emit(p, at, spv_cpui_do_wide);
    if (op == NULL) return 0;
    op->d = spv_cpui_offset(p, d);
    op->more = t;
    return 1;
}

/* Modf and Frexp: the form with a struct into a temporary, its second half through the pointer. */
static int spv_cpui_de_split(spv_cpui_program *p, size_t at, uint32_t struct_form) {
    const spv_cpui_row *row = spv_cpui_find_ext(struct_form);
    uint32_t type = spv_cpui_word(p, at, 1), slots = spv_cpui_slots_of(p, type), all, both, d;
    spv_cpui_pointer q;
    if (row == NULL || !spv_cpui_point(p, at, 6, &q)) return 0;
    all = slots + spv_cpui_slots_of(p, q.type);
    if (slots == 0 || all > SPV_CPUI_MAX_PARTS || spv_cpui_scalar_of(p, q.type) == NULL)
        return spv_cpui_bad(p, at, "the types do not fit");
    d = spv_cpui_place(p, at);
    both = spv_cpui_pooled(p, all);
    if (d == SPV_CPUI_NONE || both == SPV_CPUI_NONE
        || !spv_cpui_emit_split(p, at, row, q.type, both)
        || spv_cpui_emit_copy(p, at, d, both, slots, 0) == NULL
        || !spv_cpui_emit_store(p, at, &q, both + slots))
        return 0;
    spv_cpui_release_slots(p, both, all);
    return 1;
}

/* Inputs are not interpolated here: their value is the same at every place of the pixel. */
static int spv_cpui_de_interpolate(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer q;
    uint32_t d;
    if (!spv_cpui_point(p, at, 5, &q)) return 0;
    if (spv_cpui_slots_of(p, q.type) != spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)))
        return spv_cpui_bad(p, at, "the type is not that of the pointer");
    d = spv_cpui_place(p, at);
    return d != SPV_CPUI_NONE && spv_cpui_emit_load(p, at, &q, d);
}

/* The slots of a double are those of its two halves. */
static int spv_cpui_de_pack_double(spv_cpui_program *p, size_t at) {
    uint32_t s = spv_cpui_operand(p, at, 5, 2), d = spv_cpui_place(p, at);
    if (s == SPV_CPUI_NONE || d == SPV_CPUI_NONE) return 0;
    if (spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)) != 2)
        return spv_cpui_bad(p, at, "a result of this type");
    return spv_cpui_emit_copy(p, at, d, s, 2, 0) != NULL;
}

static int spv_cpui_de_ext(spv_cpui_program *p, size_t at) {
    const spv_cpui_id *set = spv_cpui_id_at(p, at, 3);
    uint32_t opcode = spv_cpui_word(p, at, 4);
    const spv_cpui_row *row;
    char text[SPV_CPU_ERROR_SIZE] = "instruction ";
    if (set->at == 0 || spv_cpui_opcode(p, set->at) != SPV_CPUI_OpExtInstImport)
        return spv_cpui_bad(p, at, "the set is not imported");
    if (spv_cpui_starts(p, set->at, 2, "NonSemantic.")) return 1;
    if (!spv_cpui_same_string(p, set->at, 2, "GLSL.std.450"))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an unsupported set of instructions");
    switch (opcode) {
    case SPV_CPUI_GLSL_Modf: return spv_cpui_de_split(p, at, SPV_CPUI_GLSL_ModfStruct);
    case SPV_CPUI_GLSL_Frexp: return spv_cpui_de_split(p, at, SPV_CPUI_GLSL_FrexpStruct);
    case SPV_CPUI_GLSL_InterpolateAtCentroid:
    case SPV_CPUI_GLSL_InterpolateAtSample:
    case SPV_CPUI_GLSL_InterpolateAtOffset: return spv_cpui_de_interpolate(p, at);
    default: break;
    }
    if (opcode == SPV_CPUI_GLSL_PackDouble2x32 || opcode == SPV_CPUI_GLSL_UnpackDouble2x32)
        return spv_cpui_de_pack_double(p, at);
    row = spv_cpui_find_ext(opcode);
    if (row != NULL) return spv_cpui_de_lanes(p, at, row, 1);
    spv_cpui_append_number(text, opcode);
    spv_cpui_append(text, " of GLSL.std.450 is not supported");
    return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, text);
}

/* ---- atomics */

static int spv_cpui_de_texel_pointer(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer q;
    const spv_cpui_type *pointer = spv_cpui_type_of(p, spv_cpui_word(p, at, 1));
    uint32_t from = spv_cpui_operand(p, at, 4, 0);
    if (from == SPV_CPUI_NONE || !spv_cpui_point(p, at, 3, &q)) return 0;
    q.coordinate_parts = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 4)->type);
    if (pointer == NULL || q.coordinate_parts > 4 || spv_cpui_space_of(p, &q) != SPV_CPUI_OPAQUE)
        return spv_cpui_bad(p, at, "no texel of an image");
    q.type = pointer->element;
    q.coordinate = spv_cpui_fresh(p, q.coordinate_parts);
    if (q.coordinate == SPV_CPUI_NONE
        || spv_cpui_emit_copy(p, at, q.coordinate, from, q.coordinate_parts, 1) == NULL)
        return 0;
    return spv_cpui_new_pointer(p, at, &q);
}

static int spv_cpui_de_atomic(spv_cpui_program *p, size_t at) {
    const spv_cpui_atomic_row *row = spv_cpui_atomics;
    uint32_t opcode = spv_cpui_opcode(p, at);
    spv_cpui_atomic *t = (spv_cpui_atomic *)spv_cpui_take(p, 1, sizeof *t);
    spv_cpui_pointer q;
    spv_cpui_op *op;
    while (row->opcode != opcode) row++;
    if (t == NULL || !spv_cpui_point(p, at, opcode == SPV_CPUI_OpAtomicStore ? 1 : 3, &q)) return 0;
    t->modify = row->modify;
    t->has_value = row->value != 0;
    t->has_compare = row->value == 7;
    t->has_result = opcode != SPV_CPUI_OpAtomicStore;
    t->is_texel = q.coordinate_parts != 0;
    t->coordinate = spv_cpui_offset(p, q.coordinate);
    t->coordinate_parts = q.coordinate_parts;
    if (spv_cpui_slots_of(p, q.type) != 1 || q.arrayed || !spv_cpui_check_type(p, at, q.type)
        || (spv_cpui_space_of(p, &q) == SPV_CPUI_OPAQUE && !t->is_texel)
        || spv_cpui_space_of(p, &q) == SPV_CPUI_IN_PUSH)
        return spv_cpui_bad(p, at, "the pointer does not lead to a 32-bit scalar");
    if (!spv_cpui_fill_access(p, &q, &t->access)) return 0;
    if (!t->is_texel && spv_cpui_space_of(p, &q) != SPV_CPUI_IN_FILE
        && !spv_cpui_emit_check(p, at, &t->access, SPV_CPUI_ATOMIC,
                                row->modify == spv_cpui_at_exchange ? ~0u : 0))
        return 0;
    if (t->is_texel && (p->options.checks & SPV_CPUI_CHECK_ACCESSES) != 0) {
        op = spv_cpui_emit(p, at, spv_cpui_do_check_texel);
        if (op == NULL) return 0;
        op->more = t;
    }
    op = t->has_result ? spv_cpui_emit_result(p, at, spv_cpui_do_atomic)
                       : spv_cpui_emit(p, at, spv_cpui_do_atomic);
    if (op == NULL || (t->has_result && op->parts != 1)) return spv_cpui_bad(p, at, "no scalar");
    if (spv_cpui_space_of(p, &q) == SPV_CPUI_IN_FILE) op->run = spv_cpui_do_atomic_in_file;
    op->more = t;
    return (!t->has_value || spv_cpui_get(p, at, row->value == 7 ? 7 : row->value, 1, &op->a))
           && (!t->has_compare || spv_cpui_get(p, at, 8, 1, &op->b));
}

/* ---- neighbours */

static int spv_cpui_de_derivative(spv_cpui_program *p, size_t at) {
    uint32_t which = spv_cpui_opcode(p, at) - SPV_CPUI_OpDPdx;
    spv_cpui_op *op;
    if (!spv_cpui_emit_check_quad(p, at)) return 0;
    op = spv_cpui_emit_result(p, at, spv_cpui_do_derivative);
    if (op == NULL || !spv_cpui_get(p, at, 3, op->parts, &op->a)) return 0;
    op->c = which % 3;
    op->e = which / 3 == 2;
    return 1;
}

/* The word of the value that a subgroup instruction takes: those of before SPIR-V 1.3 have no
   scope. */
static uint32_t spv_cpui_group_word(uint32_t opcode) {
    return opcode >= SPV_CPUI_OpSubgroupBallotKHR
                   && opcode <= SPV_CPUI_OpSubgroupReadInvocationKHR
               ? 3
               : 4;
}

static int spv_cpui_de_vote(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at), first = spv_cpui_group_word(opcode);
    uint32_t which = first == 4 ? opcode - SPV_CPUI_OpGroupNonUniformElect
                                : opcode - SPV_CPUI_OpSubgroupAllKHR + 1;
    const spv_cpui_id *value = spv_cpui_id_at(p, at, first);
    const spv_cpui_type *t = spv_cpui_type_of(p, value->type);
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_vote);
    if (op == NULL) return 0;
    if (op->parts != 1) return spv_cpui_bad(p, at, "the result is not a scalar");
    op->c = which;
    op->parts = 0;
    if (which == 0) return 1;
    if (!spv_cpui_get(p, at, first, which == 3 ? 0 : 1, &op->a)) return 0;
    op->parts = which == 3 ? t->slots : 0;
    if (t->opcode == SPV_CPUI_OpTypeVector) t = spv_cpui_type_of(p, t->element);
    op->e = t->opcode == SPV_CPUI_OpTypeFloat && t->count == 32;
    return 1;
}

/* X(instruction, how the lane is found) */
#define SPV_CPUI_SHUFFLES(X) \
    X(Broadcast, LANE) X(BroadcastFirst, FIRST) X(Shuffle, LANE) X(ShuffleXor, XOR) \
    X(ShuffleUp, UP) X(ShuffleDown, DOWN) X(QuadBroadcast, QUAD) X(QuadSwap, SWAP)

static int spv_cpui_de_shuffle_lanes(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_shuffle_lanes);
    uint32_t first = spv_cpui_group_word(spv_cpui_opcode(p, at));
    if (op == NULL || !spv_cpui_get(p, at, first, op->parts, &op->a)) return 0;
    switch (spv_cpui_opcode(p, at)) {
    case SPV_CPUI_OpSubgroupFirstInvocationKHR: op->c = SPV_CPUI_FROM_FIRST; break;
    case SPV_CPUI_OpSubgroupReadInvocationKHR: op->c = SPV_CPUI_FROM_LANE; break;
#define SPV_CPUI_ROW(name, how) \
    case SPV_CPUI_OpGroupNonUniform##name: op->c = SPV_CPUI_FROM_##how; break;
        SPV_CPUI_SHUFFLES(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW
    default: break;
    }
    op->b = op->a;
    return op->c == SPV_CPUI_FROM_FIRST || spv_cpui_get(p, at, first + 1, 1, &op->b);
}

static int spv_cpui_de_ballot(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_ballot);
    if (op == NULL
        || !spv_cpui_get(p, at, spv_cpui_group_word(spv_cpui_opcode(p, at)), 1, &op->a))
        return 0;
    return op->parts == 4 ? 1 : spv_cpui_bad(p, at, "the result is not a vector of 4");
}

static int spv_cpui_de_ask_ballot(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_ask_ballot);
    uint32_t opcode = spv_cpui_opcode(p, at);
    int counts = opcode == SPV_CPUI_OpGroupNonUniformBallotBitCount;
    if (op == NULL || !spv_cpui_get(p, at, counts ? 5 : 4, 4, &op->a)) return 0;
    if (op->parts != 1) return spv_cpui_bad(p, at, "the result is not a scalar");
    switch (opcode) {
    case SPV_CPUI_OpGroupNonUniformInverseBallot: op->c = SPV_CPUI_BALLOT_OWN; break;
    case SPV_CPUI_OpGroupNonUniformBallotBitExtract:
        op->c = SPV_CPUI_BALLOT_BIT;
        return spv_cpui_get(p, at, 5, 1, &op->b);
    case SPV_CPUI_OpGroupNonUniformBallotFindLSB: op->c = SPV_CPUI_BALLOT_LSB; break;
    case SPV_CPUI_OpGroupNonUniformBallotFindMSB: op->c = SPV_CPUI_BALLOT_MSB; break;
    default: op->c = SPV_CPUI_BALLOT_COUNT + (spv_cpui_word(p, at, 4) % 3); break;
    }
    return 1;
}

/* Sets the group operation and the size of clusters. */
static int spv_cpui_fill_reduce(spv_cpui_program *p, size_t at, spv_cpui_op *op) {
    uint32_t cluster = 0;
    op->c = spv_cpui_word(p, at, 4);
    if (op->c == SPV_CPUI_GroupOperation_ClusteredReduce
        && (!spv_cpui_scalar(p, spv_cpui_id_at(p, at, 6), &cluster) || cluster == 0))
        return spv_cpui_bad(p, at, "the size of a cluster is not a constant above 0");
    if (cluster > p->subgroup) cluster = p->subgroup;
    op->e = cluster;
    return op->c <= SPV_CPUI_GroupOperation_ClusteredReduce
               ? 1
               : spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an operation that is not supported");
}

static int spv_cpui_de_reduce_wide(spv_cpui_program *p, size_t at) {
    const spv_cpui_wide_reduction *row = spv_cpui_wide_reductions, *end;
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_reduce_wide);
    end = row + sizeof spv_cpui_wide_reductions / sizeof *row;
    while (row != end && row->opcode != spv_cpui_opcode(p, at)) row++;
    if (op == NULL || !spv_cpui_get(p, at, 5, op->parts, &op->a)) return 0;
    if (row == end || spv_cpui_unit(p, spv_cpui_word(p, at, 1)) != 2)
        return spv_cpui_bad(p, at, "the operand has a type that does not fit");
    op->more = row;
    return spv_cpui_fill_reduce(p, at, op);
}

/* A row whose start fits scalars of 8 or 16 bits; NULL and an error. */
static const spv_cpui_reduction *spv_cpui_narrow_reduction(spv_cpui_program *p,
                                                           const spv_cpui_reduction *row,
                                                           const spv_cpui_type *scalar) {
    spv_cpui_reduction *own = (spv_cpui_reduction *)spv_cpui_take(p, 1, sizeof *own);
    if (own == NULL) return NULL;
    *own = *row;
    if (row->opcode == SPV_CPUI_OpGroupNonUniformSMin
        || row->opcode == SPV_CPUI_OpGroupNonUniformSMax)
        own->identity = row->identity >> (32 - scalar->count);
    return own;
}

/* Scalars of 8 and 16 bits are brought to 32 before, and back. */
static int spv_cpui_de_reduce(spv_cpui_program *p, size_t at) {
    const spv_cpui_reduction *row = spv_cpui_find_reduction(spv_cpui_opcode(p, at));
    uint32_t type = spv_cpui_word(p, at, 1), odd = spv_cpui_widths(p, at, 5, 1);
    uint32_t slots = spv_cpui_slots_of(p, type), d, s, temporary;
    spv_cpui_op *op;
    if (odd & SPV_CPUI_WIDE) return spv_cpui_de_reduce_wide(p, at);
    s = spv_cpui_operand(p, at, 5, slots);
    d = spv_cpui_place(p, at);
    if (s == SPV_CPUI_NONE || d == SPV_CPUI_NONE
        || !spv_cpui_widen(p, at, 5, spv_cpui_has_signed(row->opcode, 0), &temporary)
        || (odd != 0
            && (spv_cpui_scalar_of(p, type) == NULL
                || (row = spv_cpui_narrow_reduction(p, row, spv_cpui_scalar_of(p, type))) == NULL))
        || (op = spv_cpui_emit(p, at, spv_cpui_do_reduce)) == NULL)
        return 0;
    op->more = row;
    op->parts = slots;
    op->d = spv_cpui_offset(p, d);
    op->a = spv_cpui_offset(p, temporary == SPV_CPUI_NONE ? s : temporary);
    if (temporary != SPV_CPUI_NONE) spv_cpui_release_slots(p, temporary, slots);
    return spv_cpui_fill_reduce(p, at, op) && spv_cpui_emit_narrow(p, at, type, d);
}

/* ---- images */

/* Where the operands of an image instruction stand: X(instruction, coordinate, dref or component or
   lod, texel, image operands), numbers of words; 0: none. */
#define SPV_CPUI_IMAGES(X) \
    X(ImageSampleImplicitLod, 4, 0, 0, 5) \
    X(ImageSampleExplicitLod, 4, 0, 0, 5) \
    X(ImageSampleDrefImplicitLod, 4, 5, 0, 6) \
    X(ImageSampleDrefExplicitLod, 4, 5, 0, 6) \
    X(ImageSampleProjImplicitLod, 4, 0, 0, 5) \
    X(ImageSampleProjExplicitLod, 4, 0, 0, 5) \
    X(ImageSampleProjDrefImplicitLod, 4, 5, 0, 6) \
    X(ImageSampleProjDrefExplicitLod, 4, 5, 0, 6) \
    X(ImageFetch, 4, 0, 0, 5) \
    X(ImageGather, 4, 5, 0, 6) \
    X(ImageDrefGather, 4, 5, 0, 6) \
    X(ImageRead, 4, 0, 0, 5) \
    X(ImageWrite, 2, 0, 3, 4) \
    X(ImageQuerySizeLod, 0, 4, 0, 0) \
    X(ImageQuerySize, 0, 0, 0, 0) \
    X(ImageQueryLod, 4, 0, 0, 0) \
    X(ImageQueryLevels, 0, 0, 0, 0) \
    X(ImageQuerySamples, 0, 0, 0, 0)

typedef struct spv_cpui_image_row {
    uint16_t opcode;
    uint8_t coordinate, extra, texel, operands;
} spv_cpui_image_row;
#define SPV_CPUI_ROW(name, coordinate, extra, texel, operands) \
    {SPV_CPUI_Op##name, coordinate, extra, texel, operands},
static const spv_cpui_image_row spv_cpui_images[] = {SPV_CPUI_IMAGES(SPV_CPUI_ROW)};
#undef SPV_CPUI_ROW

static int spv_cpui_no_wide_texel(spv_cpui_program *p, size_t at) {
    return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an image instruction on 64-bit components");
}

/* Operand `which`, from a word; narrow ones are brought to 32 bits. */
static int spv_cpui_texture_word(spv_cpui_program *p, size_t at, uint32_t word, uint32_t slots,
                                 spv_cpui_texture *t, uint32_t which) {
    const spv_cpui_type *scalar = spv_cpui_scalar_of(p, spv_cpui_id_at(p, at, word)->type);
    uint32_t temporary;
    if (!spv_cpui_get(p, at, word, slots, &t->operands[which])) return 0;
    if (scalar == NULL || scalar->odd == 0) return 1;
    if (scalar->odd & SPV_CPUI_WIDE) return spv_cpui_no_wide_texel(p, at);
    if (!spv_cpui_widen(p, at, word, spv_cpui_word(p, scalar->at, 3) != 0, &temporary)) return 0;
    if (temporary != SPV_CPUI_NONE) t->operands[which] = spv_cpui_offset(p, temporary);
    return 1;
}

/* The image operands by their bits: words of each, components of the first (0: any number), where
   it goes (COUNT: nowhere). */
typedef struct spv_cpui_operand_row {
    uint16_t bit;
    uint8_t words, slots, which;
} spv_cpui_operand_row;

static const spv_cpui_operand_row spv_cpui_operand_rows[] = {
    {SPV_CPUI_ImageOperands_Bias, 1, 1, SPV_CPUI_TX_BIAS},
    {SPV_CPUI_ImageOperands_Lod, 1, 1, SPV_CPUI_TX_LOD},
    {SPV_CPUI_ImageOperands_Grad, 2, 0, SPV_CPUI_TX_GRAD_X},
    {SPV_CPUI_ImageOperands_ConstOffset, 1, 0, SPV_CPUI_TX_OFFSET},
    {SPV_CPUI_ImageOperands_Offset, 1, 0, SPV_CPUI_TX_OFFSET},
    {SPV_CPUI_ImageOperands_ConstOffsets, 1, 8, SPV_CPUI_TX_OFFSET},
    {SPV_CPUI_ImageOperands_Sample, 1, 1, SPV_CPUI_TX_SAMPLE},
    {SPV_CPUI_ImageOperands_MinLod, 1, 1, SPV_CPUI_TX_MIN_LOD},
    {SPV_CPUI_ImageOperands_MakeTexelAvailable, 1, 0, SPV_CPUI_TX_COUNT},
    {SPV_CPUI_ImageOperands_MakeTexelVisible, 1, 0, SPV_CPUI_TX_COUNT},
    {SPV_CPUI_ImageOperands_NonPrivateTexel, 0, 0, SPV_CPUI_TX_COUNT},
    {SPV_CPUI_ImageOperands_VolatileTexel, 0, 0, SPV_CPUI_TX_COUNT},
    {SPV_CPUI_ImageOperands_SignExtend, 0, 0, SPV_CPUI_TX_COUNT},
    {SPV_CPUI_ImageOperands_ZeroExtend, 0, 0, SPV_CPUI_TX_COUNT},
};

/* The operands behind the mask, in the order of its bits, which is that of the rows. */
static int spv_cpui_image_operands(spv_cpui_program *p, size_t at, uint32_t word,
                                   spv_cpui_texture *t) {
    uint32_t mask = word == 0 ? 0 : spv_cpui_word(p, at, word);
    size_t i;
    t->plain.const_offsets = (mask & SPV_CPUI_ImageOperands_ConstOffsets) != 0;
    t->plain.sign_extend = (mask & SPV_CPUI_ImageOperands_SignExtend) != 0;
    t->plain.zero_extend = (mask & SPV_CPUI_ImageOperands_ZeroExtend) != 0;
    for (i = 0, word++; i < sizeof spv_cpui_operand_rows / sizeof *spv_cpui_operand_rows; i++) {
        const spv_cpui_operand_row *row = &spv_cpui_operand_rows[i];
        if ((mask & row->bit) == 0) continue;
        mask &= ~(uint32_t)row->bit;
        if (row->which != SPV_CPUI_TX_COUNT
            && !spv_cpui_texture_word(p, at, word, row->slots, t, row->which))
            return 0;
        if (row->words == 2
            && !spv_cpui_texture_word(p, at, word + 1, 0, t, SPV_CPUI_TX_GRAD_Y))
            return 0;
        word += row->words;
    }
    return mask == 0 ? 1
                     : spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an unknown image operand");
}

static void spv_cpui_place_image(const spv_cpui_program *p, spv_cpui_texture *t,
                                 const spv_cpui_pointer *image, const spv_cpui_pointer *sampler) {
    const spv_cpui_variable *v = &p->variables[image->variable];
    t->image = v->base;
    t->image_count = v->count;
    t->image_is_dynamic = image->element_dynamic != SPV_CPUI_NONE;
    t->image_element = t->image_is_dynamic ? spv_cpui_offset(p, image->element_dynamic)
                                           : image->element;
    t->sampler = SPV_CPUI_NONE;
    if (sampler == NULL) return;
    v = &p->variables[sampler->variable];
    t->sampler = v->base;
    t->sampler_count = v->count;
    t->sampler_is_dynamic = sampler->element_dynamic != SPV_CPUI_NONE;
    t->sampler_element = t->sampler_is_dynamic ? spv_cpui_offset(p, sampler->element_dynamic)
                                               : sampler->element;
}

/* What the type of an image says. */
static int spv_cpui_image_type(spv_cpui_program *p, size_t at, uint32_t type,
                               spv_cpui_sampling *s) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type), *of;
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeSampledImage) t = spv_cpui_type_of(p, t->element);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeImage) return spv_cpui_bad(p, at, "no image");
    of = spv_cpui_type_of(p, t->element);
    s->dim = (uint8_t)spv_cpui_word(p, t->at, 3);
    s->depth = (uint8_t)spv_cpui_word(p, t->at, 4);
    s->arrayed = (uint8_t)spv_cpui_word(p, t->at, 5);
    s->multisampled = (uint8_t)spv_cpui_word(p, t->at, 6);
    s->format = (uint8_t)spv_cpui_word(p, t->at, 8);
    if (of != NULL && of->opcode == SPV_CPUI_OpTypeInt)
        s->integer = spv_cpui_word(p, of->at, 3) ? 1 : 2;
    if (of == NULL || (of->odd & ~(uint32_t)SPV_CPUI_NARROW))
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an image of 64-bit components");
    if (s->dim > 3 && s->dim != 5)
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an image of this dimension");
    return 1;
}

/* Where the word `extra` goes to. */
static uint32_t spv_cpui_image_extra(uint32_t opcode) {
    if (opcode == SPV_CPUI_OpImageGather) return SPV_CPUI_TX_COMPONENT;
    return opcode == SPV_CPUI_OpImageQuerySizeLod ? SPV_CPUI_TX_LOD : SPV_CPUI_TX_DREF;
}

/* Least components of the coordinates. */
static uint32_t spv_cpui_axes(const spv_cpui_sampling *s) {
    return (s->dim == 0 || s->dim == 5 ? 1u : s->dim == 1 ? 2u : 3u);
}

static int spv_cpui_fill_texture(spv_cpui_program *p, size_t at, const spv_cpui_image_row *row,
                                 spv_cpui_texture *t) {
    uint32_t i;
    for (i = 0; i < SPV_CPUI_TX_COUNT; i++) t->operands[i] = SPV_CPUI_ABSENT;
    t->plain.opcode = row->opcode;
    t->plain.quads = p->model == SPV_CPUI_ExecutionModel_Fragment;
    if (row->coordinate != 0) {
        if (!spv_cpui_texture_word(p, at, row->coordinate, 0, t, SPV_CPUI_TX_COORDINATE)) return 0;
        i = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, row->coordinate)->type);
        t->plain.coordinate_parts = (uint8_t)i;
        if (i > 4 || i < spv_cpui_axes(&t->plain))
            return spv_cpui_bad(p, at, "too few coordinates");
    }
    if (row->extra != 0
        && !spv_cpui_texture_word(p, at, row->extra, 1, t, spv_cpui_image_extra(row->opcode)))
        return 0;
    if (row->texel != 0) {
        if (!spv_cpui_texture_word(p, at, row->texel, 0, t, SPV_CPUI_TX_TEXEL)) return 0;
        t->plain.texel_parts = spv_cpui_slots_of(p, spv_cpui_id_at(p, at, row->texel)->type);
        if (t->plain.texel_parts > 4) return spv_cpui_bad(p, at, "a texel of too many components");
    }
    return spv_cpui_image_operands(p, at, row->operands, t);
}

/* The result of an image instruction gets the width of its type. */
static int spv_cpui_finish_image(spv_cpui_program *p, size_t at) {
    uint32_t type = spv_cpui_word(p, at, 1), odd = spv_cpui_type_of(p, type)->odd;
    if (odd & SPV_CPUI_WIDE) return spv_cpui_no_wide_texel(p, at);
    return odd == 0 || spv_cpui_emit_narrow(p, at, type, spv_cpui_id_at(p, at, 2)->reg);
}

/* Whether a level of detail follows from derivatives of the coordinates. */
static int spv_cpui_is_implicit(uint32_t opcode) {
    return opcode == SPV_CPUI_OpImageSampleImplicitLod
           || opcode == SPV_CPUI_OpImageSampleDrefImplicitLod
           || opcode == SPV_CPUI_OpImageSampleProjImplicitLod
           || opcode == SPV_CPUI_OpImageSampleProjDrefImplicitLod
           || opcode == SPV_CPUI_OpImageQueryLod;
}

static int spv_cpui_de_image(spv_cpui_program *p, size_t at) {
    const spv_cpui_image_row *row = spv_cpui_images;
    spv_cpui_texture *t = (spv_cpui_texture *)spv_cpui_take(p, 1, sizeof *t);
    spv_cpui_pointer image;
    const spv_cpui_pointer *sampler = NULL;
    spv_cpui_op *op;
    int writes = spv_cpui_opcode(p, at) == SPV_CPUI_OpImageWrite;
    while (row->opcode != spv_cpui_opcode(p, at)) row++;
    if (t == NULL || !spv_cpui_point(p, at, writes ? 1 : 3, &image)) return 0;
    if (spv_cpui_space_of(p, &image) != SPV_CPUI_OPAQUE || image.arrayed)
        return spv_cpui_bad(p, at, "no image");
    if (!spv_cpui_image_type(p, at, image.type, &t->plain)) return 0;
    if (image.sampler != 0) sampler = &p->pointers[image.sampler - 1];
    else if (spv_cpui_type_of(p, image.type)->opcode == SPV_CPUI_OpTypeSampledImage)
        sampler = &image;
    spv_cpui_place_image(p, t, &image, sampler);
    if (!spv_cpui_fill_texture(p, at, row, t)) return 0;
    if (spv_cpui_is_implicit(row->opcode) && !spv_cpui_emit_check_quad(p, at)) return 0;
    op = writes ? spv_cpui_emit(p, at, spv_cpui_do_image)
                : spv_cpui_emit_result(p, at, spv_cpui_do_image);
    if (op == NULL) return 0;
    op->more = t;
    t->d_parts = op->parts;
    if (op->parts > 4) return spv_cpui_bad(p, at, "a result of too many components");
    return writes || spv_cpui_finish_image(p, at);
}

static int spv_cpui_de_sampled_image(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer image, sampler;
    if (!spv_cpui_point(p, at, 3, &image) || !spv_cpui_point(p, at, 4, &sampler)) return 0;
    if (p->pointer_count == p->pointer_capacity)
        return spv_cpui_fail(p, SPV_CPU_LIMIT, at, "too many pointers");
    p->pointers[p->pointer_count++] = sampler;
    image.sampler = p->pointer_count;
    return spv_cpui_new_pointer(p, at, &image);
}

/* The image of a sampled image. */
static int spv_cpui_de_image_of(spv_cpui_program *p, size_t at) {
    spv_cpui_pointer image;
    if (!spv_cpui_point(p, at, 3, &image)) return 0;
    image.type = spv_cpui_word(p, at, 1);
    image.sampler = 0;
    return spv_cpui_new_pointer(p, at, &image);
}

/* ---- control flow */

/* Whether other lanes need what a phi holds when the lanes of the block that is being decoded come
   to it. They do not if they wait for nothing that the phi's loop has left to do: at the only way
   back to the phi; or at the first of the ways forward, which lanes take before all others. */
static int spv_cpui_keeps_phi(spv_cpui_program *p, uint32_t at, uint32_t from) {
    const spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    uint32_t target = id->def, loop = p->loop_of[p->segment], i;
    if (spv_cpui_is_pointer(p, id->type)) return 1;
    if (target <= p->segment) return p->loop_end[target] != p->segment + 1;
    for (i = 4; i < spv_cpui_length(p, at); i += 2) {
        uint32_t block = spv_cpui_block_at(p, at, i);
        if (block == SPV_CPUI_NONE || p->first_segment[block] < p->first_segment[from]) return 1;
    }
    return loop != SPV_CPUI_NONE && target >= p->loop_end[loop];
}

/* The moves of one phi from what its word i names; counts if moves is NULL. */
static uint32_t spv_cpui_phi_move(spv_cpui_program *p, uint32_t at, uint32_t i, uint32_t from,
                                  spv_cpui_move *moves) {
    int pointer = spv_cpui_is_pointer(p, spv_cpui_word(p, at, 1));
    uint32_t slots = pointer ? 2 : spv_cpui_slots_of(p, spv_cpui_word(p, at, 1));
    uint32_t n = 0, k, s, length = slots;
    uint32_t d = spv_cpui_id_at(p, at, 2)->reg, list[SPV_CPUI_MAX_PARTS];
    int whole = pointer || slots > SPV_CPUI_MAX_PARTS;
    if (pointer) s = spv_cpui_arrived(p, at, from);
    else if (whole) s = spv_cpui_operand(p, at, i, slots);
    else s = spv_cpui_pieces(p, at, i, list) == slots ? 0 : SPV_CPUI_NONE;
    if (moves == NULL && pointer) return 1;
    if (s == SPV_CPUI_NONE || d == SPV_CPUI_NONE) {
        spv_cpui_bad(p, at, "an operand has no value that fits");
        return 0;
    }
    for (k = 0; k < slots; k += length, n++) {
        if (!whole) length = spv_cpui_row_length(list + k, slots - k);
        if (moves == NULL) continue;
        moves[n].d = spv_cpui_offset(p, d + k);
        moves[n].s = spv_cpui_offset(p, whole ? s : list[k]);
        moves[n].words = spv_cpui_offset(p, length);
        moves[n].masked = spv_cpui_keeps_phi(p, at, from);
    }
    return n;
}

/* What the phis of a block take from the block that is being decoded; counts if moves is NULL. */
static uint32_t spv_cpui_phi_moves(spv_cpui_program *p, uint32_t block, uint32_t from,
                                   spv_cpui_move *moves) {
    uint32_t at = p->labels[block], n = 0, i;
    for (at += spv_cpui_length(p, at); at < p->terminators[block]; at += spv_cpui_length(p, at)) {
        if (spv_cpui_opcode(p, at) == SPV_CPUI_OpLine
            || spv_cpui_opcode(p, at) == SPV_CPUI_OpNoLine)
            continue;
        if (spv_cpui_opcode(p, at) != SPV_CPUI_OpPhi) break;
        for (i = 3; i + 1 < spv_cpui_length(p, at); i += 2)
            if (spv_cpui_block_at(p, at, i + 1) == from) break;
        if (i + 1 < spv_cpui_length(p, at))
            n += spv_cpui_phi_move(p, at, i, from, moves == NULL ? NULL : moves + n);
        if (p->face->status != SPV_CPU_OK) return n;
    }
    return n;
}

/* What lanes that go to a segment take along from the loops that they leave; counts if moves is
   NULL. */
static uint32_t spv_cpui_escape_moves(spv_cpui_program *p, uint32_t target,
                                      spv_cpui_move *moves) {
    uint32_t n = 0, next, loop;
    for (next = p->escaping; next != 0; next = p->ids[next].next) {
        const spv_cpui_id *id = &p->ids[next];
        loop = p->loop_of[id->def];
        if (id->root != 0 || (target >= loop && target < p->loop_end[loop])) continue;
        if (moves != NULL) {
            moves[n].d = spv_cpui_offset(p, id->home);
            moves[n].s = spv_cpui_offset(p, id->reg);
            moves[n].words = spv_cpui_offset(p, spv_cpui_slots_of(p, id->type));
            moves[n].masked = 1;
        }
        n++;
    }
    return n;
}

static int spv_cpui_overlap(const spv_cpui_move *d, const spv_cpui_move *s) {
    return s->s < d->d + d->words && d->d < s->s + s->words;
}

/* A move is done, or reads elsewhere: those that overwrite what it read have one reader less. */
static void spv_cpui_has_read(spv_cpui_move *moves, uint32_t n, const spv_cpui_move *reader) {
    uint32_t k;
    for (k = 0; k < n; k++) moves[k].readers -= (uint32_t)spv_cpui_overlap(&moves[k], reader);
}

/* The moves happen at once: one comes behind all that read what it overwrites. Where they go round
   in a circle, or a move overwrites what it reads itself further on, that is put aside before all
   others. Moves of a value to itself are left out. Returns how many there are. */
static uint32_t spv_cpui_order_moves(spv_cpui_program *p, spv_cpui_move *moves, uint32_t n) {
    uint32_t i, k, asides = 0, reg;
    spv_cpui_move move;
    for (i = 0, k = 0; i < n; i++)
        if (moves[i].d != moves[i].s) moves[k++] = moves[i];
    n = k;
    for (i = 0; i < n; i++) {
        moves[i].readers = 0;
        for (k = 0; k < n; k++)
            moves[i].readers += (uint32_t)spv_cpui_overlap(&moves[i], &moves[k]);
    }
    for (i = 0; i < n; i++) {
        for (k = i; k < n && moves[k].readers != 0; k++) {}
        move = moves[k == n ? i : k];
        moves[k == n ? i : k] = moves[i];
        moves[i] = move;
        for (k = i; k < n && moves[i].readers != 0; k++) {
            if (!spv_cpui_overlap(&moves[i], &moves[k])) continue;
            reg = spv_cpui_fresh(p, (uint32_t)(moves[k].words / p->lanes));
            if (reg == SPV_CPUI_NONE) return 0;
            move = moves[k];
            move.d = spv_cpui_offset(p, reg);
            move.masked = 0;
            spv_cpui_has_read(moves + i, n - i, &moves[k]);
            moves[n + asides++] = move;
            moves[k].s = move.d;
        }
        spv_cpui_has_read(moves + i, n - i, &moves[i]);
    }
    for (i = 0; i < asides; i++) {
        move = moves[n + asides - 1];
        memmove(moves + 1, moves, (n + asides - 1) * sizeof *moves);
        moves[0] = move;
    }
    return n + asides;
}

/* The edge from the block that is being decoded to the one that word i names. */
static int spv_cpui_make_edge(spv_cpui_program *p, size_t at, uint32_t i, uint32_t from,
                              spv_cpui_edge *e) {
    uint32_t block = spv_cpui_block_at(p, at, i), n;
    spv_cpui_move *moves;
    if (block == SPV_CPUI_NONE) return spv_cpui_bad(p, at, "a branch to what is not a block");
    e->target = p->first_segment[block];
    n = spv_cpui_phi_moves(p, block, from, NULL) + spv_cpui_escape_moves(p, e->target, NULL);
    if (n == 0) return p->face->status == SPV_CPU_OK;
    moves = (spv_cpui_move *)spv_cpui_take(p, 2 * (size_t)n, sizeof *moves);
    if (moves == NULL) return 0;
    n = spv_cpui_phi_moves(p, block, from, moves);
    n += spv_cpui_escape_moves(p, e->target, moves + n);
    if (p->face->status != SPV_CPU_OK) return 0;
    e->count = spv_cpui_order_moves(p, moves, n);
    e->moves = moves;
    return p->face->status == SPV_CPU_OK;
}

static spv_cpui_edge *spv_cpui_make_edges(spv_cpui_program *p, size_t at, uint32_t from) {
    uint32_t n = spv_cpui_target_count(p, at), i;
    spv_cpui_edge *edges = (spv_cpui_edge *)spv_cpui_take(p, n, sizeof *edges);
    for (i = 0; edges != NULL && i < n; i++)
        if (!spv_cpui_make_edge(p, at, spv_cpui_target_word(p, at, i), from, &edges[i]))
            return NULL;
    return edges;
}

static int spv_cpui_de_switch(spv_cpui_program *p, size_t at, spv_cpui_op *op, uint32_t from) {
    spv_cpui_switch *s = (spv_cpui_switch *)spv_cpui_take(p, 1, sizeof *s);
    const spv_cpui_type *t = spv_cpui_scalar_of(p, spv_cpui_id_at(p, at, 1)->type);
    uint32_t i, *literals, pair[2];
    if (s == NULL || !spv_cpui_get(p, at, 1, 0, &op->a)) return 0;
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeInt
        || t->slots != spv_cpui_slots_of(p, spv_cpui_id_at(p, at, 1)->type))
        return spv_cpui_bad(p, at, "the selector is not an integer");
    if (spv_cpui_target_count(p, at) == 0) return spv_cpui_bad(p, at, "no default");
    s->count = spv_cpui_target_count(p, at) - 1;
    s->literals = literals = (uint32_t *)spv_cpui_take(p, 2 * (size_t)s->count, sizeof *literals);
    s->edges = spv_cpui_make_edges(p, at, from);
    if (s->literals == NULL || s->edges == NULL) return 0;
    for (i = 0; i < s->count; i++) {
        uint32_t word = spv_cpui_target_word(p, at, i) + 1;
        pair[1] = spv_cpui_word(p, at, word + 1);
        spv_cpui_set_scalar(t, spv_cpui_word(p, at, word) | (uint64_t)pair[1] << 32, pair);
        literals[i] = pair[0];
        literals[s->count + i] = pair[1];
    }
    if (t->slots == 2) s->upper = literals + s->count;
    op->run = spv_cpui_do_switch;
    op->more = s;
    return 1;
}

/* The value of the lanes that leave the function goes to where the instance returns it. */
static int spv_cpui_de_return_value(spv_cpui_program *p, size_t at) {
    const spv_cpui_instance *instance = &p->instances[p->instance];
    uint32_t slots = spv_cpui_slots_of(p, spv_cpui_word(p, p->functions[instance->function].at, 1));
    uint32_t s = SPV_CPUI_NONE;
    if (instance->result != SPV_CPUI_NONE) s = spv_cpui_operand(p, at, 1, slots);
    if (s == SPV_CPUI_NONE)
        return spv_cpui_bad(p, at, "a value that the function does not return");
    return spv_cpui_emit_copy(p, at, instance->result, s, slots, 1) != NULL;
}

/* The parameters are not read again, which is of use where the function stands in its caller. */
static int spv_cpui_de_return(spv_cpui_program *p, size_t at) {
    const spv_cpui_instance *instance = &p->instances[p->instance];
    const spv_cpui_function *f = &p->functions[instance->function];
    uint32_t i;
    if (spv_cpui_opcode(p, at) == SPV_CPUI_OpReturnValue && !spv_cpui_de_return_value(p, at))
        return 0;
    for (i = 0; i < f->parameters; i++)
        if (instance->registers[i] != SPV_CPUI_NONE
            && !spv_cpui_end_slots(
                p, instance->registers[i],
                spv_cpui_slots_of(p, p->parameters[f->first_parameter + i].type)))
            return 0;
    return 1;
}

/* A branch, whose moves are steps like others. */
static int spv_cpui_de_branch(spv_cpui_program *p, size_t at, uint32_t block) {
    spv_cpui_edge *edge = spv_cpui_make_edges(p, at, block);
    spv_cpui_op *op;
    uint32_t i;
    for (i = 0; edge != NULL && i < edge->count; i++) {
        const spv_cpui_move *move = &edge->moves[i];
        if (spv_cpui_emit_copy(p, at, (uint32_t)(move->d / p->lanes),
                               (uint32_t)(move->s / p->lanes),
                               (uint32_t)(move->words / p->lanes), move->masked)
            == NULL)
            return 0;
    }
    if (edge == NULL || (op = spv_cpui_emit(p, at, spv_cpui_do_branch)) == NULL) return 0;
    op->more = edge;
    return 1;
}

static int spv_cpui_de_terminator(spv_cpui_program *p, size_t at, uint32_t block) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    spv_cpui_op *op;
    if (!spv_cpui_arrive(p, at, block)) return 0;
    if (opcode == SPV_CPUI_OpBranch) return spv_cpui_de_branch(p, at, block);
    if (opcode == SPV_CPUI_OpReturnValue || opcode == SPV_CPUI_OpReturn)
        return spv_cpui_de_return(p, at);
    op = spv_cpui_emit(p, at, spv_cpui_do_nothing);
    if (op == NULL) return 0;
    switch (opcode) {
    case SPV_CPUI_OpBranchConditional:
        op->run = spv_cpui_do_branch_conditional;
        return spv_cpui_get(p, at, 1, 1, &op->a)
               && (op->more = spv_cpui_make_edges(p, at, block)) != NULL;
    case SPV_CPUI_OpSwitch: return spv_cpui_de_switch(p, at, op, block);
    case SPV_CPUI_OpKill:
    case SPV_CPUI_OpTerminateInvocation:
    case SPV_CPUI_OpUnreachable: op->run = spv_cpui_do_kill; return 1;
    default:
        return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an end of a block that is not supported");
    }
}

static int spv_cpui_de_demote(spv_cpui_program *p, size_t at) {
    return spv_cpui_emit(p, at, spv_cpui_do_demote) != NULL;
}

/* Whether the invocation is a helper. */
static int spv_cpui_de_is_helper(spv_cpui_program *p, size_t at) {
    spv_cpui_op *op = spv_cpui_emit_result(p, at, spv_cpui_do_is_helper);
    return op != NULL && op->parts == 1;
}

/* ---- calls */

/* Whether what a pointer leads to is copied to the callee and back. It is, if it is a variable of
   the caller that no other argument leads to; else the callee is decoded for that very pointer. */
static int spv_cpui_is_copied(spv_cpui_program *p, size_t at, uint32_t parameter,
                              const spv_cpui_pointer *q) {
    spv_cpui_pointer other;
    uint32_t i;
    if (p->variables[q->variable].storage != SPV_CPUI_StorageClass_Function
        || spv_cpui_space_of(p, q) != SPV_CPUI_IN_FILE)
        return 0;
    for (i = 4; i < spv_cpui_length(p, at); i++) {
        const spv_cpui_type *t = spv_cpui_type_of(p, spv_cpui_id_at(p, at, i)->type);
        if (i == parameter + 4 || t == NULL || t->opcode != SPV_CPUI_OpTypePointer) continue;
        if (spv_cpui_point(p, at, i, &other) && other.variable == q->variable) return 0;
    }
    return p->face->status == SPV_CPU_OK;
}

/* Whether argument `i` is a pointer, image or sampler. */
static int spv_cpui_is_reference(const spv_cpui_program *p, uint32_t type) {
    const spv_cpui_type *t = spv_cpui_type_of(p, type);
    return t != NULL
           && (t->opcode == SPV_CPUI_OpTypePointer || t->opcode == SPV_CPUI_OpTypeImage
               || t->opcode == SPV_CPUI_OpTypeSampler || t->opcode == SPV_CPUI_OpTypeSampledImage);
}

/* The arguments of a call that are known when the words are read: `variable` NONE where one is
not. */
static int spv_cpui_call_key(spv_cpui_program *p, size_t at, const spv_cpui_function *f,
                             spv_cpui_pointer *key) {
    uint32_t i;
    for (i = 0; i < f->parameters; i++) {
        uint32_t type = p->parameters[f->first_parameter + i].type;
        memset(&key[i], 0, sizeof key[i]);
        key[i].variable = SPV_CPUI_NONE;
        if (!spv_cpui_is_reference(p, type)) continue;
        if (!spv_cpui_point(p, at, 4 + i, &key[i])) return 0;
        if (spv_cpui_is_copied(p, at, i, &key[i])) {
            if (spv_cpui_slots_of(p, key[i].type)
                != spv_cpui_slots_of(p, spv_cpui_type_of(p, type)->element))
                return spv_cpui_bad(p, at, "an argument has a type that does not fit");
            memset(&key[i], 0, sizeof key[i]);
            key[i].variable = SPV_CPUI_NONE;
        } else if (key[i].dynamic != SPV_CPUI_NONE) {
            key[i].dynamic = 0;
        }
    }
    return p->face->status == SPV_CPU_OK;
}

/* Gives a new instance's parameters and result registers. */
static int spv_cpui_place_instance(spv_cpui_program *p, size_t at, spv_cpui_instance *instance) {
    const spv_cpui_function *f = &p->functions[instance->function];
    uint32_t i, slots = spv_cpui_slots_of(p, spv_cpui_word(p, f->at, 1));
    instance->result = SPV_CPUI_NONE;
    if (slots != 0) {
        if (!spv_cpui_check_type(p, f->at, spv_cpui_word(p, f->at, 1))) return 0;
        if ((instance->result = spv_cpui_fresh(p, slots)) == SPV_CPUI_NONE) return 0;
    }
    for (i = 0; i < f->parameters; i++) {
        const spv_cpui_parameter *parameter = &p->parameters[f->first_parameter + i];
        instance->registers[i] = SPV_CPUI_NONE;
        if (spv_cpui_is_reference(p, parameter->type)) {
            if (instance->pointers[i].variable == SPV_CPUI_NONE
                && !spv_cpui_point_at_variable(p, at, parameter->variable, &instance->pointers[i]))
                return 0;
            if (instance->pointers[i].dynamic != SPV_CPUI_NONE
                && (instance->pointers[i].dynamic = spv_cpui_fresh(p, 1)) == SPV_CPUI_NONE)
                return 0;
            continue;
        }
        if (!spv_cpui_check_type(p, at, parameter->type)) return 0;
        slots = spv_cpui_slots_of(p, parameter->type);
        if (slots == 0) return spv_cpui_bad(p, at, "a parameter has a type without values");
        if ((instance->registers[i] = spv_cpui_fresh(p, slots)) == SPV_CPUI_NONE) return 0;
    }
    return 1;
}

static uint32_t spv_cpui_hash_key(uint32_t function, const spv_cpui_pointer *key, uint32_t count) {
    uint32_t hash = function * 0x9E3779B1u, i;
    for (i = 0; i < count; i++) {
        hash = (hash ^ key[i].variable) * 0x9E3779B1u;
        hash = (hash ^ key[i].offset ^ key[i].element << 16) * 0x85EBCA77u;
        hash ^= hash >> 15;
    }
    return hash >> 16 & (SPV_CPUI_MAX_INSTANCES - 1);
}

/* The instance of a function for a key, a new one if there is none; NONE and an error. */
static uint32_t spv_cpui_find_instance(spv_cpui_program *p, size_t at, uint32_t function,
                                       const spv_cpui_pointer *key) {
    const spv_cpui_function *f = &p->functions[function];
    spv_cpui_instance *instance;
    uint32_t i;
    uint32_t *bucket = &p->buckets[spv_cpui_hash_key(function, key, f->parameters)];
    for (i = *bucket; i != 0; i = p->instances[i - 1].next)
        if (p->instances[i - 1].function == function
            && memcmp(p->instances[i - 1].key, key, f->parameters * sizeof *key) == 0)
            return i - 1;
    i = p->instance_count;
    if (i == SPV_CPUI_MAX_INSTANCES) {
        spv_cpui_too_many_instances(p, at);
        return SPV_CPUI_NONE;
    }
    instance = &p->instances[i];
    instance->function = function;
    instance->key = (spv_cpui_pointer *)spv_cpui_take(p, f->parameters, sizeof *key);
    instance->pointers = (spv_cpui_pointer *)spv_cpui_take(p, f->parameters, sizeof *key);
    instance->registers = (uint32_t *)spv_cpui_take(p, f->parameters, sizeof(uint32_t));
    if (instance->key == NULL || instance->pointers == NULL || instance->registers == NULL)
        return SPV_CPUI_NONE;
    memcpy(instance->key, key, f->parameters * sizeof *key);
    memcpy(instance->pointers, key, f->parameters * sizeof *key);
    instance->next = *bucket;
    *bucket = ++p->instance_count;
    return spv_cpui_place_instance(p, at, instance) ? i : SPV_CPUI_NONE;
}

/* An offset of a pointer that the callee is decoded for must outlive this segment. */
static int spv_cpui_keep_offset(spv_cpui_program *p, size_t at, spv_cpui_pointer *to,
                                const spv_cpui_pointer *from) {
    if (from->dynamic == SPV_CPUI_NONE) return 1;
    return spv_cpui_emit_copy(p, at, to->dynamic, from->dynamic, 1, 0) != NULL;
}

/* Arguments into the callee's registers. */
static int spv_cpui_pass_arguments(spv_cpui_program *p, size_t at, const spv_cpui_function *f,
                                   const spv_cpui_instance *callee) {
    spv_cpui_pointer q;
    uint32_t i, s, slots;
    for (i = 0; i < f->parameters; i++) {
        const spv_cpui_parameter *parameter = &p->parameters[f->first_parameter + i];
        if (callee->registers[i] != SPV_CPUI_NONE) {
            slots = spv_cpui_slots_of(p, parameter->type);
            s = spv_cpui_operand(p, at, 4 + i, slots);
            if (s == SPV_CPUI_NONE
                || spv_cpui_emit_copy(p, at, callee->registers[i], s, slots, 0) == NULL)
                return 0;
            continue;
        }
        if (!spv_cpui_point(p, at, 4 + i, &q)) return 0;
        if (callee->key[i].variable == SPV_CPUI_NONE) {
            s = p->variables[parameter->variable].base;
            slots = spv_cpui_slots_of(p, q.type);
            if (!spv_cpui_emit_load(p, at, &q, s) || !spv_cpui_emit_mark(p, at, s, slots, 1))
                return 0;
        } else if (!spv_cpui_keep_offset(p, at, &callee->pointers[i], &q)) {
            return 0;
        }
    }
    return 1;
}

/* What the callee wrote goes back to the caller's variables; the result to its register. */
static int spv_cpui_take_results(spv_cpui_program *p, size_t at, const spv_cpui_function *f,
                                 const spv_cpui_instance *callee) {
    spv_cpui_pointer q;
    uint32_t i, d, slots = spv_cpui_slots_of(p, spv_cpui_word(p, at, 1));
    for (i = 0; i < f->parameters; i++) {
        const spv_cpui_parameter *parameter = &p->parameters[f->first_parameter + i];
        if (!spv_cpui_is_reference(p, parameter->type) || !parameter->written
            || callee->key[i].variable != SPV_CPUI_NONE)
            continue;
        if (!spv_cpui_point(p, at, 4 + i, &q)
            || !spv_cpui_emit_store(p, at, &q, p->variables[parameter->variable].base))
            return 0;
    }
    if (slots == 0) return 1;
    if (callee->result == SPV_CPUI_NONE
        || slots != spv_cpui_slots_of(p, spv_cpui_word(p, f->at, 1)))
        return spv_cpui_bad(p, at, "the result is not what the function returns");
    d = spv_cpui_place(p, at);
    return d != SPV_CPUI_NONE && spv_cpui_emit_copy(p, at, d, callee->result, slots, 0) != NULL
           && spv_cpui_end_slots(p, callee->result, slots);
}

/* ---- functions */

typedef int spv_cpui_decoder(spv_cpui_program *p, size_t at);

/* X(instruction, function) */
#define SPV_CPUI_DECODE_MEMORY(X) \
    X(Variable, variable) X(Load, load) X(Store, store) X(CopyMemory, copy_memory) \
    X(AccessChain, chain) X(InBoundsAccessChain, chain) X(PtrAccessChain, chain) \
    X(InBoundsPtrAccessChain, chain) X(PtrEqual, same_pointer) X(PtrNotEqual, same_pointer) \
    X(ArrayLength, array_length) \
    X(ImageTexelPointer, texel_pointer) X(AtomicLoad, atomic) X(AtomicStore, atomic) \
    X(AtomicExchange, atomic) X(AtomicCompareExchange, atomic) \
    X(AtomicCompareExchangeWeak, atomic) X(AtomicIIncrement, atomic) X(AtomicIDecrement, atomic) \
    X(AtomicIAdd, atomic) X(AtomicISub, atomic) X(AtomicSMin, atomic) X(AtomicUMin, atomic) \
    X(AtomicSMax, atomic) X(AtomicUMax, atomic) X(AtomicAnd, atomic) X(AtomicOr, atomic) \
    X(AtomicXor, atomic) X(AtomicFMinEXT, atomic) X(AtomicFMaxEXT, atomic) \
    X(AtomicFAddEXT, atomic)
#define SPV_CPUI_DECODE_VALUES(X) \
    X(Undef, undef) X(CopyObject, copy_object) X(CopyLogical, copy_object) \
    X(Bitcast, bitcast) X(UConvert, convert) X(SConvert, convert) \
    X(FConvert, convert) X(CompositeExtract, extract) X(CompositeConstruct, construct) \
    X(CompositeInsert, insert) X(VectorShuffle, shuffle) \
    X(VectorExtractDynamic, extract_dynamic) X(VectorInsertDynamic, insert_dynamic) \
    X(ExtInst, ext) X(DPdx, derivative) X(DPdy, derivative) X(Fwidth, derivative) \
    X(DPdxFine, derivative) X(DPdyFine, derivative) X(FwidthFine, derivative) \
    X(DPdxCoarse, derivative) X(DPdyCoarse, derivative) X(FwidthCoarse, derivative) \
    X(IsHelperInvocationEXT, is_helper) X(SDot, integer_dot) X(UDot, integer_dot) \
    X(SUDot, integer_dot) X(SDotAccSat, integer_dot) X(UDotAccSat, integer_dot) \
    X(SUDotAccSat, integer_dot)
#define SPV_CPUI_DECODE_GROUPS(X) \
    X(GroupNonUniformElect, vote) X(GroupNonUniformAll, vote) X(GroupNonUniformAny, vote) \
    X(GroupNonUniformAllEqual, vote) X(GroupNonUniformBroadcast, shuffle_lanes) \
    X(GroupNonUniformBroadcastFirst, shuffle_lanes) X(GroupNonUniformBallot, ballot) \
    X(GroupNonUniformInverseBallot, ask_ballot) X(GroupNonUniformBallotBitExtract, ask_ballot) \
    X(GroupNonUniformBallotBitCount, ask_ballot) X(GroupNonUniformBallotFindLSB, ask_ballot) \
    X(GroupNonUniformBallotFindMSB, ask_ballot) X(GroupNonUniformShuffle, shuffle_lanes) \
    X(GroupNonUniformShuffleXor, shuffle_lanes) X(GroupNonUniformShuffleUp, shuffle_lanes) \
    X(GroupNonUniformShuffleDown, shuffle_lanes) X(GroupNonUniformQuadBroadcast, shuffle_lanes) \
    X(GroupNonUniformQuadSwap, shuffle_lanes) X(GroupNonUniformIAdd, reduce) \
    X(GroupNonUniformFAdd, reduce) X(GroupNonUniformIMul, reduce) X(GroupNonUniformFMul, reduce) \
    X(GroupNonUniformSMin, reduce) X(GroupNonUniformUMin, reduce) X(GroupNonUniformFMin, reduce) \
    X(GroupNonUniformSMax, reduce) X(GroupNonUniformUMax, reduce) X(GroupNonUniformFMax, reduce) \
    X(GroupNonUniformBitwiseAnd, reduce) X(GroupNonUniformBitwiseOr, reduce) \
    X(GroupNonUniformBitwiseXor, reduce) X(GroupNonUniformLogicalAnd, reduce) \
    X(GroupNonUniformLogicalOr, reduce) X(GroupNonUniformLogicalXor, reduce) \
    X(SubgroupBallotKHR, ballot) X(SubgroupFirstInvocationKHR, shuffle_lanes) \
    X(SubgroupAllKHR, vote) X(SubgroupAnyKHR, vote) X(SubgroupAllEqualKHR, vote) \
    X(SubgroupReadInvocationKHR, shuffle_lanes)
#define SPV_CPUI_DECODE_IMAGES(X) \
    X(SampledImage, sampled_image) X(Image, image_of) X(ImageSampleImplicitLod, image) \
    X(ImageSampleExplicitLod, image) X(ImageSampleDrefImplicitLod, image) \
    X(ImageSampleDrefExplicitLod, image) X(ImageSampleProjImplicitLod, image) \
    X(ImageSampleProjExplicitLod, image) X(ImageSampleProjDrefImplicitLod, image) \
    X(ImageSampleProjDrefExplicitLod, image) X(ImageFetch, image) X(ImageGather, image) \
    X(ImageDrefGather, image) X(ImageRead, image) X(ImageWrite, image) \
    X(ImageQuerySizeLod, image) X(ImageQuerySize, image) X(ImageQueryLod, image) \
    X(ImageQueryLevels, image) X(ImageQuerySamples, image)
#define SPV_CPUI_DECODE_REST(X) \
    X(Label, nothing) X(Line, nothing) X(NoLine, nothing) X(Nop, nothing) X(Name, nothing) \
    X(LoopMerge, nothing) X(SelectionMerge, nothing) X(ControlBarrier, barrier) \
    X(MemoryBarrier, nothing) X(DemoteToHelperInvocation, demote) X(Phi, phi)

typedef struct spv_cpui_decode_row {
    uint16_t opcode;
    spv_cpui_decoder *decode;
} spv_cpui_decode_row;

static int spv_cpui_de_phi(spv_cpui_program *p, size_t at) {
    if (spv_cpui_is_pointer(p, spv_cpui_word(p, at, 1)))
        return spv_cpui_new_choice(p, at, spv_cpui_id_at(p, at, 2)->reg, NULL);
    if (spv_cpui_id_at(p, at, 2)->reg != SPV_CPUI_NONE
        && spv_cpui_slots_of(p, spv_cpui_word(p, at, 1)) != 0)
        return 1;
    return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "a choice between images or samplers");
}

#define SPV_CPUI_ROW(name, function) {SPV_CPUI_Op##name, spv_cpui_de_##function},
static const spv_cpui_decode_row spv_cpui_decoders[] = {
    SPV_CPUI_DECODE_MEMORY(SPV_CPUI_ROW) SPV_CPUI_DECODE_VALUES(SPV_CPUI_ROW)
    SPV_CPUI_DECODE_GROUPS(SPV_CPUI_ROW) SPV_CPUI_DECODE_IMAGES(SPV_CPUI_ROW)
    SPV_CPUI_DECODE_REST(SPV_CPUI_ROW)
};
#undef SPV_CPUI_ROW

/* A pointer that escapes from its loop: under the mask into a register of its own. */
static int spv_cpui_settle_pointer(spv_cpui_program *p, size_t at, spv_cpui_id *id) {
    uint32_t home = spv_cpui_fresh(p, 1);
    if (home == SPV_CPUI_NONE || spv_cpui_emit_copy(p, at, home, id->reg, 1, 1) == NULL) return 0;
    spv_cpui_release(p, id);
    p->pointers[id->index].dynamic = home;
    id->reg = home;
    return 1;
}

/* What is left to do about the result of an instruction that escapes from its loop. What lies in
   another value's register goes with that. */
static int spv_cpui_settle(spv_cpui_program *p, size_t at) {
    spv_cpui_id *id = spv_cpui_id_at(p, at, 2);
    const spv_cpui_id *root;
    if (spv_cpui_results(spv_cpui_opcode(p, at)) != 3 || !spv_cpui_is_local(p, id)) return 1;
    root = spv_cpui_root(p, id);
    if (id->pooled && id->def != id->last) return spv_cpui_settle_pointer(p, at, id);
    if (id->pooled || id->pointer || id->reg == SPV_CPUI_NONE || !spv_cpui_escapes(p, root)
        || p->segment >= p->loop_end[p->loop_of[root->def]])
        return 1;
    if (id->root == 0) id->home = spv_cpui_fresh(p, spv_cpui_slots_of(p, id->type));
    id->next = p->escaping;
    p->escaping = spv_cpui_number(p, id);
    return id->root != 0 || id->home != SPV_CPUI_NONE;
}

/* Where a segment begins, what escapes from loops that end before it is at home. */
static void spv_cpui_come_home(spv_cpui_program *p) {
    uint32_t *link = &p->escaping;
    while (*link != 0) {
        spv_cpui_id *id = &p->ids[*link];
        const spv_cpui_id *root = spv_cpui_root(p, id);
        if (p->segment < p->loop_end[p->loop_of[root->def]]) {
            link = &id->next;
            continue;
        }
        id->reg = root->home + (id->reg - root->reg);
        *link = id->next;
    }
}

/* The instructions that take scalars of any width, besides those with a row in >>lanes. */
#define SPV_CPUI_TAKES_ANY(X) \
    X(Undef) X(Variable) X(Load) X(Store) X(CopyMemory) X(AccessChain) X(InBoundsAccessChain) \
    X(PtrAccessChain) X(InBoundsPtrAccessChain) \
    X(CopyObject) X(CopyLogical) X(Bitcast) X(UConvert) X(SConvert) X(FConvert) \
    X(CompositeExtract) X(CompositeConstruct) X(CompositeInsert) X(VectorShuffle) \
    X(VectorExtractDynamic) X(VectorInsertDynamic) X(ExtInst) X(Phi) X(Switch) X(ReturnValue) \
    X(Function) X(FunctionParameter) X(FunctionCall) X(SpecConstantOp) X(SpecConstantComposite) \
    X(ConstantComposite) X(GroupNonUniformAllEqual) X(GroupNonUniformBroadcast) \
    X(GroupNonUniformBroadcastFirst) X(GroupNonUniformShuffle) X(GroupNonUniformShuffleXor) \
    X(GroupNonUniformShuffleUp) X(GroupNonUniformShuffleDown) X(GroupNonUniformQuadBroadcast) \
    X(GroupNonUniformQuadSwap) X(SubgroupFirstInvocationKHR) X(SubgroupReadInvocationKHR) \
    X(SDot) X(UDot) X(SUDot) X(SDotAccSat) X(UDotAccSat) X(SUDotAccSat)

#define SPV_CPUI_IMAGES_TAKE_ANY(X) \
    X(ImageSampleImplicitLod) X(ImageSampleExplicitLod) X(ImageSampleDrefImplicitLod) \
    X(ImageSampleDrefExplicitLod) X(ImageSampleProjImplicitLod) X(ImageSampleProjExplicitLod) \
    X(ImageSampleProjDrefImplicitLod) X(ImageSampleProjDrefExplicitLod) X(ImageFetch) \
    X(ImageGather) X(ImageDrefGather) X(ImageRead) X(ImageWrite)

static int spv_cpui_takes_any(uint32_t opcode) {
    switch (opcode) {
#define SPV_CPUI_ROW(name) case SPV_CPUI_Op##name:
        SPV_CPUI_TAKES_ANY(SPV_CPUI_ROW)
        SPV_CPUI_IMAGES_TAKE_ANY(SPV_CPUI_ROW)
#undef SPV_CPUI_ROW
        return 1;
    default: break;
    }
    return spv_cpui_find_row(opcode) != NULL || spv_cpui_find_reduction(opcode) != NULL;
}

static spv_cpui_decoder *spv_cpui_find_decoder(uint32_t opcode) {
    size_t i;
    for (i = 0; i < sizeof spv_cpui_decoders / sizeof *spv_cpui_decoders; i++)
        if (spv_cpui_decoders[i].opcode == opcode) return spv_cpui_decoders[i].decode;
    return NULL;
}

static int spv_cpui_decode(spv_cpui_program *p, size_t at) {
    uint32_t opcode = spv_cpui_opcode(p, at);
    int chooses = opcode == SPV_CPUI_OpSelect && spv_cpui_is_pointer(p, spv_cpui_word(p, at, 1));
    const spv_cpui_row *row = spv_cpui_find_row(opcode);
    spv_cpui_decoder *decode = spv_cpui_find_decoder(opcode);
    int ok;
    if (spv_cpui_results(opcode) == 3 && spv_cpui_is_local(p, spv_cpui_id_at(p, at, 2))
        && spv_cpui_id_at(p, at, 2)->made != NULL)
        return 1;
    if (chooses) ok = spv_cpui_de_choose(p, at);
    else if (decode != NULL) ok = decode(p, at);
    else if (row != NULL) ok = spv_cpui_de_lanes(p, at, row, 0);
    else return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, at, "an instruction that is not supported");
    if (ok && spv_cpui_settle(p, at)) return 1;
    return spv_cpui_bad(p, at, "an instruction whose operands do not fit it");
}

static void spv_cpui_begin_segment(spv_cpui_program *p) {
    spv_cpui_come_home(p);
    p->instances[p->instance].segments[p->segment].first =
        (const spv_cpui_op *)(const void *)(p->memory + p->front);
}

static void spv_cpui_end_segment(spv_cpui_program *p) {
    p->instances[p->instance].segments[p->segment++].end =
        (const spv_cpui_op *)(const void *)(p->memory + p->front);
}

/* A call ends a segment. */
static int spv_cpui_decode_call(spv_cpui_program *p, size_t at) {
    const spv_cpui_id *callee = spv_cpui_id_at(p, at, 3);
    const spv_cpui_function *f = &p->functions[callee->index];
    spv_cpui_pointer *key;
    spv_cpui_op *op;
    uint32_t index;
    if (callee->kind != SPV_CPUI_IS_FUNCTION || spv_cpui_length(p, at) != 4 + f->parameters)
        return spv_cpui_bad(p, at, "the arguments are not those of a function");
    key = (spv_cpui_pointer *)spv_cpui_take(p, f->parameters, sizeof *key);
    if (key == NULL || !spv_cpui_call_key(p, at, f, key)) return 0;
    index = spv_cpui_find_instance(p, at, callee->index, key);
    if (index == SPV_CPUI_NONE || !spv_cpui_pass_arguments(p, at, f, &p->instances[index])
        || (op = spv_cpui_emit(p, at, spv_cpui_do_call)) == NULL)
        return 0;
    op->a = p->segment + 1;
    op->c = index;
    spv_cpui_end_segment(p);
    spv_cpui_begin_segment(p);
    return spv_cpui_take_results(p, at, f, &p->instances[index]) && spv_cpui_settle(p, at);
}

/* Decodes the block at a place of the order. */
static int spv_cpui_decode_block(spv_cpui_program *p, uint32_t place) {
    uint32_t block = p->order[place], at, end = p->terminators[block];
    int goes_on = place + 1 < p->order_count && p->joins[p->order[place + 1]];
    if (!p->joins[block]) spv_cpui_begin_segment(p);
    for (at = p->labels[block]; at < end; at += spv_cpui_length(p, at), p->position++) {
        if (spv_cpui_opcode(p, at) == SPV_CPUI_OpFunctionCall) {
            if (!spv_cpui_decode_call(p, at)) return 0;
        } else if (!spv_cpui_decode(p, at)) {
            return 0;
        }
        spv_cpui_expire(p, at);
    }
    if (!goes_on && !spv_cpui_de_terminator(p, end, block)) return 0;
    spv_cpui_expire(p, end);
    p->position++;
    if (!goes_on) spv_cpui_end_segment(p);
    return 1;
}

static int spv_cpui_decode_instance(spv_cpui_program *p, uint32_t index) {
    spv_cpui_instance *instance = &p->instances[index];
    const spv_cpui_function *f = &p->functions[instance->function];
    uint32_t i;
    p->instance = index;
    for (i = 0; i < f->parameters; i++) {
        spv_cpui_id *id = &p->ids[p->parameters[f->first_parameter + i].id];
        id->stamp = index + 1;
        id->reg = instance->registers[i];
        id->pointer = (uint8_t)spv_cpui_is_reference(p, id->type);
    }
    if (!spv_cpui_find_flow(p, f)) return 0;
    if (p->segment_count > SPV_CPUI_MAX_SEGMENTS - p->segment_total)
        return spv_cpui_fail(p, SPV_CPU_LIMIT, f->at,
                             "its functions have more than 262144 blocks and calls");
    instance->segments =
        (spv_cpui_segment *)spv_cpui_take(p, p->segment_count, sizeof *instance->segments);
    if (instance->segments == NULL) return 0;
    instance->segment_count = p->segment_count;
    instance->pending = p->segment_total;
    instance->bits = p->bit_words;
    p->segment_total += p->segment_count;
    p->bit_words += (p->segment_count + 31) / 32;
    p->segment = p->position = p->pointer_count = p->escaping = 0;
    for (i = 0; i < p->order_count; i++)
        if (!spv_cpui_decode_block(p, i)) return 0;
    return 1;
}

/* ---- linking: the ops of segments are copied to where they will stay, fused. A call of a function
   in which nothing branches, and which calls no others, is replaced by that function's ops; the
   segment behind the call goes on in the one that ends with it. */

/* The op that ends a segment; NULL: there is none. */
static const spv_cpui_op *spv_cpui_last_op(const spv_cpui_segment *s) {
    const spv_cpui_op *op = s->end;
    while (op != s->first && op[-1].run == NULL && op[-1].lane == NULL) op--;
    return op == s->first ? NULL : op - 1;
}

/* The instance that an op calls; NULL: it is no call. */
static const spv_cpui_instance *spv_cpui_callee(const spv_cpui_program *p, const spv_cpui_op *op) {
    return op != NULL && op->run == spv_cpui_do_call ? &p->instances[op->c] : NULL;
}

/* Measures the ops of an instance with those of its calls; it is not straight if they are too
   many. */
static void spv_cpui_measure(const spv_cpui_program *p, spv_cpui_instance *instance) {
    size_t n = 1;
    uint32_t k, nesting = 1;
    for (k = 0; k < instance->segment_count; k++) {
        const spv_cpui_segment *s = &instance->segments[k];
        const spv_cpui_op *last = spv_cpui_last_op(s);
        n += (size_t)(s->end - s->first);
        if (k + 1 < instance->segment_count) {
            const spv_cpui_instance *callee = spv_cpui_callee(p, last);
            if (callee == NULL || callee->straight == 0) return;
            if (nesting <= callee->nesting) nesting = callee->nesting + 1;
            n += callee->straight;
        } else if (last != NULL && spv_cpui_is_end(last->run)) {
            return;
        }
        if (n > SPV_CPUI_MAX_STRAIGHT || nesting > SPV_CPUI_MAX_NESTING) return;
    }
    instance->nesting = nesting;
    instance->straight = k == 0 ? 0 : (uint32_t)n;
}

/* Callees come behind their callers, or else before them: two rounds find most that are
   straight. */
static void spv_cpui_measure_all(spv_cpui_program *p) {
    uint32_t round, i;
    for (round = 0; round < 2; round++)
        for (i = p->instance_count; i-- > 1;)
            if (p->instances[i].straight == 0) spv_cpui_measure(p, &p->instances[i]);
}

/* Copies ops of an instance; `in`: it stands in its caller, whose lanes all take the result. */
static int spv_cpui_copy_ops(spv_cpui_program *p, const spv_cpui_op *op, const spv_cpui_op *end,
                             const spv_cpui_instance *in) {
    for (; op != end; op++) {
        spv_cpui_op *to = spv_cpui_emit(p, op->at, op->run);
        if (to == NULL) return 0;
        *to = *op;
        if (in != NULL && in->result != SPV_CPUI_NONE && op->run == spv_cpui_do_masked_copy
            && op->d == spv_cpui_offset(p, in->result))
            to->run = spv_cpui_do_copy;
    }
    return 1;
}

/* Where the copying of a segment stands: in a function, in one that it calls, and so on. */
typedef struct spv_cpui_link_frame {
    const spv_cpui_instance *instance;
    uint32_t segment;
} spv_cpui_link_frame;

/* Copies a segment, straight functions instead of their calls. *room: how many ops these may still
   have. Returns how many segments it has become one with, itself counted; 0: an error. */
static uint32_t spv_cpui_copy_segment(spv_cpui_program *p, const spv_cpui_instance *instance,
                                      uint32_t segment, size_t *room) {
    spv_cpui_link_frame stack[SPV_CPUI_MAX_NESTING + 1], *top = stack;
    top->instance = instance;
    top->segment = segment;
    for (;;) {
        const spv_cpui_segment *s = &top->instance->segments[top->segment++];
        const spv_cpui_op *last = spv_cpui_last_op(s);
        const spv_cpui_instance *callee = spv_cpui_callee(p, last);
        if (callee != NULL && (callee->straight == 0 || (top == stack && callee->straight > *room)))
            callee = NULL;
        if (!spv_cpui_copy_ops(p, s->first, callee != NULL ? last : s->end,
                               top == stack ? NULL : top->instance))
            return 0;
        if (callee != NULL) {
            if (top == stack) *room -= callee->straight;
            top++;
            top->instance = callee;
            top->segment = 0;
            continue;
        }
        if (top == stack) return top->segment - segment;
        while (top != stack && top->segment == top->instance->segment_count) top--;
    }
}

/* Makes the segments what they are when the program runs. The ops so far are given up. */
static int spv_cpui_link(spv_cpui_program *p) {
    size_t raw = p->front, room = 4 * spv_cpui_op_count(p) + SPV_CPUI_MAX_STRAIGHT;
    size_t *starts = (size_t *)spv_cpui_take(p, (size_t)p->segment_total + 1, sizeof *starts);
    uint32_t i, k, n = 0, with;
    if (starts == NULL) return 0;
    spv_cpui_measure_all(p);
    for (i = 0; i < p->instance_count; i++) {
        for (k = 0; k < p->instances[i].segment_count; k += with) {
            starts[n++] = p->front;
            with = spv_cpui_copy_segment(p, &p->instances[i], k, &room);
            if (with == 0
                || !spv_cpui_fuse(
                    p, (const spv_cpui_op *)(const void *)(p->memory + starts[n - 1])))
                return 0;
            for (; n < p->instances[i].pending + k + with; n++) starts[n] = p->front;
        }
    }
    starts[n] = p->front;
    memmove(p->memory + p->ops, p->memory + raw, p->front - raw);
    for (i = 0; i < p->instance_count; i++)
        for (k = 0; k < p->instances[i].segment_count; k++) {
            const size_t *at = &starts[p->instances[i].pending + k];
            spv_cpui_segment *s = &p->instances[i].segments[k];
            s->first = (const spv_cpui_op *)(const void *)(p->memory + (at[0] - raw + p->ops));
            s->end = (const spv_cpui_op *)(const void *)(p->memory + (at[1] - raw + p->ops));
        }
    p->front -= raw - p->ops;
    return 1;
}

/* Decodes the entry point and what it calls. */
static int spv_cpui_decode_all(spv_cpui_program *p) {
    uint32_t i, entry = p->ids[p->entry].index;
    spv_cpui_pointer none;
    if (p->functions[entry].parameters != 0)
        return spv_cpui_bad(p, p->entry_at, "the entry point has parameters");
    p->instances = (spv_cpui_instance *)spv_cpui_take(p, SPV_CPUI_MAX_INSTANCES,
                                                     sizeof *p->instances);
    p->buckets = (uint32_t *)spv_cpui_take(p, SPV_CPUI_MAX_INSTANCES, sizeof *p->buckets);
    p->chosen = p->variable_count;
    p->window = (spv_cpui_draft *)spv_cpui_take(p, SPV_CPUI_MAX_WINDOW, sizeof *p->window);
    p->mask = spv_cpui_fresh(p, 1);
    if (p->window == NULL || p->instances == NULL || p->buckets == NULL
        || p->mask == SPV_CPUI_NONE || !spv_cpui_flow_tables(p))
        return 0;
    for (i = 0; i < p->function_count; i++) spv_cpui_taint(p, &p->functions[i]);
    memset(&none, 0, sizeof none);
    if (!spv_cpui_check_calls(p, entry)
        || spv_cpui_find_instance(p, 0, entry, &none) == SPV_CPUI_NONE)
        return 0;
    for (i = 0; i < p->instance_count; i++)
        if (!spv_cpui_decode_instance(p, i)) return 0;
    return spv_cpui_link(p);
}

/* -------------------------------------------------------------------------------------------------
   // >>interface  [24]  inputs, outputs, what is bound
   Rows for the scalars of inputs and outputs. A vector, or a scalar, takes a location; arrays,
   matrices and structs as many as they have of these. */

typedef struct spv_cpui_place_walk {
    uint32_t type, index, builtin;
} spv_cpui_place_walk;

/* Adds the rows of a scalar or vector at slot `reg`. */
static int spv_cpui_add_rows(spv_cpui_program *p, uint32_t slots, uint32_t *reg,
                             const spv_cpui_interface *like, uint32_t component) {
    spv_cpui_interface *row;
    uint32_t i;
    for (i = 0; i < slots; i++) {
        row = (spv_cpui_interface *)spv_cpui_take(p, 1, sizeof *row);
        if (row == NULL) return 0;
        *row = *like;
        row->reg = (*reg)++;
        row->component = component + i;
        row->next = p->interfaces;
        p->interfaces = row;
    }
    return 1;
}

/* What the walk through a variable's type carries along. */
typedef struct spv_cpui_place_state {
    spv_cpui_interface like;
    uint32_t reg, first, base; /* slot, slot where the built-in began, component of the
                                  decoration */
} spv_cpui_place_state;

/* The rows of a scalar or vector. A built-in counts components through, all else locations. */
static int spv_cpui_place_plain(spv_cpui_program *p, const spv_cpui_place_walk *top,
                                const spv_cpui_type *t, spv_cpui_place_state *s) {
    s->like.builtin = top->builtin;
    if (!spv_cpui_add_rows(p, t->slots, &s->reg, &s->like,
                           top->builtin == SPV_CPUI_NONE ? s->base : s->reg - s->first))
        return 0;
    if (s->like.location != SPV_CPUI_NONE) s->like.location++;
    return 1;
}

/* Steps into part `top->index`. */
static void spv_cpui_place_part(const spv_cpui_program *p, spv_cpui_place_walk *top,
                                const spv_cpui_type *t, spv_cpui_place_walk *next,
                                spv_cpui_place_state *s) {
    const spv_cpui_member *m;
    uint32_t index = top->index++;
    next->type = t->element;
    next->index = 0;
    next->builtin = top->builtin;
    if (t->opcode != SPV_CPUI_OpTypeStruct) return;
    m = &p->members[t->members + index];
    next->type = m->type;
    if (m->builtin != SPV_CPUI_NONE) {
        next->builtin = m->builtin;
        s->first = s->reg;
    }
    if (m->location != SPV_CPUI_NONE) s->like.location = m->location;
    s->base = m->component == SPV_CPUI_NONE ? 0 : m->component;
}

static int spv_cpui_has_parts(const spv_cpui_type *t) {
    return t->opcode == SPV_CPUI_OpTypeStruct || t->opcode == SPV_CPUI_OpTypeArray
           || t->opcode == SPV_CPUI_OpTypeMatrix;
}

static int spv_cpui_add_interface(spv_cpui_program *p, const spv_cpui_variable *v) {
    spv_cpui_place_walk stack[SPV_CPUI_MAX_DEPTH];
    spv_cpui_place_state s;
    const spv_cpui_id *id = &p->ids[v->id];
    uint32_t depth = 1;
    memset(&s, 0, sizeof s);
    s.like.output = v->storage == SPV_CPUI_StorageClass_Output;
    s.like.location = id->location;
    s.reg = s.first = v->base;
    s.base = id->component == SPV_CPUI_NONE ? 0 : id->component;
    stack[0].type = v->type;
    stack[0].index = 0;
    stack[0].builtin = id->builtin;
    while (depth > 0) {
        spv_cpui_place_walk *top = &stack[depth - 1];
        const spv_cpui_type *t = spv_cpui_type_of(p, top->type);
        if (!spv_cpui_has_parts(t)) {
            if (!spv_cpui_place_plain(p, top, t, &s)) return 0;
            depth--;
        } else if (top->index == t->count) {
            depth--;
        } else if (depth == SPV_CPUI_MAX_DEPTH) {
            return spv_cpui_fail(p, SPV_CPU_LIMIT, id->at, "types are nested too deeply");
        } else {
            spv_cpui_place_part(p, top, t, &stack[depth++], &s);
        }
    }
    return 1;
}

static int spv_cpui_add_interfaces(spv_cpui_program *p) {
    uint32_t i;
    for (i = 0; i < p->variable_count; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        if (v->used
            && (v->storage == SPV_CPUI_StorageClass_Input
                || v->storage == SPV_CPUI_StorageClass_Output)
            && !spv_cpui_add_interface(p, v))
            return 0;
    }
    return 1;
}

/* Does the entry point name variable `id` in its interface? */
static int spv_cpui_in_interface(const spv_cpui_program *p, uint32_t id) {
    uint32_t i = 3, length = spv_cpui_length(p, p->entry_at);
    while (i < length && spv_cpui_word(p, p->entry_at, i) >> 24 != 0) i++;
    for (i++; i < length; i++)
        if (spv_cpui_word(p, p->entry_at, i) == id) return 1;
    return 0;
}

/* Room for outputs that have an initial value, and that nothing reads or writes. */
static int spv_cpui_place_outputs(spv_cpui_program *p) {
    uint32_t i;
    for (i = 0; i < p->variable_count; i++) {
        spv_cpui_variable *v = &p->variables[i];
        if (v->storage == SPV_CPUI_StorageClass_Output && v->initial != 0
            && spv_cpui_in_interface(p, v->id)
            && !spv_cpui_place_variable(p, p->ids[v->id].at, v))
            return 0;
    }
    return 1;
}

/* Registers of constants that variables begin with. */
static int spv_cpui_place_initials(spv_cpui_program *p) {
    uint32_t i;
    for (i = 0; i < p->variable_count; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        if (!v->used || v->initial == 0 || v->storage == SPV_CPUI_StorageClass_Function) continue;
        if (v->initial >= p->bound || p->ids[v->initial].kind != SPV_CPUI_IS_CONSTANT
            || spv_cpui_slots_of(p, p->ids[v->initial].type) != spv_cpui_slots_of(p, v->type))
            return spv_cpui_fail(p, SPV_CPU_UNSUPPORTED, p->ids[v->id].at,
                                 "an initial value that is not a constant of the type");
        if (v->space == SPV_CPUI_IN_FILE
            && spv_cpui_constant_register(p, &p->ids[v->initial]) == SPV_CPUI_NONE)
            return 0;
    }
    return 1;
}

/* Registers for the instructions' own use: those behind the last one are read, never written. */
static int spv_cpui_finish(spv_cpui_program *p) {
    if (!spv_cpui_place_outputs(p) || !spv_cpui_place_initials(p) || !spv_cpui_add_interfaces(p))
        return 0;
    return spv_cpui_fresh(p, SPV_CPUI_PAD) != SPV_CPUI_NONE;
}

/* ---- what a worker's memory holds */

/* Lays the tables of a worker out; with w NULL it only measures. Returns the bytes. */
static size_t spv_cpui_lay_out(const spv_cpui_program *p, spv_cpui_worker *w, unsigned char *base) {
    size_t row = p->lanes * sizeof(uint32_t), at = 0, i, sizes[16], n = 0, offsets[16];
    sizes[n++] = sizeof *w;
    sizes[n++] = p->slots * row;
    sizes[n++] = 7 * row;
    sizes[n++] = p->segment_total * row;
    sizes[n++] = p->bit_words * sizeof(uint32_t);
    sizes[n++] = (p->instance_count + 1) * sizeof(spv_cpui_frame);
    sizes[n++] = p->shared_size;
    sizes[n++] = p->binding_count * sizeof(spv_cpui_bound);
    sizes[n++] = p->options.checks & SPV_CPU_CHECK_UNSET ? p->slots * row : 0;
    sizes[n++] = p->options.checks & SPV_CPU_CHECK_UNSET ? p->shared_size / 4 : 0;
    sizes[n++] = p->options.checks & SPV_CPU_CHECK_RACE
                     ? SPV_CPUI_RACES * sizeof(spv_cpui_race)
                     : 0;
    sizes[n++] = spv_cpui_op_count(p) * sizeof(spv_cpui_call);
    sizes[n++] = p->options.checks != 0 ? SPV_CPU_MAX_FINDINGS * row / 32 : 0;
    for (i = 0; i < n; i++) {
        offsets[i] = at;
        at += spv_cpui_round(sizes[i], 64);
    }
    if (w == NULL) return at + 64;
    memset(base, 0, at);
    w->file = (uint32_t *)(void *)(base + offsets[1]);
    w->mask = w->file + spv_cpui_offset(p, p->mask);
    w->alive = (uint32_t *)(void *)(base + offsets[2]);
    w->active = w->alive + p->lanes;
    w->helper = w->active + p->lanes;
    w->arm[0] = w->helper + p->lanes;
    w->arm[1] = w->arm[0] + p->lanes;
    w->sub = w->arm[1] + p->lanes;
    w->live = w->sub + p->lanes;
    w->pending = (uint32_t *)(void *)(base + offsets[3]);
    w->bits = (uint32_t *)(void *)(base + offsets[4]);
    w->frames = (spv_cpui_frame *)(void *)(base + offsets[5]);
    w->shared = base + offsets[6];
    w->bounds = (spv_cpui_bound *)(void *)(base + offsets[7]);
    if (sizes[8] != 0) w->shadow = (uint32_t *)(void *)(base + offsets[8]);
    if (sizes[9] != 0) w->shared_shadow = base + offsets[9];
    if (sizes[10] != 0) w->races = (spv_cpui_race *)(void *)(base + offsets[10]);
    w->calls = (spv_cpui_call *)(void *)(base + offsets[11]);
    if (sizes[12] != 0) w->found = (uint32_t *)(void *)(base + offsets[12]);
    return at + 64;
}

static void spv_cpui_splat_constants(spv_cpui_worker *w) {
    const spv_cpui_program *p = w->p;
    const spv_cpui_constant_use *use;
    uint32_t i;
    for (use = p->uses; use != NULL; use = use->next)
        for (i = 0; i < use->slots; i++)
            spv_cpui_splat(w->file + ((size_t)use->reg + i) * w->lanes, p->pool[use->index + i],
                           w->lanes);
}

/* What variables hold when a run begins: their initial value, else 0. Inputs are kept. */
static void spv_cpui_reset_variables(spv_cpui_worker *w) {
    const spv_cpui_program *p = w->p;
    uint32_t i, slots;
    size_t k;
    for (i = 0; i < p->variable_count; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        uint32_t *d = w->file + (size_t)v->base * w->lanes;
        if (!v->used || v->space != SPV_CPUI_IN_FILE
            || v->storage == SPV_CPUI_StorageClass_Function
            || v->storage == SPV_CPUI_StorageClass_Input)
            continue;
        slots = spv_cpui_slots_of(p, v->type);
        for (k = 0; w->shadow != NULL && k < (size_t)slots * w->lanes; k++)
            w->shadow[(size_t)v->base * w->lanes + k] = v->initial != 0;
        if (v->initial == 0) memset(d, 0, (size_t)slots * w->lanes * sizeof *d);
        else
            memcpy(d, w->file + (size_t)p->ids[v->initial].reg * w->lanes,
                   (size_t)slots * w->lanes * sizeof *d);
    }
}

static spv_cpu_status spv_cpui_complain(spv_cpu_worker *w, spv_cpu_status status,
                                        const char *text) {
    w->error[0] = '\0';
    w->status = status;
    spv_cpui_append(w->error, text);
    return status;
}

/* Names a variable in the error text. */
static void spv_cpui_name_variable(spv_cpu_worker *face, const spv_cpui_program *p,
                                   const spv_cpui_variable *v) {
    const spv_cpui_id *id = &p->ids[v->id];
    if (id->name != 0 && spv_cpui_length(p, id->name) > 2)
        spv_cpui_append_words(face->error, p->words + id->name + 2,
                              spv_cpui_length(p, id->name) - 2);
    spv_cpui_append(face->error, " (set ");
    spv_cpui_append_number(face->error, id->set == SPV_CPUI_NONE ? 0 : id->set);
    spv_cpui_append(face->error, ", binding ");
    spv_cpui_append_number(face->error, id->binding == SPV_CPUI_NONE ? 0 : id->binding);
    spv_cpui_append(face->error, ")");
}

/* Whether the image that is bound fits the type. */
static int spv_cpui_has_image(const spv_cpui_program *p, const spv_cpui_type *t,
                              const spv_cpui_bound *b) {
    const spv_cpui_type *of;
    uint32_t integer = 0;
    if (t != NULL && t->opcode == SPV_CPUI_OpTypeSampledImage) t = spv_cpui_type_of(p, t->element);
    if (t == NULL || t->opcode != SPV_CPUI_OpTypeImage || !b->has_image) return 0;
    of = spv_cpui_type_of(p, t->element);
    if (of != NULL && of->opcode == SPV_CPUI_OpTypeInt)
        integer = spv_cpui_word(p, of->at, 3) ? 1 : 2;
    return spv_cpui_image_fits(&b->image, spv_cpui_word(p, t->at, 3), spv_cpui_word(p, t->at, 5),
                               spv_cpui_word(p, t->at, 6), integer);
}

static int spv_cpui_is_bound(const spv_cpui_worker *w, const spv_cpui_variable *v) {
    const spv_cpui_type *t = spv_cpui_type_of(w->p, v->type);
    uint32_t i;
    for (i = 0; i < v->count; i++) {
        const spv_cpui_bound *b = &w->bounds[v->base + i];
        if (v->space == SPV_CPUI_IN_BUFFER ? b->data != NULL
            : t != NULL && t->opcode == SPV_CPUI_OpTypeSampler ? b->has_sampler
                                                               : spv_cpui_has_image(w->p, t, b))
            return 1;
    }
    return 0;
}

/* Error if something that the program uses is not bound. */
static spv_cpu_status spv_cpui_check_bound(spv_cpui_worker *w) {
    uint32_t i;
    for (i = 0; i < w->p->variable_count; i++) {
        const spv_cpui_variable *v = &w->p->variables[i];
        if (!v->used || (v->space != SPV_CPUI_OPAQUE && v->space != SPV_CPUI_IN_BUFFER)
            || spv_cpui_is_bound(w, v))
            continue;
        spv_cpui_complain(w->face, SPV_CPU_BINDING, "nothing that fits is bound to ");
        spv_cpui_name_variable(w->face, w->p, v);
        return SPV_CPU_BINDING;
    }
    return SPV_CPU_OK;
}

/* -------------------------------------------------------------------------------------------------
   // >>driver  [25]  the public functions */

/* A word of the masks of invocations of a subgroup that stand before or behind the own one; `other`
   if the row is none of them. */
static uint32_t spv_cpui_lane_mask(const spv_cpui_interface *row, uint32_t own, uint32_t size,
                                   uint32_t other) {
    uint32_t bits = 0, i, lane;
    if (row->builtin < SPV_CPUI_BuiltIn_SubgroupEqMask
        || row->builtin > SPV_CPUI_BuiltIn_SubgroupLtMask)
        return other;
    for (i = 0; i < 32; i++) {
        int in = 0;
        lane = row->component * 32 + i;
        switch (row->builtin) {
        case SPV_CPUI_BuiltIn_SubgroupEqMask: in = lane == own; break;
        case SPV_CPUI_BuiltIn_SubgroupGeMask: in = lane >= own && lane < size; break;
        case SPV_CPUI_BuiltIn_SubgroupGtMask: in = lane > own && lane < size; break;
        case SPV_CPUI_BuiltIn_SubgroupLeMask: in = lane <= own; break;
        default: in = lane < own; break;
        }
        bits |= (uint32_t)in << i;
    }
    return bits;
}

/* The built-in inputs that follow from the lane alone. */
static void spv_cpui_fill_lane_inputs(spv_cpui_worker *w) {
    const spv_cpui_interface *row;
    uint32_t l, size = w->p->subgroup;
    for (row = w->p->interfaces; row != NULL; row = row->next) {
        uint32_t *d = w->file + (size_t)row->reg * w->lanes;
        for (l = 0; l < w->lanes && !row->output; l++) {
            switch (row->builtin) {
            case SPV_CPUI_BuiltIn_SubgroupSize: d[l] = size; break;
            case SPV_CPUI_BuiltIn_SubgroupLocalInvocationId: d[l] = l % size; break;
            case SPV_CPUI_BuiltIn_SubgroupId: d[l] = l / size; break;
            case SPV_CPUI_BuiltIn_NumSubgroups:
                d[l] = (w->p->face->per_group + size - 1) / size;
                break;
            case SPV_CPUI_BuiltIn_WorkgroupSize: d[l] = w->p->dim[row->component % 3]; break;
            default: d[l] = spv_cpui_lane_mask(row, l % size, size, d[l]); break;
            }
        }
    }
}

static int spv_cpui_check_options(spv_cpui_program *p) {
    const spv_cpu_options *o = &p->options;
    uint32_t subgroup = o->subgroup_size == 0 ? 32 : o->subgroup_size;
    uint32_t lanes = o->lanes == 0 ? 64 : o->lanes;
    if (lanes % SPV_CPUI_BLOCK != 0 || lanes > SPV_CPUI_MAX_LANES)
        return spv_cpui_fail(p, SPV_CPU_ARGUMENT, 0, "lanes is not a multiple of 16 up to 4096");
    if (subgroup < 4 || subgroup > 128 || (subgroup & (subgroup - 1)) != 0)
        return spv_cpui_fail(p, SPV_CPU_ARGUMENT, 0, "subgroup_size is not 4 8 16 32 64 or 128");
    if (o->constants == NULL && o->constant_count != 0)
        return spv_cpui_fail(p, SPV_CPU_ARGUMENT, 0, "constant_count without constants");
    p->lanes = lanes;
    p->subgroup = subgroup;
    return 1;
}

spv_cpu_status spv_cpu_load(spv_cpu_program *program, const spv_cpu_options *options,
                            const uint32_t *words, size_t count, void *memory, size_t size) {
    spv_cpui_program start, *p = &start;
    size_t skip = (64 - (size_t)memory % 64) % 64;
    memset(program, 0, sizeof *program);
    memset(&start, 0, sizeof start);
    start.face = program;
    start.words = words;
    start.count = count;
    start.size = size;
    if (options != NULL) start.options = *options;
    if (!spv_cpui_check_words(p) || !spv_cpui_check_options(p)) return program->status;
    if (memory == NULL || size < skip + sizeof start + 64) {
        spv_cpui_too_small(p);
        return program->status;
    }
    start.memory = (unsigned char *)memory + skip;
    start.front = start.ops = spv_cpui_round(sizeof start, 64);
    start.back = (size - skip) / 64 * 64;
    start.pool = (uint32_t *)(void *)start.memory;
    p = (spv_cpui_program *)(void *)start.memory;
    *p = start;
    program->inside = p;
    if (!spv_cpui_read(p) || !spv_cpui_decode_all(p) || !spv_cpui_finish(p))
        return program->status;
    program->used = skip + p->front + (size - skip - p->back);
    program->stage = p->model;
    program->lanes = p->lanes;
    return program->status;
}

size_t spv_cpu_worker_size(const spv_cpu_program *program) {
    if (program->status != SPV_CPU_OK || program->inside == NULL) return 0;
    return spv_cpui_lay_out(program->inside, NULL, NULL);
}

spv_cpu_status spv_cpu_worker_open(spv_cpu_worker *worker, const spv_cpu_program *program,
                                   void *memory, size_t size) {
    size_t skip = (64 - (size_t)memory % 64) % 64;
    spv_cpui_worker *w;
    memset(worker, 0, sizeof *worker);
    worker->program = program;
    if (program->status != SPV_CPU_OK || program->inside == NULL)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "the program is not loaded");
    if (memory == NULL || size < spv_cpu_worker_size(program))
        return spv_cpui_complain(worker, SPV_CPU_MEMORY, "the worker's memory is too small");
    w = (spv_cpui_worker *)(void *)((unsigned char *)memory + skip);
    worker->inside = w;
    spv_cpui_lay_out(program->inside, w, (unsigned char *)memory + skip);
    w->p = program->inside;
    w->face = worker;
    w->lanes = w->p->lanes;
    w->machine = spv_cpui_st_choose(w->lanes);
    spv_cpui_splat_constants(w);
    spv_cpui_fill_calls(w);
    spv_cpui_fill_lane_inputs(w);
    return SPV_CPU_OK;
}

/* ---- binding */

static int spv_cpui_bind_one(spv_cpui_worker *w, const spv_cpu_binding *b) {
    uint32_t i;
    const char *fault = b->image != NULL ? spv_cpui_image_fault(b->image) : NULL;
    if (fault != NULL) {
        spv_cpui_complain(w->face, SPV_CPU_BINDING, "the image of set ");
        spv_cpui_append_number(w->face->error, b->set);
        spv_cpui_append(w->face->error, ", binding ");
        spv_cpui_append_number(w->face->error, b->binding);
        spv_cpui_append(w->face->error, " ");
        spv_cpui_append(w->face->error, fault);
        return 0;
    }
    for (i = 0; i < w->p->variable_count; i++) {
        const spv_cpui_variable *v = &w->p->variables[i];
        const spv_cpui_id *id = &w->p->ids[v->id];
        spv_cpui_bound *d;
        if (!v->used || (v->space != SPV_CPUI_OPAQUE && v->space != SPV_CPUI_IN_BUFFER)
            || (id->set == SPV_CPUI_NONE ? 0 : id->set) != b->set
            || (id->binding == SPV_CPUI_NONE ? 0 : id->binding) != b->binding
            || b->element >= v->count)
            continue;
        d = &w->bounds[v->base + b->element];
        d->data = (unsigned char *)b->data;
        d->size = b->data == NULL ? 0 : b->size;
        d->has_image = b->image != NULL;
        d->has_sampler = b->sampler != NULL;
        if (b->image != NULL) d->image = *b->image;
        if (b->sampler != NULL) d->sampler = *b->sampler;
    }
    return 1;
}

spv_cpu_status spv_cpu_bind(spv_cpu_worker *worker, const spv_cpu_binding *bindings, size_t count,
                            const void *push, size_t push_size) {
    spv_cpui_worker *w = worker->inside;
    size_t i;
    if (w == NULL) return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "the worker is not open");
    if (bindings == NULL && count > 0)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "there are no bindings");
    memset(w->bounds, 0, w->p->binding_count * sizeof *w->bounds);
    worker->status = SPV_CPU_OK;
    worker->error[0] = '\0';
    for (i = 0; i < count; i++)
        if (!spv_cpui_bind_one(w, &bindings[i])) return worker->status;
    w->push = (const unsigned char *)push;
    w->push_size = push == NULL ? 0 : push_size;
    return SPV_CPU_OK;
}

/* ---- inputs and outputs */

/* The row of a location, or of a built-in if location is NONE; NULL: there is none. */
static uint32_t *spv_cpui_find_row_of(const spv_cpui_worker *w, uint32_t builtin, uint32_t location,
                                      uint32_t component, int output) {
    const spv_cpui_interface *row;
    if (w == NULL) return NULL;
    for (row = w->p->interfaces; row != NULL; row = row->next)
        if (row->output == (uint32_t)(output != 0) && row->component == component
            && (location == SPV_CPUI_NONE ? row->builtin == builtin
                                          : row->builtin == SPV_CPUI_NONE
                                                && row->location == location))
            return w->file + (size_t)row->reg * w->lanes;
    return NULL;
}

uint32_t *spv_cpu_input(spv_cpu_worker *worker, uint32_t location, uint32_t component) {
    return spv_cpui_find_row_of(worker->inside, 0, location, component, 0);
}

uint32_t *spv_cpu_output(spv_cpu_worker *worker, uint32_t location, uint32_t component) {
    return spv_cpui_find_row_of(worker->inside, 0, location, component, 1);
}

uint32_t *spv_cpu_builtin(spv_cpu_worker *worker, uint32_t builtin, uint32_t component,
                          int is_output) {
    return spv_cpui_find_row_of(worker->inside, builtin, SPV_CPUI_NONE, component, is_output);
}

/* ---- running */

/* The text of a finding. */
static spv_cpu_status spv_cpui_tell_finding(spv_cpu_worker *face, spv_cpu_status status,
                                            const spv_cpu_finding *f) {
    size_t i;
    spv_cpui_complain(face, status, f->message);
    spv_cpui_append(face->error, ": ");
    spv_cpui_append(face->error, f->opcode);
    spv_cpui_append(face->error, " at word ");
    spv_cpui_append_number(face->error, f->word);
    if (f->line == 0) return status;
    spv_cpui_append(face->error, ", ");
    for (i = 0; i < f->file_size; i++) spv_cpui_append_byte(face->error, f->file[i]);
    spv_cpui_append(face->error, ":");
    spv_cpui_append_number(face->error, f->line);
    spv_cpui_append(face->error, ":");
    spv_cpui_append_number(face->error, f->column);
    return status;
}

/* Ends a run at the step limit. */
static spv_cpu_status spv_cpui_stop(spv_cpui_worker *w) {
    spv_cpu_finding f;
    uint32_t lane = 0;
    while (lane + 1 < w->lanes && !w->mask[lane]) lane++;
    memset(w->live, 0, w->lanes * sizeof *w->live);
    spv_cpui_note(w, w->stopped, SPV_CPU_CHECK_STEPS, "the step limit was reached", lane, lane, &f);
    return spv_cpui_tell_finding(w->face, SPV_CPU_STEPS, &f);
}

/* Shared memory is zeros. It has a value where its initial value says so, which is null. */
static void spv_cpui_reset_shared(spv_cpui_worker *w) {
    const spv_cpui_program *p = w->p;
    uint32_t i;
    if (p->shared_size != 0) memset(w->shared, 0, p->shared_size);
    if (w->shared_shadow == NULL) return;
    memset(w->shared_shadow, 0, p->shared_size / 4);
    for (i = 0; i < p->variable_count; i++) {
        const spv_cpui_variable *v = &p->variables[i];
        if (v->used && v->space == SPV_CPUI_IN_SHARED && v->initial != 0)
            memset(w->shared_shadow + v->base / 4, 1, spv_cpui_slots_of(p, v->type));
    }
}

/* Runs the lanes of w->active. Helpers are in w->helper. */
static spv_cpu_status spv_cpui_run_group(spv_cpui_worker *w) {
    size_t row = w->lanes * sizeof(uint32_t);
    w->face->status = SPV_CPU_OK;
    memcpy(w->alive, w->active, row);
    spv_cpui_reset_variables(w);
    spv_cpui_reset_shared(w);
    if (w->found != NULL) memset(w->found, 0, SPV_CPU_MAX_FINDINGS * row / 32);
    w->epoch++;
    if (!spv_cpui_execute(w)) return spv_cpui_stop(w);
    spv_cpui_without(w->live, w->alive, w->helper, w->lanes);
    return w->face->finding_count == 0
               ? SPV_CPU_OK
               : spv_cpui_tell_finding(w->face, SPV_CPU_FINDING, &w->face->findings[0]);
}

static spv_cpu_status spv_cpui_ready(spv_cpu_worker *worker) {
    if (worker->inside == NULL)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "the worker is not open");
    worker->error[0] = '\0';
    worker->finding_count = 0;
    return spv_cpui_check_bound(worker->inside);
}

spv_cpu_status spv_cpu_run(spv_cpu_worker *worker, const uint32_t *active, const uint32_t *helper) {
    spv_cpui_worker *w = worker->inside;
    spv_cpu_status status = spv_cpui_ready(worker);
    uint32_t l;
    if (status != SPV_CPU_OK) return status;
    memset(w->groups, 0, sizeof w->groups);
    memset(w->active, 0xFF, w->lanes * sizeof *w->active);
    memset(w->helper, 0, w->lanes * sizeof *w->helper);
    for (l = 0; active != NULL && l < w->lanes; l++)
        w->active[l] = spv_cpui_ln_mask(active[l] != 0);
    for (l = 0; helper != NULL && l < w->lanes; l++)
        w->helper[l] = spv_cpui_ln_mask(helper[l] != 0);
    return spv_cpui_run_group(w);
}

const uint32_t *spv_cpu_live(const spv_cpu_worker *worker) {
    return worker->inside == NULL ? NULL : worker->inside->live;
}

/* ---- tiles */

size_t spv_cpu_tile_count(const spv_cpu_picture *picture) {
    size_t columns;
    if (picture == NULL) return 0;
    columns = ((size_t)picture->width + SPV_CPU_TILE - 1) / SPV_CPU_TILE;
    return columns * (((size_t)picture->height + SPV_CPU_TILE - 1) / SPV_CPU_TILE);
}

/* Whether a quad has a pixel inside; lanes of it that are outside are helpers. */
static void spv_cpui_fill_coverage(spv_cpui_worker *w, const spv_cpu_picture *picture, uint32_t x,
                                   uint32_t y, uint32_t first) {
    uint32_t l, n, any = 0;
    w->start = first;
    w->groups[0] = 1;
    w->groups[1] = x;
    w->groups[2] = y;
    for (l = 0; l < w->lanes; l++) {
        n = first + l;
        if (l % 4 == 0)
            any = n < SPV_CPU_TILE * SPV_CPU_TILE && x + spv_cpui_tile_x(n) < picture->width
                          && y + spv_cpui_tile_y(n) < picture->height
                      ? 0xFFFFFFFFu
                      : 0;
        w->active[l] = any;
        w->helper[l] = x + spv_cpui_tile_x(n) < picture->width
                               && y + spv_cpui_tile_y(n) < picture->height
                           ? 0
                           : any;
    }
}

/* What a built-in of a fragment is, if it is the same everywhere. */
static uint32_t spv_cpui_fragment_input(const spv_cpu_picture *picture, uint32_t builtin,
                                        uint32_t component) {
    switch (builtin) {
    case SPV_CPUI_BuiltIn_FragCoord: return component == 2 ? 0 : 0x3F800000u;
    case SPV_CPUI_BuiltIn_FrontFacing: return picture->back_facing ? 0 : 0xFFFFFFFFu;
    case SPV_CPUI_BuiltIn_SampleMask: return 1;
    case SPV_CPUI_BuiltIn_SamplePosition: return 0x3F000000u;
    default: return 0;
    }
}

/* Component 0 or 1 of FragCoord. */
static void spv_cpui_fill_coordinate(spv_cpui_worker *w, uint32_t *d, uint32_t component,
                                     uint32_t corner, uint32_t first) {
    uint32_t l, n;
    for (l = 0; l < w->lanes; l++) {
        n = component == 0 ? spv_cpui_tile_x(first + l) : spv_cpui_tile_y(first + l);
        d[l] = spv_cpui_as_bits((float)(corner + n) + 0.5f);
    }
}

static void spv_cpui_fill_fragment_inputs(spv_cpui_worker *w, const spv_cpu_picture *picture,
                                          uint32_t x, uint32_t y, uint32_t first) {
    const spv_cpui_interface *row;
    for (row = w->p->interfaces; row != NULL; row = row->next) {
        uint32_t *d = w->file + (size_t)row->reg * w->lanes;
        if (row->output || row->builtin == SPV_CPUI_NONE
            || row->builtin == SPV_CPUI_BuiltIn_SubgroupSize
            || row->builtin == SPV_CPUI_BuiltIn_SubgroupLocalInvocationId)
            continue;
        if (row->builtin == SPV_CPUI_BuiltIn_FragCoord && row->component < 2)
            spv_cpui_fill_coordinate(w, d, row->component,
                                     row->component == 0 ? picture->x + x : picture->y + y, first);
        else if (row->builtin == SPV_CPUI_BuiltIn_HelperInvocation)
            memcpy(d, w->helper, w->lanes * sizeof *d);
        else
            spv_cpui_splat(d, spv_cpui_fragment_input(picture, row->builtin, row->component),
                           w->lanes);
    }
}

/* Where the lanes of a tile lie: its corner, the pixel of lane 0 in it, the picture's width. */
typedef struct spv_cpui_spot {
    uint32_t x, y, first, width;
} spv_cpui_spot;

static size_t spv_cpui_pixel(const spv_cpui_spot *at, uint32_t lane) {
    return (size_t)(at->y + spv_cpui_tile_y(at->first + lane)) * at->width + at->x
           + spv_cpui_tile_x(at->first + lane);
}

/* Stores one pixel of an attachment; components that the output lacks stay as they are. */
static void spv_cpui_store_pixel(const spv_cpu_attachment *a, size_t pixel, uint32_t *const *rows,
                                 uint32_t lane) {
    const spv_cpui_format *format = &spv_cpui_formats[a->format];
    uint32_t texel[4] = {0, 0, 0, 0}, c, bytes = format->bits / 8;
    unsigned char packed[16], *d = (unsigned char *)a->pixels + pixel * format->bytes;
    for (c = 0; c < 4; c++)
        if (rows[c] != NULL) texel[c] = rows[c][lane];
    spv_cpui_image_pack(a->format, texel, packed);
    if (bytes == 0) memcpy(d, packed, format->bytes);
    for (c = 0; c < format->components && bytes != 0; c++)
        if (rows[c] != NULL) memcpy(d + c * bytes, packed + c * bytes, bytes);
}

/* Stores whole pixels of RGBA8. */
static void spv_cpui_store_rgba8(spv_cpui_worker *w, unsigned char *pixels,
                                 const uint32_t *const rows[4], const spv_cpui_spot *at) {
    uint32_t l, *packed = w->sub;
    spv_cpui_im_pack_words(packed, rows, w->lanes);
    for (l = 0; l < w->lanes; l++)
        if (w->live[l]) spv_cpui_im_put_word(pixels + 4 * spv_cpui_pixel(at, l), packed[l]);
}

static void spv_cpui_store_attachment(spv_cpui_worker *w, const spv_cpu_picture *picture,
                                      uint32_t number, const spv_cpui_spot *at) {
    const spv_cpu_attachment *a = &picture->attachments[number];
    uint32_t *rows[4], l, c;
    if (a->pixels == NULL) return;
    for (c = 0; c < 4; c++) rows[c] = spv_cpui_find_row_of(w, 0, number, c, 1);
    if (rows[0] == NULL) return;
    if (a->format == SPV_CPU_RGBA8 && rows[1] != NULL && rows[2] != NULL && rows[3] != NULL) {
        const uint32_t *const whole[4] = {rows[0], rows[1], rows[2], rows[3]};
        spv_cpui_store_rgba8(w, (unsigned char *)a->pixels, whole, at);
        return;
    }
    for (l = 0; l < w->lanes; l++)
        if (w->live[l]) spv_cpui_store_pixel(a, spv_cpui_pixel(at, l), rows, l);
}

/* A pixel has one sample, which a written mask may take away. */
static void spv_cpui_mask_samples(spv_cpui_worker *w) {
    const uint32_t *row = spv_cpui_find_row_of(w, SPV_CPUI_BuiltIn_SampleMask, SPV_CPUI_NONE, 0, 1);
    uint32_t l;
    for (l = 0; l < w->lanes && row != NULL; l++)
        if ((row[l] & 1u) == 0) w->live[l] = 0;
}

static void spv_cpui_store_depth(spv_cpui_worker *w, const spv_cpu_picture *picture,
                                 const spv_cpui_spot *at) {
    const uint32_t *row = spv_cpui_find_row_of(w, SPV_CPUI_BuiltIn_FragDepth, SPV_CPUI_NONE, 0, 1);
    uint32_t l;
    for (l = 0; l < w->lanes && row != NULL && picture->depth != NULL; l++)
        if (w->live[l]) memcpy(&picture->depth[spv_cpui_pixel(at, l)], &row[l], sizeof row[l]);
}

spv_cpu_status spv_cpu_tile(spv_cpu_worker *worker, const spv_cpu_picture *picture, size_t tile) {
    spv_cpui_worker *w = worker->inside;
    spv_cpu_status status = spv_cpui_ready(worker);
    size_t columns;
    uint32_t x, y, first, i;
    spv_cpui_spot spot;
    if (status != SPV_CPU_OK) return status;
    if (tile >= spv_cpu_tile_count(picture) || w->p->model != SPV_CPUI_ExecutionModel_Fragment)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "no such tile, or no fragment stage");
    for (i = 0; i < SPV_CPU_MAX_ATTACHMENTS; i++)
        if ((uint32_t)picture->attachments[i].format >= SPV_CPU_FORMAT_COUNT)
            return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "an attachment has no valid format");
    columns = ((size_t)picture->width + SPV_CPU_TILE - 1) / SPV_CPU_TILE;
    x = (uint32_t)(tile % columns) * SPV_CPU_TILE;
    y = (uint32_t)(tile / columns) * SPV_CPU_TILE;
    for (first = 0; first < SPV_CPU_TILE * SPV_CPU_TILE; first += w->lanes) {
        spv_cpui_fill_coverage(w, picture, x, y, first);
        spv_cpui_fill_fragment_inputs(w, picture, x, y, first);
        status = spv_cpui_run_group(w);
        if (status != SPV_CPU_OK && status != SPV_CPU_FINDING) return status;
        spot.x = x;
        spot.y = y;
        spot.first = first;
        spot.width = picture->width;
        spv_cpui_mask_samples(w);
        for (i = 0; i < SPV_CPU_MAX_ATTACHMENTS; i++)
            spv_cpui_store_attachment(w, picture, i, &spot);
        spv_cpui_store_depth(w, picture, &spot);
    }
    return worker->status;
}

/* ---- workgroups */

/* Where an invocation stands: in its workgroup, and that in the grid. */
typedef struct spv_cpui_stand {
    uint32_t own[3], id[3], local;
} spv_cpui_stand;

static void spv_cpui_stand_at(spv_cpui_stand *s, const uint32_t *dim, const uint32_t groups[3],
                              size_t group, uint32_t local) {
    s->id[0] = (uint32_t)(group % groups[0]);
    s->id[1] = (uint32_t)(group / groups[0] % groups[1]);
    s->id[2] = (uint32_t)(group / groups[0] / groups[1]);
    s->own[0] = local % dim[0];
    s->own[1] = local / dim[0] % dim[1];
    s->own[2] = local / dim[0] / dim[1];
    s->local = local;
}

/* Counts on from axis `c` on; returns 1 where the count begins again. */
static int spv_cpui_count_on(uint32_t at[3], const uint32_t end[3], uint32_t c) {
    for (; c < 3; c++) {
        if (++at[c] < end[c]) return 0;
        at[c] = 0;
    }
    return 1;
}

/* Goes on by n invocations of a row of the workgroup, at most to its end. */
static void spv_cpui_stand_on(spv_cpui_stand *s, uint32_t n, const uint32_t *dim,
                              const uint32_t groups[3]) {
    s->local += n;
    s->own[0] += n;
    if (s->own[0] < dim[0]) return;
    s->own[0] = 0;
    if (!spv_cpui_count_on(s->own, dim, 1)) return;
    s->local = 0;
    spv_cpui_count_on(s->id, groups, 0);
}

/* What a built-in is for the invocation that stands there. *step: how much more it is for the next
   one of the row. */
static uint32_t spv_cpui_compute_input(const spv_cpui_stand *s, const spv_cpui_interface *row,
                                       const uint32_t *dim, const uint32_t groups[3],
                                       uint32_t *step) {
    uint32_t c = row->component % 3;
    *step = 0;
    switch (row->builtin) {
    case SPV_CPUI_BuiltIn_WorkgroupId: return s->id[c];
    case SPV_CPUI_BuiltIn_LocalInvocationId: *step = c == 0; return s->own[c];
    case SPV_CPUI_BuiltIn_GlobalInvocationId: *step = c == 0; return s->id[c] * dim[c] + s->own[c];
    case SPV_CPUI_BuiltIn_LocalInvocationIndex: *step = 1; return s->local;
    case SPV_CPUI_BuiltIn_NumWorkgroups: return groups[c];
    default: return 0;
    }
}

static int spv_cpui_is_compute_input(uint32_t builtin) {
    return builtin == SPV_CPUI_BuiltIn_WorkgroupId || builtin == SPV_CPUI_BuiltIn_LocalInvocationId
           || builtin == SPV_CPUI_BuiltIn_GlobalInvocationId
           || builtin == SPV_CPUI_BuiltIn_LocalInvocationIndex
           || builtin == SPV_CPUI_BuiltIn_NumWorkgroups;
}

/* n words that count on from a value. */
SPV_CPUI_CLONED static void spv_cpui_count_from(uint32_t *d, uint32_t value, uint32_t step,
                                                uint32_t n) {
    uint32_t i = 0, k;
    for (; i + SPV_CPUI_BLOCK <= n; i += SPV_CPUI_BLOCK)
        SPV_CPUI_EACH(k) d[i + k] = value + (i + k) * step;
    for (; i < n; i++) d[i] = value + i * step;
}

/* Lane l gets invocation start + l, counted from workgroup 0 on, while it is below end. */
static void spv_cpui_fill_compute_inputs(spv_cpui_worker *w, const uint32_t groups[3],
                                         uint64_t start, uint64_t end) {
    const spv_cpui_interface *row;
    const uint32_t *dim = w->p->dim;
    spv_cpui_stand stand;
    uint32_t l, n, value, step, size = w->p->face->per_group;
    uint32_t count = end - start < w->lanes ? (uint32_t)(end - start) : w->lanes;
    w->start = start;
    memcpy(w->groups, groups, sizeof w->groups);
    memset(w->active, 0xFF, count * sizeof *w->active);
    memset(w->active + count, 0, (w->lanes - count) * sizeof *w->active);
    memset(w->helper, 0, w->lanes * sizeof *w->helper);
    spv_cpui_stand_at(&stand, dim, groups, (size_t)(start / size), (uint32_t)(start % size));
    for (l = 0; l < w->lanes; l += n, spv_cpui_stand_on(&stand, n, dim, groups)) {
        n = dim[0] - stand.own[0] < w->lanes - l ? dim[0] - stand.own[0] : w->lanes - l;
        for (row = w->p->interfaces; row != NULL; row = row->next) {
            uint32_t *d = w->file + (size_t)row->reg * w->lanes + l;
            if (row->output || !spv_cpui_is_compute_input(row->builtin)) continue;
            value = spv_cpui_compute_input(&stand, row, dim, groups, &step);
            spv_cpui_count_from(d, value, step, n);
        }
    }
}

spv_cpu_status spv_cpu_dispatch(spv_cpu_worker *worker, const uint32_t groups[3], size_t first,
                                size_t count) {
    spv_cpui_worker *w = worker->inside;
    spv_cpu_status status = spv_cpui_ready(worker);
    uint64_t at, end, step, size;
    if (status != SPV_CPU_OK) return status;
    if (w->p->model != SPV_CPUI_ExecutionModel_GLCompute)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "no compute stage");
    if (groups == NULL)
        return spv_cpui_complain(worker, SPV_CPU_ARGUMENT, "there is no number of groups");
    if (groups[0] == 0 || groups[1] == 0 || groups[2] == 0) return SPV_CPU_OK;
    size = w->p->face->per_group;
    step = w->p->shares ? size : w->lanes;
    end = ((uint64_t)first + count) * size;
    for (at = (uint64_t)first * size; at < end; at += step) {
        spv_cpui_fill_compute_inputs(w, groups, at, w->p->shares ? at + size : end);
        status = spv_cpui_run_group(w);
        if (status != SPV_CPU_OK && status != SPV_CPU_FINDING) return status;
    }
    return worker->status;
}

/* -------------------------------------------------------------------------------------------------
   // >>footer  [26]  private macros end */
#ifndef SPV_CPU_KEEP_PRIVATE
#undef SPV_CPUI_BLOCK
#undef SPV_CPUI_RESTRICT
#undef SPV_CPUI_UNUSED
#undef SPV_CPUI_CLONED
#undef SPV_CPUI_APART
#undef SPV_CPUI_TRAPLESS
#undef SPV_CPUI_NO_CLONES
#undef SPV_CPUI_NO_JUMPS
#undef SPV_CPUI_JUMPS
#undef SPV_CPUI_AVX2
#undef SPV_CPUI_AVX512
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
#undef SPV_CPUI_LN_FIELDS
#undef SPV_CPUI_LN_ENTRY
#undef SPV_CPUI_LN_FIELD_ENTRY
#undef SPV_CPUI_LANES
#undef SPV_CPUI_EX_ROUNDING
#undef SPV_CPUI_EX_COMMON
#undef SPV_CPUI_EX_HIGHER
#undef SPV_CPUI_EX_OTHERS
#undef SPV_CPUI_EX_ENTRY
#undef SPV_CPUI_EXT
#undef SPV_CPUI_IM_INSTRUCTIONS
#undef SPV_CPUI_ROUND
#undef SPV_CPUI_ROUND_HW
#undef SPV_CPUI_ST_CODE
#undef SPV_CPUI_ST_STORES
#undef SPV_CPUI_ST_END
#undef SPV_CPUI_ST_PRODUCTS
#undef SPV_CPUI_ST_SELECT
#undef SPV_CPUI_ST_LANES
#endif

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#endif  /* SPV_CPU_IMPLEMENTED */
#endif  /* SPV_CPU_IMPLEMENTATION */
