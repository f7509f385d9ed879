#!/bin/sh
# tests/compiler/compilers_test.sh: what lambdav.h says about all programs of the repository, with
# several choices of options, dumps, reflection and small arenas (tests/mutant/mutant.c), is the
# same whatever compiler made it. tcc is asked too where it is installed.
# Exit codes: 0 all passed, 1 some failed.
set -u
cd "$(dirname "$0")/../.." || exit 3
passed=0 failed=0
mkdir -p build/compilers

check() {
    name=$1
    shift
    if "$@" -std=c99 -I. tests/mutant/mutant.c -o "build/compilers/$name" \
        && "build/compilers/$name" build/compilers/sums; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: see the line above"
    fi
}

if gcc -O1 -std=c99 -I. tests/mutant/mutant.c -o build/compilers/gcc \
    && build/compilers/gcc >build/compilers/sums; then
    check gcc-again gcc -O0
    check clang clang -O0
    command -v tcc >/dev/null && check tcc tcc
else
    failed=1
    echo "FAILED gcc: no sums"
fi
echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
