// spec 0 4612811918334230528
// spec 1 18446744068709551616
// spec 2 10000000000
// expect 0 1074003968   3589934592 4294967294   1410065408 2
// 2.5, -5000000000, 10000000000.
#version 450
#extension GL_EXT_shader_explicit_arithmetic_types : enable
layout(local_size_x = 1) in;
layout(constant_id = 0) const double d = 1.25;
layout(constant_id = 1) const int64_t i = 7l;
layout(constant_id = 2) const uint64_t u = 3ul;
layout(set = 0, binding = 0) buffer R { double rd; int64_t ri; uint64_t ru; };
void main() {
    rd = d;
    ri = i;
    ru = u;
}
