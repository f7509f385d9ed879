// checks
// expect 5 6 7 8   2 3
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
shared uint s[4];
void get(out uint a, out uvec2 b) { a = 5; b = uvec2(2, 3); }
void main() {
    uint a, i = gl_LocalInvocationIndex;
    uvec2 b;
    get(a, b);
    if (i > 0) a += i;
    s[i] = a;
    barrier();
    r[i] = s[i];
    if (i == 0) r[4] = b.x;
    if (i == 0) r[5] = b.y;
}
