/* lambdav.h  -  a shader compiler in one C header: λV text -> SPIR-V words

   // >>manual  [1]  what this is, and where to look
   λV is a small, pure, functional language with Lisp syntax for shaders: a pixel's colour is an
   expression. Functions are values until the compiler has applied them all; what is left is
   arithmetic, selections and loops. Put the words into a file, hand them to Vulkan (lambdav_vk.h
   does), or turn them into another shading language with the tools that exist for SPIR-V.

   Quick start, a whole program that prints words to stdout (cc main.c -o main; ./main | spirv-dis):
   ```c
     #define LAMBDAV_IMPLEMENTATION
     #include "lambdav.h"
     #include <stdio.h>

     int main(void) {
         static const char text[] = "(vec4 (* 0.002 (.xy (frag-coord))) 0.5 1)";
         static unsigned char arena[1 << 20];
         lambdav_result r;
         if (lambdav_compile(NULL, text, sizeof text - 1, arena, sizeof arena, &r) != LAMBDAV_OK) {
             char message[1024];
             lambdav_format_diagnostic(&r.diagnostics[0], 0, message, sizeof message);
             fputs(message, stderr);
             return 1;
         }
         return fwrite(r.words, 4, r.word_count, stdout) != r.word_count;
     }
   ```
   In a program of several files one of them defines LAMBDAV_IMPLEMENTATION, the others only
   include. All memory is the caller's arena: there is nothing to free. If it is too small, the
   status is LAMBDAV_OUT_OF_MEMORY; try again with a larger one. Calls on different arenas can run
   at the same time.

   Guarantees, each with the test that defends it:
    1. Any text, options and arena size give words or errors with their places: no crash, no endless
       run, no read outside the text, no write outside the arena and the result.
       tests/fuzz_compile.c, tests/corpus_test.c, tests/bounds_test.c
    2. The words are valid SPIR-V for the target's Vulkan environment. tests/fuzz_compile.c,
       tests/run_test.c
    3. No recursion; at most 6 KiB of C stack. make lint: no recursion, stack;
       tests/bounds_test.c
    4. No malloc, no libc, no state, no float or double; the object needs memcpy, memset, memcmp and
       memmove at most. make lint: symbols, no state, tokens; tools/matrix.sh
    5. The same text and options give the same words with every compiler, word size and byte order.
       tests/words_test.sh, tools/matrix.sh
    6. Numbers in the text are rounded correctly. tests/exhaustive.c, tests/number_test.c
    7. What is computed at compile time is IEEE 754 binary32, bit for bit. tests/number_test.c
    8. lambdav_reflect takes any words, in time proportional to them, and says what other tools say.
       tests/fuzz_reflect.c, tests/reflect_test.c, tests/layout_test.sh
    9. Watching a compile with lambdav_dump does not change it. tests/dump_test.c
   10. C99 and C++11 without warnings; the header can be included in many files, before and after
       its code. tests/compile_test.sh
   11. Less than 200 KB of code and constants (x86-64, gcc -Os). make lint: size
   12. Debug information changes nothing else in the module. tests/debug_test.c, tests/run_test.c,
       tests/fuzz_compile.c

   Limits: the texts of a compile have less than 4 GiB together, an arena is used up to 4 GiB;
   outputs have locations 0 to 31; max_depth, max_calls, max_nodes and max_diagnostics of
   lambdav_options; the universal limits of SPIR-V (section 2.17): 4194303 ids, selections and loops
   1023 deep, 65535 words an instruction. Each is an error with its place when it is passed. An int
   has 32 bits or more; a processor without multiplication needs the compiler's library.

   Macros, defined before the header is included:
     LAMBDAV_IMPLEMENTATION   the code too, once in a program
     LAMBDAV_KEEP_PRIVATE     leaves the private macros defined, for tests
     LAMBDAV_API              before every public function, `extern` by default: `static` keeps the
                              library inside one file, __declspec(dllexport) shows it

   Passes: text >read> forms >program> definitions and roots >elaborate> graph >schedule> regions
   >emit> words. Each arrow is a section below; `lambdav dump PASS FILE` shows the state between
   them.

   What it does not do: run shaders or talk to a graphics card (lambdav_vk.h does); geometry,
   tessellation, mesh and ray tracing stages; numbers of other widths than 32 bits; write or read
   files (an include is asked from a callback).

   Contents. Look for `>>` and the name.
    [1] manual      this text
    [2] api         what a program sees; the rest is the implementation
    [3] base        words that every section uses; the SPIR-V numbers
    [4] tables      operations, builtins, special forms, errors: one row is one feature
    [5] softfloat   binary32 arithmetic in integers
    [6] number      tokens -> numbers, numbers -> shortest text
    [7] arena       the caller's memory, used from both ends
    [8] regions     the result of schedule, as emit reads it
    [9] context     all the state there is
   [10] lex         bytes -> tokens
   [11] diag        located messages
   [12] symbols     names, interned
   [13] read        text -> forms
   [14] program     forms -> definitions, interface, entry points
   [15] graph       operations -> a hash-consed graph
   [16] builtins    a row of LVI_BUILTINS and operands -> a value
   [17] elaborate   forms -> values and nodes
   [18] schedule    graph -> regions
   [19] uniformity  regions -> warnings
   [20] words       how a module is written down
   [21] emit        regions -> words
   [22] reader      SPIR-V words -> instructions
   [23] reflect     SPIR-V words -> entry points, stage variables, resources, layouts
   [24] dump        the state after a pass -> text
   [25] driver      the passes in order; the public functions
   [26] footer      private macros end here

   License: MIT or public domain, at your choice; see the file LICENSE. */

#ifndef LAMBDAV_H
#define LAMBDAV_H

/* ------------------------------------------------------------------------------------------------
   // >>api  [2]  what a program sees
   Units: sizes are bytes unless a name says words. Nothing here keeps a pointer after the call,
   except the result, which points into the caller's arena and text: it lives as long as those two
   do. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef LAMBDAV_API
#define LAMBDAV_API extern
#endif

#define LAMBDAV_VERSION_MAJOR 0
#define LAMBDAV_VERSION_MINOR 1
#define LAMBDAV_VERSION_PATCH 0
#define LAMBDAV_VERSION_STRING "0.1.0"

/* Status of a call. LAMBDAV_BAD_CALL: an argument of the call itself is wrong (NULL where a pointer
   is needed, an unknown target or flag, an options struct that was not zero-initialised). */
typedef enum lambdav_status {
    LAMBDAV_OK = 0,
    LAMBDAV_INPUT_ERROR = 1,
    LAMBDAV_BAD_CALL = 2,
    LAMBDAV_OUT_OF_MEMORY = 3
} lambdav_status;

/* What the words are for: a SPIR-V version and the first Vulkan version that takes it. */
typedef enum lambdav_target {
    LAMBDAV_TARGET_DEFAULT = 0,  /* SPIR-V 1.3, Vulkan 1.1 */
    LAMBDAV_TARGET_SPIRV_1_0,    /* Vulkan 1.0 */
    LAMBDAV_TARGET_SPIRV_1_3,    /* Vulkan 1.1 */
    LAMBDAV_TARGET_SPIRV_1_5,    /* Vulkan 1.2 */
    LAMBDAV_TARGET_SPIRV_1_6     /* Vulkan 1.3 */
} lambdav_target;

/* Flags of lambdav_options. */
#define LAMBDAV_NAMES 0x1u         /* OpName for entry points, interface and push constants */
#define LAMBDAV_STRICT_FLOATS 0x2u /* SignedZeroInfNanPreserve, RoundingModeRTE and NoContraction */
#define LAMBDAV_KEEP_GUARDS 0x4u   /* operations with a partial domain stay behind their `if` */
#define LAMBDAV_CHECK_ONLY 0x8u    /* a text without outputs is a library, no error; no words */
#define LAMBDAV_DEFINED_INTS 0x10u /* x / 0 is x, x mod 0 is 0, INT_MIN / -1 is INT_MIN; shifts take
                                      the low 5 bits of their amount */
#define LAMBDAV_DEBUG_LINES 0x20u  /* OpSource and OpLine: the texts, and where the code is from */
#define LAMBDAV_DEBUG_FULL 0x40u   /* NonSemantic.Shader.DebugInfo.100 instead: functions, calls and
                                      variables too */
#define LAMBDAV_KEEP_INTERFACE 0x80u /* what is declared stays in the module, used or not */

/* Gives the text of (include "name") in the source named `from`. Names have sizes and no NUL.
   Returns nonzero and sets *text and *text_size if there is such a text; the text must stay valid
   until the result is no longer used. Returns 0 if there is none. */
typedef int (*lambdav_include)(void *user, const char *name, size_t name_size, const char *from,
                               size_t from_size, const char **text, size_t *text_size);

/* (define name value), as if it stood before the text; replaces the text's own definition of that
   name. `value` is λV text, usually a constant: "3", "true", "(vec3 1 0 0)". Both end with NUL. */
typedef struct lambdav_define {
    const char *name;
    const char *value;
} lambdav_define;

/* Every zero means the default: `lambdav_options o = {0};` (C++: `= {}`). */
typedef struct lambdav_options {
    lambdav_target target;
    uint32_t flags;          /* LAMBDAV_NAMES | ... */
    const char *source_name; /* for messages, "input" if NULL */
    const char *entry; /* name of the only entry point to compile, all of them if NULL; the loose
                                top-level outputs are the entry point "main" */
    const lambdav_define *defines;
    size_t define_count;
    lambdav_include include; /* NULL: every include is an error */
    void *include_user;
    uint32_t max_depth;       /* nested applications, tail calls included; default 20,000 */
    uint32_t max_calls;       /* applications in all; default 250,000 */
    uint32_t max_nodes;       /* graph nodes; default 250,000 */
    uint32_t max_diagnostics; /* kept diagnostics; default 64 */
} lambdav_options;

/* A place in a source. Line and column count from 1; columns count bytes. */
typedef struct lambdav_span {
    const char *source_name; /* not NUL-terminated for an include: source_name_size */
    size_t source_name_size;
    const char *text; /* the whole source */
    size_t text_size;
    uint32_t begin, end; /* bytes from the start of the source */
    uint32_t line, column;
} lambdav_span;

typedef struct lambdav_note {
    lambdav_span span;
    const char *message; /* ends with NUL */
} lambdav_note;

typedef enum lambdav_severity { LAMBDAV_ERROR = 0, LAMBDAV_WARNING = 1 } lambdav_severity;

typedef struct lambdav_diagnostic {
    uint32_t code;    /* LAMBDAV_E_x */
    const char *name; /* its stable name, "unknown-name" */
    lambdav_severity severity;
    lambdav_span span;
    const char *message; /* ends with NUL, one line */
    const lambdav_note *notes;
    size_t note_count;
} lambdav_diagnostic;

/* What a compile gives. words and diagnostics lie in the arena (but see `emergency`); do not copy
   this struct while you still use its diagnostics. */
typedef struct lambdav_result {
    const uint32_t *words; /* NULL unless the status is LAMBDAV_OK */
    size_t word_count;
    const lambdav_diagnostic *diagnostics;
    size_t diagnostic_count;
    size_t error_count; /* all errors found, the ones beyond max_diagnostics too */
    size_t arena_peak;  /* most bytes of the arena that were in use at one time */
    lambdav_diagnostic emergency; /* holds an error that no arena had room for */
    char emergency_text[160];
} lambdav_result;

/* Compiles `size` bytes of λV text to SPIR-V words in `arena`. options may be NULL. The arena may
   have any address and size; the text need not end with NUL. Returns LAMBDAV_OK, or another status
   with at least one diagnostic that says why; with LAMBDAV_OK the diagnostics, if any, are
   warnings. Takes no locks, touches nothing but its arguments, uses at most 6 KiB of C stack. */
LAMBDAV_API lambdav_status lambdav_compile(const lambdav_options *options, const char *text,
                                           size_t size, void *arena, size_t arena_size,
                                           lambdav_result *result);

/* Writes `FILE:LINE:COL: error: MESSAGE [name]`, the source line, the caret line and the notes, as
   one NUL-terminated text, to dst. Returns the size that the whole text needs, its NUL included;
   writes at most cap bytes and always a NUL if cap > 0. dst may be NULL if cap is 0. flags:
   LAMBDAV_COLOR. */
#define LAMBDAV_COLOR 0x1u
LAMBDAV_API size_t lambdav_format_diagnostic(const lambdav_diagnostic *diagnostic, uint32_t flags,
                                             char *dst, size_t cap);

/* Like lambdav_compile, but hands the state after pass `pass` ("forms", "graph", "schedule",
   "words") to `write` as readable text, piece by piece, also when the compile fails later. */
typedef void (*lambdav_write)(void *user, const char *text, size_t size);
LAMBDAV_API lambdav_status lambdav_dump(const lambdav_options *options, const char *text,
                                        size_t size, void *arena, size_t arena_size,
                                        const char *pass, lambdav_write write, void *user,
                                        lambdav_result *result);

/* Name of pass i of lambdav_dump, NULL past the last. */
LAMBDAV_API const char *lambdav_pass_name(uint32_t i);

/* "0.1.0": the version of the implementation that was linked. */
LAMBDAV_API const char *lambdav_version(void);

/* Stable name and one-line explanation of error code `code` (1, 2, ...); NULL past the last. */
LAMBDAV_API const char *lambdav_error_name(uint32_t code);
LAMBDAV_API const char *lambdav_error_text(uint32_t code);

/* Name of builtin or special form i, and its parameters ("x y a"), in the order of the tables; NULL
   past the last. The reference page is made from these. */
LAMBDAV_API const char *lambdav_builtin_name(uint32_t i);
LAMBDAV_API const char *lambdav_builtin_text(uint32_t i);

/* ---- reflection: what a SPIR-V module wants and gives, read from its words, whoever made them */

#define LAMBDAV_NONE 0xFFFFFFFFu    /* in a field below: there is none */
#define LAMBDAV_MAX_DIMENSIONS 4    /* of arrays; what has more is LAMBDAV_KIND_OTHER */
#define LAMBDAV_REFLECT_SCRATCH 24u /* bytes of scratch that each id of a module takes */

typedef enum lambdav_stage {
    LAMBDAV_STAGE_VERTEX = 0,
    LAMBDAV_STAGE_TESSELLATION_CONTROL = 1,
    LAMBDAV_STAGE_TESSELLATION_EVALUATION = 2,
    LAMBDAV_STAGE_GEOMETRY = 3,
    LAMBDAV_STAGE_FRAGMENT = 4,
    LAMBDAV_STAGE_COMPUTE = 5
} lambdav_stage; /* the SPIR-V execution model */

typedef enum lambdav_kind {
    LAMBDAV_KIND_OTHER = 0,
    LAMBDAV_KIND_NUM = 1,
    LAMBDAV_KIND_INT = 2,
    LAMBDAV_KIND_UINT = 3,
    LAMBDAV_KIND_BOOL = 4,
    LAMBDAV_KIND_STRUCT = 5,
    LAMBDAV_KIND_POINTER = 6 /* a buffer's address, 64 bits */
} lambdav_kind;

/* A name in a module: bytes, not NUL-terminated (SPIR-V packs four to a little-endian word; `name`
   points to the words, so on a big-endian machine use lambdav_name_byte). size 0: the module has
   none. */
typedef struct lambdav_name {
    const uint32_t *words;
    uint32_t size;
} lambdav_name;

/* A type, and the dimensions of the array that it is in, outermost first. */
typedef struct lambdav_type {
    lambdav_kind kind;      /* of a component */
    uint32_t bits;          /* of a component: 8, 16, 32, 64; BOOL, STRUCT and OTHER 0 */
    uint32_t rows, columns; /* scalar 1 1, vec3 3 1, mat2x3 3 2; STRUCT and OTHER 0 0 */
    uint32_t structure;     /* STRUCT: index in `structs`, else none */
    uint32_t dimensions;    /* 0: no array */
    uint32_t counts[LAMBDAV_MAX_DIMENSIONS];  /* elements; 0: a runtime array */
    uint32_t strides[LAMBDAV_MAX_DIMENSIONS]; /* bytes between elements; 0: not given */
} lambdav_type;

typedef struct lambdav_entry_point {
    lambdav_name name;
    uint32_t execution_model;   /* lambdav_stage, or another SPIR-V execution model */
    uint32_t function_id;
    uint32_t workgroup_size[3]; /* compute, task and mesh, else 0 */
    uint32_t workgroup_spec[3]; /* number of the specialisation constant that it is, or none */
} lambdav_entry_point;

/* Flags of lambdav_variable and lambdav_member. */
#define LAMBDAV_FLAT 0x1u
#define LAMBDAV_NO_PERSPECTIVE 0x2u
#define LAMBDAV_CENTROID 0x4u
#define LAMBDAV_SAMPLE 0x8u
#define LAMBDAV_PATCH 0x10u
#define LAMBDAV_ROW_MAJOR 0x20u
#define LAMBDAV_NON_WRITABLE 0x40u
#define LAMBDAV_NON_READABLE 0x80u

/* A stage input or output, once for each entry point that lists it. A block (gl_PerVertex, `out B
   {...}`) is one of type STRUCT; its members have locations and built-ins of their own. */
typedef struct lambdav_variable {
    lambdav_name name;
    uint32_t id;        /* of the variable in the module */
    uint32_t entry;     /* index of the entry point */
    uint32_t is_output; /* 0 input, 1 output */
    uint32_t location, component, blend_index; /* or none */
    uint32_t builtin;   /* SPIR-V BuiltIn, or none */
    uint32_t flags;     /* LAMBDAV_FLAT | ... */
    lambdav_type type;
} lambdav_variable;

typedef enum lambdav_resource_kind {
    LAMBDAV_RESOURCE_OTHER = 0,
    LAMBDAV_RESOURCE_UNIFORM_BUFFER,
    LAMBDAV_RESOURCE_STORAGE_BUFFER,
    LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER,
    LAMBDAV_RESOURCE_SAMPLED_IMAGE,
    LAMBDAV_RESOURCE_SAMPLER,
    LAMBDAV_RESOURCE_STORAGE_IMAGE,
    LAMBDAV_RESOURCE_UNIFORM_TEXEL_BUFFER,
    LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER,
    LAMBDAV_RESOURCE_INPUT_ATTACHMENT,
    LAMBDAV_RESOURCE_ACCELERATION_STRUCTURE,
    LAMBDAV_RESOURCE_PUSH_CONSTANTS
} lambdav_resource_kind;

/* `kind` and `bits` are those of a texel's component; everything is 0 where there is no image. */
typedef struct lambdav_image {
    uint32_t dimension; /* SPIR-V Dim: 0 1D, 1 2D, 2 3D, 3 cube, 4 rect, 5 buffer, 6 subpass */
    uint32_t depth;     /* 1: is sampled with comparison; 2: the module does not say */
    uint32_t arrayed, multisampled;
    uint32_t format;    /* SPIR-V ImageFormat, 0 unknown */
    lambdav_kind kind;
    uint32_t bits;
} lambdav_image;

#define LAMBDAV_READ 0x1u
#define LAMBDAV_WRITE 0x2u

/* A descriptor, or a block of push constants. */
typedef struct lambdav_resource {
    lambdav_name name;     /* the variable's; a block's is that of its struct */
    uint32_t id;           /* of the variable in the module */
    lambdav_resource_kind kind;
    uint32_t set, binding; /* none for push constants */
    uint32_t attachment;   /* InputAttachmentIndex, or none */
    uint32_t count;        /* descriptors: 1, those of an array, 0 for a runtime array */
    uint32_t access;       /* LAMBDAV_READ | LAMBDAV_WRITE: what the declaration allows */
    uint32_t entries;      /* bit i: entry point first_entry + i uses it, or what it calls does */
    uint32_t offset, size; /* of a block: where its first member begins, and the bytes from there to
                              the end of the last; a runtime array in it counts as empty */
    lambdav_type type;     /* STRUCT for a block, else OTHER; the dimensions are those of `count` */
    lambdav_image image;
} lambdav_resource;

/* A struct type that a resource or a stage variable holds, at any depth. Each is listed once, after
   those that it holds, however many hold it. */
typedef struct lambdav_struct {
    lambdav_name name;
    uint32_t id;   /* of the type in the module */
    uint32_t size; /* bytes up to the end of the last member; 0 if it has no offsets */
    uint32_t first_member, member_count; /* in `members` */
} lambdav_struct;

/* A member of a struct. `members` is one array, in which those of a struct stand in a row; what a
   member of kind STRUCT holds are the members of structs[type.structure], with offsets that count
   from its start. So one struct in ten blocks is there once, and no module can make the array
   longer than itself. */
typedef struct lambdav_member {
    lambdav_name name;
    uint32_t parent;        /* index in `structs` */
    uint32_t offset, size;  /* bytes; no offset outside of buffers; size 0: a runtime array */
    uint32_t matrix_stride; /* bytes between columns, or rows if row-major; 0 if no matrix */
    uint32_t flags;         /* LAMBDAV_ROW_MAJOR | LAMBDAV_FLAT | ... */
    uint32_t location, component, builtin; /* in a stage variable, or none */
    lambdav_type type;
} lambdav_member;

/* A specialisation constant that has a number (SpecId). */
typedef struct lambdav_spec_constant {
    lambdav_name name;
    uint32_t id;       /* of the constant in the module */
    uint32_t number;
    lambdav_kind kind;
    uint32_t bits;     /* 0 for BOOL */
    uint32_t value[2]; /* the default as bits, low word first; BOOL: 0 or 1 */
} lambdav_spec_constant;

/* A value for specialisation constant `number`; of 64 bits, the low word. */
typedef struct lambdav_specialization {
    uint32_t number, value;
} lambdav_specialization;

/* Arrays are the caller's; a NULL array (capacity 0) only counts. Counts are totals, also past the
   capacity, and indices may be. Zero-initialise it; call once to count, then with arrays. */
typedef struct lambdav_reflection {
    const lambdav_specialization *specializations; /* given: sizes of arrays and workgroups that */
    size_t specialization_count;                   /* hang on them; the default without */
    uint32_t first_entry; /* given: the entry point that bit 0 of lambdav_resource.entries is */
    uint32_t version;     /* 0x00010300 is SPIR-V 1.3 */
    lambdav_entry_point *entry_points;
    size_t entry_point_capacity, entry_point_count;
    lambdav_variable *variables;
    size_t variable_capacity, variable_count;
    lambdav_resource *resources;
    size_t resource_capacity, resource_count;
    lambdav_struct *structs;
    size_t struct_capacity, struct_count;
    lambdav_member *members;
    size_t member_capacity, member_count;
    lambdav_spec_constant *spec_constants;
    size_t spec_constant_capacity, spec_constant_count;
} lambdav_reflection;

/* Reads `word_count` words, in the machine's byte order; hostile words give LAMBDAV_INPUT_ERROR,
   never a crash. `scratch`, at any address: LAMBDAV_REFLECT_SCRATCH bytes for each id of the module
   (words[3] of them); too little gives LAMBDAV_OUT_OF_MEMORY. Decoration groups, which SPIR-V
   deprecates, are not read. Takes time in proportion to the words. */
LAMBDAV_API lambdav_status lambdav_reflect(const uint32_t *words, size_t word_count, void *scratch,
                                           size_t scratch_size, lambdav_reflection *reflection);

/* Byte i of a name, 0 past its end. */
LAMBDAV_API char lambdav_name_byte(lambdav_name name, uint32_t i);

#ifdef __cplusplus
}
#endif

/* Stop here, if you only use the library. */
#endif /* LAMBDAV_H */

#ifdef LAMBDAV_IMPLEMENTATION
#ifndef LAMBDAV_IMPLEMENTED
#define LAMBDAV_IMPLEMENTED

/* ------------------------------------------------------------------------------------------------
   // >>base  [3]  words that every section uses
   Inside, a thing in the arena is named by its byte offset from the arena's base, 32 bits on every
   machine; 0 names nothing. LVI_AT turns such a reference into a pointer. Pointers are not
   stored. */

/* At -Os on Thumb-1 (ARMv6-M), gcc calls libgcc for every jump table. */
#if defined(__thumb__) && !defined(__thumb2__) && defined(__GNUC__) && !defined(__clang__)
#define LVI_NO_JUMP_TABLES
#pragma GCC push_options
#pragma GCC optimize("no-jump-tables")
#endif

#define LVI_AT(type, ref) ((type *)(void *)(cx->arena.base + (ref)))
#define LVI_COUNT(array) (sizeof(array) / sizeof((array)[0]))

typedef struct lvi_context lvi_context;

/* Type of a value on the machine: scalar kind | (rows - 1) << 4 | (columns - 1) << 6. A scalar has
   one row and one column, a vector one column; a matrix of c columns has c vectors of `rows`. PAIR
   is a struct of two scalars or vectors; its columns tell their kinds: 1 (num num), as modf gives,
   2 (num int), 3 (uint uint), 4 (int int). STATE is the type of the tokens that order effects: it
   exists in the graph alone. */
enum { LVI_K_NONE, LVI_K_NUM, LVI_K_INT, LVI_K_UINT, LVI_K_BOOL, LVI_K_PAIR, LVI_K_STATE };

#define LVI_TYPE(kind, rows, columns) \
    ((uint32_t)(kind) | ((uint32_t)(rows)-1u) << 4 | ((uint32_t)(columns)-1u) << 6)
#define LVI_KIND(type) ((type)&15u)
#define LVI_ROWS(type) (((type) >> 4 & 3u) + 1u)
#define LVI_COLUMNS(type) (((type) >> 6 & 3u) + 1u)
#define LVI_T_NUM LVI_TYPE(LVI_K_NUM, 1, 1)
#define LVI_T_BOOL LVI_TYPE(LVI_K_BOOL, 1, 1)
#define LVI_T_INT LVI_TYPE(LVI_K_INT, 1, 1)
#define LVI_T_UINT LVI_TYPE(LVI_K_UINT, 1, 1)
#define LVI_T_STATE LVI_TYPE(LVI_K_STATE, 1, 1)

#define LVI_IS_INTEGER(type) (LVI_KIND(type) == LVI_K_INT || LVI_KIND(type) == LVI_K_UINT)

/* Type of member i of a PAIR. */
static uint32_t lvi_member_type(uint32_t pair, uint32_t i) {
    static const uint8_t kinds[4][2] = {{LVI_K_NUM, LVI_K_NUM}, {LVI_K_NUM, LVI_K_INT},
                                        {LVI_K_UINT, LVI_K_UINT}, {LVI_K_INT, LVI_K_INT}};
    return LVI_TYPE(kinds[LVI_COLUMNS(pair) - 1][i], LVI_ROWS(pair), 1);
}

static uint32_t lvi_min(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

static uint32_t lvi_max(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/* Volatile, or compilers make it a call of strlen. */
static uint32_t lvi_string_size(const volatile char *s) {
    uint32_t n = 0;
    while (s[n]) n++;
    return n;
}

/* Word i of words that end with NUL each. */
static const char *lvi_word(const char *words, uint32_t i) {
    while (i--) words += lvi_string_size(words) + 1;
    return words;
}

static void lvi_zero(void *p, size_t n) {
    unsigned char *b = (unsigned char *)p;
    while (n--) *b++ = 0;
}

static int lvi_bytes_equal(const void *a, const void *b, size_t n) {
    const unsigned char *x = (const unsigned char *)a, *y = (const unsigned char *)b;
    while (n && *x == *y) x++, y++, n--;
    return n == 0;
}

/* FNV-1a; also the hash of the generated name table. */
static uint32_t lvi_hash_bytes(const void *p, uint32_t n) {
    const unsigned char *b = (const unsigned char *)p;
    uint32_t h = 2166136261u, i;
    for (i = 0; i < n; i++) h = (h ^ b[i]) * 16777619u;
    return h ^ h >> 15;
}

/* generated from SPIRV-Headers by tools/gen_spirv.py: begin */
#define LVI_SPV_MAGIC 0x07230203u

enum {
    LVI_SPV_OpNop = 0, LVI_SPV_OpUndef = 1, LVI_SPV_OpSourceContinued = 2, LVI_SPV_OpSource = 3,
    LVI_SPV_OpSourceExtension = 4, LVI_SPV_OpName = 5, LVI_SPV_OpMemberName = 6,
    LVI_SPV_OpString = 7, LVI_SPV_OpLine = 8, LVI_SPV_OpExtension = 10,
    LVI_SPV_OpExtInstImport = 11, LVI_SPV_OpExtInst = 12, LVI_SPV_OpMemoryModel = 14,
    LVI_SPV_OpEntryPoint = 15, LVI_SPV_OpExecutionMode = 16, LVI_SPV_OpCapability = 17,
    LVI_SPV_OpTypeVoid = 19, LVI_SPV_OpTypeBool = 20, LVI_SPV_OpTypeInt = 21,
    LVI_SPV_OpTypeFloat = 22, LVI_SPV_OpTypeVector = 23, LVI_SPV_OpTypeMatrix = 24,
    LVI_SPV_OpTypeImage = 25, LVI_SPV_OpTypeSampler = 26, LVI_SPV_OpTypeSampledImage = 27,
    LVI_SPV_OpTypeArray = 28, LVI_SPV_OpTypeRuntimeArray = 29, LVI_SPV_OpTypeStruct = 30,
    LVI_SPV_OpTypePointer = 32, LVI_SPV_OpTypeFunction = 33, LVI_SPV_OpTypeForwardPointer = 39,
    LVI_SPV_OpConstantTrue = 41, LVI_SPV_OpConstantFalse = 42, LVI_SPV_OpConstant = 43,
    LVI_SPV_OpConstantComposite = 44, LVI_SPV_OpConstantNull = 46, LVI_SPV_OpSpecConstantTrue = 48,
    LVI_SPV_OpSpecConstantFalse = 49, LVI_SPV_OpSpecConstant = 50,
    LVI_SPV_OpSpecConstantComposite = 51, LVI_SPV_OpSpecConstantOp = 52, LVI_SPV_OpFunction = 54,
    LVI_SPV_OpFunctionParameter = 55, LVI_SPV_OpFunctionEnd = 56, LVI_SPV_OpFunctionCall = 57,
    LVI_SPV_OpVariable = 59, LVI_SPV_OpImageTexelPointer = 60, LVI_SPV_OpLoad = 61,
    LVI_SPV_OpStore = 62, LVI_SPV_OpCopyMemory = 63, LVI_SPV_OpCopyMemorySized = 64,
    LVI_SPV_OpAccessChain = 65, LVI_SPV_OpInBoundsAccessChain = 66, LVI_SPV_OpPtrAccessChain = 67,
    LVI_SPV_OpArrayLength = 68, LVI_SPV_OpInBoundsPtrAccessChain = 70, LVI_SPV_OpDecorate = 71,
    LVI_SPV_OpMemberDecorate = 72, LVI_SPV_OpVectorExtractDynamic = 77,
    LVI_SPV_OpVectorInsertDynamic = 78, LVI_SPV_OpVectorShuffle = 79,
    LVI_SPV_OpCompositeConstruct = 80, LVI_SPV_OpCompositeExtract = 81,
    LVI_SPV_OpCompositeInsert = 82, LVI_SPV_OpCopyObject = 83, LVI_SPV_OpTranspose = 84,
    LVI_SPV_OpSampledImage = 86, LVI_SPV_OpImageSampleImplicitLod = 87,
    LVI_SPV_OpImageSampleExplicitLod = 88, LVI_SPV_OpImageSampleDrefImplicitLod = 89,
    LVI_SPV_OpImageSampleDrefExplicitLod = 90, LVI_SPV_OpImageFetch = 95,
    LVI_SPV_OpImageGather = 96, LVI_SPV_OpImageDrefGather = 97, LVI_SPV_OpImageRead = 98,
    LVI_SPV_OpImageWrite = 99, LVI_SPV_OpImage = 100, LVI_SPV_OpImageQuerySizeLod = 103,
    LVI_SPV_OpImageQuerySize = 104, LVI_SPV_OpImageQueryLod = 105, LVI_SPV_OpImageQueryLevels = 106,
    LVI_SPV_OpImageQuerySamples = 107, LVI_SPV_OpConvertFToU = 109, LVI_SPV_OpConvertFToS = 110,
    LVI_SPV_OpConvertSToF = 111, LVI_SPV_OpConvertUToF = 112, LVI_SPV_OpBitcast = 124,
    LVI_SPV_OpSNegate = 126, LVI_SPV_OpFNegate = 127, LVI_SPV_OpIAdd = 128, LVI_SPV_OpFAdd = 129,
    LVI_SPV_OpISub = 130, LVI_SPV_OpFSub = 131, LVI_SPV_OpIMul = 132, LVI_SPV_OpFMul = 133,
    LVI_SPV_OpUDiv = 134, LVI_SPV_OpSDiv = 135, LVI_SPV_OpFDiv = 136, LVI_SPV_OpUMod = 137,
    LVI_SPV_OpSRem = 138, LVI_SPV_OpSMod = 139, LVI_SPV_OpFRem = 140, LVI_SPV_OpFMod = 141,
    LVI_SPV_OpVectorTimesScalar = 142, LVI_SPV_OpMatrixTimesScalar = 143,
    LVI_SPV_OpVectorTimesMatrix = 144, LVI_SPV_OpMatrixTimesVector = 145,
    LVI_SPV_OpMatrixTimesMatrix = 146, LVI_SPV_OpOuterProduct = 147, LVI_SPV_OpDot = 148,
    LVI_SPV_OpIAddCarry = 149, LVI_SPV_OpISubBorrow = 150, LVI_SPV_OpUMulExtended = 151,
    LVI_SPV_OpSMulExtended = 152, LVI_SPV_OpAny = 154, LVI_SPV_OpAll = 155, LVI_SPV_OpIsNan = 156,
    LVI_SPV_OpIsInf = 157, LVI_SPV_OpLogicalEqual = 164, LVI_SPV_OpLogicalNotEqual = 165,
    LVI_SPV_OpLogicalOr = 166, LVI_SPV_OpLogicalAnd = 167, LVI_SPV_OpLogicalNot = 168,
    LVI_SPV_OpSelect = 169, LVI_SPV_OpIEqual = 170, LVI_SPV_OpINotEqual = 171,
    LVI_SPV_OpUGreaterThan = 172, LVI_SPV_OpSGreaterThan = 173, LVI_SPV_OpUGreaterThanEqual = 174,
    LVI_SPV_OpSGreaterThanEqual = 175, LVI_SPV_OpULessThan = 176, LVI_SPV_OpSLessThan = 177,
    LVI_SPV_OpULessThanEqual = 178, LVI_SPV_OpSLessThanEqual = 179, LVI_SPV_OpFOrdEqual = 180,
    LVI_SPV_OpFUnordEqual = 181, LVI_SPV_OpFOrdNotEqual = 182, LVI_SPV_OpFUnordNotEqual = 183,
    LVI_SPV_OpFOrdLessThan = 184, LVI_SPV_OpFUnordLessThan = 185, LVI_SPV_OpFOrdGreaterThan = 186,
    LVI_SPV_OpFUnordGreaterThan = 187, LVI_SPV_OpFOrdLessThanEqual = 188,
    LVI_SPV_OpFUnordLessThanEqual = 189, LVI_SPV_OpFOrdGreaterThanEqual = 190,
    LVI_SPV_OpFUnordGreaterThanEqual = 191, LVI_SPV_OpShiftRightLogical = 194,
    LVI_SPV_OpShiftRightArithmetic = 195, LVI_SPV_OpShiftLeftLogical = 196,
    LVI_SPV_OpBitwiseOr = 197, LVI_SPV_OpBitwiseXor = 198, LVI_SPV_OpBitwiseAnd = 199,
    LVI_SPV_OpNot = 200, LVI_SPV_OpBitFieldInsert = 201, LVI_SPV_OpBitFieldSExtract = 202,
    LVI_SPV_OpBitFieldUExtract = 203, LVI_SPV_OpBitReverse = 204, LVI_SPV_OpBitCount = 205,
    LVI_SPV_OpDPdx = 207, LVI_SPV_OpDPdy = 208, LVI_SPV_OpFwidth = 209, LVI_SPV_OpDPdxFine = 210,
    LVI_SPV_OpDPdyFine = 211, LVI_SPV_OpFwidthFine = 212, LVI_SPV_OpDPdxCoarse = 213,
    LVI_SPV_OpDPdyCoarse = 214, LVI_SPV_OpFwidthCoarse = 215, LVI_SPV_OpControlBarrier = 224,
    LVI_SPV_OpMemoryBarrier = 225, LVI_SPV_OpAtomicLoad = 227, LVI_SPV_OpAtomicStore = 228,
    LVI_SPV_OpAtomicExchange = 229, LVI_SPV_OpAtomicCompareExchange = 230,
    LVI_SPV_OpAtomicIAdd = 234, LVI_SPV_OpAtomicISub = 235, LVI_SPV_OpAtomicSMin = 236,
    LVI_SPV_OpAtomicUMin = 237, LVI_SPV_OpAtomicSMax = 238, LVI_SPV_OpAtomicUMax = 239,
    LVI_SPV_OpAtomicAnd = 240, LVI_SPV_OpAtomicOr = 241, LVI_SPV_OpAtomicXor = 242,
    LVI_SPV_OpPhi = 245, LVI_SPV_OpLoopMerge = 246, LVI_SPV_OpSelectionMerge = 247,
    LVI_SPV_OpLabel = 248, LVI_SPV_OpBranch = 249, LVI_SPV_OpBranchConditional = 250,
    LVI_SPV_OpSwitch = 251, LVI_SPV_OpKill = 252, LVI_SPV_OpReturn = 253,
    LVI_SPV_OpReturnValue = 254, LVI_SPV_OpUnreachable = 255, LVI_SPV_OpNoLine = 317,
    LVI_SPV_OpAtomicFlagTestAndSet = 318, LVI_SPV_OpAtomicFlagClear = 319,
    LVI_SPV_OpModuleProcessed = 330, LVI_SPV_OpExecutionModeId = 331, LVI_SPV_OpDecorateId = 332,
    LVI_SPV_OpGroupNonUniformElect = 333, LVI_SPV_OpGroupNonUniformAll = 334,
    LVI_SPV_OpGroupNonUniformAny = 335, LVI_SPV_OpGroupNonUniformAllEqual = 336,
    LVI_SPV_OpGroupNonUniformBroadcastFirst = 338, LVI_SPV_OpGroupNonUniformBallot = 339,
    LVI_SPV_OpGroupNonUniformIAdd = 349, LVI_SPV_OpGroupNonUniformFAdd = 350,
    LVI_SPV_OpGroupNonUniformSMin = 353, LVI_SPV_OpGroupNonUniformUMin = 354,
    LVI_SPV_OpGroupNonUniformFMin = 355, LVI_SPV_OpGroupNonUniformSMax = 356,
    LVI_SPV_OpGroupNonUniformUMax = 357, LVI_SPV_OpGroupNonUniformFMax = 358,
    LVI_SPV_OpPtrEqual = 401, LVI_SPV_OpPtrDiff = 403, LVI_SPV_OpTerminateInvocation = 4416,
    LVI_SPV_OpTypeAccelerationStructureKHR = 5341, LVI_SPV_OpDemoteToHelperInvocation = 5380,
    LVI_SPV_OpAtomicFMinEXT = 5614, LVI_SPV_OpAtomicFMaxEXT = 5615, LVI_SPV_OpAtomicFAddEXT = 6035
};

enum {
    LVI_SPV_SourceLanguage_Unknown = 0
};

enum {
    LVI_SPV_Capability_Matrix = 0, LVI_SPV_Capability_Shader = 1,
    LVI_SPV_Capability_ImageGatherExtended = 25, LVI_SPV_Capability_StorageImageMultisample = 27,
    LVI_SPV_Capability_SampledImageArrayDynamicIndexing = 29,
    LVI_SPV_Capability_StorageImageArrayDynamicIndexing = 31,
    LVI_SPV_Capability_ImageCubeArray = 34, LVI_SPV_Capability_SampleRateShading = 35,
    LVI_SPV_Capability_Sampled1D = 43, LVI_SPV_Capability_Image1D = 44,
    LVI_SPV_Capability_SampledCubeArray = 45, LVI_SPV_Capability_SampledBuffer = 46,
    LVI_SPV_Capability_ImageBuffer = 47, LVI_SPV_Capability_ImageMSArray = 48,
    LVI_SPV_Capability_StorageImageExtendedFormats = 49, LVI_SPV_Capability_ImageQuery = 50,
    LVI_SPV_Capability_DerivativeControl = 51,
    LVI_SPV_Capability_StorageImageReadWithoutFormat = 55,
    LVI_SPV_Capability_StorageImageWriteWithoutFormat = 56, LVI_SPV_Capability_GroupNonUniform = 61,
    LVI_SPV_Capability_GroupNonUniformVote = 62, LVI_SPV_Capability_GroupNonUniformArithmetic = 63,
    LVI_SPV_Capability_GroupNonUniformBallot = 64,
    LVI_SPV_Capability_SignedZeroInfNanPreserve = 4466, LVI_SPV_Capability_RoundingModeRTE = 4467,
    LVI_SPV_Capability_DemoteToHelperInvocation = 5379
};

enum {
    LVI_SPV_ImageOperands_Bias = 1, LVI_SPV_ImageOperands_Lod = 2, LVI_SPV_ImageOperands_Grad = 4,
    LVI_SPV_ImageOperands_ConstOffset = 8, LVI_SPV_ImageOperands_Offset = 16,
    LVI_SPV_ImageOperands_Sample = 64
};

enum {
    LVI_SPV_GroupOperation_Reduce = 0, LVI_SPV_GroupOperation_InclusiveScan = 1,
    LVI_SPV_GroupOperation_ExclusiveScan = 2
};

enum {
    LVI_SPV_ExecutionModel_Vertex = 0, LVI_SPV_ExecutionModel_Fragment = 4,
    LVI_SPV_ExecutionModel_GLCompute = 5
};

enum {
    LVI_SPV_AddressingModel_Logical = 0
};

enum {
    LVI_SPV_MemoryModel_GLSL450 = 1
};

enum {
    LVI_SPV_ExecutionMode_OriginUpperLeft = 7, LVI_SPV_ExecutionMode_EarlyFragmentTests = 9,
    LVI_SPV_ExecutionMode_DepthReplacing = 12, LVI_SPV_ExecutionMode_LocalSize = 17,
    LVI_SPV_ExecutionMode_LocalSizeId = 38, LVI_SPV_ExecutionMode_SignedZeroInfNanPreserve = 4461,
    LVI_SPV_ExecutionMode_RoundingModeRTE = 4462
};

enum {
    LVI_SPV_StorageClass_UniformConstant = 0, LVI_SPV_StorageClass_Input = 1,
    LVI_SPV_StorageClass_Uniform = 2, LVI_SPV_StorageClass_Output = 3,
    LVI_SPV_StorageClass_Workgroup = 4, LVI_SPV_StorageClass_Private = 6,
    LVI_SPV_StorageClass_Function = 7, LVI_SPV_StorageClass_PushConstant = 9,
    LVI_SPV_StorageClass_Image = 11, LVI_SPV_StorageClass_StorageBuffer = 12
};

enum {
    LVI_SPV_Dim_1D = 0, LVI_SPV_Dim_2D = 1, LVI_SPV_Dim_3D = 2, LVI_SPV_Dim_Cube = 3,
    LVI_SPV_Dim_Buffer = 5, LVI_SPV_Dim_SubpassData = 6
};

enum {
    LVI_SPV_Decoration_RelaxedPrecision = 0, LVI_SPV_Decoration_SpecId = 1,
    LVI_SPV_Decoration_Block = 2, LVI_SPV_Decoration_BufferBlock = 3,
    LVI_SPV_Decoration_RowMajor = 4, LVI_SPV_Decoration_ColMajor = 5,
    LVI_SPV_Decoration_ArrayStride = 6, LVI_SPV_Decoration_MatrixStride = 7,
    LVI_SPV_Decoration_BuiltIn = 11, LVI_SPV_Decoration_NoPerspective = 13,
    LVI_SPV_Decoration_Flat = 14, LVI_SPV_Decoration_Patch = 15, LVI_SPV_Decoration_Centroid = 16,
    LVI_SPV_Decoration_Sample = 17, LVI_SPV_Decoration_NonWritable = 24,
    LVI_SPV_Decoration_NonReadable = 25, LVI_SPV_Decoration_Location = 30,
    LVI_SPV_Decoration_Component = 31, LVI_SPV_Decoration_Index = 32,
    LVI_SPV_Decoration_Binding = 33, LVI_SPV_Decoration_DescriptorSet = 34,
    LVI_SPV_Decoration_Offset = 35, LVI_SPV_Decoration_NoContraction = 42,
    LVI_SPV_Decoration_InputAttachmentIndex = 43
};

enum {
    LVI_SPV_BuiltIn_Position = 0, LVI_SPV_BuiltIn_PointSize = 1, LVI_SPV_BuiltIn_FragCoord = 15,
    LVI_SPV_BuiltIn_PointCoord = 16, LVI_SPV_BuiltIn_FrontFacing = 17,
    LVI_SPV_BuiltIn_SampleId = 18, LVI_SPV_BuiltIn_FragDepth = 22,
    LVI_SPV_BuiltIn_NumWorkgroups = 24, LVI_SPV_BuiltIn_WorkgroupSize = 25,
    LVI_SPV_BuiltIn_WorkgroupId = 26, LVI_SPV_BuiltIn_LocalInvocationId = 27,
    LVI_SPV_BuiltIn_GlobalInvocationId = 28, LVI_SPV_BuiltIn_LocalInvocationIndex = 29,
    LVI_SPV_BuiltIn_SubgroupSize = 36, LVI_SPV_BuiltIn_SubgroupLocalInvocationId = 41,
    LVI_SPV_BuiltIn_VertexIndex = 42, LVI_SPV_BuiltIn_InstanceIndex = 43
};

enum {
    LVI_SPV_Scope_Device = 1, LVI_SPV_Scope_Workgroup = 2, LVI_SPV_Scope_Subgroup = 3
};

enum {
    LVI_SPV_MemorySemantics_AcquireRelease = 8, LVI_SPV_MemorySemantics_UniformMemory = 64,
    LVI_SPV_MemorySemantics_WorkgroupMemory = 256, LVI_SPV_MemorySemantics_ImageMemory = 2048
};

enum {
    LVI_SPV_SelectionControl_None = 0, LVI_SPV_SelectionControl_Flatten = 1,
    LVI_SPV_SelectionControl_DontFlatten = 2
};

enum {
    LVI_SPV_LoopControl_None = 0, LVI_SPV_LoopControl_Unroll = 1, LVI_SPV_LoopControl_DontUnroll = 2
};

enum {
    LVI_SPV_FunctionControl_None = 0, LVI_SPV_FunctionControl_Inline = 1,
    LVI_SPV_FunctionControl_DontInline = 2, LVI_SPV_FunctionControl_Pure = 4,
    LVI_SPV_FunctionControl_Const = 8
};

enum {
    LVI_GLSL_Round = 1, LVI_GLSL_RoundEven = 2, LVI_GLSL_Trunc = 3, LVI_GLSL_FAbs = 4,
    LVI_GLSL_SAbs = 5, LVI_GLSL_FSign = 6, LVI_GLSL_SSign = 7, LVI_GLSL_Floor = 8,
    LVI_GLSL_Ceil = 9, LVI_GLSL_Fract = 10, LVI_GLSL_Radians = 11, LVI_GLSL_Degrees = 12,
    LVI_GLSL_Sin = 13, LVI_GLSL_Cos = 14, LVI_GLSL_Tan = 15, LVI_GLSL_Asin = 16, LVI_GLSL_Acos = 17,
    LVI_GLSL_Atan = 18, LVI_GLSL_Sinh = 19, LVI_GLSL_Cosh = 20, LVI_GLSL_Tanh = 21,
    LVI_GLSL_Asinh = 22, LVI_GLSL_Acosh = 23, LVI_GLSL_Atanh = 24, LVI_GLSL_Atan2 = 25,
    LVI_GLSL_Pow = 26, LVI_GLSL_Exp = 27, LVI_GLSL_Log = 28, LVI_GLSL_Exp2 = 29, LVI_GLSL_Log2 = 30,
    LVI_GLSL_Sqrt = 31, LVI_GLSL_InverseSqrt = 32, LVI_GLSL_Determinant = 33,
    LVI_GLSL_MatrixInverse = 34, LVI_GLSL_Modf = 35, LVI_GLSL_ModfStruct = 36, LVI_GLSL_FMin = 37,
    LVI_GLSL_UMin = 38, LVI_GLSL_SMin = 39, LVI_GLSL_FMax = 40, LVI_GLSL_UMax = 41,
    LVI_GLSL_SMax = 42, LVI_GLSL_FClamp = 43, LVI_GLSL_UClamp = 44, LVI_GLSL_SClamp = 45,
    LVI_GLSL_FMix = 46, LVI_GLSL_IMix = 47, LVI_GLSL_Step = 48, LVI_GLSL_SmoothStep = 49,
    LVI_GLSL_Fma = 50, LVI_GLSL_Frexp = 51, LVI_GLSL_FrexpStruct = 52, LVI_GLSL_Ldexp = 53,
    LVI_GLSL_PackSnorm4x8 = 54, LVI_GLSL_PackUnorm4x8 = 55, LVI_GLSL_PackSnorm2x16 = 56,
    LVI_GLSL_PackUnorm2x16 = 57, LVI_GLSL_PackHalf2x16 = 58, LVI_GLSL_PackDouble2x32 = 59,
    LVI_GLSL_UnpackSnorm2x16 = 60, LVI_GLSL_UnpackUnorm2x16 = 61, LVI_GLSL_UnpackHalf2x16 = 62,
    LVI_GLSL_UnpackSnorm4x8 = 63, LVI_GLSL_UnpackUnorm4x8 = 64, LVI_GLSL_UnpackDouble2x32 = 65,
    LVI_GLSL_Length = 66, LVI_GLSL_Distance = 67, LVI_GLSL_Cross = 68, LVI_GLSL_Normalize = 69,
    LVI_GLSL_FaceForward = 70, LVI_GLSL_Reflect = 71, LVI_GLSL_Refract = 72, LVI_GLSL_FindILsb = 73,
    LVI_GLSL_FindSMsb = 74, LVI_GLSL_FindUMsb = 75, LVI_GLSL_InterpolateAtCentroid = 76,
    LVI_GLSL_InterpolateAtSample = 77, LVI_GLSL_InterpolateAtOffset = 78, LVI_GLSL_NMin = 79,
    LVI_GLSL_NMax = 80, LVI_GLSL_NClamp = 81
};

enum {
    LVI_INFO_DebugInfoNone = 0, LVI_INFO_DebugCompilationUnit = 1, LVI_INFO_DebugTypeBasic = 2,
    LVI_INFO_DebugTypeArray = 5, LVI_INFO_DebugTypeVector = 6, LVI_INFO_DebugTypeFunction = 8,
    LVI_INFO_DebugTypeComposite = 10, LVI_INFO_DebugTypeMember = 11,
    LVI_INFO_DebugGlobalVariable = 18, LVI_INFO_DebugFunction = 20, LVI_INFO_DebugLexicalBlock = 21,
    LVI_INFO_DebugScope = 23, LVI_INFO_DebugInlinedAt = 25, LVI_INFO_DebugLocalVariable = 26,
    LVI_INFO_DebugValue = 29, LVI_INFO_DebugExpression = 31, LVI_INFO_DebugSource = 35,
    LVI_INFO_DebugFunctionDefinition = 101, LVI_INFO_DebugSourceContinued = 102,
    LVI_INFO_DebugLine = 103, LVI_INFO_DebugNoLine = 104, LVI_INFO_DebugTypeMatrix = 108
};

enum {
    LVI_ENCODING_Boolean = 2, LVI_ENCODING_Float = 3, LVI_ENCODING_Signed = 4,
    LVI_ENCODING_Unsigned = 6
};

enum {
    LVI_COMPOSITE_Class = 0, LVI_COMPOSITE_Structure = 1
};

enum {
    LVI_INFO_FlagIsPublic = 3, LVI_INFO_FlagIsLocal = 4, LVI_INFO_FlagIsDefinition = 8,
    LVI_INFO_FlagArtificial = 32
};
/* generated from SPIRV-Headers by tools/gen_spirv.py: end */

/* ------------------------------------------------------------------------------------------------
   // >>tables  [4]  one row is one feature: read this first
   Operations, builtins, special forms and errors are rows of the lists below; enums, checker,
   folder, emitter, dumps and the reference page are made from them. */

/* Operations: what a graph node does. Columns: name; class; own cost; opcode for num, int, uint,
   bool operands (the kind of operand 0), LVI_X(n) being instruction n of GLSL.std.450, 0 "does not
   take it". TOTAL is defined for all operands; PARTIAL gives an undefined value for some; UB must
   not run for some, DIVISION neither, but under LAMBDAV_DEFINED_INTS. DERIVATIVE looks at the
   neighbours in the quad. EFFECT changes or observes what others change: operand 0 is the token
   before it, and no two of them are one node. The first rows have no opcode: `emit` knows them. */
#define LVI_X(n) (0x8000u | LVI_GLSL_##n)
#define LVI_S(n) LVI_SPV_Op##n
#define LVI_OPS_STRUCTURE(X)                                                                      \
    X(POISON, TOTAL, 0, 0, 0, 0, 0)    /* follows an error; never emitted */                      \
    X(CONST, TOTAL, 0, 0, 0, 0, 0)     /* scalar; a[0] = bits */                                  \
    X(INPUT, TOTAL, 0, 0, 0, 0, 0)     /* a[0] = LVI_IN_x, or LVI_IN_COUNT + ordinal */           \
    X(PUSH, TOTAL, 0, 0, 0, 0, 0)      /* a[0] = member of the push-constant block */             \
    X(UNDEF, TOTAL, 0, 0, 0, 0, 0)     /* a value that nobody looks at */                         \
    X(RESOURCE, TOTAL, 0, 0, 0, 0, 0)  /* a[0] = ordinal; an operand of memory and image access */ \
    X(START, TOTAL, 0, 0, 0, 0, 0)     /* the token that an entry begins with */                  \
    X(AFTER, TOTAL, 0, 0, 0, 0, 0)     /* the token after effect a[0], which has a value */       \
    X(TIED, TOTAL, 0, 0, 0, 0, 0)      /* token a[0], at which value a[1] is there as well */     \
    X(PARAM, TOTAL, 0, 0, 0, 0, 0)     /* a[0] = loop, a[1] = index, a[2] = alias of, or 0 */     \
    X(IF, TOTAL, 1, 0, 0, 0, 0)        /* a[0] = scalar bool, a[1], a[2] = arms */                \
    X(LOOP, TOTAL, 64, 0, 0, 0, 0)     /* a[0] = loop */                                          \
    X(PROJ, TOTAL, 0, 0, 0, 0, 0)      /* a[0] = LOOP, a[1] = index of the result */              \
    X(EXTRACT, TOTAL, 0, 0, 0, 0, 0)   /* a[0] = composite, a[1] = component, column or member */ \
    X(SHUFFLE, TOTAL, 1, 0, 0, 0, 0)   /* a[0] = vector, a[1] = 4 bits for each component */      \
    X(CONSTRUCT, TOTAL, 1, 0, 0, 0, 0) /* vector of scalars and vectors, matrix of columns */
#define LVI_OPS_MEMORY(X)                                                                         \
    X(SPEC, TOTAL, 0, 0, 0, 0, 0)           /* a[0] = ordinal of the specialisation constant */   \
    X(LOAD, TOTAL, 4, 0, 0, 0, 0)           /* a[0] = RESOURCE; indices as OpAccessChain's */     \
    X(LOAD_UNCHECKED, UB, 4, 0, 0, 0, 0)    /* the same; an index may be out of range */          \
    X(ARRAY_LENGTH, TOTAL, 2, 0, 0, 0, 0)   /* a[0] = RESOURCE: elements of its last member */    \
    X(ARRAY, TOTAL, 2, 0, 0, 0, 0)          /* a[0] = count, uint; elements, all of its type */   \
    X(INDEX, TOTAL, 4, 0, 0, 0, 0)          /* a[0] = ARRAY, a[1] = index, which is in range */   \
    X(INDEX_UNCHECKED, UB, 4, 0, 0, 0, 0)   /* the same, with an index that may not be */         \
    X(AT, TOTAL, 2, LVI_S(VectorExtractDynamic), LVI_S(VectorExtractDynamic),                     \
      LVI_S(VectorExtractDynamic), LVI_S(VectorExtractDynamic)) /* vector, index */               \
    X(AT_UNCHECKED, UB, 2, LVI_S(VectorExtractDynamic), LVI_S(VectorExtractDynamic),              \
      LVI_S(VectorExtractDynamic), LVI_S(VectorExtractDynamic))
#define LVI_OPS_ARITHMETIC(X)                                  \
    X(ADD, TOTAL, 1, LVI_S(FAdd), LVI_S(IAdd), LVI_S(IAdd), 0) \
    X(SUB, TOTAL, 1, LVI_S(FSub), LVI_S(ISub), LVI_S(ISub), 0) \
    X(MUL, TOTAL, 1, LVI_S(FMul), LVI_S(IMul), LVI_S(IMul), 0) \
    X(DIV, TOTAL, 3, LVI_S(FDiv), 0, 0, 0)                     \
    X(MOD, TOTAL, 4, LVI_S(FMod), 0, 0, 0)                     \
    X(REM, TOTAL, 4, LVI_S(FRem), 0, 0, 0)                     \
    X(NEG, TOTAL, 1, LVI_S(FNegate), LVI_S(SNegate), LVI_S(SNegate), 0) \
    X(FMA, TOTAL, 1, LVI_X(Fma), 0, 0, 0)                      \
    X(VEC_SCALE, TOTAL, 1, LVI_S(VectorTimesScalar), 0, 0, 0)  \
    X(MAT_SCALE, TOTAL, 4, LVI_S(MatrixTimesScalar), 0, 0, 0)  \
    X(VEC_MAT, TOTAL, 8, LVI_S(VectorTimesMatrix), 0, 0, 0)    \
    X(MAT_VEC, TOTAL, 8, LVI_S(MatrixTimesVector), 0, 0, 0)    \
    X(MAT_MAT, TOTAL, 32, LVI_S(MatrixTimesMatrix), 0, 0, 0)   \
    X(OUTER, TOTAL, 8, LVI_S(OuterProduct), 0, 0, 0)           \
    X(TRANSPOSE, TOTAL, 4, LVI_S(Transpose), 0, 0, 0)          \
    X(DETERMINANT, TOTAL, 32, LVI_X(Determinant), 0, 0, 0)     \
    X(INVERSE, PARTIAL, 64, LVI_X(MatrixInverse), 0, 0, 0)     \
    X(DOT, TOTAL, 2, LVI_S(Dot), 0, 0, 0)                      \
    X(CROSS, TOTAL, 4, LVI_X(Cross), 0, 0, 0)                  \
    X(LENGTH, TOTAL, 4, LVI_X(Length), 0, 0, 0)                \
    X(DISTANCE, TOTAL, 5, LVI_X(Distance), 0, 0, 0)            \
    X(NORMALIZE, PARTIAL, 5, LVI_X(Normalize), 0, 0, 0)        \
    X(FACE_FORWARD, TOTAL, 3, LVI_X(FaceForward), 0, 0, 0)     \
    X(REFLECT, TOTAL, 4, LVI_X(Reflect), 0, 0, 0)              \
    X(REFRACT, TOTAL, 12, LVI_X(Refract), 0, 0, 0)
#define LVI_OPS_LOGIC(X)                                                                       \
    X(EQ, TOTAL, 1, LVI_S(FOrdEqual), LVI_S(IEqual), LVI_S(IEqual), LVI_S(LogicalEqual))       \
    X(NEQ, TOTAL, 1, LVI_S(FUnordNotEqual), LVI_S(INotEqual), LVI_S(INotEqual),                \
      LVI_S(LogicalNotEqual))                                                                  \
    X(LT, TOTAL, 1, LVI_S(FOrdLessThan), LVI_S(SLessThan), LVI_S(ULessThan), 0)                \
    X(LE, TOTAL, 1, LVI_S(FOrdLessThanEqual), LVI_S(SLessThanEqual), LVI_S(ULessThanEqual), 0) \
    X(GT, TOTAL, 1, LVI_S(FOrdGreaterThan), LVI_S(SGreaterThan), LVI_S(UGreaterThan), 0)       \
    X(GE, TOTAL, 1, LVI_S(FOrdGreaterThanEqual), LVI_S(SGreaterThanEqual),                     \
      LVI_S(UGreaterThanEqual), 0)                                                             \
    X(AND, TOTAL, 1, 0, 0, 0, LVI_S(LogicalAnd))                                               \
    X(OR, TOTAL, 1, 0, 0, 0, LVI_S(LogicalOr))                                                 \
    X(NOT, TOTAL, 1, 0, 0, 0, LVI_S(LogicalNot))                                               \
    X(ANY, TOTAL, 1, 0, 0, 0, LVI_S(Any))                                                      \
    X(ALL, TOTAL, 1, 0, 0, 0, LVI_S(All))                                                      \
    X(SELECT, TOTAL, 1, 0, 0, 0, LVI_S(Select))                                                \
    X(IS_NAN, TOTAL, 1, LVI_S(IsNan), 0, 0, 0)                                                 \
    X(IS_INF, TOTAL, 1, LVI_S(IsInf), 0, 0, 0)
#define LVI_OPS_MATH(X)                                                  \
    X(ROUND, TOTAL, 1, LVI_X(Round), 0, 0, 0)                            \
    X(ROUND_EVEN, TOTAL, 1, LVI_X(RoundEven), 0, 0, 0)                   \
    X(TRUNC, TOTAL, 1, LVI_X(Trunc), 0, 0, 0)                            \
    X(ABS, TOTAL, 1, LVI_X(FAbs), LVI_X(SAbs), 0, 0)                     \
    X(SIGN, TOTAL, 1, LVI_X(FSign), LVI_X(SSign), 0, 0)                  \
    X(FLOOR, TOTAL, 1, LVI_X(Floor), 0, 0, 0)                            \
    X(CEIL, TOTAL, 1, LVI_X(Ceil), 0, 0, 0)                              \
    X(FRACT, TOTAL, 1, LVI_X(Fract), 0, 0, 0)                            \
    X(RADIANS, TOTAL, 1, LVI_X(Radians), 0, 0, 0)                        \
    X(DEGREES, TOTAL, 1, LVI_X(Degrees), 0, 0, 0)                        \
    X(MODF, TOTAL, 2, LVI_X(ModfStruct), 0, 0, 0)                        \
    X(MIN, TOTAL, 1, LVI_X(FMin), LVI_X(SMin), LVI_X(UMin), 0)           \
    X(MAX, TOTAL, 1, LVI_X(FMax), LVI_X(SMax), LVI_X(UMax), 0)           \
    X(CLAMP, PARTIAL, 2, LVI_X(FClamp), LVI_X(SClamp), LVI_X(UClamp), 0) \
    X(NMIN, TOTAL, 1, LVI_X(NMin), 0, 0, 0)                              \
    X(NMAX, TOTAL, 1, LVI_X(NMax), 0, 0, 0)                              \
    X(NCLAMP, PARTIAL, 2, LVI_X(NClamp), 0, 0, 0)                        \
    X(MIX, TOTAL, 2, LVI_X(FMix), 0, 0, 0)                               \
    X(STEP, TOTAL, 1, LVI_X(Step), 0, 0, 0)                              \
    X(SMOOTHSTEP, PARTIAL, 6, LVI_X(SmoothStep), 0, 0, 0)
#define LVI_OPS_TRANSCENDENTAL(X)                \
    X(SIN, TOTAL, 4, LVI_X(Sin), 0, 0, 0)        \
    X(COS, TOTAL, 4, LVI_X(Cos), 0, 0, 0)        \
    X(TAN, TOTAL, 8, LVI_X(Tan), 0, 0, 0)        \
    X(ASIN, PARTIAL, 8, LVI_X(Asin), 0, 0, 0)    \
    X(ACOS, PARTIAL, 8, LVI_X(Acos), 0, 0, 0)    \
    X(ATAN, TOTAL, 8, LVI_X(Atan), 0, 0, 0)      \
    X(ATAN2, PARTIAL, 12, LVI_X(Atan2), 0, 0, 0) \
    X(SINH, TOTAL, 8, LVI_X(Sinh), 0, 0, 0)      \
    X(COSH, TOTAL, 8, LVI_X(Cosh), 0, 0, 0)      \
    X(TANH, TOTAL, 8, LVI_X(Tanh), 0, 0, 0)      \
    X(ASINH, TOTAL, 8, LVI_X(Asinh), 0, 0, 0)    \
    X(ACOSH, PARTIAL, 8, LVI_X(Acosh), 0, 0, 0)  \
    X(ATANH, PARTIAL, 8, LVI_X(Atanh), 0, 0, 0)  \
    X(POW, PARTIAL, 6, LVI_X(Pow), 0, 0, 0)      \
    X(EXP, TOTAL, 4, LVI_X(Exp), 0, 0, 0)        \
    X(LOG, PARTIAL, 4, LVI_X(Log), 0, 0, 0)      \
    X(EXP2, TOTAL, 3, LVI_X(Exp2), 0, 0, 0)      \
    X(LOG2, PARTIAL, 3, LVI_X(Log2), 0, 0, 0)    \
    X(SQRT, PARTIAL, 3, LVI_X(Sqrt), 0, 0, 0)    \
    X(INVERSE_SQRT, PARTIAL, 3, LVI_X(InverseSqrt), 0, 0, 0)
#define LVI_OPS_DERIVATIVE(X)                                 \
    X(DFDX, DERIVATIVE, 2, LVI_S(DPdx), 0, 0, 0)              \
    X(DFDY, DERIVATIVE, 2, LVI_S(DPdy), 0, 0, 0)              \
    X(FWIDTH, DERIVATIVE, 4, LVI_S(Fwidth), 0, 0, 0)          \
    X(DFDX_FINE, DERIVATIVE, 2, LVI_S(DPdxFine), 0, 0, 0)     \
    X(DFDY_FINE, DERIVATIVE, 2, LVI_S(DPdyFine), 0, 0, 0)     \
    X(FWIDTH_FINE, DERIVATIVE, 4, LVI_S(FwidthFine), 0, 0, 0) \
    X(DFDX_COARSE, DERIVATIVE, 2, LVI_S(DPdxCoarse), 0, 0, 0) \
    X(DFDY_COARSE, DERIVATIVE, 2, LVI_S(DPdyCoarse), 0, 0, 0) \
    X(FWIDTH_COARSE, DERIVATIVE, 4, LVI_S(FwidthCoarse), 0, 0, 0)
#define LVI_OPS_INTEGER(X)                                                                 \
    X(IDIV, DIVISION, 8, 0, LVI_S(SDiv), LVI_S(UDiv), 0)                                   \
    X(IMOD, DIVISION, 8, 0, LVI_S(SMod), LVI_S(UMod), 0) /* of ints: by lvi_bi_rest */     \
    X(IREM, DIVISION, 8, 0, LVI_S(SRem), LVI_S(UMod), 0) /* of ints: by lvi_bi_rest */     \
    X(BIT_AND, TOTAL, 1, 0, LVI_S(BitwiseAnd), LVI_S(BitwiseAnd), 0)                       \
    X(BIT_OR, TOTAL, 1, 0, LVI_S(BitwiseOr), LVI_S(BitwiseOr), 0)                          \
    X(BIT_XOR, TOTAL, 1, 0, LVI_S(BitwiseXor), LVI_S(BitwiseXor), 0)                       \
    X(BIT_NOT, TOTAL, 1, 0, LVI_S(Not), LVI_S(Not), 0)                                     \
    X(SHIFT_LEFT, PARTIAL, 1, 0, LVI_S(ShiftLeftLogical), LVI_S(ShiftLeftLogical), 0)      \
    X(SHIFT_RIGHT, PARTIAL, 1, 0, LVI_S(ShiftRightArithmetic), LVI_S(ShiftRightLogical),   \
      0)                                                                                   \
    X(BIT_COUNT, TOTAL, 1, 0, LVI_S(BitCount), LVI_S(BitCount), 0)                         \
    X(BIT_REVERSE, TOTAL, 1, 0, LVI_S(BitReverse), LVI_S(BitReverse), 0)                   \
    X(FIND_LSB, TOTAL, 1, 0, LVI_X(FindILsb), LVI_X(FindILsb), 0)                          \
    X(FIND_MSB, TOTAL, 1, 0, LVI_X(FindSMsb), LVI_X(FindUMsb), 0)                          \
    X(BIT_EXTRACT, PARTIAL, 1, 0, LVI_S(BitFieldSExtract), LVI_S(BitFieldUExtract), 0)     \
    X(BIT_INSERT, PARTIAL, 2, 0, LVI_S(BitFieldInsert), LVI_S(BitFieldInsert), 0)          \
    X(ADD_CARRY, TOTAL, 2, 0, 0, LVI_S(IAddCarry), 0)                                      \
    X(SUB_BORROW, TOTAL, 2, 0, 0, LVI_S(ISubBorrow), 0)                                    \
    X(MUL_EXTENDED, TOTAL, 2, 0, LVI_S(SMulExtended), LVI_S(UMulExtended), 0)              \
    X(NUM_TO_INT, UB, 1, LVI_S(ConvertFToS), 0, 0, 0)                                      \
    X(NUM_TO_UINT, UB, 1, LVI_S(ConvertFToU), 0, 0, 0)                                     \
    X(TO_NUM, TOTAL, 1, 0, LVI_S(ConvertSToF), LVI_S(ConvertUToF), 0)                      \
    X(BITCAST, TOTAL, 1, LVI_S(Bitcast), LVI_S(Bitcast), LVI_S(Bitcast), 0)
#define LVI_OPS_PACK(X)                                             \
    X(FREXP, PARTIAL, 4, LVI_X(FrexpStruct), 0, 0, 0)               \
    X(LDEXP, PARTIAL, 4, LVI_X(Ldexp), 0, 0, 0)                     \
    X(PACK_SNORM_4X8, TOTAL, 8, LVI_X(PackSnorm4x8), 0, 0, 0)       \
    X(PACK_UNORM_4X8, TOTAL, 8, LVI_X(PackUnorm4x8), 0, 0, 0)       \
    X(PACK_SNORM_2X16, TOTAL, 6, LVI_X(PackSnorm2x16), 0, 0, 0)     \
    X(PACK_UNORM_2X16, TOTAL, 6, LVI_X(PackUnorm2x16), 0, 0, 0)     \
    X(PACK_HALF_2X16, TOTAL, 6, LVI_X(PackHalf2x16), 0, 0, 0)       \
    X(UNPACK_SNORM_4X8, TOTAL, 8, 0, 0, LVI_X(UnpackSnorm4x8), 0)   \
    X(UNPACK_UNORM_4X8, TOTAL, 8, 0, 0, LVI_X(UnpackUnorm4x8), 0)   \
    X(UNPACK_SNORM_2X16, TOTAL, 6, 0, 0, LVI_X(UnpackSnorm2x16), 0) \
    X(UNPACK_UNORM_2X16, TOTAL, 6, 0, 0, LVI_X(UnpackUnorm2x16), 0) \
    X(UNPACK_HALF_2X16, TOTAL, 6, 0, 0, LVI_X(UnpackHalf2x16), 0)
/* Operands of an image operation: RESOURCE, a uint constant (a mask of LVI_TX_x and of SPIR-V's
   image operands), [index], [sampler RESOURCE, [index]], coordinates ..., image operands. */
#define LVI_OPS_IMAGE(X)                         \
    X(TEX_SAMPLE, DERIVATIVE, 16, 0, 0, 0, 0)    \
    X(TEX_SAMPLE_LOD, TOTAL, 16, 0, 0, 0, 0)     \
    X(TEX_FETCH, PARTIAL, 8, 0, 0, 0, 0)         \
    X(TEX_GATHER, TOTAL, 16, 0, 0, 0, 0)         \
    X(TEX_SIZE, TOTAL, 4, 0, 0, 0, 0)            \
    X(TEX_LEVELS, TOTAL, 4, 0, 0, 0, 0)          \
    X(TEX_SAMPLES, TOTAL, 4, 0, 0, 0, 0)         \
    X(TEX_QUERY_LOD, DERIVATIVE, 8, 0, 0, 0, 0)  \
    X(IMAGE_READ, PARTIAL, 8, 0, 0, 0, 0)
/* What the invocations of a subgroup do together where they come by: token, scope, value. */
#define LVI_OPS_SUBGROUP(X)                                                                        \
    X(SUBGROUP_ELECT, EFFECT, 2, 0, 0, 0, 0)                                                       \
    X(SUBGROUP_ALL, EFFECT, 2, 0, 0, 0, LVI_S(GroupNonUniformAll))                                 \
    X(SUBGROUP_ANY, EFFECT, 2, 0, 0, 0, LVI_S(GroupNonUniformAny))                                 \
    X(SUBGROUP_BALLOT, EFFECT, 2, 0, 0, 0, LVI_S(GroupNonUniformBallot))                           \
    X(SUBGROUP_FIRST, EFFECT, 2, LVI_S(GroupNonUniformBroadcastFirst),                             \
      LVI_S(GroupNonUniformBroadcastFirst), LVI_S(GroupNonUniformBroadcastFirst),                  \
      LVI_S(GroupNonUniformBroadcastFirst))                                                        \
    X(SUBGROUP_ADD, EFFECT, 8, LVI_S(GroupNonUniformFAdd), LVI_S(GroupNonUniformIAdd),             \
      LVI_S(GroupNonUniformIAdd), 0)                                                               \
    X(SUBGROUP_MIN, EFFECT, 8, LVI_S(GroupNonUniformFMin), LVI_S(GroupNonUniformSMin),             \
      LVI_S(GroupNonUniformUMin), 0)                                                               \
    X(SUBGROUP_MAX, EFFECT, 8, LVI_S(GroupNonUniformFMax), LVI_S(GroupNonUniformSMax),             \
      LVI_S(GroupNonUniformUMax), 0)
#define LVI_TX_INDEXED 0x10000u         /* the texture is an element of an array */
#define LVI_TX_SAMPLER 0x20000u         /* it has a sampler of its own */
#define LVI_TX_SECOND 0x80000u /* the second opcode of lvi_em_images: a reference, or a level */
/* Operands of effects: the token, the values (of a compare-exchange: what is compared, then the new
   one), then memory as LOAD has it, or an image as IMAGE_READ has it. */
#define LVI_OPS_EFFECT(X)                                                                         \
    X(BARRIER, EFFECT, 8, 0, 0, 0, 0)        /* control and memory, of the workgroup */           \
    X(MEMORY_BARRIER, EFFECT, 8, 0, 0, 0, 0) /* memory, of the device */                          \
    X(STORE, EFFECT, 4, 0, 0, 0, 0)                                                               \
    X(FETCH, EFFECT, 4, 0, 0, 0, 0) /* load what others may write */                              \
    X(ATOMIC_LOAD, EFFECT, 8, 0, LVI_S(AtomicLoad), LVI_S(AtomicLoad), 0)                         \
    X(ATOMIC_STORE, EFFECT, 8, 0, LVI_S(AtomicStore), LVI_S(AtomicStore), 0)                      \
    X(ATOMIC_ADD, EFFECT, 8, 0, LVI_S(AtomicIAdd), LVI_S(AtomicIAdd), 0)                          \
    X(ATOMIC_SUB, EFFECT, 8, 0, LVI_S(AtomicISub), LVI_S(AtomicISub), 0)                          \
    X(ATOMIC_MIN, EFFECT, 8, 0, LVI_S(AtomicSMin), LVI_S(AtomicUMin), 0)                          \
    X(ATOMIC_MAX, EFFECT, 8, 0, LVI_S(AtomicSMax), LVI_S(AtomicUMax), 0)                          \
    X(ATOMIC_AND, EFFECT, 8, 0, LVI_S(AtomicAnd), LVI_S(AtomicAnd), 0)                            \
    X(ATOMIC_OR, EFFECT, 8, 0, LVI_S(AtomicOr), LVI_S(AtomicOr), 0)                               \
    X(ATOMIC_XOR, EFFECT, 8, 0, LVI_S(AtomicXor), LVI_S(AtomicXor), 0)                            \
    X(ATOMIC_EXCHANGE, EFFECT, 8, 0, LVI_S(AtomicExchange), LVI_S(AtomicExchange), 0)             \
    X(ATOMIC_COMPARE, EFFECT, 8, 0, LVI_S(AtomicCompareExchange), LVI_S(AtomicCompareExchange), 0)
#define LVI_OPS(X)            \
    LVI_OPS_STRUCTURE(X)      \
    LVI_OPS_MEMORY(X)         \
    LVI_OPS_ARITHMETIC(X)     \
    LVI_OPS_INTEGER(X)        \
    LVI_OPS_PACK(X)           \
    LVI_OPS_LOGIC(X)          \
    LVI_OPS_MATH(X)           \
    LVI_OPS_TRANSCENDENTAL(X) \
    LVI_OPS_DERIVATIVE(X)     \
    LVI_OPS_EFFECT(X)        \
    LVI_OPS_IMAGE(X)          \
    LVI_OPS_SUBGROUP(X)

enum { LVI_TOTAL, LVI_PARTIAL, LVI_UB, LVI_DIVISION, LVI_DERIVATIVE, LVI_EFFECT };

enum {
#define LVI_ROW(name, class_, cost, num, int_, uint, bool_) LVI_OP_##name,
    LVI_OPS(LVI_ROW)
#undef LVI_ROW
    LVI_OP_COUNT
};

typedef struct lvi_op_row {
    uint8_t class_, cost;
    uint16_t opcode[4]; /* by kind - LVI_K_NUM */
} lvi_op_row;

static const lvi_op_row lvi_ops[] = {
#define LVI_ROW(name, class_, cost, num, int_, uint, bool_) \
    {LVI_##class_, cost, {num, int_, uint, bool_}},
    LVI_OPS(LVI_ROW)
#undef LVI_ROW
};

#define LVI_DEAR 64u /* own cost from which an operation runs only where it is wanted */
#define LVI_SELECT_COST 8u /* cost of arms up to which an IF computes both */

static uint32_t lvi_op_cost(uint32_t op) {
    return lvi_ops[op].cost;
}

static uint32_t lvi_op_class(uint32_t op) {
    return lvi_ops[op].class_;
}

static int lvi_op_is_subgroup(uint32_t op) {
    return op >= LVI_OP_SUBGROUP_ELECT && op <= LVI_OP_SUBGROUP_MAX;
}

static int lvi_op_is_derivative(uint32_t op) {
    return lvi_ops[op].class_ == LVI_DERIVATIVE;
}

/* The kinds of operands that an operation takes, as a mask of 1 << kind. */
static uint32_t lvi_op_kinds(uint32_t op) {
    uint32_t i, mask = 0;
    for (i = 0; i < 4; i++) mask |= (uint32_t)(lvi_ops[op].opcode[i] != 0) << (LVI_K_NUM + i);
    return mask;
}

/* Stages. Columns: id, word, execution model. */
#define LVI_STAGES(X)              \
    X(VERTEX, "vertex", Vertex)       \
    X(FRAGMENT, "fragment", Fragment) \
    X(COMPUTE, "compute", GLCompute)
enum {
#define LVI_ROW(id, word, model) LVI_STAGE_##id,
    LVI_STAGES(LVI_ROW)
#undef LVI_ROW
    LVI_STAGE_COUNT
};
#define LVI_ROW(id, word, model) word "\0"
static const char lvi_stage_names[] = LVI_STAGES(LVI_ROW);
#undef LVI_ROW
static const uint8_t lvi_stage_models[] = {
#define LVI_ROW(id, word, model) LVI_SPV_ExecutionModel_##model,
    LVI_STAGES(LVI_ROW)
#undef LVI_ROW
};
#define LVI_ON_VERTEX (1u << LVI_STAGE_VERTEX)
#define LVI_ON_FRAGMENT (1u << LVI_STAGE_FRAGMENT)
#define LVI_ON_COMPUTE (1u << LVI_STAGE_COMPUTE)

/* What a stage gives: INPUT nodes. Columns: name, SPIR-V BuiltIn, type, the stage. WORKGROUP_SIZE
   is no variable: it is known, or a specialisation constant. */
#define LVI_INPUTS(X)                                                                      \
    X(FRAG_COORD, FragCoord, LVI_TYPE(LVI_K_NUM, 4, 1), FRAGMENT)                          \
    X(FRONT_FACING, FrontFacing, LVI_TYPE(LVI_K_BOOL, 1, 1), FRAGMENT)                     \
    X(POINT_COORD, PointCoord, LVI_TYPE(LVI_K_NUM, 2, 1), FRAGMENT)                        \
    X(SAMPLE_ID, SampleId, LVI_TYPE(LVI_K_INT, 1, 1), FRAGMENT)                            \
    X(VERTEX_INDEX, VertexIndex, LVI_TYPE(LVI_K_INT, 1, 1), VERTEX)                        \
    X(INSTANCE_INDEX, InstanceIndex, LVI_TYPE(LVI_K_INT, 1, 1), VERTEX)                    \
    X(GLOBAL_INVOCATION_ID, GlobalInvocationId, LVI_TYPE(LVI_K_UINT, 3, 1), COMPUTE)       \
    X(LOCAL_INVOCATION_ID, LocalInvocationId, LVI_TYPE(LVI_K_UINT, 3, 1), COMPUTE)         \
    X(WORKGROUP_ID, WorkgroupId, LVI_TYPE(LVI_K_UINT, 3, 1), COMPUTE)                      \
    X(NUM_WORKGROUPS, NumWorkgroups, LVI_TYPE(LVI_K_UINT, 3, 1), COMPUTE)                  \
    X(LOCAL_INVOCATION_INDEX, LocalInvocationIndex, LVI_TYPE(LVI_K_UINT, 1, 1), COMPUTE)   \
    X(WORKGROUP_SIZE, WorkgroupSize, LVI_TYPE(LVI_K_UINT, 3, 1), COMPUTE)                  \
    X(SUBGROUP_SIZE, SubgroupSize, LVI_TYPE(LVI_K_UINT, 1, 1), COMPUTE)                    \
    X(SUBGROUP_INVOCATION, SubgroupLocalInvocationId, LVI_TYPE(LVI_K_UINT, 1, 1), COMPUTE)

enum {
#define LVI_ROW(name, builtin, type, stage) LVI_IN_##name,
    LVI_INPUTS(LVI_ROW)
#undef LVI_ROW
    LVI_IN_COUNT
};

typedef struct lvi_input_row {
    uint16_t builtin, type, stage;
} lvi_input_row;

static const lvi_input_row lvi_inputs[] = {
#define LVI_ROW(name, builtin, type, stage) {LVI_SPV_BuiltIn_##builtin, type, LVI_STAGE_##stage},
    LVI_INPUTS(LVI_ROW)
#undef LVI_ROW
};

/* Type rules of builtins; `builtins` has the code of each. T is num, vec2, vec3 or vec4; M any
   matrix. The rules per component take the kinds that the operation's row has opcodes for.
   MAP      (T or M ...) -> same, per component; all operands alike
   CAST     like MAP, and a scalar broadcasts against a vector or matrix
   MIX      like CAST; select if the last is of bools
   ORDER    like MAP, the result is of bools        COUNT  like MAP, the result is of ints
   LOGIC    (bool vectors ...) -> same              ANYALL (bool vector or matrix) -> bool
   VECTOR   (T ...) -> T, no matrices               LENGTH (T ...) -> num
   CROSS    (vec3 vec3) -> vec3                     REFRACT (T T num) -> T
   MUL      linear algebra                          SUB minus, unary too
   ATAN     with one or two operands                SELECT (bool or bool vector, a, b)
   SQUARE   (square M) -> M or num
   OUTER (vec_r vec_c) -> M        TRANSPOSE M         PAIR T -> a struct of two T
   SHIFT (integers, integer or as many) -> integers
   FIELD (integers ..., offset, bits) -> integers
   LDEXP (T, ints) -> T   PACK vec2 or vec4 -> uint    UNPACK uint -> vec2 or vec4
   BITS: the same bits, `op` is the result's kind and 16 times the operand's
   MAKE_VECTOR, MAKE_MATRIX: constructors, CONVERT: conversions; `op` is the type
   STAGE: no operands, `op` is an input            AT (vector, matrix, array or memory, index)
   ELEMENTS array -> how many
   EFFECT: runs where it stands in a sequence
   ARRAY ... WITH_AT, AT: see elaborate: their operands may be arrays and functions */
enum {
    LVI_R_MAP, LVI_R_CAST, LVI_R_MIX, LVI_R_ORDER, LVI_R_COUNT, LVI_R_LOGIC, LVI_R_ANYALL,
    LVI_R_VECTOR, LVI_R_LENGTH, LVI_R_CROSS, LVI_R_REFRACT, LVI_R_MUL, LVI_R_SUB, LVI_R_ATAN,
    LVI_R_SELECT, LVI_R_SQUARE, LVI_R_OUTER, LVI_R_TRANSPOSE, LVI_R_PAIR, LVI_R_SHIFT, LVI_R_FIELD,
    LVI_R_LDEXP, LVI_R_PACK, LVI_R_UNPACK, LVI_R_BITS, LVI_R_MAKE_VECTOR, LVI_R_MAKE_MATRIX,
    LVI_R_CONVERT, LVI_R_STAGE, LVI_R_ELEMENTS, LVI_R_SATURATE, LVI_R_EFFECT, LVI_R_TEXTURE,
    LVI_R_ARRAY, LVI_R_ARRAY_OF, LVI_R_AT, LVI_R_EACH, LVI_R_FOLD, LVI_R_WITH_AT
};

/* What a builtin of rule TEXTURE does with an image. */
enum {
    LVI_TX_SAMPLE, LVI_TX_BIAS, LVI_TX_LOD, LVI_TX_GRAD, LVI_TX_OFFSET, LVI_TX_COMPARE,
    LVI_TX_COMPARE_LOD, LVI_TX_PROJ, LVI_TX_GATHER, LVI_TX_GATHER_COMPARE, LVI_TX_QUERY_LOD,
    LVI_TX_FETCH, LVI_TX_SIZE, LVI_TX_LEVELS, LVI_TX_SAMPLES, LVI_TX_IMAGE_SIZE, LVI_TX_IMAGE_LOAD
};

/* Images. Columns: word, SPIR-V Dim, layers, samples, components of a place in it (without the
   layer) for sampling, for texels, and of its size. */
#define LVI_DIMS(X)                          \
    X("1d", 1D, 0, 0, 1, 1, 1)               \
    X("1d-array", 1D, 1, 0, 1, 1, 1)         \
    X("2d", 2D, 0, 0, 2, 2, 2)               \
    X("2d-array", 2D, 1, 0, 2, 2, 2)         \
    X("2d-ms", 2D, 0, 1, 2, 2, 2)            \
    X("2d-ms-array", 2D, 1, 1, 2, 2, 2)      \
    X("3d", 3D, 0, 0, 3, 3, 3)               \
    X("cube", Cube, 0, 0, 3, 3, 2)           \
    X("cube-array", Cube, 1, 0, 3, 2, 2)     \
    X("buffer", Buffer, 0, 0, 1, 1, 1)
typedef struct lvi_dim_row {
    uint8_t dim, layers, samples, place, texel, size;
} lvi_dim_row;
static const lvi_dim_row lvi_dims[] = {
#define LVI_ROW(word, dim, layers, samples, place, texel, size) \
    {LVI_SPV_Dim_##dim, layers, samples, place, texel, size},
    LVI_DIMS(LVI_ROW)
#undef LVI_ROW
};
#define LVI_ROW(word, dim, layers, samples, place, texel, size) word "\0"
static const char lvi_dim_names[] = LVI_DIMS(LVI_ROW);
#undef LVI_ROW

/* Formats of storage images, in SPIR-V's order (Rgba32f is 1). */
static const char lvi_formats[] =
    "rgba32f\0rgba16f\0r32f\0rgba8\0rgba8-snorm\0rg32f\0rg16f\0r11f-g11f-b10f\0r16f\0rgba16\0"
    "rgb10-a2\0rg16\0rg8\0r16\0r8\0rgba16-snorm\0rg16-snorm\0rg8-snorm\0r16-snorm\0r8-snorm\0"
    "rgba32i\0rgba16i\0rgba8i\0r32i\0rg32i\0rg16i\0rg8i\0r16i\0r8i\0rgba32ui\0rgba16ui\0rgba8ui\0"
    "r32ui\0rgb10-a2ui\0rg32ui\0rg16ui\0rg8ui\0r16ui\0r8ui\0";
enum { LVI_FORMAT_INT = 21, LVI_FORMAT_UINT = 30, LVI_FORMAT_END = 40 };
/* Those that need no capability of their own: bit n, format n. */
static int lvi_format_is_basic(uint32_t format) {
    return format <= 5 || (format >= 21 && format <= 24) || (format >= 30 && format <= 33);
}

/* r32i and r32ui. */
static int lvi_format_is_atomic(uint32_t format) {
    return format == 24 || format == 33;
}

/* Builtins. Columns: names (the first is the canonical one), operands at least, at most (255: any
   number), type rule, operation (or the type or input that the rule says), parameters for the
   manual. */
#define LVI_BUILTINS_OPERATORS(X)                             \
    X("+", 1, 255, CAST, LVI_OP_ADD, "a b ...")               \
    X("-", 1, 2, SUB, LVI_OP_SUB, "a [b]")                    \
    X("*", 1, 255, MUL, LVI_OP_MUL, "a b ...")                \
    X("/", 2, 2, CAST, LVI_OP_DIV, "a b")                     \
    X("mod", 2, 2, CAST, LVI_OP_MOD, "a b")                   \
    X("rem", 2, 2, CAST, LVI_OP_REM, "a b")                   \
    X("fma", 3, 3, CAST, LVI_OP_FMA, "a b c")                 \
    X("eq =", 2, 2, ORDER, LVI_OP_EQ, "a b")                  \
    X("neq /=", 2, 2, ORDER, LVI_OP_NEQ, "a b")               \
    X("< less-than", 2, 2, ORDER, LVI_OP_LT, "a b")           \
    X("<= less-than-equal", 2, 2, ORDER, LVI_OP_LE, "a b")    \
    X("> greater-than", 2, 2, ORDER, LVI_OP_GT, "a b")        \
    X(">= greater-than-equal", 2, 2, ORDER, LVI_OP_GE, "a b") \
    X("not", 1, 1, LOGIC, LVI_OP_NOT, "a")                    \
    X("xor", 2, 2, LOGIC, LVI_OP_NEQ, "a b")                  \
    X("any-of any", 1, 1, ANYALL, LVI_OP_ANY, "a")            \
    X("all-of all", 1, 1, ANYALL, LVI_OP_ALL, "a")            \
    X("select", 3, 3, SELECT, LVI_OP_SELECT, "c a b")         \
    X("is-nan isnan", 1, 1, ORDER, LVI_OP_IS_NAN, "a")        \
    X("is-inf isinf", 1, 1, ORDER, LVI_OP_IS_INF, "a")
#define LVI_BUILTINS_MATH(X)                                                    \
    X("abs", 1, 1, MAP, LVI_OP_ABS, "a")                                        \
    X("sign", 1, 1, MAP, LVI_OP_SIGN, "a")                                      \
    X("floor", 1, 1, MAP, LVI_OP_FLOOR, "a")                                    \
    X("ceil", 1, 1, MAP, LVI_OP_CEIL, "a")                                      \
    X("round", 1, 1, MAP, LVI_OP_ROUND, "a")                                    \
    X("round-even roundEven roundeven", 1, 1, MAP, LVI_OP_ROUND_EVEN, "a")      \
    X("trunc", 1, 1, MAP, LVI_OP_TRUNC, "a")                                    \
    X("fract", 1, 1, MAP, LVI_OP_FRACT, "a")                                    \
    X("radians", 1, 1, MAP, LVI_OP_RADIANS, "degrees")                          \
    X("degrees", 1, 1, MAP, LVI_OP_DEGREES, "radians")                          \
    X("min", 2, 2, CAST, LVI_OP_MIN, "a b")                                     \
    X("max", 2, 2, CAST, LVI_OP_MAX, "a b")                                     \
    X("nmin", 2, 2, CAST, LVI_OP_NMIN, "a b")                                   \
    X("nmax", 2, 2, CAST, LVI_OP_NMAX, "a b")                                   \
    X("clamp", 3, 3, CAST, LVI_OP_CLAMP, "x lo hi")                             \
    X("nclamp", 3, 3, CAST, LVI_OP_NCLAMP, "x lo hi")                           \
    X("saturate", 1, 1, SATURATE, LVI_OP_CLAMP, "a")                            \
    X("mix", 3, 3, MIX, LVI_OP_MIX, "x y a")                                    \
    X("step", 2, 2, CAST, LVI_OP_STEP, "edge x")                                \
    X("smoothstep smooth-step", 3, 3, CAST, LVI_OP_SMOOTHSTEP, "edge0 edge1 x") \
    X("modf", 1, 1, PAIR, LVI_OP_MODF, "a")                                     \
    X("pow", 2, 2, CAST, LVI_OP_POW, "x y")                                     \
    X("exp", 1, 1, MAP, LVI_OP_EXP, "a")                                        \
    X("log", 1, 1, MAP, LVI_OP_LOG, "a")                                        \
    X("exp2", 1, 1, MAP, LVI_OP_EXP2, "a")                                      \
    X("log2", 1, 1, MAP, LVI_OP_LOG2, "a")                                      \
    X("sqrt", 1, 1, MAP, LVI_OP_SQRT, "a")                                      \
    X("inverse-sqrt inversesqrt inverseSqrt", 1, 1, MAP, LVI_OP_INVERSE_SQRT, "a")
#define LVI_BUILTINS_TRIGONOMETRY(X)                                              \
    X("sin", 1, 1, MAP, LVI_OP_SIN, "a")                                          \
    X("cos", 1, 1, MAP, LVI_OP_COS, "a")                                          \
    X("tan", 1, 1, MAP, LVI_OP_TAN, "a")                                          \
    X("asin", 1, 1, MAP, LVI_OP_ASIN, "a")                                        \
    X("acos", 1, 1, MAP, LVI_OP_ACOS, "a")                                        \
    X("atan", 1, 2, ATAN, LVI_OP_ATAN, "y [x]")                                   \
    X("atan2", 2, 2, MAP, LVI_OP_ATAN2, "y x")                                    \
    X("sinh", 1, 1, MAP, LVI_OP_SINH, "a")                                        \
    X("cosh", 1, 1, MAP, LVI_OP_COSH, "a")                                        \
    X("tanh", 1, 1, MAP, LVI_OP_TANH, "a")                                        \
    X("asinh", 1, 1, MAP, LVI_OP_ASINH, "a")                                      \
    X("acosh", 1, 1, MAP, LVI_OP_ACOSH, "a")                                      \
    X("atanh", 1, 1, MAP, LVI_OP_ATANH, "a")                                      \
    X("dfdx dFdx dpdx", 1, 1, VECTOR, LVI_OP_DFDX, "a")                           \
    X("dfdy dFdy dpdy", 1, 1, VECTOR, LVI_OP_DFDY, "a")                           \
    X("fwidth", 1, 1, VECTOR, LVI_OP_FWIDTH, "a")                                 \
    X("dfdx-fine dFdxFine dpdxFine", 1, 1, VECTOR, LVI_OP_DFDX_FINE, "a")         \
    X("dfdy-fine dFdyFine dpdyFine", 1, 1, VECTOR, LVI_OP_DFDY_FINE, "a")         \
    X("fwidth-fine fwidthFine", 1, 1, VECTOR, LVI_OP_FWIDTH_FINE, "a")            \
    X("dfdx-coarse dFdxCoarse dpdxCoarse", 1, 1, VECTOR, LVI_OP_DFDX_COARSE, "a") \
    X("dfdy-coarse dFdyCoarse dpdyCoarse", 1, 1, VECTOR, LVI_OP_DFDY_COARSE, "a") \
    X("fwidth-coarse fwidthCoarse", 1, 1, VECTOR, LVI_OP_FWIDTH_COARSE, "a")
#define LVI_BUILTINS_INTEGERS(X)                                                              \
    X("bit-and", 2, 2, CAST, LVI_OP_BIT_AND, "a b")                                           \
    X("bit-or", 2, 2, CAST, LVI_OP_BIT_OR, "a b")                                             \
    X("bit-xor", 2, 2, CAST, LVI_OP_BIT_XOR, "a b")                                           \
    X("bit-not", 1, 1, MAP, LVI_OP_BIT_NOT, "a")                                              \
    X("shift-left", 2, 2, SHIFT, LVI_OP_SHIFT_LEFT, "a amount")                               \
    X("shift-right", 2, 2, SHIFT, LVI_OP_SHIFT_RIGHT, "a amount")                             \
    X("bit-count bitCount countOneBits", 1, 1, COUNT, LVI_OP_BIT_COUNT, "a")                  \
    X("bit-reverse bitfieldReverse reverseBits", 1, 1, MAP, LVI_OP_BIT_REVERSE, "a")          \
    X("find-lsb findLSB firstTrailingBit", 1, 1, COUNT, LVI_OP_FIND_LSB, "a")                 \
    X("find-msb findMSB firstLeadingBit", 1, 1, COUNT, LVI_OP_FIND_MSB, "a")                  \
    X("bit-extract bitfieldExtract extractBits", 3, 3, FIELD, LVI_OP_BIT_EXTRACT,             \
      "a offset bits")                                                                        \
    X("bit-insert bitfieldInsert insertBits", 4, 4, FIELD, LVI_OP_BIT_INSERT,                 \
      "a insert offset bits")                                                                 \
    X("add-carry uaddCarry", 2, 2, PAIR, LVI_OP_ADD_CARRY, "a b")                             \
    X("sub-borrow usubBorrow", 2, 2, PAIR, LVI_OP_SUB_BORROW, "a b")                          \
    X("mul-extended umulExtended imulExtended", 2, 2, PAIR, LVI_OP_MUL_EXTENDED, "a b")       \
    X("frexp", 1, 1, PAIR, LVI_OP_FREXP, "a")                                                 \
    X("ldexp", 2, 2, LDEXP, LVI_OP_LDEXP, "significand exponent")                             \
    X("float-bits-to-int floatBitsToInt", 1, 1, BITS, LVI_K_NUM << 4 | LVI_K_INT, "a")        \
    X("float-bits-to-uint floatBitsToUint", 1, 1, BITS, LVI_K_NUM << 4 | LVI_K_UINT, "a")     \
    X("int-bits-to-float intBitsToFloat", 1, 1, BITS, LVI_K_INT << 4 | LVI_K_NUM, "a")        \
    X("uint-bits-to-float uintBitsToFloat", 1, 1, BITS, LVI_K_UINT << 4 | LVI_K_NUM, "a")
#define LVI_BUILTINS_PACK(X)                                                                      \
    X("pack-snorm-4x8 packSnorm4x8 pack4x8snorm", 1, 1, PACK, LVI_OP_PACK_SNORM_4X8, "v")         \
    X("pack-unorm-4x8 packUnorm4x8 pack4x8unorm", 1, 1, PACK, LVI_OP_PACK_UNORM_4X8, "v")         \
    X("pack-snorm-2x16 packSnorm2x16 pack2x16snorm", 1, 1, PACK, LVI_OP_PACK_SNORM_2X16, "v")     \
    X("pack-unorm-2x16 packUnorm2x16 pack2x16unorm", 1, 1, PACK, LVI_OP_PACK_UNORM_2X16, "v")     \
    X("pack-half-2x16 packHalf2x16 pack2x16float", 1, 1, PACK, LVI_OP_PACK_HALF_2X16, "v")        \
    X("unpack-snorm-4x8 unpackSnorm4x8 unpack4x8snorm", 1, 1, UNPACK, LVI_OP_UNPACK_SNORM_4X8,    \
      "a")                                                                                        \
    X("unpack-unorm-4x8 unpackUnorm4x8 unpack4x8unorm", 1, 1, UNPACK, LVI_OP_UNPACK_UNORM_4X8,    \
      "a")                                                                                        \
    X("unpack-snorm-2x16 unpackSnorm2x16 unpack2x16snorm", 1, 1, UNPACK,                          \
      LVI_OP_UNPACK_SNORM_2X16, "a")                                                              \
    X("unpack-unorm-2x16 unpackUnorm2x16 unpack2x16unorm", 1, 1, UNPACK,                          \
      LVI_OP_UNPACK_UNORM_2X16, "a")                                                              \
    X("unpack-half-2x16 unpackHalf2x16 unpack2x16float", 1, 1, UNPACK, LVI_OP_UNPACK_HALF_2X16,   \
      "a")
#define LVI_BUILTINS_GEOMETRY(X)                                                             \
    X("length", 1, 1, LENGTH, LVI_OP_LENGTH, "a")                                            \
    X("distance", 2, 2, LENGTH, LVI_OP_DISTANCE, "a b")                                      \
    X("dot", 2, 2, LENGTH, LVI_OP_DOT, "a b")                                                \
    X("cross", 2, 2, CROSS, LVI_OP_CROSS, "a b")                                             \
    X("normalize", 1, 1, VECTOR, LVI_OP_NORMALIZE, "a")                                      \
    X("face-forward faceforward faceForward", 3, 3, VECTOR, LVI_OP_FACE_FORWARD, "n i nref") \
    X("reflect", 2, 2, VECTOR, LVI_OP_REFLECT, "i n")                                        \
    X("refract", 3, 3, REFRACT, LVI_OP_REFRACT, "i n eta")                                   \
    X("outer-product outerProduct outerproduct", 2, 2, OUTER, LVI_OP_OUTER, "column row")    \
    X("transpose", 1, 1, TRANSPOSE, LVI_OP_TRANSPOSE, "m")                                   \
    X("determinant", 1, 1, SQUARE, LVI_OP_DETERMINANT, "m")                                  \
    X("inverse", 1, 1, SQUARE, LVI_OP_INVERSE, "m")                                          \
    X("at", 2, 3, AT, 0, "a index [:unchecked]")                                             \
    X("count", 1, 1, ELEMENTS, 0, "a")                                                       \
    X("frag-coord", 0, 0, STAGE, LVI_IN_FRAG_COORD, "")                                      \
    X("front-facing", 0, 0, STAGE, LVI_IN_FRONT_FACING, "")
#define LVI_BUILTINS_TEXTURES(X)                                                             \
    X("sample texture textureSample", 2, 4, TEXTURE, LVI_TX_SAMPLE, "t uv [offset]")         \
    X("sample-bias textureSampleBias", 3, 5, TEXTURE, LVI_TX_BIAS, "t uv bias [offset]")     \
    X("sample-lod textureLod textureSampleLevel", 3, 5, TEXTURE, LVI_TX_LOD,                 \
      "t uv lod [offset]")                                                                   \
    X("sample-grad textureGrad textureSampleGrad", 4, 6, TEXTURE, LVI_TX_GRAD,               \
      "t uv dx dy [offset]")                                                                 \
    X("sample-offset textureOffset", 3, 5, TEXTURE, LVI_TX_OFFSET, "t uv offset [bias]")     \
    X("sample-proj textureProj", 2, 4, TEXTURE, LVI_TX_PROJ, "t uvq [offset]")               \
    X("sample-compare textureSampleCompare", 3, 5, TEXTURE, LVI_TX_COMPARE,                  \
      "t uv reference [offset]")                                                             \
    X("sample-compare-lod", 4, 6, TEXTURE, LVI_TX_COMPARE_LOD, "t uv reference lod [offset]") \
    X("gather textureGather", 2, 5, TEXTURE, LVI_TX_GATHER, "t uv [component] [offset]")     \
    X("gather-compare textureGatherCompare", 3, 5, TEXTURE, LVI_TX_GATHER_COMPARE,           \
      "t uv reference [offset]")                                                             \
    X("fetch texelFetch textureLoad", 2, 3, TEXTURE, LVI_TX_FETCH, "t texel [lod or sample]") \
    X("texture-size textureSize textureDimensions", 1, 2, TEXTURE, LVI_TX_SIZE, "t [lod]")   \
    X("texture-levels textureQueryLevels textureNumLevels", 1, 1, TEXTURE, LVI_TX_LEVELS,    \
      "t")                                                                                   \
    X("texture-samples textureSamples textureNumSamples", 1, 1, TEXTURE, LVI_TX_SAMPLES,     \
      "t")                                                                                   \
    X("texture-lod textureQueryLod", 2, 3, TEXTURE, LVI_TX_QUERY_LOD, "t uv")                \
    X("image-size imageSize", 1, 1, TEXTURE, LVI_TX_IMAGE_SIZE, "image")                     \
    X("image-load imageLoad", 2, 3, TEXTURE, LVI_TX_IMAGE_LOAD, "image texel [sample]")
#define LVI_BUILTINS_STAGES(X)                                                        \
    X("point-coord", 0, 0, STAGE, LVI_IN_POINT_COORD, "")                             \
    X("sample-id", 0, 0, STAGE, LVI_IN_SAMPLE_ID, "")                                 \
    X("vertex-index", 0, 0, STAGE, LVI_IN_VERTEX_INDEX, "")                           \
    X("instance-index", 0, 0, STAGE, LVI_IN_INSTANCE_INDEX, "")                       \
    X("global-invocation-id", 0, 0, STAGE, LVI_IN_GLOBAL_INVOCATION_ID, "")           \
    X("local-invocation-id", 0, 0, STAGE, LVI_IN_LOCAL_INVOCATION_ID, "")             \
    X("workgroup-id", 0, 0, STAGE, LVI_IN_WORKGROUP_ID, "")                           \
    X("num-workgroups", 0, 0, STAGE, LVI_IN_NUM_WORKGROUPS, "")                       \
    X("local-invocation-index", 0, 0, STAGE, LVI_IN_LOCAL_INVOCATION_INDEX, "")       \
    X("workgroup-size", 0, 0, STAGE, LVI_IN_WORKGROUP_SIZE, "")                       \
    X("subgroup-size", 0, 0, STAGE, LVI_IN_SUBGROUP_SIZE, "")                         \
    X("subgroup-invocation-id", 0, 0, STAGE, LVI_IN_SUBGROUP_INVOCATION, "")
#define LVI_BUILTINS_SUBGROUPS(X)                                                                  \
    X("subgroup-elect subgroupElect", 0, 0, EFFECT, LVI_OP_SUBGROUP_ELECT, "")                     \
    X("subgroup-all subgroupAll", 1, 1, EFFECT, LVI_OP_SUBGROUP_ALL, "condition")                  \
    X("subgroup-any subgroupAny", 1, 1, EFFECT, LVI_OP_SUBGROUP_ANY, "condition")                  \
    X("subgroup-ballot subgroupBallot", 1, 1, EFFECT, LVI_OP_SUBGROUP_BALLOT, "condition")         \
    X("subgroup-broadcast-first subgroupBroadcastFirst", 1, 1, EFFECT, LVI_OP_SUBGROUP_FIRST, "a") \
    X("subgroup-add subgroupAdd", 1, 1, EFFECT, LVI_OP_SUBGROUP_ADD, "a")                          \
    X("subgroup-min subgroupMin", 1, 1, EFFECT, LVI_OP_SUBGROUP_MIN, "a")                          \
    X("subgroup-max subgroupMax", 1, 1, EFFECT, LVI_OP_SUBGROUP_MAX, "a")
#define LVI_BUILTINS_TYPES(X)                                                                      \
    X("num float", 1, 1, CONVERT, LVI_T_NUM, "a")                                                  \
    X("int", 1, 1, CONVERT, LVI_T_INT, "a")                                                        \
    X("uint", 1, 1, CONVERT, LVI_T_UINT, "a")                                                      \
    X("bool", 1, 1, CONVERT, LVI_T_BOOL, "a")                                                      \
    X("vec2", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_NUM, 2, 1), "parts ...")                         \
    X("vec3", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_NUM, 3, 1), "parts ...")                         \
    X("vec4", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_NUM, 4, 1), "parts ...")                         \
    X("ivec2", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_INT, 2, 1), "parts ...")                        \
    X("ivec3", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_INT, 3, 1), "parts ...")                        \
    X("ivec4", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_INT, 4, 1), "parts ...")                        \
    X("uvec2", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_UINT, 2, 1), "parts ...")                       \
    X("uvec3", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_UINT, 3, 1), "parts ...")                       \
    X("uvec4", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_UINT, 4, 1), "parts ...")                       \
    X("bvec2", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_BOOL, 2, 1), "parts ...")                       \
    X("bvec3", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_BOOL, 3, 1), "parts ...")                       \
    X("bvec4", 1, 255, MAKE_VECTOR, LVI_TYPE(LVI_K_BOOL, 4, 1), "parts ...")                       \
    X("mat2 mat2x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 2, 2), "columns or scalars ...")     \
    X("mat2x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 3, 2), "columns or scalars ...")          \
    X("mat2x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 4, 2), "columns or scalars ...")          \
    X("mat3x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 2, 3), "columns or scalars ...")          \
    X("mat3 mat3x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 3, 3), "columns or scalars ...")     \
    X("mat3x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 4, 3), "columns or scalars ...")          \
    X("mat4x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 2, 4), "columns or scalars ...")          \
    X("mat4x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 3, 4), "columns or scalars ...")          \
    X("mat4 mat4x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_NUM, 4, 4), "columns or scalars ...")     \
    X("bmat2 bmat2x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 2, 2), "columns or scalars ...")  \
    X("bmat2x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 3, 2), "columns or scalars ...")        \
    X("bmat2x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 4, 2), "columns or scalars ...")        \
    X("bmat3x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 2, 3), "columns or scalars ...")        \
    X("bmat3 bmat3x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 3, 3), "columns or scalars ...")  \
    X("bmat3x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 4, 3), "columns or scalars ...")        \
    X("bmat4x2", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 2, 4), "columns or scalars ...")        \
    X("bmat4x3", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 3, 4), "columns or scalars ...")        \
    X("bmat4 bmat4x4", 1, 255, MAKE_MATRIX, LVI_TYPE(LVI_K_BOOL, 4, 4), "columns or scalars ...")
#define LVI_BUILTINS_EFFECTS(X)                       \
    X("barrier", 0, 0, EFFECT, LVI_OP_BARRIER, "")    \
    X("memory-barrier memoryBarrier", 0, 0, EFFECT, LVI_OP_MEMORY_BARRIER, "")                    \
    X("load", 1, 255, EFFECT, LVI_OP_FETCH, "memory index ...")                                   \
    X("store", 2, 255, EFFECT, LVI_OP_STORE, "memory index ... value")                            \
    X("load-field", 2, 2, EFFECT, LVI_OP_FETCH, "memory field")                                   \
    X("image-store imageStore", 3, 4, EFFECT, LVI_OP_STORE, "image texel [sample] value")         \
    X("store-field", 3, 3, EFFECT, LVI_OP_STORE, "memory field value")                            \
    X("atomic-load", 1, 255, EFFECT, LVI_OP_ATOMIC_LOAD, "memory index ...")                      \
    X("atomic-store", 2, 255, EFFECT, LVI_OP_ATOMIC_STORE, "memory index ... value")              \
    X("atomic-add atomicAdd", 2, 255, EFFECT, LVI_OP_ATOMIC_ADD, "memory index ... value")        \
    X("atomic-sub", 2, 255, EFFECT, LVI_OP_ATOMIC_SUB, "memory index ... value")                  \
    X("atomic-min atomicMin", 2, 255, EFFECT, LVI_OP_ATOMIC_MIN, "memory index ... value")        \
    X("atomic-max atomicMax", 2, 255, EFFECT, LVI_OP_ATOMIC_MAX, "memory index ... value")        \
    X("atomic-and atomicAnd", 2, 255, EFFECT, LVI_OP_ATOMIC_AND, "memory index ... value")        \
    X("atomic-or atomicOr", 2, 255, EFFECT, LVI_OP_ATOMIC_OR, "memory index ... value")           \
    X("atomic-xor atomicXor", 2, 255, EFFECT, LVI_OP_ATOMIC_XOR, "memory index ... value")        \
    X("atomic-exchange atomicExchange", 2, 255, EFFECT, LVI_OP_ATOMIC_EXCHANGE,                   \
      "memory index ... value")                                                                   \
    X("atomic-compare-exchange atomicCompSwap", 3, 255, EFFECT, LVI_OP_ATOMIC_COMPARE,            \
      "memory index ... compare value")
#define LVI_BUILTINS_ARRAYS(X)                         \
    X("array", 0, 255, ARRAY, 0, "element ...")        \
    X("array-of", 2, 2, ARRAY_OF, 0, "count function") \
    X("map", 2, 255, EACH, 0, "function array ...")    \
    X("fold", 3, 3, FOLD, 0, "function start array")   \
    X("with-at", 3, 4, WITH_AT, 0, "array index new [:unchecked]")
#define LVI_BUILTINS(X)          \
    LVI_BUILTINS_OPERATORS(X)    \
    LVI_BUILTINS_MATH(X)         \
    LVI_BUILTINS_TRIGONOMETRY(X) \
    LVI_BUILTINS_INTEGERS(X)     \
    LVI_BUILTINS_PACK(X)         \
    LVI_BUILTINS_GEOMETRY(X)     \
    LVI_BUILTINS_STAGES(X)       \
    LVI_BUILTINS_TYPES(X)        \
    LVI_BUILTINS_EFFECTS(X)      \
    LVI_BUILTINS_TEXTURES(X)     \
    LVI_BUILTINS_SUBGROUPS(X)    \
    LVI_BUILTINS_ARRAYS(X)

typedef struct lvi_builtin_row {
    uint8_t least, most, rule, op;
} lvi_builtin_row;

static const lvi_builtin_row lvi_builtins[] = {
#define LVI_ROW(names, least, most, rule, op, parameters) \
    {least, most, LVI_R_##rule, op},
    LVI_BUILTINS(LVI_ROW)
#undef LVI_ROW
};
#define LVI_BUILTIN_COUNT ((uint32_t)LVI_COUNT(lvi_builtins))

/* Special forms: they see their operands as written. Columns: id, names, operands at least, at
   most, syntax. The first rows are also the order of the handlers in `elaborate`. */
#define LVI_FORMS(X)                                                    \
    X(IF, "if", 3, 3, "condition then else")                            \
    X(LET, "let", 2, 2, "((name value) ...) body")                      \
    X(LET_STAR, "let*", 2, 2, "((name value) ...) body")                \
    X(FUNC, "func \316\273", 2, 2, "(name ...) body")                   \
    X(REC_FUNC, "rec-func", 2, 2, "(name ...) body")                    \
    X(LOOP, "loop", 2, 2, "((name start) ...) body")                    \
    X(COND, "cond", 1, 255, "(condition value) ... (else value)")       \
    X(CASE, "case", 2, 255, "value (pattern value) ... [(else value)]") \
    X(STATIC_IF, "static-if", 3, 3, "condition then else")              \
    X(AND, "and", 0, 255, "a ...")                                      \
    X(OR, "or", 0, 255, "a ...")                                        \
    X(THE, "the", 2, 2, "type value")                                   \
    X(WITH, "with", 1, 255, "value (field new) ...")                    \
    X(DO, "do", 0, 255, "statement ...")                                \
    X(WHEN, "when", 2, 255, "condition statement ...")                  \
    X(REC, "rec", 0, 255, "value ...")

enum {
#define LVI_ROW(id, names, least, most, syntax) LVI_FORM_##id,
    LVI_FORMS(LVI_ROW)
#undef LVI_ROW
    LVI_FORM_COUNT
};

typedef struct lvi_form_row {
    uint8_t least, most;
} lvi_form_row;

static const lvi_form_row lvi_form_rows[] = {
#define LVI_ROW(id, names, least, most, syntax) {least, most},
    LVI_FORMS(LVI_ROW)
#undef LVI_ROW
};

/* The names of each builtin, then of each special form, for lvi_word; likewise their operands. */
#define LVI_BUILTIN_ROW(names, least, most, rule, op, parameters) names "\0"
#define LVI_FORM_ROW(id, names, least, most, syntax) names "\0"
static const char lvi_names[] = LVI_BUILTINS(LVI_BUILTIN_ROW) LVI_FORMS(LVI_FORM_ROW);
#undef LVI_BUILTIN_ROW
#undef LVI_FORM_ROW
#define LVI_BUILTIN_ROW(names, least, most, rule, op, parameters) parameters "\0"
#define LVI_FORM_ROW(id, names, least, most, syntax) syntax "\0"
static const char lvi_syntax[] = LVI_BUILTINS(LVI_BUILTIN_ROW) LVI_FORMS(LVI_FORM_ROW);
#undef LVI_BUILTIN_ROW
#undef LVI_FORM_ROW

/* Top-level words and those of entry points, known by spelling alone. */
#define LVI_TOPLEVEL(X)                 \
    X(DEFINE, "define")                 \
    X(OUTPUT, "output")                 \
    X(INCLUDE, "include")               \
    X(STRUCT, "struct")                 \
    X(VARIANT, "variant")               \
    X(PUSH_CONSTANTS, "push-constants") \
    X(FRAG_DEPTH, "frag-depth")         \
    X(DISCARD_WHEN, "discard-when")     \
    X(POSITION, "position")             \
    X(POINT_SIZE, "point-size")         \
    X(FRAGMENT, "fragment")             \
    X(VERTEX, "vertex")                 \
    X(COMPUTE, "compute")               \
    X(INPUT, "input")                   \
    X(VARYING, "varying")               \
    X(UNIFORM, "uniform")               \
    X(BUFFER, "buffer")                 \
    X(TEXTURE, "texture")               \
    X(SAMPLER, "sampler")               \
    X(SAMPLED_IMAGE, "sampled-image")   \
    X(IMAGE, "image")                   \
    X(SPEC_CONSTANT, "spec-constant")   \
    X(SHARED, "shared")

enum {
#define LVI_ROW(id, name) LVI_TOP_##id,
    LVI_TOPLEVEL(LVI_ROW)
#undef LVI_ROW
    LVI_TOP_COUNT
};

#define LVI_ROW(id, name) name "\0"
static const char lvi_toplevel[] = LVI_TOPLEVEL(LVI_ROW);
#undef LVI_ROW

/* Keywords after the name of a resource. Columns: id, word, what stands after it: nothing, a whole
   number, or a form. */
#define LVI_OPTIONS(X)            \
    X(SET, "set", NUMBER)         \
    X(BINDING, "binding", NUMBER) \
    X(LOCATION, "location", NUMBER) \
    X(FORMAT, "format", FORM)     \
    X(FLAT, "flat", NOTHING)      \
    X(NOPERSPECTIVE, "noperspective", NOTHING) \
    X(CENTROID, "centroid", NOTHING) \
    X(SAMPLE, "sample", NOTHING)  \
    X(DEPTH, "depth", NOTHING)    \
    X(READONLY, "readonly", NOTHING) \
    X(WRITEONLY, "writeonly", NOTHING)

enum { LVI_AFTER_NOTHING, LVI_AFTER_NUMBER, LVI_AFTER_FORM };
enum {
#define LVI_ROW(id, word, after) LVI_OPT_##id,
    LVI_OPTIONS(LVI_ROW)
#undef LVI_ROW
    LVI_OPT_COUNT
};

#define LVI_ROW(id, word, after) word "\0"
static const char lvi_option_names[] = LVI_OPTIONS(LVI_ROW);
#undef LVI_ROW
static const uint8_t lvi_option_after[] = {
#define LVI_ROW(id, word, after) LVI_AFTER_##after,
    LVI_OPTIONS(LVI_ROW)
#undef LVI_ROW
};

/* Errors. Columns: id, stable name, message (each % takes an argument), explanation for the manual.
   The codes count from 1 in this order: new rows go to the end of a list. */
#define LVI_ERRORS_TEXT(X)                                                                    \
    X(MEMORY, "out-of-memory", "out of memory: % of % bytes in %; the arena has % bytes",     \
      "the caller's arena is too small; nothing is lost, try again with a larger one")        \
    X(LIMIT, "limit", "too many %: the limit is %",                                           \
      "a bound of the compiler or of SPIR-V was reached")                                     \
    X(BAD_CALL, "bad-call", "%", "an argument of lambdav_compile itself is wrong")            \
    X(UNCLOSED, "unclosed", "'%' is never closed", "a bracket without its partner")           \
    X(UNOPENED, "unopened", "'%' closes nothing", "a closing bracket without an opening one") \
    X(MISMATCH, "bracket-mismatch", "'%' does not close '%'", "( goes with ), [ with ]")      \
    X(BAD_NUMBER, "bad-number", "'%' begins like a number and is none", "see Numbers")        \
    X(NUMBER_RANGE, "number-range", "'%' does not fit: %",                                    \
      "a literal that no num, int or uint holds")                                             \
    X(BAD_NAME, "bad-name", "'%' is no name: %", "dots separate a value from its fields")     \
    X(UNCLOSED_TEXT, "unclosed-text", "this % is never closed",                               \
      "a string or comment runs to the end")                                                  \
    X(DATUM_COMMENT, "datum-comment", "'#;' has no form to take out", "nothing follows #;")   \
    X(TOO_LARGE, "too-large", "the text is larger than % bytes", "positions are 32 bits")
#define LVI_ERRORS_PROGRAM(X)                                                                      \
    X(SYNTAX, "syntax", "expected (% %)", "a special form or top-level form is written wrongly")   \
    X(EXPECTED_NAME, "expected-name", "expected a name, not '%'", "only a name can be bound")      \
    X(DUPLICATE, "duplicate", "'%%' is there twice",                                               \
      "a name twice in one list, or two definitions")                                              \
    X(NO_OUTPUT, "no-output", "nothing is computed: the text has no output",                       \
      "write an expression")                                                                       \
    X(OUTPUT_TYPE, "output-type", "%, not %", "see output")                                        \
    X(LOCATION, "location", "an output's location is a whole number from 0 to 31, not '%'",        \
      "(output N e)")                                                                              \
    X(NO_SUCH_TYPE, "no-such-type", "'%' is no type", "num, bool, vec3, mat4 ... or a struct")     \
    X(INTERFACE_TYPE, "interface-type", "% cannot be %", "bool and structs have no place in it")   \
    X(INCLUDE_MISSING, "include-missing", "there is no text named %",                              \
      "the callback did not find it")                                                              \
    X(INCLUDE_CYCLE, "include-cycle", "% includes itself",                                         \
      "an include leads back to its own text")                                                     \
    X(NO_ENTRY, "no-entry", "there is no entry point named '%'", "option entry names none")
#define LVI_ERRORS_NAMES(X)                                                                        \
    X(UNKNOWN_NAME, "unknown-name", "'%' is not defined", "no binding, definition or builtin")     \
    X(CYCLE, "cycle", "the value of '%' depends on itself", "a definition needs its own value")    \
    X(NOT_FUNCTION, "not-function", "'%' is %, not a function", "only functions can be applied")   \
    X(NOT_VALUE, "not-value", "% stands where a value must be",                                    \
      "a function cannot be computed with")                                                        \
    X(ARGUMENT_COUNT, "argument-count", "'%' takes % but is given %",                              \
      "too few or too many operands")                                                              \
    X(OPERAND_COUNT, "operand-count", "expected (% %), not %", "too few or too many operands")     \
    X(EMPTY_LIST, "empty-list", "an empty list means nothing", "() is no expression")              \
    X(MISPLACED, "misplaced", "'%' cannot stand here",                                             \
      "text, a keyword or a top-level form as a value")                                            \
    X(FORM_CHOSEN, "form-chosen", "the special form '%' is chosen at run time",                    \
      "special forms must be known when the program is compiled")                                  \
    X(NO_FIELD, "no-field", "% has no field '%'", "no such field, component or column")            \
    X(DEPTH, "depth", "calls are nested deeper than %: this never ends, or needs rec-func",        \
      "expansion without end, or max_depth is too small")                                          \
    X(CALLS, "calls", "more than % calls are expanded: this never ends, or is too large",          \
      "expansion without end, or max_calls is too small")
#define LVI_ERRORS_TYPES(X)                                                                        \
    X(OPERAND_TYPE, "operand-type", "'%' does not take %", "an operand has the wrong type")        \
    X(OPERAND_MISMATCH, "operand-mismatch", "'%' does not take % and % together",                  \
      "operands must agree")                                                                       \
    X(CONDITION_TYPE, "condition-type", "a condition is a bool, not %", "if, cond, and, or ...")   \
    X(ARM_MISMATCH, "arm-mismatch", "% have different types: % and %", "rec-match fails")          \
    X(NOT_CONSTANT, "not-constant", "% must be known when the program is compiled",                \
      "static-if takes literals and builtins folded from them")                                    \
    X(ANNOTATION, "annotation", "this is %, not %", "a value does not have the type written")      \
    X(CONSTRUCTOR, "constructor", "'%' takes % components but is given %",                         \
      "wrong number of parts")                                                                     \
    X(INDEX_RANGE, "index-range", "index % is out of range: % has %", "a constant index")          \
    X(PRODUCT, "product", "no product of % and %: as many columns left as rows right",             \
      "linear algebra; per component there is no such operator")                                   \
    X(SWIZZLE, "swizzle", "'%' is no swizzle of %",                                                \
      "1 to 4 of xyzw, rgba or stpq, one set at a time")
#define LVI_ERRORS_EFFECTS(X)                                                                      \
    X(NON_UNIFORM, "non-uniform",                                                                  \
      "some invocations of the workgroup may not come to this barrier",                            \
      "a barrier under a condition that varies: undefined in Vulkan; a warning")                   \
    X(ACCESS, "access", "'%' does not take '%': % it",                                             \
      "a buffer that is readonly or writeonly, a uniform")                                         \
    X(EFFECT_PLACE, "effect-place",                                                                \
      "the effect '%' stands where a value is computed: name it first, "                           \
      "(do (bind x ...) ...)",                                                                     \
      "effects run where 'do', an entry or an arm of a choice puts them")
#define LVI_ERRORS_REC(X)                                                                          \
    X(REC_OUTSIDE, "rec-outside", "'rec' outside of a rec-func", "t-rec: there is no R")           \
    X(REC_NOT_TAIL, "rec-not-tail", "'rec' is not in tail position",                               \
      "t-rec: a value is made of it")                                                              \
    X(REC_COUNT, "rec-count", "'rec' passes %, the rec-func takes %", "t-rec: len(tau) = n")       \
    X(REC_TYPE, "rec-type", "'rec' passes % for '%', which began as %", "t-rec: types must stay")  \
    X(REC_FUNCTION, "rec-function", "'rec' passes another function for '%': %",                    \
      "a parameter that is a function is one of a finite set")                                     \
    X(REC_MISSING, "rec-missing", "this rec-func never uses rec", "t-rec-func: the body is Rec")   \
    X(REC_ENDLESS, "rec-endless", "this rec-func has no way out", "t-rec-func: the body is Rec")   \
    X(REC_PARAMETERS, "rec-parameters", "a rec-func has at least one parameter", "t-rec: n > 0")   \
    X(REC_VALUE, "rec-value", "the value of a rec-func cannot be %", "it is never a function")
#define LVI_ERRORS_DATA(X)                                                                         \
    X(CASE_VALUE, "case-value", "'case' takes a variant or a struct apart, not %",                 \
      "patterns are for what constructors make")                                                   \
    X(CASE_MISSING, "case-missing", "this case does not cover %",                                  \
      "each value needs a clause, or there is an else")                                            \
    X(CASE_UNREACHED, "case-unreached", "nothing is left for this clause",                         \
      "the clauses before it take all that it would")                                              \
    X(NO_CONSTRUCTOR, "no-constructor", "'%' is no constructor of '%'",                            \
      "a pattern begins with a constructor of the value that is taken apart")                      \
    X(UNTYPED_FIELD, "untyped-field", "the fields of '%' need types: '%' holds it",                \
      "what a variant holds has a type all the way down")                                          \
    X(ARRAY_LENGTHS, "array-lengths", "'map' takes arrays of one length, not of % and %",          \
      "the function gets an element of each")
#define LVI_ERRORS_STAGES(X)                                                                       \
    X(OPTION, "option", "'%' does not take '%'", "a keyword that means nothing there")             \
    X(WHOLE_NUMBER, "whole-number", "% is a whole number from 0 to %, not '%'",                    \
      "a set, binding, location or size")                                                          \
    X(STAGE, "stage", "a % entry has no '%'",                                                      \
      "each stage has its own inputs, outputs and operations")                                     \
    X(TARGET, "target", "the target, SPIR-V 1.0, has no '%'", "subgroups need SPIR-V 1.3")         \
    X(WORKGROUP, "workgroup",                                                                      \
      "the size of a workgroup is a whole number from 1 to 65535, not '%'",                        \
      "a constant, or a spec-constant of uint")                                                    \
    X(WORKGROUP_SPECIALISED, "workgroup-specialised",                                              \
      "before SPIR-V 1.6, a workgroup of specialised size is the module's only one",               \
      "compile one entry at a time, or for SPIR-V 1.6")                                            \
    X(VARYING_TYPE, "varying-type", "varying '%' is % here, % in another vertex entry",            \
      "all vertex entries give a varying one type")                                                \
    X(IMAGE_TYPE, "image-type",                                                                    \
      "'%' is no image: 1d, 1d-array, 2d, 2d-array, 2d-ms, 2d-ms-array, "                          \
      "3d, cube, cube-array, buffer",                                                              \
      "what a texture, sampled-image or image is")                                                 \
    X(IMAGE_FORMAT, "image-format", "'%' is no format of an image",                                \
      "rgba8, r32f, rgba16ui ...: GLSL's names")                                                   \
    X(IMAGE_USE, "image-use", "'%' does not take %: %", "images differ in what they can do")       \
    X(IMAGE_CHOSEN, "image-chosen", "the image that '%' takes is chosen at run time",              \
      "apply it to each and choose a result, or index an array of images")                         \
    X(OPERAND_WANTED, "operand-wanted", "'%' takes % here, not %",                                 \
      "the coordinates follow from the image")                                                     \
    X(LOCATION_TAKEN, "location-taken", "'%' has location %, which is taken",                      \
      "one input for each location of an entry; a matrix takes one for each column")               \
    X(BINDING_TAKEN, "binding-taken", "'%' has binding % of set %, which is taken",                \
      "one resource for each binding of a set")
#define LVI_ERRORS_MEMORY(X)                                                                       \
    X(ARRAY_COUNT, "array-count", "an array has from 1 to % elements, not '%'",                    \
      "a whole number, or a spec-constant of int or uint")                                         \
    X(CONTAINS_ITSELF, "contains-itself", "'%' contains itself", "a value has an end")  \
    X(SPEC_DEFAULT, "spec-default", "'%' is no number, true or false",                             \
      "a spec-constant has a default, whose type is its type")                                     \
    X(NOT_LOADED, "not-loaded", "'%' can be written: only 'load' reads it",                        \
      "memory that is not :readonly is read in the order of the writes")
#define LVI_ERRORS(X)     \
    LVI_ERRORS_TEXT(X)    \
    LVI_ERRORS_PROGRAM(X) \
    LVI_ERRORS_NAMES(X)   \
    LVI_ERRORS_TYPES(X)   \
    LVI_ERRORS_REC(X)     \
    LVI_ERRORS_DATA(X)    \
    LVI_ERRORS_EFFECTS(X) \
    LVI_ERRORS_STAGES(X)  \
    LVI_ERRORS_MEMORY(X)

enum {
    LVI_E_NONE,
#define LVI_ROW(id, name, message, explanation) LVI_E_##id,
    LVI_ERRORS(LVI_ROW)
#undef LVI_ROW
    LVI_E_END
};

/* Words for lvi_word: pointers would take more room than the texts. */
#define LVI_ROW(id, name, message, explanation) name "\0"
static const char lvi_error_names[] = LVI_ERRORS(LVI_ROW);
#undef LVI_ROW
#define LVI_ROW(id, name, message, explanation) message "\0"
static const char lvi_error_messages[] = LVI_ERRORS(LVI_ROW);
#undef LVI_ROW
#define LVI_ROW(id, name, message, explanation) explanation "\0"
static const char lvi_error_texts[] = LVI_ERRORS(LVI_ROW);
#undef LVI_ROW

/* generated from the rows by tools/gen_names.c: begin
   An open hash table of all names: row + 1, and where the name begins in lvi_names. */
#define LVI_NAME_SLOTS 512u
static const uint16_t lvi_name_rows[LVI_NAME_SLOTS] = {
    0, 107, 223, 0, 9, 0, 0, 0, 0, 194, 0, 0, 0, 130, 0, 0,
    66, 0, 0, 47, 133, 0, 0, 0, 0, 7, 201, 89, 110, 183, 16, 99,
    110, 2, 187, 195, 203, 0, 98, 149, 197, 182, 0, 188, 25, 49, 198, 225,
    85, 0, 0, 0, 63, 0, 95, 0, 12, 95, 0, 61, 112, 182, 62, 198,
    187, 202, 0, 76, 159, 195, 30, 94, 216, 31, 75, 107, 0, 93, 54, 196,
    20, 0, 0, 196, 199, 74, 0, 0, 0, 0, 0, 36, 11, 32, 101, 150,
    165, 178, 185, 186, 202, 43, 0, 0, 0, 159, 188, 134, 152, 0, 0, 184,
    204, 0, 0, 0, 0, 97, 212, 8, 70, 88, 154, 0, 0, 88, 155, 38,
    20, 97, 113, 190, 109, 218, 96, 39, 99, 98, 69, 169, 65, 63, 178, 65,
    181, 193, 0, 17, 83, 138, 191, 115, 203, 0, 0, 157, 0, 0, 174, 214,
    0, 34, 41, 227, 57, 0, 0, 110, 0, 100, 126, 21, 0, 0, 0, 129,
    210, 0, 0, 42, 0, 150, 66, 90, 0, 0, 0, 0, 78, 0, 81, 162,
    0, 128, 0, 62, 0, 0, 0, 96, 0, 0, 140, 172, 211, 0, 0, 0,
    158, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 92, 0, 22, 0, 46,
    0, 35, 10, 100, 0, 0, 0, 0, 0, 0, 0, 37, 69, 86, 6, 94,
    83, 95, 81, 146, 156, 33, 169, 177, 193, 193, 204, 208, 135, 209, 10, 85,
    137, 155, 215, 219, 103, 125, 179, 221, 224, 0, 68, 215, 0, 19, 68, 64,
    78, 119, 161, 179, 184, 0, 0, 0, 99, 40, 168, 48, 53, 73, 82, 98,
    82, 92, 67, 80, 3, 93, 89, 108, 120, 59, 78, 136, 170, 177, 185, 192,
    175, 191, 213, 80, 0, 29, 118, 94, 0, 0, 0, 0, 143, 116, 185, 0,
    0, 77, 91, 0, 0, 205, 81, 4, 180, 220, 72, 101, 151, 154, 197, 0,
    0, 40, 0, 0, 0, 0, 0, 130, 142, 27, 67, 80, 176, 194, 0, 124,
    182, 0, 0, 0, 180, 26, 107, 0, 0, 206, 0, 181, 0, 0, 0, 0,
    0, 8, 48, 71, 105, 164, 51, 173, 121, 141, 91, 190, 183, 9, 147, 189,
    13, 58, 28, 62, 153, 192, 0, 50, 163, 92, 145, 123, 131, 184, 17, 176,
    70, 132, 205, 0, 0, 0, 0, 207, 69, 0, 0, 56, 0, 79, 96, 82,
    106, 192, 0, 45, 111, 173, 77, 87, 66, 15, 18, 144, 200, 68, 77, 117,
    60, 200, 201, 1, 19, 85, 102, 194, 206, 217, 55, 84, 0, 0, 90, 5,
    16, 24, 93, 114, 199, 0, 12, 122, 148, 165, 0, 0, 146, 0, 0, 48,
    0, 0, 0, 23, 11, 101, 127, 186, 0, 84, 139, 0, 0, 0, 0, 0,
    26, 26, 79, 97, 167, 171, 0, 166, 0, 14, 79, 0, 13, 65, 222, 195,
    0, 104, 0, 44, 63, 175, 163, 226, 100, 0, 52, 0, 0, 160, 0, 0
};
static const uint16_t lvi_name_starts[LVI_NAME_SLOTS] = {
    0, 1655, 3464, 0, 25, 0, 0, 0, 0, 3002, 0, 0, 0, 2009, 0, 0,
    539, 0, 0, 347, 2024, 0, 0, 0, 0, 16, 3192, 1062, 1735, 2631, 115, 1489,
    1708, 2, 2772, 3035, 3248, 0, 1424, 2124, 3107, 2605, 0, 2799, 183, 389, 3128, 3473,
    978, 0, 0, 0, 480, 0, 1321, 0, 63, 1291, 0, 449, 1758, 2597, 455, 3117,
    2760, 3233, 0, 708, 2220, 3019, 240, 1263, 3423, 248, 697, 1668, 0, 1221, 411, 3068,
    150, 0, 0, 3080, 3153, 689, 0, 0, 0, 0, 0, 272, 44, 252, 1588, 2131,
    2289, 2490, 2690, 2746, 3217, 329, 0, 0, 0, 2214, 2784, 2029, 2150, 0, 0, 2671,
    3309, 0, 0, 0, 0, 1409, 3403, 20, 653, 1029, 2164, 0, 0, 1047, 2182, 288,
    157, 1377, 1770, 2839, 1700, 3437, 1363, 292, 1471, 1441, 605, 2337, 511, 470, 2480, 492,
    2551, 2925, 0, 119, 936, 2050, 2860, 1781, 3273, 0, 0, 2198, 0, 0, 2406, 3410,
    0, 261, 320, 3481, 427, 0, 0, 1722, 0, 1539, 1930, 163, 0, 0, 0, 1982,
    3390, 0, 0, 325, 0, 2136, 530, 1115, 0, 0, 0, 0, 752, 0, 859, 2244,
    0, 1968, 0, 465, 0, 0, 0, 1335, 0, 0, 2062, 2372, 3395, 0, 0, 0,
    2206, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1165, 0, 167, 0, 342,
    0, 266, 32, 1521, 0, 0, 0, 0, 0, 0, 0, 279, 617, 1017, 12, 1247,
    946, 1307, 871, 2103, 2190, 256, 2325, 2470, 2938, 2950, 3296, 3377, 2034, 3386, 34, 991,
    2044, 2176, 3415, 3442, 1626, 1915, 2510, 3457, 3468, 0, 583, 3420, 0, 144, 571, 485,
    764, 1823, 2236, 2499, 2649, 0, 0, 0, 1505, 308, 2314, 352, 406, 681, 899, 1456,
    925, 1180, 548, 835, 4, 1234, 1081, 1692, 1833, 437, 780, 2039, 2348, 2459, 2702, 2896,
    2417, 2875, 3406, 843, 0, 232, 1811, 1277, 0, 0, 0, 0, 2080, 1787, 2714, 0,
    0, 720, 1149, 0, 0, 3334, 887, 6, 2536, 3447, 674, 1571, 2143, 2169, 3096, 0,
    0, 297, 0, 0, 0, 0, 0, 2005, 2074, 220, 560, 826, 2438, 2968, 0, 1902,
    2590, 0, 0, 0, 2520, 210, 1680, 0, 0, 3346, 0, 2575, 0, 0, 0, 0,
    0, 23, 377, 666, 1639, 2266, 397, 2396, 1846, 2068, 1130, 2846, 2619, 29, 2110, 2820,
    81, 432, 226, 460, 2157, 2913, 0, 393, 2252, 1193, 2092, 1882, 2015, 2660, 126, 2449,
    639, 2019, 3321, 0, 0, 0, 0, 3371, 628, 0, 0, 422, 0, 792, 1350, 910,
    1645, 2902, 0, 337, 1748, 2385, 739, 1023, 520, 104, 130, 2086, 3167, 594, 730, 1798,
    443, 3180, 3205, 0, 137, 1004, 1619, 2983, 3359, 3432, 416, 967, 0, 0, 1097, 8,
    108, 178, 1206, 1778, 3138, 0, 65, 1861, 2117, 2274, 0, 0, 2098, 0, 0, 365,
    0, 0, 0, 172, 47, 1603, 1953, 2732, 0, 956, 2056, 0, 0, 0, 0, 0,
    200, 189, 809, 1394, 2308, 2360, 0, 2303, 0, 100, 801, 0, 78, 502, 3461, 3050,
    0, 1635, 0, 333, 475, 2428, 2258, 3476, 1555, 0, 401, 0, 0, 2228, 0, 0
};
/* generated from the rows by tools/gen_names.c: end */

/* ------------------------------------------------------------------------------------------------
   // >>softfloat  [5]  binary32 bit patterns -> binary32 bit patterns
   IEEE 754 binary32 in integers, round to nearest even, subnormals and signed zeros kept. A value
   is its bit pattern in a uint32_t. Every NaN result is LVI_FP_NAN: the language does not observe
   a NaN's sign and payload.

   Method: a finite operand is sign, exponent and significand with value sig * 2^exp. An operation
   computes an exact result, or one of 26 or more leading bits whose lowest bit is sticky (set if
   anything non-zero lies below), and lvi_fp_round does the single rounding. Addition, subtraction
   and multiplication are fma with an operand of 1 or of zero, which IEEE 754 makes the same values.

   Nothing here needs a run-time helper of the compiler: no division, no 64-bit multiplication and
   no 64-bit shift by a variable or by a constant other than 32. */

#define LVI_FP_SIGN 0x80000000u
#define LVI_FP_INF 0x7f800000u
#define LVI_FP_NAN 0x7fc00000u
#define LVI_FP_ONE 0x3f800000u
#define LVI_FP_HALF 0x3f000000u

/* A finite value sig * 2^exp with its sign (0 or LVI_FP_SIGN). */
typedef struct {
    uint64_t sig;
    uint32_t sign;
    int32_t exp;
} lvi_fp_wide;

static int lvi_fp_is_nan(uint32_t x) {
    return (x & ~LVI_FP_SIGN) > LVI_FP_INF;
}

static int lvi_fp_is_inf(uint32_t x) {
    return (x & ~LVI_FP_SIGN) == LVI_FP_INF;
}

/* True for both zeros. */
static int lvi_fp_is_zero(uint32_t x) {
    return (x & ~LVI_FP_SIGN) == 0;
}

/* x, or the one NaN if x is any NaN. */
static uint32_t lvi_fp_canonical(uint32_t x) {
    return lvi_fp_is_nan(x) ? LVI_FP_NAN : x;
}

/* x * 2^n modulo 2^64, n < 64. */
static uint64_t lvi_fp_shl64(uint64_t x, uint32_t n) {
    uint32_t hi = (uint32_t)(x >> 32);
    uint32_t lo = (uint32_t)x;
    if (n >= 32) {
        hi = lo;
        lo = 0;
        n -= 32;
    }
    if (n != 0) {
        hi = (hi << n) | (lo >> (32 - n));
        lo <<= n;
    }
    return ((uint64_t)hi << 32) | lo;
}

/* x >> n for any n, with the lowest bit set if a bit that fell off was. */
static uint64_t lvi_fp_shr64_sticky(uint64_t x, uint32_t n) {
    uint32_t hi = (uint32_t)(x >> 32);
    uint32_t lo = (uint32_t)x;
    uint32_t lost = 0;
    if (n >= 64) return x != 0;
    if (n >= 32) {
        lost = lo;
        lo = hi;
        hi = 0;
        n -= 32;
    }
    if (n != 0) {
        lost |= lo << (32 - n);
        lo = (lo >> n) | (hi << (32 - n));
        hi >>= n;
    }
    return ((uint64_t)hi << 32) | lo | (lost != 0);
}

/* The number of zero bits above the highest one; x is not 0. */
static uint32_t lvi_fp_clz32(uint32_t x) {
    uint32_t n = 31;
    if (x >> 16) n -= 16, x >>= 16;
    if (x >> 8) n -= 8, x >>= 8;
    if (x >> 4) n -= 4, x >>= 4;
    if (x >> 2) n -= 2, x >>= 2;
    return n - (x >> 1);
}

static uint32_t lvi_fp_clz64(uint64_t x) {
    uint32_t hi = (uint32_t)(x >> 32);
    return hi != 0 ? lvi_fp_clz32(hi) : 32 + lvi_fp_clz32((uint32_t)x);
}

/* The whole product, from 16-bit halves. */
static uint64_t lvi_fp_mul32(uint32_t a, uint32_t b) {
    uint32_t al = a & 0xffff, ah = a >> 16, bl = b & 0xffff, bh = b >> 16;
    uint32_t low = al * bl;
    uint32_t mid = ah * bl + (low >> 16);
    uint32_t mid2 = al * bh + (mid & 0xffff);
    uint32_t high = ah * bh + (mid >> 16) + (mid2 >> 16);
    return ((uint64_t)high << 32) | (mid2 << 16) | (low & 0xffff);
}

/* sig * 2^exp to the nearest binary32, ties to even; too large is infinity, 0 is a zero of the
   sign. The lowest bit of sig may be sticky if sig >= 2^25. |exp| < 2^30. */
static uint32_t lvi_fp_round(uint32_t sign, int32_t exp, uint64_t sig) {
    uint32_t shift, top, low;
    if (sig == 0) return sign;
    shift = lvi_fp_clz64(sig);
    sig = lvi_fp_shl64(sig, shift);
    top = (uint32_t)(sig >> 32) | ((uint32_t)sig != 0);
    exp += 190 - (int32_t)shift;
    if (exp >= 255) return sign | LVI_FP_INF;
    if (exp < 1) {
        uint32_t n = (uint32_t)(1 - exp);
        top = n > 31 ? 0 : (top >> n) | ((top << (32 - n)) != 0);
        exp = 1;
    }
    low = top & 0xff;
    top >>= 8;
    top += low + (top & 1) > 0x80;
    return sign + ((uint32_t)(exp - 1) << 23) + top;
}

/* The parts of a finite x, with 2^23 <= sig < 2^24 unless x is a zero (subnormals too). */
static lvi_fp_wide lvi_fp_unpack(uint32_t x) {
    lvi_fp_wide r;
    uint32_t sig = x & 0x7fffff;
    uint32_t biased = (x >> 23) & 0xff;
    r.sign = x & LVI_FP_SIGN;
    r.exp = (int32_t)biased - 150;
    if (biased != 0) {
        sig |= 0x800000;
    } else if (sig != 0) {
        uint32_t n = lvi_fp_clz32(sig) - 8;
        sig <<= n;
        r.exp = -149 - (int32_t)n;
    }
    r.sig = sig;
    return r;
}

/* Moves the highest bit of a non-zero significand below 2^63 to bit 62. */
static void lvi_fp_normalise(lvi_fp_wide *x) {
    uint32_t n = lvi_fp_clz64(x->sig) - 1;
    x->sig = lvi_fp_shl64(x->sig, n);
    x->exp -= (int32_t)n;
}

/* x + y with one rounding; significands of at most 48 bits. After normalising, 14 low bits are
   zero: a distance of one place loses nothing, and a larger one leaves enough above the sticky
   bit. */
static uint32_t lvi_fp_sum(lvi_fp_wide x, lvi_fp_wide y) {
    if (x.sig == 0 && y.sig == 0) return x.sign & y.sign;
    if (y.sig == 0) return lvi_fp_round(x.sign, x.exp, x.sig);
    if (x.sig == 0) return lvi_fp_round(y.sign, y.exp, y.sig);
    lvi_fp_normalise(&x);
    lvi_fp_normalise(&y);
    if (x.exp < y.exp || (x.exp == y.exp && x.sig < y.sig)) {
        lvi_fp_wide swap = x;
        x = y;
        y = swap;
    }
    y.sig = lvi_fp_shr64_sticky(y.sig, (uint32_t)(x.exp - y.exp));
    if (x.sign == y.sign) return lvi_fp_round(x.sign, x.exp, x.sig + y.sig);
    x.sig -= y.sig;
    return x.sig == 0 ? 0 : lvi_fp_round(x.sign, x.exp, x.sig);
}

/* a * b + c with one rounding. */
static uint32_t lvi_fp_fma(uint32_t a, uint32_t b, uint32_t c) {
    lvi_fp_wide x, y;
    uint32_t sign = (a ^ b) & LVI_FP_SIGN;
    if (lvi_fp_is_nan(a) || lvi_fp_is_nan(b) || lvi_fp_is_nan(c)) return LVI_FP_NAN;
    if (lvi_fp_is_inf(a) || lvi_fp_is_inf(b)) {
        if (lvi_fp_is_zero(a) || lvi_fp_is_zero(b)) return LVI_FP_NAN;
        if (lvi_fp_is_inf(c) && (c & LVI_FP_SIGN) != sign) return LVI_FP_NAN;
        return sign | LVI_FP_INF;
    }
    if (lvi_fp_is_inf(c)) return c;
    x = lvi_fp_unpack(a);
    y = lvi_fp_unpack(b);
    x.sign = sign;
    x.exp += y.exp;
    x.sig = lvi_fp_mul32((uint32_t)x.sig, (uint32_t)y.sig);
    return lvi_fp_sum(x, lvi_fp_unpack(c));
}

static uint32_t lvi_fp_add(uint32_t a, uint32_t b) {
    return lvi_fp_fma(a, LVI_FP_ONE, b);
}

static uint32_t lvi_fp_sub(uint32_t a, uint32_t b) {
    return lvi_fp_fma(b, LVI_FP_ONE | LVI_FP_SIGN, a);
}

/* The zero that is added has the product's sign, so it never changes the product. */
static uint32_t lvi_fp_mul(uint32_t a, uint32_t b) {
    return lvi_fp_fma(a, b, (a ^ b) & LVI_FP_SIGN);
}

/* a / b for 0 < a, b < 2^63 with one rounding, times 2^exp and the sign. Restoring division: 28
   quotient bits, of which the first may be 0, and a sticky one. No branch depends on the data. */
static uint32_t lvi_fp_ratio(uint32_t sign, int32_t exp, uint64_t a, uint64_t b) {
    uint32_t na = lvi_fp_clz64(a) - 1;
    uint32_t nb = lvi_fp_clz64(b) - 1;
    uint32_t quotient = 0, bl, bh;
    int i;
    a = lvi_fp_shl64(a, na);
    b = lvi_fp_shl64(b, nb);
    bl = (uint32_t)b;
    bh = (uint32_t)(b >> 32);
    for (i = 0; i < 28; i++) {
        uint64_t rest = a - b;
        uint32_t less = (uint32_t)(rest >> 32) >> 31;
        quotient = quotient + quotient + (less ^ 1);
        rest += ((uint64_t)(bh & (0 - less)) << 32) | (bl & (0 - less));
        a = rest + rest;
    }
    return lvi_fp_round(sign, exp + (int32_t)nb - (int32_t)na - 28,
                        quotient + quotient + (a != 0));
}

static uint32_t lvi_fp_div(uint32_t a, uint32_t b) {
    lvi_fp_wide x, y;
    uint32_t sign = (a ^ b) & LVI_FP_SIGN;
    if (lvi_fp_is_nan(a) || lvi_fp_is_nan(b)) return LVI_FP_NAN;
    if (lvi_fp_is_inf(a)) return lvi_fp_is_inf(b) ? LVI_FP_NAN : sign | LVI_FP_INF;
    if (lvi_fp_is_zero(b)) return lvi_fp_is_zero(a) ? LVI_FP_NAN : sign | LVI_FP_INF;
    if (lvi_fp_is_inf(b) || lvi_fp_is_zero(a)) return sign;
    x = lvi_fp_unpack(a);
    y = lvi_fp_unpack(b);
    return lvi_fp_ratio(sign, x.exp - y.exp, x.sig, y.sig);
}

/* The square root; -0 for -0, NaN below that. Two bits of sig * 2^28 (twice that if the exponent is
   odd) give one bit of the root, 26 or 27 significant ones in all, and the rest is sticky. */
static uint32_t lvi_fp_sqrt(uint32_t a) {
    lvi_fp_wide x;
    uint32_t radicand, odd, root = 0, rest = 0;
    int i;
    if (lvi_fp_is_zero(a) || a == LVI_FP_INF) return a;
    if (a > LVI_FP_INF) return LVI_FP_NAN;
    x = lvi_fp_unpack(a);
    odd = (uint32_t)x.exp & 1;
    radicand = (uint32_t)x.sig << (6 + odd);
    for (i = 0; i < 27; i++) {
        rest = (rest << 2) | (radicand >> 30);
        radicand <<= 2;
        root <<= 1;
        if (rest > root << 1) {
            rest -= (root << 1) | 1;
            root |= 1;
        }
    }
    return lvi_fp_round(0, (x.exp - (int32_t)odd - 28) / 2 - 1, root + root + (rest != 0));
}

typedef enum {
    LVI_FP_FLOOR,
    LVI_FP_CEIL,
    LVI_FP_TRUNC,
    LVI_FP_ROUND, /* half away from zero */
    LVI_FP_ROUND_EVEN
} lvi_fp_mode;

/* x to an integral value; a zero result has the sign of x. The magnitude is cut to a multiple of
   unit, then perhaps raised by one unit; a carry runs into the exponent, as it must. */
static uint32_t lvi_fp_integral(uint32_t x, lvi_fp_mode mode) {
    uint32_t sign = x & LVI_FP_SIGN;
    uint32_t mag = x ^ sign;
    uint32_t unit = LVI_FP_ONE, half = LVI_FP_HALF, whole = 0, part = mag, odd = 0;
    int up = 0;
    if (mag >= 0x4b000000u) return lvi_fp_canonical(x);
    if (mag >= LVI_FP_ONE) {
        unit = 1u << (150 - (mag >> 23));
        half = unit >> 1;
        part = mag & (unit - 1);
        whole = mag - part;
        odd = whole & unit;
    }
    if (mode == LVI_FP_FLOOR) up = sign != 0 && part != 0;
    if (mode == LVI_FP_CEIL) up = sign == 0 && part != 0;
    if (mode == LVI_FP_ROUND) up = part >= half;
    if (mode == LVI_FP_ROUND_EVEN) up = part > half || (part == half && odd != 0);
    return sign | (up ? whole + unit : whole);
}

/* x - floor(x), rounded: in [0, 1], +0 for integral x, NaN for infinities. */
static uint32_t lvi_fp_fract(uint32_t x) {
    return lvi_fp_sub(x, lvi_fp_integral(x, LVI_FP_FLOOR));
}

static uint32_t lvi_fp_neg(uint32_t x) {
    return lvi_fp_canonical(x ^ LVI_FP_SIGN);
}

static uint32_t lvi_fp_abs(uint32_t x) {
    return lvi_fp_canonical(x & ~LVI_FP_SIGN);
}

/* 1, -1, +0 for both zeros, NaN for NaN. */
static uint32_t lvi_fp_signum(uint32_t x) {
    if (lvi_fp_is_nan(x)) return LVI_FP_NAN;
    return lvi_fp_is_zero(x) ? 0 : LVI_FP_ONE | (x & LVI_FP_SIGN);
}

/* An integer in the order of the values that are no NaN; the same for both zeros. */
static int32_t lvi_fp_key(uint32_t x) {
    int32_t mag = (int32_t)(x & ~LVI_FP_SIGN);
    return (x & LVI_FP_SIGN) != 0 ? -mag : mag;
}

static int lvi_fp_unordered(uint32_t a, uint32_t b) {
    return lvi_fp_is_nan(a) || lvi_fp_is_nan(b);
}

/* Ordered: false if an operand is a NaN. OpFUnordNotEqual is !lvi_fp_eq. */
static int lvi_fp_eq(uint32_t a, uint32_t b) {
    return !lvi_fp_unordered(a, b) && lvi_fp_key(a) == lvi_fp_key(b);
}

static int lvi_fp_lt(uint32_t a, uint32_t b) {
    return !lvi_fp_unordered(a, b) && lvi_fp_key(a) < lvi_fp_key(b);
}

static int lvi_fp_le(uint32_t a, uint32_t b) {
    return !lvi_fp_unordered(a, b) && lvi_fp_key(a) <= lvi_fp_key(b);
}

/* FMin and NMin: the other operand if one is a NaN; -0 is less than +0. */
static uint32_t lvi_fp_min(uint32_t a, uint32_t b) {
    if (lvi_fp_is_nan(a)) return lvi_fp_canonical(b);
    if (lvi_fp_is_nan(b)) return a;
    if (lvi_fp_key(a) == lvi_fp_key(b)) return a | b;
    return lvi_fp_key(a) < lvi_fp_key(b) ? a : b;
}

/* FMax and NMax: the other operand if one is a NaN; +0 is greater than -0. */
static uint32_t lvi_fp_max(uint32_t a, uint32_t b) {
    if (lvi_fp_is_nan(a)) return lvi_fp_canonical(b);
    if (lvi_fp_is_nan(b)) return a;
    if (lvi_fp_key(a) == lvi_fp_key(b)) return a & b;
    return lvi_fp_key(a) > lvi_fp_key(b) ? a : b;
}

/* The integer of that magnitude, rounded. */
static uint32_t lvi_fp_from_int(int negative, uint64_t magnitude) {
    return lvi_fp_round(negative && magnitude != 0 ? LVI_FP_SIGN : 0, 0, magnitude);
}

/* x cut to an integer of 32 bits, as its two's complement if is_signed. Returns 0 if it does not
   fit; what is above -1 and below 0 is 0 and fits. */
static int lvi_fp_to_int(uint32_t x, int is_signed, uint32_t *out) {
    uint32_t sign = x >> 31, mag = x & ~LVI_FP_SIGN, n;
    *out = 0;
    if (mag < LVI_FP_ONE) return 1;
    if (mag >= 0x4f800000u) return 0;
    n = ((mag << 8) | LVI_FP_SIGN) >> (158 - (mag >> 23));
    *out = sign ? 0 - n : n;
    return is_signed ? n <= 0x7fffffffu + sign : !sign;
}

/* ------------------------------------------------------------------------------------------------
   // >>number  [6]  token -> kind, 64-bit magnitude, binary32 bits; bits -> shortest text
       number = ["+" | "-"] (decimal | hex)
       decimal = digits suffix | (digits ["." [digits]] | "." digits) [("e" | "E") exponent]
       hex = ("0x" | "0X") (the same of hex digits, with "p" and "P" for "e" and "E")
       exponent = ["+" | "-"] digits          always decimal
       suffix = "i" | "u"

   Every conversion is correctly rounded (nearest, ties to even), for any number of digits and any
   exponent, in linear time and constant memory. A decimal is w * 10^e = w * 5^e * 2^e:
   - if w and 5^|e| fit 64 bits, one product or one division of 64-bit integers decides exactly;
   - else the same on integers of LVI_NM_WORDS words. Two neighbouring binary32 values have a middle
     of at most 113 significant digits, so digits after the first 120 count only as zero or not. */

#define LVI_NM_DIGITS 120u /* significant decimal digits that are kept, before one for the rest */
#define LVI_NM_WORDS 14u   /* 10^121 < 2^402, 5^166 < 2^386, and one word to spare */

typedef enum {
    LVI_NM_ERROR, /* no number */
    LVI_NM_BARE,  /* no suffix, dot or exponent */
    LVI_NM_FLOAT,
    LVI_NM_INT, /* suffix i */
    LVI_NM_UINT /* suffix u */
} lvi_nm_kind;

typedef struct {
    lvi_nm_kind kind;
    int negative;       /* there is a minus sign, also before 0 */
    int too_large;      /* BARE, INT, UINT: the magnitude needs more than 64 bits */
    int infinite;       /* BARE, FLOAT: rounds to infinity */
    uint32_t bits;      /* BARE, FLOAT: the binary32, with its sign */
    uint64_t magnitude; /* BARE, INT, UINT: the exact magnitude, if not too_large */
} lvi_number;

/* Little-endian words, zero from len on. */
typedef struct {
    uint32_t len;
    uint32_t word[LVI_NM_WORDS];
} lvi_nm_big;

/* The digits of a token as they are read: value = w * base^(dropped - after), if nothing else is
   dropped than zeros (rest == 0). */
typedef struct {
    uint64_t w;                 /* the leading digits, as many as fit */
    size_t count;               /* digits in all */
    size_t significant;         /* digits from the first that is not 0 */
    size_t after;               /* digits after the dot */
    size_t dropped;             /* digits that did not fit w */
    uint32_t rest;              /* those, or-ed */
    uint32_t dot;               /* whether there was one */
    const unsigned char *first; /* the first digit that is not 0 */
} lvi_nm_digits;

static void lvi_nm_big_set(lvi_nm_big *a, uint64_t value) {
    uint32_t i;
    for (i = 0; i < LVI_NM_WORDS; i++) a->word[i] = 0;
    a->word[0] = (uint32_t)value;
    a->word[1] = (uint32_t)(value >> 32);
    a->len = 2;
}

/* a = a * factor + add, both below 2^16. The caller knows that it fits. */
static void lvi_nm_big_muladd(lvi_nm_big *a, uint32_t factor, uint32_t add) {
    uint32_t i;
    for (i = 0; i < a->len; i++) {
        uint32_t low = (a->word[i] & 0xffff) * factor + add;
        uint32_t high = (a->word[i] >> 16) * factor + (low >> 16);
        a->word[i] = (high << 16) | (low & 0xffff);
        add = high >> 16;
    }
    if (add != 0) a->word[a->len++] = add;
}

/* a = a * 5^n. */
static void lvi_nm_big_pow5(lvi_nm_big *a, int32_t n) {
    while (n > 0) {
        int six = n >= 6;
        lvi_nm_big_muladd(a, six ? 15625 : 5, 0);
        n -= six ? 6 : 1;
    }
}

/* a = a * 2^n. The caller knows that it fits. */
static void lvi_nm_big_shl(lvi_nm_big *a, uint32_t n) {
    uint32_t words = n >> 5;
    uint32_t bits = n & 31;
    uint32_t i;
    for (i = LVI_NM_WORDS; i-- > 0;) {
        uint32_t high = i >= words ? a->word[i - words] : 0;
        uint32_t low = i > words ? a->word[i - words - 1] : 0;
        a->word[i] = bits != 0 ? (high << bits) | (low >> (32 - bits)) : high;
    }
    a->len = LVI_NM_WORDS;
}

/* The number of bits of a; also drops zero words from the top. a is not 0. */
static uint32_t lvi_nm_big_bits(lvi_nm_big *a) {
    while (a->word[a->len - 1] == 0) a->len--;
    return a->len * 32 - lvi_fp_clz32(a->word[a->len - 1]);
}

/* a < b, both of n words at most. */
static int lvi_nm_big_less(const lvi_nm_big *a, const lvi_nm_big *b, uint32_t n) {
    uint32_t i = n - 1;
    while (i > 0 && a->word[i] == b->word[i]) i--;
    return a->word[i] < b->word[i];
}

/* One step of long division: subtracts b from a if it goes, then doubles a; returns the quotient
   bit. a < 2 * b before and after, and both fit n words. */
static uint32_t lvi_nm_big_step(lvi_nm_big *a, const lvi_nm_big *b, uint32_t n) {
    uint32_t goes = (uint32_t)!lvi_nm_big_less(a, b, n);
    uint32_t borrow = 0, carry = 0, i;
    for (i = 0; i < n; i++) {
        uint64_t rest = (uint64_t)a->word[i] - (b->word[i] & (0 - goes)) - borrow;
        borrow = (uint32_t)(rest >> 32) & 1;
        a->word[i] = ((uint32_t)rest << 1) | carry;
        carry = (uint32_t)rest >> 31;
    }
    return goes;
}

/* a * 10^exp to the nearest binary32, by exact long division; a is used up. Not 0. */
static uint32_t lvi_nm_big_round(lvi_nm_big *a, int32_t exp) {
    lvi_nm_big b;
    uint32_t na, nb, n, i, quotient = 0;
    lvi_nm_big_set(&b, 1);
    lvi_nm_big_pow5(exp < 0 ? &b : a, exp < 0 ? -exp : exp);
    na = lvi_nm_big_bits(a);
    nb = lvi_nm_big_bits(&b);
    if (na > nb) lvi_nm_big_shl(&b, na - nb);
    if (nb > na) lvi_nm_big_shl(a, nb - na);
    n = ((na > nb ? na : nb) >> 5) + 1;
    for (i = 0; i < 28; i++) quotient += quotient + lvi_nm_big_step(a, &b, n);
    lvi_nm_big_set(&b, 0);
    return lvi_fp_round(0, exp + (int32_t)na - (int32_t)nb - 28,
                        quotient + quotient + (uint32_t)lvi_nm_big_less(&b, a, n));
}

/* x * factor + add; both are below 32. The caller knows that it fits. */
static uint64_t lvi_nm_muladd(uint64_t x, uint32_t factor, uint32_t add) {
    uint32_t hi = (uint32_t)(x >> 32);
    uint32_t lo = (uint32_t)x;
    if (x < 0x8000000) return lo * factor + add;
    return ((uint64_t)(hi * factor) << 32) + lvi_fp_mul32(lo, factor) + add;
}

/* w / 10^n for w > 0 and n from 1 to 8, as most numbers are written: times the reciprocal of 5^n,
   in 64 bits rounded up. The product of a tie is exact: what the reciprocal is too large by is less
   than a unit of the 64th bit, and cut off. Others are at most 2 units off, and further from a tie,
   m / 2^e with m below 2^25: |w 2^e - m 10^n| >= 1. */
static uint32_t lvi_nm_fraction(uint32_t w, uint32_t n) {
    static const uint32_t inverse[8][2] = {{0xcccccccc, 0xcccccccd}, {0xa3d70a3d, 0x70a3d70b},
                                           {0x83126e97, 0x8d4fdf3c}, {0xd1b71758, 0xe219652c},
                                           {0xa7c5ac47, 0x1b478424}, {0x8637bd05, 0xaf6c69b6},
                                           {0xd6bf94d5, 0xe57a42bd}, {0xabcc7711, 0x8461cefd}};
    uint32_t shift = lvi_fp_clz32(w), bits = (n * 2378 >> 10) + 1; /* of 5^n */
    uint64_t product = lvi_fp_mul32(w << shift, inverse[n - 1][0])
                       + (lvi_fp_mul32(w << shift, inverse[n - 1][1]) >> 32);
    if (!(product >> 32 & LVI_FP_SIGN)) product += product, shift++;
    return lvi_fp_round(0, -31 - (int32_t)(shift + bits + n), product);
}

/* w * 10^exp to the nearest binary32, for exp from -70 to 40 and w > 0. */
static uint32_t lvi_nm_scale(uint64_t w, int32_t exp) {
    lvi_nm_big a;
    uint64_t scaled = exp < 0 ? 1 : w;
    int32_t n = exp < 0 ? -exp : exp;
    if (exp < 0 && n <= 8 && !(w >> 32)) return lvi_nm_fraction((uint32_t)w, (uint32_t)n);
    for (; n > 0 && scaled >> 32 < 0x20000000u; n--) scaled = lvi_nm_muladd(scaled, 5, 0);
    if (n == 0 && exp >= 0) return lvi_fp_round(0, exp, scaled);
    if (n == 0 && w >> 32 < LVI_FP_SIGN) return lvi_fp_ratio(0, exp, w, scaled); /* <= 5^27 */
    lvi_nm_big_set(&a, w);
    return lvi_nm_big_round(&a, exp);
}

static uint32_t lvi_nm_digit(unsigned char c) {
    uint32_t letter = ((uint32_t)c | 0x20) - 'a';
    if ((uint32_t)c - '0' < 10) return (uint32_t)c - '0';
    return letter < 6 ? letter + 10 : 16;
}

static void lvi_nm_push(lvi_nm_digits *d, uint32_t digit, uint32_t base) {
    const uint64_t limit = base == 16 ? (uint64_t)1 << 60 : UINT64_MAX / 10;
    int fits = d->w < limit || (base == 10 && d->w == limit && digit <= 5);
    if (d->dropped != 0 || !fits) {
        d->dropped++;
        d->rest |= digit;
    } else {
        d->w = lvi_nm_muladd(d->w, base, digit);
    }
}

/* Reads digits with at most one dot among them; returns where they end. */
static const unsigned char *lvi_nm_read_digits(const unsigned char *p, const unsigned char *end,
                                               uint32_t base, lvi_nm_digits *d) {
    for (; p != end; p++) {
        uint32_t digit = lvi_nm_digit(*p);
        if (*p == '.' && !d->dot) {
            d->dot = 1;
            continue;
        }
        if (digit >= base) break;
        d->count++;
        d->after += d->dot;
        if (d->significant == 0 && digit == 0) continue;
        if (d->significant++ == 0) d->first = p;
        lvi_nm_push(d, digit, base);
    }
    return p;
}

/* Reads an exponent into *exp, which stops growing at 10^18; returns where it ends, NULL if it has
   no digits. */
static const unsigned char *lvi_nm_read_exponent(const unsigned char *p, const unsigned char *end,
                                                 int64_t *exp) {
    uint64_t value = 0;
    int negative = p != end && *p == '-';
    if (p != end && (*p == '-' || *p == '+')) p++;
    if (p == end || lvi_nm_digit(*p) >= 10) return NULL;
    for (; p != end && lvi_nm_digit(*p) < 10; p++) {
        if (value >> 32 < 0x01000000u) value = lvi_nm_muladd(value, 10, lvi_nm_digit(*p));
    }
    *exp = negative ? -(int64_t)value : (int64_t)value;
    return p;
}

/* The decimal digits of d, of which 64 bits hold the first only, with the dot at place `point` of
   the significant ones, to the nearest binary32. */
static uint32_t lvi_nm_long(const lvi_nm_digits *d, int32_t point) {
    lvi_nm_big a;
    const unsigned char *p = d->first;
    size_t left = d->significant;
    uint32_t kept = 0, rest = 0;
    lvi_nm_big_set(&a, 0);
    for (; left != 0; p++) {
        uint32_t digit = (uint32_t)*p - '0';
        if (*p == '.') continue;
        left--;
        if (kept < LVI_NM_DIGITS) {
            lvi_nm_big_muladd(&a, 10, digit);
            kept++;
        } else {
            rest |= digit;
        }
    }
    if (rest != 0) {
        lvi_nm_big_muladd(&a, 10, 1);
        kept++;
    }
    return lvi_nm_big_round(&a, point - (int32_t)kept);
}

static int32_t lvi_nm_clamp(int64_t x) {
    if (x > 10000) return 10000;
    return x < -10000 ? -10000 : (int32_t)x;
}

/* The digits times 10^exp, or 2^exp if they are hexadecimal, to the nearest binary32. A decimal is
   0.ddd * 10^point: 10^39 is past the largest value, 10^-46 below half of the smallest. */
static uint32_t lvi_nm_convert(const lvi_nm_digits *d, uint32_t base, int64_t exp) {
    int64_t places = (int64_t)d->dropped - (int64_t)d->after;
    int32_t point;
    if (d->significant == 0) return 0;
    if (base == 16) {
        places += places;
        return lvi_fp_round(0, lvi_nm_clamp(exp + places + places), d->w | (d->rest != 0));
    }
    point = lvi_nm_clamp(exp - (int64_t)d->after + (int64_t)d->significant);
    if (point > 39) return LVI_FP_INF;
    if (point < -45) return 0;
    if (d->dropped != 0) return lvi_nm_long(d, point);
    return lvi_nm_scale(d->w, point - (int32_t)d->significant);
}

/* Whether a token has to be a number: a digit, or a sign, a dot or both before a digit. */
static int lvi_nm_looks_numeric(const unsigned char *text, size_t n) {
    size_t i = 0;
    if (i < n && (text[i] == '+' || text[i] == '-')) i++;
    if (i < n && text[i] == '.') i++;
    return i < n && lvi_nm_digit(text[i]) < 10;
}

/* Classifies and converts a whole token; returns out->kind. LVI_NM_ERROR leaves the rest of *out
   0. */
static lvi_nm_kind lvi_nm_parse(const unsigned char *text, size_t n, lvi_number *out) {
    const unsigned char *p = text;
    const unsigned char *end = text + n;
    lvi_nm_digits d;
    lvi_nm_kind kind = LVI_NM_BARE;
    uint32_t base = 10;
    int64_t exp = 0;
    int negative;
    out->kind = LVI_NM_ERROR;
    out->negative = out->too_large = out->infinite = 0;
    out->bits = 0;
    out->magnitude = 0;
    d.w = 0;
    d.count = d.significant = d.after = d.dropped = 0;
    d.rest = d.dot = 0;
    d.first = text;
    if (!lvi_nm_looks_numeric(text, n)) return LVI_NM_ERROR;
    negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    if (end - p >= 2 && p[0] == '0' && (p[1] | 0x20) == 'x') {
        base = 16;
        p += 2;
    }
    p = lvi_nm_read_digits(p, end, base, &d);
    if (d.count == 0) return LVI_NM_ERROR;
    if (d.dot) kind = LVI_NM_FLOAT;
    if (p != end && (*p | 0x20) == (base == 16 ? 'p' : 'e')) {
        kind = LVI_NM_FLOAT;
        p = lvi_nm_read_exponent(p + 1, end, &exp);
    } else if (p != end && kind == LVI_NM_BARE && (*p == 'i' || *p == 'u')) {
        kind = *p++ == 'i' ? LVI_NM_INT : LVI_NM_UINT;
    }
    if (p != end) return LVI_NM_ERROR;
    out->kind = kind;
    out->negative = negative;
    if (kind != LVI_NM_FLOAT) {
        out->too_large = d.dropped != 0;
        out->magnitude = out->too_large ? 0 : d.w;
    }
    if (kind == LVI_NM_BARE || kind == LVI_NM_FLOAT) {
        out->bits = lvi_nm_convert(&d, base, exp);
        out->infinite = out->bits == LVI_FP_INF;
        if (negative) out->bits |= LVI_FP_SIGN;
    }
    return kind;
}

#define LVI_NM_PRINT 16u /* the bytes that lvi_nm_print may write */

/* The first 10 significant digits, cut, of a finite value above 0; returns k, where
   value = d.ddd * 10^k. Scales numerator and denominator until the quotient is one digit, then
   takes a digit by 4 steps of long division by 8 * b, which leave 16 times the remainder. */
static int32_t lvi_nm_expand(uint32_t bits, uint32_t digits[10]) {
    lvi_fp_wide x = lvi_fp_unpack(bits);
    lvi_nm_big a, b;
    int32_t k = 0;
    uint32_t i, j;
    lvi_nm_big_set(&a, x.sig);
    lvi_nm_big_set(&b, 1);
    lvi_nm_big_shl(x.exp < 0 ? &b : &a, (uint32_t)(x.exp < 0 ? -x.exp : x.exp));
    for (; !lvi_nm_big_less(&a, &b, LVI_NM_WORDS); k++) lvi_nm_big_muladd(&b, 10, 0);
    for (; lvi_nm_big_less(&a, &b, LVI_NM_WORDS); k--) lvi_nm_big_muladd(&a, 10, 0);
    a.len = LVI_NM_WORDS;
    for (i = 0; i < 10; i++) {
        lvi_nm_big_shl(&b, 3);
        digits[i] = 0;
        for (j = 0; j < 4; j++) {
            digits[i] += digits[i] + lvi_nm_big_step(&a, &b, LVI_NM_WORDS);
        }
        lvi_nm_big_muladd(&a, 5, 0);
    }
    return k;
}

/* Whether the first n digits, plus one in the last place if `up`, read as these bits. */
static int lvi_nm_reads_as(uint32_t bits, const uint32_t digits[10], uint32_t n, uint32_t up,
                           int32_t k) {
    uint32_t w = 0;
    uint32_t i;
    for (i = 0; i < n; i++) w = w * 10 + digits[i];
    return lvi_nm_scale(w + up, k + 1 - (int32_t)n) == bits;
}

/* The fewest digits that read as these bits, the nearest such if there are two; returns how many.
   If any n-digit decimal does, then one of the two around the value does; 9 digits always do. */
static uint32_t lvi_nm_shorten(uint32_t bits, uint32_t digits[10], int32_t *k) {
    uint32_t n, up;
    *k = lvi_nm_expand(bits, digits);
    for (n = 1;; n++) {
        up = digits[n] >= 5;
        if (lvi_nm_reads_as(bits, digits, n, up, *k)) break;
        up ^= 1;
        if (lvi_nm_reads_as(bits, digits, n, up, *k)) break;
    }
    digits[n - 1] += up;
    if (digits[n - 1] == 10) { /* then n is 1: a carry makes a shorter decimal, found before */
        digits[0] = 1;
        ++*k;
    }
    return n;
}

/* Writes digits as d.ddd * 10^k, with an exponent if k is below -4 or above 8; returns the end. */
static char *lvi_nm_layout(char *dst, const uint32_t *digits, uint32_t n, int32_t k) {
    int scientific = k < -4 || k > 8;
    int32_t point = scientific ? 1 : k + 1;
    uint32_t exp = (uint32_t)(k < 0 ? -k : k);
    uint32_t tens = (exp * 205) >> 11; /* exp / 10, for exp < 69 */
    int32_t i;
    if (point <= 0) {
        *dst++ = '0';
        *dst++ = '.';
        for (i = point; i < 0; i++) *dst++ = '0';
    }
    for (i = 0; i < (int32_t)n || i < point; i++) {
        if (i != 0 && i == point) *dst++ = '.';
        *dst++ = (char)('0' + (i < (int32_t)n ? digits[i] : 0));
    }
    if (!scientific) return dst;
    *dst++ = 'e';
    *dst++ = k < 0 ? '-' : '+';
    if (tens != 0) *dst++ = (char)('0' + tens);
    *dst++ = (char)('0' + exp - tens * 10);
    return dst;
}

/* Writes the shortest text that reads as these bits, "inf", "-inf" or "nan"; no zero byte. Returns
   its length, at most LVI_NM_PRINT. */
static uint32_t lvi_nm_print(uint32_t bits, char *dst) {
    uint32_t digits[10];
    uint32_t n = 1;
    int32_t k = 0;
    char *p = dst;
    const char *word = lvi_fp_is_nan(bits) ? "nan" : "inf";
    if (!lvi_fp_is_nan(bits) && (bits & LVI_FP_SIGN) != 0) *p++ = '-';
    bits &= ~LVI_FP_SIGN;
    if (bits >= LVI_FP_INF) {
        while (*word != 0) *p++ = *word++;
        return (uint32_t)(p - dst);
    }
    digits[0] = 0;
    if (bits != 0) n = lvi_nm_shorten(bits, digits, &k);
    return (uint32_t)(lvi_nm_layout(p, digits, n, k) - dst);
}

/* ------------------------------------------------------------------------------------------------
   // >>arena  [7]  the caller's memory, used from both ends
   The low end is one growing array at a time (first the forms, then the nodes, then the words), so
   what grows without a known end stays contiguous and never moves. Everything else comes from the
   high end and stays until the compile ends; sections that make many equal short-lived blocks keep
   free lists. When the ends meet, the compile stops (cx->stop) with one error that says what and
   where, and the allocator hands back a sink: callers need no NULL ladders, loops look at cx->stop.
   All sizes are checked by division, all blocks are 8-byte aligned. An arena beyond 4 GiB is used
   up to 4 GiB. */

typedef struct lvi_arena {
    unsigned char *base;
    uint32_t size; /* a multiple of 8 */
    uint32_t low;  /* end of the low array */
    uint32_t high; /* start of the high blocks */
} lvi_arena;

#define LVI_SINK 8u        /* reference of the sink */
#define LVI_SINK_SIZE 256u /* its bytes: the largest fixed-size block */

/* A form: 16 bytes. */
typedef struct lvi_form {
    uint32_t next; /* following form of the same list, 0 at its end */
    /* LIST: first element; SYMBOL, DOT: symbol; numbers: bits; SPECIAL: LVI_FORM_x;
       DIM, `2d` ...: row of lvi_dims */
    uint32_t a;
    uint32_t pos;  /* where it begins, counted over all sources */
    /* cache: SYMBOL: depth of its binding + 2, 1: global, 0: not known; LIST: where its value is
       given a name, for debuggers */
    uint32_t kind : 8, cache : 24;
} lvi_form;

enum {
    LVI_LIST, LVI_SYMBOL, LVI_DOT, LVI_LITERAL, LVI_FLOAT, LVI_INT, LVI_UINT, LVI_TRUTH, LVI_STRING,
    LVI_KEYWORD, LVI_SPECIAL, LVI_DIM
};

/* A compile-time value (see elaborate). */
typedef struct lvi_value {
    uint32_t tag, ref;
} lvi_value;

enum {
    LVI_V_POISON,   /* follows an error: has every type, is never reported again */
    LVI_V_NODE,     /* ref: node */
    /* ref: the form of a bare literal, which takes the type that its place asks for */
    LVI_V_LITERAL,
    LVI_V_CLOSURE,  /* ref: lvi_closure */
    LVI_V_BUILTIN,  /* ref: row of lvi_builtins */
    LVI_V_FORM,     /* ref: LVI_FORM_x */
    LVI_V_FIELD,    /* ref: symbol of a field or swizzle, as a function */
    LVI_V_MAKER,    /* ref: lvi_struct, its constructor */
    LVI_V_GETTER,   /* ref: lvi_getter, `ray-dir` */
    LVI_V_TUPLE,    /* ref: lvi_tuple */
    LVI_V_COND,     /* ref: lvi_cond whose arms are functions */
    LVI_V_TREE,     /* ref: lvi_cond with a REC in an arm: of type Rec or PureRec */
    LVI_V_REC,      /* ref: uint32_t[leaves of the parameters]; type PureRec */
    LVI_V_THUNK,    /* ref: lvi_thunk; only in environments, arguments and tuples */
    LVI_V_MEMBER,   /* ref: lvi_member; only in globals */
    LVI_V_RESOURCE, /* ref: lvi_resource that is no plain value */
    LVI_V_PLACE,    /* ref: lvi_place */
    LVI_V_UNIT,     /* what an effect gives that gives nothing */
    LVI_V_KEYWORD   /* ref: the form; only operands of `at` */
};

typedef struct lvi_closure {
    uint32_t form; /* the (func ...) or (rec-func ...) form */
    uint32_t env;
    uint32_t loops;     /* 1: a rec-func, 2: a loop, whose binders hold the initial values */
    uint32_t irregular; /* its special form was reached through a variable, see lvi_el_lookup */
} lvi_closure;

typedef struct lvi_getter {
    uint32_t type, symbol;
} lvi_getter;

typedef struct lvi_tuple {
    uint32_t type;  /* lvi_struct */
    uint32_t solid; /* 1: no field holds a thunk any more */
    lvi_value fields[1];
} lvi_tuple;

/* What the text declares that lives outside: variables of the module. */
enum {
    LVI_RES_INPUT, LVI_RES_VARYING, LVI_RES_PUSH, LVI_RES_UNIFORM, LVI_RES_BUFFER, LVI_RES_SHARED,
    LVI_RES_SPEC, LVI_RES_TEXTURE, LVI_RES_SAMPLER, LVI_RES_SAMPLED_IMAGE, LVI_RES_IMAGE
};
static const char lvi_resource_names[] =
    "an input\0a varying (fragment entries read it)\0push constants\0a uniform\0a buffer\0"
    "shared memory\0a specialisation constant\0a texture\0a sampler\0a sampled image\0an image";
typedef struct lvi_resource {
    uint32_t next;
    uint32_t kind, ordinal;
    uint32_t symbol, form; /* its name, and where that stands */
    uint32_t type;         /* T of LVI_RES_INPUT ... SPEC */
    uint32_t set, binding; /* descriptors */
    uint32_t location;     /* inputs and varyings; SpecId of a specialisation constant */
    uint32_t flags;        /* LVI_RESF_x of its kind; of inputs and varyings: 1 << LVI_OPT_x */
    uint32_t detail;       /* image type, default value ...: its kind's own */
    uint32_t layout;       /* lvi_layout of memory */
    uint32_t place;        /* lvi_place of memory whose name means all of it */
    uint32_t id;           /* the emitter's */
    uint32_t pointer;      /* the emitter's: type of the variable */
    uint32_t plan;         /* the emitter's: the last entry that was found to use it */
} lvi_resource;

/* Flags of memory: UNIFORM, BUFFER, PUSH, SHARED. `type` of a block is the struct of its fields. */
enum {
    LVI_RESF_READONLY = 1,
    LVI_RESF_WRITEONLY = 2,
    LVI_RESF_BARE = 4,    /* the name means the only field of the block */
    LVI_RESF_BROKEN = 8,  /* after an error */
    LVI_RESF_READ = 16,   /* the emitter's: something reads it */
    LVI_RESF_WRITTEN = 32 /* ... writes it */
};
#define LVI_RESOURCE(ordinal) \
    LVI_AT(lvi_resource, LVI_AT(uint32_t, cx->resource_table)[ordinal])

/* What an image is: lvi_resource.detail of textures and images, none of samplers. */
typedef struct lvi_image {
    uint32_t dim;     /* row of lvi_dims */
    uint32_t kind;    /* of its components */
    uint32_t depth;   /* it can be compared */
    uint32_t storage; /* 1: image */
    uint32_t format;  /* SPIR-V's, 0: not known */
    uint32_t count;   /* of an array of them, 0: one */
    uint32_t count_node;
    uint32_t array, pointer; /* the emitter's: ids of the array's types */
} lvi_image;

/* Memory inside of a resource: what an access chain of these indices leads to. */
typedef struct lvi_place {
    uint32_t resource;  /* lvi_resource */
    uint32_t type;      /* T of what is there */
    uint32_t unchecked; /* an index may be out of range */
    uint32_t count;     /* indices */
    /* nodes: the RESOURCE; then the indices, INT constants for members, else INT or UINT */
    uint32_t operands[1];
} lvi_place;

typedef struct lvi_cond {
    uint32_t condition; /* node */
    uint32_t form;      /* the `if` */
    lvi_value yes, no;
} lvi_cond;

/* CALL: the application of `value`, a function, to `env`, an lvi_argv; `form` stands for it. */
enum { LVI_THUNK_READY, LVI_THUNK_BUSY, LVI_THUNK_DONE, LVI_THUNK_CALL };
typedef struct lvi_thunk {
    uint32_t form, env;
    uint32_t state, call;
    lvi_value value;
} lvi_thunk;

/* An environment is a chain of bindings, the innermost first. */
typedef struct lvi_binding {
    uint32_t parent, jump; /* jump: a skip pointer: any ancestor is O(log depth) away */
    uint32_t depth : 24, irregular : 8;
    uint32_t symbol;
    uint32_t older; /* the binding of this symbol that was made before */
    uint32_t type_form; /* (name type): what `the` would say, 0: none */
    lvi_value value;
} lvi_binding;

/* One application that is being expanded, tail calls included. */
typedef struct lvi_call_record {
    uint32_t parent, form, depth;
    uint32_t scope; /* lvi_scope of the text that is evaluated in it, 0: nobody asks */
} lvi_call_record;

/* One application of a function of the text, as debuggers see it: made for LAMBDAV_DEBUG_FULL
   alone. */
typedef struct lvi_scope {
    uint32_t site;     /* lvi_scope whose text has the application; 0: this is no function */
    uint32_t form;     /* the application */
    uint32_t callee;   /* the func, rec-func or loop form */
    uint32_t back;     /* the emitter's: the next one inwards, for a walk */
    uint32_t function; /* OpFunction for which `id` and `inlined` are true, 0: none yet */
    uint32_t id;       /* DebugFunction or DebugLexicalBlock */
    uint32_t inlined;  /* DebugInlinedAt, 0: not inlined */
    uint32_t entered;  /* OpFunction that has told about its constants */
    uint32_t constants; /* lvi_local */
} lvi_scope;

/* A name that is bound, for debuggers. */
typedef struct lvi_local {
    uint32_t next; /* all of them */
    uint32_t same; /* of the same node, or constants of the same scope */
    uint32_t scope, symbol, form;
    uint32_t number; /* parameters: from 1, others: 0 */
    lvi_value value;
} lvi_local;

typedef struct lvi_global {
    uint32_t form;     /* where it is defined */
    uint32_t override; /* by lambdav_options.defines */
    uint32_t replaced; /* the text's own definition, which `override` replaces; 0: none */
    lvi_value value;
} lvi_global;

typedef struct lvi_symbol {
    const unsigned char *text;
    uint32_t size, hash;
    uint32_t next;    /* hash chain */
    uint32_t global;  /* lvi_global, 0: the text defines no such name */
    uint32_t bound;   /* youngest environment entry that binds it */
    uint16_t builtin; /* index + 1 in the name table: builtins, then special forms; 0: none */
    uint16_t spare;
    uint32_t field;   /* mark of the last list that has such a field: a struct's form, a stamp */
    uint32_t source;  /* as an include's name: the source + 1 */
    uint32_t entry[LVI_STAGE_COUNT]; /* as an entry point's name: the form that named it first */
} lvi_symbol;

typedef struct lvi_source {
    const unsigned char *text;
    const char *name;
    uint32_t size, name_size;
    uint32_t start;  /* position of its first byte, counted over all sources */
    uint32_t forms;  /* its first top-level form */
    uint32_t parent; /* source + 1 that includes it, 0: none */
    uint32_t include_form;
    uint32_t resume; /* while an include of it is read: the form that follows */
    uint32_t open;   /* its includes are being read */
} lvi_source;

typedef struct lvi_node {
    uint16_t op, type;
    uint16_t count; /* operands; more than 3: a[0] is the reference of a uint32_t[count] */
    uint8_t flags;  /* LVI_F_x */
    uint8_t cost;   /* own plus operands', saturating */
    uint32_t a[3];
    uint32_t form, call; /* the form and call record that first made it */
    uint32_t link;       /* hash chain; free for schedule */
} lvi_node;

enum {
    LVI_F_GUARDED = 2, /* must not run unasked, as it may not terminate, or divides by 0 */
    LVI_F_VARIES = 4,  /* no CONST, and no CONSTRUCT of what does not vary */
    LVI_F_EFFECT = 8,  /* depends on an effect */
    LVI_F_SPEC = 16,   /* depends on a specialisation constant */
    LVI_F_KNOWN = 32   /* some component of it is a CONST */
};
#define LVI_NODE(id) (&cx->nodes[id])

typedef struct lvi_loop {
    uint32_t node;        /* its LOOP node, 0 while the body is elaborated */
    uint32_t first_param; /* node of parameter 0; the others follow */
    uint32_t param_count;
    uint32_t inits; /* uint32_t[param_count], initial values */
    uint32_t result_count;
    uint32_t tree;    /* lvi_tree */
    uint32_t ordinal; /* its place in cx->loop_table */
} lvi_loop;
#define LVI_LOOP(ordinal) LVI_AT(lvi_loop, LVI_AT(uint32_t, cx->loop_table)[ordinal])

enum { LVI_TREE_IF, LVI_TREE_EXIT, LVI_TREE_REC };
typedef struct lvi_tree {
    uint32_t kind;
    uint32_t a; /* IF: condition; EXIT, REC: uint32_t[result_count or param_count] */
    uint32_t yes, no;
} lvi_tree;

/* A root of an entry point: what it writes, the discard condition, or an effect alone. */
enum {
    LVI_ROOT_OUTPUT, LVI_ROOT_DEPTH, LVI_ROOT_DISCARD, LVI_ROOT_POSITION, LVI_ROOT_POINT_SIZE,
    LVI_ROOT_VARYING, LVI_ROOT_EFFECT
};
enum { LVI_LOCATIONS = 32 };
typedef struct lvi_root {
    uint32_t next, entry;
    uint32_t kind, location;
    uint32_t resource; /* VARYING: lvi_resource */
    uint32_t form; /* the expression */
    uint32_t at;   /* the top-level form, for messages */
    uint32_t node; /* once elaborated */
} lvi_root;

typedef struct lvi_entry {
    uint32_t next;
    uint32_t name; /* a symbol */
    uint32_t form;      /* the top-level form, 0 for the loose outputs */
    uint32_t stage;     /* LVI_STAGE_x */
    uint32_t skipped;   /* the options ask for another one */
    uint32_t size[3];   /* forms: of a workgroup, 0: 1 */
    uint32_t size_nodes[3]; /* uint constants, maybe specialisation constants */
    uint32_t specialised;   /* some is */
    uint32_t roots, last_root;
    uint32_t effect;                  /* node: the token after all its effects, 0: it has none */
    uint32_t discard;                 /* node: one condition for all of its discards, 0: none */
} lvi_entry;

static int lvi_root_is_output(const lvi_root *r) {
    return r->kind != LVI_ROOT_DISCARD && r->kind != LVI_ROOT_EFFECT;
}

/* A static type T, as the text writes them, is a machine type (below 256) or the reference of one
   of these (never that small). */
enum { LVI_ST_STRUCT, LVI_ST_MATRIX, LVI_ST_PAIR, LVI_ST_ARRAY, LVI_ST_VARIANT, LVI_ST_TAG };
#define LVI_IS_MACHINE(type) ((type) < 256u)
typedef struct lvi_struct {
    uint32_t symbol, form;
    uint32_t kind;  /* LVI_ST_x; MATRIX: of bools; PAIR: what a builtin gives */
    uint32_t count; /* fields; elements of an ARRAY, 0: known at run time */
    uint32_t element; /* T of an ARRAY's elements; 0: they have a type each, of their own */
    uint32_t length;  /* of an ARRAY: the lvi_resource that is its count, a spec-constant */
    uint32_t fields; /* lvi_field[count] */
    /* of a struct of the text: uint32_t[mask + 1], open hashing: index of a field + 1 */
    uint32_t table, mask;
    uint32_t typed; /* some field has a type */
    uint32_t shape; /* type of a bool matrix, whose fields are its columns; else 0 */
    /* A VARIANT's fields are its tag, then those of all its constructors in a row; `element` is the
       first constructor, the others follow by `next`. A constructor is a TAG: `element` is the
       variant, `tag` its number, `first` where its fields begin in the variant's. */
    uint32_t tag, first;
    uint32_t blank; /* of a VARIANT: lvi_tuple of UNDEF values, 0: not made yet */
    uint32_t next;
    uint32_t layouts[3]; /* lvi_layout by LVI_LAYOUT_x, where it is in memory */
} lvi_struct;

typedef struct lvi_field {
    uint32_t symbol, type_form;
    uint32_t type; /* T, once it is in memory */
} lvi_field;

/* How a struct or array stands in memory that has a layout; NONE: shared memory has none. */
enum { LVI_LAYOUT_NONE, LVI_LAYOUT_STD430, LVI_LAYOUT_STD140 };
typedef struct lvi_layout {
    uint32_t type, rules;
    uint32_t align, size; /* bytes */
    uint32_t stride;      /* of an array */
    uint32_t offsets;     /* of a struct: uint32_t[count] */
    uint32_t nesting;     /* structs and arrays, one in the other, this one included */
    uint32_t state;       /* LVI_THUNK_x */
    uint32_t broken;      /* after an error */
    uint32_t parent, index, form; /* on the way: what asked for it; the part in hand; where */
    uint32_t id, count_id; /* the emitter's: the type, the constant that is its count */
    uint32_t debug_id;     /* the emitter's: DebugTypeComposite or DebugTypeArray */
} lvi_layout;

typedef struct lvi_member {
    uint32_t next, symbol, form;
    uint32_t index, type, offset;
} lvi_member;

/* ------------------------------------------------------------------------------------------------
   // >>regions  [8]  the result of schedule, as emit reads it
   The graph says what is computed, not where. schedule gives every live node a place: a REGION (a
   run of items that is executed as a whole or not at all) and a position in it. Regions form a
   tree: the entry's root; the two arms of a selection; a loop's body root, and below it the arms of
   its decision tree; the body of a memo cell; what is left after a discard. Everything is in the
   arena; references are byte offsets (LVI_AT), 0 is none. The emitter walks with its own stack:
   region->parent and region->owner lead back up, item->next goes on.

   VALUES. What has a value is an ITEM. An operand slot (uint32_t) is either
       LVI_IS_NODE(slot): a constant, node LVI_SLOT_NODE(slot): a CONST, or a CONSTRUCT of constants
           (recursively: a matrix of constant columns too), or POISON;
       or the value item's reference: the emitter stores in item->id the SPIR-V id that it gave it.
           When an operand is read, its item has been emitted in the same function in a block that
           dominates the reader: where that would fail, there is an ESCAPE;
       or 0: not wanted (dead parameter, dead result), emit nothing for it.
   The type of a value item is LVI_NODE(item->node)->type (ANY: bool). PARAM aliases are resolved.
   An ARRAY is no value but a variable, which its item fills, unless it is constant: INDEX alone
   reads it, and needs no ESCAPE for it.

   A REGION's items are region->first, then item->next, in emission order: OP SELECT LOOP CELL CALL
   ANY KILL LIVE. region->end, if not 0, closes it: TREE_IF, EXIT or REC in the regions of a loop's
   tree, OUT in root (or LIVE's region).

   OP      the node's operation on its slots. EXTRACT, SHUFFLE: one slot, the literals are in the
           node. An IF placed as OP is an OpSelect: slots are condition, then, else.
   SELECT  if (condition) yes-region else no-region; then its φs, members (a list by item->next):
           PHI items, slots[0] = value in yes, slots[1] = value in no; the φ parents are the blocks
           current at the arms' ends. One arm may be empty.
           LVI_COLLAPSED: both are empty, a member is OpSelect(condition, slots[0], slots[1]).
           LVI_GUARDED: its condition is an ANY, its no-region is empty, slots[1] is 0: OpUndef.
   ANY     a bool: the disjunction of its slots, slot i negated if item->negated >> i & 1. It is the
           condition of the guarded SELECT after it: some of the regions that want a hard node will
           be executed.
   LOOP    see below.
   CELL    a memo cell: a value that several regions want, none of which is executed for certain.
           Where the item stands: OpStore false to its flag (Private bool). Its region is the body
           of a function of its own: if (!flag) { loads (see ESCAPE); the region's items; store
           values[k], where not 0, to result variable k (Private); flag = true }. cx->s.cells lists
           all cells, by next_cell, so that functions and variables can be declared in time.
   CALL    OpFunctionCall of the cell's function; then the RESULT items in results[] are OpLoads of
           the result variables.
   KILL    if (slots[0]) OpKill. Only in root, followed by
   LIVE    whose region is executed there, always: root's last item. The OUT is in that region.
   OUT     slots[k] = value of the k-th root, in the caller's order.

   LOOP    The header has a φ for each PARAM item in params[] (0: dead or aliased): slots[0] is the
           initial value (from before the loop), the RECs' slots[k] those around, which meet in the
           continue block. Then the body: region `body`, whose end is the tree's root. TREE_IF has
           a condition and the regions yes and no; leaves are REC and EXIT.
           A region that ends in EXIT (LVI_R_EXIT, listed in exits[]) is a CONTINUATION: it is not
           emitted in the loop. There, only an edge leads from its tree arm to the merge block. (If
           the tree's root is an EXIT, body has no end, and exits[0] hangs below it.)
           exit_count 0: the merge block is unreachable, the results are OpUndef.
           exit_count 1: the exit region's items follow in the merge block, and what stands in the
               EXIT's slots[k] *is* RESULT k: no φ.
           LVI_DIRECT: all exit regions are empty. RESULT k is a φ in the merge block, over the exit
               edges, of the EXITs' slots[k].
           Else the merge block begins with `which`, a φ of 0..exit_count-1 over the exit edges, and
               with the exit regions' ESCAPEs: φs of slots[0] on the edge of that exit, OpUndef on
               the others. Then a selection by `which`, arm i being exits[i]'s items (some may be
               empty); where the arms join, RESULT k is a φ of the EXITs' slots[k].
           results[]: RESULT items, 0 for results that nobody wants.

   ESCAPE  a value that crosses the boundary of the region it is listed in (region->escapes, by
           item->next); slots[0] is the value outside, never an ESCAPE itself.
           At an EXIT region: a φ in the merge block, as above. It exists only for values that do
           not dominate the merge block anyhow (those of tree regions that not every exit passes).
           At a CELL's region: a value of another function. Value items so needed are LVI_SPILLED:
           stored to a Private variable of their own where they are defined (φs: after the block's
           φs), and the ESCAPE is an OpLoad of it at the start of the cell's function, behind the
           test of the flag. An ENTRY is never SPILLED: load its interface variable again.
   ENTRY   INPUT and PUSH nodes in use: cx->s.entries, by item->next, loaded at the entry's start.

   Example: LOOP (i = 0, s = in0) { c = i < 10; if c { t = s * in1; d = t < 5; if d rec(i + 1, t)
   else exit(sqrt(t)) } else exit(s) } + 1
       root    [LOOP l] [OP add(RESULT 0, 1)]  end OUT      entries: in0 in1    l.params: i s
       l.body  [OP c = lt(i, 10)]                          end TREE_IF c: yes A, no E2
       A       [OP t = mul(s, in1)] [OP d = lt(t, 5)]      end TREE_IF d: yes R, no E1
       R       [OP n = add(i, 1)]                          end REC n t
       E1      escapes: e = ESCAPE t   [OP q = sqrt(e)]    end EXIT q           l.exits[0]
       E2                                                  end EXIT s           l.exits[1]
   emitted: H: φ i, φ s; B: c, to A or M; A: t, d, to R or M; R: n, to C; C: to H;
       M: which = φ(0 from A, 1 from B), e = φ(t from A, undef from B);
       if (which == 0) { q = sqrt(e) }; r = φ(q, s); add(r, 1)
   Example: x = IF(a < b, k, b); y = IF(b < c, cond ? k : b, c), k = inverse(in0) dear, wanted below
   a nested condition:
       root    [OP a < b] [OP b < c] [CELL K] [SELECT a < b {[CALL K]} {}: x]
               [SELECT b < c {[SELECT cond {[CALL K]} {}: z]} {}: y]
       K.body  escapes: in0'   [OP inverse(in0')]     K.values[0] = inverse

   Guarantees. No hard node (LOOP, ub op, dear op) is executed unless lazy evaluation wants its
   value there, implicit derivatives apart; and none twice in one evaluation of the innermost loop
   body that it depends on, unless it stands in a conditional part of a loop that it does not depend
   on. (tests/random_test.c runs the words of random programs.) */

enum {
    LVI_R_ROOT,
    LVI_R_ARM,  /* of a selection */
    LVI_R_BODY, /* of a loop: the body's root */
    LVI_R_TREE, /* arm of a TREE_IF that ends in TREE_IF or REC */
    LVI_R_EXIT, /* continuation */
    LVI_R_CELL,
    LVI_R_LIVE
};

typedef struct lvi_region {
    uint32_t kind;    /* LVI_R_x */
    uint32_t parent;  /* region, 0: root */
    uint32_t owner;   /* item: SELECT, LOOP (body), TREE_IF or LOOP (tree, exit), CELL, LIVE */
    uint32_t loop;    /* the innermost LOOP item around it, continuations included, or 0 */
    uint32_t cell;    /* the function that it is emitted in: innermost LVI_R_CELL region, or 0 */
    uint32_t first;   /* items in emission order */
    uint32_t end;     /* item that closes it */
    uint32_t escapes; /* EXIT and CELL regions: ESCAPE items */
    /* schedule's own */
    uint32_t depth;            /* root: 0 */
    uint32_t position;         /* stage of the parent at which it is executed */
    uint32_t jump;             /* skip pointer towards root */
    uint32_t loops, exits;     /* LVI_R_BODY and LVI_R_EXIT regions on the way from root to here */
    uint32_t mark, mark_stage; /* node whose anticipated set it is in, and where it wants it */
    uint32_t link;             /* all regions */
} lvi_region;

enum {
    /* in a region's list */
    LVI_I_OP,
    LVI_I_SELECT,
    LVI_I_LOOP,
    LVI_I_CELL,
    LVI_I_CALL,
    LVI_I_ANY,
    LVI_I_KILL,
    LVI_I_LIVE,
    /* at its end */
    LVI_I_TREE_IF,
    LVI_I_EXIT,
    LVI_I_REC,
    LVI_I_OUT,
    /* values listed by their owners */
    LVI_I_PHI,
    LVI_I_PARAM,
    LVI_I_RESULT,
    LVI_I_ESCAPE,
    LVI_I_ENTRY
};
enum {
    LVI_COLLAPSED = 1, /* SELECT */
    LVI_DIRECT = 2,    /* LOOP */
    LVI_SPILLED = 4,   /* values */
    LVI_GUARDED = 8    /* SELECT and its PHIs */
};

/* Head of every item; slots[] follow at once (LVI_SLOTS). region: where it is executed; ESCAPE: the
   region whose boundary is crossed. node: SELECT, TREE_IF: the condition; guarded SELECT, ANY: the
   guarded node; EXIT, REC: the LOOP; RESULT: the PROJ, or what it stands for; KILL LIVE OUT: 0. */
typedef struct lvi_item {
    uint8_t kind, flags;
    uint16_t negated; /* ANY */
    uint32_t next;
    uint32_t region;
    uint32_t stage; /* schedule's */
    uint32_t node;
    uint32_t count; /* slots */
    uint32_t id;    /* the emitter's, 0 when schedule is done */
} lvi_item;
#define LVI_ITEM(ref) LVI_AT(lvi_item, ref)
#define LVI_REGION(ref) LVI_AT(lvi_region, ref)
#define LVI_SLOTS(ref) LVI_AT(uint32_t, (ref) + (uint32_t)sizeof(lvi_item))
#define LVI_IS_NODE(slot) ((slot) & 1u)
#define LVI_SLOT_NODE(slot) ((slot) >> 1)

/* Slots: OP operands, ANY conditions, PHI 2, KILL 1, EXIT result_count, REC param_count, OUT roots,
   PARAM 1, ESCAPE 1, SELECT and TREE_IF 1 (condition), others none. */
typedef struct lvi_select {
    lvi_item item;
    uint32_t condition;
    uint32_t yes, no; /* regions */
    uint32_t members; /* PHI items */
} lvi_select;

typedef struct lvi_tree_if {
    lvi_item item;
    uint32_t condition;
    uint32_t yes, no; /* regions */
} lvi_tree_if;

typedef struct lvi_result {
    lvi_item item;
    uint32_t producer, index; /* LOOP or CALL item */
} lvi_result;

typedef struct lvi_live {
    lvi_item item;
    uint32_t body; /* region */
} lvi_live;

typedef struct lvi_call {
    lvi_item item;
    uint32_t cell;
    uint32_t results; /* ref of uint32_t[value_count]: RESULT items or 0 */
} lvi_call;

typedef struct lvi_cell {
    lvi_item item;        /* its node: what it computes */
    uint32_t body;        /* region */
    uint32_t value_count; /* a LOOP's result_count, else 1 */
    uint32_t values;      /* ref of uint32_t[value_count]: slots at the body's end, 0: dead */
    uint32_t next_cell;   /* a cell comes after the one in whose body it stands */
    uint32_t variables;   /* the emitter's */
} lvi_cell;

typedef struct lvi_loop_item {
    lvi_item item;                  /* its node: the LOOP */
    uint32_t body;                  /* region */
    uint32_t param_count, params;   /* ref of uint32_t[param_count]: PARAM items or 0 */
    uint32_t result_count, results; /* ref of uint32_t[result_count]: RESULT items or 0 */
    uint32_t exit_count, exits;     /* ref of uint32_t[exit_count]: regions, tree preorder */
    uint32_t rec_count;             /* REC leaves */
    /* schedule's own */
    uint32_t common, exit_depth; /* the region that all exits pass, and its depth */
    uint32_t outermost;          /* top of the chain of body roots that it stands in */
    uint32_t previous;           /* all loops */
} lvi_loop_item;

/* cx->s. */
typedef struct lvi_schedule {
    uint32_t root;              /* the entry's root region */
    uint32_t out;               /* OUT item */
    uint32_t entries;           /* ENTRY items */
    uint32_t cells, cell_count; /* CELL items */
    uint32_t region_count, item_count, select_count, loop_count, escape_count;
    uint32_t nesting; /* deepest region */
    uint32_t flags;   /* ref of uint8_t[node_count]: LVI_S_x */
    /* schedule's own */
    uint32_t scope, loops, stack, free_links, table, table_mask, branch_count;
    uint32_t all_regions, all_loops, last_cell, kill, scratch, scratch_count;
} lvi_schedule;
enum {
    LVI_S_LIVE = 1,     /* the entry reaches it */
    LVI_S_CONSTANT = 2, /* CONST, or CONSTRUCT of constants */
    LVI_S_BRANCH = 4,   /* IF that branches */
    LVI_S_RISKY = 8,    /* hard, or on top of something hard */
    LVI_S_STRICT = 16,  /* every execution wants it */
    LVI_S_NS = 32,      /* not speculatable */
    LVI_S_HARD = 64,
    LVI_S_DIRECT = 128 /* a LOOP that is an operand itself, as its result 0 */
};
#define LVI_SC_FLAGS(id) (LVI_AT(uint8_t, cx->s.flags)[id])

/* State of `emit`; stands before >>context, which holds it as cx->m. */

/* One scheduled entry point, waiting for the module to be written. */
typedef struct lvi_plan {
    uint32_t next;
    uint32_t entry;
    uint32_t function; /* ids: its function, */
    uint32_t outputs;  /* the first of its output variables, in the order of the roots, */
    uint32_t output_count;
    uint32_t spills, last_spill;
    uint32_t tables; /* lvi_table_use: the ARRAYs that it uses */
    uint32_t uses; /* lvi_use */
    lvi_schedule s;
} lvi_plan;

/* A resource that an entry uses. */
typedef struct lvi_use {
    uint32_t next, resource;
} lvi_use;

/* An ARRAY node as a Private variable, and its type; see emit. */
typedef struct lvi_table_type {
    uint32_t next;
    uint32_t element, count; /* type, node of a uint constant */
    uint32_t id;             /* and then that of the pointer */
} lvi_table_type;
typedef struct lvi_table {
    uint32_t next;
    uint32_t node, type; /* type: lvi_table_type */
    uint32_t constant;   /* never filled: the variable has an initial value, id + 1 */
    uint32_t id;
    uint32_t plan; /* the last one that uses it */
} lvi_table;
typedef struct lvi_table_use {
    uint32_t next, table;
} lvi_table_use;

/* A type of images or samplers. */
typedef struct lvi_image_type {
    uint32_t next, key;
    uint32_t image, sampled;         /* ids: OpTypeImage or OpTypeSampler, OpTypeSampledImage, */
    uint32_t to_image, to_sampled;   /* pointers to them; 0: not used */
} lvi_image_type;

/* The Private variable of a value that the function of a memo cell reads. */
typedef struct lvi_spill {
    uint32_t next, id, type;
} lvi_spill;

typedef struct lvi_splat {
    uint32_t condition, block, id;
} lvi_splat;

/* What debuggers are told of a source. */
typedef struct lvi_file {
    uint32_t first_line;   /* place in lvi_debug.lines */
    uint32_t name, source; /* OpString, DebugSource; 0: it holds no code */
} lvi_file;

/* Where a form stands; line and column count from 1. */
typedef struct lvi_located {
    uint32_t file, line, column, end; /* end: column of its last byte, on the same line */
} lvi_located;

/* An instruction of the prelude that is made for debuggers: the operands follow. */
typedef struct lvi_fact {
    uint32_t next, link; /* all of them, hash chain */
    uint32_t id;
    uint32_t kind;       /* LVI_FACT_x, or the instruction of the debug instruction set */
    uint32_t count;      /* operands */
} lvi_fact;

typedef struct lvi_debug {
    uint32_t level;             /* 0: nothing is told, 1: OpLine, 2: the debug instruction set */
    uint32_t lines, line_count; /* uint32_t[]: where the lines of all sources begin */
    uint32_t files;             /* lvi_file[cx->source_count] */
    uint32_t facts, last_fact, fact_count, fact_table, fact_mask;
    uint32_t set, unit;         /* ids: of the instruction set, DebugCompilationUnit */
    uint32_t inputs;            /* bit i: LVI_IN_i is told */
    uint32_t nodes;             /* uint32_t[cx->node_count]: lvi_local */
    uint32_t function, outer;   /* ids: OpFunction that is written, its DebugFunction */
    /* in force */
    lvi_located at;
    uint32_t scope, inlined;
} lvi_debug;

typedef struct lvi_emitter {
    uint32_t plans, last_plan;
    uint32_t version;
    /* words */
    uint32_t *words; /* NULL: only counts */
    uint32_t room;   /* words that there is room for */
    uint32_t count;
    uint32_t fresh;   /* the last id given */
    uint32_t base[4]; /* of each class of ids */
    /* module */
    uint32_t used;                    /* LVI_USED_x */
    uint32_t inputs;                  /* bit i: LVI_IN_i is read */
    uint32_t input_ids[LVI_IN_COUNT]; /* of those without an id of their own */
    uint32_t capabilities;            /* LVI_NEEDS_x */
    uint32_t image_types, last_image_type; /* lvi_image_type */
    uint32_t workgroup;                    /* id of the constant WorkgroupSize, 0: none, and */
    const lvi_entry *workgroup_entry;      /* whose it is */
    uint32_t types;                   /* uint16_t[]: type key -> position in `order` + 1 */
    uint32_t order, order_count;      /* uint32_t[]: what is declared, type keys and LVI_EM_REFs */
    uint32_t constants, constant_count; /* uint32_t[]: nodes as they are declared */
    uint32_t number_count;            /* the uint constants 0 .. number_count - 1 are declared */
    uint32_t variable_count;
    uint32_t tables, last_table, table_types, last_table_type; /* ARRAYs as variables */
    uint32_t contracted, decorations; /* NoContraction: how many so far, the place of the first */
    /* function */
    uint32_t plan;
    uint32_t region, at; /* next to emit: an item, or 0 for the end of the region */
    uint32_t block;      /* label of the current block */
    uint32_t done;       /* the function's body is complete */
    uint32_t form;       /* of what is being emitted, for limits */
    lvi_splat splats[3]; /* bool vectors of 2 to 4 rows */
    lvi_debug d;
} lvi_emitter;
static const char lvi_passes[] = "read\0program\0elaborate\0schedule\0emit"; /* lvi_word */
enum { LVI_PASS_READ, LVI_PASS_PROGRAM, LVI_PASS_ELABORATE, LVI_PASS_SCHEDULE, LVI_PASS_EMIT };

/* ------------------------------------------------------------------------------------------------
   // >>context  [9]  all the state there is, grouped by the section that fills it */

typedef struct lvi_elaborator {
    uint32_t frame;      /* top continuation frame */
    uint32_t free_frame; /* free list */
    uint32_t body;       /* LOOP frame that a rec in this place belongs to, 0: none */
    uint32_t run;        /* effects run here */
    uint32_t state;      /* the token that the next effect follows; 0 if the text has no effects */
    uint32_t ran;        /* effects made so far */
    uint32_t loops;      /* LOOP frames */
    uint32_t misplaced;  /* recs that stood where none can be */
    uint32_t call;       /* call record in force */
    uint32_t at;         /* the form that nodes are made for */
    uint32_t form, env;  /* what to evaluate, unless `returning` */
    lvi_value value;     /* what was evaluated */
    uint32_t returning;
    uint32_t calls, visits; /* counted against max_calls, max_nodes */
    uint32_t free_step; /* free list of lvi_step */
    uint32_t stamp;     /* marks of lists, counted on from the forms */
    uint32_t irregular; /* some binding is, see lvi_el_lookup */
    uint32_t vertex;    /* vertex entries are elaborated: the varyings are not known yet */
} lvi_elaborator;

typedef struct lvi_uniformity {
    uint32_t varies; /* uint8_t[node_count] */
} lvi_uniformity;

/* A place whose line and column are known. */
typedef struct lvi_counted {
    const char *text; /* the source */
    uint32_t begin, line, column;
} lvi_counted;

struct lvi_context {
    lvi_arena arena;
    uint32_t stop;        /* lambdav_status that ends the compile, 0: go on */
    uint32_t pass;        /* index in lvi_passes, for messages */
    lambdav_options options; /* with defaults filled in */
    lambdav_result *result;
    /* diag */
    lambdav_diagnostic *diagnostics;
    uint32_t diagnostic_count, error_count;
    const char *texts[4]; /* of arguments of a message */
    uint32_t text_count;
    lvi_counted places[2]; /* counted last: of an error, of a note */
    /* read */
    lvi_source *sources;
    uint32_t source_count, source_capacity, source_end;
    lvi_form *forms;
    uint32_t form_count;
    uint32_t datum_comment; /* position of the last #; */
    uint32_t symbol_table, symbol_count, symbol_mask;
    /* program */
    uint32_t effects; /* the text has a word that is an effect */
    uint32_t broken; /* brackets do not match, or a text is missing: the forms are not evaluated */
    uint32_t entries, last_entry, main_entry;
    uint32_t members, last_member, member_count, push; /* push: lvi_resource */
    uint32_t layout_count;
    uint32_t resource_table, resource_count, resource_capacity; /* uint32_t[]: lvi_resource */
    uint32_t structs; /* the built-in ones in use */
    uint32_t root_scope; /* of what stands outside of functions; 0 unless LAMBDAV_DEBUG_FULL */
    uint32_t locals, last_local; /* lvi_local */
    uint32_t arrays[64]; /* array types, hashed; chained by lvi_struct.next */
    /* graph */
    lvi_node *nodes;
    uint32_t node_count;
    uint32_t node_table, node_mask;
    uint32_t loop_table, loop_count, loop_capacity; /* uint32_t[]: lvi_loop */
    lvi_elaborator e;
    lvi_schedule s;
    lvi_uniformity u;
    lvi_emitter m;
    /* dump */
    lambdav_write write;
    void *write_user;
    const char *dump_pass;
};

/* --- arena, code */

static void lvi_dg_exhausted(lvi_context *cx, uint32_t count, uint32_t size);

/* Takes the caller's block; too small a block leaves an empty arena and stops the compile. */
static void lvi_ar_open(lvi_context *cx, void *memory, size_t size) {
    unsigned char *base = (unsigned char *)memory;
    size_t skip = base ? (size_t)(0u - (uintptr_t)base) & 7u : 0;
    cx->arena.base = base;
    if (!base || size < skip + LVI_SINK + LVI_SINK_SIZE) {
        lvi_dg_exhausted(cx, 1, LVI_SINK + LVI_SINK_SIZE);
        return;
    }
    size = (size - skip) & ~(size_t)7;
    cx->arena.base = base + skip;
    cx->arena.size = size > 0xfffffff0u ? 0xfffffff0u : (uint32_t)size;
    cx->arena.low = LVI_SINK + LVI_SINK_SIZE;
    cx->arena.high = cx->arena.size;
    lvi_zero(cx->arena.base, LVI_SINK + LVI_SINK_SIZE);
}

static void lvi_ar_peak(lvi_context *cx) {
    size_t used = (size_t)cx->arena.low + (cx->arena.size - cx->arena.high);
    if (used > cx->result->arena_peak) cx->result->arena_peak = used;
}

/* Does count * size fit into 32 bits, rounded up to 8? size is below 65536. No division: see
   base. */
static int lvi_ar_fits(uint32_t count, uint32_t size) {
    return (count >> 16) * size + ((count & 0xffffu) * size >> 16) < 0xffffu;
}

/* Bytes, for what is read next has any type; compilers join the eight. */
static void lvi_ar_clear(lvi_context *cx, uint32_t ref, uint32_t end) {
    for (; ref != end; ref += 8) {
        unsigned char *p = cx->arena.base + ref;
        p[0] = p[1] = p[2] = p[3] = p[4] = p[5] = p[6] = p[7] = 0;
    }
}

/* count blocks of `size` bytes (below 65536) from the high end, which the caller fills; 0 when
   there is no room (the compile stops). */
static uint32_t lvi_ar_room(lvi_context *cx, uint32_t count, uint32_t size) {
    uint32_t bytes, end = cx->arena.high;
    if (!lvi_ar_fits(count, size) || (bytes = (count * size + 7u) & ~7u) > end - cx->arena.low) {
        lvi_dg_exhausted(cx, count, size);
        return 0;
    }
    return cx->arena.high = end - bytes;
}

/* The same, zeroed. */
static uint32_t lvi_ar_array(lvi_context *cx, uint32_t count, uint32_t size) {
    uint32_t end = cx->arena.high, ref = lvi_ar_room(cx, count, size);
    if (ref) lvi_ar_clear(cx, ref, end);
    return ref;
}

/* One block of at most LVI_SINK_SIZE bytes, which the caller fills; the sink when there is no
   room. */
static uint32_t lvi_ar_block(lvi_context *cx, uint32_t size) {
    uint32_t bytes = (size + 7u) & ~7u;
    if (bytes <= cx->arena.high - cx->arena.low) return cx->arena.high -= bytes;
    lvi_dg_exhausted(cx, 1, size);
    return LVI_SINK;
}

/* One block of any size, zeroed; the sink, which may be smaller, when there is no room. */
static uint32_t lvi_ar_high(lvi_context *cx, uint32_t size) {
    uint32_t ref = lvi_ar_block(cx, size);
    lvi_ar_clear(cx, ref, ref + (ref == LVI_SINK ? LVI_SINK_SIZE : (size + 7u) & ~7u));
    return ref;
}

/* Starts the next low array: room for elements of any type from the returned reference on. */
static uint32_t lvi_ar_low_start(lvi_context *cx) {
    lvi_ar_peak(cx);
    return cx->arena.low;
}

/* Room for `size` more bytes (a multiple of 8) at the low end. Returns 0 when there is none (the
   compile stops). */
static int lvi_ar_low_grow(lvi_context *cx, uint32_t size) {
    if (size > cx->arena.high - cx->arena.low) {
        lvi_dg_exhausted(cx, 1, size);
        return 0;
    }
    cx->arena.low += size;
    return 1;
}

/* ------------------------------------------------------------------------------------------------
   // >>lex  [10]  bytes -> tokens
   White space, brackets, quotes and semicolons end a token; every other byte belongs to one. */

enum { LVI_LX_ATOM, LVI_LX_SPACE, LVI_LX_OPEN, LVI_LX_CLOSE, LVI_LX_QUOTE, LVI_LX_COMMENT };

static uint32_t lvi_lx_class(unsigned char c) {
    static const unsigned char classes[64] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 0, 0,
                                              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                              1, 0, 4, 0, 0, 0, 0, 0, 2, 3, 0, 0, 0, 0, 0, 0,
                                              0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0};
    if (c < 64) return classes[c];
    return c == '[' ? LVI_LX_OPEN : c == ']' ? LVI_LX_CLOSE : LVI_LX_ATOM;
}

/* Where the string that begins at i ends, past n if it never does. */
static uint32_t lvi_lx_string(const unsigned char *t, uint32_t n, uint32_t i) {
    for (i++; i < n && t[i] != '"'; i++) {}
    return i + 1;
}

/* The same for the block comment that begins at i; block comments nest. */
static uint32_t lvi_lx_block(const unsigned char *t, uint32_t n, uint32_t i) {
    uint32_t depth = 0;
    while (i + 1 < n) {
        if (t[i] == '#' && t[i + 1] == '|') depth++, i += 2;
        else if (t[i] == '|' && t[i + 1] == '#') {
            i += 2;
            if (--depth == 0) return i;
        } else i++;
    }
    return n + 1;
}

/* Past the token that begins at i: a bracket, string, comment, run of space or atom. */
static uint32_t lvi_lx_token(const unsigned char *t, uint32_t n, uint32_t i) {
    uint32_t class_ = lvi_lx_class(t[i]);
    if (class_ == LVI_LX_QUOTE) return lvi_lx_string(t, n, i);
    if (class_ == LVI_LX_OPEN || class_ == LVI_LX_CLOSE) return i + 1;
    if (class_ == LVI_LX_COMMENT) {
        while (i < n && t[i] != '\n') i++;
        return i;
    }
    if (t[i] == '#' && i + 1 < n && t[i + 1] == '|') return lvi_lx_block(t, n, i);
    if (t[i] == '#' && i + 1 < n && t[i + 1] == ';') return i + 2;
    if (class_ == LVI_LX_ATOM) {
        while (i < n && (t[i] > '[' || lvi_lx_class(t[i]) == LVI_LX_ATOM) && t[i] != ']') i++;
        return i;
    }
    while (i < n && lvi_lx_class(t[i]) == LVI_LX_SPACE) i++;
    return i;
}

/* Past the form that begins at i; for messages, which do not store where a form ends. */
static uint32_t lvi_lx_extent(const unsigned char *t, uint32_t n, uint32_t i) {
    uint32_t depth = 0;
    while (i < n) {
        uint32_t class_ = lvi_lx_class(t[i]);
        i = lvi_min(lvi_lx_token(t, n, i), n);
        depth +=
            (uint32_t)(class_ == LVI_LX_OPEN) - (uint32_t)(class_ == LVI_LX_CLOSE && depth > 0);
        if (depth == 0) return i;
    }
    return n;
}

/* ------------------------------------------------------------------------------------------------
   // >>diag  [11]  located messages
   A message is a row of LVI_ERRORS with its % replaced. One error is kept for each (code, place);
   what follows from an error is POISON and not reported again. Line and column are counted only
   here. The diagnostics array is made by the first error, so a compile without errors pays nothing;
   the error that the arena is full needs no memory at all (result->emergency). */

enum {
    LVI_A_NONE, LVI_A_TEXT, LVI_A_NUMBER, LVI_A_TYPE, LVI_A_FORM, LVI_A_SYMBOL, LVI_A_VALUE,
    LVI_A_COUNT, LVI_A_ROW
};

typedef struct lvi_arg {
    uint32_t kind, n; /* kind: LVI_A_x; VALUE: with the tag << 8; TEXT, COUNT: its place in
                         cx->texts << 8 */
} lvi_arg;

typedef struct lvi_message {
    char *dst;
    uint32_t size, capacity;
} lvi_message;

static lvi_arg lvi_a_make(uint32_t kind, uint32_t n) {
    lvi_arg a;
    a.kind = kind, a.n = n;
    return a;
}

/* The newest four texts are kept: no message takes more. */
static lvi_arg lvi_a_with_text(lvi_context *cx, uint32_t kind, uint32_t n, const char *text) {
    uint32_t place = cx->text_count++ & 3u;
    cx->texts[place] = text;
    return lvi_a_make(kind | place << 8, n);
}

static lvi_arg lvi_a_none(void) {
    return lvi_a_make(LVI_A_NONE, 0);
}

static lvi_arg lvi_a_text(lvi_context *cx, const char *text) {
    return lvi_a_with_text(cx, LVI_A_TEXT, 0, text);
}

static lvi_arg lvi_a_number(uint32_t n) {
    return lvi_a_make(LVI_A_NUMBER, n);
}

static lvi_arg lvi_a_type(uint32_t type) {
    return lvi_a_make(LVI_A_TYPE, type);
}

static lvi_arg lvi_a_form(uint32_t form) {
    return lvi_a_make(LVI_A_FORM, form);
}

static lvi_arg lvi_a_symbol(uint32_t symbol) {
    return lvi_a_make(LVI_A_SYMBOL, symbol);
}

static lvi_arg lvi_a_value(lvi_value v) {
    return lvi_a_make(LVI_A_VALUE | v.tag << 8, v.ref);
}

/* A builtin or special form, by its place in the name table. */
static lvi_arg lvi_a_row(uint32_t row) {
    return lvi_a_make(LVI_A_ROW, row);
}

/* "1 argument", "3 arguments" */
static lvi_arg lvi_a_count(lvi_context *cx, uint32_t n, const char *noun) {
    return lvi_a_with_text(cx, LVI_A_COUNT, n, noun);
}

static void lvi_ms_char(lvi_message *m, char c) {
    if (m->size + 1 < m->capacity) m->dst[m->size++] = c;
}

static void lvi_ms_text(lvi_message *m, const char *s) {
    while (*s) lvi_ms_char(m, *s++);
}

#define LVI_QUOTED 48u /* bytes of the source that a message quotes */

/* Source text on one line: runs of white space as one space, control characters as '?'. */
static void lvi_ms_bytes(lvi_message *m, const unsigned char *s, uint32_t n) {
    uint32_t i, end = m->size + LVI_QUOTED;
    for (i = 0; i < n && m->size < end; i++) {
        int space = lvi_lx_class(s[i]) == LVI_LX_SPACE;
        if (space && i > 0 && lvi_lx_class(s[i - 1]) == LVI_LX_SPACE) continue;
        lvi_ms_char(m, space ? ' ' : s[i] < ' ' || s[i] == 127 ? '?' : (char)s[i]);
    }
    while (i < n && i > 0 && (s[i] & 0xc0) == 0x80 && m->size > 0 && (m->dst[m->size - 1] & 0x80)) {
        m->size--;
        i--;
    }
    if (i < n) lvi_ms_text(m, "...");
}

/* Divides by multiplying: clang makes a division of a loop that subtracts. */
static void lvi_ms_number(lvi_message *m, uint32_t n) {
    char digits[10];
    uint32_t count = 0;
    do {
        uint32_t tens = (uint32_t)(lvi_fp_mul32(n, 0xcccccccdu) >> 32) >> 3;
        digits[count++] = (char)('0' + (n - tens * 10));
        n = tens;
    } while (n);
    while (count) lvi_ms_char(m, digits[--count]);
}

static void lvi_ms_type(lvi_message *m, uint32_t type) {
    static const char scalars[] = "nothing\0num\0int\0uint\0bool\0a pair\0an effect";
    uint32_t kind = LVI_KIND(type), rows = LVI_ROWS(type), columns = LVI_COLUMNS(type);
    const char *scalar = lvi_word(scalars, kind);
    if (kind == LVI_K_PAIR || rows * columns == 1) {
        lvi_ms_text(m, scalar);
        return;
    }
    if (kind > LVI_K_NUM) lvi_ms_char(m, *scalar);
    lvi_ms_text(m, columns > 1 ? "mat" : "vec");
    lvi_ms_number(m, columns > 1 ? columns : rows);
    if (columns > 1 && columns != rows) lvi_ms_char(m, 'x'), lvi_ms_number(m, rows);
}

/* The canonical name of builtin or special form i of lvi_names: the first one of its row. */
static void lvi_ms_row(lvi_message *m, uint32_t i) {
    const char *s = lvi_word(lvi_names, i);
    while (*s && *s != ' ') lvi_ms_char(m, *s++);
}

static void lvi_ms_symbol(lvi_message *m, lvi_context *cx, uint32_t symbol) {
    lvi_ms_bytes(m, LVI_AT(lvi_symbol, symbol)->text, LVI_AT(lvi_symbol, symbol)->size);
}

/* Memory of static type T. */
static void lvi_ms_place(lvi_message *m, lvi_context *cx, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    if (LVI_IS_MACHINE(type)) lvi_ms_type(m, type);
    else if (s->kind == LVI_ST_STRUCT && s->symbol) lvi_ms_symbol(m, cx, s->symbol);
    else lvi_ms_text(m, s->kind == LVI_ST_ARRAY ? "an array" : "a block");
    lvi_ms_text(m, " in memory");
}

static void lvi_ms_value(lvi_message *m, lvi_context *cx, lvi_value v) {
    switch (v.tag) {
    case LVI_V_NODE: lvi_ms_type(m, LVI_NODE(v.ref)->type); break;
    case LVI_V_LITERAL: lvi_ms_text(m, "num"); break;
    case LVI_V_BUILTIN:
        lvi_ms_text(m, "the builtin '"), lvi_ms_row(m, v.ref), lvi_ms_char(m, '\'');
        break;
    case LVI_V_FORM:
        lvi_ms_text(m, "the special form '"), lvi_ms_row(m, LVI_BUILTIN_COUNT + v.ref),
            lvi_ms_char(m, '\'');
        break;
    case LVI_V_TUPLE: {
        const lvi_struct *s = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type);
        if (s->kind == LVI_ST_ARRAY)
            lvi_ms_text(m, "an array of "), lvi_ms_number(m, s->count);
        else if (!s->symbol)
            lvi_ms_type(m, s->shape);
        else
            lvi_ms_text(m, s->kind == LVI_ST_VARIANT ? "the variant '" : "the struct '"),
                lvi_ms_symbol(m, cx, s->symbol), lvi_ms_char(m, '\'');
        break;
    }
    case LVI_V_REC:
    case LVI_V_TREE: lvi_ms_text(m, "a 'rec'"); break;
    case LVI_V_RESOURCE:
        lvi_ms_text(m, lvi_word(lvi_resource_names, LVI_AT(lvi_resource, v.ref)->kind));
        break;
    case LVI_V_PLACE: {
        uint32_t kind = LVI_AT(lvi_resource, LVI_AT(lvi_place, v.ref)->resource)->kind;
        if (kind < LVI_RES_TEXTURE) lvi_ms_place(m, cx, LVI_AT(lvi_place, v.ref)->type);
        else lvi_ms_text(m, lvi_word(lvi_resource_names, kind));
        break;
    }
    case LVI_V_KEYWORD: lvi_ms_text(m, "a keyword"); break;
    case LVI_V_UNIT: lvi_ms_text(m, "an effect without a value"); break;
    default: lvi_ms_text(m, "a function"); break;
    }
}

/* The source that position `pos` lies in. */
static const lvi_source *lvi_dg_source(lvi_context *cx, uint32_t pos) {
    uint32_t low = 0, high = cx->source_count;
    while (high - low > 1) {
        uint32_t middle = low + ((high - low) >> 1);
        if (cx->sources[middle].start <= pos) low = middle;
        else high = middle;
    }
    return &cx->sources[low];
}

static void lvi_ms_arg(lvi_message *m, lvi_context *cx, lvi_arg a) {
    const char *text = cx->texts[a.kind >> 8 & 3u];
    switch (a.kind & 255u) {
        case LVI_A_TEXT:
            if (!*text && m->size && m->dst[m->size - 1] == ' ') m->size--;
            lvi_ms_text(m, text);
            break;
        case LVI_A_NUMBER: lvi_ms_number(m, a.n); break;
        case LVI_A_TYPE: lvi_ms_type(m, a.n); break;
        case LVI_A_SYMBOL: lvi_ms_symbol(m, cx, a.n); break;
        case LVI_A_ROW: lvi_ms_row(m, a.n); break;
        case LVI_A_COUNT:
            lvi_ms_number(m, a.n), lvi_ms_char(m, ' '), lvi_ms_text(m, text);
            if (a.n != 1) lvi_ms_char(m, 's');
            break;
        case LVI_A_FORM: {
            uint32_t pos = cx->forms[a.n].pos;
            const lvi_source *s = lvi_dg_source(cx, pos);
            uint32_t begin = pos - s->start;
            uint32_t end = lvi_lx_extent(s->text, lvi_min(s->size, begin + 64u), begin);
            lvi_ms_bytes(m, s->text + begin, end - begin);
            break;
        }
        case LVI_A_VALUE: {
            lvi_value v;
            v.tag = a.kind >> 8, v.ref = a.n;
            lvi_ms_value(m, cx, v);
            break;
        }
        default: break;
    }
}

/* `format` with each % replaced by the next argument, NUL-terminated. */
static void lvi_ms_format(lvi_message *m, lvi_context *cx, const char *format,
                          const lvi_arg *args) {
    for (; *format; format++) {
        if (*format == '%')
            lvi_ms_arg(m, cx, *args++);
        else
            lvi_ms_char(m, *format);
    }
    m->dst[m->size] = 0;
}

static const char *lvi_dg_text(lvi_context *cx, const char *format, const lvi_arg *args) {
    char buffer[320];
    lvi_message m;
    char *copy;
    uint32_t i, ref;
    m.dst = buffer, m.size = 0, m.capacity = sizeof buffer;
    lvi_ms_format(&m, cx, format, args);
    ref = lvi_ar_array(cx, m.size + 1, 1);
    if (!ref) return "";
    copy = LVI_AT(char, ref);
    for (i = 0; i <= m.size; i++) copy[i] = buffer[i];
    return copy;
}

/* An error that ends the compile with `status`; nothing is allocated for it. It waits in
   result->emergency until the driver hands out the diagnostics. */
static void lvi_dg_emergency(lvi_context *cx, lambdav_status status, uint32_t code,
                             const lvi_arg *args) {
    lambdav_diagnostic *d = &cx->result->emergency;
    lvi_message m;
    if (cx->stop == LAMBDAV_OUT_OF_MEMORY) return;
    cx->stop = (uint32_t)status;
    m.dst = cx->result->emergency_text, m.size = 0;
    m.capacity = sizeof cx->result->emergency_text;
    lvi_ms_format(&m, cx, lvi_word(lvi_error_messages, code - 1), args);
    d->code = code;
    d->name = lvi_word(lvi_error_names, code - 1);
    d->message = cx->result->emergency_text;
    d->span.source_name = cx->options.source_name;
    d->span.source_name_size = lvi_string_size(cx->options.source_name);
    d->span.line = d->span.column = 1;
    cx->error_count++;
}

static void lvi_dg_exhausted(lvi_context *cx, uint32_t count, uint32_t size) {
    lvi_arg args[4];
    args[0] = lvi_a_number(count), args[1] = lvi_a_number(size);
    args[2] = lvi_a_text(cx, lvi_word(lvi_passes, cx->pass));
    args[3] = lvi_a_number(cx->arena.size);
    lvi_dg_emergency(cx, LAMBDAV_OUT_OF_MEMORY, LVI_E_MEMORY, args);
}

/* Line and column of span->begin, counted from the place that was counted last; many errors in a
   large text cost one walk over it, if they come in order. */
static void lvi_dg_count(lvi_counted *p, lambdav_span *span) {
    const char *t = span->text;
    uint32_t i = p->text == t ? p->begin : 0, line = i ? p->line : 1, column = i ? p->column : 1;
    for (; i < span->begin; i++) {
        column++;
        if (t[i] == '\n') line++, column = 1;
    }
    if (i > span->begin) {
        for (; i > span->begin; i--) line -= (uint32_t)(t[i - 1] == '\n');
        for (column = 1; i > 0 && t[i - 1] != '\n'; i--) column++;
    }
    p->text = t, p->begin = span->begin, p->line = span->line = line,
    p->column = span->column = column;
}

static void lvi_dg_span(lvi_context *cx, lambdav_span *span, uint32_t pos, int note) {
    const lvi_source *s = lvi_dg_source(cx, pos);
    uint32_t begin = lvi_min(pos - s->start, s->size);
    span->source_name = s->name;
    span->source_name_size = s->name_size;
    span->text = (const char *)s->text;
    span->text_size = s->size;
    span->begin = begin;
    span->end = lvi_lx_extent(s->text, s->size, begin);
    lvi_dg_count(&cx->places[note], span);
}

/* The newest kept diagnostic gets a note. There is room for it (LVI_NOTES). */
#define LVI_NOTES 10u /* calls of the chain that are shown, and two more notes */
static void lvi_dg_note_at(lvi_context *cx, lambdav_diagnostic *d, uint32_t pos, const char *format,
                           lvi_arg a) {
    lambdav_note *note;
    if (cx->stop || d->note_count >= LVI_NOTES) return;
    if (!d->notes) {
        uint32_t ref = lvi_ar_array(cx, LVI_NOTES, sizeof(lambdav_note));
        if (!ref) return;
        d->notes = LVI_AT(lambdav_note, ref);
    }
    note = (lambdav_note *)(uintptr_t)&d->notes[d->note_count];
    lvi_dg_span(cx, &note->span, pos, 1);
    note->message = lvi_dg_text(cx, format, &a);
    d->note_count++;
}

/* The calls of error d at position pos, innermost first; a call within itself is shown once. */
static void lvi_dg_chain(lvi_context *cx, lambdav_diagnostic *d, uint32_t pos) {
    uint32_t call, form = 0, shown = 0, hidden = 0;
    for (call = cx->e.call; call; call = LVI_AT(lvi_call_record, call)->parent) {
        if (LVI_AT(lvi_call_record, call)->form == form) continue;
        form = LVI_AT(lvi_call_record, call)->form;
        if (shown == 0 && cx->forms[form].pos == pos) continue;
        if (shown < LVI_NOTES - 3)
            lvi_dg_note_at(cx, d, cx->forms[form].pos, "in the call '%'", lvi_a_form(form));
        hidden += (uint32_t)(shown++ >= LVI_NOTES - 3);
    }
    if (hidden)
        lvi_dg_note_at(cx, d, cx->forms[form].pos, "in % more, this the outermost",
                       lvi_a_count(cx, hidden, "call"));
}

static lambdav_diagnostic *lvi_dg_slot(lvi_context *cx) {
    if (!cx->diagnostics) {
        uint32_t ref =
            lvi_ar_array(cx, cx->options.max_diagnostics + 1, sizeof(lambdav_diagnostic));
        if (!ref) return NULL;
        cx->diagnostics = LVI_AT(lambdav_diagnostic, ref);
    }
    if (cx->diagnostic_count >= cx->options.max_diagnostics) return NULL;
    return &cx->diagnostics[cx->diagnostic_count];
}

/* A token that is wrong by itself: nothing more is said about it. */
static int lvi_dg_is_token(uint32_t code) {
    return code == LVI_E_BAD_NUMBER || code == LVI_E_NUMBER_RANGE || code == LVI_E_BAD_NAME;
}

/* Reports error `code` at position pos. Returns the diagnostic if it is kept, for notes, else
   NULL. */
static lambdav_diagnostic *lvi_dg_at(lvi_context *cx, uint32_t code, uint32_t pos,
                                     const lvi_arg *args) {
    const lvi_source *s = lvi_dg_source(cx, pos);
    lambdav_diagnostic *d;
    uint32_t i;
    for (i = 0; i < cx->diagnostic_count; i++) {
        d = &cx->diagnostics[i];
        if ((d->code == code || lvi_dg_is_token(d->code)) && d->span.begin == pos - s->start
            && d->span.text == (const char *)s->text)
            return NULL;
    }
    cx->error_count++;
    d = cx->stop ? NULL : lvi_dg_slot(cx);
    if (!d) return NULL;
    d->code = code;
    d->name = lvi_word(lvi_error_names, code - 1);
    d->message = lvi_dg_text(cx, lvi_word(lvi_error_messages, code - 1), args);
    lvi_dg_span(cx, &d->span, pos, 0);
    cx->diagnostic_count++;
    lvi_dg_chain(cx, d, pos);
    return d;
}

static lambdav_diagnostic *lvi_dg_error(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a,
                                        lvi_arg b, lvi_arg c) {
    lvi_arg args[3];
    args[0] = a, args[1] = b, args[2] = c;
    return lvi_dg_at(cx, code, cx->forms[form].pos, args);
}

/* Ends the compile after an error, unless there was no room for that error. */
static void lvi_dg_stop(lvi_context *cx) {
    if (!cx->stop) cx->stop = LAMBDAV_INPUT_ERROR;
}

/* The same for messages of two arguments, of one and of none. */
static lambdav_diagnostic *lvi_dg_error2(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a,
                                         lvi_arg b) {
    return lvi_dg_error(cx, code, form, a, b, lvi_a_none());
}

static lambdav_diagnostic *lvi_dg_error1(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a) {
    return lvi_dg_error2(cx, code, form, a, lvi_a_none());
}

static lambdav_diagnostic *lvi_dg_error0(lvi_context *cx, uint32_t code, uint32_t form) {
    return lvi_dg_error1(cx, code, form, lvi_a_none());
}

/* A warning: it does not keep the words back. */
static lambdav_diagnostic *lvi_dg_warning0(lvi_context *cx, uint32_t code, uint32_t form) {
    uint32_t count = cx->error_count, stop = cx->stop;
    lambdav_diagnostic *d = lvi_dg_error0(cx, code, form);
    cx->error_count = count + (uint32_t)(cx->stop != stop); /* no memory for it is an error */
    if (d) d->severity = LAMBDAV_WARNING;
    return d;
}

/* Something at position pos is more than a limit allows: ends the compile. */
static void lvi_dg_limit(lvi_context *cx, uint32_t pos, const char *what, uint32_t limit) {
    lvi_arg args[2];
    args[0] = lvi_a_text(cx, what), args[1] = lvi_a_number(limit);
    lvi_dg_at(cx, LVI_E_LIMIT, pos, args);
    lvi_dg_stop(cx);
}

static void lvi_dg_note(lvi_context *cx, lambdav_diagnostic *d, uint32_t form, const char *format,
                        lvi_arg a) {
    if (d) lvi_dg_note_at(cx, d, cx->forms[form].pos, format, a);
}

/* ------------------------------------------------------------------------------------------------
   // >>symbols  [12]  names, interned
   A symbol is made once for each name of the text; comparing names is comparing references. What a
   name means outside of every binding is found when it is made: `global` is filled by the text's
   own definitions, `builtin` by one probe of the generated table below (the same hash). */

static uint32_t lvi_sy_builtin(const unsigned char *text, uint32_t size, uint32_t hash) {
    uint32_t i, k;
    for (i = hash & (LVI_NAME_SLOTS - 1); lvi_name_rows[i]; i = (i + 1) & (LVI_NAME_SLOTS - 1)) {
        const char *name = lvi_names + lvi_name_starts[i];
        for (k = 0; k < size && name[k] && (unsigned char)name[k] == text[k]; k++) {}
        if (k == size && (!name[k] || name[k] == ' ')) return lvi_name_rows[i];
    }
    return 0;
}

static void lvi_sy_grow(lvi_context *cx) {
    uint32_t size = cx->symbol_table ? (cx->symbol_mask + 1) * 4 : 128, i;
    uint32_t table = lvi_ar_array(cx, size, 4);
    if (!table) return;
    for (i = 0; cx->symbol_table && i <= cx->symbol_mask; i++) {
        uint32_t symbol = LVI_AT(uint32_t, cx->symbol_table)[i];
        while (symbol) {
            lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
            uint32_t next = s->next, *slot = &LVI_AT(uint32_t, table)[s->hash & (size - 1)];
            s->next = *slot;
            *slot = symbol;
            symbol = next;
        }
    }
    cx->symbol_table = table;
    cx->symbol_mask = size - 1;
}

/* Is it a builtin that runs, maybe? */
static int lvi_bi_is_effect(const lvi_builtin_row *row) {
    return row->rule == LVI_R_EFFECT
           || (row->rule == LVI_R_TEXTURE && row->op == LVI_TX_IMAGE_LOAD);
}

/* The symbol of these bytes. They must live as long as the compile. */
static uint32_t lvi_sy_intern(lvi_context *cx, const unsigned char *text, uint32_t size) {
    uint32_t hash = lvi_hash_bytes(text, size), ref, *slot;
    lvi_symbol *s;
    if (cx->symbol_count >= cx->symbol_mask) lvi_sy_grow(cx);
    if (cx->stop) return LVI_SINK;
    slot = &LVI_AT(uint32_t, cx->symbol_table)[hash & cx->symbol_mask];
    for (ref = *slot; ref; ref = s->next) {
        s = LVI_AT(lvi_symbol, ref);
        if (s->hash == hash && s->size == size && lvi_bytes_equal(s->text, text, size)) return ref;
    }
    ref = lvi_ar_high(cx, sizeof(lvi_symbol));
    if (cx->stop) return LVI_SINK;
    s = LVI_AT(lvi_symbol, ref);
    s->text = text, s->size = size, s->hash = hash;
    s->builtin = (uint16_t)lvi_sy_builtin(text, size, hash);
    if (s->builtin && s->builtin <= LVI_BUILTIN_COUNT)
        cx->effects |= (uint32_t)lvi_bi_is_effect(&lvi_builtins[s->builtin - 1]);
    s->next = *slot;
    *slot = ref;
    cx->symbol_count++;
    return ref;
}

/* Edit distance of two names of at most 32 bytes, two neighbours that changed places being one
   edit, or 99 if it is above `most`. */
static uint32_t lvi_sy_distance(const unsigned char *a, uint32_t n, const unsigned char *b,
                                uint32_t m, uint32_t most) {
    unsigned char rows[3][33]; /* for prefixes of a: before last, last, this one; they take turns */
    uint32_t i, j, turn = 0;
    if (n > 32 || m > 32 || n > m + most || m > n + most) return 99;
    for (j = 0; j <= m; j++) rows[0][j] = (unsigned char)j;
    for (i = 1; i <= n; i++) {
        const unsigned char *last = rows[turn], *before = rows[turn == 0 ? 2 : turn - 1];
        unsigned char *row = rows[turn = turn == 2 ? 0 : turn + 1];
        row[0] = (unsigned char)i;
        for (j = 1; j <= m; j++) {
            uint32_t d = last[j - 1] + (uint32_t)(a[i - 1] != b[j - 1]);
            d = lvi_min(d, lvi_min(last[j], row[j - 1]) + 1u);
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d = lvi_min(d, before[j - 2] + 1u);
            row[j] = (unsigned char)d;
        }
    }
    return rows[turn][m] <= most ? rows[turn][m] : 99;
}

typedef struct lvi_guess {
    const unsigned char *text, *best;
    uint32_t size, best_size, distance;
} lvi_guess;

static void lvi_sy_try(lvi_guess *g, const unsigned char *text, uint32_t size) {
    uint32_t d = lvi_sy_distance(g->text, g->size, text, size,
                                 g->size < 2 ? 0 : g->size < 5 ? 1 : 2);
    if (d > 0 && d < g->distance && d < size) g->distance = d, g->best = text, g->best_size = size;
}

/* Looks for the name that the text meant: the nearest one among its own and the builtin ones. */
static void lvi_sy_guess(lvi_context *cx, lvi_guess *g) {
    const char *name;
    uint32_t i, ref;
    for (i = 0; i <= cx->symbol_mask; i++) {
        for (ref = LVI_AT(uint32_t, cx->symbol_table)[i]; ref;
             ref = LVI_AT(lvi_symbol, ref)->next) {
            const lvi_symbol *s = LVI_AT(lvi_symbol, ref);
            if (s->global || s->bound) lvi_sy_try(g, s->text, s->size);
        }
    }
    for (name = lvi_names; *name; name += lvi_string_size(name) + 1) {
        for (i = 0; name[i] && name[i] != ' ';) i++;
        lvi_sy_try(g, (const unsigned char *)name, i);
    }
    for (i = 0; i < LVI_TOP_COUNT; i++) {
        name = lvi_word(lvi_toplevel, i);
        lvi_sy_try(g, (const unsigned char *)name, lvi_string_size(name));
    }
}

static lvi_guess lvi_sy_wanted(lvi_context *cx, uint32_t symbol) {
    lvi_guess g;
    lvi_zero(&g, sizeof g);
    g.text = LVI_AT(lvi_symbol, symbol)->text, g.size = LVI_AT(lvi_symbol, symbol)->size,
    g.distance = 98;
    return g;
}

/* Adds "did you mean" to diagnostic d, if something near was found. */
static void lvi_sy_mean(lvi_context *cx, lambdav_diagnostic *d, const lvi_guess *g, uint32_t form) {
    uint32_t fake;
    if (!g->best) return;
    fake = lvi_ar_high(cx, sizeof(lvi_symbol));
    LVI_AT(lvi_symbol, fake)->text = g->best, LVI_AT(lvi_symbol, fake)->size = g->best_size;
    lvi_dg_note(cx, d, form, "did you mean '%'?", lvi_a_symbol(fake));
}

/* Adds "did you mean" to diagnostic d about the unknown name. */
static void lvi_sy_suggest(lvi_context *cx, lambdav_diagnostic *d, uint32_t symbol, uint32_t form) {
    lvi_guess g;
    if (!d) return;
    g = lvi_sy_wanted(cx, symbol);
    lvi_sy_guess(cx, &g);
    lvi_sy_mean(cx, d, &g, form);
}

/* ------------------------------------------------------------------------------------------------
   // >>read  [13]  text -> forms
   One loop over the bytes, no stack: an open list keeps its parent in `next` and its elements in a
   ring (a = last element, last->next = first), which closing turns into a list. `#;` is a count in
   the open list's cache: that many of the forms that follow are dropped. `a.b.c` reads as (.c (.b
   a)). Requires nothing; purpose: every later section sees forms alone. Linear in the text. */

#define LVI_RD_DATUMS 0xffffffu /* what the cache of a form can count */

static uint32_t lvi_rd_form(lvi_context *cx, uint32_t kind, uint32_t a, uint32_t pos) {
    lvi_form *f;
    if (cx->stop || !lvi_ar_low_grow(cx, sizeof(lvi_form))) return 0;
    f = &cx->forms[cx->form_count];
    f->next = 0, f->a = a, f->pos = pos, f->kind = kind & 255u, f->cache = 0;
    return cx->form_count++;
}

static void lvi_rd_error(lvi_context *cx, uint32_t code, uint32_t pos, lvi_arg a, lvi_arg b) {
    lvi_arg args[2];
    args[0] = a, args[1] = b;
    lvi_dg_at(cx, code, pos, args);
}

/* ... after which the forms are not what was meant. */
static void lvi_rd_broken(lvi_context *cx, uint32_t code, uint32_t pos, const char *what) {
    cx->broken = 1;
    lvi_rd_error(cx, code, pos, lvi_a_text(cx, what), lvi_a_none());
}

/* Puts a finished form at the end of the open list, unless a #; takes it out. */
static void lvi_rd_append(lvi_context *cx, uint32_t list, uint32_t form) {
    lvi_form *l = &cx->forms[list];
    if (!form) return;
    if (l->cache) {
        l->cache--;
        return;
    }
    if (l->a) cx->forms[form].next = cx->forms[l->a].next, cx->forms[l->a].next = form;
    else cx->forms[form].next = form;
    l->a = form;
}

/* Makes the ring of a list that ends here a chain. */
static void lvi_rd_finish(lvi_context *cx, uint32_t list) {
    lvi_form *l = &cx->forms[list];
    uint32_t first;
    if (l->cache)
        lvi_rd_error(cx, LVI_E_DATUM_COMMENT, cx->datum_comment, lvi_a_none(), lvi_a_none());
    l->cache = 0;
    if (!l->a) return;
    first = cx->forms[l->a].next;
    cx->forms[l->a].next = 0;
    l->a = first;
}

/* The bits of a whole number as an int, or as a uint. Returns what is wrong if it does not fit,
   else NULL. */
static const char *lvi_rd_integer(const lvi_number *number, uint32_t kind, uint32_t *bits) {
    uint32_t low = (uint32_t)number->magnitude, high = (uint32_t)(number->magnitude >> 32),
             negative = number->negative && (low | high);
    *bits = negative ? 0 - low : low;
    if (kind == LVI_K_UINT)
        return number->too_large || high || negative ? "a uint is 0 to 4294967295" : NULL;
    return number->too_large || high || low > 0x7fffffffu + negative
               ? "an int is -2147483648 to 2147483647"
               : NULL;
}

/* A number token; after an error a form that has no value. */
static uint32_t lvi_rd_number(lvi_context *cx, const unsigned char *t, uint32_t n, uint32_t pos) {
    static const unsigned char kinds[] = {LVI_FLOAT, LVI_LITERAL, LVI_FLOAT, LVI_INT, LVI_UINT};
    lvi_number number;
    uint32_t form;
    const char *wrong = NULL;
    lvi_nm_parse(t, n, &number);
    if (number.kind >= LVI_NM_INT)
        wrong = lvi_rd_integer(&number, number.kind == LVI_NM_INT ? LVI_K_INT : LVI_K_UINT,
                               &number.bits);
    else if (number.infinite)
        wrong = "it is too large";
    form = lvi_rd_form(cx, kinds[number.kind], number.bits, pos);
    if (!form) return 0;
    if (number.kind == LVI_NM_ERROR)
        lvi_rd_error(cx, LVI_E_BAD_NUMBER, pos, lvi_a_form(form), lvi_a_none());
    else if (wrong)
        lvi_rd_error(cx, LVI_E_NUMBER_RANGE, pos, lvi_a_form(form), lvi_a_text(cx, wrong));
    else
        return form;
    cx->forms[form].kind = LVI_KEYWORD;
    cx->forms[form].a = lvi_sy_intern(cx, t, n);
    return form;
}

/* A name, with the fields that dots add to it: `r.pos.x`, or `.xy` alone. */
static uint32_t lvi_rd_name(lvi_context *cx, const unsigned char *t, uint32_t n, uint32_t pos) {
    uint32_t begin = 0, end, form = 0;
    for (;;) {
        int leading = begin == 0 && n > 1 && t[0] == '.';
        begin += (uint32_t)leading;
        for (end = begin; end < n && t[end] != '.'; end++) {}
        if (end == begin || (leading && end < n)) {
            form = lvi_rd_form(cx, LVI_KEYWORD, lvi_sy_intern(cx, t, n), pos);
            if (form)
                lvi_rd_error(cx, LVI_E_BAD_NAME, pos, lvi_a_form(form),
                             lvi_a_text(cx, "a field name is missing"));
            return form;
        }
        if (!form && !leading) {
            form = lvi_rd_form(cx, LVI_SYMBOL, lvi_sy_intern(cx, t + begin, end - begin), pos);
        } else {
            uint32_t dot = lvi_rd_form(cx, LVI_DOT, lvi_sy_intern(cx, t + begin, end - begin), pos);
            if (leading || !dot) return dot;
            cx->forms[dot].next = form;
            form = lvi_rd_form(cx, LVI_LIST, dot, pos);
        }
        if (end == n || !form) return form;
        begin = end + 1;
    }
}

/* Index of a word among words that end with NUL each; `-` in them is `_` in the text as well.
   Returns the number of words if it is none of them. */
static uint32_t lvi_rd_among(const char *words, const unsigned char *t, uint32_t n) {
    uint32_t i, k, size;
    for (i = 0; *words; i++, words += size + 1) {
        size = lvi_string_size(words);
        for (k = 0; k < n && k < size; k++)
            if ((unsigned char)words[k] != t[k] && (words[k] != '-' || t[k] != '_')) break;
        if (k == n && k == size) break;
    }
    return i;
}

static uint32_t lvi_rd_atom(lvi_context *cx, const unsigned char *t, uint32_t n, uint32_t pos) {
    uint32_t dim = n > 1 && t[1] == 'd' ? lvi_rd_among(lvi_dim_names, t, n) : LVI_COUNT(lvi_dims);
    if (dim < LVI_COUNT(lvi_dims)) return lvi_rd_form(cx, LVI_DIM, dim, pos);
    if (lvi_nm_looks_numeric(t, n)) return lvi_rd_number(cx, t, n, pos);
    if (n == 4 && lvi_bytes_equal(t, "true", 4)) return lvi_rd_form(cx, LVI_TRUTH, 1, pos);
    if (n == 5 && lvi_bytes_equal(t, "false", 5)) return lvi_rd_form(cx, LVI_TRUTH, 0, pos);
    if (t[0] == ':' && n > 1)
        return lvi_rd_form(cx, LVI_KEYWORD, lvi_sy_intern(cx, t + 1, n - 1), pos);
    return lvi_rd_name(cx, t, n, pos);
}

/* Closes list `open` with byte c at pos; returns the list that is open now. */
static uint32_t lvi_rd_close(lvi_context *cx, uint32_t open, uint32_t root, unsigned char c,
                             uint32_t pos) {
    uint32_t parent = cx->forms[open].next;
    const lvi_source *s = lvi_dg_source(cx, pos);
    const char *shown = c == ')' ? ")" : "]";
    unsigned char opener;
    if (open == root) {
        lvi_rd_broken(cx, LVI_E_UNOPENED, pos, shown);
        return open;
    }
    opener = s->text[cx->forms[open].pos - s->start];
    if ((opener == '(') != (c == ')')) {
        lvi_arg args[2];
        lambdav_diagnostic *d;
        args[0] = lvi_a_text(cx, shown), args[1] = lvi_a_text(cx, opener == '(' ? "(" : "[");
        cx->broken = 1;
        d = lvi_dg_at(cx, LVI_E_MISMATCH, pos, args);
        lvi_dg_note(cx, d, open, "opened here", lvi_a_none());
    }
    lvi_rd_finish(cx, open);
    lvi_rd_append(cx, parent, open);
    return parent;
}

/* Closes the lists that the text leaves open; reports the outermost, unless something else ran to
   the end. */
static void lvi_rd_unclosed(lvi_context *cx, uint32_t open, uint32_t root, const lvi_source *s,
                            int reported) {
    uint32_t list = open;
    while (list != root) {
        open = list;
        list = cx->forms[list].next;
        cx->forms[open].next = 0;
        cx->forms[open].cache = 0;
    }
    if (open != root && !reported)
        lvi_rd_broken(cx, LVI_E_UNCLOSED, cx->forms[open].pos,
                      s->text[cx->forms[open].pos - s->start] == '(' ? "(" : "[");
}

/* An atom, a block comment or a #; at t[begin, end). */
static void lvi_rd_other(lvi_context *cx, uint32_t open, const lvi_source *s, uint32_t begin,
                         uint32_t end) {
    const unsigned char *t = s->text + begin;
    uint32_t n = end - begin, pos = s->start + begin;
    if (n >= 2 && t[0] == '#' && t[1] == '|') {
        if (end > s->size) lvi_rd_broken(cx, LVI_E_UNCLOSED_TEXT, pos, "comment");
    } else if (n == 2 && t[0] == '#' && t[1] == ';') {
        cx->datum_comment = pos;
        if (cx->forms[open].cache < LVI_RD_DATUMS) {
            cx->forms[open].cache++;
            return;
        }
        lvi_dg_limit(cx, pos, "#; in a row", LVI_RD_DATUMS);
    } else {
        lvi_rd_append(cx, open, lvi_rd_atom(cx, t, n, pos));
    }
}

/* Reads a whole source; its forms hang below one list form, which is returned (0 on exhaustion). */
static uint32_t lvi_rd_source(lvi_context *cx, const lvi_source *s) {
    const unsigned char *t = s->text;
    uint32_t n = s->size, i = 0, root = lvi_rd_form(cx, LVI_LIST, 0, s->start), open = root;
    if (n >= 3 && t[0] == 0xef && t[1] == 0xbb && t[2] == 0xbf) i = 3;
    while (i < n && !cx->stop) {
        uint32_t begin = i, pos = s->start + i, class_ = lvi_lx_class(t[i]);
        if (class_ == LVI_LX_SPACE) {
            i++;
            continue;
        }
        i = lvi_lx_token(t, n, i);
        if (class_ == LVI_LX_OPEN) {
            uint32_t list = lvi_rd_form(cx, LVI_LIST, 0, pos);
            cx->forms[list].next = open;
            open = list;
        } else if (class_ == LVI_LX_CLOSE) {
            open = lvi_rd_close(cx, open, root, t[begin], pos);
        } else if (class_ == LVI_LX_QUOTE) {
            if (i <= n) lvi_rd_append(cx, open, lvi_rd_form(cx, LVI_STRING, i - begin - 2, pos));
            else lvi_rd_broken(cx, LVI_E_UNCLOSED_TEXT, pos, "string");
        } else if (class_ == LVI_LX_ATOM) {
            lvi_rd_other(cx, open, s, begin, i);
        }
    }
    if (cx->stop) return 0;
    lvi_rd_unclosed(cx, open, root, s, i > n);
    lvi_rd_finish(cx, root);
    return root;
}

/* ------------------------------------------------------------------------------------------------
   // >>program  [14]  forms -> definitions, interface, entry points
   Top-level forms are sorted by the word they begin with; nothing is evaluated. A definition
   becomes a thunk in the empty environment, hung to its symbol, so the order of definitions does
   not matter. Includes are followed depth first with the chain of open sources as the stack. */

static const lvi_value lvi_poison = {LVI_V_POISON, 0};

static lvi_value lvi_v(uint32_t tag, uint32_t ref) {
    lvi_value v;
    v.tag = tag, v.ref = ref;
    return v;
}

static uint32_t lvi_pr_length(lvi_context *cx, uint32_t list) {
    uint32_t n = 0, f;
    for (f = cx->forms[list].a; f; f = cx->forms[f].next) n++;
    return n;
}

/* Element i of a list, counted from 0; 0 past its end. */
static uint32_t lvi_pr_element(lvi_context *cx, uint32_t list, uint32_t i) {
    uint32_t f = cx->forms[list].a;
    while (f && i) f = cx->forms[f].next, i--;
    return f;
}

static int lvi_pr_is_list(lvi_context *cx, uint32_t form) {
    return form && cx->forms[form].kind == LVI_LIST;
}

static int lvi_pr_is_symbol(lvi_context *cx, uint32_t form) {
    return form && cx->forms[form].kind == LVI_SYMBOL;
}

/* The byte that a form begins with. */
static unsigned char lvi_pr_byte(lvi_context *cx, uint32_t form) {
    const lvi_source *s = lvi_dg_source(cx, cx->forms[form].pos);
    return s->text[cx->forms[form].pos - s->start];
}

/* Is the form written as a list, not with dots? */
static int lvi_pr_is_written(lvi_context *cx, uint32_t form) {
    return lvi_pr_is_list(cx, form) && lvi_lx_class(lvi_pr_byte(cx, form)) == LVI_LX_OPEN;
}

static void lvi_pr_syntax(lvi_context *cx, uint32_t form, const char *word, const char *rest) {
    lvi_dg_error2(cx, LVI_E_SYNTAX, form, lvi_a_text(cx, word), lvi_a_text(cx, rest));
}

/* The name that `form` must be; 0 after an error. */
static uint32_t lvi_pr_name(lvi_context *cx, uint32_t form) {
    if (lvi_pr_is_symbol(cx, form)) return cx->forms[form].a;
    if (lvi_pr_is_list(cx, form) && !lvi_pr_is_written(cx, form))
        lvi_dg_error2(cx, LVI_E_BAD_NAME, form, lvi_a_form(form),
                      lvi_a_text(cx, "a name that is bound has no dot"));
    else
        lvi_dg_error1(cx, LVI_E_EXPECTED_NAME, form, lvi_a_form(form));
    return 0;
}

static uint32_t lvi_pr_thunk(lvi_context *cx, uint32_t form, uint32_t env) {
    uint32_t ref = lvi_ar_block(cx, sizeof(lvi_thunk));
    lvi_thunk *t = LVI_AT(lvi_thunk, ref);
    t->form = form, t->env = env, t->state = LVI_THUNK_READY, t->call = cx->e.call;
    t->value = lvi_poison;
    return ref;
}

/* The scope of a call record; 0 unless debuggers are to know it. */
static uint32_t lvi_pr_scope(lvi_context *cx, uint32_t call) {
    return call ? LVI_AT(lvi_call_record, call)->scope : cx->root_scope;
}

/* Notes, for debuggers, that `symbol` is bound at `form`: parameter `number`, or 0. Nothing happens
   if there is no scope, as when no such information is wanted. */
static void lvi_pr_local(lvi_context *cx, uint32_t scope, uint32_t symbol, uint32_t form,
                         uint32_t number, lvi_value value) {
    uint32_t ref;
    lvi_local *local;
    if (!scope) return;
    ref = lvi_ar_high(cx, sizeof(lvi_local));
    if (cx->stop) return;
    local = LVI_AT(lvi_local, ref);
    local->scope = scope, local->symbol = symbol, local->form = form, local->number = number,
    local->value = value;
    if (cx->last_local)
        LVI_AT(lvi_local, cx->last_local)->next = ref;
    else
        cx->locals = ref;
    cx->last_local = ref;
}

/* Notes the same of a binding to the value of form `value`, which has that name from here on. */
static void lvi_pr_named(lvi_context *cx, uint32_t symbol, uint32_t form, uint32_t value,
                         lvi_value v) {
    lvi_form *f = &cx->forms[value];
    if (!cx->root_scope) return;
    if (f->kind == LVI_LIST && f->cache == 0 && form <= 0xffffffu) f->cache = form & 0xffffffu;
    lvi_pr_local(cx, lvi_pr_scope(cx, cx->e.call), symbol, form, 0, v);
}

/* Gives the symbol its meaning outside of every binding. A second one is an error, unless the first
   came with the options. */
static void lvi_pr_global(lvi_context *cx, uint32_t symbol, uint32_t form, lvi_value value,
                          uint32_t override) {
    lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
    lvi_global *g;
    g = LVI_AT(lvi_global, s->global);
    if (s->global && g->override && !g->replaced && value.tag == LVI_V_THUNK && !override) {
        g->replaced = form;
        return;
    }
    if (s->global) {
        lambdav_diagnostic *d = lvi_dg_error1(cx, LVI_E_DUPLICATE, form, lvi_a_symbol(symbol));
        lvi_dg_note(cx, d, g->replaced ? g->replaced : g->form, "first defined here", lvi_a_none());
        return;
    }
    s->global = lvi_ar_high(cx, sizeof(lvi_global));
    g = LVI_AT(lvi_global, s->global);
    g->form = form, g->value = value, g->override = override;
}

/* The name that binder `form` binds: `name` or `(name type)`; *type_form is 0 or the type. */
static uint32_t lvi_pr_bound(lvi_context *cx, uint32_t form, uint32_t *type_form) {
    int typed = lvi_pr_is_list(cx, form) && lvi_pr_length(cx, form) == 2
                && cx->forms[cx->forms[form].a].kind == LVI_SYMBOL;
    *type_form = typed ? cx->forms[cx->forms[form].a].next : 0;
    return typed ? cx->forms[form].a : form;
}

/* Reports what is no name in a parameter list, and a name that is there twice. Nothing is bound
   yet: `bound` marks the names that were met. */
static void lvi_pr_parameters(lvi_context *cx, uint32_t first) {
    uint32_t p, type_form, symbol;
    for (p = first; p; p = cx->forms[p].next) {
        uint32_t name = lvi_pr_bound(cx, p, &type_form);
        symbol = lvi_pr_name(cx, name);
        if (!symbol) continue;
        if (LVI_AT(lvi_symbol, symbol)->bound)
            lvi_dg_error1(cx, LVI_E_DUPLICATE, name, lvi_a_symbol(symbol));
        LVI_AT(lvi_symbol, symbol)->bound = 1;
    }
    for (p = first; p; p = cx->forms[p].next) {
        uint32_t name = lvi_pr_bound(cx, p, &type_form);
        if (lvi_pr_is_symbol(cx, name)) LVI_AT(lvi_symbol, cx->forms[name].a)->bound = 0;
    }
}

/* (define name e) or (define (f a ...) e), which is made (define f (func (a ...) e)). */
static void lvi_pr_define(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), body = lvi_pr_element(cx, form, 2), symbol;
    if (lvi_pr_length(cx, form) != 3 || (lvi_pr_is_list(cx, name) && !cx->forms[name].a)) {
        lvi_pr_syntax(cx, form, "define", "name value) or (define (name parameter ...) body");
        return;
    }
    if (lvi_pr_is_written(cx, name)) {
        uint32_t first = cx->forms[name].a, pos = cx->forms[name].pos;
        uint32_t func = lvi_rd_form(cx, LVI_SPECIAL, LVI_FORM_FUNC, pos);
        uint32_t parameters = lvi_rd_form(cx, LVI_LIST, cx->forms[first].next, pos);
        uint32_t list = lvi_rd_form(cx, LVI_LIST, func, pos);
        if (cx->stop) return;
        lvi_pr_parameters(cx, cx->forms[parameters].a);
        cx->forms[func].next = parameters;
        cx->forms[parameters].next = body;
        name = first;
        body = list;
    }
    symbol = lvi_pr_name(cx, name);
    if (symbol) {
        lvi_value value = lvi_v(LVI_V_THUNK, lvi_pr_thunk(cx, body, 0));
        lvi_pr_global(cx, symbol, name, value, 0);
        lvi_pr_named(cx, symbol, name, body, value);
    }
}

/* The text of a string form, interned. */
static uint32_t lvi_pr_string(lvi_context *cx, uint32_t form) {
    const lvi_source *s = lvi_dg_source(cx, cx->forms[form].pos);
    return lvi_sy_intern(cx, s->text + (cx->forms[form].pos - s->start) + 1, cx->forms[form].a);
}

/* An entry point, named by a string form or "main"; `at` is where it is asked for. Entry points of
   one stage have different names (SPIR-V 2.16.1). */
static uint32_t lvi_pr_entry(lvi_context *cx, uint32_t stage, uint32_t form, uint32_t name_form,
                             uint32_t at) {
    uint32_t symbol = name_form ? lvi_pr_string(cx, name_form)
                                : lvi_sy_intern(cx, (const unsigned char *)"main", 4);
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_entry)), i;
    lvi_entry *e = LVI_AT(lvi_entry, ref);
    if (cx->stop) return ref;
    for (i = 0; i < LVI_AT(lvi_symbol, symbol)->size; i++) {
        if (LVI_AT(lvi_symbol, symbol)->text[i]) continue;
        lvi_dg_error2(cx, LVI_E_BAD_NAME, at, lvi_a_form(at),
                      lvi_a_text(cx, "the name of an entry point has no byte 0"));
        break;
    }
    if (LVI_AT(lvi_symbol, symbol)->entry[stage]) {
        lambdav_diagnostic *d = lvi_dg_error1(cx, LVI_E_DUPLICATE, at, lvi_a_symbol(symbol));
        lvi_dg_note(cx, d, LVI_AT(lvi_symbol, symbol)->entry[stage], "first defined here",
                    lvi_a_none());
    } else {
        LVI_AT(lvi_symbol, symbol)->entry[stage] = at;
    }
    e->form = form, e->name = symbol, e->stage = stage;
    if (cx->last_entry)
        LVI_AT(lvi_entry, cx->last_entry)->next = ref;
    else
        cx->entries = ref;
    cx->last_entry = ref;
    return ref;
}

/* The entry point of the loose outputs. */
static uint32_t lvi_pr_main(lvi_context *cx, uint32_t at) {
    if (!cx->main_entry) cx->main_entry = lvi_pr_entry(cx, LVI_STAGE_FRAGMENT, 0, 0, at);
    return cx->main_entry;
}

/* A root of `entry`. Returns its reference; the sink when there is no room (the compile stops). */
static uint32_t lvi_pr_root(lvi_context *cx, uint32_t entry, uint32_t kind, uint32_t location,
                            uint32_t form, uint32_t at) {
    lvi_entry *e = LVI_AT(lvi_entry, entry);
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_root));
    lvi_root *r;
    if (cx->stop) return ref;
    r = LVI_AT(lvi_root, ref);
    r->kind = kind, r->location = location, r->form = form, r->at = at, r->entry = entry;
    if (e->last_root)
        LVI_AT(lvi_root, e->last_root)->next = ref;
    else
        e->roots = ref;
    e->last_root = ref;
    return ref;
}

/* (output N e) */
static void lvi_pr_output(lvi_context *cx, uint32_t entry, uint32_t form) {
    uint32_t location = lvi_pr_element(cx, form, 1), n = 0, bits;
    if (lvi_pr_length(cx, form) != 3) {
        lvi_pr_syntax(cx, form, "output", "location value");
        return;
    }
    bits = cx->forms[location].a;
    while (n < LVI_LOCATIONS && lvi_fp_from_int(0, n) != bits) n++;
    if (cx->forms[location].kind != LVI_LITERAL || n == LVI_LOCATIONS) {
        lvi_dg_error1(cx, LVI_E_LOCATION, location, lvi_a_form(location));
        return;
    }
    lvi_pr_root(cx, entry, LVI_ROOT_OUTPUT, n, lvi_pr_element(cx, form, 2), form);
}

/* `ray-dir`, the function that reads field `symbol` of struct `type`. */
static void lvi_pr_getter(lvi_context *cx, uint32_t type, uint32_t symbol, uint32_t form) {
    const lvi_symbol *s = LVI_AT(lvi_symbol, LVI_AT(lvi_struct, type)->symbol),
                     *f = LVI_AT(lvi_symbol, symbol);
    uint32_t size = s->size + 1 + f->size, text = lvi_ar_array(cx, size, 1), i, ref;
    unsigned char *bytes = LVI_AT(unsigned char, text);
    if (!text) return;
    for (i = 0; i < size; i++)
        bytes[i] = i < s->size ? s->text[i] : i == s->size ? '-' : f->text[i - s->size - 1];
    ref = lvi_ar_high(cx, sizeof(lvi_getter));
    LVI_AT(lvi_getter, ref)->type = type, LVI_AT(lvi_getter, ref)->symbol = symbol;
    lvi_pr_global(cx, lvi_sy_intern(cx, LVI_AT(unsigned char, text), size), form,
                  lvi_v(LVI_V_GETTER, ref), 0);
}

/* The slot of struct s for a field of this name: its index + 1, or 0. */
static uint32_t *lvi_pr_field_slot(lvi_context *cx, const lvi_struct *s, uint32_t symbol) {
    uint32_t i = LVI_AT(lvi_symbol, symbol)->hash & s->mask, *slot;
    for (;; i = (i + 1) & s->mask) {
        slot = &LVI_AT(uint32_t, s->table)[i];
        if (!*slot || LVI_AT(lvi_field, s->fields)[*slot - 1].symbol == symbol) return slot;
    }
}

/* A struct of n fields, above 0, which lvi_pr_add_field fills in; 0 when there is no room. */
static uint32_t lvi_pr_new_struct(lvi_context *cx, uint32_t symbol, uint32_t form, uint32_t n) {
    uint32_t size = 4, fields, table, ref;
    lvi_struct *s;
    while (size < 2 * n) size *= 2;
    fields = lvi_ar_array(cx, n, sizeof(lvi_field)), table = lvi_ar_array(cx, size, 4);
    ref = lvi_ar_high(cx, sizeof(lvi_struct));
    if (cx->stop) return 0;
    s = LVI_AT(lvi_struct, ref);
    s->symbol = symbol, s->form = form, s->count = n, s->fields = fields, s->table = table,
    s->mask = size - 1;
    return ref;
}

/* Field i of s, named at form `at`; a second one of that name is an error. */
static void lvi_pr_add_field(lvi_context *cx, lvi_struct *s, uint32_t i, uint32_t symbol,
                             uint32_t type_form, uint32_t at) {
    lvi_field *field = &LVI_AT(lvi_field, s->fields)[i];
    field->symbol = symbol, field->type_form = type_form;
    s->typed |= type_form;
    *lvi_pr_field_slot(cx, s, symbol) = i + 1;
    if (LVI_AT(lvi_symbol, symbol)->field == s->form)
        lvi_dg_error1(cx, LVI_E_DUPLICATE, at, lvi_a_symbol(symbol));
    LVI_AT(lvi_symbol, symbol)->field = s->form;
}

/* Index + 1 of a field of any struct, 0 if there is none. */
static uint32_t lvi_pr_find_field(lvi_context *cx, const lvi_struct *s, uint32_t symbol) {
    uint32_t i = s->fields ? s->count : 0;
    if (s->table) return *lvi_pr_field_slot(cx, s, symbol);
    while (i && LVI_AT(lvi_field, s->fields)[i - 1].symbol != symbol) i--;
    return i;
}

/* (struct name field ...); a field is `name` or `(name type)`. Makes the constructor `name` and the
   functions `name-field`. */
static void lvi_pr_struct(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), n = lvi_pr_length(cx, form) - 2, symbol, ref, i, f;
    if (!name || n == 0) {
        lvi_pr_syntax(cx, form, "struct", "name field ...");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    ref = symbol ? lvi_pr_new_struct(cx, symbol, form, n) : 0;
    if (!ref) return;
    lvi_pr_global(cx, symbol, name, lvi_v(LVI_V_MAKER, ref), 0);
    for (i = 0, f = cx->forms[name].next; f; f = cx->forms[f].next, i++) {
        int typed = lvi_pr_is_written(cx, f) && lvi_pr_length(cx, f) == 2;
        uint32_t field = lvi_pr_name(cx, typed ? cx->forms[f].a : f);
        if (!field || cx->stop) return;
        lvi_pr_add_field(cx, LVI_AT(lvi_struct, ref), i, field,
                         typed ? lvi_pr_element(cx, f, 1) : 0, f);
        lvi_pr_getter(cx, ref, field, f);
    }
}

/* (constructor type ...) of a variant; `last` is the one before it, 0: none. Returns it. */
static uint32_t lvi_pr_constructor(lvi_context *cx, uint32_t variant, uint32_t form,
                                   uint32_t last) {
    uint32_t name = cx->forms[form].a, symbol = lvi_pr_name(cx, name), f,
             ref = lvi_ar_high(cx, sizeof(lvi_struct));
    lvi_struct *v = LVI_AT(lvi_struct, variant), *s = LVI_AT(lvi_struct, ref);
    if (cx->stop) return last;
    s->kind = LVI_ST_TAG, s->symbol = symbol, s->form = form, s->typed = 1, s->element = variant;
    s->tag = last ? LVI_AT(lvi_struct, last)->tag + 1 : 0;
    s->first = v->count, s->count = lvi_pr_length(cx, form) - 1;
    s->fields = v->fields + s->first * (uint32_t)sizeof(lvi_field);
    for (f = cx->forms[name].next; f; f = cx->forms[f].next)
        LVI_AT(lvi_field, v->fields)[v->count++].type_form = f;
    if (last) LVI_AT(lvi_struct, last)->next = ref;
    else v->element = ref;
    if (symbol) lvi_pr_global(cx, symbol, name, lvi_v(LVI_V_MAKER, ref), 0);
    return ref;
}

/* (variant name (constructor type ...) ...). Makes the type `name` and the constructors. */
static void lvi_pr_variant(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), symbol, ref, c, last = 0, n = 1, good;
    lvi_struct *s;
    good = name && cx->forms[name].next;
    for (c = good ? cx->forms[name].next : 0; c; c = cx->forms[c].next) {
        good &= (uint32_t)(lvi_pr_is_written(cx, c) && cx->forms[c].a);
        if (good) n += lvi_pr_length(cx, c) - 1;
    }
    if (!good) {
        lvi_pr_syntax(cx, form, "variant", "name (constructor type ...) ...");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    ref = lvi_ar_high(cx, sizeof(lvi_struct));
    s = LVI_AT(lvi_struct, ref);
    s->fields = lvi_ar_array(cx, n, sizeof(lvi_field));
    if (!symbol || cx->stop) return;
    s->kind = LVI_ST_VARIANT, s->symbol = symbol, s->form = form, s->count = 1;
    lvi_pr_global(cx, symbol, name, lvi_v(LVI_V_MAKER, ref), 0);
    for (c = cx->forms[name].next; c; c = cx->forms[c].next)
        last = lvi_pr_constructor(cx, ref, c, last);
}

/* The static type of arrays of `count` elements of type `element` (0: of a type each); count 0: as
   many as `length` (a specialisation constant) says, without one as many as there are at run time.
   One reference for each triple; the sink when there is no room (the compile stops). */
static uint32_t lvi_pr_array(lvi_context *cx, uint32_t element, uint32_t count, uint32_t length) {
    uint32_t h = (element ^ length) * 0x9e3779b1u ^ count * 0x85ebca6bu,
             *slot = &cx->arrays[(h ^ h >> 16) & (LVI_COUNT(cx->arrays) - 1)], ref;
    lvi_struct *s;
    for (ref = *slot; ref; ref = s->next) {
        s = LVI_AT(lvi_struct, ref);
        if (s->element == element && s->count == count && s->length == length) return ref;
    }
    ref = lvi_ar_high(cx, sizeof(lvi_struct));
    if (cx->stop) return ref;
    s = LVI_AT(lvi_struct, ref);
    s->kind = LVI_ST_ARRAY, s->element = element, s->count = count, s->length = length;
    s->next = *slot;
    *slot = ref;
    return ref;
}

/* ... of a known count. */
static uint32_t lvi_pr_array_type(lvi_context *cx, uint32_t element, uint32_t count) {
    return lvi_pr_array(cx, element, count, 0);
}

/* The static type that a name means; 0 after an error. */
static uint32_t lvi_pr_named_type(lvi_context *cx, uint32_t form) {
    const lvi_symbol *s = lvi_pr_is_symbol(cx, form) ? LVI_AT(lvi_symbol, cx->forms[form].a) : NULL;
    uint32_t row = s && s->builtin ? s->builtin - 1u : LVI_BUILTIN_COUNT;
    lvi_value v = s && s->global ? LVI_AT(lvi_global, s->global)->value : lvi_poison;
    if (v.tag == LVI_V_MAKER && LVI_AT(lvi_struct, v.ref)->kind != LVI_ST_TAG) return v.ref;
    if (row < LVI_BUILTIN_COUNT && lvi_builtins[row].rule >= LVI_R_MAKE_VECTOR
        && lvi_builtins[row].rule <= LVI_R_CONVERT)
        return lvi_builtins[row].op;
    lvi_dg_error1(cx, LVI_E_NO_SUCH_TYPE, form, lvi_a_form(form));
    return 0;
}

/* A new resource of this kind with its ordinal; `symbol` means it, unless that is 0. Returns its
   reference; the sink when there is no room (the compile stops). */
static uint32_t lvi_pr_resource(lvi_context *cx, uint32_t kind, uint32_t symbol, uint32_t form) {
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_resource)), i;
    lvi_resource *r = LVI_AT(lvi_resource, ref);
    if (cx->resource_count == cx->resource_capacity && !cx->stop) {
        uint32_t capacity = cx->resource_capacity ? cx->resource_capacity * 2 : 16,
                 table = lvi_ar_array(cx, capacity, 4);
        for (i = 0; i < cx->resource_count && table; i++)
            LVI_AT(uint32_t, table)[i] = LVI_AT(uint32_t, cx->resource_table)[i];
        cx->resource_table = table, cx->resource_capacity = capacity;
    }
    if (cx->stop) return LVI_SINK;
    r->kind = kind, r->symbol = symbol, r->form = form, r->ordinal = cx->resource_count;
    LVI_AT(uint32_t, cx->resource_table)[cx->resource_count++] = ref;
    if (symbol) lvi_pr_global(cx, symbol, form, lvi_v(LVI_V_RESOURCE, ref), 0);
    return ref;
}

/* The whole number from 0 to `most` (below 2^24) that a form is written as; LVI_NO_NUMBER if it is
   something else. */
#define LVI_NO_NUMBER 0xffffffffu
static uint32_t lvi_pr_whole(lvi_context *cx, uint32_t form, uint32_t most) {
    const lvi_form *f = &cx->forms[form];
    uint32_t exponent, n = LVI_NO_NUMBER;
    if (f->kind == LVI_INT || f->kind == LVI_UINT) n = f->a;
    if (f->kind == LVI_LITERAL) {
        exponent = (f->a >> 23) - 127u;
        if (f->a == 0) n = 0;
        else if (exponent < 24)
            n = ((f->a & 0x7fffffu) | 0x800000u) >> (23 - exponent);
    }
    return n <= most ? n : LVI_NO_NUMBER;
}

/* ... after an error 0; `what` ("a binding") says what it is. */
static uint32_t lvi_pr_number(lvi_context *cx, uint32_t form, const char *what, uint32_t most) {
    uint32_t n = lvi_pr_whole(cx, form, most);
    if (n != LVI_NO_NUMBER) return n;
    lvi_dg_error(cx, LVI_E_WHOLE_NUMBER, form, lvi_a_text(cx, what), lvi_a_number(most),
                 lvi_a_form(form));
    return 0;
}

/* The keywords of a resource's declaration, sorted. */
typedef struct lvi_given {
    uint32_t given;                /* 1 << LVI_OPT_x */
    uint32_t forms[LVI_OPT_COUNT]; /* what stands after the keyword, or the keyword itself */
    uint32_t set, binding;         /* 0 where they are not given */
} lvi_given;

enum {
    LVI_MOST_SET = 31, LVI_MOST_BINDING = 65535, LVI_MOST_WORKGROUP = 65535
};
#define LVI_INTERPOLATIONS                                              \
    (1u << LVI_OPT_FLAT | 1u << LVI_OPT_NOPERSPECTIVE | 1u << LVI_OPT_CENTROID \
     | 1u << LVI_OPT_SAMPLE)

/* The option that a keyword form is, LVI_OPT_COUNT if none. */
static uint32_t lvi_pr_keyword(lvi_context *cx, uint32_t form) {
    const lvi_symbol *s = LVI_AT(lvi_symbol, cx->forms[form].a);
    const char *word = lvi_option_names;
    uint32_t i, size;
    for (i = 0; i < LVI_OPT_COUNT; i++, word += size + 1) {
        size = lvi_string_size(word);
        if (s->size == size && lvi_bytes_equal(s->text, word, size)) break;
    }
    return i;
}

/* The first form from `form` on that is no keyword and does not belong to one: what a declaration
   lists beside its keywords; 0 if there is none. */
static uint32_t lvi_pr_plain(lvi_context *cx, uint32_t form) {
    while (form && cx->forms[form].kind == LVI_KEYWORD && lvi_pr_byte(cx, form) == ':') {
        uint32_t option = lvi_pr_keyword(cx, form), next = cx->forms[form].next;
        int more = option < LVI_OPT_COUNT && lvi_option_after[option] != LVI_AFTER_NOTHING;
        form = more && next ? cx->forms[next].next : next;
    }
    return form;
}

/* Reads the keywords of declaration `form`, which begins with top-level word `word`; `takes` is a
   mask of 1 << LVI_OPT_x. What is wrong is reported and left out. */
static void lvi_pr_options(lvi_context *cx, uint32_t form, uint32_t word, uint32_t takes,
                           lvi_given *o) {
    uint32_t f;
    lvi_zero(o, sizeof *o);
    for (f = cx->forms[form].a; f; f = cx->forms[f].next) {
        uint32_t option;
        if (cx->forms[f].kind != LVI_KEYWORD) continue;
        option = lvi_pr_keyword(cx, f);
        if (option == LVI_OPT_COUNT || !(takes >> option & 1u)) {
            lvi_dg_error2(cx, LVI_E_OPTION, f, lvi_a_text(cx, lvi_word(lvi_toplevel, word)),
                          lvi_a_form(f));
            continue;
        }
        if (o->given >> option & 1u) lvi_dg_error1(cx, LVI_E_DUPLICATE, f, lvi_a_form(f));
        o->given |= 1u << option;
        if (lvi_option_after[option] != LVI_AFTER_NOTHING && cx->forms[f].next)
            f = cx->forms[f].next;
        o->forms[option] = f;
    }
    if (o->forms[LVI_OPT_SET])
        o->set = lvi_pr_number(cx, o->forms[LVI_OPT_SET], "a set", LVI_MOST_SET);
    if (o->forms[LVI_OPT_BINDING]) {
        o->binding = lvi_pr_number(cx, o->forms[LVI_OPT_BINDING], "a binding", LVI_MOST_BINDING);
        if (lvi_pr_whole(cx, o->forms[LVI_OPT_BINDING], LVI_MOST_BINDING) == LVI_NO_NUMBER)
            o->given &= ~(1u << LVI_OPT_BINDING);
    }
}

/* Hands the descriptor of declaration `o` to resource r: lvi_pr_bindings numbers what it leaves
   out. */
static void lvi_pr_descriptor(lvi_resource *r, const lvi_given *o) {
    r->set = o->set;
    r->binding = o->given >> LVI_OPT_BINDING & 1u ? o->binding : LVI_NO_NUMBER;
}

/* Is the resource behind a descriptor? */
static int lvi_pr_is_descriptor(const lvi_resource *r) {
    return r->kind == LVI_RES_UNIFORM || r->kind == LVI_RES_BUFFER || r->kind >= LVI_RES_TEXTURE;
}

/* The place of (set, binding) in an open hash table of resource ordinals + 1. */
static uint32_t *lvi_pr_binding_slot(lvi_context *cx, uint32_t table, uint32_t mask, uint32_t set,
                                     uint32_t binding) {
    uint32_t i = (binding * 0x9e3779b1u ^ set * 0x85ebca6bu) >> 8 & mask, *slot;
    for (;; i = (i + 1) & mask) {
        slot = &LVI_AT(uint32_t, table)[i];
        if (!*slot
            || (LVI_RESOURCE(*slot - 1)->set == set && LVI_RESOURCE(*slot - 1)->binding == binding))
            return slot;
    }
}

/* Numbers the bindings that are left out: in order of declaration, each the lowest of its set that
   no resource has. A binding has one resource. */
static void lvi_pr_bindings(lvi_context *cx) {
    uint32_t size = 16, table, i, *slot, next[LVI_MOST_SET + 1];
    lambdav_diagnostic *d;
    while (size < 2 * cx->resource_count) size *= 2;
    table = cx->resource_count ? lvi_ar_array(cx, size, 4) : 0;
    if (!table) return;
    lvi_zero(next, sizeof next);
    for (i = 0; i < cx->resource_count; i++) {
        lvi_resource *r = LVI_RESOURCE(i);
        if (!lvi_pr_is_descriptor(r) || r->binding == LVI_NO_NUMBER) continue;
        slot = lvi_pr_binding_slot(cx, table, size - 1, r->set, r->binding);
        if (*slot) {
            d = lvi_dg_error(cx, LVI_E_BINDING_TAKEN, r->form, lvi_a_symbol(r->symbol),
                             lvi_a_number(r->binding), lvi_a_number(r->set));
            lvi_dg_note(cx, d, LVI_RESOURCE(*slot - 1)->form, "it belongs to '%'",
                        lvi_a_symbol(LVI_RESOURCE(*slot - 1)->symbol));
        }
        *slot = i + 1;
    }
    for (i = 0; i < cx->resource_count; i++) {
        lvi_resource *r = LVI_RESOURCE(i);
        if (!lvi_pr_is_descriptor(r) || r->binding != LVI_NO_NUMBER) continue;
        while (*lvi_pr_binding_slot(cx, table, size - 1, r->set, next[r->set])) next[r->set]++;
        r->binding = next[r->set]++;
    }
}

/* --- array types */

enum { LVI_MOST_COUNT = 0xffffff, LVI_MOST_DIMENSIONS = 16, LVI_MOST_ALIASES = 64 };

/* The whole number from 0 to `most` that a form says: written, or the name of a specialisation
   constant of int or uint, which is handed out in *spec with its default as the number, or a name
   that is defined as one of these. LVI_NO_NUMBER if it says something else. */
static uint32_t lvi_pr_known_whole(lvi_context *cx, uint32_t form, uint32_t most, uint32_t *spec) {
    uint32_t i;
    *spec = 0;
    for (i = 0; i < LVI_MOST_ALIASES && lvi_pr_is_symbol(cx, form); i++) {
        const lvi_symbol *s = LVI_AT(lvi_symbol, cx->forms[form].a);
        lvi_value v = s->global ? LVI_AT(lvi_global, s->global)->value : lvi_poison;
        if (v.tag == LVI_V_RESOURCE && LVI_AT(lvi_resource, v.ref)->kind == LVI_RES_SPEC) {
            const lvi_resource *r = LVI_AT(lvi_resource, v.ref);
            int whole = (r->type == LVI_T_INT || r->type == LVI_T_UINT) && r->detail <= most;
            *spec = v.ref;
            return whole ? r->detail : LVI_NO_NUMBER;
        }
        if (v.tag != LVI_V_THUNK) break;
        form = LVI_AT(lvi_thunk, v.ref)->form;
    }
    return lvi_pr_whole(cx, form, most);
}

/* How many elements the form behind an array's element type says: a whole number, a specialisation
   constant, which is handed out in *length, or a name that is defined as one of these. 0 after an
   error. */
static uint32_t lvi_pr_count(lvi_context *cx, uint32_t form, uint32_t *length) {
    uint32_t n = lvi_pr_known_whole(cx, form, LVI_MOST_COUNT, length);
    if (n && n != LVI_NO_NUMBER) return n;
    lvi_dg_error2(cx, LVI_E_ARRAY_COUNT, form, lvi_a_number(LVI_MOST_COUNT), lvi_a_form(form));
    return 0;
}

/* Is the form written (array ...)? */
static int lvi_pr_is_array(lvi_context *cx, uint32_t form) {
    const lvi_symbol *s;
    if (!lvi_pr_is_written(cx, form) || !lvi_pr_is_symbol(cx, cx->forms[form].a)) return 0;
    s = LVI_AT(lvi_symbol, cx->forms[cx->forms[form].a].a);
    return s->size == 5 && lvi_bytes_equal(s->text, "array", 5);
}

/* The static type that a type form says: a name, (array T n) or (array T). 0 after an error. */
static uint32_t lvi_pr_type(lvi_context *cx, uint32_t form) {
    uint32_t forms[LVI_MOST_DIMENSIONS], depth = 0, type, count, length;
    for (; lvi_pr_is_array(cx, form); form = lvi_pr_element(cx, form, 1)) {
        uint32_t n = lvi_pr_length(cx, form);
        if (n != 2 && n != 3) {
            lvi_pr_syntax(cx, form, "array", "type [count]");
            return 0;
        }
        if (depth == LVI_MOST_DIMENSIONS) {
            lvi_dg_limit(cx, cx->forms[form].pos, "arrays in an array", LVI_MOST_DIMENSIONS);
            return 0;
        }
        forms[depth++] = form;
    }
    type = lvi_pr_named_type(cx, form);
    while (type && depth) {
        form = lvi_pr_element(cx, forms[--depth], 2);
        count = form ? lvi_pr_count(cx, form, &length) : 0;
        if (form && !count) return 0;
        if (!form && depth) {
            lvi_dg_error1(cx, LVI_E_NO_SUCH_TYPE, forms[depth], lvi_a_form(forms[depth]));
            return 0;
        }
        type = !form ? lvi_pr_array(cx, type, 0, 0)
               : length ? lvi_pr_array(cx, type, 0, length)
                        : lvi_pr_array_type(cx, type, count);
    }
    return type;
}

/* --- memory: uniform, buffer, push-constants, shared */

/* Declaration `form` of a block, which lists its fields: `(name type)` each from form `first` on,
   keywords apart; `count` of them, all checked. The struct of the fields, 0 after an error. */
static uint32_t lvi_pr_block_struct(lvi_context *cx, uint32_t form, uint32_t first, uint32_t count,
                                    const char *word, const char *syntax) {
    uint32_t ref = lvi_pr_new_struct(cx, 0, form, count), f, i = 0;
    for (f = first; f && ref; f = lvi_pr_plain(cx, cx->forms[f].next)) {
        uint32_t name = lvi_pr_is_written(cx, f) && lvi_pr_length(cx, f) == 2 ? cx->forms[f].a : 0,
                 symbol = name ? lvi_pr_name(cx, name) : 0;
        if (!name) lvi_pr_syntax(cx, f, word, syntax);
        if (!symbol) return 0;
        lvi_pr_add_field(cx, LVI_AT(lvi_struct, ref), i++, symbol, cx->forms[name].next, name);
    }
    return ref;
}

/* (uniform name :set s :binding b (field type) ...), (buffer ...): a block. With a type in place of
   the fields, the name means what is of that type. */
static void lvi_pr_block(lvi_context *cx, uint32_t form, uint32_t word) {
    static const char fields[] = "(field type) ...", both[] = "a :readonly buffer";
    int buffer = word == LVI_TOP_BUFFER;
    uint32_t name = lvi_pr_element(cx, form, 1), takes = 1u << LVI_OPT_SET | 1u << LVI_OPT_BINDING,
             first = name ? lvi_pr_plain(cx, cx->forms[name].next) : 0, count = 0, f, ref, symbol;
    const char *spelled = lvi_word(lvi_toplevel, word);
    lvi_resource *r;
    lvi_given o;
    if (!first) {
        lvi_pr_syntax(cx, form, spelled, "name :set s :binding b (field type) ...");
        return;
    }
    if (buffer) takes |= 1u << LVI_OPT_READONLY | 1u << LVI_OPT_WRITEONLY;
    lvi_pr_options(cx, form, word, takes, &o);
    symbol = lvi_pr_name(cx, name);
    if (!symbol) return;
    ref = lvi_pr_resource(cx, buffer ? LVI_RES_BUFFER : LVI_RES_UNIFORM, symbol, name);
    if (cx->stop) return;
    r = LVI_AT(lvi_resource, ref);
    lvi_pr_descriptor(r, &o);
    r->detail = form;
    if (!buffer || o.forms[LVI_OPT_READONLY]) r->flags |= LVI_RESF_READONLY;
    if (o.forms[LVI_OPT_WRITEONLY]) r->flags |= LVI_RESF_WRITEONLY;
    if (o.forms[LVI_OPT_READONLY] && o.forms[LVI_OPT_WRITEONLY])
        lvi_dg_error2(cx, LVI_E_OPTION, o.forms[LVI_OPT_WRITEONLY], lvi_a_text(cx, both),
                      lvi_a_form(o.forms[LVI_OPT_WRITEONLY]));
    for (f = first; f; f = lvi_pr_plain(cx, cx->forms[f].next)) count++;
    if (count == 1 && (!lvi_pr_is_written(cx, first) || lvi_pr_is_array(cx, first))) {
        r->flags |= LVI_RESF_BARE;
        r->type = lvi_pr_new_struct(cx, 0, form, 1);
        if (r->type)
            LVI_AT(lvi_field, LVI_AT(lvi_struct, r->type)->fields)->type_form = first;
    } else {
        r->type = lvi_pr_block_struct(cx, form, first, count, spelled, fields);
    }
    if (!r->type) r->flags |= LVI_RESF_BROKEN;
}

/* (shared name type): memory of a workgroup, without a layout. */
static void lvi_pr_shared(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), symbol, ref;
    if (lvi_pr_length(cx, form) != 3) {
        lvi_pr_syntax(cx, form, "shared", "name type");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    if (!symbol) return;
    ref = lvi_pr_resource(cx, LVI_RES_SHARED, symbol, name);
    LVI_AT(lvi_resource, ref)->flags = LVI_RESF_BARE;
    LVI_AT(lvi_resource, ref)->detail = cx->forms[name].next;
}

/* (push-constants (name type) ...): names for the members of one block, which all these forms
   share. */
static void lvi_pr_push(lvi_context *cx, uint32_t form) {
    uint32_t f;
    if (lvi_pr_length(cx, form) < 2) lvi_pr_syntax(cx, form, "push-constants", "(name type) ...");
    if (!cx->push) {
        cx->push = lvi_pr_resource(cx, LVI_RES_PUSH, 0, form);
        LVI_AT(lvi_resource, cx->push)->flags = LVI_RESF_READONLY;
    }
    for (f = lvi_pr_element(cx, form, 1); f && !cx->stop; f = cx->forms[f].next) {
        uint32_t name = lvi_pr_is_list(cx, f) ? cx->forms[f].a : 0, symbol, ref;
        lvi_member *m;
        if (!name || lvi_pr_length(cx, f) != 2) {
            lvi_pr_syntax(cx, f, "push-constants", "(name type) ...");
            continue;
        }
        symbol = lvi_pr_name(cx, name);
        if (!symbol) continue;
        ref = lvi_ar_high(cx, sizeof(lvi_member));
        m = LVI_AT(lvi_member, ref);
        m->symbol = symbol, m->form = name, m->index = cx->member_count++;
        if (cx->last_member)
            LVI_AT(lvi_member, cx->last_member)->next = ref;
        else
            cx->members = ref;
        cx->last_member = ref;
        lvi_pr_global(cx, symbol, name, lvi_v(LVI_V_MEMBER, ref), 0);
    }
}

/* (spec-constant name id default) */
static void lvi_pr_spec(lvi_context *cx, uint32_t form) {
    static const uint8_t kinds[] = {LVI_K_NUM, LVI_K_NUM, LVI_K_INT, LVI_K_UINT, LVI_K_BOOL};
    uint32_t name = lvi_pr_element(cx, form, 1), value = lvi_pr_element(cx, form, 3), ref, symbol;
    lvi_resource *r;
    if (lvi_pr_length(cx, form) != 4) {
        lvi_pr_syntax(cx, form, "spec-constant", "name id default");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    if (!symbol) return;
    ref = lvi_pr_resource(cx, LVI_RES_SPEC, symbol, name);
    r = LVI_AT(lvi_resource, ref);
    r->location = lvi_pr_whole(cx, cx->forms[name].next, LVI_MOST_BINDING);
    if (r->location == LVI_NO_NUMBER)
        lvi_pr_number(cx, cx->forms[name].next, "a constant's id", LVI_MOST_BINDING);
    r->type = LVI_T_NUM;
    if (cx->forms[value].kind < LVI_LITERAL || cx->forms[value].kind > LVI_TRUTH) {
        lvi_dg_error1(cx, LVI_E_SPEC_DEFAULT, value, lvi_a_form(value));
        return;
    }
    r->type = LVI_TYPE(kinds[cx->forms[value].kind - LVI_LITERAL], 1, 1);
    r->detail = cx->forms[value].a;
}

/* --- layouts: std140, std430 (Vulkan, 15.8.4 Offset and Stride Assignment) */

/* What stands in memory of this kind, for messages. */
static const char *lvi_pr_memory(uint32_t kind) {
    return kind == LVI_RES_PUSH      ? "a push constant"
           : kind == LVI_RES_UNIFORM ? "in a uniform block"
           : kind == LVI_RES_BUFFER  ? "in a buffer"
                                     : "in shared memory";
}

/* Alignment of a scalar, vector or matrix; *size, and *stride between columns, else 0. */
static uint32_t lvi_pr_machine_layout(uint32_t type, uint32_t rules, uint32_t *size,
                                      uint32_t *stride) {
    uint32_t rows = LVI_ROWS(type), columns = LVI_COLUMNS(type), align = rows == 3 ? 16 : rows * 4;
    if (columns > 1 && rules == LVI_LAYOUT_STD140) align = 16;
    *stride = columns > 1 ? align : 0;
    *size = columns > 1 ? align * columns : rows * 4;
    return align;
}

/* The layout of a struct or array, not computed yet if it is new; 0 when there is no room. */
static uint32_t lvi_pr_layout(lvi_context *cx, uint32_t type, uint32_t rules) {
    lvi_struct *s = LVI_AT(lvi_struct, type);
    uint32_t ref = s->layouts[rules];
    if (ref) return ref;
    ref = lvi_ar_high(cx, sizeof(lvi_layout));
    LVI_AT(lvi_layout, ref)->type = type, LVI_AT(lvi_layout, ref)->rules = rules;
    if (s->kind != LVI_ST_ARRAY) LVI_AT(lvi_layout, ref)->offsets = lvi_ar_array(cx, s->count, 4);
    if (cx->stop) return 0;
    cx->layout_count++;
    return s->layouts[rules] = ref;
}

/* The elements of an array in memory, those of a specialisation constant's default for its. */
static uint32_t lvi_pr_elements(lvi_context *cx, const lvi_struct *s) {
    return s->length ? LVI_AT(lvi_resource, s->length)->detail : s->count;
}

/* The layout of part T, `size` bytes, is known: takes it into l. 0 if that is too large. */
static int lvi_pr_part_done(lvi_context *cx, lvi_layout *l, uint32_t align, uint32_t size) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    int array = s->kind == LVI_ST_ARRAY;
    uint32_t at = (l->size + align - 1) & ~(align - 1), pad;
    uint64_t end;
    if (l->rules == LVI_LAYOUT_STD140 && array) align = lvi_max(align, 16);
    l->align = lvi_max(l->align, align);
    l->stride = array ? (size + align - 1) & ~(align - 1) : 0;
    if (!array) LVI_AT(uint32_t, l->offsets)[l->index] = at;
    end = array ? lvi_fp_mul32(l->stride, lvi_pr_elements(cx, s)) : (uint64_t)at + size;
    l->index++;
    if (!array && l->index == s->count) {
        if (l->rules == LVI_LAYOUT_STD140) l->align = lvi_max(l->align, 16);
        pad = l->align - 1;
        end = (end + pad) & ~(uint64_t)pad;
    }
    if (end > 0x7fffffffu) {
        lvi_dg_limit(cx, cx->forms[l->form].pos, "bytes in memory", 0x7fffffffu);
        return 0;
    }
    l->size = (uint32_t)end;
    return 1;
}

/* May T, a part of l, stand in memory of this kind, in that place? */
static int lvi_pr_may_be(lvi_context *cx, const lvi_layout *l, uint32_t kind, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type), *whole = LVI_AT(lvi_struct, l->type);
    if (LVI_IS_MACHINE(type))
        return LVI_KIND(type) != LVI_K_BOOL
               || (kind == LVI_RES_SHARED && LVI_COLUMNS(type) == 1);
    if (s->kind != LVI_ST_ARRAY || s->count || s->length) return 1;
    return !l->parent && kind == LVI_RES_BUFFER && l->index + 1 == whole->count;
}

/* T of the next part of l; 0 after an error. *form: where its type is written. */
static uint32_t lvi_pr_next_part(lvi_context *cx, const lvi_layout *l, uint32_t kind,
                                 uint32_t *form) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    lvi_field *field = NULL;
    lambdav_diagnostic *d;
    uint32_t type;
    *form = l->form;
    if (s->kind == LVI_ST_STRUCT) {
        field = &LVI_AT(lvi_field, s->fields)[l->index];
        if (field->type_form) *form = field->type_form;
    }
    if (s->kind != LVI_ST_ARRAY && (!field || !field->type_form)) {
        d = lvi_dg_error2(cx, LVI_E_INTERFACE_TYPE, *form, lvi_a_form(*form),
                          lvi_a_text(cx, lvi_pr_memory(kind)));
        if (field)
            lvi_dg_note(cx, d, s->form, "field '%' has no type", lvi_a_symbol(field->symbol));
        return 0;
    }
    type = field ? field->type = lvi_pr_type(cx, *form) : s->element;
    if (!type) return 0;
    if (!lvi_pr_may_be(cx, l, kind, type)) {
        lvi_dg_error2(cx, LVI_E_INTERFACE_TYPE, *form, lvi_a_form(*form),
                      lvi_a_text(cx, LVI_IS_MACHINE(type) ? lvi_pr_memory(kind)
                                                          : "anywhere but at the end of a buffer"));
        return 0;
    }
    return type;
}

/* Leaves the part in hand out, after an error. */
static uint32_t lvi_pr_skip_part(lvi_context *cx, uint32_t at) {
    LVI_AT(lvi_layout, at)->broken = 1;
    LVI_AT(lvi_layout, at)->index++;
    return at;
}

/* The layout of a part of layout `at` is there. Returns what to go on with, 0 when it is too
   large. */
static uint32_t lvi_pr_put_part(lvi_context *cx, uint32_t at, const lvi_layout *part) {
    lvi_layout *l = LVI_AT(lvi_layout, at);
    l->broken |= part->broken;
    l->nesting = lvi_max(l->nesting, part->nesting + 1);
    return lvi_pr_part_done(cx, l, part->align, part->size) ? at : 0;
}

/* Begins the layout of part `type` of layout `at`, if it is not known; the same. */
static uint32_t lvi_pr_open_part(lvi_context *cx, uint32_t at, uint32_t type, uint32_t form) {
    uint32_t ref = lvi_pr_layout(cx, type, LVI_AT(lvi_layout, at)->rules);
    lvi_layout *part = LVI_AT(lvi_layout, ref);
    if (!ref) return 0;
    if (part->state == LVI_THUNK_DONE) return lvi_pr_put_part(cx, at, part);
    if (part->state == LVI_THUNK_BUSY) {
        lvi_dg_error1(cx, LVI_E_CONTAINS_ITSELF, form, lvi_a_form(form));
        return lvi_pr_skip_part(cx, at);
    }
    part->state = LVI_THUNK_BUSY, part->parent = at, part->form = form;
    part->align = part->nesting = 1;
    return ref;
}

/* Structures and arrays inside of each other; SPIR-V's limit is 255, this one is room on the C
   stack. */
enum { LVI_MOST_NESTING = 60 };

/* One step: the next part of layout `at`, or back to its parent. 0 at the end. */
static uint32_t lvi_pr_layout_step(lvi_context *cx, uint32_t at, uint32_t kind) {
    lvi_layout *l = LVI_AT(lvi_layout, at);
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    uint32_t type, form, align, size, stride;
    if (l->index < (s->kind == LVI_ST_ARRAY ? 1u : s->count)) {
        type = lvi_pr_next_part(cx, l, kind, &form);
        if (!type) return lvi_pr_skip_part(cx, at);
        if (!LVI_IS_MACHINE(type)) return lvi_pr_open_part(cx, at, type, form);
        align = lvi_pr_machine_layout(type, l->rules, &size, &stride);
        return lvi_pr_part_done(cx, l, align, size) ? at : 0;
    }
    l->state = LVI_THUNK_DONE;
    if (l->nesting > LVI_MOST_NESTING) {
        lvi_dg_limit(cx, cx->forms[l->form].pos, "structs and arrays in each other",
                     LVI_MOST_NESTING);
        return 0;
    }
    return l->parent ? lvi_pr_put_part(cx, l->parent, l) : 0;
}

/* Lays struct or array `type` out, and all that is in it, for memory of this kind. The layout, 0
   when there is none. Depth first, parents linked. */
static uint32_t lvi_pr_lay_out(lvi_context *cx, uint32_t type, uint32_t rules, uint32_t kind,
                               uint32_t form) {
    uint32_t root = lvi_pr_layout(cx, type, rules), at = root;
    lvi_layout *l = LVI_AT(lvi_layout, root);
    if (root && l->state == LVI_THUNK_READY) {
        l->state = LVI_THUNK_BUSY, l->form = form;
        l->align = l->nesting = 1;
        while (at && !cx->stop) at = lvi_pr_layout_step(cx, at, kind);
    }
    return !root || cx->stop || l->broken ? 0 : root;
}

/* The block of the push constants, once all are known. */
static void lvi_pr_push_block(lvi_context *cx) {
    lvi_resource *r = LVI_AT(lvi_resource, cx->push);
    uint32_t ref, i = 0;
    if (!cx->member_count) return;
    r->type = lvi_pr_new_struct(cx, 0, r->form, cx->member_count);
    for (ref = cx->members; ref && r->type; ref = LVI_AT(lvi_member, ref)->next) {
        const lvi_member *m = LVI_AT(lvi_member, ref);
        lvi_field *field = &LVI_AT(lvi_field, LVI_AT(lvi_struct, r->type)->fields)[i++];
        field->symbol = m->symbol, field->type_form = cx->forms[m->form].next;
    }
}

/* ... and their types and offsets, once they are laid out. */
static void lvi_pr_push_members(lvi_context *cx) {
    const lvi_resource *r = LVI_AT(lvi_resource, cx->push);
    uint32_t ref, i = 0;
    for (ref = cx->members; ref && r->layout; ref = LVI_AT(lvi_member, ref)->next, i++) {
        LVI_AT(lvi_member, ref)->type =
            LVI_AT(lvi_field, LVI_AT(lvi_struct, r->type)->fields)[i].type;
        LVI_AT(lvi_member, ref)->offset =
            LVI_AT(uint32_t, LVI_AT(lvi_layout, r->layout)->offsets)[i];
    }
}

/* The type of shared memory: of any type that ends. */
static void lvi_pr_shared_type(lvi_context *cx, lvi_resource *r) {
    uint32_t type = lvi_pr_type(cx, r->detail);
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    r->type = type;
    if (type && LVI_IS_MACHINE(type)
            ? LVI_KIND(type) == LVI_K_BOOL && LVI_COLUMNS(type) > 1
            : type && s->kind == LVI_ST_ARRAY && !s->count && !s->length) {
        lvi_dg_error2(cx, LVI_E_INTERFACE_TYPE, r->detail, lvi_a_form(r->detail),
                      lvi_a_text(cx, lvi_pr_memory(r->kind)));
        r->type = 0;
    }
    if (!r->type) r->flags |= LVI_RESF_BROKEN;
}

/* Types and layouts of all memory. Requires that all definitions are known. */
static void lvi_pr_layouts(lvi_context *cx) {
    uint32_t i;
    if (cx->push) lvi_pr_push_block(cx);
    for (i = 0; i < cx->resource_count && !cx->stop; i++) {
        lvi_resource *r = LVI_RESOURCE(i);
        uint32_t rules = r->kind == LVI_RES_UNIFORM  ? LVI_LAYOUT_STD140
                         : r->kind == LVI_RES_SHARED ? LVI_LAYOUT_NONE
                                                     : LVI_LAYOUT_STD430;
        if (r->kind < LVI_RES_PUSH || r->kind > LVI_RES_SHARED) continue;
        if (r->kind == LVI_RES_SHARED) lvi_pr_shared_type(cx, r);
        if (!r->type || LVI_IS_MACHINE(r->type)) continue;
        r->layout = lvi_pr_lay_out(cx, r->type, rules, r->kind,
                                   r->kind == LVI_RES_SHARED ? r->detail : r->form);
        if (!r->layout) r->flags |= LVI_RESF_BROKEN;
    }
    if (cx->push && !cx->stop) lvi_pr_push_members(cx);
}

/* No two specialisation constants have one id. */
static void lvi_pr_spec_ids(lvi_context *cx) {
    uint32_t size = 16, table, i, k;
    while (size < 2 * cx->resource_count) size *= 2;
    table = cx->resource_count ? lvi_ar_array(cx, size, 4) : 0;
    for (i = 0; i < cx->resource_count && table; i++) {
        const lvi_resource *r = LVI_RESOURCE(i), *other;
        uint32_t *slots = LVI_AT(uint32_t, table);
        lambdav_diagnostic *d;
        if (r->kind != LVI_RES_SPEC || r->location == LVI_NO_NUMBER) continue;
        for (k = r->location * 0x9e3779b1u >> 8 & (size - 1); slots[k]; k = (k + 1) & (size - 1)) {
            other = LVI_RESOURCE(slots[k] - 1);
            if (other->location != r->location) continue;
            d = lvi_dg_error2(cx, LVI_E_DUPLICATE, r->form, lvi_a_text(cx, "spec-constant "),
                              lvi_a_number(r->location));
            lvi_dg_note(cx, d, other->form, "first defined here", lvi_a_none());
            break;
        }
        slots[k] = i + 1;
    }
}

/* The top-level word that a symbol is, LVI_TOP_COUNT if none. */
static uint32_t lvi_pr_spelled(lvi_context *cx, uint32_t symbol) {
    const lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
    const char *word = lvi_toplevel;
    uint32_t i, size;
    for (i = 0; i < LVI_TOP_COUNT; i++, word += size + 1) {
        size = lvi_string_size(word);
        if (s->size == size && lvi_bytes_equal(s->text, word, size)) break;
    }
    return i;
}

/* ... and the one that a form begins with. */
static uint32_t lvi_pr_word(lvi_context *cx, uint32_t form) {
    if (!lvi_pr_is_list(cx, form) || !lvi_pr_is_symbol(cx, cx->forms[form].a)) return LVI_TOP_COUNT;
    return lvi_pr_spelled(cx, cx->forms[cx->forms[form].a].a);
}

/* (varying name e [:flat ...]): what a vertex entry gives the fragment entries of the text. Several
   vertex entries can write one. */
static void lvi_pr_varying(lvi_context *cx, uint32_t entry, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), value = name ? cx->forms[name].next : 0, symbol,
             ref, root;
    lvi_given o;
    const lvi_global *g;
    lvi_pr_options(cx, form, LVI_TOP_VARYING, LVI_INTERPOLATIONS, &o);
    if (!value || lvi_pr_plain(cx, cx->forms[value].next)) {
        lvi_pr_syntax(cx, form, "varying", "name value [:flat]");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    if (!symbol) return;
    g = LVI_AT(lvi_global, LVI_AT(lvi_symbol, symbol)->global);
    ref = LVI_AT(lvi_symbol, symbol)->global && g->value.tag == LVI_V_RESOURCE ? g->value.ref : 0;
    if (!ref || LVI_AT(lvi_resource, ref)->kind != LVI_RES_VARYING)
        ref = lvi_pr_resource(cx, LVI_RES_VARYING, symbol, name);
    LVI_AT(lvi_resource, ref)->flags |= o.given;
    LVI_AT(lvi_resource, ref)->location = LVI_NO_NUMBER;
    root = lvi_pr_root(cx, entry, LVI_ROOT_VARYING, 0, value, form);
    LVI_AT(lvi_root, root)->resource = ref;
}

/* Locations of a type that has some: one for each vector, of a matrix for each column. */
static uint32_t lvi_pr_location_count(lvi_context *cx, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    return LVI_IS_MACHINE(type) ? LVI_COLUMNS(type) : s->count * LVI_COLUMNS(s->element);
}

/* Is it a number, vector or matrix, or an array of those that fits? */
static int lvi_pr_takes_locations(lvi_context *cx, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    if (LVI_IS_MACHINE(type)) return LVI_KIND(type) != LVI_K_BOOL;
    return s->kind == LVI_ST_ARRAY && s->count && s->count <= LVI_LOCATIONS && s->element
           && LVI_IS_MACHINE(s->element) && LVI_KIND(s->element) != LVI_K_BOOL
           && lvi_pr_location_count(cx, type) <= LVI_LOCATIONS;
}

/* An array of inputs is as many inputs, the resources behind its own; their place is the array. */
static void lvi_pr_input_elements(lvi_context *cx, uint32_t array, uint32_t name) {
    const lvi_resource *r = LVI_AT(lvi_resource, array);
    const lvi_struct *s = LVI_AT(lvi_struct, r->type);
    uint32_t i, ref;
    for (i = 0; i < s->count && !cx->stop; i++) {
        ref = lvi_pr_resource(cx, LVI_RES_INPUT, 0, name);
        LVI_AT(lvi_resource, ref)->symbol = r->symbol;
        LVI_AT(lvi_resource, ref)->type = s->element;
        LVI_AT(lvi_resource, ref)->flags = r->flags;
        LVI_AT(lvi_resource, ref)->location = LVI_NO_NUMBER;
        LVI_AT(lvi_resource, ref)->place = array;
    }
}

/* (input name type [:location n] [:flat ...]): a vertex attribute or what a fragment entry is
   given, by the entry that reads it. */
static void lvi_pr_input(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), type_form = name ? cx->forms[name].next : 0,
             symbol, type, ref;
    lvi_given o;
    lvi_pr_options(cx, form, LVI_TOP_INPUT, LVI_INTERPOLATIONS | 1u << LVI_OPT_LOCATION, &o);
    if (!type_form || lvi_pr_plain(cx, cx->forms[type_form].next)) {
        lvi_pr_syntax(cx, form, "input", "name type [:location n] [:flat]");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    type = lvi_pr_type(cx, type_form);
    if (type && !lvi_pr_takes_locations(cx, type)) {
        lvi_dg_error2(cx, LVI_E_INTERFACE_TYPE, type_form, lvi_a_form(type_form),
                      lvi_a_text(cx, "an input"));
        type = 0;
    }
    if (!symbol || cx->stop) return;
    ref = lvi_pr_resource(cx, LVI_RES_INPUT, symbol, name);
    LVI_AT(lvi_resource, ref)->type = type;
    LVI_AT(lvi_resource, ref)->flags = o.given;
    LVI_AT(lvi_resource, ref)->location = LVI_NO_NUMBER;
    if (type && o.forms[LVI_OPT_LOCATION])
        LVI_AT(lvi_resource, ref)->location =
            lvi_pr_number(cx, o.forms[LVI_OPT_LOCATION], "a location",
                          LVI_LOCATIONS - lvi_pr_location_count(cx, type));
    if (type && !LVI_IS_MACHINE(type)) lvi_pr_input_elements(cx, ref, name);
}

/* Locations that a value of this type takes, as a mask from location 0 on. */
static uint32_t lvi_pr_span(lvi_context *cx, uint32_t type) {
    uint32_t n = type ? lvi_pr_location_count(cx, type) : 0;
    return n < 32 ? (1u << n) - 1 : 0xffffffffu;
}

/* The first location from which on a value of `type` meets no location of `taken`. Ends the compile
   if there is none. */
static uint32_t lvi_pr_locate(lvi_context *cx, const lvi_resource *r, uint32_t taken) {
    uint32_t span = lvi_pr_span(cx, r->type),
             count = r->type ? lvi_pr_location_count(cx, r->type) : 0, n = 0;
    while (n + count <= LVI_LOCATIONS && (taken >> (n & 31u) & span)) n++;
    if (n + count > LVI_LOCATIONS)
        lvi_dg_limit(cx, cx->forms[r->form].pos, "locations", LVI_LOCATIONS);
    return n;
}

/* Numbers the locations of the inputs or varyings that have none, in order of declaration. `taken`
   is a mask of locations. */
static void lvi_pr_locations(lvi_context *cx, uint32_t kind, uint32_t taken) {
    uint32_t i;
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind == kind && r->location != LVI_NO_NUMBER)
            taken |= lvi_pr_span(cx, r->type) << r->location;
    }
    for (i = 0; i < cx->resource_count && !cx->stop; i++) {
        lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind != kind || r->location != LVI_NO_NUMBER) continue;
        if (r->place) {
            const lvi_resource *array = LVI_AT(lvi_resource, r->place);
            r->location = array->location + (i - array->ordinal - 1) * LVI_COLUMNS(r->type);
            continue;
        }
        r->location = lvi_pr_locate(cx, r, taken);
        if (!cx->stop) taken |= lvi_pr_span(cx, r->type) << r->location;
    }
}

/* The row of lvi_dims that a form names; the number of rows if it names none. */
static uint32_t lvi_pr_dim(lvi_context *cx, uint32_t form) {
    const lvi_symbol *s;
    if (cx->forms[form].kind == LVI_DIM) return cx->forms[form].a;
    if (!lvi_pr_is_symbol(cx, form)) return LVI_COUNT(lvi_dims);
    s = LVI_AT(lvi_symbol, cx->forms[form].a);
    return lvi_rd_among(lvi_dim_names, s->text, s->size);
}

/* :format of an image: its components' kind follows. */
static void lvi_pr_format(lvi_context *cx, lvi_image *image, uint32_t form) {
    const lvi_symbol *s = lvi_pr_is_symbol(cx, form) ? LVI_AT(lvi_symbol, cx->forms[form].a) : NULL;
    uint32_t format = LVI_FORMAT_END;
    if (s) format = lvi_rd_among(lvi_formats, s->text, s->size) + 1;
    if (format >= LVI_FORMAT_END) {
        lvi_dg_error1(cx, LVI_E_IMAGE_FORMAT, form, lvi_a_form(form));
        return;
    }
    image->format = format;
    image->kind = format < LVI_FORMAT_INT    ? LVI_K_NUM
                  : format < LVI_FORMAT_UINT ? LVI_K_INT
                                             : LVI_K_UINT;
}

/* `2d`, or `(array 2d 4)`. Returns 0 after an error. */
static int lvi_pr_image_type(lvi_context *cx, lvi_image *image, uint32_t form) {
    if (lvi_pr_is_array(cx, form) && lvi_pr_length(cx, form) == 3) {
        uint32_t count_form = lvi_pr_element(cx, form, 2);
        image->count = lvi_pr_whole(cx, count_form, LVI_MOST_BINDING);
        if (!image->count || image->count == LVI_NO_NUMBER) {
            lvi_dg_error2(cx, LVI_E_ARRAY_COUNT, count_form, lvi_a_number(LVI_MOST_BINDING),
                          lvi_a_form(count_form));
            return 0;
        }
        form = lvi_pr_element(cx, form, 1);
    }
    image->dim = lvi_pr_dim(cx, form);
    if (image->dim < LVI_COUNT(lvi_dims)) return 1;
    lvi_dg_error1(cx, LVI_E_IMAGE_TYPE, form, lvi_a_form(form));
    return 0;
}

/* What no image can be. */
static const char *lvi_pr_image_unfit(const lvi_image *image, uint32_t word) {
    uint32_t dim = lvi_dims[image->dim].dim;
    if (word == LVI_TOP_TEXTURE && dim == LVI_SPV_Dim_Buffer)
        return "there is no sampler for it; write sampled-image";
    if (image->depth && (dim == LVI_SPV_Dim_3D || dim == LVI_SPV_Dim_Buffer))
        return "it has no :depth";
    if (image->depth && image->kind != LVI_K_NUM) return "with :depth its components are num";
    return NULL;
}

/* (texture name dim [int|uint] [:depth]), (sampled-image ...), (image name dim [:format f] ...) */
static uint32_t lvi_pr_image(lvi_context *cx, uint32_t form, uint32_t word, const lvi_given *o) {
    uint32_t f = lvi_pr_plain(cx, lvi_pr_element(cx, form, 2)),
             kind = f ? lvi_pr_plain(cx, cx->forms[f].next) : 0,
             ref = lvi_ar_high(cx, sizeof(lvi_image));
    lvi_image *image = LVI_AT(lvi_image, ref);
    const char *unfit;
    if (!f || (kind && lvi_pr_plain(cx, cx->forms[kind].next))) {
        lvi_pr_syntax(cx, form, lvi_word(lvi_toplevel, word),
                      word == LVI_TOP_IMAGE ? "name 2d :format rgba8" : "name 2d [int] [:depth]");
        return 0;
    }
    image->kind = LVI_K_NUM;
    image->depth = o->given >> LVI_OPT_DEPTH & 1u, image->storage = word == LVI_TOP_IMAGE;
    if (!lvi_pr_image_type(cx, image, f)) return 0;
    if (kind) {
        uint32_t type = lvi_pr_type(cx, kind);
        if (type && (!LVI_IS_MACHINE(type) || (type != LVI_T_NUM && type != LVI_T_INT
                                              && type != LVI_T_UINT)))
            lvi_dg_error2(cx, LVI_E_INTERFACE_TYPE, kind, lvi_a_form(kind),
                          lvi_a_text(cx, "a component of an image"));
        if (LVI_IS_MACHINE(type)) image->kind = LVI_KIND(type);
    }
    if (o->forms[LVI_OPT_FORMAT]) lvi_pr_format(cx, image, o->forms[LVI_OPT_FORMAT]);
    unfit = lvi_pr_image_unfit(image, word);
    if (unfit)
        lvi_dg_error(cx, LVI_E_IMAGE_USE, f, lvi_a_text(cx, lvi_word(lvi_toplevel, word)),
                     lvi_a_form(f), lvi_a_text(cx, unfit));
    return unfit ? 0 : ref;
}

/* ... and (sampler name), which has no type. */
static void lvi_pr_texture(lvi_context *cx, uint32_t form, uint32_t word) {
    uint32_t name = lvi_pr_element(cx, form, 1), takes = 1u << LVI_OPT_SET | 1u << LVI_OPT_BINDING,
             symbol, ref, kind = LVI_RES_TEXTURE + (word - LVI_TOP_TEXTURE), image;
    lvi_given o;
    if (word == LVI_TOP_TEXTURE || word == LVI_TOP_SAMPLED_IMAGE) takes |= 1u << LVI_OPT_DEPTH;
    if (word == LVI_TOP_IMAGE)
        takes |= 1u << LVI_OPT_FORMAT | 1u << LVI_OPT_READONLY | 1u << LVI_OPT_WRITEONLY;
    lvi_pr_options(cx, form, word, takes, &o);
    if (!name || (word == LVI_TOP_SAMPLER && lvi_pr_plain(cx, cx->forms[name].next))) {
        lvi_pr_syntax(cx, form, lvi_word(lvi_toplevel, word), "name ...");
        return;
    }
    symbol = lvi_pr_name(cx, name);
    image = word == LVI_TOP_SAMPLER ? 0 : lvi_pr_image(cx, form, word, &o);
    if (!symbol || cx->stop) return;
    if (!image && word != LVI_TOP_SAMPLER) {
        lvi_pr_global(cx, symbol, name, lvi_poison, 0);
        return;
    }
    ref = lvi_pr_resource(cx, kind, symbol, name);
    LVI_AT(lvi_resource, ref)->detail = image;
    if (o.given >> LVI_OPT_READONLY & 1u) LVI_AT(lvi_resource, ref)->flags |= LVI_RESF_READONLY;
    if (o.given >> LVI_OPT_WRITEONLY & 1u) LVI_AT(lvi_resource, ref)->flags |= LVI_RESF_WRITEONLY;
    lvi_pr_descriptor(LVI_AT(lvi_resource, ref), &o);
}

/* What an entry point writes, by the word that says so. */
typedef struct lvi_clause {
    uint8_t word, root, stages;
} lvi_clause;
static const lvi_clause lvi_clauses[] = {
    {LVI_TOP_OUTPUT, LVI_ROOT_OUTPUT, LVI_ON_VERTEX | LVI_ON_FRAGMENT},
    {LVI_TOP_VARYING, LVI_ROOT_VARYING, LVI_ON_VERTEX},
    {LVI_TOP_POSITION, LVI_ROOT_POSITION, LVI_ON_VERTEX},
    {LVI_TOP_POINT_SIZE, LVI_ROOT_POINT_SIZE, LVI_ON_VERTEX},
    {LVI_TOP_FRAG_DEPTH, LVI_ROOT_DEPTH, LVI_ON_FRAGMENT},
    {LVI_TOP_DISCARD_WHEN, LVI_ROOT_DISCARD, LVI_ON_FRAGMENT}
};

/* What may stand inside an entry point and, for a fragment entry, loose at the top level. Returns 0
   if `form` is something else. */
static int lvi_pr_interface(lvi_context *cx, uint32_t entry, uint32_t form, uint32_t word) {
    uint32_t stage = LVI_AT(lvi_entry, entry)->stage, i = 0;
    while (i < LVI_COUNT(lvi_clauses) && lvi_clauses[i].word != word) i++;
    if (i == LVI_COUNT(lvi_clauses)) return 0;
    if (!(lvi_clauses[i].stages >> stage & 1u))
        lvi_dg_error2(cx, LVI_E_STAGE, form, lvi_a_text(cx, lvi_word(lvi_stage_names, stage)),
                      lvi_a_text(cx, lvi_word(lvi_toplevel, word)));
    else if (word == LVI_TOP_OUTPUT)
        lvi_pr_output(cx, entry, form);
    else if (word == LVI_TOP_VARYING)
        lvi_pr_varying(cx, entry, form);
    else if (lvi_pr_length(cx, form) != 2)
        lvi_pr_syntax(cx, form, lvi_word(lvi_toplevel, word),
                      word == LVI_TOP_DISCARD_WHEN ? "condition" : "value");
    else
        lvi_pr_root(cx, entry, lvi_clauses[i].root, 0, lvi_pr_element(cx, form, 1), form);
    return 1;
}

/* (X [Y [Z]]) of a compute entry. */
static void lvi_pr_workgroup(lvi_context *cx, uint32_t entry, uint32_t list) {
    uint32_t i = 0, f;
    for (f = cx->forms[list].a; f; f = cx->forms[f].next)
        LVI_AT(lvi_entry, entry)->size[i++] = f;
}

/* (fragment ["name"] e ...), (vertex ["name"] e ...), (compute ["name"] (X Y Z) e ...) */
static void lvi_pr_stage(lvi_context *cx, uint32_t stage, uint32_t form) {
    static const char syntax[] = "[\"name\"] output ...\0[\"name\"] value or output ...\0"
                                 "[\"name\"] (x y z) effect ...";
    uint32_t f = lvi_pr_element(cx, form, 1), name = f && cx->forms[f].kind == LVI_STRING ? f : 0,
             size = 0, entry,
             bare = stage == LVI_STAGE_FRAGMENT ? LVI_ROOT_OUTPUT : LVI_ROOT_EFFECT;
    if (name) f = cx->forms[name].next;
    if (stage == LVI_STAGE_COMPUTE && f) size = f, f = cx->forms[f].next;
    if (!f || (size && (!lvi_pr_is_list(cx, size) || lvi_pr_length(cx, size) - 1u > 2u))) {
        lvi_pr_syntax(cx, form, lvi_word(lvi_stage_names, stage), lvi_word(syntax, stage));
        return;
    }
    entry = lvi_pr_entry(cx, stage, form, name, name ? name : form);
    if (size) lvi_pr_workgroup(cx, entry, size);
    for (; f && !cx->stop; f = cx->forms[f].next) {
        if (!lvi_pr_interface(cx, entry, f, lvi_pr_word(cx, f)))
            lvi_pr_root(cx, entry, bare, 0, f, f);
    }
}

static void lvi_pr_form(lvi_context *cx, uint32_t form) {
    uint32_t word = lvi_pr_word(cx, form);
    switch (word) {
    case LVI_TOP_DEFINE: lvi_pr_define(cx, form); break;
    case LVI_TOP_STRUCT: lvi_pr_struct(cx, form); break;
    case LVI_TOP_VARIANT: lvi_pr_variant(cx, form); break;
    case LVI_TOP_PUSH_CONSTANTS: lvi_pr_push(cx, form); break;
    case LVI_TOP_VERTEX: lvi_pr_stage(cx, LVI_STAGE_VERTEX, form); break;
    case LVI_TOP_FRAGMENT: lvi_pr_stage(cx, LVI_STAGE_FRAGMENT, form); break;
    case LVI_TOP_COMPUTE: lvi_pr_stage(cx, LVI_STAGE_COMPUTE, form); break;
    case LVI_TOP_INPUT: lvi_pr_input(cx, form); break;
    case LVI_TOP_TEXTURE:
    case LVI_TOP_SAMPLER:
    case LVI_TOP_SAMPLED_IMAGE:
    case LVI_TOP_IMAGE: lvi_pr_texture(cx, form, word); break;
    case LVI_TOP_UNIFORM:
    case LVI_TOP_BUFFER: lvi_pr_block(cx, form, word); break;
    case LVI_TOP_SHARED: lvi_pr_shared(cx, form); break;
    case LVI_TOP_SPEC_CONSTANT: lvi_pr_spec(cx, form); break;
    case LVI_TOP_COUNT:
        lvi_pr_root(cx, lvi_pr_main(cx, form), LVI_ROOT_OUTPUT, 0, form, form);
        break;
    default: lvi_pr_interface(cx, lvi_pr_main(cx, form), form, word); break;
    }
}

/* The words for what a root writes. */
static const char *lvi_pr_written(const lvi_root *r) {
    return r->kind == LVI_ROOT_OUTPUT       ? "output "
           : r->kind == LVI_ROOT_DEPTH      ? "frag-depth"
           : r->kind == LVI_ROOT_POSITION   ? "position"
           : r->kind == LVI_ROOT_POINT_SIZE ? "point-size"
                                            : "varying ";
}

/* What an entry point writes, it writes once. Requires that its roots are elaborated: an expression
   that is an effect is no output. */
static void lvi_pr_check_entry(lvi_context *cx, uint32_t entry) {
    enum { DEPTH = LVI_LOCATIONS, POSITION, POINT_SIZE, SLOTS };
    uint32_t written[SLOTS], ref, *first;
    lvi_zero(written, sizeof written);
    for (ref = LVI_AT(lvi_entry, entry)->roots; ref; ref = LVI_AT(lvi_root, ref)->next) {
        const lvi_root *r = LVI_AT(lvi_root, ref);
        lvi_resource *v = LVI_AT(lvi_resource, r->resource);
        lambdav_diagnostic *d;
        lvi_arg what = lvi_a_none();
        if (r->kind == LVI_ROOT_DISCARD || r->kind == LVI_ROOT_EFFECT) continue;
        first = &written[r->kind == LVI_ROOT_OUTPUT     ? r->location
                         : r->kind == LVI_ROOT_DEPTH    ? (uint32_t)DEPTH
                         : r->kind == LVI_ROOT_POSITION ? (uint32_t)POSITION
                                                        : (uint32_t)POINT_SIZE];
        if (r->kind == LVI_ROOT_OUTPUT) what = lvi_a_number(r->location);
        if (r->kind == LVI_ROOT_VARYING) what = lvi_a_symbol(v->symbol), first = &v->detail;
        if (*first && LVI_AT(lvi_root, *first)->entry == entry) {
            d = lvi_dg_error2(cx, LVI_E_DUPLICATE, r->at, lvi_a_text(cx, lvi_pr_written(r)), what);
            lvi_dg_note(cx, d, LVI_AT(lvi_root, *first)->at, "first written here", lvi_a_none());
        } else {
            *first = ref;
        }
    }
}

/* --- sources */

/* Adds a source; its text must live as long as the compile. 0 if there is no room, else its index +
   1. */
static uint32_t lvi_pr_source(lvi_context *cx, const char *name, uint32_t name_size,
                              const char *text, size_t size) {
    lvi_source *s;
    if (size >= 0xfffffff0u - cx->source_end) {
        lvi_arg most = lvi_a_number(0xfffffff0u - cx->source_end);
        lvi_dg_emergency(cx, LAMBDAV_INPUT_ERROR, LVI_E_TOO_LARGE, &most);
        return 0;
    }
    if (cx->source_count == cx->source_capacity) {
        uint32_t capacity = cx->source_capacity ? cx->source_capacity * 2 : 4, i,
                 ref = lvi_ar_array(cx, capacity, sizeof(lvi_source));
        if (!ref) return 0;
        for (i = 0; i < cx->source_count; i++) LVI_AT(lvi_source, ref)[i] = cx->sources[i];
        cx->sources = LVI_AT(lvi_source, ref);
        cx->source_capacity = capacity;
    }
    s = &cx->sources[cx->source_count++];
    s->text = (const unsigned char *)text, s->size = (uint32_t)size;
    s->name = name, s->name_size = name_size, s->start = cx->source_end;
    cx->source_end += (uint32_t)size + 1;
    s->forms = lvi_rd_source(cx, s);
    return cx->stop ? 0 : cx->source_count;
}

/* The chain of includes that leads from source `from` back to source `to`. */
static void lvi_pr_cycle(lvi_context *cx, uint32_t form, uint32_t from, uint32_t to) {
    uint32_t name = lvi_pr_element(cx, form, 1);
    lambdav_diagnostic *d = lvi_dg_error1(cx, LVI_E_INCLUDE_CYCLE, form, lvi_a_form(name));
    while (from != to) {
        lvi_dg_note(cx, d, cx->sources[from].include_form, "included here", lvi_a_none());
        from = cx->sources[from].parent - 1;
    }
}

/* Asks the caller for a text. Returns 0 if there is none. */
static int lvi_pr_ask(lvi_context *cx, uint32_t symbol, uint32_t from, const char **text,
                      size_t *size) {
    const lvi_symbol *name = LVI_AT(lvi_symbol, symbol);
    const lvi_source *s = &cx->sources[from];
    lambdav_include include = cx->options.include;
    if (!include) return 0;
    /* calls: user */
    return include(cx->options.include_user, (const char *)name->text, name->size, s->name,
                   s->name_size, text, size)
           && (*text || !*size);
}

/* Reads what (include "name") in source `from` asks for. Returns the new source's index + 1; 0 if
   it is there already or after an error. */
static uint32_t lvi_pr_include(lvi_context *cx, uint32_t form, uint32_t from) {
    uint32_t name = lvi_pr_element(cx, form, 1), symbol, source;
    const char *text = NULL;
    size_t text_size = 0;
    if (lvi_pr_length(cx, form) != 2 || cx->forms[name].kind != LVI_STRING) {
        lvi_pr_syntax(cx, form, "include", "\"name\"");
        return 0;
    }
    symbol = lvi_pr_string(cx, name);
    source = LVI_AT(lvi_symbol, symbol)->source;
    if (cx->stop) return 0;
    if (source) {
        if (cx->sources[source - 1].open) lvi_pr_cycle(cx, form, from, source - 1);
        return 0;
    }
    if (!lvi_pr_ask(cx, symbol, from, &text, &text_size)) {
        cx->broken = 1;
        lvi_dg_error1(cx, LVI_E_INCLUDE_MISSING, name, lvi_a_form(name));
        return 0;
    }
    source = lvi_pr_source(cx, (const char *)LVI_AT(lvi_symbol, symbol)->text,
                           LVI_AT(lvi_symbol, symbol)->size, text, text_size);
    if (!source) return 0;
    LVI_AT(lvi_symbol, symbol)->source = source;
    cx->sources[source - 1].include_form = form;
    return source;
}

/* What reading include `form` has brought: the source's index + 1, 0 for nothing. */
static uint32_t lvi_pr_included(lvi_context *cx, uint32_t form) {
    uint32_t name = lvi_pr_element(cx, form, 1), source;
    if (cx->forms[name].kind != LVI_STRING) return 0;
    source = LVI_AT(lvi_symbol, lvi_pr_string(cx, name))->source;
    return source && cx->sources[source - 1].include_form == form ? source : 0;
}

/* Walks the top-level forms of a source and of what it includes, depth first. The first walk reads
   the includes; the second hands the other forms to lvi_pr_form. */
static void lvi_pr_walk(lvi_context *cx, uint32_t source, int reading) {
    uint32_t at = source, f = cx->forms[cx->sources[source].forms].a;
    cx->sources[at].open = 1;
    while (!cx->stop) {
        uint32_t next, target = 0;
        if (!f) {
            cx->sources[at].open = 0;
            if (at == source) return;
            f = cx->sources[at].resume;
            at = cx->sources[at].parent - 1;
            continue;
        }
        next = cx->forms[f].next;
        if (lvi_pr_word(cx, f) == LVI_TOP_INCLUDE) {
            target = reading ? lvi_pr_include(cx, f, at) : lvi_pr_included(cx, f);
        } else if (!reading) {
            lvi_pr_form(cx, f);
        }
        if (target) {
            cx->sources[target - 1].resume = next;
            cx->sources[target - 1].parent = at + 1;
            cx->sources[target - 1].open = 1;
            at = target - 1;
            next = cx->forms[cx->sources[at].forms].a;
        }
        f = next;
    }
}

/* The one form that `text` must be, which belongs to the definition of `name`; 0 after an error. */
static uint32_t lvi_pr_only_form(lvi_context *cx, const char *name, const char *text) {
    uint32_t source = lvi_pr_source(cx, name, lvi_string_size(name), text, lvi_string_size(text));
    uint32_t list, form;
    if (!source) return 0;
    list = cx->sources[source - 1].forms;
    form = cx->forms[list].a;
    if (form && !cx->forms[form].next) return form;
    if (!cx->broken) lvi_pr_syntax(cx, list, "define", "name value");
    return 0;
}

/* The definitions of lambdav_options.defines: each value is a source of its own. */
static void lvi_pr_defines(lvi_context *cx) {
    size_t i;
    for (i = 0; i < cx->options.define_count && !cx->stop; i++) {
        const lambdav_define *d = &cx->options.defines[i];
        uint32_t name = lvi_pr_only_form(cx, d->name, d->name),
                 value = lvi_pr_only_form(cx, d->name, d->value),
                 symbol = name && value ? lvi_pr_name(cx, name) : 0;
        if (symbol) {
            lvi_value v = lvi_v(LVI_V_THUNK, lvi_pr_thunk(cx, value, 0));
            lvi_pr_global(cx, symbol, value, v, 1);
            lvi_pr_named(cx, symbol, value, value, v);
        }
    }
}

/* Reads everything; then sorts it. Reader errors end the compile before that: the pass stays
   `read`. */
static void lvi_pr_program(lvi_context *cx, const char *text, size_t size) {
    uint32_t source, symbol;
    cx->forms = LVI_AT(lvi_form, lvi_ar_low_start(cx));
    cx->form_count = 0;
    lvi_rd_form(cx, LVI_LIST, 0, 0);
    if (cx->options.flags & LAMBDAV_DEBUG_FULL)
        cx->root_scope = lvi_ar_high(cx, sizeof(lvi_scope));
    lvi_pr_defines(cx);
    source = lvi_pr_source(cx, cx->options.source_name, lvi_string_size(cx->options.source_name),
                           text, size);
    if (!source) return;
    symbol = lvi_sy_intern(cx, (const unsigned char *)cx->options.source_name,
                           lvi_string_size(cx->options.source_name));
    LVI_AT(lvi_symbol, symbol)->source = source;
    lvi_pr_walk(cx, source - 1, 1);
    if (cx->broken) return;
    cx->pass = LVI_PASS_PROGRAM;
    lvi_pr_walk(cx, source - 1, 0);
    if (!cx->stop) lvi_pr_bindings(cx);
    if (!cx->stop) lvi_pr_locations(cx, LVI_RES_INPUT, 0);
    if (!cx->stop) lvi_pr_spec_ids(cx);
    if (!cx->stop) lvi_pr_layouts(cx);
}

/* ------------------------------------------------------------------------------------------------
   // >>graph  [15]  operations -> a hash-consed graph
   A node is made by the functions of this section alone. Making one folds it, looks for its twin
   and returns that if there is one: constant folding and common-subexpression elimination are how
   nodes are made. Invariants: operands have smaller ids than their users; a CONST is a scalar; a
   vector whose components are all constants is a CONSTRUCT of CONSTs; node 0 is POISON, and what is
   made of it is POISON. Folding is exact binary32 (softfloat); an identity is used only where it
   keeps every bit. */

#define LVI_F_ONE 0x3f800000u
#define LVI_F_NEGATIVE_ZERO 0x80000000u

static uint32_t *lvi_gr_operands(lvi_context *cx, uint32_t id) {
    lvi_node *n = LVI_NODE(id);
    return n->count > 3 ? LVI_AT(uint32_t, n->a[0]) : n->a;
}

static uint32_t lvi_gr_hash(uint32_t op, uint32_t type, uint32_t count, const uint32_t *a) {
    uint32_t h = op * 0x9e3779b1u ^ type * 0x85ebca6bu ^ count, i;
    for (i = 0; i < count; i++) h = (h ^ a[i]) * 0x01000193u, h ^= h >> 15;
    return h ^ h >> 13;
}

/* Words of a node that tell it from others: its payload for CONST, INPUT ... and its operands. */
static uint32_t lvi_gr_words(uint32_t op, uint32_t count) {
    if (op == LVI_OP_CONST || op == LVI_OP_INPUT || op == LVI_OP_PUSH || op == LVI_OP_RESOURCE
        || op == LVI_OP_SPEC)
        return 1;
    return op == LVI_OP_EXTRACT || op == LVI_OP_SHUFFLE || op == LVI_OP_PROJ ? 2 : count;
}

static void lvi_gr_rehash(lvi_context *cx) {
    uint32_t size = cx->node_table ? (cx->node_mask + 1) * 4 : 256, id;
    uint32_t table = lvi_ar_array(cx, size, 4);
    if (!table) return;
    cx->node_table = table;
    cx->node_mask = size - 1;
    for (id = 1; id < cx->node_count; id++) {
        lvi_node *n = LVI_NODE(id);
        uint32_t *slot;
        if (n->op == LVI_OP_PARAM || n->op == LVI_OP_LOOP || lvi_op_class(n->op) == LVI_EFFECT)
            continue;
        slot = &LVI_AT(uint32_t, table)[lvi_gr_hash(n->op, n->type, lvi_gr_words(n->op, n->count),
                                                    lvi_gr_operands(cx, id)) & cx->node_mask];
        n->link = *slot;
        *slot = id;
    }
}

/* A new node, unlinked; its operands are filled in by the caller. 0 when there is no room. */
static uint32_t lvi_gr_append(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count) {
    lvi_node *n;
    if (cx->node_count >= cx->options.max_nodes && !cx->stop) {
        lvi_dg_limit(cx, cx->forms[cx->e.at].pos, "graph nodes", cx->options.max_nodes);
    }
    if (cx->stop || !lvi_ar_low_grow(cx, sizeof(lvi_node))) return 0;
    n = LVI_NODE(cx->node_count);
    n->op = (uint16_t)op, n->type = (uint16_t)type, n->count = (uint16_t)count;
    n->flags = op == LVI_OP_CONST || op == LVI_OP_CONSTRUCT || op == LVI_OP_RESOURCE
                       || op == LVI_OP_UNDEF || op == LVI_OP_ARRAY
                   ? 0
                   : op == LVI_OP_SPEC ? LVI_F_SPEC
                   : lvi_op_class(op) == LVI_EFFECT ? LVI_F_VARIES | LVI_F_EFFECT : LVI_F_VARIES;
    n->cost = lvi_ops[op].cost;
    n->a[0] = n->a[1] = n->a[2] = n->link = 0;
    n->form = cx->e.at, n->call = cx->e.call;
    return cx->node_count++;
}

/* Must an operation not run where the program does not ask for it? */
static int lvi_gr_guarded(lvi_context *cx, uint32_t op) {
    uint32_t keep = cx->options.flags & LAMBDAV_KEEP_GUARDS;
    if (lvi_ops[op].class_ == LVI_DIVISION)
        return !(cx->options.flags & LAMBDAV_DEFINED_INTS);
    return lvi_ops[op].class_ == LVI_UB || (lvi_ops[op].class_ == LVI_PARTIAL && keep);
}

/* Cost and flags follow from the operands'. */
static void lvi_gr_derive(lvi_context *cx, uint32_t id) {
    lvi_node *n = LVI_NODE(id);
    const uint32_t *a = lvi_gr_operands(cx, id);
    uint32_t cost = n->cost, flags = n->flags, i, operands = n->op == LVI_OP_PROJ ? 1 : n->count;
    for (i = 0; i < operands; i++) {
        cost += LVI_NODE(a[i])->cost;
        flags |= LVI_NODE(a[i])->flags;
    }
    if (lvi_gr_guarded(cx, n->op)) flags |= LVI_F_GUARDED;
    if (n->op != LVI_OP_CONSTRUCT && n->op != LVI_OP_SHUFFLE) flags &= ~(uint32_t)LVI_F_KNOWN;
    if (n->op == LVI_OP_CONST) flags |= LVI_F_KNOWN;
    n->flags = (uint8_t)flags;
    n->cost = (uint8_t)lvi_min(cost, 255);
}

/* The node with these words, made if there is none. Operands are a[0 .. count), payload words
   follow. */
static uint32_t lvi_gr_node(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                            const uint32_t *a) {
    uint32_t words = lvi_gr_words(op, count), h = lvi_gr_hash(op, type, words, a), id, i, pool = 0,
             *operands;
    if (cx->node_count >= cx->node_mask) lvi_gr_rehash(cx);
    if (cx->stop) return 0;
    for (id = LVI_AT(uint32_t, cx->node_table)[h & cx->node_mask]; id; id = LVI_NODE(id)->link) {
        const lvi_node *n = LVI_NODE(id);
        const uint32_t *b;
        if (n->op != op || n->type != type || n->count != count) continue;
        b = lvi_gr_operands(cx, id);
        for (i = 0; i < words && a[i] == b[i]; i++) {}
        if (i == words) return id;
    }
    if (count > 3) pool = lvi_ar_array(cx, count, 4);
    id = lvi_gr_append(cx, op, type, count);
    if (!id) return 0;
    if (pool) LVI_NODE(id)->a[0] = pool;
    operands = lvi_gr_operands(cx, id);
    for (i = 0; i < words; i++) operands[i] = a[i];
    lvi_gr_derive(cx, id);
    LVI_NODE(id)->link = LVI_AT(uint32_t, cx->node_table)[h & cx->node_mask];
    LVI_AT(uint32_t, cx->node_table)[h & cx->node_mask] = id;
    return id;
}

static uint32_t lvi_gr_const(lvi_context *cx, uint32_t type, uint32_t bits) {
    if (LVI_KIND(type) == LVI_K_NUM) bits = lvi_fp_canonical(bits);
    return lvi_gr_node(cx, LVI_OP_CONST, type, 0, &bits);
}

static uint32_t lvi_gr_bool(lvi_context *cx, int truth) {
    return lvi_gr_const(cx, LVI_T_BOOL, truth ? 1 : 0);
}

static int lvi_gr_is_const(lvi_context *cx, uint32_t id) {
    return LVI_NODE(id)->op == LVI_OP_CONST;
}

static uint32_t lvi_gr_rows(lvi_context *cx, uint32_t id) {
    return LVI_ROWS(LVI_NODE(id)->type);
}

static uint32_t lvi_gr_undef(lvi_context *cx, uint32_t type) {
    return lvi_gr_node(cx, LVI_OP_UNDEF, type, 0, &type);
}

/* Component i of a scalar or vector (component 0 of a scalar is itself), column i of a matrix,
   member i of a PAIR. */
static uint32_t lvi_gr_extract(lvi_context *cx, uint32_t id, uint32_t i) {
    const lvi_node *n = LVI_NODE(id);
    uint32_t type = n->type, a[2], k;
    if (LVI_KIND(type) == LVI_K_PAIR) type = lvi_member_type(type, i);
    else if (LVI_COLUMNS(type) > 1) type = LVI_TYPE(LVI_KIND(type), LVI_ROWS(type), 1);
    else if (LVI_ROWS(type) == 1) return id;
    else type = LVI_TYPE(LVI_KIND(type), 1, 1);
    for (;;) {
        n = LVI_NODE(id);
        if (n->op == LVI_OP_SHUFFLE) {
            i = n->a[1] >> 4 * i & 15u;
            id = n->a[0];
        } else if (n->op == LVI_OP_CONSTRUCT) {
            const uint32_t *parts = lvi_gr_operands(cx, id);
            if (LVI_COLUMNS(n->type) > 1) return parts[i];
            for (k = 0; i >= lvi_gr_rows(cx, parts[k]); k++) i -= lvi_gr_rows(cx, parts[k]);
            id = parts[k];
            if (lvi_gr_rows(cx, id) == 1) return id;
        } else if (n->op == LVI_OP_UNDEF) {
            return lvi_gr_undef(cx, type);
        } else {
            break;
        }
    }
    a[0] = id, a[1] = i;
    return lvi_gr_node(cx, LVI_OP_EXTRACT, type, 1, a);
}

static uint32_t lvi_gr_construct(lvi_context *cx, uint32_t type, uint32_t count,
                                 const uint32_t *parts) {
    uint32_t i;
    for (i = 0; i < count; i++) {
        if (!parts[i]) return 0;
    }
    return count == 1 ? parts[0] : lvi_gr_node(cx, LVI_OP_CONSTRUCT, type, count, parts);
}

static uint32_t lvi_gr_resource(lvi_context *cx, uint32_t ordinal) {
    return lvi_gr_node(cx, LVI_OP_RESOURCE, LVI_K_NONE, 0, &ordinal);
}

/* Element `index` of the array that a[1 .. count] are, by operation INDEX or INDEX_UNCHECKED; a[0]
   is for the count. */
static uint32_t lvi_gr_index(lvi_context *cx, uint32_t op, uint32_t count, uint32_t *a,
                             uint32_t index) {
    uint32_t operands[2], i, same = 1;
    for (i = 1; i <= count; i++) {
        if (!a[i]) return 0;
        same &= (uint32_t)(a[i] == a[1]);
    }
    if (same && !(LVI_NODE(a[1])->flags & LVI_F_KNOWN)) return a[1];
    a[0] = lvi_gr_const(cx, LVI_T_UINT, count);
    operands[0] = lvi_gr_node(cx, LVI_OP_ARRAY, LVI_NODE(a[1])->type, count + 1, a);
    operands[1] = index;
    return operands[0] ? lvi_gr_node(cx, op, LVI_NODE(a[1])->type, 2, operands) : 0;
}

/* A new effect; operand 0 is the token before it. */
static uint32_t lvi_gr_effect(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                              const uint32_t *a) {
    uint32_t id, i, pool = count > 3 ? lvi_ar_array(cx, count, 4) : 0;
    for (i = 0; i < count; i++) {
        if (!a[i]) return 0;
    }
    id = lvi_gr_append(cx, op, type, count);
    if (!id) return 0;
    if (pool) LVI_NODE(id)->a[0] = pool;
    for (i = 0; i < count; i++) lvi_gr_operands(cx, id)[i] = a[i];
    lvi_gr_derive(cx, id);
    return id;
}

/* n copies of a scalar. */
static uint32_t lvi_gr_splat(lvi_context *cx, uint32_t id, uint32_t n) {
    uint32_t parts[4];
    parts[0] = parts[1] = parts[2] = parts[3] = id;
    return lvi_gr_construct(cx, LVI_TYPE(LVI_KIND(LVI_NODE(id)->type), n, 1), n, parts);
}

/* The vector of components indices[0 .. n) of a vector or scalar. */
static uint32_t lvi_gr_shuffle(lvi_context *cx, uint32_t id, uint32_t n, const uint32_t *indices) {
    uint32_t kind = LVI_KIND(LVI_NODE(id)->type), parts[4], packed = 0, i, scalars = 1,
             identity = n == lvi_gr_rows(cx, id), a[2];
    if (!id) return 0;
    if (n == 1) return lvi_gr_extract(cx, id, indices[0]);
    for (i = 0; i < n; i++) {
        packed |= indices[i] << 4 * i;
        identity &= (uint32_t)(indices[i] == i);
    }
    if (identity) return id;
    if (lvi_gr_rows(cx, id) == 1) return lvi_gr_splat(cx, id, n);
    if (LVI_NODE(id)->op == LVI_OP_CONSTRUCT) {
        for (i = 0; i < lvi_gr_rows(cx, id); i++)
            scalars &= (uint32_t)(LVI_NODE(id)->count == lvi_gr_rows(cx, id));
        for (i = 0; i < n && scalars; i++) parts[i] = lvi_gr_operands(cx, id)[indices[i]];
        if (scalars) return lvi_gr_construct(cx, LVI_TYPE(kind, n, 1), n, parts);
    }
    a[0] = id, a[1] = packed;
    return lvi_gr_node(cx, LVI_OP_SHUFFLE, LVI_TYPE(kind, n, 1), 1, a);
}

/* --- folding */

/* Bits of component i of a constant scalar or vector; 0 if it is none. */
static int lvi_gr_bits(lvi_context *cx, uint32_t id, uint32_t i, uint32_t *bits) {
    const lvi_node *n = LVI_NODE(id);
    if (n->op == LVI_OP_CONSTRUCT && LVI_COLUMNS(n->type) == 1 && n->count == LVI_ROWS(n->type))
        n = LVI_NODE(lvi_gr_operands(cx, id)[i]);
    *bits = n->a[0];
    return n->op == LVI_OP_CONST;
}

/* x - y * floor(x / y), or with trunc: each step rounded, as the Vulkan specification defines the
   result. */
static uint32_t lvi_gr_modulo(uint32_t x, uint32_t y, lvi_fp_mode mode) {
    return lvi_fp_sub(x, lvi_fp_mul(y, lvi_fp_integral(lvi_fp_div(x, y), mode)));
}

/* One component of a num operation. Returns 0 if the operation is not folded. */
static int lvi_gr_fold_num(uint32_t op, const uint32_t *x, uint32_t *r) {
    switch (op) {
        case LVI_OP_ADD: *r = lvi_fp_add(x[0], x[1]); return 1;
        case LVI_OP_SUB: *r = lvi_fp_sub(x[0], x[1]); return 1;
        case LVI_OP_MUL: *r = lvi_fp_mul(x[0], x[1]); return 1;
        case LVI_OP_DIV: *r = lvi_fp_div(x[0], x[1]); return 1;
        case LVI_OP_MOD: *r = lvi_gr_modulo(x[0], x[1], LVI_FP_FLOOR); return 1;
        case LVI_OP_REM: *r = lvi_gr_modulo(x[0], x[1], LVI_FP_TRUNC); return 1;
        case LVI_OP_FMA: *r = lvi_fp_fma(x[0], x[1], x[2]); return 1;
        case LVI_OP_NEG: *r = lvi_fp_neg(x[0]); return 1;
        case LVI_OP_ABS: *r = lvi_fp_abs(x[0]); return 1;
        case LVI_OP_SIGN: *r = lvi_fp_signum(x[0]); return 1;
        case LVI_OP_FLOOR: *r = lvi_fp_integral(x[0], LVI_FP_FLOOR); return 1;
        case LVI_OP_CEIL: *r = lvi_fp_integral(x[0], LVI_FP_CEIL); return 1;
        case LVI_OP_TRUNC: *r = lvi_fp_integral(x[0], LVI_FP_TRUNC); return 1;
        case LVI_OP_ROUND_EVEN: *r = lvi_fp_integral(x[0], LVI_FP_ROUND_EVEN); return 1;
        case LVI_OP_FRACT: *r = lvi_fp_fract(x[0]); return 1;
        case LVI_OP_SQRT: *r = lvi_fp_sqrt(x[0]); return !lvi_fp_lt(x[0], 0);
        case LVI_OP_MIN: case LVI_OP_NMIN: *r = lvi_fp_min(x[0], x[1]); return 1;
        case LVI_OP_MAX: case LVI_OP_NMAX: *r = lvi_fp_max(x[0], x[1]); return 1;
        case LVI_OP_CLAMP: case LVI_OP_NCLAMP:
            *r = lvi_fp_min(lvi_fp_max(x[0], x[1]), x[2]);
            return lvi_fp_le(x[1], x[2]);
        case LVI_OP_STEP: *r = lvi_fp_lt(x[1], x[0]) ? 0 : LVI_F_ONE; return 1;
        case LVI_OP_EQ: *r = (uint32_t)lvi_fp_eq(x[0], x[1]); return 1;
        case LVI_OP_NEQ: *r = (uint32_t)!lvi_fp_eq(x[0], x[1]); return 1;
        case LVI_OP_LT: *r = (uint32_t)lvi_fp_lt(x[0], x[1]); return 1;
        case LVI_OP_LE: *r = (uint32_t)lvi_fp_le(x[0], x[1]); return 1;
        case LVI_OP_GT: *r = (uint32_t)lvi_fp_lt(x[1], x[0]); return 1;
        case LVI_OP_GE: *r = (uint32_t)lvi_fp_le(x[1], x[0]); return 1;
        case LVI_OP_IS_NAN: *r = (uint32_t)lvi_fp_is_nan(x[0]); return 1;
        case LVI_OP_IS_INF: *r = (uint32_t)lvi_fp_is_inf(x[0]); return 1;
        case LVI_OP_NUM_TO_INT: return lvi_fp_to_int(x[0], 1, r);
        case LVI_OP_NUM_TO_UINT: return lvi_fp_to_int(x[0], 0, r);
        case LVI_OP_BITCAST: *r = x[0]; return 1;
        default: return 0;
    }
}

static int lvi_gr_fold_bool(uint32_t op, const uint32_t *x, uint32_t *r) {
    switch (op) {
        case LVI_OP_EQ: *r = (uint32_t)(x[0] == x[1]); return 1;
        case LVI_OP_NEQ: *r = (uint32_t)(x[0] != x[1]); return 1;
        case LVI_OP_AND: *r = x[0] & x[1]; return 1;
        case LVI_OP_OR: *r = x[0] | x[1]; return 1;
        case LVI_OP_NOT: *r = x[0] ^ 1u; return 1;
        case LVI_OP_SELECT: *r = x[0] ? x[1] : x[2]; return 1;
        default: return 0;
    }
}

/* Quotient and remainder of whole numbers; the divisor is not 0. */
static uint32_t lvi_gr_divide(uint32_t x, uint32_t divisor, uint32_t *rest) {
    uint32_t quotient = 0, r = 0, i;
    for (i = 0; i < 32; i++) {
        uint32_t carry = r >> 31, goes;
        r = r << 1 | x >> 31;
        x <<= 1;
        goes = carry | (uint32_t)(r >= divisor);
        r -= divisor & (0 - goes);
        quotient = quotient << 1 | goes;
    }
    *rest = r;
    return quotient;
}

/* x / y, the quotient cut, or the rest of uints. Returns 0 where it is undefined. */
static int lvi_gr_fold_division(uint32_t op, int is_signed, uint32_t x, uint32_t y, uint32_t *r) {
    uint32_t nx = is_signed ? x >> 31 : 0, ny = is_signed ? y >> 31 : 0, rest, quotient;
    if (y == 0 || (is_signed && x == 0x80000000u && y == 0xffffffffu)) return 0;
    quotient = lvi_gr_divide(nx ? 0 - x : x, ny ? 0 - y : y, &rest);
    *r = op != LVI_OP_IDIV ? rest : nx != ny ? 0 - quotient : quotient;
    return 1;
}

static uint32_t lvi_gr_bit_count(uint32_t x) {
    x -= x >> 1 & 0x55555555u;
    x = (x & 0x33333333u) + (x >> 2 & 0x33333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0fu;
    x += x >> 8;
    return (x + (x >> 16)) & 63u;
}

static uint32_t lvi_gr_bit_reverse(uint32_t x) {
    x = (x >> 1 & 0x55555555u) | (x & 0x55555555u) << 1;
    x = (x >> 2 & 0x33333333u) | (x & 0x33333333u) << 2;
    x = (x >> 4 & 0x0f0f0f0fu) | (x & 0x0f0f0f0fu) << 4;
    x = (x >> 8 & 0x00ff00ffu) | (x & 0x00ff00ffu) << 8;
    return x >> 16 | x << 16;
}

/* x >> n, n < 32, with copies of the sign if is_signed. */
static uint32_t lvi_gr_shift_right(uint32_t x, uint32_t n, int is_signed) {
    uint32_t fill = is_signed ? 0 - (x >> 31) : 0;
    return ((x ^ fill) >> n) ^ fill;
}

/* Bits of a, or of b inserted into it, from `offset` on. Returns 0 where that is undefined. */
static int lvi_gr_fold_field(uint32_t op, int is_signed, const uint32_t *x, uint32_t *r) {
    uint32_t insert = op == LVI_OP_BIT_INSERT, offset = x[1 + insert], n = x[2 + insert], mask;
    if (offset > 32 || n > 32 - offset) return 0;
    *r = insert ? x[0] : 0;
    if (n == 0) return 1;
    mask = 0xffffffffu >> (32 - n);
    if (insert) *r = (x[0] & ~(mask << offset)) | (x[1] & mask) << offset;
    else *r = lvi_gr_shift_right(x[0] << (32 - n - offset), 32 - n, is_signed);
    return 1;
}

/* The number of the highest bit that is not the sign's, -1 if there is none. */
static uint32_t lvi_gr_find_msb(uint32_t x, int is_signed) {
    if (is_signed && x >> 31) x = ~x;
    return x ? 31 - lvi_fp_clz32(x) : 0xffffffffu;
}

/* One component of an operation on ints or uints; num: of a result that is a num. Returns 0 if the
   operation is not folded, or not defined. */
static int lvi_gr_fold_int(uint32_t op, int is_signed, int num, const uint32_t *x, uint32_t *r) {
    uint32_t flip = is_signed ? 0x80000000u : 0, a = x[0] ^ flip, b = x[1] ^ flip, c = x[2] ^ flip;
    uint32_t negative = is_signed ? x[0] >> 31 : 0;
    switch (op) {
    case LVI_OP_ADD: *r = x[0] + x[1]; return 1;
    case LVI_OP_SUB: *r = x[0] - x[1]; return 1;
    case LVI_OP_MUL: *r = (uint32_t)lvi_fp_mul32(x[0], x[1]); return 1;
    case LVI_OP_NEG: *r = 0 - x[0]; return 1;
    case LVI_OP_IDIV:
    case LVI_OP_IMOD:
    case LVI_OP_IREM: return lvi_gr_fold_division(op, is_signed, x[0], x[1], r);
    case LVI_OP_ABS: *r = negative ? 0 - x[0] : x[0]; return 1;
    case LVI_OP_SIGN: *r = negative ? 0xffffffffu : x[0] != 0; return 1;
    case LVI_OP_MIN: *r = a < b ? x[0] : x[1]; return 1;
    case LVI_OP_MAX: *r = a < b ? x[1] : x[0]; return 1;
    case LVI_OP_CLAMP: *r = a < b ? x[1] : a > c ? x[2] : x[0]; return b <= c;
    case LVI_OP_EQ: *r = a == b; return 1;
    case LVI_OP_NEQ: *r = a != b; return 1;
    case LVI_OP_LT: *r = a < b; return 1;
    case LVI_OP_LE: *r = a <= b; return 1;
    case LVI_OP_GT: *r = a > b; return 1;
    case LVI_OP_GE: *r = a >= b; return 1;
    case LVI_OP_BIT_AND: *r = x[0] & x[1]; return 1;
    case LVI_OP_BIT_OR: *r = x[0] | x[1]; return 1;
    case LVI_OP_BIT_XOR: *r = x[0] ^ x[1]; return 1;
    case LVI_OP_BIT_NOT: *r = ~x[0]; return 1;
    case LVI_OP_SHIFT_LEFT: *r = x[0] << (x[1] & 31u); return x[1] < 32;
    case LVI_OP_SHIFT_RIGHT: *r = lvi_gr_shift_right(x[0], x[1] & 31u, is_signed); return x[1] < 32;
    case LVI_OP_BIT_COUNT: *r = lvi_gr_bit_count(x[0]); return 1;
    case LVI_OP_BIT_REVERSE: *r = lvi_gr_bit_reverse(x[0]); return 1;
    case LVI_OP_FIND_LSB: *r = lvi_gr_find_msb(x[0] & (0 - x[0]), 0); return 1;
    case LVI_OP_FIND_MSB: *r = lvi_gr_find_msb(x[0], is_signed); return 1;
    case LVI_OP_BIT_EXTRACT:
    case LVI_OP_BIT_INSERT: return lvi_gr_fold_field(op, is_signed, x, r);
    case LVI_OP_TO_NUM: *r = lvi_fp_from_int((int)negative, negative ? 0 - x[0] : x[0]); return 1;
    case LVI_OP_BITCAST: *r = num ? lvi_fp_canonical(x[0]) : x[0]; return 1;
    default: return 0;
    }
}

/* One component; the kind of operand 0 and that of the result choose. */
static int lvi_gr_fold_one(uint32_t op, uint32_t kind, uint32_t result, const uint32_t *x,
                           uint32_t *r) {
    if (kind == LVI_K_NUM) return lvi_gr_fold_num(op, x, r);
    if (kind == LVI_K_BOOL) return lvi_gr_fold_bool(op, x, r);
    return lvi_gr_fold_int(op, kind == LVI_K_INT, result == LVI_K_NUM, x, r);
}

/* Folds an operation per component on what does not vary; 0 if it cannot be folded. */
static uint32_t lvi_gr_fold(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                            const uint32_t *a) {
    uint32_t rows = LVI_ROWS(type), parts[4], x[4] = {0, 0, 0, 0}, bits = 0, i, k;
    uint32_t kind = LVI_KIND(LVI_NODE(a[0])->type), scalar = LVI_TYPE(LVI_KIND(type), 1, 1);
    if (count > 4 || LVI_KIND(type) == LVI_K_PAIR || LVI_COLUMNS(type) > 1) return 0;
    for (i = 0; i < rows; i++) {
        for (k = 0; k < count; k++) {
            uint32_t n = lvi_gr_rows(cx, a[k]);
            if ((n != rows && n != 1) || !lvi_gr_bits(cx, a[k], n == 1 ? 0 : i, &x[k])) return 0;
        }
        if (!lvi_gr_fold_one(op, kind, LVI_KIND(type), x, &bits)) return 0;
        parts[i] = lvi_gr_const(cx, scalar, bits);
    }
    return lvi_gr_construct(cx, type, rows, parts);
}

/* Is every component of id the constant `bits`? */
static int lvi_gr_all(lvi_context *cx, uint32_t id, uint32_t bits) {
    uint32_t i, b;
    if ((LVI_NODE(id)->flags & LVI_F_VARIES) || LVI_COLUMNS(LVI_NODE(id)->type) > 1) return 0;
    for (i = 0; i < lvi_gr_rows(cx, id); i++) {
        if (!lvi_gr_bits(cx, id, i, &b) || b != bits) return 0;
    }
    return 1;
}

/* An operand of an operation on ints or uints that is the result; 0 if there is none. */
static uint32_t lvi_gr_identity_int(lvi_context *cx, uint32_t op, const uint32_t *a) {
    uint32_t neutral = 0;
    switch (op) {
    case LVI_OP_BIT_AND: neutral = 0xffffffffu; break;
    case LVI_OP_IDIV:
    case LVI_OP_MUL: neutral = 1; break;
    case LVI_OP_ADD:
    case LVI_OP_SUB:
    case LVI_OP_BIT_OR:
    case LVI_OP_BIT_XOR:
    case LVI_OP_SHIFT_LEFT:
    case LVI_OP_SHIFT_RIGHT: break;
    case LVI_OP_NEG:
    case LVI_OP_BIT_NOT: return LVI_NODE(a[0])->op == op ? LVI_NODE(a[0])->a[0] : 0;
    default: return 0;
    }
    if (lvi_gr_all(cx, a[1], neutral)) return a[0];
    if (op == LVI_OP_SUB || op == LVI_OP_IDIV || op == LVI_OP_SHIFT_LEFT
        || op == LVI_OP_SHIFT_RIGHT)
        return 0;
    return lvi_gr_all(cx, a[0], neutral) ? a[1] : 0;
}

/* An operand that is the result, to the last bit; 0 if there is none. */
static uint32_t lvi_gr_identity(lvi_context *cx, uint32_t op, const uint32_t *a) {
    if (LVI_IS_INTEGER(LVI_NODE(a[0])->type)) return lvi_gr_identity_int(cx, op, a);
    switch (op) {
    case LVI_OP_MUL:
        return lvi_gr_all(cx, a[0], LVI_F_ONE) ? a[1] : lvi_gr_all(cx, a[1], LVI_F_ONE) ? a[0] : 0;
    case LVI_OP_DIV:
    case LVI_OP_VEC_SCALE:
    case LVI_OP_MAT_SCALE: return lvi_gr_all(cx, a[1], LVI_F_ONE) ? a[0] : 0;
    case LVI_OP_ADD: return lvi_gr_all(cx, a[1], LVI_F_NEGATIVE_ZERO) ? a[0] : 0;
    case LVI_OP_SUB:
        return lvi_gr_all(cx, a[1], 0) ? a[0] : 0;
    case LVI_OP_NEG:
    case LVI_OP_NOT: return LVI_NODE(a[0])->op == op ? LVI_NODE(a[0])->a[0] : 0;
    case LVI_OP_SELECT: return lvi_gr_all(cx, a[0], 1) ? a[1] : lvi_gr_all(cx, a[0], 0) ? a[2] : 0;
    default: return 0;
    }
}

/* Operation `op` on nodes of the types that its row takes. An identity makes nothing known that was
   not: what it gives is as opaque as the operation, or all operands are constants. */
static uint32_t lvi_gr_op(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                          const uint32_t *a) {
    uint32_t i, r, flags = 0;
    for (i = 0; i < count; i++) {
        if (!a[i]) return 0;
        flags |= LVI_NODE(a[i])->flags;
    }
    r = lvi_gr_identity(cx, op, a);
    if (r && (flags & (LVI_F_VARIES | LVI_F_SPEC)) && (LVI_NODE(r)->flags & LVI_F_KNOWN)) r = 0;
    if (!r && !(flags & LVI_F_VARIES)) r = lvi_gr_fold(cx, op, type, count, a);
    return r ? r : lvi_gr_node(cx, op, type, count, a);
}

static uint32_t lvi_gr_op1(lvi_context *cx, uint32_t op, uint32_t type, uint32_t x) {
    return lvi_gr_op(cx, op, type, 1, &x);
}

static uint32_t lvi_gr_op2(lvi_context *cx, uint32_t op, uint32_t type, uint32_t x, uint32_t y) {
    uint32_t a[2];
    a[0] = x, a[1] = y;
    return lvi_gr_op(cx, op, type, 2, a);
}

/* `and`, `or` of an arm that costs next to nothing need no branch. */
#define LVI_CHEAP 8u

/* May id be computed where nobody asked for it? */
static int lvi_gr_is_easy(lvi_context *cx, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    return n->cost < LVI_DEAR && !(n->flags & LVI_F_GUARDED);
}

/* yes where the condition holds, else no; both of one type. Nobody looks at an UNDEF. Section 5:
   (if true e2 e3) → e2, (if false e2 e3) → e3, with constant conditions. Else nothing is known of
   the value, however alike the arms are, but of what only one of them has. */
static uint32_t lvi_gr_if(lvi_context *cx, uint32_t condition, uint32_t yes, uint32_t no) {
    uint32_t a[3], type = LVI_NODE(yes)->type, arm;
    if (!condition || !yes || !no) return 0;
    if (lvi_gr_is_const(cx, condition)) return LVI_NODE(condition)->a[0] ? yes : no;
    if (yes == no && !(LVI_NODE(yes)->flags & LVI_F_KNOWN)) return yes;
    if (LVI_NODE(no)->op == LVI_OP_UNDEF && lvi_gr_is_easy(cx, yes)) return yes;
    if (LVI_NODE(yes)->op == LVI_OP_UNDEF && lvi_gr_is_easy(cx, no)) return no;
    if (LVI_NODE(condition)->op == LVI_OP_NOT) {
        condition = LVI_NODE(condition)->a[0];
        arm = yes, yes = no, no = arm;
    }
    arm = lvi_gr_is_const(cx, no) ? yes : no;
    if (type == LVI_T_BOOL && LVI_NODE(arm)->cost <= LVI_CHEAP
        && !(LVI_NODE(arm)->flags & ~(LVI_F_VARIES | LVI_F_SPEC | LVI_F_KNOWN))) {
        if (lvi_gr_all(cx, no, 0)) return lvi_gr_op2(cx, LVI_OP_AND, type, condition, yes);
        if (lvi_gr_all(cx, yes, 1)) return lvi_gr_op2(cx, LVI_OP_OR, type, condition, no);
    }
    a[0] = condition, a[1] = yes, a[2] = no;
    return lvi_gr_node(cx, LVI_OP_IF, type, 3, a);
}

/* ------------------------------------------------------------------------------------------------
   // >>builtins  [16]  a row of LVI_BUILTINS, operands -> value
   The type rules of LVI_BUILTINS, one function each. An operand is a node, a literal, or a bool
   matrix, which SPIR-V lacks: a TUPLE of its columns. What works per component works on a matrix
   column by column. */

typedef struct lvi_operands {
    const lvi_builtin_row *row;
    uint32_t index; /* of `row` */
    uint32_t form;  /* the application */
    uint32_t first; /* which of its operands values[0] is */
    uint32_t count;
    lvi_value *values;
    uint32_t failed;
} lvi_operands;

/* Type of an operand; LVI_K_NONE for what is no machine value. */
static uint32_t lvi_bi_type(lvi_context *cx, lvi_value v) {
    if (v.tag == LVI_V_NODE) return LVI_NODE(v.ref)->type;
    if (v.tag == LVI_V_LITERAL) return LVI_T_NUM;
    if (v.tag == LVI_V_TUPLE) return LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type)->shape;
    return LVI_K_NONE;
}

/* Is v a compile-time array? */
static int lvi_bi_is_array(lvi_context *cx, lvi_value v) {
    return v.tag == LVI_V_TUPLE
           && LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type)->kind == LVI_ST_ARRAY;
}

/* Is v memory: a block, shared memory, or a place in it? */
static int lvi_bi_is_memory(lvi_context *cx, lvi_value v) {
    uint32_t kind;
    if (v.tag != LVI_V_RESOURCE && v.tag != LVI_V_PLACE) return 0;
    kind = LVI_AT(lvi_resource,
                  v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->resource : v.ref)->kind;
    return kind >= LVI_RES_PUSH && kind <= LVI_RES_SHARED;
}

/* The resource that memory v lies in. */
static const lvi_resource *lvi_bi_resource(lvi_context *cx, lvi_value v) {
    return LVI_AT(lvi_resource,
                  v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->resource : v.ref);
}

/* May something write to it? Then reading it is an effect. */
static int lvi_bi_is_written(const lvi_resource *r) {
    return r->kind == LVI_RES_SHARED
           || (r->kind == LVI_RES_BUFFER && !(r->flags & LVI_RESF_READONLY));
}

/* A function; a resource and memory are like one: no machine value. */
static int lvi_bi_is_function(lvi_value v) {
    return (v.tag >= LVI_V_CLOSURE && v.tag <= LVI_V_GETTER) || v.tag == LVI_V_COND
           || v.tag == LVI_V_RESOURCE || v.tag == LVI_V_PLACE;
}

/* A literal as the num that it is where nothing else is asked for. */
static lvi_value lvi_bi_settle(lvi_context *cx, lvi_value v) {
    if (v.tag == LVI_V_LITERAL)
        return lvi_v(LVI_V_NODE, lvi_gr_const(cx, LVI_T_NUM, cx->forms[v.ref].a));
    return v;
}

/* A literal as the scalar that its place asks for, by its kind: int, uint, or else num. It is read
   again, because the form keeps its num alone. POISON if it does not fit. */
static lvi_value lvi_bi_settle_as(lvi_context *cx, lvi_value v, uint32_t kind) {
    uint32_t pos, bits;
    const lvi_source *source;
    const unsigned char *text;
    const char *wrong;
    lvi_number number;
    if (v.tag != LVI_V_LITERAL || (kind != LVI_K_INT && kind != LVI_K_UINT))
        return lvi_bi_settle(cx, v);
    source = lvi_dg_source(cx, cx->forms[v.ref].pos);
    pos = cx->forms[v.ref].pos - source->start;
    text = source->text + pos;
    lvi_nm_parse(text, lvi_lx_token(source->text, source->size, pos) - pos, &number);
    wrong = lvi_rd_integer(&number, kind, &bits);
    if (!wrong) return lvi_v(LVI_V_NODE, lvi_gr_const(cx, LVI_TYPE(kind, 1, 1), bits));
    lvi_dg_error2(cx, LVI_E_NUMBER_RANGE, v.ref, lvi_a_form(v.ref), lvi_a_text(cx, wrong));
    return lvi_poison;
}

/* The kind that a literal next to v takes. */
static uint32_t lvi_bi_kind(lvi_context *cx, lvi_value v) {
    return v.tag == LVI_V_NODE ? LVI_KIND(LVI_NODE(v.ref)->type) : 0u;
}

/* Operand i as written, for messages. */
static uint32_t lvi_bi_place(lvi_context *cx, const lvi_operands *o, uint32_t i) {
    return lvi_pr_element(cx, o->form, o->first + i + 1);
}

/* A function or memory where a value must be. */
static void lvi_bi_not_value(lvi_context *cx, uint32_t form, lvi_value v) {
    lambdav_diagnostic *d;
    if (lvi_bi_is_memory(cx, v) && lvi_bi_is_written(lvi_bi_resource(cx, v))) {
        lvi_dg_error1(cx, LVI_E_NOT_LOADED, form, lvi_a_form(form));
        return;
    }
    d = lvi_dg_error1(cx, LVI_E_NOT_VALUE, form, lvi_a_value(v));
    if (v.tag == LVI_V_BUILTIN && lvi_builtins[v.ref].most == 0)
        lvi_dg_note(cx, d, form, "write (%)", lvi_a_row(v.ref));
}

static lvi_value lvi_bi_refuse(lvi_context *cx, lvi_operands *o, uint32_t i) {
    int written = lvi_bi_is_memory(cx, o->values[i])
                  && lvi_bi_is_written(lvi_bi_resource(cx, o->values[i]));
    if (written
        || (lvi_bi_is_function(o->values[i]) && o->values[i].tag != LVI_V_RESOURCE
            && o->values[i].tag != LVI_V_PLACE))
        lvi_bi_not_value(cx, lvi_bi_place(cx, o, i), o->values[i]);
    else if (o->values[i].tag != LVI_V_POISON)
        lvi_dg_error2(cx, LVI_E_OPERAND_TYPE, lvi_bi_place(cx, o, i),
                      lvi_a_row(o->index), lvi_a_value(o->values[i]));
    o->failed = 1;
    return lvi_poison;
}

static lvi_value lvi_bi_mismatch(lvi_context *cx, lvi_operands *o, uint32_t i, uint32_t k) {
    lvi_dg_error(cx, LVI_E_OPERAND_MISMATCH, lvi_bi_place(cx, o, k), lvi_a_row(o->index),
                 lvi_a_value(o->values[i]), lvi_a_value(o->values[k]));
    o->failed = 1;
    return lvi_poison;
}

static lvi_value lvi_bi_node(uint32_t id) {
    return id ? lvi_v(LVI_V_NODE, id) : lvi_poison;
}

/* The struct that stands for bool matrices of this type: a field for each column. */
static uint32_t lvi_bi_struct(lvi_context *cx, uint32_t shape, uint32_t count) {
    uint32_t ref;
    lvi_struct *s;
    for (ref = cx->structs; ref; ref = s->next) {
        s = LVI_AT(lvi_struct, ref);
        if (s->shape == shape) return ref;
    }
    ref = lvi_ar_high(cx, sizeof(lvi_struct));
    s = LVI_AT(lvi_struct, ref);
    s->shape = shape, s->count = count, s->next = cx->structs;
    s->kind = LVI_ST_MATRIX;
    cx->structs = ref;
    return ref;
}

static uint32_t lvi_bi_tuple(lvi_context *cx, uint32_t type, uint32_t count) {
    /* the head takes the room of one */
    uint32_t ref = lvi_ar_array(cx, count + 1, sizeof(lvi_value));
    if (!ref) return 0;
    LVI_AT(lvi_tuple, ref)->type = type;
    return ref;
}

/* A matrix of `type` from its columns. */
static lvi_value lvi_bi_matrix(lvi_context *cx, uint32_t type, const uint32_t *columns) {
    uint32_t n = LVI_COLUMNS(type), i, ref;
    if (n == 1 || LVI_KIND(type) != LVI_K_BOOL)
        return lvi_bi_node(lvi_gr_construct(cx, type, n, columns));
    ref = lvi_bi_tuple(cx, lvi_bi_struct(cx, type, n), n);
    if (!ref) return lvi_poison;
    for (i = 0; i < n; i++) LVI_AT(lvi_tuple, ref)->fields[i] = lvi_bi_node(columns[i]);
    LVI_AT(lvi_tuple, ref)->solid = 1;
    return lvi_v(LVI_V_TUPLE, ref);
}

/* Column i of an operand; scalars and vectors are their own only column. */
static uint32_t lvi_bi_column(lvi_context *cx, lvi_value v, uint32_t i) {
    if (v.tag == LVI_V_TUPLE) return LVI_AT(lvi_tuple, v.ref)->fields[i].ref;
    return LVI_COLUMNS(LVI_NODE(v.ref)->type) > 1 ? lvi_gr_extract(cx, v.ref, i) : v.ref;
}

#define LVI_M_NUM (1u << LVI_K_NUM)
#define LVI_M_INTEGER (1u << LVI_K_INT | 1u << LVI_K_UINT)
#define LVI_M_BOOL (1u << LVI_K_BOOL)

/* The common type of the operands, scalars apart if they broadcast. 0 after an error. */
static uint32_t lvi_bi_common(lvi_context *cx, lvi_operands *o, int broadcast) {
    uint32_t i, best = 0;
    for (i = 0; i < o->count; i++) {
        uint32_t type = lvi_bi_type(cx, o->values[i]), sofar = lvi_bi_type(cx, o->values[best]);
        if (type == sofar) continue;
        if (broadcast && LVI_KIND(type) == LVI_KIND(sofar)
            && type == LVI_TYPE(LVI_KIND(type), 1, 1))
            continue;
        if (broadcast && LVI_KIND(type) == LVI_KIND(sofar)
            && sofar == LVI_TYPE(LVI_KIND(type), 1, 1)) {
            best = i;
            continue;
        }
        lvi_bi_mismatch(cx, o, best, i);
        return 0;
    }
    return lvi_bi_type(cx, o->values[best]);
}

/* The one type that the first `count` operands have, if they are scalars or vectors of nums; else
   0. */
static uint32_t lvi_bi_plain(lvi_context *cx, const lvi_operands *o, uint32_t count) {
    int node = o->values[0].tag == LVI_V_NODE;
    uint32_t type = node ? LVI_NODE(o->values[0].ref)->type : 0u, i;
    for (i = 1; i < count; i++) {
        if (o->values[i].tag != LVI_V_NODE || LVI_NODE(o->values[i].ref)->type != type) return 0;
    }
    return LVI_KIND(type) == LVI_K_NUM && LVI_COLUMNS(type) == 1 ? type : 0;
}

/* Refuses the operands whose kind is not in the mask of 1 << kind. */
static int lvi_bi_kinds(lvi_context *cx, lvi_operands *o, uint32_t mask) {
    uint32_t i;
    for (i = 0; i < o->count; i++) {
        if (!(mask >> LVI_KIND(lvi_bi_type(cx, o->values[i])) & 1u)) lvi_bi_refuse(cx, o, i);
    }
    return !o->failed;
}

/* Can a division by y be undefined, as far as a constant shows? */
static int lvi_bi_divides_badly(lvi_context *cx, uint32_t y) {
    uint32_t i, bits, is_signed = LVI_KIND(LVI_NODE(y)->type) == LVI_K_INT;
    for (i = 0; i < lvi_gr_rows(cx, y); i++) {
        if (!lvi_gr_bits(cx, y, i, &bits) || bits == 0 || (is_signed && bits == 0xffffffffu))
            return 1;
    }
    return 0;
}

/* LAMBDAV_DEFINED_INTS: the divisor, 1 where the quotient is undefined. */
static uint32_t lvi_bi_divisor(lvi_context *cx, uint32_t x, uint32_t y) {
    uint32_t type = LVI_NODE(y)->type, scalar = LVI_TYPE(LVI_KIND(type), 1, 1),
             rows = LVI_ROWS(type), truth = LVI_TYPE(LVI_K_BOOL, rows, 1), a[3];
    a[0] = lvi_gr_op2(cx, LVI_OP_EQ, truth, y,
                      lvi_gr_splat(cx, lvi_gr_const(cx, scalar, 0), rows));
    if (scalar == LVI_T_INT) {
        uint32_t least = lvi_gr_splat(cx, lvi_gr_const(cx, scalar, 0x80000000u), rows),
                 minus = lvi_gr_splat(cx, lvi_gr_const(cx, scalar, 0xffffffffu), rows);
        minus = lvi_gr_op2(cx, LVI_OP_EQ, truth, y, minus);
        least = lvi_gr_op2(cx, LVI_OP_EQ, truth, x, least);
        least = lvi_gr_op2(cx, LVI_OP_AND, truth, least, minus);
        a[0] = lvi_gr_op2(cx, LVI_OP_OR, truth, a[0], least);
    }
    a[1] = lvi_gr_splat(cx, lvi_gr_const(cx, scalar, 1), rows), a[2] = y;
    return lvi_gr_op(cx, LVI_OP_SELECT, type, 3, a);
}

/* Is y a constant, all powers of two? Then *mask is y - 1. */
static int lvi_bi_is_power(lvi_context *cx, uint32_t y, uint32_t *mask) {
    uint32_t i, bits, rows = lvi_gr_rows(cx, y), parts[4];
    for (i = 0; i < rows; i++) {
        if (!lvi_gr_bits(cx, y, i, &bits) || bits >> 31 || !bits || (bits & (bits - 1))) return 0;
        parts[i] = lvi_gr_const(cx, LVI_T_INT, bits - 1);
    }
    *mask = lvi_gr_construct(cx, LVI_NODE(y)->type, rows, parts);
    return 1;
}

/* x mod y (with the divisor's sign) or x rem y of ints, made of a division: Vulkan leaves OpSMod
   and OpSRem of what is negative undefined, and devices do differ. */
static uint32_t lvi_bi_rest(lvi_context *cx, uint32_t op, uint32_t x, uint32_t y) {
    uint32_t type = LVI_NODE(x)->type, rows = LVI_ROWS(type), truth = LVI_TYPE(LVI_K_BOOL, rows, 1),
             zero = lvi_gr_splat(cx, lvi_gr_const(cx, LVI_T_INT, 0), rows), rest, a[3];
    if (op == LVI_OP_IMOD && lvi_bi_is_power(cx, y, &rest))
        return lvi_gr_op2(cx, LVI_OP_BIT_AND, type, x, rest);
    rest = lvi_gr_op2(cx, LVI_OP_IDIV, type, x, y);
    rest = lvi_gr_op2(cx, LVI_OP_SUB, type, x, lvi_gr_op2(cx, LVI_OP_MUL, type, rest, y));
    if (op == LVI_OP_IREM) return rest;
    a[0] = lvi_gr_op2(cx, LVI_OP_LT, truth, lvi_gr_op2(cx, LVI_OP_BIT_XOR, type, rest, y), zero);
    a[0] = lvi_gr_op2(cx, LVI_OP_AND, truth, a[0], lvi_gr_op2(cx, LVI_OP_NEQ, truth, rest, zero));
    a[1] = lvi_gr_op2(cx, LVI_OP_ADD, type, rest, y), a[2] = rest;
    return lvi_gr_op(cx, LVI_OP_SELECT, type, 3, a);
}

/* Operation `op` on one column. */
static uint32_t lvi_bi_operation(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                                 uint32_t *a) {
    uint32_t defined = cx->options.flags & LAMBDAV_DEFINED_INTS;
    if (defined && (op == LVI_OP_SHIFT_LEFT || op == LVI_OP_SHIFT_RIGHT)) {
        uint32_t amount = LVI_NODE(a[1])->type,
                 mask = lvi_gr_const(cx, LVI_TYPE(LVI_KIND(amount), 1, 1), 31);
        a[1] = lvi_gr_op2(cx, LVI_OP_BIT_AND, amount, a[1],
                          lvi_gr_splat(cx, mask, LVI_ROWS(amount)));
    }
    if (defined && lvi_ops[op].class_ == LVI_DIVISION && lvi_bi_divides_badly(cx, a[1]))
        a[1] = lvi_bi_divisor(cx, a[0], a[1]);
    if ((op == LVI_OP_IMOD || op == LVI_OP_IREM) && LVI_KIND(type) == LVI_K_INT)
        return lvi_bi_rest(cx, op, a[0], a[1]);
    return lvi_gr_op(cx, op, type, count, a);
}

/* `op` per component on operands of `type` and scalars; the result is of `kind`. */
static lvi_value lvi_bi_each(lvi_context *cx, lvi_operands *o, uint32_t op, uint32_t type,
                             uint32_t kind) {
    uint32_t rows = LVI_ROWS(type), columns[4], c, k, a[3];
    for (c = 0; c < LVI_COLUMNS(type); c++) {
        for (k = 0; k < o->count && k < 3; k++) {
            a[k] = lvi_bi_column(cx, o->values[k], c);
            if (lvi_gr_rows(cx, a[k]) == 1 && rows > 1) a[k] = lvi_gr_splat(cx, a[k], rows);
        }
        columns[c] = lvi_bi_operation(cx, op, LVI_TYPE(kind, rows, 1), o->count, a);
        if (!columns[c]) return lvi_poison;
    }
    return lvi_bi_matrix(cx, LVI_TYPE(kind, rows, LVI_COLUMNS(type)), columns);
}

static lvi_value lvi_bi_apply_nodes(lvi_context *cx, lvi_operands *o, uint32_t op, uint32_t type) {
    uint32_t a[4], i;
    for (i = 0; i < o->count && i < 4; i++) a[i] = o->values[i].ref;
    return lvi_bi_node(lvi_gr_op(cx, op, type, o->count, a));
}

/* The operation on ints and uints where it is not the one on nums. */
static uint32_t lvi_bi_integer_op(uint32_t op) {
    return op == LVI_OP_DIV   ? (uint32_t)LVI_OP_IDIV
           : op == LVI_OP_MOD ? (uint32_t)LVI_OP_IMOD
           : op == LVI_OP_REM ? (uint32_t)LVI_OP_IREM
                              : op;
}

/* The rules for one type: per component on operands whose kind is in the mask, at most 3. */
static lvi_value lvi_bi_map(lvi_context *cx, lvi_operands *o, uint32_t op, uint32_t mask,
                            int broadcast, uint32_t result) {
    uint32_t type = mask & LVI_M_NUM ? lvi_bi_plain(cx, o, o->count) : 0;
    if (type)
        return lvi_bi_apply_nodes(
            cx, o, op, LVI_TYPE(result ? result : (uint32_t)LVI_K_NUM, LVI_ROWS(type), 1));
    if (!lvi_bi_kinds(cx, o, mask)) return lvi_poison;
    type = lvi_bi_common(cx, o, broadcast);
    if (!type) return lvi_poison;
    if (LVI_IS_INTEGER(type)) op = lvi_bi_integer_op(op);
    return lvi_bi_each(cx, o, op, type, result ? result : LVI_KIND(type));
}

static uint32_t lvi_bi_mask(uint32_t op) {
    return lvi_op_kinds(op) | lvi_op_kinds(lvi_bi_integer_op(op));
}

static lvi_value lvi_bi_cast(lvi_context *cx, lvi_operands *o) {
    return lvi_bi_map(cx, o, o->row->op, lvi_bi_mask(o->row->op), 1, 0);
}

/* Left fold of + over any number of operands. */
static lvi_value lvi_bi_sum(lvi_context *cx, lvi_operands *o) {
    lvi_operands pair = *o;
    lvi_value two[2];
    uint32_t i;
    if (o->count == 2) return lvi_bi_cast(cx, o);
    two[0] = o->values[0];
    pair.values = two, pair.count = 2;
    if (o->count == 1)
        return lvi_bi_kinds(cx, o, lvi_bi_mask(o->row->op)) ? two[0] : lvi_poison;
    for (i = 1; i < o->count && !pair.failed; i++) {
        two[1] = o->values[i];
        pair.first = i - 1;
        two[0] = lvi_bi_cast(cx, &pair);
    }
    return pair.failed ? lvi_poison : two[0];
}

static int lvi_bi_is_constant(lvi_context *cx, uint32_t id) {
    uint32_t bits;
    return LVI_COLUMNS(LVI_NODE(id)->type) == 1 && lvi_gr_bits(cx, id, 0, &bits)
           && lvi_gr_bits(cx, id, LVI_ROWS(LVI_NODE(id)->type) - 1, &bits);
}

/* vector or matrix times scalar */
static lvi_value lvi_bi_scale(lvi_context *cx, lvi_operands *o, uint32_t x, uint32_t scalar) {
    uint32_t type = LVI_NODE(x)->type;
    if (LVI_COLUMNS(type) > 1)
        return lvi_bi_node(lvi_gr_op2(cx, LVI_OP_MAT_SCALE, type, x, scalar));
    if (lvi_bi_is_constant(cx, x) && lvi_gr_is_const(cx, scalar))
        return lvi_bi_each(cx, o, LVI_OP_MUL, type, LVI_K_NUM);
    return lvi_bi_node(lvi_gr_op2(cx, LVI_OP_VEC_SCALE, type, x, scalar));
}

/* The product of two: linear algebra as soon as there is a matrix. */
static lvi_value lvi_bi_mul(lvi_context *cx, lvi_operands *o) {
    uint32_t s = lvi_bi_type(cx, o->values[0]), t = lvi_bi_type(cx, o->values[1]),
             x = o->values[0].ref, y = o->values[1].ref;
    if (lvi_bi_plain(cx, o, 2)) return lvi_bi_apply_nodes(cx, o, LVI_OP_MUL, s);
    if (!lvi_bi_kinds(cx, o, LVI_M_NUM | LVI_M_INTEGER)) return lvi_poison;
    if (LVI_IS_INTEGER(s) || LVI_IS_INTEGER(t)) return lvi_bi_cast(cx, o);
    if (t == LVI_T_NUM) return lvi_bi_scale(cx, o, x, y);
    if (s == LVI_T_NUM) return lvi_bi_scale(cx, o, y, x);
    if (LVI_COLUMNS(s) > 1 && LVI_COLUMNS(t) > 1 && LVI_COLUMNS(s) == LVI_ROWS(t))
        return lvi_bi_node(
            lvi_gr_op2(cx, LVI_OP_MAT_MAT, LVI_TYPE(LVI_K_NUM, LVI_ROWS(s), LVI_COLUMNS(t)), x, y));
    if (LVI_COLUMNS(s) > 1 && LVI_COLUMNS(t) == 1 && LVI_COLUMNS(s) == LVI_ROWS(t))
        return lvi_bi_node(
            lvi_gr_op2(cx, LVI_OP_MAT_VEC, LVI_TYPE(LVI_K_NUM, LVI_ROWS(s), 1), x, y));
    if (LVI_COLUMNS(s) == 1 && LVI_COLUMNS(t) > 1 && LVI_ROWS(s) == LVI_ROWS(t))
        return lvi_bi_node(
            lvi_gr_op2(cx, LVI_OP_VEC_MAT, LVI_TYPE(LVI_K_NUM, LVI_COLUMNS(t), 1), x, y));
    if (LVI_COLUMNS(s) * LVI_COLUMNS(t) == 1) return lvi_bi_mismatch(cx, o, 0, 1);
    lvi_dg_error2(cx, LVI_E_PRODUCT, lvi_bi_place(cx, o, 1), lvi_a_type(s), lvi_a_type(t));
    o->failed = 1;
    return lvi_poison;
}

/* Left fold of * over any number of operands. */
static lvi_value lvi_bi_product(lvi_context *cx, lvi_operands *o) {
    lvi_operands pair = *o;
    lvi_value two[2];
    uint32_t i;
    if (o->count == 2) return lvi_bi_mul(cx, o);
    two[0] = o->values[0];
    pair.values = two, pair.count = 2;
    if (o->count == 1)
        return lvi_bi_kinds(cx, o, lvi_bi_mask(o->row->op)) ? two[0] : lvi_poison;
    for (i = 1; i < o->count && !pair.failed; i++) {
        two[1] = o->values[i];
        pair.first = i - 1;
        two[0] = lvi_bi_mul(cx, &pair);
    }
    return pair.failed ? lvi_poison : two[0];
}

/* (select c a b): c is a bool, or a bool vector for vectors of its size. */
static lvi_value lvi_bi_select(lvi_context *cx, lvi_operands *o) {
    uint32_t condition = lvi_bi_type(cx, o->values[0]), type = lvi_bi_type(cx, o->values[1]);
    if (LVI_KIND(condition) != LVI_K_BOOL || LVI_COLUMNS(condition) > 1)
        return lvi_bi_refuse(cx, o, 0);
    if (type == LVI_K_NONE) return lvi_bi_refuse(cx, o, 1);
    if (lvi_bi_type(cx, o->values[2]) != type) return lvi_bi_mismatch(cx, o, 1, 2);
    if (LVI_ROWS(condition) > 1 && (LVI_COLUMNS(type) > 1 || LVI_ROWS(type) != LVI_ROWS(condition)))
        return lvi_bi_mismatch(cx, o, 0, 1);
    return lvi_bi_each(cx, o, LVI_OP_SELECT, type, LVI_KIND(type));
}

static lvi_value lvi_bi_anyall(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), c, r = 0,
             join = o->row->op == LVI_OP_ANY ? LVI_OP_OR : LVI_OP_AND;
    if (!lvi_bi_kinds(cx, o, LVI_M_BOOL)) return lvi_poison;
    for (c = 0; c < LVI_COLUMNS(type); c++) {
        uint32_t x = lvi_bi_column(cx, o->values[0], c), rows = LVI_ROWS(type), i;
        uint32_t all = lvi_gr_extract(cx, x, 0);
        if (lvi_bi_is_constant(cx, x)) {
            for (i = 1; i < rows; i++)
                all = lvi_gr_op2(cx, join, LVI_T_BOOL, all, lvi_gr_extract(cx, x, i));
        } else if (rows > 1) {
            all = lvi_gr_op1(cx, o->row->op, LVI_T_BOOL, x);
        }
        r = c == 0 ? all : lvi_gr_op2(cx, join, LVI_T_BOOL, r, all);
    }
    return lvi_bi_node(r);
}

/* Rules on scalars and vectors of one type, without matrices. Returns their type, 0 after an
   error. */
static uint32_t lvi_bi_vectors(lvi_context *cx, lvi_operands *o, uint32_t count) {
    uint32_t i, type = lvi_bi_plain(cx, o, count);
    lvi_operands first = *o;
    if (type) return type;
    first.count = count;
    type = lvi_bi_kinds(cx, &first, LVI_M_NUM) ? lvi_bi_common(cx, &first, 0) : 0;
    for (i = 0; i < count && type; i++) lvi_bi_refuse(cx, &first, i); /* a matrix */
    return 0;
}

static lvi_value lvi_bi_length(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_vectors(cx, o, o->count);
    if (!type) return lvi_poison;
    return lvi_bi_apply_nodes(
        cx, o, o->row->op == LVI_OP_DOT && type == LVI_T_NUM ? (uint32_t)LVI_OP_MUL : o->row->op,
        LVI_T_NUM);
}

static lvi_value lvi_bi_refract(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_vectors(cx, o, 2);
    if (!type) return lvi_poison;
    if (lvi_bi_type(cx, o->values[2]) != LVI_T_NUM) return lvi_bi_refuse(cx, o, 2);
    return lvi_bi_apply_nodes(cx, o, o->row->op, type);
}

static lvi_value lvi_bi_cross(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_vectors(cx, o, 2);
    if (!type) return lvi_poison;
    if (LVI_ROWS(type) != 3) return lvi_bi_refuse(cx, o, 0);
    return lvi_bi_apply_nodes(cx, o, o->row->op, type);
}

static lvi_value lvi_bi_square(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]);
    if (LVI_KIND(type) != LVI_K_NUM || LVI_COLUMNS(type) < 2 || LVI_COLUMNS(type) != LVI_ROWS(type))
        return lvi_bi_refuse(cx, o, 0);
    return lvi_bi_apply_nodes(cx, o, o->row->op, o->row->op == LVI_OP_INVERSE ? type : LVI_T_NUM);
}

static lvi_value lvi_bi_transpose(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]);
    if (LVI_KIND(type) != LVI_K_NUM || LVI_COLUMNS(type) < 2) return lvi_bi_refuse(cx, o, 0);
    return lvi_bi_apply_nodes(cx, o, o->row->op,
                              LVI_TYPE(LVI_K_NUM, LVI_COLUMNS(type), LVI_ROWS(type)));
}

static lvi_value lvi_bi_outer(lvi_context *cx, lvi_operands *o) {
    uint32_t i, type[2];
    for (i = 0; i < 2; i++) {
        type[i] = lvi_bi_type(cx, o->values[i]);
        if (LVI_KIND(type[i]) != LVI_K_NUM || LVI_COLUMNS(type[i]) > 1 || LVI_ROWS(type[i]) == 1)
            return lvi_bi_refuse(cx, o, i);
    }
    return lvi_bi_apply_nodes(cx, o, o->row->op,
                              LVI_TYPE(LVI_K_NUM, LVI_ROWS(type[0]), LVI_ROWS(type[1])));
}

/* The struct that a builtin gives: its name and the two of its fields are words. */
static uint32_t lvi_bi_pair_struct(lvi_context *cx, const char *names) {
    uint32_t size = lvi_string_size(names),
             symbol = lvi_sy_intern(cx, (const unsigned char *)names, size), s, i, fields;
    for (s = cx->structs; s && LVI_AT(lvi_struct, s)->symbol != symbol;)
        s = LVI_AT(lvi_struct, s)->next;
    if (s || cx->stop) return s;
    fields = lvi_ar_array(cx, 2, sizeof(lvi_field));
    s = lvi_ar_high(cx, sizeof(lvi_struct));
    if (cx->stop) return 0;
    LVI_AT(lvi_struct, s)->kind = LVI_ST_PAIR;
    LVI_AT(lvi_struct, s)->shape = LVI_TYPE(LVI_K_PAIR, 1, 1);
    LVI_AT(lvi_struct, s)->symbol = symbol;
    LVI_AT(lvi_struct, s)->count = 2;
    LVI_AT(lvi_struct, s)->fields = fields;
    LVI_AT(lvi_struct, s)->next = cx->structs;
    cx->structs = s;
    for (i = 0; i < 2; i++) {
        names += size + 1, size = lvi_string_size(names);
        LVI_AT(lvi_field, fields)[i].symbol =
            lvi_sy_intern(cx, (const unsigned char *)names, size);
    }
    return s;
}

static lvi_value lvi_bi_pair(lvi_context *cx, lvi_operands *o) {
    static const char names[] = "modf-result\0fract\0whole\0"
                                "frexp-result\0significand\0exponent\0"
                                "add-carry-result\0value\0carry\0"
                                "sub-borrow-result\0value\0borrow\0"
                                "mul-extended-result\0low\0high";
    uint32_t op = o->row->op, type, kind, members, pair, ref, i, s,
             which = op == LVI_OP_MODF         ? 0u
                     : op == LVI_OP_FREXP      ? 1u
                     : op == LVI_OP_ADD_CARRY  ? 2u
                     : op == LVI_OP_SUB_BORROW ? 3u
                                               : 4u;
    if (!lvi_bi_kinds(cx, o, lvi_op_kinds(op))) return lvi_poison;
    type = lvi_bi_common(cx, o, 0);
    if (!type) return lvi_poison;
    if (LVI_COLUMNS(type) > 1) return lvi_bi_refuse(cx, o, 0);
    kind = LVI_KIND(type);
    members = kind == LVI_K_NUM ? which + 1u : kind == LVI_K_UINT ? 3u : 4u;
    pair = lvi_bi_apply_nodes(cx, o, op, LVI_TYPE(LVI_K_PAIR, LVI_ROWS(type), members)).ref;
    s = lvi_bi_pair_struct(cx, lvi_word(names, 3 * which));
    ref = lvi_bi_tuple(cx, s, 2);
    if (!s || !ref) return lvi_poison;
    for (i = 0; i < 2; i++)
        LVI_AT(lvi_tuple, ref)->fields[i] = lvi_bi_node(lvi_gr_extract(cx, pair, i));
    LVI_AT(lvi_tuple, ref)->solid = 1;
    return lvi_v(LVI_V_TUPLE, ref);
}

/* Is operand i a scalar or vector of the kinds in the mask? Refuses it if not. */
static int lvi_bi_is_vector(lvi_context *cx, lvi_operands *o, uint32_t i, uint32_t mask) {
    uint32_t type = lvi_bi_type(cx, o->values[i]);
    if ((mask >> LVI_KIND(type) & 1u) && LVI_COLUMNS(type) == 1) return 1;
    lvi_bi_refuse(cx, o, i);
    return 0;
}

/* The amount is an int or uint, whatever the operand is. */
static lvi_value lvi_bi_shift(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), amount = lvi_bi_type(cx, o->values[1]);
    if (!lvi_bi_kinds(cx, o, LVI_M_INTEGER)) return lvi_poison;
    if (LVI_ROWS(amount) > 1 && LVI_ROWS(amount) != LVI_ROWS(type))
        return lvi_bi_mismatch(cx, o, 0, 1);
    return lvi_bi_each(cx, o, o->row->op, type, LVI_KIND(type));
}

/* The last two operands, offset and bits, are scalars for all components. */
static lvi_value lvi_bi_field(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), i;
    if (!lvi_bi_kinds(cx, o, LVI_M_INTEGER)) return lvi_poison;
    for (i = o->count - 2; i < o->count; i++) {
        if (LVI_ROWS(lvi_bi_type(cx, o->values[i])) > 1) return lvi_bi_refuse(cx, o, i);
    }
    if (o->count == 4 && lvi_bi_type(cx, o->values[1]) != type)
        return lvi_bi_mismatch(cx, o, 0, 1);
    return lvi_bi_apply_nodes(cx, o, o->row->op, type);
}

static lvi_value lvi_bi_ldexp(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), exponent = lvi_bi_type(cx, o->values[1]);
    if (!lvi_bi_is_vector(cx, o, 0, LVI_M_NUM)) return lvi_poison;
    if (LVI_KIND(exponent) != LVI_K_INT) return lvi_bi_refuse(cx, o, 1);
    if (LVI_ROWS(exponent) > 1 && LVI_ROWS(exponent) != LVI_ROWS(type))
        return lvi_bi_mismatch(cx, o, 0, 1);
    return lvi_bi_each(cx, o, o->row->op, type, LVI_K_NUM);
}

/* pack and unpack: 4x8 goes with vec4, 2x16 with vec2. */
static lvi_value lvi_bi_pack(lvi_context *cx, lvi_operands *o) {
    uint32_t op = o->row->op, packs = o->row->rule == LVI_R_PACK,
             four = op <= LVI_OP_PACK_UNORM_4X8
                    || (op >= LVI_OP_UNPACK_SNORM_4X8 && op <= LVI_OP_UNPACK_UNORM_4X8);
    uint32_t vector = LVI_TYPE(LVI_K_NUM, four ? 4 : 2, 1);
    if (lvi_bi_type(cx, o->values[0]) != (packs ? vector : LVI_T_UINT))
        return lvi_bi_refuse(cx, o, 0);
    return lvi_bi_apply_nodes(cx, o, op, packs ? LVI_T_UINT : vector);
}

/* float-bits-to-int and its kin. */
static lvi_value lvi_bi_bits(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]);
    if (!lvi_bi_is_vector(cx, o, 0, 1u << (o->row->op >> 4))) return lvi_poison;
    return lvi_bi_apply_nodes(cx, o, LVI_OP_BITCAST,
                              LVI_TYPE(o->row->op & 15u, LVI_ROWS(type), 1));
}

static lvi_value lvi_bi_part_count(lvi_context *cx, lvi_operands *o, uint32_t want, uint32_t have) {
    lvi_dg_error(cx, LVI_E_CONSTRUCTOR, o->form, lvi_a_row(o->index),
                 lvi_a_number(want), lvi_a_number(have));
    return lvi_poison;
}

/* Components that the operands have together; refuses matrices and the wrong kind. */
static uint32_t lvi_bi_parts(lvi_context *cx, lvi_operands *o, uint32_t kind) {
    uint32_t i, total = 0;
    for (i = 0; i < o->count; i++) {
        uint32_t type = lvi_bi_type(cx, o->values[i]);
        if (LVI_KIND(type) != kind || LVI_COLUMNS(type) > 1) lvi_bi_refuse(cx, o, i);
        total += LVI_ROWS(type);
    }
    return total;
}

static lvi_value lvi_bi_make_vector(lvi_context *cx, lvi_operands *o) {
    uint32_t type = o->row->op, total = lvi_bi_parts(cx, o, LVI_KIND(type)), parts[4], i, n = 0;
    if (o->failed) return lvi_poison;
    if (o->count == 1 && total == 1)
        return lvi_bi_node(lvi_gr_splat(cx, o->values[0].ref, LVI_ROWS(type)));
    if (total != LVI_ROWS(type)) return lvi_bi_part_count(cx, o, LVI_ROWS(type), total);
    for (i = 0; i < o->count; i++) {
        uint32_t id = o->values[i].ref, bits, k;
        if ((LVI_NODE(id)->flags & LVI_F_VARIES) && !lvi_gr_bits(cx, id, 0, &bits))
            parts[n++] = id;
        else
            for (k = 0; k < lvi_gr_rows(cx, id); k++) parts[n++] = lvi_gr_extract(cx, id, k);
    }
    return lvi_bi_node(lvi_gr_construct(cx, type, n, parts));
}

/* One scalar goes on the diagonal; else the operands fill the columns one after the other. */
static lvi_value lvi_bi_make_matrix(lvi_context *cx, lvi_operands *o) {
    uint32_t type = o->row->op, rows = LVI_ROWS(type), kind = LVI_KIND(type), total, columns[4],
             parts[16], c, r, i, n = 0, whole;
    uint32_t column = LVI_TYPE(kind, rows, 1), zero;
    if (o->count == 1 && lvi_bi_type(cx, o->values[0]) == type) return o->values[0];
    total = lvi_bi_parts(cx, o, kind);
    if (o->failed) return lvi_poison;
    if (total != rows * LVI_COLUMNS(type) && !(o->count == 1 && total == 1))
        return lvi_bi_part_count(cx, o, rows * LVI_COLUMNS(type), total);
    zero = lvi_gr_const(cx, LVI_TYPE(kind, 1, 1), 0);
    for (i = 0; i < o->count && total > 1; i++) {
        for (r = 0; r < lvi_gr_rows(cx, o->values[i].ref); r++)
            parts[n++] = lvi_gr_extract(cx, o->values[i].ref, r);
    }
    for (i = 0; i < o->count && lvi_bi_type(cx, o->values[i]) == column;) i++;
    whole = i == o->count;
    for (c = 0; c < LVI_COLUMNS(type); c++) {
        if (whole) {
            columns[c] = o->values[c].ref;
            continue;
        }
        for (r = 0; r < rows && total == 1; r++)
            parts[c * rows + r] = r == c ? o->values[0].ref : zero;
        columns[c] = lvi_gr_construct(cx, column, rows, parts + c * rows);
    }
    return lvi_bi_matrix(cx, type, columns);
}

/* Where x holds 1, else 0, of `type`. */
static uint32_t lvi_bi_from_bool(lvi_context *cx, uint32_t x, uint32_t type) {
    uint32_t scalar = LVI_TYPE(LVI_KIND(type), 1, 1), rows = LVI_ROWS(type), a[3];
    a[0] = x;
    a[1] = lvi_gr_const(cx, scalar, scalar == LVI_T_NUM ? LVI_F_ONE : 1u);
    a[2] = lvi_gr_const(cx, scalar, 0);
    a[1] = lvi_gr_splat(cx, a[1], rows), a[2] = lvi_gr_splat(cx, a[2], rows);
    return lvi_gr_op(cx, LVI_OP_SELECT, type, 3, a);
}

/* num, int, uint and bool of a scalar or vector: of a bool 1 or 0; bool is whether it is not 0; int
   and uint of a num cut it; int of a uint and uint of an int keep the bits. */
static lvi_value lvi_bi_convert(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), x = o->values[0].ref, rows = LVI_ROWS(type),
             from = LVI_KIND(type), to = LVI_KIND(o->row->op);
    uint32_t result = LVI_TYPE(to, rows, 1), op, zero;
    if (!lvi_bi_is_vector(cx, o, 0, LVI_M_NUM | LVI_M_INTEGER | LVI_M_BOOL)) return lvi_poison;
    if (from == to) return o->values[0];
    if (from == LVI_K_BOOL) return lvi_bi_node(lvi_bi_from_bool(cx, x, result));
    if (to == LVI_K_BOOL) {
        zero = lvi_gr_splat(cx, lvi_gr_const(cx, LVI_TYPE(from, 1, 1), 0), rows);
        return lvi_bi_node(lvi_gr_op2(cx, LVI_OP_NEQ, result, x, zero));
    }
    op = to == LVI_K_NUM       ? (uint32_t)LVI_OP_TO_NUM
         : from != LVI_K_NUM   ? (uint32_t)LVI_OP_BITCAST
         : to == LVI_K_INT     ? (uint32_t)LVI_OP_NUM_TO_INT
                               : (uint32_t)LVI_OP_NUM_TO_UINT;
    return lvi_bi_node(lvi_gr_op1(cx, op, result, x));
}

/* --- memory. Reading what nobody writes is a LOAD for each leaf that is wanted; an array or struct
   there stays a PLACE until something needs it whole (lvi_bi_open). What can be written stays a
   PLACE down to its leaves: `load`, `store` and the atomics are effects. */

/* T of memory v. */
static uint32_t lvi_bi_memory_type(lvi_context *cx, lvi_value v) {
    return v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->type : lvi_bi_resource(cx, v)->type;
}

/* Memory v as operands: a[0] its RESOURCE, then the indices. Returns how many, at most
   LVI_MOST_CHAIN. */
enum { LVI_MOST_CHAIN = LVI_MOST_NESTING + 4 };
static uint32_t lvi_bi_chain(lvi_context *cx, lvi_value v, uint32_t *a) {
    uint32_t n = v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->count : 0, i;
    a[0] = lvi_gr_resource(cx, lvi_bi_resource(cx, v)->ordinal);
    for (i = 1; i <= n; i++) a[i] = LVI_AT(lvi_place, v.ref)->operands[i];
    return 1 + n;
}

/* The place of `type` that one more index, a node, leads to from memory v. */
static lvi_value lvi_bi_below(lvi_context *cx, lvi_value v, uint32_t index, uint32_t type) {
    uint32_t n = v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->count : 0, i,
             ref = lvi_ar_array(cx, n + 6, 4);
    lvi_place *p = LVI_AT(lvi_place, ref);
    if (!ref || !index) return lvi_poison;
    p->resource = v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->resource : v.ref;
    p->unchecked = v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref)->unchecked : 0;
    p->type = type, p->count = n + 1;
    p->operands[0] = lvi_gr_resource(cx, LVI_AT(lvi_resource, p->resource)->ordinal);
    for (i = 1; i <= n; i++) p->operands[i] = LVI_AT(lvi_place, v.ref)->operands[i];
    p->operands[n + 1] = index;
    return lvi_v(LVI_V_PLACE, ref);
}

/* What reading place v gives: a LOAD of a leaf that nobody writes; all else stays the place. */
static lvi_value lvi_bi_read(lvi_context *cx, lvi_value v) {
    uint32_t type = lvi_bi_memory_type(cx, v);
    const lvi_place *p = LVI_AT(lvi_place, v.ref);
    if (!LVI_IS_MACHINE(type) || lvi_bi_is_written(lvi_bi_resource(cx, v))) return v;
    return lvi_bi_node(lvi_gr_node(cx, p->unchecked ? LVI_OP_LOAD_UNCHECKED : LVI_OP_LOAD, type,
                                   1 + p->count, p->operands));
}

/* Member i of struct v in memory. */
static lvi_value lvi_bi_member(lvi_context *cx, lvi_value v, uint32_t i) {
    const lvi_struct *s = LVI_AT(lvi_struct, lvi_bi_memory_type(cx, v));
    return lvi_bi_read(cx, lvi_bi_below(cx, v, lvi_gr_const(cx, LVI_T_INT, i),
                                        LVI_AT(lvi_field, s->fields)[i].type));
}

/* The value of a name that means resource `ref`. */
static lvi_value lvi_bi_resource_value(lvi_context *cx, uint32_t ref) {
    lvi_resource *r = LVI_AT(lvi_resource, ref);
    lvi_value v = lvi_v(LVI_V_RESOURCE, ref);
    if (r->flags & LVI_RESF_BROKEN) return lvi_poison;
    if (r->kind == LVI_RES_SPEC)
        return lvi_bi_node(lvi_gr_node(cx, LVI_OP_SPEC, r->type, 0, &r->ordinal));
    if (!lvi_bi_is_memory(cx, v) || !(r->flags & LVI_RESF_BARE)) return v;
    if (r->place) return lvi_bi_read(cx, lvi_v(LVI_V_PLACE, r->place));
    if (r->kind == LVI_RES_SHARED) {
        r->place = lvi_ar_array(cx, 5, 4);
        if (!r->place) return lvi_poison;
        LVI_AT(lvi_place, r->place)->resource = ref;
        LVI_AT(lvi_place, r->place)->type = r->type;
        LVI_AT(lvi_place, r->place)->operands[0] = lvi_gr_resource(cx, r->ordinal);
    } else {
        v = lvi_bi_below(cx, v, lvi_gr_const(cx, LVI_T_INT, 0),
                         LVI_AT(lvi_field, LVI_AT(lvi_struct, r->type)->fields)->type);
        r->place = v.tag == LVI_V_PLACE ? v.ref : 0;
    }
    return r->place ? lvi_bi_read(cx, lvi_v(LVI_V_PLACE, r->place)) : lvi_poison;
}

/* ... push constant `ref`: a node if it is one. */
static lvi_value lvi_bi_member_value(lvi_context *cx, uint32_t ref) {
    const lvi_member *m = LVI_AT(lvi_member, ref);
    if (!m->type) return lvi_poison;
    if (LVI_IS_MACHINE(m->type))
        return lvi_bi_node(lvi_gr_node(cx, LVI_OP_PUSH, m->type, 0, &m->index));
    return lvi_bi_member(cx, lvi_v(LVI_V_RESOURCE, cx->push), m->index);
}

/* Opens memory v that can be read as a value: a struct, or an array of a known count, is a tuple of
   what its parts give. Other values stay as they are. */
static lvi_value lvi_bi_open(lvi_context *cx, lvi_value v) {
    uint32_t type, ref, i, n;
    const lvi_struct *s;
    if (v.tag != LVI_V_PLACE || lvi_bi_is_written(lvi_bi_resource(cx, v))) return v;
    type = lvi_bi_memory_type(cx, v), s = LVI_AT(lvi_struct, type), n = s->count;
    if (!n) return v;
    if (s->kind == LVI_ST_ARRAY) type = lvi_pr_array_type(cx, 0, n);
    ref = lvi_bi_tuple(cx, type, n);
    for (i = 0; i < n && ref && !cx->stop; i++) {
        lvi_value part = s->kind == LVI_ST_STRUCT
                             ? lvi_bi_member(cx, v, i)
                             : lvi_bi_read(cx, lvi_bi_below(cx, v, lvi_gr_const(cx, LVI_T_INT, i),
                                                            s->element));
        LVI_AT(lvi_tuple, ref)->fields[i] = part;
    }
    return ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison;
}

/* An int or uint as `type`, the other one of the two or the same. */
static uint32_t lvi_bi_as(lvi_context *cx, uint32_t type, uint32_t id) {
    return LVI_NODE(id)->type == type ? id : lvi_gr_op1(cx, LVI_OP_BITCAST, type, id);
}

/* How many elements array v in memory has, an int or uint; 0 for what is no array. */
static uint32_t lvi_bi_length_of(lvi_context *cx, lvi_value v) {
    uint32_t type = lvi_bi_memory_type(cx, v), ordinal;
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    const lvi_resource *r;
    if (LVI_IS_MACHINE(type) || s->kind != LVI_ST_ARRAY) return 0;
    if (s->count) return lvi_gr_const(cx, LVI_T_INT, s->count);
    if (s->length) {
        r = LVI_AT(lvi_resource, s->length), ordinal = r->ordinal;
        return lvi_gr_node(cx, LVI_OP_SPEC, r->type, 0, &ordinal);
    }
    ordinal = lvi_gr_resource(cx, lvi_bi_resource(cx, v)->ordinal);
    return lvi_gr_node(cx, LVI_OP_ARRAY_LENGTH, LVI_T_UINT, 1, &ordinal);
}

/* A dynamic index, between 0 and the last of `length` elements. */
static uint32_t lvi_bi_clamp(lvi_context *cx, uint32_t index, uint32_t length) {
    uint32_t type = LVI_NODE(index)->type, last = lvi_gr_const(cx, type, 1);
    last = lvi_gr_op2(cx, LVI_OP_SUB, type, lvi_bi_as(cx, type, length), last);
    index = lvi_gr_op2(cx, LVI_OP_MIN, type, index, last);
    return type == LVI_T_UINT
               ? index
               : lvi_gr_op2(cx, LVI_OP_MAX, type, index, lvi_gr_const(cx, LVI_T_INT, 0));
}

/* Is operand i an index: an int or a uint, maybe a num that is a constant? */
static int lvi_bi_is_index(lvi_context *cx, lvi_operands *o, uint32_t i, int or_num) {
    uint32_t type = lvi_bi_type(cx, o->values[i]), bits;
    if (o->values[i].tag == LVI_V_NODE
        && (type == LVI_T_INT || type == LVI_T_UINT
            || (type == LVI_T_NUM && or_num && lvi_gr_bits(cx, o->values[i].ref, 0, &bits))))
        return 1;
    lvi_bi_refuse(cx, o, i);
    return 0;
}

static lvi_value lvi_bi_out_of_range(lvi_context *cx, lvi_operands *o, uint32_t i, lvi_arg whole,
                                     uint32_t n, const char *noun) {
    lvi_dg_error(cx, LVI_E_INDEX_RANGE, lvi_bi_place(cx, o, i), lvi_a_form(lvi_bi_place(cx, o, i)),
                 whole, n ? lvi_a_count(cx, n, noun) : lvi_a_text(cx, "no elements before 0"));
    return lvi_poison;
}

/* The part of memory v that operand i says: an element, a column, a component. Its range is checked
   here if both are known, else when the program runs, unless `unchecked`. */
static lvi_value lvi_bi_element(lvi_context *cx, lvi_operands *o, lvi_value v, uint32_t i,
                                int unchecked) {
    uint32_t type = lvi_bi_memory_type(cx, v), part, n, index, bits, length = 0;
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    int array = !LVI_IS_MACHINE(type) && s->kind == LVI_ST_ARRAY;
    if (array) part = s->element, n = s->count, length = lvi_bi_length_of(cx, v);
    else if (!LVI_IS_MACHINE(type) || LVI_ROWS(type) == 1) return lvi_bi_refuse(cx, o, 0);
    else if (LVI_COLUMNS(type) > 1) part = type & 0x3fu, n = LVI_COLUMNS(type);
    else part = LVI_KIND(type), n = LVI_ROWS(type);
    if (!lvi_bi_is_index(cx, o, i, 0)) return lvi_poison;
    index = o->values[i].ref;
    if (!array) length = lvi_gr_const(cx, LVI_T_INT, n);
    if (lvi_gr_bits(cx, index, 0, &bits)) {
        int negative = LVI_NODE(index)->type == LVI_T_INT && bits >> 31;
        if ((n && bits >= n) || negative)
            return lvi_bi_out_of_range(cx, o, i, lvi_a_form(lvi_bi_place(cx, o, 0)), n, "element");
        if (n || bits == 0) unchecked = 1;
        else index = lvi_gr_const(cx, LVI_T_UINT, bits); /* clamped from above alone */
    }
    if (!unchecked) index = lvi_bi_clamp(cx, index, length);
    v = lvi_bi_below(cx, v, index, part);
    if (v.tag == LVI_V_PLACE && unchecked && !lvi_gr_is_const(cx, index))
        LVI_AT(lvi_place, v.ref)->unchecked = 1;
    return v;
}

/* The memory that operand 0 and the indices behind it, `count` of them, lead to: a PLACE, or a
   RESOURCE for none of them. POISON after an error. */
static lvi_value lvi_bi_descend(lvi_context *cx, lvi_operands *o, uint32_t count) {
    lvi_value v = o->values[0];
    uint32_t i;
    if (!lvi_bi_is_memory(cx, v)) return lvi_bi_refuse(cx, o, 0);
    for (i = 0; i < count && v.tag != LVI_V_POISON; i++)
        v = lvi_bi_element(cx, o, v, 1 + i, 0);
    return v;
}

/* A walk over the leaves of memory v, in the order of the leaves of its value. */
typedef struct lvi_leaves {
    uint32_t depth, started;
    uint32_t unknown;                    /* an array was met whose count is not known */
    uint32_t first;                      /* of chain: behind what leads to v */
    uint32_t chain[LVI_MOST_CHAIN + 1];  /* operands */
    uint32_t types[LVI_MOST_NESTING + 2], at[LVI_MOST_NESTING + 2];
} lvi_leaves;

/* Begins a walk; 0 when there is no room. */
static uint32_t lvi_bi_leaves(lvi_context *cx, lvi_value v) {
    uint32_t ref = lvi_ar_array(cx, 1, sizeof(lvi_leaves));
    lvi_leaves *w = LVI_AT(lvi_leaves, ref);
    if (!ref) return 0;
    w->first = lvi_bi_chain(cx, v, w->chain);
    w->types[0] = lvi_bi_memory_type(cx, v);
    return ref;
}

/* Goes to the next leaf. Returns its type, with its operands in w->chain[0 .. w->first + w->depth);
   0 behind the last one. An array of no known count has no leaves, but sets w->unknown. */
static uint32_t lvi_bi_next_leaf(lvi_context *cx, lvi_leaves *w) {
    if (w->started) {
        if (!w->depth) return 0;
        w->depth--, w->at[w->depth]++;
    }
    w->started = 1;
    for (;;) {
        uint32_t type = w->types[w->depth], i = w->at[w->depth];
        const lvi_struct *s = LVI_AT(lvi_struct, type);
        if (LVI_IS_MACHINE(type)) return type;
        if (i < s->count) {
            w->chain[w->first + w->depth] = lvi_gr_const(cx, LVI_T_INT, i);
            w->depth++;
            w->types[w->depth] =
                s->kind == LVI_ST_ARRAY ? s->element : LVI_AT(lvi_field, s->fields)[i].type;
            w->at[w->depth] = 0;
        } else {
            w->unknown |= (uint32_t)(s->count == 0);
            if (!w->depth) return 0;
            w->depth--, w->at[w->depth]++;
        }
    }
}

/* Elements of an array of images; 0 for what is none. */
static uint32_t lvi_bi_images(lvi_context *cx, lvi_value v) {
    const lvi_resource *r = LVI_AT(lvi_resource, v.ref);
    if (v.tag != LVI_V_RESOURCE || r->kind < LVI_RES_TEXTURE || !r->detail) return 0;
    return LVI_AT(lvi_image, r->detail)->count;
}

/* (at images i): the index is the same in all invocations of a draw or dispatch. */
static lvi_value lvi_bi_image_at(lvi_context *cx, lvi_operands *o, uint32_t n, int unchecked) {
    uint32_t index, bits;
    if (!lvi_bi_is_index(cx, o, 1, 0)) return lvi_poison;
    index = o->values[1].ref;
    if (!lvi_gr_bits(cx, index, 0, &bits)) {
        if (!unchecked) index = lvi_bi_clamp(cx, index, lvi_gr_const(cx, LVI_T_INT, n));
    } else if (bits >= n) {
        return lvi_bi_out_of_range(cx, o, 1, lvi_a_form(lvi_bi_place(cx, o, 0)), n, "element");
    }
    return lvi_bi_below(cx, o->values[0], index, 0);
}

/* (count a) */
static lvi_value lvi_bi_elements(lvi_context *cx, lvi_operands *o) {
    uint32_t n = lvi_bi_images(cx, o->values[0]);
    if (n) return lvi_bi_node(lvi_gr_const(cx, LVI_T_INT, n));
    if (lvi_bi_is_array(cx, o->values[0])) {
        n = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, o->values[0].ref)->type)->count;
        return lvi_bi_node(lvi_gr_const(cx, LVI_T_INT, n));
    }
    if (!lvi_bi_is_memory(cx, o->values[0])) return lvi_bi_refuse(cx, o, 0);
    n = lvi_bi_length_of(cx, o->values[0]);
    return n ? lvi_bi_node(lvi_bi_as(cx, LVI_T_INT, n)) : lvi_bi_refuse(cx, o, 0);
}

/* Column `index` (an int or uint) of a matrix of nums: out of memory if it was loaded, else chosen
   from its columns. */
static lvi_value lvi_bi_column_at(lvi_context *cx, uint32_t m, uint32_t index, int unchecked) {
    uint32_t a[LVI_MOST_CHAIN + 1], type = LVI_NODE(m)->type, n = LVI_NODE(m)->count, i, r, below,
             last = LVI_COLUMNS(type) - 1;
    if (LVI_NODE(m)->op == LVI_OP_LOAD || LVI_NODE(m)->op == LVI_OP_LOAD_UNCHECKED) {
        uint32_t op = unchecked ? (uint32_t)LVI_OP_LOAD_UNCHECKED : LVI_NODE(m)->op;
        for (i = 0; i < n; i++) a[i] = lvi_gr_operands(cx, m)[i];
        a[n] = unchecked ? index : lvi_bi_clamp(cx, index, lvi_gr_const(cx, LVI_T_INT, last + 1));
        return lvi_bi_node(lvi_gr_node(cx, op, type & 0x3fu, n + 1, a));
    }
    r = lvi_gr_extract(cx, m, last);
    for (i = last; i-- > 0;) {
        below = lvi_gr_const(cx, LVI_NODE(index)->type, i + 1);
        below = lvi_gr_op2(cx, LVI_OP_LT, LVI_T_BOOL, index, below);
        r = lvi_gr_if(cx, below, lvi_gr_extract(cx, m, i), r);
    }
    return lvi_bi_node(r);
}

/* ... of a vector, or of a matrix of bools, which is a tuple. */
static lvi_value lvi_bi_dynamic_at(lvi_context *cx, lvi_operands *o, int unchecked) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), index = o->values[1].ref, i, r, below,
             n = LVI_COLUMNS(type) > 1 ? LVI_COLUMNS(type) : LVI_ROWS(type);
    if (o->values[0].tag == LVI_V_TUPLE) {
        r = lvi_bi_column(cx, o->values[0], n - 1);
        for (i = n - 1; i-- > 0;) {
            below = lvi_gr_const(cx, LVI_NODE(index)->type, i + 1);
            below = lvi_gr_op2(cx, LVI_OP_LT, LVI_T_BOOL, index, below);
            r = lvi_gr_if(cx, below, lvi_bi_column(cx, o->values[0], i), r);
        }
        return lvi_bi_node(r);
    }
    if (LVI_COLUMNS(type) > 1) return lvi_bi_column_at(cx, o->values[0].ref, index, unchecked);
    if (LVI_ROWS(type) == 1) return o->values[0];
    if (!unchecked) index = lvi_bi_clamp(cx, index, lvi_gr_const(cx, LVI_T_INT, n));
    return lvi_bi_node(lvi_gr_op2(cx, unchecked ? LVI_OP_AT_UNCHECKED : LVI_OP_AT, LVI_KIND(type),
                                  o->values[0].ref, index));
}

/* Is there an :unchecked behind the operands of `at` or `with-at`? -1 after an error. */
static int lvi_bi_unchecked(lvi_context *cx, lvi_operands *o) {
    uint32_t last = o->count - 1;
    const lvi_form *f = &cx->forms[o->values[last].ref];
    if (o->count < o->row->most) return 0;
    if (o->values[last].tag == LVI_V_KEYWORD && LVI_AT(lvi_symbol, f->a)->size == 9
        && lvi_bytes_equal(LVI_AT(lvi_symbol, f->a)->text, "unchecked", 9))
        return 1;
    lvi_dg_error2(cx, LVI_E_OPTION, lvi_bi_place(cx, o, last), lvi_a_row(o->index),
                  lvi_a_form(lvi_bi_place(cx, o, last)));
    o->failed = 1;
    return -1;
}

/* (at v i): an element of memory, a component of a vector, a column of a matrix. */
static lvi_value lvi_bi_at(lvi_context *cx, lvi_operands *o) {
    uint32_t type = lvi_bi_type(cx, o->values[0]), index, bits, i,
             n = LVI_COLUMNS(type) > 1 ? LVI_COLUMNS(type) : LVI_ROWS(type);
    int unchecked = lvi_bi_unchecked(cx, o);
    if (unchecked < 0) return lvi_poison;
    if (lvi_bi_images(cx, o->values[0]))
        return lvi_bi_image_at(cx, o, lvi_bi_images(cx, o->values[0]), unchecked);
    if (lvi_bi_is_memory(cx, o->values[0])) {
        lvi_value v = lvi_bi_element(cx, o, o->values[0], 1, unchecked);
        return v.tag == LVI_V_PLACE ? lvi_bi_read(cx, v) : v;
    }
    if (LVI_KIND(type) < LVI_K_NUM || LVI_KIND(type) > LVI_K_BOOL) return lvi_bi_refuse(cx, o, 0);
    if (!lvi_bi_is_index(cx, o, 1, 1)) return lvi_poison;
    index = LVI_NODE(o->values[1].ref)->type;
    if (!lvi_gr_bits(cx, o->values[1].ref, 0, &bits)) return lvi_bi_dynamic_at(cx, o, unchecked);
    for (i = 0; i < n && (index == LVI_T_NUM ? lvi_fp_from_int(0, i) : i) != bits; i++) {}
    if (i == n)
        return lvi_bi_out_of_range(cx, o, 1, lvi_a_type(type), n,
                                   LVI_COLUMNS(type) > 1 ? "column" : "component");
    if (o->values[0].tag == LVI_V_TUPLE) return LVI_AT(lvi_tuple, o->values[0].ref)->fields[i];
    return lvi_bi_node(lvi_gr_extract(cx, o->values[0].ref, i));
}

static lvi_value lvi_bi_saturate(lvi_context *cx, lvi_operands *o) {
    lvi_value three[3];
    lvi_operands clamp = *o;
    three[0] = o->values[0];
    three[1] = lvi_bi_node(lvi_gr_const(cx, LVI_T_NUM, 0));
    three[2] = lvi_bi_node(lvi_gr_const(cx, LVI_T_NUM, LVI_F_ONE));
    clamp.values = three, clamp.count = 3;
    if (!lvi_bi_kinds(cx, o, LVI_M_NUM)) return lvi_poison;
    return lvi_bi_cast(cx, &clamp);
}

/* (mix x y a): with bools as a, it selects. */
static lvi_value lvi_bi_mix(lvi_context *cx, lvi_operands *o) {
    lvi_value first = o->values[0];
    uint32_t type = lvi_bi_type(cx, first), condition = lvi_bi_type(cx, o->values[2]);
    if (LVI_KIND(condition) != LVI_K_BOOL) return lvi_bi_cast(cx, o);
    if (LVI_COLUMNS(condition) > 1) return lvi_bi_refuse(cx, o, 2);
    if (type == LVI_K_NONE || LVI_KIND(type) == LVI_K_PAIR) return lvi_bi_refuse(cx, o, 0);
    if (lvi_bi_type(cx, o->values[1]) != type) return lvi_bi_mismatch(cx, o, 0, 1);
    if (LVI_ROWS(condition) > 1 && (LVI_COLUMNS(type) > 1 || LVI_ROWS(type) != LVI_ROWS(condition)))
        return lvi_bi_mismatch(cx, o, 0, 2);
    o->values[0] = o->values[2], o->values[2] = first;
    return lvi_bi_each(cx, o, LVI_OP_SELECT, type, LVI_KIND(type));
}

/* Runs an effect: a node of `type` that follows register `state`, with operands a[1 .. count),
   which then is the token after it. */
static uint32_t lvi_bi_run(lvi_context *cx, uint32_t op, uint32_t type, uint32_t count,
                           uint32_t *a) {
    uint32_t id;
    a[0] = cx->e.state;
    id = lvi_gr_effect(cx, op, type, count, a);
    cx->e.ran++;
    if (id)
        cx->e.state = type == LVI_T_STATE ? id : lvi_gr_node(cx, LVI_OP_AFTER, LVI_T_STATE, 1, &id);
    return id;
}

/* An effect where no effect can run. */
static lvi_value lvi_bi_not_run(lvi_context *cx, lvi_operands *o) {
    lvi_dg_error1(cx, LVI_E_EFFECT_PLACE, o->form, lvi_a_row(o->index));
    return lvi_poison;
}

/* What is written before a barrier is seen behind it: by the workgroup, which also waits for
   itself, or by the device. */
static lvi_value lvi_bi_barrier(lvi_context *cx, uint32_t op) {
    uint32_t a[4], n = 1,
             scope = op == LVI_OP_BARRIER ? LVI_SPV_Scope_Workgroup : LVI_SPV_Scope_Device;
    if (op == LVI_OP_BARRIER) a[n++] = lvi_gr_const(cx, LVI_T_UINT, scope);
    a[n++] = lvi_gr_const(cx, LVI_T_UINT, scope);
    a[n++] = lvi_gr_const(cx, LVI_T_UINT,
                          LVI_SPV_MemorySemantics_AcquireRelease
                              | LVI_SPV_MemorySemantics_UniformMemory
                              | LVI_SPV_MemorySemantics_WorkgroupMemory
                              | LVI_SPV_MemorySemantics_ImageMemory);
    return lvi_bi_run(cx, op, LVI_T_STATE, n, a) ? lvi_v(LVI_V_UNIT, 0) : lvi_poison;
}

/* Is v a storage image, or an element of an array of them? */
static int lvi_bi_is_image(lvi_context *cx, lvi_value v) {
    uint32_t ref = v.tag == LVI_V_PLACE      ? LVI_AT(lvi_place, v.ref)->resource
                   : v.tag == LVI_V_RESOURCE ? v.ref
                                             : 0;
    return ref && LVI_AT(lvi_resource, ref)->kind == LVI_RES_IMAGE;
}

/* Operand 0 is not to be used so. */
static lvi_value lvi_bi_no_access(lvi_context *cx, lvi_operands *o, const char *why) {
    lvi_dg_error(cx, LVI_E_ACCESS, lvi_bi_place(cx, o, 0), lvi_a_row(o->index),
                 lvi_a_form(lvi_bi_place(cx, o, 0)), lvi_a_text(cx, why));
    return lvi_poison;
}

/* May memory v be written, and read? An error if not. */
static int lvi_bi_access(lvi_context *cx, lvi_operands *o, lvi_value v, int reads, int writes) {
    const lvi_resource *r = lvi_bi_resource(cx, v);
    const char *why = NULL;
    if (writes && !lvi_bi_is_written(r)) why = "nothing may write";
    if (reads && r->kind == LVI_RES_BUFFER && (r->flags & LVI_RESF_WRITEONLY))
        why = "nothing may read";
    if (why) lvi_bi_no_access(cx, o, why);
    return !why;
}

/* Operand i as a value of machine type `type`; 0 after an error. */
static uint32_t lvi_bi_valued(lvi_context *cx, lvi_operands *o, lvi_value v, uint32_t i,
                              uint32_t type) {
    v = lvi_bi_settle_as(cx, v, LVI_KIND(type));
    if (v.tag == LVI_V_NODE && LVI_NODE(v.ref)->type == type) return v.ref;
    if (lvi_bi_is_function(v)) lvi_bi_not_value(cx, lvi_bi_place(cx, o, i), v);
    else if (v.tag != LVI_V_POISON)
        lvi_dg_error2(cx, LVI_E_ANNOTATION, lvi_bi_place(cx, o, i), lvi_a_value(v),
                      lvi_a_type(type));
    return 0;
}

/* The part of v that goes to the leaf in hand; POISON after an error. */
static lvi_value lvi_bi_part(lvi_context *cx, lvi_operands *o, const lvi_leaves *w, lvi_value v,
                             uint32_t i) {
    uint32_t k, type;
    for (k = 0; k < w->depth; k++) {
        const lvi_struct *s = LVI_AT(lvi_struct, w->types[k]), *t;
        v = lvi_bi_open(cx, v);
        type = v.tag == LVI_V_TUPLE ? LVI_AT(lvi_tuple, v.ref)->type : 0;
        t = LVI_AT(lvi_struct, type);
        if (!type
            || (s->kind == LVI_ST_ARRAY ? t->kind != LVI_ST_ARRAY || t->count != s->count
                                        : type != w->types[k])) {
            if (lvi_bi_is_function(v)) lvi_bi_not_value(cx, lvi_bi_place(cx, o, i), v);
            else if (v.tag != LVI_V_POISON)
                lvi_dg_error2(cx, LVI_E_OPERAND_TYPE, lvi_bi_place(cx, o, i), lvi_a_row(o->index),
                              lvi_a_value(v));
            return lvi_poison;
        }
        v = LVI_AT(lvi_tuple, v.ref)->fields[w->at[k]];
    }
    return v;
}

/* Memory that cannot be moved as a whole: its length is not known. */
static lvi_value lvi_bi_not_whole(lvi_context *cx, lvi_operands *o, lvi_value v) {
    lvi_dg_error2(cx, LVI_E_OPERAND_TYPE, lvi_bi_place(cx, o, 0), lvi_a_row(o->index),
                  lvi_a_value(v));
    return lvi_poison;
}

/* Stores operand i into memory v, leaf by leaf. */
static lvi_value lvi_bi_store(lvi_context *cx, lvi_operands *o, lvi_value v, uint32_t i) {
    uint32_t walk = lvi_bi_leaves(cx, v), a[LVI_MOST_CHAIN + 3], type, k;
    lvi_leaves *w = LVI_AT(lvi_leaves, walk);
    while (walk && !cx->stop && (type = lvi_bi_next_leaf(cx, w)) != 0) {
        a[1] = lvi_bi_valued(cx, o, lvi_bi_part(cx, o, w, o->values[i], i), i, type);
        if (!a[1]) return lvi_poison;
        for (k = 0; k < w->first + w->depth; k++) a[2 + k] = w->chain[k];
        if (!lvi_bi_run(cx, LVI_OP_STORE, LVI_T_STATE, 2 + k, a)) return lvi_poison;
    }
    return w->unknown ? lvi_bi_not_whole(cx, o, v) : lvi_v(LVI_V_UNIT, 0);
}

/* Puts a leaf that was read into the tuples (references, by depth) of a value that grows leaf by
   leaf: tuples are made when their first leaf comes. */
static int lvi_bi_grow(lvi_context *cx, const lvi_leaves *w, uint32_t *tuples, lvi_value leaf) {
    uint32_t fresh = w->depth, k;
    while (fresh > 0 && w->at[fresh - 1] == 0) fresh--;
    for (k = fresh; k < w->depth; k++) {
        const lvi_struct *s = LVI_AT(lvi_struct, w->types[k]);
        uint32_t array = s->kind == LVI_ST_ARRAY;
        tuples[k] = lvi_bi_tuple(cx, array ? lvi_pr_array_type(cx, 0, s->count) : w->types[k],
                                 s->count);
        if (!tuples[k]) return 0;
        LVI_AT(lvi_tuple, tuples[k])->solid = 1;
        if (k)
            LVI_AT(lvi_tuple, tuples[k - 1])->fields[w->at[k - 1]] = lvi_v(LVI_V_TUPLE, tuples[k]);
    }
    LVI_AT(lvi_tuple, tuples[k - 1])->fields[w->at[k - 1]] = leaf;
    return 1;
}

/* Reads all of memory v. */
static lvi_value lvi_bi_fetch(lvi_context *cx, lvi_operands *o, lvi_value v) {
    uint32_t walk, a[LVI_MOST_CHAIN + 2], tuples[LVI_MOST_NESTING + 2], type, k;
    lvi_value leaf = lvi_poison;
    lvi_leaves *w;
    tuples[0] = 0;
    if (!lvi_bi_is_written(lvi_bi_resource(cx, v)))
        return v.tag == LVI_V_PLACE ? lvi_bi_read(cx, v) : v;
    walk = lvi_bi_leaves(cx, v), w = LVI_AT(lvi_leaves, walk);
    while (walk && !cx->stop && (type = lvi_bi_next_leaf(cx, w)) != 0) {
        for (k = 0; k < w->first + w->depth; k++) a[1 + k] = w->chain[k];
        leaf = lvi_bi_node(lvi_bi_run(cx, LVI_OP_FETCH, type, 1 + k, a));
        if (leaf.tag == LVI_V_POISON || !w->depth) return leaf;
        if (!lvi_bi_grow(cx, w, tuples, leaf)) return lvi_poison;
    }
    if (cx->stop) return lvi_poison;
    return w->unknown ? lvi_bi_not_whole(cx, o, v) : lvi_v(LVI_V_TUPLE, tuples[0]);
}

/* An atomic operation on memory v, an int or uint, with the operands from `first` on. */
static lvi_value lvi_bi_atomic(lvi_context *cx, lvi_operands *o, lvi_value v, uint32_t first) {
    uint32_t a[LVI_MOST_CHAIN + 4], chain[LVI_MOST_CHAIN], type = lvi_bi_memory_type(cx, v), n = 1,
             count = lvi_bi_chain(cx, v, chain), i,
             store = o->row->op == LVI_OP_ATOMIC_STORE;
    if (type != LVI_T_INT && type != LVI_T_UINT) {
        lvi_dg_error2(cx, LVI_E_OPERAND_TYPE, lvi_bi_place(cx, o, 0), lvi_a_row(o->index),
                      lvi_a_value(v));
        return lvi_poison;
    }
    for (i = first; i < o->count; i++) {
        a[n] = lvi_bi_valued(cx, o, o->values[i], i, type);
        if (!a[n++]) return lvi_poison;
    }
    for (i = 0; i < count; i++) a[n++] = chain[i];
    i = lvi_bi_run(cx, o->row->op, store ? LVI_T_STATE : type, n, a);
    return i && store ? lvi_v(LVI_V_UNIT, 0) : lvi_bi_node(i);
}

/* The memory that an effect is on: operand 0, and the indices or the field behind it, up to operand
   `end`. POISON after an error. */
static lvi_value lvi_bi_target(lvi_context *cx, lvi_operands *o, uint32_t end) {
    lvi_value v = o->values[0];
    uint32_t i, slot;
    const lvi_struct *s;
    for (i = 1; i < end; i++) o->values[i] = lvi_bi_settle_as(cx, o->values[i], LVI_K_INT);
    if (end < 2 || o->values[1].tag != LVI_V_FIELD) return lvi_bi_descend(cx, o, end - 1);
    s = LVI_AT(lvi_struct, lvi_bi_is_memory(cx, v) ? lvi_bi_memory_type(cx, v) : 0);
    if (!lvi_bi_is_memory(cx, v)) return lvi_bi_refuse(cx, o, 0);
    slot = !LVI_IS_MACHINE(lvi_bi_memory_type(cx, v)) && s->kind == LVI_ST_STRUCT
               ? lvi_pr_find_field(cx, s, o->values[1].ref)
               : 0;
    if (slot) return lvi_bi_member(cx, v, slot - 1);
    lvi_dg_error2(cx, LVI_E_NO_FIELD, lvi_bi_place(cx, o, 1), lvi_a_value(v),
                  lvi_a_symbol(o->values[1].ref));
    return lvi_poison;
}

/* --- images */

/* An application of a builtin to an image, as it is taken apart. */
typedef struct lvi_texturing {
    const lvi_resource *resource;
    const lvi_image *image;
    uint32_t next;         /* operand */
    uint32_t mask;         /* LVI_TX_x, image operands */
    uint32_t count, a[12]; /* of the node; a[1] is the mask's */
} lvi_texturing;

static void lvi_bi_image_error(lvi_context *cx, lvi_operands *o, const char *why) {
    lvi_dg_error(cx, LVI_E_IMAGE_USE, lvi_bi_place(cx, o, 0), lvi_a_row(o->index),
                 lvi_a_form(lvi_bi_place(cx, o, 0)), lvi_a_text(cx, why));
    o->failed = 1;
}

/* The arm of a choice that is known; a COND if it is not. */
static lvi_value lvi_bi_chosen(lvi_context *cx, lvi_value v) {
    while (v.tag == LVI_V_COND) {
        const lvi_cond *c = LVI_AT(lvi_cond, v.ref);
        if (!lvi_gr_is_const(cx, c->condition)) return v;
        v = LVI_NODE(c->condition)->a[0] ? c->yes : c->no;
    }
    return v;
}

/* The resource that operand i is, or is an element of, whose kind is in the mask of 1 << LVI_RES_x;
   NULL after an error. Its nodes go to t. */
static const lvi_resource *lvi_bi_image_operand(lvi_context *cx, lvi_operands *o, lvi_texturing *t,
                                                uint32_t i, uint32_t kinds, uint32_t indexed) {
    lvi_value v = lvi_bi_chosen(cx, o->values[i]);
    const lvi_place *place = v.tag == LVI_V_PLACE ? LVI_AT(lvi_place, v.ref) : NULL;
    const lvi_resource *r = LVI_AT(lvi_resource, place ? place->resource : v.ref);
    if (v.tag == LVI_V_COND) {
        lvi_dg_error1(cx, LVI_E_IMAGE_CHOSEN, lvi_bi_place(cx, o, i), lvi_a_row(o->index));
        o->failed = 1;
        return NULL;
    }
    if ((v.tag != LVI_V_RESOURCE && !place) || !(kinds >> r->kind & 1u)) {
        lvi_bi_refuse(cx, o, i);
        return NULL;
    }
    if (r->detail && LVI_AT(lvi_image, r->detail)->count && !place) {
        lvi_bi_image_error(cx, o, "it is an array; choose one by (at a i)");
        return NULL;
    }
    t->a[t->count++] = lvi_gr_resource(cx, r->ordinal);
    if (t->count == 1) t->count++;
    if (place) t->mask |= indexed, t->a[t->count++] = place->operands[1];
    return r;
}

static void lvi_bi_wrong_count(lvi_context *cx, lvi_operands *o) {
    lvi_dg_error(cx, LVI_E_OPERAND_COUNT, o->form, lvi_a_row(o->index),
                 lvi_a_text(cx, lvi_word(lvi_syntax, o->index)),
                 lvi_a_count(cx, o->count, "operand"));
    o->failed = 1;
}

/* No operand may be left; an error if one is. */
static void lvi_bi_image_last(lvi_context *cx, lvi_operands *o, const lvi_texturing *t) {
    if (!o->failed && t->next < o->count) lvi_bi_wrong_count(cx, o);
}

/* The next operand as a node of this type: INT of 1 to 4 rows takes UINT too. Returns 0 after an
   error. */
static uint32_t lvi_bi_image_take(lvi_context *cx, lvi_operands *o, lvi_texturing *t, uint32_t kind,
                                  uint32_t rows) {
    uint32_t i = t->next++, type = LVI_TYPE(kind, rows, 1), have;
    lvi_value v;
    if (o->failed) return 0;
    if (i >= o->count) {
        lvi_bi_wrong_count(cx, o);
        return 0;
    }
    v = lvi_bi_settle_as(cx, o->values[i], kind);
    have = v.tag == LVI_V_NODE ? LVI_NODE(v.ref)->type : 0;
    if (have == type || (kind == LVI_K_INT && have == LVI_TYPE(LVI_K_UINT, rows, 1))) return v.ref;
    lvi_dg_error(cx, LVI_E_OPERAND_WANTED, lvi_bi_place(cx, o, i), lvi_a_row(o->index),
                 lvi_a_type(type), lvi_a_value(v));
    o->failed = 1;
    return 0;
}

static void lvi_bi_image_push(lvi_texturing *t, uint32_t node) {
    t->a[t->count++] = node;
}

/* An image operand of SPIR-V. */
static void lvi_bi_image_option(lvi_context *cx, lvi_operands *o, lvi_texturing *t, uint32_t bit,
                                uint32_t kind, uint32_t rows) {
    t->mask |= bit;
    lvi_bi_image_push(t, lvi_bi_image_take(cx, o, t, kind, rows));
}

/* The optional offset: a constant. */
static void lvi_bi_image_offset(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    uint32_t node, i = t->next, bits;
    if (o->failed || i >= o->count) return;
    node = lvi_bi_image_take(cx, o, t, LVI_K_INT, lvi_dims[t->image->dim].place);
    if (!node) return;
    if (lvi_dims[t->image->dim].dim == LVI_SPV_Dim_Cube) {
        lvi_bi_image_error(cx, o, "a cube has no offset");
    } else if (!(LVI_NODE(node)->flags & LVI_F_VARIES) && lvi_gr_bits(cx, node, 0, &bits)) {
        t->mask |= LVI_SPV_ImageOperands_ConstOffset;
        lvi_bi_image_push(t, node);
    } else {
        lvi_dg_error1(cx, LVI_E_NOT_CONSTANT, lvi_bi_place(cx, o, i), lvi_a_text(cx, "an offset"));
        o->failed = 1;
    }
}

static uint32_t lvi_bi_image_rows(const lvi_texturing *t) {
    return lvi_dims[t->image->dim].place + lvi_dims[t->image->dim].layers;
}

/* Coordinates to be divided by their last component. */
static uint32_t lvi_bi_image_proj(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    static const uint32_t order[4] = {0, 1, 2, 3};
    uint32_t rows = lvi_bi_image_rows(t), node, w;
    if (lvi_dims[t->image->dim].layers || lvi_dims[t->image->dim].dim == LVI_SPV_Dim_Cube) {
        lvi_bi_image_error(cx, o, "it is 1d, 2d or 3d that is projected on");
        return 0;
    }
    node = lvi_bi_image_take(cx, o, t, LVI_K_NUM, rows + 1);
    if (!node) return 0;
    w = lvi_gr_splat(cx, lvi_gr_extract(cx, node, rows), rows);
    return lvi_gr_op2(cx, LVI_OP_DIV, LVI_TYPE(LVI_K_NUM, rows, 1),
                      lvi_gr_shuffle(cx, node, rows, order), w);
}

/* The component to gather: a constant from 0 to 3, 0 if it is left out. */
static void lvi_bi_image_component(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    uint32_t node = lvi_gr_const(cx, LVI_T_INT, 0), bits = 0, i = t->next;
    int given =
        i < o->count
        && (o->values[i].tag == LVI_V_LITERAL || lvi_bi_type(cx, o->values[i]) == LVI_T_INT);
    if (given) node = lvi_bi_image_take(cx, o, t, LVI_K_INT, 1);
    lvi_bi_image_push(t, node);
    if (node && (!lvi_gr_bits(cx, node, 0, &bits) || bits > 3)) {
        lvi_dg_error1(cx, LVI_E_NOT_CONSTANT, lvi_bi_place(cx, o, i),
                      lvi_a_text(cx, "a component, from 0 to 3,"));
        o->failed = 1;
    }
}

/* The node, of `rows` components. */
static lvi_value lvi_bi_image_node(lvi_context *cx, lvi_operands *o, lvi_texturing *t, uint32_t op,
                                   uint32_t kind, uint32_t rows) {
    uint32_t i;
    lvi_bi_image_last(cx, o, t);
    t->a[1] = lvi_gr_const(cx, LVI_T_UINT, t->mask);
    for (i = 0; i < t->count; i++)
        if (!t->a[i]) return lvi_poison;
    if (o->failed) return lvi_poison;
    return lvi_bi_node(lvi_gr_node(cx, op, LVI_TYPE(kind, rows, 1), t->count, t->a));
}

/* A texture, or a sampled image and a sampler. */
static int lvi_bi_image_sampled(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    t->resource = lvi_bi_image_operand(
        cx, o, t, 0, 1u << LVI_RES_TEXTURE | 1u << LVI_RES_SAMPLED_IMAGE, LVI_TX_INDEXED);
    if (!t->resource) return 0;
    t->image = LVI_AT(lvi_image, t->resource->detail), t->next = 1;
    if (lvi_dims[t->image->dim].samples || lvi_dims[t->image->dim].dim == LVI_SPV_Dim_Buffer) {
        lvi_bi_image_error(cx, o, "it cannot be sampled; fetch its texels");
        return 0;
    }
    if (t->resource->kind == LVI_RES_TEXTURE) return 1;
    t->mask |= LVI_TX_SAMPLER, t->next = 2;
    return lvi_bi_image_operand(cx, o, t, 1, 1u << LVI_RES_SAMPLER, 0) != NULL;
}

/* Samples, gathers and asks for the level. */
static lvi_value lvi_bi_sample(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    uint32_t what = o->row->op, op = LVI_OP_TEX_SAMPLE, kind, spatial,
             compare = what == LVI_TX_COMPARE || what == LVI_TX_COMPARE_LOD
                       || what == LVI_TX_GATHER_COMPARE;
    if (!lvi_bi_image_sampled(cx, o, t)) return lvi_poison;
    kind = t->image->kind, spatial = lvi_dims[t->image->dim].place;
    if (compare && !t->image->depth) lvi_bi_image_error(cx, o, "it is not declared with :depth");
    if (what == LVI_TX_QUERY_LOD) {
        lvi_bi_image_push(t, lvi_bi_image_take(cx, o, t, LVI_K_NUM, spatial));
        return lvi_bi_image_node(cx, o, t, LVI_OP_TEX_QUERY_LOD, LVI_K_NUM, 2);
    }
    lvi_bi_image_push(t, what == LVI_TX_PROJ
                             ? lvi_bi_image_proj(cx, o, t)
                             : lvi_bi_image_take(cx, o, t, LVI_K_NUM, lvi_bi_image_rows(t)));
    if (compare) lvi_bi_image_push(t, lvi_bi_image_take(cx, o, t, LVI_K_NUM, 1));
    if (compare) t->mask |= LVI_TX_SECOND, kind = LVI_K_NUM;
    if (what == LVI_TX_GATHER) lvi_bi_image_component(cx, o, t);
    if (what == LVI_TX_BIAS)
        lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Bias, LVI_K_NUM, 1);
    if (what == LVI_TX_LOD || what == LVI_TX_COMPARE_LOD)
        lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Lod, LVI_K_NUM, 1);
    if (what == LVI_TX_GRAD) {
        lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Grad, LVI_K_NUM, spatial);
        lvi_bi_image_push(t, lvi_bi_image_take(cx, o, t, LVI_K_NUM, spatial));
    }
    if (what == LVI_TX_OFFSET && t->next + 1 < o->count) {
        /* SPIR-V has the bias before the offset */
        uint32_t offset = t->next++;
        lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Bias, LVI_K_NUM, 1);
        t->next = offset;
        lvi_bi_image_offset(cx, o, t);
        t->next++;
    } else {
        lvi_bi_image_offset(cx, o, t);
    }
    if (what == LVI_TX_LOD || what == LVI_TX_GRAD || what == LVI_TX_COMPARE_LOD)
        op = LVI_OP_TEX_SAMPLE_LOD;
    if (what == LVI_TX_GATHER || what == LVI_TX_GATHER_COMPARE) {
        op = LVI_OP_TEX_GATHER;
        if (lvi_dims[t->image->dim].place != 2 && lvi_dims[t->image->dim].dim != LVI_SPV_Dim_Cube)
            lvi_bi_image_error(cx, o, "only 2d and cube are gathered from");
    }
    return lvi_bi_image_node(cx, o, t, op, kind,
                             compare && op != LVI_OP_TEX_GATHER ? 1 : 4);
}

/* The texel that the next operands name, of an image that is not sampled. */
static void lvi_bi_texel(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    const lvi_dim_row *d = &lvi_dims[t->image->dim];
    uint32_t rows = lvi_min(d->texel + d->layers, 3);
    lvi_bi_image_push(t, lvi_bi_image_take(cx, o, t, LVI_K_INT, rows));
    if (d->samples) lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Sample, LVI_K_INT, 1);
}

/* fetch, and what is asked of a texture; no sampler has a part in it. */
static lvi_value lvi_bi_texels(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    uint32_t what = o->row->op, zero = lvi_gr_const(cx, LVI_T_INT, 0), levels;
    const lvi_dim_row *d;
    t->resource = lvi_bi_image_operand(
        cx, o, t, 0, 1u << LVI_RES_TEXTURE | 1u << LVI_RES_SAMPLED_IMAGE, LVI_TX_INDEXED);
    if (!t->resource) return lvi_poison;
    t->image = LVI_AT(lvi_image, t->resource->detail), t->next = 1;
    d = &lvi_dims[t->image->dim];
    levels = !d->samples && d->dim != LVI_SPV_Dim_Buffer;
    if (what == LVI_TX_FETCH) {
        if (d->dim == LVI_SPV_Dim_Cube) lvi_bi_image_error(cx, o, "a cube has no texels to fetch");
        lvi_bi_texel(cx, o, t);
        if (levels && t->next < o->count)
            lvi_bi_image_option(cx, o, t, LVI_SPV_ImageOperands_Lod, LVI_K_INT, 1);
        else if (levels) t->mask |= LVI_SPV_ImageOperands_Lod, lvi_bi_image_push(t, zero);
        return lvi_bi_image_node(cx, o, t, LVI_OP_TEX_FETCH, t->image->kind, 4);
    }
    if (what == LVI_TX_SIZE) {
        if (levels) {
            t->mask |= LVI_TX_SECOND;
            lvi_bi_image_push(t, t->next < o->count ? lvi_bi_image_take(cx, o, t, LVI_K_INT, 1)
                                                    : zero);
        }
        return lvi_bi_image_node(cx, o, t, LVI_OP_TEX_SIZE, LVI_K_INT, d->size + d->layers);
    }
    if (what == LVI_TX_LEVELS && !levels) lvi_bi_image_error(cx, o, "it has no levels");
    if (what == LVI_TX_SAMPLES && !d->samples) lvi_bi_image_error(cx, o, "it has no samples");
    return lvi_bi_image_node(
        cx, o, t, what == LVI_TX_LEVELS ? LVI_OP_TEX_LEVELS : LVI_OP_TEX_SAMPLES, LVI_K_INT, 1);
}

/* Takes apart (f image texel [sample] ...): storage images. Returns 0 after an error. */
static int lvi_bi_image_access(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    t->resource = lvi_bi_image_operand(cx, o, t, 0, 1u << LVI_RES_IMAGE, LVI_TX_INDEXED);
    if (!t->resource) return 0;
    t->image = LVI_AT(lvi_image, t->resource->detail), t->next = 1;
    lvi_bi_texel(cx, o, t);
    return !o->failed;
}

/* What is done to an image that is not allowed, or NULL. */
static const char *lvi_bi_image_refused(const lvi_texturing *t, uint32_t op) {
    int writes = op != LVI_OP_FETCH && op != LVI_OP_ATOMIC_LOAD,
        reads = op != LVI_OP_STORE && op != LVI_OP_ATOMIC_STORE;
    if (writes && (t->resource->flags & LVI_RESF_READONLY)) return "nothing may write";
    if (reads && (t->resource->flags & LVI_RESF_WRITEONLY)) return "nothing may read";
    if (op != LVI_OP_FETCH && op != LVI_OP_STORE && !lvi_format_is_atomic(t->image->format))
        return "atomics need format r32i or r32ui; not";
    return NULL;
}

/* FETCH, STORE or an atomic operation on the image in t, whose texel is taken: the values are the
   operands left. */
static lvi_value lvi_bi_image_effect(lvi_context *cx, lvi_operands *o, lvi_texturing *t,
                                     uint32_t op) {
    uint32_t a[16], n = 1,
             values = op == LVI_OP_FETCH || op == LVI_OP_ATOMIC_LOAD ? 0
                      : op == LVI_OP_ATOMIC_COMPARE                 ? 2u
                                                                    : 1u,
             kind = t->image->kind, rows = op <= LVI_OP_FETCH ? 4 : 1, i;
    const char *why = lvi_bi_image_refused(t, op);
    int store = op == LVI_OP_STORE || op == LVI_OP_ATOMIC_STORE;
    if (why) return lvi_bi_no_access(cx, o, why);
    for (i = 0; i < values; i++) a[n++] = lvi_bi_image_take(cx, o, t, kind, rows);
    lvi_bi_image_last(cx, o, t);
    if (o->failed) return lvi_poison;
    t->a[1] = lvi_gr_const(cx, LVI_T_UINT, t->mask);
    for (i = 0; i < t->count; i++) a[n++] = t->a[i];
    i = lvi_bi_run(cx, op, store ? LVI_T_STATE : LVI_TYPE(kind, rows, 1), n, a);
    return i && store ? lvi_v(LVI_V_UNIT, 0) : lvi_bi_node(i);
}

/* image-size; image-load, an expression only where nobody writes. */
static lvi_value lvi_bi_image(lvi_context *cx, lvi_operands *o, lvi_texturing *t) {
    const lvi_dim_row *d;
    if (o->row->op == LVI_TX_IMAGE_LOAD) {
        if (!lvi_bi_image_access(cx, o, t)) return lvi_poison;
        if (!(t->resource->flags & LVI_RESF_READONLY))
            return cx->e.run ? lvi_bi_image_effect(cx, o, t, LVI_OP_FETCH) : lvi_bi_not_run(cx, o);
        return lvi_bi_image_node(cx, o, t, LVI_OP_IMAGE_READ, t->image->kind, 4);
    }
    t->resource = lvi_bi_image_operand(cx, o, t, 0, 1u << LVI_RES_IMAGE, LVI_TX_INDEXED);
    if (!t->resource) return lvi_poison;
    t->image = LVI_AT(lvi_image, t->resource->detail), t->next = 1;
    d = &lvi_dims[t->image->dim];
    return lvi_bi_image_node(cx, o, t, LVI_OP_TEX_SIZE, LVI_K_INT, d->size + d->layers);
}

static lvi_value lvi_bi_texture(lvi_context *cx, lvi_operands *o) {
    lvi_texturing t;
    uint32_t what = o->row->op;
    lvi_zero(&t, sizeof t);
    if (what <= LVI_TX_QUERY_LOD) return lvi_bi_sample(cx, o, &t);
    if (what <= LVI_TX_SAMPLES) return lvi_bi_texels(cx, o, &t);
    return lvi_bi_image(cx, o, &t);
}

/* What a subgroup does together: a scalar or vector each, or a bool. */
static lvi_value lvi_bi_subgroup(lvi_context *cx, lvi_operands *o, uint32_t op) {
    uint32_t a[3], type = LVI_T_BOOL, have;
    if (o->count) {
        o->values[0] = lvi_bi_settle(cx, o->values[0]);
        have = o->values[0].tag == LVI_V_NODE ? LVI_NODE(o->values[0].ref)->type : 0u;
        if (!(lvi_op_kinds(op) >> LVI_KIND(have) & 1u) || LVI_COLUMNS(have) > 1
            || (op <= LVI_OP_SUBGROUP_BALLOT && have != LVI_T_BOOL))
            return lvi_bi_refuse(cx, o, 0);
        if (op == LVI_OP_SUBGROUP_BALLOT) type = LVI_TYPE(LVI_K_UINT, 4, 1);
        if (op > LVI_OP_SUBGROUP_BALLOT) type = have;
        a[2] = o->values[0].ref;
    }
    a[1] = lvi_gr_const(cx, LVI_T_UINT, LVI_SPV_Scope_Subgroup);
    return lvi_bi_node(lvi_bi_run(cx, op, type, 2 + o->count, a));
}

/* An effect, where it may run. */
static lvi_value lvi_bi_effect(lvi_context *cx, lvi_operands *o) {
    uint32_t op = o->row->op, end;
    int reads = op == LVI_OP_FETCH || op == LVI_OP_ATOMIC_LOAD,
        writes = op == LVI_OP_STORE || op == LVI_OP_ATOMIC_STORE;
    lvi_value v;
    if (!cx->e.run) return lvi_bi_not_run(cx, o);
    if (op <= LVI_OP_MEMORY_BARRIER) return lvi_bi_barrier(cx, op);
    if (lvi_op_is_subgroup(op)) return lvi_bi_subgroup(cx, o, op);
    if (lvi_bi_is_image(cx, o->values[0])) {
        lvi_texturing t;
        lvi_zero(&t, sizeof t);
        return lvi_bi_image_access(cx, o, &t) ? lvi_bi_image_effect(cx, o, &t, op) : lvi_poison;
    }
    end = o->count - (reads ? 0 : op == LVI_OP_ATOMIC_COMPARE ? 2u : 1u);
    v = lvi_bi_target(cx, o, end);
    if (v.tag == LVI_V_POISON || !lvi_bi_access(cx, o, v, !writes, op != LVI_OP_FETCH))
        return lvi_poison;
    if (op == LVI_OP_STORE) return lvi_bi_store(cx, o, v, end);
    return op == LVI_OP_FETCH ? lvi_bi_fetch(cx, o, v) : lvi_bi_atomic(cx, o, v, end);
}

/* The rules. Operand counts are checked, literals are settled, none is POISON. */
static lvi_value lvi_bi_rule(lvi_context *cx, lvi_operands *o) {
    uint32_t type, op = o->row->op;
    switch (o->row->rule) {
    case LVI_R_MAP: return lvi_bi_map(cx, o, op, lvi_op_kinds(op), 0, 0);
    case LVI_R_CAST: return o->row->most > 3 ? lvi_bi_sum(cx, o) : lvi_bi_cast(cx, o);
    case LVI_R_MIX: return lvi_bi_mix(cx, o);
    case LVI_R_ORDER: return lvi_bi_map(cx, o, op, lvi_op_kinds(op), 0, LVI_K_BOOL);
    case LVI_R_COUNT: return lvi_bi_map(cx, o, op, lvi_op_kinds(op), 0, LVI_K_INT);
    case LVI_R_LOGIC: return lvi_bi_map(cx, o, op, LVI_M_BOOL, 0, 0);
    case LVI_R_ANYALL: return lvi_bi_anyall(cx, o);
    case LVI_R_VECTOR:
        type = lvi_bi_vectors(cx, o, o->count);
        return type ? lvi_bi_apply_nodes(cx, o, op, type) : lvi_poison;
    case LVI_R_LENGTH: return lvi_bi_length(cx, o);
    case LVI_R_CROSS: return lvi_bi_cross(cx, o);
    case LVI_R_REFRACT: return lvi_bi_refract(cx, o);
    case LVI_R_MUL: return lvi_bi_product(cx, o);
    case LVI_R_SUB:
        return o->count == 1 ? lvi_bi_map(cx, o, LVI_OP_NEG, lvi_op_kinds(LVI_OP_NEG), 0, 0)
                             : lvi_bi_cast(cx, o);
    case LVI_R_ATAN:
        return lvi_bi_map(cx, o, o->count == 1 ? LVI_OP_ATAN : LVI_OP_ATAN2, LVI_M_NUM, 0, 0);
    case LVI_R_SELECT: return lvi_bi_select(cx, o);
    case LVI_R_SQUARE: return lvi_bi_square(cx, o);
    case LVI_R_OUTER: return lvi_bi_outer(cx, o);
    case LVI_R_TRANSPOSE: return lvi_bi_transpose(cx, o);
    case LVI_R_PAIR: return lvi_bi_pair(cx, o);
    case LVI_R_SHIFT: return lvi_bi_shift(cx, o);
    case LVI_R_FIELD: return lvi_bi_field(cx, o);
    case LVI_R_LDEXP: return lvi_bi_ldexp(cx, o);
    case LVI_R_PACK:
    case LVI_R_UNPACK: return lvi_bi_pack(cx, o);
    case LVI_R_BITS: return lvi_bi_bits(cx, o);
    case LVI_R_MAKE_VECTOR: return lvi_bi_make_vector(cx, o);
    case LVI_R_MAKE_MATRIX: return lvi_bi_make_matrix(cx, o);
    case LVI_R_STAGE:
        return lvi_bi_node(lvi_gr_node(cx, LVI_OP_INPUT, lvi_inputs[op].type, 0, &op));
    case LVI_R_AT: return lvi_bi_at(cx, o);
    case LVI_R_ELEMENTS: return lvi_bi_elements(cx, o);
    case LVI_R_SATURATE: return lvi_bi_saturate(cx, o);
    case LVI_R_EFFECT: return lvi_bi_effect(cx, o);
    case LVI_R_TEXTURE: return lvi_bi_texture(cx, o);
    default: return lvi_bi_convert(cx, o);
    }
}

/* The kind that literals among the operands take: what the rule asks for, else that of the other
   operands, if they are ints or uints; int where only integers are taken; else num. */
static uint32_t lvi_bi_asks(lvi_context *cx, const lvi_operands *o) {
    uint32_t i, kind, kinds = 0;
    switch (o->row->rule) {
    case LVI_R_CONVERT:
    case LVI_R_MAKE_VECTOR:
    case LVI_R_MAKE_MATRIX: return LVI_KIND(o->row->op);
    case LVI_R_BITS: return o->row->op >> 4;
    case LVI_R_UNPACK: return LVI_K_UINT;
    case LVI_R_AT:
    case LVI_R_LDEXP: return LVI_K_INT;
    default: break;
    }
    for (i = 0; i < o->count; i++) {
        kind = lvi_bi_kind(cx, o->values[i]);
        if (kind == LVI_K_INT || kind == LVI_K_UINT) return kind;
    }
    if (o->row->rule != LVI_R_SATURATE) kinds = lvi_op_kinds(o->row->op);
    return kinds == LVI_M_INTEGER               ? (uint32_t)LVI_K_INT
           : kinds == 1u << (uint32_t)LVI_K_UINT ? (uint32_t)LVI_K_UINT
                                                : (uint32_t)LVI_K_NUM;
}

/* Applies builtin `row` to count operands; `form` is the application. */
static lvi_value lvi_bi_apply(lvi_context *cx, uint32_t row, uint32_t form, lvi_value *values,
                              uint32_t count) {
    lvi_operands o;
    uint32_t i, kind = 0, poison = 0;
    o.row = &lvi_builtins[row], o.index = row, o.form = form, o.first = 0, o.count = count;
    o.values = values, o.failed = 0;
    for (i = 0; i < count; i++) {
        if (values[i].tag == LVI_V_POISON) return lvi_poison;
        if (values[i].tag != LVI_V_LITERAL || o.row->rule == LVI_R_EFFECT
            || o.row->rule == LVI_R_TEXTURE)
            continue;
        if (!kind) kind = lvi_bi_asks(cx, &o);
        /* ldexp and at ask for a num first */
        values[i] = lvi_bi_settle_as(
            cx, values[i],
            i == 0 && (o.row->rule == LVI_R_LDEXP || o.row->rule == LVI_R_AT) ? 0u : kind);
        poison |= (uint32_t)(values[i].tag == LVI_V_POISON);
    }
    if (poison) return lvi_poison;
    cx->e.at = form;
    return lvi_bi_rule(cx, &o);
}

/* ------------------------------------------------------------------------------------------------
   // >>elaborate  [17]  forms -> values and nodes
   Checking types, specialising functions and translating are one thing here, because a function of
   λV has a type only where it is applied (the paper's argument stack A). An abstract machine with
   three registers (what to evaluate: form and environment; what was evaluated: value) and a chain
   of continuation frames does it; the C stack stays flat.

   - Arguments are thunks, forced at most once: call by need of the compiler. What is not needed is
     never looked at. Literals, names of builtins and bound names make no thunk.
   - Pending arguments (A) are the ARGS frames that a function value meets on its way out. A
     conditional function is a COND value; applying it applies both arms to the same arguments
     (DISTRIBUTE).
   - R, the rec-func that a `rec` belongs to, is register `body`: the LOOP frame whose body is being
     expanded. Frames that keep the tail position keep it, all others clear it; lvi_el_pop restores
     it when a frame goes, lvi_el_return sets it when a value comes to one. A value of type Rec is a
     TREE, PureRec a REC or a TREE of nothing else. No thunk keeps such a value.
   - `if` on structs works field by field (JOIN), after the fields' thunks are forced (SOLID).
   - The paper's rules are named where they are implemented: R, A ⊢ e : τ (section 4), e → e' (5)
     and translate (6) are one step here. What is wrong in them is said there. Run cases t-RULE-*
     and rec-match-* pin a rule, slip-SECTION-* what is corrected; tools/theorem.md lists them all.
   Errors give POISON, which has every type. Bounds: max_depth, max_calls, max_nodes and the
   arena. */

/* Continuation frames. Columns: name, keeps 1 the tail and run position, 2 the latter alone, 0
   none. What waits for a value of: */
#define LVI_FRAMES(X)                                                                             \
    X(ARGS, 1)       /* a function: form is the application, argv its values if they are there */ \
    X(DISTRIBUTE, 1) /* an arm of the COND payload applied: index 0 yes, 1 no (v: yes' value) */  \
    X(FORCE, 1)      /* thunk payload */                                                          \
    X(THEN, 1)       /* the first arm of `if`; payload: condition, cursor: the other arm */       \
    X(ELSE, 1)       /* the second arm; v: the first's value */                                   \
    X(JOIN, 1)       /* v, w: arms that are structs; index: field; values: the result */          \
    X(LOOP, 1)       /* the body of a rec-func; payload: lvi_loop, values: parameters */          \
                     /* v: how often it began, its initial values; w: the set that grew, sets */   \
    X(CONDITION, 0)  /* the condition of `if` or `cond`; cursor: what follows it */               \
    X(STATIC, 0)     /* the condition of static-if; cursor: the arms */                           \
    X(CASE, 0)       /* the value that `case` takes apart; cursor: the clauses */                 \
    X(OPERANDS, 0)   /* operand `index` of builtin payload */                                     \
    X(INIT, 0)       /* initial value `index` of the rec-func payload */                          \
    X(REC, 0)        /* argument `index` of rec; payload: LOOP frame */                           \
    X(CAPTURE, 0)    /* what functions that rec passes hold; the rest is REC's */                 \
    X(AGAIN, 0)      /* what functions hold, for a LOOP that begins again; the rest is LOOP's */  \
    X(MAKE, 0)       /* field `index` of the typed struct payload */                              \
    X(ARRAY, 0)      /* a step of array builtin payload, whose operands are in values */          \
    X(LOGIC, 0)      /* an operand of `and` (payload 0) or `or` (1); v: the value so far */       \
    X(DO, 0)         /* a statement; cursor: it; index 1: a bind */                               \
    X(THE, 2)        /* a value that must have the type of form payload */                        \
    X(FIELD, 0)      /* a value whose field payload is asked for */                               \
    X(WITH, 0)       /* index 0: the value to change; 1: the new value of clause cursor */        \
    X(TIE, 0)        /* the value of a choice whose arms have effects */                          \
    X(SOLID, 0)      /* field `index` of tuple payload */                                         \
    X(RESOLVE, 0)    /* an arm of a TREE without rec: index 0 the whole; 1, 2: its arms; w: first */

enum {
#define LVI_ROW(name, keeps) LVI_FR_##name,
    LVI_FRAMES(LVI_ROW)
#undef LVI_ROW
    LVI_FR_COUNT
};

static const unsigned char lvi_frame_keeps[] = {
#define LVI_ROW(name, keeps) keeps,
    LVI_FRAMES(LVI_ROW)
#undef LVI_ROW
};

#define LVI_FEW 4u
typedef struct lvi_frame {
    uint32_t next, kind;
    uint32_t form, env;
    uint32_t body, call, run; /* registers to restore */
    uint32_t state, after;    /* tokens: where its arms begin, and where the first one has ended */
    uint32_t payload, cursor, index, count;
    uint32_t values; /* lvi_value[count] */
    /* lvi_argv: arguments that are values already, 0: they are the form's operands */
    uint32_t argv;
    lvi_value v, w;
    lvi_value few[LVI_FEW]; /* room for `values` */
} lvi_frame;

typedef struct lvi_argv {
    uint32_t count;
    uint32_t head; /* the function as it is written, 0: as the application's form has it */
    lvi_value values[1];
} lvi_argv;

#define LVI_FRAME(ref) LVI_AT(lvi_frame, ref)
#define LVI_TOP LVI_FRAME(cx->e.frame)

/* What the frames' handlers and the forms call in a circle: through the machine, never on the C
   stack. */
static void lvi_el_apply(lvi_context *cx, lvi_frame *f, lvi_value v);
static int lvi_el_solid(lvi_context *cx, lvi_value v);
static void lvi_el_next(lvi_context *cx, lvi_frame *f);
static void lvi_el_init(lvi_context *cx, lvi_frame *f, uint32_t closure);
static void lvi_el_begin_loop(lvi_context *cx, lvi_frame *f);
static lvi_value lvi_el_rec(lvi_context *cx, lvi_frame *f);
static int lvi_el_capture(lvi_context *cx, lvi_frame *f);
static lvi_value lvi_el_make(lvi_context *cx, lvi_frame *f);
static void lvi_el_array_begin(lvi_context *cx, lvi_frame *f);
static void lvi_el_do(lvi_context *cx, uint32_t form, uint32_t statement, uint32_t env);

/* --- the machine */

/* The registers for what frame f, on top, waits for. */
static void lvi_el_registers(lvi_context *cx, const lvi_frame *f) {
    uint32_t keeps = lvi_frame_keeps[f->kind];
    cx->e.body = keeps == 1 ? f->body : 0;
    cx->e.run = keeps ? f->run : 0;
}

static lvi_frame *lvi_el_push(lvi_context *cx, uint32_t kind, uint32_t form, uint32_t env) {
    uint32_t ref = cx->e.free_frame;
    lvi_frame *f;
    if (ref) cx->e.free_frame = LVI_FRAME(ref)->next;
    else ref = lvi_ar_high(cx, sizeof(lvi_frame));
    f = LVI_FRAME(ref);
    f->next = cx->e.frame, f->kind = kind, f->form = form, f->env = env;
    f->body = cx->e.body, f->call = cx->e.call, f->run = cx->e.run;
    f->state = cx->e.state, f->after = 0;
    f->payload = f->cursor = f->index = f->count = f->values = f->argv = 0;
    cx->e.frame = ref;
    lvi_el_registers(cx, f);
    return f;
}

/* Takes the top frame off: the one place that restores the registers. */
static void lvi_el_pop(lvi_context *cx) {
    uint32_t ref = cx->e.frame;
    lvi_frame *f = LVI_FRAME(ref);
    cx->e.frame = f->next;
    cx->e.body = f->body;
    cx->e.call = f->call;
    cx->e.run = f->run;
    if (f->kind == LVI_FR_LOOP) cx->e.loops--;
    f->next = cx->e.free_frame;
    cx->e.free_frame = ref;
}

static void lvi_el_give(lvi_context *cx, lvi_value v) {
    cx->e.value = v;
    cx->e.returning = 1;
}

static void lvi_el_finish(lvi_context *cx, lvi_value v) {
    lvi_el_pop(cx);
    lvi_el_give(cx, v);
}

static void lvi_el_go(lvi_context *cx, uint32_t form, uint32_t env) {
    cx->e.form = form;
    cx->e.env = env;
    cx->e.returning = 0;
}

static lvi_value lvi_el_error(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a, lvi_arg b,
                              lvi_arg c) {
    lvi_dg_error(cx, code, form, a, b, c);
    return lvi_poison;
}

static lvi_value lvi_el_error2(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a,
                               lvi_arg b) {
    return lvi_el_error(cx, code, form, a, b, lvi_a_none());
}

static lvi_value lvi_el_error1(lvi_context *cx, uint32_t code, uint32_t form, lvi_arg a) {
    lvi_dg_error1(cx, code, form, a);
    return lvi_poison;
}

static lvi_value lvi_el_error0(lvi_context *cx, uint32_t code, uint32_t form) {
    lvi_dg_error0(cx, code, form);
    return lvi_poison;
}

/* Ends the compile. */
static int lvi_el_limit(lvi_context *cx, uint32_t code, uint32_t form, uint32_t limit) {
    lvi_el_error1(cx, code, form, lvi_a_number(limit));
    lvi_dg_stop(cx);
    return 0;
}

/* Counts what is expanded once more against max_calls; 0 if the bound is reached. */
static int lvi_el_expand(lvi_context *cx, uint32_t form) {
    return ++cx->e.calls <= cx->options.max_calls
           || lvi_el_limit(cx, LVI_E_CALLS, form, cx->options.max_calls);
}

/* Counts a step of a walk against max_nodes; 0 if the bound is reached, or if the compile has
   stopped: a walk whose steps are the sink must not go on. */
static int lvi_el_visit(lvi_context *cx) {
    if (cx->stop) return 0;
    if (++cx->e.visits <= cx->options.max_nodes * 4u) return 1;
    lvi_dg_limit(cx, cx->forms[cx->e.at].pos, "struct fields and arms",
                 cx->options.max_nodes * 4u);
    return 0;
}

/* A stack of things to do: the newest is the reference that is held. */
typedef struct lvi_step {
    uint32_t next, from, to, index;
} lvi_step;

static uint32_t lvi_el_step(lvi_context *cx, uint32_t next, uint32_t from, uint32_t to,
                            uint32_t index) {
    uint32_t ref = cx->e.free_step;
    lvi_step *s;
    if (ref)
        cx->e.free_step = LVI_AT(lvi_step, ref)->next;
    else
        ref = lvi_ar_high(cx, sizeof(lvi_step));
    s = LVI_AT(lvi_step, ref);
    s->next = next, s->from = from, s->to = to, s->index = index;
    return ref;
}

/* Frees a step; returns the one below. */
static uint32_t lvi_el_step_back(lvi_context *cx, uint32_t ref) {
    uint32_t next = LVI_AT(lvi_step, ref)->next;
    LVI_AT(lvi_step, ref)->next = cx->e.free_step;
    cx->e.free_step = ref;
    return next;
}

/* --- environments */

static uint32_t lvi_el_depth(lvi_context *cx, uint32_t env) {
    return env ? LVI_AT(lvi_binding, env)->depth : 0;
}

#define LVI_EL_SCOPES 0xfffffdu /* lvi_form.cache and lvi_binding.depth have 24 bits */

/* env with `symbol` bound to v. Ends the compile if too many bindings are around each other. */
static uint32_t lvi_el_bind(lvi_context *cx, uint32_t env, uint32_t symbol, uint32_t type_form,
                            lvi_value v, uint32_t irregular) {
    uint32_t ref = lvi_ar_block(cx, sizeof(lvi_binding)), jump = env;
    lvi_binding *b = LVI_AT(lvi_binding, ref);
    if (cx->stop) return env;
    if (lvi_el_depth(cx, env) == LVI_EL_SCOPES) {
        lvi_dg_limit(cx, cx->forms[cx->e.form].pos, "names are bound around each other",
                     LVI_EL_SCOPES);
        return env;
    }
    if (env) {
        const lvi_binding *p = LVI_AT(lvi_binding, env);
        uint32_t j = p->jump, jj = j ? LVI_AT(lvi_binding, j)->jump : 0;
        if (j && p->depth - lvi_el_depth(cx, j) == lvi_el_depth(cx, j) - lvi_el_depth(cx, jj))
            jump = jj;
        irregular |= p->irregular;
    }
    cx->e.irregular |= irregular;
    b->parent = env, b->jump = jump, b->depth = (lvi_el_depth(cx, env) + 1) & 0xffffffu,
    b->irregular = irregular & 255u;
    b->symbol = symbol, b->type_form = type_form, b->value = v;
    b->older = LVI_AT(lvi_symbol, symbol)->bound;
    LVI_AT(lvi_symbol, symbol)->bound = ref;
    return ref;
}

/* The binding at `depth` from which env was made. */
static uint32_t lvi_el_ancestor(lvi_context *cx, uint32_t env, uint32_t depth) {
    const lvi_binding *b = LVI_AT(lvi_binding, env);
    while (env && b->depth > depth) {
        env = lvi_el_depth(cx, b->jump) >= depth ? b->jump : b->parent;
        b = LVI_AT(lvi_binding, env);
    }
    return env;
}

/* The innermost binding of the symbol in env, 0 if there is none. Two searches run side by side,
   outward from env and back through the symbol's bindings; the shorter one ends it. */
static uint32_t lvi_el_search(lvi_context *cx, uint32_t env, uint32_t symbol) {
    uint32_t candidate = LVI_AT(lvi_symbol, symbol)->bound;
    while (env && candidate) {
        const lvi_binding *c = LVI_AT(lvi_binding, candidate);
        if (LVI_AT(lvi_binding, env)->symbol == symbol) return env;
        if (c->depth <= lvi_el_depth(cx, env) && lvi_el_ancestor(cx, env, c->depth) == candidate)
            return candidate;
        env = LVI_AT(lvi_binding, env)->parent;
        candidate = c->older;
    }
    return 0;
}

/* The binding of identifier `form` in env, 0: none. In an environment made by special forms that
   are named directly, a form's binding always lies at one depth, which is remembered in the form;
   where a special form was reached through a variable (`irregular`) it need not. */
static uint32_t lvi_el_lookup(lvi_context *cx, uint32_t form, uint32_t env) {
    lvi_form *f = &cx->forms[form];
    uint32_t found, regular = !env || !LVI_AT(lvi_binding, env)->irregular;
    if (regular && f->cache == 1) return 0;
    if (regular && f->cache) return lvi_el_ancestor(cx, env, f->cache - 1u);
    found = lvi_el_search(cx, env, f->a);
    if (regular) f->cache = (lvi_el_depth(cx, found) + 1) & 0xffffffu;
    return found;
}

/* An array of inputs: they are the resources behind it. */
static lvi_value lvi_el_input_array(lvi_context *cx, const lvi_resource *r, uint32_t form) {
    uint32_t n = LVI_AT(lvi_struct, r->type)->count, i, at = cx->e.at,
             ref = lvi_bi_tuple(cx, lvi_pr_array_type(cx, 0, n), n);
    cx->e.at = form;
    for (i = 0; i < n && ref; i++) {
        uint32_t input = LVI_IN_COUNT + r->ordinal + 1 + i;
        LVI_AT(lvi_tuple, ref)->fields[i] = lvi_bi_node(
            lvi_gr_node(cx, LVI_OP_INPUT, LVI_RESOURCE(r->ordinal + 1 + i)->type, 0, &input));
    }
    cx->e.at = at;
    if (!ref) return lvi_poison;
    LVI_AT(lvi_tuple, ref)->solid = 1;
    return lvi_v(LVI_V_TUPLE, ref);
}

/* What a resource is as a value: itself, if it is no value of the machine. A varying has a type
   when the vertex entries are elaborated, which cannot read it. */
static lvi_value lvi_el_resource(lvi_context *cx, uint32_t ref, uint32_t form) {
    const lvi_resource *r = LVI_AT(lvi_resource, ref);
    uint32_t input = LVI_IN_COUNT + r->ordinal, at = cx->e.at, node;
    if (r->kind != LVI_RES_INPUT && (r->kind != LVI_RES_VARYING || cx->e.vertex))
        return lvi_bi_resource_value(cx, ref);
    if (!r->type) return lvi_poison;
    if (!LVI_IS_MACHINE(r->type)) return lvi_el_input_array(cx, r, form);
    cx->e.at = form;
    node = lvi_gr_node(cx, LVI_OP_INPUT, r->type, 0, &input);
    cx->e.at = at;
    return lvi_bi_node(node);
}

/* What an identifier means: a value, maybe a THUNK. *type_form: its annotation. Returns 0 if it
   means nothing. */
static int lvi_el_known(lvi_context *cx, uint32_t form, uint32_t env, lvi_value *v,
                        uint32_t *type_form) {
    int global = cx->forms[form].cache == 1 && !cx->e.irregular;
    uint32_t b = global ? 0 : lvi_el_lookup(cx, form, env);
    const lvi_symbol *s;
    *type_form = 0;
    if (b) {
        *type_form = LVI_AT(lvi_binding, b)->type_form;
        *v = LVI_AT(lvi_binding, b)->value;
        return 1;
    }
    s = LVI_AT(lvi_symbol, cx->forms[form].a);
    if (s->global) {
        *v = LVI_AT(lvi_global, s->global)->value;
        cx->e.at = v->tag == LVI_V_MEMBER || v->tag == LVI_V_RESOURCE ? form : cx->e.at;
        if (v->tag == LVI_V_MEMBER) *v = lvi_bi_member_value(cx, v->ref);
        if (v->tag == LVI_V_RESOURCE) *v = lvi_el_resource(cx, v->ref, form);
        return 1;
    }
    *v = s->builtin <= LVI_BUILTIN_COUNT ? lvi_v(LVI_V_BUILTIN, s->builtin - 1u)
                                         : lvi_v(LVI_V_FORM, s->builtin - 1u - LVI_BUILTIN_COUNT);
    return s->builtin != 0;
}

/* The same, but POISON after an error if it means nothing. */
static lvi_value lvi_el_meaning(lvi_context *cx, uint32_t form, uint32_t env, uint32_t *type_form) {
    uint32_t symbol = cx->forms[form].a;
    lambdav_diagnostic *d;
    lvi_value v;
    if (lvi_el_known(cx, form, env, &v, type_form)) return v;
    if (lvi_pr_spelled(cx, symbol) < LVI_TOP_COUNT)
        return lvi_el_error1(cx, LVI_E_MISPLACED, form, lvi_a_form(form));
    d = lvi_dg_error1(cx, LVI_E_UNKNOWN_NAME, form, lvi_a_symbol(symbol));
    lvi_sy_suggest(cx, d, symbol, form);
    return lvi_poison;
}

/* The value of a form that needs no evaluation. Returns 0 if it needs one. */
static int lvi_el_atom(lvi_context *cx, uint32_t form, uint32_t env, lvi_value *v) {
    const lvi_form *f = &cx->forms[form];
    uint32_t type_form;
    switch (f->kind) {
        case LVI_LITERAL: *v = lvi_v(LVI_V_LITERAL, form); return 1;
        case LVI_FLOAT: *v = lvi_bi_node(lvi_gr_const(cx, LVI_T_NUM, f->a)); return 1;
        case LVI_INT: *v = lvi_bi_node(lvi_gr_const(cx, LVI_T_INT, f->a)); return 1;
        case LVI_UINT: *v = lvi_bi_node(lvi_gr_const(cx, LVI_T_UINT, f->a)); return 1;
        case LVI_TRUTH: *v = lvi_bi_node(lvi_gr_bool(cx, f->a != 0)); return 1;
        case LVI_DOT: *v = lvi_v(LVI_V_FIELD, f->a); return 1;
        case LVI_SPECIAL: *v = lvi_v(LVI_V_FORM, f->a); return 1;
        case LVI_SYMBOL:
            if (!lvi_el_known(cx, form, env, v, &type_form) || type_form) return 0;
            if (v->tag != LVI_V_THUNK) return 1;
            if (LVI_AT(lvi_thunk, v->ref)->state != LVI_THUNK_DONE) return 0;
            *v = LVI_AT(lvi_thunk, v->ref)->value;
            return 1;
        default: return 0;
    }
}

/* The argument `form`: as it is if it needs no evaluation, else suspended. */
static lvi_value lvi_el_suspend(lvi_context *cx, uint32_t form, uint32_t env) {
    const lvi_form *f = &cx->forms[form];
    uint32_t type_form;
    lvi_value v;
    if (f->kind == LVI_SYMBOL) {
        if (lvi_el_known(cx, form, env, &v, &type_form) && !type_form) return v;
    } else if (f->kind != LVI_LIST && lvi_el_atom(cx, form, env, &v)) {
        return v;
    }
    return lvi_v(LVI_V_THUNK, lvi_pr_thunk(cx, form, env));
}

/* Of two call records the one with more calls around it. */
static uint32_t lvi_el_deeper(lvi_context *cx, uint32_t a, uint32_t b) {
    if (!a || !b) return a ? a : b;
    return LVI_AT(lvi_call_record, b)->depth > LVI_AT(lvi_call_record, a)->depth ? b : a;
}

/* The call record `call`, or one like it in the scope of `of`: an argument is evaluated in the call
   that needs it, but its text is the caller's. */
static uint32_t lvi_el_twin(lvi_context *cx, uint32_t call, uint32_t of) {
    uint32_t scope = lvi_pr_scope(cx, of), ref;
    if (lvi_pr_scope(cx, call) == scope) return call;
    ref = lvi_ar_block(cx, sizeof(lvi_call_record));
    if (cx->stop) return call;
    *LVI_AT(lvi_call_record, ref) = *LVI_AT(lvi_call_record, call);
    LVI_AT(lvi_call_record, ref)->scope = scope;
    return ref;
}

/* Evaluates what a thunk stands for, now. `form` asks for it. It is evaluated below who asks or who
   made it, so that a value that never ends is a chain of calls either way. */
static void lvi_el_force(lvi_context *cx, uint32_t thunk, uint32_t form) {
    lvi_thunk *t = LVI_AT(lvi_thunk, thunk);
    if (t->state == LVI_THUNK_DONE) {
        lvi_el_give(cx, t->value);
    } else if (t->state == LVI_THUNK_BUSY) {
        uint32_t global =
            cx->forms[form].kind == LVI_SYMBOL ? LVI_AT(lvi_symbol, cx->forms[form].a)->global : 0;
        lambdav_diagnostic *d = lvi_dg_error1(cx, LVI_E_CYCLE, form, lvi_a_form(form));
        if (global)
            lvi_dg_note(cx, d, LVI_AT(lvi_global, global)->form, "its definition is here",
                        lvi_a_none());
        lvi_el_give(cx, lvi_poison);
    } else {
        lvi_frame *f = lvi_el_push(cx, LVI_FR_FORCE, t->form, t->env);
        f->payload = thunk, f->index = cx->e.ran, f->cursor = t->state, f->v = t->value;
        cx->e.call = lvi_el_deeper(cx, cx->e.call, t->call);
        if (cx->root_scope) cx->e.call = lvi_el_twin(cx, cx->e.call, t->call);
        if (t->state == LVI_THUNK_CALL) {
            lvi_el_push(cx, LVI_FR_ARGS, t->form, 0)->argv = t->env;
            lvi_el_give(cx, t->value);
        } else {
            lvi_el_go(cx, t->form, t->env);
        }
        t->state = LVI_THUNK_BUSY;
    }
}

/* v, with a thunk forced. `form` asks for it. */
static void lvi_el_demand(lvi_context *cx, lvi_value v, uint32_t form) {
    if (v.tag == LVI_V_THUNK) lvi_el_force(cx, v.ref, form);
    else lvi_el_give(cx, v);
}

static void lvi_el_on_force(lvi_context *cx, lvi_frame *f) {
    lvi_thunk *t = LVI_AT(lvi_thunk, f->payload);
    int keep = cx->e.value.tag != LVI_V_REC && cx->e.value.tag != LVI_V_TREE
               && f->index == cx->e.ran;
    t->state = keep ? (uint32_t)LVI_THUNK_DONE : f->cursor;
    t->value = keep ? cx->e.value : f->v;
    if (keep || lvi_el_expand(cx, t->form)) lvi_el_finish(cx, cx->e.value);
}

/* t-num, t-true, t-false, 6.3: R, ∅ ⊢ num : Num (a number under arguments is no function).
   6.10: an identifier is what the environment says, whatever R is (6.10 looks it up in R).
   t-app, 6.5: R, (A, (e1 ... en)) ⊢ e0 : τ  =>  R, A ⊢ (e0 e1 ... en) : τ. The arguments are pushed
   (ARGS), then the head is evaluated: e0 → e0'  =>  (e0 ...) → (e0' ...). Special forms take their
   operands as they are written (6.5 overlaps 6.2, 6.4 and 6.6). */
static void lvi_el_eval(lvi_context *cx) {
    uint32_t form = cx->e.form, env = cx->e.env, head, type_form;
    lvi_frame *f;
    lvi_value v;
    if (cx->forms[form].kind == LVI_SYMBOL) {
        v = lvi_el_meaning(cx, form, env, &type_form);
        if (type_form) lvi_el_push(cx, LVI_FR_THE, form, env)->payload = type_form;
        lvi_el_demand(cx, v, form);
        return;
    }
    if (cx->forms[form].kind != LVI_LIST) {
        if (!lvi_el_atom(cx, form, env, &v))
            v = lvi_el_error1(cx, LVI_E_MISPLACED, form, lvi_a_form(form));
        lvi_el_give(cx, v);
        return;
    }
    head = cx->forms[form].a;
    if (!head) {
        lvi_el_give(cx, lvi_el_error0(cx, LVI_E_EMPTY_LIST, form));
        return;
    }
    f = lvi_el_push(cx, LVI_FR_ARGS, form, env);
    if (cx->forms[head].kind != LVI_LIST && lvi_el_atom(cx, head, env, &v))
        lvi_el_apply(cx, f, v);
    else
        lvi_el_go(cx, head, env);
}

/* --- application */

static uint32_t lvi_el_operand_count(lvi_context *cx, const lvi_frame *f) {
    return f->argv ? LVI_AT(lvi_argv, f->argv)->count : lvi_pr_length(cx, f->form) - 1;
}

/* One more application in the chain, whose text is that of `scope`; 0 if a bound is reached. */
static int lvi_el_call(lvi_context *cx, uint32_t form, uint32_t scope) {
    uint32_t depth = cx->e.call ? LVI_AT(lvi_call_record, cx->e.call)->depth + 1 : 1, ref;
    if (depth > cx->options.max_depth)
        return lvi_el_limit(cx, LVI_E_DEPTH, form, cx->options.max_depth);
    if (!lvi_el_expand(cx, form)) return 0;
    ref = lvi_ar_block(cx, sizeof(lvi_call_record));
    LVI_AT(lvi_call_record, ref)->parent = cx->e.call;
    LVI_AT(lvi_call_record, ref)->form = form;
    LVI_AT(lvi_call_record, ref)->depth = depth;
    LVI_AT(lvi_call_record, ref)->scope = scope;
    cx->e.call = ref;
    return 1;
}

/* The scope of the body of `callee`, applied by `form`; 0 unless debuggers are to know it. */
static uint32_t lvi_el_scope(lvi_context *cx, uint32_t form, uint32_t callee) {
    uint32_t ref;
    if (!cx->root_scope) return 0;
    ref = lvi_ar_high(cx, sizeof(lvi_scope));
    if (cx->stop) return cx->root_scope;
    LVI_AT(lvi_scope, ref)->site = lvi_pr_scope(cx, cx->e.call);
    LVI_AT(lvi_scope, ref)->form = form, LVI_AT(lvi_scope, ref)->callee = callee;
    return ref;
}

/* The name that binder `form` binds: `name` or `(name type)`. 0 after an error. `mark` is what the
   arena's high end was before the list: younger bindings of the name are of the same list. */
static uint32_t lvi_el_binder(lvi_context *cx, uint32_t form, uint32_t mark, uint32_t *type_form) {
    uint32_t name = lvi_pr_bound(cx, form, type_form), symbol = lvi_pr_name(cx, name), bound;
    if (!symbol) return 0;
    bound = LVI_AT(lvi_symbol, symbol)->bound;
    if (bound && bound < mark) {
        lvi_el_error1(cx, LVI_E_DUPLICATE, name, lvi_a_symbol(symbol));
        return 0;
    }
    return symbol;
}

/* The function that `form` applies, as it is written. */
static uint32_t lvi_el_head(lvi_context *cx, uint32_t form, uint32_t argv) {
    uint32_t head = argv ? LVI_AT(lvi_argv, argv)->head : 0;
    return head ? head : cx->forms[form].a;
}

static lvi_value lvi_el_count_error(lvi_context *cx, uint32_t form, uint32_t takes, uint32_t given,
                                    uint32_t definition, uint32_t argv) {
    uint32_t head = lvi_el_head(cx, form, argv);
    lambdav_diagnostic *d = lvi_dg_error(cx, LVI_E_ARGUMENT_COUNT, form, lvi_a_form(head),
                                         lvi_a_count(cx, takes, "argument"), lvi_a_number(given));
    if (definition) lvi_dg_note(cx, d, definition, "the function is here", lvi_a_none());
    return lvi_poison;
}

/* t-func, 6.2, ((func (id1 ... idn) e) e1 ... en) → e[e1/id1] ... [en/idn]:
       R, A ⊢ e[e1/id1] ... [en/idn] : τ  =>  R, (A, (e1 ... en)) ⊢ (func (id1 ... idn) e) : τ
   The body stands in the place of the application, so under its A and R, with the parameters bound
   to all arguments at once (the paper writes one substitution after the other). An argument keeps
   its own environment: nothing is captured. */
static void lvi_el_enter(lvi_context *cx, lvi_frame *f, const lvi_closure *c) {
    uint32_t parameters = lvi_pr_element(cx, c->form, 1), body = lvi_pr_element(cx, c->form, 2),
             env = c->env;
    uint32_t n = lvi_pr_length(cx, parameters), given = lvi_el_operand_count(cx, f), form = f->form;
    uint32_t operand = cx->forms[cx->forms[f->form].a].next, mark = cx->arena.high, p, i, type_form,
             scope = lvi_el_scope(cx, form, c->form);
    if (n != given) {
        lvi_el_finish(cx, lvi_el_count_error(cx, f->form, n, given, c->form, f->argv));
        return;
    }
    for (p = cx->forms[parameters].a, i = 0; p && !cx->stop; p = cx->forms[p].next, i++) {
        uint32_t symbol = lvi_el_binder(cx, p, mark, &type_form);
        lvi_value v;
        if (!symbol) {
            lvi_el_finish(cx, lvi_poison);
            return;
        }
        v = f->argv ? LVI_AT(lvi_argv, f->argv)->values[i] : lvi_el_suspend(cx, operand, f->env);
        env = lvi_el_bind(cx, env, symbol, type_form, v, c->irregular);
        lvi_pr_local(cx, scope, symbol, p, i + 1, v);
        operand = f->argv ? 0 : cx->forms[operand].next;
    }
    lvi_el_pop(cx);
    if (lvi_el_call(cx, form, scope)) lvi_el_go(cx, body, env);
}

/* --- frames that collect arguments: OPERANDS, INIT, REC, MAKE. Each argument is evaluated under no
   arguments and no R: ∅, ∅ ⊢ ei : τi (t-rec-func types the initial ones under R; 6.7 and 6.8 hand
   R on). This is the congruence that section 5 lacks: only heads are reduced there.
   Builtins, 6.7:
       builtin of type (τ1 ... τn) → τ, ∅, ∅ ⊢ ei : τi  =>  R, ((e1 ... en)) ⊢ builtin : τ
   It takes the last tuple of A, which t-app has pushed (section 4 has it under no A, which no
   application is, so that ((if c sin cos) x) had no type). */

/* Makes the ARGS frame on top one of these. Operands begin at form `cursor`, or are argv's. */
static void lvi_el_collect(lvi_context *cx, lvi_frame *f, uint32_t kind, uint32_t payload,
                           uint32_t cursor, uint32_t count) {
    f->kind = kind, f->payload = payload, f->cursor = cursor, f->count = count, f->index = 0;
    f->values = cx->e.frame + (uint32_t)offsetof(lvi_frame, few);
    if (count > LVI_FEW) f->values = lvi_ar_array(cx, count, sizeof(lvi_value));
    lvi_el_registers(cx, f);
    if (!cx->stop) lvi_el_next(cx, f);
}

/* The form of argument `index`: INIT on a loop takes the second part of the binder. */
static uint32_t lvi_el_argument_form(lvi_context *cx, const lvi_frame *f) {
    uint32_t name;
    if (f->kind != LVI_FR_INIT || LVI_AT(lvi_closure, f->payload)->loops != 2) return f->cursor;
    name = cx->forms[f->cursor].a;
    return cx->forms[name].next;
}

/* Is the form a keyword that builtin f->payload takes for its last operand? */
static int lvi_el_is_keyword(lvi_context *cx, const lvi_frame *f, uint32_t form) {
    return cx->forms[form].kind == LVI_KEYWORD && f->kind == LVI_FR_OPERANDS
           && f->index + 1 == lvi_builtins[f->payload].most
           && (lvi_builtins[f->payload].rule == LVI_R_AT
               || lvi_builtins[f->payload].rule == LVI_R_WITH_AT);
}

/* Is the argument in hand the name of a field, as load-field and store-field take it? */
static int lvi_el_is_field_name(lvi_context *cx, const lvi_frame *f, uint32_t form) {
    const lvi_builtin_row *row =
        f->kind == LVI_FR_OPERANDS && f->index == 1 ? &lvi_builtins[f->payload] : NULL;
    return row && row->rule == LVI_R_EFFECT && row->most == row->least
           && cx->forms[form].kind == LVI_SYMBOL;
}

/* Evaluates the next argument, or completes the frame when there is none left. */
static void lvi_el_next(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values), v;
    if (f->argv && f->index < f->count) {
        lvi_el_demand(cx, LVI_AT(lvi_argv, f->argv)->values[f->index], f->form);
        return;
    }
    while (f->index < f->count && !cx->stop) {
        uint32_t form = lvi_el_argument_form(cx, f);
        if (lvi_el_is_keyword(cx, f, form)) {
            v = lvi_v(LVI_V_KEYWORD, form);
        } else if (lvi_el_is_field_name(cx, f, form)) {
            v = lvi_v(LVI_V_FIELD, cx->forms[form].a);
        } else if (cx->forms[form].kind == LVI_LIST || !lvi_el_atom(cx, form, f->env, &v)
                   || v.tag == LVI_V_TUPLE || v.tag == LVI_V_PLACE) {
            lvi_el_go(cx, form, f->env);
            return;
        }
        values[f->index++] = v;
        f->cursor = cx->forms[f->cursor].next;
    }
    if (cx->stop) return;
    switch (f->kind) {
    case LVI_FR_OPERANDS:
        if (lvi_builtins[f->payload].rule >= LVI_R_ARRAY) {
            lvi_el_array_begin(cx, f);
            break;
        }
        lvi_el_pop(cx);
        lvi_el_give(
            cx, lvi_bi_apply(cx, f->payload, f->form, LVI_AT(lvi_value, f->values), f->count));
        break;
    case LVI_FR_INIT: lvi_el_begin_loop(cx, f); break;
    case LVI_FR_REC:
        if (!lvi_el_capture(cx, f)) lvi_el_finish(cx, lvi_el_rec(cx, f));
        break;
    default: lvi_el_finish(cx, lvi_el_make(cx, f)); break;
    }
}

/* An argument's value. Loop parameters and struct fields are wanted whole. */
static void lvi_el_on_collect(lvi_context *cx, lvi_frame *f) {
    int whole = f->kind != LVI_FR_OPERANDS || lvi_builtins[f->payload].rule == LVI_R_EFFECT;
    if (whole && lvi_el_solid(cx, cx->e.value)) return;
    LVI_AT(lvi_value, f->values)[f->index++] = cx->e.value;
    if (!f->argv) f->cursor = cx->forms[f->cursor].next;
    lvi_el_next(cx, f);
}

/* --- structs */

/* Asks for the tuple v with all its fields forced, what is in memory opened. Returns 0 if it is so
   already. */
static int lvi_el_solid(lvi_context *cx, lvi_value v) {
    cx->e.value = v = lvi_bi_open(cx, v);
    if (v.tag != LVI_V_TUPLE || LVI_AT(lvi_tuple, v.ref)->solid) return 0;
    if (!LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type)->count) return 0;
    lvi_el_push(cx, LVI_FR_SOLID, cx->e.at, 0)->payload = v.ref;
    lvi_el_demand(cx, LVI_AT(lvi_tuple, v.ref)->fields[0], cx->e.at);
    return 1;
}

static void lvi_el_on_solid(lvi_context *cx, lvi_frame *f) {
    lvi_tuple *t = LVI_AT(lvi_tuple, f->payload);
    if (lvi_el_solid(cx, cx->e.value)) return;
    t->fields[f->index++] = cx->e.value;
    if (f->index < LVI_AT(lvi_struct, t->type)->count) {
        lvi_el_demand(cx, t->fields[f->index], f->form);
        return;
    }
    t->solid = 1;
    lvi_el_finish(cx, lvi_v(LVI_V_TUPLE, f->payload));
}

/* v, of static type `type`, with literals settled, or an empty copy of it if it is an array; POISON
   if it has another type. */
static lvi_value lvi_el_conform_one(lvi_context *cx, lvi_value v, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    uint32_t tuple = v.tag == LVI_V_TUPLE ? LVI_AT(lvi_tuple, v.ref)->type : 0;
    if (v.tag == LVI_V_PLACE && LVI_AT(lvi_place, v.ref)->type == type) return v;
    if (LVI_IS_MACHINE(type)) {
        v = lvi_bi_settle_as(cx, v, LVI_ROWS(type) == 1 ? LVI_KIND(type) : 0u);
        return lvi_bi_type(cx, v) == type ? v : lvi_poison;
    }
    if (s->kind != LVI_ST_ARRAY) return tuple == type ? v : lvi_poison;
    if (!tuple || s->length || tuple != lvi_pr_array_type(cx, 0, s->count)) return lvi_poison;
    v.ref = lvi_bi_tuple(cx, tuple, s->count);
    if (v.ref) LVI_AT(lvi_tuple, v.ref)->solid = 1;
    return v.ref ? v : lvi_poison;
}

/* The same for arrays, element by element. v's arrays are solid. */
static lvi_value lvi_el_conform(lvi_context *cx, lvi_value v, uint32_t type) {
    uint32_t from[LVI_MOST_DIMENSIONS], to[LVI_MOST_DIMENSIONS], at[LVI_MOST_DIMENSIONS],
        types[LVI_MOST_DIMENSIONS + 1], level = 0;
    types[0] = type;
    for (;;) {
        uint32_t whole = v.ref;
        v = lvi_el_conform_one(cx, v, types[level]);
        if (v.tag == LVI_V_POISON || !lvi_el_visit(cx)) return lvi_poison;
        if (lvi_bi_is_array(cx, v) && level < LVI_MOST_DIMENSIONS) {
            from[level] = whole, to[level] = v.ref, at[level] = 0;
            types[level + 1] = LVI_AT(lvi_struct, types[level])->element;
            v = LVI_AT(lvi_tuple, whole)->fields[0];
            level++;
            continue;
        }
        for (;; v = lvi_v(LVI_V_TUPLE, to[level])) {
            lvi_tuple *t;
            if (!level) return v;
            t = LVI_AT(lvi_tuple, to[--level]);
            t->fields[at[level]++] = v;
            if (at[level] < LVI_AT(lvi_struct, t->type)->count) break;
        }
        v = LVI_AT(lvi_tuple, from[level])->fields[at[level]];
        level++;
    }
}

/* Does v have the type that the type form says? Gives v with literals settled, POISON after an
   error. */
static lvi_value lvi_el_typed(lvi_context *cx, lvi_value v, uint32_t type_form, uint32_t form) {
    uint32_t type, errors;
    lvi_value typed;
    if (v.tag == LVI_V_POISON) return v;
    type = lvi_pr_type(cx, type_form);
    if (!type) return lvi_poison;
    cx->e.at = form;
    if (lvi_bi_is_memory(cx, v) && (lvi_bi_memory_type(cx, v) != type || LVI_IS_MACHINE(type))
        && lvi_bi_is_written(lvi_bi_resource(cx, v))) {
        lvi_bi_not_value(cx, form, v);
        return lvi_poison;
    }
    errors = cx->error_count;
    typed = lvi_el_conform(cx, v, type);
    if (typed.tag != LVI_V_POISON || cx->error_count != errors) return typed;
    return lvi_el_error2(cx, LVI_E_ANNOTATION, form, lvi_a_value(v), lvi_a_form(type_form));
}

/* A tuple of this type with no fields yet, for lvi_el_make and lvi_el_blank. */
static uint32_t lvi_el_open(lvi_context *cx, uint32_t type) {
    uint32_t ref = lvi_bi_tuple(cx, type, LVI_AT(lvi_struct, type)->count);
    if (ref) LVI_AT(lvi_tuple, ref)->solid = 1;
    return ref;
}

/* The type that the form says, 0 after an error: of an array that only memory can hold. */
static uint32_t lvi_el_sized(lvi_context *cx, uint32_t type, uint32_t form) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    if (!type || LVI_IS_MACHINE(type) || s->kind != LVI_ST_ARRAY || (s->count && !s->length))
        return type;
    lvi_dg_error2(cx, LVI_E_ARRAY_COUNT, form, lvi_a_number(LVI_MOST_COUNT), lvi_a_form(form));
    return 0;
}

/* The static type of field i of a value of type `type`, which is none of the machine; 0 after an
   error: it has none. */
static uint32_t lvi_el_part(lvi_context *cx, uint32_t type, uint32_t i, uint32_t whole) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    uint32_t type_form = s->fields ? LVI_AT(lvi_field, s->fields)[i].type_form : 0;
    if (s->kind == LVI_ST_MATRIX) return LVI_TYPE(LVI_K_BOOL, LVI_ROWS(s->shape), 1);
    if (s->kind == LVI_ST_ARRAY) return s->element;
    if (s->kind == LVI_ST_VARIANT && i == 0) return LVI_T_UINT;
    if (type_form) return lvi_el_sized(cx, lvi_pr_type(cx, type_form), type_form);
    lvi_dg_error2(cx, LVI_E_UNTYPED_FIELD, s->form, lvi_a_symbol(s->symbol),
                  lvi_a_symbol(LVI_AT(lvi_struct, whole)->symbol));
    return 0;
}

/* A value of static type `whole`, a VARIANT, in which nothing is defined: an lvi_tuple; 0 after an
   error. A type that holds itself is met on the stack of what is open. */
static uint32_t lvi_el_blank(lvi_context *cx, uint32_t whole) {
    uint32_t stack, to = lvi_el_open(cx, whole), result = to, type, s;
    const lvi_struct *from;
    if (LVI_AT(lvi_struct, whole)->blank) return LVI_AT(lvi_struct, whole)->blank;
    for (stack = lvi_el_step(cx, 0, whole, to, 0); stack && to && !cx->stop;) {
        lvi_step *top = LVI_AT(lvi_step, stack);
        uint32_t i = top->index++;
        if (i == LVI_AT(lvi_struct, top->from)->count) {
            stack = lvi_el_step_back(cx, stack);
            continue;
        }
        type = lvi_el_part(cx, top->from, i, whole);
        if (!type || !lvi_el_visit(cx)) return 0;
        if (LVI_IS_MACHINE(type) && LVI_KIND(type) == LVI_K_BOOL && LVI_COLUMNS(type) > 1)
            type = lvi_bi_struct(cx, type, LVI_COLUMNS(type));
        if (LVI_IS_MACHINE(type)) {
            LVI_AT(lvi_tuple, top->to)->fields[i] = lvi_bi_node(lvi_gr_undef(cx, type));
            continue;
        }
        for (s = stack; s && LVI_AT(lvi_step, s)->from != type;) s = LVI_AT(lvi_step, s)->next;
        if (s) {
            lvi_dg_error1(cx, LVI_E_CONTAINS_ITSELF, LVI_AT(lvi_struct, type)->form,
                          lvi_a_symbol(LVI_AT(lvi_struct, type)->symbol));
            return 0;
        }
        from = LVI_AT(lvi_struct, type);
        /* the type of a value that is an array does not say what its elements are */
        to = lvi_el_open(cx, from->kind == LVI_ST_ARRAY ? lvi_pr_array_type(cx, 0, from->count)
                                                        : type);
        LVI_AT(lvi_tuple, top->to)->fields[i] = lvi_v(LVI_V_TUPLE, to);
        stack = lvi_el_step(cx, stack, type, to, 0);
    }
    if (!to || cx->stop) return 0;
    return LVI_AT(lvi_struct, whole)->blank = result;
}

/* The tuple that MAKE fills: a struct's, or a variant's of which only the tag is there. */
static uint32_t lvi_el_mold(lvi_context *cx, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    uint32_t i, ref, blank;
    if (s->kind != LVI_ST_TAG) return lvi_bi_tuple(cx, type, s->count);
    blank = lvi_el_blank(cx, s->element);
    ref = blank ? lvi_el_open(cx, s->element) : 0;
    for (i = 0; i < LVI_AT(lvi_struct, s->element)->count && ref; i++)
        LVI_AT(lvi_tuple, ref)->fields[i] = LVI_AT(lvi_tuple, blank)->fields[i];
    if (ref)
        LVI_AT(lvi_tuple, ref)->fields[0] = lvi_bi_node(lvi_gr_const(cx, LVI_T_UINT, s->tag));
    return ref;
}

/* The fields of MAKE are evaluated: the tuple, with the types of its fields checked. */
static lvi_value lvi_el_make(lvi_context *cx, lvi_frame *f) {
    const lvi_struct *s = LVI_AT(lvi_struct, f->payload);
    uint32_t ref = lvi_el_mold(cx, f->payload), place = cx->forms[f->form].a, i;
    for (i = 0; i < s->count && ref; i++) {
        uint32_t type_form = LVI_AT(lvi_field, s->fields)[i].type_form;
        lvi_value v = LVI_AT(lvi_value, f->values)[i];
        place = cx->forms[place].next;
        if (type_form) v = lvi_el_typed(cx, v, type_form, place);
        if (v.tag == LVI_V_POISON) return v;
        LVI_AT(lvi_tuple, ref)->fields[s->first + i] = v;
    }
    return ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison;
}

/* (ray a b): the fields are suspended, unless they have types to check. */
static void lvi_el_construct(lvi_context *cx, lvi_frame *f, uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    uint32_t given = lvi_el_operand_count(cx, f), operand = cx->forms[cx->forms[f->form].a].next,
             ref, i;
    if (s->kind == LVI_ST_VARIANT) {
        lvi_el_finish(cx, lvi_el_error2(cx, LVI_E_NOT_FUNCTION, cx->forms[f->form].a,
                                        lvi_a_symbol(s->symbol), lvi_a_text(cx, "a type")));
        return;
    }
    if (given != s->count) {
        lvi_el_finish(cx, lvi_el_count_error(cx, f->form, s->count, given, s->form, f->argv));
        return;
    }
    if (s->typed) {
        lvi_el_collect(cx, f, LVI_FR_MAKE, type, operand, given);
        return;
    }
    ref = lvi_bi_tuple(cx, type, s->count);
    for (i = 0; i < s->count && ref; i++) {
        LVI_AT(lvi_tuple, ref)->fields[i] =
            f->argv ? LVI_AT(lvi_argv, f->argv)->values[i] : lvi_el_suspend(cx, operand, f->env);
        operand = f->argv ? 0 : cx->forms[operand].next;
    }
    lvi_el_finish(cx, ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison);
}

/* Index of a field, s->count if there is none. */
static uint32_t lvi_el_field_index(lvi_context *cx, const lvi_struct *s, uint32_t symbol) {
    return lvi_min(lvi_pr_find_field(cx, s, symbol) - 1u, s->count);
}

/* Reads a swizzle of a value with `rows` components. Returns how many it names, 0 if it is none. */
static uint32_t lvi_el_swizzle(lvi_context *cx, uint32_t symbol, uint32_t rows, uint32_t *indices) {
    static const char sets[3][5] = {"xyzw", "rgba", "stpq"};
    const lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
    uint32_t set, i, k;
    for (set = 0; set < 3 && s->size <= 4; set++) {
        for (i = 0; i < s->size; i++) {
            for (k = 0; k < rows && (unsigned char)sets[set][k] != s->text[i]; k++) {}
            if (k == rows) break;
            indices[i] = k;
        }
        if (i == s->size) return i;
    }
    return 0;
}

static lvi_value lvi_el_no_field(lvi_context *cx, lvi_value v, uint32_t symbol, uint32_t form) {
    uint32_t type = lvi_bi_type(cx, v),
             code = type && LVI_COLUMNS(type) == 1 && v.tag != LVI_V_TUPLE ? LVI_E_SWIZZLE
                                                                          : LVI_E_NO_FIELD;
    lambdav_diagnostic *d;
    if (v.tag == LVI_V_POISON) return v;
    if (v.tag == LVI_V_PLACE && LVI_IS_MACHINE(lvi_bi_memory_type(cx, v))) {
        lvi_bi_not_value(cx, form, v);
        return lvi_poison;
    }
    if (code == LVI_E_SWIZZLE)
        return lvi_el_error2(cx, code, form, lvi_a_symbol(symbol), lvi_a_value(v));
    d = lvi_dg_error2(cx, code, form, lvi_a_value(v), lvi_a_symbol(symbol));
    type = v.tag == LVI_V_TUPLE        ? LVI_AT(lvi_tuple, v.ref)->type
           : lvi_bi_is_memory(cx, v) ? lvi_bi_memory_type(cx, v)
                                     : 0;
    if (type && LVI_AT(lvi_struct, type)->form)
        lvi_dg_note(cx, d, LVI_AT(lvi_struct, type)->form, "its fields are here", lvi_a_none());
    return lvi_poison;
}

/* Components of a vector, column of a matrix. */
static lvi_value lvi_el_components(lvi_context *cx, lvi_value v, uint32_t symbol, uint32_t form) {
    uint32_t indices[4], type, n;
    cx->e.at = form;
    v = lvi_bi_settle(cx, v);
    type = lvi_bi_type(cx, v);
    if (LVI_COLUMNS(type) > 1) {
        n = lvi_el_swizzle(cx, symbol, LVI_COLUMNS(type), indices);
        return n == 1 ? lvi_bi_node(lvi_bi_column(cx, v, indices[0]))
                      : lvi_el_no_field(cx, v, symbol, form);
    }
    if (v.tag != LVI_V_NODE) return lvi_el_no_field(cx, v, symbol, form);
    n = lvi_el_swizzle(cx, symbol, LVI_ROWS(type), indices);
    return n ? lvi_bi_node(lvi_gr_shuffle(cx, v.ref, n, indices))
             : lvi_el_no_field(cx, v, symbol, form);
}

/* `ray-dir` on something that is no ray. */
static lvi_value lvi_el_not_taken(lvi_context *cx, const lvi_frame *f, lvi_value v) {
    uint32_t head = cx->forms[f->form].a, operand = cx->forms[head].next;
    if (v.tag == LVI_V_POISON) return v;
    return lvi_el_error2(cx, LVI_E_OPERAND_TYPE, operand, lvi_a_form(head), lvi_a_value(v));
}

/* A field of struct v in memory; a component or column of what can be written there. */
static lvi_value lvi_el_memory_field(lvi_context *cx, const lvi_frame *f, lvi_value v) {
    uint32_t type = lvi_bi_memory_type(cx, v), indices[4], columns = LVI_COLUMNS(type), i;
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    cx->e.at = f->form;
    if (f->cursor && f->cursor != type) return lvi_el_not_taken(cx, f, v);
    if (LVI_IS_MACHINE(type)) {
        i = lvi_el_swizzle(cx, f->payload, columns > 1 ? columns : LVI_ROWS(type), indices);
        if (i != 1) return lvi_el_no_field(cx, v, f->payload, f->form);
        if (LVI_ROWS(type) == 1) return v;
        return lvi_bi_below(cx, v, lvi_gr_const(cx, LVI_T_INT, indices[0]),
                            columns > 1 ? type & 0x3fu : LVI_KIND(type));
    }
    i = s->kind == LVI_ST_STRUCT ? lvi_el_field_index(cx, s, f->payload) : s->count;
    if (s->kind != LVI_ST_STRUCT || i == s->count)
        return lvi_el_no_field(cx, v, f->payload, f->form);
    return lvi_bi_member(cx, v, i);
}

/* The value whose field is asked for has come. Effects that the field suspends run, but a rec of it
   is in no tail position. */
static void lvi_el_on_field(lvi_context *cx, lvi_frame *f) {
    lvi_value v = cx->e.value;
    const lvi_struct *s;
    uint32_t i;
    if (lvi_bi_is_memory(cx, v)) {
        lvi_el_finish(cx, lvi_el_memory_field(cx, f, v));
        return;
    }
    if (v.tag != LVI_V_TUPLE || LVI_COLUMNS(lvi_bi_type(cx, v)) > 1) {
        if (f->cursor)
            v = lvi_el_not_taken(cx, f, v);
        else
            v = lvi_el_components(cx, v, f->payload, f->form);
        lvi_el_finish(cx, v);
        return;
    }
    s = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type);
    i = lvi_el_field_index(cx, s, f->payload);
    if (i == s->count || (f->cursor && f->cursor != LVI_AT(lvi_tuple, v.ref)->type)) {
        lvi_el_finish(cx, f->cursor ? lvi_el_not_taken(cx, f, v)
                                    : lvi_el_no_field(cx, v, f->payload, f->form));
        return;
    }
    lvi_el_pop(cx);
    cx->e.body = 0;
    lvi_el_demand(cx, LVI_AT(lvi_tuple, v.ref)->fields[i], f->form);
}

/* (.name e), (ray-name e): one operand, of struct `type` if that is not 0. */
static void lvi_el_field(lvi_context *cx, lvi_frame *f, uint32_t symbol, uint32_t type) {
    uint32_t operand = cx->forms[cx->forms[f->form].a].next;
    if (lvi_el_operand_count(cx, f) != 1) {
        lvi_el_finish(cx,
                      lvi_el_count_error(cx, f->form, 1, lvi_el_operand_count(cx, f), 0, f->argv));
        return;
    }
    f->kind = LVI_FR_FIELD, f->payload = symbol, f->index = 0, f->cursor = type;
    lvi_el_registers(cx, f);
    if (f->argv) lvi_el_demand(cx, LVI_AT(lvi_argv, f->argv)->values[0], f->form);
    else lvi_el_go(cx, operand, f->env);
}

/* One component or column clause of `with`: v with what `symbol`, written as `form`, names
   replaced. */
static lvi_value lvi_el_replace(lvi_context *cx, lvi_value v, uint32_t symbol, lvi_value new_value,
                                uint32_t form) {
    uint32_t indices[4], parts[4], type, n, i, k, columns;
    cx->e.at = form;
    v = lvi_bi_settle(cx, v), new_value = lvi_bi_settle_as(cx, new_value, lvi_bi_kind(cx, v));
    type = lvi_bi_type(cx, v), columns = LVI_COLUMNS(type);
    n = type ? lvi_el_swizzle(cx, symbol, columns > 1 ? columns : LVI_ROWS(type), indices) : 0;
    for (i = 0; i < n; i++) {
        for (k = 0; k < i; k++) n = indices[k] == indices[i] ? 0 : n;
    }
    if (!n || (columns > 1 && n > 1)) return lvi_el_no_field(cx, v, symbol, form);
    if (lvi_bi_type(cx, new_value)
        != LVI_TYPE(LVI_KIND(type), columns > 1 ? LVI_ROWS(type) : n, 1)) {
        if (new_value.tag == LVI_V_POISON) return new_value;
        return lvi_el_error2(cx, LVI_E_OPERAND_TYPE, cx->forms[form].next, lvi_a_symbol(symbol),
                             lvi_a_value(new_value));
    }
    for (i = 0; i < (columns > 1 ? columns : LVI_ROWS(type)); i++)
        parts[i] = columns > 1 ? lvi_bi_column(cx, v, i) : lvi_gr_extract(cx, v.ref, i);
    if (columns > 1)
        parts[indices[0]] = new_value.ref;
    else
        for (i = 0; i < n; i++) parts[indices[i]] = lvi_gr_extract(cx, new_value.ref, i);
    if (columns > 1) return lvi_bi_matrix(cx, type, parts);
    return lvi_bi_node(lvi_gr_construct(cx, type, LVI_ROWS(type), parts));
}

/* The clause of `with` is evaluated: replaces the field, in a copy of the struct unless v is one
   already. */
static lvi_value lvi_el_update(lvi_context *cx, lvi_value v, int copied, uint32_t symbol,
                               lvi_value new_value, uint32_t form) {
    const lvi_struct *s;
    uint32_t i, k, ref, type_form;
    if (v.tag == LVI_V_POISON) return v;
    if (v.tag != LVI_V_TUPLE || LVI_COLUMNS(lvi_bi_type(cx, v)) > 1)
        return lvi_el_replace(cx, v, symbol, new_value, form);
    s = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type);
    i = lvi_el_field_index(cx, s, symbol);
    if (i == s->count) return lvi_el_no_field(cx, v, symbol, form);
    type_form = LVI_AT(lvi_field, s->fields)[i].type_form;
    if (type_form) new_value = lvi_el_typed(cx, new_value, type_form, cx->forms[form].next);
    ref = copied ? v.ref : lvi_bi_tuple(cx, LVI_AT(lvi_tuple, v.ref)->type, s->count);
    for (k = 0; k < s->count && ref && !copied; k++)
        LVI_AT(lvi_tuple, ref)->fields[k] = LVI_AT(lvi_tuple, v.ref)->fields[k];
    if (!ref) return lvi_poison;
    LVI_AT(lvi_tuple, ref)->fields[i] = new_value;
    return lvi_v(LVI_V_TUPLE, ref);
}

/* Are the clauses of `with` written well, each for another field? */
static int lvi_el_clauses(lvi_context *cx, uint32_t clause) {
    uint32_t stamp = cx->form_count + cx->e.stamp++, good = 1;
    for (; clause; clause = cx->forms[clause].next) {
        uint32_t name = lvi_pr_is_list(cx, clause) ? cx->forms[clause].a : 0;
        if (!lvi_pr_is_symbol(cx, name) || lvi_pr_length(cx, clause) != 2) {
            lvi_pr_syntax(cx, clause, "with", "value (field new) ...");
            good = 0;
            continue;
        }
        if (LVI_AT(lvi_symbol, cx->forms[name].a)->field == stamp)
            lvi_el_error1(cx, LVI_E_DUPLICATE, name, lvi_a_form(name));
        LVI_AT(lvi_symbol, cx->forms[name].a)->field = stamp;
    }
    return (int)good;
}

/* index 0: the value has come; 1, 2 ...: the new value of clause `cursor`. Then the next clause. */
static void lvi_el_on_with(lvi_context *cx, lvi_frame *f) {
    uint32_t name = f->index ? cx->forms[f->cursor].a : 0;
    if (f->index && lvi_bi_is_array(cx, cx->e.value) && lvi_el_solid(cx, cx->e.value)) return;
    if (f->index == 0 && !lvi_el_clauses(cx, f->cursor)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (f->index == 0) f->v = lvi_bi_settle(cx, lvi_bi_open(cx, cx->e.value));
    else f->v = lvi_el_update(cx, f->v, f->index > 1, cx->forms[name].a, cx->e.value, name);
    if (lvi_bi_is_memory(cx, f->v)) {
        lvi_bi_not_value(cx, lvi_pr_element(cx, f->form, 1), f->v);
        f->v = lvi_poison;
    }
    f->cursor = f->index ? cx->forms[f->cursor].next : f->cursor;
    f->index++;
    if (!f->cursor) {
        lvi_el_finish(cx, f->v);
        return;
    }
    lvi_el_go(cx, cx->forms[cx->forms[f->cursor].a].next, f->env);
}

/* --- `if` and what is like it */

static int lvi_el_is_rec(lvi_value v) {
    return v.tag == LVI_V_REC || v.tag == LVI_V_TREE;
}

static int lvi_el_same(lvi_context *cx, lvi_value a, lvi_value b) {
    if (a.tag != b.tag) return 0;
    if (a.ref == b.ref) return 1;
    if (a.tag == LVI_V_CLOSURE) {
        const lvi_closure *x = LVI_AT(lvi_closure, a.ref), *y = LVI_AT(lvi_closure, b.ref);
        return x->form == y->form && x->env == y->env;
    }
    if (a.tag == LVI_V_PLACE) {
        const lvi_place *x = LVI_AT(lvi_place, a.ref), *y = LVI_AT(lvi_place, b.ref);
        uint32_t i;
        if (x->resource != y->resource || x->count != y->count) return 0;
        for (i = 1; i <= x->count && x->operands[i] == y->operands[i]; i++) {}
        return i > x->count;
    }
    return 0;
}

static lvi_value lvi_el_cond(lvi_context *cx, uint32_t tag, uint32_t condition, uint32_t form,
                             lvi_value yes, lvi_value no) {
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_cond));
    lvi_cond *c = LVI_AT(lvi_cond, ref);
    c->condition = condition, c->form = form, c->yes = yes, c->no = no;
    return lvi_v(tag, ref);
}

static lvi_value lvi_el_arm_mismatch(lvi_context *cx, uint32_t form, lvi_value yes, lvi_value no) {
    lambdav_diagnostic *d = lvi_dg_error(cx, LVI_E_ARM_MISMATCH, form, lvi_a_text(cx, "the arms"),
                                         lvi_a_value(yes), lvi_a_value(no));
    const lvi_frame *f = LVI_TOP;
    const lvi_struct *s;
    if (!d || !cx->e.frame || f->kind != LVI_FR_JOIN || !f->count) return lvi_poison;
    s = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, f->v.ref)->type);
    if (s->kind == LVI_ST_ARRAY)
        lvi_dg_note(cx, d, form, "in element % of the arrays", lvi_a_number(f->index));
    else if (s->kind == LVI_ST_STRUCT)
        lvi_dg_note(cx, d, form, "in field '%'",
                    lvi_a_symbol(LVI_AT(lvi_field, s->fields)[f->index].symbol));
    return lvi_poison;
}

/* Two functions: one of them is called, later. */
static lvi_value lvi_el_join_functions(lvi_context *cx, uint32_t condition, uint32_t form,
                                       lvi_value yes, lvi_value no) {
    lvi_value special = yes.tag == LVI_V_FORM && yes.ref != LVI_FORM_REC ? yes : no;
    if (special.tag == LVI_V_FORM && special.ref != LVI_FORM_REC)
        return lvi_el_error1(cx, LVI_E_FORM_CHOSEN, form,
                             lvi_a_row(LVI_BUILTIN_COUNT + special.ref));
    return lvi_el_same(cx, yes, no) ? yes : lvi_el_cond(cx, LVI_V_COND, condition, form, yes, no);
}

/* t-if: rec-match of the arms' types, and the value.
       rec-match(τ, τ) = τ;  (Rec τ, τ) = (τ, Rec τ) = Rec τ;
       (PureRec, Rec τ) = (Rec τ, PureRec) = (PureRec, τ) = (τ, PureRec) = Rec τ
   A TREE is Rec τ if it has a leaf that is no REC, else PureRec; 6.6 drops the Rec, so that a rec
   could be an operand. That the leaves of a Rec agree is checked once the rec-func has them all
   (lvi_el_match_exit). Structs are left to the JOIN frame that this makes. */
static void lvi_el_join(lvi_context *cx, uint32_t condition, uint32_t form, lvi_value yes,
                        lvi_value no) {
    int same = lvi_bi_is_memory(cx, yes) && lvi_el_same(cx, yes, no), tuples;
    cx->e.at = form;
    if (!same) yes = lvi_bi_open(cx, yes), no = lvi_bi_open(cx, no);
    tuples = (yes.tag == LVI_V_TUPLE) + (no.tag == LVI_V_TUPLE);
    if (!condition || yes.tag == LVI_V_POISON || no.tag == LVI_V_POISON) {
        lvi_el_give(cx, lvi_poison);
    } else if (tuples == 2 || (tuples && (lvi_el_is_rec(yes) || lvi_el_is_rec(no)))) {
        lvi_frame *f = lvi_el_push(cx, LVI_FR_JOIN, form, 0);
        f->payload = condition, f->v = yes, f->w = no;
        lvi_el_give(cx, lvi_poison); /* wakes the frame */
    } else if (lvi_el_is_rec(yes) || lvi_el_is_rec(no)) {
        lvi_value other = lvi_el_is_rec(yes) ? no : yes;
        if (lvi_bi_is_function(other))
            lvi_el_give(cx, lvi_el_error1(cx, LVI_E_REC_VALUE, form, lvi_a_value(other)));
        else
            lvi_el_give(cx, lvi_el_cond(cx, LVI_V_TREE, condition, form, yes, no));
    } else if (yes.tag == LVI_V_UNIT || no.tag == LVI_V_UNIT) {
        lvi_el_give(cx, lvi_v(LVI_V_UNIT, 0));
    } else if (!same && (lvi_bi_is_memory(cx, yes) || lvi_bi_is_memory(cx, no))) {
        lvi_bi_not_value(cx, form, lvi_bi_is_memory(cx, yes) ? yes : no);
        lvi_el_give(cx, lvi_poison);
    } else if (lvi_bi_is_function(yes) && lvi_bi_is_function(no)) {
        lvi_el_give(cx, lvi_el_join_functions(cx, condition, form, yes, no));
    } else {
        uint32_t kind = yes.tag == LVI_V_LITERAL ? lvi_bi_kind(cx, no) : lvi_bi_kind(cx, yes);
        yes = lvi_bi_settle_as(cx, yes, kind), no = lvi_bi_settle_as(cx, no, kind);
        if (yes.tag == LVI_V_POISON || no.tag == LVI_V_POISON)
            lvi_el_give(cx, lvi_poison);
        else if (yes.tag != LVI_V_NODE || no.tag != LVI_V_NODE
            || lvi_bi_type(cx, yes) != lvi_bi_type(cx, no))
            lvi_el_give(cx, lvi_el_arm_mismatch(cx, form, yes, no));
        else
            lvi_el_give(cx, lvi_bi_node(lvi_gr_if(cx, condition, yes.ref, no.ref)));
    }
}

/* Structs in the arms: forces their fields, then joins them one by one. A value that comes is a
   field's if f->count says so. */
static void lvi_el_on_join(lvi_context *cx, lvi_frame *f) {
    uint32_t type, count, ref;
    lvi_tuple *t;
    if (f->count) LVI_AT(lvi_tuple, f->values)->fields[f->index++] = cx->e.value;
    if (!lvi_el_visit(cx)) return;
    if (lvi_el_solid(cx, f->v) || lvi_el_solid(cx, f->w)) return;
    if (f->v.tag != LVI_V_TUPLE || f->w.tag != LVI_V_TUPLE) {
        lvi_el_finish(cx, lvi_el_cond(cx, LVI_V_TREE, f->payload, f->form, f->v, f->w));
        return;
    }
    type = LVI_AT(lvi_tuple, f->v.ref)->type, count = LVI_AT(lvi_struct, type)->count;
    if (LVI_AT(lvi_tuple, f->w.ref)->type != type) {
        lvi_el_finish(cx, lvi_el_arm_mismatch(cx, f->form, f->v, f->w));
        return;
    }
    if (!f->values) {
        ref = lvi_bi_tuple(cx, type, count);
        if (!ref) return;
        LVI_FRAME(cx->e.frame)->values = ref;
    }
    t = LVI_AT(lvi_tuple, f->values);
    if (f->index == count) {
        t->solid = 1;
        lvi_el_finish(cx, lvi_v(LVI_V_TUPLE, f->values));
        return;
    }
    f->count = 1;
    lvi_el_join(cx, f->payload, f->form, LVI_AT(lvi_tuple, f->v.ref)->fields[f->index],
                LVI_AT(lvi_tuple, f->w.ref)->fields[f->index]);
}

/* A value that is a way out of a loop with effects goes with the token at that place. */
static lvi_value lvi_el_way_out(lvi_context *cx, lvi_value v, uint32_t state) {
    uint32_t ref = lvi_bi_tuple(cx, lvi_bi_struct(cx, LVI_T_STATE, 2), 2);
    if (!ref || v.tag == LVI_V_POISON) return lvi_poison;
    LVI_AT(lvi_tuple, ref)->fields[0] = v;
    LVI_AT(lvi_tuple, ref)->fields[1] = lvi_v(LVI_V_NODE, state);
    return lvi_v(LVI_V_TUPLE, ref);
}

/* Joins the arms of a choice and what they have done: `after` is the token at the end of the first,
   the register that at the end of the second. */
static void lvi_el_join_arms(lvi_context *cx, uint32_t condition, uint32_t form, lvi_value yes,
                             lvi_value no, uint32_t after) {
    if (cx->e.run && condition) {
        if (lvi_el_is_rec(yes) && !lvi_el_is_rec(no)) {
            no = lvi_el_way_out(cx, no, cx->e.state);
        } else if (lvi_el_is_rec(no) && !lvi_el_is_rec(yes)) {
            yes = lvi_el_way_out(cx, yes, after);
        } else if (after != cx->e.state && !lvi_el_is_rec(yes)) {
            cx->e.at = form;
            cx->e.state = lvi_gr_if(cx, condition, after, cx->e.state);
            lvi_el_push(cx, LVI_FR_TIE, form, 0);
        }
    }
    lvi_el_join(cx, condition, form, yes, no);
}

/* The node of a condition, 0 after an error. */
static uint32_t lvi_el_condition(lvi_context *cx, lvi_value v, uint32_t form) {
    if (v.tag == LVI_V_NODE && LVI_NODE(v.ref)->type == LVI_T_BOOL) return v.ref;
    if (lvi_bi_is_memory(cx, v)) lvi_bi_not_value(cx, form, v);
    else if (v.tag != LVI_V_POISON) lvi_dg_error1(cx, LVI_E_CONDITION_TYPE, form, lvi_a_value(v));
    return 0;
}

static int lvi_el_is_else(lvi_context *cx, uint32_t form) {
    const lvi_symbol *s = lvi_pr_is_symbol(cx, form) ? LVI_AT(lvi_symbol, cx->forms[form].a) : NULL;
    return s && s->size == 4 && lvi_bytes_equal(s->text, "else", 4);
}

/* Evaluates the clauses of a cond from `clause` on: each is an `if` whose second arm is the
   rest. */
static void lvi_el_clause(lvi_context *cx, uint32_t form, uint32_t clause, uint32_t env) {
    uint32_t test = lvi_pr_is_list(cx, clause) ? cx->forms[clause].a : 0,
             last = !cx->forms[clause].next;
    int is_else = lvi_el_is_else(cx, test);
    if (lvi_pr_length(cx, test ? clause : form) != 2 || !test || is_else != (int)last) {
        lvi_pr_syntax(cx, test ? clause : form, "cond", "(condition value) ... (else value)");
        lvi_el_give(cx, lvi_poison);
        return;
    }
    if (is_else) {
        lvi_el_go(cx, cx->forms[test].next, env);
        return;
    }
    lvi_el_push(cx, LVI_FR_CONDITION, form, env)->cursor = clause;
    LVI_TOP->index = 1;
    lvi_el_go(cx, test, env);
}

/* --- case
   What patterns look into is a SPOT: the value that is taken apart, and those of its fields that a
   pattern takes apart in turn. A clause is a list of tests, "this spot has this tag", outer spots
   before inner ones, and of names for the rest. To see that the clauses cover everything, the cases
   that are left are kept as such lists too, at first the one without a test: a clause takes from
   each what it matches, and leaves a list for each tag that it does not. */

typedef struct lvi_spot {
    uint32_t inner; /* uint32_t[fields]: lvi_spot of a field, 0: nothing looks into it */
    uint32_t type;  /* lvi_struct */
    lvi_value value;
} lvi_spot;

static uint32_t lvi_el_spot(lvi_context *cx, lvi_value v) {
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_spot)), type = LVI_AT(lvi_tuple, v.ref)->type;
    LVI_AT(lvi_spot, ref)->type = type, LVI_AT(lvi_spot, ref)->value = v;
    LVI_AT(lvi_spot, ref)->inner = lvi_ar_array(cx, LVI_AT(lvi_struct, type)->count, 4);
    return ref;
}

/* Can patterns take v apart? Reports it if not, at `form`. */
static int lvi_el_is_data(lvi_context *cx, lvi_value v, uint32_t form) {
    const lvi_struct *s =
        v.tag == LVI_V_TUPLE ? LVI_AT(lvi_struct, LVI_AT(lvi_tuple, v.ref)->type) : NULL;
    if (s && (s->kind == LVI_ST_STRUCT || s->kind == LVI_ST_VARIANT)) return 1;
    if (v.tag != LVI_V_POISON) lvi_dg_error1(cx, LVI_E_CASE_VALUE, form, lvi_a_value(v));
    return 0;
}

/* The struct or constructor that `name` is among those of the spot's type; 0 after an error. */
static uint32_t lvi_el_constructor(lvi_context *cx, uint32_t spot, uint32_t name) {
    uint32_t type = LVI_AT(lvi_spot, spot)->type, symbol = lvi_pr_name(cx, name), c;
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    lambdav_diagnostic *d;
    lvi_guess g;
    c = s->kind == LVI_ST_VARIANT ? s->element : type;
    if (!symbol) return 0;
    g = lvi_sy_wanted(cx, symbol);
    for (; c; c = s->kind == LVI_ST_TAG ? s->next : 0) {
        s = LVI_AT(lvi_struct, c);
        if (s->symbol == symbol) return c;
        if (s->symbol)
            lvi_sy_try(&g, LVI_AT(lvi_symbol, s->symbol)->text,
                       LVI_AT(lvi_symbol, s->symbol)->size);
    }
    d = lvi_dg_error2(cx, LVI_E_NO_CONSTRUCTOR, name, lvi_a_symbol(symbol),
                      lvi_a_symbol(LVI_AT(lvi_struct, type)->symbol));
    if (d) lvi_sy_mean(cx, d, &g, name);
    return 0;
}

/* What a walk over a pattern finds. */
typedef struct lvi_pattern {
    uint32_t tests, last; /* lvi_step: from: spot, to: TAG */
    uint32_t env;         /* in which its names are bound */
    uint32_t condition;   /* node: do the tests hold? 0 after an error */
    uint32_t trial;       /* the clause is only looked at */
} lvi_pattern;

static void lvi_el_test(lvi_context *cx, lvi_pattern *p, uint32_t spot, uint32_t tag) {
    uint32_t ref = lvi_el_step(cx, 0, spot, tag, 0), same;
    if (p->last) LVI_AT(lvi_step, p->last)->next = ref;
    else p->tests = ref;
    p->last = ref;
    same = lvi_gr_op2(cx, LVI_OP_EQ, LVI_T_BOOL,
                      LVI_AT(lvi_tuple, LVI_AT(lvi_spot, spot)->value.ref)->fields[0].ref,
                      lvi_gr_const(cx, LVI_T_UINT, LVI_AT(lvi_struct, tag)->tag));
    p->condition = lvi_gr_if(cx, p->condition, same, lvi_gr_bool(cx, 0));
}

/* The spot that list `form` takes apart: field `index` of `spot`; 0 after an error. */
static uint32_t lvi_el_inner(lvi_context *cx, uint32_t spot, uint32_t index, uint32_t form) {
    uint32_t *inner = &LVI_AT(uint32_t, LVI_AT(lvi_spot, spot)->inner)[index];
    lvi_value v = LVI_AT(lvi_tuple, LVI_AT(lvi_spot, spot)->value.ref)->fields[index];
    v = lvi_bi_open(cx, v);
    if (!*inner && lvi_el_is_data(cx, v, form)) *inner = lvi_el_spot(cx, v);
    return *inner;
}

/* Begins list pattern `form` at a spot: its test, and a step for its parts. Returns the stack; 0
   after an error. step: {part, spot, field} */
static uint32_t lvi_el_descend(lvi_context *cx, lvi_pattern *p, uint32_t stack, uint32_t form,
                               uint32_t spot) {
    uint32_t name = cx->forms[form].a, type = name ? lvi_el_constructor(cx, spot, name) : 0, n;
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    if (!name) lvi_dg_error0(cx, LVI_E_EMPTY_LIST, form);
    if (!type) return 0;
    n = lvi_pr_length(cx, form) - 1;
    if (n != s->count) {
        lvi_el_count_error(cx, form, s->count, n, s->form, 0);
        return 0;
    }
    if (s->kind == LVI_ST_TAG) lvi_el_test(cx, p, spot, type);
    return lvi_el_step(cx, stack, cx->forms[name].next, spot, s->first);
}

/* Binds `name` to v in the pattern's environment; `_` binds nothing. */
static int lvi_el_bind_part(lvi_context *cx, lvi_pattern *p, uint32_t name, uint32_t mark,
                            lvi_value v, uint32_t irregular) {
    uint32_t symbol = lvi_pr_name(cx, name), type_form;
    const lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
    if (!symbol) return 0;
    if (s->size == 1 && s->text[0] == '_') return 1;
    if (!lvi_el_binder(cx, name, mark, &type_form)) return 0;
    p->env = lvi_el_bind(cx, p->env, symbol, 0, v, irregular);
    if (!p->trial) lvi_pr_local(cx, lvi_pr_scope(cx, cx->e.call), symbol, name, 0, v);
    return 1;
}

/* Walks the pattern of a clause, from the outside in. Its condition is 0 after an error. */
static lvi_pattern lvi_el_pattern(lvi_context *cx, uint32_t form, uint32_t env, uint32_t root,
                                  uint32_t irregular, uint32_t trial) {
    uint32_t stack, mark = cx->arena.high;
    lvi_pattern p;
    p.tests = p.last = 0, p.env = env, p.condition = lvi_gr_bool(cx, 1), p.trial = trial;
    stack = lvi_el_descend(cx, &p, 0, form, root);
    if (!stack) p.condition = 0;
    while (stack && p.condition && lvi_el_visit(cx)) {
        lvi_step *top = LVI_AT(lvi_step, stack);
        uint32_t part = top->from, spot = top->to, index = top->index++;
        if (!part) {
            stack = lvi_el_step_back(cx, stack);
            continue;
        }
        top->from = cx->forms[part].next;
        if (lvi_pr_is_written(cx, part)) {
            uint32_t inner = lvi_el_inner(cx, spot, index, part);
            if (inner) inner = lvi_el_descend(cx, &p, stack, part, inner);
            if (inner) stack = inner;
            else p.condition = 0;
        } else if (!lvi_el_bind_part(
                       cx, &p, part, mark,
                       LVI_AT(lvi_tuple, LVI_AT(lvi_spot, spot)->value.ref)->fields[index],
                       irregular)) {
            p.condition = 0;
        }
    }
    return p;
}

/* The TAG that the tests say a spot has, 0: any. */
static uint32_t lvi_el_tag_of(lvi_context *cx, uint32_t tests, uint32_t spot) {
    for (; tests; tests = LVI_AT(lvi_step, tests)->next) {
        if (LVI_AT(lvi_step, tests)->from == spot) return LVI_AT(lvi_step, tests)->to;
    }
    return 0;
}

/* Takes from the cases that are left (a list of lvi_step, from: tests) what matches the tests;
   *taken: there was something. Returns the rest. */
static uint32_t lvi_el_take(lvi_context *cx, uint32_t left, uint32_t tests, int *taken) {
    uint32_t rest = 0, t, c;
    for (*taken = 0; left; left = LVI_AT(lvi_step, left)->next) {
        uint32_t one = LVI_AT(lvi_step, left)->from;
        for (t = tests; t && lvi_el_visit(cx); t = LVI_AT(lvi_step, t)->next) {
            c = lvi_el_tag_of(cx, one, LVI_AT(lvi_step, t)->from);
            if (c && c != LVI_AT(lvi_step, t)->to) break;
        }
        if (t) {
            rest = lvi_el_step(cx, rest, one, 0, 0);
            continue;
        }
        *taken = 1;
        for (t = tests; t && !cx->stop; t = LVI_AT(lvi_step, t)->next) {
            uint32_t spot = LVI_AT(lvi_step, t)->from, tag = LVI_AT(lvi_step, t)->to;
            if (lvi_el_tag_of(cx, one, spot)) continue;
            c = LVI_AT(lvi_struct, LVI_AT(lvi_struct, tag)->element)->element;
            for (; c && lvi_el_visit(cx); c = LVI_AT(lvi_struct, c)->next) {
                if (c != tag)
                    rest = lvi_el_step(cx, rest, lvi_el_step(cx, one, spot, c, 0), 0, 0);
            }
            one = lvi_el_step(cx, one, spot, tag, 0);
        }
    }
    return rest;
}

/* Opens a spot in the text of a pattern: "(circle" and a step for its parts. */
static uint32_t lvi_el_show_spot(lvi_context *cx, lvi_message *m, uint32_t stack, uint32_t spot,
                                 uint32_t type) {
    const lvi_struct *s = LVI_AT(lvi_struct, type);
    lvi_ms_char(m, '(');
    lvi_ms_symbol(m, cx, s->symbol);
    return lvi_el_step(cx, stack, spot, s->first + s->count, s->first);
}

/* Writes the pattern that the tests are: (box _ (none)). */
static void lvi_el_show(lvi_context *cx, lvi_message *m, uint32_t root, uint32_t tests) {
    uint32_t stack = 0, spot = root, type;
    do {
        type = 0;
        if (spot) type = LVI_AT(lvi_spot, spot)->type;
        if (type && LVI_AT(lvi_struct, type)->kind == LVI_ST_VARIANT)
            type = lvi_el_tag_of(cx, tests, spot);
        if (type) stack = lvi_el_show_spot(cx, m, stack, spot, type);
        else lvi_ms_char(m, '_');
        while (stack && LVI_AT(lvi_step, stack)->index == LVI_AT(lvi_step, stack)->to) {
            lvi_ms_char(m, ')');
            stack = lvi_el_step_back(cx, stack);
        }
        if (!stack) return;
        lvi_ms_char(m, ' ');
        spot = LVI_AT(uint32_t, LVI_AT(lvi_spot, LVI_AT(lvi_step, stack)->from)->inner)
                   [LVI_AT(lvi_step, stack)->index++];
    } while (!cx->stop);
}

#define LVI_EL_SHOWN 3u /* cases that a message names */

/* The clauses leave some cases out. */
static void lvi_el_missing(lvi_context *cx, uint32_t form, uint32_t root, uint32_t left) {
    char text[200];
    lvi_message m;
    uint32_t n = 0;
    m.dst = text, m.size = 0, m.capacity = sizeof text;
    for (; left && n < LVI_EL_SHOWN; left = LVI_AT(lvi_step, left)->next, n++) {
        if (n) lvi_ms_text(&m, ", ");
        lvi_el_show(cx, &m, root, LVI_AT(lvi_step, left)->from);
    }
    if (left) lvi_ms_text(&m, " ...");
    text[m.size] = 0;
    lvi_dg_error1(cx, LVI_E_CASE_MISSING, form, lvi_a_text(cx, text));
}

/* Are the clauses well written, does each match something, and all of them everything? */
static int lvi_el_check_case(lvi_context *cx, uint32_t form, uint32_t clause, uint32_t root) {
    uint32_t left = lvi_el_step(cx, 0, 0, 0, 0), good = 1;
    int taken;
    for (; clause && !cx->stop; clause = cx->forms[clause].next) {
        uint32_t head = lvi_pr_is_written(cx, clause) ? cx->forms[clause].a : 0;
        lvi_pattern p;
        int is_else = lvi_el_is_else(cx, head);
        if (!head || lvi_pr_length(cx, clause) != 2 || (is_else && cx->forms[clause].next)
            || (!is_else && !lvi_pr_is_written(cx, head))) {
            lvi_pr_syntax(cx, head ? clause : form, "case",
                          lvi_word(lvi_syntax, LVI_BUILTIN_COUNT + LVI_FORM_CASE));
            return 0;
        }
        p.tests = 0, p.condition = 1;
        if (!is_else) p = lvi_el_pattern(cx, head, 0, root, 0, 1);
        good &= (uint32_t)(p.condition != 0);
        if (!good) continue;
        left = lvi_el_take(cx, left, p.tests, &taken);
        if (taken || cx->stop) continue;
        lvi_dg_error0(cx, LVI_E_CASE_UNREACHED, head);
        good = 0;
    }
    if (good && left) lvi_el_missing(cx, form, root, left);
    return good && !left && !cx->stop;
}

/* Evaluates the clauses of a case from `clause` on: each is an `if` whose second arm is the rest.
   They cover everything, so the last has no condition. */
static void lvi_el_alternative(lvi_context *cx, uint32_t form, uint32_t clause, uint32_t env,
                               uint32_t root, uint32_t irregular) {
    uint32_t head = cx->forms[clause].a, body = cx->forms[head].next;
    lvi_pattern p;
    lvi_frame *f;
    cx->e.at = form;
    p.env = env;
    if (!lvi_el_is_else(cx, head)) p = lvi_el_pattern(cx, head, env, root, irregular, 0);
    if (cx->forms[clause].next) {
        f = lvi_el_push(cx, LVI_FR_THEN, form, env);
        f->payload = p.condition, f->cursor = cx->forms[clause].next, f->index = 3;
        f->count = irregular, f->w.ref = root;
    }
    lvi_el_go(cx, body, p.env);
}

/* Does some pattern look into a field? Then the fields must be there. */
static int lvi_el_is_nested(lvi_context *cx, uint32_t clause) {
    for (; clause; clause = cx->forms[clause].next) {
        uint32_t head = lvi_pr_is_list(cx, clause) ? cx->forms[clause].a : 0, part;
        if (!lvi_pr_is_list(cx, head)) continue;
        for (part = cx->forms[head].a; part; part = cx->forms[part].next) {
            if (lvi_pr_is_list(cx, part)) return 1;
        }
    }
    return 0;
}

/* t-if, 6.6:
       ∅, ∅ ⊢ e1 : Bool, R, A ⊢ e2 : τ1, R, A ⊢ e3 : τ2
       =>  R, A ⊢ (if e1 e2 e3) : rec-match(τ1, τ2)
   The condition has come, evaluated without arguments and without R (6.6 hands it both). The arms
   are under those of the `if`, and both are typed: (if true e2 e3) → e2 is left to lvi_gr_if. index
   0: cursor is the first arm of an if; 1: a clause of a cond; 2: the first statement of a `when`.
   */
static void lvi_el_on_condition(lvi_context *cx, lvi_frame *f) {
    uint32_t test = f->index == 1 ? cx->forms[f->cursor].a : lvi_pr_element(cx, f->form, 1),
             yes = f->index == 1 ? cx->forms[test].next : f->cursor;
    f->payload = lvi_el_condition(cx, cx->e.value, test);
    f->kind = LVI_FR_THEN;
    f->cursor = f->index == 1 ? cx->forms[f->cursor].next : cx->forms[yes].next;
    f->state = cx->e.state;
    lvi_el_registers(cx, f);
    if (f->index == 2) lvi_el_do(cx, f->form, yes, f->env);
    else lvi_el_go(cx, yes, f->env);
}

/* The first arm has come. The second begins with the token that the first began with; that of
   `when` is nothing. */
static void lvi_el_on_then(lvi_context *cx, lvi_frame *f) {
    int rec = lvi_el_is_rec(cx->e.value) || cx->e.value.tag == LVI_V_POISON;
    f->v = f->index == 2 && !rec ? lvi_v(LVI_V_UNIT, 0) : cx->e.value;
    f->kind = LVI_FR_ELSE;
    f->after = cx->e.state;
    cx->e.state = f->state;
    if (f->index == 3) lvi_el_alternative(cx, f->form, f->cursor, f->env, f->w.ref, f->count);
    else if (f->index == 2) lvi_el_give(cx, lvi_v(LVI_V_UNIT, 0));
    else if (f->index) lvi_el_clause(cx, f->form, f->cursor, f->env);
    else lvi_el_go(cx, f->cursor, f->env);
}

static void lvi_el_on_else(lvi_context *cx, lvi_frame *f) {
    uint32_t condition = f->payload, form = f->form, after = f->after;
    lvi_value yes = f->v, no = cx->e.value;
    lvi_el_pop(cx);
    lvi_el_join_arms(cx, condition, form, yes, no, after);
}

/* static-if looks at the arm that its condition chooses, and at nothing else. */
static void lvi_el_on_static(lvi_context *cx, lvi_frame *f) {
    uint32_t test = lvi_pr_element(cx, f->form, 1),
             condition = lvi_el_condition(cx, cx->e.value, test), env = f->env;
    uint32_t arm = cx->forms[test].next;
    if (condition && !lvi_gr_is_const(cx, condition)) {
        lvi_dg_error1(cx, LVI_E_NOT_CONSTANT, test, lvi_a_text(cx, "the condition of static-if"));
        condition = 0;
    }
    if (!condition) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (!LVI_NODE(condition)->a[0]) arm = cx->forms[arm].next;
    lvi_el_pop(cx);
    lvi_el_go(cx, arm, env);
}

/* The value that is taken apart has come. */
static void lvi_el_on_case(lvi_context *cx, lvi_frame *f) {
    uint32_t form = f->form, clause = f->cursor, env = f->env, irregular = f->count, root;
    lvi_value v = lvi_bi_open(cx, cx->e.value);
    cx->e.at = form;
    if (!lvi_el_is_data(cx, v, lvi_pr_element(cx, form, 1))) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (lvi_el_is_nested(cx, clause) && lvi_el_solid(cx, v)) return;
    root = lvi_el_spot(cx, v);
    if (!lvi_el_check_case(cx, form, clause, root)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    lvi_el_pop(cx);
    lvi_el_alternative(cx, form, clause, env, root, irregular);
}

/* Two operands of `and`, `or`: an `if` on bools, per component on bool vectors and matrices. */
static lvi_value lvi_el_logic(lvi_context *cx, lvi_frame *f, lvi_value a, lvi_value b) {
    lvi_value both[2];
    lvi_operands o;
    uint32_t type = lvi_bi_type(cx, a);
    if (a.tag == LVI_V_POISON || b.tag == LVI_V_POISON) return lvi_poison;
    if (LVI_KIND(lvi_bi_type(cx, b)) != LVI_K_BOOL)
        return lvi_el_error1(cx, LVI_E_CONDITION_TYPE, f->cursor, lvi_a_value(b));
    if (lvi_bi_type(cx, b) != type)
        return lvi_el_error(cx, LVI_E_OPERAND_MISMATCH, f->cursor,
                            lvi_a_form(cx->forms[f->form].a), lvi_a_value(a), lvi_a_value(b));
    cx->e.at = f->form;
    if (type == LVI_T_BOOL)
        return lvi_bi_node(f->payload ? lvi_gr_if(cx, a.ref, lvi_gr_bool(cx, 1), b.ref)
                                      : lvi_gr_if(cx, a.ref, b.ref, lvi_gr_bool(cx, 0)));
    both[0] = a, both[1] = b;
    o.row = lvi_builtins, o.index = 0, o.form = f->form, o.first = 0, o.count = 2;
    o.values = both, o.failed = 0;
    return lvi_bi_each(cx, &o, f->payload ? LVI_OP_OR : LVI_OP_AND, type, LVI_K_BOOL);
}

static void lvi_el_on_logic(lvi_context *cx, lvi_frame *f) {
    lvi_value v = cx->e.value;
    if (f->index)
        v = lvi_el_logic(cx, f, f->v, v);
    else if (v.tag != LVI_V_POISON && LVI_KIND(lvi_bi_type(cx, v)) != LVI_K_BOOL)
        v = lvi_el_error1(cx, LVI_E_CONDITION_TYPE, f->cursor, lvi_a_value(v));
    f->v = v;
    f->index = 1;
    f->cursor = cx->forms[f->cursor].next;
    if (f->cursor)
        lvi_el_go(cx, f->cursor, f->env);
    else
        lvi_el_finish(cx, v);
}

/* --- effects. The graph is pure: an effect is a node whose first operand is the token of what came
   before it, and so is the order of effects. Register `state` is the token of the place in hand;
   `run` is set where the text sequences effects. An effect is no value: what a binding suspends is
   run anew at each use, and its thunk is kept only if nothing ran. A choice joins the tokens of its
   arms, a loop carries the token as a hidden last parameter and as a part of its value. */

/* The form that (bind name e) evaluates, with the name in *name; 0 if `form` is no bind. */
static uint32_t lvi_el_bind_form(lvi_context *cx, uint32_t form, uint32_t *name) {
    uint32_t head = lvi_pr_is_written(cx, form) ? cx->forms[form].a : 0;
    const lvi_symbol *s = lvi_pr_is_symbol(cx, head) ? LVI_AT(lvi_symbol, cx->forms[head].a) : NULL;
    *name = 0;
    if (!s || s->size != 4 || !lvi_bytes_equal(s->text, "bind", 4)) return 0;
    *name = cx->forms[head].next;
    if (lvi_pr_length(cx, form) == 3 && cx->forms[form].next) return cx->forms[*name].next;
    lvi_pr_syntax(cx, form, "do", "(bind name value) ... statement");
    return form;
}

/* Evaluates the statements of a `do` from `statement` on; its value is that of the last, which
   stands where the `do` stands. */
static void lvi_el_do(lvi_context *cx, uint32_t form, uint32_t statement, uint32_t env) {
    uint32_t name, value = lvi_el_bind_form(cx, statement, &name);
    lvi_frame *f;
    if (value == statement) {
        lvi_el_give(cx, lvi_poison);
        return;
    }
    if (cx->forms[statement].next) {
        f = lvi_el_push(cx, LVI_FR_DO, form, env);
        f->cursor = statement, f->index = value != 0;
        cx->e.run = f->run;
    }
    lvi_el_go(cx, value ? value : statement, env);
}

/* A statement is done: binds its name, if it has one, and goes on with the next. */
static void lvi_el_on_do(lvi_context *cx, lvi_frame *f) {
    uint32_t statement = f->cursor, form = f->form, env = f->env, name, symbol, type_form;
    lvi_value v = cx->e.value;
    if (f->index) {
        lvi_el_bind_form(cx, statement, &name);
        symbol = lvi_el_binder(cx, name, 0, &type_form);
        if (lvi_el_is_rec(v) || v.tag == LVI_V_UNIT)
            v = lvi_el_error1(cx, LVI_E_NOT_VALUE, statement, lvi_a_value(v));
        if (symbol) env = lvi_el_bind(cx, env, symbol, type_form, v, 0);
        if (symbol) lvi_pr_local(cx, lvi_pr_scope(cx, cx->e.call), symbol, name, 0, v);
    } else if (lvi_el_is_rec(v)) {
        lvi_el_error0(cx, LVI_E_REC_NOT_TAIL, statement);
    }
    lvi_el_pop(cx);
    lvi_el_do(cx, form, cx->forms[statement].next, env);
}

/* --- special forms: the ARGS frame on top is theirs */

/* t-let, 6.4, (let ((id1 e1) ... (idn en)) e) → e[e1/id1] ... [en/idn]:
       R, A ⊢ e[e1/id1] ... [en/idn] : τ  =>  R, A ⊢ (let ((id1 e1) ... (idn en)) e) : τ
   The body is under the same A and R, the names bound to their values, which are evaluated where
   and if they are needed. Those of let see the environment outside, so that
   substitution is simultaneous (the paper writes one after the other, and t-let the wrong way
   around: e[id/e]). */
static void lvi_el_let(lvi_context *cx, lvi_frame *f, int sequential, uint32_t irregular) {
    uint32_t list = lvi_pr_element(cx, f->form, 1), body = cx->forms[list].next, env = f->env,
             mark = cx->arena.high, b, type_form;
    if (!lvi_pr_is_list(cx, list)) {
        lvi_pr_syntax(cx, f->form, sequential ? "let*" : "let", "((name value) ...) body");
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    for (b = cx->forms[list].a; b && !cx->stop; b = cx->forms[b].next) {
        uint32_t name = lvi_pr_is_list(cx, b) ? cx->forms[b].a : 0, symbol = 0;
        lvi_value v;
        if (!name || lvi_pr_length(cx, b) != 2)
            lvi_pr_syntax(cx, b, sequential ? "let*" : "let", "((name value) ...) body");
        else
            symbol = lvi_el_binder(cx, name, sequential ? 0 : mark, &type_form);
        if (!symbol) {
            lvi_el_finish(cx, lvi_poison);
            return;
        }
        v = lvi_el_suspend(cx, cx->forms[name].next, sequential ? env : f->env);
        env = lvi_el_bind(cx, env, symbol, type_form, v, irregular);
        lvi_pr_named(cx, symbol, name, cx->forms[name].next, v);
    }
    lvi_el_pop(cx);
    lvi_el_go(cx, body, env);
}

static lvi_value lvi_el_closure(lvi_context *cx, uint32_t form, uint32_t env, uint32_t loops,
                                uint32_t irregular) {
    uint32_t ref = lvi_ar_high(cx, sizeof(lvi_closure)), list = lvi_pr_element(cx, form, 1);
    lvi_closure *c = LVI_AT(lvi_closure, ref);
    if (!lvi_pr_is_written(cx, list)) {
        lvi_pr_syntax(cx, form,
                      loops == 2 ? "loop"
                      : loops    ? "rec-func"
                                 : "func",
                      loops == 2 ? "((name start) ...) body" : "(name ...) body");
        return lvi_poison;
    }
    c->form = form, c->env = env, c->loops = loops, c->irregular = irregular;
    return lvi_v(LVI_V_CLOSURE, ref);
}

/* t-rec, 6.9: n > 0, ∅, ∅ ⊢ ei : τi  =>  (τ1 ... τn), ((e1 ... en)) ⊢ rec : PureRec
   It needs R, and its arguments are all that is pending. They see the parameters, as bindings of
   the environment (6.9 loses them with R, so that (rec (- n 1)) had no translation). Which rec-func
   it belongs to is asked of R, not of the text: e[(rec-func ...)/rec] reaches what was substituted
   before. */
static void lvi_el_rec_form(lvi_context *cx, lvi_frame *f) {
    uint32_t loop = f->body;
    if (loop) {
        lvi_el_collect(cx, f, LVI_FR_REC, loop, cx->forms[cx->forms[f->form].a].next,
                       lvi_el_operand_count(cx, f));
        return;
    }
    cx->e.misplaced++;
    lvi_el_finish(cx,
                  lvi_el_error0(cx, cx->e.loops ? LVI_E_REC_NOT_TAIL : LVI_E_REC_OUTSIDE, f->form));
}

static void lvi_el_special(lvi_context *cx, lvi_frame *f, uint32_t id) {
    uint32_t form = f->form, env = f->env, head = cx->forms[form].a, first = cx->forms[head].next,
             n = lvi_pr_length(cx, form) - 1;
    uint32_t irregular =
        cx->forms[head].kind != LVI_SPECIAL
        && (cx->forms[head].kind != LVI_SYMBOL || lvi_el_lookup(cx, head, env) != 0);
    if (id == LVI_FORM_REC) {
        lvi_el_rec_form(cx, f);
        return;
    }
    if (f->argv || n < lvi_form_rows[id].least
        || (n > lvi_form_rows[id].most && lvi_form_rows[id].most != 255)) {
        if (f->argv)
            lvi_el_error1(cx, LVI_E_FORM_CHOSEN, form, lvi_a_row(LVI_BUILTIN_COUNT + id));
        else
            lvi_dg_error2(cx, LVI_E_SYNTAX, form, lvi_a_row(LVI_BUILTIN_COUNT + id),
                          lvi_a_text(cx, lvi_word(lvi_syntax, LVI_BUILTIN_COUNT + id)));
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    switch (id) {
    case LVI_FORM_IF:
    case LVI_FORM_STATIC_IF:
        f->kind = id == LVI_FORM_IF ? LVI_FR_CONDITION : LVI_FR_STATIC;
        f->cursor = cx->forms[first].next, f->index = 0;
        lvi_el_registers(cx, f);
        lvi_el_go(cx, first, env);
        break;
    case LVI_FORM_WHEN:
        f->kind = LVI_FR_CONDITION, f->cursor = cx->forms[first].next, f->index = 2;
        lvi_el_registers(cx, f);
        lvi_el_go(cx, first, env);
        break;
    case LVI_FORM_DO:
        lvi_el_pop(cx);
        if (first) lvi_el_do(cx, form, first, env);
        else lvi_el_give(cx, lvi_v(LVI_V_UNIT, 0));
        break;
    case LVI_FORM_COND:
        lvi_el_pop(cx);
        lvi_el_clause(cx, form, first, env);
        break;
    case LVI_FORM_CASE:
        f->kind = LVI_FR_CASE, f->cursor = cx->forms[first].next, f->count = irregular;
        lvi_el_registers(cx, f);
        lvi_el_go(cx, first, env);
        break;
    case LVI_FORM_LET: lvi_el_let(cx, f, 0, irregular); break;
    case LVI_FORM_LET_STAR: lvi_el_let(cx, f, 1, irregular); break;
    case LVI_FORM_FUNC: lvi_el_finish(cx, lvi_el_closure(cx, form, env, 0, irregular)); break;
    case LVI_FORM_REC_FUNC: lvi_el_finish(cx, lvi_el_closure(cx, form, env, 1, irregular)); break;
    case LVI_FORM_LOOP: {
        lvi_value c = lvi_el_closure(cx, form, env, 2, irregular);
        if (c.tag == LVI_V_POISON)
            lvi_el_finish(cx, c);
        else
            lvi_el_init(cx, f, c.ref);
        break;
    }
    case LVI_FORM_AND:
    case LVI_FORM_OR:
        f->kind = LVI_FR_LOGIC, f->payload = id == LVI_FORM_OR, f->cursor = first, f->index = 0;
        lvi_el_registers(cx, f);
        if (first)
            lvi_el_go(cx, first, env);
        else
            lvi_el_finish(cx, lvi_bi_node(lvi_gr_bool(cx, id == LVI_FORM_AND)));
        break;
    case LVI_FORM_THE:
        f->kind = LVI_FR_THE, f->payload = first, f->form = cx->forms[first].next;
        lvi_el_registers(cx, f);
        lvi_el_go(cx, cx->forms[first].next, env);
        break;
    default:
        f->kind = LVI_FR_WITH, f->cursor = cx->forms[first].next, f->index = 0;
        lvi_el_registers(cx, f);
        lvi_el_go(cx, first, env);
        break;
    }
}

/* --- applying a value to the ARGS frame on top */

/* A conditional function: its arguments are suspended once, each arm is applied to them. */
static void lvi_el_distribute(lvi_context *cx, lvi_frame *f, uint32_t cond) {
    uint32_t n = lvi_el_operand_count(cx, f), operand = cx->forms[cx->forms[f->form].a].next, i,
             form = f->form, env = f->env, argv;
    if (!lvi_el_expand(cx, form)) return;
    if (!f->argv) {
        /* the count takes the room of one */
        uint32_t ref = lvi_ar_array(cx, n + 1, sizeof(lvi_value));
        if (!ref) return;
        LVI_AT(lvi_argv, ref)->count = n;
        for (i = 0; i < n; i++, operand = cx->forms[operand].next)
            LVI_AT(lvi_argv, ref)->values[i] = lvi_el_suspend(cx, operand, env);
        f->argv = ref;
    }
    argv = f->argv;
    f->kind = LVI_FR_DISTRIBUTE, f->payload = cond, f->index = 0, f->state = cx->e.state;
    lvi_el_push(cx, LVI_FR_ARGS, form, env)->argv = argv;
    lvi_el_give(cx, LVI_AT(lvi_cond, cond)->yes);
}

static void lvi_el_on_distribute(lvi_context *cx, lvi_frame *f) {
    const lvi_cond *c = LVI_AT(lvi_cond, f->payload);
    lvi_value yes = f->v, no = cx->e.value;
    uint32_t after;
    if (f->index == 0) {
        uint32_t argv = f->argv;
        f->index = 1;
        f->v = no;
        f->after = cx->e.state;
        cx->e.state = f->state;
        lvi_el_push(cx, LVI_FR_ARGS, f->form, f->env)->argv = argv;
        lvi_el_give(cx, c->no);
        return;
    }
    after = f->after;
    lvi_el_pop(cx);
    lvi_el_join_arms(cx, c->condition, c->form, yes, no, after);
}

#define LVI_EL_ELEMENTS 65532u /* constituents of one OpConstantComposite */

/* A compile-time array of n elements, without them yet; 0 after an error at `form`. */
static uint32_t lvi_el_new_array(lvi_context *cx, uint32_t n, uint32_t form) {
    if (n <= LVI_EL_ELEMENTS) return lvi_bi_tuple(cx, lvi_pr_array_type(cx, 0, n), n);
    lvi_dg_limit(cx, cx->forms[form].pos, "elements of an array", LVI_EL_ELEMENTS);
    return 0;
}

/* (array a ...): the elements are suspended. */
static void lvi_el_array(lvi_context *cx, lvi_frame *f, uint32_t n) {
    uint32_t ref = lvi_el_new_array(cx, n, f->form), i,
             operand = cx->forms[cx->forms[f->form].a].next;
    for (i = 0; i < n && lvi_el_visit(cx); i++) {
        LVI_AT(lvi_tuple, ref)->fields[i] =
            f->argv ? LVI_AT(lvi_argv, f->argv)->values[i] : lvi_el_suspend(cx, operand, f->env);
        operand = f->argv ? 0 : cx->forms[operand].next;
    }
    lvi_el_finish(cx, ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison);
}

static void lvi_el_builtin(lvi_context *cx, lvi_frame *f, uint32_t row) {
    const lvi_builtin_row *b = &lvi_builtins[row];
    uint32_t n = lvi_el_operand_count(cx, f);
    if (n < b->least || (n > b->most && b->most != 255)) {
        lvi_dg_error(cx, LVI_E_OPERAND_COUNT, f->form, lvi_a_row(row),
                     lvi_a_text(cx, lvi_word(lvi_syntax, row)), lvi_a_count(cx, n, "operand"));
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (b->rule == LVI_R_ARRAY)
        lvi_el_array(cx, f, n);
    else
        lvi_el_collect(cx, f, LVI_FR_OPERANDS, row, cx->forms[cx->forms[f->form].a].next, n);
}

/* Function value v meets the arguments of the ARGS frame on top. */
static void lvi_el_apply(lvi_context *cx, lvi_frame *f, lvi_value v) {
    switch (v.tag) {
    case LVI_V_POISON: lvi_el_finish(cx, v); break;
    case LVI_V_BUILTIN: lvi_el_builtin(cx, f, v.ref); break;
    case LVI_V_FORM: lvi_el_special(cx, f, v.ref); break;
    case LVI_V_COND: lvi_el_distribute(cx, f, v.ref); break;
    case LVI_V_FIELD: lvi_el_field(cx, f, v.ref, 0); break;
    case LVI_V_MAKER: lvi_el_construct(cx, f, v.ref); break;
    case LVI_V_GETTER:
        lvi_el_field(cx, f, LVI_AT(lvi_getter, v.ref)->symbol, LVI_AT(lvi_getter, v.ref)->type);
        break;
    case LVI_V_CLOSURE:
        if (LVI_AT(lvi_closure, v.ref)->loops)
            lvi_el_init(cx, f, v.ref);
        else
            lvi_el_enter(cx, f, LVI_AT(lvi_closure, v.ref));
        break;
    case LVI_V_REC:
    case LVI_V_TREE: lvi_el_finish(cx, lvi_el_error0(cx, LVI_E_REC_NOT_TAIL, f->form)); break;
    default:
        lvi_el_finish(cx,
                      lvi_el_error2(cx, LVI_E_NOT_FUNCTION, lvi_el_head(cx, f->form, f->argv),
                                    lvi_a_form(lvi_el_head(cx, f->form, f->argv)), lvi_a_value(v)));
        break;
    }
}

/* --- walks */

/* A walk over the leaves of a value, structs opened. With `copy`, it builds a value of the same
   shape. */
typedef struct lvi_walk {
    uint32_t step; /* the tuple that is open: lvi_step, the outer ones linked */
    uint32_t started, copy;
    lvi_value root, result;
} lvi_walk;

enum { LVI_WALK_END, LVI_WALK_LEAF, LVI_WALK_OPEN };

static lvi_walk lvi_el_walk(lvi_value v, uint32_t copy) {
    lvi_walk w;
    w.step = 0, w.started = 0, w.copy = copy, w.root = v, w.result = lvi_poison;
    return w;
}

/* What stands in the copy for what the walk gave last. */
static void lvi_el_put(lvi_context *cx, lvi_walk *w, lvi_value v) {
    const lvi_step *s = LVI_AT(lvi_step, w->step);
    if (w->step) LVI_AT(lvi_tuple, s->to)->fields[s->index - 1] = v;
    else w->result = v;
}

/* The next leaf, or a tuple that is opened. A DAG of tuples is walked as the tree that it stands
   for: the steps count against max_nodes. */
static int lvi_el_walk_next(lvi_context *cx, lvi_walk *w, lvi_value *v) {
    uint32_t to = 0;
    if (cx->stop || !lvi_el_visit(cx)) return LVI_WALK_END;
    while (w->step) {
        const lvi_step *s = LVI_AT(lvi_step, w->step);
        if (s->index < LVI_AT(lvi_struct, LVI_AT(lvi_tuple, s->from)->type)->count) break;
        w->step = lvi_el_step_back(cx, w->step);
    }
    if (w->started && !w->step) return LVI_WALK_END;
    *v = w->step ? LVI_AT(lvi_tuple, LVI_AT(lvi_step, w->step)->from)
                       ->fields[LVI_AT(lvi_step, w->step)->index++]
                 : w->root;
    w->started = 1;
    if (v->tag != LVI_V_TUPLE) return LVI_WALK_LEAF;
    if (w->copy) {
        uint32_t type = LVI_AT(lvi_tuple, v->ref)->type;
        to = lvi_bi_tuple(cx, type, LVI_AT(lvi_struct, type)->count);
        if (!to) return LVI_WALK_END;
        LVI_AT(lvi_tuple, to)->solid = 1;
        lvi_el_put(cx, w, lvi_v(LVI_V_TUPLE, to));
    }
    w->step = lvi_el_step(cx, w->step, v->ref, to, 0);
    return LVI_WALK_OPEN;
}

/* --- arrays: `at`, `map`, `fold`, `array-of` and `with-at`. A compile-time array is a tuple whose
   elements wait until they are asked for; one that is indexed at run time is wanted whole: for each
   leaf of its elements there is an ARRAY node. */

/* The operands of the ARRAY frame. */
static lvi_operands lvi_el_operands(lvi_context *cx, const lvi_frame *f) {
    lvi_operands o;
    o.row = &lvi_builtins[f->payload], o.index = f->payload, o.form = f->form, o.first = 0;
    o.count = f->count, o.values = LVI_AT(lvi_value, f->values), o.failed = 0;
    return o;
}

/* Operand i is none that the builtin takes. */
static void lvi_el_refuse(lvi_context *cx, lvi_frame *f, uint32_t i) {
    lvi_operands o = lvi_el_operands(cx, f);
    lvi_el_finish(cx, lvi_bi_refuse(cx, &o, i));
}

/* Operand i as written, or the application if it is not written there. */
static uint32_t lvi_el_place(lvi_context *cx, const lvi_frame *f, uint32_t i) {
    uint32_t form = f->argv ? 0 : lvi_pr_element(cx, f->form, i + 1);
    return form ? form : f->form;
}

/* How many elements operand i, an array, has. */
static uint32_t lvi_el_length(lvi_context *cx, const lvi_frame *f, uint32_t i) {
    uint32_t array = LVI_AT(lvi_value, f->values)[i].ref;
    return LVI_AT(lvi_struct, LVI_AT(lvi_tuple, array)->type)->count;
}

/* The application of operand `head`, a function, to n values, suspended. */
static lvi_value lvi_el_suspend_call(lvi_context *cx, const lvi_frame *f, uint32_t head,
                                     const lvi_value *values, uint32_t n) {
    /* the count takes the room of one */
    uint32_t argv = lvi_ar_array(cx, n + 1, sizeof(lvi_value)), thunk, i;
    if (!argv) return lvi_poison;
    LVI_AT(lvi_argv, argv)->count = n, LVI_AT(lvi_argv, argv)->head = lvi_el_place(cx, f, head);
    for (i = 0; i < n; i++) LVI_AT(lvi_argv, argv)->values[i] = values[i];
    thunk = lvi_pr_thunk(cx, f->form, argv);
    LVI_AT(lvi_thunk, thunk)->state = LVI_THUNK_CALL;
    LVI_AT(lvi_thunk, thunk)->value = LVI_AT(lvi_value, f->values)[head];
    return lvi_v(LVI_V_THUNK, thunk);
}

/* Operand 1, an index below n. Returns 1 if it is a constant, 2 if it is not, 0 after an error. */
static int lvi_el_index(lvi_context *cx, lvi_frame *f, uint32_t n, uint32_t *index) {
    lvi_value *v = &LVI_AT(lvi_value, f->values)[1];
    uint32_t type, place = lvi_el_place(cx, f, 1);
    *v = lvi_bi_settle_as(cx, *v, LVI_K_INT);
    type = lvi_bi_type(cx, *v);
    if (type != LVI_T_INT && type != LVI_T_UINT) {
        lvi_el_refuse(cx, f, 1);
        return 0;
    }
    *index = v->ref;
    if (n && !lvi_gr_is_const(cx, v->ref)) return 2;
    *index = LVI_NODE(v->ref)->a[0];
    if (n && *index < n) return 1;
    lvi_el_finish(cx, lvi_el_error(cx, LVI_E_INDEX_RANGE, place, lvi_a_form(place),
                                   lvi_a_text(cx, "the array"), lvi_a_count(cx, n, "element")));
    return 0;
}

/* A run-time index as it is used: the nearest one that is in range, unless it is left unchecked
   (f->cursor). */
static uint32_t lvi_el_clamp(lvi_context *cx, const lvi_frame *f, uint32_t index, uint32_t n) {
    return f->cursor ? index : lvi_bi_clamp(cx, index, lvi_gr_const(cx, LVI_T_INT, n));
}

/* Elements 0 and k are not of one type. */
static lvi_value lvi_el_element_mismatch(lvi_context *cx, uint32_t form, uint32_t k,
                                         lvi_value first, lvi_value other) {
    char text[32];
    lvi_message m;
    m.dst = text, m.size = 0, m.capacity = sizeof text;
    lvi_ms_text(&m, "elements 0 and "), lvi_ms_number(&m, k);
    text[m.size] = 0;
    return lvi_el_error(cx, LVI_E_ARM_MISMATCH, form, lvi_a_text(cx, text), lvi_a_value(first),
                        lvi_a_value(other));
}

/* One leaf of all n elements: values, whose nodes go to a[1 ...), and the index; the value that the
   index chooses. */
static lvi_value lvi_el_choose(lvi_context *cx, const lvi_frame *f, lvi_value *values, uint32_t n,
                               uint32_t *a, uint32_t index) {
    uint32_t k, kind = 0;
    if (lvi_bi_is_function(values[0])) {
        for (k = 1; k < n && lvi_el_same(cx, values[0], values[k]); k++) {}
        if (k == n) return values[0];
        return lvi_el_error1(cx, LVI_E_NOT_CONSTANT, lvi_el_place(cx, f, 1),
                             lvi_a_text(cx, "an index into an array of functions"));
    }
    for (k = 0; k < n && !kind; k++) kind = lvi_bi_kind(cx, values[k]);
    for (k = 0; k < n; k++) {
        values[k] = lvi_bi_settle_as(cx, values[k], kind);
        if (values[k].tag == LVI_V_POISON) return lvi_poison;
        if (values[k].tag != LVI_V_NODE || lvi_bi_type(cx, values[k]) != lvi_bi_type(cx, values[0]))
            return lvi_el_element_mismatch(cx, f->form, k, values[0], values[k]);
        a[k + 1] = values[k].ref;
    }
    return lvi_bi_node(lvi_gr_index(cx, f->cursor ? LVI_OP_INDEX_UNCHECKED : LVI_OP_INDEX, n, a,
                                    index));
}

/* (at array index) with a run-time index: walks all n elements, which are solid, side by side. */
static lvi_value lvi_el_at(lvi_context *cx, const lvi_frame *f, uint32_t index, uint32_t n) {
    const lvi_value *elements =
        LVI_AT(lvi_tuple, LVI_AT(lvi_value, f->values)[0].ref)->fields;
    uint32_t walks = lvi_ar_array(cx, n, sizeof(lvi_walk)), nodes = lvi_ar_array(cx, n + 1, 4), k,
             found = lvi_ar_array(cx, n, sizeof(lvi_value));
    lvi_walk *w = LVI_AT(lvi_walk, walks);
    lvi_value *v = LVI_AT(lvi_value, found);
    int kind = LVI_WALK_LEAF;
    if (cx->stop) return lvi_poison;
    cx->e.at = f->form;
    index = lvi_el_clamp(cx, f, index, n);
    for (k = 0; k < n; k++) w[k] = lvi_el_walk(elements[k], k == 0);
    while (kind != LVI_WALK_END) {
        for (k = 0; k < n; k++) {
            int other = lvi_el_walk_next(cx, &w[k], &v[k]);
            if (k == 0) kind = other;
            if (cx->stop || v[k].tag == LVI_V_POISON) return lvi_poison;
            if (other != kind
                || (kind == LVI_WALK_OPEN
                    && LVI_AT(lvi_tuple, v[k].ref)->type != LVI_AT(lvi_tuple, v[0].ref)->type))
                return lvi_el_element_mismatch(cx, f->form, k, elements[0], elements[k]);
        }
        if (kind != LVI_WALK_LEAF) continue;
        v[0] = lvi_el_choose(cx, f, v, n, LVI_AT(uint32_t, nodes), index);
        if (v[0].tag == LVI_V_POISON) return lvi_poison;
        lvi_el_put(cx, w, v[0]);
    }
    return w->result;
}

/* (at a i). What an element suspends runs here, but a rec of it is in no tail position. */
static void lvi_el_on_at(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values), array = values[0];
    uint32_t index, form = f->form, n;
    int constant;
    if (!lvi_bi_is_array(cx, array)) {
        lvi_el_finish(cx, lvi_bi_apply(cx, f->payload, form, values, f->count));
        return;
    }
    n = lvi_el_length(cx, f, 0);
    constant = lvi_el_index(cx, f, n, &index);
    if (constant == 0 || (constant == 2 && lvi_el_solid(cx, array))) return;
    if (constant == 2) {
        lvi_el_finish(cx, lvi_el_at(cx, f, index, n));
        return;
    }
    lvi_el_pop(cx);
    cx->e.body = 0;
    lvi_el_demand(cx, LVI_AT(lvi_tuple, array.ref)->fields[index], form);
}

/* (with-at array index new): a copy. index: the element that a run-time index may mean; v: the
   copy. */
static void lvi_el_on_with_at(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values);
    uint32_t index, n, type, condition, i;
    int constant;
    if (!lvi_bi_is_array(cx, values[0])) {
        lvi_el_refuse(cx, f, 0);
        return;
    }
    n = lvi_el_length(cx, f, 0);
    constant = lvi_el_index(cx, f, n, &index);
    if (!constant) return;
    if (constant == 2 && f->v.tag == LVI_V_POISON
        && (lvi_el_solid(cx, values[0]) || lvi_el_solid(cx, values[2])))
        return;
    if (f->v.tag == LVI_V_POISON) {
        f->v = lvi_v(LVI_V_TUPLE, lvi_el_new_array(cx, n, f->form));
        for (i = 0; i < n && !cx->stop; i++)
            LVI_AT(lvi_tuple, f->v.ref)->fields[i] = LVI_AT(lvi_tuple, values[0].ref)->fields[i];
        if (constant == 1) LVI_AT(lvi_tuple, f->v.ref)->fields[index] = values[2];
    } else {
        LVI_AT(lvi_tuple, f->v.ref)->fields[f->index++] = cx->e.value;
    }
    if (constant == 1 || f->index == n || cx->stop) {
        lvi_el_finish(cx, f->v);
        return;
    }
    cx->e.at = f->form;
    index = lvi_el_clamp(cx, f, index, n), type = LVI_NODE(index)->type;
    condition = lvi_gr_op2(cx, LVI_OP_EQ, LVI_T_BOOL, index, lvi_gr_const(cx, type, f->index));
    lvi_el_join(cx, condition, f->form, values[2], LVI_AT(lvi_tuple, f->v.ref)->fields[f->index]);
}

/* (map f a ...): applications of f, suspended. */
static void lvi_el_on_map(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values);
    uint32_t parts = lvi_ar_array(cx, f->count, sizeof(lvi_value)), ref, n, i, k;
    for (k = 1; k < f->count; k++) {
        if (!lvi_bi_is_array(cx, values[k])) {
            lvi_el_refuse(cx, f, k);
            return;
        }
        if (lvi_el_length(cx, f, k) == lvi_el_length(cx, f, 1)) continue;
        lvi_el_finish(cx, lvi_el_error2(cx, LVI_E_ARRAY_LENGTHS, lvi_el_place(cx, f, k),
                                        lvi_a_number(lvi_el_length(cx, f, 1)),
                                        lvi_a_number(lvi_el_length(cx, f, k))));
        return;
    }
    n = lvi_el_length(cx, f, 1);
    ref = lvi_el_new_array(cx, n, f->form);
    for (i = 0; i < n && lvi_el_visit(cx); i++) {
        for (k = 1; k < f->count; k++)
            LVI_AT(lvi_value, parts)[k - 1] = LVI_AT(lvi_tuple, values[k].ref)->fields[i];
        LVI_AT(lvi_tuple, ref)->fields[i] = lvi_el_suspend_call(
            cx, f, 0, LVI_AT(lvi_value, parts), f->count - 1);
    }
    lvi_el_finish(cx, ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison);
}

/* (array-of n f): f of 0 ... n - 1, suspended. */
static void lvi_el_on_array_of(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values), n, i;
    uint32_t ref, k, place = lvi_el_place(cx, f, 0), type;
    n = values[0] = lvi_bi_settle_as(cx, values[0], LVI_K_INT);
    type = lvi_bi_type(cx, n);
    if (type != LVI_T_INT && type != LVI_T_UINT) {
        lvi_el_refuse(cx, f, 0);
        return;
    }
    if (!lvi_gr_is_const(cx, n.ref)) {
        lvi_el_finish(cx, lvi_el_error1(cx, LVI_E_NOT_CONSTANT, place,
                                        lvi_a_text(cx, "the length of an array")));
        return;
    }
    n.ref = LVI_NODE(n.ref)->a[0];
    if (type == LVI_T_INT && n.ref >> 31) {
        lvi_el_finish(cx, lvi_el_error2(cx, LVI_E_NUMBER_RANGE, place, lvi_a_form(place),
                                        lvi_a_text(cx, "a length is not negative")));
        return;
    }
    ref = lvi_el_new_array(cx, n.ref, place);
    for (k = 0; k < n.ref && lvi_el_visit(cx); k++) {
        i = lvi_bi_node(lvi_gr_const(cx, LVI_T_INT, k));
        LVI_AT(lvi_tuple, ref)->fields[k] = lvi_el_suspend_call(cx, f, 1, &i, 1);
    }
    lvi_el_finish(cx, ref ? lvi_v(LVI_V_TUPLE, ref) : lvi_poison);
}

/* (fold f start a): f of the value so far and element `index`, one after the other. */
static void lvi_el_on_fold(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values), two[2], call;
    if (!lvi_bi_is_array(cx, values[2])) {
        lvi_el_refuse(cx, f, 2);
        return;
    }
    two[0] = f->index ? cx->e.value : values[1];
    if (f->index == lvi_el_length(cx, f, 2) || !lvi_el_visit(cx)) {
        lvi_el_finish(cx, two[0]);
        return;
    }
    two[1] = LVI_AT(lvi_tuple, values[2].ref)->fields[f->index++];
    call = lvi_el_suspend_call(cx, f, 0, two, 2);
    lvi_el_demand(cx, call, f->form);
}

/* A value that the builtin of the ARRAY frame has asked for has come. */
static void lvi_el_on_array(lvi_context *cx, lvi_frame *f) {
    switch (lvi_builtins[f->payload].rule) {
    case LVI_R_AT: lvi_el_on_at(cx, f); break;
    case LVI_R_WITH_AT: lvi_el_on_with_at(cx, f); break;
    case LVI_R_EACH: lvi_el_on_map(cx, f); break;
    case LVI_R_ARRAY_OF: lvi_el_on_array_of(cx, f); break;
    default: lvi_el_on_fold(cx, f); break;
    }
}

/* The operands of an array builtin are there. `at` reads memory where it is, the others want it as
   an array. */
static void lvi_el_array_begin(lvi_context *cx, lvi_frame *f) {
    lvi_value *values = LVI_AT(lvi_value, f->values);
    lvi_operands o = lvi_el_operands(cx, f);
    uint32_t i;
    int unchecked = 0;
    f->kind = LVI_FR_ARRAY, f->index = 0, f->v = lvi_poison;
    if (o.row->rule == LVI_R_WITH_AT || lvi_bi_is_array(cx, values[0]))
        unchecked = lvi_bi_unchecked(cx, &o);
    for (i = 0; i < f->count; i++) {
        if (o.row->rule != LVI_R_AT) values[i] = lvi_bi_open(cx, values[i]);
        if (values[i].tag == LVI_V_POISON) unchecked = -1;
    }
    f->cursor = unchecked == 1;
    if (unchecked < 0) lvi_el_finish(cx, lvi_poison);
    else lvi_el_on_array(cx, f);
}

/* --- rec-func, rec and loop (the paper's 6.8 and 6.9, in the corrected form of its section 5)
       ∅, ∅ ⊢ ei : τi,  (τ1 ... τn), ∅ ⊢ e[xi/idi] ... : Rec τ
       =>  R, ((e1 ... en)) ⊢ (rec-func (id1 ... idn) e) : τ
   where xi is any value of type τi: the paper has ei there, which the first turn alone has, and 6.8
   translates e with the names of the φs. Those are bindings like others, and not a second
   environment (D_b): what a let holds keeps its own n under an inner rec-func of n.
   The parameters are PARAM nodes, one for each leaf of the initial values; a leaf that is a
   function stays what it is, and every rec must pass the same. The body's value is a TREE: its
   leaves without rec are the ways out. A PARAM that every rec passes on is an alias of its initial
   value. If no rec is left after constant conditions are taken, there is no loop; if no way out is
   left, one is kept. Parameters that something reads have a value in every turn: only what nobody
   reads is lazy here. (Section 5 passes arguments by name, 6.8 and 6.9 by value: where an argument
   never ends and its parameter is read on other ways only, they differ, and 6.8 is followed.) */

/* Applies rec-func or loop `closure`: evaluates the initial values. */
static void lvi_el_init(lvi_context *cx, lvi_frame *f, uint32_t closure) {
    const lvi_closure *c = LVI_AT(lvi_closure, closure);
    uint32_t list = lvi_pr_element(cx, c->form, 1), n = lvi_pr_length(cx, list), b, given;
    uint32_t first = c->loops == 2 ? cx->forms[list].a : cx->forms[cx->forms[f->form].a].next;
    given = c->loops == 2 ? n : lvi_el_operand_count(cx, f);
    for (b = cx->forms[list].a; b && c->loops == 2; b = cx->forms[b].next) {
        if (lvi_pr_is_written(cx, b) && lvi_pr_length(cx, b) == 2) continue;
        lvi_pr_syntax(cx, b, "loop", "((name start) ...) body");
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (n == 0)
        lvi_el_finish(cx, lvi_el_error0(cx, LVI_E_REC_PARAMETERS, c->form));
    else if (n != given)
        lvi_el_finish(cx, lvi_el_count_error(cx, f->form, n, given, c->form, f->argv));
    else
        lvi_el_collect(cx, f, LVI_FR_INIT, closure, first, n);
}

/* Initial values of all leaves, settled, in *inits; returns how many there are. */
static uint32_t lvi_el_leaves(lvi_context *cx, lvi_value v, uint32_t *inits, uint32_t n) {
    lvi_walk w = lvi_el_walk(v, 0);
    int kind;
    while ((kind = lvi_el_walk_next(cx, &w, &v)) != LVI_WALK_END) {
        if (kind != LVI_WALK_LEAF || lvi_bi_is_function(v) || v.tag == LVI_V_UNIT) continue;
        v = lvi_bi_settle(cx, v);
        if (inits) inits[n] = v.ref;
        n++;
    }
    return n;
}

/* --- sets of functions. A parameter that is a function is the initial one as long as every rec
   passes that. When one passes another function, the loop begins again, with a set of them: the
   parameter is a hidden one, a number, and applying it is a selection by that. Closures of one form
   are one choice: what they hold (the names in the form that are bound to different values) are
   hidden parameters too, which are UNDEF while another choice is taken. A round may find more;
   there are at most LVI_EL_ROUNDS. */

#define LVI_EL_ROUNDS 16u

typedef struct lvi_capture {
    uint32_t next, symbol, type_form;
    lvi_value shape; /* a value of its type, as it is bound; whole once the next round begins */
    lvi_value value; /* in this round */
} lvi_capture;

typedef struct lvi_choice {
    uint32_t next, number;
    uint32_t captures;        /* lvi_capture */
    lvi_value function;       /* the first one that was met */
    lvi_value value;          /* in this round */
} lvi_choice;

typedef struct lvi_set {
    uint32_t next, leaf;      /* of the parameters' functions it is this one */
    uint32_t choices, count;  /* lvi_choice */
    uint32_t name, place;     /* forms: the parameter; what rec passed when the set last grew */
    lvi_value initial, value; /* value: the parameter in this round */
    lvi_value passed;         /* by the rec in hand */
    uint32_t hidden, first;   /* parameters, and the first one's node in this round */
} lvi_set;

/* The set for function leaf i of the parameters, 0: none. */
static uint32_t lvi_el_set_of(lvi_context *cx, uint32_t sets, uint32_t i) {
    while (sets && LVI_AT(lvi_set, sets)->leaf != i) sets = LVI_AT(lvi_set, sets)->next;
    return sets;
}

/* A value of the shape of v whose machine leaves are the nodes first, first + 1 ...; a function for
   which there is a set is one of that. *leaf counts the functions. */
static lvi_value lvi_el_parameters(lvi_context *cx, lvi_value v, uint32_t *first, uint32_t sets,
                                   uint32_t *leaf) {
    lvi_walk w = lvi_el_walk(v, 1);
    uint32_t set;
    int kind;
    while ((kind = lvi_el_walk_next(cx, &w, &v)) != LVI_WALK_END) {
        if (kind != LVI_WALK_LEAF) continue;
        set = lvi_bi_is_function(v) ? lvi_el_set_of(cx, sets, (*leaf)++) : 0;
        if (lvi_bi_is_function(v))
            lvi_el_put(cx, &w, set ? LVI_AT(lvi_set, set)->value : v);
        else
            lvi_el_put(cx, &w,
                       lvi_v(v.tag == LVI_V_POISON ? LVI_V_POISON : LVI_V_NODE, (*first)++));
    }
    return w.result;
}

/* What a name is bound to in the environment of a closure; 0: the closure is none, or has no such
   name. */
static const lvi_binding *lvi_el_held(lvi_context *cx, lvi_value function, uint32_t symbol) {
    uint32_t b = function.tag == LVI_V_CLOSURE
                     ? lvi_el_search(cx, LVI_AT(lvi_closure, function.ref)->env, symbol)
                     : 0;
    return b ? LVI_AT(lvi_binding, b) : NULL;
}

/* v, or what the thunk that it is was found to be. */
static lvi_value lvi_el_found(lvi_context *cx, lvi_value v) {
    const lvi_thunk *t = LVI_AT(lvi_thunk, v.ref);
    if (v.tag != LVI_V_THUNK) return v;
    return t->value;
}

/* Notes that closures of choice c differ in `symbol`, which the newer one binds as b. Returns 0 if
   it is known. */
static int lvi_el_hold(lvi_context *cx, lvi_choice *c, uint32_t symbol, const lvi_binding *old,
                       const lvi_binding *b) {
    uint32_t *last = &c->captures, ref;
    lvi_capture *capture;
    for (; *last; last = &LVI_AT(lvi_capture, *last)->next) {
        if (LVI_AT(lvi_capture, *last)->symbol == symbol) return 0;
    }
    ref = lvi_ar_high(cx, sizeof(lvi_capture));
    capture = LVI_AT(lvi_capture, ref);
    capture->symbol = symbol, capture->type_form = b->type_form;
    capture->shape = b->value.tag == LVI_V_LITERAL ? old->value : b->value;
    *last = ref;
    return 1;
}

/* Is `symbol` a parameter of the function that `form` is? */
static int lvi_el_is_parameter(lvi_context *cx, uint32_t form, uint32_t symbol) {
    uint32_t p = cx->forms[lvi_pr_element(cx, form, 1)].a, type_form;
    while (p && cx->forms[lvi_pr_bound(cx, p, &type_form)].a != symbol) p = cx->forms[p].next;
    return p != 0;
}

/* Looks through the body of closure v for names that it binds unlike the first closure of choice c.
   Returns 1 if there are new ones. */
static int lvi_el_compare(lvi_context *cx, lvi_choice *c, lvi_value v) {
    uint32_t form = LVI_AT(lvi_closure, v.ref)->form,
             stack = lvi_el_step(cx, 0, lvi_pr_element(cx, form, 2), 0, 0);
    int grown = 0;
    while (stack && lvi_el_visit(cx)) {
        uint32_t at = LVI_AT(lvi_step, stack)->from, symbol = cx->forms[at].a;
        const lvi_binding *old, *b;
        stack = lvi_el_step_back(cx, stack);
        if (cx->forms[at].next) stack = lvi_el_step(cx, stack, cx->forms[at].next, 0, 0);
        if (cx->forms[at].kind == LVI_LIST && symbol) stack = lvi_el_step(cx, stack, symbol, 0, 0);
        if (cx->forms[at].kind != LVI_SYMBOL || lvi_el_is_parameter(cx, form, symbol)) continue;
        old = lvi_el_held(cx, c->function, symbol), b = lvi_el_held(cx, v, symbol);
        if (old && b && old != b) grown |= lvi_el_hold(cx, c, symbol, old, b);
    }
    return grown;
}

/* The choice that function v is, 0: none. */
static uint32_t lvi_el_choice_of(lvi_context *cx, const lvi_set *set, lvi_value v) {
    uint32_t ref;
    for (ref = set->choices; ref; ref = LVI_AT(lvi_choice, ref)->next) {
        lvi_value w = LVI_AT(lvi_choice, ref)->function;
        if (lvi_el_same(cx, v, w)) return ref;
        if (v.tag == LVI_V_CLOSURE && w.tag == LVI_V_CLOSURE
            && LVI_AT(lvi_closure, v.ref)->form == LVI_AT(lvi_closure, w.ref)->form)
            return ref;
    }
    return 0;
}

/* The next function of those that a COND chooses from, or v itself; what the parameter is already
   is left out. *stack holds the arms to come. Returns 0 behind the last one. */
static int lvi_el_next_choice(lvi_context *cx, const lvi_set *set, uint32_t *stack, lvi_value *v) {
    while (*stack && lvi_el_visit(cx)) {
        *v = lvi_v(LVI_AT(lvi_step, *stack)->from, LVI_AT(lvi_step, *stack)->to);
        *stack = lvi_el_step_back(cx, *stack);
        if (lvi_el_same(cx, *v, set->value)) continue;
        if (v->tag != LVI_V_COND) return 1;
        *stack = lvi_el_step(cx, *stack, LVI_AT(lvi_cond, v->ref)->no.tag,
                             LVI_AT(lvi_cond, v->ref)->no.ref, 0);
        *stack = lvi_el_step(cx, *stack, LVI_AT(lvi_cond, v->ref)->yes.tag,
                             LVI_AT(lvi_cond, v->ref)->yes.ref, 0);
    }
    return 0;
}

/* Puts all functions that v may be into the set. Returns 1 if that is new, -1 for what cannot be
   chosen at run time. */
static int lvi_el_admit(lvi_context *cx, uint32_t set, lvi_value v) {
    lvi_set *s = LVI_AT(lvi_set, set);
    uint32_t stack = lvi_el_step(cx, 0, v.tag, v.ref, 0), ref, *last;
    int grown = 0;
    while (lvi_el_next_choice(cx, s, &stack, &v)) {
        if (v.tag == LVI_V_FORM || v.tag == LVI_V_RESOURCE || v.tag == LVI_V_PLACE) return -1;
        ref = lvi_el_choice_of(cx, s, v);
        if (ref) {
            if (v.tag == LVI_V_CLOSURE) grown |= lvi_el_compare(cx, LVI_AT(lvi_choice, ref), v);
            continue;
        }
        ref = lvi_ar_high(cx, sizeof(lvi_choice));
        if (cx->stop) return grown;
        LVI_AT(lvi_choice, ref)->function = v, LVI_AT(lvi_choice, ref)->number = s->count++;
        for (last = &s->choices; *last; last = &LVI_AT(lvi_choice, *last)->next) {}
        *last = ref;
        grown = 1;
    }
    return grown;
}

/* rec passes y for function leaf i of its loop's parameters, which is x. Returns 0 if that cannot
   be. */
static int lvi_el_pass(lvi_context *cx, lvi_frame *loop, uint32_t i, lvi_value x, lvi_value y,
                       uint32_t name, uint32_t place) {
    uint32_t set = lvi_el_set_of(cx, loop->w.ref, i), *last = &loop->w.ref;
    int grown = 0;
    lvi_set *s;
    if (!set) {
        if (lvi_el_same(cx, x, y)) return 1;
        set = lvi_ar_high(cx, sizeof(lvi_set));
        if (cx->stop) return 1;
        s = LVI_AT(lvi_set, set);
        s->leaf = i, s->initial = x, s->name = name;
        while (*last) last = &LVI_AT(lvi_set, *last)->next;
        *last = set;
        grown = lvi_el_admit(cx, set, x);
    }
    s = LVI_AT(lvi_set, set);
    s->passed = y, s->place = place;
    if (grown >= 0 && !lvi_el_same(cx, s->value, y)) {
        int more = lvi_el_admit(cx, set, y);
        grown = more < 0 ? more : grown | more;
    }
    if (grown > 0) loop->w.tag = set;
    return grown >= 0;
}

/* --- what the functions of a set hold */

/* A list of values that are to be whole. */
typedef struct lvi_wanted {
    uint32_t count;
    lvi_value *values; /* NULL: they are only counted */
} lvi_wanted;

static void lvi_el_want(lvi_wanted *w, lvi_value v) {
    if (w->values) w->values[w->count] = v;
    w->count++;
}

/* Wants what the closures hold that v may be. */
static void lvi_el_want_held(lvi_context *cx, const lvi_set *s, lvi_value v, lvi_wanted *w) {
    uint32_t stack = lvi_el_step(cx, 0, v.tag, v.ref, 0), c;
    while (lvi_el_next_choice(cx, s, &stack, &v)) {
        c = lvi_el_choice_of(cx, s, v);
        c = c ? LVI_AT(lvi_choice, c)->captures : 0;
        for (; c; c = LVI_AT(lvi_capture, c)->next) {
            const lvi_binding *b = lvi_el_held(cx, v, LVI_AT(lvi_capture, c)->symbol);
            if (b) lvi_el_want(w, b->value);
        }
    }
}

/* Wants all that a loop needs to begin again. */
static void lvi_el_want_sets(lvi_context *cx, uint32_t set, lvi_wanted *w) {
    uint32_t choice, c;
    for (; set; set = LVI_AT(lvi_set, set)->next) {
        lvi_el_want_held(cx, LVI_AT(lvi_set, set), LVI_AT(lvi_set, set)->initial, w);
        for (choice = LVI_AT(lvi_set, set)->choices; choice;
             choice = LVI_AT(lvi_choice, choice)->next) {
            for (c = LVI_AT(lvi_choice, choice)->captures; c; c = LVI_AT(lvi_capture, c)->next)
                lvi_el_want(w, LVI_AT(lvi_capture, c)->shape);
        }
    }
}

/* Wants what the functions hold that the rec frame passes. */
static void lvi_el_want_passed(lvi_context *cx, const lvi_frame *f, uint32_t sets, lvi_wanted *w) {
    uint32_t i, leaf = 0, set;
    for (i = 0; i < f->count; i++) {
        lvi_walk walk = lvi_el_walk(LVI_AT(lvi_value, f->values)[i], 0);
        lvi_value v;
        int kind;
        while ((kind = lvi_el_walk_next(cx, &walk, &v)) != LVI_WALK_END) {
            if (kind != LVI_WALK_LEAF || !lvi_bi_is_function(v)) continue;
            set = lvi_el_set_of(cx, sets, leaf++);
            if (set) lvi_el_want_held(cx, LVI_AT(lvi_set, set), v, w);
        }
    }
}

/* Before a rec: asks for what the functions that it passes hold. Returns 0 if there is nothing to
   wait for. */
static int lvi_el_capture(lvi_context *cx, lvi_frame *f) {
    const lvi_frame *loop = LVI_FRAME(f->payload);
    uint32_t sets = loop->w.ref, array;
    lvi_wanted w;
    if (!sets || loop->w.tag) return 0;
    w.count = 0, w.values = NULL;
    lvi_el_want_passed(cx, f, sets, &w);
    if (!w.count || cx->stop) return 0;
    array = lvi_el_new_array(cx, w.count, f->form);
    if (!array) return 1;
    w.count = 0, w.values = LVI_AT(lvi_tuple, array)->fields;
    lvi_el_want_passed(cx, f, sets, &w);
    f->kind = LVI_FR_CAPTURE;
    return lvi_el_solid(cx, lvi_v(LVI_V_TUPLE, array));
}

/* What closure v holds as capture c, its literals settled as in `like`, to the nodes out[0 ...), of
   which *n are taken. Returns 0 after an error: it is another function, or of another type. */
static int lvi_el_pack_held(lvi_context *cx, const lvi_set *s, const lvi_capture *c, lvi_value v,
                            uint32_t *out, uint32_t *n) {
    const lvi_binding *b = lvi_el_held(cx, v, c->symbol);
    lvi_value x, y = b ? lvi_el_found(cx, b->value) : lvi_poison;
    lvi_walk p, a;
    int kind, other, same = 1;
    if (y.tag != LVI_V_POISON && c->type_form) y = lvi_el_typed(cx, y, c->type_form, s->place);
    p = lvi_el_walk(c->value, 0), a = lvi_el_walk(y, 0);
    do {
        kind = lvi_el_walk_next(cx, &p, &x), other = lvi_el_walk_next(cx, &a, &y);
        if (cx->stop || y.tag == LVI_V_POISON || x.tag == LVI_V_POISON) return 0;
        if (kind == LVI_WALK_LEAF && !lvi_bi_is_function(x))
            y = lvi_bi_settle_as(cx, y, lvi_bi_kind(cx, x));
        same = kind == other;
        if (same && kind == LVI_WALK_OPEN)
            same = LVI_AT(lvi_tuple, x.ref)->type == LVI_AT(lvi_tuple, y.ref)->type;
        if (!same || kind != LVI_WALK_LEAF) continue;
        if (lvi_bi_is_function(x) || y.tag != LVI_V_NODE) same = lvi_el_same(cx, x, y);
        else same = lvi_bi_type(cx, x) == lvi_bi_type(cx, y);
        if (same && y.tag == LVI_V_NODE) out[(*n)++] = y.ref;
    } while (same && kind != LVI_WALK_END);
    if (!same) {
        lambdav_diagnostic *d = lvi_dg_error2(
            cx, LVI_E_REC_FUNCTION, s->place, lvi_a_form(s->name),
            lvi_a_text(cx, lvi_bi_is_function(y) ? "it holds another function each time"
                                                 : "what it holds has another type"));
        lvi_dg_note(cx, d, LVI_AT(lvi_closure, v.ref)->form, "it holds '%'",
                    lvi_a_symbol(c->symbol));
    }
    return same;
}

/* The hidden parameters that say function v, which is no COND: uint32_t[s->hidden]; 0 after an
   error. */
static uint32_t lvi_el_pack_one(lvi_context *cx, const lvi_set *s, lvi_value v) {
    uint32_t ref = lvi_ar_array(cx, s->hidden, 4), *out = LVI_AT(uint32_t, ref), n = 1, i, chosen,
             choice, c;
    if (!ref) return 0;
    if (lvi_el_same(cx, v, s->value)) {
        for (i = 0; i < s->hidden; i++) out[i] = s->first + i;
        return ref;
    }
    chosen = lvi_el_choice_of(cx, s, v);
    if (!chosen) return 0;
    for (i = 1; i < s->hidden; i++) out[i] = lvi_gr_undef(cx, LVI_NODE(s->first + i)->type);
    out[0] = lvi_gr_const(cx, LVI_T_UINT, LVI_AT(lvi_choice, chosen)->number);
    for (choice = s->choices; choice; choice = LVI_AT(lvi_choice, choice)->next) {
        for (c = LVI_AT(lvi_choice, choice)->captures; c; c = LVI_AT(lvi_capture, c)->next) {
            const lvi_capture *capture = LVI_AT(lvi_capture, c);
            if (choice != chosen) n += lvi_el_leaves(cx, capture->value, NULL, 0);
            else if (!lvi_el_pack_held(cx, s, capture, v, out, &n)) return 0;
        }
    }
    return ref;
}

/* The same for any v: the arms of a COND are joined. step: {cond, what its first arm is} */
static uint32_t lvi_el_pack(lvi_context *cx, const lvi_set *s, lvi_value v) {
    uint32_t stack = 0, one, i, *yes;
    while (lvi_el_visit(cx)) {
        if (v.tag == LVI_V_COND && !lvi_el_same(cx, v, s->value)) {
            stack = lvi_el_step(cx, stack, v.ref, 0, 0);
            v = LVI_AT(lvi_cond, v.ref)->yes;
            continue;
        }
        one = lvi_el_pack_one(cx, s, v);
        if (!one) return 0;
        while (stack && LVI_AT(lvi_step, stack)->to) {
            yes = LVI_AT(uint32_t, LVI_AT(lvi_step, stack)->to);
            for (i = 0; i < s->hidden; i++)
                LVI_AT(uint32_t, one)[i] =
                    lvi_gr_if(cx, LVI_AT(lvi_cond, LVI_AT(lvi_step, stack)->from)->condition,
                              yes[i], LVI_AT(uint32_t, one)[i]);
            stack = lvi_el_step_back(cx, stack);
        }
        if (!stack) return one;
        LVI_AT(lvi_step, stack)->to = one;
        v = LVI_AT(lvi_cond, LVI_AT(lvi_step, stack)->from)->no;
    }
    return 0;
}

/* Gives the captures of a set their types, and counts its hidden parameters. Returns 0 after an
   error. */
static int lvi_el_measure(lvi_context *cx, lvi_set *s) {
    uint32_t choice, c;
    s->hidden = 1;
    for (choice = s->choices; choice; choice = LVI_AT(lvi_choice, choice)->next) {
        for (c = LVI_AT(lvi_choice, choice)->captures; c; c = LVI_AT(lvi_capture, c)->next) {
            lvi_capture *capture = LVI_AT(lvi_capture, c);
            lvi_value v = lvi_el_found(cx, capture->shape);
            if (v.tag != LVI_V_POISON && capture->type_form)
                v = lvi_el_typed(cx, v, capture->type_form, s->place);
            if (v.tag == LVI_V_POISON) return 0;
            capture->shape = v;
            s->hidden += lvi_el_leaves(cx, v, NULL, 0);
        }
    }
    return 1;
}

/* The types of the hidden parameters of a set, as UNDEF nodes. */
static void lvi_el_undefs(lvi_context *cx, const lvi_set *s, uint32_t *out) {
    uint32_t choice, c, n = 1, i;
    out[0] = lvi_gr_undef(cx, LVI_T_UINT);
    for (choice = s->choices; choice; choice = LVI_AT(lvi_choice, choice)->next) {
        for (c = LVI_AT(lvi_choice, choice)->captures; c; c = LVI_AT(lvi_capture, c)->next) {
            i = n;
            n = lvi_el_leaves(cx, LVI_AT(lvi_capture, c)->shape, out, n);
            for (; i < n; i++) out[i] = lvi_gr_undef(cx, LVI_NODE(out[i])->type);
        }
    }
}

/* The function that choice c is in this round: a closure holds parameters, from *first on. */
static void lvi_el_make_choice(lvi_context *cx, lvi_choice *c, uint32_t *first) {
    uint32_t ref, closure, env, none = 0;
    c->value = c->function;
    if (!c->captures) return;
    env = LVI_AT(lvi_closure, c->function.ref)->env;
    for (ref = c->captures; ref && !cx->stop; ref = LVI_AT(lvi_capture, ref)->next) {
        lvi_capture *capture = LVI_AT(lvi_capture, ref);
        capture->value = lvi_el_parameters(cx, capture->shape, first, 0, &none);
        env = lvi_el_bind(cx, env, capture->symbol, 0, capture->value, 1);
    }
    closure = lvi_ar_high(cx, sizeof(lvi_closure));
    *LVI_AT(lvi_closure, closure) = *LVI_AT(lvi_closure, c->function.ref);
    LVI_AT(lvi_closure, closure)->env = env, LVI_AT(lvi_closure, closure)->irregular = 1;
    c->value.ref = closure;
}

/* The parameter that a set stands for in this round, whose hidden parameters begin at node
   `first`. */
static void lvi_el_make_set(lvi_context *cx, lvi_set *s, uint32_t first, uint32_t form) {
    uint32_t ref, tag = first, same;
    s->first = first++;
    for (ref = s->choices; ref && !cx->stop; ref = LVI_AT(lvi_choice, ref)->next) {
        lvi_choice *c = LVI_AT(lvi_choice, ref);
        lvi_el_make_choice(cx, c, &first);
        same = lvi_gr_op2(cx, LVI_OP_EQ, LVI_T_BOOL, tag, lvi_gr_const(cx, LVI_T_UINT, c->number));
        s->value =
            c->number ? lvi_el_cond(cx, LVI_V_COND, same, form, c->value, s->value) : c->value;
    }
}

/* The set's functions, for an error. */
static void lvi_el_note_choices(lvi_context *cx, lambdav_diagnostic *d, const lvi_set *s) {
    uint32_t ref;
    for (ref = s->choices; ref; ref = LVI_AT(lvi_choice, ref)->next) {
        lvi_value v = LVI_AT(lvi_choice, ref)->function;
        if (v.tag == LVI_V_CLOSURE)
            lvi_dg_note(cx, d, LVI_AT(lvi_closure, v.ref)->form, "one of them is here",
                        lvi_a_none());
    }
}

/* A new loop, with its ordinal. */
static uint32_t lvi_el_new_loop(lvi_context *cx) {
    uint32_t loop = lvi_ar_high(cx, sizeof(lvi_loop)), i;
    if (cx->loop_count == cx->loop_capacity && !cx->stop) {
        uint32_t capacity = cx->loop_capacity ? cx->loop_capacity * 2 : 16,
                 table = lvi_ar_array(cx, capacity, 4);
        for (i = 0; i < cx->loop_count && table; i++)
            LVI_AT(uint32_t, table)[i] = LVI_AT(uint32_t, cx->loop_table)[i];
        cx->loop_table = table, cx->loop_capacity = capacity;
    }
    if (cx->stop) return LVI_SINK;
    LVI_AT(lvi_loop, loop)->ordinal = cx->loop_count;
    LVI_AT(uint32_t, cx->loop_table)[cx->loop_count++] = loop;
    return loop;
}

/* The PARAM nodes of a loop, their ids in a row. 0 if there is no room. */
static int lvi_el_params(lvi_context *cx, uint32_t loop, const uint32_t *inits) {
    lvi_loop *l = LVI_AT(lvi_loop, loop);
    uint32_t i;
    l->first_param = cx->node_count;
    for (i = 0; i < l->param_count; i++) {
        uint32_t id = lvi_gr_append(cx, LVI_OP_PARAM, LVI_NODE(inits[i])->type, 0);
        if (!id) return 0;
        LVI_NODE(id)->a[0] = l->ordinal, LVI_NODE(id)->a[1] = i;
    }
    return 1;
}

/* The name of parameter i. */
static uint32_t lvi_el_parameter_name(lvi_context *cx, const lvi_closure *c, uint32_t i) {
    uint32_t binder = lvi_pr_element(cx, lvi_pr_element(cx, c->form, 1), i);
    return c->loops == 2 ? cx->forms[binder].a : binder;
}

/* The parameters bound around the body of c, for debuggers in `scope`; 0 after an error. */
static int lvi_el_loop_env(lvi_context *cx, const lvi_closure *c, const lvi_value *values,
                           uint32_t n, uint32_t scope, uint32_t *env) {
    uint32_t mark = cx->arena.high, i, type_form,
             binder = cx->forms[lvi_pr_element(cx, c->form, 1)].a;
    *env = c->env;
    for (i = 0; i < n; i++, binder = cx->forms[binder].next) {
        uint32_t name = c->loops == 2 ? cx->forms[binder].a : binder,
                 symbol = lvi_el_binder(cx, name, mark, &type_form);
        if (!symbol) return 0;
        *env = lvi_el_bind(cx, *env, symbol, type_form, values[i], c->irregular);
        lvi_pr_local(cx, scope, symbol, name, i + 1, values[i]);
    }
    return 1;
}

/* The initial values of the hidden parameters, as if each were UNDEF: lvi_el_start_sets knows
   better once there are nodes for them. Returns how many leaves there are now. */
static uint32_t lvi_el_hidden(lvi_context *cx, uint32_t sets, uint32_t *inits, uint32_t n) {
    for (; sets; sets = LVI_AT(lvi_set, sets)->next) {
        if (inits) lvi_el_undefs(cx, LVI_AT(lvi_set, sets), inits + n);
        n += LVI_AT(lvi_set, sets)->hidden;
    }
    return n;
}

/* Makes the parameters of the sets, from leaf n of the loop on, and their initial values. That
   takes PARAMs to begin with; but operands come before what they are operands of, and a parameter
   may turn out to be its initial value, so the loop gets new ones then. Returns 0 after an
   error. */
static int lvi_el_start_sets(lvi_context *cx, uint32_t loop, uint32_t sets, uint32_t n,
                             uint32_t form) {
    const lvi_loop *l = LVI_AT(lvi_loop, loop);
    uint32_t set, next = n;
    for (set = sets; set && !cx->stop; set = LVI_AT(lvi_set, set)->next) {
        lvi_set *s = LVI_AT(lvi_set, set);
        uint32_t packed, i;
        lvi_el_make_set(cx, s, l->first_param + next, form);
        packed = lvi_el_pack(cx, s, s->initial);
        if (!packed) return 0;
        for (i = 0; i < s->hidden; i++)
            LVI_AT(uint32_t, l->inits)[next++] = LVI_AT(uint32_t, packed)[i];
    }
    if (cx->stop || (sets && !lvi_el_params(cx, loop, LVI_AT(uint32_t, l->inits)))) return 0;
    for (set = sets; set && !cx->stop; set = LVI_AT(lvi_set, set)->next) {
        lvi_el_make_set(cx, LVI_AT(lvi_set, set), l->first_param + n, form);
        n += LVI_AT(lvi_set, set)->hidden;
    }
    return !cx->stop;
}

/* t-rec-func, 6.8: the initial values are there; expands the body once, with PARAMs for the
   parameters, under R = their types and no A: the value is never applied. Once more for each time
   that the sets of functions have grown. */
static void lvi_el_round(lvi_context *cx, lvi_frame *f) {
    uint32_t loop = lvi_el_new_loop(cx), closure = f->cursor, n = 0, i, inits, first, env, leaf = 0,
             carries = f->run, visible, scope;
    lvi_value *values = LVI_AT(lvi_value, f->values), *initial = LVI_AT(lvi_value, f->v.ref);
    lvi_loop *l = LVI_AT(lvi_loop, loop);
    cx->e.at = f->form;
    for (i = 0; i < f->count; i++) n = lvi_el_leaves(cx, initial[i], NULL, n);
    n = lvi_el_hidden(cx, f->w.ref, NULL, n);
    inits = lvi_ar_array(cx, n + carries, 4);
    l->param_count = n + carries, l->inits = inits;
    for (i = 0, n = 0; i < f->count && !cx->stop; i++)
        n = lvi_el_leaves(cx, initial[i], LVI_AT(uint32_t, inits), n);
    visible = n;
    if (!cx->stop) n = lvi_el_hidden(cx, f->w.ref, LVI_AT(uint32_t, inits), n);
    if (carries && !cx->stop) LVI_AT(uint32_t, inits)[n] = cx->e.state;
    if (cx->stop || !lvi_el_params(cx, loop, LVI_AT(uint32_t, inits))) return;
    if (!lvi_el_start_sets(cx, loop, f->w.ref, visible, f->form)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    first = l->first_param;
    for (i = 0; i < f->count && !cx->stop; i++)
        values[i] = lvi_el_parameters(cx, initial[i], &first, f->w.ref, &leaf);
    scope = lvi_el_scope(cx, f->form, LVI_AT(lvi_closure, closure)->form);
    if (!lvi_el_loop_env(cx, LVI_AT(lvi_closure, closure), values, f->count, scope, &env)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    f->kind = LVI_FR_LOOP, f->payload = loop, f->index = cx->e.misplaced;
    f->state = cx->e.state;
    if (carries) cx->e.state = l->first_param + n;
    cx->e.loops++;
    if (!lvi_el_call(cx, f->form, scope)) return;
    lvi_el_registers(cx, f);
    cx->e.body = cx->e.frame;
    lvi_el_go(cx, lvi_pr_element(cx, LVI_AT(lvi_closure, closure)->form, 2), env);
}

static void lvi_el_begin_loop(lvi_context *cx, lvi_frame *f) {
    uint32_t initial = lvi_ar_array(cx, f->count, sizeof(lvi_value)), i;
    for (i = 0; i < f->count && initial; i++)
        LVI_AT(lvi_value, initial)[i] = LVI_AT(lvi_value, f->values)[i];
    f->cursor = f->payload, f->v = lvi_v(0, initial), f->w = lvi_v(0, 0);
    if (initial) lvi_el_round(cx, f);
}

/* What the functions hold that the sets have is there: begins again. */
static void lvi_el_on_again(lvi_context *cx, lvi_frame *f) {
    uint32_t set;
    for (set = f->w.ref; set; set = LVI_AT(lvi_set, set)->next) {
        if (lvi_el_measure(cx, LVI_AT(lvi_set, set))) continue;
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    lvi_el_round(cx, f);
}

/* The sets of a loop have grown: forgets the round, and asks for what the functions hold. */
static void lvi_el_again(lvi_context *cx, lvi_frame *f) {
    const lvi_set *s = LVI_AT(lvi_set, f->w.tag);
    uint32_t array;
    lambdav_diagnostic *d;
    lvi_wanted w;
    f->w.tag = 0;
    cx->e.loops--;
    if (++f->v.tag > LVI_EL_ROUNDS) {
        d = lvi_dg_error2(cx, LVI_E_REC_FUNCTION, s->place, lvi_a_form(s->name),
                          lvi_a_text(cx, "after 16 rounds there are still more"));
        lvi_el_note_choices(cx, d, s);
        f->kind = LVI_FR_AGAIN;
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    f->kind = LVI_FR_AGAIN;
    w.count = 0, w.values = NULL;
    lvi_el_want_sets(cx, f->w.ref, &w);
    array = w.count && !cx->stop ? lvi_el_new_array(cx, w.count, f->form) : 0;
    if (cx->stop) return;
    if (array) {
        w.count = 0, w.values = LVI_AT(lvi_tuple, array)->fields;
        lvi_el_want_sets(cx, f->w.ref, &w);
        lvi_el_registers(cx, f);
        lvi_el_solid(cx, lvi_v(LVI_V_TUPLE, array));
    } else {
        lvi_el_on_again(cx, f);
    }
}

/* Where an argument of rec goes. */
typedef struct lvi_argument {
    lvi_frame *loop;
    uint32_t name, place; /* forms: the parameter's name, the argument */
} lvi_argument;

/* One argument of rec against its parameter: the same shape and types. Its machine leaves go to
   out[n ...). Returns 0, and the code of the error in *code, if it does not match. */
static int lvi_el_match(lvi_context *cx, const lvi_argument *argument, lvi_value parameter,
                        lvi_value v, uint32_t *out, uint32_t *n, uint32_t *leaf, uint32_t *code) {
    lvi_walk p = lvi_el_walk(parameter, 0), a = lvi_el_walk(v, 0);
    lvi_value x, y;
    for (;;) {
        int kind = lvi_el_walk_next(cx, &p, &x), other = lvi_el_walk_next(cx, &a, &y);
        if (kind == LVI_WALK_END || other == LVI_WALK_END) return kind == other;
        *code = LVI_E_REC_TYPE;
        if (x.tag == LVI_V_POISON || y.tag == LVI_V_POISON) *code = 0;
        if (kind != other || !*code) return 0;
        if (kind == LVI_WALK_OPEN) {
            if (LVI_AT(lvi_tuple, x.ref)->type != LVI_AT(lvi_tuple, y.ref)->type) return 0;
        } else if (lvi_bi_is_function(x)) {
            if (!lvi_bi_is_function(y)) return 0;
            *code = LVI_E_REC_FUNCTION;
            if (!lvi_el_pass(cx, argument->loop, (*leaf)++, x, y, argument->name, argument->place))
                return 0;
        } else {
            y = lvi_bi_settle_as(cx, y, lvi_bi_kind(cx, x));
            if (y.tag == LVI_V_POISON) *code = 0;
            if (!lvi_bi_type(cx, y) || lvi_bi_type(cx, y) != lvi_bi_type(cx, x)) return 0;
            out[(*n)++] = y.ref;
        }
    }
}

/* What the functions that a rec passes say as hidden parameters, to out[n ...). Returns 0 after an
   error. */
static int lvi_el_pass_sets(lvi_context *cx, uint32_t sets, uint32_t *out, uint32_t *n) {
    for (; sets; sets = LVI_AT(lvi_set, sets)->next) {
        const lvi_set *s = LVI_AT(lvi_set, sets);
        uint32_t packed = lvi_el_pack(cx, s, s->passed), i;
        for (i = 0; i < s->hidden && packed; i++) out[(*n)++] = LVI_AT(uint32_t, packed)[i];
        if (!packed) return 0;
    }
    return 1;
}

/* t-rec, 6.9: the arguments are there, as many as R says, each of R's type. The value is PureRec;
   POISON if the loop is to begin again. O.rec is the value's leaf in the TREE. */
static lvi_value lvi_el_rec(lvi_context *cx, lvi_frame *f) {
    lvi_frame *loop = LVI_FRAME(f->payload);
    const lvi_closure *c = LVI_AT(lvi_closure, loop->cursor);
    uint32_t out = lvi_ar_array(cx, LVI_AT(lvi_loop, loop->payload)->param_count, 4), n = 0, i,
             code = 0, leaf = 0;
    cx->e.at = f->form;
    if (f->count != loop->count) {
        lambdav_diagnostic *d =
            lvi_dg_error2(cx, LVI_E_REC_COUNT, f->form, lvi_a_count(cx, f->count, "argument"),
                          lvi_a_number(loop->count));
        lvi_dg_note(cx, d, c->form, "the rec-func is here", lvi_a_none());
        return lvi_poison;
    }
    for (i = 0; i < f->count && !cx->stop; i++) {
        lvi_value v = LVI_AT(lvi_value, f->values)[i],
                  parameter = LVI_AT(lvi_value, loop->values)[i];
        uint32_t place = lvi_pr_element(cx, f->form, i + 1);
        lvi_argument a;
        a.loop = loop, a.name = lvi_el_parameter_name(cx, c, i), a.place = place;
        if (lvi_el_match(cx, &a, parameter, v, LVI_AT(uint32_t, out), &n, &leaf, &code)) continue;
        if (code == LVI_E_REC_TYPE)
            return lvi_el_error(cx, code, a.place, lvi_a_value(v), lvi_a_form(a.name),
                                lvi_a_value(parameter));
        if (code)
            return lvi_el_error2(cx, code, a.place, lvi_a_form(a.name),
                                 lvi_a_text(cx, "it cannot be chosen at run time"));
        return lvi_poison;
    }
    if (cx->stop || loop->w.tag) return lvi_poison;
    if (!lvi_el_pass_sets(cx, loop->w.ref, LVI_AT(uint32_t, out), &n)) return lvi_poison;
    if (loop->run) LVI_AT(uint32_t, out)[n] = cx->e.state;
    return cx->stop ? lvi_poison : lvi_v(LVI_V_REC, out);
}

/* --- the decision tree */

typedef struct lvi_tree_count {
    uint32_t exits, recs;
    /* the first way out, yes before no; its literals take the types of the others */
    lvi_value first;
    uint32_t form; /* an `if` with a way out */
} lvi_tree_count;

/* Is a leaf of v a literal? */
static int lvi_el_is_open(lvi_context *cx, lvi_value v) {
    lvi_walk w = lvi_el_walk(v, 0);
    int open = 0;
    if (v.tag != LVI_V_LITERAL && v.tag != LVI_V_TUPLE) return 0;
    while (lvi_el_walk_next(cx, &w, &v) != LVI_WALK_END) open |= v.tag == LVI_V_LITERAL;
    return open;
}

/* v, where literals stand against ints or uints of `like` those too. */
static lvi_value lvi_el_adopt(lvi_context *cx, lvi_value v, lvi_value like) {
    lvi_walk w = lvi_el_walk(v, 1), other = lvi_el_walk(like, 0);
    lvi_value x, y = lvi_poison;
    int kind, same = 1;
    if (!lvi_el_is_open(cx, v)) return v;
    while ((kind = lvi_el_walk_next(cx, &w, &x)) != LVI_WALK_END) {
        same = same && lvi_el_walk_next(cx, &other, &y) == kind;
        if (kind != LVI_WALK_LEAF) continue;
        if (x.tag == LVI_V_LITERAL && same && y.tag == LVI_V_NODE
            && LVI_IS_INTEGER(lvi_bi_kind(cx, y)))
            x = lvi_bi_settle_as(cx, x, lvi_bi_kind(cx, y));
        lvi_el_put(cx, &w, x);
    }
    return w.result;
}

/* Counts the leaves of a TREE; with `prune`, those alone that constant conditions leave. */
static lvi_tree_count lvi_el_count(lvi_context *cx, lvi_value v, int prune) {
    lvi_tree_count t;
    uint32_t stack = lvi_el_step(cx, 0, v.tag, v.ref, 0);
    int open = 0;
    t.exits = t.recs = t.form = 0, t.first = lvi_poison;
    while (stack && !cx->stop && lvi_el_visit(cx)) {
        const lvi_cond *c;
        v = lvi_v(LVI_AT(lvi_step, stack)->from, LVI_AT(lvi_step, stack)->to);
        stack = lvi_el_step_back(cx, stack);
        if (v.tag == LVI_V_REC) t.recs++;
        else if (v.tag != LVI_V_TREE && t.exits++ == 0) t.first = v, open = lvi_el_is_open(cx, v);
        else if (v.tag != LVI_V_TREE && open) t.first = lvi_el_adopt(cx, t.first, v);
        if (v.tag != LVI_V_TREE) continue;
        c = LVI_AT(lvi_cond, v.ref);
        if (!prune || !lvi_gr_is_const(cx, c->condition) || !LVI_NODE(c->condition)->a[0])
            stack = lvi_el_step(cx, stack, c->no.tag, c->no.ref, 0);
        if (!prune || !lvi_gr_is_const(cx, c->condition) || LVI_NODE(c->condition)->a[0])
            stack = lvi_el_step(cx, stack, c->yes.tag, c->yes.ref, 0);
    }
    return t;
}

/* A way out without its token. */
static lvi_value lvi_el_plain(lvi_context *cx, lvi_value v) {
    return lvi_bi_type(cx, v) == LVI_T_STATE && v.tag == LVI_V_TUPLE
               ? LVI_AT(lvi_tuple, v.ref)->fields[0]
               : v;
}

/* Two ways out must have one type, which is a machine type. Returns the leaves in out. */
static int lvi_el_match_exit(lvi_context *cx, lvi_value first, lvi_value v, uint32_t *out,
                             uint32_t form) {
    lvi_walk p = lvi_el_walk(first, 0), a = lvi_el_walk(v, 0);
    uint32_t n = 0;
    lvi_value x, y;
    for (;;) {
        int kind = lvi_el_walk_next(cx, &p, &x), other = lvi_el_walk_next(cx, &a, &y);
        if (kind == LVI_WALK_END) return 1;
        if (kind == LVI_WALK_LEAF) x = lvi_bi_settle(cx, x);
        if (other == LVI_WALK_LEAF) y = lvi_bi_settle_as(cx, y, lvi_bi_kind(cx, x));
        if (x.tag == LVI_V_POISON || y.tag == LVI_V_POISON) return 0;
        if (kind == LVI_WALK_LEAF && lvi_bi_is_function(x)) {
            lvi_el_error1(cx, LVI_E_REC_VALUE, form, lvi_a_value(x));
            return 0;
        }
        if (kind == LVI_WALK_LEAF && x.tag == LVI_V_UNIT && y.tag == LVI_V_UNIT) continue;
        if (kind != other
            || (kind == LVI_WALK_OPEN
                && LVI_AT(lvi_tuple, x.ref)->type != LVI_AT(lvi_tuple, y.ref)->type)
            || (kind == LVI_WALK_LEAF
                && (y.tag != LVI_V_NODE || lvi_bi_type(cx, x) != lvi_bi_type(cx, y)))) {
            lvi_el_error(cx, LVI_E_ARM_MISMATCH, form,
                         lvi_a_text(cx, "the ways out of this rec-func"),
                         lvi_a_value(lvi_el_plain(cx, first)), lvi_a_value(lvi_el_plain(cx, v)));
            return 0;
        }
        if (kind == LVI_WALK_LEAF && out) out[n++] = y.ref;
    }
}

/* A leaf of the tree; 0 after an error. */
static int lvi_el_tree_leaf(lvi_context *cx, const lvi_loop *l, lvi_tree *t, lvi_value v,
                            lvi_value first, uint32_t form) {
    if (v.tag == LVI_V_REC) {
        t->kind = LVI_TREE_REC, t->a = v.ref;
        return 1;
    }
    t->kind = LVI_TREE_EXIT;
    t->a = lvi_ar_array(cx, l->result_count, 4);
    return t->a && lvi_el_match_exit(cx, first, v, LVI_AT(uint32_t, t->a), form);
}

/* Builds the decision tree of a loop from its body's value; 0 after an error. step: {tag, ref,
   slot}. */
static int lvi_el_tree(lvi_context *cx, lvi_loop *l, lvi_value v, lvi_value first, int prune,
                       uint32_t form) {
    uint32_t stack = lvi_el_step(cx, 0, v.tag, v.ref,
                                 (uint32_t)((unsigned char *)&l->tree - cx->arena.base)),
             good = 1;
    uint32_t forms = lvi_el_step(cx, 0, form, 0, 0);
    while (stack && !cx->stop) {
        lvi_step s = *LVI_AT(lvi_step, stack);
        uint32_t at = LVI_AT(lvi_step, forms)->from, ref;
        lvi_tree *t;
        stack = lvi_el_step_back(cx, stack), forms = lvi_el_step_back(cx, forms);
        if (s.from == LVI_V_TREE) {
            const lvi_cond *c = LVI_AT(lvi_cond, s.to);
            int constant = prune && lvi_gr_is_const(cx, c->condition),
                truth = LVI_NODE(c->condition)->a[0] != 0;
            if (constant) {
                lvi_value arm = truth ? c->yes : c->no;
                stack = lvi_el_step(cx, stack, arm.tag, arm.ref, s.index);
                forms = lvi_el_step(cx, forms, c->form, 0, 0);
                continue;
            }
        }
        ref = lvi_ar_high(cx, sizeof(lvi_tree));
        t = LVI_AT(lvi_tree, ref);
        *LVI_AT(uint32_t, s.index) = ref;
        if (s.from == LVI_V_TREE) {
            const lvi_cond *c = LVI_AT(lvi_cond, s.to);
            t->kind = LVI_TREE_IF, t->a = c->condition;
            stack = lvi_el_step(cx, stack, c->no.tag, c->no.ref,
                                (uint32_t)((unsigned char *)&t->no - cx->arena.base));
            stack = lvi_el_step(cx, stack, c->yes.tag, c->yes.ref,
                                (uint32_t)((unsigned char *)&t->yes - cx->arena.base));
            forms = lvi_el_step(cx, lvi_el_step(cx, forms, c->form, 0, 0), c->form, 0, 0);
        } else {
            good &= (uint32_t)lvi_el_tree_leaf(cx, l, t, lvi_v(s.from, s.to), first, at);
        }
    }
    return good && !cx->stop;
}

/* Which parameters does every rec pass on as they are? Those are aliases of their initial
   values. */
static void lvi_el_aliases(lvi_context *cx, const lvi_loop *l) {
    uint32_t stack = lvi_el_step(cx, 0, l->tree, 0, 0), i;
    for (i = 0; i < l->param_count; i++)
        LVI_NODE(l->first_param + i)->a[2] = LVI_AT(uint32_t, l->inits)[i];
    while (stack && !cx->stop) {
        const lvi_tree *t = LVI_AT(lvi_tree, LVI_AT(lvi_step, stack)->from);
        stack = lvi_el_step_back(cx, stack);
        if (t->kind == LVI_TREE_IF) {
            stack = lvi_el_step(cx, stack, t->no, 0, 0);
            stack = lvi_el_step(cx, stack, t->yes, 0, 0);
        }
        for (i = 0; i < l->param_count && t->kind == LVI_TREE_REC; i++) {
            if (LVI_AT(uint32_t, t->a)[i] != l->first_param + i)
                LVI_NODE(l->first_param + i)->a[2] = 0;
        }
    }
}

/* What a choice gives that depends on the effects of its arms is a choice of its own, beside that
   of the tokens. Both must be made at one place, where the tokens are joined: wherever the token is
   wanted, so is the value. */
static void lvi_el_tie(lvi_context *cx, lvi_value v) {
    lvi_walk w = lvi_el_walk(v, 0);
    uint32_t a[2];
    int kind;
    while ((kind = lvi_el_walk_next(cx, &w, &v)) != LVI_WALK_END) {
        if (kind != LVI_WALK_LEAF || v.tag != LVI_V_NODE || LVI_NODE(v.ref)->op != LVI_OP_IF
            || !(LVI_NODE(v.ref)->flags & LVI_F_EFFECT))
            continue;
        a[0] = cx->e.state, a[1] = v.ref;
        cx->e.state = lvi_gr_node(cx, LVI_OP_TIED, LVI_T_STATE, 2, a);
    }
}

static void lvi_el_on_tie(lvi_context *cx) {
    lvi_value v = cx->e.value;
    if (v.tag != LVI_V_POISON) lvi_el_tie(cx, v);
    lvi_el_finish(cx, v);
}

/* Does no turn of the loop run an effect? Then the token, its last parameter and the last part of
   its value, is passed through. */
static int lvi_el_is_still(lvi_context *cx, const lvi_loop *l) {
    uint32_t stack = lvi_el_step(cx, 0, l->tree, 0, 0), param = l->first_param + l->param_count - 1,
             still = LVI_NODE(param)->a[2] != 0;
    while (stack && !cx->stop) {
        const lvi_tree *t = LVI_AT(lvi_tree, LVI_AT(lvi_step, stack)->from);
        stack = lvi_el_step_back(cx, stack);
        if (t->kind == LVI_TREE_IF) {
            stack = lvi_el_step(cx, stack, t->no, 0, 0);
            stack = lvi_el_step(cx, stack, t->yes, 0, 0);
        } else if (t->kind == LVI_TREE_EXIT) {
            still &= (uint32_t)(LVI_AT(uint32_t, t->a)[l->result_count - 1] == param);
        }
    }
    return (int)still;
}

/* The value of a loop that carries the token without it; the token goes to the register. */
static lvi_value lvi_el_leave(lvi_context *cx, lvi_value v) {
    if (v.tag != LVI_V_TUPLE) return v;
    cx->e.state = LVI_AT(lvi_tuple, v.ref)->fields[1].ref;
    return LVI_AT(lvi_tuple, v.ref)->fields[0];
}

/* The LOOP node of a loop whose tree is done, and its value: a PROJ for each leaf of the first way
   out. */
static lvi_value lvi_el_loop_value(lvi_context *cx, uint32_t loop, lvi_value first, uint32_t form,
                                   uint32_t flags) {
    lvi_loop *l = LVI_AT(lvi_loop, loop);
    lvi_walk w = lvi_el_walk(first, 1);
    lvi_value v;
    uint32_t k = 0, a[2];
    int kind;
    cx->e.at = form;
    a[0] = l->node = lvi_gr_append(cx, LVI_OP_LOOP, LVI_T_NUM, 0);
    if (!l->node) return lvi_poison;
    LVI_NODE(l->node)->a[0] = l->ordinal;
    LVI_NODE(l->node)->flags = (uint8_t)(LVI_F_GUARDED | LVI_F_VARIES | flags);
    LVI_NODE(l->node)->cost = 255;
    while ((kind = lvi_el_walk_next(cx, &w, &v)) != LVI_WALK_END) {
        if (kind != LVI_WALK_LEAF) continue;
        if (v.tag == LVI_V_UNIT) {
            lvi_el_put(cx, &w, v);
            continue;
        }
        a[1] = k++;
        v = lvi_bi_settle(cx, v);
        lvi_el_put(cx, &w, lvi_bi_node(lvi_gr_node(cx, LVI_OP_PROJ, lvi_bi_type(cx, v), 1, a)));
    }
    return w.result;
}

/* Two ways out of a loop with effects: the choice of their tokens is made before those of the
   values, as lvi_el_join_arms does. The scheduler, which goes from the last node to the first, puts
   a choice into the selection of one that it has met at the same place or before it. */
static void lvi_el_join_tokens(lvi_context *cx, uint32_t condition, lvi_value yes, lvi_value no) {
    if (yes.tag == LVI_V_TUPLE && lvi_bi_type(cx, yes) == LVI_T_STATE && no.tag == LVI_V_TUPLE)
        lvi_gr_if(cx, condition, LVI_AT(lvi_tuple, yes.ref)->fields[1].ref,
                  LVI_AT(lvi_tuple, no.ref)->fields[1].ref);
}

/* A TREE without rec that constant conditions leave: an ordinary selection. */
static void lvi_el_on_resolve(lvi_context *cx, lvi_frame *f) {
    const lvi_cond *c;
    uint32_t condition, form;
    lvi_value v = cx->e.value, yes, like;
    if (v.tag == LVI_V_TREE) {
        c = LVI_AT(lvi_cond, v.ref);
        if (lvi_gr_is_const(cx, c->condition)) {
            lvi_el_give(cx, LVI_NODE(c->condition)->a[0] ? c->yes : c->no);
            return;
        }
        like = f->w;
        f = lvi_el_push(cx, LVI_FR_RESOLVE, c->form, 0);
        f->payload = v.ref, f->index = 1, f->w = like;
        lvi_el_push(cx, LVI_FR_RESOLVE, c->form, 0)->w = like;
        lvi_el_give(cx, c->yes);
        return;
    }
    if (f->index == 0) {
        v = lvi_el_adopt(cx, v, f->w);
        if (f->count) v = lvi_el_leave(cx, v);
        if (f->count && v.tag != LVI_V_POISON) lvi_el_tie(cx, v);
        lvi_el_finish(cx, v);
        return;
    }
    c = LVI_AT(lvi_cond, f->payload);
    if (f->index == 1) {
        f->index = 2, f->v = v, like = f->w;
        lvi_el_push(cx, LVI_FR_RESOLVE, c->form, 0)->w = like;
        lvi_el_give(cx, c->no);
        return;
    }
    condition = c->condition, form = c->form, yes = f->v;
    lvi_el_pop(cx);
    lvi_el_join_tokens(cx, condition, yes, v);
    lvi_el_join(cx, condition, form, yes, v);
}

/* t-rec-func: the body's value has come: Rec τ makes a loop of type τ; neither τ (no rec) nor
   PureRec (no way out) does. A rec where none can be is no missing one. */
static void lvi_el_on_loop(lvi_context *cx, lvi_frame *f) {
    lvi_value v = cx->e.value, r = lvi_poison;
    uint32_t loop = f->payload, form = LVI_AT(lvi_closure, f->cursor)->form;
    lvi_loop *l = LVI_AT(lvi_loop, loop);
    lvi_tree_count all, left;
    uint32_t carries = f->run, still = 1;
    cx->e.state = f->state;
    if (f->w.tag) {
        lvi_el_again(cx, f);
        return;
    }
    if (!lvi_el_is_rec(v)) {
        if (v.tag != LVI_V_POISON && f->index == cx->e.misplaced)
            lvi_el_error0(cx, LVI_E_REC_MISSING, form);
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    all = lvi_el_count(cx, v, 0), left = lvi_el_count(cx, v, 1);
    if (all.exits == 0) lvi_el_error0(cx, LVI_E_REC_ENDLESS, form);
    if (cx->stop || !all.exits
        || !lvi_el_match_exit(cx, all.first, all.first, NULL, form)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    l->result_count = lvi_el_leaves(cx, all.first, NULL, 0);
    if (!lvi_el_tree(cx, l, v, all.first, 0, form)) {
        lvi_el_finish(cx, lvi_poison);
        return;
    }
    if (left.exits && left.exits + left.recs != all.exits + all.recs)
        lvi_el_tree(cx, l, v, all.first, 1, form);
    lvi_el_aliases(cx, l);
    if (carries) still = (uint32_t)lvi_el_is_still(cx, l);
    if (left.recs == 0) {
        f->kind = LVI_FR_RESOLVE, f->index = 0, f->count = carries, f->w = all.first;
        cx->e.loops--;
        lvi_el_registers(cx, f);
        lvi_el_give(cx, v);
        return;
    }
    /* the token goes into a loop with effects whatever way is taken there */
    if (!still) LVI_NODE(l->first_param + l->param_count - 1)->a[2] = 0;
    r = lvi_el_loop_value(cx, loop, all.first, f->form, still ? 0 : (uint32_t)LVI_F_EFFECT);
    if (carries) r = lvi_el_leave(cx, r);
    if (still) cx->e.state = f->state;
    lvi_el_finish(cx, r);
}

/* --- the machine, and the roots */

static void lvi_el_return(lvi_context *cx) {
    lvi_frame *f = LVI_TOP;
    lvi_el_registers(cx, f);
    cx->e.call = f->call;
    switch (f->kind) {
    case LVI_FR_ARGS: lvi_el_apply(cx, f, cx->e.value); break;
    case LVI_FR_DISTRIBUTE: lvi_el_on_distribute(cx, f); break;
    case LVI_FR_FORCE: lvi_el_on_force(cx, f); break;
    case LVI_FR_THEN: lvi_el_on_then(cx, f); break;
    case LVI_FR_ELSE: lvi_el_on_else(cx, f); break;
    case LVI_FR_JOIN: lvi_el_on_join(cx, f); break;
    case LVI_FR_LOOP: lvi_el_on_loop(cx, f); break;
    case LVI_FR_CONDITION: lvi_el_on_condition(cx, f); break;
    case LVI_FR_STATIC: lvi_el_on_static(cx, f); break;
    case LVI_FR_CASE: lvi_el_on_case(cx, f); break;
    case LVI_FR_LOGIC: lvi_el_on_logic(cx, f); break;
    case LVI_FR_THE:
        if (!lvi_bi_is_array(cx, cx->e.value) || !lvi_el_solid(cx, cx->e.value))
            lvi_el_finish(cx, lvi_el_typed(cx, cx->e.value, f->payload, f->form));
        break;
    case LVI_FR_ARRAY: lvi_el_on_array(cx, f); break;
    case LVI_FR_CAPTURE: lvi_el_finish(cx, lvi_el_rec(cx, f)); break;
    case LVI_FR_AGAIN: lvi_el_on_again(cx, f); break;
    case LVI_FR_DO: lvi_el_on_do(cx, f); break;
    case LVI_FR_FIELD: lvi_el_on_field(cx, f); break;
    case LVI_FR_WITH: lvi_el_on_with(cx, f); break;
    case LVI_FR_SOLID: lvi_el_on_solid(cx, f); break;
    case LVI_FR_TIE: lvi_el_on_tie(cx); break;
    case LVI_FR_RESOLVE: lvi_el_on_resolve(cx, f); break;
    default: lvi_el_on_collect(cx, f); break;
    }
}

/* The value of a form in the empty environment. */
static lvi_value lvi_el_value(lvi_context *cx, uint32_t form) {
    cx->e.frame = cx->e.body = cx->e.call = 0;
    cx->e.run = cx->e.state != 0;
    cx->e.at = form;
    lvi_el_go(cx, form, 0);
    while (!cx->stop && (cx->e.frame || !cx->e.returning)) {
        if (cx->e.returning) lvi_el_return(cx);
        else lvi_el_eval(cx);
    }
    cx->e.call = 0;
    return cx->stop ? lvi_poison : cx->e.value;
}

/* What a root of this kind must be, if v is not that; else NULL. */
static const char *lvi_el_unfit(lvi_context *cx, const lvi_root *r, lvi_value v) {
    uint32_t type = v.tag == LVI_V_NODE ? lvi_bi_type(cx, v) : 0, kind = LVI_KIND(type);
    int plain = kind == LVI_K_NUM || kind == LVI_K_INT || kind == LVI_K_UINT;
    switch (r->kind) {
    case LVI_ROOT_OUTPUT:
        return plain && LVI_COLUMNS(type) == 1 ? NULL : "an output is num, int, uint or a "
                                                             "vector of those";
    case LVI_ROOT_DEPTH: return type == LVI_T_NUM ? NULL : "frag-depth is a num";
    case LVI_ROOT_POSITION:
        return type == LVI_TYPE(LVI_K_NUM, 4, 1) ? NULL : "position is a vec4";
    case LVI_ROOT_POINT_SIZE: return type == LVI_T_NUM ? NULL : "point-size is a num";
    case LVI_ROOT_VARYING:
        return plain ? NULL : "a varying is num, int, uint, or a vector or matrix of them";
    default: return "what stands alone here is an effect";
    }
}

/* Field i of the struct that a local is becomes a local of its own, `ray.dir`. */
static void lvi_el_local_field(lvi_context *cx, const lvi_local *local, uint32_t i) {
    const lvi_tuple *t = LVI_AT(lvi_tuple, local->value.ref);
    const lvi_struct *s = LVI_AT(lvi_struct, t->type);
    const lvi_symbol *outer = LVI_AT(lvi_symbol, local->symbol),
                     *inner = LVI_AT(lvi_symbol, LVI_AT(lvi_field, s->fields)[i].symbol);
    uint32_t size = outer->size + 1 + inner->size, text = lvi_ar_array(cx, size, 1), k;
    unsigned char *bytes = LVI_AT(unsigned char, text);
    if (!text) return;
    for (k = 0; k < size; k++)
        bytes[k] = k < outer->size    ? outer->text[k]
                   : k == outer->size ? '.'
                                      : inner->text[k - outer->size - 1];
    lvi_pr_local(cx, local->scope, lvi_sy_intern(cx, bytes, size), local->form, 0, t->fields[i]);
}

/* What the bound names have become in the end: what was never needed stays a thunk. There are not
   more fields than nodes, so that a struct of structs that are one cannot grow without bounds. */
static void lvi_el_locals(lvi_context *cx) {
    uint32_t ref, i, fields = cx->node_count;
    for (ref = cx->locals; ref && !cx->stop; ref = LVI_AT(lvi_local, ref)->next) {
        lvi_local *local = LVI_AT(lvi_local, ref);
        const lvi_struct *s;
        cx->e.at = local->form;
        if (local->value.tag == LVI_V_THUNK
            && LVI_AT(lvi_thunk, local->value.ref)->state == LVI_THUNK_DONE)
            local->value = LVI_AT(lvi_thunk, local->value.ref)->value;
        local->value = lvi_bi_settle(cx, local->value);
        if (local->value.tag != LVI_V_TUPLE) continue;
        s = LVI_AT(lvi_struct, LVI_AT(lvi_tuple, local->value.ref)->type);
        for (i = 0; s->kind == LVI_ST_STRUCT && i < s->count && fields && !cx->stop; i++, fields--)
            lvi_el_local_field(cx, local, i);
    }
}

/* All vertex entries give a varying one type. */
static void lvi_el_varying(lvi_context *cx, const lvi_root *r) {
    lvi_resource *v = LVI_AT(lvi_resource, r->resource);
    uint32_t type = LVI_NODE(r->node)->type;
    lambdav_diagnostic *d;
    if (!v->type) v->type = type;
    if (v->type == type) return;
    d = lvi_dg_error(cx, LVI_E_VARYING_TYPE, r->form, lvi_a_symbol(v->symbol), lvi_a_type(type),
                     lvi_a_type(v->type));
    lvi_dg_note(cx, d, v->form, "first written here", lvi_a_none());
}

/* An expression alone is an output if it has a value; one in error is none, so that it does not
   stand in the way of others. */
static void lvi_el_root(lvi_context *cx, lvi_root *r) {
    uint32_t before = cx->e.state;
    lvi_value v = lvi_bi_settle(cx, lvi_el_value(cx, r->form));
    const char *wanted;
    if (v.tag == LVI_V_POISON && r->form == r->at) r->kind = LVI_ROOT_EFFECT;
    if (v.tag == LVI_V_POISON || (r->kind == LVI_ROOT_EFFECT && cx->e.state != before)) return;
    if (v.tag == LVI_V_UNIT && r->form == r->at) {
        r->kind = LVI_ROOT_EFFECT;
    } else if (lvi_bi_is_function(v)) {
        lvi_bi_not_value(cx, r->form, v);
    } else if (r->kind == LVI_ROOT_DISCARD) {
        r->node = lvi_el_condition(cx, v, r->form);
    } else if ((wanted = lvi_el_unfit(cx, r, v)) != NULL) {
        lvi_dg_error2(cx, LVI_E_OUTPUT_TYPE, r->form, lvi_a_text(cx, wanted), lvi_a_value(v));
    } else {
        r->node = v.ref;
        if (r->kind == LVI_ROOT_VARYING) lvi_el_varying(cx, r);
    }
}

/* The size of a workgroup: constants, or specialisation constants of uint. */
static void lvi_el_workgroup(lvi_context *cx, lvi_entry *e) {
    uint32_t i, one = lvi_gr_const(cx, LVI_T_UINT, 1);
    cx->e.state = 0;
    for (i = 0; i < 3 && !cx->stop; i++) {
        lvi_value v = lvi_bi_node(one);
        uint32_t bits = 0, known;
        if (e->size[i]) v = lvi_bi_settle_as(cx, lvi_el_value(cx, e->size[i]), LVI_K_UINT);
        e->size_nodes[i] = one;
        if (v.tag == LVI_V_POISON) continue;
        known = v.tag == LVI_V_NODE && LVI_IS_INTEGER(LVI_NODE(v.ref)->type)
                && lvi_gr_bits(cx, v.ref, 0, &bits) && bits > 0 && bits <= LVI_MOST_WORKGROUP;
        if (known) {
            e->size_nodes[i] = lvi_gr_const(cx, LVI_T_UINT, bits);
        } else if (v.tag == LVI_V_NODE && LVI_NODE(v.ref)->op == LVI_OP_SPEC
                   && LVI_NODE(v.ref)->type == LVI_T_UINT) {
            e->size_nodes[i] = v.ref, e->specialised = 1;
        } else {
            lvi_dg_error1(cx, LVI_E_WORKGROUP, e->size[i], lvi_a_form(e->size[i]));
        }
    }
}

/* Before SPIR-V 1.6 specialised sizes are those of all compute entries: there can be one. */
static void lvi_el_workgroups(lvi_context *cx) {
    uint32_t entry, specialised = 0, count = 0;
    for (entry = cx->entries; entry; entry = LVI_AT(lvi_entry, entry)->next) {
        const lvi_entry *e = LVI_AT(lvi_entry, entry);
        if (e->skipped || e->stage != LVI_STAGE_COMPUTE) continue;
        count++;
        if (e->specialised) specialised = e->form;
    }
    if (specialised && count > 1 && cx->options.target != LAMBDAV_TARGET_SPIRV_1_6)
        lvi_dg_error0(cx, LVI_E_WORKGROUP_SPECIALISED, specialised);
}

/* Are there varyings? Their types and locations follow from all vertex and fragment entries. */
static int lvi_el_is_linked(lvi_context *cx) {
    uint32_t i = 0;
    while (i < cx->resource_count && LVI_RESOURCE(i)->kind != LVI_RES_VARYING) i++;
    return i < cx->resource_count;
}

/* Elaborates the roots of the entry points that are vertex entries, or of those that are not. An
   entry that is skipped is elaborated if it has a part in the varyings' locations: they are the
   same whichever entries are compiled. */
static void lvi_el_entries(lvi_context *cx, int vertex) {
    uint32_t entry, root;
    int linked = lvi_el_is_linked(cx);
    for (entry = cx->entries; entry && !cx->stop; entry = LVI_AT(lvi_entry, entry)->next) {
        lvi_entry *e = LVI_AT(lvi_entry, entry);
        uint32_t start;
        if ((e->stage == LVI_STAGE_VERTEX) != vertex) continue;
        if (e->stage == LVI_STAGE_COMPUTE && !e->skipped) lvi_el_workgroup(cx, e);
        start = cx->effects ? lvi_gr_append(cx, LVI_OP_START, LVI_T_STATE, 0) : 0;
        cx->e.state = start;
        for (root = e->roots; root && !cx->stop; root = LVI_AT(lvi_root, root)->next) {
            if (!e->skipped || (linked && e->stage != LVI_STAGE_COMPUTE))
                lvi_el_root(cx, LVI_AT(lvi_root, root));
        }
        e->effect = cx->e.state == start ? 0 : cx->e.state;
        if (!e->skipped) lvi_pr_check_entry(cx, entry);
    }
}

/* --- stages: what a stage lacks is an error where an entry reaches it */

static int lvi_el_has_subgroups(lvi_context *cx) {
    return cx->options.target != LAMBDAV_TARGET_SPIRV_1_0;
}

/* The stages that have an operation, as a mask of 1 << LVI_STAGE_x; 0 if the target lacks it. */
static uint32_t lvi_el_stages(lvi_context *cx, const lvi_node *n) {
    const lvi_resource *r = NULL;
    if (lvi_op_is_derivative(n->op)) return LVI_ON_FRAGMENT;
    if (n->op == LVI_OP_BARRIER) return LVI_ON_COMPUTE;
    if (lvi_op_is_subgroup(n->op))
        return lvi_el_has_subgroups(cx) ? LVI_ON_FRAGMENT | LVI_ON_COMPUTE : 0;
    if (n->op == LVI_OP_INPUT && !lvi_el_has_subgroups(cx)
        && (n->a[0] == LVI_IN_SUBGROUP_SIZE || n->a[0] == LVI_IN_SUBGROUP_INVOCATION))
        return 0;
    if (n->op == LVI_OP_INPUT && n->a[0] < LVI_IN_COUNT) return 1u << lvi_inputs[n->a[0]].stage;
    if (n->op == LVI_OP_INPUT) r = LVI_RESOURCE(n->a[0] - LVI_IN_COUNT);
    if (n->op == LVI_OP_RESOURCE) r = LVI_RESOURCE(n->a[0]);
    if (r && r->kind == LVI_RES_INPUT) return LVI_ON_VERTEX | LVI_ON_FRAGMENT;
    if (r && r->kind == LVI_RES_VARYING) return LVI_ON_FRAGMENT;
    if (r && r->kind == LVI_RES_SHARED) return LVI_ON_COMPUTE;
    return LVI_ON_VERTEX | LVI_ON_FRAGMENT | LVI_ON_COMPUTE;
}

/* The nodes that an entry reaches: a stack, and which have been on it. */
typedef struct lvi_reach {
    uint32_t stack, count; /* uint32_t[node_count] */
    uint32_t marks;        /* uint8_t[node_count] */
    uint32_t entry;        /* lvi_entry */
    uint32_t root;         /* form that is being followed */
    uint32_t taken;        /* locations of its inputs, */
    uint32_t owners[LVI_LOCATIONS]; /* and the lvi_resource that has each */
} lvi_reach;

static void lvi_el_reach(lvi_context *cx, lvi_reach *w, uint32_t id) {
    if (LVI_AT(uint8_t, w->marks)[id]) return;
    LVI_AT(uint8_t, w->marks)[id] = 1;
    LVI_AT(uint32_t, w->stack)[w->count++] = id;
}

static void lvi_el_reach_all(lvi_context *cx, lvi_reach *w, uint32_t list, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) lvi_el_reach(cx, w, LVI_AT(uint32_t, list)[i]);
}

/* A loop's initial values and its tree. The tree's nodes wait in a list linked by lvi_step. */
static void lvi_el_reach_loop(lvi_context *cx, lvi_reach *w, const lvi_loop *l) {
    uint32_t ref = l->tree, open = 0;
    lvi_el_reach_all(cx, w, l->inits, l->param_count);
    while (ref && !cx->stop) {
        const lvi_tree *t = LVI_AT(lvi_tree, ref);
        uint32_t pending;
        if (t->kind == LVI_TREE_IF) {
            lvi_el_reach(cx, w, t->a);
            pending = lvi_ar_array(cx, 2, 4);
            if (!pending) return;
            LVI_AT(uint32_t, pending)[0] = open, LVI_AT(uint32_t, pending)[1] = t->no;
            open = pending, ref = t->yes;
            continue;
        }
        lvi_el_reach_all(cx, w, t->a, t->kind == LVI_TREE_REC ? l->param_count : l->result_count);
        ref = open ? LVI_AT(uint32_t, open)[1] : 0;
        open = open ? LVI_AT(uint32_t, open)[0] : 0;
    }
}

/* Two inputs of an entry have different locations. */
static void lvi_el_check_location(lvi_context *cx, lvi_reach *w, const lvi_node *n) {
    const lvi_resource *r = LVI_RESOURCE(n->a[0] - LVI_IN_COUNT);
    uint32_t i, end = r->location + LVI_COLUMNS(r->type);
    lambdav_diagnostic *d;
    if (r->kind != LVI_RES_INPUT || end > LVI_LOCATIONS) return;
    for (i = r->location; i < end; i++) {
        const lvi_resource *owner = LVI_AT(lvi_resource, w->owners[i]);
        if (w->taken >> i & 1u) {
            d = lvi_dg_error2(cx, LVI_E_LOCATION_TAKEN, r->form, lvi_a_symbol(r->symbol),
                              lvi_a_number(i));
            lvi_dg_note(cx, d, owner->form, "it belongs to '%'", lvi_a_symbol(owner->symbol));
        }
        w->taken |= 1u << i;
        w->owners[i] = LVI_AT(uint32_t, cx->resource_table)[r->ordinal];
    }
}

static void lvi_el_check_node(lvi_context *cx, lvi_reach *w, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    const lvi_entry *e = LVI_AT(lvi_entry, w->entry);
    uint32_t head = lvi_pr_is_list(cx, n->form) ? cx->forms[n->form].a : n->form;
    uint32_t stages = lvi_el_stages(cx, n);
    lambdav_diagnostic *d;
    if (!stages) {
        lvi_dg_error1(cx, LVI_E_TARGET, n->form, lvi_a_form(head));
    } else if (!(stages >> e->stage & 1u)) {
        cx->e.call = n->call;
        d = lvi_dg_error2(cx, LVI_E_STAGE, n->form,
                          lvi_a_text(cx, lvi_word(lvi_stage_names, e->stage)), lvi_a_form(head));
        cx->e.call = 0;
        lvi_dg_note(cx, d, w->root, "this needs it", lvi_a_none());
        if (n->op == LVI_OP_TEX_SAMPLE)
            lvi_dg_note(cx, d, n->form, "sample-lod is told the level", lvi_a_none());
    } else if (n->op == LVI_OP_INPUT && n->a[0] >= LVI_IN_COUNT) {
        lvi_el_check_location(cx, w, n);
    }
}

/* Checks what can be reached from node id. */
static void lvi_el_follow(lvi_context *cx, lvi_reach *w, uint32_t id, uint32_t form) {
    w->root = form;
    lvi_el_reach(cx, w, id);
    while (w->count && !cx->stop) {
        uint32_t next = LVI_AT(uint32_t, w->stack)[--w->count], i;
        const lvi_node *n = LVI_NODE(next);
        lvi_el_check_node(cx, w, next);
        if (n->op == LVI_OP_LOOP) {
            lvi_el_reach_loop(cx, w, LVI_LOOP(n->a[0]));
        } else if (n->op == LVI_OP_PROJ) {
            lvi_el_reach(cx, w, n->a[0]);
        } else if (n->op != LVI_OP_PARAM) {
            for (i = 0; i < n->count; i++) lvi_el_reach(cx, w, lvi_gr_operands(cx, next)[i]);
        }
    }
}

/* Checks one entry; returns the locations of its inputs. */
static uint32_t lvi_el_check_entry(lvi_context *cx, uint32_t entry) {
    const lvi_entry *e = LVI_AT(lvi_entry, entry);
    lvi_reach w;
    uint32_t root;
    lvi_zero(&w, sizeof w);
    w.stack = lvi_ar_room(cx, cx->node_count, 4), w.marks = lvi_ar_array(cx, cx->node_count, 1);
    w.entry = entry;
    if (cx->stop) return 0;
    for (root = e->roots; root; root = LVI_AT(lvi_root, root)->next) {
        if (LVI_AT(lvi_root, root)->node)
            lvi_el_follow(cx, &w, LVI_AT(lvi_root, root)->node, LVI_AT(lvi_root, root)->at);
    }
    if (e->effect) lvi_el_follow(cx, &w, e->effect, LVI_AT(lvi_root, e->roots)->at);
    return w.taken;
}

/* Does some entry lack what some node is? Then each entry is looked at. */
static int lvi_el_is_staged(lvi_context *cx) {
    uint32_t stages = 0, all = ~0u, entry, id;
    for (entry = cx->entries; entry; entry = LVI_AT(lvi_entry, entry)->next)
        stages |= 1u << LVI_AT(lvi_entry, entry)->stage;
    for (id = 0; id < cx->node_count; id++) all &= lvi_el_stages(cx, LVI_NODE(id));
    return (stages & ~all) != 0 || cx->resource_count;
}

/* Checks the entries' stages; then numbers the varyings, behind the locations that vertex entries
   write and fragment entries read otherwise. */
static void lvi_el_check_stages(lvi_context *cx) {
    uint32_t entry, root, taken = 0;
    if (!lvi_el_is_staged(cx)) return;
    for (entry = cx->entries; entry && !cx->stop; entry = LVI_AT(lvi_entry, entry)->next) {
        const lvi_entry *e = LVI_AT(lvi_entry, entry);
        uint32_t inputs = lvi_el_check_entry(cx, entry);
        if (e->stage == LVI_STAGE_FRAGMENT) taken |= inputs;
        for (root = e->roots; root && e->stage == LVI_STAGE_VERTEX;
             root = LVI_AT(lvi_root, root)->next)
            if (LVI_AT(lvi_root, root)->kind == LVI_ROOT_OUTPUT)
                taken |= 1u << LVI_AT(lvi_root, root)->location;
    }
    if (!cx->stop) lvi_pr_locations(cx, LVI_RES_VARYING, taken);
}

/* Elaborates every root of every entry point. The vertex entries come first: they give the varyings
   their types. */
static void lvi_el_program(lvi_context *cx) {
    uint32_t i;
    cx->nodes = LVI_AT(lvi_node, lvi_ar_low_start(cx));
    cx->node_count = 0;
    lvi_gr_append(cx, LVI_OP_POISON, LVI_K_NONE, 0);
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        lvi_image *image = LVI_AT(lvi_image, r->detail);
        if (r->kind >= LVI_RES_TEXTURE && r->detail && image->count)
            image->count_node = lvi_gr_const(cx, LVI_T_UINT, image->count);
    }
    cx->e.vertex = 1;
    lvi_el_entries(cx, 1);
    cx->e.vertex = 0;
    lvi_el_entries(cx, 0);
    if (!cx->stop) lvi_el_workgroups(cx);
    if (!cx->stop) lvi_el_check_stages(cx);
    if (!cx->error_count) lvi_el_locals(cx);
}

/* ------------------------------------------------------------------------------------------------
   // >>schedule  [18]  graph -> regions
   Nodes are visited from the last to the first, so that all the uses of a node are known,
   with their positions, when its turn comes. A position is (region, stage). Stages count selections
   backwards from the region's end: items are emitted by falling stage; within a stage selections
   come first, then the others by node, then guards. What a selection's arms need is wanted at its
   stage + 1, so no dependency runs from a lower stage to a higher one. That makes it sound to let
   an IF join a selection of the same condition by comparing two stages (lvi_sc_selection).

       mark      what the roots reach; dead parameters and results of loops are left out
       facts     ascending: constants, scope (the innermost loop that a node depends on), hard,
                 risky (on top of hard), which IFs branch
       strict    descending: wanted by every execution of the entry
       guarded   ascending: NS, not speculatable: not strict, and hard or on top of NS
       sweep     descending: place each node
       finish    order the regions' items, collapse selections, settle the loops' exits

   A total node goes to the meet of its uses (the common ancestor region), then out of the loops
   that it does not depend on. One that is NS or hard may be executed only where it is wanted for
   certain: the set of regions that want it is closed upwards (both arms of a selection; the body
   root of a loop that it does not depend on). If more than one is left, a cheap node is copied into
   each, LVI_SC_COPIES times at most; a hard one is executed at their meet under a guard, if they
   are arms of the meet's own selections whose conditions are there in time; else it becomes a memo
   cell at their meet, called from each. So a loop has one place, and the size stays linear.

   Exits: an exit region hangs below the tree region of its edge, at stage 0, so all rules hold for
   it as for any tree arm, and what it alone wants sinks into it. That it is emitted behind the
   loop's merge block changes no position: its values are visible nowhere else, and what it wants
   stands at its ancestors, which have been executed then. Only dominance suffers, and only from
   tree regions that not every exit passes: lvi_sc_boundary.

   Cost: every pass is linear but for climbs in the region tree, O(log depth) by skip pointers, and
   the sorting of anticipated sets. Items need no sorting: the sweep prepends, so a region's list
   is by ascending node, and bucketing it by stage is linear, because a stage above 0 exists in a
   region only if a selection of the stage below does.
   Memory: about 60 bytes for a node of straight code, 200 where every third node is a branch. */

#ifndef LVI_SC_COPIES
#define LVI_SC_COPIES 3u /* places of a node that is cheap itself, but on top of a hard one */
#endif
#ifndef LVI_SC_GUARDS
#define LVI_SC_GUARDS 4u /* conditions of one guard, at most 16 */
#endif
#ifndef LVI_SC_NESTING
#define LVI_SC_NESTING 1000u /* deeper harmless IFs are OpSelects (SPIR-V 2.17: 1023 constructs) */
#endif

/* A use of a node (a: the slot's reference, b: region, c: stage), or an element of a list. */
typedef struct lvi_sc_link {
    uint32_t next, a, b, c;
} lvi_sc_link;
#define LVI_LINK(ref) LVI_AT(lvi_sc_link, ref)

/* What schedule knows of each loop, by ordinal. */
typedef struct lvi_sc_loop {
    uint32_t opened;
    uint32_t outer;            /* ordinal + 1 of the innermost loop around it that it depends on */
    uint32_t item;             /* its LOOP item, once placed */
    uint32_t results;          /* ref of uint32_t[result_count]: the result's node, 0: dead */
    uint32_t ifs, recs, exits; /* lists of lvi_tree references */
    uint32_t exit_count;
} lvi_sc_loop;
#define LVI_SC_LOOP(ordinal) (LVI_AT(lvi_sc_loop, cx->s.loops) + (ordinal))
#define LVI_SC_SCOPE(id) (LVI_AT(uint32_t, cx->s.scope)[id])

static uint32_t lvi_sc_link_new(lvi_context *cx, uint32_t next, uint32_t a, uint32_t b,
                                uint32_t c) {
    uint32_t ref = cx->s.free_links;
    lvi_sc_link *link;
    if (ref)
        cx->s.free_links = LVI_LINK(ref)->next;
    else
        ref = lvi_ar_block(cx, (uint32_t)sizeof(lvi_sc_link));
    link = LVI_LINK(ref);
    link->next = next;
    link->a = a;
    link->b = b;
    link->c = c;
    return ref;
}

/* Frees one link and returns the next. */
static uint32_t lvi_sc_link_free(lvi_context *cx, uint32_t ref) {
    uint32_t next = LVI_LINK(ref)->next;
    LVI_LINK(ref)->next = cx->s.free_links;
    cx->s.free_links = ref;
    return next;
}

/* The node that an operand stands for: aliased parameters give way to their initial values.
   Shortens the chain that it walked. */
static uint32_t lvi_sc_resolve(lvi_context *cx, uint32_t id) {
    uint32_t end = id;
    if (LVI_NODE(id)->op != LVI_OP_PARAM) return id;
    while (LVI_NODE(end)->op == LVI_OP_PARAM && LVI_NODE(end)->a[2]) end = LVI_NODE(end)->a[2];
    while (id != end) {
        uint32_t next = LVI_NODE(id)->a[2];
        LVI_NODE(id)->a[2] = end;
        id = next;
    }
    return end;
}

/* ---- mark */

static void lvi_sc_push(lvi_context *cx, uint32_t a, uint32_t b) {
    cx->s.stack = lvi_sc_link_new(cx, cx->s.stack, a, b, 0);
}

/* Makes a node one that the entry reaches; what it wants itself is marked when it is taken from the
   stack. */
static void lvi_sc_reach(lvi_context *cx, uint32_t id) {
    if (LVI_SC_FLAGS(id) & LVI_S_LIVE) return;
    LVI_SC_FLAGS(id) |= LVI_S_LIVE;
    lvi_sc_push(cx, id, 0);
}

/* Marks an operand. A LOOP as an operand means its result 0. */
static void lvi_sc_mark(lvi_context *cx, uint32_t id) {
    id = lvi_sc_resolve(cx, id);
    if (LVI_NODE(id)->op == LVI_OP_LOOP && !(LVI_SC_FLAGS(id) & LVI_S_DIRECT)) {
        LVI_SC_FLAGS(id) |= LVI_S_DIRECT | LVI_S_LIVE;
        lvi_sc_push(cx, id, 0);
    } else {
        lvi_sc_reach(cx, id);
    }
}

/* Lists the nodes of a loop's tree, marks its conditions. */
static void lvi_sc_open(lvi_context *cx, uint32_t ordinal) {
    lvi_sc_loop *l = LVI_SC_LOOP(ordinal);
    uint32_t top = 0, ref = LVI_LOOP(ordinal)->tree;
    if (l->opened) return;
    l->opened = 1;
    l->results = lvi_ar_array(cx, LVI_LOOP(ordinal)->result_count, 4);
    while (!cx->stop) {
        const lvi_tree *t = LVI_AT(lvi_tree, ref);
        if (t->kind == LVI_TREE_IF) {
            lvi_sc_mark(cx, t->a);
            l->ifs = lvi_sc_link_new(cx, l->ifs, ref, 0, 0);
            top = lvi_sc_link_new(cx, top, t->no, 0, 0);
            ref = t->yes;
            continue;
        }
        if (t->kind == LVI_TREE_REC) {
            l->recs = lvi_sc_link_new(cx, l->recs, ref, 0, 0);
        } else {
            l->exits = lvi_sc_link_new(cx, l->exits, ref, 0, 0);
            l->exit_count++;
        }
        if (!top) return;
        ref = LVI_LINK(top)->a;
        top = lvi_sc_link_free(cx, top);
    }
}

/* Marks the k-th value of each leaf in a list. */
static void lvi_sc_mark_leaves(lvi_context *cx, uint32_t leaves, uint32_t k) {
    for (; leaves && !cx->stop; leaves = LVI_LINK(leaves)->next)
        lvi_sc_mark(cx, LVI_AT(uint32_t, LVI_AT(lvi_tree, LVI_LINK(leaves)->a)->a)[k]);
}

/* Result k of a loop is wanted, and node id stands for it. */
static void lvi_sc_mark_result(lvi_context *cx, uint32_t loop, uint32_t k, uint32_t id) {
    uint32_t ordinal = LVI_NODE(loop)->a[0], *results;
    lvi_sc_reach(cx, loop);
    lvi_sc_open(cx, ordinal);
    if (cx->stop) return;
    results = LVI_AT(uint32_t, LVI_SC_LOOP(ordinal)->results);
    if (!results[k]) lvi_sc_mark_leaves(cx, LVI_SC_LOOP(ordinal)->exits, k);
    results[k] = id;
}

/* The operands are resolved here, for all that follows. */
static void lvi_sc_mark_operands(lvi_context *cx, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    uint32_t i, *list;
    if (n->op == LVI_OP_PARAM) {
        lvi_sc_open(cx, n->a[0]);
        lvi_sc_mark(cx, LVI_AT(uint32_t, LVI_LOOP(n->a[0])->inits)[n->a[1]]);
        lvi_sc_mark_leaves(cx, LVI_SC_LOOP(n->a[0])->recs, n->a[1]);
    } else if (n->op == LVI_OP_PROJ) {
        lvi_sc_mark_result(cx, n->a[0], n->a[1], id);
    } else if (n->op == LVI_OP_LOOP) {
        lvi_sc_open(cx, n->a[0]);
        if (LVI_SC_FLAGS(id) & LVI_S_DIRECT) lvi_sc_mark_result(cx, id, 0, id);
    } else {
        for (i = 0, list = lvi_gr_operands(cx, id); i < n->count && !cx->stop; i++) {
            list[i] = lvi_sc_resolve(cx, list[i]);
            lvi_sc_mark(cx, list[i]);
        }
    }
}

/* Marks what is reachable from the marked nodes. Every operand is looked at once. */
static void lvi_sc_mark_all(lvi_context *cx) {
    while (cx->s.stack && !cx->stop) {
        uint32_t id = LVI_LINK(cx->s.stack)->a;
        cx->s.stack = lvi_sc_link_free(cx, cx->s.stack);
        LVI_NODE(id)->link = 0;
        lvi_sc_mark_operands(cx, id);
    }
}

/* ---- facts, strict, guarded: calls visit for each operand of a LOOP that is wanted */

typedef void (*lvi_sc_visit)(lvi_context *cx, uint32_t user, uint32_t operand);

static int lvi_sc_param_live(lvi_context *cx, const lvi_loop *l, uint32_t k) {
    return !LVI_NODE(l->first_param + k)->a[2] && (LVI_SC_FLAGS(l->first_param + k) & LVI_S_LIVE);
}

static void lvi_sc_each_init(lvi_context *cx, uint32_t loop, lvi_sc_visit visit) {
    const lvi_loop *l = LVI_LOOP(LVI_NODE(loop)->a[0]);
    uint32_t k;
    for (k = 0; k < l->param_count; k++)
        if (lvi_sc_param_live(cx, l, k))
            /* calls: lvi_sc_fact lvi_sc_want lvi_sc_guard */
            visit(cx, loop, lvi_sc_resolve(cx, LVI_AT(uint32_t, l->inits)[k]));
}

/* The condition, or the wanted values, of one tree node. */
static void lvi_sc_each_leaf(lvi_context *cx, uint32_t loop, const lvi_tree *t,
                             lvi_sc_visit visit) {
    const lvi_loop *l = LVI_LOOP(LVI_NODE(loop)->a[0]);
    const uint32_t *results = LVI_AT(uint32_t, LVI_SC_LOOP(LVI_NODE(loop)->a[0])->results);
    uint32_t k;
    if (t->kind == LVI_TREE_IF)
        visit(cx, loop, lvi_sc_resolve(cx, t->a)); /* calls: lvi_sc_fact lvi_sc_want lvi_sc_guard */
    else if (t->kind == LVI_TREE_REC) {
        for (k = 0; k < l->param_count; k++)
            if (lvi_sc_param_live(cx, l, k))
                /* calls: lvi_sc_fact lvi_sc_want lvi_sc_guard */
                visit(cx, loop, lvi_sc_resolve(cx, LVI_AT(uint32_t, t->a)[k]));
    } else {
        for (k = 0; k < l->result_count; k++)
            if (results[k]) /* calls: lvi_sc_fact lvi_sc_want lvi_sc_guard */
                visit(cx, loop, lvi_sc_resolve(cx, LVI_AT(uint32_t, t->a)[k]));
    }
}

static void lvi_sc_each_tree(lvi_context *cx, uint32_t loop, uint32_t list, lvi_sc_visit visit) {
    for (; list; list = LVI_LINK(list)->next)
        lvi_sc_each_leaf(cx, loop, LVI_AT(lvi_tree, LVI_LINK(list)->a), visit);
}

static void lvi_sc_each(lvi_context *cx, uint32_t loop, lvi_sc_visit visit) {
    const lvi_sc_loop *l = LVI_SC_LOOP(LVI_NODE(loop)->a[0]);
    lvi_sc_each_init(cx, loop, visit);
    lvi_sc_each_tree(cx, loop, l->ifs, visit);
    lvi_sc_each_tree(cx, loop, l->recs, visit);
    lvi_sc_each_tree(cx, loop, l->exits, visit);
}

/* Loop x (ordinal + 1) has an operand of scope s. Scopes are nested: of two that x depends on, the
   outer one is a scope of the inner loop too. */
static void lvi_sc_reads(lvi_context *cx, uint32_t x, uint32_t s) {
    while (s && s != x) {
        uint32_t *outer = &LVI_SC_LOOP(x - 1)->outer;
        uint32_t old = *outer;
        if (old == s) return;
        if (old > s) {
            x = old;
        } else {
            *outer = s;
            x = s;
            s = old;
        }
    }
}

static void lvi_sc_fact(lvi_context *cx, uint32_t loop, uint32_t operand) {
    LVI_SC_FLAGS(loop) = (uint8_t)(LVI_SC_FLAGS(loop) | (LVI_SC_FLAGS(operand) & LVI_S_RISKY));
    lvi_sc_reads(cx, LVI_NODE(loop)->a[0] + 1, LVI_SC_SCOPE(operand));
}

static int lvi_sc_is_hard(lvi_context *cx, const lvi_node *n) {
    return n->op == LVI_OP_LOOP || lvi_op_class(n->op) == LVI_EFFECT || lvi_gr_guarded(cx, n->op)
           || lvi_op_cost(n->op) >= LVI_DEAR;
}

/* An IF branches if an arm is risky, or if the arms cost more than LVI_SELECT_COST. */
static int lvi_sc_branches(lvi_context *cx, uint32_t id) {
    uint32_t yes = LVI_NODE(id)->a[1], no = LVI_NODE(id)->a[2];
    return ((LVI_SC_FLAGS(yes) | LVI_SC_FLAGS(no)) & LVI_S_RISKY)
           || LVI_NODE(yes)->cost + LVI_NODE(no)->cost > LVI_SELECT_COST;
}

static void lvi_sc_facts(lvi_context *cx, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    const uint32_t *list = lvi_gr_operands(cx, id);
    uint32_t set = lvi_sc_is_hard(cx, n) ? LVI_S_HARD | LVI_S_RISKY : 0, scope = 0, i;
    if (n->op == LVI_OP_START || !(n->flags & LVI_F_VARIES)) set |= LVI_S_CONSTANT;
    for (i = 0; i < n->count; i++) {
        uint32_t s = LVI_SC_SCOPE(list[i]);
        set |= LVI_SC_FLAGS(list[i]) & LVI_S_RISKY;
        if (s == scope) continue;
        lvi_sc_reads(cx, lvi_max(s, scope), lvi_min(s, scope));
        scope = lvi_max(s, scope);
    }
    if (n->op == LVI_OP_PARAM) {
        scope = n->a[0] + 1;
    } else if (n->op == LVI_OP_LOOP) {
        lvi_sc_each(cx, id, lvi_sc_fact);
        scope = LVI_SC_LOOP(n->a[0])->outer;
    } else if (n->op == LVI_OP_IF && lvi_sc_branches(cx, id)) {
        set |= LVI_S_BRANCH;
        cx->s.branch_count++;
    }
    LVI_SC_SCOPE(id) = scope;
    LVI_SC_FLAGS(id) = (uint8_t)(LVI_SC_FLAGS(id) | set);
}

static void lvi_sc_want(lvi_context *cx, uint32_t user, uint32_t operand) {
    (void)user;
    LVI_SC_FLAGS(operand) |= LVI_S_STRICT;
}

/* Is it executed by the whole quad, whatever condition it stands under? Not what depends on an
   effect: that cannot move. */
static int lvi_sc_is_quad(lvi_context *cx, uint32_t id) {
    return lvi_op_is_derivative(LVI_NODE(id)->op) && !(LVI_NODE(id)->flags & LVI_F_EFFECT);
}

/* A node that every execution wants makes its operands so. A derivative outside of loops is
   executed always. */
static void lvi_sc_strict(lvi_context *cx, uint32_t id) {
    uint32_t op = LVI_NODE(id)->op, count = LVI_NODE(id)->count, i;
    const uint32_t *list = lvi_gr_operands(cx, id);
    if (lvi_sc_is_quad(cx, id) && !LVI_SC_SCOPE(id)) LVI_SC_FLAGS(id) |= LVI_S_STRICT;
    if (!(LVI_SC_FLAGS(id) & LVI_S_STRICT)) return;
    if (LVI_SC_FLAGS(id) & LVI_S_BRANCH) count = 1;
    for (i = 0; i < count; i++) LVI_SC_FLAGS(list[i]) |= LVI_S_STRICT;
    if (op == LVI_OP_LOOP) {
        lvi_sc_each_init(cx, id, lvi_sc_want);
        lvi_sc_each_leaf(cx, id, LVI_AT(lvi_tree, LVI_LOOP(LVI_NODE(id)->a[0])->tree), lvi_sc_want);
    }
}

/* LOOPs are hard. */
static void lvi_sc_guarded(lvi_context *cx, uint32_t id) {
    const uint32_t *list = lvi_gr_operands(cx, id);
    uint32_t flags = LVI_SC_FLAGS(id), i;
    if ((flags & LVI_S_STRICT) || !(flags & LVI_S_RISKY)) return;
    if (flags & LVI_S_HARD) flags |= LVI_S_NS;
    for (i = 0; i < LVI_NODE(id)->count; i++) flags |= LVI_SC_FLAGS(list[i]) & LVI_S_NS;
    LVI_SC_FLAGS(id) = (uint8_t)flags;
}

/* ---- regions and positions */

static uint32_t lvi_sc_region(lvi_context *cx, uint32_t kind, uint32_t parent, uint32_t position,
                              uint32_t owner) {
    uint32_t ref = lvi_ar_high(cx, (uint32_t)sizeof(lvi_region));
    lvi_region *r = LVI_REGION(ref), *p, *j;
    r->kind = kind;
    r->parent = parent;
    r->position = position;
    r->owner = owner;
    r->jump = ref;
    r->cell = kind == LVI_R_CELL ? ref : 0;
    r->link = cx->s.all_regions;
    cx->s.all_regions = ref;
    cx->s.region_count++;
    if (!parent) return ref;
    p = LVI_REGION(parent);
    j = LVI_REGION(p->jump);
    r->depth = p->depth + 1;
    r->jump = p->depth - j->depth == j->depth - LVI_REGION(j->jump)->depth ? j->jump : parent;
    r->loop = kind == LVI_R_BODY ? owner : p->loop;
    r->loops = p->loops + (kind == LVI_R_BODY);
    r->exits = p->exits + (kind == LVI_R_EXIT);
    if (kind != LVI_R_CELL) r->cell = p->cell;
    if (r->depth > cx->s.nesting) cx->s.nesting = r->depth;
    return ref;
}

/* The ancestor of a region at a depth not greater than its own. */
static uint32_t lvi_sc_ancestor(lvi_context *cx, uint32_t region, uint32_t depth) {
    while (LVI_REGION(region)->depth > depth) {
        uint32_t jump = LVI_REGION(region)->jump;
        region = LVI_REGION(jump)->depth >= depth ? jump : LVI_REGION(region)->parent;
    }
    return region;
}

/* The nearest common ancestor of two regions. */
static uint32_t lvi_sc_common(lvi_context *cx, uint32_t x, uint32_t y) {
    x = lvi_sc_ancestor(cx, x, LVI_REGION(y)->depth);
    y = lvi_sc_ancestor(cx, y, LVI_REGION(x)->depth);
    while (x != y) {
        const lvi_region *p = LVI_REGION(x), *q = LVI_REGION(y);
        x = p->jump != q->jump ? p->jump : p->parent;
        y = p->jump != q->jump ? q->jump : q->parent;
    }
    return x;
}

typedef struct lvi_sc_position {
    uint32_t region, stage;
} lvi_sc_position;

/* The stage at which a region above p sees what happens at p. */
static lvi_sc_position lvi_sc_lift(lvi_context *cx, lvi_sc_position p, uint32_t region) {
    if (p.region != region) {
        uint32_t below = lvi_sc_ancestor(cx, p.region, LVI_REGION(region)->depth + 1);
        p.stage = LVI_REGION(below)->position;
        p.region = region;
    }
    return p;
}

static lvi_sc_position lvi_sc_meet(lvi_context *cx, lvi_sc_position p, lvi_sc_position q) {
    uint32_t region = p.region == q.region ? p.region : lvi_sc_common(cx, p.region, q.region);
    p = lvi_sc_lift(cx, p, region);
    q = lvi_sc_lift(cx, q, region);
    if (q.stage > p.stage) p.stage = q.stage;
    return p;
}

static lvi_sc_position lvi_sc_meet_uses(lvi_context *cx, uint32_t uses) {
    lvi_sc_position p, q;
    p.region = LVI_LINK(uses)->b;
    p.stage = LVI_LINK(uses)->c;
    while ((uses = LVI_LINK(uses)->next) != 0) {
        q.region = LVI_LINK(uses)->b;
        q.stage = LVI_LINK(uses)->c;
        p = lvi_sc_meet(cx, p, q);
    }
    return p;
}

/* The body root of the loop of a scope (ordinal + 1). */
static uint32_t lvi_sc_body(lvi_context *cx, uint32_t scope) {
    return LVI_AT(lvi_loop_item, LVI_SC_LOOP(scope - 1)->item)->body;
}

/* How many loops are around a node of this scope, wherever it is placed. */
static uint32_t lvi_sc_loops_of(lvi_context *cx, uint32_t scope) {
    return scope ? LVI_REGION(lvi_sc_body(cx, scope))->loops : 0;
}

/* Out of the loops that a node of this scope does not depend on. */
static lvi_sc_position lvi_sc_leave_loops(lvi_context *cx, lvi_sc_position p, uint32_t scope) {
    uint32_t loops = lvi_sc_loops_of(cx, scope), body = p.region;
    if (LVI_REGION(body)->loops == loops) return p;
    while (LVI_REGION(LVI_REGION(body)->parent)->loops > loops) {
        uint32_t jump = LVI_REGION(body)->jump;
        body = LVI_REGION(jump)->loops > loops ? jump : LVI_REGION(body)->parent;
    }
    p.region = LVI_REGION(body)->parent;
    p.stage = LVI_REGION(body)->position;
    return p;
}

/* From a loop's body root that a node of this scope does not depend on to the LOOP's position, and
   again while that is such a body root. */
static lvi_sc_position lvi_sc_leave_body(lvi_context *cx, lvi_sc_position p, uint32_t scope) {
    uint32_t top = LVI_AT(lvi_loop_item, LVI_REGION(p.region)->owner)->outermost;
    uint32_t own = scope ? lvi_sc_body(cx, scope) : 0;
    if (own && LVI_REGION(own)->depth >= LVI_REGION(top)->depth) return lvi_sc_lift(cx, p, own);
    p.region = LVI_REGION(top)->parent;
    p.stage = LVI_REGION(top)->position;
    return p;
}

/* From a region that wants a node of this scope to the outermost one that wants it as surely. */
static lvi_sc_position lvi_sc_leave_bodies(lvi_context *cx, lvi_sc_position p, uint32_t scope) {
    while (LVI_REGION(p.region)->kind == LVI_R_BODY
           && LVI_REGION(p.region)->loops > lvi_sc_loops_of(cx, scope))
        p = lvi_sc_leave_body(cx, p, scope);
    return p;
}

/* The exit region that the way from an outer region down to an inner one enters first, or 0. */
static uint32_t lvi_sc_first_exit(lvi_context *cx, uint32_t outer, uint32_t inner) {
    uint32_t exits = LVI_REGION(outer)->exits;
    if (LVI_REGION(inner)->exits == exits) return 0;
    while (LVI_REGION(LVI_REGION(inner)->parent)->exits > exits) {
        uint32_t jump = LVI_REGION(inner)->jump;
        inner = LVI_REGION(jump)->exits > exits ? jump : LVI_REGION(inner)->parent;
    }
    return inner;
}

/* ---- items, uses, escapes */

static uint32_t lvi_sc_item(lvi_context *cx, uint32_t kind, size_t bytes, lvi_sc_position p,
                            uint32_t node) {
    uint32_t ref = lvi_ar_high(cx, (uint32_t)bytes);
    lvi_item *item = LVI_ITEM(ref);
    item->kind = (uint8_t)kind;
    item->region = p.region;
    item->stage = p.stage;
    item->node = node;
    cx->s.item_count++;
    return ref;
}

static uint32_t lvi_sc_slotted(lvi_context *cx, uint32_t kind, uint32_t count, lvi_sc_position p,
                               uint32_t node) {
    uint32_t ref = lvi_sc_item(cx, kind, sizeof(lvi_item) + (size_t)count * 4, p, node);
    LVI_ITEM(ref)->count = cx->stop ? 0 : count;
    return ref;
}

/* Puts an item before the others of its region. */
static void lvi_sc_prepend(lvi_context *cx, uint32_t item) {
    lvi_region *r = LVI_REGION(LVI_ITEM(item)->region);
    LVI_ITEM(item)->next = r->first;
    r->first = item;
}

/* The slot will hold the value of node id, an operand of a marked node, which is wanted at p. */
static void lvi_sc_use_operand(lvi_context *cx, uint32_t id, uint32_t slot, lvi_sc_position p) {
    if (LVI_SC_FLAGS(id) & LVI_S_CONSTANT)
        *LVI_AT(uint32_t, slot) = id << 1 | 1;
    else
        LVI_NODE(id)->link = lvi_sc_link_new(cx, LVI_NODE(id)->link, slot, p.region, p.stage);
}

/* The same for any node. */
static void lvi_sc_use(lvi_context *cx, uint32_t id, uint32_t slot, lvi_sc_position p) {
    lvi_sc_use_operand(cx, lvi_sc_resolve(cx, id), slot, p);
}

#define LVI_SC_SLOT(item, k) ((item) + (uint32_t)sizeof(lvi_item) + 4 * (k))

/* The region whose boundary keeps a value of region `from` from being read in region `to` below it,
   or 0. A function boundary: the cell's region. Else an exit: its region is emitted behind the
   merge block, which the value dominates only if every exit passes its region, that is, if it is
   not deeper than the nearest common ancestor of all exits. Only tree regions of that loop itself
   lie between the two, so no value ever crosses two boundaries that need help. */
static uint32_t lvi_sc_boundary(lvi_context *cx, uint32_t from, uint32_t to) {
    const lvi_region *f = LVI_REGION(from), *t = LVI_REGION(to);
    uint32_t exit;
    if (f->cell != t->cell) return t->cell;
    if (f->kind != LVI_R_TREE || f->exits == t->exits
        || f->depth <= LVI_AT(lvi_loop_item, f->loop)->exit_depth)
        return 0;
    exit = lvi_sc_first_exit(cx, from, to);
    return LVI_REGION(exit)->loop == f->loop ? exit : 0;
}

/* Writes a value into the slot of a use, by way of an escape if it must be. Uses of one value come
   in a row, so a boundary's first escape is the one to share. */
static void lvi_sc_assign(lvi_context *cx, const lvi_sc_link *use, uint32_t value) {
    uint32_t region = LVI_ITEM(value)->region, escape;
    uint32_t inside = region == use->b || LVI_NODE(LVI_ITEM(value)->node)->op == LVI_OP_ARRAY,
             boundary = inside ? 0 : lvi_sc_boundary(cx, region, use->b);
    lvi_sc_position p;
    if (boundary) {
        escape = LVI_REGION(boundary)->escapes;
        if (!escape || LVI_SLOTS(escape)[0] != value) {
            p.region = boundary;
            p.stage = 0;
            escape = lvi_sc_slotted(cx, LVI_I_ESCAPE, 1, p, LVI_ITEM(value)->node);
            if (cx->stop) return;
            LVI_SLOTS(escape)[0] = value;
            LVI_ITEM(escape)->next = LVI_REGION(boundary)->escapes;
            LVI_REGION(boundary)->escapes = escape;
            cx->s.escape_count++;
            if (LVI_REGION(boundary)->kind == LVI_R_CELL && LVI_ITEM(value)->kind != LVI_I_ENTRY)
                LVI_ITEM(value)->flags |= LVI_SPILLED;
        }
        value = escape;
    }
    *LVI_AT(uint32_t, use->a) = value;
}

/* Gives a value to all uses in the list and frees it. */
static void lvi_sc_assign_all(lvi_context *cx, uint32_t uses, uint32_t value) {
    while (uses && !cx->stop) {
        lvi_sc_assign(cx, LVI_LINK(uses), value);
        uses = lvi_sc_link_free(cx, uses);
    }
}

/* The same for a LOOP's or a cell's results: the slots hold the results' indices. */
static void lvi_sc_assign_results(lvi_context *cx, uint32_t uses, uint32_t results) {
    while (uses && !cx->stop) {
        lvi_sc_assign(cx, LVI_LINK(uses),
                      LVI_AT(uint32_t, results)[*LVI_AT(uint32_t, LVI_LINK(uses)->a)]);
        uses = lvi_sc_link_free(cx, uses);
    }
}

/* ---- placing */

static void lvi_sc_place_op(lvi_context *cx, uint32_t id, lvi_sc_position p, uint32_t uses) {
    const uint32_t *list = lvi_gr_operands(cx, id);
    uint32_t k, count = LVI_NODE(id)->count, item = lvi_sc_slotted(cx, LVI_I_OP, count, p, id);
    lvi_sc_prepend(cx, item);
    lvi_sc_assign_all(cx, uses, item);
    for (k = 0; k < count && !cx->stop; k++)
        lvi_sc_use_operand(cx, list[k], LVI_SC_SLOT(item, k), p);
}

/* Where the table has, or would have, the last selection of a condition in a region. */
static uint32_t *lvi_sc_lookup(lvi_context *cx, uint32_t region, uint32_t condition) {
    uint32_t *table = LVI_AT(uint32_t, cx->s.table),
             h = (region >> 2) * 0x9E3779B1u ^ condition * 0x85EBCA6Bu;
    for (h ^= h >> 15;; h++) {
        uint32_t *entry = &table[h & cx->s.table_mask];
        if (!*entry || (LVI_ITEM(*entry)->region == region && LVI_ITEM(*entry)->node == condition))
            return entry;
    }
}

/* The selection that an IF wanted at p joins: the last one of the region and condition, if its
   stage is not below p's (then nothing that it needs is at or behind p), else a new one. */
static uint32_t lvi_sc_selection(lvi_context *cx, uint32_t condition, lvi_sc_position p) {
    uint32_t *entry = lvi_sc_lookup(cx, p.region, condition), ref = *entry;
    lvi_select *s;
    if (ref && LVI_ITEM(ref)->stage >= p.stage) return ref;
    ref = lvi_sc_item(cx, LVI_I_SELECT, sizeof(lvi_select), p, condition);
    if (cx->stop) return ref;
    *entry = ref;
    lvi_sc_prepend(cx, ref);
    p.stage++;
    s = LVI_AT(lvi_select, ref);
    s->item.count = 1;
    s->yes = lvi_sc_region(cx, LVI_R_ARM, p.region, p.stage, ref);
    s->no = lvi_sc_region(cx, LVI_R_ARM, p.region, p.stage, ref);
    lvi_sc_use(cx, condition, LVI_SC_SLOT(ref, 0), p);
    cx->s.select_count++;
    return ref;
}

static void lvi_sc_place_if(lvi_context *cx, uint32_t id, lvi_sc_position p, uint32_t uses) {
    const uint32_t *a = LVI_NODE(id)->a;
    uint32_t selection = lvi_sc_selection(cx, a[0], p), phi;
    lvi_select *s = LVI_AT(lvi_select, selection);
    lvi_sc_position arm;
    p.stage = s->item.stage;
    phi = lvi_sc_slotted(cx, LVI_I_PHI, 2, p, id);
    if (cx->stop) return;
    LVI_ITEM(phi)->next = s->members;
    s->members = phi;
    lvi_sc_assign_all(cx, uses, phi);
    arm.stage = 0;
    arm.region = s->yes;
    lvi_sc_use(cx, a[1], LVI_SC_SLOT(phi, 0), arm);
    arm.region = s->no;
    lvi_sc_use(cx, a[2], LVI_SC_SLOT(phi, 1), arm);
}

/* RESULT items of a LOOP or CALL for the results that nodes[] says are wanted. */
static uint32_t lvi_sc_results(lvi_context *cx, uint32_t producer, lvi_sc_position p,
                               const uint32_t *nodes, uint32_t count) {
    uint32_t results = lvi_ar_array(cx, count, 4), k;
    for (k = 0; k < count && !cx->stop; k++) {
        uint32_t ref;
        if (!nodes[k]) continue;
        ref = lvi_sc_item(cx, LVI_I_RESULT, sizeof(lvi_result), p, nodes[k]);
        LVI_AT(lvi_result, ref)->producer = producer;
        LVI_AT(lvi_result, ref)->index = k;
        LVI_AT(uint32_t, results)[k] = ref;
    }
    return results;
}

/* PARAM items for a loop's live parameters; their initial values are wanted at the LOOP. */
static uint32_t lvi_sc_params(lvi_context *cx, uint32_t item, uint32_t body, lvi_sc_position p) {
    const lvi_loop *l = LVI_LOOP(LVI_NODE(LVI_ITEM(item)->node)->a[0]);
    uint32_t params = lvi_ar_array(cx, l->param_count, 4), k;
    lvi_sc_position inside;
    inside.region = body;
    inside.stage = 0;
    for (k = 0; k < l->param_count && !cx->stop; k++) {
        uint32_t ref;
        if (!lvi_sc_param_live(cx, l, k)) continue;
        ref = lvi_sc_slotted(cx, LVI_I_PARAM, 1, inside, l->first_param + k);
        lvi_sc_use(cx, LVI_AT(uint32_t, l->inits)[k], LVI_SC_SLOT(ref, 0), p);
        LVI_AT(uint32_t, params)[k] = ref;
    }
    return params;
}

/* Makes a REC or EXIT item the end of its region, and wants those values that want[] (items, 0: not
   wanted) says. */
static void lvi_sc_leaf(lvi_context *cx, const lvi_tree *t, uint32_t loop, uint32_t region,
                        const uint32_t *want, uint32_t count) {
    uint32_t item, k;
    lvi_sc_position p;
    p.region = region;
    p.stage = 0;
    item = lvi_sc_slotted(cx, t->kind == LVI_TREE_REC ? LVI_I_REC : LVI_I_EXIT, count, p,
                          LVI_ITEM(loop)->node);
    LVI_REGION(region)->end = item;
    for (k = 0; k < count && !cx->stop; k++)
        if (want[k]) lvi_sc_use(cx, LVI_AT(uint32_t, t->a)[k], LVI_SC_SLOT(item, k), p);
}

static uint32_t lvi_sc_arm(lvi_context *cx, uint32_t tree, uint32_t parent, uint32_t owner) {
    return lvi_sc_region(cx,
                         LVI_AT(lvi_tree, tree)->kind == LVI_TREE_EXIT ? LVI_R_EXIT : LVI_R_TREE,
                         parent, 0, owner);
}

static void lvi_sc_tree_if(lvi_context *cx, const lvi_tree *t, uint32_t region) {
    uint32_t ref;
    lvi_tree_if *item;
    lvi_sc_position p;
    p.region = region;
    p.stage = 0;
    ref = lvi_sc_item(cx, LVI_I_TREE_IF, sizeof(lvi_tree_if), p, lvi_sc_resolve(cx, t->a));
    if (cx->stop) return;
    item = LVI_AT(lvi_tree_if, ref);
    item->item.count = 1;
    LVI_REGION(region)->end = ref;
    lvi_sc_use(cx, t->a, LVI_SC_SLOT(ref, 0), p);
    item->yes = lvi_sc_arm(cx, t->yes, region, ref);
    item->no = lvi_sc_arm(cx, t->no, region, ref);
    lvi_sc_push(cx, t->no, item->no);
    lvi_sc_push(cx, t->yes, item->yes);
}

/* Registers an exit region. exit_depth becomes the depth of the common ancestor of all. */
static void lvi_sc_exit(lvi_context *cx, lvi_loop_item *l, uint32_t region) {
    uint32_t *exits = LVI_AT(uint32_t, l->exits);
    l->common = l->exit_count ? lvi_sc_common(cx, l->common, region) : region;
    l->exit_depth = LVI_REGION(l->common)->depth;
    exits[l->exit_count++] = region;
}

/* Makes the regions of a loop's decision tree below its body. */
static void lvi_sc_tree(lvi_context *cx, uint32_t loop, uint32_t tree) {
    lvi_loop_item *l = LVI_AT(lvi_loop_item, loop);
    uint32_t region = l->body;
    if (LVI_AT(lvi_tree, tree)->kind == LVI_TREE_EXIT) region = lvi_sc_arm(cx, tree, region, loop);
    lvi_sc_push(cx, tree, region);
    while (cx->s.stack && !cx->stop) {
        const lvi_tree *t = LVI_AT(lvi_tree, LVI_LINK(cx->s.stack)->a);
        region = LVI_LINK(cx->s.stack)->b;
        cx->s.stack = lvi_sc_link_free(cx, cx->s.stack);
        if (t->kind == LVI_TREE_IF) {
            lvi_sc_tree_if(cx, t, region);
        } else if (t->kind == LVI_TREE_REC) {
            l->rec_count++;
            lvi_sc_leaf(cx, t, loop, region, LVI_AT(uint32_t, l->params), l->param_count);
        } else {
            lvi_sc_exit(cx, l, region);
            lvi_sc_leaf(cx, t, loop, region, LVI_AT(uint32_t, l->results), l->result_count);
        }
    }
}

static void lvi_sc_place_loop(lvi_context *cx, uint32_t id, lvi_sc_position p, uint32_t uses) {
    uint32_t ordinal = LVI_NODE(id)->a[0],
             ref = lvi_sc_item(cx, LVI_I_LOOP, sizeof(lvi_loop_item), p, id);
    lvi_sc_loop *known = LVI_SC_LOOP(ordinal);
    lvi_loop_item *l = LVI_AT(lvi_loop_item, ref);
    if (cx->stop) return;
    lvi_sc_prepend(cx, ref);
    known->item = ref;
    l->previous = cx->s.all_loops;
    cx->s.all_loops = ref;
    cx->s.loop_count++;
    l->body = lvi_sc_region(cx, LVI_R_BODY, p.region, p.stage, ref);
    l->outermost = LVI_REGION(p.region)->kind == LVI_R_BODY
                       ? LVI_AT(lvi_loop_item, LVI_REGION(p.region)->owner)->outermost
                       : l->body;
    l->param_count = LVI_LOOP(ordinal)->param_count;
    l->params = lvi_sc_params(cx, ref, l->body, p);
    l->result_count = LVI_LOOP(ordinal)->result_count;
    l->results = lvi_sc_results(cx, ref, p, LVI_AT(uint32_t, known->results), l->result_count);
    l->exits = lvi_ar_array(cx, known->exit_count, 4);
    if (cx->stop) return;
    lvi_sc_assign_results(cx, uses, l->results);
    lvi_sc_tree(cx, ref, LVI_LOOP(ordinal)->tree);
}

/* Places a node at p for the uses in the list, and wants its operands there. */
static void lvi_sc_place(lvi_context *cx, uint32_t id, lvi_sc_position p, uint32_t uses) {
    uint32_t flags = LVI_SC_FLAGS(id);
    if (LVI_NODE(id)->op == LVI_OP_LOOP)
        lvi_sc_place_loop(cx, id, p, uses);
    else if ((flags & LVI_S_BRANCH)
             && ((flags & LVI_S_RISKY) || LVI_REGION(p.region)->depth < LVI_SC_NESTING))
        lvi_sc_place_if(cx, id, p, uses);
    else
        lvi_sc_place_op(cx, id, p, uses);
}

/* ---- anticipated sets: the regions that want a node for certain */

static void lvi_sc_reserve(lvi_context *cx, uint32_t count) {
    if (count <= cx->s.scratch_count) return;
    count += count / 2 + 16;
    cx->s.scratch = lvi_ar_array(cx, count, 8);
    cx->s.scratch_count = cx->stop ? 0 : count;
}

/* The other arm of the selection or tree node that a region is an arm of, or 0. */
static uint32_t lvi_sc_sibling(lvi_context *cx, uint32_t region) {
    uint32_t owner = LVI_REGION(region)->owner, yes, no;
    if (owner && LVI_ITEM(owner)->kind == LVI_I_SELECT) {
        yes = LVI_AT(lvi_select, owner)->yes;
        no = LVI_AT(lvi_select, owner)->no;
    } else if (owner && LVI_ITEM(owner)->kind == LVI_I_TREE_IF) {
        yes = LVI_AT(lvi_tree_if, owner)->yes;
        no = LVI_AT(lvi_tree_if, owner)->no;
    } else {
        return 0;
    }
    return region == yes ? no : yes;
}

/* Adds a use's position to the set of node id, which has count elements (in scratch), hoisting as
   far as both arms of a selection, or a loop's body root that it does not depend on, want it.
   Returns the new count; left behind are elements whose mark is gone. */
static uint32_t lvi_sc_anticipate(lvi_context *cx, uint32_t id, lvi_sc_position p, uint32_t count) {
    for (;;) {
        lvi_region *r = LVI_REGION(p.region);
        uint32_t sibling;
        if (r->mark == id) {
            if (r->mark_stage < p.stage) r->mark_stage = p.stage;
            return count;
        }
        if (r->kind == LVI_R_BODY && r->loops > lvi_sc_loops_of(cx, LVI_SC_SCOPE(id))) {
            p = lvi_sc_leave_bodies(cx, p, LVI_SC_SCOPE(id));
            continue;
        }
        sibling = lvi_sc_sibling(cx, p.region);
        if (!sibling || LVI_REGION(sibling)->mark != id) {
            r->mark = id;
            r->mark_stage = p.stage;
            LVI_AT(uint32_t, cx->s.scratch)[count] = p.region;
            return count + 1;
        }
        LVI_REGION(sibling)->mark = 0;
        p.region = r->parent;
        p.stage = r->position;
    }
}

/* Preorder of the region tree: ancestors first, children by reference. */
static int lvi_sc_before(lvi_context *cx, uint32_t x, uint32_t y) {
    uint32_t common, depth;
    if (x == y) return 0;
    common = lvi_sc_common(cx, x, y);
    if (common == x || common == y) return common == x;
    depth = LVI_REGION(common)->depth + 1;
    return lvi_sc_ancestor(cx, x, depth) < lvi_sc_ancestor(cx, y, depth);
}

static void lvi_sc_sift(lvi_context *cx, uint32_t *list, uint32_t i, uint32_t count) {
    uint32_t value = list[i], child;
    while ((child = 2 * i + 1) < count) {
        if (child + 1 < count && lvi_sc_before(cx, list[child], list[child + 1])) child++;
        if (!lvi_sc_before(cx, value, list[child])) break;
        list[i] = list[child];
        i = child;
    }
    list[i] = value;
}

/* Heapsort by preorder. */
static void lvi_sc_sort(lvi_context *cx, uint32_t *list, uint32_t count) {
    uint32_t i;
    for (i = count / 2; i-- > 0;) lvi_sc_sift(cx, list, i, count);
    for (i = count; i-- > 1;) {
        uint32_t last = list[i];
        list[i] = list[0];
        list[0] = last;
        lvi_sc_sift(cx, list, 0, i);
    }
}

/* Sorts the set and drops what is gone or has an ancestor in it, which takes over the greatest
   stage. Returns the count of what is left. */
static uint32_t lvi_sc_reduce(lvi_context *cx, uint32_t id, uint32_t count) {
    uint32_t *list = LVI_AT(uint32_t, cx->s.scratch), i, kept = 0;
    for (i = 0; i < count; i++)
        if (LVI_REGION(list[i])->mark == id) list[kept++] = list[i];
    count = kept;
    if (count < 2) return count;
    lvi_sc_sort(cx, list, count);
    for (i = kept = 1; i < count; i++) {
        uint32_t top = list[kept - 1];
        lvi_sc_position p;
        p.region = list[i];
        p.stage = 0;
        if (LVI_REGION(p.region)->depth < LVI_REGION(top)->depth
            || lvi_sc_ancestor(cx, p.region, LVI_REGION(top)->depth) != top) {
            list[kept++] = p.region;
        } else {
            p = lvi_sc_lift(cx, p, top);
            if (LVI_REGION(top)->mark_stage < p.stage) LVI_REGION(top)->mark_stage = p.stage;
        }
    }
    return kept;
}

/* Splits a list of uses by the set's regions: heads[i] gets those at or below list[i]. */
static void lvi_sc_split(lvi_context *cx, uint32_t uses, const uint32_t *list, uint32_t *heads,
                         uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) heads[i] = 0;
    while (uses) {
        uint32_t next = LVI_LINK(uses)->next, low = 0, high = count;
        while (high - low > 1) {
            uint32_t middle = low + (high - low) / 2;
            if (lvi_sc_before(cx, LVI_LINK(uses)->b, list[middle]))
                high = middle;
            else
                low = middle;
        }
        LVI_LINK(uses)->next = heads[low];
        heads[low] = uses;
        uses = next;
    }
}

static lvi_sc_position lvi_sc_marked(lvi_context *cx, uint32_t region) {
    lvi_sc_position p;
    p.region = region;
    p.stage = LVI_REGION(region)->mark_stage;
    return p;
}

/* What a hard node is computed into from several regions: one value, or a LOOP's results (node for
   each, 0: dead). id must outlive the result. */
static uint32_t lvi_sc_values(lvi_context *cx, const uint32_t *id, const uint32_t **nodes) {
    uint32_t ordinal = LVI_NODE(*id)->a[0];
    *nodes = id;
    if (LVI_NODE(*id)->op != LVI_OP_LOOP) return 1;
    *nodes = LVI_AT(uint32_t, LVI_SC_LOOP(ordinal)->results);
    return LVI_LOOP(ordinal)->result_count;
}

/* Adds to a list of uses that slot will hold result k of node id at p. */
static uint32_t lvi_sc_use_result(lvi_context *cx, uint32_t uses, uint32_t slot, uint32_t id,
                                  uint32_t k, lvi_sc_position p) {
    *LVI_AT(uint32_t, slot) = LVI_NODE(id)->op == LVI_OP_LOOP ? k : 0;
    return lvi_sc_link_new(cx, uses, slot, p.region, p.stage);
}

/* ---- guards: a hard node that several arms of one region want is executed before them, under the
   disjunction of their conditions */

/* The node that decides when a condition is placed. */
static uint32_t lvi_sc_base(lvi_context *cx, uint32_t id) {
    return LVI_NODE(id)->op == LVI_OP_PROJ ? LVI_NODE(id)->a[0] : id;
}

/* Can the condition of a selection or tree node be read at p, the end of that stage, when it is
   node id's turn? Not if it is placed behind p; if it has not been placed yet, it can be wanted
   there, because its region wants it anyhow. (For that reason it is neither a guarded value of this
   region nor one of node id.) */
static int lvi_sc_readable(lvi_context *cx, uint32_t owner, uint32_t id, lvi_sc_position p) {
    uint32_t condition = LVI_ITEM(owner)->node, base = lvi_sc_base(cx, condition);
    const lvi_item *v;
    if (LVI_ITEM(owner)->flags & LVI_GUARDED) return 0;
    if (base < id || (LVI_SC_FLAGS(condition) & LVI_S_CONSTANT)) return 1;
    v = LVI_ITEM(LVI_SLOTS(owner)[0]);
    if (v->kind == LVI_I_ESCAPE || v->kind == LVI_I_ENTRY || v->kind == LVI_I_PARAM
        || v->region != p.region)
        return 1;
    return v->stage >= p.stage;
}

static int lvi_sc_can_guard(lvi_context *cx, uint32_t id, const uint32_t *list, uint32_t count,
                            lvi_sc_position p) {
    uint32_t i;
    if (count > LVI_SC_GUARDS
        || LVI_REGION(p.region)->loops != lvi_sc_loops_of(cx, LVI_SC_SCOPE(id)))
        return 0;
    for (i = 0; i < count; i++)
        if (LVI_REGION(list[i])->parent != p.region || !lvi_sc_sibling(cx, list[i])
            || !lvi_sc_readable(cx, LVI_REGION(list[i])->owner, id, p))
            return 0;
    return 1;
}

/* The ANY item: is one of the regions in the list going to be executed? */
static uint32_t lvi_sc_any(lvi_context *cx, uint32_t id, const uint32_t *list, uint32_t count,
                           lvi_sc_position p) {
    uint32_t any = lvi_sc_slotted(cx, LVI_I_ANY, count, p, id), i;
    lvi_sc_prepend(cx, any);
    for (i = 0; i < count && !cx->stop; i++) {
        uint32_t owner = LVI_REGION(list[i])->owner, condition = LVI_ITEM(owner)->node,
                 base = lvi_sc_base(cx, condition);
        uint32_t yes = LVI_AT(lvi_tree_if, owner)->yes; /* the same head as lvi_select */
        if (list[i] != yes) LVI_ITEM(any)->negated = (uint16_t)(LVI_ITEM(any)->negated | 1u << i);
        if (base > id) {
            LVI_SLOTS(any)[i] = LVI_SLOTS(owner)[0];
        } else {
            if (base != condition) LVI_SLOTS(any)[i] = LVI_NODE(condition)->a[1];
            lvi_sc_use(cx, condition > id ? base : condition, LVI_SC_SLOT(any, i), p);
        }
    }
    return any;
}

/* Executes node id at the end of stage p under the condition that one of the set's regions will be;
   its values there are PHIs. */
static void lvi_sc_guard_at(lvi_context *cx, uint32_t id, const uint32_t *list,
                            const uint32_t *heads, uint32_t count, lvi_sc_position p) {
    const uint32_t *nodes;
    uint32_t value_count = lvi_sc_values(cx, &id, &nodes), phis = lvi_ar_array(cx, value_count, 4),
             uses = 0, k;
    uint32_t ref = lvi_sc_item(cx, LVI_I_SELECT, sizeof(lvi_select), p, id);
    lvi_select *s = LVI_AT(lvi_select, ref);
    lvi_sc_position inside;
    if (cx->stop) return;
    lvi_sc_prepend(cx, ref);
    s->item.flags = LVI_GUARDED;
    s->item.count = 1;
    s->yes = inside.region = lvi_sc_region(cx, LVI_R_ARM, p.region, p.stage, ref);
    s->no = lvi_sc_region(cx, LVI_R_ARM, p.region, p.stage, ref);
    s->condition = lvi_sc_any(cx, id, list, count, p);
    inside.stage = 0;
    for (k = value_count; k-- > 0 && !cx->stop;) {
        uint32_t phi;
        if (!nodes[k]) continue;
        phi = lvi_sc_slotted(cx, LVI_I_PHI, 2, p, nodes[k]);
        LVI_ITEM(phi)->flags = LVI_GUARDED;
        LVI_ITEM(phi)->next = s->members;
        s->members = LVI_AT(uint32_t, phis)[k] = phi;
        uses = lvi_sc_use_result(cx, uses, LVI_SC_SLOT(phi, 0), id, k, inside);
    }
    cx->s.select_count++;
    for (k = 0; k < count && !cx->stop; k++) {
        if (LVI_NODE(id)->op == LVI_OP_LOOP)
            lvi_sc_assign_results(cx, heads[k], phis);
        else
            lvi_sc_assign_all(cx, heads[k], LVI_AT(uint32_t, phis)[0]);
    }
    if (!cx->stop) lvi_sc_place(cx, id, inside, uses);
}

/* ---- cells */

/* A call of a cell at p for the uses in the list. */
static void lvi_sc_call(lvi_context *cx, uint32_t cell, const uint32_t *nodes, lvi_sc_position p,
                        uint32_t uses) {
    uint32_t ref = lvi_sc_item(cx, LVI_I_CALL, sizeof(lvi_call), p, LVI_ITEM(cell)->node);
    lvi_call *call = LVI_AT(lvi_call, ref);
    if (cx->stop) return;
    lvi_sc_prepend(cx, ref);
    call->cell = cell;
    call->results = lvi_sc_results(cx, ref, p, nodes, LVI_AT(lvi_cell, cell)->value_count);
    if (LVI_NODE(call->item.node)->op == LVI_OP_LOOP)
        lvi_sc_assign_results(cx, uses, call->results);
    else
        lvi_sc_assign_all(cx, uses, LVI_AT(uint32_t, call->results)[0]);
}

static uint32_t lvi_sc_cell_new(lvi_context *cx, uint32_t id, uint32_t value_count,
                                lvi_sc_position p) {
    uint32_t ref = lvi_sc_item(cx, LVI_I_CELL, sizeof(lvi_cell), p, id);
    lvi_cell *cell = LVI_AT(lvi_cell, ref);
    if (cx->stop) return ref;
    lvi_sc_prepend(cx, ref);
    cell->value_count = value_count;
    cell->values = lvi_ar_array(cx, value_count, 4);
    cell->body = lvi_sc_region(cx, LVI_R_CELL, p.region, p.stage, ref);
    if (cx->s.last_cell)
        LVI_AT(lvi_cell, cx->s.last_cell)->next_cell = ref;
    else
        cx->s.cells = ref;
    cx->s.last_cell = ref;
    cx->s.cell_count++;
    return ref;
}

/* Makes a memo cell at p, where the set's regions meet, and a call in each of them. */
static void lvi_sc_cell(lvi_context *cx, uint32_t id, const uint32_t *list, const uint32_t *heads,
                        uint32_t count, lvi_sc_position p) {
    const uint32_t *nodes;
    uint32_t value_count = lvi_sc_values(cx, &id, &nodes), k, uses = 0;
    uint32_t ref =
        lvi_sc_cell_new(cx, id, value_count, lvi_sc_leave_loops(cx, p, LVI_SC_SCOPE(id)));
    for (k = 0; k < count && !cx->stop; k++)
        lvi_sc_call(cx, ref, nodes, lvi_sc_marked(cx, list[k]), heads[k]);
    p.region = LVI_AT(lvi_cell, ref)->body;
    p.stage = 0;
    for (k = value_count; k-- > 0 && !cx->stop;)
        if (nodes[k])
            uses = lvi_sc_use_result(cx, uses, LVI_AT(lvi_cell, ref)->values + 4 * k, id, k, p);
    if (!cx->stop) lvi_sc_place(cx, id, p, uses);
}

/* A hard node that a set of regions wants, none of them for certain. */
static void lvi_sc_place_hard(lvi_context *cx, uint32_t id, const uint32_t *list,
                              const uint32_t *heads, uint32_t count) {
    lvi_sc_position p = lvi_sc_marked(cx, list[0]);
    uint32_t k;
    for (k = 1; k < count; k++) p = lvi_sc_meet(cx, p, lvi_sc_marked(cx, list[k]));
    if (lvi_sc_can_guard(cx, id, list, count, p))
        lvi_sc_guard_at(cx, id, list, heads, count, p);
    else
        lvi_sc_cell(cx, id, list, heads, count, p);
}

/* ---- sweep */

/* A node that may be executed only where it is wanted for certain. */
static void lvi_sc_place_guarded(lvi_context *cx, uint32_t id, uint32_t uses) {
    uint32_t use, count = 0, *list, *heads, i;
    if (!LVI_LINK(uses)->next) {
        lvi_sc_position p = lvi_sc_meet_uses(cx, uses);
        lvi_sc_place(cx, id, lvi_sc_leave_bodies(cx, p, LVI_SC_SCOPE(id)), uses);
        return;
    }
    for (use = uses; use; use = LVI_LINK(use)->next) count++;
    lvi_sc_reserve(cx, count);
    if (cx->stop) return;
    for (count = 0, use = uses; use; use = LVI_LINK(use)->next) {
        lvi_sc_position p;
        p.region = LVI_LINK(use)->b;
        p.stage = LVI_LINK(use)->c;
        count = lvi_sc_anticipate(cx, id, p, count);
    }
    count = lvi_sc_reduce(cx, id, count);
    list = LVI_AT(uint32_t, cx->s.scratch);
    if (count == 1) {
        lvi_sc_place(cx, id, lvi_sc_marked(cx, list[0]), uses);
        return;
    }
    heads = list + cx->s.scratch_count;
    lvi_sc_split(cx, uses, list, heads, count);
    if (count > LVI_SC_COPIES || (LVI_SC_FLAGS(id) & (LVI_S_HARD | LVI_S_BRANCH))) {
        lvi_sc_place_hard(cx, id, list, heads, count);
        return;
    }
    for (i = 0; i < count && !cx->stop; i++)
        lvi_sc_place(cx, id, lvi_sc_marked(cx, list[i]), heads[i]);
}

/* An implicit derivative is executed by the whole quad: at the root, or at the root of the loop
   body that it depends on (or of that loop's exit, if only that wants it), whatever condition its
   uses stand under. */
static void lvi_sc_place_derivative(lvi_context *cx, uint32_t id, uint32_t uses) {
    lvi_sc_position p = lvi_sc_meet_uses(cx, uses);
    uint32_t scope = LVI_SC_SCOPE(id), region = cx->s.root, exit;
    if (scope) {
        region = lvi_sc_body(cx, scope);
        exit = lvi_sc_first_exit(cx, region, p.region);
        if (exit && LVI_REGION(exit)->loop == LVI_REGION(region)->loop) region = exit;
    }
    lvi_sc_place_op(cx, id, lvi_sc_lift(cx, p, region), uses);
}

/* INPUT, PUSH: loaded at the entry's start. */
static void lvi_sc_place_entry(lvi_context *cx, uint32_t id, uint32_t uses) {
    lvi_sc_position p;
    uint32_t item;
    p.region = cx->s.root;
    p.stage = 0;
    item = lvi_sc_item(cx, LVI_I_ENTRY, sizeof(lvi_item), p, id);
    if (cx->stop) return;
    LVI_ITEM(item)->next = cx->s.entries;
    cx->s.entries = item;
    lvi_sc_assign_all(cx, uses, item);
}

/* Hands the uses of a PROJ to its LOOP; their slots hold the result's index meanwhile. */
static void lvi_sc_forward(lvi_context *cx, uint32_t id, uint32_t uses) {
    lvi_node *loop = LVI_NODE(LVI_NODE(id)->a[0]);
    uint32_t last = uses;
    for (;; last = LVI_LINK(last)->next) {
        *LVI_AT(uint32_t, LVI_LINK(last)->a) = LVI_NODE(id)->a[1];
        if (!LVI_LINK(last)->next) break;
    }
    LVI_LINK(last)->next = loop->link;
    loop->link = uses;
}

static void lvi_sc_sweep(lvi_context *cx, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    uint32_t uses = n->link;
    if (!uses) return;
    if (n->op == LVI_OP_PROJ)
        lvi_sc_forward(cx, id, uses);
    else if (n->op == LVI_OP_PARAM)
        lvi_sc_assign_all(
            cx, uses,
            LVI_AT(uint32_t, LVI_AT(lvi_loop_item, LVI_SC_LOOP(n->a[0])->item)->params)[n->a[1]]);
    else if (n->op == LVI_OP_INPUT || n->op == LVI_OP_PUSH)
        lvi_sc_place_entry(cx, id, uses);
    else if (lvi_sc_is_quad(cx, id))
        lvi_sc_place_derivative(cx, id, uses);
    else if (LVI_SC_FLAGS(id) & (LVI_S_NS | LVI_S_HARD))
        lvi_sc_place_guarded(cx, id, uses);
    else
        lvi_sc_place(cx, id, lvi_sc_leave_loops(cx, lvi_sc_meet_uses(cx, uses), LVI_SC_SCOPE(id)),
                     uses);
}

/* ---- finish */

/* Position in emission order, except for the node: greater is later. Selections of a stage come
   first, guards last. */
static uint32_t lvi_sc_rank(const lvi_item *item, uint32_t top) {
    uint32_t stage = 3 * (top - item->stage);
    if (item->kind == LVI_I_ANY || (item->flags & LVI_GUARDED)) return stage + 2;
    return stage + (item->kind != LVI_I_SELECT);
}

/* Brings a region's items, which are by ascending node, into emission order. */
static void lvi_sc_order(lvi_context *cx, lvi_region *r) {
    uint32_t ref, top = r->first ? LVI_ITEM(r->first)->stage : 0, rank, last = 0, sorted = 1;
    uint32_t *buckets;
    for (ref = r->first; ref; ref = LVI_ITEM(ref)->next) {
        if (LVI_ITEM(ref)->stage > top) top = LVI_ITEM(ref)->stage, sorted = 0;
        rank = lvi_sc_rank(LVI_ITEM(ref), top);
        sorted &= rank >= last;
        last = rank;
    }
    if (sorted) return;
    lvi_sc_reserve(cx, 2 * (top + 1));
    if (cx->stop) return;
    buckets = LVI_AT(uint32_t, cx->s.scratch);
    for (rank = 0; rank < 3 * (top + 1); rank++) buckets[rank] = 0;
    for (ref = r->first; ref; ref = last) {
        uint32_t *bucket = &buckets[lvi_sc_rank(LVI_ITEM(ref), top)];
        last = LVI_ITEM(ref)->next;
        LVI_ITEM(ref)->next = *bucket;
        *bucket = ref;
    }
    for (r->first = 0, rank = 3 * (top + 1); rank-- > 0;)
        for (ref = buckets[rank]; ref; ref = last) {
            last = LVI_ITEM(ref)->next;
            LVI_ITEM(ref)->next = r->first;
            r->first = ref;
        }
}

static void lvi_sc_collapse(lvi_context *cx, uint32_t ref) {
    lvi_select *s;
    if (LVI_ITEM(ref)->kind != LVI_I_SELECT) return;
    s = LVI_AT(lvi_select, ref);
    if (!LVI_REGION(s->yes)->first && !LVI_REGION(s->no)->first) s->item.flags |= LVI_COLLAPSED;
}

/* If nothing is left to do in any exit, values go over the exit edges themselves: no escapes. */
static void lvi_sc_settle_exits(lvi_context *cx, lvi_loop_item *l) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    uint32_t i, k;
    for (i = 0; i < l->exit_count; i++)
        if (LVI_REGION(exits[i])->first) return;
    if (l->exit_count < 2) return;
    l->item.flags |= LVI_DIRECT;
    for (i = 0; i < l->exit_count; i++) {
        uint32_t *slots = LVI_SLOTS(LVI_REGION(exits[i])->end);
        LVI_REGION(exits[i])->escapes = 0;
        for (k = 0; k < l->result_count; k++)
            if (slots[k] && !LVI_IS_NODE(slots[k]) && LVI_ITEM(slots[k])->kind == LVI_I_ESCAPE
                && LVI_ITEM(slots[k])->region == exits[i])
                slots[k] = LVI_SLOTS(slots[k])[0];
    }
}

/* Appends the discard to the root's items. */
static void lvi_sc_finish_discard(lvi_context *cx) {
    uint32_t *end = &LVI_REGION(cx->s.root)->first;
    while (*end) end = &LVI_ITEM(*end)->next;
    *end = cx->s.kill;
}

/* Takes the tokens out of a list of values. */
static void lvi_sc_strip_list(lvi_context *cx, uint32_t *list) {
    while (*list) {
        lvi_item *item = LVI_ITEM(*list);
        if (LVI_NODE(item->node)->type == LVI_T_STATE) *list = item->next;
        else list = &item->next;
    }
}

static void lvi_sc_strip_array(lvi_context *cx, uint32_t array, uint32_t count) {
    uint32_t *items = LVI_AT(uint32_t, array), i;
    for (i = 0; i < count; i++)
        if (items[i] && LVI_NODE(LVI_ITEM(items[i])->node)->type == LVI_T_STATE) items[i] = 0;
}

/* Everything has its place: the tokens, which are no values, go. */
static void lvi_sc_strip(lvi_context *cx) {
    uint32_t ref, item;
    for (ref = cx->s.all_regions; ref; ref = LVI_REGION(ref)->link) {
        lvi_sc_strip_list(cx, &LVI_REGION(ref)->escapes);
        for (item = LVI_REGION(ref)->first; item; item = LVI_ITEM(item)->next)
            if (LVI_ITEM(item)->kind == LVI_I_SELECT)
                lvi_sc_strip_list(cx, &LVI_AT(lvi_select, item)->members);
    }
    for (ref = cx->s.all_loops; ref; ref = LVI_AT(lvi_loop_item, ref)->previous) {
        const lvi_loop_item *l = LVI_AT(lvi_loop_item, ref);
        lvi_sc_strip_array(cx, l->params, l->param_count);
        lvi_sc_strip_array(cx, l->results, l->result_count);
    }
}

static void lvi_sc_finish(lvi_context *cx) {
    uint32_t ref, item;
    if (cx->effects) lvi_sc_strip(cx);
    for (ref = cx->s.all_regions; ref && !cx->stop; ref = LVI_REGION(ref)->link) {
        lvi_sc_order(cx, LVI_REGION(ref));
        for (item = LVI_REGION(ref)->first; item; item = LVI_ITEM(item)->next)
            lvi_sc_collapse(cx, item);
    }
    for (ref = cx->s.all_loops; ref; ref = LVI_AT(lvi_loop_item, ref)->previous)
        lvi_sc_settle_exits(cx, LVI_AT(lvi_loop_item, ref));
    if (cx->s.kill) lvi_sc_finish_discard(cx);
}

/* ---- the entry */

/* KILL, then LIVE, whose region is returned: what is wanted unless the invocation is discarded. */
static uint32_t lvi_sc_discard(lvi_context *cx, uint32_t condition) {
    lvi_sc_position p;
    uint32_t live;
    p.region = cx->s.root;
    p.stage = 0;
    cx->s.kill = lvi_sc_slotted(cx, LVI_I_KILL, 1, p, 0);
    live = lvi_sc_item(cx, LVI_I_LIVE, sizeof(lvi_live), p, 0);
    if (cx->stop) return p.region;
    LVI_ITEM(cx->s.kill)->next = live;
    lvi_sc_use(cx, condition, LVI_SC_SLOT(cx->s.kill, 0), p);
    LVI_AT(lvi_live, live)->body = lvi_sc_region(cx, LVI_R_LIVE, p.region, 0, live);
    return LVI_AT(lvi_live, live)->body;
}

static void lvi_sc_begin(lvi_context *cx, const uint32_t *roots, uint32_t count, uint32_t discard) {
    uint32_t i;
    lvi_zero(&cx->s, sizeof cx->s);
    cx->s.flags = lvi_ar_array(cx, cx->node_count, 1);
    cx->s.scope = lvi_ar_array(cx, cx->node_count, 4);
    cx->s.loops = lvi_ar_array(cx, cx->loop_count, (uint32_t)sizeof(lvi_sc_loop));
    for (i = 0; i < count && !cx->stop; i++) lvi_sc_mark(cx, roots[i]);
    if (discard && !cx->stop) lvi_sc_mark(cx, discard);
    lvi_sc_mark_all(cx);
}

/* The passes before the sweep. With a discard only its condition is strict: the roots are wanted
   only if it fails. */
static void lvi_sc_analyse(lvi_context *cx, const uint32_t *roots, uint32_t count,
                           uint32_t discard) {
    uint32_t id, i, size = 16;
    for (id = 0; id < cx->node_count; id++)
        if (LVI_SC_FLAGS(id)) lvi_sc_facts(cx, id);
    if (discard) lvi_sc_want(cx, 0, lvi_sc_resolve(cx, discard));
    for (i = 0; i < count && !discard; i++) lvi_sc_want(cx, 0, lvi_sc_resolve(cx, roots[i]));
    for (id = cx->node_count; id-- > 0;)
        if (LVI_SC_FLAGS(id)) lvi_sc_strict(cx, id);
    for (id = 0; id < cx->node_count; id++)
        if (LVI_SC_FLAGS(id)) lvi_sc_guarded(cx, id);
    while (size < 2 * cx->s.branch_count) size *= 2;
    cx->s.table = lvi_ar_array(cx, size, 4);
    cx->s.table_mask = size - 1;
}

/* Schedules one entry: the roots are wanted, unless the node discard (0: none) is true: then the
   invocation is killed before. Resets cx->s; node.link is overwritten. If the arena is exhausted,
   cx->stop is set and the result must not be read. */
static void lvi_sc_entry(lvi_context *cx, const uint32_t *roots, uint32_t count, uint32_t discard) {
    uint32_t id, k;
    lvi_sc_position p;
    lvi_sc_begin(cx, roots, count, discard);
    if (cx->stop) return;
    lvi_sc_analyse(cx, roots, count, discard);
    p.stage = 0;
    cx->s.root = p.region = lvi_sc_region(cx, LVI_R_ROOT, 0, 0, 0);
    if (discard) p.region = lvi_sc_discard(cx, discard);
    cx->s.out = lvi_sc_slotted(cx, LVI_I_OUT, count, p, 0);
    if (cx->stop) return;
    LVI_REGION(p.region)->end = cx->s.out;
    for (k = 0; k < count && !cx->stop; k++) lvi_sc_use(cx, roots[k], LVI_SC_SLOT(cx->s.out, k), p);
    for (id = cx->node_count; id-- > 0 && !cx->stop;)
        if (LVI_SC_FLAGS(id)) lvi_sc_sweep(cx, id);
    if (!cx->stop) lvi_sc_finish(cx);
}

/* ------------------------------------------------------------------------------------------------
   // >>uniformity  [19]  regions -> warnings
   A barrier waits for the whole workgroup, so all its invocations must come to it: Vulkan leaves
   undefined what happens under control flow that differs between them. A value varies if it may
   differ between the invocations of a workgroup that compute it together: an id of the invocation,
   what an effect reads, and what depends on those; of loops and choices also by the condition that
   decides which value it is. That is the greatest fixed point, reached by passes over the nodes
   until nothing changes: a pass for each parameter that varies because of a later one, so not
   linear, but only programs with barriers are looked at. Then each barrier's regions are climbed
   to the root; the first condition that varies is named in a warning. */

#define LVI_UN_VARIES(id) (LVI_AT(uint8_t, cx->u.varies)[id])

/* Does operand k of one of the leaves (lvi_tree) in the list vary? */
static uint32_t lvi_un_leaves(lvi_context *cx, uint32_t leaves, uint32_t k) {
    uint32_t varies = 0;
    for (; leaves; leaves = LVI_LINK(leaves)->next)
        varies |= LVI_UN_VARIES(lvi_sc_resolve(
            cx, LVI_AT(uint32_t, LVI_AT(lvi_tree, LVI_LINK(leaves)->a)->a)[k]));
    return varies;
}

/* The first condition of a loop's tree that varies, 0 if none does. */
static uint32_t lvi_un_tree(lvi_context *cx, uint32_t ordinal) {
    uint32_t ref = LVI_SC_LOOP(ordinal)->ifs, condition;
    for (; ref; ref = LVI_LINK(ref)->next) {
        condition = lvi_sc_resolve(cx, LVI_AT(lvi_tree, LVI_LINK(ref)->a)->a);
        if (LVI_UN_VARIES(condition)) return condition;
    }
    return 0;
}

static uint32_t lvi_un_input(uint32_t builtin) {
    return builtin == LVI_SPV_BuiltIn_LocalInvocationId
           || builtin == LVI_SPV_BuiltIn_SubgroupLocalInvocationId
           || builtin == LVI_SPV_BuiltIn_GlobalInvocationId
           || builtin == LVI_SPV_BuiltIn_LocalInvocationIndex;
}

/* Does a node vary, by what is known of its operands so far? */
static uint32_t lvi_un_node(lvi_context *cx, uint32_t id) {
    const lvi_node *n = LVI_NODE(id);
    const uint32_t *list = lvi_gr_operands(cx, id);
    const lvi_sc_loop *l;
    uint32_t varies = 0, i;
    if (n->op == LVI_OP_INPUT)
        return n->a[0] >= LVI_IN_COUNT || lvi_un_input(lvi_inputs[n->a[0]].builtin);
    if (n->type == LVI_T_STATE || n->op == LVI_OP_LOOP) return 0;
    if (lvi_op_class(n->op) == LVI_EFFECT) return 1;
    if (n->op == LVI_OP_PARAM) {
        l = LVI_SC_LOOP(n->a[0]);
        varies = LVI_UN_VARIES(
            lvi_sc_resolve(cx, LVI_AT(uint32_t, LVI_LOOP(n->a[0])->inits)[n->a[1]]));
        if (LVI_LINK(l->recs)->next) varies |= lvi_un_tree(cx, n->a[0]) != 0;
        return varies | lvi_un_leaves(cx, l->recs, n->a[1]);
    }
    if (n->op == LVI_OP_PROJ) {
        i = LVI_NODE(n->a[0])->a[0];
        return lvi_un_leaves(cx, LVI_SC_LOOP(i)->exits, n->a[1]) | (lvi_un_tree(cx, i) != 0);
    }
    for (i = 0; i < n->count; i++) varies |= LVI_UN_VARIES(list[i]);
    return varies;
}

static void lvi_un_nodes(lvi_context *cx) {
    uint32_t id, changed = 1;
    cx->u.varies = lvi_ar_array(cx, cx->node_count, 1);
    while (changed && !cx->stop) {
        for (changed = 0, id = 1; id < cx->node_count; id++) {
            if (!LVI_SC_FLAGS(id) || LVI_UN_VARIES(id) || !lvi_un_node(cx, id)) continue;
            LVI_UN_VARIES(id) = 1;
            changed = 1;
        }
    }
}

/* The condition that varies under which a region is executed; 0 if there is none. */
static uint32_t lvi_un_condition(lvi_context *cx, uint32_t region) {
    while (region) {
        const lvi_region *r = LVI_REGION(region);
        uint32_t condition = 0, loop;
        region = r->parent;
        if (r->kind == LVI_R_ARM) {
            condition = LVI_ITEM(r->owner)->node;
            condition = LVI_UN_VARIES(condition) ? condition : 0;
        } else if (r->kind == LVI_R_BODY || r->kind == LVI_R_EXIT) {
            loop = r->kind == LVI_R_BODY ? r->owner : r->loop;
            if (r->kind == LVI_R_BODY || LVI_AT(lvi_loop_item, loop)->exit_count > 1)
                condition = lvi_un_tree(cx, LVI_NODE(LVI_ITEM(loop)->node)->a[0]);
            region = LVI_ITEM(loop)->region;
        }
        if (condition) return condition;
    }
    return 0;
}

/* Warns of the barriers of the entry that is scheduled. */
static void lvi_un_barriers(lvi_context *cx) {
    uint32_t region, item, condition;
    lvi_un_nodes(cx);
    for (region = cx->s.all_regions; region && !cx->stop; region = LVI_REGION(region)->link) {
        for (item = LVI_REGION(region)->first; item; item = LVI_ITEM(item)->next) {
            const lvi_node *n = LVI_NODE(LVI_ITEM(item)->node);
            lambdav_diagnostic *d;
            if (LVI_ITEM(item)->kind != LVI_I_OP || n->op != LVI_OP_BARRIER) continue;
            condition = lvi_un_condition(cx, region);
            if (!condition) continue;
            cx->e.call = n->call;
            d = lvi_dg_warning0(cx, LVI_E_NON_UNIFORM, n->form);
            lvi_dg_note(cx, d, LVI_NODE(condition)->form, "this differs between them",
                        lvi_a_none());
        }
    }
    cx->e.call = 0;
}

/* ------------------------------------------------------------------------------------------------
   // >>words  [20]  how a module is written down
   All words go through lvi_wd_put, which takes room at the arena's low end. With cx->m.words NULL
   it only counts.
   Ids come in four classes, told apart by their top two bits, because types, constants and numbers
   are declared first but known last. lvi_wd_id adds the base of the class. While functions are
   written, a class is its own base: lvi_wd_settle puts in the true ones. No word of a function that
   is neither an id nor the first of its instruction uses those bits. */

#define LVI_ID_TYPE 0x40000000u     /* position in cx->m.order */
#define LVI_ID_CONSTANT 0x80000000u /* position in cx->m.constants */
#define LVI_ID_NUMBER 0xc0000000u   /* value of a uint constant of the emitter's own */
#define LVI_ID_INDEX 0x3fffffffu

#define LVI_LIMIT_WORDS 65535u /* universal limits of SPIR-V 2.17 */
#define LVI_LIMIT_STRING 65535u
#define LVI_LIMIT_IDS 4194303u
#define LVI_LIMIT_NESTING 1023u
#define LVI_LIMIT_MEMBERS 16383u
#define LVI_LIMIT_CASES 16383u
#define LVI_LIMIT_VARIABLES 65535u

/* Reports a passed limit once, at the form in hand, and stops the compile. */
static void lvi_wd_limit(lvi_context *cx, const char *what, uint32_t limit) {
    if (cx->stop) return;
    lvi_dg_limit(cx, cx->forms[cx->m.form].pos, what, limit);
}

/* Room for more words; 0 when there is none (the compile stops). */
static int lvi_wd_grow(lvi_context *cx, uint32_t count) {
    count = (count + 1) & ~1u;
    if (count > 0x3ffffff0u || !lvi_ar_low_grow(cx, 4 * count)) return 0;
    cx->m.room += count;
    return 1;
}

static void lvi_wd_put(lvi_context *cx, uint32_t word) {
    uint32_t at = cx->m.count;
    if (cx->m.words) {
        if (at == cx->m.room && !lvi_wd_grow(cx, 16)) return;
        cx->m.words[at] = word;
    }
    cx->m.count = at + 1;
}

static void lvi_wd_id(lvi_context *cx, uint32_t id) {
    lvi_wd_put(cx, cx->m.base[id >> 30] + (id & LVI_ID_INDEX));
}

static uint32_t lvi_wd_fresh(lvi_context *cx) {
    return ++cx->m.fresh;
}

/* `count` ids in a row; returns the first. */
static uint32_t lvi_wd_fresh_row(lvi_context *cx, uint32_t count) {
    uint32_t first = cx->m.fresh + 1;
    cx->m.fresh += count;
    return first;
}

/* First word of an instruction of `size` words, itself included. */
static void lvi_wd_op(lvi_context *cx, uint32_t opcode, uint32_t size) {
    if (size > LVI_LIMIT_WORDS) lvi_wd_limit(cx, "words in one instruction", LVI_LIMIT_WORDS);
    lvi_wd_put(cx, size << 16 | opcode);
}

/* Instructions whose size is known at their end: begin gives the place that end wants. */
static uint32_t lvi_wd_begin(lvi_context *cx, uint32_t opcode) {
    lvi_wd_put(cx, opcode);
    return cx->m.count - 1;
}

static void lvi_wd_end(lvi_context *cx, uint32_t place) {
    uint32_t size = cx->m.count - place;
    if (size > LVI_LIMIT_WORDS) lvi_wd_limit(cx, "words in one instruction", LVI_LIMIT_WORDS);
    if (cx->m.words) cx->m.words[place] |= size << 16;
}

/* Instructions of one, two and three operands that are no ids, or ids of class 0. */
static void lvi_wd_op1(lvi_context *cx, uint32_t opcode, uint32_t a) {
    lvi_wd_op(cx, opcode, 2);
    lvi_wd_put(cx, a);
}

static void lvi_wd_op2(lvi_context *cx, uint32_t opcode, uint32_t a, uint32_t b) {
    lvi_wd_op(cx, opcode, 3);
    lvi_wd_put(cx, a);
    lvi_wd_put(cx, b);
}

static void lvi_wd_op3(lvi_context *cx, uint32_t opcode, uint32_t a, uint32_t b, uint32_t c) {
    lvi_wd_op(cx, opcode, 4);
    lvi_wd_put(cx, a);
    lvi_wd_put(cx, b);
    lvi_wd_put(cx, c);
}

/* Puts in the true ids, in the instructions from word `at` to the last one. */
static void lvi_wd_settle(lvi_context *cx, uint32_t at) {
    uint32_t *words = cx->m.words, end;
    while (at < cx->m.count) {
        for (end = at + (words[at] >> 16), at++; at < end; at++)
            if (words[at] >> 30)
                words[at] = cx->m.base[words[at] >> 30] + (words[at] & LVI_ID_INDEX);
    }
}

/* A literal string: bytes from the low end of each word, at least one zero byte behind them. A zero
   byte in the text would end it: it becomes '?' (only names for debuggers can have one). */
static void lvi_wd_string(lvi_context *cx, const unsigned char *text, uint32_t size) {
    uint32_t i, word = 0;
    if (size > LVI_LIMIT_STRING) lvi_wd_limit(cx, "bytes in one name", LVI_LIMIT_STRING);
    for (i = 0; i < size; i++) {
        word |= (text[i] ? (uint32_t)text[i] : (uint32_t)'?') << 8 * (i & 3u);
        if ((i & 3u) == 3u) {
            lvi_wd_put(cx, word);
            word = 0;
        }
    }
    lvi_wd_put(cx, word);
}

static void lvi_wd_text(lvi_context *cx, const char *text) {
    lvi_wd_string(cx, (const unsigned char *)text, lvi_string_size(text));
}

/* ------------------------------------------------------------------------------------------------
   // >>emit  [21]  regions -> words
   lvi_em_add keeps the schedule of each entry; lvi_em_module then writes them all as one module.
   The functions are written first, which marks the types, constants, variables and capabilities
   that they use; then the prelude is counted, which uses nothing that is not marked. So the ids and
   the places are known: the functions move up and get their true ids, and the prelude is written
   before them. Two things are written behind: NoContraction, into a gap of the right size, and the
   value that a single REC takes around, when its loop is complete.

   The walk. The region tree is walked without a stack: cx->m.at is the next item of cx->m.region,
   and when it is 0, the region's end or owner says where to go on. What must be kept on the way
   lies in fields that schedule is done with: region->mark is the block current at the region's end,
   region->mark_stage the nesting of its blocks; item->stage is, for a SELECT, its header block; for
   a TREE_IF, the arm that comes first; for a LOOP, its list of RECs (linked by their stage); for
   spilled values, the lvi_spill. node->link is the place in cx->m.constants, plus 1.

   Structured control flow. Every conditional branch has its merge instruction.
     SELECT   the merge block follows the arms; an arm without items has no block.
     LOOP     header: φs, OpLoopMerge, branch to the body. Each leaf of the tree is a block of its
              own that ends in a branch to the merge or the continue block: `if (c) break`, `if (c)
              continue`. The other arm of such a guard is the selection's merge block, so that a
              chain of guards does not nest. If no arm is a leaf, the merge block is unreachable.
              All RECs meet in the continue block; its φs are left out if there is one REC.
     KILL     if (c) kill; OpTerminateInvocation from SPIR-V 1.6 on, where OpKill is deprecated.
     ANY      OpLogicalNot and OpLogicalOr; one plain condition is itself.
   What nests deeper than SPIR-V's limit is an error: schedule has made OpSelects where that is
   harmless.

   OpSelect below SPIR-V 1.4 wants a bool vector of the result's width and takes no matrix: the
   condition is splatted, once for each block, and matrices are selected by column.

   Requires: an operation's row has an opcode for the kind of operand 0 (the type rules see to it;
   num matrices are operands of the rows that name them, EXTRACT and CONSTRUCT only); a constant
   vector is a CONSTRUCT of CONSTs, a constant matrix one of constant vectors. */

#define LVI_EM_LAST(region) (LVI_REGION(region)->mark)
#define LVI_EM_NESTING(region) (LVI_REGION(region)->mark_stage)
#define LVI_EM_PLAN(ref) LVI_AT(lvi_plan, ref)

/* Arithmetic of nums, as bits from OpSNegate on: OpFNegate FAdd FSub FMul FDiv FRem FMod, and what
   has vectors and matrices. */
#define LVI_EM_FLOAT_OPS 0x7fc4aau

/* Ids that the module may have only one of. */
enum {
    LVI_EM_GLSL = 1,
    LVI_EM_TRUE,
    LVI_EM_FALSE,
    LVI_EM_BLOCK,
    LVI_EM_PUSH,
    LVI_EM_INPUT,
    LVI_EM_FIRST = LVI_EM_INPUT + LVI_IN_POINT_COORD /* later inputs have ids when they are used */
};
enum {
    LVI_USED_GLSL = 1,
    LVI_USED_TRUE = 2,
    LVI_USED_FALSE = 4,
    LVI_USED_PUSH = 8,
    LVI_USED_DERIVATIVE_CONTROL = 16
};

/* Capabilities that a module may need beside Shader. */
#define LVI_CAPABILITIES(X)              \
    X(SampleRateShading)                 \
    X(Sampled1D)                         \
    X(Image1D)                           \
    X(SampledBuffer)                     \
    X(ImageBuffer)                       \
    X(SampledCubeArray)                  \
    X(ImageCubeArray)                    \
    X(ImageMSArray)                      \
    X(StorageImageMultisample)           \
    X(ImageQuery)                        \
    X(StorageImageExtendedFormats)       \
    X(StorageImageReadWithoutFormat)     \
    X(StorageImageWriteWithoutFormat)    \
    X(SampledImageArrayDynamicIndexing)  \
    X(StorageImageArrayDynamicIndexing)  \
    X(GroupNonUniform)                   \
    X(GroupNonUniformVote)               \
    X(GroupNonUniformArithmetic)         \
    X(GroupNonUniformBallot)
#define LVI_NEED(capability) (cx->m.capabilities |= 1u << LVI_NEEDS_##capability)
enum {
#define LVI_ROW(name) LVI_NEEDS_##name,
    LVI_CAPABILITIES(LVI_ROW)
#undef LVI_ROW
    LVI_NEEDS_COUNT
};
static const uint16_t lvi_em_needs[] = {
#define LVI_ROW(name) LVI_SPV_Capability_##name,
    LVI_CAPABILITIES(LVI_ROW)
#undef LVI_ROW
};

/* Type keys: class << 8 | type. VALUE of LVI_K_NONE is void, TO_PUSH of LVI_K_NONE points to the
   block. */
enum {
    LVI_EM_VALUE,
    LVI_EM_TO_INPUT,
    LVI_EM_TO_OUTPUT,
    LVI_EM_TO_PRIVATE,
    LVI_EM_TO_PUSH,
    LVI_EM_TO_UNIFORM,
    LVI_EM_TO_STORAGE,
    LVI_EM_TO_WORKGROUP,
    LVI_EM_TO_IMAGE,
    LVI_EM_UNDEF,
    LVI_EM_FUNCTION,
    LVI_EM_KEYS
};
#define LVI_EM_KEY_COUNT (LVI_EM_KEYS << 8)

/* Other things that are declared with the types: LVI_EM_REF | what << 29 | reference / 8. */
#define LVI_EM_REF 0x80000000u
enum {
    LVI_EM_AGGREGATE,   /* the type of an lvi_layout */
    LVI_EM_COUNT,       /* the constant that is its count */
    LVI_EM_TO_RESOURCE, /* the type of an lvi_resource's variable */
    LVI_EM_SPEC         /* specialisation constant: an lvi_resource */
};
enum { LVI_EM_MOST_ORDER = 65535 };

static const uint32_t lvi_em_versions[] = {0x10300, 0x10000, 0x10300, 0x10500, 0x10600};
static const uint8_t lvi_em_storage[] = {0, LVI_SPV_StorageClass_Input, LVI_SPV_StorageClass_Output,
                                         LVI_SPV_StorageClass_Private,
                                         LVI_SPV_StorageClass_PushConstant,
                                         LVI_SPV_StorageClass_Uniform,
                                         LVI_SPV_StorageClass_StorageBuffer,
                                         LVI_SPV_StorageClass_Workgroup,
                                         LVI_SPV_StorageClass_Image};

/* --- types and constants, on demand */

/* The id of a key whose parts are declared. */
static uint32_t lvi_em_key(lvi_context *cx, uint32_t key) {
    uint16_t *place = LVI_AT(uint16_t, cx->m.types) + key;
    if (!*place) {
        LVI_AT(uint32_t, cx->m.order)[cx->m.order_count] = key;
        *place = (uint16_t)++cx->m.order_count;
    }
    return LVI_ID_TYPE | (*place - 1u);
}

static uint32_t lvi_em_type(lvi_context *cx, uint32_t type) {
    uint32_t place = LVI_AT(uint16_t, cx->m.types)[type], part = type & 0x3fu, i;
    if (place) return LVI_ID_TYPE | (place - 1u);
    for (i = 0; i < 2; i++) {
        if (LVI_KIND(type) == LVI_K_PAIR) part = lvi_member_type(type, i);
        lvi_em_key(cx, part & 15u);
        lvi_em_key(cx, part);
    }
    return lvi_em_key(cx, type);
}

static uint32_t lvi_em_pointer(lvi_context *cx, uint32_t to, uint32_t type) {
    lvi_em_type(cx, type);
    return lvi_em_key(cx, to << 8 | type);
}

static uint32_t lvi_em_undef(lvi_context *cx, uint32_t type) {
    return lvi_em_pointer(cx, LVI_EM_UNDEF, type);
}

static uint32_t lvi_em_function_type(lvi_context *cx) {
    return lvi_em_pointer(cx, LVI_EM_FUNCTION, LVI_K_NONE);
}

/* Declares what has a reference; returns its id. */
static uint32_t lvi_em_refer(lvi_context *cx, uint32_t what, uint32_t ref) {
    if (cx->m.order_count == LVI_EM_MOST_ORDER) {
        lvi_wd_limit(cx, "types in the module", LVI_EM_MOST_ORDER);
        return 0;
    }
    LVI_AT(uint32_t, cx->m.order)[cx->m.order_count] = LVI_EM_REF | what << 29 | ref >> 3;
    return LVI_ID_TYPE | cx->m.order_count++;
}

static uint32_t lvi_em_truth(lvi_context *cx, uint32_t truth) {
    lvi_em_type(cx, LVI_T_BOOL);
    cx->m.used |= truth ? LVI_USED_TRUE : LVI_USED_FALSE;
    return truth ? LVI_EM_TRUE : LVI_EM_FALSE;
}

static uint32_t lvi_em_number(lvi_context *cx, uint32_t number) {
    lvi_em_type(cx, LVI_TYPE(LVI_K_UINT, 1, 1));
    cx->m.number_count = lvi_max(cx->m.number_count, number + 1);
    return LVI_ID_NUMBER | number;
}

static const uint32_t *lvi_em_operands(lvi_context *cx, const lvi_node *n) {
    return n->count > 3 ? LVI_AT(uint32_t, n->a[0]) : n->a;
}

/* Declares a constant whose parts are declared. */
static uint32_t lvi_em_constant_last(lvi_context *cx, uint32_t node) {
    lvi_node *n = LVI_NODE(node);
    if (!n->link) {
        lvi_em_type(cx, n->type);
        LVI_AT(uint32_t, cx->m.constants)[cx->m.constant_count] = node;
        n->link = ++cx->m.constant_count;
    }
    return LVI_ID_CONSTANT | (n->link - 1);
}

/* The specialisation constant that resource `ref` is. */
static uint32_t lvi_em_spec(lvi_context *cx, uint32_t ref) {
    lvi_resource *r = LVI_AT(lvi_resource, ref);
    if (!r->id) {
        lvi_em_type(cx, r->type);
        r->id = lvi_em_refer(cx, LVI_EM_SPEC, ref);
    }
    return r->id;
}

static uint32_t lvi_em_scalar(lvi_context *cx, uint32_t node) {
    if (LVI_NODE(node)->op == LVI_OP_UNDEF) return lvi_em_undef(cx, LVI_NODE(node)->type);
    if (LVI_NODE(node)->op == LVI_OP_SPEC)
        return lvi_em_spec(cx, LVI_AT(uint32_t, cx->resource_table)[LVI_NODE(node)->a[0]]);
    if (LVI_KIND(LVI_NODE(node)->type) == LVI_K_BOOL) return lvi_em_truth(cx, LVI_NODE(node)->a[0]);
    return lvi_em_constant_last(cx, node);
}

static uint32_t lvi_em_vector(lvi_context *cx, uint32_t node) {
    const lvi_node *n = LVI_NODE(node);
    const uint32_t *parts = lvi_em_operands(cx, n);
    uint32_t i;
    if (n->op != LVI_OP_CONSTRUCT) return lvi_em_scalar(cx, node);
    for (i = 0; i < n->count && !n->link; i++) lvi_em_scalar(cx, parts[i]);
    return lvi_em_constant_last(cx, node);
}

/* 6.3: the id of a constant that the prelude will declare (O.ido, which 6.3 leaves out). */
static uint32_t lvi_em_constant(lvi_context *cx, uint32_t node) {
    const lvi_node *n = LVI_NODE(node);
    const uint32_t *parts = lvi_em_operands(cx, n);
    uint32_t i;
    if (LVI_COLUMNS(n->type) == 1 || n->op == LVI_OP_UNDEF) return lvi_em_vector(cx, node);
    for (i = 0; i < n->count && !n->link; i++) lvi_em_vector(cx, parts[i]);
    return lvi_em_constant_last(cx, node);
}

/* --- values */

static uint32_t lvi_em_value(lvi_context *cx, uint32_t slot) {
    return LVI_IS_NODE(slot) ? lvi_em_constant(cx, LVI_SLOT_NODE(slot)) : LVI_ITEM(slot)->id;
}

static void lvi_em_operand(lvi_context *cx, uint32_t slot) {
    lvi_wd_id(cx, lvi_em_value(cx, slot));
}

static uint32_t lvi_em_item_type(lvi_context *cx, uint32_t item) {
    return LVI_NODE(LVI_ITEM(item)->node)->type;
}

static uint32_t lvi_em_slot_node(lvi_context *cx, uint32_t slot) {
    return LVI_IS_NODE(slot) ? LVI_SLOT_NODE(slot) : LVI_ITEM(slot)->node;
}

static uint32_t lvi_em_slot_type(lvi_context *cx, uint32_t slot) {
    return LVI_NODE(lvi_em_slot_node(cx, slot))->type;
}

/* Begins an instruction with a result: opcode, type, id. `operands` words are to follow. Returns
   the id. */
static uint32_t lvi_em_begin(lvi_context *cx, uint32_t opcode, uint32_t type, uint32_t operands) {
    uint32_t id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, opcode, 3 + operands);
    lvi_wd_id(cx, lvi_em_type(cx, type));
    lvi_wd_put(cx, id);
    return id;
}

static uint32_t lvi_em_load(lvi_context *cx, uint32_t type, uint32_t variable) {
    uint32_t id = lvi_em_begin(cx, LVI_SPV_OpLoad, type, 1);
    lvi_wd_put(cx, variable);
    return id;
}

static void lvi_em_store(lvi_context *cx, uint32_t variable, uint32_t id) {
    lvi_wd_op(cx, LVI_SPV_OpStore, 3);
    lvi_wd_put(cx, variable);
    lvi_wd_id(cx, id);
}

/* --- debug information
   Where an instruction comes from is said before it whenever that changes; a label ends what was
   said. With LAMBDAV_DEBUG_LINES that is OpLine. With LAMBDAV_DEBUG_FULL it is DebugLine of
   NonSemantic.Shader.DebugInfo.100 and DebugScope: each function of the text is a DebugFunction,
   and what was expanded of it in one call is inlined at that call. A function that is applied where
   it is written, as `loop` is, is a DebugLexicalBlock. Functions have no types: those are the
   calls'. Names whose values are nodes are DebugLocalVariables with a DebugValue behind the
   instruction; the constant ones are told where their scope is entered.
   What these instructions refer to stands in the prelude, in the order in which it is first asked
   for (facts); equal facts are one, and all have ids of class 0. */

enum { LVI_FACT_STRING = 1000, LVI_FACT_TEXT, LVI_FACT_NUMBER };
#define LVI_FACT(ref) LVI_AT(lvi_fact, ref)
#define LVI_FACT_WORDS(ref) LVI_AT(uint32_t, (ref) + (uint32_t)sizeof(lvi_fact))
#define LVI_FILE(index) (&LVI_AT(lvi_file, cx->m.d.files)[index])
#define LVI_TEXT_PIECE 65532u /* bytes of a source in one literal string */
#define LVI_EXTENT 256u       /* bytes of a form that are looked at for its last column */

static void lvi_em_fact_rehash(lvi_context *cx) {
    uint32_t size = cx->m.d.fact_table ? (cx->m.d.fact_mask + 1) * 4 : 256, ref;
    uint32_t table = lvi_ar_array(cx, size, 4);
    if (!table) return;
    for (ref = cx->m.d.facts; ref; ref = LVI_FACT(ref)->next) {
        lvi_fact *f = LVI_FACT(ref);
        uint32_t *slot = &LVI_AT(uint32_t, table)[lvi_gr_hash(f->kind, 0, f->count,
                                                              LVI_FACT_WORDS(ref)) & (size - 1)];
        f->link = *slot;
        *slot = ref;
    }
    cx->m.d.fact_table = table;
    cx->m.d.fact_mask = size - 1;
}

/* Makes a fact, also where there is one like it. Returns its id. */
static uint32_t lvi_em_fact_new(lvi_context *cx, uint32_t kind, uint32_t count, const uint32_t *a) {
    uint32_t ref = lvi_ar_array(cx, 1, (uint32_t)sizeof(lvi_fact) + 4 * count), i, *slot;
    lvi_fact *f = LVI_FACT(ref);
    if (cx->m.d.fact_count >= cx->m.d.fact_mask) lvi_em_fact_rehash(cx);
    if (cx->stop) return 0;
    f->kind = kind, f->count = count, f->id = lvi_wd_fresh(cx);
    for (i = 0; i < count; i++) LVI_FACT_WORDS(ref)[i] = a[i];
    slot = &LVI_AT(uint32_t, cx->m.d.fact_table)[lvi_gr_hash(kind, 0, count, a)
                                                 & cx->m.d.fact_mask];
    f->link = *slot;
    *slot = ref;
    if (cx->m.d.last_fact)
        LVI_FACT(cx->m.d.last_fact)->next = ref;
    else
        cx->m.d.facts = ref;
    cx->m.d.last_fact = ref;
    cx->m.d.fact_count++;
    return f->id;
}

/* The id of the fact with these operands. */
static uint32_t lvi_em_fact(lvi_context *cx, uint32_t kind, uint32_t count, const uint32_t *a) {
    uint32_t ref, i;
    if (cx->stop) return 0;
    ref = cx->m.d.fact_table ? LVI_AT(uint32_t, cx->m.d.fact_table)[lvi_gr_hash(kind, 0, count, a)
                                                                    & cx->m.d.fact_mask]
                             : 0;
    for (; ref; ref = LVI_FACT(ref)->link) {
        if (LVI_FACT(ref)->kind != kind || LVI_FACT(ref)->count != count) continue;
        for (i = 0; i < count && LVI_FACT_WORDS(ref)[i] == a[i]; i++) {}
        if (i == count) return LVI_FACT(ref)->id;
    }
    return lvi_em_fact_new(cx, kind, count, a);
}

static uint32_t lvi_em_fact_number(lvi_context *cx, uint32_t number) {
    return lvi_em_fact(cx, LVI_FACT_NUMBER, 1, &number);
}

static uint32_t lvi_em_fact_name(lvi_context *cx, uint32_t symbol) {
    return lvi_em_fact(cx, LVI_FACT_STRING, 1, &symbol);
}

static uint32_t lvi_em_fact_text(lvi_context *cx, const char *text) {
    return lvi_em_fact_name(
        cx, lvi_sy_intern(cx, (const unsigned char *)text, lvi_string_size(text)));
}

/* --- places in the text */

static void lvi_em_debug_lines(lvi_context *cx) {
    uint32_t count = cx->source_count, i, k, *lines;
    for (i = 0; i < cx->source_count; i++)
        for (k = 0; k < cx->sources[i].size; k++) count += cx->sources[i].text[k] == '\n';
    cx->m.d.lines = lvi_ar_room(cx, count, 4);
    if (!cx->m.d.lines) return;
    lines = LVI_AT(uint32_t, cx->m.d.lines);
    for (i = 0; i < cx->source_count; i++) {
        const lvi_source *s = &cx->sources[i];
        LVI_FILE(i)->first_line = (uint32_t)(lines - LVI_AT(uint32_t, cx->m.d.lines));
        *lines++ = s->start;
        for (k = 0; k < s->size; k++)
            if (s->text[k] == '\n') *lines++ = s->start + k + 1;
    }
    cx->m.d.line_count = count;
}

static lvi_located lvi_em_locate(lvi_context *cx, uint32_t form) {
    uint32_t pos = cx->forms[form].pos, low = 0, high = cx->m.d.line_count, begin, end;
    const uint32_t *lines = LVI_AT(uint32_t, cx->m.d.lines);
    const lvi_source *s = lvi_dg_source(cx, pos);
    lvi_located at;
    while (high - low > 1) {
        uint32_t middle = low + ((high - low) >> 1);
        if (lines[middle] <= pos) low = middle;
        else high = middle;
    }
    at.file = (uint32_t)(s - cx->sources);
    at.line = low - LVI_FILE(at.file)->first_line + 1;
    at.column = pos - lines[low] + 1;
    begin = pos - s->start, end = lvi_min(s->size, begin + LVI_EXTENT);
    if (high < cx->m.d.line_count) end = lvi_min(end, lines[high] - s->start - 1);
    end = lvi_lx_extent(s->text, end, begin);
    at.end = at.column + (end - begin - 1);
    return at;
}

/* --- the sources */

/* Does a source hold what can be evaluated? The names of lambdav_options.defines do not. */
static int lvi_em_is_code(lvi_context *cx, uint32_t source) {
    return source >= 2 * cx->options.define_count || (source & 1u);
}

/* The piece of source `i` from byte `begin` on that a literal string holds: no character is cut. */
static uint32_t lvi_em_piece(lvi_context *cx, uint32_t i, uint32_t begin) {
    const lvi_source *s = &cx->sources[i];
    uint32_t size = lvi_min(s->size - begin, LVI_TEXT_PIECE), cut;
    if (begin + size == s->size) return size;
    for (cut = 0; cut < 4 && (s->text[begin + size - cut] & 0xc0) == 0x80; cut++) {}
    return cut < 4 ? size - cut : size;
}

/* DebugSource with the text, DebugSourceContinued with what does not fit into one string. */
static void lvi_em_debug_source(lvi_context *cx, uint32_t i) {
    uint32_t a[3], operands[2], begin = 0;
    do {
        a[0] = i, a[1] = begin, a[2] = lvi_em_piece(cx, i, begin);
        operands[0] = LVI_FILE(i)->name, operands[1] = lvi_em_fact(cx, LVI_FACT_TEXT, 3, a);
        if (begin == 0)
            LVI_FILE(i)->source = lvi_em_fact(cx, LVI_INFO_DebugSource, 2, operands);
        else
            lvi_em_fact_new(cx, LVI_INFO_DebugSourceContinued, 1, &operands[1]);
        begin += a[2];
    } while (begin < cx->sources[i].size && !cx->stop);
}

/* What stands before everything else: files, and the compilation unit of the main text. */
static void lvi_em_debug_open(lvi_context *cx) {
    uint32_t i, a[4];
    cx->m.d.level = cx->options.flags & LAMBDAV_DEBUG_FULL    ? 2
                    : cx->options.flags & LAMBDAV_DEBUG_LINES ? 1
                                                              : 0;
    if (!cx->m.d.level) return;
    cx->m.d.files = lvi_ar_array(cx, cx->source_count, (uint32_t)sizeof(lvi_file));
    if (!cx->stop) lvi_em_debug_lines(cx);
    if (cx->m.d.level == 2) {
        cx->m.d.set = lvi_wd_fresh(cx);
        lvi_em_type(cx, LVI_K_NONE);
        lvi_em_type(cx, LVI_T_UINT);
    }
    for (i = 0; i < cx->source_count && !cx->stop; i++) {
        const lvi_source *s = &cx->sources[i];
        if (!lvi_em_is_code(cx, i)) continue;
        LVI_FILE(i)->name = lvi_em_fact_name(
            cx, lvi_sy_intern(cx, (const unsigned char *)s->name, s->name_size));
        if (cx->m.d.level == 2) lvi_em_debug_source(cx, i);
    }
    if (cx->m.d.level != 2 || cx->stop) return;
    a[0] = lvi_em_fact_number(cx, 1), a[1] = lvi_em_fact_number(cx, 4); /* its version, DWARF's */
    a[2] = LVI_FILE(2 * cx->options.define_count)->source, a[3] = lvi_em_fact_number(cx, 0);
    cx->m.d.unit = lvi_em_fact(cx, LVI_INFO_DebugCompilationUnit, 4, a);
}

/* --- facts of NonSemantic.Shader.DebugInfo.100 */

/* The debug type of a machine type; what has none is a num. */
static uint32_t lvi_em_debug_type(lvi_context *cx, uint32_t type) {
    static const char names[][5] = {"num", "num", "int", "uint", "bool"};
    static const uint8_t encodings[] = {LVI_ENCODING_Float, LVI_ENCODING_Float, LVI_ENCODING_Signed,
                                        LVI_ENCODING_Unsigned, LVI_ENCODING_Boolean};
    uint32_t kind = LVI_KIND(type) <= LVI_K_BOOL ? LVI_KIND(type) : 0, a[4], id;
    a[0] = lvi_em_fact_text(cx, names[kind]), a[1] = lvi_em_fact_number(cx, 32);
    a[2] = lvi_em_fact_number(cx, encodings[kind]), a[3] = lvi_em_fact_number(cx, 0);
    id = lvi_em_fact(cx, LVI_INFO_DebugTypeBasic, 4, a);
    if (LVI_ROWS(type) > 1) {
        a[0] = id, a[1] = lvi_em_fact_number(cx, LVI_ROWS(type));
        id = lvi_em_fact(cx, LVI_INFO_DebugTypeVector, 2, a);
    }
    if (LVI_COLUMNS(type) > 1) {
        a[0] = id, a[1] = lvi_em_fact_number(cx, LVI_COLUMNS(type)), a[2] = lvi_em_truth(cx, 1);
        id = lvi_em_fact(cx, LVI_INFO_DebugTypeMatrix, 3, a);
    }
    return id;
}

/* Source, line and column of a form as operands. */
static void lvi_em_debug_at(lvi_context *cx, uint32_t form, uint32_t *a) {
    lvi_located at = lvi_em_locate(cx, form);
    a[0] = LVI_FILE(at.file)->source;
    a[1] = lvi_em_fact_number(cx, at.line), a[2] = lvi_em_fact_number(cx, at.column);
}

/* Operands of a DebugFunction; `flags`: LVI_INFO_FlagX. */
static void lvi_em_debug_function(lvi_context *cx, uint32_t name, uint32_t form, uint32_t flags,
                                  uint32_t *a) {
    uint32_t type[2];
    type[0] = lvi_em_fact_number(cx, 0), type[1] = lvi_em_type(cx, LVI_K_NONE);
    a[0] = name, a[1] = lvi_em_fact(cx, LVI_INFO_DebugTypeFunction, 2, type);
    lvi_em_debug_at(cx, form, &a[2]);
    a[5] = cx->m.d.unit, a[6] = name, a[7] = lvi_em_fact_number(cx, flags);
    a[8] = a[3];
}

/* The DebugFunction of a func or rec-func form: it has the name that it was given first. */
static uint32_t lvi_em_debug_callee(lvi_context *cx, uint32_t callee) {
    uint32_t place = cx->forms[callee].cache, head = cx->forms[callee].a, a[9], name;
    if (place && lvi_pr_is_symbol(cx, place)) name = lvi_em_fact_name(cx, cx->forms[place].a);
    else if (lvi_pr_is_symbol(cx, head)) name = lvi_em_fact_name(cx, cx->forms[head].a);
    else name = lvi_em_fact_text(cx, "func");
    lvi_em_debug_function(cx, name, place ? place : callee, LVI_INFO_FlagIsDefinition, a);
    return lvi_em_fact(cx, LVI_INFO_DebugFunction, 9, a);
}

/* Is the function of this scope applied where it is written? */
static int lvi_em_is_block(lvi_context *cx, const lvi_scope *s) {
    return s->callee == s->form || cx->forms[s->form].a == s->callee;
}

/* Finds the ids of a scope in the function in hand, whose site has them. */
static void lvi_em_debug_resolve(lvi_context *cx, lvi_scope *s) {
    const lvi_scope *site = LVI_AT(lvi_scope, s->site);
    uint32_t a[4];
    s->function = cx->m.d.function;
    s->id = cx->m.d.outer, s->inlined = 0;
    if (!s->site) return;
    if (lvi_em_is_block(cx, s)) {
        lvi_em_debug_at(cx, s->callee, a);
        a[3] = site->id;
        s->id = lvi_em_fact(cx, LVI_INFO_DebugLexicalBlock, 4, a);
        s->inlined = site->inlined;
    } else {
        s->id = lvi_em_debug_callee(cx, s->callee);
        a[0] = lvi_em_fact_number(cx, lvi_em_locate(cx, s->form).line), a[1] = site->id;
        a[2] = site->inlined;
        s->inlined = lvi_em_fact_new(cx, LVI_INFO_DebugInlinedAt, site->inlined ? 3 : 2, a);
    }
}

/* The same for a scope whose sites may have none yet. */
static lvi_scope *lvi_em_debug_scope(lvi_context *cx, uint32_t scope) {
    uint32_t at = scope, inner = 0;
    for (; at && LVI_AT(lvi_scope, at)->function != cx->m.d.function;
         at = LVI_AT(lvi_scope, at)->site) {
        LVI_AT(lvi_scope, at)->back = inner;
        inner = at;
    }
    for (; inner && !cx->stop; inner = LVI_AT(lvi_scope, inner)->back)
        lvi_em_debug_resolve(cx, LVI_AT(lvi_scope, inner));
    return LVI_AT(lvi_scope, scope);
}

/* --- instructions among the code */

/* Begins an instruction of the debug instruction set. Ids are to follow. */
static void lvi_em_info(lvi_context *cx, uint32_t instruction, uint32_t operands) {
    uint32_t id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpExtInst, 5 + operands);
    lvi_wd_id(cx, lvi_em_type(cx, LVI_K_NONE));
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, cx->m.d.set);
    lvi_wd_put(cx, instruction);
}

static void lvi_em_debug_value(lvi_context *cx, uint32_t ref, uint32_t type, uint32_t id) {
    const lvi_local *local = LVI_AT(lvi_local, ref);
    uint32_t a[8], variable, expression = lvi_em_fact(cx, LVI_INFO_DebugExpression, 0, NULL);
    a[0] = lvi_em_fact_name(cx, local->symbol), a[1] = lvi_em_debug_type(cx, type);
    lvi_em_debug_at(cx, local->form, &a[2]);
    a[5] = LVI_AT(lvi_scope, local->scope)->id;
    a[6] = lvi_em_fact_number(cx, LVI_INFO_FlagIsLocal);
    a[7] = local->number ? lvi_em_fact_number(cx, local->number) : 0;
    variable = lvi_em_fact(cx, LVI_INFO_DebugLocalVariable, local->number ? 8 : 7, a);
    lvi_em_info(cx, LVI_INFO_DebugValue, 3);
    lvi_wd_put(cx, variable);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, expression);
}

/* What follows belongs to a scope. */
static void lvi_em_enter_scope(lvi_context *cx, uint32_t ref) {
    lvi_scope *scope = lvi_em_debug_scope(cx, ref);
    uint32_t local;
    if (cx->m.d.scope != scope->id || cx->m.d.inlined != scope->inlined) {
        lvi_em_info(cx, LVI_INFO_DebugScope, scope->inlined ? 2 : 1);
        lvi_wd_put(cx, scope->id);
        if (scope->inlined) lvi_wd_put(cx, scope->inlined);
        cx->m.d.scope = scope->id, cx->m.d.inlined = scope->inlined;
    }
    if (scope->entered == cx->m.d.function) return;
    scope->entered = cx->m.d.function;
    for (local = scope->constants; local; local = LVI_AT(lvi_local, local)->same) {
        uint32_t node = LVI_AT(lvi_local, local)->value.ref;
        lvi_em_debug_value(cx, local, LVI_NODE(node)->type, lvi_em_constant(cx, node));
    }
}

/* What follows comes from `form`, evaluated in `scope`. */
static void lvi_em_place(lvi_context *cx, uint32_t form, uint32_t scope) {
    lvi_located at, *old = &cx->m.d.at;
    if (!cx->m.d.level || cx->stop) return;
    at = lvi_em_locate(cx, form);
    if (cx->m.d.level == 2 && scope) lvi_em_enter_scope(cx, scope);
    if (at.file == old->file && at.line == old->line && at.column == old->column) return;
    *old = at;
    if (cx->m.d.level == 1) {
        lvi_wd_op3(cx, LVI_SPV_OpLine, LVI_FILE(at.file)->name, lvi_min(at.line, LVI_ID_INDEX),
                   lvi_min(at.column, LVI_ID_INDEX));
    } else {
        uint32_t line = lvi_em_fact_number(cx, at.line);
        lvi_em_info(cx, LVI_INFO_DebugLine, 5);
        lvi_wd_put(cx, LVI_FILE(at.file)->source);
        lvi_wd_put(cx, line);
        lvi_wd_put(cx, line);
        lvi_wd_put(cx, lvi_em_fact_number(cx, at.column));
        lvi_wd_put(cx, lvi_em_fact_number(cx, at.end));
    }
}

static void lvi_em_place_node(lvi_context *cx, uint32_t node) {
    if (cx->m.d.level)
        lvi_em_place(cx, LVI_NODE(node)->form, lvi_pr_scope(cx, LVI_NODE(node)->call));
}

/* A block begins: nothing is said of where its code comes from. */
static void lvi_em_placeless(lvi_context *cx) {
    lvi_located none = {0, 0, 0, 0};
    cx->m.d.at = none;
    cx->m.d.scope = cx->m.d.inlined = 0;
}

/* OpFunction `id` has begun, which is what debuggers see of `form`. */
static void lvi_em_debug_begin(lvi_context *cx, uint32_t id, uint32_t name, uint32_t form,
                               uint32_t flags) {
    uint32_t a[9];
    lvi_em_debug_function(cx, name, form, flags, a);
    cx->m.d.function = id;
    cx->m.d.outer = lvi_em_fact_new(cx, LVI_INFO_DebugFunction, 9, a);
    lvi_em_info(cx, LVI_INFO_DebugFunctionDefinition, 2);
    lvi_wd_put(cx, cx->m.d.outer);
    lvi_wd_put(cx, id);
}

/* Tells the names that stand for the value of an item. */
static void lvi_em_told(lvi_context *cx, uint32_t ref) {
    uint32_t local;
    for (local = LVI_AT(uint32_t, cx->m.d.nodes)[LVI_ITEM(ref)->node]; local && !cx->stop;
         local = LVI_AT(lvi_local, local)->same) {
        lvi_em_enter_scope(cx, LVI_AT(lvi_local, local)->scope);
        lvi_em_debug_value(cx, local, lvi_em_item_type(cx, ref), LVI_ITEM(ref)->id);
    }
}

/* Hangs the locals to their nodes, those that are constant to their scopes, in their order. */
static void lvi_em_debug_locals(lvi_context *cx) {
    uint32_t ref, last = cx->m.d.level == 2 ? cx->locals : 0, previous = 0, next;
    if (!last) return;
    cx->m.d.nodes = lvi_ar_array(cx, cx->node_count, 4);
    if (!cx->m.d.nodes) return;
    for (ref = last; ref; ref = next) { /* turns the list around */
        next = LVI_AT(lvi_local, ref)->next;
        LVI_AT(lvi_local, ref)->next = previous;
        previous = ref;
    }
    for (ref = previous; ref; ref = LVI_AT(lvi_local, ref)->next) {
        lvi_local *local = LVI_AT(lvi_local, ref);
        const lvi_node *n = LVI_NODE(local->value.ref);
        uint32_t *slot;
        if (local->value.tag != LVI_V_NODE) continue;
        while (n->op == LVI_OP_PARAM && n->a[2]) n = LVI_NODE(local->value.ref = n->a[2]);
        if (n->op == LVI_OP_UNDEF) continue;
        slot = n->flags & LVI_F_VARIES ? &LVI_AT(uint32_t, cx->m.d.nodes)[local->value.ref]
                                       : &LVI_AT(lvi_scope, local->scope)->constants;
        local->same = *slot;
        *slot = ref;
    }
}

/* --- spilled values */

/* Makes the record of a spilled value. */
static lvi_spill *lvi_em_spill_record(lvi_context *cx, uint32_t ref) {
    lvi_plan *plan = LVI_EM_PLAN(cx->m.plan);
    uint32_t spill = lvi_ar_high(cx, (uint32_t)sizeof(lvi_spill));
    LVI_AT(lvi_spill, spill)->type = lvi_em_item_type(cx, ref);
    lvi_em_pointer(cx, LVI_EM_TO_PRIVATE, lvi_em_item_type(cx, ref));
    if (plan->last_spill)
        LVI_AT(lvi_spill, plan->last_spill)->next = spill;
    else
        plan->spills = spill;
    plan->last_spill = spill;
    LVI_ITEM(ref)->stage = spill;
    cx->m.variable_count++;
    return LVI_AT(lvi_spill, spill);
}

/* A value is there: tells debuggers; stores it if a memo cell's function reads it. */
static void lvi_em_spill(lvi_context *cx, uint32_t ref) {
    if (cx->m.d.nodes) lvi_em_told(cx, ref);
    if (LVI_ITEM(ref)->flags & LVI_SPILLED) {
        lvi_spill *spill = lvi_em_spill_record(cx, ref);
        spill->id = lvi_wd_fresh(cx);
        lvi_em_store(cx, spill->id, LVI_ITEM(ref)->id);
    }
}

/* The items of an array of `count` references, those that are 0 left out, after their φs. */
static void lvi_em_spill_array(lvi_context *cx, uint32_t array, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++)
        if (LVI_AT(uint32_t, array)[i]) lvi_em_spill(cx, LVI_AT(uint32_t, array)[i]);
}

static void lvi_em_spill_list(lvi_context *cx, uint32_t ref) {
    for (; ref; ref = LVI_ITEM(ref)->next) lvi_em_spill(cx, ref);
}

/* --- blocks and branches */

static void lvi_em_label(lvi_context *cx, uint32_t id) {
    lvi_wd_op1(cx, LVI_SPV_OpLabel, id);
    cx->m.block = id;
    if (cx->m.d.level) lvi_em_placeless(cx);
}

static void lvi_em_branch(lvi_context *cx, uint32_t label) {
    lvi_wd_op1(cx, LVI_SPV_OpBranch, label);
}

/* Ends the current block: if (condition) yes else no, until merge. */
static void lvi_em_if(lvi_context *cx, uint32_t condition, uint32_t yes, uint32_t no,
                      uint32_t merge) {
    lvi_wd_op2(cx, LVI_SPV_OpSelectionMerge, merge, LVI_SPV_SelectionControl_None);
    lvi_wd_op(cx, LVI_SPV_OpBranchConditional, 4);
    lvi_wd_id(cx, condition);
    lvi_wd_put(cx, yes);
    lvi_wd_put(cx, no);
}

/* Begins an OpPhi of `count` edges. */
static uint32_t lvi_em_phi(lvi_context *cx, uint32_t type, uint32_t count) {
    return lvi_em_begin(cx, LVI_SPV_OpPhi, type, 2 * count);
}

static void lvi_em_edge(lvi_context *cx, uint32_t id, uint32_t parent) {
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, parent);
}

/* Goes on at the start of a region. */
static void lvi_em_enter(lvi_context *cx, uint32_t region, uint32_t nesting) {
    if (nesting > LVI_LIMIT_NESTING)
        lvi_wd_limit(cx, "nested selections and loops", LVI_LIMIT_NESTING);
    LVI_EM_NESTING(region) = nesting;
    cx->m.region = region;
    cx->m.at = LVI_REGION(region)->first;
}

/* Goes on behind an item. */
static void lvi_em_after(lvi_context *cx, const lvi_item *item) {
    cx->m.region = item->region;
    cx->m.at = item->next;
}

/* What an LVI_EM_REF refers to. */
static uint32_t lvi_em_what(uint32_t entry) {
    return entry >> 29 & 3u;
}

static uint32_t lvi_em_referred(uint32_t entry) {
    return (entry & 0x1fffffffu) << 3;
}

/* --- memory */

/* The type of layout `ref`, with all that is in it: depth first, parents linked. */
static uint32_t lvi_em_aggregate(lvi_context *cx, uint32_t ref) {
    uint32_t at = ref;
    LVI_AT(lvi_layout, ref)->parent = LVI_AT(lvi_layout, ref)->index = 0;
    while (at && !cx->stop && !LVI_AT(lvi_layout, ref)->id) {
        lvi_layout *l = LVI_AT(lvi_layout, at), *part;
        const lvi_struct *s = LVI_AT(lvi_struct, l->type);
        uint32_t array = s->kind == LVI_ST_ARRAY, type, i = l->index++;
        if (i < (array ? 1u : s->count)) {
            type = array ? s->element : LVI_AT(lvi_field, s->fields)[i].type;
            if (LVI_IS_MACHINE(type)) {
                lvi_em_type(cx, type);
                continue;
            }
            type = LVI_AT(lvi_struct, type)->layouts[l->rules];
            part = LVI_AT(lvi_layout, type);
            if (part->id) continue;
            part->parent = at, part->index = 0;
            at = type;
            continue;
        }
        if (s->length) l->count_id = lvi_em_spec(cx, s->length);
        if (array && s->count) {
            lvi_em_type(cx, LVI_T_UINT);
            l->count_id = lvi_em_refer(cx, LVI_EM_COUNT, at);
        }
        l->id = lvi_em_refer(cx, LVI_EM_AGGREGATE, at);
        at = l->parent;
    }
    return LVI_AT(lvi_layout, ref)->id;
}

/* Types of the push-constant block, when it is first used. */
static void lvi_em_push_types(lvi_context *cx) {
    uint32_t ref;
    if (cx->m.used & LVI_USED_PUSH) return;
    cx->m.used |= LVI_USED_PUSH;
    cx->m.variable_count++;
    for (ref = cx->members; ref; ref = LVI_AT(lvi_member, ref)->next) {
        uint32_t type = LVI_AT(lvi_member, ref)->type;
        if (LVI_IS_MACHINE(type))
            lvi_em_type(cx, type);
        else
            lvi_em_aggregate(cx, LVI_AT(lvi_struct, type)->layouts[LVI_LAYOUT_STD430]);
    }
    lvi_em_key(cx, LVI_EM_TO_PUSH << 8);
}

/* The class of pointers into memory r. */
static uint32_t lvi_em_class(lvi_context *cx, const lvi_resource *r) {
    if (r->kind == LVI_RES_PUSH) return LVI_EM_TO_PUSH;
    if (r->kind == LVI_RES_SHARED) return LVI_EM_TO_WORKGROUP;
    return r->kind == LVI_RES_BUFFER && cx->m.version >= 0x10300 ? (uint32_t)LVI_EM_TO_STORAGE
                                                                 : (uint32_t)LVI_EM_TO_UNIFORM;
}

/* Declares the variable of memory `ref`. */
static void lvi_em_declare_memory(lvi_context *cx, uint32_t ref) {
    lvi_resource *r = LVI_AT(lvi_resource, ref);
    r->id = lvi_wd_fresh(cx);
    cx->m.variable_count++;
    if (LVI_IS_MACHINE(r->type)) {
        r->pointer = lvi_em_pointer(cx, lvi_em_class(cx, r), r->type);
    } else {
        lvi_em_aggregate(cx, r->layout);
        r->pointer = lvi_em_refer(cx, LVI_EM_TO_RESOURCE, ref);
    }
}

/* Notes that the entry in hand uses resource `ref`. */
static void lvi_em_use(lvi_context *cx, uint32_t ref) {
    uint32_t use;
    if (LVI_AT(lvi_resource, ref)->plan == cx->m.plan) return;
    LVI_AT(lvi_resource, ref)->plan = cx->m.plan;
    use = lvi_ar_high(cx, (uint32_t)sizeof(lvi_use));
    LVI_AT(lvi_use, use)->resource = ref;
    LVI_AT(lvi_use, use)->next = LVI_EM_PLAN(cx->m.plan)->uses;
    LVI_EM_PLAN(cx->m.plan)->uses = use;
}

/* The variable of the memory that a RESOURCE slot is. */
static uint32_t lvi_em_memory(lvi_context *cx, uint32_t slot) {
    uint32_t ref = LVI_AT(uint32_t, cx->resource_table)[LVI_NODE(LVI_SLOT_NODE(slot))->a[0]];
    lvi_resource *r = LVI_AT(lvi_resource, ref);
    lvi_em_use(cx, ref);
    if (r->kind == LVI_RES_PUSH) {
        lvi_em_push_types(cx);
        return LVI_EM_PUSH;
    }
    if (!r->id) lvi_em_declare_memory(cx, ref);
    return r->id;
}

/* A pointer to the leaf of `type` that slots lead to: a RESOURCE, then indices. `how`,
   LVI_RESF_READ or WRITTEN, is what is done there. */
static uint32_t lvi_em_chain(lvi_context *cx, uint32_t type, const uint32_t *slots, uint32_t count,
                             uint32_t how) {
    uint32_t variable = lvi_em_memory(cx, slots[0]), pointer, id, i;
    lvi_resource *r = LVI_RESOURCE(LVI_NODE(LVI_SLOT_NODE(slots[0]))->a[0]);
    r->flags |= how;
    if (count == 1) return variable;
    pointer = lvi_em_pointer(cx, lvi_em_class(cx, r), type);
    id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpAccessChain, 3 + count);
    lvi_wd_id(cx, pointer);
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, variable);
    for (i = 1; i < count; i++) lvi_em_operand(cx, slots[i]);
    return id;
}

/* How many elements the runtime array at the end of a buffer has. */
static uint32_t lvi_em_array_length(lvi_context *cx, uint32_t slot) {
    const lvi_resource *r = LVI_RESOURCE(LVI_NODE(LVI_SLOT_NODE(slot))->a[0]);
    uint32_t variable = lvi_em_memory(cx, slot),
             id = lvi_em_begin(cx, LVI_SPV_OpArrayLength, LVI_T_UINT, 2);
    lvi_wd_put(cx, variable);
    lvi_wd_put(cx, LVI_AT(lvi_struct, r->type)->count - 1);
    return id;
}

/* --- operations */

/* A bool vector that is `condition` in each component. */
static uint32_t lvi_em_splat(lvi_context *cx, uint32_t condition, uint32_t rows) {
    lvi_splat *splat = &cx->m.splats[rows - 2];
    uint32_t i;
    if (splat->condition == condition && splat->block == cx->m.block) return splat->id;
    splat->condition = condition;
    splat->block = cx->m.block;
    splat->id = lvi_em_begin(cx, LVI_SPV_OpCompositeConstruct, LVI_TYPE(LVI_K_BOOL, rows, 1), rows);
    for (i = 0; i < rows; i++) lvi_wd_id(cx, condition);
    return splat->id;
}

static uint32_t lvi_em_select_plain(lvi_context *cx, uint32_t type, uint32_t condition,
                                    uint32_t yes, uint32_t no) {
    uint32_t id = lvi_em_begin(cx, LVI_SPV_OpSelect, type, 3);
    lvi_wd_id(cx, condition);
    lvi_wd_id(cx, yes);
    lvi_wd_id(cx, no);
    return id;
}

static uint32_t lvi_em_extract(lvi_context *cx, uint32_t type, uint32_t composite, uint32_t index) {
    uint32_t id = lvi_em_begin(cx, LVI_SPV_OpCompositeExtract, type, 2);
    lvi_wd_id(cx, composite);
    lvi_wd_put(cx, index);
    return id;
}

static uint32_t lvi_em_select_columns(lvi_context *cx, uint32_t type, uint32_t condition,
                                      uint32_t yes, uint32_t no) {
    uint32_t column = type & 0x3fu, columns[4] = {0, 0, 0, 0}, i, id;
    for (i = 0; i < LVI_COLUMNS(type); i++) {
        uint32_t a = lvi_em_extract(cx, column, yes, i), b = lvi_em_extract(cx, column, no, i);
        columns[i] = lvi_em_select_plain(cx, column, condition, a, b);
    }
    id = lvi_em_begin(cx, LVI_SPV_OpCompositeConstruct, type, LVI_COLUMNS(type));
    for (i = 0; i < LVI_COLUMNS(type); i++) lvi_wd_put(cx, columns[i]);
    return id;
}

/* condition ? yes : no, of any type but PAIR, by a scalar bool. Returns the id. */
static uint32_t lvi_em_select(lvi_context *cx, uint32_t type, uint32_t condition, uint32_t yes,
                              uint32_t no) {
    if (cx->m.version < 0x10400 && LVI_ROWS(type) > 1)
        condition = lvi_em_splat(cx, condition, LVI_ROWS(type));
    if (cx->m.version < 0x10400 && LVI_COLUMNS(type) > 1)
        return lvi_em_select_columns(cx, type, condition, yes, no);
    return lvi_em_select_plain(cx, type, condition, yes, no);
}

static uint32_t lvi_em_or(lvi_context *cx, uint32_t a, uint32_t b) {
    uint32_t id = lvi_em_begin(cx, LVI_SPV_OpLogicalOr, LVI_T_BOOL, 2);
    lvi_wd_id(cx, a);
    lvi_wd_id(cx, b);
    return id;
}

/* What a PHI is if its no-arm is taken. A guarded one has no such value, and is not read then. */
static uint32_t lvi_em_otherwise(lvi_context *cx, uint32_t phi) {
    uint32_t slot = LVI_SLOTS(phi)[1];
    return slot ? lvi_em_value(cx, slot) : lvi_em_undef(cx, lvi_em_item_type(cx, phi));
}

/* Is a guarded PHI an array's? That is the variable that holds it, and needs no φ. */
static int lvi_em_is_array(lvi_context *cx, uint32_t phi) {
    if (LVI_NODE(LVI_ITEM(phi)->node)->op != LVI_OP_ARRAY) return 0;
    LVI_ITEM(phi)->id = lvi_em_value(cx, LVI_SLOTS(phi)[0]);
    return 1;
}

/* The OpSelects of a list of PHI items. */
static void lvi_em_select_list(lvi_context *cx, uint32_t condition, uint32_t ref) {
    for (; ref; ref = LVI_ITEM(ref)->next) {
        uint32_t yes = lvi_em_value(cx, LVI_SLOTS(ref)[0]), no = lvi_em_otherwise(cx, ref);
        lvi_em_place_node(cx, LVI_ITEM(ref)->node);
        LVI_ITEM(ref)->id = lvi_em_select(cx, lvi_em_item_type(cx, ref), condition, yes, no);
        lvi_em_spill(cx, ref);
    }
}

/* The disjunction of an item's slots, some of them negated. */
static void lvi_em_any(lvi_context *cx, uint32_t ref) {
    lvi_item *item = LVI_ITEM(ref);
    uint32_t i;
    for (i = 0; i < item->count; i++) {
        uint32_t id = lvi_em_value(cx, LVI_SLOTS(ref)[i]), negated;
        if (item->negated >> i & 1u) {
            negated = lvi_em_begin(cx, LVI_SPV_OpLogicalNot, LVI_T_BOOL, 1);
            lvi_wd_id(cx, id);
            id = negated;
        }
        item->id = i ? lvi_em_or(cx, item->id, id) : id;
    }
    cx->m.at = item->next;
}

static uint32_t lvi_em_shuffle(lvi_context *cx, const lvi_node *n, uint32_t slot) {
    uint32_t rows = LVI_ROWS(n->type),
             id = lvi_em_begin(cx, LVI_SPV_OpVectorShuffle, n->type, 2 + rows), i;
    lvi_em_operand(cx, slot);
    lvi_em_operand(cx, slot);
    for (i = 0; i < rows; i++) lvi_wd_put(cx, n->a[1] >> 4 * i & 15u);
    return id;
}

/* LAMBDAV_STRICT_FLOATS: is it an instruction of num arithmetic, not to be contracted? */
static int lvi_em_contracts(lvi_context *cx, uint32_t opcode) {
    uint32_t place = opcode - LVI_SPV_OpSNegate;
    if (!(cx->options.flags & LAMBDAV_STRICT_FLOATS)) return 0;
    return place <= LVI_SPV_OpDot - LVI_SPV_OpSNegate && (LVI_EM_FLOAT_OPS >> place & 1u);
}

/* Decorates those among the instructions from word `at` on. */
static void lvi_em_no_contraction(lvi_context *cx, uint32_t at) {
    uint32_t *words = cx->m.words, *to = words + cx->m.decorations;
    for (; cx->m.contracted && at < cx->m.count; at += words[at] >> 16) {
        if (!lvi_em_contracts(cx, words[at] & 0xffffu)) continue;
        *to++ = 3u << 16 | LVI_SPV_OpDecorate;
        *to++ = words[at + 2];
        *to++ = LVI_SPV_Decoration_NoContraction;
    }
}

/* An operation that its row describes: an instruction, or one of GLSL.std.450. */
static uint32_t lvi_em_row(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                           uint32_t count) {
    uint32_t kind = LVI_KIND(lvi_em_slot_type(cx, slots[0])), id, i;
    uint32_t opcode = lvi_ops[n->op].opcode[kind - LVI_K_NUM];
    if (opcode & 0x8000u) {
        cx->m.used |= LVI_USED_GLSL;
        id = lvi_em_begin(cx, LVI_SPV_OpExtInst, n->type, 2 + count);
        lvi_wd_put(cx, LVI_EM_GLSL);
        lvi_wd_put(cx, opcode & 0x7fffu);
    } else {
        if (opcode >= LVI_SPV_OpDPdxFine)
            cx->m.used |= LVI_USED_DERIVATIVE_CONTROL;
        id = lvi_em_begin(cx, opcode, n->type, count);
        cx->m.contracted += (uint32_t)lvi_em_contracts(cx, opcode);
    }
    for (i = 0; i < count; i++) lvi_em_operand(cx, slots[i]);
    return id;
}

static uint32_t lvi_em_construct(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                                 uint32_t count) {
    uint32_t id = lvi_em_begin(cx, LVI_SPV_OpCompositeConstruct, n->type, count), i;
    for (i = 0; i < count; i++) lvi_em_operand(cx, slots[i]);
    return id;
}

/* --- images */

/* The variable of an image or a sampler. */
static uint32_t lvi_em_image_id(lvi_context *cx, uint32_t ordinal) {
    lvi_resource *r = LVI_RESOURCE(ordinal);
    lvi_em_use(cx, LVI_AT(uint32_t, cx->resource_table)[ordinal]);
    if (!r->id) {
        r->id = lvi_wd_fresh(cx);
        cx->m.variable_count++;
    }
    return r->id;
}

/* What the target wants for images of this type, when the type is first used. */
static void lvi_em_image_needs(lvi_context *cx, const lvi_image *image) {
    const lvi_dim_row *d = &lvi_dims[image->dim];
    if (d->dim == LVI_SPV_Dim_1D && image->storage) LVI_NEED(Image1D);
    if (d->dim == LVI_SPV_Dim_1D && !image->storage) LVI_NEED(Sampled1D);
    if (d->dim == LVI_SPV_Dim_Buffer && image->storage) LVI_NEED(ImageBuffer);
    if (d->dim == LVI_SPV_Dim_Buffer && !image->storage) LVI_NEED(SampledBuffer);
    if (d->dim == LVI_SPV_Dim_Cube && d->layers && image->storage) LVI_NEED(ImageCubeArray);
    if (d->dim == LVI_SPV_Dim_Cube && d->layers && !image->storage) LVI_NEED(SampledCubeArray);
    if (d->samples && image->storage) LVI_NEED(StorageImageMultisample);
    if (d->samples && image->storage && d->layers) LVI_NEED(ImageMSArray);
    if (image->storage && !lvi_format_is_basic(image->format))
        LVI_NEED(StorageImageExtendedFormats);
}

/* The type of an image; of samplers without one. */
static lvi_image_type *lvi_em_image_type(lvi_context *cx, const lvi_image *image) {
    uint32_t key = image ? image->dim | image->kind << 4 | image->depth << 8 | image->storage << 9
                               | image->format << 10
                         : 0xffffffffu,
             ref;
    for (ref = cx->m.image_types; ref; ref = LVI_AT(lvi_image_type, ref)->next)
        if (LVI_AT(lvi_image_type, ref)->key == key) return LVI_AT(lvi_image_type, ref);
    ref = lvi_ar_high(cx, sizeof(lvi_image_type));
    LVI_AT(lvi_image_type, ref)->key = key;
    LVI_AT(lvi_image_type, ref)->image = lvi_wd_fresh(cx);
    if (cx->m.last_image_type)
        LVI_AT(lvi_image_type, cx->m.last_image_type)->next = ref;
    else
        cx->m.image_types = ref;
    cx->m.last_image_type = ref;
    if (image) lvi_em_type(cx, LVI_TYPE(image->kind, 1, 1));
    if (image) lvi_em_image_needs(cx, image);
    return LVI_AT(lvi_image_type, ref);
}

/* OpTypeSampledImage of an image. */
static uint32_t lvi_em_sampled_type(lvi_context *cx, const lvi_image *image) {
    lvi_image_type *type = lvi_em_image_type(cx, image);
    if (!type->sampled) type->sampled = lvi_wd_fresh(cx);
    return type->sampled;
}

/* The type of what a resource's variable holds, an array's elements; *pointer: to one. */
static uint32_t lvi_em_image_value(lvi_context *cx, const lvi_resource *r, uint32_t *pointer) {
    lvi_image *image = r->detail ? LVI_AT(lvi_image, r->detail) : NULL;
    lvi_image_type *type = lvi_em_image_type(cx, image);
    int combined = r->kind == LVI_RES_TEXTURE;
    uint32_t *to = combined ? &type->to_sampled : &type->to_image;
    if (!*to) *to = lvi_wd_fresh(cx);
    *pointer = *to;
    if (image && image->count && !image->array) {
        image->array = lvi_wd_fresh(cx), image->pointer = lvi_wd_fresh(cx);
        lvi_em_constant(cx, image->count_node);
    }
    return combined ? lvi_em_sampled_type(cx, image) : type->image;
}

/* A pointer to an image, texture or sampler, of *type; index: the slot of its place in an array, or
   0. */
static uint32_t lvi_em_image_pointer(lvi_context *cx, uint32_t ordinal, uint32_t index,
                                     uint32_t *type) {
    const lvi_resource *r = LVI_RESOURCE(ordinal);
    uint32_t pointer, from, id;
    *type = lvi_em_image_value(cx, r, &pointer), from = lvi_em_image_id(cx, ordinal);
    if (index) {
        uint32_t at = lvi_em_value(cx, index);
        id = lvi_wd_fresh(cx);
        lvi_wd_op(cx, LVI_SPV_OpAccessChain, 5);
        lvi_wd_put(cx, pointer), lvi_wd_put(cx, id), lvi_wd_put(cx, from), lvi_wd_id(cx, at);
        from = id;
        if (!LVI_IS_NODE(index) && r->kind == LVI_RES_IMAGE)
            LVI_NEED(StorageImageArrayDynamicIndexing);
        if (!LVI_IS_NODE(index) && r->kind != LVI_RES_IMAGE)
            LVI_NEED(SampledImageArrayDynamicIndexing);
    }
    return from;
}

/* Loads it. */
static uint32_t lvi_em_image_load(lvi_context *cx, uint32_t ordinal, uint32_t index) {
    uint32_t type, from = lvi_em_image_pointer(cx, ordinal, index, &type), id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpLoad, 4);
    lvi_wd_put(cx, type), lvi_wd_put(cx, id), lvi_wd_put(cx, from);
    return id;
}

/* Instructions on images. Columns: operation, opcode, the one with LVI_TX_SECOND, operands before
   the image operands, what it takes: 1 a sampled image, 0 an image. */
typedef struct lvi_image_row {
    uint16_t op, opcode, second;
    uint8_t fixed, sampled;
} lvi_image_row;
static const lvi_image_row lvi_em_images[] = {
    {LVI_OP_TEX_SAMPLE, LVI_SPV_OpImageSampleImplicitLod, LVI_SPV_OpImageSampleDrefImplicitLod, 1,
     1},
    {LVI_OP_TEX_SAMPLE_LOD, LVI_SPV_OpImageSampleExplicitLod, LVI_SPV_OpImageSampleDrefExplicitLod,
     1, 1},
    {LVI_OP_TEX_FETCH, LVI_SPV_OpImageFetch, 0, 1, 0},
    {LVI_OP_TEX_GATHER, LVI_SPV_OpImageGather, LVI_SPV_OpImageDrefGather, 2, 1},
    {LVI_OP_TEX_SIZE, LVI_SPV_OpImageQuerySize, LVI_SPV_OpImageQuerySizeLod, 0, 0},
    {LVI_OP_TEX_LEVELS, LVI_SPV_OpImageQueryLevels, 0, 0, 0},
    {LVI_OP_TEX_SAMPLES, LVI_SPV_OpImageQuerySamples, 0, 0, 0},
    {LVI_OP_TEX_QUERY_LOD, LVI_SPV_OpImageQueryLod, 0, 1, 1},
    {LVI_OP_IMAGE_READ, LVI_SPV_OpImageRead, 0, 1, 0}};

/* Is it an operation on an image? */
static int lvi_em_is_image(uint32_t op) {
    return op >= LVI_OP_TEX_SAMPLE && op <= LVI_OP_IMAGE_READ;
}

/* The image that an operation begins with, in the form that it takes; *at: the slot behind it. */
static uint32_t lvi_em_image_operand(lvi_context *cx, const uint32_t *slots, int sampled,
                                     uint32_t *at) {
    uint32_t ordinal = LVI_NODE(LVI_SLOT_NODE(slots[0]))->a[0],
             mask = LVI_NODE(LVI_SLOT_NODE(slots[1]))->a[0], id, sampler, combined;
    const lvi_resource *r = LVI_RESOURCE(ordinal);
    const lvi_image *image = LVI_AT(lvi_image, r->detail);
    *at = 2;
    id = lvi_em_image_load(cx, ordinal, mask & LVI_TX_INDEXED ? slots[(*at)++] : 0);
    if (r->kind == LVI_RES_TEXTURE && !sampled) {
        combined = id, id = lvi_wd_fresh(cx);
        lvi_wd_op(cx, LVI_SPV_OpImage, 4);
        lvi_wd_put(cx, lvi_em_image_type(cx, image)->image), lvi_wd_put(cx, id);
        lvi_wd_put(cx, combined);
    }
    if (mask & LVI_TX_SAMPLER) {
        ordinal = LVI_NODE(LVI_SLOT_NODE(slots[(*at)++]))->a[0];
        sampler =
            lvi_em_image_load(cx, ordinal, 0);
        combined = lvi_wd_fresh(cx);
        lvi_wd_op(cx, LVI_SPV_OpSampledImage, 5);
        lvi_wd_put(cx, lvi_em_sampled_type(cx, image)), lvi_wd_put(cx, combined);
        lvi_wd_put(cx, id), lvi_wd_put(cx, sampler);
        id = combined;
    }
    return id;
}

static uint32_t lvi_em_image(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                             uint32_t count) {
    uint32_t mask = LVI_NODE(LVI_SLOT_NODE(slots[1]))->a[0], at, image, i, id, fixed, opcode;
    const lvi_image_row *row = lvi_em_images;
    while (row->op != n->op) row++;
    image = lvi_em_image_operand(cx, slots, row->sampled, &at);
    fixed = row->fixed, opcode = mask & LVI_TX_SECOND ? row->second : row->opcode;
    if (opcode == LVI_SPV_OpImageQuerySizeLod) fixed = 1;
    if (mask & LVI_TX_SECOND && n->op <= LVI_OP_TEX_SAMPLE_LOD) fixed = 2;
    if (n->op >= LVI_OP_TEX_SIZE && n->op <= LVI_OP_TEX_QUERY_LOD) LVI_NEED(ImageQuery);
    if (n->op == LVI_OP_IMAGE_READ
        && !LVI_AT(lvi_image, LVI_RESOURCE(LVI_NODE(LVI_SLOT_NODE(slots[0]))->a[0])->detail)
                ->format)
        LVI_NEED(StorageImageReadWithoutFormat);
    mask &= 0xffffu;
    for (i = at; i < count; i++) lvi_em_value(cx, slots[i]);
    id = lvi_em_begin(cx, opcode, n->type, 1 + count - at + (mask != 0));
    lvi_wd_put(cx, image);
    for (i = at; i < count; i++) {
        if (i == at + fixed) lvi_wd_put(cx, mask);
        lvi_em_operand(cx, slots[i]);
    }
    return id;
}

/* --- */

/* One choice for all components. The values are asked for in order: that may number constants. */
static uint32_t lvi_em_choice(lvi_context *cx, const lvi_node *n, const uint32_t *slots) {
    uint32_t condition = lvi_em_value(cx, slots[0]), yes = lvi_em_value(cx, slots[1]);
    return lvi_em_select(cx, n->type, condition, yes, lvi_em_value(cx, slots[2]));
}

/* The operands are scopes and semantics. */
static uint32_t lvi_em_barrier(lvi_context *cx, uint32_t opcode, const uint32_t *slots,
                               uint32_t count) {
    uint32_t i;
    lvi_wd_op(cx, opcode, 1 + count);
    for (i = 0; i < count; i++) lvi_em_operand(cx, slots[i]);
    return 0;
}

/* --- arrays that are indexed at run time. Each ARRAY node is a Private variable: filled once, when
   it is constant, else where its item stands. node->link is its lvi_table. */

/* The type of arrays of `count`, a uint constant's node, elements. */
static uint32_t lvi_em_table_type(lvi_context *cx, uint32_t element, uint32_t count) {
    uint32_t ref;
    lvi_table_type *t;
    for (ref = cx->m.table_types; ref; ref = t->next) {
        t = LVI_AT(lvi_table_type, ref);
        if (t->element == element && t->count == count) return ref;
    }
    ref = lvi_ar_high(cx, (uint32_t)sizeof(lvi_table_type));
    t = LVI_AT(lvi_table_type, ref);
    t->element = element, t->count = count, t->id = lvi_wd_fresh_row(cx, 2);
    lvi_em_type(cx, element);
    lvi_em_constant(cx, count);
    if (cx->m.last_table_type)
        LVI_AT(lvi_table_type, cx->m.last_table_type)->next = ref;
    else
        cx->m.table_types = ref;
    return cx->m.last_table_type = ref;
}

/* Makes an ARRAY node a variable. */
static uint32_t lvi_em_table_new(lvi_context *cx, uint32_t node) {
    uint32_t ref = lvi_ar_high(cx, (uint32_t)sizeof(lvi_table)), i;
    const lvi_node *n = LVI_NODE(node);
    const uint32_t *parts = lvi_em_operands(cx, n);
    lvi_table *t = LVI_AT(lvi_table, ref);
    t->node = node, t->type = lvi_em_table_type(cx, n->type, parts[0]);
    t->constant = !(n->flags & LVI_F_VARIES);
    t->id = lvi_wd_fresh_row(cx, 2);
    for (i = 1; i < n->count && t->constant; i++) lvi_em_constant(cx, parts[i]);
    if (cx->m.last_table) LVI_AT(lvi_table, cx->m.last_table)->next = ref;
    else cx->m.tables = ref;
    cx->m.last_table = ref;
    cx->m.variable_count++;
    return LVI_NODE(node)->link = ref;
}

/* The variable of an ARRAY's slot, noted as one that the entry in hand uses. */
static const lvi_table *lvi_em_table(lvi_context *cx, uint32_t slot) {
    uint32_t node = LVI_IS_NODE(slot) ? LVI_SLOT_NODE(slot) : LVI_ITEM(slot)->node,
             ref = LVI_NODE(node)->link ? LVI_NODE(node)->link : lvi_em_table_new(cx, node), use;
    lvi_table *t = LVI_AT(lvi_table, ref);
    if (t->plan != cx->m.plan) {
        t->plan = cx->m.plan;
        use = lvi_ar_high(cx, (uint32_t)sizeof(lvi_table_use));
        LVI_AT(lvi_table_use, use)->next = LVI_EM_PLAN(cx->m.plan)->tables;
        LVI_AT(lvi_table_use, use)->table = ref;
        LVI_EM_PLAN(cx->m.plan)->tables = use;
    }
    return t;
}

/* Fills the variable of ARRAY item `ref`. */
static uint32_t lvi_em_fill(lvi_context *cx, uint32_t ref) {
    uint32_t count = LVI_ITEM(ref)->count, i, id;
    const lvi_table *t = lvi_em_table(cx, ref);
    id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpCompositeConstruct, 3 + count - 1);
    lvi_wd_put(cx, LVI_AT(lvi_table_type, t->type)->id);
    lvi_wd_put(cx, id);
    for (i = 1; i < count; i++) lvi_em_operand(cx, LVI_SLOTS(ref)[i]);
    lvi_em_store(cx, t->id, id);
    return t->id;
}

static uint32_t lvi_em_index(lvi_context *cx, const lvi_node *n, const uint32_t *slots) {
    const lvi_table *t = lvi_em_table(cx, slots[0]);
    uint32_t index = lvi_em_value(cx, slots[1]),
             pointer = lvi_em_pointer(cx, LVI_EM_TO_PRIVATE, n->type), id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpAccessChain, 5);
    lvi_wd_id(cx, pointer);
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, t->id);
    lvi_wd_id(cx, index);
    return lvi_em_load(cx, n->type, id);
}

/* An atomic operation on what `pointer` points to. */
static uint32_t lvi_em_atomic(lvi_context *cx, const lvi_node *n, uint32_t pointer, uint32_t shared,
                              const uint32_t *values, uint32_t count) {
    uint32_t store = n->op == LVI_OP_ATOMIC_STORE, compare = n->op == LVI_OP_ATOMIC_COMPARE, id = 0,
             scope = lvi_em_number(cx, shared ? LVI_SPV_Scope_Workgroup : LVI_SPV_Scope_Device),
             relaxed = lvi_em_number(cx, 0),
             type = store ? lvi_em_slot_type(cx, values[0]) : n->type,
             opcode = lvi_ops[n->op].opcode[LVI_KIND(type) - LVI_K_NUM];
    if (store) lvi_wd_op(cx, opcode, 5);
    else id = lvi_em_begin(cx, opcode, n->type, 3 + compare + count);
    lvi_wd_put(cx, pointer);
    lvi_wd_id(cx, scope);
    lvi_wd_id(cx, relaxed);
    if (compare) lvi_wd_id(cx, relaxed);
    while (count) lvi_em_operand(cx, values[--count]);
    return id;
}

/* Reads or writes the texel of an image that slots lead to: RESOURCE, mask, (place in an array),
   coordinate, (sample). `value` is what is written, 0 for reading. */
static uint32_t lvi_em_texel(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                             uint32_t count, uint32_t value) {
    uint32_t mask = LVI_NODE(LVI_SLOT_NODE(slots[1]))->a[0] & 0xffffu, at, image, id = 0, i;
    lvi_resource *r = LVI_RESOURCE(LVI_NODE(LVI_SLOT_NODE(slots[0]))->a[0]);
    int formatless = !LVI_AT(lvi_image, r->detail)->format;
    r->flags |= value ? (uint32_t)LVI_RESF_WRITTEN : (uint32_t)LVI_RESF_READ;
    if (formatless && value) LVI_NEED(StorageImageWriteWithoutFormat);
    if (formatless && !value) LVI_NEED(StorageImageReadWithoutFormat);
    image = lvi_em_image_operand(cx, slots, 0, &at);
    for (i = at; i < count; i++) lvi_em_value(cx, slots[i]);
    if (value) lvi_wd_op(cx, LVI_SPV_OpImageWrite, 4 + (mask ? 2u : 0u));
    else id = lvi_em_begin(cx, LVI_SPV_OpImageRead, n->type, 2 + (mask ? 2u : 0u));
    lvi_wd_put(cx, image);
    lvi_em_operand(cx, slots[at]);
    if (value) lvi_em_operand(cx, value);
    if (mask) {
        lvi_wd_put(cx, mask);
        lvi_em_operand(cx, slots[at + 1]);
    }
    return id;
}

/* A pointer to such a texel, for atomics. */
static uint32_t lvi_em_texel_pointer(lvi_context *cx, uint32_t kind, const uint32_t *slots,
                                     uint32_t count) {
    uint32_t mask = LVI_NODE(LVI_SLOT_NODE(slots[1]))->a[0], at = mask & LVI_TX_INDEXED ? 3 : 2,
             type, sample, id, ordinal = LVI_NODE(LVI_SLOT_NODE(slots[0]))->a[0],
             from = lvi_em_image_pointer(cx, ordinal, at == 3 ? slots[2] : 0, &type),
             pointer = lvi_em_pointer(cx, LVI_EM_TO_IMAGE, LVI_TYPE(kind, 1, 1));
    LVI_RESOURCE(ordinal)->flags |= LVI_RESF_READ | LVI_RESF_WRITTEN;
    lvi_em_value(cx, slots[at]);
    sample = at + 1 < count ? lvi_em_value(cx, slots[at + 1]) : lvi_em_number(cx, 0);
    id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpImageTexelPointer, 6);
    lvi_wd_id(cx, pointer);
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, from);
    lvi_em_operand(cx, slots[at]);
    lvi_wd_id(cx, sample);
    return id;
}

/* An effect on memory. Its slots: token, values, then what leads to the memory. */
static uint32_t lvi_em_effect(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                              uint32_t count) {
    int reads = n->op == LVI_OP_FETCH || n->op == LVI_OP_ATOMIC_LOAD,
        writes = n->op == LVI_OP_STORE || n->op == LVI_OP_ATOMIC_STORE;
    uint32_t values = reads                            ? 0
                      : n->op == LVI_OP_ATOMIC_COMPARE ? 2u
                                                       : 1u,
             i, pointer,
             how = (writes ? 0u : (uint32_t)LVI_RESF_READ)
                   | (reads ? 0u : (uint32_t)LVI_RESF_WRITTEN),
             type = values ? lvi_em_slot_type(cx, slots[1]) : n->type;
    const lvi_resource *r = LVI_RESOURCE(LVI_NODE(LVI_SLOT_NODE(slots[1 + values]))->a[0]);
    for (i = 0; i < values; i++) lvi_em_value(cx, slots[1 + i]);
    if (r->kind == LVI_RES_IMAGE && n->op <= LVI_OP_FETCH)
        return lvi_em_texel(cx, n, slots + 1 + values, count - 1 - values, values ? slots[1] : 0);
    pointer = r->kind == LVI_RES_IMAGE
                  ? lvi_em_texel_pointer(cx, LVI_KIND(type), slots + 1 + values, count - 1 - values)
                  : lvi_em_chain(cx, type, slots + 1 + values, count - 1 - values, how);
    if (n->op == LVI_OP_FETCH) return lvi_em_load(cx, type, pointer);
    if (n->op != LVI_OP_STORE)
        return lvi_em_atomic(cx, n, pointer, r->kind == LVI_RES_SHARED, slots + 1, values);
    lvi_em_store(cx, pointer, lvi_em_value(cx, slots[1]));
    return 0;
}

static uint32_t lvi_em_subgroup(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                                uint32_t count) {
    uint32_t kind = count > 2 ? LVI_KIND(lvi_em_slot_type(cx, slots[2])) : (uint32_t)LVI_K_BOOL,
             reduces = n->op >= LVI_OP_SUBGROUP_ADD, id, scope = lvi_em_value(cx, slots[1]),
             value = count > 2 ? lvi_em_value(cx, slots[2]) : 0,
             opcode = n->op == LVI_OP_SUBGROUP_ELECT ? (uint32_t)LVI_SPV_OpGroupNonUniformElect
                                                     : lvi_ops[n->op].opcode[kind - LVI_K_NUM];
    LVI_NEED(GroupNonUniform);
    if (n->op == LVI_OP_SUBGROUP_ALL || n->op == LVI_OP_SUBGROUP_ANY) LVI_NEED(GroupNonUniformVote);
    if (n->op == LVI_OP_SUBGROUP_BALLOT || n->op == LVI_OP_SUBGROUP_FIRST)
        LVI_NEED(GroupNonUniformBallot);
    if (reduces) LVI_NEED(GroupNonUniformArithmetic);
    id = lvi_em_begin(cx, opcode, n->type, count - 1 + reduces);
    lvi_wd_id(cx, scope);
    if (reduces) lvi_wd_put(cx, LVI_SPV_GroupOperation_Reduce);
    if (value) lvi_wd_id(cx, value);
    return id;
}

static uint32_t lvi_em_operation_id(lvi_context *cx, const lvi_node *n, const uint32_t *slots,
                                    uint32_t count) {
    int scalar = n->op == LVI_OP_SELECT && lvi_em_slot_type(cx, slots[0]) == LVI_T_BOOL;
    if (n->op == LVI_OP_EXTRACT)
        return lvi_em_extract(cx, n->type, lvi_em_value(cx, slots[0]), n->a[1]);
    if (n->op == LVI_OP_SHUFFLE) return lvi_em_shuffle(cx, n, slots[0]);
    if (n->op == LVI_OP_CONSTRUCT) return lvi_em_construct(cx, n, slots, count);
    if (n->op == LVI_OP_INDEX || n->op == LVI_OP_INDEX_UNCHECKED) return lvi_em_index(cx, n, slots);
    if (lvi_em_is_image(n->op)) return lvi_em_image(cx, n, slots, count);
    if (n->op == LVI_OP_LOAD || n->op == LVI_OP_LOAD_UNCHECKED)
        return lvi_em_load(cx, n->type, lvi_em_chain(cx, n->type, slots, count, LVI_RESF_READ));
    if (n->op == LVI_OP_ARRAY_LENGTH) return lvi_em_array_length(cx, slots[0]);
    if (n->op == LVI_OP_AFTER || n->op == LVI_OP_TIED) return 0;
    if (lvi_op_is_subgroup(n->op)) return lvi_em_subgroup(cx, n, slots, count);
    if (n->op >= LVI_OP_STORE) return lvi_em_effect(cx, n, slots, count);
    if (n->op == LVI_OP_BARRIER)
        return lvi_em_barrier(cx, LVI_SPV_OpControlBarrier, slots + 1, count - 1);
    if (n->op == LVI_OP_MEMORY_BARRIER)
        return lvi_em_barrier(cx, LVI_SPV_OpMemoryBarrier, slots + 1, count - 1);
    if (n->op != LVI_OP_IF && !scalar) return lvi_em_row(cx, n, slots, count);
    return lvi_em_choice(cx, n, slots);
}

/* 6.7: one instruction, in the block where the last of its operands ended; their items came before
   it (6.7 leaves out their code, begins each in the same block, and gives two things one id). */
static void lvi_em_operation(lvi_context *cx, uint32_t ref) {
    lvi_item *item = LVI_ITEM(ref);
    if (LVI_NODE(item->node)->op == LVI_OP_ARRAY)
        item->id = lvi_em_fill(cx, ref);
    else
        item->id = lvi_em_operation_id(cx, LVI_NODE(item->node), LVI_SLOTS(ref), item->count);
    lvi_em_spill(cx, ref);
    cx->m.at = item->next;
}

/* --- selections. The ids of one: merge block, then the blocks of the arms that have items. */

static int lvi_em_empty(lvi_context *cx, uint32_t region) {
    return !LVI_REGION(region)->first;
}

static uint32_t lvi_em_arm_label(lvi_context *cx, const lvi_select *s, uint32_t region) {
    if (lvi_em_empty(cx, region)) return s->item.id;
    return s->item.id + (region == s->yes || lvi_em_empty(cx, s->yes) ? 1u : 2u);
}

static void lvi_em_select_collapsed(lvi_context *cx, const lvi_select *s) {
    lvi_em_select_list(cx, lvi_em_value(cx, s->condition), s->members);
    lvi_em_after(cx, &s->item);
}

/* 6.6: O_c's code has come. OpSelectionMerge m, OpBranchConditional c t f; the ids of labels and φs
   are taken from one count, so branch, merge and φ agree (those of 6.6 are off by one and two, and
   its O_f begins at its own end). An arm of type PureRec ends elsewhere: that is a TREE_IF. */
static void lvi_em_select_open(lvi_context *cx, uint32_t ref) {
    lvi_select *s = LVI_AT(lvi_select, ref);
    uint32_t nesting = LVI_EM_NESTING(cx->m.region) + 1;
    int yes_empty = lvi_em_empty(cx, s->yes), no_empty = lvi_em_empty(cx, s->no);
    if (yes_empty && no_empty) {
        lvi_em_select_collapsed(cx, s);
        return;
    }
    s->item.id = lvi_wd_fresh_row(cx, yes_empty || no_empty ? 2 : 3);
    s->item.stage = cx->m.block;
    lvi_em_if(cx, lvi_em_value(cx, s->condition), lvi_em_arm_label(cx, s, s->yes),
              lvi_em_arm_label(cx, s, s->no), s->item.id);
    lvi_em_label(cx, s->item.id + 1);
    lvi_em_enter(cx, yes_empty ? s->no : s->yes, nesting);
}

/* The merge block and its φs: two values, each with the block where its arm ended (6.6 names
   others). */
static void lvi_em_select_close(lvi_context *cx, const lvi_select *s) {
    uint32_t yes = lvi_em_empty(cx, s->yes) ? s->item.stage : LVI_EM_LAST(s->yes), ref;
    uint32_t no = lvi_em_empty(cx, s->no) ? s->item.stage : LVI_EM_LAST(s->no);
    lvi_em_label(cx, s->item.id);
    for (ref = s->members; ref; ref = LVI_ITEM(ref)->next) {
        if (lvi_em_is_array(cx, ref)) continue;
        LVI_ITEM(ref)->id = lvi_em_phi(cx, lvi_em_item_type(cx, ref), 2);
        lvi_em_edge(cx, lvi_em_value(cx, LVI_SLOTS(ref)[0]), yes);
        lvi_em_edge(cx, lvi_em_otherwise(cx, ref), no);
    }
    lvi_em_spill_list(cx, s->members);
    lvi_em_after(cx, &s->item);
}

static void lvi_em_arm_end(lvi_context *cx, uint32_t region) {
    lvi_select *s = LVI_AT(lvi_select, LVI_REGION(region)->owner);
    LVI_EM_LAST(region) = cx->m.block;
    lvi_em_branch(cx, s->item.id);
    if (region == s->yes && !lvi_em_empty(cx, s->no)) {
        lvi_em_label(cx, lvi_em_arm_label(cx, s, s->no));
        lvi_em_enter(cx, s->no, LVI_EM_NESTING(region));
    } else
        lvi_em_select_close(cx, s);
}

/* --- loops. The ids of one: header, body, continue, merge, join of the exits, arms of the exits,
   φs of the continue block. */

enum { LVI_EM_HEADER, LVI_EM_BODY, LVI_EM_CONTINUE, LVI_EM_MERGE, LVI_EM_JOIN, LVI_EM_ARMS };

static int lvi_em_joins(const lvi_loop_item *l) {
    return l->exit_count > 1 && !(l->item.flags & LVI_DIRECT);
}

static uint32_t lvi_em_live(lvi_context *cx, uint32_t array, uint32_t count) {
    uint32_t live = 0, i;
    for (i = 0; i < count; i++) live += LVI_AT(uint32_t, array)[i] != 0;
    return live;
}

/* The first φ of the continue block; there are φs only if there are several RECs. */
static uint32_t lvi_em_continue_phis(const lvi_loop_item *l) {
    return l->item.id + LVI_EM_ARMS + (lvi_em_joins(l) ? l->exit_count : 0);
}

/* 6.8: hb's φs, from word l->common on: O_i.ido from `before`, and what goes around from cb. The
   initial values' code stands before the branch to hb, and `before` is the block where it ended
   (6.8 branches first, names O_i.idc, and takes I.idl). What goes around is, for a single REC, a
   value that has no id yet. */
static void lvi_em_header(lvi_context *cx, lvi_loop_item *l, uint32_t before) {
    const uint32_t *params = LVI_AT(uint32_t, l->params);
    uint32_t around = lvi_em_continue_phis(l), k;
    lvi_em_label(cx, l->item.id + LVI_EM_HEADER);
    l->common = cx->m.count;
    for (k = 0; k < l->param_count; k++) {
        uint32_t type, id = 0;
        if (!params[k]) continue;
        type = lvi_em_item_type(cx, params[k]);
        LVI_ITEM(params[k])->id = lvi_em_phi(cx, type, 2);
        lvi_em_edge(cx, lvi_em_value(cx, LVI_SLOTS(params[k])[0]), before);
        if (l->rec_count > 1)
            id = around++;
        else if (l->rec_count == 0)
            id = lvi_em_undef(cx, type);
        lvi_em_edge(cx, id, l->item.id + LVI_EM_CONTINUE);
    }
}

/* 6.8: OpBranch hb; hb: φs, OpLoopMerge mb cb, OpBranch lb; lb: the body. */
static void lvi_em_loop_open(lvi_context *cx, uint32_t ref) {
    lvi_loop_item *l = LVI_AT(lvi_loop_item, ref);
    uint32_t before = cx->m.block, nesting = LVI_EM_NESTING(cx->m.region) + 1;
    l->item.id = lvi_wd_fresh_row(cx, LVI_EM_ARMS + (lvi_em_joins(l) ? l->exit_count : 0));
    if (l->rec_count > 1) lvi_wd_fresh_row(cx, lvi_em_live(cx, l->params, l->param_count));
    lvi_em_branch(cx, l->item.id + LVI_EM_HEADER);
    lvi_em_header(cx, l, before);
    l->item.stage = 0;
    lvi_em_place_node(cx, l->item.node);
    lvi_wd_op3(cx, LVI_SPV_OpLoopMerge, l->item.id + LVI_EM_MERGE, l->item.id + LVI_EM_CONTINUE,
               LVI_SPV_LoopControl_None);
    lvi_em_branch(cx, l->item.id + LVI_EM_BODY);
    lvi_em_label(cx, l->item.id + LVI_EM_BODY);
    lvi_em_spill_array(cx, l->params, l->param_count);
    lvi_em_enter(cx, l->body, nesting);
}

/* The values that the only REC of a loop brings, into the header's φs. */
static void lvi_em_around(lvi_context *cx, const lvi_loop_item *l) {
    const uint32_t *params = LVI_AT(uint32_t, l->params);
    uint32_t *phi = cx->m.words + l->common, k;
    for (k = 0; k < l->param_count && !cx->stop; k++) {
        if (!params[k]) continue;
        phi[5] = lvi_em_value(cx, LVI_SLOTS(l->item.stage)[k]);
        phi += 7;
    }
}

/* 6.8: cb, with φs of the values that the RECs bring, if there are several: for each parameter, of
   its type, a value and then the block where the last argument ended (6.8 swaps the two and has
   typeid(O_n) for every type; 6.9 takes the block where the rec began). Then OpBranch hb. */
static void lvi_em_continue(lvi_context *cx, const lvi_loop_item *l) {
    const uint32_t *params = LVI_AT(uint32_t, l->params);
    uint32_t id = lvi_em_continue_phis(l), k, rec;
    if (l->rec_count == 1) lvi_em_around(cx, l);
    lvi_em_label(cx, l->item.id + LVI_EM_CONTINUE);
    for (k = 0; k < l->param_count && l->rec_count > 1; k++) {
        if (!params[k]) continue;
        lvi_wd_op(cx, LVI_SPV_OpPhi, 3 + 2 * l->rec_count);
        lvi_wd_id(cx, lvi_em_type(cx, lvi_em_item_type(cx, params[k])));
        lvi_wd_put(cx, id++);
        for (rec = l->item.stage; rec; rec = LVI_ITEM(rec)->stage)
            lvi_em_edge(cx, lvi_em_value(cx, LVI_SLOTS(rec)[k]),
                        LVI_EM_LAST(LVI_ITEM(rec)->region));
    }
    lvi_em_branch(cx, l->item.id + LVI_EM_HEADER);
}

/* Makes φs over the exits' blocks of the results, or for a single exit its values the results. */
static void lvi_em_results(lvi_context *cx, const lvi_loop_item *l) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits), *results = LVI_AT(uint32_t, l->results);
    uint32_t k, i;
    for (k = 0; k < l->result_count; k++) {
        lvi_item *result = LVI_ITEM(results[k]);
        if (!results[k]) continue;
        if (l->exit_count == 0)
            result->id = lvi_em_undef(cx, LVI_NODE(result->node)->type);
        else if (l->exit_count == 1)
            result->id = lvi_em_value(cx, LVI_SLOTS(LVI_REGION(exits[0])->end)[k]);
        else
            result->id = lvi_em_phi(cx, LVI_NODE(result->node)->type, l->exit_count);
        for (i = 0; i < l->exit_count && l->exit_count > 1; i++)
            lvi_em_edge(cx, lvi_em_value(cx, LVI_SLOTS(LVI_REGION(exits[i])->end)[k]),
                        LVI_EM_LAST(exits[i]));
    }
    lvi_em_spill_array(cx, l->results, l->result_count);
    lvi_em_after(cx, &l->item);
}

/* φ that says which exit was taken: a bool (the first?) for two, else its number. */
static uint32_t lvi_em_which(lvi_context *cx, const lvi_loop_item *l) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    uint32_t two = l->exit_count == 2, type = two ? LVI_T_BOOL : LVI_TYPE(LVI_K_UINT, 1, 1), i;
    uint32_t id = lvi_em_phi(cx, type, l->exit_count);
    for (i = 0; i < l->exit_count; i++)
        lvi_em_edge(cx, two ? lvi_em_truth(cx, i == 0) : lvi_em_number(cx, i),
                    LVI_EM_LAST(exits[i]));
    return id;
}

/* φs of what exit `of` takes out of the loop. */
static void lvi_em_escapes(lvi_context *cx, const lvi_loop_item *l, uint32_t of) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    uint32_t ref, i;
    for (ref = LVI_REGION(exits[of])->escapes; ref; ref = LVI_ITEM(ref)->next) {
        uint32_t type = lvi_em_item_type(cx, ref), undef = lvi_em_undef(cx, type);
        LVI_ITEM(ref)->id = lvi_em_phi(cx, type, l->exit_count);
        for (i = 0; i < l->exit_count; i++)
            lvi_em_edge(cx, i == of ? lvi_em_value(cx, LVI_SLOTS(ref)[0]) : undef,
                        LVI_EM_LAST(exits[i]));
    }
}

/* Of two exits one without items needs no arm: the branch goes to the join. */
static int lvi_em_armless(lvi_context *cx, const lvi_loop_item *l, uint32_t i) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    return l->exit_count == 2 && lvi_em_empty(cx, exits[i]) && !lvi_em_empty(cx, exits[1 - i]);
}

static uint32_t lvi_em_exit_label(lvi_context *cx, const lvi_loop_item *l, uint32_t i) {
    return l->item.id + (lvi_em_armless(cx, l, i) ? (uint32_t)LVI_EM_JOIN : LVI_EM_ARMS + i);
}

static void lvi_em_switch(lvi_context *cx, const lvi_loop_item *l, uint32_t which) {
    uint32_t last = l->exit_count - 1, i;
    if (last > LVI_LIMIT_CASES) lvi_wd_limit(cx, "exits of one loop", LVI_LIMIT_CASES);
    lvi_wd_op2(cx, LVI_SPV_OpSelectionMerge, l->item.id + LVI_EM_JOIN,
               LVI_SPV_SelectionControl_None);
    lvi_wd_op(cx, LVI_SPV_OpSwitch, 3 + 2 * last);
    lvi_wd_put(cx, which);
    lvi_wd_put(cx, l->item.id + LVI_EM_ARMS + last);
    for (i = 0; i < last; i++) {
        lvi_wd_put(cx, i);
        lvi_wd_put(cx, l->item.id + LVI_EM_ARMS + i);
    }
}

/* Goes on with exit `i`; behind the last one they join. exit_depth holds the exit in hand. */
static void lvi_em_exit_arm(lvi_context *cx, lvi_loop_item *l, uint32_t i) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    if (i < l->exit_count && lvi_em_armless(cx, l, i))
        LVI_EM_LAST(exits[i++]) = l->item.id + LVI_EM_MERGE;
    l->exit_depth = i;
    if (i < l->exit_count) {
        lvi_em_label(cx, l->item.id + LVI_EM_ARMS + i);
        lvi_em_enter(cx, exits[i], LVI_EM_NESTING(l->item.region) + 1);
    } else {
        lvi_em_label(cx, l->item.id + LVI_EM_JOIN);
        lvi_em_results(cx, l);
    }
}

/* The merge block of a loop whose exits have work of their own. */
static void lvi_em_exits(lvi_context *cx, lvi_loop_item *l) {
    const uint32_t *exits = LVI_AT(uint32_t, l->exits);
    uint32_t which = lvi_em_which(cx, l), i;
    for (i = 0; i < l->exit_count; i++) lvi_em_escapes(cx, l, i);
    for (i = 0; i < l->exit_count; i++) lvi_em_spill_list(cx, LVI_REGION(exits[i])->escapes);
    lvi_em_place_node(cx, l->item.node);
    if (l->exit_count > 2)
        lvi_em_switch(cx, l, which);
    else
        lvi_em_if(cx, which, lvi_em_exit_label(cx, l, 0), lvi_em_exit_label(cx, l, 1),
                  l->item.id + LVI_EM_JOIN);
    lvi_em_exit_arm(cx, l, 0);
}

/* Behind the tree: the continue block, the merge block, and the way on from there. */
static void lvi_em_loop_close(lvi_context *cx, uint32_t ref) {
    lvi_loop_item *l = LVI_AT(lvi_loop_item, ref);
    lvi_em_continue(cx, l);
    lvi_em_label(cx, l->item.id + LVI_EM_MERGE);
    if (lvi_em_joins(l))
        lvi_em_exits(cx, l);
    else if (l->exit_count == 1)
        lvi_em_enter(cx, LVI_AT(uint32_t, l->exits)[0], LVI_EM_NESTING(l->item.region));
    else
        lvi_em_results(cx, l);
}

/* The end of a continuation. */
static void lvi_em_exit_end(lvi_context *cx, uint32_t region) {
    lvi_loop_item *l = LVI_AT(lvi_loop_item, LVI_REGION(region)->loop);
    if (l->exit_count == 1) {
        lvi_em_results(cx, l);
        return;
    }
    LVI_EM_LAST(region) = cx->m.block;
    lvi_em_branch(cx, l->item.id + LVI_EM_JOIN);
    lvi_em_exit_arm(cx, l, l->exit_depth + 1);
}

/* --- a loop's decision tree. The ids of a TREE_IF: blocks of the arms, then an unreachable merge
   block if no arm is a leaf. */

static int lvi_em_leaf(lvi_context *cx, uint32_t region) {
    return LVI_REGION(region)->kind == LVI_R_EXIT
           || LVI_ITEM(LVI_REGION(region)->end)->kind == LVI_I_REC;
}

/* The arm inside of the selection; the other one is its merge block. A break rather than a
   continue, so that the loop's main path goes on straight. */
static uint32_t lvi_em_first_arm(lvi_context *cx, const lvi_tree_if *t) {
    if (LVI_REGION(t->no)->kind == LVI_R_EXIT) return t->no;
    if (LVI_REGION(t->yes)->kind == LVI_R_EXIT || lvi_em_leaf(cx, t->yes)) return t->yes;
    return lvi_em_leaf(cx, t->no) ? t->no : t->yes;
}

/* Goes on in an arm of a tree. An exit has only its edge here: returns 0, and the tree is to go on.
   */
static int lvi_em_tree_enter(lvi_context *cx, const lvi_tree_if *t, uint32_t region,
                             uint32_t nesting) {
    uint32_t loop = LVI_REGION(region)->loop;
    lvi_em_label(cx, t->item.id + (region == t->no));
    if (LVI_REGION(region)->kind != LVI_R_EXIT) {
        lvi_em_enter(cx, region, nesting);
        return 1;
    }
    LVI_EM_LAST(region) = cx->m.block;
    lvi_em_branch(cx, LVI_ITEM(loop)->id + LVI_EM_MERGE);
    return 0;
}

/* What follows when all of `region`, an arm of a tree or the body's root, is emitted. */
static void lvi_em_tree_next(lvi_context *cx, uint32_t region) {
    while (LVI_ITEM(LVI_REGION(region)->owner)->kind == LVI_I_TREE_IF) {
        const lvi_tree_if *t = LVI_AT(lvi_tree_if, LVI_REGION(region)->owner);
        uint32_t leaf = (uint32_t)lvi_em_leaf(cx, t->item.stage);
        if (region == t->item.stage) {
            uint32_t nesting = LVI_EM_NESTING(t->item.region) + 1 - leaf;
            region = region == t->yes ? t->no : t->yes;
            if (lvi_em_tree_enter(cx, t, region, nesting)) return;
            continue;
        }
        if (!leaf) {
            lvi_em_label(cx, t->item.id + 2);
            lvi_wd_op(cx, LVI_SPV_OpUnreachable, 1);
        }
        region = t->item.region;
    }
    lvi_em_loop_close(cx, LVI_REGION(region)->owner);
}

/* 6.6 in the tail of a rec-func. If neither arm is a leaf, nothing comes to the merge block, which
   ends in OpUnreachable (6.6 leaves it without an end where both are PureRec). */
static void lvi_em_tree_if(lvi_context *cx, uint32_t ref) {
    lvi_tree_if *t = LVI_AT(lvi_tree_if, ref);
    uint32_t first = lvi_em_first_arm(cx, t), other = first == t->yes ? t->no : t->yes;
    int leaf = lvi_em_leaf(cx, first);
    lvi_em_place_node(cx, t->item.node);
    t->item.stage = first;
    t->item.id = lvi_wd_fresh_row(cx, leaf ? 2 : 3);
    lvi_em_if(cx, lvi_em_value(cx, t->condition), t->item.id, t->item.id + 1,
              leaf ? t->item.id + (other == t->no) : t->item.id + 2);
    if (!lvi_em_tree_enter(cx, t, first, LVI_EM_NESTING(t->item.region) + 1))
        lvi_em_tree_next(cx, first);
}

/* 6.9: the end of a region that goes around: OpBranch cb, from the block where the last argument
   ended, which cb's φs name. Marks the constants that it passes. */
static void lvi_em_rec(lvi_context *cx, uint32_t region, uint32_t ref) {
    lvi_item *rec = LVI_ITEM(ref), *loop = LVI_ITEM(LVI_REGION(region)->loop);
    uint32_t k;
    for (k = 0; k < rec->count; k++)
        if (LVI_SLOTS(ref)[k]) lvi_em_value(cx, LVI_SLOTS(ref)[k]);
    LVI_EM_LAST(region) = cx->m.block;
    rec->stage = loop->stage;
    loop->stage = ref;
    lvi_em_branch(cx, loop->id + LVI_EM_CONTINUE);
    lvi_em_tree_next(cx, region);
}

/* The end of a loop's body that has no tree: `break`. */
static void lvi_em_break(lvi_context *cx, uint32_t region) {
    const lvi_loop_item *l = LVI_AT(lvi_loop_item, LVI_REGION(region)->owner);
    LVI_EM_LAST(LVI_AT(uint32_t, l->exits)[0]) = cx->m.block;
    lvi_em_branch(cx, l->item.id + LVI_EM_MERGE);
    lvi_em_loop_close(cx, LVI_REGION(region)->owner);
}

/* --- inputs and push constants */

/* The Input variable of an INPUT node's payload in the stage in hand, 0 if it is none; gives it an
   id when it is first used. */
static uint32_t lvi_em_input_id(lvi_context *cx, uint32_t input, uint32_t stage) {
    uint32_t *ids, fragment = stage == LVI_STAGE_FRAGMENT;
    lvi_resource *r;
    if (input == LVI_IN_WORKGROUP_SIZE) return 0;
    if (input < LVI_IN_POINT_COORD) return LVI_EM_INPUT + input;
    if (input < LVI_IN_COUNT) {
        ids = &cx->m.input_ids[input];
    } else {
        r = LVI_RESOURCE(input - LVI_IN_COUNT);
        ids = fragment ? &r->id : &r->detail;
    }
    if (!*ids) {
        *ids = lvi_wd_fresh(cx);
        cx->m.variable_count++;
    }
    return *ids;
}

static uint32_t lvi_em_stage(lvi_context *cx) {
    return LVI_AT(lvi_entry, LVI_EM_PLAN(cx->m.plan)->entry)->stage;
}

/* Marks what a specialised size is made of; before SPIR-V 1.6 it is one constant (id). */
static void lvi_em_specialise(lvi_context *cx, const lvi_entry *e) {
    uint32_t i;
    if (!e->specialised) return;
    for (i = 0; i < 3; i++) lvi_em_constant(cx, e->size_nodes[i]);
    if (cx->m.version >= 0x10600) return;
    lvi_em_type(cx, LVI_TYPE(LVI_K_UINT, 3, 1));
    cx->m.workgroup = lvi_wd_fresh(cx);
    cx->m.workgroup_entry = e;
}

static uint32_t lvi_em_workgroup_size(lvi_context *cx) {
    const lvi_entry *e = LVI_AT(lvi_entry, LVI_EM_PLAN(cx->m.plan)->entry);
    uint32_t parts[3], i, id;
    for (i = 0; i < 3; i++) parts[i] = lvi_em_constant(cx, e->size_nodes[i]);
    id = lvi_em_begin(cx, LVI_SPV_OpCompositeConstruct, LVI_TYPE(LVI_K_UINT, 3, 1), 3);
    for (i = 0; i < 3; i++) lvi_wd_id(cx, parts[i]);
    return id;
}

static uint32_t lvi_em_input(lvi_context *cx, uint32_t type, uint32_t input) {
    uint32_t id = lvi_em_input_id(cx, input, lvi_em_stage(cx));
    if (!id) return lvi_em_workgroup_size(cx);
    if (input < LVI_IN_COUNT) cx->m.inputs |= 1u << input;
    if (input == LVI_IN_SUBGROUP_SIZE || input == LVI_IN_SUBGROUP_INVOCATION)
        LVI_NEED(GroupNonUniform);
    if (input == LVI_IN_SAMPLE_ID
        || (input >= LVI_IN_COUNT && lvi_em_stage(cx) == LVI_STAGE_FRAGMENT
            && LVI_RESOURCE(input - LVI_IN_COUNT)->flags >> LVI_OPT_SAMPLE & 1u))
        LVI_NEED(SampleRateShading);
    lvi_em_pointer(cx, LVI_EM_TO_INPUT, type);
    return lvi_em_load(cx, type, id);
}

static uint32_t lvi_em_push(lvi_context *cx, uint32_t type, uint32_t member) {
    uint32_t number = lvi_em_number(cx, member), pointer, id;
    lvi_em_push_types(cx);
    pointer = lvi_em_pointer(cx, LVI_EM_TO_PUSH, type);
    id = lvi_wd_fresh(cx);
    lvi_wd_op(cx, LVI_SPV_OpAccessChain, 5);
    lvi_wd_id(cx, pointer);
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, LVI_EM_PUSH);
    lvi_wd_id(cx, number);
    return lvi_em_load(cx, type, id);
}

static uint32_t lvi_em_entry_value(lvi_context *cx, uint32_t node) {
    const lvi_node *n = LVI_NODE(node);
    return n->op == LVI_OP_PUSH ? lvi_em_push(cx, n->type, n->a[0])
                                : lvi_em_input(cx, n->type, n->a[0]);
}

/* --- memo cells. The ids of one: function, flag, results. */

/* Is there a variable for this result of a cell? Not for an array's: it has one of its own. */
static int lvi_em_cell_keeps(lvi_context *cx, uint32_t slot) {
    return slot && LVI_NODE(lvi_em_slot_node(cx, slot))->op != LVI_OP_ARRAY;
}

static void lvi_em_cell(lvi_context *cx, uint32_t ref) {
    lvi_em_store(cx, LVI_AT(lvi_cell, ref)->variables + 1, lvi_em_truth(cx, 0));
    cx->m.at = LVI_ITEM(ref)->next;
}

static void lvi_em_call(lvi_context *cx, uint32_t ref) {
    const lvi_call *call = LVI_AT(lvi_call, ref);
    const lvi_cell *cell = LVI_AT(lvi_cell, call->cell);
    uint32_t k;
    lvi_em_begin(cx, LVI_SPV_OpFunctionCall, LVI_K_NONE, 1);
    lvi_wd_put(cx, cell->variables);
    for (k = 0; k < cell->value_count; k++) {
        uint32_t result = LVI_AT(uint32_t, call->results)[k];
        if (result && lvi_em_cell_keeps(cx, result))
            LVI_ITEM(result)->id =
                lvi_em_load(cx, lvi_em_item_type(cx, result), cell->variables + 2 + k);
    }
    lvi_em_spill_array(cx, call->results, cell->value_count);
    cx->m.at = call->item.next;
}

/* What the function reads from outside. */
static void lvi_em_cell_escapes(lvi_context *cx, uint32_t region) {
    uint32_t ref;
    for (ref = LVI_REGION(region)->escapes; ref; ref = LVI_ITEM(ref)->next) {
        const lvi_item *value = LVI_ITEM(LVI_SLOTS(ref)[0]);
        if (value->kind == LVI_I_ENTRY)
            LVI_ITEM(ref)->id = lvi_em_entry_value(cx, value->node);
        else
            LVI_ITEM(ref)->id =
                lvi_em_load(cx, lvi_em_item_type(cx, ref), LVI_AT(lvi_spill, value->stage)->id);
    }
    lvi_em_spill_list(cx, LVI_REGION(region)->escapes);
}

static void lvi_em_cell_end(lvi_context *cx, uint32_t region) {
    const lvi_cell *cell = LVI_AT(lvi_cell, LVI_REGION(region)->owner);
    const uint32_t *values = LVI_AT(uint32_t, cell->values);
    uint32_t k;
    for (k = 0; k < cell->value_count; k++)
        if (lvi_em_cell_keeps(cx, values[k]))
            lvi_em_store(cx, cell->variables + 2 + k, lvi_em_value(cx, values[k]));
    lvi_em_store(cx, cell->variables + 1, lvi_em_truth(cx, 1));
    cx->m.done = 1;
}

/* Ids and types of the cells of an entry. */
static void lvi_em_cells_declare(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, k;
    for (ref = plan->s.cells; ref; ref = LVI_AT(lvi_cell, ref)->next_cell) {
        lvi_cell *cell = LVI_AT(lvi_cell, ref);
        cell->variables = lvi_wd_fresh_row(cx, 2 + cell->value_count);
        lvi_em_pointer(cx, LVI_EM_TO_PRIVATE, LVI_T_BOOL);
        cx->m.variable_count++;
        for (k = 0; k < cell->value_count; k++) {
            uint32_t slot = LVI_AT(uint32_t, cell->values)[k];
            if (!lvi_em_cell_keeps(cx, slot)) continue;
            lvi_em_pointer(cx, LVI_EM_TO_PRIVATE, lvi_em_slot_type(cx, slot));
            cx->m.variable_count++;
        }
    }
}

/* --- the walk */

/* The next root from `ref` on that has an output variable. */
static uint32_t lvi_em_next_output(lvi_context *cx, uint32_t ref) {
    while (ref && !lvi_root_is_output(LVI_AT(lvi_root, ref))) ref = LVI_AT(lvi_root, ref)->next;
    return ref;
}

static uint32_t lvi_em_first_output(lvi_context *cx, const lvi_plan *plan) {
    return lvi_em_next_output(cx, LVI_AT(lvi_entry, plan->entry)->roots);
}

static void lvi_em_kill(lvi_context *cx, uint32_t ref) {
    uint32_t kill = lvi_wd_fresh_row(cx, 2);
    lvi_em_place_node(cx, lvi_em_slot_node(cx, LVI_SLOTS(ref)[0]));
    lvi_em_if(cx, lvi_em_value(cx, LVI_SLOTS(ref)[0]), kill, kill + 1, kill + 1);
    lvi_em_label(cx, kill);
    lvi_wd_op(cx, cx->m.version < 0x10600 ? LVI_SPV_OpKill : LVI_SPV_OpTerminateInvocation, 1);
    lvi_em_label(cx, kill + 1);
    cx->m.at = LVI_ITEM(ref)->next;
}

/* The end of an entry. */
static void lvi_em_out(lvi_context *cx, uint32_t ref) {
    const lvi_plan *plan = LVI_EM_PLAN(cx->m.plan);
    uint32_t root = lvi_em_first_output(cx, plan), k;
    for (k = 0; k < plan->output_count; k++) {
        lvi_em_pointer(cx, LVI_EM_TO_OUTPUT, lvi_em_slot_type(cx, LVI_SLOTS(ref)[k]));
        lvi_em_place(cx, LVI_AT(lvi_root, root)->at, cx->root_scope);
        root = lvi_em_next_output(cx, LVI_AT(lvi_root, root)->next);
        lvi_em_store(cx, plan->outputs + k, lvi_em_value(cx, LVI_SLOTS(ref)[k]));
    }
    cx->m.done = 1;
}

static void lvi_em_item(lvi_context *cx, uint32_t ref) {
    const lvi_item *item = LVI_ITEM(ref);
    if (item->node) {
        cx->m.form = LVI_NODE(item->node)->form;
        lvi_em_place_node(cx, item->node);
    }
    switch (item->kind) {
    case LVI_I_OP: lvi_em_operation(cx, ref); break;
    case LVI_I_SELECT: lvi_em_select_open(cx, ref); break;
    case LVI_I_LOOP: lvi_em_loop_open(cx, ref); break;
    case LVI_I_CELL: lvi_em_cell(cx, ref); break;
    case LVI_I_CALL: lvi_em_call(cx, ref); break;
    case LVI_I_ANY: lvi_em_any(cx, ref); break;
    case LVI_I_KILL: lvi_em_kill(cx, ref); break;
    default: lvi_em_enter(cx, LVI_AT(lvi_live, ref)->body, LVI_EM_NESTING(item->region)); break;
    }
}

static void lvi_em_region_end(lvi_context *cx, uint32_t region) {
    uint32_t end = LVI_REGION(region)->end, kind = LVI_REGION(region)->kind;
    if (end) {
        switch (LVI_ITEM(end)->kind) {
        case LVI_I_TREE_IF: lvi_em_tree_if(cx, end); break;
        case LVI_I_EXIT: lvi_em_exit_end(cx, region); break;
        case LVI_I_REC: lvi_em_rec(cx, region, end); break;
        default: lvi_em_out(cx, end); break;
        }
    } else if (kind == LVI_R_ARM)
        lvi_em_arm_end(cx, region);
    else if (kind == LVI_R_BODY)
        lvi_em_break(cx, region);
    else
        lvi_em_cell_end(cx, region);
}

static void lvi_em_walk(lvi_context *cx, uint32_t region, uint32_t nesting) {
    cx->m.done = 0;
    lvi_em_enter(cx, region, nesting);
    while (!cx->m.done && !cx->stop) {
        if (cx->m.at)
            lvi_em_item(cx, cx->m.at);
        else
            lvi_em_region_end(cx, cx->m.region);
    }
}

/* LAMBDAV_KEEP_INTERFACE: declares memory, images, samplers and specialisation constants that
   nothing uses. An input that no entry reads has no stage: it is left out. */
static void lvi_em_keep(lvi_context *cx) {
    uint32_t i, pointer;
    for (i = 0; i < cx->resource_count && !cx->stop; i++) {
        uint32_t ref = LVI_AT(uint32_t, cx->resource_table)[i];
        const lvi_resource *r = LVI_AT(lvi_resource, ref);
        if (r->kind == LVI_RES_PUSH) lvi_em_push_types(cx);
        if (r->kind == LVI_RES_SPEC) lvi_em_spec(cx, ref);
        if (r->kind >= LVI_RES_UNIFORM && r->kind <= LVI_RES_SHARED && !r->id)
            lvi_em_declare_memory(cx, ref);
        if (r->kind < LVI_RES_TEXTURE) continue;
        lvi_em_image_value(cx, r, &pointer);
        lvi_em_image_id(cx, r->ordinal);
    }
}

/* --- functions */

static void lvi_em_function_open(lvi_context *cx, uint32_t id) {
    lvi_splat none = {0, 0, 0};
    uint32_t i;
    for (i = 0; i < 3; i++) cx->m.splats[i] = none;
    lvi_wd_op(cx, LVI_SPV_OpFunction, 5);
    lvi_wd_id(cx, lvi_em_type(cx, LVI_K_NONE));
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, LVI_SPV_FunctionControl_None);
    lvi_wd_id(cx, lvi_em_function_type(cx));
    lvi_em_label(cx, lvi_wd_fresh(cx));
}

static void lvi_em_function_close(lvi_context *cx) {
    lvi_wd_op(cx, LVI_SPV_OpReturn, 1);
    lvi_wd_op(cx, LVI_SPV_OpFunctionEnd, 1);
}

/* if (!flag) { the cell; flag = true } */
static void lvi_em_cell_function(lvi_context *cx, const lvi_cell *cell) {
    uint32_t body = lvi_wd_fresh_row(cx, 2), flag, form = LVI_NODE(cell->item.node)->form;
    lvi_em_function_open(cx, cell->variables);
    if (cx->m.d.level == 2)
        lvi_em_debug_begin(cx, cell->variables, lvi_em_fact_text(cx, "memo"), form,
                           LVI_INFO_FlagArtificial);
    lvi_em_place(cx, form, cx->root_scope);
    flag = lvi_em_load(cx, LVI_T_BOOL, cell->variables + 1);
    lvi_em_if(cx, flag, body + 1, body, body + 1);
    lvi_em_label(cx, body);
    lvi_em_cell_escapes(cx, cell->body);
    lvi_em_walk(cx, cell->body, 1);
    lvi_em_branch(cx, body + 1);
    lvi_em_label(cx, body + 1);
    lvi_em_function_close(cx);
}

/* Where an entry begins in the text. */
static uint32_t lvi_em_entry_form(lvi_context *cx, const lvi_plan *plan) {
    const lvi_entry *e = LVI_AT(lvi_entry, plan->entry);
    return e->form ? e->form : LVI_AT(lvi_root, e->roots)->at;
}

static void lvi_em_entry_function(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref;
    lvi_em_specialise(cx, LVI_AT(lvi_entry, plan->entry));
    lvi_em_function_open(cx, plan->function);
    if (cx->m.d.level == 2)
        lvi_em_debug_begin(cx, plan->function,
                           lvi_em_fact_name(cx, LVI_AT(lvi_entry, plan->entry)->name),
                           lvi_em_entry_form(cx, plan), LVI_INFO_FlagIsDefinition);
    for (ref = plan->s.entries; ref; ref = LVI_ITEM(ref)->next) {
        lvi_em_place_node(cx, LVI_ITEM(ref)->node);
        LVI_ITEM(ref)->id = lvi_em_entry_value(cx, LVI_ITEM(ref)->node);
        if (cx->m.d.nodes) lvi_em_told(cx, ref);
    }
    lvi_em_walk(cx, plan->s.root, 0);
    lvi_em_function_close(cx);
}

/* "out" and the location; "depth" ... Returns its size. */
static uint32_t lvi_em_output_name(const lvi_root *root, char text[16]) {
    lvi_message m;
    m.dst = text, m.size = 0, m.capacity = 16;
    lvi_ms_text(&m, root->kind == LVI_ROOT_DEPTH      ? "depth"
                    : root->kind == LVI_ROOT_POSITION ? "position"
                    : root->kind == LVI_ROOT_OUTPUT   ? "out"
                                                      : "point_size");
    if (root->kind == LVI_ROOT_OUTPUT) lvi_ms_number(&m, root->location);
    text[m.size] = '\0';
    return m.size;
}

/* DebugGlobalVariable of variable `id`, which is called `name` and declared or used at `form`. */
static void lvi_em_debug_global(lvi_context *cx, uint32_t name, uint32_t type, uint32_t form,
                                uint32_t id) {
    uint32_t a[9];
    a[0] = name, a[1] = type;
    lvi_em_debug_at(cx, form, &a[2]);
    a[5] = cx->m.d.unit, a[6] = name, a[7] = id;
    a[8] = lvi_em_fact_number(cx, LVI_INFO_FlagIsDefinition);
    lvi_em_fact(cx, LVI_INFO_DebugGlobalVariable, 9, a);
}

/* The name of the builtin that gives an input. */
static uint32_t lvi_em_input_name(lvi_context *cx, uint32_t input) {
    const char *name;
    uint32_t i = 0;
    while (lvi_builtins[i].rule != LVI_R_STAGE || lvi_builtins[i].op != input) i++;
    name = lvi_word(lvi_names, i);
    return lvi_em_fact_name(
        cx, lvi_sy_intern(cx, (const unsigned char *)name, lvi_string_size(name)));
}

/* Is it memory with a variable of its own that the module has? */
static int lvi_em_has_variable(const lvi_resource *r) {
    return r->kind >= LVI_RES_UNIFORM && r->kind <= LVI_RES_SHARED && r->id;
}

/* The name of the variable of an output. */
static uint32_t lvi_em_output_symbol(lvi_context *cx, const lvi_root *root) {
    char text[16];
    uint32_t size = lvi_em_output_name(root, text), copy, i;
    if (root->kind == LVI_ROOT_VARYING) return LVI_AT(lvi_resource, root->resource)->symbol;
    copy = lvi_ar_array(cx, size, 1);
    if (!copy) return LVI_SINK;
    for (i = 0; i < size; i++) LVI_AT(char, copy)[i] = text[i];
    return lvi_sy_intern(cx, LVI_AT(unsigned char, copy), size);
}

/* One input of an entry, unless it is told already. */
static void lvi_em_debug_input(lvi_context *cx, const lvi_node *n, uint32_t stage) {
    uint32_t input = n->a[0], id = lvi_em_input_id(cx, input, stage), name, form = n->form;
    if (!id || (input < LVI_IN_COUNT && (cx->m.d.inputs >> input & 1u))) return;
    if (input < LVI_IN_COUNT) {
        cx->m.d.inputs |= 1u << input;
        name = lvi_em_input_name(cx, input);
    } else {
        name = lvi_em_fact_name(cx, LVI_RESOURCE(input - LVI_IN_COUNT)->symbol);
        form = LVI_RESOURCE(input - LVI_IN_COUNT)->form;
    }
    lvi_em_debug_global(cx, name, lvi_em_debug_type(cx, n->type), form, id);
}

/* The inputs and outputs of an entry. */
static void lvi_em_debug_interface(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, id = plan->outputs;
    for (ref = plan->s.entries; ref; ref = LVI_ITEM(ref)->next) {
        const lvi_node *n = LVI_NODE(LVI_ITEM(ref)->node);
        if (n->op == LVI_OP_INPUT)
            lvi_em_debug_input(cx, n, LVI_AT(lvi_entry, plan->entry)->stage);
    }
    for (ref = lvi_em_first_output(cx, plan); ref && !cx->stop;
         ref = lvi_em_next_output(cx, LVI_AT(lvi_root, ref)->next), id++) {
        uint32_t slot = LVI_SLOTS(plan->s.out)[id - plan->outputs],
                 type = lvi_em_debug_type(cx, lvi_em_slot_type(cx, slot)),
                 name = lvi_em_output_symbol(cx, LVI_AT(lvi_root, ref));
        name = lvi_em_fact_name(cx, name);
        lvi_em_debug_global(cx, name, type, LVI_AT(lvi_root, ref)->at, id);
    }
}

/* The debug type of what is in memory, and its bytes. */
static uint32_t lvi_em_debug_part(lvi_context *cx, uint32_t type, uint32_t rules, uint32_t *size) {
    const lvi_layout *l;
    *size = 4 * LVI_ROWS(type) * LVI_COLUMNS(type);
    if (LVI_IS_MACHINE(type)) return lvi_em_debug_type(cx, type);
    l = LVI_AT(lvi_layout, LVI_AT(lvi_struct, type)->layouts[rules]);
    *size = l->size;
    return l->debug_id;
}

/* DebugTypeMember. The only field of a block may have no name. */
static uint32_t lvi_em_debug_member(lvi_context *cx, uint32_t symbol, uint32_t form, uint32_t type,
                                    uint32_t rules, uint32_t offset) {
    uint32_t a[8], size;
    a[0] = symbol ? lvi_em_fact_name(cx, symbol) : lvi_em_fact_text(cx, "data");
    a[1] = lvi_em_debug_part(cx, type, rules, &size);
    lvi_em_debug_at(cx, form, &a[2]);
    a[5] = lvi_em_fact_number(cx, 8 * offset), a[6] = lvi_em_fact_number(cx, 8 * size);
    a[7] = lvi_em_fact_number(cx, LVI_INFO_FlagIsPublic);
    return lvi_em_fact(cx, LVI_INFO_DebugTypeMember, 8, a);
}

/* DebugTypeComposite whose members are operands[9 ...]. */
static uint32_t lvi_em_debug_struct(lvi_context *cx, uint32_t name, uint32_t form, uint32_t size,
                                    uint32_t count, uint32_t *operands) {
    operands[0] = name, operands[1] = lvi_em_fact_number(cx, LVI_COMPOSITE_Structure);
    lvi_em_debug_at(cx, form, &operands[2]);
    operands[5] = cx->m.d.unit, operands[6] = name, operands[7] = lvi_em_fact_number(cx, 8 * size);
    operands[8] = lvi_em_fact_number(cx, LVI_INFO_FlagIsPublic);
    return lvi_em_fact(cx, LVI_INFO_DebugTypeComposite, 9 + count, operands);
}

/* A struct or array in memory whose parts have debug types. A runtime array has 0 elements. */
static void lvi_em_debug_layout(lvi_context *cx, lvi_layout *l) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    uint32_t i, size, name, operands, a[2];
    if (s->kind == LVI_ST_ARRAY) {
        a[0] = lvi_em_debug_part(cx, s->element, l->rules, &size);
        a[1] = lvi_em_fact_number(cx, s->count);
        l->debug_id = lvi_em_fact(cx, LVI_INFO_DebugTypeArray, 2, a);
        return;
    }
    operands = s->count <= LVI_LIMIT_MEMBERS ? lvi_ar_array(cx, 9 + s->count, 4) : 0;
    for (i = 0; i < s->count && operands && !cx->stop; i++) {
        const lvi_field *f = &LVI_AT(lvi_field, s->fields)[i];
        LVI_AT(uint32_t, operands)[9 + i] =
            lvi_em_debug_member(cx, f->symbol, s->form, f->type, l->rules,
                                l->offsets ? LVI_AT(uint32_t, l->offsets)[i] : 0);
    }
    name = s->symbol ? lvi_em_fact_name(cx, s->symbol) : lvi_em_fact_text(cx, "block");
    if (operands)
        l->debug_id = lvi_em_debug_struct(cx, name, s->form, l->size, s->count,
                                          LVI_AT(uint32_t, operands));
}

/* The push-constant block: a struct. */
static void lvi_em_debug_push(lvi_context *cx) {
    uint32_t count = cx->member_count, operands = lvi_ar_array(cx, 9 + count, 4), ref, n = 9,
             form = LVI_AT(lvi_member, cx->members)->form, type;
    if (!operands || count > LVI_LIMIT_MEMBERS) return;
    for (ref = cx->members; ref; ref = LVI_AT(lvi_member, ref)->next) {
        const lvi_member *m = LVI_AT(lvi_member, ref);
        LVI_AT(uint32_t, operands)[n++] = lvi_em_debug_member(cx, m->symbol, m->form, m->type,
                                                              LVI_LAYOUT_STD430, m->offset);
    }
    type = lvi_em_debug_struct(cx, lvi_em_fact_text(cx, "push-constants"), form, 0, count,
                               LVI_AT(uint32_t, operands));
    lvi_em_debug_global(cx, lvi_em_fact_text(cx, "push"), type, form, LVI_EM_PUSH);
}

/* The type of a texture, sampler or image: a class of no size, called by its kind. */
static uint32_t lvi_em_debug_opaque(lvi_context *cx, const lvi_resource *r) {
    static const char names[][14] = {"texture", "sampler", "sampled-image", "image"};
    uint32_t a[9];
    a[0] = lvi_em_fact_text(cx, names[r->kind - LVI_RES_TEXTURE]);
    a[1] = lvi_em_fact_number(cx, LVI_COMPOSITE_Class);
    lvi_em_debug_at(cx, r->form, &a[2]);
    a[5] = cx->m.d.unit, a[6] = a[0], a[7] = lvi_em_fact(cx, LVI_INFO_DebugInfoNone, 0, NULL);
    a[8] = lvi_em_fact_number(cx, LVI_INFO_FlagIsPublic);
    return lvi_em_fact(cx, LVI_INFO_DebugTypeComposite, 9, a);
}

/* What lies outside of the functions. Types in memory are declared after their parts. */
static void lvi_em_debug_globals(lvi_context *cx) {
    uint32_t ref, i;
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next)
        lvi_em_debug_interface(cx, LVI_EM_PLAN(ref));
    for (i = 0; i < cx->m.order_count && !cx->stop; i++) {
        uint32_t entry = LVI_AT(uint32_t, cx->m.order)[i];
        if ((entry & LVI_EM_REF) && lvi_em_what(entry) == LVI_EM_AGGREGATE)
            lvi_em_debug_layout(cx, LVI_AT(lvi_layout, lvi_em_referred(entry)));
    }
    for (i = 0; i < cx->resource_count && !cx->stop; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        uint32_t type;
        if (r->kind >= LVI_RES_TEXTURE && r->id) type = lvi_em_debug_opaque(cx, r);
        else if (!lvi_em_has_variable(r)) continue;
        else if (r->layout) type = LVI_AT(lvi_layout, r->layout)->debug_id;
        else type = lvi_em_debug_type(cx, r->type);
        lvi_em_debug_global(cx, lvi_em_fact_name(cx, r->symbol), type, r->form, r->id);
    }
    if (cx->m.used & LVI_USED_PUSH) lvi_em_debug_push(cx);
}

/* All functions: of each entry its own, then its cells'. */
static void lvi_em_functions(lvi_context *cx) {
    uint32_t ref, cell;
    cx->m.fresh = LVI_EM_FIRST - 1;
    lvi_em_debug_open(cx);
    if (!cx->stop) lvi_em_debug_locals(cx);
    for (ref = cx->m.plans; ref && !cx->stop; ref = LVI_EM_PLAN(ref)->next) {
        lvi_plan *plan = LVI_EM_PLAN(ref);
        cx->m.plan = ref;
        cx->m.form = LVI_AT(lvi_entry, plan->entry)->form;
        plan->function = lvi_wd_fresh(cx);
        plan->outputs = lvi_wd_fresh_row(cx, plan->output_count);
        cx->m.variable_count += plan->output_count;
        lvi_em_cells_declare(cx, plan);
        lvi_em_entry_function(cx, plan);
        for (cell = plan->s.cells; cell && !cx->stop; cell = LVI_AT(lvi_cell, cell)->next_cell)
            lvi_em_cell_function(cx, LVI_AT(lvi_cell, cell));
    }
    if (cx->options.flags & LAMBDAV_KEEP_INTERFACE) lvi_em_keep(cx);
    if (cx->m.d.level == 2 && !cx->stop) lvi_em_debug_globals(cx);
}

/* --- prelude: what stands before the functions */

static void lvi_em_extension(lvi_context *cx, const char *name) {
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpExtension);
    lvi_wd_text(cx, name);
    lvi_wd_end(cx, place);
}

static void lvi_em_import(lvi_context *cx, uint32_t id, const char *name) {
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpExtInstImport);
    lvi_wd_put(cx, id);
    lvi_wd_text(cx, name);
    lvi_wd_end(cx, place);
}

static void lvi_em_capabilities(lvi_context *cx) {
    uint32_t i;
    lvi_wd_op1(cx, LVI_SPV_OpCapability, LVI_SPV_Capability_Shader);
    if (cx->m.used & LVI_USED_DERIVATIVE_CONTROL)
        lvi_wd_op1(cx, LVI_SPV_OpCapability, LVI_SPV_Capability_DerivativeControl);
    for (i = 0; i < LVI_COUNT(lvi_em_needs); i++)
        if (cx->m.capabilities >> i & 1u) lvi_wd_op1(cx, LVI_SPV_OpCapability, lvi_em_needs[i]);
    if (cx->options.flags & LAMBDAV_STRICT_FLOATS) {
        lvi_wd_op1(cx, LVI_SPV_OpCapability, LVI_SPV_Capability_SignedZeroInfNanPreserve);
        lvi_wd_op1(cx, LVI_SPV_OpCapability, LVI_SPV_Capability_RoundingModeRTE);
        if (cx->m.version < 0x10400) lvi_em_extension(cx, "SPV_KHR_float_controls");
    }
    if (cx->m.d.level == 2 && cx->m.version < 0x10600)
        lvi_em_extension(cx, "SPV_KHR_non_semantic_info");
    if (cx->m.used & LVI_USED_GLSL) lvi_em_import(cx, LVI_EM_GLSL, "GLSL.std.450");
    if (cx->m.d.level == 2) lvi_em_import(cx, cx->m.d.set, "NonSemantic.Shader.DebugInfo.100");
    lvi_wd_op2(cx, LVI_SPV_OpMemoryModel, LVI_SPV_AddressingModel_Logical,
               LVI_SPV_MemoryModel_GLSL450);
}

static void lvi_em_entry_name(lvi_context *cx, const lvi_plan *plan) {
    const lvi_symbol *name = LVI_AT(lvi_symbol, LVI_AT(lvi_entry, plan->entry)->name);
    lvi_wd_string(cx, name->text, name->size);
}

/* Private variables of an entry; from SPIR-V 1.4 on they belong to the interface. */
static void lvi_em_interface_private(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, k;
    for (ref = plan->s.cells; ref; ref = LVI_AT(lvi_cell, ref)->next_cell) {
        const lvi_cell *cell = LVI_AT(lvi_cell, ref);
        lvi_wd_put(cx, cell->variables + 1);
        for (k = 0; k < cell->value_count; k++)
            if (lvi_em_cell_keeps(cx, LVI_AT(uint32_t, cell->values)[k]))
                lvi_wd_put(cx, cell->variables + 2 + k);
    }
    for (ref = plan->spills; ref; ref = LVI_AT(lvi_spill, ref)->next)
        lvi_wd_put(cx, LVI_AT(lvi_spill, ref)->id);
    for (ref = plan->tables; ref; ref = LVI_AT(lvi_table_use, ref)->next)
        lvi_wd_put(cx, LVI_AT(lvi_table, LVI_AT(lvi_table_use, ref)->table)->id);
}

static void lvi_em_interface(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, k, push = 0, id;
    for (ref = plan->s.entries; ref; ref = LVI_ITEM(ref)->next) {
        const lvi_node *n = LVI_NODE(LVI_ITEM(ref)->node);
        push |= n->op == LVI_OP_PUSH;
        if (n->op == LVI_OP_PUSH) continue;
        id = lvi_em_input_id(cx, n->a[0], LVI_AT(lvi_entry, plan->entry)->stage);
        if (id) lvi_wd_put(cx, id);
    }
    for (k = 0; k < plan->output_count; k++) lvi_wd_put(cx, plan->outputs + k);
    if (cx->m.version < 0x10400) return;
    for (ref = plan->uses; ref; ref = LVI_AT(lvi_use, ref)->next) {
        const lvi_resource *r = LVI_AT(lvi_resource, LVI_AT(lvi_use, ref)->resource);
        push |= r->kind == LVI_RES_PUSH;
        if ((r->kind >= LVI_RES_UNIFORM && r->kind <= LVI_RES_SHARED) || r->kind >= LVI_RES_TEXTURE)
            lvi_wd_put(cx, r->id);
    }
    if (push) lvi_wd_put(cx, LVI_EM_PUSH);
    lvi_em_interface_private(cx, plan);
}

static void lvi_em_entry_point(lvi_context *cx, const lvi_plan *plan) {
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpEntryPoint);
    cx->m.form = LVI_AT(lvi_entry, plan->entry)->form;
    lvi_wd_put(cx, lvi_stage_models[LVI_AT(lvi_entry, plan->entry)->stage]);
    lvi_wd_put(cx, plan->function);
    lvi_em_entry_name(cx, plan);
    lvi_em_interface(cx, plan);
    lvi_wd_end(cx, place);
}

static void lvi_em_modes(lvi_context *cx, const lvi_plan *plan) {
    const lvi_entry *entry = LVI_AT(lvi_entry, plan->entry);
    uint32_t ref, i;
    if (entry->stage == LVI_STAGE_FRAGMENT)
        lvi_wd_op2(cx, LVI_SPV_OpExecutionMode, plan->function,
                   LVI_SPV_ExecutionMode_OriginUpperLeft);
    if (entry->stage == LVI_STAGE_COMPUTE) {
        int ids = entry->specialised && cx->m.version >= 0x10600;
        lvi_wd_op(cx, ids ? LVI_SPV_OpExecutionModeId : LVI_SPV_OpExecutionMode, 6);
        lvi_wd_put(cx, plan->function);
        lvi_wd_put(cx, ids ? LVI_SPV_ExecutionMode_LocalSizeId : LVI_SPV_ExecutionMode_LocalSize);
        for (i = 0; i < 3; i++) {
            const lvi_node *n = LVI_NODE(entry->size_nodes[i]);
            if (ids) lvi_wd_id(cx, lvi_em_constant(cx, entry->size_nodes[i]));
            else lvi_wd_put(cx, n->op == LVI_OP_SPEC ? LVI_RESOURCE(n->a[0])->detail : n->a[0]);
        }
    }
    for (ref = lvi_em_first_output(cx, plan); ref;
         ref = lvi_em_next_output(cx, LVI_AT(lvi_root, ref)->next))
        if (LVI_AT(lvi_root, ref)->kind == LVI_ROOT_DEPTH)
            lvi_wd_op2(cx, LVI_SPV_OpExecutionMode, plan->function,
                       LVI_SPV_ExecutionMode_DepthReplacing);
    if (cx->options.flags & LAMBDAV_STRICT_FLOATS) {
        lvi_wd_op3(cx, LVI_SPV_OpExecutionMode, plan->function,
                   LVI_SPV_ExecutionMode_SignedZeroInfNanPreserve, 32);
        lvi_wd_op3(cx, LVI_SPV_OpExecutionMode, plan->function,
                   LVI_SPV_ExecutionMode_RoundingModeRTE, 32);
    }
}

static void lvi_em_name_text(lvi_context *cx, uint32_t id, const char *text) {
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpName);
    lvi_wd_put(cx, id);
    lvi_wd_text(cx, text);
    lvi_wd_end(cx, place);
}

static void lvi_em_name_symbol(lvi_context *cx, uint32_t id, uint32_t symbol) {
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpName);
    lvi_wd_id(cx, id);
    lvi_wd_string(cx, LVI_AT(lvi_symbol, symbol)->text, LVI_AT(lvi_symbol, symbol)->size);
    lvi_wd_end(cx, place);
}

/* "out" and the location; "depth" ...; a varying's own name. */
static void lvi_em_name_output(lvi_context *cx, uint32_t id, const lvi_root *root) {
    char text[16];
    if (root->kind == LVI_ROOT_VARYING) {
        lvi_em_name_symbol(cx, id, LVI_AT(lvi_resource, root->resource)->symbol);
        return;
    }
    lvi_em_output_name(root, text);
    lvi_em_name_text(cx, id, text);
}

static void lvi_em_names_entry(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, id = plan->outputs, place = lvi_wd_begin(cx, LVI_SPV_OpName);
    lvi_wd_put(cx, plan->function);
    lvi_em_entry_name(cx, plan);
    lvi_wd_end(cx, place);
    for (ref = lvi_em_first_output(cx, plan); ref;
         ref = lvi_em_next_output(cx, LVI_AT(lvi_root, ref)->next))
        lvi_em_name_output(cx, id++, LVI_AT(lvi_root, ref));
}

static void lvi_em_names_push(lvi_context *cx) {
    uint32_t ref, i = 0;
    lvi_em_name_text(cx, LVI_EM_PUSH, "push");
    for (ref = cx->members; ref; ref = LVI_AT(lvi_member, ref)->next) {
        const lvi_symbol *name = LVI_AT(lvi_symbol, LVI_AT(lvi_member, ref)->symbol);
        uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpMemberName);
        lvi_wd_put(cx, LVI_EM_BLOCK);
        lvi_wd_put(cx, i++);
        lvi_wd_string(cx, name->text, name->size);
        lvi_wd_end(cx, place);
    }
}

/* The Input variables of a resource: one for each stage that reads it. */
static void lvi_em_name_input(lvi_context *cx, const lvi_resource *r) {
    if (r->kind == LVI_RES_INPUT && r->detail) lvi_em_name_symbol(cx, r->detail, r->symbol);
    if ((r->kind <= LVI_RES_VARYING || r->kind >= LVI_RES_TEXTURE) && r->id)
        lvi_em_name_symbol(cx, r->id, r->symbol);
}

static void lvi_em_name_member(lvi_context *cx, uint32_t id, uint32_t index, uint32_t symbol) {
    const lvi_symbol *name = LVI_AT(lvi_symbol, symbol);
    uint32_t place = lvi_wd_begin(cx, LVI_SPV_OpMemberName);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, index);
    lvi_wd_string(cx, name->text, name->size);
    lvi_wd_end(cx, place);
}

/* A struct in memory; `symbol` is the name of the resource whose block it is, or 0. */
static void lvi_em_name_struct(lvi_context *cx, const lvi_layout *l, uint32_t symbol) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    const lvi_field *fields = LVI_AT(lvi_field, s->fields);
    uint32_t i;
    lvi_em_name_symbol(cx, l->id, symbol ? symbol : s->symbol);
    for (i = 0; i < s->count; i++)
        lvi_em_name_member(cx, l->id, i, fields[i].symbol ? fields[i].symbol : symbol);
}

static void lvi_em_names_memory(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (lvi_em_has_variable(r) || (r->kind == LVI_RES_SPEC && r->id))
            lvi_em_name_symbol(cx, r->id, r->symbol);
        if (lvi_em_has_variable(r) && r->kind != LVI_RES_SHARED)
            lvi_em_name_struct(cx, LVI_AT(lvi_layout, r->layout), r->symbol);
    }
    for (i = 0; i < cx->m.order_count; i++) {
        uint32_t entry = LVI_AT(uint32_t, cx->m.order)[i];
        const lvi_layout *l = LVI_AT(lvi_layout, lvi_em_referred(entry));
        if ((entry & LVI_EM_REF) && lvi_em_what(entry) == LVI_EM_AGGREGATE
            && LVI_AT(lvi_struct, l->type)->symbol)
            lvi_em_name_struct(cx, l, 0);
    }
}

static void lvi_em_names(lvi_context *cx) {
    uint32_t ref, i;
    if (!(cx->options.flags & LAMBDAV_NAMES)) return;
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next)
        lvi_em_names_entry(cx, LVI_EM_PLAN(ref));
    if (cx->m.used & LVI_USED_PUSH) lvi_em_names_push(cx);
    for (i = 0; i < cx->resource_count; i++) lvi_em_name_input(cx, LVI_RESOURCE(i));
    lvi_em_names_memory(cx);
}

static void lvi_em_decorate_member(lvi_context *cx, uint32_t id, uint32_t index,
                                   uint32_t decoration, uint32_t value) {
    lvi_wd_op(cx, LVI_SPV_OpMemberDecorate, 5);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, index);
    lvi_wd_put(cx, decoration);
    lvi_wd_put(cx, value);
}

static void lvi_em_flag_member(lvi_context *cx, uint32_t id, uint32_t index, uint32_t decoration) {
    lvi_wd_op(cx, LVI_SPV_OpMemberDecorate, 4);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, index);
    lvi_wd_put(cx, decoration);
}

static void lvi_em_flag(lvi_context *cx, uint32_t id, uint32_t decoration) {
    lvi_wd_op(cx, LVI_SPV_OpDecorate, 3);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, decoration);
}

static void lvi_em_decorate(lvi_context *cx, uint32_t id, uint32_t decoration, uint32_t value) {
    lvi_wd_op(cx, LVI_SPV_OpDecorate, 4);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, decoration);
    lvi_wd_put(cx, value);
}

/* Where member `index` of struct `id`, of type T, stands. Matrices, also in arrays, have a stride
   between their columns. */
static void lvi_em_decorate_layout(lvi_context *cx, uint32_t id, uint32_t index, uint32_t offset,
                                   uint32_t type, uint32_t rules) {
    uint32_t size, stride;
    lvi_em_decorate_member(cx, id, index, LVI_SPV_Decoration_Offset, offset);
    while (!LVI_IS_MACHINE(type) && LVI_AT(lvi_struct, type)->kind == LVI_ST_ARRAY)
        type = LVI_AT(lvi_struct, type)->element;
    if (!LVI_IS_MACHINE(type) || LVI_COLUMNS(type) == 1) return;
    lvi_pr_machine_layout(type, rules, &size, &stride);
    lvi_em_flag_member(cx, id, index, LVI_SPV_Decoration_ColMajor);
    lvi_em_decorate_member(cx, id, index, LVI_SPV_Decoration_MatrixStride, stride);
}

/* Layout of the push-constant block: std430, so a matrix column takes 8 or 16 bytes. */
static void lvi_em_decorate_push(lvi_context *cx) {
    uint32_t ref, i = 0;
    for (ref = cx->members; ref; ref = LVI_AT(lvi_member, ref)->next, i++)
        lvi_em_decorate_layout(cx, LVI_EM_BLOCK, i, LVI_AT(lvi_member, ref)->offset,
                               LVI_AT(lvi_member, ref)->type, LVI_LAYOUT_STD430);
    lvi_em_flag(cx, LVI_EM_BLOCK, LVI_SPV_Decoration_Block);
}

/* A struct or array in memory that has a layout. */
static void lvi_em_decorate_aggregate(lvi_context *cx, const lvi_layout *l) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    uint32_t i;
    if (l->rules == LVI_LAYOUT_NONE) return;
    if (s->kind == LVI_ST_ARRAY)
        lvi_em_decorate(cx, l->id, LVI_SPV_Decoration_ArrayStride, l->stride);
    for (i = 0; i < s->count && s->kind != LVI_ST_ARRAY; i++)
        lvi_em_decorate_layout(cx, l->id, i, LVI_AT(uint32_t, l->offsets)[i],
                               LVI_AT(lvi_field, s->fields)[i].type, l->rules);
}

/* A variable behind a descriptor and its block. A buffer says what nobody does to it. */
static void lvi_em_decorate_block(lvi_context *cx, const lvi_resource *r) {
    uint32_t block = LVI_AT(lvi_layout, r->layout)->id, count = LVI_AT(lvi_struct, r->type)->count,
             buffer = r->kind == LVI_RES_BUFFER, done = r->flags, i;
    int readonly = buffer && (done & LVI_RESF_READONLY || (r->plan && !(done & LVI_RESF_WRITTEN))),
        writeonly = buffer && (done & LVI_RESF_WRITEONLY
                               || (done & LVI_RESF_WRITTEN && !(done & LVI_RESF_READ)));
    for (i = 0; i < count && readonly; i++)
        lvi_em_flag_member(cx, block, i, LVI_SPV_Decoration_NonWritable);
    for (i = 0; i < count && writeonly; i++)
        lvi_em_flag_member(cx, block, i, LVI_SPV_Decoration_NonReadable);
    lvi_em_flag(cx, block,
                buffer && cx->m.version < 0x10300 ? LVI_SPV_Decoration_BufferBlock
                                                  : LVI_SPV_Decoration_Block);
    lvi_em_decorate(cx, r->id, LVI_SPV_Decoration_DescriptorSet, r->set);
    lvi_em_decorate(cx, r->id, LVI_SPV_Decoration_Binding, r->binding);
}

static void lvi_em_decorate_memory(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < cx->m.order_count; i++) {
        uint32_t entry = LVI_AT(uint32_t, cx->m.order)[i];
        if ((entry & LVI_EM_REF) && lvi_em_what(entry) == LVI_EM_AGGREGATE)
            lvi_em_decorate_aggregate(cx, LVI_AT(lvi_layout, lvi_em_referred(entry)));
    }
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind == LVI_RES_SPEC && r->id)
            lvi_em_decorate(cx, r->id, LVI_SPV_Decoration_SpecId, r->location);
        if (lvi_em_has_variable(r) && r->kind != LVI_RES_SHARED) lvi_em_decorate_block(cx, r);
    }
}

static void lvi_em_decorate_outputs(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, id = plan->outputs;
    for (ref = lvi_em_first_output(cx, plan); ref;
         ref = lvi_em_next_output(cx, LVI_AT(lvi_root, ref)->next), id++) {
        const lvi_root *root = LVI_AT(lvi_root, ref);
        if (root->kind == LVI_ROOT_OUTPUT)
            lvi_wd_op3(cx, LVI_SPV_OpDecorate, id, LVI_SPV_Decoration_Location, root->location);
        else if (root->kind == LVI_ROOT_VARYING)
            lvi_wd_op3(cx, LVI_SPV_OpDecorate, id, LVI_SPV_Decoration_Location,
                       LVI_AT(lvi_resource, root->resource)->location);
        else
            lvi_wd_op3(cx, LVI_SPV_OpDecorate, id, LVI_SPV_Decoration_BuiltIn,
                       root->kind == LVI_ROOT_DEPTH      ? LVI_SPV_BuiltIn_FragDepth
                       : root->kind == LVI_ROOT_POSITION ? LVI_SPV_BuiltIn_Position
                                                         : LVI_SPV_BuiltIn_PointSize);
    }
}

/* What a fragment entry is given: integers are not interpolated. */
static void lvi_em_decorate_fragment(lvi_context *cx, const lvi_resource *r) {
    static const uint8_t decorations[] = {
        LVI_SPV_Decoration_Flat, LVI_SPV_Decoration_NoPerspective, LVI_SPV_Decoration_Centroid,
        LVI_SPV_Decoration_Sample};
    uint32_t flags = r->flags | (LVI_IS_INTEGER(r->type) ? 1u << LVI_OPT_FLAT : 0), i;
    lvi_wd_op3(cx, LVI_SPV_OpDecorate, r->id, LVI_SPV_Decoration_Location, r->location);
    for (i = 0; i < LVI_COUNT(decorations); i++)
        if (flags >> (LVI_OPT_FLAT + i) & 1u)
            lvi_wd_op2(cx, LVI_SPV_OpDecorate, r->id, decorations[i]);
}

static void lvi_em_decorate_inputs(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < LVI_IN_COUNT; i++) {
        uint32_t id = cx->m.inputs >> i & 1u ? lvi_em_input_id(cx, i, 0) : 0;
        if (!id) continue;
        lvi_wd_op3(cx, LVI_SPV_OpDecorate, id, LVI_SPV_Decoration_BuiltIn, lvi_inputs[i].builtin);
        if (i == LVI_IN_SAMPLE_ID) lvi_wd_op2(cx, LVI_SPV_OpDecorate, id, LVI_SPV_Decoration_Flat);
    }
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind == LVI_RES_INPUT && r->detail)
            lvi_wd_op3(cx, LVI_SPV_OpDecorate, r->detail, LVI_SPV_Decoration_Location, r->location);
        if (r->kind <= LVI_RES_VARYING && r->id) lvi_em_decorate_fragment(cx, r);
    }
}

/* Set and binding of a descriptor, and what is not done to an image. */
static void lvi_em_decorate_images(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind < LVI_RES_TEXTURE || !r->id) continue;
        lvi_wd_op3(cx, LVI_SPV_OpDecorate, r->id, LVI_SPV_Decoration_DescriptorSet, r->set);
        lvi_wd_op3(cx, LVI_SPV_OpDecorate, r->id, LVI_SPV_Decoration_Binding, r->binding);
        if (r->kind == LVI_RES_IMAGE && !(r->flags & LVI_RESF_WRITTEN))
            lvi_wd_op2(cx, LVI_SPV_OpDecorate, r->id, LVI_SPV_Decoration_NonWritable);
        if (r->kind == LVI_RES_IMAGE
            && (r->flags & LVI_RESF_WRITEONLY
                || (r->flags & LVI_RESF_WRITTEN && !(r->flags & LVI_RESF_READ))))
            lvi_wd_op2(cx, LVI_SPV_OpDecorate, r->id, LVI_SPV_Decoration_NonReadable);
    }
}

static void lvi_em_decorations(lvi_context *cx) {
    uint32_t ref;
    lvi_em_decorate_inputs(cx);
    lvi_em_decorate_images(cx);
    if (cx->m.workgroup)
        lvi_wd_op3(cx, LVI_SPV_OpDecorate, cx->m.workgroup, LVI_SPV_Decoration_BuiltIn,
                   LVI_SPV_BuiltIn_WorkgroupSize);
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next)
        lvi_em_decorate_outputs(cx, LVI_EM_PLAN(ref));
    if (cx->m.used & LVI_USED_PUSH) lvi_em_decorate_push(cx);
    lvi_em_decorate_memory(cx);
    cx->m.decorations = cx->m.count;
    cx->m.count += 3 * cx->m.contracted;
}

/* The type T of a part of what has a layout. */
static uint32_t lvi_em_part(lvi_context *cx, uint32_t type, uint32_t rules) {
    if (LVI_IS_MACHINE(type)) return lvi_em_type(cx, type);
    return LVI_AT(lvi_layout, LVI_AT(lvi_struct, type)->layouts[rules])->id;
}

static void lvi_em_declare_block(lvi_context *cx) {
    uint32_t ref, place = lvi_wd_begin(cx, LVI_SPV_OpTypeStruct);
    if (cx->member_count > LVI_LIMIT_MEMBERS) lvi_wd_limit(cx, "push constants", LVI_LIMIT_MEMBERS);
    lvi_wd_put(cx, LVI_EM_BLOCK);
    for (ref = cx->members; ref; ref = LVI_AT(lvi_member, ref)->next)
        lvi_wd_id(cx, lvi_em_part(cx, LVI_AT(lvi_member, ref)->type, LVI_LAYOUT_STD430));
    lvi_wd_end(cx, place);
}

static void lvi_em_declare_aggregate(lvi_context *cx, const lvi_layout *l, uint32_t id) {
    const lvi_struct *s = LVI_AT(lvi_struct, l->type);
    int array = s->kind == LVI_ST_ARRAY;
    uint32_t i, place = lvi_wd_begin(cx, !array         ? LVI_SPV_OpTypeStruct
                                         : l->count_id ? LVI_SPV_OpTypeArray
                                                       : LVI_SPV_OpTypeRuntimeArray);
    if (s->count > LVI_LIMIT_MEMBERS && !array)
        lvi_wd_limit(cx, "fields of one struct in memory", LVI_LIMIT_MEMBERS);
    lvi_wd_id(cx, id);
    if (array) lvi_wd_id(cx, lvi_em_part(cx, s->element, l->rules));
    if (l->count_id) lvi_wd_id(cx, l->count_id);
    for (i = 0; i < s->count && !array; i++)
        lvi_wd_id(cx, lvi_em_part(cx, LVI_AT(lvi_field, s->fields)[i].type, l->rules));
    lvi_wd_end(cx, place);
}

static void lvi_em_declare_spec(lvi_context *cx, const lvi_resource *r, uint32_t id) {
    int truth = r->type == LVI_T_BOOL;
    lvi_wd_op(cx,
              !truth      ? LVI_SPV_OpSpecConstant
              : r->detail ? LVI_SPV_OpSpecConstantTrue
                          : LVI_SPV_OpSpecConstantFalse,
              truth ? 3 : 4);
    lvi_wd_id(cx, lvi_em_type(cx, r->type));
    lvi_wd_id(cx, id);
    if (!truth) lvi_wd_put(cx, r->detail);
}

static void lvi_em_declare_scalar_constant(lvi_context *cx, uint32_t type, uint32_t id,
                                           uint32_t bits) {
    lvi_wd_op(cx, LVI_SPV_OpConstant, 4);
    lvi_wd_id(cx, lvi_em_type(cx, type));
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, bits);
}

static void lvi_em_declare_refer(lvi_context *cx, uint32_t entry, uint32_t id) {
    uint32_t ref = lvi_em_referred(entry);
    const lvi_layout *l = LVI_AT(lvi_layout, ref);
    const lvi_resource *r = LVI_AT(lvi_resource, ref);
    switch (lvi_em_what(entry)) {
    case LVI_EM_AGGREGATE: lvi_em_declare_aggregate(cx, l, id); break;
    case LVI_EM_COUNT:
        lvi_em_declare_scalar_constant(cx, LVI_T_UINT, id, LVI_AT(lvi_struct, l->type)->count);
        break;
    case LVI_EM_TO_RESOURCE:
        lvi_wd_op(cx, LVI_SPV_OpTypePointer, 4);
        lvi_wd_id(cx, id);
        lvi_wd_put(cx, lvi_em_storage[lvi_em_class(cx, r)]);
        lvi_wd_id(cx, LVI_AT(lvi_layout, r->layout)->id);
        break;
    default: lvi_em_declare_spec(cx, r, id); break;
    }
}

static void lvi_em_declare_pointer(lvi_context *cx, uint32_t key, uint32_t id) {
    uint32_t type = key & 255u, to = key >> 8;
    if (!type) lvi_em_declare_block(cx);
    lvi_wd_op(cx, LVI_SPV_OpTypePointer, 4);
    lvi_wd_id(cx, id);
    lvi_wd_put(cx, lvi_em_storage[to]);
    lvi_wd_id(cx, type ? lvi_em_type(cx, type) : (uint32_t)LVI_EM_BLOCK);
}

static void lvi_em_declare_scalar(lvi_context *cx, uint32_t kind, uint32_t id) {
    static const uint32_t first[] = {2u << 16 | LVI_SPV_OpTypeVoid, 3u << 16 | LVI_SPV_OpTypeFloat,
                                     4u << 16 | LVI_SPV_OpTypeInt, 4u << 16 | LVI_SPV_OpTypeInt,
                                     2u << 16 | LVI_SPV_OpTypeBool};
    lvi_wd_put(cx, first[kind]);
    lvi_wd_id(cx, id);
    if (first[kind] >> 16 > 2) lvi_wd_put(cx, 32);
    if (first[kind] >> 16 > 3) lvi_wd_put(cx, kind == LVI_K_INT);
}

static void lvi_em_declare_value(lvi_context *cx, uint32_t type, uint32_t id) {
    int pair = LVI_KIND(type) == LVI_K_PAIR, matrix = LVI_COLUMNS(type) > 1;
    uint32_t part = pair ? lvi_member_type(type, 0) : matrix ? type & 0x3fu : LVI_KIND(type);
    if (type <= LVI_K_BOOL) {
        lvi_em_declare_scalar(cx, type, id);
        return;
    }
    lvi_wd_op(cx,
              pair     ? LVI_SPV_OpTypeStruct
              : matrix ? LVI_SPV_OpTypeMatrix
                       : LVI_SPV_OpTypeVector,
              4);
    lvi_wd_id(cx, id);
    lvi_wd_id(cx, lvi_em_type(cx, part));
    if (pair)
        lvi_wd_id(cx, lvi_em_type(cx, lvi_member_type(type, 1)));
    else
        lvi_wd_put(cx, matrix ? LVI_COLUMNS(type) : LVI_ROWS(type));
}

static void lvi_em_declare(lvi_context *cx, uint32_t key, uint32_t id) {
    uint32_t is = key >> 8;
    if (key & LVI_EM_REF)
        lvi_em_declare_refer(cx, key, id);
    else if (is == LVI_EM_VALUE)
        lvi_em_declare_value(cx, key, id);
    else if (is == LVI_EM_UNDEF || is == LVI_EM_FUNCTION) {
        lvi_wd_op(cx, is == LVI_EM_UNDEF ? LVI_SPV_OpUndef : LVI_SPV_OpTypeFunction, 3);
        lvi_wd_id(cx, is == LVI_EM_UNDEF ? lvi_em_type(cx, key & 255u) : id);
        lvi_wd_id(cx, is == LVI_EM_UNDEF ? id : lvi_em_type(cx, LVI_K_NONE));
    } else
        lvi_em_declare_pointer(cx, key, id);
}

static void lvi_em_declare_constant(lvi_context *cx, uint32_t node, uint32_t id) {
    const lvi_node *n = LVI_NODE(node);
    const uint32_t *parts = lvi_em_operands(cx, n);
    uint32_t i;
    if (n->op != LVI_OP_CONSTRUCT) {
        lvi_em_declare_scalar_constant(cx, n->type, id, n->a[0]);
        return;
    }
    lvi_wd_op(cx,
              n->flags & LVI_F_SPEC ? LVI_SPV_OpSpecConstantComposite
                                    : LVI_SPV_OpConstantComposite,
              3u + n->count);
    lvi_wd_id(cx, lvi_em_type(cx, n->type));
    lvi_wd_id(cx, id);
    for (i = 0; i < n->count; i++) lvi_wd_id(cx, lvi_em_constant(cx, parts[i]));
}

static void lvi_em_truths(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < 2; i++) {
        if (!(cx->m.used & (i ? LVI_USED_FALSE : LVI_USED_TRUE))) continue;
        lvi_wd_op(cx, i ? LVI_SPV_OpConstantFalse : LVI_SPV_OpConstantTrue, 3);
        lvi_wd_id(cx, lvi_em_type(cx, LVI_T_BOOL));
        lvi_wd_put(cx, i ? LVI_EM_FALSE : LVI_EM_TRUE);
    }
}

static void lvi_em_declare_image(lvi_context *cx, const lvi_image_type *type) {
    const lvi_dim_row *d = &lvi_dims[type->key & 15u];
    lvi_wd_op(cx, LVI_SPV_OpTypeImage, 9);
    lvi_wd_put(cx, type->image);
    lvi_wd_id(cx, lvi_em_type(cx, LVI_TYPE(type->key >> 4 & 15u, 1, 1)));
    lvi_wd_put(cx, d->dim);
    lvi_wd_put(cx, type->key >> 8 & 1u);
    lvi_wd_put(cx, d->layers);
    lvi_wd_put(cx, d->samples);
    lvi_wd_put(cx, 1 + (type->key >> 9 & 1u));
    lvi_wd_put(cx, type->key >> 10);
}

static void lvi_em_declare_pointer_to(lvi_context *cx, uint32_t pointer, uint32_t type) {
    if (pointer)
        lvi_wd_op3(cx, LVI_SPV_OpTypePointer, pointer, LVI_SPV_StorageClass_UniformConstant, type);
}

/* Types of images, of textures and samplers, of arrays of them, and pointers to all that. */
static void lvi_em_declare_images(lvi_context *cx) {
    uint32_t ref, i;
    for (ref = cx->m.image_types; ref; ref = LVI_AT(lvi_image_type, ref)->next) {
        const lvi_image_type *type = LVI_AT(lvi_image_type, ref);
        if (type->key == 0xffffffffu) lvi_wd_op1(cx, LVI_SPV_OpTypeSampler, type->image);
        else lvi_em_declare_image(cx, type);
        if (type->sampled)
            lvi_wd_op2(cx, LVI_SPV_OpTypeSampledImage, type->sampled, type->image);
        lvi_em_declare_pointer_to(cx, type->to_image, type->image);
        lvi_em_declare_pointer_to(cx, type->to_sampled, type->sampled);
    }
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        const lvi_image *image = r->kind >= LVI_RES_TEXTURE && r->detail
                                     ? LVI_AT(lvi_image, r->detail) : NULL;
        if (!image || !image->array) continue;
        lvi_wd_op(cx, LVI_SPV_OpTypeArray, 4);
        lvi_wd_put(cx, image->array);
        lvi_wd_put(cx, r->kind == LVI_RES_TEXTURE ? lvi_em_image_type(cx, image)->sampled
                                                  : lvi_em_image_type(cx, image)->image);
        lvi_wd_id(cx, lvi_em_constant(cx, image->count_node));
        lvi_em_declare_pointer_to(cx, image->pointer, image->array);
    }
}

static void lvi_em_constants(lvi_context *cx) {
    uint32_t i;
    for (i = 0; i < cx->m.order_count; i++)
        lvi_em_declare(cx, LVI_AT(uint32_t, cx->m.order)[i], LVI_ID_TYPE | i);
    lvi_em_truths(cx);
    for (i = 0; i < cx->m.constant_count; i++)
        lvi_em_declare_constant(cx, LVI_AT(uint32_t, cx->m.constants)[i], LVI_ID_CONSTANT | i);
    for (i = 0; i < cx->m.number_count; i++)
        lvi_em_declare_scalar_constant(cx, LVI_TYPE(LVI_K_UINT, 1, 1), LVI_ID_NUMBER | i, i);
    if (cx->m.workgroup) {
        lvi_wd_op(cx, LVI_SPV_OpSpecConstantComposite, 6);
        lvi_wd_id(cx, lvi_em_type(cx, LVI_TYPE(LVI_K_UINT, 3, 1)));
        lvi_wd_put(cx, cx->m.workgroup);
        for (i = 0; i < 3; i++)
            lvi_wd_id(cx, lvi_em_constant(cx, cx->m.workgroup_entry->size_nodes[i]));
    }
    lvi_em_declare_images(cx);
}

/* Types of arrays, and the pointers to them. */
static void lvi_em_declare_table_types(lvi_context *cx) {
    uint32_t ref;
    for (ref = cx->m.table_types; ref; ref = LVI_AT(lvi_table_type, ref)->next) {
        const lvi_table_type *t = LVI_AT(lvi_table_type, ref);
        lvi_wd_op(cx, LVI_SPV_OpTypeArray, 4);
        lvi_wd_put(cx, t->id);
        lvi_wd_id(cx, lvi_em_type(cx, t->element));
        lvi_wd_id(cx, lvi_em_constant(cx, t->count));
        lvi_wd_op3(cx, LVI_SPV_OpTypePointer, t->id + 1, LVI_SPV_StorageClass_Private, t->id);
    }
}

/* The variables of ARRAYs, with their values if those are constant. */
static void lvi_em_declare_tables(lvi_context *cx) {
    uint32_t ref, i;
    for (ref = cx->m.tables; ref; ref = LVI_AT(lvi_table, ref)->next) {
        const lvi_table *t = LVI_AT(lvi_table, ref);
        const lvi_table_type *type = LVI_AT(lvi_table_type, t->type);
        const lvi_node *n = LVI_NODE(t->node);
        if (t->constant) {
            lvi_wd_op(cx, LVI_SPV_OpConstantComposite, 3u + n->count - 1u);
            lvi_wd_put(cx, type->id);
            lvi_wd_put(cx, t->id + 1);
            for (i = 1; i < n->count; i++)
                lvi_wd_id(cx, lvi_em_constant(cx, lvi_em_operands(cx, n)[i]));
        }
        lvi_wd_op(cx, LVI_SPV_OpVariable, t->constant ? 5 : 4);
        lvi_wd_put(cx, type->id + 1);
        lvi_wd_put(cx, t->id);
        lvi_wd_put(cx, LVI_SPV_StorageClass_Private);
        if (t->constant) lvi_wd_put(cx, t->id + 1);
    }
}

static void lvi_em_variable(lvi_context *cx, uint32_t to, uint32_t type, uint32_t id) {
    lvi_wd_op(cx, LVI_SPV_OpVariable, 4);
    lvi_wd_id(cx, lvi_em_key(cx, to << 8 | type));
    lvi_wd_put(cx, id);
    lvi_wd_put(cx, lvi_em_storage[to]);
}

static void lvi_em_variables_entry(lvi_context *cx, const lvi_plan *plan) {
    uint32_t ref, k;
    for (k = 0; k < plan->output_count; k++)
        lvi_em_variable(cx, LVI_EM_TO_OUTPUT, lvi_em_slot_type(cx, LVI_SLOTS(plan->s.out)[k]),
                        plan->outputs + k);
    for (ref = plan->s.cells; ref; ref = LVI_AT(lvi_cell, ref)->next_cell) {
        const lvi_cell *cell = LVI_AT(lvi_cell, ref);
        const uint32_t *values = LVI_AT(uint32_t, cell->values);
        lvi_em_variable(cx, LVI_EM_TO_PRIVATE, LVI_T_BOOL, cell->variables + 1);
        for (k = 0; k < cell->value_count; k++)
            if (lvi_em_cell_keeps(cx, values[k]))
                lvi_em_variable(cx, LVI_EM_TO_PRIVATE, lvi_em_slot_type(cx, values[k]),
                                cell->variables + 2 + k);
    }
    for (ref = plan->spills; ref; ref = LVI_AT(lvi_spill, ref)->next)
        lvi_em_variable(cx, LVI_EM_TO_PRIVATE, LVI_AT(lvi_spill, ref)->type,
                        LVI_AT(lvi_spill, ref)->id);
}

static void lvi_em_image_variable(lvi_context *cx, const lvi_resource *r) {
    const lvi_image *image = r->detail ? LVI_AT(lvi_image, r->detail) : NULL;
    const lvi_image_type *type = lvi_em_image_type(cx, image);
    uint32_t pointer = r->kind == LVI_RES_TEXTURE ? type->to_sampled : type->to_image;
    if (image && image->count) pointer = image->pointer;
    lvi_wd_op3(cx, LVI_SPV_OpVariable, pointer, r->id, LVI_SPV_StorageClass_UniformConstant);
}

static void lvi_em_variables(lvi_context *cx) {
    uint32_t i, ref;
    for (i = 0; i < LVI_IN_COUNT; i++)
        if (cx->m.inputs >> i & 1u)
            lvi_em_variable(cx, LVI_EM_TO_INPUT, lvi_inputs[i].type, lvi_em_input_id(cx, i, 0));
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (r->kind == LVI_RES_INPUT && r->detail)
            lvi_em_variable(cx, LVI_EM_TO_INPUT, r->type, r->detail);
        if (r->kind <= LVI_RES_VARYING && r->id)
            lvi_em_variable(cx, LVI_EM_TO_INPUT, r->type, r->id);
        if (r->kind >= LVI_RES_TEXTURE && r->id) lvi_em_image_variable(cx, r);
    }
    for (i = 0; i < cx->resource_count; i++) {
        const lvi_resource *r = LVI_RESOURCE(i);
        if (!lvi_em_has_variable(r)) continue;
        lvi_wd_op(cx, LVI_SPV_OpVariable, 4);
        lvi_wd_id(cx, r->pointer);
        lvi_wd_put(cx, r->id);
        lvi_wd_put(cx, lvi_em_storage[lvi_em_class(cx, r)]);
    }
    if (cx->m.used & LVI_USED_PUSH) lvi_em_variable(cx, LVI_EM_TO_PUSH, LVI_K_NONE, LVI_EM_PUSH);
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next)
        lvi_em_variables_entry(cx, LVI_EM_PLAN(ref));
}

/* OpSource with the text, OpSourceContinued with what does not fit into one string. */
static void lvi_em_debug_text(lvi_context *cx, uint32_t i) {
    uint32_t begin = 0, size;
    do {
        uint32_t place = lvi_wd_begin(
            cx, begin == 0 ? (uint32_t)LVI_SPV_OpSource : (uint32_t)LVI_SPV_OpSourceContinued);
        size = lvi_em_piece(cx, i, begin);
        if (begin == 0) {
            lvi_wd_put(cx, LVI_SPV_SourceLanguage_Unknown);
            lvi_wd_put(cx, 0);
            lvi_wd_put(cx, LVI_FILE(i)->name);
        }
        lvi_wd_string(cx, cx->sources[i].text + begin, size);
        lvi_wd_end(cx, place);
        begin += size;
    } while (begin < cx->sources[i].size);
}

/* All strings; with LAMBDAV_DEBUG_LINES the sources. */
static void lvi_em_debug_strings(lvi_context *cx) {
    uint32_t ref, i;
    for (ref = cx->m.d.facts; ref; ref = LVI_FACT(ref)->next) {
        const lvi_fact *f = LVI_FACT(ref);
        const uint32_t *a = LVI_FACT_WORDS(ref);
        uint32_t place;
        if (f->kind != LVI_FACT_STRING && f->kind != LVI_FACT_TEXT) continue;
        place = lvi_wd_begin(cx, LVI_SPV_OpString);
        lvi_wd_put(cx, f->id);
        if (f->kind == LVI_FACT_STRING)
            lvi_wd_string(cx, LVI_AT(lvi_symbol, a[0])->text, LVI_AT(lvi_symbol, a[0])->size);
        else
            lvi_wd_string(cx, cx->sources[a[0]].text + a[1], a[2]);
        lvi_wd_end(cx, place);
    }
    for (i = 0; i < cx->source_count && cx->m.d.level == 1; i++)
        if (lvi_em_is_code(cx, i)) lvi_em_debug_text(cx, i);
}

/* What else debuggers are told outside of the functions. */
static void lvi_em_debug_facts(lvi_context *cx) {
    uint32_t ref, i;
    for (ref = cx->m.d.facts; ref; ref = LVI_FACT(ref)->next) {
        const lvi_fact *f = LVI_FACT(ref);
        if (f->kind == LVI_FACT_NUMBER) {
            lvi_em_declare_scalar_constant(cx, LVI_T_UINT, f->id, LVI_FACT_WORDS(ref)[0]);
        } else if (f->kind < LVI_FACT_STRING) {
            lvi_wd_op(cx, LVI_SPV_OpExtInst, 5 + f->count);
            lvi_wd_id(cx, lvi_em_type(cx, LVI_K_NONE));
            lvi_wd_put(cx, f->id);
            lvi_wd_put(cx, cx->m.d.set);
            lvi_wd_put(cx, f->kind);
            for (i = 0; i < f->count; i++) lvi_wd_id(cx, LVI_FACT_WORDS(ref)[i]);
        }
    }
}

static void lvi_em_prelude(lvi_context *cx) {
    uint32_t ref;
    lvi_wd_put(cx, LVI_SPV_MAGIC);
    lvi_wd_put(cx, cx->m.version);
    lvi_wd_put(cx, 0);
    lvi_wd_id(cx, LVI_ID_NUMBER | cx->m.number_count);
    lvi_wd_put(cx, 0);
    lvi_em_capabilities(cx);
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next)
        lvi_em_entry_point(cx, LVI_EM_PLAN(ref));
    for (ref = cx->m.plans; ref; ref = LVI_EM_PLAN(ref)->next) lvi_em_modes(cx, LVI_EM_PLAN(ref));
    if (cx->m.d.level) lvi_em_debug_strings(cx);
    lvi_em_names(cx);
    lvi_em_decorations(cx);
    lvi_em_constants(cx);
    lvi_em_declare_table_types(cx);
    lvi_em_variables(cx);
    lvi_em_declare_tables(cx);
    if (cx->m.d.level == 2) lvi_em_debug_facts(cx);
}

/* --- the module */

/* Keeps what schedule made for an entry. The module has its entries in the order of these calls. */
static void lvi_em_add(lvi_context *cx, uint32_t entry) {
    uint32_t ref = lvi_ar_high(cx, (uint32_t)sizeof(lvi_plan));
    if (cx->stop) return;
    LVI_EM_PLAN(ref)->entry = entry;
    LVI_EM_PLAN(ref)->s = cx->s;
    LVI_EM_PLAN(ref)->output_count =
        LVI_ITEM(cx->s.out)->count - (LVI_AT(lvi_entry, entry)->effect != 0);
    if (cx->m.last_plan)
        LVI_EM_PLAN(cx->m.last_plan)->next = ref;
    else
        cx->m.plans = ref;
    cx->m.last_plan = ref;
}

/* Tables of what is used, and the class bases for functions; no node has a constant yet. */
static void lvi_em_start(lvi_context *cx) {
    uint32_t i, constants = 0;
    for (i = 0; i < cx->node_count; i++) {
        LVI_NODE(i)->link = 0;
        constants += LVI_NODE(i)->op == LVI_OP_CONST || LVI_NODE(i)->op == LVI_OP_CONSTRUCT;
    }
    cx->m.version = lvi_em_versions[cx->options.target];
    cx->m.types = lvi_ar_array(cx, LVI_EM_KEY_COUNT, (uint32_t)sizeof(uint16_t));
    cx->m.order = lvi_ar_room(cx, LVI_EM_KEY_COUNT + 2 * (cx->layout_count + cx->resource_count),
                              (uint32_t)sizeof(uint32_t));
    cx->m.constants = lvi_ar_room(cx, constants, (uint32_t)sizeof(uint32_t));
    for (i = 0; i < 4; i++) cx->m.base[i] = i << 30;
}

/* Bases of the ids, and the limits that only the whole module has. */
static void lvi_em_settle(lvi_context *cx) {
    uint32_t *base = cx->m.base;
    base[0] = 0;
    base[1] = cx->m.fresh + 1;
    base[2] = base[1] + cx->m.order_count;
    base[3] = base[2] + cx->m.constant_count;
    cx->m.form = LVI_AT(lvi_entry, LVI_EM_PLAN(cx->m.plans)->entry)->form;
    if (base[3] + cx->m.number_count > LVI_LIMIT_IDS)
        lvi_wd_limit(cx, "ids in the module", LVI_LIMIT_IDS);
    if (cx->m.variable_count > LVI_LIMIT_VARIABLES)
        lvi_wd_limit(cx, "variables in the module", LVI_LIMIT_VARIABLES);
}

/* 6.11: header, types, constants, variables, entry points, functions.
   Writes the entries that were added, at least one, to the arena's low end, behind the nodes:
   result->words and word_count. On a passed limit or an exhausted arena cx->stop is set and the
   result is left alone. */
static void lvi_em_module(lvi_context *cx) {
    uint32_t *words, *from, *to, functions, prelude;
    lvi_em_start(cx);
    if (cx->stop) return;
    words = cx->m.words = LVI_AT(uint32_t, lvi_ar_low_start(cx));
    lvi_em_functions(cx);
    if (cx->stop) return;
    functions = cx->m.count;
    cx->m.words = NULL, cx->m.count = 0;
    lvi_em_prelude(cx);
    prelude = cx->m.count;
    lvi_em_settle(cx);
    if (cx->stop || !lvi_wd_grow(cx, prelude)) return;
    for (from = words + functions, to = from + prelude; from != words;) *--to = *--from;
    cx->m.words = words, cx->m.count = 0;
    lvi_em_prelude(cx);
    cx->m.count = prelude + functions;
    lvi_wd_settle(cx, prelude);
    lvi_em_no_contraction(cx, prelude);
    cx->result->words = words;
    cx->result->word_count = cx->m.count;
}

/* ------------------------------------------------------------------------------------------------
   // >>reader  [22]  SPIR-V words -> instructions
   The same text stands in every header that reads words, but for its prefix: `make lint` compares.
   Once lvi_sr_open has passed the words, nothing here reads beyond them, whatever they hold: an
   operand that an instruction is too short for reads as 0, and id 0 is never defined. */

enum {
    LVI_SR_MAGIC = 0x07230203, LVI_SR_SWAPPED = 0x03022307, LVI_SR_HEADER = 5,
    LVI_SR_FUNCTION = 54
};

typedef struct lvi_sr_module {
    const uint32_t *words;
    size_t count;     /* words */
    size_t functions; /* where the first function begins; count if there is none */
} lvi_sr_module;

static uint32_t lvi_sr_op(const lvi_sr_module *m, size_t at) {
    return m->words[at] & 0xFFFFu;
}

static uint32_t lvi_sr_length(const lvi_sr_module *m, size_t at) {
    return m->words[at] >> 16;
}

/* Word i of the instruction, its first word being word 0; 0 if it is shorter. */
static uint32_t lvi_sr_word(const lvi_sr_module *m, size_t at, uint32_t i) {
    return i < lvi_sr_length(m, at) ? m->words[at + i] : 0;
}

/* Takes the words after checking that instructions tile them. Returns NULL, or what is wrong. */
static const char *lvi_sr_open(lvi_sr_module *m, const uint32_t *words, size_t count) {
    size_t at;
    m->words = words;
    m->count = count;
    m->functions = count;
    if (words == NULL || count < LVI_SR_HEADER) return "fewer words than a SPIR-V header";
    if (words[0] == LVI_SR_SWAPPED) return "the words are in the other byte order";
    if (words[0] != LVI_SR_MAGIC) return "the first word is not SPIR-V's magic number";
    for (at = LVI_SR_HEADER; at < count; at += lvi_sr_length(m, at)) {
        if (lvi_sr_length(m, at) == 0 || lvi_sr_length(m, at) > count - at)
            return "an instruction does not fit into the words";
        if (m->functions == count && lvi_sr_op(m, at) == LVI_SR_FUNCTION) m->functions = at;
    }
    return NULL;
}

/* Byte i of the literal string that starts at word `word` of the instruction; 0 past its end. */
static char lvi_sr_char(const lvi_sr_module *m, size_t at, uint32_t word, uint32_t i) {
    return (char)((lvi_sr_word(m, at, word + i / 4) >> (i % 4 * 8)) & 0xFFu);
}

/* ------------------------------------------------------------------------------------------------
   // >>reflect  [23]  SPIR-V words -> entry points, stage variables, resources, layouts
   A few walks over what stands before the first function, each linear, and one over the functions.
   The scratch holds six words for each id. What they hold, after the walk that fills them:
              PLACE    SIZE          NOTE          SLOT            FLAGS            LOW
     struct   defined  bytes         first member  1 + slot        REACHED, counts  1 + min. Offset
     array    defined  bytes         ArrayStride
     constant defined  value         1 + SpecId    1 + slot
     variable defined                              1 + first slot  counts           entry points
     function defined  entry points  next queued   1 + first slot  QUEUED
   and the walks:
     annotations    NOTE of arrays and constants, LOW, the counts; NOTE[struct] = place of the
                    member decoration with the greatest Offset, SIZE[struct] = MatrixStride of
                    that last member, with bit 31 if it is RowMajor
     definitions    PLACE, SIZE
     reach          FLAGS of the structs that variables hold, at any depth
     number         SLOT, NOTE[struct]
     calls          SIZE[function], LOW[variable]: masks of entry points
     fill           the slots of resources, structs, members and constants
     entry points   their slots, and those of stage variables
   and then names and decorations, written straight to the slots. What several entry points share
   fills several slots: the later ones are copied from the first.
   The words may hold anything. A place that comes from the scratch is used only if the expected
   instruction lies there, whole, and a slot only if it holds that id; a type is looked at as many
   levels deep as arrays, matrices and vectors take: nothing runs in circles. */

#define LVI_RF_MAX_WORDS 0x7FFFFFFFu /* places have 31 bits */
#define LVI_RF_ROW_MAJOR 0x80000000u /* in SIZE[struct], until it is defined */

/* FLAGS: two counts of 14 bits, then bits. */
#define LVI_RF_COUNT 0x3FFFu
#define LVI_RF_NON_WRITABLE 0u /* shift of the count of decorations of the id or its members */
#define LVI_RF_NON_READABLE 14u
#define LVI_RF_BUFFER_BLOCK 0x20000000u
#define LVI_RF_REACHED 0x40000000u
#define LVI_RF_QUEUED 0x80000000u

enum {
    LVI_RF_PLACE = 0, LVI_RF_SIZE = 4, LVI_RF_NOTE = 8, LVI_RF_SLOT = 12, LVI_RF_FLAGS = 16,
    LVI_RF_LOW = 20
};

typedef struct lvi_rf {
    lvi_sr_module m;
    uint32_t bound;         /* ids are below it */
    unsigned char *scratch; /* LAMBDAV_REFLECT_SCRATCH bytes for each, at any address */
    uint32_t workgroup;     /* id of the constant that is the BuiltIn WorkgroupSize, 0 if none */
    uint32_t queue;         /* id to look at next, linked by NOTE; 0: none */
    lambdav_reflection *out;
} lvi_rf;

static uint32_t lvi_rf_get(const lvi_rf *rf, uint32_t id, size_t field) {
    const unsigned char *b;
    if (id >= rf->bound) return 0;
    b = rf->scratch + LAMBDAV_REFLECT_SCRATCH * (size_t)id + field;
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* Id 0 is never defined. */
static void lvi_rf_set(lvi_rf *rf, uint32_t id, size_t field, uint32_t value) {
    unsigned char *b;
    int i;
    if (id == 0 || id >= rf->bound) return;
    b = rf->scratch + LAMBDAV_REFLECT_SCRATCH * (size_t)id + field;
    for (i = 0; i < 4; i++) b[i] = (unsigned char)(value >> (8 * i) & 255u);
}

/* `place`, if a whole instruction `op` lies there, before the first function; else 0. */
static size_t lvi_rf_check(const lvi_rf *rf, uint32_t place, uint32_t op) {
    if (place < LVI_SR_HEADER || place >= rf->m.functions) return 0;
    if (lvi_sr_op(&rf->m, place) != op || lvi_sr_length(&rf->m, place) == 0) return 0;
    return lvi_sr_length(&rf->m, place) <= rf->m.count - place ? place : 0;
}

/* Where the id is defined, if that is by an instruction `op`; else 0. */
static size_t lvi_rf_at(const lvi_rf *rf, uint32_t id, uint32_t op) {
    return lvi_rf_check(rf, lvi_rf_get(rf, id, LVI_RF_PLACE), op);
}

static uint32_t lvi_rf_word(const lvi_rf *rf, size_t at, uint32_t i) {
    return lvi_sr_word(&rf->m, at, i);
}

/* Members of the OpTypeStruct. */
static uint32_t lvi_rf_members(const lvi_rf *rf, size_t at) {
    uint32_t length = lvi_sr_length(&rf->m, at);
    return length < 2 ? 0 : length - 2;
}

/* a + b and a * b, saturated at 2^32 - 1: hostile sizes stay hostile. */
static uint32_t lvi_rf_plus(uint32_t a, uint32_t b) {
    return a > 0xFFFFFFFFu - b ? 0xFFFFFFFFu : a + b;
}

static uint32_t lvi_rf_times(uint32_t a, uint32_t b) {
    uint32_t high;
    if (a >> 16 && b >> 16) return 0xFFFFFFFFu;
    high = (a >> 16) * (b & 0xFFFFu) + (b >> 16) * (a & 0xFFFFu);
    return high >> 16 ? 0xFFFFFFFFu : lvi_rf_plus(high << 16, (a & 0xFFFFu) * (b & 0xFFFFu));
}

/* Reads the literal string at word `word`. Returns the word after it, 0 if it does not end within
   the instruction. */
static uint32_t lvi_rf_string(const lvi_rf *rf, size_t at, uint32_t word, lambdav_name *name) {
    uint32_t i, length = lvi_sr_length(&rf->m, at);
    for (i = 0; word < length && i < (length - word) * 4; i++) {
        if (lvi_sr_char(&rf->m, at, word, i) != 0) continue;
        name->words = rf->m.words + at + word;
        name->size = i;
        return word + i / 4 + 1;
    }
    return 0;
}

/* ---- annotations: what the size of a type and the access to a block depend on */

static size_t lvi_rf_last_member(const lvi_rf *rf, uint32_t id) {
    return lvi_rf_check(rf, lvi_rf_get(rf, id, LVI_RF_NOTE), LVI_SPV_OpMemberDecorate);
}

static uint32_t lvi_rf_count(const lvi_rf *rf, uint32_t id, uint32_t shift) {
    return lvi_rf_get(rf, id, LVI_RF_FLAGS) >> shift & LVI_RF_COUNT;
}

/* Counts a decoration that restricts the access to the id or one of its members. */
static void lvi_rf_restrict(lvi_rf *rf, uint32_t id, uint32_t decoration) {
    uint32_t shift;
    if (decoration != LVI_SPV_Decoration_NonWritable
        && decoration != LVI_SPV_Decoration_NonReadable)
        return;
    shift = LVI_RF_NON_READABLE;
    if (decoration == LVI_SPV_Decoration_NonWritable) shift = LVI_RF_NON_WRITABLE;
    if (lvi_rf_count(rf, id, shift) < LVI_RF_COUNT)
        lvi_rf_set(rf, id, LVI_RF_FLAGS, lvi_rf_get(rf, id, LVI_RF_FLAGS) + (1u << shift));
}

static void lvi_rf_annotation(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), value = lvi_rf_word(rf, at, 3);
    switch (lvi_rf_word(rf, at, 2)) {
    case LVI_SPV_Decoration_ArrayStride: lvi_rf_set(rf, id, LVI_RF_NOTE, value); break;
    case LVI_SPV_Decoration_SpecId: lvi_rf_set(rf, id, LVI_RF_NOTE, value + 1); break;
    case LVI_SPV_Decoration_BufferBlock:
        lvi_rf_set(rf, id, LVI_RF_FLAGS, lvi_rf_get(rf, id, LVI_RF_FLAGS) | LVI_RF_BUFFER_BLOCK);
        break;
    case LVI_SPV_Decoration_BuiltIn:
        if (value == LVI_SPV_BuiltIn_WorkgroupSize) rf->workgroup = id;
        break;
    default: lvi_rf_restrict(rf, id, lvi_rf_word(rf, at, 2)); break;
    }
}

static void lvi_rf_member_annotation(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), offset = lvi_rf_word(rf, at, 4);
    uint32_t low = lvi_rf_get(rf, id, LVI_RF_LOW);
    size_t last;
    lvi_rf_restrict(rf, id, lvi_rf_word(rf, at, 3));
    if (lvi_rf_word(rf, at, 3) != LVI_SPV_Decoration_Offset) return;
    if (low == 0 || offset < low) lvi_rf_set(rf, id, LVI_RF_LOW, lvi_rf_plus(offset, 1));
    last = lvi_rf_last_member(rf, id);
    if (last == 0 || lvi_rf_word(rf, last, 4) <= offset)
        lvi_rf_set(rf, id, LVI_RF_NOTE, (uint32_t)at);
}

/* The second walk: the last member of each struct is known. */
static void lvi_rf_matrix_annotation(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), decoration = lvi_rf_word(rf, at, 3), stride;
    size_t last = lvi_rf_last_member(rf, id);
    if (last == 0 || lvi_rf_word(rf, last, 2) != lvi_rf_word(rf, at, 2)) return;
    stride = lvi_rf_get(rf, id, LVI_RF_SIZE);
    if (decoration == LVI_SPV_Decoration_MatrixStride)
        stride = (stride & LVI_RF_ROW_MAJOR) | (lvi_rf_word(rf, at, 4) & ~LVI_RF_ROW_MAJOR);
    if (decoration == LVI_SPV_Decoration_RowMajor) stride |= LVI_RF_ROW_MAJOR;
    lvi_rf_set(rf, id, LVI_RF_SIZE, stride);
}

/* ---- definitions: constants */

static int lvi_rf_is_constant(uint32_t op) {
    return op >= LVI_SPV_OpConstantTrue && op <= LVI_SPV_OpSpecConstantOp;
}

/* Value of a scalar constant; 0 if the id is none. */
static uint32_t lvi_rf_constant(const lvi_rf *rf, uint32_t id) {
    uint32_t place = lvi_rf_get(rf, id, LVI_RF_PLACE);
    if (place < LVI_SR_HEADER || place >= rf->m.functions) return 0;
    return lvi_rf_is_constant(lvi_sr_op(&rf->m, place)) ? lvi_rf_get(rf, id, LVI_RF_SIZE) : 0;
}

/* Id of part i of a composite constant; 0 if the id is none. */
static uint32_t lvi_rf_constituent(const lvi_rf *rf, uint32_t id, uint32_t i) {
    size_t at = lvi_rf_at(rf, id, LVI_SPV_OpConstantComposite);
    if (at == 0) at = lvi_rf_at(rf, id, LVI_SPV_OpSpecConstantComposite);
    return at == 0 || i > 0xFFFFu ? 0 : lvi_rf_word(rf, at, 3 + i);
}

/* The caller's value for the specialisation constant, or its default. */
static uint32_t lvi_rf_specialized(const lvi_rf *rf, uint32_t id, uint32_t value) {
    uint32_t note = lvi_rf_get(rf, id, LVI_RF_NOTE);
    size_t i;
    for (i = 0; note != 0 && i < rf->out->specialization_count; i++)
        if (rf->out->specializations[i].number == note - 1)
            return rf->out->specializations[i].value;
    return value;
}

/* a / b, or the remainder, of absolute values with the signs put back; 0 if b is 0. */
static uint32_t lvi_rf_divide(uint32_t op, uint32_t a, uint32_t b) {
    uint32_t size_a = a >> 31 ? 0u - a : a, size_b = b >> 31 ? 0u - b : b, rest;
    if (b == 0) return 0;
    if (op == LVI_SPV_OpUDiv) return a / b;
    if (op == LVI_SPV_OpUMod) return a % b;
    if (op == LVI_SPV_OpSDiv) return (a ^ b) >> 31 ? 0u - size_a / size_b : size_a / size_b;
    rest = a >> 31 ? 0u - size_a % size_b : size_a % size_b;
    return op == LVI_SPV_OpSMod && rest != 0 && (rest ^ b) >> 31 ? rest + b : rest;
}

/* An OpSpecConstantOp on 32-bit integers and bools; 0 for what sizes are not made of. */
static uint32_t lvi_rf_operation(const lvi_rf *rf, size_t at) {
    uint32_t op = lvi_rf_word(rf, at, 3);
    uint32_t a = lvi_rf_constant(rf, lvi_rf_word(rf, at, 4)), sign = 0x80000000u;
    uint32_t b = lvi_rf_constant(rf, lvi_rf_word(rf, at, 5)), fill;
    switch (op) {
    case LVI_SPV_OpCompositeExtract:
        return lvi_rf_constant(
            rf, lvi_rf_constituent(rf, lvi_rf_word(rf, at, 4), lvi_rf_word(rf, at, 5)));
    case LVI_SPV_OpSNegate: return 0u - a;
    case LVI_SPV_OpNot: return ~a;
    case LVI_SPV_OpIAdd: return a + b;
    case LVI_SPV_OpISub: return a - b;
    case LVI_SPV_OpIMul: return a * b;
    case LVI_SPV_OpUDiv:
    case LVI_SPV_OpSDiv:
    case LVI_SPV_OpUMod:
    case LVI_SPV_OpSRem:
    case LVI_SPV_OpSMod: return lvi_rf_divide(op, a, b);
    case LVI_SPV_OpShiftRightLogical: return b > 31 ? 0 : a >> b;
    case LVI_SPV_OpShiftLeftLogical: return b > 31 ? 0 : a << b;
    case LVI_SPV_OpShiftRightArithmetic:
        fill = a & sign ? ~(0xFFFFFFFFu >> (b & 31)) : 0;
        return b > 31 ? 0 : a >> b | fill;
    case LVI_SPV_OpBitwiseOr:
    case LVI_SPV_OpLogicalOr: return a | b;
    case LVI_SPV_OpBitwiseAnd:
    case LVI_SPV_OpLogicalAnd: return a & b;
    case LVI_SPV_OpBitwiseXor:
    case LVI_SPV_OpLogicalNotEqual: return a ^ b;
    case LVI_SPV_OpLogicalNot: return !a;
    case LVI_SPV_OpLogicalEqual:
    case LVI_SPV_OpIEqual: return a == b;
    case LVI_SPV_OpINotEqual: return a != b;
    case LVI_SPV_OpUGreaterThan: return a > b;
    case LVI_SPV_OpULessThan: return a < b;
    case LVI_SPV_OpUGreaterThanEqual: return a >= b;
    case LVI_SPV_OpULessThanEqual: return a <= b;
    case LVI_SPV_OpSGreaterThan: return (a ^ sign) > (b ^ sign);
    case LVI_SPV_OpSLessThan: return (a ^ sign) < (b ^ sign);
    case LVI_SPV_OpSGreaterThanEqual: return (a ^ sign) >= (b ^ sign);
    case LVI_SPV_OpSLessThanEqual: return (a ^ sign) <= (b ^ sign);
    case LVI_SPV_OpSelect: return a ? b : lvi_rf_constant(rf, lvi_rf_word(rf, at, 6));
    default: return 0;
    }
}

static uint32_t lvi_rf_value(const lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 2);
    switch (lvi_sr_op(&rf->m, at)) {
    case LVI_SPV_OpConstantTrue: return 1;
    case LVI_SPV_OpSpecConstantTrue: return lvi_rf_specialized(rf, id, 1) != 0;
    case LVI_SPV_OpSpecConstantFalse: return lvi_rf_specialized(rf, id, 0) != 0;
    case LVI_SPV_OpConstant: return lvi_rf_word(rf, at, 3);
    case LVI_SPV_OpSpecConstant: return lvi_rf_specialized(rf, id, lvi_rf_word(rf, at, 3));
    case LVI_SPV_OpSpecConstantOp: return lvi_rf_operation(rf, at);
    default: return 0;
    }
}

/* ---- definitions: places and sizes */

/* Bytes of a member of that type. */
static uint32_t lvi_rf_member_size(const lvi_rf *rf, uint32_t type, uint32_t stride,
                                   int row_major) {
    size_t matrix = lvi_rf_at(rf, type, LVI_SPV_OpTypeMatrix), column;
    if (matrix == 0 || stride == 0) return lvi_rf_get(rf, type, LVI_RF_SIZE);
    if (!row_major) return lvi_rf_times(lvi_rf_word(rf, matrix, 3), stride);
    column = lvi_rf_at(rf, lvi_rf_word(rf, matrix, 2), LVI_SPV_OpTypeVector);
    return column == 0 ? 0 : lvi_rf_times(lvi_rf_word(rf, column, 3), stride);
}

static uint32_t lvi_rf_struct_size(const lvi_rf *rf, size_t at, uint32_t id) {
    uint32_t stride = lvi_rf_get(rf, id, LVI_RF_SIZE), member;
    size_t last = lvi_rf_last_member(rf, id);
    if (last == 0 || lvi_rf_word(rf, last, 2) >= lvi_rf_members(rf, at)) return 0;
    member = lvi_rf_word(rf, at, 2 + lvi_rf_word(rf, last, 2));
    return lvi_rf_plus(lvi_rf_word(rf, last, 4),
                       lvi_rf_member_size(rf, member, stride & ~LVI_RF_ROW_MAJOR,
                                          (stride & LVI_RF_ROW_MAJOR) != 0));
}

/* Bytes of the type in a block, 0 where it has no place in one or no fixed size. */
static uint32_t lvi_rf_type_size(const lvi_rf *rf, size_t at, uint32_t id) {
    uint32_t part = lvi_rf_get(rf, lvi_rf_word(rf, at, 2), LVI_RF_SIZE), stride;
    switch (lvi_sr_op(&rf->m, at)) {
    case LVI_SPV_OpTypeInt:
    case LVI_SPV_OpTypeFloat: return lvi_rf_word(rf, at, 2) / 8;
    case LVI_SPV_OpTypeVector:
    case LVI_SPV_OpTypeMatrix: return lvi_rf_times(part, lvi_rf_word(rf, at, 3));
    case LVI_SPV_OpTypeArray:
        stride = lvi_rf_get(rf, id, LVI_RF_NOTE);
        return lvi_rf_times(stride ? stride : part, lvi_rf_constant(rf, lvi_rf_word(rf, at, 3)));
    case LVI_SPV_OpTypeStruct: return lvi_rf_struct_size(rf, at, id);
    case LVI_SPV_OpTypePointer: return 8;
    default: return 0;
    }
}

static void lvi_rf_define(lvi_rf *rf, uint32_t id, size_t at, uint32_t size) {
    lvi_rf_set(rf, id, LVI_RF_PLACE, (uint32_t)at);
    lvi_rf_set(rf, id, LVI_RF_SIZE, size);
}

static void lvi_rf_definition(lvi_rf *rf, size_t at) {
    uint32_t op = lvi_sr_op(&rf->m, at), id = lvi_rf_word(rf, at, 1);
    if ((op >= LVI_SPV_OpTypeVoid && op <= LVI_SPV_OpTypeFunction)
        || op == LVI_SPV_OpTypeAccelerationStructureKHR) {
        lvi_rf_define(rf, id, at, lvi_rf_type_size(rf, at, id));
        if (op == LVI_SPV_OpTypeStruct) lvi_rf_set(rf, id, LVI_RF_NOTE, 0);
        return;
    }
    if (op == LVI_SPV_OpTypeForwardPointer) {
        lvi_rf_set(rf, id, LVI_RF_SIZE, 8);
        return;
    }
    id = lvi_rf_word(rf, at, 2);
    if (lvi_rf_is_constant(op)) lvi_rf_define(rf, id, at, lvi_rf_value(rf, at));
    if (op != LVI_SPV_OpVariable && op != LVI_SPV_OpFunction) return;
    lvi_rf_define(rf, id, at, 0);
    lvi_rf_set(rf, id, LVI_RF_NOTE, 0);
    lvi_rf_set(rf, id, LVI_RF_LOW, 0);
}

/* ---- types */

/* Strips the array dimensions, at most LAMBDAV_MAX_DIMENSIONS; `t` takes them if it is not NULL. */
static uint32_t lvi_rf_element(const lvi_rf *rf, uint32_t type, lambdav_type *t) {
    uint32_t i, op;
    size_t at;
    for (i = 0; i < LAMBDAV_MAX_DIMENSIONS; i++) {
        op = LVI_SPV_OpTypeArray;
        at = lvi_rf_at(rf, type, op);
        if (at == 0) at = lvi_rf_at(rf, type, op = LVI_SPV_OpTypeRuntimeArray);
        if (at == 0) break;
        if (t != NULL) {
            t->dimensions = i + 1;
            t->strides[i] = lvi_rf_get(rf, type, LVI_RF_NOTE);
            if (op == LVI_SPV_OpTypeArray)
                t->counts[i] = lvi_rf_constant(rf, lvi_rf_word(rf, at, 3));
        }
        type = lvi_rf_word(rf, at, 2);
    }
    return type;
}

/* Kind and bits of a scalar type; OTHER if it is none. */
static lambdav_kind lvi_rf_scalar(const lvi_rf *rf, uint32_t type, uint32_t *bits) {
    size_t at = lvi_rf_at(rf, type, LVI_SPV_OpTypeFloat);
    *bits = at == 0 ? 0 : lvi_rf_word(rf, at, 2);
    if (at != 0) return LAMBDAV_KIND_NUM;
    at = lvi_rf_at(rf, type, LVI_SPV_OpTypeInt);
    if (at == 0)
        return lvi_rf_at(rf, type, LVI_SPV_OpTypeBool) ? LAMBDAV_KIND_BOOL : LAMBDAV_KIND_OTHER;
    *bits = lvi_rf_word(rf, at, 2);
    return lvi_rf_word(rf, at, 3) ? LAMBDAV_KIND_INT : LAMBDAV_KIND_UINT;
}

/* Kind, rows and columns of a scalar, vector or matrix with at most four of each; anything else is
   LAMBDAV_KIND_OTHER with 0 rows. */
static void lvi_rf_shape(const lvi_rf *rf, uint32_t type, lambdav_type *t) {
    size_t at = lvi_rf_at(rf, type, LVI_SPV_OpTypeMatrix);
    t->rows = t->columns = 1;
    if (at != 0) {
        t->columns = lvi_rf_word(rf, at, 3);
        type = lvi_rf_word(rf, at, 2);
    }
    at = lvi_rf_at(rf, type, LVI_SPV_OpTypeVector);
    if (at != 0) {
        t->rows = lvi_rf_word(rf, at, 3);
        type = lvi_rf_word(rf, at, 2);
    }
    t->kind = lvi_rf_scalar(rf, type, &t->bits);
    if (t->rows - 1 > 3 || t->columns - 1 > 3) t->kind = LAMBDAV_KIND_OTHER;
    if (t->kind == LAMBDAV_KIND_OTHER) t->rows = t->columns = t->bits = 0;
}

/* Describes the type; returns its id without the array dimensions. */
static uint32_t lvi_rf_type(const lvi_rf *rf, uint32_t type, lambdav_type *t) {
    lvi_zero(t, sizeof *t);
    t->structure = LAMBDAV_NONE;
    type = lvi_rf_element(rf, type, t);
    lvi_rf_shape(rf, type, t);
    if (lvi_rf_at(rf, type, LVI_SPV_OpTypePointer) != 0) {
        t->kind = LAMBDAV_KIND_POINTER;
        t->bits = 64;
        t->rows = t->columns = 1;
    }
    if ((lvi_rf_get(rf, type, LVI_RF_FLAGS) & LVI_RF_REACHED) != 0) {
        t->kind = LAMBDAV_KIND_STRUCT;
        t->structure = lvi_rf_get(rf, type, LVI_RF_SLOT) - 1;
    }
    return type;
}

/* ---- reach: the structs that are listed */

static int lvi_rf_is_resource_class(uint32_t where) {
    return where == LVI_SPV_StorageClass_UniformConstant || where == LVI_SPV_StorageClass_Uniform
           || where == LVI_SPV_StorageClass_StorageBuffer
           || where == LVI_SPV_StorageClass_PushConstant;
}

static int lvi_rf_is_stage_class(uint32_t where) {
    return where == LVI_SPV_StorageClass_Input || where == LVI_SPV_StorageClass_Output;
}

/* Type of what the variable at `at` holds, 0 if the words do not say. */
static uint32_t lvi_rf_held_type(const lvi_rf *rf, size_t at) {
    size_t pointer = lvi_rf_at(rf, lvi_rf_word(rf, at, 1), LVI_SPV_OpTypePointer);
    return pointer == 0 ? 0 : lvi_rf_word(rf, pointer, 3);
}

/* Queues the struct that the type is, or is an array of, the first time. */
static void lvi_rf_reach_type(lvi_rf *rf, uint32_t type) {
    uint32_t flags;
    type = lvi_rf_element(rf, type, NULL);
    flags = lvi_rf_get(rf, type, LVI_RF_FLAGS);
    if (lvi_rf_at(rf, type, LVI_SPV_OpTypeStruct) == 0 || (flags & LVI_RF_REACHED) != 0) return;
    lvi_rf_set(rf, type, LVI_RF_FLAGS, flags | LVI_RF_REACHED);
    lvi_rf_set(rf, type, LVI_RF_NOTE, rf->queue);
    rf->queue = type;
}

/* Follows the type of a variable down to the last struct. */
static void lvi_rf_reach(lvi_rf *rf, size_t at) {
    uint32_t where = lvi_rf_word(rf, at, 3), i, id;
    size_t structure;
    if (lvi_sr_op(&rf->m, at) != LVI_SPV_OpVariable) return;
    if (!lvi_rf_is_resource_class(where) && !lvi_rf_is_stage_class(where)) return;
    lvi_rf_reach_type(rf, lvi_rf_held_type(rf, at));
    while (rf->queue != 0) {
        id = rf->queue;
        rf->queue = lvi_rf_get(rf, id, LVI_RF_NOTE);
        structure = lvi_rf_at(rf, id, LVI_SPV_OpTypeStruct);
        for (i = 0; i < lvi_rf_members(rf, structure); i++)
            lvi_rf_reach_type(rf, lvi_rf_word(rf, structure, 2 + i));
    }
}

/* ---- slots of the caller's arrays */

/* Where the variable is declared, if it is a stage input or output; else 0. */
static size_t lvi_rf_stage_variable(const lvi_rf *rf, uint32_t id) {
    size_t at = lvi_rf_at(rf, id, LVI_SPV_OpVariable);
    return at != 0 && lvi_rf_is_stage_class(lvi_rf_word(rf, at, 3)) ? at : 0;
}

/* Index of the id's slot in an array with `count` of `capacity` slots, LAMBDAV_NONE if it has none
   there. What lies in the slot must still be compared with the id. */
static uint32_t lvi_rf_slot(const lvi_rf *rf, uint32_t id, size_t count, size_t capacity) {
    uint32_t slot = lvi_rf_get(rf, id, LVI_RF_SLOT) - 1;
    return slot < count && slot < capacity ? slot : LAMBDAV_NONE;
}

/* The first slot of the entry points with that function, NULL if none was stored. */
static lambdav_entry_point *lvi_rf_entry_slot(const lvi_rf *rf, uint32_t function) {
    const lambdav_reflection *out = rf->out;
    uint32_t i = lvi_rf_slot(rf, function, out->entry_point_count, out->entry_point_capacity);
    if (i == LAMBDAV_NONE || out->entry_points[i].function_id != function) return NULL;
    return &out->entry_points[i];
}

static lambdav_variable *lvi_rf_variable_slot(const lvi_rf *rf, uint32_t id) {
    const lambdav_reflection *out = rf->out;
    uint32_t i = lvi_rf_slot(rf, id, out->variable_count, out->variable_capacity);
    return i == LAMBDAV_NONE || out->variables[i].id != id ? NULL : &out->variables[i];
}

static lambdav_resource *lvi_rf_resource_slot(const lvi_rf *rf, uint32_t id) {
    const lambdav_reflection *out = rf->out;
    uint32_t i = lvi_rf_slot(rf, id, out->resource_count, out->resource_capacity);
    return i == LAMBDAV_NONE || out->resources[i].id != id ? NULL : &out->resources[i];
}

static lambdav_struct *lvi_rf_struct_slot(const lvi_rf *rf, uint32_t id) {
    const lambdav_reflection *out = rf->out;
    uint32_t i = lvi_rf_slot(rf, id, out->struct_count, out->struct_capacity);
    return i == LAMBDAV_NONE || out->structs[i].id != id ? NULL : &out->structs[i];
}

static lambdav_spec_constant *lvi_rf_constant_slot(const lvi_rf *rf, uint32_t id) {
    const lambdav_reflection *out = rf->out;
    uint32_t i = lvi_rf_slot(rf, id, out->spec_constant_count, out->spec_constant_capacity);
    return i == LAMBDAV_NONE || out->spec_constants[i].id != id ? NULL : &out->spec_constants[i];
}

/* The stored member i of the struct `id`, NULL if there is none. */
static lambdav_member *lvi_rf_member(const lvi_rf *rf, uint32_t id, uint32_t i) {
    const lambdav_reflection *out = rf->out;
    size_t at = lvi_rf_at(rf, id, LVI_SPV_OpTypeStruct), slot;
    if (at == 0 || (lvi_rf_get(rf, id, LVI_RF_FLAGS) & LVI_RF_REACHED) == 0) return NULL;
    if (i >= lvi_rf_members(rf, at)) return NULL;
    slot = (size_t)lvi_rf_get(rf, id, LVI_RF_NOTE) + i;
    return slot < out->member_count && slot < out->member_capacity ? &out->members[slot] : NULL;
}

/* ---- number: what has slots, in the order of the words */

static void lvi_rf_number_struct(lvi_rf *rf, size_t at, uint32_t id) {
    lambdav_reflection *out = rf->out;
    lambdav_struct *s = NULL;
    if ((lvi_rf_get(rf, id, LVI_RF_FLAGS) & LVI_RF_REACHED) == 0) return;
    if (out->struct_count < out->struct_capacity) s = &out->structs[out->struct_count];
    lvi_rf_set(rf, id, LVI_RF_SLOT, (uint32_t)++out->struct_count);
    lvi_rf_set(rf, id, LVI_RF_NOTE, (uint32_t)out->member_count);
    if (s != NULL) {
        lvi_zero(s, sizeof *s);
        s->id = id;
        s->size = lvi_rf_get(rf, id, LVI_RF_SIZE);
        s->first_member = (uint32_t)out->member_count;
        s->member_count = lvi_rf_members(rf, at);
    }
    out->member_count += lvi_rf_members(rf, at);
}

static void lvi_rf_number_resource(lvi_rf *rf, size_t at, uint32_t id) {
    lambdav_reflection *out = rf->out;
    lambdav_resource *s;
    if (!lvi_rf_is_resource_class(lvi_rf_word(rf, at, 3))) return;
    lvi_rf_set(rf, id, LVI_RF_SLOT, (uint32_t)++out->resource_count);
    if (out->resource_count > out->resource_capacity) return;
    s = &out->resources[out->resource_count - 1];
    lvi_zero(s, sizeof *s);
    s->id = id;
    s->set = s->binding = s->attachment = LAMBDAV_NONE;
}

static void lvi_rf_number_constant(lvi_rf *rf, uint32_t id) {
    lambdav_reflection *out = rf->out;
    lambdav_spec_constant *s;
    if (lvi_rf_get(rf, id, LVI_RF_NOTE) == 0) return;
    lvi_rf_set(rf, id, LVI_RF_SLOT, (uint32_t)++out->spec_constant_count);
    if (out->spec_constant_count > out->spec_constant_capacity) return;
    s = &out->spec_constants[out->spec_constant_count - 1];
    lvi_zero(s, sizeof *s);
    s->id = id;
    s->number = lvi_rf_get(rf, id, LVI_RF_NOTE) - 1;
}

/* Of an id that is defined twice only the last definition counts. */
static void lvi_rf_number(lvi_rf *rf, size_t at) {
    uint32_t op = lvi_sr_op(&rf->m, at), id = lvi_rf_word(rf, at, 2);
    if (op == LVI_SPV_OpTypeStruct) id = lvi_rf_word(rf, at, 1);
    if (lvi_rf_get(rf, id, LVI_RF_PLACE) != at) return;
    switch (op) {
    case LVI_SPV_OpTypeStruct: lvi_rf_number_struct(rf, at, id); break;
    case LVI_SPV_OpVariable: lvi_rf_number_resource(rf, at, id); break;
    case LVI_SPV_OpSpecConstantTrue:
    case LVI_SPV_OpSpecConstantFalse:
    case LVI_SPV_OpSpecConstant: lvi_rf_number_constant(rf, id); break;
    default: break;
    }
}

/* ---- calls: which entry points use a resource */

/* Operand words `from` to `to` of the opcodes `first` to `last` may be pointers to a resource. */
typedef struct lvi_rf_use {
    uint16_t first, last, from, to;
} lvi_rf_use;

#define LVI_RF_ALL 0xFFFFu

static const lvi_rf_use lvi_rf_uses[] = {
    {LVI_SPV_OpExtInst, LVI_SPV_OpExtInst, 5, LVI_RF_ALL},
    {LVI_SPV_OpFunctionCall, LVI_SPV_OpFunctionCall, 4, LVI_RF_ALL},
    {LVI_SPV_OpVariable, LVI_SPV_OpVariable, 4, 4},
    {LVI_SPV_OpImageTexelPointer, LVI_SPV_OpLoad, 3, 3},
    {LVI_SPV_OpStore, LVI_SPV_OpCopyMemorySized, 1, 2},
    {LVI_SPV_OpAccessChain, LVI_SPV_OpArrayLength, 3, 3},
    {LVI_SPV_OpInBoundsPtrAccessChain, LVI_SPV_OpInBoundsPtrAccessChain, 3, 3},
    {LVI_SPV_OpCopyObject, LVI_SPV_OpCopyObject, 3, 3},
    {LVI_SPV_OpBitcast, LVI_SPV_OpBitcast, 3, 3},
    {LVI_SPV_OpSelect, LVI_SPV_OpSelect, 4, 5},
    {LVI_SPV_OpAtomicStore, LVI_SPV_OpAtomicStore, 1, 1},
    {LVI_SPV_OpAtomicLoad, LVI_SPV_OpAtomicXor, 3, 3},
    {LVI_SPV_OpPhi, LVI_SPV_OpPhi, 3, LVI_RF_ALL},
    {LVI_SPV_OpReturnValue, LVI_SPV_OpReturnValue, 1, 1},
    {LVI_SPV_OpAtomicFlagTestAndSet, LVI_SPV_OpAtomicFlagTestAndSet, 3, 3},
    {LVI_SPV_OpAtomicFlagClear, LVI_SPV_OpAtomicFlagClear, 1, 1},
    {LVI_SPV_OpPtrEqual, LVI_SPV_OpPtrDiff, 3, 4},
    {LVI_SPV_OpAtomicFMinEXT, LVI_SPV_OpAtomicFMaxEXT, 3, 3},
    {LVI_SPV_OpAtomicFAddEXT, LVI_SPV_OpAtomicFAddEXT, 3, 3}};

/* Where the function begins, 0 if the id is none. */
static size_t lvi_rf_function(const lvi_rf *rf, uint32_t id) {
    uint32_t place = lvi_rf_get(rf, id, LVI_RF_PLACE);
    if (place < rf->m.functions || place >= rf->m.count) return 0;
    return lvi_sr_op(&rf->m, place) == LVI_SPV_OpFunction ? place : 0;
}

/* The entry points in `mask` run the function; queues it if that is news. */
static void lvi_rf_enter(lvi_rf *rf, uint32_t id, uint32_t mask) {
    uint32_t old = lvi_rf_get(rf, id, LVI_RF_SIZE), flags = lvi_rf_get(rf, id, LVI_RF_FLAGS);
    if (lvi_rf_function(rf, id) == 0 || (mask & ~old) == 0) return;
    lvi_rf_set(rf, id, LVI_RF_SIZE, old | mask);
    if ((flags & LVI_RF_QUEUED) != 0) return;
    lvi_rf_set(rf, id, LVI_RF_FLAGS, flags | LVI_RF_QUEUED);
    lvi_rf_set(rf, id, LVI_RF_NOTE, rf->queue);
    rf->queue = id;
}

/* The entry points in `mask` use the resources among the operands. */
static void lvi_rf_use_operands(lvi_rf *rf, size_t at, uint32_t mask) {
    uint32_t op = lvi_sr_op(&rf->m, at), length = lvi_sr_length(&rf->m, at), i, id;
    const lvi_rf_use *use = lvi_rf_uses, *end = use + sizeof lvi_rf_uses / sizeof *use;
    while (use < end && (op < use->first || op > use->last)) use++;
    if (use == end) return;
    for (i = use->from; i <= use->to && i < length; i++) {
        id = lvi_rf_word(rf, at, i);
        if (lvi_rf_at(rf, id, LVI_SPV_OpVariable) != 0)
            lvi_rf_set(rf, id, LVI_RF_LOW, lvi_rf_get(rf, id, LVI_RF_LOW) | mask);
    }
}

/* Looks at the function's body; its callees get its mask. */
static void lvi_rf_run(lvi_rf *rf, uint32_t id) {
    uint32_t mask = lvi_rf_get(rf, id, LVI_RF_SIZE), op;
    size_t at = lvi_rf_function(rf, id);
    for (at += lvi_sr_length(&rf->m, at); at < rf->m.count; at += lvi_sr_length(&rf->m, at)) {
        op = lvi_sr_op(&rf->m, at);
        if (op == LVI_SPV_OpFunctionEnd || op == LVI_SPV_OpFunction) break;
        if (op == LVI_SPV_OpFunctionCall) lvi_rf_enter(rf, lvi_rf_word(rf, at, 3), mask);
        lvi_rf_use_operands(rf, at, mask);
    }
}

/* Runs the entry points first_entry to first_entry + 31. A function is looked at again when its
   mask has grown: at most 32 times. */
static void lvi_rf_calls(lvi_rf *rf) {
    size_t at;
    uint32_t entry = 0, id;
    for (at = LVI_SR_HEADER; at < rf->m.functions; at += lvi_sr_length(&rf->m, at)) {
        if (lvi_sr_op(&rf->m, at) != LVI_SPV_OpEntryPoint) continue;
        if (entry >= rf->out->first_entry && entry - rf->out->first_entry < 32)
            lvi_rf_enter(rf, lvi_rf_word(rf, at, 2), 1u << (entry - rf->out->first_entry));
        entry++;
    }
    while (rf->queue != 0) {
        id = rf->queue;
        rf->queue = lvi_rf_get(rf, id, LVI_RF_NOTE);
        lvi_rf_set(rf, id, LVI_RF_FLAGS, lvi_rf_get(rf, id, LVI_RF_FLAGS) & ~LVI_RF_QUEUED);
        lvi_rf_run(rf, id);
    }
}

/* ---- fill */

static lambdav_resource_kind lvi_rf_image_kind(const lambdav_image *image, uint32_t sampled,
                                               int combined) {
    if (image->dimension == LVI_SPV_Dim_SubpassData) return LAMBDAV_RESOURCE_INPUT_ATTACHMENT;
    if (image->dimension == LVI_SPV_Dim_Buffer)
        return sampled == 2 ? LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER
                            : LAMBDAV_RESOURCE_UNIFORM_TEXEL_BUFFER;
    if (combined) return LAMBDAV_RESOURCE_COMBINED_IMAGE_SAMPLER;
    return sampled == 2 ? LAMBDAV_RESOURCE_STORAGE_IMAGE : LAMBDAV_RESOURCE_SAMPLED_IMAGE;
}

/* Kind of a resource outside blocks, and its image. */
static lambdav_resource_kind lvi_rf_opaque_kind(const lvi_rf *rf, uint32_t type,
                                                lambdav_image *image) {
    size_t combined = lvi_rf_at(rf, type, LVI_SPV_OpTypeSampledImage), at;
    if (lvi_rf_at(rf, type, LVI_SPV_OpTypeSampler) != 0) return LAMBDAV_RESOURCE_SAMPLER;
    if (lvi_rf_at(rf, type, LVI_SPV_OpTypeAccelerationStructureKHR) != 0)
        return LAMBDAV_RESOURCE_ACCELERATION_STRUCTURE;
    at = lvi_rf_at(rf, combined ? lvi_rf_word(rf, combined, 2) : type, LVI_SPV_OpTypeImage);
    if (at == 0) return LAMBDAV_RESOURCE_OTHER;
    image->kind = lvi_rf_scalar(rf, lvi_rf_word(rf, at, 2), &image->bits);
    image->dimension = lvi_rf_word(rf, at, 3);
    image->depth = lvi_rf_word(rf, at, 4);
    image->arrayed = lvi_rf_word(rf, at, 5);
    image->multisampled = lvi_rf_word(rf, at, 6);
    image->format = lvi_rf_word(rf, at, 8);
    return lvi_rf_image_kind(image, lvi_rf_word(rf, at, 7), combined != 0);
}

static lambdav_resource_kind lvi_rf_block_kind(const lvi_rf *rf, uint32_t type, uint32_t where) {
    if (where == LVI_SPV_StorageClass_PushConstant) return LAMBDAV_RESOURCE_PUSH_CONSTANTS;
    if (where == LVI_SPV_StorageClass_StorageBuffer
        || (lvi_rf_get(rf, type, LVI_RF_FLAGS) & LVI_RF_BUFFER_BLOCK) != 0)
        return LAMBDAV_RESOURCE_STORAGE_BUFFER;
    return LAMBDAV_RESOURCE_UNIFORM_BUFFER;
}

/* Whether the variable, or each member of its block, has the decoration with that count. */
static int lvi_rf_is_restricted(const lvi_rf *rf, uint32_t id, uint32_t type, uint32_t shift) {
    size_t at = lvi_rf_at(rf, type, LVI_SPV_OpTypeStruct);
    uint32_t count = at == 0 ? 0 : lvi_rf_members(rf, at);
    if (lvi_rf_count(rf, id, shift) > 0) return 1;
    return count > 0 && lvi_rf_count(rf, type, shift) >= count;
}

static uint32_t lvi_rf_access(const lvi_rf *rf, const lambdav_resource *s, uint32_t type) {
    uint32_t access = LAMBDAV_READ | LAMBDAV_WRITE;
    if (s->kind != LAMBDAV_RESOURCE_STORAGE_BUFFER && s->kind != LAMBDAV_RESOURCE_STORAGE_IMAGE
        && s->kind != LAMBDAV_RESOURCE_STORAGE_TEXEL_BUFFER)
        return LAMBDAV_READ;
    if (lvi_rf_is_restricted(rf, s->id, type, LVI_RF_NON_WRITABLE)) access &= ~LAMBDAV_WRITE;
    if (lvi_rf_is_restricted(rf, s->id, type, LVI_RF_NON_READABLE)) access &= ~LAMBDAV_READ;
    return access;
}

static void lvi_rf_fill_resource(lvi_rf *rf, size_t at) {
    lambdav_resource *s = lvi_rf_resource_slot(rf, lvi_rf_word(rf, at, 2));
    uint32_t type, low, i;
    if (s == NULL) return;
    type = lvi_rf_type(rf, lvi_rf_held_type(rf, at), &s->type);
    for (i = 0, s->count = 1; i < s->type.dimensions; i++)
        s->count = lvi_rf_times(s->count, s->type.counts[i]);
    s->entries = lvi_rf_get(rf, s->id, LVI_RF_LOW);
    if (s->type.kind == LAMBDAV_KIND_STRUCT) {
        s->kind = lvi_rf_block_kind(rf, type, lvi_rf_word(rf, at, 3));
        low = lvi_rf_get(rf, type, LVI_RF_LOW);
        s->size = lvi_rf_get(rf, type, LVI_RF_SIZE);
        s->offset = low != 0 && low - 1 < s->size ? low - 1 : 0;
        s->size -= s->offset;
    } else {
        s->kind = lvi_rf_opaque_kind(rf, type, &s->image);
    }
    s->access = lvi_rf_access(rf, s, type);
}

static void lvi_rf_fill_members(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), i;
    lambdav_member *member;
    for (i = 0; i < lvi_rf_members(rf, at); i++) {
        member = lvi_rf_member(rf, id, i);
        if (member == NULL) return;
        lvi_zero(member, sizeof *member);
        member->parent = lvi_rf_get(rf, id, LVI_RF_SLOT) - 1;
        member->offset = member->location = member->component = member->builtin = LAMBDAV_NONE;
        lvi_rf_type(rf, lvi_rf_word(rf, at, 2 + i), &member->type);
    }
}

static void lvi_rf_fill_constant(lvi_rf *rf, size_t at) {
    lambdav_spec_constant *s = lvi_rf_constant_slot(rf, lvi_rf_word(rf, at, 2));
    if (s == NULL) return;
    s->kind = lvi_rf_scalar(rf, lvi_rf_word(rf, at, 1), &s->bits);
    s->value[0] = lvi_sr_op(&rf->m, at) == LVI_SPV_OpSpecConstantTrue;
    if (lvi_sr_op(&rf->m, at) != LVI_SPV_OpSpecConstant) return;
    s->value[0] = lvi_rf_word(rf, at, 3);
    s->value[1] = lvi_rf_word(rf, at, 4);
}

static void lvi_rf_fill(lvi_rf *rf, size_t at) {
    switch (lvi_sr_op(&rf->m, at)) {
    case LVI_SPV_OpVariable: lvi_rf_fill_resource(rf, at); break;
    case LVI_SPV_OpTypeStruct:
        if (lvi_rf_get(rf, lvi_rf_word(rf, at, 1), LVI_RF_PLACE) == at) lvi_rf_fill_members(rf, at);
        break;
    case LVI_SPV_OpSpecConstantTrue:
    case LVI_SPV_OpSpecConstantFalse:
    case LVI_SPV_OpSpecConstant: lvi_rf_fill_constant(rf, at); break;
    default: break;
    }
}

/* ---- entry points and stage variables */

static void lvi_rf_add_variable(lvi_rf *rf, uint32_t id, uint32_t entry) {
    lambdav_reflection *out = rf->out;
    size_t at = lvi_rf_stage_variable(rf, id), slot = out->variable_count;
    lambdav_variable *v;
    if (at == 0) return;
    out->variable_count++;
    if (slot >= out->variable_capacity) return;
    if (lvi_rf_get(rf, id, LVI_RF_SLOT) == 0) lvi_rf_set(rf, id, LVI_RF_SLOT, (uint32_t)slot + 1);
    v = &out->variables[slot];
    lvi_zero(v, sizeof *v);
    v->id = id;
    v->entry = entry;
    v->is_output = lvi_rf_word(rf, at, 3) == LVI_SPV_StorageClass_Output;
    v->location = v->component = v->blend_index = v->builtin = LAMBDAV_NONE;
    lvi_rf_type(rf, lvi_rf_held_type(rf, at), &v->type);
}

/* Returns 0 if the name does not end. */
static int lvi_rf_add_entry(lvi_rf *rf, size_t at) {
    lambdav_reflection *out = rf->out;
    size_t slot = out->entry_point_count++;
    lambdav_name name = {NULL, 0};
    uint32_t function = lvi_rf_word(rf, at, 2), i = lvi_rf_string(rf, at, 3, &name), k;
    lambdav_entry_point *entry;
    if (i == 0) return 0;
    for (; i < lvi_sr_length(&rf->m, at); i++)
        lvi_rf_add_variable(rf, lvi_rf_word(rf, at, i), (uint32_t)slot);
    if (slot >= out->entry_point_capacity) return 1;
    entry = &out->entry_points[slot];
    lvi_zero(entry, sizeof *entry);
    entry->name = name;
    entry->execution_model = lvi_rf_word(rf, at, 1);
    entry->function_id = function;
    for (k = 0; k < 3; k++) entry->workgroup_spec[k] = LAMBDAV_NONE;
    if (lvi_rf_entry_slot(rf, function) == NULL && lvi_rf_get(rf, function, LVI_RF_SLOT) == 0)
        lvi_rf_set(rf, function, LVI_RF_SLOT, (uint32_t)slot + 1);
    return 1;
}

/* ---- names and decorations, into the slots */

static uint32_t lvi_rf_flag(uint32_t decoration) {
    switch (decoration) {
    case LVI_SPV_Decoration_Flat: return LAMBDAV_FLAT;
    case LVI_SPV_Decoration_NoPerspective: return LAMBDAV_NO_PERSPECTIVE;
    case LVI_SPV_Decoration_Centroid: return LAMBDAV_CENTROID;
    case LVI_SPV_Decoration_Sample: return LAMBDAV_SAMPLE;
    case LVI_SPV_Decoration_Patch: return LAMBDAV_PATCH;
    case LVI_SPV_Decoration_RowMajor: return LAMBDAV_ROW_MAJOR;
    case LVI_SPV_Decoration_NonWritable: return LAMBDAV_NON_WRITABLE;
    case LVI_SPV_Decoration_NonReadable: return LAMBDAV_NON_READABLE;
    default: return 0;
    }
}

static void lvi_rf_decorate_variable(lambdav_variable *v, uint32_t decoration, uint32_t value) {
    v->flags |= lvi_rf_flag(decoration);
    switch (decoration) {
    case LVI_SPV_Decoration_Location: v->location = value; break;
    case LVI_SPV_Decoration_Component: v->component = value; break;
    case LVI_SPV_Decoration_Index: v->blend_index = value; break;
    case LVI_SPV_Decoration_BuiltIn: v->builtin = value; break;
    default: break;
    }
}

static void lvi_rf_decorate_resource(lambdav_resource *s, uint32_t decoration, uint32_t value) {
    switch (decoration) {
    case LVI_SPV_Decoration_DescriptorSet: s->set = value; break;
    case LVI_SPV_Decoration_Binding: s->binding = value; break;
    case LVI_SPV_Decoration_InputAttachmentIndex: s->attachment = value; break;
    default: break;
    }
}

static void lvi_rf_decorate(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), decoration = lvi_rf_word(rf, at, 2);
    lambdav_variable *v = lvi_rf_variable_slot(rf, id);
    lambdav_resource *s = lvi_rf_resource_slot(rf, id);
    if (v != NULL) lvi_rf_decorate_variable(v, decoration, lvi_rf_word(rf, at, 3));
    if (s != NULL) lvi_rf_decorate_resource(s, decoration, lvi_rf_word(rf, at, 3));
}

static void lvi_rf_decorate_member(lvi_rf *rf, size_t at) {
    lambdav_member *member = lvi_rf_member(rf, lvi_rf_word(rf, at, 1), lvi_rf_word(rf, at, 2));
    uint32_t decoration = lvi_rf_word(rf, at, 3), value = lvi_rf_word(rf, at, 4);
    if (member == NULL) return;
    member->flags |= lvi_rf_flag(decoration);
    switch (decoration) {
    case LVI_SPV_Decoration_Offset: member->offset = value; break;
    case LVI_SPV_Decoration_MatrixStride: member->matrix_stride = value; break;
    case LVI_SPV_Decoration_Location: member->location = value; break;
    case LVI_SPV_Decoration_Component: member->component = value; break;
    case LVI_SPV_Decoration_BuiltIn: member->builtin = value; break;
    default: break;
    }
}

static void lvi_rf_execution_mode(lvi_rf *rf, size_t at) {
    lambdav_entry_point *entry = lvi_rf_entry_slot(rf, lvi_rf_word(rf, at, 1));
    uint32_t mode = lvi_rf_word(rf, at, 2), i, id;
    int by_id = mode == LVI_SPV_ExecutionMode_LocalSizeId;
    if (entry == NULL || (!by_id && mode != LVI_SPV_ExecutionMode_LocalSize)) return;
    for (i = 0; i < 3; i++) {
        entry->workgroup_size[i] = id = lvi_rf_word(rf, at, 3 + i);
        if (!by_id) continue;
        entry->workgroup_size[i] = lvi_rf_constant(rf, id);
        entry->workgroup_spec[i] = lvi_rf_get(rf, id, LVI_RF_NOTE) - 1;
    }
}

static void lvi_rf_give_name(lvi_rf *rf, uint32_t id, lambdav_name name) {
    lambdav_variable *v = lvi_rf_variable_slot(rf, id);
    lambdav_resource *resource = lvi_rf_resource_slot(rf, id);
    lambdav_struct *s = lvi_rf_struct_slot(rf, id);
    lambdav_spec_constant *constant = lvi_rf_constant_slot(rf, id);
    if (v != NULL) v->name = name;
    if (resource != NULL) resource->name = name;
    if (s != NULL) s->name = name;
    if (constant != NULL) constant->name = name;
}

/* Returns 0 if a name does not end. */
static int lvi_rf_describe(lvi_rf *rf, size_t at) {
    lambdav_member *member;
    lambdav_name name;
    switch (lvi_sr_op(&rf->m, at)) {
    case LVI_SPV_OpName:
        if (lvi_rf_string(rf, at, 2, &name) == 0) return 0;
        lvi_rf_give_name(rf, lvi_rf_word(rf, at, 1), name);
        break;
    case LVI_SPV_OpMemberName:
        if (lvi_rf_string(rf, at, 3, &name) == 0) return 0;
        member = lvi_rf_member(rf, lvi_rf_word(rf, at, 1), lvi_rf_word(rf, at, 2));
        if (member != NULL) member->name = name;
        break;
    case LVI_SPV_OpDecorate: lvi_rf_decorate(rf, at); break;
    case LVI_SPV_OpMemberDecorate: lvi_rf_decorate_member(rf, at); break;
    case LVI_SPV_OpExecutionMode:
    case LVI_SPV_OpExecutionModeId: lvi_rf_execution_mode(rf, at); break;
    default: break;
    }
    return 1;
}

/* ---- last touches */

static void lvi_rf_finish_members(lvi_rf *rf, size_t at) {
    uint32_t id = lvi_rf_word(rf, at, 1), i;
    lambdav_member *member;
    if (lvi_rf_get(rf, id, LVI_RF_PLACE) != at) return;
    for (i = 0; i < lvi_rf_members(rf, at); i++) {
        member = lvi_rf_member(rf, id, i);
        if (member == NULL) return;
        if (member->offset != LAMBDAV_NONE)
            member->size = lvi_rf_member_size(rf, lvi_rf_word(rf, at, 2 + i), member->matrix_stride,
                                              (member->flags & LAMBDAV_ROW_MAJOR) != 0);
        if (member->type.columns <= 1) member->matrix_stride = 0;
    }
}

/* Later slots of what several entry points share. */
static void lvi_rf_copy_shared(lvi_rf *rf, size_t at, size_t entry, size_t *variable) {
    const lambdav_entry_point *first = lvi_rf_entry_slot(rf, lvi_rf_word(rf, at, 2));
    const lambdav_variable *shared;
    lambdav_name name;
    uint32_t i = lvi_rf_string(rf, at, 3, &name), k;
    for (; i < lvi_sr_length(&rf->m, at); i++) {
        if (lvi_rf_stage_variable(rf, lvi_rf_word(rf, at, i)) == 0) continue;
        shared = lvi_rf_variable_slot(rf, lvi_rf_word(rf, at, i));
        if (shared != NULL && *variable < rf->out->variable_capacity) {
            lambdav_variable *v = &rf->out->variables[*variable];
            k = v->entry;
            *v = *shared;
            v->entry = k;
        }
        ++*variable;
    }
    for (k = 0; first != NULL && entry < rf->out->entry_point_capacity && k < 3; k++) {
        rf->out->entry_points[entry].workgroup_size[k] = first->workgroup_size[k];
        rf->out->entry_points[entry].workgroup_spec[k] = first->workgroup_spec[k];
    }
}

/* The BuiltIn WorkgroupSize goes before the execution modes, in stages that have them. */
static void lvi_rf_apply_workgroup(lvi_rf *rf) {
    lambdav_entry_point *entry;
    size_t i;
    uint32_t k, id;
    if (lvi_rf_constituent(rf, rf->workgroup, 0) == 0) return;
    for (i = 0; i < rf->out->entry_point_count && i < rf->out->entry_point_capacity; i++) {
        entry = &rf->out->entry_points[i];
        if (entry->execution_model != LAMBDAV_STAGE_COMPUTE && entry->workgroup_size[0] == 0)
            continue;
        for (k = 0; k < 3; k++) {
            id = lvi_rf_constituent(rf, rf->workgroup, k);
            entry->workgroup_size[k] = lvi_rf_constant(rf, id);
            entry->workgroup_spec[k] = lvi_rf_get(rf, id, LVI_RF_NOTE) - 1;
        }
    }
}

/* What the slots are made from. */
static void lvi_rf_survey(lvi_rf *rf) {
    size_t at, end = rf->m.functions;
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) {
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpDecorate) lvi_rf_annotation(rf, at);
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpMemberDecorate) lvi_rf_member_annotation(rf, at);
    }
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at))
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpMemberDecorate) lvi_rf_matrix_annotation(rf, at);
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) lvi_rf_definition(rf, at);
    for (; at < rf->m.count; at += lvi_sr_length(&rf->m, at))
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpFunction) lvi_rf_definition(rf, at);
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) lvi_rf_reach(rf, at);
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) lvi_rf_number(rf, at);
    lvi_rf_calls(rf);
}

/* Runs the walks. Returns 0 if a name does not end. */
static int lvi_rf_walk(lvi_rf *rf) {
    size_t at, end = rf->m.functions, entry = 0, variable = 0;
    lvi_rf_survey(rf);
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) lvi_rf_fill(rf, at);
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at))
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpEntryPoint && !lvi_rf_add_entry(rf, at)) return 0;
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at))
        if (!lvi_rf_describe(rf, at)) return 0;
    for (at = LVI_SR_HEADER; at < end; at += lvi_sr_length(&rf->m, at)) {
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpTypeStruct) lvi_rf_finish_members(rf, at);
        if (lvi_sr_op(&rf->m, at) == LVI_SPV_OpEntryPoint)
            lvi_rf_copy_shared(rf, at, entry++, &variable);
    }
    lvi_rf_apply_workgroup(rf);
    return 1;
}

static void lvi_rf_clear(lambdav_reflection *out) {
    out->version = 0;
    out->entry_point_count = out->variable_count = out->resource_count = 0;
    out->struct_count = out->member_count = out->spec_constant_count = 0;
}

/* Whether each array that has room is there. */
static int lvi_rf_good_call(const lambdav_reflection *out) {
    return (out->specializations != NULL || out->specialization_count == 0)
           && (out->entry_points != NULL || out->entry_point_capacity == 0)
           && (out->variables != NULL || out->variable_capacity == 0)
           && (out->resources != NULL || out->resource_capacity == 0)
           && (out->structs != NULL || out->struct_capacity == 0)
           && (out->members != NULL || out->member_capacity == 0)
           && (out->spec_constants != NULL || out->spec_constant_capacity == 0);
}

LAMBDAV_API lambdav_status lambdav_reflect(const uint32_t *words, size_t word_count, void *scratch,
                                           size_t scratch_size, lambdav_reflection *reflection) {
    lambdav_reflection *out = reflection;
    lvi_rf rf;
    if (out == NULL || (words == NULL && word_count > 0)) return LAMBDAV_BAD_CALL;
    if (scratch == NULL && scratch_size > 0) return LAMBDAV_BAD_CALL;
    if (!lvi_rf_good_call(out)) return LAMBDAV_BAD_CALL;
    lvi_rf_clear(out);
    lvi_zero(&rf, sizeof rf);
    if (word_count > LVI_RF_MAX_WORDS || lvi_sr_open(&rf.m, words, word_count) != NULL)
        return LAMBDAV_INPUT_ERROR;
    rf.bound = words[3];
    rf.scratch = (unsigned char *)scratch;
    rf.out = out;
    if (rf.bound > scratch_size / LAMBDAV_REFLECT_SCRATCH) return LAMBDAV_OUT_OF_MEMORY;
    lvi_zero(scratch, LAMBDAV_REFLECT_SCRATCH * (size_t)rf.bound);
    if (!lvi_rf_walk(&rf)) {
        lvi_rf_clear(out);
        return LAMBDAV_INPUT_ERROR;
    }
    out->version = words[1];
    return LAMBDAV_OK;
}

LAMBDAV_API char lambdav_name_byte(lambdav_name name, uint32_t i) {
    if (i >= name.size) return '\0';
    return (char)((name.words[i / 4] >> (i % 4 * 8)) & 0xFFu);
}

/* ------------------------------------------------------------------------------------------------
   // >>dump  [24]  the state after a pass -> text
   forms     S-expressions as they were read, one top-level form a line, each source after `; NAME`.
   graph     a line for each node, `%id = OP type operands  ; place that made it first`; constants
             stand where they are used. A LOOP has its initial values, then its decision tree. The
             roots of each entry point come last.
   schedule  for each entry point the inputs that it reads and its regions, indented (see
             >>regions). A value is named by the node that it computes; two in different regions
             may compute one.
   words     an instruction a line: its place, result id, name, operands (after a result: first its
             type). An operation's name is that of its row in LVI_OPS.
   Text goes out in small pieces. What nests is walked with a stack in the free middle of the arena,
   so that a dump takes no memory of the compile and changes nothing; where that room is too small,
   the text has "..." instead of what nests deeper. A pass that the compile stopped in shows
   nothing. */

#define LVI_DUMPS(X) X(forms) X(graph) X(schedule) X(words)

#define LVI_ROW(name) LVI_DUMP_##name,
enum { LVI_DUMPS(LVI_ROW) LVI_DUMP_COUNT };
#undef LVI_ROW
#define LVI_ROW(name) #name "\0"
static const char lvi_dumps[] = LVI_DUMPS(LVI_ROW);
#undef LVI_ROW

#define LVI_DM_PIECE 80u /* the most that one function of `diag` appends */

typedef struct lvi_dump {
    lvi_context *cx;
    lvi_message m;
    char buffer[2 * LVI_DM_PIECE];
    uint32_t depth, room;               /* entries on the stack, and what fits */
    /* the last place shown, which the next one is counted from */
    const lvi_source *source;
    uint32_t offset, line;
} lvi_dump;

static void lvi_dm_flush(lvi_dump *d) {
    d->cx->write(d->cx->write_user, d->buffer, d->m.size); /* calls: user */
    d->m.size = 0;
}

/* Where to append the next piece of text. */
static lvi_message *lvi_dm_to(lvi_dump *d) {
    if (d->m.size > LVI_DM_PIECE) lvi_dm_flush(d);
    return &d->m;
}

static void lvi_dm_text(lvi_dump *d, const char *text) {
    lvi_ms_text(lvi_dm_to(d), text);
}

static void lvi_dm_bytes(lvi_dump *d, const unsigned char *bytes, uint32_t size) {
    uint32_t i;
    for (i = 0; i < size; i++) lvi_ms_bytes(lvi_dm_to(d), bytes + i, 1);
}

/* `text`, which may be empty, and a number. */
static void lvi_dm_number(lvi_dump *d, const char *text, uint32_t n) {
    lvi_dm_text(d, text);
    lvi_ms_number(&d->m, n);
}

static void lvi_dm_line(lvi_dump *d, uint32_t indent) {
    lvi_dm_text(d, "\n");
    while (indent--) lvi_dm_text(d, "  ");
}

static uint32_t *lvi_dm_stack(lvi_dump *d) {
    lvi_context *cx = d->cx;
    return LVI_AT(uint32_t, cx->arena.low) + 2 * d->depth;
}

/* Remembers two words to go on with; prints "..." and returns 0 if there is no room. */
static int lvi_dm_push(lvi_dump *d, uint32_t ref, uint32_t indent) {
    if (d->depth >= d->room) {
        lvi_dm_text(d, "...");
        return 0;
    }
    lvi_dm_stack(d)[0] = ref, lvi_dm_stack(d)[1] = indent;
    d->depth++;
    return 1;
}

/* The newest of what was pushed; 0 if nothing is left. */
static int lvi_dm_pop(lvi_dump *d, uint32_t *ref, uint32_t *indent) {
    if (!d->depth) return 0;
    d->depth--;
    *ref = lvi_dm_stack(d)[0], *indent = lvi_dm_stack(d)[1];
    return 1;
}

static void lvi_dm_float(lvi_dump *d, uint32_t bits) {
    lvi_message *m = lvi_dm_to(d);
    m->size += lvi_nm_print(bits, m->dst + m->size);
}

/* As it is written: -5i, 7u. */
static void lvi_dm_integer(lvi_dump *d, uint32_t bits, int is_signed) {
    int negative = is_signed && bits >> 31;
    lvi_dm_number(d, negative ? "-" : "", negative ? 0 - bits : bits);
    lvi_dm_text(d, is_signed ? "i" : "u");
}

#define LVI_ROW(name, class_, cost, num, int_, uint, bool_) #name "\0"
static const char lvi_dm_ops[] = LVI_OPS(LVI_ROW);
#undef LVI_ROW

/* --- forms */

static void lvi_dm_string(lvi_dump *d, uint32_t form) {
    const lvi_form *f = &d->cx->forms[form];
    const lvi_source *s = lvi_dg_source(d->cx, f->pos);
    lvi_dm_text(d, "\"");
    lvi_dm_bytes(d, s->text + (f->pos - s->start) + 1, f->a);
    lvi_dm_text(d, "\"");
}

static void lvi_dm_atom(lvi_dump *d, uint32_t form) {
    lvi_context *cx = d->cx;
    const lvi_form *f = &cx->forms[form];
    const lvi_symbol *s = LVI_AT(lvi_symbol, f->a);
    switch (f->kind) {
    case LVI_TRUTH: lvi_dm_text(d, f->a ? "true" : "false"); break;
    case LVI_LITERAL: case LVI_FLOAT: lvi_dm_float(d, f->a); break;
    case LVI_INT: case LVI_UINT: lvi_dm_integer(d, f->a, f->kind == LVI_INT); break;
    case LVI_STRING: lvi_dm_string(d, form); break;
    case LVI_DIM: lvi_dm_text(d, lvi_word(lvi_dim_names, f->a)); break;
    case LVI_SYMBOL: case LVI_DOT: case LVI_KEYWORD:
        lvi_dm_text(d, f->kind == LVI_DOT ? "." : f->kind == LVI_KEYWORD ? ":" : "");
        lvi_dm_bytes(d, s->text, s->size);
        break;
    default: break;
    }
}

static void lvi_dm_source(lvi_dump *d, const lvi_source *s) {
    uint32_t form = d->cx->forms[s->forms].a, unused;
    lvi_dm_text(d, "; ");
    lvi_dm_bytes(d, (const unsigned char *)s->name, s->name_size);
    lvi_dm_text(d, "\n");
    while (form || d->depth) {
        const lvi_form *f = &d->cx->forms[form];
        if (!form) {
            lvi_dm_pop(d, &form, &unused);
            lvi_dm_text(d, ")");
        } else if (f->kind == LVI_LIST && lvi_dm_push(d, f->next, 0)) {
            lvi_dm_text(d, "(");
            form = f->a;
            continue;
        } else {
            lvi_dm_atom(d, form);
            form = f->next;
        }
        if (!d->depth) lvi_dm_text(d, "\n");
        else if (form) lvi_dm_text(d, " ");
    }
}

static void lvi_dm_forms(lvi_dump *d) {
    uint32_t i;
    for (i = 0; i < d->cx->source_count; i++) lvi_dm_source(d, &d->cx->sources[i]);
}

/* --- graph */

/* A node where it is used: a constant is its value. */
static void lvi_dm_operand(lvi_dump *d, uint32_t id) {
    lvi_context *cx = d->cx;
    const lvi_node *n = LVI_NODE(id);
    lvi_dm_text(d, " ");
    if (n->op == LVI_OP_RESOURCE && LVI_RESOURCE(n->a[0])->symbol)
        lvi_ms_symbol(lvi_dm_to(d), cx, LVI_RESOURCE(n->a[0])->symbol);
    else if (n->op != LVI_OP_CONST) lvi_dm_number(d, "%", id);
    else if (n->type == LVI_T_BOOL) lvi_dm_text(d, n->a[0] ? "true" : "false");
    else if (n->type == LVI_T_NUM) lvi_dm_float(d, n->a[0]);
    else lvi_dm_integer(d, n->a[0], n->type == LVI_T_INT);
}

static void lvi_dm_operands(lvi_dump *d, const uint32_t *ids, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) lvi_dm_operand(d, ids[i]);
}

/* What a node has besides its operands. */
static void lvi_dm_payload(lvi_dump *d, const lvi_node *n) {
    lvi_context *cx = d->cx;
    uint32_t i, ref;
    switch (n->op) {
    case LVI_OP_PARAM:
        lvi_dm_number(d, " ", n->a[1]);
        lvi_dm_number(d, " of loop ", n->a[0]);
        if (n->a[2]) lvi_dm_number(d, ", always %", n->a[2]);
        break;
    case LVI_OP_LOOP: lvi_dm_number(d, " ", n->a[0]); break;
    case LVI_OP_EXTRACT:
    case LVI_OP_PROJ: lvi_dm_number(d, " ", n->a[1]); break;
    case LVI_OP_SHUFFLE:
        for (i = 0; i < LVI_ROWS(n->type); i++) lvi_dm_number(d, " ", n->a[1] >> 4 * i & 15u);
        break;
    case LVI_OP_PUSH:
        for (ref = cx->members; LVI_AT(lvi_member, ref)->index != n->a[0];)
            ref = LVI_AT(lvi_member, ref)->next;
        lvi_dm_text(d, " ");
        lvi_ms_symbol(lvi_dm_to(d), cx, LVI_AT(lvi_member, ref)->symbol);
        break;
    case LVI_OP_RESOURCE:
    case LVI_OP_SPEC:
        lvi_dm_text(d, " ");
        if (!LVI_RESOURCE(n->a[0])->symbol) lvi_dm_text(d, "push-constants");
        else lvi_ms_symbol(lvi_dm_to(d), cx, LVI_RESOURCE(n->a[0])->symbol);
        break;
    case LVI_OP_INPUT:
        if (n->a[0] >= LVI_IN_COUNT) {
            lvi_dm_text(d, " ");
            lvi_ms_symbol(lvi_dm_to(d), cx, LVI_RESOURCE(n->a[0] - LVI_IN_COUNT)->symbol);
            break;
        }
        for (i = 0; lvi_builtins[i].rule != LVI_R_STAGE || lvi_builtins[i].op != n->a[0];) i++;
        lvi_dm_text(d, " ");
        lvi_ms_row(lvi_dm_to(d), i);
        break;
    default: break;
    }
}

/* "%7 = SIN num" */
static void lvi_dm_head(lvi_dump *d, uint32_t id) {
    lvi_context *cx = d->cx;
    lvi_dm_number(d, "%", id);
    lvi_dm_text(d, " = ");
    lvi_dm_text(d, lvi_word(lvi_dm_ops, LVI_NODE(id)->op));
    if (LVI_NODE(id)->op == LVI_OP_LOOP) return;
    lvi_dm_text(d, " ");
    lvi_ms_type(lvi_dm_to(d), LVI_NODE(id)->type);
}

/* "  ; input:3:5". Nodes come in about the order of the text: lines are counted from the place
   before. */
static void lvi_dm_place(lvi_dump *d, uint32_t form) {
    uint32_t pos = d->cx->forms[form].pos, column;
    const lvi_source *s = lvi_dg_source(d->cx, pos);
    if (s != d->source) d->source = s, d->offset = 0, d->line = 1;
    pos -= s->start;
    while (d->offset < pos) d->line += s->text[d->offset++] == '\n';
    while (d->offset > pos) d->line -= s->text[--d->offset] == '\n';
    for (column = 0; column < pos && s->text[pos - column - 1] != '\n';) column++;
    lvi_dm_text(d, "  ; ");
    lvi_dm_bytes(d, (const unsigned char *)s->name, s->name_size);
    lvi_dm_number(d, ":", d->line);
    lvi_dm_number(d, ":", column + 1);
}

/* The decision tree of a loop. */
static void lvi_dm_tree(lvi_dump *d, const lvi_loop *l) {
    lvi_context *cx = d->cx;
    uint32_t ref, indent;
    lvi_dm_push(d, l->tree, 1);
    while (lvi_dm_pop(d, &ref, &indent)) {
        const lvi_tree *t = LVI_AT(lvi_tree, ref);
        lvi_dm_line(d, indent);
        if (t->kind == LVI_TREE_IF) {
            lvi_dm_text(d, "if");
            lvi_dm_operand(d, t->a);
            if (lvi_dm_push(d, t->no, indent + 1)) lvi_dm_push(d, t->yes, indent + 1);
        } else {
            int again = t->kind == LVI_TREE_REC;
            lvi_dm_text(d, again ? "rec" : "exit");
            lvi_dm_operands(d, LVI_AT(uint32_t, t->a), again ? l->param_count : l->result_count);
        }
    }
}

static void lvi_dm_node(lvi_dump *d, uint32_t id) {
    lvi_context *cx = d->cx;
    const lvi_node *n = LVI_NODE(id);
    if (n->op == LVI_OP_CONST) return;
    lvi_dm_head(d, id);
    lvi_dm_operands(d, lvi_gr_operands(cx, id), n->op == LVI_OP_PROJ ? 1 : n->count);
    lvi_dm_payload(d, n);
    if (n->op == LVI_OP_LOOP) {
        const lvi_loop *l = LVI_LOOP(n->a[0]);
        lvi_dm_text(d, " from");
        lvi_dm_operands(d, LVI_AT(uint32_t, l->inits), l->param_count);
    }
    lvi_dm_place(d, n->form);
    if (n->op == LVI_OP_LOOP) lvi_dm_tree(d, LVI_LOOP(n->a[0]));
    lvi_dm_text(d, "\n");
}

/* `fragment "main"`, `compute "main" 8 8 1`, without an end of line. */
static void lvi_dm_entry(lvi_dump *d, const lvi_entry *e) {
    lvi_context *cx = d->cx;
    const lvi_symbol *name = LVI_AT(lvi_symbol, e->name);
    uint32_t i;
    lvi_dm_text(d, lvi_word(lvi_stage_names, e->stage));
    lvi_dm_text(d, " \"");
    lvi_dm_bytes(d, name->text, name->size);
    lvi_dm_text(d, "\"");
    for (i = 0; i < 3 && e->stage == LVI_STAGE_COMPUTE; i++)
        lvi_dm_operand(d, e->size_nodes[i]);
}

/* `output 1`, `varying uv`, `position`, and the node. */
static void lvi_dm_root(lvi_dump *d, const lvi_root *r) {
    lvi_context *cx = d->cx;
    if (r->kind == LVI_ROOT_DISCARD || r->kind == LVI_ROOT_EFFECT)
        lvi_dm_text(d, r->kind == LVI_ROOT_EFFECT ? "effect" : "discard-when");
    else lvi_dm_text(d, lvi_pr_written(r));
    if (r->kind == LVI_ROOT_OUTPUT) lvi_dm_number(d, "", r->location);
    if (r->kind == LVI_ROOT_VARYING) {
        const lvi_symbol *name =
            LVI_AT(lvi_symbol, LVI_AT(lvi_resource, r->resource)->symbol);
        lvi_dm_bytes(d, name->text, name->size);
    }
    if (r->kind != LVI_ROOT_EFFECT) lvi_dm_operand(d, r->node);
}

static void lvi_dm_graph(lvi_dump *d) {
    lvi_context *cx = d->cx;
    uint32_t id, ref, root;
    for (id = 1; id < cx->node_count; id++) lvi_dm_node(d, id);
    for (ref = cx->entries; ref; ref = LVI_AT(lvi_entry, ref)->next) {
        if (LVI_AT(lvi_entry, ref)->skipped) continue;
        lvi_dm_entry(d, LVI_AT(lvi_entry, ref));
        for (root = LVI_AT(lvi_entry, ref)->roots; root; root = LVI_AT(lvi_root, root)->next) {
            lvi_dm_line(d, 1);
            lvi_dm_root(d, LVI_AT(lvi_root, root));
        }
        lvi_dm_text(d, "\n");
    }
}

/* --- schedule */

static void lvi_dm_slot(lvi_dump *d, uint32_t slot) {
    lvi_context *cx = d->cx;
    if (!slot) lvi_dm_text(d, " -");
    else lvi_dm_operand(d, LVI_IS_NODE(slot) ? LVI_SLOT_NODE(slot) : LVI_ITEM(slot)->node);
}

static void lvi_dm_slots(lvi_dump *d, const uint32_t *slots, uint32_t count) {
    uint32_t i;
    for (i = 0; i < count; i++) lvi_dm_slot(d, slots[i]);
}

/* Regions on the stack are told from items by this bit. */
#define LVI_DM_REGION 1u

static void lvi_dm_push_region(lvi_dump *d, uint32_t region, uint32_t indent) {
    if (region) lvi_dm_push(d, region | LVI_DM_REGION, indent);
}

/* What stands below an item, pushed in reverse: it is shown from first to last. */
static void lvi_dm_below(lvi_dump *d, uint32_t ref, uint32_t indent) {
    lvi_context *cx = d->cx;
    const lvi_loop_item *loop = LVI_AT(lvi_loop_item, ref);
    const lvi_tree_if *arms = LVI_AT(lvi_tree_if, ref); /* the same head as lvi_select */
    uint32_t k;
    switch (LVI_ITEM(ref)->kind) {
    case LVI_I_SELECT:
        if (LVI_AT(lvi_select, ref)->members)
            lvi_dm_push(d, LVI_AT(lvi_select, ref)->members, indent);
        lvi_dm_push_region(d, LVI_AT(lvi_select, ref)->no, indent);
        lvi_dm_push_region(d, LVI_AT(lvi_select, ref)->yes, indent);
        break;
    case LVI_I_TREE_IF:
        lvi_dm_push_region(d, arms->no, indent);
        lvi_dm_push_region(d, arms->yes, indent);
        break;
    case LVI_I_LOOP:
        if (!LVI_REGION(loop->body)->end)
            lvi_dm_push_region(d, LVI_AT(uint32_t, loop->exits)[0], indent);
        lvi_dm_push_region(d, loop->body, indent);
        for (k = loop->param_count; k-- > 0;)
            if (LVI_AT(uint32_t, loop->params)[k])
                lvi_dm_push(d, LVI_AT(uint32_t, loop->params)[k], indent + 1);
        break;
    case LVI_I_CELL: lvi_dm_push_region(d, LVI_AT(lvi_cell, ref)->body, indent); break;
    case LVI_I_LIVE: lvi_dm_push_region(d, LVI_AT(lvi_live, ref)->body, indent); break;
    default: break;
    }
}

/* The values that an item has in an array of its own. */
static void lvi_dm_results(lvi_dump *d, uint32_t ref) {
    lvi_context *cx = d->cx;
    const lvi_loop_item *loop = LVI_AT(lvi_loop_item, ref);
    const lvi_call *call = LVI_AT(lvi_call, ref);
    uint32_t kind = LVI_ITEM(ref)->kind, values;
    if (kind == LVI_I_LOOP) {
        lvi_dm_text(d, " ->");
        lvi_dm_slots(d, LVI_AT(uint32_t, loop->results), loop->result_count);
    } else if (kind == LVI_I_CELL || kind == LVI_I_CALL) {
        const lvi_cell *cell = LVI_AT(lvi_cell, kind == LVI_I_CALL ? call->cell : ref);
        values = kind == LVI_I_CALL ? call->results : cell->values;
        lvi_dm_operand(d, LVI_ITEM(ref)->node);
        lvi_dm_text(d, " ->");
        lvi_dm_slots(d, LVI_AT(uint32_t, values), cell->value_count);
    }
}

static void lvi_dm_item(lvi_dump *d, uint32_t ref) {
    static const char kinds[] = "\0select\0loop\0cell\0call\0any\0kill\0live\0if\0exit\0rec"
                                "\0out\0phi\0param\0result\0escape\0";
    static const char flags[] = " collapsed\0 direct\0 spilled\0 guarded";
    lvi_context *cx = d->cx;
    const lvi_item *item = LVI_ITEM(ref);
    const char *kind = lvi_word(kinds, item->kind);
    uint32_t i;
    if (!*kind) {
        lvi_dm_head(d, item->node);
    } else {
        if (item->kind == LVI_I_ANY || item->kind >= LVI_I_PHI) {
            lvi_dm_number(d, "%", item->node);
            lvi_dm_text(d, " = ");
        }
        lvi_dm_text(d, kind);
    }
    for (i = 0; i < item->count; i++) {
        if (item->negated >> i & 1u) lvi_dm_text(d, " not");
        lvi_dm_slot(d, LVI_SLOTS(ref)[i]);
    }
    if (!*kind) lvi_dm_payload(d, LVI_NODE(item->node));
    lvi_dm_results(d, ref);
    for (i = 0; i < 4; i++)
        if (item->flags >> i & 1u) lvi_dm_text(d, lvi_word(flags, i));
}

/* `yes:` and so on. An EXIT region holds what happens after the loop; only the way there is
   inside. */
static void lvi_dm_region(lvi_dump *d, uint32_t ref) {
    static const char names[] = "root:\0\0body:\0\0exit:\0cell:\0then:";
    lvi_context *cx = d->cx;
    const lvi_region *r = LVI_REGION(ref);
    const lvi_tree_if *owner = LVI_AT(lvi_tree_if, r->owner);
    if (r->owner && (owner->item.kind == LVI_I_SELECT || owner->item.kind == LVI_I_TREE_IF))
        lvi_dm_text(d, owner->yes == ref ? "yes:" : "no:");
    else lvi_dm_text(d, lvi_word(names, r->kind));
}

/* One entry point: its inputs, then the region tree in the order of execution. */
static void lvi_dm_plan(lvi_dump *d, const lvi_plan *plan) {
    lvi_context *cx = d->cx;
    uint32_t ref, indent;
    lvi_dm_entry(d, LVI_AT(lvi_entry, plan->entry));
    lvi_dm_push_region(d, plan->s.root, 1);
    if (plan->s.entries) lvi_dm_push(d, plan->s.entries, 1);
    while (lvi_dm_pop(d, &ref, &indent)) {
        lvi_dm_line(d, indent);
        if (ref & LVI_DM_REGION) {
            const lvi_region *r = LVI_REGION(ref - LVI_DM_REGION);
            lvi_dm_region(d, ref - LVI_DM_REGION);
            if (r->end) lvi_dm_push(d, r->end, indent + 1);
            if (r->first) lvi_dm_push(d, r->first, indent + 1);
            if (r->escapes) lvi_dm_push(d, r->escapes, indent + 1);
        } else {
            lvi_dm_item(d, ref);
            if (LVI_ITEM(ref)->next) lvi_dm_push(d, LVI_ITEM(ref)->next, indent);
            lvi_dm_below(d, ref, indent);
        }
    }
    lvi_dm_text(d, "\n");
}

static void lvi_dm_schedule(lvi_dump *d) {
    lvi_context *cx = d->cx;
    uint32_t ref;
    for (ref = cx->m.plans; ref; ref = LVI_AT(lvi_plan, ref)->next)
        lvi_dm_plan(d, LVI_AT(lvi_plan, ref));
}

/* --- words */

/* Instructions that are no operations. Columns: name; what stands first: a result, or its type and
   it. */
#define LVI_DM_RESULT 0x4000u
#define LVI_DM_TYPED 0xc000u
#define LVI_DM_PRELUDE(X)                                                                     \
    X(Capability, 0) X(Extension, 0) X(ExtInstImport, LVI_DM_RESULT) X(MemoryModel, 0)        \
    X(EntryPoint, 0) X(ExecutionMode, 0) X(Name, 0) X(MemberName, 0) X(Decorate, 0)           \
    X(MemberDecorate, 0) X(String, LVI_DM_RESULT) X(Source, 0) X(SourceContinued, 0)          \
    X(TypeVoid, LVI_DM_RESULT) X(TypeBool, LVI_DM_RESULT) X(TypeInt, LVI_DM_RESULT)           \
    X(TypeFloat, LVI_DM_RESULT) X(TypeVector, LVI_DM_RESULT) X(TypeMatrix, LVI_DM_RESULT)     \
    X(TypeStruct, LVI_DM_RESULT) X(TypePointer, LVI_DM_RESULT) X(TypeFunction, LVI_DM_RESULT) \
    X(TypeArray, LVI_DM_RESULT) X(TypeRuntimeArray, LVI_DM_RESULT) X(ExecutionModeId, 0)      \
    X(SpecConstantTrue, LVI_DM_TYPED) X(SpecConstantFalse, LVI_DM_TYPED)                      \
    X(SpecConstant, LVI_DM_TYPED) X(SpecConstantComposite, LVI_DM_TYPED)                      \
    X(Undef, LVI_DM_TYPED) X(ConstantTrue, LVI_DM_TYPED) X(ConstantFalse, LVI_DM_TYPED)       \
    X(Constant, LVI_DM_TYPED) X(ConstantComposite, LVI_DM_TYPED) X(Variable, LVI_DM_TYPED)
#define LVI_DM_FUNCTION(X)                                                                        \
    X(Function, LVI_DM_TYPED) X(FunctionEnd, 0) X(FunctionCall, LVI_DM_TYPED)                     \
    X(Load, LVI_DM_TYPED) X(Store, 0) X(AccessChain, LVI_DM_TYPED) X(VectorShuffle, LVI_DM_TYPED) \
    X(CompositeConstruct, LVI_DM_TYPED) X(CompositeExtract, LVI_DM_TYPED) X(Phi, LVI_DM_TYPED)    \
    X(ArrayLength, LVI_DM_TYPED)                                                                  \
    X(LoopMerge, 0) X(SelectionMerge, 0) X(Label, LVI_DM_RESULT) X(Branch, 0)                     \
    X(BranchConditional, 0) X(Switch, 0) X(Kill, 0) X(TerminateInvocation, 0)                     \
    X(Return, 0) X(Unreachable, 0) X(Line, 0) X(NoLine, 0)
#define LVI_DM_INFOS(X)                                                                           \
    X(CompilationUnit) X(TypeBasic) X(TypeVector) X(TypeArray) X(TypeFunction) X(TypeComposite)   \
    X(GlobalVariable) X(Function) X(LexicalBlock) X(Scope) X(InlinedAt) X(LocalVariable) X(Value) \
    X(Expression) X(Source) X(FunctionDefinition) X(SourceContinued) X(Line) X(NoLine)            \
    X(TypeMatrix) X(TypeMember) X(InfoNone)

#define LVI_ROW(name, first) LVI_SPV_Op##name + first,
static const uint16_t lvi_dm_opcodes[] = {LVI_DM_PRELUDE(LVI_ROW) LVI_DM_FUNCTION(LVI_ROW)};
#undef LVI_ROW
#define LVI_ROW(name, first) #name "\0"
static const char lvi_dm_names[] = LVI_DM_PRELUDE(LVI_ROW) LVI_DM_FUNCTION(LVI_ROW);
#undef LVI_ROW
#define LVI_ROW(name) LVI_INFO_Debug##name,
static const uint8_t lvi_dm_infos[] = {LVI_DM_INFOS(LVI_ROW)};
#undef LVI_ROW
#define LVI_ROW(name) "Debug" #name "\0"
static const char lvi_dm_info_names[] = LVI_DM_INFOS(LVI_ROW);
#undef LVI_ROW

/* The name of an opcode, and what stands first in the instruction. An instruction of GLSL.std.450
   is looked for as in LVI_OPS. */
static const char *lvi_dm_opcode(uint32_t opcode, uint32_t *first) {
    uint32_t i, k;
    for (i = 0; i < LVI_COUNT(lvi_dm_opcodes); i++) {
        *first = lvi_dm_opcodes[i] & LVI_DM_TYPED;
        if ((lvi_dm_opcodes[i] ^ *first) == opcode) return lvi_word(lvi_dm_names, i);
    }
    *first = LVI_DM_TYPED;
    for (i = 0; i < LVI_OP_COUNT; i++)
        for (k = 0; k < 4; k++)
            if (lvi_ops[i].opcode[k] == opcode) return lvi_word(lvi_dm_ops, i);
    return "?";
}

/* The name of an instruction of an extended set. */
static const char *lvi_dm_extended(const lvi_sr_module *m, size_t at, uint32_t *first) {
    uint32_t number = lvi_sr_word(m, at, 4), i;
    if (lvi_sr_word(m, at, 3) == LVI_EM_GLSL) return lvi_dm_opcode(0x8000u | number, first);
    *first = LVI_DM_TYPED;
    for (i = 0; i < LVI_COUNT(lvi_dm_infos); i++)
        if (lvi_dm_infos[i] == number) return lvi_word(lvi_dm_info_names, i);
    return "?";
}

/* Where a literal string begins, 0: there is none. */
static uint32_t lvi_dm_string_word(uint32_t opcode) {
    switch (opcode) {
    case LVI_SPV_OpExtension: case LVI_SPV_OpSourceContinued: return 1;
    case LVI_SPV_OpExtInstImport: case LVI_SPV_OpName: case LVI_SPV_OpString: return 2;
    case LVI_SPV_OpSource: return 4;
    case LVI_SPV_OpEntryPoint: case LVI_SPV_OpMemberName: return 3;
    default: return 0;
    }
}

/* Prints the string that begins at a word of the instruction; returns its last word. */
static uint32_t lvi_dm_literal(lvi_dump *d, const lvi_sr_module *m, size_t at, uint32_t word) {
    uint32_t i;
    lvi_dm_text(d, " \"");
    for (i = 0; lvi_sr_char(m, at, word, i); i++) {
        unsigned char c = (unsigned char)lvi_sr_char(m, at, word, i);
        lvi_dm_bytes(d, &c, 1);
    }
    lvi_dm_text(d, "\"");
    return word + i / 4;
}

/* `number`: the id of the type num. */
static void lvi_dm_instruction(lvi_dump *d, const lvi_sr_module *m, size_t at, uint32_t number) {
    uint32_t op = lvi_sr_op(m, at), i, first;
    const char *name = op == LVI_SPV_OpExtInst ? lvi_dm_extended(m, at, &first)
                                               : lvi_dm_opcode(op, &first);
    lvi_dm_number(d, "", (uint32_t)at);
    lvi_dm_text(d, ": ");
    if (first) {
        lvi_dm_number(d, "%", lvi_sr_word(m, at, first == LVI_DM_TYPED ? 2 : 1));
        lvi_dm_text(d, " = ");
    }
    lvi_dm_text(d, name);
    for (i = first == LVI_DM_RESULT ? 2 : 1; i < lvi_sr_length(m, at); i++) {
        if (i == 2 && first == LVI_DM_TYPED) continue;
        if (i == lvi_dm_string_word(op)) {
            i = lvi_dm_literal(d, m, at, i);
        } else if (i == 3 && op == LVI_SPV_OpConstant && lvi_sr_word(m, at, 1) == number) {
            lvi_dm_text(d, " ");
            lvi_dm_float(d, lvi_sr_word(m, at, i));
        } else {
            lvi_dm_number(d, " ", lvi_sr_word(m, at, i));
        }
    }
    lvi_dm_text(d, "\n");
}

static void lvi_dm_words(lvi_dump *d) {
    lvi_sr_module m;
    size_t at;
    uint32_t number = 0;
    m.words = d->cx->result->words, m.count = m.functions = d->cx->result->word_count;
    lvi_dm_number(d, "; SPIR-V 1.", m.words[1] >> 8 & 255u);
    lvi_dm_number(d, ", ids below ", m.words[3]);
    lvi_dm_number(d, ", words: ", (uint32_t)m.count);
    lvi_dm_text(d, "\n");
    for (at = LVI_SR_HEADER; at < m.count; at += lvi_sr_length(&m, at)) {
        if (lvi_sr_op(&m, at) == LVI_SPV_OpTypeFloat) number = lvi_sr_word(&m, at, 1);
        lvi_dm_instruction(d, &m, at, number);
    }
}

/* --- which */

/* The place of a pass in lvi_dumps, their number if there is none of that name. */
static uint32_t lvi_dm_find(const char *pass) {
    uint32_t i = 0, size = lvi_string_size(pass) + 1;
    while (i < LVI_DUMP_COUNT && !lvi_bytes_equal(pass, lvi_word(lvi_dumps, i), size)) i++;
    return i;
}

/* Shows the state after `pass`, if that is the pass to show and the compile goes on. */
static void lvi_dm_after(lvi_context *cx, uint32_t pass) {
    lvi_dump d;
    if (!cx->dump_pass || cx->stop || lvi_dm_find(cx->dump_pass) != pass) return;
    lvi_zero(&d, sizeof d);
    d.cx = cx;
    d.m.dst = d.buffer, d.m.capacity = sizeof d.buffer;
    d.room = (cx->arena.high - cx->arena.low) / 8;
    switch (pass) {
    case LVI_DUMP_forms: lvi_dm_forms(&d); break;
    case LVI_DUMP_graph: lvi_dm_graph(&d); break;
    case LVI_DUMP_schedule: lvi_dm_schedule(&d); break;
    default: lvi_dm_words(&d); break;
    }
    lvi_dm_flush(&d);
}

/* ------------------------------------------------------------------------------------------------
   // >>driver  [25]  the passes in order */

/* Fills in the defaults; 0 and an error if the caller's arguments make no sense. */
static const char *lvi_dr_options(lvi_context *cx, const lambdav_options *options, const char *text,
                                  size_t size) {
    lambdav_options *o = &cx->options;
    size_t i;
    if (options) *o = *options;
    if (!o->source_name) o->source_name = "input";
    if (!o->max_depth) o->max_depth = 20000;
    if (!o->max_calls) o->max_calls = 250000;
    if (!o->max_nodes) o->max_nodes = 250000;
    if (!o->max_diagnostics) o->max_diagnostics = 64;
    if (o->max_nodes > 0x0fffffffu) o->max_nodes = 0x0fffffffu;
    if (o->max_diagnostics > 65536u) o->max_diagnostics = 65536u;
    if (cx->dump_pass && !cx->write) return "write is NULL";
#define LVI_ROW(name) " " #name
    if (cx->dump_pass && lvi_dm_find(cx->dump_pass) == LVI_DUMP_COUNT)
        return "unknown pass; the passes are" LVI_DUMPS(LVI_ROW);
#undef LVI_ROW
    if (!text && size) return "text is NULL but its size is not 0";
    if ((uint32_t)o->target > LAMBDAV_TARGET_SPIRV_1_6) return "unknown target";
    if (o->flags > (LAMBDAV_KEEP_INTERFACE << 1) - 1) return "unknown flag";
    if (!o->defines && o->define_count) return "defines is NULL but define_count is not 0";
    for (i = 0; i < o->define_count; i++) {
        if (!o->defines[i].name || !o->defines[i].value) return "a define without name or value";
    }
    return NULL;
}

static int lvi_dr_same_name(lvi_context *cx, uint32_t symbol, const char *name) {
    const lvi_symbol *s = LVI_AT(lvi_symbol, symbol);
    return s->size == lvi_string_size(name) && lvi_bytes_equal(s->text, name, s->size);
}

/* Keeps the entry points that the options name, if they name one (each stage can have one of this
   name); an error if there is none to compile. */
static void lvi_dr_entries(lvi_context *cx) {
    uint32_t ref, kept = 0, root = 1;
    for (ref = cx->entries; ref; ref = LVI_AT(lvi_entry, ref)->next) {
        lvi_entry *e = LVI_AT(lvi_entry, ref);
        e->skipped = cx->options.entry && !lvi_dr_same_name(cx, e->name, cx->options.entry);
        kept += !e->skipped;
    }
    if (cx->options.entry && !kept)
        lvi_dg_error1(cx, LVI_E_NO_ENTRY, root, lvi_a_text(cx, cx->options.entry));
    else if (!kept && !(cx->options.flags & LAMBDAV_CHECK_ONLY))
        lvi_dg_error0(cx, LVI_E_NO_OUTPUT, root);
}

/* Makes one condition of an entry's discards. No node is made once an entry is scheduled: that
   needs the links by which twins are found. */
static void lvi_dr_discard(lvi_context *cx, lvi_entry *e) {
    uint32_t ref;
    for (ref = e->roots; ref; ref = LVI_AT(lvi_root, ref)->next) {
        const lvi_root *r = LVI_AT(lvi_root, ref);
        cx->e.at = r->at;
        if (r->kind == LVI_ROOT_DISCARD)
            e->discard =
                e->discard ? lvi_gr_if(cx, e->discard, lvi_gr_bool(cx, 1), r->node) : r->node;
    }
}

static void lvi_dr_schedule(lvi_context *cx, const lvi_entry *e) {
    uint32_t roots, n = 1, ref;
    for (ref = e->roots; ref; ref = LVI_AT(lvi_root, ref)->next) n++;
    roots = lvi_ar_room(cx, n, 4);
    if (!roots) return;
    for (ref = e->roots, n = 0; ref; ref = LVI_AT(lvi_root, ref)->next) {
        if (lvi_root_is_output(LVI_AT(lvi_root, ref)))
            LVI_AT(uint32_t, roots)[n++] = LVI_AT(lvi_root, ref)->node;
    }
    if (e->effect) LVI_AT(uint32_t, roots)[n++] = e->effect;
    lvi_sc_entry(cx, LVI_AT(uint32_t, roots), n, e->discard);
    if (e->effect && !cx->stop) lvi_un_barriers(cx);
}

static void lvi_dr_passes(lvi_context *cx, const char *text, size_t size) {
    uint32_t entry;
    lvi_pr_program(cx, text, size);
    lvi_dm_after(cx, LVI_DUMP_forms);
    if (cx->stop || cx->pass == LVI_PASS_READ) return;
    if (!cx->error_count) lvi_dr_entries(cx);
    cx->pass = LVI_PASS_ELABORATE;
    lvi_el_program(cx);
    lvi_dm_after(cx, LVI_DUMP_graph);
    if (cx->stop || cx->error_count || !cx->entries) return;
    for (entry = cx->entries; entry; entry = LVI_AT(lvi_entry, entry)->next)
        if (!LVI_AT(lvi_entry, entry)->skipped) lvi_dr_discard(cx, LVI_AT(lvi_entry, entry));
    for (entry = cx->entries; entry && !cx->stop; entry = LVI_AT(lvi_entry, entry)->next) {
        if (LVI_AT(lvi_entry, entry)->skipped) continue;
        cx->pass = LVI_PASS_SCHEDULE;
        lvi_dr_schedule(cx, LVI_AT(lvi_entry, entry));
        if (!cx->stop) lvi_em_add(cx, entry);
    }
    lvi_dm_after(cx, LVI_DUMP_schedule);
    cx->pass = LVI_PASS_EMIT;
    if (!cx->stop) lvi_em_module(cx);
    lvi_dm_after(cx, LVI_DUMP_words);
}

/* Hands out what there is. The error that memory ran out comes last. */
static lambdav_status lvi_dr_result(lvi_context *cx) {
    lambdav_result *r = cx->result;
    if (r->emergency.code && cx->diagnostics)
        cx->diagnostics[cx->diagnostic_count++] = r->emergency;
    r->diagnostics = cx->diagnostics ? cx->diagnostics : r->emergency.code ? &r->emergency : NULL;
    r->diagnostic_count = cx->diagnostics ? cx->diagnostic_count : r->diagnostics ? 1 : 0;
    r->error_count = cx->error_count;
    if (cx->arena.base && cx->arena.size) lvi_ar_peak(cx);
    if (cx->stop || cx->error_count || (cx->options.flags & LAMBDAV_CHECK_ONLY)) {
        r->words = NULL;
        r->word_count = 0;
    }
    if (cx->stop) return (lambdav_status)cx->stop;
    return cx->error_count ? LAMBDAV_INPUT_ERROR : LAMBDAV_OK;
}

static lambdav_status lvi_dr_run(lvi_context *cx, const lambdav_options *options, const char *text,
                                 size_t size, void *arena, size_t arena_size,
                                 lambdav_result *result) {
    const char *problem;
    if (!result) return LAMBDAV_BAD_CALL;
    lvi_zero(result, sizeof *result);
    cx->result = result;
    problem = lvi_dr_options(cx, options, text, size);
    if (problem) {
        lvi_arg a = lvi_a_text(cx, problem);
        cx->options.source_name = "input"; /* the options may be rubbish */
        lvi_dg_emergency(cx, LAMBDAV_BAD_CALL, LVI_E_BAD_CALL, &a);
    } else {
        lvi_ar_open(cx, arena, arena_size);
        if (!cx->stop) lvi_dr_passes(cx, text ? text : "", size);
    }
    return lvi_dr_result(cx);
}

LAMBDAV_API lambdav_status lambdav_compile(const lambdav_options *options, const char *text,
                                           size_t size, void *arena, size_t arena_size,
                                           lambdav_result *result) {
    lvi_context cx;
    lvi_zero(&cx, sizeof cx);
    return lvi_dr_run(&cx, options, text, size, arena, arena_size, result);
}

LAMBDAV_API lambdav_status lambdav_dump(const lambdav_options *options, const char *text,
                                        size_t size, void *arena, size_t arena_size,
                                        const char *pass, lambdav_write write, void *user,
                                        lambdav_result *result) {
    lvi_context cx;
    lvi_zero(&cx, sizeof cx);
    cx.write = write, cx.write_user = user, cx.dump_pass = pass ? pass : "";
    return lvi_dr_run(&cx, options, text, size, arena, arena_size, result);
}

LAMBDAV_API const char *lambdav_pass_name(uint32_t i) {
    return i < LVI_DUMP_COUNT ? lvi_word(lvi_dumps, i) : NULL;
}

LAMBDAV_API const char *lambdav_version(void) {
    return LAMBDAV_VERSION_STRING;
}

LAMBDAV_API const char *lambdav_error_name(uint32_t code) {
    return code >= 1 && code < LVI_E_END ? lvi_word(lvi_error_names, code - 1) : NULL;
}

LAMBDAV_API const char *lambdav_error_text(uint32_t code) {
    return code >= 1 && code < LVI_E_END ? lvi_word(lvi_error_texts, code - 1) : NULL;
}

LAMBDAV_API const char *lambdav_builtin_name(uint32_t i) {
    return i < LVI_BUILTIN_COUNT + LVI_FORM_COUNT ? lvi_word(lvi_names, i) : NULL;
}

LAMBDAV_API const char *lambdav_builtin_text(uint32_t i) {
    return i < LVI_BUILTIN_COUNT + LVI_FORM_COUNT ? lvi_word(lvi_syntax, i) : NULL;
}

/* --- drawing a diagnostic */

/* Like lvi_message, but goes on counting past the end of dst. */
typedef struct lvi_sheet {
    char *dst;
    size_t size, capacity;
    uint32_t color;
} lvi_sheet;

static void lvi_sh_char(lvi_sheet *s, char c) {
    if (s->size + 1 < s->capacity) s->dst[s->size] = c;
    s->size++;
}

static void lvi_sh_text(lvi_sheet *s, const char *text) {
    while (*text) lvi_sh_char(s, *text++);
}

static void lvi_sh_color(lvi_sheet *s, const char *code) {
    if (!s->color) return;
    lvi_sh_text(s, "\033[");
    lvi_sh_text(s, code);
    lvi_sh_char(s, 'm');
}

static void lvi_sh_number(lvi_sheet *s, uint32_t n) {
    char digits[12];
    lvi_message m;
    m.dst = digits, m.size = 0, m.capacity = sizeof digits;
    lvi_ms_number(&m, n);
    digits[m.size] = 0;
    lvi_sh_text(s, digits);
}

static void lvi_sh_place(lvi_sheet *s, const lambdav_span *span) {
    size_t i;
    lvi_sh_color(s, "1");
    for (i = 0; i < span->source_name_size; i++) lvi_sh_char(s, span->source_name[i]);
    lvi_sh_char(s, ':'), lvi_sh_number(s, span->line);
    lvi_sh_char(s, ':'), lvi_sh_number(s, span->column);
    lvi_sh_text(s, ": ");
    lvi_sh_color(s, "0");
}

#define LVI_SHOWN 120u /* bytes of a source line that are shown on either side of the culprit */

/* The source line and, below, carets under the culprit. Tabs are kept, so that the carets stand
   right. */
static void lvi_sh_line(lvi_sheet *s, const lambdav_span *span) {
    const char *t = span->text;
    uint32_t begin = span->begin, end = span->begin, i;
    if (!t) return;
    while (begin > 0 && t[begin - 1] != '\n' && span->begin - begin < LVI_SHOWN) begin--;
    while (end < span->text_size && t[end] != '\n' && end - span->begin < LVI_SHOWN) end++;
    while (begin < span->begin && ((unsigned char)t[begin] & 0xc0) == 0x80) begin++;
    while (end > span->begin && end < span->text_size && ((unsigned char)t[end] & 0xc0) == 0x80)
        end--;
    lvi_sh_text(s, "  ");
    for (i = begin; i < end; i++)
        lvi_sh_char(s, t[i] == '\r'                                                ? ' '
                       : t[i] != '\t' && ((unsigned char)t[i] < ' ' || t[i] == 127) ? '?'
                                                                                    : t[i]);
    lvi_sh_text(s, "\n  ");
    for (i = begin; i < span->begin; i++) {
        if (((unsigned char)t[i] & 0xc0) != 0x80) lvi_sh_char(s, t[i] == '\t' ? '\t' : ' ');
    }
    lvi_sh_color(s, "1;32");
    lvi_sh_char(s, '^');
    for (i = span->begin + 1; i < span->end && i < end; i++) {
        if (((unsigned char)t[i] & 0xc0) != 0x80) lvi_sh_char(s, '~');
    }
    lvi_sh_color(s, "0");
    lvi_sh_char(s, '\n');
}

LAMBDAV_API size_t lambdav_format_diagnostic(const lambdav_diagnostic *d, uint32_t flags, char *dst,
                                             size_t cap) {
    lvi_sheet s;
    size_t i;
    s.dst = dst, s.size = 0, s.capacity = dst ? cap : 0, s.color = flags & LAMBDAV_COLOR;
    lvi_sh_place(&s, &d->span);
    lvi_sh_color(&s, d->severity == LAMBDAV_ERROR ? "1;31" : "1;35");
    lvi_sh_text(&s, d->severity == LAMBDAV_ERROR ? "error: " : "warning: ");
    lvi_sh_color(&s, "0");
    lvi_sh_text(&s, d->message);
    lvi_sh_text(&s, " [");
    lvi_sh_text(&s, d->name);
    lvi_sh_text(&s, "]\n");
    lvi_sh_line(&s, &d->span);
    for (i = 0; i < d->note_count; i++) {
        lvi_sh_place(&s, &d->notes[i].span);
        lvi_sh_text(&s, "note: ");
        lvi_sh_text(&s, d->notes[i].message);
        lvi_sh_char(&s, '\n');
        lvi_sh_line(&s, &d->notes[i].span);
    }
    if (s.capacity) dst[s.size < s.capacity ? s.size : s.capacity - 1] = 0;
    return s.size + 1;
}

/* ------------------------------------------------------------------------------------------------
   // >>footer  [26]  private macros end here
   Unless LAMBDAV_KEEP_PRIVATE is defined, as tests of private functions do. */

#ifndef LAMBDAV_KEEP_PRIVATE
#undef LVI_AT
#undef LVI_COUNT
#undef LVI_TYPE
#undef LVI_KIND
#undef LVI_ROWS
#undef LVI_COLUMNS
#undef LVI_T_NUM
#undef LVI_IS_INTEGER
#undef LVI_T_BOOL
#undef LVI_T_INT
#undef LVI_T_UINT
#undef LVI_T_STATE
#undef LVI_SPV_MAGIC
#undef LVI_X
#undef LVI_S
#undef LVI_OPS_STRUCTURE
#undef LVI_OPS_MEMORY
#undef LVI_OPS_ARITHMETIC
#undef LVI_OPS_INTEGER
#undef LVI_OPS_PACK
#undef LVI_OPS_LOGIC
#undef LVI_OPS_MATH
#undef LVI_OPS_TRANSCENDENTAL
#undef LVI_OPS_DERIVATIVE
#undef LVI_OPS
#undef LVI_DEAR
#undef LVI_SELECT_COST
#undef LVI_INPUTS
#undef LVI_BUILTINS_OPERATORS
#undef LVI_BUILTINS_MATH
#undef LVI_BUILTINS_TRIGONOMETRY
#undef LVI_BUILTINS_INTEGERS
#undef LVI_BUILTINS_PACK
#undef LVI_BUILTINS_GEOMETRY
#undef LVI_BUILTINS_TYPES
#undef LVI_BUILTINS_ARRAYS
#undef LVI_BUILTINS
#undef LVI_BUILTIN_COUNT
#undef LVI_FORMS
#undef LVI_TOPLEVEL
#undef LVI_ERRORS_TEXT
#undef LVI_ERRORS_PROGRAM
#undef LVI_ERRORS_NAMES
#undef LVI_ERRORS_TYPES
#undef LVI_ERRORS_REC
#undef LVI_ERRORS_DATA
#undef LVI_ERRORS_STAGES
#undef LVI_ERRORS_MEMORY
#undef LVI_ERRORS
#undef LVI_NAME_SLOTS
#undef LVI_FP_SIGN
#undef LVI_FP_INF
#undef LVI_FP_NAN
#undef LVI_FP_ONE
#undef LVI_FP_HALF
#undef LVI_NM_DIGITS
#undef LVI_NM_WORDS
#undef LVI_NM_PRINT
#undef LVI_SINK
#undef LVI_SINK_SIZE
#undef LVI_NODE
#undef LVI_LOOP
#undef LVI_RESOURCE
#undef LVI_NO_NUMBER
#undef LVI_BUILTINS_ARRAYS
#undef LVI_BUILTINS_EFFECTS
#undef LVI_BUILTINS_STAGES
#undef LVI_BUILTINS_SUBGROUPS
#undef LVI_BUILTINS_TEXTURES
#undef LVI_ERRORS_DATA
#undef LVI_ERRORS_EFFECTS
#undef LVI_OPS_EFFECT
#undef LVI_OPS_IMAGE
#undef LVI_OPS_SUBGROUP
#undef LVI_OPTIONS
#undef LVI_CAPABILITIES
#undef LVI_NEED
#undef LVI_DIMS
#undef LVI_TX_INDEXED
#undef LVI_TX_SAMPLER
#undef LVI_TX_SECOND
#undef LVI_INTERPOLATIONS
#undef LVI_STAGES
#undef LVI_ON_VERTEX
#undef LVI_ON_FRAGMENT
#undef LVI_ON_COMPUTE
#undef LVI_IS_MACHINE
#undef LVI_ITEM
#undef LVI_REGION
#undef LVI_SLOTS
#undef LVI_IS_NODE
#undef LVI_SLOT_NODE
#undef LVI_SC_FLAGS
#undef LVI_QUOTED
#undef LVI_NOTES
#undef LVI_RD_DATUMS
#undef LVI_F_ONE
#undef LVI_F_NEGATIVE_ZERO
#undef LVI_CHEAP
#undef LVI_M_NUM
#undef LVI_M_INTEGER
#undef LVI_M_BOOL
#undef LVI_FRAMES
#undef LVI_FRAME
#undef LVI_TOP
#undef LVI_EL_SCOPES
#undef LVI_EL_ELEMENTS
#undef LVI_EL_ROUNDS
#undef LVI_EL_SHOWN
#undef LVI_SC_COPIES
#undef LVI_SC_GUARDS
#undef LVI_SC_NESTING
#undef LVI_LINK
#undef LVI_SC_LOOP
#undef LVI_SC_SCOPE
#undef LVI_SC_SLOT
#undef LVI_UN_VARIES
#undef LVI_ID_TYPE
#undef LVI_ID_CONSTANT
#undef LVI_ID_NUMBER
#undef LVI_ID_INDEX
#undef LVI_LIMIT_WORDS
#undef LVI_LIMIT_STRING
#undef LVI_LIMIT_IDS
#undef LVI_LIMIT_NESTING
#undef LVI_LIMIT_MEMBERS
#undef LVI_LIMIT_CASES
#undef LVI_LIMIT_VARIABLES
#undef LVI_EM_FLOAT_OPS
#undef LVI_EM_LAST
#undef LVI_EM_NESTING
#undef LVI_EM_PLAN
#undef LVI_EM_KEY_COUNT
#undef LVI_FACT
#undef LVI_FACT_WORDS
#undef LVI_FILE
#undef LVI_TEXT_PIECE
#undef LVI_EXTENT
#undef LVI_RF_MAX_WORDS
#undef LVI_RF_ROW_MAJOR
#undef LVI_RF_COUNT
#undef LVI_RF_NON_WRITABLE
#undef LVI_RF_NON_READABLE
#undef LVI_RF_BUFFER_BLOCK
#undef LVI_RF_REACHED
#undef LVI_RF_QUEUED
#undef LVI_RF_ALL
#undef LVI_EM_REF
#undef LVI_DUMPS
#undef LVI_DM_PIECE
#undef LVI_DM_REGION
#undef LVI_DM_RESULT
#undef LVI_DM_TYPED
#undef LVI_DM_PRELUDE
#undef LVI_DM_FUNCTION
#undef LVI_DM_INFOS
#undef LVI_SHOWN
#undef LVI_FEW
#endif /* LAMBDAV_KEEP_PRIVATE */

#ifdef LVI_NO_JUMP_TABLES
#undef LVI_NO_JUMP_TABLES
#pragma GCC pop_options
#endif
#endif /* LAMBDAV_IMPLEMENTED */
#endif /* LAMBDAV_IMPLEMENTATION */
