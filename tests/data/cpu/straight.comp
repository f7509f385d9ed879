// expect 0 0 8 16 24 32 40 48   0 10 2 30 4 50 6 70   0 1 4 11 32 89 244 659   12 25 38 51 64 77 90 103   21 22 23 24 25 26 27 28
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
uint twice(uint x) { return x + x; }
uint mixed(uint a, uint b) { return twice(a) + 3 * b; }
uvec2 swapped(uvec2 v) { return v.yx; }
void advance(inout uint a, inout uint b) {
    uint old = a;
    a = b;
    b = old + twice(b);
}
uint d0(uint x) { return x + 1; }
#define LINK(name, next) uint name(uint x) { return next(x) + 1; }
LINK(d1, d0) LINK(d2, d1) LINK(d3, d2) LINK(d4, d3) LINK(d5, d4) LINK(d6,
d5) LINK(d7, d6) LINK(d8, d7) LINK(d9, d8) LINK(d10, d9) LINK(d11, d10)
LINK(d12, d11) LINK(d13, d12) LINK(d14, d13) LINK(d15, d14) LINK(d16, d15)
LINK(d17, d16) LINK(d18, d17) LINK(d19, d18) LINK(d20, d19)
void main() {
    uint i = gl_LocalInvocationIndex, a = i, b = 1, last = 0;
    uvec2 v = uvec2(i, 10 * i);
    for (uint k = 0; k < i; k++) {
        last = mixed(k, twice(k));
        v = swapped(v);
        advance(a, b);
    }
    r[i] = last;
    r[8 + i] = v.x;
    r[16 + i] = a;
    r[24 + i] = mixed(mixed(i, 1), mixed(1, i));
    r[32 + i] = d20(i);
}
