#version 450
// Twin of waves.lv, its vertex stage.
struct Wave { vec2 way; float height, span; };
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 2, std140) uniform Sea { Wave waves[3]; } sea;
layout(location = 0) in vec2 corner;
layout(location = 0) out vec3 place;
layout(location = 1) out vec3 normal;

void main() {
    vec3 p = vec3(4.0 * corner.x - 2.0, 0.0, 4.0 * corner.y - 2.0), slope = vec3(0.0, 1.0, 0.0);
    vec2 start = p.xz;
    for (int i = 0; i < 3; i++) {
        Wave w = sea.waves[i];
        float k = 6.2831853 / w.span, phase = k * (dot(w.way, start) - 0.4 * time);
        p += w.height * vec3(w.way.x * cos(phase), sin(phase), w.way.y * cos(phase));
        slope.xz -= w.way * (k * w.height * cos(phase));
        slope.y -= k * w.height * sin(phase);
    }
    place = p;
    normal = slope;
    float a = 0.2 * time, c = cos(a), s = sin(a);
    vec3 q = vec3(c * p.x + s * p.z, p.y - 1.4, c * p.z - s * p.x + 3.6);
    vec2 tilt = vec2(0.93, 0.37);
    vec3 v = vec3(q.x, tilt.x * q.y + tilt.y * q.z, tilt.x * q.z - tilt.y * q.y);
    gl_Position = vec4(1.5 * v.x * resolution.y / resolution.x, -1.5 * v.y, v.z - 0.1, v.z);
}
