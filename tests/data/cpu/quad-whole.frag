// checks
// expect 7
// Nothing is found: whole quads part, and those of a loop come together again.
#version 450
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    vec2 at = gl_FragCoord.xy;
    float f = at.x * at.y, d = 0.0;
    if (at.x < 4.0) d = dFdx(f);
    for (int i = 0; i < int(at.x); i++) f += at.y;
    d += fwidthFine(f);
    if (ivec2(at) == ivec2(3, 1)) r[0] = 7;
    colour = vec4(d);
}
