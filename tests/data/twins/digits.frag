#version 450
// Twin of digits.lv: numbers in a font of 3 by 5 pixels, each letter the bits of a word.
layout(push_constant) uniform Push { vec2 resolution; float time; };
layout(location = 0) out vec4 colour;

const uint font[12] = uint[](0x7b6fu, 0x4926u, 0x73e7u, 0x79a7u, 0x49edu, 0x79cfu,
                             0x7bcfu, 0x4927u, 0x7befu, 0x79efu, 0x2000u, 0x01c0u);
const int point = 10, minus = 11, blank = 12;

// The character at place i of x with two digits behind the point, the point at place 4.
int character(float x, int i) {
    if (i == 4) return point;
    int n = int(roundEven(abs(x) * 100.0)), place = i < 4 ? 5 - i : 6 - i;
    int power = 1;
    for (int k = 0; k < place; k++) power *= 10;
    if (place > 2 && n < power) {
        bool first = place == 3 || n >= power / 10;
        return first && x < 0.0 ? minus : blank;
    }
    return n / power % 10;
}

float print(float x, ivec2 p) {
    if (p.x < 0 || p.y < 0 || p.x >= 28 || p.y >= 5 || p.x % 4 == 3) return 0.0;
    int c = character(x, p.x / 4);
    if (c == blank) return 0.0;
    return float(font[c] >> uint(p.y * 3 + p.x % 4) & 1u);
}

void main() {
    ivec2 p = ivec2(gl_FragCoord.xy) / 2;
    int row = p.y / 8;
    float x = 100.0 * sin(float(row) + time) * exp(-0.4 * float(row));
    float ink = print(x, ivec2(p.x - 4, p.y % 8 - 2));
    vec2 uv = gl_FragCoord.xy / resolution;
    float bar = step(abs(uv.x - 0.75), 0.0024 * abs(x)) * step(0.2, fract(gl_FragCoord.y / 16.0));
    vec3 c = mix(vec3(0.03, 0.05, 0.04), vec3(0.3, 1.0, 0.5), ink);
    c = mix(c, x < 0.0 ? vec3(1.0, 0.3, 0.2) : vec3(0.2, 0.6, 1.0), bar);
    colour = vec4(c, 1.0);
}
