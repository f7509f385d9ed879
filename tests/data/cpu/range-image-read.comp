// checks
// finding an access outside of the image: OpImageRead
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
void main() {
    r[gl_LocalInvocationIndex] = imageLoad(i, ivec2(-1, gl_LocalInvocationIndex)).x;
}
