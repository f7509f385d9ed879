// expect 3.5 -2.25 2.0 0.75   1 0 1 1
// expect 4294967295 7 4294967294 0   1073741824 3 12 1
// expect 5.0 3.0 -6.0 3.0   4.0 -9.0 -2.0 1.0
// expect 0.5 4 3.0 0.25   1 1 1 1
// expect 0 1074790400 1 2   1.0 2.0 0.75 10.0
#version 450
layout(local_size_x = 1) in;
layout(set = 0, binding = 0) buffer R { float r[]; };
layout(set = 0, binding = 1) uniform U { uint u[4]; dvec3 pad; };
double twice(double x, inout double sum) { sum += x; return x * 2.0LF; }
void put(int i, uint bits) { r[i] = uintBitsToFloat(bits); }
void main() {
    double x = double(gl_GlobalInvocationID.x) + 1.5lf, y = x + 2.0lf;
    dvec3 v = dvec3(x, 2.0lf, -1.0lf), w = dvec3(4.0lf, 0.5lf, y);
    dmat2 m = dmat2(1.0lf, 2.0lf, 3.0lf, 4.0lf);
    r[0] = float(y);
    r[1] = float(-x * x);
    r[2] = float(floor(x) + ceil(x) - trunc(x));
    r[3] = float(mix(0.0lf, x, 0.5lf));
    put(4, uint(x < y)), put(5, uint(x == y)), put(6, uint(isnan(0.0lf / (x - x)))),
        put(7, uint(any(greaterThan(v, w))) ^ 1u ^ 1u);
    put(8, uint(x * 1e30lf)), put(9, uint(int(7.99lf))), put(10, uint(int(-x - 1.0lf)));
    put(11, uint(-x));
    put(12, uint(double(1u << 30))), put(13, uint(bitCount(uint(y * 2.0lf))));
    int e;
    double s = frexp(y * 1000.0lf, e);
    put(14, uint(e)), put(15, uint(s == 3500.0lf / 4096.0lf));
    r[16] = float(dot(v, w) + 1.5lf - 2.0lf + 2.0lf);
    double whole, part = modf(y, whole);
    r[17] = float(whole);
    r[18] = float(cross(v, w).y + double(0)) + 0.75 * 0.0 - 0.0;
    r[18] = float(-4.0lf * x);
    r[19] = float(length(dvec2(x * 1.2lf, 2.4lf)));
    dvec2 p = m * dvec2(1.0lf, 1.0lf);
    r[20] = float(p.x);
    r[21] = float((dvec2(1.0lf, -3.0lf) * m).y - 0.0lf);
    r[22] = float(determinant(m));
    r[23] = float((inverse(m) * m)[1][1]);
    r[24] = float(part);
    put(25, uint(ldexp(x, 1) + 1.0lf));
    double sum = 0.0lf, t = twice(x, sum);
    r[26] = float(t);
    r[27] = float(fma(x, 0.5lf, -0.5lf));
    put(28, uint(sqrt(2.0lf) * sqrt(2.0lf) > 2.0lf)), put(29, uint(1.0lf + 1e-15lf > 1.0lf));
    put(30, uint(packDouble2x32(unpackDouble2x32(x)) == x)), put(31, uint(sum == x));
    uvec2 halves = unpackDouble2x32(4.0lf);
    put(32, halves.x), put(33, halves.y);
    double a[3];
    for (int i = 0; i < 3; i++) a[i] = double(i) * x;
    put(34, uint(a[1])), put(35, uint(x > 1.0lf ? a[int(x) + 1] - 1.0lf : y));
    r[36] = float(sign(x)), r[37] = float(clamp(y, 0.0lf, 2.0lf)), r[38] = float(abs(-0.75lf * sign(x)));
    r[39] = float(m[0][0] + transpose(m)[0][1] + outerProduct(dvec2(x), dvec2(y, 2.0lf))[1].x * 2.0lf);
}
