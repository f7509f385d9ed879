#!/bin/sh
# tools/bench_cpu.sh EXAMPLE.lv...: the shortest of a few pictures of 512x512, or dispatches, of
# each example on the Vulkan device and on the CPU, in milliseconds, and their ratio. An example
# with a command in its head is run by that. $LAMBDAV is the program, by default build/lambdav;
# $FRAMES how many pictures (default 5).
set -u
lambdav=$(realpath "${LAMBDAV:-build/lambdav}")
frames=${FRAMES:-5}
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
    "") echo "render $1 -o picture.png --size 512x512 --time 1" ;;
    "run "*) echo "$found" ;;
    *) echo "$found --size 512x512" ;;
    esac
}

# milliseconds COMMAND OPTION: of the shortest; nothing if it fails.
milliseconds() {
    case $1 in
    "run "*) repeat="--repeat $frames" ;;
    *) repeat="--frames $frames" ;;
    esac
    # The words of the command are separate, and so are those of $2.
    # shellcheck disable=SC2086
    eval "\"$lambdav\" $1 $repeat $2 --time-it" 2>&1 >/dev/null |
        sed -n 's/.* each, \(.*\) ms at least/\1/p'
}

printf '%-14s %12s %12s %8s\n' example device CPU ratio
for file; do
    command=$(command_of "$file")
    device=$(milliseconds "$command" "")
    cpu=$(milliseconds "$command" --cpu)
    echo "$(basename "$file" .lv) ${device:-0} ${cpu:-0}"
done | awk '
    $2 > 0 && $3 > 0 {
        printf "%-14s %12.3f %12.3f %8.2f\n", $1, $2, $3, $3 / $2
        sum += log($3 / $2); n++
        next
    }
    { printf "%-14s %12s %12s  fails\n", $1, $2, $3; failed = 1 }
    END { if (n) printf "%-14s %34.2f\n", "geometric mean", exp(sum / n); exit failed }'
