#version 450
// Twin of raymarch.lv.
layout(push_constant) uniform P { vec2 resolution; float time; };
layout(location = 0) out vec4 o;

mat2 rot(float a) { return mat2(cos(a), -sin(a), sin(a), cos(a)); }
vec2 nearer(vec2 a, vec2 b) { return a.x < b.x ? a : b; }

float melt(float a, float b, float k) {
    float h = clamp(.5 + .5 * (b - a) / k, 0, 1);
    return mix(b, a, h) - k * h * (1 - h);
}

// Distance and material.
vec2 scene(vec3 p) {
    vec3 q = p - vec3(0, .2, 0);
    q.xz = rot(time * .5) * q.xz;
    vec3 w = abs(q) - .55;
    float box = length(max(w, 0)) + min(max(w.x, max(w.y, w.z)), 0) - .08;
    float ball = length(q - vec3(0, .5 * sin(time), 0)) - .7;
    vec3 r = p - vec3(1.9, 0, .6);
    r.xy = rot(.9) * r.xy;
    float torus = length(vec2(length(r.xz) - .7, r.y)) - .2;
    vec3 a = p - vec3(-2, -.8, 0), b = vec3(-1.6, .9, .8) - vec3(-2, -.8, 0);
    float capsule = length(a - b * clamp(dot(a, b) / dot(b, b), 0, 1)) - .3;
    vec2 s = nearer(vec2(p.y + 1, 0), vec2(melt(box, ball, .25), 1));
    return nearer(nearer(s, vec2(torus, 2)), vec2(capsule, 3));
}

vec2 march(vec3 from, vec3 way) {
    float t = .02;
    for (int i = 0; i < 96; i++) {
        vec2 h = scene(from + way * t);
        if (abs(h.x) < .0005 * t) return vec2(t, h.y);
        t += h.x;
        if (t > 40) break;
    }
    return vec2(t, -1);
}

vec3 normal_at(vec3 p) {
    vec3 n;
    for (int i = 0; i < 3; i++) {
        vec3 e = vec3(0);
        e[i] = .001;
        n[i] = scene(p + e).x - scene(p - e).x;
    }
    return normalize(n);
}

float shadow(vec3 from, vec3 way) {
    float s = 1, t = .02;
    for (int i = 0; i < 32; i++) {
        float h = scene(from + way * t).x;
        s = min(s, 12 * h / t);
        t += clamp(h, .02, .25);
        if (s < .005 || t > 6) break;
    }
    return clamp(s, 0, 1);
}

float occlusion(vec3 p, vec3 n) {
    float s = 0, w = 1;
    for (int i = 0; i < 5; i++, w *= .95) {
        float h = .01 + .12 * i / 4;
        s += (h - scene(p + n * h).x) * w;
    }
    return clamp(1 - 3 * s, 0, 1);
}

vec3 material(float id, vec3 p) {
    return id < .5 ? vec3(.3 + .2 * mod(floor(p.x) + floor(p.z), 2))
         : id < 1.5 ? vec3(.8, .35, .2) : id < 2.5 ? vec3(.2, .5, .8) : vec3(.4, .75, .3);
}

vec3 sky(vec3 way) { return mix(vec3(.7, .8, .9), vec3(.25, .45, .8), clamp(way.y * 1.5, 0, 1)); }

vec3 shade(vec3 from, vec3 way) {
    vec2 hit = march(from, way);
    if (hit.y < 0) return sky(way);
    vec3 p = from + way * hit.x, n = normal_at(p), sun = normalize(vec3(.6, .8, -.5));
    float dif = clamp(dot(n, sun), 0, 1) * shadow(p + n * .002, sun);
    float spe = pow(clamp(dot(n, normalize(sun - way)), 0, 1), 48) * dif;
    vec3 light = 2.2 * dif * vec3(1, .95, .85);
    light += .5 * (.5 + .5 * n.y) * occlusion(p, n) * vec3(.4, .6, 1);
    return mix(material(hit.y, p) * light + spe, sky(way), 1 - exp(-.0008 * hit.x * hit.x * hit.x));
}

void main() {
    vec2 uv = (gl_FragCoord.xy * 2 - resolution) / resolution.y * vec2(1, -1);
    vec3 eye = vec3(4.5 * sin(.3 * time), 1.6, -4.5 * cos(.3 * time));
    vec3 ahead = normalize(-eye), right = normalize(cross(vec3(0, 1, 0), ahead));
    vec3 up = cross(ahead, right);
    vec3 c = shade(eye, normalize(uv.x * right + uv.y * up + 1.8 * ahead));
    o = vec4(pow(c / (1 + c), vec3(.4545)), 1);
}
