#version 450
// Twin of pbr.lv: spheres from smooth to rough and from plastic to metal, lit with GGX.
struct Light { vec3 at; float power; vec3 tint; };
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0, std140) uniform Scene {
    vec3 gold;
    int count;
    Light lights[4];
} scene;
layout(location = 0) out vec4 colour;

const float pi = 3.14159265;

// Trowbridge-Reitz: how many microfacets look along the half vector.
float distribution(float nh, float alpha) {
    float a2 = alpha * alpha, d = nh * nh * (a2 - 1.0) + 1.0;
    return a2 / (pi * d * d);
}

// Smith's shadowing and masking, correlated, over 4 (n.l) (n.v).
float visibility(float nl, float nv, float alpha) {
    float a2 = alpha * alpha;
    float v = nl * sqrt(nv * nv * (1.0 - a2) + a2), l = nv * sqrt(nl * nl * (1.0 - a2) + a2);
    return 0.5 / max(v + l, 1e-5);
}

vec3 fresnel(float vh, vec3 f0) { return f0 + (1.0 - f0) * pow(1.0 - vh, 5.0); }

vec3 shade(vec3 p, vec3 n, vec3 v, vec3 base, float metal, float rough) {
    float alpha = rough * rough;
    vec3 f0 = mix(vec3(0.04), base, metal), sum = vec3(0.0);
    for (int i = 0; i < scene.count; i++) {
        vec3 to = scene.lights[i].at - p, l = normalize(to), h = normalize(l + v);
        float nl = dot(n, l);
        if (nl <= 0.0) continue;
        float nv = max(dot(n, v), 1e-3), nh = clamp(dot(n, h), 0.0, 1.0);
        vec3 f = fresnel(clamp(dot(v, h), 0.0, 1.0), f0);
        vec3 specular = f * distribution(nh, alpha) * visibility(nl, nv, alpha);
        vec3 diffuse = (1.0 - f) * (1.0 - metal) * base / pi;
        sum += (diffuse + specular) * nl * scene.lights[i].tint *
               (scene.lights[i].power / dot(to, to));
    }
    return sum + 0.03 * base;
}

void main() {
    vec2 grid = gl_FragCoord.xy / resolution * vec2(4.0, 3.0);
    vec2 cell = floor(grid), q = (fract(grid) - 0.5) * 2.3;
    vec3 c = vec3(0.02, 0.02, 0.03) * (1.5 - grid.y / 3.0);
    float r2 = dot(q, q);
    if (r2 < 1.0) {
        vec3 n = vec3(q.x, -q.y, sqrt(1.0 - r2));
        vec3 p = vec3(3.0 * (cell.x - 1.5), -3.0 * (cell.y - 1.0), 0.0) + n;
        p.x += sin(time);
        float metal = cell.y * 0.5, rough = 0.1 + 0.27 * cell.x;
        c = shade(p, n, vec3(0.0, 0.0, 1.0), scene.gold, metal, rough);
    }
    colour = vec4(c / (1.0 + c), 1.0);
}
