#!/bin/sh
# `lambdav reflect` on GLSL shaders and on our own: --json says what spirv-cross says, and the C
# structs of --c-header have the offsets that it says, for every compiler; broken modules get an
# answer. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
lambdav=${LAMBDAV:-build/lambdav}
dir=build/layout_test
rm -rf $dir
mkdir -p $dir
passed=0 failed=0

# check NAME COMMAND...: counts the command as a test.
check() {
    name=$1
    shift
    if "$@" >$dir/log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: $*"
        head -n 20 $dir/log
    fi
}

# The C structs compile, which checks their offsets.
check_header() {
    printf '#include "%s"\n#include "%s"\nint main(void) { return 0; }\n' "$1" "$1" >$dir/use.c
    for compiler in 'gcc -std=c99' 'gcc -std=c11' 'g++ -std=c++11 -x c++' 'clang -std=c99' \
        'clang++ -std=c++11 -x c++'; do
        # shellcheck disable=SC2086
        check "$1: $compiler" $compiler -Wall -Wextra -Wpedantic -Werror -fsyntax-only $dir/use.c
    done
}

# reflect_all MODULE.spv: text, JSON, C; the JSON is compared.
reflect_all() {
    check "$1: text" "$lambdav" reflect "$1"
    check "$1: JSON" "$lambdav" reflect --json "$1" -o "$1.json"
    check "$1: C" "$lambdav" reflect --c-header "$1" -o "$1.h"
    spirv-cross "$1" --reflect --output "$1.cross.json" || exit 3
    check "$1: spirv-cross" tests/cli/reflect_compare.py "$1.json" "$1.cross.json"
}

for file in tests/data/reflect/*.frag tests/data/reflect/*.vert tests/data/reflect/*.comp \
    tests/data/reflect/*.te* tests/data/reflect/*.geom; do
    for target in vulkan1.0 vulkan1.1 vulkan1.2; do
        module=$dir/$(basename "$file")_$target.spv
        if ! glslangValidator -V --target-env $target "$file" -o "$module" >$dir/log; then
            cat $dir/log
            exit 3
        fi
        reflect_all "$module"
    done
    check_header "$(basename "$module").h"
done

for file in tests/data/reflect/*.spvasm; do
    module=$dir/$(basename "$file").spv
    spirv-as --target-env spv1.0 "$file" -o "$module" && spirv-val "$module" || exit 3
    reflect_all "$module"
    check_header "$(basename "$module").h"
done

for file in examples/*.lv; do
    module=$dir/$(basename "$file").spv
    "$lambdav" compile --names "$file" -o "$module" || exit 3
    reflect_all "$module"
done
check_header "$(basename "$module").h"

# What a program would do with the structs: places that were computed by hand from std140's rules.
cat >$dir/places.c <<'END'
#include "blocks.frag_vulkan1.2.spv.h"
#define AT(type, path) ((size_t)((char *)&object.path - (char *)&object))
static Scene object;
int main(void) {
    if (AT(Scene, rows[2][3]) != 64 + 2 * 16 + 3 * 4) return 1;
    if (AT(Scene, list[2][0]) != 144 + 2 * 16) return 2;
    if (AT(Scene, lights[3].parts[1].b) != 224 + 3 * 112 + 64 + 16 + 12) return 3;
    if (AT(Scene, grid[1][2][1]) != 800 + 48 + 32 + 4) return 4;
    if (AT(Scene, turns[1][2][0]) != 896 + 48 + 32) return 5;
    return sizeof(Scene) == 1088 ? 0 : 6;
}
END
check "places compile" gcc -std=c99 -Wall -Wextra -I$dir $dir/places.c -o $dir/places
check "places" $dir/places

# A λV program is reflected as its words are, and either byte order of words.
cat >$dir/push.lv <<'END'
(push-constants (time num) (turn mat3) (tint vec3))
(output 0 (vec4 (* tint (* turn (vec3 time))) 1))
END
check "λV: C" "$lambdav" reflect --c-header $dir/push.lv -o $dir/push.h
check_header push.h

# Two headers in one C file: structs without a name, structs that both have, structs of one name.
cat >$dir/one.lv <<'END'
(struct light (place vec3) (power num))
(push-constants (time num))
(uniform scene (lights (array light 2)))
(buffer marks (array light))
(fragment (vec4 (+ time (.power (at scene.lights 0)) (.power (load marks 0))) 1 1 1))
END
sed 's/marks/other/g; s/(time num)/(time vec2)/; s/(+ time/(+ time.x/' $dir/one.lv >$dir/two.lv
sed 's/power num/power vec2/; s/(.power \(([^)]*)\))/(.x (.power \1))/g' $dir/one.lv >$dir/three.lv
sed -i 's/(load marks 0)/(at scene.lights 1)/; s/(buffer marks.*//' $dir/one.lv $dir/three.lv
sed -i 's/(load other 0)/(at scene.lights 1)/; s/(buffer other.*//' $dir/two.lv
for shader in one two three; do
    check "$shader.h" "$lambdav" reflect --c-header $dir/$shader.lv -o $dir/$shader.h
    check "small/$shader.h" "$lambdav" reflect --c-header $dir/$shader.lv --prefix ${shader}_of \
        -o $dir/prefix_$shader.h
    check_header $shader.h
done
cat >$dir/both.c <<'END'
#include "one.h"
#include "two.h"
#include "one.h"
#include "prefix_one.h"
#include "prefix_three.h"
one_push_constants a;
two_push_constants b;
scene c;
light d;
one_of_push_constants e;
three_of_scene f;
int main(void) { return sizeof a + sizeof b + sizeof c + sizeof d + sizeof e + sizeof f == 0; }
END
for compiler in 'gcc -std=c99' 'gcc -std=c11' 'g++ -x c++ -std=c++11'; do
    # shellcheck disable=SC2086
    check "two headers: $compiler" $compiler -Wall -Wextra -Wpedantic -Werror -I$dir $dir/both.c \
        -o $dir/both
done
printf '#include "one.h"\n#include "three.h"\n' >$dir/differ.c
gcc -I$dir -fsyntax-only $dir/differ.c 2>$dir/differ.txt
check "another struct of the same name" \
    grep -q 'error another struct light: reflect --c-header --prefix NAME' $dir/differ.txt
check "λV: its words" "$lambdav" compile --names $dir/push.lv -o $dir/push.spv
check "λV: JSON" "$lambdav" reflect --json $dir/push.lv -o $dir/push.json
check "λV: JSON of its words" "$lambdav" reflect --json $dir/push.spv -o $dir/push.spv.json
check "λV: the same" cmp $dir/push.json $dir/push.spv.json
python3 -c '
import sys
data = open(sys.argv[1], "rb").read()
swapped = b"".join(data[i:i + 4][::-1] for i in range(0, len(data), 4))
open(sys.argv[2], "wb").write(swapped)' $dir/push.spv $dir/swapped.spv
check "swapped words" "$lambdav" reflect --json $dir/swapped.spv -o $dir/swapped.json
check "swapped words: the same" cmp $dir/push.json $dir/swapped.json

# The defaults of constants of every kind.
cat >$dir/constants.spvasm <<'END'
OpCapability Shader
OpCapability Float16
OpCapability Float64
OpCapability Int64
OpCapability Int16
OpMemoryModel Logical GLSL450
OpDecorate %a SpecId 1
OpDecorate %b SpecId 2
OpDecorate %c SpecId 3
OpDecorate %d SpecId 4
OpDecorate %e SpecId 5
OpDecorate %f SpecId 6
OpDecorate %g SpecId 7
OpDecorate %h SpecId 8
%half = OpTypeFloat 16
%single = OpTypeFloat 32
%double = OpTypeFloat 64
%long = OpTypeInt 64 1
%ulong = OpTypeInt 64 0
%short = OpTypeInt 16 1
%a = OpSpecConstant %half 0.3330078125
%b = OpSpecConstant %half -0x1p-24
%c = OpSpecConstant %single -0.1
%d = OpSpecConstant %single 0x1p+128
%e = OpSpecConstant %double -1.5e-300
%f = OpSpecConstant %long -5000000000
%g = OpSpecConstant %ulong 18446744073709551615
%h = OpSpecConstant %short -3
END
spirv-as --target-env spv1.3 $dir/constants.spvasm -o $dir/constants.spv || exit 3
check "constants: JSON" "$lambdav" reflect --json $dir/constants.spv -o $dir/constants.json
check "constants" python3 -c '
import json, sys
found = [(c["type"], c["default"]) for c in json.load(open(sys.argv[1]))["specializationConstants"]]
wanted = [("f16", 0.333007812), ("f16", -5.96046448e-08), ("num", -0.100000001), ("num", "inf"),
          ("f64", -1.5e-300), ("i64", -5000000000), ("u64", 18446744073709551615), ("i16", -3)]
print(found)
sys.exit(found != wanted)' $dir/constants.json

# Words that are changed at random get an answer or an error, and what is printed stays JSON and C.
cat >$dir/mutate.py <<'END'
import json, random, struct, subprocess, sys
lambdav, folder = sys.argv[1], sys.argv[2]
random.seed(1)
names = ["blocks.frag_vulkan1.2", "runtime.frag_vulkan1.2", "work.comp_vulkan1.0",
         "stage.vert_vulkan1.1", "images.frag_vulkan1.2", "packed.spvasm"]
bad = answers = 0
for i in range(100):
    data = open(f"{folder}/{names[i % len(names)]}.spv", "rb").read()
    words = list(struct.unpack(f"<{len(data) // 4}I", data))
    for _ in range(random.choice((1, 3, 9))):
        at = random.randrange(4, len(words))
        words[at] = random.choice((0, 1, 6, words[at] ^ 1 << random.randrange(32), len(words),
                                   random.choice(words), 0xffffffff, 0x7fffffff))
    path = f"{folder}/mutated.spv"
    open(path, "wb").write(struct.pack(f"<{len(words)}I", *words))
    for option in ("--json", "--c-header"):
        done = subprocess.run([lambdav, "reflect", option, path], capture_output=True)
        bad += done.returncode not in (0, 1, 3)
        if done.returncode:
            continue
        answers += 1
        if option == "--json":
            json.loads(done.stdout)
            continue
        done = subprocess.run(["gcc", "-std=c99", "-Wpedantic", "-Werror", "-fsyntax-only", "-xc",
                               "-"], input=done.stdout, capture_output=True)
        if done.returncode:
            print(i, done.stderr.decode()[:400])
            bad += 1
print(answers, "answers,", bad, "bad")
sys.exit(bad > 0 or answers < 50)
END
check "changed words" python3 $dir/mutate.py "$lambdav" $dir

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
