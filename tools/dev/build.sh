#!/bin/sh
# tools/dev/build.sh FILE.c OUT [FLAG...]: builds FILE.c by the command in its first line, which
# reads
#   /* cc [FLAG...] FILE.c -o NAME [-lLIB...] */
# and is run from the top level of the repository. $CC stands in for `cc`, OUT for NAME; the FLAGs
# and $CFLAGS come last. When it fails, there is no OUT.
# A source X/code/Y.c in the command is the code of headers. It is compiled once for all commands
# with the same flags, -D of the first line aside; the object stays in build/code. A second line
#   /* in parts: [-DNAME...] X/code/ */
# says that the code in that folder is what FILE.c leaves out under these names: it is compiled
# beside FILE.c, all at once.
set -eu
[ $# -ge 2 ] || { sed -n '2,11s/^# //p' "$0" >&2; exit 2; }
file=$1 out=$2
shift 2

# path SOURCE FLAG...: where the object of the SOURCE is.
path() {
    source=$1
    shift
    echo "build/code/$(echo "${CC:-cc} $*" | cksum | tr ' ' -)/$(basename "$source" .c).o"
}

# object SOURCE FLAG...: compiles the SOURCE if there is no current object of it. Others who want
# the same one wait meanwhile.
object() {
    source=$1
    made=$(path "$@")
    shift
    mkdir -p "$(dirname "$made")"
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
}

# said LINE BEFORE: what a comment of that line says behind BEFORE.
said() {
    sed -n "$1s,^/[/*] *$2 \(.*\)\$,\1,p" "$file" | sed 's, *\*/ *$,,'
}

command=$(said 1 cc)
if [ -z "$command" ]; then
    echo "$file:1: error: the first line is not a command: /* cc ... */" >&2
    exit 1
fi
parts=$(said 2 'in parts:')
mkdir -p "$(dirname "$out")"
echo "  ${CC:-cc} $file"
rm -f "$out"
flags='' words='' jobs=''
for word in $command; do
    case $word in
    -D* | -l* | -o) ;;
    -*) flags="$flags $word" ;;
    esac
done
# shellcheck disable=SC2086
for word in $command; do
    case $word in
    */code/*.c)
        object "$word" $flags "${CFLAGS:-}" "$@"
        words="$words $(path "$word" $flags "${CFLAGS:-}" "$@")"
        ;;
    *) words="$words $word" ;;
    esac
done
[ -z "$parts" ] || {
    defines=''
    # shellcheck disable=SC2086
    for word in $parts; do
        case $word in
        -D*) defines="$defines $word" ;;
        *)
            for source in "$word"*.c; do
                object "$source" $flags "${CFLAGS:-}" "$@" &
                jobs="$jobs $!"
                words="$words $(path "$source" $flags "${CFLAGS:-}" "$@")"
            done
            ;;
        esac
    done
    eval "${CC:-cc} $flags $defines ${CFLAGS:-} \"\$@\" -c $file -o \"\$out.o\""
    for job in $jobs; do wait "$job"; done
    words=$(echo " $words " | sed "s, $file , $out.o ,")
}
eval "${CC:-cc} $words ${CFLAGS:-} \"\$@\" -o \"\$out.new\""
[ -z "$parts" ] || rm "$out.o"
mv "$out.new" "$out"
