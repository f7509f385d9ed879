// expect 1.0 2.0 3.0 4.0   2.0 5.0   6.0 15.0   2.0 4.0   8.0   -2.0   1.0 0.0
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0, std430) buffer R { uint r[20]; layout(row_major) mat2x3 m; mat3x2 c; };
void put(int at, float x) { r[at] = floatBitsToUint(x); }
void main() {
    m = mat2x3(1, 2, 3, 4, 5, 6);  // columns (1 2 3) (4 5 6), stored by rows
    c = mat3x2(1, 2, 3, 4, 5, 6);
    mat2x3 n = m;
    put(0, n[0].x);
    put(1, m[0][1]);
    put(2, m[0].z);
    put(3, n[1].x);
    int i = int(r[19]);  // 0, not known beforehand
    put(4, m[i][1]);
    put(5, m[i + 1][i + 1]);
    vec3 v = m * vec2(1.0, 1.0) - vec3(-1.0, 0.0, 0.0);
    put(6, v.x);
    put(7, (vec3(1.0) * m)[1]);
    put(8, transpose(m)[1][0]);
    put(9, c[1].y);
    mat2 s = mat2(1, 2, 3, 4);
    mat2 p = s * s;
    put(10, p[0].y - 2.0);
    put(11, determinant(s));
    mat2 u = s * inverse(s);
    put(12, u[0].x);
    put(13, u[0].y);
}
