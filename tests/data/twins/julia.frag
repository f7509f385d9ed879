#version 450
// Twin of julia.lv: a Julia set, coloured by how fast points leave and by an orbit trap.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

vec3 palette(float t, vec3 phase) { return 0.5 + 0.5 * cos(6.2831853 * (t + phase)); }

void main() {
    vec2 z = 1.4 * (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    vec2 c = 0.7885 * vec2(cos(2.1 + 0.05 * time), sin(2.1 + 0.05 * time));
    float cross_trap = 1e3, circle_trap = 1e3;
    int n = 0;
    for (; n < 80 && dot(z, z) < 256.0; n++) {
        z = vec2(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c;
        cross_trap = min(cross_trap, min(abs(z.x), abs(z.y)));
        circle_trap = min(circle_trap, abs(length(z - vec2(0.2, 0.1)) - 0.3));
    }
    float m = float(n) - log2(0.5 * log2(dot(z, z))) + 3.0;
    vec3 outside = palette(0.035 * m, vec3(0.0, 0.1, 0.2));
    vec3 inside = palette(2.0 * sqrt(circle_trap), vec3(0.5, 0.6, 0.7));
    vec3 c3 = n < 80 ? outside : inside;
    colour = vec4(c3 * (0.35 + 0.65 * smoothstep(0.0, 0.03, cross_trap)), 1.0);
}
