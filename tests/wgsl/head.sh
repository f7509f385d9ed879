#!/bin/sh
# tests/wgsl/head.sh PROGRAM FILE.lv: runs the commands in the head of a program, of which
# tests/golden_test.c says what they look like, on the CPU, with PROGRAM in the place of
# build/lambdav, in a folder where they may write.
set -eu
program=$(realpath "$1")
source=$2
mkdir -p build/wgsl/head
for name in examples tests LICENSE; do ln -sfn "../../../$name" "build/wgsl/head/$name"; done
commands=$(awk -v program="$program" '
    !/^;/ { exit }
    /^;   build\/lambdav / {
        sub(/^;   build\/lambdav /, "")
        line = line end program " " $0
        end = " --cpu && "
        next
    }
    /^;   / && line != "" { sub(/^; +/, ""); line = line " " $0 }
    END { if (line != "") print line " --cpu" }' "$source")
[ -n "$commands" ] || { echo "$source: no command in its head" >&2; exit 1; }
cd build/wgsl/head
eval "$commands"
