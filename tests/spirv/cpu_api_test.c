/* cc -std=c99 -O1 -ffp-contract=off -fno-math-errno -I. tests/spirv/cpu_api_test.c tests/code/spv_cpu.c -o cpu_api_test -lSPIRV-Tools -lstdc++ -lm */
/* What tools/spv_cpu.h says of its functions: memory of any size and alignment, wrong arguments,
   workers that are not open, error texts. The last line is "N passed, N failed". */
#include "tools/spv_cpu.h"

#include "tests/support/cpu_harness.h"

enum { SIDE = 20, GUARD = 64 };

static int passed, failed;

static void check(int good, const char *what) {
    if (good) {
        passed++;
        return;
    }
    printf("FAILED %s\n", what);
    failed++;
}

/* A fragment stage whose colour is push constant 1 times the uniform at set 1, binding 2. */
static const char shader[] =
    "OpCapability Shader\n"
    "OpMemoryModel Logical GLSL450\n"
    "OpEntryPoint Fragment %main \"main\" %colour\n"
    "OpExecutionMode %main OriginUpperLeft\n"
    "OpDecorate %colour Location 0\n"
    "OpDecorate %block Block\n"
    "OpMemberDecorate %block 0 Offset 0\n"
    "OpMemberDecorate %block 1 Offset 16\n"
    "OpDecorate %uniform DescriptorSet 1\n"
    "OpDecorate %uniform Binding 2\n"
    "OpDecorate %scale SpecId 5\n"
    "%void = OpTypeVoid\n"
    "%int = OpTypeInt 32 1\n"
    "%float = OpTypeFloat 32\n"
    "%vec4 = OpTypeVector %float 4\n"
    "%scale = OpSpecConstant %float 1\n"
    "%i1 = OpConstant %int 1\n"
    "%block = OpTypeStruct %vec4 %vec4\n"
    "%to_uniform = OpTypePointer Uniform %block\n"
    "%to_push = OpTypePointer PushConstant %block\n"
    "%to_uniform_vec4 = OpTypePointer Uniform %vec4\n"
    "%to_push_vec4 = OpTypePointer PushConstant %vec4\n"
    "%to_output = OpTypePointer Output %vec4\n"
    "%uniform = OpVariable %to_uniform Uniform\n"
    "%push = OpVariable %to_push PushConstant\n"
    "%colour = OpVariable %to_output Output\n"
    "%function = OpTypeFunction %void\n"
    "%main = OpFunction %void None %function\n"
    "%start = OpLabel\n"
    "%at = OpAccessChain %to_uniform_vec4 %uniform %i1\n"
    "%a = OpLoad %vec4 %at\n"
    "%push_at = OpAccessChain %to_push_vec4 %push %i1\n"
    "%b = OpLoad %vec4 %push_at\n"
    "%c = OpFMul %vec4 %a %b\n"
    "%d = OpVectorTimesScalar %vec4 %c %scale\n"
    "OpStore %colour %d\n"
    "OpReturn\n"
    "OpFunctionEnd\n";

static uint32_t *words;
static size_t count;
static float uniform[8] = {0, 0, 0, 0, 1, 0.5f, 0.25f, 1}, push[8] = {0, 0, 0, 0, 1, 1, 1, 1};

/* ---- loading */

/* Loads into memory of that size and alignment; 1 if nothing else was written. */
static int load_guarded(spv_cpu_program *program, size_t size, size_t skip) {
    unsigned char *memory = (unsigned char *)malloc(size + skip + GUARD);
    size_t i;
    int good = 1;
    if (memory == NULL) abort();
    memset(memory, 0xA5, size + skip + GUARD);
    spv_cpu_load(program, NULL, words, count, memory + skip, size);
    for (i = 0; i < skip; i++) good &= memory[i] == 0xA5;
    for (i = 0; i < GUARD; i++) good &= memory[skip + size + i] == 0xA5;
    free(memory);
    return good;
}

static void test_memory(void) {
    static spv_cpu_program program;
    size_t size, least = 0;
    int inside = 1, asks = 1;
    for (size = 0; least == 0; size += size / 7 + 1) {
        inside &= load_guarded(&program, size, size % 17);
        if (program.status == SPV_CPU_OK) least = size;
        else asks &= program.status == SPV_CPU_MEMORY && program.needed > size;
    }
    check(inside, "loading writes nothing beside its memory");
    check(asks, "too little memory asks for more");
    check(program.used <= least && program.error[0] == '\0', "it says what is in use");
    for (size = 0; size < 65; size++) {
        inside &= load_guarded(&program, least + 64, size);
        asks &= program.status == SPV_CPU_OK;
    }
    check(inside && asks, "any alignment will do");
    check(spv_cpu_load(&program, NULL, words, count, NULL, 0) == SPV_CPU_MEMORY, "no memory");
}

/* The status of a load with these options. */
static spv_cpu_status load_status(const spv_cpu_options *options, size_t length) {
    cpu_module m;
    spv_cpu_status status = cpu_load(&m, options, length == 0 ? NULL : words, length);
    int said = (m.program.error[0] != '\0') == (status != SPV_CPU_OK);
    cpu_close(&m);
    return said ? status : SPV_CPU_STATUS_COUNT;
}

static void test_options(void) {
    static const uint32_t lanes[] = {1, 8, 17, 8192}, sizes[] = {1, 3, 256};
    spv_cpu_options options;
    size_t i;
    memset(&options, 0, sizeof options);
    check(load_status(&options, count) == SPV_CPU_OK, "options of zeros");
    check(load_status(NULL, 3) == SPV_CPU_MODULE, "three words");
    check(load_status(NULL, 0) == SPV_CPU_MODULE, "no words");
    check(load_status(NULL, count - 1) == SPV_CPU_MODULE, "words that are cut off");
    for (i = 0; i < sizeof lanes / sizeof lanes[0]; i++) {
        options.lanes = lanes[i];
        check(load_status(&options, count) == SPV_CPU_ARGUMENT, "a wrong number of lanes");
    }
    options.lanes = 0;
    for (i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        options.subgroup_size = sizes[i];
        check(load_status(&options, count) == SPV_CPU_ARGUMENT, "a wrong subgroup");
    }
    options.subgroup_size = 0;
    options.constant_count = 1;
    check(load_status(&options, count) == SPV_CPU_ARGUMENT, "constants that are NULL");
    options.constant_count = 0;
    options.stage = 6;
    check(load_status(&options, count) == SPV_CPU_MODULE, "no compute stage");
    options.stage = 5;
    options.entry = "other";
    check(load_status(&options, count) == SPV_CPU_MODULE, "no such entry point");
    options.entry = "main";
    check(load_status(&options, count) == SPV_CPU_OK, "the entry point by name and stage");
}

/* ---- workers */

static void test_closed(spv_cpu_worker *worker, const char *what) {
    uint32_t groups[3] = {1, 1, 1};
    spv_cpu_picture picture;
    memset(&picture, 0, sizeof picture);
    picture.width = picture.height = 1;
    check(spv_cpu_input(worker, 0, 0) == NULL && spv_cpu_output(worker, 0, 0) == NULL
              && spv_cpu_builtin(worker, 0, 0, 1) == NULL && spv_cpu_live(worker) == NULL
              && spv_cpu_bind(worker, NULL, 0, NULL, 0) == SPV_CPU_ARGUMENT
              && spv_cpu_run(worker, NULL, NULL) == SPV_CPU_ARGUMENT
              && spv_cpu_tile(worker, &picture, 0) == SPV_CPU_ARGUMENT
              && spv_cpu_dispatch(worker, groups, 0, 1) == SPV_CPU_ARGUMENT,
          what);
}

static void test_opening(const cpu_module *m) {
    static spv_cpu_worker worker;
    static const spv_cpu_program no_program;
    size_t size = spv_cpu_worker_size(&m->program), skip, i;
    unsigned char *memory = (unsigned char *)malloc(size + 2 * GUARD);
    int good = 1;
    if (memory == NULL) abort();
    test_closed(&worker, "a worker of zeros");
    check(spv_cpu_worker_open(&worker, &m->program, memory, size - 1) == SPV_CPU_MEMORY,
          "a worker with too little memory");
    test_closed(&worker, "a worker that did not open");
    check(spv_cpu_worker_size(&no_program) == 0
              && spv_cpu_worker_open(&worker, &no_program, memory, size) == SPV_CPU_ARGUMENT,
          "a worker of a program that is not loaded");
    for (skip = 0; skip < GUARD; skip++) {
        memset(memory, 0xA5, size + 2 * GUARD);
        good &= spv_cpu_worker_open(&worker, &m->program, memory + skip, size) == SPV_CPU_OK;
        good &= spv_cpu_run(&worker, NULL, NULL) == SPV_CPU_BINDING;
        for (i = 0; i < skip; i++) good &= memory[i] == 0xA5;
        for (i = size + skip; i < size + 2 * GUARD; i++) good &= memory[i] == 0xA5;
    }
    check(good, "workers stay inside of their memory, at any alignment");
    free(memory);
}

static spv_cpu_status bind(cpu_module *m, size_t push_size) {
    spv_cpu_binding row;
    memset(&row, 0, sizeof row);
    row.set = 1;
    row.binding = 2;
    row.data = uniform;
    row.size = sizeof uniform;
    return spv_cpu_bind(&m->worker, &row, 1, push, push_size);
}

static void test_binding(cpu_module *m) {
    spv_cpu_binding row;
    spv_cpu_image image;
    memset(&row, 0, sizeof row);
    memset(&image, 0, sizeof image);
    row.set = 3;
    row.image = &image;
    check(spv_cpu_bind(&m->worker, &row, 1, NULL, 0) == SPV_CPU_BINDING
              && strstr(m->worker.error, "set 3, binding 0") != NULL,
          "an image without memory is named");
    check(spv_cpu_run(&m->worker, NULL, NULL) == SPV_CPU_BINDING
              && strstr(m->worker.error, "set 1, binding 2") != NULL,
          "what nothing is bound to is named");
    check(bind(m, 0) == SPV_CPU_OK && m->worker.error[0] == '\0', "binding clears the error");
}

static void test_tiles(cpu_module *m) {
    static float pixels[SIDE * SIDE * 4];
    spv_cpu_picture picture;
    uint32_t groups[3] = {1, 1, 1};
    memset(&picture, 0, sizeof picture);
    check(spv_cpu_tile_count(&picture) == 0, "an empty picture has no tiles");
    picture.width = picture.height = SIDE;
    picture.attachments[0].format = SPV_CPU_RGBA32F;
    picture.attachments[0].pixels = pixels;
    check(spv_cpu_tile_count(&picture) == 9, "a picture has tiles of 8 by 8");
    check(spv_cpu_tile(&m->worker, &picture, 9) == SPV_CPU_ARGUMENT, "a tile too many");
    check(spv_cpu_dispatch(&m->worker, groups, 0, 1) == SPV_CPU_ARGUMENT, "no compute stage runs");
    check(spv_cpu_tile_count(NULL) == 0
              && spv_cpu_tile(&m->worker, NULL, 0) == SPV_CPU_ARGUMENT
              && spv_cpu_dispatch(&m->worker, NULL, 0, 1) == SPV_CPU_ARGUMENT
              && spv_cpu_bind(&m->worker, NULL, 1, NULL, 0) == SPV_CPU_ARGUMENT
              && m->worker.error[0] != '\0'
              && spv_cpu_bind(&m->worker, NULL, 0, NULL, 0) == SPV_CPU_OK,
          "NULL is no picture, no number of groups and no binding");
    bind(m, sizeof push);
    check(cpu_draw(m, &picture) == SPV_CPU_OK && m->worker.error[0] == '\0'
              && memcmp(&pixels[4 * (SIDE * SIDE - 1)], &uniform[4], 16) == 0,
          "the last pixel");
    bind(m, 20);
    check(spv_cpu_tile(&m->worker, &picture, 0) == SPV_CPU_OK && pixels[0] == 1 && pixels[1] == 0,
          "push constants beyond their size are 0");
    picture.attachments[3].format = SPV_CPU_FORMAT_COUNT;
    check(spv_cpu_tile(&m->worker, &picture, 0) == SPV_CPU_ARGUMENT, "no such format");
}

static void test_rows(cpu_module *m) {
    bind(m, sizeof push);
    check(spv_cpu_input(&m->worker, 0, 0) == NULL && spv_cpu_output(&m->worker, 1, 0) == NULL
              && spv_cpu_builtin(&m->worker, 15, 0, 0) == NULL,
          "inputs and outputs that are not there");
    check(spv_cpu_run(&m->worker, NULL, NULL) == SPV_CPU_OK && spv_cpu_live(&m->worker)[63] != 0
              && spv_cpu_output(&m->worker, 0, 0)[63] == 0x3F800000u,
          "an output of the last lane");
}

/* ---- a mask that takes every second column of pixels away */

static const char mask_shader[] =
    "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
    "OpEntryPoint Fragment %main \"main\" %at %colour %mask\n"
    "OpExecutionMode %main OriginUpperLeft\nOpDecorate %at BuiltIn FragCoord\n"
    "OpDecorate %colour Location 0\nOpDecorate %mask BuiltIn SampleMask\n"
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
    "%int = OpTypeInt 32 1\n%uint = OpTypeInt 32 0\n%u1 = OpConstant %uint 1\n"
    "%i0 = OpConstant %int 0\n%i2 = OpConstant %int 2\n%one = OpConstant %float 1\n"
    "%v4 = OpTypeVector %float 4\n%masks = OpTypeArray %int %u1\n%in = OpTypePointer Input %v4\n"
    "%inf = OpTypePointer Input %float\n%out = OpTypePointer Output %v4\n"
    "%outm = OpTypePointer Output %masks\n%outi = OpTypePointer Output %int\n"
    "%white = OpConstantComposite %v4 %one %one %one %one\n%at = OpVariable %in Input\n"
    "%colour = OpVariable %out Output\n%mask = OpVariable %outm Output\n"
    "%main = OpFunction %void None %fn\n%label = OpLabel\n%p = OpAccessChain %inf %at %i0\n"
    "%x = OpLoad %float %p\n%i = OpConvertFToS %int %x\n%q = OpAccessChain %outi %mask %i0\n"
    "%odd = OpIAdd %int %i %i2\nOpStore %q %odd\nOpStore %colour %white\nOpReturn\n"
    "OpFunctionEnd\n";

static void test_sample_mask(void) {
    static float pixels[SIDE * SIDE * 4];
    spv_cpu_picture picture;
    cpu_module m;
    size_t length, i, wrong = 0;
    uint32_t *code = cpu_assemble("mask", mask_shader, sizeof mask_shader - 1,
                                  SPV_ENV_UNIVERSAL_1_0, &length);
    memset(&picture, 0, sizeof picture);
    picture.width = picture.height = SIDE;
    picture.attachments[0].format = SPV_CPU_RGBA32F;
    picture.attachments[0].pixels = pixels;
    check(cpu_open(&m, NULL, code, length) == SPV_CPU_OK
              && cpu_draw(&m, &picture) == SPV_CPU_OK, "a sample mask is written");
    for (i = 0; i < SIDE * SIDE; i++) wrong += pixels[4 * i] != (float)(i % SIDE % 2);
    check(wrong == 0, "a pixel without its sample is left as it is");
    cpu_close(&m);
    free(code);
}

int main(void) {
    cpu_module m;
    words = cpu_assemble("shader", shader, sizeof shader - 1, SPV_ENV_UNIVERSAL_1_0, &count);
    if (words == NULL) return 1;
    test_memory();
    test_options();
    check(cpu_open(&m, NULL, words, count) == SPV_CPU_OK, "opens");
    test_opening(&m);
    test_binding(&m);
    test_tiles(&m);
    test_rows(&m);
    cpu_close(&m);
    test_sample_mask();
    free(words);
    printf("%d passed, %d failed\n", passed, failed);
    return failed > 0;
}
