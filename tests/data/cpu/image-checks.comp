// checks
// expect 3 2 1 0  4
// Nothing is found.
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D i;
shared uint n;
void main() {
    uint l = gl_LocalInvocationIndex;
    imageStore(i, ivec2(l, 0), uvec4(l));
    if (l == 0) atomicExchange(n, 0);
    imageAtomicAdd(i, ivec2(1, 1), 1);
    barrier();
    r[l] = imageLoad(i, ivec2(3 - l, 0)).x;
    atomicAdd(n, 1);
    barrier();
    if (l == 0) r[4] = n;
}
