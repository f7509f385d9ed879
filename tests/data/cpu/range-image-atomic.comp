// checks
// finding an access outside of the image: OpAtomicIAdd
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
void main() { imageAtomicAdd(i, ivec2(0, gl_LocalInvocationIndex + 1), 1); }
