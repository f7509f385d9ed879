/* Where the instructions of a module come from: files, lines, texts. Part of lambdav.c. */
#ifndef CLI_PLACES_H
#define CLI_PLACES_H

#include "json.h"
#include "module.h"

enum { MAX_TEXTS = 64 };

typedef struct places {
    const spvm_module *m;
    const char *path; /* of the module, for what has no place */
    size_t limit;     /* bytes of a text */
    struct { /* the texts of the source, once they are asked for */
        spvm_id file;
        char *name;
        bytes text;
        size_t skip; /* bytes in front of line 1 */
    } texts[MAX_TEXTS];
    size_t text_count;
} places;

static void places_open(places *u, const spvm_module *m, const char *path, size_t limit) {
    memset(u, 0, sizeof *u);
    u->m = m;
    u->path = path;
    u->limit = limit;
}

static void places_close(places *u) {
    size_t i;
    for (i = 0; i < u->text_count; i++) {
        free(u->texts[i].name);
        free(u->texts[i].text.data);
    }
    u->text_count = 0;
}

static char *copy_text(const spvm_module *m, spvm_text text) {
    char *copy = (char *)need(malloc((size_t)text.size + 1));
    spvm_copy_text(m, text, copy, (size_t)text.size + 1);
    return copy;
}

/* The text of a source that the module carries. */
static void carried_text(const spvm_module *m, spvm_id file, bytes *text) {
    spvm_inst_ref i;
    int inside = 0;
    char *part;
    for (i = 0; i < m->inst_count && m->insts[i].opcode != SPVM_OpFunction; i++) {
        const spvm_inst *inst = &m->insts[i];
        uint32_t word = inst->opcode == SPVM_OpSource ? 4 : 1;
        if (inst->opcode == SPVM_OpSource)
            inside = inst->length > 4 && spvm_operand(m, inst, 3) == file;
        else if (inst->opcode != SPVM_OpSourceContinued) continue;
        if (!inside) continue;
        part = copy_text(m, spvm_text_at(m, inst, word));
        bytes_add(text, part, strlen(part));
        free(part);
    }
}

/* The index of a source's row; its text is the module's, or that of the file of its name. */
static size_t text_of(places *u, spvm_id file) {
    size_t i, end;
    const spvm_module *m = u->m;
    const spvm_inst *name = spvm_def(m, file);
    for (i = 0; i < u->text_count; i++)
        if (u->texts[i].file == file) return i;
    if (i == MAX_TEXTS || name == NULL || name->opcode != SPVM_OpString) return MAX_TEXTS;
    u->text_count++;
    u->texts[i].file = file;
    u->texts[i].name = copy_text(m, spvm_text_at(m, name, 2));
    carried_text(m, file, &u->texts[i].text);
    if (u->texts[i].text.size == 0)
        read_file(u->texts[i].name, u->limit, &u->texts[i].text);
    /* glslang writes comments and a #line in front of the text */
    if (u->texts[i].text.size > 20
        && memcmp(u->texts[i].text.data, "// OpModuleProcessed", 20) == 0)
        for (end = 0; end + 8 <= u->texts[i].text.size && u->texts[i].skip == 0; end++)
            if (memcmp(u->texts[i].text.data + end, "#line 1\n", 8) == 0)
                u->texts[i].skip = end + 8;
    return i;
}

/* Where an instruction comes from; a line of 0 if that is not known. */
static lambdav_span span_of(places *u, spvm_inst_ref inst) {
    lambdav_span span;
    spvm_line_ref place = inst == SPVM_NONE ? SPVM_NONE : spvm_line_of(u->m, inst);
    const spvm_line *line;
    const char *text;
    size_t i, at, size;
    uint32_t n;
    memset(&span, 0, sizeof span);
    span.source_name = u->path;
    span.source_name_size = strlen(u->path);
    if (place == SPVM_NONE) return span;
    line = &u->m->lines[place];
    i = text_of(u, line->file);
    span.line = line->line;
    span.column = line->column;
    if (i == MAX_TEXTS) return span;
    span.source_name = u->texts[i].name;
    span.source_name_size = strlen(u->texts[i].name);
    text = u->texts[i].text.data;
    size = u->texts[i].text.size;
    for (at = u->texts[i].skip, n = 1; at < size && n < line->line; at++) n += text[at] == '\n';
    if (n != line->line || at >= size) return span;
    span.text = text;
    span.text_size = size;
    if (line->column == 0)
        while (at + 1 < size && (text[at] == ' ' || text[at] == '\t')) at++, span.column++;
    else
        for (n = 1; n < line->column && at + 1 < size && text[at] != '\n'; n++) at++;
    if (line->column == 0) span.column++;
    span.begin = span.end = (uint32_t)at;
    if (line->end_line == line->line && line->end_column > line->column)
        span.end = span.begin + (line->end_column - line->column);
    if (span.end > size) span.end = (uint32_t)size;
    return span;
}

#endif
