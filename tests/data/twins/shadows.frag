#version 450
// Twin of shadows.lv: a scene of distance functions, with soft shadows and ambient occlusion.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

float ball(vec3 p, float r) { return length(p) - r; }
float slab(vec3 p, vec3 size, float round) {
    vec3 q = abs(p) - size;
    return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - round;
}
float ring(vec3 p, float r, float thick) { return length(vec2(length(p.xz) - r, p.y)) - thick; }
float rod(vec3 p, vec3 a, vec3 b, float r) {
    vec3 pa = p - a, ba = b - a;
    return length(pa - ba * clamp(dot(pa, ba) / dot(ba, ba), 0.0, 1.0)) - r;
}
float melt(float a, float b, float k) {
    float h = clamp(0.5 + 0.5 * (b - a) / k, 0.0, 1.0);
    return mix(b, a, h) - k * h * (1.0 - h);
}

float scene(vec3 p) {
    float d = p.y;
    d = min(d, slab(p - vec3(-1.4, 0.5, 0.2), vec3(0.35, 0.45, 0.35), 0.05));
    d = min(d, ring(p - vec3(1.5, 0.25, 0.0), 0.55, 0.25));
    d = min(d, rod(p, vec3(-0.6, 0.2, -1.2), vec3(0.7, 0.2, -1.0), 0.2));
    return min(d, melt(ball(p - vec3(0.1, 0.5, 0.3), 0.5),
                       ball(p - vec3(0.1 + 0.5 * sin(time), 1.1, 0.3), 0.35), 0.3));
}

float march(vec3 from, vec3 way) {
    float t = 0.0;
    for (int i = 0; i < 96 && t < 20.0; i++) {
        float d = scene(from + t * way);
        if (d < 5e-4) break;
        t += d;
    }
    return t;
}

vec3 normal_at(vec3 p) {
    const vec2 e = vec2(1.0, -1.0);
    return normalize(e.xyy * scene(p + 1e-3 * e.xyy) + e.yyx * scene(p + 1e-3 * e.yyx) +
                     e.yxy * scene(p + 1e-3 * e.yxy) + e.xxx * scene(p + 1e-3 * e.xxx));
}

float shadow(vec3 from, vec3 way) {
    float light = 1.0, t = 0.02;
    for (int i = 0; i < 32; i++) {
        float d = scene(from + t * way);
        light = min(light, 8.0 * d / t);
        t += clamp(d, 0.02, 0.25);
        if (light < 0.005 || t > 5.0) break;
    }
    light = clamp(light, 0.0, 1.0);
    return light * light * (3.0 - 2.0 * light);
}

float openness(vec3 p, vec3 n) {
    float closed = 0.0, weight = 1.0;
    for (int i = 0; i < 5; i++) {
        float h = 0.01 + 0.03 * float(i);
        closed += (h - scene(p + h * n)) * weight;
        weight *= 0.95;
    }
    return clamp(1.0 - 3.0 * closed, 0.0, 1.0);
}

void main() {
    vec2 uv = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    float a = 0.3 * time;
    vec3 eye = vec3(4.0 * sin(a), 2.2, -4.0 * cos(a));
    vec3 ahead = normalize(vec3(0.0, 0.4, 0.0) - eye);
    vec3 right = normalize(cross(vec3(0.0, 1.0, 0.0), ahead)), up = cross(ahead, right);
    vec3 way = normalize(uv.x * right - uv.y * up + 1.8 * ahead);
    vec3 sun = normalize(vec3(0.6, 0.7, -0.4));

    float t = march(eye, way);
    vec3 c = vec3(0.65, 0.75, 0.9) - 0.5 * way.y;
    if (t < 20.0) {
        vec3 p = eye + t * way, n = normal_at(p), h = normalize(sun - way);
        float lit = clamp(dot(n, sun), 0.0, 1.0) * shadow(p + 2e-3 * n, sun);
        float open = openness(p, n);
        vec3 base = p.y < 1e-3 ? vec3(0.45) : vec3(0.7, 0.4, 0.25);
        c = base * (1.6 * lit * vec3(1.0, 0.9, 0.7) +
                    0.5 * open * (0.6 + 0.4 * n.y) * vec3(0.6, 0.7, 0.9));
        c += 0.4 * lit * pow(clamp(dot(n, h), 0.0, 1.0), 32.0);
    }
    colour = vec4(sqrt(c), 1.0);
}
