#version 450
// Twin of worley.lv: cells around moving points, and the true distance to their borders.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

vec2 hash(vec2 p) {
    vec3 q = fract(p.xyx * vec3(0.1031, 0.1030, 0.0973));
    q += dot(q, q.yzx + 33.33);
    return fract((q.xx + q.yz) * q.zy);
}

// From a place in its cell to the point of the cell `offset` away.
vec2 arm(vec2 cell, vec2 place, vec2 offset) {
    vec2 h = hash(cell + offset);
    return offset + 0.5 + 0.4 * sin(time + 6.2831853 * h) - place;
}

void main() {
    vec2 p = 6.0 * gl_FragCoord.xy / resolution.y;
    vec2 cell = floor(p), place = fract(p);

    vec2 nearest = vec2(0.0), home = vec2(0.0);
    float least = 64.0;
    for (int y = -1; y <= 1; y++) {
        for (int x = -1; x <= 1; x++) {
            vec2 offset = vec2(x, y), way = arm(cell, place, offset);
            float d = dot(way, way);
            if (d < least) {
                least = d;
                nearest = way;
                home = offset;
            }
        }
    }

    float border = 64.0;
    for (int y = -2; y <= 2; y++) {
        for (int x = -2; x <= 2; x++) {
            vec2 way = arm(cell, place, home + vec2(x, y)), across = way - nearest;
            if (dot(across, across) > 1e-5)
                border = min(border, dot(0.5 * (way + nearest), normalize(across)));
        }
    }

    vec3 tint = 0.5 + 0.5 * cos(6.2831853 * (hash(cell + home).x + vec3(0.0, 0.15, 0.3)));
    vec3 c = tint * (0.6 + 0.4 * cos(60.0 * border));
    c = mix(vec3(0.05), c, smoothstep(0.02, 0.05, border));
    c = mix(vec3(1.0), c, smoothstep(0.06, 0.08, sqrt(least)));
    colour = vec4(c, 1.0);
}
