#version 450
// Twin of waves.lv: a grid of vertices moved by Gerstner's waves, lit after Blinn and Phong.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;

void main() {
    float a = 0.2 * time;
    vec3 eye = vec3(3.6 * sin(a), 1.4, -3.6 * cos(a));
    vec3 n = normalize(normal), v = normalize(eye - place), l = normalize(vec3(0.5, 0.8, 0.6));
    float lit = max(dot(n, l), 0.0), glint = pow(max(dot(n, normalize(l + v)), 0.0), 60.0);
    vec3 deep = mix(vec3(0.0, 0.12, 0.25), vec3(0.1, 0.55, 0.6), smoothstep(-0.3, 0.3, place.y));
    float rim = pow(1.0 - max(dot(n, v), 0.0), 3.0);
    vec2 lines = abs(fract(4.0 * place.xz) - 0.5);
    vec3 c = deep * (0.3 + 0.7 * lit) + glint + 0.4 * rim * vec3(0.6, 0.7, 0.8);
    c *= 0.85 + 0.15 * smoothstep(0.02, 0.06, min(lines.x, lines.y));
    colour = vec4(c, 1.0);
}
