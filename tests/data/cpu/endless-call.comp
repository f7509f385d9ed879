// steps endless-call.comp:7:
// glslang -g
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
uint next(uint n) {
    return r[n & 1] == 0 ? n + 2 : n;
}
void main() {
    for (uint n = 0; n != 7;)
        n = next(n);
}
