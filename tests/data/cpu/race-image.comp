// checks
// finding a data race: another invocation accesses the same word: OpImageRead
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
void main() {
    uint l = gl_LocalInvocationIndex;
    imageStore(i, ivec2(l, 0), uvec4(l));
    r[l] = imageLoad(i, ivec2(3 - l, 0)).x;
}
