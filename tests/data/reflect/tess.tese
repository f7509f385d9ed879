#version 450
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec3 b[];
layout(location = 1) patch in vec4 whole;
layout(location = 0) out vec3 c;
void main() {
    c = b[0] * gl_TessCoord.x + whole.xyz;
    gl_Position = gl_in[0].gl_Position;
}
