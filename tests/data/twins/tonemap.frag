#version 450
// Twin of tonemap.lv: five tone curves in rows, over bright colours, through sRGB's curve.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

vec3 clipped(vec3 c) { return c; }
vec3 reinhard(vec3 c) { return c * (1.0 + c / 16.0) / (1.0 + c); }
vec3 hable_part(vec3 x) {
    const float a = 0.15, b = 0.50, c = 0.10, d = 0.20, e = 0.02, f = 0.30;
    return (x * (a * x + c * b) + d * e) / (x * (a * x + b) + d * f) - e / f;
}
vec3 hable(vec3 c) { return hable_part(2.0 * c) / hable_part(vec3(11.2)); }
vec3 aces(vec3 x) { return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14); }

// By luminance alone, which keeps the hue.
vec3 by_luma(vec3 c) {
    float l = dot(c, vec3(0.2126, 0.7152, 0.0722));
    return c / (1.0 + l);
}

vec3 srgb(vec3 c) {
    return mix(12.92 * c, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, greaterThan(c, vec3(0.0031308)));
}

vec3 hue(float h) {
    return clamp(abs(fract(h + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0, 0.0, 1.0);
}

void main() {
    vec2 uv = gl_FragCoord.xy / resolution;
    float stops = 8.0 * uv.x - 4.0 + sin(time), row = 5.0 * uv.y;
    vec3 c = exp2(stops) * mix(vec3(1.0), hue(fract(row)), 0.9);
    switch (int(row)) {
        case 0: c = clipped(c); break;
        case 1: c = reinhard(c); break;
        case 2: c = hable(c); break;
        case 3: c = aces(c); break;
        default: c = by_luma(c); break;
    }
    colour = vec4(srgb(clamp(c, 0.0, 1.0)), 1.0);
}
