// checks
// finding an integer is divided by zero: OpUDiv at word 315, tests/data/cpu/divide.comp:9:0
// glslang -g
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = 7 / (i & 2u);
}
