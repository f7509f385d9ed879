/* What the records of a module by tools/spv_check.h and the findings of the CPU runner's own checks
   say of one run: where both look, they say the same, of as many invocations. Included after both
   headers. */
#ifndef CHECK_AGREE_H
#define CHECK_AGREE_H

#include <stdio.h>
#include <string.h>

enum { AGREE_ROWS = 256, AGREE_STEPS = 64 };

/* What the runner found, by instruction of the model. */
typedef struct agree_findings {
    struct {
        spvm_inst_ref inst;
        uint32_t check, count;
        const char *message;
    } rows[AGREE_ROWS];
    size_t count;
    int overflowed; /* it found more than it keeps: nothing can be said */
} agree_findings;

static inline spvm_inst_ref agree_inst(const spvm_module *m, size_t word) {
    spvm_inst_ref i = 0;
    while (i < m->inst_count && m->insts[i].word != word) i++;
    return i < m->inst_count ? i : SPVM_NONE;
}

/* Adds the findings of a run: of the module itself, or of its checking one. */
static inline void agree_take(agree_findings *all, const spvch_module *c,
                              const spv_cpu_worker *worker, int is_checking) {
    size_t i, k;
    for (i = 0; i < worker->finding_count && i < SPV_CPU_MAX_FINDINGS; i++) {
        const spv_cpu_finding *f = &worker->findings[i];
        spvm_inst_ref inst = is_checking ? spvch_origin(c, f->word)
                                         : agree_inst(c->model, f->word);
        if (inst == SPVM_NONE && f->check == SPV_CPU_CHECK_RACE) continue; /* flags of what races */
        for (k = 0; k < all->count; k++)
            if (all->rows[k].inst == inst && all->rows[k].check == f->check) break;
        if (k == AGREE_ROWS) break;
        if (k == all->count) {
            all->count++;
            all->rows[k].inst = inst;
            all->rows[k].check = f->check;
            all->rows[k].count = 0;
            all->rows[k].message = f->message;
        }
        all->rows[k].count += f->count;
    }
    if (i < worker->finding_count) all->overflowed = 1;
}

/* Whether the module and its checking one were found the same faults, in places of the model. */
static inline int agree_same(const agree_findings *a, const agree_findings *b, char *text,
                             size_t size) {
    size_t i, k;
    if (a->overflowed || b->overflowed) return 1;
    for (i = 0; i < a->count; i++) {
        for (k = 0; k < b->count; k++)
            if (b->rows[k].inst == a->rows[i].inst && b->rows[k].check == a->rows[i].check
                && b->rows[k].count == a->rows[i].count)
                break;
        if (k < b->count) continue;
        snprintf(text, size, "%s: found at instruction %u of the module alone",
                 a->rows[i].message, (unsigned)a->rows[i].inst);
        return 0;
    }
    if (a->count == b->count) return 1;
    snprintf(text, size, "%u findings, and %u of the checking module", (unsigned)a->count,
             (unsigned)b->count);
    return 0;
}

/* The runner's checks that look at what a condition is about; 0: none does. */
static inline uint32_t agree_checks(spvch_condition condition) {
    if (condition >= SPVCH_VECTOR_INDEX && condition <= SPVCH_SAMPLE) return SPV_CPU_CHECK_RANGE;
    if (condition == SPVCH_UNWRITTEN) return SPV_CPU_CHECK_UNSET;
    if (condition >= SPVCH_SHIFT_LEFT && condition <= SPVCH_FIELD_EXTRACT)
        return SPV_CPU_CHECK_VALUE;
    if (condition == SPVCH_FREM_ZERO || condition == SPVCH_FMOD_ZERO) return 0;
    return condition <= SPVCH_TO_UNSIGNED ? SPV_CPU_CHECK_UNDEFINED : 0;
}

/* The instruction that makes the pointer which an instruction takes; SPVM_NONE. */
static inline spvm_inst_ref agree_pointer(const spvm_module *m, spvm_inst_ref at) {
    spvm_cursor c;
    for (c.word = 0; spvm_next_operand(m, &m->insts[at], &c);) {
        const spvm_inst *def = c.kind == 'i' ? spvm_def(m, m->words[c.word]) : NULL;
        const spvm_type *t = def == NULL || def->result == 0 ? NULL : spvm_type_of(m, def->result);
        if (t != NULL && t->opcode == SPVM_OpTypePointer && def->block != SPVM_NONE)
            return (spvm_inst_ref)(def - m->insts);
    }
    return SPVM_NONE;
}

/* How often the sites fired that are about what a check looks at in an instruction: the most of
   one, and all together. */
static inline void agree_sum(const spvch_module *c, const uint32_t *buffer, size_t size,
                             spvm_inst_ref inst, uint32_t check, uint32_t *most, uint32_t *sum) {
    uint32_t i, count;
    uint32_t steps = 0;
    for (*most = *sum = 0; inst != SPVM_NONE && steps < AGREE_STEPS; steps++,
         inst = check == SPV_CPU_CHECK_RANGE ? agree_pointer(c->model, inst) : SPVM_NONE)
        for (i = 0; i < c->site_count; i++) {
            if (c->sites[i].inst != inst || agree_checks(c->sites[i].condition) != check) continue;
            count = spvch_count(c, buffer, size, i);
            if (count > *most) *most = count;
            *sum += count;
        }
}

/* Whether what a site records is seen by the runner at another instruction, which accesses what the
   site's pointer leads to. */
static inline int agree_is_access(const spvch_module *c, spvm_inst_ref inst, spvm_inst_ref site) {
    uint32_t steps;
    for (steps = 0; inst != SPVM_NONE && inst != site && steps < AGREE_STEPS; steps++)
        inst = agree_pointer(c->model, inst);
    return inst == site;
}

static inline int agree_tells(const spvch_module *c, const agree_findings *all, uint32_t site,
                              uint32_t check) {
    size_t k;
    for (k = 0; k < all->count; k++)
        if (all->rows[k].check == check
            && (check == SPV_CPU_CHECK_RANGE
                    ? agree_is_access(c, all->rows[k].inst, c->sites[site].inst)
                    : all->rows[k].inst == c->sites[site].inst))
            return 1;
    return 0;
}

/* Whether a site is about a struct or an array that is loaded as a whole, of which the runner says
   nothing. */
static inline int agree_is_whole(const spvch_module *c, uint32_t site) {
    const spvm_type *t = c->sites[site].condition == SPVCH_UNWRITTEN
                             ? spvm_type_of(c->model, c->sites[site].result) : NULL;
    return t != NULL && (t->opcode == SPVM_OpTypeStruct || t->opcode == SPVM_OpTypeArray);
}

/* What the runner alone sees: races; derivatives in a part of a quad; memory that is smaller than
   its type; variables that were never written where functions pass pointers on, or where what was
   read is only moved (fewer records than findings). */
static inline int agree_may_differ(uint32_t check, uint32_t found, uint32_t most) {
    if (check == SPV_CPU_CHECK_RACE || check == SPV_CPU_CHECK_QUAD) return 1;
    return (check == SPV_CPU_CHECK_UNSET || check == SPV_CPU_CHECK_RANGE) && most <= found;
}

/* Compares records and findings. Returns 0 and says what one has and the other has not. *both
   counts the places where both say it, *alone those where the runner alone does. */
static inline int agree(const spvch_module *c, const uint32_t *buffer, size_t size,
                        const agree_findings *all, unsigned long *both, unsigned long *alone,
                        char *text, size_t text_size) {
    uint32_t i, most, sum;
    size_t k;
    if (all->overflowed) return 1;
    for (k = 0; k < all->count; k++) {
        agree_sum(c, buffer, size, all->rows[k].inst, all->rows[k].check, &most, &sum);
        if (most > 0 && most <= all->rows[k].count && all->rows[k].count <= sum) {
            ++*both;
            continue;
        }
        ++*alone;
        if (agree_may_differ(all->rows[k].check, all->rows[k].count, most)) continue;
        snprintf(text, text_size, "%s: the runner finds %u at instruction %u, %u are recorded",
                 all->rows[k].message, (unsigned)all->rows[k].count,
                 (unsigned)all->rows[k].inst, (unsigned)sum);
        return 0;
    }
    for (i = 0; i < c->site_count; i++) {
        uint32_t check = agree_checks(c->sites[i].condition);
        if (check == 0 || agree_is_whole(c, i) || spvch_count(c, buffer, size, i) == 0
            || agree_tells(c, all, i, check))
            continue;
        snprintf(text, text_size, "%s: %u records of instruction %u, of which the runner finds "
                 "nothing", c->sites[i].text, (unsigned)spvch_count(c, buffer, size, i),
                 (unsigned)c->sites[i].inst);
        return 0;
    }
    return 1;
}

#endif
