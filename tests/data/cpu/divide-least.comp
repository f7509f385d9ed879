// checks
// finding the least integer is divided by -1: OpSDiv
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = uint(int(0x80000000u + i) / (int(u[0].x) - 1));
}
