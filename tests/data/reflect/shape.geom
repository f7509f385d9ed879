#version 450
layout(triangles) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec3 c[];
layout(location = 0) out vec3 d;
layout(set = 0, binding = 0) uniform Offsets { vec4 offsets[3]; };
void main() {
    for (int i = 0; i < 3; i++) {
        gl_Position = gl_in[i].gl_Position + offsets[i];
        d = c[i];
        EmitVertex();
    }
    EndPrimitive();
}
