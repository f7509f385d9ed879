// error OpCapability
// error Workgroup memory with a layout
// glslang --target-env spirv1.4
#version 450
#extension GL_EXT_shared_memory_block : require
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
shared One { uint one; };
shared Other { float other; };
void main() {
    other = 1.0;
    r[0] = one;
}
