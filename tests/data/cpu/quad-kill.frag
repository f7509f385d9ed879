// checks
// finding a derivative where not all of the quad come: OpFwidth
#version 450
layout(location = 0) out vec4 colour;
void main() {
    if (gl_FragCoord.x * gl_FragCoord.y < 2.0) discard;
    colour = vec4(fwidth(gl_FragCoord.x * gl_FragCoord.y));
}
