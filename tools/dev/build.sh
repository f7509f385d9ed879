#!/bin/sh
# tools/dev/build.sh FILE.c OUT [FLAG...]: builds FILE.c by the command in its first line, which
# reads
#   /* cc [FLAG...] FILE.c -o NAME [-lLIB...] */
# and is run from the top level of the repository. $CC stands in for `cc`, OUT for NAME; the FLAGs
# and $CFLAGS come last. When it fails, there is no OUT.
# A source tests/code/X.c in the command is the code of a header. It is compiled once for all
# commands with the same flags, -D of the first line aside; the object stays in build/code.
set -eu
[ $# -ge 2 ] || { sed -n '2,8s/^# //p' "$0" >&2; exit 2; }
file=$1 out=$2
shift 2

# object SOURCE FLAG...: prints the path of the current object of the SOURCE, which it compiles if
# there is none. Others who want the same one wait meanwhile.
object() {
    source=$1
    shift
    dir=build/code/$(echo "${CC:-cc} $*" | cksum | tr ' ' -)
    made=$dir/$(basename "$source" .c).o
    mkdir -p "$dir"
    (
        ! command -v flock >/dev/null || flock 9
        # What it was made from, as the compiler says.
        [ -e "$made.d" ] || rm -f "$made"
        for from in $(sed 's/^[^:]*://; s/\\$//' "$made.d" 2>/dev/null); do
            [ "$made" -nt "$from" ] || rm -f "$made"
        done
        [ -e "$made" ] || {
            eval "${CC:-cc} $* -MMD -MF $made.d -c $source -o $made.$$" && mv "$made.$$" "$made"
        }
    ) 9>"$made.lock" >&2
    echo "$made"
}

command=$(sed -n '1s,^/[/*] *\(cc .*\)$,\1,p' "$file" | sed 's, *\*/ *$,,')
if [ -z "$command" ]; then
    echo "$file:1: error: the first line is not a command: /* cc ... */" >&2
    exit 1
fi
mkdir -p "$(dirname "$out")"
echo "  ${CC:-cc} $file"
rm -f "$out"
flags='' words=''
for word in ${command#cc }; do
    case $word in
    -D* | -l* | -o) ;;
    -*) flags="$flags $word" ;;
    esac
done
for word in ${command#cc }; do
    case $word in
    "$file") words="$words $word" ;;
    tests/code/*.c) words="$words $(object "$word" $flags "${CFLAGS:-}" "$@")" ;;
    *) words="$words $word" ;;
    esac
done
eval "${CC:-cc} $words ${CFLAGS:-} \"\$@\" -o \"\$out.new\""
mv "$out.new" "$out"
