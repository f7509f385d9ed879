// expect 1 0 1 0 1 0 1 0   1.0 1.0
#version 450
#extension GL_EXT_demote_to_helper_invocation : enable
layout(location = 0) out vec4 colour;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    int x = int(gl_FragCoord.x);
    if (x % 2 == 1) demote;
    float d = dFdx(gl_FragCoord.x);  // the neighbours still run
    if (gl_FragCoord.y < 1.0) r[x] = 1;
    if (gl_FragCoord.y < 1.0 && x == 0) r[8] = floatBitsToUint(d);
    if (gl_FragCoord.y < 1.0 && x == 2) r[9] = helperInvocationEXT() ? 0 : floatBitsToUint(d);
    colour = vec4(1.0);
}
