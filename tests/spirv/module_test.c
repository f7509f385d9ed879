/* cc -std=c99 -g -O1 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/spirv/module_test.c tests/code/lambdav.c -o module_test -lcmocka -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tools/spv_module.h: a module for each rule that breaks it; the modules that the tests have, what
   lambdav makes of its programs, and random control flow, each held against its disassembly and
   against computations that follow the specification's definitions one by one; hostile words.
       module_test [FILE.spv...]    checks these modules alone
   Needs libspirv (SPIRV-Tools) and glslangValidator. */
#define _POSIX_C_SOURCE 200809L
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <spirv-tools/libspirv.h>

#include "lambdav.h"
#define SPV_MODULE_IMPLEMENTATION
#include "tools/spv_module.h"

#include "tests/support/cases.h"
#include "tests/support/include_beside.h"
#include "tests/support/module_walk.h"
#include "tests/support/structure.h"

enum { ARENA_SIZE = 64 << 20, TEXT_SIZE = 1 << 14, MAX_NODES = 400 };

static spv_context context;

static uint32_t random_state = 1;

static uint32_t random_below(uint32_t n) {
    random_state = random_state * 1664525u + 1013904223u;
    return (uint32_t)((uint64_t)(random_state >> 8) * n >> 24);
}

/* The words of an assembly text; fails if there are none. The caller frees them. */
static uint32_t *assemble(const char *text, size_t *count) {
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    uint32_t *words;
    if (spvTextToBinaryWithOptions(context, text, strlen(text),
                                   SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
                                   &diagnostic)
        != SPV_SUCCESS)
        fail_msg("%s in\n%s", diagnostic == NULL ? "?" : diagnostic->error, text);
    *count = binary->wordCount;
    words = (uint32_t *)malloc(4 * *count);
    memcpy(words, binary->code, 4 * *count);
    spvBinaryDestroy(binary);
    spvDiagnosticDestroy(diagnostic);
    return words;
}

static uint32_t *read_words(const char *path, size_t *count) {
    uint32_t *words = (uint32_t *)(void *)cases_load(path, count);
    *count /= 4;
    return words;
}

/* ---- what a module must be, by the definitions */

/* Edges between the blocks of a function, as a matrix: the branches, and with them those from a
   header to its merge block and continue target. Node `n` is the way out. */
typedef struct matrix {
    uint32_t n, root;
    unsigned char edge[MAX_NODES + 1][MAX_NODES + 1];
    unsigned char above[MAX_NODES + 1][MAX_NODES + 1]; /* a dominates b */
    unsigned char seen[MAX_NODES + 1];
} matrix;

static matrix graphs[4]; /* branches, structural; the same backward */

static void matrix_add(matrix *g, uint32_t from, uint32_t to, int backward) {
    if (backward) g->edge[to][from] = 1;
    else g->edge[from][to] = 1;
}

/* From the words alone. */
static void matrix_make(const spvm_module *m, const spvm_function *f, matrix *g, int structural,
                        int backward) {
    uint32_t b, k;
    memset(g, 0, sizeof *g);
    g->n = f->block_count;
    g->root = backward ? g->n : 0;
    for (b = 0; b < g->n; b++) {
        const spvm_block *block = &m->blocks[f->first_block + b];
        const spvm_inst *last = &m->insts[block->last];
        const uint32_t *w = m->words + last->word, *merge;
        uint32_t targets = 0, step = 1;
        if (last->opcode == SPVM_OpBranch) targets = 1;
        if (last->opcode == SPVM_OpBranchConditional || last->opcode == SPVM_OpSwitch) targets = 2;
        if (last->opcode == SPVM_OpSwitch)
            step = 1 + (spvm_type_of(m, w[1])->width + 31) / 32;
        for (k = targets; k != 0 && k < last->length; k += step) {
            if (last->opcode == SPVM_OpBranchConditional && k > 3) break;
            matrix_add(g, b, m->ids[w[k]].row - f->first_block, backward);
        }
        if (targets == 0) matrix_add(g, b, g->n, backward);
        if (!structural || block->merge == SPVM_NONE) continue;
        merge = m->words + m->insts[block->merge].word;
        matrix_add(g, b, m->ids[merge[1]].row - f->first_block, backward);
        if ((merge[0] & 0xFFFFu) == SPVM_OpLoopMerge)
            matrix_add(g, b, m->ids[merge[2]].row - f->first_block, backward);
    }
}

/* What can be reached from the root without going through a node (n + 1: none). */
static void matrix_reach(matrix *g, uint32_t without) {
    uint32_t stack[MAX_NODES + 1], depth = 0, k;
    memset(g->seen, 0, sizeof g->seen);
    if (g->root == without) return;
    stack[depth++] = g->root;
    g->seen[g->root] = 1;
    while (depth > 0) {
        uint32_t node = stack[--depth];
        for (k = 0; k <= g->n; k++)
            if (g->edge[node][k] && !g->seen[k] && k != without) g->seen[stack[depth++] = k] = 1;
    }
}

/* a dominates b if b is reached, but not without a. */
static void matrix_dominate(matrix *g) {
    unsigned char reached[MAX_NODES + 1];
    uint32_t a, b;
    matrix_reach(g, g->n + 1);
    memcpy(reached, g->seen, sizeof reached);
    for (a = 0; a <= g->n; a++) {
        matrix_reach(g, a);
        for (b = 0; b <= g->n; b++) g->above[a][b] = reached[b] && !g->seen[b];
    }
    memcpy(g->seen, reached, sizeof reached);
}

static const spvm_tree *tree_of(const spvm_block *b, int graph) {
    return graph == 0 ? &b->dominator
           : graph == 1 ? &b->structural
           : graph == 2 ? &b->postdominator
                        : &b->structural_post;
}

/* The four trees of a function. */
static void check_trees(const spvm_module *m, const spvm_function *f) {
    uint32_t g, a, b, count, parent;
    for (g = 0; g < 4; g++) {
        matrix *x = &graphs[g];
        matrix_make(m, f, x, g & 1, g >= 2);
        matrix_dominate(x);
        for (b = 0; b < x->n; b++) {
            const spvm_tree *tree = tree_of(&m->blocks[f->first_block + b], (int)g);
            assert_int_equal(tree->first != SPVM_NONE, x->seen[b]);
            parent = SPVM_NONE;
            for (a = count = 0; a < x->n; a++) {
                const spvm_tree *other = tree_of(&m->blocks[f->first_block + a], (int)g);
                assert_int_equal(spvm_above(other, tree), x->above[a][b]);
                count += a != b && x->above[a][b];
            }
            /* The immediate one is the strict dominator that all others dominate. */
            for (a = 0; a < x->n && count > 0; a++) {
                uint32_t k, others = 0;
                for (k = 0; k < x->n; k++) others += k != b && x->above[k][b] && x->above[k][a];
                if (a != b && x->above[a][b] && others == count) parent = a;
            }
            assert_int_equal(tree->parent, parent == SPVM_NONE ? parent : f->first_block + parent);
        }
    }
}

/* Edges and their lists: each different target once, in the order of the operands. */
static void check_edges(const spvm_module *m, const spvm_function *f) {
    uint32_t a, b, k, n = 0;
    for (b = 0; b < f->block_count; b++) {
        const spvm_block *block = &m->blocks[f->first_block + b];
        for (k = 0; k < block->successor_count; k++)
            assert_true(graphs[0].edge[b][m->edges[block->first_successor + k].to
                                          - f->first_block]);
        for (a = n = 0; a < f->block_count; a++) n += graphs[0].edge[b][a];
        assert_int_equal(n, block->successor_count);
        for (a = n = 0; a < f->block_count; a++) n += graphs[0].edge[a][b];
        assert_int_equal(n, block->predecessor_count);
        assert_int_equal(block->order != SPVM_NONE, graphs[1].seen[b]);
    }
}

/* Whether a block is in a construct, by the words of section 2.11 (a loop's with its continue
   construct, as the manual has it). */
static int is_in_by_definition(const spvm_construct *c, const spvm_function *f, uint32_t b) {
    uint32_t header = c->header - f->first_block, merge = c->merge - f->first_block;
    const matrix *x = &graphs[1];
    if (c->kind == SPVM_CONTINUE)
        return x->above[header][b]
               && graphs[3].above[c->back_edge - f->first_block][b];
    return x->above[header][b] && !x->above[merge][b];
}

static void check_constructs(const spvm_module *m, const spvm_function *f) {
    uint32_t b, c, k, size[MAX_NODES * 4], best;
    assert_true(f->construct_count < MAX_NODES * 4);
    for (c = 0; c < f->construct_count; c++) {
        const spvm_construct *row = &m->constructs[f->first_construct + c];
        for (b = size[c] = 0; b < f->block_count; b++) {
            int in = is_in_by_definition(row, f, b);
            size[c] += (uint32_t)in;
            assert_int_equal(spvm_is_in(m, f->first_construct + c, f->first_block + b), in);
        }
        if (row->parent != SPVM_NONE)
            assert_true(spvm_is_in(m, row->parent, row->header));
    }
    /* The innermost one is the smallest; of equal ones the last, which is inside of the others. A
       header is not in what it opens. */
    for (b = 0; b < f->block_count; b++) {
        const spvm_block *block = &m->blocks[f->first_block + b];
        best = SPVM_NONE;
        for (c = 0; c < f->construct_count; c++) {
            const spvm_construct *row = &m->constructs[f->first_construct + c];
            int opens = row->header == f->first_block + b && row->kind != SPVM_CASE
                        && row->kind != SPVM_CONTINUE;
            if (opens) {
                assert_int_equal(block->opens, f->first_construct + c);
                continue;
            }
            if (!spvm_is_in(m, f->first_construct + c, f->first_block + b)) continue;
            if (best == SPVM_NONE || size[c] <= size[best]) best = c;
        }
        assert_int_equal(block->construct,
                         best == SPVM_NONE ? best : f->first_construct + best);
    }
    /* In the order, each construct's blocks stand in a row. */
    for (c = 0; c < f->construct_count; c++) {
        uint32_t changes = 0, was = 0;
        for (k = 0; k < f->order_count; k++) {
            uint32_t in = (uint32_t)spvm_is_in(m, f->first_construct + c,
                                               m->order[f->first_block + k]);
            changes += in != was;
            was = in;
        }
        assert_true(changes <= 2);
    }
}

/* A block stands behind its structural dominator, and a branch goes back to loop headers alone. */
static void check_order(const spvm_module *m, const spvm_function *f) {
    uint32_t k;
    for (k = 0; k < f->order_count; k++) {
        const spvm_block *b = &m->blocks[m->order[f->first_block + k]];
        if (b->structural.parent != SPVM_NONE)
            assert_true(m->blocks[b->structural.parent].order < k);
        if (b->merge_block != SPVM_NONE) assert_true(m->blocks[b->merge_block].order > k);
    }
}

/* Each edge leaves and enters what its kind says. */
static void check_kinds(const spvm_module *m, const spvm_function *f) {
    uint32_t b, k;
    for (b = f->first_block; b < f->first_block + f->block_count; b++)
        for (k = 0; k < m->blocks[b].successor_count; k++) {
            const spvm_edge *e = &m->edges[m->blocks[b].first_successor + k];
            const spvm_construct *c
                = e->construct == SPVM_NONE ? NULL : &m->constructs[e->construct];
            if (c != NULL && e->kind != SPVM_EDGE_CASE && e->kind != SPVM_EDGE_FALL)
                assert_true(spvm_is_in(m, e->construct, e->from));
            switch (e->kind) {
            case SPVM_EDGE_MERGE:
                assert_true(c->kind == SPVM_SELECTION && e->to == c->merge);
                break;
            case SPVM_EDGE_SWITCH_BREAK:
                assert_true(c->kind == SPVM_SWITCH && e->to == c->merge);
                break;
            case SPVM_EDGE_BREAK: assert_true(c->kind == SPVM_LOOP && e->to == c->merge); break;
            case SPVM_EDGE_CONTINUE:
                assert_true(c->kind == SPVM_LOOP && e->to == c->continue_target);
                break;
            case SPVM_EDGE_BACK:
                assert_true(c->kind == SPVM_LOOP && e->to == c->header && e->from == c->back_edge);
                break;
            case SPVM_EDGE_CASE:
                assert_true(c->kind == SPVM_CASE && e->to == c->header);
                assert_int_equal(m->blocks[e->from].opens, c->parent);
                break;
            case SPVM_EDGE_FALL:
                assert_true(c->kind == SPVM_CASE && e->to == c->header);
                assert_int_equal(m->constructs[m->blocks[e->from].construct].fall, e->construct);
                break;
            default: break;
            }
        }
}

/* Ids of the disassembly of an instruction, in its order: the result first. */
static size_t disassembled_ids(const char **text, uint32_t *ids, size_t room) {
    const char *p = *text;
    size_t n = 0;
    int quoted = 0;
    for (; *p != '\0' && (*p != '\n' || quoted); p++) {
        if (quoted && *p == '\\') p++;
        else if (*p == '"') quoted = !quoted;
        else if (*p == '%' && !quoted && n < room) ids[n++] = (uint32_t)strtoul(p + 1, NULL, 10);
    }
    *text = p + (*p == '\n');
    return n;
}

/* Which words are ids, against the disassembler; and that each use is in the list of its id. */
static void check_uses(const spvm_module *m, const uint32_t *words, size_t count) {
    static uint32_t listed[1 << 16], found[1 << 16];
    spv_text text = NULL;
    const char *p;
    uint32_t i, total = 0;
    assert_int_equal(spvBinaryToText(context, words, count, SPV_BINARY_TO_TEXT_OPTION_NO_HEADER,
                                     &text, NULL),
                     SPV_SUCCESS);
    p = text->str;
    for (i = 0; i < m->inst_count; i++) {
        const spvm_inst *inst = &m->insts[i];
        size_t n = disassembled_ids(&p, listed, 1 << 16), k = 0, j;
        spvm_cursor c;
        if (inst->result != 0) found[k++] = inst->result;
        for (c.word = 0; spvm_next_operand(m, inst, &c);)
            if (c.is_id && c.kind != 'r') found[k++] = m->words[c.word];
        assert_int_equal(n, k);
        for (j = 0; j < n; j++) assert_int_equal(listed[j], found[j]);
        total += (uint32_t)n - (inst->result != 0);
    }
    assert_int_equal(total, m->use_count);
    assert_true(*p == '\0');
    spvTextDestroy(text);
}

/* The same tables for the same words in the other byte order. */
static void check_swapped(const spvm_module *m, const uint32_t *words, size_t count) {
    uint32_t *swapped = (uint32_t *)malloc(4 * count);
    spvm_module other;
    void *memory;
    size_t i;
    for (i = 0; i < count; i++)
        swapped[i] = words[i] >> 24 | (words[i] >> 8 & 0xFF00u) | (words[i] << 8 & 0xFF0000u)
                     | words[i] << 24;
    memory = walk_load(&other, swapped, count);
    assert_non_null(memory);
    assert_int_equal(other.is_swapped, 1);
    assert_memory_equal(other.words, words, 4 * count);
    assert_memory_equal(other.insts, m->insts, m->inst_count * sizeof *m->insts);
    assert_memory_equal(other.ids, m->ids, m->bound * sizeof *m->ids);
    assert_memory_equal(other.types, m->types, m->type_count * sizeof *m->types);
    assert_memory_equal(other.blocks, m->blocks, m->block_count * sizeof *m->blocks);
    assert_memory_equal(other.edges, m->edges, m->edge_count * sizeof *m->edges);
    assert_memory_equal(other.constructs, m->constructs,
                        m->construct_count * sizeof *m->constructs);
    assert_memory_equal(other.uses, m->uses, m->use_count * sizeof *m->uses);
    free(memory);
    free(swapped);
}

/* One byte less than is asked for is too little; memory may begin at any byte. */
static void check_memory(const uint32_t *words, size_t count) {
    size_t size = spvm_memory(words, count), k;
    char *memory = (char *)malloc(size + 3);
    spvm_module m;
    assert_int_equal(spvm_load(&m, NULL, words, count, memory, size - 1), SPVM_MEMORY);
    assert_int_equal(m.needed, size);
    for (k = 0; k < 4; k += 3)
        assert_int_equal(spvm_load(&m, NULL, words, count, memory + k, size), SPVM_OK);
    free(memory);
}

static void check_words(const char *name, const uint32_t *words, size_t count) {
    spvm_module m;
    void *memory = walk_load(&m, words, count);
    uint32_t f;
    if (memory == NULL)
        fail_msg("%s: word %u, id %u: %s", name, (unsigned)m.error.word, (unsigned)m.error.id,
                 m.error.text);
    check_memory(words, count);
    check_swapped(&m, words, count);
    check_uses(&m, words, count);
    for (f = 0; f < m.function_count; f++) {
        const spvm_function *function = &m.functions[f];
        if (function->block_count == 0 || function->block_count > MAX_NODES) continue;
        check_trees(&m, function);
        check_edges(&m, function);
        check_order(&m, function);
        if (m.is_structured) {
            check_constructs(&m, function);
            check_kinds(&m, function);
        }
    }
    free(memory);
}

/* ---- modules that there are */

static void test_assembly(void **state) {
    static const char *const patterns[] = {"tests/data/cpu/*.spvasm",
                                           "tests/data/reflect/*.spvasm"};
    size_t p, i, size, count;
    (void)state;
    for (p = 0; p < 2; p++) {
        glob_t found = cases_find(patterns[p], 0, NULL);
        for (i = 0; i < found.gl_pathc; i++) {
            char *text = cases_load(found.gl_pathv[i], &size);
            uint32_t *words = assemble(text, &count);
            spvm_module m;
            if (strstr(found.gl_pathv[i], "recursion") != NULL) {
                assert_null(walk_load(&m, words, count));
                assert_int_equal(m.error.rule, SPVM_RULE_RECURSION);
            } else {
                check_words(found.gl_pathv[i], words, count);
            }
            free(words);
            free(text);
        }
        globfree(&found);
    }
}

/* What glslangValidator makes of the shaders of tests/data/cpu, with debug information. */
static void test_glslang(void **state) {
    glob_t found = cases_find("tests/data/cpu/*.[cfv][ore][mar][pgt]", 0, NULL);
    char command[1024], path[64];
    size_t i, count, made = 0;
    (void)state;
    snprintf(path, sizeof path, "/tmp/module_test.%ld.spv", (long)getpid());
    for (i = 0; i < found.gl_pathc; i++) {
        snprintf(command, sizeof command,
                 "glslangValidator -V --target-env vulkan1.2 %s %s -o %s >/dev/null",
                 i % 2 ? "-gVS" : "-g0", found.gl_pathv[i], path);
        if (system(command) == 0) {
            uint32_t *words = read_words(path, &count);
            check_words(found.gl_pathv[i], words, count);
            free(words);
            made++;
        }
        remove(path);
    }
    assert_true(made > 20);
    globfree(&found);
}

/* What lambdav makes of its programs: of every `step`th of a pattern. */
static size_t check_programs(const char *pattern, size_t step) {
    glob_t found = cases_find(pattern, 0, NULL);
    char *arena = (char *)malloc(ARENA_SIZE);
    size_t i, made = 0, size;
    for (i = 0; i < found.gl_pathc; i += step) {
        char *text = cases_load(found.gl_pathv[i], &size);
        lambdav_options options;
        lambdav_result result;
        memset(&options, 0, sizeof options);
        options.include = include_beside;
        options.include_user = found.gl_pathv[i];
        options.target = i % 2 ? LAMBDAV_TARGET_SPIRV_1_6 : LAMBDAV_TARGET_SPIRV_1_0;
        options.flags = i % 2 ? LAMBDAV_DEBUG_LINES | LAMBDAV_DEBUG_FULL : LAMBDAV_NAMES;
        if (lambdav_compile(&options, text, size, arena, ARENA_SIZE, &result) == LAMBDAV_OK) {
            check_words(found.gl_pathv[i], result.words, result.word_count);
            made++;
        }
        include_free();
        free(text);
    }
    free(arena);
    globfree(&found);
    return made;
}

static void test_lambdav(void **state) {
    (void)state;
    assert_true(check_programs("examples/*.lv", 1) > 10);
    assert_true(check_programs("tests/data/run/*.lv", 5) > 10);
}

/* ---- random control flow */

/* Words that grow. */
typedef struct list {
    uint32_t words[1 << 16];
    size_t count;
    uint32_t next_id;
} list;

static void put(list *l, uint32_t opcode, uint32_t count, ...) {
    va_list operands;
    assert_true(l->count + count < sizeof l->words / sizeof *l->words);
    l->words[l->count++] = (count + 1) << 16 | opcode;
    va_start(operands, count);
    while (count-- > 0) l->words[l->count++] = va_arg(operands, uint32_t);
    va_end(operands);
}

enum { VOID = 1, FN, BOOL, INT, YES, NUMBER, MAIN, ENTRY, FREE };

/* A module up to the label of its one function's first block. */
static void begin(list *l, int is_kernel) {
    static const uint32_t header[] = {0x07230203u, 0x00010300u, 0, 0, 0};
    memcpy(l->words, header, sizeof header);
    l->count = 5;
    l->next_id = FREE;
    if (is_kernel) {
        put(l, SPVM_OpCapability, 1, SPVM_Capability_Addresses);
        put(l, SPVM_OpCapability, 1, SPVM_Capability_Kernel);
        put(l, SPVM_OpCapability, 1, SPVM_Capability_Linkage);
        put(l, SPVM_OpMemoryModel, 2, SPVM_AddressingModel_Physical32, SPVM_MemoryModel_OpenCL);
    } else {
        put(l, SPVM_OpCapability, 1, SPVM_Capability_Shader);
        put(l, SPVM_OpCapability, 1, SPVM_Capability_Linkage);
        put(l, SPVM_OpMemoryModel, 2, SPVM_AddressingModel_Logical, SPVM_MemoryModel_GLSL450);
    }
    put(l, SPVM_OpTypeVoid, 1, VOID);
    put(l, SPVM_OpTypeFunction, 2, FN, VOID);
    put(l, SPVM_OpTypeBool, 1, BOOL);
    put(l, SPVM_OpTypeInt, 3, INT, 32, 0);
    put(l, SPVM_OpConstantTrue, 2, BOOL, YES);
    put(l, SPVM_OpConstant, 3, INT, NUMBER, 7);
    put(l, SPVM_OpFunction, 4, VOID, MAIN, 0, FN);
    put(l, SPVM_OpLabel, 1, ENTRY);
}

static void finish(list *l) {
    put(l, SPVM_OpFunctionEnd, 0);
    l->words[3] = l->next_id;
}

static list module_words;

/* How a block ends that branches to any of n blocks but the first. */
static void put_random_end(list *l, uint32_t n) {
    uint32_t k, cases;
#define SOME (FREE + 1 + random_below(n - 1))
    switch (random_below(7)) {
    case 0: put(l, SPVM_OpReturn, 0); break;
    case 1:
    case 2: put(l, SPVM_OpBranch, 1, SOME); break;
    case 3:
    case 4:
    case 5: put(l, SPVM_OpBranchConditional, 3, YES, SOME, SOME); break;
    default:
        cases = random_below(5);
        l->words[l->count++] = (3 + 2 * cases) << 16 | SPVM_OpSwitch;
        l->words[l->count++] = NUMBER;
        l->words[l->count++] = SOME;
        for (k = 0; k < cases; k++) {
            l->words[l->count++] = k;
            l->words[l->count++] = SOME;
        }
    }
#undef SOME
}

/* Graphs of any shape, which no merge instruction orders. */
static void test_graphs(void **state) {
    list *l = &module_words;
    uint32_t round, n, b;
    (void)state;
    for (round = 0; round < 1500; round++) {
        random_state = round;
        n = 2 + random_below(round % 50 == 0 ? 60 : 12);
        begin(l, 1);
        l->next_id = FREE + n;
        for (b = 0; b < n; b++) {
            if (b > 0) put(l, SPVM_OpLabel, 1, FREE + b);
            put_random_end(l, n);
        }
        finish(l);
        check_words("a random graph", l->words, l->count);
    }
}

/* A random structured function, and for each of its branches what kind of edge it is. */
typedef struct frame {
    uint32_t loop_merge, loop_continue; /* of the innermost loop; 0: none */
    uint32_t switch_merge;              /* of the innermost switch; 0: none, or a loop between */
    uint32_t merge;                     /* of the innermost selection, if it is that; 0 */
    uint32_t depth;
} frame;

typedef struct expected {
    uint32_t from, to;
    spvm_edge_kind kind;
} expected;

static expected edges_expected[1 << 12];
static size_t edge_total;
static uint32_t block_now, blocks_left;

static void expect_edge(uint32_t to, spvm_edge_kind kind) {
    edges_expected[edge_total].from = block_now;
    edges_expected[edge_total].to = to;
    edges_expected[edge_total++].kind = kind;
}

static void label(list *l, uint32_t id) {
    put(l, SPVM_OpLabel, 1, id);
    block_now = id;
    blocks_left -= blocks_left > 0;
}

static void branch(list *l, uint32_t to, spvm_edge_kind kind) {
    put(l, SPVM_OpBranch, 1, to);
    expect_edge(to, kind);
}

/* To where the sequence goes on when its construct ends: the case that follows, or `out`. */
static int sequence(list *l, frame f);

static void random_if(list *l, frame f) {
    uint32_t yes = l->next_id++, merge = l->next_id++;
    uint32_t no = random_below(3) ? l->next_id++ : merge;
    put(l, SPVM_OpSelectionMerge, 2, merge, 0);
    put(l, SPVM_OpBranchConditional, 3, YES, yes, no);
    expect_edge(yes, SPVM_EDGE_INTO);
    expect_edge(no, no == merge ? SPVM_EDGE_MERGE : SPVM_EDGE_INTO);
    f.merge = merge;
    label(l, yes);
    if (sequence(l, f)) branch(l, merge, SPVM_EDGE_MERGE);
    if (no != merge) {
        label(l, no);
        if (sequence(l, f)) branch(l, merge, SPVM_EDGE_MERGE);
    }
    label(l, merge);
}

static void random_switch(list *l, frame f) {
    uint32_t count = 1 + random_below(4), merge = l->next_id++, first = l->next_id, k;
    uint32_t has_default = random_below(2), fallen = 0;
    l->next_id += count + 1;
    put(l, SPVM_OpSelectionMerge, 2, merge, 0);
    l->words[l->count++] = (3 + 2 * count) << 16 | SPVM_OpSwitch;
    l->words[l->count++] = NUMBER;
    l->words[l->count++] = has_default ? first + count : merge;
    expect_edge(has_default ? first + count : merge,
                has_default ? SPVM_EDGE_CASE : SPVM_EDGE_SWITCH_BREAK);
    for (k = 0; k < count; k++) {
        l->words[l->count++] = k;
        l->words[l->count++] = first + k;
        expect_edge(first + k, SPVM_EDGE_CASE);
    }
    f.switch_merge = merge;
    f.merge = 0;
    for (k = 0; k < count + has_default; k++) {
        label(l, first + k);
        if (!sequence(l, f)) continue;
        fallen = k + 1 < count && random_below(3) == 0;
        if (fallen) branch(l, first + k + 1, SPVM_EDGE_FALL);
        else branch(l, merge, SPVM_EDGE_SWITCH_BREAK);
    }
    label(l, merge);
}

static void random_loop(list *l, frame f) {
    uint32_t header = l->next_id++, merge = l->next_id++, body = l->next_id++;
    uint32_t after = random_below(5) ? l->next_id++ : header;
    branch(l, header, SPVM_EDGE_INTO);
    label(l, header);
    put(l, SPVM_OpLoopMerge, 3, merge, after, 0);
    f.loop_merge = merge;
    f.loop_continue = after;
    f.switch_merge = f.merge = 0;
    if (after == header) {
        put(l, SPVM_OpBranchConditional, 3, YES, header, merge);
        expect_edge(header, SPVM_EDGE_BACK);
        expect_edge(merge, SPVM_EDGE_BREAK);
        label(l, merge);
        return;
    }
    switch (random_below(3)) {
    case 0:
        put(l, SPVM_OpBranchConditional, 3, YES, body, merge);
        expect_edge(body, SPVM_EDGE_INTO);
        expect_edge(merge, SPVM_EDGE_BREAK);
        break;
    case 1:
        put(l, SPVM_OpBranchConditional, 3, YES, after, body);
        expect_edge(after, SPVM_EDGE_CONTINUE);
        expect_edge(body, SPVM_EDGE_INTO);
        break;
    default: branch(l, body, SPVM_EDGE_INTO); break;
    }
    label(l, body);
    if (sequence(l, f)) branch(l, after, SPVM_EDGE_CONTINUE);
    label(l, after);
    if (random_below(4) == 0 && f.depth < 4) {
        frame inner = {0, 0, 0, 0, 100};
        random_if(l, inner);
    }
    if (random_below(3) == 0) {
        put(l, SPVM_OpBranchConditional, 3, YES, header, merge);
        expect_edge(header, SPVM_EDGE_BACK);
        expect_edge(merge, SPVM_EDGE_BREAK);
    } else {
        branch(l, header, SPVM_EDGE_BACK);
    }
    label(l, merge);
}

/* A way out of the construct that the block is in. Returns whether there is one. */
static int random_exit(list *l, frame f) {
    uint32_t next;
    switch (random_below(6)) {
    case 0: put(l, SPVM_OpReturn, 0); return 1;
    case 1: put(l, SPVM_OpUnreachable, 0); return 1;
    case 2:
        if (f.loop_merge == 0) return 0;
        branch(l, f.loop_merge, SPVM_EDGE_BREAK);
        return 1;
    case 3:
        if (f.loop_merge == 0) return 0;
        branch(l, f.loop_continue, SPVM_EDGE_CONTINUE);
        return 1;
    case 4:
        if (f.switch_merge == 0) return 0;
        branch(l, f.switch_merge, SPVM_EDGE_SWITCH_BREAK);
        return 1;
    default: /* out of the loop under a condition, without a merge instruction */
        if (f.loop_merge == 0) return 0;
        next = l->next_id++;
        put(l, SPVM_OpBranchConditional, 3, YES, f.loop_merge, next);
        expect_edge(f.loop_merge, SPVM_EDGE_BREAK);
        expect_edge(next, SPVM_EDGE_INTO);
        label(l, next);
        return 0;
    }
}

/* Statements until the construct ends. Returns whether the last block is still open. */
static int sequence(list *l, frame f) {
    uint32_t count = random_below(4), next;
    if (f.depth >= 100) return 1; /* of a continue construct */
    f.depth++;
    while (count-- > 0 && f.depth < 8 && blocks_left > 0) {
        switch (random_below(5)) {
        case 0: random_if(l, f); break;
        case 1: random_switch(l, f); break;
        case 2: random_loop(l, f); break;
        case 3:
            if (random_exit(l, f)) return 0;
            break;
        default:
            next = l->next_id++;
            branch(l, next, SPVM_EDGE_INTO);
            label(l, next);
        }
    }
    return 1;
}

/* The arms of an if stand in the order of the branch, a case before the one that it goes into. */
static void check_arms(const spvm_module *m) {
    uint32_t i;
    for (i = 0; i < m->construct_count; i++) {
        const spvm_construct *c = &m->constructs[i];
        const spvm_edge *e = &m->edges[m->blocks[c->header].first_successor];
        if (c->kind == SPVM_SELECTION && e[1].kind == SPVM_EDGE_INTO)
            assert_true(m->blocks[e[0].to].order < m->blocks[e[1].to].order);
        if (c->fall != SPVM_NONE)
            assert_true(m->blocks[c->header].order
                        < m->blocks[m->constructs[c->fall].header].order);
    }
}

static void check_flow(const list *l) {
    spvm_module m;
    void *memory = walk_load(&m, l->words, l->count);
    size_t i;
    uint32_t k;
    assert_non_null(memory);
    for (i = 0; i < edge_total; i++) {
        const spvm_block *b = &m.blocks[spvm_block_of(&m, edges_expected[i].from)];
        spvm_edge_kind kind = SPVM_EDGE_DEAD;
        for (k = 0; k < b->successor_count; k++)
            if (m.blocks[m.edges[b->first_successor + k].to].label == edges_expected[i].to)
                kind = m.edges[b->first_successor + k].kind;
        if (kind != edges_expected[i].kind)
            fail_msg("from %u to %u: %d, not %d", (unsigned)edges_expected[i].from,
                     (unsigned)edges_expected[i].to, (int)kind, (int)edges_expected[i].kind);
    }
    check_arms(&m);
    free(memory);
}

/* Makes a structured function, at most some hundred blocks. */
static void random_structured(list *l, uint32_t seed) {
    static const frame outermost = {0, 0, 0, 0, 0};
    random_state = seed;
    begin(l, 0);
    edge_total = 0;
    block_now = ENTRY;
    blocks_left = 80;
    if (sequence(l, outermost)) put(l, SPVM_OpReturn, 0);
    finish(l);
}

/* What tests/support/structure.h thinks, which finds constructs in another way; "" if nothing is
   wrong. spirv-val cannot be the judge: it refuses a continue in a switch whose header is the merge
   block of a loop, and leaves out parts of the rules. */
static const char *judge(const uint32_t *words, size_t count) {
    static char message[256];
    message[0] = '\0';
    structure_check_any(words, count, message, sizeof message);
    return message;
}

static int is_valid(const list *l) {
    spv_const_binary_t binary = {l->words, l->count};
    return spvValidate(context, &binary, NULL) == SPV_SUCCESS;
}

static void test_structured(void **state) {
    list *l = &module_words;
    uint32_t round;
    (void)state;
    for (round = 0; round < 1500; round++) {
        random_structured(l, round * 7919);
        if (*judge(l->words, l->count)) fail_msg("%u: %s", round, judge(l->words, l->count));
        check_words("random structured flow", l->words, l->count);
        check_flow(l);
    }
}

/* The words of the targets of branches, and the labels that a branch may name. */
static size_t find_targets(const list *l, size_t *places, uint32_t *labels, size_t *label_count) {
    size_t at, n = 0, k;
    *label_count = 0;
    for (at = 5; at < l->count; at += l->words[at] >> 16) {
        uint32_t opcode = l->words[at] & 0xFFFFu;
        if (opcode == SPVM_OpLabel && l->words[at + 1] != ENTRY)
            labels[(*label_count)++] = l->words[at + 1];
        if (opcode == SPVM_OpBranch || opcode == SPVM_OpSelectionMerge) places[n++] = at + 1;
        if (opcode == SPVM_OpLoopMerge) places[n++] = at + 1 + random_below(2);
        if (opcode == SPVM_OpBranchConditional) places[n++] = at + 2 + random_below(2);
        if (opcode == SPVM_OpSwitch)
            for (k = 2; k < l->words[at] >> 16; k += 2) places[n++] = at + k;
    }
    return n;
}

/* What tests/support/structure.h refuses and spirv-val does not: a loop header that branches to two
   blocks of the loop; a switch that cannot be reached and shares its cases with another. */
static int is_tolerated(const spvm_module *m, const char *message) {
    uint32_t b, dead = 0, two = 0, k;
    for (b = 0; b < m->block_count; b++) {
        const spvm_block *block = &m->blocks[b];
        uint32_t stay = 0;
        for (k = 0; k < block->successor_count; k++)
            stay += m->edges[block->first_successor + k].kind == SPVM_EDGE_INTO;
        two += block->continue_block != SPVM_NONE && stay == 2;
        dead += block->order == SPVM_NONE && m->insts[block->last].opcode == SPVM_OpSwitch;
    }
    return (two > 0 && strstr(message, "[merge_missing]") != NULL)
           || (dead > 0 && strstr(message, "[switch_dominates]") != NULL);
}

/* One target of a branch or merge instruction goes elsewhere: still structured or not, as
   tests/support/structure.h has it, or spirv-val if that is stricter. */
static void test_redirected(void **state) {
    static size_t places[1 << 12];
    static uint32_t labels[1 << 12];
    list *l = &module_words;
    uint32_t round, refused = 0, accepted = 0;
    (void)state;
    for (round = 0; round < 8000; round++) {
        spvm_module m;
        void *memory;
        size_t n, label_count;
        const char *other;
        random_structured(l, round * 104729 + 1);
        n = find_targets(l, places, labels, &label_count);
        if (n == 0 || label_count == 0) continue;
        l->words[places[random_below((uint32_t)n)]] = labels[random_below((uint32_t)label_count)];
        other = judge(l->words, l->count);
        memory = walk_load(&m, l->words, l->count);
        refused += memory == NULL;
        accepted += memory != NULL;
        if (memory != NULL) check_words("a redirected edge", l->words, l->count);
        if (memory != NULL ? *other != 0 && !is_tolerated(&m, other)
                           : *other == 0 && is_valid(l))
            fail_msg("%u: %s, and %s", (unsigned)round, m.error.text, other);
        free(memory);
    }
    printf("redirected edges: %u accepted, %u refused\n", (unsigned)accepted, (unsigned)refused);
    assert_true(accepted > 100 && refused > 100);
}

/* ---- a module for each rule */

/* %1 is the entry point; what a case declares stands before it. */
static const char preamble[] = "OpCapability Shader\n"
                               "OpMemoryModel Logical GLSL450\n"
                               "OpEntryPoint GLCompute %1 \"main\"\n"
                               "OpExecutionMode %1 LocalSize 1 1 1\n";
static const char declarations[] = "%void = OpTypeVoid\n"
                                   "%fn = OpTypeFunction %void\n"
                                   "%bool = OpTypeBool\n"
                                   "%uint = OpTypeInt 32 0\n"
                                   "%float = OpTypeFloat 32\n"
                                   "%true = OpConstantTrue %bool\n"
                                   "%u0 = OpConstant %uint 0\n"
                                   "%u7 = OpConstant %uint 7\n"
                                   "%uint_uint = OpTypeFunction %uint %uint\n"
                                   "%pointer = OpTypePointer Function %uint\n";
static const char opening[] = "%1 = OpFunction %void None %fn\n"
                              "%10 = OpLabel\n";
static const char plain[] = "OpReturn\n"
                            "OpFunctionEnd\n";

typedef struct broken {
    spvm_rule rule;
    const char *annotations, *globals; /* behind the preamble, behind the declarations */
    const char *body;                  /* behind the opening */
    uint32_t id;                       /* that the error is about; 0: not looked at */
} broken;

#define IF(yes, no, merge) \
    "OpSelectionMerge %" #merge " None\nOpBranchConditional %true %" #yes " %" #no "\n"
#define AT(label) "%" #label " = OpLabel\n"
#define GO(label) "OpBranch %" #label "\n"
#define LOOP(header, merge, after) AT(header) "OpLoopMerge %" #merge " %" #after " None\n"
#define END "OpReturn\nOpFunctionEnd\n"

static const broken ids[] = {
    {SPVM_RULE_NONE, "", "", plain, 0},
    {SPVM_RULE_ID_TWICE, "", "%u7 = OpConstant %uint 8\n", plain, 0},
    {SPVM_RULE_ID_UNDEFINED, "", "%v = OpTypeVector %90 2\n", plain, 90},
    {SPVM_RULE_ID_UNDEFINED, "OpDecorate %90 RelaxedPrecision\n", "", plain, 90},
    {SPVM_RULE_NONE, "OpName %90 \"nothing\"\n", "", plain, 0},
    {SPVM_RULE_ID_EARLY, "", "%s = OpTypeStruct %91\n%91 = OpTypeVector %uint 2\n", plain, 91},
    {SPVM_RULE_ID_EARLY, "", "%91 = OpTypeStruct %91\n", plain, 91},
    {SPVM_RULE_NONE, "",
     "OpTypeForwardPointer %91 PhysicalStorageBuffer\n%s = OpTypeStruct %91\n"
     "%91 = OpTypePointer PhysicalStorageBuffer %s\n",
     plain, 0},
    {SPVM_RULE_ID_EARLY, "", "",
     "%20 = OpIAdd %uint %21 %u7\n%21 = OpIAdd %uint %20 %u7\n" END, 21},
    {SPVM_RULE_ID_DOMINANCE, "", "",
     IF(11, 12, 13) AT(11) "%20 = OpIAdd %uint %u7 %u7\n" GO(13) AT(12)
     "%21 = OpIAdd %uint %20 %u7\n" GO(13) AT(13) END,
     20},
    {SPVM_RULE_ID_DOMINANCE, "", "",
     IF(11, 12, 13) AT(11) "%20 = OpIAdd %uint %u7 %u7\n" GO(13) AT(12) GO(13) AT(13)
     "%21 = OpPhi %uint %u7 %11 %20 %12\n" END,
     20},
    {SPVM_RULE_ID_FUNCTION, "", "",
     "%20 = OpIAdd %uint %u7 %u7\nOpReturn\nOpFunctionEnd\n%2 = OpFunction %void None %fn\n"
     "%30 = OpLabel\n%31 = OpIAdd %uint %20 %u7\n" END,
     20},
    {SPVM_RULE_ID_FUNCTION, "",
     "%3 = OpFunction %uint None %uint_uint\n%40 = OpFunctionParameter %uint\n%41 = OpLabel\n"
     "OpReturnValue %40\nOpFunctionEnd\n",
     "%20 = OpIAdd %uint %40 %u7\n" END, 40},
    {SPVM_RULE_ID_KIND, "OpExecutionMode %void LocalSize 1 1 1\n", "", plain, 0},
    {SPVM_RULE_ID_KIND, "OpEntryPoint GLCompute %void \"other\"\n", "", plain, 0},
    {SPVM_RULE_ID_KIND, "OpEntryPoint GLCompute %1 \"other\" %void\n", "", plain, 0},
    {SPVM_RULE_ID_KIND, "", "", GO(11) AT(11) "%20 = OpIAdd %uint %u7 %11\n" END, 11},
    {SPVM_RULE_ID_KIND, "", "", "%20 = OpIAdd %uint %u7 %1\n" END, 1},
    {SPVM_RULE_ID_KIND, "", "", "%20 = OpIAdd %uint %u7 %uint\n" END, 0},
    {SPVM_RULE_ID_KIND, "", "", "OpSelectionMerge %11 None\nOpBranchConditional %11 %11 %11\n"
     AT(11) END, 11},
    {SPVM_RULE_ID_KIND, "", "", GO(11) AT(11) "%20 = OpPhi %uint %10 %10\n" END, 10},
    {SPVM_RULE_ID_KIND, "OpGroupDecorate %void %bool\n", "", plain, 0},
    {SPVM_RULE_MEMBER, "OpMemberName %90 1 \"b\"\n", "%90 = OpTypeStruct %uint\n", plain, 90},
    {SPVM_RULE_MEMBER, "OpMemberDecorate %90 1 Offset 4\n", "%90 = OpTypeStruct %uint\n", plain,
     90},
    {SPVM_RULE_MEMBER, "OpMemberDecorate %uint 0 Offset 4\n", "", plain, 0},
    {SPVM_RULE_MEMBER, "%g = OpDecorationGroup\nOpGroupMemberDecorate %g %90 7\n",
     "%90 = OpTypeStruct %uint\n", plain, 90},
};

static const broken types[] = {
    {SPVM_RULE_NOT_A_TYPE, "", "%v = OpTypeVector %u7 2\n", plain, 0},
    {SPVM_RULE_NOT_A_TYPE, "", "%s = OpTypeStruct %u7\n", plain, 0},
    {SPVM_RULE_NOT_A_TYPE, "", "", "%20 = OpIAdd %u0 %u7 %u7\n" END, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeVector %uint 1\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeVector %fn 2\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeMatrix %float 2\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeInt 65 0\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeInt 0 0\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeInt 16 2\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeArray %uint %u0\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeArray %uint %uint\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeArray %void %u7\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeRuntimeArray %void\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeStruct %void\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeFunction %void %void\n", plain, 0},
    {SPVM_RULE_TYPE_FORM, "", "%v = OpTypeSampledImage %uint\n", plain, 0},
    {SPVM_RULE_CONSTANT_FORM, "", "%c = OpConstantTrue %uint\n", plain, 0},
    {SPVM_RULE_CONSTANT_FORM, "", "%v = OpTypeVector %uint 2\n%c = OpConstantComposite %v %u7\n",
     plain, 0},
    {SPVM_RULE_CONSTANT_FORM, "", "%c = OpConstantComposite %uint %u7\n", plain, 0},
    {SPVM_RULE_CONSTANT_FORM, "",
     "%v = OpTypeVector %uint 2\n%c = OpConstantComposite %v %u7 %uint\n", plain, 0},
    {SPVM_RULE_SECTION, "", "", "%s = OpTypeStruct %uint\n" END, 0},
    {SPVM_RULE_SECTION, "", "%20 = OpIAdd %uint %u7 %u7\n", plain, 0},
    {SPVM_RULE_SECTION, "", "", "OpReturn\nOpFunctionEnd\nOpFunctionEnd\n", 0},
    {SPVM_RULE_SECTION, "", "%20 = OpVariable %pointer Function\n", plain, 0},
    {SPVM_RULE_SECTION, "", "%p = OpTypePointer Private %uint\n",
     "%20 = OpVariable %p Private\n" END, 0},
    {SPVM_RULE_FUNCTION_FORM, "", "", "OpReturn\n", 0},
    {SPVM_RULE_FUNCTION_FORM, "", "", "OpReturn\n%2 = OpFunction %void None %fn\n", 0},
    {SPVM_RULE_FUNCTION_FORM, "", "%2 = OpFunction %uint None %fn\nOpFunctionEnd\n", plain, 0},
    {SPVM_RULE_FUNCTION_FORM, "", "%2 = OpFunction %uint None %uint\nOpFunctionEnd\n", plain, 0},
    {SPVM_RULE_PARAMETERS, "", "%2 = OpFunction %uint None %uint_uint\nOpFunctionEnd\n", plain, 0},
    {SPVM_RULE_PARAMETERS, "",
     "%2 = OpFunction %uint None %uint_uint\n%40 = OpFunctionParameter %float\nOpFunctionEnd\n",
     plain, 40},
    {SPVM_RULE_PARAMETERS, "",
     "%2 = OpFunction %uint None %uint_uint\n%41 = OpLabel\nOpReturnValue %u7\nOpFunctionEnd\n",
     plain, 2},
    {SPVM_RULE_PARAMETERS, "",
     "%2 = OpFunction %uint None %uint_uint\n%40 = OpFunctionParameter %uint\nOpFunctionEnd\n",
     "%20 = OpFunctionCall %uint %2\n" END, 2},
    {SPVM_RULE_PARAMETERS, "",
     "%2 = OpFunction %uint None %uint_uint\n%40 = OpFunctionParameter %uint\nOpFunctionEnd\n",
     "%20 = OpFunctionCall %uint %2 %true\n" END, 0},
    {SPVM_RULE_CALLEE, "", "", "%20 = OpFunctionCall %void %u7\n" END, 0},
    {SPVM_RULE_RECURSION, "", "", "%20 = OpFunctionCall %void %1\n" END, 1},
    {SPVM_RULE_RECURSION, "", "",
     "%20 = OpFunctionCall %void %2\nOpReturn\nOpFunctionEnd\n%2 = OpFunction %void None %fn\n"
     "%30 = OpLabel\n%31 = OpFunctionCall %void %1\n" END,
     1},
    {SPVM_RULE_BLOCK_FORM, "", "", "OpFunctionEnd\n", 0},
    {SPVM_RULE_BLOCK_FORM, "", "", "OpReturn\nOpReturn\nOpFunctionEnd\n", 0},
    {SPVM_RULE_BLOCK_FORM, "", "", "%11 = OpLabel\n" END, 0},
    {SPVM_RULE_BLOCK_FORM, "", "", "%40 = OpFunctionParameter %uint\n" END, 0},
};

static const broken flows[] = {
    {SPVM_RULE_TARGET, "", "", "OpBranch %u7\nOpFunctionEnd\n", 0},
    {SPVM_RULE_TARGET, "", "",
     GO(30) "OpFunctionEnd\n%2 = OpFunction %void None %fn\n" AT(30) END, 30},
    {SPVM_RULE_TARGET, "", "",
     "OpSelectionMerge %u7 None\nOpBranchConditional %true %11 %11\n" AT(11) END, 0},
    {SPVM_RULE_ENTRY_TARGET, "", "", GO(10) "OpFunctionEnd\n", 10},
    {SPVM_RULE_PHI_PLACE, "", "",
     GO(11) AT(11) "%20 = OpIAdd %uint %u7 %u7\n%21 = OpPhi %uint %u7 %10\n" END, 21},
    {SPVM_RULE_PHI_PARENTS, "", "", GO(11) AT(11) "%21 = OpPhi %uint\n" END, 21},
    {SPVM_RULE_PHI_PARENTS, "", "", GO(11) AT(11) "%21 = OpPhi %uint %u7 %11\n" END, 11},
    {SPVM_RULE_PHI_PARENTS, "", "",
     IF(11, 12, 13) AT(11) GO(13) AT(12) GO(13) AT(13) "%21 = OpPhi %uint %u7 %11 %u7 %11\n" END,
     11},
    {SPVM_RULE_MERGE_PLACE, "", "",
     "OpSelectionMerge %11 None\n%20 = OpIAdd %uint %u7 %u7\nOpBranchConditional %true %11 %11\n"
     AT(11) END,
     10},
    {SPVM_RULE_MERGE_PLACE, "", "", "OpSelectionMerge %11 None\n" GO(11) AT(11) END, 10},
    {SPVM_RULE_MERGE_MISSING, "", "",
     "OpBranchConditional %true %11 %12\n" AT(11) "OpReturn\n" AT(12) END, 10},
    {SPVM_RULE_MERGE_MISSING, "", "",
     "OpBranchConditional %true %11 %12\n" AT(11) GO(13) AT(12) GO(13) AT(13) END, 10},
    {SPVM_RULE_MERGE_SHARED, "", "",
     IF(11, 13, 13) AT(11) IF(12, 13, 13) AT(12) GO(13) AT(13) END, 13},
    {SPVM_RULE_MERGE_DOMINANCE, "", "",
     IF(11, 12, 13) AT(11) IF(14, 15, 12) AT(14) GO(15) AT(15) GO(12) AT(12) GO(13) AT(13) END,
     12},
    {SPVM_RULE_CONTINUE_SHARED, "", "",
     GO(20) LOOP(20, 30, 29) GO(21) LOOP(21, 28, 29) GO(29) AT(29) GO(21) AT(28) GO(30) AT(30) END,
     29},
    {SPVM_RULE_CONTINUE_SHARED, "", "", GO(20) LOOP(20, 30, 30) GO(30) AT(30) GO(20)
     "OpFunctionEnd\n", 30},
    {SPVM_RULE_CONTINUE_DOMINANCE, "", "",
     IF(29, 12, 13) AT(12) GO(20) LOOP(20, 30, 29) GO(29) AT(29) GO(20) AT(30) GO(13) AT(13) END,
     29},
    {SPVM_RULE_CONTINUE_AFTER, "", "",
     GO(20) LOOP(20, 30, 29) GO(29) AT(29) IF(27, 28, 28) AT(27) "OpReturn\n" AT(28) GO(20) AT(30)
     END,
     20},
    {SPVM_RULE_BACK_EDGE, "", "", GO(11) AT(11) GO(12) AT(12) GO(11) "OpFunctionEnd\n", 11},
    {SPVM_RULE_BACK_EDGES, "", "",
     GO(20) LOOP(20, 30, 29) "OpBranchConditional %true %21 %22\n" AT(21) GO(20) AT(22) GO(29)
     AT(29) GO(20) AT(30) END,
     20},
    {SPVM_RULE_BACK_EDGES, "", "",
     GO(20) LOOP(20, 30, 29) GO(29) AT(29) GO(30) AT(30) END, 20},
    {SPVM_RULE_CONSTRUCT_ENTRY, "", "",
     IF(11, 12, 13) AT(11) GO(14) AT(12) GO(13) AT(13) GO(14) AT(14) END, 14},
    {SPVM_RULE_CONSTRUCT_EXIT, "", "",
     IF(11, 12, 13) AT(11) IF(14, 15, 16) AT(14) GO(13) AT(15) GO(16) AT(16) GO(13) AT(12) GO(13)
     AT(13) END,
     13},
    {SPVM_RULE_CASE_DOMINANCE, "", "",
     GO(20) LOOP(20, 30, 29) GO(21) AT(21) "OpSelectionMerge %23 None\nOpSwitch %u7 %23 1 %30\n"
     AT(23) GO(29) AT(29) GO(20) AT(30) END,
     30},
    {SPVM_RULE_CASE_FALL, "", "",
     "OpSelectionMerge %13 None\nOpSwitch %u7 %13 1 %11 2 %12 3 %14\n" AT(11) GO(14) AT(12) GO(14)
     AT(14) GO(13) AT(13) END,
     14},
    {SPVM_RULE_CASE_FALL, "", "",
     "OpSelectionMerge %13 None\nOpSwitch %u7 %13 1 %11 2 %12 3 %14\n" AT(11)
     "OpBranchConditional %true %12 %14\n" AT(12) GO(13) AT(14) GO(13) AT(13) END,
     14},
    {SPVM_RULE_CASE_ORDER, "", "",
     "OpSelectionMerge %13 None\nOpSwitch %u7 %13 1 %11 2 %12 3 %14\n" AT(11) GO(14) AT(12) GO(13)
     AT(14) GO(13) AT(13) END,
     14},
    {SPVM_RULE_NONE, "", "",
     "OpSelectionMerge %13 None\nOpSwitch %u7 %15 1 %11 2 %12\n" AT(11) GO(15) AT(15) GO(12) AT(12)
     GO(13) AT(13) END,
     0},
};

static const char *rule_text(spvm_rule rule, char *buffer) {
    spvm_unpack(SPVM_RULES_PACKED, SPVM_RULES_PAIRS, rule, buffer);
    return buffer;
}

static void check_broken(const broken *rows, size_t count) {
    char text[TEXT_SIZE], name[SPVM_NAME_SIZE];
    size_t k, words_count;
    for (k = 0; k < count; k++) {
        spvm_module m;
        uint32_t *words;
        void *memory;
        snprintf(text, sizeof text, "%s%s%s%s%s%s", preamble, rows[k].annotations, declarations,
                 rows[k].globals, opening, rows[k].body);
        words = assemble(text, &words_count);
        memory = walk_load(&m, words, words_count);
        if (m.error.rule != rows[k].rule || (rows[k].id != 0 && m.error.id != rows[k].id))
            fail_msg("%s, id %u, not %s, id %u, in\n%s", m.error.text, (unsigned)m.error.id,
                     rule_text(rows[k].rule, name), (unsigned)rows[k].id, text);
        free(memory);
        free(words);
    }
}

static void test_rules(void **state) {
    (void)state;
    check_broken(ids, sizeof ids / sizeof *ids);
    check_broken(types, sizeof types / sizeof *types);
    check_broken(flows, sizeof flows / sizeof *flows);
}

static uint32_t load_rule(const uint32_t *words, size_t count) {
    spvm_module m;
    free(walk_load(&m, words, count));
    return m.error.rule;
}

/* What assembly cannot say. */
static void test_words(void **state) {
    list *l = &module_words;
    size_t k, last;
    (void)state;
    random_structured(l, 5);
#define CHANGED(word, value, wanted) \
    do { \
        uint32_t was = l->words[word]; \
        l->words[word] = (value); \
        assert_int_equal(load_rule(l->words, l->count), wanted); \
        l->words[word] = was; \
    } while (0)
    CHANGED(0, 7, SPVM_RULE_HEADER);
    CHANGED(3, 0, SPVM_RULE_HEADER);
    CHANGED(1, 0x00020000u, SPVM_RULE_VERSION);
    CHANGED(1, 0x00010700u, SPVM_RULE_VERSION);
    CHANGED(3, SPVM_MAX_BOUND + 1, SPVM_RULE_BOUND);
    CHANGED(3, l->next_id - 1, SPVM_RULE_ID_RANGE);
    CHANGED(5, 2u << 16 | 9u, SPVM_RULE_OPCODE);
    CHANGED(5, SPVM_OpCapability, SPVM_RULE_LENGTH);
    CHANGED(l->count - 1, 2u << 16 | SPVM_OpFunctionEnd, SPVM_RULE_LENGTH);
    for (last = 5, k = 5; k < l->count; k += l->words[k] >> 16)
        if ((l->words[k] & 0xFFFFu) == SPVM_OpMemoryModel) last = k;
    CHANGED(last, 3u << 16 | SPVM_OpCapability, SPVM_RULE_OPERANDS);
#undef CHANGED
    assert_int_equal(load_rule(l->words, 4), SPVM_RULE_HEADER);
    assert_int_equal(load_rule(NULL, 0), SPVM_RULE_HEADER);
    assert_int_equal(load_rule(l->words, (size_t)SPVM_MAX_WORDS + 1), SPVM_RULE_WORDS);
    assert_int_equal(spvm_memory(l->words, 4), 0);
}

/* The bits of a mask say how many ids follow; a bit that is not known is an error. */
static void test_masks(void **state) {
    static const char text[]
        = "OpCapability Shader\nOpCapability Linkage\nOpMemoryModel Logical GLSL450\n"
          "%float = OpTypeFloat 32\n%v2 = OpTypeVector %float 2\n%v4 = OpTypeVector %float 4\n"
          "%image = OpTypeImage %float 2D 0 0 0 1 Unknown\n%si = OpTypeSampledImage %image\n"
          "%f0 = OpConstant %float 0\n%c = OpConstantComposite %v2 %f0 %f0\n"
          "%fn = OpTypeFunction %v4 %si\n%1 = OpFunction %v4 None %fn\n"
          "%2 = OpFunctionParameter %si\n%3 = OpLabel\n"
          "%4 = OpImageSampleExplicitLod %v4 %2 %c Grad|MinLod %c %c %f0\n"
          "OpReturnValue %4\nOpFunctionEnd\n";
    const uint32_t wrong[] = {0, 2, 4, 15, 0x800084u};
    size_t count, at, k;
    uint32_t *words = assemble(text, &count);
    (void)state;
    check_words("masks", words, count);
    for (at = 5; (words[at] & 0xFFFFu) != SPVM_OpImageSampleExplicitLod;) at += words[at] >> 16;
    for (k = 0; k < sizeof wrong / sizeof *wrong; k++) {
        words[at + 5] = wrong[k];
        assert_int_equal(load_rule(words, count), SPVM_RULE_OPERANDS);
    }
    words[at + 5] = 0x84;
    words[at] += (1u << 16) - (2u << 16);
    words[at + 8] = 1u << 16 | SPVM_OpNop;
    assert_int_equal(load_rule(words, count), SPVM_RULE_OPERANDS);
    free(words);
}

/* A set that nobody knows; a group whose decorations times targets are too many. */
static void test_sets_and_groups(void **state) {
    static char text[1 << 16];
    uint32_t *words;
    size_t count, n = 0, k;
    (void)state;
    words = assemble("OpCapability Shader\n%1 = OpExtInstImport \"GLSL.std.450\"\n"
                     "OpMemoryModel Logical GLSL450\n%2 = OpTypeVoid\n%3 = OpTypeFloat 32\n"
                     "%4 = OpConstant %3 1\n%5 = OpTypeFunction %2\n%6 = OpFunction %2 None %5\n"
                     "%7 = OpLabel\n%8 = OpExtInst %3 %1 FAbs %4\nOpReturn\nOpFunctionEnd\n",
                     &count);
    assert_int_equal(load_rule(words, count), SPVM_RULE_NONE);
    for (k = 5; k < count && words[k] != 0x4C534C47u; k++) {}
    assert_true(k < count);
    words[k] ^= 1;
    assert_int_equal(load_rule(words, count), SPVM_RULE_EXT_SET);
    free(words);
    n += (size_t)snprintf(text + n, sizeof text - n, "OpCapability Shader\n"
                                                     "OpMemoryModel Logical GLSL450\n");
    for (k = 0; k < 300; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "OpDecorate %%1 RelaxedPrecision\n");
    n += (size_t)snprintf(text + n, sizeof text - n,
                          "%%1 = OpDecorationGroup\nOpGroupDecorate %%1");
    for (k = 0; k < 300; k++) n += (size_t)snprintf(text + n, sizeof text - n, " %%2");
    snprintf(text + n, sizeof text - n, "\n%%2 = OpTypeVoid\n");
    words = assemble(text, &count);
    assert_int_equal(load_rule(words, count), SPVM_RULE_GROUPS);
    free(words);
}

/* Each rule has a module that breaks it. */
static void test_all_rules(void **state) {
    static const spvm_rule elsewhere[] = {
        SPVM_RULE_MEMORY,  SPVM_RULE_HEADER,  SPVM_RULE_VERSION, SPVM_RULE_BOUND,
        SPVM_RULE_WORDS,   SPVM_RULE_GROUPS,  SPVM_RULE_LENGTH,  SPVM_RULE_OPCODE,
        SPVM_RULE_OPERANDS, SPVM_RULE_EXT_SET, SPVM_RULE_ID_RANGE};
    unsigned char found[SPVM_RULE_COUNT] = {0};
    size_t k;
    char name[SPVM_NAME_SIZE];
    (void)state;
    for (k = 0; k < sizeof elsewhere / sizeof *elsewhere; k++) found[elsewhere[k]] = 1;
    for (k = 0; k < sizeof ids / sizeof *ids; k++) found[ids[k].rule] = 1;
    for (k = 0; k < sizeof types / sizeof *types; k++) found[types[k].rule] = 1;
    for (k = 0; k < sizeof flows / sizeof *flows; k++) found[flows[k].rule] = 1;
    for (k = 0; k < SPVM_RULE_COUNT; k++)
        if (!found[k]) fail_msg("no module breaks: %s", rule_text((spvm_rule)k, name));
}

/* ---- hostile words */

/* Changes one of the words somehow. */
static void spoil(uint32_t *words, size_t count, uint32_t bound) {
    uint32_t *word = &words[random_below((uint32_t)count)];
    switch (random_below(4)) {
    case 0: *word = words[random_below((uint32_t)count)]; break;
    case 1: *word += random_below(5) - 2; break;
    case 2: *word ^= 1u << random_below(32); break;
    default: *word = random_below(bound + 2); break;
    }
}

/* Whatever is cut off or changed, a load ends in an error or in tables that hold together. */
static void test_hostile(void **state) {
    static const char *const paths[]
        = {"tests/data/cpu/phi.spvasm", "tests/data/cpu/decoration-groups.spvasm",
           "tests/data/cpu/pointers.spvasm", "tests/data/cpu/line.spvasm"};
    size_t p, count, size, k, at, accepted = 0;
    spvm_module m;
    (void)state;
    for (p = 0; p < 5; p++) {
        char *text = p < 4 ? cases_load(paths[p], &size) : NULL;
        uint32_t *words, *exact;
        if (p == 4) random_structured(&module_words, 77);
        words = p < 4 ? assemble(text, &count) : module_words.words;
        if (p == 4) count = module_words.count;
        for (k = 0; k < count; k++) {
            exact = (uint32_t *)malloc(4 * k + !k);
            memcpy(exact, words, 4 * k);
            free(walk_load(&m, exact, k));
            free(exact);
        }
        exact = (uint32_t *)malloc(4 * count);
        for (k = 0; k < 20000; k++) {
            memcpy(exact, words, 4 * count);
            for (at = 0; at < 1 + k % 3; at++) spoil(exact, count, words[3]);
            if (exact[3] > words[3] + 100) exact[3] = words[3] + 100;
            m.error.status = SPVM_OK;
            free(walk_load(&m, exact, count));
            accepted += m.error.status == SPVM_OK;
        }
        free(exact);
        if (p < 4) free(words);
        free(text);
    }
    printf("changed modules: %u accepted\n", (unsigned)accepted);
    assert_true(accepted > 100);
}

/* ---- what the tables say */

static const char tables_text[]
    = "OpCapability Shader\nOpCapability Linkage\nOpExtension \"SPV_KHR_multiview\"\n"
      "%ext = OpExtInstImport \"GLSL.std.450\"\nOpMemoryModel Logical GLSL450\n"
      "OpEntryPoint Fragment %20 \"frag\" %21\nOpEntryPoint GLCompute %20 \"comp\"\n"
      "OpExecutionMode %20 OriginUpperLeft\nOpExecutionMode %20 LocalSize 4 5 6\n"
      "%file = OpString \"a.glsl\"\nOpSource GLSL 450\nOpName %21 \"colour\"\n"
      "OpName %9 \"Block\"\nOpMemberName %9 0 \"a\"\nOpMemberName %9 1 \"bb\"\n"
      "OpDecorate %21 Location 3\nOpDecorate %9 Block\nOpMemberDecorate %9 1 Offset 16\n"
      "OpMemberDecorate %9 0 Offset 0\nOpMemberDecorate %9 1 NonWritable\n"
      "OpDecorate %11 SpecId 7\nOpDecorate %14 SpecId 8\n"
      "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%3 = OpTypeInt 32 1\n"
      "%4 = OpTypeFloat 32\n%5 = OpTypeVector %4 4\n%bool = OpTypeBool\n%16 = OpTypeInt 16 1\n"
      "%11 = OpSpecConstant %3 5\n%12 = OpConstant %3 -3\n"
      "%13 = OpSpecConstantOp %3 IAdd %11 %12\n%14 = OpSpecConstantTrue %bool\n"
      "%15 = OpSpecConstantOp %3 Select %14 %13 %11\n%17 = OpConstant %16 -2\n"
      "%18 = OpSpecConstantOp %3 SConvert %17\n%19 = OpSpecConstantOp %3 SDiv %18 %13\n"
      "%10 = OpTypeArray %4 %15\n%9 = OpTypeStruct %3 %10\n"
      "%pb = OpTypePointer Uniform %9\n%po = OpTypePointer Output %5\n"
      "%pf = OpTypePointer Function %5\n%pe = OpTypePointer Function %4\n"
      "%vf = OpTypeFunction %4 %pf\n%21 = OpVariable %po Output\n%22 = OpVariable %pb Uniform\n"
      "%40 = OpFunction %4 None %vf\n%41 = OpFunctionParameter %pf\n%42 = OpLabel\n"
      "%43 = OpAccessChain %pe %41 %12\n%44 = OpCopyObject %pe %43\n%45 = OpLoad %4 %44\n"
      "OpReturnValue %45\nOpFunctionEnd\n"
      "%20 = OpFunction %void None %fn\n%23 = OpLabel\nOpLine %file 10 4\n"
      "%24 = OpVariable %pf Function\n%25 = OpFunctionCall %4 %40 %24\nOpNoLine\n"
      "%26 = OpExtInst %4 %ext FAbs %25\nOpLine %file 12 1\nOpReturn\nOpFunctionEnd\n";

static void test_tables(void **state) {
    const spvm_specialization given[] = {{7, 9}, {8, 0}};
    const spvm_options options = {given, 2};
    size_t count;
    uint32_t *words = assemble(tables_text, &count);
    void *memory = malloc(spvm_memory(words, count));
    spvm_module m;
    uint64_t bits;
    char name[8];
    (void)state;
    assert_int_equal(spvm_load(&m, NULL, words, count, memory, spvm_memory(words, count)), 0);
    walk(&m);
    assert_int_equal(m.entry_count, 2);
    assert_true(spvm_is_text(&m, m.entries[1].name, "comp"));
    assert_false(spvm_is_text(&m, m.entries[1].name, "com"));
    assert_false(spvm_is_text(&m, m.entries[1].name, "compu"));
    assert_int_equal(m.entries[0].interface_count, 1);
    assert_int_equal(m.words[m.entries[0].interface_word], 21);
    assert_int_equal(m.words[spvm_find_mode(&m, &m.entries[0], SPVM_ExecutionMode_LocalSize)->word
                             + 2],
                     6);
    assert_null(spvm_find_mode(&m, &m.entries[1], SPVM_ExecutionMode_PixelCenterInteger));
    assert_int_equal(spvm_copy_text(&m, m.ids[21].name, name, sizeof name), 6);
    assert_string_equal(name, "colour");
    assert_int_equal(spvm_copy_text(&m, m.ids[21].name, name, 4), 6);
    assert_string_equal(name, "col");
    assert_true(spvm_is_text(&m, spvm_member_of(&m, 9, 1)->name, "bb"));
    assert_null(spvm_member_of(&m, 9, 2));
    assert_int_equal(m.words[spvm_find_decoration(&m, 9, 1, SPVM_Decoration_Offset)->word], 16);
    assert_int_equal(spvm_member_of(&m, 9, 1)->decoration_count, 2);
    assert_null(spvm_find_decoration(&m, 9, 0, SPVM_Decoration_NonWritable));
    assert_non_null(spvm_find_decoration(&m, 9, SPVM_NONE, SPVM_Decoration_Block));
    assert_int_equal(m.words[spvm_find_decoration(&m, 21, SPVM_NONE, SPVM_Decoration_Location)
                                 ->word],
                     3);
    assert_true(spvm_value(&m, 15, &bits) && bits == 2);
    assert_true(spvm_value(&m, 18, &bits) && bits == 0xFFFFFFFEu);
    assert_true(spvm_value(&m, 19, &bits) && bits == 0xFFFFFFFFu);
    assert_int_equal(spvm_constant_of(&m, 11)->spec_id, 7);
    assert_int_equal(spvm_constant_of(&m, 13)->is_spec, 1);
    assert_int_equal(spvm_constant_of(&m, 12)->is_spec, 0);
    assert_int_equal(spvm_type_of(&m, 10)->count, 2);
    assert_int_equal(spvm_type_of(&m, 22)->element, 9);
    assert_int_equal(m.ids[43].object, 41);
    assert_int_equal(m.ids[44].object, 41);
    assert_int_equal(m.ids[45].object, 0);
    assert_int_equal(m.ids[24].object, 24);
    assert_int_equal(m.ids[12].use_count, 2);
    assert_int_equal(m.functions[m.call_order[0]].id, 40);
    assert_int_equal(m.lines[spvm_def(&m, 25)->line].line, 10);
    assert_true(spvm_is_text(&m, spvm_text_at(&m, spvm_def(&m, m.lines[0].file), 2), "a.glsl"));
    assert_int_equal(spvm_def(&m, 26)->line, SPVM_NONE);
    assert_int_equal(m.lines[m.insts[m.blocks[1].last].line].line, 12);
    assert_int_equal(spvm_set_of(&m, spvm_def(&m, 26)), SPVM_SET_GLSL);
    assert_string_equal(spvm_glsl_name(4, name), "FAbs");
    assert_true(spvm_has_capability(&m, SPVM_Capability_Linkage));
    assert_true(spvm_is_text(&m, m.extensions[0], "SPV_KHR_multiview"));
    assert_int_equal(m.blocks[1].exit, SPVM_EXIT_RETURN);
    assert_null(spvm_def(&m, 1000000));
    assert_null(spvm_type_of(&m, 0));
    /* The options' values: %11 is 9, %14 false. */
    assert_int_equal(spvm_load(&m, &options, words, count, memory, spvm_memory(words, count)), 0);
    assert_true(spvm_value(&m, 13, &bits) && bits == 6);
    assert_true(spvm_value(&m, 15, &bits) && bits == 9);
    assert_int_equal(spvm_type_of(&m, 10)->count, 9);
    free(memory);
    free(words);
}

/* Groups of decorations, for ids and members; places by DebugLine, up to the end of the block. */
static void test_groups_and_lines(void **state) {
    static const char text[]
        = "OpCapability Shader\nOpCapability Linkage\n"
          "OpExtension \"SPV_KHR_non_semantic_info\"\n"
          "%ext = OpExtInstImport \"NonSemantic.Shader.DebugInfo.100\"\n"
          "OpMemoryModel Logical GLSL450\n%file = OpString \"b.glsl\"\n"
          "OpDecorate %g Restrict\nOpDecorate %g Binding 4\nOpDecorate %30 DescriptorSet 1\n"
          "%g = OpDecorationGroup\nOpGroupDecorate %g %30 %31\nOpDecorate %h Offset 8\n"
          "%h = OpDecorationGroup\nOpGroupMemberDecorate %h %9 1\n"
          "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%uint = OpTypeInt 32 0\n"
          "%9 = OpTypeStruct %uint %uint\n%p = OpTypePointer Uniform %9\n"
          "%30 = OpVariable %p Uniform\n%31 = OpVariable %p Uniform\n"
          "%u0 = OpConstant %uint 0\n%u5 = OpConstant %uint 5\n%u6 = OpConstant %uint 6\n"
          "%u7 = OpConstant %uint 7\n%u8 = OpConstant %uint 8\n"
          "%source = OpExtInst %void %ext DebugSource %file\n"
          "%1 = OpFunction %void None %fn\n%10 = OpLabel\n"
          "%11 = OpExtInst %void %ext DebugLine %source %u5 %u6 %u7 %u8\n"
          "%12 = OpIAdd %uint %u5 %u6\n%13 = OpExtInst %void %ext DebugNoLine\n"
          "%14 = OpIAdd %uint %u5 %u6\n"
          "%15 = OpExtInst %void %ext DebugLine %source %u6 %u6 %u7 %u8\n"
          "OpBranch %16\n%16 = OpLabel\nOpReturn\nOpFunctionEnd\n";
    size_t count;
    uint32_t *words = assemble(text, &count);
    spvm_module m;
    void *memory = walk_load(&m, words, count);
    const spvm_line *line;
    (void)state;
    assert_non_null(memory);
    assert_int_equal(m.ids[30].decoration_count, 3);
    assert_int_equal(m.ids[31].decoration_count, 2);
    assert_int_equal(m.words[spvm_find_decoration(&m, 31, SPVM_NONE, SPVM_Decoration_Binding)
                                 ->word],
                     4);
    assert_int_equal(m.words[spvm_find_decoration(&m, 9, 1, SPVM_Decoration_Offset)->word], 8);
    assert_null(spvm_find_decoration(&m, 9, 0, SPVM_Decoration_Offset));
    line = &m.lines[spvm_def(&m, 12)->line];
    assert_true(line->line == 5 && line->end_line == 6 && line->column == 7);
    assert_int_equal(line->end_column, 8);
    assert_true(spvm_is_text(&m, spvm_text_at(&m, spvm_def(&m, line->file), 2), "b.glsl"));
    assert_int_equal(spvm_def(&m, 14)->line, SPVM_NONE);
    assert_int_equal(m.lines[m.insts[m.blocks[0].last].line].line, 6);
    assert_int_equal(m.insts[m.blocks[1].last].line, SPVM_NONE);
    /* behind a branch: that of the branch; behind DebugNoLine: none */
    assert_int_equal(m.lines[spvm_line_of(&m, m.blocks[1].last)].line, 6);
    assert_int_equal(m.lines[spvm_line_of(&m, m.ids[12].def)].line, 5);
    assert_int_equal(spvm_line_of(&m, m.ids[14].def), SPVM_NONE);
    assert_int_equal(spvm_line_of(&m, m.blocks[0].first), SPVM_NONE);
    free(memory);
    free(words);
}

/* Each instruction of the tables is found by its number, and has the disassembler's name. */
static void test_names(void **state) {
#define ONE_EACH(name, number, operands) +1
    uint32_t i, found = 0;
    (void)state;
    for (i = 0; i < 1 << 16; i++) {
        char buffer[SPVM_NAME_SIZE];
        const char *name = spvm_opcode_name(i, buffer);
        if (name == NULL) continue;
        found++;
        if (strncmp(spvOpcodeString(i), name, strlen(name)) != 0)
            fail_msg("Op%s is not Op%s", name, spvOpcodeString(i));
    }
    assert_int_equal(found, 0 SPVM_OPCODES(ONE_EACH));
#undef ONE_EACH
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),      cmocka_unit_test(test_tables),
        cmocka_unit_test(test_groups_and_lines), cmocka_unit_test(test_masks),
        cmocka_unit_test(test_rules),      cmocka_unit_test(test_words),
        cmocka_unit_test(test_sets_and_groups), cmocka_unit_test(test_all_rules),
        cmocka_unit_test(test_assembly),   cmocka_unit_test(test_glslang),
        cmocka_unit_test(test_lambdav),    cmocka_unit_test(test_graphs),
        cmocka_unit_test(test_structured), cmocka_unit_test(test_redirected),
        cmocka_unit_test(test_hostile),
    };
    int failed, i;
    context = spvContextCreate(SPV_ENV_UNIVERSAL_1_5);
    for (i = 1; i < argc; i++) {
        size_t count;
        uint32_t *words = read_words(argv[i], &count);
        check_words(argv[i], words, count);
        free(words);
    }
    failed = argc > 1 ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
    spvContextDestroy(context);
    return failed;
}
