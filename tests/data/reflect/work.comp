#version 450
#extension GL_ARB_gpu_shader_int64 : require
// Specialisation constants in workgroup and array sizes.
layout(local_size_x_id = 5, local_size_y = 4, local_size_z_id = 6) in;
layout(constant_id = 0) const int count = 12;
layout(constant_id = 1) const float scale = 0.25;
layout(constant_id = 2) const bool fast = true;
layout(constant_id = 3) const uint mask = 0xFF00FF00u;
layout(constant_id = 4) const double exact = 1e300;
layout(constant_id = 8) const bool slow = false;
layout(constant_id = 9) const int negative = -7;
const int twice = count * 2 + 1;
shared float cache[twice];
layout(set = 0, binding = 0, std430) buffer Data { uint total; double d; dmat2x3 dm; float values[]; } data;
layout(set = 0, binding = 1) uniform sampler2D atlas[count];
void add(uint i) { atomicAdd(data.total, i); }
void main() {
    cache[gl_LocalInvocationIndex % twice] = scale * float(mask) + float(negative);
    barrier();
    if (fast && !slow) add(gl_GlobalInvocationID.x);
    data.values[gl_WorkGroupID.x] = cache[0] + float(exact) + textureLod(atlas[1], vec2(0), 0.0).x;
}
