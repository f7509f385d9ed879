/* same_code: is one module the other plus what debuggers read? Needs SPIRV-Tools. */
#ifndef SAME_CODE_H
#define SAME_CODE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

typedef struct code_line {
    const uint32_t *words;
    const unsigned char *is_id; /* of each word */
    uint32_t count, opcode;
    int debug; /* it says nothing of what is computed */
} code_line;

typedef struct code {
    code_line *lines;
    size_t count, capacity;
    uint32_t bound;
    uint32_t *definitions; /* line + 1 that defines an id */
    uint32_t *others;      /* the id in the other module */
    const uint32_t *words;
    unsigned char *is_id;
    size_t at;
} code;

enum {
    CODE_STRING = 7, CODE_LINE = 8, CODE_EXTENSION = 10, CODE_IMPORT = 11, CODE_SOURCE = 3,
    CODE_SOURCE_CONTINUED = 2, CODE_SOURCE_EXTENSION = 4, CODE_NAME = 5, CODE_MEMBER_NAME = 6,
    CODE_NO_LINE = 317, CODE_FIRST_TYPE = 19, CODE_LAST_CONSTANT = 52, CODE_UNDEF = 1
};

static int code_is_text(const code_line *line, uint32_t word, const char *text) {
    size_t room = 4 * (size_t)(line->count - word), size = strlen(text);
    return size < room && memcmp(&line->words[word], text, size + 1) == 0;
}

static int code_is_debug(const code_line *line, const spv_parsed_instruction_t *parsed) {
    switch (line->opcode) {
    case CODE_STRING: case CODE_LINE: case CODE_NO_LINE: case CODE_SOURCE:
    case CODE_SOURCE_CONTINUED: case CODE_SOURCE_EXTENSION: case CODE_NAME: case CODE_MEMBER_NAME:
        return 1;
    case CODE_EXTENSION: return code_is_text(line, 1, "SPV_KHR_non_semantic_info");
    case CODE_IMPORT: return code_is_text(line, 2, "NonSemantic.Shader.DebugInfo.100");
    default: return parsed->ext_inst_type == SPV_EXT_INST_TYPE_NONSEMANTIC_SHADER_DEBUGINFO_100;
    }
}

static int code_is_id(spv_operand_type_t type) {
    return type == SPV_OPERAND_TYPE_ID || type == SPV_OPERAND_TYPE_TYPE_ID
           || type == SPV_OPERAND_TYPE_RESULT_ID || type == SPV_OPERAND_TYPE_SCOPE_ID
           || type == SPV_OPERAND_TYPE_MEMORY_SEMANTICS_ID;
}

static spv_result_t code_take(void *user, const spv_parsed_instruction_t *parsed) {
    code *c = (code *)user;
    code_line *line;
    uint16_t i;
    if (c->count == c->capacity) {
        c->capacity = c->capacity ? 2 * c->capacity : 256;
        c->lines = (code_line *)realloc(c->lines, c->capacity * sizeof *c->lines);
        if (c->lines == NULL) abort();
    }
    line = &c->lines[c->count++];
    line->words = c->words + c->at, line->is_id = c->is_id + c->at;
    line->count = parsed->num_words, line->opcode = parsed->opcode;
    for (i = 0; i < parsed->num_operands; i++)
        if (code_is_id(parsed->operands[i].type)) c->is_id[c->at + parsed->operands[i].offset] = 1;
    c->at += parsed->num_words;
    line->debug = code_is_debug(line, parsed);
    if (parsed->result_id) c->definitions[parsed->result_id] = (uint32_t)c->count;
    return SPV_SUCCESS;
}

static int code_read(code *c, spv_context context, const uint32_t *words, size_t count) {
    memset(c, 0, sizeof *c);
    c->words = words, c->at = 5, c->bound = words[3];
    c->definitions = (uint32_t *)calloc(c->bound, 4);
    c->others = (uint32_t *)calloc(c->bound, 4);
    c->is_id = (unsigned char *)calloc(count, 1);
    if (c->definitions == NULL || c->others == NULL || c->is_id == NULL) abort();
    return spvBinaryParse(context, c, words, count, NULL, code_take, NULL) == SPV_SUCCESS;
}

static void code_free(code *c) {
    free(c->lines), free(c->definitions), free(c->others), free(c->is_id);
}

/* Types and constants: those are compared where they are used. */
static int code_is_pure(const code_line *line) {
    return (line->opcode >= CODE_FIRST_TYPE && line->opcode <= CODE_LAST_CONSTANT)
           || line->opcode == CODE_UNDEF;
}

static int code_same_line(code *a, const code_line *x, code *b, const code_line *y);

static int code_same_id(code *a, uint32_t x, code *b, uint32_t y) {
    const code_line *p, *q;
    if (x >= a->bound || y >= b->bound) return 0;
    if (a->others[x] || b->others[y]) return a->others[x] == y && b->others[y] == x;
    a->others[x] = y, b->others[y] = x;
    if (!a->definitions[x] || !b->definitions[y]) return 0;
    p = &a->lines[a->definitions[x] - 1], q = &b->lines[b->definitions[y] - 1];
    if (!code_is_pure(p) && !code_is_pure(q)) return 1;
    return code_same_line(a, p, b, q);
}

static int code_same_line(code *a, const code_line *x, code *b, const code_line *y) {
    uint32_t i;
    if (x->opcode != y->opcode || x->count != y->count) return 0;
    for (i = 1; i < x->count; i++) {
        if (x->is_id[i] != y->is_id[i]) return 0;
        if (x->is_id[i] ? !code_same_id(a, x->words[i], b, y->words[i])
                        : x->words[i] != y->words[i])
            return 0;
    }
    return 1;
}

/* The next instruction that is compared in order. */
static const code_line *code_next(const code *c, size_t *i) {
    while (*i < c->count && (c->lines[*i].debug || code_is_pure(&c->lines[*i]))) (*i)++;
    return *i < c->count ? &c->lines[(*i)++] : NULL;
}

/* Are the two modules equal but for their ids, unused types and constants, and what debuggers
   read? */
static int same_code(spv_context context, const uint32_t *words, size_t count,
                     const uint32_t *other, size_t other_count) {
    code a, b;
    size_t i = 0, k = 0;
    int same = code_read(&a, context, words, count) & code_read(&b, context, other, other_count);
    while (same) {
        const code_line *x = code_next(&a, &i), *y = code_next(&b, &k);
        if (x == NULL && y == NULL) break;
        same = x != NULL && y != NULL && code_same_line(&a, x, &b, y);
    }
    code_free(&a);
    code_free(&b);
    return same;
}

#endif
