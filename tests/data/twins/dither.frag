#version 450
// Twin of dither.lv: a picture in eight colours, with Bayer's ordered dither.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 colour;

const float bayer[16] = float[](0.0, 8.0, 2.0, 10.0, 12.0, 4.0, 14.0, 6.0,
                                3.0, 11.0, 1.0, 9.0, 15.0, 7.0, 13.0, 5.0);
const vec3 palette[8] = vec3[](
    vec3(0.07, 0.06, 0.10), vec3(0.95, 0.93, 0.85), vec3(0.85, 0.25, 0.20), vec3(0.20, 0.45, 0.75),
    vec3(0.30, 0.55, 0.25), vec3(0.95, 0.80, 0.30), vec3(0.55, 0.75, 0.95), vec3(0.45, 0.30, 0.20));

void main() {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    vec2 uv = gl_FragCoord.xy / resolution + vec2(0.02 * time, 0.0);
    float threshold = (bayer[(pixel.y & 3) * 4 + (pixel.x & 3)] + 0.5) / 16.0 - 0.5;
    vec3 wanted = textureLod(picture, uv, 0.0).rgb + 0.35 * threshold;
    int best = 0;
    float least = 1e9;
    for (int i = 0; i < 8; i++) {
        vec3 d = palette[i] - wanted;
        float square = dot(d, d * vec3(0.3, 0.59, 0.11));
        if (square < least) {
            least = square;
            best = i;
        }
    }
    vec3 c = palette[best];
    if (gl_FragCoord.y > 0.9 * resolution.y)
        c = palette[int(gl_FragCoord.x / resolution.x * 8.0)];
    colour = vec4(c, 1.0);
}
