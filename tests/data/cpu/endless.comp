// steps the step limit was reached: OpBranch
// glslang -g
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() { while (r[0] == 0) r[1]++; }
