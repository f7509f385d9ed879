// checks
// finding a data race: another invocation accesses the same word: OpStore
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() { r[gl_LocalInvocationIndex / 2] = 1; }
