#!/bin/sh
# tools/matrix.sh: the same words from every compiler, level, word size and byte order; where
# nothing can be run, the header compiles, and its object needs only the four mem functions. The
# last line is "N passed, N failed".
set -u
cd "$(dirname "$0")/.." || exit 3
dir=build/matrix
mkdir -p $dir
passed=0 failed=0

result() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        echo "FAILED  $2"
        head -n 20 $dir/log | sed 's/^/    /'
    fi
}

# runs NAME RUNNER COMPILER FLAG...: builds tests/words.c and compares the words of all examples.
runs() {
    name=$1 runner=$2
    shift 2
    "$@" -std=c99 -I. tests/words.c -o $dir/words >$dir/log 2>&1 &&
        WORDS="$runner $dir/words" tests/words_test.sh >$dir/log 2>&1
    result $? "$name: same words"
}

# The names that the object wants and may not want.
foreign_symbols() {
    "$1" -u $dir/code.o | sed 's/.* U //; s/^ *//' |
        grep -vxE '_?(memcpy|memset|memcmp|memmove)|_GLOBAL_OFFSET_TABLE_|'
}

# compiles NAME NM COMPILER FLAG...: compiles the header with no C library.
compiles() {
    name=$1 nm=$2
    shift 2
    rm -f $dir/code.o
    "$@" -std=c99 -ffreestanding -Wall -Wextra -Werror -I. -c $dir/code.c -o $dir/code.o \
        >$dir/log 2>&1
    result $? "$name: compiles"
    foreign_symbols "$nm" >$dir/log 2>&1
    [ -e $dir/code.o ] && [ ! -s $dir/log ]
    result $? "$name: needs only the four mem functions"
}

printf '#define LAMBDAV_IMPLEMENTATION\n#include "lambdav.h"\n' >$dir/code.c

for level in -O0 -O1 -O2 -O3 -Os; do
    runs "gcc $level" "" gcc $level
    runs "clang $level" "" clang $level
done
runs "gcc -funsigned-char" "" gcc -O2 -funsigned-char
runs "gcc -fwrapv -fno-strict-aliasing" "" gcc -O2 -fwrapv -fno-strict-aliasing
# The program frees nothing.
runs "gcc, sanitizers" "env ASAN_OPTIONS=detect_leaks=0" gcc -O1 -g \
    -fsanitize=address,undefined -fno-sanitize-recover
runs "gcc -ffast-math -march=native" "" gcc -O3 -ffast-math -march=native
runs "g++" "" g++ -x c++ -std=c++11
runs "tcc" "" tcc
for level in -O0 -O2; do
    runs "i686 $level" qemu-i386 i686-linux-gnu-gcc -static $level
    runs "aarch64 $level" qemu-aarch64 aarch64-linux-gnu-gcc -static $level
    runs "powerpc (big-endian) $level" qemu-ppc powerpc-linux-gnu-gcc -static $level
done

for level in -O0 -O2 -Os; do
    compiles "x86-64 gcc $level" nm gcc $level
    compiles "x86-64 clang $level" nm clang $level
    compiles "i686 $level" i686-linux-gnu-nm i686-linux-gnu-gcc -fno-pic $level
    compiles "aarch64 $level" aarch64-linux-gnu-nm aarch64-linux-gnu-gcc $level
    # Jump tables of Thumb-1 are read by libgcc.
    compiles "arm cortex-m0 $level" arm-none-eabi-nm arm-none-eabi-gcc -mthumb -mcpu=cortex-m0 \
        -fno-jump-tables $level
    compiles "arm cortex-m4 $level" arm-none-eabi-nm arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 \
        $level
    compiles "riscv32 $level" riscv64-unknown-elf-nm riscv64-unknown-elf-gcc -march=rv32imac \
        -mabi=ilp32 $level
    compiles "riscv64 $level" riscv64-unknown-elf-nm riscv64-unknown-elf-gcc -march=rv64imac \
        -mabi=lp64 -mcmodel=medany $level
    compiles "mingw $level" x86_64-w64-mingw32-nm x86_64-w64-mingw32-gcc $level
done
clang --target=x86_64-pc-windows-msvc -fsyntax-only -ffreestanding -std=c99 -Wall -Wextra -Werror \
    -I. $dir/code.c >$dir/log 2>&1
result $? "clang for MSVC's ABI: compiles"

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
