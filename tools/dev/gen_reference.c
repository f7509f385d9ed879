/* cc -std=c99 -I. tools/dev/gen_reference.c -o gen_reference */
/* gen_reference FILE.md: prints the page with its generated regions made anew. A region lies
   between
     <!-- generated NAME: begin -->   and   <!-- generated NAME: end -->
   and NAME is one of `regions` below. What is generated comes from the tables of lambdav.h, whose
   text is read too, for the names of SPIR-V's instructions; so it is run from the top level.
   Exit codes: 0 done, 1 the page has an unknown region, 2 usage, 3 a file cannot be read. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LAMBDAV_KEEP_PRIVATE
#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"

enum { FILE_SIZE = 1 << 22, NAME_SIZE = 64 };
static char page[FILE_SIZE], header[FILE_SIZE];

/* ---- the words for what the tables say by numbers */

typedef struct words {
    uint32_t key;
    const char *text;
} words;

/* Type rules. `*` stands for a letter before it as often as there are operands; `@` for the letter
   of what the operation takes. */
static const words rule_words[] = {{LVI_R_MAP, "@* → @"},
                                   {LVI_R_CAST, "@* → @, scalars broadcast"},
                                   {LVI_R_MIX, "T T T → T, scalars broadcast; "
                                               "as select with bools"},
                                   {LVI_R_ORDER, "@* → bools"},
                                   {LVI_R_COUNT, "I → ints"},
                                   {LVI_R_SHIFT, "I ints → I; I uints → I"},
                                   {LVI_R_FIELD, "I int int → I; I I int int → I"},
                                   {LVI_R_LDEXP, "V ints → V"},
                                   {LVI_R_PACK, "V → uint"},
                                   {LVI_R_UNPACK, "uint → V"},
                                   {LVI_R_BITS, "V of one kind → of the other"},
                                   {LVI_R_LOGIC, "B* → B"},
                                   {LVI_R_ANYALL, "B → bool"},
                                   {LVI_R_VECTOR, "V* → V"},
                                   {LVI_R_LENGTH, "V* → num"},
                                   {LVI_R_CROSS, "vec3 vec3 → vec3"},
                                   {LVI_R_REFRACT, "V V num → V"},
                                   {LVI_R_MUL, "see Matrices"},
                                   {LVI_R_SUB, "N → N; N N → N, scalars broadcast"},
                                   {LVI_R_ATAN, "T → T; T T → T"},
                                   {LVI_R_SELECT, "bool E E → E; bvecN V V → V"},
                                   {LVI_R_OUTER, "vecR vecC → matCxR"},
                                   {LVI_R_TRANSPOSE, "matCxR → matRxC"},
                                   {LVI_R_PAIR, "struct, see Numbers"},
                                   {LVI_R_MAKE_VECTOR, "see Constructors"},
                                   {LVI_R_MAKE_MATRIX, "see Constructors"},
                                   {LVI_R_CONVERT, "see Types"},
                                   {LVI_R_AT, "see Parts"},
                                   {LVI_R_ELEMENTS, "array → int"},
                                   {LVI_R_EFFECT, "an effect"},
                                   {LVI_R_TEXTURE, "see Textures and images"},
                                   {LVI_R_ARRAY, "a* → array"},
                                   {LVI_R_ARRAY_OF, "count function → array"},
                                   {LVI_R_EACH, "function array ... → array"},
                                   {LVI_R_FOLD, "function a array → a"},
                                   {LVI_R_SCAN, "function a array → array"},
                                   {LVI_R_WITH_AT, "array index a → array"},
                                   {LVI_R_SATURATE, "T → T"}};

/* Where an operation that is not defined for all operands is undefined, as LVI_DOMAINS has it; in a
   table `|` needs an escape. */
static const char *domain_words(uint32_t op) {
    static char text[128];
    size_t row = 0, n = 0;
    const char *s;
    while (row < LVI_COUNT(lvi_domains) && lvi_domains[row] != op) row++;
    if (row == LVI_COUNT(lvi_domains)) return NULL;
    for (s = lvi_word(lvi_domain_words, (uint32_t)row); *s != '\0' && n + 3 < sizeof text; s++) {
        if (*s == '|') text[n++] = '\\';
        text[n++] = *s;
    }
    text[n] = '\0';
    return text;
}

/* Operations that are made of several instructions. */
static const words instruction_words[] = {{LVI_R_MUL, "OpFMul; see Matrices"},
                                          {LVI_R_SUB, "OpFSub, OpISub, OpFNegate, OpSNegate"},
                                          {LVI_R_BITS, "OpBitcast"},
                                          {LVI_R_SATURATE, "GLSL FClamp"},
                                          {LVI_R_CONVERT, "OpConvert..., OpBitcast, OpSelect"},
                                          {LVI_R_ATAN, "GLSL Atan, Atan2"},
                                          {LVI_R_MAKE_VECTOR, "OpCompositeConstruct"},
                                          {LVI_R_MAKE_MATRIX, "OpCompositeConstruct"},
                                          {LVI_R_ELEMENTS, "OpArrayLength"},
                                          {LVI_R_EFFECT, ""},
                                          {LVI_R_TEXTURE, ""},
                                          {LVI_R_ARRAY, ""},
                                          {LVI_R_ARRAY_OF, ""},
                                          {LVI_R_EACH, ""},
                                          {LVI_R_FOLD, ""},
                                          {LVI_R_SCAN, ""},
                                          {LVI_R_WITH_AT, ""},
                                          {LVI_R_AT, "OpCompositeExtract"}};

#define FIND(table, key) find_words(table, sizeof table / sizeof *table, key)

/* The words for `key`, NULL if there are none. */
static const char *find_words(const words *table, size_t count, uint32_t key) {
    size_t i;
    for (i = 0; i < count && table[i].key != key; i++) {
    }
    return i < count ? table[i].text : NULL;
}

/* The words must be there: a new row without them ends the program. */
static const char *need(const char *found, const char *what, const char *name) {
    if (found != NULL) return found;
    fprintf(stderr, "tools/dev/gen_reference.c: no words for the %s of '%s'\n", what, name);
    exit(1);
}

/* ---- names of instructions, from the enums in the header's text */

/* The name that PREFIX..., = NUMBER gives in the header, "" if none does. */
static void enum_name(const char *prefix, uint32_t number, char name[NAME_SIZE]) {
    const char *at = header;
    unsigned value;
    name[0] = '\0';
    while ((at = strstr(at, prefix)) != NULL) {
        at += strlen(prefix);
        if (sscanf(at, "%63[A-Za-z0-9_] = %u", name, &value) == 2 && value == number) return;
    }
    name[0] = '\0';
}

static void print_opcode(uint32_t opcode) {
    char name[NAME_SIZE];
    if (opcode & 0x8000u) {
        enum_name("LVI_GLSL_", opcode & 0x7fffu, name);
        printf("GLSL %s", name);
    } else {
        enum_name("LVI_SPV_Op", opcode, name);
        printf("Op%s", name);
    }
    if (name[0] == '\0') {
        fprintf(stderr, "lambdav.h: instruction %u has no name\n", opcode);
        exit(1);
    }
}

/* What the operation has for nums, ints, uints (mod and rem are another one there) and bools, each
   name once. */
static void print_opcodes(const lvi_builtin_row *row) {
    const lvi_op_row *op = &lvi_ops[row->op], *integer = &lvi_ops[lvi_bi_integer_op(row->op)];
    uint32_t printed[4], count = 0, i, k;
    for (i = row->rule == LVI_R_LOGIC ? 3 : 0; i < 4; i++) {
        uint32_t opcode = i == 1 || i == 2 ? integer->opcode[i] : op->opcode[i];
        if (integer != op && i == 1 && row->op != LVI_OP_DIV) opcode = LVI_SPV_OpSDiv;
        for (k = 0; k < count && printed[k] != opcode; k++) {
        }
        if (!opcode || k < count) continue;
        if (count) printf(", ");
        print_opcode(opcode);
        printed[count++] = opcode;
    }
}

static void print_instruction(const lvi_builtin_row *row) {
    const char *found = FIND(instruction_words, row->rule);
    char name[NAME_SIZE];
    if (row->rule == LVI_R_STAGE) {
        enum_name("LVI_SPV_BuiltIn_", lvi_inputs[row->op].builtin, name);
        printf("BuiltIn %s", name);
        return;
    }
    if (found != NULL) {
        printf("%s", found);
        return;
    }
    print_opcodes(row);
}

/* ---- the regions */

static uint32_t builtin_count(void) {
    return (uint32_t)(sizeof lvi_builtins / sizeof *lvi_builtins);
}

static const char *names_of(const lvi_builtin_row *row) {
    return lvi_word(lvi_names, (uint32_t)(row - lvi_builtins));
}

/* "a b c" as `a`, `b`, `c`. */
static void print_names(const char *names) {
    const char *end;
    for (; *names; names = *end ? end + 1 : end) {
        for (end = names; *end && *end != ' '; end++) {
        }
        putchar('`');
        for (; names < end; names++) printf(*names == '|' ? "\\|" : "%c", *names);
        printf(*end ? "` " : "`");
    }
}

/* A scalar or vector type, as lambdav.h packs it: kind, rows - 1, columns - 1. */
static void print_type(uint32_t type) {
    static const char *const scalars[] = {"", "num", "int", "uint", "bool"};
    static const char *const letters[] = {"", "", "i", "u", "b"};
    unsigned rows = LVI_ROWS(type);
    if (rows == 1)
        printf("%s", scalars[LVI_KIND(type)]);
    else
        printf("%svec%u", letters[LVI_KIND(type)], rows);
}

/* The letter, once for each operand. */
static void print_operands(const lvi_builtin_row *row, char letter) {
    unsigned i;
    printf("%c", letter);
    for (i = 1; i < row->least; i++) printf(" %c", letter);
    if (row->most > row->least) printf(" ...");
}

/* The letter of what the operation takes. */
static char operand_letter(const lvi_builtin_row *row) {
    uint32_t mask = lvi_bi_mask(row->op);
    if (mask & LVI_M_BOOL) return 'E';
    if (!(mask & LVI_M_NUM)) return 'I';
    return mask & LVI_M_INTEGER ? 'N' : 'T';
}

static void print_rule(const lvi_builtin_row *row) {
    const char *c;
    if (row->rule == LVI_R_STAGE) {
        printf("→ ");
        print_type(lvi_inputs[row->op].type);
    } else if (row->rule == LVI_R_SQUARE) {
        printf("matNxN → %s", row->op == LVI_OP_DETERMINANT ? "num" : "matNxN");
    } else {
        for (c = need(FIND(rule_words, row->rule), "type rule", names_of(row)); *c; c++) {
            char letter = *c == '@' ? operand_letter(row) : *c;
            if (c[1] != '*')
                printf("%c", letter);
            else
                print_operands(row, letter), c++;
        }
    }
}

/* Does the row's `op` column name an operation? */
static int has_operation(const lvi_builtin_row *row) {
    return row->rule != LVI_R_STAGE && row->rule != LVI_R_AT && row->rule != LVI_R_ELEMENTS
           && row->rule != LVI_R_TEXTURE
           && row->rule != LVI_R_BITS
           && (row->rule < LVI_R_MAKE_VECTOR || row->rule > LVI_R_CONVERT);
}

static void print_domain(const lvi_builtin_row *row) {
    uint32_t op = row->op;
    if (row->rule == LVI_R_ATAN)
        op = LVI_OP_ATAN2;
    else if (row->rule == LVI_R_CONVERT && (row->op == LVI_T_INT || row->op == LVI_T_UINT))
        op = row->op == LVI_T_INT ? LVI_OP_NUM_TO_INT : LVI_OP_NUM_TO_UINT;
    else if (row->rule == LVI_R_CAST && lvi_bi_integer_op(row->op) != row->op)
        op = lvi_bi_integer_op(row->op);
    else if (row->rule == LVI_R_SATURATE || !has_operation(row)
             || lvi_op_class(row->op) != LVI_PARTIAL)
        return;
    printf("%s", need(domain_words(op), "domain", names_of(row)));
}

static void print_builtin(uint32_t i) {
    const lvi_builtin_row *row = &lvi_builtins[i];
    printf("| ");
    print_names(names_of(row));
    printf(" | %s | ", lambdav_builtin_text(i));
    print_rule(row);
    printf(" | ");
    print_domain(row);
    printf(" | ");
    print_instruction(row);
    printf(" |\n");
}

/* Groups of builtins: the name that begins each, and its title. */
static const char *const groups[][2] = {{"+", "Operators"},
                                        {"abs", "Numbers"},
                                        {"sin", "Angles"},
                                        {"dfdx", "Derivatives"},
                                        {"bit-and", "Integers and bits"},
                                        {"pack-snorm-4x8", "Packing"},
                                        {"length", "Geometry"},
                                        {"frag-coord", "Inputs of the stage"},
                                        {"num", "Conversions and constructors"},
                                        {"barrier", "Effects"},
                                        {"sample", "Textures and images"},
                                        {"subgroup-elect", "Subgroups"},
                                        {"array", "Arrays"}};

static void print_builtins(void) {
    size_t group = 0;
    uint32_t i;
    for (i = 0; i < builtin_count(); i++) {
        const char *names = lvi_word(lvi_names, i);
        if (group < sizeof groups / sizeof *groups
            && strcspn(names, " ") == strlen(groups[group][0])
            && !memcmp(names, groups[group][0], strlen(groups[group][0])))
            printf("%s### %s\n\n| name | operands | types | undefined for | SPIR-V |\n"
                   "|---|---|---|---|---|\n",
                   i ? "\n" : "", groups[group++][1]);
        print_builtin(i);
    }
    if (group != sizeof groups / sizeof *groups) need(NULL, "group", groups[group][0]);
}

static void print_forms(void) {
    char name[NAME_SIZE];
    uint32_t i;
    printf("| form | other names |\n|---|---|\n");
    for (i = 0; i < LVI_FORM_COUNT; i++) {
        const char *names = lvi_word(lvi_names, builtin_count() + i), *space = strchr(names, ' ');
        snprintf(name, sizeof name, "%.*s", (int)strcspn(names, " "), names);
        printf("| `(%s %s)` | ", name, lvi_word(lvi_syntax, builtin_count() + i));
        if (space != NULL) print_names(space + 1);
        printf(" |\n");
    }
}

static const char *explanation(uint32_t code) {
    switch (code) {
#define LVI_ROW(id, name, message, explanation) case LAMBDAV_E_##id: return explanation;
        LVI_ERRORS(LVI_ROW)
#undef LVI_ROW
    default: return "";
    }
}

static void print_errors(void) {
    uint32_t i;
    printf("| | name | message | |\n|---:|---|---|---|\n");
    for (i = 1; lambdav_error_name(i) != NULL; i++) {
        const char *c;
        printf("| %u | `%s` | ", (unsigned)i, lambdav_error_name(i));
        for (c = lvi_error_word(&lvi_error_messages, i); *c; c++) {
            if (*c == '%')
                printf("…");
            else
                putchar(*c);
        }
        printf(" | %s |\n", explanation(i));
    }
}

/* Prose that holds λV: what stands in brackets is code. */
static void print_prose(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (*text == '(' && depth++ == 0) putchar('`');
        if (*text == '|') putchar('\\');
        putchar(*text);
        if (*text == ')' && --depth == 0) putchar('`');
    }
}

static void print_foreign_rows(const char *list) {
    static uint64_t arena[1 << 17];
    lvi_context *cx = (lvi_context *)(void *)arena;
    const char *row = list, *text;
    lvi_ar_open(cx, 0, sizeof arena);
    for (; *row; row += strlen(row) + 1) {
        size_t size = strcspn(row, " ");
        text = lvi_sy_instead(cx, list, (const unsigned char *)row, (uint32_t)size);
        if (!text) return;
        printf("| ");
        print_names(row);
        printf(" | ");
        print_prose(text + (strncmp(text, "write ", 6) == 0 ? 6 : 0));
        printf(" |\n");
        row += strlen(row) + 1;
    }
}

static void print_foreign(void) {
    printf("| name | write |\n|---|---|\n");
    print_foreign_rows(lvi_foreign_values);
    print_foreign_rows(lvi_foreign_types);
}

static const struct {
    const char *name;
    void (*print)(void);
} regions[] = {{"builtins", print_builtins}, {"forms", print_forms}, {"errors", print_errors},
               {"foreign", print_foreign}};

/* Prints a region if the line at `at` begins one; then *at moves to its last line. 0 if it is
   unknown or has no end. */
static int print_region(const char **at) {
    char name[NAME_SIZE], end[2 * NAME_SIZE];
    size_t i;
    if (sscanf(*at, "<!-- generated %63[a-z]: begin -->", name) != 1) return 1;
    snprintf(end, sizeof end, "<!-- generated %s: end -->", name);
    for (i = 0; i < sizeof regions / sizeof *regions; i++) {
        if (strcmp(regions[i].name, name)) continue;
        printf("<!-- generated %s: begin -->\n\n", name);
        regions[i].print();
        printf("\n");
        *at = strstr(*at, end);
        return *at != NULL;
    }
    return 0;
}

static int read_file(const char *path, char *text) {
    FILE *file = fopen(path, "rb");
    size_t size;
    if (file == NULL) return 0;
    size = fread(text, 1, FILE_SIZE - 1, file);
    text[size] = '\0';
    return fclose(file) == 0 && size > 0 && size < FILE_SIZE - 1;
}

int main(int argc, char **argv) {
    const char *at = page, *end;
    if (argc != 2) {
        fprintf(stderr, "usage: gen_reference FILE.md\n");
        return 2;
    }
    if (!read_file("lambdav.h", header) || !read_file(argv[1], page)) {
        fprintf(stderr, "gen_reference: cannot read lambdav.h or %s\n", argv[1]);
        return 3;
    }
    for (; *at; at = end) {
        if (!print_region(&at)) {
            fprintf(stderr, "gen_reference: %s: a region is unknown or has no end\n", argv[1]);
            return 1;
        }
        end = strchr(at, '\n');
        end = end == NULL ? at + strlen(at) : end + 1;
        fwrite(at, 1, (size_t)(end - at), stdout);
    }
    return 0;
}
