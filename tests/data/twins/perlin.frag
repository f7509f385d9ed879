#version 450
// Twin of perlin.lv: gradient noise on an integer lattice, in octaves, over a warped domain.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

uint scramble(uint x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    x ^= x >> 16;
    return x;
}

// A unit vector for each lattice point.
vec2 gradient(ivec2 cell) {
    uint h = scramble(uint(cell.x) + scramble(uint(cell.y)));
    float angle = float(h >> 8) * (6.2831853 / 16777216.0);
    return vec2(cos(angle), sin(angle));
}

float corner(ivec2 cell, vec2 f, int x, int y) {
    return dot(gradient(cell + ivec2(x, y)), f - vec2(x, y));
}

float noise(vec2 p) {
    ivec2 cell = ivec2(floor(p));
    vec2 f = fract(p);
    vec2 u = f * f * f * (f * (f * 6.0 - 15.0) + 10.0);
    return mix(mix(corner(cell, f, 0, 0), corner(cell, f, 1, 0), u.x),
               mix(corner(cell, f, 0, 1), corner(cell, f, 1, 1), u.x), u.y);
}

float fbm(vec2 p) {
    const mat2 turn = mat2(1.6, 1.2, -1.2, 1.6);
    float sum = 0.0, weight = 0.5;
    for (int i = 0; i < 5; i++) {
        sum += weight * noise(p);
        p = turn * p;
        weight *= 0.5;
    }
    return sum;
}

void main() {
    vec2 p = 3.0 * gl_FragCoord.xy / resolution.y - 4.0 + 0.1 * time;
    vec2 q = vec2(fbm(p), fbm(p + vec2(5.2, 1.3)));
    vec2 r = vec2(fbm(p + 3.0 * q + vec2(1.7, 9.2)), fbm(p + 3.0 * q + vec2(8.3, 2.8)));
    float f = 0.5 + 0.7 * fbm(p + 3.0 * r);
    vec3 c = mix(vec3(0.05, 0.10, 0.25), vec3(0.90, 0.75, 0.55), clamp(f, 0.0, 1.0));
    c = mix(c, vec3(0.60, 0.15, 0.05), clamp(1.6 * length(q), 0.0, 1.0) * 0.6);
    c += 0.3 * r.y;
    colour = vec4(c, 1.0);
}
