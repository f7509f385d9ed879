// expect 0 1   4294967295 4294967295   2 0   4294967295 0
// expect 4294967291 4294967295   0 2147483648   1 1 0 1
// expect 5 0 1 7   4294967294 4294967295   20 30   3 4294967293 15 9
// spec 3 7
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
layout(local_size_x = 1) in;
layout(constant_id = 3) const int64_t chosen = 5l;
layout(constant_id = 4) const uint64_t large = 0x100000000ul;
layout(set = 0, binding = 0) buffer R { uint64_t wide[4]; int64_t more[2]; uint r[]; };
void main() {
    uint64_t one = uint64_t(gl_LocalInvocationID.x) + 1ul;
    int64_t minus = -int64_t(one);
    wide[0] = one << 32;
    wide[1] = uint64_t(minus);
    wide[2] = (one << 33) >> 32ul;
    wide[3] = 0xfffffffful * one;
    more[0] = minus * 5l;
    more[1] = minus << 63;
    r[0] = uint(minus < 0l), r[1] = uint(uint64_t(minus) > one), r[2] = uint(minus == 0xffffffffl);
    r[3] = uint(max(minus, 0l) == 0l);
    r[4] = uint((one << 40) / (one << 38)) + 1u;
    r[5] = uint((-7l * int64_t(one)) / 2l + 3l);
    r[6] = uint(large >> 32), r[7] = uint(chosen);
    i64vec2 v = i64vec2(minus) + i64vec2(-1l, 0l);
    uvec2 halves = unpackUint2x32(uint64_t(v.x));
    r[8] = halves.x, r[9] = halves.y;
    r[10] = uint(one * 20ul), r[11] = uint(minus * -30l);
    double d = double(minus) * 3.5lf;
    r[12] = uint(-int64_t(d)), r[13] = uint(int64_t(d)), r[14] = uint(float(one << 40) == 1099511627776.0) * 15u;
    int64_t a[4] = int64_t[](6l, 7l, 8l, 9l);
    r[15] = uint(a[int(one) + 2]);
}
