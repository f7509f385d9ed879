#version 450
layout(location = 0) in vec3 normal;
layout(location = 1) flat in uvec2 id;
layout(location = 2) noperspective centroid in vec2 uv;
layout(location = 3, component = 2) in float weight;
layout(location = 4) in Varying { vec4 tint; flat int kind; vec2 list[2]; } varying_block;
layout(location = 0) out vec4 color;
layout(location = 1) out ivec2 ids[2];
void main() {
    gl_FragDepth = gl_FragCoord.z;
    color = vec4(normal, weight) + varying_block.tint + uv.xyxy;
    ids[0] = ids[1] = ivec2(id) * varying_block.kind;
}
