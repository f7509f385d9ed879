#!/bin/sh
# tools/dev/bench_all.sh: the tables that say how fast and how small, one after the other, for
# tests/data/bench and tests/data/twins, whose GLSL glslang and spirv-opt compile: compile time
# beside the peers, growth, words, frames on the Vulkan device, the CPU runner beside that device.
# SIZE (512x512) and FRAMES (15) are those of the frames. `make bench-all` builds what it needs.
# Exit codes: 0 done, 1 a measurement failed or an exponent of growth is above 1.15.
set -u
cd "$(dirname "$0")/../.." || exit 1
dir=$(mktemp -d) failed=0
trap 'rm -rf "$dir"' EXIT
title() { printf '\n## %s\n\n' "$1"; }
# words FILE: of a module without what is for those who read it: lambdav writes that when asked.
words() {
    spirv-opt --strip-debug "$1" -o "$dir/bare.spv" && echo $(($(wc -c <"$dir/bare.spv") / 4))
}

# modules: for each pair NAME.lv, NAME.frag the modules raw, O, Os and lv in $dir, and `lambdav`,
# which has names: by them its push constants are filled.
modules() {
    for glsl in tests/data/bench/*.frag tests/data/twins/*.frag; do
        name=$(basename "$glsl" .frag) lv=${glsl%.frag}.lv
        # A program of several entry points has another module for each in GLSL.
        [ ! -e "${glsl%.frag}.vert" ] || continue
        case $glsl in */twins/*) name=twin-$name ;; esac
        glslangValidator -V --target-env vulkan1.1 "$glsl" -o "$dir/$name.raw.spv" >/dev/null &&
            spirv-opt --target-env=vulkan1.1 -O "$dir/$name.raw.spv" -o "$dir/$name.O.spv" &&
            spirv-opt --target-env=vulkan1.1 -Os "$dir/$name.raw.spv" -o "$dir/$name.Os.spv" &&
            build/lambdav compile "$lv" -o "$dir/$name.lv.spv" &&
            build/lambdav compile --names "$lv" -o "$dir/$name.lambdav.spv" &&
            spirv-opt --target-env=vulkan1.1 -Os "$dir/$name.lv.spv" -o "$dir/$name.lvOs.spv" &&
            echo "$name"
    done
}

title 'Compile time, us, and words beside glslang and shaderc'
build/bench_peers $(printf '%s\n' tests/data/bench/*.frag | sed 's,\.frag$,,') || failed=1
title 'Compile time of all examples'
build/bench examples/*.lv tests/data/bench/*.lv || failed=1
title 'Growth'
build/bench_scaling || failed=1

title 'Words without names: glslang, spirv-opt -O and -Os of it, lambdav, spirv-opt -Os of that'
names=$(modules)
printf '%-18s %7s %7s %7s %7s %7s %7s\n' program raw -O -Os lambdav lv/-Os 'lv -Os'
for name in $names; do
    os=$(words "$dir/$name.Os.spv") lv=$(words "$dir/$name.lv.spv")
    printf '%-18s %7d %7d %7d %7d %7s %7d\n' "$name" "$(words "$dir/$name.raw.spv")" \
        "$(words "$dir/$name.O.spv")" "$os" "$lv" \
        "$(echo "$os $lv" | awk '{ printf "%.3f", $2 / $1 }')" "$(words "$dir/$name.lvOs.spv")"
done

title 'Frames on the Vulkan device: glslang, spirv-opt -O of it, lambdav; compare the shortest'
for name in $names; do
    case $name in
    twin-*) text=tests/data/twins/${name#twin-}.lv ;;
    *) text=tests/data/bench/$name.lv ;;
    esac
    MESA_SHADER_CACHE_DISABLE=true LP_NUM_THREADS=1 build/bench_gpu --uniform "$text" \
        "${SIZE:-512x512}" "${FRAMES:-15}" \
        "$dir/$name.raw.spv" "$dir/$name.O.spv" "$dir/$name.lambdav.spv" \
        >"$dir/frames" 2>/dev/null || {
        echo "$name: not drawn"
        continue
    }
    sed "s,^$dir/,,; ${first_done:+1d}" "$dir/frames"
    first_done=1
done

title 'CPU runner beside the Vulkan device'
tools/dev/bench_cpu.sh examples/*.lv || failed=1
exit $failed
