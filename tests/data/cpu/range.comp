// checks
// finding an index is out of range: OpAccessChain
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint a[3];
    for (int k = 0; k < 3; k++) a[k] = k;
    r[gl_LocalInvocationIndex] = a[gl_LocalInvocationIndex];
}
