#version 450
layout(vertices = 3) out;
layout(location = 0) in vec3 a[];
layout(location = 0) out vec3 b[];
layout(location = 1) patch out vec4 whole;
void main() {
    b[gl_InvocationID] = a[gl_InvocationID];
    whole = vec4(1);
    gl_out[gl_InvocationID].gl_Position = gl_in[gl_InvocationID].gl_Position;
    gl_TessLevelOuter[0] = gl_TessLevelInner[0] = 2.0;
}
