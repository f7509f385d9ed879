#version 450
#extension GL_EXT_samplerless_texture_functions : require
// Every kind of descriptor that is no buffer, of every dimension.
layout(set = 0, binding = 0) uniform sampler1D s1;
layout(set = 0, binding = 1) uniform sampler2D s2;
layout(set = 0, binding = 2) uniform sampler3D s3;
layout(set = 0, binding = 3) uniform samplerCube sc;
layout(set = 0, binding = 4) uniform sampler1DArray s1a;
layout(set = 0, binding = 5) uniform sampler2DArray s2a;
layout(set = 0, binding = 6) uniform samplerCubeArray sca;
layout(set = 0, binding = 7) uniform sampler2DMS sms;
layout(set = 0, binding = 8) uniform sampler2DMSArray smsa;
layout(set = 0, binding = 9) uniform sampler2DShadow shadow;
layout(set = 0, binding = 10) uniform samplerCubeShadow cube_shadow;
layout(set = 0, binding = 11) uniform isampler2D ints;
layout(set = 0, binding = 12) uniform usampler3D uints;
layout(set = 0, binding = 13) uniform sampler2D many[4];
layout(set = 0, binding = 14) uniform sampler2D grid[2][3];
layout(set = 1, binding = 0) uniform texture2D t2;
layout(set = 1, binding = 1) uniform texture2DArray t2a;
layout(set = 1, binding = 2) uniform itexture3D it3;
layout(set = 1, binding = 3) uniform sampler plain;
layout(set = 1, binding = 4) uniform samplerShadow comparing;
layout(set = 1, binding = 5) uniform texture2D textures[8];
layout(set = 1, binding = 6) uniform textureBuffer tb;
layout(set = 1, binding = 7) uniform samplerBuffer sb;
layout(set = 2, binding = 0, rgba8) uniform readonly image2D i2;
layout(set = 2, binding = 1, r32f) uniform image2DArray i2a;
layout(set = 2, binding = 2, r32i) uniform iimage1D i1;
layout(set = 2, binding = 3, r32ui) uniform uimage2D ui2;
layout(set = 2, binding = 4, rgba16f) uniform writeonly image3D i3;
layout(set = 2, binding = 5, rg16) uniform imageCube ic;
layout(set = 2, binding = 6, rgba32f) uniform imageBuffer ib;
layout(set = 2, binding = 7) uniform writeonly image2D unformatted;
layout(set = 3, binding = 0, input_attachment_index = 2) uniform subpassInput attached;
layout(set = 3, binding = 1, input_attachment_index = 3) uniform usubpassInputMS attached_ms;
layout(location = 0) in vec3 uv;
layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 second;
vec4 read(int i) { return texture(many[i], uv.xy) + texture(sampler2D(textures[2], plain), uv.xy); }
void main() {
    vec4 c = texture(s1, uv.x) + texture(s2, uv.xy) + texture(s3, uv) + texture(sc, uv)
        + texture(s1a, uv.xy) + texture(s2a, uv) + texture(sca, vec4(uv, 1))
        + texelFetch(sms, ivec2(0), 1) + texelFetch(smsa, ivec3(0), 1)
        + texture(shadow, uv) + texture(cube_shadow, vec4(uv, 1)) + texture(ints, uv.xy)
        + texture(uints, uv) + texture(grid[1][2], uv.xy) + read(1);
    c += texture(sampler2D(t2, plain), uv.xy) + texture(sampler2DArray(t2a, plain), uv)
        + texelFetch(it3, ivec3(0), 0) + texture(sampler2DShadow(t2, comparing), uv)
        + texelFetch(tb, 1) + texelFetch(sb, 2);
    c += imageLoad(i2, ivec2(0)) + imageLoad(i2a, ivec3(0)) + imageLoad(i1, 0) + imageLoad(ib, 0)
        + imageLoad(ic, ivec3(0)) + imageAtomicAdd(ui2, ivec2(0), 1u);
    imageStore(i3, ivec3(0), c);
    imageStore(unformatted, ivec2(0), c);
    color = c + subpassLoad(attached) + subpassLoad(attached_ms, 1);
    second = c;
}
