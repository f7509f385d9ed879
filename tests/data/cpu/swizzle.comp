// checks
// expect 4.0
// A vector whose parts get their values one by one is not read before it has one.
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { float r[]; };
void main() {
    vec4 v;
    v.xy = vec2(float(gl_GlobalInvocationID.x) + 1.0);
    v.zw = v.yx;
    r[0] = v.x + v.y + v.z + v.w;
}
