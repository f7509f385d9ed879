// cc -I. tests/vulkan/vk_device.c -lcmocka -o build/vk_device
//
// lambdav_vk.h on a real device, with the validation layer watching. Needs a Vulkan driver,
// VK_LAYER_KHRONOS_validation, cmocka, spirv-as and glslangValidator.
//     build/vk_device [DEVICE [unwatched]]
// DEVICE is as options.device; unwatched leaves the layer out.
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
#include "tests/support/vk_harness.h"
#include "tests/support/vk_modules.h"

// =================================================================================================
// Harness
// =================================================================================================
static lambdav_vk_pass pass;

enum { CANARY = 0xA5, MAX_BYTES = 1 << 20 };
static union {
    unsigned char bytes[MAX_BYTES];
    float floats[MAX_BYTES / 4];
    uint16_t halves[MAX_BYTES / 2];
} picture[4];

static vk_module *glsl(const char *environment, const char *text)
{
    return vk_make("glslangValidator -V --quiet --target-env %s -S frag -o %s %s", environment,
                   text);
}

static void set_pass(const vk_module *m, uint32_t width, uint32_t height)
{
    memset(&pass, 0, sizeof pass);
    memset(picture, CANARY, sizeof picture);
    pass.words = m->words;
    pass.word_count = m->count;
    pass.width = width;
    pass.height = height;
}

static void add_attachment(lambdav_vk_format format)
{
    uint32_t i = pass.attachment_count++;
    pass.attachments[i].format = format;
    pass.attachments[i].pixels = picture[i].bytes;
    pass.attachments[i].size = (size_t)pass.width * pass.height * lambdav_vk_pixel_size(format);
    assert_true(pass.attachments[i].size < MAX_BYTES);
}

// Nothing was written behind the pictures.
static void assert_canaries(void)
{
    uint32_t i;
    for (i = 0; i < pass.attachment_count; i++)
        assert_int_equal(picture[i].bytes[pass.attachments[i].size], CANARY);
}

// Draws GLSL to one attachment.
static void draw(const char *text, lambdav_vk_format format, uint32_t width, uint32_t height)
{
    set_pass(glsl("vulkan1.0", text), width, height);
    add_attachment(format);
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_canaries();
}

static void assert_pixel(const unsigned char *pixel, int r, int g, int b, int a)
{
    if (pixel[0] != r || pixel[1] != g || pixel[2] != b || pixel[3] != a)
        fail_msg("pixel %d %d %d %d instead of %d %d %d %d", pixel[0], pixel[1], pixel[2], pixel[3],
                 r, g, b, a);
}

static void assert_floats(const float *pixel, float r, float g, float b, float a)
{
    const float expected[] = {r, g, b, a};
    if (memcmp(pixel, expected, sizeof expected) != 0)
        fail_msg("pixel %g %g %g %g instead of %g %g %g %g", (double)pixel[0], (double)pixel[1],
                 (double)pixel[2], (double)pixel[3], (double)r, (double)g, (double)b, (double)a);
}

#define VERSION_1_3 (1u << 22 | 3u << 12)
#define OUT0 "#version 450\nlayout(location = 0) out vec4 o;\n"

// =================================================================================================
// Pictures
// =================================================================================================
static void test_solid(void **state)
{
    static const char text[] =
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
        "OpEntryPoint Fragment %main \"colour me\" %o\nOpExecutionMode %main OriginUpperLeft\n"
        "OpDecorate %o Location 0\n"
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n"
        "%v4 = OpTypeVector %float 4\n%po = OpTypePointer Output %v4\n%o = OpVariable %po Output\n"
        "%a = OpConstant %float 0.2\n%b = OpConstant %float 0.4\n%c = OpConstant %float 0.6\n"
        "%d = OpConstant %float 1\n%k = OpConstantComposite %v4 %a %b %c %d\n"
        "%main = OpFunction %void None %fn\n%l = OpLabel\nOpStore %o %k\nOpReturn\nOpFunctionEnd\n";
    uint32_t i;
    (void)state;
    set_pass(vk_assemble("vulkan1.0", text), 33, 17);
    add_attachment(LAMBDAV_VK_RGBA8);
    assert_ok(lambdav_vk_draw(&vk, &pass));
    for (i = 0; i < 33 * 17; i++) assert_pixel(picture[0].bytes + i * 4, 51, 102, 153, 255);
    assert_canaries();
    pass.entry = "colour me";
    assert_ok(lambdav_vk_draw(&vk, &pass));
    pass.entry = "main";
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_MODULE);
}

static void coordinates(uint32_t width, uint32_t height)
{
    uint32_t x, y;
    draw(OUT0 "void main() { o = gl_FragCoord; }", LAMBDAV_VK_RGBA32F, width, height);
    for (y = 0; y < height; y++)
        for (x = 0; x < width; x++)
            assert_floats(picture[0].floats + (y * width + x) * 4, (float)x + 0.5f, (float)y + 0.5f,
                          0.0f, 1.0f);
}

static void test_coordinates(void **state)
{
    (void)state;
    coordinates(13, 7);
    coordinates(1, 1);
    coordinates(1, 1000);
    coordinates(1000, 1);
    coordinates(257, 129);
}

static void test_formats(void **state)
{
    (void)state;
    draw(OUT0 "void main() { o = vec4(-1, 2, 1.0 / 255.0, 0.5019608); }", LAMBDAV_VK_RGBA8, 3, 3);
    assert_pixel(picture[0].bytes + 32, 0, 255, 1, 128);
    draw(OUT0 "void main() { o = vec4(1, 0.5, -2, 65504); }", LAMBDAV_VK_RGBA16F, 3, 3);
    assert_int_equal(picture[0].halves[32], 0x3C00);
    assert_int_equal(picture[0].halves[33], 0x3800);
    assert_int_equal(picture[0].halves[34], 0xC000);
    assert_int_equal(picture[0].halves[35], 0x7BFF);
    draw(OUT0 "void main() { o = vec4(0.1, -3e30, 16777215, 1e-30); }", LAMBDAV_VK_RGBA32F, 3, 3);
    assert_floats(picture[0].floats + 32, 0.1f, -3e30f, 16777215.0f, 1e-30f);
}

static void test_attachments(void **state)
{
    static const char text[] =
        "#version 450\nlayout(location = 0) out vec4 a;\nlayout(location = 1) out vec4 b;\n"
        "layout(location = 3) out vec4 c;\n"
        "void main() { a = vec4(1, 0, 0, 1); b = vec4(2, 3, 4, 5); c = gl_FragCoord; }";
    (void)state;
    set_pass(glsl("vulkan1.0", text), 5, 3);
    add_attachment(LAMBDAV_VK_RGBA8);
    add_attachment(LAMBDAV_VK_RGBA16F);
    add_attachment(LAMBDAV_VK_RGBA8);
    add_attachment(LAMBDAV_VK_RGBA32F);
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_MODULE);
    assert_non_null(strstr(vk.error, "no output at location 2"));
    pass.attachments[2].pixels = NULL;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_pixel(picture[0].bytes + 14 * 4, 255, 0, 0, 255);
    assert_int_equal(picture[1].halves[14 * 4], 0x4000);
    assert_int_equal(picture[1].halves[14 * 4 + 3], 0x4500);
    assert_int_equal(picture[2].bytes[0], CANARY);
    assert_floats(picture[3].floats + 14 * 4, 4.5f, 2.5f, 0.0f, 1.0f);
    assert_canaries();
    pass.attachments[1].pixels = NULL;  // rendered, but not read
    picture[1].bytes[0] = CANARY;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_int_equal(picture[1].bytes[0], CANARY);
}

static void test_output_array(void **state)
{
    (void)state;
    set_pass(glsl("vulkan1.0", "#version 450\nlayout(location = 0) out vec4 o[2];\n"
                               "void main() { o[0] = vec4(1); o[1] = vec4(0.2); }"), 2, 2);
    add_attachment(LAMBDAV_VK_RGBA8);
    add_attachment(LAMBDAV_VK_RGBA8);
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_pixel(picture[0].bytes + 12, 255, 255, 255, 255);
    assert_pixel(picture[1].bytes + 12, 51, 51, 51, 51);
}

static void test_push(void **state)
{
    static const char text[] = OUT0
        "layout(push_constant) uniform P { vec2 a; float t; layout(row_major) mat2x3 m; } p;\n"
        "void main() { o = vec4(p.a, p.t, p.m[1][2]); }";
    const float push[] = {1.5f, -2.5f, 3.25f, 0, 11, 12, 21, 22, 31, 32, 99, 98};
    (void)state;
    set_pass(glsl("vulkan1.0", text), 4, 4);
    add_attachment(LAMBDAV_VK_RGBA32F);
    pass.push = push;
    pass.push_size = sizeof push;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_floats(picture[0].floats + 60, 1.5f, -2.5f, 3.25f, 32.0f);
    pass.push_size = 40;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    pass.push_size = 39;
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT);
    assert_non_null(strstr(vk.error, "has 40"));
}

static void test_discard(void **state)
{
    static const char text[] =
        "#version 450\nlayout(location = 0) out vec2 o;\n"
        "void main() { if (gl_FragCoord.x < 2.0) discard; o = vec2(1, 0); }";
    static const char *const environments[] = {"vulkan1.0", "vulkan1.3"};
    uint32_t i;
    (void)state;
    for (i = 0; i < 2; i++) {
        if (i == 1 && vk.version < VERSION_1_3) continue;
        set_pass(glsl(environments[i], text), 4, 1);
        add_attachment(LAMBDAV_VK_RGBA8);
        pass.attachments[0].clear[1] = 0.2f;
        pass.attachments[0].clear[2] = 0.4f;
        pass.attachments[0].clear[3] = 1.0f;
        assert_ok(lambdav_vk_draw(&vk, &pass));
        assert_pixel(picture[0].bytes, 0, 51, 102, 255);
        assert_pixel(picture[0].bytes + 4, 0, 51, 102, 255);
        assert_pixel(picture[0].bytes + 8, 255, 0, 102, 255);
        assert_pixel(picture[0].bytes + 12, 255, 0, 102, 255);
    }
}

static void test_demote(void **state)
{
    static const char text[] =
        "#version 450\n#extension GL_EXT_demote_to_helper_invocation : require\n"
        "layout(location = 0) out vec4 o;\n"
        "void main() { if (gl_FragCoord.x < 1.0) demote; o = vec4(1); }";
    (void)state;
    set_pass(glsl("vulkan1.3", text), 2, 1);
    add_attachment(LAMBDAV_VK_RGBA8);
    if (vk.version < VERSION_1_3) {
        assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_UNSUPPORTED);
        return;
    }
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_pixel(picture[0].bytes, 0, 0, 0, 0);
    assert_pixel(picture[0].bytes + 4, 255, 255, 255, 255);
}

static void test_front_facing(void **state)
{
    (void)state;
    draw(OUT0 "void main() { o = vec4(gl_FrontFacing ? 1 : 0); }", LAMBDAV_VK_RGBA8, 2, 2);
    assert_pixel(picture[0].bytes, 255, 255, 255, 255);
}

// Derivatives see one triangle: no inner edge where they would differ.
static void test_derivatives(void **state)
{
    uint32_t i;
    (void)state;
    draw(OUT0 "void main() { o = vec4(dFdx(gl_FragCoord.x), dFdy(gl_FragCoord.y), 0, 1); }",
         LAMBDAV_VK_RGBA32F, 31, 31);
    for (i = 0; i < 31 * 31; i++) assert_floats(picture[0].floats + i * 4, 1, 1, 0, 1);
}

static void test_depth_is_ignored(void **state)
{
    (void)state;
    draw(OUT0 "void main() { o = vec4(0.2); gl_FragDepth = gl_FragCoord.x; }", LAMBDAV_VK_RGBA8, 2,
         2);
    assert_pixel(picture[0].bytes, 51, 51, 51, 51);
}

// =================================================================================================
// Compilers, versions, frames, times
// =================================================================================================
static void test_environments(void **state)
{
    static const char *const environments[] = {"vulkan1.0", "vulkan1.1", "vulkan1.2", "vulkan1.3"};
    static const char text[] = OUT0 "void main() { o = vec4(0.2, 0.4, 0.6, 1); }";
    uint32_t have, made;
    (void)state;
    lambdav_vk_close(&vk);
    for (have = 0; have < 4; have++) {
        open_version(1u << 22 | have << 12);
        for (made = 0; made < 4; made++) {
            set_pass(glsl(environments[made], text), 2, 2);
            add_attachment(LAMBDAV_VK_RGBA8);
            if (made > (vk.version >> 12 & 15u)) {
                assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_UNSUPPORTED);
                assert_non_null(strstr(vk.error, "needs Vulkan 1."));
            } else {
                assert_ok(lambdav_vk_draw(&vk, &pass));
                assert_pixel(picture[0].bytes + 12, 51, 102, 153, 255);
            }
        }
        lambdav_vk_close(&vk);
        assert_silent();
    }
    open_version(0);
}

static void test_frames(void **state)
{
    static const char text[] = OUT0 "layout(push_constant) uniform P { float t; } p;\n"
                                    "void main() { o = vec4(p.t, gl_FragCoord.x, 0, 1); }";
    lambdav_vk_pipeline pipeline;
    uint32_t i;
    float t;
    (void)state;
    set_pass(glsl("vulkan1.0", text), 8, 8);
    add_attachment(LAMBDAV_VK_RGBA32F);
    pass.push = &t;
    pass.push_size = sizeof t;
    assert_ok(lambdav_vk_pipeline_open(&vk, &pipeline, &pass));
    pass.words = NULL;  // not needed any more
    for (i = 0; i < 50; i++) {
        t = (float)i;
        pass.width = i < 25 ? 8 : 5 + i % 3;
        assert_ok(lambdav_vk_pipeline_draw(&vk, &pipeline, &pass));
        assert_floats(picture[0].floats, t, 0.5f, 0, 1);
        assert_floats(picture[0].floats + (pass.width * 8 - 1) * 4, t, (float)pass.width - 0.5f, 0,
                      1);
    }
    lambdav_vk_pipeline_close(&vk, &pipeline);
}

static void test_times(void **state)
{
    static const char text[] = OUT0
        "layout(push_constant) uniform P { int n; } p;\n"
        "void main() { float s = gl_FragCoord.x; for (int i = 0; i < p.n; i++) s = sin(s) + s;\n"
        "    o = vec4(s); }";
    uint64_t fast;
    int32_t n = 1;
    (void)state;
    set_pass(glsl("vulkan1.0", text), 128, 128);
    add_attachment(LAMBDAV_VK_RGBA32F);
    pass.push = &n;
    pass.push_size = sizeof n;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_ok(lambdav_vk_draw(&vk, &pass));
    fast = pass.gpu_ns;
    n = 20000;
    assert_ok(lambdav_vk_draw(&vk, &pass));
    assert_int_equal(fast != 0, vk.timestamp_bits != 0);
    assert_int_equal(pass.gpu_ns > 4 * fast, vk.timestamp_bits != 0);
    print_message("1 iteration: %lu ns, 20000: %lu ns\n", (unsigned long)fast,
                  (unsigned long)pass.gpu_ns);
}

// =================================================================================================
// Devices, errors, messages
// =================================================================================================
static void test_devices(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    lambdav_vk_device list[LAMBDAV_VK_MAX_DEVICES];
    char index[16];
    uint32_t count, i;
    (void)state;
    set_options(&options);
    assert_int_equal(lambdav_vk_devices(&c, &options, list, LAMBDAV_VK_MAX_DEVICES, &count), 0);
    assert_true(count >= 1);
    for (i = 0; i < count; i++) {
        print_message("device %u: %s, Vulkan %u.%u\n", i, list[i].name, list[i].version >> 22,
                      list[i].version >> 12 & 0x3FFu);
        if (!list[i].draws) continue;
        snprintf(index, sizeof index, "%u", i);
        options.device = index;
        assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_OK);
        assert_string_equal(c.device.name, list[i].name);
        lambdav_vk_close(&c);
        options.device = list[i].name;
        assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_OK);
        assert_string_equal(c.device.name, list[i].name);
        lambdav_vk_close(&c);
    }
}

static void test_too_large(void **state)
{
    (void)state;
    set_pass(glsl("vulkan1.0", OUT0 "void main() { o = vec4(1); }"), 1, 1);
    add_attachment(LAMBDAV_VK_RGBA8);
    pass.width = 1u << 20;
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_LIMIT);
    assert_non_null(strstr(vk.error, "1048576x1 pixels: the device's limit is"));
    pass.width = 2;
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_ARGUMENT);
    assert_non_null(strstr(vk.error, "2x1 pixels of RGBA8 need 8 bytes, not 4"));
}

static void test_descriptor(void **state)
{
    (void)state;
    set_pass(glsl("vulkan1.0", OUT0 "layout(set = 1, binding = 3) uniform sampler2D s;\n"
                                    "void main() { o = texture(s, vec2(0)); }"), 1, 1);
    add_attachment(LAMBDAV_VK_RGBA8);
    assert_int_equal(lambdav_vk_draw(&vk, &pass), LAMBDAV_VK_BINDING);
    assert_non_null(strstr(vk.error, "set 1, binding 3"));
}

// A module without OriginUpperLeft, which Vulkan demands, and drivers do not look at.
static void test_message(void **state)
{
    static const char text[] =
        "OpCapability Shader\nOpMemoryModel Logical GLSL450\nOpEntryPoint Fragment %main \"main\"\n"
        "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n"
        "%main = OpFunction %void None %fn\n%l = OpLabel\nOpReturn\nOpFunctionEnd\n";
    (void)state;
    if (!watched) skip();
    set_pass(vk_assemble("vulkan1.0", text), 1, 1);
    add_attachment(LAMBDAV_VK_RGBA8);
    pass.attachments[0].pixels = NULL;
    lambdav_vk_draw(&vk, &pass);
    assert_true(vk.messages[LAMBDAV_VK_MESSAGE_ERROR] > 0);
    assert_non_null(strstr(last_message, "OriginUpperLeft"));
    memset(vk.messages, 0, sizeof vk.messages);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(test_solid),
        TEST(test_coordinates),
        TEST(test_formats),
        TEST(test_attachments),
        TEST(test_output_array),
        TEST(test_push),
        TEST(test_discard),
        TEST(test_demote),
        TEST(test_front_facing),
        TEST(test_derivatives),
        TEST(test_depth_is_ignored),
        TEST(test_environments),
        TEST(test_frames),
        TEST(test_times),
        TEST(test_devices),
        TEST(test_too_large),
        TEST(test_descriptor),
        TEST(test_message),
    };
    device = argc > 1 ? argv[1] : NULL;
    watched = argc < 3 || strcmp(argv[2], "unwatched") != 0;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
