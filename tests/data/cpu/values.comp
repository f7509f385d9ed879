// expect 3.0 1.5   0.75 2   12.0   3.0   0.5 3.0   2 4294967295 0   7 8   5 6 7 8
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
struct pair { vec2 a; float b[2]; };
pair swapped(pair p) { return pair(p.a.yx, float[2](p.b[1], p.b[0])); }
void main() {
    float x = float(u[0].y) * 1.5, whole;
    pair p = swapped(pair(vec2(x, 3.0), float[2](1.0, 2.0)));
    r[0] = floatBitsToUint(p.a.x);
    r[1] = floatBitsToUint(p.a.y);
    int e;
    r[2] = floatBitsToUint(frexp(3.0, e));
    r[3] = uint(e);
    r[4] = floatBitsToUint(ldexp(x, 3));
    float part = modf(3.5, whole);
    r[5] = floatBitsToUint(whole);
    r[6] = floatBitsToUint(part);
    pair q = p;
    q.b[0] = 3.0;
    r[7] = floatBitsToUint(q == p ? 0.0 : q.b[0]);
    uint carry, high, low;
    r[8] = uaddCarry(0xFFFFFFFFu, u[0].w, carry) + carry - 1;
    umulExtended(0xFFFFFFFFu, 0xFFFFFFFFu, high, low);
    r[9] = high + low;
    r[10] = uint(any(isnan(vec2(x)))) ;
    uvec4 v = uvec4(u[1]);
    v.zw = v.wz;
    r[11] = v.z;
    r[12] = bitfieldInsert(0u, u[0].y, 3, 2);
    for (int k = 0; k < 4; k++) r[13 + k] = u[1][k] + 1;
}
