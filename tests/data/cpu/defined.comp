// checks
// expect 8 9 7 7
// expect 0 2147483648 4 9
// expect 4294967295 1 2147483648 2147483647
// The operands that are just defined, and what no invocation runs.
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex, big = 0x80000000u + u[0].x;
    r[i] = 7;
    if (i < 2) r[i] = 9 / (i + 1) - (1 - i) + (i == 1 ? 5 : 0);  // 9 - 1, 4 + 5
    if (i > 7) r[i] = 1 / u[0].x;
    if (i == 0) r[4] = uint(int(big) / -2147483647 - 1);
    if (i == 0) r[5] = uint(int(big) / (int(u[0].x) + 1));
    if (i == 0) r[6] = (i + 1) << (u[0].x + 2);
    if (i == 0) r[7] = bitfieldExtract(9u, int(u[0].x), 32);
    if (i == 0) r[8] = uint(int(big) >> (31 + u[0].x));
    if (i == 0) r[9] = 1u >> u[0].x;
    if (i == 0) r[10] = uint(int(-2147483648.0 - float(u[0].x)));
    if (i == 0) r[11] = uint(int(-float(u[0].x)) ^ 0x7FFFFFFF);
}
