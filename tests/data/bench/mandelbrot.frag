#version 450
// Twin of mandelbrot.lv.
layout(push_constant) uniform P { vec2 resolution; float time; };
layout(location = 0) out vec4 o;

void main() {
    vec2 uv = (gl_FragCoord.xy * 2 - resolution) / resolution.y;
    vec2 c = uv * 1.3 - vec2(.6, 0), z = vec2(0);
    int n = 0;
    for (; n < 256; n++) {
        z = vec2(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        if (dot(z, z) > 16) break;
    }
    float s = (float(n) - log2(log2(dot(z, z))) + 4) * .03;
    o = vec4(n == 256 ? vec3(0) : .5 + .5 * cos(6.2831853 * (s + vec3(0, .33, .67))), 1);
}
