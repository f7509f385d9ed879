#version 450
// Twin of bits.lv: what whole numbers are good for, in four panels.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

uvec3 pcg3d(uvec3 v) {
    v = v * 1664525u + 1013904223u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    v ^= v >> 16u;
    v.x += v.y * v.z;
    v.y += v.z * v.x;
    v.z += v.x * v.y;
    return v;
}

uint spread(uint x) {
    x = (x | (x << 4)) & 0x0f0f0f0fu;
    x = (x | (x << 2)) & 0x33333333u;
    return (x | (x << 1)) & 0x55555555u;
}

// The threshold of Bayer's ordered dither, 0 .. 63: bits of x ^ y and y interleaved, reversed.
uint bayer(uvec2 p) {
    uint code = spread((p.x ^ p.y) & 7u) | spread(p.y & 7u) << 1;
    return bitfieldReverse(code) >> 26;
}

float hammersley(vec2 q) {
    float least = 1.0;
    for (uint i = 0u; i < 48u; i++) {
        vec2 at = vec2((float(i) + 0.5) / 48.0, float(bitfieldReverse(i)) / 4294967296.0);
        least = min(least, distance(q, at));
    }
    return smoothstep(0.02, 0.03, least);
}

vec3 carpet(uvec2 p, uint frame) {
    uint grey = p.x ^ (p.x >> 1), count = uint(bitCount(p.x & (p.y + frame)));
    return vec3((count & 1u) == 0u ? 0.9 : 0.2, float((p.x ^ p.y) & 63u) / 63.0,
                float(grey & 31u) / 31.0);
}

void main() {
    uvec2 pixel = uvec2(gl_FragCoord.xy), half_size = uvec2(resolution) / 2u;
    uvec2 p = pixel % half_size;
    uint frame = uint(time * 8.0);
    vec2 q = (vec2(p) + 0.5) / vec2(half_size);
    vec3 c;
    switch (pixel.x / half_size.x + 2u * (pixel.y / half_size.y)) {
        case 0u: c = vec3(pcg3d(uvec3(p >> 1, frame)) >> 8) / 16777216.0; break;
        case 1u: c = vec3(q.x * 64.0 > float(bayer(p + frame)) + 0.5 ? 1.0 : 0.1); break;
        case 2u: c = mix(vec3(0.1, 0.2, 0.6), vec3(1.0), hammersley(q)); break;
        default: c = carpet(p, frame);
    }
    colour = vec4(c, 1.0);
}
