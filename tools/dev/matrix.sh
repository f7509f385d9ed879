#!/bin/sh
# tools/dev/matrix.sh [TEXT]: the same words and messages from every compiler, level, word size and
# byte order; where nothing can be run, the headers compile, and the object of lambdav.h needs only
# the four mem functions. With TEXT only the rows whose names hold it. The last line is "N passed, N
# failed".
# As many processes as there are processors go through all rows side by side, each in a folder of
# its own; a row is done by the one that takes it first.
set -u
cd "$(dirname "$0")/../.." || exit 3
home=build/matrix
if [ "${1:-}" != --process ]; then
    mkdir -p $home
    rm -rf $home/taken $home/hash $home/sums
    mkdir $home/taken $home/sums
    processes=$(nproc 2>/dev/null || echo 2)
    seq "$processes" | xargs -P "$processes" -I '{}' tools/dev/matrix.sh --process '{}' "${1:-}"
    cat $home/sums/* | awk -v processes="$processes" '
        { passed += $1; failed += $2 }
        END {
            failed += processes - NR # one that did not come to its end
            print passed + 0 " passed, " failed + 0 " failed"
            exit failed > 0
        }'
    exit
fi
number=$2 rows=$3
dir=$home/$number
mkdir -p $dir
row=0 passed=0 failed=0
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror'

result() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
        echo "ok      $2"
    else
        failed=$((failed + 1))
        printf 'FAILED  %s\n%s\n' "$2" "$(head -n 20 $dir/log | sed 's/^/    /')"
    fi
}

# asked NAME: the next row is wanted, and no other process has taken it.
asked() {
    row=$((row + 1))
    case $1 in *"$rows"*) mkdir $home/taken/$row 2>/dev/null ;; *) return 1 ;; esac
}

# What tests/compiler/words.c says of all cases: the words, or the messages. Where an arena ends
# depends on sizes.
cases_hash() {
    for file in tests/data/run/*.lv tests/data/error/*.lv; do
        # shellcheck disable=SC2086
        $1 $dir/words "$file" >$dir/said 2>&1
        echo "$file: $?"
        if grep -aq 'error: out of memory' $dir/said; then
            echo "out of memory"
        else
            cat $dir/said
        fi
    done | sha256sum
}

# same_words NAME RUNNER COMPILER FLAG...: builds tests/compiler/words.c and compares the words of
# all examples.
same_words() {
    name=$1 runner=$2
    shift 2
    # shellcheck disable=SC2086
    "$@" -I. tests/compiler/words.c tests/code/lambdav.c -o $dir/words >$dir/log 2>&1 &&
        WORDS="$runner $dir/words" tests/compiler/words_test.sh >$dir/log 2>&1
    result $? "$name: same words"
}

runs() {
    asked "$1: same words" && same_words "$@"
}

# runs_cases NAME RUNNER COMPILER FLAG...: the same, and the cases as in the row that ended first.
runs_cases() {
    asked "$1: same words" || return 0
    same_words "$@"
    rm -f $dir/hash # another name of $home/hash, perhaps
    cases_hash "$runner" >$dir/hash
    ln $dir/hash $home/hash 2>/dev/null
    paste $dir/hash $home/hash >$dir/log
    cmp $dir/hash $home/hash >>$dir/log
    result $? "$name: same words and messages of the cases"
}

# The names that the object wants and may not want. ARM has names of its own for the four, and where
# the processor cannot divide (Cortex-M0) for that: reflection folds the divisions of constants.
foreign_symbols() {
    "$1" -u $dir/code.o | sed 's/.* U //; s/^ *//' |
        grep -vxE '_?(memcpy|memset|memcmp|memmove)|__aeabi_mem(cpy|set|clr|move)[48]?' |
        grep -vxE '__aeabi_uidiv(mod)?' |
        grep -vxE '_GLOBAL_OFFSET_TABLE_'
}

# compiles NAME NM COMPILER FLAG...: compiles lambdav.h without a warning.
compiles() {
    name=$1 nm=$2
    shift 2
    asked "$name: compiles" || return 0
    rm -f $dir/code.o
    # shellcheck disable=SC2086
    "$@" $warnings -I. -c $dir/code.c -o $dir/code.o >$dir/log 2>&1
    result $? "$name: compiles"
    foreign_symbols "$nm" >$dir/log 2>&1
    [ -e $dir/code.o ] && [ ! -s $dir/log ]
    result $? "$name: needs only the four mem functions"
}

# builds NAME FILE COMPILER FLAG...: compiles the file without a warning.
builds() {
    name=$1 file=$2
    shift 2
    asked "$name: no warning" || return 0
    # shellcheck disable=SC2086
    "$@" $warnings -I. -c "$file" -o $dir/built.o >$dir/log 2>&1
    result $? "$name: no warning"
}

# accepts NAME FILE COMPILER FLAG...: compiles the file without a warning, no object is made.
accepts() {
    name=$1 file=$2
    shift 2
    asked "$name: no warning" || return 0
    # shellcheck disable=SC2086
    "$@" $warnings -I. -fsyntax-only "$file" >$dir/log 2>&1
    result $? "$name: no warning"
}

printf '#define LAMBDAV_IMPLEMENTATION\n#include "lambdav.h"\n' >$dir/code.c
printf '#define SPV_CPU_IMPLEMENTATION\n#include "tools/spv_cpu.h"\n' >$dir/cpu.c
printf '#define SPV_MODULE_IMPLEMENTATION\n#include "tools/spv_module.h"\n' >$dir/module.c
printf '#define SPV_TEXT_IMPLEMENTATION\n#include "tools/spv_text.h"\n' >$dir/text.c
printf '#define LAMBDAV_VK_IMPLEMENTATION\n#include "lambdav_vk.h"\n' >$dir/vk.c

# What lambdav_vk.h takes from Windows and from the C library, for compilers that come without.
stubs=$dir/stubs
mkdir -p $stubs
cat >$stubs/windows.h <<'END'
typedef struct HINSTANCE__ *HMODULE;
typedef long long(__stdcall *FARPROC)(void);
#ifdef __cplusplus
extern "C" {
#endif
HMODULE __stdcall LoadLibraryA(const char *name);
FARPROC __stdcall GetProcAddress(HMODULE module, const char *name);
int __stdcall FreeLibrary(HMODULE module);
#ifdef __cplusplus
}
#endif
END
cat >$stubs/string.h <<'END'
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *s);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t size);
#ifdef __cplusplus
}
#endif
END
cat >$stubs/stdio.h <<'END'
#include <stdarg.h>
#include <stddef.h>
#ifdef __cplusplus
extern "C" {
#endif
int vsnprintf(char *to, size_t size, const char *format, va_list list);
#ifdef __cplusplus
}
#endif
END
ln -sfn /usr/include/vulkan $stubs/vulkan
ln -sfn /usr/include/vk_video $stubs/vk_video

for level in -O2 -O0 -O1 -O3 -Os; do
    runs_cases "gcc $level" "" gcc $level
    runs "clang $level" "" clang $level
done
runs_cases "clang -O3" "" clang -O3
runs_cases "gcc -O3 -flto" "" gcc -O3 -flto
runs "gcc -funsigned-char" "" gcc -O2 -funsigned-char
runs "gcc -fwrapv -fno-strict-aliasing" "" gcc -O2 -fwrapv -fno-strict-aliasing
# The program frees nothing.
runs_cases "gcc, sanitizers" "env ASAN_OPTIONS=detect_leaks=0" gcc -O1 -g \
    -fsanitize=address,undefined -fno-sanitize-recover
runs_cases "clang, memory sanitizer" "" clang -O1 -g -fsanitize=memory
runs "gcc -ffast-math -march=native" "" gcc -O3 -ffast-math -march=native
runs "tcc" "" tcc
runs "gcc c11" "" gcc -std=c11
for std in c++11 c++20; do
    runs "g++ $std" "" g++ -x c++ -std=$std
    runs "clang++ $std" "" clang++ -x c++ -std=$std
done
for level in -O0 -O2 "-O1 -fsanitize=undefined -fsanitize-undefined-trap-on-error"; do
    # shellcheck disable=SC2086
    {
        runs_cases "i686 $level" qemu-i386 i686-linux-gnu-gcc -static $level
        runs_cases "aarch64 $level" qemu-aarch64 aarch64-linux-gnu-gcc -static $level
        runs_cases "powerpc (big-endian) $level" qemu-ppc powerpc-linux-gnu-gcc -static $level
    }
done

for level in -O0 -O1 -O2 -O3 -Os; do
    c99="-std=c99 -ffreestanding $level"
    # shellcheck disable=SC2086
    {
        compiles "x86-64 gcc $level" nm gcc $c99
        compiles "x86-64 clang $level" nm clang $c99
        compiles "i686 $level" i686-linux-gnu-nm i686-linux-gnu-gcc $c99
        compiles "i686 hosted $level" i686-linux-gnu-nm i686-linux-gnu-gcc -std=c11 $level
        compiles "aarch64 $level" aarch64-linux-gnu-nm aarch64-linux-gnu-gcc $c99
        compiles "arm cortex-m0 $level" arm-none-eabi-nm arm-none-eabi-gcc $c99 -mthumb \
            -mcpu=cortex-m0
        compiles "arm cortex-m0 clang $level" nm clang $c99 --target=thumbv6m-none-eabi
        compiles "arm cortex-m4 $level" arm-none-eabi-nm arm-none-eabi-gcc $c99 -mthumb \
            -mcpu=cortex-m4
        compiles "arm cortex-m4 hosted $level" arm-none-eabi-nm arm-none-eabi-gcc -std=c11 \
            -mthumb -mcpu=cortex-m4 $level
        compiles "riscv32 $level" riscv64-unknown-elf-nm riscv64-unknown-elf-gcc $c99 \
            -march=rv32imac -mabi=ilp32
        compiles "riscv64 $level" riscv64-unknown-elf-nm riscv64-unknown-elf-gcc $c99 \
            -march=rv64imac -mabi=lp64 -mcmodel=medany
        compiles "mingw $level" x86_64-w64-mingw32-nm x86_64-w64-mingw32-gcc $c99
    }
done
# The others are compiled to the end: some warnings come from what the optimiser finds.
for level in -O1 -O2 -O3 -Os "-O3 -march=native"; do
    for language in "-x c -std=c99" "-x c++ -std=c++11"; do
        # shellcheck disable=SC2086
        for header in cpu module text vk; do
            for compiler in gcc clang; do
                builds "$header.c: $compiler ${language#-x } $level" $dir/$header.c $compiler \
                    $language $level
            done
        done
    done
done
# The command line as it is built for use: gcc warns more at -O2 than at what the tests take.
for compiler in gcc clang; do
    asked "tools/lambdav.c: $compiler -O2" || continue
    CC=$compiler CFLAGS=$warnings tools/dev/build.sh tools/lambdav.c $dir/tool -O2 >$dir/log 2>&1
    result $? "tools/lambdav.c: $compiler -O2"
done
# At -Os, gcc's functions for PowerPC end in libgcc.
for level in -O0 -O1 -O2 -O3; do
    compiles "powerpc $level" powerpc-linux-gnu-nm powerpc-linux-gnu-gcc -std=c99 $level
done
for language in "-x c -std=c99" "-x c -std=c11" "-x c++ -std=c++11" "-x c++ -std=c++20"; do
    # shellcheck disable=SC2086
    {
        accepts "arm-none-eabi ${language#-x }" $dir/code.c arm-none-eabi-gcc $language \
            -mcpu=cortex-m0
        accepts "mingw ${language#-x }" $dir/code.c x86_64-w64-mingw32-gcc $language
        accepts "clang for MSVC's ABI ${language#-x }" $dir/code.c clang \
            --target=x86_64-pc-windows-msvc -ffreestanding $language
        accepts "lambdav_vk.h: mingw ${language#-x }" $dir/vk.c x86_64-w64-mingw32-gcc $language \
            -idirafter $stubs
        accepts "lambdav_vk.h: i686 ${language#-x }" $dir/vk.c i686-linux-gnu-gcc $language \
            -idirafter $stubs
        accepts "lambdav_vk.h: clang for MSVC's ABI ${language#-x }" $dir/vk.c clang \
            --target=x86_64-pc-windows-msvc $language -isystem $stubs
    }
done

# The command line for Windows, under wine: words, pictures and exit codes are those of here.
windows() {
    WINEDEBUG=-all WINEPREFIX=$PWD/$dir/wine /usr/lib/wine/wine64 $dir/lambdav.exe "$@"
}
finish() {
    echo "$passed $failed" >$home/sums/$number
    exit
}
asked Windows || finish
dir=$home
# The command that README names.
# shellcheck disable=SC2086
x86_64-w64-mingw32-gcc -std=c99 -O2 $warnings -Wno-conversion -Wno-sign-conversion -Wno-pedantic \
    -I. tools/lambdav.c -o $dir/lambdav.exe -static -pthread >$dir/log 2>&1
result $? "Windows: the command line builds"
make build/lambdav >$dir/log 2>&1
windows compile examples/plasma.lv -o $dir/windows.spv >$dir/log 2>&1 &&
    build/lambdav compile examples/plasma.lv -o - | cmp - $dir/windows.spv >>$dir/log 2>&1
result $? "Windows: the words of a program"
windows compile examples/plasma.lv -o - 2>$dir/log | cmp - $dir/windows.spv >>$dir/log 2>&1
result $? "Windows: bytes to stdout"
windows check 'examples\sculpture.lv' >$dir/log 2>&1
result $? "Windows: a path with backslashes, and what it includes"
printf '(define half 0.5)\n' >$dir/half.lv
printf '(include "half.lv") (include ".\\HALF.LV") (include "..\\Matrix\\half.lv")\nhalf' \
    >$dir/spelled.lv
windows compile $dir/spelled.lv -o $dir/spelled.spv --depfile $dir/spelled.d >$dir/log 2>&1 &&
    ! grep -qi 'half.*half' $dir/spelled.d
result $? "Windows: one file under several spellings is one"
windows check $dir/spelled.lv --include-root 'BUILD\matrix' >$dir/log 2>&1 &&
    ! windows check $dir/spelled.lv --include-root examples >>$dir/log 2>&1
result $? "Windows: --include-root, however it is spelled"
windows render examples/julia.lv --cpu --raw --size 64x48 -o $dir/windows.raw >$dir/log 2>&1 &&
    build/lambdav render examples/julia.lv --cpu --raw --size 64x48 -o $dir/here.raw &&
    cmp $dir/here.raw $dir/windows.raw >>$dir/log 2>&1
result $? "Windows: a picture, drawn by threads"
windows render 'examples\ripple.lv' --passes 'examples\ripple.passes' --cpu --raw --size 64x48 \
    --repeat 20 -o $dir/windows.raw >$dir/log 2>&1 &&
    build/lambdav render examples/ripple.lv --passes examples/ripple.passes --cpu --raw \
        --size 64x48 --repeat 20 -o $dir/here.raw &&
    cmp $dir/here.raw $dir/windows.raw >>$dir/log 2>&1
result $? "Windows: a picture of several passes"
windows render examples/plasma.lv --cpu --size 16x16 -o $dir/windows.png >$dir/log 2>&1 &&
    ! ls $dir/.lambdav-* >>$dir/log 2>&1
result $? "Windows: a file is replaced, nothing stays behind"
windows run examples/ids.lv --size 64 --buffer 'result=64*u32' --print 'result[63]' 2>$dir/log |
    tr -d '\r' | grep -qx 'result\[63\] *63\|63'
result $? "Windows: a compute program"
echo '(vec4 1' | windows check - >$dir/log 2>&1
[ $? -eq 1 ] && grep -q 'stdin:1:' $dir/log
result $? "Windows: an error has its place, and exit code 1"
windows render >$dir/log 2>&1
[ $? -eq 2 ]
result $? "Windows: a usage error is exit code 2"
windows compile examples/plasma.lv -o $dir/no/such/folder.spv >$dir/log 2>&1
[ $? -eq 3 ]
result $? "Windows: a folder that is not there is exit code 3"

finish
