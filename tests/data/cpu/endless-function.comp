// steps endless-function.comp:7:
// glslang -g
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
uint next(uint n) {
    while (n != 7)
        n = (n + 2) & 15;
    return n;
}
void main() {
    r[1] = next(r[0]);
}
