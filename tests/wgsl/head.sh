#!/bin/sh
# tests/wgsl/head.sh PROGRAM FILE.lv OPTION...: runs the commands in the head of a program, of which
# tests/cli/golden_test.c says what they look like, with PROGRAM in the place of build/lambdav and
# the OPTIONs behind each, in a folder where they may write. Without commands it is a picture.
set -eu
program=$(realpath "$1")
source=$2
shift 2
mkdir -p build/wgsl/head
for name in examples tests LICENSE; do
    ln -sfn "../../../$name" "build/wgsl/head/$name"
done
commands=$(awk -v program="$program" -v options=" $*" '
    !/^;/ { exit }
    /^;   build\/lambdav / {
        sub(/^;   build\/lambdav /, "")
        line = line end program " " $0
        end = options " && "
        next
    }
    /^;   / && line != "" { sub(/^; +/, ""); line = line " " $0 }
    END { if (line != "") print line options }' "$source")
cd build/wgsl/head
eval "${commands:-$program render $source $*}"
