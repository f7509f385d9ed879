// error only scalars of 32 bits are there
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() { double d = double(r[0]); r[0] = uint(d * d); }
