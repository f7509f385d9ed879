/* What the reference evaluator met that is undefined, and what the checking module recorded: the
   other direction of "no report is false". Included by random_check.h.

   The evaluator notes an operation, in a pixel, whose operands it knows exactly and which SPIR-V
   leaves undefined for them. Each must be one of these:
     told      a record of that condition, of an instruction with that line and column, that has
               the pixel;
     dropped   the words have no instruction that does the operation for that line and column: the
               compiler folded it, merged it with a twin elsewhere, or found its value unused;
     unneeded  the words have one, of another expansion of the same text, and no output of the
               pixel is undefined: so the value of this one is used by nothing; or the pixel is
               discarded, perhaps before it comes there;
     undecided the words have one, which stands under a branch, and the evaluator can say nothing
               of the pixel's outputs: the value decides a branch. If both arms are the same, as the
               compiler sees, it is needed in other pixels alone.
   All others are missed. */
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
};
enum { MET_ROWS = sizeof met_rows / sizeof met_rows[0] };

static const char *const met_names[] = {
    "sqrt", "log",       "log2",  "inverse-sqrt", "pow",        "asin", "acos",
    "acosh", "atanh",    "atan2", "normalize",    "clamp",      "nclamp", "smoothstep",
    "mod",  "rem",       "division", "shift",     "bit field",  "conversion"};

/* Of the pixels that were evaluated last. */
static reference_met pixel_met[PIXELS][REFERENCE_MAX_MET];
static size_t pixel_met_count[PIXELS];

static void keep_met(const substitution *r, int pixel) {
    const reference_met *met;
    pixel_met_count[pixel] = substitution_met(r, &met);
    memcpy(pixel_met[pixel], met, pixel_met_count[pixel] * sizeof *met);
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

/* Whether there is a record of it, in that pixel. */
static int is_told(const spvch_module *c, const uint32_t *records, size_t size,
                   const reference_met *met, int pixel) {
    uint32_t site, k;
    spvch_record r;
    for (site = 0; site < c->site_count; site++) {
        const spvch_site *s = &c->sites[site];
        if (!has_condition(s->condition, met->condition)
            || !is_at(c->model, &c->model->insts[s->inst], met))
            continue;
        for (k = 0; spvch_read(c, records, size, site, k, &r); k++)
            if (r.invocation[0] == (uint32_t)(pixel % SIDE)
                && r.invocation[1] == (uint32_t)(pixel / SIDE))
                return 1;
    }
    return 0;
}

static int is_open(const reference_numbers *n) {
    int j;
    for (j = 0; j < n->count; j++)
        if (isinf(n->error[j]) || (n->error[j] > 0 && (*n->type == 'i' || *n->type == 'u')))
            return 1;
    return 0;
}

static int is_output_undefined(const reference_result *pixel) {
    int k;
    for (k = 0; k < pixel->output_count; k++)
        if (is_open(&pixel->output[k])) return 1;
    return pixel->has_depth && is_open(&pixel->depth);
}

/* Whether the evaluator can say nothing of any output. */
static int is_undecided(const reference_result *pixel) {
    int k, j;
    for (k = 0; k < pixel->output_count; k++)
        for (j = 0; j < pixel->output[k].count; j++)
            if (!isinf(pixel->output[k].error[j])) return 0;
    return 1;
}

/* Looks at all that the evaluator met in the pixels. Returns 0 if something is missed. */
static int compare_met(const build *b, const spvch_module *c, const uint32_t *records, size_t size,
                       finding *f) {
    int i;
    size_t k;
    for (i = 0; i < PIXELS; i++)
        for (k = 0; k < pixel_met_count[i]; k++) {
            const reference_met *met = &pixel_met[i][k];
            total->met++;
            if (is_told(c, records, size, met, i)) total->told[met->condition]++;
            else if (!remains(c->model, met)) total->dropped++;
            else if (remains(c->model, met) < 2 && is_undecided(&wanted[i])) total->undecided++;
            else if (wanted[i].discard || !is_output_undefined(&wanted[i])) total->unneeded++;
            else
                return report(f, UNTOLD, "%s: checked: pixel %d: %s at %d:%d is not recorded",
                              build_name(b), i, met_names[met->condition], met->line,
                              met->column);
        }
    return 1;
}

#endif
