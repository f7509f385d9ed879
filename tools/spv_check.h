/* spv_check.h - makes a SPIR-V module record its undefined behaviour. One header, C99 and C++11.
   Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  SPIR-V words -> words that check themselves, and a table of what they check
   SPIR-V, GLSL.std.450 and Vulkan leave much undefined: the root of a negative number, a division
   by zero, an index beyond the end. A GPU says nothing of it. This takes any shader module, from
   any compiler, and gives it back with checks: where a condition fires, a record goes into a
   storage buffer, with the place, the invocation and the operands. Results do not change. Nothing
   is allocated, no libc is called, no function calls itself, the time is near linear, and the same
   words give the same words.

   A user copies two files: this one and spv_module.h, which reads the words.

   Quick start. In one C or C++ file:

       #define SPV_MODULE_IMPLEMENTATION
       #define SPV_CHECK_IMPLEMENTATION
       #include "spv_check.h"
       #include <stdio.h>
       #include <stdlib.h>

       // Gives checks to a module. The caller uses c->words in place of its own, and frees *memory
       // when it has read the buffer.
       int with_checks(spvch_module *c, const uint32_t *words, size_t count, void **memory) {
           spvch_options options = {0};
           size_t size = spvch_memory(words, count);
           options.set = 3;          // where the module finds the buffer: a set that is free
           *memory = malloc(size);
           while (spvch_instrument(c, &options, words, count, *memory, size) == SPVCH_MEMORY
                  && *memory != NULL)
               *memory = realloc(*memory, size = c->needed);
           if (c->error.status != SPVCH_OK)
               printf("word %u: %s\n", (unsigned)c->error.word, c->error.text);
           return c->error.status == SPVCH_OK;
       }

       // Before the run: a storage buffer of spvch_buffer_size(c, 0, 0) bytes, all zero, is bound.
       // After the run, with its words:
       void print_records(const spvch_module *c, const uint32_t *buffer, size_t word_count) {
           spvch_record r;
           uint32_t s, k;
           for (s = 0; s < c->site_count; s++)
               for (k = 0; spvch_read(c, buffer, word_count, s, k, &r); k++)
                   printf("line %u: %s (%u invocations; at %u, %u)\n", (unsigned)c->sites[s].line,
                          c->sites[s].text, (unsigned)spvch_count(c, buffer, word_count, s),
                          (unsigned)r.invocation[0], (unsigned)r.invocation[1]);
       }

   How it works. The words are read once. In front of an instruction that may be undefined stands a
   call to a function that is made for it: one for each condition and types of operands, so that
   the functions of the module keep their blocks, and structured control flow stays as it is. The
   function computes the condition and, if it holds of any component, has the record written. What
   can be proved never to fire gets no call: conditions on constants, on results of clamps and
   masks, on counters of loops, on what a branch has asked before (`proved` counts them).

   The buffer, in 32-bit words; S sites, N records for each (options.records), R words each:
       struct { uint32_t map_width, map_height;          // 0: no map; the caller writes them
                uint32_t counts[S];                      // invocations in which a site fired
                struct { uint32_t entry;                 // number of the entry point, of several
                                                         // of one function the first; bit 31: map
                         uint32_t invocation[3];         // see below
                         uint32_t operands[R - 4]; }     // bits, component by component
                    records[S][N];                       // the first N, in the order of arrival
                uint32_t map[map_height][map_width]; };  // fragments and compute: hits at x, y
   The caller clears it, and makes it as large as spvch_buffer_size says: it is not checked. A
   record's invocation is the pixel's x and y (fragment), the global invocation id (compute, mesh,
   task), the vertex and instance index (vertex), primitive id and invocation id (tessellation,
   geometry), the launch id (rays). Operands of 8 and 16 bits are widened to 32, those of 64 bits
   are two words. An invocation counts once for a site, with its operands of then, however often it
   comes there. Counts are atomics. Helper invocations write nothing, so they report nothing.

   What the device needs: fragmentStoresAndAtomics for fragment shaders, and
   vertexPipelineStoresAndAtomics for vertex, tessellation and geometry shaders, as any write to a
   buffer does. A fragment shader that writes is run even where the depth test fails later.

   SPVCH_DEFINED: an operand that makes the result undefined is replaced before the instruction, so
   that the result is defined; the table >>rows has the operand and its value. Some results: x / 0
   is x and x % 0 is 0; the least integer / -1 is itself; shifts take the amount modulo the width;
   bit fields beyond the width have no bits; conversions saturate, NaN gives 0; indices and
   coordinates of images are clamped to the last, where a write goes too (an empty buffer or image
   has none, the device's robustness decides); sqrt(-x) is 0, log, pow and inversesqrt take 1 for a
   bad x, asin and acos clamp, smoothstep with its edges in the wrong order takes 0 and 1. What has
   no replacement in the table stays as it is. Without SPVCH_RECORD it needs no buffer.

   SPVCH_BOUND: each loop begins again max_iterations times at most, and is left by its back edge
   then, with the values of then; values that are used behind it and were not computed are zero. A
   loop whose end nothing reached goes on to a return. With SPVCH_RECORD each loop that is left so
   is a record. Not bounded is a loop whose back edge is a switch, or from which pointers or images
   come that its last round may not have made, or that stands around 32 loops that one of these
   comes out of. Loops that lambdav.h has bounded, with LAMBDAV_NAMES, are recorded with no flag and
   no number.

   What it does not see: a float that overflows, unless SPVCH_NAN or SPVCH_INFINITY ask; sizes of
   descriptor arrays without a size, pointers into physical memory (OpPtrAccessChain); what was
   never written in arrays of more than 1024 elements once one was, and in shared memory that
   atomics access or whose flags would go beyond 16384 bytes with it; what is undefined before the
   shader runs (descriptors that are not bound, formats that do not fit); races between
   invocations, divergent derivatives and barriers (spv_uniformity.h says where they may be;
   spv_cpu.h finds the first two in a run); subgroup operations on invocations that do not exist;
   the sample of InterpolateAtSample; an undefined value that goes through buffers, images, atomics,
   derivatives, subgroup operations, modf and frexp. (Through instructions, variables and calls it
   is followed, number by number, to branches, indices, outputs, buffers: an OpUndef, and what was
   never written and is moved elsewhere.)

   Configuration:
     SPV_CHECK_IMPLEMENTATION  emit the code, in exactly one translation unit (which needs the code
                               of spv_module.h somewhere as well)

   Contents:
     [0] >>manual       what you are reading
     [1] >>rows         the conditions
     [2] >>api          types and functions
     [3] >>memory       the caller's memory, streams of words, what is made once
     [4] >>types        types and constants, found or made
     [5] >>ranges       what values may be
     [6] >>conditions   strings of the table -> words, or verdicts
     [7] >>recorder     generated functions: records, places of invocations
     [8] >>checkers     generated functions: conditions
     [9] >>plan         instructions -> calls
     [10] >>loops       counters
     [11] >>output      calls and words -> words
     [12] >>bounds      loops -> loops that end
     [13] >>driver      the public functions */

#ifndef SPV_CHECK_H
#define SPV_CHECK_H

#include "spv_module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------
   // >>rows  [1]  the conditions
   X(NAME, OpCode or GLSL_Instruction, operands, condition, fix, text)

   operands: which words of the instruction are a, b, c, as hexadecimal digits. condition and fix
   are in postfix notation, component by component, and a check fires if any component does:
     a b c d     operand             0a 1a 3a 4a ma  0, 1, 3, 4, -1 of the type of a (.: of the top)
     Na          least integer       Wa  width of the result's components    Ea  limit of ldexp
     Ha La       first floats above and below what the result's integers hold; Pa Qa  last that fit
     < > l g =   comparisons (l: <=, g: >=; floats: false of NaN)   U V  >= and > without sign
     ?           >= or NaN           n i x  is NaN, is infinite, is either   T  true
     & | ! + -   on integers and bools      s  select: x y c -> c ? x : y
     A Z         any, all            D  determinant
   fix: operand and its replacement where the condition holds; several are separated by blanks.
   Rows without an opcode are placed by code. */
#define SPVCH_ROWS(X) \
    X(UDIV_ZERO, OpUDiv, "34", "b0b=", "b1b", "an integer division by zero") \
    X(SDIV_ZERO, OpSDiv, "34", "b0b=", "b1b", "an integer division by zero") \
    X(SDIV_RANGE, OpSDiv, "34", "aNa=bmb=&", "b1b", "the least integer divided by -1") \
    X(UMOD_ZERO, OpUMod, "34", "b0b=", "b1b", "an integer remainder of a division by zero") \
    X(SREM_ZERO, OpSRem, "34", "b0b=", "b1b", "an integer remainder of a division by zero") \
    X(SREM_RANGE, OpSRem, "34", "aNa=bmb=&", "b1b", "the least integer divided by -1") \
    X(SMOD_ZERO, OpSMod, "34", "b0b=", "b1b", "an integer remainder of a division by zero") \
    X(SMOD_RANGE, OpSMod, "34", "aNa=bmb=&", "b1b", "the least integer divided by -1") \
    X(FREM_ZERO, OpFRem, "34", "b0b=", "b1b", "a remainder of a division by zero") \
    X(FMOD_ZERO, OpFMod, "34", "b0b=", "b1b", "a modulus of zero") \
    X(SHIFT_LEFT, OpShiftLeftLogical, "34", "bWbU", "bbWb1b-&", "a shift by too many bits") \
    X(SHIFT_RIGHT, OpShiftRightLogical, "34", "bWbU", "bbWb1b-&", "a shift by too many bits") \
    X(SHIFT_SIGNED, OpShiftRightArithmetic, "34", "bWbU", "bbWb1b-&", \
      "a shift by too many bits") \
    X(FIELD_INSERT, OpBitFieldInsert, "56", "aWaVbWaV|ab+WaV|", "a0a b0b", \
      "a bit field beyond the bits") \
    X(FIELD_SIGNED, OpBitFieldSExtract, "45", "aWaVbWaV|ab+WaV|", "a0a b0b", \
      "a bit field beyond the bits") \
    X(FIELD_EXTRACT, OpBitFieldUExtract, "45", "aWaVbWaV|ab+WaV|", "a0a b0b", \
      "a bit field beyond the bits") \
    X(TO_SIGNED, OpConvertFToS, "3", "aHa?aLal|", "aPaQa0aa0a<sa0a>s", \
      "a float that the integer cannot hold") \
    X(TO_UNSIGNED, OpConvertFToU, "3", "aHa?aLal|", "aPaQa0aa0a<sa0a>s", \
      "a float that the integer cannot hold") \
    X(QUAD_INDEX, OpGroupNonUniformQuadBroadcast, "5", "a4aU", "aa3a&", \
      "a quad has no such invocation") \
    X(LOWEST_BIT, OpGroupNonUniformBallotFindLSB, "4", "a0a=Z", "a1a", \
      "the lowest bit of a ballot without bits") \
    X(HIGHEST_BIT, OpGroupNonUniformBallotFindMSB, "4", "a0a=Z", "a1a", \
      "the highest bit of a ballot without bits") \
    X(ASSUMED, OpAssumeTrueKHR, "1", "a!", "", "what is assumed to be true is not") \
    X(REACHED, OpUnreachable, "", "T", "", "what is said to be unreachable was reached") \
    X(SQRT, GLSL_Sqrt, "5", "a0a<", "a0a", "the square root of a negative number") \
    X(INVERSE_SQRT, GLSL_InverseSqrt, "5", "a0al", "a1a", \
      "the inverse square root of zero or a negative number") \
    X(LOG, GLSL_Log, "5", "a0al", "a1a", "the logarithm of zero or a negative number") \
    X(LOG2, GLSL_Log2, "5", "a0al", "a1a", "the logarithm of zero or a negative number") \
    X(POW, GLSL_Pow, "56", "a0a<a0a=b0bl&|", "a1a", \
      "a power of a negative number, or of zero to zero or less") \
    X(ASIN, GLSL_Asin, "5", "a1a>ama<|", "a1amaa0a>s", "the arcsine beyond 1") \
    X(ACOS, GLSL_Acos, "5", "a1a>ama<|", "a1amaa0a>s", "the arccosine beyond 1") \
    X(ACOSH, GLSL_Acosh, "5", "a1a<", "a1a", "the area hyperbolic cosine below 1") \
    X(ATANH, GLSL_Atanh, "5", "a1agamal|", "a0a", "the area hyperbolic tangent at or beyond 1") \
    X(ATAN2, GLSL_Atan2, "56", "a0a=b0b=&", "b1b", "the angle of a zero vector") \
    X(NORMALIZE, GLSL_Normalize, "5", "a0a=Z", "a1a", "normalize of a zero-length vector") \
    X(FCLAMP, GLSL_FClamp, "567", "bc>", "cb", "clamp with its least value above its greatest") \
    X(NCLAMP, GLSL_NClamp, "567", "bc>", "cb", "clamp with its least value above its greatest") \
    X(UCLAMP, GLSL_UClamp, "567", "bcV", "cb", "clamp with its least value above its greatest") \
    X(SCLAMP, GLSL_SClamp, "567", "bc>", "cb", "clamp with its least value above its greatest") \
    X(SMOOTHSTEP, GLSL_SmoothStep, "567", "abg", "a0a b1b", \
      "smoothstep with its first edge not below its second") \
    X(LDEXP, GLSL_Ldexp, "56", "bEb>", "bEb", "ldexp with too great an exponent") \
    X(FREXP, GLSL_Frexp, "5", "ax", "a0a", "frexp of an infinity or a NaN") \
    X(FREXP_STRUCT, GLSL_FrexpStruct, "5", "ax", "a0a", "frexp of an infinity or a NaN") \
    X(INVERSE, GLSL_MatrixInverse, "5", "aD0.=", "", "the inverse of a singular matrix") \
    X(NAN1, NONE, "", "anAbnA!&", "", "a NaN, made from a number") \
    X(NAN2, NONE, "", "anAbnA!&cnA!&", "", "a NaN, made from numbers") \
    X(NAN3, NONE, "", "anAbnA!&cnA!&dnA!&", "", "a NaN, made from numbers") \
    X(INFINITY1, NONE, "", "aiAbxA!&", "", "an infinity, made from a finite number") \
    X(INFINITY2, NONE, "", "aiAbxA!&cxA!&", "", "an infinity, made from finite numbers") \
    X(INFINITY3, NONE, "", "aiAbxA!&cxA!&dxA!&", "", "an infinity, made from finite numbers") \
    X(VECTOR_INDEX, NONE, "", "abU", "a0bb1b-b0b=s", "a vector has no such component") \
    X(ARRAY_INDEX, NONE, "", "abU", "a0bb1b-b0b=s", "an index beyond the end of the array") \
    X(BUFFER_INDEX, NONE, "", "abU", "a0bb1b-b0b=s", "an index beyond the end of the buffer") \
    X(DESCRIPTOR, NONE, "", "abU", "a0bb1b-b0b=s", "an index beyond the array of descriptors") \
    X(LEVEL, NONE, "", "abU", "a0bb1b-b0b=s", "the image has no such level of detail") \
    X(TEXEL, NONE, "", "abU", "a0bb1b-b0b=s", "coordinates beyond the edge of the image") \
    X(SAMPLE, NONE, "", "abU", "a0bb1b-b0b=s", "the image has no such sample") \
    X(UNWRITTEN, NONE, "", "a", "", "a variable that was never written is read") \
    X(LEFT_OUT, NONE, "", "a", "", "an output was not written, or not all of it") \
    X(UNDEFINED, NONE, "", "a", "", \
      "an undefined value decides a branch, is an index, or is written") \
    X(LOOP, NONE, "", "ab=c&", "", "a loop beyond its bound")

/* -------------------------------------------------------------------------------------------------
   // >>api  [2]  types and functions */
#define SPVCH_ROW(name, instruction, operands, condition, fix, text) SPVCH_##name,
typedef enum { SPVCH_ROWS(SPVCH_ROW) SPVCH_ROW_COUNT } spvch_condition;
#undef SPVCH_ROW

typedef enum {
    SPVCH_OK,
    SPVCH_MEMORY,     /* the memory is too small: try again with `needed` bytes */
    SPVCH_INVALID,    /* the words are no module that spvm_load takes */
    SPVCH_UNSUPPORTED, /* a kernel, one entry point of two stages, or a version or an instruction
                          that is not known */
    SPVCH_LIMIT       /* larger than a limit */
} spvch_status;

typedef struct spvch_error {
    spvch_status status;
    char text[SPVM_NAME_SIZE];
    spvm_word_ref word;  /* where the instruction begins */
    spvm_id id;          /* that it is about; 0: none */
} spvch_error;

/* options.flags. 0 is SPVCH_RECORD. */
#define SPVCH_RECORD 1u   /* records go to the buffer */
#define SPVCH_DEFINED 2u  /* results that would be undefined are defined: see the manual */
#define SPVCH_BOUND 4u    /* loops are left after max_iterations */
#define SPVCH_NAN 8u      /* records operations that make a NaN where no operand is one */
#define SPVCH_INFINITY 16u /* those that make an infinity of finite operands */

#define SPVCH_MAX_OPERANDS 4
#define SPVCH_MAX_WORDS 16 /* of operands in a record; what is beyond is not kept */

typedef struct spvch_options {
    uint32_t flags;
    uint32_t set, binding;    /* of the buffer */
    uint32_t records;         /* kept of each site; 0: 4 */
    uint32_t max_iterations;  /* so often a loop may begin again; 0: loops are not counted */
} spvch_options;

/* An operand that a record has. */
typedef struct spvch_operand {
    char kind;                /* 'f' float, 'i' integer, 'u' without sign, 'b' bool */
    uint8_t width;            /* bits: as recorded 32 or 64 */
    uint8_t count;            /* components */
} spvch_operand;

/* A place that is checked. */
typedef struct spvch_site {
    spvch_condition condition;
    const char *text;         /* of the condition */
    spvm_inst_ref inst;       /* of the model, which is that of the words that were given */
    spvm_word_ref word;       /* where the instruction begins */
    spvm_id result;           /* of the instruction, of LEFT_OUT the output; 0: none */
    spvm_id function;
    spvm_id file;             /* an OpString; 0: not known */
    uint32_t line, column, end_line, end_column; /* 0: not known */
    uint32_t operand_count;
    spvch_operand operands[SPVCH_MAX_OPERANDS];
} spvch_site;

/* Where an instruction of the model stands in the checking module. */
typedef struct spvch_place {
    spvm_word_ref word;
    spvm_inst_ref inst;
} spvch_place;

typedef struct spvch_module {
    spvch_error error;
    size_t needed;            /* bytes to try with next, after SPVCH_MEMORY */
    uint32_t *words;          /* the checking module, in the memory that was lent */
    size_t word_count;
    spvch_site *sites;
    uint32_t site_count;      /* 0: no buffer is used */
    uint32_t proved;          /* places that need no check */
    uint32_t defined;         /* operands that are replaced */
    uint32_t bounded;         /* loops that are left after max_iterations */
    uint32_t unbounded;       /* loops that cannot be bounded: see the manual */
    uint32_t records;         /* kept of each site */
    uint32_t record_words;    /* of one record: R */
    spvch_place *places;      /* of the functions' instructions, in order */
    uint32_t place_count;
    const spvm_id *shadows;   /* by id: 0: it is defined, or it is not followed */
    const spvm_module *model; /* of the words that were given */
} spvch_module;

typedef struct spvch_record {
    uint32_t site;
    uint32_t entry;           /* entries[] of the model */
    uint32_t invocation[3];
    uint32_t operands[SPVCH_MAX_WORDS]; /* of the site's operands, component by component */
} spvch_record;

/* Bytes of memory that mostly suffice; 0: the words are no module. */
size_t spvch_memory(const uint32_t *words, size_t count);

/* Gives checks to a module. options may be NULL. Words and memory, of any alignment, must outlive
   c. */
spvch_status spvch_instrument(spvch_module *c, const spvch_options *options, const uint32_t *words,
                              size_t count, void *memory, size_t size);

/* Bytes of the buffer, with a map of that size (0, 0: none). */
size_t spvch_buffer_size(const spvch_module *c, uint32_t map_width, uint32_t map_height);
/* In how many invocations a site fired. `size` is the number of words of the buffer. */
uint32_t spvch_count(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t site);
/* Record k of a site. Returns 0 if it has no such record. */
int spvch_read(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t site,
               uint32_t k, spvch_record *record);
/* Hits at a place of the map; 0 beyond it. */
uint32_t spvch_map(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t x,
                   uint32_t y);
/* A component of an operand of a record; 0 if it was not kept. */
double spvch_value(const spvch_module *c, const spvch_record *record, uint32_t operand,
                   uint32_t component);

/* The instruction of the model that begins at a word of the checking module, for what others say of
   that; SPVM_NONE: it is none of the model's functions. */
spvm_inst_ref spvch_origin(const spvch_module *c, size_t word);
/* Whether what an instruction of the model gives may be undefined, and is followed to where that
   matters: a record tells of it there. */
int spvch_follows(const spvch_module *c, spvm_inst_ref inst);

#ifdef __cplusplus
}
#endif
#endif /* SPV_CHECK_H */

/* -------------------------------------------------------------------------------------------------
   // >>memory  [3]  the caller's memory, streams of words, what is made once
   Memory is taken from the front of what was lent and never given back. When there is none left,
   `failed` is set and what follows writes nothing; the caller tries again with more. */
#ifdef SPV_CHECK_IMPLEMENTATION
#ifndef SPV_CHECK_IMPLEMENTED
#define SPV_CHECK_IMPLEMENTED

#define SPVCHI_CHUNK 250
#define SPVCHI_KEY 12
#define SPVCHI_STORES 6
#define SPVCHI_ELEMENTS 1024 /* of an array that has a flag for each */
#define SPVCHI_SHARED 16384 /* bytes of shared memory that each device has */
#define SPVCHI_HUGE 1.7976931348623157e308 /* stands for infinity in ranges */

/* Words that grow, in a list of chunks. */
typedef struct spvchi_chunk {
    struct spvchi_chunk *next;
    uint32_t count;
    uint32_t words[SPVCHI_CHUNK];
} spvchi_chunk;

typedef struct spvchi_stream {
    spvchi_chunk *first, *last;
    uint32_t *head;           /* of the instruction that is being written */
    size_t count;             /* words */
    uint32_t instructions;
} spvchi_stream;

/* What is made once: a type, a constant, a function, by what it is made of. */
typedef struct spvchi_node {
    struct spvchi_node *next;
    uint32_t key[SPVCHI_KEY];
    spvm_id id;
} spvchi_node;

/* What a value may be. An integer's range with lo < 0 is of its signed value, else of its value
   without sign. Bools are 0 and 1. */
typedef struct spvchi_range {
    double lo, hi;
    uint8_t nan, nonzero;     /* it may be a NaN; it is not 0 */
} spvchi_range;

/* How the arguments of a call come about. */
typedef enum {
    SPVCHI_OPERANDS,  /* words of the instruction */
    SPVCHI_INDEX,     /* a word of it, and a length that is a constant of the module */
    SPVCHI_NUMBER,    /* a word of it, and a length that is a number */
    SPVCHI_RUNTIME,   /* a word of it, and the length of a runtime array */
    SPVCHI_LEVELS,    /* the level of detail of an image, and how many there are */
    SPVCHI_TEXELS,    /* coordinates, and the size of the image */
    SPVCHI_SAMPLES,   /* the sample, and how many there are */
    SPVCHI_RESULT,    /* behind the instruction: its result and its operands */
    SPVCHI_FLAG,      /* whether a variable was not written */
    SPVCHI_END,       /* whether an output was not written */
    SPVCHI_SHADOW,    /* whether a value is undefined */
    SPVCHI_COUNTER,   /* a loop's counter, its bound, and whether its back edge is taken */
    SPVCHI_TURNS      /* turns that are left, none, and whether the loop would go on */
} spvchi_shape;

/* A call in front of (or behind) an instruction. */
typedef struct spvchi_call {
    spvm_inst_ref inst;
    uint32_t site;            /* NONE: it records nothing */
    uint16_t row, shape;
    uint16_t fix;             /* which part of the row's fix replaces; FIX_NONE */
    uint16_t word;            /* that is replaced, or looked at */
    uint32_t length;          /* INDEX: the constant; NUMBER: the length; FLAG, END: the variable;
                                 SHADOW: the value; COUNTER: the loop */
    spvm_id replaced;         /* the new operand, once the call is written */
} spvchi_call;

enum {
    SPVCHI_FIX_NONE = 0xFFFF, SPVCHI_WORD_LIMIT = 0xFFFF, SPVCHI_DEPTH = 16,
    SPVCHI_HUGE_TYPE = 1 << 24
};

/* What is known of a variable whose reads are watched. */
typedef struct spvchi_variable {
    spvm_inst_ref stores[SPVCHI_STORES]; /* the first ones */
    spvm_id through[SPVCHI_STORES]; /* the pointer that each one takes */
    uint32_t store_count;
    uint32_t is_watched;      /* it has no value at first, and holds numbers */
    uint32_t joined;          /* variables[]: the next towards the head of its group; itself */
    uint32_t has_parts;       /* of a head: parts of it are stored, its flag is one for each
                                 number */
    uint32_t is_read;         /* of a head: a read of it has a site */
    uint32_t is_moved;        /* of a head: what may not have been written is moved elsewhere */
    uint32_t holds;           /* of a head: undefined values are stored */
    spvm_inst_ref first_load; /* of a head: 1 + the first of its loads; 0: none */
    uint32_t is_given;        /* a parameter: all callers wrote it before, all of it; a variable: it
                                 begins with a value */
    uint32_t is_filled;       /* a parameter: the function writes all of it before it returns */
    spvm_id flag;             /* a bool, or one for each number: whether it was not written */
} spvchi_variable;

/* What tells of a type which of its numbers were not written: the type with bools for its
   numbers. */
typedef struct spvchi_flags {
    uint8_t is_made_of_numbers, is_needed, is_summed;
    uint32_t bytes, numbers;  /* up to HUGE_TYPE */
    spvm_id type, unwritten;  /* unwritten: a constant of that, all true */
    spvm_id any;              /* if it is summed: a function that says whether any flag is true */
} spvchi_flags;

/* A loop. */
typedef struct spvchi_loop {
    uint32_t is_long;         /* nothing says that it ends in time */
    uint32_t is_counted;
    uint32_t is_split;        /* its bound adds an edge, from the back edge to the merge block */
    spvm_id counter, next;    /* of the rounds so far; with this one */
    spvm_id exit;             /* the condition of its back edge */
    uint32_t site;            /* 1 + that of its bound; 0: none yet */
    spvm_construct_ref outer_split; /* the next loop around it that is split; NONE */
    spvm_construct_ref outer_left;  /* around it, for its merge block: see spvchi_loop_left */
} spvchi_loop;

/* Whether a loop's back edge is taken, but for its bound. */
typedef struct spvchi_question {
    spvm_id asked;            /* a bool; 0: not known */
    int is_not;               /* it is taken if that is false */
} spvchi_question;

typedef struct spvchi_state {
    spvch_module *out;
    spvch_options options;
    spvm_module *m;
    char *memory;
    size_t size, used;
    int failed;
    spvm_id bound;
    spvchi_node **nodes, sink;
    uint32_t node_mask, list_count;
    spvchi_stream capabilities, names, annotations, globals, bodies, functions;
    spvchi_range *ranges;     /* by id */
    uint32_t *variable_of;    /* by id of a variable or parameter: variables[]; 0: it is none */
    spvchi_variable *variables;
    spvchi_flags *flags;      /* by type */
    spvm_id *mirrors;         /* by id of a pointer to a part of a variable: that to its flag */
    spvm_id *shadow;          /* by id: flags of its type, whether it is undefined; 0: it is
                                 defined */
    int is_shadowed;          /* some site asks for one */
    spvm_inst_ref *next_load; /* by instruction: 1 + the next load of the same group; 0: none */
    spvm_id *returned;        /* by function: the variable with the shadow of its result; 0: none */
    spvchi_call *calls, no_call;
    uint32_t call_count, call_room;
    uint32_t site_room;
    uint8_t *touched;         /* by function: it has calls, or calls one that has */
    spvm_inst_ref start;      /* of the function that is written: see spvchi_start_of */
    spvchi_loop *loops;       /* by construct */
    uint32_t *merges;         /* by block: 1 + the split loop whose merge block it is */
    spvchi_question *questions; /* by label of a header; NULL: no loop was bounded */
    uint32_t question_count;
    uint32_t operand_vectors; /* vectors of 4 words that a record's operands take */
    spvm_id buffer, invocation, recorder;
    spvm_id seen;             /* a bit for each site: the invocation has fired there */
    uint32_t *entry_of;       /* by function: 1 + the first entry that it is; 0: it is none */
    spvm_id *begins;          /* by entry: the function that notes the invocation; 0: none */
    spvm_id *inputs;          /* by entry, two each: built-ins that this reads */
} spvchi_state;

static void *spvchi_take(spvchi_state *x, size_t size) {
    size_t i, at = (x->used + 7) / 8 * 8;
    if (x->failed || at > x->size || size > x->size - at) {
        x->failed = 1;
        return NULL;
    }
    for (i = 0; i < size; i++) x->memory[at + i] = 0;
    x->used = at + size;
    return x->memory + at;
}

/* A table of rows, all zero; NULL: there is no room. */
static void *spvchi_table(spvchi_state *x, size_t count, size_t size) {
    if (count > (size_t)-1 / 2 / size) {
        x->failed = 1;
        return NULL;
    }
    return spvchi_take(x, count * size + 1);
}

static uint32_t *spvchi_word(spvchi_state *x, spvchi_stream *s, uint32_t word) {
    uint32_t *at;
    if (s->last == NULL || s->last->count == SPVCHI_CHUNK) {
        spvchi_chunk *chunk = (spvchi_chunk *)spvchi_take(x, sizeof *chunk);
        if (chunk == NULL) return NULL;
        if (s->last == NULL) s->first = chunk;
        else s->last->next = chunk;
        s->last = chunk;
    }
    s->count++;
    at = &s->last->words[s->last->count++];
    *at = word;
    return at;
}

/* An instruction begins; each word behind its first is added, and it ends with its length known. */
static void spvchi_open(spvchi_state *x, spvchi_stream *s, uint32_t opcode) {
    s->head = spvchi_word(x, s, opcode);
}

static void spvchi_add(spvchi_state *x, spvchi_stream *s, uint32_t word) {
    if (spvchi_word(x, s, word) != NULL && s->head != NULL) s->head[0] += 0x10000u;
}

static void spvchi_shut(spvchi_stream *s) {
    if (s->head != NULL) s->head[0] += 0x10000u;
    s->instructions++;
}

static void spvchi_put(spvchi_state *x, spvchi_stream *s, uint32_t opcode, uint32_t count,
                       uint32_t a, uint32_t b, uint32_t c, uint32_t d, uint32_t e, uint32_t f) {
    uint32_t words[6], i;
    words[0] = a, words[1] = b, words[2] = c, words[3] = d, words[4] = e, words[5] = f;
    spvchi_open(x, s, opcode);
    for (i = 0; i < count; i++) spvchi_add(x, s, words[i]);
    spvchi_shut(s);
}

/* An instruction with a result, and up to three operands; 0 ends them. */
static spvm_id spvchi_make(spvchi_state *x, spvchi_stream *s, uint32_t opcode, spvm_id type,
                           uint32_t a, uint32_t b, uint32_t c) {
    spvm_id id = x->bound++;
    spvchi_put(x, s, opcode, 2u + (a != 0) + (b != 0) + (c != 0), type, id, a, b, c, 0);
    return id;
}

static void spvchi_text(spvchi_state *x, spvchi_stream *s, const char *text) {
    uint32_t i, word = 0;
    for (i = 0; text[i] != 0; i++) {
        word |= (uint32_t)(unsigned char)text[i] << 8 * (i % 4);
        if (i % 4 == 3) spvchi_add(x, s, word), word = 0;
    }
    spvchi_add(x, s, word);
}

static void spvchi_name(spvchi_state *x, spvm_id id, const char *text) {
    spvchi_open(x, &x->names, SPVM_OpName);
    spvchi_add(x, &x->names, id);
    spvchi_text(x, &x->names, text);
    spvchi_shut(&x->names);
}

/* Keys are built word by word; the rest of a key is zero. */
static void spvchi_key(uint32_t key[SPVCHI_KEY], uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    uint32_t i;
    for (i = 4; i < SPVCHI_KEY; i++) key[i] = 0;
    key[0] = a, key[1] = b, key[2] = c, key[3] = d;
}

/* The node of a key; a new one has id 0. Never NULL: when memory is out, one that no one keeps. */
static spvchi_node *spvchi_find(spvchi_state *x, const uint32_t key[SPVCHI_KEY]) {
    uint32_t hash = 2166136261u, i;
    spvchi_node *node;
    for (i = 0; i < SPVCHI_KEY; i++) hash = (hash ^ key[i]) * 16777619u, hash ^= hash >> 15;
    hash &= x->node_mask;
    for (node = x->nodes[hash]; node != NULL; node = node->next) {
        for (i = 0; i < SPVCHI_KEY && node->key[i] == key[i];) i++;
        if (i == SPVCHI_KEY) return node;
    }
    node = (spvchi_node *)spvchi_take(x, sizeof *node);
    if (node == NULL) return &x->sink;
    for (i = 0; i < SPVCHI_KEY; i++) node->key[i] = key[i];
    node->next = x->nodes[hash];
    x->nodes[hash] = node;
    return node;
}

/* -------------------------------------------------------------------------------------------------
   // >>types  [4]  types and constants, found or made
   What a module may have only once (numbers, vectors, functions) is looked up among what it has.
   New ones go to the end of its global part. */

enum {
    SPVCHI_KEY_TYPE = 1, SPVCHI_KEY_LIST, SPVCHI_KEY_FUNCTION, SPVCHI_KEY_CONSTANT,
    SPVCHI_KEY_NULL, SPVCHI_KEY_CHECKER
};

/* The number of a list of types: that of the list before its last one, and that. 0 is the empty
   one. */
static uint32_t spvchi_longer_list(spvchi_state *x, uint32_t list, spvm_id type) {
    uint32_t key[SPVCHI_KEY];
    spvchi_node *node;
    spvchi_key(key, SPVCHI_KEY_LIST, list, type, 0);
    node = spvchi_find(x, key);
    if (node->id == 0) node->id = ++x->list_count;
    return node->id;
}

/* The key of a type that a module has only once. Returns 0 if it is not of such a kind. */
static int spvchi_type_key(spvchi_state *x, const spvm_type *t, uint32_t key[SPVCHI_KEY]) {
    const spvm_module *m = x->m;
    uint32_t k, list = 0;
    switch (t->opcode) {
    case SPVM_OpTypeVoid:
    case SPVM_OpTypeBool: spvchi_key(key, SPVCHI_KEY_TYPE, t->opcode, 0, 0); return 1;
    case SPVM_OpTypeInt: spvchi_key(key, SPVCHI_KEY_TYPE, t->opcode, t->width, t->is_signed);
        return 1;
    case SPVM_OpTypeFloat: spvchi_key(key, SPVCHI_KEY_TYPE, t->opcode, t->width, 0);
        return m->insts[m->ids[t->id].def].length == 3; /* not bfloat16 and the like */
    case SPVM_OpTypeVector:
        spvchi_key(key, SPVCHI_KEY_TYPE, t->opcode, t->element, t->count);
        return 1;
    case SPVM_OpTypePointer:
        spvchi_key(key, SPVCHI_KEY_TYPE, t->opcode, t->storage, t->element);
        return m->ids[t->id].decoration_count == 0;
    case SPVM_OpTypeFunction:
        for (k = 0; k < t->count; k++)
            list = spvchi_longer_list(x, list, m->members[t->first_member + k].type);
        spvchi_key(key, SPVCHI_KEY_FUNCTION, t->element, list, 0);
        return 1;
    default: return 0;
    }
}

static void spvchi_know_types(spvchi_state *x) {
    uint32_t i, key[SPVCHI_KEY];
    spvchi_node *node;
    for (i = 0; i < x->m->type_count && !x->failed; i++) {
        if (!spvchi_type_key(x, &x->m->types[i], key)) continue;
        node = spvchi_find(x, key);
        if (node->id == 0) node->id = x->m->types[i].id;
    }
}

/* A type by opcode and up to two operands. */
static spvm_id spvchi_type(spvchi_state *x, uint32_t opcode, uint32_t a, uint32_t b) {
    uint32_t key[SPVCHI_KEY];
    spvchi_node *node;
    uint32_t count = opcode == SPVM_OpTypeVoid || opcode == SPVM_OpTypeBool ? 1
                     : opcode == SPVM_OpTypeFloat ? 2 : 3;
    spvchi_key(key, SPVCHI_KEY_TYPE, opcode, a, b);
    node = spvchi_find(x, key);
    if (node->id == 0 || x->failed) {
        node->id = x->bound++;
        spvchi_put(x, &x->globals, opcode, count, node->id, a, b, 0, 0, 0);
    }
    return node->id;
}

static spvm_id spvchi_uint(spvchi_state *x) {
    return spvchi_type(x, SPVM_OpTypeInt, 32, 0);
}

static spvm_id spvchi_bool(spvchi_state *x) {
    return spvchi_type(x, SPVM_OpTypeBool, 0, 0);
}

/* A vector of a component type, or the type itself. */
static spvm_id spvchi_vector(spvchi_state *x, spvm_id component, uint32_t count) {
    return count == 1 ? component : spvchi_type(x, SPVM_OpTypeVector, component, count);
}

static spvm_id spvchi_pointer(spvchi_state *x, uint32_t storage, spvm_id type) {
    return spvchi_type(x, SPVM_OpTypePointer, storage, type);
}

static spvm_id spvchi_function_type(spvchi_state *x, spvm_id result, const spvm_id *parameters,
                                    uint32_t count) {
    uint32_t key[SPVCHI_KEY], i, list = 0;
    spvchi_node *node;
    for (i = 0; i < count; i++) list = spvchi_longer_list(x, list, parameters[i]);
    spvchi_key(key, SPVCHI_KEY_FUNCTION, result, list, 0);
    node = spvchi_find(x, key);
    if (node->id == 0 || x->failed) {
        node->id = x->bound++;
        spvchi_open(x, &x->globals, SPVM_OpTypeFunction);
        spvchi_add(x, &x->globals, node->id);
        spvchi_add(x, &x->globals, result);
        for (i = 0; i < count; i++) spvchi_add(x, &x->globals, parameters[i]);
        spvchi_shut(&x->globals);
    }
    return node->id;
}

/* The shape of a type of numbers or bools: types that are made are described like those of the
   module. kind 0: it is none. */
typedef struct spvchi_form {
    char kind;                /* 'f' 'i' 'u' 'b' */
    uint8_t width, count;
    spvm_id component;
} spvchi_form;

static spvchi_form spvchi_form_of(const spvm_module *m, spvm_id type) {
    spvchi_form f = {0, 0, 1, 0};
    const spvm_type *t = spvm_kind(m, type) == SPVM_ID_TYPE ? spvm_type_of(m, type) : NULL;
    if (t == NULL) return f;
    if (t->opcode == SPVM_OpTypeVector) {
        if (t->count > 4) return f;
        f.count = (uint8_t)t->count;
        t = spvm_type_of(m, t->element);
    }
    f.component = t->id;
    f.width = (uint8_t)t->width;
    if (t->opcode == SPVM_OpTypeBool) f.kind = 'b', f.width = 1;
    if (t->opcode == SPVM_OpTypeInt) f.kind = t->is_signed ? 'i' : 'u';
    if (t->opcode == SPVM_OpTypeFloat && m->insts[m->ids[t->id].def].length == 3) f.kind = 'f';
    if (f.kind != 'b' && (t->width != 8 || f.kind == 'f') && t->width != 16 && t->width != 32
        && t->width != 64)
        f.kind = 0;
    return f;
}

/* The form of a value. */
static spvchi_form spvchi_form_at(const spvm_module *m, spvm_id id) {
    const spvm_type *t = spvm_type_of(m, id);
    return spvchi_form_of(m, t == NULL ? 0 : t->id);
}

static spvm_id spvchi_form_type(spvchi_state *x, spvchi_form f) {
    return spvchi_vector(x, f.component, f.count);
}

/* The node of a constant: `count` components, each of which has these bits. */
static spvchi_node *spvchi_constant_node(spvchi_state *x, spvchi_form f, uint32_t count,
                                         uint64_t bits) {
    uint32_t key[SPVCHI_KEY];
    spvchi_key(key, SPVCHI_KEY_CONSTANT, f.component, (uint32_t)bits,
               f.width == 64 ? (uint32_t)(bits >> 32) : 0);
    key[4] = count;
    return spvchi_find(x, key);
}

static spvm_id spvchi_scalar(spvchi_state *x, spvchi_form f, uint64_t bits) {
    spvchi_node *node = spvchi_constant_node(x, f, 1, bits);
    if (node->id != 0 && !x->failed) return node->id;
    node->id = x->bound++;
    if (f.kind == 'b')
        spvchi_put(x, &x->globals, bits ? SPVM_OpConstantTrue : SPVM_OpConstantFalse, 2,
                   f.component, node->id, 0, 0, 0, 0);
    else
        spvchi_put(x, &x->globals, SPVM_OpConstant, f.width == 64 ? 4 : 3, f.component, node->id,
                   (uint32_t)bits, (uint32_t)(bits >> 32), 0, 0);
    return node->id;
}

/* A constant of a form, each component having these bits. */
static spvm_id spvchi_constant(spvchi_state *x, spvchi_form f, uint64_t bits) {
    uint32_t i;
    spvchi_node *node;
    spvm_id scalar, type;
    if (f.kind == 'i' && f.width < 32 && (bits >> (f.width - 1) & 1))
        bits |= ~(uint64_t)0 << f.width;
    scalar = spvchi_scalar(x, f, bits);
    if (f.count == 1) return scalar;
    node = spvchi_constant_node(x, f, f.count, bits);
    if (node->id != 0 && !x->failed) return node->id;
    type = spvchi_form_type(x, f);
    node->id = x->bound++;
    spvchi_open(x, &x->globals, SPVM_OpConstantComposite);
    spvchi_add(x, &x->globals, type);
    spvchi_add(x, &x->globals, node->id);
    for (i = 0; i < f.count; i++) spvchi_add(x, &x->globals, scalar);
    spvchi_shut(&x->globals);
    return node->id;
}

static spvchi_form spvchi_form_make(spvm_id component, char kind, uint32_t width, uint32_t count) {
    spvchi_form f;
    f.kind = kind;
    f.width = (uint8_t)width;
    f.count = (uint8_t)count;
    f.component = component;
    return f;
}

static spvchi_form spvchi_uint_form(spvchi_state *x, uint32_t count) {
    return spvchi_form_make(spvchi_uint(x), 'u', 32, count);
}

static spvchi_form spvchi_bool_form(spvchi_state *x, uint32_t count) {
    return spvchi_form_make(spvchi_bool(x), 'b', 1, count);
}

static spvm_id spvchi_number(spvchi_state *x, uint32_t number) {
    return spvchi_constant(x, spvchi_uint_form(x, 1), number);
}

/* Bits of explicit mantissa; the greatest exponent. */
static uint32_t spvchi_mantissa(uint32_t width) {
    return width == 16 ? 10 : width == 32 ? 23 : 52;
}

static uint32_t spvchi_exponent(uint32_t width) {
    return width == 16 ? 15 : width == 32 ? 127 : 1023;
}

/* The bits of (-1)^negative * 2^exponent * (1 + fraction / 2^mantissa): an infinity if that is too
   large. */
static uint64_t spvchi_float_bits(uint32_t width, int negative, uint32_t exponent,
                                  uint64_t fraction) {
    uint32_t p = spvchi_mantissa(width), e = spvchi_exponent(width);
    uint64_t bits;
    if (exponent > e) bits = (uint64_t)(2 * e + 1) << p;
    else bits = (uint64_t)(exponent + e) << p | fraction;
    return bits | (uint64_t)(negative != 0) << (width - 1);
}

/* The bits of a constant of the notation; see >>rows. `width` is that of the result's components,
   `result` its kind. */
static uint64_t spvchi_notation(char token, spvchi_form f, char result, uint32_t width) {
    uint32_t p = spvchi_mantissa(f.width), top = width - (result == 'i');
    uint64_t all = f.width == 64 ? ~(uint64_t)0 : ((uint64_t)1 << f.width) - 1;
    switch (token) {
    case 'm': return f.kind == 'f' ? spvchi_float_bits(f.width, 1, 0, 0) : all;
    case 'N': return (uint64_t)1 << (f.width - 1);
    case 'W': return width;
    case 'E': return width == 16 ? 16 : width == 32 ? 128 : 1024;
    case 'H': return spvchi_float_bits(f.width, 0, top, 0);
    case 'P': /* the float before it, no more than the greatest integer */
        if (top > spvchi_exponent(f.width))
            return spvchi_float_bits(f.width, 0, spvchi_exponent(f.width), ((uint64_t)1 << p) - 1);
        if (top <= p) /* the greatest integer itself: its bits are all one */
            return spvchi_float_bits(f.width, 0, top - 1,
                                     (((uint64_t)1 << (top - 1)) - 1) << (p - (top - 1)));
        return spvchi_float_bits(f.width, 0, top - 1, ((uint64_t)1 << p) - 1);
    case 'L':
        if (result == 'u') return spvchi_float_bits(f.width, 1, 0, 0);
        return spvchi_float_bits(f.width, 1, top, top <= p ? (uint64_t)1 << (p - top) : 1);
    case 'Q':
        if (result == 'u') return 0;
        if (top > spvchi_exponent(f.width))
            return spvchi_float_bits(f.width, 1, spvchi_exponent(f.width), ((uint64_t)1 << p) - 1);
        return spvchi_float_bits(f.width, 1, top, 0);
    case '0': return 0;
    case '1': return f.kind == 'f' ? spvchi_float_bits(f.width, 0, 0, 0) : 1;
    default: return (uint64_t)(token - '0');
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>ranges  [5]  what values may be
   One walk over each function, each block behind those that dominate it, gives each value of
   numbers a range for all its components together. Phis are the union of what comes in; what comes
   along a back edge is anything, unless it counts upwards to a bound. Constants that may be
   specialised are anything. Of floats little is concluded: signs, and what clamps say; so no
   rounding mode matters. */

static spvchi_range spvchi_between(double lo, double hi) {
    spvchi_range r;
    r.lo = lo;
    r.hi = hi;
    r.nan = 0;
    r.nonzero = lo > 0 || hi < 0;
    return r;
}

static double spvchi_power(uint32_t exponent) {
    double power = 1;
    while (exponent-- > 0) power *= 2;
    return power;
}

static spvchi_range spvchi_anything(spvchi_form f) {
    spvchi_range r = spvchi_between(-SPVCHI_HUGE, SPVCHI_HUGE);
    if (f.kind == 'b') return spvchi_between(0, 1);
    if (f.kind == 'i' || f.kind == 'u') return spvchi_between(0, spvchi_power(f.width) - 1);
    r.nan = 1;
    return r;
}

/* An integer's range as numbers without sign, or with it. */
static spvchi_range spvchi_unsigned(spvchi_range r, spvchi_form f) {
    double span = spvchi_power(f.width);
    if (r.lo >= 0) return r;
    if (r.hi < 0) return spvchi_between(r.lo + span, r.hi + span);
    span -= 1;
    r.lo = r.nonzero ? 1 : 0;
    r.hi = span;
    return r;
}

static spvchi_range spvchi_signed(spvchi_range r, spvchi_form f) {
    double half = spvchi_power(f.width - 1u);
    uint8_t nonzero = r.nonzero;
    if (r.hi < half) return r;
    if (r.lo >= half) return spvchi_between(r.lo - 2 * half, r.hi - 2 * half);
    r = spvchi_between(-half, half - 1);
    r.nonzero = nonzero;
    return r;
}

/* What an integer's range is, if computing it in numbers without limits gave this. */
static spvchi_range spvchi_wrapped(double lo, double hi, spvchi_form f) {
    double span = spvchi_power(f.width);
    if (lo >= 0 && hi < span) return spvchi_between(lo, hi);
    if (lo >= -span / 2 && hi < span / 2) return spvchi_between(lo, hi);
    return spvchi_anything(f);
}

static double spvchi_least(double a, double b) {
    return a < b ? a : b;
}

static double spvchi_most(double a, double b) {
    return a > b ? a : b;
}

static spvchi_range spvchi_union(spvchi_range a, spvchi_range b, spvchi_form f) {
    uint8_t nonzero = a.nonzero && b.nonzero;
    if (f.kind != 'f' && (a.lo < 0) != (b.lo < 0))
        a = spvchi_signed(a, f), b = spvchi_signed(b, f);
    a.lo = spvchi_least(a.lo, b.lo);
    a.hi = spvchi_most(a.hi, b.hi);
    a.nan = a.nan || b.nan;
    a.nonzero = nonzero;
    return a;
}

/* The number that bits are. */
static spvchi_range spvchi_number_of(uint64_t bits, spvchi_form f) {
    uint32_t p, e;
    double value;
    spvchi_range r;
    if (f.kind != 'f') {
        value = (double)bits;
        if (f.width < 64) value = (double)(bits & (((uint64_t)1 << f.width) - 1));
        return spvchi_between(value, value);
    }
    p = spvchi_mantissa(f.width);
    e = (uint32_t)(bits >> p) & (2 * spvchi_exponent(f.width) + 1);
    value = (double)(bits & (((uint64_t)1 << p) - 1)) / spvchi_power(p);
    if (e == 2 * spvchi_exponent(f.width) + 1) {
        r = spvchi_anything(f);
        r.nan = value > 0;
        if (value > 0) return r;
        value = SPVCHI_HUGE;
    } else {
        if (e != 0) value += 1;
        else e = 1;
        for (; e > spvchi_exponent(f.width); e--) value *= 2;
        for (; e < spvchi_exponent(f.width); e++) value /= 2;
    }
    if (bits >> (f.width - 1u) & 1) value = -value;
    return spvchi_between(value, value);
}

/* What is known of an id wherever it is used. */
static spvchi_range spvchi_range_of(const spvchi_state *x, spvm_id id) {
    spvchi_form none = {0, 0, 1, 0};
    return id < x->m->bound ? x->ranges[id] : spvchi_anything(none);
}

static spvchi_range spvchi_constant_range(spvchi_state *x, const spvm_constant *c) {
    spvchi_form f = spvchi_form_of(x->m, c->type);
    spvchi_range r;
    uint32_t i;
    if (f.kind == 0 || c->is_spec || c->opcode == SPVM_OpUndef) return spvchi_anything(f);
    if (c->opcode == SPVM_OpConstantNull) return spvchi_between(0, 0);
    if (f.count == 1) return c->is_known ? spvchi_number_of(c->bits, f) : spvchi_anything(f);
    if (c->opcode != SPVM_OpConstantComposite) return spvchi_anything(f);
    r = spvchi_range_of(x, x->m->words[c->word]);
    for (i = 1; i < c->word_count; i++)
        r = spvchi_union(r, spvchi_range_of(x, x->m->words[c->word + i]), f);
    return r;
}

/* Products and sums of floats: their signs alone. */
static spvchi_range spvchi_float_sign(spvchi_range r, int is_positive) {
    if (!is_positive) return r;
    r.lo = 0;
    return r;
}

/* Of a NaN and a number either may come. */
static spvchi_range spvchi_lesser(spvchi_range a, spvchi_range b) {
    double hi = spvchi_least(a.hi, b.hi);
    spvchi_range r;
    if (a.nan) hi = spvchi_most(hi, b.hi);
    if (b.nan) hi = spvchi_most(hi, a.hi);
    r = spvchi_between(spvchi_least(a.lo, b.lo), hi);
    r.nan = a.nan || b.nan;
    return r;
}

static spvchi_range spvchi_greater(spvchi_range a, spvchi_range b) {
    double lo = spvchi_most(a.lo, b.lo);
    spvchi_range r;
    if (a.nan) lo = spvchi_least(lo, b.lo);
    if (b.nan) lo = spvchi_least(lo, a.lo);
    r = spvchi_between(lo, spvchi_most(a.hi, b.hi));
    r.nan = a.nan || b.nan;
    return r;
}

static spvchi_range spvchi_clamped(spvchi_range v, spvchi_range lo, spvchi_range hi,
                                   spvchi_form f) {
    if (lo.hi > hi.lo) return spvchi_anything(f); /* maybe undefined */
    return spvchi_lesser(spvchi_greater(v, lo), hi);
}

static spvchi_range spvchi_glsl_range(spvchi_state *x, const spvm_inst *inst, spvchi_form f) {
    const uint32_t *w = x->m->words + inst->word;
    spvchi_range all = spvchi_anything(f), a = all, b = all, c = all;
    if (inst->length > 5) a = spvchi_range_of(x, w[5]);
    if (inst->length > 6) b = spvchi_range_of(x, w[6]);
    if (inst->length > 7) c = spvchi_range_of(x, w[7]);
    switch (w[4]) {
    case SPVM_GLSL_FAbs:
    case SPVM_GLSL_Sqrt:
    case SPVM_GLSL_InverseSqrt:
    case SPVM_GLSL_Exp:
    case SPVM_GLSL_Exp2:
    case SPVM_GLSL_Cosh:
    case SPVM_GLSL_Length:
    case SPVM_GLSL_Distance: return spvchi_float_sign(all, 1);
    case SPVM_GLSL_Step: return spvchi_between(0, 1);
    case SPVM_GLSL_Fract:
        all = spvchi_between(0, 1);
        all.nan = 1;
        return all;
    case SPVM_GLSL_FMin:
    case SPVM_GLSL_NMin: return spvchi_lesser(a, b);
    case SPVM_GLSL_FMax:
    case SPVM_GLSL_NMax: return spvchi_greater(a, b);
    case SPVM_GLSL_UMin: return spvchi_lesser(spvchi_unsigned(a, f), spvchi_unsigned(b, f));
    case SPVM_GLSL_UMax: return spvchi_greater(spvchi_unsigned(a, f), spvchi_unsigned(b, f));
    case SPVM_GLSL_SMin: return spvchi_lesser(spvchi_signed(a, f), spvchi_signed(b, f));
    case SPVM_GLSL_SMax: return spvchi_greater(spvchi_signed(a, f), spvchi_signed(b, f));
    case SPVM_GLSL_FClamp:
    case SPVM_GLSL_NClamp: return spvchi_clamped(a, b, c, f);
    case SPVM_GLSL_UClamp:
        return spvchi_clamped(spvchi_unsigned(a, f), spvchi_unsigned(b, f), spvchi_unsigned(c, f),
                              f);
    case SPVM_GLSL_SClamp:
        return spvchi_clamped(spvchi_signed(a, f), spvchi_signed(b, f), spvchi_signed(c, f), f);
    default: return all;
    }
}

static int spvchi_is_integer(spvchi_form f) {
    return f.kind == 'i' || f.kind == 'u';
}

/* An integer's range as another integer or float. */
static spvchi_range spvchi_converted(uint32_t opcode, spvchi_range a, spvchi_form from,
                                     spvchi_form f) {
    spvchi_range all = spvchi_anything(f);
    if (from.width > 32) return opcode == SPVM_OpConvertUToF ? spvchi_float_sign(all, 1) : all;
    switch (opcode) {
    case SPVM_OpUConvert: return from.width > f.width ? all : spvchi_unsigned(a, from);
    case SPVM_OpSConvert:
        return from.width > f.width || f.width > 32 ? all : spvchi_signed(a, from);
    case SPVM_OpConvertUToF:
        if (f.width < 32) return spvchi_float_sign(all, 1);
        a = spvchi_unsigned(a, from);
        return spvchi_between(0, a.hi * 1.001);
    default:
        if (f.width < 32) return all;
        a = spvchi_signed(a, from);
        return spvchi_between(a.lo >= 0 ? 0 : a.lo * 1.001, a.hi <= 0 ? 0 : a.hi * 1.001);
    }
}

static spvchi_range spvchi_core_range(spvchi_state *x, const spvm_inst *inst, spvchi_form f) {
    const uint32_t *w = x->m->words + inst->word;
    spvchi_range all = spvchi_anything(f), a = all, b = all;
    spvchi_form from = f;
    uint32_t i;
    if (inst->length > 3) from = spvchi_form_at(x->m, w[3]), a = spvchi_range_of(x, w[3]);
    if (inst->length > 4 && inst->opcode != SPVM_OpCompositeExtract) b = spvchi_range_of(x, w[4]);
    switch (inst->opcode) {
    case SPVM_OpCopyObject: return a;
    case SPVM_OpCompositeExtract:
    case SPVM_OpVectorExtractDynamic: return from.kind == f.kind ? a : all;
    case SPVM_OpVectorShuffle:
        for (i = 5; i < inst->length; i++)
            if (w[i] == 0xFFFFFFFFu) return all;
        return spvchi_union(a, b, f);
    case SPVM_OpCompositeConstruct:
        if (f.count == 1) return all;
        for (i = 4; i < inst->length; i++) a = spvchi_union(a, spvchi_range_of(x, w[i]), f);
        return a;
    case SPVM_OpSelect:
        return spvchi_union(spvchi_range_of(x, w[4]), spvchi_range_of(x, w[5]), f);
    case SPVM_OpIAdd:
        if (f.width > 32) return all;
        if (a.lo >= 0 && b.lo >= 0) return spvchi_wrapped(a.lo + b.lo, a.hi + b.hi, f);
        a = spvchi_signed(a, f), b = spvchi_signed(b, f);
        return spvchi_wrapped(a.lo + b.lo, a.hi + b.hi, f);
    case SPVM_OpISub:
        if (f.width > 32) return all;
        return spvchi_wrapped(a.lo - b.hi, a.hi - b.lo, f);
    case SPVM_OpIMul:
        if (f.width > 16 && (a.lo < 0 || b.lo < 0 || a.hi * b.hi >= 4294967296.0)) return all;
        return a.lo < 0 || b.lo < 0 ? all : spvchi_wrapped(a.lo * b.lo, a.hi * b.hi, f);
    case SPVM_OpBitwiseAnd:
        if (f.width > 32) return all;
        a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
        return spvchi_between(0, spvchi_least(a.hi, b.hi));
    case SPVM_OpUMod:
        if (f.width > 32) return all;
        a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
        return b.lo > 0 ? spvchi_between(0, spvchi_least(a.hi, b.hi - 1)) : all;
    case SPVM_OpSMod: /* of the sign of the divisor */
    case SPVM_OpSRem:
        if (f.width > 32) return all;
        a = spvchi_signed(a, f), b = spvchi_signed(b, f);
        if (b.lo <= 0 || (inst->opcode == SPVM_OpSRem && a.lo < 0)) return all;
        return spvchi_between(0, b.hi - 1);
    case SPVM_OpUDiv:
        if (f.width > 32) return all;
        a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
        return b.lo > 0 ? spvchi_between(0, a.hi) : all;
    case SPVM_OpShiftRightLogical:
        if (f.width > 32) return all;
        a = spvchi_unsigned(a, f);
        if (b.lo != b.hi || b.lo < 0 || b.hi >= f.width) return spvchi_between(0, a.hi);
        return spvchi_between(0, a.hi / spvchi_power((uint32_t)b.lo));
    case SPVM_OpUConvert:
    case SPVM_OpSConvert:
    case SPVM_OpConvertUToF:
    case SPVM_OpConvertSToF:
        return spvchi_is_integer(from) ? spvchi_converted(inst->opcode, a, from, f) : all;
    case SPVM_OpFNegate:
        b.lo = -a.hi, b.hi = -a.lo, b.nan = a.nan, b.nonzero = a.nonzero;
        return b;
    case SPVM_OpFMul:
    case SPVM_OpDot: return spvchi_float_sign(all, w[3] == w[4] || (a.lo >= 0 && b.lo >= 0));
    case SPVM_OpFAdd:
    case SPVM_OpVectorTimesScalar: return spvchi_float_sign(all, a.lo >= 0 && b.lo >= 0);
    default: return all;
    }
}

/* Whether a counter, which adds a constant in each round, cannot pass the greatest integer, with
   sign or without: *limit is the most that it becomes then. *first is the range that it begins in;
   it is given with sign if the limit is. */
static int spvchi_is_bounded(spvchi_state *x, const spvm_inst *phi, spvm_id next,
                             spvchi_range *first, double *limit);

/* A phi of values from before, or of those and itself plus a constant: it never falls below the
   first if it cannot pass the greatest integer. */
static spvchi_range spvchi_phi_range(spvchi_state *x, const spvm_inst *inst, spvchi_form f) {
    const uint32_t *w = x->m->words + inst->word;
    spvchi_range r = spvchi_anything(f), one;
    uint32_t i, known = 0;
    double limit;
    spvm_id next = 0;
    for (i = 3; i + 1 < inst->length; i += 2) {
        const spvm_inst *def = spvm_def(x->m, w[i]);
        if (def->block != SPVM_NONE && x->m->blocks[def->block].order != SPVM_NONE
            && x->m->blocks[def->block].order >= x->m->blocks[inst->block].order
            && def->word >= inst->word) {
            if (next != 0 && next != w[i]) return r;
            next = w[i];
            continue;
        }
        one = spvchi_range_of(x, w[i]);
        r = known++ ? spvchi_union(r, one, f) : one;
    }
    if (next == 0) return r;
    if (f.count != 1 || (f.kind != 'i' && f.kind != 'u') || f.width > 32 || known == 0
        || !spvchi_is_bounded(x, inst, next, &r, &limit))
        return spvchi_anything(f);
    return spvchi_between(r.lo, spvchi_most(r.hi, limit));
}

static void spvchi_range_inst(spvchi_state *x, const spvm_inst *inst) {
    spvchi_form f = spvchi_form_of(x->m, inst->type);
    if (inst->result == 0 || f.kind == 0) return;
    if (inst->opcode == SPVM_OpExtInst)
        x->ranges[inst->result] = spvm_set_of(x->m, inst) == SPVM_SET_GLSL
                                      ? spvchi_glsl_range(x, inst, f) : spvchi_anything(f);
    else if (inst->opcode == SPVM_OpPhi) x->ranges[inst->result] = spvchi_phi_range(x, inst, f);
    else x->ranges[inst->result] = spvchi_core_range(x, inst, f);
}

static void spvchi_find_ranges(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvchi_form f;
    uint32_t i, k;
    spvm_inst_ref at;
    for (i = 0; i < m->bound; i++) {
        const spvm_inst *def = spvm_def(m, i);
        f = spvchi_form_of(m, def == NULL ? 0 : def->type);
        x->ranges[i] = spvchi_anything(f);
    }
    for (i = 0; i < m->constant_count; i++)
        x->ranges[m->constants[i].id] = spvchi_constant_range(x, &m->constants[i]);
    for (i = 0; i < m->function_count; i++)
        for (k = 0; k < m->functions[i].order_count; k++) {
            const spvm_block *b = &m->blocks[m->order[m->functions[i].first_block + k]];
            for (at = b->first + 1; at <= b->last; at++) spvchi_range_inst(x, &m->insts[at]);
        }
}

/* ---- what a branch has asked */

/* Narrows a range by a comparison of it (on the left) with another range, that holds. */
static spvchi_range spvchi_narrow(spvchi_range r, uint32_t opcode, spvchi_range with,
                                  spvchi_form f) {
    double step = f.kind == 'f' ? 0 : 1;
    int is_signed = opcode == SPVM_OpSLessThan || opcode == SPVM_OpSLessThanEqual
                    || opcode == SPVM_OpSGreaterThan || opcode == SPVM_OpSGreaterThanEqual;
    spvchi_range was = r;
    if (f.kind != 'f' && f.width > 32) return r;
    if (opcode == SPVM_OpIEqual) return with;
    if (opcode == SPVM_OpINotEqual) {
        if (with.lo != with.hi) return r;
        if (with.lo == 0) r.nonzero = 1;
        if (with.lo == 0 && r.lo == 0) r.lo = 1;
        return r;
    }
    if (f.kind != 'f') {
        r = is_signed ? spvchi_signed(r, f) : spvchi_unsigned(r, f);
        with = is_signed ? spvchi_signed(with, f) : spvchi_unsigned(with, f);
    }
    switch (opcode) {
    case SPVM_OpSLessThan:
    case SPVM_OpULessThan: r.hi = spvchi_least(r.hi, with.hi - step); break;
    case SPVM_OpFOrdLessThan:
        r.hi = spvchi_least(r.hi, with.hi);
        r.nan = 0;
        if (with.hi <= 0) r.nonzero = 1;
        break;
    case SPVM_OpFUnordLessThanEqual:
    case SPVM_OpFUnordLessThan:
        if (with.nan) return was;
        r.hi = spvchi_least(r.hi, with.hi);
        break;
    case SPVM_OpFOrdLessThanEqual: r.nan = 0; /* fall through */
    case SPVM_OpSLessThanEqual:
    case SPVM_OpULessThanEqual: r.hi = spvchi_least(r.hi, with.hi); break;
    case SPVM_OpSGreaterThan:
    case SPVM_OpUGreaterThan: r.lo = spvchi_most(r.lo, with.lo + step); break;
    case SPVM_OpFOrdGreaterThan:
        r.lo = spvchi_most(r.lo, with.lo);
        r.nan = 0;
        if (with.lo >= 0) r.nonzero = 1;
        break;
    case SPVM_OpFUnordGreaterThanEqual:
    case SPVM_OpFUnordGreaterThan:
        if (with.nan) return was;
        r.lo = spvchi_most(r.lo, with.lo);
        break;
    case SPVM_OpFOrdGreaterThanEqual: r.nan = 0; /* fall through */
    case SPVM_OpSGreaterThanEqual:
    case SPVM_OpUGreaterThanEqual: r.lo = spvchi_most(r.lo, with.lo); break;
    case SPVM_OpFOrdNotEqual:
    case SPVM_OpFUnordNotEqual:
        if (with.lo == 0 && with.hi == 0 && !with.nan) r.nonzero = 1;
        return r;
    case SPVM_OpFOrdEqual:
        with.nan = 0;
        return with;
    default: return was;
    }
    if (r.lo > r.hi) return was; /* never executed, or not as it seems */
    if (r.lo > 0 || r.hi < 0) r.nonzero = 1;
    return r;
}

/* The comparison that holds where another one does not; that with its sides changed. */
static uint32_t spvchi_negated(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpIEqual: return SPVM_OpINotEqual;
    case SPVM_OpINotEqual: return SPVM_OpIEqual;
    case SPVM_OpSLessThan: return SPVM_OpSGreaterThanEqual;
    case SPVM_OpSLessThanEqual: return SPVM_OpSGreaterThan;
    case SPVM_OpSGreaterThan: return SPVM_OpSLessThanEqual;
    case SPVM_OpSGreaterThanEqual: return SPVM_OpSLessThan;
    case SPVM_OpULessThan: return SPVM_OpUGreaterThanEqual;
    case SPVM_OpULessThanEqual: return SPVM_OpUGreaterThan;
    case SPVM_OpUGreaterThan: return SPVM_OpULessThanEqual;
    case SPVM_OpUGreaterThanEqual: return SPVM_OpULessThan;
    case SPVM_OpFOrdLessThan: return SPVM_OpFUnordGreaterThanEqual;
    case SPVM_OpFOrdLessThanEqual: return SPVM_OpFUnordGreaterThan;
    case SPVM_OpFOrdGreaterThan: return SPVM_OpFUnordLessThanEqual;
    case SPVM_OpFOrdGreaterThanEqual: return SPVM_OpFUnordLessThan;
    case SPVM_OpFUnordLessThan: return SPVM_OpFOrdGreaterThanEqual;
    case SPVM_OpFUnordLessThanEqual: return SPVM_OpFOrdGreaterThan;
    case SPVM_OpFUnordGreaterThan: return SPVM_OpFOrdLessThanEqual;
    case SPVM_OpFUnordGreaterThanEqual: return SPVM_OpFOrdLessThan;
    case SPVM_OpFOrdEqual: return SPVM_OpFUnordNotEqual;
    case SPVM_OpFUnordNotEqual: return SPVM_OpFOrdEqual;
    default: return SPVM_OpNop;
    }
}

static uint32_t spvchi_mirrored(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpSLessThan: return SPVM_OpSGreaterThan;
    case SPVM_OpSLessThanEqual: return SPVM_OpSGreaterThanEqual;
    case SPVM_OpSGreaterThan: return SPVM_OpSLessThan;
    case SPVM_OpSGreaterThanEqual: return SPVM_OpSLessThanEqual;
    case SPVM_OpULessThan: return SPVM_OpUGreaterThan;
    case SPVM_OpULessThanEqual: return SPVM_OpUGreaterThanEqual;
    case SPVM_OpUGreaterThan: return SPVM_OpULessThan;
    case SPVM_OpUGreaterThanEqual: return SPVM_OpULessThanEqual;
    case SPVM_OpFOrdLessThan: return SPVM_OpFOrdGreaterThan;
    case SPVM_OpFOrdLessThanEqual: return SPVM_OpFOrdGreaterThanEqual;
    case SPVM_OpFOrdGreaterThan: return SPVM_OpFOrdLessThan;
    case SPVM_OpFOrdGreaterThanEqual: return SPVM_OpFOrdLessThanEqual;
    case SPVM_OpFUnordLessThan: return SPVM_OpFUnordGreaterThan;
    case SPVM_OpFUnordLessThanEqual: return SPVM_OpFUnordGreaterThanEqual;
    case SPVM_OpFUnordGreaterThan: return SPVM_OpFUnordLessThan;
    case SPVM_OpFUnordGreaterThanEqual: return SPVM_OpFUnordLessThanEqual;
    default: return opcode;
    }
}

/* Narrows the range of an id by a condition that has a value. */
static spvchi_range spvchi_ask(spvchi_state *x, spvchi_range r, spvm_id id, spvm_id condition,
                               int holds) {
    spvm_id asked[8];
    uint8_t value[8];
    uint32_t count = 1, steps = 0, opcode;
    spvchi_form f = spvchi_form_at(x->m, id);
    asked[0] = condition;
    value[0] = (uint8_t)holds;
    while (count > 0 && steps++ < 16) {
        const spvm_inst *c = spvm_def(x->m, asked[--count]);
        const uint32_t *w = x->m->words + c->word;
        int is_true = value[count];
        switch (c->opcode) {
        case SPVM_OpLogicalNot:
            asked[count] = w[3], value[count++] = (uint8_t)!is_true;
            break;
        case SPVM_OpLogicalAnd:
        case SPVM_OpLogicalOr:
            if (is_true != (c->opcode == SPVM_OpLogicalAnd) || count + 2 > 8) break;
            asked[count] = w[3], value[count++] = (uint8_t)is_true;
            asked[count] = w[4], value[count++] = (uint8_t)is_true;
            break;
        default:
            if (c->length != 5 || c->result == 0 || (w[3] != id && w[4] != id)) break;
            opcode = is_true ? c->opcode : spvchi_negated(c->opcode);
            if (w[3] == id) r = spvchi_narrow(r, opcode, spvchi_range_of(x, w[4]), f);
            else r = spvchi_narrow(r, spvchi_mirrored(opcode), spvchi_range_of(x, w[3]), f);
        }
    }
    return r;
}

/* The range of an id in a block: what it is everywhere, narrowed by the branches above. */
static spvchi_range spvchi_range_at(spvchi_state *x, spvm_id id, spvm_block_ref block) {
    const spvm_module *m = x->m;
    spvchi_range r = spvchi_range_of(x, id);
    spvchi_form f = spvchi_form_at(m, id);
    uint32_t steps;
    if (spvm_constant_of(m, id) != NULL || f.count != 1 || f.kind == 0 || f.kind == 'b') return r;
    for (steps = 0; steps < 24 && block != SPVM_NONE; steps++) {
        const spvm_block *b = &m->blocks[block];
        const spvm_inst *branch;
        const uint32_t *w;
        if (b->dominator.parent == SPVM_NONE) break;
        branch = &m->insts[m->blocks[b->dominator.parent].last];
        w = m->words + branch->word;
        if (branch->opcode == SPVM_OpBranchConditional && w[2] != w[3]
            && b->predecessor_count == 1
            && m->edges[m->predecessors[b->first_predecessor]].from == b->dominator.parent)
            r = spvchi_ask(x, r, id, w[1], w[2] == b->label);
        block = b->dominator.parent;
    }
    return r;
}

static int spvchi_is_bounded(spvchi_state *x, const spvm_inst *phi, spvm_id next,
                             spvchi_range *first, double *limit) {
    const spvm_module *m = x->m;
    const spvm_inst *def = &m->insts[m->ids[next].def];
    const uint32_t *w = m->words + def->word;
    spvchi_range step, r;
    spvchi_form f = spvchi_form_of(m, phi->type);
    if (def->opcode != SPVM_OpIAdd || def->block == SPVM_NONE) return 0;
    if (w[3] != phi->result && w[4] != phi->result) return 0;
    step = spvchi_range_of(x, w[3] == phi->result ? w[4] : w[3]);
    if (spvm_constant_of(m, w[3] == phi->result ? w[4] : w[3]) == NULL || step.lo != step.hi
        || step.lo <= 0 || step.hi >= spvchi_power(f.width - 1u))
        return 0;
    /* the least integer stands for all that the counter may be, so that a bound is what is left */
    x->ranges[phi->result] = spvchi_between(-spvchi_power(f.width - 1u),
                                            spvchi_power(f.width - 1u) - 1);
    r = spvchi_range_at(x, phi->result, def->block);
    if (r.lo < 0) { /* bounded above in numbers with sign */
        *limit = r.hi + step.hi;
        if (*limit < spvchi_power(f.width - 1u)) {
            *first = spvchi_signed(*first, f);
            return 1;
        }
    }
    x->ranges[phi->result] = spvchi_anything(f);
    r = spvchi_range_at(x, phi->result, def->block);
    *limit = r.hi + step.hi;
    if (r.lo < 0 || *limit >= spvchi_power(f.width)) return 0;
    *first = spvchi_unsigned(*first, f);
    return 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>conditions  [6]  strings of the table -> words, or verdicts
   The notation of >>rows is read twice: to write the instructions that compute a condition, and to
   compute it with ranges, where a bool is 0, 1 or either. */

typedef struct spvchi_row {
    uint16_t opcode, number;  /* number: of the instruction of the set, or the opcode */
    const char *operands, *condition, *fix, *text;
} spvchi_row;

enum { SPVCHI_NONE = 0 };
#define SPVCHI_EXT 0x10000
/* Instructions of both sets as one number, for the rows. */
#define SPVCHI_OPCODE(name, number, operands) SPVCHI_Op##name = number,
enum { SPVM_OPCODES(SPVCHI_OPCODE) SPVCHI_OPCODE_LIMIT };
#undef SPVCHI_OPCODE
#define SPVCHI_GLSL(name, number) SPVCHI_GLSL_##name = SPVCHI_EXT + number,
enum { SPVM_GLSL(SPVCHI_GLSL) SPVCHI_GLSL_LIMIT };
#undef SPVCHI_GLSL

#define SPVCHI_ROW(name, instruction, operands, condition, fix, text) \
    {(uint16_t)((int)SPVCHI_##instruction >= SPVCHI_EXT ? 12 : (int)SPVCHI_##instruction), \
     (uint16_t)((int)SPVCHI_##instruction & 0xFFFF), operands, condition, fix, text},
static const spvchi_row spvchi_rows[] = {SPVCH_ROWS(SPVCHI_ROW)};
#undef SPVCHI_ROW

/* What a string is about. */
typedef struct spvchi_frame {
    spvchi_form forms[SPVCH_MAX_OPERANDS]; /* of a, b, c, d */
    spvm_id ids[SPVCH_MAX_OPERANDS], types[SPVCH_MAX_OPERANDS];
    spvchi_range ranges[SPVCH_MAX_OPERANDS];
    char result;              /* kind and width of the result's components */
    uint32_t width;
    spvm_id set;              /* GLSL.std.450, of MatrixInverse */
} spvchi_frame;

typedef struct spvchi_term {
    spvm_id id;
    spvchi_form form;
} spvchi_term;

enum { SPVCHI_STACK = 12 };

static int spvchi_is_constant_token(char c) {
    return (c >= '0' && c <= '9') || c == 'm' || c == 'N' || c == 'W' || c == 'E' || c == 'H'
           || c == 'P' || c == 'L' || c == 'Q';
}

static uint32_t spvchi_comparison(char token, char kind) {
    int is_float = kind == 'f';
    switch (token) {
    case '<': return is_float ? SPVM_OpFOrdLessThan : SPVM_OpSLessThan;
    case '>': return is_float ? SPVM_OpFOrdGreaterThan : SPVM_OpSGreaterThan;
    case 'l': return is_float ? SPVM_OpFOrdLessThanEqual : SPVM_OpSLessThanEqual;
    case 'g': return is_float ? SPVM_OpFOrdGreaterThanEqual : SPVM_OpSGreaterThanEqual;
    case '=': return is_float ? SPVM_OpFOrdEqual : SPVM_OpIEqual;
    case 'U': return SPVM_OpUGreaterThanEqual;
    case 'V': return SPVM_OpUGreaterThan;
    case '?': return SPVM_OpFUnordGreaterThanEqual;
    default: return SPVM_OpNop;
    }
}

/* A bool for each component of a vector that is as wide as another. */
static spvchi_term spvchi_widened(spvchi_state *x, spvchi_term t, uint32_t count) {
    uint32_t i;
    spvm_id id, type;
    if (t.form.count == count) return t;
    t.form.count = (uint8_t)count;
    type = spvchi_form_type(x, t.form);
    id = x->bound++;
    spvchi_open(x, &x->functions, SPVM_OpCompositeConstruct);
    spvchi_add(x, &x->functions, type);
    spvchi_add(x, &x->functions, id);
    for (i = 0; i < count; i++) spvchi_add(x, &x->functions, t.id);
    spvchi_shut(&x->functions);
    t.id = id;
    return t;
}

static spvchi_term spvchi_write_one(spvchi_state *x, char token, spvchi_term t) {
    spvchi_stream *s = &x->functions;
    spvchi_term u = t, v;
    spvm_id type;
    u.form = spvchi_bool_form(x, t.form.count);
    type = spvchi_form_type(x, u.form);
    switch (token) {
    case '!': u.id = spvchi_make(x, s, SPVM_OpLogicalNot, type, t.id, 0, 0); break;
    case 'n': u.id = spvchi_make(x, s, SPVM_OpIsNan, type, t.id, 0, 0); break;
    case 'i': u.id = spvchi_make(x, s, SPVM_OpIsInf, type, t.id, 0, 0); break;
    case 'x':
        u.id = spvchi_make(x, s, SPVM_OpIsNan, type, t.id, 0, 0);
        v.id = spvchi_make(x, s, SPVM_OpIsInf, type, t.id, 0, 0);
        u.id = spvchi_make(x, s, SPVM_OpLogicalOr, type, u.id, v.id, 0);
        break;
    default: /* A, Z */
        if (t.form.count == 1) return t;
        u.form.count = 1;
        u.id = spvchi_make(x, s, token == 'Z' ? SPVM_OpAll : SPVM_OpAny, spvchi_bool(x), t.id, 0,
                           0);
    }
    return u;
}

static spvchi_term spvchi_write_two(spvchi_state *x, char token, spvchi_term a, spvchi_term b) {
    uint32_t opcode = spvchi_comparison(token, a.form.kind);
    spvchi_term r = a;
    if (opcode != SPVM_OpNop) r.form = spvchi_bool_form(x, a.form.count);
    else if (token == '|') opcode = SPVM_OpLogicalOr;
    else if (token == '&') opcode = a.form.kind == 'b' ? SPVM_OpLogicalAnd : SPVM_OpBitwiseAnd;
    else opcode = token == '+' ? SPVM_OpIAdd : SPVM_OpISub;
    r.id = spvchi_make(x, &x->functions, opcode, spvchi_form_type(x, r.form), a.id, b.id, 0);
    return r;
}

static spvchi_term spvchi_write_determinant(spvchi_state *x, const spvchi_frame *f,
                                            spvchi_term t) {
    spvm_id id = x->bound++;
    t.form.count = 1;
    spvchi_put(x, &x->functions, SPVM_OpExtInst, 5, t.form.component, id, f->set,
               SPVM_GLSL_Determinant, t.id, 0);
    t.id = id;
    return t;
}

/* Writes what computes a string, up to its end or a blank. */
static spvchi_term spvchi_write(spvchi_state *x, const spvchi_frame *f, const char *c) {
    spvchi_term stack[SPVCHI_STACK];
    uint32_t n = 0;
    for (; *c != 0 && *c != ' '; c++) {
        spvchi_term *t = &stack[n];
        if (*c >= 'a' && *c <= 'd') {
            t->id = f->ids[*c - 'a'];
            t->form = f->forms[*c - 'a'];
            n++;
        } else if (spvchi_is_constant_token(*c)) {
            t->form = c[1] == '.' ? stack[n - 1].form : f->forms[c[1] - 'a'];
            t->id = spvchi_constant(x, t->form, spvchi_notation(*c, t->form, f->result, f->width));
            n++, c++;
        } else if (*c == 'T') {
            t->form = spvchi_bool_form(x, 1);
            t->id = spvchi_constant(x, t->form, 1);
            n++;
        } else if (*c == 's') {
            n -= 2;
            t = &stack[n - 1];
            t[2] = spvchi_widened(x, t[2], t->form.count);
            t->id = spvchi_make(x, &x->functions, SPVM_OpSelect, spvchi_form_type(x, t->form),
                                t[2].id, t->id, t[1].id);
        } else if (*c == 'D') {
            t[-1] = spvchi_write_determinant(x, f, t[-1]);
        } else if (*c == '!' || *c == 'n' || *c == 'i' || *c == 'x' || *c == 'A' || *c == 'Z') {
            t[-1] = spvchi_write_one(x, *c, t[-1]);
        } else {
            n--;
            t[-2] = spvchi_write_two(x, *c, t[-2], t[-1]);
        }
    }
    return stack[0];
}

/* ---- the same with ranges */

static spvchi_range spvchi_judge_less(double a, double b, int or_equal, spvchi_range l,
                                      spvchi_range r) {
    /* a, b: least of the left, greatest of the right; whether left < right may or must be */
    int may = or_equal ? a <= b : a < b;
    int must = !l.nan && !r.nan && (or_equal ? l.hi <= r.lo : l.hi < r.lo);
    return spvchi_between(must, may);
}

static spvchi_range spvchi_judge_two(char token, spvchi_range a, spvchi_range b, spvchi_form f) {
    int is_float = f.kind == 'f';
    spvchi_range r;
    if (!is_float && (token == 'U' || token == 'V'))
        a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
    else if (!is_float && f.kind != 'b' && (token == '<' || token == '>' || token == 'l'
                                            || token == 'g'))
        a = spvchi_signed(a, f), b = spvchi_signed(b, f);
    /* what is not zero is less than it if it is no more */
    if (token == 'l' && a.nonzero && b.lo == 0 && b.hi == 0) token = '<';
    if (token == 'g' && a.nonzero && b.lo == 0 && b.hi == 0) token = '>';
    switch (token) {
    case '<': return spvchi_judge_less(a.lo, b.hi, 0, a, b);
    case 'l': return spvchi_judge_less(a.lo, b.hi, 1, a, b);
    case 'V':
    case '>': return spvchi_judge_less(b.lo, a.hi, 0, b, a);
    case 'U':
    case 'g': return spvchi_judge_less(b.lo, a.hi, 1, b, a);
    case '?':
        r = spvchi_judge_less(b.lo, a.hi, 1, b, a);
        if (a.nan || b.nan) r.hi = 1;
        return r;
    case '=':
        if (!is_float) a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
        r = spvchi_between(a.lo == a.hi && b.lo == b.hi && a.lo == b.lo && !a.nan && !b.nan,
                           a.lo <= b.hi && b.lo <= a.hi);
        if ((a.nonzero && b.lo == 0 && b.hi == 0) || (b.nonzero && a.lo == 0 && a.hi == 0))
            r.hi = 0;
        return r;
    case '&':
        if (f.kind != 'b') return spvchi_anything(f);
        return spvchi_between(spvchi_least(a.lo, b.lo), spvchi_least(a.hi, b.hi));
    case '|': return spvchi_between(spvchi_most(a.lo, b.lo), spvchi_most(a.hi, b.hi));
    case '+':
        a = spvchi_unsigned(a, f), b = spvchi_unsigned(b, f);
        return spvchi_wrapped(a.lo + b.lo, a.hi + b.hi, f);
    default: return spvchi_anything(f);
    }
}

static spvchi_range spvchi_judge_one(char token, spvchi_range t) {
    int infinite = t.hi == SPVCHI_HUGE || t.lo == -SPVCHI_HUGE;
    switch (token) {
    case '!': return spvchi_between(1 - t.hi, 1 - t.lo);
    case 'n': return spvchi_between(0, t.nan);
    case 'i': return spvchi_between(0, infinite);
    case 'x': return spvchi_between(0, infinite || t.nan);
    default: return t; /* A, Z: of all components together the range says the same */
    }
}

/* Whether the condition may hold. */
static int spvchi_may_fire(const spvchi_frame *f, const char *c) {
    spvchi_range stack[SPVCHI_STACK];
    spvchi_form forms[SPVCHI_STACK], truth = {'b', 1, 1, 0};
    uint32_t n = 0;
    for (; *c != 0; c++) {
        if (*c >= 'a' && *c <= 'd') {
            forms[n] = f->forms[*c - 'a'];
            stack[n++] = f->ranges[*c - 'a'];
        } else if (spvchi_is_constant_token(*c)) {
            forms[n] = c[1] == '.' ? forms[n - 1] : f->forms[c[1] - 'a'];
            stack[n] = spvchi_number_of(spvchi_notation(*c, forms[n], f->result, f->width),
                                        forms[n]);
            n++, c++;
        } else if (*c == 'T' || *c == 'D') {
            return 1;
        } else if (*c == '!' || *c == 'n' || *c == 'i' || *c == 'x' || *c == 'A' || *c == 'Z') {
            stack[n - 1] = spvchi_judge_one(*c, stack[n - 1]);
            forms[n - 1] = truth;
        } else {
            n--;
            stack[n - 1] = spvchi_judge_two(*c, stack[n - 1], stack[n], forms[n - 1]);
            if (spvchi_comparison(*c, 'f') != SPVM_OpNop) forms[n - 1] = truth;
        }
    }
    return stack[0].hi > 0;
}

/* -------------------------------------------------------------------------------------------------
   // >>recorder  [7]  generated functions: records, places of invocations
   The buffer is one runtime array of words. A private variable has the number of the entry point
   and the place of the invocation; each entry point that needs it calls a function which sets
   it. */

enum { SPVCHI_HEADER = 2, SPVCHI_PLACE = 4 };

static uint32_t spvchi_record_words(const spvchi_state *x) {
    return SPVCHI_PLACE + 4 * x->operand_vectors;
}

static void spvchi_decorate(spvchi_state *x, spvm_id id, uint32_t decoration, uint32_t count,
                            uint32_t operand) {
    spvchi_put(x, &x->annotations, SPVM_OpDecorate, 2 + count, id, decoration, operand, 0, 0, 0);
}

static int spvchi_is_old(const spvchi_state *x) {
    return x->m->version < 0x00010300u;
}

static uint32_t spvchi_storage(const spvchi_state *x) {
    return spvchi_is_old(x) ? SPVM_StorageClass_Uniform : SPVM_StorageClass_StorageBuffer;
}

static void spvchi_declare_seen(spvchi_state *x) {
    spvm_id uint = spvchi_uint(x), array, null, pointer;
    spvm_id length = spvchi_number(x, (x->out->site_count + 31) / 32);
    array = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpTypeArray, 3, array, uint, length, 0, 0, 0);
    null = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpConstantNull, 2, array, null, 0, 0, 0, 0);
    pointer = spvchi_pointer(x, SPVM_StorageClass_Private, array);
    x->seen = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpVariable, 4, pointer, x->seen, SPVM_StorageClass_Private,
               null, 0, 0);
    spvchi_name(x, x->seen, "check_seen");
}

static void spvchi_declare_buffer(spvchi_state *x) {
    spvm_id uint = spvchi_uint(x), array = x->bound++, block = x->bound++, pointer;
    spvchi_put(x, &x->globals, SPVM_OpTypeRuntimeArray, 2, array, uint, 0, 0, 0, 0);
    spvchi_decorate(x, array, SPVM_Decoration_ArrayStride, 1, 4);
    spvchi_put(x, &x->globals, SPVM_OpTypeStruct, 2, block, array, 0, 0, 0, 0);
    spvchi_decorate(x, block, spvchi_is_old(x) ? SPVM_Decoration_BufferBlock
                                               : SPVM_Decoration_Block, 0, 0);
    spvchi_put(x, &x->annotations, SPVM_OpMemberDecorate, 4, block, 0, SPVM_Decoration_Offset, 0,
               0, 0);
    pointer = spvchi_pointer(x, spvchi_storage(x), block);
    x->buffer = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpVariable, 3, pointer, x->buffer, spvchi_storage(x), 0, 0, 0);
    spvchi_decorate(x, x->buffer, SPVM_Decoration_DescriptorSet, 1, x->options.set);
    spvchi_decorate(x, x->buffer, SPVM_Decoration_Binding, 1, x->options.binding);
    spvchi_name(x, block, "check_records");
    spvchi_name(x, x->buffer, "check_buffer");
    pointer = spvchi_pointer(x, SPVM_StorageClass_Private, spvchi_vector(x, uint, 4));
    x->invocation = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpVariable, 3, pointer, x->invocation,
               SPVM_StorageClass_Private, 0, 0, 0);
    spvchi_name(x, x->invocation, "check_invocation");
    spvchi_declare_seen(x);
}

static spvm_id spvchi_label(spvchi_state *x, spvm_id id) {
    spvchi_put(x, &x->functions, SPVM_OpLabel, 1, id, 0, 0, 0, 0, 0);
    return id;
}

static spvm_id spvchi_open_function(spvchi_state *x, spvm_id result, const spvm_id *types,
                                    spvm_id *parameters, uint32_t count, const char *name) {
    spvm_id type = spvchi_function_type(x, result, types, count), id = x->bound++;
    uint32_t i;
    spvchi_put(x, &x->functions, SPVM_OpFunction, 4, result, id, 0, type, 0, 0);
    for (i = 0; i < count; i++)
        parameters[i] = spvchi_make(x, &x->functions, SPVM_OpFunctionParameter, types[i], 0, 0, 0);
    spvchi_label(x, x->bound++);
    spvchi_name(x, id, name);
    return id;
}

/* Opens `if (condition)`; returns the label behind it. */
static spvm_id spvchi_open_if(spvchi_state *x, spvm_id condition) {
    spvm_id then = x->bound++, merge = x->bound++;
    spvchi_put(x, &x->functions, SPVM_OpSelectionMerge, 2, merge, 0, 0, 0, 0, 0);
    spvchi_put(x, &x->functions, SPVM_OpBranchConditional, 3, condition, then, merge, 0, 0, 0);
    spvchi_label(x, then);
    return merge;
}

static void spvchi_shut_if(spvchi_state *x, spvm_id merge) {
    spvchi_put(x, &x->functions, SPVM_OpBranch, 1, merge, 0, 0, 0, 0, 0);
    spvchi_label(x, merge);
}

static void spvchi_shut_function(spvchi_state *x, spvm_id value) {
    if (value == 0) spvchi_put(x, &x->functions, SPVM_OpReturn, 0, 0, 0, 0, 0, 0, 0);
    else spvchi_put(x, &x->functions, SPVM_OpReturnValue, 1, value, 0, 0, 0, 0, 0);
    spvchi_put(x, &x->functions, SPVM_OpFunctionEnd, 0, 0, 0, 0, 0, 0, 0);
}

static spvm_id spvchi_uint_op(spvchi_state *x, uint32_t opcode, uint32_t a, uint32_t b) {
    return spvchi_make(x, &x->functions, opcode, spvchi_uint(x), a, b, 0);
}

/* A pointer to a word of the buffer. */
static spvm_id spvchi_word_pointer(spvchi_state *x, spvm_id index) {
    spvm_id type = spvchi_pointer(x, spvchi_storage(x), spvchi_uint(x));
    return spvchi_make(x, &x->functions, SPVM_OpAccessChain, type, x->buffer, spvchi_number(x, 0),
                       index);
}

static void spvchi_store_word(spvchi_state *x, spvm_id base, uint32_t offset, spvm_id word) {
    spvm_id index = spvchi_uint_op(x, SPVM_OpIAdd, base, spvchi_number(x, offset));
    index = spvchi_word_pointer(x, index);
    spvchi_put(x, &x->functions, SPVM_OpStore, 2, index, word, 0, 0, 0, 0);
}

/* Adds 1 to a word of the buffer; returns what was there. */
static spvm_id spvchi_count_up(spvchi_state *x, spvm_id index) {
    int is_vulkan = x->m->memory_model == SPVM_MemoryModel_Vulkan;
    spvm_id id, pointer = spvchi_word_pointer(x, index);
    spvm_id scope = spvchi_number(x, is_vulkan ? SPVM_Scope_QueueFamily : SPVM_Scope_Device);
    spvm_id zero = spvchi_number(x, 0), one = spvchi_number(x, 1), uint = spvchi_uint(x);
    id = x->bound++;
    spvchi_put(x, &x->functions, SPVM_OpAtomicIAdd, 6, uint, id, pointer, scope, zero, one);
    return id;
}

static spvm_id spvchi_component(spvchi_state *x, spvm_id vector, uint32_t k) {
    spvm_id id = x->bound++;
    spvchi_put(x, &x->functions, SPVM_OpCompositeExtract, 4, spvchi_uint(x), id, vector, k, 0, 0);
    return id;
}

/* Adds 1 to the map at the invocation's place, if that is on the map. */
static void spvchi_write_map(spvchi_state *x, const spvm_id place[4]) {
    spvm_id uint = spvchi_uint(x), boolean = spvchi_bool(x), size[2], on, merge, at;
    uint32_t k, base = SPVCHI_HEADER + x->out->site_count
                       + x->out->site_count * x->out->records * spvchi_record_words(x);
    on = spvchi_uint_op(x, SPVM_OpBitwiseAnd, place[0], spvchi_number(x, 0x80000000u));
    on = spvchi_make(x, &x->functions, SPVM_OpINotEqual, boolean, on, spvchi_number(x, 0), 0);
    for (k = 0; k < 2; k++) {
        at = spvchi_word_pointer(x, spvchi_number(x, k));
        size[k] = spvchi_make(x, &x->functions, SPVM_OpLoad, uint, at, 0, 0);
        at = spvchi_make(x, &x->functions, SPVM_OpULessThan, boolean, place[1 + k], size[k], 0);
        on = spvchi_make(x, &x->functions, SPVM_OpLogicalAnd, boolean, on, at, 0);
    }
    merge = spvchi_open_if(x, on);
    at = spvchi_uint_op(x, SPVM_OpIMul, place[2], size[0]);
    at = spvchi_uint_op(x, SPVM_OpIAdd, at, place[1]);
    at = spvchi_uint_op(x, SPVM_OpIAdd, at, spvchi_number(x, base));
    spvchi_count_up(x, at);
    spvchi_shut_if(x, merge);
}

/* Opens `if (the invocation was not seen at this site)`, and marks it. */
static spvm_id spvchi_open_unseen(spvchi_state *x, spvm_id site) {
    spvm_id uint = spvchi_uint(x), type, at, old, bit, unseen;
    type = spvchi_pointer(x, SPVM_StorageClass_Private, uint);
    at = spvchi_number(x, 5);
    at = spvchi_uint_op(x, SPVM_OpShiftRightLogical, site, at);
    at = spvchi_make(x, &x->functions, SPVM_OpAccessChain, type, x->seen, at, 0);
    old = spvchi_make(x, &x->functions, SPVM_OpLoad, uint, at, 0, 0);
    bit = spvchi_number(x, 31);
    bit = spvchi_uint_op(x, SPVM_OpBitwiseAnd, site, bit);
    unseen = spvchi_number(x, 1);
    bit = spvchi_uint_op(x, SPVM_OpShiftLeftLogical, unseen, bit);
    unseen = spvchi_uint_op(x, SPVM_OpBitwiseAnd, old, bit);
    type = spvchi_number(x, 0);
    unseen = spvchi_make(x, &x->functions, SPVM_OpIEqual, spvchi_bool(x), unseen, type, 0);
    unseen = spvchi_open_if(x, unseen);
    bit = spvchi_uint_op(x, SPVM_OpBitwiseOr, old, bit);
    spvchi_put(x, &x->functions, SPVM_OpStore, 2, at, bit, 0, 0, 0, 0);
    return unseen;
}

/* void record(uint site, uvec4 operands...) */
static void spvchi_write_recorder(spvchi_state *x) {
    spvm_id types[5], in[5], uint, place[4], slot, base, merge, vector, seen;
    uint32_t i, k;
    uint = spvchi_uint(x);
    types[0] = uint;
    for (i = 0; i < x->operand_vectors; i++) types[1 + i] = spvchi_vector(x, uint, 4);
    x->recorder = spvchi_open_function(x, spvchi_type(x, SPVM_OpTypeVoid, 0, 0), types, in,
                                       1 + x->operand_vectors, "check_record");
    seen = spvchi_open_unseen(x, in[0]);
    vector = spvchi_make(x, &x->functions, SPVM_OpLoad, spvchi_vector(x, uint, 4), x->invocation,
                         0, 0);
    for (k = 0; k < 4; k++) place[k] = spvchi_component(x, vector, k);
    spvchi_write_map(x, place);
    slot = spvchi_uint_op(x, SPVM_OpIAdd, in[0], spvchi_number(x, SPVCHI_HEADER));
    slot = spvchi_count_up(x, slot);
    merge = spvchi_number(x, x->out->records);
    merge = spvchi_make(x, &x->functions, SPVM_OpULessThan, spvchi_bool(x), slot, merge, 0);
    merge = spvchi_open_if(x, merge);
    base = spvchi_uint_op(x, SPVM_OpIMul, in[0], spvchi_number(x, x->out->records));
    base = spvchi_uint_op(x, SPVM_OpIAdd, base, slot);
    base = spvchi_uint_op(x, SPVM_OpIMul, base, spvchi_number(x, spvchi_record_words(x)));
    base = spvchi_uint_op(x, SPVM_OpIAdd, base,
                          spvchi_number(x, SPVCHI_HEADER + x->out->site_count));
    for (k = 0; k < 4; k++) spvchi_store_word(x, base, k, place[k]);
    for (i = 0; i < x->operand_vectors; i++)
        for (k = 0; k < 4; k++)
            spvchi_store_word(x, base, SPVCHI_PLACE + 4 * i + k,
                              spvchi_component(x, in[1 + i], k));
    spvchi_shut_if(x, merge);
    spvchi_shut_if(x, seen);
    spvchi_shut_function(x, 0);
}

/* What says which invocation it is, by execution model: up to two built-ins. */
typedef struct spvchi_origin {
    uint32_t model, builtin, count;
    char kind;
} spvchi_origin;

static const spvchi_origin spvchi_origins[] = {
    {SPVM_ExecutionModel_Vertex, SPVM_BuiltIn_VertexIndex, 1, 'i'},
    {SPVM_ExecutionModel_Vertex, SPVM_BuiltIn_InstanceIndex, 1, 'i'},
    {SPVM_ExecutionModel_TessellationControl, SPVM_BuiltIn_PrimitiveId, 1, 'i'},
    {SPVM_ExecutionModel_TessellationControl, SPVM_BuiltIn_InvocationId, 1, 'i'},
    {SPVM_ExecutionModel_TessellationEvaluation, SPVM_BuiltIn_PrimitiveId, 1, 'i'},
    {SPVM_ExecutionModel_Geometry, SPVM_BuiltIn_PrimitiveId, 1, 'i'},
    {SPVM_ExecutionModel_Geometry, SPVM_BuiltIn_InvocationId, 1, 'i'},
    {SPVM_ExecutionModel_Fragment, SPVM_BuiltIn_FragCoord, 4, 'f'},
    {SPVM_ExecutionModel_GLCompute, SPVM_BuiltIn_GlobalInvocationId, 3, 'u'},
    {SPVM_ExecutionModel_TaskEXT, SPVM_BuiltIn_GlobalInvocationId, 3, 'u'},
    {SPVM_ExecutionModel_MeshEXT, SPVM_BuiltIn_GlobalInvocationId, 3, 'u'},
    {SPVM_ExecutionModel_RayGenerationKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
    {SPVM_ExecutionModel_IntersectionKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
    {SPVM_ExecutionModel_AnyHitKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
    {SPVM_ExecutionModel_ClosestHitKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
    {SPVM_ExecutionModel_MissKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
    {SPVM_ExecutionModel_CallableKHR, SPVM_BuiltIn_LaunchIdKHR, 3, 'u'},
};

/* Whether a variable is in an entry point's interface. */
static int spvchi_is_listed(const spvm_module *m, const spvm_entry *e, spvm_id id) {
    uint32_t i;
    for (i = 0; i < e->interface_count; i++)
        if (m->words[e->interface_word + i] == id) return 1;
    return 0;
}

/* The variable of an entry point's interface that is a built-in input; 0: there is none. */
static spvm_id spvchi_find_input(const spvm_module *m, const spvm_entry *e, uint32_t builtin) {
    uint32_t i;
    for (i = 0; i < e->interface_count; i++) {
        spvm_id id = m->words[e->interface_word + i];
        const spvm_decoration *d
            = spvm_find_decoration(m, id, SPVM_NONE, SPVM_Decoration_BuiltIn);
        const spvm_type *t = spvm_type_of(m, id);
        if (d != NULL && m->words[d->word] == builtin && t != NULL
            && t->storage == SPVM_StorageClass_Input)
            return id;
    }
    return 0;
}

/* An input that is made for an entry point. */
static spvm_id spvchi_make_input(spvchi_state *x, const spvchi_origin *o, spvchi_form f) {
    spvm_id pointer = spvchi_pointer(x, SPVM_StorageClass_Input, spvchi_form_type(x, f));
    spvm_id id = x->bound++;
    spvchi_put(x, &x->globals, SPVM_OpVariable, 3, pointer, id, SPVM_StorageClass_Input, 0, 0, 0);
    spvchi_decorate(x, id, SPVM_Decoration_BuiltIn, 1, o->builtin);
    return id;
}

/* Writes what loads a built-in as words without sign: adds them to place[*count ...]. */
static void spvchi_load_origin(spvchi_state *x, spvm_entry *e, uint32_t entry,
                               const spvchi_origin *o, uint32_t number, spvm_id place[4],
                               uint32_t *count) {
    spvm_id id = spvchi_find_input(x->m, e, o->builtin), value, uint = spvchi_uint(x);
    spvchi_form f, plain = spvchi_uint_form(x, o->count);
    uint32_t k;
    if (id != 0) {
        f = spvchi_form_of(x->m, spvm_type_of(x->m, id)->element);
        if (f.count != o->count || f.width != 32 || (f.kind == 'f') != (o->kind == 'f')) return;
    } else {
        f = spvchi_form_make(o->kind == 'f' ? spvchi_type(x, SPVM_OpTypeFloat, 32, 0)
                                            : spvchi_type(x, SPVM_OpTypeInt, 32, o->kind == 'i'),
                             o->kind, 32, o->count);
        id = spvchi_make_input(x, o, f);
    }
    x->inputs[2 * entry + number] = id;
    value = spvchi_make(x, &x->functions, SPVM_OpLoad, spvchi_form_type(x, f), id, 0, 0);
    if (f.kind != 'u')
        value = spvchi_make(x, &x->functions,
                            f.kind == 'f' ? SPVM_OpConvertFToU : SPVM_OpBitcast,
                            spvchi_form_type(x, plain), value, 0, 0);
    for (k = 0; k < o->count && *count < (f.kind == 'f' ? 3u : 4u); k++) {
        if (o->count == 1) {
            place[(*count)++] = value;
            continue;
        }
        place[*count] = x->bound++;
        spvchi_put(x, &x->functions, SPVM_OpCompositeExtract, 4, uint, place[*count], value, k, 0,
                   0);
        (*count)++;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>checkers  [8]  generated functions: conditions
   A checker takes the number of the site and the operands: `if (condition) record(...)`. One that
   replaces an operand returns it. */

/* Bits of an operand as words: widened to 32, two for 64; adds them to words[]. */
static void spvchi_operand_words(spvchi_state *x, spvchi_form f, spvm_id id, spvm_id *words,
                                 uint32_t *count) {
    spvm_id uint = spvchi_uint(x), part, wide, zero = 0;
    uint32_t k;
    if (f.kind == 'b') zero = spvchi_number(x, 0);
    for (k = 0; k < f.count && *count < SPVCH_MAX_WORDS; k++) {
        part = id;
        if (f.count > 1) {
            part = x->bound++;
            spvchi_put(x, &x->functions, SPVM_OpCompositeExtract, 4, f.component, part, id, k, 0,
                       0);
        }
        if (f.kind == 'b') {
            wide = x->bound++;
            spvchi_put(x, &x->functions, SPVM_OpSelect, 5, uint, wide, part, spvchi_number(x, 1),
                       zero, 0);
            part = wide;
        } else if (f.width == 64) {
            wide = spvchi_make(x, &x->functions, SPVM_OpBitcast, spvchi_vector(x, uint, 2), part,
                               0, 0);
            words[(*count)++] = spvchi_component(x, wide, 0);
            if (*count < SPVCH_MAX_WORDS) words[(*count)++] = spvchi_component(x, wide, 1);
            continue;
        } else if (f.kind == 'f') {
            if (f.width < 32)
                part = spvchi_make(x, &x->functions, SPVM_OpFConvert,
                                   spvchi_type(x, SPVM_OpTypeFloat, 32, 0), part, 0, 0);
            part = spvchi_make(x, &x->functions, SPVM_OpBitcast, uint, part, 0, 0);
        } else if (f.width < 32) {
            wide = f.kind == 'u' ? uint : spvchi_type(x, SPVM_OpTypeInt, 32, 1);
            part = spvchi_make(x, &x->functions,
                               f.kind == 'u' ? SPVM_OpUConvert : SPVM_OpSConvert, wide, part, 0,
                               0);
            if (f.kind != 'u')
                part = spvchi_make(x, &x->functions, SPVM_OpBitcast, uint, part, 0, 0);
        } else if (f.component != uint) {
            part = spvchi_make(x, &x->functions, SPVM_OpBitcast, uint, part, 0, 0);
        }
        words[(*count)++] = part;
    }
}

/* record(site, operands) */
static void spvchi_write_record(spvchi_state *x, const spvchi_frame *f, uint32_t count,
                                spvm_id site) {
    spvm_id words[SPVCH_MAX_WORDS], arguments[4], id, type;
    uint32_t n = 0, i, k;
    for (i = 0; i < count; i++) spvchi_operand_words(x, f->forms[i], f->ids[i], words, &n);
    while (n < SPVCH_MAX_WORDS) words[n++] = spvchi_number(x, 0);
    type = spvchi_vector(x, spvchi_uint(x), 4);
    for (i = 0; i < x->operand_vectors; i++) {
        arguments[i] = x->bound++;
        spvchi_put(x, &x->functions, SPVM_OpCompositeConstruct, 6, type, arguments[i],
                   words[4 * i], words[4 * i + 1], words[4 * i + 2], words[4 * i + 3]);
    }
    type = spvchi_type(x, SPVM_OpTypeVoid, 0, 0);
    id = x->bound++;
    spvchi_open(x, &x->functions, SPVM_OpFunctionCall);
    spvchi_add(x, &x->functions, type);
    spvchi_add(x, &x->functions, id);
    spvchi_add(x, &x->functions, x->recorder);
    spvchi_add(x, &x->functions, site);
    for (k = 0; k < x->operand_vectors; k++) spvchi_add(x, &x->functions, arguments[k]);
    spvchi_shut(&x->functions);
}

/* What a checker is. */
typedef struct spvchi_kind {
    uint16_t row;
    uint16_t fix;             /* part of the row's fix, or FIX_NONE */
    uint32_t count;           /* operands, recorded ones first */
    uint32_t recorded;        /* of them; NONE: it records nothing */
} spvchi_kind;

/* Part k of a fix; NULL: there is none. */
static const char *spvchi_fix(uint16_t row, uint32_t k) {
    const char *c = spvchi_rows[row].fix;
    for (; k > 0; k--) {
        while (*c != 0 && *c != ' ') c++;
        if (*c == ' ') c++;
    }
    return *c == 0 ? NULL : c;
}

/* An index and a length are of one type from here on. */
static void spvchi_match_length(spvchi_state *x, spvchi_frame *f) {
    spvchi_form a = f->forms[0], b = f->forms[1];
    if (a.component == b.component) return;
    b.component = a.component;
    if (b.width != a.width) {
        b.component = spvchi_type(x, SPVM_OpTypeInt, a.width, 0);
        f->ids[1] = spvchi_make(x, &x->functions, SPVM_OpUConvert, spvchi_form_type(x, b),
                                f->ids[1], 0, 0);
    }
    if (b.component != a.component || b.width == a.width)
        f->ids[1] = spvchi_make(x, &x->functions, SPVM_OpBitcast,
                                spvchi_vector(x, a.component, b.count), f->ids[1], 0, 0);
    f->forms[1] = a;
}

/* An offset and a count that differ in width, both in the wider one. */
static void spvchi_match_field(spvchi_state *x, spvchi_frame *f) {
    uint32_t narrow = f->forms[0].width > f->forms[1].width;
    spvchi_form wide = f->forms[1 - narrow];
    if (f->forms[narrow].width == wide.width) return;
    wide.component = spvchi_type(x, SPVM_OpTypeInt, wide.width, 0);
    wide.kind = 'u';
    f->ids[narrow] = spvchi_make(x, &x->functions, SPVM_OpUConvert, wide.component,
                                 f->ids[narrow], 0, 0);
    f->forms[narrow] = wide;
}

static void spvchi_write_checker(spvchi_state *x, const spvchi_kind *kind, spvchi_frame *f,
                                 spvm_id result, spvchi_node *node, const spvm_id *types) {
    const spvchi_row *row = &spvchi_rows[kind->row];
    const char *fix = kind->fix == SPVCHI_FIX_NONE ? NULL : spvchi_fix(kind->row, kind->fix);
    uint32_t records = kind->recorded != SPVM_NONE;
    spvm_id in[1 + SPVCH_MAX_OPERANDS], merge;
    spvchi_term condition, any, value, old;
    spvchi_frame compared;
    uint32_t i;
    node->id = spvchi_open_function(x, result, types, in, kind->count + records, "check");
    for (i = 0; i < kind->count; i++) f->ids[i] = in[records + i];
    if (kind->row >= SPVCH_VECTOR_INDEX && kind->row <= SPVCH_SAMPLE) spvchi_match_length(x, f);
    compared = *f;
    if (kind->row >= SPVCH_FIELD_INSERT && kind->row <= SPVCH_FIELD_EXTRACT)
        spvchi_match_field(x, &compared);
    condition = spvchi_write(x, &compared, row->condition);
    if (records) {
        any = spvchi_write_one(x, 'A', condition);
        merge = spvchi_open_if(x, any.id);
        spvchi_write_record(x, f, kind->recorded, in[0]);
        spvchi_shut_if(x, merge);
    }
    value.id = 0;
    if (fix != NULL) {
        old.id = f->ids[*fix - 'a'];
        old.form = f->forms[*fix - 'a'];
        value = spvchi_write(x, f, fix + 1);
        condition = spvchi_widened(x, condition, old.form.count);
        value.id = spvchi_make(x, &x->functions, SPVM_OpSelect, spvchi_form_type(x, old.form),
                               condition.id, value.id, old.id);
    }
    spvchi_shut_function(x, value.id);
}

/* The checker for these operands. */
static spvm_id spvchi_checker(spvchi_state *x, const spvchi_kind *kind, spvchi_frame *f) {
    uint32_t key[SPVCHI_KEY], i, n = 0;
    uint32_t records = kind->recorded != SPVM_NONE;
    spvm_id types[1 + SPVCH_MAX_OPERANDS], result;
    spvchi_node *node;
    spvchi_frame own = *f;
    spvchi_key(key, SPVCHI_KEY_CHECKER, kind->row | (uint32_t)kind->fix << 16, kind->recorded,
               (uint32_t)(unsigned char)f->result << 8 | f->width);
    key[4] = f->set;
    for (i = 0; i < kind->count; i++) key[5 + i] = f->types[i];
    node = spvchi_find(x, key);
    if (node->id != 0 || x->failed) return node->id;
    if (records) types[n++] = spvchi_uint(x);
    for (i = 0; i < kind->count; i++) types[n++] = f->types[i];
    result = kind->fix == SPVCHI_FIX_NONE
                 ? spvchi_type(x, SPVM_OpTypeVoid, 0, 0)
                 : f->types[*spvchi_fix(kind->row, kind->fix) - 'a'];
    spvchi_write_checker(x, kind, &own, result, node, types);
    return node->id;
}

/* -------------------------------------------------------------------------------------------------
   // >>plan  [9]  instructions -> calls
   Goes along the instructions that can be reached and lists the calls that each needs. What a call
   takes as operands is found by the same code when it is judged here and when it is written. */

static int spvchi_records(const spvchi_state *x) {
    return (x->options.flags & SPVCH_RECORD) != 0;
}

static const uint32_t *spvchi_words(const spvchi_state *x, const spvm_inst *inst) {
    return x->m->words + inst->word;
}

static uint32_t spvchi_hex(char c) {
    return (uint32_t)(c <= '9' ? c - '0' : c - 'a' + 10);
}

static void spvchi_result_form(spvchi_state *x, spvchi_frame *f, const spvm_inst *inst) {
    spvchi_form r = spvchi_form_of(x->m, inst->type);
    f->result = r.kind;
    f->width = r.width;
    f->set = 0;
}

/* Operand k of a frame: a value of the module. */
static void spvchi_frame_value(spvchi_state *x, spvchi_frame *f, uint32_t k, spvm_id id,
                               spvm_block_ref block) {
    const spvm_type *t = spvm_type_of(x->m, id);
    f->ids[k] = id;
    f->types[k] = t == NULL ? 0 : t->id;
    f->forms[k] = spvchi_form_of(x->m, f->types[k]);
    f->ranges[k] = spvchi_range_at(x, id, block);
}

static void spvchi_frame_form(spvchi_state *x, spvchi_frame *f, uint32_t k, spvchi_form form,
                              spvm_id id) {
    f->ids[k] = id;
    f->forms[k] = form;
    f->types[k] = spvchi_form_type(x, form);
    f->ranges[k] = spvchi_anything(form);
}

/* Whether an operand needs 32 bits to be compared: narrow indices are widened. */
static spvchi_form spvchi_index_form(spvchi_state *x, spvchi_form f) {
    return f.width < 32 ? spvchi_uint_form(x, f.count) : f;
}

/* Grows a table at the end of the memory: what comes behind it is taken later. */
static int spvchi_room(spvchi_state *x, void **table, uint32_t count, uint32_t *room,
                       size_t size) {
    char *grown;
    size_t i;
    if (count < *room) return 1;
    grown = (char *)spvchi_table(x, (size_t)*room * 2 + 64, size);
    if (grown == NULL) return 0;
    for (i = 0; i < count * size; i++) grown[i] = ((char *)*table)[i];
    *table = grown;
    *room = *room * 2 + 64;
    return 1;
}

/* A site for what a frame's first operands say. */
static uint32_t spvchi_add_site(spvchi_state *x, uint32_t row, spvm_inst_ref at,
                                const spvchi_frame *f, uint32_t recorded) {
    const spvm_inst *inst = &x->m->insts[at];
    spvm_line_ref place = spvm_line_of(x->m, at);
    const spvm_line *line;
    void *table = x->out->sites;
    spvch_site *site;
    uint32_t i, words = 0;
    if (!spvchi_room(x, &table, x->out->site_count, &x->site_room, sizeof *site)) return 0;
    x->out->sites = (spvch_site *)table;
    site = &x->out->sites[x->out->site_count];
    site->condition = (spvch_condition)row;
    site->text = spvchi_rows[row].text;
    site->inst = at;
    site->word = inst->word;
    site->result = inst->result;
    site->function = x->m->functions[x->m->blocks[inst->block].function].id;
    if (place != SPVM_NONE) {
        line = &x->m->lines[place];
        site->file = line->file;
        site->line = line->line;
        site->column = line->column;
        site->end_line = line->end_line;
        site->end_column = line->end_column;
    }
    site->operand_count = recorded;
    for (i = 0; i < recorded; i++) {
        site->operands[i].kind = f->forms[i].kind;
        site->operands[i].width = f->forms[i].width == 64 ? 64 : 32;
        site->operands[i].count = f->forms[i].count;
        words += (uint32_t)f->forms[i].count * (f->forms[i].width == 64 ? 2 : 1);
    }
    if (words > SPVCH_MAX_WORDS) words = SPVCH_MAX_WORDS;
    if ((words + 3) / 4 > x->operand_vectors) x->operand_vectors = (words + 3) / 4;
    return x->out->site_count++;
}

static spvchi_call *spvchi_add_call(spvchi_state *x, spvm_inst_ref at, uint32_t row,
                                    spvchi_shape shape, uint32_t word) {
    static const spvchi_call none = {0, SPVM_NONE, 0, 0, SPVCHI_FIX_NONE, 0, 0, 0};
    void *table = x->calls;
    spvchi_call *call;
    if (!spvchi_room(x, &table, x->call_count, &x->call_room, sizeof *call)) return &x->no_call;
    x->calls = (spvchi_call *)table;
    call = &x->calls[x->call_count++];
    *call = none;
    call->inst = at;
    call->row = (uint16_t)row;
    call->shape = (uint16_t)shape;
    call->word = (uint16_t)word;
    return call;
}

/* Plans the calls of a row at an instruction: one that records, and those that replace. `place` is
   where they stand, words[] those that the row's operands are. */
static void spvchi_plan(spvchi_state *x, spvm_inst_ref at, spvm_inst_ref place, uint32_t row,
                        spvchi_shape shape, const uint32_t *words, spvm_id length,
                        const spvchi_frame *f, uint32_t recorded) {
    int defines = (x->options.flags & SPVCH_DEFINED) != 0, records = spvchi_records(x);
    spvchi_call *call;
    const char *fix;
    uint32_t k;
    if (!spvchi_may_fire(f, spvchi_rows[row].condition)) {
        x->out->proved++;
        return;
    }
    for (k = 0; k < 2; k++) {
        fix = defines ? spvchi_fix((uint16_t)row, k) : NULL;
        if (fix == NULL && (k > 0 || !records)) return;
        call = spvchi_add_call(x, place, row, shape, fix == NULL ? words[0] : words[*fix - 'a']);
        call->length = length;
        if (fix != NULL) call->fix = (uint16_t)k, x->out->defined++;
        if (records && k == 0) call->site = spvchi_add_site(x, row, at, f, recorded);
    }
}

/* ---- rows with an opcode */

/* The operands of a row that is about words of an instruction. Returns their number; NONE if the
   row is not about such operands. */
static uint32_t spvchi_frame_operands(spvchi_state *x, const spvm_inst *inst, uint32_t row,
                                      spvchi_frame *f, uint32_t words[SPVCH_MAX_OPERANDS]) {
    const char *operands = spvchi_rows[row].operands;
    uint32_t n;
    spvchi_result_form(x, f, inst);
    if (row == SPVCH_TO_SIGNED || row == SPVCH_TO_UNSIGNED) {
        if (f->result != 'i' && f->result != 'u') return SPVM_NONE;
        f->result = row == SPVCH_TO_SIGNED ? 'i' : 'u';
    }
    for (n = 0; operands[n] != 0; n++) {
        words[n] = spvchi_hex(operands[n]);
        if (words[n] >= inst->length) return SPVM_NONE;
        spvchi_frame_value(x, f, n, spvchi_words(x, inst)[words[n]], inst->block);
        if (row == SPVCH_INVERSE) {
            const spvm_type *t = spvm_type_of(x->m, f->ids[n]);
            if (t == NULL || t->opcode != SPVM_OpTypeMatrix) return SPVM_NONE;
            f->forms[n] = spvchi_form_of(x->m, t->element);
            f->set = spvchi_words(x, inst)[3];
        }
        if (f->forms[n].kind == 0) return SPVM_NONE;
    }
    if (row >= SPVCH_FIELD_INSERT && row <= SPVCH_FIELD_EXTRACT) /* offset and count have no sign */
        for (n = 0; n < 2; n++) f->ranges[n] = spvchi_unsigned(f->ranges[n], f->forms[n]);
    return n;
}

/* Whether the operands have the kinds that the row's condition compares. */
static int spvchi_is_fit(const spvchi_frame *f, uint32_t row, uint32_t count) {
    const char *c;
    uint32_t k;
    int is_float = 0;
    for (c = spvchi_rows[row].condition; *c != 0; c++) is_float |= *c == '?' || *c == 'x';
    for (k = 0; k < count; k++) {
        if (is_float && f->forms[k].kind != 'f') return 0;
        if ((f->forms[k].kind == 'b') != (row == SPVCH_ASSUMED)) return 0;
    }
    return 1;
}

static void spvchi_plan_rows(spvchi_state *x, spvm_inst_ref at) {
    const spvm_inst *inst = &x->m->insts[at];
    uint32_t row, n, words[SPVCH_MAX_OPERANDS] = {0, 0, 0, 0}, number = inst->opcode;
    spvchi_frame f;
    if (inst->opcode == SPVM_OpExtInst) {
        if (spvm_set_of(x->m, inst) != SPVM_SET_GLSL) return;
        number = spvchi_words(x, inst)[4];
    }
    for (row = 0; row < SPVCH_NAN1; row++) {
        if (spvchi_rows[row].opcode != inst->opcode || spvchi_rows[row].number != number) continue;
        n = spvchi_frame_operands(x, inst, row, &f, words);
        if (n == SPVM_NONE || !spvchi_is_fit(&f, row, n)) continue;
        spvchi_plan(x, at, at, row, SPVCHI_OPERANDS, words, 0, &f,
                    row == SPVCH_INVERSE ? 0 : n);
    }
}

/* ---- results that are no numbers */

/* The operands of a result's check: the result, and the numbers that it is made of. */
static uint32_t spvchi_frame_result(spvchi_state *x, const spvm_inst *inst, spvchi_frame *f) {
    uint32_t first = inst->opcode == SPVM_OpExtInst ? 5 : 3, k, n = inst->length - first;
    spvchi_result_form(x, f, inst);
    if (inst->length <= first || n > 3) return SPVM_NONE;
    spvchi_frame_form(x, f, 0, spvchi_form_of(x->m, inst->type), inst->result);
    f->types[0] = inst->type; /* hostile words have a type twice */
    for (k = 0; k < n; k++) {
        spvchi_frame_value(x, f, 1 + k, spvchi_words(x, inst)[first + k], inst->block);
        if (f->forms[1 + k].kind != 'f') return SPVM_NONE;
    }
    return n;
}

static void spvchi_plan_result(spvchi_state *x, spvm_inst_ref at) {
    const spvm_inst *inst = &x->m->insts[at];
    uint32_t n, word = 3;
    spvchi_frame f;
    if (!spvchi_records(x) || !(x->options.flags & (SPVCH_NAN | SPVCH_INFINITY))) return;
    if (spvchi_form_of(x->m, inst->type).kind != 'f') return;
    switch (inst->opcode) {
    case SPVM_OpExtInst:
        if (spvm_set_of(x->m, inst) != SPVM_SET_GLSL) return;
        break;
    case SPVM_OpFAdd:
    case SPVM_OpFSub:
    case SPVM_OpFMul:
    case SPVM_OpFDiv:
    case SPVM_OpFRem:
    case SPVM_OpFMod:
    case SPVM_OpFConvert:
    case SPVM_OpVectorTimesScalar:
    case SPVM_OpDot: break;
    default: return;
    }
    n = spvchi_frame_result(x, inst, &f);
    if (n == SPVM_NONE) return;
    if (x->options.flags & SPVCH_NAN)
        spvchi_plan(x, at, at, SPVCH_NAN1 + n - 1, SPVCHI_RESULT, &word, 0, &f, 1 + n);
    if (x->options.flags & SPVCH_INFINITY)
        spvchi_plan(x, at, at, SPVCH_INFINITY1 + n - 1, SPVCHI_RESULT, &word, 0, &f, 1 + n);
}

/* ---- indices */

/* The operands of an index and a length; length 0: it is not known before it runs. */
static int spvchi_frame_index(spvchi_state *x, const spvm_inst *inst, uint32_t word,
                              spvm_id length, spvchi_frame *f) {
    spvchi_result_form(x, f, inst);
    spvchi_frame_value(x, f, 0, spvchi_words(x, inst)[word], inst->block);
    if ((f->forms[0].kind != 'i' && f->forms[0].kind != 'u') || f->forms[0].count != 1) return 0;
    if (f->forms[0].width < 32) {
        if (f->forms[0].kind == 'i') f->ranges[0] = spvchi_anything(spvchi_uint_form(x, 1));
        f->forms[0] = spvchi_index_form(x, f->forms[0]);
        f->types[0] = spvchi_form_type(x, f->forms[0]);
    }
    if (length == 0) spvchi_frame_form(x, f, 1, spvchi_uint_form(x, 1), 0);
    else spvchi_frame_value(x, f, 1, length, inst->block);
    return f->forms[1].kind != 0 && f->forms[1].width <= f->forms[0].width
           && f->forms[1].width >= 32;
}

static void spvchi_plan_number(spvchi_state *x, spvm_inst_ref at, uint32_t word, uint32_t row,
                               uint32_t length) {
    spvchi_frame f;
    uint32_t words[2];
    words[0] = words[1] = word;
    if (!spvchi_frame_index(x, &x->m->insts[at], word, 0, &f)) return;
    f.ranges[1] = spvchi_between(length, length);
    spvchi_plan(x, at, at, row, SPVCHI_NUMBER, words, length, &f, 2);
}

static void spvchi_plan_array(spvchi_state *x, spvm_inst_ref at, uint32_t word, uint32_t row,
                              const spvm_type *t) {
    spvchi_frame f;
    uint32_t words[2];
    words[0] = words[1] = word;
    if (spvchi_frame_index(x, &x->m->insts[at], word, t->length, &f))
        spvchi_plan(x, at, at, row, SPVCHI_INDEX, words, t->length, &f, 2);
}

static void spvchi_plan_runtime(spvchi_state *x, spvm_inst_ref at, uint32_t word) {
    spvchi_frame f;
    uint32_t words[2];
    words[0] = words[1] = word;
    if (spvchi_frame_index(x, &x->m->insts[at], word, 0, &f))
        spvchi_plan(x, at, at, SPVCH_BUFFER_INDEX, SPVCHI_RUNTIME, words, 0, &f, 2);
}

static void spvchi_plan_chain(spvchi_state *x, spvm_inst_ref at) {
    const spvm_module *m = x->m;
    const spvm_inst *inst = &m->insts[at];
    const uint32_t *w = spvchi_words(x, inst);
    const spvm_type *t = spvm_type_of(m, w[3]), *before = NULL;
    uint32_t i, storage, row;
    uint64_t member;
    if (t == NULL || t->opcode != SPVM_OpTypePointer) return;
    storage = t->storage;
    t = spvm_type_of(m, t->element);
    for (i = 4; i < inst->length && t != NULL; i++) {
        const spvm_type *element = t->element == 0 ? NULL : spvm_type_of(m, t->element);
        int is_descriptor = storage == SPVM_StorageClass_UniformConstant
                            || (i == 4 && spvm_kind(m, w[3]) == SPVM_ID_VARIABLE
                                && (storage == SPVM_StorageClass_Uniform
                                    || storage == SPVM_StorageClass_StorageBuffer));
        row = is_descriptor ? SPVCH_DESCRIPTOR : SPVCH_ARRAY_INDEX;
        switch (t->opcode) {
        case SPVM_OpTypeStruct:
            if (!spvm_value(m, w[i], &member) || member >= t->count) return;
            before = t;
            element = spvm_type_of(m, m->members[t->first_member + (uint32_t)member].type);
            break;
        case SPVM_OpTypeVector: spvchi_plan_number(x, at, i, SPVCH_VECTOR_INDEX, t->count); break;
        case SPVM_OpTypeMatrix: spvchi_plan_number(x, at, i, SPVCH_ARRAY_INDEX, t->count); break;
        case SPVM_OpTypeArray: spvchi_plan_array(x, at, i, row, t); break;
        case SPVM_OpTypeRuntimeArray:
            if (before != NULL && i >= 5 && storage != SPVM_StorageClass_PhysicalStorageBuffer)
                spvchi_plan_runtime(x, at, i);
            before = NULL;
            break;
        default: return;
        }
        t = element;
    }
}

static void spvchi_plan_dynamic(spvchi_state *x, spvm_inst_ref at) {
    const spvm_inst *inst = &x->m->insts[at];
    const spvm_type *t = spvm_type_of(x->m, spvchi_words(x, inst)[3]);
    if (t != NULL && t->opcode == SPVM_OpTypeVector)
        spvchi_plan_number(x, at, inst->opcode == SPVM_OpVectorExtractDynamic ? 4 : 5,
                           SPVCH_VECTOR_INDEX, t->count);
}

/* ---- images */

/* What is known of an image that is accessed. */
typedef struct spvchi_image {
    spvm_id image;            /* the value, or the pointer that is `is_pointer` */
    spvm_id type;
    int is_pointer;
    uint32_t coordinate;      /* word of the instruction; 0: the image is asked for its size */
    uint32_t level, sample, offset; /* words; 0: there is none */
    uint32_t count;           /* components of its size; 0: it is not checked */
    int has_levels, is_multiple;
    int is_cube, is_array;    /* a cube's third coordinate is a face, of one cube or of several */
} spvchi_image;

/* Reads the image operands at a word: where the level and the sample are. */
static void spvchi_image_operands(const spvm_inst *inst, const uint32_t *w, uint32_t at,
                                  spvchi_image *image) {
    uint32_t mask, word = at + 1;
    if (at >= inst->length) return;
    mask = w[at];
    if (mask & SPVM_ImageOperands_BiasMask) word++;
    if (mask & SPVM_ImageOperands_LodMask) image->level = word++;
    if (mask & SPVM_ImageOperands_GradMask) word += 2;
    if (mask & (SPVM_ImageOperands_ConstOffsetMask | SPVM_ImageOperands_OffsetMask))
        image->offset = word++;
    if (mask & SPVM_ImageOperands_SampleMask) image->sample = word;
    if (image->level >= inst->length) image->level = 0;
    if (image->offset >= inst->length) image->offset = 0;
    if (image->sample >= inst->length) image->sample = 0;
}

static spvchi_image spvchi_image_of(const spvchi_state *x, const spvm_inst *inst) {
    const uint32_t *w = spvchi_words(x, inst), *words;
    spvchi_image image = {0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0};
    const spvm_type *t;
    static const uint8_t counts[] = {1, 2, 3, 3, 2, 1, 0}; /* by SPIR-V's Dim */
    uint32_t operands = 5;
    image.image = w[3];
    if (inst->opcode == SPVM_OpImageWrite) image.image = w[1], image.coordinate = 2, operands = 4;
    image.is_pointer = inst->opcode == SPVM_OpImageTexelPointer;
    t = spvm_type_of(x->m, image.image);
    if (image.is_pointer && t != NULL && t->opcode == SPVM_OpTypePointer)
        t = spvm_type_of(x->m, t->element);
    if (t == NULL || t->opcode != SPVM_OpTypeImage) return image;
    image.type = t->id;
    words = spvchi_words(x, spvm_def(x->m, t->id));
    if (words[3] < sizeof counts) image.count = counts[words[3]];
    if (image.count == 0) return image;
    image.is_cube = words[3] == SPVM_Dim_Cube;
    image.is_array = words[5] != 0;
    if (image.is_array && !image.is_cube) image.count++; /* layers */
    image.is_multiple = words[6] == 1;
    image.has_levels = words[7] == 1 && !image.is_multiple && words[3] <= 2;
    if (inst->opcode == SPVM_OpImageQuerySizeLod) {
        image.level = 4, image.coordinate = 0;
        image.has_levels = words[7] == 1 && !image.is_multiple && words[3] <= 3;
    } else if (image.is_pointer) {
        image.sample = 5;
    } else {
         spvchi_image_operands(inst, w, operands, &image);
    }
    return image;
}

/* The operands of a check of an image: a word of the instruction, and what is asked of the
   image. */
static int spvchi_frame_image(spvchi_state *x, const spvm_inst *inst, uint32_t word,
                              uint32_t count, spvchi_frame *f) {
    spvchi_form form;
    spvchi_result_form(x, f, inst);
    spvchi_frame_value(x, f, 0, spvchi_words(x, inst)[word], inst->block);
    form = f->forms[0];
    if ((form.kind != 'i' && form.kind != 'u') || form.width != 32 || form.count < count) return 0;
    form.count = (uint8_t)count;
    f->forms[0] = form;
    f->types[0] = spvchi_form_type(x, form);
    spvchi_frame_form(x, f, 1, form, 0);
    f->ranges[1] = spvchi_between(0, spvchi_power(31));
    return 1;
}

static void spvchi_plan_image(spvchi_state *x, spvm_inst_ref at) {
    const spvm_inst *inst = &x->m->insts[at];
    spvchi_image image = spvchi_image_of(x, inst);
    uint32_t words[2];
    spvchi_frame f;
    if (image.count == 0) return;
    words[0] = words[1] = image.level;
    if (image.level != 0 && image.has_levels && spvchi_frame_image(x, inst, image.level, 1, &f)) {
        f.ranges[1] = spvchi_between(1, 32); /* it has the first level at least */
        spvchi_plan(x, at, at, SPVCH_LEVEL, SPVCHI_LEVELS, words, 0, &f, 2);
    }
    words[0] = words[1] = image.sample;
    if (image.is_multiple && image.sample != 0
        && spvchi_frame_image(x, inst, image.sample, 1, &f))
        spvchi_plan(x, at, at, SPVCH_SAMPLE, SPVCHI_SAMPLES, words, 0, &f, 2);
    words[0] = words[1] = image.coordinate;
    if (image.coordinate != 0
        && spvchi_frame_image(x, inst, image.coordinate, image.count, &f)) {
        if (image.offset != 0) f.ranges[0] = spvchi_anything(f.forms[0]);
        spvchi_plan(x, at, at, SPVCH_TEXEL, SPVCHI_TEXELS, words, 0, &f, 2);
    }
}

/* ---- variables that are read before they are written
   A variable has a flag. If parts of it are stored, that has the variable's type with a bool for
   each number; a pointer to a part is mirrored by one to its flags, with the same indices.
   A function that is given a pointer to a variable is given one to its flag as well. */

/* Whether a variable of this type can be watched: it is made of numbers. */
static int spvchi_is_plain(const spvm_module *m, spvm_id type) {
    const spvm_type *t = spvm_type_of(m, type);
    uint32_t steps;
    for (steps = 0; steps < 64 && t != NULL; steps++)
        switch (t->opcode) {
        case SPVM_OpTypeInt:
        case SPVM_OpTypeFloat:
        case SPVM_OpTypeBool:
        case SPVM_OpTypeStruct: return 1;
        case SPVM_OpTypeVector:
        case SPVM_OpTypeMatrix:
        case SPVM_OpTypeArray: t = spvm_type_of(m, t->element); break;
        default: return 0;
        }
    return 0;
}

/* How much memory a type takes, about; what it is made of comes before it. */
static void spvchi_measure(spvchi_state *x, const spvm_type *t) {
    const spvm_module *m = x->m;
    spvchi_flags *flags = &x->flags[t - m->types];
    uint64_t count = t->count, bytes = 4, numbers = 1;
    uint32_t k;
    if (t->opcode == SPVM_OpTypeInt || t->opcode == SPVM_OpTypeFloat) bytes = t->width / 8;
    if (t->opcode == SPVM_OpTypeStruct) {
        for (k = 0, bytes = numbers = 0; k < t->count; k++) {
            const spvm_type *member = spvm_type_of(m, m->members[t->first_member + k].type);
            bytes += member < t ? x->flags[member - m->types].bytes : 0;
            numbers += member < t ? x->flags[member - m->types].numbers : 0;
        }
    } else if (t->opcode == SPVM_OpTypeVector || t->opcode == SPVM_OpTypeMatrix
               || t->opcode == SPVM_OpTypeArray) {
        const spvchi_flags *element = &x->flags[spvm_type_of(m, t->element) - m->types];
        if (t->opcode == SPVM_OpTypeArray && !spvm_value(m, t->length, &count)) count = 0;
        if (count > SPVCHI_HUGE_TYPE) count = SPVCHI_HUGE_TYPE;
        bytes = count * element->bytes;
        numbers = count * element->numbers;
    }
    flags->bytes = (uint32_t)(bytes < SPVCHI_HUGE_TYPE ? bytes : (uint64_t)SPVCHI_HUGE_TYPE);
    flags->numbers = (uint32_t)(numbers < SPVCHI_HUGE_TYPE ? numbers : (uint64_t)SPVCHI_HUGE_TYPE);
}

/* Finds the types that have flags for their parts: numbers, and what is made of them in sizes that
   are known. What a type is made of comes before it. */
static void spvchi_find_flag_types(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i, k;
    uint64_t length;
    x->flags = (spvchi_flags *)spvchi_table(x, m->type_count, sizeof *x->flags);
    x->mirrors = (spvm_id *)spvchi_table(x, m->bound, sizeof *x->mirrors);
    if (x->failed) return;
    for (i = 0; i < m->type_count; i++) {
        const spvm_type *t = &m->types[i];
        uint8_t *is = &x->flags[i].is_made_of_numbers;
        switch (t->opcode) {
        case SPVM_OpTypeArray:
            *is = x->flags[spvm_type_of(m, t->element) - m->types].is_made_of_numbers
                  && spvm_constant_of(m, t->length) != NULL
                  && !spvm_constant_of(m, t->length)->is_spec && spvm_value(m, t->length, &length)
                  && length <= SPVCHI_ELEMENTS;
            break;
        case SPVM_OpTypeStruct:
            *is = t->count > 0;
            for (k = 0; k < t->count; k++) {
                const spvm_type *member = spvm_type_of(m, m->members[t->first_member + k].type);
                if (member >= t || !x->flags[member - m->types].is_made_of_numbers) *is = 0;
            }
            break;
        case SPVM_OpTypeMatrix: *is = spvchi_form_of(m, t->element).kind != 0; break;
        default: *is = spvchi_form_of(m, t->id).kind != 0;
        }
        spvchi_measure(x, t);
    }
}

static spvchi_flags *spvchi_flags_of(const spvchi_state *x, const spvm_type *t) {
    return &x->flags[t - x->m->types];
}

/* The flags of a pointer's target. */
static const spvchi_flags *spvchi_flags_at(const spvchi_state *x, spvm_id pointer) {
    const spvm_module *m = x->m;
    return spvchi_flags_of(x, spvm_type_of(m, spvm_type_of(m, pointer)->element));
}

/* The variable that says for all of its group whether they have parts and are read: calls join
   variables with the parameters that point to them. */
static spvchi_variable *spvchi_head(const spvchi_state *x, const spvchi_variable *v) {
    uint32_t i = (uint32_t)(v - x->variables);
    while (x->variables[i].joined != i)
        i = x->variables[i].joined = x->variables[x->variables[i].joined].joined;
    return &x->variables[i];
}

/* Whether a variable has a flag. */
static int spvchi_has_flag(const spvchi_state *x, const spvchi_variable *v) {
    const spvchi_variable *head = spvchi_head(x, v);
    return head->is_read || (x->is_shadowed && (head->is_moved || head->holds));
}

/* A composite constant of the same constituent, or of those of a struct's members. */
static spvm_id spvchi_unwritten_constant(spvchi_state *x, const spvm_type *t, spvm_id type,
                                       uint32_t count, spvm_id each) {
    const spvm_module *m = x->m;
    spvm_id id = x->bound++;
    uint32_t k;
    spvchi_open(x, &x->globals, SPVM_OpConstantComposite);
    spvchi_add(x, &x->globals, type);
    spvchi_add(x, &x->globals, id);
    for (k = 0; k < count; k++)
        spvchi_add(x, &x->globals, t->opcode != SPVM_OpTypeStruct ? each
                   : spvchi_flags_of(x, spvm_type_of(m, m->members[t->first_member + k].type))
                         ->unwritten);
    spvchi_shut(&x->globals);
    return id;
}

static void spvchi_make_flag_type(spvchi_state *x, const spvm_type *t) {
    const spvm_module *m = x->m;
    spvchi_flags *flags = spvchi_flags_of(x, t), *element;
    spvchi_form form = spvchi_form_of(m, t->opcode == SPVM_OpTypeMatrix ? t->element : t->id);
    spvm_id type = 0, unwritten = 0, length = t->length;
    uint64_t count = t->count;
    uint32_t k;
    if (form.kind != 0) {
        type = spvchi_vector(x, spvchi_bool(x), form.count);
        unwritten = spvchi_constant(x, spvchi_bool_form(x, form.count), 1);
    }
    flags->type = type;
    flags->unwritten = unwritten;
    if (form.kind != 0 && t->opcode != SPVM_OpTypeMatrix) return;
    if (t->opcode == SPVM_OpTypeMatrix) {
        length = spvchi_number(x, t->count);
    } else if (t->opcode == SPVM_OpTypeArray) {
        element = spvchi_flags_of(x, spvm_type_of(m, t->element));
        type = element->type;
        unwritten = element->unwritten;
        spvm_value(m, t->length, &count);
    }
    flags->type = x->bound++;
    if (t->opcode == SPVM_OpTypeStruct) {
        spvchi_open(x, &x->globals, SPVM_OpTypeStruct);
        spvchi_add(x, &x->globals, flags->type);
        for (k = 0; k < t->count; k++)
            spvchi_add(x, &x->globals,
                       spvchi_flags_of(x, spvm_type_of(m, m->members[t->first_member + k].type))
                           ->type);
        spvchi_shut(&x->globals);
    } else {
        spvchi_put(x, &x->globals, SPVM_OpTypeArray, 3, flags->type, type, length, 0, 0, 0);
    }
    flags->unwritten = spvchi_unwritten_constant(x, t, flags->type, (uint32_t)count, unwritten);
}

/* What is needed of flags is needed of their parts. */
static void spvchi_need_part(spvchi_state *x, const spvchi_flags *flags, spvm_id type) {
    spvchi_flags *part = spvchi_flags_of(x, spvm_type_of(x->m, type));
    part->is_needed |= flags->is_needed;
    part->is_summed |= flags->is_summed;
}

/* bool any(flags): of numbers and vectors nothing is written. */
static void spvchi_write_any(spvchi_state *x, const spvm_type *t) {
    const spvm_module *m = x->m;
    spvchi_flags *flags = spvchi_flags_of(x, t);
    spvm_id in, part, all = 0, boolean = spvchi_bool(x);
    uint64_t count = t->count, k;
    if (spvchi_form_of(m, t->id).kind != 0) return;
    if (t->opcode == SPVM_OpTypeArray) spvm_value(m, t->length, &count);
    flags->any = spvchi_open_function(x, boolean, &flags->type, &in, 1, "check_any");
    for (k = 0; k < count && !x->failed; k++) {
        const spvm_type *e = spvm_type_of(m, t->opcode == SPVM_OpTypeStruct
                                                 ? m->members[t->first_member + k].type
                                                 : t->element);
        const spvchi_flags *element = spvchi_flags_of(x, e);
        spvchi_form form = spvchi_form_of(m, e->id);
        part = x->bound++;
        spvchi_put(x, &x->functions, SPVM_OpCompositeExtract, 4,
                   t->opcode == SPVM_OpTypeMatrix ? spvchi_vector(x, boolean, form.count)
                                                  : element->type, part, in, (uint32_t)k, 0, 0);
        if (form.kind == 0)
            part = spvchi_make(x, &x->functions, SPVM_OpFunctionCall, boolean, element->any, part,
                               0);
        else if (form.count > 1)
            part = spvchi_make(x, &x->functions, SPVM_OpAny, boolean, part, 0, 0);
        all = all == 0 ? part
                       : spvchi_make(x, &x->functions, SPVM_OpLogicalOr, boolean, all, part, 0);
    }
    spvchi_shut_function(x, all);
}

/* Makes the types of the flags of the values and variables that need them, and of what these are
   made of. */
static void spvchi_make_flag_types(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    uint32_t i, k;
    for (at = 0; at < m->inst_count; at++) {
        const spvm_inst *inst = &m->insts[at];
        const spvchi_variable *v = spvchi_head(x, &x->variables[x->variable_of[inst->result]]);
        if (inst->opcode == SPVM_OpVariable && spvchi_has_flag(x, v) && v->has_parts)
            spvchi_flags_of(x, spvm_type_of(m, spvm_type_of(m, inst->result)->element))->is_needed
                = 1;
    }
    for (i = 0; i < m->bound && x->is_shadowed; i++)
        if (x->shadow[i] != 0) spvchi_flags_of(x, spvm_type_of(m, i))->is_needed = 1;
    for (i = m->type_count; i-- > 0;) {
        const spvm_type *t = &m->types[i];
        if (t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeMatrix
            || t->opcode == SPVM_OpTypeVector)
            spvchi_need_part(x, &x->flags[i], t->element);
        for (k = 0; k < t->count && t->opcode == SPVM_OpTypeStruct; k++)
            spvchi_need_part(x, &x->flags[i], m->members[t->first_member + k].type);
    }
    for (i = 0; i < m->type_count && !x->failed; i++) {
        if (x->flags[i].is_needed) spvchi_make_flag_type(x, &m->types[i]);
        if (x->flags[i].is_summed) spvchi_write_any(x, &m->types[i]);
    }
}

/* Whether each stage has its outputs for itself, so that they are like variables of its own. */
static int spvchi_has_own_outputs(const spvm_module *m) {
    uint32_t i;
    for (i = 0; i < m->entry_count; i++) {
        uint32_t model = m->entries[i].model;
        if (model != SPVM_ExecutionModel_Vertex && model != SPVM_ExecutionModel_Fragment
            && model != SPVM_ExecutionModel_TessellationEvaluation
            && model != SPVM_ExecutionModel_Geometry)
            return 0;
    }
    return 1;
}

static spvchi_variable *spvchi_watched(spvchi_state *x, spvm_id pointer) {
    spvm_id object = pointer < x->m->bound ? x->m->ids[pointer].object : 0;
    spvchi_variable *v;
    if (object == 0) return NULL;
    v = &x->variables[x->variable_of[object]];
    return v->is_watched ? v : NULL;
}

/* Whether a pointer leads to what an invocation, or a workgroup, has for itself. */
static int spvchi_is_own(const spvm_module *m, spvm_id pointer, int has_outputs) {
    const spvm_type *t = spvm_type_of(m, pointer);
    return t != NULL && t->opcode == SPVM_OpTypePointer
           && (t->storage == SPVM_StorageClass_Function || t->storage == SPVM_StorageClass_Private
               || t->storage == SPVM_StorageClass_Workgroup
               || (t->storage == SPVM_StorageClass_Output && has_outputs))
           && spvchi_is_plain(m, t->element);
}

static void spvchi_find_variables(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvm_inst_ref i;
    uint32_t count = 1;
    int has_outputs = spvchi_has_own_outputs(m);
    for (i = 0; i < m->inst_count; i++)
        count += m->insts[i].opcode == SPVM_OpVariable
                 || m->insts[i].opcode == SPVM_OpFunctionParameter;
    x->variable_of = (uint32_t *)spvchi_table(x, m->bound, sizeof *x->variable_of);
    x->variables = (spvchi_variable *)spvchi_table(x, count, sizeof *x->variables);
    if (x->failed) return;
    for (i = 0, count = 1; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        spvchi_variable *v = &x->variables[count];
        if (inst->opcode != SPVM_OpVariable && inst->opcode != SPVM_OpFunctionParameter) continue;
        x->variable_of[inst->result] = v->joined = count++;
        v->is_given = inst->opcode == SPVM_OpFunctionParameter || inst->length > 4;
        v->is_watched = spvchi_is_own(m, inst->result, has_outputs)
                        && (inst->opcode == SPVM_OpFunctionParameter
                            || m->words[inst->word + 3] == spvm_type_of(m, inst->result)->storage);
    }
}

/* ---- variables that functions are given pointers to */

/* The parameter that word `word` of a call is for; 0: it is for none. */
static spvm_id spvchi_parameter_of(const spvm_module *m, const spvm_inst *call, uint32_t word) {
    const spvm_function *f;
    if (call->opcode != SPVM_OpFunctionCall || word < 4) return 0;
    f = &m->functions[m->ids[m->words[call->word + 3]].row];
    return word - 4 < f->parameter_count ? m->parameters[f->first_parameter + word - 4] : 0;
}

/* The variable that a call joins with a parameter by word `word`: both are watched. NULL: it joins
   none. */
static spvchi_variable *spvchi_joins(spvchi_state *x, const spvm_inst *call, uint32_t word) {
    const spvm_module *m = x->m;
    spvm_id parameter = spvchi_parameter_of(m, call, word), pointer;
    spvchi_variable *v;
    if (parameter == 0 || spvchi_watched(x, parameter) == NULL) return NULL;
    pointer = m->words[call->word + word];
    v = spvchi_watched(x, pointer);
    if (v == NULL || m->ids[pointer].object != pointer
        || spvm_type_of(m, pointer) != spvm_type_of(m, parameter))
        return NULL;
    return v;
}

/* Whether an instruction only reads, or only leads to, what its pointers point at. */
static int spvchi_keeps(const spvm_inst *inst) {
    return inst->block == SPVM_NONE || inst->opcode == SPVM_OpLoad
           || inst->opcode == SPVM_OpAccessChain || inst->opcode == SPVM_OpInBoundsAccessChain
           || inst->opcode == SPVM_OpCopyObject || inst->opcode == SPVM_OpVariable
           || inst->opcode == SPVM_OpFunctionParameter;
}

/* The next watched variable that an instruction may write, itself or by a call. Begin with
   cursor.word 0. */
static spvchi_variable *spvchi_next_written(spvchi_state *x, const spvm_inst *inst,
                                            spvm_cursor *c) {
    spvchi_variable *v;
    if (spvchi_keeps(inst)) return NULL;
    if (inst->opcode == SPVM_OpExtInst && spvm_set_of(x->m, inst) != SPVM_SET_GLSL) return NULL;
    while (spvm_next_operand(x->m, inst, c)) {
        if (!c->is_id || (inst->opcode == SPVM_OpCopyMemory && c->word != inst->word + 1)) continue;
        v = spvchi_watched(x, x->m->words[c->word]);
        if (v != NULL) return v;
    }
    return NULL;
}

static int spvchi_is_shared(const spvm_module *m, spvm_id pointer) {
    const spvm_type *t = spvm_type_of(m, pointer);
    return t != NULL && t->storage == SPVM_StorageClass_Workgroup;
}

/* Leaves shared variables alone that atomics access: these write and read at once. */
static void spvchi_spare_atomics(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvm_inst_ref i;
    spvm_cursor c;
    spvchi_variable *v;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        if (inst->opcode == SPVM_OpStore || inst->opcode == SPVM_OpFunctionCall) continue;
        for (c.word = 0; (v = spvchi_next_written(x, inst, &c)) != NULL;)
            if (spvchi_is_shared(m, m->words[c.word])) v->is_watched = 0;
    }
}

/* Chooses the shared variables that are watched: their flags must fit into the memory as well. All
   invocations of a workgroup keep those flags, number by number: so they race no more than the
   numbers do, and a read comes behind a write's flag if it comes behind the write. None is watched
   where variables lie on each other, accesses are private unless they say otherwise, or some
   parameter is not watched. */
static void spvchi_choose_shared(spvchi_state *x) {
    const spvm_module *m = x->m;
    const spvchi_flags *flags;
    uint32_t i, total = 0, pass;
    int are_watched = m->memory_model != SPVM_MemoryModel_Vulkan
                      && !spvm_has_capability(m, SPVM_Capability_WorkgroupMemoryExplicitLayoutKHR);
    spvchi_spare_atomics(x);
    for (i = 0; i < m->parameter_count; i++)
        if (spvchi_is_shared(m, m->parameters[i])
            && !x->variables[x->variable_of[m->parameters[i]]].is_watched)
            are_watched = 0;
    for (i = 0; i < m->parameter_count && !are_watched; i++)
        if (spvchi_is_shared(m, m->parameters[i]))
            x->variables[x->variable_of[m->parameters[i]]].is_watched = 0;
    for (pass = 0; pass < 2; pass++)
        for (i = 0; i < m->variable_count; i++) {
            spvm_id id = m->variables[i];
            spvchi_variable *v = &x->variables[x->variable_of[id]];
            uint32_t size;
            if (!spvchi_is_shared(m, id)) continue;
            flags = spvchi_flags_of(x, spvm_type_of(m, spvm_type_of(m, id)->element));
            size = pass == 0 ? flags->bytes : 4 * flags->numbers;
            if (pass == 1 && (!are_watched || !flags->is_made_of_numbers
                              || total + size > SPVCHI_SHARED))
                v->is_watched = 0;
            if (total <= SPVCHI_SHARED && (pass == 0 || v->is_watched)) total += size;
        }
}

/* Joins variables with the parameters that are pointers to them. A parameter that may point to
   anything else is not watched. Callers come first. */
static void spvchi_join_parameters(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i, k, word, pass;
    spvchi_variable *v;
    for (pass = 0; pass < 2; pass++)
        for (i = m->function_count; i-- > 0;) {
            const spvm_function *f = &m->functions[m->call_order[i]];
            for (k = 0; k < f->call_count; k++) {
                const spvm_inst *call = &m->insts[m->calls[f->first_call + k].inst];
                for (word = 4; word < call->length; word++) {
                    spvm_id parameter = spvchi_parameter_of(m, call, word);
                    v = spvchi_joins(x, call, word);
                    if (parameter == 0) continue;
                    if (v == NULL) x->variables[x->variable_of[parameter]].is_watched = 0;
                    else if (pass == 1)
                        spvchi_head(x, v)->joined
                            = spvchi_head(x, &x->variables[x->variable_of[parameter]])->joined;
                }
            }
        }
}

/* The parameter that takes over the flags of a variable, which a call hands on at a word of the
   module; NULL: the instruction itself writes it, or may. */
static spvchi_variable *spvchi_handed_to(spvchi_state *x, const spvm_inst *inst,
                                         spvm_word_ref word) {
    if (inst->opcode != SPVM_OpFunctionCall || spvchi_joins(x, inst, word - inst->word) == NULL)
        return NULL;
    return &x->variables[x->variable_of[spvchi_parameter_of(x->m, inst, word - inst->word)]];
}

static void spvchi_find_stores_of(spvchi_state *x, const spvm_function *f) {
    const spvm_module *m = x->m;
    spvm_inst_ref i;
    spvm_cursor c;
    spvchi_variable *v, *parameter;
    for (i = f->first; i <= f->last; i++)
        for (c.word = 0; (v = spvchi_next_written(x, &m->insts[i], &c)) != NULL;) {
            spvm_id pointer = m->words[c.word], object = m->ids[pointer].object;
            const spvm_type *t = spvm_type_of(m, spvm_type_of(m, object)->element);
            parameter = spvchi_handed_to(x, &m->insts[i], c.word);
            if (parameter != NULL && !parameter->is_filled) continue;
            if (pointer != object && spvchi_flags_of(x, t)->is_made_of_numbers)
                spvchi_head(x, v)->has_parts = 1;
            if (v->store_count == SPVCHI_STORES) continue;
            v->through[v->store_count] = pointer;
            v->stores[v->store_count++] = i;
        }
}

/* The block that every way to a function's return goes through last; NONE: it never returns. */
static spvm_block_ref spvchi_before_return(const spvm_module *m, const spvm_function *f) {
    spvm_block_ref i, found = SPVM_NONE;
    for (i = f->first_block; i < f->first_block + f->block_count; i++) {
        if (m->blocks[i].exit != SPVM_EXIT_RETURN || m->blocks[i].dominator.first == SPVM_NONE)
            continue;
        if (found == SPVM_NONE) found = i;
        while (!spvm_above(&m->blocks[found].dominator, &m->blocks[i].dominator))
            found = m->blocks[found].dominator.parent;
    }
    return found;
}

/* Whether what is stored through a pointer is all that another one to the same variable leads
   to. */
static int spvchi_covers(const spvm_module *m, spvm_id stored, spvm_id read) {
    const spvm_inst *s = spvm_def(m, stored), *r = spvm_def(m, read);
    uint64_t a, b;
    uint32_t i;
    if (stored == read || s->opcode == SPVM_OpVariable || s->opcode == SPVM_OpFunctionParameter)
        return 1;
    if (s->opcode != r->opcode || m->words[s->word + 3] != m->words[r->word + 3]
        || (s->opcode != SPVM_OpAccessChain && s->opcode != SPVM_OpInBoundsAccessChain)
        || s->length > r->length)
        return 0;
    for (i = 4; i < s->length; i++) {
        spvm_id x = m->words[s->word + i], y = m->words[r->word + i];
        if (x != y && !(spvm_value(m, x, &a) && spvm_value(m, y, &b) && a == b)) return 0;
    }
    return 1;
}

/* Whether all that a pointer leads to was written before an instruction, on every way. */
static int spvchi_is_written(const spvchi_state *x, const spvchi_variable *v, spvm_id pointer,
                             spvm_inst_ref at) {
    const spvm_module *m = x->m;
    const spvm_block *b = &m->blocks[m->insts[at].block], *s;
    uint32_t k, has_parts = spvchi_head(x, v)->has_parts;
    if (v->is_given) return 1;
    for (k = 0; k < v->store_count; k++) {
        s = &m->blocks[m->insts[v->stores[k]].block];
        if (s->function != b->function) continue;
        if (has_parts && !spvchi_covers(m, v->through[k], pointer)) continue;
        if (s == b ? v->stores[k] < at : spvm_above(&s->dominator, &b->dominator)) return 1;
    }
    return 0;
}

/* Says of a function's parameters which ones it fills. */
static void spvchi_find_filled(spvchi_state *x, const spvm_function *f) {
    const spvm_module *m = x->m;
    spvm_block_ref last = spvchi_before_return(m, f);
    uint32_t k;
    for (k = 0; k < f->parameter_count && last != SPVM_NONE; k++) {
        spvm_id id = m->parameters[f->first_parameter + k];
        spvchi_variable *v = spvchi_watched(x, id);
        if (v == NULL) continue;
        v->is_given = 0; /* by itself */
        v->is_filled = (uint32_t)spvchi_is_written(x, v, id, m->blocks[last].last);
        v->is_given = 1;
    }
}

/* Says of the parameters of the functions that a function calls which ones it does not give. */
static void spvchi_find_given(spvchi_state *x, const spvm_function *f) {
    const spvm_module *m = x->m;
    uint32_t k, word;
    for (k = 0; k < f->call_count; k++) {
        spvm_inst_ref at = m->calls[f->first_call + k].inst;
        const spvm_inst *call = &m->insts[at];
        if (m->blocks[call->block].dominator.first == SPVM_NONE) continue;
        for (word = 4; word < call->length; word++) {
            const spvchi_variable *v = spvchi_joins(x, call, word);
            if (v != NULL && !spvchi_is_written(x, v, m->words[call->word + word], at))
                spvchi_handed_to(x, call, call->word + word)->is_given = 0;
        }
    }
}

/* Finds what writes the variables. What functions fill is found before their callers ask. */
static void spvchi_find_stores(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i;
    for (i = 0; i < m->function_count; i++) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        spvchi_find_stores_of(x, f);
        spvchi_find_filled(x, f);
    }
    for (i = m->function_count; i-- > 0;)
        spvchi_find_given(x, &m->functions[m->call_order[i]]);
}

/* Whether a store is to a variable of the invocation: whether that is read is another load's. */
static int spvchi_is_move(const spvm_module *m, const spvm_inst *inst) {
    const spvm_type *t = spvm_type_of(m, m->words[inst->word + 1]);
    return inst->opcode == SPVM_OpStore && t != NULL
           && (t->storage == SPVM_StorageClass_Function
               || t->storage == SPVM_StorageClass_Private);
}

/* What is read of a loaded value: a value that it is, or that was extracted from it, and which of
   its components. */
typedef struct spvchi_part {
    spvm_id value;
    uint32_t components;      /* a bit each; of what has none WHOLE */
} spvchi_part;

enum { SPVCHI_WHOLE = 16 };

/* The components of a value that an instruction uses. To put it into another variable is none, nor
   to put a part into it: compilers write a component of a variable so. A select may take the other
   one. What is extracted from it counts by itself. */
static uint32_t spvchi_used_by(const spvm_module *m, const spvm_use *use, spvchi_form form) {
    const spvm_inst *inst = &m->insts[use->inst];
    const uint32_t *w = m->words + inst->word;
    uint32_t word = use->word - inst->word, i, bits = 0, all = (1u << form.count) - 1;
    if (inst->block == SPVM_NONE || spvchi_is_move(m, inst)) return 0;
    if (inst->opcode == SPVM_OpCompositeInsert && word == 4) return 0;
    if (inst->opcode == SPVM_OpVectorInsertDynamic && word == 3) return 0;
    if (inst->opcode == SPVM_OpSelect && word > 3) return 0;
    if (inst->opcode == SPVM_OpCompositeExtract)
        return form.count > 1 && inst->length == 5 && w[4] < form.count ? 1u << w[4] : 0;
    if (inst->opcode != SPVM_OpVectorShuffle) return all;
    if (w[3] != w[4]) return 0;
    for (i = 5; i < inst->length; i++)
        if (w[i] != SPVM_NONE) bits |= 1u << w[i] % form.count;
    return bits;
}

/* The next part that is used of a loaded value. Begin with *use = row->first_use. Where parts are
   stored, a struct or an array that is used as a whole is not looked into, nor one that is
   extracted from another. */
static int spvchi_next_part(const spvm_module *m, spvm_id id, int has_parts, uint32_t *use,
                            spvchi_part *part) {
    const spvm_id_row *row = &m->ids[id];
    spvchi_form form = spvchi_form_at(m, id);
    int is_whole = !has_parts || spvm_type_of(m, id)->opcode == SPVM_OpTypeMatrix;
    uint32_t k;
    part->value = id;
    part->components = 0;
    if (form.kind != 0) { /* all uses at once */
        for (; *use < row->first_use + row->use_count; ++*use)
            part->components |= spvchi_used_by(m, &m->uses[*use], form);
        return part->components != 0;
    }
    for (; *use < row->first_use + row->use_count; ++*use) {
        const spvm_inst *inst = &m->insts[m->uses[*use].inst];
        if (inst->opcode != SPVM_OpCompositeExtract) {
            if (!is_whole || spvchi_used_by(m, &m->uses[*use], form) == 0) continue;
            part->components = SPVCHI_WHOLE;
            *use = row->first_use + row->use_count;
            return 1;
        }
        form = spvchi_form_of(m, inst->type);
        if (form.kind == 0) continue;
        row = &m->ids[inst->result];
        part->value = inst->result;
        for (k = row->first_use; k < row->first_use + row->use_count; k++)
            part->components |= spvchi_used_by(m, &m->uses[k], form);
        row = &m->ids[id];
        if (part->components == 0) continue;
        ++*use;
        return 1;
    }
    return 0;
}

/* Whether the variable that a pointer leads to begins with a value. */
static int spvchi_begins_written(const spvm_module *m, spvm_id pointer) {
    const spvm_inst *inst = spvm_def(m, m->ids[pointer].object);
    return inst->opcode == SPVM_OpVariable && inst->length > 4;
}

static void spvchi_plan_load(spvchi_state *x, spvm_inst_ref at) {
    spvchi_variable *v = spvchi_watched(x, spvchi_words(x, &x->m->insts[at])[3]);
    spvm_id id = x->m->insts[at].result;
    uint32_t word = 3, use = x->m->ids[id].first_use;
    spvchi_part part;
    spvchi_frame f;
    if (v == NULL || !spvchi_records(x) || spvchi_head(x, v)->holds) return;
    if (!spvchi_next_part(x->m, id, spvchi_head(x, v)->has_parts != 0, &use, &part)) return;
    if (spvchi_is_written(x, v, spvchi_words(x, &x->m->insts[at])[3], at)) {
        x->out->proved += !spvchi_begins_written(x->m, spvchi_words(x, &x->m->insts[at])[3]);
        return;
    }
    spvchi_head(x, v)->is_read = 1;
    spvchi_result_form(x, &f, &x->m->insts[at]);
    spvchi_frame_form(x, &f, 0, spvchi_bool_form(x, 1), 0);
    spvchi_plan(x, at, at, SPVCH_UNWRITTEN, SPVCHI_FLAG, &word, (uint32_t)(v - x->variables), &f,
                0);
}

/* The built-in that a variable (member NONE) or a member of a type is, NONE: it is none. */
static uint32_t spvchi_built_in(const spvm_module *m, spvm_id id, uint32_t member) {
    const spvm_decoration *d = spvm_find_decoration(m, id, member, SPVM_Decoration_BuiltIn);
    return d == NULL ? SPVM_NONE : m->words[d->word];
}

/* Whether an output is one that what comes behind the shader reads, all of it: of a location, a
   position, or a depth. Others matter to some topologies or extensions only. *member: of a block
   the position alone; else NONE. */
static int spvchi_is_due(const spvm_module *m, spvm_id variable, uint32_t *member) {
    uint32_t built_in = spvchi_built_in(m, variable, SPVM_NONE);
    const spvm_type *t = spvm_type_of(m, spvm_type_of(m, variable)->element);
    *member = SPVM_NONE;
    if (spvm_find_decoration(m, variable, SPVM_NONE, SPVM_Decoration_Location) != NULL) return 1;
    if (t->opcode != SPVM_OpTypeStruct)
        return built_in == SPVM_BuiltIn_Position || built_in == SPVM_BuiltIn_FragDepth;
    for (*member = 0; *member < t->count; ++*member)
        if (spvchi_built_in(m, t->id, *member) == SPVM_BuiltIn_Position) return 1;
    return 0;
}

/* Whether a member of a variable was written before an instruction, on every way. */
static int spvchi_is_member_written(spvchi_state *x, const spvchi_variable *v, spvm_id variable,
                                    uint32_t member, spvm_inst_ref at) {
    const spvm_module *m = x->m;
    uint32_t k;
    uint64_t index;
    for (k = 0; k < v->store_count; k++) {
        const spvm_inst *chain = spvm_def(m, v->through[k]);
        const uint32_t *w = spvchi_words(x, chain);
        if (chain->length == 5 && w[3] == variable && spvm_value(m, w[4], &index)
            && index == member && spvchi_is_written(x, v, v->through[k], at))
            return 1;
    }
    return spvchi_is_written(x, v, variable, at);
}

/* An output that some instruction writes, at a return. */
static void spvchi_plan_due(spvchi_state *x, spvm_inst_ref at, spvm_id id) {
    const spvm_module *m = x->m;
    spvchi_variable *v = spvchi_watched(x, id);
    const spvm_type *t = spvm_type_of(m, id);
    uint32_t member, word = 0, sites = x->out->site_count;
    spvchi_frame f;
    if (v == NULL || m->ids[id].object != id || t->storage != SPVM_StorageClass_Output
        || v->store_count == 0 || spvchi_head(x, v)->holds || !spvchi_is_due(m, id, &member))
        return;
    if (member == SPVM_NONE ? spvchi_is_written(x, v, id, at)
                            : spvchi_is_member_written(x, v, id, member, at)) {
        x->out->proved++;
        return;
    }
    if (member != SPVM_NONE && !spvchi_head(x, v)->has_parts) return;
    spvchi_head(x, v)->is_read = 1;
    t = spvm_type_of(m, t->element);
    if (spvchi_form_of(m, t->id).kind == 0 && member == SPVM_NONE && spvchi_head(x, v)->has_parts)
        spvchi_flags_of(x, t)->is_summed = 1;
    spvchi_result_form(x, &f, &m->insts[at]);
    spvchi_frame_form(x, &f, 0, spvchi_bool_form(x, 1), 0);
    spvchi_plan(x, at, at, SPVCH_LEFT_OUT, SPVCHI_END, &word, id, &f, 0);
    if (x->out->site_count > sites) x->out->sites[sites].result = id;
}

/* Plans the sites of a return of an entry point: that all of its outputs were written. Those of
   geometry shaders have values for a vertex only. */
static void spvchi_plan_end(spvchi_state *x, spvm_inst_ref at) {
    const spvm_module *m = x->m;
    uint32_t entry = x->entry_of[m->blocks[m->insts[at].block].function], k;
    const spvm_entry *e = entry == 0 ? NULL : &m->entries[entry - 1];
    if (e == NULL || !spvchi_records(x) || e->model == SPVM_ExecutionModel_Geometry) return;
    for (k = 0; k < e->interface_count; k++)
        spvchi_plan_due(x, at, m->words[e->interface_word + k]);
}

/* ---- values that are undefined
   A value that may be undefined has a shadow: flags of its type, as variables have. It begins where
   an OpUndef does, or where what was never written is moved elsewhere, and goes on through
   instructions, variables and calls. A variable that holds such values has them in its flags; its
   reads have no sites, but where they are used. */

/* How a shadow comes from those of the operands. */
typedef enum {
    SPVCHI_PASS_NONE,    /* it does not */
    SPVCHI_PASS_MOVE,    /* by the same instruction */
    SPVCHI_PASS_EACH,    /* by components; where the operands have other numbers of them, from
                            all */
    SPVCHI_PASS_ALL,     /* from all components */
    SPVCHI_PASS_OPEN,    /* by components, where the other operand does not decide */
    SPVCHI_PASS_SELECT,
    SPVCHI_PASS_ELEMENT, /* a component by a number that is computed */
    SPVCHI_PASS_ANY,     /* of bools: where the defined ones do not decide */
    SPVCHI_PASS_CROSS,
    SPVCHI_PASS_FACE,    /* by components from the first operand, from all of the others */
    SPVCHI_PASS_MATRIX   /* by columns */
} spvchi_pass;

static spvchi_pass spvchi_pass_of_glsl(uint32_t number) {
    switch (number) {
    case SPVM_GLSL_Length:
    case SPVM_GLSL_Distance:
    case SPVM_GLSL_Normalize:
    case SPVM_GLSL_Reflect:
    case SPVM_GLSL_Refract:
    case SPVM_GLSL_Determinant: return SPVCHI_PASS_ALL;
    case SPVM_GLSL_Cross: return SPVCHI_PASS_CROSS;
    case SPVM_GLSL_FaceForward: return SPVCHI_PASS_FACE;
    case SPVM_GLSL_MatrixInverse:
    case SPVM_GLSL_Modf:
    case SPVM_GLSL_ModfStruct:
    case SPVM_GLSL_Frexp:
    case SPVM_GLSL_FrexpStruct:
    case SPVM_GLSL_InterpolateAtCentroid:
    case SPVM_GLSL_InterpolateAtSample:
    case SPVM_GLSL_InterpolateAtOffset: return SPVCHI_PASS_NONE;
    default: return SPVCHI_PASS_EACH;
    }
}

/* Whether the shadow of an instruction's result can be told from those of its operands and from
   their values. */
static spvchi_pass spvchi_pass_of(const spvm_module *m, const spvm_inst *inst) {
    const uint32_t *w = m->words + inst->word;
    switch (inst->opcode) {
    case SPVM_OpPhi:
    case SPVM_OpCopyObject:
    case SPVM_OpCompositeConstruct:
    case SPVM_OpCompositeExtract:
    case SPVM_OpCompositeInsert:
    case SPVM_OpVectorShuffle: return SPVCHI_PASS_MOVE;
    case SPVM_OpSelect: return SPVCHI_PASS_SELECT;
    case SPVM_OpVectorExtractDynamic:
    case SPVM_OpVectorInsertDynamic: return SPVCHI_PASS_ELEMENT;
    case SPVM_OpAny:
    case SPVM_OpAll: return SPVCHI_PASS_ANY;
    case SPVM_OpIMul:
    case SPVM_OpBitwiseAnd:
    case SPVM_OpBitwiseOr:
    case SPVM_OpLogicalAnd:
    case SPVM_OpLogicalOr: return SPVCHI_PASS_OPEN;
    case SPVM_OpMatrixTimesScalar:
    case SPVM_OpMatrixTimesVector:
    case SPVM_OpVectorTimesMatrix:
    case SPVM_OpMatrixTimesMatrix:
    case SPVM_OpOuterProduct: return SPVCHI_PASS_MATRIX;
    case SPVM_OpConvertFToU:
    case SPVM_OpConvertFToS:
    case SPVM_OpConvertSToF:
    case SPVM_OpConvertUToF:
    case SPVM_OpUConvert:
    case SPVM_OpSConvert:
    case SPVM_OpFConvert:
    case SPVM_OpQuantizeToF16:
    case SPVM_OpBitcast:
    case SPVM_OpSNegate:
    case SPVM_OpFNegate:
    case SPVM_OpIAdd:
    case SPVM_OpFAdd:
    case SPVM_OpISub:
    case SPVM_OpFSub:
    case SPVM_OpFMul:
    case SPVM_OpUDiv:
    case SPVM_OpSDiv:
    case SPVM_OpFDiv:
    case SPVM_OpUMod:
    case SPVM_OpSRem:
    case SPVM_OpSMod:
    case SPVM_OpFRem:
    case SPVM_OpFMod:
    case SPVM_OpVectorTimesScalar:
    case SPVM_OpDot:
    case SPVM_OpShiftLeftLogical:
    case SPVM_OpShiftRightLogical:
    case SPVM_OpShiftRightArithmetic:
    case SPVM_OpNot:
    case SPVM_OpBitwiseXor:
    case SPVM_OpBitFieldInsert:
    case SPVM_OpBitFieldSExtract:
    case SPVM_OpBitFieldUExtract:
    case SPVM_OpBitReverse:
    case SPVM_OpBitCount:
    case SPVM_OpIsNan:
    case SPVM_OpIsInf:
    case SPVM_OpLogicalEqual:
    case SPVM_OpLogicalNotEqual:
    case SPVM_OpLogicalNot: return SPVCHI_PASS_EACH;
    case SPVM_OpExtInst:
        return spvm_set_of(m, inst) == SPVM_SET_GLSL ? spvchi_pass_of_glsl(w[4])
                                                     : SPVCHI_PASS_NONE;
    default:
        return inst->opcode >= SPVM_OpIEqual && inst->opcode <= SPVM_OpFUnordGreaterThanEqual
                   ? SPVCHI_PASS_EACH : SPVCHI_PASS_NONE;
    }
}

static int spvchi_is_matrix(const spvm_module *m, spvm_id id) {
    const spvm_type *t = spvm_type_of(m, id);
    return t != NULL && t->opcode == SPVM_OpTypeMatrix && spvchi_form_of(m, t->element).kind != 0;
}

/* Whether a value is a number, a vector or a matrix. */
static int spvchi_is_number(const spvm_module *m, spvm_id id) {
    return spvchi_form_at(m, id).kind != 0 || spvchi_is_matrix(m, id);
}

/* Whether a result has a shadow, if an operand has one. Hostile words have operands of other
   types. */
static int spvchi_passes_on(const spvm_module *m, const spvm_inst *inst) {
    const uint32_t *w = m->words + inst->word;
    spvchi_pass pass = spvchi_pass_of(m, inst);
    if (inst->result == 0 || inst->block == SPVM_NONE || pass == SPVCHI_PASS_NONE) return 0;
    if (pass == SPVCHI_PASS_MOVE || pass == SPVCHI_PASS_SELECT) return 1;
    if (pass != SPVCHI_PASS_MATRIX) {
        if (spvchi_form_of(m, inst->type).kind == 0) return 0;
        return pass == SPVCHI_PASS_EACH || pass == SPVCHI_PASS_ALL
               || spvchi_form_at(m, w[inst->opcode == SPVM_OpExtInst ? 5 : 3]).kind != 0;
    }
    switch (inst->opcode) {
    case SPVM_OpMatrixTimesScalar:
        return spvchi_is_matrix(m, w[3]) && spvchi_is_matrix(m, inst->result)
               && spvm_type_of(m, w[3])->count == spvm_type_of(m, inst->result)->count;
    case SPVM_OpMatrixTimesVector:
        return spvchi_is_matrix(m, w[3]) && spvchi_form_at(m, w[4]).kind != 0
               && spvchi_form_at(m, inst->result).kind != 0;
    case SPVM_OpVectorTimesMatrix:
        return spvchi_form_at(m, w[3]).kind != 0 && spvchi_is_matrix(m, w[4])
               && spvchi_form_at(m, inst->result).kind != 0;
    case SPVM_OpMatrixTimesMatrix:
        return spvchi_is_matrix(m, w[3]) && spvchi_is_matrix(m, w[4])
               && spvchi_is_matrix(m, inst->result);
    default:
        return spvchi_form_at(m, w[3]).kind != 0 && spvchi_form_at(m, w[4]).kind != 0
               && spvchi_is_matrix(m, inst->result);
    }
}

/* Whether the use of a value puts it elsewhere, without looking at it. A number that a function
   returns, say, is read by that; of a struct or an array nothing is yet. */
static int spvchi_is_put(const spvm_module *m, const spvm_use *use) {
    const spvm_inst *inst = &m->insts[use->inst];
    uint32_t word = use->word - inst->word;
    spvm_id value = m->words[use->word];
    int is_whole = spvchi_form_at(m, value).kind == 0 && !spvchi_is_matrix(m, value);
    switch (inst->opcode) {
    case SPVM_OpStore: return word == 2 && (is_whole || spvchi_is_move(m, inst));
    case SPVM_OpCompositeInsert: return word == 4 || is_whole;
    case SPVM_OpVectorInsertDynamic: return word == 3;
    case SPVM_OpSelect: return word > 3;
    case SPVM_OpVectorShuffle: return m->words[inst->word + 3] != m->words[inst->word + 4];
    case SPVM_OpReturnValue: return is_whole;
    case SPVM_OpFunctionCall: return is_whole && word > 3;
    case SPVM_OpPhi:
    case SPVM_OpCompositeConstruct:
    case SPVM_OpCopyObject: return is_whole && spvchi_passes_on(m, inst);
    default: return 0;
    }
}

/* Whether a loaded value, or what is extracted from it, is put elsewhere. */
static int spvchi_is_put_somewhere(const spvm_module *m, spvm_id id) {
    const spvm_id_row *row = &m->ids[id], *part;
    uint32_t k, i;
    for (k = row->first_use; k < row->first_use + row->use_count; k++) {
        const spvm_inst *inst = &m->insts[m->uses[k].inst];
        if (spvchi_is_put(m, &m->uses[k])) return 1;
        if (inst->opcode != SPVM_OpCompositeExtract) continue;
        part = &m->ids[inst->result];
        for (i = part->first_use; i < part->first_use + part->use_count; i++)
            if (spvchi_is_put(m, &m->uses[i])) return 1;
    }
    return 0;
}

/* Values whose uses are still to be looked at. */
typedef struct spvchi_doubts {
    spvm_id *found;
    uint32_t count;
} spvchi_doubts;

/* A value may be undefined: it has a shadow from now on, if it is made of numbers. */
static void spvchi_doubt(spvchi_state *x, spvchi_doubts *d, spvm_id id) {
    const spvm_type *t = spvm_type_of(x->m, id);
    if (x->shadow[id] != 0 || t == NULL || !spvchi_flags_of(x, t)->is_made_of_numbers) return;
    x->shadow[id] = x->bound++;
    d->found[d->count++] = id;
}

/* A variable may hold what is undefined. */
static void spvchi_doubt_variable(spvchi_state *x, spvchi_doubts *d, spvm_id pointer) {
    spvchi_variable *v = spvchi_watched(x, pointer), *head;
    const spvm_type *t;
    spvm_inst_ref load;
    if (v == NULL) return;
    head = spvchi_head(x, v);
    t = spvm_type_of(x->m, spvm_type_of(x->m, x->m->ids[pointer].object)->element);
    if (head->holds || !spvchi_flags_of(x, t)->is_made_of_numbers) return;
    head->holds = head->has_parts = 1;
    for (load = head->first_load; load != 0; load = x->next_load[load - 1])
        spvchi_doubt(x, d, x->m->insts[load - 1].result);
}

/* What a function returns may be undefined: so may be what its calls give. */
static void spvchi_doubt_result(spvchi_state *x, spvchi_doubts *d, spvm_function_ref function) {
    const spvm_module *m = x->m;
    const spvm_id_row *row = &m->ids[m->functions[function].id];
    const spvm_type *t = spvm_type_of(m, m->functions[function].result);
    uint32_t k;
    if (x->returned[function] != 0 || !spvchi_flags_of(x, t)->is_made_of_numbers) return;
    x->returned[function] = x->bound++;
    for (k = row->first_use; k < row->first_use + row->use_count; k++) {
        const spvm_inst *call = &m->insts[m->uses[k].inst];
        if (call->opcode == SPVM_OpFunctionCall && m->uses[k].word == call->word + 3)
            spvchi_doubt(x, d, call->result);
    }
}

/* A value that may be undefined is used. */
static void spvchi_doubt_use(spvchi_state *x, spvchi_doubts *d, const spvm_use *use) {
    const spvm_module *m = x->m;
    const spvm_inst *inst = &m->insts[use->inst];
    const uint32_t *w = spvchi_words(x, inst);
    uint32_t word = use->word - inst->word;
    spvm_id parameter;
    switch (inst->opcode) {
    case SPVM_OpStore:
        if (word == 2) spvchi_doubt_variable(x, d, w[1]);
        return;
    case SPVM_OpVariable: spvchi_doubt_variable(x, d, inst->result); return;
    case SPVM_OpReturnValue:
        spvchi_doubt_result(x, d, m->blocks[inst->block].function);
        return;
    case SPVM_OpFunctionCall:
        parameter = spvchi_parameter_of(m, inst, word);
        if (parameter != 0 && spvm_type_of(m, parameter) == spvm_type_of(m, w[word]))
            spvchi_doubt(x, d, parameter);
        return;
    case SPVM_OpConstantComposite: spvchi_doubt(x, d, inst->result); return;
    default:
        if (spvchi_passes_on(m, inst)) spvchi_doubt(x, d, inst->result);
    }
}

/* What an instruction begins: values that are undefined by themselves, or moved unwritten. */
static void spvchi_begin_doubt(spvchi_state *x, spvchi_doubts *d, spvm_inst_ref at) {
    const spvm_module *m = x->m;
    const spvm_inst *inst = &m->insts[at];
    const uint32_t *w = spvchi_words(x, inst);
    spvchi_variable *v;
    uint32_t i;
    switch (inst->opcode) {
    case SPVM_OpUndef: spvchi_doubt(x, d, inst->result); return;
    case SPVM_OpVectorShuffle:
        for (i = 5; i < inst->length; i++)
            if (w[i] == SPVM_NONE) spvchi_doubt(x, d, inst->result);
        return;
    case SPVM_OpLoad:
        v = inst->block == SPVM_NONE || m->blocks[inst->block].dominator.first == SPVM_NONE
                ? NULL : spvchi_watched(x, w[3]);
        if (v == NULL || !spvchi_flags_at(x, m->ids[w[3]].object)->is_made_of_numbers
            || !spvchi_is_put_somewhere(m, inst->result) || spvchi_is_written(x, v, w[3], at))
            return;
        spvchi_head(x, v)->is_moved = spvchi_head(x, v)->has_parts = 1;
        spvchi_doubt(x, d, inst->result);
        return;
    default: return;
    }
}

/* Finds what may be undefined, and names its shadows. */
static void spvchi_find_undefined(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvchi_doubts d;
    spvm_inst_ref i;
    uint32_t k;
    x->shadow = (spvm_id *)spvchi_table(x, m->bound, sizeof *x->shadow);
    x->returned = (spvm_id *)spvchi_table(x, m->function_count, sizeof *x->returned);
    if (!spvchi_records(x)) return;
    x->next_load = (spvm_inst_ref *)spvchi_table(x, m->inst_count, sizeof *x->next_load);
    d.found = (spvm_id *)spvchi_table(x, m->bound, sizeof *d.found);
    d.count = 0;
    if (x->failed) return;
    for (i = 0; i < m->inst_count; i++) {
        spvchi_variable *v = m->insts[i].opcode == SPVM_OpLoad
                                 ? spvchi_watched(x, spvchi_words(x, &m->insts[i])[3]) : NULL;
        if (v == NULL) continue;
        x->next_load[i] = spvchi_head(x, v)->first_load;
        spvchi_head(x, v)->first_load = i + 1;
    }
    for (i = 0; i < m->inst_count; i++) spvchi_begin_doubt(x, &d, i);
    while (d.count > 0) {
        const spvm_id_row *row = &m->ids[d.found[--d.count]];
        for (k = row->first_use; k < row->first_use + row->use_count; k++)
            spvchi_doubt_use(x, &d, &m->uses[k]);
    }
}

/* The form of a value's shadow: a bool for each component; one, if it is not made of numbers. */
static spvchi_form spvchi_shadow_form(spvchi_state *x, spvm_id id) {
    return spvchi_bool_form(x, spvchi_form_at(x->m, id).count);
}

/* The place before a block's terminator and its merge instruction. */
static spvm_inst_ref spvchi_end_of(const spvm_block *b) {
    return b->merge == SPVM_NONE ? b->last : b->merge;
}

/* Plans the site of a value that must not be undefined where an instruction uses it. */
static void spvchi_plan_use(spvchi_state *x, spvm_inst_ref at, uint32_t word) {
    const spvm_inst *inst = &x->m->insts[at];
    spvm_id value = word < inst->length ? spvchi_words(x, inst)[word] : 0;
    const spvm_block *b = &x->m->blocks[inst->block];
    spvchi_frame f;
    if (!spvchi_records(x) || value == 0 || value >= x->m->bound || x->shadow[value] == 0) return;
    x->is_shadowed = 1;
    if (spvchi_form_at(x->m, value).kind == 0)
        spvchi_flags_of(x, spvm_type_of(x->m, value))->is_summed = 1;
    spvchi_result_form(x, &f, inst);
    spvchi_frame_form(x, &f, 0, spvchi_shadow_form(x, value), 0);
    spvchi_plan(x, at, at == b->last ? spvchi_end_of(b) : at, SPVCH_UNDEFINED, SPVCHI_SHADOW, &word,
                value, &f, 0);
}

/* Whether a store is to what others read. */
static int spvchi_is_output(const spvm_module *m, spvm_id pointer) {
    const spvm_type *t = spvm_type_of(m, pointer);
    return t != NULL
           && (t->storage == SPVM_StorageClass_Output || t->storage == SPVM_StorageClass_Uniform
               || t->storage == SPVM_StorageClass_StorageBuffer
               || t->storage == SPVM_StorageClass_PhysicalStorageBuffer);
}

/* Plans the sites of what an instruction uses as a condition, an index or an address, or writes. */
static void spvchi_plan_uses(spvchi_state *x, spvm_inst_ref at) {
    const spvm_inst *inst = &x->m->insts[at];
    uint32_t word;
    switch (inst->opcode) {
    case SPVM_OpBranchConditional:
    case SPVM_OpSwitch: spvchi_plan_use(x, at, 1); return;
    case SPVM_OpStore:
        if (spvchi_is_output(x->m, spvchi_words(x, inst)[1])) spvchi_plan_use(x, at, 2);
        return;
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpPtrAccessChain:
    case SPVM_OpInBoundsPtrAccessChain:
        for (word = 4; word < inst->length; word++) spvchi_plan_use(x, at, word);
        return;
    case SPVM_OpVectorExtractDynamic:
    case SPVM_OpImageFetch:
    case SPVM_OpImageRead:
    case SPVM_OpImageSparseFetch:
    case SPVM_OpImageSparseRead:
    case SPVM_OpImageQuerySizeLod:
    case SPVM_OpImageTexelPointer: spvchi_plan_use(x, at, 4); return;
    case SPVM_OpVectorInsertDynamic: spvchi_plan_use(x, at, 5); return;
    case SPVM_OpConvertUToPtr: spvchi_plan_use(x, at, 3); return;
    case SPVM_OpAtomicStore: spvchi_plan_use(x, at, 4); return;
    case SPVM_OpAtomicExchange:
    case SPVM_OpAtomicIAdd:
    case SPVM_OpAtomicISub:
    case SPVM_OpAtomicSMin:
    case SPVM_OpAtomicUMin:
    case SPVM_OpAtomicSMax:
    case SPVM_OpAtomicUMax:
    case SPVM_OpAtomicAnd:
    case SPVM_OpAtomicOr:
    case SPVM_OpAtomicXor: spvchi_plan_use(x, at, 6); return;
    case SPVM_OpAtomicCompareExchange:
        spvchi_plan_use(x, at, 7);
        spvchi_plan_use(x, at, 8);
        return;
    case SPVM_OpImageWrite:
        spvchi_plan_use(x, at, 2);
        spvchi_plan_use(x, at, 3);
        return;
    default: return;
    }
}

static void spvchi_plan_inst(spvchi_state *x, spvm_inst_ref at) {
    spvchi_plan_uses(x, at);
    switch (x->m->insts[at].opcode) {
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain: spvchi_plan_chain(x, at); break;
    case SPVM_OpVectorExtractDynamic:
    case SPVM_OpVectorInsertDynamic: spvchi_plan_dynamic(x, at); break;
    case SPVM_OpImageFetch:
    case SPVM_OpImageRead:
    case SPVM_OpImageSparseFetch:
    case SPVM_OpImageSparseRead:
    case SPVM_OpImageWrite:
    case SPVM_OpImageQuerySizeLod:
    case SPVM_OpImageTexelPointer: spvchi_plan_image(x, at); break;
    case SPVM_OpLoad: spvchi_plan_load(x, at); break;
    case SPVM_OpReturn: spvchi_plan_end(x, at); break;
    default:
        spvchi_plan_rows(x, at);
        spvchi_plan_result(x, at);
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>loops  [10]  counters
   A loop that is counted has a phi in its header, 0 from outside, and one more each time its back
   edge is taken. */

/* The rounds of a loop that begins again as often as it may. */
static uint32_t spvchi_rounds(const spvchi_state *x) {
    uint32_t most = x->options.max_iterations;
    return most == 0xFFFFFFFFu ? most : most + 1;
}

/* How many rounds a loop has at most, by a phi of its header that counts; infinity if that is not
   known. */
static double spvchi_trips(spvchi_state *x, const spvm_block *header) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    double limit, trips = SPVCHI_HUGE;
    uint32_t i;
    for (at = header->first + 1; at < header->last; at++) {
        const spvm_inst *phi = &m->insts[at];
        const uint32_t *w = spvchi_words(x, phi);
        spvchi_range was, first;
        spvchi_form f = spvchi_form_of(m, phi->type);
        if (phi->opcode != SPVM_OpPhi || phi->length != 7) continue;
        if ((f.kind != 'i' && f.kind != 'u') || f.count != 1 || f.width > 32) continue;
        was = x->ranges[phi->result];
        for (i = 3; i < 7; i += 2) {
            first = was;
            if (spvm_def(m, w[i])->word > phi->word
                && spvchi_is_bounded(x, phi, w[i], &first, &limit))
                trips = spvchi_least(trips, limit - first.lo + 1);
        }
        x->ranges[phi->result] = was;
    }
    return trips;
}

/* The innermost loop that a block is in; NONE. */
static spvm_construct_ref spvchi_loop_of(const spvm_module *m, const spvm_block *b) {
    if (b->opens != SPVM_NONE && m->constructs[b->opens].kind == SPVM_LOOP) return b->opens;
    return b->construct == SPVM_NONE ? SPVM_NONE : m->constructs[b->construct].loop;
}

/* What the terminator of a loop's back edge asks. */
static spvchi_question spvchi_asked(spvchi_state *x, spvm_construct_ref c) {
    const spvm_module *m = x->m;
    const spvm_construct *loop = &m->constructs[c];
    const spvm_inst *last = &m->insts[m->blocks[loop->back_edge].last];
    const uint32_t *w = spvchi_words(x, last);
    spvchi_question q;
    q.is_not = 0;
    q.asked = last->opcode == SPVM_OpBranchConditional ? w[1] : 0;
    if (q.asked != 0) q.is_not = w[2] != m->blocks[loop->header].label;
    else q.asked = spvchi_scalar(x, spvchi_bool_form(x, 1), 1);
    return q;
}

/* The same of a loop that may have been bounded, which changed its back edge. */
static spvchi_question spvchi_asked_first(spvchi_state *x, spvm_construct_ref c) {
    spvm_id label = x->m->blocks[x->m->constructs[c].header].label;
    if (label < x->question_count && x->questions[label].asked != 0) return x->questions[label];
    return spvchi_asked(x, c);
}

/* The operands of a loop's check. A site of `row` operands is one of the loop, at its beginning. */
static void spvchi_frame_turns(spvchi_state *x, spvchi_frame *f, spvm_id turns, uint32_t none,
                               spvchi_question q) {
    f->result = 0, f->width = 0, f->set = 0;
    spvchi_frame_form(x, f, 0, spvchi_uint_form(x, 1), turns);
    spvchi_frame_form(x, f, 1, spvchi_uint_form(x, 1), none);
    spvchi_frame_form(x, f, 2, spvchi_bool_form(x, 1), q.asked);
}

/* A call in front of the end of a block, of the site that the loop has. */
static void spvchi_plan_bound(spvchi_state *x, spvm_construct_ref c, const spvm_block *b,
                              spvchi_shape shape, uint32_t recorded) {
    static const spvchi_question unknown = {0, 0};
    spvchi_loop *l = &x->loops[c];
    spvchi_frame f;
    spvchi_call *call;
    spvchi_frame_turns(x, &f, l->next, 0, unknown);
    if (l->site == 0)
        l->site = 1 + spvchi_add_site(x, SPVCH_LOOP,
                                      x->m->blocks[x->m->constructs[c].header].merge, &f, recorded);
    call = spvchi_add_call(x, spvchi_end_of(b), SPVCH_LOOP, shape, 0);
    call->site = l->site - 1;
    call->length = c;
}

static void spvchi_plan_loop(spvchi_state *x, spvm_construct_ref c) {
    const spvm_construct *loop = &x->m->constructs[c];
    spvchi_loop *l = &x->loops[c];
    if (loop->kind != SPVM_LOOP || loop->back_edge == SPVM_NONE || x->options.max_iterations == 0)
        return;
    if (spvchi_trips(x, &x->m->blocks[loop->header]) <= spvchi_rounds(x)) {
        x->out->proved++;
        return;
    }
    l->is_counted = 1;
    l->counter = x->bound++;
    l->next = x->bound++;
    if (spvchi_records(x))
        spvchi_plan_bound(x, c, &x->m->blocks[loop->back_edge], SPVCHI_COUNTER, 1);
}

/* ---- loops that lambdav.h has bounded */

/* The turns that are left, if id is the question for them: named "turns left" by lambdav.h, as
   nothing in its texts can be. */
static spvm_id spvchi_turns_of(const spvchi_state *x, spvm_id id, uint32_t opcode) {
    const spvm_inst *inst = spvm_def(x->m, id);
    spvm_id turns;
    if (inst == NULL || inst->opcode != opcode) return 0;
    turns = spvchi_words(x, inst)[3];
    if (!spvm_is_text(x->m, x->m->ids[turns].name, "turns left")) return 0;
    return spvchi_form_at(x->m, turns).kind == 'u' ? turns : 0;
}

/* The turns that a branch asks for, and with them what makes it go on or not: `asked and turns` or
   `not asked, or no turns`. Returns 0 for others. */
static spvm_id spvchi_branch_turns(const spvchi_state *x, const spvm_block *b, spvchi_question *q) {
    const spvm_inst *last = &x->m->insts[b->last], *choice = NULL;
    uint32_t compare, k;
    spvm_id turns = 0;
    if (last->opcode == SPVM_OpBranchConditional)
        choice = spvm_def(x->m, spvchi_words(x, last)[1]);
    if (choice == NULL
        || (choice->opcode != SPVM_OpLogicalAnd && choice->opcode != SPVM_OpLogicalOr))
        return 0;
    q->is_not = choice->opcode == SPVM_OpLogicalOr;
    compare = q->is_not ? SPVM_OpIEqual : SPVM_OpINotEqual;
    for (k = 3; k < 5 && turns == 0; k++) {
        turns = spvchi_turns_of(x, spvchi_words(x, choice)[k], compare);
        q->asked = spvchi_words(x, choice)[7 - k];
    }
    return turns;
}

static void spvchi_plan_turns(spvchi_state *x, const spvm_block *b) {
    spvchi_question q;
    spvm_id turns = spvchi_records(x) ? spvchi_branch_turns(x, b, &q) : 0;
    const spvm_inst *def = turns == 0 ? NULL : spvm_def(x->m, turns);
    spvm_construct_ref loop;
    if (def == NULL || def->block == SPVM_NONE) return;
    loop = spvchi_loop_of(x->m, &x->m->blocks[def->block]);
    if (loop != SPVM_NONE) spvchi_plan_bound(x, loop, b, SPVCHI_TURNS, 0);
}

/* The loop whose back edge leaves a block; NONE. */
static spvm_construct_ref spvchi_loop_behind(const spvchi_state *x, spvm_block_ref block) {
    const spvm_block *b = &x->m->blocks[block];
    uint32_t k;
    for (k = 0; k < b->successor_count; k++) {
        const spvm_edge *e = &x->m->edges[b->first_successor + k];
        if (e->kind == SPVM_EDGE_BACK) return x->m->blocks[e->to].opens;
    }
    return SPVM_NONE;
}

static void spvchi_write_counter(spvchi_state *x, spvm_block_ref header, const spvchi_loop *l) {
    const spvm_module *m = x->m;
    const spvm_block *b = &m->blocks[header];
    spvm_block_ref back = m->constructs[b->opens].back_edge;
    spvm_id zero = spvchi_number(x, 0), uint = spvchi_uint(x);
    uint32_t k;
    spvchi_open(x, &x->bodies, SPVM_OpPhi);
    spvchi_add(x, &x->bodies, uint);
    spvchi_add(x, &x->bodies, l->counter);
    for (k = 0; k < b->predecessor_count; k++) {
        spvm_block_ref from = m->edges[m->predecessors[b->first_predecessor + k]].from;
        spvchi_add(x, &x->bodies, from == back ? l->next : zero);
        spvchi_add(x, &x->bodies, m->blocks[from].label);
    }
    spvchi_shut(&x->bodies);
}

/* -------------------------------------------------------------------------------------------------
   // >>output  [11]  calls and words -> words
   The functions are written to a stream of their own, since they ask for types and constants on
   their way; what stands before them is copied when all is known. */

/* The id that a word of an instruction has after the calls from `first` on, before `end`, but for
   those of a row: what a row replaces, it replaces at once. */
static spvm_id spvchi_current(const spvchi_state *x, const spvchi_call *first,
                              const spvchi_call *end, uint32_t row, const spvm_inst *inst,
                              uint32_t word) {
    for (; end > first; end--)
        if (end[-1].replaced != 0 && end[-1].word == word && end[-1].row != row)
            return end[-1].replaced;
    return spvchi_words(x, inst)[word];
}

static spvm_id spvchi_body_value(spvchi_state *x, uint32_t opcode, spvm_id type, uint32_t a,
                                 uint32_t b) {
    return spvchi_make(x, &x->bodies, opcode, type, a, b, 0);
}

/* Word `word` of an access chain that ends before another index: those before have calls in their
   order. */
static spvm_id spvchi_prefix(const spvchi_state *x, const spvchi_call *first,
                             const spvchi_call *call, const spvm_inst *inst, uint32_t word) {
    while (first < call && (first->replaced == 0 || first->word < word)) first++;
    return first < call && first->word == word ? first->replaced : spvchi_words(x, inst)[word];
}

/* The length of the runtime array that word `word` of an access chain is an index of. */
static spvm_id spvchi_runtime_length(spvchi_state *x, const spvchi_call *first,
                                     const spvchi_call *call, const spvm_inst *inst) {
    const spvm_module *m = x->m;
    const uint32_t *w = spvchi_words(x, inst);
    const spvm_type *t = spvm_type_of(m, w[3]);
    uint32_t i, storage = t->storage;
    uint64_t member = 0;
    spvm_id base = w[3], pointer, uint = spvchi_uint(x), id;
    t = spvm_type_of(m, t->element);
    for (i = 4; i + 1 < call->word; i++) {
        if (t->opcode == SPVM_OpTypeStruct) {
            spvm_value(m, w[i], &member);
            t = spvm_type_of(m, m->members[t->first_member + (uint32_t)member].type);
        } else {
            t = spvm_type_of(m, t->element);
        }
    }
    if (call->word > 5) {
        pointer = spvchi_pointer(x, storage, t->id);
        id = x->bound++;
        spvchi_open(x, &x->bodies, SPVM_OpAccessChain);
        spvchi_add(x, &x->bodies, pointer);
        spvchi_add(x, &x->bodies, id);
        spvchi_add(x, &x->bodies, base);
        for (i = 4; i + 1 < call->word; i++)
            spvchi_add(x, &x->bodies, spvchi_prefix(x, first, call, inst, i));
        spvchi_shut(&x->bodies);
        base = id;
    }
    spvm_value(m, w[call->word - 1], &member);
    id = x->bound++;
    spvchi_put(x, &x->bodies, SPVM_OpArrayLength, 4, uint, id, base, (uint32_t)member, 0, 0);
    return id;
}

/* Operands of an index and its length. */
static void spvchi_write_index(spvchi_state *x, const spvchi_call *first, const spvchi_call *call,
                               const spvm_inst *inst, spvchi_frame *f) {
    spvm_id id = spvchi_words(x, inst)[call->word];
    spvchi_form form = spvchi_form_at(x->m, id);
    spvchi_frame_index(x, inst, call->word, call->shape == SPVCHI_INDEX ? call->length : 0, f);
    if (call->shape == SPVCHI_NUMBER) f->ids[1] = spvchi_number(x, call->length);
    if (call->shape == SPVCHI_RUNTIME) f->ids[1] = spvchi_runtime_length(x, first, call, inst);
    if (form.width >= 32) return;
    if (form.kind == 'u') {
        f->ids[0] = spvchi_body_value(x, SPVM_OpUConvert, spvchi_uint(x), id, 0);
        return;
    }
    id = spvchi_body_value(x, SPVM_OpSConvert, spvchi_type(x, SPVM_OpTypeInt, 32, 1), id, 0);
    f->ids[0] = spvchi_body_value(x, SPVM_OpBitcast, spvchi_uint(x), id, 0);
}

/* The first components of a vector. */
static spvm_id spvchi_shortened(spvchi_state *x, spvm_id id, spvchi_form from, spvchi_form to) {
    spvm_id result, type = spvchi_form_type(x, to);
    uint32_t k;
    if (from.count == to.count) return id;
    result = x->bound++;
    spvchi_open(x, &x->bodies, to.count == 1 ? SPVM_OpCompositeExtract : SPVM_OpVectorShuffle);
    spvchi_add(x, &x->bodies, type);
    spvchi_add(x, &x->bodies, result);
    spvchi_add(x, &x->bodies, id);
    if (to.count > 1) spvchi_add(x, &x->bodies, id);
    for (k = 0; k < to.count; k++) spvchi_add(x, &x->bodies, k);
    spvchi_shut(&x->bodies);
    return result;
}

/* What the coordinates of a cube are less than: its size, and 6 faces of each. */
static spvm_id spvchi_cube_size(spvchi_state *x, const spvchi_image *image, spvm_id value,
                                spvchi_form form) {
    spvm_id faces, type = spvchi_form_type(x, form), size, id;
    spvchi_form one = form, flat = form;
    one.count = 1;
    flat.count = image->is_array ? 3 : 2;
    faces = spvchi_constant(x, one, 6);
    size = spvchi_body_value(x, SPVM_OpImageQuerySize, spvchi_form_type(x, flat), value, 0);
    if (!image->is_array) {
        id = x->bound++;
        spvchi_put(x, &x->bodies, SPVM_OpCompositeConstruct, 4, type, id, size, faces, 0, 0);
        return id;
    }
    id = x->bound++;
    spvchi_put(x, &x->bodies, SPVM_OpCompositeExtract, 4, form.component, id, size, 2, 0, 0);
    faces = spvchi_body_value(x, SPVM_OpIMul, form.component, id, faces);
    id = x->bound++;
    spvchi_put(x, &x->bodies, SPVM_OpCompositeInsert, 5, type, id, faces, size, 2, 0);
    return id;
}

/* Coordinates of a form with the image's offset added to them, or taken from them. Layers have no
   offset. */
static spvm_id spvchi_moved(spvchi_state *x, const spvchi_image *image, const spvm_inst *inst,
                            uint32_t opcode, spvm_id id, spvchi_form form) {
    spvm_id offset = image->offset == 0 ? 0 : spvchi_words(x, inst)[image->offset], whole;
    spvchi_form given = spvchi_form_at(x->m, offset), one = form, signed_form = form;
    uint32_t k;
    if (given.width != 32 || (given.kind != 'i' && given.kind != 'u')) return id;
    one.count = 1;
    if (given.count < form.count) {
        signed_form.component = given.component;
        whole = x->bound++;
        spvchi_open(x, &x->bodies, SPVM_OpCompositeConstruct);
        spvchi_add(x, &x->bodies, spvchi_form_type(x, signed_form));
        spvchi_add(x, &x->bodies, whole);
        spvchi_add(x, &x->bodies, offset);
        one.component = given.component;
        one.kind = given.kind;
        for (k = given.count; k < form.count; k++)
            spvchi_add(x, &x->bodies, spvchi_constant(x, one, 0));
        spvchi_shut(&x->bodies);
        offset = whole;
    }
    return spvchi_body_value(x, opcode, spvchi_form_type(x, form), id, offset);
}

/* Operands of a check of an image: what is used, and what the image says. */
static void spvchi_write_image(spvchi_state *x, const spvchi_call *first, const spvchi_call *call,
                               const spvm_inst *inst, spvchi_frame *f) {
    spvchi_image image = spvchi_image_of(x, inst);
    spvm_id value = image.image, level = 0;
    uint32_t opcode = SPVM_OpImageQuerySize;
    spvchi_frame_image(x, inst, call->word, call->shape == SPVCHI_TEXELS ? image.count : 1, f);
    f->ids[0] = spvchi_shortened(x, f->ids[0], spvchi_form_at(x->m, f->ids[0]), f->forms[0]);
    if (call->shape == SPVCHI_TEXELS && image.offset != 0)
        f->ids[0] = spvchi_moved(x, &image, inst, SPVM_OpIAdd, f->ids[0], f->forms[0]);
    if (image.is_pointer) value = spvchi_body_value(x, SPVM_OpLoad, image.type, value, 0);
    if (call->shape == SPVCHI_LEVELS) opcode = SPVM_OpImageQueryLevels;
    if (call->shape == SPVCHI_SAMPLES) opcode = SPVM_OpImageQuerySamples;
    if (opcode == SPVM_OpImageQuerySize && image.has_levels) {
        opcode = SPVM_OpImageQuerySizeLod;
        level = image.level == 0 ? spvchi_number(x, 0)
                                 : spvchi_current(x, first, call, call->row, inst, image.level);
    }
    f->ids[1] = opcode == SPVM_OpImageQuerySize && image.is_cube
                    ? spvchi_cube_size(x, &image, value, f->forms[1])
                    : spvchi_body_value(x, opcode, f->types[1], value, level);
    if (spvm_has_capability(x->m, SPVM_Capability_ImageQuery) || x->capabilities.count > 0) return;
    spvchi_put(x, &x->capabilities, SPVM_OpCapability, 1, SPVM_Capability_ImageQuery, 0, 0, 0, 0,
               0);
}

/* ---- what was written of a variable */

static uint32_t spvchi_flag_storage(const spvm_module *m, spvm_id pointer) {
    uint32_t storage = spvm_type_of(m, pointer)->storage;
    return storage == SPVM_StorageClass_Function || storage == SPVM_StorageClass_Workgroup
               ? storage : (uint32_t)SPVM_StorageClass_Private;
}

/* The type of a variable's flag. */
static spvm_id spvchi_flag_type(spvchi_state *x, const spvchi_variable *v, spvm_id variable) {
    return spvchi_head(x, v)->has_parts ? spvchi_flags_at(x, variable)->type : spvchi_bool(x);
}

/* The pointer to the flags of what a pointer leads to; 0: there is none. */
static spvm_id spvchi_mirror(const spvchi_state *x, const spvchi_variable *v, spvm_id pointer) {
    return x->m->ids[pointer].object == pointer ? v->flag : x->mirrors[pointer];
}

/* An index for flags: one beyond the end becomes the last, as one that is replaced does. 0: it is
   none. */
static spvm_id spvchi_mirror_index(spvchi_state *x, spvm_id index, const spvm_type *t) {
    spvchi_form form = spvchi_form_at(x->m, index);
    uint64_t value, count = t->count;
    spvm_id type, limit, inside;
    if (t->opcode == SPVM_OpTypeStruct) return index;
    if (form.count != 1 || (form.kind != 'i' && form.kind != 'u')) return 0;
    if (t->opcode == SPVM_OpTypeArray) spvm_value(x->m, t->length, &count);
    if (spvm_value(x->m, index, &value) && value < count
        && !spvm_constant_of(x->m, index)->is_spec)
        return index;
    if (form.width < 32 && count >> (form.width - 1) != 0) return spvchi_number(x, 0);
    type = spvchi_bool(x);
    limit = spvchi_constant(x, form, count);
    inside = spvchi_body_value(x, SPVM_OpULessThan, type, index, limit);
    type = spvchi_form_type(x, form);
    limit = spvchi_constant(x, form, count - 1);
    return spvchi_make(x, &x->bodies, SPVM_OpSelect, type, inside, index, limit);
}

/* Behind a pointer to a part of a variable: that to its flags. */
static void spvchi_write_mirror(spvchi_state *x, const spvm_inst *inst) {
    const spvm_module *m = x->m;
    const uint32_t *w = spvchi_words(x, inst);
    const spvchi_variable *v;
    const spvm_type *t;
    spvm_id indices[SPVCHI_DEPTH], base, id;
    uint32_t i, count = inst->length - 4;
    uint64_t member;
    if (inst->opcode != SPVM_OpAccessChain && inst->opcode != SPVM_OpInBoundsAccessChain) return;
    v = spvchi_watched(x, inst->result);
    if (v == NULL || !spvchi_has_flag(x, v) || !spvchi_head(x, v)->has_parts
        || count > SPVCHI_DEPTH)
        return;
    base = spvchi_mirror(x, v, w[3]);
    if (base == 0) return;
    t = spvm_type_of(m, spvm_type_of(m, w[3])->element);
    for (i = 0; i < count; i++) {
        if (t->opcode != SPVM_OpTypeStruct && t->element == 0) return; /* it has no parts */
        indices[i] = spvchi_mirror_index(x, w[4 + i], t);
        if (indices[i] == 0) return;
        if (t->opcode != SPVM_OpTypeStruct) t = spvm_type_of(m, t->element);
        else if (!spvm_value(m, w[4 + i], &member) || member >= t->count) return;
        else t = spvm_type_of(m, m->members[t->first_member + (uint32_t)member].type);
    }
    if (spvm_type_of(m, inst->result)->element != t->id) return; /* not its own type */
    id = spvchi_pointer(x, spvchi_flag_storage(m, inst->result), spvchi_flags_of(x, t)->type);
    spvchi_open(x, &x->bodies, SPVM_OpAccessChain);
    spvchi_add(x, &x->bodies, id);
    spvchi_add(x, &x->bodies, x->mirrors[inst->result] = x->bound++);
    spvchi_add(x, &x->bodies, base);
    for (i = 0; i < count; i++) spvchi_add(x, &x->bodies, indices[i]);
    spvchi_shut(&x->bodies);
}

/* What was written: all false. */
static spvm_id spvchi_no_flags(spvchi_state *x, spvm_id type) {
    uint32_t key[SPVCHI_KEY];
    spvchi_node *node;
    spvchi_key(key, SPVCHI_KEY_NULL, type, 0, 0);
    node = spvchi_find(x, key);
    if (node->id == 0 || x->failed) {
        node->id = x->bound++;
        spvchi_put(x, &x->globals, SPVM_OpConstantNull, 2, type, node->id, 0, 0, 0, 0);
    }
    return node->id;
}

/* A part of flags: what an OpCompositeExtract takes, NULL: all, and a component of that or NONE. */
static spvm_id spvchi_flag_part(spvchi_state *x, spvm_id type, spvm_id flags,
                                const spvm_inst *extract, uint32_t component) {
    spvm_id id = x->bound++;
    uint32_t i;
    spvchi_open(x, &x->bodies, SPVM_OpCompositeExtract);
    spvchi_add(x, &x->bodies, type);
    spvchi_add(x, &x->bodies, id);
    spvchi_add(x, &x->bodies, flags);
    for (i = 4; extract != NULL && i < extract->length; i++)
        spvchi_add(x, &x->bodies, spvchi_words(x, extract)[i]);
    if (component != SPVM_NONE) spvchi_add(x, &x->bodies, component);
    spvchi_shut(&x->bodies);
    return id;
}

static spvm_id spvchi_either(spvchi_state *x, spvm_id type, spvm_id a, spvm_id b) {
    return a == 0 ? b : spvchi_body_value(x, SPVM_OpLogicalOr, type, a, b);
}

/* ---- the shadows of values */

/* The type of the shadow of a value of the module. */
static spvm_id spvchi_shadow_type(spvchi_state *x, spvm_id id) {
    if (spvchi_form_at(x->m, id).kind != 0)
        return spvchi_form_type(x, spvchi_shadow_form(x, id));
    return spvchi_flags_of(x, spvm_type_of(x->m, id))->type;
}

/* What is undefined of a value of the module. */
static spvm_id spvchi_shadow_of(spvchi_state *x, spvm_id id) {
    int is_undefined = x->shadow[id] != 0;
    const spvm_type *t = spvm_type_of(x->m, id);
    const spvchi_flags *flags = t == NULL ? NULL : spvchi_flags_of(x, t);
    if (is_undefined && spvm_def(x->m, id)->opcode != SPVM_OpUndef) return x->shadow[id];
    if (spvchi_form_at(x->m, id).kind != 0 || flags == NULL || flags->type == 0) /* or hostile */
        return spvchi_constant(x, spvchi_shadow_form(x, id), (uint64_t)is_undefined);
    return is_undefined ? flags->unwritten : spvchi_no_flags(x, flags->type);
}

/* A bool for each component of a form. */
static spvm_id spvchi_repeated(spvchi_state *x, spvm_id shadow, spvchi_form to) {
    spvm_id whole;
    uint32_t k;
    if (to.count == 1) return shadow;
    whole = x->bound++;
    spvchi_open(x, &x->bodies, SPVM_OpCompositeConstruct);
    spvchi_add(x, &x->bodies, spvchi_form_type(x, to));
    spvchi_add(x, &x->bodies, whole);
    for (k = 0; k < to.count; k++) spvchi_add(x, &x->bodies, shadow);
    spvchi_shut(&x->bodies);
    return whole;
}

/* Column k of the shadow of a matrix. */
static spvm_id spvchi_column(spvchi_state *x, spvm_id matrix, uint32_t k) {
    const spvm_type *t = spvm_type_of(x->m, spvm_type_of(x->m, matrix)->element);
    spvm_id id, shadow = spvchi_shadow_of(x, matrix);
    spvm_id type = spvchi_vector(x, spvchi_bool(x), t->count);
    if (x->shadow[matrix] == 0) return spvchi_constant(x, spvchi_bool_form(x, t->count), 0);
    id = x->bound++;
    spvchi_put(x, &x->bodies, SPVM_OpCompositeExtract, 4, type, id, shadow, k, 0, 0);
    return id;
}

/* Whether anything of a number, a vector or a matrix is undefined. */
static spvm_id spvchi_any_of(spvchi_state *x, spvm_id id) {
    const spvm_type *t = spvm_type_of(x->m, id);
    spvm_id any = 0, boolean = spvchi_bool(x), column;
    uint32_t k;
    if (t->opcode != SPVM_OpTypeMatrix) {
        any = spvchi_shadow_of(x, id);
        return spvchi_form_at(x->m, id).count < 2
                   ? any : spvchi_body_value(x, SPVM_OpAny, boolean, any, 0);
    }
    for (k = 0; k < t->count; k++) {
        column = spvchi_body_value(x, SPVM_OpAny, boolean, spvchi_column(x, id, k), 0);
        any = spvchi_either(x, boolean, any, column);
    }
    return any;
}

/* The shadow of an operand for a result of that form: each of its components depends on the same
   one, or on all. */
static spvm_id spvchi_spread_shadow(spvchi_state *x, spvm_id id, spvchi_form to, int on_all) {
    spvchi_form from = spvchi_form_at(x->m, id);
    if (!on_all && from.count == to.count && from.kind != 0) return spvchi_shadow_of(x, id);
    return spvchi_repeated(x, spvchi_any_of(x, id), to);
}

/* The shadows of an instruction's operands together. `on_all`: from that word on, each component
   depends on all. */
static spvm_id spvchi_gather(spvchi_state *x, const spvm_inst *inst, spvchi_form form,
                             uint32_t on_all) {
    uint32_t word = inst->opcode == SPVM_OpExtInst ? 5 : 3;
    spvm_id all = 0, type = spvchi_form_type(x, form);
    for (; word < inst->length; word++) {
        spvm_id id = spvchi_words(x, inst)[word];
        if (x->shadow[id] == 0 || !spvchi_is_number(x->m, id)) continue;
        all = spvchi_either(x, type, all, spvchi_spread_shadow(x, id, form, word >= on_all));
    }
    return all == 0 ? spvchi_constant(x, form, 0) : all;
}

/* Where an operand does not decide the result of a product, mask or bool operation alone, so that
   the other one counts: a 0 does, or all bits, or one of the bools. */
static spvm_id spvchi_leaves_open(spvchi_state *x, uint32_t opcode, spvm_id id, spvm_id type) {
    spvchi_form form = spvchi_form_at(x->m, id);
    uint64_t bits = opcode == SPVM_OpBitwiseOr ? ~(uint64_t)0 >> (64 - form.width) % 64 : 0;
    if (opcode == SPVM_OpLogicalAnd) return id;
    if (opcode == SPVM_OpLogicalOr)
        return spvchi_body_value(x, SPVM_OpLogicalNot, type, id, 0);
    return spvchi_body_value(x, SPVM_OpINotEqual, type, id, spvchi_constant(x, form, bits));
}

/* The shadow of a product, mask or bool operation: where an operand is undefined, and the other
   one is as well, or does not decide. */
static spvm_id spvchi_open_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    const uint32_t *w = spvchi_words(x, inst);
    spvm_id shadow[2], side[2], open;
    uint32_t k;
    shadow[0] = spvchi_shadow_of(x, w[3]);
    shadow[1] = spvchi_shadow_of(x, w[4]);
    for (k = 0; k < 2; k++) {
        open = spvchi_leaves_open(x, inst->opcode, w[4 - k], type);
        open = spvchi_body_value(x, SPVM_OpLogicalOr, type, open, shadow[1 - k]);
        side[k] = spvchi_body_value(x, SPVM_OpLogicalAnd, type, shadow[k], open);
    }
    return spvchi_body_value(x, SPVM_OpLogicalOr, type, side[0], side[1]);
}

/* The shadow of OpAny and OpAll: some bool is undefined, and no defined one decides. */
static spvm_id spvchi_any_shadow(spvchi_state *x, const spvm_inst *inst) {
    spvm_id id = spvchi_words(x, inst)[3], shadow = spvchi_shadow_of(x, id), defined, open;
    spvm_id boolean = spvchi_bool(x), type = spvchi_shadow_type(x, id);
    if (inst->opcode == SPVM_OpAll) {
        open = spvchi_body_value(x, SPVM_OpLogicalOr, type, id, shadow);
        open = spvchi_body_value(x, SPVM_OpAll, boolean, open, 0);
    } else {
        defined = spvchi_body_value(x, SPVM_OpLogicalNot, type, shadow, 0);
        open = spvchi_body_value(x, SPVM_OpLogicalAnd, type, id, defined);
        open = spvchi_body_value(x, SPVM_OpAny, boolean, open, 0);
        open = spvchi_body_value(x, SPVM_OpLogicalNot, boolean, open, 0);
    }
    shadow = spvchi_body_value(x, SPVM_OpAny, boolean, shadow, 0);
    return spvchi_body_value(x, SPVM_OpLogicalAnd, boolean, shadow, open);
}

/* The shadow of a select: that of the chosen value, or the condition's, if the values differ. */
static spvm_id spvchi_select_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    const uint32_t *w = spvchi_words(x, inst);
    spvchi_form form = spvchi_form_at(x->m, inst->result), bools = form;
    spvm_id yes = spvchi_shadow_of(x, w[4]), no = spvchi_shadow_of(x, w[5]);
    spvm_id chosen = spvchi_make(x, &x->bodies, SPVM_OpSelect, type, w[3], yes, no);
    spvm_id asked, differ;
    if (x->shadow[w[3]] == 0) return chosen;
    if (form.kind == 0) {
        spvm_id shadow = spvchi_shadow_of(x, w[3]);
        spvm_id all = spvchi_flags_of(x, spvm_type_of(x->m, inst->result))->unwritten;
        return spvchi_make(x, &x->bodies, SPVM_OpSelect, type, shadow, all, chosen);
    }
    bools = spvchi_bool_form(x, form.count);
    asked = spvchi_spread_shadow(x, w[3], bools, 0);
    differ = spvchi_body_value(x, form.kind == 'f' ? SPVM_OpFUnordNotEqual
                                  : form.kind == 'b' ? SPVM_OpLogicalNotEqual : SPVM_OpINotEqual,
                               type, w[4], w[5]);
    differ = spvchi_either(x, type, differ, yes);
    differ = spvchi_either(x, type, differ, no);
    asked = spvchi_body_value(x, SPVM_OpLogicalAnd, type, asked, differ);
    return spvchi_either(x, type, asked, chosen);
}

/* The shadow of a component that is taken from a vector, or put into it, by a number. */
static spvm_id spvchi_element_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    const uint32_t *w = spvchi_words(x, inst);
    int inserts = inst->opcode == SPVM_OpVectorInsertDynamic;
    spvm_id at = spvchi_mirror_index(x, w[inserts ? 5 : 4], spvm_type_of(x->m, w[3]));
    spvm_id vector = spvchi_shadow_of(x, w[3]);
    if (at == 0) return spvchi_constant(x, spvchi_shadow_form(x, inst->result), 0);
    if (inserts)
        return spvchi_make(x, &x->bodies, inst->opcode, type, vector, spvchi_shadow_of(x, w[4]),
                           at);
    return spvchi_body_value(x, inst->opcode, type, vector, at);
}

/* The shadow of a cross product, of which each component takes the two others. */
static spvm_id spvchi_cross_shadow(spvchi_state *x, const spvm_inst *inst, spvchi_form form) {
    spvm_id all = spvchi_gather(x, inst, form, SPVM_NONE), type = spvchi_form_type(x, form), id;
    spvm_id turned[2];
    uint32_t k;
    if (form.count != 3) return all;
    for (k = 0; k < 2; k++) {
        id = turned[k] = x->bound++;
        spvchi_open(x, &x->bodies, SPVM_OpVectorShuffle);
        spvchi_add(x, &x->bodies, type);
        spvchi_add(x, &x->bodies, id);
        spvchi_add(x, &x->bodies, all);
        spvchi_add(x, &x->bodies, all);
        spvchi_add(x, &x->bodies, 1 + k);
        spvchi_add(x, &x->bodies, (2 + k) % 3);
        spvchi_add(x, &x->bodies, k);
        spvchi_shut(&x->bodies);
    }
    return spvchi_either(x, type, turned[0], turned[1]);
}

/* A composite of parts. */
static spvm_id spvchi_construct(spvchi_state *x, spvm_id type, const spvm_id *parts,
                                uint32_t count) {
    spvm_id id = x->bound++;
    uint32_t k;
    spvchi_open(x, &x->bodies, SPVM_OpCompositeConstruct);
    spvchi_add(x, &x->bodies, type);
    spvchi_add(x, &x->bodies, id);
    for (k = 0; k < count; k++) spvchi_add(x, &x->bodies, parts[k]);
    spvchi_shut(&x->bodies);
    return id;
}

/* The columns of a matrix's shadow together: a component for each row. */
static spvm_id spvchi_rows_of(spvchi_state *x, spvm_id matrix) {
    const spvm_type *t = spvm_type_of(x->m, matrix);
    spvm_id rows = 0, type = spvchi_bool(x);
    uint32_t k;
    type = spvchi_vector(x, type, spvm_type_of(x->m, t->element)->count);
    for (k = 0; k < t->count; k++) rows = spvchi_either(x, type, rows, spvchi_column(x, matrix, k));
    return rows;
}

/* The shadow of a product with a matrix: each component takes a row and a column. */
static spvm_id spvchi_matrix_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    const uint32_t *w = spvchi_words(x, inst);
    const spvm_type *t = spvm_type_of(x->m, inst->result);
    spvm_id a = w[3], b = w[4], parts[4], boolean = spvchi_bool(x), column, rows;
    int is_matrix = t->opcode == SPVM_OpTypeMatrix;
    spvchi_form form = spvchi_form_of(x->m, is_matrix ? t->element : t->id);
    uint32_t k;
    form = spvchi_bool_form(x, form.count);
    column = spvchi_form_type(x, form);
    if (inst->opcode == SPVM_OpMatrixTimesVector) {
        rows = spvchi_rows_of(x, a);
        return spvchi_either(x, type, rows, spvchi_repeated(x, spvchi_any_of(x, b), form));
    }
    rows = inst->opcode == SPVM_OpMatrixTimesMatrix ? spvchi_rows_of(x, a)
           : inst->opcode == SPVM_OpOuterProduct    ? spvchi_shadow_of(x, a)
           : inst->opcode == SPVM_OpVectorTimesMatrix ? spvchi_any_of(x, a)
                                                    : spvchi_repeated(x, spvchi_any_of(x, b), form);
    for (k = 0; k < t->count && k < 4; k++) {
        switch (inst->opcode) {
        case SPVM_OpMatrixTimesScalar: parts[k] = spvchi_column(x, a, k); break;
        case SPVM_OpOuterProduct:
            parts[k] = spvchi_shadow_of(x, b);
            parts[k] = spvchi_flag_part(x, boolean, parts[k], NULL, k);
            parts[k] = spvchi_repeated(x, parts[k], form);
            break;
        default:
            parts[k] = spvchi_body_value(x, SPVM_OpAny, boolean, spvchi_column(x, b, k), 0);
            if (is_matrix) parts[k] = spvchi_repeated(x, parts[k], form);
        }
        parts[k] = spvchi_either(x, is_matrix ? column : boolean, rows, parts[k]);
    }
    return spvchi_construct(x, type, parts, k);
}

/* The shadow of what only moves components: the same instruction, on the shadows. A shuffle's
   components that are undefined are put into it behind. */
static void spvchi_move_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    const uint32_t *w = spvchi_words(x, inst);
    uint32_t i, ids = inst->opcode == SPVM_OpCompositeExtract     ? 4
                      : inst->opcode == SPVM_OpCompositeConstruct ? inst->length
                                                                  : 5;
    uint32_t missing = 0;
    spvm_id id, next, yes;
    for (i = 5; i < inst->length && inst->opcode == SPVM_OpVectorShuffle; i++)
        missing += w[i] == SPVM_NONE;
    id = missing == 0 ? x->shadow[inst->result] : x->bound++;
    spvchi_open(x, &x->bodies, inst->opcode);
    spvchi_add(x, &x->bodies, type);
    spvchi_add(x, &x->bodies, id);
    for (i = 3; i < inst->length; i++) {
        int is_value = inst->opcode == SPVM_OpPhi ? i % 2 == 1 : i < ids;
        spvchi_add(x, &x->bodies, is_value ? spvchi_shadow_of(x, w[i])
                                  : missing != 0 && w[i] == SPVM_NONE ? 0 : w[i]);
    }
    spvchi_shut(&x->bodies);
    for (i = 5; i < inst->length && missing > 0; i++) {
        if (w[i] != SPVM_NONE) continue;
        next = --missing == 0 ? x->shadow[inst->result] : x->bound++;
        yes = spvchi_constant(x, spvchi_bool_form(x, 1), 1);
        spvchi_put(x, &x->bodies, SPVM_OpCompositeInsert, 5, type, next, yes, id, i - 5, 0);
        id = next;
    }
}

/* The shadow of a load: the flags of what it reads. */
static spvm_id spvchi_load_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    spvm_id pointer = spvchi_words(x, inst)[3], mirror;
    const spvchi_variable *v = spvchi_watched(x, pointer);
    mirror = v == NULL || !spvchi_has_flag(x, v) ? 0 : spvchi_mirror(x, v, pointer);
    if (mirror == 0 || spvm_type_of(x->m, pointer)->element != spvm_type_of(x->m, inst->result)->id)
        return 0;
    return spvchi_body_value(x, SPVM_OpLoad, type, mirror, 0);
}

/* The shadow of a result; 0: it has no part that is undefined. */
static spvm_id spvchi_result_shadow(spvchi_state *x, const spvm_inst *inst, spvm_id type) {
    spvchi_form form = spvchi_shadow_form(x, inst->result);
    const spvm_function *f;
    if (inst->opcode == SPVM_OpLoad) return spvchi_load_shadow(x, inst, type);
    if (inst->opcode == SPVM_OpFunctionCall) {
        f = &x->m->functions[x->m->ids[spvchi_words(x, inst)[3]].row];
        return spvchi_body_value(x, SPVM_OpLoad, type, x->returned[f - x->m->functions], 0);
    }
    switch (spvchi_pass_of(x->m, inst)) {
    case SPVCHI_PASS_OPEN: return spvchi_open_shadow(x, inst, type);
    case SPVCHI_PASS_SELECT: return spvchi_select_shadow(x, inst, type);
    case SPVCHI_PASS_ELEMENT: return spvchi_element_shadow(x, inst, type);
    case SPVCHI_PASS_ANY: return spvchi_any_shadow(x, inst);
    case SPVCHI_PASS_CROSS: return spvchi_cross_shadow(x, inst, form);
    case SPVCHI_PASS_FACE: return spvchi_gather(x, inst, form, 6);
    case SPVCHI_PASS_ALL: return spvchi_gather(x, inst, form, 0);
    case SPVCHI_PASS_EACH: return spvchi_gather(x, inst, form, SPVM_NONE);
    case SPVCHI_PASS_MATRIX: return spvchi_matrix_shadow(x, inst, type);
    default: return 0;
    }
}

/* Behind an instruction: what of its result is undefined. */
static void spvchi_write_shadow(spvchi_state *x, const spvm_inst *inst) {
    spvm_id type = spvchi_shadow_type(x, inst->result), id;
    if (spvchi_pass_of(x->m, inst) == SPVCHI_PASS_MOVE) {
        spvchi_move_shadow(x, inst, type);
        return;
    }
    id = spvchi_result_shadow(x, inst, type);
    if (id == 0) /* all is defined */
        id = spvchi_form_at(x->m, inst->result).kind != 0
                 ? spvchi_constant(x, spvchi_shadow_form(x, inst->result), 0)
                 : spvchi_no_flags(x, type);
    spvchi_put(x, &x->bodies, SPVM_OpCopyObject, 3, type, x->shadow[inst->result], id, 0, 0, 0);
}

/* Constants that are made of undefined ones, and variables for what functions return. */
static void spvchi_write_global_shadows(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i, k;
    spvm_id type, pointer;
    spvchi_form form;
    for (i = 0; i < m->constant_count && x->is_shadowed && !x->failed; i++) {
        const spvm_constant *c = &m->constants[i];
        if (x->shadow[c->id] == 0 || c->opcode == SPVM_OpUndef) continue;
        type = spvchi_shadow_type(x, c->id);
        for (k = 0; k < c->word_count; k++) /* what it is made of comes before it */
            spvchi_shadow_of(x, m->words[c->word + k]);
        spvchi_open(x, &x->globals, SPVM_OpConstantComposite);
        spvchi_add(x, &x->globals, type);
        spvchi_add(x, &x->globals, x->shadow[c->id]);
        for (k = 0; k < c->word_count; k++)
            spvchi_add(x, &x->globals, spvchi_shadow_of(x, m->words[c->word + k]));
        spvchi_shut(&x->globals);
    }
    for (i = 0; i < m->function_count && x->is_shadowed; i++) {
        if (x->returned[i] == 0) continue;
        type = m->functions[i].result;
        form = spvchi_form_of(m, type);
        type = form.kind != 0 ? spvchi_vector(x, spvchi_bool(x), form.count)
                              : spvchi_flags_of(x, spvm_type_of(m, type))->type;
        pointer = spvchi_pointer(x, SPVM_StorageClass_Private, type);
        spvchi_put(x, &x->globals, SPVM_OpVariable, 3, pointer, x->returned[i],
                   SPVM_StorageClass_Private, 0, 0, 0);
    }
}

/* Whether something was not written of what is used of a load. */
static spvm_id spvchi_write_flag(spvchi_state *x, const spvchi_variable *v,
                                 const spvm_inst *load) {
    const spvm_module *m = x->m;
    spvm_id pointer = spvchi_words(x, load)[3], mirror, flags, flag, boolean = spvchi_bool(x);
    spvm_id any = 0;
    const spvm_type *t = spvm_type_of(m, load->result);
    uint32_t use = m->ids[load->result].first_use, k;
    spvchi_part part;
    if (!spvchi_head(x, v)->has_parts)
        return spvchi_body_value(x, SPVM_OpLoad, boolean, v->flag, 0);
    mirror = spvchi_mirror(x, v, pointer);
    if (mirror == 0 || spvm_type_of(m, pointer)->element != t->id)
        return spvchi_constant(x, spvchi_bool_form(x, 1), 0);
    flags = spvchi_body_value(x, SPVM_OpLoad, spvchi_flags_at(x, pointer)->type, mirror, 0);
    while (spvchi_next_part(m, load->result, 1, &use, &part)) {
        const spvm_inst *extract = part.value == load->result ? NULL : spvm_def(m, part.value);
        spvchi_form form = spvchi_form_at(m, part.value);
        if (part.components == SPVCHI_WHOLE) { /* a matrix */
            spvm_id column = spvchi_vector(x, boolean, spvchi_form_of(m, t->element).count);
            for (k = 0; k < t->count; k++) {
                flag = spvchi_flag_part(x, column, flags, NULL, k);
                flag = spvchi_body_value(x, SPVM_OpAny, boolean, flag, 0);
                any = spvchi_either(x, boolean, any, flag);
            }
        } else if (form.count == 1) {
            flag = flags;
            if (extract != NULL) flag = spvchi_flag_part(x, boolean, flags, extract, SPVM_NONE);
            any = spvchi_either(x, boolean, any, flag);
        } else {
            for (k = 0; k < form.count; k++) {
                if ((part.components >> k & 1) == 0) continue;
                flag = spvchi_flag_part(x, boolean, flags, extract, k);
                any = spvchi_either(x, boolean, any, flag);
            }
        }
    }
    return any;
}

/* Whether an output was not written, or not all of it; of a block, its position. */
static spvm_id spvchi_write_left_out(spvchi_state *x, spvm_id id) {
    const spvm_module *m = x->m;
    const spvchi_variable *v = spvchi_watched(x, id);
    const spvm_type *t = spvm_type_of(m, spvm_type_of(m, id)->element);
    spvm_id boolean = spvchi_bool(x), flags;
    spvchi_form form;
    uint32_t member;
    if (!spvchi_head(x, v)->has_parts)
        return spvchi_body_value(x, SPVM_OpLoad, boolean, v->flag, 0);
    flags = spvchi_body_value(x, SPVM_OpLoad, spvchi_flags_of(x, t)->type, v->flag, 0);
    spvchi_is_due(m, id, &member);
    if (member != SPVM_NONE) {
        t = spvm_type_of(m, m->members[t->first_member + member].type);
        flags = spvchi_flag_part(x, spvchi_flags_of(x, t)->type, flags, NULL, member);
    }
    form = spvchi_form_of(m, t->id);
    if (form.kind == 0)
        return spvchi_body_value(x, SPVM_OpFunctionCall, boolean, spvchi_flags_of(x, t)->any,
                                 flags);
    return form.count == 1 ? flags : spvchi_body_value(x, SPVM_OpAny, boolean, flags, 0);
}

static void spvchi_write_turns(spvchi_state *x, const spvchi_call *call, spvchi_frame *f) {
    spvm_id turns = x->loops[call->length].next, none = 0;
    spvchi_question q;
    if (call->shape == SPVCHI_TURNS) {
        turns = spvchi_branch_turns(x, &x->m->blocks[x->m->insts[call->inst].block], &q);
        none = spvchi_number(x, 0);
    } else {
        q = spvchi_asked_first(x, call->length);
        none = spvchi_number(x, spvchi_rounds(x));
    }
    if (q.is_not) q.asked = spvchi_body_value(x, SPVM_OpLogicalNot, spvchi_bool(x), q.asked, 0);
    spvchi_frame_turns(x, f, turns, none, q);
}

/* What a call needs before it: the operands of its checker. */
static uint32_t spvchi_write_operands(spvchi_state *x, const spvchi_call *first,
                                      const spvchi_call *call, const spvm_inst *inst,
                                      spvchi_frame *f) {
    uint32_t words[SPVCH_MAX_OPERANDS], i, n;
    switch (call->shape) {
    case SPVCHI_INDEX:
    case SPVCHI_NUMBER:
    case SPVCHI_RUNTIME: spvchi_write_index(x, first, call, inst, f); return 2;
    case SPVCHI_LEVELS:
    case SPVCHI_SAMPLES:
    case SPVCHI_TEXELS: spvchi_write_image(x, first, call, inst, f); return 2;
    case SPVCHI_RESULT: return 1 + spvchi_frame_result(x, inst, f);
    case SPVCHI_FLAG:
        spvchi_result_form(x, f, inst);
        spvchi_frame_form(x, f, 0, spvchi_bool_form(x, 1), 0);
        f->ids[0] = spvchi_write_flag(x, &x->variables[call->length], inst);
        return 1;
    case SPVCHI_END:
        spvchi_result_form(x, f, inst);
        spvchi_frame_form(x, f, 0, spvchi_bool_form(x, 1), 0);
        f->ids[0] = spvchi_write_left_out(x, call->length);
        return 1;
    case SPVCHI_COUNTER:
    case SPVCHI_TURNS: spvchi_write_turns(x, call, f); return 3;
    case SPVCHI_SHADOW:
        spvchi_result_form(x, f, inst);
        spvchi_frame_form(x, f, 0, spvchi_shadow_form(x, call->length), 0);
        f->ids[0] = spvchi_shadow_of(x, call->length);
        if (spvchi_form_at(x->m, call->length).kind == 0) {
            spvm_id any = spvchi_flags_of(x, spvm_type_of(x->m, call->length))->any;
            f->ids[0] = spvchi_body_value(x, SPVM_OpFunctionCall, spvchi_bool(x), any, f->ids[0]);
        }
        return 1;
    default:
        n = spvchi_frame_operands(x, inst, call->row, f, words);
        for (i = 0; i < n; i++)
            f->ids[i] = spvchi_current(x, first, call, call->row, inst, words[i]);
        return n;
    }
}

static void spvchi_write_call(spvchi_state *x, const spvchi_call *first, spvchi_call *call) {
    const spvm_inst *inst = &x->m->insts[call->inst];
    spvchi_kind kind;
    spvchi_frame f;
    spvm_id checker, type, id, site = 0;
    spvchi_image image;
    uint32_t i;
    kind.row = call->row;
    kind.fix = call->fix;
    kind.count = spvchi_write_operands(x, first, call, inst, &f);
    kind.recorded = call->site == SPVM_NONE ? SPVM_NONE
                                            : x->out->sites[call->site].operand_count;
    checker = spvchi_checker(x, &kind, &f);
    type = call->fix == SPVCHI_FIX_NONE ? spvchi_type(x, SPVM_OpTypeVoid, 0, 0)
                                        : f.types[*spvchi_fix(call->row, call->fix) - 'a'];
    if (call->site != SPVM_NONE) site = spvchi_number(x, call->site);
    id = x->bound++;
    spvchi_open(x, &x->bodies, SPVM_OpFunctionCall);
    spvchi_add(x, &x->bodies, type);
    spvchi_add(x, &x->bodies, id);
    spvchi_add(x, &x->bodies, checker);
    if (site != 0) spvchi_add(x, &x->bodies, site);
    for (i = 0; i < kind.count; i++) spvchi_add(x, &x->bodies, f.ids[i]);
    spvchi_shut(&x->bodies);
    if (call->fix == SPVCHI_FIX_NONE) return;
    call->replaced = id;
    if (call->shape != SPVCHI_TEXELS) return;
    image = spvchi_image_of(x, inst);
    if (image.offset != 0)
        call->replaced = spvchi_moved(x, &image, inst, SPVM_OpISub, id, f.forms[0]);
}

/* Copies an instruction, with the operands that calls replace. Access chains, that alone may have
   many, have theirs in order. */
static void spvchi_copy(spvchi_state *x, const spvm_inst *inst, const spvchi_call *first,
                        const spvchi_call *end) {
    int is_chain = inst->opcode == SPVM_OpAccessChain
                   || inst->opcode == SPVM_OpInBoundsAccessChain;
    uint32_t i;
    for (i = 0; i < inst->length; i++) {
        while (is_chain && first < end && (first->replaced == 0 || first->word < i)) first++;
        spvchi_word(x, &x->bodies, is_chain ? spvchi_prefix(x, first, end, inst, i)
                                   : spvchi_current(x, first, end, SPVCH_ROW_COUNT, inst, i));
    }
}

/* The type of what a function takes besides a parameter, which tells of that: of a pointer, one to
   its flag; of a value, its shadow. 0: nothing is needed. */
static spvm_id spvchi_extra_type(spvchi_state *x, spvm_id parameter) {
    const spvchi_variable *v = spvchi_watched(x, parameter);
    spvm_id type;
    if (x->is_shadowed && x->shadow[parameter] != 0) return spvchi_shadow_type(x, parameter);
    if (v == NULL || !spvchi_has_flag(x, v)) return 0;
    type = spvchi_flag_type(x, v, parameter);
    return spvchi_pointer(x, spvchi_flag_storage(x->m, parameter), type);
}

/* The type of a function of the module with what it takes besides its parameters. */
static spvm_id spvchi_extended_type(spvchi_state *x, const spvm_function *f) {
    const spvm_module *m = x->m;
    uint32_t k, count = 0;
    spvm_id *types = NULL, extra;
    for (k = 0; k < f->parameter_count; k++) {
        extra = spvchi_extra_type(x, m->parameters[f->first_parameter + k]);
        if (extra == 0) continue;
        if (types == NULL) {
            types = (spvm_id *)spvchi_table(x, 2 * (size_t)f->parameter_count, sizeof *types);
            if (types == NULL) return f->type;
            for (; count < f->parameter_count; count++)
                types[count]
                    = spvm_def(m, m->parameters[f->first_parameter + count])->type;
        }
        types[count++] = extra;
    }
    return types == NULL ? f->type : spvchi_function_type(x, f->result, types, count);
}

/* In front of a function's first block: what it takes besides its parameters. */
static void spvchi_write_extra(spvchi_state *x, const spvm_function *f) {
    uint32_t k;
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id parameter = x->m->parameters[f->first_parameter + k];
        spvm_id type = spvchi_extra_type(x, parameter);
        spvm_id id = type != 0 && x->shadow[parameter] != 0 ? x->shadow[parameter] : x->bound++;
        if (type == 0) continue;
        spvchi_put(x, &x->bodies, SPVM_OpFunctionParameter, 2, type, id, 0, 0, 0, 0);
        if (x->shadow[parameter] == 0) x->variables[x->variable_of[parameter]].flag = id;
    }
}

/* Copies a function's first instruction, or a call, with what is needed besides. */
static void spvchi_copy_extended(spvchi_state *x, const spvm_inst *inst) {
    const spvm_module *m = x->m;
    const uint32_t *w = spvchi_words(x, inst);
    uint32_t word;
    spvm_id type = 0;
    if (inst->opcode == SPVM_OpFunction)
        type = spvchi_extended_type(x, &m->functions[m->ids[inst->result].row]);
    spvchi_open(x, &x->bodies, inst->opcode);
    for (word = 1; word < inst->length; word++)
        spvchi_add(x, &x->bodies, type != 0 && word == 4 ? type : w[word]);
    for (word = 4; inst->opcode == SPVM_OpFunctionCall && word < inst->length; word++) {
        spvm_id parameter = spvchi_parameter_of(m, inst, word);
        if (parameter == 0 || spvchi_extra_type(x, parameter) == 0) continue;
        spvchi_add(x, &x->bodies, x->shadow[parameter] != 0 ? spvchi_shadow_of(x, w[word])
                                                            : spvchi_watched(x, w[word])->flag);
    }
    spvchi_shut(&x->bodies);
}

/* What a variable's flags are at first: it was not written, or has what its value has. */
static spvm_id spvchi_first_flags(spvchi_state *x, const spvchi_variable *v, spvm_id variable,
                                  spvm_id type) {
    const spvm_inst *inst = spvm_def(x->m, variable);
    if (inst->length > 4)
        return spvchi_head(x, v)->holds ? spvchi_shadow_of(x, spvchi_words(x, inst)[4])
                                        : spvchi_no_flags(x, type);
    return spvchi_head(x, v)->has_parts ? spvchi_flags_at(x, variable)->unwritten
                                        : spvchi_constant(x, spvchi_bool_form(x, 1), 1);
}

/* Flags of variables: those of a function stand in front of its own variables. Shared memory begins
   with no value: an entry point sets it. */
static spvm_id spvchi_make_flag(spvchi_state *x, spvchi_stream *s, const spvchi_variable *v,
                                spvm_id variable) {
    spvm_id type = spvchi_flag_type(x, v, variable), first = 0, pointer, id;
    uint32_t storage = spvchi_flag_storage(x->m, variable);
    if (storage != SPVM_StorageClass_Workgroup) first = spvchi_first_flags(x, v, variable, type);
    pointer = spvchi_pointer(x, storage, type);
    id = x->bound++;
    spvchi_put(x, s, SPVM_OpVariable, first == 0 ? 3 : 4, pointer, id, storage, first, 0, 0);
    return id;
}

static void spvchi_write_flags(spvchi_state *x, const spvm_block *b) {
    spvm_inst_ref at;
    for (at = b->first; at < b->last; at++) {
        const spvm_inst *inst = &x->m->insts[at];
        spvchi_variable *v;
        if (inst->opcode != SPVM_OpVariable) continue;
        v = &x->variables[x->variable_of[inst->result]];
        if (spvchi_has_flag(x, v)) v->flag = spvchi_make_flag(x, &x->bodies, v, inst->result);
    }
}

static void spvchi_set_flags(spvchi_state *x, const spvm_inst *inst) {
    spvm_cursor c;
    spvchi_variable *v;
    for (c.word = 0; (v = spvchi_next_written(x, inst, &c)) != NULL;) {
        spvm_id pointer = x->m->words[c.word], flag = v->flag, written, value = 0;
        if (!spvchi_has_flag(x, v) || spvchi_handed_to(x, inst, c.word) != NULL) continue;
        if (!spvchi_head(x, v)->has_parts) {
            written = spvchi_constant(x, spvchi_bool_form(x, 1), 0);
        } else {
            flag = spvchi_mirror(x, v, pointer);
            if (flag == 0) flag = v->flag, pointer = x->m->ids[pointer].object; /* all, then */
            else value = inst->opcode == SPVM_OpStore ? spvchi_words(x, inst)[2] : 0;
            written = x->is_shadowed && value != 0 && spvchi_head(x, v)->holds
                              && x->shadow[value] != 0
                          ? spvchi_shadow_of(x, value)
                          : spvchi_no_flags(x, spvchi_flags_at(x, pointer)->type);
        }
        spvchi_put(x, &x->bodies, SPVM_OpStore, 2, flag, written, 0, 0, 0, 0);
    }
}

/* ---- the beginning of entry points */

static int spvchi_has_workgroups(uint32_t model) {
    return model == SPVM_ExecutionModel_GLCompute || model == SPVM_ExecutionModel_TaskEXT
           || model == SPVM_ExecutionModel_MeshEXT || model == SPVM_ExecutionModel_TaskNV
           || model == SPVM_ExecutionModel_MeshNV;
}

/* One invocation sets the flags of shared variables before any goes on. */
static void spvchi_clear_shared(spvchi_state *x, spvm_entry *e, uint32_t entry) {
    const spvm_module *m = x->m;
    spvchi_origin origin = {0, SPVM_BuiltIn_LocalInvocationIndex, 1, 'u'};
    spvm_id place[4] = {0, 0, 0, 0}, first, merge = 0, zero, type, scope, semantics;
    uint32_t i, count = 0;
    for (i = 0; i < m->variable_count && spvchi_has_workgroups(e->model); i++) {
        spvm_id id = m->variables[i];
        const spvchi_variable *v = &x->variables[x->variable_of[id]];
        if (!spvchi_is_shared(m, id) || !spvchi_has_flag(x, v)) continue;
        if (merge == 0) {
            spvchi_load_origin(x, e, entry, &origin, 1, place, &count);
            if (count == 0) return;
            zero = spvchi_number(x, 0);
            first = spvchi_make(x, &x->functions, SPVM_OpIEqual, spvchi_bool(x), place[0], zero,
                                0);
            merge = spvchi_open_if(x, first);
        }
        type = spvchi_flag_type(x, v, id);
        spvchi_put(x, &x->functions, SPVM_OpStore, 2, v->flag,
                   spvchi_first_flags(x, v, id, type), 0, 0, 0, 0);
    }
    if (merge == 0) return;
    spvchi_shut_if(x, merge);
    scope = spvchi_number(x, SPVM_Scope_Workgroup);
    semantics = spvchi_number(x, SPVM_MemorySemantics_AcquireReleaseMask
                                 | SPVM_MemorySemantics_WorkgroupMemoryMask);
    spvchi_put(x, &x->functions, SPVM_OpControlBarrier, 3, scope, scope, semantics, 0, 0, 0);
}

/* void begin(), which notes the invocation of an entry point: of several that are one function, the
   first. */
static void spvchi_write_begin(spvchi_state *x, uint32_t entry) {
    spvm_entry *e = &x->m->entries[entry];
    uint32_t first = x->entry_of[e->function] - 1;
    spvm_id place[4], value;
    uint32_t i, count = 1, number = 0, bits = entry;
    if (first != entry) {
        x->begins[entry] = x->begins[first];
        for (i = 0; i < 2; i++) x->inputs[2 * entry + i] = x->inputs[2 * first + i];
        return;
    }
    if (e->model == SPVM_ExecutionModel_Fragment || e->model == SPVM_ExecutionModel_GLCompute)
        bits |= 0x80000000u;
    x->begins[entry] = spvchi_open_function(x, spvchi_type(x, SPVM_OpTypeVoid, 0, 0), NULL, NULL,
                                            0, "check_begin");
    place[0] = spvchi_number(x, bits);
    for (i = 0; i < sizeof spvchi_origins / sizeof *spvchi_origins; i++)
        if (spvchi_origins[i].model == e->model)
            spvchi_load_origin(x, e, entry, &spvchi_origins[i], number++, place, &count);
    while (count < 4) place[count++] = spvchi_number(x, 0);
    value = x->bound++;
    spvchi_put(x, &x->functions, SPVM_OpCompositeConstruct, 6,
               spvchi_vector(x, spvchi_uint(x), 4), value, place[0], place[1], place[2], place[3]);
    spvchi_put(x, &x->functions, SPVM_OpStore, 2, x->invocation, value, 0, 0, 0, 0);
    spvchi_clear_shared(x, e, entry);
    spvchi_shut_function(x, 0);
}

/* Where a function's own instructions begin: behind the variables of its first block. */
static spvm_inst_ref spvchi_start_of(const spvm_module *m, const spvm_block *b) {
    spvm_inst_ref at, last = b->first;
    for (at = b->first + 1; at < b->last; at++)
        if (m->insts[at].opcode == SPVM_OpVariable) last = at;
    return last + 1;
}

static void spvchi_write_begin_call(spvchi_state *x, spvm_function_ref function) {
    uint32_t entry = x->entry_of[function];
    spvm_id begin = entry == 0 ? 0 : x->begins[entry - 1], type;
    if (begin == 0) return;
    type = spvchi_type(x, SPVM_OpTypeVoid, 0, 0);
    spvchi_put(x, &x->bodies, SPVM_OpFunctionCall, 3, type, x->bound++, begin, 0, 0, 0);
}

static void spvchi_write_next(spvchi_state *x, const spvchi_loop *l) {
    spvm_id uint = spvchi_uint(x), one = spvchi_number(x, 1);
    spvchi_put(x, &x->bodies, SPVM_OpIAdd, 4, uint, l->next, l->counter, one, 0, 0);
}

/* An instruction of the model comes next; its word is counted from the functions' first. */
static void spvchi_note_place(spvchi_state *x, spvm_inst_ref at) {
    spvch_place *place;
    if (x->out->places == NULL) return;
    place = &x->out->places[x->out->place_count++];
    place->word = (spvm_word_ref)x->bodies.count;
    place->inst = at;
}

/* In front of a function's return: what of its value is undefined. */
static void spvchi_write_returned(spvchi_state *x, const spvm_inst *inst) {
    spvm_id variable = x->returned[x->m->blocks[inst->block].function];
    if (variable != 0 && x->is_shadowed)
        spvchi_put(x, &x->bodies, SPVM_OpStore, 2, variable,
                   spvchi_shadow_of(x, spvchi_words(x, inst)[1]), 0, 0, 0, 0);
}

static void spvchi_write_inst(spvchi_state *x, spvm_inst_ref at, uint32_t *next_call) {
    const spvm_inst *inst = &x->m->insts[at];
    const spvm_block *b = inst->block == SPVM_NONE ? NULL : &x->m->blocks[inst->block];
    spvchi_call *first = x->calls + *next_call, *end = first, *call;
    spvm_construct_ref loop;
    for (; *next_call < x->call_count && end->inst == at; end++) ++*next_call;
    if (b != NULL && at == b->first
        && b == &x->m->blocks[x->m->functions[b->function].first_block])
        x->start = spvchi_start_of(x->m, b);
    if (b != NULL && at == x->start) spvchi_write_begin_call(x, b->function);
    loop = b != NULL && at == spvchi_end_of(b) ? spvchi_loop_behind(x, inst->block) : SPVM_NONE;
    if (loop != SPVM_NONE && x->loops[loop].is_counted) spvchi_write_next(x, &x->loops[loop]);
    for (call = first; call < end; call++)
        if (call->shape != SPVCHI_RESULT) spvchi_write_call(x, first, call);
    if (b == NULL || at != b->last) spvchi_set_flags(x, inst); /* a branch of a pointer is
                                                                  hostile */
    else if (inst->opcode == SPVM_OpReturnValue) spvchi_write_returned(x, inst);
    if (inst->opcode == SPVM_OpLabel && b != NULL
        && b == &x->m->blocks[x->m->functions[b->function].first_block])
        spvchi_write_extra(x, &x->m->functions[b->function]);
    spvchi_note_place(x, at);
    if (inst->opcode == SPVM_OpFunction || inst->opcode == SPVM_OpFunctionCall)
        spvchi_copy_extended(x, inst);
    else spvchi_copy(x, inst, first, end);
    if (b != NULL) spvchi_write_mirror(x, inst);
    if (b != NULL && x->is_shadowed && inst->result != 0 && x->shadow[inst->result] != 0
        && inst->opcode != SPVM_OpUndef)
        spvchi_write_shadow(x, inst);
    for (call = first; call < end; call++)
        if (call->shape == SPVCHI_RESULT) spvchi_write_call(x, first, call);
    if (b == NULL || inst->opcode != SPVM_OpLabel) return;
    if (b == &x->m->blocks[x->m->functions[b->function].first_block]) spvchi_write_flags(x, b);
    if (b->opens != SPVM_NONE && x->loops[b->opens].is_counted)
        spvchi_write_counter(x, inst->block, &x->loops[b->opens]);
}

/* ---- what stands before the functions */

/* 0: up to the names, 1: annotations, 2: types and the like. */
static uint32_t spvchi_section(uint32_t opcode) {
    switch (opcode) {
    case SPVM_OpCapability:
    case SPVM_OpExtension:
    case SPVM_OpExtInstImport:
    case SPVM_OpMemoryModel:
    case SPVM_OpEntryPoint:
    case SPVM_OpExecutionMode:
    case SPVM_OpExecutionModeId:
    case SPVM_OpString:
    case SPVM_OpSourceExtension:
    case SPVM_OpSource:
    case SPVM_OpSourceContinued:
    case SPVM_OpName:
    case SPVM_OpMemberName: return 0;
    case SPVM_OpModuleProcessed:
    case SPVM_OpDecorate:
    case SPVM_OpMemberDecorate:
    case SPVM_OpDecorationGroup:
    case SPVM_OpGroupDecorate:
    case SPVM_OpGroupMemberDecorate:
    case SPVM_OpDecorateId:
    case SPVM_OpDecorateString:
    case SPVM_OpMemberDecorateString: return 1;
    default: return 2;
    }
}

/* Copies an entry point, with what its interface has besides. */
static void spvchi_copy_entry(spvchi_state *x, spvchi_stream *s, uint32_t entry) {
    const spvm_inst *inst = &x->m->insts[x->m->entries[entry].inst];
    uint32_t i;
    spvchi_open(x, s, SPVM_OpEntryPoint);
    for (i = 1; i < inst->length; i++) spvchi_add(x, s, spvchi_words(x, inst)[i]);
    for (i = 0; i < 2; i++)
        if (x->inputs[2 * entry + i] != 0
            && !spvchi_is_listed(x->m, &x->m->entries[entry], x->inputs[2 * entry + i]))
            spvchi_add(x, s, x->inputs[2 * entry + i]);
    if (x->begins[entry] != 0 && x->m->version >= 0x00010400u) {
        spvchi_add(x, s, x->buffer);
        spvchi_add(x, s, x->invocation);
        spvchi_add(x, s, x->seen);
        for (i = 0; i < x->m->variable_count; i++) {
            const spvchi_variable *v = &x->variables[x->variable_of[x->m->variables[i]]];
            if (spvchi_has_flag(x, v) && (!spvchi_is_shared(x->m, x->m->variables[i])
                                          || spvchi_has_workgroups(x->m->entries[entry].model)))
                spvchi_add(x, s, v->flag);
        }
        for (i = 0; i < x->m->function_count && x->is_shadowed; i++)
            if (x->returned[i] != 0) spvchi_add(x, s, x->returned[i]);
    }
    spvchi_shut(s);
}

static size_t spvchi_append(spvchi_state *x, size_t at, const spvchi_stream *s) {
    const spvchi_chunk *chunk;
    uint32_t i;
    for (chunk = s->first; chunk != NULL; chunk = chunk->next)
        for (i = 0; i < chunk->count; i++) x->out->words[at++] = chunk->words[i];
    return at;
}

static size_t spvchi_append_words(spvchi_state *x, size_t at, spvm_word_ref from,
                                  spvm_word_ref to) {
    for (; from < to; from++) x->out->words[at++] = x->m->words[from];
    return at;
}

/* The first instruction of the functions, with the line in front of it. */
static spvm_inst_ref spvchi_first_function(const spvm_module *m) {
    spvm_inst_ref at = m->function_count == 0 ? m->inst_count : m->functions[0].first;
    while (at > 0 && (m->insts[at - 1].opcode == SPVM_OpLine
                      || m->insts[at - 1].opcode == SPVM_OpNoLine))
        at--;
    return at;
}

static spvm_word_ref spvchi_word_of(const spvm_module *m, spvm_inst_ref at) {
    return at < m->inst_count ? m->insts[at].word : m->word_count;
}

static void spvchi_assemble(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvchi_stream front = {NULL, NULL, NULL, 0, 0};
    spvm_inst_ref at, first = spvchi_first_function(m), annotations;
    uint32_t entry = 0, i;
    size_t count;
    for (at = 0; at < first && spvchi_section(m->insts[at].opcode) == 0; at++) {
        const spvm_inst *inst = &m->insts[at];
        if (inst->opcode == SPVM_OpEntryPoint) spvchi_copy_entry(x, &front, entry++);
        else for (i = 0; i < inst->length; i++)
            spvchi_word(x, &front, m->words[inst->word + i]);
    }
    for (annotations = at; at < first && spvchi_section(m->insts[at].opcode) <= 1;) at++;
    count = 5 + x->capabilities.count + front.count + x->names.count + x->annotations.count
            + (spvchi_word_of(m, first) - spvchi_word_of(m, annotations)) + x->globals.count
            + x->bodies.count + x->functions.count;
    x->out->words = (uint32_t *)spvchi_table(x, count, sizeof *x->out->words);
    if (x->failed) return;
    x->out->words[0] = m->words[0];
    x->out->words[1] = m->words[1];
    x->out->words[2] = m->words[2];
    x->out->words[3] = x->bound;
    x->out->words[4] = m->words[4];
    count = spvchi_append(x, 5, &x->capabilities);
    count = spvchi_append(x, count, &front);
    count = spvchi_append(x, count, &x->names);
    count = spvchi_append_words(x, count, spvchi_word_of(m, annotations), spvchi_word_of(m, at));
    count = spvchi_append(x, count, &x->annotations);
    count = spvchi_append_words(x, count, spvchi_word_of(m, at), spvchi_word_of(m, first));
    count = spvchi_append(x, count, &x->globals);
    for (i = 0; i < x->out->place_count; i++) x->out->places[i].word += (spvm_word_ref)count;
    count = spvchi_append(x, count, &x->bodies);
    x->out->word_count = spvchi_append(x, count, &x->functions);
}

/* -------------------------------------------------------------------------------------------------
   // >>bounds  [12]  loops -> loops that end
   A module is rewritten before it is checked. A loop that may run long leaves by its back edge: a
   branch back becomes one under a condition, whose other way is the loop's merge block; where the
   back edge has a condition already, that is changed. The new edge can take the dominance from a
   value that is used behind the loop: it is kept in a variable, that is read there. */

/* A place where a value is read from its variable. */
typedef struct spvchi_read {
    spvm_inst_ref place;      /* in front of which */
    spvm_id value, result;
    uint32_t next;            /* of the same place; NONE */
} spvchi_read;

typedef struct spvchi_bounds {
    spvchi_read *reads;
    uint32_t read_count, read_room;
    uint32_t *first_read;     /* by instruction: 1 + its first read */
    spvm_id *replaced;        /* by word: the id that stands there instead; 0: none */
    spvm_id *kept_in;         /* by id: the variable that it is kept in; 0: none */
    spvchi_question *questions; /* by label of a header: what its back edge asked */
    spvchi_stream origins;    /* by instruction of the new functions: 1 + the old one; 0: none */
} spvchi_bounds;

/* The loop around a loop; NONE. */
static spvm_construct_ref spvchi_outer_loop(const spvm_module *m, spvm_construct_ref loop) {
    spvm_construct_ref parent = m->constructs[loop].parent;
    return parent == SPVM_NONE ? SPVM_NONE : m->constructs[parent].loop;
}

/* Decides how a loop is left: whether it is bounded, and takes a new edge. */
static void spvchi_choose_exit(spvchi_state *x, spvm_construct_ref c) {
    const spvm_module *m = x->m;
    const spvm_construct *loop = &m->constructs[c];
    spvchi_loop *l = &x->loops[c];
    const spvm_inst *last;
    if (loop->kind != SPVM_LOOP || loop->back_edge == SPVM_NONE) return;
    if (spvchi_trips(x, &m->blocks[loop->header]) <= spvchi_rounds(x)) return;
    l->is_long = 1;
    last = &m->insts[m->blocks[loop->back_edge].last];
    if (last->opcode != SPVM_OpBranch && last->opcode != SPVM_OpBranchConditional) return;
    l->is_counted = 1;
    l->is_split = m->blocks[loop->back_edge].successor_count == 1;
    l->counter = x->bound++;
    l->next = x->bound++;
}

/* Whether a variable can hold values of a type. */
static int spvchi_is_storable(const spvm_module *m, spvm_id type) {
    const spvm_type *t = spvm_type_of(m, type);
    uint32_t k;
    if (t == NULL || t->opcode != SPVM_OpTypeStruct) return spvchi_is_plain(m, type);
    for (k = 0; k < t->count; k++) {
        const spvm_type *member = spvm_type_of(m, m->members[t->first_member + k].type);
        if (member->opcode == SPVM_OpTypeStruct || !spvchi_is_plain(m, member->id)) return 0;
    }
    return 1;
}

/* The innermost loop from `loop` outwards that has a new edge; NONE. */
static spvm_construct_ref spvchi_next_split(const spvchi_state *x, spvm_construct_ref loop) {
    if (loop == SPVM_NONE || x->loops[loop].is_split) return loop;
    return x->loops[loop].outer_split;
}

/* The innermost loop with a new edge, from `loop` outwards, of which a block in it does not
   dominate the back edge; NONE. Loops are left through their merge blocks alone: so outside of it
   the block dominates what its merge block dominates, if it dominates that. */
static spvm_construct_ref spvchi_loop_left(const spvchi_state *x, spvm_block_ref block,
                                           spvm_construct_ref loop) {
    const spvm_module *m = x->m;
    const spvm_tree *from = &m->blocks[block].dominator;
    const spvm_construct *c = &m->constructs[loop == SPVM_NONE ? 0 : loop];
    if (loop == SPVM_NONE) return SPVM_NONE;
    if (x->loops[loop].is_split && !spvm_above(from, &m->blocks[c->back_edge].dominator))
        return loop;
    if (!spvm_above(from, &m->blocks[c->merge].dominator)) return x->loops[loop].outer_split;
    return x->loops[loop].outer_left;
}

/* Says of each loop which ones are left from its merge block on: outer loops come first. */
static void spvchi_find_left(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i;
    for (i = 0; i < m->construct_count; i++) {
        spvm_construct_ref outer;
        if (m->constructs[i].kind != SPVM_LOOP) continue;
        outer = spvchi_outer_loop(m, i);
        x->loops[i].outer_split = spvchi_next_split(x, outer);
        x->loops[i].outer_left = spvchi_loop_left(x, m->constructs[i].merge, outer);
    }
}

/* The block in which a use of a value needs it: of a phi, the parent's. */
static spvm_block_ref spvchi_use_block(const spvm_module *m, const spvm_use *use) {
    const spvm_inst *inst = &m->insts[use->inst];
    if (inst->opcode != SPVM_OpPhi) return inst->block;
    return spvm_block_of(m, m->words[use->word + 1]);
}

/* Loops from which values come that cannot be kept are not bounded. Of loops that need not be
   spared 32 are passed; those around them are spared as well, so that the time stays linear. */
static void spvchi_spare_loops(spvchi_state *x, const spvm_inst *inst) {
    const spvm_module *m = x->m;
    const spvm_id_row *row = &m->ids[inst->result];
    spvm_construct_ref loop = spvchi_loop_of(m, &m->blocks[inst->block]), next;
    uint32_t k = row->first_use, end = k + row->use_count, passed = 0;
    loop = spvchi_next_split(x, loop);
    while (loop != SPVM_NONE && k < end) {
        spvm_block_ref to = spvchi_use_block(m, &m->uses[k]);
        if (to == SPVM_NONE || spvm_is_in(m, loop, to)) {
            k++;
            continue;
        }
        if (passed >= 32 || !spvm_above(&m->blocks[inst->block].dominator,
                                        &m->blocks[m->constructs[loop].back_edge].dominator))
            x->loops[loop].is_counted = x->loops[loop].is_split = 0;
        else passed++;
        /* the loop around it that is split still, and that loop's own: paths become short */
        next = x->loops[loop].outer_split;
        while (next != SPVM_NONE && !x->loops[next].is_split)
            next = x->loops[loop].outer_split = x->loops[next].outer_split;
        loop = next;
    }
}

static void spvchi_add_read(spvchi_state *x, spvchi_bounds *b, const spvm_use *use,
                            spvm_id value, spvm_block_ref to) {
    const spvm_inst *inst = &x->m->insts[use->inst];
    spvm_inst_ref place = use->inst, end = spvchi_end_of(&x->m->blocks[to]);
    void *table = b->reads;
    spvchi_read *read;
    if (inst->opcode == SPVM_OpPhi || place > end) place = end;
    if (!spvchi_room(x, &table, b->read_count, &b->read_room, sizeof *read)) return;
    b->reads = (spvchi_read *)table;
    read = &b->reads[b->read_count++];
    read->place = place;
    read->value = value;
    read->result = x->bound++;
    read->next = b->first_read[place];
    b->first_read[place] = b->read_count;
    b->replaced[use->word] = read->result;
}

/* Keeps a value for its uses behind loops that are left by a new edge. */
static void spvchi_keep_value(spvchi_state *x, spvchi_bounds *b, const spvm_inst *inst) {
    const spvm_id_row *row = &x->m->ids[inst->result];
    spvm_construct_ref left
        = spvchi_loop_left(x, inst->block, spvchi_loop_of(x->m, &x->m->blocks[inst->block]));
    uint32_t k;
    if (left == SPVM_NONE) return;
    for (k = row->first_use; k < row->first_use + row->use_count && !x->failed; k++) {
        spvm_block_ref to = spvchi_use_block(x->m, &x->m->uses[k]);
        if (to == SPVM_NONE || spvm_is_in(x->m, left, to)) continue;
        if (b->kept_in[inst->result] == 0) b->kept_in[inst->result] = x->bound++;
        spvchi_add_read(x, b, &x->m->uses[k], inst->result, to);
    }
}

static void spvchi_plan_bounds(spvchi_state *x, spvchi_bounds *b) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    uint32_t i, pass;
    for (i = 0; i < m->construct_count; i++) spvchi_choose_exit(x, i);
    for (pass = 0; pass < 2; pass++) {
        spvchi_find_left(x);
        for (at = 0; at < m->inst_count && !x->failed; at++) {
            const spvm_inst *inst = &m->insts[at];
            if (inst->block == SPVM_NONE || inst->result == 0 || inst->type == 0) continue;
            if (spvchi_loop_of(m, &m->blocks[inst->block]) == SPVM_NONE) continue;
            if (pass == 1) spvchi_keep_value(x, b, inst);
            else if (!spvchi_is_storable(m, inst->type)) spvchi_spare_loops(x, inst);
        }
    }
}

/* ---- writing */

/* A constant of zeros; of what has none, an undefined value. */
static spvm_id spvchi_null(spvchi_state *x, spvm_id type) {
    uint32_t key[SPVCHI_KEY];
    spvchi_node *node;
    int is_zero = spvchi_is_storable(x->m, type);
    spvchi_key(key, SPVCHI_KEY_NULL, type, 0, 0);
    node = spvchi_find(x, key);
    if (node->id == 0 || x->failed) {
        node->id = x->bound++;
        spvchi_put(x, &x->globals, is_zero ? SPVM_OpConstantNull : SPVM_OpUndef, 2, type, node->id,
                   0, 0, 0, 0);
    }
    return node->id;
}

/* What a phi of the merge block has when the loop is left by its bound: the first of its values
   that is there by then, or zero. */
static spvm_id spvchi_last_value(spvchi_state *x, const spvm_inst *phi, spvm_block_ref back) {
    const spvm_module *m = x->m;
    const uint32_t *w = spvchi_words(x, phi);
    uint32_t i;
    for (i = 3; i + 1 < phi->length; i += 2) {
        const spvm_inst *def = spvm_def(m, w[i]);
        if (def->block == SPVM_NONE
            || (m->blocks[def->block].dominator.first != SPVM_NONE
                && spvm_above(&m->blocks[def->block].dominator, &m->blocks[back].dominator)))
            return w[i];
    }
    return spvchi_null(x, phi->type);
}

/* The split loops whose merge block a block is: their merge blocks differ, so there is one at
   most. */
static spvm_construct_ref spvchi_split_into(const spvchi_state *x, spvm_block_ref block) {
    return x->merges[block] == 0 ? SPVM_NONE : x->merges[block] - 1;
}

static void spvchi_copy_bounded(spvchi_state *x, const spvchi_bounds *b, const spvm_inst *inst) {
    const spvm_module *m = x->m;
    spvm_construct_ref loop;
    spvm_block_ref back;
    spvm_id value = 0;
    uint32_t i;
    loop = inst->opcode == SPVM_OpPhi ? spvchi_split_into(x, inst->block) : SPVM_NONE;
    if (loop != SPVM_NONE) value = spvchi_last_value(x, inst, m->constructs[loop].back_edge);
    spvchi_open(x, &x->bodies, inst->opcode);
    for (i = 1; i < inst->length; i++) {
        spvm_id id = b->replaced[inst->word + i];
        spvchi_add(x, &x->bodies, id != 0 ? id : m->words[inst->word + i]);
    }
    if (loop != SPVM_NONE) {
        back = m->constructs[loop].back_edge;
        spvchi_add(x, &x->bodies, value);
        spvchi_add(x, &x->bodies, m->blocks[back].label);
    }
    spvchi_shut(&x->bodies);
}

/* Whether a loop's bound is reached, or what its back edge asks with that. */
static spvm_id spvchi_write_bound(spvchi_state *x, spvchi_bounds *b, spvm_construct_ref c) {
    const spvm_module *m = x->m;
    const spvm_construct *loop = &m->constructs[c];
    const spvm_inst *last = &m->insts[m->blocks[loop->back_edge].last];
    const uint32_t *w = spvchi_words(x, last);
    spvm_id boolean = spvchi_bool(x), limit = spvchi_number(x, spvchi_rounds(x)), over;
    spvm_id asked;
    spvchi_write_next(x, &x->loops[c]);
    b->questions[m->blocks[loop->header].label] = spvchi_asked(x, c);
    over = spvchi_body_value(x, SPVM_OpUGreaterThanEqual, boolean, x->loops[c].next, limit);
    if (x->loops[c].is_split) return over;
    asked = b->replaced[last->word + 1] != 0 ? b->replaced[last->word + 1] : w[1];
    b->questions[m->blocks[loop->header].label].asked = asked;
    if (w[3] == m->blocks[loop->header].label)
        return spvchi_body_value(x, SPVM_OpLogicalOr, boolean, asked, over);
    over = spvchi_body_value(x, SPVM_OpLogicalNot, boolean, over, 0);
    return spvchi_body_value(x, SPVM_OpLogicalAnd, boolean, asked, over);
}

/* The terminator of a back edge's block, once its condition is known. */
static void spvchi_write_exit(spvchi_state *x, spvm_construct_ref c, spvm_id condition) {
    const spvm_module *m = x->m;
    const spvm_construct *loop = &m->constructs[c];
    const spvm_inst *last = &m->insts[m->blocks[loop->back_edge].last];
    const uint32_t *w = spvchi_words(x, last);
    if (x->loops[c].is_split)
        spvchi_put(x, &x->bodies, SPVM_OpBranchConditional, 3, condition,
                   m->blocks[loop->merge].label, m->blocks[loop->header].label, 0, 0, 0);
    else
        spvchi_put(x, &x->bodies, SPVM_OpBranchConditional, 3, condition, w[2], w[3], 0, 0, 0);
}

/* The end of a block that nothing reached, and that a loop now goes on to. */
static void spvchi_write_return(spvchi_state *x, const spvm_block *b) {
    spvm_id result = x->m->functions[b->function].result, value;
    if (spvm_type_of(x->m, result)->opcode == SPVM_OpTypeVoid) {
        spvchi_put(x, &x->bodies, SPVM_OpReturn, 0, 0, 0, 0, 0, 0, 0);
        return;
    }
    value = spvchi_null(x, result);
    spvchi_put(x, &x->bodies, SPVM_OpReturnValue, 1, value, 0, 0, 0, 0, 0);
}

/* The variables of the values that a function keeps. */
static void spvchi_write_kept(spvchi_state *x, const spvchi_bounds *b, const spvm_function *f) {
    spvm_inst_ref at;
    for (at = f->first; at < f->last; at++) {
        const spvm_inst *inst = &x->m->insts[at];
        spvm_id null, pointer;
        if (inst->result == 0 || b->kept_in[inst->result] == 0) continue;
        null = spvchi_null(x, inst->type);
        pointer = spvchi_pointer(x, SPVM_StorageClass_Function, inst->type);
        spvchi_put(x, &x->bodies, SPVM_OpVariable, 4, pointer, b->kept_in[inst->result],
                   SPVM_StorageClass_Function, null, 0, 0);
    }
}

/* Keeps what was just computed: a block's phis together, behind the last of them. */
static void spvchi_write_keeping(spvchi_state *x, const spvchi_bounds *b, spvm_inst_ref at) {
    const spvm_inst *insts = x->m->insts;
    spvm_inst_ref first = at;
    if (insts[at].opcode == SPVM_OpPhi) {
        while (insts[at + 1].opcode == SPVM_OpLine || insts[at + 1].opcode == SPVM_OpNoLine) at++;
        if (insts[at + 1].opcode == SPVM_OpPhi) return;
        at = first;
        while (insts[first].opcode != SPVM_OpLabel) first--;
    }
    for (; first <= at; first++)
        if (insts[first].result != 0 && b->kept_in[insts[first].result] != 0)
            spvchi_put(x, &x->bodies, SPVM_OpStore, 2, b->kept_in[insts[first].result],
                       insts[first].result, 0, 0, 0, 0);
}

/* Says of the instructions that were written which old one they are. */
static void spvchi_note_origin(spvchi_state *x, spvchi_bounds *b, uint32_t origin) {
    while (b->origins.count < x->bodies.instructions && !x->failed)
        spvchi_word(x, &b->origins, b->origins.count + 1 == x->bodies.instructions ? origin : 0);
}

static void spvchi_bound_inst(spvchi_state *x, spvchi_bounds *b, spvm_inst_ref at) {
    const spvm_module *m = x->m;
    const spvm_inst *inst = &m->insts[at];
    const spvm_block *block = inst->block == SPVM_NONE ? NULL : &m->blocks[inst->block];
    spvm_construct_ref loop = SPVM_NONE;
    uint32_t read;
    if (block != NULL && (at == spvchi_end_of(block) || at == block->last))
        loop = spvchi_loop_behind(x, inst->block);
    if (loop != SPVM_NONE && !x->loops[loop].is_counted) loop = SPVM_NONE;
    for (read = b->first_read[at]; read != 0; read = b->reads[read - 1].next) {
        const spvchi_read *r = &b->reads[read - 1];
        spvchi_put(x, &x->bodies, SPVM_OpLoad, 3, m->insts[m->ids[r->value].def].type, r->result,
                   b->kept_in[r->value], 0, 0, 0);
    }
    if (loop != SPVM_NONE && at == spvchi_end_of(block))
        x->loops[loop].exit = spvchi_write_bound(x, b, loop);
    spvchi_note_origin(x, b, 0);
    if (loop != SPVM_NONE && at == block->last) spvchi_write_exit(x, loop, x->loops[loop].exit);
    else if (inst->opcode == SPVM_OpUnreachable && block != NULL && block->predecessor_count == 0
             && spvchi_split_into(x, inst->block) != SPVM_NONE)
        spvchi_write_return(x, block);
    else spvchi_copy_bounded(x, b, inst);
    spvchi_note_origin(x, b, at + 1);
    if (block == NULL) return;
    if (inst->opcode == SPVM_OpLabel
        && block == &m->blocks[m->functions[block->function].first_block])
        spvchi_write_kept(x, b, &m->functions[block->function]);
    if (inst->opcode == SPVM_OpLabel && block->opens != SPVM_NONE
        && x->loops[block->opens].is_counted)
        spvchi_write_counter(x, inst->block, &x->loops[block->opens]);
    spvchi_write_keeping(x, b, at);
    spvchi_note_origin(x, b, 0);
}

/* Rewrites the module of a state into words of its own. */
static void spvchi_bound_all(spvchi_state *x, spvchi_bounds *b) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    uint32_t i;
    b->first_read = (uint32_t *)spvchi_table(x, m->inst_count, sizeof *b->first_read);
    b->replaced = (spvm_id *)spvchi_table(x, m->word_count, sizeof *b->replaced);
    b->kept_in = (spvm_id *)spvchi_table(x, m->bound, sizeof *b->kept_in);
    b->questions = (spvchi_question *)spvchi_table(x, m->bound, sizeof *b->questions);
    x->merges = (uint32_t *)spvchi_table(x, m->block_count, sizeof *x->merges);
    if (x->failed) return;
    spvchi_plan_bounds(x, b);
    for (i = 0; i < m->construct_count; i++) {
        if (x->loops[i].is_split) x->merges[m->constructs[i].merge] = i + 1;
        if (x->loops[i].is_counted) x->out->bounded++;
        else if (x->loops[i].is_long) x->out->unbounded++;
    }
    for (at = spvchi_first_function(m); at < m->inst_count && !x->failed; at++)
        spvchi_bound_inst(x, b, at);
    if (!x->failed) spvchi_assemble(x);
}

/* -------------------------------------------------------------------------------------------------
   // >>driver  [13]  the public functions */

size_t spvch_memory(const uint32_t *words, size_t count) {
    size_t model = spvm_memory(words, count);
    return model == 0 ? 0 : 2 * model + 52 * count + 65536;
}

static spvch_status spvchi_fail(spvch_module *c, spvch_status status, const char *text,
                                spvm_word_ref word, spvm_id id) {
    size_t n;
    for (n = 0; text[n] != '\0' && n + 1 < sizeof c->error.text; n++) c->error.text[n] = text[n];
    c->error.text[n] = '\0';
    c->error.status = status;
    c->error.word = word;
    c->error.id = id;
    return status;
}

static spvch_status spvchi_fail_model(spvch_module *c, const spvm_error *e) {
    static const spvch_status statuses[] = {SPVCH_OK, SPVCH_MEMORY, SPVCH_INVALID,
                                            SPVCH_UNSUPPORTED, SPVCH_LIMIT};
    return spvchi_fail(c, statuses[e->status], e->text, e->word, e->id);
}

/* Which functions note records, or call those that do. */
static void spvchi_touch(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    spvm_cursor c;
    spvchi_variable *v;
    uint32_t i, k;
    for (i = 0; i < x->call_count; i++)
        x->touched[m->blocks[m->insts[x->calls[i].inst].block].function] = 1;
    for (at = 0; at < m->inst_count; at++)
        for (c.word = 0; (v = spvchi_next_written(x, &m->insts[at], &c)) != NULL;)
            if (spvchi_has_flag(x, v)) x->touched[m->blocks[m->insts[at].block].function] = 1;
    for (at = 0; at < m->inst_count && x->is_shadowed; at++)
        if (m->insts[at].block != SPVM_NONE && m->insts[at].result != 0
            && x->shadow[m->insts[at].result] != 0)
            x->touched[m->blocks[m->insts[at].block].function] = 1;
    for (i = 0; i < m->function_count; i++) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        for (k = 0; k < f->call_count; k++)
            if (x->touched[m->calls[f->first_call + k].callee])
                x->touched[m->call_order[i]] = 1;
    }
}

static void spvchi_plan_all(spvchi_state *x) {
    const spvm_module *m = x->m;
    spvm_inst_ref at;
    spvm_construct_ref loop;
    for (at = 0; at < m->inst_count && !x->failed; at++) {
        const spvm_inst *inst = &m->insts[at];
        const spvm_block *b;
        if (inst->block == SPVM_NONE) continue;
        b = &m->blocks[inst->block];
        if (b->order == SPVM_NONE || b->dominator.first == SPVM_NONE) continue;
        spvchi_plan_inst(x, at);
        if (at != spvchi_end_of(b)) continue;
        spvchi_plan_turns(x, b);
        loop = spvchi_loop_behind(x, inst->block);
        if (loop != SPVM_NONE) spvchi_plan_loop(x, loop);
    }
}

static void spvchi_prepare(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t buckets = 256, entry;
    while (buckets < m->inst_count / 4) buckets *= 2;
    x->bound = m->bound;
    x->node_mask = buckets - 1;
    x->nodes = (spvchi_node **)spvchi_table(x, buckets, sizeof *x->nodes);
    x->ranges = (spvchi_range *)spvchi_table(x, m->bound, sizeof *x->ranges);
    x->touched = (uint8_t *)spvchi_table(x, m->function_count, 1);
    x->loops = (spvchi_loop *)spvchi_table(x, m->construct_count, sizeof *x->loops);
    x->call_room = 64;
    x->calls = (spvchi_call *)spvchi_table(x, x->call_room, sizeof *x->calls);
    x->entry_of = (uint32_t *)spvchi_table(x, m->function_count, sizeof *x->entry_of);
    x->begins = (spvm_id *)spvchi_table(x, m->entry_count, sizeof *x->begins);
    x->inputs = (spvm_id *)spvchi_table(x, m->entry_count, 2 * sizeof *x->inputs);
    if (x->failed) return;
    for (entry = m->entry_count; entry-- > 0;) x->entry_of[m->entries[entry].function] = entry + 1;
    spvchi_know_types(x);
    spvchi_find_variables(x);
    spvchi_find_flag_types(x);
    if (x->failed) return;
    spvchi_choose_shared(x);
    spvchi_join_parameters(x);
    spvchi_find_stores(x);
    spvchi_find_ranges(x);
    spvchi_find_undefined(x);
}

static void spvchi_write_recorders(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t i;
    spvchi_variable *v;
    if (x->out->site_count == 0) return;
    spvchi_touch(x);
    spvchi_declare_buffer(x);
    spvchi_write_recorder(x);
    spvchi_make_flag_types(x);
    spvchi_write_global_shadows(x);
    for (i = 0; i < m->variable_count; i++) {
        v = &x->variables[x->variable_of[m->variables[i]]];
        if (spvchi_has_flag(x, v))
            v->flag = spvchi_make_flag(x, &x->globals, v, m->variables[i]);
    }
    for (i = 0; i < m->entry_count && !x->failed; i++)
        if (x->touched[m->entries[i].function]) spvchi_write_begin(x, i);
}

static void spvchi_check_all(spvchi_state *x) {
    spvm_inst_ref at;
    uint32_t next_call = 0;
    spvchi_prepare(x);
    if (x->failed) return;
    spvchi_plan_all(x);
    if (x->failed) return;
    spvchi_write_recorders(x);
    if (spvchi_records(x))
        x->out->places = (spvch_place *)spvchi_table(x, x->m->inst_count, sizeof(spvch_place));
    for (at = spvchi_first_function(x->m); at < x->m->inst_count && !x->failed; at++)
        spvchi_write_inst(x, at, &next_call);
    if (x->is_shadowed) x->out->shadows = x->shadow;
    if (!x->failed) spvchi_assemble(x);
}

static void spvchi_clear(void *at, size_t size) {
    size_t i;
    for (i = 0; i < size; i++) ((unsigned char *)at)[i] = 0;
}

/* A function that is the entry point of two stages does not know which invocation it is. */
static spvch_status spvchi_is_of_one_stage(spvchi_state *x) {
    const spvm_module *m = x->m;
    uint32_t *model_of = (uint32_t *)spvchi_table(x, m->function_count, sizeof *model_of), i;
    for (i = 0; i < m->entry_count && !x->failed; i++) {
        const spvm_entry *e = &m->entries[i];
        if (model_of[e->function] == 0) model_of[e->function] = e->model + 1;
        if (model_of[e->function] != e->model + 1)
            return spvchi_fail(x->out, SPVCH_UNSUPPORTED,
                               "a function is the entry point of two stages",
                               m->insts[e->inst].word, m->functions[e->function].id);
    }
    return SPVCH_OK;
}

/* Begins anew with a model of these words, in what is left of the memory. */
static spvch_status spvchi_load(spvchi_state *x, const uint32_t *words, size_t count) {
    size_t model = spvm_memory(words, count);
    x->m = (spvm_module *)spvchi_take(x, sizeof *x->m);
    if (x->m == NULL || x->size - x->used < model + 16)
        return spvchi_fail(x->out, SPVCH_MEMORY, "the memory is too small", 0, 0);
    spvm_load(x->m, NULL, words, count, x->memory + x->used, x->size - x->used);
    if (x->m->error.status != SPVM_OK) return spvchi_fail_model(x->out, &x->m->error);
    x->used += x->m->needed;
    if (!x->m->is_structured)
        return spvchi_fail(x->out, SPVCH_UNSUPPORTED,
                           "a kernel: it has no structured control flow", 0, 0);
    return spvchi_is_of_one_stage(x);
}

/* Bounds the loops of the state's module, and begins anew with that. */
static spvch_status spvchi_load_bounded(spvchi_state *x, spvchi_bounds *b) {
    spvchi_state y = *x;
    spvch_status status;
    spvchi_clear(b, sizeof *b);
    spvchi_prepare(&y);
    if (!y.failed) spvchi_bound_all(&y, b);
    if (y.failed) return spvchi_fail(x->out, SPVCH_MEMORY, "the memory is too small", 0, 0);
    x->used = y.used;
    x->questions = b->questions;
    x->question_count = y.m->bound;
    status = spvchi_load(x, x->out->words, x->out->word_count);
    x->out->words = NULL;
    return status;
}

/* Sites and places of a bounded module are those of the words that were given. */
static void spvchi_name_origins(spvchi_state *x, const spvchi_bounds *b,
                                const spvm_module *given) {
    const spvchi_chunk *chunk = b->origins.first;
    spvm_inst_ref at = spvchi_first_function(x->m);
    uint32_t *origin_of = (uint32_t *)spvchi_table(x, x->m->inst_count, sizeof *origin_of), i;
    if (origin_of == NULL) return;
    for (; chunk != NULL; chunk = chunk->next)
        for (i = 0; i < chunk->count && at < x->m->inst_count; i++)
            origin_of[at++] = chunk->words[i];
    for (i = 0; i < x->out->site_count; i++) {
        spvch_site *site = &x->out->sites[i];
        at = origin_of[site->inst];
        if (at == 0) continue; /* of no instruction that was given */
        site->inst = at - 1;
        site->word = given->insts[at - 1].word;
    }
    for (i = 0; i < x->out->place_count; i++) {
        spvch_place *place = &x->out->places[i];
        place->inst = origin_of[place->inst] == 0 ? SPVM_NONE : origin_of[place->inst] - 1;
    }
}

spvch_status spvch_instrument(spvch_module *c, const spvch_options *options, const uint32_t *words,
                              size_t count, void *memory, size_t size) {
    spvchi_state x;
    spvchi_bounds bounds;
    size_t skip = (8 - (size_t)((uintptr_t)memory % 8)) % 8;
    int is_bounded;
    spvchi_clear(c, sizeof *c);
    spvchi_clear(&x, sizeof x);
    spvchi_fail(c, SPVCH_OK, "no error", 0, 0);
    x.out = c;
    if (options != NULL) x.options = *options;
    if ((x.options.flags & ~(SPVCH_NAN | SPVCH_INFINITY)) == 0) x.options.flags |= SPVCH_RECORD;
    is_bounded = (x.options.flags & SPVCH_BOUND) && x.options.max_iterations > 0;
    c->records = x.options.records == 0 ? 4 : x.options.records;
    if (spvm_memory(words, count) == 0) { /* the words are no module: the load says why */
        spvm_module none;
        spvm_load(&none, NULL, words, count, NULL, 0);
        return spvchi_fail_model(c, &none.error);
    }
    c->needed = 2 * size > spvch_memory(words, count) ? 2 * size : spvch_memory(words, count);
    x.memory = (char *)memory + skip;
    x.size = memory == NULL || size < skip ? 0 : size - skip;
    if (spvchi_load(&x, words, count) != SPVCH_OK) return c->error.status;
    c->model = x.m;
    if (is_bounded && spvchi_load_bounded(&x, &bounds) != SPVCH_OK) return c->error.status;
    spvchi_check_all(&x);
    if (is_bounded && !x.failed) spvchi_name_origins(&x, &bounds, c->model);
    if (x.failed) return spvchi_fail(c, SPVCH_MEMORY, "the memory is too small", 0, 0);
    c->record_words = spvchi_record_words(&x);
    return SPVCH_OK;
}

size_t spvch_buffer_size(const spvch_module *c, uint32_t map_width, uint32_t map_height) {
    return 4 * (SPVCHI_HEADER + c->site_count
                + (size_t)c->site_count * c->records * c->record_words
                + (size_t)map_width * map_height);
}

uint32_t spvch_count(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t site) {
    if (site >= c->site_count || SPVCHI_HEADER + (size_t)site >= size) return 0;
    return buffer[SPVCHI_HEADER + site];
}

int spvch_read(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t site,
               uint32_t k, spvch_record *record) {
    size_t at = SPVCHI_HEADER + c->site_count
                + ((size_t)site * c->records + k) * c->record_words;
    uint32_t i;
    if (k >= c->records || k >= spvch_count(c, buffer, size, site)
        || at + c->record_words > size)
        return 0;
    spvchi_clear(record, sizeof *record);
    record->site = site;
    record->entry = buffer[at] & 0x7FFFFFFFu;
    for (i = 0; i < 3; i++) record->invocation[i] = buffer[at + 1 + i];
    for (i = SPVCHI_PLACE; i < c->record_words; i++)
        record->operands[i - SPVCHI_PLACE] = buffer[at + i];
    return 1;
}

uint32_t spvch_map(const spvch_module *c, const uint32_t *buffer, size_t size, uint32_t x,
                   uint32_t y) {
    size_t at;
    if (size < SPVCHI_HEADER || x >= buffer[0] || y >= buffer[1]) return 0;
    at = spvch_buffer_size(c, 0, 0) / 4 + (size_t)y * buffer[0] + x;
    return at < size ? buffer[at] : 0;
}

spvm_inst_ref spvch_origin(const spvch_module *c, size_t word) {
    uint32_t first = 0, end = c->place_count, middle;
    while (first < end) {
        middle = first + (end - first) / 2;
        if (c->places[middle].word == word) return c->places[middle].inst;
        if (c->places[middle].word < word) first = middle + 1;
        else end = middle;
    }
    return SPVM_NONE;
}

int spvch_follows(const spvch_module *c, spvm_inst_ref inst) {
    spvm_id result = inst < c->model->inst_count ? c->model->insts[inst].result : 0;
    return result != 0 && c->shadows != NULL && c->shadows[result] != 0;
}

/* A float's value. */
static double spvchi_float_value(uint64_t bits, uint32_t width) {
    spvchi_form f = {'f', 0, 1, 0};
    uint32_t p = spvchi_mantissa(width);
    int is_special;
    f.width = (uint8_t)width;
    is_special = (bits >> p & (2 * spvchi_exponent(width) + 1)) == 2 * spvchi_exponent(width) + 1;
    if (is_special) { /* an infinity or a NaN, of this machine */
        double huge = SPVCHI_HUGE * 2;
        if (bits & (((uint64_t)1 << p) - 1)) return huge - huge;
        return bits >> (width - 1) ? -huge : huge;
    }
    return spvchi_number_of(bits, f).lo;
}

double spvch_value(const spvch_module *c, const spvch_record *record, uint32_t operand,
                   uint32_t component) {
    const spvch_site *site = &c->sites[record->site];
    const spvch_operand *o = &site->operands[operand];
    uint32_t at = 0, i, wide;
    uint64_t bits;
    if (operand >= site->operand_count || component >= o->count) return 0;
    for (i = 0; i < operand; i++)
        at += (uint32_t)site->operands[i].count * (site->operands[i].width / 32);
    wide = o->width / 32u;
    at += component * wide;
    if (at + wide > SPVCH_MAX_WORDS) return 0;
    bits = record->operands[at];
    if (wide == 2) bits |= (uint64_t)record->operands[at + 1] << 32;
    if (o->kind == 'f') return spvchi_float_value(bits, o->width);
    if (o->kind == 'i' && bits >> (o->width - 1) & 1)
        return -(double)((~bits & (wide == 2 ? ~(uint64_t)0 : 0xFFFFFFFFu)) + 1);
    return (double)bits;
}

#endif /* SPV_CHECK_IMPLEMENTED */
#endif /* SPV_CHECK_IMPLEMENTATION */
