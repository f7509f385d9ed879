/* cc -std=c99 -g -O0 -fsanitize=address,undefined -fno-sanitize-recover -I. tests/spirv/text_test.c -o text_test -lSPIRV-Tools -lstdc++ -lm -lpthread */
/* tools/spv_text.h. Each tests/data/text/NAME.spvasm is a module with its text, in its comments:
       ;; [OPTION...]   f16 subgroups dual-source clip-distances keep-y
       keep-uniformity lines spirv1.6, entry=NAME
       ;| text          what it is translated to; or, instead,
       ;! error         a part of the message that says why it is not
   text_test --update writes the texts as they are now; look at them before they are stored. Every
   module is translated with memory and room that are too small as well, and twice.
   Exit codes: 0 all passed, 1 some failed, 3 a file cannot be read or written. */
#define _POSIX_C_SOURCE 200809L
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

#define SPV_MODULE_IMPLEMENTATION
#define SPV_TEXT_IMPLEMENTATION
#include "tools/spv_text.h"

enum { SIZE = 1 << 16 };

static unsigned passed, failed;

static void check(int good, const char *path, const char *what) {
    if (good) {
        passed++;
        return;
    }
    failed++;
    printf("FAILED %s: %s\n", path, what);
}

/* A case: its module, its options and what it is to be. */
typedef struct text_case {
    char file[SIZE], wanted[SIZE], error[256], entry[64];
    spvt_options options;
    int is_newer;
} text_case;

static text_case the_case;

static int read_case(text_case *c, const char *path) {
    FILE *f = fopen(path, "rb");
    size_t n = f == NULL ? 0 : fread(c->file, 1, sizeof c->file - 1, f);
    char *line, *end, *entry;
    if (f == NULL) return 0;
    fclose(f);
    c->file[n] = '\0';
    c->wanted[0] = c->error[0] = '\0';
    memset(&c->options, 0, sizeof c->options);
    c->is_newer = 0;
    for (line = c->file; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, ";;", 2) == 0) {
            char *option = (char *)malloc((size_t)(end - line) + 1);
            if (option == NULL) exit(3);
            memcpy(option, line, (size_t)(end - line));
            option[end - line] = '\0';
            c->options.features = (strstr(option, "f16") ? SPVT_F16 : 0) |
                                  (strstr(option, "subgroups") ? SPVT_SUBGROUPS : 0) |
                                  (strstr(option, "dual-source") ? SPVT_DUAL_SOURCE : 0) |
                                  (strstr(option, "clip-distances") ? SPVT_CLIP_DISTANCES : 0);
            c->is_newer = strstr(option, "spirv1.6") != NULL;
            c->options.keep_y = strstr(option, "keep-y") != NULL;
            c->options.keep_uniformity = strstr(option, "keep-uniformity") != NULL;
            c->options.lines = strstr(option, "lines") != NULL;
            if ((entry = strstr(option, "entry=")) != NULL) {
                snprintf(c->entry, sizeof c->entry, "%.*s", (int)strcspn(entry + 6, " "),
                         entry + 6);
                c->options.entry = c->entry;
            }
            free(option);
        } else if (strncmp(line, ";|", 2) == 0) {
            strncat(c->wanted, line + (line[2] == ' ' ? 3 : 2),
                    (size_t)(end - line) - (line[2] == ' ' ? 3 : 2));
            strcat(c->wanted, "\n");
        } else if (strncmp(line, ";! ", 3) == 0) {
            snprintf(c->error, sizeof c->error, "%.*s", (int)(end - line) - 3, line + 3);
        }
    }
    return 1;
}

/* The file again, with other expectations. */
static int write_case(const text_case *c, const char *path, const char *text, const char *error) {
    FILE *f = fopen(path, "wb");
    const char *line, *end;
    if (f == NULL) return 0;
    for (line = c->file; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        if (strncmp(line, ";|", 2) != 0 && strncmp(line, ";! ", 3) != 0)
            fprintf(f, "%.*s\n", (int)(end - line), line);
    }
    if (error[0] != '\0') fprintf(f, ";! %s\n", error);
    for (line = text; *line != '\0'; line = *end == '\0' ? end : end + 1) {
        end = line + strcspn(line, "\n");
        fprintf(f, end == line ? ";|\n" : ";| %.*s\n", (int)(end - line), line);
    }
    return fclose(f) == 0;
}

/* With exactly so much memory and room. */
static spvt_status translate(const text_case *c, const uint32_t *words, size_t count, size_t memory,
                             size_t room, spvt_result *r, char *out) {
    void *work = malloc(memory + !memory);
    char *text = (char *)malloc(room + !room);
    spvt_status status;
    if (work == NULL || text == NULL) exit(3);
    status = spvt_translate(r, &c->options, words, count, work, memory, text, room);
    if (status == SPVT_OK) memcpy(out, text, r->text_size + 1);
    free(work);
    free(text);
    return status;
}

/* Too little memory or room is an error that says so; with what it asks for, the text is the
   same. */
static void check_sizes(const text_case *c, const char *path, const uint32_t *words, size_t count,
                        const char *text) {
    static char again[SIZE];
    spvt_result r;
    size_t memory, full = spvt_memory(words, count) + SIZE;
    int good = 1;
    for (memory = 0; memory < full; memory += full / 16) {
        spvt_status status = translate(c, words, count, memory, SIZE, &r, again);
        good &= status == SPVT_OK ? strcmp(again, text) == 0
                                  : status == SPVT_MEMORY && r.memory_needed > memory;
    }
    check(good, path, "memory of other sizes");
    good = translate(c, words, count, full, strlen(text), &r, again) == SPVT_MEMORY &&
           r.text_size == strlen(text) &&
           translate(c, words, count, full, strlen(text) + 1, &r, again) == SPVT_OK &&
           strcmp(again, text) == 0;
    check(good, path, "room for the text alone");
}

static void run_case(spv_context contexts[2], const char *path, int update) {
    static char text[SIZE];
    text_case *c = &the_case;
    spv_binary binary = NULL;
    spv_diagnostic diagnostic = NULL;
    spvt_result r;
    spv_context context;
    if (!read_case(c, path)) exit(3);
    context = contexts[c->is_newer];
    if (spvTextToBinaryWithOptions(context, c->file, strlen(c->file),
                                   SPV_TEXT_TO_BINARY_OPTION_PRESERVE_NUMERIC_IDS, &binary,
                                   &diagnostic) != SPV_SUCCESS) {
        check(0, path, diagnostic->error);
        spvDiagnosticDestroy(diagnostic);
        return;
    }
    check(spvValidateBinary(context, binary->code, binary->wordCount, &diagnostic) == SPV_SUCCESS,
          path, diagnostic == NULL ? "" : diagnostic->error);
    spvDiagnosticDestroy(diagnostic);
    text[0] = '\0';
    translate(c, binary->code, binary->wordCount,
              spvt_memory(binary->code, binary->wordCount) + SIZE, SIZE, &r, text);
    if (update && !write_case(c, path, text, r.error)) exit(3);
    if (!update && c->error[0] != '\0') {
        check(r.status != SPVT_OK && strstr(r.error, c->error) != NULL, path, r.error);
    } else if (!update) {
        check(r.status == SPVT_OK, path, r.error);
        check(strcmp(text, c->wanted) == 0, path, "another text");
        if (strcmp(text, c->wanted) != 0) printf("%s", text);
        check_sizes(c, path, binary->code, binary->wordCount, text);
    }
    spvBinaryDestroy(binary);
}

/* Words that are no module are an error with a text, with memory and without. */
static void check_no_module(void) {
    static const uint32_t words[] = {0x07230203u, 0x10300u};
    static char memory[1 << 16], text[64];
    spvt_result r;
    size_t count;
    for (count = 0; count < 3; count++) {
        check(spvt_translate(&r, NULL, words, count, NULL, 0, text, sizeof text) == SPVT_MODULE &&
                  strncmp(r.error, "the words do not begin as a SPIR-V module does at word",
                          54) == 0,
              "no module, no memory", r.error);
        check(spvt_translate(&r, NULL, words, count, memory, sizeof memory, text, sizeof text) ==
                      SPVT_MODULE && r.error[0] != '\0',
              "no module", r.error);
    }
}

/* A switch of many cases, each of which goes on into the next: an error at once, not as many flags
   as their number squared. */
static void check_deep_switch(spv_context context) {
    enum { CASES = 4000 };
    static char text[CASES * 100];
    static spvt_result r;
    size_t used, size;
    spv_binary binary = NULL;
    void *memory;
    int i;
    used = (size_t)sprintf(text,
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint GLCompute %%m \"m\"\n"
        "OpExecutionMode %%m LocalSize 1 1 1\n%%void = OpTypeVoid\n%%fn = OpTypeFunction %%void\n"
        "%%uint = OpTypeInt 32 0\n%%p = OpTypePointer Private %%uint\n"
        "%%v = OpVariable %%p Private\n"
        "%%m = OpFunction %%void None %%fn\n%%l = OpLabel\n%%x = OpLoad %%uint %%v\n"
        "OpSelectionMerge %%c%d None\nOpSwitch %%x %%c%d", CASES, CASES);
    for (i = 0; i < CASES; i++) used += (size_t)sprintf(text + used, " %d %%c%d", i, i);
    for (i = 0; i < CASES; i++)
        used += (size_t)sprintf(text + used, "\n%%c%d = OpLabel\nOpStore %%v %%x\n"
                                "OpBranch %%c%d", i, i + 1);
    used += (size_t)sprintf(text + used, "\n%%c%d = OpLabel\nOpReturn\nOpFunctionEnd\n", CASES);
    if (spvTextToBinary(context, text, used, &binary, NULL) != SPV_SUCCESS) exit(3);
    size = 4 * spvt_memory(binary->code, binary->wordCount);
    memory = malloc(size);
    if (memory == NULL) exit(3);
    check(spvt_translate(&r, NULL, binary->code, binary->wordCount, memory, size, text, sizeof text)
                  == SPVT_LIMIT && strstr(r.error, "statements are nested too deep") != NULL,
          "a switch of 4000 cases, each into the next", r.error);
    free(memory);
    spvBinaryDestroy(binary);
}

/* Each reserved word is found, and nothing longer by a low line. */
static void check_reserved(void) {
#define WORDS(words) words " "
    static const char list[] = SPVTI_RESERVED(WORDS);
#undef WORDS
    const char *p = list;
    char longer[64];
    for (; *p != '\0'; p += strcspn(p, " ") + 1) {
        spvti_span word;
        word.p = p;
        word.n = (uint32_t)strcspn(p, " ");
        check(spvti_is_reserved(word), "reserved words", p);
        snprintf(longer, sizeof longer, "%.*s__", (int)word.n, p);
        word.p = longer;
        word.n += 2;
        check(!spvti_is_reserved(word), "reserved words", longer);
    }
}

int main(int argc, char **argv) {
    glob_t found;
    size_t i;
    int update = argc > 1 && strcmp(argv[1], "--update") == 0;
    spv_context contexts[2];
    contexts[0] = spvContextCreate(SPV_ENV_VULKAN_1_1);
    contexts[1] = spvContextCreate(SPV_ENV_VULKAN_1_3);
    if (glob("tests/data/text/*.spvasm", 0, NULL, &found) != 0) return 3;
    for (i = 0; i < found.gl_pathc; i++) run_case(contexts, found.gl_pathv[i], update);
    globfree(&found);
    check_reserved();
    check_no_module();
    check_deep_switch(contexts[0]);
    spvContextDestroy(contexts[0]);
    spvContextDestroy(contexts[1]);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
