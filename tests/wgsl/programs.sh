#!/bin/sh
# tests/wgsl/programs.sh DIR COUNT [OPTION...]: random λV programs, as tests/oracle/prove.c makes
# them with the OPTIONs (--seed, --first, --size), in DIR: their source, words, and DIR/jobs.jsonl
# with what the CPU runner makes of them (tests/wgsl/fit.c), for tests/wgsl/jobs.mjs. The last line
# is the number of jobs. None are wild: what those give is not defined. $PROVE is the program that
# makes them, by default build/prove.
set -eu
dir=$1 count=$2
shift 2
rm -rf "$dir"
mkdir -p "$dir"
"${PROVE:-build/prove}" --print --jobs 1 --mutants 0 --wild 0 \
    --programs "$count" "$@" | awk -v dir="$dir" '
    /^; --first / { if (file) close(file); file = dir "/" $3 ".lv"; next }
    /^$/ { exit }
    file { print > file }'
for source in "$dir"/*.lv; do
    build/lambdav compile "$source" -o "${source%.lv}.spv" 2>/dev/null || true
done
build/wgsl/fit "$dir" "$dir"/*.spv
