// expect 5 4 7 6  9 8 11 10
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
layout(set = 0, binding = 2) uniform usampler2D t;
void main() {
    ivec2 p = ivec2(gl_LocalInvocationID);
    imageStore(i, p, uvec4(gl_LocalInvocationIndex));
    barrier();
    uint k = gl_LocalInvocationIndex;
    if (k >= 8) return;
    if (k % 2 == 0) r[k] = texelFetchOffset(t, p, 0, ivec2(1, 1)).x;
    else r[k] = texelFetchOffset(t, p, 0, ivec2(-1, 1)).x;
}
