#!/bin/sh
# WGSL that `lambdav translate` makes, on Dawn: a sample of `make wgsl`. Installs Dawn if it is not
# there, and fails if it cannot. First that the harness itself sees what is wrong; then pictures and
# dispatches of examples, against the CPU runner; random control flow, also where operations need it
# to be uniform; random programs. $LAMBDAV is
# the program, by default build/lambdav. The last line is "N passed, N failed".
set -u
cd "$(dirname "$0")/../.." || exit 3
LAMBDAV=${LAMBDAV:-build/lambdav}
export LAMBDAV
dir=build/wgsl_test
rm -rf $dir
mkdir -p $dir/flow
passed=0 failed=0

# part NAME COMMAND...: runs a part; its last line is to be "N passed, N failed".
part() {
    name=$1
    shift
    "$@" >$dir/$name.log 2>&1
    counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed$/\1 \2/p' $dir/$name.log)
    counts=${counts:-0 1}
    echo "$name: ${counts% *} passed, ${counts#* } failed"
    [ "${counts#* }" -eq 0 ] || grep -v ' passed, ' $dir/$name.log | head -n 20 | cut -c 1-300
    passed=$((passed + ${counts% *}))
    failed=$((failed + ${counts#* }))
}

# build FILE.c OUT: as tools/dev/build.sh, and says so if it fails.
build() {
    if ! tools/dev/build.sh "$1" "$2" >$dir/build.log 2>&1; then
        cat $dir/build.log
        failed=$((failed + 1))
    fi
}

if ! tools/setup-debian.sh wgsl; then
    echo "wgsl_test: Dawn is not there, so no WGSL was looked at"
    echo "0 passed, 1 failed"
    exit 1
fi
part self node tests/wgsl/self_test.mjs

[ -x build/wgsl/record ] || build tests/wgsl/record.c build/wgsl/record
for name in clock cube deferred gradient outputs plasma sculpture triangle voronoi; do
    RECORD=$PWD/$dir tests/wgsl/head.sh build/wgsl/record examples/$name.lv --cpu --size 96x64 \
        --time 1 -o $name.png >>$dir/record.log 2>&1
done
for name in bitonic bloom histogram life matmul sort sum; do
    RECORD=$PWD/$dir tests/wgsl/head.sh build/wgsl/record examples/$name.lv --cpu \
        >>$dir/record.log 2>&1
done
RECORD=$PWD/$dir build/wgsl/record render tests/wgsl/elements.lv --cpu --size 96x64 \
    --texture 'many[0]=@tests/data/golden/spheres.png' \
    --texture 'many[1]=@tests/data/golden/plasma.png' \
    --texture 'many[2]=@tests/data/golden/voronoi.png' -o $dir/elements.png >>$dir/record.log 2>&1
part examples node tests/wgsl/jobs.mjs $dir/jobs.jsonl

[ -x build/wgsl/random_flow ] || build tests/wgsl/random_flow.c build/wgsl/random_flow
build/wgsl/random_flow --programs 200 $dir/flow >$dir/flow.log 2>&1 ||
    { cat $dir/flow.log; failed=$((failed + 1)); }
part random-flow node tests/wgsl/jobs.mjs $dir/flow/jobs.jsonl

[ -x build/wgsl/uniform ] || build tests/wgsl/uniform.c build/wgsl/uniform
mkdir -p $dir/uniform
build/wgsl/uniform --variants 8 $dir/uniform $dir/flow/*.spv >$dir/uniform.log
part uniformity node tests/wgsl/uniform.mjs $dir/uniform

[ -x build/wgsl/fit ] || build tests/wgsl/fit.c build/wgsl/fit
[ -x build/random_test ] || build tests/oracle/random_test.c build/random_test
PROVE=build/random_test tests/wgsl/programs.sh $dir/programs 150 --seed 4 >$dir/programs.log 2>&1 ||
    { cat $dir/programs.log; failed=$((failed + 1)); }
part random-programs node tests/wgsl/jobs.mjs --may-refuse $dir/programs/jobs.jsonl

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
