/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/spirv/cpu_test.c tests/code/spv_cpu.c tests/code/spv_check.c -o cpu_test -lSPIRV-Tools -lstdc++ -lm */
/* The cases of tests/data/cpu (its README says how they are written) on the CPU runner, each with
   groups of several sizes; and what the runner's checks find in each is what its checking module
   records (tests/support/check_agree.h).
       cpu_test [FILE...]
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <inttypes.h>
#include <unistd.h>

#include "tools/spv_check.h"
#include "tools/spv_cpu.h"

#include "tests/support/cases.h"
#include "tests/support/check_agree.h"
#include "tests/support/cpu_harness.h"

enum { WORDS = 64, PICTURE = 8, CONSTANTS = 8, SET = 5, RECORDS = 1 << 16 };

typedef struct expected {
    int any;
    uint32_t bits;
} expected;

typedef struct cpu_case {
    const char *path;
    expected want[WORDS];
    size_t want_count;
    uint32_t groups[3];
    spv_cpu_constant constants[CONSTANTS];
    spv_cpu_options options;
    int ends; /* at the step limit */
    char finding[256], error[256], glslang[256];
    uint32_t *words;
    size_t count;
    int failures;
} cpu_case;

static void complain(cpu_case *k, const char *what, const char *detail) {
    printf("%s: %s%s\n", k->path, what, detail);
    k->failures++;
}

/* ---- reading a case */

static void read_expect(cpu_case *k, char *text) {
    char *word;
    for (word = strtok(text, " "); word != NULL && k->want_count < WORDS;
         word = strtok(NULL, " ")) {
        expected *e = &k->want[k->want_count++];
        float f = strtof(word, NULL);
        e->any = strcmp(word, "*") == 0;
        if (strchr(word, '.') != NULL) memcpy(&e->bits, &f, sizeof f);
        else e->bits = (uint32_t)strtoul(word, NULL, 10);
    }
}

static void copy_text(char *d, const char *text) {
    snprintf(d, 256, "%s", text);
}

static void read_key(cpu_case *k, char *line) {
    char *value = line + strcspn(line, " ");
    spv_cpu_constant *c = &k->constants[k->options.constant_count];
    if (*value != '\0') *value++ = '\0';
    if (strcmp(line, "expect") == 0) read_expect(k, value);
    else if (strcmp(line, "groups") == 0)
        sscanf(value, "%u %u %u", &k->groups[0], &k->groups[1], &k->groups[2]);
    else if (strcmp(line, "spec") == 0
             && sscanf(value, "%" SCNu32 " %" SCNu64, &c->id, &c->bits) == 2)
        k->options.constant_count++;
    else if (strcmp(line, "lanes") == 0) k->options.lanes = (uint32_t)atoi(value);
    else if (strcmp(line, "subgroup") == 0) k->options.subgroup_size = (uint32_t)atoi(value);
    else if (strcmp(line, "checks") == 0) k->options.checks = SPV_CPU_CHECK_ALL;
    else if (strcmp(line, "finding") == 0) copy_text(k->finding, value);
    else if (strcmp(line, "error") == 0) copy_text(k->error, value);
    else if (strcmp(line, "glslang") == 0) copy_text(k->glslang, value);
    else if (strcmp(line, "steps") == 0) {
        k->ends = 1;
        copy_text(k->finding, value);
    }
}

/* The comments at the beginning of a line, before the first word of the program. */
static void read_keys(cpu_case *k, const char *text) {
    char line[256];
    for (; text != NULL && (*text == ';' || (text[0] == '/' && text[1] == '/'));
         text = strchr(text, '\n'), text += text != NULL) {
        const char *start = text + strspn(text, ";/ ");
        snprintf(line, sizeof line, "%.*s", (int)strcspn(start, "\n"), start);
        read_key(k, line);
    }
}

static int ends_with(const char *text, const char *end) {
    size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

/* Compiles GLSL by glslangValidator. Returns 0 on failure. */
static int compile_glsl(cpu_case *k) {
    char command[1024], path[64];
    size_t size;
    char *bytes;
    snprintf(path, sizeof path, "build/cpu_test.%ld.spv", (long)getpid());
    snprintf(command, sizeof command, "glslangValidator -V %s %s -o %s >%s.log", k->glslang,
             k->path, path, path);
    if (system(command) != 0) {
        complain(k, "glslangValidator fails: ", command);
        return 0;
    }
    bytes = cpu_read_file(path, &size);
    remove(path);
    strcat(path, ".log");
    remove(path);
    if (bytes == NULL) return 0;
    k->count = size / 4;
    k->words = (uint32_t *)malloc(size);
    if (k->words == NULL) abort();
    memcpy(k->words, bytes, size);
    free(bytes);
    return 1;
}

static int read_case(cpu_case *k, const char *path) {
    size_t size;
    char *text = cases_load(path, &size);
    memset(k, 0, sizeof *k);
    k->path = path;
    k->groups[0] = k->groups[1] = k->groups[2] = 1;
    k->options.constants = k->constants;
    k->options.step_limit = 10000;
    read_keys(k, text);
    if (ends_with(path, ".spvasm"))
        k->words = cpu_assemble(path, text, size, SPV_ENV_UNIVERSAL_1_4, &k->count);
    else compile_glsl(k);
    free(text);
    return k->words != NULL;
}

/* ---- running */

static uint32_t result[WORDS], input[WORDS], texels[16], records[RECORDS];

static spv_cpu_status bind_all(cpu_module *m) {
    spv_cpu_image image;
    spv_cpu_binding rows[4];
    size_t i;
    memset(rows, 0, sizeof rows);
    memset(&image, 0, sizeof image);
    memset(result, 0, sizeof result);
    memset(texels, 0, sizeof texels);
    memset(records, 0, sizeof records);
    for (i = 0; i < WORDS; i++) input[i] = (uint32_t)i;
    image.format = SPV_CPU_R32UI;
    image.width = image.height = 4;
    image.levels[0] = texels;
    for (i = 0; i < 3; i++) rows[i].binding = (uint32_t)i;
    rows[0].data = result;
    rows[1].data = input;
    rows[0].size = rows[1].size = sizeof result;
    rows[2].image = &image;
    rows[3].set = SET;
    rows[3].data = records;
    rows[3].size = sizeof records;
    return spv_cpu_bind(&m->worker, rows, 4, NULL, 0);
}

static spv_cpu_status run_module(const cpu_case *k, cpu_module *m) {
    static float pixels[PICTURE * PICTURE * 4];
    spv_cpu_picture picture;
    spv_cpu_status status = bind_all(m);
    if (status != SPV_CPU_OK) return status;
    if (m->program.stage == 5)
        return spv_cpu_dispatch(&m->worker, k->groups, 0,
                                (size_t)k->groups[0] * k->groups[1] * k->groups[2]);
    memset(&picture, 0, sizeof picture);
    picture.width = picture.height = PICTURE;
    picture.attachments[0].format = SPV_CPU_RGBA32F;
    picture.attachments[0].pixels = pixels;
    return cpu_draw(m, &picture);
}

static void compare(cpu_case *k) {
    char text[128];
    size_t i;
    for (i = 0; i < k->want_count; i++) {
        if (k->want[i].any || k->want[i].bits == result[i]) continue;
        snprintf(text, sizeof text, "word %zu is %u, not %u", i, result[i], k->want[i].bits);
        complain(k, text, "");
    }
}

static void check_text(cpu_case *k, const char *text, const char *part) {
    if (strstr(text, part) == NULL) complain(k, "the text is: ", text);
}

static void run_case(cpu_case *k) {
    cpu_module m;
    spv_cpu_status status = cpu_open(&m, &k->options, k->words, k->count);
    if (k->error[0] != '\0') {
        if (status == SPV_CPU_OK) complain(k, "it loads", "");
        else check_text(k, m.program.error, k->error);
    } else if (status != SPV_CPU_OK) {
        complain(k, "it does not load: ", m.program.error);
    } else {
        status = run_module(k, &m);
        if (status != (k->ends                 ? SPV_CPU_STEPS
                       : k->finding[0] != '\0' ? SPV_CPU_FINDING
                                               : SPV_CPU_OK))
            complain(k, "another status: ", m.worker.error);
        else check_text(k, m.worker.error, k->finding);
        compare(k);
    }
    cpu_close(&m);
}

/* ---- the checks of spv_check.h beside the runner's */

static unsigned long both, alone;

/* Runs the words with all checks, or with none; returns 0 if they do not run to their end. */
static int find(const cpu_case *k, const spvch_module *c, const uint32_t *words, size_t count,
                uint32_t checks, agree_findings *found) {
    cpu_module m;
    cpu_case own = *k;
    spv_cpu_status status;
    memset(found, 0, sizeof *found);
    own.options.checks = checks;
    status = cpu_open(&m, &own.options, words, count);
    if (status == SPV_CPU_OK) status = run_module(&own, &m);
    if (status == SPV_CPU_FINDING) agree_take(found, c, &m.worker, words != k->words);
    cpu_close(&m);
    return status == SPV_CPU_OK || status == SPV_CPU_FINDING;
}

static void compare_checks(cpu_case *k) {
    static agree_findings plain, checking, none;
    const spvch_options options = {SPVCH_RECORD, SET, 0, 1, 0};
    size_t size = spvch_memory(k->words, k->count);
    void *memory = NULL;
    spvch_module c;
    char text[256];
    do {
        free(memory);
        memory = malloc(size);
        if (memory == NULL) abort();
        spvch_instrument(&c, &options, k->words, k->count, memory, size);
        size = c.needed;
    } while (c.error.status == SPVCH_MEMORY);
    if (c.error.status == SPVCH_OK && spvch_buffer_size(&c, 0, 0) <= sizeof records
        && find(k, &c, k->words, k->count, SPV_CPU_CHECK_ALL, &plain)
        && find(k, &c, c.words, c.word_count, SPV_CPU_CHECK_ALL, &checking)
        && find(k, &c, c.words, c.word_count, 0, &none)) {
        if (!agree_same(&plain, &checking, text, sizeof text)
            || !agree(&c, records, RECORDS, &plain, &both, &alone, text, sizeof text))
            complain(k, text, "");
    }
    free(memory);
}

/* Once as the case says, and with smaller and larger groups. */
static int run(const char *path) {
    static const uint32_t lanes[] = {0, 16, 128};
    cpu_case k;
    size_t i;
    if (!read_case(&k, path)) return 0;
    if (k.want_count == 0 && !k.ends && k.finding[0] == '\0' && k.error[0] == '\0')
        complain(&k, "nothing is expected", "");
    for (i = 0; i < 3 && k.failures == 0; i++) {
        if (i > 0) k.options.lanes = lanes[i];
        run_case(&k);
    }
    if (k.failures == 0 && k.error[0] == '\0') compare_checks(&k);
    free(k.words);
    return k.failures == 0;
}

int main(int argc, char **argv) {
    int passed = 0, failed = 0;
    size_t i, j;
    static const char *patterns[] = {"tests/data/cpu/*.comp", "tests/data/cpu/*.frag",
                                     "tests/data/cpu/*.spvasm"};
    setvbuf(stdout, NULL, _IOLBF, 4096);
    for (j = 0; j < 3; j++) {
        glob_t files = cases_find(patterns[j], argc, argv);
        for (i = 0; i < files.gl_pathc; i++) {
            if (run(files.gl_pathv[i])) passed++;
            else failed++;
        }
        globfree(&files);
        if (argc > 1) break;
    }
    printf("%lu places that the runner and the records tell of, %lu that the runner alone does\n",
           both, alone);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0 || both == 0;
}
