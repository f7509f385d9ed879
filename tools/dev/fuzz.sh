#!/bin/sh
# tools/dev/fuzz.sh [--afl] SECONDS FUZZER...: runs each fuzzer for that long, one process for each
# processor, from its stored corpus, the examples and the cases. The programs are built with clang
# for libFuzzer, or, with --afl, with afl-clang-fast for AFL++. New inputs and finds land in
# build/fuzz/NAME or build/fuzz/NAME.afl.
# Exit codes: 0 nothing found, 1 a find: its file is named, and belongs into tests/data/corpus, 3 a
# fuzzer does not start: its messages are shown.
set -u
cd "$(dirname "$0")/../.." || exit 3
afl=
[ "$1" = --afl ] && afl=.afl && shift
seconds=$1
shift
dictionary=build/fuzz/dictionary
found=0

# Prints "WORD" for each word of stdin and each of the builtins' names, as both fuzzers read it.
print_dictionary() {
    cat >build/fuzz/dictionary.c <<'END'
#include <stdio.h>
#define LAMBDAV_IMPLEMENTATION
#include "lambdav.h"
static int inside; /* of a word */
static void put(int c) {
    int blank = c == ' ' || c == '\n' || c == '\t';
    if (blank ? inside : !inside) printf(blank ? "\"\n" : "\"");
    inside = !blank;
    if (!blank && (c < 33 || c > 126 || c == '"' || c == '\\')) printf("\\x%02X", (unsigned)c);
    else if (!blank) putchar(c);
}
int main(void) {
    uint32_t i;
    const char *name;
    int c;
    for (i = 0; (name = lambdav_builtin_name(i)) != NULL; i++, put('\n'))
        while (*name) put(*name++ & 255);
    while ((c = getchar()) != EOF) put(c);
    return 0;
}
END
    ${CC:-cc} -I. build/fuzz/dictionary.c -o build/fuzz/print_dictionary || exit 3
    build/fuzz/print_dictionary <<'END'
( ) [ ] (( )) define output include struct push-constants discard-when frag-depth with the else
num int uint bool vec2 vec3 vec4 bvec2 bvec3 bvec4 mat2 mat3 mat4 mat2x3 mat4x2 bmat2 true false λ
.x .xy .zyx .rgba #| |# #; 1e38 1e-46 0x1p-149 -0.0 0i 1u :key "one" "self"
END
}

# make_seeds NAME FOLDER: what a fuzzer begins with.
make_seeds() {
    mkdir -p "$2"
    case $1 in
    fuzz_compile)
        for file in examples/*.lv tests/data/run/*.lv tests/data/run/*/*.lv \
            tests/data/error/*.lv; do
            [ -e "$file" ] && { printf '(0'; cat "$file"; } >"$2/$(echo "$file" | tr / _)"
            [ -e "$file" ] && { printf '\2100'; cat "$file"; } >"$2/debug_$(echo "$file" | tr / _)"
        done ;;
    fuzz_reflect | fuzz_module | fuzz_uniformity | fuzz_check)
        for file in examples/*.lv; do
            [ -e "$file" ] && build/words "$file" >"$2/$(basename "$file")"
        done ;;
    fuzz_cpu)
        for file in examples/*.lv; do
            [ -e "$file" ] && { printf '0000'; build/words "$file"; } >"$2/$(basename "$file")"
        done ;;
    esac
    for file in tests/data/corpus/"${1#fuzz_}"/*; do
        [ -e "$file" ] && cp "$file" "$2/stored_$(basename "$file")"
    done
}

# run_libfuzzer FUZZER FOLDER: fails if the fuzzer does not start. Its logs are made where it runs.
run_libfuzzer() {
    mkdir -p "$2/corpus"
    top=$PWD
    (
        cd "$2" || exit 3
        "$top/$1" -max_total_time="$seconds" -jobs="$(nproc)" -workers="$(nproc)" -timeout=20 \
            -max_len=8192 -rss_limit_mb=2048 "-dict=$top/$dictionary" -artifact_prefix=./ \
            corpus seeds >log 2>&1
        cat fuzz-[0-9]*.log >>log 2>/dev/null
        rm -f fuzz-[0-9]*.log
    )
    grep -q 'INITED' "$2/log" || return 1
    echo "$(basename "$1"): $(find "$2/corpus" -type f | wc -l) new inputs after $seconds s"
}

# run_afl FUZZER FOLDER: one instance with the checks of the first, and more for each processor.
run_afl() {
    export AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_UI=1 AFL_NO_AFFINITY=1
    role=-M
    for i in $(seq "$(nproc)"); do
        afl-fuzz $role "fuzzer$i" -i "$2/seeds" -o "$2/out" -x $dictionary -m none -t 20000+ \
            -V "$seconds" -- "$1" >"$2/log$i" 2>&1 &
        role=-S
    done
    wait
    cat "$2"/log? >"$2/log"
    [ -e "$2/out/fuzzer1/fuzzer_stats" ] || return 1
    cat "$2"/out/*/fuzzer_stats | awk -v name="$(basename "$1")" -v seconds="$seconds" '
        /^execs_done/ { runs += $3 }
        /^corpus_found/ { new += $3 }
        END {
            print name ": " runs " runs, " new + 0 " new inputs by AFL++ after " seconds " s"
            exit !runs
        }'
}

mkdir -p build/fuzz
print_dictionary | sort -u >$dictionary
for fuzzer in "$@"; do
    name=$(basename "$fuzzer")
    work=build/fuzz/$name$afl
    rm -rf "$work/seeds" "$work/out"
    make_seeds "$name" "$work/seeds"
    if [ -n "$afl" ]; then run_afl "$fuzzer" "$work"; else run_libfuzzer "$fuzzer" "$work"; fi
    if [ $? -ne 0 ]; then
        tail -n 30 "$work/log" >&2
        echo "$name: does not start" >&2
        exit 3
    fi
    for file in "$work"/crash-* "$work"/timeout-* "$work"/oom-* "$work"/leak-* \
        "$work"/out/*/crashes/id* "$work"/out/*/hangs/id*; do
        [ -e "$file" ] && found=1 && echo "$name: found $file"
    done
done
exit $found
