// checks
// finding an access outside of the image: OpImageWrite
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
void main() { imageStore(i, ivec2(gl_LocalInvocationIndex, 0), uvec4(1)); }
