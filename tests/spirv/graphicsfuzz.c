/* cc -std=c99 -O2 -fno-math-errno -I. tests/spirv/graphicsfuzz.c tests/code/spv_check.c -o graphicsfuzz -lSPIRV-Tools -lcjson -lstdc++ -lm */
/* Runs a corpus of shaders with expected pixels on the CPU runner:
       graphicsfuzz [--check] DIR [NAME...]
   DIR holds manifest.json, a list of tests: `name`; `pipelines`, each with `shader` (assembly),
   `target_env`, `size` of its framebuffer, `fb` its name, `run` ("DRAW_RECT POS x y SIZE w h") and
   `buffers` (`kind` uniform or push_constant, `set`, `binding`, `data` in base64); `expects`, each
   "FB IDX x y SIZE w h EQ_RGBA r g b a", the same with EQ_RGB, or
   "A EQ_HISTOGRAM_EMD_BUFFER B TOLERANCE t". Framebuffers begin as opaque black. With NAMEs only
   these tests run. With --check the modules check themselves (tools/spv_check.h) and must be valid
   and make the same pixels; what fires is printed.
   The last line is "N passed, N failed". */
#include <cjson/cJSON.h>
#include <math.h>

#define SPV_CPU_IMPLEMENTATION
#include "tools/spv_cpu.h"

#include "tools/spv_check.h"

#include "tests/support/cpu_harness.h"

enum { FRAMEBUFFERS = 4, BUFFERS = 16, CHECK_SET = 7 };

typedef struct framebuffer {
    char name[64];
    uint32_t width, height;
    unsigned char *pixels;
} framebuffer;

static framebuffer framebuffers[FRAMEBUFFERS];
static const char *folder, *test_name;
static unsigned long failures, sites, proved, fired;
static int checks;

static void fail(const char *what, const char *detail) {
    printf("%s: %s: %s\n", test_name, what, detail);
    failures++;
}

static const char *string_of(const cJSON *object, const char *key) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

static uint32_t number_of(const cJSON *object, const char *key) {
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(value) ? (uint32_t)value->valueint : 0;
}

/* Returns the bytes, to be freed. */
static unsigned char *decode_base64(const char *text, size_t *size) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char *bytes = malloc(strlen(text) + 1);
    unsigned bits = 0, value = 0;
    if (bytes == NULL) abort();
    for (*size = 0; *text != '\0' && *text != '='; text++) {
        const char *digit = strchr(digits, *text);
        if (digit == NULL) continue;
        value = value << 6 | (unsigned)(digit - digits);
        bits += 6;
        if (bits >= 8) bytes[(*size)++] = (unsigned char)(value >> (bits -= 8));
    }
    return bytes;
}

static framebuffer *find_framebuffer(const char *name) {
    int i;
    for (i = 0; i < FRAMEBUFFERS; i++)
        if (framebuffers[i].pixels != NULL && strcmp(framebuffers[i].name, name) == 0)
            return &framebuffers[i];
    fail(name, "no such framebuffer");
    return NULL;
}

/* The buffer of a module that checks itself. */
static uint32_t *records, *kept; /* kept: the words without checks, which the records name */
static size_t records_size;

static spv_cpu_status bind_buffers(cpu_module *m, const cJSON *list, unsigned char **bytes,
                                   size_t *count) {
    spv_cpu_binding bindings[BUFFERS + 1];
    const cJSON *buffer;
    const void *push = NULL;
    size_t n = 0, push_size = 0, size;
    memset(bindings, 0, sizeof bindings);
    if (records != NULL) {
        bindings[n].set = CHECK_SET;
        bindings[n].data = records;
        bindings[n++].size = records_size;
    }
    cJSON_ArrayForEach(buffer, list) {
        if (*count == BUFFERS) break;
        bytes[*count] = decode_base64(string_of(buffer, "data"), &size);
        if (strcmp(string_of(buffer, "kind"), "push_constant") == 0) {
            push = bytes[*count];
            push_size = size;
        } else {
            bindings[n].set = number_of(buffer, "set");
            bindings[n].binding = number_of(buffer, "binding");
            bindings[n].data = bytes[*count];
            bindings[n++].size = size;
        }
        ++*count;
    }
    return spv_cpu_bind(&m->worker, bindings, n, push, push_size);
}

static void shade(cpu_module *m, const cJSON *pipeline, framebuffer *f) {
    unsigned char *bytes[BUFFERS];
    size_t count = 0;
    spv_cpu_picture picture;
    unsigned x = 0, y = 0, w = 0, h = 0;
    memset(&picture, 0, sizeof picture);
    if (sscanf(string_of(pipeline, "run"), "DRAW_RECT POS %u %u SIZE %u %u", &x, &y, &w, &h) != 4
        || x != 0 || y != 0 || w > f->width || h > f->height)
        fail("run", string_of(pipeline, "run"));
    picture.width = f->width;
    picture.height = f->height;
    picture.attachments[0].format = SPV_CPU_RGBA8;
    picture.attachments[0].pixels = f->pixels;
    if (bind_buffers(m, cJSON_GetObjectItemCaseSensitive(pipeline, "buffers"), bytes, &count)
            != SPV_CPU_OK
        || cpu_draw(m, &picture) != SPV_CPU_OK)
        fail(string_of(pipeline, "shader"), m->worker.error);
    while (count > 0) free(bytes[--count]);
}

/* Takes words and returns those that check themselves. */
static uint32_t *with_checks(spvch_module *c, uint32_t *words, size_t *count,
                             spv_target_env environment, void **memory) {
    spvch_options options;
    size_t size = spvch_memory(words, *count);
    spv_context context = spvContextCreate(environment);
    spv_diagnostic diagnostic = NULL;
    memset(&options, 0, sizeof options);
    options.set = CHECK_SET;
    do {
        free(*memory);
        *memory = malloc(size);
        if (*memory == NULL) abort();
    } while (spvch_instrument(c, &options, words, *count, *memory, size) == SPVCH_MEMORY
             && (size = c->needed) > 0);
    if (c->error.status != SPVCH_OK) {
        fail("checks", c->error.text);
    } else {
        spv_const_binary_t binary = {c->words, c->word_count};
        if (spvValidate(context, &binary, &diagnostic) != SPV_SUCCESS)
            fail("spirv-val", diagnostic->error);
        kept = words;
        words = (uint32_t *)malloc(4 * c->word_count);
        if (words == NULL) abort();
        *count = c->word_count;
        memcpy(words, c->words, 4 * c->word_count);
        sites += c->site_count;
        proved += c->proved;
        records_size = spvch_buffer_size(c, 0, 0);
        records = (uint32_t *)calloc(1, records_size);
    }
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
    return words;
}

static void print_records(const spvch_module *c) {
    spvch_record r;
    uint32_t i;
    for (i = 0; i < c->site_count; i++) {
        if (!spvch_read(c, records, records_size / 4, i, 0, &r)) continue;
        fired++;
        printf("%s: word %u: %s: %u invocations, first at %u %u, operand %g %g\n", test_name,
               c->sites[i].word, c->sites[i].text, spvch_count(c, records, records_size / 4, i),
               r.invocation[0], r.invocation[1], spvch_value(c, &r, 0, 0),
               spvch_value(c, &r, 1, 0));
    }
    free(records);
    free(kept);
    records = kept = NULL;
}

static void run_pipeline(const cJSON *pipeline, framebuffer *f) {
    const cJSON *size = cJSON_GetObjectItemCaseSensitive(pipeline, "size");
    spv_cpu_options options;
    spv_target_env environment;
    cpu_module m;
    char path[1024];
    size_t text_size, count, i;
    char *text;
    uint32_t *words;
    spvch_module c;
    void *memory = NULL;
    snprintf(f->name, sizeof f->name, "%s", string_of(pipeline, "fb"));
    f->width = (uint32_t)cJSON_GetArrayItem(size, 0)->valueint;
    f->height = (uint32_t)cJSON_GetArrayItem(size, 1)->valueint;
    f->pixels = calloc((size_t)f->width * f->height, 4);
    snprintf(path, sizeof path, "%s/%s", folder, string_of(pipeline, "shader"));
    text = cpu_read_file(path, &text_size);
    if (text == NULL || f->pixels == NULL) abort();
    for (i = 0; i < (size_t)f->width * f->height; i++) f->pixels[4 * i + 3] = 255;
    if (!spvParseTargetEnv(string_of(pipeline, "target_env"), &environment)) abort();
    words = cpu_assemble(path, text, text_size, environment, &count);
    if (checks && words != NULL) words = with_checks(&c, words, &count, environment, &memory);
    memset(&options, 0, sizeof options);
    options.stage = 5;
    options.step_limit = 1000000;
    if (words == NULL) fail(path, "cannot be assembled");
    else if (cpu_open(&m, &options, words, count) != SPV_CPU_OK) fail(path, m.program.error);
    else shade(&m, pipeline, f);
    if (words != NULL) cpu_close(&m);
    if (memory != NULL) print_records(&c);
    free(memory);
    free(words);
    free(text);
}

/* The same colour in each pixel of a rectangle. */
static void expect_colour(const framebuffer *f, const char *expect, const char *rest) {
    unsigned x, y, w, h, i, j, c, want[4], channels = 4;
    char text[128];
    if (sscanf(rest, " IDX %u %u SIZE %u %u EQ_RGBA %u %u %u %u", &x, &y, &w, &h, &want[0],
               &want[1], &want[2], &want[3])
        != 8) {
        channels = 3;
        if (sscanf(rest, " IDX %u %u SIZE %u %u EQ_RGB %u %u %u", &x, &y, &w, &h, &want[0],
                   &want[1], &want[2])
            != 7) {
            fail("expects", expect);
            return;
        }
    }
    for (j = y; j < y + h; j++)
        for (i = x; i < x + w; i++)
            for (c = 0; c < channels; c++) {
                const unsigned char *pixel = f->pixels + ((size_t)j * f->width + i) * 4;
                if (pixel[c] == want[c]) continue;
                snprintf(text, sizeof text, "pixel %u %u is %u %u %u %u", i, j, pixel[0], pixel[1],
                         pixel[2], pixel[3]);
                fail(expect, text);
                return;
            }
}

static void count_colours(const framebuffer *f, unsigned channel, double histogram[256]) {
    size_t i, n = (size_t)f->width * f->height;
    memset(histogram, 0, 256 * sizeof *histogram);
    for (i = 0; i < n; i++) histogram[f->pixels[4 * i + channel]] += 1.0 / (double)n;
}

/* Earth mover's distance of the histograms of each channel, in units of the whole range. */
static void expect_histogram(const framebuffer *a, const framebuffer *b, const char *expect,
                             double tolerance) {
    double first[256], second[256], most = 0;
    char text[128];
    unsigned c, i;
    for (c = 0; c < 4; c++) {
        double carried = 0, sum = 0;
        count_colours(a, c, first);
        count_colours(b, c, second);
        for (i = 0; i < 256; i++) {
            carried += first[i] - second[i];
            sum += fabs(carried);
        }
        if (sum / 256 > most) most = sum / 256;
    }
    if (most <= tolerance) return;
    snprintf(text, sizeof text, "the distance is %g", most);
    fail(expect, text);
}

static void check_expect(const char *expect) {
    char name[64], other[64];
    double tolerance;
    const framebuffer *f, *g;
    if (sscanf(expect, "%63s EQ_HISTOGRAM_EMD_BUFFER %63s TOLERANCE %lf", name, other, &tolerance)
        == 3) {
        f = find_framebuffer(name);
        g = find_framebuffer(other);
        if (f != NULL && g != NULL) expect_histogram(f, g, expect, tolerance);
        return;
    }
    if (sscanf(expect, "%63s", name) != 1) abort();
    f = find_framebuffer(name);
    if (f != NULL) expect_colour(f, expect, expect + strlen(name));
}

static int run_test(const cJSON *test) {
    const cJSON *item;
    unsigned long before = failures;
    int n = 0;
    test_name = string_of(test, "name");
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(test, "pipelines")) {
        if (n < FRAMEBUFFERS) run_pipeline(item, &framebuffers[n++]);
    }
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(test, "expects")) {
        check_expect(item->valuestring);
    }
    while (n > 0) {
        free(framebuffers[--n].pixels);
        framebuffers[n].pixels = NULL;
    }
    return before == failures;
}

static int is_wanted(const cJSON *test, int argc, char **argv) {
    int i;
    for (i = 2; i < argc && strcmp(argv[i], string_of(test, "name")) != 0; i++) {}
    return argc == 2 || i < argc;
}

int main(int argc, char **argv) {
    char path[1024];
    size_t size;
    char *text;
    const cJSON *test;
    cJSON *list;
    int passed = 0, failed = 0;
    if (argc > 1 && strcmp(argv[1], "--check") == 0) checks = 1, argc--, argv++;
    if (argc < 2) {
        fprintf(stderr, "usage: graphicsfuzz [--check] DIR [NAME...]\n");
        return 2;
    }
    folder = argv[1];
    snprintf(path, sizeof path, "%s/manifest.json", folder);
    text = cpu_read_file(path, &size);
    list = text == NULL ? NULL : cJSON_Parse(text);
    if (list == NULL) {
        fprintf(stderr, "graphicsfuzz: %s: cannot be read\n", path);
        return 3;
    }
    setvbuf(stdout, NULL, _IOLBF, 4096);
    cJSON_ArrayForEach(test, list) {
        if (!is_wanted(test, argc, argv)) continue;
        if (run_test(test)) passed++;
        else failed++;
    }
    cJSON_Delete(list);
    free(text);
    if (checks) printf("%lu places, %lu need no check, %lu fired\n", sites, proved, fired);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
