// checks
// finding an access outside of the memory: OpStore
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() { r[gl_LocalInvocationIndex + 61] = 1; }
