/* An independent reader, typer and evaluator of λV, for tests only: slow and obvious. It shares no
   code with the compiler. It follows the typing rules of the paper's section 4 (argument stack A,
   recursive context R, rec-match) and evaluates by name with memoised thunks, which is what
   substitution means.

   Numbers are IEEE binary32, each operation rounded once. Every number of a result carries `error`,
   the distance that a Vulkan device may keep from it: 0 means that the bits must agree, infinity
   that nothing can be said (an undefined operation, a branch decided by less than the precision of
   its operands). */
#ifndef REFERENCE_H
#define REFERENCE_H

#include <stddef.h>

enum { REFERENCE_OK = 0, REFERENCE_REJECTED = 1, REFERENCE_DIVERGES = 4 };
enum { REFERENCE_MAX_OUTPUTS = 32 };

/* Why a program was rejected: place (counted from 1, columns in bytes), name as the compiler's
   error table has it ("unknown-name"), and a sentence. */
typedef struct reference_error {
    int line, column;
    char name[32];
    char message[160];
} reference_error;

typedef struct reference_numbers {
    int location; /* of an output */
    char type[8]; /* "num", "vec2" ... */
    int count;
    float value[4];
    double error[4]; /* see above */
    int special[4]; /* comes from a NaN or an infinity: devices without float controls may differ */
} reference_numbers;

typedef struct reference_result {
    int discard;
    int has_depth;
    reference_numbers depth;
    int output_count;
    reference_numbers
        output[REFERENCE_MAX_OUTPUTS]; /* by ascending location; type and count are set
                                                        by reference_describe too */
    unsigned long steps;
} reference_result;

/* An operation whose operands, known exactly, leave its result undefined: what SPIR-V says is
   undefined there, and where the operation stands. */
typedef enum reference_condition {
    MET_SQRT,
    MET_LOG,
    MET_LOG2,
    MET_INVERSE_SQRT,
    MET_POW,
    MET_ASIN,
    MET_ACOS,
    MET_ACOSH,
    MET_ATANH,
    MET_ATAN2,
    MET_NORMALIZE,
    MET_CLAMP,
    MET_NCLAMP,
    MET_SMOOTHSTEP,
    MET_MOD,
    MET_REM,
    MET_DIVISION, /* of integers, and their remainders */
    MET_SHIFT,
    MET_BIT_FIELD,
    MET_CONVERSION,
    MET_LDEXP,
    MET_FREXP,
    MET_INVERSE,
    MET_CONDITIONS
} reference_condition;

/* Who needs the result of such an operation. */
typedef enum reference_need {
    NEEDED_BY_NOTHING,
    NEEDED_BY_CHOICE, /* it decides a branch or an index, or an output that comes behind one */
    NEEDED_BY_OUTPUT  /* a component of an output is computed from it */
} reference_need;

typedef struct reference_met {
    reference_condition condition;
    int line, column;
    reference_need need;
    int folds; /* its operands are constants, and the compiler has a value for it: mod, rem by 0 */
    int columns; /* of what it gives */
} reference_met;

enum { REFERENCE_MAX_MET = 63 };

typedef struct reference reference;

/* Reads and types a program. Returns NULL and fills *error if it is rejected. */
reference *reference_read(const char *text, size_t size, reference_error *error);
void reference_free(reference *program);

/* Bounds and modes. steps: evaluation steps of one pixel, 0 for the default (2 million). strict: no
   contraction of a product and a sum (the compiler's --strict-floats). */
void reference_options(reference *program, unsigned long steps, int strict);

/* The compiler's --defined-ints, from here on. */
void reference_defined_ints(reference *program, int defined_ints);

/* The compiler's --max-iterations; 0: no bound. A run in which the way out of a loop that has no
   turns left cannot be told (a `case`, or a function that is chosen before it is called) ends as if
   it diverged. */
void reference_max_iterations(reference *program, unsigned long turns);

/* The push constants that the program declares: name, type and number of components of the i-th, or
   NULL past the last. */
const char *reference_push_name(const reference *program, int i, const char **type, int *count);

/* Sets a push constant; they start as zeros. Returns 0 if there is none of that name and count. */
int reference_set(reference *program, const char *name, const float *values, int count);

/* Locations and types of the outputs, without values. */
void reference_describe(const reference *program, reference_result *result);

/* Evaluates the pixel with centre (x, y). Returns REFERENCE_OK or REFERENCE_DIVERGES. */
int reference_run(reference *program, float x, float y, int front_facing, reference_result *result);

/* Checks the expectations at the end of a run case (tests/data/run/README says how they are
   written). Returns the number of them that fail and prints each to stderr. */
int reference_check_case(const char *name, const char *text, size_t size);

#endif
