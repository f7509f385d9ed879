#!/bin/sh
# tests/compiler/words_test.sh [--update]: the SHA-256 of the words of each example is the one
# stored in tests/data/words.sha256: the same words from every compiler, on every machine. --update
# shows what changes and stores. $WORDS is the command to ask, by default build/words.
set -u
cd "$(dirname "$0")/../.." || exit 3
stored=tests/data/words.sha256
new=build/words.sha256.$$
mkdir -p build
passed=0 failed=0

: >$new.tmp
for file in examples/*.lv tests/words/*.lv; do
    [ -e "$file" ] || continue
    # A program that fails must not hash as an empty module.
    if ${WORDS:-build/words} "$file" >$new.spv; then
        echo "$(sha256sum <$new.spv | cut -d' ' -f1)  $file" >>$new.tmp
    else
        echo "FAILED $file: does not compile"
        echo "no-words  $file" >>$new.tmp
    fi
done
if [ "${1:-}" = --update ]; then
    diff $stored $new.tmp && echo "$stored: nothing changes"
    mv $new.tmp $stored
    exit 0
fi
while read -r hash file; do
    if grep -qx "$hash  $file" $stored && [ "$hash" != no-words ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: other words than in $stored"
    fi
done <$new.tmp
while read -r hash file; do
    if [ ! -e "$file" ]; then
        failed=$((failed + 1))
        echo "FAILED $file: in $stored, but not there"
    fi
done <$stored
rm -f $new.tmp $new.spv
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
