#version 450
// Twin of plasma.lv.
layout(push_constant) uniform P { vec2 resolution; float time; };
layout(location = 0) out vec4 o;

void main() {
    vec2 uv = (gl_FragCoord.xy * 2 - resolution) / resolution.y;
    vec2 c = uv + .5 * vec2(sin(time / 5), cos(time / 3));
    float v = sin(uv.x * 10 + time) + sin((uv.y * 10 + time) * .5) +
              sin((uv.x * 10 + uv.y * 10 + time) * .5) + sin(sqrt(100 * dot(c, c) + 1) + time);
    o = vec4(sin(v * .5 * 3.14159265 + vec3(0, 2.0943951, 4.1887902)) * .5 + .5, 1);
}
