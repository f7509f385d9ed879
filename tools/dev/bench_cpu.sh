#!/bin/sh
# tools/dev/bench_cpu.sh EXAMPLE.lv...: the processor time of a picture of 512x512, or a dispatch,
# of each example on the Vulkan device and on the CPU, in milliseconds, and their ratio: where the
# device is lavapipe, that of two programs on the same cores, whatever else the machine does. Each
# has a thread for each core, and the time is the sum of all threads'. It is the difference of two
# calls, one with more pictures, so that starting and compiling do not count.
# An example with a command in its head is run by that. $LAMBDAV is the program, by default
# build/lambdav; $FRAMES how many pictures more at first (default 4).
set -u
lambdav=$(realpath "${LAMBDAV:-build/lambdav}")
frames=${FRAMES:-4}
top=$(pwd)
work=build/bench_cpu
rm -rf $work
mkdir -p $work
ln -s "$top/examples" "$top/tests" "$top/LICENSE" $work/
cd $work || exit 3

# command_of FILE: the command in the head of the text, without the program's name; or a picture.
# Of several commands the earlier ones are run, and the last one stands as it is.
command_of() {
    found=$(sed -n '/^;/!q; s/^;   //p' "$1" | tr '\n' ' ' | sed 's/^build.lambdav //')
    case $found in
    *build/lambdav*)
        eval "\"$lambdav\" ${found%%build/lambdav*}" >/dev/null 2>&1
        echo "${found#*build/lambdav }"
        ;;
    "") echo "render $1 --size 512x512 --time 1" ;;
    "run "*) echo "$found" ;;
    *) echo "$found --size 512x512" ;;
    esac
}

# seconds COUNT COMMAND OPTION: of processor time; nothing if the command fails.
seconds() {
    case $2 in
    "run "*) repeat="--repeat $1" ;;
    *) repeat="--frames $1 --raw -o -" ;;
    esac
    (
        eval "\"$lambdav\" $2 $repeat $3" >/dev/null 2>&1 || exit
        times
    ) | awk -F '[ms ]+' 'NR == 2 { print 60 * $1 + $2 + 60 * $3 + $4 }'
}

# milliseconds COMMAND OPTION: of one picture or dispatch; nothing: it fails. Clocks count in steps
# of 10 ms, so there are more and more pictures until they take half a second.
milliseconds() {
    more=$frames
    one=$(seconds 1 "$@")
    while [ -n "$one" ]; do
        all=$(seconds $((1 + more)) "$@")
        echo "$one $all" | awk -v more="$more" '
            NF < 2 { exit }
            $2 - $1 < 0.5 && more < 50000 { exit 1 }
            { printf "%.4f", ($2 - $1) * 1000 / more }' && break
        more=$((4 * more))
    done
}

printf '%-14s %12s %12s %8s\n' example device CPU ratio
for file; do
    command=$(command_of "$file")
    device=$(milliseconds "$command" "")
    cpu=$(milliseconds "$command" --cpu)
    echo "$(basename "$file" .lv) ${device:-fails} ${cpu:-fails}"
done | awk '
    $2 + 0 > 0 && $3 + 0 > 0 {
        printf "%-14s %12.3f %12.3f %8.2f\n", $1, $2, $3, $3 / $2
        sum += log($3 / $2); n++
        fflush()
        next
    }
    { printf "%-14s %12s %12s\n", $1, $2, $3 }
    /fails/ { failed = 1 }
    END { if (n) printf "%-14s %34.2f\n", "geometric mean", exp(sum / n); exit failed }'
