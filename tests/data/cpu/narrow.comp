// expect 4294967295 250 250 4294967291   1 65535 3 4294967294
// expect 0.333251953125 -2.5 65504.0 1.0   0 1 1 4.0
// expect 1 2 3 4   0.5 2.5 10.0 2048.0
// expect 1006648321 16843009 32767 4294934528   255 4294967168 11 22
// expect 71 1.25 200 3   7 9 4294967295 77
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { uint r[40]; int8_t b[4]; uint8_t c[4]; float16_t h[2]; u16vec2 w[]; };
float16_t half_of(f16vec3 v, inout float16_t sum) { sum += v.x; return v.y * v.z; }
void main() {
    uint zero = gl_LocalInvocationID.x;
    int8_t i = int8_t(zero + 255u);
    uint8_t u = uint8_t(zero + 250u);
    int16_t s = int16_t(zero) - 5s;
    uint16_t t = uint16_t(zero) - 1us;
    float16_t one = float16_t(zero) + 1.0hf;
    r[0] = uint(int(i)), r[1] = uint(u), r[2] = uint(uint8_t(u + uint8_t(256u))), r[3] = uint(int(s));
    r[4] = uint(i < int8_t(0)), r[5] = uint(t), r[6] = uint(int(int16_t(-s) / 2s) + 1), r[7] = uint(int(s / 2s));
    r[8] = floatBitsToUint(float(one / 3.0hf));
    r[9] = floatBitsToUint(float(f16vec2(one, -2.5hf * one).y));
    r[10] = floatBitsToUint(float(one * 65504.0hf));
    r[11] = floatBitsToUint(float(sin(one * 0.0hf) + cos(one - one)));
    r[12] = uint(one > 2.0hf), r[13] = uint(isinf(one * 65504.0hf * 2.0hf)), r[14] = uint(abs(s) == 5s);
    r[15] = floatBitsToUint(float(dot(f16vec2(one * 2.0hf), f16vec2(1.0hf))));
    i8vec4 q = unpack8(int32_t(zero + 0x04030201u));
    r[16] = uint(q.x), r[17] = uint(q.y), r[18] = uint(q[int(zero) + 2]), r[19] = uint(q.w);
    float16_t sum = 0.0hf, got = half_of(f16vec3(one * 0.5hf, one, 2.5hf), sum);
    r[20] = floatBitsToUint(float(sum)), r[21] = floatBitsToUint(float(got));
    r[22] = floatBitsToUint(float((f16mat2(one, 2.0hf, 3.0hf, 4.0hf) * f16vec2(1.0hf, 2.0hf)).y));
    r[23] = floatBitsToUint(float(float16_t(2048.0 + float(zero)) + one));
    r[24] = packFloat2x16(f16vec2(one + 0.0009765625hf, 1.0hf)), r[25] = uint(pack32(u8vec4(uint8_t(zero) + uint8_t(1))));
    r[26] = uint(t >> 1us), r[27] = uint(int(int16_t(t << 15us)));
    r[28] = uint(uint8_t(i)), r[29] = uint(int(int8_t(zero + 384u)));
    r[30] = uint(min(s, -4s) + 16s), r[31] = uint(clamp(int16_t(zero + 300u), 1s, 22s)), r[32] = uint(t % 98us);
    int e;
    r[33] = floatBitsToUint(float(frexp(one * 5.0hf, e)) * 2.0);
    for (int k = 0; k < 4; k++) b[k] = int8_t(k - 2), c[k] = uint8_t(200 + k);
    h[0] = one * 1.5hf, h[1] = h[0] * 2.0hf;
    w[zero] = u16vec2(7, 9);
    w[zero + 1u].y = uint16_t(zero) + 77us;
    r[34] = uint(c[zero]), r[35] = uint(int(float(h[zero + 1u])));
    r[36] = uint(w[0].x), r[37] = uint(w[zero].y), r[38] = uint(int(b[int(zero) + 1])), r[39] = uint(w[1].y);
}
