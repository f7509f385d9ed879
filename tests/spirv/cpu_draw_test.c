/* cc -std=c99 -O1 -I. tests/spirv/cpu_draw_test.c -o cpu_draw_test -lm */
/* Pictures of vertex and fragment stages on the CPU against those of the Vulkan device: topologies,
   clipping, interpolation, culling, depth, blending, formats, built-ins, instances, derivatives.
   Each case is drawn by `lambdav render --raw` on both. Components may differ by one step of 8 bits
   or 1 in 2000; a case says in how many pixels more than that, as on edges drivers round as they
   like, and by how many steps where a driver blends in bytes.
   $LAMBDAV is the program, by default build/lambdav. The last line is "N passed, N failed". */
#define _POSIX_C_SOURCE 200809L
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH = 97, HEIGHT = 61, COMMAND_SIZE = 2048, MAX_BYTES = WIDTH * HEIGHT * 16 };

/* Written to build/cpu_draw/NAME and compiled to NAME.spv. */
static const struct {
    const char *name, *text;
} sources[] = {
    {"mesh.vert",
     "layout(location = 0) in vec4 place; layout(location = 1) in vec4 colour;\n"
     "layout(location = 0) out vec4 smoothed;\n"
     "layout(location = 1) flat out vec4 first;\n"
     "layout(location = 2) noperspective out vec4 linear;\n"
     "layout(location = 3) flat out ivec2 numbers;\n"
     "layout(location = 4) centroid out vec2 centre;\n"
     "void main() { gl_Position = place; gl_PointSize = 1.0 + 9.0 * colour.w;\n"
     "  smoothed = first = linear = colour; numbers = ivec2(gl_VertexIndex, -gl_VertexIndex);\n"
     "  centre = colour.xy; }\n"},
    {"smooth.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                    "void main() { o = c; }\n"},
    {"flat.frag", "layout(location = 1) flat in vec4 c; layout(location = 0) out vec4 o;\n"
                  "void main() { o = c; }\n"},
    {"linear.frag", "layout(location = 2) noperspective in vec4 c;\n"
                    "layout(location = 0) out vec4 o; void main() { o = c; }\n"},
    {"centroid.frag", "layout(location = 4) centroid in vec2 c; layout(location = 0) out vec4 o;\n"
                      "void main() { o = vec4(c, 0, 1); }\n"},
    {"coord.frag", "layout(location = 0) out vec4 o;\n"
                   "void main() { o = gl_FragCoord / vec4(97, 61, 1, 4); }\n"},
    {"facing.frag", "layout(location = 0) out vec4 o;\n"
                    "void main() { o = gl_FrontFacing ? vec4(1, 0, 0, 1) : vec4(0, 0, 1, 1); }\n"},
    {"point.frag", "layout(location = 0) out vec4 o;\n"
                   "void main() { o = vec4(gl_PointCoord, 0, 1); }\n"},
    {"primitive.frag", "layout(location = 0) out vec4 o;\n"
                       "void main() { o = vec4(float(gl_PrimitiveID) / 40.0, 0, 0, 1); }\n"},
    {"slope.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                   "void main() { o = vec4(dFdx(c.x), dFdy(c.y), fwidthFine(c.z), 1) * 8.0 + 0.5;"
                   " }\n"},
    {"discard.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                     "void main() { if (fract(c.x * 5.0) < 0.4) discard; o = c; }\n"},
    {"depth.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                   "void main() { o = c; gl_FragDepth = c.x; }\n"},
    {"early.frag", "layout(early_fragment_tests) in; layout(location = 0) in vec4 c;\n"
                   "layout(location = 0) out vec4 o;\n"
                   "void main() { if (fract(c.x * 5.0) < 0.4) discard; o = c; }\n"},
    {"several.frag", "layout(location = 0) in vec4 c; layout(location = 3) flat in ivec2 n;\n"
                     "layout(location = 0) out vec4 o; layout(location = 1) out vec2 part;\n"
                     "layout(location = 2) out ivec4 i; layout(location = 3) out uvec4 u;\n"
                     "void main() { o = c; part = c.zw; i = ivec4(n, 7, -8);\n"
                     "  u = uvec4(n.x, gl_FragCoord.xy, 9); }\n"},
    {"wide.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                  "void main() { o = c * 3.0 - 1.0; }\n"},
    {"mask.frag", "layout(location = 0) in vec4 c; layout(location = 0) out vec4 o;\n"
                  "void main() { o = c; gl_SampleMask[0] = c.y > 0.5 ? 1 : 0; }\n"},
    {"clip.vert",
     "layout(location = 0) in vec4 place; layout(location = 1) in vec4 colour;\n"
     "layout(location = 0) out vec4 smoothed;\n"
     "out gl_PerVertex { vec4 gl_Position; float gl_ClipDistance[2]; };\n"
     "void main() { gl_Position = place; smoothed = colour;\n"
     "  gl_ClipDistance[0] = colour.x - 0.3; gl_ClipDistance[1] = 0.8 - colour.y; }\n"},
    {"block.vert",
     "layout(location = 0) in vec4 place; layout(location = 1) in vec4 colour;\n"
     "layout(location = 0) out Block { vec4 a; flat vec3 b; mat2 m; float f[3]; } block;\n"
     "void main() { gl_Position = place; block.a = colour; block.b = colour.zyx;\n"
     "  block.m = mat2(colour.xy, colour.wz);\n"
     "  block.f = float[](colour.x, colour.y, colour.z); }\n"},
    {"block.frag",
     "layout(location = 0) in Block { vec4 a; flat vec3 b; mat2 m; float f[3]; } block;\n"
     "layout(location = 0) out vec4 o;\n"
     "void main() { o = 0.5 * block.a + 0.25 * vec4(block.b, block.m[1].y) +\n"
     "  0.25 * vec4(block.f[2], block.f[1], block.m[0].x, block.m[1].x); }\n"},
    {"copies.vert",
     "layout(location = 0) in vec4 place; layout(location = 1) in vec4 colour;\n"
     "layout(location = 2) in mat2 turn; layout(location = 0) out vec4 smoothed;\n"
     "void main() { gl_Position = vec4(turn * place.xy, place.zw);\n"
     "  gl_Position.x += 0.3 * gl_InstanceIndex; smoothed = colour.yzxw; }\n"},
};
enum { SOURCES = sizeof sources / sizeof *sources };

/* How the components of a case lie in its file. */
typedef enum { BYTES, SIGNED_BYTES, HALVES, FLOATS, WORDS } layout;

typedef struct draw_case {
    const char *options;
    layout layout;
    int pixels; /* that may differ by more than a step */
    int steps;  /* that components may differ by; 0 is 1 */
} draw_case;

#define SMOOTH "smooth.frag.spv --vertex mesh.vert.spv "
#define MESH(name) name ".frag.spv --vertex mesh.vert.spv "
#define TRIANGLES "--vertices @triangles.txt:f32 "
#define DEEP "--vertices @deep.txt:f32 "
#define NEAR "--vertices @near.txt:f32 "

static const draw_case cases[] = {
    {SMOOTH TRIANGLES, BYTES, 0},
    {SMOOTH TRIANGLES "--topology triangle-strip", BYTES, 0},
    {SMOOTH TRIANGLES "--topology triangle-fan", BYTES, 0},
    {SMOOTH TRIANGLES "--indices @indices.txt:u32", BYTES, 0},
    {SMOOTH TRIANGLES "--indices @indices.txt:u32 --topology triangle-strip", BYTES, 0},
    {SMOOTH DEEP, BYTES, 2},
    {SMOOTH DEEP "--depth", BYTES, 2},
    {SMOOTH DEEP "--depth=greater", BYTES, 2},
    {SMOOTH DEEP "--depth=less-equal --blend add", BYTES, 2},
    {SMOOTH DEEP "--depth=never", BYTES, 0},
    {SMOOTH DEEP "--depth=not-equal", BYTES, 2},
    {SMOOTH TRIANGLES "--cull back", BYTES, 0},
    {SMOOTH TRIANGLES "--cull front", BYTES, 0},
    {SMOOTH TRIANGLES "--cull front --clockwise", BYTES, 0},
    {MESH("flat") DEEP, BYTES, 2},
    {MESH("flat") TRIANGLES "--topology triangle-strip", BYTES, 0},
    {MESH("flat") TRIANGLES "--topology triangle-fan", BYTES, 0},
    {MESH("linear") NEAR, BYTES, 2},
    {MESH("linear") TRIANGLES, BYTES, 0},
    {MESH("centroid") DEEP, BYTES, 2},
    {MESH("coord") DEEP "--format rgba32f", FLOATS, 2},
    {MESH("facing") DEEP, BYTES, 2},
    {MESH("facing") TRIANGLES "--clockwise", BYTES, 0},
    {MESH("primitive") TRIANGLES, BYTES, 0},
    {MESH("slope") TRIANGLES "--format rgba32f", FLOATS, 30},
    {MESH("discard") DEEP "--depth", BYTES, 8},
    {MESH("depth") DEEP "--depth", BYTES, 8},
    {MESH("early") DEEP "--depth", BYTES, 8},
    {MESH("mask") DEEP, BYTES, 8},
    {MESH("several") TRIANGLES, BYTES, 0},
    {MESH("several") TRIANGLES "--location 1", BYTES, 0},
    {MESH("several") TRIANGLES "--location 2", WORDS, 0},
    {MESH("several") TRIANGLES "--location 2 --format rgba8i", SIGNED_BYTES, 0},
    {MESH("several") TRIANGLES "--location 2 --format rg32i", WORDS, 0},
    {MESH("several") TRIANGLES "--location 3", WORDS, 0},
    {MESH("several") TRIANGLES "--location 3 --format rgba8ui", BYTES, 0},
    {MESH("several") TRIANGLES "--clear 0.3,0.6,0.2,0.9 --location 1", BYTES, 0},
    {MESH("wide") TRIANGLES, BYTES, 0},
    {MESH("wide") TRIANGLES "--format rgba16f", HALVES, 0},
    {MESH("wide") TRIANGLES "--format rgba32f", FLOATS, 0},
    {MESH("wide") TRIANGLES "--format srgba8", BYTES, 0},
    {MESH("wide") TRIANGLES "--format rgba8-snorm", SIGNED_BYTES, 0},
    {MESH("wide") TRIANGLES "--format r8", BYTES, 0},
    {MESH("wide") TRIANGLES "--format rg8", BYTES, 0},
    {MESH("wide") TRIANGLES "--format r16f", HALVES, 0},
    {MESH("wide") TRIANGLES "--format rg32f", FLOATS, 0},
    {MESH("wide") TRIANGLES "--blend alpha --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend premultiplied --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend add --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend multiply --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend min --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend max --clear 0.5,0.2,0.7,0.4", BYTES, 0, 3},
    {MESH("wide") TRIANGLES "--blend alpha --clear 0.5,0.2,0.7,0.4 --format rgba16f", HALVES, 0, 8},
    {MESH("wide") TRIANGLES "--blend alpha --clear 0.5,0.2,0.7,0.4 --format srgba8", BYTES, 0, 3},
    {SMOOTH TRIANGLES "--topology points", BYTES, 0},
    {MESH("point") TRIANGLES "--topology points", BYTES, 0},
    {SMOOTH DEEP "--topology points --depth", BYTES, 4},
    {SMOOTH TRIANGLES "--topology lines", BYTES, 12},
    {SMOOTH TRIANGLES "--topology line-strip", BYTES, 12},
    {MESH("flat") TRIANGLES "--topology line-strip", BYTES, 12},
    {SMOOTH DEEP "--topology lines", BYTES, 24},
    {"smooth.frag.spv --vertex clip.vert.spv " DEEP, BYTES, 12},
    {"block.frag.spv --vertex block.vert.spv " DEEP, BYTES, 4},
    {"smooth.frag.spv --vertex copies.vert.spv --vertices @triangles.txt:f32 --draw 9,2 "
     "--instances 2=@turns.txt:f32", BYTES, 0},
};
enum { CASES = sizeof cases / sizeof *cases };

static uint64_t seed = 1;

static double random_number(void) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(seed >> 40) / (double)(1 << 24);
}

static FILE *create(const char *name) {
    char path[256];
    FILE *file;
    snprintf(path, sizeof path, "build/cpu_draw/%s", name);
    file = fopen(path, "w");
    if (file == NULL) exit(3);
    return file;
}

/* Vertices of 8 numbers: in the picture; or at several depths; some of them behind the eye. */
static void write_vertices(const char *name, int count, int deep, int behind) {
    FILE *file = create(name);
    int i, k;
    for (i = 0; i < count; i++) {
        double w = deep ? 0.4 + 2 * random_number() : 1;
        if (behind && i % 7 == 0) w = -0.5;
        fprintf(file, "%.5f %.5f %.5f %.5f ", w * (2.6 * random_number() - 1.3),
                w * (2.6 * random_number() - 1.3), deep ? 1.4 * random_number() * w - 0.2 : 0.5, w);
        for (k = 0; k < 4; k++) fprintf(file, "%.5f%c", random_number(), k < 3 ? ' ' : '\n');
    }
    fclose(file);
}

static void write_files(void) {
    FILE *file;
    char command[COMMAND_SIZE];
    int i;
    if (system("rm -rf build/cpu_draw && mkdir -p build/cpu_draw") != 0) exit(3);
    for (i = 0; i < SOURCES; i++) {
        file = create(sources[i].name);
        fprintf(file, "#version 450\n%s", sources[i].text);
        fclose(file);
        snprintf(command, sizeof command, "cd build/cpu_draw && glslangValidator -V --quiet %s "
                 "-o %s.spv", sources[i].name, sources[i].name);
        if (system(command) != 0) exit(3);
    }
    write_vertices("triangles.txt", 36, 0, 0);
    write_vertices("deep.txt", 60, 1, 1);
    write_vertices("near.txt", 60, 1, 0);
    file = create("indices.txt");
    for (i = 0; i < 30; i++) fprintf(file, "%d ", (int)(36 * random_number()));
    fclose(file);
    file = create("turns.txt");
    fprintf(file, "0.6 0.1  0 0.5  -0.4 0.2  0.3 0.3\n");
    fclose(file);
}

/* Draws a case; returns the bytes, 0 if that failed. */
static size_t draw(const draw_case *c, const char *device, unsigned char *bytes) {
    const char *program = getenv("LAMBDAV") == NULL ? "build/lambdav" : getenv("LAMBDAV");
    char command[COMMAND_SIZE];
    FILE *pipe;
    size_t size;
    snprintf(command, sizeof command, "LAMBDAV=$(realpath '%s') && cd build/cpu_draw && $LAMBDAV "
             "render %s --size %dx%d --raw -o - %s", program, c->options, WIDTH, HEIGHT, device);
    pipe = popen(command, "r");
    if (pipe == NULL) return 0;
    size = fread(bytes, 1, MAX_BYTES, pipe);
    return pclose(pipe) == 0 ? size : 0;
}

static double half_value(const unsigned char *data) {
    unsigned bits = data[0] | (unsigned)data[1] << 8, exponent = bits >> 10 & 31u;
    double value = exponent ? ldexp(1024 + (bits & 1023u), (int)exponent - 25)
                            : ldexp(bits & 1023u, -24);
    return bits & 0x8000u ? -value : value;
}

/* Component i of a picture. */
static double component(layout l, const unsigned char *bytes, size_t i) {
    float single;
    int32_t whole;
    switch (l) {
    case BYTES: return bytes[i];
    case SIGNED_BYTES: return (signed char)bytes[i];
    case HALVES: return half_value(bytes + 2 * i);
    case FLOATS: memcpy(&single, bytes + 4 * i, 4); return (double)single;
    default: memcpy(&whole, bytes + 4 * i, 4); return whole;
    }
}

static int differs(const draw_case *c, double a, double b) {
    int steps = c->steps ? c->steps : 1;
    if (c->layout == BYTES || c->layout == SIGNED_BYTES) return fabs(a - b) > steps;
    if (c->layout == WORDS) return a != b;
    return !(fabs(a - b) <= 5e-4 * steps * (1 + fabs(a)));
}

/* Returns nonzero if both pictures are the same; says how they differ. */
static int compare(const draw_case *c) {
    static unsigned char got[MAX_BYTES], wanted[MAX_BYTES];
    static const size_t bytes_of[] = {1, 1, 2, 4, 4};
    size_t size = draw(c, "--cpu", got), expected = draw(c, "", wanted), i, pixels = WIDTH * HEIGHT;
    size_t parts = expected / bytes_of[c->layout] / pixels, beyond = 0, first = 0, drawn = 0;
    if (size != expected || size == 0) {
        printf("FAILED %s: %zu bytes, %zu on the device\n", c->options, size, expected);
        return 0;
    }
    for (i = 0; i < pixels; i++) {
        size_t k, bad = 0;
        for (k = 0; k < parts; k++) {
            double a = component(c->layout, got, i * parts + k);
            double b = component(c->layout, wanted, i * parts + k);
            bad |= (size_t)differs(c, a, b);
            drawn += b != component(c->layout, wanted, k);
        }
        if (bad && beyond++ == 0) first = i;
    }
    if (beyond > 0)
        printf("%s%s: %zu pixels differ, the first at %zu, %zu: %g instead of %g\n",
               beyond > (size_t)c->pixels ? "FAILED " : "", c->options, beyond, first % WIDTH,
               first / WIDTH, component(c->layout, got, first * parts),
               component(c->layout, wanted, first * parts));
    if (drawn == 0 && strstr(c->options, "never") == NULL) printf("FAILED %s: empty\n", c->options);
    return beyond <= (size_t)c->pixels && (drawn > 0 || strstr(c->options, "never") != NULL);
}

int main(void) {
    int i, passed = 0;
    write_files();
    for (i = 0; i < CASES; i++) passed += compare(&cases[i]);
    printf("%d passed, %d failed\n", passed, CASES - passed);
    return passed < CASES;
}
