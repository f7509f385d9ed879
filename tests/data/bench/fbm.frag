#version 450
// Twin of fbm.lv.
layout(push_constant) uniform P { vec2 resolution; float time; };
layout(location = 0) out vec4 o;

float hash(vec2 p) {
    vec3 r = fract(p.xyx * .1031);
    r += dot(r, r.yzx + 33.33);
    return fract((r.x + r.y) * r.z);
}

float noise(vec2 x) {
    vec2 i = floor(x), f = fract(x), u = f * f * (3 - 2 * f);
    float a = mix(hash(i), hash(i + vec2(1, 0)), u.x);
    return mix(a, mix(hash(i + vec2(0, 1)), hash(i + 1), u.x), u.y);
}

float fbm(vec2 p) {
    float s = 0, a = .5;
    for (int i = 0; i < 6; i++, a *= .5, p = mat2(.8, .6, -.6, .8) * p * 2.02) s += a * noise(p);
    return s;
}

void main() {
    vec2 p = gl_FragCoord.xy / resolution.y * 4;
    float t = time * .2;
    vec2 q = vec2(fbm(p + t), fbm(p + vec2(5.2, 1.3)));
    vec2 r = vec2(fbm(p + 4 * q + vec2(1.7, 9.2) + .15 * t),
                  fbm(p + 4 * q + vec2(8.3, 2.8) + .126 * t));
    float f = fbm(p + 4 * r);
    vec3 c = mix(vec3(.1, .62, .67), vec3(.67, .67, .5), clamp(f * f * 4, 0, 1));
    c = mix(c, vec3(0, 0, .16), clamp(length(q), 0, 1));
    c = mix(c, vec3(.67, 1, 1), clamp(abs(r.x), 0, 1));
    o = vec4((f * f * f + .6 * f * f + .5 * f) * c, 1);
}
