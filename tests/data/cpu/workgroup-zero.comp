// spec 3 0
// error a workgroup without invocations
#version 450
layout(local_size_x_id = 3) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() { r[0] = 1; }
