// checks
// finding a bit field reaches beyond the bits: OpBitFieldUExtract
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = bitfieldExtract(u[0].w, 30 + int(u[0].x), int(i));
}
