// checks
// finding the least integer is divided by -1: OpSMod
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = uint(int64_t(0x8000000000000000ul + i) % (int64_t(u[0].x) - 1l));
}
