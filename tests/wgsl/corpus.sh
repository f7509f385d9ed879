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
exec node tests/wgsl/corpus.mjs "$@"
