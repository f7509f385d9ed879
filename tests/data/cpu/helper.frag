// glslang --target-env vulkan1.3
// checks
// expect 0 7 7 7 7 7 7 7
// Who runs for its neighbours' derivatives alone may look outside.
#version 450
#extension GL_EXT_demote_to_helper_invocation : enable
layout(set = 0, binding = 0) buffer R { uint r[]; };
layout(location = 0) out vec4 c;
void main() {
    int x = int(gl_FragCoord.x), a[2] = int[2](1, 2);
    if (x == 0) demote;
    c = vec4(dFdx(float(r[x == 0 ? 1000 : 63] + a[x == 0 ? 5 : 1])));
    if (gl_FragCoord.y < 1) r[x] = 7;
}
