#!/bin/sh
# tests/wgsl/all.sh [DIR...]: what `make wgsl` runs, once everything is built. The pictures and
# dispatches of all examples are recorded on the CPU and repeated on Dawn, with WGSL; then random
# control flow, random programs, and those of tests/data/run and tests/data/compute, with something
# to work on; the corpora in DIRs; and of all these modules whether control flow is uniform where it
# has to be. The last line is "N passed, N failed".
set -u
dir=build/wgsl/examples
rm -rf $dir
mkdir -p $dir
folders=$*
passed=0 failed=0

# part NAME COMMAND...: runs a part of the test; its last line is to be "N passed, N failed".
part() {
    name=$1
    shift
    echo "== $name"
    "$@" 2>"build/wgsl/$name.err" | tee "build/wgsl/$name.log"
    set -- $(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' "build/wgsl/$name.log")
    passed=$((passed + ${1:-0}))
    failed=$((failed + ${2:-1}))
}

# All pictures, with the commands of the programs' heads, without those of the README. Then the
# dispatches.
RECORD=$PWD/$dir LAMBDAV=build/wgsl/record build/golden_test examples/*.lv \
    >build/wgsl/golden.log 2>&1
tail -n 1 build/wgsl/golden.log
for source in $(grep -l '^(compute ' examples/*.lv); do
    RECORD=$PWD/$dir tests/wgsl/head.sh build/wgsl/record "$source" --cpu \
        >>build/wgsl/golden.log 2>&1 ||
        { echo "FAILED $source: its command"; failed=$((failed + 1)); }
done

# What the driver rounds so coarsely that the SPIR-V gives another picture on it too: its own
# picture of the SPIR-V is what is expected.
for name in complex instances mandelbrot; do
    own=build/wgsl/driver/$name
    rm -rf "$own"
    mkdir -p "$own"
    grep -v "^{\"name\":\"examples/$name.lv#" $dir/jobs.jsonl >$dir/others
    mv $dir/others $dir/jobs.jsonl
    set -- --size 96x64 --time 1 --raw -o "$name.raw"
    RECORD=$PWD/$own tests/wgsl/head.sh build/wgsl/record examples/$name.lv "$@" --cpu &&
        VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json \
            tests/wgsl/head.sh build/lambdav examples/$name.lv "$@" --device 0 &&
        cp "build/wgsl/head/$name.raw" \
            "$own/$(sed 's/.*"expect":"\([^"]*\)".*/\1/' "$own/jobs.jsonl")"
done >>build/wgsl/golden.log 2>&1
part driver node tests/wgsl/jobs.mjs build/wgsl/driver/*/jobs.jsonl
part examples node tests/wgsl/jobs.mjs --naga --wrong build/wgsl/wrong $dir/jobs.jsonl
mkdir -p build/wgsl/flow build/wgsl/lv build/wgsl/fitted
part random-flow build/wgsl/random_flow --first 1000 --programs 3000 --size 10 build/wgsl/flow
# One pipeline that SwiftShader's compiler does not finish is for lavapipe.
for number in 1923; do
    grep "\"flow-$number\"" build/wgsl/flow/jobs.jsonl
done >build/wgsl/flow/slow.jsonl
grep -vFf build/wgsl/flow/slow.jsonl build/wgsl/flow/jobs.jsonl >build/wgsl/flow/others.jsonl
part random-flow-on-Dawn node tests/wgsl/jobs.mjs build/wgsl/flow/others.jsonl
part random-flow-on-lavapipe tests/wgsl/lavapipe.sh node tests/wgsl/jobs.mjs \
    build/wgsl/flow/slow.jsonl

tests/wgsl/programs.sh build/wgsl/programs 3000 --seed 1
part random-programs node tests/wgsl/jobs.mjs --may-refuse build/wgsl/programs/jobs.jsonl

rm -f build/wgsl/fitted/jobs.jsonl
for source in tests/data/run/*.lv tests/data/compute/*.lv; do
    build/lambdav compile "$source" -o "build/wgsl/lv/$(basename "$source" .lv).spv" 2>/dev/null
done
build/wgsl/fit build/wgsl/fitted build/wgsl/lv/*.spv
part programs node tests/wgsl/jobs.mjs build/wgsl/fitted/jobs.jsonl

# Many kinds of GLSL, on two drivers: what is a feature of the target is allowed. SwiftShader has no
# 16-bit floats and no blending with two colours. Lavapipe folds an unpacked pair of halves wrongly
# (of SPIR-V, too), and ends the process at a vote about vectors of three floats.
kinds=build/wgsl/kinds
node tests/wgsl/kinds.mjs $kinds || failed=$((failed + 1))
build/wgsl/fit $kinds $kinds/*.spv
tests/wgsl/pictures.sh $kinds
set -- --option --subgroups --option --clip-distances --option --f16 --option --dual-source
for list in accept jobs; do
    grep -v half- $kinds/$list.jsonl | grep -v fragment-dual >$kinds/$list-without.jsonl
done
part kinds node tests/wgsl/jobs.mjs "$@" $kinds/accept-without.jsonl $kinds/jobs-without.jsonl \
    $kinds/pictures/jobs.jsonl
grep -v -e '/packing\.' -e subgroup-equal-vec3 $kinds/jobs.jsonl >$kinds/jobs-lavapipe.jsonl
part kinds-on-lavapipe tests/wgsl/lavapipe.sh node tests/wgsl/jobs.mjs "$@" $kinds/accept.jsonl \
    $kinds/jobs-lavapipe.jsonl $kinds/dual.jsonl $kinds/pictures/jobs.jsonl
for folder in $folders; do
    part "$(basename "$folder")" tests/wgsl/corpus.sh "$folder"
done

# Which texts need uniform control flow and do not have it: the analysis and Dawn.
mkdir -p build/wgsl/uniform-of
rm -f build/wgsl/uniform-of/*
find build/wgsl/flow build/wgsl/lv build/wgsl/programs build/wgsl/corpus -name '*.spv' |
    sort >build/wgsl/uniform-of/list
build/wgsl/uniform --variants 8 --list build/wgsl/uniform-of/list build/wgsl/uniform-of
part uniformity node tests/wgsl/uniform.mjs build/wgsl/uniform-of
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
