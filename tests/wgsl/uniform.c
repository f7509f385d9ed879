/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/wgsl/uniform.c tests/code/spv_check.c tests/code/spv_text.c -o uniform */
/* Verdicts of tools/spv_uniformity.h, beside the texts of the same modules:
       uniform [--variants N] [--seed S] [--list FILE] DIR FILE.spv...
   The files may also be named in a FILE, line by line. Of each module, and of N variants with one
   operation more at a place that is random (a barrier in a compute shader, a derivative in a
   fragment shader, a vote of the subgroup in either), the text in WGSL without a directive that
   allows it is a file in DIR, and a line of DIR/uniform.jsonl says what the analysis found;
   tests/wgsl/uniform.mjs asks Dawn. What has no text is left out. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPV_UNIFORMITY_IMPLEMENTATION
#include "tools/spv_text.h"
#include "tools/spv_uniformity.h"

#include "tests/support/random_bits.h"

enum { MORE_WORDS = 64 };

typedef enum { NOTHING, BARRIER, DERIVATIVE, VOTE } addition;
static const char *const addition_names[] = {"none", "barrier", "derivative", "vote"};

static unsigned long written, left_out;

static void *need(void *memory) {
    if (memory == NULL) exit(3);
    return memory;
}

/* ---- one operation more */

typedef struct words {
    uint32_t *at;
    size_t count;
} words;

static void put(words *w, uint32_t opcode, uint32_t length, uint32_t a, uint32_t b, uint32_t c,
                uint32_t d, uint32_t e) {
    const uint32_t operands[] = {a, b, c, d, e};
    w->at[w->count++] = length << 16 | opcode;
    memcpy(w->at + w->count, operands, (length - 1) * 4);
    w->count += length - 1;
}

/* A type of the module with these operands; one is made if there is none. */
static uint32_t type(const spvm_module *m, words *w, uint32_t *bound, uint32_t opcode,
                     uint32_t operand_count, uint32_t a, uint32_t b) {
    uint32_t i;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        if (inst->opcode == opcode && inst->length == operand_count + 2
            && (operand_count < 1 || spvm_operand(m, inst, 2) == a)
            && (operand_count < 2 || spvm_operand(m, inst, 3) == b))
            return inst->result;
    }
    put(w, opcode, operand_count + 2, *bound, a, b, 0, 0);
    return (*bound)++;
}

static uint32_t constant(words *w, uint32_t *bound, uint32_t of, uint32_t bits) {
    put(w, SPVM_OpConstant, 4, of, *bound, bits, 0, 0);
    return (*bound)++;
}

/* A place in a function's body for an instruction: behind which one. */
static spvm_inst_ref place(const spvm_module *m) {
    const spvm_block *b = &m->blocks[random_below(m->block_count)];
    spvm_inst_ref first = b->first, last = b->merge != SPVM_NONE ? b->merge : b->last, k;
    for (k = b->first + 1; k < last; k++)
        if (m->insts[k].opcode == SPVM_OpPhi || m->insts[k].opcode == SPVM_OpVariable
            || m->insts[k].opcode == SPVM_OpLine)
            first = k;
    return first + random_below(last - first);
}

static int has_model(const spvm_module *m, uint32_t model) {
    uint32_t i;
    for (i = 0; i < m->entry_count; i++)
        if (m->entries[i].model != model) return 0;
    return m->entry_count > 0;
}

/* The words with an operation more; its result is kept in a private variable. */
static words add(const spvm_module *m, addition what) {
    static const uint32_t vote[] = {2u << 16 | SPVM_OpCapability,
                                    SPVM_Capability_GroupNonUniformVote};
    uint32_t bound = m->bound, of, pointer, kept, operand, result, scope;
    spvm_inst_ref where = place(m), first = m->functions[0].first;
    size_t before = m->insts[first].word, after = m->insts[where].word + m->insts[where].length;
    words w;
    w.at = (uint32_t *)need(malloc(4 * ((size_t)m->word_count + MORE_WORDS)));
    memcpy(w.at, m->words, 20);
    w.count = 5;
    if (what == VOTE) {
        memcpy(w.at + 5, vote, sizeof vote);
        w.count = 7;
    }
    memcpy(w.at + w.count, m->words + 5, 4 * (before - 5));
    w.count += before - 5;
    of = type(m, &w, &bound, SPVM_OpTypeInt, 2, 32, 0);
    scope = constant(&w, &bound, of, what == BARRIER ? SPVM_Scope_Workgroup : SPVM_Scope_Subgroup);
    if (what == BARRIER) operand = constant(&w, &bound, of, 264);
    else if (what == DERIVATIVE) {
        of = type(m, &w, &bound, SPVM_OpTypeFloat, 1, 32, 0);
        operand = constant(&w, &bound, of, 0x3F800000);
    } else {
        of = type(m, &w, &bound, SPVM_OpTypeBool, 0, 0, 0);
        put(&w, SPVM_OpConstantTrue, 3, of, operand = bound++, 0, 0, 0);
    }
    pointer = type(m, &w, &bound, SPVM_OpTypePointer, 2, SPVM_StorageClass_Private, of);
    put(&w, SPVM_OpVariable, 4, pointer, kept = bound++, SPVM_StorageClass_Private, 0, 0);
    memcpy(w.at + w.count, m->words + before, 4 * (after - before));
    w.count += after - before;
    result = bound++;
    if (what == BARRIER) put(&w, SPVM_OpControlBarrier, 4, scope, scope, operand, 0, 0);
    else if (what == DERIVATIVE) put(&w, SPVM_OpDPdx, 4, of, result, operand, 0, 0);
    else put(&w, SPVM_OpGroupNonUniformAny, 5, of, result, scope, operand, 0);
    if (what != BARRIER) put(&w, SPVM_OpStore, 3, kept, result, 0, 0, 0);
    memcpy(w.at + w.count, m->words + after, 4 * (m->word_count - after));
    w.count += m->word_count - after;
    w.at[3] = bound;
    return w;
}

/* ---- both verdicts */

/* Which functions an entry point comes to. */
static char *reached(const spvm_module *m) {
    char *is = (char *)need(calloc(m->function_count + 1, 1));
    uint32_t i, k;
    for (i = 0; i < m->entry_count; i++) is[m->entries[i].function] = 1;
    for (i = m->function_count; i-- > 0;) {
        const spvm_function *f = &m->functions[m->call_order[i]];
        for (k = 0; k < f->call_count && is[m->call_order[i]]; k++)
            is[m->calls[f->first_call + k].callee] = 1;
    }
    return is;
}

/* Whether all ways from a branch meet before its merge block, and a place is behind that: a case
   that all others fall into. In the text they meet there; in SPIR-V they need not. */
static int is_passed(const spvm_module *m, spvm_inst_ref branch, spvm_inst_ref place) {
    const spvm_block *b = &m->blocks[m->insts[branch].block];
    spvm_block_ref meet = b->postdominator.parent;
    return b->postdominator.first != SPVM_NONE && meet != SPVM_NONE && meet != b->merge_block
           && spvm_above(&m->blocks[meet].dominator,
                         &m->blocks[m->insts[place].block].dominator);
}

/* Whether a finding is one because some leave a construct, which the analysis takes to be behind it
   wherever the text has that. */
static int is_by_leaving(const spvu_analysis *a, const spvu_finding *f) {
    spvu_node_ref n;
    uint32_t i;
    for (n = f->node; a->nodes[n].cause != SPVM_NONE; n = a->edges[a->nodes[n].cause].from)
        for (i = 0; i < a->module->construct_count; i++)
            if (a->scratch->left_of[i] == n) return 1;
    return 0;
}

static void put_reasons(FILE *list, const spvu_analysis *a, const spvu_finding *f) {
    static const char *const steps[] = {"need", "flow", "branch", "value", "load", "store",
                                        "argument", "call", "return", "kill", "source"};
    const spvm_module *m = a->module;
    spvu_cursor c;
    spvu_reason r;
    spvm_inst_ref place = f->inst;
    char opcode_name[SPVM_NAME_SIZE];
    int count = 0;
    memset(&c, 0, sizeof c);
    if (is_by_leaving(a, f)) fprintf(list, "leaving ");
    while (spvu_next_reason(a, f, &c, &r)) {
        const spvm_inst *def = spvm_def(m, r.id);
        const spvm_type *t = spvm_type_of(m, r.id);
        const char *opcode = def == NULL ? NULL : spvm_opcode_name(def->opcode, opcode_name);
        fprintf(list, "%s%s%s", count++ > 0 ? " < " : "", steps[r.why],
                r.why == SPVU_WHY_BRANCH && is_passed(m, r.inst, place) ? " by all ways" : "");
        if (r.why == SPVU_WHY_CALL) place = r.inst;
        if (opcode != NULL) fprintf(list, " %s", opcode);
        if (def != NULL && def->opcode == SPVM_OpVariable && t != NULL)
            fprintf(list, " %u", (unsigned)t->storage);
    }
}

static int analyze(FILE *list, const spvm_module *m) {
    static spvu_analysis a;
    spvu_options o;
    size_t size = spvu_memory(m);
    void *memory = need(malloc(size));
    char *is_reached = reached(m);
    uint32_t i, count = 0;
    memset(&o, 0, sizeof o);
    o.as_wgsl = 1;
    while (spvu_analyze(&a, &o, m, memory, size) == SPVU_MEMORY) {
        free(memory);
        memory = need(malloc(size = a.needed));
    }
    fprintf(list, "\"found\":[");
    for (i = 0; a.status == SPVU_OK && i < a.finding_count; i++) {
        const spvm_inst *inst = &m->insts[a.findings[i].inst];
        if (!is_reached[m->blocks[inst->block].function]) continue;
        fprintf(list, "%s{\"what\":\"%s\",\"why\":\"", count++ > 0 ? "," : "",
                a.findings[i].rule->what);
        put_reasons(list, &a, &a.findings[i]);
        fprintf(list, "\"}");
    }
    fprintf(list, "]");
    free(is_reached);
    free(memory);
    return a.status == SPVU_OK;
}

/* Writes the text. Returns 0 if there is none. */
static int translate(const char *path, const uint32_t *code, size_t count) {
    spvt_options o;
    spvt_result r;
    size_t size = spvt_memory(code, count), room = (size_t)1 << 16;
    void *memory = need(malloc(size));
    char *text = (char *)need(malloc(room));
    FILE *file;
    memset(&o, 0, sizeof o);
    o.features = SPVT_F16 | SPVT_SUBGROUPS;
    o.keep_uniformity = 1;
    while (spvt_translate(&r, &o, code, count, memory, size, text, room) == SPVT_MEMORY) {
        if (r.memory_needed > size) memory = need(realloc(memory, size = r.memory_needed));
        if (r.text_size >= room) text = (char *)need(realloc(text, room = r.text_size + 1));
    }
    if (r.status == SPVT_OK) {
        file = fopen(path, "wb");
        if (file == NULL || fwrite(text, 1, r.text_size, file) != r.text_size || fclose(file) != 0)
            exit(3);
    }
    free(memory);
    free(text);
    return r.status == SPVT_OK;
}

static spvm_status load(spvm_module *m, const uint32_t *code, size_t count, void **memory) {
    size_t size = spvm_memory(code, count);
    *memory = need(malloc(size + 1));
    return spvm_load(m, NULL, code, count, *memory, size);
}

static void variant(FILE *list, const char *folder, const char *name, unsigned number,
                    const words *code, addition what) {
    static spvm_module m;
    char path[1024];
    void *memory;
    snprintf(path, sizeof path, "%s/%s-%u.wgsl", folder, name, number);
    if (load(&m, code->at, code->count, &memory) != SPVM_OK || m.function_count == 0
        || !translate(path, code->at, code->count)) {
        left_out++;
    } else {
        fprintf(list, "{\"name\":\"%s-%u\",\"wgsl\":\"%s-%u.wgsl\",\"op\":\"%s\",", name, number,
                name, number, addition_names[what]);
        analyze(list, &m);
        fprintf(list, "}\n");
        written++;
    }
    free(memory);
}

static void do_file(FILE *list, const char *folder, const char *path, unsigned variants) {
    static spvm_module m;
    const char *name = strrchr(path, '/') == NULL ? path : strrchr(path, '/') + 1;
    FILE *file = fopen(path, "rb");
    words code, more;
    void *memory;
    unsigned i;
    long size;
    if (file == NULL || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 20) exit(3);
    rewind(file);
    code.at = (uint32_t *)need(malloc((size_t)size));
    code.count = (size_t)size / 4;
    if (fread(code.at, 4, code.count, file) != code.count) exit(3);
    fclose(file);
    variant(list, folder, name, 0, &code, NOTHING);
    if (load(&m, code.at, code.count, &memory) == SPVM_OK && m.block_count > 0 && !m.is_swapped)
        for (i = 1; i <= variants; i++) {
            int is_compute = has_model(&m, SPVM_ExecutionModel_GLCompute);
            addition what = is_compute ? BARRIER : DERIVATIVE;
            if (!is_compute && !has_model(&m, SPVM_ExecutionModel_Fragment)) break;
            if (i % 4 == 0) what = VOTE;
            more = add(&m, what);
            variant(list, folder, name, i, &more, what);
            free(more.at);
        }
    free(memory);
    free(code.at);
}

int main(int argc, char **argv) {
    unsigned variants = 0;
    char path[1024], name[1024];
    FILE *list, *names = NULL;
    int k, i;
    for (k = 1; k + 1 < argc && strncmp(argv[k], "--", 2) == 0; k += 2) {
        if (strcmp(argv[k], "--variants") == 0) variants = (unsigned)strtoul(argv[k + 1], NULL, 10);
        else if (strcmp(argv[k], "--seed") == 0)
            random_state = (strtoul(argv[k + 1], NULL, 10) + 1) * UINT64_C(0x9E3779B97F4A7C15);
        else if (strcmp(argv[k], "--list") == 0) names = fopen(argv[k + 1], "r");
        else break;
    }
    if (k >= argc || (names == NULL && k + 1 >= argc)) {
        fprintf(stderr, "usage: uniform [--variants N] [--seed S] [--list FILE] DIR FILE.spv...\n");
        return 2;
    }
    snprintf(path, sizeof path, "%s/uniform.jsonl", argv[k]);
    list = fopen(path, "w");
    if (list == NULL) return 3;
    while (names != NULL && fgets(name, sizeof name, names) != NULL) {
        name[strcspn(name, "\n")] = '\0';
        do_file(list, argv[k], name, variants);
    }
    for (i = k + 1; i < argc; i++) do_file(list, argv[k], argv[i], variants);
    fclose(list);
    printf("%lu texts, %lu have none\n", written, left_out);
    return 0;
}
