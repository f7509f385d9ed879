/* cc -std=c99 -g -O1 -fsanitize=fuzzer,address,undefined -fno-sanitize-recover -I. tests/fuzz/fuzz_compile.c tests/code/lambdav.c -o fuzz_compile -lSPIRV-Tools -lstdc++ -lm */
/* Any text gives located errors or a valid module, whatever the options and the arena. Built by
   clang with -fsanitize=fuzzer (libFuzzer) or by afl-clang-fast with the same flag (AFL++). The
   first two bytes of the input choose the options and the arena, the rest is the text.
   tests/compiler/corpus_test.c includes this file and runs the stored inputs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <spirv-tools/libspirv.h>

#include "lambdav.h"

#include "tests/support/same_code.h"
#include "tests/support/structure.h"

enum { ARENA_SIZE = 4 << 20, GUARD = 64, GUARD_BYTE = 0xA5, HEADER = 2 };

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size);

static void fail(const char *why) {
    fprintf(stderr, "fuzz_compile: %s\n", why);
    abort();
}

/* The include "self" is the text itself, "one" a definition; there are no others. */
typedef struct texts {
    const char *text;
    size_t size;
} texts;

static int include(void *user, const char *name, size_t name_size, const char *from,
                   size_t from_size, lambdav_included *found) {
    static const char one[] = "(define one 1)";
    const texts *t = (const texts *)user;
    if (from == NULL && from_size) fail("an include from nowhere");
    if (name_size == 4 && memcmp(name, "self", 4) == 0) {
        found->text = t->text;
        found->text_size = t->size;
        return 1;
    }
    found->text = one;
    found->text_size = sizeof one - 1;
    return name_size == 3 && memcmp(name, "one", 3) == 0;
}

static void check_span(const lambdav_span *span) {
    if (span->begin > span->end || span->end > span->text_size) fail("a span outside of its text");
    if (span->line == 0 || span->column == 0) fail("a place without line or column");
}

static void check_diagnostics(lambdav_status status, const lambdav_result *result) {
    char text[256];
    size_t i, k, needed;
    if (status == LAMBDAV_BAD_CALL) fail("bad call");
    if (status != LAMBDAV_OK && result->error_count == 0) fail("an error without a diagnostic");
    if (status == LAMBDAV_OK && result->error_count != 0) fail("errors, but the status is OK");
    for (i = 0; i < result->diagnostic_count; i++) {
        const lambdav_diagnostic *d = &result->diagnostics[i];
        if (d->message == NULL || d->name == NULL) fail("a diagnostic without text");
        check_span(&d->span);
        for (k = 0; k < d->note_count; k++) check_span(&d->notes[k].span);
        needed = lambdav_format_diagnostic(d, LAMBDAV_COLOR, NULL, 0);
        if (needed != lambdav_format_diagnostic(d, LAMBDAV_COLOR, text, sizeof text))
            fail("the size of a diagnostic depends on the room for it");
        if (needed <= sizeof text && strlen(text) != needed - 1)
            fail("a diagnostic's size is wrong");
    }
}

static const spv_target_env environments[] = {SPV_ENV_VULKAN_1_1, SPV_ENV_VULKAN_1_0,
                                              SPV_ENV_VULKAN_1_1, SPV_ENV_VULKAN_1_2,
                                              SPV_ENV_VULKAN_1_3};

static void check_words(const lambdav_result *result, lambdav_target target) {
    spv_context context = spvContextCreate(environments[target]);
    spv_const_binary_t binary = {result->words, result->word_count};
    spv_diagnostic diagnostic = NULL;
    char message[256];
    if (spvValidate(context, &binary, &diagnostic) != SPV_SUCCESS) {
        spvDiagnosticPrint(diagnostic);
        fail("spirv-val rejects the module");
    }
    if (structure_check(result->words, result->word_count, message, sizeof message) != 0)
        fail(message);
    spvDiagnosticDestroy(diagnostic);
    spvContextDestroy(context);
}

/* An arena between guard bytes. */
typedef struct guarded {
    unsigned char *memory, *arena;
    size_t size;
} guarded;

static guarded guarded_new(size_t size) {
    guarded g;
    g.memory = (unsigned char *)malloc(size + 2 * GUARD);
    if (g.memory == NULL) exit(3);
    g.arena = g.memory + GUARD;
    g.size = size;
    memset(g.memory, GUARD_BYTE, GUARD);
    memset(g.arena + size, GUARD_BYTE, GUARD);
    return g;
}

static void guarded_free(guarded *g) {
    size_t i;
    for (i = 0; i < GUARD; i++)
        if (g->memory[i] != GUARD_BYTE || g->arena[g->size + i] != GUARD_BYTE)
            fail("a write outside of the arena");
    free(g->memory);
}

/* The same words, or too little memory, in an arena of another size at an odd address. */
static void check_other_arena(const lambdav_options *options, const char *text, size_t size,
                              const lambdav_result *first, lambdav_status first_status,
                              size_t arena_size) {
    guarded g = guarded_new(arena_size + 1);
    lambdav_result result;
    lambdav_status status = lambdav_compile(options, text, size, g.arena + 1, arena_size, &result);
    check_diagnostics(status, &result);
    if (status == LAMBDAV_OK && first_status != LAMBDAV_OK) fail("less memory, but no error");
    if (status == LAMBDAV_OK
        && (result.word_count != first->word_count
            || (first->word_count > 0
                && memcmp(result.words, first->words, 4 * first->word_count) != 0)))
        fail("other words in another arena");
    guarded_free(&g);
}

/* Debug information changes nothing else. */
static void check_plain(const lambdav_options *options, const char *text, size_t size,
                        const lambdav_result *result) {
    lambdav_options plain = *options;
    guarded g = guarded_new(ARENA_SIZE);
    spv_context context = spvContextCreate(environments[options->target]);
    lambdav_result other;
    plain.flags &= ~(LAMBDAV_DEBUG_FULL | LAMBDAV_DEBUG_LINES);
    if (lambdav_compile(&plain, text, size, g.arena, g.size, &other) != LAMBDAV_OK)
        fail("without debug information it does not compile");
    if (!same_code(context, other.words, other.word_count, result->words, result->word_count))
        fail("debug information changes the module");
    spvContextDestroy(context);
    guarded_free(&g);
}

static void set_options(lambdav_options *options, unsigned char choice, texts *user) {
    memset(options, 0, sizeof *options);
    options->target = (lambdav_target)(choice % 5);
    if (choice & 8) options->flags |= LAMBDAV_NAMES;
    if (choice & 16) options->flags |= LAMBDAV_STRICT_FLOATS;
    if (choice & 32) options->flags |= LAMBDAV_KEEP_GUARDS;
    if ((choice & 48) == 48) options->flags = (options->flags & LAMBDAV_NAMES) | LAMBDAV_SAFE;
    if (choice & 64) options->flags |= LAMBDAV_CHECK_ONLY;
    if (choice & 128)
        options->flags |= choice & 8 ? LAMBDAV_DEBUG_FULL : LAMBDAV_DEBUG_LINES;
    options->include = include;
    options->include_user = user;
    options->max_calls = 20000;
    options->max_depth = 2000;
    options->max_nodes = 20000;
}

int LLVMFuzzerTestOneInput(const unsigned char *data, size_t size) {
    lambdav_options options;
    lambdav_result result;
    lambdav_status status;
    guarded g;
    texts user;
    char *text;
    if (size < HEADER) return 0;
    /* A copy of its own, so that ASan sees a read outside of the text. */
    text = (char *)malloc(size - HEADER + !(size - HEADER));
    if (text == NULL) exit(3);
    memcpy(text, data + HEADER, size - HEADER);
    user.text = text;
    user.size = size - HEADER;
    set_options(&options, data[0], &user);
    if (data[1] >= 192) options.max_iterations = data[1];
    g = guarded_new(ARENA_SIZE);
    status = lambdav_compile(&options, text, user.size, g.arena, g.size, &result);
    check_diagnostics(status, &result);
    if (status == LAMBDAV_OK && !(options.flags & LAMBDAV_CHECK_ONLY))
        check_words(&result, options.target);
    if (result.words && (options.flags & (LAMBDAV_DEBUG_FULL | LAMBDAV_DEBUG_LINES)))
        check_plain(&options, text, user.size, &result);
    if (data[1] < 128)
        check_other_arena(&options, text, user.size, &result, status, (size_t)data[1] * 1021);
    guarded_free(&g);
    free(text);
    return 0;
}
