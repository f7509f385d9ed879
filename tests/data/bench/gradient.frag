#version 450
// Twin of gradient.lv.
layout(push_constant) uniform P { vec2 resolution; float time; };
layout(location = 0) out vec4 o;

void main() { o = vec4(gl_FragCoord.xy / resolution, .5, 1); }
