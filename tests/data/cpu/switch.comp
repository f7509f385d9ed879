// expect 1 6 5 100 4 100 100 3   7 7 8 8 9 9 9 9   0 1 20 1 4 5 20 5
#version 450
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
uint pick(int x) {  // a default in the middle, fall-through into it and out of it
    switch (x) {
    case -1: return 7;
    case 5:
    default:
    case 9: return 9;
    case 2:
    case 3: break;
    }
    return 8;
}
void main() {
    uint i = gl_LocalInvocationIndex, v = 0;
    switch (i) {
    case 0: v = 1; break;
    case 1: v += 1;
    case 2: v += 2;
    case 7: v += 3; break;
    case 4: v = 4; break;
    default: v = 100;
    }
    r[i] = v;
    r[8 + i] = pick(i < 2 ? -1 : int(i));
    v = i;
    for (int k = 0; k < 3; k++) {  // continue and break within a switch
        switch (i % 4) {
        case 2: v = 20; continue;
        case 3: v = i - 2; break;
        case 1: if (k == 1) break; continue;
        }
    }
    r[16 + i] = v;
}
