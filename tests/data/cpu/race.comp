// checks
// finding a data race: another invocation accesses the same word: OpLoad
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
shared uint s[8];
void main() {
    uint i = gl_LocalInvocationIndex;
    s[i] = i;
    r[i] = s[7 - i];  // without a barrier
}
