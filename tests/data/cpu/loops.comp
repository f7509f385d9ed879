// expect 0 1 3 6 10 15 21 28   0 1 2 0 4 5 0 7   12 12 12 12 9 9 9 9
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    uint i = gl_LocalInvocationIndex, sum = 0, last = 0;
    for (uint k = 0;; k++) {  // lanes leave one by one
        if (k > i) break;
        sum += k;
    }
    r[i] = sum;
    for (uint k = 0; k < 8; k++) {
        if (k % 3 == 0 && k > 0) continue;
        if (k == i) { last = k; break; }
    }
    r[8 + i] = last;
    uint n = 0;
    for (uint a = 0; a < 4; a++)  // a return of the inner one, a break of the outer one
        for (uint b = 0; b < 4; b++) {
            if (a == b) continue;
            if (i >= 4 && a == 3) break;
            n++;
        }
    r[16 + i] = n;
}
