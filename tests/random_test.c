/* cc -std=c99 -O1 -ffp-contract=off -DREFERENCE_NO_MAIN -I. tests/random_test.c tests/reference.c -o random_test -lSPIRV-Tools -lstdc++ -lm -lpthread -ldl */
/* Random programs (random_program.h makes them) through the compiler and the reference evaluator.
       random_test [--programs N] [--seed S] [--first K] [--size N] [--mutants N] [--no-device]
       [--print] random_test FILE.lv...
   Each program is accepted by both, its words are valid, and a Vulkan device draws with them what
   the reference says, within the freedom that a device has. So do rewritten versions of it that
   mean the same (bindings, applications and branches that change nothing). Versions with one
   mistake, or one change that happens to be none, are accepted or rejected by both.

   Without --seed: a fixed seed, then one from the clock, which is printed. A program that fails is
   made smaller while it still fails, and printed as a run case. Files are checked like programs.
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <time.h>
#include <unistd.h>

#include <spirv-tools/libspirv.h>

#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"

#include "cases.h"
#include "random_program.h"
#include "reference.h"
#include "spirv_run.h"

enum {
    PICTURE = 8,
    ARENA_SIZE = 64 << 20,
    TEXT_SIZE = 1 << 20,
    MAX_WORDS = 1 << 20,
    MAX_PUSHES = 32,
    CHANNELS = 4,
    STEPS = 200000, /* of one pixel's evaluation: more is skipped */
    REDUCE_SECONDS = 60
};
static const float background = -12345.0f;

typedef struct variant {
    const char *name;
    lambdav_target target;
    uint32_t flags;
    spv_target_env environment;
    int drawn;
} variant;

static const variant variants[] = {
    {"spirv-1.3", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES, SPV_ENV_VULKAN_1_1, 1},
    {"keep guards", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_KEEP_GUARDS,
     SPV_ENV_VULKAN_1_1, 1},
    {"strict floats", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS,
     SPV_ENV_VULKAN_1_1, 1},
    {"spirv-1.6", LAMBDAV_TARGET_SPIRV_1_6, 0, SPV_ENV_VULKAN_1_3, 0},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

/* How a program fails, the gravest last. */
enum { RIGHT, UNMADE, TOO_STRICT, TOO_LAX, OTHER_VALUES, INVALID, WRONG_PIXELS };
static const char *const kinds[] = {"right",
                                    "the reference rejects what should be well typed",
                                    "the compiler rejects what the reference accepts",
                                    "the compiler accepts what the reference rejects",
                                    "the reference evaluates the rewritten program to other values",
                                    "the words are invalid",
                                    "the picture differs"};

typedef struct finding {
    int kind;
    int rejected;   /* by the reference */
    char error[32]; /* name of the error of who rejects */
    char text[512];
} finding;

static struct {
    unsigned long programs, rewritten, mutants, rejected, modules, pictures, values, bits,
        free_values, skipped, excused, runs;
} total;

static unsigned char *arena;
static lambdav_vk_context device;
static int has_device;
static int side = PICTURE; /* pixels that are compared, each way */
static spv_context validators[VARIANTS];
static float pixels[LAMBDAV_VK_MAX_ATTACHMENTS][PICTURE][PICTURE][CHANNELS];
static reference_result wanted[PICTURE * PICTURE];
static char program_text[TEXT_SIZE], changed_text[TEXT_SIZE];
static int zero_signs; /* of the program at hand are looked at */
static int running;    /* without a device */
static uint32_t kept_words[VARIANTS][MAX_WORDS];
static size_t kept_counts[VARIANTS];

static int report(finding *f, int kind, const char *format, ...) {
    va_list list;
    f->kind = kind;
    va_start(list, format);
    vsnprintf(f->text, sizeof f->text, format, list);
    va_end(list);
    return 0;
}

/* ---- what differs on purpose */

/* Vulkan leaves the sign of a zero free but for strict floats. There it is free for min and max,
   and lavapipe takes it for sums of products. */
static int has_zero_signs(const char *text) {
    static const char *const words[] = {"mat",   "dot",   "cross", "reflect", "modf",
                                        "outer", "clamp", "min",   "max",     "determinant"};
    size_t i;
    for (i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strstr(text, words[i]) != NULL) return 0;
    return 1;
}

/* What a program may cost: each has its own limits. */
static int is_limit(const char *error) {
    return strcmp(error, "depth") == 0 || strcmp(error, "calls") == 0 || strcmp(error, "limit") == 0
           || strcmp(error, "out-of-memory") == 0;
}

/* The reference types every operand of a constructor; the compiler leaves the fields without a type
   to those who read them. */
static int has_untyped_field(const char *text) {
    const char *p = strstr(text, "(struct ");
    while (p != NULL) {
        const char *end = strchr(p, '\n');
        int depth = 0, words = 0;
        for (; p < end; p++) {
            if (*p == '(') depth++;
            if (*p == ')') depth--;
            if (depth == 1 && *p == ' ' && p[1] != '(') words++;
        }
        if (words > 1) return 1;
        p = strstr(end, "(struct ");
    }
    return 0;
}

/* (struct s): the compiler wants a field. */
static int has_empty_struct(const char *text) {
    const char *p = text;
    while ((p = strstr(p, "(struct ")) != NULL) {
        p += 8;
        if (p[strcspn(p, " ()")] == ')') return 1;
    }
    return 0;
}

/* ((name type) value) in the bindings of let and loop is the compiler's own. */
static int is_annotated_binding(const char *text, const reference_error *error) {
    int line = error->line;
    if (strcmp(error->name, "expected-name") != 0) return 0;
    while (--line > 0) text = strchr(text, '\n') + 1;
    return text[error->column - 1] == '(';
}

/* A component of a scalar is the compiler's own: (.x 1), (at 1 0). */
static int is_scalar_part(const reference_error *error) {
    const char *m = error->message;
    return strncmp(m, "num has no field", 16) == 0 || strncmp(m, "bool has no field", 17) == 0
           || strcmp(m, "'at' does not take num") == 0 || strcmp(m, "'at' does not take bool") == 0;
}

static int is_own_choice(const char *text, const reference_error *error) {
    return is_limit(error->name) || has_untyped_field(text) || is_annotated_binding(text, error)
           || is_scalar_part(error);
}

/* A struct may hide the name of a type, which the reference does not see in push constants; it
   takes any spelling of a location. */
static int is_own_rejection(const char *text, const char *error) {
    return is_limit(error) || has_empty_struct(text) || strcmp(error, "interface-type") == 0
           || strcmp(error, "location") == 0;
}

/* ---- compiling */

static lambdav_status compile(const variant *v, const char *text, size_t size,
                              lambdav_result *result) {
    lambdav_options options = {0};
    options.target = v->target;
    options.flags = v->flags;
    options.source_name = "random";
    return lambdav_compile(&options, text, size, arena, ARENA_SIZE, result);
}

static int is_valid(size_t i, finding *f) {
    spv_const_binary_t binary = {kept_words[i], kept_counts[i]};
    spv_diagnostic diagnostic = NULL;
    int valid = spvValidate(validators[i], &binary, &diagnostic) == SPV_SUCCESS;
    if (!valid)
        report(f, INVALID, "%s: %s", variants[i].name, diagnostic ? diagnostic->error : "?");
    spvDiagnosticDestroy(diagnostic);
    total.modules++;
    return valid;
}

/* Compiles for variant i and keeps the words; returns 0 if the text is rejected or the words are
   invalid. */
static int compile_variant(size_t i, const char *text, size_t size, finding *f) {
    lambdav_result result;
    lambdav_status status = compile(&variants[i], text, size, &result);
    kept_counts[i] = 0;
    if (status != LAMBDAV_OK) {
        char message[400];
        lambdav_format_diagnostic(&result.diagnostics[0], 0, message, sizeof message);
        report(f, TOO_STRICT, "%s", message);
        snprintf(f->error, sizeof f->error, "%s", result.diagnostics[0].name);
        return 0;
    }
    if (result.word_count > MAX_WORDS)
        return report(f, INVALID, "%u words", (unsigned)result.word_count);
    memcpy(kept_words[i], result.words, 4 * result.word_count);
    kept_counts[i] = result.word_count;
    return is_valid(i, f);
}

/* ---- push constants: every name has its own values, so that they stay when a program shrinks */

static void values_of(const char *name, int count, float *values) {
    unsigned h = 5381;
    int i;
    for (; *name != '\0'; name++) h = h * 33u + (unsigned char)*name;
    for (i = 0; i < count; i++) {
        h = h * 1103515245u + 12345u;
        values[i] = (float)(h >> 16 & 31u) / 4.0f - 3.0f;
    }
}

static void set_pushes(reference *r) {
    const char *name, *type;
    float values[16];
    int i, count;
    for (i = 0; (name = reference_push_name(r, i, &type, &count)) != NULL; i++) {
        values_of(name, count, values);
        reference_set(r, name, values, count);
    }
}

/* Lays out the push constants as the words want them. Returns the size of the block. */
static size_t fill_block(size_t v, unsigned char block[1024]) {
    static uint64_t scratch[3 << 19];
    lambdav_member members[MAX_PUSHES], *m;
    lambdav_resource push;
    lambdav_reflection reflection;
    float values[16];
    char name[128];
    uint32_t i, c, r;
    memset(&reflection, 0, sizeof reflection);
    memset(block, 0, 1024);
    reflection.resources = &push;
    reflection.members = members;
    reflection.resource_capacity = 1;
    reflection.member_capacity = MAX_PUSHES;
    if (lambdav_reflect(kept_words[v], kept_counts[v], scratch, sizeof scratch, &reflection)
            != LAMBDAV_OK
        || reflection.resource_count > 1 || reflection.member_count > MAX_PUSHES)
        abort();
    if (reflection.resource_count == 0) return 0;
    if (push.kind != LAMBDAV_RESOURCE_PUSH_CONSTANTS || push.offset + push.size > 1024) abort();
    for (m = members; m < members + reflection.member_count; m++) {
        for (i = 0; i < m->name.size && i < 127; i++) name[i] = lambdav_name_byte(m->name, i);
        name[i] = '\0';
        values_of(name, (int)(m->type.columns * m->type.rows), values);
        for (c = 0; c < m->type.columns; c++)
            for (r = 0; r < m->type.rows; r++)
                memcpy(block + m->offset + c * m->matrix_stride + 4 * r,
                       &values[c * m->type.rows + r], 4);
    }
    return push.offset + push.size;
}

/* ---- pictures */

static int draw(size_t v, int attachments, finding *f) {
    lambdav_vk_pass pass;
    unsigned char block[1024];
    int i;
    memset(&pass, 0, sizeof pass);
    pass.words = kept_words[v];
    pass.word_count = kept_counts[v];
    pass.width = pass.height = PICTURE;
    pass.push_size = (fill_block(v, block) + 3) / 4 * 4;
    pass.push = block;
    if (pass.push_size > device.limits.maxPushConstantsSize) return 0;
    pass.attachment_count = (uint32_t)attachments;
    for (i = 0; i < attachments; i++) {
        lambdav_vk_attachment *a = &pass.attachments[i];
        a->format = LAMBDAV_VK_RGBA32F;
        a->pixels = pixels[i];
        a->size = sizeof pixels[i];
        a->clear[0] = a->clear[1] = a->clear[2] = a->clear[3] = background;
    }
    total.pictures++;
    if (lambdav_vk_draw(&device, &pass) == LAMBDAV_VK_OK) return 1;
    return report(f, WRONG_PIXELS, "%s: %s", variants[v].name, device.error);
}

static int same_bits(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

/* Strict floats leave a device no freedom with infinities and NaNs. */
static int value_is_right(size_t v, float got, float want, double error, int special) {
    if (isinf(error) || (special && !(variants[v].flags & LAMBDAV_STRICT_FLOATS))) {
        total.free_values++;
        return 1;
    }
    total.values++;
    if (got == 0 && want == 0
        && !(zero_signs && (running || variants[v].flags & LAMBDAV_STRICT_FLOATS)))
        return 1;
    if (error > 0 && isfinite(want)) return fabs((double)got - (double)want) <= error;
    total.bits++;
    return same_bits(got, want);
}

static int compare_pixel(size_t v, int x, int y, finding *f) {
    const reference_result *want = &wanted[y * side + x];
    int i, j;
    for (i = 0; i < want->output_count; i++) {
        const reference_numbers *n = &want->output[i];
        const float *got = pixels[i][y][x];
        if (want->discard && isinf(n->error[0])) continue; /* perhaps it is not discarded */
        for (j = 0; j < CHANNELS; j++) {
            int written = j < n->count && !want->discard;
            double error = written ? n->error[j] : 0;
            float value = written ? n->value[j] : background;
            if (!value_is_right(v, got[j], value, error, written ? n->special[j] : 0))
                return report(
                    f, WRONG_PIXELS,
                    "%s: pixel %d %d: output %d: component %d is %.9g, not %.9g within %.3g",
                    variants[v].name, x, y, n->location, j, (double)got[j], (double)value, error);
        }
    }
    return 1;
}

/* Evaluates all pixels; returns 0 if one takes too long, or an output has a place that is not
   drawn. */
static int evaluate(reference *r, int strict) {
    int i, j;
    reference_options(r, STEPS, strict);
    for (i = 0; i < side * side; i++)
        if (reference_run(r, (float)(i % side) + 0.5f, (float)(i / side) + 0.5f, 1, &wanted[i])
            != REFERENCE_OK)
            return 0;
    for (j = 0; j < wanted[0].output_count; j++)
        if (wanted[0].output[j].location != j) return 0;
    return wanted[0].output_count > 0 && !wanted[0].has_depth;
}

static int is_drawn_already(size_t v) {
    return v > 0 && kept_counts[v] == kept_counts[0]
           && memcmp(kept_words[v], kept_words[0], 4 * kept_counts[0]) == 0;
}

/* Draws the variants and compares. `wanted` is the reference's. */
static void compare_pictures(reference *r, finding *f) {
    size_t v;
    int i;
    for (v = 0; v < VARIANTS; v++) {
        if (!variants[v].drawn || is_drawn_already(v)) continue;
        if (variants[v].flags & LAMBDAV_STRICT_FLOATS && !evaluate(r, 1)) continue;
        if (!draw(v, wanted[0].output_count, f)) return;
        for (i = 0; i < side * side; i++)
            if (!compare_pixel(v, i % side, i / side, f)) return;
    }
}

/* Runs the words of variant v here into `pixels`; returns 0 if they have what only a device can
   do. */
static int run_words(size_t v, int attachments) {
    static spirv_machine machine;
    unsigned char block[1024];
    int i, j, x, y;
    fill_block(v, block);
    if (!spirv_open(&machine, kept_words[v], kept_counts[v], block)) return 0;
    for (i = 0; i < side * side; i++) {
        x = i % side, y = i / side;
        if (!spirv_run(&machine, (float)x + 0.5f, (float)y + 0.5f)) return 0;
        for (j = 0; j < attachments; j++) {
            int c, count = machine.discarded ? 0 : wanted[0].output[j].count;
            for (c = 0; c < CHANNELS; c++)
                pixels[j][y][x][c] = c < count ? machine.out[j][c] : background;
        }
    }
    total.runs++;
    return 1;
}

static void compare_runs(finding *f) {
    size_t v;
    int i;
    for (v = 0; v < VARIANTS && f->kind == RIGHT; v++) {
        if (variants[v].flags & LAMBDAV_STRICT_FLOATS || !variants[v].drawn || is_drawn_already(v)
            || !run_words(v, wanted[0].output_count))
            continue;
        running = 1;
        for (i = 0; i < side * side; i++)
            if (!compare_pixel(v, i % side, i / side, f)) {
                size_t n = strlen(f->text);
                snprintf(f->text + n, sizeof f->text - n, " (run without a device)");
                break;
            }
        running = 0;
    }
    running = 0;
}

/* ---- one program */

static void compare_verdicts(const char *text, size_t size, const reference_error *error,
                             finding *f) {
    lambdav_result result;
    f->rejected = 1;
    snprintf(f->error, sizeof f->error, "%s", error->name);
    if (compile(&variants[0], text, size, &result) != LAMBDAV_OK) return;
    if (is_own_choice(text, error)) {
        total.excused++;
        return;
    }
    report(f, TOO_LAX, "%d:%d: %s [%s]", error->line, error->column, error->message, error->name);
}

/* Compares compiler and reference. Leaves the reference's values in `wanted`, unless `*evaluated`
   is 0. */
static finding check(const char *text, size_t size, int *evaluated) {
    finding f;
    reference_error error;
    reference *r = reference_read(text, size, &error);
    size_t v;
    memset(&f, 0, sizeof f);
    *evaluated = 0;
    if (r == NULL) {
        compare_verdicts(text, size, &error, &f);
        return f;
    }
    set_pushes(r);
    for (v = 0; v < VARIANTS && f.kind == RIGHT; v++)
        if (!compile_variant(v, text, size, &f)) break;
    if (f.kind == TOO_STRICT && is_own_rejection(text, f.error)) {
        total.excused++;
        f.kind = RIGHT;
    } else if (f.kind == RIGHT) {
        zero_signs = has_zero_signs(text);
        *evaluated = evaluate(r, 0);
        if (!*evaluated)
            total.skipped++;
        else
            compare_runs(&f);
        if (*evaluated && f.kind == RIGHT && has_device) compare_pictures(r, &f);
    }
    reference_free(r);
    return f;
}

/* ---- making a failing program smaller */

typedef struct reducer {
    node *program;
    finding found;
    time_t end;
} reducer;

static int still_fails(reducer *r) {
    int evaluated;
    size_t size = tree_print(r->program, changed_text, sizeof changed_text);
    finding f;
    if (time(NULL) >= r->end) return 0;
    f = check(changed_text, size, &evaluated);
    if (f.kind != r->found.kind || strcmp(f.error, r->found.error) != 0) return 0;
    r->found = f;
    return 1;
}

static int reduce_list(reducer *r, node *list);

/* Tries `with` in the place of n, which keeps its neighbours. */
static int try_instead(reducer *r, node *n, const node *with) {
    node old = *n;
    node new_one = *with;
    if (n->atom != NULL && with->atom != NULL && strcmp(n->atom, with->atom) == 0) return 0;
    *n = new_one;
    n->next = old.next;
    if (still_fails(r)) return 1;
    *n = old;
    return 0;
}

/* One step smaller at or below n, if there is one. */
static int reduce_node(reducer *r, node *n) {
    static const char *const atoms[] = {"1", "true"};
    node simple, *child;
    int i;
    for (i = 0; i < 2 && (n->atom == NULL || i == 1 ? n->atom == NULL : n->atom[1] != '\0'); i++) {
        memset(&simple, 0, sizeof simple);
        simple.atom = atoms[i];
        if (try_instead(r, n, &simple)) return 1;
    }
    for (child = n->first; child != NULL; child = child->next) {
        if (try_instead(r, n, child)) return 1;
        if (child->atom == NULL && child->first != NULL && child->first->next == NULL
            && try_instead(r, n, child->first))
            return 1;
    }
    return n->atom == NULL && reduce_list(r, n);
}

/* Leaves out one item of the list, or makes one smaller. */
static int reduce_list(reducer *r, node *list) {
    node **p;
    int smaller = 0;
    for (p = &list->first; *p != NULL;) {
        node *item = *p;
        *p = item->next;
        if (still_fails(r)) {
            smaller = 1;
            continue;
        }
        *p = item;
        while (reduce_node(r, item)) smaller = 1;
        p = &item->next;
    }
    return smaller;
}

static void print_pushes(reference *r) {
    const char *name, *type;
    float values[16];
    int i, j, count;
    for (i = 0; (name = reference_push_name(r, i, &type, &count)) != NULL; i++) {
        values_of(name, count, values);
        printf("; set %s", name);
        for (j = 0; j < count; j++) printf(" %.9g", (double)values[j]);
        printf("\n");
    }
}

/* Prints the program as a run case, with what the reference says. */
static void print_case(const char *text, size_t size) {
    reference_error error;
    reference *r = reference_read(text, size, &error);
    reference_result result;
    int i, j;
    printf("; rule:\n%s", text);
    if (r == NULL) {
        printf("; expect-error %d:%d %s\n", error.line + 1, error.column, error.name);
        return;
    }
    print_pushes(r);
    set_pushes(r);
    reference_options(r, STEPS, 0);
    if (reference_run(r, 0.5f, 0.5f, 1, &result) == REFERENCE_OK)
        for (i = 0; i < result.output_count; i++) {
            printf("; expect %d %s", result.output[i].location, result.output[i].type);
            for (j = 0; j < result.output[i].count; j++)
                printf(" %.9g", (double)result.output[i].value[j]);
            printf("\n");
        }
    reference_free(r);
}

static void reduce_and_print(node *program, const finding *found) {
    reducer r;
    size_t size = tree_print(program, changed_text, sizeof changed_text);
    int evaluated;
    r.program = program;
    r.found = *found;
    r.end = time(NULL) + REDUCE_SECONDS;
    printf("%s: %s\n", kinds[found->kind], found->text);
    if (found->kind == OTHER_VALUES || found->kind == UNMADE) {
        printf("%s", changed_text);
        return;
    }
    while (reduce_list(&r, program) && time(NULL) < r.end) {
    }
    size = tree_print(program, changed_text, sizeof changed_text);
    r.found = check(changed_text, size, &evaluated);
    printf("made smaller: %s [%s]\n", r.found.text, r.found.error);
    print_case(changed_text, size);
}

/* ---- programs that mean the same */

static node *let_around(const char *name, node *value, node *body) {
    return list3(atom(alias_of("let")), list1(list2(atom(name), value)), body);
}

/* (if c a b) -> (if (not c) b a) */
static void swap_arms(node *n) {
    node *head = n->first, *c = head->next, *a = c->next, *b = a->next;
    c->next = a->next = NULL;
    b->next = a;
    head->next = list2(atom(alias_of("not")), c);
    head->next->next = b;
}

/* f -> (func (a b) (f a b)) */
static node *expanded(node *f) {
    node *names = new_node(), *call = list1(f);
    int i;
    for (i = 0; i < f->arity; i++) {
        const char *name = fresh_name("eta");
        append(names, atom(name));
        append(call, atom(name));
    }
    return list3(atom(alias_of("func")), names, call);
}

/* Rewrites n, whose role allows it, without changing what it means. */
static void rewrite_node(node *n) {
    node *old = new_node(), *with, *next = n->next;
    const char *name = chance(50) ? fresh_name("w") : random_word(plain_names);
    int choice = below(6);
    *old = *n;
    old->next = NULL;
    if (choice == 4 && n->form != FORM_IF) choice = 0;
    if (choice == 5 && n->role != ROLE_FUNCTION) choice = 1;
    switch (choice) {
    case 0: with = let_around(name, old, atom(name)); break;
    case 1: with = list2(list3(atom(alias_of("func")), list1(atom(name)), atom(name)), old); break;
    case 2: with = let_around(fresh_name("dead"), nonsense(), old); break;
    case 3: with = list4(atom(alias_of("static-if")), atom("true"), old, nonsense()); break;
    case 4: swap_arms(n); return;
    default: with = expanded(old); break;
    }
    *n = *with;
    n->next = next;
}

static void rewrite_below(node *n, int percent) {
    node *child;
    for (child = n->first; child != NULL; child = child->next) rewrite_below(child, percent);
    if (n->role != ROLE_NONE && chance(percent)) rewrite_node(n);
}

static int same_result(const reference_result *a, const reference_result *b) {
    int i, j;
    for (i = 0; i < a->output_count; i++)
        for (j = 0; j < a->output[i].count; j++)
            if (!same_bits(a->output[i].value[j], b->output[i].value[j])) return 0;
    return a->output_count == b->output_count && a->discard == b->discard;
}

/* A program with one mistake, or with a change that may be none: no name's meaning is respected. */
static node *any_node(node *n, size_t index) {
    node *child, *found = NULL;
    if (index == 0) return n;
    index--;
    for (child = n->first; child != NULL && found == NULL; child = child->next) {
        size_t size = count_nodes(child);
        if (index < size) found = any_node(child, index);
        index -= size;
    }
    return found;
}

static node *random_node(node *program) {
    return any_node(program, 1 + random_next() % (count_nodes(program) - 1));
}

static void replace(node *n, const node *with) {
    node *copy = copy_tree(with), *next = n->next;
    *n = *copy;
    n->next = next;
}

static void mutate(node *program) {
    static const char *const atoms[] = {"true", "1",    "unknown", "rec", "vec2", "vec3", "+",
                                        "if",   "func", "x.y",     ".xy", "()",   NULL};
    node *n = random_node(program), *m;
    switch (below(6)) {
    case 0: replace(n, atom(random_word(atoms))); break;
    case 1: replace(n, random_node(program)); break;
    case 2: /* the first item of a list, or the second, goes */
        if (n->first == NULL) return;
        if (chance(50) || n->first->next == NULL)
            n->first = n->first->next;
        else
            n->first->next = n->first->next->next;
        break;
    case 3: /* an item twice */
        m = copy_tree(n);
        m->next = n->next;
        n->next = m;
        break;
    case 4: /* two items change places */
        if (n->next == NULL) return;
        m = copy_tree(n);
        replace(n, n->next);
        replace(n->next, m);
        break;
    default: /* an atom for an atom */
        m = random_node(program);
        if (n->atom != NULL && m->atom != NULL) replace(n, m);
        break;
    }
}

/* ---- campaigns */

typedef struct campaign {
    uint64_t seed;
    unsigned long first, programs;
    int size, mutants, print; /* 0: any size */
    unsigned long failed, passed;
} campaign;

static const char *current = program_text;
static uint64_t current_seed;
static unsigned long current_number;

/* Says which program it was that crashed the compiler. */
static void crashed(int number) {
    static const char message[] = "crashed by this program:\n";
    char where[96];
    int size =
        snprintf(where, sizeof where, "--seed %llu --first %lu: ", (unsigned long long)current_seed,
                 current_number);
    if (write(1, where, (size_t)size) < 0 || write(1, message, sizeof message - 1) < 0
        || write(1, current, strlen(current)) < 0)
        _exit(3);
    signal(number, SIG_DFL);
    raise(number);
}

static void failed(campaign *c, unsigned long number, const char *what, node *program,
                   const finding *f) {
    printf("\n--seed %llu --first %lu --programs 1 --size %d (%s)\n", (unsigned long long)c->seed,
           number, c->size, what);
    c->failed++;
    reduce_and_print(program, f);
}

/* Programs with more nodes are rare: they take longer. */
static int random_size(void) {
    static const int sizes[] = {10, 20, 40, 40, 80, 80, 150, 150, 300, 1000};
    return sizes[below(10)];
}

static void run_rewritten(campaign *c, unsigned long number, const node *program) {
    static reference_result before[PICTURE * PICTURE];
    node *changed = copy_tree(program);
    int known_aliases = alias_count, evaluated, i;
    size_t size;
    finding f;
    memcpy(before, wanted, sizeof before);
    rewrite_below(changed, chance(50) ? 5 : 30);
    add_aliases(changed, known_aliases);
    size = tree_print(changed, program_text, sizeof program_text);
    total.rewritten++;
    f = check(program_text, size, &evaluated);
    if (f.rejected && f.kind == RIGHT) report(&f, UNMADE, "rewritten: %s", f.error);
    for (i = 0; f.kind == RIGHT && evaluated && i < side * side; i++)
        if (!same_result(&before[i], &wanted[i])) report(&f, OTHER_VALUES, "pixel %d", i);
    if (f.kind != RIGHT) failed(c, number, "rewritten", changed, &f);
}

static void run_mutant(campaign *c, unsigned long number, const node *program) {
    node *changed = copy_tree(program);
    int evaluated;
    size_t size;
    finding f;
    do mutate(changed);
    while (chance(15));
    size = tree_print(changed, program_text, sizeof program_text);
    total.mutants++;
    f = check(program_text, size, &evaluated);
    total.rejected += (unsigned long)f.rejected;
    if (f.kind != RIGHT) failed(c, number, "changed", changed, &f);
}

static void run_program(campaign *c, unsigned long number) {
    uint64_t seed = c->seed * 1000003u + number;
    node *program;
    int evaluated, i;
    unsigned long failures = c->failed;
    size_t size, nodes, atoms;
    finding f;
    random_seed(~seed);
    program = program_make(seed, c->size ? c->size : random_size());
    size = tree_print(program, program_text, sizeof program_text);
    current_seed = c->seed;
    current_number = number;
    if (c->print)
        printf("; --seed %llu --first %lu\n%s", (unsigned long long)c->seed, number, program_text);
    total.programs++;
    f = check(program_text, size, &evaluated);
    if (f.rejected && f.kind == RIGHT) {
        report(&f, UNMADE, "%s", f.error);
    }
    nodes = tree_node_count;
    atoms = tree_atom_count;
    if (f.kind == RIGHT && evaluated) run_rewritten(c, number, program);
    for (i = 0; i < c->mutants && f.kind == RIGHT; i++) {
        tree_node_count = nodes;
        tree_atom_count = atoms;
        run_mutant(c, number, program);
    }
    if (f.kind != RIGHT) failed(c, number, "as made", program, &f);
    c->passed += c->failed == failures;
}

static void run_campaign(campaign *c) {
    unsigned long number;
    for (number = c->first; number < c->first + c->programs; number++) run_program(c, number);
}

static void run_file(campaign *c, const char *path) {
    size_t size;
    char *text = cases_load(path, &size);
    int evaluated;
    finding f;
    tree_reset();
    f = check(text, size, &evaluated);
    if (f.kind == RIGHT)
        c->passed++;
    else
        failed(c, 0, path, tree_read(text), &f);
    free(text);
}

static void run_files(campaign *c, int argc, char **argv) {
    glob_t files = cases_find("", argc, argv);
    size_t i;
    for (i = 0; i < files.gl_pathc; i++) run_file(c, files.gl_pathv[i]);
    globfree(&files);
}

static void print_totals(const campaign *c) {
    printf("%s: %lu programs, %lu rewritten, %lu changed of which %lu rejected; %lu modules, %lu "
           "runs, "
           "%lu pictures; %lu values, %lu of them bit for bit; %lu left free; %lu not drawn, %lu "
           "verdicts not compared\n",
           has_device ? device.device.name : "no device", total.programs, total.rewritten,
           total.mutants, total.rejected, total.modules, total.runs, total.pictures, total.values,
           total.bits, total.free_values, total.skipped, total.excused);
    printf("%lu passed, %lu failed\n", c->passed, c->failed);
}

static void open_all(int with_device) {
    size_t i;
    arena = (unsigned char *)malloc(ARENA_SIZE);
    if (arena == NULL) exit(3);
    for (i = 0; i < VARIANTS; i++) validators[i] = spvContextCreate(variants[i].environment);
    has_device = with_device && lambdav_vk_open(&device, NULL) == LAMBDAV_VK_OK;
    if (with_device && !has_device) {
        fprintf(stderr, "random_test: %s\n", device.error);
        exit(3);
    }
    if (!has_device) side = PICTURE / 2;
    signal(SIGSEGV, crashed);
    signal(SIGABRT, crashed);
}

static void close_all(void) {
    size_t i;
    for (i = 0; i < VARIANTS; i++) spvContextDestroy(validators[i]);
    if (has_device) lambdav_vk_close(&device);
    free(arena);
}

static int usage(void) {
    fprintf(stderr,
            "usage: random_test [--programs N] [--seed S] [--first K] [--size N] [--mutants N] "
            "[--no-device] [--print]\n       random_test FILE.lv...\n");
    return 2;
}

int main(int argc, char **argv) {
    campaign c;
    int i, with_device = 1, seeded = 0, first_file = argc;
    memset(&c, 0, sizeof c);
    c.seed = 1;
    c.programs = 40;
    c.mutants = 5;
    setvbuf(stdout, NULL, _IOLBF, 4096);
    for (i = 1; i < argc && argv[i][0] == '-'; i++) {
        unsigned long long number;
        with_device &= strcmp(argv[i], "--no-device") != 0;
        c.print |= strcmp(argv[i], "--print") == 0;
        if (strcmp(argv[i], "--no-device") == 0 || strcmp(argv[i], "--print") == 0) continue;
        if (i + 1 == argc) return usage();
        number = strtoull(argv[i + 1], NULL, 10);
        if (strcmp(argv[i], "--programs") == 0)
            c.programs = (unsigned long)number;
        else if (strcmp(argv[i], "--seed") == 0)
            c.seed = number, seeded = 1;
        else if (strcmp(argv[i], "--first") == 0)
            c.first = (unsigned long)number;
        else if (strcmp(argv[i], "--size") == 0)
            c.size = (int)number;
        else if (strcmp(argv[i], "--mutants") == 0)
            c.mutants = (int)number;
        else
            return usage();
        i++;
    }
    first_file = i;
    open_all(with_device);
    if (first_file < argc)
        run_files(&c, argc - first_file + 1, argv + first_file - 1);
    else
        run_campaign(&c);
    if (first_file == argc && !seeded) {
        c.seed = (uint64_t)time(NULL);
        printf("--seed %llu\n", (unsigned long long)c.seed);
        run_campaign(&c);
    }
    print_totals(&c);
    close_all();
    return c.failed > 0;
}
