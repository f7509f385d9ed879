#version 450
// Twin of const.lv.
layout(location = 0) out vec4 o;
void main() { o = vec4(.25, .5, .75, 1); }
