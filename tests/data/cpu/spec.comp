// spec 0 5
// spec 2 0
// spec 3 4
// expect 5 10 7 0   4 2.5   15
#version 450
layout(local_size_x_id = 3) in;
layout(constant_id = 0) const int n = 3;
layout(constant_id = 1) const float f = 2.5;
layout(constant_id = 2) const bool b = true;
const int twice = n * 2;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    int list[n];
    for (int k = 0; k < n; k++) list[k] = k + 1;
    int sum = 0;
    for (int k = 0; k < list.length(); k++) sum += list[k];
    if (gl_LocalInvocationIndex == 0) {
        r[0] = n;
        r[1] = twice;
        r[2] = b ? 1 : (n > 4 ? 7 : 8);
        r[3] = uint(b);
        r[4] = gl_WorkGroupSize.x;
        r[5] = floatBitsToUint(f);
        r[6] = sum;
    }
}
