#version 450
// Twin of spheres.lv: Whitted's ray tracer. Light bounces between spheres over a checkered floor.
struct Sphere { vec3 at; float radius; vec3 tint; int kind; };
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0, std140) uniform World { int count; Sphere spheres[5]; } world;
layout(location = 0) out vec4 colour;

const int matte = 0, mirror = 1, glass = 2;
struct Hit { float t; vec3 normal, tint; int kind; };

// The nearest hit beyond 1e-3; t is 1e9 if there is none.
Hit trace(vec3 from, vec3 way) {
    Hit hit = Hit(1e9, vec3(0.0), vec3(0.0), matte);
    float t = -from.y / way.y;
    if (t > 1e-3 && t < 40.0) {
        vec2 p = from.xz + t * way.xz;
        float odd = mod(floor(p.x) + floor(p.y), 2.0);
        hit = Hit(t, vec3(0.0, 1.0, 0.0), mix(vec3(0.8), vec3(0.2, 0.25, 0.3), odd), matte);
    }
    for (int i = 0; i < world.count; i++) {
        Sphere s = world.spheres[i];
        vec3 away = from - s.at;
        float b = dot(away, way), d = b * b - dot(away, away) + s.radius * s.radius;
        if (d <= 0.0) continue;
        float root = sqrt(d), near = -b - root, far = -b + root;
        t = near > 1e-3 ? near : far;
        if (t > 1e-3 && t < hit.t)
            hit = Hit(t, (away + t * way) / s.radius, s.tint, s.kind);
    }
    return hit;
}

void main() {
    vec2 uv = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    vec3 from = vec3(0.6 * sin(time), 1.5, -5.0), way = normalize(vec3(uv.x, -uv.y - 0.25, 2.2));
    vec3 sun = normalize(vec3(-0.5, 0.8, -0.4));
    vec3 light = vec3(0.0), through = vec3(1.0);
    for (int bounce = 0; bounce < 6; bounce++) {
        Hit hit = trace(from, way);
        if (hit.t > 1e8) {
            light += through * mix(vec3(0.9, 0.85, 0.8), vec3(0.3, 0.5, 0.9), max(way.y, 0.0));
            break;
        }
        vec3 p = from + hit.t * way, n = hit.normal;
        if (hit.kind == matte) {
            float lit = trace(p, sun).t > 1e8 ? max(dot(n, sun), 0.0) : 0.0;
            light += through * hit.tint * (0.2 + 0.8 * lit);
            break;
        }
        through *= hit.tint;
        if (hit.kind == mirror) {
            way = reflect(way, n);
        } else {
            bool leaving = dot(way, n) > 0.0;
            vec3 bent = leaving ? refract(way, -n, 1.5) : refract(way, n, 1.0 / 1.5);
            way = dot(bent, bent) < 0.5 ? reflect(way, n) : bent;
        }
        from = p;
    }
    colour = vec4(sqrt(light), 1.0);
}
