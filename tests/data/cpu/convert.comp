// checks
// finding a number does not fit into the integer: OpConvertFToS
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void main() {
    uint i = gl_LocalInvocationIndex;
    r[i] = uint(int(float((u[0].y + 1)) * (1 << 30) * i));  // 2 to the 31 in one of them
}
