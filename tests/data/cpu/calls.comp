// expect 0 1 4 27 256 3125 7 8   10 11 12 13 14 15 16 17   5 5 6 6 7 7 8 8   1 2 3 4 5 6 7 8
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
uint total = 10;
uint power(uint x, uint n) {
    uint y = 1;
    for (uint k = 0; k < n; k++) y *= x;
    return y;
}
uint early(uint x) {
    if (x == 0) return 0;
    if (x < 6) return power(x, x);
    return x + 1;
}
void bump(inout uint a, in uint b, out uint c) {
    if (b == 1) return;
    a += b;
    c = a;
}
void add(inout uint x) { x++; total += x; }
void main() {
    uint i = gl_LocalInvocationIndex, a = i / 2, c = 77;
    r[i] = early(i);
    uint b = i;
    bump(b, 10, c);
    r[8 + i] = c;
    bump(a, 5, c);
    bump(a, 1, c);
    r[16 + i] = a;
    uint before = i;
    add(before);
    r[24 + i] = total - 10;
}
