#version 450
// Twin of layers.lv: translucent discs that pass through each other, sorted by depth per pixel.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

const int count = 6;

void main() {
    vec2 p = (2.0 * gl_FragCoord.xy - resolution) / resolution.y;
    float depth[count];
    vec4 tint[count];
    for (int i = 0; i < count; i++) {
        float a = 1.0472 * float(i), swing = 0.7 * time + 2.1 * float(i);
        vec2 q = p - 0.55 * vec2(cos(a + 0.2 * time), sin(a + 0.2 * time));
        depth[i] = dot(q, vec2(cos(swing), sin(swing)));
        float alpha = 0.75 * (1.0 - smoothstep(0.6, 0.62, length(q)));
        tint[i] = alpha * vec4(0.5 + 0.5 * cos(a + vec3(0.0, 2.1, 4.2)), 1.0);
    }
    // Insertion sort: the farthest first.
    for (int i = 1; i < count; i++) {
        float d = depth[i];
        vec4 t = tint[i];
        int k = i;
        while (k > 0 && depth[k - 1] < d) {
            depth[k] = depth[k - 1];
            tint[k] = tint[k - 1];
            k--;
        }
        depth[k] = d;
        tint[k] = t;
    }
    vec3 c = vec3(0.95) - 0.1 * length(p);
    for (int i = 0; i < count; i++) c = tint[i].rgb + (1.0 - tint[i].a) * c;
    colour = vec4(c, 1.0);
}
