#!/bin/sh
# tests/wgsl/pictures.sh DIR: draws each picture-NAME.spv (a vertex stage) of
# tests/wgsl/kinds.mjs in DIR with picture-NAME-fragment.spv on the CPU runner, in both versions,
# with the nearer triangle in front and with the later one. A line of DIR/pictures/jobs.jsonl says
# what came out, for tests/wgsl/jobs.mjs.
set -eu
dir=$1
rm -rf "$dir/pictures"
mkdir -p "$dir/pictures"
for vertex in "$dir"/picture-*.spv; do
    case $vertex in *-fragment.*) continue ;; esac
    end=.spv
    case $vertex in *.O.spv) end=.O.spv ;; esac
    for depth in --depth --depth=always; do
        RECORD=$PWD/$dir/pictures build/wgsl/record render "${vertex%"$end"}-fragment$end" --cpu \
            --vertex "$vertex" --draw 6 $depth --size 96x64 -o "$dir/pictures/last.png"
    done
done
