#!/bin/sh
# tests/run_all.sh PROGRAM...: runs the test programs, as many at a time as there are processors,
# and prints one line for each, the end of the output of those that fail, and last the sum:
#   N passed, N failed
# A program tells its numbers by such a line of its own, or by cmocka's closing lines. One that says
# nothing, or that fails and names no failed test, counts as one failed test. A program that runs
# longer than $TEST_SECONDS (600) is stopped.
# build/log has NAME.log for each program, and in `times` the seconds of processor time and of the
# clock that each took, the longest first.
# Exit codes: 0 all passed, 1 some failed.
set -u

# The programs that take long start first, so that none of them is left alone at the end.
long='lint.py builtin_test golden_test compile_test.sh run_test arena_all_test arena_test
    substitution_test compilers_test.sh random_test cli_cpu_test.sh cpu_sampler_test
    vk_resources bounds_test cli_run_test.sh corpus_test docs_test.sh layout_test.sh'

# glibc gives memory back to the kernel no sooner than that: one test spent two thirds of its time
# on that.
export MALLOC_TRIM_THRESHOLD_=1073741824 MALLOC_TOP_PAD_=16777216

# Runs one program; build/log/NAME.log gets its output, NAME.count "PASSED FAILED", NAME.time the
# seconds of processor time and of the clock.
run_one() {
    name=$(basename "$1")
    log=build/log/$name.log
    start=$(date +%s)
    timeout "${TEST_SECONDS:-600}" "$1" >"$log" 2>&1 </dev/null
    status=$?
    seconds=$(($(date +%s) - start))
    times >"$log.times" # not in a pipe, whose shell has no children yet
    awk -v clock=$seconds -v name="$name" 'NR == 2 {
        gsub(/[ms]/, " ")
        printf "%8.1f %6d  %s\n", 60 * ($1 + $3) + $2 + $4, clock, name
    }' "$log.times" >"build/log/$name.time"
    rm "$log.times"
    counts=$(awk -v status=$status '
        /^[0-9]+ passed, [0-9]+ failed$/ { own = 1; p += $1; f += $3 }
        /^\[  PASSED  \] [0-9]+ test\(s\)/ { cp += $4 }
        /^\[  FAILED  \] [0-9]+ test\(s\)/ { cf += $4 }
        END {
            if (!own) { p = cp; f = cf }
            if (f == 0 && (status != 0 || p == 0)) f = 1
            print p + 0, f + 0
        }' "$log")
    echo "$counts" >"build/log/$name.count"
    if [ "${counts#* }" = 0 ]; then
        echo "ok      $name: ${counts% *} passed ($seconds s)"
    else
        echo "FAILED  $name: ${counts#* } failed, ${counts% *} passed, exit $status ($seconds s)"
        tail -n 60 "$log" | sed 's/^/    /'
    fi
}

if [ "${1:-}" = --one ]; then
    run_one "$2"
    exit 0
fi
rm -rf build/log
mkdir -p build/log
printf '%s\n' "$@" | awk -v long="$long" '
    BEGIN { for (n = split(long, names, " "); n; n--) place[names[n]] = n }
    {
        name = $0
        sub(/.*\//, "", name)
        print (name in place ? place[name] : 1000), $0
    }' | sort -n -s -k1,1 | cut -d' ' -f2- |
    xargs -P "$(nproc 2>/dev/null || echo 2)" -n 1 "$0" --one
{
    echo "   processor clock  (s)"
    cat build/log/*.time | sort -rn
} >build/log/times
cat build/log/*.count | awk -v programs=$# '
    { p += $1; f += $2 }
    END {
        if (NR != programs) f += programs - NR
        print p + 0 " passed, " f + 0 " failed"
        exit f > 0
    }'
