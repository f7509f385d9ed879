// checks
// finding an integer is divided by zero: OpUDiv
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    uvec4 q = uvec4(9) / uvec4(1, 2, u[i].xy);  // u[0].x is 0
    r[i] = q.x + q.y + q.z + q.w;
}
