// error physical addresses are not supported: OpTypeForwardPointer
#version 450
#extension GL_EXT_buffer_reference : require
layout(local_size_x = 1) in;
layout(buffer_reference) buffer Place { uint n; };
layout(push_constant) uniform Push { Place place; };
void main() { place.n = 4; }
