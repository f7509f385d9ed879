#version 450
// Twin of fxaa.lv: jagged edges of an upscaled picture, smoothed along the edge by its luminance.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 colour;

vec2 texel;

// The picture without filtering: hard edges.
vec3 look(vec2 uv) { return texture(picture, (floor(uv / texel) + 0.5) * texel).rgb; }
float luma(vec3 c) { return dot(c, vec3(0.299, 0.587, 0.114)); }

void main() {
    const float reduce_least = 1.0 / 128.0, reduce_by = 1.0 / 8.0, span = 8.0;
    texel = 1.0 / vec2(textureSize(picture, 0));
    vec2 uv = (gl_FragCoord.xy / resolution - 0.5) * (0.8 + 0.1 * sin(time)) + 0.5;
    vec3 middle = look(uv);
    float nw = luma(look(uv + texel * vec2(-1.0, -1.0)));
    float ne = luma(look(uv + texel * vec2(1.0, -1.0)));
    float sw = luma(look(uv + texel * vec2(-1.0, 1.0)));
    float se = luma(look(uv + texel * vec2(1.0, 1.0)));
    float m = luma(middle);
    float low = min(m, min(min(nw, ne), min(sw, se))), high = max(m, max(max(nw, ne), max(sw, se)));
    vec2 way = vec2((sw + se) - (nw + ne), (nw + sw) - (ne + se));
    float reduce = max((nw + ne + sw + se) * (0.25 * reduce_by), reduce_least);
    float scale = 1.0 / (min(abs(way.x), abs(way.y)) + reduce);
    way = clamp(way * scale, -span, span) * texel;
    vec3 a = 0.5 * (look(uv + way * (1.0 / 3.0 - 0.5)) + look(uv + way * (2.0 / 3.0 - 0.5)));
    vec3 b = 0.5 * a + 0.25 * (look(uv - 0.5 * way) + look(uv + 0.5 * way));
    float l = luma(b);
    vec3 c = high - low < 0.05 ? middle : l < low || l > high ? a : b;
    colour = vec4(c, 1.0);
}
