// groups 2 1 1
// expect 496 528   31 30 29 28
// checks
#version 450
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
shared uint s[32];
void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = i + gl_WorkGroupID.x;
    barrier();
    uint other = s[31 - i];
    barrier();
    for (uint step = 16; step > 0; step /= 2) {
        if (i < step) s[i] += s[i + step];
        barrier();
    }
    if (i == 0) r[gl_WorkGroupID.x] = s[0];
    if (gl_WorkGroupID.x == 0 && i < 4) r[2 + i] = other;
}
