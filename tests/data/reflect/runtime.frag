#version 450
#extension GL_EXT_nonuniform_qualifier : require
#extension GL_EXT_scalar_block_layout : require
#extension GL_EXT_shader_16bit_storage : require
#extension GL_EXT_shader_8bit_storage : require
// Runtime arrays of descriptors, scalar layout, small types.
struct Tight { vec3 a; uint8_t small_part; float16_t half_part; uint16_t word; };
layout(set = 0, binding = 0) uniform sampler2D all[];
layout(set = 0, binding = 1, scalar) buffer Scalar { vec3 p; float q; vec3 list[3]; Tight tight[2]; mat3 m; float last; } scalars[2];
layout(set = 0, binding = 2, scalar) uniform Uniform { vec3 p[2]; Tight tight; vec2 end; } uniforms;
layout(location = 0) flat in int i;
layout(location = 0) out vec4 color;
void main() {
    color = texture(all[nonuniformEXT(i)], vec2(0)) + scalars[1].q + uniforms.end.x
        + float(uint(scalars[0].tight[1].word));
}
