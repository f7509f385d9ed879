#!/bin/sh
# lambdav render and run with --check, on the CPU and on a Vulkan device if there is one, and
# lambdav check --instrument. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_check_test}
. tests/cli/cli_functions.sh

cat >picture.lv <<'EOF'
(define p (* 8 (- (.xy (frag-coord)) 16)))
(define q (floor (/ p 32)))
(define guarded (if (> p.x 0) (sqrt p.x) 0))
(vec4 (normalize q) (sqrt p.x) guarded)
EOF
cat >divide.lv <<'EOF'
(buffer data (array int))
(define i (.x (global-invocation-id)))
(compute (4) (store data i (/ 840 (load data i))))
EOF

cat >behind.frag <<'EOF'
#version 450
layout(location = 0) out vec4 color;
void main() {
    int n = int(gl_FragCoord.x) - 3, m = int(gl_FragCoord.y);
    int k = (n > 2 ? n : m) / n;
    color = vec4(k);
}
EOF
holds "glslang takes it" glslangValidator --quiet -V -g behind.frag -o behind.spv

devices=--cpu
"$lambdav" devices | grep -q '^0 ' && devices="--cpu --device=0"
for device in $devices; do
    # the picture is what it is without checks; what fires is reported where it is
    exits 0 render picture.lv $device --size 32x32 -o plain.png
    exits 0 render picture.lv $device --size 32x32 -o checked.png --check --check-image hit.png
    holds "the same pixels with checks" cmp plain.png checked.png
    says 'picture.lv:4:7: warning: normalize of a zero-length vector: 16 of 1024 invocations,'
    says 'first at (16, 16), operands (0 0)'
    says '(vec4 (normalize q) (sqrt p.x) guarded)'
    says 'picture.lv:4:21: warning: the square root of a negative number: 512 of 1024 invocations'
    says 'first at (0, 0), operand -124'
    holds "two places fired" test "$(grep -c warning: err)" -eq 2
    holds "the map has 512 hits" test "$(pixels hit.png | tr ' ' '\n' | grep -vc 000000ff)" -eq 528
    exits 1 render picture.lv $device --size 32x32 -o checked.png --check=error
    says 'picture.lv:4:7: error: normalize of a zero-length vector'
    exits 0 render picture.lv $device --size 32x32 -o defined.png --check --defined
    says '512 of 1024'
    # two frames count for both
    exits 0 render picture.lv $device --size 32x32 -o checked.png --check --repeat 2
    says '1024 of 2048'
    # words of another compiler
    glsl words.frag <<'EOF'
#version 450
layout(location = 0) out vec4 color;
void main() {
    int n = int(gl_FragCoord.x) - 3;
    color = vec4(float(12 / n), 0, 0, 1);
}
EOF
    exits 0 render words.spv $device --size 8x8 -o words.png --check
    says 'words.spv:0:0: warning: an integer division by zero: 8 of 64 invocations, first at (3, 0)'
    says ', operands 12, 0 (word '
    # what stands behind a branch in a statement has that statement's place
    exits 0 render behind.spv $device --size 8x8 -o words.png --check
    says 'behind.frag:5:5: warning: an integer division by zero: 8 of 64 invocations'
    says '  int k = (n > 2 ? n : m) / n;'
    # dispatches
    exits 0 run divide.lv $device --size 4 --buffer data=4*i32 --set data=3,0,7,0 --check \
        --print data
    says 'divide.lv:3:28: warning: an integer division by zero: 2 of 4 invocations'
    says 'first at (1, 0, 0), operands 840, 0'
    exits 0 run divide.lv $device --size 4 --buffer data=4*i32 --set data=3,0,7,0 --check \
        --defined --print data
    printed 280 840 120 840
    exits 1 run divide.lv $device --size 4 --buffer data=4*i32 --set data=1,1,1,0 --check=error
    exits 0 run divide.lv $device --size 4 --buffer data=4*i32 --set data=1,1,1,1 --check=error
done

# what a condition keeps from running is not run
cat >guarded.lv <<'EOF'
(define x (floor (.x (frag-coord))))
(vec4 (if (> x 0) (mod 5 x) 0) (if (> x 0) (rem 5 x) 0) (if (> x 0) (log x) 0) 1)
EOF
exits 0 render guarded.lv --cpu --size 4x4 -o checked.png --check=error

# nor what a fold gives beside what is wanted of it, or what a condition keeps from being stored
cat >last.lv <<'EOF'
(define n (int (.x (frag-coord))))
(struct pair (sum num) (last int))
(define (by-0 k) (/ (+ k n) (- k (+ n 6))))
(define all
  (fold (func (p k) (pair (+ p.sum (num (by-0 k))) (- (int p.sum) p.last)))
        (pair 0 0) (array 80i 50 20 70 30 110 40 90 6)))
(vec4 (num all.last) 0 0 1)
EOF
cat >stored.lv <<'EOF'
(define n (int (.x (frag-coord))))
(define a
  (loop ((k 0i) (a (array-of 9 (func (i) (+ i 20)))))
    (if (< k 9) (rec (+ k 1) (if (= k n) a (with-at a (bit-and (* 3 k) 7) (/ 5 (- k n))))) a)))
(vec4 (num (at a (bit-and n 7))) 0 0 1)
EOF
for program in last stored; do
    exits 0 compile $program.lv -o $program.spv
    exits 0 render $program.spv --cpu --size 4x1 -o x.png --check=error
done

# a sample in a loop, of the program or made of a fold, reads no element behind the last
cat >taps.lv <<'END'
(texture image 2d)
(define uv (/ (.xy (frag-coord)) 64))
(define taps (map (func (d) (sample image (+ uv (* 0.01 d))))
                  (array (vec2 -1 -1) (vec2 1 -1) (vec2 -1 1) (vec2 1 1))))
(fold + (vec4 0) (map (func (c) (/ c (+ 1 (dot c.rgb (vec3 0.2 0.7 0.1))))) taps))
END
cat >given.lv <<'END'
(texture image 2d)
(buffer offsets :readonly (array vec4))
(define uv (/ (.xy (frag-coord)) 64))
(loop ((i 0i) (s (vec4 0)))
  (if (< i (count offsets))
      (rec (+ i 1) (+ s (sample image (+ uv (.xy (at offsets i :unchecked))))))
      s))
END
exits 0 compile taps.lv -o taps.spv
exits 0 compile given.lv -o given.spv
exits 0 render taps.spv --cpu --size 4x4 -o x.png --check=error --texture 0,0=@checked.png
exits 0 render given.spv --cpu --size 4x4 -o x.png --check=error --texture 0,0=@checked.png \
    --buffer 0,1=64
exits 0 render given.lv --cpu --size 4x4 -o x.png --check=error --texture image=@checked.png \
    --buffer offsets=64

# what a function is given for a value that nobody wants is not computed
cat >results.lv <<'EOF'
(define (both a b) (array a (+ b 1)))
(define x (.x (frag-coord)))
(vec4 (at (both (asin (+ 9 x)) x) 1) 0 0 1)
EOF
exits 0 render results.lv --cpu --size 4x4 -o checked.png --check=error --inline=never

# modules
exits 0 check --instrument picture.lv -o checking.spv --places places.json --records-at 2,5
says 'picture.lv: 2 places are checked'
says 'set 2, binding 5'
holds "spirv-val takes it" spirv-val --target-env vulkan1.1 checking.spv
exits 0 compile divide.lv -o divide.spv
exits 2 check --instrument divide.spv -o taken.spv --records-at 0,0
says '--records-at: divide.spv has something at 0,0'
holds "nothing is written" [ ! -e taken.spv ]
holds "the table has the places" python3 -c '
import json
table = json.load(open("places.json"))
assert table["set"] == 2 and table["binding"] == 5
places = [(p["line"], p["column"], p["condition"]) for p in table["sites"]]
assert (4, 21, "the square root of a negative number") in places, places'
exits 0 check --instrument words.spv -o checking.spv
holds "spirv-val takes it" spirv-val --target-env vulkan1.1 checking.spv
# a loop that does not end
glsl endless.frag <<'EOF'
#version 450
layout(location = 0) out vec4 color;
void main() {
    float s = 0;
    while (true) {
        s += 0.5;
        if (s < 0) break;
    }
    color = vec4(s / 100, 0, 0, 1);
}
EOF
exits 0 check --instrument --safe --max-iterations 20 endless.spv -o safe.spv
says '1 loops are bounded, 0 cannot be'
holds "spirv-val takes it" spirv-val --target-env vulkan1.0 safe.spv
for device in $devices; do
    exits 0 render safe.spv $device --size 4x4 -o safe.png
    holds "the loop began again 20 times" test "$(pixel safe.png)" = "27 0 0 255"
done
# a loop is reported if it runs longer, as the bound of a program has it
cat >turns.lv <<'EOF'
(define x (int (.x (frag-coord))))
(vec4 (loop ((i 0i) (s 0)) (if (< i x) (rec (+ i 1) (+ s 0.1)) s)) 0 0 1)
EOF
for device in $devices; do
    exits 0 render turns.lv $device --size 8x1 -o x.png --check=error --max-iterations 7
    exits 1 render turns.lv $device --size 8x1 -o x.png --check=error --max-iterations 6
    says 'a loop beyond its bound: 1 of 8 invocations, first at (7, 0)'
done
# outputs that are not written, or not all of them
glsl outputs.frag -g <<'EOF'
#version 450
layout(location = 0) out vec4 o;
layout(location = 1) out float q[2];
layout(location = 3) out vec3 z;
layout(location = 4) out vec2 all;
void main() {
    o.xyz = vec3(1);
    q[0] = 1;
    all.x = 1;
    all.y = 2;
    if (gl_FragCoord.y < 2) {
        q[1] = 2;
        z = vec3(1);
        return;
    }
    if (gl_FragCoord.x < 4) o.w = 1; else z = vec3(0);
}
EOF
glsl some.vert -g <<'EOF'
#version 450
void main() {
    if (gl_VertexIndex < 2) gl_Position = vec4(gl_VertexIndex, 0, 0, 1);
}
EOF
glsl all.vert -g <<'EOF'
#version 450
void main() {
    gl_Position = vec4(gl_VertexIndex, 0, 0, 1);
    if (gl_VertexIndex > 0) gl_PointSize = 1;
}
EOF
glsl sizes.frag -g <<'EOF'
#version 450
layout(location = 0) out vec4 o;
layout(binding = 0) uniform sampler2D t;
void main() {
    o = vec4(textureSize(t, 0), textureSize(t, int(gl_FragCoord.x)));
}
EOF
glsl ballot.comp -g --target-env vulkan1.1 <<'EOF'
#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 4) in;
layout(binding = 0) buffer B { uint d[]; };
void main() {
    uint i = gl_GlobalInvocationID.x;
    d[i] = subgroupBallotFindLSB(uvec4(i, 0, 0, 0))
         + subgroupBallotFindMSB(uvec4(0, 0, 0, i & 2));
}
EOF
for device in $devices; do
    exits 0 render outputs.spv $device --size 8x8 -o x.png --check
    says "outputs.frag:14:9: warning: an output was not written, or not all of it ('o'): 16 of 64"
    says "outputs.frag:16:5: warning: an output was not written, or not all of it ('o'): 24 of 64"
    says "outputs.frag:16:5: warning: an output was not written, or not all of it ('q'): 48 of 64"
    says "outputs.frag:16:5: warning: an output was not written, or not all of it ('z'): 24 of 64"
    holds "four places fired" test "$(grep -c warning: err)" -eq 4
    exits 0 render picture.lv --vertex some.spv $device --draw 3 --size 8x8 -o x.png --check
    says "some.vert:3:5: warning: an output was not written, or not all of it: 1 invocation"
    exits 0 render picture.lv --vertex all.spv $device --draw 3 --size 8x8 -o x.png --check=error
    exits 0 render sizes.spv $device --size 8x8 --bind 0,0=8x8 -o x.png --check
    says 'the image has no such level of detail: 56 of 64 invocations, first at (1, 0), operands '
    holds "one place fired" test "$(grep -c warning: err)" -eq 1
    exits 0 run ballot.spv $device --size 4 --bind 0,0=4*u32 --check
    says 'the lowest bit of a ballot without bits: 1 of 4 invocations, first at (0, 0, 0)'
    says 'the highest bit of a ballot without bits: 2 of 4 invocations, first at (0, 0, 0)'
done
# what was never written is told of where it came to, once
glsl moved.frag -g <<'EOF'
#version 450
layout(location = 0) out vec4 o;
void main() {
    vec3 v;
    v.xy = vec2(1, 2);
    o = vec4(gl_FragCoord.x > 5 ? v.z : v.x);
}
EOF
for device in $devices; do
    exits 0 render moved.spv $device --size 8x8 -o x.png --check
    says 'moved.frag:6:5: warning: an undefined value decides a branch, is an index, or is written'
    holds "one place fired" test "$(grep -c warning: err)" -eq 1
done
# structs and arrays of which a part was never written, as they go through functions and to outputs
glsl whole.frag -g <<'EOF'
#version 450
layout(location = 0) out vec4 o;
layout(location = 1) out float q[3];
struct S { vec3 v; float r[3]; };
S make(float x) { S s; s.v = vec3(x); if (x > 3) s.r[1] = 2; return s; }
float sum(float v[3]) { return v[0] + v[1]; }
float last(float v[3]) { return v[2]; }
float[3] pick(bool c, float a[3], float b[3]) { if (c) return a; return b; }
void main() {
    float a[3], b[3] = float[3](1, 2, 1);
    S s = make(gl_FragCoord.x);
    a[0] = 1; a[1] = 2; if (gl_FragCoord.x > 3) a[2] = 3;
    q = a;
    o.x = sum(a) + s.v.y;
    o.y = last(a);
    o.z = pick(gl_FragCoord.y > 2, a, b)[2];
    o.w = s.r[1];
}
EOF
for device in $devices; do
    exits 0 render whole.spv $device --size 8x8 -o x.png --check
    for place in 13:5:24 15:5:24 16:5:18 17:5:24; do
        said="warning: an undefined value decides a branch, is an index, or is written"
        says "whole.frag:${place%:*}: $said: ${place##*:} of 64"
    done
    holds "four places fired" test "$(grep -c warning: err)" -eq 4
done
# what does not end is ended and reported, with the values that it has without --check; of words too
cat >never.lv <<'EOF'
(define x (int (.x (frag-coord))))
(vec4 (loop ((i 0i) (s 0)) (cond ((< x i) 1) ((= i 30i) s) (else (rec (+ i 1) (+ s 0.01)))))
      (loop ((s 0)) (if (>= s 0) (rec (+ s 0.1)) s)) 0 1)
EOF
for device in $devices; do
    exits 0 render never.lv $device --size 40x1 -o plain.png --max-iterations 5
    exits 0 render never.lv $device --size 40x1 -o x.png --max-iterations 5 --check
    holds "the same pixels with checks" cmp plain.png x.png
    says 'never.lv:2:7: warning: a loop beyond its bound: 35 of 40 invocations'
    says 'never.lv:3:7: warning: a loop beyond its bound: 40 of 40 invocations'
    exits 0 render never.lv $device --size 40x1 -o x.png --safe --check
    holds "one place fired" test "$(grep -c warning: err)" -eq 1
    says 'never.lv:3:7: warning: a loop beyond its bound: 40 of 40 invocations'
    for option in "--max-iterations 20" "--safe --max-iterations 20"; do
        exits 0 render endless.spv $device --size 4x4 -o plain.png $option
        holds "the loop began again 20 times" test "$(pixel plain.png)" = "27 0 0 255"
        exits 0 render endless.spv $device --size 4x4 -o x.png $option --check
        holds "the same pixels with checks" cmp plain.png x.png
        says 'a loop beyond its bound: 16 of 16 invocations, first at (0, 0), operand 21'
    done
    exits 0 render endless.spv $device --size 4x4 -o x.png --safe
done
exits 0 translate endless.spv --safe --max-iterations 20 -o x.wgsl
holds "the text counts turns" grep -q 21 x.wgsl
exits 0 check --instrument --max-iterations 5 never.lv -o checking.spv --places places.json
holds "spirv-val takes it" spirv-val --target-env vulkan1.1 checking.spv
holds "the loops are places" test "$(grep -o 'a loop beyond its bound' places.json | wc -l)" -eq 2
# an entry point alone; the load and the store have one access chain
cat >several.lv <<'EOF'
(buffer data (array num))
(compute "root" (1) (store data 0 (sqrt (load data 0))))
(compute "both" (1) (store data 0 (+ (sqrt (load data 0)) (log (load data 1)))))
EOF
exits 0 check --instrument -e root several.lv -o checking.spv
says '2 places are checked'
exits 1 check --instrument -e none several.lv -o checking.spv
exits 2 check --instrument -e main words.spv -o checking.spv
says '--entry: words.spv is SPIR-V'
exits 2 check --uniformity -e main words.spv
# options that go with others
exits 2 check --instrument picture.lv
exits 2 check --instrument picture.lv divide.lv -o checking.spv
says '--instrument takes one FILE'
holds "and says it once" test "$(wc -l <err)" -eq 1
rm -f never.spv never.json
exits 2 check --instrument --uniformity words.spv -o never.spv
exits 2 check --uniformity words.spv -o never.spv
says '--output goes with --instrument'
for option in "--places never.json" "--records-at 1,1" "--records 2" --not-a-number; do
    exits 2 check picture.lv $option
    says "${option%% *} goes with --instrument"
    exits 2 check --instrument --safe words.spv -o never.spv $option
    says "${option%% *}: with --safe nothing is recorded"
done
exits 2 check --maximal words.spv
exits 2 check --instrument words.spv -o never.spv --places never.spv
holds "nothing was written" [ ! -e never.spv -a ! -e never.json ]
for option in --defined "--records 2" --not-a-number; do
    exits 2 render picture.lv --cpu -o x.png $option
    says "${option%% *} goes with --check"
    exits 2 run divide.lv --cpu --size 1 --buffer data=1*i32 $option
done
exits 0 render picture.lv --cpu --size 4x4 -o x.png --check --not-a-number
says 'operands nan, '
printf '' >empty.spv
exits 1 check --uniformity empty.spv
says 'empty.spv: is not SPIR-V'
exits 2 render picture.lv -o x.png --check=never
printf '\003\002\043\007\0\0\0\0' >short.spv
exits 1 check --instrument short.spv -o checking.spv

summary
