#!/bin/sh
# lambdav on the CPU: the tests of render and run once more with --cpu; any number of threads; the
# checks; and a program that is built where there are neither Vulkan headers nor libraries.
# $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/.." || exit 3
root=$(pwd)
name=cli_cpu_test
. tests/cli_functions.sh
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
    LAMBDAV=$(pwd)/lambdav NAME=cli_cpu_test/$test "$root/tests/$test.sh"
done

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
exits 1 run wrong.spv --size 4 --buffer Data=16 --checks
says "wrong.comp:8:"
says "wrong.comp:9:"
says "wrong.comp:10:"
exits 0 run wrong.spv --size 4 --buffer Data=16 --cpu --print Data[3]
printed 1
cat >endless.lv <<'END'
(buffer data (array int))
(compute (1 1 1) (store data 0 ((rec-func (n) (if (= n -1i) n (rec (bit-and (+ n 1i) 1023i)))) 0i)))
END
exits 1 run endless.lv --size 1 --buffer data=16 --steps 10000
says "step limit"

# without headers and libraries
mkdir include
for header in /usr/include/*; do
    case $header in */vulkan|*/stb|*/cjson|*/cmocka*) ;; *) ln -s "$header" include/ ;; esac
done
compiler=$(${CC:-gcc} -print-file-name=include)
multiarch=$(${CC:-gcc} -print-multiarch 2>/dev/null)
(cd "$root" && tools/build.sh tools/lambdav.c "$here/bare" -O1 -nostdinc -isystem \
    "$compiler" -isystem "$here/include" -isystem "$here/include/$multiarch") >out 2>err
holds "builds without Vulkan and libraries" test -x bare
demo="$root/examples/raymarch.lv --size 96x64 --time 1"
"$lambdav" render $demo --cpu -o cpu.png 2>err
./bare render $demo -o bare.png 2>err
holds "draws without them" cmp -s cpu.png bare.png
says "lambdav: on the CPU: lambdav was built without Vulkan"
./bare devices >out
prints "--cpu"
./bare render $demo -o x.png --device 0 2>err
holds "has no device" [ $? -eq 3 ]
says "built without Vulkan"
echo '(texture t 2d) (sample t (vec2 0.5 0.5))' >textured.lv
printf 'P6 # two pixels\n2 1\n255\n\377\000\000\377\000\000' >red.ppm
./bare render textured.lv --size 1x1 --texture t=@red.ppm -o red.png 2>err
holds "reads PPM" [ "$(pixel red.png)" = "255 0 0 255" ]

summary
