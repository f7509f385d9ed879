#!/bin/sh
# tools/build.sh FILE.c OUT [FLAG...]: builds FILE.c by the command in its first line, which reads
#   /* cc [FLAG...] FILE.c -o NAME [-lLIB...] */
# and is run from the top level of the repository. $CC stands in for `cc`, OUT for NAME; the FLAGs
# and $CFLAGS come last. When it fails, there is no OUT.
set -eu
[ $# -ge 2 ] || { sed -n '2,5s/^# //p' "$0" >&2; exit 2; }
file=$1 out=$2
shift 2
command=$(sed -n '1s,^/[/*] *\(cc .*\)$,\1,p' "$file" | sed 's, *\*/ *$,,')
if [ -z "$command" ]; then
    echo "$file:1: error: the first line is not a command: /* cc ... */" >&2
    exit 1
fi
mkdir -p "$(dirname "$out")"
echo "  ${CC:-cc} $file"
rm -f "$out"
eval "${CC:-cc} ${command#cc } ${CFLAGS:-} \"\$@\" -o \"\$out.new\""
mv "$out.new" "$out"
