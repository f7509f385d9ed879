#version 450
// Twin of edges.lv: a Gauss blur on the left, Sobel's edges on the right, the picture between.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(set = 0, binding = 0) uniform sampler2D picture;
layout(location = 0) out vec4 colour;

const float weights[5] = float[](0.22702703, 0.19459459, 0.12162162, 0.05405405, 0.01621622);

vec3 blur(vec2 uv, vec2 texel) {
    vec3 sum = vec3(0.0);
    for (int y = -4; y <= 4; y++)
        for (int x = -4; x <= 4; x++)
            sum += weights[abs(x)] * weights[abs(y)] *
                   textureLod(picture, uv + texel * vec2(x, y), 0.0).rgb;
    return sum;
}

float luma(vec2 uv) {
    return dot(textureLod(picture, uv, 0.0).rgb, vec3(0.2126, 0.7152, 0.0722));
}

float sobel(vec2 uv, vec2 texel) {
    const float tap[3] = float[](1.0, 2.0, 1.0);
    vec2 g = vec2(0.0);
    for (int i = 0; i < 3; i++) {
        float k = float(i - 1);
        g.x += tap[i] * (luma(uv + texel * vec2(1.0, k)) - luma(uv + texel * vec2(-1.0, k)));
        g.y += tap[i] * (luma(uv + texel * vec2(k, 1.0)) - luma(uv + texel * vec2(k, -1.0)));
    }
    return length(g);
}

void main() {
    vec2 uv = gl_FragCoord.xy / resolution + vec2(0.01 * time, 0.0);
    vec2 texel = 1.0 / vec2(textureSize(picture, 0));
    float x = gl_FragCoord.x / resolution.x;
    vec3 c = textureLod(picture, uv, 0.0).rgb;
    if (x < 0.4) c = blur(uv, texel);
    else if (x > 0.6) c = mix(vec3(1.0), vec3(0.1, 0.1, 0.3), clamp(sobel(uv, texel), 0.0, 1.0));
    colour = vec4(c, 1.0);
}
