// GLSL of many kinds, and words of it, to be translated and run:
//     node tests/wgsl/kinds.mjs DIR [NAME...]
// Writes DIR/NAME.comp, .frag or .vert for each kind whose name contains a NAME (all without one),
// and DIR/NAME.spv of glslangValidator, and DIR/NAME.O.spv, which spirv-opt -O makes of that. A
// kind is a cross product: each function with each type, each matrix in each layout, each atomic at
// each place, each call of each texture ... tests/wgsl/fit.c runs the words on the CPU. Kinds that
// WGSL cannot say, or that the CPU runner does otherwise, have words in DIR/apart. DIR/accept.jsonl holds jobs for tests/wgsl/jobs.mjs:
// all texts are to be accepted, and those are to be refused, with the reason that stands here; and
// DIR/dual.jsonl those of blending with two colours. What
// glslangValidator or spirv-val does not take is named, and makes the exit code 1.
import { execFile } from 'node:child_process';
import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const shaders = []; // { name, stage, text, refused: a part of the message, or none }
// fit.c has no elements of arrays, and Dawn's textures one sample.
const APART = ['buffer-arrays', 'texture-array', 'texture-multisampled',
               'fragment-dual'];

const add = (name, stage, text, refused) => shaders.push({ name, stage, text, refused });

// ---- compute shaders that write what they find out

const BITS = { float: 'floatBitsToUint', int: 'uint', uint: 'uint', bool: 'uint' };
const scalar_of = (type) => /^(b|i|u)?vec/.test(type)
    ? { b: 'bool', i: 'int', u: 'uint' }[type[0]] ?? 'float' : type;
const size_of = (type) => +(/vec(\d)/.exec(type)?.[1] ?? 1);

// Statements that write a value of scalars or vectors, component by component.
function put(value, type) {
    const bits = BITS[scalar_of(type)], n = size_of(type);
    if (n === 1) return `put(${bits}(${value}));`;
    return `{ ${type} v_ = ${value}; ` +
        Array.from({ length: n }, (_, i) => `put(${bits}(v_[${i}]));`).join(' ') + ' }';
}

const put_matrix = (value, c, r) => Array.from({ length: c }, (_, i) => put(`(${value})[${i}]`, `vec${r}`)).join(' ');

// What is read cannot be known before: F, I and U give the k-th number.
const PRELUDE = `layout(std430, set = 0, binding = 0) buffer Out { uint o[]; };
layout(std430, set = 0, binding = 1) readonly buffer In { float f[]; };
int n;
void put(uint x) { o[n++] = x; }
float F(int k) { return f[k & 7]; }
int I(int k) { return int(f[k & 7] * 4.0); }
uint U(int k) { return uint(abs(f[k & 7]) * 4.0); }
bool B(int k) { return f[k & 7] > 0.4; }
`;

function compute(name, body, { globals = '', head = '', size = 1, room = 64, refused } = {}) {
    add(name, 'comp', `#version 450
${head}layout(local_size_x = ${size}) in;
${PRELUDE}${globals}
void main() {
  n = int(gl_LocalInvocationIndex) * ${room};
${body.split('\n').map((line) => '  ' + line).join('\n')}
}
`, refused);
}

// A value of a type that is known only at run time (or, with `constant`, a constant).
function value(type, k, constant) {
    const n = size_of(type), scalar = scalar_of(type);
    const one = (i) => constant
        ? { float: ['0.5', '2.0', '0.75', '1.0'], int: ['3', '-2', '7', '1'],
            uint: ['3u', '5u', '1u', '9u'], bool: ['true', 'false', 'true', 'true'] }[scalar][(k + i) % 4]
        : `${{ float: 'F', int: 'I', uint: 'U', bool: 'B' }[scalar]}(${k + i})`;
    const parts = Array.from({ length: n }, (_, i) => one(i));
    return n === 1 ? parts[0] : `${type}(${parts.join(', ')})`;
}

// ---- functions: result name(operands), with T any of the types behind the colon, V their vectors

const FLOATS = 'float vec2 vec3 vec4', INTS = 'int ivec2 ivec3 ivec4', UINTS = 'uint uvec2 uvec3 uvec4';
const FUNCTIONS = `
T radians T : F | T degrees T : F | T sin T : F | T cos T : F | T tan T : F | T atan T : F
T atan T T : F | T sinh T : F | T cosh T : F | T tanh T : F | T asinh T : F | T exp T : F
T exp2 T : F | T abs T : F | T sign T : F | T floor T : F | T trunc T : F | T round T : F
T roundEven T : F | T ceil T : F | T fract T : F | T mod T T : F | T min T T : F | T max T T : F
T clamp T T T : F | T mix T T T : F | T step T T : F | T smoothstep T T T : F | T fma T T T : F
T normalize T : F | T faceforward T T T : F | T reflect T T : F | T refract T T float : F
float length T : F | float distance T T : F | float dot T T : F | T mix T T B : F
T min T float : F | T max T float : F | T clamp T float float : F | T mod T float : F
T abs T : I | T sign T : I | T min T T : I U | T max T T : I U | T clamp T T T : I U
T bitfieldReverse T : I U | S bitCount T : I U | S findLSB T : I U | S findMSB T : I U
T mix T T B : I U
`.trim().split(/[|\n]/).map((line) => line.trim());

const TYPES = { F: FLOATS, I: INTS, U: UINTS };
const like = (prefix, type) => size_of(type) === 1
    ? { b: 'bool', i: 'int' }[prefix] : `${prefix}vec${size_of(type)}`;

function functions() {
    for (const line of FUNCTIONS) {
        const [signature, kinds] = line.split(' : ');
        const [result, name, ...operands] = signature.split(' ');
        for (const kind of kinds.split(' ')) {
            const lines = [];
            for (const type of TYPES[kind].split(' ')) {
                const real = (t) => t === 'T' ? type : t === 'B' ? like('b', type) : t === 'S' ? like('i', type) : t;
                // Each operand is constant in turn; then none, then all.
                for (let c = 0; c <= operands.length + 1; c++) {
                    const given = operands.map((t, i) => value(real(t), i, c === operands.length + 1 || c === i));
                    lines.push(put(`${name}(${given.join(', ')})`, real(result)));
                }
            }
            compute(`function-${name}-${operands.join('')}-${kind}`, lines.join('\n'));
        }
    }
    compute('function-inverse-domains', ['asin', 'acos'].flatMap((f) => FLOATS.split(' ').map((t) =>
        put(`${f}(clamp(${value(t, 1)}, ${t}(-1.0), ${t}(1.0)))`, t))).join('\n'));
    compute('function-positive-domains', ['sqrt', 'inversesqrt', 'log', 'log2', 'acosh'].flatMap((f) => FLOATS.split(' ').map((t) =>
        put(`${f}(abs(${value(t, 1)}) + ${t}(1.25))`, t))).join('\n'));
    compute('function-pow', FLOATS.split(' ').map((t) => put(`pow(abs(${value(t, 1)}) + ${t}(0.5), ${value(t, 3)})`, t)).join('\n'));
    compute('function-atanh', FLOATS.split(' ').map((t) => put(`atanh(${value(t, 1)} * ${t}(0.25))`, t)).join('\n'));
    compute('function-cross', put(`cross(${value('vec3', 0)}, ${value('vec3', 2)})`, 'vec3') + put(`cross(${value('vec3', 0, 1)}, ${value('vec3', 2)})`, 'vec3'));
    for (const t of FLOATS.split(' ')) {
        const i = like('i', t), b = like('b', t), zero = `${t}(0.0)`;
        compute(`parts-${t}`, `${t} w; ${i} e;
${put(`modf(${value(t, 0)} * ${t}(1.75), w)`, t)} ${put('w', t)}
${put(`frexp(${value(t, 1)} * ${t}(1.75), e)`, t)} ${put('e', i)}
${put(`modf(${value(t, 0, 1)}, w)`, t)} ${put('w', t)}
${put(`frexp(${value(t, 0, 1)}, e)`, t)} ${put('e', i)}
${put(`ldexp(${value(t, 0)}, ${value(i, 1)})`, t)}
${put(`ldexp(${value(t, 0)}, ${value(i, 1, 1)})`, t)}
${put(`ldexp(${value(t, 0, 1)}, ${value(i, 1)})`, t)}
${put(`isnan(${value(t, 0)} / ${zero})`, b)}
${put(`isinf(${value(t, 0)} * ${t}(3e38) * ${t}(8.0))`, b)}
${put(`floatBitsToInt(${value(t, 0)})`, i)}
${put(`intBitsToFloat(${value(i, 0)} + ${i}(0x3f800000))`, t)}
${put(`uintBitsToFloat(${value(t === 'float' ? 'uint' : 'u' + t, 0)} + 0x3f800000u)`, t)}`);
        const u = t === 'float' ? 'uint' : 'u' + t;
        compute(`wide-${t}`, `${u} c; ${u} h, l; ${i} ih, il;
${put(`uaddCarry(${value(u, 0)} * 0x40000000u, ${value(u, 1)} * 0x30000000u, c)`, u)} ${put('c', u)}
${put(`usubBorrow(${value(u, 0)}, ${value(u, 2)}, c)`, u)} ${put('c', u)}
umulExtended(${value(u, 0)} * 0x11111111u, ${value(u, 1)} * 0x01234567u, h, l); ${put('h', u)} ${put('l', u)}
imulExtended(${value(i, 6)} * 0x11111111, ${value(i, 1)} * 0x01234567, ih, il); ${put('ih', i)} ${put('il', i)}
${put(`bitfieldExtract(${value(i, 5)}, I(7) & 7, 5)`, i)}
${put(`bitfieldExtract(${value(u, 5)}, 1, I(7) & 7)`, u)}
${put(`bitfieldInsert(${value(i, 5)}, ${value(i, 1)}, I(7) & 7, 5)`, i)}
${put(`bitfieldInsert(${value(u, 5)}, ${value(u, 1)}, 3, I(7) & 7)`, u)}
${put(`bitfieldExtract(${value(i, 5)}, 3, 0)`, i)}
${put(`bitfieldExtract(${value(u, 5)}, 0, 32)`, u)}
${put(`bitfieldInsert(${value(u, 5)}, ${value(u, 1)}, 0, 32)`, u)}`);
        if (t === 'float') continue;
        const relations = (v, s) => ['lessThan', 'lessThanEqual', 'greaterThan', 'greaterThanEqual', 'equal', 'notEqual']
            .flatMap((f) => [[0, 0], [1, 0], [0, 1]].map(([x, y]) => put(`${f}(${value(v, 0, x)}, ${value(v, 1, y)})`, b)));
        compute(`relations-${t}`, [...relations(t), ...relations(i), ...relations(u),
            put(`any(${value(b, 0)})`, 'bool'), put(`all(${value(b, 1)})`, 'bool'), put(`not(${value(b, 1)})`, b),
            put(`equal(${value(b, 0)}, ${value(b, 1)})`, b), put(`${value(b, 0)} == ${value(b, 1)}`, 'bool'),
            put(`${value(t, 0)} == ${value(t, 1)}`, 'bool'), put(`${value(i, 0)} != ${value(i, 1)}`, 'bool')].join('\n'));
    }
    const packs = [['Unorm4x8', 'vec4'], ['Snorm4x8', 'vec4'], ['Unorm2x16', 'vec2'], ['Snorm2x16', 'vec2'], ['Half2x16', 'vec2']];
    compute('packing', packs.flatMap(([p, t]) => [0, 1].flatMap((c) => [put(`pack${p}(${value(t, 0, c)})`, 'uint'),
        put(`pack${p}(${value(t, 5, c)})`, 'uint'), put(`unpack${p}(pack${p}(${value(t, 3, c)}))`, t)])).join('\n'));
}

// ---- operators, with signs mixed by casts

function operators() {
    const arithmetic = ['+', '-', '*', '/'], bits = ['&', '|', '^'], whole = ['%'];
    for (const t of [...FLOATS.split(' '), ...INTS.split(' '), ...UINTS.split(' ')]) {
        const s = scalar_of(t), is_float = s === 'float', lines = [];
        for (const op of [...arithmetic, ...(is_float ? [] : [...bits, ...whole])])
            for (const [x, y] of [[0, 0], [1, 0], [0, 1]]) {
                const divides = op === '/' || op === '%';
                const right = divides ? s === 'int' && op === '%' ? `(abs(${value(t, 1, y)}) + ${t}(1))`
                    : `(${value(t, 1, y)} * ${value(t, 1, y)} + ${t}(1))` : value(t, 1, y);
                const left = op === '%' && s === 'int' ? `abs(${value(t, 0, x)})` : value(t, 0, x);
                lines.push(put(`${left} ${op} ${right}`, t));
                if (t !== s) lines.push(put(`${left} ${op} ${divides ? `(${value(s, 2, y)} * ${value(s, 2, y)} + ${s}(1))` : value(s, 2, y)}`, t));
            }
        lines.push(put(`-(${value(t, 0)})`, t), put(`- - (${value(t, 0)})`, t), put(`1 ${s === 'float' ? '/' : '-'} -(${value(t, 0)} + ${t}(9))`.replace('1 /', '1.0 /').replace('1 -', s === 'uint' ? '1u -' : '1 -'), t));
        if (!is_float) lines.push(put(`~(${value(t, 0)})`, t), put(`- ~(${value(t, 0)})`, t));
        if (!is_float)
            for (const op of ['<<', '>>'])
                for (const r of ['int', 'uint']) {
                    const mask = r === 'int' ? '& 7' : '& 7u';
                    lines.push(put(`${value(t, 4)} ${op} (${value(r, 1)} ${mask})`, t), put(`${value(t, 4, 1)} ${op} (${value(r, 1)} ${mask})`, t), put(`${value(t, 4)} ${op} ${value(r, 0, 1)}`, t));
                }
        const casts = is_float ? ['int', 'uint', 'bool'] : ['float', s === 'int' ? 'uint' : 'int', 'bool'];
        for (const c of casts) {
            const to = t === s ? c : { float: 'vec', int: 'ivec', uint: 'uvec', bool: 'bvec' }[c] + size_of(t);
            const from = c === 'uint' && is_float ? `abs(${value(t, 0)})` : value(t, 0);
            lines.push(put(`${to}(${from})`, to), put(`${t}(${value(to, 1)})`, t));
        }
        compute(`operators-${t}`, lines.join('\n'));
    }
    compute('signs', `int a = I(0), b = I(6); uint c = U(0), d = U(4);
${['int(c) / (b - 9)', 'a >> int(d & 3u)', 'int(c >> 1) - b', 'a * int(d)', '(a ^ int(c)) % 5 & 3'].map((e) => put(e, 'int')).join('\n')}
${['uint(a) / (d + 1u)', 'uint(b) >> (d & 3u)', 'uint(b) % 7u', 'c * uint(b)', 'uint(a - b) + ~d', 'uint(-1) - uint(b)'].map((e) => put(e, 'uint')).join('\n')}
${['uint(b) < c', 'b < int(c)', 'uint(b) == uint(-1)', 'min(uint(b), d) > 2u', 'max(b, int(d)) > 2'].map((e) => put(e, 'bool')).join('\n')}
${put('int(2147483647u + c)', 'int')}${put('uint(-2147483647 - 1) + c', 'uint')}${put('(-2147483647 - 1) / (b * 0 + 1)', 'int')}
${put('float(uint(b))', 'float')}${put('uint(bool(b))', 'uint')}${put('B(0) ? a : b', 'int')}
${put('(B(0) ? uvec2(a, b) : uvec2(c, d)) + uvec2(ivec2(b, a))', 'uvec2')}`);
    compute('swizzles', `vec4 v = ${value('vec4', 0)}; ivec3 w = ${value('ivec3', 1)}; mat3 m = mat3(${value('vec3', 0)}, ${value('vec3', 1)}, ${value('vec3', 2)});
v.xz = v.yx; v.w += 2.0; v.zyx *= vec3(2.0, 3.0, 4.0); v[I(1) & 3] = 9.0; w.y++; --w.z; w[I(2) & 1] -= 7; w.xy <<= 1; m[1].yz = v.xy; m[I(0) & 1][I(1) & 1] += 5.0; m[2] *= 2.0; m *= m; m += 1.0;
${put('v', 'vec4')}${put('w', 'ivec3')}${put_matrix('m', 3, 3)}${put('v.wwxy', 'vec4')}${put('v.zxy[I(2) & 1]', 'float')}
${put('(v.x > 1.0 && v.y < 9.0 || v.z == 2.0) ^^ (w.x == 1)', 'bool')}${put('v.x > 1.0 ? v.yz : v.wx', 'vec2')}`);
}

// ---- matrices in memory

function matrices() {
    for (const c of [2, 3, 4])
        for (const r of [2, 3, 4]) {
            const t = `mat${c}x${r}`;
            compute(`matrix-${t}`, `${t} a = ${t}(${Array.from({ length: c * r }, (_, i) => `F(${i})`).join(', ')}), b = ${t}(2.0);
b[1] = ${value(`vec${r}`, 2)};
${put_matrix('a + b', c, r)} ${put_matrix('a - b', c, r)} ${put_matrix('a * 2.0', c, r)} ${put_matrix('F(2) * a', c, r)}
${put_matrix('matrixCompMult(a, b)', c, r)} ${put_matrix('transpose(a)', r, c)} ${put_matrix('-a', c, r)} ${put_matrix('a / F(2)', c, r)}
${put(`a * ${value(`vec${c}`, 1)}`, `vec${r}`)} ${put(`${value(`vec${r}`, 1)} * a`, `vec${c}`)}
${put_matrix('a * transpose(b)', r, r)} ${put_matrix(`outerProduct(${value(`vec${r}`, 0)}, ${value(`vec${c}`, 3)})`, c, r)}
${put('a == b', 'bool')} ${put('a != a', 'bool')} ${put('a[I(1) & 1][I(2) & 1]', 'float')} ${put_matrix('mat2(a)', 2, 2)} ${put_matrix('mat4(a)', 4, 4)}
${c === r ? `${put('determinant(a + b)', 'float')} ${put_matrix('inverse(a + 3.0 * b)', c, r)}` : ''}`, { room: 256 });
            for (const major of ['row_major', 'column_major'])
                for (const [space, layout] of [['uniform', 'std140'], ['buffer', 'std140'], ['buffer', 'std430']]) {
                    const writes = space === 'buffer' ? `m[0] = x.m2 * 2.0; many[1].m = x.a[1]; many[I(2) & 1].a[I(0) & 1][1] = ${value(`vec${r}`, 2)}; many[0].a[1][I(2) & 1][1] = 42.0; x.m2[1].y += 3.0; x.f = x.m2[0][1];` : '';
                    compute(`layout-${t}-${major}-${space}-${layout}`, `${writes}
${put_matrix('m[I(1) & 1]', c, r)} ${put('m[1][I(1) & 1]', `vec${r}`)} ${put('x.m2[I(2) & 1][I(1) & 1]', 'float')}
${put_matrix('many[I(2) & 1].a[I(1) & 1]', c, r)} ${put('many[1].a[0][1]', `vec${r}`)} ${put('x.f', 'float')}
S y = x; y.m2[I(1) & 1] += 1.0; ${put_matrix('y.m2', c, r)} ${put_matrix('y.a[1] + y.a[0]', c, r)}`,
                    { globals: `struct S { float f; ${t} m2; ${t} a[2]; };\nstruct P { ${t} m; ${t} a[2]; };
layout(${layout}, ${major}, set = 0, binding = 2) ${space} Block { ${t} m[2]; S x; P many[2]; };`, room: 256 });
                }
        }
}

// ---- arrays, structs, blocks

function aggregates() {
    for (const [space, layout] of [['uniform', 'std140'], ['buffer', 'std140'], ['buffer', 'std430']])
        for (const t of ['float', 'int', 'uint', 'vec2', 'ivec3', 'uvec4', 'vec3', 'vec4'])
            compute(`arrays-${space}-${layout}-${t}`, `${space === 'buffer' ? `a[1] = b[I(1) & 1][2]; b[I(2) & 1] = ${t}[3](a[0], a[1], a[2]); s.x[I(0) & 1].y[1] = a[I(4) & 1]; ${size_of(t) > 1 ? 'a[0].y = a[1].x; b[0][I(0) & 1][1] = a[I(1) & 1][0];' : ''}` : ''}
${put('a[I(2) & 3]', t)} ${put('b[I(1) & 1][I(2) & 1]', t)} ${put('s.x[I(0) & 1].y[I(1) & 1]', t)} ${put('b[1][2] + a[3]', t)}
${t}[3] c = b[I(1) & 1]; ${put('c[I(2) & 1]', t)} ${t}[2][3] d = b; d[1] = c; ${put('d[1][I(2) & 1]', t)} ${put('d == b', 'bool')}
S z = s; z.x[1] = z.x[0]; ${put('z.x[I(1) & 1].y[1]', t)} ${put('z == s', 'bool')} ${put('last', 'float')}`,
            { globals: `struct Y { float p; ${t} y[2]; };\nstruct S { Y x[2]; ${t} e; };
layout(${layout}, set = 0, binding = 2) ${space} Block { ${t} a[4]; ${t} b[2][3]; S s; float last; };`, room: 128 });
    compute('arrays-private', `for (int i = 0; i < 8; i++) k[i >> 2][i & 3] = i; int a[2][3][4]; for (int i = 0; i < 24; i++) a[i / 12][i / 4 % 3][i % 4] = i * I(i);
int b[3][4] = a[I(1) & 1]; b[1] = a[0][2]; k[I(1) & 1] = b[1]; twice(b, k[0]); change(b[2]); change(k[I(0) & 1]);
for (int i = 0; i < 12; i++) { ${put('b[i / 4][i % 4]', 'int')} }
for (int i = 0; i < 8; i++) { ${put('k[i / 4][i % 4]', 'int')} }
${put('table[I(0) & 3]', 'int')} ${put('pairs[I(1) & 1].b.y', 'float')} ${put('table.length() + a[0].length() + b.length()', 'int')} ${put('make(I(2))[I(1) & 1]', 'int')}
${put('make(3) == make(I(0) - 1)', 'bool')} ${put('int[2](1, I(0))[I(2) & 1]', 'int')}`,
    { globals: `int k[2][4]; const int table[4] = int[4](9, 8, 7, 6); struct P { int a; vec2 b; };
const P pairs[2] = P[2](P(1, vec2(2.0, 3.0)), P(4, vec2(5.0, 6.0)));
void twice(inout int x[3][4], int y[4]) { for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) x[i][j] += y[j] * 2; y[0] = 99; }
void change(inout int x[4]) { x[1] = x[0] + 7; x[I(0) & 3] = -x[2]; }
int[3] make(int x) { int a[3]; a[0] = x; a[1] = x + 1; a[2] = a[0] * a[1]; return a; }`, room: 128 });
    compute('runtime-arrays', `uint c = uint(r.length()) - uint(r2.length()); put(c != 0u ? 1u : 0u); put(uint(r.length()) > 3u ? 2u : 0u);
r[1].a = r[I(0) & 1].b.yx; r2[I(1) & 1][1] = r[0].c; ${put('r[I(2) & 1].c', 'float')} ${put('r2[1]', 'vec3')} ${put('head', 'vec3')} r[r.length() - 1].c = 3.0; ${put('r[1].a', 'vec2')}`,
    { globals: `struct R { vec2 a; vec3 b; float c; };
layout(std430, set = 0, binding = 2) buffer A { vec3 head; R r[]; };\nlayout(std430, set = 0, binding = 3) buffer C { int first; vec3 r2[]; };` });
    compute('parameters', `sh = 3; sa[0] = 4; sa[1] = 5; gs.a[0] = 1; gs.a[1] = 2; gs.v = vec2(F(0)); int l = I(1); vec3 v = ${value('vec3', 0)}; mat2 m = mat2(F(0), F(1), F(2), F(3)); S s; s.a[0] = 1; s.a[1] = 2; s.v = v.xy; S t = s;
step1(l); step1(g); step1(sh); step1(sa[I(1) & 1]); step1(s.a[I(0) & 1]); step1(b.x); step1(b.y[I(1) & 1]);
turn(v); turn2(v.zx); turn2(m[I(1) & 1]); turn2(s.v); turn2(b.z); set(s, t); set(gs, s); both(l, l); both(g, l); both(b.x, b.x); deep(s, 2);
swap(s.a[0], s.a[1]); swap(b.y[0], g); give(v.x); give(m[1][0]); give(gs.v.y);
${['l', 'g', 'sh', 'sa[0]', 'sa[1]', 's.a[0]', 's.a[1]', 'b.x', 'b.y[0]', 'b.y[1]', 'gs.a[0]', 'gs.a[1]', 't.a[0]'].map((e) => put(e, 'int')).join(' ')}
${put('v', 'vec3')} ${put_matrix('m', 2, 2)} ${put('s.v', 'vec2')} ${put('gs.v', 'vec2')} ${put('b.z', 'vec2')}`,
    { globals: `struct S { int a[2]; vec2 v; }; int g = 4; shared int sh; shared int sa[2]; S gs;
layout(std430, set = 0, binding = 2) buffer Bl { int x; int y[2]; vec2 z; } b;
void step1(inout int x) { x = x * 2 + 1; } void turn(inout vec3 v) { v = v.zxy; v.x += 1.0; } void turn2(inout vec2 v) { v = v.yx * 2.0; }
void set(inout S s, S from) { s.a[1] = from.a[0] + s.a[0]; s.v.x = from.v.y; from.a[0] = 7; gs.a[0] += 1; }
void both(out int x, inout int y) { x = 5; y += x; } void deep(inout S s, int n) { for (int i = 0; i < n; i++) { step1(s.a[i & 1]); turn2(s.v); } }
void swap(inout int x, inout int y) { int t = x; x = y; y = t; } void give(out float x) { x = F(3); }` });
    compute('constructors', `struct A { vec2 v[2]; mat2 m; bool b; } a = A(vec2[2](${value('vec2', 0)}, vec2(7.0)), mat2(F(1)), B(1)); A b = a; b.v[I(1) & 1].y = 5.0; b.m[1][0] = 3.0; b.b = !b.b;
bool bb[3] = bool[3](B(0), true, B(2)); bvec3 bv = bvec3(B(0), false, B(1)); bv[I(0) & 1] = true;
${put('b.v[0]', 'vec2')} ${put('b.v[1]', 'vec2')} ${put_matrix('b.m', 2, 2)} ${put('b.b', 'bool')} ${put('a == b', 'bool')} ${put('bb[I(1) & 1]', 'bool')} ${put('bv', 'bvec3')}
${put('vec4(ivec2(I(0), 3), B(0), 2u)', 'vec4')} ${put('ivec3(vec4(F(0), F(1), F(4), F(5)))', 'ivec3')} ${put('mat3(mat2(F(0), F(1), F(2), F(3)))[1]', 'vec3')} ${put('uvec2(B(3), true)', 'uvec2')}`);
    for (const layout of ['std140', 'std430'])
        compute(`block-mixture-${layout}`, `b.inner[1].c = b.inner[I(1) & 1].c + b.f; b.v = b.inner[0].d.yxz; b.w.x = b.inner[1].e[1].z; b.u[I(0) & 1] = 6u; b.inner[I(1) & 1].e[1].yz = vec2(4.0);
Inner i = b.inner[I(0) & 1]; i.d.z = 8.0; b.inner[0] = i; ${put('i.e[0]', 'vec3')} ${put('b.w', 'vec2')} ${put('b.u[1]', 'uint')} ${put('b.inner[1].a', 'int')} ${put('b.t', 'ivec4')}`,
        { globals: `struct Inner { int a; float c; vec3 d; vec3 e[2]; };
layout(${layout}, set = 0, binding = 2) buffer Bl { float f; vec3 v; vec2 w; uint u[3]; Inner inner[2]; layout(offset = 512) ivec4 t; } b;` });
    compute('push-constants', `${put('p.v', 'vec3')} ${put('p.a[I(1) & 1]', 'float')} ${put_matrix('p.m', 2, 2)} ${put('p.i', 'int')}`,
        { globals: 'layout(push_constant) uniform P { vec3 v; float a[3]; mat2 m; int i; layout(row_major) mat2x3 r; } p;' });
    compute('buffer-arrays', `${put('b[0].x + b[1].x + b[2].y[I(1) & 1]', 'float')} b[1].y[I(0) & 1] = 7.0; ${put('u[1].z', 'vec4')}`,
        { globals: `layout(std430, set = 0, binding = 2) buffer Bl { float x; float y[2]; } b[3];\nlayout(std140, set = 0, binding = 8) uniform Un { vec4 z; } u[2];` });
}

// ---- control flow

const FLOWS = {
    'switch-fall': `for (int i = 0; i < 12; i++) { int x = 0; switch (i - I(0)) { case 0: x += 1; case 1: case 5: x += 2; if (i > 5) break; x += 4; default: x += 8; case -2: x += 16; break; case 3: x += 32; } ${put('x', 'int')} }`,
    'switch-loop': `for (int i = 0; i < 9; i++) { for (int j = 0; ; j++) { switch (j & 3) { case 0: continue; case 1: if (i == j) break; case 2: put(uint(j)); if (j > i) { j = 100; break; } continue; default: put(77u); } if (j >= 7) break; } }`,
    'switch-return': `for (int i = 0; i < 9; i++) ${put('pick(i, I(0))', 'int')}`,
    'switch-unsigned': `switch (U(0)) { case 4u: put(1u); case 0xffffffffu: put(2u); break; default: put(3u); } switch (U(1) - 3u) { case 0xffffffffu: put(4u); break; case 0u: put(5u); }`,
    'switch-empty': `switch (I(0)) { default: } switch (I(1)) { case 1: case 2: case 3: } switch (I(0)) { case 4: { put(1u); switch (I(1)) { case 2: put(2u); break; case 4: put(3u); } put(4u); } break; }`,
    'loops-nested': `for (int i = 0; i < 5; i++) { if (i == 3) continue; int j = 0; while (true) { if (j > i) break; j++; if ((j & 1) != 0) continue; int k = 4; do { k--; if (k == j) break; if (k == 2) continue; put(uint(i * 100 + j * 10 + k)); } while (k > 0); } }`,
    'loops-return': `${put('find(I(0), I(1))', 'int')} ${put('find(2, 9)', 'int')} ${put('find(I(2), 3)', 'int')} ${put('find(30, 30)', 'int')} early(I(0)); early(I(3)); early(99);`,
    'loops-condition': `int i = 0, j = 9; while (i++ < 6 && --j > 3 || i == 2) { put(uint(i * j)); if (i == 4 ? j > 2 : B(i)) continue; put(1000u); } for (int a = 0, b = 5; a < b; a += 2, b -= I(0) / 9) put(uint(a + b)); do put(3u); while (B(i++ & 7));`,
    'loop-bodyless': `int i = 0; while (i++ < I(0)) ; put(uint(i)); for (; i < 20; i += 3) {} put(uint(i)); do { } while (++i < 30); put(uint(i)); for (;;) { if (++i > 40) break; } put(uint(i)); for (int k = 0; k < 3; k++) { break; } for (;;) { put(7u); break; }`,
    'conditions': `int x = I(0); if (x > 3) { if (x > 100) put(1u); else if (x > 2) { put(2u); } else put(3u); } else put(4u); bool b = x > 3 && early2(x) || early2(x + 1); put(uint(b)); put(uint(B(0) ? early2(1) : early2(2))); b = b && (x < 2 || early2(3)); put(uint(b)); int y = x > 2 ? (x > 3 ? 7 : 8) : x < 0 ? 9 : 10; put(uint(y));`,
    'values-beyond': `int a, b = 0; float c; if (B(0)) { a = I(0); c = F(1); } else { a = I(1); c = F(2); } for (int i = 0; i < 4; i++) { int t = b; b = a; a = t + i; if (a > 9) { c += 1.0; continue; } c *= 2.0; } ${put('a', 'int')} ${put('b', 'int')} ${put('c', 'float')}`,
    'swaps': `int a = 1, b = 2, c = 3; for (int i = 0; i < I(0); i++) { int t = a; a = b; b = c; c = t; if ((i & 1) != 0) { t = a; a = c; c = t; } put(uint(a * 100 + b * 10 + c)); } vec2 p = vec2(F(0), F(1)), q = p.yx; for (int i = 0; i < 3; i++) { vec2 t = p; p = q + t; q = t; } ${put('p', 'vec2')}`,
    'return-everywhere': `${[0, 1, 2, 3, 4, 5].map((i) => put(`where(${i} + I(1) - 2)`, 'int')).join(' ')} ${put('classify(F(0))', 'float')} ${put('classify(-2.0)', 'float')}`,
    'calls': `${put('twice(thrice(I(0)))', 'int')} ${put('order(I(0)) + order(1) * order(2)', 'int')} ${put('g', 'int')} ${put('twice(order(g) + g)', 'int')} put(uint(g));`,
    'unreachable': `if (B(0)) { put(1u); return; put(2u); } put(3u); for (;;) { return; }`,
    'return-in-main': `for (int i = 0; i < 20; i++) { put(uint(i)); if (i == I(0)) { put(100u); return; } if (i > 10) { switch (i) { case 11: return; default: break; } } } put(5u);`,
    'order-of-reads': `o[60] = 1u; uint a = o[60]; o[60] = 2u; uint b = o[60]; put(a * 10u + b); int x = g; g = 9; put(uint(x * 100 + g)); int l = x; l = l + bump() * 10 + l + g; put(uint(l)); put(uint(g + bump() + g)); int arr[2]; arr[0] = bump(); arr[bump() & 1] = bump(); put(uint(arr[0] + 3 * arr[1] * 0));`,
};

function flows() {
    const globals = `int g = 3;
int bump() { g += 1; return g; } int twice(int x) { return x * 2; } int thrice(int x) { return twice(x) + x; } int order(int x) { g = g * 2 + x; return g; }
bool early2(int x) { put(uint(x) + 500u); return x > 1; }
int pick(int i, int k) { for (int j = 0; j < 4; j++) { switch (i) { case 1: return 10; case 2: if (j < 2) continue; return 20 + j; case 3: break; case 4: if (k == 4) return 40; case 5: if (j == 1) return 50; break; default: if (j == 3) return i; } if (i == 3) break; } return -1; }
int find(int a, int b) { for (int i = 0; i < 10; i++) { for (int j = 0; j < 10; j++) { if (i * j == a + b) return i * 100 + j; if (j > i + a) break; } if (i == b) { while (true) { a++; if (a > 20) return -a; } } } return -1; }
void early(int x) { put(uint(x)); if (x == 4) return; put(1u); for (int i = 0; i < x; i++) { if (i == 5) return; put(uint(i)); } put(2u); }
int where(int x) { if (x == 0) return 7; else if (x == 1) { return 8; } else { if (x == 2) return 9; } switch (x) { case 3: return 10; case 4: { for (;;) { if (B(0)) return 11; } } } return 12; }
float classify(float x) { if (x < 0.0) { return -1.0; } else { return x > 0.5 ? 1.0 : 0.0; } }`;
    for (const [name, body] of Object.entries(FLOWS)) compute(`flow-${name}`, body, { globals, room: 256 });
}

// ---- atomics, shared memory

function atomics() {
    const places = {
        scalar: ['b.x', ''], array: ['b.a[i & 3]', ''], nested: ['b.s[i & 1].y[i & 1]', ''], runtime: ['b.r[i]', ''],
        shared: ['sx', ''], 'shared-array': ['sa[i & 3]', ''], 'shared-nested': ['ss[1].y[i & 1]', ''],
    };
    const ops = ['Add', 'Min', 'Max', 'And', 'Or', 'Xor', 'Exchange'];
    for (const t of ['int', 'uint'])
        for (const [place, [at]] of Object.entries(places)) {
            const operand = t === 'int' ? 'I(3) - 9' : 'U(3)';
            const one = t === 'int' ? '-7' : '7u';
            compute(`atomic-${t}-${place}`, `int i = I(0) & 3;
sx = ${t}(3); sa[0] = ${t}(1); sa[1] = ${t}(2); sa[2] = ${t}(3); sa[3] = ${t}(4); ss[0].y[0] = ${t}(5); ss[1].y[0] = ${t}(6); ss[1].y[1] = ${t}(7); b.x = ${t}(11); b.a[i] = ${t}(12); b.s[i & 1].y[i & 1] = ${t}(13); b.r[i] = ${t}(14);
${ops.map((op) => put(`atomic${op}(${at}, ${operand})`, t) + ` atomic${op}(${at}, ${one});`).join('\n')}
${put(`atomicCompSwap(${at}, ${at}, ${operand})`, t)} ${put(`atomicCompSwap(${at}, ${one}, ${t}(1))`, t)}
atomicCompSwap(${at}, ${operand}, ${t}(2)); ${put(at, t)} ${at} = ${t}(4); ${put(`atomicAdd(${at}, ${t}(0)) + ${at}`, t)}`,
            { globals: `struct S { float p; ${t} y[2]; }; struct Q { vec3 p; ${t} y[2]; }; shared ${t} sx; shared ${t} sa[4]; shared Q ss[2];
layout(std430, set = 0, binding = 2) buffer Bl { ${t} x; ${t} a[4]; S s[2]; ${t} r[]; } b;` });
        }
    const globals = 'shared uint total; shared uint list[16]; shared mat2x3 m[2]; shared vec3 v; shared bool flag; shared struct { int a; float b[3]; } st;';
    compute('shared', `uint i = gl_LocalInvocationIndex;
if (i == 0u) { total = 0u; m[1] = mat2x3(F(0), F(1), F(2), F(3), F(4), F(5)); v = vec3(F(1)); v.y = 9.0; flag = B(0); st.a = 5; st.b[I(0) & 1] = 6.0; }
list[i] = i * i; barrier(); atomicAdd(total, list[15u - i] + 1u); memoryBarrierShared(); barrier();
put(total); put(list[(i + 3u) & 15u]); ${put('m[1][I(0) & 1]', 'vec3')} ${put('v', 'vec3')} ${put('flag', 'bool')} ${put('st.b[0]', 'float')} ${put('st.a', 'int')}
for (uint k = 8u; k > 0u; k >>= 1) { barrier(); uint x = list[i]; uint y = i >= k ? list[i - k] : 0u; barrier(); list[i] = x + y; } barrier(); put(list[i]);`,
    { globals, size: 16, room: 16 });
    compute('barriers', `uint i = gl_LocalInvocationIndex; list[i] = i; memoryBarrierShared(); barrier(); put(list[15u - i]); barrier(); list[i] = list[i] + 1u; groupMemoryBarrier(); barrier(); put(list[i ^ 5u]); memoryBarrierBuffer(); put(1u); memoryBarrier(); put(2u);`,
    { globals, size: 16, room: 16 });
}

// ---- textures and images

const TEXTURES = { '1D': [1, 1], '2D': [2, 2], '3D': [3, 3], Cube: [3, 0], '2DArray': [3, 2], CubeArray: [4, 0] };

function textures() {
    const vec = (n, from = 0) => n === 1 ? `F(${from})` : `vec${n}(${Array.from({ length: n }, (_, i) => `F(${from + i})`).join(', ')})`;
    const ints = (n, x) => n === 1 ? `${x[0]}` : `ivec${n}(${x.slice(0, n).join(', ')})`;
    for (const [shape, [coordinates, dimensions]] of Object.entries(TEXTURES))
        for (const prefix of ['', 'i', 'u']) {
            const last = shape === '2DArray' ? 0 : 3; // of the third coordinate
            const plane = shape.startsWith('Cube') ? 3 : dimensions, cube = dimensions === 0;
            const result = `${prefix}vec4`, at = vec(coordinates), calls = [], samples = [`textureLod(t, ${at}, 0.0)`];
            const refused = prefix ? 'WGSL samples textures of floats only' : shape === '1D' ? 'WGSL samples 1D textures in one way only' : undefined;
            const explicit = [`textureGrad(t, ${at}, ${vec(plane, 1)}, ${vec(plane, 2)})`];
            if (!cube) calls.push(`texelFetch(t, ${ints(coordinates, [1, 2, last])}, 0)`, `texelFetch(t, ${ints(coordinates, ['I(0) & 3', 'I(1) & 3', `I(2) & ${last}`])}, 0)`);
            if (shape === '2D' || shape === '3D' || shape === '2DArray') {
                samples.push(`textureLodOffset(t, ${at}, 0.0, ${ints(plane, [1, -1, 1])})`);
                calls.push(`texelFetchOffset(t, ${ints(coordinates, [1, 1, last & 1])}, 0, ${ints(plane, [1, 1, 1])})`);
                explicit.push(`textureGradOffset(t, ${at}, ${vec(plane, 1)}, ${vec(plane, 2)}, ${ints(plane, [1, 1, 1])})`);
            }
            if (shape === '2D') samples.push(`textureProjLod(t, vec3(${at}, 2.0), 0.0)`, `textureProjLod(t, vec4(${at}, 1.0, 2.0), 0.0)`);
            if (shape === '3D') samples.push(`textureProjLod(t, vec4(${at}, 2.0), 0.0)`);
            if (['2D', 'Cube', '2DArray', 'CubeArray'].includes(shape)) {
                calls.push(...[0, 1, 2, 3].map((c) => `textureGather(t, ${at}, ${c})`));
                if (!cube) calls.push(`textureGatherOffset(t, ${at}, ivec2(1, -1), 2)`);
            }
            const size = { '1D': 1, '2D': 2, '3D': 3, Cube: 2, '2DArray': 3, CubeArray: 3 }[shape];
            const size_type = size === 1 ? 'int' : `ivec${size}`;
            const body = calls.map((c) => put(c, result)).join('\n') + '\n' + put('textureSize(t, 0)', size_type) + put('textureQueryLevels(t)', 'int');
            const globals = `layout(set = 0, binding = 2) uniform ${prefix}sampler${shape} t;`;
            compute(`texture-${prefix}${shape}`, body, { globals, room: 128 });
            compute(`texture-sample-${prefix}${shape}`, samples.map((c) => put(c, result)).join('\n'), { globals, refused });
            compute(`texture-grad-${prefix}${shape}`, explicit.map((c) => put(c, result)).join('\n'), { globals, refused });
            const parts = globals.replace('sampler', 'texture') + ' layout(set = 0, binding = 3) uniform sampler s;';
            compute(`texture-parts-${prefix}${shape}`, `${put(`textureLod(${prefix}sampler${shape}(t, s), ${at}, 0.0)`, result)} ${put('get()', result)} ${put(`pass(t, s)`, result)}`,
                { refused, globals: `${parts}\n${result} get() { return textureLod(${prefix}sampler${shape}(t, s), ${at}, F(3)); }\n${result} pass(${prefix}texture${shape} a, sampler b) { return textureLod(${prefix}sampler${shape}(a, b), ${at}, 0.0); }` });
            const implicit = [`texture(t, ${at})`, ...(shape === '1D' ? [] : [`texture(t, ${at}, 0.0)`])];
            if (shape === '2D' || shape === '3D' || shape === '2DArray') implicit.push(`textureOffset(t, ${at}, ${ints(plane, [1, -1, 1])})`);
            if (shape === '2D') implicit.push(`textureProj(t, vec3(${at}, 2.0))`, `textureProj(t, vec4(${at}, 1.0, 2.0))`);
            add(`texture-implicit-${prefix}${shape}`, 'frag', `#version 450\nlayout(location = 0) out ${result} c;\n${globals}\nlayout(set = 0, binding = 1) uniform In { vec4 f[8]; };
float F(int k) { return f[k].x; }\nvoid main() {\n  c = ${result}(0);\n${implicit.map((x) => `  c += ${x};`).join('\n')}\n}\n`, prefix ? refused : undefined);
        }
    const shadows = { '2D': ['vec3', 'vec2'], Cube: ['vec4', 'vec3'], '2DArray': ['vec4', 'vec3'], CubeArray: ['vec4', 'vec4'] };
    for (const [shape, [type]] of Object.entries(shadows)) {
        const at = shape === 'CubeArray' ? value(type, 0) : value(type, 0).replace(/F\(\d\)\)$/, '0.4)'), cube = shape === 'CubeArray', globals = `layout(set = 0, binding = 2) uniform sampler${shape}Shadow t;`;
        const lines = shape === '2D' ? [`textureLod(t, ${at}, 0.0)`, `textureLodOffset(t, ${at}, 0.0, ivec2(1, -1))`, `textureProjLod(t, vec4(${at}, 1.0), 0.0)`] : [];
        const gather = cube || shape === 'Cube' ? `textureGather(t, ${shape === 'Cube' ? 'vec3(F(0), F(1), F(2))' : at}, 0.4)` : `textureGather(t, ${value(shape === '2D' ? 'vec2' : 'vec3', 0)}, 0.4)`;
        compute(`shadow-${shape}`, [...lines.map((c) => put(c, 'float')), put(gather, 'vec4'), put('textureSize(t, 0).x', 'int')].join('\n'), { globals });
        add(`shadow-implicit-${shape}`, 'frag', `#version 450\nlayout(location = 0) out vec4 c;\n${globals}\nlayout(set = 0, binding = 1) uniform In { vec4 f[8]; };
float F(int k) { return f[k].x; }\nvoid main() {\n  c = vec4(${cube ? `texture(t, ${at}, 0.4)` : `texture(t, ${at})`});\n}\n`);
    }
    compute('texture-array', `${put('textureLod(t[1], vec2(F(0), F(1)), 0.0)', 'vec4')} ${put('textureLod(t[2], vec2(F(1), F(1)), 0.0)', 'vec4')} ${put('textureLod(sampler2D(p[1], s[0]), vec2(F(0), F(1)), 0.0)', 'vec4')} ${put('textureSize(p[0], 0)', 'ivec2')}`,
        { globals: 'layout(set = 0, binding = 2) uniform sampler2D t[3];\nlayout(set = 0, binding = 8) uniform texture2D p[2];\nlayout(set = 0, binding = 12) uniform sampler s[2];', head: '#extension GL_EXT_samplerless_texture_functions : require\n' });
    compute('texture-multisampled', `${put('texelFetch(t, ivec2(1, I(0) & 1), 2)', 'vec4')} ${put('textureSize(t)', 'ivec2')} ${put('textureSamples(t)', 'int')}`, { globals: 'layout(set = 0, binding = 2) uniform sampler2DMS t;' });
    compute('texture-parameter', `${put('get(t, vec2(F(0), F(1)))', 'vec4')} ${put('get(t2, vec2(F(1), F(1)))', 'vec4')} ${put('size(t) + size(t2)', 'ivec2')}`,
        { globals: 'layout(set = 0, binding = 2) uniform sampler2D t;\nlayout(set = 0, binding = 3) uniform sampler2D t2;\nvec4 once(sampler2D x, vec2 at) { return textureLod(x, at, 0.0); }\nvec4 get(sampler2D x, vec2 at) { return once(x, at) + texelFetch(x, ivec2(1), 0); }\nivec2 size(sampler2D x) { return textureSize(x, 0); }' });
    add('texture-lod', 'frag', `#version 450\nlayout(location = 0) in vec2 uv; layout(location = 0) out vec4 c; layout(set = 0, binding = 2) uniform sampler2D t;
void main() { c = vec4(textureQueryLod(t, uv), 0.0, 1.0); }\n`, 'WGSL has no such instruction');
    add('texture-bias', 'frag', `#version 450\nlayout(location = 0) in vec2 uv; layout(location = 0) out vec4 c; layout(set = 0, binding = 2) uniform sampler2D t; layout(set = 0, binding = 3) uniform samplerCube k; layout(set = 0, binding = 4) uniform sampler2DArray a;
void main() { c = texture(t, uv, 1.5) + textureOffset(t, uv, ivec2(1), -1.0) + texture(k, vec3(uv, 1.0), uv.x) + texture(a, vec3(uv, 1.6), 2.0) + textureProj(t, vec3(uv, 2.0), 1.0); }\n`);
    const formats = { rgba32f: '', rgba16f: '', r32f: '', rgba8: '', rgba8_snorm: '', rg32f: '', rgba32i: 'i', rgba16i: 'i', rgba8i: 'i', r32i: 'i', rg32i: 'i',
                      rgba32ui: 'u', rgba16ui: 'u', rgba8ui: 'u', r32ui: 'u', rg32ui: 'u' };
    for (const [format, prefix] of Object.entries(formats))
        for (const shape of ['1D', '2D', '3D', '2DArray']) {
            const n = TEXTURES[shape][0], size = { '1D': 1, '2D': 2, '3D': 3, '2DArray': 3 }[shape];
            const at = ints(n, ['I(0) & 3', 'I(1) & 3', shape === '2DArray' ? '0' : '2']), result = `${prefix}vec4`;
            const size_type = size === 1 ? 'int' : `ivec${size}`;
            const image = (access) => ({ globals: `layout(set = 0, binding = 2, ${format}) uniform ${access} ${prefix}image${shape} t;` });
            compute(`image-write-${format}-${shape}`, `imageStore(t, ${at}, ${value(result, 1)}); imageStore(t, ${ints(n, [0, 1, 0])}, ${value(result, 2, 1)}); ${put('imageSize(t)', size_type)}`, image('writeonly'));
            compute(`image-read-${format}-${shape}`, `${put(`imageLoad(t, ${at})`, result)} ${put(`imageLoad(t, ${ints(n, [0, 1, 0])})`, result)} ${put('imageSize(t)', size_type)}`, image('readonly'));
            if (/^r32/.test(format)) compute(`image-both-${format}-${shape}`, `${result} x = imageLoad(t, ${at}); imageStore(t, ${ints(n, [1, 1, 0])}, x + ${value(result, 0, 1)}); ${put('x', result)} ${put('imageSize(t)', size_type)}`, image('coherent'));
        }
    compute('image-function', `store(ivec2(1, 2), ${value('vec4', 0)}); ${put('size()', 'ivec2')}`,
        { globals: 'layout(set = 0, binding = 2, rgba8) uniform writeonly image2D t;\nvoid store(ivec2 at, vec4 v) { imageStore(t, at, v); }\nivec2 size() { return imageSize(t); }' });
}

// ---- stages: inputs, outputs

function stages() {
    const fragment = (name, head, body, refused) => add(`fragment-${name}`, 'frag', `#version 450\n${head}\nvoid main() {\n  ${body}\n}\n`, refused);
    const colour = 'layout(location = 0) out vec4 c;';
    fragment('coordinates', colour, 'c = gl_FragCoord * vec4(0.125, 0.25, 1.0, 1.0);');
    fragment('sides', colour, 'c = gl_FrontFacing ? vec4(1.0, 0.5, 0.0, 1.0) : vec4(0.0);');
    fragment('sample', colour, 'c = vec4(float(gl_SampleID), gl_FragCoord.xy, 1.0);');
    fragment('mask-in', colour, 'c = vec4(float(gl_SampleMaskIn[0]));');
    fragment('mask-out', colour, 'gl_SampleMask[0] = int(gl_FragCoord.x) & 1; c = vec4(1.0);');
    fragment('mask-both', colour, 'gl_SampleMask[0] = gl_SampleMaskIn[0] & (int(gl_FragCoord.y) & 1); c = vec4(1.0);');
    for (const how of ['depth_any', 'depth_greater', 'depth_less', 'depth_unchanged'])
        fragment(`depth-${how}`, `${colour} layout(${how}) out float gl_FragDepth;`, 'gl_FragDepth = gl_FragCoord.z * 0.5 + 0.25; c = vec4(gl_FragCoord.x);');
    fragment('early', `layout(early_fragment_tests) in; ${colour}`, 'c = vec4(1.0);');
    fragment('discard', `${colour} layout(set = 0, binding = 0) buffer B { uint n; };`, 'if (int(gl_FragCoord.x) == 2) discard; atomicAdd(n, 1u); c = vec4(gl_FragCoord.y);');
    fragment('discard-deep', `${colour} layout(set = 0, binding = 0) buffer B { uint n; };
int f(int x) { for (int i = 0; i < 4; i++) { if (i == x) { if (x == 2) discard; return i * 2; } } return 9; }`, 'int a = f(int(gl_FragCoord.x)) + f(int(gl_FragCoord.y) + 1); atomicAdd(n, uint(a)); c = vec4(float(a));');
    fragment('derivatives', colour, 'vec2 p = gl_FragCoord.xy * 3.0 - gl_FragCoord.yx; c = vec4(dFdx(p.x), dFdyFine(p.y), fwidthCoarse(p.x), fwidth(p).y) + dFdxFine(p.y) + dFdyCoarse(p.x);');
    fragment('derivatives-branch', colour, 'float p = gl_FragCoord.x * 3.0; c = vec4(0.0); if (gl_FragCoord.y < 2.0) c.x = dFdx(p); else c.y = dFdy(gl_FragCoord.y);');
    fragment('helper', colour, 'c = vec4(gl_HelperInvocation ? 1.0 : 0.5);', 'a built-in input that WGSL does not have');
    fragment('kinds', 'layout(location = 0) out ivec2 a; layout(location = 1) out uvec3 b;', 'a = ivec2(gl_FragCoord.xy) - 2; b = uvec3(gl_FragCoord.xyx);');
    fragment('one', 'layout(location = 0) out float a; layout(location = 1) out vec2 b;', 'a = gl_FragCoord.x; b = gl_FragCoord.yx;');
    fragment('array-out', 'layout(location = 0) out vec4 a[2];', 'a[0] = gl_FragCoord; a[1] = gl_FragCoord.yxzw; a[int(gl_FragCoord.x) & 1].x = 9.0;');
    fragment('components', 'layout(location = 0, component = 0) out vec2 a; layout(location = 0, component = 2) out vec2 b; layout(location = 1) in float i; layout(location = 2, component = 1) in vec2 j; layout(location = 2, component = 3) in float k;', 'a = gl_FragCoord.xy; b = vec2(i, j.y + k);');
    fragment('read-output', colour, 'c = vec4(gl_FragCoord.x); c.y += c.x; for (int i = 0; i < 3; i++) c.z += c.y; if (c.x > 2.0) return; c *= 2.0;');
    fragment('unwritten', 'layout(location = 0) out vec4 c; layout(location = 1) out vec4 d;', 'if (gl_FragCoord.x < 99.0) { c = vec4(1.0); d = vec4(2.0); }');
    fragment('inputs', `${colour} struct S { vec2 a; float b; }; layout(location = 0) in vec3 a; layout(location = 1) flat in int b; layout(location = 2) flat in uvec2 d; layout(location = 3) noperspective in float e; layout(location = 4) centroid in vec2 f; layout(location = 5) sample in float g;
layout(location = 6) in vec2 h[2]; layout(location = 8) in mat2 m; layout(location = 10) in S s; layout(location = 12) in Bl { vec3 x; flat int y; } bl;`,
    'c = vec4(a, float(b)) + vec4(float(d.y), e, f) + vec4(g, h[1], m[1].x) + vec4(h[int(e)], s.b, s.a.x) + vec4(bl.x, float(bl.y)) + 1.0;');
    fragment('primitive', colour, 'c = vec4(float(gl_PrimitiveID));', 'a built-in input that WGSL does not have');
    fragment('layer', `#extension GL_ARB_shader_viewport_layer_array : enable\n${colour}`, 'c = vec4(float(gl_Layer + gl_ViewportIndex));', 'a built-in input that WGSL does not have');
    fragment('point', colour, 'c = vec4(gl_PointCoord, 0.0, 1.0);', 'a built-in input that WGSL does not have');
    fragment('position', colour, 'c = vec4(gl_SamplePosition, 0.0, 1.0);', 'a built-in input that WGSL does not have');
    fragment('interpolate', `${colour} layout(location = 0) in vec2 uv;`, 'c = vec4(interpolateAtCentroid(uv), interpolateAtOffset(uv, vec2(0.25)));', 'a function of GLSL.std.450 that WGSL does not have');
    fragment('subpass', `${colour} layout(input_attachment_index = 0, set = 0, binding = 1) uniform subpassInput s;`, 'c = subpassLoad(s);', 'WGSL has no such kind of texture');
    fragment('dual', 'layout(location = 0, index = 0) out vec4 c; layout(location = 0, index = 1) out vec4 d;', 'c = gl_FragCoord * 0.25; d = vec4(gl_FragCoord.yx * 0.125, 0.5, 0.75);');
    fragment('demote', `#extension GL_EXT_demote_to_helper_invocation : require\n${colour} layout(set = 0, binding = 0) buffer B { uint n; };`, 'if (gl_FragCoord.x < 2.0) demote; float d = dFdx(gl_FragCoord.x); atomicAdd(n, 1u); c = vec4(d);');

    const vertex = (name, head, body, refused) => add(`vertex-${name}`, 'vert', `#version 450\n${head}\nvoid main() {\n  ${body}\n}\n`, refused);
    const position = 'gl_Position = vec4(float(gl_VertexIndex & 1), float(gl_VertexIndex >> 1), 0.5, 1.0);';
    vertex('indices', 'layout(location = 0) flat out int i; layout(location = 1) out float f;', `${position} i = gl_InstanceIndex; f = float(gl_VertexIndex);`);
    vertex('point', '', `${position} gl_PointSize = 1.0;`);
    vertex('point-2', '', `${position} gl_PointSize = 2.0;`, 'points have the size 1');
    vertex('clip', 'out float gl_ClipDistance[2];', `${position} gl_ClipDistance[0] = gl_Position.x; gl_ClipDistance[1] = 1.0 - gl_Position.y;`);
    vertex('cull', 'out float gl_CullDistance[1];', `${position} gl_CullDistance[0] = gl_Position.x;`, 'distances for culling');
    vertex('inputs', 'layout(location = 0) in vec3 a; layout(location = 1) in ivec2 b; layout(location = 2) in uint d; layout(location = 3) in mat3 m; layout(location = 6) in vec2 x[2]; layout(location = 0) out vec4 o; layout(location = 1) flat out ivec3 p; layout(location = 2) out vec3 q[2]; layout(location = 4) out mat2 r; layout(location = 6) out Bl { vec2 s; flat uint t; } bl;',
        `${position} o = vec4(a, x[1].y); p = ivec3(b, d); q[0] = m * a; q[1] = m[2]; r = mat2(m); bl.s = x[0]; bl.t = d;`);
    vertex('invariant', 'invariant gl_Position; layout(location = 0) out Bl { invariant vec4 a; } bl;', `${position} bl.a = gl_Position.wzyx; gl_Position.y *= 0.5;`);
    vertex('base', '#extension GL_ARB_shader_draw_parameters : require', 'gl_Position = vec4(float(gl_BaseVertexARB + gl_BaseInstanceARB + gl_DrawIDARB));', 'a built-in input that WGSL does not have');
    vertex('buffer', 'layout(std430, set = 0, binding = 0) readonly buffer B { vec4 p[]; }; layout(set = 0, binding = 1) uniform sampler2D t; layout(set = 0, binding = 2) uniform U { layout(row_major) mat4 m; };', 'gl_Position = m * p[gl_VertexIndex] + textureLod(t, vec2(0.5), 0.0);');

    compute('builtins', `${['gl_WorkGroupID', 'gl_LocalInvocationID', 'gl_GlobalInvocationID', 'gl_NumWorkGroups', 'gl_WorkGroupSize'].map((b) => put(b, 'uvec3')).join(' ')} put(gl_LocalInvocationIndex); get();`,
        { size: 4, globals: `void get() { ${put('gl_GlobalInvocationID.x + gl_WorkGroupSize.y', 'uint')} }` });
    add('spec-workgroup', 'comp', `#version 450\nlayout(local_size_x_id = 0, local_size_y_id = 1, local_size_z = 2) in;\nlayout(constant_id = 3) const int k = 5;\nlayout(std430, set = 0, binding = 0) buffer Out { uint o[]; };\nshared uint s[gl_WorkGroupSize.x + 4];
void main() { s[gl_LocalInvocationIndex] = 3u; o[gl_LocalInvocationIndex] = gl_WorkGroupSize.x * 100u + gl_WorkGroupSize.y * 10u + gl_WorkGroupSize.z + s[gl_LocalInvocationIndex] + uint(k); }\n`);
    compute('spec-constants', `float a[k + 1]; a[I(0) & 1] = f1; ${put('a[I(0) & 1]', 'float')} ${put('k2', 'int')} ${put('k3', 'bool')} ${put('u1', 'uint')} ${put('v', 'ivec3')} ${put('k4', 'int')} ${put('u2', 'uint')} ${put('b1 ? f1 : 2.0 * f1', 'float')} 
switch (k) { case 5: put(1u); break; default: put(2u); } for (int i = 0; i < k; i++) put(uint(i)); if (b1) put(7u); ${put('vec2(f1, k)', 'vec2')} ${put('-f1', 'float')} ${put('u3', 'uint')} ${put('k5', 'int')}`,
        { globals: `layout(constant_id = 0) const int k = 5; layout(constant_id = 1) const uint u = 7u; layout(constant_id = 2) const float f1 = 1.5; layout(constant_id = 3) const bool b1 = true;
const int k2 = k * 3 - (k / 2) % 4; const bool k3 = k > 3 && !b1; const uint u1 = (u << 2) ^ 3u; const ivec3 v = ivec3(k, k2, 4); const int k4 = b1 ? k : -k; const uint u2 = ~u & 0xffu; 
const uint u3 = u / 2u + u % 3u + (u >> 1); const int k5 = v.y + v[2];` });
}

// ---- pictures of two modules: all.sh draws what is named picture-*, 6 vertices, also by the CPU

function pictures() {
    const picture = (name, vertex, body, fragment, colour) => {
        add(`picture-${name}`, 'vert', `#version 450\n${vertex}
void main() {
  vec2 p = vec2[6](vec2(-0.9, -0.8), vec2(0.8, -0.9), vec2(0.0, 0.9), vec2(-0.5, 0.7), vec2(0.7, -0.3), vec2(0.9, 0.8))[gl_VertexIndex];
  float w = gl_VertexIndex == 1 ? 2.0 : 1.0; gl_Position = vec4(p * w, (gl_VertexIndex < 3 ? 0.25 : 0.5) * w, w);
  ${body}\n}\n`);
        add(`picture-${name}-fragment`, 'frag', `#version 450\n${fragment}\nlayout(location = 0) out vec4 c;\nvoid main() {\n  ${colour}\n}\n`);
    };
    const plain = 'c = vec4(1.0, 0.5, 0.25, 1.0);', i = 'float(gl_VertexIndex)';
    picture('clip-1', 'out float gl_ClipDistance[1];', 'gl_ClipDistance[0] = p.x + 0.3 * p.y;', '', plain);
    picture('clip-2', 'out float gl_ClipDistance[2];', 'gl_ClipDistance[0] = p.x + 0.5; gl_ClipDistance[1] = 0.4 - p.y;', '', plain);
    picture('clip-8', 'out float gl_ClipDistance[8];', 'for (int k = 0; k < 8; k++) gl_ClipDistance[k] = cos(float(k)) * p.x + sin(float(k)) * p.y + 0.5;', '', plain);
    picture('clip-block', 'out gl_PerVertex { vec4 gl_Position; float gl_PointSize; float gl_ClipDistance[3]; };', 'gl_ClipDistance[0] = gl_Position.x; gl_ClipDistance[1] = 1.0; gl_ClipDistance[gl_VertexIndex / 99 + 2] = gl_ClipDistance[0] + 0.2; gl_PointSize = 1.0;', '', plain);
    picture('clip-varying', 'out float gl_ClipDistance[1]; layout(location = 0) out vec3 a;', 'gl_ClipDistance[0] = 0.5 - p.x; a = vec3(p, w);', 'layout(location = 0) in vec3 a;', 'c = vec4(a * 0.3 + 0.5, 1.0);');
    picture('perspective', 'layout(location = 0) out vec2 a; layout(location = 1) noperspective out vec2 b; layout(location = 2) flat out ivec2 d; layout(location = 3) centroid out float e;',
        `a = p; b = p; d = ivec2(gl_VertexIndex * 7, 3); e = ${i} * 0.1;`,
        'layout(location = 0) in vec2 a; layout(location = 1) noperspective in vec2 b; layout(location = 2) flat in ivec2 d; layout(location = 3) centroid in float e;', 'c = vec4(a.x * 0.5 + 0.5, b.x * 0.5 + 0.5, float(d.x + d.y) * 0.04, 0.5 + e);');
    picture('arrays', 'struct S { vec2 a; float b; }; layout(location = 0) out vec2 a[2]; layout(location = 2) out mat3x2 m; layout(location = 5) out S s; layout(location = 7) out Bl { vec3 x; flat uint y; vec2 z[2]; } bl;',
        `a[0] = p; a[1] = p.yx; m = mat3x2(p, p * 0.5, p * 0.25); s = S(p, ${i}); bl.x = vec3(p, 1.0); bl.y = uint(gl_VertexIndex); bl.z[gl_VertexIndex & 1] = p; bl.z[1 - (gl_VertexIndex & 1)] = -p;`,
        'struct S { vec2 a; float b; }; layout(location = 0) in vec2 a[2]; layout(location = 2) in mat3x2 m; layout(location = 5) in S s; layout(location = 7) in Bl { vec3 x; flat uint y; vec2 z[2]; } bl;',
        'c = vec4(a[1].y * 0.4 + m[1].y * 0.2 + 0.5, m[int(s.b) / 9 + 2].x + s.a.y * 0.2 + 0.5, bl.x.y * 0.3 + float(bl.y) * 0.1 + 0.3, bl.z[0].x * 0.25 + 0.5);');
    picture('components', 'layout(location = 0, component = 0) out float a; layout(location = 0, component = 1) out vec2 b; layout(location = 0, component = 3) out float d;', 'a = p.x; b = p.yx; d = p.y;',
        'layout(location = 0, component = 0) in float a; layout(location = 0, component = 1) in vec2 b; layout(location = 0, component = 3) in float d;', 'c = vec4(a * 0.5 + 0.5, b * 0.4 + 0.5, d * 0.3 + 0.6);');
    picture('depth', '', '', '', 'gl_FragDepth = gl_FragCoord.x < 40.0 ? gl_FragCoord.z : 0.9; c = vec4(gl_FragCoord.z, gl_FragCoord.w * 0.5, gl_FrontFacing ? 1.0 : 0.0, 1.0);');
    picture('discard', 'layout(location = 0) out vec2 a;', 'a = p;', 'layout(location = 0) in vec2 a; bool hole(vec2 x) { for (int k = 0; k < 3; k++) { if (dot(x, x) < 0.1) discard; x = x * 2.0 - 0.7; } return x.x > 0.0; }', 'c = hole(a) ? vec4(1.0, 0.0, 0.0, 1.0) : vec4(0.0, 1.0, 0.5, 1.0);');
    picture('coordinates', '', '', '', 'c = vec4(fract(gl_FragCoord.xy * 0.1), gl_FragCoord.z, 1.0);');
    picture('unread', 'layout(location = 0) out vec2 a; layout(location = 3) out vec4 b;', 'a = p; b = vec4(p, p);', 'layout(location = 3) in vec4 b;', 'c = b * 0.4 + 0.5;');
}

// The picture of fragment-dual, blended with a colour that was there.
function dual_job(end) {
    const there = [0.25, 0.5, 0.75, 1], pixels = new Float32Array(64);
    for (let y = 0; y < 4; y++)
        for (let x = 0; x < 4; x++) {
            const at = [x + 0.5, y + 0.5, 0, 1], by = [at[1] * 0.125, at[0] * 0.125, 0.5, 0.75];
            for (let c = 0; c < 4; c++) pixels[(4 * y + x) * 4 + c] = at[c] * 0.25 * by[c] + there[c] * (1 - by[c]);
        }
    return { name: `dual${end}`, fragment: { spv: `apart/fragment-dual${end}.spv`, entry: 'main' }, size: [4, 4],
             targets: [{ format: 'rgba32f', blend: 'source1', clear: there, expect: { base64: Buffer.from(pixels.buffer).toString('base64') } }] };
}

// ---- numbers of 16 bits

function halves() {
    const head = '#extension GL_EXT_shader_explicit_arithmetic_types_float16 : require\n#extension GL_EXT_shader_16bit_storage : require\n';
    const types = { float: ['float16_t', 'F'], vec2: ['f16vec2', 'F2'], vec3: ['f16vec3', 'F3'], vec4: ['f16vec4', 'F4'] };
    const half = (type, k) => `${types[type][0]}(${value(type, k)})`;
    for (const [type, [name]] of Object.entries(types)) {
        const out = (e) => put(`${type}(${e})`, type), a = half(type, 0), b = half(type, 1), c = half(type, 2), one = `${name}(1.0hf)`;
        compute(`half-${type}`, `${name} v = ${a}; v += ${b}; v *= 2.0hf;${type === 'float' ? '' : ' v[I(0) & 1] = -v[0];'}
${['v', `${a} + ${b}`, `${a} * ${b} - ${c}`, `${a} / (${b} * ${b} + ${one})`, `-${a}`].map(out).join('\n')}
${['abs', 'sign', 'floor', 'ceil', 'trunc', 'fract', 'roundEven', 'exp2', 'sin', 'normalize'].map((f) => out(`${f}(${a})`)).join('\n')}
${['min', 'max', 'step', 'mod', 'reflect'].map((f) => out(`${f}(${a}, ${b})`)).join('\n')}
${['mix', 'clamp', 'fma', 'smoothstep', 'faceforward'].map((f) => out(f === 'clamp' ? `clamp(${a}, -${one}, ${one})` : f === 'smoothstep' ? `smoothstep(-${one}, ${one}, ${c})` : `${f}(${a}, ${b}, ${c})`)).join('\n')}
${put(`float(dot(${a}, ${b}))`, 'float')} ${put(`float(length(${a}))`, 'float')} ${put(`${a} == ${b}`, 'bool')} ${put(type === 'float' ? `${a} < ${b}` : `any(lessThan(${a}, ${b}))`, 'bool')}
${put(`${type === 'float' ? 'int' : like('i', type)}(${a})`, like('i', type))} ${out(`${name}(${value(like('i', type), 1)})`)} ${out(`${name}(2.5hf)`)}`, { head, room: 256 });
        compute(`half-memory-${type}`, `b.a = ${a}; b.x[1] = b.y[I(0) & 1] + b.a; s[I(0) & 1] = b.x[1]; s[1 - (I(0) & 1)] = ${b}; ${out('s[0]')} ${out('s[1]')} ${out('b.x[1]')} b.z = float(b.a${type === 'float' ? '' : '.x'}) * 2.0; ${put('b.z', 'float')}`,
            { head, globals: `shared ${name} s[2]; layout(std430, set = 0, binding = 2) buffer Bl { ${name} a; ${name} x[3]; ${name} y[2]; float z; } b;` });
    }
    for (const t of ['f16mat2', 'f16mat3x2', 'f16mat4']) {
        const [c, r] = { f16mat2: [2, 2], f16mat3x2: [3, 2], f16mat4: [4, 4] }[t];
        compute(`half-${t}`, `${t} m = ${t}(${Array.from({ length: c * r }, (_, i) => `float16_t(F(${i}))`).join(', ')}); b.m = m * 2.0hf; b.n[1] = m;
${put(`vec${r}(m * f16vec${c}(${value(`vec${c}`, 1)}))`, `vec${r}`)} ${put(`vec${r}(b.m[I(0) & 1])`, `vec${r}`)} ${put(`vec${c}(transpose(b.n[1])[1])`, `vec${c}`)} ${put('float(b.n[1][I(0) & 1][1])', 'float')}`,
            { head, globals: `layout(std430, set = 0, binding = 2) buffer Bl { ${t} m; layout(row_major) ${t} n[2]; } b;` });
    }
    compute('half-packing', `${put('packFloat2x16(f16vec2(F(0), F(1)))', 'uint')} ${put('vec2(unpackFloat2x16(U(5) + 0x3c003c00u))', 'vec2')}`, { head });
}

// ---- subgroups: one workgroup is one of four invocations

function subgroups() {
    const head = ['basic', 'vote', 'ballot', 'arithmetic', 'shuffle', 'shuffle_relative', 'quad', 'clustered']
        .map((x) => `#extension GL_KHR_shader_subgroup_${x} : require\n`).join('');
    const globals = `float LF() { return F(int(gl_LocalInvocationIndex) + 1); } int LI() { return I(int(gl_LocalInvocationIndex) + 3) + 1; } uint LU() { return U(int(gl_LocalInvocationIndex) + 3) + 1u; }
vec3 LV() { return vec3(LF(), LF() + 2.0, float(LI())); } ivec2 LW() { return ivec2(LI(), -LI()); } bool LB() { return (gl_LocalInvocationIndex & 2u) != 0u; } uvec4 LX() { return uvec4(LU(), LU() * 3u, 5u, gl_LocalInvocationIndex); }`;
    const group = (name, body, refused) => compute(`subgroup-${name}`, body, { head, globals, size: 4, room: 128, refused });
    const kinds = { float: 'LF()', int: 'LI()', uint: 'LU()', vec3: 'LV()', ivec2: 'LW()', uvec4: 'LX()' };
    for (const [type, x] of Object.entries(kinds)) {
        const whole = scalar_of(type) !== 'float', id = 'gl_LocalInvocationIndex';
        group(`reduce-${type}`, ['Add', 'Mul', 'Min', 'Max', ...(whole ? ['And', 'Or', 'Xor'] : [])].map((op) => put(`subgroup${op}(${x})`, type)).join('\n'));
        group(`scan-${type}`, ['InclusiveAdd', 'InclusiveMul', 'ExclusiveAdd', 'ExclusiveMul'].map((op) => put(`subgroup${op}(${x})`, type)).join('\n'));
        group(`exchange-${type}`, [`Broadcast(${x}, 2)`, `BroadcastFirst(${x})`, `Shuffle(${x}, (${id} + 1u) & 3u)`, `Shuffle(${x}, 3u - ${id})`, `ShuffleXor(${x}, 1u)`, `ShuffleXor(${x}, 3u)`,
            `QuadSwapHorizontal(${x})`, `QuadSwapVertical(${x})`, `QuadSwapDiagonal(${x})`].map((call) => put(`subgroup${call}`, type)).join('\n')
            + `\n{ ${type} u_ = subgroupShuffleUp(${x}, 1u); if (${id} > 0u) ${put('u_', type)} else put(0u); }\n{ ${type} d_ = subgroupShuffleDown(${x}, 2u); if (${id} < 2u) ${put('d_', type)} }`);
        group(`quad-broadcast-${type}`, put(`subgroupQuadBroadcast(${x}, 2)`, type) + put(`subgroupQuadBroadcast(${x}, 3u)`, type));
        group(`scan-min-${type}`, put(`subgroupInclusiveMin(${x})`, type), 'WGSL has no such scan, and no clusters');
        group(`clustered-${type}`, put(`subgroupClusteredAdd(${x}, 2)`, type), 'WGSL has no such scan, and no clusters');
        group(`equal-${type}`, put(`subgroupAllEqual(${x})`, 'bool') + put(`subgroupAllEqual(subgroupBroadcastFirst(${x}))`, 'bool'));
    }
    group('vote', ['All(LB())', 'Any(LB())', 'All(LI() > -99)', 'Any(LI() < -99)', 'AllEqual(LB())', 'AllEqual(LI() > -99)', 'Elect()'].map((call) => put(`subgroup${call}`, 'bool')).join('\n'));
    group('ballot', `uvec4 b = subgroupBallot(LB()); put(b.x & 15u); ${put('b.yzw', 'uvec3')} ${put('subgroupBallot(true).x', 'uint')}`);
    group('ballot-inverse', put('subgroupInverseBallot(subgroupBallot(LB()))', 'bool'), 'WGSL has no such instruction');
    group('ballot-extract', put('subgroupBallotBitExtract(subgroupBallot(LB()), 2u)', 'bool'), 'WGSL has no such instruction');
    group('ballot-count', `${put('subgroupBallotBitCount(subgroupBallot(LB()))', 'uint')} ${put('subgroupBallotInclusiveBitCount(subgroupBallot(LB()))', 'uint')} ${put('subgroupBallotExclusiveBitCount(subgroupBallot(LB()))', 'uint')}`, 'WGSL has no such instruction');
    group('ballot-find', `${put('subgroupBallotFindLSB(subgroupBallot(LB()))', 'uint')} ${put('subgroupBallotFindMSB(subgroupBallot(LB()))', 'uint')}`, 'WGSL has no such instruction');
    const bools = { bool: ['LB()', 'LI() > 2', 'true'], bvec2: ['bvec2(LB(), LI() > 2)', 'bvec2(false, LB())'],
        bvec3: ['bvec3(LB(), LI() > 2, !LB())'], bvec4: ['bvec4(LB(), LI() > 2, gl_LocalInvocationIndex == 3u, true)'] };
    for (const [type, values] of Object.entries(bools)) {
        const each = (calls, to = type) => values.map((x) => calls.map((call) => put(`subgroup${call.replace('(X', `(${x}`)}`, to)).join('\n')).join('\n');
        group(`logical-${type}`, each(['And(X)', 'Or(X)', 'Xor(X)']));
        group(`exchange-${type}`, each(['Broadcast(X, 3)', 'BroadcastFirst(X)', 'Shuffle(X, 1u)', 'Shuffle(X, 3u - gl_LocalInvocationIndex)', 'ShuffleXor(X, 2u)',
            'QuadSwapHorizontal(X)', 'QuadSwapVertical(X)', 'QuadSwapDiagonal(X)', 'QuadBroadcast(X, 2u)']));
        group(`equal-${type}`, each(['AllEqual(X)', 'AllEqual(subgroupBroadcastFirst(X))'], 'bool'));
        group(`scan-${type}`, each(['InclusiveAnd(X)']), 'WGSL has no such scan, and no clusters');
    }
    group('builtins', 'put(gl_SubgroupInvocationID); put(gl_SubgroupID); put(gl_NumSubgroups); put(gl_SubgroupSize >= 4u ? 1u : 0u);', 'a built-in input that WGSL does not have');
    group('invocation', 'put(gl_SubgroupInvocationID); put(gl_SubgroupSize >= 4u ? 1u : 0u);');
    group('masks', 'put(gl_SubgroupEqMask.x & 15u); put(gl_SubgroupLtMask.x & 15u); put(gl_SubgroupGeMask.x & 15u);', 'a built-in input that WGSL does not have');
    group('barrier', 'subgroupBarrier(); put(1u); subgroupMemoryBarrier(); put(2u);', 'a barrier of another scope than workgroups');
    group('branch', `if (LB()) { ${put('subgroupAdd(LI())', 'int')} ${put('subgroupBroadcastFirst(LI())', 'int')} ${put('subgroupElect()', 'bool')} } else { ${put('subgroupMax(LU())', 'uint')} put(subgroupBallot(true).x & 15u); } put(subgroupAdd(1u));`);
    group('loop', `uint s = 0u; for (uint i = 0u; i < gl_LocalInvocationIndex; i++) { s += subgroupAdd(i + 1u); if (subgroupAll(i == 1u)) s += 100u; } put(s); while (true) { int v = subgroupBroadcastFirst(LI()); if (v == LI()) { put(uint(v)); put(subgroupAdd(1u)); break; } }`);
    group('function', 'put(total(LU())); put(LB() ? total(3u) : total(4u)); put(total(total(LU())));');
    const last = shaders[shaders.length - 1];
    last.text = last.text.replace('\nvoid main', '\nuint total(uint x) { return subgroupAdd(x) + subgroupExclusiveAdd(1u); }\nvoid main');
    add('subgroup-fragment', 'frag', `#version 450\n${head}layout(location = 0) out vec4 c;\nvoid main() { c = vec4(subgroupAdd(1.0) > 0.0, float(gl_SubgroupInvocationID) >= 0.0, subgroupQuadSwapHorizontal(gl_FragCoord.x), subgroupAny(gl_FragCoord.x > 99.0)); }\n`);
    add('subgroup-vertex', 'vert', `#version 450\n${head}void main() { gl_Position = vec4(subgroupAdd(1.0)); }\n`, 'WGSL has no subgroups in vertex stages');
}

// ---- what people write, several things at once

function programs() {
    compute('program-loops', 'for (int i = 0; i < 9; i++) put(uint(nested(i, I(i)))); put(uint(collatz(U(2) + 7u))); put(uint(search(3))); put(uint(search(99)));', { globals: `
int nested(int x, int y) { int r = y; for (int i = 0; i < 7; i++) { switch (x & 3) { case 0: switch (i) { case 1: continue; case 2: r += 3; break; default: r++; } break;
    case 1: if (i == 3) return r; r += i; case 2: r ^= i; continue; default: r -= 2; } x += r & 1; } return r; }
int collatz(uint n) { int steps = 0; while (n != 1u) { if ((n & 1u) == 0u) { n >>= 1; steps++; continue; } n = 3u * n + 1u; if (++steps > 50) break; } return steps; }
int search(int wanted) { for (int i = 0; i < 5; i++) for (int j = 0; j < 5; j++) { if (i * j == wanted) return i * 10 + j; if (j > i) break; } do { wanted -= 7; if (wanted % 2 == 0) continue; wanted--; } while (wanted > 0); return wanted; }` });
    compute('program-pointers', `vec4 a[3] = vec4[](vec4(F(0)), vec4(F(1), F(2), F(3), F(4)), vec4(F(5))); mat3 m = mat3(F(0), F(1), F(2), F(3), F(4), F(5), F(6), F(7), 1.0); S s = S(a[1].xy, vec3[2](vec3(1.0), m[1]), 3);
swap(a[I(0) & 1], a[2]); swap(m, I(2) % 3); twice(s); twice(s, 1); s.v[I(1) & 1] += pick(a, I(3) & 1).xyz; ${[0, 1, 2].map((k) => put(`a[${k}]`, 'vec4')).join(' ')} ${put_matrix('m', 3, 3)} ${put('s.p', 'vec2')} ${put('s.v[0]', 'vec3')} ${put('s.v[1]', 'vec3')} put(uint(s.n)); put(uint(total)); ${put('seed', 'vec2')}`, { room: 64, globals: `
struct S { vec2 p; vec3 v[2]; int n; }; int total = 4; vec2 seed = vec2(2.0, total);
void swap(inout vec4 a, inout vec4 b) { vec4 t = a; a = b; b = t.wzyx; total++; } void swap(inout mat3 m, int k) { vec3 t = m[k]; m[k] = m[0]; m[0] = t; m[1][k] += 1.0; }
void twice(inout S s) { s.n *= 2; s.p = s.p.yx + seed; } void twice(inout S s, in int k) { twice(s); s.v[k].zy = s.p; seed += 1.0; }
vec4 pick(vec4 a[3], int k) { a[1].xz = a[k].yw; return a[1]; }` });
    compute('program-names', 'fn workgroup = fn(F(0), I(1), U(2)); float global = enable(ptr.a, workgroup); loop.struct_[0] = workgroup; put(uint(workgroup.array)); put(workgroup.var); put(floatBitsToUint(arrayLength(global) + ptr.vec3f.y + ptr.a_.z)); put(floatBitsToUint(loop.struct_[0].let)); put(uint(i32(3, 4))); put(uint(a_very_long_name_of_a_function_that_nobody_would_want_to_write_more_than_once_but_that_a_tool_has_made_all_the_same(5)));', { globals: `
struct fn { float let; int array; uint var; };
layout(std430, binding = 2) buffer override { fn struct_[]; } loop;
layout(std140, binding = 3) uniform u32 { float f32; vec3 vec3f; float a; vec3 a_; } ptr;
float enable(float requires, inout fn diagnostic) { diagnostic.let += requires; return diagnostic.let; } int i32(int Self, int self) { return Self - self * 2; }
float arrayLength(float select) { return select + 1.0; } int a_very_long_name_of_a_function_that_nobody_would_want_to_write_more_than_once_but_that_a_tool_has_made_all_the_same(int a_1) { int a = a_1 + 1; { int a = a * 2; a_1 += a; } return a + a_1; }` });
    compute('program-numbers', `uint s = U(1) + 77u; for (int i = 0; i < 5; i++) put(rng(s) % 1000u); ivec4 q = ivec4(I(0), I(1) + 3, -3, 4); q.zx <<= 3; q.y = q.y % max(q.x, 1); put(uint(q.x + q.y * 7 + q.z));
put(bitfieldExtract(s, I(1) & 7, 9)); put(bitfieldInsert(s, 5u, 3, I(2) & 7)); uint c; put(uaddCarry(s, 0xFFFFFF00u, c)); put(c); int hi, lo; imulExtended(int(s), -5, hi, lo); put(uint(hi ^ lo)); put(deep(U(0)));
bvec4 bb = lessThan(vec4(F(0), F(1), F(2), F(3)), vec4(F(4))); put(any(bb) ? 1u : 0u); ${put('mix(vec4(F(1)), vec4(F(2)), bb)', 'vec4')} ${put('not(bb)', 'bvec4')} put(uint(bb == not(not(bb))));`, { globals: `
uint rng(inout uint s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
uint deep(uint x) { return ${'('.repeat(60)}x${Array.from({ length: 60 }, (_, k) => ['+ 1u)', '* 3u)', '^ 7u)', '- 2u)', '| 4u)', '& ~8u)'][k % 6]).join(' ')}; }` });
    compute('program-layout', `rm[1][1] = vec3(F(0), 2, F(3)); parts[1].m[1][2].y = F(4) + float(LEN); cm = mat4x3(rm[1][1], rm[1][0], vec3(F(1)), vec3(1)); mat2x3 t = rm[1]; t[1].zx += 4.0; rm[2] = t; rm[0][I(2) & 1][2] = F(5); parts[0] = parts[1]; parts[0].b[1].x = cm[0].y; count = uint(cm.length() + parts.length()) + uint(parts[I(1) & 1].b.length());
cache[I(1) & 3] = cm[I(2) & 3].zyx; put(floatBitsToUint(cache[I(1) & 3].x)); ${put('rm[2] * vec2(F(1), 2.0)', 'vec3')} ${put('vec3(1, F(2), 3) * rm[1]', 'vec2')} ${put('parts[0].m[1][2]', 'vec2')}`, { globals: `
layout(constant_id = 5) const int LEN = 6; struct Part { mat3x2 m[2]; float a; vec3 b[2]; }; shared vec3 cache[LEN];
layout(std430, row_major, binding = 2) buffer More { uint count; mat2x3 rm[3]; Part parts[2]; layout(column_major) mat4x3 cm; };` });
}

functions(); operators(); programs(); matrices(); aggregates(); flows(); atomics(); textures(); stages(); pictures(); halves(); subgroups();

async function build({ name, stage, text, refused }, folder) {
    const words = `${refused || APART.includes(name) ? 'apart/' : ''}${name}`, source = `${folder}/${name}.${stage}`;
    writeFileSync(source, text);
    const step = async (program, ...args) => {
        try {
            await run(program, args);
        } catch (error) {
            console.log(`${name}: ${program}: ${(error.stdout + error.stderr).trim().split('\n').slice(0, 3).join(' | ')}`);
            return false;
        }
        return true;
    };
    const whole = `${folder}/${words}.spv`, small = `${folder}/${words}.O.spv`;
    if (!await step('glslangValidator', '-V', '--target-env', 'vulkan1.1', source, '-o', whole) ||
        !await step('spirv-val', '--target-env', 'vulkan1.1', whole) ||
        !await step('spirv-opt', '-O', whole, '-o', small))
        return false;
    for (const end of ['', '.O'])
        appendFileSync(`${folder}/accept.jsonl`, JSON.stringify({ name: name + end, spv: `${words}${end}.spv`, refused }) + '\n');
    return true;
}

async function main([folder, ...names]) {
    if (!folder) { console.error('usage: node tests/wgsl/kinds.mjs DIR [NAME...]'); return 2; }
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(`${folder}/apart`, { recursive: true });
    const wanted = shaders.filter(({ name }) => !names.length || names.some((n) => name.includes(n)));
    let next = 0, failed = 0;
    await Promise.all(Array.from({ length: availableParallelism() }, async () => {
        while (next < wanted.length) if (!await build(wanted[next++], folder)) failed++;
    }));
    writeFileSync(`${folder}/dual.jsonl`, ['', '.O'].map((end) => JSON.stringify(dual_job(end)) + '\n').join(''));
    console.log(`${wanted.length} kinds, ${failed} not built`);
    return failed ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
