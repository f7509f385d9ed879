// expect 3 2 1 0   13 12 11 10   4 5 6 7   20 21 22 23   7 6 5 4   9 8 7 6   4 1 2 3
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1, std140) uniform U { uvec4 u[8]; };
uint own[4] = uint[](3u, 2u, 1u, 0u);
shared uint s[2][4];
struct inner { uint a; uvec2 b[2]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = own[i];  // a Private variable
    uint local[4];
    for (uint k = 0; k < 4; k++) local[k] = 10 + k;
    r[4 + i] = local[3 - i];
    s[i & 1][i] = i;
    s[1 - (i & 1)][i] = 7 - i;
    barrier();
    r[8 + i] = s[i & 1][3 - i];
    inner t[3];
    for (uint k = 0; k < 3; k++) {
        t[k].a = k;
        for (uint j = 0; j < 2; j++) t[k].b[j] = uvec2(20 + 2 * j, 21 + 2 * j);
    }
    r[12 + i] = t[i % 3].b[i / 2][i % 2];
    r[16 + i] = u[1][3 - i];  // uniform, then a component
    uvec4 v = uvec4(9, 8, 7, 6);
    r[20 + i] = v[i];
    uvec4 w = uvec4(0, 1, 2, 3);
    w[i] = i == 0 ? 4 : i;
    r[24 + i] = w[i];
}
