/* lambdav_vk.h - runs SPIR-V modules on any Vulkan device, headless. One header, C99 and C++11.
   Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  SPIR-V words -> pixels and bytes in the caller's memory
   A pass is a picture that a fragment module computes: of every pixel, or of the triangles that a
   vertex module places. A job is a dispatch of a compute module. There is no window. Modules come
   as SPIR-V words from any compiler; what a pipeline needs to know (entry points, inputs, outputs,
   push-constant block, descriptors, workgroup size, capabilities) is read from the words.

   Quick start. In one C or C++ file:

       #define LAMBDAV_VK_IMPLEMENTATION
       #include "lambdav_vk.h"
       #include <stdio.h>

       int picture(const uint32_t *words, size_t word_count) {
           static lambdav_vk_context vk;
           static lambdav_vk_pass pass;
           static unsigned char pixels[256 * 256 * 4];
           pass.words = words;
           pass.word_count = word_count;
           pass.width = 256;
           pass.height = 256;
           pass.attachment_count = 1;
           pass.attachments[0].format = LAMBDAV_VK_RGBA8;
           pass.attachments[0].pixels = pixels;
           pass.attachments[0].size = sizeof pixels;
           if (lambdav_vk_open(&vk, NULL) || lambdav_vk_draw(&vk, &pass))
               fprintf(stderr, "%s\n", vk.error);
           lambdav_vk_close(&vk);
           return vk.status == LAMBDAV_VK_OK ? 0 : 3;
       }

   Build: the Vulkan-Headers (1.3 or newer) on the include path, nothing to link (glibc before 2.34:
   -ldl). The loader (libvulkan.so.1, vulkan-1.dll) is opened when the program runs;
   options.get_instance_proc_addr takes its place.

   Many frames: lambdav_vk_pipeline_open once, lambdav_vk_pipeline_draw per frame,
   lambdav_vk_pipeline_close.

   Vertices and a texture. What a module reads is bound by name, if the module has names (compile
   with LAMBDAV_NAMES), or by set and binding; the layout of vertices follows from the types of the
   module's inputs. This draws count corners, floats one after the other, into the pass above, with
   words that hold both stages:

       int cube(lambdav_vk_context *vk, lambdav_vk_pass *pass, lambdav_vk_image *texture,
                const float *corners, size_t size, uint32_t count) {
           lambdav_vk_buffer buffer;
           static lambdav_vk_binding binding;
           static lambdav_vk_geometry geometry;
           if (lambdav_vk_buffer_open(vk, &buffer, corners, size)) return 3;
           binding.name = "texture";
           binding.image = texture;
           geometry.vertices[0].buffer = &buffer;
           geometry.count = count;
           pass->vertex_words = pass->words;
           pass->vertex_word_count = pass->word_count;
           pass->depth_test = LAMBDAV_VK_COMPARE_LESS;
           pass->bindings = &binding;
           pass->binding_count = 1;
           pass->draws = &geometry;
           pass->draw_count = 1;
           lambdav_vk_draw(vk, pass);
           lambdav_vk_buffer_close(vk, &buffer);
           return vk->status == LAMBDAV_VK_OK ? 0 : 3;
       }

   A dispatch of as many workgroups as give count invocations, on a buffer of count numbers:

       int numbers(lambdav_vk_context *vk, const lambdav_vk_compute *compute, float *values,
                   uint32_t count) {
           lambdav_vk_pipeline pipeline;
           lambdav_vk_buffer buffer;
           static lambdav_vk_binding binding;
           static lambdav_vk_job job;
           if (lambdav_vk_compute_open(vk, &pipeline, compute)) return 3;
           if (!lambdav_vk_buffer_open(vk, &buffer, values, count * sizeof *values)) {
               binding.name = "values";
               binding.buffer = &buffer;
               job.pipeline = &pipeline;
               job.bindings = &binding;
               job.binding_count = 1;
               job.invocations[0] = count;
               if (!lambdav_vk_run(vk, &job, 1, NULL))
                   lambdav_vk_buffer_read(vk, &buffer, 0, values, count * sizeof *values);
               lambdav_vk_buffer_close(vk, &buffer);
           }
           lambdav_vk_pipeline_close(vk, &pipeline);
           return vk->status == LAMBDAV_VK_OK ? 0 : 3;
       }

   A resource that a module uses and nothing is bound to is an error that names it; what is bound
   and not used is left alone. Resources stay the caller's, for any number of calls.

   Pixels. Row 0 is the top row, where frag-coord's y is 0.5; rows are packed without padding; RGBA8
   is linear UNORM (no sRGB curve), RGBA16F and RGBA32F hold binary16 and binary32. Attachment i
   takes the output at location i. What the module does not write (discarded pixels, components that
   an output lacks) has the attachment's clear value, 0 by default, or what its image held. The
   triangle of a pass without a vertex stage faces front. In clip space y points down and depth runs
   from 0 to 1, as Vulkan has it.

   Guarantees, with the tests that defend each (m: tests/vulkan/vk_mock.c,
   d: tests/vulkan/vk_device.c, r: tests/vulkan/vk_resources.c):
     1. Any Vulkan call may fail, at any time: the function returns an error that names the call and
        its VkResult, and nothing leaks (m: test_failures, test_life_failures).
     2. A missing entry point is an error that names it (m: test_missing_entry_points).
     3. No memory is allocated on the CPU, nothing is global, and what is asked of the C library is
        memcpy, memset, vsnprintf and dlopen (by construction).
     4. The words are read within their bounds, whatever they hold (m: test_broken_words,
        test_hostile_words, test_hostile_stages).
     5. Nothing is written past the caller's bytes (m: test_odd_sizes, test_sizes; d: canaries in
        all tests; r: test_large_buffer, test_all_formats).
     6. Pixels are as stated above (d: test_coordinates, test_formats, test_attachments,
        test_discard, test_front_facing; r: test_vertices, test_depth, test_blending, test_culling).
     7. What a module uses and nobody gave, or what does not fit, is an error that names it, before
        anything runs (m: test_descriptors, test_lacks, test_unbindable; r: test_descriptor_arrays,
        test_storage_images, test_mismatches).
     8. A module of at most some two thousand declarations is looked at in time proportional to its
        words (tests/vulkan/vk_time_test.c).

   Limits. The words go to the driver, which trusts them: run spirv-val on words of unknown origin
   first, or switch validation on. An endless loop in a module hangs the call, or loses the device,
   as the driver decides. A context serves one thread at a time; it, and what is open in it, must
   not move in memory. Opening a pipeline takes up to 64 kB of stack. Indices are not looked at: one
   that points behind the vertices reads what the device makes of it. Not there: multisampling,
   stencil, texel buffers, input attachments, runtime arrays of descriptors, geometry and
   tessellation stages, indirect draws. Decoration groups are not read.

   Configuration:
     LAMBDAV_VK_IMPLEMENTATION  emit the code, in exactly one translation unit
     LAMBDAV_VK_NO_LOADER       no dlopen; options.get_instance_proc_addr is then required
     LAMBDAV_VK_TYPES_ONLY      the enums and structs that need no Vulkan-Headers, nothing else
     LAMBDAV_VK_KEEP_PRIVATE    leaves the private macros defined, for tests

   Contents:
     [0] >>manual     what you are reading
     [1] >>api        types and functions
     [2] >>tables     formats, resources, stages, results, capabilities, the vertex module
     [3] >>error      the one place where an error is made
     [4] >>reader     SPIR-V words -> instructions
     [5] >>module     instructions -> declarations, sizes, static uses
     [6] >>loader     library -> entry points
     [7] >>instance   options -> instance, messages
     [8] >>device     instance -> device, queue, features
     [9] >>interface  words -> what a pipeline must know
     [10] >>commands  recording, submission, time
     [11] >>memory    memory, buffers, staging
     [12] >>image     images, mipmaps, samplers
     [13] >>layout    resources -> layouts of sets and pipelines
     [14] >>bind      bindings -> descriptor sets, push constants
     [15] >>pipeline  stages, formats, vertex inputs -> pipeline
     [16] >>target    size -> images, read-back memory
     [17] >>draw      pass -> pixels, time
     [18] >>dispatch  jobs -> bytes, time
     [19] >>driver    the public functions
     [20] >>footer    private macros end */

/* -------------------------------------------------------------------------------------------------
   // >>api  [1]  types and functions
   Options and passes start as all zero bytes; a zero field means the default. Every function but
   the plain queries returns LAMBDAV_VK_OK, which is 0, or a status whose text is in context.error
   until the next call with that context. */
#ifndef LAMBDAV_VK_H
#define LAMBDAV_VK_H

#include <stddef.h>
#include <stdint.h>

#ifndef LAMBDAV_VK_TYPES_ONLY
#ifndef VK_NO_PROTOTYPES
#define VK_NO_PROTOTYPES
#endif
#include <vulkan/vulkan_core.h>
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define LAMBDAV_VK_MAX_ATTACHMENTS 8  /* of a pass; a device may allow fewer */
#define LAMBDAV_VK_MAX_DEVICES 16     /* further devices of a machine are not looked at */
#define LAMBDAV_VK_ERROR_SIZE 512     /* bytes of context.error, the terminating zero included */
#define LAMBDAV_VK_MAX_RESOURCES 64   /* variables with set and binding that a pipeline uses */
#define LAMBDAV_VK_MAX_SETS 8         /* descriptor sets of a pipeline; a device may allow fewer */
#define LAMBDAV_VK_MAX_SLOTS 8        /* vertex buffers of a draw */
#define LAMBDAV_VK_MAX_INPUTS 16      /* locations that a vertex module reads */
#define LAMBDAV_VK_MAX_CONSTANTS 64   /* specialisation constants given to a pipeline */
#define LAMBDAV_VK_MAX_LEVELS 16      /* mipmap levels of an image */
#define LAMBDAV_VK_NAME_SIZE 64       /* bytes of a name kept; longer ones are cut */
#define LAMBDAV_VK_ALL_LEVELS 0xFFFFFFFFu

/* The kinds of error: X(NAME, meaning). */
#define LAMBDAV_VK_STATUSES(X) \
    X(OK, "no error") \
    X(ARGUMENT, "a field of the caller's structs is missing or wrong") \
    X(LOADER, "no Vulkan loader, or an entry point is missing") \
    X(DEVICE, "no device fits") \
    X(MODULE, "the words are not a module that a pass can run") \
    X(BINDING, "the module uses a resource that nothing, or nothing that fits, is bound to") \
    X(UNSUPPORTED, "the device lacks a version, a capability or a format") \
    X(LIMIT, "a size is beyond the limits of the device") \
    X(VULKAN, "a Vulkan call failed") \
    X(LOST, "the device was lost; close the context")

#define LAMBDAV_VK_STATUS(name, meaning) LAMBDAV_VK_##name,
typedef enum { LAMBDAV_VK_STATUSES(LAMBDAV_VK_STATUS) LAMBDAV_VK_STATUS_COUNT } lambdav_vk_status;
#undef LAMBDAV_VK_STATUS

/* The pixel formats: X(NAME, VkFormat, bytes per pixel, kind of components, SPIR-V's image format).
   SRGBA8 is RGBA8 with the sRGB curve; D32F is for depth alone. */
#define LAMBDAV_VK_FORMATS(X) \
    X(RGBA8, VK_FORMAT_R8G8B8A8_UNORM, 4, FLOAT, 4) \
    X(RGBA16F, VK_FORMAT_R16G16B16A16_SFLOAT, 8, FLOAT, 2) \
    X(RGBA32F, VK_FORMAT_R32G32B32A32_SFLOAT, 16, FLOAT, 1) \
    X(SRGBA8, VK_FORMAT_R8G8B8A8_SRGB, 4, FLOAT, 0) \
    X(RGBA8_SNORM, VK_FORMAT_R8G8B8A8_SNORM, 4, FLOAT, 5) \
    X(R8, VK_FORMAT_R8_UNORM, 1, FLOAT, 15) \
    X(RG8, VK_FORMAT_R8G8_UNORM, 2, FLOAT, 13) \
    X(R16F, VK_FORMAT_R16_SFLOAT, 2, FLOAT, 9) \
    X(RG16F, VK_FORMAT_R16G16_SFLOAT, 4, FLOAT, 7) \
    X(R32F, VK_FORMAT_R32_SFLOAT, 4, FLOAT, 3) \
    X(RG32F, VK_FORMAT_R32G32_SFLOAT, 8, FLOAT, 6) \
    X(R16, VK_FORMAT_R16_UNORM, 2, FLOAT, 14) \
    X(RG16, VK_FORMAT_R16G16_UNORM, 4, FLOAT, 12) \
    X(RGBA16, VK_FORMAT_R16G16B16A16_UNORM, 8, FLOAT, 10) \
    X(R8_SNORM, VK_FORMAT_R8_SNORM, 1, FLOAT, 20) \
    X(RG8_SNORM, VK_FORMAT_R8G8_SNORM, 2, FLOAT, 18) \
    X(R16_SNORM, VK_FORMAT_R16_SNORM, 2, FLOAT, 19) \
    X(RG16_SNORM, VK_FORMAT_R16G16_SNORM, 4, FLOAT, 17) \
    X(RGBA16_SNORM, VK_FORMAT_R16G16B16A16_SNORM, 8, FLOAT, 16) \
    X(R32I, VK_FORMAT_R32_SINT, 4, INT, 24) \
    X(RG32I, VK_FORMAT_R32G32_SINT, 8, INT, 25) \
    X(RGBA32I, VK_FORMAT_R32G32B32A32_SINT, 16, INT, 21) \
    X(RGBA16I, VK_FORMAT_R16G16B16A16_SINT, 8, INT, 22) \
    X(RGBA8I, VK_FORMAT_R8G8B8A8_SINT, 4, INT, 23) \
    X(R16I, VK_FORMAT_R16_SINT, 2, INT, 28) \
    X(RG16I, VK_FORMAT_R16G16_SINT, 4, INT, 26) \
    X(R8I, VK_FORMAT_R8_SINT, 1, INT, 29) \
    X(RG8I, VK_FORMAT_R8G8_SINT, 2, INT, 27) \
    X(R32UI, VK_FORMAT_R32_UINT, 4, UINT, 33) \
    X(RG32UI, VK_FORMAT_R32G32_UINT, 8, UINT, 35) \
    X(RGBA32UI, VK_FORMAT_R32G32B32A32_UINT, 16, UINT, 30) \
    X(RGBA16UI, VK_FORMAT_R16G16B16A16_UINT, 8, UINT, 31) \
    X(RGBA8UI, VK_FORMAT_R8G8B8A8_UINT, 4, UINT, 32) \
    X(R16UI, VK_FORMAT_R16_UINT, 2, UINT, 38) \
    X(RG16UI, VK_FORMAT_R16G16_UINT, 4, UINT, 36) \
    X(R8UI, VK_FORMAT_R8_UINT, 1, UINT, 39) \
    X(RG8UI, VK_FORMAT_R8G8_UINT, 2, UINT, 37) \
    X(D32F, VK_FORMAT_D32_SFLOAT, 4, DEPTH, 0)

#define LAMBDAV_VK_FORMAT(name, format, bytes, kind, image) LAMBDAV_VK_##name,
typedef enum { LAMBDAV_VK_FORMATS(LAMBDAV_VK_FORMAT) LAMBDAV_VK_FORMAT_COUNT } lambdav_vk_format;
#undef LAMBDAV_VK_FORMAT

/* The shapes of images: X(NAME, VkImageType, VkImageViewType, SPIR-V's Dim, arrayed, faces). */
#define LAMBDAV_VK_SHAPES(X) \
    X(2D, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D, 1, 0, 1) \
    X(2D_ARRAY, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, 1, 1, 1) \
    X(3D, VK_IMAGE_TYPE_3D, VK_IMAGE_VIEW_TYPE_3D, 2, 0, 1) \
    X(CUBE, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE, 3, 0, 6) \
    X(CUBE_ARRAY, VK_IMAGE_TYPE_2D, VK_IMAGE_VIEW_TYPE_CUBE_ARRAY, 3, 1, 6) \
    X(1D, VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D, 0, 0, 1) \
    X(1D_ARRAY, VK_IMAGE_TYPE_1D, VK_IMAGE_VIEW_TYPE_1D_ARRAY, 0, 1, 1)

/* Comparisons of depth, the new value on the left: X(NAME, VkCompareOp). NONE: no comparison. */
#define LAMBDAV_VK_COMPARES(X) \
    X(NONE, VK_COMPARE_OP_ALWAYS) \
    X(LESS, VK_COMPARE_OP_LESS) \
    X(LESS_EQUAL, VK_COMPARE_OP_LESS_OR_EQUAL) \
    X(GREATER, VK_COMPARE_OP_GREATER) \
    X(GREATER_EQUAL, VK_COMPARE_OP_GREATER_OR_EQUAL) \
    X(EQUAL, VK_COMPARE_OP_EQUAL) \
    X(NOT_EQUAL, VK_COMPARE_OP_NOT_EQUAL) \
    X(ALWAYS, VK_COMPARE_OP_ALWAYS) \
    X(NEVER, VK_COMPARE_OP_NEVER)

/* What becomes of the colour s of the module and the colour d that is there:
   X(NAME, factor of s, factor of d, operation, meaning). All four components are treated alike. */
#define LAMBDAV_VK_BLENDS(X) \
    X(NONE, ONE, ZERO, ADD, "s") \
    X(ALPHA, SRC_ALPHA, ONE_MINUS_SRC_ALPHA, ADD, "s * s.a + d * (1 - s.a)") \
    X(PREMULTIPLIED, ONE, ONE_MINUS_SRC_ALPHA, ADD, "s + d * (1 - s.a)") \
    X(ADD, ONE, ONE, ADD, "s + d") \
    X(MULTIPLY, DST_COLOR, ZERO, ADD, "s * d") \
    X(MIN, ONE, ONE, MIN, "min(s, d)") \
    X(MAX, ONE, ONE, MAX, "max(s, d)")

/* What a draw makes of its vertices: X(NAME, VkPrimitiveTopology). */
#define LAMBDAV_VK_TOPOLOGIES(X) \
    X(TRIANGLES, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST) \
    X(TRIANGLE_STRIP, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP) \
    X(TRIANGLE_FAN, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_FAN) \
    X(LINES, VK_PRIMITIVE_TOPOLOGY_LINE_LIST) \
    X(LINE_STRIP, VK_PRIMITIVE_TOPOLOGY_LINE_STRIP) \
    X(POINTS, VK_PRIMITIVE_TOPOLOGY_POINT_LIST)

/* What a sampler does beyond the edge: X(NAME, VkSamplerAddressMode). */
#define LAMBDAV_VK_ADDRESSES(X) \
    X(REPEAT, VK_SAMPLER_ADDRESS_MODE_REPEAT) \
    X(MIRROR, VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT) \
    X(CLAMP, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE) \
    X(BORDER, VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER)

/* The kinds of descriptors: X(NAME, VkDescriptorType, what it is called). */
#define LAMBDAV_VK_RESOURCES(X) \
    X(UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, "uniform buffer") \
    X(STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, "storage buffer") \
    X(TEXTURE, VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, "texture") \
    X(SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, "sampled image") \
    X(SAMPLER, VK_DESCRIPTOR_TYPE_SAMPLER, "sampler") \
    X(STORAGE_IMAGE, VK_DESCRIPTOR_TYPE_STORAGE_IMAGE, "storage image")

#define LAMBDAV_VK_SHAPE(name, type, view, dim, arrayed, faces) LAMBDAV_VK_##name,
#define LAMBDAV_VK_COMPARE(name, op) LAMBDAV_VK_COMPARE_##name,
#define LAMBDAV_VK_BLEND(name, s, d, op, meaning) LAMBDAV_VK_BLEND_##name,
#define LAMBDAV_VK_TOPOLOGY(name, topology) LAMBDAV_VK_##name,
#define LAMBDAV_VK_ADDRESS(name, mode) LAMBDAV_VK_ADDRESS_##name,
#define LAMBDAV_VK_RESOURCE(name, type, text) LAMBDAV_VK_##name,
typedef enum { LAMBDAV_VK_SHAPES(LAMBDAV_VK_SHAPE) LAMBDAV_VK_SHAPE_COUNT } lambdav_vk_shape;
typedef enum {
    LAMBDAV_VK_COMPARES(LAMBDAV_VK_COMPARE) LAMBDAV_VK_COMPARE_COUNT
} lambdav_vk_compare;
typedef enum { LAMBDAV_VK_BLENDS(LAMBDAV_VK_BLEND) LAMBDAV_VK_BLEND_COUNT } lambdav_vk_blend;
typedef enum {
    LAMBDAV_VK_TOPOLOGIES(LAMBDAV_VK_TOPOLOGY) LAMBDAV_VK_TOPOLOGY_COUNT
} lambdav_vk_topology;
typedef enum {
    LAMBDAV_VK_ADDRESSES(LAMBDAV_VK_ADDRESS) LAMBDAV_VK_ADDRESS_COUNT
} lambdav_vk_address;
typedef enum {
    LAMBDAV_VK_RESOURCES(LAMBDAV_VK_RESOURCE) LAMBDAV_VK_RESOURCE_COUNT
} lambdav_vk_resource_kind;
#undef LAMBDAV_VK_SHAPE
#undef LAMBDAV_VK_COMPARE
#undef LAMBDAV_VK_BLEND
#undef LAMBDAV_VK_TOPOLOGY
#undef LAMBDAV_VK_ADDRESS
#undef LAMBDAV_VK_RESOURCE

typedef enum {
    LAMBDAV_VK_LINEAR,
    LAMBDAV_VK_NEAREST
} lambdav_vk_filter;

typedef enum {
    LAMBDAV_VK_CULL_NONE,
    LAMBDAV_VK_CULL_BACK,
    LAMBDAV_VK_CULL_FRONT
} lambdav_vk_cull;

typedef enum {
    LAMBDAV_VK_MESSAGE_WARNING,
    LAMBDAV_VK_MESSAGE_ERROR,
    LAMBDAV_VK_MESSAGE_KINDS
} lambdav_vk_message_kind;

/* What an image is to be. Pixels lie as lambdav_vk_image_read stores them. */
typedef struct {
    lambdav_vk_format format;
    lambdav_vk_shape shape;
    uint32_t width, height;  /* of level 0; height 0 is 1 */
    uint32_t depth;          /* slices of 3D, layers of an array, cubes of a cube array; 0 is 1 */
    uint32_t levels;         /* 0 is 1; LAMBDAV_VK_ALL_LEVELS: down to 1x1x1 */
    /* Levels that pixels holds, one after the other, the largest first; 0 is 1. The levels after
       them are made on the device, each from the one before: the mean of 2x2 (3D: 2x2x2) pixels
       where the size is even. Not for formats that the device does not filter (integers, depth). */
    uint32_t levels_given;
    const void *pixels;      /* NULL: all components are 0 */
    size_t size;             /* bytes at pixels */
} lambdav_vk_image_info;

/* What a sampler is to be. All zero: trilinear, repeating. */
typedef struct {
    lambdav_vk_filter minify, magnify, mipmap;
    lambdav_vk_address address[3];  /* along u, v, w */
    lambdav_vk_compare compare;     /* for depth textures: reference COMPARE texel */
    float lod_bias, min_lod;
    float max_lod;                  /* 0: no limit; to see level 0 alone make an image of one
                                       level */
    float anisotropy;               /* 0 is 1; more needs the device's samplerAnisotropy */
    int white_border;               /* beyond a BORDER: 0 transparent black, else opaque white */
} lambdav_vk_sampler_info;

/* A value for a specialisation constant. One that the module does not have is an error. */
typedef struct {
    const char *name;  /* its OpName; NULL: id says which */
    uint32_t id;       /* its SpecId */
    uint64_t bits;     /* the value, in as many low bits as its type has; a bool is 0 or 1 */
} lambdav_vk_constant;

/* Where the vertex module's input at a location comes from. Inputs that no row names are read from
   slot 0. The format follows from the input's type; components have 32 bits. */
typedef struct {
    const char *name;   /* the input's OpName; NULL: location says which */
    uint32_t location;
    uint32_t slot;      /* of geometry.vertices */
    uint32_t offset;    /* bytes from an element's start */
    uint32_t stride;    /* bytes from element to element; 0: the inputs of the slot lie packed in
                           order of location (offset is not used then) */
    int per_instance;   /* nonzero: an element per instance, not per vertex */
} lambdav_vk_input;

#ifndef LAMBDAV_VK_TYPES_ONLY

/* Receives one message of the validation layer, from inside a call of this header. The text is
   valid during the call. It may not call this header. */
typedef void (*lambdav_vk_message_function)(void *user, lambdav_vk_message_kind kind,
                                            const char *text);

typedef struct {
    /* All digits: an index into lambdav_vk_devices; else part of a name, in any case; NULL: the
       best (discrete, integrated, virtual, CPU). */
    const char *device;
    /* Nonzero: load VK_LAYER_KHRONOS_validation; an error if it is not installed. */
    int validation;
    /* Takes what validation reports, with message_user as its first argument; NULL: only
    counted. */
    lambdav_vk_message_function message;
    void *message_user;
    /* Highest Vulkan version to ask for, as VK_API_VERSION_1_0; 0: the highest known, 1.3. */
    uint32_t max_version;
    /* Takes the loader's place; NULL: open the system's Vulkan library. */
    PFN_vkGetInstanceProcAddr get_instance_proc_addr;
} lambdav_vk_options;

typedef struct {
    char name[VK_MAX_PHYSICAL_DEVICE_NAME_SIZE];
    VkPhysicalDeviceType type;
    uint32_t version;         /* of Vulkan, as VK_API_VERSION_1_0 */
    uint32_t vendor;          /* PCI vendor, or a Khronos vendor id */
    uint32_t driver_version;  /* in the driver's own encoding */
    int draws;                /* nonzero if it has a queue for graphics */
} lambdav_vk_device;

/* Bytes on the device, for every use: uniform and storage block, vertices, indices. The caller owns
   the struct and may read the first group; open it with lambdav_vk_buffer_open. */
typedef struct {
    uint64_t size; /* bytes, as asked for */

    struct lambdav_vk_context *context;
    VkBuffer buffer;
    VkDeviceMemory memory;
} lambdav_vk_buffer;

/* An image on the device, for every use that its format has on the device: texture, storage image,
   attachment. The caller owns the struct and may read the first group. */
typedef struct {
    lambdav_vk_format format;
    lambdav_vk_shape shape;
    uint32_t width, height, depth;  /* of level 0 */
    uint32_t layers, levels;        /* a cube has 6 layers */

    struct lambdav_vk_context *context;
    VkFormatFeatureFlags features;
    VkImage image;
    VkDeviceMemory memory;
    VkImageView view;                         /* of everything */
    VkImageView parts[LAMBDAV_VK_MAX_LEVELS]; /* of one level each */
} lambdav_vk_image;

typedef struct {
    struct lambdav_vk_context *context;
    VkSampler sampler;
    int linear, compares;
} lambdav_vk_sampler;

/* What the module finds under a name, or at a set and binding. Of an array of descriptors, each
   element has a row of its own. */
typedef struct {
    /* The variable's OpName, or the OpName of its block; NULL: set and binding say which. */
    const char *name;
    uint32_t set, binding;
    uint32_t element;              /* of an array of descriptors */
    /* Blocks: buffer from offset on; range 0 is all the rest. */
    lambdav_vk_buffer *buffer;
    uint64_t offset, range;
    /* Textures: image and sampler; sampled images: image; storage images: one level of image. */
    lambdav_vk_image *image;
    uint32_t level;
    lambdav_vk_sampler *sampler;   /* NULL for a texture: repeating, and trilinear where the device
                                      filters the format, else nearest */
} lambdav_vk_binding;

typedef struct lambdav_vk_pipeline lambdav_vk_pipeline;

/* One draw. All zero: nothing is drawn, since count is 0. */
typedef struct {
    lambdav_vk_pipeline *pipeline; /* NULL: that of the call; else one opened with the same
                                      formats */
    const lambdav_vk_binding *bindings; /* looked through before those of the pass */
    size_t binding_count;
    const void *push;               /* NULL: those of the pass */
    size_t push_size;
    struct {
        lambdav_vk_buffer *buffer;
        uint64_t offset;            /* of element 0, bytes */
    } vertices[LAMBDAV_VK_MAX_SLOTS];
    lambdav_vk_buffer *indices;     /* of 32 bits; NULL: vertices in order */
    uint64_t index_offset;          /* of the first index, bytes */
    uint32_t count;                 /* vertices or indices to draw */
    uint32_t instances;             /* 0 is 1 */
    uint32_t first_vertex;          /* with indices: added to each */
    uint32_t first_instance;
} lambdav_vk_geometry;

typedef struct {
    lambdav_vk_format format;
    void *pixels;    /* takes width * height pixels; NULL: rendered, but not read back */
    size_t size;     /* bytes at pixels */
    float clear[4];  /* red, green, blue, alpha of what the module does not write */
    lambdav_vk_blend blend;
    lambdav_vk_image *image; /* 2D, of the pass's size: drawn to; NULL: one that the pipeline
                                owns */
    int keep;        /* nonzero: image keeps what it holds, clear is not used; needs image */
} lambdav_vk_attachment;

typedef struct {
    const uint32_t *words; /* the module, in the byte order of the machine */
    size_t word_count;
    const char *entry;      /* name of a Fragment entry point; NULL: the first one */
    uint32_t width, height;
    uint32_t attachment_count;
    lambdav_vk_attachment attachments[LAMBDAV_VK_MAX_ATTACHMENTS];
    const void *push;   /* push constants, laid out as the module's block says */
    size_t push_size;   /* bytes at push: the block at least, rounded up to 4; the rest is not
                           used */
    uint64_t gpu_ns;    /* result: nanoseconds of the draws on the device; 0: it has no clock */

    /* What the module reads. NULL, 0: nothing. */
    const lambdav_vk_binding *bindings;
    size_t binding_count;
    const lambdav_vk_constant *constants; /* of both stages: each takes those that it has */
    size_t constant_count;

    /* The vertex stage. Without vertex_words one triangle covers the picture, and what follows
       but depth is not used. */
    const uint32_t *vertex_words; /* may be the same as words */
    size_t vertex_word_count;
    const char *vertex_entry;      /* name of a Vertex entry point; NULL: the first one */
    const lambdav_vk_input *inputs;
    size_t input_count;
    const lambdav_vk_geometry *draws; /* drawn in order; needed if there is a vertex stage */
    size_t draw_count;
    lambdav_vk_topology topology;
    lambdav_vk_cull cull;
    int clockwise; /* nonzero: triangles that turn clockwise in the picture face front; 0: others */

    /* Depth. With a test there is a depth buffer of D32F, and depth is written where it passes. */
    lambdav_vk_compare depth_test;
    int depth_read_only;      /* nonzero: tested, but not written */
    float depth_clear;        /* what it is at first; 0 is 1 if the test is LESS or LESS_EQUAL */
    lambdav_vk_image *depth;  /* 2D D32F of the pass's size; NULL: one that the pipeline owns */
    int depth_keep;           /* nonzero: depth keeps what it holds; needs depth */
} lambdav_vk_pass;

/* A compute module to be opened. */
typedef struct {
    const uint32_t *words; /* the module, in the byte order of the machine */
    size_t word_count;
    const char *entry;      /* name of a GLCompute entry point; NULL: the first one */
    const lambdav_vk_constant *constants;
    size_t constant_count;
} lambdav_vk_compute;

/* One dispatch. */
typedef struct {
    lambdav_vk_pipeline *pipeline;
    const lambdav_vk_binding *bindings;
    size_t binding_count;
    const void *push;        /* push constants, as in a pass */
    size_t push_size;
    uint32_t groups[3];      /* workgroups along x, y, z, 0 is 1; all 0: as invocations say */
    uint32_t invocations[3]; /* at least so many along x, y, z; 0 is 1 */
} lambdav_vk_job;

/* The Vulkan entry points in use, without their vk, by the level that they are loaded at. */
#define LVKI_GLOBAL_CALLS(X) X(CreateInstance)
#define LVKI_OPTIONAL_CALLS(X) X(EnumerateInstanceVersion)
#define LVKI_INSTANCE_CALLS(X) \
    X(DestroyInstance) X(EnumeratePhysicalDevices) X(GetPhysicalDeviceProperties) \
    X(GetPhysicalDeviceFeatures) X(GetPhysicalDeviceMemoryProperties) \
    X(GetPhysicalDeviceQueueFamilyProperties) X(GetPhysicalDeviceImageFormatProperties) \
    X(GetPhysicalDeviceFormatProperties) \
    X(CreateDevice) X(DestroyDevice) X(GetDeviceProcAddr)
#define LVKI_INSTANCE_1_1_CALLS(X) X(GetPhysicalDeviceFeatures2) X(GetPhysicalDeviceProperties2)
#define LVKI_DEBUG_CALLS(X) X(DestroyDebugUtilsMessengerEXT) X(CreateDebugUtilsMessengerEXT)
#define LVKI_DEVICE_CALLS(X) \
    X(GetDeviceQueue) X(DeviceWaitIdle) X(QueueSubmit) X(AllocateMemory) X(FreeMemory) \
    X(MapMemory) X(InvalidateMappedMemoryRanges) X(FlushMappedMemoryRanges) \
    X(CreateBuffer) X(DestroyBuffer) \
    X(GetBufferMemoryRequirements) X(BindBufferMemory) X(CreateImage) X(DestroyImage) \
    X(GetImageMemoryRequirements) X(BindImageMemory) X(CreateImageView) X(DestroyImageView) \
    X(CreateShaderModule) X(DestroyShaderModule) X(CreatePipelineLayout) \
    X(DestroyPipelineLayout) X(CreateRenderPass) X(DestroyRenderPass) \
    X(CreateGraphicsPipelines) X(CreateComputePipelines) X(DestroyPipeline) \
    X(CreateFramebuffer) X(DestroyFramebuffer) X(CreateFence) X(DestroyFence) X(ResetFences) \
    X(WaitForFences) X(CreateQueryPool) \
    X(DestroyQueryPool) X(GetQueryPoolResults) X(CreateDescriptorSetLayout) \
    X(DestroyDescriptorSetLayout) X(CreateDescriptorPool) X(DestroyDescriptorPool) \
    X(AllocateDescriptorSets) X(UpdateDescriptorSets) X(CreateSampler) X(DestroySampler)
#define LVKI_COMMAND_CALLS(X) \
    X(CreateCommandPool) X(DestroyCommandPool) X(ResetCommandPool) X(AllocateCommandBuffers) \
    X(BeginCommandBuffer) X(EndCommandBuffer) X(CmdBeginRenderPass) X(CmdEndRenderPass) \
    X(CmdBindPipeline) X(CmdSetViewport) X(CmdSetScissor) X(CmdPushConstants) X(CmdDraw) \
    X(CmdCopyImageToBuffer) X(CmdPipelineBarrier) X(CmdResetQueryPool) X(CmdWriteTimestamp) \
    X(CmdBindDescriptorSets) X(CmdDispatch) X(CmdCopyBuffer) X(CmdFillBuffer) \
    X(CmdCopyBufferToImage) X(CmdBlitImage) X(CmdClearColorImage) X(CmdClearDepthStencilImage) \
    X(CmdBindVertexBuffers) X(CmdBindIndexBuffer) X(CmdDrawIndexed)

#define LVKI_SLOT(name) PFN_vk##name name;
typedef struct {
    PFN_vkGetInstanceProcAddr GetInstanceProcAddr;
    LVKI_GLOBAL_CALLS(LVKI_SLOT)
    LVKI_OPTIONAL_CALLS(LVKI_SLOT)
    LVKI_INSTANCE_CALLS(LVKI_SLOT)
    LVKI_INSTANCE_1_1_CALLS(LVKI_SLOT)
    LVKI_DEBUG_CALLS(LVKI_SLOT)
    LVKI_DEVICE_CALLS(LVKI_SLOT)
    LVKI_COMMAND_CALLS(LVKI_SLOT)
} lambdav_vk_calls;
#undef LVKI_SLOT

/* What the device was opened with; what it is too old for is false. */
typedef struct {
    VkPhysicalDeviceFeatures2 core;
    VkPhysicalDeviceVulkan11Features v11;
    VkPhysicalDeviceVulkan12Features v12;
    VkPhysicalDeviceVulkan13Features v13;
    VkPhysicalDeviceFloatControlsProperties controls; /* not switched on: what there is */
    VkBool32 subgroups[8]; /* by VkSubgroupFeatureBits: there, or not */
} lambdav_vk_features;

/* An open device. The caller reads the first group; the rest is private. */
typedef struct lambdav_vk_context {
    char error[LAMBDAV_VK_ERROR_SIZE];  /* what the last call had to say, "" if it succeeded */
    lambdav_vk_status status;           /* of the last call */
    VkResult result;                    /* of the Vulkan call that failed, VK_SUCCESS if none did */
    lambdav_vk_device device;           /* the device in use */
    uint32_t messages[LAMBDAV_VK_MESSAGE_KINDS]; /* of validation since the context was opened */

    lambdav_vk_options options;
    lambdav_vk_calls calls;
    void *library;
    uint32_t version; /* that instance and device both speak */
    int lost;
    VkInstance instance;
    VkDebugUtilsMessengerEXT messenger;
    VkPhysicalDevice physical;
    VkPhysicalDeviceLimits limits;
    VkPhysicalDeviceMemoryProperties memory;
    lambdav_vk_features features;
    uint32_t family, timestamp_bits;
    int computes; /* the queue runs compute modules */
    VkDevice logical;
    VkQueue queue;
    VkCommandPool pool;
    VkCommandBuffer commands;
    VkFence fence;
    VkQueryPool queries;
    VkDescriptorPool descriptors; /* of the call that is under way */
    lambdav_vk_buffer staging; /* what goes to and from buffers and images passes through it */
    unsigned char *staged;
    int staging_coherent;
    lambdav_vk_sampler plain[2]; /* that filters, that does not; made when a texture wants one */
} lambdav_vk_context;

/* Images of one size, depth the last, and the memory that they are read back through. Private. */
typedef struct {
    uint32_t width, height;
    VkImage images[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkDeviceMemory memories[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkImageView views[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkFramebuffer framebuffer;
    VkBuffer buffer;
    VkDeviceMemory buffer_memory;
    VkDeviceSize offsets[LAMBDAV_VK_MAX_ATTACHMENTS]; /* of each attachment in the buffer */
    unsigned char *mapped;
    int coherent;
} lambdav_vk_target;

/* What a pipeline reads from one vertex buffer. Private. */
typedef struct {
    int used, per_instance;
    uint32_t stride, span;            /* bytes from element to element, and of what is read of
                                         one */
    char name[LAMBDAV_VK_NAME_SIZE];  /* of the first input */
} lambdav_vk_slot;

/* A variable with set and binding that a pipeline's entry points use. */
typedef struct {
    char name[LAMBDAV_VK_NAME_SIZE];   /* of the variable, "" if the module gives none */
    char block[LAMBDAV_VK_NAME_SIZE];  /* of a block's type, "" if it has none */
    lambdav_vk_resource_kind kind;
    uint32_t set, binding;
    uint32_t count;            /* elements of an array of descriptors, else 1 */
    uint64_t size;             /* blocks: least bytes of a buffer, a runtime array being empty */
    uint32_t stride;           /* blocks: bytes per element of a last runtime array; 0: none */
    int writes;                /* storage: the module may write it */
    lambdav_vk_shape shape;    /* images: what their shape must be */
    lambdav_vk_format format;  /* storage images: of the declaration; LAMBDAV_VK_FORMAT_COUNT:
                                  any */
    uint32_t components;       /* images: 0 floats, 1 ints, 2 uints */
    VkShaderStageFlags stages;
} lambdav_vk_resource;

/* Modules made ready to run. The caller owns the bytes and may read the first group. */
struct lambdav_vk_pipeline {
    uint32_t resource_count;
    lambdav_vk_resource resources[LAMBDAV_VK_MAX_RESOURCES];
    uint32_t workgroup[3]; /* invocations of a workgroup; 0 for what draws */

    lambdav_vk_context *context;
    uint32_t attachment_count;
    lambdav_vk_format formats[LAMBDAV_VK_MAX_ATTACHMENTS];
    uint32_t outputs[LAMBDAV_VK_MAX_ATTACHMENTS]; /* components written: 1 red .. 8 alpha */
    uint32_t external, kept; /* bit i: picture i is the caller's, keeps what it holds */
    lambdav_vk_compare depth_test;
    int vertices; /* there is a vertex stage of the caller */
    lambdav_vk_slot slots[LAMBDAV_VK_MAX_SLOTS];
    uint32_t push_size; /* bytes of the module's block, a multiple of 4 */
    VkShaderStageFlags push_stages;
    uint32_t set_count;
    VkDescriptorSetLayout sets[LAMBDAV_VK_MAX_SETS];
    VkShaderModule modules[2]; /* vertex and fragment; or compute */
    VkRenderPass render_pass;
    VkPipelineLayout layout;
    VkPipeline pipeline;
    lambdav_vk_target target;
};

/* Opens a device. options may be NULL. The struct need not be initialised; after an error it holds
   nothing that must be closed, and its error text stays readable. */
lambdav_vk_status lambdav_vk_open(lambdav_vk_context *context, const lambdav_vk_options *options);

/* Closes what is open; pipelines must have been closed. A context that failed to open, that is
   closed already or that is all zero is left alone. error and status keep what the last call left
   there. */
void lambdav_vk_close(lambdav_vk_context *context);

/* Lists the devices without opening one: stores at most capacity of them and how many there are in
   *count. list may be NULL if capacity is 0. context must not be open and is not open afterwards;
   it lends its error text. */
lambdav_vk_status lambdav_vk_devices(lambdav_vk_context *context, const lambdav_vk_options *options,
                                     lambdav_vk_device *list, uint32_t capacity, uint32_t *count);

/* Draws one picture: opens a pipeline, draws, closes it. On error the pixels are undefined. */
lambdav_vk_status lambdav_vk_draw(lambdav_vk_context *context, lambdav_vk_pass *pass);

/* Builds what does not change from frame to frame out of the pass: words and entries of the stages,
   constants, inputs, topology, cull, clockwise, depth_test, depth_read_only, depth_keep,
   attachment_count, and of each attachment and of depth its format, blend, keep and whether there
   is an image. What the modules read is in pipeline->resources then. The struct need not be
   initialised; after an error it needs no closing. Words, constants and inputs are not needed
   afterwards. */
lambdav_vk_status lambdav_vk_pipeline_open(lambdav_vk_context *context,
                                           lambdav_vk_pipeline *pipeline,
                                           const lambdav_vk_pass *pass);

/* Draws a frame: uses the rest of the pass; what pipeline_open lists must stay the same. Images
   that the pipeline owns are kept as long as the size stays the same. On error the pixels are
   undefined; unless the device is lost, the pipeline can draw again. */
lambdav_vk_status lambdav_vk_pipeline_draw(lambdav_vk_context *context,
                                           lambdav_vk_pipeline *pipeline,
                                           lambdav_vk_pass *pass);

/* Makes a compute pipeline. The struct need not be initialised; after an error it needs no
   closing. The words and the constants are not needed afterwards. */
lambdav_vk_status lambdav_vk_compute_open(lambdav_vk_context *context,
                                          lambdav_vk_pipeline *pipeline,
                                          const lambdav_vk_compute *compute);

/* Runs the jobs in order and waits for the last one. Each sees all that those before it wrote, so
   that two buffers may swap their places from job to job. *gpu_ns, if not NULL, becomes the
   nanoseconds of all together on the device; 0: the device has no clock. On error what the jobs
   write is undefined. */
lambdav_vk_status lambdav_vk_run(lambdav_vk_context *context, const lambdav_vk_job *jobs,
                                 size_t job_count, uint64_t *gpu_ns);

/* Destroys what the pipeline holds. One that failed to open, or that is all zero, is left alone. */
void lambdav_vk_pipeline_close(lambdav_vk_context *context, lambdav_vk_pipeline *pipeline);

/* Makes a buffer of size bytes, which are those at bytes, or 0 if that is NULL. The struct need
   not be initialised; after an error it needs no closing. */
lambdav_vk_status lambdav_vk_buffer_open(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                         const void *bytes, uint64_t size);

/* Copies bytes of the caller into the buffer, from its byte offset on; or out of it. It is an error
   to go beyond the buffer's end. */
lambdav_vk_status lambdav_vk_buffer_write(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                          uint64_t offset, const void *bytes, uint64_t size);
lambdav_vk_status lambdav_vk_buffer_read(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                         uint64_t offset, void *bytes, uint64_t size);

/* Destroys the buffer. One that failed to open, or that is all zero, is left alone. It, and the
   closing functions below, must come before lambdav_vk_close and after the last call that uses
   it. */
void lambdav_vk_buffer_close(lambdav_vk_context *context, lambdav_vk_buffer *buffer);

/* Makes an image. The struct need not be initialised; after an error it needs no closing. */
lambdav_vk_status lambdav_vk_image_open(lambdav_vk_context *context, lambdav_vk_image *image,
                                        const lambdav_vk_image_info *info);

/* Bytes of one level: all layers (a cube has 6: +x -x +y -y +z -z) or slices, each row by row from
   the top, without padding. 0 if the image has no such level. */
size_t lambdav_vk_image_size(const lambdav_vk_image *image, uint32_t level);

/* Copies the pixels of one level into the image, or out of it. size is what image_size says. */
lambdav_vk_status lambdav_vk_image_write(lambdav_vk_context *context, lambdav_vk_image *image,
                                         uint32_t level, const void *pixels, size_t size);
lambdav_vk_status lambdav_vk_image_read(lambdav_vk_context *context, lambdav_vk_image *image,
                                        uint32_t level, void *pixels, size_t size);

/* Makes the levels after the given one anew, as lambdav_vk_image_info describes. */
lambdav_vk_status lambdav_vk_image_mipmaps(lambdav_vk_context *context, lambdav_vk_image *image,
                                           uint32_t level);

/* Destroys the image. One that failed to open, or that is all zero, is left alone. */
void lambdav_vk_image_close(lambdav_vk_context *context, lambdav_vk_image *image);

/* Makes a sampler. info may be NULL: trilinear, repeating. The struct need not be initialised;
   after an error it needs no closing. */
lambdav_vk_status lambdav_vk_sampler_open(lambdav_vk_context *context, lambdav_vk_sampler *sampler,
                                          const lambdav_vk_sampler_info *info);

/* Destroys the sampler. One that failed to open, or that is all zero, is left alone. */
void lambdav_vk_sampler_close(lambdav_vk_context *context, lambdav_vk_sampler *sampler);

/* Bytes of a pixel; 0 if there is no such format. */
size_t lambdav_vk_pixel_size(lambdav_vk_format format);

/* What a status means, in a few words. Never NULL. */
const char *lambdav_vk_status_text(lambdav_vk_status status);

#endif /* LAMBDAV_VK_TYPES_ONLY */

#ifdef __cplusplus
}
#endif
#endif /* LAMBDAV_VK_H */

/* Stop here, if you only use the library. */

#if defined(LAMBDAV_VK_IMPLEMENTATION) && !defined(LAMBDAV_VK_IMPLEMENTED)
#define LAMBDAV_VK_IMPLEMENTED

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------------------------------------
   // >>tables  [2]  formats, resources, stages, results, capabilities, the vertex module */
/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: begin */
#define LVKI_SPV_MAGIC 0x07230203u

enum {
    LVKI_SPV_OpName = 5, LVKI_SPV_OpExtInst = 12, LVKI_SPV_OpMemoryModel = 14,
    LVKI_SPV_OpEntryPoint = 15, LVKI_SPV_OpExecutionMode = 16, LVKI_SPV_OpCapability = 17,
    LVKI_SPV_OpTypeVoid = 19, LVKI_SPV_OpTypeBool = 20, LVKI_SPV_OpTypeInt = 21,
    LVKI_SPV_OpTypeFloat = 22, LVKI_SPV_OpTypeVector = 23, LVKI_SPV_OpTypeMatrix = 24,
    LVKI_SPV_OpTypeImage = 25, LVKI_SPV_OpTypeSampler = 26, LVKI_SPV_OpTypeSampledImage = 27,
    LVKI_SPV_OpTypeArray = 28, LVKI_SPV_OpTypeRuntimeArray = 29, LVKI_SPV_OpTypeStruct = 30,
    LVKI_SPV_OpTypePointer = 32, LVKI_SPV_OpTypeFunction = 33, LVKI_SPV_OpConstantTrue = 41,
    LVKI_SPV_OpConstant = 43, LVKI_SPV_OpConstantComposite = 44, LVKI_SPV_OpSpecConstantTrue = 48,
    LVKI_SPV_OpSpecConstantFalse = 49, LVKI_SPV_OpSpecConstant = 50,
    LVKI_SPV_OpSpecConstantComposite = 51, LVKI_SPV_OpSpecConstantOp = 52, LVKI_SPV_OpFunction = 54,
    LVKI_SPV_OpFunctionEnd = 56, LVKI_SPV_OpFunctionCall = 57, LVKI_SPV_OpVariable = 59,
    LVKI_SPV_OpImageTexelPointer = 60, LVKI_SPV_OpLoad = 61, LVKI_SPV_OpStore = 62,
    LVKI_SPV_OpCopyMemorySized = 64, LVKI_SPV_OpAccessChain = 65, LVKI_SPV_OpArrayLength = 68,
    LVKI_SPV_OpInBoundsPtrAccessChain = 70, LVKI_SPV_OpDecorate = 71,
    LVKI_SPV_OpMemberDecorate = 72, LVKI_SPV_OpCompositeConstruct = 80,
    LVKI_SPV_OpCompositeExtract = 81, LVKI_SPV_OpCopyObject = 83, LVKI_SPV_OpConvertSToF = 111,
    LVKI_SPV_OpUConvert = 113, LVKI_SPV_OpSConvert = 114, LVKI_SPV_OpBitcast = 124,
    LVKI_SPV_OpSNegate = 126, LVKI_SPV_OpIAdd = 128, LVKI_SPV_OpISub = 130, LVKI_SPV_OpFSub = 131,
    LVKI_SPV_OpIMul = 132, LVKI_SPV_OpFMul = 133, LVKI_SPV_OpUDiv = 134, LVKI_SPV_OpSDiv = 135,
    LVKI_SPV_OpUMod = 137, LVKI_SPV_OpSRem = 138, LVKI_SPV_OpSMod = 139,
    LVKI_SPV_OpLogicalEqual = 164, LVKI_SPV_OpLogicalNotEqual = 165, LVKI_SPV_OpLogicalOr = 166,
    LVKI_SPV_OpLogicalAnd = 167, LVKI_SPV_OpLogicalNot = 168, LVKI_SPV_OpSelect = 169,
    LVKI_SPV_OpIEqual = 170, LVKI_SPV_OpINotEqual = 171, LVKI_SPV_OpUGreaterThan = 172,
    LVKI_SPV_OpSGreaterThan = 173, LVKI_SPV_OpUGreaterThanEqual = 174,
    LVKI_SPV_OpSGreaterThanEqual = 175, LVKI_SPV_OpULessThan = 176, LVKI_SPV_OpSLessThan = 177,
    LVKI_SPV_OpULessThanEqual = 178, LVKI_SPV_OpSLessThanEqual = 179,
    LVKI_SPV_OpShiftRightLogical = 194, LVKI_SPV_OpShiftRightArithmetic = 195,
    LVKI_SPV_OpShiftLeftLogical = 196, LVKI_SPV_OpBitwiseOr = 197, LVKI_SPV_OpBitwiseXor = 198,
    LVKI_SPV_OpBitwiseAnd = 199, LVKI_SPV_OpNot = 200, LVKI_SPV_OpAtomicLoad = 227,
    LVKI_SPV_OpAtomicStore = 228, LVKI_SPV_OpAtomicXor = 242, LVKI_SPV_OpPhi = 245,
    LVKI_SPV_OpLabel = 248, LVKI_SPV_OpReturn = 253, LVKI_SPV_OpReturnValue = 254,
    LVKI_SPV_OpAtomicFlagTestAndSet = 318, LVKI_SPV_OpAtomicFlagClear = 319,
    LVKI_SPV_OpExecutionModeId = 331, LVKI_SPV_OpPtrEqual = 401, LVKI_SPV_OpPtrDiff = 403,
    LVKI_SPV_OpTypeAccelerationStructureKHR = 5341, LVKI_SPV_OpAtomicFMinEXT = 5614,
    LVKI_SPV_OpAtomicFMaxEXT = 5615, LVKI_SPV_OpAtomicFAddEXT = 6035
};

enum {
    LVKI_SPV_ExecutionModel_Vertex = 0, LVKI_SPV_ExecutionModel_Fragment = 4,
    LVKI_SPV_ExecutionModel_GLCompute = 5
};

enum {
    LVKI_SPV_ExecutionMode_LocalSize = 17, LVKI_SPV_ExecutionMode_LocalSizeId = 38
};

enum {
    LVKI_SPV_StorageClass_UniformConstant = 0, LVKI_SPV_StorageClass_Input = 1,
    LVKI_SPV_StorageClass_Uniform = 2, LVKI_SPV_StorageClass_Output = 3,
    LVKI_SPV_StorageClass_Workgroup = 4, LVKI_SPV_StorageClass_PushConstant = 9,
    LVKI_SPV_StorageClass_StorageBuffer = 12
};

enum {
    LVKI_SPV_Dim_Buffer = 5, LVKI_SPV_Dim_SubpassData = 6
};

enum {
    LVKI_SPV_Decoration_SpecId = 1, LVKI_SPV_Decoration_BufferBlock = 3,
    LVKI_SPV_Decoration_RowMajor = 4, LVKI_SPV_Decoration_ArrayStride = 6,
    LVKI_SPV_Decoration_MatrixStride = 7, LVKI_SPV_Decoration_BuiltIn = 11,
    LVKI_SPV_Decoration_NonWritable = 24, LVKI_SPV_Decoration_Location = 30,
    LVKI_SPV_Decoration_Component = 31, LVKI_SPV_Decoration_Binding = 33,
    LVKI_SPV_Decoration_DescriptorSet = 34, LVKI_SPV_Decoration_Offset = 35
};

enum {
    LVKI_SPV_BuiltIn_WorkgroupSize = 25
};

enum {
    LVKI_SPV_Capability_Matrix = 0, LVKI_SPV_Capability_Shader = 1,
    LVKI_SPV_Capability_Geometry = 2, LVKI_SPV_Capability_Tessellation = 3,
    LVKI_SPV_Capability_Float16 = 9, LVKI_SPV_Capability_Float64 = 10,
    LVKI_SPV_Capability_Int64 = 11, LVKI_SPV_Capability_Int16 = 22,
    LVKI_SPV_Capability_ImageGatherExtended = 25, LVKI_SPV_Capability_StorageImageMultisample = 27,
    LVKI_SPV_Capability_UniformBufferArrayDynamicIndexing = 28,
    LVKI_SPV_Capability_SampledImageArrayDynamicIndexing = 29,
    LVKI_SPV_Capability_StorageBufferArrayDynamicIndexing = 30,
    LVKI_SPV_Capability_StorageImageArrayDynamicIndexing = 31,
    LVKI_SPV_Capability_ClipDistance = 32, LVKI_SPV_Capability_CullDistance = 33,
    LVKI_SPV_Capability_ImageCubeArray = 34, LVKI_SPV_Capability_SampleRateShading = 35,
    LVKI_SPV_Capability_Int8 = 39, LVKI_SPV_Capability_InputAttachment = 40,
    LVKI_SPV_Capability_MinLod = 42, LVKI_SPV_Capability_Sampled1D = 43,
    LVKI_SPV_Capability_Image1D = 44, LVKI_SPV_Capability_SampledCubeArray = 45,
    LVKI_SPV_Capability_SampledBuffer = 46, LVKI_SPV_Capability_ImageBuffer = 47,
    LVKI_SPV_Capability_ImageMSArray = 48, LVKI_SPV_Capability_StorageImageExtendedFormats = 49,
    LVKI_SPV_Capability_ImageQuery = 50, LVKI_SPV_Capability_DerivativeControl = 51,
    LVKI_SPV_Capability_InterpolationFunction = 52,
    LVKI_SPV_Capability_StorageImageReadWithoutFormat = 55,
    LVKI_SPV_Capability_StorageImageWriteWithoutFormat = 56,
    LVKI_SPV_Capability_GroupNonUniform = 61, LVKI_SPV_Capability_GroupNonUniformVote = 62,
    LVKI_SPV_Capability_GroupNonUniformArithmetic = 63,
    LVKI_SPV_Capability_GroupNonUniformBallot = 64, LVKI_SPV_Capability_GroupNonUniformShuffle = 65,
    LVKI_SPV_Capability_GroupNonUniformShuffleRelative = 66,
    LVKI_SPV_Capability_GroupNonUniformClustered = 67, LVKI_SPV_Capability_GroupNonUniformQuad = 68,
    LVKI_SPV_Capability_DrawParameters = 4427, LVKI_SPV_Capability_StorageBuffer16BitAccess = 4433,
    LVKI_SPV_Capability_VariablePointersStorageBuffer = 4441,
    LVKI_SPV_Capability_VariablePointers = 4442, LVKI_SPV_Capability_StorageBuffer8BitAccess = 4448,
    LVKI_SPV_Capability_SignedZeroInfNanPreserve = 4466, LVKI_SPV_Capability_RoundingModeRTE = 4467,
    LVKI_SPV_Capability_ShaderNonUniform = 5301,
    LVKI_SPV_Capability_SampledImageArrayNonUniformIndexing = 5307,
    LVKI_SPV_Capability_StorageImageArrayNonUniformIndexing = 5309,
    LVKI_SPV_Capability_UniformTexelBufferArrayNonUniformIndexing = 5311,
    LVKI_SPV_Capability_StorageTexelBufferArrayNonUniformIndexing = 5312,
    LVKI_SPV_Capability_VulkanMemoryModel = 5345,
    LVKI_SPV_Capability_VulkanMemoryModelDeviceScope = 5346,
    LVKI_SPV_Capability_DemoteToHelperInvocation = 5379
};
/* generated from SPIRV-Headers by tools/dev/gen_spirv.py: end */

#define LVKI_NO_FEATURE ((size_t)-1)
enum { LVKI_FLOAT, LVKI_INT, LVKI_UINT, LVKI_DEPTH }; /* kinds of components */

typedef struct {
    const char *name;
    VkFormat format;
    uint32_t bytes;
    uint32_t kind;
    uint32_t image; /* SPIR-V's image format; 0: it has none */
} lvki_format_row;

#define LVKI_ROW(name, format, bytes, kind, image) {#name, format, bytes, LVKI_##kind, image},
static const lvki_format_row lvki_formats[] = {LAMBDAV_VK_FORMATS(LVKI_ROW)};
#undef LVKI_ROW

typedef struct {
    const char *name;
    VkImageType type;
    VkImageViewType view;
    uint32_t dim, arrayed;  /* as OpTypeImage has them */
    uint32_t faces;         /* layers per unit of depth */
} lvki_shape_row;

#define LVKI_ROW(name, type, view, dim, arrayed, faces) {#name, type, view, dim, arrayed, faces},
static const lvki_shape_row lvki_shapes[] = {LAMBDAV_VK_SHAPES(LVKI_ROW)};
#undef LVKI_ROW

typedef struct {
    const char *text;
    VkDescriptorType type;
    size_t limit; /* offset in VkPhysicalDeviceLimits: how many of them a stage may have */
} lvki_resource_row;

typedef struct {
    VkBlendFactor source, target;
    VkBlendOp op;
} lvki_blend_row;

#define LVKI_ROW(name, s, d, op, meaning) \
    {VK_BLEND_FACTOR_##s, VK_BLEND_FACTOR_##d, VK_BLEND_OP_##op},
static const lvki_blend_row lvki_blends[] = {LAMBDAV_VK_BLENDS(LVKI_ROW)};
#undef LVKI_ROW
#define LVKI_ROW(name, topology) topology,
static const VkPrimitiveTopology lvki_topologies[] = {LAMBDAV_VK_TOPOLOGIES(LVKI_ROW)};
#undef LVKI_ROW
#define LVKI_ROW(name, op) op,
static const VkCompareOp lvki_compares[] = {LAMBDAV_VK_COMPARES(LVKI_ROW)};
#undef LVKI_ROW
#define LVKI_ROW(name, mode) mode,
static const VkSamplerAddressMode lvki_addresses[] = {LAMBDAV_VK_ADDRESSES(LVKI_ROW)};
#undef LVKI_ROW

#define LVKI_ROW(name, type, text) \
    {text, type, offsetof(VkPhysicalDeviceLimits, LVKI_LIMIT_##name)},
#define LVKI_LIMIT_UNIFORM_BUFFER maxPerStageDescriptorUniformBuffers
#define LVKI_LIMIT_STORAGE_BUFFER maxPerStageDescriptorStorageBuffers
#define LVKI_LIMIT_TEXTURE maxPerStageDescriptorSampledImages
#define LVKI_LIMIT_SAMPLED_IMAGE maxPerStageDescriptorSampledImages
#define LVKI_LIMIT_SAMPLER maxPerStageDescriptorSamplers
#define LVKI_LIMIT_STORAGE_IMAGE maxPerStageDescriptorStorageImages
static const lvki_resource_row lvki_resources[] = {LAMBDAV_VK_RESOURCES(LVKI_ROW)};
#undef LVKI_ROW
#undef LVKI_LIMIT_UNIFORM_BUFFER
#undef LVKI_LIMIT_STORAGE_BUFFER
#undef LVKI_LIMIT_TEXTURE
#undef LVKI_LIMIT_SAMPLED_IMAGE
#undef LVKI_LIMIT_SAMPLER
#undef LVKI_LIMIT_STORAGE_IMAGE

/* The stages that modules are looked at for. */
enum { LVKI_VERTEX, LVKI_FRAGMENT, LVKI_COMPUTE };

typedef struct {
    const char *name;
    uint32_t model; /* SPIR-V's execution model */
    VkShaderStageFlagBits bit;
    const char *feature;  /* that stores and atomics need; NULL: none */
    size_t stores;        /* its offset in lambdav_vk_features */
} lvki_stage_row;

static const lvki_stage_row lvki_stages[] = {
    {"Vertex", LVKI_SPV_ExecutionModel_Vertex, VK_SHADER_STAGE_VERTEX_BIT,
     "vertexPipelineStoresAndAtomics",
     offsetof(lambdav_vk_features, core.features.vertexPipelineStoresAndAtomics)},
    {"Fragment", LVKI_SPV_ExecutionModel_Fragment, VK_SHADER_STAGE_FRAGMENT_BIT,
     "fragmentStoresAndAtomics",
     offsetof(lambdav_vk_features, core.features.fragmentStoresAndAtomics)},
    {"GLCompute", LVKI_SPV_ExecutionModel_GLCompute, VK_SHADER_STAGE_COMPUTE_BIT, NULL,
     LVKI_NO_FEATURE}};

/* Results of Vulkan calls, and what helps against some of them: X(NAME, hint). */
#define LVKI_RESULTS(X) \
    X(VK_NOT_READY, "") \
    X(VK_TIMEOUT, "") \
    X(VK_INCOMPLETE, "") \
    X(VK_ERROR_OUT_OF_HOST_MEMORY, "") \
    X(VK_ERROR_OUT_OF_DEVICE_MEMORY, "") \
    X(VK_ERROR_INITIALIZATION_FAILED, "") \
    X(VK_ERROR_DEVICE_LOST, "") \
    X(VK_ERROR_MEMORY_MAP_FAILED, "") \
    X(VK_ERROR_LAYER_NOT_PRESENT, ": validation needs the layer VK_LAYER_KHRONOS_validation") \
    X(VK_ERROR_EXTENSION_NOT_PRESENT, ": validation needs VK_EXT_debug_utils") \
    X(VK_ERROR_FEATURE_NOT_PRESENT, "") \
    X(VK_ERROR_INCOMPATIBLE_DRIVER, ": no Vulkan driver is installed") \
    X(VK_ERROR_TOO_MANY_OBJECTS, "") \
    X(VK_ERROR_FORMAT_NOT_SUPPORTED, "") \
    X(VK_ERROR_FRAGMENTED_POOL, "") \
    X(VK_ERROR_UNKNOWN, "") \
    X(VK_ERROR_INVALID_SHADER_NV, ": the driver rejects the module")

typedef struct {
    VkResult result;
    const char *name, *hint;
} lvki_result_row;

#define LVKI_ROW(name, hint) {name, #name, hint},
static const lvki_result_row lvki_results[] = {LVKI_RESULTS(LVKI_ROW)};
#undef LVKI_ROW

/* Capabilities that every device has: X(Name). */
#define LVKI_PLAIN_CAPABILITIES(X) \
    X(Matrix) X(Shader) X(InputAttachment) X(Sampled1D) X(Image1D) \
    X(SampledBuffer) X(ImageBuffer) X(ImageQuery) X(DerivativeControl) \
    X(ShaderNonUniform)

/* Capabilities that depend on a feature: X(Name, member of lambdav_vk_features). These
   features are switched on where the device has them, and no others but LVKI_PLAIN_FEATURES. */
#define LVKI_CORE_CAPABILITIES(X) \
    X(Geometry, geometryShader) \
    X(Tessellation, tessellationShader) \
    X(Float64, shaderFloat64) \
    X(Int64, shaderInt64) \
    X(Int16, shaderInt16) \
    X(ImageGatherExtended, shaderImageGatherExtended) \
    X(StorageImageMultisample, shaderStorageImageMultisample) \
    X(UniformBufferArrayDynamicIndexing, shaderUniformBufferArrayDynamicIndexing) \
    X(SampledImageArrayDynamicIndexing, shaderSampledImageArrayDynamicIndexing) \
    X(StorageBufferArrayDynamicIndexing, shaderStorageBufferArrayDynamicIndexing) \
    X(StorageImageArrayDynamicIndexing, shaderStorageImageArrayDynamicIndexing) \
    X(ClipDistance, shaderClipDistance) \
    X(CullDistance, shaderCullDistance) \
    X(ImageCubeArray, imageCubeArray) \
    X(SampleRateShading, sampleRateShading) \
    X(MinLod, shaderResourceMinLod) \
    X(SampledCubeArray, imageCubeArray) \
    X(ImageMSArray, shaderStorageImageMultisample) \
    X(StorageImageExtendedFormats, shaderStorageImageExtendedFormats) \
    X(InterpolationFunction, sampleRateShading) \
    X(StorageImageReadWithoutFormat, shaderStorageImageReadWithoutFormat) \
    X(StorageImageWriteWithoutFormat, shaderStorageImageWriteWithoutFormat)
#define LVKI_LATER_CAPABILITIES(X) \
    X(Float16, v12.shaderFloat16) \
    X(Int8, v12.shaderInt8) \
    X(GroupNonUniform, subgroups[0]) \
    X(GroupNonUniformVote, subgroups[1]) \
    X(GroupNonUniformArithmetic, subgroups[2]) \
    X(GroupNonUniformBallot, subgroups[3]) \
    X(GroupNonUniformShuffle, subgroups[4]) \
    X(GroupNonUniformShuffleRelative, subgroups[5]) \
    X(GroupNonUniformClustered, subgroups[6]) \
    X(GroupNonUniformQuad, subgroups[7]) \
    X(DrawParameters, v11.shaderDrawParameters) \
    X(StorageBuffer16BitAccess, v11.storageBuffer16BitAccess) \
    X(VariablePointersStorageBuffer, v11.variablePointersStorageBuffer) \
    X(VariablePointers, v11.variablePointers) \
    X(StorageBuffer8BitAccess, v12.storageBuffer8BitAccess) \
    X(SampledImageArrayNonUniformIndexing, v12.shaderSampledImageArrayNonUniformIndexing) \
    X(StorageImageArrayNonUniformIndexing, v12.shaderStorageImageArrayNonUniformIndexing) \
    X(UniformTexelBufferArrayNonUniformIndexing, \
      v12.shaderUniformTexelBufferArrayNonUniformIndexing) \
    X(StorageTexelBufferArrayNonUniformIndexing, \
      v12.shaderStorageTexelBufferArrayNonUniformIndexing) \
    X(VulkanMemoryModel, v12.vulkanMemoryModel) \
    X(VulkanMemoryModelDeviceScope, v12.vulkanMemoryModelDeviceScope) \
    X(SignedZeroInfNanPreserve, controls.shaderSignedZeroInfNanPreserveFloat32) \
    X(RoundingModeRTE, controls.shaderRoundingModeRTEFloat32) \
    X(DemoteToHelperInvocation, v13.shaderDemoteToHelperInvocation)

/* Features that no capability asks for: color masks that differ, writes outside of compute, large
   points, samplers, indices, layouts of blocks, LocalSizeId, OpTerminateInvocation, zeros in
   workgroup memory. */
#define LVKI_PLAIN_FEATURES(X) \
    X(independentBlend, core.features.independentBlend) \
    X(vertexPipelineStoresAndAtomics, core.features.vertexPipelineStoresAndAtomics) \
    X(fragmentStoresAndAtomics, core.features.fragmentStoresAndAtomics) \
    X(largePoints, core.features.largePoints) \
    X(samplerAnisotropy, core.features.samplerAnisotropy) \
    X(fullDrawIndexUint32, core.features.fullDrawIndexUint32) \
    X(maintenance4, v13.maintenance4) \
    X(scalarBlockLayout, v12.scalarBlockLayout) \
    X(uniformBufferStandardLayout, v12.uniformBufferStandardLayout) \
    X(shaderTerminateInvocation, v13.shaderTerminateInvocation) \
    X(shaderZeroInitializeWorkgroupMemory, v13.shaderZeroInitializeWorkgroupMemory)

typedef struct {
    const char *name;
    uint32_t number;
    size_t feature; /* offset in lambdav_vk_features; LVKI_NO_FEATURE: none is needed */
} lvki_capability_row;

#define LVKI_NO_NUMBER 0xFFFFFFFFu
#define LVKI_PLAIN(name) {#name, LVKI_SPV_Capability_##name, LVKI_NO_FEATURE},
#define LVKI_CORE(name, at) LVKI_LATER(name, core.features.at)
#define LVKI_LATER(name, at) \
    {#name, LVKI_SPV_Capability_##name, offsetof(lambdav_vk_features, at)},
#define LVKI_FEATURE(name, at) {#name, LVKI_NO_NUMBER, offsetof(lambdav_vk_features, at)},
static const lvki_capability_row lvki_capabilities[] = {
    LVKI_PLAIN_CAPABILITIES(LVKI_PLAIN) LVKI_CORE_CAPABILITIES(LVKI_CORE)
    LVKI_LATER_CAPABILITIES(LVKI_LATER) LVKI_PLAIN_FEATURES(LVKI_FEATURE)};
#undef LVKI_PLAIN
#undef LVKI_CORE
#undef LVKI_LATER
#undef LVKI_FEATURE

#define LVKI_COUNT(rows) (sizeof(rows) / sizeof(rows)[0])

/* The vertex module: SPIR-V 1.0, written by hand. Vertices 0, 1, 2 are (-1,-1), (3,-1), (-1,3): one
   triangle that covers the picture, so no pixel lies on an inner edge. */
#define LVKI_OP(length, name) (((uint32_t)(length) << 16) | LVKI_SPV_Op##name)
static const uint32_t lvki_vertex_words[] = {
    LVKI_SPV_MAGIC, 0x00010000u, 0u, 28u, 0u,        /* magic, 1.0, generator, bound, schema */
    LVKI_OP(2, Capability), 1u,                      /* OpCapability Shader */
    LVKI_OP(3, MemoryModel), 0u, 1u,                 /* OpMemoryModel Logical GLSL450 */
    LVKI_OP(7, EntryPoint), 0u, 1u, 0x6E69616Du, 0u, 2u, 3u, /* OpEntryPoint Vertex %1 "main" %2
                                                                %3 */
    LVKI_OP(4, Decorate), 2u, 11u, 42u,              /* OpDecorate %2 BuiltIn VertexIndex */
    LVKI_OP(4, Decorate), 3u, 11u, 0u,               /* OpDecorate %3 BuiltIn Position */
    LVKI_OP(2, TypeVoid), 4u,                        /* %4 = OpTypeVoid */
    LVKI_OP(3, TypeFunction), 5u, 4u,                /* %5 = OpTypeFunction %4 */
    LVKI_OP(4, TypeInt), 6u, 32u, 1u,                /* %6 = OpTypeInt 32 1 */
    LVKI_OP(3, TypeFloat), 7u, 32u,                  /* %7 = OpTypeFloat 32 */
    LVKI_OP(4, TypeVector), 8u, 7u, 4u,              /* %8 = OpTypeVector %7 4 */
    LVKI_OP(4, TypePointer), 9u, 1u, 6u,             /* %9 = OpTypePointer Input %6 */
    LVKI_OP(4, TypePointer), 10u, 3u, 8u,            /* %10 = OpTypePointer Output %8 */
    LVKI_OP(4, Variable), 9u, 2u, 1u,                /* %2 = OpVariable %9 Input */
    LVKI_OP(4, Variable), 10u, 3u, 3u,               /* %3 = OpVariable %10 Output */
    LVKI_OP(4, Constant), 6u, 11u, 1u,               /* %11 = OpConstant %6 1 */
    LVKI_OP(4, Constant), 6u, 12u, 2u,               /* %12 = OpConstant %6 2 */
    LVKI_OP(4, Constant), 7u, 13u, 0u,               /* %13 = OpConstant %7 0.0 */
    LVKI_OP(4, Constant), 7u, 14u, 0x3F800000u,      /* %14 = OpConstant %7 1.0 */
    LVKI_OP(4, Constant), 7u, 15u, 0x40000000u,      /* %15 = OpConstant %7 2.0 */
    LVKI_OP(4, Constant), 7u, 16u, 0x40800000u,      /* %16 = OpConstant %7 4.0 */
    LVKI_OP(5, Function), 4u, 1u, 0u, 5u,            /* %1 = OpFunction %4 None %5 */
    LVKI_OP(2, Label), 17u,                          /* %17 = OpLabel */
    LVKI_OP(4, Load), 6u, 18u, 2u,                   /* %18 = OpLoad %6 %2 */
    LVKI_OP(5, BitwiseAnd), 6u, 19u, 18u, 11u,       /* %19 = OpBitwiseAnd %6 %18 %11 */
    LVKI_OP(5, BitwiseAnd), 6u, 20u, 18u, 12u,       /* %20 = OpBitwiseAnd %6 %18 %12 */
    LVKI_OP(4, ConvertSToF), 7u, 21u, 19u,           /* %21 = OpConvertSToF %7 %19 */
    LVKI_OP(4, ConvertSToF), 7u, 22u, 20u,           /* %22 = OpConvertSToF %7 %20 */
    LVKI_OP(5, FMul), 7u, 23u, 21u, 16u,             /* %23 = OpFMul %7 %21 %16 */
    LVKI_OP(5, FMul), 7u, 24u, 22u, 15u,             /* %24 = OpFMul %7 %22 %15 */
    LVKI_OP(5, FSub), 7u, 25u, 23u, 14u,             /* %25 = OpFSub %7 %23 %14 */
    LVKI_OP(5, FSub), 7u, 26u, 24u, 14u,             /* %26 = OpFSub %7 %24 %14 */
    LVKI_OP(7, CompositeConstruct), 8u, 27u, 25u, 26u, 13u, 14u, /* %27 = OpCompositeConstruct %8 */
    LVKI_OP(3, Store), 3u, 27u,                      /* OpStore %3 %27 */
    LVKI_OP(1, Return),                              /* OpReturn */
    LVKI_OP(1, FunctionEnd)};                        /* OpFunctionEnd */
#undef LVKI_OP

/* Quotient and remainder; the divisor is not 0. */
static uint32_t lvki_divide(uint32_t x, uint32_t divisor, uint32_t *rest) {
    *rest = x % divisor;
    return x / divisor;
}

/* -------------------------------------------------------------------------------------------------
   // >>error  [3]  the one place where an error is made
   Private functions return nonzero for success. One that fails has called lvki_fail, so a caller
   stops and undoes. */

#if defined(__GNUC__)
#define LVKI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define LVKI_PRINTF(text, first)
#endif

static int lvki_fail(lambdav_vk_context *c, lambdav_vk_status status, const char *format, ...)
    LVKI_PRINTF(3, 4);

/* Records the status and its text. Returns 0, so that `return lvki_fail(...)` reads as failure. */
static int lvki_fail(lambdav_vk_context *c, lambdav_vk_status status, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(c->error, sizeof c->error, format, arguments);
    va_end(arguments);
    c->status = status;
    return 0;
}

/* Starts a public function: no error yet. */
static void lvki_begin(lambdav_vk_context *c) {
    c->error[0] = '\0';
    c->status = LAMBDAV_VK_OK;
    c->result = VK_SUCCESS;
}

/* Passes VK_SUCCESS; everything else is an error of the call named. */
static int lvki_ok(lambdav_vk_context *c, VkResult result, const char *call) {
    lambdav_vk_status status = result == VK_ERROR_DEVICE_LOST ? LAMBDAV_VK_LOST : LAMBDAV_VK_VULKAN;
    size_t i;
    if (result == VK_SUCCESS) return 1;
    c->result = result;
    c->lost = c->lost || result == VK_ERROR_DEVICE_LOST;
    for (i = 0; i < LVKI_COUNT(lvki_results); i++)
        if (lvki_results[i].result == result)
            return lvki_fail(c, status, "%s: %s%s", call, lvki_results[i].name,
                             lvki_results[i].hint);
    return lvki_fail(c, status, "%s: VkResult %d", call, (int)result);
}

/* Makes a Vulkan call and judges its result. LVKI_MAKE is for those that store a handle, which a
   call that fails may leave undefined: there it becomes null. */
#define LVKI_CALL(c, name, arguments) lvki_ok(c, (c)->calls.name arguments, "vk" #name)
#define LVKI_MAKE(c, name, parent, info, handle) \
    (LVKI_CALL(c, name, (parent, info, NULL, handle)) || (*(handle) = VK_NULL_HANDLE, 0))

/* -------------------------------------------------------------------------------------------------
   // >>reader  [4]  SPIR-V words -> instructions
   The same text stands in lambdav.h, but for its prefix: `make lint` compares. Once lvki_sr_open
   has passed the words, nothing here reads beyond them, whatever they hold: an operand that an
   instruction is too short for reads as 0, and id 0 is never defined. */

enum { LVKI_SR_SWAPPED = 0x03022307, LVKI_SR_HEADER = 5 /* words */ };

typedef struct lvki_sr_module {
    const uint32_t *words;
    size_t count;     /* words */
    size_t functions; /* where the first function begins; count if there is none */
} lvki_sr_module;

static uint32_t lvki_sr_op(const lvki_sr_module *m, size_t at) {
    return m->words[at] & 0xFFFFu;
}

static uint32_t lvki_sr_length(const lvki_sr_module *m, size_t at) {
    return m->words[at] >> 16;
}

/* Word i of the instruction, its first word being word 0; 0 if it is shorter. */
static uint32_t lvki_sr_word(const lvki_sr_module *m, size_t at, uint32_t i) {
    return i < lvki_sr_length(m, at) ? m->words[at + i] : 0;
}

/* Takes the words after checking that instructions tile them. Returns NULL, or what is wrong. */
static const char *lvki_sr_open(lvki_sr_module *m, const uint32_t *words, size_t count) {
    size_t at;
    m->words = words;
    m->count = count;
    m->functions = count;
    if (words == NULL || count < LVKI_SR_HEADER) return "fewer words than a SPIR-V header";
    if (words[0] == LVKI_SR_SWAPPED) return "the words are in the other byte order";
    if (words[0] != LVKI_SPV_MAGIC) return "the first word is not SPIR-V's magic number";
    for (at = LVKI_SR_HEADER; at < count; at += lvki_sr_length(m, at)) {
        if (lvki_sr_length(m, at) == 0 || lvki_sr_length(m, at) > count - at)
            return "an instruction does not fit into the words";
        if (m->functions == count && lvki_sr_op(m, at) == LVKI_SPV_OpFunction) m->functions = at;
    }
    return NULL;
}

/* Byte i of the literal string that starts at word `word` of the instruction; 0 behind that. */
static char lvki_sr_char(const lvki_sr_module *m, size_t at, uint32_t word, uint32_t i) {
    return (char)((lvki_sr_word(m, at, word + i / 4) >> (i % 4 * 8)) & 0xFFu);
}

/* -------------------------------------------------------------------------------------------------
   // >>module  [5]  instructions -> declarations, sizes, static uses
   What the words mean is said by text that lambdav.h has, too: the comments say where. How things
   are found is this header's own, for it has no memory for each id of a module. A walk over the
   words fills a table: the slot of an id is its remainder by LVKI_RF_SLOTS, and it belongs to the
   first variable of that remainder, or else to the first type, constant or function. It tells the
   places of the id's declaration, name and decorations, and whether the entry point uses it. What
   owns no slot is searched for in all words: a module with no more than some two thousand
   declarations is looked at in time proportional to its words, a larger one correctly. What an
   OpSpecConstantOp computes is not kept; it is computed when somebody asks.
   The words may hold anything: what a slot says is compared with them before it counts. */

enum { LVKI_RF_MAX_BODIES = 256 };

#ifndef LVKI_RF_SLOTS /* tests have fewer */
#define LVKI_RF_SLOTS 2048u
#endif

/* What an entry point does with a variable. */
enum { LVKI_RF_LISTED = 1, LVKI_RF_USED = 2 };

#define LVKI_RF_NON_WRITABLE LVKI_SPV_Decoration_NonWritable

/* Values given to specialisation constants, by the id of the constant. */
typedef struct {
    uint32_t count;
    uint32_t ids[LAMBDAV_VK_MAX_CONSTANTS];
    uint64_t values[LAMBDAV_VK_MAX_CONSTANTS]; /* as Vulkan reads them: see entries */
    VkSpecializationMapEntry entries[LAMBDAV_VK_MAX_CONSTANTS];
} lvki_rf_given;

/* What is known of the id that owns the slot. */
typedef struct {
    uint32_t place;      /* of its declaration, or of the function; 0: nobody owns the slot */
    uint32_t name;       /* place of its OpName, 0: none */
    uint32_t first, end; /* its decorations, and those of its members, begin in between */
    uint32_t marks;      /* LVKI_RF_LISTED | LVKI_RF_USED */
} lvki_rf_slot;

/* The functions that an entry point may run. */
typedef struct {
    size_t at[LVKI_RF_MAX_BODIES];
    size_t count;
    int overflow; /* more than fit: every function counts as reached */
} lvki_rf_bodies;

/* A module that is looked at. */
typedef struct lvki_rf {
    lvki_sr_module m;
    const lvki_rf_given *given;
    lvki_rf_bodies bodies;
    lvki_rf_slot slots[LVKI_RF_SLOTS];
} lvki_rf;

/* What lambdav.h makes public under these names, as far as it is needed here. */

#define LVKI_MAX_DIMENSIONS 4

typedef enum lvki_kind {
    LVKI_KIND_OTHER, LVKI_KIND_NUM, LVKI_KIND_INT, LVKI_KIND_UINT, LVKI_KIND_BOOL,
    LVKI_KIND_STRUCT, LVKI_KIND_POINTER
} lvki_kind;

/* A type, and the dimensions of the array that it is in, outermost first. */
typedef struct lvki_type {
    lvki_kind kind;         /* of a component */
    uint32_t bits;          /* of a component; BOOL, STRUCT and OTHER 0 */
    uint32_t rows, columns; /* scalar 1 1, vec3 3 1, mat2x3 3 2; STRUCT and OTHER 0 0 */
    uint32_t dimensions;    /* 0: no array */
    uint32_t counts[LVKI_MAX_DIMENSIONS];  /* elements; 0: a runtime array */
    uint32_t strides[LVKI_MAX_DIMENSIONS]; /* bytes between elements; 0: not given */
} lvki_type;

typedef enum lvki_resource_kind {
    LVKI_RESOURCE_OTHER, LVKI_RESOURCE_UNIFORM_BUFFER, LVKI_RESOURCE_STORAGE_BUFFER,
    LVKI_RESOURCE_COMBINED_IMAGE_SAMPLER, LVKI_RESOURCE_SAMPLED_IMAGE, LVKI_RESOURCE_SAMPLER,
    LVKI_RESOURCE_STORAGE_IMAGE, LVKI_RESOURCE_UNIFORM_TEXEL_BUFFER,
    LVKI_RESOURCE_STORAGE_TEXEL_BUFFER, LVKI_RESOURCE_INPUT_ATTACHMENT,
    LVKI_RESOURCE_ACCELERATION_STRUCTURE, LVKI_RESOURCE_PUSH_CONSTANTS
} lvki_resource_kind;

/* What OpTypeImage says; kind and bits are those of a texel's component. */
typedef struct lvki_image {
    uint32_t dimension, depth, arrayed, multisampled, format;
    lvki_kind kind;
    uint32_t bits;
} lvki_image;

/* ---- opcodes: what declares, and OpSpecConstantOp of bools and integers of up to 32 bits. The
   same text stands in lambdav.h, but for its prefix: `make lint` compares. */

static int lvki_sr_is_type(uint32_t op) {
    return (op >= LVKI_SPV_OpTypeVoid && op <= LVKI_SPV_OpTypeFunction)
           || op == LVKI_SPV_OpTypeAccelerationStructureKHR;
}

static int lvki_sr_is_constant(uint32_t op) {
    return op >= LVKI_SPV_OpConstantTrue && op <= LVKI_SPV_OpSpecConstantOp;
}

static int lvki_sr_is_signed(uint32_t operation) {
    switch (operation) {
    case LVKI_SPV_OpSConvert:
    case LVKI_SPV_OpSDiv:
    case LVKI_SPV_OpSRem:
    case LVKI_SPV_OpSMod:
    case LVKI_SPV_OpShiftRightArithmetic:
    case LVKI_SPV_OpSGreaterThan:
    case LVKI_SPV_OpSLessThan:
    case LVKI_SPV_OpSGreaterThanEqual:
    case LVKI_SPV_OpSLessThanEqual: return 1;
    default: return 0;
    }
}

/* A number of `bits` bits as 32 of them, extended as the operation reads its operands. */
static uint32_t lvki_sr_extend(uint32_t operation, uint32_t value, uint32_t bits) {
    uint32_t unused = bits - 1 < 31 ? 0xFFFFFFFFu << bits : 0;
    value &= ~unused;
    return lvki_sr_is_signed(operation) && value > ~unused >> 1 ? value | unused : value;
}

/* a / b, or the remainder, of absolute values with the signs put back; 0 if b is 0. */
static uint32_t lvki_sr_divide(uint32_t operation, uint32_t a, uint32_t b) {
    int is_signed = operation != LVKI_SPV_OpUDiv && operation != LVKI_SPV_OpUMod;
    uint32_t minus_a = is_signed ? a >> 31 : 0, minus_b = is_signed ? b >> 31 : 0, quotient, rest;
    if (b == 0) return 0;
    quotient = lvki_divide(minus_a ? 0u - a : a, minus_b ? 0u - b : b, &rest);
    if (operation == LVKI_SPV_OpUDiv || operation == LVKI_SPV_OpSDiv)
        return minus_a != minus_b ? 0u - quotient : quotient;
    if (minus_a) rest = 0u - rest;
    return operation == LVKI_SPV_OpSMod && rest != 0 && minus_a != minus_b ? rest + b : rest;
}

/* What the operation makes of the extended operands; 0 for what sizes are not made of. */
static uint32_t lvki_sr_operate(uint32_t operation, const uint32_t *operands) {
    uint32_t a = operands[0], b = operands[1], sign = 0x80000000u;
    switch (operation) {
    case LVKI_SPV_OpUConvert:
    case LVKI_SPV_OpSConvert: return a;
    case LVKI_SPV_OpSNegate: return 0u - a;
    case LVKI_SPV_OpNot: return ~a;
    case LVKI_SPV_OpIAdd: return a + b;
    case LVKI_SPV_OpISub: return a - b;
    case LVKI_SPV_OpIMul: return a * b;
    case LVKI_SPV_OpUDiv:
    case LVKI_SPV_OpSDiv:
    case LVKI_SPV_OpUMod:
    case LVKI_SPV_OpSRem:
    case LVKI_SPV_OpSMod: return lvki_sr_divide(operation, a, b);
    case LVKI_SPV_OpShiftRightLogical: return b > 31 ? 0 : a >> b;
    case LVKI_SPV_OpShiftLeftLogical: return b > 31 ? 0 : a << b;
    case LVKI_SPV_OpShiftRightArithmetic: return b > 31 ? 0 : a & sign ? ~(~a >> b) : a >> b;
    case LVKI_SPV_OpBitwiseOr:
    case LVKI_SPV_OpLogicalOr: return a | b;
    case LVKI_SPV_OpBitwiseAnd:
    case LVKI_SPV_OpLogicalAnd: return a & b;
    case LVKI_SPV_OpBitwiseXor:
    case LVKI_SPV_OpLogicalNotEqual: return a ^ b;
    case LVKI_SPV_OpLogicalNot: return !a;
    case LVKI_SPV_OpLogicalEqual:
    case LVKI_SPV_OpIEqual: return a == b;
    case LVKI_SPV_OpINotEqual: return a != b;
    case LVKI_SPV_OpUGreaterThan: return a > b;
    case LVKI_SPV_OpULessThan: return a < b;
    case LVKI_SPV_OpUGreaterThanEqual: return a >= b;
    case LVKI_SPV_OpULessThanEqual: return a <= b;
    case LVKI_SPV_OpSGreaterThan: return (a ^ sign) > (b ^ sign);
    case LVKI_SPV_OpSLessThan: return (a ^ sign) < (b ^ sign);
    case LVKI_SPV_OpSGreaterThanEqual: return (a ^ sign) >= (b ^ sign);
    case LVKI_SPV_OpSLessThanEqual: return (a ^ sign) <= (b ^ sign);
    case LVKI_SPV_OpSelect: return a ? b : operands[2];
    default: return 0;
    }
}

/* ---- the table, and what is found without it */

/* The id that the instruction declares for the whole module, 0 if none. */
static uint32_t lvki_rf_result(const lvki_sr_module *m, size_t at) {
    uint32_t op = lvki_sr_op(m, at);
    if (at >= m->functions) return op == LVKI_SPV_OpFunction ? lvki_sr_word(m, at, 2) : 0;
    if (lvki_sr_is_type(op)) return lvki_sr_word(m, at, 1);
    return op == LVKI_SPV_OpVariable || lvki_sr_is_constant(op) ? lvki_sr_word(m, at, 2) : 0;
}

/* The slot of the id, if it owns it; else NULL. */
static const lvki_rf_slot *lvki_rf_own(const lvki_rf *rf, uint32_t id) {
    const lvki_rf_slot *s = &rf->slots[id % LVKI_RF_SLOTS];
    return s->place != 0 && lvki_rf_result(&rf->m, s->place) == id ? s : NULL;
}

/* Notes where a declared id is named or decorated. */
static void lvki_rf_annotate(lvki_rf *rf, size_t at) {
    uint32_t op = lvki_sr_op(&rf->m, at), id = lvki_sr_word(&rf->m, at, 1);
    lvki_rf_slot *s = &rf->slots[id % LVKI_RF_SLOTS];
    if (lvki_rf_own(rf, id) == NULL) return;
    if (op == LVKI_SPV_OpName && s->name == 0) s->name = (uint32_t)at;
    if (op != LVKI_SPV_OpDecorate && op != LVKI_SPV_OpMemberDecorate) return;
    if (s->first == 0) s->first = (uint32_t)at;
    s->end = (uint32_t)at + 1;
}

/* Gives slots to the variables, or to all else that is declared and finds one free. */
static void lvki_rf_give_slots(lvki_rf *rf, int to_variables) {
    lvki_rf_slot *s;
    uint32_t id;
    size_t at;
    for (at = LVKI_SR_HEADER; at < rf->m.count; at += lvki_sr_length(&rf->m, at)) {
        if ((lvki_sr_op(&rf->m, at) == LVKI_SPV_OpVariable) != to_variables) continue;
        id = lvki_rf_result(&rf->m, at);
        s = &rf->slots[id % LVKI_RF_SLOTS];
        if (id != 0 && s->place == 0) s->place = (uint32_t)at;
    }
}

/* Takes the words and fills the table. Returns NULL, or what is wrong with them. */
static const char *lvki_rf_open(lvki_rf *rf, const uint32_t *words, size_t count,
                                const lvki_rf_given *given) {
    const char *wrong = lvki_sr_open(&rf->m, words, count);
    size_t at;
    if (wrong != NULL) return wrong;
    if (count > 0x7FFFFFFFu) return "more words than 2^31 - 1";
    rf->given = given;
    memset(rf->slots, 0, sizeof rf->slots);
    lvki_rf_give_slots(rf, 1);
    lvki_rf_give_slots(rf, 0);
    for (at = LVKI_SR_HEADER; at < rf->m.functions; at += lvki_sr_length(&rf->m, at))
        lvki_rf_annotate(rf, at);
    return NULL;
}

/* Where a type, constant, module-scope variable or function is declared; 0 if nowhere. */
static size_t lvki_rf_find(const lvki_rf *rf, uint32_t id) {
    size_t at = rf->slots[id % LVKI_RF_SLOTS].place;
    if (id == 0 || at == 0) return 0;
    if (lvki_rf_own(rf, id) != NULL) return at;
    for (at = LVKI_SR_HEADER; at < rf->m.count; at += lvki_sr_length(&rf->m, at))
        if (lvki_rf_result(&rf->m, at) == id) return at;
    return 0;
}

/* Where the id is declared, if that is by an instruction `op`; else 0. */
static size_t lvki_rf_at(const lvki_rf *rf, uint32_t id, uint32_t op) {
    size_t at = lvki_rf_find(rf, id);
    return at != 0 && lvki_sr_op(&rf->m, at) == op ? at : 0;
}

static uint32_t lvki_rf_word(const lvki_rf *rf, size_t at, uint32_t i) {
    return lvki_sr_word(&rf->m, at, i);
}

static uint32_t lvki_rf_word1(const lvki_rf *rf, size_t at) {
    return lvki_sr_word(&rf->m, at, 1);
}

static uint32_t lvki_rf_word2(const lvki_rf *rf, size_t at) {
    return lvki_sr_word(&rf->m, at, 2);
}

static uint32_t lvki_rf_word3(const lvki_rf *rf, size_t at) {
    return lvki_sr_word(&rf->m, at, 3);
}

/* Members of the OpTypeStruct. */
static uint32_t lvki_rf_members(const lvki_rf *rf, size_t at) {
    uint32_t length = lvki_sr_length(&rf->m, at);
    return length < 2 ? 0 : length - 2;
}

/* Copies the id's OpName, cut to LAMBDAV_VK_NAME_SIZE; "" if it has none. */
static void lvki_rf_name(const lvki_rf *rf, uint32_t id, char *name) {
    const lvki_sr_module *m = &rf->m;
    const lvki_rf_slot *s = lvki_rf_own(rf, id);
    size_t at = s != NULL ? s->name : (size_t)LVKI_SR_HEADER;
    uint32_t i = 0;
    for (; at != 0 && at < m->functions; at += lvki_sr_length(m, at)) {
        if (lvki_sr_op(m, at) != LVKI_SPV_OpName || lvki_sr_word(m, at, 1) != id) continue;
        for (; i + 1 < LAMBDAV_VK_NAME_SIZE && lvki_sr_char(m, at, 2, i) != '\0'; i++)
            name[i] = lvki_sr_char(m, at, 2, i);
        break;
    }
    name[i] = '\0';
}

/* ---- decorations */

/* The next instruction `op` for the id that begins at *at or behind it. Returns it, and sets *at
   behind it; 0 if there is none. It begins with *at == 0. */
static size_t lvki_rf_next(const lvki_rf *rf, uint32_t id, uint32_t op, size_t *at) {
    const lvki_rf_slot *s = lvki_rf_own(rf, id);
    size_t end = s != NULL ? s->end : rf->m.functions, found;
    if (*at == 0) *at = s != NULL ? s->first : (size_t)LVKI_SR_HEADER;
    while (*at < end) {
        found = *at;
        *at += lvki_sr_length(&rf->m, found);
        if (lvki_sr_op(&rf->m, found) == op && lvki_sr_word(&rf->m, found, 1) == id) return found;
    }
    return 0;
}

/* Whether the id has the decoration; *value is its first operand, and stays as it was if there is
   none. */
static int lvki_rf_decoration(const lvki_rf *rf, uint32_t id, uint32_t decoration,
                              uint32_t *value) {
    size_t next = 0, at;
    while ((at = lvki_rf_next(rf, id, LVKI_SPV_OpDecorate, &next)) != 0) {
        if (lvki_sr_word(&rf->m, at, 2) != decoration) continue;
        if (lvki_sr_length(&rf->m, at) > 3) *value = lvki_sr_word(&rf->m, at, 3);
        return 1;
    }
    return 0;
}

/* Whether that member of the struct has the decoration; *value as in lvki_rf_decoration. */
static int lvki_rf_member_decoration(const lvki_rf *rf, uint32_t id, uint32_t member,
                                     uint32_t decoration, uint32_t *value) {
    size_t next = 0, at;
    while ((at = lvki_rf_next(rf, id, LVKI_SPV_OpMemberDecorate, &next)) != 0) {
        if (lvki_sr_word(&rf->m, at, 2) != member) continue;
        if (lvki_sr_word(&rf->m, at, 3) != decoration) continue;
        if (lvki_sr_length(&rf->m, at) > 4) *value = lvki_sr_word(&rf->m, at, 4);
        return 1;
    }
    return 0;
}

/* How often the id or a member of it has the decoration. */
static uint32_t lvki_rf_count(const lvki_rf *rf, uint32_t id, uint32_t decoration) {
    size_t next = 0, at;
    uint32_t count = 0;
    while ((at = lvki_rf_next(rf, id, LVKI_SPV_OpDecorate, &next)) != 0)
        count += lvki_sr_word(&rf->m, at, 2) == decoration;
    next = 0;
    while ((at = lvki_rf_next(rf, id, LVKI_SPV_OpMemberDecorate, &next)) != 0)
        count += lvki_sr_word(&rf->m, at, 3) == decoration;
    return count;
}

/* Bytes between the elements of the array type; 0: not given. */
static uint32_t lvki_rf_stride(const lvki_rf *rf, uint32_t type) {
    uint32_t stride = 0;
    lvki_rf_decoration(rf, type, LVKI_SPV_Decoration_ArrayStride, &stride);
    return stride;
}

static int lvki_rf_is_buffer_block(const lvki_rf *rf, uint32_t type) {
    uint32_t unused = 0;
    return lvki_rf_decoration(rf, type, LVKI_SPV_Decoration_BufferBlock, &unused);
}

/* What is given for the specialisation constant, or its default. */
static uint32_t lvki_rf_specialized(const lvki_rf *rf, uint32_t id, uint32_t value) {
    uint32_t i;
    for (i = 0; i < rf->given->count; i++) {
        if (rf->given->ids[i] != id) continue;
        memcpy(&value, &rf->given->values[i], sizeof value);
        break;
    }
    return value;
}

/* ---- constants. The same text stands in lambdav.h, but for its prefix: `make lint` compares.
   Each header has its own lvki_rf_at and lvki_rf_specialized: where an id is declared, and the
   value that is given for a specialisation constant. */

/* Id of part i of a composite constant; 0 if the id is none. */
static uint32_t lvki_rf_constituent(const lvki_rf *rf, uint32_t id, uint32_t i) {
    size_t at = lvki_rf_at(rf, id, LVKI_SPV_OpConstantComposite);
    if (at == 0) at = lvki_rf_at(rf, id, LVKI_SPV_OpSpecConstantComposite);
    return at == 0 || i > 0xFFFFu ? 0 : lvki_rf_word(rf, at, 3 + i);
}

/* Id of what an OpSpecConstantOp takes out of another constant, 0 if that has no such part. */
static uint32_t lvki_rf_part(const lvki_rf *rf, size_t at) {
    uint32_t id = lvki_rf_word(rf, at, 4), i;
    for (i = 5; i < lvki_sr_length(&rf->m, at); i++)
        id = lvki_rf_constituent(rf, id, lvki_rf_word(rf, at, i));
    return id;
}

/* Bits of the integer type of what `at` defines, 32 if it is none: place 0 defines nothing. */
static uint32_t lvki_rf_width(const lvki_rf *rf, size_t at) {
    size_t type = lvki_rf_at(rf, lvki_rf_word(rf, at, 1), LVKI_SPV_OpTypeInt);
    return type ? lvki_rf_word(rf, type, 2) : 32;
}

/* Value of a scalar that is not computed, of 64 bits the low word; 0 of anything else. */
static uint32_t lvki_rf_leaf(const lvki_rf *rf, size_t at) {
    uint32_t id = lvki_rf_word2(rf, at);
    switch (lvki_sr_op(&rf->m, at)) {
    case LVKI_SPV_OpConstantTrue: return 1;
    case LVKI_SPV_OpSpecConstantTrue: return lvki_rf_specialized(rf, id, 1) != 0;
    case LVKI_SPV_OpSpecConstantFalse: return lvki_rf_specialized(rf, id, 0) != 0;
    case LVKI_SPV_OpConstant: return lvki_rf_word3(rf, at);
    case LVKI_SPV_OpSpecConstant: return lvki_rf_specialized(rf, id, lvki_rf_word3(rf, at));
    default: return 0;
    }
}

/* ---- the values of constants */

/* An OpSpecConstantOp under way. */
typedef struct {
    size_t at;
    uint32_t done, values[3]; /* operands */
} lvki_rf_step;

/* Value of a scalar constant, of 64 bits the low word: what is given, or else the default, or what
   is computed: operands first, down to 16 levels and over 256 operations. What lies beyond is 0. */
static uint32_t lvki_rf_constant(const lvki_rf *rf, uint32_t id) {
    lvki_rf_step steps[16], *s = steps;
    uint32_t depth = 0, left = 256, value, operation;
    size_t at;
    for (;;) {
        at = lvki_rf_find(rf, id);
        if (at != 0 && lvki_sr_op(&rf->m, at) == LVKI_SPV_OpSpecConstantOp && left != 0) {
            left--;
            if (lvki_rf_word3(rf, at) == LVKI_SPV_OpCompositeExtract) {
                id = lvki_rf_part(rf, at);
                continue;
            }
            if (depth < 16 && lvki_sr_length(&rf->m, at) > 4) {
                memset(&steps[depth], 0, sizeof steps[depth]);
                steps[depth++].at = at;
                id = lvki_rf_word(rf, at, 4);
                continue;
            }
        }
        for (value = lvki_rf_leaf(rf, at); depth != 0; depth--) {
            s = &steps[depth - 1];
            operation = lvki_rf_word3(rf, s->at);
            s->values[s->done++] = lvki_sr_extend(operation, value, lvki_rf_width(rf, at));
            if (s->done < 3 && 4 + s->done < lvki_sr_length(&rf->m, s->at)) break;
            at = s->at;
            value = lvki_sr_extend(LVKI_SPV_OpUConvert, lvki_sr_operate(operation, s->values),
                                   lvki_rf_width(rf, at));
        }
        if (depth == 0) return value;
        id = lvki_rf_word(rf, s->at, 4 + s->done);
    }
}

/* ---- types, resources and uses. The same text stands in lambdav.h, but for its prefix: `make
   lint` compares. Each header has its own lvki_rf_constant, lvki_rf_stride, lvki_rf_count and
   lvki_rf_is_buffer_block. */

/* Strips the array dimensions, at most LVKI_MAX_DIMENSIONS; `t` takes them if it is not NULL. */
static uint32_t lvki_rf_element(const lvki_rf *rf, uint32_t type, lvki_type *t) {
    uint32_t i, op;
    size_t at;
    for (i = 0; i < LVKI_MAX_DIMENSIONS; i++) {
        op = LVKI_SPV_OpTypeArray;
        at = lvki_rf_at(rf, type, op);
        if (at == 0) at = lvki_rf_at(rf, type, op = LVKI_SPV_OpTypeRuntimeArray);
        if (at == 0) break;
        if (t != NULL) {
            t->dimensions = i + 1;
            t->strides[i] = lvki_rf_stride(rf, type);
            t->counts[i] = 0;
            if (op == LVKI_SPV_OpTypeArray)
                t->counts[i] = lvki_rf_constant(rf, lvki_rf_word3(rf, at));
        }
        type = lvki_rf_word2(rf, at);
    }
    return type;
}

/* Kind and bits of a scalar type; OTHER if it is none. */
static lvki_kind lvki_rf_scalar(const lvki_rf *rf, uint32_t type, uint32_t *bits) {
    size_t at = lvki_rf_at(rf, type, LVKI_SPV_OpTypeFloat);
    *bits = at == 0 ? 0 : lvki_rf_word2(rf, at);
    if (at != 0) return LVKI_KIND_NUM;
    at = lvki_rf_at(rf, type, LVKI_SPV_OpTypeInt);
    if (at == 0)
        return lvki_rf_at(rf, type, LVKI_SPV_OpTypeBool) ? LVKI_KIND_BOOL : LVKI_KIND_OTHER;
    *bits = lvki_rf_word2(rf, at);
    return lvki_rf_word3(rf, at) ? LVKI_KIND_INT : LVKI_KIND_UINT;
}

/* Describes the type: arrays, and in them a scalar, a vector or a matrix with at most four rows and
   columns, a struct or a pointer; anything else is LVKI_KIND_OTHER with 0 rows. Returns its id
   without the array dimensions. */
static uint32_t lvki_rf_shape(const lvki_rf *rf, uint32_t type, lvki_type *t) {
    uint32_t element, part;
    size_t at;
    t->dimensions = 0;
    element = part = lvki_rf_element(rf, type, t);
    at = lvki_rf_at(rf, element, LVKI_SPV_OpTypeMatrix);
    t->rows = t->columns = 1;
    if (at != 0) {
        t->columns = lvki_rf_word3(rf, at);
        part = lvki_rf_word2(rf, at);
    }
    at = lvki_rf_at(rf, part, LVKI_SPV_OpTypeVector);
    if (at != 0) {
        t->rows = lvki_rf_word3(rf, at);
        part = lvki_rf_word2(rf, at);
    }
    t->kind = lvki_rf_scalar(rf, part, &t->bits);
    if (lvki_rf_at(rf, element, LVKI_SPV_OpTypePointer) != 0) {
        t->kind = LVKI_KIND_POINTER;
        t->bits = 64;
    }
    if (t->rows - 1 > 3 || t->columns - 1 > 3) t->kind = LVKI_KIND_OTHER;
    if (t->kind == LVKI_KIND_OTHER) t->rows = t->columns = t->bits = 0;
    if (lvki_rf_at(rf, element, LVKI_SPV_OpTypeStruct) != 0) t->kind = LVKI_KIND_STRUCT;
    return element;
}

static int lvki_rf_is_resource_class(uint32_t where) {
    return where == LVKI_SPV_StorageClass_UniformConstant || where == LVKI_SPV_StorageClass_Uniform
           || where == LVKI_SPV_StorageClass_StorageBuffer
           || where == LVKI_SPV_StorageClass_PushConstant;
}

static int lvki_rf_is_stage_class(uint32_t where) {
    return where == LVKI_SPV_StorageClass_Input || where == LVKI_SPV_StorageClass_Output;
}

/* Type of what the variable at `at` holds, 0 if the words do not say. */
static uint32_t lvki_rf_held_type(const lvki_rf *rf, size_t at) {
    size_t pointer = lvki_rf_at(rf, lvki_rf_word1(rf, at), LVKI_SPV_OpTypePointer);
    return pointer == 0 ? 0 : lvki_rf_word3(rf, pointer);
}

static lvki_resource_kind lvki_rf_image_kind(const lvki_image *image, uint32_t sampled,
                                             int combined) {
    if (image->dimension == LVKI_SPV_Dim_SubpassData) return LVKI_RESOURCE_INPUT_ATTACHMENT;
    if (image->dimension == LVKI_SPV_Dim_Buffer)
        return sampled == 2 ? LVKI_RESOURCE_STORAGE_TEXEL_BUFFER
                            : LVKI_RESOURCE_UNIFORM_TEXEL_BUFFER;
    if (combined) return LVKI_RESOURCE_COMBINED_IMAGE_SAMPLER;
    return sampled == 2 ? LVKI_RESOURCE_STORAGE_IMAGE : LVKI_RESOURCE_SAMPLED_IMAGE;
}

/* Kind of a resource outside blocks, and its image. */
static lvki_resource_kind lvki_rf_opaque_kind(const lvki_rf *rf, uint32_t type,
                                              lvki_image *image) {
    size_t combined = lvki_rf_at(rf, type, LVKI_SPV_OpTypeSampledImage), at;
    if (lvki_rf_at(rf, type, LVKI_SPV_OpTypeSampler) != 0) return LVKI_RESOURCE_SAMPLER;
    if (lvki_rf_at(rf, type, LVKI_SPV_OpTypeAccelerationStructureKHR) != 0)
        return LVKI_RESOURCE_ACCELERATION_STRUCTURE;
    at = lvki_rf_at(rf, combined ? lvki_rf_word2(rf, combined) : type, LVKI_SPV_OpTypeImage);
    if (at == 0) return LVKI_RESOURCE_OTHER;
    image->kind = lvki_rf_scalar(rf, lvki_rf_word2(rf, at), &image->bits);
    image->dimension = lvki_rf_word3(rf, at);
    image->depth = lvki_rf_word(rf, at, 4);
    image->arrayed = lvki_rf_word(rf, at, 5);
    image->multisampled = lvki_rf_word(rf, at, 6);
    image->format = lvki_rf_word(rf, at, 8);
    return lvki_rf_image_kind(image, lvki_rf_word(rf, at, 7), combined != 0);
}

static lvki_resource_kind lvki_rf_block_kind(const lvki_rf *rf, uint32_t type, uint32_t where) {
    if (where == LVKI_SPV_StorageClass_PushConstant) return LVKI_RESOURCE_PUSH_CONSTANTS;
    if (where == LVKI_SPV_StorageClass_StorageBuffer || lvki_rf_is_buffer_block(rf, type))
        return LVKI_RESOURCE_STORAGE_BUFFER;
    return LVKI_RESOURCE_UNIFORM_BUFFER;
}

/* Whether the variable, or each member of its block, has the decoration: LVKI_RF_NON_x. */
static int lvki_rf_is_restricted(const lvki_rf *rf, uint32_t id, uint32_t type, uint32_t which) {
    size_t at = lvki_rf_at(rf, type, LVKI_SPV_OpTypeStruct);
    uint32_t count = at == 0 ? 0 : lvki_rf_members(rf, at);
    if (lvki_rf_count(rf, id, which) > 0) return 1;
    return count > 0 && lvki_rf_count(rf, type, which) >= count;
}

/* Operand words `from` to `to` of the opcodes `first` to `last` may be pointers to a resource. */
typedef struct lvki_rf_use {
    uint16_t first, last, from, to;
} lvki_rf_use;

#define LVKI_RF_ALL 0xFFFFu

static const lvki_rf_use lvki_rf_uses[] = {
    {LVKI_SPV_OpExtInst, LVKI_SPV_OpExtInst, 5, LVKI_RF_ALL},
    {LVKI_SPV_OpFunctionCall, LVKI_SPV_OpFunctionCall, 4, LVKI_RF_ALL},
    {LVKI_SPV_OpVariable, LVKI_SPV_OpVariable, 4, 4},
    {LVKI_SPV_OpImageTexelPointer, LVKI_SPV_OpLoad, 3, 3},
    {LVKI_SPV_OpStore, LVKI_SPV_OpCopyMemorySized, 1, 2},
    {LVKI_SPV_OpAccessChain, LVKI_SPV_OpArrayLength, 3, 3},
    {LVKI_SPV_OpInBoundsPtrAccessChain, LVKI_SPV_OpInBoundsPtrAccessChain, 3, 3},
    {LVKI_SPV_OpCopyObject, LVKI_SPV_OpCopyObject, 3, 3},
    {LVKI_SPV_OpBitcast, LVKI_SPV_OpBitcast, 3, 3},
    {LVKI_SPV_OpSelect, LVKI_SPV_OpSelect, 4, 5},
    {LVKI_SPV_OpAtomicStore, LVKI_SPV_OpAtomicStore, 1, 1},
    {LVKI_SPV_OpAtomicLoad, LVKI_SPV_OpAtomicXor, 3, 3},
    {LVKI_SPV_OpPhi, LVKI_SPV_OpPhi, 3, LVKI_RF_ALL},
    {LVKI_SPV_OpReturnValue, LVKI_SPV_OpReturnValue, 1, 1},
    {LVKI_SPV_OpAtomicFlagTestAndSet, LVKI_SPV_OpAtomicFlagTestAndSet, 3, 3},
    {LVKI_SPV_OpAtomicFlagClear, LVKI_SPV_OpAtomicFlagClear, 1, 1},
    {LVKI_SPV_OpPtrEqual, LVKI_SPV_OpPtrDiff, 3, 4},
    {LVKI_SPV_OpAtomicFMinEXT, LVKI_SPV_OpAtomicFMaxEXT, 3, 3},
    {LVKI_SPV_OpAtomicFAddEXT, LVKI_SPV_OpAtomicFAddEXT, 3, 3}};

/* Which operands those are; NULL for an opcode that has none. */
static const lvki_rf_use *lvki_rf_pointers(uint32_t op) {
    const lvki_rf_use *use = lvki_rf_uses, *end = use + sizeof lvki_rf_uses / sizeof *use;
    while (use < end && (op < use->first || op > use->last)) use++;
    return use == end ? NULL : use;
}

/* ---- sizes */

/* The member of the struct type with the greatest offset; *offset becomes that offset. */
static uint32_t lvki_rf_last_member(const lvki_rf *rf, uint32_t type, uint32_t *offset) {
    uint32_t last = 0;
    size_t next = 0, at;
    *offset = 0;
    while ((at = lvki_rf_next(rf, type, LVKI_SPV_OpMemberDecorate, &next)) != 0) {
        if (lvki_rf_word3(rf, at) != LVKI_SPV_Decoration_Offset) continue;
        if (lvki_rf_word(rf, at, 4) < *offset) continue;
        *offset = lvki_rf_word(rf, at, 4);
        last = lvki_rf_word2(rf, at);
    }
    return last;
}

/* Bytes from the first of count things to the last. */
static uint64_t lvki_rf_span(uint32_t stride, uint32_t count) {
    return count == 0 ? 0 : (uint64_t)stride * (count - 1);
}

/* Bytes of a scalar, a vector or a matrix; 0 of anything else. */
static uint64_t lvki_rf_numbers_size(const lvki_type *t, uint32_t stride, int row_major) {
    uint32_t count = t->columns, length = t->rows;
    if (row_major && t->columns > 1) {
        count = t->rows;
        length = t->columns;
    }
    return lvki_rf_span(stride, count) + (uint64_t)length * (t->bits / 8);
}

/* Bytes that a type with explicit layout spans, saturated at 2^32 - 1; a runtime array is empty.
   Descends along the last member of structs and the last element of arrays, since members do not
   overlap. A type is declared after its parts, so the descent ends. */
static uint32_t lvki_rf_size(const lvki_rf *rf, uint32_t type) {
    size_t at, before = rf->m.functions;
    uint64_t size = 0;
    uint32_t stride = 0, unused = 0, member, offset, i;
    int row_major = 0;
    lvki_type t;
    for (;;) {
        type = lvki_rf_shape(rf, type, &t);
        for (i = 0; i < t.dimensions && t.counts[i] != 0 && size < 0xFFFFFFFFu; i++)
            size += lvki_rf_span(t.strides[i], t.counts[i]);
        at = lvki_rf_find(rf, type);
        if (i < t.dimensions || at >= before || size >= 0xFFFFFFFFu) break;
        before = at;
        if (lvki_sr_op(&rf->m, at) == LVKI_SPV_OpTypeArray) continue; /* of more dimensions */
        if (t.kind != LVKI_KIND_STRUCT) {
            size += lvki_rf_numbers_size(&t, stride, row_major);
            break;
        }
        member = lvki_rf_last_member(rf, type, &offset);
        stride = 0;
        lvki_rf_member_decoration(rf, type, member, LVKI_SPV_Decoration_MatrixStride, &stride);
        row_major = lvki_rf_member_decoration(rf, type, member, LVKI_SPV_Decoration_RowMajor,
                                              &unused);
        size += offset;
        type = member < lvki_rf_members(rf, at) ? lvki_rf_word(rf, at, 2 + member) : 0;
    }
    return size < 0xFFFFFFFFu ? (uint32_t)size : 0xFFFFFFFFu;
}

/* ---- entry points, and what they reach */

static int lvki_rf_string_is(const lvki_rf *rf, size_t at, uint32_t word, const char *text) {
    uint32_t i = 0;
    while (text[i] != '\0' && text[i] == lvki_sr_char(&rf->m, at, word, i)) i++;
    return text[i] == lvki_sr_char(&rf->m, at, word, i);
}

/* Words of the literal string at word `word`, the one with its terminating zero included. */
static uint32_t lvki_rf_string_words(const lvki_rf *rf, size_t at, uint32_t word) {
    uint32_t i = 0;
    while (lvki_sr_char(&rf->m, at, word, i) != '\0') i++;
    return i / 4 + 1;
}

/* The first entry point of the execution model and name (NULL: any name); 0 if there is none. */
static size_t lvki_rf_entry(const lvki_rf *rf, uint32_t model, const char *name) {
    size_t at;
    for (at = LVKI_SR_HEADER; at < rf->m.functions; at += lvki_sr_length(&rf->m, at)) {
        if (lvki_sr_op(&rf->m, at) != LVKI_SPV_OpEntryPoint) continue;
        if (lvki_sr_word(&rf->m, at, 1) != model) continue;
        if (name == NULL || lvki_rf_string_is(rf, at, 3, name)) return at;
    }
    return 0;
}

static void lvki_rf_mark(lvki_rf *rf, uint32_t id, uint32_t mark) {
    if (lvki_rf_own(rf, id) != NULL) rf->slots[id % LVKI_RF_SLOTS].marks |= mark;
}

/* Marks what the entry point's interface lists. Returns whether the variable is among that. */
static int lvki_rf_mark_listed(lvki_rf *rf, size_t entry, uint32_t variable) {
    uint32_t i = 3 + lvki_rf_string_words(rf, entry, 3), id;
    int found = 0;
    for (; i < lvki_sr_length(&rf->m, entry); i++) {
        id = lvki_rf_word(rf, entry, i);
        lvki_rf_mark(rf, id, LVKI_RF_LISTED);
        found |= id == variable;
    }
    return found;
}

/* Marks what the instruction may name as a pointer. Returns whether it is the variable. */
static int lvki_rf_mark_pointers(lvki_rf *rf, size_t at, uint32_t variable) {
    const lvki_rf_use *use = lvki_rf_pointers(lvki_sr_op(&rf->m, at));
    uint32_t length = use == NULL ? 0 : lvki_sr_length(&rf->m, at), i, id;
    int found = 0;
    for (i = use == NULL ? 0 : use->from; i < length && i <= use->to; i++) {
        id = lvki_rf_word(rf, at, i);
        lvki_rf_mark(rf, id, LVKI_RF_USED);
        found |= id == variable;
    }
    return found;
}

/* Marks what the functions reached use. Returns whether the variable is among that. */
static int lvki_rf_mark_used(lvki_rf *rf, uint32_t variable) {
    const lvki_rf_bodies *b = &rf->bodies;
    size_t i, at;
    int found = 0;
    for (at = rf->m.functions; b->overflow && at < rf->m.count; at += lvki_sr_length(&rf->m, at))
        found |= lvki_rf_mark_pointers(rf, at, variable);
    for (i = 0; !b->overflow && i < b->count; i++)
        for (at = b->at[i]; at < rf->m.count && lvki_sr_op(&rf->m, at) != LVKI_SPV_OpFunctionEnd;
             at += lvki_sr_length(&rf->m, at))
            found |= lvki_rf_mark_pointers(rf, at, variable);
    return found;
}

/* Adds a function to those reached, unless it is there already. */
static void lvki_rf_reach(lvki_rf *rf, uint32_t id) {
    lvki_rf_bodies *b = &rf->bodies;
    const lvki_rf_slot *s = lvki_rf_own(rf, id);
    size_t at = lvki_rf_find(rf, id), i;
    if (at < rf->m.functions || (s != NULL && (s->marks & LVKI_RF_USED) != 0)) return;
    for (i = 0; s == NULL && i < b->count; i++)
        if (b->at[i] == at) return;
    lvki_rf_mark(rf, id, LVKI_RF_USED);
    if (b->count == LVKI_RF_MAX_BODIES) b->overflow = 1;
    else b->at[b->count++] = at;
}

/* Collects the functions that the entry point may run, itself first, and marks what it lists and
   what they use. */
static void lvki_rf_enter(lvki_rf *rf, size_t entry) {
    lvki_rf_bodies *b = &rf->bodies;
    size_t i, at;
    b->count = 0;
    b->overflow = 0;
    lvki_rf_reach(rf, lvki_rf_word2(rf, entry));
    for (i = 0; i < b->count && !b->overflow; i++)
        for (at = b->at[i]; at < rf->m.count && lvki_sr_op(&rf->m, at) != LVKI_SPV_OpFunctionEnd;
             at += lvki_sr_length(&rf->m, at))
            if (lvki_sr_op(&rf->m, at) == LVKI_SPV_OpFunctionCall)
                lvki_rf_reach(rf, lvki_rf_word3(rf, at));
    lvki_rf_mark_listed(rf, entry, 0);
    lvki_rf_mark_used(rf, 0);
}

/* Whether the entry point's interface lists the variable. */
static int lvki_rf_is_listed(lvki_rf *rf, size_t entry, uint32_t variable) {
    const lvki_rf_slot *s = lvki_rf_own(rf, variable);
    return s != NULL ? (s->marks & LVKI_RF_LISTED) != 0 : lvki_rf_mark_listed(rf, entry, variable);
}

/* Whether a function reached uses the module-scope variable: the specification's static use. */
static int lvki_rf_is_used(lvki_rf *rf, uint32_t variable) {
    const lvki_rf_slot *s = lvki_rf_own(rf, variable);
    return s != NULL ? (s->marks & LVKI_RF_USED) != 0 : lvki_rf_mark_used(rf, variable);
}

/* -------------------------------------------------------------------------------------------------
   // >>loader  [6]  library -> entry points
   Entry points are fetched by rows; a slot of lambdav_vk_calls is filled through its offset. */

typedef struct {
    const char *name;
    size_t slot;
} lvki_call_row;

#define LVKI_ROW(name) {"vk" #name, offsetof(lambdav_vk_calls, name)},
static const lvki_call_row lvki_global_calls[] = {LVKI_GLOBAL_CALLS(LVKI_ROW)};
static const lvki_call_row lvki_instance_calls[] = {LVKI_INSTANCE_CALLS(LVKI_ROW)};
static const lvki_call_row lvki_instance_1_1_calls[] = {LVKI_INSTANCE_1_1_CALLS(LVKI_ROW)};
static const lvki_call_row lvki_debug_calls[] = {LVKI_DEBUG_CALLS(LVKI_ROW)};
static const lvki_call_row lvki_device_calls[] = {LVKI_DEVICE_CALLS(LVKI_ROW)};
static const lvki_call_row lvki_command_calls[] = {LVKI_COMMAND_CALLS(LVKI_ROW)};
#undef LVKI_ROW

/* Fills the slots of n rows: from the device once there is one, else from the instance, which may
   be absent too. Fails at the first entry point that is missing. */
static int lvki_fetch(lambdav_vk_context *c, const lvki_call_row *rows, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) {
        PFN_vkVoidFunction f = c->logical != NULL
                                   ? c->calls.GetDeviceProcAddr(c->logical, rows[i].name)
                                   : c->calls.GetInstanceProcAddr(c->instance, rows[i].name);
        if (f == NULL)
            return lvki_fail(c, LAMBDAV_VK_LOADER, "%s: the Vulkan loader or driver lacks it",
                             rows[i].name);
        memcpy((char *)&c->calls + rows[i].slot, &f, sizeof f);
    }
    return 1;
}

#if defined(LAMBDAV_VK_NO_LOADER)
static int lvki_open_library(lambdav_vk_context *c) {
    return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                     "options.get_instance_proc_addr: required, this build opens no library");
}
static void lvki_close_library(void *library) { (void)library; }
#elif defined(_WIN32)
#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#include <windows.h>
static int lvki_open_library(lambdav_vk_context *c) {
    HMODULE library = LoadLibraryA("vulkan-1.dll");
    FARPROC f = library == NULL ? NULL : GetProcAddress(library, "vkGetInstanceProcAddr");
    c->library = (void *)library;
    if (f == NULL)
        return lvki_fail(c, LAMBDAV_VK_LOADER, "vulkan-1.dll: no Vulkan loader is installed");
    memcpy(&c->calls.GetInstanceProcAddr, &f, sizeof f);
    return 1;
}
static void lvki_close_library(void *library) { FreeLibrary((HMODULE)library); }
#else
#include <dlfcn.h>
#if defined(__APPLE__)
#define LVKI_LIBRARY "libvulkan.1.dylib"
#else
#define LVKI_LIBRARY "libvulkan.so.1"
#endif
/* Opens the system's loader and takes its one exported function that everything else comes from. */
static int lvki_open_library(lambdav_vk_context *c) {
    void *f;
    c->library = dlopen(LVKI_LIBRARY, RTLD_NOW | RTLD_LOCAL);
    if (c->library == NULL)
        return lvki_fail(c, LAMBDAV_VK_LOADER, "%s: no Vulkan loader is installed", LVKI_LIBRARY);
    f = dlsym(c->library, "vkGetInstanceProcAddr");
    if (f == NULL)
        return lvki_fail(c, LAMBDAV_VK_LOADER, "vkGetInstanceProcAddr: %s lacks it", LVKI_LIBRARY);
    memcpy(&c->calls.GetInstanceProcAddr, &f, sizeof f);
    return 1;
}
static void lvki_close_library(void *library) { dlclose(library); }
#undef LVKI_LIBRARY
#endif

/* Finds vkGetInstanceProcAddr, and with it what can be had without an instance. */
static int lvki_load(lambdav_vk_context *c) {
    PFN_vkVoidFunction f;
    c->calls.GetInstanceProcAddr = c->options.get_instance_proc_addr;
    if (c->calls.GetInstanceProcAddr == NULL && !lvki_open_library(c)) return 0;
    if (!lvki_fetch(c, lvki_global_calls, LVKI_COUNT(lvki_global_calls))) return 0;
    f = c->calls.GetInstanceProcAddr(NULL, "vkEnumerateInstanceVersion");
    c->calls.EnumerateInstanceVersion = (PFN_vkEnumerateInstanceVersion)f;
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>instance  [7]  options -> instance, messages */
#define LVKI_VERSION(major, minor) (((uint32_t)(major) << 22) | ((uint32_t)(minor) << 12))
#define LVKI_MINOR(version) ((version) >> 12 & 0x3FFu)

/* Declares a Vulkan struct of all zero bytes but its sType. */
#define LVKI_INFO(type, name, structure) \
    type name; \
    memset(&name, 0, sizeof name); \
    name.sType = structure

/* The version without its variant and patch number. */
static uint32_t lvki_plain_version(uint32_t version) { return version & 0x1FFFF000u; }

/* Vulkan's callback: counts the message and hands it on. */
static VKAPI_ATTR VkBool32 VKAPI_CALL
lvki_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity, VkDebugUtilsMessageTypeFlagsEXT types,
             const VkDebugUtilsMessengerCallbackDataEXT *data, void *user) {
    lambdav_vk_context *c = (lambdav_vk_context *)user;
    lambdav_vk_message_kind kind = severity >= VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT
                                       ? LAMBDAV_VK_MESSAGE_ERROR
                                       : LAMBDAV_VK_MESSAGE_WARNING;
    (void)types;
    c->messages[kind]++;
    if (c->options.message != NULL)
        c->options.message(c->options.message_user, kind, data->pMessage);
    return VK_FALSE;
}

/* Hints about speed are not asked for: images in the layout GENERAL are meant to be. */
static void lvki_messenger_info(lambdav_vk_context *c, VkDebugUtilsMessengerCreateInfoEXT *info) {
    memset(info, 0, sizeof *info);
    info->sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT;
    info->messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                            VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
    info->messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_GENERAL_BIT_EXT |
                        VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
    info->pfnUserCallback = lvki_message;
    info->pUserData = c;
}

/* Sets c->version to the highest that the loader, the options and this header know. Vulkan 1.0
   loaders have no vkEnumerateInstanceVersion and refuse an instance of any other version. */
static int lvki_find_version(lambdav_vk_context *c) {
    uint32_t highest = LVKI_VERSION(1, 3);
    c->version = LVKI_VERSION(1, 0);
    if (c->calls.EnumerateInstanceVersion != NULL
        && !LVKI_CALL(c, EnumerateInstanceVersion, (&c->version)))
        return 0;
    if (c->options.max_version != 0 && c->options.max_version < highest)
        highest = c->options.max_version;
    if (highest < LVKI_VERSION(1, 0)) highest = LVKI_VERSION(1, 0);
    if (c->version > highest) c->version = highest;
    c->version = lvki_plain_version(c->version);
    return 1;
}

/* Makes the instance. The messenger's description rides along, so that the creation itself is
   reported too. */
static int lvki_create_instance(lambdav_vk_context *c) {
    const char *layer = "VK_LAYER_KHRONOS_validation", *extension = "VK_EXT_debug_utils";
    VkDebugUtilsMessengerCreateInfoEXT messenger;
    LVKI_INFO(VkApplicationInfo, application, VK_STRUCTURE_TYPE_APPLICATION_INFO);
    LVKI_INFO(VkInstanceCreateInfo, info, VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
    application.pApplicationName = "lambdav_vk";
    application.apiVersion = c->version;
    info.pApplicationInfo = &application;
    if (c->options.validation) {
        lvki_messenger_info(c, &messenger);
        info.pNext = &messenger;
        info.enabledLayerCount = 1;
        info.ppEnabledLayerNames = &layer;
        info.enabledExtensionCount = 1;
        info.ppEnabledExtensionNames = &extension;
    }
    if (LVKI_CALL(c, CreateInstance, (&info, NULL, &c->instance))) return 1;
    c->instance = NULL;
    return 0;
}

/* Makes the messenger, if validation was asked for. */
static int lvki_create_messenger(lambdav_vk_context *c) {
    VkDebugUtilsMessengerCreateInfoEXT info;
    if (!c->options.validation) return 1;
    if (!lvki_fetch(c, lvki_debug_calls, LVKI_COUNT(lvki_debug_calls))) return 0;
    lvki_messenger_info(c, &info);
    return LVKI_MAKE(c, CreateDebugUtilsMessengerEXT, c->instance, &info, &c->messenger);
}

/* Loader to instance, with its entry points. vkDestroyInstance is fetched first: what fails later
   is undone. */
static int lvki_open_instance(lambdav_vk_context *c) {
    if (!lvki_load(c) || !lvki_find_version(c) || !lvki_create_instance(c)) return 0;
    if (!lvki_fetch(c, lvki_instance_calls, LVKI_COUNT(lvki_instance_calls))) return 0;
    if (c->version >= LVKI_VERSION(1, 1)
        && !lvki_fetch(c, lvki_instance_1_1_calls, LVKI_COUNT(lvki_instance_1_1_calls)))
        return 0;
    return lvki_create_messenger(c);
}

/* -------------------------------------------------------------------------------------------------
   // >>device  [8]  instance -> device, queue, features */

/* A family with a graphics queue, if possible one that computes as well; its properties go to
   *family. Returns its index, or 32 if there is none. */
static uint32_t lvki_family(const lambdav_vk_context *c, VkPhysicalDevice physical,
                            VkQueueFamilyProperties *family) {
    VkQueueFamilyProperties families[32];
    uint32_t count = 32, i, found = 32;
    memset(families, 0, sizeof families);
    c->calls.GetPhysicalDeviceQueueFamilyProperties(physical, &count, families);
    for (i = count < 32 ? count : 32; i-- > 0;) {
        if (families[i].queueCount == 0 || (families[i].queueFlags & VK_QUEUE_GRAPHICS_BIT) == 0)
            continue;
        if (found < 32 && (families[i].queueFlags & VK_QUEUE_COMPUTE_BIT) == 0) continue;
        *family = families[i];
        found = i;
    }
    return found;
}

static void lvki_describe(const lambdav_vk_context *c, VkPhysicalDevice physical,
                          lambdav_vk_device *device) {
    VkPhysicalDeviceProperties properties;
    VkQueueFamilyProperties family;
    memset(&properties, 0, sizeof properties);
    c->calls.GetPhysicalDeviceProperties(physical, &properties);
    memset(device, 0, sizeof *device);
    memcpy(device->name, properties.deviceName, sizeof device->name - 1);
    device->type = properties.deviceType;
    device->version = properties.apiVersion;
    device->vendor = properties.vendorID;
    device->driver_version = properties.driverVersion;
    device->draws = lvki_family(c, physical, &family) < 32;
}

/* Fetches at most LAMBDAV_VK_MAX_DEVICES devices. More than that are no error. */
static int lvki_enumerate(lambdav_vk_context *c, VkPhysicalDevice *list, uint32_t *count) {
    VkResult result;
    *count = LAMBDAV_VK_MAX_DEVICES;
    result = c->calls.EnumeratePhysicalDevices(c->instance, count, list);
    if (result == VK_INCOMPLETE) result = VK_SUCCESS;
    return lvki_ok(c, result, "vkEnumeratePhysicalDevices");
}

/* Preference among devices that draw; 0 for one that does not. */
static int lvki_rank(const lambdav_vk_device *device) {
    if (!device->draws) return 0;
    switch (device->type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU: return 5;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU: return 4;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU: return 3;
    case VK_PHYSICAL_DEVICE_TYPE_CPU: return 2;
    default: return 1;
    }
}

/* The first of the best devices, or count if none draws. */
static uint32_t lvki_best(const lambdav_vk_context *c, const VkPhysicalDevice *list,
                          uint32_t count) {
    lambdav_vk_device device;
    uint32_t i, found = count;
    int rank = 0;
    for (i = 0; i < count; i++) {
        lvki_describe(c, list[i], &device);
        if (lvki_rank(&device) <= rank) continue;
        rank = lvki_rank(&device);
        found = i;
    }
    return found;
}

static char lvki_lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }

/* Whether text contains part, upper and lower case being the same. */
static int lvki_contains(const char *text, const char *part) {
    size_t i;
    for (; *text != '\0'; text++) {
        for (i = 0; part[i] != '\0' && lvki_lower(text[i]) == lvki_lower(part[i]); i++) {}
        if (part[i] == '\0') return 1;
    }
    return 0;
}

/* The number that text writes in digits, at most 10^6; -1 if it is something else. */
static long lvki_number(const char *text) {
    long number = 0;
    if (*text == '\0') return -1;
    for (; *text != '\0'; text++) {
        if (*text < '0' || *text > '9') return -1;
        number = number < 100000 ? number * 10 + (*text - '0') : 1000000;
    }
    return number;
}

/* The device that options.device means, or count. */
static uint32_t lvki_named(const lambdav_vk_context *c, const VkPhysicalDevice *list,
                           uint32_t count) {
    lambdav_vk_device device;
    long number = lvki_number(c->options.device);
    uint32_t i;
    if (number >= 0) return (unsigned long)number < count ? (uint32_t)number : count;
    for (i = 0; i < count; i++) {
        lvki_describe(c, list[i], &device);
        if (lvki_contains(device.name, c->options.device)) return i;
    }
    return count;
}

/* Chooses the physical device, and reads what later functions ask of it. */
static int lvki_choose(lambdav_vk_context *c) {
    VkPhysicalDevice list[LAMBDAV_VK_MAX_DEVICES];
    VkPhysicalDeviceProperties properties;
    VkQueueFamilyProperties family;
    uint32_t count, i;
    if (!lvki_enumerate(c, list, &count)) return 0;
    if (count == 0) return lvki_fail(c, LAMBDAV_VK_DEVICE, "there is no Vulkan device");
    i = c->options.device != NULL ? lvki_named(c, list, count) : lvki_best(c, list, count);
    if (i == count && c->options.device == NULL)
        return lvki_fail(c, LAMBDAV_VK_DEVICE, "no Vulkan device has a graphics queue");
    if (i == count)
        return lvki_fail(c, LAMBDAV_VK_DEVICE, "no device is \"%.100s\"; there are %lu of them",
                         c->options.device, (unsigned long)count);
    c->physical = list[i];
    lvki_describe(c, c->physical, &c->device);
    if (!c->device.draws)
        return lvki_fail(c, LAMBDAV_VK_DEVICE, "\"%s\" has no graphics queue", c->device.name);
    memset(&family, 0, sizeof family);
    c->family = lvki_family(c, c->physical, &family);
    c->timestamp_bits = family.timestampValidBits;
    c->computes = (family.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
    memset(&properties, 0, sizeof properties);
    c->calls.GetPhysicalDeviceProperties(c->physical, &properties);
    c->limits = properties.limits;
    c->calls.GetPhysicalDeviceMemoryProperties(c->physical, &c->memory);
    if (c->version > properties.apiVersion) c->version = lvki_plain_version(properties.apiVersion);
    return 1;
}

/* Whether the feature at that offset is switched on; always, if no feature is needed. */
static int lvki_feature(const lambdav_vk_features *features, size_t offset) {
    VkBool32 on = VK_TRUE;
    if (offset != LVKI_NO_FEATURE) memcpy(&on, (const char *)features + offset, sizeof on);
    return on != VK_FALSE;
}

/* Zeroes the features and links those structs that the version has. */
static void lvki_features_init(lambdav_vk_features *features, uint32_t version) {
    memset(features, 0, sizeof *features);
    features->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    features->v12.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES;
    features->v13.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES;
    features->v11.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES;
    features->v11.pNext = &features->v12;
    if (version >= LVKI_VERSION(1, 2)) features->core.pNext = &features->v11;
    if (version >= LVKI_VERSION(1, 3)) features->v12.pNext = &features->v13;
}

/* Sets c->features to those features of the device that a row of lvki_capabilities names. */
static void lvki_choose_features(lambdav_vk_context *c) {
    lambdav_vk_features have;
    LVKI_INFO(VkPhysicalDeviceProperties2, properties,
              VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
    LVKI_INFO(VkPhysicalDeviceSubgroupProperties, subgroup,
              VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    size_t i, at;
    lvki_features_init(&have, c->version);
    lvki_features_init(&c->features, c->version);
    if (c->version >= LVKI_VERSION(1, 1))
        c->calls.GetPhysicalDeviceFeatures2(c->physical, &have.core);
    else
        c->calls.GetPhysicalDeviceFeatures(c->physical, &have.core.features);
    have.controls.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES;
    subgroup.pNext = c->version >= LVKI_VERSION(1, 2) ? &have.controls : NULL;
    properties.pNext = &subgroup;
    if (c->version >= LVKI_VERSION(1, 1))
        c->calls.GetPhysicalDeviceProperties2(c->physical, &properties);
    for (i = 0; i < LVKI_COUNT(have.subgroups); i++)
        have.subgroups[i] = (subgroup.supportedOperations >> i & 1u) != 0;
    for (i = 0; i < LVKI_COUNT(lvki_capabilities); i++) {
        at = lvki_capabilities[i].feature;
        if (at == LVKI_NO_FEATURE) continue;
        memcpy((char *)&c->features + at, (const char *)&have + at, sizeof(VkBool32));
    }
}

/* Makes the device with one queue, and fetches its entry points. */
static int lvki_create_device(lambdav_vk_context *c) {
    float priority = 1.0f;
    LVKI_INFO(VkDeviceQueueCreateInfo, queue, VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
    LVKI_INFO(VkDeviceCreateInfo, info, VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
    lvki_choose_features(c);
    queue.queueFamilyIndex = c->family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    if (c->version >= LVKI_VERSION(1, 1)) info.pNext = &c->features.core;
    else info.pEnabledFeatures = &c->features.core.features;
    if (!LVKI_MAKE(c, CreateDevice, c->physical, &info, &c->logical)) return 0;
    if (!lvki_fetch(c, lvki_device_calls, LVKI_COUNT(lvki_device_calls))) return 0;
    if (!lvki_fetch(c, lvki_command_calls, LVKI_COUNT(lvki_command_calls))) return 0;
    c->calls.GetDeviceQueue(c->logical, c->family, 0, &c->queue);
    return 1;
}

/* Makes what every draw records into and waits for; a query pool only if the queue has a clock. */
static int lvki_create_commands(lambdav_vk_context *c) {
    LVKI_INFO(VkCommandPoolCreateInfo, pool, VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO);
    LVKI_INFO(VkCommandBufferAllocateInfo, buffer, VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO);
    LVKI_INFO(VkFenceCreateInfo, fence, VK_STRUCTURE_TYPE_FENCE_CREATE_INFO);
    LVKI_INFO(VkQueryPoolCreateInfo, queries, VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO);
    pool.queueFamilyIndex = c->family;
    pool.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    if (!LVKI_MAKE(c, CreateCommandPool, c->logical, &pool, &c->pool)) return 0;
    buffer.commandPool = c->pool;
    buffer.commandBufferCount = 1;
    if (!LVKI_CALL(c, AllocateCommandBuffers, (c->logical, &buffer, &c->commands))) return 0;
    if (!LVKI_MAKE(c, CreateFence, c->logical, &fence, &c->fence)) return 0;
    queries.queryType = VK_QUERY_TYPE_TIMESTAMP;
    queries.queryCount = 2;
    return c->timestamp_bits == 0
           || LVKI_MAKE(c, CreateQueryPool, c->logical, &queries, &c->queries);
}

/* Undoes everything since lvki_open_instance began, however far it came. A handle that is not null
   has its destroyer loaded, vkDestroyInstance excepted, which only a broken loader lacks. */
static void lvki_release(lambdav_vk_context *c) {
    const lambdav_vk_calls *f = &c->calls;
    size_t i;
    if (c->staging.buffer != VK_NULL_HANDLE)
        f->DestroyBuffer(c->logical, c->staging.buffer, NULL);
    if (c->staging.memory != VK_NULL_HANDLE) f->FreeMemory(c->logical, c->staging.memory, NULL);
    for (i = 0; i < LVKI_COUNT(c->plain); i++)
        if (c->plain[i].sampler != VK_NULL_HANDLE)
            f->DestroySampler(c->logical, c->plain[i].sampler, NULL);
    if (c->queries != VK_NULL_HANDLE) f->DestroyQueryPool(c->logical, c->queries, NULL);
    if (c->fence != VK_NULL_HANDLE) f->DestroyFence(c->logical, c->fence, NULL);
    if (c->pool != VK_NULL_HANDLE) f->DestroyCommandPool(c->logical, c->pool, NULL);
    if (c->logical != NULL) f->DestroyDevice(c->logical, NULL);
    if (c->messenger != VK_NULL_HANDLE)
        f->DestroyDebugUtilsMessengerEXT(c->instance, c->messenger, NULL);
    if (c->instance != NULL && f->DestroyInstance != NULL) f->DestroyInstance(c->instance, NULL);
    if (c->library != NULL) lvki_close_library(c->library);
    memset(&c->staging, 0, sizeof c->staging);
    memset(c->plain, 0, sizeof c->plain);
    c->staged = NULL;
    c->queries = VK_NULL_HANDLE;
    c->fence = VK_NULL_HANDLE;
    c->pool = VK_NULL_HANDLE;
    c->logical = NULL;
    c->messenger = VK_NULL_HANDLE;
    c->instance = NULL;
    c->library = NULL;
    memset(&c->calls, 0, sizeof c->calls);
}

/* -------------------------------------------------------------------------------------------------
   // >>interface  [9]  words -> what a pipeline must know
   One location that a vertex module reads. */
typedef struct {
    char name[LAMBDAV_VK_NAME_SIZE]; /* of the variable */
    uint32_t location, components, kind;
} lvki_input;

/* What one stage is made of. */
typedef struct {
    const lvki_stage_row *stage;
    const char *name; /* of the entry point; lies in the words, or is the caller's */
    lvki_rf_given given;
    uint32_t outputs[LAMBDAV_VK_MAX_ATTACHMENTS];  /* components written per location */
    uint32_t kinds[LAMBDAV_VK_MAX_ATTACHMENTS];    /* of those components */
    uint32_t input_count;                          /* of a vertex stage */
    lvki_input inputs[LAMBDAV_VK_MAX_INPUTS];      /* in order of location */
    uint64_t handed, wanted; /* locations that a vertex stage writes, a fragment stage reads */
} lvki_interface;

/* The module while it is looked at. */
typedef struct {
    lambdav_vk_context *c;
    lambdav_vk_pipeline *p;
    lvki_rf rf;
    size_t entry;
    const lvki_stage_row *stage;
    int alone; /* a fragment stage behind the header's own vertex module */
    lvki_interface *out;
} lvki_look;

/* SPIR-V 1.0 comes with Vulkan 1.0; 1.3 with 1.1; 1.5 with 1.2; 1.6 with 1.3. */
static int lvki_check_version(lvki_look *k) {
    uint32_t word = k->rf.m.words[1], minor = word >> 8 & 0xFFu, need;
    if (word >> 16 != 1 || (word & 0xFFu) != 0 || minor > 6)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE,
                         "version word 0x%08lx is none of SPIR-V 1.0 to 1.6", (unsigned long)word);
    need = minor == 0 ? 0 : minor <= 3 ? 1 : minor <= 5 ? 2 : 3;
    if (k->c->version >= LVKI_VERSION(1, need)) return 1;
    return lvki_fail(k->c, LAMBDAV_VK_UNSUPPORTED,
                     "SPIR-V 1.%lu needs Vulkan 1.%lu; \"%s\" is open with Vulkan 1.%lu",
                     (unsigned long)minor, (unsigned long)need, k->c->device.name,
                     (unsigned long)LVKI_MINOR(k->c->version));
}

static int lvki_check_capability(lambdav_vk_context *c, uint32_t number) {
    size_t i;
    for (i = 0; i < LVKI_COUNT(lvki_capabilities); i++) {
        if (lvki_capabilities[i].number != number) continue;
        if (lvki_feature(&c->features, lvki_capabilities[i].feature)) return 1;
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                         "the module needs capability %s, which \"%s\" lacks",
                         lvki_capabilities[i].name, c->device.name);
    }
    return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                     "the module needs capability %lu, which a pass does not provide",
                     (unsigned long)number);
}

static int lvki_check_capabilities(lvki_look *k) {
    const lvki_sr_module *m = &k->rf.m;
    size_t at;
    for (at = LVKI_SR_HEADER; at < m->functions; at += lvki_sr_length(m, at))
        if (lvki_sr_op(m, at) == LVKI_SPV_OpCapability
            && !lvki_check_capability(k->c, lvki_sr_word(m, at, 1)))
            return 0;
    return 1;
}

/* Finds the entry point and what it reaches. */
static int lvki_find_entry(lvki_look *k, const char *name) {
    k->entry = lvki_rf_entry(&k->rf, k->stage->model, name);
    if (k->entry == 0 && name == NULL)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "the module has no %s entry point",
                         k->stage->name);
    if (k->entry == 0)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "the module has no %s entry point \"%.100s\"",
                         k->stage->name, name);
    if (3 + lvki_rf_string_words(&k->rf, k->entry, 3) > lvki_sr_length(&k->rf.m, k->entry))
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "the name of the entry point does not end");
    k->out->name = name != NULL ? name : (const char *)(k->rf.m.words + k->entry + 3);
    lvki_rf_enter(&k->rf, k->entry);
    return 1;
}

/* Whether a name of the caller is the one kept, which may have been cut. "" is no name. */
static int lvki_same(const char *kept, const char *name) {
    size_t i = 0;
    if (kept[0] == '\0') return 0;
    while (kept[i] != '\0' && kept[i] == name[i]) i++;
    return kept[i] == name[i] || i == LAMBDAV_VK_NAME_SIZE - 1;
}

/* The id of the specialisation constant that the row means; 0 if there is none. */
static uint32_t lvki_find_constant(const lvki_rf *rf, const lambdav_vk_constant *row,
                                   uint32_t *number) {
    char name[LAMBDAV_VK_NAME_SIZE];
    uint32_t id;
    size_t at;
    for (at = LVKI_SR_HEADER; at < rf->m.functions; at += lvki_sr_length(&rf->m, at)) {
        if (lvki_sr_op(&rf->m, at) != LVKI_SPV_OpDecorate
            || lvki_rf_word2(rf, at) != LVKI_SPV_Decoration_SpecId)
            continue;
        id = lvki_rf_word(rf, at, 1);
        *number = lvki_rf_word3(rf, at);
        if (row->name == NULL && *number == row->id) return id;
        if (row->name == NULL) continue;
        lvki_rf_name(rf, id, name);
        if (lvki_same(name, row->name)) return id;
    }
    return 0;
}

/* Bytes of the constant as Vulkan reads it; 0 if the id is no specialisation constant. */
static uint32_t lvki_constant_bytes(const lvki_rf *rf, uint32_t id) {
    size_t at = lvki_rf_at(rf, id, LVKI_SPV_OpSpecConstant);
    uint32_t bits;
    lvki_kind kind;
    if (at == 0)
        return lvki_rf_at(rf, id, LVKI_SPV_OpSpecConstantTrue) != 0
                       || lvki_rf_at(rf, id, LVKI_SPV_OpSpecConstantFalse) != 0
                   ? 4
                   : 0;
    kind = lvki_rf_scalar(rf, lvki_rf_word(rf, at, 1), &bits);
    if (kind == LVKI_KIND_OTHER || kind == LVKI_KIND_BOOL) return 0;
    return bits == 8 || bits == 16 || bits == 32 || bits == 64 ? bits / 8 : 0;
}

/* The low bytes of a number, as they lie in memory: 1, 2, 4 or 8 of them. */
static uint64_t lvki_low_bytes(uint64_t bits, uint32_t bytes) {
    uint64_t packed = 0;
    uint8_t b = (uint8_t)bits;
    uint16_t h = (uint16_t)bits;
    uint32_t w = (uint32_t)bits;
    if (bytes == 8) return bits;
    if (bytes == 4) memcpy(&packed, &w, sizeof w);
    if (bytes == 2) memcpy(&packed, &h, sizeof h);
    if (bytes == 1) memcpy(&packed, &b, sizeof b);
    return packed;
}

/* Takes those constants that the module has; bit i of *used notes row i. The first row for a
   constant counts. */
static void lvki_look_constants(lvki_look *k, const lambdav_vk_constant *rows, size_t count,
                                uint64_t *used) {
    lvki_rf_given *given = &k->out->given;
    uint32_t id, bytes, number = 0, j;
    size_t i;
    for (i = 0; i < count; i++) {
        id = lvki_find_constant(&k->rf, &rows[i], &number);
        bytes = lvki_constant_bytes(&k->rf, id);
        if (bytes == 0) continue;
        *used |= (uint64_t)1 << i;
        for (j = 0; j < given->count && given->ids[j] != id; j++) {}
        if (j < given->count) continue;
        given->ids[given->count] = id;
        given->values[given->count] = lvki_low_bytes(rows[i].bits, bytes);
        given->entries[given->count].constantID = number;
        given->entries[given->count].offset = given->count * (uint32_t)sizeof given->values[0];
        given->entries[given->count].size = bytes;
        given->count++;
    }
}

/* Fails if there are too many constants. */
static int lvki_check_constants(lambdav_vk_context *c, const lambdav_vk_constant *rows,
                                size_t count) {
    if (count > LAMBDAV_VK_MAX_CONSTANTS)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "too many constants: %.0f (limit is %d)",
                         (double)count, LAMBDAV_VK_MAX_CONSTANTS);
    return count == 0 || rows != NULL
           || lvki_fail(c, LAMBDAV_VK_ARGUMENT, "constants: NULL, but constant_count is %.0f",
                        (double)count);
}

/* Fails at the first constant that no module has. */
static int lvki_check_used(lambdav_vk_context *c, const lambdav_vk_constant *rows, size_t count,
                           uint64_t used) {
    size_t i;
    for (i = 0; i < count; i++) {
        if ((used >> i & 1u) != 0) continue;
        if (rows[i].name != NULL)
            return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                             "the module has no specialisation constant \"%.100s\"", rows[i].name);
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "the module has no specialisation constant with id %lu",
                         (unsigned long)rows[i].id);
    }
    return 1;
}

/* The kind of components that formats and resources tell. */
static uint32_t lvki_components(const lvki_type *t) {
    return t->kind == LVKI_KIND_INT ? LVKI_INT : t->kind == LVKI_KIND_UINT ? LVKI_UINT : LVKI_FLOAT;
}

/* Describes what a variable of an interface holds, and sets *count to how many vectors or scalars
   that are; nonzero if it is made of floats or integers, or is an array of what is. */
static int lvki_look_numbers(const lvki_look *k, uint32_t type, lvki_type *t, uint64_t *count) {
    lvki_rf_shape(&k->rf, type, t);
    *count = (uint64_t)t->columns * (t->dimensions == 0 ? 1 : t->counts[0]);
    return t->dimensions <= 1
           && (t->kind == LVKI_KIND_NUM || t->kind == LVKI_KIND_INT || t->kind == LVKI_KIND_UINT);
}

/* Notes the locations that an output of a vertex stage hands on: all, if it is a block. */
static void lvki_look_handed(lvki_look *k, uint32_t variable, uint32_t type) {
    uint32_t location = 0, unused = 0;
    uint64_t count;
    lvki_type t;
    if (lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_BuiltIn, &unused)
        || lvki_rf_member_decoration(&k->rf, type, 0, LVKI_SPV_Decoration_BuiltIn, &unused))
        return;
    lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Location, &location);
    if (!lvki_look_numbers(k, type, &t, &count)) count = 64;
    if (t.bits > 32) count *= 2;
    if (count >= 64) k->out->handed = ~(uint64_t)0;
    else if (location < 64) k->out->handed |= (((uint64_t)1 << count) - 1) << location;
}

/* Notes which components of which locations an output of a fragment stage writes. */
static int lvki_look_output(lvki_look *k, uint32_t variable, uint32_t type) {
    uint32_t location = 0, component = 0;
    uint64_t count;
    lvki_type t;
    if (k->stage != &lvki_stages[LVKI_FRAGMENT]) {
        lvki_look_handed(k, variable, type);
        return 1;
    }
    if (lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_BuiltIn, &component)) return 1;
    if (!lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Location, &location))
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "an output has no location");
    lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Component, &component);
    if (!lvki_look_numbers(k, type, &t, &count) || t.columns != 1 || component > 3
        || t.rows > 4 - component)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE,
                         "the output at location %lu is not a number or a vector of numbers",
                         (unsigned long)location);
    for (; count > 0 && location < LAMBDAV_VK_MAX_ATTACHMENTS; count--) {
        k->out->kinds[location] = lvki_components(&t);
        k->out->outputs[location++] |= ((1u << t.rows) - 1u) << component;
    }
    return 1;
}

/* Adds a location that the vertex stage reads, in order. */
static int lvki_add_input(lvki_look *k, uint32_t variable, uint32_t location,
                          const lvki_type *t) {
    lvki_interface *out = k->out;
    uint32_t i = out->input_count, limit = k->c->limits.maxVertexInputAttributes;
    if (limit > LAMBDAV_VK_MAX_INPUTS) limit = LAMBDAV_VK_MAX_INPUTS;
    if (i == limit || location >= k->c->limits.maxVertexInputAttributes)
        return lvki_fail(k->c, LAMBDAV_VK_LIMIT,
                         "the vertex module reads more locations than the limit of %lu",
                         (unsigned long)limit);
    for (; i > 0 && out->inputs[i - 1].location > location; i--)
        out->inputs[i] = out->inputs[i - 1];
    if (i > 0 && out->inputs[i - 1].location == location)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "two inputs share location %lu",
                         (unsigned long)location);
    lvki_rf_name(&k->rf, variable, out->inputs[i].name);
    out->inputs[i].location = location;
    out->inputs[i].components = t->rows;
    out->inputs[i].kind = lvki_components(t);
    out->input_count++;
    return 1;
}

/* Notes the locations that an input of the vertex stage takes. */
static int lvki_look_vertex_input(lvki_look *k, uint32_t variable, uint32_t type) {
    uint32_t location = 0, i, unused = 0;
    uint64_t count;
    lvki_type t;
    if (!lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Location, &location))
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "an input has no location");
    if (!lvki_look_numbers(k, type, &t, &count) || t.bits != 32
        || lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Component, &unused))
        return lvki_fail(k->c, LAMBDAV_VK_MODULE,
                         "the input at location %lu is not made of numbers of 32 bits",
                         (unsigned long)location);
    for (i = 0; i < count; i++)
        if (!lvki_add_input(k, variable, location + i, &t)) return 0;
    return 1;
}

/* Inputs of a fragment stage must be built in, unless a vertex stage hands them. */
static int lvki_look_input(lvki_look *k, uint32_t variable, uint32_t type) {
    uint32_t location = 0, unused = 0;
    if (lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_BuiltIn, &unused)) return 1;
    if (lvki_rf_member_decoration(&k->rf, type, 0, LVKI_SPV_Decoration_BuiltIn, &unused)) return 1;
    if (k->stage == &lvki_stages[LVKI_VERTEX]) return lvki_look_vertex_input(k, variable, type);
    if (!k->alone) {
        if (lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Location, &location)
            && location < 64)
            k->out->wanted |= (uint64_t)1 << location;
        return 1;
    }
    lvki_rf_decoration(&k->rf, variable, LVKI_SPV_Decoration_Location, &location);
    lvki_rf_member_decoration(&k->rf, type, 0, LVKI_SPV_Decoration_Location, &location);
    return lvki_fail(k->c, LAMBDAV_VK_MODULE,
                     "the module reads an input at location %lu; a pass without vertex_words has no"
                     " vertex data",
                     (unsigned long)location);
}

static int lvki_fail_resource(lambdav_vk_context *c, lambdav_vk_status status,
                              const lambdav_vk_resource *r, uint32_t element, const char *format,
                              ...) LVKI_PRINTF(5, 6);

/* An error of a resource: says which it is, then the text. */
static int lvki_fail_resource(lambdav_vk_context *c, lambdav_vk_status status,
                              const lambdav_vk_resource *r, uint32_t element, const char *format,
                              ...) {
    char text[256];
    const char *name = r->name[0] != '\0' ? r->name : r->block;
    const char *quote = name[0] != '\0' ? "\"" : "", *space = name[0] != '\0' ? " " : "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (r->count > 1)
        return lvki_fail(c, status, "the module uses a %s %s%s%s%sat set %lu, binding %lu, %s"
                         " as element %lu", lvki_resources[r->kind].text, quote, name, quote, space,
                         (unsigned long)r->set, (unsigned long)r->binding, text,
                         (unsigned long)element);
    return lvki_fail(c, status, "the module uses a %s %s%s%s%sat set %lu, binding %lu, %s",
                     lvki_resources[r->kind].text, quote, name, quote, space,
                     (unsigned long)r->set, (unsigned long)r->binding, text);
}

/* The shape of an image type, LAMBDAV_VK_SHAPE_COUNT if no image has it. */
static lambdav_vk_shape lvki_look_shape(const lvki_image *image) {
    size_t i;
    for (i = 0; i < LVKI_COUNT(lvki_shapes); i++)
        if (lvki_shapes[i].dim == image->dimension && lvki_shapes[i].arrayed == image->arrayed
            && image->multisampled == 0)
            break;
    return (lambdav_vk_shape)i;
}

/* Fills in what is particular to an image type: shape, kind of components, format. */
static int lvki_look_image(lvki_look *k, const lvki_image *image, lambdav_vk_resource *r) {
    lvki_type texel;
    size_t i;
    r->shape = lvki_look_shape(image);
    r->format = LAMBDAV_VK_FORMAT_COUNT;
    if (r->shape == LAMBDAV_VK_SHAPE_COUNT)
        return lvki_fail_resource(k->c, LAMBDAV_VK_UNSUPPORTED, r, 0,
                                  "a texel buffer, input attachment or multisampled image");
    if (image->kind == LVKI_KIND_OTHER || image->kind == LVKI_KIND_BOOL)
        return lvki_fail_resource(k->c, LAMBDAV_VK_MODULE, r, 0, "of no known components");
    texel.kind = image->kind;
    r->components = lvki_components(&texel);
    if (r->kind != LAMBDAV_VK_STORAGE_IMAGE || image->format == 0) return 1;
    for (i = 0; i < LVKI_COUNT(lvki_formats); i++)
        if (lvki_formats[i].image == image->format) r->format = (lambdav_vk_format)i;
    return r->format != LAMBDAV_VK_FORMAT_COUNT
           || lvki_fail_resource(k->c, LAMBDAV_VK_UNSUPPORTED, r, 0,
                                 "of image format %lu, which no image has",
                                 (unsigned long)image->format);
}

/* What a resource outside blocks is; fails if it is nothing that can be bound. */
static int lvki_look_opaque(lvki_look *k, uint32_t type, lambdav_vk_resource *r) {
    lvki_image image;
    switch (lvki_rf_opaque_kind(&k->rf, type, &image)) {
    case LVKI_RESOURCE_SAMPLER: r->kind = LAMBDAV_VK_SAMPLER; return 1;
    case LVKI_RESOURCE_COMBINED_IMAGE_SAMPLER: r->kind = LAMBDAV_VK_TEXTURE; break;
    case LVKI_RESOURCE_STORAGE_IMAGE:
    case LVKI_RESOURCE_STORAGE_TEXEL_BUFFER: r->kind = LAMBDAV_VK_STORAGE_IMAGE; break;
    case LVKI_RESOURCE_SAMPLED_IMAGE:
    case LVKI_RESOURCE_UNIFORM_TEXEL_BUFFER:
    case LVKI_RESOURCE_INPUT_ATTACHMENT: r->kind = LAMBDAV_VK_SAMPLED_IMAGE; break;
    default:
        r->kind = LAMBDAV_VK_SAMPLED_IMAGE;
        return lvki_fail_resource(k->c, LAMBDAV_VK_UNSUPPORTED, r, 0, "of a type unknown here");
    }
    return lvki_look_image(k, &image, r);
}

/* Fills in what is particular to a block: its size, and the stride of a runtime array at its
   end. */
static void lvki_look_block(const lvki_look *k, uint32_t type, lambdav_vk_resource *r) {
    const lvki_rf *rf = &k->rf;
    size_t at = lvki_rf_at(rf, type, LVKI_SPV_OpTypeStruct);
    uint32_t offset, last;
    lvki_rf_name(rf, type, r->block);
    r->size = lvki_rf_size(rf, type);
    if (at == 0) return;
    last = lvki_rf_word(rf, at, 2 + lvki_rf_last_member(rf, type, &offset));
    if (lvki_rf_at(rf, last, LVKI_SPV_OpTypeRuntimeArray) != 0)
        r->stride = lvki_rf_stride(rf, last);
}

/* Adds the resource to the pipeline's; one at the same place must be of the same kind. */
static int lvki_add_resource(lvki_look *k, const lambdav_vk_resource *r) {
    lambdav_vk_resource *have = k->p->resources, *end = have + k->p->resource_count;
    while (have < end && (have->set != r->set || have->binding != r->binding)) have++;
    if (have == end) {
        if (k->p->resource_count == LAMBDAV_VK_MAX_RESOURCES)
            return lvki_fail(k->c, LAMBDAV_VK_LIMIT, "too many resources (limit is %d)",
                             LAMBDAV_VK_MAX_RESOURCES);
        k->p->resource_count++;
        *have = *r;
        return 1;
    }
    if (have->kind != r->kind)
        return lvki_fail_resource(k->c, LAMBDAV_VK_MODULE, r, 0, "where there is a %s",
                                  lvki_resources[have->kind].text);
    if (have->name[0] == '\0') memcpy(have->name, r->name, sizeof r->name);
    if (have->block[0] == '\0') memcpy(have->block, r->block, sizeof r->block);
    if (have->count < r->count) have->count = r->count;
    if (have->size < r->size) have->size = r->size;
    have->writes = have->writes || r->writes;
    have->stages |= r->stages;
    return 1;
}

/* Checks what the device has to say about a resource of this stage. */
static int lvki_check_resource(lvki_look *k, const lambdav_vk_resource *r) {
    uint32_t limit = k->c->limits.maxBoundDescriptorSets;
    if (limit > LAMBDAV_VK_MAX_SETS) limit = LAMBDAV_VK_MAX_SETS;
    if (r->set >= limit)
        return lvki_fail_resource(k->c, LAMBDAV_VK_LIMIT, r, 0, "but sets end before %lu",
                                  (unsigned long)limit);
    memcpy(&limit, (const char *)&k->c->limits + lvki_resources[r->kind].limit, sizeof limit);
    if (r->count > limit)
        return lvki_fail_resource(k->c, LAMBDAV_VK_LIMIT, r, 0,
                                  "of more descriptors than the device's limit of %lu",
                                  (unsigned long)limit);
    if (!r->writes || lvki_feature(&k->c->features, k->stage->stores)) return 1;
    return lvki_fail_resource(k->c, LAMBDAV_VK_UNSUPPORTED, r, 0,
                              "and may write it, which needs the feature %s in the %s stage",
                              k->stage->feature, k->stage->name);
}

/* Notes a variable with set and binding. */
static int lvki_look_descriptor(lvki_look *k, uint32_t variable, uint32_t type, uint32_t storage) {
    const lvki_rf *rf = &k->rf;
    lvki_type t;
    lambdav_vk_resource r;
    memset(&r, 0, sizeof r);
    type = lvki_rf_shape(rf, type, &t);
    r.count = t.dimensions == 0 ? 1 : t.counts[0];
    r.stages = (VkShaderStageFlags)k->stage->bit;
    lvki_rf_name(rf, variable, r.name);
    lvki_rf_decoration(rf, variable, LVKI_SPV_Decoration_DescriptorSet, &r.set);
    lvki_rf_decoration(rf, variable, LVKI_SPV_Decoration_Binding, &r.binding);
    if (storage != LVKI_SPV_StorageClass_UniformConstant
        && lvki_rf_block_kind(rf, type, storage) == LVKI_RESOURCE_STORAGE_BUFFER)
        r.kind = LAMBDAV_VK_STORAGE_BUFFER;
    if (t.dimensions > 1 || r.count == 0)
        return lvki_fail_resource(k->c, LAMBDAV_VK_UNSUPPORTED, &r, 0,
                                  "an array of descriptors without one constant length");
    if (storage == LVKI_SPV_StorageClass_UniformConstant && !lvki_look_opaque(k, type, &r))
        return 0;
    if (storage != LVKI_SPV_StorageClass_UniformConstant) lvki_look_block(k, type, &r);
    if (r.kind == LAMBDAV_VK_STORAGE_BUFFER || r.kind == LAMBDAV_VK_STORAGE_IMAGE)
        r.writes = !lvki_rf_is_restricted(rf, variable, type, LVKI_RF_NON_WRITABLE);
    return lvki_check_resource(k, &r) && lvki_add_resource(k, &r);
}

/* The block's bytes, rounded up to what a push-constant range must be a multiple of. */
static int lvki_look_push(lvki_look *k, uint32_t type) {
    uint32_t size = lvki_rf_size(&k->rf, type);
    uint32_t limit = k->c->limits.maxPushConstantsSize;
    if (size > limit)
        return lvki_fail(k->c, LAMBDAV_VK_LIMIT,
                         "the push-constant block has %lu bytes; the device's limit is %lu",
                         (unsigned long)size, (unsigned long)limit);
    size = (size + 3) & ~3u;
    if (size > k->p->push_size) k->p->push_size = size;
    if (size != 0) k->p->push_stages |= (VkShaderStageFlags)k->stage->bit;
    return 1;
}

/* Looks at the module-scope variable declared at that place, if the entry point has to do with
   it. */
static int lvki_look_variable(lvki_look *k, size_t at) {
    lvki_rf *rf = &k->rf;
    uint32_t variable = lvki_rf_word2(rf, at), storage = lvki_rf_word3(rf, at), type;
    if (lvki_rf_is_stage_class(storage) ? !lvki_rf_is_listed(rf, k->entry, variable)
                                        : !lvki_rf_is_resource_class(storage)
                                              || !lvki_rf_is_used(rf, variable))
        return 1;
    type = lvki_rf_held_type(rf, at);
    if (type == 0)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "the type of a variable is not a pointer");
    switch (storage) {
    case LVKI_SPV_StorageClass_Input: return lvki_look_input(k, variable, type);
    case LVKI_SPV_StorageClass_Output: return lvki_look_output(k, variable, type);
    case LVKI_SPV_StorageClass_PushConstant: return lvki_look_push(k, type);
    default: return lvki_look_descriptor(k, variable, type, storage);
    }
}

/* Finds the workgroup size: a constant with the built-in WorkgroupSize goes before what the entry
   point's execution mode says. */
static int lvki_look_workgroup(lvki_look *k) {
    const lvki_sr_module *m = &k->rf.m;
    uint32_t entry = lvki_sr_word(m, k->entry, 2), op, i, size = 0;
    size_t at;
    for (at = LVKI_SR_HEADER; at < m->functions; at += lvki_sr_length(m, at)) {
        op = lvki_sr_op(m, at);
        if (op == LVKI_SPV_OpExecutionMode && lvki_sr_word(m, at, 1) == entry
            && lvki_sr_word(m, at, 2) == LVKI_SPV_ExecutionMode_LocalSize)
            for (i = 0; i < 3; i++) k->p->workgroup[i] = lvki_sr_word(m, at, 3 + i);
        if (op == LVKI_SPV_OpExecutionModeId && lvki_sr_word(m, at, 1) == entry
            && lvki_sr_word(m, at, 2) == LVKI_SPV_ExecutionMode_LocalSizeId) {
            if (!k->c->features.v13.maintenance4)
                return lvki_fail(k->c, LAMBDAV_VK_UNSUPPORTED,
                                 "LocalSizeId needs the feature maintenance4, which \"%s\" lacks",
                                 k->c->device.name);
            for (i = 0; i < 3; i++)
                k->p->workgroup[i] = lvki_rf_constant(&k->rf, lvki_sr_word(m, at, 3 + i));
        }
        if (op == LVKI_SPV_OpVariable
            && lvki_sr_word(m, at, 3) == LVKI_SPV_StorageClass_Workgroup
            && lvki_sr_length(m, at) > 4 && !k->c->features.v13.shaderZeroInitializeWorkgroupMemory)
            return lvki_fail(k->c, LAMBDAV_VK_UNSUPPORTED,
                             "workgroup memory with an initial value needs the feature "
                             "shaderZeroInitializeWorkgroupMemory, which \"%s\" lacks",
                             k->c->device.name);
        if (op == LVKI_SPV_OpDecorate && lvki_sr_word(m, at, 2) == LVKI_SPV_Decoration_BuiltIn
            && lvki_sr_word(m, at, 3) == LVKI_SPV_BuiltIn_WorkgroupSize)
            size = lvki_sr_word(m, at, 1);
    }
    for (i = 0; i < 3 && lvki_rf_constituent(&k->rf, size, 0) != 0; i++)
        k->p->workgroup[i] = lvki_rf_constant(&k->rf, lvki_rf_constituent(&k->rf, size, i));
    return 1;
}

/* Checks the workgroup size against the device's limits. */
static int lvki_check_workgroup(lambdav_vk_context *c, const uint32_t *size) {
    const uint32_t *limit = c->limits.maxComputeWorkGroupSize;
    uint32_t i, all = c->limits.maxComputeWorkGroupInvocations;
    if (size[0] == 0 || size[1] == 0 || size[2] == 0)
        return lvki_fail(c, LAMBDAV_VK_MODULE, "the module gives no workgroup size");
    for (i = 0; i < 3 && size[i] <= limit[i]; i++) {}
    if (i == 3 && (uint64_t)size[0] * size[1] <= all
        && (uint64_t)size[0] * size[1] * size[2] <= all)
        return 1;
    return lvki_fail(c, LAMBDAV_VK_LIMIT,
                     "a workgroup of %lux%lux%lu; the device's limit is %lux%lux%lu, %lu in all",
                     (unsigned long)size[0], (unsigned long)size[1], (unsigned long)size[2],
                     (unsigned long)limit[0], (unsigned long)limit[1], (unsigned long)limit[2],
                     (unsigned long)all);
}

/* Opens the words for a look at one stage. */
static int lvki_look_open(lvki_look *k, const uint32_t *words, size_t word_count) {
    const char *wrong = lvki_rf_open(&k->rf, words, word_count, &k->out->given);
    if (wrong != NULL)
        return lvki_fail(k->c, LAMBDAV_VK_MODULE, "not a SPIR-V module: %s", wrong);
    return lvki_check_version(k) && lvki_check_capabilities(k);
}

/* Fills *out, and adds to the pipeline's resources and push constants. Fails where the words are no
   module, or none that can run on this device. used notes the constants that the module has. */
static int lvki_look_at(lvki_look *k, const uint32_t *words, size_t word_count, const char *entry,
                        const lambdav_vk_constant *constants, size_t constant_count,
                        uint64_t *used) {
    const lvki_sr_module *m = &k->rf.m;
    size_t at;
    memset(k->out, 0, sizeof *k->out);
    k->out->stage = k->stage;
    if (!lvki_look_open(k, words, word_count) || !lvki_find_entry(k, entry)) return 0;
    lvki_look_constants(k, constants, constant_count, used);
    for (at = LVKI_SR_HEADER; at < m->functions; at += lvki_sr_length(m, at))
        if (lvki_sr_op(m, at) == LVKI_SPV_OpVariable && !lvki_look_variable(k, at)) return 0;
    return k->stage != &lvki_stages[LVKI_COMPUTE] || lvki_look_workgroup(k);
}

/* -------------------------------------------------------------------------------------------------
   // >>commands  [10]  recording, submission, time */
static int lvki_check_open(lambdav_vk_context *c) {
    lvki_begin(c);
    if (c->logical == NULL)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "the context is not open");
    if (c->lost)
        return lvki_fail(c, LAMBDAV_VK_LOST, "the device was lost earlier: close the context");
    return 1;
}

/* Starts a recording. Whatever earlier calls wrote is seen by it. */
static int lvki_record(lambdav_vk_context *c) {
    LVKI_INFO(VkCommandBufferBeginInfo, begin, VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO);
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    return LVKI_CALL(c, ResetCommandPool, (c->logical, c->pool, 0))
           && LVKI_CALL(c, BeginCommandBuffer, (c->commands, &begin));
}

/* Everything recorded before, on the device, is done and seen by everything recorded after. */
static void lvki_barrier(const lambdav_vk_context *c) {
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    LVKI_INFO(VkMemoryBarrier, barrier, VK_STRUCTURE_TYPE_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    c->calls.CmdPipelineBarrier(c->commands, all, all, 0, 1, &barrier, 0, NULL, 0, NULL);
}

/* What copies wrote into the buffer is seen by the CPU, once the recording has run. */
static void lvki_to_host(const lambdav_vk_context *c, VkBuffer buffer) {
    LVKI_INFO(VkBufferMemoryBarrier, barrier, VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.buffer = buffer;
    barrier.size = VK_WHOLE_SIZE;
    c->calls.CmdPipelineBarrier(c->commands, VK_PIPELINE_STAGE_TRANSFER_BIT,
                                VK_PIPELINE_STAGE_HOST_BIT, 0, 0, NULL, 1, &barrier, 0, NULL);
}

/* Ends the recording, runs it and waits for its end. If the wait itself fails, the device is
   drained, so that nothing is destroyed while it is in use. */
static int lvki_submit(lambdav_vk_context *c) {
    LVKI_INFO(VkSubmitInfo, info, VK_STRUCTURE_TYPE_SUBMIT_INFO);
    info.commandBufferCount = 1;
    info.pCommandBuffers = &c->commands;
    if (!LVKI_CALL(c, EndCommandBuffer, (c->commands))) return 0;
    if (!LVKI_CALL(c, ResetFences, (c->logical, 1, &c->fence))) return 0;
    if (!LVKI_CALL(c, QueueSubmit, (c->queue, 1, &info, c->fence))) return 0;
    if (LVKI_CALL(c, WaitForFences, (c->logical, 1, &c->fence, VK_TRUE, UINT64_MAX)))
        return 1;
    c->calls.DeviceWaitIdle(c->logical);
    return 0;
}

static void lvki_timestamp(const lambdav_vk_context *c, uint32_t query) {
    if (c->queries != VK_NULL_HANDLE)
        c->calls.CmdWriteTimestamp(c->commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, c->queries,
                                   query);
}

/* Sets *ns from the two times: at least 1 if there are any. The counter may wrap at its
   width. */
static int lvki_read_time(lambdav_vk_context *c, uint64_t *ns) {
    uint64_t ticks[2], mask = ~(uint64_t)0;
    if (c->queries == VK_NULL_HANDLE) return 1;
    if (!LVKI_CALL(c, GetQueryPoolResults,
                   (c->logical, c->queries, 0, 2, sizeof ticks, ticks, sizeof ticks[0],
                    VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WAIT_BIT)))
        return 0;
    if (c->timestamp_bits < 64) mask = ((uint64_t)1 << c->timestamp_bits) - 1;
    *ns = (uint64_t)((double)((ticks[1] - ticks[0]) & mask) * (double)c->limits.timestampPeriod);
    if (*ns == 0) *ns = 1;
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>memory  [11]  memory, buffers, staging
   Memory that the device computes in is not mapped. What goes in and out is copied through one
   buffer of the context that is, piece by piece. */
enum { LVKI_STAGING_SIZE = 1 << 22 };

/* A memory type among the allowed bits with the flags; 32 if there is none. */
static uint32_t lvki_memory_type(const lambdav_vk_context *c, uint32_t allowed,
                                 VkMemoryPropertyFlags flags) {
    uint32_t i;
    for (i = 0; i < c->memory.memoryTypeCount && i < 32; i++)
        if ((allowed >> i & 1u) != 0 && (c->memory.memoryTypes[i].propertyFlags & flags) == flags)
            return i;
    return 32;
}

/* Allocates memory of a type with the wished flags, or else with the needed ones. *flags becomes
   those that it has. */
static int lvki_allocate(lambdav_vk_context *c, const VkMemoryRequirements *need,
                         VkMemoryPropertyFlags wished, VkMemoryPropertyFlags needed,
                         VkDeviceMemory *memory, VkMemoryPropertyFlags *flags) {
    uint32_t type = lvki_memory_type(c, need->memoryTypeBits, wished);
    VkDeviceSize heap;
    LVKI_INFO(VkMemoryAllocateInfo, info, VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
    if (type == 32) type = lvki_memory_type(c, need->memoryTypeBits, needed);
    if (type == 32)
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED, "the device has no memory of a kind that fits");
    heap = c->memory.memoryHeaps[c->memory.memoryTypes[type].heapIndex].size;
    if (need->size > heap)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "an allocation needs %.0f bytes; the device has %.0f",
                         (double)need->size, (double)heap);
    info.allocationSize = need->size;
    info.memoryTypeIndex = type;
    *flags = c->memory.memoryTypes[type].propertyFlags;
    return LVKI_MAKE(c, AllocateMemory, c->logical, &info, memory);
}

/* Makes a buffer with memory, which has the wished flags, or else the needed ones. *flags becomes
   those that it has. After a failure the handles that were made are there to be destroyed. */
static int lvki_make_buffer(lambdav_vk_context *c, const VkBufferCreateInfo *info,
                            VkMemoryPropertyFlags wished, VkMemoryPropertyFlags needed,
                            VkBuffer *buffer, VkDeviceMemory *memory,
                            VkMemoryPropertyFlags *flags) {
    VkMemoryRequirements need;
    if (!LVKI_MAKE(c, CreateBuffer, c->logical, info, buffer)) return 0;
    c->calls.GetBufferMemoryRequirements(c->logical, *buffer, &need);
    return lvki_allocate(c, &need, wished, needed, memory, flags)
           && LVKI_CALL(c, BindBufferMemory, (c->logical, *buffer, *memory, 0));
}

/* Destroys the handles that are not null. Freeing memory unmaps it. */
static void lvki_drop_buffer(const lambdav_vk_context *c, VkBuffer buffer, VkDeviceMemory memory) {
    if (buffer != VK_NULL_HANDLE) c->calls.DestroyBuffer(c->logical, buffer, NULL);
    if (memory != VK_NULL_HANDLE) c->calls.FreeMemory(c->logical, memory, NULL);
}

/* Makes a buffer that copies go to and come from, and maps it for good. Cached memory is wished
   for: reading memory that is not takes a hundred times as long on some devices. */
static int lvki_make_mapped(lambdav_vk_context *c, VkDeviceSize size, VkBuffer *buffer,
                            VkDeviceMemory *memory, unsigned char **mapped, int *coherent) {
    const VkMemoryPropertyFlags visible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
    VkMemoryPropertyFlags flags;
    void *bytes;
    LVKI_INFO(VkBufferCreateInfo, info, VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = size;
    info.usage = VK_BUFFER_USAGE_TRANSFER_DST_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT;
    if (!lvki_make_buffer(c, &info, visible | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, visible, buffer,
                          memory, &flags)
        || !LVKI_CALL(c, MapMemory, (c->logical, *memory, 0, VK_WHOLE_SIZE, 0, &bytes)))
        return 0;
    *mapped = (unsigned char *)bytes;
    *coherent = (flags & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    return 1;
}

/* Lets the CPU see what the device wrote into mapped memory. */
static int lvki_invalidate(lambdav_vk_context *c, VkDeviceMemory memory, int coherent) {
    LVKI_INFO(VkMappedMemoryRange, range, VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
    range.memory = memory;
    range.size = VK_WHOLE_SIZE;
    return coherent || LVKI_CALL(c, InvalidateMappedMemoryRanges, (c->logical, 1, &range));
}

/* Makes the staging buffer, unless it is there. After a failure there is none. */
static int lvki_open_staging(lambdav_vk_context *c) {
    if (c->staged != NULL) return 1;
    if (lvki_make_mapped(c, LVKI_STAGING_SIZE, &c->staging.buffer, &c->staging.memory, &c->staged,
                         &c->staging_coherent))
        return 1;
    lvki_drop_buffer(c, c->staging.buffer, c->staging.memory);
    memset(&c->staging, 0, sizeof c->staging);
    c->staged = NULL;
    return 0;
}

/* Copies bytes of the caller into the staging buffer, for the device to see. */
static int lvki_stage_in(lambdav_vk_context *c, const void *bytes, size_t size) {
    LVKI_INFO(VkMappedMemoryRange, range, VK_STRUCTURE_TYPE_MAPPED_MEMORY_RANGE);
    memcpy(c->staged, bytes, size);
    range.memory = c->staging.memory;
    range.size = VK_WHOLE_SIZE;
    return c->staging_coherent || LVKI_CALL(c, FlushMappedMemoryRanges, (c->logical, 1, &range));
}

/* Copies one piece of a buffer: in, or, if that is NULL, out. */
static int lvki_move_piece(lambdav_vk_context *c, const lambdav_vk_buffer *b, uint64_t offset,
                           const void *in, void *out, size_t size) {
    VkBufferCopy region;
    region.srcOffset = in != NULL ? 0 : offset;
    region.dstOffset = in != NULL ? offset : 0;
    region.size = size;
    if (in != NULL && !lvki_stage_in(c, in, size)) return 0;
    if (!lvki_record(c)) return 0;
    lvki_barrier(c);
    if (in != NULL) c->calls.CmdCopyBuffer(c->commands, c->staging.buffer, b->buffer, 1, &region);
    else c->calls.CmdCopyBuffer(c->commands, b->buffer, c->staging.buffer, 1, &region);
    if (out != NULL) lvki_to_host(c, c->staging.buffer);
    if (!lvki_submit(c)) return 0;
    if (out == NULL) return 1;
    if (!lvki_invalidate(c, c->staging.memory, c->staging_coherent)) return 0;
    memcpy(out, c->staged, size);
    return 1;
}

/* Copies bytes into a buffer, or, if in is NULL, out of it. */
static int lvki_move(lambdav_vk_context *c, const lambdav_vk_buffer *b, uint64_t offset,
                     const void *in, void *out, uint64_t size) {
    size_t done = 0, piece;
    if (!lvki_open_staging(c)) return 0;
    for (; done < size; done += piece) {
        piece = LVKI_STAGING_SIZE;
        if (size - done < piece) piece = (size_t)(size - done);
        if (!lvki_move_piece(c, b, offset + done, in != NULL ? (const char *)in + done : NULL,
                             out != NULL ? (char *)out + done : NULL, piece))
            return 0;
    }
    return 1;
}

/* Makes a buffer for every use, of a multiple of 4 bytes. */
static int lvki_create_buffer(lambdav_vk_context *c, lambdav_vk_buffer *b) {
    VkMemoryPropertyFlags flags;
    LVKI_INFO(VkBufferCreateInfo, info, VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
    info.size = (b->size + 3) & ~(uint64_t)3;
    info.usage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                 VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT |
                 VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
    return lvki_make_buffer(c, &info, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, &b->buffer,
                            &b->memory, &flags);
}

/* Sets all bytes of a new buffer to 0. */
static int lvki_clear_buffer(lambdav_vk_context *c, const lambdav_vk_buffer *b) {
    if (!lvki_record(c)) return 0;
    c->calls.CmdFillBuffer(c->commands, b->buffer, 0, VK_WHOLE_SIZE, 0);
    return lvki_submit(c);
}

/* Whether the buffer is open in the context and has the bytes. */
static int lvki_check_bytes(lambdav_vk_context *c, const lambdav_vk_buffer *b, uint64_t offset,
                            const void *bytes, uint64_t size) {
    if (!lvki_check_open(c)) return 0;
    if (b->context != c)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "the buffer is not open in this context");
    if (offset > b->size || size > b->size - offset)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "%.0f bytes from %.0f on: the buffer has %.0f",
                         (double)size, (double)offset, (double)b->size);
    return bytes != NULL || size == 0
           || lvki_fail(c, LAMBDAV_VK_ARGUMENT, "bytes: NULL, but size is %.0f", (double)size);
}

/* -------------------------------------------------------------------------------------------------
   // >>image  [12]  images, mipmaps, samplers
   An image that the caller opens is in the layout GENERAL at all times between calls. */

/* Whether the device has such images: one whose lack is told as `lacks`. */
static int lvki_check_image(lambdav_vk_context *c, const VkImageCreateInfo *image,
                            const char *lacks, const char *format) {
    const VkExtent3D *size = &image->extent;
    VkImageFormatProperties have;
    VkResult result = c->calls.GetPhysicalDeviceImageFormatProperties(
        c->physical, image->format, image->imageType, image->tiling, image->usage, image->flags,
        &have);
    if (result == VK_ERROR_FORMAT_NOT_SUPPORTED) {
        c->result = result;
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED, "\"%s\" %s %s", c->device.name, lacks, format);
    }
    if (!lvki_ok(c, result, "vkGetPhysicalDeviceImageFormatProperties")) return 0;
    if (size->width > have.maxExtent.width || size->height > have.maxExtent.height
        || size->depth > have.maxExtent.depth)
        return lvki_fail(c, LAMBDAV_VK_LIMIT,
                         "%lux%lu pixels: the device's limit for %s is %lux%lu",
                         (unsigned long)size->width, (unsigned long)size->height, format,
                         (unsigned long)have.maxExtent.width, (unsigned long)have.maxExtent.height);
    if (image->mipLevels <= have.maxMipLevels && image->arrayLayers <= have.maxArrayLayers)
        return 1;
    return lvki_fail(c, LAMBDAV_VK_LIMIT,
                     "%lu layers of %lu levels: the device's limit for %s is %lu of %lu",
                     (unsigned long)image->arrayLayers, (unsigned long)image->mipLevels, format,
                     (unsigned long)have.maxArrayLayers, (unsigned long)have.maxMipLevels);
}

/* Makes an image with memory on the device. After a failure the handles that were made are there
   to be destroyed. */
static int lvki_make_image(lambdav_vk_context *c, const VkImageCreateInfo *info, VkImage *image,
                           VkDeviceMemory *memory) {
    VkMemoryRequirements need;
    VkMemoryPropertyFlags flags;
    if (!LVKI_MAKE(c, CreateImage, c->logical, info, image)) return 0;
    c->calls.GetImageMemoryRequirements(c->logical, *image, &need);
    return lvki_allocate(c, &need, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT, 0, memory, &flags)
           && LVKI_CALL(c, BindImageMemory, (c->logical, *image, *memory, 0));
}

/* All layers of some levels of an image. */
static VkImageSubresourceRange lvki_range(lambdav_vk_format format, uint32_t level,
                                          uint32_t levels) {
    VkImageSubresourceRange range;
    range.aspectMask = lvki_formats[format].kind == LVKI_DEPTH ? VK_IMAGE_ASPECT_DEPTH_BIT
                                                               : VK_IMAGE_ASPECT_COLOR_BIT;
    range.baseMipLevel = level;
    range.levelCount = levels;
    range.baseArrayLayer = 0;
    range.layerCount = VK_REMAINING_ARRAY_LAYERS;
    return range;
}

static int lvki_make_view(lambdav_vk_context *c, VkImage image, VkImageViewType type,
                          lambdav_vk_format format, uint32_t level, uint32_t levels,
                          VkImageView *view) {
    LVKI_INFO(VkImageViewCreateInfo, info, VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO);
    info.image = image;
    info.viewType = type;
    info.format = lvki_formats[format].format;
    info.subresourceRange = lvki_range(format, level, levels);
    return LVKI_MAKE(c, CreateImageView, c->logical, &info, view);
}

/* One dimension of a level. */
static uint32_t lvki_level(uint32_t size, uint32_t level) {
    return size >> level != 0 ? size >> level : 1;
}

/* Slices of a level: of a 3D image, else layers. */
static uint32_t lvki_slices(const lambdav_vk_image *image, uint32_t level) {
    return image->shape == LAMBDAV_VK_3D ? lvki_level(image->depth, level) : image->layers;
}

/* Levels of an image down to 1x1x1. */
static uint32_t lvki_all_levels(const lambdav_vk_image *image) {
    uint32_t size = image->width, levels = 1;
    if (size < image->height) size = image->height;
    if (image->shape == LAMBDAV_VK_3D && size < image->depth) size = image->depth;
    for (; size > 1; size >>= 1) levels++;
    return levels;
}

/* Fills in the public part of the image, after checking what does not depend on the device. */
static int lvki_take_info(lambdav_vk_context *c, lambdav_vk_image *image,
                          const lambdav_vk_image_info *info) {
    uint32_t all;
    if ((unsigned)info->format >= LAMBDAV_VK_FORMAT_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "format: there is no format %lu",
                         (unsigned long)info->format);
    if ((unsigned)info->shape >= LAMBDAV_VK_SHAPE_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "shape: there is no shape %lu",
                         (unsigned long)info->shape);
    image->format = info->format;
    image->shape = info->shape;
    image->width = info->width;
    image->height = info->height != 0 ? info->height : 1;
    image->depth = info->depth != 0 ? info->depth : 1;
    if (image->width == 0)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "width: an image cannot have 0 pixels");
    if (image->depth > 1 && info->shape != LAMBDAV_VK_3D && !lvki_shapes[info->shape].arrayed)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "depth: %s has one layer only",
                         lvki_shapes[info->shape].name);
    if ((lvki_shapes[info->shape].faces == 6 && image->width != image->height)
        || (lvki_shapes[info->shape].type == VK_IMAGE_TYPE_1D && image->height != 1))
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "height: %s cannot be %lux%lu",
                         lvki_shapes[info->shape].name, (unsigned long)image->width,
                         (unsigned long)image->height);
    all = lvki_all_levels(image);
    image->layers = info->shape == LAMBDAV_VK_3D ? 1 : image->depth;
    if (image->layers > UINT32_MAX / 6) image->layers = UINT32_MAX / 6;
    image->layers *= lvki_shapes[info->shape].faces;
    image->levels = info->levels == LAMBDAV_VK_ALL_LEVELS ? all : info->levels;
    if (image->levels == 0) image->levels = 1;
    return (image->levels <= all && image->levels <= LAMBDAV_VK_MAX_LEVELS)
           || lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                        "levels: %lu; an image of that size has at most %lu",
                        (unsigned long)image->levels, (unsigned long)all);
}

/* What an image may be used for, from what the device does with its format. */
static VkImageUsageFlags lvki_usage(const lambdav_vk_image *image) {
    const VkFormatFeatureFlags have = image->features;
    VkImageUsageFlags usage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    if ((have & VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT) != 0) usage |= VK_IMAGE_USAGE_SAMPLED_BIT;
    if ((have & VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT) != 0) usage |= VK_IMAGE_USAGE_STORAGE_BIT;
    if (image->shape != LAMBDAV_VK_2D) return usage;
    if (lvki_formats[image->format].kind == LVKI_DEPTH) {
        if ((have & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) != 0)
            usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    } else if ((have & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT) != 0) {
        usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    }
    return usage;
}

/* Makes the image, its memory and its views. */
static int lvki_create_image(lambdav_vk_context *c, lambdav_vk_image *image) {
    const lvki_shape_row *shape = &lvki_shapes[image->shape];
    const lvki_format_row *format = &lvki_formats[image->format];
    VkFormatProperties properties;
    uint32_t i;
    LVKI_INFO(VkImageCreateInfo, info, VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
    if (image->shape == LAMBDAV_VK_CUBE_ARRAY && !c->features.core.features.imageCubeArray)
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                         "CUBE_ARRAY needs the feature imageCubeArray, which \"%s\" lacks",
                         c->device.name);
    memset(&properties, 0, sizeof properties);
    c->calls.GetPhysicalDeviceFormatProperties(c->physical, format->format, &properties);
    image->features = properties.optimalTilingFeatures;
    info.imageType = shape->type;
    info.format = format->format;
    info.extent.width = image->width;
    info.extent.height = image->height;
    info.extent.depth = image->shape == LAMBDAV_VK_3D ? image->depth : 1;
    info.mipLevels = image->levels;
    info.arrayLayers = image->layers;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = lvki_usage(image);
    if (shape->faces == 6) info.flags = VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT;
    if (!lvki_check_image(c, &info, "has no such images of", format->name)
        || !lvki_make_image(c, &info, &image->image, &image->memory)
        || !lvki_make_view(c, image->image, shape->view, image->format, 0, image->levels,
                           &image->view))
        return 0;
    for (i = 0; i < image->levels; i++)
        if (!lvki_make_view(c, image->image, shape->view, image->format, i, 1, &image->parts[i]))
            return 0;
    return 1;
}

/* Brings a new image into its layout, and sets all of it to 0. */
static int lvki_clear_image(lambdav_vk_context *c, const lambdav_vk_image *image) {
    const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
    const VkPipelineStageFlags all = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    VkClearColorValue colour;
    VkClearDepthStencilValue depth;
    LVKI_INFO(VkImageMemoryBarrier, barrier, VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER);
    memset(&colour, 0, sizeof colour);
    memset(&depth, 0, sizeof depth);
    barrier.dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
    barrier.newLayout = general;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image->image;
    barrier.subresourceRange = lvki_range(image->format, 0, image->levels);
    if (!lvki_record(c)) return 0;
    c->calls.CmdPipelineBarrier(c->commands, all, all, 0, 0, NULL, 0, NULL, 1, &barrier);
    if (lvki_formats[image->format].kind == LVKI_DEPTH)
        c->calls.CmdClearDepthStencilImage(c->commands, image->image, general, &depth, 1,
                                           &barrier.subresourceRange);
    else
        c->calls.CmdClearColorImage(c->commands, image->image, general, &colour, 1,
                                    &barrier.subresourceRange);
    return lvki_submit(c);
}

/* Copies the part of an image that the region names: in, or, if that is NULL, out. */
static int lvki_move_region(lambdav_vk_context *c, const lambdav_vk_image *image,
                            const VkBufferImageCopy *region, const void *in, void *out,
                            size_t size) {
    const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
    if (in != NULL && !lvki_stage_in(c, in, size)) return 0;
    if (!lvki_record(c)) return 0;
    lvki_barrier(c);
    if (in != NULL)
        c->calls.CmdCopyBufferToImage(c->commands, c->staging.buffer, image->image, general, 1,
                                      region);
    else
        c->calls.CmdCopyImageToBuffer(c->commands, image->image, general, c->staging.buffer, 1,
                                      region);
    if (out != NULL) lvki_to_host(c, c->staging.buffer);
    if (!lvki_submit(c)) return 0;
    if (out == NULL) return 1;
    if (!lvki_invalidate(c, c->staging.memory, c->staging_coherent)) return 0;
    memcpy(out, c->staged, size);
    return 1;
}

/* Sets the region to the next rows of one slice, or to the next whole slices, as many as the
   staging buffer takes. Returns the rows. y counts the rows of all slices. */
static uint32_t lvki_next_region(const lambdav_vk_image *image, uint32_t level, uint64_t y,
                                 VkBufferImageCopy *region) {
    uint32_t width = lvki_level(image->width, level), height = lvki_level(image->height, level);
    uint32_t rows = (uint32_t)(LVKI_STAGING_SIZE /
                               ((size_t)width * lvki_formats[image->format].bytes));
    uint32_t slice = (uint32_t)(y / height), row = (uint32_t)(y % height);
    uint32_t slices = 1, left = lvki_slices(image, level) - slice;
    if (rows == 0) rows = 1;
    if (rows >= height && row == 0) slices = rows / height < left ? rows / height : left;
    if (rows > height - row) rows = height - row;
    memset(region, 0, sizeof *region);
    region->imageSubresource.aspectMask = lvki_range(image->format, 0, 1).aspectMask;
    region->imageSubresource.mipLevel = level;
    region->imageSubresource.layerCount = 1;
    region->imageOffset.y = (int32_t)row;
    region->imageExtent.width = width;
    region->imageExtent.height = rows;
    region->imageExtent.depth = 1;
    if (image->shape == LAMBDAV_VK_3D) {
        region->imageOffset.z = (int32_t)slice;
        region->imageExtent.depth = slices;
    } else {
        region->imageSubresource.baseArrayLayer = slice;
        region->imageSubresource.layerCount = slices;
    }
    return rows * slices;
}

/* Copies a level into the image, or, if in is NULL, out of it. */
static int lvki_move_level(lambdav_vk_context *c, const lambdav_vk_image *image, uint32_t level,
                           const void *in, void *out) {
    VkBufferImageCopy region;
    size_t row = (size_t)lvki_level(image->width, level) * lvki_formats[image->format].bytes;
    uint64_t y = 0, end = (uint64_t)lvki_level(image->height, level) * lvki_slices(image, level);
    uint32_t rows;
    if (!lvki_open_staging(c)) return 0;
    for (; y < end; y += rows) {
        rows = lvki_next_region(image, level, y, &region);
        if (!lvki_move_region(c, image, &region,
                              in != NULL ? (const char *)in + (size_t)y * row : NULL,
                              out != NULL ? (char *)out + (size_t)y * row : NULL, rows * row))
            return 0;
    }
    return 1;
}

/* One end of a blit: all layers of a level. */
static void lvki_blit_end(const lambdav_vk_image *image, uint32_t level,
                          VkImageSubresourceLayers *layers, VkOffset3D *corners) {
    layers->aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    layers->mipLevel = level;
    layers->baseArrayLayer = 0;
    layers->layerCount = image->layers;
    memset(corners, 0, 2 * sizeof *corners);
    corners[1].x = (int32_t)lvki_level(image->width, level);
    corners[1].y = (int32_t)lvki_level(image->height, level);
    corners[1].z = image->shape == LAMBDAV_VK_3D ? (int32_t)lvki_level(image->depth, level) : 1;
}

/* Makes each level after the given one from the one before it. */
static int lvki_make_mipmaps(lambdav_vk_context *c, const lambdav_vk_image *image, uint32_t level) {
    const VkImageLayout general = VK_IMAGE_LAYOUT_GENERAL;
    const VkFormatFeatureFlags needed = VK_FORMAT_FEATURE_BLIT_SRC_BIT |
                                        VK_FORMAT_FEATURE_BLIT_DST_BIT |
                                        VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT;
    VkImageBlit region;
    if (level + 1 >= image->levels) return 1;
    if (lvki_formats[image->format].kind != LVKI_FLOAT || (image->features & needed) != needed)
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                         "\"%s\" makes no mipmaps of %s: give all levels",
                         c->device.name, lvki_formats[image->format].name);
    if (!lvki_record(c)) return 0;
    for (; level + 1 < image->levels; level++) {
        lvki_blit_end(image, level, &region.srcSubresource, region.srcOffsets);
        lvki_blit_end(image, level + 1, &region.dstSubresource, region.dstOffsets);
        lvki_barrier(c);
        c->calls.CmdBlitImage(c->commands, image->image, general, image->image, general, 1, &region,
                              VK_FILTER_LINEAR);
    }
    return lvki_submit(c);
}

/* Bytes of a level that the image has. */
static size_t lvki_level_size(const lambdav_vk_image *image, uint32_t level) {
    return (size_t)lvki_level(image->width, level) * lvki_level(image->height, level) *
           lvki_slices(image, level) * lvki_formats[image->format].bytes;
}

/* Copies the levels that the caller gave, and makes the others. */
static int lvki_fill_image(lambdav_vk_context *c, const lambdav_vk_image *image,
                           const lambdav_vk_image_info *info) {
    uint32_t given = info->levels_given != 0 ? info->levels_given : 1, i;
    size_t need = 0, at = 0;
    if (given > image->levels)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "levels_given: %lu; the image has %lu levels",
                         (unsigned long)given, (unsigned long)image->levels);
    for (i = 0; i < given; i++) need += lvki_level_size(image, i);
    if (info->size < need)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "size: %lu levels of %s need %.0f bytes, not %.0f",
                         (unsigned long)given, lvki_formats[image->format].name, (double)need,
                         (double)info->size);
    for (i = 0; i < given; i++) {
        if (!lvki_move_level(c, image, i, (const char *)info->pixels + at, NULL)) return 0;
        at += lvki_level_size(image, i);
    }
    return lvki_make_mipmaps(c, image, given - 1);
}

/* Whether the image is open in the context and has the level, of that size. */
static int lvki_check_level(lambdav_vk_context *c, const lambdav_vk_image *image, uint32_t level,
                            const void *pixels, size_t size) {
    if (!lvki_check_open(c)) return 0;
    if (image->context != c)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "the image is not open in this context");
    if (level >= image->levels)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "level: %lu, but the image has %lu",
                         (unsigned long)level, (unsigned long)image->levels);
    if (pixels != NULL && size >= lvki_level_size(image, level)) return 1;
    return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "size: level %lu has %.0f bytes; %.0f were given",
                     (unsigned long)level, (double)lvki_level_size(image, level),
                     pixels != NULL ? (double)size : 0.0);
}

/* Checks a sampler's description against tables and device. */
static int lvki_check_sampler(lambdav_vk_context *c, const lambdav_vk_sampler_info *info) {
    uint32_t i;
    for (i = 0; i < 3; i++)
        if ((unsigned)info->address[i] >= LAMBDAV_VK_ADDRESS_COUNT)
            return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "address[%lu]: there is no mode %lu",
                             (unsigned long)i, (unsigned long)info->address[i]);
    if ((unsigned)info->compare >= LAMBDAV_VK_COMPARE_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "compare: there is no comparison %lu",
                         (unsigned long)info->compare);
    if (info->anisotropy > 1.0f && !c->features.core.features.samplerAnisotropy)
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                         "anisotropy needs the feature samplerAnisotropy, which \"%s\" lacks",
                         c->device.name);
    if (info->anisotropy > 1.0f && info->anisotropy > c->limits.maxSamplerAnisotropy)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "anisotropy: the device's limit is %g",
                         (double)c->limits.maxSamplerAnisotropy);
    if (info->lod_bias <= c->limits.maxSamplerLodBias
        && info->lod_bias >= -c->limits.maxSamplerLodBias)
        return 1;
    return lvki_fail(c, LAMBDAV_VK_LIMIT, "lod_bias: the device's limit is %g",
                     (double)c->limits.maxSamplerLodBias);
}

static int lvki_create_sampler(lambdav_vk_context *c, lambdav_vk_sampler *sampler,
                               const lambdav_vk_sampler_info *from) {
    LVKI_INFO(VkSamplerCreateInfo, info, VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO);
    if (!lvki_check_sampler(c, from)) return 0;
    info.minFilter = from->minify == LAMBDAV_VK_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.magFilter = from->magnify == LAMBDAV_VK_LINEAR ? VK_FILTER_LINEAR : VK_FILTER_NEAREST;
    info.mipmapMode = from->mipmap == LAMBDAV_VK_LINEAR ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                        : VK_SAMPLER_MIPMAP_MODE_NEAREST;
    info.addressModeU = lvki_addresses[from->address[0]];
    info.addressModeV = lvki_addresses[from->address[1]];
    info.addressModeW = lvki_addresses[from->address[2]];
    info.mipLodBias = from->lod_bias;
    info.anisotropyEnable = from->anisotropy > 1.0f;
    info.maxAnisotropy = from->anisotropy;
    info.compareEnable = from->compare != LAMBDAV_VK_COMPARE_NONE;
    info.compareOp = lvki_compares[from->compare];
    info.minLod = from->min_lod;
    info.maxLod = from->max_lod != 0.0f ? from->max_lod : VK_LOD_CLAMP_NONE;
    info.borderColor = from->white_border ? VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE
                                          : VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    sampler->linear = from->minify == LAMBDAV_VK_LINEAR || from->magnify == LAMBDAV_VK_LINEAR
                      || from->mipmap == LAMBDAV_VK_LINEAR;
    sampler->compares = info.compareEnable != VK_FALSE;
    return LVKI_MAKE(c, CreateSampler, c->logical, &info, &sampler->sampler);
}

/* The sampler of textures that the caller gives none for; it filters where the format can be.
   NULL after a failure. */
static const lambdav_vk_sampler *lvki_plain(lambdav_vk_context *c, const lambdav_vk_image *image) {
    int nearest = (image->features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) == 0;
    lambdav_vk_sampler *sampler = &c->plain[nearest];
    lambdav_vk_sampler_info info;
    memset(&info, 0, sizeof info);
    if (nearest) info.minify = info.magnify = info.mipmap = LAMBDAV_VK_NEAREST;
    if (sampler->context == NULL && !lvki_create_sampler(c, sampler, &info)) return NULL;
    sampler->context = c;
    return sampler;
}

/* -------------------------------------------------------------------------------------------------
   // >>layout  [13]  resources -> layouts of sets and pipelines */
static int lvki_create_module(lambdav_vk_context *c, const uint32_t *words, size_t count,
                              VkShaderModule *module) {
    LVKI_INFO(VkShaderModuleCreateInfo, info, VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO);
    info.codeSize = count * sizeof *words;
    info.pCode = words;
    return LVKI_MAKE(c, CreateShaderModule, c->logical, &info, module);
}

/* Describes a stage. The info and the interface must outlive it. */
static void lvki_stage(VkPipelineShaderStageCreateInfo *stage, VkSpecializationInfo *info,
                       const lvki_interface *face, VkShaderModule module) {
    memset(stage, 0, sizeof *stage);
    memset(info, 0, sizeof *info);
    info->mapEntryCount = face->given.count;
    info->pMapEntries = face->given.entries;
    info->dataSize = face->given.count * sizeof face->given.values[0];
    info->pData = face->given.values;
    stage->sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    stage->stage = face->stage->bit;
    stage->module = module;
    stage->pName = face->name;
    if (face->given.count != 0) stage->pSpecializationInfo = info;
}

/* Checks that no stage has more descriptors of a kind than the device allows. */
static int lvki_check_totals(lambdav_vk_context *c, const lambdav_vk_pipeline *p) {
    uint32_t totals[LVKI_COUNT(lvki_stages)][LAMBDAV_VK_RESOURCE_COUNT], limit, i;
    size_t stage;
    memset(totals, 0, sizeof totals);
    for (i = 0; i < p->resource_count; i++)
        for (stage = 0; stage < LVKI_COUNT(lvki_stages); stage++) {
            const lambdav_vk_resource *r = &p->resources[i];
            if ((r->stages & (VkShaderStageFlags)lvki_stages[stage].bit) == 0) continue;
            memcpy(&limit, (const char *)&c->limits + lvki_resources[r->kind].limit, sizeof limit);
            if (r->count > limit - totals[stage][r->kind])
                return lvki_fail_resource(c, LAMBDAV_VK_LIMIT, r, 0,
                                          "one more than the device's limit of %lu in a stage",
                                          (unsigned long)limit);
            totals[stage][r->kind] += r->count;
        }
    return 1;
}

/* Makes the layout of one set, which may be empty. */
static int lvki_create_set_layout(lambdav_vk_context *c, lambdav_vk_pipeline *p, uint32_t set) {
    VkDescriptorSetLayoutBinding rows[LAMBDAV_VK_MAX_RESOURCES];
    uint32_t i;
    LVKI_INFO(VkDescriptorSetLayoutCreateInfo, info,
              VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO);
    memset(rows, 0, sizeof rows);
    info.pBindings = rows;
    for (i = 0; i < p->resource_count; i++) {
        const lambdav_vk_resource *r = &p->resources[i];
        if (r->set != set) continue;
        rows[info.bindingCount].binding = r->binding;
        rows[info.bindingCount].descriptorType = lvki_resources[r->kind].type;
        rows[info.bindingCount].descriptorCount = r->count;
        rows[info.bindingCount++].stageFlags = r->stages;
    }
    return LVKI_MAKE(c, CreateDescriptorSetLayout, c->logical, &info, &p->sets[set]);
}

/* Makes the layouts of all sets up to the last that is used, and of the pipeline. */
static int lvki_create_layout(lambdav_vk_context *c, lambdav_vk_pipeline *p) {
    VkPushConstantRange range;
    uint32_t i;
    LVKI_INFO(VkPipelineLayoutCreateInfo, info, VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO);
    if (!lvki_check_totals(c, p)) return 0;
    for (i = 0; i < p->resource_count; i++)
        if (p->resources[i].set >= p->set_count) p->set_count = p->resources[i].set + 1;
    for (i = 0; i < p->set_count; i++)
        if (!lvki_create_set_layout(c, p, i)) return 0;
    range.stageFlags = p->push_stages;
    range.offset = 0;
    range.size = p->push_size;
    info.setLayoutCount = p->set_count;
    info.pSetLayouts = p->sets;
    info.pushConstantRangeCount = p->push_size != 0;
    info.pPushConstantRanges = &range;
    return LVKI_MAKE(c, CreatePipelineLayout, c->logical, &info, &p->layout);
}

/* -------------------------------------------------------------------------------------------------
   // >>bind  [14]  bindings -> descriptor sets, push constants
   The caller's rows for one draw or dispatch: those of the draw go before those of the pass. */
typedef struct {
    const lambdav_vk_binding *rows[2];
    size_t counts[2];
    const lambdav_vk_pass *pass; /* that is drawn; NULL: none */
} lvki_rows;

/* Descriptors of a whole call. */
typedef struct {
    uint32_t sets;
    uint32_t counts[LAMBDAV_VK_RESOURCE_COUNT];
} lvki_need;

static void lvki_add_need(lvki_need *need, const lambdav_vk_pipeline *p) {
    uint32_t i;
    need->sets += p->set_count;
    for (i = 0; i < p->resource_count; i++)
        need->counts[p->resources[i].kind] += p->resources[i].count;
}

/* Makes the pool that the call's sets come from, if it has any. */
static int lvki_open_pool(lambdav_vk_context *c, const lvki_need *need) {
    VkDescriptorPoolSize sizes[LAMBDAV_VK_RESOURCE_COUNT];
    uint32_t i;
    LVKI_INFO(VkDescriptorPoolCreateInfo, info, VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO);
    if (need->sets == 0) return 1;
    info.maxSets = need->sets;
    info.pPoolSizes = sizes;
    for (i = 0; i < LAMBDAV_VK_RESOURCE_COUNT; i++) {
        if (need->counts[i] == 0) continue;
        sizes[info.poolSizeCount].type = lvki_resources[i].type;
        sizes[info.poolSizeCount++].descriptorCount = need->counts[i];
    }
    return LVKI_MAKE(c, CreateDescriptorPool, c->logical, &info, &c->descriptors);
}

static void lvki_close_pool(lambdav_vk_context *c) {
    if (c->descriptors != VK_NULL_HANDLE)
        c->calls.DestroyDescriptorPool(c->logical, c->descriptors, NULL);
    c->descriptors = VK_NULL_HANDLE;
}

/* The first row for an element of a resource; NULL if there is none. */
static const lambdav_vk_binding *lvki_find_row(const lvki_rows *rows, const lambdav_vk_resource *r,
                                               uint32_t element) {
    size_t list, i;
    for (list = 0; list < 2; list++)
        for (i = 0; i < rows->counts[list]; i++) {
            const lambdav_vk_binding *b = &rows->rows[list][i];
            if (b->element != element) continue;
            if (b->name != NULL && !lvki_same(r->name, b->name) && !lvki_same(r->block, b->name))
                continue;
            if (b->name == NULL && (b->set != r->set || b->binding != r->binding)) continue;
            return b;
        }
    return NULL;
}

/* What to say of a resource that no row binds: a name in a row finds nothing in a module without
   names. */
static const char *lvki_unbound(const lvki_rows *rows, const lambdav_vk_resource *r) {
    size_t list, i;
    for (list = 0; list < 2; list++)
        for (i = 0; i < rows->counts[list]; i++)
            if (r->name[0] == '\0' && r->block[0] == '\0' && rows->rows[list][i].name != NULL)
                return "and nothing is bound there: the module has no name for it, so bind it by "
                       "set and binding, or compile with names (LAMBDAV_NAMES, --names)";
    return "and nothing is bound there";
}

/* Fills in the bytes that a block is bound to, after checking them. */
static int lvki_take_buffer(lambdav_vk_context *c, const lambdav_vk_resource *r, uint32_t element,
                            const lambdav_vk_binding *b, VkDescriptorBufferInfo *info) {
    int uniform = r->kind == LAMBDAV_VK_UNIFORM_BUFFER;
    uint64_t limit = uniform ? c->limits.maxUniformBufferRange : c->limits.maxStorageBufferRange;
    uint64_t align = uniform ? c->limits.minUniformBufferOffsetAlignment
                             : c->limits.minStorageBufferOffsetAlignment;
    uint64_t range;
    if (b->buffer == NULL || b->buffer->context != c)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "and what is bound there is no open buffer");
    if (b->offset >= b->buffer->size || b->range > b->buffer->size - b->offset)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "and what is bound there ends behind the buffer's %.0f bytes",
                                  (double)b->buffer->size);
    if (align != 0 && b->offset % align != 0)
        return lvki_fail_resource(c, LAMBDAV_VK_LIMIT, r, element,
                                  "and its offset is not a multiple of the device's %.0f",
                                  (double)align);
    range = b->range != 0 ? b->range : b->buffer->size - b->offset;
    if (range < r->size)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "whose block has %.0f bytes, but %.0f are bound there",
                                  (double)r->size, (double)range);
    if (range > limit && (b->range != 0 || r->stride != 0 || r->size > limit))
        return lvki_fail_resource(c, LAMBDAV_VK_LIMIT, r, element,
                                  "and %.0f bytes are bound there; the device's limit is %.0f",
                                  (double)range, (double)limit);
    info->buffer = b->buffer->buffer;
    info->offset = b->offset;
    info->range = range < limit ? range : limit;
    return 1;
}

/* Checks that the image is what the module wants under that resource. */
static int lvki_check_fit(lambdav_vk_context *c, const lambdav_vk_resource *r, uint32_t element,
                          const lambdav_vk_binding *b) {
    static const char *const kinds[] = {"floats", "ints", "uints", "floats"};
    const lvki_format_row *format;
    int storage = r->kind == LAMBDAV_VK_STORAGE_IMAGE;
    if (b->image == NULL || b->image->context != c)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "and what is bound there is no open image");
    format = &lvki_formats[b->image->format];
    if (b->image->shape != r->shape)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "of shape %s, but a %s image is bound there",
                                  lvki_shapes[r->shape].name, lvki_shapes[b->image->shape].name);
    if (kinds[format->kind] != kinds[r->components])
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "of %s, but a %s image is bound there", kinds[r->components],
                                  format->name);
    if ((b->image->features & (VkFormatFeatureFlags)(storage
                                                         ? VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT
                                                         : VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT)) ==
        0)
        return lvki_fail_resource(c, LAMBDAV_VK_UNSUPPORTED, r, element,
                                  "for which \"%s\" does not take %s", c->device.name,
                                  format->name);
    if (!storage) return 1;
    if (r->format != LAMBDAV_VK_FORMAT_COUNT && r->format != b->image->format)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "of format %s, but a %s image is bound there",
                                  lvki_formats[r->format].name, format->name);
    return b->level < b->image->levels
           || lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                 "and level %lu is bound there; the image has %lu",
                                 (unsigned long)b->level, (unsigned long)b->image->levels);
}

/* Checks that the sampler works on the image. */
static int lvki_check_filter(lambdav_vk_context *c, const lambdav_vk_resource *r, uint32_t element,
                             const lambdav_vk_image *image, const lambdav_vk_sampler *sampler) {
    const lvki_format_row *format = &lvki_formats[image->format];
    if (sampler->linear
        && (image->features & VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT) == 0)
        return lvki_fail_resource(c, LAMBDAV_VK_UNSUPPORTED, r, element,
                                  "for which \"%s\" does not filter %s: sample the nearest",
                                  c->device.name, format->name);
    return !sampler->compares || format->kind == LVKI_DEPTH
           || lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                 "and its sampler compares, but %s is no depth", format->name);
}

/* Fills in the image and the sampler that a resource is bound to, after checking them. */
static int lvki_take_image(lambdav_vk_context *c, const lambdav_vk_resource *r, uint32_t element,
                           const lambdav_vk_binding *b, VkDescriptorImageInfo *info) {
    const lambdav_vk_sampler *sampler = b->sampler;
    if (r->kind != LAMBDAV_VK_SAMPLER && !lvki_check_fit(c, r, element, b)) return 0;
    if (r->kind != LAMBDAV_VK_SAMPLER) {
        info->imageView = r->kind == LAMBDAV_VK_STORAGE_IMAGE ? b->image->parts[b->level]
                                                              : b->image->view;
        info->imageLayout = VK_IMAGE_LAYOUT_GENERAL;
    }
    if (r->kind != LAMBDAV_VK_SAMPLER && r->kind != LAMBDAV_VK_TEXTURE) return 1;
    if (sampler == NULL && r->kind == LAMBDAV_VK_TEXTURE) {
        sampler = lvki_plain(c, b->image);
        if (sampler == NULL) return 0;
    }
    if (sampler == NULL || sampler->context != c)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                  "and what is bound there is no open sampler");
    info->sampler = sampler->sampler;
    return r->kind == LAMBDAV_VK_SAMPLER || lvki_check_filter(c, r, element, b->image, sampler);
}

/* Fails if the row's image is drawn to by the pass that reads it. */
static int lvki_check_loop(lambdav_vk_context *c, const lambdav_vk_resource *r, uint32_t element,
                           const lambdav_vk_binding *b, const lambdav_vk_pass *pass) {
    int loop = pass != NULL && b->image == pass->depth;
    uint32_t i;
    if (pass == NULL || b->image == NULL || r->kind < LAMBDAV_VK_TEXTURE
        || r->kind == LAMBDAV_VK_SAMPLER)
        return 1;
    for (i = 0; i < pass->attachment_count; i++)
        loop = loop || b->image == pass->attachments[i].image;
    return !loop || lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element,
                                       "and what is bound there is drawn to by the same pass");
}

/* Writes one descriptor of a set. */
static int lvki_write(lambdav_vk_context *c, VkDescriptorSet set, const lambdav_vk_resource *r,
                      uint32_t element, const lvki_rows *rows) {
    const lambdav_vk_binding *b = lvki_find_row(rows, r, element);
    VkDescriptorBufferInfo buffer;
    VkDescriptorImageInfo image;
    LVKI_INFO(VkWriteDescriptorSet, write, VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET);
    if (b == NULL)
        return lvki_fail_resource(c, LAMBDAV_VK_BINDING, r, element, "%s",
                                  lvki_unbound(rows, r));
    if (!lvki_check_loop(c, r, element, b, rows->pass)) return 0;
    memset(&image, 0, sizeof image);
    write.dstSet = set;
    write.dstBinding = r->binding;
    write.dstArrayElement = element;
    write.descriptorCount = 1;
    write.descriptorType = lvki_resources[r->kind].type;
    write.pBufferInfo = &buffer;
    write.pImageInfo = &image;
    if (r->kind == LAMBDAV_VK_UNIFORM_BUFFER || r->kind == LAMBDAV_VK_STORAGE_BUFFER) {
        if (!lvki_take_buffer(c, r, element, b, &buffer)) return 0;
    } else if (!lvki_take_image(c, r, element, b, &image)) return 0;
    c->calls.UpdateDescriptorSets(c->logical, 1, &write, 0, NULL);
    return 1;
}

/* Allocates and fills the sets of a pipeline, and records that they are bound. */
static int lvki_bind_sets(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                          const lvki_rows *rows, VkPipelineBindPoint point) {
    VkDescriptorSet sets[LAMBDAV_VK_MAX_SETS];
    uint32_t i, element;
    LVKI_INFO(VkDescriptorSetAllocateInfo, info, VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO);
    if (p->set_count == 0) return 1;
    info.descriptorPool = c->descriptors;
    info.descriptorSetCount = p->set_count;
    info.pSetLayouts = p->sets;
    if (!LVKI_CALL(c, AllocateDescriptorSets, (c->logical, &info, sets))) return 0;
    for (i = 0; i < p->resource_count; i++)
        for (element = 0; element < p->resources[i].count; element++)
            if (!lvki_write(c, sets[p->resources[i].set], &p->resources[i], element, rows))
                return 0;
    c->calls.CmdBindDescriptorSets(c->commands, point, p->layout, 0, p->set_count, sets, 0, NULL);
    return 1;
}

static int lvki_check_push(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                           const void *push, size_t push_size) {
    uint32_t limit = c->limits.maxPushConstantsSize;
    if (push_size > limit)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "push_size: %.0f bytes; the device's limit is %lu",
                         (double)push_size, (unsigned long)limit);
    if (push == NULL && push_size != 0)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "push: NULL, but push_size is %.0f",
                         (double)push_size);
    if (push_size < p->push_size)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "push_size: %.0f bytes; the module's push-constant block has %lu",
                         (double)push_size, (unsigned long)p->push_size);
    return 1;
}

static void lvki_push(const lambdav_vk_context *c, const lambdav_vk_pipeline *p, const void *push) {
    if (p->push_size != 0)
        c->calls.CmdPushConstants(c->commands, p->layout, p->push_stages, 0, p->push_size, push);
}

/* -------------------------------------------------------------------------------------------------
   // >>pipeline  [15]  stages, formats, vertex inputs -> pipeline
   The pictures of a pass in order: its attachments, then depth. */

/* How one picture goes through the render pass. */
static void lvki_describe_picture(VkAttachmentDescription *d, const lambdav_vk_pipeline *p,
                                  uint32_t i) {
    int depth = i == p->attachment_count, keep = (p->kept >> i & 1u) != 0;
    int external = (p->external >> i & 1u) != 0;
    d->format = lvki_formats[depth ? LAMBDAV_VK_D32F : p->formats[i]].format;
    d->samples = VK_SAMPLE_COUNT_1_BIT;
    d->loadOp = keep ? VK_ATTACHMENT_LOAD_OP_LOAD : VK_ATTACHMENT_LOAD_OP_CLEAR;
    d->storeOp = depth && !external ? VK_ATTACHMENT_STORE_OP_DONT_CARE
                                    : VK_ATTACHMENT_STORE_OP_STORE;
    d->stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    d->stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE;
    d->initialLayout = keep ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_UNDEFINED;
    d->finalLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    if (depth) d->finalLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    if (external) d->finalLayout = VK_IMAGE_LAYOUT_GENERAL;
}

/* The dependencies that make a render pass wait for what came before, and what follows for it. */
static void lvki_describe_order(VkSubpassDependency *order) {
    const VkPipelineStageFlags stages = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT |
                                        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT |
                                        VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    const VkAccessFlags writes = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT |
                                 VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
    const VkAccessFlags reads = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT |
                                VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT;
    memset(order, 0, 2 * sizeof *order);
    order[0].srcSubpass = VK_SUBPASS_EXTERNAL;
    order[0].srcStageMask = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    order[0].srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT;
    order[0].dstStageMask = stages;
    order[0].dstAccessMask = reads | writes;
    order[1].dstSubpass = VK_SUBPASS_EXTERNAL;
    order[1].srcStageMask = stages;
    order[1].srcAccessMask = writes;
    order[1].dstStageMask = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
    order[1].dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT;
}

/* One subpass that clears or loads every picture, and leaves it ready to be copied or used. */
static int lvki_create_render_pass(lambdav_vk_context *c, lambdav_vk_pipeline *p) {
    VkAttachmentDescription pictures[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkAttachmentReference references[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkSubpassDescription subpass;
    VkSubpassDependency order[2];
    uint32_t i, count = p->attachment_count + (p->depth_test != LAMBDAV_VK_COMPARE_NONE);
    LVKI_INFO(VkRenderPassCreateInfo, info, VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO);
    memset(pictures, 0, sizeof pictures);
    memset(&subpass, 0, sizeof subpass);
    for (i = 0; i < count; i++) {
        lvki_describe_picture(&pictures[i], p, i);
        references[i].attachment = i;
        references[i].layout = i < p->attachment_count
                                   ? VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL
                                   : VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    }
    lvki_describe_order(order);
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = p->attachment_count;
    subpass.pColorAttachments = references;
    if (count > p->attachment_count)
        subpass.pDepthStencilAttachment = &references[p->attachment_count];
    info.attachmentCount = count;
    info.pAttachments = pictures;
    info.subpassCount = 1;
    info.pSubpasses = &subpass;
    info.dependencyCount = 2;
    info.pDependencies = order;
    return LVKI_MAKE(c, CreateRenderPass, c->logical, &info, &p->render_pass);
}

/* Blending, and the components that the module does not write masked away: they keep what is
   there. A device without independentBlend wants one mask for all, so there it is the whole
   pixel. */
static void lvki_blend(const lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                       const lambdav_vk_pass *pass, VkPipelineColorBlendAttachmentState *states) {
    uint32_t i;
    memset(states, 0, LAMBDAV_VK_MAX_ATTACHMENTS * sizeof *states);
    for (i = 0; i < p->attachment_count; i++) {
        const lvki_blend_row *row = &lvki_blends[pass->attachments[i].blend];
        states[i].blendEnable = pass->attachments[i].blend != LAMBDAV_VK_BLEND_NONE;
        states[i].srcColorBlendFactor = states[i].srcAlphaBlendFactor = row->source;
        states[i].dstColorBlendFactor = states[i].dstAlphaBlendFactor = row->target;
        states[i].colorBlendOp = states[i].alphaBlendOp = row->op;
        states[i].colorWriteMask = c->features.core.features.independentBlend ? p->outputs[i] : 15u;
    }
}

/* How the vertex stage reads its buffers. */
typedef struct {
    uint32_t slot_count;
    VkVertexInputBindingDescription slots[LAMBDAV_VK_MAX_SLOTS];
    VkVertexInputAttributeDescription inputs[LAMBDAV_VK_MAX_INPUTS];
} lvki_vertices;

/* The caller's row for an input; NULL if there is none. */
static const lambdav_vk_input *lvki_input_row(const lambdav_vk_pass *pass,
                                              const lvki_input *input) {
    size_t i;
    for (i = 0; i < pass->input_count; i++) {
        const lambdav_vk_input *row = &pass->inputs[i];
        if (row->name != NULL ? lvki_same(input->name, row->name)
                              : row->location == input->location)
            return row;
    }
    return NULL;
}

/* Adds an input to its slot: behind the others if the slot is packed. before: the input before it,
   if that has the same row, as columns of one matrix have. */
static int lvki_take_input(lambdav_vk_context *c, lambdav_vk_pipeline *p, const lvki_input *input,
                           const lambdav_vk_input *row,
                           const VkVertexInputAttributeDescription *before,
                           VkVertexInputAttributeDescription *out) {
    static const VkFormat formats[3][4] = {
        {VK_FORMAT_R32_SFLOAT, VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT,
         VK_FORMAT_R32G32B32A32_SFLOAT},
        {VK_FORMAT_R32_SINT, VK_FORMAT_R32G32_SINT, VK_FORMAT_R32G32B32_SINT,
         VK_FORMAT_R32G32B32A32_SINT},
        {VK_FORMAT_R32_UINT, VK_FORMAT_R32G32_UINT, VK_FORMAT_R32G32B32_UINT,
         VK_FORMAT_R32G32B32A32_UINT}};
    uint32_t size = 4 * input->components, slot = row != NULL ? row->slot : 0;
    lambdav_vk_slot *s = &p->slots[slot < LAMBDAV_VK_MAX_SLOTS ? slot : 0];
    if (slot >= LAMBDAV_VK_MAX_SLOTS || slot >= c->limits.maxVertexInputBindings)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "the input at location %lu: there is no slot %lu",
                         (unsigned long)input->location, (unsigned long)slot);
    if (s->used && (s->stride != (row != NULL ? row->stride : 0)
                    || s->per_instance != (row != NULL && row->per_instance)))
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "the input at location %lu: slot %lu has another stride or rate",
                         (unsigned long)input->location, (unsigned long)slot);
    s->stride = row != NULL ? row->stride : 0;
    s->per_instance = row != NULL && row->per_instance;
    out->location = input->location;
    out->binding = slot;
    out->format = formats[input->kind][input->components - 1];
    out->offset = s->stride == 0 ? s->span : row->offset;
    if (s->stride != 0 && before != NULL) out->offset = before->offset + size;
    if (out->offset > c->limits.maxVertexInputAttributeOffset || out->offset % 4 != 0
        || s->stride % 4 != 0)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "the input at location %lu: offset and stride must be multiples of 4, and"
                         " the offset at most %lu", (unsigned long)input->location,
                         (unsigned long)c->limits.maxVertexInputAttributeOffset);
    if (!s->used) memcpy(s->name, input->name, sizeof s->name);
    s->used = 1;
    if (s->span < out->offset + size) s->span = out->offset + size;
    return 1;
}

/* Lays out all inputs of the vertex stage. */
static int lvki_take_inputs(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                            const lvki_interface *face, const lambdav_vk_pass *pass,
                            lvki_vertices *v) {
    const lambdav_vk_input *row, *last = NULL;
    uint32_t i, n = 0;
    memset(v, 0, sizeof *v);
    for (i = 0; i < face->input_count; i++) {
        row = lvki_input_row(pass, &face->inputs[i]);
        if (!lvki_take_input(c, p, &face->inputs[i], row,
                             row != NULL && row == last ? &v->inputs[i - 1] : NULL, &v->inputs[i]))
            return 0;
        last = row;
    }
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS; i++) {
        if (!p->slots[i].used) continue;
        if (p->slots[i].stride == 0) p->slots[i].stride = p->slots[i].span;
        if (p->slots[i].stride > c->limits.maxVertexInputBindingStride)
            return lvki_fail(c, LAMBDAV_VK_LIMIT, "a stride of %lu; the device's limit is %lu",
                             (unsigned long)p->slots[i].stride,
                             (unsigned long)c->limits.maxVertexInputBindingStride);
        v->slots[n].binding = i;
        v->slots[n].stride = p->slots[i].stride;
        v->slots[n++].inputRate = p->slots[i].per_instance ? VK_VERTEX_INPUT_RATE_INSTANCE
                                                           : VK_VERTEX_INPUT_RATE_VERTEX;
    }
    v->slot_count = n;
    return 1;
}

/* The state of the rasteriser; the header's own triangle always faces front. */
static void lvki_raster(const lambdav_vk_pass *pass,
                        VkPipelineRasterizationStateCreateInfo *raster) {
    static const VkCullModeFlags culls[] = {VK_CULL_MODE_NONE, VK_CULL_MODE_BACK_BIT,
                                            VK_CULL_MODE_FRONT_BIT};
    raster->frontFace = VK_FRONT_FACE_CLOCKWISE;
    raster->lineWidth = 1.0f;
    if (pass->vertex_words == NULL) return;
    raster->cullMode = culls[pass->cull];
    if (!pass->clockwise) raster->frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
}

/* The pipeline of modules, layout and render pass; the picture's size is set when a frame is
   recorded. */
static int lvki_create_pipeline(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                                const lvki_interface *faces, const lambdav_vk_pass *pass) {
    VkPipelineShaderStageCreateInfo stages[2];
    VkSpecializationInfo constants[2];
    VkPipelineColorBlendAttachmentState states[LAMBDAV_VK_MAX_ATTACHMENTS];
    VkDynamicState dynamics[2];
    lvki_vertices v;
    LVKI_INFO(VkPipelineVertexInputStateCreateInfo, vertices,
              VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineInputAssemblyStateCreateInfo, assembly,
              VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineViewportStateCreateInfo, viewport,
              VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineRasterizationStateCreateInfo, raster,
              VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineMultisampleStateCreateInfo, samples,
              VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineDepthStencilStateCreateInfo, depth,
              VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineColorBlendStateCreateInfo, blend,
              VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO);
    LVKI_INFO(VkPipelineDynamicStateCreateInfo, dynamic,
              VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO);
    LVKI_INFO(VkGraphicsPipelineCreateInfo, info, VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO);
    if (!lvki_take_inputs(c, p, &faces[0], pass, &v)) return 0;
    lvki_stage(&stages[0], &constants[0], &faces[0], p->modules[0]);
    if (p->modules[1] != VK_NULL_HANDLE)
        lvki_stage(&stages[1], &constants[1], &faces[1], p->modules[1]);
    vertices.vertexBindingDescriptionCount = v.slot_count;
    vertices.pVertexBindingDescriptions = v.slots;
    vertices.vertexAttributeDescriptionCount = faces[0].input_count;
    vertices.pVertexAttributeDescriptions = v.inputs;
    assembly.topology = lvki_topologies[pass->vertex_words != NULL ? pass->topology : 0];
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    lvki_raster(pass, &raster);
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    depth.depthTestEnable = p->depth_test != LAMBDAV_VK_COMPARE_NONE;
    depth.depthWriteEnable = depth.depthTestEnable && !pass->depth_read_only;
    depth.depthCompareOp = lvki_compares[p->depth_test];
    lvki_blend(c, p, pass, states);
    blend.attachmentCount = p->attachment_count;
    blend.pAttachments = states;
    dynamics[0] = VK_DYNAMIC_STATE_VIEWPORT;
    dynamics[1] = VK_DYNAMIC_STATE_SCISSOR;
    dynamic.dynamicStateCount = 2;
    dynamic.pDynamicStates = dynamics;
    info.stageCount = p->modules[1] != VK_NULL_HANDLE ? 2 : 1;
    info.pStages = stages;
    info.pVertexInputState = &vertices;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &samples;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = p->layout;
    info.renderPass = p->render_pass;
    if (LVKI_CALL(c, CreateGraphicsPipelines,
                  (c->logical, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline)))
        return 1;
    p->pipeline = VK_NULL_HANDLE;
    return 0;
}

/* Checks what one attachment asks of the device, its size and its images aside. */
static int lvki_take_attachment(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                                const lambdav_vk_attachment *a, uint32_t i) {
    VkFormatProperties properties;
    if ((unsigned)a->format >= LAMBDAV_VK_FORMAT_COUNT
        || lvki_formats[a->format].kind == LVKI_DEPTH)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "attachments[%lu].format: there is no format %lu",
                         (unsigned long)i, (unsigned long)a->format);
    if ((unsigned)a->blend >= LAMBDAV_VK_BLEND_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "attachments[%lu].blend: there is no blending %lu",
                         (unsigned long)i, (unsigned long)a->blend);
    if (a->keep && a->image == NULL)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "attachments[%lu].keep: there is no image to keep",
                         (unsigned long)i);
    p->formats[i] = a->format;
    if (a->keep) p->kept |= 1u << i;
    if (a->image != NULL) p->external |= 1u << i;
    if (a->blend == LAMBDAV_VK_BLEND_NONE) return 1;
    memset(&properties, 0, sizeof properties);
    c->calls.GetPhysicalDeviceFormatProperties(c->physical, lvki_formats[a->format].format,
                                               &properties);
    return (properties.optimalTilingFeatures & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT) != 0
           || lvki_fail(c, LAMBDAV_VK_UNSUPPORTED, "\"%s\" does not blend %s", c->device.name,
                        lvki_formats[a->format].name);
}

/* Copies what describes the pictures, and checks that the device draws to them. */
static int lvki_take_formats(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                             const lambdav_vk_pass *pass) {
    uint32_t i, limit = c->limits.maxColorAttachments;
    if (limit > LAMBDAV_VK_MAX_ATTACHMENTS) limit = LAMBDAV_VK_MAX_ATTACHMENTS;
    if (pass->attachment_count == 0 && pass->depth_test == LAMBDAV_VK_COMPARE_NONE)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "attachment_count: a pass needs an attachment");
    if (pass->attachment_count > limit)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "too many attachments: %lu (limit is %lu)",
                         (unsigned long)pass->attachment_count, (unsigned long)limit);
    for (i = 0; i < pass->attachment_count; i++) {
        if (!lvki_take_attachment(c, p, &pass->attachments[i], i)) return 0;
        if (pass->attachments[i].blend != pass->attachments[0].blend
            && !c->features.core.features.independentBlend)
            return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED,
                             "attachments that blend unlike each other need the feature"
                             " independentBlend, which \"%s\" lacks", c->device.name);
    }
    p->attachment_count = pass->attachment_count;
    p->depth_test = pass->depth_test;
    if (pass->depth_test == LAMBDAV_VK_COMPARE_NONE) return 1;
    if (pass->depth_keep && pass->depth == NULL)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "depth_keep: there is no image to keep");
    if (pass->depth_keep) p->kept |= 1u << i;
    if (pass->depth != NULL) p->external |= 1u << i;
    return 1;
}

/* Checks the pass's enumerations and its vertex stage. */
static int lvki_check_stages(lambdav_vk_context *c, const lambdav_vk_pass *pass) {
    if ((unsigned)pass->topology >= LAMBDAV_VK_TOPOLOGY_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "topology: there is no topology %lu",
                         (unsigned long)pass->topology);
    if ((unsigned)pass->depth_test >= LAMBDAV_VK_COMPARE_COUNT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "depth_test: there is no comparison %lu",
                         (unsigned long)pass->depth_test);
    if ((unsigned)pass->cull > LAMBDAV_VK_CULL_FRONT)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "cull: there is no culling %lu",
                         (unsigned long)pass->cull);
    return pass->input_count == 0 || pass->inputs != NULL
           || lvki_fail(c, LAMBDAV_VK_ARGUMENT, "inputs: NULL, but input_count is %.0f",
                        (double)pass->input_count);
}

/* Checks the fragment stage's inputs against the vertex stage's outputs, and its outputs against
   the attachments. */
static int lvki_check_stage_ends(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                                 const lvki_interface *faces) {
    static const char *const kinds[] = {"floats", "ints", "uints"};
    uint64_t missing = faces[1].wanted & ~faces[0].handed;
    uint32_t i;
    for (i = 0; i < 64; i++)
        if ((missing >> i & 1u) != 0)
            return lvki_fail(c, LAMBDAV_VK_MODULE,
                             "the fragment stage reads an input at location %lu, which the vertex"
                             " stage does not write", (unsigned long)i);
    for (i = 0; i < p->attachment_count; i++)
        if (faces[1].outputs[i] != 0 && faces[1].kinds[i] != lvki_formats[p->formats[i]].kind)
            return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                             "attachments[%lu].format: %s, but the module writes %s there",
                             (unsigned long)i, lvki_formats[p->formats[i]].name,
                             kinds[faces[1].kinds[i]]);
    return 1;
}

/* Looks at the modules of the stages that the pass has. */
static int lvki_look_at_stages(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                               const lambdav_vk_pass *pass, lvki_interface *faces) {
    lvki_look k;
    uint64_t used = 0;
    memset(&k, 0, sizeof k);
    k.c = c;
    k.p = p;
    k.stage = &lvki_stages[LVKI_VERTEX];
    k.out = &faces[0];
    k.alone = pass->vertex_words == NULL;
    if (!k.alone && !lvki_look_at(&k, pass->vertex_words, pass->vertex_word_count,
                                  pass->vertex_entry, pass->constants, pass->constant_count, &used))
        return 0;
    k.stage = &lvki_stages[LVKI_FRAGMENT];
    k.out = &faces[1];
    if ((k.alone || pass->attachment_count != 0 || pass->words != NULL)
        && !lvki_look_at(&k, pass->words, pass->word_count, pass->entry, pass->constants,
                         pass->constant_count, &used))
        return 0;
    memcpy(p->outputs, faces[1].outputs, sizeof p->outputs);
    return lvki_check_used(c, pass->constants, pass->constant_count, used)
           && lvki_check_stage_ends(c, p, faces);
}

/* Looks at the modules, then makes everything that does not depend on the picture's size. After a
   failure the caller closes the pipeline. */
static int lvki_open_pipeline(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                              const lambdav_vk_pass *pass) {
    const uint32_t *words = pass->vertex_words;
    size_t count = pass->vertex_word_count;
    lvki_interface faces[2];
    memset(faces, 0, sizeof faces);
    faces[0].stage = &lvki_stages[LVKI_VERTEX];
    faces[0].name = "main";
    if (words == NULL) {
        words = lvki_vertex_words;
        count = LVKI_COUNT(lvki_vertex_words);
    }
    p->vertices = pass->vertex_words != NULL;
    return lvki_check_stages(c, pass) && lvki_take_formats(c, p, pass)
           && lvki_check_constants(c, pass->constants, pass->constant_count)
           && lvki_look_at_stages(c, p, pass, faces)
           && lvki_create_module(c, words, count, &p->modules[0])
           && (faces[1].stage == NULL
               || lvki_create_module(c, pass->words, pass->word_count, &p->modules[1]))
           && lvki_create_render_pass(c, p) && lvki_create_layout(c, p)
           && lvki_create_pipeline(c, p, faces, pass);
}

/* -------------------------------------------------------------------------------------------------
   // >>target  [16]  size -> images, read-back memory
   Makes picture i that the pipeline owns: its image, memory and view. */
static int lvki_create_picture(lambdav_vk_context *c, lambdav_vk_target *t, uint32_t i,
                               lambdav_vk_format format) {
    LVKI_INFO(VkImageCreateInfo, info, VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO);
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = lvki_formats[format].format;
    info.extent.width = t->width;
    info.extent.height = t->height;
    info.extent.depth = 1;
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
    if (lvki_formats[format].kind == LVKI_DEPTH)
        info.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return lvki_check_image(c, &info, "does not draw to", lvki_formats[format].name)
           && lvki_make_image(c, &info, &t->images[i], &t->memories[i])
           && lvki_make_view(c, t->images[i], VK_IMAGE_VIEW_TYPE_2D, format, 0, 1, &t->views[i]);
}

/* Makes the framebuffer of the pipeline's own pictures and of the caller's. */
static int lvki_create_framebuffer(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                                   const lambdav_vk_pass *pass) {
    VkImageView views[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    lambdav_vk_target *t = &p->target;
    uint32_t i;
    LVKI_INFO(VkFramebufferCreateInfo, info, VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO);
    info.attachmentCount = p->attachment_count + (p->depth_test != LAMBDAV_VK_COMPARE_NONE);
    for (i = 0; i < info.attachmentCount; i++) {
        views[i] = t->views[i];
        if ((p->external >> i & 1u) == 0) continue;
        views[i] = i < p->attachment_count ? pass->attachments[i].image->parts[0]
                                           : pass->depth->parts[0];
    }
    info.renderPass = p->render_pass;
    info.pAttachments = views;
    info.width = t->width;
    info.height = t->height;
    info.layers = 1;
    return LVKI_MAKE(c, CreateFramebuffer, c->logical, &info, &t->framebuffer);
}

static void lvki_drop_framebuffer(lambdav_vk_context *c, lambdav_vk_target *t) {
    if (t->framebuffer != VK_NULL_HANDLE)
        c->calls.DestroyFramebuffer(c->logical, t->framebuffer, NULL);
    t->framebuffer = VK_NULL_HANDLE;
}

/* Destroys what the target holds, however far lvki_open_target came. */
static void lvki_close_target(lambdav_vk_context *c, lambdav_vk_target *t) {
    const lambdav_vk_calls *f = &c->calls;
    uint32_t i;
    lvki_drop_framebuffer(c, t);
    for (i = 0; i <= LAMBDAV_VK_MAX_ATTACHMENTS; i++) {
        if (t->views[i] != VK_NULL_HANDLE) f->DestroyImageView(c->logical, t->views[i], NULL);
        if (t->images[i] != VK_NULL_HANDLE) f->DestroyImage(c->logical, t->images[i], NULL);
        if (t->memories[i] != VK_NULL_HANDLE) f->FreeMemory(c->logical, t->memories[i], NULL);
    }
    lvki_drop_buffer(c, t->buffer, t->buffer_memory);
    memset(t, 0, sizeof *t);
}

/* Makes everything of that size but the framebuffer. After a failure the caller closes the
target. */
static int lvki_create_target(lambdav_vk_context *c, lambdav_vk_pipeline *p, uint32_t width,
                              uint32_t height) {
    const VkDeviceSize align = 16; /* of each picture in the buffer: a multiple of every pixel
                                      size */
    lambdav_vk_target *t = &p->target;
    VkDeviceSize size = 0;
    uint32_t i;
    t->width = width;
    t->height = height;
    for (i = 0; i < p->attachment_count; i++) {
        if ((p->external >> i & 1u) == 0 && !lvki_create_picture(c, t, i, p->formats[i])) return 0;
        t->offsets[i] = size;
        size += (VkDeviceSize)width * height * lvki_formats[p->formats[i]].bytes;
        size = (size + align - 1) / align * align;
    }
    if (p->depth_test != LAMBDAV_VK_COMPARE_NONE && (p->external >> i & 1u) == 0
        && !lvki_create_picture(c, t, i, LAMBDAV_VK_D32F))
        return 0;
    return size == 0 || lvki_make_mapped(c, size, &t->buffer, &t->buffer_memory, &t->mapped,
                                         &t->coherent);
}

/* Makes the target of the pass's size, unless it is there. The framebuffer of images that the
   caller owns is made anew each time. After a failure there is no target. */
static int lvki_open_target(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                            const lambdav_vk_pass *pass) {
    lambdav_vk_target *t = &p->target;
    int ok = 1;
    if (t->width != pass->width || t->height != pass->height) {
        lvki_close_target(c, t);
        ok = lvki_create_target(c, p, pass->width, pass->height);
    }
    if (p->external != 0) lvki_drop_framebuffer(c, t);
    if (ok && t->framebuffer == VK_NULL_HANDLE) ok = lvki_create_framebuffer(c, p, pass);
    if (!ok) lvki_close_target(c, t);
    return ok;
}

/* -------------------------------------------------------------------------------------------------
   // >>draw  [17]  pass -> pixels, time */
static int lvki_check_size(lambdav_vk_context *c, const lambdav_vk_pass *pass) {
    uint32_t width = c->limits.maxFramebufferWidth, height = c->limits.maxFramebufferHeight;
    if (pass->width == 0 || pass->height == 0)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "%lux%lu pixels: width and height must not be 0",
                         (unsigned long)pass->width, (unsigned long)pass->height);
    if (pass->width > width || pass->height > height)
        return lvki_fail(c, LAMBDAV_VK_LIMIT, "%lux%lu pixels: the device's limit is %lux%lu",
                         (unsigned long)pass->width, (unsigned long)pass->height,
                         (unsigned long)width, (unsigned long)height);
    return 1;
}

/* Checks an image that is drawn to, or that its place was and is empty. i: which of the
pictures. */
static int lvki_check_picture(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                              const lambdav_vk_pass *pass, uint32_t i) {
    int depth = i == p->attachment_count;
    const lambdav_vk_image *image = depth ? pass->depth : pass->attachments[i].image;
    lambdav_vk_format format = depth ? LAMBDAV_VK_D32F : p->formats[i];
    VkFormatFeatureFlags need = depth ? VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT
                                      : VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT;
    const char *name = depth ? "depth" : "attachments";
    if ((image != NULL) != ((p->external >> i & 1u) != 0)
        || (depth ? pass->depth_keep != 0 : pass->attachments[i].keep != 0) !=
            ((p->kept >> i & 1u) != 0))
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "%s: image or keep is not as when the pipeline was opened", name);
    if (image == NULL) return 1;
    if (image->context != c)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "%s: the image is not open in this context", name);
    if (image->shape != LAMBDAV_VK_2D || image->format != format || image->width != pass->width
        || image->height != pass->height)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "%s: the image must be 2D, %lux%lu pixels of %s", name,
                         (unsigned long)pass->width, (unsigned long)pass->height,
                         lvki_formats[format].name);
    return (image->features & need) != 0
           || lvki_fail(c, LAMBDAV_VK_UNSUPPORTED, "\"%s\" does not draw to %s", c->device.name,
                        lvki_formats[format].name);
}

/* Checks one attachment against the pipeline and against the memory given for it. */
static int lvki_check_attachment(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                                 const lambdav_vk_pass *pass, uint32_t i) {
    const lambdav_vk_attachment *a = &pass->attachments[i];
    uint64_t need;
    if (a->format != p->formats[i])
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "attachments[%lu].format: the pipeline was opened with %s",
                         (unsigned long)i, lvki_formats[p->formats[i]].name);
    if (!lvki_check_picture(c, p, pass, i)) return 0;
    if (a->pixels == NULL) return 1;
    if (p->outputs[i] == 0)
        return lvki_fail(c, LAMBDAV_VK_MODULE,
                         "attachments[%lu]: the module has no output at location %lu",
                         (unsigned long)i, (unsigned long)i);
    need = (uint64_t)pass->width * pass->height * lvki_formats[p->formats[i]].bytes;
    if (a->size >= need) return 1;
    return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                     "attachments[%lu].size: %lux%lu pixels of %s need %.0f bytes, not %.0f",
                     (unsigned long)i, (unsigned long)pass->width, (unsigned long)pass->height,
                     lvki_formats[p->formats[i]].name, (double)need, (double)a->size);
}

/* The pipeline that draws it. */
static const lambdav_vk_pipeline *lvki_pipeline_of(const lambdav_vk_pipeline *p,
                                                   const lambdav_vk_geometry *g) {
    return g->pipeline != NULL ? g->pipeline : p;
}

/* Whether a pipeline draws into the render pass of another one. */
static int lvki_compatible(const lambdav_vk_pipeline *p, const lambdav_vk_pipeline *q) {
    uint32_t i;
    if (p->context != q->context || q->render_pass == VK_NULL_HANDLE) return 0;
    if (p->attachment_count != q->attachment_count) return 0;
    if ((p->depth_test == LAMBDAV_VK_COMPARE_NONE) != (q->depth_test == LAMBDAV_VK_COMPARE_NONE))
        return 0;
    for (i = 0; i < p->attachment_count && p->formats[i] == q->formats[i]; i++) {}
    return i == p->attachment_count;
}

/* Checks that a slot's buffer has the elements that the draw reads. With indices only the buffer is
   looked at: what they are is not known here. */
static int lvki_check_slot(lambdav_vk_context *c, const lambdav_vk_slot *s, uint32_t slot,
                           const lambdav_vk_geometry *g) {
    const lambdav_vk_buffer *buffer = g->vertices[slot].buffer;
    uint64_t offset = g->vertices[slot].offset, first = g->first_vertex, count = g->count;
    if (buffer == NULL || buffer->context != c)
        return lvki_fail(c, LAMBDAV_VK_BINDING,
                         "the vertex module reads \"%s\" from slot %lu, where no open buffer is",
                         s->name, (unsigned long)slot);
    if (s->per_instance) {
        first = g->first_instance;
        count = g->instances != 0 ? g->instances : 1;
    } else if (g->indices != NULL) {
        first = 0;
        count = 1;
    }
    if (offset % 4 == 0 && offset <= buffer->size
        && (first + count - 1) * s->stride + s->span <= buffer->size - offset)
        return 1;
    return lvki_fail(c, LAMBDAV_VK_BINDING,
                     "vertices[%lu]: %.0f elements of %lu bytes from byte %.0f on do not fit into"
                     " the buffer's %.0f bytes", (unsigned long)slot, (double)(first + count),
                     (unsigned long)s->stride, (double)offset, (double)buffer->size);
}

/* Checks one draw. */
static int lvki_check_geometry(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                               const lambdav_vk_pass *pass, const lambdav_vk_geometry *g) {
    const lambdav_vk_pipeline *q = lvki_pipeline_of(p, g);
    int own = g->push != NULL || g->push_size != 0;
    uint32_t i;
    if (q != p && !lvki_compatible(p, q))
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "a draw's pipeline is not open in this context with the same formats");
    if (!lvki_check_push(c, q, own ? g->push : pass->push, own ? g->push_size : pass->push_size))
        return 0;
    for (i = 0; g->count != 0 && i < LAMBDAV_VK_MAX_SLOTS; i++)
        if (q->slots[i].used && !lvki_check_slot(c, &q->slots[i], i, g)) return 0;
    if (g->indices == NULL || g->count == 0) return 1;
    if (g->indices->context != c || g->index_offset % 4 != 0
        || g->index_offset > g->indices->size
        || (uint64_t)g->count * 4 > g->indices->size - g->index_offset)
        return lvki_fail(c, LAMBDAV_VK_BINDING,
                         "indices: %lu indices from byte %.0f on do not fit into an open buffer",
                         (unsigned long)g->count, (double)g->index_offset);
    return 1;
}

static int lvki_check_pass(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                           const lambdav_vk_pass *pass) {
    uint32_t i;
    size_t k;
    if (p->render_pass == VK_NULL_HANDLE)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "the pipeline computes, it does not draw");
    if (pass->attachment_count != p->attachment_count)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "attachment_count: %lu, but the pipeline was opened with %lu",
                         (unsigned long)pass->attachment_count, (unsigned long)p->attachment_count);
    if (!lvki_check_size(c, pass)) return 0;
    if (!p->vertices && !lvki_check_push(c, p, pass->push, pass->push_size)) return 0;
    for (i = 0; i < p->attachment_count; i++)
        if (!lvki_check_attachment(c, p, pass, i)) return 0;
    if (p->depth_test != LAMBDAV_VK_COMPARE_NONE && !lvki_check_picture(c, p, pass, i)) return 0;
    if (p->vertices && (pass->draws == NULL || pass->draw_count == 0))
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT, "draws: a pass with a vertex stage needs them");
    for (k = 0; p->vertices && k < pass->draw_count; k++)
        if (!lvki_check_geometry(c, p, pass, &pass->draws[k])) return 0;
    return 1;
}

/* A component's clear value as a signed or unsigned integer, at the nearest end of its range if it
   lies beyond. */
static int32_t lvki_clear_int(float x) {
    if (!(x > -2147483648.0f)) return INT32_MIN;
    return x < 2147483648.0f ? (int32_t)x : INT32_MAX;
}

static uint32_t lvki_clear_uint(float x) {
    if (!(x > 0.0f)) return 0;
    return x < 4294967296.0f ? (uint32_t)x : UINT32_MAX;
}

/* The values that pictures are cleared to. */
static void lvki_clear_values(const lambdav_vk_pipeline *p, const lambdav_vk_pass *pass,
                              VkClearValue *clear) {
    uint32_t i, k;
    int near_first = p->depth_test == LAMBDAV_VK_COMPARE_LESS
                     || p->depth_test == LAMBDAV_VK_COMPARE_LESS_EQUAL;
    for (i = 0; i < p->attachment_count; i++)
        for (k = 0; k < 4; k++) {
            float x = pass->attachments[i].clear[k];
            uint32_t kind = lvki_formats[p->formats[i]].kind;
            if (kind == LVKI_INT) clear[i].color.int32[k] = lvki_clear_int(x);
            else if (kind == LVKI_UINT) clear[i].color.uint32[k] = lvki_clear_uint(x);
            else clear[i].color.float32[k] = x;
        }
    clear[i].depthStencil.depth = pass->depth_clear;
    clear[i].depthStencil.stencil = 0;
    if (near_first && !(pass->depth_clear != 0.0f)) clear[i].depthStencil.depth = 1.0f;
}

/* Records one draw. */
static int lvki_record_draw(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                            const lambdav_vk_pass *pass, const lambdav_vk_geometry *g) {
    const VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_GRAPHICS;
    const lambdav_vk_calls *f = &c->calls;
    const lambdav_vk_pipeline *q = lvki_pipeline_of(p, g);
    uint32_t i, instances = g->instances != 0 ? g->instances : 1;
    lvki_rows rows;
    rows.rows[0] = g->bindings;
    rows.counts[0] = g->binding_count;
    rows.rows[1] = pass->bindings;
    rows.counts[1] = pass->binding_count;
    rows.pass = pass;
    f->CmdBindPipeline(c->commands, point, q->pipeline);
    if (!lvki_bind_sets(c, q, &rows, point)) return 0;
    lvki_push(c, q, g->push != NULL ? g->push : pass->push);
    for (i = 0; i < LAMBDAV_VK_MAX_SLOTS; i++)
        if (q->slots[i].used)
            f->CmdBindVertexBuffers(c->commands, i, 1, &g->vertices[i].buffer->buffer,
                                    &g->vertices[i].offset);
    if (g->indices == NULL) {
        f->CmdDraw(c->commands, g->count, instances, g->first_vertex, g->first_instance);
        return 1;
    }
    f->CmdBindIndexBuffer(c->commands, g->indices->buffer, g->index_offset, VK_INDEX_TYPE_UINT32);
    f->CmdDrawIndexed(c->commands, g->count, instances, 0, (int32_t)g->first_vertex,
                      g->first_instance);
    return 1;
}

/* Records all draws; without a vertex stage, one triangle over the whole picture. */
static int lvki_record_draws(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                             const lambdav_vk_pass *pass) {
    lambdav_vk_geometry triangle;
    size_t i;
    memset(&triangle, 0, sizeof triangle);
    triangle.count = 3;
    if (!p->vertices) return lvki_record_draw(c, p, pass, &triangle);
    for (i = 0; i < pass->draw_count; i++)
        if (pass->draws[i].count != 0 && !lvki_record_draw(c, p, pass, &pass->draws[i])) return 0;
    return 1;
}

/* Records the render pass, times before and after its draws. */
static int lvki_record_render(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                              const lambdav_vk_pass *pass) {
    const lambdav_vk_calls *f = &c->calls;
    VkClearValue clear[LAMBDAV_VK_MAX_ATTACHMENTS + 1];
    VkViewport viewport;
    LVKI_INFO(VkRenderPassBeginInfo, begin, VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO);
    memset(&viewport, 0, sizeof viewport);
    memset(clear, 0, sizeof clear);
    lvki_clear_values(p, pass, clear);
    begin.renderPass = p->render_pass;
    begin.framebuffer = p->target.framebuffer;
    begin.renderArea.extent.width = pass->width;
    begin.renderArea.extent.height = pass->height;
    begin.clearValueCount = p->attachment_count + (p->depth_test != LAMBDAV_VK_COMPARE_NONE);
    begin.pClearValues = clear;
    viewport.width = (float)pass->width;
    viewport.height = (float)pass->height;
    viewport.maxDepth = 1.0f;
    f->CmdBeginRenderPass(c->commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    f->CmdSetViewport(c->commands, 0, 1, &viewport);
    f->CmdSetScissor(c->commands, 0, 1, &begin.renderArea);
    lvki_timestamp(c, 0);
    if (!lvki_record_draws(c, p, pass)) return 0;
    lvki_timestamp(c, 1);
    f->CmdEndRenderPass(c->commands);
    return 1;
}

/* Records the copies of those pictures that the caller wants, and makes them visible to the CPU. */
static void lvki_record_copies(const lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                               const lambdav_vk_pass *pass) {
    const lambdav_vk_target *t = &p->target;
    VkBufferImageCopy region;
    uint32_t i;
    memset(&region, 0, sizeof region);
    region.imageSubresource.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT;
    region.imageSubresource.layerCount = 1;
    region.imageExtent.width = t->width;
    region.imageExtent.height = t->height;
    region.imageExtent.depth = 1;
    for (i = 0; i < p->attachment_count; i++) {
        int external = (p->external >> i & 1u) != 0;
        if (pass->attachments[i].pixels == NULL) continue;
        region.bufferOffset = t->offsets[i];
        c->calls.CmdCopyImageToBuffer(
            c->commands, external ? pass->attachments[i].image->image : t->images[i],
            external ? VK_IMAGE_LAYOUT_GENERAL : VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, t->buffer, 1,
            &region);
    }
    if (t->buffer != VK_NULL_HANDLE) lvki_to_host(c, t->buffer);
}

/* Records the whole frame and runs it. */
static int lvki_draw_frame(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                           const lambdav_vk_pass *pass) {
    lvki_need need;
    size_t i;
    memset(&need, 0, sizeof need);
    if (!p->vertices) lvki_add_need(&need, p);
    for (i = 0; p->vertices && i < pass->draw_count; i++)
        lvki_add_need(&need, lvki_pipeline_of(p, &pass->draws[i]));
    if (!lvki_open_pool(c, &need) || !lvki_record(c)) return 0;
    if (c->queries != VK_NULL_HANDLE) c->calls.CmdResetQueryPool(c->commands, c->queries, 0, 2);
    lvki_barrier(c);
    if (!lvki_record_render(c, p, pass)) return 0;
    lvki_record_copies(c, p, pass);
    return lvki_submit(c);
}

/* Copies the pictures from the mapped memory to the caller's. */
static int lvki_read_back(lambdav_vk_context *c, const lambdav_vk_pipeline *p,
                          const lambdav_vk_pass *pass) {
    const lambdav_vk_target *t = &p->target;
    size_t pixels = (size_t)t->width * t->height;
    uint32_t i;
    if (t->buffer == VK_NULL_HANDLE) return 1;
    if (!lvki_invalidate(c, t->buffer_memory, t->coherent)) return 0;
    for (i = 0; i < p->attachment_count; i++)
        if (pass->attachments[i].pixels != NULL)
            memcpy(pass->attachments[i].pixels, t->mapped + (size_t)t->offsets[i],
                   pixels * lvki_formats[p->formats[i]].bytes);
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>dispatch  [18]  jobs -> bytes, time */
static int lvki_create_compute(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                               const lvki_interface *face) {
    VkSpecializationInfo constants;
    LVKI_INFO(VkComputePipelineCreateInfo, info, VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO);
    lvki_stage(&info.stage, &constants, face, p->modules[0]);
    info.layout = p->layout;
    if (LVKI_CALL(c, CreateComputePipelines,
                  (c->logical, VK_NULL_HANDLE, 1, &info, NULL, &p->pipeline)))
        return 1;
    p->pipeline = VK_NULL_HANDLE;
    return 0;
}

/* Looks at the module and makes the pipeline. After a failure the caller closes it. */
static int lvki_open_compute(lambdav_vk_context *c, lambdav_vk_pipeline *p,
                             const lambdav_vk_compute *compute) {
    lvki_interface face;
    lvki_look k;
    uint64_t used = 0;
    memset(&k, 0, sizeof k);
    k.c = c;
    k.p = p;
    k.stage = &lvki_stages[LVKI_COMPUTE];
    k.out = &face;
    if (!c->computes)
        return lvki_fail(c, LAMBDAV_VK_UNSUPPORTED, "\"%s\" has no queue that draws and computes",
                         c->device.name);
    return lvki_check_constants(c, compute->constants, compute->constant_count)
           && lvki_look_at(&k, compute->words, compute->word_count, compute->entry,
                           compute->constants, compute->constant_count, &used)
           && lvki_check_used(c, compute->constants, compute->constant_count, used)
           && lvki_check_workgroup(c, p->workgroup)
           && lvki_create_module(c, compute->words, compute->word_count, &p->modules[0])
           && lvki_create_layout(c, p) && lvki_create_compute(c, p, &face);
}

/* Works out the workgroups of a job along x, y, z. */
static void lvki_groups(const lambdav_vk_job *job, uint32_t *groups) {
    int given = job->groups[0] != 0 || job->groups[1] != 0 || job->groups[2] != 0;
    uint32_t i, wanted, size;
    for (i = 0; i < 3; i++) {
        wanted = given ? job->groups[i] : job->invocations[i];
        size = given ? 1 : job->pipeline->workgroup[i];
        if (wanted == 0) wanted = 1;
        groups[i] = wanted / size + (wanted % size != 0);
    }
}

static int lvki_check_job(lambdav_vk_context *c, const lambdav_vk_job *job) {
    const uint32_t *limit = c->limits.maxComputeWorkGroupCount;
    uint32_t groups[3];
    if (job->pipeline == NULL || job->pipeline->context != c || job->pipeline->workgroup[0] == 0)
        return lvki_fail(c, LAMBDAV_VK_ARGUMENT,
                         "the job's pipeline is not a compute pipeline open in this context");
    if (!lvki_check_push(c, job->pipeline, job->push, job->push_size)) return 0;
    lvki_groups(job, groups);
    if (groups[0] <= limit[0] && groups[1] <= limit[1] && groups[2] <= limit[2]) return 1;
    return lvki_fail(c, LAMBDAV_VK_LIMIT, "%lux%lux%lu workgroups; the device's limit is"
                     " %lux%lux%lu", (unsigned long)groups[0], (unsigned long)groups[1],
                     (unsigned long)groups[2], (unsigned long)limit[0], (unsigned long)limit[1],
                     (unsigned long)limit[2]);
}

static int lvki_record_job(lambdav_vk_context *c, const lambdav_vk_job *job) {
    const VkPipelineBindPoint point = VK_PIPELINE_BIND_POINT_COMPUTE;
    uint32_t groups[3];
    lvki_rows rows;
    memset(&rows, 0, sizeof rows);
    rows.rows[0] = job->bindings;
    rows.counts[0] = job->binding_count;
    c->calls.CmdBindPipeline(c->commands, point, job->pipeline->pipeline);
    if (!lvki_bind_sets(c, job->pipeline, &rows, point)) return 0;
    lvki_push(c, job->pipeline, job->push);
    lvki_groups(job, groups);
    c->calls.CmdDispatch(c->commands, groups[0], groups[1], groups[2]);
    lvki_barrier(c);
    return 1;
}

/* Records all jobs, times before and after them, and runs them. */
static int lvki_run_jobs(lambdav_vk_context *c, const lambdav_vk_job *jobs, size_t count) {
    lvki_need need;
    size_t i;
    memset(&need, 0, sizeof need);
    for (i = 0; i < count; i++) {
        if (!lvki_check_job(c, &jobs[i])) return 0;
        lvki_add_need(&need, jobs[i].pipeline);
    }
    if (!lvki_open_pool(c, &need) || !lvki_record(c)) return 0;
    if (c->queries != VK_NULL_HANDLE) c->calls.CmdResetQueryPool(c->commands, c->queries, 0, 2);
    lvki_barrier(c);
    lvki_timestamp(c, 0);
    for (i = 0; i < count; i++)
        if (!lvki_record_job(c, &jobs[i])) return 0;
    lvki_timestamp(c, 1);
    return lvki_submit(c);
}

/* -------------------------------------------------------------------------------------------------
   // >>driver  [19]  the public functions */
static void lvki_init(lambdav_vk_context *c, const lambdav_vk_options *options) {
    memset(c, 0, sizeof *c);
    if (options != NULL) c->options = *options;
}

lambdav_vk_status lambdav_vk_open(lambdav_vk_context *context, const lambdav_vk_options *options) {
    lvki_init(context, options);
    if (!lvki_open_instance(context) || !lvki_choose(context) || !lvki_create_device(context)
        || !lvki_create_commands(context))
        lvki_release(context);
    return context->status;
}

void lambdav_vk_close(lambdav_vk_context *context) { lvki_release(context); }

lambdav_vk_status lambdav_vk_devices(lambdav_vk_context *context, const lambdav_vk_options *options,
                                     lambdav_vk_device *list, uint32_t capacity, uint32_t *count) {
    VkPhysicalDevice devices[LAMBDAV_VK_MAX_DEVICES];
    uint32_t i;
    *count = 0;
    lvki_init(context, options);
    if (lvki_open_instance(context) && lvki_enumerate(context, devices, count))
        for (i = 0; i < *count && i < capacity; i++) lvki_describe(context, devices[i], &list[i]);
    lvki_release(context);
    return context->status;
}

lambdav_vk_status lambdav_vk_pipeline_open(lambdav_vk_context *context,
                                           lambdav_vk_pipeline *pipeline,
                                           const lambdav_vk_pass *pass) {
    memset(pipeline, 0, sizeof *pipeline);
    if (!lvki_check_open(context)) return context->status;
    pipeline->context = context;
    if (!lvki_open_pipeline(context, pipeline, pass)) lambdav_vk_pipeline_close(context, pipeline);
    return context->status;
}

lambdav_vk_status lambdav_vk_compute_open(lambdav_vk_context *context,
                                          lambdav_vk_pipeline *pipeline,
                                          const lambdav_vk_compute *compute) {
    memset(pipeline, 0, sizeof *pipeline);
    if (!lvki_check_open(context)) return context->status;
    pipeline->context = context;
    if (!lvki_open_compute(context, pipeline, compute))
        lambdav_vk_pipeline_close(context, pipeline);
    return context->status;
}

lambdav_vk_status lambdav_vk_run(lambdav_vk_context *context, const lambdav_vk_job *jobs,
                                 size_t job_count, uint64_t *gpu_ns) {
    uint64_t ns = 0;
    if (gpu_ns != NULL) *gpu_ns = 0;
    if (!lvki_check_open(context)) return context->status;
    if (lvki_run_jobs(context, jobs, job_count) && lvki_read_time(context, &ns) && gpu_ns != NULL)
        *gpu_ns = ns;
    lvki_close_pool(context);
    return context->status;
}

lambdav_vk_status lambdav_vk_pipeline_draw(lambdav_vk_context *context,
                                           lambdav_vk_pipeline *pipeline,
                                           lambdav_vk_pass *pass) {
    pass->gpu_ns = 0;
    if (!lvki_check_open(context)) return context->status;
    if (pipeline->context != context) {
        lvki_fail(context, LAMBDAV_VK_ARGUMENT, "the pipeline is not open in this context");
        return context->status;
    }
    if (lvki_check_pass(context, pipeline, pass)
        && lvki_open_target(context, pipeline, pass)
        && lvki_draw_frame(context, pipeline, pass) && lvki_read_back(context, pipeline, pass))
        lvki_read_time(context, &pass->gpu_ns);
    lvki_close_pool(context);
    return context->status;
}

void lambdav_vk_pipeline_close(lambdav_vk_context *context, lambdav_vk_pipeline *pipeline) {
    const lambdav_vk_calls *f = &context->calls;
    uint32_t i;
    if (pipeline->context != context || context->logical == NULL) return;
    lvki_close_target(context, &pipeline->target);
    if (pipeline->pipeline != VK_NULL_HANDLE)
        f->DestroyPipeline(context->logical, pipeline->pipeline, NULL);
    if (pipeline->layout != VK_NULL_HANDLE)
        f->DestroyPipelineLayout(context->logical, pipeline->layout, NULL);
    if (pipeline->render_pass != VK_NULL_HANDLE)
        f->DestroyRenderPass(context->logical, pipeline->render_pass, NULL);
    for (i = 0; i < LAMBDAV_VK_MAX_SETS; i++)
        if (pipeline->sets[i] != VK_NULL_HANDLE)
            f->DestroyDescriptorSetLayout(context->logical, pipeline->sets[i], NULL);
    for (i = 0; i < 2; i++)
        if (pipeline->modules[i] != VK_NULL_HANDLE)
            f->DestroyShaderModule(context->logical, pipeline->modules[i], NULL);
    memset(pipeline, 0, sizeof *pipeline);
}

lambdav_vk_status lambdav_vk_buffer_open(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                         const void *bytes, uint64_t size) {
    memset(buffer, 0, sizeof *buffer);
    if (!lvki_check_open(context)) return context->status;
    buffer->context = context;
    buffer->size = size;
    if (size == 0 || size > UINT64_MAX - 3)
        lvki_fail(context, LAMBDAV_VK_ARGUMENT, "size: a buffer cannot have %.0f bytes",
                  (double)size);
    else if (lvki_create_buffer(context, buffer)) {
        if (bytes != NULL) lvki_move(context, buffer, 0, bytes, NULL, size);
        else lvki_clear_buffer(context, buffer);
    }
    if (context->status != LAMBDAV_VK_OK) lambdav_vk_buffer_close(context, buffer);
    return context->status;
}

lambdav_vk_status lambdav_vk_buffer_write(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                          uint64_t offset, const void *bytes, uint64_t size) {
    if (lvki_check_bytes(context, buffer, offset, bytes, size))
        lvki_move(context, buffer, offset, bytes, NULL, size);
    return context->status;
}

lambdav_vk_status lambdav_vk_buffer_read(lambdav_vk_context *context, lambdav_vk_buffer *buffer,
                                         uint64_t offset, void *bytes, uint64_t size) {
    if (lvki_check_bytes(context, buffer, offset, bytes, size))
        lvki_move(context, buffer, offset, NULL, bytes, size);
    return context->status;
}

void lambdav_vk_buffer_close(lambdav_vk_context *context, lambdav_vk_buffer *buffer) {
    if (buffer->context != context || context->logical == NULL) return;
    lvki_drop_buffer(context, buffer->buffer, buffer->memory);
    memset(buffer, 0, sizeof *buffer);
}

lambdav_vk_status lambdav_vk_image_open(lambdav_vk_context *context, lambdav_vk_image *image,
                                        const lambdav_vk_image_info *info) {
    memset(image, 0, sizeof *image);
    if (!lvki_check_open(context)) return context->status;
    image->context = context;
    if (!lvki_take_info(context, image, info) || !lvki_create_image(context, image)
        || !lvki_clear_image(context, image)
        || (info->pixels != NULL && !lvki_fill_image(context, image, info)))
        lambdav_vk_image_close(context, image);
    return context->status;
}

size_t lambdav_vk_image_size(const lambdav_vk_image *image, uint32_t level) {
    return level < image->levels ? lvki_level_size(image, level) : 0;
}

lambdav_vk_status lambdav_vk_image_write(lambdav_vk_context *context, lambdav_vk_image *image,
                                         uint32_t level, const void *pixels, size_t size) {
    if (lvki_check_level(context, image, level, pixels, size))
        lvki_move_level(context, image, level, pixels, NULL);
    return context->status;
}

lambdav_vk_status lambdav_vk_image_read(lambdav_vk_context *context, lambdav_vk_image *image,
                                        uint32_t level, void *pixels, size_t size) {
    if (lvki_check_level(context, image, level, pixels, size))
        lvki_move_level(context, image, level, NULL, pixels);
    return context->status;
}

lambdav_vk_status lambdav_vk_image_mipmaps(lambdav_vk_context *context, lambdav_vk_image *image,
                                           uint32_t level) {
    if (!lvki_check_open(context)) return context->status;
    if (image->context != context)
        lvki_fail(context, LAMBDAV_VK_ARGUMENT, "the image is not open in this context");
    else if (level < image->levels)
        lvki_make_mipmaps(context, image, level);
    return context->status;
}

void lambdav_vk_image_close(lambdav_vk_context *context, lambdav_vk_image *image) {
    const lambdav_vk_calls *f = &context->calls;
    uint32_t i;
    if (image->context != context || context->logical == NULL) return;
    for (i = 0; i < LAMBDAV_VK_MAX_LEVELS; i++)
        if (image->parts[i] != VK_NULL_HANDLE)
            f->DestroyImageView(context->logical, image->parts[i], NULL);
    if (image->view != VK_NULL_HANDLE) f->DestroyImageView(context->logical, image->view, NULL);
    if (image->image != VK_NULL_HANDLE) f->DestroyImage(context->logical, image->image, NULL);
    if (image->memory != VK_NULL_HANDLE) f->FreeMemory(context->logical, image->memory, NULL);
    memset(image, 0, sizeof *image);
}

lambdav_vk_status lambdav_vk_sampler_open(lambdav_vk_context *context, lambdav_vk_sampler *sampler,
                                          const lambdav_vk_sampler_info *info) {
    lambdav_vk_sampler_info plain;
    memset(&plain, 0, sizeof plain);
    memset(sampler, 0, sizeof *sampler);
    if (!lvki_check_open(context)) return context->status;
    if (lvki_create_sampler(context, sampler, info != NULL ? info : &plain))
        sampler->context = context;
    return context->status;
}

void lambdav_vk_sampler_close(lambdav_vk_context *context, lambdav_vk_sampler *sampler) {
    if (sampler->context != context || context->logical == NULL) return;
    context->calls.DestroySampler(context->logical, sampler->sampler, NULL);
    memset(sampler, 0, sizeof *sampler);
}

lambdav_vk_status lambdav_vk_draw(lambdav_vk_context *context, lambdav_vk_pass *pass) {
    lambdav_vk_pipeline pipeline;
    pass->gpu_ns = 0;
    if (lambdav_vk_pipeline_open(context, &pipeline, pass) == LAMBDAV_VK_OK) {
        lambdav_vk_pipeline_draw(context, &pipeline, pass);
        lambdav_vk_pipeline_close(context, &pipeline);
    }
    return context->status;
}

size_t lambdav_vk_pixel_size(lambdav_vk_format format) {
    return (unsigned)format < LAMBDAV_VK_FORMAT_COUNT ? lvki_formats[format].bytes : 0;
}

const char *lambdav_vk_status_text(lambdav_vk_status status) {
#define LVKI_TEXT(name, meaning) meaning,
    static const char *const texts[] = {LAMBDAV_VK_STATUSES(LVKI_TEXT)};
#undef LVKI_TEXT
    return (unsigned)status < LAMBDAV_VK_STATUS_COUNT ? texts[status] : "not a status";
}

/* -------------------------------------------------------------------------------------------------
   // >>footer  [20]  private macros end */
#ifndef LAMBDAV_VK_KEEP_PRIVATE
#undef LVKI_GLOBAL_CALLS
#undef LVKI_OPTIONAL_CALLS
#undef LVKI_INSTANCE_CALLS
#undef LVKI_INSTANCE_1_1_CALLS
#undef LVKI_DEBUG_CALLS
#undef LVKI_DEVICE_CALLS
#undef LVKI_COMMAND_CALLS
#undef LVKI_RESULTS
#undef LVKI_PLAIN_CAPABILITIES
#undef LVKI_CORE_CAPABILITIES
#undef LVKI_LATER_CAPABILITIES
#undef LVKI_PLAIN_FEATURES
#undef LVKI_NO_FEATURE
#undef LVKI_NO_NUMBER
#undef LVKI_SPV_MAGIC
#undef LVKI_MAX_DIMENSIONS
#undef LVKI_RF_SLOTS
#undef LVKI_RF_NON_WRITABLE
#undef LVKI_RF_ALL
#undef LVKI_COUNT
#undef LVKI_PRINTF
#undef LVKI_CALL
#undef LVKI_MAKE
#undef LVKI_VERSION
#undef LVKI_MINOR
#undef LVKI_INFO
#endif /* LAMBDAV_VK_KEEP_PRIVATE */

#endif /* LAMBDAV_VK_IMPLEMENTATION */
