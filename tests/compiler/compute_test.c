/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/compiler/compute_test.c tests/code/lambdav.c tests/code/lambdav_vk.c -o compute_test -lSPIRV-Tools -lstdc++ -ldl */
/* The cases of tests/data/compute: compute programs, what they read, and what they leave in
   buffers.
       compute_test [FILE.lv...]
   Each compiles for every target; the words are valid, run on a Vulkan device, and leave what the
   case expects. Lines of a case, behind the program, as comments:
       ; groups X Y Z              workgroups, 1 1 1 if there is no such line
       ; buffer NAME VALUE ...     bytes behind a descriptor before the dispatch
       ; push VALUE ...            the push constants
       ; spec NAME VALUE           a specialisation constant
       ; expect NAME VALUE ...     what the buffer begins with afterwards
   A VALUE is a number as the language writes it, of 4 bytes (1 or 1.5 num, 1i int, 1u uint), `_` (0
   before, anything afterwards), or VALUE*N, N times the value. Nums are expected to 5 digits.
   The last line is "N passed, N failed". Exit codes: 0 all passed, 1 some failed, 3 no device. */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

#include "lambdav.h"
#include "lambdav_vk.h"

#include "tests/support/cases.h"

enum { ROWS = 16, WORDS = 4096, ARENA = 16 << 20, TARGETS = 4, KINDS = 5 };

typedef struct row {
    char what[16], name[64];
    uint32_t words[WORDS];
    char kinds[WORDS]; /* n, i, u, _ */
    size_t count;
} row;

static const struct {
    lambdav_target target;
    uint32_t flags;
    spv_target_env environment;
    uint32_t inlining; /* LAMBDAV_INLINE_x */
} targets[TARGETS] = {
    {LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_NAMES, SPV_ENV_VULKAN_1_0, LAMBDAV_INLINE_AUTO},
    {LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_KEEP_INTERFACE, SPV_ENV_VULKAN_1_1,
     LAMBDAV_INLINE_NEVER},
    {LAMBDAV_TARGET_SPIRV_1_5, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS, SPV_ENV_VULKAN_1_2,
     LAMBDAV_INLINE_ALWAYS},
    {LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_NAMES, SPV_ENV_VULKAN_1_3, LAMBDAV_INLINE_NEVER},
};

static row rows[ROWS];
static int row_count;
static lambdav_vk_context device;
static unsigned char *arena;

/* Adds the value that a token says to a row. */
static void add_value(row *r, const char *token) {
    const char *star = strchr(token, '*');
    long times = star ? strtol(star + 1, NULL, 10) : 1;
    size_t n = star ? (size_t)(star - token) : strlen(token);
    char kind = token[n - 1] == 'i' || token[n - 1] == 'u' ? token[n - 1] : 'n';
    uint32_t bits = 0;
    if (token[0] == '_') {
        kind = '_';
    } else if (kind == 'n') {
        float number = strtof(token, NULL);
        memcpy(&bits, &number, sizeof bits);
    } else {
        bits = (uint32_t)strtoll(token, NULL, 0);
    }
    for (; times > 0 && r->count < WORDS; times--) {
        r->kinds[r->count] = kind;
        r->words[r->count++] = bits;
    }
}

/* Reads the comment lines that begin with a word of a case. */
static void read_rows(char *text) {
    static const char *const words[KINDS] = {"groups", "buffer", "push", "spec", "expect"};
    char *line, *next, *token, *save = NULL;
    size_t i;
    row_count = 0;
    for (line = text; line != NULL; line = next) {
        row *r = &rows[row_count];
        next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        if (strncmp(line, "; ", 2) != 0) continue;
        token = strtok_r(line + 2, " ", &save);
        for (i = 0; token && i < KINDS && strcmp(token, words[i]) != 0;) i++;
        if (!token || i == KINDS) continue;
        memset(r, 0, sizeof *r);
        snprintf(r->what, sizeof r->what, "%s", token);
        if (i != 0 && i != 2) snprintf(r->name, sizeof r->name, "%s", strtok_r(NULL, " ", &save));
        while ((token = strtok_r(NULL, " ", &save)) != NULL) add_value(r, token);
        if (++row_count == ROWS) abort();
    }
}

static const row *find_row(const char *what, const char *name) {
    int i;
    for (i = 0; i < row_count; i++) {
        if (strcmp(rows[i].what, what) == 0 && (!name || strcmp(rows[i].name, name) == 0))
            return &rows[i];
    }
    return NULL;
}

static int complain(const char *name, int target, const char *what) {
    printf("FAILED %s: target %d: %s\n", name, target, what);
    return 0;
}

static int compile(const char *name, const char *text, size_t size, int target,
                   lambdav_result *result) {
    lambdav_options options;
    spv_context context = spvContextCreate(targets[target].environment);
    spv_diagnostic diagnostic = NULL;
    char line[1024];
    int good;
    memset(&options, 0, sizeof options);
    memset(result, 0, sizeof *result);
    options.target = targets[target].target, options.flags = targets[target].flags;
    options.source_name = name;
    options.inlining = targets[target].inlining;
    lambdav_compile(&options, text, size, arena, ARENA, result);
    if (result->word_count == 0) {
        lambdav_format_diagnostic(&result->diagnostics[0], 0, line, sizeof line);
        spvContextDestroy(context);
        return complain(name, target, line);
    }
    good = spvValidateBinary(context, result->words, result->word_count, &diagnostic)
           == SPV_SUCCESS;
    if (!good) complain(name, target, diagnostic ? diagnostic->error : "not valid");
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return good;
}

/* Is the buffer what a row expects? */
static int compare(const char *name, int target, const row *r, const uint32_t *got) {
    size_t i;
    char line[256];
    for (i = 0; i < r->count; i++) {
        float x, y;
        memcpy(&x, &r->words[i], sizeof x);
        memcpy(&y, &got[i], sizeof y);
        if (r->kinds[i] == '_') continue;
        if (r->kinds[i] == 'n' ? fabsf(x - y) <= 1e-5f * (1 + fabsf(x)) : got[i] == r->words[i])
            continue;
        if (r->kinds[i] == 'n')
            snprintf(line, sizeof line, "%s[%d] is %g, not %g", r->name, (int)i, y, x);
        else
            snprintf(line, sizeof line, "%s[%d] is %d, not %d", r->name, (int)i, (int)got[i],
                     (int)r->words[i]);
        return complain(name, target, line);
    }
    return 1;
}

/* Opens a buffer for each row that gives one; returns how many. */
static size_t open_buffers(lambdav_vk_buffer *buffers, lambdav_vk_binding *bindings) {
    size_t n = 0;
    int i;
    memset(bindings, 0, ROWS * sizeof *bindings);
    for (i = 0; i < row_count; i++) {
        if (strcmp(rows[i].what, "buffer") != 0) continue;
        if (lambdav_vk_buffer_open(&device, &buffers[n], rows[i].words, rows[i].count * 4)) break;
        bindings[n].name = rows[i].name;
        bindings[n].buffer = &buffers[n];
        n++;
    }
    return n;
}

static size_t read_constants(lambdav_vk_constant *constants) {
    size_t n = 0;
    int i;
    memset(constants, 0, ROWS * sizeof *constants);
    for (i = 0; i < row_count; i++) {
        if (strcmp(rows[i].what, "spec") != 0) continue;
        constants[n].name = rows[i].name, constants[n++].bits = rows[i].words[0];
    }
    return n;
}

/* What the run left, against the rows that say what to expect. */
static int check(const char *name, int target, lambdav_vk_buffer *buffers,
                 const lambdav_vk_binding *bindings, size_t n) {
    static uint32_t got[WORDS];
    size_t i;
    int good = 1, expected = 0;
    for (i = 0; i < n; i++) {
        const row *r = find_row("expect", bindings[i].name),
                  *given = find_row("buffer", bindings[i].name);
        if (r == NULL) continue;
        expected++;
        if (lambdav_vk_buffer_read(&device, &buffers[i], 0, got, given->count * 4))
            return complain(name, target, device.error);
        good &= r->count <= given->count && compare(name, target, r, got);
    }
    return expected ? good : complain(name, target, "nothing is expected");
}

static int run(const char *name, int target, const lambdav_result *result) {
    static lambdav_vk_buffer buffers[ROWS];
    static lambdav_vk_binding bindings[ROWS];
    static lambdav_vk_constant constants[ROWS];
    lambdav_vk_compute compute;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_job job;
    const row *groups = find_row("groups", NULL), *push = find_row("push", NULL);
    size_t n, i;
    int good = 0;
    memset(&compute, 0, sizeof compute);
    memset(&job, 0, sizeof job);
    compute.words = result->words, compute.word_count = result->word_count;
    compute.constants = constants, compute.constant_count = read_constants(constants);
    if (lambdav_vk_compute_open(&device, &pipeline, &compute))
        return complain(name, target, device.error);
    n = open_buffers(buffers, bindings);
    job.pipeline = &pipeline, job.bindings = bindings, job.binding_count = n;
    for (i = 0; i < 3; i++) {
        float number = 1;
        if (groups && i < groups->count) memcpy(&number, &groups->words[i], sizeof number);
        job.groups[i] = (uint32_t)number;
    }
    if (push) job.push = push->words, job.push_size = push->count * 4;
    if (device.status == LAMBDAV_VK_OK && lambdav_vk_run(&device, &job, 1, NULL) == LAMBDAV_VK_OK)
        good = check(name, target, buffers, bindings, n);
    else
        complain(name, target, device.error);
    for (i = 0; i < n; i++) lambdav_vk_buffer_close(&device, &buffers[i]);
    lambdav_vk_pipeline_close(&device, &pipeline);
    return good;
}

int main(int argc, char **argv) {
    glob_t found = cases_find("tests/data/compute/*.lv", argc, argv);
    int passed = 0, failed = 0, target;
    size_t i, size;
    arena = (unsigned char *)malloc(ARENA);
    if (arena == NULL || lambdav_vk_open(&device, NULL)) {
        fprintf(stderr, "compute_test: %s\n", device.error);
        return 3;
    }
    for (i = 0; i < found.gl_pathc; i++) {
        char *text = cases_load(found.gl_pathv[i], &size), *copy = strdup(text);
        int good = copy != NULL;
        if (good) read_rows(copy);
        for (target = 0; target < TARGETS && good; target++) {
            lambdav_result result;
            good = compile(found.gl_pathv[i], text, size, target, &result)
                   && run(found.gl_pathv[i], target, &result);
        }
        passed += good, failed += !good;
        free(copy);
        free(text);
    }
    lambdav_vk_close(&device);
    globfree(&found);
    free(arena);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || passed == 0;
}
