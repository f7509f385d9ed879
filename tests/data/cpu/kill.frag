// expect 1 0 3 4   0 0 0 0   20.0 8.0   10   6
#version 450
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(set = 0, binding = 1) uniform U { uvec4 u[16]; };
void leave(int x) {
    for (int k = 0; k < 8; k++) {
        if (k == x && x % 2 == 1) discard;
        if (k > x) return;
    }
}
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float f = gl_FragCoord.x * gl_FragCoord.x * 10.0 + gl_FragCoord.y * 8.0;
    if (at == ivec2(2, 0)) r[8] = floatBitsToUint(1.0);  // stored by those that run on
    float dx = dFdx(f), dy = dFdy(f);
    uint both = uint(fwidthCoarse(gl_FragCoord.x * 8.0 + 2.0 * gl_FragCoord.y));
    if (at.y == 1 && at.x == 1) { r[1] = 9; r[1] = 0; }
    if (at.x == 0) {
        r[8] = floatBitsToUint(dx);
        r[9] = floatBitsToUint(dy);
        r[10] = both;
    }
    if (at.y == 2) leave(at.x);
    if (at.y == 2 && at.x < 4) r[at.x == 0 ? 0 : at.x] = uint(at.x + 1);
    if (at.y == 2 && at.x % 2 == 1) r[4 + at.x / 2] = 1;  // nobody is left
    if (at.y == 2 && at.x == 2) r[3] = 4;
    atomicAdd(r[11], at.y == 3 && at.x < 6 ? 1u : 0u);
    colour = vec4(f);
}
