// expect 6 0 2 1   4294967294 127 4294967292 3.5
// expect 15 8 14 1   4 3 9 12.0
// expect 0 6 1 3   2 4294967291 1.75 255
// glslang --target-env vulkan1.1
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : require
#extension GL_KHR_shader_subgroup_arithmetic : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_shuffle : require
#extension GL_EXT_shader_subgroup_extended_types_int64 : require
#extension GL_EXT_shader_subgroup_extended_types_int16 : require
#extension GL_EXT_shader_subgroup_extended_types_int8 : require
#extension GL_EXT_shader_subgroup_extended_types_float16 : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void put(int i, uint bits) { if (gl_SubgroupInvocationID == 2) r[i] = bits; }
void main() {
    int own = int(gl_SubgroupInvocationID);
    int64_t wide = int64_t(own) << 32;
    int16_t s = int16_t(own);
    int8_t b = int8_t(own) - int8_t(2);
    put(0, uint(subgroupAdd(wide) >> 32)), put(1, uint(subgroupAdd(wide)));
    put(2, uint(subgroupMin(i64vec2(wide, 9l - wide)).x >> 32) + 2);
    put(3, uint(subgroupExclusiveMax(wide) == 1l << 32));
    put(4, uint(subgroupMin(b)));
    int8_t first = subgroupExclusiveMin(int8_t(0) - b);
    if (own == 0) r[5] = uint(first);
    put(6, uint(subgroupExclusiveMin(b) * int8_t(2)));
    put(7, floatBitsToUint(float(subgroupMax(double(own) + 0.5lf))));
    put(8, subgroupBallot(true).x), put(9, gl_SubgroupGtMask.x & 15u);
    put(10, (gl_SubgroupGeMask.x | gl_SubgroupLtMask.x) & 14u), put(11, uint(subgroupAllEqual(wide - wide)));
    put(12, gl_SubgroupEqMask.x), put(13, gl_SubgroupLtMask.x);
    put(14, uint(subgroupInclusiveAdd(s * 3s))), put(15, floatBitsToUint(float(subgroupMul(float16_t(own) + 1.0hf) * 0.5hf)));
    put(16, uint(subgroupShuffle(wide, 3))), put(17, uint(subgroupAdd(uint16_t(own + 65535))) - 0xffecu + 0xffecu & 0xffffu);
    put(17, uint(subgroupAdd(uint16_t(own))));
    put(18, uint(subgroupShuffle(wide, 1) >> 32)), put(19, uint(subgroupOr(s)));
    put(20, uint(subgroupBroadcast(s, 2)));
    put(21, uint(int(subgroupAdd(int16_t(-5s - s * 0s)) / 4s)));
    put(22, floatBitsToUint(float(subgroupMin(double(own) + 1.75lf))));
    put(23, uint(subgroupMax(uint8_t(own + 252))));
}
