#!/bin/sh
# lambdav run: resources by name and by number, values in and out, every option and every error.
# $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_run_test}
. tests/cli/cli_functions.sh

cat >ids.lv <<'END'
(buffer data (array uint))
(push-constants (first uint))
(compute (2 1) (store data (.x (global-invocation-id)) (+ first (.x (global-invocation-id)))))
END
glsl all.comp <<'EOF'
#version 450
layout(local_size_x = 8) in;
layout(constant_id = 3) const int factor = 2;
layout(constant_id = 4) const bool negate = false;
struct Light { vec3 pos; float power; };
layout(set = 0, binding = 0) buffer Data { int data[]; };
layout(set = 0, binding = 1) uniform Params {
    float scale; vec2 shift; Light lights[2]; layout(row_major) mat2x3 m; float table[3];
} params;
layout(push_constant) uniform Push { int add; float time; vec3 resolution; } push;
layout(set = 1, binding = 4, std430) buffer Result {
    int count; vec3 sum; Light light; float rest[];
} result;
void main() {
    int i = int(gl_GlobalInvocationID.x);
    if (i < data.length()) data[i] = (data[i] * factor + push.add + i) * (negate ? -1 : 1);
    if (i > 0) return;
    result.count = data.length();
    result.sum = params.lights[1].pos * params.scale;
    result.light.pos = params.m[1];
    result.light.power = params.table[2];
    result.rest[0] = push.time;
    result.rest[1] = push.resolution.x;
    result.rest[2] = params.shift.y;
}
EOF
glsl image.comp <<'EOF'
#version 450
layout(local_size_x = 2, local_size_y = 2) in;
layout(binding = 0, rgba8) uniform image2D made;
layout(binding = 1) uniform sampler2D seen[2];
layout(binding = 2) uniform texture2DArray layers;
layout(binding = 3) uniform sampler how;
layout(binding = 4, r32ui) uniform uimage2D numbers;
layout(binding = 5, rg32f) uniform image3D volume;
void main() {
    ivec2 p = ivec2(gl_GlobalInvocationID.xy);
    vec4 a = textureLod(seen[0], vec2(0.75, 0.5), 0), b = textureLod(seen[1], vec2(1.5, 0.5), 0);
    float blue = textureLod(sampler2DArray(layers, how), vec3(0.5, 0.5, 1), 0).b;
    imageStore(made, p, vec4(a.r, b.g, blue, 1));
    imageStore(numbers, p, uvec4(10 * p.y + p.x));
    imageStore(volume, ivec3(p, p.x), vec4(p, 0, 0));
}
EOF
glsl life.comp <<'EOF'
#version 450
layout(local_size_x = 4, local_size_y = 4) in;
layout(binding = 0) readonly buffer Now { uint now[]; };
layout(binding = 1) writeonly buffer Next { uint next[]; };
void main() {
    uvec2 p = gl_GlobalInvocationID.xy, q;
    uint sum = 0u;
    for (uint i = 0u; i < 9u; i++) {
        q = (p + uvec2(i % 3u, i / 3u) + 7u) % 8u;
        if (i != 4u) sum += now[q.y * 8u + q.x];
    }
    next[p.y * 8u + p.x] = uint(sum == 3u || (sum == 2u && now[p.y * 8u + p.x] == 1u));
}
EOF
cat >steps.lv <<'EOF'
(buffer data (array int))
(define i (int (.x (global-invocation-id))))
(compute "double" (4 1) (do (bind x (load data i)) (store data i (* 2 x))))
(compute "next" (4 1) (do (bind x (load data i)) (store data i (+ 1 x))))
EOF
echo '(fragment "main" (vec4 1))' >picture.lv

# from λV: buffers and push constants by name, --dispatch and --size
exits 0 run ids.lv --size 10 --buffer data=10*u32 --print data
says "push constant 'first' is 0; --set first=..."
printed 0 1 2 3 4 5 6 7 8 9
for part in '--print data[10]' '--set data[10]=1'; do
    exits 2 run ids.lv --dispatch 4 --buffer data=40 $part
    says "lies beyond the 40 bytes of the block"
done
# a function with effects of another text, behind its alias, is applied to each element at once
echo '(define (note log x) (do (store log x (* x 10)) x))' >notes.lv
cat >elements.lv <<'END'
(include "notes.lv" :as n)
(buffer log (array int))
(compute (1) (map (func (x) (n.note log x)) (array 0i 2i 3i)))
END
exits 0 run elements.lv --dispatch 1 --buffer log=16 --print log
printed 0 0 20 30
exits 0 run ids.lv --dispatch 4 --buffer data=40 --set first=7 --print data --print data[2]
printed 7 8 9 10 11 12 13 14 0 0 9
holds "no note when it is set" test ! -s err
exits 0 run ids.lv --size 4 --buffer 0,0=4*uint --set first=3 --out data=data.bin
holds "the bytes of a buffer" [ "$(od -An -tu4 -w16 data.bin | tr -s ' ')" = " 3 4 5 6" ]
exits 0 run ids.lv --size 256 --buffer data=1k --set first=0x0403ff00 --out data=ids.png:16x16
holds "a buffer as picture" [ "$(pixels ids.png | sed -n 1p | cut -c 1-26)" = \
    "00ff0304 01ff0304 02ff0304" ]
exits 0 run ids.lv --size 256 --buffer data=1k --set first=0x0403ff00 --out data=ids.png:16x16:rgb \
    --out data=ids.bin
holds "every fourth byte left out" [ "$(pixels ids.png | sed -n 1p | cut -c 1-26)" = \
    "00ff03ff 01ff03ff 02ff03ff" ]
holds "but in the picture alone" [ "$(od -An -tx4 -N4 ids.bin)" = " 0403ff00" ]
exits 2 run ids.lv --size 256 --buffer data=1k --set first=1 --out data=ids.png
says "FILE.png:WxH[:rgb]"
"$lambdav" run - --size 4 --buffer data=16 --set first=5 --print data <ids.lv >out 2>err
holds "the program from stdin" [ $? -eq 0 ]
printed 5 6 7 8
"$lambdav" run ids.lv --size 4 --buffer data=16 --set first=5 --out data=- >piped.bin
holds "bytes to stdout" [ "$(od -An -tu4 -w16 piped.bin | tr -s ' ')" = " 5 6 7 8" ]

# types of --print
exits 0 run ids.lv --size 4 --buffer data=16 --set first=258 --print data:u8
printed 2 1 0 0 3 1 0 0 4 1 0 0 5 1 0 0
exits 0 run ids.lv --size 4 --buffer data=16 --set first=0xfffffffe --print data:ivec2
holds "a vector a line" [ "$(cat out)" = "-2 -1
0 1" ]
exits 0 run ids.lv --size 4 --buffer data=16 --set first=1065353216 --print data:f32 \
    --print data:vec4
printed 1 1.0000001 1.0000002 1.0000004 1 1.0000001 1.0000002 1.0000004
exits 0 run ids.lv --size 2 --buffer data=8 --set first=0x3c003800 --print data:f16 --print data:u64
printed 0.5 1 0.5005 1 4323517220228446208
exits 0 run ids.lv --size 2 --buffer data=8 --set first=0xff --print data:i8 --print data:i16
printed -1 0 0 0 0 1 0 0 255 0 256 0
exits 2 run ids.lv --size 4 --buffer data=16 --print data:vec9
says "no type 'vec9'; there are: f32"
exits 2 run ids.lv --size 4 --buffer data=16 --print data.x
exits 2 run ids.lv --size 4 --buffer data=16 --print data[0]:u8
exits 2 run ids.lv --size 4 --buffer data=16 --print dota
says "no resource 'dota'; there are: storage buffer 'data' (set 0, binding 0)"

# from GLSL: blocks and their members, files, specialisation constants
echo '1, 2 3
-4 0x10' >values.txt
all="run all.spv --dispatch 1 --set time=0.5 --set lights[1].pos=1,2,3 --set params.scale=2"
all="$all --set m=1,2,3,4,5,6 --set params.table=7,8,9 --set params.shift=0.25,-0.75"
all="$all --buffer 1,4=60"
exits 0 $all --buffer Data=@values.txt:i32 --set push.add=10 --print Data
printed 12 15 18 5 46
exits 0 $all --buffer Data=@values.txt:i32 --set data[4]=1 --set Data=5,6 --print data[4] \
    --print data
printed 6 10 13 8 -5 6
exits 0 $all --buffer Data=@values.txt:i32 --print result
holds "members with their paths" [ "$(cat out)" = "count 5
sum 2 4 6
light.pos 4 5 6
light.power 9
rest[0] 0.5
rest[1] 8
rest[2] -0.75" ]
exits 0 $all --buffer Data=@values.txt:i32 --print result.light \
    --print Result.rest[2] --print params.m
holds "parts" [ "$(cat out)" = "pos 4 5 6
power 9
-0.75
1 2 3 4 5 6" ]
exits 0 $all --buffer Data=20 --spec factor=-3 --spec 4=true --set Data=1,1,1,1,1 --print Data
printed 3 2 1 0 -1
exits 0 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --buffer params=@all.comp \
    --print Data
exits 2 $all --buffer Data=20 --spec factor=1.5
says "'1.5' is not of type int"
exits 2 $all --buffer Data=20 --spec 4=maybe
says "not of type bool"
exits 2 $all --buffer Data=20 --spec 5=1
says "no specialisation constant '5'"
printf '\1\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0' >push.bin
exits 0 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --push @push.bin --print data
printed 1
exits 0 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --push @push.bin --set add=9 \
    --print data
printed 9
exits 0 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --push @values.txt
says "warning: --push: values.txt holds 15 bytes, the program takes 28"
exits 2 run steps.lv --size 4 --buffer data=16 --push @push.bin
says "no push constants"
exits 3 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --push @missing.bin
exits 2 $all --buffer Data=20 --set lights=1
says "is a struct"
exits 2 $all --buffer Data=20 --set params.table=1,2
says "is a num[3], which takes 3 values"
exits 2 $all --buffer Data=20 --set add=1.5
says "'1.5' is not a component of type int"
exits 2 $all --buffer Data=20 --set params.table[3]=1
says "there are:"
exits 2 $all --buffer Data=20 --set Data=1,2,3,4,5,6
says "up to 5 values"
exits 2 $all --set Data=1
says "has no bytes yet"

# amounts and files
exits 2 run ids.lv --size 4
says "storage buffer 'data' (set 0, binding 0) is not given: --buffer data=SIZE|@FILE"
for amount in 0 12x 3*vec5 4* 99G 64kk -1 '*' 1M*1M; do
    exits 2 run ids.lv --size 4 --buffer "data=$amount"
    says "is not a size"
done
exits 2 run ids.lv --size 4 --buffer dota=4
says "no resource 'dota'"
exits 2 run ids.lv --size 4 --buffer 0,1=4
exits 2 run ids.lv --size 4 --buffer data=4 --buffer data=8
says "given twice"
cat >note.lv <<'EOF'
(uniform u (v (array vec3 2)) (m mat2) (x num))
(buffer o (array num))
(compute (1) (do (store o 0 (.y (at u.v 1))) (store o 1 (+ u.x u.m.y.x))))
EOF
exits 0 run note.lv --dispatch 1 --buffer o=8 --set 'u.v[1]=1,22,3' --set u.m=0,0,1,0 --print o
printed 22 1
says "note: 'u.x' is 0"
holds "no note for what is given in part" [ "$(grep -c note: err)" = 1 ]
exits 2 run ids.lv --size 4 --texture data=@x.png
says "is given by another option"
exits 2 $all --buffer Data=20 --bind Params=4
says "takes at least 144"
exits 3 run ids.lv --size 4 --buffer data=@missing.bin
says "missing.bin: No such file"
: >empty.bin
exits 2 run ids.lv --size 4 --buffer data=@empty.bin
echo 1 2 three >bad.txt
exits 1 run ids.lv --size 4 --buffer data=@bad.txt:u32
says "'three' is not a component of type u32"
echo 300 >large.txt
exits 1 run ids.lv --size 4 --buffer data=@large.txt:u8
exits 1 run ids.lv --size 4 --buffer data=@all.spv:u8
exits 3 run ids.lv --size 4 --buffer data=@/dev/zero --memory 1
says "larger than 1 MiB"
"$lambdav" run ids.lv --size 2 --buffer data=@-:i32 --print data --set first=1 \
    <values.txt >out 2>err
printed 1 2 3 -4 16

# images
"$lambdav" compile - -o texture.spv <<'EOF' 2>err
(vec4 (if (< (.x (frag-coord)) 1) 0.2 0.4) (if (< (.x (frag-coord)) 1) 0.6 0.8) 1 1)
EOF
exits 0 render texture.spv --size 2x1 -o two.png
exits 0 render texture.spv --size 2x1 -o two.raw --raw
images="--texture seen[0]=@two.png:nearest --texture seen[1]=@two.png:clamp,nearest"
images="$images --image numbers=2x2 --image volume=2x2x2"
exits 0 run image.spv --dispatch 1,1 $images --texture layers=@two.png,@two.png --image made=2x2 \
    --out made=made.png --print numbers --print volume --out volume=volume.bin --out numbers=n.png
printed 0 1 10 11 0 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1
holds "the picture" [ "$(pixels made.png | sed -n 1p)" = "66ccffff 66ccffff" ]
holds "integers in a picture" [ "$(pixels n.png | tail -n 1)" = "0a0a0aff 0b0b0bff" ]
holds "the bytes of an image" [ "$(wc -c <volume.bin)" -eq 64 ]
exits 0 run image.spv --dispatch 1,1 --bind 0,4=2x2 --bind 0,5=2x2x2 --bind 0,0=@made.png \
    --bind seen[0]=@two.raw:2x1:repeat --bind 0,1[1]=@two.png:repeat,nearest \
    --bind how=nearest,border --bind 0,2=1x1x2:rgba8 --print 0,0
holds "by numbers" [ "$(head -n 1 out)" = "0.4 0.8 0 1" ]
exits 2 run image.spv --dispatch 1 $images --image made=2x2
says "sampled image 'layers' (set 0, binding 2) is not given: --texture layers=@FILE.png"
exits 2 run image.spv --dispatch 1 $images --texture layers=@two.png --image made=big
says "neither @FILE.png nor WxH"
exits 2 run image.spv --dispatch 1 $images --texture layers=@two.raw:2x1,rgba8 \
    --image made=@two.raw:2x9
says "are not 2x9x1 pixels"
exits 2 run image.spv --dispatch 1 $images --texture layers=2x2 --image made=@two.png,@two.png
says "does not take 2 pictures"
exits 1 run image.spv --dispatch 1 $images --texture layers=2x2 --image made=@two.raw
says "two.raw: no picture"
exits 1 run image.spv --dispatch 1 $images --texture layers=@two.png,@made.png --image made=2x2
says "the first picture has 2x1"
exits 3 run image.spv --dispatch 1 $images --texture layers=@none.png --image made=2x2
exits 2 run image.spv --dispatch 1 $images --sampler how=soft
says "words are: linear nearest"
exits 2 run image.spv --dispatch 1 $images --sampler numbers=linear
exits 2 run image.spv --dispatch 1 $images --buffer made=16
exits 2 run image.spv --dispatch 1 $images --texture layers=2x2 --image made=2x2 --print how
says "'how' holds nothing"
exits 2 run image.spv --dispatch 1 $images --texture layers=2x2 --image made=2x2 --print made.x

# --repeat and --swap: a glider comes back after 32 steps, shifted by one each 4
python3 -c '
cells = [(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)]
print(*[int((x, y) in cells) for y in range(8) for x in range(8)])' >glider.txt
exits 0 run life.spv --size 8,8 --buffer Now=@glider.txt:u32 --buffer Next=64*u32 --swap Now,Next \
    --repeat 32 --print Now:u32
printed $(cat glider.txt)
exits 0 run life.spv --size 8x8 --buffer 0,0=@glider.txt:u32 --buffer 0,1=256 --swap 0,0,0,1 \
    --repeat 4 --print now
printed $(python3 -c '
cells = [(2, 1), (3, 2), (1, 3), (2, 3), (3, 3)]
print(*[int((x, y) in cells) for y in range(8) for x in range(8)])')
exits 2 run life.spv --size 8,8 --buffer Now=256 --buffer Next=256 --swap Now,Then
says "no resource 'Then'"
exits 2 run life.spv --size 8,8 --buffer Now=256 --buffer Next=256 --swap Now
exits 2 run image.spv --dispatch 1 $images --texture layers=2x2 --image made=2x2 --swap made,how
exits 2 run life.spv --size 8,8 --buffer Now=256 --buffer Next=256 --repeat 0
exits 0 run all.spv --dispatch 1 --buffer Data=4 --buffer result=60 --repeat 3 --time 1 --fps 2 \
    --print result.rest[0]
printed 2

# several entry points in a row
exits 0 run steps.lv --size 4 --buffer data=16 --entry next --print data
printed 1 1 1 1
exits 0 run steps.lv --size 4 --buffer data=16 -e next -e double -e next --repeat 2 --print data
printed 9 9 9 9
exits 0 run steps.lv --buffer data=32 -e next --dispatch 2 -e double --dispatch 1 --print data
printed 2 2 2 2 1 1 1 1
exits 0 run steps.lv --buffer data=32 --dispatch 2 -e next -e double --size 4 --print data
printed 2 2 2 2 1 1 1 1
exits 0 run steps.lv --buffer data=32 --size 8 -e next -e double --dispatch 1 -e next --print data
printed 3 3 3 3 2 2 2 2
exits 2 run steps.lv --size 8 --dispatch 1 --buffer data=16 -e next --print data
says "--dispatch 1: there is --size 8 already for all entry points; behind an --entry they belong"
exits 2 run steps.lv --dispatch 2 --dispatch 1 --buffer data=32 -e next -e double -e next
says "--dispatch 1: there is --dispatch 2 already"
exits 2 run steps.lv --buffer data=32 -e next --dispatch 1 --size 4 -e double --dispatch 1
says "--size 4: there is --dispatch 1 already for this --entry"
exits 2 run steps.lv --buffer data=32 -e next --dispatch 2 -e double
says "run: how many of 'double'? --dispatch X,Y,Z"
exits 2 render picture.lv -e main -e other -o x.png
says "--entry: main and other; only \`lambdav run\` takes several"
exits 2 compile picture.lv -e main -e other -o x.spv

# what stands behind an -e is for that one
cat >add.lv <<'EOF'
(buffer data (array uint))
(buffer factors :readonly (array uint))
(push-constants (plus uint) (also uint))
(uniform block (minus uint))
(spec-constant limit 3 100u)
(define i (.x (global-invocation-id)))
(define (add x) (- (+ x plus also) block.minus))
(compute "add" (4 1) (do (bind x (load data i)) (store data i (min limit (add x)))))
(compute "multiply" (4 1)
  (do (bind x (load data i)) (bind f (load factors i)) (store data i (* f (add x)))))
EOF
for where in --cpu ""; do
    add="run add.lv --size 4 --buffer data=16 --set also=0 $where"
    exits 0 $add --set plus=1 -e add -e add --set plus=10 -e add --print data
    printed 12 12 12 12
    exits 0 $add -e add --set plus=9 --set block.minus=2 -e add --set also=1 --print data
    printed 8 8 8 8
    says "push constant 'plus' is 0"
    exits 0 $add -e add --set plus=5 -e add --set plus=1 --set data[1]=50 --repeat 2 --print data
    printed 12 51 12 12
    exits 3 $add --set plus=0 -e multiply --buffer factors=@f.txt:u32
    echo '1 2 3 4' >f.txt
    exits 0 $add --set plus=0 -e multiply --set data=1,1,1,1 --buffer factors=@f.txt:u32 \
        --print factors -e multiply --buffer factors=16 --set factors=10,20,30,40 --print data \
        --print factors
    printed 1 2 3 4 10 40 90 160 10 20 30 40
    rm f.txt
    printf '\1\0\0\0\2\0\0\0' >push.bin
    exits 0 $add -e add --push @push.bin -e add --set plus=5 -e add --push @push.bin --set also=0 \
        --print data
    printed 9 9 9 9
done
exits 2 run add.lv --size 4 --buffer data=16 -e add -e multiply --buffer factors=16 -e multiply
says "storage buffer 'factors' (set 0, binding 1) is not given to 'multiply'"
exits 2 run add.lv --size 4 -e add --buffer data=16 -e add
says "is not given to 'add': --buffer data=SIZE|@FILE before the first --entry is for all"
exits 2 run add.lv --size 4 --buffer data=16 -e add --set plas=1
says "no push constant or member 'plas'"
exits 2 run add.lv --size 4 --buffer data=16 -e add --spec limit=1 -e add --spec limit=2
says "--spec: constant 3 is given twice"
exits 0 run add.lv --size 4 --buffer data=16 -e add --spec limit=1 --set plus=2 --print data
printed 1 1 1 1

# --times, --for, --passes
exits 0 run steps.lv --size 4 --buffer data=16 -e next --times 5 -e double --times 2 --print data
printed 20 20 20 20
exits 0 run steps.lv --size 4 --buffer data=16 --for i=1,3 -e next -e double --end -e next \
    --print data
printed 15 15 15 15
exits 0 run add.lv --buffer data=16 --set also=0 --spec limit=999 --size 4 \
    --for 'k=10,1,/3' --for 'j={k-1},{k},+1' -e add --set 'plus={2*(k+j)-k%4}' \
    --times '{j-k+2}' --print data
printed $(python3 -c '
s = 0
for k in (10, 3, 1):
    for j in (k - 1, k):
        for t in range(j - k + 2): s += 2 * (k + j) - k % 4
print(s, s, s, s)')
exits 0 run steps.lv --buffer data=64 --for n=1,4 -e next --dispatch '{n}' --end --print data
printed 4 4 4 4 3 3 3 3 2 2 2 2 1 1 1 1
exits 0 run steps.lv --buffer data=64 --for 'n=4,1,-1' -e next --size '{4*n}' --print data[15]
printed 1
cat >passes.txt <<'EOF'
# two passes in a loop,
--buffer data=16   --size 4
  --for i=1,3      # three times
    -e next \
       --times {i}
    --entry "dou"'ble'
  --end
-e next
EOF
exits 0 run steps.lv --passes passes.txt --print data
printed $(python3 -c '
s = 0
for i in (1, 2, 3): s = 2 * (s + i)
print(*4 * [s + 1])')
exits 0 run steps.lv --print data --passes=passes.txt --set data=1,2,3,4
printed 31 39 47 55
exits 2 run steps.lv --print dota --passes=passes.txt
# wrong LINE:COLUMN SAID: what passes.txt says is wrong there
wrong() {
    exits "$1" run add.lv --buffer data=16 --size 4 --set plus=1 --set also=0 --passes passes.txt
    says "passes.txt:$2"
    says "$3"
}
echo '-e add --size 4x' >passes.txt
wrong 2 1:15: "--size does not take '4x'"
printf -- '-e add\n  --set plus=4\n' >passes.txt
wrong 2 2:9: "--set: for which entry point? Write it behind an -e on the same line"
printf -- '\n -e add --set plas=4\n' >passes.txt
wrong 2 2:15: "no push constant or member 'plas'"
printf -- '-e add\n-e  odd\n' >passes.txt
wrong 1 2:5: "no compute entry point 'odd'"
printf -- '-e multiply' >passes.txt
wrong 2 1:4: "'factors' (set 0, binding 1) is not given to 'multiply'"
printf -- '-e add --swap data,dota' >passes.txt
wrong 2 1:15: "no resource 'dota'"
printf -- '-e add --set plus={k}' >passes.txt
wrong 2 1:14: "no --for has the variable 'k'"
printf -- '--for i=0,1 -e add --set plus={1/i}' >passes.txt
wrong 2 1:26: "braces hold 32-bit whole numbers"
printf -- '--for i=1,0,+0 -e add' >passes.txt
wrong 2 1:7: "'0' is not a whole number above 0"
printf -- '--for i=1,9,*1 -e add' >passes.txt
wrong 2 1:7: "it never ends with a step of *1"
printf -- '--for i=1,9,2 -e add' >passes.txt
wrong 2 1:7: "the step is +N, -N, *N or /N, not '2'"
printf -- '--for i=1 -e add' >passes.txt
wrong 2 1:7: "is not NAME=FIRST,LAST[,STEP]"
printf -- '-e add\n--end' >passes.txt
wrong 2 2:1: "--end: there is no --for before it"
printf -- '-e add --timse 4' >passes.txt
wrong 2 1:8: "run takes no --timse; did you mean --time"
printf -- '-e add\n--set' >passes.txt
wrong 2 2:1: "--set needs a value"
printf -- '-e add\nadd' >passes.txt
wrong 2 2:1: "'add' is not an option"
printf -- '-e add\n--set "plus=1' >passes.txt
wrong 1 2:7: "this quote is never closed"
printf -- '--for i=1,2000000000 -e add' >passes.txt
exits 2 run add.lv --buffer data=16 --size 4 --set plus=1 --set also=0 --passes passes.txt
says "run: more than 1000000 dispatches"
printf -- '--for i=1,2000000000 --for j=2,1 -e add' >passes.txt
exits 2 run add.lv --buffer data=16 --size 4 --set plus=1 --set also=0 --passes passes.txt
says "too many turns"
exits 0 run steps.lv --buffer data=16 --size 4 --for j=2,1 -e next --end -e double --print data
says "note: no --for around it gives 'next' a turn"
printed 0 0 0 0
exits 2 run steps.lv --buffer data=16 --size 4 -e next --for j=2,1 --size 4 -e double
says "--size: for which entry point?"
exits 2 run steps.lv --buffer data=16 --size 4 --times 4
says "--repeat N repeats all"
exits 3 run steps.lv --buffer data=16 --size 4 --passes missing.txt
exits 1 run steps.lv --buffer data=16 --size 4 --passes all.spv
exits 2 run steps.lv --buffer data=16 --size 4 --passes

# more than was asked for is said
exits 0 run steps.lv --size 5 --buffer data=32 -e next -e next -e double --print data
says "note: 'next' runs 8 invocations for --size 5,1,1: its workgroups are 4,1,1"
says "note: 'double' runs 8 invocations for --size 5,1,1"
holds "once each" [ "$(grep -c note err)" = 2 ]
printed 4 4 4 4 4 4 4 4
exits 0 run steps.lv --size 8 --buffer data=32 -e next
holds "nothing to say" test ! -s err
exits 1 run steps.lv --size 4 --buffer data=16 --entry last
says "no compute entry point 'last'"
exits 1 run picture.lv --size 4
says "no compute entry point"

# calls that cannot be right, and output files
exits 2 run ids.lv --buffer data=4
says "--dispatch X,Y,Z"
exits 2 run ids.lv --size 1,2,3,4 --buffer data=4
exits 2 run ids.lv --dispatch 0 --buffer data=4
exits 2 run ids.lv --dispatch 1,1,1,1 --buffer data=4
exits 2 run ids.lv --size 4 --buffer data=4 --frames 2
exits 2 run ids.lv
exits 2 run --size 4
exits 2 run ids.lv --size 4 --buffer data=16 --out data=x.png
says "a buffer is a picture as FILE.png:WxH"
exits 2 run ids.lv --size 4 --buffer data=16 --out data=x.png:9x9
says "are not 9x9 pixels"
exits 2 run ids.lv --size 4 --buffer data=16 --out dota=x.bin
exits 3 run ids.lv --size 4 --buffer data=16 --out data=missing/x.bin
exits 3 run ids.lv --size 4 --buffer data=16 --print data --device 99
holds "no output file of a call that failed" test ! -e x.png -a ! -e x.bin
echo '(compute (8 8) (sture))' >bad.lv
exits 1 run bad.lv --size 4
says "bad.lv:1:"
exits 3 run missing.lv --size 4
head -c 100 all.spv >cut.spv
exits 1 run cut.spv --size 4
exits 0 run ids.lv --size 4 --buffer data=16 --set first=1 --validation --print data
printed 1 2 3 4
# structs of two members in one place, 31 deep, would print 2^31 lines
awk 'BEGIN {
    print "OpCapability Shader\nOpMemoryModel Logical GLSL450"
    print "OpEntryPoint GLCompute %main \"main\""
    print "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %v DescriptorSet 0"
    print "OpDecorate %v Binding 0"
    print "OpDecorate %s31 BufferBlock"
    for (i = 1; i <= 31; i++)
        for (k = 0; k < 2; k++) print "OpMemberDecorate %s" i " " k " Offset 0"
    print "%void = OpTypeVoid\n%s0 = OpTypeFloat 32\n%f = OpTypeFunction %void"
    for (i = 1; i <= 31; i++) print "%s" i " = OpTypeStruct %s" i - 1 " %s" i - 1
    print "%p = OpTypePointer Uniform %s31\n%v = OpVariable %p Uniform"
    print "%main = OpFunction %void None %f\n%l = OpLabel\nOpReturn\nOpFunctionEnd"
}' >overlap.spvasm
holds "spirv-as takes members in one place" spirv-as overlap.spvasm -o overlap.spv
exits 0 run --cpu overlap.spv --dispatch 1 --buffer 0,0=64 --print 0,0
prints "... more than 4 members a byte: the others are not printed"
holds "few lines of members in one place" [ "$(wc -l <out)" -lt 5000 ]

summary
