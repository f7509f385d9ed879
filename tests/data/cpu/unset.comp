// checks
// glslang -g
// finding tests/data/cpu/unset.comp:10:0
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    uint x;
    if (gl_LocalInvocationIndex < 2) x = 1;
    r[gl_LocalInvocationIndex] = x;
}
