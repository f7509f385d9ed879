/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -DREFERENCE_NO_MAIN -I. tests/compiler/run_test.c tests/code/lambdav.c tests/code/lambdav_vk.c tests/code/spv_cpu.c tests/oracle/reference.c -o run_test -lSPIRV-Tools -lstdc++ -lm -lpthread -ldl */
/* The cases of tests/data/run (its README says how they are written) through the compiler.
       run_test [FILE.lv...]
   A program that must be rejected is: with the error's name, at its place, and with no other error.
   Any other compiles for every target, twice to the same words, which the SPIR-V validator accepts;
   with debug information it is the same module but for that; and it is drawn by a Vulkan device and
   by the CPU runner: every value of the picture's pixels must be as near to the reference's as that
   says a device has to be, and equal bit for bit where no freedom is left.
   The runner has no depth attachment and at most 8 of colour: frag-depth and high locations are
   moved to free locations of the words that are drawn. Its triangle faces front; for `back-facing`
   a function between it and the Vulkan loader turns it around. Large modules whose functions are
   never inlined are drawn by the device only where FILEs are named: lavapipe takes a minute each.
   The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>

#include <spirv-tools/libspirv.h>
#include <spirv/unified1/spirv.h>

#include "lambdav.h"
#include "lambdav_vk.h"
#include "tools/spv_cpu.h"

#include "tests/support/cases.h"
#include "tests/support/cpu_harness.h"
#include "tests/oracle/reference.h"
#include "tests/support/same_code.h"

enum {
    CORNER = 8,   /* pixels that are compared, each way */
    SMALL = 16,   /* the picture, each way, ... */
    PICTURE = 64, /* ... if the case asks for no pixel outside of that; they are within this */
    LARGE = 4000, /* words */
    ARENA_SIZE = 512 << 20,
    MAX_PUSHES = 16,
    MAX_RESOURCES = 64,
    MAX_MEMBERS = 256,
    CHANNELS = 4
};
static const float background = -12345.0f;

typedef struct variant {
    const char *name;
    lambdav_target target;
    uint32_t flags;
    spv_target_env environment;
    int drawn;
    uint32_t inlining; /* LAMBDAV_INLINE_x, 0: the default */
} variant;

/* Push constants are found by their names in the words that are drawn. */
static const variant variants[] = {
    {"spirv-1.3", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES, SPV_ENV_VULKAN_1_1, 1, 0},
    {"strict floats", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_STRICT_FLOATS,
     SPV_ENV_VULKAN_1_1, 1, 0},
    {"keep guards", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_KEEP_GUARDS,
     SPV_ENV_VULKAN_1_1, 1, 0},
    {"defined ints", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_DEFINED_INTS,
     SPV_ENV_VULKAN_1_1, 1, 0},
    {"safe", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_SAFE, SPV_ENV_VULKAN_1_1, 1, 0},
    {"spirv-1.0", LAMBDAV_TARGET_SPIRV_1_0, 0, SPV_ENV_VULKAN_1_0, 0, 0},
    {"spirv-1.5", LAMBDAV_TARGET_SPIRV_1_5, 0, SPV_ENV_VULKAN_1_2, 0, 0},
    {"spirv-1.6", LAMBDAV_TARGET_SPIRV_1_6, 0, SPV_ENV_VULKAN_1_3, 0, 0},
    {"spirv-1.6, strict floats", LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_STRICT_FLOATS,
     SPV_ENV_VULKAN_1_3, 0, 0},
    {"debug lines", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_DEBUG_LINES,
     SPV_ENV_VULKAN_1_1, 1, 0},
    {"debug full", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES | LAMBDAV_DEBUG_FULL,
     SPV_ENV_VULKAN_1_1, 1, 0},
    {"debug full, strict floats", LAMBDAV_TARGET_SPIRV_1_6,
     LAMBDAV_DEBUG_FULL | LAMBDAV_STRICT_FLOATS, SPV_ENV_VULKAN_1_3, 0, 0},
    {"spirv-1.0, debug lines", LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_DEBUG_LINES, SPV_ENV_VULKAN_1_0,
     0, 0},
    {"spirv-1.0, debug full", LAMBDAV_TARGET_SPIRV_1_0, LAMBDAV_DEBUG_FULL, SPV_ENV_VULKAN_1_0, 0,
     0},
    {"spirv-1.5, debug full", LAMBDAV_TARGET_SPIRV_1_5, LAMBDAV_DEBUG_FULL, SPV_ENV_VULKAN_1_2, 0,
     0},
    {"spirv-1.6, debug lines", LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_DEBUG_LINES, SPV_ENV_VULKAN_1_3,
     0, 0},
    {"never inlined", LAMBDAV_TARGET_SPIRV_1_3, LAMBDAV_NAMES, SPV_ENV_VULKAN_1_1, 1,
     LAMBDAV_INLINE_NEVER},
    {"spirv-1.6, never inlined", LAMBDAV_TARGET_SPIRV_1_6, 0, SPV_ENV_VULKAN_1_3, 0,
     LAMBDAV_INLINE_NEVER},
    {"spirv-1.6, never inlined, debug full", LAMBDAV_TARGET_SPIRV_1_6, LAMBDAV_DEBUG_FULL,
     SPV_ENV_VULKAN_1_3, 0, LAMBDAV_INLINE_NEVER},
    {"spirv-1.0, inlined where small", LAMBDAV_TARGET_SPIRV_1_0, 0, SPV_ENV_VULKAN_1_0, 0,
     LAMBDAV_INLINE_AUTO},
};
enum { VARIANTS = sizeof variants / sizeof variants[0] };

typedef struct module {
    uint32_t *words;
    size_t count;
} module;

typedef struct setting {
    char name[64];
    float values[16];
    int count;
} setting;

typedef struct run_case {
    const char *name;
    char *text;
    size_t size;
    int line, failures, drawable;
    uint32_t turns; /* max-iterations */
    const variant *variant;
    const char *device; /* NULL: the Vulkan device */
    module modules[VARIANTS];
    reference *reference;
    setting settings[MAX_PUSHES]; /* push constants from here on */
    int setting_count, back_facing;
    int shown; /* nothing changed since the last picture */
} run_case;

/* What the program counts besides the cases. */
static struct {
    unsigned long modules, pictures, values, bits, free_values, endless, large;
} total;

static int draws_large;
static unsigned char *arena;
static lambdav_vk_context device;
static spv_context validators[VARIANTS];
static float pixels[LAMBDAV_VK_MAX_ATTACHMENTS][PICTURE * PICTURE][CHANNELS];
static uint32_t side; /* of the picture: SMALL or PICTURE */

/* Prints the first complaints of a case only: a wrong picture has many wrong pixels. */
static void complain(run_case *k, const char *format, ...) {
    va_list list;
    if (++k->failures > 5) return;
    printf("%s:%d: %s: ", k->name, k->line, k->variant->name);
    if (k->device != NULL) printf("%s: ", k->device);
    va_start(list, format);
    vprintf(format, list);
    va_end(list);
    printf("\n");
}

/* ---- compiling */

static lambdav_status compile(const run_case *k, const variant *v, lambdav_result *result) {
    lambdav_options options = {0};
    options.target = v->target;
    options.flags = v->flags;
    options.inlining = v->inlining;
    options.max_iterations = k->turns;
    options.source_name = k->name;
    return lambdav_compile(&options, k->text, k->size, arena, ARENA_SIZE, result);
}

static module copy_module(const uint32_t *words, size_t count) {
    module m;
    m.count = count;
    m.words = (uint32_t *)malloc(4 * count);
    if (m.words == NULL) abort();
    memcpy(m.words, words, 4 * count);
    return m;
}

static int same_module(const module *a, const uint32_t *words, size_t count) {
    return a->count == count && memcmp(a->words, words, 4 * count) == 0;
}

static void validate(run_case *k, size_t i, const module *m) {
    spv_const_binary_t binary = {m->words, m->count};
    spv_diagnostic diagnostic = NULL;
    if (spvValidate(validators[i], &binary, &diagnostic) != SPV_SUCCESS)
        complain(k, "spirv-val: %s", diagnostic ? diagnostic->error : "?");
    spvDiagnosticDestroy(diagnostic);
    total.modules++;
}

/* The variant that variant i is without what is for debuggers; i if it has nothing of that. */
static size_t plain_of(size_t i) {
    uint32_t debug = LAMBDAV_DEBUG_LINES | LAMBDAV_DEBUG_FULL, ignored = debug | LAMBDAV_NAMES;
    size_t plain = 0;
    if ((variants[i].flags & debug) == 0) return i;
    while (variants[plain].target != variants[i].target
           || variants[plain].inlining != variants[i].inlining
           || (variants[plain].flags & ~LAMBDAV_NAMES) != (variants[i].flags & ~ignored))
        plain++;
    return plain;
}

/* Debug information changes nothing else. */
static void check_plain(run_case *k, size_t i) {
    const module *m = &k->modules[i], *plain = &k->modules[plain_of(i)];
    if (m == plain) return;
    if (!same_code(validators[i], plain->words, plain->count, m->words, m->count))
        complain(k, "this is another module than '%s'", variants[plain_of(i)].name);
}

/* Compiles variant i twice; the arena's bytes are others the second time. Returns 0 if it is
   rejected. */
static int compile_variant(run_case *k, size_t i) {
    lambdav_result result;
    char text[1024];
    k->variant = &variants[i];
    memset(arena, (int)(0x55 * (i & 1)), 65536);
    if (compile(k, k->variant, &result) != LAMBDAV_OK) {
        lambdav_format_diagnostic(&result.diagnostics[0], 0, text, sizeof text);
        complain(k, "rejected:\n%s", text);
        return 0;
    }
    k->modules[i] = copy_module(result.words, result.word_count);
    memset(arena, 0xA5, result.arena_peak);
    if (compile(k, k->variant, &result) != LAMBDAV_OK
        || !same_module(&k->modules[i], result.words, result.word_count))
        complain(k, "the second compile gives other words");
    validate(k, i, &k->modules[i]);
    check_plain(k, i);
    return 1;
}

static void check_rejected(run_case *k, const char *words) {
    char place[32], name[64], got[64], text[1024];
    lambdav_result result;
    size_t i;
    sscanf(words, "%31s %63s", place, name);
    k->variant = &variants[0];
    if (compile(k, k->variant, &result) != LAMBDAV_INPUT_ERROR) {
        complain(k, "this is accepted");
        return;
    }
    snprintf(got, sizeof got, "%u:%u", result.diagnostics[0].span.line,
             result.diagnostics[0].span.column);
    if (result.error_count == 1 && (strcmp(place, "*") == 0 || strcmp(place, got) == 0)
        && (strcmp(name, "*") == 0 || strcmp(name, result.diagnostics[0].name) == 0))
        return;
    complain(k, "the one error is %s at %s, but there is:", name, place);
    for (i = 0; i < result.diagnostic_count; i++) {
        lambdav_format_diagnostic(&result.diagnostics[i], 0, text, sizeof text);
        printf("%s", text);
    }
}

/* ---- the words that are drawn */

/* Output i of the reference goes to attachment i, frag-depth to the one after the last. */
static module attach(const module *m, const reference_result *outputs) {
    module r = copy_module(m->words, m->count);
    uint32_t attachments[REFERENCE_MAX_OUTPUTS] = {0};
    size_t from = 5, to = 5, size, i;
    for (i = 0; i < (size_t)outputs->output_count; i++)
        attachments[outputs->output[i].location] = (uint32_t)i;
    for (; from < m->count; from += size) {
        uint32_t opcode = m->words[from] & 0xffff, *w = &r.words[to];
        size = m->words[from] >> 16;
        if (opcode == SpvOpExecutionMode
            && m->words[from + 2] == SpvExecutionModeDepthReplacing)
            continue;
        memcpy(w, &m->words[from], 4 * size);
        to += size;
        if (opcode != SpvOpDecorate) continue;
        if (w[2] == SpvDecorationLocation) {
            w[3] = attachments[w[3]];
        } else if (w[2] == SpvDecorationBuiltIn && w[3] == SpvBuiltInFragDepth) {
            w[2] = SpvDecorationLocation;
            w[3] = (uint32_t)outputs->output_count;
        }
    }
    r.count = to;
    return r;
}

/* ---- push constants */

static int same_name(lambdav_name name, const char *text) {
    uint32_t i;
    for (i = 0; i < name.size && lambdav_name_byte(name, i) == text[i]; i++) {}
    return i == name.size && text[i] == '\0';
}

static void place_values(const lambdav_member *member, const setting *s, unsigned char *block) {
    uint32_t c, r;
    for (c = 0; c < member->type.columns; c++)
        for (r = 0; r < member->type.rows; r++) {
            float value = s->values[c * member->type.rows + r];
            int32_t whole = (int32_t)value;
            memcpy(block + member->offset + c * member->matrix_stride + 4 * r,
                   member->type.kind == LAMBDAV_KIND_NUM ? (const void *)&value : &whole, 4);
        }
}

/* Lays out the settings as the words want them. Returns the size of the block. */
static size_t fill_block(run_case *k, const module *m, unsigned char block[256]) {
    static lambdav_resource resources[MAX_RESOURCES];
    static lambdav_member members[MAX_MEMBERS];
    static uint64_t scratch[131072];
    const lambdav_resource *push = resources;
    lambdav_reflection reflection;
    size_t i;
    int s;
    memset(&reflection, 0, sizeof reflection);
    memset(block, 0, 256);
    reflection.resources = resources;
    reflection.resource_capacity = MAX_RESOURCES;
    reflection.members = members;
    reflection.member_capacity = MAX_MEMBERS;
    if (lambdav_reflect(m->words, m->count, scratch, sizeof scratch, &reflection) != LAMBDAV_OK
        || reflection.resource_count > MAX_RESOURCES || reflection.member_count > MAX_MEMBERS) {
        complain(k, "the words cannot be reflected");
        return 0;
    }
    while (push < resources + reflection.resource_count
           && push->kind != LAMBDAV_RESOURCE_PUSH_CONSTANTS)
        push++;
    if (push == resources + reflection.resource_count || push->offset + push->size > 256) return 0;
    for (i = 0; i < reflection.member_count; i++)
        for (s = 0; s < k->setting_count; s++)
            if (members[i].parent == push->type.structure
                && same_name(members[i].name, k->settings[s].name))
                place_values(&members[i], &k->settings[s], block);
    return push->offset + push->size;
}

static void set_push(run_case *k, char *words) {
    char *name = strtok(words, " \t"), *w;
    setting *s = k->settings;
    while (s < k->settings + k->setting_count && strcmp(s->name, name) != 0) s++;
    if (s == k->settings + MAX_PUSHES) abort();
    if (s == k->settings + k->setting_count) k->setting_count++;
    snprintf(s->name, sizeof s->name, "%s", name);
    s->count = 0;
    for (w = strtok(NULL, " \t"); w != NULL && s->count < 16; w = strtok(NULL, " \t"))
        s->values[s->count++] = strtof(w, NULL);
    if (k->reference == NULL)
        complain(k, "the reference evaluator rejects the program");
    else if (!reference_set(k->reference, s->name, s->values, s->count))
        complain(k, "there is no push constant %s", name);
    k->shown = 0;
}

/* ---- the device */

static PFN_vkGetInstanceProcAddr loader;
static PFN_vkGetDeviceProcAddr device_loader;
static PFN_vkCreateGraphicsPipelines create_pipelines;
static int turn_around;

static VkResult create_pipeline(VkDevice logical, VkPipelineCache cache, uint32_t count,
                                const VkGraphicsPipelineCreateInfo *info,
                                const VkAllocationCallbacks *allocator, VkPipeline *pipeline) {
    VkGraphicsPipelineCreateInfo turned = *info;
    VkPipelineRasterizationStateCreateInfo raster = *info->pRasterizationState;
    if (raster.frontFace == VK_FRONT_FACE_CLOCKWISE)
        raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    else raster.frontFace = VK_FRONT_FACE_CLOCKWISE;
    turned.pRasterizationState = &raster;
    return create_pipelines(logical, cache, count, turn_around ? &turned : info, allocator,
                            pipeline);
}

static PFN_vkVoidFunction load_device_call(VkDevice logical, const char *name) {
    PFN_vkVoidFunction call = device_loader(logical, name);
    if (strcmp(name, "vkCreateGraphicsPipelines") != 0) return call;
    create_pipelines = (PFN_vkCreateGraphicsPipelines)call;
    return (PFN_vkVoidFunction)create_pipeline;
}

static PFN_vkVoidFunction load_call(VkInstance instance, const char *name) {
    PFN_vkVoidFunction call = loader(instance, name);
    if (strcmp(name, "vkGetDeviceProcAddr") != 0) return call;
    device_loader = (PFN_vkGetDeviceProcAddr)call;
    return (PFN_vkVoidFunction)load_device_call;
}

static void open_device(void) {
    lambdav_vk_options options = {0};
    void *library = dlopen("libvulkan.so.1", RTLD_NOW);
    void *symbol = library == NULL ? NULL : dlsym(library, "vkGetInstanceProcAddr");
    memcpy(&loader, &symbol, sizeof loader);
    options.get_instance_proc_addr = load_call;
    if (loader == NULL || lambdav_vk_open(&device, &options) != LAMBDAV_VK_OK) {
        fprintf(stderr, "run_test: %s\n", loader == NULL ? "no libvulkan.so.1" : device.error);
        exit(3);
    }
}

/* Draws into `pixels`; returns 0 and complains if that fails. */
static int draw(run_case *k, const module *m, int attachments) {
    lambdav_vk_pass pass;
    unsigned char block[256];
    int i;
    memset(&pass, 0, sizeof pass);
    pass.words = m->words;
    pass.word_count = m->count;
    pass.width = pass.height = side;
    pass.push_size = (fill_block(k, m, block) + 3) / 4 * 4;
    pass.push = block;
    pass.attachment_count = (uint32_t)attachments;
    for (i = 0; i < attachments; i++) {
        lambdav_vk_attachment *a = &pass.attachments[i];
        a->format = LAMBDAV_VK_RGBA32F;
        a->pixels = pixels[i];
        a->size = side * side * sizeof pixels[i][0];
        a->clear[0] = a->clear[1] = a->clear[2] = a->clear[3] = background;
    }
    turn_around = k->back_facing;
    total.pictures++;
    if (lambdav_vk_draw(&device, &pass) == LAMBDAV_VK_OK) return 1;
    complain(k, "%s", device.error);
    return 0;
}

/* The same on the CPU runner. */
static int draw_on_cpu(run_case *k, const module *m, int attachments) {
    spv_cpu_picture picture;
    cpu_module cpu;
    unsigned char block[256];
    spv_cpu_status status;
    size_t n;
    int i;
    memset(&picture, 0, sizeof picture);
    memset(block, 0, sizeof block);
    picture.width = picture.height = side;
    picture.back_facing = k->back_facing;
    for (i = 0; i < attachments; i++) {
        picture.attachments[i].format = SPV_CPU_RGBA32F;
        picture.attachments[i].pixels = pixels[i];
        for (n = 0; n < CHANNELS * side * side; n++)
            pixels[i][n / CHANNELS][n % CHANNELS] = background;
    }
    n = fill_block(k, m, block);
    status = cpu_open(&cpu, NULL, m->words, m->count);
    if (status == SPV_CPU_OK) status = spv_cpu_bind(&cpu.worker, NULL, 0, block, n);
    if (status == SPV_CPU_OK) status = cpu_draw(&cpu, &picture);
    total.pictures++;
    if (status != SPV_CPU_OK) complain(k, "%s%s", cpu.program.error, cpu.worker.error);
    cpu_close(&cpu);
    return status == SPV_CPU_OK;
}

/* ---- comparing */

static int same_bits(float a, float b) {
    return memcmp(&a, &b, sizeof a) == 0 || (isnan(a) && isnan(b));
}

static const float *pixel_at(int attachment, int x, int y) {
    return pixels[attachment][(uint32_t)y * side + (uint32_t)x];
}

/* Strict floats leave a device no freedom with infinities and NaNs. */
static int value_is_right(const run_case *k, float got, float want, double error, int special) {
    int strict = (k->variant->flags & LAMBDAV_STRICT_FLOATS) != 0;
    if (isinf(error) || (special && !strict)) {
        total.free_values++;
        return 1;
    }
    total.values++;
    if (error > 0 && isfinite(want)) return fabs((double)got - (double)want) <= error;
    total.bits++;
    return same_bits(got, want);
}

static void compare_output(run_case *k, int x, int y, int attachment, const reference_numbers *n) {
    const float *got = pixel_at(attachment, x, y);
    int i;
    for (i = 0; i < n->count; i++)
        if (!value_is_right(k, got[i], n->value[i], n->error[i], n->special[i]))
            complain(k, "pixel %d %d: output %d: component %d is %.9g, not %.9g within %.3g", x, y,
                     n->location, i, (double)got[i], (double)n->value[i], n->error[i]);
    for (; i < CHANNELS; i++)
        if (!same_bits(got[i], background))
            complain(k, "pixel %d %d: output %d: component %d is written", x, y, n->location, i);
}

static void compare_pixel(run_case *k, int x, int y, const reference_result *want) {
    int i, attachments = want->output_count + want->has_depth;
    for (i = 0; i < attachments && want->discard; i++)
        if (!same_bits(*pixel_at(i, x, y), background))
            complain(k, "pixel %d %d: it is not discarded", x, y);
    if (want->discard) return;
    for (i = 0; i < want->output_count; i++) compare_output(k, x, y, i, &want->output[i]);
    if (want->has_depth) compare_output(k, x, y, i, &want->depth);
}

/* ---- pictures */

/* The pixels of one picture that are compared: a corner and what the case asks for. What they are
   to be is known for one choice of the flags that the reference is told. */
typedef struct sample {
    int x, y, ends;
    reference_result want;
} sample;
static sample samples[CORNER * CORNER + 64];
static uint32_t samples_flags;

/* As the compiler is told with these flags. */
static void set_reference(const run_case *k, uint32_t flags) {
    int safe = (flags & LAMBDAV_SAFE) != 0;
    reference_options(k->reference, 0, (flags & LAMBDAV_STRICT_FLOATS) != 0);
    reference_defined_ints(k->reference, safe || (flags & LAMBDAV_DEFINED_INTS) != 0);
    reference_max_iterations(k->reference,
                             safe && k->turns == 0 ? LAMBDAV_SAFE_ITERATIONS : k->turns);
}

/* Runs the reference for all samples. */
static void run_reference(run_case *k, size_t sample_count, uint32_t flags) {
    size_t i;
    set_reference(k, flags);
    samples_flags = flags;
    for (i = 0; i < sample_count; i++) {
        sample *s = &samples[i];
        s->ends = reference_run(k->reference, (float)s->x + 0.5f, (float)s->y + 0.5f,
                                !k->back_facing, &s->want)
                  == REFERENCE_OK;
    }
}

static void add_sample(size_t *count, int x, int y) {
    samples[*count].x = x;
    samples[(*count)++].y = y;
}

/* The pixels that the rest of the case asks for before something changes. */
static void add_asked(size_t *count, const char *rest) {
    double x, y;
    while (rest != NULL && strncmp(rest, "; set ", 6) != 0
           && strncmp(rest, "; back-facing", 13) != 0) {
        if (sscanf(rest, "; at %lf %lf expect", &x, &y) == 2 && *count < CORNER * CORNER + 64) {
            if (x >= PICTURE || y >= PICTURE) abort();
            if (x >= SMALL || y >= SMALL) side = PICTURE;
            add_sample(count, (int)x, (int)y);
        }
        rest = strchr(rest, '\n');
        if (rest != NULL) rest++;
    }
}

/* The picture of the first variant; that of a variant with debug information must be the same. */
static float plain_pixels[LAMBDAV_VK_MAX_ATTACHMENTS][PICTURE * PICTURE][CHANNELS];

static void compare_plain(run_case *k, size_t variant_index, int attachments) {
    size_t size = side * side * sizeof pixels[0][0];
    int i;
    for (i = 0; i < attachments; i++) {
        if (variant_index == 0) memcpy(plain_pixels[i], pixels[i], size);
        else if (plain_of(variant_index) == 0 && memcmp(plain_pixels[i], pixels[i], size) != 0)
            complain(k, "another picture than without debug information");
    }
}

static void compare_samples(run_case *k, size_t sample_count) {
    uint32_t flags = k->variant->flags
                     & (LAMBDAV_STRICT_FLOATS | LAMBDAV_DEFINED_INTS | LAMBDAV_SAFE);
    size_t i;
    if (flags != samples_flags) run_reference(k, sample_count, flags);
    for (i = 0; i < sample_count; i++)
        if (samples[i].ends) compare_pixel(k, samples[i].x, samples[i].y, &samples[i].want);
}

static void compare_picture(run_case *k, size_t variant_index, size_t sample_count) {
    const reference_result *first = &samples[0].want;
    const module *plain = &k->modules[0];
    int attachments = first->output_count + first->has_depth;
    module m;
    if (variant_index > 0
        && same_module(plain, k->modules[variant_index].words, k->modules[variant_index].count))
        return;
    k->variant = &variants[variant_index];
    m = attach(&k->modules[variant_index], first);
    if (k->variant->inlining == LAMBDAV_INLINE_NEVER && m.count > LARGE && !draws_large) {
        total.large++;
    } else if (draw(k, &m, attachments)) {
        compare_plain(k, variant_index, attachments);
        compare_samples(k, sample_count);
    }
    k->device = "CPU";
    if (draw_on_cpu(k, &m, attachments)) compare_samples(k, sample_count);
    k->device = NULL;
    free(m.words);
}

/* Draws all variants with the settings of now and compares the pixels. A program that does not end
   somewhere is not drawn, nor one that writes ints or uints: the runner's pictures are of nums. */
static void show(run_case *k, const char *rest) {
    size_t count = 0, i;
    int x, y;
    k->shown = 1;
    side = SMALL;
    for (y = 0; y < CORNER; y++)
        for (x = 0; x < CORNER; x++) add_sample(&count, x, y);
    add_asked(&count, rest);
    run_reference(k, count, 0);
    for (i = 0; i < count; i++) {
        if (samples[i].ends) continue;
        total.endless++;
        return;
    }
    if (samples[0].want.output_count + samples[0].want.has_depth > LAMBDAV_VK_MAX_ATTACHMENTS) {
        complain(k, "too many outputs for one picture");
        return;
    }
    for (i = 0; i < (size_t)samples[0].want.output_count; i++)
        if (strchr("iu", samples[0].want.output[i].type[0]) != NULL) return;
    for (i = 0; i < VARIANTS; i++)
        if (variants[i].drawn) compare_picture(k, i, count);
}

/* ---- cases */

/* The words without options are at most so many: what a choice between ways is made for. */
static void check_words(run_case *k, const char *most) {
    if (k->drawable && k->modules[0].count > strtoul(most, NULL, 10))
        complain(k, "it is %zu words", k->modules[0].count);
}

static void obey(run_case *k, const char *start, char *line) {
    if (strncmp(line, "; expect-error ", 15) == 0) {
        check_rejected(k, line + 15);
        k->shown = 1;
    } else if (strncmp(line, "; set ", 6) == 0) {
        set_push(k, line + 6);
    } else if (strncmp(line, "; words ", 8) == 0) {
        check_words(k, line + 8);
    } else if (strcmp(line, "; back-facing") == 0) {
        k->back_facing = 1;
        k->shown = 0;
    } else if ((strncmp(line, "; expect ", 9) == 0 || strncmp(line, "; at ", 5) == 0)
               && k->drawable && !k->shown) {
        show(k, start);
    }
}

static void prepare(run_case *k) {
    const char *turns = strstr(k->text, "\n; max-iterations ");
    size_t i;
    if (turns != NULL) k->turns = (uint32_t)strtoul(turns + 18, NULL, 10);
    k->reference = reference_read(k->text, k->size, NULL);
    if (k->reference == NULL) return;
    k->drawable = 1;
    for (i = 0; i < VARIANTS; i++) k->drawable = compile_variant(k, i) && k->drawable;
}

static int run(const char *path) {
    run_case k;
    char *p, line[1024];
    size_t i;
    memset(&k, 0, sizeof k);
    k.name = path;
    k.text = cases_load(path, &k.size);
    k.variant = &variants[0];
    prepare(&k);
    for (p = k.text; p != NULL && *p != '\0'; p = strchr(p, '\n')) {
        if (*p == '\n') p++;
        k.line++;
        snprintf(line, sizeof line, "%.*s", (int)strcspn(p, "\n"), p);
        obey(&k, p, line);
    }
    if (!k.shown && k.failures == 0) complain(&k, "nothing is expected");
    if (k.failures > 5) printf("%s: ... and %d more\n", path, k.failures - 5);
    for (i = 0; i < VARIANTS; i++) free(k.modules[i].words);
    if (k.reference != NULL) reference_free(k.reference);
    free(k.text);
    return k.failures == 0;
}

int main(int argc, char **argv) {
    glob_t files = cases_find("tests/data/run/*.lv", argc, argv);
    int passed = 0, failed = 0;
    size_t i;
    setvbuf(stdout, NULL, _IOLBF, 4096);
    draws_large = argc > 1;
    arena = (unsigned char *)malloc(ARENA_SIZE);
    if (arena == NULL) return 3;
    open_device();
    for (i = 0; i < VARIANTS; i++) validators[i] = spvContextCreate(variants[i].environment);
    for (i = 0; i < files.gl_pathc; i++) {
        if (run(files.gl_pathv[i])) passed++;
        else failed++;
    }
    for (i = 0; i < VARIANTS; i++) spvContextDestroy(validators[i]);
    lambdav_vk_close(&device);
    free(arena);
    globfree(&files);
    printf("%s: %lu modules, %lu pictures; %lu values, %lu of them bit for bit; %lu left free; "
           "%lu pictures that never end, %lu that only the CPU runner drew\n",
           device.device.name, total.modules, total.pictures, total.values, total.bits,
           total.free_values, total.endless, total.large);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
