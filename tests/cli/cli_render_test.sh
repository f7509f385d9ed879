#!/bin/sh
# lambdav render beyond a full-screen program: vertex stages, resources, several outputs, sequences,
# --watch. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_render_test}
. tests/cli/cli_functions.sh

# shows FILE.png ROW...: the picture has these rows.
shows() {
    file=$1
    shift
    rows=$(printf '%s\n' "$@")
    [ "$(pixels "$file")" = "$rows" ]
    verdict $? "$file shows '$(pixels "$file" | tr '\n' '/')' instead of '$*'"
}

cat >mesh.lv <<'EOF'
(input corner vec2)
(input uv vec2)
(input place vec3)
(texture wood 2d)
(uniform scene (scale num) (tint vec4))
(vertex (position (vec4 (+ (* scene.scale corner) place.xy) place.z 1)) (varying at uv))
(fragment (output 0 (* scene.tint (sample wood at))) (output 2 (vec2 at.x 1)))
EOF
cat >plain.lv <<'EOF'
(input corner vec2)
(vertex "corners" (position (vec4 corner 0 1)))
(define (far n) (if (= (vertex-index) n) 3 -1))
(vertex "by-number" (position (vec4 (far 1) (far 2) 0 1)))
(fragment "red" (vec4 1 0 0 1))
(fragment "half" (vec4 0 1 0 0.5))
EOF
cat >depth.lv <<'EOF'
(input corner vec3)
(input colour vec3)
(vertex (position (vec4 corner 1)) (varying c colour))
(fragment (vec4 c 1))
EOF
glsl screen.vert <<'EOF'
#version 450
layout(location = 0) in vec2 corner;
void main() { gl_Position = vec4(corner, 0, 1); gl_PointSize = 1.0; }
EOF
glsl screen.frag <<'EOF'
#version 450
layout(location = 0) out vec4 colour;
layout(location = 1) out uvec2 whole;
layout(location = 2) out ivec4 minus;
layout(constant_id = 0) const float red = 1;
layout(binding = 0) uniform Uniforms { float time; vec2 resolution; float mine; };
layout(binding = 1) buffer Count { uint count; uint last; };
layout(binding = 2) buffer Old { uint old[]; };
layout(binding = 3) buffer New { uint fresh[]; };
void main() {
    colour = vec4(red, time / 4.0, resolution.x / 255.0, mine);
    whole = uvec2(gl_FragCoord.x, 300u);
    minus = ivec4(-1, 2, 3, 255);
    atomicAdd(count, 1u);
    fresh[0] = old[0] + 1u;
}
EOF
mv screen.spv screen.frag.spv
glslangValidator -V --quiet screen.vert -o screen.vert.spv >/dev/null

echo '-1 -1  0 0    1 -1  1 0    -1 1  0 1    1 1  1 1' >quad.txt
echo '-1 -1    1 -1    -1 1    1 1' >corners.txt
echo '0 0   1 0   0 1   1 1' >uvs.txt
echo '-0.5 0.5 0   0.5 -0.5 0' >places.txt
echo '0 1 2 2 1 3' >indices.txt
python3 -c '
import array, sys
for name, code, out in (("quad.txt", "f", "quad.bin"), ("indices.txt", "I", "indices.bin")):
    numbers = [float(x) if code == "f" else int(x) for x in open(name).read().split()]
    open(out, "wb").write(array.array(code, numbers).tobytes())'
cat >two.lv <<'EOF'
(vec4 (if (< (.x (frag-coord)) 1) 0 1) (if (< (.y (frag-coord)) 1) 0 1) 1 1)
EOF
exits 0 render two.lv --size 2x2 -o wood.png
shows wood.png "0000ffff ff00ffff" "00ffffff ffffffff"

# vertices as text and bytes, by input; instances, indices; uniforms and textures
mesh="render mesh.lv --size 4x4 --texture wood=@wood.png:nearest --set scale=0.5 --set tint=1,1,1,1"
mesh="$mesh --instances place=@places.txt:f32"
exits 0 $mesh --vertices @quad.txt:f32 --indices @indices.txt:u32 -o mesh.png
shows mesh.png "000000ff 000000ff 0000ffff ff00ffff" "000000ff 000000ff 00ffffff ffffffff" \
    "0000ffff ff00ffff 000000ff 000000ff" "00ffffff ffffffff 000000ff 000000ff"
exits 0 $mesh --vertices @quad.bin --indices @indices.bin -o same.png
holds "bytes are like text" cmp -s same.png mesh.png
exits 0 $mesh --vertices @quad.bin --topology triangle-strip -o same.png
holds "a strip is like indices" cmp -s same.png mesh.png
exits 0 $mesh --vertices corner=@corners.txt:f32 --vertices 1=@uvs.txt:f32 \
    --topology triangle-strip -o same.png
holds "an input from a file of its own" cmp -s same.png mesh.png
exits 0 $mesh --vertices @quad.bin --topology triangle-strip --draw 3,1 --clear 0,0,0,1 \
    --set scene.tint=1,0.2,1,1 --location 2 -o one.png
shows one.png "000000ff 000000ff 000000ff 000000ff" "000000ff 000000ff 000000ff 000000ff" \
    "40ff00ff 000000ff 000000ff 000000ff" "000000ff 000000ff 000000ff 000000ff"
exits 0 $mesh --vertices @quad.bin --topology points -o points.png
exits 0 $mesh --vertices @quad.bin --topology line-strip -o lines.png

# effects that stand alone are not the output, if something else can be
for forms in "(vec4 0 1 0 1)" "(output 0 (vec4 0 1 0 1))" "(discard-when false) (vec4 0 1 0 1)"; do
    echo "(buffer hits (array uint))" >hits.lv
    echo "(fragment (atomic-add hits 0 1) $forms (atomic-add hits 1 2))" >>hits.lv
    exits 0 render hits.lv --cpu --size 2x2 --buffer hits=2*u32 --print hits -o hits.png
    printed 4 8
    shows hits.png "00ff00ff 00ff00ff" "00ff00ff 00ff00ff"
done
echo "(buffer hits (array uint)) (fragment (atomic-add hits 0 1) (atomic-add hits 1 2))" >hits.lv
exits 0 compile hits.lv -o hits.spv

# packed vertices are those that the text declares, used or not
cat >unused.lv <<'EOF'
(input pos vec2) (input col vec3)
(texture unused 2d)
(vertex "all" (position (vec4 pos 0 1)) (varying c col))
(vertex "depth" (position (vec4 pos 0 1)))
(fragment (vec4 1 0 0 1))
EOF
echo '-1 -1 0 0 0   3 -1 0 0 0   -1 3 0 0 0' >five.txt
echo '-1 -1   3 -1   -1 3' >two.txt
for where in "" --cpu; do
    for entry in all depth; do
        exits 0 render unused.lv --vertex-entry $entry --vertices @five.txt:f32 --size 2x2 \
            -o unused.png $where
        shows unused.png "ff0000ff ff0000ff" "ff0000ff ff0000ff"
        exits 1 render unused.lv --vertex-entry $entry --vertices @two.txt:f32 --size 2x2 \
            -o unused.png $where
        says "24 bytes are not a whole number of vertices of 20 bytes: pos vec2, col vec3"
    done
    exits 0 render unused.lv --vertex-entry depth --vertices pos=@two.txt:f32 --size 2x2 \
        -o unused.png $where
    shows unused.png "ff0000ff ff0000ff" "ff0000ff ff0000ff"
    exits 2 render unused.lv --vertex-entry depth --vertices pos=@two.txt:f32 --size 2x2 \
        --keep-interface -o unused.png $where
    says "12 bytes a vertex: col vec3"
    exits 0 render plain.lv --vertex unused.lv --vertex-entry depth --vertices @five.txt:f32 \
        --size 2x2 -o unused.png $where
    shows unused.png "ff0000ff ff0000ff" "ff0000ff ff0000ff"
done
exits 0 compile unused.lv --keep-interface --names -o unused.spv
exits 0 render unused.spv --vertex-entry depth --vertices @five.txt:f32 --size 2x2 -o unused.png
shows unused.png "ff0000ff ff0000ff" "ff0000ff ff0000ff"
exits 2 render unused.lv --vertices @five.txt:f32 --vertices @two.txt:f32 -o x.png
says "two packed files"

# entry points; what is drawn, and how
exits 0 render plain.lv --size 1x1 -o red.png --vertices @corners.txt:f32 --topology triangle-strip
shows red.png ff0000ff
exits 0 render plain.lv --size 1x1 -o number.png --vertex-entry by-number --draw 3
shows number.png ff0000ff
half="render plain.lv -e half --vertex-entry by-number --draw 3 --size 1x1 -o half.png"
exits 0 $half --blend alpha --clear 1,0,1,1
holds "half of each" [ "$(pixels half.png | tr 7f 80)" = 808080b0 ]
exits 0 $half --blend add --clear 0.2,0.2,0.2,0
shows half.png 33ff3380
exits 0 $half --blend multiply --clear 1,1,1,1
shows half.png 00ff0080
exits 0 $half --cull back
first=$(pixels half.png)
exits 0 $half --cull front
second=$(pixels half.png)
exits 0 $half --cull front --clockwise
holds "--cull" [ "$first" != "$second" ]
holds "--clockwise" [ "$(pixels half.png)" = "$first" ]
echo '-1 -1 0.5 1 0 0   3 -1 0.5 1 0 0   -1 3 0.5 1 0 0
-1 -1 0.7 0 1 0   3 -1 0.7 0 1 0   -1 3 0.7 0 1 0' >depth.txt
depth="render depth.lv --vertices @depth.txt:f32 --size 1x1 -o depth.png"
exits 0 $depth
shows depth.png 00ff00ff
exits 0 $depth --depth
shows depth.png ff0000ff
exits 0 $depth --depth=greater
shows depth.png 00ff00ff

# modules of two files; several outputs of other types; buffers, constants, uniforms
screen="render screen.frag.spv --vertex screen.vert.spv --vertices @corners.txt:f32 --size 2x1"
screen="$screen --topology triangle-strip --buffer Count=8 --buffer Old=4 --buffer New=4"
exits 0 $screen -o main.png --set mine=1 --time 1 --out 1=whole.png --out 2=minus.raw --print count
shows main.png "ff4002ff ff4002ff"
shows whole.png "00ff00ff 01ff00ff"
prints 2
holds "integers as they are" [ "$(od -An -td4 -v -w32 minus.raw | tr -s ' ')" = \
    " -1 2 3 255 -1 2 3 255" ]
exits 0 $screen -o all.png --set mine=1 --location all --frames 2 --fps 1
holds "all outputs, numbered" [ "$(echo all*.png)" = \
    "all-0001.png all-0002.png all-1-0001.png all-1-0002.png all-2-0001.png all-2-0002.png" ]
shows all-0002.png "ff4002ff ff4002ff"
exits 0 $screen -o spec.png --set mine=1 --spec red=0.2
shows spec.png "330002ff 330002ff"
exits 0 $screen -o float.raw --raw --format rgba32f --set mine=7 --size 255x1
holds "floats as they are" [ "$(od -An -tf4 -N16 float.raw | tr -s ' ')" = " 1 0 1 7" ]
exits 0 $screen -o x.png --set mine=1 --frames 5 --swap Old,New --print Old --out Count=count.bin
prints 5
holds "a buffer after the last picture" [ "$(od -An -tu4 -w8 count.bin | tr -s ' ')" = " 10 0" ]
exits 0 $screen --set mine=1 --print Count
holds "no picture, but a buffer" [ "$(cat out)" = "count 2
last 0" ]
exits 0 $screen -o x.png
says "'Uniforms.mine' is 0; --set Uniforms.mine=..."
rm x*.png
exits 1 $screen -o x.png --location 5

# raw pixels
echo '(push-constants (time num)) (vec4 time 0 1 1)' >time.lv
exits 0 render time.lv --size 1x1 --fps 5 --frames 3 --raw -o -
holds "frames in a row" [ "$(od -An -tx1 <out)" = " 00 00 ff ff 33 00 ff ff 66 00 ff ff" ]
exits 0 render time.lv --size 1x1 --raw -o one.raw --time 1
holds "a file of pixels" [ "$(od -An -tx1 <one.raw)" = " ff 00 ff ff" ]

# the set and binding of a texture, the bytes of the push constants
"$lambdav" compile - --names -o texture.spv 2>err <<'EOF'
(texture wood 2d)
(push-constants (gain num))
(vec4 (* gain (.xyz (sample wood (vec2 0.75 0.75)))) 1)
EOF
printf '\0\0\0\077' >gain.bin
exits 0 render texture.spv --bind 0,0=@wood.png --push @gain.bin --size 1x1 -o gain.png
shows gain.png 808080ff
printf '\0\0\0\077more' >gain.bin
exits 0 render texture.spv --bind 0,0=@wood.png --bind 3,1=@wood.png --push @gain.bin --size 1x1 \
    -o gain.png
shows gain.png 808080ff
says "warning: --bind: the program has no resource '3,1'"
says "warning: --push @gain.bin: only its first bytes are taken"
exits 0 render texture.spv --texture wood=@wood.png:mipmaps,mirror,srgba8 --set gain=1 \
    --size 1x1 -o s.png
shows s.png ffffffff

printf '\0\0' >gain.bin
exits 0 render texture.spv --bind 0,0=@wood.png --push @gain.bin --size 1x1 -o gain.png
shows gain.png 000000ff
says "warning: --push: gain.bin holds 2 bytes, the program takes 4"

# depth textures: a reference is compared as a word says, else by less-equal
cat >shadow.lv <<'EOF'
(texture shadow 2d :depth)
(sampled-image near 2d :depth)
(sampler how)
(output 0 (vec4 (sample-compare shadow (vec2 0.5) 0.5) (sample-compare near how (vec2 0.5) 0.5)
                (sample-compare shadow (vec2 0.5) 0.25) 1))
EOF
printf '\0\0\200\076' >quarter.bin
shadow="render shadow.lv --size 1x1 -o shadow.png --bind near=@quarter.bin:1x1"
exits 0 $shadow --bind shadow=@quarter.bin:1x1 --bind how=nearest,less
shows shadow.png 0000ffff
exits 0 $shadow --bind shadow=@quarter.bin:1x1,greater --bind how=nearest,greater-equal
shows shadow.png ffff00ff
exits 0 $shadow --bind shadow=@quarter.bin:1x1,d32f --bind how=nearest,not-equal
shows shadow.png 00ffffff

# what has no names is not filled, and says so
"$lambdav" compile time.lv -o nameless.spv
exits 0 render nameless.spv --size 1x1 --time 1 -o nameless.png
shows nameless.png 0000ffff
says "note: push constants without names are 0; --push @FILE, or compile with --names"
printf '\0\0\200\077' >one.bin
exits 0 render nameless.spv --size 1x1 --push @one.bin -o nameless.png
shows nameless.png ff00ffff
holds "bytes need no names" [ ! -s err ]
"$lambdav" compile time.lv --names -o named.spv
exits 0 render named.spv --size 1x1 --time 1 -o nameless.png
shows nameless.png ff00ffff

# a uniform block of which only a part is given
"$lambdav" compile - -o block.spv 2>err <<'EOF'
(uniform u :set 0 :binding 2 (a vec4) (b vec4))
(+ u.a u.b)
EOF
printf '\0\0\200\077\0\0\0\0\0\0\0\0\0\0\200\077' >part.bin
exits 0 render block.spv --bind 0,2=@part.bin --size 1x1 -o block.png
shows block.png ff0000ff
says "warning: --bind: 16 bytes for uniform buffer"
exits 0 render block.spv --size 1x1 -o block.png
says "note: members without names of uniform buffer '0,2' (set 0, binding 2) are 0;"

# errors
exits 1 render mesh.lv --vertices @quad.bin --texture wood=@wood.png -o x.png
says "not a whole number of vertices of 28 bytes: corner vec2, uv vec2, place vec3"
exits 2 $mesh -o x.png
says "reads corner vec2, uv vec2: --vertices NAME=@FILE, or --vertices @FILE with all inputs that"
exits 2 render plain.lv --vertex-entry by-number -o x.png
says "how many vertices? --draw N"
exits 2 $mesh --vertices @quad.bin --draw 5 -o x.png
says "5 vertices, --vertices has 4"
exits 2 $mesh --vertices @quad.bin --draw 4,3 -o x.png
says "3 instances, --instances has 2"
echo '0 1 4' >wrong.txt
exits 2 $mesh --vertices @quad.bin --indices @wrong.txt:u32 -o x.png
says "number 2 is 4, --vertices has 4"
exits 2 $mesh --vertices @quad.bin --indices @wrong.txt:u16 -o x.png
says "an index has 32 bits, a u16 does not"
exits 2 $mesh --vertices @quad.bin --indices @indices.bin --draw 7 -o x.png
says "7 indices of 4 bytes are drawn"
exits 2 $mesh --vertices normal=@quad.bin -o x.png
says "no input 'normal'"
exits 2 $mesh --vertices corner=quad.bin -o x.png
says "is not @FILE"
exits 2 $mesh --instances @places.txt:f32 --vertices @quad.bin -o x.png
says "for which input?"
exits 2 render mesh.lv --draw 3 -o x.png
says "texture 'wood' (set 0, binding 0) is not given: --texture wood=@FILE.png"
exits 3 $mesh --vertices @none.bin -o x.png
echo 1 2 x >bad.txt
exits 1 $mesh --vertices @bad.txt:f32 -o x.png
says "bad.txt: 'x' is not a component of type f32"
exits 1 render plain.lv --vertex-entry middle --draw 3 -o x.png
says "no vertex entry point 'middle'"
exits 1 render plain.lv --entry blue --draw 3 -o x.png
says "no fragment entry point 'blue'; there are: red half"
exits 1 render two.lv --vertex two.lv -o x.png
says "two.lv: no vertex entry point"
exits 1 render two.lv --out 1=x.png
says "no output at location 1"
exits 2 render two.lv
says "no output: -o FILE.png"
exits 2 render two.lv -o x.png --print wood
says "there is: none"
exits 3 render two.lv --out 0=missing/x.png
exits 3 render two.lv --raw -o /dev/full
holds "no output file of a call that failed" test ! -e x.png

# --watch: draws again when the file or an include changes, keeps the last picture
first_pixel_is() {
    [ -e watch.png ] && [ "$(pixels watch.png 2>/dev/null)" = "$1" ]
}
echo '(include "part.lv") (vec4 red 1 0 1)' >watch.lv
echo '(define red 0)' >part.lv
"$lambdav" render watch.lv --watch --size 1x1 -o watch.png >out 2>err &
watcher=$!
holds "--watch draws" waits first_pixel_is 00ff00ff
echo '(define red 1)' >part.lv
holds "--watch sees an include" waits first_pixel_is ffff00ff
has_said_twice() {
    [ "$(grep -c '^watch.png: 1x1, 1 frame on' err)" -eq 2 ]
}
holds "--watch says that it has drawn" waits has_said_twice
echo '(include "part.lv") (vec4 read 1 0 1)' >watch.lv
holds "--watch prints errors" waits grep -q "watch.lv:1:.*read" err
holds "the last picture stays" first_pixel_is ffff00ff
echo '(include "more.lv") (vec4 red 1 0 1)' >watch.lv
holds "--watch misses an include" waits grep -q "include-missing" err
echo '(include "part.lv") (define blue 1)' >more.lv
holds "--watch sees that it is there" waits first_pixel_is ffff00ff
rm watch.lv
holds "--watch misses the file" waits grep -q "No such file" err
echo '(vec4 0 0 1 1)' >watch.lv
holds "--watch goes on" waits first_pixel_is 0000ffff
kill -INT $watcher
wait $watcher
holds "a signal ends --watch" [ $? -eq 0 ]
holds "no temporary file is left" [ -z "$(find . -name ".lambdav-*")" ]

summary
