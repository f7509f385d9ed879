/* A second evaluator and typer of λV, for tests only: eval_λ by literal substitution, the rules of
   the paper's section 5 applied to expression trees one by one, and the typing rules of its section
   4. Its interface is that of reference.h, its numbers are those of reference_base.h; the evaluator
   and the typer share nothing with reference.c, and nothing is shared with lambdav.h.

   The language is LANGUAGE.md's pure part: every form, type and builtin of values. Stages but the
   fragment, resources, effects and include are left out and rejected as "unsupported"; in a program
   that is read with EFFECTS stages, memory, storage images, inputs and what runs are there as well,
   in the spellings that random_effects.h makes: the first entry point is run. */
#ifndef SUBSTITUTION_H
#define SUBSTITUTION_H

#include <stdint.h>

#include "reference.h"

/* REJECTED by substitution_run: the evaluator met what the typer should have refused, a bug in this
   program. TOO_LONG: more steps than allowed; it may end or not. */
enum { SUBSTITUTION_OK = 0, SUBSTITUTION_REJECTED = 1, SUBSTITUTION_TOO_LONG = 4 };

/* Modes, added up. PLAIN: a closed expression that substitution has put into several places is
   evaluated at every place, as the rules say, and not once for all of them. DEFINED_INTS:
   --defined-ints, which makes more known at compile time. */
enum {
    SUBSTITUTION_SHARED = 0,
    SUBSTITUTION_PLAIN = 1,
    SUBSTITUTION_DEFINED_INTS = 2,
    SUBSTITUTION_EFFECTS = 4
};

typedef struct substitution substitution;

/* Reads and types a program. Returns NULL and fills *error if it is rejected. */
substitution *substitution_read(const char *text, size_t size, int mode, reference_error *error);
void substitution_free(substitution *program);

/* steps: of one pixel, 0 for the default (2 million). strict: no contraction of a product and a sum
   (--strict-floats). by_value: what loops pass is computed on every turn (the paper's 6.8), and so
   are all elements of an array of which one is taken, also where nothing asks for it. */
void substitution_options(substitution *program, unsigned long steps, int strict, int by_value);

/* The compiler's --max-iterations; 0: no bound. A run in which the way out of a loop that has no
   turns left cannot be told (a `case`, or effects) is TOO_LONG. */
void substitution_max_iterations(substitution *program, unsigned long turns);

/* The push constants that the program declares: name, type and number of components of the i-th, or
   NULL past the last. */
const char *substitution_push_name(const substitution *program, int i, const char **type,
                                   int *count);

/* Sets a push constant; they start as zeros. Returns 0 if there is none of that name and count. */
int substitution_set(substitution *program, const char *name, const float *values, int count);

/* What the recs of the program pass, added up. FUNCTION: a function; BINDER: one that binds names
   inside its body. */
enum { SUBSTITUTION_PASSES_FUNCTION = 1, SUBSTITUTION_PASSES_BINDER = 2 };
int substitution_passes(const substitution *program);

/* How many operations on integers had no result that SPIR-V defines (a division by 0), or came from
   one, since this was asked last. */
unsigned long substitution_undefined(substitution *program);

/* What the last run met that is undefined, in its own pixel and up to the first branch that is
   decided by less than its operands' precision; until the next run. */
size_t substitution_met(const substitution *program, const reference_met **met);

/* A bit, 1 << condition, for each condition that an operation of the last run meets or may meet,
   within the errors of its operands; 1 << MET_CONDITIONS: nothing can be said of the result of
   another operation. All bits: a choice could not be told. */
uint32_t substitution_may_meet(const substitution *program);

/* Locations and types of the outputs, without values. */
void substitution_describe(const substitution *program, reference_result *result);

/* Evaluates the pixel with centre (x, y). */
int substitution_run(substitution *program, float x, float y, int front_facing,
                     reference_result *result);

/* ---- programs read with EFFECTS */

/* A buffer, uniform block or image. words: its size in words of 32 bits, without those of the array
   at its end that has no count, whose elements have `stride` words (else 0). An image has four
   words for each texel; kind: n, i or u; components: that its format has. */
typedef struct substitution_resource {
    int binding, is_image, components;
    char kind;
    size_t words, stride;
} substitution_resource;

typedef struct substitution_number {
    char kind; /* n, i or u */
    float value;
    int64_t whole;
    double error;
    int special;
} substitution_number;

/* The name of the i-th resource, or NULL past the last. */
const char *substitution_memory(const substitution *program, int i, substitution_resource *r);

/* SPIR-V's execution model of the entry point and its workgroup; -1 if there is none. */
int substitution_stage(const substitution *program, int group[3]);

/* A launch: begin, fill all memory, set all inputs, launch, look at the memory. lanes: pixels of a
   quad or vertices, at most 4, each with a result; of compute, workgroups in a row. Returns
   SUBSTITUTION_OK or why not. *uncertain: some branch was decided within an error. */
void substitution_begin(substitution *program);
void substitution_fill(substitution *program, int i, const uint32_t *words, size_t count);
int substitution_set_input(substitution *program, int location, int lane, const float *values);
int substitution_launch(substitution *program, int lanes, reference_result *results,
                        int *uncertain);

/* Of the last launch: did an invocation come to fewer barriers than another of its workgroup? */
int substitution_diverged(const substitution *program);

/* Word k of the i-th resource; 0: it is padding. */
int substitution_word(const substitution *program, int i, size_t k, substitution_number *n);

/* Checks the expectations at the end of a run case (tests/data/run/README). Returns the number of
   them that fail and prints each to stderr. */
int substitution_check_case(const char *name, const char *text, size_t size, int mode);

#endif
