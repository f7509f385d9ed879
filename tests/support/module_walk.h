/* Goes over all that spvm_load has made, as a tool would: every reference must be in its table.
   Include tools/spv_module.h with SPV_MODULE_IMPLEMENTATION first. */
#ifndef MODULE_WALK_H
#define MODULE_WALK_H

#include <stdio.h>
#include <stdlib.h>

#define WALK(condition) walk_check((condition) != 0, #condition, __LINE__)
static void walk_check(int ok, const char *condition, int line) {
    if (ok) return;
    fprintf(stderr, "tests/support/module_walk.h:%d: %s\n", line, condition);
    abort();
}

static int walk_optional(uint32_t reference, uint32_t count) {
    return reference == SPVM_NONE || reference < count;
}

static int walk_range(uint32_t first, uint32_t count, uint32_t total) {
    return first <= total && count <= total - first;
}

static void walk_ids(const spvm_module *m) {
    const uint32_t rows[] = {0, m->type_count, m->constant_count, 0, m->function_count, 0,
                             m->block_count, 0, 0, m->set_count, 0};
    uint32_t i, k;
    for (i = 0; i < m->bound; i++) {
        const spvm_id_row *id = &m->ids[i];
        WALK(id->kind <= SPVM_ID_OTHER);
        WALK(walk_optional(id->def, m->inst_count));
        WALK((id->kind == SPVM_ID_NONE) == (id->def == SPVM_NONE));
        WALK(rows[id->kind] == 0 || id->row < rows[id->kind]);
        WALK(id->object < m->bound);
        WALK(id->object == 0 || m->ids[id->object].object == id->object);
        WALK(walk_range(id->first_use, id->use_count, m->use_count));
        WALK(walk_range(id->first_decoration, id->decoration_count, m->decoration_count));
        for (k = id->first_use; k < id->first_use + id->use_count; k++) {
            const spvm_inst *inst = &m->insts[m->uses[k].inst];
            WALK(m->uses[k].inst < m->inst_count);
            WALK(m->uses[k].word > inst->word && m->uses[k].word < inst->word + inst->length);
            WALK(m->words[m->uses[k].word] == i);
        }
    }
}

static void walk_tables(const spvm_module *m) {
    uint32_t i, k;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        WALK(inst->word + inst->length == (i + 1 < m->inst_count ? inst[1].word : m->word_count));
        WALK(walk_optional(inst->block, m->block_count));
        WALK(walk_optional(inst->line, m->line_count));
        WALK(inst->result < m->bound && inst->type < m->bound);
    }
    for (i = 0; i < m->type_count; i++) {
        const spvm_type *t = &m->types[i];
        int members = t->opcode == SPVM_OpTypeStruct || t->opcode == SPVM_OpTypeFunction;
        WALK(m->ids[t->id].row == i);
        WALK(t->element == 0 || m->ids[t->element].kind == SPVM_ID_TYPE);
        WALK(!members || walk_range(t->first_member, t->count, m->member_count));
        WALK(t->length == 0 || m->ids[t->length].kind == SPVM_ID_CONSTANT);
        /* Types end: what they are made of stands before them, but for pointers. */
        WALK(t->element == 0 || t->opcode == SPVM_OpTypePointer || m->ids[t->element].row < i
             || m->types[m->ids[t->element].row].opcode == SPVM_OpTypePointer);
        for (k = 0; members && k < t->count; k++) {
            const spvm_type *part = spvm_type_of(m, m->members[t->first_member + k].type);
            WALK(part != NULL && (part < t || part->opcode == SPVM_OpTypePointer));
        }
    }
    for (i = 0; i < m->member_count; i++)
        WALK(walk_range(m->members[i].first_decoration, m->members[i].decoration_count,
                        m->decoration_count));
    for (i = 0; i < m->decoration_count; i++)
        WALK(walk_range(m->decorations[i].word, m->decorations[i].word_count, m->word_count));
    for (i = 0; i < m->constant_count; i++) {
        WALK(m->ids[m->constants[i].id].row == i);
        WALK(m->ids[m->constants[i].type].kind == SPVM_ID_TYPE);
        WALK(walk_range(m->constants[i].word, m->constants[i].word_count, m->word_count));
    }
    for (i = 0; i < m->entry_count; i++) {
        const spvm_entry *e = &m->entries[i];
        WALK(e->function < m->function_count);
        WALK(walk_range(e->interface_word, e->interface_count, m->word_count));
        WALK(walk_range(e->first_mode, e->mode_count, m->mode_count));
        WALK(walk_range(e->name.word, e->name.size / 4 + 1, m->word_count));
    }
    for (i = 0; i < m->line_count; i++) WALK(m->lines[i].file < m->bound);
    for (i = 0; i < m->variable_count; i++) WALK(m->ids[m->variables[i]].kind == SPVM_ID_VARIABLE);
    WALK(walk_optional(m->source, m->inst_count));
}

static int walk_tree(const spvm_module *m, const spvm_tree *t) {
    return walk_optional(t->parent, m->block_count)
           && (t->first == SPVM_NONE || t->first <= t->last);
}

static void walk_blocks(const spvm_module *m) {
    uint32_t i, k;
    for (i = 0; i < m->block_count; i++) {
        const spvm_block *b = &m->blocks[i];
        WALK(b->function < m->function_count && m->ids[b->label].row == i);
        WALK(b->first < b->last && b->last < m->inst_count);
        WALK(walk_optional(b->merge, m->inst_count));
        WALK(walk_optional(b->merge_block, m->block_count));
        WALK(walk_optional(b->continue_block, m->block_count));
        WALK(walk_range(b->first_successor, b->successor_count, m->edge_count));
        WALK(walk_range(b->first_predecessor, b->predecessor_count, m->edge_count));
        for (k = 0; k < b->successor_count; k++)
            WALK(m->edges[b->first_successor + k].from == i);
        for (k = 0; k < b->predecessor_count; k++)
            WALK(m->edges[m->predecessors[b->first_predecessor + k]].to == i);
        WALK(walk_tree(m, &b->dominator) && walk_tree(m, &b->postdominator));
        WALK(walk_tree(m, &b->structural) && walk_tree(m, &b->structural_post));
        WALK(walk_optional(b->construct, m->construct_count));
        WALK(walk_optional(b->opens, m->construct_count));
        WALK(b->order == SPVM_NONE
             || m->order[m->functions[b->function].first_block + b->order] == i);
    }
    for (i = 0; i < m->edge_count; i++) {
        const spvm_edge *e = &m->edges[i];
        WALK(e->from < m->block_count && e->to < m->block_count);
        WALK(walk_optional(e->construct, m->construct_count));
        WALK(!m->is_structured
             || (e->kind == SPVM_EDGE_DEAD) == (m->blocks[e->from].order == SPVM_NONE));
        WALK((e->construct == SPVM_NONE) == (e->kind <= SPVM_EDGE_INTO));
    }
    for (i = 0; i < m->construct_count; i++) {
        const spvm_construct *c = &m->constructs[i];
        WALK(c->parent == SPVM_NONE || c->parent < i);
        WALK(c->header < m->block_count && c->merge < m->block_count);
        WALK((c->kind == SPVM_LOOP || c->kind == SPVM_CONTINUE)
             == (c->continue_target < m->block_count));
        WALK(c->kind != SPVM_LOOP || c->back_edge < m->block_count);
        WALK(walk_optional(c->loop, m->construct_count));
        WALK(walk_optional(c->breaks, m->construct_count));
        WALK(walk_optional(c->fall, m->construct_count));
    }
}

static void walk_functions(const spvm_module *m) {
    uint32_t i, k, *seen = (uint32_t *)calloc(m->function_count + 1, sizeof *seen);
    if (seen == NULL) exit(3);
    for (i = 0; i < m->function_count; i++) {
        const spvm_function *f = &m->functions[i];
        WALK(f->first < f->last && f->last < m->inst_count);
        WALK(walk_range(f->first_parameter, f->parameter_count, m->parameter_count));
        WALK(walk_range(f->first_block, f->block_count, m->block_count));
        WALK(walk_range(f->first_call, f->call_count, m->call_count));
        WALK(walk_range(f->first_construct, f->construct_count, m->construct_count));
        WALK(f->order_count <= f->block_count);
    }
    for (i = 0; i < m->function_count; i++) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        WALK(m->call_order[i] < m->function_count && !seen[m->call_order[i]]);
        for (k = 0; k < f->call_count; k++) WALK(seen[m->calls[f->first_call + k].callee]);
        seen[m->call_order[i]] = 1;
    }
    free(seen);
}

static void walk(const spvm_module *m) {
    walk_ids(m);
    walk_tables(m);
    walk_blocks(m);
    walk_functions(m);
}

/* Loads words in memory of just the size that the load asks for. NULL: an error, or no memory was
   asked for; m->error tells. The caller frees it. */
static void *walk_load(spvm_module *m, const uint32_t *words, size_t count) {
    size_t size = spvm_memory(words, count);
    void *memory = malloc(size + !size);
    if (memory == NULL) exit(3);
    if (spvm_load(m, NULL, words, count, memory, size) == SPVM_OK) {
        walk(m);
        return memory;
    }
    WALK(m->error.status != SPVM_MEMORY && m->error.text[0] != 0);
    WALK(size == 0 || walk_optional(m->error.inst, m->inst_count));
    free(memory);
    return NULL;
}

#endif
