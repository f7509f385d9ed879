#version 450
// Twin of parallax.lv: parallax occlusion mapping of a studded floor, lit by its normal map.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(set = 0, binding = 1) uniform sampler2D relief;
layout(location = 0) out vec4 colour;

const float depth = 0.08;
const int layers = 24;

float below(vec2 uv) { return 1.0 - textureLod(relief, uv, 0.0).a; }

// Where a ray that comes down along `way` (tangent space, z up) meets the relief.
vec2 descend(vec2 uv, vec3 way) {
    vec2 step_uv = way.xy / -way.z * depth / float(layers);
    float layer = 0.0, last = 0.0, d = below(uv);
    int i = 0;
    while (i < layers && layer < d) {
        last = d - layer;
        uv += step_uv;
        layer += 1.0 / float(layers);
        d = below(uv);
        i++;
    }
    float beyond = layer - d;
    return uv - step_uv * (beyond / max(beyond + last, 1e-4));
}

void main() {
    vec2 p = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    vec3 way = normalize(vec3(p.x, 1.6, -p.y - 1.9));
    vec3 eye = vec3(0.1 * time, 0.0, 1.0);
    vec2 flat_uv = eye.xy + way.xy * (eye.z / -way.z);
    vec2 uv = descend(flat_uv, way);
    vec3 n = normalize(2.0 * textureLod(relief, uv, 0.0).xyz - 1.0);
    vec3 l = normalize(vec3(0.4 * sin(time), -0.5, 0.9)), h = normalize(l - way);
    vec3 base = texture(picture, 0.5 * flat_uv).rgb;
    float lit = max(dot(n, l), 0.0);
    vec3 c = base * (0.15 + 0.85 * lit) + 0.3 * pow(max(dot(n, h), 0.0), 24.0);
    colour = vec4(c, 1.0);
}
