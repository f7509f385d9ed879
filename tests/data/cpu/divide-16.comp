// checks
// finding an integer is divided by zero: OpUMod
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = uint(7us % uint16_t(i + 0xFFFEu));
}
