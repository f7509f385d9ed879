#version 450
// Twin of crt.lv: a picture as an old screen shows it, bulged, with lines and a colour mask.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 colour;

vec2 bulge(vec2 uv) {
    vec2 c = 2.0 * uv - 1.0;
    c *= 1.0 + vec2(0.04, 0.06) * c.yx * c.yx;
    return 0.5 + 0.5 * c;
}

void main() {
    vec2 uv = bulge(gl_FragCoord.xy / resolution);
    float shift = 0.004 + 0.002 * sin(3.0 * time);
    vec3 c = vec3(texture(picture, uv + vec2(shift, 0.0)).r, texture(picture, uv).g,
                  texture(picture, uv - vec2(shift, 0.0)).b);
    c *= 0.85 + 0.15 * sin(uv.y * 48.0 * 6.2831853 + 4.0 * time);
    int stripe = int(gl_FragCoord.x) % 3;
    vec3 mask = vec3(0.75);
    mask[stripe] = 1.15;
    c *= mask;
    float vignette = 16.0 * uv.x * uv.y * (1.0 - uv.x) * (1.0 - uv.y);
    c *= pow(max(vignette, 0.0), 0.25);
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) c = vec3(0.0);
    colour = vec4(c, 1.0);
}
