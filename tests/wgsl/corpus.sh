#!/bin/sh
# tests/wgsl/corpus.sh [OPTION...] DIR [NAME...]: installs what is missing, builds lambdav, and runs
# tests/wgsl/corpus.mjs, which says what the arguments are.
set -eu
folder=$(pwd)
cd "$(dirname "$0")/../.."
tools/setup-debian.sh wgsl
mkdir -p build/wgsl
make --no-print-directory build/lambdav
count=$#
for argument in "$@"; do
    case $argument in
    --* | /*) ;;
    *) [ -e "$folder/$argument" ] && argument=$folder/$argument ;;
    esac
    set -- "$@" "$argument"
done
shift "$count"
status=0
node tests/wgsl/corpus.mjs "$@" 2>build/wgsl/corpus.err || status=$?
[ "$status" -lt 2 ] || tail -n 5 build/wgsl/corpus.err >&2
exit "$status"
