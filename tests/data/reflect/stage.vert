#version 450
// Inputs and outputs of a vertex stage: arrays, matrices, blocks, components, interpolation.
layout(location = 0) in vec3 position;
layout(location = 1) in mat3 frame;
layout(location = 4) in ivec2 cells[2];
layout(location = 6, component = 1) in vec2 packed;
layout(location = 0) out vec3 normal;
layout(location = 1) flat out uvec2 id;
layout(location = 2) noperspective centroid out vec2 uv;
layout(location = 3, component = 2) out float weight;
layout(location = 4) out Varying { vec4 tint; flat int kind; vec2 list[2]; } varying_block;
layout(location = 9) sample out vec4 fine[2];
layout(set = 0, binding = 0) uniform Camera { mat4 view; mat4 projection; } camera;
void main() {
    gl_Position = camera.projection * camera.view * vec4(position + frame[0], packed.x);
    gl_PointSize = float(gl_VertexIndex + cells[1].x);
    normal = frame * position;
    id = uvec2(gl_InstanceIndex);
    uv = packed;
    weight = 1;
    varying_block.tint = vec4(1);
    varying_block.kind = 2;
    fine[0] = fine[1] = vec4(0);
}
