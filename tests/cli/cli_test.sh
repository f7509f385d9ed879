#!/bin/sh
# The command line: every command, every exit code, stdin and stdout, and what happens to files when
# something fails. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=cli_test
. tests/cli/cli_functions.sh
mkdir -p library part

cat >good.lv <<'END'
(push-constants (time num) (resolution vec2) (tint vec3))
(define uv (/ (.xy (frag-coord)) resolution))
(output 0 (vec4 (* tint (vec3 uv (sin time))) 1))
END
echo '(vec4 1 0.5 0 1)' >plain.lv
echo '(vec4 (error 1) 0 0 1)' >bad.lv
: >empty.lv

# help, and calls that cannot be right
exits 0 --help
prints "Examples:"
exits 0 --version
prints "lambdav "
for command in compile check render run reflect dump devices; do
    exits 0 $command --help
    prints "Examples:"
done
exits 2
exits 2 frobnicate good.lv
says "frobnicate"
exits 2 compile good.lv
exits 2 compile -o x.spv
exits 2 compile good.lv plain.lv -o x.spv
exits 2 compile good.lv -o x.spv --no-such-option
exits 2 compile good.lv -o x.spv --size 1x1
says "compile takes no --size"
exits 2 compile good.lv -o x.spv --target vulkan0.9
exits 2 compile good.lv -o x.spv --define steps
exits 2 compile good.lv -o x.spv --header 1st
exits 2 compile good.lv -o x.spv --memory 0
exits 2 render good.lv
exits 2 render good.lv -o x.png --size 0x5
exits 2 render good.lv -o x.png --size 5
exits 2 render good.lv -o x.png --time soon
exits 2 render good.lv -o x.png --frames 0
exits 2 render good.lv -o - --frames 2
says "--raw"
exits 2 render good.lv -o x.png --size 5x5x5
exits 2 render good.lv -o x.png --size 20000x5
exits 2 render good.lv -o - --location all
exits 2 render good.lv -o - --watch
exits 2 render - -o x.png --watch
exits 2 render good.lv -o x.png --blend darkly
says "alpha"
exits 2 render good.lv -o x.png --depth=deep
exits 2 render good.lv -o x.png --topology squares
exits 2 render good.lv -o x.png --cull all
exits 2 render good.lv -o x.png --format rgba7
exits 2 render good.lv -o x.png --clear 1,2,3,4,5
exits 2 render good.lv -o x.png --draw many
exits 2 render good.lv -o x.png --draw 3
says "no vertex stage"
exits 2 render good.lv -o x.png --indices file
exits 2 render good.lv -o x.png --push file
exits 2 render good.lv -o x.png --buffer data
exits 2 render good.lv -o x.png --dispatch 1
says "render takes no --dispatch"
exits 2 dump graph
exits 2 dump nonsense good.lv
says "graph"
exits 2 devices here
holds "a usage error made a file" test ! -e x.spv -a ! -e x.png

# compile
exits 0 compile plain.lv -o plain.spv
holds "words are valid" spirv-val --target-env vulkan1.1 plain.spv
exits 0 compile good.lv --names -o good.spv
holds "words are valid" spirv-val --target-env vulkan1.1 good.spv
exits 0 compile good.lv --debug -o good.spv
holds "words with lines are valid" spirv-val --target-env vulkan1.1 good.spv
spirv-dis good.spv >good.txt
holds "there are lines" grep -q 'OpLine' good.txt
holds "there are names" grep -q 'OpName' good.txt
exits 0 compile good.lv --debug=full -o good.spv
holds "words with debug information are valid" spirv-val --target-env vulkan1.1 good.spv
spirv-dis good.spv >good.txt
holds "there are functions" grep -q 'DebugFunction' good.txt
exits 2 compile good.lv --debug=much -o good.spv
echo '(push-constants (time num)) (vec4 1)' >unneeded.lv
exits 0 check unneeded.lv -Werror
exits 0 check unneeded.lv --warn
exits 1 check unneeded.lv --warn -Werror
exits 1 compile unneeded.lv --warn --Werror -o unneeded.spv
exits 1 check unneeded.lv --warn=unused-resource -Werror
exits 0 check unneeded.lv --warn=unused-name -Werror
exits 0 check unneeded.lv --warn --no-warn=unused-resource -Werror
exits 0 check unneeded.lv --no-warn=unused-resource --warn -Werror
exits 2 check unneeded.lv --warn=unused
exits 2 check unneeded.lv --no-warn=syntax
echo '(vec4 (sqrt -1))' >undefined.lv
exits 1 check undefined.lv -Werror
exits 0 check undefined.lv -Werror --no-warn=domain
exits 2 check good.lv --debug
for target in spirv1.0 spirv1.3 spirv1.5 spirv1.6; do
    exits 0 compile plain.lv -o target.spv --target $target
    holds "$target is in the words" [ "$(od -An -tx1 -j5 -N2 target.spv)" = \
        " 0${target#spirv1.} 01" ]
done
"$lambdav" compile - -o - <plain.lv >piped.spv
holds "stdin and stdout" cmp -s piped.spv plain.spv
exits 0 compile plain.lv --header plain_words -o plain.h
printf '#include "plain.h"\n#include <stdio.h>\nint main(void) { return fwrite(plain_words, 1, %s' \
    'sizeof plain_words, stdout) != sizeof plain_words; }' >header.c
holds "the header compiles" cc -Wall -Wextra -Werror -I. header.c -o header
./header >header.spv
holds "the header holds the words" cmp -s header.spv plain.spv

# --keep-interface: each vertex entry has the inputs that the text declares, where they fit
cat >kept.lv <<'EOF'
(input a vec2 :location 0) (input b vec3 :location 0) (input c (array vec2 2)) (input d uint)
(input seen num :location 9)
(vertex "a" (position (vec4 a 0 1)))
(vertex "b" (position (vec4 b 1)))
(fragment (vec4 seen 0 0 1))
EOF
echo '(input p vec2) (input q int) (fragment (vec4 1))' >fragment.lv
# interface NAME FILE: the variables of that entry point, which are in any order
interface() {
    spirv-dis --no-color "$2" | sed -n "s/^ *OpEntryPoint [A-Za-z]* %[a-z_0-9]* \"$1\"//p" \
        | tr -s ' ' '\n' | sed 's/_[0-9]*$//' | sort | tr '\n' ' '
}
for target in spirv1.0 spirv1.6; do
    for debug in --names --debug=full; do
        for text in kept fragment; do
            exits 0 compile $text.lv --keep-interface $debug --target $target -o $text.spv
            holds "$text.spv is valid" spirv-val --target-env vulkan1.3 $text.spv
        done
        holds "the inputs of a" [ "$(interface a kept.spv)" = " %a %c %c %d %position " ]
        holds "the inputs of b" [ "$(interface b kept.spv)" = " %b %c %c %d %position " ]
        holds "the inputs of fragments" [ "$(interface main kept.spv)" = " %out0 %seen " ]
        holds "without vertices" [ "$(interface main fragment.spv)" = " %out0 %p %q " ]
    done
done
exits 0 compile kept.lv --names -o kept.spv
holds "else what is read" [ "$(interface a kept.spv)" = " %a %position " ]
exits 0 reflect kept.lv --keep-interface
prints "input    d                   uint     entry 1, location 3"

# --loops
for shape in auto phi variables unroll dont-unroll; do
    exits 0 compile kept.lv --loops $shape -o shape.spv
done
exits 2 check kept.lv --loops phis
says "--loops: 'phis' is not auto, phi, variables, unroll or dont-unroll"

# --limit
exits 0 check kept.lv --limit nodes=1000000 --limit depth=30000 --limit calls=9
exits 1 check kept.lv --limit nodes=3
says "the limit is 3"
exits 1 check bad.lv kept.lv --limit diagnostics=1
for limit in nodes=0 nodes nodes= node=4 =4 nodes=4294967296 depth=x; do
    exits 2 check kept.lv --limit $limit
    says "--limit: '$limit' is not depth=N, calls=N, nodes=N or diagnostics=N"
done

# errors leave files alone
exits 1 compile bad.lv -o plain.h
says "bad.lv:1:"
says "error:"
holds "an error keeps the old file" grep -q plain_words plain.h
exits 1 compile bad.lv -o new.spv
holds "an error makes no file" test ! -e new.spv
exits 3 compile missing.lv -o new.spv
says "missing.lv: No such file"
exits 3 compile . -o new.spv
exits 3 compile plain.lv -o missing/new.spv
exits 3 compile plain.lv -o /dev/full
says "No space left"
holds "/dev/full is still a device" test -c /dev/full
"$lambdav" compile plain.lv -o - >/dev/full 2>err
holds "a full stdout" [ $? -eq 3 ]
echo old >old.spv
(trap '' XFSZ && ulimit -f 0 && "$lambdav" compile plain.lv -o old.spv 2>/dev/null)
holds "a disk that gets full: exit code" [ $? -eq 3 ]
holds "a disk that gets full: the old file" [ "$(cat old.spv)" = old ]
if [ "$(id -u)" -ne 0 ]; then
    mkdir closed && chmod 500 closed
    exits 3 compile plain.lv -o closed/new.spv
    says "closed/new.spv: cannot be written: no permission, or read-only"
fi
ln -s old.spv link.spv
chmod 640 old.spv
exits 0 compile plain.lv -o link.spv
holds "a symbolic link stays" test -L link.spv
holds "what it points to is written" cmp -s old.spv plain.spv
holds "the mode stays" [ "$(stat -c %a old.spv)" = 640 ]
holds "no temporary file is left" [ -z "$(find . -name '.lambdav-*')" ]

# includes, and what make wants to know
echo '(define red (vec4 1 0 0 1))' >part/red.lv
echo '(include "red.lv") (define scarlet red)' >part/scarlet.lv
echo '(include "part/scarlet.lv") scarlet' >'with include.lv'
exits 0 compile 'with include.lv' -o with.spv --depfile with.d
holds "the depfile" [ "$(cat with.d)" = \
    'with.spv: with\ include.lv part/scarlet.lv part/red.lv' ]
echo '(define blue (vec4 0 0 1 1))' >library/blue.lv
echo '(include "blue.lv") blue' >blue.lv
cp blue.lv uses.lv && rm blue.lv
exits 1 compile uses.lv -o uses.spv
says "blue.lv"
exits 0 compile uses.lv -o uses.spv -I library
exits 0 compile uses.lv -o uses.spv --include=library

# options that change the program
echo '(define k 1) (vec4 k k k k)' >defines.lv
exits 0 compile defines.lv -o k1.spv
exits 0 compile defines.lv -o k2.spv --define k=2
exits 0 compile defines.lv -o k3.spv -D k=1
holds "--define changes the words" [ "$(cmp -s k1.spv k2.spv; echo $?)" = 1 ]
holds "--define takes the place of the definition" cmp -s k1.spv k3.spv
exits 1 compile plain.lv -o entry.spv --entry nobody
exits 0 compile plain.lv -o entry.spv --entry main

# check
exits 0 check good.lv plain.lv
holds "check writes nothing" test ! -s out
exits 0 check empty.lv
exits 1 compile empty.lv -o new.spv
exits 1 check good.lv bad.lv
exits 3 check bad.lv missing.lv
exits 1 check --json bad.lv good.lv
prints '"line"'
holds "JSON" python3 -c '
import json
assert json.load(open("out"))["diagnostics"][0]["name"]'
printf '(vec4 \377\300x 0 0 1)' >bytes.lv
exits 1 check --json bytes.lv
holds "JSON of odd bytes" python3 -c 'import json; json.load(open("out", encoding="utf-8"))'
exits 0 check --json good.lv
holds "JSON of nothing" python3 -c 'import json; assert json.load(open("out"))["diagnostics"] == []'
"$lambdav" check - <bad.lv 2>err
holds "check of stdin" [ $? -eq 1 ]
says "stdin:1:"
head -c 50000000 /dev/zero | tr '\0' '(' >huge.lv
exits 1 check huge.lv
rm huge.lv
exits 3 check --memory 1 /dev/zero

# colours on a terminal only
exits 1 check bad.lv
holds "no colours in a file" [ "$(tr -cd '\033' <err | wc -c)" -eq 0 ]
TERM=xterm script -qec "'$lambdav' check bad.lv" /dev/null >terminal </dev/null
holds "colours on a terminal" [ "$(tr -cd '\033' <terminal | wc -c)" -gt 0 ]
TERM=xterm NO_COLOR=1 script -qec "'$lambdav' check bad.lv" /dev/null >terminal </dev/null
holds "NO_COLOR" [ "$(tr -cd '\033' <terminal | wc -c)" -eq 0 ]

# progress, on a terminal only: nobody reads the pipe for two seconds
mkfifo pipe.png
(sleep 2.5 && cat pipe.png >/dev/null) &
TERM=xterm script -qec "'$lambdav' render plain.lv -o pipe.png" /dev/null >terminal </dev/null
holds "progress" grep -q "frame 1 of 1 .* 1 s" terminal
cat pipe.png >/dev/null &
exits 0 render plain.lv -o pipe.png
holds "no progress in a file" test ! -s err

# dump and reflect
for pass in forms graph schedule words; do
    exits 0 dump $pass good.lv
    holds "dump $pass prints" test -s out
done
exits 1 dump graph bad.lv
exits 0 reflect good.lv
prints "fragment"
prints "resolution"
exits 0 reflect --json good.spv
holds "JSON of reflect" python3 -c '
import json
m = json.load(open("out"))
block = m["structs"][m["pushConstants"][0]["struct"]]
assert [p["name"] for p in block["members"]][:2] == ["time", "resolution"]
assert m["entryPoints"][0]["stage"] == "fragment"'
head -c 100 good.spv >cut.spv
exits 1 reflect cut.spv
# each of 4000 paddings has a name of its own; it took 43 s to find them
awk 'BEGIN {
    printf "(uniform u"; for (i = 0; i < 4000; i++) printf " (f%d vec3)", i; print ") u.f7"
}' >pads.lv
begun=$(date +%s)
exits 0 reflect --c-header pads.lv
grep -q "unsigned char padding_3999\[4\];" out && [ $(($(date +%s) - begun)) -lt 20 ]
verdict $? "a header of many paddings"
# ... and so has each member of as many structs that all have the same names, however hard to tell
awk 'BEGIN {
    for (i = 0; i < 200; i++) long = long "_________x"
    print "OpCapability Shader\nOpMemoryModel Logical GLSL450"
    print "OpEntryPoint GLCompute %main \"main\""
    print "OpExecutionMode %main LocalSize 1 1 1\nOpName %s \"block\""
    for (i = 1; i <= 3000; i++) print "OpName %s" i " \"" long "\""
    for (i = 0; i < 16000; i++) print "OpMemberName %s " i " \"int\""
    print "OpDecorate %v DescriptorSet 0\nOpDecorate %v Binding 0\nOpDecorate %s Block"
    for (i = 0; i <= 16000; i++) print "OpMemberDecorate %s " i " Offset " 8 * i
    for (i = 1; i <= 3000; i++) print "OpMemberDecorate %s" i " 0 Offset 0"
    print "%void = OpTypeVoid\n%float = OpTypeFloat 32\n%f = OpTypeFunction %void"
    print "%s1 = OpTypeStruct %float"
    for (i = 2; i <= 3000; i++) print "%s" i " = OpTypeStruct %s" i - 1
    printf "%%s = OpTypeStruct"
    for (i = 0; i < 16000; i++) printf " %%float"
    print " %s3000\n%p = OpTypePointer Uniform %s\n%v = OpVariable %p Uniform"
    print "%main = OpFunction %void None %f\n%l = OpLabel\nOpReturn\nOpFunctionEnd"
}' >alike.spvasm
holds "spirv-as takes names that are alike" spirv-as alike.spvasm -o alike.spv
begun=$(date +%s)
exits 0 reflect --c-header alike.spv
grep -q "float int_16001;" out && grep -q "^} x_.*_3000;" out && [ $(wc -c <out) -lt 10000000 ] \
    && [ $(($(date +%s) - begun)) -lt 20 ]
verdict $? "a header of names that are alike"
exits 0 reflect --json alike.spv
# what a module may hold at most
awk 'BEGIN {
    print "OpCapability Shader\nOpMemoryModel Logical GLSL450"
    for (i = 0; i < 1025; i++) print "OpEntryPoint GLCompute %main \"m" i "\""
    print "OpExecutionMode %main LocalSize 1 1 1\n%void = OpTypeVoid\n%f = OpTypeFunction %void"
    print "%main = OpFunction %void None %f\n%l = OpLabel\nOpReturn\nOpFunctionEnd"
}' >entries.spvasm
holds "spirv-as takes entry points" spirv-as entries.spvasm -o entries.spv
exits 1 reflect entries.spv
says "entries.spv: it has more than 1024 entry points"
grep -v '"m1024"' entries.spvasm >most.spvasm
holds "spirv-as takes fewer" spirv-as most.spvasm -o most.spv
exits 0 reflect most.spv
prints "entry 1023  m1023"
awk 'BEGIN {
    print "OpCapability Shader\nOpMemoryModel Logical GLSL450"
    for (i = 0; i < 1024; i++) print "OpEntryPoint GLCompute %main \"m" i "\""
    print "OpExecutionMode %main LocalSize 1 1 1\nOpDecorate %s Block"
    print "OpMemberDecorate %s 0 Offset 0"
    for (i = 0; i < 1025; i++)
        print "OpDecorate %v" i " DescriptorSet 0\nOpDecorate %v" i " Binding " i
    print "%void = OpTypeVoid\n%float = OpTypeFloat 32\n%s = OpTypeStruct %float"
    print "%f = OpTypeFunction %void\n%p = OpTypePointer Uniform %s"
    for (i = 0; i < 1025; i++) print "%v" i " = OpVariable %p Uniform"
    print "%main = OpFunction %void None %f\n%l = OpLabel"
    for (i = 0; i < 1025; i++) print "%n" i " = OpLoad %s %v" i
    print "OpReturn\nOpFunctionEnd"
}' >uses.spvasm
holds "spirv-as takes uses" spirv-as uses.spvasm -o uses.spv
exits 1 reflect uses.spv
says "use more than 1048576 resources"
exits 0 reflect --c-header good.spv -o blocks.h
holds "C structs" grep -q "float resolution\[2\];" blocks.h
exits 2 reflect --json --c-header good.spv
exits 2 reflect --prefix x good.spv
exits 2 reflect --c-header --prefix 'a b' good.spv
exits 1 reflect bad.lv

# render
exits 0 devices
prints "--cpu  the CPU ("
exits 0 render plain.lv -o one.png --size 1x1
holds "the colour" [ "$(pixel one.png)" = "255 128 0 255" ]
exits 0 render good.lv -o good.png --size 30x20 --set tint=1,1,0.5
holds "the size of the picture" [ "$(od -An -tx1 -j16 -N8 good.png)" = " 00 00 00 1e 00 00 00 14" ]
exits 0 render good.spv -o same.png --size 30x20 --set tint=1,1,0.5
holds "words render like text" cmp -s good.png same.png
"$lambdav" render - -o - --size 1x1 <plain.lv >piped.png
holds "render through pipes" cmp -s piped.png one.png
exits 0 render good.lv -o frame.png --size 4x4 --frames 3 --set tint=1,1,1
holds "three frames" [ "$(echo frame*.png)" = "frame-0001.png frame-0002.png frame-0003.png" ]
holds "time goes on" [ "$(cmp -s frame-0001.png frame-0003.png; echo $?)" = 1 ]
exits 0 render good.lv -o later.png --size 4x4 --time 0.5 --set tint=1,1,1
holds "--time" [ "$(cmp -s frame-0001.png later.png; echo $?)" = 1 ]
exits 0 render good.lv -o dark.png --size 4x4
says "'tint' is 0"
echo '(push-constants (tint vec3) (m mat2x3)) (vec4 (+ (* m (vec2 0 1)) tint) 1)' >set.lv
exits 0 render set.lv -o set.png --size 1x1 --set tint=0.2,0,0 --set m=0,0,0,0.2,1,0
holds "--set, matrices by column" [ "$(pixel set.png)" = "102 255 0 255" ]
exits 2 render good.lv -o x.png --set tone=1
says "there are: time resolution tint"
exits 2 render good.lv -o x.png --set tint=1,2
exits 2 render good.lv -o x.png --set tint=1,2,3,4
exits 2 render good.lv -o x.png --set tint=1,2,x
exits 2 render good.lv -o x.png --set tint=
exits 1 render bad.lv -o x.png
exits 1 render cut.spv -o x.png
exits 1 render plain.lv -o x.png --location 3
exits 3 render plain.lv -o x.png --device 99
exits 3 render plain.lv -o missing/x.png
exits 3 render plain.lv -o /dev/full
VK_ICD_FILENAMES=/dev/null VK_DRIVER_FILES=/dev/null "$lambdav" render plain.lv -o x.png 2>err
holds "no Vulkan device: on the CPU" [ $? -eq 0 ]
says "lambdav: on the CPU: "
holds "... in one line" [ "$(wc -l <err)" -eq 1 ]
rm x.png
VK_ICD_FILENAMES=/dev/null VK_DRIVER_FILES=/dev/null "$lambdav" render plain.lv -o x.png \
    --device 0 2>err
holds "no Vulkan device that was asked for" [ $? -eq 3 ]
exits 2 render plain.lv -o x.png --cpu --device 0
exits 2 render plain.lv -o x.png --cpu --validation
exits 2 render plain.lv -o x.png --cpu --threads 0
exits 2 render plain.lv -o x.png --steps no
holds "failed renders make no file" test ! -e x.png

summary
