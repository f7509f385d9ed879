/* cc -std=c99 -O1 -I. tools/dev/gen_names.c -o build/gen_names */
/* gen_names [--check] lambdav.h: makes the table of builtin names in lambdav.h from the rows of its
   lists, between the markers; run it after a change of LVI_BUILTINS or LVI_FORMS. With --check it
   writes nothing and fails if the table is not what it would make.
   Exit codes: 0 done, 1 the table or the file is at fault, 2 usage, 3 it cannot be written. */
#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEGIN "/* generated from the rows by tools/dev/gen_names.c: begin"
#define END "/* generated from the rows by tools/dev/gen_names.c: end */"

enum { MOST_SLOTS = 4096, MOST_ROWS = 255, FIRST_BIT = 0x1000, PER_LINE = 13, LETTERS = 32 };

typedef struct table {
    unsigned slots, names, count; /* count: of rows */
    unsigned rows[MOST_SLOTS]; /* row + 1 */
    /* of row + 1: where its names begin in lvi_names, below FIRST_BIT; lvi_hash_bit of each */
    unsigned starts[MOST_ROWS + 1];
    unsigned sizes[LETTERS]; /* of the names with a first byte: 1 << size for each, modulo 32 */
} table;

/* Puts a name in the first free place that lvi_sy_builtin looks at. */
static void add(table *t, const char *name, size_t size, unsigned row) {
    unsigned hash = lvi_hash_bytes(name, (uint32_t)size), i = hash & (t->slots - 1);
    while (t->rows[i] != 0) i = (i + lvi_hash_step(hash)) & (t->slots - 1);
    t->rows[i] = row + 1;
    t->starts[row + 1] |= lvi_hash_bit(hash);
    t->sizes[name[0] & (LETTERS - 1)] |= 1u << (size & 31);
    t->names++;
}

/* Every name of every row; a row has one or more, with blanks between them. */
static void fill(table *t, unsigned slots) {
    unsigned row, begin, end;
    memset(t, 0, sizeof *t);
    t->slots = slots;
    for (row = 0; lambdav_builtin_name(row) != NULL; row++) {
        const char *names = lambdav_builtin_name(row);
        t->count = row + 2;
        t->starts[row + 1] = (unsigned)(names - lambdav_builtin_name(0));
        if (row == MOST_ROWS || t->starts[row + 1] >= FIRST_BIT) abort();
        for (begin = 0; names[begin] != '\0'; begin = end + (names[end] == ' ')) {
            end = begin + (unsigned)strcspn(names + begin, " ");
            add(t, names + begin, end - begin, row);
        }
    }
}

/* Appends an array of the table as C text; returns its size. */
static int print_array(char *text, size_t capacity, const char *head, const unsigned *a,
                       unsigned count) {
    unsigned i;
    int n = snprintf(text, capacity, "%s = {", head);
    for (i = 0; i < count; i++)
        n += snprintf(text + n, capacity - (size_t)n, "%s%u%s", i % PER_LINE ? " " : "\n    ", a[i],
                      i + 1 < count ? "," : "\n};\n");
    return n;
}

/* The table as C text. A quarter of it at least is empty, so probes stay short. */
static size_t print(char *text, size_t capacity) {
    static table t;
    unsigned slots = MOST_SLOTS;
    int n;
    fill(&t, slots);
    while (slots > 4 && t.names * 4 <= slots / 2 * 3) slots /= 2;
    fill(&t, slots);
    n = snprintf(text, capacity,
                 BEGIN "\n   An open hash table of all names: row + 1; and where the names of row"
                       " + 1 begin in lvi_names,\n   with their lvi_hash_bits; and, by the last"
                       " five bits of the first byte, which sizes there\n   are. */\n"
                       "#define LVI_NAME_SLOTS %uu\n", slots);
    n += print_array(text + n, capacity - (size_t)n,
                     "static const uint8_t lvi_name_rows[LVI_NAME_SLOTS]", t.rows, slots);
    n += print_array(text + n, capacity - (size_t)n, "static const uint16_t lvi_name_starts[]",
                     t.starts, t.count);
    n += print_array(text + n, capacity - (size_t)n, "static const uint32_t lvi_name_sizes[]",
                     t.sizes, LETTERS);
    return (size_t)n;
}

static char *read_text(const char *path, size_t *size) {
    static char text[4 << 20];
    FILE *file = fopen(path, "rb");
    if (file == NULL) return NULL;
    *size = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    return text;
}

int main(int argc, char **argv) {
    static char made[MOST_SLOTS * 16 + 1024];
    int check = argc == 3 && strcmp(argv[1], "--check") == 0;
    const char *path = argc > 1 ? argv[argc - 1] : "";
    size_t size = 0, made_size;
    char *text, *begin, *end;
    FILE *file;
    if (argc != 2 && !check) {
        fprintf(stderr, "usage: gen_names [--check] lambdav.h\n");
        return 2;
    }
    text = read_text(path, &size);
    begin = text ? strstr(text, BEGIN) : NULL;
    end = begin ? strstr(begin, END) : NULL;
    if (end == NULL) {
        fprintf(stderr, "%s: error: no file with the markers\n", path);
        return 1;
    }
    made_size = print(made, sizeof made);
    if (made_size == (size_t)(end - begin) && memcmp(begin, made, made_size) == 0) return 0;
    if (check) {
        fprintf(stderr, "%s: error: the table of names is not what gen_names makes\n", path);
        return 1;
    }
    file = fopen(path, "wb");
    if (file == NULL) return 3;
    fwrite(text, 1, (size_t)(begin - text), file);
    fwrite(made, 1, made_size, file);
    fwrite(end, 1, size - (size_t)(end - text), file);
    return fclose(file) == 0 ? 0 : 3;
}
