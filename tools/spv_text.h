/* spv_text.h - turns SPIR-V modules into shader text: WGSL. One header, C99 and C++11.
   Licence: see the file LICENSE. */

/* -------------------------------------------------------------------------------------------------
   // >>manual  [0]  SPIR-V words -> WGSL in the caller's memory
   Translates the vertex, fragment and compute shaders of Vulkan to WGSL, for browsers. Nothing is
   allocated, no libc is called, no function calls itself: words, memory to work in and memory for
   the text are the caller's. What WGSL cannot say is an error that names the instruction, its id,
   its place and the reason; there is no text that means something else.

   A user copies two files: this one and spv_module.h, which reads the words.

   Quick start. In one C or C++ file:

       #define SPV_MODULE_IMPLEMENTATION
       #define SPV_TEXT_IMPLEMENTATION
       #include "spv_text.h"
       #include <stdio.h>
       #include <stdlib.h>

       int wgsl(const uint32_t *words, size_t count) {
           static spvt_result r;
           size_t size = spvt_memory(words, count), room = (size_t)1 << 16;
           void *memory = malloc(size);
           char *text = (char *)malloc(room);
           spvt_status status = spvt_translate(&r, NULL, words, count, memory, size, text, room);
           while (status == SPVT_MEMORY && memory != NULL && text != NULL) {
               if (r.memory_needed > size) memory = realloc(memory, size = r.memory_needed);
               if (r.text_size >= room) text = (char *)realloc(text, room = r.text_size + 1);
               status = spvt_translate(&r, NULL, words, count, memory, size, text, room);
           }
           if (status) fprintf(stderr, "%s\n", r.error);
           else fwrite(text, 1, r.text_size, stdout);
           free(memory);
           free(text);
           return status ? 1 : 0;
       }

   How it works. Each function goes through five steps:

     structure  The blocks of a function and its structural dominators become a tree of statements:
                code, if, switch, loop, and labels. A block that several edges lead to (a merge
                block, a case that another one falls into, a continue target) stands behind a label
                node that holds all that dominates it; an edge to it is an exit of that node. That
                is general: it needs no rule about which exits a language has.
     exits      Exits become what the language has. One that nothing follows up to its label is no
                statement at all; one whose innermost loop or switch ends where it wants to go is a
                break, or a continue. For what is left, a label becomes a switch with one case, and
                a flag tells what the statements on the way have to leave as well.
     scopes     In one walk backwards over the values, each learns how often it is used and the
                innermost list of statements that holds all its uses. What nobody uses is dropped.
     places     A value whose uses lie in the list of its definition is an expression where it is
                used once, and a `let` else. One that is used elsewhere is a variable, declared in
                the list that holds all uses, as is a phi: the edges into its block assign it, and
                all the values of an edge are read before the first is written. Pointers, textures
                and samplers are never values: they are traced to their variable at each use.
     text       The tree is walked in order and printed. An expression that reads memory waits for
                its use; before a statement that may write what it read, it becomes a `let`. What
                depends on neighbours (derivatives, implicit levels of detail) never waits.

   Blocks, loops and values are the same for every language with structured control flow. What is
   WGSL's own is in the section >>language (types, operators, functions, reserved words), in >>types
   (layout attributes) and >>interface (parameters and results of entry points).

   What is rewritten, because WGSL has other rules:
     - A private variable that entry points alone use becomes one of theirs: browsers follow those
       when they judge whether control flow is uniform.
     - Signedness is a matter of types: operands and results are bitcast where SPIR-V's instruction
       says something else than the type.
     - Constant expressions that WGSL evaluates: an operation whose operands are all constant, or
       whose constant operand is one that WGSL rejects (x / 0, x << 32), gets its constants through
       a `let`. NaN and Inf are made of the bits in a private variable.
     - Memory has a form of its own where the layout is one that WGSL's types do not have: strided
       arrays become arrays of structs, row-major and padded matrices become arrays of vectors; what
       is loaded is converted, what is stored is converted back. Atomics likewise.
     - Members of a struct that are not declared by rising offset have that order in memory. A copy
       between structs of different decorations (OpCopyLogical) is a function.
     - A barrier of memory alone is one of control as well, where each invocation of the workgroup
       comes to it once, and no other workgroup sees the memory, or can tell. It is left out where
       nobody can tell: others learn of the order of accesses by atomics and by barriers of control
       that stand before or behind it. Elsewhere it is an error.
     - Inputs and outputs are variables, copied from the entry point's parameters and to its result.
       A fragment's output always has four components, those that are missing being 0, 0 and 1. A
       location with a Component decoration is one vector of four components in the text.
     - A combined image sampler becomes a texture at its binding, and a sampler at that binding plus
       options.sampler_offset (100). Arrays of textures, samplers and buffers become variables: the
       elements that are used, by constant indices. Element i is i bindings behind the array's;
       where that is taken, and where two variables share a binding, further on in steps of
       options.sampler_offset. Push constants become a uniform buffer (options.push_group,
       options.push_binding), or, unless those were given, further on if that is taken.
     - The y of vertex positions is negated (unless options.keep_y is set), so that the picture is
       the same: what turns clockwise in Vulkan's framebuffer does so in WebGPU's.
     - OpKill is `discard` and a return; a function that may have done so says it in a private
       variable, and its caller returns as well. (In WGSL a discarded invocation goes on.)
     - Derivatives and operations of subgroups in non-uniform control flow are allowed by directives
       at the top, unless options.keep_uniformity is set. Barriers are never: browsers refuse the
       text. Who wants to know that before, and why, asks spv_uniformity.h, a file more to copy:

           spvu_options o = {0};
           o.as_wgsl = 1; // as browsers judge the text
           spvu_analyze(&a, &o, &m, memory, size); // m: of spvm_load; a.findings[i].rule->severity
           // SPVU_ERROR: refused; SPVU_WARNING: refused with keep_uniformity

   Configuration:
     SPV_TEXT_IMPLEMENTATION  emit the code, in exactly one translation unit (which needs the code
                              of spv_module.h somewhere as well)

   Contents:
     [0] >>manual       what you are reading
     [1] >>api          types and functions
     [2] >>language     WGSL's words, operators and functions
     [3] >>state        what a translation holds
     [4] >>memory       the caller's memory, errors
     [5] >>write        text and numbers
     [6] >>names        identifiers
     [7] >>types        types, layouts
     [8] >>constants    constants, overrides
     [9] >>resources    variables, textures, samplers, atomics
     [10] >>structure   blocks -> tree of statements
     [11] >>exits       exits -> break, continue, flags
     [12] >>scopes      values -> uses, lists, variables
     [13] >>expressions operands -> text
     [14] >>places      pointers -> text, loads, stores
     [15] >>images      image instructions
     [16] >>values      instructions -> expressions and statements
     [17] >>interface   inputs and outputs
     [18] >>functions   tree -> text
     [19] >>helpers     functions that WGSL does not have
     [20] >>module      declarations
     [21] >>driver      the public functions */

#ifndef SPV_TEXT_H
#define SPV_TEXT_H

#include "spv_module.h"

#ifdef __cplusplus
extern "C" {
#endif

/* -------------------------------------------------------------------------------------------------
   // >>api  [1]  types and functions */
#define SPVT_ERROR_SIZE 256 /* bytes of an error text, the terminating zero included */

typedef enum {
    SPVT_OK,
    SPVT_MEMORY,      /* memory or text is too small: see memory_needed and text_size */
    SPVT_MODULE,      /* the words are no valid module, or have no such entry point */
    SPVT_UNSUPPORTED, /* WGSL has no such thing */
    SPVT_LIMIT        /* beyond a limit */
} spvt_status;

/* Features, bits of options.features: what the target has besides the core language. */
#define SPVT_F16 1u
#define SPVT_SUBGROUPS 2u
#define SPVT_DUAL_SOURCE 4u    /* blending with two colours */
#define SPVT_CLIP_DISTANCES 8u

typedef struct spvt_options {
    const char *entry;        /* name of the entry point; NULL: all of them */
    uint32_t features;
    int push_given;           /* push constants are at push_group, push_binding; 0: at 3, 0 */
    uint32_t push_group, push_binding;
    uint32_t sampler_offset;  /* of a combined image sampler; 0: 100 */
    int keep_uniformity;      /* no directive that allows derivatives anywhere */
    int keep_y;               /* positions as they are; 0: y is negated, as Vulkan's points down */
    int lines;                /* a comment with the source line above its first statement */
    const char *source;       /* text whose lines those are; NULL: the module's own, if it has
                                 any */
    size_t source_size;
} spvt_options;

typedef enum {
    SPVT_UNIFORM, SPVT_STORAGE_READ, SPVT_STORAGE_READ_WRITE, SPVT_TEXTURE, SPVT_STORAGE_TEXTURE,
    SPVT_SAMPLER, SPVT_COMPARISON_SAMPLER
} spvt_binding_kind;

/* What the text binds. set and binding are the module's, group and slot the text's. */
typedef struct spvt_binding {
    spvt_binding_kind kind;
    uint32_t group, slot;
    uint32_t set, binding;    /* SPVM_NONE: push constants */
    uint32_t size;            /* bytes of a buffer, without a runtime array */
    uint32_t id;              /* of the variable */
    const char *name, *type;  /* as in the text; in the memory that was lent */
    uint32_t name_size, type_size;
    int is_element;           /* of an array of textures, samplers or buffers, whose elements are */
    uint32_t element;         /* variables in the text: which one */
} spvt_binding;

typedef enum { SPVT_VERTEX, SPVT_FRAGMENT, SPVT_COMPUTE } spvt_stage;

/* An entry point: its name in the text, and in the module (terminated). */
typedef struct spvt_entry {
    spvt_stage stage;
    const char *name, *original;
    uint32_t name_size;
} spvt_entry;

typedef struct spvt_result {
    spvt_status status;
    char error[SPVT_ERROR_SIZE]; /* "" after SPVT_OK */
    size_t error_word;        /* where the instruction at fault begins; 0: none */
    uint32_t error_id;        /* 0: none */
    uint32_t error_opcode;
    size_t text_size;         /* bytes of the text (without a zero); the text is whole if < the
                                 room */
    size_t memory_needed;     /* bytes to try with next, after SPVT_MEMORY */
    const spvt_binding *bindings; /* in the memory that was lent, as `entries` are */
    uint32_t binding_count;
    uint32_t entry_count;
    const spvt_entry *entries;
} spvt_result;

/* Bytes of memory that do for most modules of this size; 0: the words are no module. */
size_t spvt_memory(const uint32_t *words, size_t count);

/* Translates. options may be NULL: all defaults. memory of any alignment, text: bytes that it may
   use; a zero stands behind the text. */
spvt_status spvt_translate(spvt_result *result, const spvt_options *options, const uint32_t *words,
                           size_t count, void *memory, size_t memory_size, char *text,
                           size_t text_room);

#ifdef __cplusplus
}
#endif
#endif /* SPV_TEXT_H */

/* Stop here, if you only use the library. */

#ifdef SPV_TEXT_IMPLEMENTATION

/* See spv_module.h: at -Os gcc copies code and keeps more in registers than there are. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__OPTIMIZE_SIZE__)
#define SPVTI_SMALL
#pragma GCC push_options
#pragma GCC optimize("no-tree-sra", "no-tree-dominator-opts", "no-caller-saves")
#pragma GCC optimize("no-move-loop-invariants", "no-tree-loop-im", "no-if-conversion")
#pragma GCC optimize("no-expensive-optimizations", "no-optimize-sibling-calls")
#pragma GCC optimize("no-jump-tables", "no-ipa-sra", "no-thread-jumps", "no-shrink-wrap")
#endif

/* Before functions that gcc -Os would put in place, where calls are shorter. */
#ifdef SPVTI_SMALL
#define SPVTI_CALLED __attribute__((noclone, noinline))
#else
#define SPVTI_CALLED
#endif

/* An initialiser that makes all members zero, without a warning in either language. */
#ifdef __cplusplus
#define SPVTI_ZEROS {}
#else
#define SPVTI_ZEROS {0}
#endif
#include <stdarg.h>

/* -------------------------------------------------------------------------------------------------
   // >>language  [2]  WGSL's words, operators and functions */

/* How tight an expression binds. PRIMARY needs no parentheses anywhere. */
enum {
    SPVTI_ANY, SPVTI_LOR, SPVTI_LAND, SPVTI_XOR, SPVTI_OR, SPVTI_AND, SPVTI_REL, SPVTI_GREATER,
    SPVTI_SHR, SPVTI_SHIFT, SPVTI_ARG, SPVTI_ADD, SPVTI_MUL, SPVTI_UNARY, SPVTI_PRIMARY
};

/* The kinds of helpers: X(NAME, prefix). Those of the first row are structs. */
#define SPVTI_HELPERS(X) \
    X(ELEMENT, "el") X(VECTOR, "row") \
    X(LOAD, "load") X(STORE, "store") \
    X(SMOD, "smod") X(FMOD, "fmod") X(ISNAN, "is_nan") X(ISINF, "is_inf") \
    X(CARRY, "add_carry") X(BORROW, "sub_borrow") X(UMUL, "umul_extended") \
    X(SMUL, "smul_extended") X(OUTER, "outer") X(INVERSE, "inverse") X(MODF, "modf") \
    X(FREXP, "frexp") X(CAS, "compare_exchange") X(COPY, "copy") \
    X(MIN, "atomic_min") X(MAX, "atomic_max")
#define SPVTI_HELPER(name, prefix) SPVTI_H_##name,
enum { SPVTI_HELPERS(SPVTI_HELPER) SPVTI_H_COUNT };
#undef SPVTI_HELPER

/* What the operands of a row are, and its result:
     '=' as they are   'r' of the signedness of the result   's' signed   'u' unsigned
     'f' as the first
   form: I infix, C call, P prefix, N negated infix, V conversion to the result, H a helper, whose
   kind is `prec`. A check says what WGSL may reject: 'd' a divisor that is 0, 's' a shift by too
   much, 'c' low > high in operands 1 and 2, 'e' edges of operands 0 and 1 out of order, 'l' an
   exponent, 'w' place and width of bits beyond 32. 'n' is not a scalar's: those are done otherwise.
   'f' takes 32-bit floats alone. 'q' depends on neighbours. prec is that of an infix operator. The
   texts of all rows lie in one block, as pointers would take more than the texts. */
typedef struct spvti_row {
    uint16_t opcode, place;
    char form, sign, check;
    unsigned char prec;
} spvti_row;

/* Instructions by opcode: X(name, form, sign, check, prec, text). (!= is ordered in browsers.) */
#define SPVTI_FIRST_ROWS(X) \
    X(Transpose, 'C', '=', 0, 0, "transpose") X(ConvertFToU, 'V', '=', 'u', 0, "") \
    X(ConvertFToS, 'V', '=', 's', 0, "") X(ConvertSToF, 'V', 's', 0, 0, "") \
    X(ConvertUToF, 'V', 'u', 0, 0, "") X(FConvert, 'V', '=', 0, 0, "") \
    X(QuantizeToF16, 'C', '=', 0, 0, "quantizeToF16") X(SNegate, 'P', 's', 0, SPVTI_UNARY, "-") \
    X(FNegate, 'P', '=', 0, SPVTI_UNARY, "-") X(IAdd, 'I', 'r', 0, SPVTI_ADD, "+") \
    X(FAdd, 'I', '=', 0, SPVTI_ADD, "+") X(ISub, 'I', 'r', 0, SPVTI_ADD, "-") \
    X(FSub, 'I', '=', 0, SPVTI_ADD, "-") X(IMul, 'I', 'r', 0, SPVTI_MUL, "*") \
    X(FMul, 'I', '=', 0, SPVTI_MUL, "*") X(UDiv, 'I', 'u', 'd', SPVTI_MUL, "/") \
    X(SDiv, 'I', 's', 'd', SPVTI_MUL, "/") X(FDiv, 'I', '=', 0, SPVTI_MUL, "/") \
    X(UMod, 'I', 'u', 'd', SPVTI_MUL, "%") X(SRem, 'I', 's', 'd', SPVTI_MUL, "%") \
    X(SMod, 'H', 's', 0, SPVTI_H_SMOD, "") X(FRem, 'I', '=', 'd', SPVTI_MUL, "%") \
    X(FMod, 'H', '=', 0, SPVTI_H_FMOD, "") X(VectorTimesScalar, 'I', '=', 0, SPVTI_MUL, "*") \
    X(MatrixTimesScalar, 'I', '=', 0, SPVTI_MUL, "*") \
    X(VectorTimesMatrix, 'I', '=', 0, SPVTI_MUL, "*") \
    X(MatrixTimesVector, 'I', '=', 0, SPVTI_MUL, "*") \
    X(MatrixTimesMatrix, 'I', '=', 0, SPVTI_MUL, "*") \
    X(OuterProduct, 'H', '=', 0, SPVTI_H_OUTER, "") X(Dot, 'C', '=', 0, 0, "dot")

#define SPVTI_MIDDLE_ROWS(X) \
    X(IAddCarry, 'H', '=', 0, SPVTI_H_CARRY, "") X(ISubBorrow, 'H', '=', 0, SPVTI_H_BORROW, "") \
    X(UMulExtended, 'H', '=', 0, SPVTI_H_UMUL, "") \
    X(SMulExtended, 'H', '=', 0, SPVTI_H_SMUL, "") X(Any, 'C', '=', 0, 0, "any") \
    X(All, 'C', '=', 0, 0, "all") X(IsNan, 'H', '=', 'f', SPVTI_H_ISNAN, "") \
    X(IsInf, 'H', '=', 'f', SPVTI_H_ISINF, "") \
    X(LogicalEqual, 'I', '=', 0, SPVTI_REL, "==") \
    X(LogicalNotEqual, 'I', '=', 0, SPVTI_REL, "!=") X(LogicalOr, 'I', '=', 0, SPVTI_LOR, "||") \
    X(LogicalAnd, 'I', '=', 0, SPVTI_LAND, "&&") X(LogicalNot, 'P', '=', 0, SPVTI_UNARY, "!") \
    X(IEqual, 'I', 'f', 0, SPVTI_REL, "==") X(INotEqual, 'I', 'f', 0, SPVTI_REL, "!=")

#define SPVTI_LAST_ROWS(X) \
    X(UGreaterThan, 'I', 'u', 0, SPVTI_GREATER, ">") \
    X(SGreaterThan, 'I', 's', 0, SPVTI_GREATER, ">") \
    X(UGreaterThanEqual, 'I', 'u', 0, SPVTI_GREATER, ">=") \
    X(SGreaterThanEqual, 'I', 's', 0, SPVTI_GREATER, ">=") \
    X(ULessThan, 'I', 'u', 0, SPVTI_REL, "<") X(SLessThan, 'I', 's', 0, SPVTI_REL, "<") \
    X(ULessThanEqual, 'I', 'u', 0, SPVTI_REL, "<=") \
    X(SLessThanEqual, 'I', 's', 0, SPVTI_REL, "<=") X(FOrdEqual, 'I', '=', 0, SPVTI_REL, "==") \
    X(FOrdNotEqual, 'I', '=', 0, SPVTI_REL, "!=") X(FUnordNotEqual, 'N', '=', 0, SPVTI_REL, "==") \
    X(FOrdLessThan, 'I', '=', 0, SPVTI_REL, "<") \
    X(FUnordLessThan, 'N', '=', 0, SPVTI_GREATER, ">=") \
    X(FOrdGreaterThan, 'I', '=', 0, SPVTI_GREATER, ">") \
    X(FUnordGreaterThan, 'N', '=', 0, SPVTI_REL, "<=") \
    X(FOrdLessThanEqual, 'I', '=', 0, SPVTI_REL, "<=") \
    X(FUnordLessThanEqual, 'N', '=', 0, SPVTI_GREATER, ">") \
    X(FOrdGreaterThanEqual, 'I', '=', 0, SPVTI_GREATER, ">=") \
    X(FUnordGreaterThanEqual, 'N', '=', 0, SPVTI_REL, "<") \
    X(ShiftRightLogical, 'I', 'u', 's', SPVTI_SHR, ">>") \
    X(ShiftRightArithmetic, 'I', 's', 's', SPVTI_SHR, ">>") \
    X(ShiftLeftLogical, 'I', 'r', 's', SPVTI_SHIFT, "<<") \
    X(BitwiseOr, 'I', 'r', 0, SPVTI_OR, "|") X(BitwiseXor, 'I', 'r', 0, SPVTI_XOR, "^") \
    X(BitwiseAnd, 'I', 'r', 0, SPVTI_AND, "&") X(Not, 'P', 'r', 0, SPVTI_UNARY, "~") \
    X(BitFieldInsert, 'C', 'r', 'w', 0, "insertBits") \
    X(BitFieldSExtract, 'C', 's', 'w', 0, "extractBits") \
    X(BitFieldUExtract, 'C', 'u', 'w', 0, "extractBits") \
    X(BitReverse, 'C', 'r', 0, 0, "reverseBits") X(BitCount, 'C', 'r', 0, 0, "countOneBits") \
    X(DPdx, 'C', '=', 'q', 0, "dpdx") X(DPdy, 'C', '=', 'q', 0, "dpdy") \
    X(Fwidth, 'C', '=', 'q', 0, "fwidth") X(DPdxFine, 'C', '=', 'q', 0, "dpdxFine") \
    X(DPdyFine, 'C', '=', 'q', 0, "dpdyFine") X(FwidthFine, 'C', '=', 'q', 0, "fwidthFine") \
    X(DPdxCoarse, 'C', '=', 'q', 0, "dpdxCoarse") X(DPdyCoarse, 'C', '=', 'q', 0, "dpdyCoarse") \
    X(FwidthCoarse, 'C', '=', 'q', 0, "fwidthCoarse")

/* GLSL.std.450, by number. */
#define SPVTI_FIRST_GLSL_ROWS(X) \
    X(Round, 'C', '=', 0, 0, "round") X(RoundEven, 'C', '=', 0, 0, "round") \
    X(Trunc, 'C', '=', 0, 0, "trunc") X(FAbs, 'C', '=', 0, 0, "abs") \
    X(SAbs, 'C', 's', 0, 0, "abs") X(FSign, 'C', '=', 0, 0, "sign") \
    X(SSign, 'C', 's', 0, 0, "sign") X(Floor, 'C', '=', 0, 0, "floor") \
    X(Ceil, 'C', '=', 0, 0, "ceil") X(Fract, 'C', '=', 0, 0, "fract") \
    X(Radians, 'C', '=', 0, 0, "radians") X(Degrees, 'C', '=', 0, 0, "degrees") \
    X(Sin, 'C', '=', 0, 0, "sin") X(Cos, 'C', '=', 0, 0, "cos") X(Tan, 'C', '=', 0, 0, "tan") \
    X(Asin, 'C', '=', 0, 0, "asin") X(Acos, 'C', '=', 0, 0, "acos") \
    X(Atan, 'C', '=', 0, 0, "atan") X(Sinh, 'C', '=', 0, 0, "sinh") \
    X(Cosh, 'C', '=', 0, 0, "cosh") X(Tanh, 'C', '=', 0, 0, "tanh") \
    X(Asinh, 'C', '=', 0, 0, "asinh") X(Acosh, 'C', '=', 0, 0, "acosh") \
    X(Atanh, 'C', '=', 0, 0, "atanh") X(Atan2, 'C', '=', 0, 0, "atan2") \
    X(Pow, 'C', '=', 0, 0, "pow") X(Exp, 'C', '=', 0, 0, "exp") X(Log, 'C', '=', 0, 0, "log") \
    X(Exp2, 'C', '=', 0, 0, "exp2") X(Log2, 'C', '=', 0, 0, "log2") \
    X(Sqrt, 'C', '=', 0, 0, "sqrt") X(InverseSqrt, 'C', '=', 0, 0, "inverseSqrt") \
    X(Determinant, 'C', '=', 0, 0, "determinant") \
    X(MatrixInverse, 'H', '=', 0, SPVTI_H_INVERSE, "") X(FMin, 'C', '=', 0, 0, "min") \
    X(UMin, 'C', 'u', 0, 0, "min") X(SMin, 'C', 's', 0, 0, "min")

#define SPVTI_LAST_GLSL_ROWS(X) \
    X(FMax, 'C', '=', 0, 0, "max") X(UMax, 'C', 'u', 0, 0, "max") X(SMax, 'C', 's', 0, 0, "max") \
    X(FClamp, 'C', '=', 'c', 0, "clamp") X(UClamp, 'C', 'u', 'c', 0, "clamp") \
    X(SClamp, 'C', 's', 'c', 0, "clamp") X(FMix, 'C', '=', 0, 0, "mix") \
    X(Step, 'C', '=', 0, 0, "step") X(SmoothStep, 'C', '=', 'e', 0, "smoothstep") \
    X(Fma, 'C', '=', 0, 0, "fma") X(Ldexp, 'C', '=', 'l', 0, "ldexp") \
    X(PackSnorm4x8, 'C', '=', 0, 0, "pack4x8snorm") \
    X(PackUnorm4x8, 'C', '=', 0, 0, "pack4x8unorm") \
    X(PackSnorm2x16, 'C', '=', 0, 0, "pack2x16snorm") \
    X(PackUnorm2x16, 'C', '=', 0, 0, "pack2x16unorm") \
    X(PackHalf2x16, 'C', '=', 0, 0, "pack2x16float") \
    X(UnpackSnorm2x16, 'C', 'u', 0, 0, "unpack2x16snorm") \
    X(UnpackUnorm2x16, 'C', 'u', 0, 0, "unpack2x16unorm") \
    X(UnpackHalf2x16, 'C', 'u', 0, 0, "unpack2x16float") \
    X(UnpackSnorm4x8, 'C', 'u', 0, 0, "unpack4x8snorm") \
    X(UnpackUnorm4x8, 'C', 'u', 0, 0, "unpack4x8unorm") X(Length, 'C', '=', 0, 0, "length") \
    X(Distance, 'C', '=', 0, 0, "distance") X(Cross, 'C', '=', 0, 0, "cross") \
    X(Normalize, 'C', '=', 'n', 0, "normalize") X(FaceForward, 'C', '=', 'n', 0, "faceForward") \
    X(Reflect, 'C', '=', 'n', 0, "reflect") X(Refract, 'C', '=', 'n', 0, "refract") \
    X(FindILsb, 'C', 'r', 0, 0, "firstTrailingBit") \
    X(FindSMsb, 'C', 's', 0, 0, "firstLeadingBit") X(FindUMsb, 'C', 'u', 0, 0, "firstLeadingBit") \
    X(NMin, 'C', '=', 0, 0, "min") X(NMax, 'C', '=', 0, 0, "max") \
    X(NClamp, 'C', '=', 'c', 0, "clamp")

/* Operations of subgroups: X(name, first, sign, scan, text). first: of the operands that the
   function takes. scan: 'r' a reduction alone, 's' sums and products, which have scans too, 'b'
   takes a bool (to others bools are numbers), 'q' a constant that names a direction or a place in
   a quad, 'e' has no function of its own. */
#define SPVTI_GROUP_ROWS(X) \
    X(GroupNonUniformElect, 4, '=', 0, "Elect") X(GroupNonUniformAll, 4, '=', 'b', "All") \
    X(GroupNonUniformAny, 4, '=', 'b', "Any") X(GroupNonUniformAllEqual, 4, '=', 'e', "") \
    X(GroupNonUniformBroadcast, 4, '=', 0, "Shuffle") \
    X(GroupNonUniformBroadcastFirst, 4, '=', 0, "BroadcastFirst") \
    X(GroupNonUniformBallot, 4, '=', 'b', "Ballot") \
    X(GroupNonUniformShuffle, 4, '=', 0, "Shuffle") \
    X(GroupNonUniformShuffleXor, 4, '=', 0, "ShuffleXor") \
    X(GroupNonUniformShuffleUp, 4, '=', 0, "ShuffleUp") \
    X(GroupNonUniformShuffleDown, 4, '=', 0, "ShuffleDown") \
    X(GroupNonUniformIAdd, 5, 'r', 's', "Add") X(GroupNonUniformFAdd, 5, '=', 's', "Add") \
    X(GroupNonUniformIMul, 5, 'r', 's', "Mul") X(GroupNonUniformFMul, 5, '=', 's', "Mul") \
    X(GroupNonUniformSMin, 5, 's', 'r', "Min") X(GroupNonUniformUMin, 5, 'u', 'r', "Min") \
    X(GroupNonUniformFMin, 5, '=', 'r', "Min") X(GroupNonUniformSMax, 5, 's', 'r', "Max") \
    X(GroupNonUniformUMax, 5, 'u', 'r', "Max") X(GroupNonUniformFMax, 5, '=', 'r', "Max") \
    X(GroupNonUniformBitwiseAnd, 5, 'r', 'r', "And") \
    X(GroupNonUniformBitwiseOr, 5, 'r', 'r', "Or") \
    X(GroupNonUniformBitwiseXor, 5, 'r', 'r', "Xor") \
    X(GroupNonUniformLogicalAnd, 5, '=', 'r', "And") \
    X(GroupNonUniformLogicalOr, 5, '=', 'r', "Or") \
    X(GroupNonUniformLogicalXor, 5, '=', 'r', "Xor") \
    X(GroupNonUniformQuadBroadcast, 4, '=', 'q', "quadBroadcast") \
    X(GroupNonUniformQuadSwap, 4, '=', 'q', "quadSwap") \
    X(SubgroupBallotKHR, 3, '=', 'b', "Ballot") \
    X(SubgroupFirstInvocationKHR, 3, '=', 0, "BroadcastFirst") \
    X(SubgroupAllKHR, 3, '=', 'b', "All") X(SubgroupAnyKHR, 3, '=', 'b', "Any") \
    X(SubgroupAllEqualKHR, 3, '=', 'e', "") X(SubgroupReadInvocationKHR, 3, '=', 0, "Shuffle")

/* Atomics: X(name, sign, function); '1' adds or subtracts one. */
#define SPVTI_ATOMIC_ROWS(X) \
    X(AtomicExchange, '=', "atomicExchange") X(AtomicIIncrement, '1', "atomicAdd") \
    X(AtomicIDecrement, '1', "atomicSub") X(AtomicIAdd, '=', "atomicAdd") \
    X(AtomicISub, '=', "atomicSub") X(AtomicSMin, 's', "atomicMin") \
    X(AtomicUMin, 'u', "atomicMin") X(AtomicSMax, 's', "atomicMax") \
    X(AtomicUMax, 'u', "atomicMax") X(AtomicAnd, '=', "atomicAnd") X(AtomicOr, '=', "atomicOr") \
    X(AtomicXor, '=', "atomicXor")

#define SPVTI_TEXT(name, form, sign, check, prec, text) char op_##name[sizeof text];
#define SPVTI_GLSL_TEXT(name, form, sign, check, prec, text) char glsl_##name[sizeof text];
#define SPVTI_GROUP_TEXT(name, first, sign, scan, text) char group_##name[sizeof text];
#define SPVTI_ATOMIC_TEXT(name, sign, text) char atomic_##name[sizeof text];
typedef struct spvti_row_texts {
    SPVTI_FIRST_ROWS(SPVTI_TEXT) SPVTI_MIDDLE_ROWS(SPVTI_TEXT) SPVTI_LAST_ROWS(SPVTI_TEXT)
    SPVTI_FIRST_GLSL_ROWS(SPVTI_GLSL_TEXT) SPVTI_LAST_GLSL_ROWS(SPVTI_GLSL_TEXT)
    SPVTI_GROUP_ROWS(SPVTI_GROUP_TEXT) SPVTI_ATOMIC_ROWS(SPVTI_ATOMIC_TEXT)
} spvti_row_texts;
#undef SPVTI_TEXT
#undef SPVTI_GLSL_TEXT
#undef SPVTI_GROUP_TEXT
#undef SPVTI_ATOMIC_TEXT
#define SPVTI_TEXT(name, form, sign, check, prec, text) text,
#define SPVTI_GROUP_TEXT(name, first, sign, scan, text) text,
#define SPVTI_ATOMIC_TEXT(name, sign, text) text,
static const spvti_row_texts spvti_texts = {
    SPVTI_FIRST_ROWS(SPVTI_TEXT) SPVTI_MIDDLE_ROWS(SPVTI_TEXT) SPVTI_LAST_ROWS(SPVTI_TEXT)
    SPVTI_FIRST_GLSL_ROWS(SPVTI_TEXT) SPVTI_LAST_GLSL_ROWS(SPVTI_TEXT)
    SPVTI_GROUP_ROWS(SPVTI_GROUP_TEXT) SPVTI_ATOMIC_ROWS(SPVTI_ATOMIC_TEXT)};
#undef SPVTI_TEXT
#undef SPVTI_GROUP_TEXT
#undef SPVTI_ATOMIC_TEXT

#define SPVTI_ROW(name, form, sign, check, prec, text) \
    {SPVM_Op##name, offsetof(spvti_row_texts, op_##name), form, sign, check, prec},
static const spvti_row spvti_rows[] = {
    SPVTI_FIRST_ROWS(SPVTI_ROW) SPVTI_MIDDLE_ROWS(SPVTI_ROW) SPVTI_LAST_ROWS(SPVTI_ROW)};
#undef SPVTI_ROW
#define SPVTI_ROW(name, form, sign, check, prec, text) \
    {SPVM_GLSL_##name, offsetof(spvti_row_texts, glsl_##name), form, sign, check, prec},
static const spvti_row spvti_glsl_rows[] = {
    SPVTI_FIRST_GLSL_ROWS(SPVTI_ROW) SPVTI_LAST_GLSL_ROWS(SPVTI_ROW)};
#undef SPVTI_ROW
/* Of a group's row, check is its scan and prec its first operand. */
#define SPVTI_ROW(name, first, sign, scan, text) \
    {SPVM_Op##name, offsetof(spvti_row_texts, group_##name), 'C', sign, scan, first},
static const spvti_row spvti_group_rows[] = {SPVTI_GROUP_ROWS(SPVTI_ROW)};
#undef SPVTI_ROW
#define SPVTI_ROW(name, sign, text) \
    {SPVM_Op##name, offsetof(spvti_row_texts, atomic_##name), 'C', sign, 0, 0},
static const spvti_row spvti_atomic_rows[] = {SPVTI_ATOMIC_ROWS(SPVTI_ROW)};
#undef SPVTI_ROW

/* The row of an opcode; NULL: there is none. */
static const spvti_row *spvti_find_row(const spvti_row *rows, size_t count, uint32_t opcode) {
    size_t low = 0, high = count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (rows[middle].opcode < opcode) low = middle + 1;
        else high = middle;
    }
    return low < count && rows[low].opcode == opcode ? &rows[low] : NULL;
}
#define SPVTI_FIND(rows, opcode) spvti_find_row(rows, sizeof(rows) / sizeof *(rows), opcode)

static const char *spvti_text_of(const spvti_row *row) {
    return (const char *)&spvti_texts + row->place;
}

/* Words that no identifier may be: keywords, reserved words, and names that the text uses. */
#define SPVTI_RESERVED(X) \
    X("abs abstract acos acosh active alias alignas alignof all any array arrayLength as asin " \
      "asinh asm asm_fragment async atan atan2 atanh atomic atomicAdd atomicAnd " \
      "atomicCompareExchangeWeak atomicExchange atomicLoad atomicMax atomicMin atomicOr " \
      "atomicStore atomicSub atomicXor attribute auto await") \
    X("become bgra8unorm bitcast bool break") \
    X("case cast catch ceil clamp class co_await co_return co_yield coherent column_major " \
      "common compile compile_fragment concept const const_assert const_cast consteval " \
      "constexpr constinit continue continuing cos cosh countLeadingZeros countOneBits " \
      "countTrailingZeros crate cross") \
    X("debugger decltype default degrees delete demote demote_to_helper determinant " \
      "diagnostic discard distance do dot dot4I8Packed dot4U8Packed dpdx dpdxCoarse dpdxFine " \
      "dpdy dpdyCoarse dpdyFine dynamic_cast") \
    X("else enable enum exp exp2 explicit export extends extern external extractBits") \
    X("f16 f32 faceForward fallthrough false filter final finally firstLeadingBit " \
      "firstTrailingBit floor fma fn for fract frexp friend from function fwidth fwidthCoarse " \
      "fwidthFine fxgroup") \
    X("get goto groupshared") \
    X("highp") \
    X("i32 if impl implements import inline insertBits instanceof interface inverseSqrt") \
    X("layout ldexp length let log log2 loop lowp") \
    X("macro macro_rules mat2x2 mat2x2f mat2x2h mat2x3 mat2x3f mat2x3h mat2x4 mat2x4f mat2x4h " \
      "mat3x2 mat3x2f mat3x2h mat3x3 mat3x3f mat3x3h mat3x4 mat3x4f mat3x4h mat4x2 mat4x2f " \
      "mat4x2h mat4x3 mat4x3f mat4x3h mat4x4 mat4x4f mat4x4h match max mediump meta min mix " \
      "mod modf module move mut mutable") \
    X("NULL namespace new nil noexcept noinline nointerpolation non_coherent noncoherent " \
      "noperspective normalize null nullptr") \
    X("of operator override") \
    X("pack2x16float pack2x16snorm pack2x16unorm pack4x8snorm pack4x8unorm package packoffset " \
      "partial pass patch pixelfragment pow precise precision premerge priv private protected " \
      "ptr pub public") \
    X("quantizeToF16") \
    X("r32float r32sint r32uint radians read read_write readonly ref reflect refract " \
      "regardless register reinterpret_cast require requires resource restrict return " \
      "reverseBits rg32float rg32sint rg32uint rgba16float rgba16sint rgba16uint rgba32float " \
      "rgba32sint rgba32uint rgba8sint rgba8snorm rgba8uint rgba8unorm round") \
    X("Self sampler sampler_comparison saturate select self set shared sign sin sinh sizeof " \
      "smooth smoothstep snorm sqrt static static_assert static_cast std step storage " \
      "storageBarrier struct subroutine super switch") \
    X("tan tanh target template textureBarrier textureDimensions textureGather " \
      "textureGatherCompare textureLoad textureNumLayers textureNumLevels textureNumSamples " \
      "textureSample textureSampleBaseClampToEdge textureSampleBias textureSampleCompare " \
      "textureSampleCompareLevel textureSampleGrad textureSampleLevel textureStore texture_1d " \
      "texture_2d texture_2d_array texture_3d texture_cube texture_cube_array " \
      "texture_depth_2d texture_depth_2d_array texture_depth_cube texture_depth_cube_array " \
      "texture_depth_multisampled_2d texture_external texture_multisampled_2d " \
      "texture_storage_1d texture_storage_2d texture_storage_2d_array texture_storage_3d this " \
      "thread_local throw trait transpose true trunc try type typedef typeid typename typeof") \
    X("u32 uniform union unless unorm unpack2x16float unpack2x16snorm unpack2x16unorm " \
      "unpack4x8snorm unpack4x8unorm unsafe unsized use using") \
    X("var varying vec2 vec2f vec2h vec2i vec2u vec3 vec3f vec3h vec3i vec3u vec4 vec4f vec4h " \
      "vec4i vec4u virtual volatile") \
    X("wgsl where while with workgroup workgroupBarrier workgroupUniformLoad write writeonly") \
    X("yield")

/* sorted from SPVTI_RESERVED by tools/dev/gen_texts.py: begin */
#define SPVTI_RESERVED_SORTED \
   "\001NULL\001Self\001abs\004tract\002cos\005h\003tive\002lias\004gnas\006of\003l\002ny\002rra" \
   "y\006Length\002s\003in\005h\003m\004\137fragment\003ync\002tan\0052\005h\003omic\007Add\010n" \
   "d\007CompareExchangeWeak\007Exchange\007Load\007Max\010in\007Or\007Store\010ub\007Xor\003tri" \
   "bute\002uto\002wait\001become\002gra8unorm\002itcast\002ool\002reak\001case\004t\003tch\002e" \
   "il\002lamp\004ss\002o\137await\004return\004yield\003herent\003lumn\137major\003mmon\004pile" \
   "\010\137fragment\003ncept\004st\006\137assert\007cast\006eval\007xpr\006init\004tinue\010ing" \
   "\003s\004h\003untLeadingZeros\006OneBits\006TrailingZeros\002rate\003oss\001debugger\003clty" \
   "pe\003fault\003grees\003lete\003mote\007\137to\137helper\003terminant\002iagnostic\003scard" \
   "\004tance\002o\003t\0044I8Packed\005U8Packed\002pdx\005Coarse\005Fine\004y\005Coarse\005Fine" \
   "\002ynamic\137cast\001else\002nable\003um\002xp\0042\004licit\004ort\003tends\005rn\007al" \
   "\004ractBits\001f16\00232\002aceForward\003llthrough\004se\002ilter\003nal\006ly\003rstLeadi" \
   "ngBit\006TrailingBit\002loor\002ma\002n\002or\002ract\003exp\003iend\003om\002unction\002wid" \
   "th\007Coarse\007Fine\002xgroup\001get\002oto\002roupshared\001highp\001i32\002f\002mpl\005em" \
   "ents\004ort\002nline\003sertBits\004tanceof\003terface\003verseSqrt\001layout\002dexp\002eng" \
   "th\003t\002og\0042\003op\003wp\001macro\006\137rules\003t2x2\007f\007h\0063\007f\007h\0064" \
   "\007f\007h\0043x2\007f\007h\0063\007f\007h\0064\007f\007h\0044x2\007f\007h\0063\007f\007h" \
   "\0064\007f\007h\004ch\003x\002ediump\003ta\002in\003x\002od\004f\004ule\003ve\002ut\004able" \
   "\001namespace\002ew\002il\002oexcept\003inline\005terpolation\003n\137coherent\004coherent" \
   "\003perspective\003rmalize\002ull\005ptr\001of\002perator\002verride\001pack2x16float\011sno" \
   "rm\011unorm\0054x8snorm\010unorm\005age\005offset\003rtial\003ss\003tch\002ixelfragment\002o" \
   "w\002recise\007ion\004merge\003iv\005ate\003otected\002tr\002ub\004lic\001quantizeToF16\001r" \
   "32float\004sint\004uint\002adians\002ead\005\137write\005only\003f\004lect\004ract\003gardle" \
   "ss\004ister\003interpret\137cast\003quire\010s\003source\004trict\003turn\003verseBits\002g3" \
   "2float\005sint\005uint\003ba16float\007sint\007uint\00532float\007sint\007uint\0058sint\007n" \
   "orm\006uint\007norm\002ound\001sampler\010\137comparison\003turate\002elect\004f\003t\002har" \
   "ed\002ign\003n\004h\003zeof\002mooth\007step\002norm\002qrt\002tatic\007\137assert\010cast" \
   "\003d\003ep\003orage\010Barrier\003ruct\002ubroutine\003per\002witch\001tan\004h\003rget\002" \
   "emplate\003xtureBarrier\010Dimensions\010Gather\016Compare\010Load\010NumLayers\014evels\013" \
   "Samples\010Sample\016BaseClampToEdge\017ias\016Compare\025Level\016Grad\016Level\011tore\010" \
   "\1371d\0112d\013\137array\0113d\011cube\015\137array\011depth\1372d\021\137array\017cube\023" \
   "\137array\017multisampled\1372d\011external\011multisampled\1372d\011storage\1371d\0212d\023" \
   "\137array\0213d\002his\003read\137local\004ow\002rait\004nspose\003ue\004nc\003y\002ype\005d" \
   "ef\005id\005name\005of\001u32\002niform\004on\003less\003orm\003pack2x16float\013snorm\013un" \
   "orm\0074x8snorm\012unorm\003safe\004ized\002se\003ing\001var\004ying\002ec2\005f\005h\005i" \
   "\005u\0043\005f\005h\005i\005u\0044\005f\005h\005i\005u\002irtual\002olatile\001wgsl\002here" \
   "\003ile\002ith\002orkgroup\012Barrier\012UniformLoad\002rite\006only\001yield"

#define SPVTI_RESERVED_PLACES \
    10, 178, 211, 390, 536, 586, 719, 738, 744, 806, 806, 806, 837, \
    951, 1042, 1061, 1184, 1198, 1401, 1540, 1863, 1944, 2000, 2057, 2057, 2063
/* sorted by tools/dev/gen_texts.py: end */

/* -------------------------------------------------------------------------------------------------
   // >>state  [3]  what a translation holds */

/* A piece of text, not terminated. It lies in the words, in a literal or in the lent memory. */
typedef struct spvti_span {
    const char *p;
    uint32_t n;
} spvti_span;

typedef enum {
    SPVTI_CODE,     /* the instructions of a block */
    SPVTI_COPY,     /* the phis of `target_block`, on the edge from `block` */
    SPVTI_IF,       /* arms: then, else */
    SPVTI_SWITCH,   /* arms: cases */
    SPVTI_LOOP,     /* arms: body, continuing (may be empty) */
    SPVTI_LABEL,    /* arm: what stands before the labelled block */
    SPVTI_EXIT,     /* leave `target`: go behind it, or (is_continue) to its next iteration */
    SPVTI_BREAK,
    SPVTI_CONTINUE,
    SPVTI_END,      /* the terminator of `block`: return, kill, unreachable */
    SPVTI_SET,      /* the flag of `target` becomes true */
    SPVTI_TEST      /* if the flag of `target` is set: arm */
} spvti_node_kind;

typedef struct spvti_list spvti_list;
typedef struct spvti_node spvti_node;

struct spvti_node {
    spvti_node_kind kind;
    unsigned char is_dead;      /* prints as nothing (dissolved labels: as what they hold) */
    unsigned char is_kept;      /* a label that is a switch */
    unsigned char is_continue;  /* of an exit, a set, a test */
    unsigned char is_inverted;  /* an if whose then arm is empty */
    unsigned char is_chained;   /* an if that begins with `else if` */
    unsigned char flag, flag_continue; /* some exit sets its flag */
    unsigned char has_break_if; /* a loop */
    unsigned char break_when;   /* the condition's value that leaves it */
    spvti_list *list;           /* that it lies in */
    spvti_node *next;
    spvti_list *arms, *last_arm;
    spvm_block_ref block, target_block;
    spvti_node *target;
    uint32_t order;             /* preorder number */
    uint32_t variables;         /* ids of variables that are declared before it, chained */
    spvti_span flag_name, flag_continue_name;
    uint16_t *next_case; /* of a switch: of each literal, the next that leads to the same arm */
};

struct spvti_list {
    spvti_node *first, *last;
    spvti_node *owner;          /* NULL: the function's */
    spvti_list *next;           /* the next arm of the owner */
    spvm_edge_ref edge;         /* of a case */
    uint32_t case_word, last_case; /* the first literal and the last that lead to it; 0: none */
    uint32_t depth;             /* of scopes */
    uint32_t braces;            /* at least so many are open around it */
};

typedef enum {
    SPVTI_UNSEEN,
    SPVTI_TEXT,      /* text is an expression, at each use */
    SPVTI_NAME       /* text is the name of what holds it */
} spvti_how;

enum { SPVTI_CONST = 1, SPVTI_WANTED = 2, SPVTI_HOISTED = 4, SPVTI_ALIAS = 8, SPVTI_SPLIT = 16,
       SPVTI_PENDING = 32, SPVTI_BIG = 64, SPVTI_MADE = 128, SPVTI_INSERTED = 256,
       SPVTI_UNDECLARED = 512, SPVTI_FROZEN = 1024 };

#define SPVTI_ANYTHING 0xFFFFFFFFu /* of reads: any memory */

/* What is known of an id while its function is translated. */
typedef struct spvti_value {
    spvti_span text;
    unsigned char how, prec;
    uint16_t flags;
    uint32_t reads;         /* memory that the text reads: the id of its variable; 0: none */
    uint32_t uses;
    spvti_list *home;       /* where it is defined */
    spvti_list *reach;      /* innermost list that holds its uses and assignments */
    spvti_list *used;       /* that holds its uses */
    spvti_node *first;      /* the first node that has to do with it */
    uint32_t next, previous; /* pending values */
    uint32_t next_variable;
    spvti_span phi;         /* a split phi: the variable */
} spvti_value;

typedef struct spvti_type {
    spvti_span text;        /* of the value form */
    spvti_span memory_name; /* of a struct: if its memory form is another one */
    uint32_t base;          /* row of the struct within arrays; SPVM_NONE */
    uint32_t align, size;   /* of a struct, in memory */
    uint32_t *order;        /* of a struct: its members by offset; NULL: as they are declared */
    unsigned char is_odd;   /* memory and value have different forms */
    unsigned char is_wanted, is_memory_wanted;
    unsigned char is_bad;   /* WGSL has no such type */
    unsigned char is_depth;
} spvti_type;

typedef struct spvti_name {
    spvti_span text;
    uint32_t stamp;         /* 0: unused; 1: of the module; else the function's */
    uint32_t tried;         /* suffixes */
} spvti_name;

/* A function that the text needs: a row of >>helpers and a type. */
typedef struct spvti_helper {
    uint32_t kind, type, context;
} spvti_helper;

/* A pointer, traced to its object. */
typedef struct spvti_place {
    spvm_id root;
    spvm_id type;           /* of what it points to */
    uint32_t context;       /* matrix layout (see >>types) */
    uint32_t storage;
    unsigned char is_memory;   /* has the memory form */
    unsigned char is_atomic;
    unsigned char is_row; /* a column of a row-major matrix: text[0][column], text[1][column] */
    unsigned char is_element;
    unsigned char is_component; /* of a vector */
    unsigned char is_pointer;  /* text is (*p) */
    unsigned char is_builtin;  /* `builtin` is that of a variable or member */
    uint32_t builtin;
    uint32_t reads;         /* memory that the text reads */
    unsigned char is_strided; /* of is_row: text[0].el[column] */
    unsigned char prec;
    spvti_span text;
    spvm_id column_id;
    uint32_t rows;
} spvti_place;

/* A place of bindings, and the entry points that have a variable there: in the module, in the
   text. */
typedef struct spvti_slot_row {
    uint32_t group, slot;
    uint64_t declared, bound;
    unsigned char is_used;
} spvti_slot_row;

/* An element of an array of textures, samplers or buffers that is used. */
typedef struct spvti_element {
    struct spvti_element *next; /* of a higher index */
    uint32_t index;
    spvti_span name, sampler;
} spvti_element;

typedef struct spvti_resource {
    spvm_id id;
    unsigned char is_used, is_written, is_read, is_depth, is_compared, is_sampled, is_local;
    unsigned char is_atomic, is_array;
    spvti_element *elements; /* if is_array */
    uint32_t element_count;
    uint64_t entries;       /* that use it: bits, see spvti_entry_bit */
    uint32_t same;          /* union of variables and parameters that are the same texture */
    spvti_span sampler;     /* of a combined one */
    uint32_t group, slot;
} spvti_resource;

#define SPVTI_MAX_HELPERS 512
#define SPVTI_MAX_DEPTH 127    /* nested braces, as in browsers */
#define SPVTI_MAX_LISTS 1000   /* nested lists of statements, of which an `else if` opens two */
#define SPVTI_MAX_TEXT 140     /* an expression that is longer gets a name */
#define SPVTI_MAX_CHAIN 64     /* access chains on access chains */
#define SPVTI_MAX_TYPE 4000    /* the text of an array type, or of a path into a value */
#define SPVTI_MAX_PENDING 1000 /* expressions that wait for their use */
#define SPVTI_MAX_ELEMENTS 256 /* of an array of textures or buffers, that are used */

/* Bits of entry points: a stage has its own. */
#define SPVTI_VERTEX_ENTRIES 0xFFFFFFFFu
#define SPVTI_FRAGMENT_ENTRIES 0xFFFF00000000u

/* What barriers are about: memory that other invocations may write or read, and what they can learn
   from each other about its order. */
enum { SPVTI_DOES_ACCESS = 1, SPVTI_DOES_ATOMIC = 2, SPVTI_DOES_WAIT = 4, SPVTI_DOES_SHIFT = 4 };

/* How an input of a fragment stage is interpolated: bits, and that there is one. */
enum {
    SPVTI_IS_INPUT = 1, SPVTI_IS_FLAT = 2, SPVTI_IS_LINEAR = 4, SPVTI_IS_CENTROID = 8,
    SPVTI_IS_SAMPLE = 16, SPVTI_IS_WAY = 30, SPVTI_IS_INVARIANT = 32,
    SPVTI_BETWEEN = 64 /* locations */
};

/* What is used most stands first, where code reaches it with the shortest instructions. */
typedef struct spvti_state {
    size_t lo, hi;          /* of the lent memory: text grows from `lo` up, tables from `hi` down */
    spvti_value *values;    /* by id */
    uint32_t reads;         /* of the expression being made */
    uint32_t indent;
    spvt_status status;
    uint32_t stamp;
    const spvm_function *f; /* the function at hand */
    spvm_module m;
    spvt_options options;
    spvt_result *r;
    char *base;             /* the lent memory */
    char *out;
    size_t out_size, out_room;
    uint32_t line_printed;

    spvti_type *types;      /* by row */
    unsigned char *member_atomic; /* by members[] row */
    spvti_resource *resources;    /* by id of variable or parameter: row in resource_of */
    uint32_t resource_count, element_count;
    uint32_t *resource_of; /* by id: row + 1 */
    spvti_name *names;
    uint32_t name_room, name_count;
    uint32_t helper_count;
    unsigned char *function_used; /* by functions[]; 2: it is printed */
    unsigned char *function_is_entry; /* by functions[] */
    spvm_id *spec_ids;             /* the overrides of SpecIds, or 0; NULL: none so far */
    uint64_t *function_entries;    /* by functions[]: bits of the entry points that reach it */
    unsigned char *function_kills; /* it, or what it calls, may end the invocation */
    unsigned char has_killed;      /* a function that is no entry point may end the invocation */
    unsigned char has_barriers;    /* a function that is used has some */
    unsigned char *function_does;  /* by functions[]: SPVTI_DOES_... of it and what it calls */
    unsigned char *around;         /* by instructions of the function at hand: what may be done
                                      before it, and, shifted, after it */
    unsigned char *block_live;     /* by blocks[]: reached by branches */

    /* the function at hand */
    const spvm_entry *entry;       /* it is the body of; NULL */
    spvti_list *body;
    spvti_node **label_of;         /* by blocks[]: node whose end leads to the block */
    spvti_node **loop_of;          /* by blocks[]: loop node of a header */
    spvti_node **code_of;          /* by blocks[] */
    uint32_t node_count;
    uint32_t phi_place;            /* of a phi's operand that was looked for last */
    uint32_t pending;              /* first pending value */
    uint32_t pending_last;
    uint32_t pending_count;
    unsigned char has_derivatives, has_f16, has_subgroups, has_clip, has_dual_source;
    spvti_span scratch;            /* the name of coordinates */
    struct spvti_field *inputs;
    struct spvti_field *outputs;
    spvti_span output_struct;
    int interface_is_output;
    unsigned char between[SPVTI_BETWEEN]; /* of the fragment inputs at these locations */
    unsigned char has_components;  /* some decoration is a Component or an Index */
    unsigned char has_second;      /* the entry point has a second colour */
    uint64_t packed[2];            /* locations of its inputs, outputs that several variables
                                      share */
    struct spvti_field *shared[SPVTI_BETWEEN]; /* those of the walk at hand: the first variable's */
    uint32_t stamp_next;
    uint32_t comment_line;
    int has_one_end;               /* the function ends in one place, with a return */
    const spvti_list *else_arm;    /* that was opened last, and nothing printed since */
    size_t else_begin, else_end;   /* where its line stands in the text */
    uint32_t helpers_printed;
    spvti_span *entry_names;       /* by entries[] */
    spvt_entry *entries;
    uint32_t entry_count;
    spvti_slot_row *slots;         /* a hash table */
    uint32_t slot_room;
    spvt_binding *bindings;
    uint32_t binding_count, binding_room;
    spvti_helper helpers[SPVTI_MAX_HELPERS];
} spvti_state;

/* -------------------------------------------------------------------------------------------------
   // >>memory  [4]  the caller's memory, errors
   One block, used from both ends: tables are taken from the back, texts grow at the front. What a
   function took is given back behind it. The first error stays; after it everything goes on, but
   makes no more text, until the next place that looks. */

static int spvti_failed(const spvti_state *s) {
    return s->status != SPVT_OK;
}

static void spvti_result_text(spvt_result *r, const char *text) {
    size_t n = 0;
    while (n < SPVT_ERROR_SIZE && r->error[n] != '\0') n++;
    for (; *text != '\0' && n + 1 < SPVT_ERROR_SIZE; text++) r->error[n++] = *text;
    r->error[n] = '\0';
}

static void spvti_error_text(spvti_state *s, const char *text) {
    spvti_result_text(s->r, text);
}

/* The decimal digits of a number, at the end of a buffer. */
static const char *spvti_decimal(uint32_t number, char *digits) {
    int i = 11;
    digits[i] = '\0';
    do digits[--i] = (char)('0' + number % 10);
    while ((number /= 10) != 0);
    return digits + i;
}

static void spvti_error_number(spvti_state *s, uint32_t number) {
    char digits[12];
    spvti_error_text(s, spvti_decimal(number, digits));
}

/* Why there is no text: X(name, status, text). The texts are packed behind it, and with them those
   of >>helpers. */
#define SPVTI_ERRORS(X) \
    X(MEMORY, MEMORY, "the memory is too small") \
    X(HELPERS, LIMIT, "too many types of memory or functions") \
    X(MATRIX_STRIDE, UNSUPPORTED, \
      "a matrix whose stride is less than WGSL's, or no multiple of it") \
    X(ARRAYS_OF_ARRAYS, UNSUPPORTED, "too many arrays of arrays") \
    X(ATOMIC_VECTOR, UNSUPPORTED, "atomics in vectors") \
    X(ARRAY_LENGTH, UNSUPPORTED, "the length of an array is not known") \
    X(ELEMENT_INDEX, UNSUPPORTED, "an array of textures or buffers without a constant index") \
    X(ELEMENTS, LIMIT, "too many elements of an array of textures") \
    X(TEXTURE_ATOMIC, UNSUPPORTED, "WGSL has no atomic operations on textures") \
    X(DERIVATIVE_STAGE, UNSUPPORTED, "derivatives in another stage than fragments") \
    X(NO_ENTRY, MODULE, "the module has no such entry point") \
    X(FLOW_SIZE, LIMIT, "the control flow is too large") \
    X(SWITCH_TYPE, UNSUPPORTED, "a switch over other than 32-bit integers") \
    X(FLOW_EXIT, LIMIT, "control flow that is left in a way that is not known") \
    X(DEPTH, LIMIT, "statements are nested too deep") \
    X(CONTINUE_EXIT, LIMIT, "a jump out of a continue construct") \
    X(PHI_PARENT, MODULE, "a phi without this predecessor") \
    X(CHOSEN, UNSUPPORTED, "a pointer or texture that is chosen while the shader runs") \
    X(NO_VALUE, MODULE, "an operand that is no value") \
    X(POINTER_VALUE, UNSUPPORTED, "a pointer that is used as a value") \
    X(NO_TEXT, UNSUPPORTED, "a value that has no text") \
    X(CONSTANT, UNSUPPORTED, "a constant that WGSL cannot say") \
    X(NO_MEMBER, MODULE, "a struct has no such member") \
    X(NO_PARTS, MODULE, "an index into what has no parts") \
    X(NO_ROOT, UNSUPPORTED, "a pointer that does not come from a variable") \
    X(VARIABLE, UNSUPPORTED, "a variable that WGSL cannot declare") \
    X(ATOMICS_LOADED, UNSUPPORTED, "atomics that are loaded as a whole") \
    X(ATOMICS_STORED, UNSUPPORTED, "atomics that are stored as a whole") \
    X(CULL_DISTANCE, UNSUPPORTED, "distances for culling") \
    X(BUILTINS_STORED, UNSUPPORTED, "a store of several built-in outputs at once") \
    X(POINT_SIZE, UNSUPPORTED, "WGSL's points have the size 1: no other is stored") \
    X(LENGTH_OF, MODULE, "the length of what is no runtime array") \
    X(ATOMIC_ORDER, UNSUPPORTED, "an atomic operation that orders other accesses") \
    X(ATOMIC_TYPE, UNSUPPORTED, \
      "an atomic operation on what is no 32-bit integer in a buffer or workgroup") \
    X(ATOMIC_MEMORY, UNSUPPORTED, "an atomic operation on memory that is not shared") \
    X(ATOMIC, UNSUPPORTED, "an atomic operation that WGSL does not have") \
    X(ATOMIC_RESULT, MODULE, "an atomic of another type") \
    X(TEXTURE_KIND, UNSUPPORTED, "WGSL has no such kind of texture") \
    X(TEXTURE_LAYERS, UNSUPPORTED, "WGSL has no arrays of such textures") \
    X(STORAGE_TEXTURE, UNSUPPORTED, "WGSL has no such storage texture") \
    X(STORAGE_FORMAT, UNSUPPORTED, "a storage texture of a format that WGSL does not have") \
    X(STORAGE_ACCESS, UNSUPPORTED, "a storage texture that is read and written has to be r32...") \
    X(MULTISAMPLED, UNSUPPORTED, "WGSL has no such multisampled texture") \
    X(DEPTH_TEXTURE, UNSUPPORTED, "WGSL has no such depth texture") \
    X(MINIMAL_LEVEL, UNSUPPORTED, "WGSL has no minimal level") \
    X(NO_HANDLE, UNSUPPORTED, "a texture or sampler that is no variable of its own") \
    X(OFFSET, UNSUPPORTED, "an offset that is not constant") \
    X(TEXTURE_COMPONENTS, UNSUPPORTED, "a texture with fewer components") \
    X(SAMPLED_KIND, UNSUPPORTED, "WGSL samples textures of floats only") \
    X(DEPTH_BIAS, UNSUPPORTED, "a depth texture that is sampled with a bias or derivatives") \
    X(COMPARISON_BIAS, UNSUPPORTED, "a comparison with a bias or derivatives") \
    X(COMPARISON_LEVEL, UNSUPPORTED, "a comparison at another level than 0") \
    X(DEPTH_LEVEL, UNSUPPORTED, "a depth texture at a level that is no constant whole number") \
    X(TEXTURE_1D, UNSUPPORTED, "WGSL samples 1D textures in one way only") \
    X(SAMPLER_USE, UNSUPPORTED, "a sampler that samples with and without comparison") \
    X(CUBE_OFFSET, UNSUPPORTED, "an offset in a cube") \
    X(OFFSETS, UNSUPPORTED, "offsets that are not constant") \
    X(GATHER_COMPONENT, UNSUPPORTED, "a component that is not constant") \
    X(LOAD_BIAS, UNSUPPORTED, "a load with a bias or derivatives") \
    X(STORAGE_LEVEL, UNSUPPORTED, "a storage texture has no levels") \
    X(NO_PART, MODULE, "an index into what has no such part") \
    X(NO_COMPONENT, MODULE, "a component that is not there") \
    X(ROW_POINTER, UNSUPPORTED, "a pointer to a part of a row-major matrix") \
    X(COMPONENT_POINTER, UNSUPPORTED, "a pointer to a component of a vector") \
    X(BARRIER_CONSTANT, UNSUPPORTED, "a barrier whose scope is not constant") \
    X(BARRIER_SCOPE, UNSUPPORTED, "a barrier of another scope than workgroups") \
    X(BARRIER_MEMORY, UNSUPPORTED, \
      "a barrier of a wider scope than workgroups, and atomics that tell") \
    X(BARRIER_SOME, UNSUPPORTED, "a memory barrier that not all invocations come to") \
    X(SUBGROUP_VERTEX, UNSUPPORTED, "WGSL has no subgroups in vertex stages") \
    X(SUBGROUP_FEATURE, UNSUPPORTED, "subgroups without the feature") \
    X(SUBGROUP_SCOPE, UNSUPPORTED, "an operation of another scope than subgroups") \
    X(SUBGROUP_SCAN, UNSUPPORTED, "WGSL has no such scan, and no clusters") \
    X(QUAD_CONSTANT, UNSUPPORTED, "a direction or place in a quad that is not constant") \
    X(RESULT, MODULE, "a result of another type") \
    X(GLSL, UNSUPPORTED, "a function of GLSL.std.450 that WGSL does not have") \
    X(NAN_TYPE, UNSUPPORTED, "of f32 only") \
    X(INSTRUCTION, UNSUPPORTED, "WGSL has no such instruction") \
    X(SET, UNSUPPORTED, "an instruction of a set that is not known") \
    X(CLIP_FEATURE, UNSUPPORTED, "distances for clipping without the feature") \
    X(CLIP_COUNT, UNSUPPORTED, "more than 8 distances for clipping") \
    X(COMPONENTS, UNSUPPORTED, "components that a location does not have") \
    X(INDEX_PLACE, UNSUPPORTED, "a second colour elsewhere than at location 0") \
    X(INDEX_FEATURE, UNSUPPORTED, "a second colour for blending without the feature") \
    X(COMPONENT_LOCATION, UNSUPPORTED, "components of a location of too large a number") \
    X(LOCATION, UNSUPPORTED, "a location of too large a number") \
    X(SAMPLE_MASK, UNSUPPORTED, "a mask of more than 32 samples") \
    X(BUILTIN_INPUT, UNSUPPORTED, "a built-in input that WGSL does not have") \
    X(BUILTIN_OUTPUT, UNSUPPORTED, "a built-in output that WGSL does not have") \
    X(NO_LOCATION, UNSUPPORTED, "an input or output without location") \
    X(INTERFACE_TYPE, UNSUPPORTED, "an input or output of a type that WGSL does not allow") \
    X(INTERFACE_PARTS, LIMIT, "an input or output with too many parts") \
    X(SHARED_LOCATION, UNSUPPORTED, "a location with components of different kinds") \
    X(INDEX_OTHERS, UNSUPPORTED, "a second colour beside colours at other locations") \
    X(INDEX_ALONE, UNSUPPORTED, "a second colour without the first") \
    X(SPEC_LENGTH, UNSUPPORTED, "an array whose length may be specialised, outside of workgroups") \
    X(TERMINATOR, UNSUPPORTED, "WGSL has no such end of a block") \
    X(TEXTURE_VARIABLE, UNSUPPORTED, "a variable that holds textures") \
    X(POINTER_MEMORY, UNSUPPORTED, "a pointer to memory that WGSL does not have") \
    X(TEXTURES_PARAMETER, UNSUPPORTED, "an array of textures as parameter") \
    X(NO_WORKGROUP_SIZE, MODULE, "a compute shader without workgroup size") \
    X(WORKGROUP_SIZE, UNSUPPORTED, "a workgroup of no, or too large, size") \
    X(ORIGIN, UNSUPPORTED, "WGSL's pixels have their origin above, left") \
    X(NO_BODY, MODULE, "a function without body") \
    X(STAGE, UNSUPPORTED, "WGSL has no such stage") \
    X(ATOMICS_COPIED, UNSUPPORTED, "atomics or runtime arrays that are copied as a whole") \
    X(COPIED, UNSUPPORTED, "memory that is copied as a whole") \
    X(ARRAY_STRIDE, UNSUPPORTED, "an array whose stride is too small for WGSL") \
    X(COPY_TYPES, UNSUPPORTED, "a copy between types that are too different") \
    X(NO_TYPE, MODULE, "a type that is not there") \
    X(MEMBER_OFFSET, UNSUPPORTED, "a member at an offset that WGSL does not allow") \
    X(BINDING, UNSUPPORTED, "a binding of too large a number") \
    X(BINDING_TWICE, UNSUPPORTED, "two bindings at the same place: choose other options") \
    X(VERTEX_WRITES, UNSUPPORTED, "a vertex stage that uses what is written") \
    X(BUFFER, UNSUPPORTED, "a buffer that is no struct") \
    X(NO_TEXTURE, UNSUPPORTED, "what is no texture") \
    X(INITIAL_VALUE, UNSUPPORTED, "a variable of the module whose initial value is not constant") \
    X(STORAGE_CLASS, UNSUPPORTED, "memory that WGSL does not have") \
    X(SPEC_PART, UNSUPPORTED, "a part of what is no composite of specialisation constants") \
    X(SPEC_OPERATION, UNSUPPORTED, "an operation of specialisation constants that is not known") \
    X(SPEC_ID, UNSUPPORTED, "a SpecId above 65535") \
    X(SPEC_TWICE, UNSUPPORTED, "two specialisation constants of one SpecId that differ") \
    X(SPEC_TYPE, UNSUPPORTED, "a specialisation constant of a type that WGSL does not allow") \
    X(KERNEL, UNSUPPORTED, "kernels have no structured control flow") \
    X(F16, UNSUPPORTED, "16-bit floats without the feature f16") \
    X(TYPE, UNSUPPORTED, "WGSL has no such type") \
    X(FLOAT_TYPE, UNSUPPORTED, "WGSL has no floats of other than 32 or 16 bits") \
    X(INT_TYPE, UNSUPPORTED, "WGSL has no integers of other than 32 bits")

/* packed from SPVTI_ERRORS, SPVTI_PATTERNS by tools/dev/gen_texts.py: begin */
#define SPVTI_ERRORS_PACKED \
   "\336\026\251\254i\202\343sm\257l\000\343m\245\254ty\373\017\026\251\254\272fun\332\260ns\000" \
   "\204m\222rix \305\325\206\220rid\206i\202\214s\202\367\241\047s\212\272\207 multipl\206\226" \
   "\313\000\343m\245\254\376y\017\376ys\000\322\202\374\266\332\251s\000\336\214ng\203 \226\235" \
   "\376\254i\263k\207wn\000\235\376\254\226\351\202\272bu\256\252\202\377\204\350\201\234\023x" \
   "\000\343m\245\254e\214\357\004\017\235\376\254\226\351s\000\327\322 \003\252\222\260n\202o" \
   "\205\351s\000d\252iv\222i\266\202\374a\207\355\220\024\206\367fr\024\357\004s\000\336modul" \
   "\206\273\347e\004r\254\021\234t\000\336\271tr\341 f\265w i\202\343l\227ge\000\204s\300t\342o" \
   "v\261o\355\36732\055bi\201\034g\252s\000\271tr\341 f\265w \304\202\214f\201\374\204wa\254" \
   "\033k\207wn\000\220\222e\357\004\202\227\206ne\220e\242\343\023ep\000\204ju\255 \363\226\204" \
   "\271t\234u\206\271\220\037\332\000\204phi \377\203i\202p\221\023cess\251\000\204\021\034\211" \
   "\272\262\270\206\304\202cho\267\205\305il\206\336s\230d\261\037ns\000\235\003\252\245\242" \
   "\304\250\027\000\204\021\034\211\304\202u\267\242a\202\204\027\000\204\356\206\225\273\262t" \
   "\000\204\350\201\365c\245\207\201\372y\000\204\220\037c\201\273\347\026b\252\000\235\234\023" \
   "x \234t\274\305\213\273p\227ts\000\204\021\034\211\225\362\216m\206fr\312 \204v\227iab\214" \
   "\000\204v\227iabl\206\365c\245\207\201\023cla\221\000\322\202\225\227\206\265a\023\242a\202" \
   "\204\305o\214\000\322\202\225\227\206\220o\221\242a\202\204\305o\214\000di\323ce\202f\272cul" \
   "l\234g\000\204\220\251\206\226\267v\252\257 built\055\374\237tput\202\213\340ce\000\241\047" \
   "\202\021\234t\202\230v\206\336siz\2061\072 \207 o\355i\202\220o\221d\000\336\214ng\203 \226" \
   "\305\213i\250\037\004im\206\376y\000\235\322 \003\252\331\225\251d\252\202o\355acces\267s" \
   "\000\235\322 \003\252\331o\205\305\213i\25032\055bi\201\034g\261\374\366u\256\261\272w\251k" \
   "\022\000\235\322 \003\252\331o\205\026\251\254\033s\230\221d\000\235\322 \003\252\331\010" \
   "\230\266\000\235\322 \226a\207\355ty\373\000\031k\234\242\226\351\000\327\376y\017\347\351s" \
   "\000\031\220\251\024\206\351\000\204\220\251\024\206\262\270\206\226\204f\251m\213\010\230" \
   "\266\000\204\220\251\024\206\262\270\206\304\202\221a\242\245\242wr\313\232\205\230\202t\274" \
   "b\206r32\056\056\056\000\031multi\372\255\214\242\351\000\031\023p\203 \351\000\327m\234im" \
   "\257 \214\266l\000\204\262\270\206\272\372\255\214\211\304\250v\227iabl\206\226\313\202own" \
   "\000\235\223f\267\201\033\030\000\204\262\270\206\307 few\261\324\340e\004s\000\247\372\255" \
   "\214\202\351\017f\265\222\202\340ly\000\204\023p\203 \262\270\206\304\202\372\255\214\242" \
   "\307 \366ia\202\272d\252iv\222i\266s\000\204\324\227iso\205\307 \366ia\202\272d\252iv\222i" \
   "\266s\000\204\324\227iso\205\213a\207\355\214\266l \3670\000\204\023p\203 \262\270\206\213" \
   "\204\214\266l \304\250\350\201\305\341\206numb\252\000\247\372\255\214\2021D \351\202\374" \
   "\340\206wa\254\340ly\000\204\372\255\214\211\225\372\255\214\202\307 \245\242\377\324\227is" \
   "\340\000\235\223f\267\201\374\204cube\000\223f\267t\202\225\227\206\207\201\030\000\204\324" \
   "\340en\201\033\030\000\204\265a\242\307 \366ia\202\272d\252iv\222i\266s\000\204\220\251\024" \
   "\206\262\270\206\273\214\266ls\000\235\234\023x \234t\274\305\213\273\347p\227t\000\204\324" \
   "\340en\201\033\203e\221\000\204\021\034\211t\274\204p\227\201\226\204row\055maj\272m\222rix" \
   "\000\204\021\034\211t\274\204\324\340en\201\226\204\266\332\251\000\366\330i\261\305\325\206" \
   "s\216p\206i\263\030\000\366\330i\261\226a\207\355s\216p\206\367w\251k\022s\000\366\330i\261" \
   "\226\204\300d\261s\216p\206\367w\251k\022s\212\245\242\322\202\225\232ll\000\204\026\251\254" \
   "b\330i\261\225\207\201\257l \234voc\222\260n\202\216m\206\337\000\327\301b\022\202\374v\252" \
   "\262 \220\024es\000\301b\022\202\377\336fe\222u\221\000\235\003\252\331\226a\207\355s\216p" \
   "\206\367\301b\022s\000\031sc\245\212\245\242\207 clu\220\252s\000\204di\221\332\303\272plac" \
   "\206\374\204qua\242\033\030\000\204\221\301l\201\226a\207\355ty\373\000\204fun\332\303\226GL" \
   "\236\056\220d\056450 \010\230\266\000\226f32 \340ly\000\031\234\220\037\332\260n\000\235\234" \
   "\220\037\332\303\226\204\267\201\033k\207wn\000di\323ce\202f\272clipp\234g \377\336fe\222u" \
   "\221\000m\251\206\3678 di\323ce\202f\272clipp\234g\000\324\340e\004\202\225\204\265c\331\362" \
   "\230\266\000\204\267\271\242\216l\237\211el\267\305\252\206\367\213\265c\3310\000\204\267" \
   "\271\242\216l\237\211f\272b\214nd\234g \377\336fe\222u\221\000\324\340e\004\017\204\265c\331" \
   "\226\343l\227g\206\204numb\252\000\204\265c\331\226\343l\227g\206\204numb\252\000\204mask " \
   "\226m\251\206\36732 \372\255\214s\000\366uilt\055\374\234pu\201\010\230\266\000\366uilt\055" \
   "\374\237tpu\201\010\230\266\000\235\234pu\201\272\237tpu\201\377\265c\222\260n\000\235\234pu" \
   "\201\272\237tpu\201\226\204typ\206\010\257\265w\000\235\234pu\201\272\237tpu\201\307 \343m" \
   "\245\254p\227ts\000\204\265c\331\307 \324\340e\004\017di\256e\221n\201k\234ds\000\204\267" \
   "\271\242\216l\237\211besid\206\216l\237r\202\213o\355\265c\222\260ns\000\204\267\271\242\216" \
   "l\237\211\377\336fir\220\000\235\376\254\305\325\206\214ng\203 ma\254b\206s\373ci\257i\267d" \
   "\212\237tsid\206\226w\251k\022s\000\031en\242\226\366\265ck\000\204v\227iabl\206\225h\341d" \
   "\202\351s\000\204\021\034\211t\274\026\251\254\010\230\266\000\235\376\254\226\351\202a\202p" \
   "\227a\357\232r\000\204\324ut\206s\230d\261\377w\251k\022 size\000\204w\251k\022 \226\207\212" \
   "\272\343l\227ge\212size\000\241\047\202pixel\202\230v\206\203ei\211\251ig\374abo\266\212\214" \
   "ft\000\204fun\332\303\377body\000\031\220\024e\000\322\202\272\037\004im\206\376y\202\225" \
   "\227\206\216pie\242a\202\204\305o\214\000\026\251\254\304\202\216pie\242a\202\204\305o\214" \
   "\000\235\376\254\305\325\206\220rid\206i\202\343sm\257l f\272\241\000\204\216p\254betwee\205" \
   "ty\373\202\225\227\206\343di\256e\221\004\000\204typ\206\033\203e\221\000\204\026b\261\213" \
   "\235\223f\267\201\010\257\265w\000\366\234d\234g \226\343l\227g\206\204numb\252\000tw\274b" \
   "\234d\234g\202\213\336\372m\206place\072 cho\325\206o\355\003t\260ns\000\204v\252\262 \220" \
   "\024\206\225u\267\202\305\213i\202wr\313\232n\000\366u\256\261\304\250\220\037\332\000\305" \
   "\213i\250\351\000\204v\227iabl\206\226\336modul\206\305\325\206\234\313i\257 \356\206i\263" \
   "\030\000\026\251\254\010\230\266\000\204p\227\201\226\305\213i\250\324\325\313\206\226s\373c" \
   "i\257is\331\030s\000\235\003\252\331\226s\373ci\257is\331\030\202\033k\207wn\000\204S\373cI" \
   "\242abov\20665535\000tw\274s\373ci\257is\331\030\017\340\206S\373cI\242\225di\256\252\000" \
   "\204s\373ci\257is\331\350\201\226\204typ\206\010\257\265w\000k\252nel\202\230v\206\207 \220" \
   "\037c\334\242\271tr\341 f\265w\00016\055bi\201f\265\222\202\377\336fe\222ur\206f16\000\031ty" \
   "\373\000\327f\265\222\017o\355\36732 \27216 \005s\000\327\034g\252\017o\355\36732 \005s\000"

#define SPVTI_PATTERNS_PACKED \
   "\360a\302I\212b\302I\344I\333\277\211\246\204\045 b\073\002\205\267\214\332\050r\212\211\053" \
   " b\212\050\211\041\075\217I\050\051\253\046 \050\050\211\136 b\253\074\217I\050\051\051\011" \
   "\000\360a\014\212b\014\025\002\205\204\055 b\007f\265\251\050\204\057 b\011\000\360x\014\344" \
   "B\333\002\205\050\005ca\035W\076\050x\253\046\217\3100x7\256\256\256f\036\253\275\3100x7f800" \
   "000u\011\000\360x\014\344B\333\002\205\050\005ca\035W\076\050x\253\046\217\3100x7\256\256" \
   "\256f\036\253\075\075\217\3100x7f800000u\011\000\360a\302M\212b\302M\025\277\301m\375\204" \
   "\053 b\073\002\311T\050\301m\212\267\214\332\050\044M\050\051\212\044M\0501\051\212\301m " \
   "\074 a\051\011\000\360a\302M\212b\302M\025\002\311T\050\204\055 b\212\267\214\332\050\044M" \
   "\050\051\212\044M\0501\051\212\204\074 b\051\011\000\360a\302M\212b\302M\025\012\000\360\372" \
   "\302M\212sb\302M\025\277\204\246\005ca\035W\076\050\372\001b\375\005ca\035W\076\050sb\353" \
   "\000\210\264a0\375\204\046\217\3100x\256\256u\001a1\375\204\076\275\31016u\001b0\375b \046" \
   "\217\3100x\256\256u\001b1\375b \076\275\31016u\001\265w\375a0\007b0\073\277x\375a1\007b0 " \
   "\053 \050\265w \076\275\31016\036\001\254\246a0\007b1 \053 \050x \046\217\3100x\256\256\036" \
   "\244\224va\211hig\314\246a1\007b1 \053 \050x \076\275\31016\036\253\053 \050\254\076\275\310" \
   "16\036\353\000\210hig\314\055\246\267\214\332\050\044\310\051\212b\212\050\204\076\275\31031" \
   "\036\253\041\075\217\310\051\244\224hig\314\055\246\267\214\332\050\044\310\051\212a\212\050" \
   "b \076\275\31031\036\253\041\075\217\310\051\353\000\210\335\311T\050\005ca\035M\076\050\204" \
   "\315b\051\212\005ca\035M\076\050high\051\011\000\360p\072 ptr\074w\251k\022\212\322\006T\076" \
   "\076\000\360p\072 ptr\074\220\251\024e\212\322\006T\076\212\221ad\137wri\232\076\000\212\324" \
   "a\221\014\212\027\014\025\224\265\003\333\016\264\211\246\322Co\255a\221Exc\230ngeWeak\050p" \
   "\212\324a\221\212\027\244\016if r\056exc\230nge\242\174\174 r\056\341d\137\356\206\041\246" \
   "\324\227\206\173 \335\205r\056\341d\137\027\073 \175\224\175\002\205\324a\221\073\012\371" \
   "\000\212\027\014\025\224va\211\341\242\246\322Load\050p\244\224\265\003\333\016\264new\137" \
   "\356\206\246\005ca\035T\076\050\000\050\005ca\035O\076\050\341d\051\212\005ca\035O\076\050" \
   "\027\051\051\244\016\264\211\246\322Co\255a\221Exc\230ngeWeak\050p\212\341d\212new\137\027" \
   "\244\016if r\056exc\230nge\242\173 \335\205\341d\073 \175\016\341\242\246r\056\341d\137\027" \
   "\073\224\175\002\205\341d\073\012\371\000\360m\014\025\277\242\246\354\276\007\364\243\254" \
   "\055 \364\276\007\354\243y\073\002\311T\050\364\243\254\057 d\212\055\354\243\254\057 d\212" \
   "\055\364\276 \057 d\212\354\276 \057 d\011\000\360m\014\025\277\204\246cr\032\050\364\135" \
   "\212\2312\135\001b\375cr\032\050\2312\135\212\354\135\001c\375cr\032\050\354\135\212\364\135" \
   "\001\242\246\306t\050\354\135\212a\244\002\205tr\245s\021\267\050\044T\050\204\057 d\212b " \
   "\057 d\212c \057 d\051\011\000\360m\014\025\277\202\246cr\032\050\354\321\212\364\321\001" \
   "\201\246cr\032\050\2312\321\212\2313\321\001u\375\354\321\007\364\243w \055 \364\321\007\354" \
   "\243w\073\277v\375\2312\321\007\2313\243w \055 \2313\321\007\2312\243w\073\277\242\2461\0560" \
   " \057 \050\306t\050s\212v\253\053 \306t\050t\212\036\244\002\205tr\245s\021\267\050\044T\050" \
   "\016\266c4\050cr\032\050\364\321\212v\253\053 \201\315\364\243w\212\055\306t\050\364\321\212" \
   "t\051\051\054\016\266c4\050cr\032\050v\212\354\321\326 \201\315\354\243w\212\306t\050\354" \
   "\321\212t\051\051\054\016\266c4\050cr\032\050\2313\321\212u\253\053 \202\315\2313\243w\212" \
   "\055\306t\050\2313\321\212s\051\051\054\016\266c4\050cr\032\050u\212\2312\321\326 \202\315" \
   "\2312\243w\212\306t\050\2312\321\212s\051\051\253\315d\011\000"

#define SPVTI_ERRORS_PAIRS \
   "  t s tha n e no\200\200r \054 a\201le\202\207co \044streatof\012\210\203\213\223 arham\133t" \
   "etuina\205SLouWG\240\236d \135\056\051\073an\075 \241 \215 orer\051 y mpffalioe\211\232x\215" \
   "\201\214\201lovese\233r\216no\211\230\250o \076\217\243x\224\264wisu\072\217\260\205\225iwhd" \
   "o\300\203W\050\205\044omith \052 \312i\316c\276y\320z\222\317\220\245\216\255os\253\055\247" \
   "\273\227r\222\303ct \173\233\221\221\270\203\206toonolc\314\337\274\326\275\311N\345\050\301" \
   "\342\271\323\262\334\257u\244\012\2310\203\261v\352mef\346\306e\361\263\237\201\2311\225\247" \
   "\204b\203\235\175\012\370\012sapei\205 \246\330a\307\363\000\000\244\277\224\335opntb\313" \
   "\074\044 \315\365\362\353\371\000\000\344T\302T\237p\224\210\202\226r\015pog\020deag\013\333" \
   "\357m\356e\350t\327\347\325s\304\263\234\232\220\006u\051ru"
/* packed by tools/dev/gen_texts.py: end */

#define SPVTI_ERROR(name, status, text) SPVTI_E_##name,
typedef enum { SPVTI_ERRORS(SPVTI_ERROR) SPVTI_E_COUNT } spvti_error;
#undef SPVTI_ERROR

/* Records the first error. at: the instruction; NULL: none. */
static void spvti_fail(spvti_state *s, spvti_error error, const spvm_inst *at, spvm_id id) {
#define SPVTI_ERROR(name, status, text) SPVT_##status,
    static const unsigned char statuses[] = {SPVTI_ERRORS(SPVTI_ERROR)};
#undef SPVTI_ERROR
    char buffer[SPVM_NAME_SIZE];
    const char *name;
    if (spvti_failed(s)) return;
    s->status = s->r->status = (spvt_status)statuses[error];
    s->r->error_id = id;
    spvm_unpack(SPVTI_ERRORS_PACKED, SPVTI_ERRORS_PAIRS, error, buffer);
    spvti_error_text(s, buffer);
    if (id != 0) {
        spvti_error_text(s, " (id ");
        spvti_error_number(s, id);
        spvti_error_text(s, ")");
    }
    if (at == NULL) return;
    s->r->error_word = at->word;
    s->r->error_opcode = at->opcode;
    name = spvm_opcode_name(at->opcode, buffer);
    spvti_error_text(s, ": Op");
    spvti_error_text(s, name == NULL ? "?" : name);
    spvti_error_text(s, " at word ");
    spvti_error_number(s, at->word);
    if (at->line == SPVM_NONE || at->line >= s->m.line_count) return;
    spvti_error_text(s, ", line ");
    spvti_error_number(s, s->m.lines[at->line].line);
}

/* An instruction that is at fault; NULL: none. */
static void spvti_no(spvti_state *s, const spvm_inst *at, spvti_error error) {
    spvti_fail(s, error, at, at == NULL ? 0 : at->result);
}

/* An id that is at fault, and the instruction that defines it; 0: none. */
static void spvti_no_id(spvti_state *s, spvm_id id, spvti_error error) {
    spvti_fail(s, error, id == 0 ? NULL : spvm_def(&s->m, id), id);
}

static void spvti_no_memory(spvti_state *s) {
    spvti_no_id(s, 0, SPVTI_E_MEMORY);
}

/* Zeroed bytes from the back; NULL after an error. */
static void *spvti_take(spvti_state *s, size_t count, size_t size) {
    size_t take, i;
    char *p;
    if (spvti_failed(s)) return NULL;
    if (count > (s->hi - s->lo) / size) {
        spvti_no_memory(s);
        return NULL;
    }
    take = (count * size + 15) & ~(size_t)15;
    if (take > s->hi - s->lo) {
        spvti_no_memory(s);
        return NULL;
    }
    s->hi -= take;
    p = s->base + s->hi;
    for (i = 0; i < take; i++) p[i] = 0;
    return p;
}

/* -------------------------------------------------------------------------------------------------
   // >>write  [5]  text and numbers
   Expressions are made at the front of the memory, one at a time: spvti_begin, what is appended,
   spvti_end. What is finished is printed to the caller's text.

   spvti_put appends a text in which a dollar and a letter stand for its further arguments:
     $s const char *   $n const spvti_span *   $c int, a character   $u uint32_t, in decimal
     $t const spvm_type *, its value form
     $y const spvm_type *, uint32_t context: its memory form, or (SPVTI_VALUE_FORM) its value form
     $l const spvm_type *, an array's length   $h const spvti_helper *, its name
     $a spvm_id, int: a value as an argument of a signedness
     $k int, uint32_t: so many scalars of a kind   $m const spvm_type *, uint32_t: a member's name
     $v spvm_id, a value as an argument       $i nothing: the indentation       $$ a dollar
   spvti_print prints such a text, spvti_say begins a statement with it. */

static void spvti_put(spvti_state *s, const char *format, ...);
static void spvti_print(spvti_state *s, const char *format, ...);
static void spvti_say(spvti_state *s, const char *format, ...);

static void spvti_byte(spvti_state *s, char c) {
    if (s->lo >= s->hi) spvti_no_memory(s);
    else s->base[s->lo++] = c;
}

static spvti_span spvti_literal(const char *text) {
    spvti_span span;
    span.p = text;
    span.n = 0;
    while (text[span.n] != '\0') span.n++;
    return span;
}

static void spvti_copy_bytes(char *to, const char *from, size_t n) {
    size_t i;
    for (i = 0; i < n; i++) to[i] = from[i];
}

static void spvti_add_span(spvti_state *s, spvti_span span) {
    if (span.n > s->hi - s->lo) {
        spvti_no_memory(s);
        return;
    }
    spvti_copy_bytes(s->base + s->lo, span.p, span.n);
    s->lo += span.n;
}

static void spvti_add(spvti_state *s, const char *text) {
    spvti_add_span(s, spvti_literal(text));
}

/* What stands before part i of a list. */
static void spvti_comma(spvti_state *s, uint32_t i) {
    if (i > 0) spvti_add(s, ", ");
}

static void spvti_add_number(spvti_state *s, uint32_t number) {
    char digits[12];
    spvti_add(s, spvti_decimal(number, digits));
}

static size_t spvti_begin(spvti_state *s) {
    s->reads = 0;
    return s->lo;
}

static spvti_span spvti_end(const spvti_state *s, size_t mark) {
    spvti_span span;
    span.p = s->base + mark;
    span.n = (uint32_t)(s->lo - mark);
    return span;
}

static int spvti_same(spvti_span a, spvti_span b) {
    uint32_t i;
    if (a.n != b.n) return 0;
    for (i = 0; i < a.n; i++)
        if (a.p[i] != b.p[i]) return 0;
    return 1;
}

static void spvti_out_span(spvti_state *s, spvti_span span) {
    size_t room = s->out_room - s->out_size;
    if (s->out_size < s->out_room)
        spvti_copy_bytes(s->out + s->out_size, span.p, span.n < room ? span.n : room);
    s->out_size += span.n;
}

/* What stands behind the mark goes to the text. */
static void spvti_out_made(spvti_state *s, size_t mark) {
    spvti_out_span(s, spvti_end(s, mark));
}

static void spvti_out(spvti_state *s, const char *text) {
    spvti_out_span(s, spvti_literal(text));
}

static void spvti_out_indentation(spvti_state *s) {
    uint32_t i;
    for (i = 0; i < s->indent; i++) spvti_out(s, "    ");
}

/* A line of its own. */
static void spvti_line(spvti_state *s, const char *text) {
    spvti_print(s, "$i$s\n", text);
}

/* Lines that begin and end a block of statements. */
static void spvti_open(spvti_state *s, const char *text) {
    spvti_line(s, text);
    s->indent++;
}

static void spvti_close(spvti_state *s) {
    s->indent--;
    spvti_line(s, "}");
}

/* Natural numbers of 160 bits, enough for what a float's digits take. Most take two words alone;
   those of one float have as many words. */
#define SPVTI_BIG_WORDS 5
typedef struct spvti_big {
    uint32_t w[SPVTI_BIG_WORDS];
    int n;
} spvti_big;

static void spvti_big_multiply(spvti_big *a, uint32_t by) {
    uint64_t carry = 0;
    int i;
    for (i = 0; i < a->n; i++) {
        carry += (uint64_t)a->w[i] * by;
        a->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void spvti_big_shift(spvti_big *a, uint32_t by) {
    for (; by >= 16; by -= 16) spvti_big_multiply(a, 65536u);
    spvti_big_multiply(a, 1u << by);
}

static int spvti_big_compare(const spvti_big *a, const spvti_big *b) {
    int i;
    for (i = a->n; i-- > 0;)
        if (a->w[i] != b->w[i]) return a->w[i] < b->w[i] ? -1 : 1;
    return 0;
}

static void spvti_big_add(spvti_big *a, const spvti_big *b) {
    uint64_t carry = 0;
    int i;
    for (i = 0; i < a->n; i++) {
        carry += (uint64_t)a->w[i] + b->w[i];
        a->w[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void spvti_big_subtract(spvti_big *a, const spvti_big *b) {
    uint64_t borrow = 0;
    int i;
    for (i = 0; i < a->n; i++) {
        uint64_t d = (uint64_t)a->w[i] - b->w[i] - borrow;
        a->w[i] = (uint32_t)d;
        borrow = d >> 63;
    }
}

/* The fewest decimal digits that round to a positive float (Steele and White's method). Returns
   their number; *exponent: the value is 0.d1d2d3... * 10^exponent. */
static int spvti_digits(uint32_t bits, char *digits, int *exponent) {
    spvti_big r = {{0}, 0}, t = r, low = r, high = r, sum;
    uint32_t fraction = bits & 0x7FFFFFu, e = bits >> 23 & 255u;
    int count = 0, k = 0, digit, is_low, is_high, is_even = (fraction & 1u) == 0;
    int edge = fraction == 0 && e > 1;
    int power = (int)(e == 0 ? 1 : e) - 150;
    r.n = t.n = low.n = high.n = power >= -58 && power <= 30 ? 2 : SPVTI_BIG_WORDS;
    r.w[0] = (e == 0 ? fraction : fraction | 0x800000u);
    t.w[0] = low.w[0] = high.w[0] = 1;
    spvti_big_shift(&r, edge ? 2 : 1);
    spvti_big_shift(&t, edge ? 2 : 1);
    if (edge) spvti_big_shift(&high, 1);
    if (power >= 0) {
        spvti_big_shift(&r, (uint32_t)power);
        spvti_big_shift(&low, (uint32_t)power);
        spvti_big_shift(&high, (uint32_t)power);
    } else {
        spvti_big_shift(&t, (uint32_t)-power);
    }
    for (;;) { /* until r + high < t (or = t, where the bound belongs to the interval) */
        sum = r;
        spvti_big_add(&sum, &high);
        if (spvti_big_compare(&sum, &t) < (is_even ? 0 : 1)) break;
        spvti_big_multiply(&t, 10);
        k++;
    }
    for (;;) {
        sum = r;
        spvti_big_add(&sum, &high);
        spvti_big_multiply(&sum, 10);
        if (spvti_big_compare(&sum, &t) >= (is_even ? 0 : 1)) break;
        spvti_big_multiply(&r, 10);
        spvti_big_multiply(&low, 10);
        spvti_big_multiply(&high, 10);
        k--;
    }
    *exponent = k;
    for (;;) {
        spvti_big_multiply(&r, 10);
        spvti_big_multiply(&low, 10);
        spvti_big_multiply(&high, 10);
        for (digit = 0; spvti_big_compare(&r, &t) >= 0; digit++) spvti_big_subtract(&r, &t);
        is_low = spvti_big_compare(&r, &low) < (is_even ? 1 : 0);
        sum = r;
        spvti_big_add(&sum, &high);
        is_high = spvti_big_compare(&sum, &t) > (is_even ? -1 : 0);
        if (is_low || is_high || count >= 16) break;
        digits[count++] = (char)('0' + digit);
    }
    if (is_low && is_high) {
        sum = r;
        spvti_big_add(&sum, &r);
        is_high = spvti_big_compare(&sum, &t) >= 0;
    }
    digits[count++] = (char)('0' + digit + (is_high ? 1 : 0));
    return count;
}

/* A finite float. */
static void spvti_add_float(spvti_state *s, uint32_t bits, int is_half) {
    char digits[24];
    int n, e, i;
    if (bits >> 31) spvti_byte(s, '-');
    bits &= 0x7FFFFFFFu;
    if (bits == 0) {
        spvti_add(s, is_half ? "0.0h" : "0.0");
        return;
    }
    if (bits == 0x7F7FFFFFu) { /* its shortest digits are beyond the range, before rounding */
        spvti_add(s, "0x1.fffffep+127f");
        return;
    }
    n = spvti_digits(bits, digits, &e);
    if (e > 16 || e < -5) {
        spvti_byte(s, digits[0]);
        spvti_byte(s, '.');
        for (i = 1; i < n; i++) spvti_byte(s, digits[i]);
        if (n == 1) spvti_byte(s, '0');
        spvti_byte(s, 'e');
        if (e - 1 < 0) spvti_byte(s, '-');
        spvti_add_number(s, (uint32_t)(e - 1 < 0 ? 1 - e : e - 1));
    } else {
        if (e <= 0) spvti_add(s, "0.");
        for (i = e; i < 0; i++) spvti_byte(s, '0');
        for (i = 0; i < n || i < e; i++) {
            if (i == e && e > 0) spvti_byte(s, '.');
            spvti_byte(s, i < n ? digits[i] : '0');
        }
        if (e >= n) spvti_add(s, ".0");
    }
    if (is_half) spvti_byte(s, 'h');
}

/* -------------------------------------------------------------------------------------------------
   // >>names  [6]  identifiers
   A name is taken if the module, or the function at hand, has it. Names of other functions may come
   again: entries of theirs are taken over. */

static uint32_t spvti_hash(spvti_span text) {
    uint32_t h = 2166136261u, i;
    for (i = 0; i < text.n; i++) h = (h ^ (unsigned char)text.p[i]) * 16777619u;
    return h;
}

/* Whether a text is one of the reserved words, which stand by rising bytes. `same` characters of it
   are those of the word before; a word that shares more with that one comes before the text,
   too. */
static int spvti_is_reserved(spvti_span text) {
    static const uint16_t places[] = {SPVTI_RESERVED_PLACES};
    const uint32_t letter = (uint32_t)(text.p[0] - 'a');
    const char *p = SPVTI_RESERVED_SORTED;
    uint32_t shared, same = 0;
    if (letter < sizeof places / sizeof *places) p += places[letter];
    while (*p != '\0') {
        shared = (uint32_t)*p++ - 1;
        if (shared < same) return 0;
        if (shared == same) {
            for (; same < text.n && *p == text.p[same]; same++) p++;
            if (same == text.n) return *p < ' ';
            if (*p >= ' ' && *p > text.p[same]) return 0;
        }
        while (*p >= ' ') p++;
    }
    return 0;
}

/* A copy at the back of the memory. */
static spvti_span spvti_keep(spvti_state *s, const char *text, uint32_t n) {
    spvti_span span;
    char *p = (char *)spvti_take(s, n == 0 ? 1 : n, 1);
    span.p = p == NULL ? "" : p;
    span.n = p == NULL ? 0 : n;
    if (p != NULL) spvti_copy_bytes(p, text, n);
    return span;
}

/* The row of a name, or the one that it would get: `stamp` 0. */
static spvti_name *spvti_slot(const spvti_state *s, spvti_span text) {
    uint32_t mask = s->name_room - 1, i = spvti_hash(text) & mask;
    while (s->names[i].stamp != 0 && !spvti_same(s->names[i].text, text)) i = (i + 1) & mask;
    return &s->names[i];
}

/* The row of a name; a reserved word has a row of its own from now on. */
static spvti_name *spvti_find_name(spvti_state *s, spvti_span text) {
    spvti_name *n = spvti_slot(s, text);
    if (n->stamp == 0 && spvti_is_reserved(text)) {
        n->text = spvti_keep(s, text.p, text.n);
        n->stamp = 1;
        s->name_count++;
    }
    return n;
}

static int spvti_is_free(const spvti_state *s, const spvti_name *n) {
    return n->stamp == 0 || (n->stamp != 1 && n->stamp != s->stamp && s->stamp != 1);
}

/* A table of twice as many rows, with all names. */
static void spvti_grow_names(spvti_state *s) {
    spvti_name *old = s->names;
    uint32_t i, count = s->name_room;
    s->names = (spvti_name *)spvti_take(s, 2 * (size_t)count, sizeof *old);
    if (s->names == NULL) return;
    s->name_room = 2 * count;
    for (i = 0; i < count; i++)
        if (old[i].stamp != 0) *spvti_slot(s, old[i].text) = old[i];
}

#define SPVTI_NAME_SIZE 80

/* A new identifier like `wish`. */
static spvti_span spvti_unique(spvti_state *s, const char *wish, uint32_t n) {
    char text[SPVTI_NAME_SIZE];
    char digits[12];
    const char *p;
    uint32_t i;
    spvti_name *base, *row;
    spvti_span span;
    if (2 * (s->name_count + 4) > s->name_room) spvti_grow_names(s);
    if (spvti_failed(s)) return spvti_literal("x");
    if (n > 56) n = 56;
    for (i = 0; i < n; i++) text[i] = wish[i];
    span.p = text;
    span.n = n;
    for (base = row = spvti_find_name(s, span); !spvti_is_free(s, row);) {
        span.n = n;
        text[span.n++] = '_';
        for (p = spvti_decimal(++base->tried, digits); *p != '\0'; p++) text[span.n++] = *p;
        row = spvti_find_name(s, span);
    }
    span = spvti_keep(s, text, span.n);
    if (row->stamp == 0) {
        s->name_count++;
        row->text = span;
    }
    row->stamp = s->stamp;
    return span;
}

/* Makes an identifier of any text: returns its length, 0 if nothing is left. */
static uint32_t spvti_sanitise(const spvti_state *s, spvm_text from, char *to, uint32_t room) {
    uint32_t i, n = 0;
    for (i = 0; i < from.size && n < room; i++) {
        char c = (char)spvm_byte(&s->m, from, i);
        if (c == '(') break;
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
            to[n++] = c;
        } else if (c >= '0' && c <= '9') {
            if (n == 0) to[n++] = 'x';
            if (n < room) to[n++] = c;
        } else if (n > 0 && to[n - 1] != '_') {
            to[n++] = '_';
        }
    }
    while (n > 0 && to[n - 1] == '_') n--;
    if (n > 3 && to[0] == 's' && to[1] == 'p' && to[2] == 'v' && to[3] == '_') to[3] = 'x';
    return n;
}

/* The identifier of an id: of its name, or `prefix` and its number. */
static spvti_span spvti_name_id(spvti_state *s, spvm_id id, const char *prefix) {
    char text[SPVTI_NAME_SIZE], digits[12];
    const char *p;
    uint32_t n = 0;
    if (id < s->m.bound) n = spvti_sanitise(s, s->m.ids[id].name, text, 50);
    if (n == 0) {
        for (; *prefix != '\0'; prefix++) text[n++] = *prefix;
        for (p = spvti_decimal(id, digits); *p != '\0'; p++) text[n++] = *p;
    }
    return spvti_unique(s, text, n);
}

static void spvti_open_names(spvti_state *s) {
    s->name_room = 128;
    s->names = (spvti_name *)spvti_take(s, s->name_room, sizeof *s->names);
    s->stamp = 1;
}

/* -------------------------------------------------------------------------------------------------
   // >>types  [7]  types, layouts
   A type has a value form, and a memory form in buffers. They differ (the type is odd) where the
   declared layout is not that of WGSL's own type: an array with a larger stride is an array of
   structs with a member `el` and a size; a matrix in rows or with a larger stride is an array of
   such structs, or the transposed matrix. What a struct's member decorates for matrices is the
   `context`: stride, SPVTI_ROWS, and SPVTI_ATOMIC if scalars are atomics. */

#define SPVTI_ROWS 0x80000000u
#define SPVTI_ATOMIC 0x40000000u
#define SPVTI_STRIDE 0x0FFFFFFFu
#define SPVTI_VALUE_FORM 0xFFFFFFFFu /* of what is no memory */

static const spvm_type spvti_no_type = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const spvti_type spvti_bad_type = {{"", 0}, {"", 0}, SPVM_NONE, 4, 4, NULL, 0, 0, 0, 1, 0};

/* Word k of an instruction that has as many: what a load has found valid. (spvm_operand takes
   any.) */
static uint32_t spvti_word(const spvti_state *s, const spvm_inst *i, uint32_t k) {
    return (s->m.words + i->word)[k];
}

/* The type that an id is or has; never NULL. */
static const spvm_type *spvti_t(const spvti_state *s, spvm_id id) {
    const spvm_type *t = spvm_type_of(&s->m, id);
    return t == NULL ? &spvti_no_type : t;
}

static const spvm_type *spvti_member_type(const spvti_state *s, const spvm_type *t,
                                          uint32_t member) {
    return spvti_t(s, s->m.members[t->first_member + member].type);
}

static uint32_t spvti_row_of(const spvti_state *s, const spvm_type *t) {
    return (uint32_t)(t - s->m.types);
}

static const spvti_type *spvti_form(const spvti_state *s, const spvm_type *t) {
    return t == &spvti_no_type ? &spvti_bad_type : &s->types[spvti_row_of(s, t)];
}

/* f h i u b of the scalars that a type is made of; 0: of none. */
static char spvti_scalar(const spvti_state *s, const spvm_type *t) {
    if (t->opcode == SPVM_OpTypeMatrix) t = spvti_t(s, t->element);
    if (t->opcode == SPVM_OpTypeVector) t = spvti_t(s, t->element);
    if (t->opcode == SPVM_OpTypeBool) return 'b';
    if (t->opcode == SPVM_OpTypeFloat) return t->width == 32 ? 'f' : t->width == 16 ? 'h' : 0;
    if (t->opcode == SPVM_OpTypeInt && t->width == 32) return t->is_signed ? 'i' : 'u';
    return 0;
}

static int spvti_is_vector(const spvm_type *t) {
    return t->opcode == SPVM_OpTypeVector;
}

/* Components of a vector, or 1. */
SPVTI_CALLED static uint32_t spvti_count(const spvm_type *t) {
    return spvti_is_vector(t) ? t->count : 1;
}

static int spvti_is_aggregate(const spvm_type *t) {
    return t->opcode == SPVM_OpTypeStruct || t->opcode == SPVM_OpTypeArray
           || t->opcode == SPVM_OpTypeRuntimeArray;
}

SPVTI_CALLED static const spvm_decoration *spvti_decoration(const spvti_state *s, spvm_id id,
                                                            uint32_t member, uint32_t decoration) {
    return spvm_find_decoration(&s->m, id, member, decoration);
}

static uint32_t spvti_literal_of(const spvti_state *s, const spvm_decoration *d) {
    return d != NULL && d->word_count > 0 ? s->m.words[d->word] : 0;
}

/* The number that a decoration of an id has; 0 without it. */
static uint32_t spvti_number_of(const spvti_state *s, spvm_id id, uint32_t decoration) {
    return spvti_literal_of(s, spvti_decoration(s, id, SPVM_NONE, decoration));
}

/* Appends vec3f, vec2<bool>, f32: `count` scalars of a kind; 'A', 'U': atomics. */
static void spvti_add_vector(spvti_state *s, char kind, uint32_t count) {
    const char *scalar = kind == 'f' ? "f32" : kind == 'h' ? "f16" : kind == 'i' ? "i32"
                       : kind == 'u' ? "u32" : "bool";
    if (count <= 1) {
        spvti_add(s, scalar);
    } else if (kind == 'b') {
        spvti_add(s, "vec");
        spvti_add_number(s, count);
        spvti_add(s, "<bool>");
    } else {
        spvti_add(s, "vec");
        spvti_add_number(s, count);
        spvti_byte(s, kind);
    }
}

/* Says why WGSL has no such type. */
static void spvti_no_type_error(spvti_state *s, const spvm_type *t, spvm_id id) {
    uint32_t depth;
    spvti_error reason = SPVTI_E_TYPE;
    for (depth = 0; depth < 64 && t->element != 0; depth++) t = spvti_t(s, t->element);
    if (t->opcode == SPVM_OpTypeFloat) reason = SPVTI_E_FLOAT_TYPE;
    if (t->opcode == SPVM_OpTypeInt) reason = SPVTI_E_INT_TYPE;
    spvti_no_id(s, id, reason);
}

/* Appends a type's value form, and notes that it is wanted. */
static void spvti_add_type(spvti_state *s, const spvm_type *t) {
    const spvti_type *form = spvti_form(s, t);
    if (form->is_bad) spvti_no_type_error(s, t, t->id);
    if (form->base != SPVM_NONE) s->types[form->base].is_wanted = 1;
    spvti_add_span(s, form->text);
}

/* The type with another signedness: kind i or u. */
static void spvti_add_type_as(spvti_state *s, const spvm_type *t, char kind) {
    if (t->opcode == SPVM_OpTypeVector || t->opcode == SPVM_OpTypeInt)
        spvti_add_vector(s, kind, spvti_count(t));
    else
        spvti_add_type(s, t);
}

static uint32_t spvti_round_up(uint32_t n, uint32_t unit) {
    return unit == 0 ? n : (n + unit - 1) / unit * unit;
}

static uint32_t spvti_context(const spvti_state *s, const spvm_type *t, uint32_t member) {
    uint32_t context = spvti_literal_of(s, spvti_decoration(s, t->id, member,
                                                            SPVM_Decoration_MatrixStride));
    context &= SPVTI_STRIDE;
    if (spvti_decoration(s, t->id, member, SPVM_Decoration_RowMajor) != NULL)
        context |= SPVTI_ROWS;
    if (t->first_member + member < s->m.member_count && s->member_atomic != NULL
        && s->member_atomic[t->first_member + member])
        context |= SPVTI_ATOMIC;
    return context;
}

/* The vectors that a matrix is stored as. */
typedef struct spvti_matrix {
    uint32_t count, length; /* vectors, their components */
    uint32_t natural, stride;
    int is_rows, is_odd;
} spvti_matrix;

static spvti_matrix spvti_matrix_of(const spvti_state *s, const spvm_type *t, uint32_t context) {
    spvti_matrix x;
    const spvm_type *column = spvti_t(s, t->element);
    uint32_t unit = spvti_scalar(s, t) == 'h' ? 2 : 4;
    x.is_rows = (context & SPVTI_ROWS) != 0;
    x.count = x.is_rows ? column->count : t->count;
    x.length = x.is_rows ? t->count : column->count;
    x.natural = unit * (x.length == 2 ? 2 : 4);
    x.stride = (context & SPVTI_STRIDE) == 0 ? x.natural : context & SPVTI_STRIDE;
    x.is_odd = x.is_rows || x.stride != x.natural;
    return x;
}

/* Alignment and size of what is neither array nor too odd. */
static void spvti_layout_base(const spvti_state *s, const spvm_type *t, uint32_t context,
                              uint32_t *align, uint32_t *size) {
    uint32_t unit = spvti_scalar(s, t) == 'h' ? 2 : 4;
    *align = *size = unit;
    if (t->opcode == SPVM_OpTypeVector) {
        *align = unit * (t->count == 2 ? 2 : 4);
        *size = unit * t->count;
    } else if (t->opcode == SPVM_OpTypeMatrix) {
        spvti_matrix x = spvti_matrix_of(s, t, context);
        *align = x.natural;
        *size = x.count * x.stride;
    } else if (t->opcode == SPVM_OpTypeStruct) {
        *align = spvti_form(s, t)->align;
        *size = spvti_form(s, t)->size;
    }
}

#define SPVTI_MAX_ARRAYS 16

/* Collects the arrays around a type, from the outside; returns what is inside. */
static const spvm_type *spvti_arrays(const spvti_state *s, const spvm_type *t,
                                     const spvm_type **arrays, uint32_t *count) {
    *count = 0;
    while ((t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray)
           && *count < SPVTI_MAX_ARRAYS) {
        arrays[(*count)++] = t;
        t = spvti_t(s, t->element);
    }
    return t;
}

SPVTI_CALLED static uint32_t spvti_array_stride(const spvti_state *s, const spvm_type *t) {
    return spvti_number_of(s, t->id, SPVM_Decoration_ArrayStride);
}

/* Alignment and size in memory. A runtime array has no elements. */
static void spvti_layout(const spvti_state *s, const spvm_type *t, uint32_t context,
                         uint32_t *align, uint32_t *size) {
    const spvm_type *arrays[SPVTI_MAX_ARRAYS];
    uint32_t n, stride;
    t = spvti_arrays(s, t, arrays, &n);
    spvti_layout_base(s, t, context, align, size);
    while (n-- > 0) {
        stride = spvti_array_stride(s, arrays[n]);
        if (stride == 0) stride = spvti_round_up(*size, *align);
        *size = arrays[n]->opcode == SPVM_OpTypeArray ? stride * arrays[n]->count : 0;
    }
}

/* Whether an array has a larger stride than its elements ask for. */
static int spvti_is_strided(const spvti_state *s, const spvm_type *t, uint32_t context) {
    uint32_t align, size, stride = spvti_array_stride(s, t);
    spvti_layout(s, spvti_t(s, t->element), context, &align, &size);
    return stride != 0 && stride != spvti_round_up(size, align);
}

/* Whether the memory form differs from the value form. */
static int spvti_is_odd(const spvti_state *s, const spvm_type *t, uint32_t context) {
    uint32_t depth;
    for (depth = 0; depth < SPVTI_MAX_ARRAYS; depth++) {
        if (t->opcode != SPVM_OpTypeArray && t->opcode != SPVM_OpTypeRuntimeArray) break;
        if (spvti_is_strided(s, t, context)) return 1;
        t = spvti_t(s, t->element);
    }
    if (context & SPVTI_ATOMIC) return 1;
    if (t->opcode == SPVM_OpTypeMatrix) return spvti_matrix_of(s, t, context).is_odd;
    if (t->opcode == SPVM_OpTypeStruct) return spvti_form(s, t)->is_odd;
    return 0;
}

static uint32_t spvti_need(spvti_state *s, uint32_t kind, uint32_t type, uint32_t context);

#define SPVTI_HELPER(name, prefix) prefix "\0"
static const char *spvti_helper_prefix(uint32_t kind) {
    const char *p = SPVTI_HELPERS(SPVTI_HELPER);
    for (; kind > 0; kind--)
        while (*p++ != '\0') {}
    return p;
}
#undef SPVTI_HELPER

/* Appends the name of a helper, which begins as no other name does. */
static void spvti_add_helper_name(spvti_state *s, uint32_t kind, uint32_t type, uint32_t context) {
    const spvm_type *t = type < s->m.type_count ? &s->m.types[type] : &spvti_no_type;
    spvti_put(s, "spv_$s_", spvti_helper_prefix(kind));
    if (t->opcode == SPVM_OpTypeVector && spvti_scalar(s, t) != 'b') {
        spvti_add_vector(s, spvti_scalar(s, t), t->count);
    } else if (spvti_scalar(s, t) != 0 && t->opcode != SPVM_OpTypeMatrix) {
        spvti_add_vector(s, spvti_scalar(s, t), 1);
        if (spvti_is_vector(t)) spvti_add_number(s, t->count);
    } else {
        spvti_add_number(s, t->id);
    }
    if (context == 0) return;
    spvti_byte(s, '_');
    spvti_add_number(s, context & SPVTI_STRIDE);
    if (context & SPVTI_ROWS) spvti_byte(s, 'r');
    if (context & SPVTI_ATOMIC) spvti_byte(s, 'a');
}

/* Notes that a helper is needed; its name is made of the same. */
static uint32_t spvti_need(spvti_state *s, uint32_t kind, uint32_t type, uint32_t context) {
    uint32_t i;
    for (i = 0; i < s->helper_count; i++)
        if (s->helpers[i].kind == kind && s->helpers[i].type == type
            && s->helpers[i].context == context)
            return i;
    if (s->helper_count == SPVTI_MAX_HELPERS) {
        spvti_no_id(s, 0, SPVTI_E_HELPERS);
        return 0;
    }
    s->helpers[i].kind = kind;
    s->helpers[i].type = type;
    s->helpers[i].context = context;
    s->helper_count++;
    return i;
}

static void spvti_add_helper(spvti_state *s, uint32_t kind, const spvm_type *t, uint32_t context) {
    uint32_t row = t == &spvti_no_type ? SPVM_NONE : spvti_row_of(s, t);
    spvti_need(s, kind, row, context);
    spvti_add_helper_name(s, kind, row, context);
}

/* The row of a vector type; SPVM_NONE if the module has none. (Helper structs name them.) */
static void spvti_add_vector_struct(spvti_state *s, const spvm_type *t, const spvti_matrix *x) {
    /* the matrix type and the stride say it all */
    uint32_t context = x->stride | (x->is_rows ? SPVTI_ROWS : 0);
    spvti_add_helper(s, SPVTI_H_VECTOR, t, context);
}

/* Appends the memory form of a matrix. */
static void spvti_add_memory_matrix(spvti_state *s, const spvm_type *t, uint32_t context) {
    spvti_matrix x = spvti_matrix_of(s, t, context);
    if (x.stride < x.natural || x.stride % x.natural != 0) {
        spvti_no_id(s, t->id, SPVTI_E_MATRIX_STRIDE);
    } else if (x.stride == x.natural) {
        spvti_add(s, "mat");
        spvti_add_number(s, x.count);
        spvti_byte(s, 'x');
        spvti_add_number(s, x.length);
        spvti_byte(s, spvti_scalar(s, t));
    } else {
        spvti_add(s, "array<");
        spvti_add_vector_struct(s, t, &x);
        spvti_add(s, ", ");
        spvti_add_number(s, x.count);
        spvti_byte(s, '>');
    }
}

static void spvti_add_length(spvti_state *s, const spvm_type *t);

/* Appends the memory form of a type, or the value form. */
static void spvti_add_memory_type(spvti_state *s, const spvm_type *t, uint32_t context) {
    const spvm_type *arrays[SPVTI_MAX_ARRAYS];
    uint32_t n, i;
    const spvm_type *base = spvti_arrays(s, t, arrays, &n);
    if (context == SPVTI_VALUE_FORM
        || (!spvti_is_odd(s, t, context) && base->opcode != SPVM_OpTypeStruct)) {
        spvti_add_type(s, t);
        return;
    }
    if (n == SPVTI_MAX_ARRAYS) spvti_no_id(s, t->id, SPVTI_E_ARRAYS_OF_ARRAYS);
    for (i = 0; i < n; i++) {
        spvti_add(s, "array<");
        if (spvti_is_strided(s, arrays[i], context)) {
            spvti_add_helper(s, SPVTI_H_ELEMENT, arrays[i], context);
            break;
        }
    }
    if (i == n && base->opcode == SPVM_OpTypeMatrix) {
        spvti_add_memory_matrix(s, base, context);
    } else if (i == n && base->opcode == SPVM_OpTypeStruct) {
        uint32_t row = spvti_row_of(s, base);
        s->types[row].is_memory_wanted = 1;
        spvti_add_span(s, s->types[row].memory_name);
    } else if (i == n && (context & SPVTI_ATOMIC)) {
        if (base->opcode != SPVM_OpTypeInt) spvti_no_id(s, t->id, SPVTI_E_ATOMIC_VECTOR);
        spvti_add(s, "atomic<");
        spvti_add_type(s, base);
        spvti_byte(s, '>');
    } else if (i == n) {
        spvti_add_type(s, base);
    }
    if (i < n) i++;
    while (i-- > 0) {
        if (arrays[i]->opcode == SPVM_OpTypeArray) {
            spvti_add(s, ", ");
            spvti_add_length(s, arrays[i]);
        }
        spvti_byte(s, '>');
    }
}

static uint32_t spvti_offset(const spvti_state *s, const spvm_type *t, uint32_t member,
                             int *is_there) {
    const spvm_decoration *d = spvti_decoration(s, t->id, member, SPVM_Decoration_Offset);
    *is_there = d != NULL;
    return spvti_literal_of(s, d);
}

#define SPVTI_MAX_SORTED 256

/* Members of a struct that are not declared by rising offset: their order in memory. */
static void spvti_order_members(spvti_state *s, const spvm_type *t, spvti_type *form) {
    uint32_t i, k, offset;
    int is_there;
    if (t->count > SPVTI_MAX_SORTED) return; /* an error where the struct is printed */
    form->is_odd = 1;
    form->order = (uint32_t *)spvti_take(s, t->count, sizeof(uint32_t));
    for (i = 0; form->order != NULL && i < t->count; i++) {
        offset = spvti_offset(s, t, i, &is_there);
        for (k = i; k > 0 && spvti_offset(s, t, form->order[k - 1], &is_there) > offset; k--)
            form->order[k] = form->order[k - 1];
        form->order[k] = i;
    }
}

/* The member of a struct that is at place i in memory. */
static uint32_t spvti_member_at(const spvti_state *s, const spvm_type *t, uint32_t i) {
    const spvti_type *form = spvti_form(s, t);
    return form->order == NULL ? i : form->order[i];
}

/* Whether nothing is where a struct begins: then a member of its memory form fills that. */
static int spvti_has_padding(const spvti_state *s, const spvm_type *t) {
    int is_there;
    return t->count > 0 && spvti_offset(s, t, spvti_member_at(s, t, 0), &is_there) > 0;
}

/* Alignment, size and oddness of a struct. */
static void spvti_measure(spvti_state *s, uint32_t row) {
    const spvm_type *t = &s->m.types[row];
    spvti_type *form = &s->types[row];
    uint32_t i, align, size, offset, end = 0, most = 1, before = 0;
    int is_there, is_sorted = 1;
    for (i = 0; i < t->count; i++) {
        const spvm_type *member = spvti_member_type(s, t, i);
        uint32_t context = spvti_context(s, t, i);
        spvti_layout(s, member, context, &align, &size);
        offset = spvti_offset(s, t, i, &is_there);
        if (!is_there) offset = spvti_round_up(end, align);
        if (offset < before) is_sorted = 0;
        before = offset;
        if (offset + size > end) end = offset + size;
        if (align > most) most = align;
        if (spvti_is_odd(s, member, context)) form->is_odd = 1;
    }
    if (!is_sorted) spvti_order_members(s, t, form);
    if (spvti_has_padding(s, t)) form->is_odd = 1;
    form->align = most;
    form->size = spvti_round_up(end, most);
    if (form->size == 0) form->size = most;
}

/* Appends the number of elements of an array: an override's name if it may be specialised. */
static void spvti_add_length(spvti_state *s, const spvm_type *t) {
    const spvm_constant *c = spvm_constant_of(&s->m, t->length);
    if (c != NULL && c->is_spec) {
        s->values[t->length].flags |= SPVTI_WANTED;
        spvti_add_span(s, s->values[t->length].text);
    } else if (t->is_known) {
        spvti_add_number(s, t->count);
    } else {
        spvti_no_id(s, t->id, SPVTI_E_ARRAY_LENGTH);
    }
}

static int spvti_is_spec_array(const spvti_state *s, const spvm_type *t) {
    const spvm_constant *c = spvm_constant_of(&s->m, t->length);
    return t->opcode == SPVM_OpTypeArray && c != NULL && c->is_spec;
}

/* The value form of an array. */
static void spvti_spell_array(spvti_state *s, const spvm_type *t, spvti_type *form) {
    const spvm_type *element = spvti_t(s, t->element);
    const spvti_type *inner = spvti_form(s, element);
    form->is_bad = inner->is_bad || inner->text.n > SPVTI_MAX_TYPE;
    form->base = inner->base;
    if (form->is_bad) return;
    spvti_put(s, "array<$n", &inner->text);
    if (t->opcode == SPVM_OpTypeArray) {
        spvti_add(s, ", ");
        if (t->is_known || spvti_is_spec_array(s, t)) spvti_add_length(s, t);
        else form->is_bad = 1;
    }
    spvti_byte(s, '>');
}

/* The value form of each type. Structs have a name, and another for their memory form if odd. */
static void spvti_spell(spvti_state *s, uint32_t row) {
    const spvm_type *t = &s->m.types[row];
    spvti_type *form = &s->types[row];
    size_t mark;
    char kind = spvti_scalar(s, t);
    uint32_t i;
    form->base = SPVM_NONE;
    if (t->opcode == SPVM_OpTypeStruct) {
        form->base = row;
        form->text = spvti_name_id(s, t->id, "S");
        spvti_measure(s, row);
        form->memory_name = form->text;
        if (form->is_odd) form->memory_name = spvti_unique(s, form->text.p, form->text.n);
        for (i = 0; i < t->count; i++)
            if (spvti_form(s, spvti_member_type(s, t, i))->is_bad)
                form->is_bad = 1;
        return;
    }
    mark = spvti_begin(s);
    if (t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray) {
        spvti_spell_array(s, t, form);
    } else if (t->opcode == SPVM_OpTypeMatrix && kind != 0 && t->count >= 2 && t->count <= 4) {
        spvti_put(s, "mat$ux$u$c", t->count, spvti_t(s, t->element)->count, kind);
    } else if (t->opcode == SPVM_OpTypeVector && kind != 0 && t->count >= 2 && t->count <= 4) {
        spvti_add_vector(s, kind, t->count);
    } else if (t->opcode != SPVM_OpTypeVector && t->opcode != SPVM_OpTypeMatrix && kind != 0) {
        spvti_add_vector(s, kind, 1);
    } else {
        form->is_bad = 1;
    }
    form->text = spvti_end(s, mark);
}

/* Notes whether some location is divided among variables. */
static void spvti_find_components(spvti_state *s) {
    uint32_t i;
    for (i = 0; i < s->m.decoration_count; i++)
        if (s->m.decorations[i].decoration == SPVM_Decoration_Component
            || s->m.decorations[i].decoration == SPVM_Decoration_Index)
            s->has_components = 1;
}

static int spvti_uses_f16(const spvti_state *s) {
    uint32_t i;
    for (i = 0; i < s->m.type_count; i++)
        if (s->m.types[i].opcode == SPVM_OpTypeFloat && s->m.types[i].width == 16) return 1;
    return 0;
}

/* The name of a struct's member. */
static void spvti_add_member(spvti_state *s, const spvm_type *t, uint32_t member) {
    char text[SPVTI_NAME_SIZE];
    const spvm_member *m = &s->m.members[t->first_member + member];
    uint32_t n = spvti_sanitise(s, m->name, text, 50), i, k, other;
    char compare[SPVTI_NAME_SIZE];
    int is_taken = n > 0 && t->count > 64;
    spvti_span span;
    span.p = text;
    span.n = n;
    for (i = 0; n > 0 && i < member && !is_taken; i++) {
        other = spvti_sanitise(s, s->m.members[t->first_member + i].name, compare, 50);
        for (k = 0; k < n && other == n && compare[k] == text[k]; k++) {}
        is_taken = other == n && k == n;
    }
    if (n == 0) {
        spvti_byte(s, 'm');
        spvti_add_number(s, member);
        return;
    }
    if (n > 1 && text[0] == 'm' && text[n - 1] >= '0' && text[n - 1] <= '9') is_taken = 1;
    spvti_add_span(s, span);
    if (is_taken || spvti_is_reserved(span)) {
        spvti_byte(s, '_');
        spvti_add_number(s, member);
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>constants  [8]  constants, overrides
   Each constant has its text from the start. Specialisation constants are overrides; large
   composites are constants of the module, so that a text cannot grow beyond its words. */

static void spvti_add_scalar(spvti_state *s, spvm_id id, const spvm_constant *c,
                             const spvm_type *t) {
    uint32_t bits = (uint32_t)c->bits;
    char kind = spvti_scalar(s, t);
    spvti_value *v = &s->values[id];
    v->prec = SPVTI_PRIMARY;
    if (kind == 'b') {
        spvti_add(s, bits & 1u ? "true" : "false");
    } else if (kind == 'u') {
        spvti_put(s, "$uu", bits);
    } else if (kind == 'i') {
        if (bits >> 31) {
            spvti_byte(s, '-');
            v->prec = SPVTI_UNARY;
        }
        spvti_add_number(s, bits >> 31 ? 0u - bits : bits);
    } else if (kind == 'h') {
        uint32_t e = bits >> 10 & 31u, f = bits & 1023u, sign = bits >> 15 & 1u;
        if (e == 31) {
            v->flags |= SPVTI_MADE;
            return;
        }
        if (e == 0 && f != 0) { /* normalise */
            for (e = 1; (f & 1024u) == 0; e--) f <<= 1;
            f &= 1023u;
            bits = sign << 31 | (e + 112) << 23 | f << 13;
        } else {
            bits = e == 0 ? sign << 31 : sign << 31 | (e + 112) << 23 | f << 13;
        }
        if (sign) v->prec = SPVTI_UNARY;
        spvti_add_float(s, bits, 1);
    } else if ((bits >> 23 & 255u) == 255) {
        v->flags &= (uint16_t)~SPVTI_CONST; /* NaN, Inf: from the bits in a variable */
        v->flags |= SPVTI_BIG;
        spvti_put(s, "bitcast<f32>(spv_bits_$u)", id);
    } else {
        if (bits >> 31) v->prec = SPVTI_UNARY;
        spvti_add_float(s, bits, 0);
    }
}

static void spvti_add_zero(spvti_state *s, const spvm_type *t) {
    char kind = spvti_scalar(s, t);
    if (spvti_is_vector(t) || t->opcode == SPVM_OpTypeMatrix) kind = 0;
    if (kind == 'f') spvti_add(s, "0.0");
    else if (kind == 'h') spvti_add(s, "0.0h");
    else if (kind == 'i') spvti_add(s, "0");
    else if (kind == 'u') spvti_add(s, "0u");
    else if (kind == 'b') spvti_add(s, "false");
    else {
        spvti_add_type(s, t);
        spvti_add(s, "()");
    }
}

static void spvti_add_composite(spvti_state *s, spvm_id id, const spvm_constant *c,
                                const spvm_type *t) {
    uint32_t i;
    spvti_value *v = &s->values[id];
    int is_splat = spvti_is_vector(t) && c->word_count > 1;
    for (i = 1; i < c->word_count && is_splat; i++)
        is_splat = s->m.words[c->word + i] == s->m.words[c->word];
    spvti_put(s, "$t(", t);
    for (i = 0; i < (is_splat ? 1u : c->word_count); i++) {
        const spvti_value *part = &s->values[s->m.words[c->word + i]];
        spvti_comma(s, i);
        if (!(part->flags & SPVTI_CONST)) v->flags &= (uint16_t)~SPVTI_CONST;
        spvti_add_span(s, part->text);
    }
    spvti_byte(s, ')');
}

/* What an override, or a large constant, is declared with; the name is the value's text. */
typedef struct spvti_declared {
    spvm_id id;
    spvti_span text;
} spvti_declared;

static void spvti_spell_constant(spvti_state *s, const spvm_constant *c) {
    const spvm_type *t = spvti_t(s, c->type);
    spvti_value *v = &s->values[c->id];
    size_t mark;
    const spvti_type *form = spvti_form(s, t);
    unsigned char wanted = form->base != SPVM_NONE ? s->types[form->base].is_wanted : 0;
    v->how = SPVTI_TEXT;
    v->prec = SPVTI_PRIMARY;
    v->flags = SPVTI_CONST;
    v->reads = 0;
    if (form->is_bad) { /* an error where it is used */
        v->flags |= SPVTI_MADE;
        return;
    }
    if ((c->opcode == SPVM_OpSpecConstant || c->opcode == SPVM_OpSpecConstantTrue
         || c->opcode == SPVM_OpSpecConstantFalse || c->opcode == SPVM_OpSpecConstantOp)
        && spvti_scalar(s, t) != 0 && !spvti_is_vector(t) && t->opcode != SPVM_OpTypeMatrix) {
        v->text = spvti_name_id(s, c->id, "spec");
        v->how = SPVTI_NAME;
        return;
    }
    mark = spvti_begin(s);
    if (c->opcode == SPVM_OpConstantComposite || c->opcode == SPVM_OpSpecConstantComposite)
        spvti_add_composite(s, c->id, c, t);
    else if (c->opcode == SPVM_OpConstantNull || c->opcode == SPVM_OpUndef)
        spvti_add_zero(s, t);
    else if (c->is_known && spvti_scalar(s, t) != 0 && c->opcode != SPVM_OpSpecConstantOp)
        spvti_add_scalar(s, c->id, c, t);
    else
        v->flags |= SPVTI_MADE;
    v->text = spvti_end(s, mark);
    if (v->text.n > 160 && (v->flags & SPVTI_CONST) && !c->is_spec) {
        v->phi = v->text;
        v->flags |= SPVTI_BIG;
        v->text = spvti_name_id(s, c->id, "c");
        v->how = SPVTI_NAME;
    } else if (v->text.n > 4096) {
        v->flags |= SPVTI_MADE;
    }
    if (form->base != SPVM_NONE) s->types[form->base].is_wanted = wanted;
}

/* Constants and types in the order of the words: a type may need a constant, and the reverse. */
static void spvti_freeze_length(spvti_state *s, spvm_id type) {
    const spvm_type *t = spvm_type_of(&s->m, type);
    if (t != NULL && spvti_is_spec_array(s, t))
        s->values[t->length].flags |= SPVTI_FROZEN;
}

/* How many of the operands of a specialisation constant are constants, the first ones. */
static uint32_t spvti_constant_operands(const spvm_constant *c) {
    if (c->opcode == SPVM_OpSpecConstantComposite) return c->word_count;
    if (c->opcode != SPVM_OpSpecConstantOp) return 0;
    if (c->operation == SPVM_OpCompositeExtract) return 1;
    if (c->operation == SPVM_OpCompositeInsert || c->operation == SPVM_OpVectorShuffle) return 2;
    return c->word_count;
}

/* WGSL has overrides for the lengths of arrays that are all of a variable of the workgroup. What
   is the length of another array has its default value, as has what that value is made of: it can
   no longer be specialised. */
static void spvti_freeze_lengths(spvti_state *s) {
    uint32_t i, k;
    for (i = 0; i < s->m.type_count; i++) {
        const spvm_type *t = &s->m.types[i];
        if (t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray
            || (t->opcode == SPVM_OpTypePointer && t->storage != SPVM_StorageClass_Workgroup))
            spvti_freeze_length(s, t->element);
        for (k = 0; t->opcode == SPVM_OpTypeStruct && k < t->count; k++)
            spvti_freeze_length(s, s->m.members[t->first_member + k].type);
    }
    for (i = 0; i < s->m.inst_count; i++)
        if (s->m.insts[i].type != 0) spvti_freeze_length(s, s->m.insts[i].type);
    for (i = s->m.constant_count; i-- > 0;) {
        spvm_constant *c = &s->m.constants[i];
        if (!(s->values[c->id].flags & SPVTI_FROZEN)) continue;
        for (k = 0; k < spvti_constant_operands(c); k++)
            if (spvm_constant_of(&s->m, s->m.words[c->word + k]) != NULL)
                s->values[s->m.words[c->word + k]].flags |= SPVTI_FROZEN;
        if (!c->is_known) continue; /* an error where it is used */
        c->is_spec = 0;
        c->opcode = spvti_t(s, c->type)->opcode != SPVM_OpTypeBool ? SPVM_OpConstant
                  : c->bits ? SPVM_OpConstantTrue : SPVM_OpConstantFalse;
    }
}

static int spvti_has_spec_array(const spvti_state *s) {
    uint32_t i;
    for (i = 0; i < s->m.type_count; i++)
        if (spvti_is_spec_array(s, &s->m.types[i])) return 1;
    return 0;
}

static void spvti_open_types(spvti_state *s) {
    uint32_t i = 0, k = 0;
    s->types = (spvti_type *)spvti_take(s, s->m.type_count + 1, sizeof *s->types);
    if (spvti_has_spec_array(s)) spvti_freeze_lengths(s);
    while (!spvti_failed(s) && (i < s->m.type_count || k < s->m.constant_count)) {
        int is_type = k == s->m.constant_count
                      || (i < s->m.type_count && s->m.ids[s->m.types[i].id].def <
                                                     s->m.ids[s->m.constants[k].id].def);
        if (is_type) spvti_spell(s, i++);
        else spvti_spell_constant(s, &s->m.constants[k++]);
    }
}
/* -------------------------------------------------------------------------------------------------
   // >>resources  [9]  variables, textures, samplers, atomics
   One walk over the instructions that can be reached, callees before their callers, finds how the
   module uses its variables: what is written, what is a depth texture or a comparison sampler (in
   SPIR-V types do not say), what is atomic. A parameter is the same as what it is given. */

static spvti_resource *spvti_resource_of(const spvti_state *s, spvm_id id) {
    return id < s->m.bound && s->resource_of[id] != 0 ? &s->resources[s->resource_of[id] - 1]
                                                      : NULL;
}

/* The variable or parameter behind a pointer, a texture or a sampler; 0: not known. Of a combined
   one, `want_sampler` says which of the two. *chain: the access chain into it; NULL: none. */
static spvm_id spvti_root_by(const spvti_state *s, spvm_id id, int want_sampler,
                             const spvm_inst **chain) {
    uint32_t steps;
    *chain = NULL;
    for (steps = 0; steps < SPVTI_MAX_CHAIN; steps++) {
        const spvm_inst *i = spvm_def(&s->m, id);
        if (i == NULL) return 0;
        switch (i->opcode) {
        case SPVM_OpVariable:
        case SPVM_OpFunctionParameter:
            return id;
        case SPVM_OpAccessChain:
        case SPVM_OpInBoundsAccessChain:
            *chain = i;
            id = spvti_word(s, i, 3);
            break;
        case SPVM_OpLoad:
        case SPVM_OpCopyObject:
        case SPVM_OpImage:
        case SPVM_OpImageTexelPointer:
            id = spvti_word(s, i, 3);
            break;
        case SPVM_OpSampledImage:
            id = spvti_word(s, i, want_sampler ? 4 : 3);
            break;
        default:
            return 0;
        }
    }
    return 0;
}

static spvm_id spvti_root(const spvti_state *s, spvm_id id, int want_sampler) {
    const spvm_inst *chain;
    return spvti_root_by(s, id, want_sampler, &chain);
}

/* Whether the sampler of a combined image sampler is used. */
static int spvti_has_sampler(const spvti_resource *r) {
    return r->is_sampled || r->is_compared;
}

static uint32_t spvti_find(const spvti_state *s, uint32_t row) {
    while (s->resources[row].same != row) {
        s->resources[row].same = s->resources[s->resources[row].same].same;
        row = s->resources[row].same;
    }
    return row;
}

static spvti_resource *spvti_use(spvti_state *s, spvm_id id, int want_sampler) {
    spvti_resource *r = spvti_resource_of(s, spvti_root(s, id, want_sampler));
    if (r != NULL) r->is_used = 1;
    return r;
}

/* The type behind a pointer type, or the type itself. */
static const spvm_type *spvti_pointee(const spvti_state *s, spvm_id id) {
    const spvm_type *t = spvti_t(s, id);
    return t->opcode == SPVM_OpTypePointer ? spvti_t(s, t->element) : t;
}

static int spvti_is_array(const spvm_type *t) {
    return t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray;
}

/* What is in arrays of arrays. */
static const spvm_type *spvti_inside(const spvti_state *s, const spvm_type *t) {
    uint32_t depth;
    for (depth = 0; depth < SPVTI_MAX_ARRAYS && spvti_is_array(t); depth++)
        t = spvti_t(s, t->element);
    return t;
}

/* The number of an element of a variable that is an array of textures or buffers, as the first
   indices of an access chain say it, *used of them; SPVM_NONE: they are not constant, or too
   large. */
static uint32_t spvti_element_index(const spvti_state *s, const spvm_inst *chain, uint32_t *used) {
    const spvm_type *t = spvti_pointee(s, spvti_word(s, chain, 3));
    uint64_t index = 0, bits;
    uint32_t k;
    for (k = 4; spvti_is_array(t); k++) {
        spvm_id id = spvm_operand(&s->m, chain, k);
        if (!spvm_value(&s->m, id, &bits) || spvm_constant_of(&s->m, id)->is_spec) return SPVM_NONE;
        if (t->opcode == SPVM_OpTypeArray && bits >= t->count) return SPVM_NONE;
        if (t->opcode == SPVM_OpTypeArray) index *= t->count;
        if (bits > 65535 || (index += bits) > 65535) return SPVM_NONE;
        t = spvti_t(s, t->element);
    }
    *used = k - 4;
    return (uint32_t)index;
}

/* The element that an access chain leads to; NULL and an error: none. */
static spvti_element *spvti_element_of(spvti_state *s, const spvm_inst *at, const spvti_resource *r,
                                       const spvm_inst *chain, uint32_t *used) {
    spvti_element *e = r->elements;
    uint32_t index = chain == NULL ? SPVM_NONE : spvti_element_index(s, chain, used);
    while (e != NULL && e->index != index) e = e->next;
    if (e == NULL) spvti_no(s, at, SPVTI_E_ELEMENT_INDEX);
    return e;
}

/* Notes that an element is used. */
static void spvti_use_element(spvti_state *s, spvti_resource *r, const spvm_inst *chain) {
    spvti_element **at = &r->elements, *e;
    uint32_t used, index = spvti_element_index(s, chain, &used);
    if (index == SPVM_NONE) {
        spvti_no(s, chain, SPVTI_E_ELEMENT_INDEX);
        return;
    }
    while (*at != NULL && (*at)->index < index) at = &(*at)->next;
    if (*at != NULL && (*at)->index == index) return;
    e = (spvti_element *)spvti_take(s, 1, sizeof *e);
    if (e == NULL) return;
    e->index = index;
    e->next = *at;
    *at = e;
    s->element_count++;
    if (++r->element_count > SPVTI_MAX_ELEMENTS)
        spvti_no_id(s, r->id, SPVTI_E_ELEMENTS);
}

static int spvti_is_handle_type(const spvti_state *s, const spvm_type *t) {
    t = spvti_inside(s, t);
    return t->opcode == SPVM_OpTypeImage || t->opcode == SPVM_OpTypeSampler
           || t->opcode == SPVM_OpTypeSampledImage;
}

/* An input that is not changed, and that the entry point alone reads. */
static int spvti_is_value(const spvti_state *s, spvm_id id) {
    const spvti_resource *r = spvti_resource_of(s, id);
    const spvm_type *t = spvti_pointee(s, id);
    return r->is_local && !r->is_written && t->opcode != SPVM_OpTypeStruct
           && t->opcode != SPVM_OpTypeArray && t->opcode != SPVM_OpTypeMatrix;
}

/* The access chains from a pointer to its root, the last one first. */
typedef struct spvti_chain {
    const spvm_inst *steps[SPVTI_MAX_CHAIN];
    uint32_t count;
    spvm_id root;    /* 0: not known */
} spvti_chain;

static void spvti_trace(const spvti_state *s, spvm_id id, spvti_chain *c) {
    uint32_t steps;
    c->count = 0;
    c->root = 0;
    for (steps = 0; steps < SPVTI_MAX_CHAIN; steps++) {
        const spvm_inst *i = spvm_def(&s->m, id);
        if (i == NULL) return;
        if (i->opcode == SPVM_OpVariable || i->opcode == SPVM_OpFunctionParameter) {
            c->root = id;
            return;
        }
        if (i->opcode == SPVM_OpAccessChain || i->opcode == SPVM_OpInBoundsAccessChain)
            c->steps[c->count++] = i;
        else if (i->opcode != SPVM_OpCopyObject)
            return;
        id = spvti_word(s, i, 3);
    }
}

static uint32_t spvti_member_index(const spvti_state *s, const spvm_type *t, spvm_id id) {
    uint64_t bits;
    if (!spvm_value(&s->m, id, &bits) || bits >= t->count) return SPVM_NONE;
    return (uint32_t)bits;
}

/* Marks what a pointer to an atomic points to: the struct's member, or the variable. */
static void spvti_mark_atomic(spvti_state *s, spvm_id pointer) {
    spvti_chain c;
    spvti_resource *r;
    const spvm_type *t;
    uint32_t i, k, row = SPVM_NONE, index;
    spvti_trace(s, pointer, &c);
    r = spvti_resource_of(s, c.root);
    if (r == NULL) return;
    t = spvti_pointee(s, c.root);
    for (i = c.count; i-- > 0;)
        for (k = 4; k < c.steps[i]->length; k++) {
            if (t->opcode == SPVM_OpTypeStruct) {
                index = spvti_member_index(s, t, spvti_word(s, c.steps[i], k));
                if (index == SPVM_NONE) return;
                row = t->first_member + index;
                t = spvti_t(s, s->m.members[row].type);
            } else {
                t = spvti_t(s, t->element);
            }
        }
    r->is_written = 1;
    if (row == SPVM_NONE) r->is_atomic = 1;
    else s->member_atomic[row] = 1;
}

static spvm_function_ref spvti_callee(const spvti_state *s, const spvm_inst *i) {
    const spvm_function *f = spvm_function_of(&s->m, spvti_word(s, i, 3));
    return f == NULL ? SPVM_NONE : (spvm_function_ref)(f - s->m.functions);
}

static void spvti_scan_call(spvti_state *s, const spvm_inst *i, spvm_function_ref caller) {
    const spvm_function *f = spvm_function_of(&s->m, spvti_word(s, i, 3));
    uint32_t k;
    if (f == NULL) return;
    if (s->function_kills[spvti_callee(s, i)]) s->function_kills[caller] = 1;
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id argument = spvti_word(s, i, 4 + k);
        spvm_id parameter = s->m.parameters[f->first_parameter + k];
        spvti_resource *p = spvti_resource_of(s, parameter), *a;
        if (p == NULL) continue;
        a = spvti_use(s, argument, 0);
        if (a == NULL) continue;
        if (spvti_t(s, parameter)->opcode == SPVM_OpTypePointer)
            a->is_local = 0; /* the parameter points to private memory */
        if (p->is_written) a->is_written = 1;
        if (p->is_read) a->is_read = 1;
        if (p->is_atomic) spvti_mark_atomic(s, argument);
        if (spvti_is_handle_type(s, spvti_pointee(s, parameter))
            || spvti_t(s, parameter)->storage == SPVM_StorageClass_StorageBuffer
            || spvti_t(s, parameter)->storage == SPVM_StorageClass_Uniform) {
            uint32_t x = spvti_find(s, (uint32_t)(a - s->resources));
            uint32_t y = spvti_find(s, (uint32_t)(p - s->resources));
            s->resources[x].same = y;
        }
    }
}

static int spvti_is_dref(uint32_t opcode) {
    return opcode == SPVM_OpImageSampleDrefImplicitLod
           || opcode == SPVM_OpImageSampleDrefExplicitLod
           || opcode == SPVM_OpImageSampleProjDrefImplicitLod
           || opcode == SPVM_OpImageSampleProjDrefExplicitLod || opcode == SPVM_OpImageDrefGather;
}

static int spvti_is_sample(uint32_t opcode) {
    return (opcode >= SPVM_OpImageSampleImplicitLod
            && opcode <= SPVM_OpImageSampleProjDrefExplicitLod)
           || opcode == SPVM_OpImageGather || opcode == SPVM_OpImageDrefGather;
}

static int spvti_is_atomic(uint32_t opcode) {
    return opcode >= SPVM_OpAtomicLoad && opcode <= SPVM_OpAtomicXor;
}

static void spvti_scan_instruction(spvti_state *s, const spvm_inst *i, spvm_function_ref row) {
    spvti_resource *r;
    uint32_t op = i->opcode;
    if (op == SPVM_OpStore || op == SPVM_OpCopyMemory || op == SPVM_OpImageWrite) {
        r = spvti_use(s, spvti_word(s, i, 1), 0);
        if (r != NULL) r->is_written = 1;
    }
    if (op == SPVM_OpImageRead) {
        r = spvti_use(s, spvti_word(s, i, 3), 0);
        if (r != NULL) r->is_read = 1;
    }
    if (op == SPVM_OpKill || op == SPVM_OpTerminateInvocation) s->function_kills[row] = 1;
    if (op == SPVM_OpMemoryBarrier || op == SPVM_OpControlBarrier) s->has_barriers = 1;
    if (op == SPVM_OpFunctionCall) spvti_scan_call(s, i, row);
    if (spvti_is_atomic(op)) {
        spvm_id pointer = spvti_word(s, i, op == SPVM_OpAtomicStore ? 1 : 3);
        const spvm_inst *d = spvm_def(&s->m, pointer);
        r = spvti_use(s, pointer, 0);
        if (d != NULL && d->opcode == SPVM_OpImageTexelPointer)
            spvti_no(s, i, SPVTI_E_TEXTURE_ATOMIC);
        spvti_mark_atomic(s, pointer);
    }
    if (spvti_is_sample(op)) {
        spvm_id image = spvti_word(s, i, 3);
        r = spvti_use(s, image, 0);
        if (r != NULL && spvti_is_dref(op)) r->is_depth = 1;
        r = spvti_use(s, image, 1);
        if (r != NULL && spvti_is_dref(op)) r->is_compared = 1;
        else if (r != NULL) r->is_sampled = 1;
    }
    if (op == SPVM_OpDPdx || (op >= SPVM_OpDPdy && op <= SPVM_OpFwidthCoarse)
        || op == SPVM_OpImageSampleImplicitLod || op == SPVM_OpImageSampleDrefImplicitLod
        || op == SPVM_OpImageSampleProjImplicitLod || op == SPVM_OpImageSampleProjDrefImplicitLod) {
        s->has_derivatives = 1;
        if (s->function_entries[row] & ~(uint64_t)SPVTI_FRAGMENT_ENTRIES)
            spvti_no(s, i, SPVTI_E_DERIVATIVE_STAGE);
    }
}

static int spvti_is_clip(const spvti_state *s, spvm_id id, uint32_t member) {
    const spvm_decoration *d = spvti_decoration(s, id, member, SPVM_Decoration_BuiltIn);
    return d != NULL && spvti_literal_of(s, d) == SPVM_BuiltIn_ClipDistance;
}

/* Notes whether distances for clipping are used. They are declared in any case. */
static void spvti_scan_output(spvti_state *s, const spvm_inst *i, spvm_id id) {
    const spvm_type *t = spvti_pointee(s, id);
    if (spvti_is_clip(s, id, SPVM_NONE)) s->has_clip = 1;
    if (t->opcode == SPVM_OpTypeStruct
        && (i->opcode == SPVM_OpAccessChain || i->opcode == SPVM_OpInBoundsAccessChain)
        && spvti_is_clip(s, t->id, spvti_member_index(s, t, spvm_operand(&s->m, i, 4))))
        s->has_clip = 1;
}

/* Notes which variables a function uses. */
static void spvti_scan_function(spvti_state *s, spvm_function_ref row) {
    const spvm_function *f = &s->m.functions[row];
    int is_entry = s->function_is_entry[row];
    spvm_inst_ref at;
    uint32_t k;
    for (at = f->first; at <= f->last && at < s->m.inst_count; at++) {
        const spvm_inst *i = &s->m.insts[at];
        if (i->block == SPVM_NONE || s->m.blocks[i->block].dominator.first == SPVM_NONE) continue;
        for (k = 0; (k = spvm_next_id(&s->m, i, k)) != 0;) {
            spvti_resource *r = spvti_resource_of(s, s->m.words[i->word + k]); /* no type is one */
            if (r == NULL) continue;
            r->is_used = 1;
            r->entries |= s->function_entries[row];
            if (!is_entry) r->is_local = 0;
            if (spvti_t(s, r->id)->storage == SPVM_StorageClass_Output)
                spvti_scan_output(s, i, r->id);
            if (r->is_array && k == 3 && (i->opcode == SPVM_OpAccessChain
                                          || i->opcode == SPVM_OpInBoundsAccessChain))
                spvti_use_element(s, r, i);
        }
        spvti_scan_instruction(s, i, row);
    }
    if (!is_entry && s->function_kills[row]) s->has_killed = 1;
}

static void spvti_add_resource(spvti_state *s, spvm_id id) {
    uint32_t row = s->resource_count++;
    s->resources[row].id = id;
    s->resources[row].same = row;
    s->resources[row].is_local = 1;
    s->resources[row].is_array =
        spvm_kind(&s->m, id) == SPVM_ID_VARIABLE && spvti_is_array(spvti_pointee(s, id))
        && (spvti_t(s, id)->storage == SPVM_StorageClass_UniformConstant
            || spvti_t(s, id)->storage == SPVM_StorageClass_Uniform
            || spvti_t(s, id)->storage == SPVM_StorageClass_StorageBuffer);
    s->resource_of[id] = row + 1;
}

static int spvti_is_chosen(const spvti_state *s, const spvm_entry *e) {
    return s->options.entry == NULL || spvm_is_text(&s->m, e->name, s->options.entry);
}

/* The bit of an entry point: stages have bits of their own. Where a stage has more entry points
   than bits, some have the same, and are taken to use the same variables. */
static uint64_t spvti_entry_bit(const spvti_state *s, uint32_t i) {
    switch (s->m.entries[i].model) {
    case SPVM_ExecutionModel_Vertex: return (uint64_t)1 << i % 32;
    case SPVM_ExecutionModel_Fragment: return (uint64_t)1 << (32 + i % 16);
    default: return (uint64_t)1 << (48 + i % 16);
    }
}

/* Memory with atomics in it can be written in WGSL, whether the module does so or not: a struct
   that has them in one buffer has them in each. */
static void spvti_spread_atomics(spvti_state *s) {
    unsigned char *has = (unsigned char *)spvti_take(s, s->m.type_count + 1, 1);
    uint32_t row, k;
    if (has == NULL) return;
    for (row = 0; row < s->m.type_count; row++) { /* parts come before what is made of them */
        const spvm_type *t = &s->m.types[row], *part;
        if (t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray)
            has[row] = has[spvti_row_of(s, spvti_t(s, t->element))];
        for (k = 0; t->opcode == SPVM_OpTypeStruct && k < t->count; k++) {
            part = spvti_member_type(s, t, k);
            if (s->member_atomic[t->first_member + k] || has[spvti_row_of(s, part)]) has[row] = 1;
        }
    }
    for (k = 0; k < s->resource_count; k++) {
        const spvm_type *t = spvti_pointee(s, s->resources[k].id);
        if (t != &spvti_no_type && has[spvti_row_of(s, t)]) s->resources[k].is_written = 1;
    }
}

/* What the chosen entry points reach. */
static void spvti_scan(spvti_state *s) {
    uint32_t i, k, any = 0;
    s->function_used = (unsigned char *)spvti_take(s, s->m.function_count + 1, 1);
    s->function_is_entry = (unsigned char *)spvti_take(s, s->m.function_count + 1, 1);
    s->function_entries = (uint64_t *)spvti_take(s, s->m.function_count + 1, sizeof(uint64_t));
    s->function_kills = (unsigned char *)spvti_take(s, s->m.function_count + 1, 1);
    s->member_atomic = (unsigned char *)spvti_take(s, s->m.member_count + 1, 1);
    s->resource_of = (uint32_t *)spvti_take(s, s->m.bound, sizeof(uint32_t));
    s->resources = (spvti_resource *)spvti_take(s, s->m.variable_count + s->m.parameter_count + 1,
                                                sizeof *s->resources);
    if (spvti_failed(s)) return;
    for (i = 0; i < s->m.entry_count; i++) {
        s->function_is_entry[s->m.entries[i].function] = 1;
        if (spvti_is_chosen(s, &s->m.entries[i])) {
            s->function_used[s->m.entries[i].function] = 1;
            s->function_entries[s->m.entries[i].function] |= spvti_entry_bit(s, i);
            any = 1;
        }
    }
    if (!any) spvti_no_id(s, 0, SPVTI_E_NO_ENTRY);
    for (i = s->m.function_count; i-- > 0;) {
        const spvm_function *f = &s->m.functions[s->m.call_order[i]];
        if (!s->function_used[s->m.call_order[i]]) continue;
        for (k = 0; k < f->call_count; k++) {
            const spvm_inst *at = &s->m.insts[s->m.calls[f->first_call + k].inst];
            spvm_function_ref callee = s->m.calls[f->first_call + k].callee;
            if (at->block == SPVM_NONE || s->m.blocks[at->block].dominator.first == SPVM_NONE)
                continue;
            s->function_used[callee] = 1;
            s->function_entries[callee] |= s->function_entries[s->m.call_order[i]];
        }
    }
    for (i = 0; i < s->m.variable_count; i++) spvti_add_resource(s, s->m.variables[i]);
    for (i = 0; i < s->m.function_count; i++)
        for (k = 0; s->function_used[i] && k < s->m.functions[i].parameter_count; k++)
            spvti_add_resource(s, s->m.parameters[s->m.functions[i].first_parameter + k]);
    for (i = 0; i < s->m.function_count; i++)
        if (s->function_used[s->m.call_order[i]]) spvti_scan_function(s, s->m.call_order[i]);
    spvti_spread_atomics(s);
    for (i = 0; i < s->resource_count; i++) { /* what is the same texture is used in the same way */
        spvti_resource *a = &s->resources[i], *b = &s->resources[spvti_find(s, i)];
        b->is_depth |= a->is_depth;
        b->is_compared |= a->is_compared;
        b->is_sampled |= a->is_sampled;
        b->is_read |= a->is_read;
        b->is_written |= a->is_written;
    }
    for (i = 0; i < s->resource_count; i++) {
        spvti_resource *a = &s->resources[i], *b = &s->resources[spvti_find(s, i)];
        a->is_depth = b->is_depth;
        a->is_compared = b->is_compared;
        a->is_sampled = b->is_sampled;
        a->is_read |= b->is_read;
        a->is_written |= b->is_written;
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>structure  [10]  blocks -> tree of statements */

static spvti_list *spvti_new_list(spvti_state *s, spvti_node *owner) {
    spvti_list *l = (spvti_list *)spvti_take(s, 1, sizeof *l);
    spvti_list **tail;
    if (l == NULL) return NULL;
    l->owner = owner;
    l->edge = SPVM_NONE;
    if (owner == NULL) return l;
    for (tail = owner->last_arm != NULL ? &owner->last_arm->next : &owner->arms; *tail != NULL;)
        tail = &(*tail)->next;
    *tail = owner->last_arm = l;
    return l;
}

static spvti_node *spvti_new_node(spvti_state *s, spvti_list *list, spvti_node_kind kind,
                                  spvm_block_ref block) {
    spvti_node *n;
    if (list == NULL) return NULL;
    n = (spvti_node *)spvti_take(s, 1, sizeof *n);
    if (n == NULL) return NULL;
    n->kind = kind;
    n->block = block;
    n->target_block = SPVM_NONE;
    n->list = list;
    if (list->last != NULL) list->last->next = n;
    else list->first = n;
    list->last = n;
    return n;
}

static const spvm_block *spvti_block(const spvti_state *s, spvm_block_ref b) {
    return &s->m.blocks[b];
}

static int spvti_is_live(const spvti_state *s, spvm_block_ref b) {
    return b != SPVM_NONE && s->m.blocks[b].dominator.first != SPVM_NONE;
}

static const spvm_inst *spvti_end_of(const spvti_state *s, spvm_block_ref b) {
    return &s->m.insts[s->m.blocks[b].last];
}

static int spvti_has_phis(const spvti_state *s, spvm_block_ref b) {
    spvm_inst_ref i = s->m.blocks[b].first + 1;
    while (i < s->m.blocks[b].last
           && (s->m.insts[i].opcode == SPVM_OpLine || s->m.insts[i].opcode == SPVM_OpNoLine))
        i++;
    return s->m.insts[i].opcode == SPVM_OpPhi;
}

static int spvti_is_loop(const spvti_state *s, spvm_block_ref b) {
    const spvm_block *x = spvti_block(s, b);
    return x->merge != SPVM_NONE && s->m.insts[x->merge].opcode == SPVM_OpLoopMerge;
}

/* Ways to a block that are no back edges; those from blocks that are never reached do not count. */
static uint32_t spvti_ways_to(const spvti_state *s, spvm_block_ref b) {
    const spvm_block *x = spvti_block(s, b);
    uint32_t i, n = 0;
    for (i = 0; i < x->predecessor_count; i++) {
        const spvm_edge *e = &s->m.edges[s->m.predecessors[x->first_predecessor + i]];
        if (spvti_is_live(s, e->from) && e->kind != SPVM_EDGE_BACK) n++;
    }
    return n;
}

/* Work that is still to be done: the tree of a block, at the end of a list. */
typedef struct spvti_task {
    spvm_block_ref block;
    spvti_list *list;
} spvti_task;

typedef struct spvti_builder {
    spvti_task *tasks;
    uint32_t count, room;
    uint32_t *child;      /* by block of the function: its first child that has a label */
    uint32_t *sibling;
    spvti_list **arm_of; /* by block of the function: of the switch at hand */
    unsigned char *has_label;
    unsigned char *is_continuing; /* continue targets that are a continuing block */
} spvti_builder;

static void spvti_push(spvti_state *s, spvti_builder *b, spvm_block_ref block, spvti_list *list) {
    if (spvti_failed(s)) return;
    if (b->count == b->room) {
        spvti_no_id(s, 0, SPVTI_E_FLOW_SIZE);
        return;
    }
    b->tasks[b->count].block = block;
    b->tasks[b->count].list = list;
    b->count++;
}

/* Whether a continue construct can be a continuing block: straight code, or what has its own end,
   without other ways out than the back edge, and a break in the block of the back edge. */
static int spvti_is_clean(const spvti_state *s, spvm_block_ref header, spvm_block_ref target) {
    const spvm_block *t = spvti_block(s, target);
    uint32_t i, k;
    spvm_inst_ref at;
    if (target == header || !spvti_is_live(s, target)) return 0;
    for (i = t->order; i < s->f->order_count; i++) {
        spvm_block_ref b = s->m.order[s->f->first_block + i];
        const spvm_block *x = spvti_block(s, b);
        uint32_t op = spvti_end_of(s, b)->opcode;
        int is_back = 0;
        if (!spvm_above(&t->structural, &x->structural)) break;
        if (!spvti_is_live(s, b)) continue;
        if (op != SPVM_OpBranch && op != SPVM_OpBranchConditional && op != SPVM_OpSwitch)
            return 0;
        for (at = x->first; s->has_killed && at < x->last; at++)
            if (s->m.insts[at].opcode == SPVM_OpFunctionCall
                && s->function_kills[spvti_callee(s, &s->m.insts[at])])
                return 0; /* which may return */
        for (k = 0; k < x->successor_count; k++)
            is_back |= s->m.edges[x->first_successor + k].to == header;
        for (k = 0; k < x->successor_count; k++) {
            spvm_block_ref to = s->m.edges[x->first_successor + k].to;
            if (to == header || spvm_above(&t->structural, &spvti_block(s, to)->structural))
                continue;
            if (!is_back || x->merge != SPVM_NONE || op == SPVM_OpSwitch
                || to != spvti_block(s, header)->merge_block)
                return 0;
        }
        if (is_back && x->successor_count > 1) {
            /* a break: the other way must be the merge block's */
            for (k = 0; k < x->successor_count; k++) {
                spvm_block_ref to = s->m.edges[x->first_successor + k].to;
                if (to != header && to != spvti_block(s, header)->merge_block) return 0;
            }
            /* its phis would be assigned before it is known whether the loop ends */
        }
    }
    return 1;
}

/* Which blocks get a label, and below whom. */
static void spvti_find_labels(spvti_state *s, spvti_builder *b) {
    uint32_t i, base = s->f->first_block;
    for (i = 0; i < s->f->block_count; i++) {
        b->child[i] = b->sibling[i] = SPVM_NONE;
        if (!spvti_is_live(s, base + i)) continue;
        if (spvti_ways_to(s, base + i) > 1) b->has_label[i] = 1;
    }
    for (i = 0; i < s->f->block_count; i++) {
        const spvm_block *x = spvti_block(s, base + i);
        if (!spvti_is_live(s, base + i) || x->merge == SPVM_NONE) continue;
        if (spvti_is_live(s, x->merge_block)) b->has_label[x->merge_block - base] = 1;
        if (x->continue_block != SPVM_NONE && x->continue_block != base + i
            && spvti_is_live(s, x->continue_block)) {
            b->has_label[x->continue_block - base] = 1;
            if (spvti_is_clean(s, base + i, x->continue_block))
                b->is_continuing[x->continue_block - base] = 1;
        }
    }
    /* children in falling order: those that come last in the text are the outermost labels */
    for (i = 0; i < s->f->order_count; i++) {
        spvm_block_ref block = s->m.order[base + i];
        spvm_block_ref parent = s->m.blocks[block].structural.parent;
        if (!b->has_label[block - base] || parent == SPVM_NONE) continue;
        b->sibling[block - base] = b->child[parent - base];
        b->child[parent - base] = block;
    }
}

/* What an edge is at the end of a list: copies, and an exit or the block itself. */
static void spvti_build_edge(spvti_state *s, spvti_builder *b, spvm_block_ref from,
                             spvm_block_ref to, spvti_list *list) {
    spvti_node *n;
    uint32_t base = s->f->first_block;
    if (list == NULL || spvti_failed(s)) return;
    if (spvti_has_phis(s, to)) {
        n = spvti_new_node(s, list, SPVTI_COPY, from);
        if (n != NULL) n->target_block = to;
    }
    if (s->loop_of[to - base] != NULL) { /* an open loop: the header is above */
        n = spvti_new_node(s, list, SPVTI_EXIT, from);
        if (n == NULL) return;
        n->target = s->loop_of[to - base];
        n->is_continue = 1;
    } else if (s->label_of[to - base] != NULL) {
        n = spvti_new_node(s, list, SPVTI_EXIT, from);
        if (n == NULL) return;
        n->target = s->label_of[to - base];
        n->is_continue = b->is_continuing[to - base];
    } else {
        spvti_push(s, b, to, list);
    }
}

static spvm_edge_kind spvti_edge_kind(const spvti_state *s, spvm_block_ref from,
                                      spvm_block_ref to) {
    const spvm_block *x = spvti_block(s, from);
    uint32_t k;
    for (k = 0; k < x->successor_count; k++)
        if (s->m.edges[x->first_successor + k].to == to)
            return s->m.edges[x->first_successor + k].kind;
    return SPVM_EDGE_DEAD;
}

/* Whether an edge leaves its place by a break or continue of a loop. */
static int spvti_is_jump(const spvti_state *s, spvm_block_ref from, spvm_block_ref to) {
    spvm_edge_kind k = spvti_edge_kind(s, from, to);
    return k == SPVM_EDGE_BREAK || k == SPVM_EDGE_CONTINUE;
}

static void spvti_build_branch(spvti_state *s, spvti_builder *b, spvm_block_ref block,
                               spvti_list *list) {
    const spvm_inst *end = spvti_end_of(s, block);
    spvm_block_ref yes = spvm_block_of(&s->m, spvti_word(s, end, 2));
    spvm_block_ref no = spvm_block_of(&s->m, spvti_word(s, end, 3));
    int has_merge = spvti_block(s, block)->merge != SPVM_NONE && !spvti_is_loop(s, block);
    spvti_node *n;
    if (yes == no) {
        spvti_build_edge(s, b, block, yes, list);
        return;
    }
    n = spvti_new_node(s, list, SPVTI_IF, block);
    if (n == NULL) return;
    /* a jump is an `if` of its own, and what comes otherwise stands behind it */
    if (!has_merge && spvti_is_jump(s, block, yes)
        && spvti_edge_kind(s, block, no) != SPVM_EDGE_BREAK) {
        spvti_build_edge(s, b, block, yes, spvti_new_list(s, n));
        spvti_new_list(s, n);
        spvti_build_edge(s, b, block, no, list);
    } else if (!has_merge && spvti_is_jump(s, block, no)) {
        spvti_new_list(s, n);
        spvti_build_edge(s, b, block, no, spvti_new_list(s, n));
        spvti_build_edge(s, b, block, yes, list);
    } else {
        spvti_build_edge(s, b, block, yes, spvti_new_list(s, n));
        spvti_build_edge(s, b, block, no, spvti_new_list(s, n));
    }
}

/* The end of a continuing block: nothing, or the condition that ends the loop. */
static int spvti_build_back_edge(spvti_state *s, spvm_block_ref block, spvti_list *list) {
    const spvm_block *x = spvti_block(s, block);
    const spvm_inst *end = spvti_end_of(s, block);
    spvti_list *l = list;
    spvti_node *loop;
    uint32_t k;
    spvm_block_ref header = SPVM_NONE;
    for (k = 0; k < x->successor_count; k++)
        if (s->m.edges[x->first_successor + k].kind == SPVM_EDGE_BACK)
            header = s->m.edges[x->first_successor + k].to;
    if (header == SPVM_NONE || end->opcode != SPVM_OpBranchConditional || x->successor_count < 2)
        return 0;
    loop = s->loop_of[header - s->f->first_block];
    while (l != NULL && l->owner != NULL && l->owner != loop) l = l->owner->list;
    if (loop == NULL || l == NULL || l->owner != loop || l == loop->arms) return 0;
    if (l != list) return 0; /* within a label: an exit */
    loop->has_break_if = 1;
    loop->break_when = spvm_block_of(&s->m, spvti_word(s, end, 2)) != header;
    loop->target_block = block;
    for (k = 0; k < x->successor_count; k++) {
        spvm_block_ref to = s->m.edges[x->first_successor + k].to;
        spvti_node *n;
        if (!spvti_has_phis(s, to)) continue;
        n = spvti_new_node(s, list, SPVTI_COPY, block);
        if (n != NULL) n->target_block = to;
    }
    return 1;
}

static void spvti_build_switch(spvti_state *s, spvti_builder *b, spvm_block_ref block,
                               spvti_list *list) {
    const spvm_block *x = spvti_block(s, block);
    const spvm_inst *i = spvti_end_of(s, block);
    spvti_node *n = spvti_new_node(s, list, SPVTI_SWITCH, block);
    uint32_t k, base = s->f->first_block;
    if (spvti_scalar(s, spvti_t(s, spvti_word(s, i, 1))) == 0)
        spvti_no(s, i, SPVTI_E_SWITCH_TYPE);
    if (n == NULL || spvti_failed(s)) return;
    n->next_case = (uint16_t *)spvti_take(s, i->length, sizeof *n->next_case);
    for (k = 0; n->next_case != NULL && k < x->successor_count; k++) {
        spvti_list *arm = spvti_new_list(s, n);
        if (arm == NULL) return;
        arm->edge = x->first_successor + k;
        b->arm_of[s->m.edges[arm->edge].to - base] = arm;
        spvti_build_edge(s, b, block, s->m.edges[arm->edge].to, arm);
    }
    for (k = 3; n->next_case != NULL && k + 1 < i->length; k += 2) {
        spvti_list *arm = b->arm_of[spvm_block_of(&s->m, spvti_word(s, i, k + 1)) - base];
        if (arm->case_word == 0) arm->case_word = k;
        else n->next_case[arm->last_case] = (uint16_t)k;
        arm->last_case = k;
    }
}

/* The code of a block and its terminator. */
static void spvti_build_code(spvti_state *s, spvti_builder *b, spvm_block_ref block,
                             spvti_list *list) {
    const spvm_inst *end = spvti_end_of(s, block);
    spvti_node *n = spvti_new_node(s, list, SPVTI_CODE, block);
    s->code_of[block - s->f->first_block] = n;
    switch (end->opcode) {
    case SPVM_OpBranch:
        spvti_build_edge(s, b, block, spvm_block_of(&s->m, spvti_word(s, end, 1)), list);
        break;
    case SPVM_OpBranchConditional:
        if (!spvti_build_back_edge(s, block, list)) spvti_build_branch(s, b, block, list);
        break;
    case SPVM_OpSwitch:
        spvti_build_switch(s, b, block, list);
        break;
    default:
        spvti_new_node(s, list, SPVTI_END, block);
        break;
    }
}

/* A block and all that it dominates: labels around it, a loop around those that belong to it. */
static void spvti_build_block(spvti_state *s, spvti_builder *b, spvm_block_ref block,
                              spvti_list *list) {
    uint32_t base = s->f->first_block;
    spvm_block_ref merge = spvti_is_loop(s, block) ? spvti_block(s, block)->merge_block : SPVM_NONE;
    spvm_block_ref child;
    spvti_node *n;
    if (spvti_is_loop(s, block)) {
        spvti_list *body;
        n = spvti_new_node(s, list, SPVTI_LOOP, block);
        body = spvti_new_list(s, n);
        s->loop_of[block - base] = n;
        if (body == NULL) return;
        if (spvti_is_live(s, merge) && s->m.blocks[merge].structural.parent == block) {
            s->label_of[merge - base] = n;
            spvti_push(s, b, merge, list);
        }
        list = body;
    }
    for (child = b->child[block - base]; child != SPVM_NONE; child = b->sibling[child - base]) {
        if (child == merge) continue;
        if (b->is_continuing[child - base] && s->loop_of[block - base] != NULL
            && spvti_block(s, block)->continue_block == child) {
            n = s->loop_of[block - base];
            s->label_of[child - base] = n;
            spvti_push(s, b, child, spvti_new_list(s, n));
            continue;
        }
        b->is_continuing[child - base] = 0;
        n = spvti_new_node(s, list, SPVTI_LABEL, block);
        if (n == NULL) return;
        n->target_block = child;
        s->label_of[child - base] = n;
        spvti_push(s, b, child, list);
        list = spvti_new_list(s, n);
    }
    spvti_build_code(s, b, block, list);
}

/* The tree of the function at hand. */
static void spvti_build(spvti_state *s) {
    spvti_builder b;
    uint32_t n = s->f->block_count;
    spvti_task t;
    s->label_of = (spvti_node **)spvti_take(s, n + 1, sizeof *s->label_of);
    s->loop_of = (spvti_node **)spvti_take(s, n + 1, sizeof *s->loop_of);
    s->code_of = (spvti_node **)spvti_take(s, n + 1, sizeof *s->code_of);
    b.count = 0;
    b.room = 2 * n + 2;
    b.tasks = (spvti_task *)spvti_take(s, b.room, sizeof *b.tasks);
    b.child = (uint32_t *)spvti_take(s, n + 1, sizeof(uint32_t));
    b.sibling = (uint32_t *)spvti_take(s, n + 1, sizeof(uint32_t));
    b.arm_of = (spvti_list **)spvti_take(s, n + 1, sizeof *b.arm_of);
    b.has_label = (unsigned char *)spvti_take(s, n + 1, 1);
    b.is_continuing = (unsigned char *)spvti_take(s, n + 1, 1);
    s->body = spvti_new_list(s, NULL);
    if (spvti_failed(s) || n == 0) return;
    spvti_find_labels(s, &b);
    spvti_push(s, &b, s->f->first_block, s->body);
    while (b.count > 0 && !spvti_failed(s)) {
        t = b.tasks[--b.count];
        spvti_build_block(s, &b, t.block, t.list);
    }
}
/* -------------------------------------------------------------------------------------------------
   // >>exits  [11]  exits -> break, continue, flags */

/* The node behind n in preorder; without what n holds if !inside. NULL: the end. */
static spvti_node *spvti_step(const spvti_node *n, int inside) {
    const spvti_list *l;
    for (l = inside ? n->arms : NULL; l != NULL; l = l->next)
        if (l->first != NULL) return l->first;
    while (n->next == NULL) {
        for (l = n->list->next; l != NULL; l = l->next)
            if (l->first != NULL) return l->first;
        n = n->list->owner;
        if (n == NULL) return NULL;
    }
    return n->next;
}

static int spvti_is_test(const spvti_node *n) {
    return n->kind == SPVTI_TEST || (n->kind == SPVTI_EXIT && n->is_dead);
}

/* Whether what ends at n goes to the end of `target` (or its next iteration) by itself. */
static int spvti_falls(const spvti_node *n, const spvti_node *target, int is_continue) {
    const spvti_node *x;
    for (;;) {
        for (x = n->next; x != NULL; x = x->next)
            if (!spvti_is_test(x)) return 0;
        n = n->list->owner;
        if (n == NULL) return 0;
        if (n == target) return n->kind == SPVTI_LOOP ? is_continue : !is_continue;
        if (n->kind == SPVTI_LOOP) return 0;
    }
}

/* The innermost statement around n that a break leaves; NULL: none. */
static spvti_node *spvti_breakable(const spvti_node *n) {
    spvti_node *x = n->list->owner;
    while (x != NULL && x->kind != SPVTI_LOOP && x->kind != SPVTI_SWITCH
           && !(x->kind == SPVTI_LABEL && x->is_kept))
        x = x->list->owner;
    return x;
}

typedef enum {
    SPVTI_WAY_FALL, SPVTI_WAY_BREAK, SPVTI_WAY_CONTINUE, SPVTI_WAY_FLAG
} spvti_way;

static spvti_way spvti_way_of(const spvti_node *n) {
    const spvti_node *s, *x;
    if (spvti_falls(n, n->target, n->is_continue)) return SPVTI_WAY_FALL;
    s = spvti_breakable(n);
    if (s != NULL && s == n->target && !n->is_continue) return SPVTI_WAY_BREAK;
    if (n->is_continue) {
        for (x = n->list->owner; x != NULL && x->kind != SPVTI_LOOP; x = x->list->owner) {}
        if (x == n->target) return SPVTI_WAY_CONTINUE;
    }
    if (s != NULL && spvti_falls(s, n->target, n->is_continue)) return SPVTI_WAY_BREAK;
    return SPVTI_WAY_FLAG;
}

/* Labels that some exit needs as a statement. */
static void spvti_keep_labels(spvti_state *s) {
    spvti_node *n;
    int changed = 1, rounds = 0;
    while (changed) {
        changed = 0;
        rounds++;
        for (n = s->body->first; n != NULL; n = spvti_step(n, 1)) {
            if (rounds > 50 && n->kind == SPVTI_LABEL && !n->is_kept) {
                n->is_kept = 1;
                changed = 1;
            }
            if (n->kind != SPVTI_EXIT || n->target->kind != SPVTI_LABEL || n->target->is_kept)
                continue;
            if (spvti_way_of(n) != SPVTI_WAY_FLAG) continue;
            n->target->is_kept = 1;
            changed = 1;
        }
    }
}

static spvti_node *spvti_insert(spvti_state *s, spvti_node *before, spvti_node *behind,
                                spvti_node_kind kind) {
    spvti_node *n = (spvti_node *)spvti_take(s, 1, sizeof *n), *x;
    if (n == NULL) return NULL;
    n->kind = kind;
    n->block = n->target_block = SPVM_NONE;
    if (behind != NULL) {
        n->list = behind->list;
        n->next = behind->next;
        behind->next = n;
        if (n->list->last == behind) n->list->last = n;
        return n;
    }
    n->list = before->list;
    n->next = before;
    if (n->list->first == before) {
        n->list->first = n;
    } else {
        for (x = n->list->first; x->next != before; x = x->next) {}
        x->next = n;
    }
    return n;
}

/* An exit over several statements: a flag, a break, and a test behind the statement that it
   leaves. */
static void spvti_flag(spvti_state *s, spvti_node *n) {
    spvti_node *from = spvti_breakable(n), *set, *test, *exit;
    if (from == NULL) {
        spvti_no_id(s, 0, SPVTI_E_FLOW_EXIT);
        return;
    }
    if (n->is_continue) n->target->flag_continue = 1;
    else n->target->flag = 1;
    set = spvti_insert(s, n, NULL, SPVTI_SET);
    n->kind = SPVTI_BREAK;
    if (set == NULL) return;
    set->target = n->target;
    set->is_continue = n->is_continue;
    for (test = from->next; test != NULL && test->kind == SPVTI_TEST; test = test->next)
        if (test->target == n->target && test->is_continue == n->is_continue) return;
    test = spvti_insert(s, NULL, from, SPVTI_TEST);
    if (test == NULL) return;
    test->target = n->target;
    test->is_continue = n->is_continue;
    exit = spvti_new_node(s, spvti_new_list(s, test), SPVTI_EXIT, SPVM_NONE);
    if (exit == NULL) return;
    exit->target = n->target;
    exit->is_continue = n->is_continue;
}

/* A continuing block has no jumps out of it. */
static int spvti_leaves_continuing(const spvti_node *n) {
    const spvti_list *l = n->list;
    const spvti_node *o;
    if (n->is_dead) return 0;
    for (o = l->owner; o != NULL; l = o->list, o = l->owner) {
        if (o->kind == SPVTI_LOOP && l == o->arms) return 0;
        if (o->kind == SPVTI_LOOP) return 1;
        if (n->kind == SPVTI_BREAK && (o->kind == SPVTI_SWITCH
                                       || (o->kind == SPVTI_LABEL && o->is_kept)))
            return 0;
    }
    return 0;
}

static spvti_list *spvti_scope(spvti_list *l) {
    while (l->owner != NULL && l->owner->kind == SPVTI_LABEL && !l->owner->is_kept)
        l = l->owner->list;
    return l;
}

/* The braces that a node surely opens: those of an `if` may go on with an `else if`. */
static uint32_t spvti_braces(const spvti_node *n) {
    if (n->kind == SPVTI_SWITCH || (n->kind == SPVTI_LABEL && n->is_kept)) return 2;
    return n->kind == SPVTI_LOOP;
}

/* Numbers the nodes, and the depth of lists. */
static void spvti_number(spvti_state *s) {
    spvti_node *n;
    spvti_list *l;
    uint32_t order = 0;
    for (n = s->body->first; n != NULL; n = spvti_step(n, 1)) {
        n->order = ++order;
        for (l = n->arms; l != NULL; l = l->next) {
            l->depth = spvti_scope(n->list)->depth + 1;
            l->braces = n->list->braces + spvti_braces(n);
            if (l->depth > SPVTI_MAX_LISTS || (l->first != NULL && l->braces >= SPVTI_MAX_DEPTH))
                spvti_no_id(s, s->f->id, SPVTI_E_DEPTH);
        }
    }
    s->node_count = order;
}

static void spvti_lower(spvti_state *s) {
    spvti_node *n;
    spvti_keep_labels(s);
    spvti_number(s); /* what is too deep ends here: flags would be as many as its depth squared */
    for (n = s->body->first; n != NULL && !spvti_failed(s); n = spvti_step(n, 1)) {
        if (n->kind != SPVTI_EXIT) continue;
        switch (spvti_way_of(n)) {
        case SPVTI_WAY_FALL: n->is_dead = 1; break;
        case SPVTI_WAY_BREAK: n->kind = SPVTI_BREAK; break;
        case SPVTI_WAY_CONTINUE: n->kind = SPVTI_CONTINUE; break;
        default: spvti_flag(s, n); break;
        }
        if (spvti_leaves_continuing(n))
            spvti_no_id(s, s->f->id, SPVTI_E_CONTINUE_EXIT);
    }
    if (!spvti_failed(s)) spvti_number(s);
}

/* -------------------------------------------------------------------------------------------------
   // >>scopes  [12]  values -> uses, lists, variables */

static spvti_list *spvti_parent_list(const spvti_list *l) {
    return l->owner == NULL ? NULL : spvti_scope(l->owner->list);
}

/* The innermost list that holds both. */
static spvti_list *spvti_meet(spvti_list *a, spvti_list *b) {
    while (a != b) {
        if (a->depth >= b->depth) a = spvti_parent_list(a);
        else b = spvti_parent_list(b);
        if (a == NULL || b == NULL) return NULL;
    }
    return a;
}

/* Something at a node has to do with a value: a use, or an assignment. */
static void spvti_mention(spvti_state *s, spvm_id id, spvti_list *list, spvti_node *node,
                          uint32_t uses) {
    spvti_value *v;
    if (id >= s->m.bound || s->m.ids[id].kind != SPVM_ID_VALUE) return;
    v = &s->values[id];
    v->uses += uses;
    list = spvti_scope(list);
    v->reach = v->reach == NULL ? list : spvti_meet(v->reach, list);
    if (uses > 0) v->used = v->used == NULL ? list : spvti_meet(v->used, list);
    if (v->first == NULL || node->order < v->first->order) v->first = node;
}

static int spvti_is_handle(const spvti_state *s, spvm_id type) {
    const spvm_type *t = spvti_t(s, type);
    return t->opcode == SPVM_OpTypeImage || t->opcode == SPVM_OpTypeSampler
           || t->opcode == SPVM_OpTypeSampledImage;
}

/* Values that are never held: what they are made of is used where they are. */
static int spvti_is_alias(const spvti_state *s, const spvm_inst *i) {
    switch (i->opcode) {
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpSampledImage:
    case SPVM_OpImage:
    case SPVM_OpCopyObject:
    case SPVM_OpCompositeExtract:
    case SPVM_OpImageTexelPointer:
        return 1;
    case SPVM_OpLoad:
        return spvti_is_handle(s, i->type);
    default:
        return 0;
    }
}

static int spvti_has_effect(const spvti_state *s, const spvm_inst *i) {
    uint32_t op = i->opcode;
    if (i->result == 0) return 1;
    if (op == SPVM_OpFunctionCall || op == SPVM_OpVariable) return 1;
    if (spvti_is_atomic(op)) return 1;
    if (op == SPVM_OpExtInst && spvm_set_of(&s->m, i) == SPVM_SET_GLSL) {
        uint32_t x = spvti_word(s, i, 4);
        return x == SPVM_GLSL_Modf || x == SPVM_GLSL_Frexp;
    }
    return op >= SPVM_OpGroupAsyncCopy || op == SPVM_OpControlBarrier;
}

static int spvti_is_alive(const spvti_state *s, spvm_id id) {
    const spvm_id_row *row = &s->m.ids[id];
    uint32_t k;
    for (k = 0; k < row->use_count; k++) {
        const spvm_inst *user = &s->m.insts[s->m.uses[row->first_use + k].inst];
        if (user->block != SPVM_NONE && spvti_is_live(s, user->block) && user->result != id)
            return 1;
    }
    return 0;
}

/* The phis of a block: calls for each that is used. at: 0 to begin with. */
static const spvm_inst *spvti_next_phi(const spvti_state *s, spvm_block_ref block,
                                       spvm_inst_ref *at) {
    const spvm_block *b = spvti_block(s, block);
    if (*at == 0) *at = b->first;
    while (++*at < b->last) {
        const spvm_inst *i = &s->m.insts[*at];
        if (i->opcode == SPVM_OpLine || i->opcode == SPVM_OpNoLine) continue;
        if (i->opcode != SPVM_OpPhi) break;
        if (spvti_is_alive(s, i->result)) return i;
    }
    return NULL;
}

/* The operand of a phi for a way into its block. The search goes to both sides of the last find, as
   phis of a block have their operands in the same order. */
static spvm_id spvti_phi_operand(spvti_state *s, const spvm_inst *phi, spvm_block_ref from) {
    uint32_t count = (phi->length - 3u) / 2, i, k, at = s->phi_place;
    if (at >= count) at = 0;
    for (i = 0; i < 2 * count; i++) {
        k = i % 2 ? at - 1 - i / 2 : at + i / 2; /* beyond the ends, also below 0: none */
        if (k >= count || spvti_word(s, phi, 2 * k + 4) != s->m.blocks[from].label) continue;
        s->phi_place = k;
        return spvti_word(s, phi, 2 * k + 3);
    }
    return 0;
}

static void spvti_mention_copies(spvti_state *s) {
    spvti_node *n;
    const spvm_inst *phi;
    spvm_inst_ref at;
    for (n = s->body->first; n != NULL; n = spvti_step(n, 1)) {
        if (n->kind != SPVTI_COPY) continue;
        for (at = 0; (phi = spvti_next_phi(s, n->target_block, &at)) != NULL;) {
            spvm_id from = spvti_phi_operand(s, phi, n->block);
            if (from == 0) {
                spvti_no(s, phi, SPVTI_E_PHI_PARENT);
                return;
            }
            if (from == phi->result) continue;
            spvti_mention(s, phi->result, n->list, n, 0);
            spvti_mention(s, from, n->list, n, 1);
        }
    }
}

static void spvti_mention_operands(spvti_state *s, const spvm_inst *i, spvti_node *node) {
    spvti_value *v = &s->values[i->result];
    int is_alias = i->result != 0 && spvti_is_alias(s, i);
    uint32_t k;
    for (k = i->type != 0; (k = spvm_next_id(&s->m, i, k)) != 0;) {
        spvm_id id = s->m.words[i->word + k];
        uint32_t twice = 1;
        /* an operand that stands more than once in the text */
        if (i->opcode == SPVM_OpVectorShuffle || i->opcode == SPVM_OpFUnordEqual
            || i->opcode == SPVM_OpOuterProduct)
            twice = 2;
        if (i->opcode == SPVM_OpVectorShuffle && k == 3
            && spvti_word(s, i, 3) == spvti_word(s, i, 4))
            twice = 1;
        if (is_alias && v->reach != NULL) spvti_mention(s, id, v->reach, v->first, v->uses);
        else spvti_mention(s, id, node->list, node, twice);
    }
}

/* Uses, lists and variables of the values of the function at hand. */
static void spvti_scopes(spvti_state *s) {
    uint32_t k = s->f->order_count;
    spvm_inst_ref at;
    spvti_mention_copies(s);
    while (k-- > 0 && !spvti_failed(s)) {
        spvm_block_ref b = s->m.order[s->f->first_block + k];
        spvti_node *node = s->code_of[b - s->f->first_block];
        if (!spvti_is_live(s, b) || node == NULL) continue;
        for (at = s->m.blocks[b].last + 1; at-- > s->m.blocks[b].first + 1;) {
            const spvm_inst *i = &s->m.insts[at];
            spvti_value *v = &s->values[i->result];
            if (i->opcode == SPVM_OpPhi) {
                v->home = spvti_scope(node->list);
                spvti_mention(s, i->result, node->list, node, 0);
                continue;
            }
            if (i->result != 0) {
                v->home = spvti_scope(node->list);
                if (v->uses == 0 && !spvti_has_effect(s, i)) continue;
            }
            if (i->opcode == SPVM_OpLoopMerge || i->opcode == SPVM_OpSelectionMerge) continue;
            spvti_mention_operands(s, i, node);
        }
    }
}

static void spvti_declare_at(spvti_state *s, spvm_id id, spvti_list *list, spvti_node *node) {
    while (spvti_scope(node->list) != list && node->list->owner != NULL)
        node = node->list->owner;
    s->values[id].next_variable = node->variables;
    node->variables = id;
}

/* A load of all of an input that is a parameter or a let is that input by another name. */
static int spvti_is_name(spvti_state *s, const spvm_inst *i) {
    spvm_id id = spvm_operand(&s->m, i, 3);
    return i->opcode == SPVM_OpLoad && s->entry != NULL && spvti_resource_of(s, id) != NULL
           && spvti_t(s, id)->storage == SPVM_StorageClass_Input && spvti_is_value(s, id);
}

/* Whether a header's phi is read where an early copy has already changed it: behind a loop whose
   last statement is the condition. */
static int spvti_is_split(const spvti_state *s, spvm_block_ref block, const spvti_value *v) {
    const spvti_node *loop = s->loop_of[block - s->f->first_block];
    const spvti_list *l;
    if (loop == NULL || !loop->has_break_if || v->used == NULL) return 0;
    for (l = v->used; l != NULL && l->owner != NULL; l = spvti_parent_list(l))
        if (l->owner == loop) return 0;
    return 1;
}

/* Which values are variables: phis, and what is used outside of its list. */
static void spvti_hoist(spvti_state *s) {
    uint32_t k;
    spvm_inst_ref at;
    for (k = 0; k < s->f->order_count; k++) {
        spvm_block_ref b = s->m.order[s->f->first_block + k];
        spvti_node *node = s->code_of[b - s->f->first_block];
        if (!spvti_is_live(s, b) || node == NULL) continue;
        for (at = s->m.blocks[b].first + 1; at <= s->m.blocks[b].last; at++) {
            const spvm_inst *i = &s->m.insts[at];
            spvti_value *v = &s->values[i->result];
            const spvm_type *t;
            if (i->result == 0 || v->uses == 0 || i->opcode == SPVM_OpVariable) continue;
            if (spvti_is_name(s, i)) continue;
            t = spvti_t(s, i->type);
            if (i->opcode == SPVM_OpPhi && (t->opcode == SPVM_OpTypePointer
                                            || spvti_is_handle(s, i->type)))
                spvti_no(s, i, SPVTI_E_CHOSEN);
            if (i->opcode != SPVM_OpPhi && (spvti_is_alias(s, i) || v->reach == NULL
                                            || spvti_meet(v->home, v->reach) == v->home))
                continue;
            if (t->opcode == SPVM_OpTypePointer || t->opcode == SPVM_OpTypeVoid) continue;
            v->flags |= SPVTI_HOISTED;
            v->how = SPVTI_NAME;
            v->prec = SPVTI_PRIMARY;
            v->text = spvti_name_id(s, i->result, "v");
            if (i->opcode == SPVM_OpPhi && spvti_is_split(s, b, v)) {
                v->flags |= SPVTI_SPLIT;
                v->phi = spvti_unique(s, v->text.p, v->text.n);
            }
            if (i->opcode == SPVM_OpPhi)
                spvti_declare_at(s, i->result, v->reach, v->first);
            else
                spvti_declare_at(s, i->result, spvti_meet(v->home, v->reach), node);
        }
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>expressions  [13]  operands -> text */

static void spvti_print_comment(spvti_state *s, uint32_t line);

/* Begins a statement: with the source line as a comment, if there is a new one. */
static void spvti_open_statement(spvti_state *s) {
    if (s->comment_line != 0 && s->comment_line != s->line_printed)
        spvti_print_comment(s, s->comment_line);
    spvti_out_indentation(s);
}

static void spvti_comment(spvti_state *s, const spvm_inst *i) {
    if (!s->options.lines || i->line == SPVM_NONE || i->line >= s->m.line_count) return;
    s->comment_line = s->m.lines[i->line].line;
}

/* Prints a line of the source. */
static void spvti_print_comment(spvti_state *s, uint32_t line) {
    const char *p = s->options.source;
    size_t n = s->options.source_size, i = 0;
    uint32_t at;
    spvti_span text;
    s->line_printed = line;
    spvti_print(s, "$i// $u", line);
    if (p != NULL) {
        for (at = 1; at < line && i < n; i++)
            if (p[i] == '\n') at++;
        while (i < n && p[i] == ' ') i++;
        text.p = p + i;
        for (text.n = 0; i < n && p[i] != '\n' && p[i] != '\r'; i++) text.n++;
        spvti_print(s, ": $n", &text);
    }
    spvti_out(s, "\n");
}

static uint32_t spvti_both(uint32_t a, uint32_t b) {
    return a == 0 || a == b ? b : b == 0 ? a : SPVTI_ANYTHING;
}

static void spvti_let(spvti_state *s, spvm_id id);

static void spvti_wait(spvti_state *s, spvm_id id, uint32_t reads) {
    spvti_value *v = &s->values[id];
    if (++s->pending_count > SPVTI_MAX_PENDING) spvti_let(s, s->pending);
    v->reads = reads;
    v->flags |= SPVTI_PENDING;
    v->next = 0;
    v->previous = s->pending_last;
    if (s->pending_last != 0) s->values[s->pending_last].next = id;
    else s->pending = id;
    s->pending_last = id;
}

static void spvti_unwait(spvti_state *s, spvm_id id) {
    spvti_value *v = &s->values[id];
    if (v->previous != 0) s->values[v->previous].next = v->next;
    else s->pending = v->next;
    if (v->next != 0) s->values[v->next].previous = v->previous;
    else s->pending_last = v->previous;
    s->pending_count--;
    v->flags &= (uint16_t)~SPVTI_PENDING;
    v->reads = 0;
}

/* Gives a value that is an expression a name. */
static void spvti_let(spvti_state *s, spvm_id id) {
    spvti_value *v = &s->values[id];
    spvti_span name = spvti_name_id(s, id, "v");
    if (v->flags & SPVTI_PENDING) spvti_unwait(s, id);
    spvti_say(s, "let $n = $n;\n", &name, &v->text);
    v->text = name;
    v->how = SPVTI_NAME;
    v->prec = SPVTI_PRIMARY;
}

/* Before memory is written: what waits and has read it gets a name now. */
static void spvti_flush(spvti_state *s, uint32_t written) {
    uint32_t id = s->pending, next;
    for (; id != 0 && !spvti_failed(s); id = next) {
        next = s->values[id].next;
        if (written == SPVTI_ANYTHING || s->values[id].reads == SPVTI_ANYTHING
            || s->values[id].reads == written)
            spvti_let(s, id);
    }
}

/* Begins an assignment to a variable, which may be its declaration as well. */
static void spvti_print_assign(spvti_state *s, spvti_value *v, spvti_span name) {
    spvti_open_statement(s);
    if (v->flags & SPVTI_UNDECLARED) spvti_out(s, "var ");
    v->flags &= (uint16_t)~SPVTI_UNDECLARED;
    spvti_print(s, "$n = ", &name);
}

static int spvti_is_constant(const spvti_state *s, spvm_id id) {
    return id < s->m.bound && s->m.ids[id].kind == SPVM_ID_CONSTANT;
}

static int spvti_is_const_text(const spvti_state *s, spvm_id id) {
    return id < s->m.bound && (s->values[id].flags & SPVTI_CONST) != 0
           && s->values[id].how != SPVTI_UNSEEN;
}

static int spvti_needs_parens(uint32_t prec, uint32_t least) {
    if (least == SPVTI_ARG)
        return prec == SPVTI_GREATER || prec == SPVTI_SHR || prec == SPVTI_LOR
               || prec == SPVTI_LAND;
    return prec < least;
}

/* Appends a value where an operand of precedence `least` is wanted. */
static void spvti_add_value(spvti_state *s, spvm_id id, uint32_t least) {
    spvti_value *v;
    int parens;
    if (id == 0 || id >= s->m.bound) {
        spvti_no_id(s, 0, SPVTI_E_NO_VALUE);
        return;
    }
    v = &s->values[id];
    if (v->how == SPVTI_UNSEEN) {
        spvti_no_id(s, id, spvti_t(s, id)->opcode == SPVM_OpTypePointer
                               ? SPVTI_E_POINTER_VALUE
                               : SPVTI_E_NO_TEXT);
        return;
    }
    if ((v->flags & SPVTI_MADE) && spvti_form(s, spvti_t(s, id))->is_bad)
        spvti_no_type_error(s, spvti_t(s, id), id);
    if (v->flags & SPVTI_MADE) spvti_no_id(s, id, SPVTI_E_CONSTANT);
    if (spvti_is_constant(s, id)) {
        const spvti_type *form = spvti_form(s, spvti_t(s, id));
        v->flags |= SPVTI_WANTED;
        if (form->base != SPVM_NONE) s->types[form->base].is_wanted = 1;
    }
    if (v->flags & SPVTI_PENDING) {
        s->reads = spvti_both(s->reads, v->reads);
        spvti_unwait(s, id);
    }
    parens = spvti_needs_parens(v->prec, least);
    if (parens) spvti_byte(s, '(');
    spvti_add_span(s, v->text);
    if (parens) spvti_byte(s, ')');
}

/* The text of a value that stands alone. */
static spvti_span spvti_value_text(spvti_state *s, spvm_id id) {
    size_t mark = spvti_begin(s);
    spvti_add_value(s, id, SPVTI_ANY);
    return spvti_end(s, mark);
}

/* i or u: signedness of a value's type; else what it is. */
static char spvti_kind(const spvti_state *s, spvm_id id) {
    return spvti_scalar(s, spvti_t(s, id));
}

static int spvti_is_plain_int(const spvti_state *s, spvm_id id) {
    const spvm_constant *c = spvm_constant_of(&s->m, id);
    return c != NULL && c->opcode == SPVM_OpConstant && c->is_known
           && spvti_t(s, id)->opcode == SPVM_OpTypeInt && spvti_t(s, id)->width == 32;
}

/* Appends a value with the signedness `kind` (i or u; anything else: as it is). */
static void spvti_add_as(spvti_state *s, spvm_id id, char kind, uint32_t least) {
    char has = spvti_kind(s, id);
    if ((kind != 'i' && kind != 'u') || has == kind || (has != 'i' && has != 'u')) {
        spvti_add_value(s, id, least);
    } else if (spvti_is_plain_int(s, id)) {
        uint32_t bits = (uint32_t)spvm_constant_of(&s->m, id)->bits;
        int is_negative = kind == 'i' && bits >> 31;
        if (is_negative) spvti_add(s, least > SPVTI_UNARY ? "(-" : "-");
        spvti_add_number(s, is_negative ? 0u - bits : bits);
        if (kind == 'u') spvti_byte(s, 'u');
        if (is_negative && least > SPVTI_UNARY) spvti_byte(s, ')');
    } else {
        spvti_add(s, "bitcast<");
        spvti_add_type_as(s, spvti_t(s, id), kind);
        spvti_add(s, ">(");
        spvti_add_value(s, id, SPVTI_ARG);
        spvti_byte(s, ')');
    }
}

/* Appends what a format says; see >>write. */
static void spvti_put_list(spvti_state *s, const char *p, va_list *list) {
    const spvm_type *t;
    const spvti_helper *h;
    spvti_span plain;
    uint32_t i;
    char kind;
    for (;; p++) {
        plain.p = p;
        for (plain.n = 0; *p != '$' && *p != '\0'; p++) plain.n++;
        spvti_add_span(s, plain);
        if (*p == '\0') return;
        switch (*++p) {
        case 's': spvti_add(s, va_arg(*list, const char *)); break;
        case 'n': spvti_add_span(s, *va_arg(*list, const spvti_span *)); break;
        case 'c': spvti_byte(s, (char)va_arg(*list, int)); break;
        case 'u': spvti_add_number(s, va_arg(*list, uint32_t)); break;
        case 't': spvti_add_type(s, va_arg(*list, const spvm_type *)); break;
        case 'v': spvti_add_value(s, va_arg(*list, uint32_t), SPVTI_ARG); break;
        case 'l': spvti_add_length(s, va_arg(*list, const spvm_type *)); break;
        case 'h':
            h = va_arg(*list, const spvti_helper *);
            spvti_add_helper_name(s, h->kind, h->type, h->context);
            break;
        case 'a':
            i = va_arg(*list, uint32_t);
            spvti_add_as(s, i, (char)va_arg(*list, int), SPVTI_ARG);
            break;
        case 'k':
            kind = (char)va_arg(*list, int);
            spvti_add_vector(s, kind, va_arg(*list, uint32_t));
            break;
        case 'm':
            t = va_arg(*list, const spvm_type *);
            spvti_add_member(s, t, va_arg(*list, uint32_t));
            break;
        case 'y':
            t = va_arg(*list, const spvm_type *);
            spvti_add_memory_type(s, t, va_arg(*list, uint32_t));
            break;
        case 'i':
            for (i = 0; i < s->indent; i++) spvti_add(s, "    ");
            break;
        default: spvti_byte(s, *p); break;
        }
    }
}

static void spvti_put(spvti_state *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    spvti_put_list(s, format, &list);
    va_end(list);
}

/* Prints what a format says. An expression that is being made is left as it is. */
SPVTI_CALLED static void spvti_print_list(spvti_state *s, const char *format, va_list *list) {
    size_t mark = s->lo;
    uint32_t reads = s->reads;
    spvti_put_list(s, format, list);
    spvti_out_made(s, mark);
    s->lo = mark;
    s->reads = reads;
}

static void spvti_print(spvti_state *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    spvti_print_list(s, format, &list);
    va_end(list);
}

static void spvti_say(spvti_state *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    spvti_open_statement(s);
    spvti_print_list(s, format, &list);
    va_end(list);
}

/* Opens a bitcast where what is made is of another signedness than a type. Returns what closes
   it. */
static const char *spvti_open_cast(spvti_state *s, const spvm_type *t, char made) {
    char wanted = spvti_scalar(s, t);
    if ((made != 'i' && made != 'u') || (wanted != 'i' && wanted != 'u') || made == wanted)
        return "";
    spvti_put(s, "bitcast<$t>(", t);
    return ")";
}

/* Prints `let name = text;`, and returns the name. */
static spvti_span spvti_print_named(spvti_state *s, spvti_span text, const char *wish) {
    spvti_span name = spvti_unique(s, wish, spvti_literal(wish).n);
    spvti_say(s, "let $n = $n;\n", &name, &text);
    return name;
}

/* A constant behind a `let`, which WGSL does not evaluate. Returns its name. It may be called while
   an expression is made. */
static spvti_span spvti_hide(spvti_state *s, spvm_id id) {
    spvti_value *v = &s->values[id];
    const spvti_type *form = spvti_form(s, spvti_t(s, id));
    if (v->flags & SPVTI_MADE) spvti_no_id(s, id, SPVTI_E_CONSTANT);
    if (form->base != SPVM_NONE) s->types[form->base].is_wanted = 1;
    v->flags |= SPVTI_WANTED;
    return spvti_print_named(s, v->text, "k");
}

/* Appends a hidden constant with a signedness. */
static void spvti_add_hidden(spvti_state *s, spvm_id id, spvti_span name, char kind,
                             uint32_t least) {
    char has = spvti_kind(s, id);
    if (name.n == 0) {
        spvti_add_as(s, id, kind, least);
    } else if ((kind == 'i' || kind == 'u') && (has == 'i' || has == 'u') && has != kind) {
        spvti_add(s, "bitcast<");
        spvti_add_type_as(s, spvti_t(s, id), kind);
        spvti_add(s, ">(");
        spvti_add_span(s, name);
        spvti_byte(s, ')');
    } else {
        spvti_add_span(s, name);
    }
}


/* The text of an instruction's result is made: it waits for its use, or gets a name. */
static void spvti_finish(spvti_state *s, const spvm_inst *i, spvti_span text, uint32_t prec,
                         int is_ordered) {
    spvti_value *v = &s->values[i->result];
    uint32_t reads = s->reads;
    if (spvti_failed(s)) return;
    if (v->flags & SPVTI_HOISTED) {
        spvti_print_assign(s, v, v->text);
        spvti_print(s, "$n;\n", &text);
        return;
    }
    if (v->uses == 0 && !spvti_has_effect(s, i)) return;
    v->text = text;
    v->prec = (unsigned char)prec;
    v->how = SPVTI_TEXT;
    if (v->uses == 1 && v->reach == v->home && text.n <= SPVTI_MAX_TEXT && !is_ordered) {
        if (reads != 0) spvti_wait(s, i->result, reads);
    } else {
        spvti_let(s, i->result);
    }
}

/* What stands behind the mark is the text of a result, which binds as tight as a name. */
static void spvti_done(spvti_state *s, const spvm_inst *i, size_t mark) {
    spvti_finish(s, i, spvti_end(s, mark), SPVTI_PRIMARY, 0);
}

/* A value that has to be a name, as it stands in a text several times. */
static spvti_span spvti_named(spvti_state *s, spvm_id id) {
    spvti_value *v;
    spvti_span none = {"0", 1};
    if (id == 0 || id >= s->m.bound || s->values[id].how == SPVTI_UNSEEN) {
        spvti_no_id(s, id < s->m.bound ? id : 0, SPVTI_E_NO_TEXT);
        return none;
    }
    v = &s->values[id];
    if (v->how == SPVTI_NAME || (v->how == SPVTI_TEXT && v->uses != 1)) {
        if (spvti_is_constant(s, id)) return spvti_hide(s, id);
        return v->text;
    }
    if (spvti_is_constant(s, id)) return spvti_hide(s, id);
    spvti_let(s, id);
    return v->text;
}

/* -------------------------------------------------------------------------------------------------
   // >>places  [14]  pointers -> text, loads, stores */

static int spvti_has_memory_form(uint32_t storage) {
    return storage == SPVM_StorageClass_Uniform || storage == SPVM_StorageClass_StorageBuffer
           || storage == SPVM_StorageClass_PushConstant || storage == SPVM_StorageClass_Workgroup;
}

static void spvti_add_index(spvti_state *s, spvm_id id, uint32_t count) {
    uint64_t bits;
    spvti_byte(s, '[');
    if (spvti_is_constant(s, id) && spvm_value(&s->m, id, &bits)
        && !spvm_constant_of(&s->m, id)->is_spec) {
        if (count != 0 && bits >= count) spvti_add_span(s, spvti_hide(s, id));
        else spvti_add_as(s, id, 'i', SPVTI_ARG);
    } else {
        spvti_add_value(s, id, SPVTI_ANY);
    }
    spvti_byte(s, ']');
}

static void spvti_add_component(spvti_state *s, spvm_id id, uint32_t count) {
    uint64_t bits;
    if (spvti_is_constant(s, id) && spvm_value(&s->m, id, &bits) && bits < count && bits < 4
        && !spvm_constant_of(&s->m, id)->is_spec) {
        spvti_put(s, ".$c", "xyzw"[bits]);
    } else {
        spvti_add_index(s, id, count);
    }
}

SPVTI_CALLED static void spvti_note_builtin(const spvti_state *s, spvti_place *p, spvm_id id,
                                            uint32_t member) {
    const spvm_decoration *d = spvti_decoration(s, id, member, SPVM_Decoration_BuiltIn);
    if (d == NULL) return;
    p->is_builtin = 1;
    p->builtin = spvti_literal_of(s, d);
}

/* One index of an access chain. Appends to the open expression; column: of a row-major matrix. */
static void spvti_step_into(spvti_state *s, spvti_place *p, spvm_id index) {
    const spvm_type *t = spvti_t(s, p->type);
    uint32_t member;
    if (t->opcode == SPVM_OpTypeStruct) {
        member = spvti_member_index(s, t, index);
        if (member == SPVM_NONE) {
            spvti_no_id(s, index, SPVTI_E_NO_MEMBER);
            return;
        }
        spvti_put(s, ".$m", t, member);
        p->context = p->is_memory ? spvti_context(s, t, member) : 0;
        spvti_note_builtin(s, p, t->id, member);
        p->type = s->m.members[t->first_member + member].type;
    } else if (t->opcode == SPVM_OpTypeArray || t->opcode == SPVM_OpTypeRuntimeArray) {
        spvti_add_index(s, index, t->opcode == SPVM_OpTypeArray ? t->count : 0);
        if (p->is_memory && spvti_is_strided(s, t, p->context)) spvti_add(s, ".el");
        p->type = t->element;
    } else if (t->opcode == SPVM_OpTypeMatrix) {
        spvti_matrix x = spvti_matrix_of(s, t, p->is_memory ? p->context : 0);
        p->type = t->element;
        if (p->is_memory && x.is_rows) {
            p->is_row = 1;
            p->is_strided = x.stride != x.natural;
            p->rows = x.count;
            p->column_id = index;
            return;
        }
        spvti_add_index(s, index, t->count);
        if (p->is_memory && x.stride != x.natural) spvti_add(s, ".el");
    } else if (spvti_is_vector(t)) {
        p->type = t->element;
        if (p->is_row) {
            spvti_add_index(s, index, p->rows);
            if (p->is_strided) spvti_add(s, ".el");
            spvti_add_index(s, p->column_id, 0);
            p->is_row = 0;
        } else {
            spvti_add_component(s, index, t->count);
            p->is_component = 1;
        }
    } else {
        spvti_no_id(s, index, SPVTI_E_NO_PARTS);
    }
}

static void spvti_trace_place(spvti_state *s, const spvm_inst *at, spvm_id id, spvti_place *p) {
    spvti_chain c;
    size_t mark;
    uint32_t i, k, used = 0;
    const spvm_type *pointer;
    const spvti_value *v;
    const spvti_resource *r;
    const spvti_element *e;
    spvti_span text;
    static const spvti_place none = SPVTI_ZEROS;
    *p = none;
    p->text = spvti_literal("x");
    p->prec = SPVTI_PRIMARY;
    spvti_trace(s, id, &c);
    if (c.root == 0) {
        spvti_no(s, at, SPVTI_E_NO_ROOT);
        return;
    }
    p->root = c.root;
    pointer = spvti_t(s, c.root);
    v = &s->values[c.root];
    p->storage = pointer->storage;
    p->type = pointer->element;
    p->is_memory = (unsigned char)spvti_has_memory_form(p->storage);
    p->is_pointer = spvm_kind(&s->m, c.root) == SPVM_ID_PARAMETER;
    r = spvti_resource_of(s, c.root);
    if (r != NULL && r->is_atomic) p->context = SPVTI_ATOMIC;
    spvti_note_builtin(s, p, c.root, SPVM_NONE);
    if (v->how == SPVTI_UNSEEN) {
        spvti_no(s, at, SPVTI_E_VARIABLE);
        return;
    }
    text = v->text;
    if (r != NULL && r->is_array) {
        e = spvti_element_of(s, at, r, c.count > 0 ? c.steps[c.count - 1] : NULL, &used);
        if (e == NULL) return;
        text = e->name;
        p->type = spvti_inside(s, spvti_t(s, p->type))->id;
    }
    mark = spvti_begin(s);
    if (p->is_pointer) {
        spvti_add(s, c.count > 0 ? "(*" : "*");
        p->prec = c.count > 0 ? SPVTI_PRIMARY : SPVTI_UNARY;
    }
    spvti_add_span(s, text);
    if (p->is_pointer && c.count > 0) spvti_byte(s, ')');
    for (i = c.count; i-- > 0 && !spvti_failed(s); used = 0)
        for (k = 4 + used; k < c.steps[i]->length; k++)
            spvti_step_into(s, p, spvti_word(s, c.steps[i], k));
    p->text = spvti_end(s, mark);
    p->reads = s->reads;
    p->is_atomic = (p->context & SPVTI_ATOMIC) != 0
                   && spvti_t(s, p->type)->opcode == SPVM_OpTypeInt;
}

/* The memory that a load from a place reads; 0: nothing that anyone writes. */
static uint32_t spvti_memory_of(const spvti_state *s, const spvti_place *p) {
    const spvti_resource *r = spvti_resource_of(s, p->root);
    if (p->is_pointer) return SPVTI_ANYTHING;
    switch (p->storage) {
    case SPVM_StorageClass_UniformConstant:
    case SPVM_StorageClass_PushConstant:
    case SPVM_StorageClass_Input:
        return 0;
    case SPVM_StorageClass_Uniform:
    case SPVM_StorageClass_StorageBuffer:
        return r != NULL && r->is_written ? SPVTI_ANYTHING : 0; /* buffers may overlap */
    default:
        return p->root;
    }
}

static uint32_t spvti_written_by(const spvti_place *p) {
    if (p->is_pointer || p->storage == SPVM_StorageClass_StorageBuffer
        || p->storage == SPVM_StorageClass_Uniform)
        return SPVTI_ANYTHING;
    return p->root;
}

/* Appends a part of a row-major column: text[row].el[column]. */
static void spvti_add_row(spvti_state *s, const spvti_place *p, uint32_t row) {
    spvti_put(s, "$n[$u]", &p->text, row);
    if (p->is_strided) spvti_add(s, ".el");
    spvti_add_index(s, p->column_id, 0);
}

/* Appends what is loaded from a place. */
static uint32_t spvti_add_load(spvti_state *s, const spvti_place *p) {
    const spvm_type *t = spvti_t(s, p->type);
    uint32_t i;
    s->reads = spvti_both(p->reads, spvti_memory_of(s, p));
    if (p->is_row) {
        spvti_put(s, "$t(", t);
        for (i = 0; i < p->rows; i++) {
            spvti_comma(s, i);
            spvti_add_row(s, p, i);
        }
        spvti_byte(s, ')');
    } else if (p->is_atomic) {
        spvti_put(s, "atomicLoad(&$n)", &p->text);
    } else if (p->is_memory && spvti_is_odd(s, t, p->context)) {
        spvti_add_helper(s, SPVTI_H_LOAD, t, p->context & ~(uint32_t)SPVTI_ATOMIC);
        if (p->context & SPVTI_ATOMIC) spvti_no_id(s, t->id, SPVTI_E_ATOMICS_LOADED);
        spvti_put(s, "($n)", &p->text);
    } else {
        spvti_add_span(s, p->text);
        return p->prec;
    }
    return SPVTI_PRIMARY;
}

static void spvti_emit_load(spvti_state *s, const spvm_inst *i) {
    spvti_place p;
    size_t mark;
    uint32_t prec, reads;
    if (spvti_is_name(s, i)) {
        s->values[i->result].text = s->values[spvti_word(s, i, 3)].text;
        s->values[i->result].how = SPVTI_NAME;
        s->values[i->result].prec = SPVTI_PRIMARY;
        return;
    }
    spvti_trace_place(s, i, spvti_word(s, i, 3), &p);
    if (spvti_failed(s)) return;
    mark = spvti_begin(s);
    s->reads = p.reads;
    prec = spvti_add_load(s, &p);
    reads = s->reads;
    s->reads = reads;
    spvti_finish(s, i, spvti_end(s, mark), prec, p.is_atomic);
}

/* Prints `place = value;`, where the text of the value is that of the value form. */
static void spvti_print_store(spvti_state *s, const spvti_place *p, spvti_span value) {
    const spvm_type *t = spvti_t(s, p->type);
    size_t mark;
    uint32_t i;
    spvti_span text;
    if (p->is_row) {
        spvti_span name = spvti_print_named(s, value, "column");
        for (i = 0; i < p->rows; i++) {
            mark = spvti_begin(s);
            spvti_add_row(s, p, i);
            text = spvti_end(s, mark);
            spvti_say(s, "$n = $n[$u];\n", &text, &name, i);
        }
        return;
    }
    if (p->is_atomic) {
        spvti_say(s, "atomicStore(&$n, $n);\n", &p->text, &value);
        return;
    }
    if (p->is_memory && spvti_is_odd(s, t, p->context)) {
        if (p->context & SPVTI_ATOMIC) spvti_no_id(s, t->id, SPVTI_E_ATOMICS_STORED);
        mark = spvti_begin(s);
        spvti_add_helper(s, SPVTI_H_STORE, t, p->context);
        spvti_put(s, "($n)", &value);
        value = spvti_end(s, mark);
    }
    spvti_print_assign(s, &s->values[p->root], p->text);
    spvti_print(s, "$n;\n", &value);
}

static int spvti_is_one(const spvti_state *s, spvm_id id) {
    const spvm_constant *c = spvm_constant_of(&s->m, id);
    return c != NULL && c->opcode == SPVM_OpConstant && c->bits == 0x3F800000u
           && spvti_t(s, id)->opcode == SPVM_OpTypeFloat && spvti_t(s, id)->width == 32;
}

/* Built-in outputs that WGSL does not have are declared as all others, but nothing is to be stored
   there; nor is a whole struct of built-ins, as it would be. value: 0 if it is not known. */
static void spvti_check_output(spvti_state *s, const spvm_inst *i, const spvti_place *p,
                               spvm_id value) {
    const spvm_type *t = spvti_t(s, p->type);
    if (p->storage != SPVM_StorageClass_Output) return;
    if (p->is_builtin && p->builtin == SPVM_BuiltIn_PointSize && !spvti_is_one(s, value))
        spvti_no(s, i, SPVTI_E_POINT_SIZE);
    if (p->is_builtin && p->builtin == SPVM_BuiltIn_CullDistance)
        spvti_no(s, i, SPVTI_E_CULL_DISTANCE);
    if (t->opcode == SPVM_OpTypeStruct
        && spvti_decoration(s, t->id, 0, SPVM_Decoration_BuiltIn) != NULL)
        spvti_no(s, i, SPVTI_E_BUILTINS_STORED);
}

/* An output that is stored once, at the end of the entry point: what is stored is returned. */
static int spvti_is_returned(const spvti_state *s, spvm_id id) {
    const spvm_id_row *row = &s->m.ids[id];
    const spvm_inst *store = NULL, *i;
    uint32_t k;
    if (s->entry == NULL || !s->has_one_end || spvti_resource_of(s, id) == NULL
        || spvti_t(s, id)->storage != SPVM_StorageClass_Output
        || spvti_pointee(s, id)->opcode == SPVM_OpTypeStruct
        || spvti_pointee(s, id)->opcode == SPVM_OpTypeArray
        || spvti_pointee(s, id)->opcode == SPVM_OpTypeMatrix || spvm_def(&s->m, id)->length > 4
        || (s->packed[1] != 0
            && spvti_decoration(s, id, SPVM_NONE, SPVM_Decoration_Location) != NULL))
        return 0;
    for (k = 0; k < row->use_count; k++) {
        i = &s->m.insts[s->m.uses[row->first_use + k].inst];
        if (i->block == SPVM_NONE) continue;
        if (store != NULL || i->opcode != SPVM_OpStore || spvti_word(s, i, 1) != id) return 0;
        store = i;
    }
    if (store == NULL || s->m.blocks[store->block].function != s->entry->function) return 0;
    for (i = store + 1; i->opcode == SPVM_OpStore || i->opcode == SPVM_OpLine
                        || i->opcode == SPVM_OpNoLine; i++)
        if (i->opcode == SPVM_OpStore
            && spvti_t(s, spvti_word(s, i, 1))->storage != SPVM_StorageClass_Output)
            return 0;
    return i->opcode == SPVM_OpReturn;
}

static void spvti_emit_store(spvti_state *s, const spvm_inst *i) {
    spvti_place p;
    spvti_span text;
    spvm_id value = spvti_word(s, i, 2);
    if (spvti_is_returned(s, spvti_word(s, i, 1))) {
        spvti_value *v = &s->values[spvti_word(s, i, 1)];
        v->text = spvti_value_text(s, value);
        v->prec = s->values[value].prec;
        if (s->reads == 0) return;
        v->text = spvti_print_named(s, v->text, "result");
        v->prec = SPVTI_PRIMARY;
        return;
    }
    spvti_trace_place(s, i, spvti_word(s, i, 1), &p);
    if (spvti_failed(s)) return;
    spvti_check_output(s, i, &p, value);
    text = spvti_value_text(s, value);
    spvti_flush(s, spvti_written_by(&p));
    spvti_print_store(s, &p, text);
}

static void spvti_emit_copy_memory(spvti_state *s, const spvm_inst *i) {
    spvti_place from, to;
    size_t mark;
    spvti_trace_place(s, i, spvti_word(s, i, 2), &from);
    spvti_trace_place(s, i, spvti_word(s, i, 1), &to);
    if (spvti_failed(s)) return;
    spvti_check_output(s, i, &to, 0);
    mark = spvti_begin(s);
    s->reads = from.reads;
    spvti_add_load(s, &from);
    spvti_flush(s, spvti_written_by(&to));
    spvti_print_store(s, &to, spvti_end(s, mark));
}

static void spvti_emit_array_length(spvti_state *s, const spvm_inst *i) {
    spvti_place p;
    const spvm_type *t;
    uint32_t member = spvti_word(s, i, 4);
    size_t mark;
    spvti_trace_place(s, i, spvti_word(s, i, 3), &p);
    t = spvti_t(s, p.type);
    if (spvti_failed(s)) return;
    if (t->opcode != SPVM_OpTypeStruct || member >= t->count) {
        spvti_no(s, i, SPVTI_E_LENGTH_OF);
        return;
    }
    mark = spvti_begin(s);
    if (spvti_kind(s, i->result) == 'i') spvti_add(s, "bitcast<i32>(");
    spvti_put(s, "arrayLength(&$n.$m)", &p.text, t, member);
    if (spvti_kind(s, i->result) == 'i') spvti_byte(s, ')');
    s->reads = p.reads;
    spvti_done(s, i, mark);
}

/* ---- atomics */

/* The atomics of WGSL order nothing but themselves. */
static void spvti_check_order(spvti_state *s, const spvm_inst *i, uint32_t operand) {
    uint64_t semantics = 1;
    if (!spvm_value(&s->m, spvti_word(s, i, operand), &semantics) || (semantics & 0x1F) != 0)
        spvti_no(s, i, SPVTI_E_ATOMIC_ORDER);
}

/* The context of a helper that takes a pointer to an atomic: 1 of the workgroup, 2 of a buffer. */
static uint32_t spvti_shared_context(const spvti_place *p) {
    return p->storage == SPVM_StorageClass_Workgroup ? 1 : 2;
}

static void spvti_emit_atomic(spvti_state *s, const spvm_inst *i) {
    spvti_place p;
    size_t mark;
    uint32_t op = i->opcode;
    const spvti_row *row;
    char kind;
    spvti_span text;
    spvti_trace_place(s, i, spvti_word(s, i, op == SPVM_OpAtomicStore ? 1 : 3), &p);
    if (spvti_failed(s)) return;
    kind = spvti_scalar(s, spvti_t(s, p.type));
    if (!p.is_atomic || (kind != 'i' && kind != 'u')) {
        spvti_no(s, i, SPVTI_E_ATOMIC_TYPE);
        return;
    }
    if (p.storage != SPVM_StorageClass_Workgroup && !spvti_has_memory_form(p.storage)) {
        spvti_no(s, i, SPVTI_E_ATOMIC_MEMORY);
        return;
    }
    spvti_check_order(s, i, op == SPVM_OpAtomicStore ? 3 : 5);
    if (op == SPVM_OpAtomicCompareExchange) spvti_check_order(s, i, 6);
    mark = spvti_begin(s);
    if (op == SPVM_OpAtomicStore) {
        spvti_put(s, "atomicStore(&$n, $a)", &p.text, spvti_word(s, i, 4), kind);
    } else if (op == SPVM_OpAtomicLoad) {
        spvti_put(s, "atomicLoad(&$n)", &p.text);
    } else if (op == SPVM_OpAtomicCompareExchange) {
        spvti_add_helper(s, SPVTI_H_CAS, spvti_t(s, p.type), spvti_shared_context(&p));
        spvti_put(s, "(&$n, $a, $a)", &p.text, spvti_word(s, i, 8), kind, spvti_word(s, i, 7),
                  kind);
    } else {
        row = SPVTI_FIND(spvti_atomic_rows, op);
        if (row == NULL) {
            spvti_no(s, i, SPVTI_E_ATOMIC);
            return;
        }
        if ((row->sign == 's' && kind != 'i') || (row->sign == 'u' && kind != 'u')) {
            spvti_add_helper(s, op == SPVM_OpAtomicSMin || op == SPVM_OpAtomicUMin ? SPVTI_H_MIN
                                                                                   : SPVTI_H_MAX,
                             spvti_t(s, p.type), spvti_shared_context(&p));
        } else {
            spvti_add(s, spvti_text_of(row));
        }
        if (row->sign == '1') spvti_put(s, "(&$n, $s)", &p.text, kind == 'u' ? "1u" : "1");
        else spvti_put(s, "(&$n, $a)", &p.text, spvti_word(s, i, 6), kind);
    }
    text = spvti_end(s, mark);
    spvti_flush(s, SPVTI_ANYTHING);
    if (i->result != 0 && s->values[i->result].uses > 0) {
        s->reads = 0;
        if (spvti_kind(s, i->result) != kind) spvti_no(s, i, SPVTI_E_ATOMIC_RESULT);
        spvti_finish(s, i, text, SPVTI_PRIMARY, 1);
    } else {
        spvti_open_statement(s);
        if (op == SPVM_OpAtomicLoad || op == SPVM_OpAtomicCompareExchange) spvti_out(s, "_ = ");
        spvti_print(s, "$n;\n", &text);
    }
}
/* -------------------------------------------------------------------------------------------------
   // >>images  [15]  image instructions */

/* An OpTypeImage, taken apart. */
typedef struct spvti_image {
    const spvm_type *type;
    uint32_t dim, arrayed, multisampled, sampled, format;
    uint32_t coordinates;      /* without the layer */
    char kind;                 /* of its texels */
} spvti_image;

static spvti_image spvti_image_of(const spvti_state *s, const spvm_type *t) {
    spvti_image x;
    const spvm_inst *i;
    if (t->opcode == SPVM_OpTypePointer) t = spvti_t(s, t->element);
    t = spvti_inside(s, t);
    if (t->opcode == SPVM_OpTypeSampledImage) t = spvti_t(s, t->element);
    x.type = t;
    x.dim = x.arrayed = x.multisampled = x.sampled = x.format = x.coordinates = 0;
    x.kind = 0;
    if (t->opcode != SPVM_OpTypeImage) return x;
    i = spvm_def(&s->m, t->id);
    x.kind = spvti_scalar(s, spvti_t(s, t->element));
    x.dim = spvti_word(s, i, 3);
    x.arrayed = spvti_word(s, i, 5);
    x.multisampled = spvti_word(s, i, 6);
    x.sampled = spvti_word(s, i, 7);
    x.format = spvti_word(s, i, 8);
    x.coordinates = x.dim == SPVM_Dim_1D ? 1 : x.dim == SPVM_Dim_2D ? 2 : 3;
    return x;
}

static const char *spvti_format_name(uint32_t format) {
    switch (format) {
    case SPVM_ImageFormat_Rgba32f: return "rgba32float";
    case SPVM_ImageFormat_Rgba16f: return "rgba16float";
    case SPVM_ImageFormat_R32f: return "r32float";
    case SPVM_ImageFormat_Rgba8: return "rgba8unorm";
    case SPVM_ImageFormat_Rgba8Snorm: return "rgba8snorm";
    case SPVM_ImageFormat_Rg32f: return "rg32float";
    case SPVM_ImageFormat_Rgba32i: return "rgba32sint";
    case SPVM_ImageFormat_Rgba16i: return "rgba16sint";
    case SPVM_ImageFormat_Rgba8i: return "rgba8sint";
    case SPVM_ImageFormat_R32i: return "r32sint";
    case SPVM_ImageFormat_Rg32i: return "rg32sint";
    case SPVM_ImageFormat_Rgba32ui: return "rgba32uint";
    case SPVM_ImageFormat_Rgba16ui: return "rgba16uint";
    case SPVM_ImageFormat_Rgba8ui: return "rgba8uint";
    case SPVM_ImageFormat_R32ui: return "r32uint";
    case SPVM_ImageFormat_Rg32ui: return "rg32uint";
    default: return NULL;
    }
}

/* Appends the type of a texture. */
static void spvti_add_texture_type(spvti_state *s, spvm_id id, const spvti_image *x,
                                   const spvti_resource *r) {
    int is_32 = x->format == SPVM_ImageFormat_R32f || x->format == SPVM_ImageFormat_R32i
                || x->format == SPVM_ImageFormat_R32ui;
    const char *shape;
    if (x->dim > SPVM_Dim_Cube || x->kind == 0 || x->kind == 'b' || x->kind == 'h') {
        spvti_no_id(s, id, SPVTI_E_TEXTURE_KIND);
        return;
    }
    shape = x->dim == SPVM_Dim_1D ? "1d" : x->dim == SPVM_Dim_2D ? "2d"
          : x->dim == SPVM_Dim_3D ? "3d" : "cube";
    if ((x->dim == SPVM_Dim_1D || x->dim == SPVM_Dim_3D) && x->arrayed)
        spvti_no_id(s, id, SPVTI_E_TEXTURE_LAYERS);
    if (x->sampled == 2) {
        if (x->dim == SPVM_Dim_Cube || x->multisampled)
            spvti_no_id(s, id, SPVTI_E_STORAGE_TEXTURE);
        if (spvti_format_name(x->format) == NULL) {
            spvti_no_id(s, id, SPVTI_E_STORAGE_FORMAT);
            return;
        }
        if (r->is_read && r->is_written && !is_32)
            spvti_no_id(s, id, SPVTI_E_STORAGE_ACCESS);
        spvti_put(s, "texture_storage_$s", shape);
        if (x->arrayed) spvti_add(s, "_array");
        spvti_put(s, "<$s$s", spvti_format_name(x->format),
                  r->is_read && r->is_written ? ", read_write>" : r->is_read ? ", read>"
                                                                             : ", write>");
        return;
    }
    if (x->multisampled && (x->dim != SPVM_Dim_2D || x->arrayed))
        spvti_no_id(s, id, SPVTI_E_MULTISAMPLED);
    spvti_add(s, r->is_depth ? "texture_depth_" : "texture_");
    if (x->multisampled) spvti_add(s, "multisampled_");
    spvti_add(s, shape);
    if (x->arrayed) spvti_add(s, "_array");
    if (r->is_depth) {
        if (x->dim == SPVM_Dim_1D || x->dim == SPVM_Dim_3D || x->kind != 'f')
            spvti_no_id(s, id, SPVTI_E_DEPTH_TEXTURE);
        return;
    }
    spvti_put(s, "<$k>", x->kind, 1);
}

/* Image operands of an instruction. */
typedef struct spvti_operands {
    spvm_id bias, lod, dx, dy, offset, offsets, sample;
    uint32_t mask;
} spvti_operands;

static spvti_operands spvti_image_operands(spvti_state *s, const spvm_inst *i, uint32_t k) {
    spvti_operands o = {0, 0, 0, 0, 0, 0, 0, 0};
    o.mask = spvm_operand(&s->m, i, k++);
    if (o.mask & SPVM_ImageOperands_BiasMask) o.bias = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_LodMask) o.lod = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_GradMask) {
        o.dx = spvti_word(s, i, k++);
        o.dy = spvti_word(s, i, k++);
    }
    if (o.mask & SPVM_ImageOperands_ConstOffsetMask) o.offset = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_OffsetMask) o.offset = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_ConstOffsetsMask) o.offsets = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_SampleMask) o.sample = spvti_word(s, i, k++);
    if (o.mask & SPVM_ImageOperands_MinLodMask) spvti_no(s, i, SPVTI_E_MINIMAL_LEVEL);
    return o;
}

/* The resource of a texture, and its name; NULL: an error. */
static const spvti_resource *spvti_texture(spvti_state *s, const spvm_inst *i, spvm_id id,
                                           int is_sampler, spvti_span *name) {
    const spvm_inst *chain;
    spvm_id root = spvti_root_by(s, id, is_sampler, &chain);
    const spvti_resource *r = spvti_resource_of(s, root);
    const spvm_type *t = spvti_pointee(s, root);
    if (r != NULL && r->is_array) {
        uint32_t used;
        const spvti_element *e = spvti_element_of(s, i, r, chain, &used);
        t = spvti_inside(s, t);
        if (e == NULL) return NULL;
        *name = is_sampler && t->opcode == SPVM_OpTypeSampledImage ? e->sampler : e->name;
        return r;
    }
    if (r == NULL || s->values[root].how != SPVTI_NAME
        || (t->opcode != SPVM_OpTypeImage && t->opcode != SPVM_OpTypeSampler
            && t->opcode != SPVM_OpTypeSampledImage)) {
        spvti_no(s, i, SPVTI_E_NO_HANDLE);
        return NULL;
    }
    *name = is_sampler && t->opcode == SPVM_OpTypeSampledImage ? r->sampler : s->values[root].text;
    return r;
}

static void spvti_add_swizzle(spvti_state *s, uint32_t count) {
    if (count - 1 < 3) spvti_put(s, ".$s", &"xyz\0xy\0x"[count == 3 ? 0 : count == 2 ? 4 : 7]);
}

/* Appends `coordinates, layer`; proj: all divided by the component behind. */
static void spvti_add_coordinates(spvti_state *s, spvm_id id, const spvti_image *x, int is_proj,
                                  spvm_id offset) {
    const spvm_type *t = spvti_t(s, id);
    uint32_t has = spvti_count(t), want = x->coordinates;
    char kind = spvti_kind(s, id);
    spvti_span name;
    if (!x->arrayed && !is_proj) {
        spvti_add_value(s, id, has > want ? SPVTI_PRIMARY : offset ? SPVTI_ADD : SPVTI_ARG);
        if (has > want) spvti_add_swizzle(s, want);
        if (offset) spvti_add(s, " + ");
        if (offset) spvti_add_as(s, offset, kind, SPVTI_MUL);
        return;
    }
    name = s->scratch;
    spvti_add_span(s, name);
    spvti_add_swizzle(s, want);
    if (is_proj) {
        spvti_put(s, " / $n.$c", &name, "xyzw"[has > 0 && has <= 4 ? has - 1 : 0]);
    }
    if (offset) spvti_add(s, " + ");
    if (offset) spvti_add_as(s, offset, kind, SPVTI_MUL);
    if (!x->arrayed) return;
    spvti_put(s, "$s$n.$c", kind == 'f' ? ", i32(round(" : ", ", &name,
              "xyzw"[want < 4 ? want : 3]);
    if (kind == 'f') spvti_add(s, "))");
}

/* Coordinates that stand in the text more than once get a name, before the text is begun. */
SPVTI_CALLED static void spvti_name_coordinates(spvti_state *s, spvm_id id, const spvti_image *x,
                                                int is_proj) {
    if (x->arrayed || is_proj) s->scratch = spvti_named(s, id);
}

static void spvti_add_offset(spvti_state *s, const spvm_inst *i, const spvti_operands *o) {
    if (o->offset == 0) return;
    if (!spvti_is_const_text(s, o->offset) || spvm_constant_of(&s->m, o->offset)->is_spec)
        spvti_no(s, i, SPVTI_E_OFFSET);
    spvti_add(s, ", ");
    spvti_add_as(s, o->offset, 'i', SPVTI_ARG);
}

SPVTI_CALLED static void spvti_add_argument(spvti_state *s, spvm_id id) {
    spvti_put(s, ", $v", id);
}

/* A float constant that is a whole number. */
static int spvti_is_whole(const spvti_state *s, spvm_id id, int only_zero) {
    const spvm_constant *c = spvm_constant_of(&s->m, id);
    uint32_t bits, e;
    if (c == NULL || c->is_spec) return 0;
    if (c->opcode == SPVM_OpConstantNull) return 1;
    if (!c->is_known || spvti_kind(s, id) != 'f') return 0;
    bits = (uint32_t)c->bits;
    e = bits >> 23 & 255u;
    if ((bits & 0x7FFFFFFFu) == 0) return 1;
    if (only_zero || e < 127 || e >= 150) return 0;
    return ((bits & 0x7FFFFFu) & ((1u << (150 - e)) - 1)) == 0;
}

/* The text of a sample is made: components and signedness as the result has them. */
static void spvti_finish_texels(spvti_state *s, const spvm_inst *i, spvti_span text, char kind,
                                uint32_t has, int is_ordered) {
    const spvm_type *t = spvti_t(s, i->type);
    uint32_t want = spvti_count(t), reads = s->reads;
    size_t mark = spvti_begin(s);
    const char *close = spvti_open_cast(s, t, kind);
    if (has == 1 && want == 4) { /* a depth texture */
        spvti_put(s, "vec4f($n, 0.0, 0.0, 1.0)", &text);
    } else {
        spvti_add_span(s, text);
        if (want < has) spvti_add_swizzle(s, want);
        if (want > has) spvti_no(s, i, SPVTI_E_TEXTURE_COMPONENTS);
    }
    spvti_add(s, close);
    s->reads = reads;
    spvti_finish(s, i, spvti_end(s, mark), SPVTI_PRIMARY, is_ordered);
}

/* Refuses what WGSL cannot sample: a texture of this shape, by these operands. */
static void spvti_check_sample(spvti_state *s, const spvm_inst *i, const spvti_resource *r,
                               const spvti_image *x, const spvti_operands *o) {
    spvm_id image = spvti_word(s, i, 3);
    int is_dref = spvti_is_dref(i->opcode), is_depth = r->is_depth;
    int is_gather = i->opcode == SPVM_OpImageGather || i->opcode == SPVM_OpImageDrefGather;
    int is_implicit = !is_gather && o->lod == 0 && o->dx == 0;
    const spvm_constant *offsets = o->offsets ? spvm_constant_of(&s->m, o->offsets) : NULL;
    if (x->kind != 'f' && !is_gather) spvti_no(s, i, SPVTI_E_SAMPLED_KIND);
    if (!is_dref && is_depth && (o->bias || o->dx))
        spvti_no(s, i, SPVTI_E_DEPTH_BIAS);
    if (is_dref && (o->bias || o->dx)) spvti_no(s, i, SPVTI_E_COMPARISON_BIAS);
    if (is_dref && o->lod && !spvti_is_whole(s, o->lod, 1))
        spvti_no(s, i, SPVTI_E_COMPARISON_LEVEL);
    if (!is_dref && is_depth && o->lod && !spvti_is_whole(s, o->lod, 0))
        spvti_no(s, i, SPVTI_E_DEPTH_LEVEL);
    if (x->dim == SPVM_Dim_1D && (!is_implicit || o->bias || o->offset || is_gather))
        spvti_no(s, i, SPVTI_E_TEXTURE_1D);
    if (!is_dref && is_depth && spvti_resource_of(s, spvti_root(s, image, 1))->is_compared)
        spvti_no(s, i, SPVTI_E_SAMPLER_USE);
    if (o->offset && x->dim == SPVM_Dim_Cube) spvti_no(s, i, SPVTI_E_CUBE_OFFSET);
    if (o->offsets && (offsets == NULL || offsets->word_count != 4 || !is_gather))
        spvti_no(s, i, SPVTI_E_OFFSETS);
}

static const char *spvti_sample_function(uint32_t op, const spvti_operands *o) {
    if (op == SPVM_OpImageGather) return "textureGather(";
    if (op == SPVM_OpImageDrefGather) return "textureGatherCompare(";
    if (spvti_is_dref(op))
        return o->lod == 0 && o->dx == 0 ? "textureSampleCompare(" : "textureSampleCompareLevel(";
    if (o->bias) return "textureSampleBias(";
    if (o->lod) return "textureSampleLevel(";
    return o->dx ? "textureSampleGrad(" : "textureSample(";
}

static void spvti_emit_sample(spvti_state *s, const spvm_inst *i) {
    uint32_t op = i->opcode;
    int is_dref = spvti_is_dref(op), is_gather = op == SPVM_OpImageGather
                                                 || op == SPVM_OpImageDrefGather;
    int is_proj = op >= SPVM_OpImageSampleProjImplicitLod
                  && op <= SPVM_OpImageSampleProjDrefExplicitLod;
    spvm_id image = spvti_word(s, i, 3), at = spvti_word(s, i, 4);
    spvm_id extra = is_dref || is_gather ? spvti_word(s, i, 5) : 0;
    spvti_operands o = spvti_image_operands(s, i, is_dref || is_gather ? 6 : 5);
    spvti_span texture, sampler;
    const spvti_resource *r = spvti_texture(s, i, image, 0, &texture);
    const spvm_constant *offsets = o.offsets ? spvm_constant_of(&s->m, o.offsets) : NULL;
    spvti_image x;
    size_t mark;
    uint32_t k;
    int is_depth, is_implicit;
    if (r == NULL || spvti_texture(s, i, image, 1, &sampler) == NULL || spvti_failed(s)) return;
    x = spvti_image_of(s, spvti_pointee(s, r->id));
    is_depth = r->is_depth;
    is_implicit = !is_gather && o.lod == 0 && o.dx == 0;
    spvti_check_sample(s, i, r, &x, &o);
    spvti_name_coordinates(s, at, &x, is_proj);
    if (o.offsets) spvti_named(s, at);
    if (o.offsets && is_dref) spvti_named(s, extra);
    if (spvti_failed(s)) return;
    mark = spvti_begin(s);
    if (o.offsets) {
        spvti_put(s, "$k(", x.kind, 4);
    }
    for (k = 0; k < (o.offsets ? 4u : 1u); k++) { /* four offsets: a call for each */
        spvti_comma(s, k);
        if (o.offsets) o.offset = s->m.words[offsets->word + k];
        spvti_add(s, spvti_sample_function(op, &o));
        if (is_gather && !is_dref && !is_depth) {
            if (!spvti_is_const_text(s, extra) || spvm_constant_of(&s->m, extra)->is_spec)
                spvti_no(s, i, SPVTI_E_GATHER_COMPONENT);
            spvti_add_as(s, extra, 'i', SPVTI_ARG);
            spvti_add(s, ", ");
        }
        spvti_put(s, "$n, $n, ", &texture, &sampler);
        spvti_add_coordinates(s, at, &x, is_proj, 0);
        if (is_dref) {
            spvti_add(s, ", ");
            spvti_add_value(s, extra, is_proj ? SPVTI_MUL : SPVTI_ARG);
            if (is_proj) {
                uint32_t n = spvti_t(s, at)->count;
                spvti_put(s, " / $n.$c", &s->scratch, "xyzw"[n > 0 && n <= 4 ? n - 1 : 0]);
            }
        }
        if (o.bias) spvti_add_argument(s, o.bias);
        if (o.lod && !is_dref) {
            spvti_put(s, "$s$v", is_depth ? ", i32(" : ", ", o.lod);
            if (is_depth) spvti_byte(s, ')');
        }
        if (o.dx) {
            spvti_add_argument(s, o.dx);
            spvti_add_argument(s, o.dy);
        }
        spvti_add_offset(s, i, &o);
        spvti_byte(s, ')');
        if (o.offsets) spvti_add(s, ".w");
    }
    if (o.offsets) spvti_byte(s, ')');
    spvti_finish_texels(s, i, spvti_end(s, mark), x.kind,
                        (is_dref || is_depth) && !is_gather ? 1 : 4, is_implicit);
}

/* OpImageFetch, OpImageRead. */
static void spvti_emit_fetch(spvti_state *s, const spvm_inst *i) {
    spvti_operands o = spvti_image_operands(s, i, 5);
    spvm_id at = spvti_word(s, i, 4);
    spvti_span texture;
    const spvti_resource *r = spvti_texture(s, i, spvti_word(s, i, 3), 0, &texture);
    spvti_image x;
    size_t mark;
    if (r == NULL || spvti_failed(s)) return;
    x = spvti_image_of(s, spvti_pointee(s, r->id));
    if (o.bias || o.dx) spvti_no(s, i, SPVTI_E_LOAD_BIAS);
    if (i->opcode == SPVM_OpImageRead && o.lod) spvti_no(s, i, SPVTI_E_STORAGE_LEVEL);
    spvti_name_coordinates(s, at, &x, 0);
    mark = spvti_begin(s);
    spvti_put(s, "textureLoad($n, ", &texture);
    spvti_add_coordinates(s, at, &x, 0, o.offset);
    if (x.sampled != 2) {
        if (o.sample) spvti_add_argument(s, o.sample);
        else if (o.lod) spvti_add_argument(s, o.lod);
        else spvti_add(s, ", 0");
    }
    spvti_byte(s, ')');
    if (x.sampled == 2 && r->is_written) s->reads = SPVTI_ANYTHING;
    spvti_finish_texels(s, i, spvti_end(s, mark), x.kind, r->is_depth ? 1 : 4, 0);
}

static void spvti_emit_image_write(spvti_state *s, const spvm_inst *i) {
    spvti_span texture, text;
    spvm_id at = spvti_word(s, i, 2), value = spvti_word(s, i, 3);
    const spvti_resource *r = spvti_texture(s, i, spvti_word(s, i, 1), 0, &texture);
    const spvm_type *t = spvti_t(s, value);
    uint32_t has = spvti_count(t), k;
    spvti_image x;
    size_t mark;
    if (r == NULL) return;
    x = spvti_image_of(s, spvti_pointee(s, r->id));
    spvti_name_coordinates(s, at, &x, 0);
    mark = spvti_begin(s);
    spvti_put(s, "textureStore($n, ", &texture);
    spvti_add_coordinates(s, at, &x, 0, 0);
    spvti_add(s, ", ");
    if (has < 4) {
        spvti_put(s, "$k(", x.kind, 4);
    }
    spvti_add_as(s, value, x.kind, SPVTI_ARG);
    for (k = has; k < 4; k++)
        spvti_add(s, x.kind == 'f' ? ", 0.0" : x.kind == 'u' ? ", 0u" : ", 0");
    if (has < 4) spvti_byte(s, ')');
    spvti_byte(s, ')');
    text = spvti_end(s, mark);
    spvti_flush(s, SPVTI_ANYTHING);
    spvti_say(s, "$n;\n", &text);
}

static void spvti_emit_query(spvti_state *s, const spvm_inst *i) {
    spvti_span texture;
    const spvti_resource *r = spvti_texture(s, i, spvti_word(s, i, 3), 0, &texture);
    const spvm_type *t = spvti_t(s, i->type);
    spvti_image x;
    size_t mark;
    int is_size = i->opcode == SPVM_OpImageQuerySize || i->opcode == SPVM_OpImageQuerySizeLod;
    char kind = spvti_scalar(s, t);
    if (r == NULL) return;
    x = spvti_image_of(s, spvti_pointee(s, r->id));
    mark = spvti_begin(s);
    if (kind == 'i') {
        spvti_put(s, "$t(", t);
    }
    if (is_size && x.arrayed) {
        spvti_put(s, "$k(", 'u', t->count);
    }
    if (is_size) {
        spvti_put(s, "textureDimensions($n", &texture);
        if (i->opcode == SPVM_OpImageQuerySizeLod) spvti_add_argument(s, spvti_word(s, i, 4));
        spvti_byte(s, ')');
        if (x.arrayed) {
            spvti_put(s, ", textureNumLayers($n))", &texture);
        }
    } else {
        spvti_put(s, "$s$n)",
                  i->opcode == SPVM_OpImageQueryLevels ? "textureNumLevels(" : "textureNumSamples(",
                  &texture);
    }
    if (kind == 'i') spvti_byte(s, ')');
    spvti_done(s, i, mark);
}
/* -------------------------------------------------------------------------------------------------
   // >>values  [16]  instructions -> expressions and statements */

/* Scalar `k` of a constant; 0: it is not known. */
static int spvti_part(const spvti_state *s, spvm_id id, uint32_t k, uint32_t *bits) {
    const spvm_constant *c = spvm_constant_of(&s->m, id);
    if (c != NULL && c->opcode == SPVM_OpConstantComposite && k < c->word_count)
        c = spvm_constant_of(&s->m, s->m.words[c->word + k]);
    if (c == NULL || c->is_spec || c->opcode == SPVM_OpUndef) return 0;
    *bits = c->opcode == SPVM_OpConstantNull ? 0 : (uint32_t)c->bits;
    return c->opcode == SPVM_OpConstantNull || c->is_known;
}

static uint32_t spvti_size_of(const spvti_state *s, spvm_id id) {
    return spvti_count(spvti_t(s, id));
}

static uint32_t spvti_sortable(uint32_t bits, char kind) {
    if (kind == 'u') return bits;
    if (kind == 'i') return bits ^ 0x80000000u;
    return bits >> 31 ? ~bits : bits | 0x80000000u;
}

/* Whether WGSL may reject an operand as a constant: see the checks of the rows. */
static int spvti_is_risky(const spvti_state *s, char check, spvm_id a, spvm_id b) {
    uint32_t k, n, x, y;
    char kind = spvti_kind(s, a);
    if (!spvti_is_const_text(s, a) || (b != 0 && !spvti_is_const_text(s, b))) return 0;
    n = spvti_size_of(s, a);
    for (k = 0; k < n; k++) {
        if (!spvti_part(s, a, k, &x)) return 1;
        if (b != 0 && !spvti_part(s, b, k, &y)) return 1;
        if (check == 'd' && (x & 0x7FFFFFFFu) == 0) return 1;
        if (check == 's' && x >= 32) return 1;
        if (check == 'l' && x + 100 > 200) return 1;
        if (check == 'c' && spvti_sortable(x, kind) > spvti_sortable(y, kind)) return 1;
        if (check == 'e' && spvti_sortable(x, kind) >= spvti_sortable(y, kind)) return 1;
        if (check == 'w' && (x > 32 || y > 32 || x + y > 32)) return 1;
    }
    return 0;
}

#define SPVTI_MAX_OPERANDS 4

/* The operands of a row: ids, their signedness, names of those that are hidden. */
typedef struct spvti_arguments {
    uint32_t count;
    spvm_id ids[SPVTI_MAX_OPERANDS];
    char kinds[SPVTI_MAX_OPERANDS];
    spvti_span hidden[SPVTI_MAX_OPERANDS];
} spvti_arguments;

static void spvti_hide_at(spvti_state *s, spvti_arguments *a, uint32_t k) {
    if (a->hidden[k].n == 0) a->hidden[k] = spvti_hide(s, a->ids[k]);
}

/* Hides constants that WGSL would evaluate, or may reject. */
static void spvti_hide_constants(spvti_state *s, spvti_arguments *a, char check) {
    uint32_t k, constants = 0;
    for (k = 0; k < a->count; k++) constants += spvti_is_const_text(s, a->ids[k]) ? 1u : 0u;
    if (constants == a->count) {
        for (k = 0; k < a->count; k++) spvti_hide_at(s, a, k);
        return;
    }
    if (a->count < 2) return;
    if ((check == 'd' || check == 's' || check == 'l')
        && spvti_is_risky(s, check, a->ids[1], 0))
        spvti_hide_at(s, a, 1);
    if (check == 'c' && spvti_is_risky(s, check, a->ids[1], a->ids[2])) spvti_hide_at(s, a, 1);
    if (check == 'e' && spvti_is_risky(s, check, a->ids[0], a->ids[1])) spvti_hide_at(s, a, 0);
    if (check == 'w' && a->count > 2
        && spvti_is_risky(s, check, a->ids[a->count - 2], a->ids[a->count - 1])) {
        spvti_hide_at(s, a, a->count - 2);
        spvti_hide_at(s, a, a->count - 1);
    }
}

static void spvti_add_operand(spvti_state *s, const spvti_arguments *a, uint32_t k,
                              uint32_t least) {
    spvti_add_hidden(s, a->ids[k], a->hidden[k], a->kinds[k], least);
}

/* Appends all operands, in parentheses. */
static void spvti_add_arguments(spvti_state *s, const spvti_arguments *a) {
    uint32_t k;
    spvti_byte(s, '(');
    for (k = 0; k < a->count; k++) {
        spvti_comma(s, k);
        spvti_add_operand(s, a, k, SPVTI_ARG);
    }
    spvti_byte(s, ')');
}

static void spvti_add_infix(spvti_state *s, const spvti_arguments *a, const char *text,
                            uint32_t prec) {
    uint32_t left = SPVTI_UNARY, right = SPVTI_UNARY;
    if (prec == SPVTI_ADD) {
        left = SPVTI_ADD;
        right = SPVTI_MUL;
    } else if (prec == SPVTI_MUL) {
        left = SPVTI_MUL;
    } else if (prec == SPVTI_REL || prec == SPVTI_GREATER) {
        left = right = SPVTI_ADD;
    } else if (prec == SPVTI_LAND || prec == SPVTI_LOR) {
        left = right = SPVTI_REL;
    }
    if (prec <= SPVTI_AND && a->hidden[0].n == 0 && s->values[a->ids[0]].prec == prec) left = prec;
    spvti_add_operand(s, a, 0, left);
    spvti_byte(s, ' ');
    spvti_add(s, text);
    spvti_byte(s, ' ');
    spvti_add_operand(s, a, 1, right);
}

/* The signedness of the operands of a row, and of what it makes. */
static char spvti_sign(const spvti_state *s, const spvm_type *t, char sign, spvm_id first) {
    if (sign == 's') return 'i';
    if (sign == 'u') return 'u';
    if (sign == 'r') return spvti_scalar(s, t);
    if (sign == 'f') return spvti_kind(s, first);
    return 0;
}

/* Appends what a row says of its operands, with a result of type t and the row's text; `before`
   begins the name of a function. Returns how tight it binds. */
static uint32_t spvti_add_expression(spvti_state *s, const spvti_row *row, spvti_arguments *a,
                                     const spvm_type *t, const char *before,
                                     const char *text) {
    uint32_t k, prec = SPVTI_PRIMARY, infix = row->prec;
    char made = spvti_sign(s, t, row->sign, a->ids[0]);
    const char *close;
    for (k = 0; k < a->count; k++) a->kinds[k] = made;
    if (row->check == 's') a->kinds[1] = 'u';
    if (row->check == 'l') {
        a->kinds[1] = 'i';
        a->count = 2; /* without one it is an error */
    }
    if (row->check == 'w') a->kinds[a->count - 2] = a->kinds[a->count - 1] = 'u';
    if (row->form == 'V') made = row->check == 's' ? 'i' : row->check == 'u' ? 'u' : (char)0;
    if (row->form == 'I' && infix <= SPVTI_LAND && spvti_is_vector(t)) {
        infix = infix == SPVTI_LAND ? SPVTI_AND : SPVTI_OR;
        text = infix == SPVTI_AND ? "&" : "|";
    }
    close = spvti_open_cast(s, t, made);
    switch (row->form) {
    case 'P':
        spvti_add(s, text);
        spvti_add_operand(s, a, 0, text[0] == '-' ? SPVTI_PRIMARY : SPVTI_UNARY);
        prec = SPVTI_UNARY;
        break;
    case 'I':
        spvti_add_infix(s, a, text, infix);
        prec = infix;
        break;
    case 'N':
        spvti_add(s, "!(");
        spvti_add_infix(s, a, text, infix);
        spvti_byte(s, ')');
        prec = SPVTI_UNARY;
        break;
    default: /* a call, or a conversion */
        if (row->form == 'C') spvti_put(s, "$s$s", before, text);
        else if (*close != '\0') spvti_add_type_as(s, t, made);
        else spvti_add_type(s, t);
        spvti_add_arguments(s, a);
        break;
    }
    spvti_add(s, close);
    return *close != '\0' ? (uint32_t)SPVTI_PRIMARY : prec;
}

/* A call of the helper of a row. */
static void spvti_emit_helper(spvti_state *s, const spvm_inst *i, const spvti_row *row,
                              spvti_arguments *a) {
    const spvm_type *t = spvti_t(s, row->check == 'f' ? a->ids[0] : i->type);
    size_t mark = spvti_begin(s);
    char kind = spvti_sign(s, t, row->sign, a->ids[0]);
    const char *close = spvti_open_cast(s, t, kind);
    uint32_t k;
    if (row->check == 'f' && spvti_scalar(s, t) != 'f') spvti_no(s, i, SPVTI_E_NAN_TYPE);
    for (k = 0; k < a->count; k++) a->kinds[k] = kind;
    spvti_add_helper(s, row->prec, t, 0);
    spvti_add_arguments(s, a);
    spvti_add(s, close);
    spvti_done(s, i, mark);
}

/* An instruction that a row says all of. a->ids are there. */
static void spvti_emit_row(spvti_state *s, const spvm_inst *i, const spvti_row *row,
                           spvti_arguments *a) {
    size_t mark;
    uint32_t prec;
    if (row->form == 'H') {
        spvti_emit_helper(s, i, row, a);
        return;
    }
    spvti_hide_constants(s, a, row->check);
    mark = spvti_begin(s);
    prec = spvti_add_expression(s, row, a, spvti_t(s, i->type), "", spvti_text_of(row));
    spvti_finish(s, i, spvti_end(s, mark), prec, row->check == 'q');
}

static void spvti_arguments_of(const spvti_state *s, const spvm_inst *i, uint32_t first,
                               spvti_arguments *a) {
    static const spvti_arguments none = SPVTI_ZEROS;
    uint32_t k;
    *a = none;
    for (k = first; k < i->length && a->count < SPVTI_MAX_OPERANDS; k++)
        a->ids[a->count++] = spvti_word(s, i, k);
}

/* ---- composites */

/* Appends the path of literal indices behind a value of a type. Returns the type at its end. */
static const spvm_type *spvti_add_path(spvti_state *s, const spvm_inst *i, const spvm_type *t,
                                       uint32_t first) {
    uint32_t k, index;
    for (k = first; k < i->length; k++) {
        index = spvti_word(s, i, k);
        if ((t->opcode != SPVM_OpTypeStruct && t->opcode != SPVM_OpTypeVector
             && t->opcode != SPVM_OpTypeMatrix && t->opcode != SPVM_OpTypeArray)
            || index >= t->count) {
            spvti_no(s, i, SPVTI_E_NO_PART);
            return &spvti_no_type;
        }
        if (t->opcode == SPVM_OpTypeStruct) {
            spvti_put(s, ".$m", t, index);
            t = spvti_member_type(s, t, index);
            continue;
        }
        if (spvti_is_vector(t)) {
            spvti_put(s, ".$c", "xyzw"[index & 3u]);
        } else {
            spvti_put(s, "[$u]", index);
        }
        t = spvti_t(s, t->element);
    }
    return t;
}

/* Extracts, and copies: the text of the operand, wherever it is used. */
static void spvti_emit_extract(spvti_state *s, const spvm_inst *i) {
    spvm_id base = spvti_word(s, i, 3);
    spvti_value *v = &s->values[i->result], *b;
    size_t mark;
    if (v->uses == 0) return;
    if (base == 0 || base >= s->m.bound) return;
    b = &s->values[base];
    mark = spvti_begin(s);
    spvti_add_value(s, base, i->length > 4 ? SPVTI_PRIMARY : SPVTI_ANY);
    if (i->length > 4) spvti_add_path(s, i, spvti_t(s, base), 4);
    v->text = spvti_end(s, mark);
    if (v->text.n > SPVTI_MAX_TYPE) spvti_no_id(s, i->result, SPVTI_E_TYPE); /* of so many levels */
    v->prec = i->length > 4 ? (unsigned char)SPVTI_PRIMARY : b->prec;
    v->how = SPVTI_TEXT;
    if (b->flags & SPVTI_CONST) v->flags |= SPVTI_CONST;
    if (s->reads != 0) spvti_wait(s, i->result, s->reads);
}

static void spvti_emit_construct(spvti_state *s, const spvm_inst *i) {
    const spvm_type *t = spvti_t(s, i->type);
    size_t mark;
    uint32_t k;
    int is_const = 1, is_splat = spvti_is_vector(t) && i->length > 4;
    for (k = 4; k < i->length && is_splat; k++)
        is_splat = spvti_word(s, i, k) == spvti_word(s, i, 3);
    if (is_splat && spvti_is_vector(spvti_t(s, spvti_word(s, i, 3)))) is_splat = 0;
    mark = spvti_begin(s);
    spvti_put(s, "$t(", t);
    for (k = 3; k < (is_splat ? 4u : i->length); k++) {
        spvm_id part = spvti_word(s, i, k);
        spvti_comma(s, k - 3);
        spvti_add_value(s, part, SPVTI_ARG);
        is_const &= spvti_is_const_text(s, part);
    }
    spvti_byte(s, ')');
    spvti_done(s, i, mark);
    if (is_const && s->values[i->result].how == SPVTI_TEXT)
        s->values[i->result].flags |= SPVTI_CONST;
}

/* A copy of a composite in a variable, of which a part is then assigned. dynamic: the index is an
   operand. */
static void spvti_emit_insert(spvti_state *s, const spvm_inst *i, int is_dynamic) {
    spvm_id object = spvti_word(s, i, is_dynamic ? 4 : 3);
    spvm_id base = spvti_word(s, i, is_dynamic ? 3 : 4);
    spvti_value *v = &s->values[i->result], *b;
    spvti_span value, from, path;
    size_t mark;
    if (v->uses == 0 || base == 0 || base >= s->m.bound) return;
    b = &s->values[base];
    value = spvti_value_text(s, object);
    from = spvti_value_text(s, base);
    mark = spvti_begin(s);
    if (is_dynamic) spvti_add_index(s, spvti_word(s, i, 5), spvti_size_of(s, base));
    else spvti_add_path(s, i, spvti_t(s, base), 5);
    path = spvti_end(s, mark);
    if (spvti_failed(s)) return;
    if (!(v->flags & SPVTI_HOISTED) && (b->flags & SPVTI_INSERTED) && b->uses == 1
        && b->home == v->home) {
        v->text = b->text; /* goes on in the same variable */
    } else {
        if (!(v->flags & SPVTI_HOISTED)) {
            v->text = spvti_name_id(s, i->result, "v");
            v->flags |= SPVTI_UNDECLARED;
        }
        spvti_print_assign(s, v, v->text);
        spvti_print(s, "$n;\n", &from);
    }
    v->how = SPVTI_NAME;
    v->prec = SPVTI_PRIMARY;
    if (!(v->flags & SPVTI_HOISTED)) v->flags |= SPVTI_INSERTED;
    spvti_say(s, "$n$n = $n;\n", &v->text, &path, &value);
}

/* The components are all of one operand: a swizzle. */
static void spvti_emit_shuffle(spvti_state *s, const spvm_inst *i) {
    const spvm_type *t = spvti_t(s, i->type);
    spvm_id a = spvti_word(s, i, 3), b = spvti_word(s, i, 4), one;
    uint32_t na = spvti_size_of(s, a), nb = spvti_size_of(s, b), k, c, from_a = 0, from_b = 0;
    size_t mark;
    spvti_span names[2];
    for (k = 5; k < i->length; k++) {
        c = spvti_word(s, i, k);
        if (c != 0xFFFFFFFFu && c >= na + nb) spvti_no(s, i, SPVTI_E_NO_COMPONENT);
        if (c < na) from_a++;
        else if (c != 0xFFFFFFFFu) from_b++;
    }
    if (spvti_failed(s)) return;
    if (a == b || from_a == 0 || from_b == 0) {
        one = from_a > 0 || from_b == 0 ? a : b;
        mark = spvti_begin(s);
        spvti_add_value(s, one, SPVTI_PRIMARY);
        if (i->length - 5u == spvti_size_of(s, one)) { /* the same again */
            for (k = 5; k < i->length; k++) {
                c = spvti_word(s, i, k);
                if (c != k - 5 && c != 0xFFFFFFFFu && c != k - 5 + na) break;
            }
            if (k == i->length) {
                spvti_done(s, i, mark);
                return;
            }
        }
        spvti_byte(s, '.');
        for (k = 5; k < i->length; k++) {
            c = spvti_word(s, i, k);
            c = c == 0xFFFFFFFFu ? 0 : c >= na ? c - na : c;
            spvti_byte(s, "xyzw"[c & 3u]);
        }
        spvti_done(s, i, mark);
        return;
    }
    names[0] = spvti_named(s, a);
    names[1] = spvti_named(s, b);
    mark = spvti_begin(s);
    spvti_put(s, "$t(", t);
    for (k = 5; k < i->length; k++) {
        int side;
        c = spvti_word(s, i, k);
        if (c == 0xFFFFFFFFu) c = 0;
        side = c >= na;
        spvti_comma(s, k - 5);
        spvti_put(s, "$n.", &names[side]);
        for (;;) { /* components of the same operand together */
            spvti_byte(s, "xyzw"[(side ? c - na : c) & 3u]);
            if (k + 1 >= i->length) break;
            c = spvti_word(s, i, k + 1);
            if (c == 0xFFFFFFFFu || (c >= na) != side) break;
            k++;
        }
    }
    spvti_byte(s, ')');
    spvti_done(s, i, mark);
}

/* OpCopyLogical, to a type of the same structure with other ids: where it has structs in it, a
   function makes one of the other. */
static void spvti_emit_copy_logical(spvti_state *s, const spvm_inst *i) {
    spvm_id from = spvti_word(s, i, 3);
    const spvm_type *t = spvti_t(s, i->type), *f = spvti_t(s, from);
    size_t mark = spvti_begin(s);
    int is_same = spvti_same(spvti_form(s, t)->text, spvti_form(s, f)->text);
    if (!is_same) {
        spvti_add_helper(s, SPVTI_H_COPY, t, spvti_row_of(s, f) + 1);
        spvti_byte(s, '(');
    }
    spvti_add_value(s, from, SPVTI_PRIMARY);
    if (!is_same) spvti_byte(s, ')');
    spvti_done(s, i, mark);
}

/* ---- single instructions */

static void spvti_emit_bitcast(spvti_state *s, const spvm_inst *i) {
    spvm_id from = spvti_word(s, i, 3);
    const spvm_type *t = spvti_t(s, i->type), *f = spvti_t(s, from);
    spvti_arguments a;
    size_t mark;
    if (spvti_form(s, f)->is_bad) {
        spvti_no_type_error(s, f, i->result);
        return;
    }
    spvti_arguments_of(s, i, 3, &a);
    if (!spvti_same(spvti_form(s, t)->text, spvti_form(s, f)->text)
        && !(spvti_is_plain_int(s, from) && spvti_scalar(s, t) != 'f'))
        spvti_hide_constants(s, &a, 0);
    mark = spvti_begin(s);
    if (spvti_same(spvti_form(s, t)->text, spvti_form(s, f)->text)) {
        spvti_add_value(s, from, SPVTI_PRIMARY);
    } else if (a.hidden[0].n == 0 && spvti_scalar(s, t) != spvti_scalar(s, f)
               && spvti_is_plain_int(s, from)) {
        spvti_add_as(s, from, spvti_scalar(s, t), SPVTI_PRIMARY);
    } else {
        spvti_put(s, "bitcast<$t>(", t);
        spvti_add_operand(s, &a, 0, SPVTI_ARG);
        spvti_byte(s, ')');
    }
    spvti_done(s, i, mark);
}

static void spvti_emit_select(spvti_state *s, const spvm_inst *i) {
    const spvm_type *t = spvti_t(s, i->type);
    spvti_value *v = &s->values[i->result];
    spvti_span parts[3];
    size_t mark;
    uint32_t k;
    if (t->opcode == SPVM_OpTypePointer || spvti_is_handle(s, i->type)) {
        spvti_no(s, i, SPVTI_E_CHOSEN);
        return;
    }
    if (t->opcode != SPVM_OpTypeMatrix && !spvti_is_aggregate(t)) {
        mark = spvti_begin(s);
        spvti_put(s, "select($v, $v, $v)", spvti_word(s, i, 5), spvti_word(s, i, 4),
                  spvti_word(s, i, 3));
        spvti_done(s, i, mark);
        return;
    }
    if (v->uses == 0) return;
    for (k = 0; k < 3; k++) {
        parts[k] = spvti_value_text(s, spvti_word(s, i, 3 + k));
    }
    if (!(v->flags & SPVTI_HOISTED)) {
        v->text = spvti_name_id(s, i->result, "v");
        v->flags |= SPVTI_UNDECLARED;
    }
    v->how = SPVTI_NAME;
    v->prec = SPVTI_PRIMARY;
    spvti_print_assign(s, v, v->text);
    spvti_print(s, "$n;\n", &parts[2]);
    spvti_say(s, "if $n {\n", &parts[0]);
    s->indent++;
    spvti_say(s, "$n = $n;\n", &v->text, &parts[1]);
    spvti_close(s);
}

static void spvti_emit_unordered_equal(spvti_state *s, const spvm_inst *i) {
    spvti_span a = spvti_named(s, spvti_word(s, i, 3));
    spvti_span b = spvti_named(s, spvti_word(s, i, 4));
    size_t mark = spvti_begin(s);
    int is_vector = spvti_is_vector(spvti_t(s, i->type));
    spvti_put(s, "$s$n < $n$s$n > $n$s", is_vector ? "!((" : "!(", &a, &b,
              is_vector ? ") | (" : " || ", &a, &b, is_vector ? "))" : ")");
    spvti_finish(s, i, spvti_end(s, mark), SPVTI_UNARY, 0);
}

static void spvti_emit_dynamic_extract(spvti_state *s, const spvm_inst *i) {
    spvm_id base = spvti_word(s, i, 3);
    size_t mark = spvti_begin(s);
    spvti_add_value(s, base, SPVTI_PRIMARY);
    spvti_add_component(s, spvti_word(s, i, 4), spvti_size_of(s, base));
    spvti_done(s, i, mark);
}

static void spvti_print_empty_return(spvti_state *s);

/* The text of a pointer that is passed on: `&place`, or the parameter that it is. */
static spvti_span spvti_pointer_argument(spvti_state *s, const spvm_inst *i, spvm_id argument) {
    spvti_place p;
    size_t mark;
    spvti_trace_place(s, i, argument, &p);
    if (p.is_row) spvti_no(s, i, SPVTI_E_ROW_POINTER);
    if (p.is_component) spvti_no(s, i, SPVTI_E_COMPONENT_POINTER);
    spvti_check_output(s, i, &p, 0);
    if (p.is_pointer && p.text.n > 1 && p.text.p[0] == '*') {
        p.text.p++;
        p.text.n--;
        return p.text;
    }
    mark = spvti_begin(s);
    spvti_put(s, "&$n", &p.text);
    return spvti_end(s, mark);
}

/* Appends a texture or sampler that is passed on; a combined one is two, if its sampler is used. */
static void spvti_add_handle_argument(spvti_state *s, const spvm_inst *i, spvm_id argument) {
    const spvm_type *t = spvti_pointee(s, argument);
    spvti_span name;
    const spvti_resource *r = spvti_texture(s, i, argument, t->opcode == SPVM_OpTypeSampler,
                                            &name);
    if (r == NULL) return;
    spvti_add_span(s, name);
    if (t->opcode != SPVM_OpTypeSampledImage || !spvti_has_sampler(r)) return;
    if (spvti_texture(s, i, argument, 1, &name) == NULL) return;
    spvti_put(s, ", $n", &name);
}

/* A function that may have ended the invocation says so: then this one returns, too. */
static void spvti_print_kill_test(spvti_state *s) {
    spvti_open(s, "if spv_killed {");
    spvti_print_empty_return(s);
    spvti_close(s);
}

static void spvti_emit_call(spvti_state *s, const spvm_inst *i) {
    spvm_id callee = spvti_word(s, i, 3);
    const spvm_function *f = spvm_function_of(&s->m, callee);
    spvti_span text, *pointers;
    size_t mark;
    uint32_t k;
    if (f == NULL) return;
    pointers = (spvti_span *)spvti_take(s, f->parameter_count + 1, sizeof *pointers);
    if (pointers == NULL) return;
    for (k = 0; k < f->parameter_count && !spvti_failed(s); k++) {
        spvm_id argument = spvti_word(s, i, 4 + k);
        const spvm_type *t = spvti_t(s, argument);
        if (t->opcode == SPVM_OpTypePointer && !spvti_is_handle_type(s, spvti_t(s, t->element)))
            pointers[k] = spvti_pointer_argument(s, i, argument);
    }
    mark = spvti_begin(s);
    spvti_put(s, "$n(", &s->values[callee].text);
    for (k = 0; k < f->parameter_count; k++) {
        spvm_id argument = spvti_word(s, i, 4 + k);
        spvti_comma(s, k);
        if (pointers[k].n > 0)
            spvti_add_span(s, pointers[k]);
        else if (spvti_is_handle_type(s, spvti_pointee(s, argument)))
            spvti_add_handle_argument(s, i, argument);
        else
            spvti_add_value(s, argument, SPVTI_ARG);
    }
    spvti_byte(s, ')');
    text = spvti_end(s, mark);
    spvti_flush(s, SPVTI_ANYTHING);
    s->reads = 0;
    if (s->values[i->result].uses > 0) {
        spvti_finish(s, i, text, SPVTI_PRIMARY, 1);
    } else {
        spvti_say(s, "$n;\n", &text);
    }
    if (s->function_kills[spvti_callee(s, i)]) spvti_print_kill_test(s);
}

/* What an instruction does that barriers are about. Textures that are sampled, uniform buffers and
   what the text declares as read-only are written by nobody: WebGPU sees to it. */
static uint32_t spvti_does(const spvti_state *s, const spvm_inst *i) {
    spvm_id pointer = spvm_operand(&s->m, i, 1);
    const spvti_resource *r;
    switch (i->opcode) {
    case SPVM_OpFunctionCall: return s->function_does[spvti_callee(s, i)];
    case SPVM_OpControlBarrier: return SPVTI_DOES_WAIT;
    case SPVM_OpCopyMemory: return SPVTI_DOES_ACCESS;
    case SPVM_OpLoad:
    case SPVM_OpImageRead: pointer = spvti_word(s, i, 3); break;
    case SPVM_OpStore:
    case SPVM_OpImageWrite: break;
    default: return spvti_is_atomic(i->opcode) ? SPVTI_DOES_ACCESS | SPVTI_DOES_ATOMIC : 0;
    }
    r = spvti_resource_of(s, spvti_root(s, pointer, 0));
    switch (spvti_t(s, r == NULL ? pointer : r->id)->storage) {
    case SPVM_StorageClass_Function:
    case SPVM_StorageClass_Private:
    case SPVM_StorageClass_Input:
    case SPVM_StorageClass_Output:
    case SPVM_StorageClass_PushConstant: return 0;
    case SPVM_StorageClass_Workgroup: return SPVTI_DOES_ACCESS;
    default: return r != NULL && !r->is_written ? 0 : SPVTI_DOES_ACCESS;
    }
}

/* What functions do, callees first. */
static void spvti_find_accesses(spvti_state *s) {
    uint32_t k;
    spvm_inst_ref at;
    s->function_does = (unsigned char *)spvti_take(s, s->m.function_count + 1, 1);
    for (k = 0; s->function_does != NULL && k < s->m.function_count; k++) {
        spvm_function_ref row = s->m.call_order[k];
        const spvm_function *f = &s->m.functions[row];
        for (at = f->first; s->function_used[row] && at <= f->last; at++)
            s->function_does[row] |= (unsigned char)spvti_does(s, &s->m.insts[at]);
        s->function_does[s->m.function_count] |= s->function_does[row]; /* all of them */
    }
}

static int spvti_is_in_loop(const spvti_state *s, const spvm_block *b) {
    return (b->construct != SPVM_NONE && s->m.constructs[b->construct].loop != SPVM_NONE)
           || (b->opens != SPVM_NONE && s->m.constructs[b->opens].kind == SPVM_LOOP);
}

/* What is done in block k of the order and in those that follow it in a row (before it, if step is
   -1), as long as they lie in loops. */
static uint32_t spvti_loops_do(const spvti_state *s, uint32_t k, uint32_t step) {
    uint32_t does = 0;
    spvm_inst_ref at;
    for (; k < s->f->order_count; k += step) {
        const spvm_block *b = spvti_block(s, s->m.order[s->f->first_block + k]);
        if (!spvti_is_in_loop(s, b)) break;
        for (at = b->first; at <= b->last; at++) does |= spvti_does(s, &s->m.insts[at]);
    }
    return does;
}

/* Of each instruction of the function at hand, what its invocation may have done before it and may
   do after it. Blocks stand in an order in which all ways but back edges go forward; in a loop it
   is all that the loop does. */
static void spvti_look_around(spvti_state *s) {
    uint32_t k, before, after;
    int was_in = 0;
    spvm_inst_ref at;
    s->around = (unsigned char *)spvti_take(s, s->f->last - s->f->first + 1, 1);
    if (s->around == NULL) return;
    before = after = s->entry == NULL ? s->function_does[s->m.function_count] : 0u;
    for (k = 0; k < s->f->order_count; k++) {
        const spvm_block *b = spvti_block(s, s->m.order[s->f->first_block + k]);
        int is_in = spvti_is_in_loop(s, b);
        if (is_in && !was_in) before |= spvti_loops_do(s, k, 1);
        was_in = is_in;
        for (at = b->first; at <= b->last; at++) {
            s->around[at - s->f->first] = (unsigned char)before;
            before |= spvti_does(s, &s->m.insts[at]);
        }
    }
    for (was_in = 0; k-- > 0;) {
        const spvm_block *b = spvti_block(s, s->m.order[s->f->first_block + k]);
        int is_in = spvti_is_in_loop(s, b);
        if (is_in && !was_in) after |= spvti_loops_do(s, k, (uint32_t)-1);
        was_in = is_in;
        for (at = b->last + 1; at-- > b->first;) {
            s->around[at - s->f->first] |= (unsigned char)(after << SPVTI_DOES_SHIFT);
            after |= spvti_does(s, &s->m.insts[at]);
        }
    }
}

/* Whether a barrier orders nothing that others could tell, who learn of its place by what `signs`
   says: atomics, or control barriers. To release, an access has to stand before it and a sign
   behind it; to acquire, a sign before it and an access behind it. */
static int spvti_is_idle(const spvti_state *s, const spvm_inst *i, uint64_t semantics,
                         uint32_t signs) {
    uint32_t around = s->around[(spvm_inst_ref)(i - s->m.insts) - s->f->first];
    uint32_t before = around, after = around >> SPVTI_DOES_SHIFT;
    const uint32_t both = SPVM_MemorySemantics_AcquireReleaseMask |
                          SPVM_MemorySemantics_SequentiallyConsistentMask;
    if ((semantics & (both | SPVM_MemorySemantics_ReleaseMask)) && (before & SPVTI_DOES_ACCESS)
        && (after & signs))
        return 0;
    return !((semantics & (both | SPVM_MemorySemantics_AcquireMask)) && (before & signs)
             && (after & SPVTI_DOES_ACCESS));
}

#define SPVTI_BARRIER_MEMORIES \
    (SPVM_MemorySemantics_UniformMemoryMask | SPVM_MemorySemantics_WorkgroupMemoryMask | \
     SPVM_MemorySemantics_ImageMemoryMask)

/* WGSL's barriers order memory within a workgroup. That does where no other workgroup sees the
   memory, or none can tell: they learn of the order by atomics alone. */
static int spvti_is_narrow(const spvti_state *s, const spvm_inst *i, uint64_t scope,
                           uint64_t semantics) {
    return scope == SPVM_Scope_Workgroup || scope == SPVM_Scope_Subgroup
           || scope == SPVM_Scope_Invocation
           || (semantics & SPVTI_BARRIER_MEMORIES) == SPVM_MemorySemantics_WorkgroupMemoryMask
           || spvti_is_idle(s, i, semantics, SPVTI_DOES_ATOMIC);
}

static void spvti_print_barriers(spvti_state *s, uint64_t semantics) {
    spvti_flush(s, SPVTI_ANYTHING);
    if (semantics & SPVM_MemorySemantics_UniformMemoryMask) spvti_line(s, "storageBarrier();");
    if (semantics & SPVM_MemorySemantics_ImageMemoryMask) spvti_line(s, "textureBarrier();");
    if ((semantics & SPVM_MemorySemantics_WorkgroupMemoryMask)
        || !(semantics & (SPVM_MemorySemantics_UniformMemoryMask |
                          SPVM_MemorySemantics_ImageMemoryMask)))
        spvti_line(s, "workgroupBarrier();");
}

static void spvti_emit_barrier(spvti_state *s, const spvm_inst *i) {
    uint64_t scope = 0, memory = 0, semantics = 0;
    if (!spvm_value(&s->m, spvti_word(s, i, 1), &scope)
        || !spvm_value(&s->m, spvti_word(s, i, 2), &memory)
        || !spvm_value(&s->m, spvti_word(s, i, 3), &semantics))
        spvti_no(s, i, SPVTI_E_BARRIER_CONSTANT);
    if (scope != SPVM_Scope_Workgroup) spvti_no(s, i, SPVTI_E_BARRIER_SCOPE);
    if (!spvti_is_narrow(s, i, memory, semantics))
        spvti_no(s, i, SPVTI_E_BARRIER_MEMORY);
    spvti_print_barriers(s, semantics);
}

/* Whether each invocation of a workgroup comes to a block once: it stands in no loop of the entry
   point's function, and on each way to an end. */
static int spvti_is_for_all(const spvti_state *s, spvm_block_ref b) {
    const spvm_block *x = spvti_block(s, b), *first = spvti_block(s, s->f->first_block);
    return s->entry != NULL && x->construct == SPVM_NONE
           && spvm_above(&x->postdominator, &first->postdominator);
}

/* WGSL's barriers are for control as well: they serve where all invocations wait for each other
   without harm. Elsewhere one that nobody can tell is left out. */
static void spvti_emit_memory_barrier(spvti_state *s, const spvm_inst *i) {
    uint64_t scope = 0, semantics = 0;
    int is_narrow, is_for_all = s->entry != NULL && spvti_is_for_all(s, i->block)
                                && s->entry->model == SPVM_ExecutionModel_GLCompute;
    if (!spvm_value(&s->m, spvti_word(s, i, 1), &scope)
        || !spvm_value(&s->m, spvti_word(s, i, 2), &semantics))
        spvti_no(s, i, SPVTI_E_BARRIER_CONSTANT);
    if (scope == SPVM_Scope_Invocation || (semantics & SPVTI_BARRIER_MEMORIES) == 0) return;
    is_narrow = spvti_is_narrow(s, i, scope, semantics);
    if (is_narrow && is_for_all)
        spvti_print_barriers(s, semantics);
    else if (!spvti_is_idle(s, i, semantics, SPVTI_DOES_ATOMIC | SPVTI_DOES_WAIT))
        spvti_no(s, i, is_narrow ? SPVTI_E_BARRIER_SOME : SPVTI_E_BARRIER_MEMORY);
}

/* ---- subgroups */

/* Notes that the text needs subgroups, which are a feature. */
static void spvti_use_subgroups(spvti_state *s, spvm_id id) {
    s->has_subgroups = 1;
    if (s->function_entries[s->f - s->m.functions] & SPVTI_VERTEX_ENTRIES)
        spvti_no_id(s, id, SPVTI_E_SUBGROUP_VERTEX);
    if (!(s->options.features & SPVT_SUBGROUPS))
        spvti_no_id(s, id, SPVTI_E_SUBGROUP_FEATURE);
}

/* Bools as numbers, which subgroups exchange. */
static spvti_span spvti_bools_text(spvti_state *s, spvm_id id) {
    size_t mark = spvti_begin(s);
    spvti_put(s, "$k($v)", 'u', spvti_size_of(s, id), id);
    return spvti_end(s, mark);
}

/* Whether all have the same value: each compares its own with the first one's. */
static void spvti_emit_all_equal(spvti_state *s, const spvm_inst *i, spvm_id id) {
    spvti_span name = spvti_kind(s, id) == 'b'
                          ? spvti_print_named(s, spvti_bools_text(s, id), "v") : spvti_named(s, id);
    size_t mark = spvti_begin(s);
    spvti_put(s, spvti_is_vector(spvti_t(s, id))
                     ? "subgroupAll(all($n == subgroupBroadcastFirst($n)))"
                     : "subgroupAll($n == subgroupBroadcastFirst($n))", &name, &name);
    spvti_finish(s, i, spvti_end(s, mark), SPVTI_PRIMARY, 1);
}

/* An operation of the subgroup: a call, which never waits. */
static void spvti_emit_group(spvti_state *s, const spvm_inst *i, const spvti_row *g) {
    spvti_arguments a;
    uint64_t scope = SPVM_Scope_Subgroup, swap = 3, lane = 0;
    uint32_t operation = g->prec == 5 ? spvti_word(s, i, 4) : 0;
    const char *before = "subgroup", *text = spvti_text_of(g);
    int is_bool;
    size_t mark;
    spvti_use_subgroups(s, i->result);
    spvti_arguments_of(s, i, g->prec, &a);
    is_bool = a.count > 0 && g->check != 'b' && spvti_kind(s, a.ids[0]) == 'b';
    if (g->prec > 3 && (!spvm_value(&s->m, spvti_word(s, i, 3), &scope)
                         || scope != SPVM_Scope_Subgroup))
        spvti_no(s, i, SPVTI_E_SUBGROUP_SCOPE);
    if (operation > (g->check == 's' ? SPVM_GroupOperation_ExclusiveScan : 0))
        spvti_no(s, i, SPVTI_E_SUBGROUP_SCAN);
    if (operation == SPVM_GroupOperation_InclusiveScan) before = "subgroupInclusive";
    if (operation == SPVM_GroupOperation_ExclusiveScan) before = "subgroupExclusive";
    if (g->check == 'e') {
        spvti_emit_all_equal(s, i, a.ids[0]);
        return;
    }
    if (g->check == 'q') {
        int is_swap = i->opcode == SPVM_OpGroupNonUniformQuadSwap;
        if (!spvm_value(&s->m, a.ids[1], &swap) || swap > (is_swap ? 2 : 3))
            spvti_no(s, i, SPVTI_E_QUAD_CONSTANT);
        before = text;
        text = !is_swap ? "" : swap == 0 ? "X" : swap == 1 ? "Y" : "Diagonal";
        if (is_swap) a.count = 1;
    } else if (a.count == 2 && spvti_is_const_text(s, a.ids[1])
               && (!spvm_value(&s->m, a.ids[1], &lane) || lane > 31)) {
        spvti_hide_at(s, &a, 1); /* beyond what each subgroup has */
    }
    if (is_bool) a.hidden[0] = spvti_bools_text(s, a.ids[0]);
    mark = spvti_begin(s);
    if (is_bool) spvti_put(s, "$t(", spvti_t(s, i->type));
    spvti_add_expression(s, g, &a, spvti_t(s, i->type), before, text);
    if (is_bool) spvti_byte(s, ')');
    spvti_finish(s, i, spvti_end(s, mark), SPVTI_PRIMARY, 1);
}

/* ---- GLSL.std.450 */

/* Functions that take vectors alone, with scalars. */
static void spvti_emit_scalar_geometry(spvti_state *s, const spvm_inst *i, uint32_t op,
                                       const spvti_arguments *a) {
    size_t mark;
    uint32_t k, n = op == SPVM_GLSL_Refract ? 2 : a->count;
    mark = spvti_begin(s);
    if (op == SPVM_GLSL_Normalize) {
        spvti_add(s, "sign(");
        spvti_add_operand(s, a, 0, SPVTI_ARG);
        spvti_byte(s, ')');
    } else {
        const char *vector = spvti_kind(s, i->result) == 'h' ? "vec2h(" : "vec2f(";
        spvti_add(s, op == SPVM_GLSL_Refract ? "refract(" : op == SPVM_GLSL_Reflect
                         ? "reflect(" : "faceForward(");
        for (k = 0; k < n; k++) {
            spvti_comma(s, k);
            spvti_add(s, vector);
            spvti_add_operand(s, a, k, SPVTI_ARG);
            spvti_add(s, ", 0.0)");
        }
        if (op == SPVM_GLSL_Refract) {
            spvti_add(s, ", ");
            spvti_add_operand(s, a, 2, SPVTI_ARG);
        }
        spvti_add(s, ").x");
    }
    spvti_done(s, i, mark);
}

/* modf and frexp: a struct in WGSL. */
static void spvti_emit_pair(spvti_state *s, const spvm_inst *i, uint32_t op) {
    spvti_arguments a;
    int is_modf = op == SPVM_GLSL_Modf || op == SPVM_GLSL_ModfStruct;
    int is_stored = op == SPVM_GLSL_Modf || op == SPVM_GLSL_Frexp;
    const char *whole = is_modf ? ".whole" : ".exp", *close;
    const spvm_type *t = spvti_t(s, i->type);
    spvti_span name, text;
    spvti_place p;
    size_t mark;
    if (is_stored) spvti_trace_place(s, i, spvm_operand(&s->m, i, 6), &p);
    else if (t->opcode != SPVM_OpTypeStruct || t->count != 2)
        spvti_no(s, i, SPVTI_E_RESULT);
    if (spvti_failed(s)) return;
    spvti_arguments_of(s, i, 5, &a);
    a.count = 1;
    spvti_hide_constants(s, &a, 0);
    mark = spvti_begin(s);
    spvti_add(s, is_modf ? "modf(" : "frexp(");
    spvti_add_operand(s, &a, 0, SPVTI_ARG);
    spvti_byte(s, ')');
    text = spvti_end(s, mark);
    if (is_stored) spvti_flush(s, spvti_written_by(&p));
    name = spvti_print_named(s, text, "parts");
    mark = spvti_begin(s);
    if (is_stored) {
        close = spvti_open_cast(s, spvti_t(s, p.type), is_modf ? 'f' : 'i');
        spvti_put(s, "$n$s$s", &name, whole, close);
        spvti_print_store(s, &p, spvti_end(s, mark));
        mark = spvti_begin(s);
        spvti_put(s, "$n.fract", &name);
    } else {
        spvti_put(s, "$t($n.fract, ", t, &name);
        t = spvti_member_type(s, t, 1);
        close = spvti_open_cast(s, t, is_modf ? 'f' : 'i');
        spvti_put(s, "$n$s$s)", &name, whole, close);
    }
    s->reads = 0;
    spvti_done(s, i, mark);
}

static void spvti_emit_glsl(spvti_state *s, const spvm_inst *i) {
    uint32_t op = spvti_word(s, i, 4);
    const spvti_row *row = SPVTI_FIND(spvti_glsl_rows, op);
    spvti_arguments a;
    const spvm_type *t = spvti_t(s, i->type);
    if (row != NULL) {
        spvti_arguments_of(s, i, 5, &a);
        if (row->check == 'n' && !spvti_is_vector(t)) {
            spvti_hide_constants(s, &a, 0);
            spvti_emit_scalar_geometry(s, i, op, &a);
        } else {
            spvti_emit_row(s, i, row, &a);
        }
        return;
    }
    switch (op) {
    case SPVM_GLSL_Modf:
    case SPVM_GLSL_ModfStruct:
    case SPVM_GLSL_Frexp:
    case SPVM_GLSL_FrexpStruct:
        spvti_emit_pair(s, i, op);
        break;
    default:
        spvti_no(s, i, SPVTI_E_GLSL);
        break;
    }
}

/* ---- all of them */

static void spvti_emit_value(spvti_state *s, const spvm_inst *i) {
    const spvti_row *row;
    const spvti_row *group;
    spvti_arguments a;
    row = SPVTI_FIND(spvti_rows, i->opcode);
    group = SPVTI_FIND(spvti_group_rows, i->opcode);
    if (row != NULL) {
        spvti_arguments_of(s, i, 3, &a);
        spvti_emit_row(s, i, row, &a);
        return;
    }
    if (group != NULL) {
        spvti_emit_group(s, i, group);
        return;
    }
    switch (i->opcode) {
    case SPVM_OpFUnordEqual: spvti_emit_unordered_equal(s, i); break;
    case SPVM_OpSelect: spvti_emit_select(s, i); break;
    case SPVM_OpCopyLogical: spvti_emit_copy_logical(s, i); break;
    case SPVM_OpUConvert:
    case SPVM_OpSConvert:
    case SPVM_OpBitcast: spvti_emit_bitcast(s, i); break;
    case SPVM_OpCompositeConstruct: spvti_emit_construct(s, i); break;
    case SPVM_OpVectorShuffle: spvti_emit_shuffle(s, i); break;
    case SPVM_OpVectorExtractDynamic: spvti_emit_dynamic_extract(s, i); break;
    case SPVM_OpArrayLength: spvti_emit_array_length(s, i); break;
    case SPVM_OpImageFetch:
    case SPVM_OpImageRead: spvti_emit_fetch(s, i); break;
    case SPVM_OpImageQuerySize:
    case SPVM_OpImageQuerySizeLod:
    case SPVM_OpImageQueryLevels:
    case SPVM_OpImageQuerySamples: spvti_emit_query(s, i); break;
    default:
        if (spvti_is_sample(i->opcode)) spvti_emit_sample(s, i);
        else spvti_no(s, i, SPVTI_E_INSTRUCTION);
        break;
    }
}

static void spvti_emit_undef(spvti_state *s, const spvm_inst *i) {
    spvti_value *v = &s->values[i->result];
    size_t mark = spvti_begin(s);
    spvti_add_zero(s, spvti_t(s, i->type));
    if (v->flags & SPVTI_HOISTED) { /* its variable is zero */
        spvti_span zero = spvti_end(s, mark);
        if (!(v->flags & SPVTI_UNDECLARED)) return;
        spvti_print_assign(s, v, v->text);
        spvti_print(s, "$n;\n", &zero);
        return;
    }
    v->text = spvti_end(s, mark);
    v->how = SPVTI_TEXT;
    v->prec = SPVTI_PRIMARY;
    v->flags |= SPVTI_CONST;
}

static void spvti_emit_split(spvti_state *s, const spvm_inst *i) {
    spvti_value *v = &s->values[i->result];
    if (!(v->flags & SPVTI_SPLIT)) return;
    spvti_print_assign(s, v, v->text);
    spvti_print(s, "$n;\n", &v->phi);
}

/* One instruction of a block, terminators apart. */
static void spvti_emit(spvti_state *s, const spvm_inst *i) {
    if (i->result != 0 && s->values[i->result].uses == 0 && !spvti_has_effect(s, i)) return;
    switch (i->opcode) {
    case SPVM_OpNop:
    case SPVM_OpLine:
    case SPVM_OpNoLine:
    case SPVM_OpLabel:
    case SPVM_OpSelectionMerge:
    case SPVM_OpLoopMerge:
    case SPVM_OpVariable:
    case SPVM_OpAccessChain:
    case SPVM_OpInBoundsAccessChain:
    case SPVM_OpSampledImage:
    case SPVM_OpImage:
        break;
    case SPVM_OpPhi: spvti_emit_split(s, i); break;
    case SPVM_OpUndef: spvti_emit_undef(s, i); break;
    case SPVM_OpCopyObject:
        if (spvti_t(s, i->type)->opcode == SPVM_OpTypePointer || spvti_is_handle(s, i->type))
            break;
        spvti_emit_extract(s, i);
        break;
    case SPVM_OpCompositeExtract: spvti_emit_extract(s, i); break;
    case SPVM_OpCompositeInsert: spvti_emit_insert(s, i, 0); break;
    case SPVM_OpVectorInsertDynamic: spvti_emit_insert(s, i, 1); break;
    case SPVM_OpLoad:
        if (!spvti_is_handle(s, i->type)) spvti_emit_load(s, i);
        break;
    case SPVM_OpStore: spvti_emit_store(s, i); break;
    case SPVM_OpCopyMemory: spvti_emit_copy_memory(s, i); break;
    case SPVM_OpFunctionCall: spvti_emit_call(s, i); break;
    case SPVM_OpImageWrite: spvti_emit_image_write(s, i); break;
    case SPVM_OpControlBarrier: spvti_emit_barrier(s, i); break;
    case SPVM_OpMemoryBarrier: spvti_emit_memory_barrier(s, i); break;
    case SPVM_OpDemoteToHelperInvocation: spvti_line(s, "discard;"); break;
    case SPVM_OpExtInst:
        if (spvm_set_of(&s->m, i) == SPVM_SET_GLSL) spvti_emit_glsl(s, i);
        else if (s->values[i->result].uses > 0)
            spvti_no(s, i, SPVTI_E_SET);
        break;
    default:
        if (spvti_is_atomic(i->opcode)) spvti_emit_atomic(s, i);
        else if (i->result == 0) spvti_no(s, i, SPVTI_E_INSTRUCTION);
        else spvti_emit_value(s, i);
        break;
    }
}
/* -------------------------------------------------------------------------------------------------
   // >>interface  [17]  inputs and outputs */

/* Built-ins: X(name, model, is_output, kind, count, text). model: v f c, of the stage. */
#define SPVTI_BUILTINS(X) \
    X(Position, v, 1, 'f', 4, "position") X(ClipDistance, v, 1, 'f', 1, "clip_distances") \
    X(VertexIndex, v, 0, 'u', 1, "vertex_index") \
    X(InstanceIndex, v, 0, 'u', 1, "instance_index") X(FragCoord, f, 0, 'f', 4, "position") \
    X(FrontFacing, f, 0, 'b', 1, "front_facing") X(SampleId, f, 0, 'u', 1, "sample_index") \
    X(SampleMask, f, 0, 'u', 1, "sample_mask") X(SampleMask, f, 1, 'u', 1, "sample_mask") \
    X(FragDepth, f, 1, 'f', 1, "frag_depth") \
    X(GlobalInvocationId, c, 0, 'u', 3, "global_invocation_id") \
    X(LocalInvocationId, c, 0, 'u', 3, "local_invocation_id") \
    X(LocalInvocationIndex, c, 0, 'u', 1, "local_invocation_index") \
    X(WorkgroupId, c, 0, 'u', 3, "workgroup_id") X(NumWorkgroups, c, 0, 'u', 3, "num_workgroups") \
    X(SubgroupSize, c, 0, 'u', 1, "subgroup_size") X(SubgroupSize, f, 0, 'u', 1, "subgroup_size") \
    X(SubgroupLocalInvocationId, c, 0, 'u', 1, "subgroup_invocation_id") \
    X(SubgroupLocalInvocationId, f, 0, 'u', 1, "subgroup_invocation_id")

typedef struct spvti_builtin {
    uint16_t builtin;
    char model;
    char is_output;
    char kind;           /* of its scalars */
    unsigned char count;
    uint16_t place;      /* of its name in WGSL */
} spvti_builtin;

#define SPVTI_TEXT(name, model, is_output, kind, count, text) \
    char model##is_output##name[sizeof text];
typedef struct spvti_builtin_texts {
    SPVTI_BUILTINS(SPVTI_TEXT)
} spvti_builtin_texts;
#undef SPVTI_TEXT
#define SPVTI_TEXT(name, model, is_output, kind, count, text) text,
static const spvti_builtin_texts spvti_builtin_names = {SPVTI_BUILTINS(SPVTI_TEXT)};
#undef SPVTI_TEXT
enum { SPVTI_MODEL_v = 'v', SPVTI_MODEL_f = 'f', SPVTI_MODEL_c = 'c' };
#define SPVTI_ROW(name, model, is_output, kind, count, text) \
    {SPVM_BuiltIn_##name, SPVTI_MODEL_##model, is_output, kind, count, \
     offsetof(spvti_builtin_texts, model##is_output##name)},
static const spvti_builtin spvti_builtins[] = {SPVTI_BUILTINS(SPVTI_ROW)};
#undef SPVTI_ROW

static const char *spvti_builtin_name(const spvti_builtin *b) {
    return (const char *)&spvti_builtin_names + b->place;
}

static const spvti_builtin *spvti_find_builtin(uint32_t builtin, char model, int is_output) {
    size_t i;
    for (i = 0; i < sizeof spvti_builtins / sizeof spvti_builtins[0]; i++)
        if (spvti_builtins[i].builtin == builtin && spvti_builtins[i].model == model
            && spvti_builtins[i].is_output == (is_output != 0))
            return &spvti_builtins[i];
    return NULL;
}

static char spvti_model(const spvti_state *s) {
    uint32_t m = s->entry == NULL ? SPVM_NONE : s->entry->model;
    return m == SPVM_ExecutionModel_Vertex ? 'v' : m == SPVM_ExecutionModel_Fragment ? 'f'
         : m == SPVM_ExecutionModel_GLCompute ? 'c' : 0;
}

/* A scalar or vector of an input or output: what a location or built-in holds. */
typedef struct spvti_leaf {
    const spvm_type *type;
    spvti_span path;                 /* behind the variable's name */
    const spvti_builtin *builtin;    /* NULL: a location */
    uint32_t location, component, index;
    uint32_t how;                    /* SPVTI_IS_FLAT and so on */
} spvti_leaf;

/* An input or output of the entry point. Those that share a location are a list. */
typedef struct spvti_field {
    struct spvti_field *next, *more;
    spvm_id id;
    spvti_leaf leaf;
    spvti_span name;
} spvti_field;

#define SPVTI_MAX_LEVELS 8
#define SPVTI_MAX_LEAVES 256 /* of a variable */

/* Walks over the leaves of a variable. */
typedef struct spvti_walk {
    spvm_id id;
    const spvm_type *types[SPVTI_MAX_LEVELS];
    uint32_t indices[SPVTI_MAX_LEVELS];
    uint32_t depth, location, count;
    int is_output, has_begun;
    int is_foreign;                  /* of another entry point than that which is translated */
    spvm_id holder;                  /* struct and member of the innermost struct */
    uint32_t member;
} spvti_walk;

static uint32_t spvti_parts(const spvm_type *t) {
    return t->opcode == SPVM_OpTypeStruct || t->opcode == SPVM_OpTypeArray
           || t->opcode == SPVM_OpTypeMatrix ? t->count : 0;
}

static const spvm_type *spvti_part_type(const spvti_state *s, const spvm_type *t, uint32_t i) {
    return t->opcode == SPVM_OpTypeStruct ? spvti_member_type(s, t, i) : spvti_t(s, t->element);
}

static const spvm_decoration *spvti_interface_decoration(const spvti_state *s,
                                                         const spvti_walk *w,
                                                         uint32_t decoration) {
    const spvm_decoration *d = spvti_decoration(s, w->id, SPVM_NONE, decoration);
    if (d == NULL && w->holder != 0) d = spvti_decoration(s, w->holder, w->member, decoration);
    return d;
}

/* Goes down to the first leaf below the types that are there. */
static void spvti_descend(spvti_state *s, spvti_walk *w) {
    const spvm_decoration *d;
    while (spvti_parts(w->types[w->depth]) > 0 && w->depth + 1 < SPVTI_MAX_LEVELS) {
        const spvm_type *t = w->types[w->depth];
        d = spvti_interface_decoration(s, w, SPVM_Decoration_BuiltIn);
        if (d != NULL && spvti_is_array(t)
            && spvti_literal_of(s, d) == SPVM_BuiltIn_ClipDistance)
            return; /* as a whole */
        w->indices[w->depth] = 0;
        if (t->opcode == SPVM_OpTypeStruct) {
            w->holder = t->id;
            w->member = 0;
            d = spvti_decoration(s, t->id, 0, SPVM_Decoration_Location);
            if (d != NULL) w->location = spvti_literal_of(s, d);
        }
        w->types[w->depth + 1] = spvti_part_type(s, t, 0);
        w->depth++;
    }
}

static void spvti_check_clip(spvti_state *s, spvm_id id, const spvm_type *t) {
    if (!(s->options.features & SPVT_CLIP_DISTANCES))
        spvti_no_id(s, id, SPVTI_E_CLIP_FEATURE);
    if (t->opcode != SPVM_OpTypeArray || t->count > 8)
        spvti_no_id(s, id, SPVTI_E_CLIP_COUNT);
}

/* The component at which it begins in its location, and which of two colours it is. */
static void spvti_fill_part(spvti_state *s, const spvti_walk *w, spvti_leaf *leaf) {
    const spvm_decoration *component = spvti_interface_decoration(s, w, SPVM_Decoration_Component);
    leaf->component = spvti_literal_of(s, component);
    leaf->index = spvti_literal_of(s, spvti_interface_decoration(s, w, SPVM_Decoration_Index));
    if (leaf->component > 3 || leaf->component + spvti_count(leaf->type) > 4)
        spvti_no_id(s, w->id, SPVTI_E_COMPONENTS);
    if (leaf->index > 0 && (leaf->location != 0 || leaf->index > 1 || component != NULL))
        spvti_no_id(s, w->id, SPVTI_E_INDEX_PLACE);
    if (leaf->index > 0 && !(s->options.features & SPVT_DUAL_SOURCE))
        spvti_no_id(s, w->id, SPVTI_E_INDEX_FEATURE);
    if (leaf->index > 0) s->has_second = s->has_dual_source = 1;
    if (component == NULL) return;
    if (leaf->location >= SPVTI_BETWEEN)
        spvti_no_id(s, w->id, SPVTI_E_COMPONENT_LOCATION);
    else
        s->packed[w->is_output] |= (uint64_t)1 << leaf->location;
}

static void spvti_fill_leaf(spvti_state *s, spvti_walk *w, spvti_leaf *leaf) {
    static const unsigned char ways[] = { /* in the order of the bits from SPVTI_IS_FLAT on */
        SPVM_Decoration_Flat, SPVM_Decoration_NoPerspective, SPVM_Decoration_Centroid,
        SPVM_Decoration_Sample, SPVM_Decoration_Invariant};
    const spvm_decoration *d = spvti_interface_decoration(s, w, SPVM_Decoration_BuiltIn);
    size_t mark;
    uint32_t k;
    leaf->type = w->types[w->depth];
    leaf->builtin = NULL;
    leaf->component = leaf->index = 0;
    leaf->location = w->location;
    leaf->how = 0;
    for (k = 0; k < sizeof ways; k++)
        if (spvti_interface_decoration(s, w, ways[k]) != NULL) leaf->how |= 2u << k;
    if (w->is_foreign) {
        if (d != NULL) leaf->location = SPVM_NONE;
        else w->location++;
        return;
    }
    mark = spvti_begin(s);
    for (k = 0; k < w->depth; k++) {
        if (w->types[k]->opcode == SPVM_OpTypeStruct) {
            spvti_put(s, ".$m", w->types[k], w->indices[k]);
        } else {
            spvti_put(s, "[$u]", w->indices[k]);
        }
    }
    leaf->path = spvti_end(s, mark);
    if (leaf->location > 65535) spvti_no_id(s, w->id, SPVTI_E_LOCATION);
    if (d != NULL) {
        uint32_t number = spvti_literal_of(s, d);
        leaf->builtin = spvti_find_builtin(number, spvti_model(s), w->is_output);
        if (number == SPVM_BuiltIn_SampleMask && w->depth > 0 && w->indices[w->depth - 1] > 0)
            spvti_no_id(s, w->id, SPVTI_E_SAMPLE_MASK);
        if (number == SPVM_BuiltIn_SubgroupSize || number == SPVM_BuiltIn_SubgroupLocalInvocationId)
            spvti_use_subgroups(s, w->id);
        if (leaf->builtin != NULL && number == SPVM_BuiltIn_ClipDistance) {
            if (!s->has_clip) leaf->builtin = NULL;
            else spvti_check_clip(s, w->id, leaf->type);
        }
        if (leaf->builtin != NULL) return;
        leaf->location = SPVM_NONE; /* passed over, where that is right */
        if (!w->is_output)
            spvti_no_id(s, w->id, SPVTI_E_BUILTIN_INPUT);
        else if (number != SPVM_BuiltIn_PointSize && number != SPVM_BuiltIn_ClipDistance
                 && number != SPVM_BuiltIn_CullDistance)
            spvti_no_id(s, w->id, SPVTI_E_BUILTIN_OUTPUT);
        return;
    }
    if (spvti_interface_decoration(s, w, SPVM_Decoration_Location) == NULL && w->holder == 0)
        spvti_no_id(s, w->id, SPVTI_E_NO_LOCATION);
    spvti_fill_part(s, w, leaf);
    if (spvti_form(s, leaf->type)->is_bad || spvti_scalar(s, leaf->type) == 'b')
        spvti_no_id(s, w->id, SPVTI_E_INTERFACE_TYPE);
    w->location++;
}

/* The next leaf; 0: there is none. */
static int spvti_next_leaf(spvti_state *s, spvti_walk *w, spvti_leaf *leaf) {
    const spvm_decoration *d;
    if (++w->count > SPVTI_MAX_LEAVES)
        spvti_no_id(s, w->id, SPVTI_E_INTERFACE_PARTS);
    if (spvti_failed(s)) return 0;
    if (!w->has_begun) {
        const spvm_type *t = spvti_t(s, w->id);
        w->has_begun = 1;
        w->is_output = t->storage == SPVM_StorageClass_Output;
        w->types[0] = spvti_t(s, t->element);
        w->location = spvti_number_of(s, w->id, SPVM_Decoration_Location);
        spvti_descend(s, w);
        spvti_fill_leaf(s, w, leaf);
        return !spvti_failed(s);
    }
    while (w->depth > 0) {
        const spvm_type *t = w->types[w->depth - 1];
        uint32_t i = ++w->indices[w->depth - 1];
        if (i < spvti_parts(t)) {
            w->types[w->depth] = spvti_part_type(s, t, i);
            if (t->opcode == SPVM_OpTypeStruct) {
                w->holder = t->id;
                w->member = i;
                d = spvti_decoration(s, t->id, i, SPVM_Decoration_Location);
                if (d != NULL) w->location = spvti_literal_of(s, d);
            }
            spvti_descend(s, w);
            spvti_fill_leaf(s, w, leaf);
            return !spvti_failed(s);
        }
        w->depth--;
    }
    return 0;
}

SPVTI_CALLED static void spvti_begin_walk(spvti_walk *w, spvm_id id) {
    static const spvti_walk none = SPVTI_ZEROS;
    *w = none;
    w->id = id;
}

/* Finds how the module's fragment stages interpolate what the vertex stage gives them. */
static void spvti_find_between(spvti_state *s) {
    uint32_t i, k;
    spvti_walk w;
    spvti_leaf leaf;
    for (i = 0; i < SPVTI_BETWEEN; i++) s->between[i] = 0;
    for (i = 0; i < s->m.entry_count; i++) {
        const spvm_entry *e = &s->m.entries[i];
        if (e->model != SPVM_ExecutionModel_Fragment) continue;
        for (k = 0; k < e->interface_count; k++) {
            spvm_id id = s->m.words[e->interface_word + k];
            if (spvti_t(s, id)->storage != SPVM_StorageClass_Input) continue;
            spvti_begin_walk(&w, id);
            w.is_foreign = 1;
            while (spvti_next_leaf(s, &w, &leaf)) {
                if (leaf.location >= SPVTI_BETWEEN || s->between[leaf.location] != 0) continue;
                s->between[leaf.location] =
                    (unsigned char)(SPVTI_IS_INPUT | (leaf.how & SPVTI_IS_WAY));
            }
        }
    }
}

/* In WGSL both stages say how a value is interpolated, and agree; in SPIR-V the fragment stage
   alone says it. */
static void spvti_agree(const spvti_state *s, spvti_leaf *leaf) {
    uint32_t between = leaf->location < SPVTI_BETWEEN ? s->between[leaf->location] : 0;
    if (spvti_model(s) != 'v' || leaf->builtin != NULL || between == 0) return;
    leaf->how = (leaf->how & SPVTI_IS_INVARIANT) | (between & SPVTI_IS_WAY);
}

/* Variable k of the entry point's interface that is used and of a storage class; 0: it is not. */
static spvm_id spvti_interface(const spvti_state *s, uint32_t k, uint32_t storage) {
    spvm_id id = s->m.words[s->entry->interface_word + k];
    const spvti_resource *r = spvti_resource_of(s, id);
    if (r == NULL || !r->is_used || spvti_t(s, id)->storage != storage) return 0;
    return id;
}

/* Whether several variables share a location of the entry point at hand. */
static int spvti_is_packed(const spvti_state *s, int is_output, uint32_t location) {
    return location < SPVTI_BETWEEN && (s->packed[is_output] >> location & 1) != 0;
}

/* One that is the parameter itself. */
static int spvti_is_direct(const spvti_state *s, spvm_id id) {
    const spvm_decoration *d = spvti_decoration(s, id, SPVM_NONE, SPVM_Decoration_BuiltIn);
    if (!spvti_is_value(s, id)) return 0;
    if (d != NULL) return spvti_scalar(s, spvti_pointee(s, id)) != 'i';
    return !spvti_is_packed(s, 0, spvti_number_of(s, id, SPVM_Decoration_Location));
}

/* Finds the locations that several variables share, in `packed`, and whether there is a second
   colour. */
static void spvti_find_packed(spvti_state *s) {
    uint32_t k;
    spvti_walk w;
    spvti_leaf leaf;
    s->packed[0] = s->packed[1] = 0;
    s->has_second = 0;
    for (k = 0; s->has_components && k < s->entry->interface_count && !spvti_failed(s); k++) {
        spvm_id id = spvti_interface(s, k, SPVM_StorageClass_Input);
        if (id == 0) id = spvti_interface(s, k, SPVM_StorageClass_Output);
        if (id == 0) continue;
        spvti_begin_walk(&w, id);
        while (spvti_next_leaf(s, &w, &leaf)) {}
    }
}

/* The field of the first variable at a shared location, for another one; NULL: it is the first.
   They have one vector of four components in the text. */
static spvti_field *spvti_shared(spvti_state *s, spvm_id id, const spvti_leaf *leaf) {
    spvti_field *first = s->shared[leaf->location];
    if (first != NULL && (spvti_scalar(s, first->leaf.type) != spvti_scalar(s, leaf->type)
                          || ((first->leaf.how ^ leaf->how) & SPVTI_IS_WAY) != 0))
        spvti_no_id(s, id, SPVTI_E_SHARED_LOCATION);
    return first;
}

static void spvti_print_leaf_attributes(spvti_state *s, const spvti_leaf *leaf) {
    char kind = spvti_scalar(s, leaf->type);
    int is_between; /* vertex and fragment stage */
    if (leaf->builtin != NULL) {
        if ((leaf->how & SPVTI_IS_INVARIANT) && leaf->builtin->builtin == SPVM_BuiltIn_Position)
            spvti_out(s, "@invariant ");
        spvti_print(s, "@builtin($s) ", spvti_builtin_name(leaf->builtin));
        return;
    }
    is_between = s->interface_is_output == (spvti_model(s) == 'v');
    spvti_print(s, "@location($u) ", leaf->location);
    if (s->has_second && s->interface_is_output) spvti_print(s, "@blend_src($u) ", leaf->index);
    if (!is_between) return;
    if ((leaf->how & SPVTI_IS_FLAT) || kind == 'i' || kind == 'u') {
        spvti_out(s, "@interpolate(flat) ");
    } else if (leaf->how & SPVTI_IS_WAY) {
        spvti_print(s, "@interpolate($s$s) ",
                    leaf->how & SPVTI_IS_LINEAR ? "linear" : "perspective",
                    leaf->how & SPVTI_IS_CENTROID ? ", centroid"
                    : leaf->how & SPVTI_IS_SAMPLE ? ", sample" : "");
    }
}

static void spvti_print_type(spvti_state *s, const spvm_type *t) {
    size_t mark = spvti_begin(s);
    spvti_add_type(s, t);
    spvti_out_made(s, mark);
}

/* One that is of another signedness than its parameter. */
static int spvti_is_let(const spvti_state *s, spvm_id id) {
    return spvti_is_value(s, id) && !spvti_is_direct(s, id);
}

/* How many components a colour is short of four: WebGPU wants as many as the target has, or
   more. */
static uint32_t spvti_missing(const spvti_state *s, const spvti_leaf *leaf) {
    return leaf->builtin == NULL && s->interface_is_output && spvti_model(s) == 'f'
               ? 4 - spvti_count(leaf->type) : 0;
}

static void spvti_print_leaf_type(spvti_state *s, const spvti_leaf *leaf) {
    size_t mark;
    if (spvti_missing(s, leaf) > 0
        || (leaf->builtin == NULL && spvti_is_packed(s, s->interface_is_output, leaf->location))) {
        spvti_print(s, "$k", spvti_scalar(s, leaf->type), 4);
        return;
    }
    if (leaf->builtin == NULL || leaf->builtin->builtin == SPVM_BuiltIn_ClipDistance) {
        spvti_print_type(s, leaf->type);
        return;
    }
    mark = spvti_begin(s);
    spvti_add_vector(s, leaf->builtin->kind, leaf->builtin->count);
    spvti_out_made(s, mark);
}

static spvti_span spvti_leaf_name(spvti_state *s, spvm_id id, const spvti_leaf *leaf) {
    size_t mark = spvti_begin(s);
    uint32_t k;
    char last = 0;
    spvti_span text;
    spvti_add_span(s, s->values[id].text);
    for (k = 0; k < leaf->path.n; k++) {
        char c = leaf->path.p[k];
        if (c == '.' || c == '[' || c == ']') c = '_';
        if (c == '_' && (last == '_' || k + 1 == leaf->path.n)) continue;
        spvti_byte(s, last = c);
    }
    text = spvti_end(s, mark);
    return spvti_unique(s, text.p, text.n);
}

static void spvti_print_inputs(spvti_state *s) {
    uint32_t k, count = 0;
    spvti_walk w;
    spvti_leaf leaf;
    int is_packed;
    spvti_field **tail = &s->inputs, *first;
    s->inputs = NULL;
    s->interface_is_output = 0;
    for (k = 0; k < SPVTI_BETWEEN; k++) s->shared[k] = NULL;
    for (k = 0; k < s->entry->interface_count && !spvti_failed(s); k++) {
        spvm_id id = spvti_interface(s, k, SPVM_StorageClass_Input);
        if (id == 0) continue;
        spvti_begin_walk(&w, id);
        while (spvti_next_leaf(s, &w, &leaf)) {
            spvti_field *input;
            spvti_span name;
            if (leaf.builtin == NULL && leaf.location == SPVM_NONE) continue;
            is_packed = leaf.builtin == NULL && spvti_is_packed(s, 0, leaf.location);
            first = is_packed ? spvti_shared(s, id, &leaf) : NULL;
            if (first != NULL) {
                name = first->name;
            } else {
                if (count++ > 0) spvti_out(s, ", ");
                name = spvti_is_direct(s, id) ? s->values[id].text : spvti_leaf_name(s, id, &leaf);
                spvti_print_leaf_attributes(s, &leaf);
                spvti_print(s, "$n: ", &name);
                spvti_print_leaf_type(s, &leaf);
                if (spvti_is_direct(s, id)) continue;
            }
            input = (spvti_field *)spvti_take(s, 1, sizeof *input);
            if (input == NULL) return;
            if (is_packed && first == NULL) s->shared[leaf.location] = input;
            input->id = id;
            input->leaf = leaf;
            input->name = name;
            *tail = input;
            tail = &input->next;
        }
    }
}

/* Puts an output that shares its location behind the first one there. Returns 0 if it shares none,
   or is the first. */
static int spvti_share_output(spvti_state *s, spvti_field *output) {
    spvti_field *first;
    if (output->leaf.builtin != NULL || !spvti_is_packed(s, 1, output->leaf.location)) return 0;
    first = spvti_shared(s, output->id, &output->leaf);
    if (first == NULL) {
        s->shared[output->leaf.location] = output;
        return 0;
    }
    output->more = first->more;
    first->more = output;
    return 1;
}

/* What the entry point returns: one output, or a struct that is declared with the module. */
static void spvti_collect_outputs(spvti_state *s) {
    uint32_t k;
    spvti_walk w;
    spvti_leaf leaf;
    spvti_field **tail = &s->outputs, *output;
    int has_position = 0, has_first = 0;
    s->outputs = NULL;
    s->interface_is_output = 1;
    for (k = 0; k < SPVTI_BETWEEN; k++) s->shared[k] = NULL;
    for (k = 0; k < s->entry->interface_count && !spvti_failed(s); k++) {
        spvm_id id = spvti_interface(s, k, SPVM_StorageClass_Output);
        if (id == 0) continue;
        spvti_begin_walk(&w, id);
        while (spvti_next_leaf(s, &w, &leaf)) {
            if (leaf.builtin == NULL && leaf.location == SPVM_NONE) continue;
            output = (spvti_field *)spvti_take(s, 1, sizeof *output);
            if (output == NULL) return;
            if (leaf.builtin != NULL && leaf.builtin->builtin == SPVM_BuiltIn_Position)
                has_position = 1;
            output->id = id;
            if (s->has_second && leaf.builtin == NULL && leaf.location != 0)
                spvti_no_id(s, id, SPVTI_E_INDEX_OTHERS);
            spvti_agree(s, &leaf);
            output->leaf = leaf;
            if (spvti_share_output(s, output)) continue;
            output->name = spvti_leaf_name(s, id, &leaf);
            has_first |= leaf.builtin == NULL && leaf.index == 0 && leaf.location == 0;
            *tail = output;
            tail = &output->next;
        }
    }
    if (s->has_second && !has_first)
        spvti_no(s, &s->m.insts[s->entry->inst], SPVTI_E_INDEX_ALONE);
    if (spvti_model(s) != 'v' || has_position) return;
    output = (spvti_field *)spvti_take(s, 1, sizeof *output); /* WGSL wants one */
    if (output == NULL) return;
    output->name = spvti_unique(s, "position", 8);
    output->leaf.builtin = spvti_find_builtin(SPVM_BuiltIn_Position, 'v', 1);
    output->leaf.type = &spvti_no_type;
    *tail = output;
}

static void spvti_print_result_type(spvti_state *s) {
    spvti_field *o;
    spvti_collect_outputs(s);
    if (s->outputs == NULL || spvti_failed(s)) return;
    spvti_out(s, " -> ");
    if (s->outputs->next == NULL) {
        spvti_print_leaf_attributes(s, &s->outputs->leaf);
        spvti_print_leaf_type(s, &s->outputs->leaf);
        return;
    }
    spvti_out_span(s, s->output_struct);
    (void)o;
}

/* The vector of a location that several variables share; what none of them has is 0, or 1 at the
   end, as for colours that have fewer components. */
static void spvti_print_shared(spvti_state *s, const spvti_field *first) {
    const spvti_field *o;
    uint32_t k, n;
    spvti_print(s, "$k(", spvti_scalar(s, first->leaf.type), 4);
    for (k = 0; k < 4; k++) {
        if (k > 0) spvti_out(s, ", ");
        for (o = first; o != NULL; o = o->more) {
            n = spvti_count(o->leaf.type);
            if (k >= o->leaf.component && k < o->leaf.component + n) break;
        }
        if (o == NULL) {
            spvti_out(s, k == 3 ? "1" : "0");
            continue;
        }
        spvti_print(s, "$n$n", &s->values[o->id].text, &o->leaf.path);
        if (n > 1) spvti_print(s, ".$c", "xyzw"[k - o->leaf.component]);
    }
    spvti_out(s, ")");
}

static void spvti_print_output(spvti_state *s, const spvti_field *o) {
    int cast = o->leaf.builtin != NULL && o->leaf.builtin->kind == 'u'
               && spvti_scalar(s, o->leaf.type) == 'i';
    int parens = s->values[o->id].prec == SPVTI_GREATER || s->values[o->id].prec == SPVTI_SHR;
    uint32_t missing = spvti_missing(s, &o->leaf);
    if (o->id == 0) {
        spvti_out(s, "vec4f()");
        return;
    }
    if (o->leaf.builtin == NULL && spvti_is_packed(s, 1, o->leaf.location)) {
        spvti_print_shared(s, o);
        return;
    }
    if (!s->options.keep_y && o->leaf.builtin != NULL
        && o->leaf.builtin->builtin == SPVM_BuiltIn_Position) {
        spvti_out(s, "vec4f(1.0, -1.0, 1.0, 1.0) * ");
        parens = s->values[o->id].prec < SPVTI_UNARY;
    }
    if (missing > 0) {
        spvti_print(s, "$k(", spvti_scalar(s, o->leaf.type), 4);
        parens = spvti_needs_parens(s->values[o->id].prec, SPVTI_ARG);
    }
    if (cast) spvti_out(s, "bitcast<u32>");
    if (cast || parens) spvti_out(s, "(");
    spvti_print(s, "$n$n", &s->values[o->id].text, &o->leaf.path);
    if (cast || parens) spvti_out(s, ")");
    if (missing > 2) spvti_out(s, ", 0");
    if (missing > 1) spvti_out(s, ", 0");
    if (missing > 0) spvti_out(s, ", 1)");
}

static void spvti_print_return(spvti_state *s) {
    const spvti_field *o = s->outputs;
    if (o != NULL && o->next == NULL) {
        spvti_out(s, "return ");
        spvti_print_output(s, o);
        spvti_out(s, ";\n");
    } else if (o != NULL) {
        spvti_print(s, "return $n(", &s->output_struct);
        for (; o != NULL; o = o->next) {
            spvti_print_output(s, o);
            if (o->next != NULL) spvti_out(s, ", ");
        }
        spvti_out(s, ");\n");
    } else {
        spvti_out(s, "return;\n");
    }
}

/* The struct that an entry point with several outputs returns. */
static void spvti_print_output_struct(spvti_state *s) {
    const spvti_field *o;
    if (s->outputs == NULL || s->outputs->next == NULL) return;
    s->interface_is_output = 1;
    spvti_print(s, "struct $n {\n", &s->output_struct);
    for (o = s->outputs; o != NULL; o = o->next) {
        spvti_out(s, "    ");
        spvti_print_leaf_attributes(s, &o->leaf);
        spvti_print(s, "$n: ", &o->name);
        spvti_print_leaf_type(s, &o->leaf);
        spvti_out(s, ",\n");
    }
    spvti_out(s, "}\n\n");
}

static spvm_id spvti_initialiser(const spvti_state *s, spvm_id id) {
    const spvm_inst *i = spvm_def(&s->m, id);
    return i != NULL && i->opcode == SPVM_OpVariable && i->length > 4 ? spvti_word(s, i, 4)
                                                                      : 0;
}

/* Arrays whose length may be specialised are for workgroups alone. */
static void spvti_check_length(spvti_state *s, spvm_id id) {
    const spvm_type *t = spvti_pointee(s, id);
    uint32_t depth;
    for (depth = 0; depth < SPVTI_MAX_ARRAYS && t->opcode == SPVM_OpTypeArray; depth++) {
        if (spvti_is_spec_array(s, t))
            spvti_no_id(s, id, SPVTI_E_SPEC_LENGTH);
        t = spvti_t(s, t->element);
    }
}

static void spvti_print_variable(spvti_state *s, spvm_id id) {
    spvm_id value = spvti_initialiser(s, id);
    spvti_span text = spvti_literal("");
    const spvm_type *t = spvti_pointee(s, id);
    spvti_check_length(s, id);
    if (value != 0) {
        text = spvti_value_text(s, value);
    }
    spvti_say(s, "var $n: $t", &s->values[id].text, t);
    if (value != 0) {
        spvti_print(s, " = $n", &text);
    }
    spvti_out(s, ";\n");
}

/* A private variable that entry points alone use: one of theirs, which browsers follow when they
   judge control flow. */
static int spvti_is_own(const spvti_state *s, const spvti_resource *r) {
    return r->is_local && spvti_t(s, r->id)->storage == SPVM_StorageClass_Private;
}

/* What stands at the beginning of an entry point: local variables, inputs and outputs, and their
   values. */
static void spvti_print_prologue(spvti_state *s) {
    uint32_t k;
    const spvti_field *input;
    const spvti_resource *r = s->resources;
    for (k = 0; k < s->resource_count && !spvti_failed(s); k++, r++)
        if (spvti_is_own(s, r) && (r->entries & s->function_entries[s->entry->function]) != 0)
            spvti_print_variable(s, r->id);
    for (k = 0; k < s->entry->interface_count && !spvti_failed(s); k++) {
        spvm_id in = spvti_interface(s, k, SPVM_StorageClass_Input);
        spvm_id out = spvti_interface(s, k, SPVM_StorageClass_Output);
        if (in != 0 && spvti_resource_of(s, in)->is_local && !spvti_is_direct(s, in)
            && !spvti_is_let(s, in))
            spvti_print_variable(s, in);
        if (out != 0 && spvti_resource_of(s, out)->is_local && !spvti_is_returned(s, out))
            spvti_print_variable(s, out);
    }
    for (input = s->inputs; input != NULL; input = input->next) {
        const spvti_builtin *b = input->leaf.builtin;
        int cast = b != NULL && b->kind == 'u' && spvti_scalar(s, input->leaf.type) == 'i';
        spvti_open_statement(s);
        if (spvti_is_let(s, input->id)) spvti_out(s, "let ");
        spvti_print(s, "$n$n = ", &s->values[input->id].text, &input->leaf.path);
        if (cast) {
            spvti_print(s, "bitcast<$t>(", input->leaf.type);
        }
        spvti_out_span(s, input->name);
        if (b == NULL && spvti_is_packed(s, 0, input->leaf.location)) {
            spvti_span part = spvti_literal("xyzw");
            part.p += input->leaf.component;
            part.n = spvti_count(input->leaf.type);
            spvti_print(s, ".$n", &part);
        }
        spvti_out(s, cast ? ");\n" : ";\n");
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>functions  [18]  tree -> text */

/* Whether the instructions of a block print nothing. */
static int spvti_is_empty_block(const spvti_state *s, const spvm_block *b) {
    spvm_inst_ref at;
    for (at = b->first + 1; at < b->last; at++) {
        uint32_t op = s->m.insts[at].opcode;
        if (op != SPVM_OpLine && op != SPVM_OpNoLine && op != SPVM_OpSelectionMerge
            && op != SPVM_OpLoopMerge && op != SPVM_OpNop && op != SPVM_OpPhi)
            return 0;
        if (op == SPVM_OpPhi && (s->values[s->m.insts[at].result].flags & SPVTI_SPLIT)) return 0;
    }
    return 1;
}

/* Whether a list prints nothing. */
static int spvti_is_empty(const spvti_state *s, const spvti_list *l) {
    const spvti_node *n = l->first;
    uint32_t depth = 0;
    while (n != NULL) {
        int inside = 0;
        switch (n->kind) {
        case SPVTI_EXIT:
            if (!n->is_dead) return 0;
            break;
        case SPVTI_LABEL:
            if (n->is_kept || n->flag) return 0;
            inside = 1;
            break;
        case SPVTI_CODE:
            if (!spvti_is_empty_block(s, spvti_block(s, n->block))) return 0;
            break;
        default:
            return 0;
        }
        if (n->variables != 0) return 0;
        /* the next one, not beyond the list */
        if (inside && n->arms != NULL && n->arms->first != NULL) {
            n = n->arms->first;
            depth++;
            continue;
        }
        while (n->next == NULL && depth > 0) {
            n = n->list->owner;
            depth--;
        }
        n = n->next;
    }
    return 1;
}

static void spvti_print_flag_name(spvti_state *s, spvti_node *n, int is_continue) {
    spvti_span *name = is_continue ? &n->flag_continue_name : &n->flag_name;
    if (name->n == 0) {
        *name = is_continue ? spvti_unique(s, "go_on", 5) : spvti_unique(s, "leave", 5);
    }
    spvti_out_span(s, *name);
}

static void spvti_print_flag(spvti_state *s, spvti_node *n, int is_continue) {
    spvti_say(s, "var ");
    spvti_print_flag_name(s, n, is_continue);
    spvti_out(s, " = false;\n");
}

/* Whether a node assigns a variable that is declared before it: then both are one statement. */
static int spvti_is_assigned(spvti_state *s, const spvti_node *n, spvm_id id) {
    const spvm_inst *i = spvm_def(&s->m, id), *d;
    const spvti_value *v = &s->values[id];
    spvm_id from;
    if (n->kind == SPVTI_CODE) return i->opcode != SPVM_OpPhi && i->block == n->block;
    if (n->kind != SPVTI_COPY || i->opcode != SPVM_OpPhi || i->block != n->target_block) return 0;
    from = spvti_phi_operand(s, i, n->block);
    d = spvm_def(&s->m, from);
    return !(v->flags & SPVTI_SPLIT) && from != id && d != NULL && d->opcode != SPVM_OpUndef;
}

/* The variables that are declared before a node. */
static void spvti_print_hoisted(spvti_state *s, const spvti_node *n) {
    spvm_id id;
    for (id = n->variables; id != 0; id = s->values[id].next_variable) {
        spvti_value *v = &s->values[id];
        uint32_t k;
        if (spvti_is_assigned(s, n, id)) {
            v->flags |= SPVTI_UNDECLARED;
            continue;
        }
        for (k = 0; k < (v->flags & SPVTI_SPLIT ? 2u : 1u); k++) {
            spvti_say(s, "var ");
            spvti_out_span(s, k == 0 ? v->text : v->phi);
            spvti_print(s, ": $t;\n", spvti_t(s, id));
        }
    }
}

static int spvti_has_token(spvti_span text, spvti_span name) {
    uint32_t i, k;
    for (i = 0; i + name.n <= text.n; i++) {
        char before = i == 0 ? ' ' : text.p[i - 1];
        char after = i + name.n == text.n ? ' ' : text.p[i + name.n];
        for (k = 0; k < name.n && text.p[i + k] == name.p[k]; k++) {}
        if (k < name.n) continue;
        if (before == '_' || before == '.' || (before >= '0' && before <= '9')
            || (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z'))
            continue;
        if (after == '_' || (after >= '0' && after <= '9') || (after >= 'a' && after <= 'z')
            || (after >= 'A' && after <= 'Z'))
            continue;
        return 1;
    }
    return 0;
}

typedef struct spvti_copy {
    spvti_span to, from;
    spvti_value *value;
} spvti_copy;

/* The phis of an edge: all values are read before one is written. */
static void spvti_print_copies(spvti_state *s, const spvti_node *n) {
    const spvti_node *loop = n->list->owner;
    const spvm_inst *phi;
    spvm_inst_ref at;
    uint32_t count = 0, i, k;
    spvti_copy *copies;
    if (loop != NULL && loop->kind == SPVTI_LOOP && loop->has_break_if
        && loop->target_block == n->block) { /* the condition is read before the copies */
        spvm_id condition = spvti_word(s, spvti_end_of(s, n->block), 1);
        spvti_value *v = &s->values[condition];
        if (!spvti_is_constant(s, condition) && v->how == SPVTI_TEXT) spvti_let(s, condition);
    }
    for (at = 0; (phi = spvti_next_phi(s, n->target_block, &at)) != NULL;) count++;
    copies = (spvti_copy *)spvti_take(s, count + 1, sizeof *copies);
    if (copies == NULL) return;
    count = 0;
    for (at = 0; (phi = spvti_next_phi(s, n->target_block, &at)) != NULL;) {
        spvm_id from = spvti_phi_operand(s, phi, n->block);
        const spvm_inst *d = spvm_def(&s->m, from);
        spvti_value *v = &s->values[phi->result];
        if (v->uses == 0 || from == phi->result || (d != NULL && d->opcode == SPVM_OpUndef))
            continue;
        copies[count].to = v->flags & SPVTI_SPLIT ? v->phi : v->text;
        copies[count].from = spvti_value_text(s, from);
        copies[count].value = v;
        count++;
    }
    for (i = 1; i < count && !spvti_failed(s); i++) {
        for (k = 0; k < i && i <= 32; k++)
            if (spvti_has_token(copies[i].from, copies[k].to)) break;
        if (i <= 32 && k == i) continue;
        copies[i].from = spvti_print_named(s, copies[i].from, "next");
    }
    for (i = 0; i < count; i++) {
        spvti_print_assign(s, copies[i].value, copies[i].to);
        spvti_print(s, "$n;\n", &copies[i].from);
    }
}

static void spvti_print_code(spvti_state *s, const spvti_node *n) {
    const spvm_block *b = spvti_block(s, n->block);
    spvm_inst_ref at;
    for (at = b->first + 1; at < b->last && !spvti_failed(s); at++) {
        const spvm_inst *i = &s->m.insts[at];
        spvti_comment(s, i);
        spvti_emit(s, i);
    }
}

/* Whether the function ends here without a statement. */
static int spvti_is_last(const spvti_node *n) {
    const spvti_node *x;
    for (;;) {
        for (x = n->next; x != NULL; x = x->next)
            if (!spvti_is_test(x)) return 0;
        n = n->list->owner;
        if (n == NULL) return 1;
        if (n->kind == SPVTI_LOOP) return 0;
    }
}

static void spvti_print_empty_return(spvti_state *s) {
    spvti_span text;
    size_t mark;
    if (s->entry != NULL) {
        spvti_open_statement(s);
        spvti_print_return(s);
        return;
    }
    if (spvti_t(s, s->f->result)->opcode == SPVM_OpTypeVoid) {
        spvti_line(s, "return;");
        return;
    }
    mark = spvti_begin(s);
    spvti_add_zero(s, spvti_t(s, s->f->result));
    text = spvti_end(s, mark);
    spvti_say(s, "return $n;\n", &text);
}

static void spvti_print_end(spvti_state *s, const spvti_node *n) {
    const spvm_inst *i = spvti_end_of(s, n->block);
    int is_void = spvti_t(s, s->f->result)->opcode == SPVM_OpTypeVoid;
    spvti_span text;
    switch (i->opcode) {
    case SPVM_OpReturnValue:
        text = spvti_value_text(s, spvti_word(s, i, 1));
        spvti_say(s, "return $n;\n", &text);
        break;
    case SPVM_OpKill:
    case SPVM_OpTerminateInvocation:
        spvti_line(s, "discard;");
        if (s->entry == NULL) spvti_line(s, "spv_killed = true;");
        if (is_void && spvti_is_last(n) && (s->entry == NULL || s->outputs == NULL)) break;
        spvti_print_empty_return(s);
        break;
    case SPVM_OpReturn:
    case SPVM_OpUnreachable:
        if (is_void && spvti_is_last(n) && (s->entry == NULL || s->outputs == NULL)) break;
        spvti_print_empty_return(s);
        break;
    default:
        spvti_no(s, i, SPVTI_E_TERMINATOR);
        break;
    }
}

/* A loop that nothing leaves is an error in WGSL. */
static int spvti_is_endless(const spvti_node *loop) {
    const spvti_node *n = loop;
    const spvti_node *end = spvti_step(loop, 0);
    if (loop->has_break_if) return 0;
    for (n = spvti_step(loop, 1); n != NULL && n != end; n = spvti_step(n, 1)) {
        if (n->kind == SPVTI_END) return 0;
        if (n->kind == SPVTI_BREAK && spvti_breakable(n) == loop) return 0;
    }
    return 1;
}

static spvti_span spvti_condition_text(spvti_state *s, spvm_block_ref block, int inverted) {
    size_t mark = spvti_begin(s);
    spvm_id id = spvti_word(s, spvti_end_of(s, block), 1);
    if (inverted) spvti_byte(s, '!');
    spvti_add_value(s, id, inverted ? SPVTI_UNARY : SPVTI_ANY);
    return spvti_end(s, mark);
}

/* A switch whose labels all lead to the same place. */
static int spvti_is_one_way(const spvti_node *n) {
    return n->arms->next == NULL;
}

/* The labels of a case. */
static void spvti_print_case(spvti_state *s, const spvti_node *n, const spvti_list *arm) {
    const spvm_inst *i = spvti_end_of(s, n->block);
    spvm_id label = s->m.blocks[s->m.edges[arm->edge].to].label;
    char kind = spvti_kind(s, spvti_word(s, i, 1));
    uint32_t k, first = spvti_is_one_way(n) ? 0 : arm->case_word;
    spvti_print(s, first != 0 ? "$icase " : "$i");
    for (k = first; k != 0; k = n->next_case[k]) {
        uint32_t bits = spvti_word(s, i, k);
        int is_negative = kind == 'i' && bits >> 31;
        spvti_print(s, "$s$s$u$s", k != first ? ", " : "", is_negative ? "-" : "",
                    is_negative ? 0u - bits : bits, kind == 'u' ? "u" : "");
    }
    if (spvti_word(s, i, 2) == label)
        spvti_out(s, first != 0 ? ", default" : "default");
    spvti_out(s, " {\n");
}

/* Whether an if is all that its else arm prints. */
static int spvti_is_else_if(const spvti_state *s, const spvti_node *n) {
    const spvti_list *l = n->list;
    const spvti_node *x;
    if (s->else_arm == NULL || s->out_size != s->else_end) return 0;
    for (x = n;; x = l->owner, l = x->list) {
        const spvti_node *y;
        for (y = x->next; y != NULL; y = y->next)
            if (y->kind != SPVTI_EXIT || !y->is_dead) return 0;
        if (l == s->else_arm) return 1;
        if (l->owner == NULL || l->owner->kind != SPVTI_LABEL || l->owner->is_kept) return 0;
        l = x->list;
    }
}

/* What stands before the arms of a node, or all of it. */
static void spvti_enter(spvti_state *s, spvti_node *n) {
    spvti_span text;
    spvti_print_hoisted(s, n);
    if (n->flag) spvti_print_flag(s, n, 0);
    switch (n->kind) {
    case SPVTI_CODE: spvti_print_code(s, n); break;
    case SPVTI_COPY: spvti_print_copies(s, n); break;
    case SPVTI_BREAK: spvti_line(s, "break;"); break;
    case SPVTI_CONTINUE: spvti_line(s, "continue;"); break;
    case SPVTI_END: spvti_print_end(s, n); break;
    case SPVTI_SET:
        spvti_print(s, "$i");
        spvti_print_flag_name(s, n->target, n->is_continue);
        spvti_out(s, " = true;\n");
        break;
    case SPVTI_TEST:
        spvti_print(s, "$iif ");
        spvti_print_flag_name(s, n->target, n->is_continue);
        spvti_out(s, " {\n");
        s->indent++;
        break;
    case SPVTI_IF:
        n->is_inverted = (unsigned char)spvti_is_empty(s, n->arms);
        text = spvti_condition_text(s, n->block, n->is_inverted);
        n->is_dead = (unsigned char)(n->is_inverted && spvti_is_empty(s, n->arms->next));
        spvti_flush(s, SPVTI_ANYTHING);
        if (n->is_dead) break;
        n->is_chained = (unsigned char)spvti_is_else_if(s, n);
        if (n->is_chained) {
            s->out_size = s->else_begin;
            s->indent--;
        }
        spvti_print(s, n->is_chained ? "$i} else if $n {\n" : "$iif $n {\n", &text);
        s->indent++;
        break;
    case SPVTI_SWITCH:
        text = spvti_condition_text(s, n->block, 0);
        if (spvti_is_one_way(n)) text = spvti_literal("0"); /* for browsers no value decides then */
        spvti_flush(s, SPVTI_ANYTHING);
        spvti_print(s, "$iswitch $n {\n", &text);
        s->indent++;
        break;
    case SPVTI_LOOP:
        spvti_flush(s, SPVTI_ANYTHING);
        spvti_open(s, "loop {");
        if (spvti_is_endless(n)) spvti_line(s, "if false { break; }");
        if (n->flag_continue) spvti_print_flag(s, n, 1);
        break;
    case SPVTI_LABEL:
        if (!n->is_kept) break;
        spvti_flush(s, SPVTI_ANYTHING);
        spvti_open(s, "switch 0 {");
        spvti_open(s, "default {");
        break;
    default:
        break;
    }
}

static int spvti_has_continuing(const spvti_state *s, const spvti_node *n) {
    return n->arms->next != NULL && (n->has_break_if || !spvti_is_empty(s, n->arms->next));
}

static void spvti_open_arm(spvti_state *s, spvti_node *n, spvti_list *arm) {
    if (n->kind == SPVTI_SWITCH) {
        spvti_print_case(s, n, arm);
        s->indent++;
    } else if (n->kind == SPVTI_IF && arm == n->arms->next && !n->is_inverted
               && !spvti_is_empty(s, arm)) {
        s->indent--;
        s->else_arm = arm;
        s->else_begin = s->out_size;
        spvti_line(s, "} else {");
        s->else_end = s->out_size;
        s->indent++;
    } else if (n->kind == SPVTI_LOOP && arm == n->arms->next && spvti_has_continuing(s, n)) {
        spvti_open(s, "continuing {");
    }
}

static void spvti_close_arm(spvti_state *s, spvti_node *n, spvti_list *arm) {
    spvti_span text;
    if (n->kind == SPVTI_SWITCH) {
        spvti_close(s);
    } else if (n->kind == SPVTI_LOOP && arm == n->arms->next && spvti_has_continuing(s, n)) {
        if (n->has_break_if) {
            text = spvti_condition_text(s, n->target_block, !n->break_when);
            spvti_print(s, "$ibreak if $n;\n", &text);
        }
        spvti_close(s);
    }
    if (n->kind == SPVTI_LABEL && !n->is_kept) return;
    while (s->pending != 0) spvti_unwait(s, s->pending); /* nobody uses it, as the list is over */
}

static void spvti_leave(spvti_state *s, spvti_node *n) {
    int closes = n->kind == SPVTI_IF ? !n->is_dead
               : n->kind == SPVTI_LABEL ? n->is_kept
               : n->kind == SPVTI_SWITCH || n->kind == SPVTI_LOOP || n->kind == SPVTI_TEST;
    if (!closes) return;
    if (n->is_chained) return; /* the first of the chain closes it */
    spvti_close(s);
    if (n->kind != SPVTI_LABEL) return;
    spvti_close(s);
}

/* Opens an arm of a node, and closes it and goes on to the next one while it holds nothing. Gives
   the arm that holds something, or NULL: the node is done. */
static spvti_list *spvti_open_arms(spvti_state *s, spvti_node *n, spvti_list *l) {
    for (; l != NULL; l = l->next) {
        spvti_open_arm(s, n, l);
        if (l->first != NULL) return l;
        spvti_close_arm(s, n, l);
    }
    if (n->arms != NULL) spvti_leave(s, n);
    return NULL;
}

static void spvti_print_tree(spvti_state *s) {
    spvti_node *n = s->body->first;
    while (n != NULL && !spvti_failed(s)) {
        spvti_list *l;
        spvti_enter(s, n);
        l = spvti_open_arms(s, n, n->arms);
        if (s->indent > SPVTI_MAX_DEPTH)
            spvti_no_id(s, s->f->id, SPVTI_E_DEPTH);
        while (l == NULL && n->next == NULL && n->list->owner != NULL) { /* up to what goes on */
            l = n->list;
            n = l->owner;
            spvti_close_arm(s, n, l);
            l = spvti_open_arms(s, n, l->next);
        }
        n = l != NULL ? l->first : n->next;
    }
}

/* Whether a variable is declared by the store that comes before all its other uses, in the list of
   statements that holds them all. */
static int spvti_is_declared_late(const spvti_state *s, spvm_id id) {
    const spvm_id_row *row = &s->m.ids[id];
    const spvm_inst *store = NULL;
    spvm_block_ref base = s->f->first_block;
    spvti_list *home = NULL;
    uint32_t k;
    if (spvti_initialiser(s, id) != 0) return 0;
    for (k = 0; k < row->use_count; k++) {
        const spvm_inst *i = &s->m.insts[s->m.uses[row->first_use + k].inst];
        spvti_node *code;
        spvti_list *reach;
        if (i->block == SPVM_NONE || !spvti_is_live(s, i->block)) continue;
        code = s->code_of[i->block - base];
        if (code == NULL) return 0;
        if (store == NULL) {
            if (i->opcode != SPVM_OpStore || spvti_word(s, i, 1) != id) return 0;
            store = i;
            home = spvti_scope(code->list);
            continue;
        }
        if (i->block != store->block && !spvm_above(&s->m.blocks[store->block].dominator,
                                                    &s->m.blocks[i->block].dominator))
            return 0;
        if (i->block == store->block && i < store) return 0;
        if (spvti_meet(home, spvti_scope(code->list)) != home) return 0;
        reach = i->result == 0 || !spvti_is_alias(s, i) ? NULL : s->values[i->result].reach;
        if (reach != NULL && spvti_meet(home, reach) != home) return 0;
    }
    return store != NULL;
}

/* Whether the last statement of a function is a return. */
static int spvti_ends_in_return(const spvti_list *l) {
    const spvti_node *n;
    for (n = l->last; n != NULL && n->kind == SPVTI_LABEL && !n->is_kept; n = n->arms->last) {}
    return n != NULL && n->kind == SPVTI_END;
}

static void spvti_print_body(spvti_state *s) {
    spvm_inst_ref at;
    const spvm_block *first = spvti_block(s, s->f->first_block);
    s->indent = 1;
    s->pending = s->pending_last = s->pending_count = 0;
    if (s->entry != NULL) spvti_print_prologue(s);
    for (at = first->first; at < first->last && !spvti_failed(s); at++) {
        const spvm_inst *i = &s->m.insts[at];
        if (i->opcode != SPVM_OpVariable || !spvti_is_alive(s, i->result)) continue;
        s->values[i->result].text = spvti_name_id(s, i->result, "v");
        s->values[i->result].how = SPVTI_NAME;
        if (spvti_is_handle_type(s, spvti_pointee(s, i->result)))
            spvti_no(s, i, SPVTI_E_TEXTURE_VARIABLE);
        if (spvti_is_declared_late(s, i->result)) {
            s->values[i->result].flags |= SPVTI_UNDECLARED;
            spvti_check_length(s, i->result);
            continue;
        }
        spvti_print_variable(s, i->result);
    }
    spvti_print_tree(s);
    if (!spvti_ends_in_return(s->body)
        && ((s->entry != NULL && s->outputs != NULL)
            || spvti_t(s, s->f->result)->opcode != SPVM_OpTypeVoid))
        spvti_print_empty_return(s);
    s->indent = 0;
}

static void spvti_add_address_space(spvti_state *s, spvm_id id, uint32_t storage) {
    const spvti_resource *r = spvti_resource_of(s, id);
    switch (storage) {
    case SPVM_StorageClass_Function: spvti_add(s, "function"); break;
    case SPVM_StorageClass_Private:
    case SPVM_StorageClass_Input:
    case SPVM_StorageClass_Output: spvti_add(s, "private"); break;
    case SPVM_StorageClass_Workgroup: spvti_add(s, "workgroup"); break;
    case SPVM_StorageClass_Uniform:
    case SPVM_StorageClass_PushConstant: spvti_add(s, "uniform"); break;
    case SPVM_StorageClass_StorageBuffer: spvti_add(s, "storage"); break;
    default: spvti_no_id(s, id, SPVTI_E_POINTER_MEMORY); break;
    }
    (void)r;
}

static void spvti_add_parameter(spvti_state *s, spvm_id id) {
    const spvm_type *t = spvti_t(s, id), *to = spvti_pointee(s, id);
    spvti_value *v = &s->values[id];
    spvti_resource *r = spvti_resource_of(s, id);
    v->text = spvti_name_id(s, id, "p");
    v->how = SPVTI_NAME;
    v->prec = SPVTI_PRIMARY;
    spvti_put(s, "$n: ", &v->text);
    if (spvti_is_handle_type(s, to)) {
        spvti_image x = spvti_image_of(s, to);
        if (to->opcode == SPVM_OpTypeSampler) {
            if (r->is_compared && r->is_sampled)
                spvti_no_id(s, id, SPVTI_E_SAMPLER_USE);
            spvti_add(s, r->is_compared ? "sampler_comparison" : "sampler");
            return;
        }
        if (x.type->opcode != SPVM_OpTypeImage) {
            spvti_no_id(s, id, SPVTI_E_TEXTURES_PARAMETER);
            return;
        }
        spvti_add_texture_type(s, id, &x, r);
        if (to->opcode != SPVM_OpTypeSampledImage) return;
        if (!spvti_has_sampler(r)) return;
        r->sampler = spvti_unique(s, "s", 1);
        spvti_put(s, ", $n$s", &r->sampler, r->is_compared ? ": sampler_comparison" : ": sampler");
        if (r->is_compared && r->is_sampled)
            spvti_no_id(s, id, SPVTI_E_SAMPLER_USE);
    } else if (t->opcode == SPVM_OpTypePointer) {
        spvti_add(s, "ptr<");
        spvti_add_address_space(s, id, t->storage);
        spvti_put(s, ", $y", to, !spvti_has_memory_form(t->storage) ? SPVTI_VALUE_FORM
                                 : r != NULL && r->is_atomic ? SPVTI_ATOMIC : 0);
        if (t->storage == SPVM_StorageClass_StorageBuffer && r != NULL && r->is_written)
            spvti_add(s, ", read_write");
        spvti_byte(s, '>');
    } else {
        spvti_add_type(s, t);
    }
}

static void spvti_print_workgroup_size(spvti_state *s) {
    const spvm_mode *mode = spvm_find_mode(&s->m, s->entry, SPVM_ExecutionMode_LocalSize);
    uint32_t k, i;
    const spvm_constant *size = NULL;
    for (i = 0; i < s->m.constant_count; i++) {
        const spvm_decoration *d = spvti_decoration(s, s->m.constants[i].id, SPVM_NONE,
                                                    SPVM_Decoration_BuiltIn);
        if (d != NULL && spvti_literal_of(s, d) == SPVM_BuiltIn_WorkgroupSize)
            size = &s->m.constants[i];
    }
    if (size != NULL && size->word_count != 3) size = NULL;
    if (size == NULL && mode == NULL)
        mode = spvm_find_mode(&s->m, s->entry, SPVM_ExecutionMode_LocalSizeId);
    if (size == NULL && (mode == NULL || mode->word_count < 3)) {
        spvti_no(s, &s->m.insts[s->entry->inst], SPVTI_E_NO_WORKGROUP_SIZE);
        return;
    }
    spvti_out(s, "@workgroup_size(");
    for (k = 0; k < 3; k++) {
        if (k > 0) spvti_out(s, ", ");
        if (size == NULL && mode->mode == SPVM_ExecutionMode_LocalSize) {
            if (s->m.words[mode->word + k] - 1 >= 65535u)
                spvti_no(s, &s->m.insts[mode->inst], SPVTI_E_WORKGROUP_SIZE);
            spvti_print(s, "$u", s->m.words[mode->word + k]);
        } else {
            spvm_id id = s->m.words[(size != NULL ? size->word : mode->word) + k];
            const spvm_constant *c = spvm_constant_of(&s->m, id);
            if (c != NULL && !c->is_spec && c->is_known) {
                spvti_print(s, "$u", (uint32_t)c->bits);
            } else if (c != NULL) {
                size_t mark = spvti_begin(s);
                spvti_add_value(s, id, SPVTI_ARG);
                spvti_out_made(s, mark);
            }
        }
    }
    spvti_out(s, ")\n");
}

static void spvti_check_modes(spvti_state *s) {
    uint32_t k;
    for (k = 0; k < s->entry->mode_count; k++) {
        const spvm_mode *mode = &s->m.modes[s->entry->first_mode + k];
        if (mode->mode == SPVM_ExecutionMode_OriginLowerLeft
            || mode->mode == SPVM_ExecutionMode_PixelCenterInteger)
            spvti_no(s, &s->m.insts[mode->inst], SPVTI_E_ORIGIN);
    }
}

static void spvti_count_ends(spvti_state *s) {
    uint32_t k, ends = 0;
    spvm_inst_ref at;
    int is_odd = 0;
    for (k = 0; k < s->f->order_count; k++) {
        spvm_block_ref b = s->m.order[s->f->first_block + k];
        uint32_t op = spvti_end_of(s, b)->opcode;
        if (!spvti_is_live(s, b)) continue;
        if (spvti_block(s, b)->successor_count == 0) ends++;
        if (spvti_block(s, b)->successor_count == 0 && op != SPVM_OpReturn) is_odd = 1;
        for (at = spvti_block(s, b)->first; s->has_killed && at < spvti_block(s, b)->last; at++)
            if (s->m.insts[at].opcode == SPVM_OpFunctionCall) is_odd = 1;
    }
    s->has_one_end = ends == 1 && !is_odd;
}

/* A function: as the body of an entry point, or of its own. */
static void spvti_function(spvti_state *s, spvm_function_ref row, const spvm_entry *entry,
                           spvti_span name) {
    size_t mark;
    spvm_inst_ref at;
    uint32_t k;
    static const spvti_value none = SPVTI_ZEROS;
    s->f = &s->m.functions[row];
    s->entry = entry;
    s->outputs = NULL;
    s->inputs = NULL;
    s->stamp = s->stamp_next++;
    if (s->f->block_count == 0) {
        spvti_no(s, &s->m.insts[s->f->first], SPVTI_E_NO_BODY);
        return;
    }
    for (at = s->f->first + 1; s->function_used[row] > 1 && at <= s->f->last; at++)
        if (s->m.insts[at].result != 0) s->values[s->m.insts[at].result] = none;
    s->function_used[row] = 2;
    if (entry != NULL) {
        char model = spvti_model(s);
        spvti_check_modes(s);
        if (model == 0) {
            spvti_no(s, &s->m.insts[entry->inst], SPVTI_E_STAGE);
            return;
        }
        spvti_out(s, model == 'v' ? "@vertex\n" : model == 'f' ? "@fragment\n" : "@compute ");
        if (model == 'c') spvti_print_workgroup_size(s);
    }
    spvti_print(s, "fn $n(", &name);
    if (entry != NULL) {
        spvti_find_packed(s);
        spvti_print_inputs(s);
        spvti_out(s, ")");
        spvti_print_result_type(s);
    } else {
        mark = spvti_begin(s);
        for (k = 0; k < s->f->parameter_count; k++) {
            spvti_comma(s, k);
            spvti_add_parameter(s, s->m.parameters[s->f->first_parameter + k]);
        }
        spvti_byte(s, ')');
        if (spvti_t(s, s->f->result)->opcode != SPVM_OpTypeVoid) {
            spvti_put(s, " -> $t", spvti_t(s, s->f->result));
        }
        spvti_out_made(s, mark);
    }
    spvti_out(s, " {\n");
    if (!spvti_failed(s)) spvti_count_ends(s);
    if (!spvti_failed(s) && s->has_barriers) spvti_look_around(s);
    spvti_build(s);
    if (!spvti_failed(s)) spvti_lower(s);
    if (!spvti_failed(s)) spvti_scopes(s);
    if (!spvti_failed(s)) spvti_hoist(s);
    if (!spvti_failed(s)) spvti_print_body(s);
    spvti_out(s, "}\n\n");
    if (entry != NULL && !spvti_failed(s)) spvti_print_output_struct(s);
}
/* -------------------------------------------------------------------------------------------------
   // >>helpers  [19]  functions that WGSL does not have
   A pattern is printed with $T for the type, $N for the name of the helper, and $M for the type, of
   a struct that of its first member; $W, $I, $B are that with unsigned scalars, signed ones, bools,
   $O with those of the other signedness. X(name, text). UMUL and SMUL: products of
   halves; the middle ones carry into the high word, and the signed one is the unsigned one,
   corrected by the operands' signs. EXTREME: without an atomic of this signedness, until nobody
   came between. INVERSE_4: E. Lengyel, Foundations of Game Engine Development 1, 1.7.5. */
#define SPVTI_PATTERNS(X) \
    X(SMOD, \
      "fn $N(a: $I, b: $I) -> $I {\n" \
      "    let r = a % b;\n" \
      "    return select(r, r + b, (r != $I()) & ((r ^ b) < $I()));\n" \
      "}\n\n") \
    X(FMOD, \
      "fn $N(a: $T, b: $T) -> $T {\n" \
      "    return a - b * floor(a / b);\n" \
      "}\n\n") \
    X(ISNAN, \
      "fn $N(x: $T) -> $B {\n" \
      "    return (bitcast<$W>(x) & $W(0x7fffffffu)) > $W(0x7f800000u);\n" \
      "}\n\n") \
    X(ISINF, \
      "fn $N(x: $T) -> $B {\n" \
      "    return (bitcast<$W>(x) & $W(0x7fffffffu)) == $W(0x7f800000u);\n" \
      "}\n\n") \
    X(CARRY, \
      "fn $N(a: $M, b: $M) -> $T {\n" \
      "    let sum = a + b;\n" \
      "    return $T(sum, select($M(), $M(1), sum < a));\n" \
      "}\n\n") \
    X(BORROW, \
      "fn $N(a: $M, b: $M) -> $T {\n" \
      "    return $T(a - b, select($M(), $M(1), a < b));\n" \
      "}\n\n") \
    X(UMUL_HEAD, \
      "fn $N(a: $M, b: $M) -> $T {\n") \
    X(SMUL_HEAD, \
      "fn $N(sa: $M, sb: $M) -> $T {\n" \
      "    let a = bitcast<$W>(sa);\n" \
      "    let b = bitcast<$W>(sb);\n") \
    X(MUL, \
      "    let a0 = a & $W(0xffffu);\n" \
      "    let a1 = a >> $W(16u);\n" \
      "    let b0 = b & $W(0xffffu);\n" \
      "    let b1 = b >> $W(16u);\n" \
      "    let low = a0 * b0;\n" \
      "    let x = a1 * b0 + (low >> $W(16u));\n" \
      "    let y = a0 * b1 + (x & $W(0xffffu));\n" \
      "    var high = a1 * b1 + (x >> $W(16u)) + (y >> $W(16u));\n") \
    X(SMUL_TAIL, \
      "    high -= select($W(), b, (a >> $W(31u)) != $W());\n" \
      "    high -= select($W(), a, (b >> $W(31u)) != $W());\n") \
    X(MUL_TAIL, \
      "    return $T(bitcast<$M>(a * b), bitcast<$M>(high));\n" \
      "}\n\n") \
    X(SHARED_HEAD, \
      "fn $N(p: ptr<workgroup, atomic<$T>>") \
    X(BUFFER_HEAD, \
      "fn $N(p: ptr<storage, atomic<$T>, read_write>") \
    X(CAS, \
      ", compare: $T, value: $T) -> $T {\n" \
      "    loop {\n" \
      "        let r = atomicCompareExchangeWeak(p, compare, value);\n" \
      "        if r.exchanged || r.old_value != compare { return r.old_value; }\n" \
      "    }\n" \
      "    return compare;\n" \
      "}\n\n") \
    X(EXTREME_HEAD, \
      ", value: $T) -> $T {\n" \
      "    var old = atomicLoad(p);\n" \
      "    loop {\n" \
      "        let new_value = bitcast<$T>(") \
    X(EXTREME_TAIL, \
      "(bitcast<$O>(old), bitcast<$O>(value)));\n" \
      "        let r = atomicCompareExchangeWeak(p, old, new_value);\n" \
      "        if r.exchanged { return old; }\n" \
      "        old = r.old_value;\n" \
      "    }\n" \
      "    return old;\n" \
      "}\n\n") \
    X(INVERSE_2, \
      "fn $N(m: $T) -> $T {\n" \
      "    let d = m[0].x * m[1].y - m[1].x * m[0].y;\n" \
      "    return $T(m[1].y / d, -m[0].y / d, -m[1].x / d, m[0].x / d);\n" \
      "}\n\n") \
    X(INVERSE_3, \
      "fn $N(m: $T) -> $T {\n" \
      "    let a = cross(m[1], m[2]);\n" \
      "    let b = cross(m[2], m[0]);\n" \
      "    let c = cross(m[0], m[1]);\n" \
      "    let d = dot(m[0], a);\n" \
      "    return transpose($T(a / d, b / d, c / d));\n" \
      "}\n\n") \
    X(INVERSE_4, \
      "fn $N(m: $T) -> $T {\n" \
      "    let s = cross(m[0].xyz, m[1].xyz);\n" \
      "    let t = cross(m[2].xyz, m[3].xyz);\n" \
      "    let u = m[0].xyz * m[1].w - m[1].xyz * m[0].w;\n" \
      "    let v = m[2].xyz * m[3].w - m[3].xyz * m[2].w;\n" \
      "    let d = 1.0 / (dot(s, v) + dot(t, u));\n" \
      "    return transpose($T(\n" \
      "        vec4(cross(m[1].xyz, v) + t * m[1].w, -dot(m[1].xyz, t)),\n" \
      "        vec4(cross(v, m[0].xyz) - t * m[0].w, dot(m[0].xyz, t)),\n" \
      "        vec4(cross(m[3].xyz, u) + s * m[3].w, -dot(m[3].xyz, s)),\n" \
      "        vec4(cross(u, m[2].xyz) - s * m[2].w, dot(m[2].xyz, s))) * d);\n" \
      "}\n\n")

#define SPVTI_PATTERN(name, text) SPVTI_P_##name,
typedef enum { SPVTI_PATTERNS(SPVTI_PATTERN) SPVTI_P_COUNT } spvti_pattern;
#undef SPVTI_PATTERN
#define SPVTI_PATTERN_SIZE 640 /* bytes that do for each */

static void spvti_print_pattern(spvti_state *s, const spvti_helper *h, spvti_pattern pattern) {
    const spvm_type *t = &s->m.types[h->type], *first = t;
    size_t mark = spvti_begin(s);
    char text[SPVTI_PATTERN_SIZE], *p = text;
    spvm_unpack(SPVTI_PATTERNS_PACKED, SPVTI_ERRORS_PAIRS, pattern, text);
    if (t->opcode == SPVM_OpTypeStruct) first = spvti_member_type(s, t, 0);
    for (; *p != '\0'; p++) {
        if (*p != '$') spvti_byte(s, *p);
        else if (*++p == 'T') spvti_add_type(s, t);
        else if (*p == 'M') spvti_add_type(s, first);
        else if (*p == 'N') spvti_add_helper_name(s, h->kind, h->type, h->context);
        else spvti_add_vector(s, *p == 'W' || (*p == 'O' && spvti_scalar(s, t) == 'i') ? 'u'
                                 : *p == 'B' ? 'b' : 'i', spvti_count(first));
    }
    spvti_out_made(s, mark);
}

static void spvti_print_mul(spvti_state *s, const spvti_helper *h) {
    int is_signed = h->kind == SPVTI_H_SMUL;
    spvti_print_pattern(s, h, is_signed ? SPVTI_P_SMUL_HEAD : SPVTI_P_UMUL_HEAD);
    spvti_print_pattern(s, h, SPVTI_P_MUL);
    if (is_signed) spvti_print_pattern(s, h, SPVTI_P_SMUL_TAIL);
    spvti_print_pattern(s, h, SPVTI_P_MUL_TAIL);
}

static void spvti_print_outer(spvti_state *s, const spvti_helper *h) {
    const spvm_type *t = &s->m.types[h->type], *column = spvti_t(s, t->element);
    size_t mark = spvti_begin(s);
    uint32_t i;
    char kind = spvti_scalar(s, t);
    spvti_put(s, "fn $h(a: $k, b: $k) -> $t {\n    return $t(", h, kind, column->count, kind,
              t->count, t, t);
    for (i = 0; i < t->count && i < 4; i++) {
        spvti_comma(s, i);
        spvti_put(s, "a * b.$c", "xyzw"[i]);
    }
    spvti_add(s, ");\n}\n\n");
    spvti_out_made(s, mark);
}

static void spvti_print_inverse(spvti_state *s, const spvti_helper *h) {
    uint32_t n = s->m.types[h->type].count;
    spvti_print_pattern(s, h, n == 2 ? SPVTI_P_INVERSE_2 : n == 3 ? SPVTI_P_INVERSE_3
                                                                  : SPVTI_P_INVERSE_4);
}

/* Appends a part of memory in its value form: a call of the helper that loads it, if it is odd. */
static void spvti_add_loaded(spvti_state *s, const spvm_type *t, uint32_t context,
                             const char *text, int is_store) {
    int odd = spvti_is_odd(s, t, context);
    if (odd) {
        spvti_add_helper(s, is_store ? SPVTI_H_STORE : SPVTI_H_LOAD, t, context);
        spvti_byte(s, '(');
    }
    spvti_add(s, text);
    if (odd) spvti_byte(s, ')');
}

/* Conversions between the memory form and the value form of a matrix. */
static void spvti_add_matrix_conversion(spvti_state *s, const spvm_type *t, uint32_t context,
                                        int is_store) {
    spvti_matrix x = spvti_matrix_of(s, t, context);
    uint32_t i, k;
    if (x.stride == x.natural) { /* rows: the transposed matrix */
        spvti_add(s, "    return transpose(m);\n");
        return;
    }
    if (!is_store) {
        spvti_add(s, "    return ");
        if (x.is_rows) {
            spvti_put(s, "transpose(mat$ux$u$c", x.count, x.length, spvti_scalar(s, t));
        } else {
            spvti_add_type(s, t);
        }
        spvti_byte(s, '(');
        for (i = 0; i < x.count; i++) {
            spvti_put(s, "$s$u].el", i > 0 ? ", m[" : "m[", i);
        }
        spvti_add(s, x.is_rows ? "));\n" : ");\n");
        return;
    }
    spvti_put(s, "    return $y(", t, context);
    for (i = 0; i < x.count; i++) {
        spvti_comma(s, i);
        spvti_add_vector_struct(s, t, &x);
        spvti_byte(s, '(');
        if (x.is_rows) {
            spvti_put(s, "$k(", spvti_scalar(s, t), x.length);
            for (k = 0; k < x.length; k++) {
                spvti_put(s, "$s$u][$u]", k > 0 ? ", m[" : "m[", k, i);
            }
            spvti_byte(s, ')');
        } else {
            spvti_put(s, "m[$u]", i);
        }
        spvti_byte(s, ')');
    }
    spvti_add(s, ");\n");
}

/* Functions between the two forms of a type. */
static void spvti_print_conversion(spvti_state *s, const spvti_helper *h, int is_store) {
    const spvm_type *t = &s->m.types[h->type];
    size_t mark = spvti_begin(s);
    uint32_t i, to = is_store ? h->context : SPVTI_VALUE_FORM;
    spvti_put(s, "fn $h(m: $y) -> $y {\n", h, t, is_store ? SPVTI_VALUE_FORM : h->context, t, to);
    if (t->opcode == SPVM_OpTypeMatrix) {
        spvti_add_matrix_conversion(s, t, h->context, is_store);
    } else if (t->opcode == SPVM_OpTypeArray) {
        int strided = spvti_is_strided(s, t, h->context);
        spvti_put(s, "    var r: $y;\n", t, to);
        spvti_put(s, "    for (var i = 0u; i < $lu; i++) {\n        r[i]$s = ",
                  t, strided && is_store ? ".el" : "");
        spvti_add_loaded(s, spvti_t(s, t->element), h->context,
                         strided && !is_store ? "m[i].el" : "m[i]", is_store);
        spvti_add(s, ";\n    }\n    return r;\n");
    } else if (t->opcode == SPVM_OpTypeStruct) {
        spvti_put(s, "    return $y(", t, is_store ? 0 : SPVTI_VALUE_FORM);
        if (is_store && spvti_has_padding(s, t)) spvti_add(s, "0u, ");
        for (i = 0; i < t->count; i++) {
            uint32_t k = is_store ? spvti_member_at(s, t, i) : i;
            const spvm_type *member = spvti_member_type(s, t, k);
            uint32_t context = spvti_context(s, t, k);
            int odd = spvti_is_odd(s, member, context);
            if ((context & SPVTI_ATOMIC) || member->opcode == SPVM_OpTypeRuntimeArray)
                spvti_no_id(s, t->id, SPVTI_E_ATOMICS_COPIED);
            spvti_comma(s, i);
            if (odd) {
                spvti_add_helper(s, is_store ? SPVTI_H_STORE : SPVTI_H_LOAD, member, context);
                spvti_byte(s, '(');
            }
            spvti_put(s, odd ? "m.$m)" : "m.$m", t, k);
        }
        spvti_add(s, ");\n");
    } else {
        spvti_no_id(s, t->id, SPVTI_E_COPIED);
    }
    spvti_add(s, "}\n\n");
    spvti_out_made(s, mark);
}

/* struct { @size(stride) el: ... } */
static void spvti_print_element(spvti_state *s, const spvti_helper *h) {
    const spvm_type *t = &s->m.types[h->type];
    uint32_t align, size, stride;
    size_t mark = spvti_begin(s);
    spvti_put(s, "struct $h {\n    @size(", h);
    if (h->kind == SPVTI_H_VECTOR) {
        spvti_matrix x = spvti_matrix_of(s, t, h->context);
        spvti_put(s, "$u) el: $k", x.stride, spvti_scalar(s, t), x.length);
    } else {
        stride = spvti_array_stride(s, t);
        spvti_layout(s, spvti_t(s, t->element), h->context, &align, &size);
        if (stride < size || stride % align != 0)
            spvti_no_id(s, t->id, SPVTI_E_ARRAY_STRIDE);
        spvti_put(s, "$u) el: $y", stride, spvti_t(s, t->element), h->context);
    }
    spvti_add(s, ",\n}\n\n");
    spvti_out_made(s, mark);
}

/* Appends what a part of m, of another type, is for one of type t: itself, or a copy. The part is a
   member of the holder, or its element i. */
static void spvti_add_copied(spvti_state *s, const spvm_type *t, const spvm_type *from,
                             const spvm_type *holder, uint32_t member) {
    int is_same = spvti_same(spvti_form(s, t)->text, spvti_form(s, from)->text);
    if (!is_same) {
        spvti_add_helper(s, SPVTI_H_COPY, t, spvti_row_of(s, from) + 1);
        spvti_byte(s, '(');
    }
    if (holder->opcode == SPVM_OpTypeStruct) spvti_put(s, "m.$m", holder, member);
    else spvti_add(s, "m[i]");
    if (!is_same) spvti_byte(s, ')');
}

/* A function between types that have the same structure; context: the row of the one it
   takes, + 1. */
static void spvti_print_copy(spvti_state *s, const spvti_helper *h) {
    const spvm_type *t = &s->m.types[h->type], *from = &s->m.types[h->context - 1];
    size_t mark = spvti_begin(s);
    uint32_t i;
    if (t->opcode != from->opcode || t->count != from->count
        || (t->opcode != SPVM_OpTypeStruct && t->opcode != SPVM_OpTypeArray))
        spvti_no_id(s, t->id, SPVTI_E_COPY_TYPES);
    if (spvti_failed(s)) return;
    spvti_put(s, "fn $h(m: $t) -> $t {\n", h, from, t);
    if (t->opcode == SPVM_OpTypeStruct) {
        spvti_put(s, "    return $t(", t);
        for (i = 0; i < t->count; i++) {
            spvti_comma(s, i);
            spvti_add_copied(s, spvti_member_type(s, t, i),
                             spvti_member_type(s, from, i), from, i);
        }
        spvti_add(s, ");\n}\n\n");
    } else {
        spvti_put(s, "    var r: $t;\n", t);
        spvti_put(s, "    for (var i = 0u; i < $lu; i++) {\n        r[i] = ", t);
        spvti_add_copied(s, spvti_t(s, t->element), spvti_t(s, from->element), from, 0);
        spvti_add(s, ";\n    }\n    return r;\n}\n\n");
    }
    spvti_out_made(s, mark);
}

/* A function that takes a pointer to an atomic. */
static void spvti_print_atomic(spvti_state *s, const spvti_helper *h) {
    spvti_print_pattern(s, h, h->context == 1 ? SPVTI_P_SHARED_HEAD : SPVTI_P_BUFFER_HEAD);
    if (h->kind == SPVTI_H_CAS) {
        spvti_print_pattern(s, h, SPVTI_P_CAS);
        return;
    }
    spvti_print_pattern(s, h, SPVTI_P_EXTREME_HEAD);
    spvti_out(s, h->kind == SPVTI_H_MIN ? "min" : "max");
    spvti_print_pattern(s, h, SPVTI_P_EXTREME_TAIL);
}

static void spvti_print_helper(spvti_state *s, const spvti_helper *h) {
    switch (h->kind) {
    case SPVTI_H_ELEMENT:
    case SPVTI_H_VECTOR: spvti_print_element(s, h); break;
    case SPVTI_H_LOAD: spvti_print_conversion(s, h, 0); break;
    case SPVTI_H_STORE: spvti_print_conversion(s, h, 1); break;
    case SPVTI_H_SMOD: spvti_print_pattern(s, h, SPVTI_P_SMOD); break;
    case SPVTI_H_FMOD: spvti_print_pattern(s, h, SPVTI_P_FMOD); break;
    case SPVTI_H_ISNAN: spvti_print_pattern(s, h, SPVTI_P_ISNAN); break;
    case SPVTI_H_ISINF: spvti_print_pattern(s, h, SPVTI_P_ISINF); break;
    case SPVTI_H_CARRY: spvti_print_pattern(s, h, SPVTI_P_CARRY); break;
    case SPVTI_H_BORROW: spvti_print_pattern(s, h, SPVTI_P_BORROW); break;
    case SPVTI_H_UMUL:
    case SPVTI_H_SMUL: spvti_print_mul(s, h); break;
    case SPVTI_H_OUTER: spvti_print_outer(s, h); break;
    case SPVTI_H_INVERSE: spvti_print_inverse(s, h); break;
    case SPVTI_H_CAS:
    case SPVTI_H_MIN:
    case SPVTI_H_MAX: spvti_print_atomic(s, h); break;
    case SPVTI_H_COPY: spvti_print_copy(s, h); break;
    default: break;
    }
}

static void spvti_print_helpers(spvti_state *s) {
    while (s->helpers_printed < s->helper_count && !spvti_failed(s)) {
        spvti_helper h = s->helpers[s->helpers_printed++];
        if (h.type >= s->m.type_count) {
            spvti_no_id(s, 0, SPVTI_E_NO_TYPE);
            return;
        }
        spvti_print_helper(s, &h);
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>module  [20]  declarations
   Functions are printed first, as they say what has to be declared; the declarations then change
   places with them. */

static void spvti_add_size(spvti_state *s, uint32_t size) {
    spvti_put(s, "@size($u) ", size);
}

/* What puts the member at place i of a struct in memory where the module has it, behind *at
   bytes. */
static void spvti_add_place(spvti_state *s, const spvm_type *t, uint32_t i, uint32_t *at) {
    const spvm_member *members = &s->m.members[t->first_member];
    uint32_t align, size, next_align, next_size, next, member = spvti_member_at(s, t, i);
    int is_there;
    uint32_t offset = spvti_offset(s, t, member, &is_there);
    spvti_layout(s, spvti_t(s, members[member].type), spvti_context(s, t, member), &align, &size);
    if (!is_there) offset = spvti_round_up(*at, align);
    if (offset < *at || offset % align != 0)
        spvti_no_id(s, t->id, SPVTI_E_MEMBER_OFFSET);
    if (i == 0 && offset > 0) {
        spvti_add_size(s, offset);
        spvti_add(s, "spv_padding: u32,\n    ");
    }
    *at = offset + size;
    if (i + 1 == t->count) return;
    member = spvti_member_at(s, t, i + 1);
    spvti_layout(s, spvti_t(s, members[member].type), spvti_context(s, t, member), &next_align,
                 &next_size);
    next = spvti_offset(s, t, member, &is_there);
    if (is_there && next > *at && spvti_round_up(*at, next_align) != next)
        spvti_add_size(s, next - offset);
}

/* The members of a struct in one of its forms. In memory each has the place that the module
   says. */
static void spvti_print_struct(spvti_state *s, uint32_t row, int is_memory) {
    const spvm_type *t = &s->m.types[row];
    const spvti_type *form = &s->types[row];
    uint32_t i, at = 0;
    size_t mark = spvti_begin(s);
    spvti_add(s, "struct ");
    spvti_add_span(s, is_memory ? form->memory_name : form->text);
    spvti_add(s, " {\n");
    for (i = 0; i < t->count && !spvti_failed(s); i++) {
        uint32_t k = is_memory ? spvti_member_at(s, t, i) : i;
        const spvm_type *member = spvti_member_type(s, t, k);
        spvti_add(s, "    ");
        if (is_memory) spvti_add_place(s, t, i, &at);
        spvti_put(s, "$m: $y,\n", t, k, member,
                  is_memory ? spvti_context(s, t, k) : SPVTI_VALUE_FORM);
    }
    if (t->count == 0) spvti_add(s, "    nothing: u32,\n");
    spvti_add(s, "}\n\n");
    spvti_out_made(s, mark);
}

static void spvti_print_structs(spvti_state *s) {
    uint32_t row;
    for (row = s->m.type_count; row-- > 0 && !spvti_failed(s);) {
        const spvti_type *form = &s->types[row];
        if (s->m.types[row].opcode != SPVM_OpTypeStruct) continue;
        if (form->is_odd) {
            if (form->is_wanted) spvti_print_struct(s, row, 0);
            if (form->is_memory_wanted) spvti_print_struct(s, row, 1);
        } else if (form->is_wanted || form->is_memory_wanted) {
            spvti_print_struct(s, row, form->is_memory_wanted);
        }
        spvti_print_helpers(s);
    }
}

static int spvti_is_storage(const spvti_state *s, spvm_id id) {
    const spvm_type *t = spvti_t(s, id);
    if (t->storage == SPVM_StorageClass_StorageBuffer) return 1;
    return t->storage == SPVM_StorageClass_Uniform
           && spvti_decoration(s, spvti_inside(s, spvti_pointee(s, id))->id, SPVM_NONE,
                               SPVM_Decoration_BufferBlock) != NULL;
}

/* The row of a place in the table of places. */
static spvti_slot_row *spvti_slot_at(const spvti_state *s, uint32_t group, uint32_t slot) {
    uint32_t mask = s->slot_room - 1, i = (group * 40503u + slot) * 2654435761u >> 7 & mask;
    while (s->slots[i].is_used && (s->slots[i].group != group || s->slots[i].slot != slot))
        i = (i + 1) & mask;
    s->slots[i].is_used = 1;
    s->slots[i].group = group;
    s->slots[i].slot = slot;
    return &s->slots[i];
}

/* Notes where the module has its variables, so that what is moved comes elsewhere. */
static void spvti_open_slots(spvti_state *s) {
    uint32_t i;
    s->slot_room = 64;
    while (s->slot_room < 8 * (s->m.variable_count + s->element_count)) s->slot_room *= 2;
    s->slots = (spvti_slot_row *)spvti_take(s, s->slot_room, sizeof *s->slots);
    for (i = 0; s->slots != NULL && i < s->resource_count; i++) {
        const spvti_resource *r = &s->resources[i];
        if (r->is_used && spvti_decoration(s, r->id, SPVM_NONE, SPVM_Decoration_Binding) != NULL)
            spvti_slot_at(s, spvti_number_of(s, r->id, SPVM_Decoration_DescriptorSet),
                          spvti_number_of(s, r->id, SPVM_Decoration_Binding))
                ->declared |= r->entries;
    }
}

/* The row of a variable at the slot, or where an entry point has another one there, as far behind
   it as samplers of combined ones are: WGSL has one variable for each binding of an entry point. */
static spvt_binding *spvti_bind(spvti_state *s, spvm_id id, spvt_binding_kind kind,
                                uint32_t group, uint32_t slot, spvti_span name,
                                const spvti_element *e) {
    spvt_binding *b;
    spvti_slot_row *row;
    uint64_t entries = spvti_resource_of(s, id)->entries;
    int is_push = spvti_t(s, id)->storage == SPVM_StorageClass_PushConstant;
    int is_fixed = is_push && s->options.push_given;
    int moved = is_push || slot != spvti_number_of(s, id, SPVM_Decoration_Binding)
                || (e != NULL && e->index > 0);
    if (s->binding_count >= s->binding_room || s->slots == NULL) return NULL;
    if (e != NULL) slot += e->index;
    for (;; moved = 1, slot += s->options.sampler_offset) {
        if (group > 65535 || slot > 65535) {
            spvti_no_id(s, id, SPVTI_E_BINDING);
            return NULL;
        }
        row = spvti_slot_at(s, group, slot);
        if ((row->bound & entries) == 0 && (!moved || (row->declared & entries) == 0)) break;
        if (is_fixed) {
            spvti_no_id(s, id, SPVTI_E_BINDING_TWICE);
            return NULL;
        }
    }
    row->bound |= entries;
    if ((kind == SPVT_STORAGE_READ_WRITE || kind == SPVT_STORAGE_TEXTURE)
        && (entries & SPVTI_VERTEX_ENTRIES) && spvti_resource_of(s, id)->is_written)
        spvti_no_id(s, id, SPVTI_E_VERTEX_WRITES);
    b = &s->bindings[s->binding_count++];
    b->kind = kind;
    b->group = group;
    b->slot = slot;
    b->set = spvti_number_of(s, id, SPVM_Decoration_DescriptorSet);
    b->binding = spvti_number_of(s, id, SPVM_Decoration_Binding);
    b->id = id;
    b->name = name.p;
    b->name_size = name.n;
    b->is_element = e != NULL;
    b->element = e == NULL ? 0 : e->index;
    spvti_print(s, "@group($u) @binding($u) ", group, slot);
    return b;
}

static void spvti_print_typed(spvti_state *s, spvti_span name, size_t mark, spvt_binding *b) {
    spvti_span type = spvti_keep(s, s->base + mark, (uint32_t)(s->lo - mark));
    spvti_print(s, "$n: $n;\n", &name, &type);
    if (b == NULL) return;
    b->type = type.p;
    b->type_size = type.n;
}

static void spvti_print_buffer(spvti_state *s, spvm_id id, spvti_element *e) {
    const spvm_type *t = spvti_inside(s, spvti_pointee(s, id));
    const spvti_resource *r = spvti_resource_of(s, id);
    int is_push = spvti_t(s, id)->storage == SPVM_StorageClass_PushConstant;
    int is_storage = spvti_is_storage(s, id);
    uint32_t group, slot, align, size;
    spvti_span name = e == NULL ? s->values[id].text : e->name;
    spvt_binding *b;
    size_t mark;
    if (t->opcode != SPVM_OpTypeStruct) {
        spvti_no_id(s, id, SPVTI_E_BUFFER);
        return;
    }
    group = is_push ? s->options.push_group
                    : spvti_number_of(s, id, SPVM_Decoration_DescriptorSet);
    slot = is_push ? s->options.push_binding
                   : spvti_number_of(s, id, SPVM_Decoration_Binding);
    b = spvti_bind(s, id, !is_storage ? SPVT_UNIFORM : r->is_written ? SPVT_STORAGE_READ_WRITE
                                                                     : SPVT_STORAGE_READ,
                   group, slot, name, e);
    spvti_layout(s, t, 0, &align, &size);
    if (b != NULL) {
        b->size = size;
        if (is_push) b->set = b->binding = SPVM_NONE;
    }
    spvti_out(s, !is_storage ? "var<uniform> " : r->is_written ? "var<storage, read_write> "
                                                               : "var<storage> ");
    mark = spvti_begin(s);
    spvti_add_memory_type(s, t, 0);
    spvti_print_typed(s, name, mark, b);
}

static void spvti_print_handle(spvti_state *s, spvm_id id, spvti_element *e) {
    const spvm_type *t = spvti_inside(s, spvti_pointee(s, id));
    const spvti_resource *r = spvti_resource_of(s, id);
    uint32_t group = spvti_number_of(s, id, SPVM_Decoration_DescriptorSet);
    uint32_t slot = spvti_number_of(s, id, SPVM_Decoration_Binding);
    spvti_span name = e == NULL ? s->values[id].text : e->name;
    spvti_image x = spvti_image_of(s, t);
    spvt_binding *b;
    size_t mark;
    spvt_binding_kind sampler = r->is_compared ? SPVT_COMPARISON_SAMPLER : SPVT_SAMPLER;
    if (r->is_compared && r->is_sampled)
        spvti_no_id(s, id, SPVTI_E_SAMPLER_USE);
    if (t->opcode != SPVM_OpTypeSampler) {
        if (x.type->opcode != SPVM_OpTypeImage) {
            spvti_no_id(s, id, SPVTI_E_NO_TEXTURE);
            return;
        }
        b = spvti_bind(s, id, x.sampled == 2 ? SPVT_STORAGE_TEXTURE : SPVT_TEXTURE, group, slot,
                       name, e);
        spvti_out(s, "var ");
        mark = spvti_begin(s);
        spvti_add_texture_type(s, id, &x, r);
        spvti_print_typed(s, name, mark, b);
        if (t->opcode != SPVM_OpTypeSampledImage || !spvti_has_sampler(r)) return;
        slot += s->options.sampler_offset;
        name = e == NULL ? r->sampler : e->sampler;
    }
    b = spvti_bind(s, id, sampler, group, slot, name, e);
    spvti_out(s, "var ");
    mark = spvti_begin(s);
    spvti_add(s, r->is_compared ? "sampler_comparison" : "sampler");
    spvti_print_typed(s, name, mark, b);
}

static void spvti_print_private(spvti_state *s, spvm_id id) {
    spvm_id value = spvti_initialiser(s, id);
    spvti_span text;
    spvti_check_length(s, id);
    spvti_print(s, "var<private> $n: $t", &s->values[id].text, spvti_pointee(s, id));
    if (value != 0) {
        if (!spvti_is_const_text(s, value))
            spvti_no_id(s, id, SPVTI_E_INITIAL_VALUE);
        text = spvti_value_text(s, value);
        spvti_print(s, " = $n", &text);
    }
    spvti_out(s, ";\n");
}

static void spvti_print_global(spvti_state *s, const spvti_resource *r) {
    spvm_id id = r->id;
    const spvm_type *t = spvti_t(s, id);
    spvti_element *e = r->elements;
    size_t mark;
    if (r->is_array && e == NULL) return;
    switch (t->storage) {
    case SPVM_StorageClass_Uniform:
    case SPVM_StorageClass_StorageBuffer:
    case SPVM_StorageClass_PushConstant:
    case SPVM_StorageClass_UniformConstant:
        do { /* a variable, or the elements of an array */
            if (t->storage == SPVM_StorageClass_UniformConstant) spvti_print_handle(s, id, e);
            else spvti_print_buffer(s, id, e);
        } while (e != NULL && (e = e->next) != NULL);
        break;
    case SPVM_StorageClass_Workgroup:
        spvti_out(s, "var<workgroup> ");
        mark = spvti_begin(s);
        spvti_add_memory_type(s, spvti_pointee(s, id), r->is_atomic ? SPVTI_ATOMIC : 0);
        spvti_print_typed(s, s->values[id].text, mark, NULL);
        break;
    case SPVM_StorageClass_Private:
    case SPVM_StorageClass_Input:
    case SPVM_StorageClass_Output:
        if (!r->is_local) spvti_print_private(s, id);
        break;
    default: spvti_no_id(s, id, SPVTI_E_STORAGE_CLASS); break;
    }
}

static void spvti_print_globals(spvti_state *s) {
    uint32_t i;
    size_t before = s->out_size;
    spvti_open_slots(s);
    for (i = 0; i < s->resource_count && !spvti_failed(s); i++) {
        const spvti_resource *r = &s->resources[i];
        if (r->is_used && spvm_kind(&s->m, r->id) == SPVM_ID_VARIABLE) spvti_print_global(s, r);
    }
    if (s->has_killed) spvti_out(s, "var<private> spv_killed: bool;\n");
    if (s->out_size != before) spvti_out(s, "\n");
}

/* The expression of an OpSpecConstantOp. */
static void spvti_add_operation(spvti_state *s, const spvm_constant *c) {
    const spvti_row *row = SPVTI_FIND(spvti_rows, c->operation);
    spvti_arguments a;
    uint32_t k;
    static const spvti_arguments none = SPVTI_ZEROS;
    a = none;
    for (k = 0; k < c->word_count && k < SPVTI_MAX_OPERANDS; k++)
        a.ids[a.count++] = s->m.words[c->word + k];
    if (c->operation == SPVM_OpSelect && a.count == 3) {
        spvti_put(s, "select($v, $v, $v)", a.ids[2], a.ids[1], a.ids[0]);
        return;
    }
    if (c->operation == SPVM_OpCompositeExtract && a.count == 2) {
        const spvm_constant *whole = spvm_constant_of(&s->m, a.ids[0]);
        if (whole == NULL || a.ids[1] >= whole->word_count
            || (whole->opcode != SPVM_OpSpecConstantComposite
                && whole->opcode != SPVM_OpConstantComposite))
            spvti_no_id(s, c->id, SPVTI_E_SPEC_PART);
        else
            spvti_add_value(s, s->m.words[whole->word + a.ids[1]], SPVTI_ARG);
        return;
    }
    if (c->operation == SPVM_OpSMod && a.count == 2 && spvti_kind(s, c->id) == 'i') {
        spvti_byte(s, '(');
        spvti_add_as(s, a.ids[0], 'i', SPVTI_MUL);
        spvti_add(s, " % ");
        spvti_add_as(s, a.ids[1], 'i', SPVTI_UNARY);
        spvti_add(s, " + ");
        spvti_add_as(s, a.ids[1], 'i', SPVTI_MUL);
        spvti_add(s, ") % ");
        spvti_add_as(s, a.ids[1], 'i', SPVTI_UNARY);
        return;
    }
    if (row == NULL || a.count == 0 || (row->form == 'I' && a.count < 2) || row->form == 'H'
        || row->check == 'w')
        spvti_no_id(s, c->id, SPVTI_E_SPEC_OPERATION);
    else
        spvti_add_expression(s, row, &a, spvti_t(s, c->type), "", spvti_text_of(row));
}

/* WGSL has ids of 16 bits, each of one override. Returns the constant that is the override of c's
   id: c, or one of the same value that has the id already, as glslang makes of workgroup sizes. */
static spvm_id spvti_claim_spec(spvti_state *s, const spvm_constant *c) {
    const spvm_constant *first;
    uint32_t i, most = 0;
    if (c->spec_id > 65535) spvti_no_id(s, c->id, SPVTI_E_SPEC_ID);
    for (i = 0; s->spec_ids == NULL && i < s->m.constant_count; i++) {
        uint32_t id = s->m.constants[i].spec_id;
        if (id <= 65535 && id > most) most = id;
    }
    if (s->spec_ids == NULL)
        s->spec_ids = (spvm_id *)spvti_take(s, most + 1, sizeof *s->spec_ids);
    if (spvti_failed(s)) return c->id;
    if (s->spec_ids[c->spec_id] == 0) s->spec_ids[c->spec_id] = c->id;
    first = spvm_constant_of(&s->m, s->spec_ids[c->spec_id]);
    if (first->type != c->type || first->bits != c->bits)
        spvti_no_id(s, c->id, SPVTI_E_SPEC_TWICE);
    return first->id;
}

static void spvti_print_override(spvti_state *s, const spvm_constant *c) {
    size_t mark;
    uint32_t bits = (uint32_t)c->bits;
    const spvm_type *t = spvti_t(s, c->type);
    char kind = spvti_scalar(s, t);
    spvti_span text;
    mark = spvti_begin(s);
    if (c->opcode == SPVM_OpSpecConstantOp) {
        spvti_add_operation(s, c);
    } else if (kind == 'b') {
        spvti_add(s, bits & 1u ? "true" : "false");
    } else if (kind == 'f' && (bits >> 23 & 255u) != 255) {
        spvti_add_float(s, bits, 0);
    } else if (kind == 'i' || kind == 'u') {
        if (kind == 'i' && bits >> 31) spvti_byte(s, '-');
        spvti_add_number(s, kind == 'i' && bits >> 31 ? 0u - bits : bits);
        if (kind == 'u') spvti_byte(s, 'u');
    } else {
        spvti_no_id(s, c->id, SPVTI_E_SPEC_TYPE);
    }
    text = spvti_end(s, mark);
    if (c->spec_id != SPVM_NONE) {
        spvm_id first = spvti_claim_spec(s, c);
        if (first == c->id) spvti_print(s, "@id($u) ", c->spec_id);
        else text = s->values[first].text;
    }
    spvti_print(s, "override $n: $t = $n;\n", &s->values[c->id].text, t, &text);
}

/* Constants that are wanted, the last first: what they are made of is wanted then, too. */
static void spvti_print_constants(spvti_state *s) {
    uint32_t k, i;
    size_t before = s->out_size;
    for (k = s->m.constant_count; k-- > 0 && !spvti_failed(s);) {
        const spvm_constant *c = &s->m.constants[k];
        spvti_value *v = &s->values[c->id];
        if (!(v->flags & SPVTI_WANTED)) continue;
        if (c->opcode == SPVM_OpConstantComposite || c->opcode == SPVM_OpSpecConstantComposite) {
            for (i = 0; i < c->word_count; i++) {
                spvm_id part = s->m.words[c->word + i];
                const spvti_type *form = spvti_form(s, spvti_t(s, part));
                s->values[part].flags |= SPVTI_WANTED;
                if (form->base != SPVM_NONE) s->types[form->base].is_wanted = 1;
            }
        }
        if (v->how == SPVTI_NAME && (v->flags & SPVTI_BIG)) {
            spvti_print(s, "const $n = $n;\n", &v->text, &v->phi);
        } else if (v->how == SPVTI_NAME) {
            spvti_print_override(s, c);
        } else if (v->flags & SPVTI_BIG) {
            spvti_print(s, "var<private> spv_bits_$u = $uu;\n", c->id, (uint32_t)c->bits);
        }
    }
    if (s->out_size != before) spvti_out(s, "\n");
}

/* What stands from `middle` to `end` comes to `begin`, before what stands there: by way of memory
   that is free. */
static void spvti_rotate(spvti_state *s, size_t begin, size_t middle, size_t end) {
    size_t n = end - middle;
    char *out = s->out;
    if (s->out_size > s->out_room || begin == middle || n == 0) return;
    if (n > s->hi - s->lo) {
        spvti_no_memory(s);
        return;
    }
    spvti_copy_bytes(s->base + s->lo, out + middle, n);
    while (middle > begin) out[--end] = out[--middle];
    spvti_copy_bytes(out + begin, s->base + s->lo, n);
}

/* Built-in inputs and outputs without a name have WGSL's. */
static spvti_span spvti_name_variable(spvti_state *s, spvm_id id) {
    const spvm_decoration *d = spvti_decoration(s, id, SPVM_NONE, SPVM_Decoration_BuiltIn);
    uint32_t number = spvti_literal_of(s, d);
    spvti_span name;
    size_t i;
    if (d == NULL || s->m.ids[id].name.size > 0) return spvti_name_id(s, id, "x");
    for (i = 0; i < sizeof spvti_builtins / sizeof spvti_builtins[0]; i++)
        if (spvti_builtins[i].builtin == number) break;
    if (i == sizeof spvti_builtins / sizeof spvti_builtins[0]) return spvti_name_id(s, id, "x");
    name = spvti_literal(number == SPVM_BuiltIn_FragCoord ? "frag_coord"
                                                          : spvti_builtin_name(&spvti_builtins[i]));
    return spvti_unique(s, name.p, name.n);
}

/* A name and, behind a low line, a few characters more. */
static spvti_span spvti_name_behind(spvti_state *s, spvti_span name, const char *more) {
    char text[SPVTI_NAME_SIZE];
    uint32_t k;
    for (k = 0; k < name.n && k < 50; k++) text[k] = name.p[k];
    text[k++] = '_';
    while (*more != '\0') text[k++] = *more++;
    return spvti_unique(s, text, k);
}

/* Names of what the module declares, entry points first. */
static void spvti_name_module(spvti_state *s) {
    uint32_t i;
    spvti_element *element;
    int is_combined;
    for (i = 0; i < s->m.entry_count; i++) {
        const spvm_entry *e = &s->m.entries[i];
        char text[SPVTI_NAME_SIZE];
        uint32_t n;
        if (!spvti_is_chosen(s, e)) continue;
        n = spvti_sanitise(s, e->name, text, 50);
        if (n == 0) {
            text[0] = 'm';
            n = 1;
        }
        s->entry_names[i] = spvti_unique(s, text, n);
    }
    for (i = 0; i < s->resource_count; i++) {
        spvti_resource *r = &s->resources[i];
        spvti_value *v = &s->values[r->id];
        if (!r->is_used || spvm_kind(&s->m, r->id) != SPVM_ID_VARIABLE) continue;
        v->text = spvti_name_variable(s, r->id);
        v->how = SPVTI_NAME;
        v->prec = SPVTI_PRIMARY;
        is_combined = spvti_inside(s, spvti_pointee(s, r->id))->opcode == SPVM_OpTypeSampledImage;
        if (is_combined && !r->is_array) r->sampler = spvti_name_behind(s, v->text, "s");
        for (element = r->elements; element != NULL; element = element->next) {
            char digits[12];
            element->name = spvti_name_behind(s, v->text, spvti_decimal(element->index, digits));
            if (is_combined) element->sampler = spvti_name_behind(s, element->name, "s");
        }
    }
    for (i = 0; i < s->m.function_count; i++)
        if (s->function_used[i] && !s->function_is_entry[i])
            s->values[s->m.functions[i].id].text = spvti_name_id(s, s->m.functions[i].id, "f");
}

/* An output of the interface that has an initial value is written. */
static void spvti_use_initialised(spvti_state *s) {
    uint32_t i, k;
    for (i = 0; i < s->m.entry_count; i++) {
        const spvm_entry *e = &s->m.entries[i];
        if (!spvti_is_chosen(s, e)) continue;
        for (k = 0; k < e->interface_count; k++) {
            spvm_id id = s->m.words[e->interface_word + k];
            spvti_resource *r = spvti_resource_of(s, id);
            if (r != NULL && spvti_t(s, id)->storage == SPVM_StorageClass_Output
                && spvti_initialiser(s, id) != 0)
                r->is_used = 1;
        }
    }
}

/* -------------------------------------------------------------------------------------------------
   // >>driver  [21]  the public functions */

/* Puts an entry point into the result. */
static void spvti_note_entry(spvti_state *s, const spvm_entry *e, spvti_span name) {
    spvt_entry *row = &s->entries[s->entry_count];
    char *original = (char *)spvti_take(s, (size_t)e->name.size + 1, 1);
    if (original == NULL) return;
    spvm_copy_text(&s->m, e->name, original, (size_t)e->name.size + 1);
    row->stage = e->model == SPVM_ExecutionModel_Vertex ? SPVT_VERTEX
               : e->model == SPVM_ExecutionModel_Fragment ? SPVT_FRAGMENT : SPVT_COMPUTE;
    row->name = name.p;
    row->name_size = name.n;
    row->original = original;
    s->entry_count++;
}

static void spvti_print_module(spvti_state *s) {
    uint32_t i;
    size_t middle, globals, helpers, constants, structs, lo = s->lo, at;
    s->stamp_next = 2;
    spvti_find_between(s);
    for (i = 0; i < s->m.function_count && !spvti_failed(s); i++) {
        if (!s->function_used[i] || s->function_is_entry[i]) continue;
        spvti_function(s, i, NULL, s->values[s->m.functions[i].id].text);
        s->lo = lo;
    }
    for (i = 0; i < s->m.entry_count && !spvti_failed(s); i++) {
        const spvm_entry *e = &s->m.entries[i];
        if (!spvti_is_chosen(s, e)) continue;
        s->stamp = 1;
        s->output_struct = spvti_unique(s, "Outputs", 7);
        spvti_function(s, e->function, e, s->entry_names[i]);
        s->lo = lo;
        spvti_note_entry(s, e, s->entry_names[i]);
    }
    middle = s->out_size;
    s->entry = NULL;
    s->stamp = 1;
    if (s->has_f16) spvti_out(s, "enable f16;\n");
    if (s->has_subgroups) spvti_out(s, "enable subgroups;\n");
    if (s->has_dual_source) spvti_out(s, "enable dual_source_blending;\n");
    if (s->has_clip) spvti_out(s, "enable clip_distances;\n");
    if (s->has_derivatives && !s->options.keep_uniformity)
        spvti_out(s, "diagnostic(off, derivative_uniformity);\n");
    if (s->has_subgroups && !s->options.keep_uniformity)
        spvti_out(s, "diagnostic(off, subgroup_uniformity);\n");
    if (s->out_size != middle) spvti_out(s, "\n");
    globals = s->out_size;
    spvti_print_globals(s);
    helpers = s->out_size;
    spvti_print_helpers(s);
    constants = s->out_size;
    spvti_print_constants(s);
    structs = s->out_size;
    spvti_print_structs(s);
    spvti_print_helpers(s);
    if (spvti_failed(s)) return;
    /* functions, directives, globals, helpers, constants, structs -> directives, structs,
       constants, globals, functions, helpers */
    spvti_rotate(s, 0, middle, s->out_size);
    at = globals - middle;
    spvti_rotate(s, at, structs - middle, s->out_size - middle);
    at += s->out_size - structs;
    spvti_rotate(s, at, at + (constants - globals), at + (structs - globals));
    at += (structs - constants) + (helpers - globals);
    spvti_rotate(s, at, at + (constants - helpers), s->out_size);
    s->out_size--; /* the empty line behind the last function */
}

/* Records why words are no module. */
static spvt_status spvti_module_error(spvt_result *r, const spvm_error *e) {
    char digits[12];
    r->status = e->status == SPVM_MEMORY ? SPVT_MEMORY : e->status == SPVM_LIMIT ? SPVT_LIMIT
              : e->status == SPVM_UNSUPPORTED ? SPVT_UNSUPPORTED : SPVT_MODULE;
    r->error_word = e->word;
    r->error_id = e->id;
    spvti_result_text(r, e->text);
    spvti_result_text(r, " at word ");
    spvti_result_text(r, spvti_decimal(e->word, digits));
    if (e->id == 0) return r->status;
    spvti_result_text(r, ", id ");
    spvti_result_text(r, spvti_decimal(e->id, digits));
    return r->status;
}

size_t spvt_memory(const uint32_t *words, size_t count) {
    size_t module = spvm_memory(words, count);
    return module == 0 ? 0 : module + module / 2 + 64 * count + ((size_t)1 << 18);
}

static void spvti_translate(spvti_state *s, const uint32_t *words, size_t count,
                            size_t memory_size) {
    spvm_status status = spvm_load(&s->m, NULL, words, count, s->base, memory_size);
    if (status == SPVM_MEMORY) {
        spvti_no_memory(s);
        return;
    }
    if (status != SPVM_OK) {
        s->status = spvti_module_error(s->r, &s->m.error);
        return;
    }
    s->lo = (s->m.needed + 63) & ~(size_t)63;
    s->hi = memory_size & ~(size_t)15;
    if (s->lo >= s->hi) {
        spvti_no_memory(s);
        return;
    }
    if (!s->m.is_structured) {
        spvti_no_id(s, 0, SPVTI_E_KERNEL);
        return;
    }
    s->values = (spvti_value *)spvti_take(s, s->m.bound, sizeof *s->values);
    s->entry_names = (spvti_span *)spvti_take(s, s->m.entry_count + 1, sizeof(spvti_span));
    s->entries = (spvt_entry *)spvti_take(s, s->m.entry_count + 1, sizeof(spvt_entry));
    if (!spvti_failed(s)) spvti_open_names(s);
    if (!spvti_failed(s)) spvti_scan(s);
    s->binding_room = 2 * (s->m.variable_count + s->element_count);
    s->bindings = (spvt_binding *)spvti_take(s, s->binding_room + 1, sizeof *s->bindings);
    if (spvti_failed(s)) return;
    spvti_use_initialised(s);
    spvti_find_components(s);
    s->has_f16 = (unsigned char)spvti_uses_f16(s);
    if (s->has_f16 && !(s->options.features & SPVT_F16)) {
        spvti_no_id(s, 0, SPVTI_E_F16);
        return;
    }
    spvti_name_module(s);
    spvti_open_types(s);
    if (s->has_barriers) spvti_find_accesses(s);
    if (!spvti_failed(s)) spvti_print_module(s);
}

spvt_status spvt_translate(spvt_result *result, const spvt_options *options, const uint32_t *words,
                           size_t count, void *memory, size_t memory_size, char *text,
                           size_t text_room) {
    static const spvt_result no_result = SPVTI_ZEROS;
    static const spvt_options no_options = SPVTI_ZEROS;
    char *base = (char *)memory;
    size_t shift = (size_t)(16 - ((uintptr_t)base & 15u)) & 15u;
    spvti_state *s;
    *result = no_result;
    if (base == NULL || memory_size < sizeof *s + shift + 64) {
        result->status = SPVT_MEMORY;
        result->memory_needed = spvt_memory(words, count) + 2 * sizeof *s;
        if (spvt_memory(words, count) == 0) {
            spvm_module none; /* the load says why */
            spvm_load(&none, NULL, words, count, NULL, 0);
            spvti_module_error(result, &none.error);
        }
        return result->status;
    }
    s = (spvti_state *)(void *)(base + shift);
    {
        size_t i;
        for (i = 0; i < sizeof *s; i++) base[shift + i] = 0;
    }
    s->r = result;
    s->options = options == NULL ? no_options : *options;
    if (s->options.sampler_offset == 0) s->options.sampler_offset = 100;
    if (!s->options.push_given) {
        s->options.push_group = 3;
        s->options.push_binding = 0;
    }
    s->base = base + shift + ((sizeof *s + 63) & ~(size_t)63);
    s->out = text;
    s->out_room = text_room; /* the place of the zero holds a byte that is taken away again */
    shift += (sizeof *s + 63) & ~(size_t)63;
    spvti_translate(s, words, count, memory_size > shift ? memory_size - shift : 0);
    result->text_size = s->out_size;
    result->bindings = s->bindings;
    result->binding_count = s->binding_count;
    result->entries = s->entries;
    result->entry_count = s->entry_count;
    if (result->status == SPVT_OK && s->out_size >= s->out_room) {
        result->status = SPVT_MEMORY;
        spvti_error_text(s, "the room for the text is too small");
    } else if (result->status == SPVT_MEMORY) {
        result->text_size = 0;
        result->memory_needed = 2 * memory_size;
        if (result->memory_needed < spvt_memory(words, count) + 2 * sizeof *s)
            result->memory_needed = spvt_memory(words, count) + 2 * sizeof *s;
    }
    if (text_room > 0) text[result->status == SPVT_OK ? s->out_size : 0] = '\0';
    return result->status;
}

#undef SPVTI_CALLED
#ifdef SPVTI_SMALL
#undef SPVTI_SMALL
#pragma GCC pop_options
#endif
#endif /* SPV_TEXT_IMPLEMENTATION */
