// expect 8 28 7 0 255 4294967288 255 1   8 36 15   1 64.0
// lanes 16
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 2, r32ui) uniform uimage2D picture;
shared uint s;
void main() {
    uint i = gl_LocalInvocationIndex;
    if (i == 0) s = 0;
    barrier();
    atomicAdd(r[0], 1);
    atomicAdd(r[1], i);
    atomicMax(r[2], i);
    atomicMin(r[3], i);
    atomicOr(r[4], 1u << i);
    atomicAdd(r[5], uint(-1));
    atomicXor(r[6], 1u << i);
    atomicCompSwap(r[7], 0, i + 1);  // the first lane comes first
    atomicAdd(s, 1);
    uint old = imageAtomicAdd(picture, ivec2(1, 2), i + 1);
    barrier();
    if (i == 7) {
        r[8] = s;
        r[9] = imageLoad(picture, ivec2(1, 2)).x;
        r[10] = old - 13;
        r[11] = uint(imageAtomicExchange(picture, ivec2(9, 9), 5) == 0);
        r[12] = floatBitsToUint(64.0);
    }
}
