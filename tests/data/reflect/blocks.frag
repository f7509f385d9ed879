#version 450
// Uniform blocks, storage buffers and push constants with every kind of member.
struct Inner { vec3 a; float b; };
struct Light { vec3 position; float range; mat3 turn; Inner parts[2]; vec2 tail; };
layout(set = 0, binding = 0, std140) uniform Scene {
    mat4 view;
    layout(row_major) mat4x3 rows;
    mat2 small;
    float list[3];
    vec3 points[2];
    Light lights[4];
    Light sun;
    int n;
    uint u;
    bool on;
    vec2 grid[2][3];
    mat3 turns[2];
    layout(row_major) mat2x3 odd[2];
} scene;
layout(set = 0, binding = 1, std140) uniform Anonymous { vec4 free_a; float free_b; };
layout(set = 1, binding = 0, std430) buffer Particles {
    uint count;
    Light first;
    vec3 loose[5];
    Inner all[];
} particles;
layout(set = 1, binding = 1, std430) readonly buffer Numbers { float numbers[]; };
layout(set = 1, binding = 2, std430) writeonly buffer Out { uvec2 header; ivec4 values[][2]; } sink;
layout(set = 1, binding = 3, std430) restrict coherent buffer Mixed {
    readonly int fixed_part;
    int moving;
    mat3x2 m;
    mat2x3 m23;
    float f[2][2];
} mixed_block;
layout(set = 2, binding = 0, std140) uniform Each { vec4 tint; Inner inner; } each[3];
layout(push_constant, std430) uniform Push {
    layout(offset = 16) vec2 resolution;
    float time;
    mat3 turn;
    Inner inner;
    float curve[4];
} push;
layout(location = 0) out vec4 color;
float pick(int i) { return numbers[i] + particles.all[i].b; }
void main() {
    sink.header = uvec2(scene.n, particles.count);
    sink.values[1][0] = ivec4(mixed_block.fixed_part);
    mixed_block.moving = 3;
    color = scene.view * vec4(free_a.xyz, free_b) + pick(1) + scene.lights[1].parts[0].b
        + push.turn[0].x * push.time + each[1].inner.b + mixed_block.m[0].x + particles.loose[1].x;
}
