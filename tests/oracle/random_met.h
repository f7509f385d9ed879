/* What the reference evaluator met that is undefined, and what the checking module recorded.
   Included by random_check.h.

   No record is missing. The evaluator notes an operation, in a pixel, whose operands it knows
   exactly and which SPIR-V leaves undefined for them, and marks the components that it computes
   from the result: so it knows whether an output needs it. Each must be one of these:
     told      a record of that condition, of an instruction with that line and column, that has
               the pixel;
     dropped   the words have no instruction that does the operation for that line and column: the
               compiler folded it, merged it with a twin elsewhere, or found its value unused;
     merged    it gives a matrix, and a record of that condition of another place has the pixel: a
               column of it has a twin there;
     folded    its operands are constants, and the compiler computes it by a rule of its own (mod
               and rem by 0): the words have one of another expansion, element or column;
     unneeded  the words have one, of another expansion, element or column of the same text, and no
               output of the pixel comes from this one; or the pixel is discarded, perhaps before it
               comes there;
     undecided the words have one, which stands under a branch, and the result decides a branch or
               an index: if both arms are the same, as the compiler sees, it is needed in other
               pixels alone.
   All others are missed.

   No record is false. What is recorded in a pixel is of a condition that the evaluator meets there,
   or may meet within the errors of the operands, when it computes what the words compute: also
   what loops pass, and all elements of an array of which one is taken. With guards kept nothing
   runs that the program does not ask for; without them nothing is said. The place is not compared,
   as twins are merged. */
#ifndef RANDOM_MET_H
#define RANDOM_MET_H

/* The instructions that do what a condition is about: number is that of GLSL.std.450, of an
   OpExtInst; first and last are their conditions. */
static const struct {
    reference_condition met;
    uint32_t opcode, number;
    spvch_condition first, last;
} met_rows[] = {
    {MET_SQRT, SPVM_OpExtInst, SPVM_GLSL_Sqrt, SPVCH_SQRT, SPVCH_SQRT},
    {MET_LOG, SPVM_OpExtInst, SPVM_GLSL_Log, SPVCH_LOG, SPVCH_LOG},
    {MET_LOG2, SPVM_OpExtInst, SPVM_GLSL_Log2, SPVCH_LOG2, SPVCH_LOG2},
    {MET_INVERSE_SQRT, SPVM_OpExtInst, SPVM_GLSL_InverseSqrt, SPVCH_INVERSE_SQRT,
     SPVCH_INVERSE_SQRT},
    {MET_POW, SPVM_OpExtInst, SPVM_GLSL_Pow, SPVCH_POW, SPVCH_POW},
    {MET_ASIN, SPVM_OpExtInst, SPVM_GLSL_Asin, SPVCH_ASIN, SPVCH_ASIN},
    {MET_ACOS, SPVM_OpExtInst, SPVM_GLSL_Acos, SPVCH_ACOS, SPVCH_ACOS},
    {MET_ACOSH, SPVM_OpExtInst, SPVM_GLSL_Acosh, SPVCH_ACOSH, SPVCH_ACOSH},
    {MET_ATANH, SPVM_OpExtInst, SPVM_GLSL_Atanh, SPVCH_ATANH, SPVCH_ATANH},
    {MET_ATAN2, SPVM_OpExtInst, SPVM_GLSL_Atan2, SPVCH_ATAN2, SPVCH_ATAN2},
    {MET_NORMALIZE, SPVM_OpExtInst, SPVM_GLSL_Normalize, SPVCH_NORMALIZE, SPVCH_NORMALIZE},
    {MET_CLAMP, SPVM_OpExtInst, SPVM_GLSL_FClamp, SPVCH_FCLAMP, SPVCH_FCLAMP},
    {MET_CLAMP, SPVM_OpExtInst, SPVM_GLSL_UClamp, SPVCH_UCLAMP, SPVCH_UCLAMP},
    {MET_CLAMP, SPVM_OpExtInst, SPVM_GLSL_SClamp, SPVCH_SCLAMP, SPVCH_SCLAMP},
    {MET_NCLAMP, SPVM_OpExtInst, SPVM_GLSL_NClamp, SPVCH_NCLAMP, SPVCH_NCLAMP},
    {MET_SMOOTHSTEP, SPVM_OpExtInst, SPVM_GLSL_SmoothStep, SPVCH_SMOOTHSTEP, SPVCH_SMOOTHSTEP},
    {MET_MOD, SPVM_OpFMod, 0, SPVCH_FMOD_ZERO, SPVCH_FMOD_ZERO},
    {MET_REM, SPVM_OpFRem, 0, SPVCH_FREM_ZERO, SPVCH_FREM_ZERO},
    {MET_DIVISION, SPVM_OpUDiv, 0, SPVCH_UDIV_ZERO, SPVCH_UDIV_ZERO},
    {MET_DIVISION, SPVM_OpSDiv, 0, SPVCH_SDIV_ZERO, SPVCH_SDIV_RANGE},
    {MET_DIVISION, SPVM_OpUMod, 0, SPVCH_UMOD_ZERO, SPVCH_UMOD_ZERO},
    {MET_DIVISION, SPVM_OpSRem, 0, SPVCH_SREM_ZERO, SPVCH_SREM_RANGE},
    {MET_DIVISION, SPVM_OpSMod, 0, SPVCH_SMOD_ZERO, SPVCH_SMOD_RANGE},
    {MET_SHIFT, SPVM_OpShiftLeftLogical, 0, SPVCH_SHIFT_LEFT, SPVCH_SHIFT_LEFT},
    {MET_SHIFT, SPVM_OpShiftRightLogical, 0, SPVCH_SHIFT_RIGHT, SPVCH_SHIFT_RIGHT},
    {MET_SHIFT, SPVM_OpShiftRightArithmetic, 0, SPVCH_SHIFT_SIGNED, SPVCH_SHIFT_SIGNED},
    {MET_BIT_FIELD, SPVM_OpBitFieldInsert, 0, SPVCH_FIELD_INSERT, SPVCH_FIELD_INSERT},
    {MET_BIT_FIELD, SPVM_OpBitFieldSExtract, 0, SPVCH_FIELD_SIGNED, SPVCH_FIELD_SIGNED},
    {MET_BIT_FIELD, SPVM_OpBitFieldUExtract, 0, SPVCH_FIELD_EXTRACT, SPVCH_FIELD_EXTRACT},
    {MET_CONVERSION, SPVM_OpConvertFToS, 0, SPVCH_TO_SIGNED, SPVCH_TO_SIGNED},
    {MET_CONVERSION, SPVM_OpConvertFToU, 0, SPVCH_TO_UNSIGNED, SPVCH_TO_UNSIGNED},
    {MET_LDEXP, SPVM_OpExtInst, SPVM_GLSL_Ldexp, SPVCH_LDEXP, SPVCH_LDEXP},
    {MET_FREXP, SPVM_OpExtInst, SPVM_GLSL_FrexpStruct, SPVCH_FREXP_STRUCT,
     SPVCH_FREXP_STRUCT},
    {MET_INVERSE, SPVM_OpExtInst, SPVM_GLSL_MatrixInverse, SPVCH_INVERSE, SPVCH_INVERSE},
};
enum { MET_ROWS = sizeof met_rows / sizeof met_rows[0] };

static const char *const met_names[] = {
    "sqrt", "log",       "log2",  "inverse-sqrt", "pow",        "asin", "acos",
    "acosh", "atanh",    "atan2", "normalize",    "clamp",      "nclamp", "smoothstep",
    "mod",  "rem",       "division", "shift",     "bit field",  "conversion",
    "ldexp", "frexp",    "inverse"};

/* Of the pixels that were evaluated last. */
static reference_met pixel_met[PIXELS][REFERENCE_MAX_MET];
static size_t pixel_met_count[PIXELS];
static uint32_t pixel_may_meet[PIXELS];

static void keep_met(const substitution *r, int pixel) {
    const reference_met *met;
    pixel_met_count[pixel] = substitution_met(r, &met);
    memcpy(pixel_met[pixel], met, pixel_met_count[pixel] * sizeof *met);
    pixel_may_meet[pixel] = substitution_may_meet(r);
}

static int is_at(const spvm_module *m, const spvm_inst *inst, const reference_met *met) {
    return inst->line != SPVM_NONE && (int)m->lines[inst->line].line == met->line
           && (int)m->lines[inst->line].column == met->column;
}

/* Whether the words have an instruction that does the operation for its place: 2 if one of them
   runs always. */
static int remains(const spvm_module *m, const reference_met *met) {
    spvm_inst_ref i;
    int k, found = 0;
    for (i = 0; i < m->inst_count; i++)
        for (k = 0; k < MET_ROWS; k++)
            if (met_rows[k].met == met->condition && met_rows[k].opcode == m->insts[i].opcode
                && (met_rows[k].number == 0
                    || met_rows[k].number == spvm_operand(m, &m->insts[i], 4))
                && is_at(m, &m->insts[i], met)) {
                const spvm_block *b = &m->blocks[m->insts[i].block];
                found |= m->functions[b->function].first_block == m->insts[i].block ? 2 : 1;
            }
    return found > 2 ? 2 : found;
}

static int has_condition(spvch_condition condition, reference_condition met) {
    int k;
    for (k = 0; k < MET_ROWS; k++)
        if (met_rows[k].met == met && condition >= met_rows[k].first
            && condition <= met_rows[k].last)
            return 1;
    return 0;
}

/* Whether there is a record of it, in that pixel; or of that condition, wherever it stands. */
static int is_told(const spvch_module *c, const uint32_t *records, size_t size,
                   const reference_met *met, int pixel, int anywhere) {
    uint32_t site, k;
    spvch_record r;
    for (site = 0; site < c->site_count; site++) {
        const spvch_site *s = &c->sites[site];
        if (!has_condition(s->condition, met->condition)
            || (!anywhere && !is_at(c->model, &c->model->insts[s->inst], met)))
            continue;
        for (k = 0; spvch_read(c, records, size, site, k, &r); k++)
            if (r.invocation[0] == (uint32_t)(pixel % SIDE)
                && r.invocation[1] == (uint32_t)(pixel / SIDE))
                return 1;
    }
    return 0;
}

/* Looks at all that the evaluator met in the pixels. Returns 0 if something is missed. */
static int compare_met(const build *b, const spvch_module *c, const uint32_t *records, size_t size,
                       finding *f) {
    int i;
    size_t k;
    for (i = 0; i < PIXELS; i++)
        for (k = 0; k < pixel_met_count[i]; k++) {
            const reference_met *met = &pixel_met[i][k];
            int left = remains(c->model, met);
            total->met++;
            if (is_told(c, records, size, met, i, 0)) total->told[met->condition]++;
            else if (!left || met->folds) total->dropped++;
            else if (met->columns > 1 && is_told(c, records, size, met, i, 1)) total->merged++;
            else if (wanted[i].discard || met->need == NEEDED_BY_NOTHING) total->unneeded++;
            else if (left < 2 && met->need == NEEDED_BY_CHOICE) total->undecided++;
            else
                return report(f, UNTOLD, "%s: checked: pixel %d: %s at %d:%d is not recorded",
                              build_name(b), i, met_names[met->condition], met->line,
                              met->column);
        }
    return 1;
}

/* The bits of what a record of that condition asks for: one of them is met. */
static uint32_t asked_of(spvch_condition condition) {
    uint32_t bits = 0;
    int k;
    for (k = 0; k < MET_ROWS; k++)
        if (condition >= met_rows[k].first && condition <= met_rows[k].last)
            bits |= 1u << met_rows[k].met;
    return bits ? bits : ~0u;
}

/* What the pixels may meet, as the words compute them. */
static void find_may_meet(substitution *r) {
    reference_result by_value;
    int i;
    substitution_options(r, steps_of_pixel, 0, 1);
    for (i = 0; i < PIXELS; i++)
        pixel_may_meet[i] |= run_pixel(r, i, &by_value) == SUBSTITUTION_OK
                                 ? substitution_may_meet(r)
                                 : ~0u;
}

/* Looks at all records of the pixels. Returns 0 if one is false. That the bound of --max-iterations
   has ended a loop is no operation of the evaluator's: what the loop gives then is compared. */
static int compare_records(const build *b, const spvch_module *c, const uint32_t *records,
                           size_t size, substitution *r, finding *f) {
    uint32_t site, k;
    spvch_record record;
    find_may_meet(r);
    for (site = 0; site < c->site_count; site++)
        for (k = 0; spvch_read(c, records, size, site, k, &record); k++) {
            uint32_t pixel = record.invocation[1] * SIDE + record.invocation[0];
            if (max_iterations != 0 && c->sites[site].condition == SPVCH_LOOP) continue;
            if (record.invocation[0] < SIDE && pixel < PIXELS
                && !(pixel_may_meet[pixel] & asked_of(c->sites[site].condition)))
                return report(f, WRONG_VALUES, "%s: checked: pixel %d: recorded: %s: line %u",
                              build_name(b), (int)pixel, c->sites[site].text, c->sites[site].line);
        }
    return 1;
}

#endif
