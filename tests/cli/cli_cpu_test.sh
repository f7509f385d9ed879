#!/bin/sh
# lambdav on the CPU: the tests of render and run once more with --cpu; any number of threads; the
# checks; and a program that is built where there are neither Vulkan headers nor libraries.
# $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
root=$(pwd)
name=cli_cpu_test
. tests/cli/cli_functions.sh
here=build/cli_cpu_test

# The program with --cpu, but for calls that ask for a device.
cat >lambdav <<END
#!/bin/sh
command=\$1
case " \$* " in
*" --device "*|*" --validation "*|*" --help "*) ;;
" render "*|" run "*) shift; set -- "\$command" --cpu "\$@" ;;
esac
exec "$lambdav" "\$@"
END
chmod +x lambdav
for test in cli_run_test cli_render_test; do
    LAMBDAV=$(pwd)/lambdav NAME=cli_cpu_test/$test "$root/tests/cli/$test.sh"
done

# an output that has nothing but an initial value
cat >initial.spvasm <<'END'
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint Fragment %main "main" %out
OpExecutionMode %main OriginUpperLeft
OpDecorate %out Location 0
%void = OpTypeVoid
%float = OpTypeFloat 32
%v4 = OpTypeVector %float 4
%one = OpConstant %float 1
%half = OpConstant %float 0.5
%value = OpConstantComposite %v4 %one %half %one %one
%pointer = OpTypePointer Output %v4
%out = OpVariable %pointer Output %value
%type = OpTypeFunction %void
%main = OpFunction %void None %type
%body = OpLabel
OpReturn
OpFunctionEnd
END
echo '(vec4 1 0.5 1 1)' >initial.lv
spirv-as --target-env spv1.0 initial.spvasm -o initial.spv
exits 0 render initial.spv --cpu --size 4x4 -o initial.png
exits 0 render initial.lv --cpu --size 4x4 -o wanted.png
holds "an output with an initial value" cmp -s initial.png wanted.png

# any number of threads
picture="render $root/examples/spheres.lv --cpu --size 200x131 -o"
exits 0 $picture one.png --threads 1
exits 0 $picture seven.png --threads 7
holds "threads make no difference" cmp -s one.png seven.png
ln -s "$root/examples" "$root/tests" .
for mesh in cube instances; do
    command=$(sed -n '/^;/!q; s/^;   //p' "$root/examples/$mesh.lv" | tr '\n' ' ')
    for threads in 1 5; do
        eval "\"$lambdav\" ${command#build/lambdav } --cpu --threads $threads -o $mesh$threads.png"
    done
    holds "threads make no difference to $mesh.lv" cmp -s ${mesh}1.png ${mesh}5.png
done

# the checks
cat >wrong.comp <<'END'
#version 450
layout(local_size_x = 4) in;
layout(binding = 0) buffer Data { int data[]; };
shared int sum[4];
void main() {
    int i = int(gl_LocalInvocationID.x), unset[2];
    if (i < 3) unset[0] = 1;
    sum[0] = i;
    data[i + 2] = i;
    data[0] = unset[0];
}
END
glslangValidator -g -V --quiet wrong.comp -o wrong.spv >/dev/null
exits 0 run wrong.spv --size 4 --buffer Data=16 --cpu --check
says "wrong.comp:8:5: warning: a data race: another invocation accesses the same word: 3 of 4 \
invocations, first at (1, 0, 0) [check]"
says "      sum[0] = i;"
says "wrong.comp:9:5: warning: an index beyond the end of the buffer: 2 of 4 invocations, first at \
(2, 0, 0), operands 4, 4 [check]"
says "wrong.comp:10:5: warning: a variable that was never written is read: 1 of 4 invocations, \
first at (3, 0, 0) [check]"
says "wrong.comp:10:5: warning: a data race"
holds "what both tell of is told once" [ "$(grep -c warning: err)" -eq 4 ]
# --checks is what the option was called when the CPU alone had it
exits 1 run wrong.spv --size 4 --buffer Data=16 --checks
says "wrong.comp:8:5: error: a data race"
holds "the alias tells the same" [ "$(grep -c error: err)" -eq 4 ]
exits 0 run wrong.spv --size 4 --buffer Data=16 --cpu --print Data[3]
printed 1
cat >endless.lv <<'END'
(buffer data (array int))
(compute (1 1 1) (store data 0 ((rec-func (n) (if (= n -1i) n (rec (bit-and (+ n 1i) 1023i)))) 0i)))
END
exits 1 run endless.lv --size 1 --buffer data=16 --steps 10000
says "endless.lv:2:"
says ": the step limit was reached (Op"
holds "the step limit is reported once" [ "$(wc -l <err)" -eq 1 ]

# the places of what is found in pictures; λV has them without --debug
cat >outside.vert <<'END'
#version 450
layout(binding = 0) readonly buffer Corners { vec2 corners[]; };
void main() { gl_Position = vec4(corners[gl_VertexIndex], 0, 1); }
END
cat >outside.frag <<'END'
#version 450
layout(binding = 1) readonly buffer Shades { float shades[]; };
layout(location = 0) out vec4 colour;
void main() { colour = vec4(shades[int(gl_FragCoord.x) * int(gl_FragCoord.y)]); }
END
for stage in vert frag; do
    glslangValidator -g -V --quiet outside.$stage -o $stage.spv >/dev/null
done
exits 1 render frag.spv --vertex vert.spv --draw 3 --cpu --check=error --size 8x8 \
    --buffer Shades=96 --buffer Corners=16 -o x.png
says "outside.vert:3:1: error: an index beyond the end of the buffer: 1 invocation, first at \
vertex 2, instance 0, operands 2, 2"
exits 1 render frag.spv --cpu --check=error --size 8x8 --buffer Shades=96 -o x.png
says "outside.frag:4:1: error: an index beyond the end of the buffer: 13 of 64 invocations, \
first at (6, 4), operands 24, 24"
holds "it is told once" [ "$(grep -c error: err)" -eq 1 ]
cat >race.lv <<'END'
(buffer data (array int))
(compute (4) (store data 0 (int (local-invocation-index))))
END
exits 1 run race.lv --size 4 --buffer data=16 --cpu --check=error
says "race.lv:2:14: error: a data race"
cat >undefined.lv <<'END'
(buffer data (array uint))
(define i (local-invocation-index))
(compute (4) (store data i (if (< i 2u) (shift-left 1u (+ i 30u)) 0u)))
(compute "late" (4) (store data i (if (< i 3u) (/ 7u (- 2u i)) (shift-left 1u (+ i 29u)))))
END
exits 0 run undefined.lv -e main --size 4 --buffer data=16 --cpu --check=error
exits 1 run undefined.lv -e late --size 4 --buffer data=16 --cpu --check=error
says "undefined.lv:4:48: error: an integer division by zero: 1 of 4 invocations"
says "undefined.lv:4:64: error: a shift by too many bits: 1 of 4 invocations"
holds "each is told once" [ "$(grep -c error: err)" -eq 2 ]

# files that are not whole
"$lambdav" compile race.lv -o whole.spv
head -c 101 whole.spv >cut.spv
for command in "run --size 4 --cpu" reflect translate "check --uniformity" \
    "check --instrument -o checked.spv"; do
    exits 1 $command cut.spv
    says "cut.spv: invalid SPIR-V: 101 bytes are not whole words"
done
head -c 100 whole.spv >short.spv
for command in "run --size 4 --cpu" reflect "check --instrument -o checked.spv"; do
    exits 1 $command short.spv
    says "short.spv: invalid SPIR-V: word "
done
exits 1 translate short.spv -o short.wgsl
says "short.spv: no WGSL: an instruction has length 0 or goes beyond the end of the module at word "
echo '(vec4 1)' >text.spv
exits 1 render text.spv -o x.png
says "text.spv: is not SPIR-V"
: >text.spv
exits 1 render text.spv -o x.png
says "text.spv: is not SPIR-V"

# inputs without a vertex stage
cat >input.frag <<'END'
#version 450
layout(location = 1) in vec2 place;
layout(location = 0) out vec4 colour;
void main() { colour = vec4(place, 1, 1); }
END
glslangValidator -V --quiet input.frag -o input.spv >/dev/null
exits 0 render input.spv --cpu --size 1x1 -o input.png
says "warning: input 1 is 0: no vertex stage writes it"
holds "the inputs are 0" [ "$(pixel input.png)" = "0 0 255 255" ]

# an array of outputs
cat >array.frag <<'END'
#version 450
layout(location = 0) out vec4 first;
layout(location = 1) out vec4 rest[2];
void main() { first = vec4(0); rest[0] = vec4(1, 0, 0, 1); rest[1] = vec4(0, 0, 1, 1); }
END
glslangValidator -V --quiet array.frag -o array.spv >/dev/null
exits 0 render array.spv --cpu --size 1x1 --out 1=one.png --out 2=two.png
holds "element 0" [ "$(pixel one.png)" = "255 0 0 255" ]
holds "element 1" [ "$(pixel two.png)" = "0 0 255 255" ]
exits 1 render array.spv --cpu --size 1x1 --out 3=x.png
says "array.spv: no output at location 3"

# each invocation takes its own of an array of textures; one out of range the last
for k in 1 2 3; do printf "\\00$k\0\0\0" >own$k.bin; done
cat >own.lv <<'END'
(texture own (array 2d 3)) (buffer data (xs (array int)))
(compute (8)
  (store data.xs (.x (global-invocation-id))
         (int (+ 0.5 (* 255 (.x (sample-lod (at own (- 5u (.x (global-invocation-id))) :non-uniform)
                                            (vec2 0.5) 0)))))))
END
for target in 1.0 1.3 1.6; do
    exits 0 compile own.lv --target $target -o own.spv
    exits 0 run own.spv --cpu --dispatch 1 --bind 0,0[0]=@own1.bin:1x1,rgba8 \
        --bind 0,0[1]=@own2.bin:1x1,rgba8 --bind 0,0[2]=@own3.bin:1x1,rgba8 \
        --bind 0,1=32 --print 0,1
    printed 3 3 3 3 2 1 3 3
done

# texel buffers
cat >texels.comp <<'END'
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, r32ui) uniform uimageBuffer sums;
layout(set = 0, binding = 1) uniform samplerBuffer given;
void main() {
    int i = int(gl_GlobalInvocationID.x);
    imageStore(sums, i, uvec4(imageSize(sums) * 100 + uint(texelFetch(given, i).g * 8 + 0.1)));
}
END
glslangValidator -V --quiet texels.comp -o texels.spv >/dev/null
printf '\377\377\0\0\0\0\0\0\0\200\0\0\0\377\0\0' >texels.bin
texels="run texels.spv --cpu --dispatch 1 --print sums --bind 0,0"
exits 0 $texels=4 --bind 0,1=@texels.bin:rgba8
printed 408 400 404 408
exits 0 $texels=4:r32ui --texture given=@texels.bin:rg8,8
printed 408 400 400 400
exits 2 $texels=4:r32ui --texture given=@texels.bin:rg8,9
says "texels.bin: 16 bytes are not 9 texels of 2 bytes"
exits 2 $texels=4:r32f --bind 0,1=@texels.bin:rgba8
exits 2 $texels=4x4 --bind 0,1=@texels.bin:rgba8
says "a texel buffer has one size"
exits 2 $texels=4
says "texel buffer 'given' (set 0, binding 1) is not given: --texture given=@FILE:FORMAT"
exits 3 $texels=4 --bind 0,1=@none.bin:rgba8

# formats of images, and of pictures
cat >formats.comp <<'END'
#version 450
layout(binding = 0, rg16) uniform image2D a;
layout(binding = 1, r16_snorm) uniform image2D b;
layout(binding = 2, r8ui) uniform uimage2D c;
layout(binding = 3, rg16i) uniform iimage2D d;
layout(binding = 4, rgba16_snorm) uniform image2D e;
layout(binding = 5, r16ui) uniform uimage2D f;
layout(binding = 6, rg8i) uniform iimage2D g;
void main() {
    imageStore(a, ivec2(0), vec4(0, 1, 0, 0));
    imageStore(b, ivec2(0), vec4(-1));
    imageStore(c, ivec2(0), uvec4(200));
    imageStore(d, ivec2(0), ivec4(-300, 4, 0, 0));
    imageStore(e, ivec2(0), vec4(-2, 0, imageLoad(b, ivec2(0)).x, 1));
    imageStore(f, ivec2(0), uvec4(imageLoad(f, ivec2(0)).x + 65000u));
    imageStore(g, ivec2(0), ivec4(-128, 127, 0, 0));
}
END
glslangValidator -V --quiet formats.comp -o formats.spv >/dev/null
for part in "" "--cpu"; do
    exits 0 run formats.spv $part --dispatch 1 --bind a=1x1 --bind b=1x1 --bind c=1x1 --bind d=1x1 \
        --bind e=1x1 --bind f=1x1 --bind g=1x1 --print a --print b --print c --print d --print e \
        --print f --print g
    printed 0 1 -1 200 -300 4 -1 0 -1 1 65000 -128 127
done
echo '(vec4 -0.25 0.5 0.75 1)' >colours.lv
for format in rgba16 rg16 r16 r8-snorm rg8-snorm rgba16-snorm rg16-snorm r16-snorm; do
    exits 0 render colours.lv --size 3x2 --format $format --raw -o device.raw
    exits 0 render colours.lv --size 3x2 --format $format --raw -o cpu.raw --cpu
    holds "$format is the same" cmp -s device.raw cpu.raw
done

# a module without its last words
size=$(wc -c <input.spv)
for cut in 4 8 12 16; do
    head -c $((size - cut)) input.spv >cut.spv
    exits 1 render cut.spv --cpu --size 1x1 -o x.png
    says "cut.spv: "
done

# without headers and libraries
mkdir include
for header in /usr/include/*; do
    case $header in */vulkan|*/stb|*/cjson|*/cmocka*) ;; *) ln -s "$header" include/ ;; esac
done
compiler=$(${CC:-gcc} -print-file-name=include)
multiarch=$(${CC:-gcc} -print-multiarch 2>/dev/null)
(cd "$root" && tools/dev/build.sh tools/lambdav.c "$here/bare" -O0 -nostdinc -isystem \
    "$compiler" -isystem "$here/include" -isystem "$here/include/$multiarch") >out 2>err
holds "builds without Vulkan and libraries" test -x bare
demo="$root/examples/raymarch.lv --size 96x64 --time 1"
"$lambdav" render $demo --cpu -o cpu.png 2>err
./bare render $demo -o bare.png 2>err
pixels cpu.png >cpu.txt
pixels bare.png >bare.txt
holds "draws without them" cmp -s cpu.txt bare.txt
says "lambdav: on the CPU: lambdav was built without Vulkan"
./bare devices >out
prints "--cpu"
./bare render $demo -o x.png --device 0 2>err
holds "has no device" [ $? -eq 3 ]
says "built without Vulkan"
echo '(texture t 2d) (sample t (vec2 0.5 0.5))' >textured.lv
printf 'P6 # two pixels\n2 1\n255\n\377\000\000\377\000\000' >red.ppm
./bare render textured.lv --size 1x1 --texture t=@red.ppm -o red.png 2>err
exits 2 render textured.lv --cpu --size 1x1 --texture t=@red.ppm:lineer -o x.png
says "red.ppm:lineer: after the colon there may be: "
exits 2 render textured.lv --cpu --size 1x1 --texture t=@red.ppm:linear:lineer -o x.png
says "red.ppm:linear:lineer: after the colon there may be: "
exits 3 render textured.lv --cpu --size 1x1 --texture t=@rot.ppm:lineer -o x.png
holds "reads PPM" [ "$(pixel red.png)" = "255 0 0 255" ]

# calls N CALLS: makes calls.spv of N functions; CALLS, in awk, prints what function i calls
calls() {
    awk "function call(k) { print \"%c\" ++count \" = OpFunctionCall %void %f\" k }
    BEGIN {
        print \"OpCapability Shader\\nOpMemoryModel Logical GLSL450\"
        print \"OpEntryPoint GLCompute %f$1 \\\"main\\\"\\nOpExecutionMode %f$1 LocalSize 1 1 1\"
        print \"%void = OpTypeVoid\\n%t = OpTypeFunction %void\"
        for (i = 1; i <= $1; i++) {
            print \"%f\" i \" = OpFunction %void None %t\\n%l\" i \" = OpLabel\"
            $2
            print \"OpReturn\\nOpFunctionEnd\"
        }
    }" >calls.spvasm
    holds "spirv-as takes calls" spirv-as calls.spvasm -o calls.spv
}
# limits of calls, found in time that is linear in the module
calls 4096 'if (i > 1) call(i - 1)'
exits 0 run --cpu calls.spv --dispatch 1
calls 4097 'if (i > 1) call(i - 1)'
exits 1 run --cpu calls.spv --dispatch 1
says "it calls more than 4096 instances of functions: OpEntryPoint at word"
calls 100000 'if (i > 1) call(i - 1)'
begun=$(date +%s)
exits 1 run --cpu calls.spv --dispatch 1
holds "nested calls are refused soon" [ $(($(date +%s) - begun)) -lt 10 ]
calls 5000 'if (i == 5000) { call(i - 1); call(1) }'
exits 0 run --cpu calls.spv --dispatch 1
calls 800 'for (k = 1; k < i; k++) call(k)'
exits 1 run --cpu calls.spv --dispatch 1
says "its functions have more than 262144 blocks and calls: OpFunction at word"

summary
