#!/bin/sh
# tools/fuzz.sh SECONDS FUZZER...: runs each libFuzzer program for that long, one process for each
# processor, from its stored corpus and the examples. New inputs and finds land in build/fuzz/NAME.
# Exit codes: 0 nothing found, 1 a find: its file is named, and belongs into tests/corpus.
# AFL++ takes the same sources: afl-clang-fast with the flags of their first line.
set -u
cd "$(dirname "$0")/.." || exit 3
seconds=$1
shift
found=0

# The dictionary: the builtins' names, and what has a meaning in the text.
dictionary=build/fuzz/dictionary
mkdir -p build/fuzz
printf '#include <stdio.h>\n#define LAMBDAV_IMPLEMENTATION\n#include "lambdav.h"\nint main(void) {
    uint32_t i;
    for (i = 0; lambdav_builtin_name(i); i++) printf("%%s\\n", lambdav_builtin_name(i));
    return 0; }\n' >build/fuzz/names.c
${CC:-cc} -I. build/fuzz/names.c -o build/fuzz/names || exit 3
{
    build/fuzz/names
    tr -s ' \t' '\n' <<'END'
( ) [ ] (( )) define output include struct push-constants discard-when frag-depth with the else
num int uint bool vec2 vec3 vec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat2x3 mat4x2 bmat2 true false λ
.x .xy .zyx .rgba #| |# #; 1e38 1e-46 0x1p-149 -0.0 0i 1u :key "one" "self"
END
} | sort -u | sed 's/["\\]/\\&/g; s/.*/"&"/' >$dictionary

for fuzzer in "$@"; do
    name=$(basename "$fuzzer")
    work=build/fuzz/$name
    mkdir -p "$work/corpus" "$work/seeds"
    case $name in
    fuzz_compile)
        for file in examples/*.lv tests/run/*.lv tests/run/*/*.lv tests/error/*.lv; do
            [ -e "$file" ] && { printf '(0'; cat "$file"; } \
                >"$work/seeds/$(echo "$file" | tr / _)"
        done ;;
    fuzz_reflect)
        for file in examples/*.lv; do
            [ -e "$file" ] && build/words "$file" >"$work/seeds/$(basename "$file")"
        done ;;
    esac
    stored=tests/corpus/${name#fuzz_}
    [ -d "$stored" ] || stored=
    # shellcheck disable=SC2086
    "$fuzzer" -max_total_time="$seconds" -jobs="$(nproc)" -workers="$(nproc)" -timeout=20 \
        -max_len=8192 -rss_limit_mb=2048 -dict=$dictionary -artifact_prefix="$work/" \
        "$work/corpus" "$work/seeds" $stored >"$work/log" 2>&1
    for file in "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$work"/leak-*; do
        [ -e "$file" ] && found=1 && echo "$name: found $file"
    done
    echo "$name: $(find "$work/corpus" -type f | wc -l) inputs after $seconds s"
done
rm -f fuzz-[0-9]*.log
exit $found
