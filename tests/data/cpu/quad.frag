// checks
// finding a derivative where not all of the quad come: OpDPdx
#version 450
layout(location = 0) out vec4 colour;
void main() {
    float f = gl_FragCoord.x * gl_FragCoord.y;
    if (gl_FragCoord.x + gl_FragCoord.y < 6.0) f = dFdx(f);
    colour = vec4(f);
}
