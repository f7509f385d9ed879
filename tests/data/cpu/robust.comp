// expect 64 0 0 31 0 0   0 3
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) buffer S { uint s[]; };
void main() {
    r[0] = r.length();
    r[1] = s[64];
    r[2] = s[0x40000000];
    r[3] = s[31];
    r[64] = 9;
    r[0x40000004] = 9;
    uint a[4];
    for (int k = 0; k < 4; k++) a[k] = k;
    r[7] = a[s[40]];  // of a variable: the last element
}
