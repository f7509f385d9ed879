#!/bin/sh
# tests/compiler/parts_test.sh: lambdav.h without the parts that can be left out makes the same
# words of all examples, and finds the same errors and warnings at the same places.
# Exit codes: 0 all passed, 1 some failed.
set -u
cd "$(dirname "$0")/../.." || exit 3
dir=build/parts
mkdir -p $dir
passed=0 failed=0

result() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2"
        head -n 20 $dir/log
    fi
}

# Place, severity and name of all that the command says of the cases: notes and texts left out.
findings() {
    for file in tests/data/error/*.lv; do
        $1 "$file" 2>$dir/told >/dev/null
        code=$?
        sed -n 's/^\([^ ]*:[0-9]*:[0-9]*: [a-z]*\): .* \(\[.*\]\)$/\1 \2/p' $dir/told |
            grep -v ': note'
        echo "$file: $code"
    done
}

# build NAME FLAG...: the words of a build with these flags; what it finds goes to $dir/NAME.
build() {
    name=$1
    shift
    # Code and program are built alike: the declarations go with the parts.
    gcc -std=c99 -O0 -Wall -Wextra -Werror -I. "$@" tests/compiler/words.c tests/code/lambdav.c \
        -o "$dir/words" >$dir/log 2>&1 &&
        WORDS=$dir/words tests/compiler/words_test.sh >$dir/log 2>&1
    result $? "$name: the same words"
    findings $dir/words >"$dir/$name"
}

findings build/words >$dir/whole
[ "$(grep -c ' error \[' $dir/whole)" -gt 500 ]
result $? "errors are found at all"

# Without advice a program of another language gets the errors that follow from its first one too.
build advice -DLAMBDAV_NO_ADVICE
for list in whole advice; do
    grep -v '\[' "$dir/$list" >"$dir/$list.codes"
done
diff $dir/whole.codes $dir/advice.codes >$dir/log
result $? "without advice: the same exit codes"
# (x:num, written as a type behind a colon, is told of elsewhere.)
cut -d'[' -f1 $dir/whole | grep 'error' | grep -v '/parameter-colons' | sort -u >$dir/whole.places
cut -d'[' -f1 $dir/advice | grep 'error' | sort -u >$dir/advice.places
comm -23 $dir/whole.places $dir/advice.places >$dir/log
[ ! -s $dir/log ]
result $? "without advice: the same places, and more"

build all -DLAMBDAV_NO_ADVICE -DLAMBDAV_NO_REFLECT -DLAMBDAV_NO_DUMP -DLAMBDAV_NO_DEBUG_INFO \
    -DLAMBDAV_NO_TEXTS
diff $dir/advice $dir/all >$dir/log
result $? "without all parts: the same findings as without advice"

# What is left out is not left out silently.
cat >$dir/debug.c <<'END'
#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_NO_DEBUG_INFO
#include "lambdav.h"
int main(void) {
    static unsigned char arena[1 << 20];
    lambdav_options options = {0};
    lambdav_result result;
    options.flags = LAMBDAV_DEBUG_LINES;
    return lambdav_compile(&options, "1", 1, arena, sizeof arena, &result) != LAMBDAV_BAD_CALL
           || lambdav_compile(NULL, "1", 1, arena, sizeof arena, &result) != LAMBDAV_OK;
}
END
gcc -std=c99 -O0 -I. $dir/debug.c -o $dir/debug >$dir/log 2>&1 && $dir/debug
result $? "without debug information: the flag is a bad call"
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
