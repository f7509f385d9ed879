#!/bin/sh
# Every header compiles alone, as C and C++ of all ages, with gcc and clang, without a warning, and
# as declarations in several translation units with the code in one. So do the tools.
set -u
cd "$(dirname "$0")/../.." || exit 3
dir=build/compile_test
mkdir -p $dir
passed=0 failed=0
warnings='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror'

# check NAME COMMAND...: counts the command as a test.
check() {
    name=$1
    shift
    if "$@" >$dir/log 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: $*"
        head -n 20 $dir/log
    fi
}

# shellcheck disable=SC2086
for header in lambdav.h lambdav_vk.h; do
    [ -e $header ] || continue
    macro=$(echo "${header%.h}" | tr '[:lower:]' '[:upper:]')_IMPLEMENTATION
    printf '#define %s\n#include "%s"\n' "$macro" "$header" >$dir/code.c
    # Declarations twice, before the code and after it.
    {
        printf '#include "%s"\n#include "%s"\n' "$header" "$header"
        cat $dir/code.c
        printf '#include "%s"\nint other(void);\nint main(void) { return other(); }\n' "$header"
    } >$dir/main.c
    {
        printf '#include "%s"\n' "$header"
        printf 'int other(void);\nint other(void) { return 0; }\n'
    } >$dir/other.c
    for std in c99 c11 c++11 c++20; do
        case $std in
        c++*) gcc=g++ clang=clang++ language=c++ ;;
        *) gcc=gcc clang=clang language=c ;;
        esac
        check "$header $clang $std" \
            $clang -std=$std $warnings -I. -x $language -fsyntax-only $dir/code.c
        # What gcc finds to warn of while it optimises does not depend on the age of the language.
        case $std in
        c99) level=-O1 ;;
        c++11) level=-O0 ;;
        *)
            check "$header $gcc $std" \
                $gcc -std=$std $warnings -I. -x $language -fsyntax-only $dir/main.c $dir/other.c
            continue
            ;;
        esac
        check "$header $std: two translation units" $gcc -std=$std $level $warnings \
            -I. -x $language $dir/main.c $dir/other.c -o $dir/two -ldl
        check "$header $std: two translation units run" $dir/two
    done
done

# The quick start in the manual of lambdav.h compiles, runs, and its words are a valid module.
sed -n '/^ *```c$/,/^ *```$/p' lambdav.h | sed '/```/d' >$dir/quick.c
for compiler in 'gcc -std=c99' 'clang -std=c99' 'g++ -std=c++11 -x c++' \
    'clang++ -std=c++11 -x c++'; do
    # shellcheck disable=SC2086
    check "quick start: $compiler" $compiler $warnings -I. $dir/quick.c -o $dir/quick
    check "quick start runs" sh -c "$dir/quick >$dir/quick.spv"
    check "quick start: the words" spirv-val --target-env vulkan1.1 $dir/quick.spv
done

# check_tool HEADER CODE RUN ARGUMENT...: the CODE of the header compiles everywhere; its quick
# start does with the ARGUMENTS, and the command RUN succeeds.
check_tool() {
    header=$1 code=$2 run=$3
    shift 3
    for compiler in 'gcc -std=c99' 'gcc -std=c11' 'clang -std=c99' 'g++ -std=c++11 -x c++' \
        'g++ -std=c++20 -x c++' 'clang++ -std=c++11 -x c++' 'clang++ -std=c++20 -x c++'; do
        # shellcheck disable=SC2086
        check "$header: $compiler" $compiler $warnings -I. -fsyntax-only "$code"
    done
    for compiler in 'gcc -std=c99' 'clang++ -std=c++11 -x c++'; do
        # shellcheck disable=SC2086
        check "quick start of $header: $compiler" $compiler $warnings -I. -Itools "$@"
        check "quick start of $header runs" sh -c "$run"
    done
}

# tools/spv_cpu.h, without its time to optimise; the quick start in its manual draws that module.
cat >$dir/cpu.c <<'END'
#include "tools/spv_cpu.h"
#include "tools/spv_cpu.h"
#define SPV_CPU_IMPLEMENTATION
#include "tools/spv_cpu.h"
#include "tools/spv_cpu.h"
END
sed -n '\|^   Quick start|,\|^   Guarantees| s|^       ||p' tools/spv_cpu.h >$dir/cpu_quick.c
cat >>$dir/cpu_quick.c <<'END'
int main(void) {
    static uint32_t words[4096];
    static unsigned char pixels[256 * 256 * 4];
    size_t count = fread(words, 4, 4096, stdin);
    return picture(words, count, pixels) || pixels[256 * 256 * 4 - 1] != 255;
}
END
cat >$dir/cpu_other.c <<'END'
#include "tools/spv_cpu.h"
size_t other(const spv_cpu_picture *picture);
size_t other(const spv_cpu_picture *picture) { return spv_cpu_tile_count(picture); }
END
check_tool tools/spv_cpu.h $dir/cpu.c "$dir/cpu_quick <$dir/quick.spv" \
    $dir/cpu_quick.c $dir/cpu_other.c -o $dir/cpu_quick -lm

# tools/spv_module.h, and the quick start in its manual.
sed 's/spv_cpu/spv_module/; s/SPV_CPU/SPV_MODULE/' $dir/cpu.c >$dir/module.c
sed -n '\|^   Quick start|,\|^   The model| s|^       ||p' tools/spv_module.h >$dir/module_quick.c
cat >>$dir/module_quick.c <<'END'
int main(void) {
    static uint32_t words[4096];
    return blocks(words, fread(words, 4, 4096, stdin));
}
END
check_tool tools/spv_module.h $dir/module.c "$dir/module_quick <$dir/quick.spv | grep -q label" \
    $dir/module_quick.c -o $dir/module_quick

# All headers may stand behind <windows.h>, which defines some short names.
cat >$dir/windows.h <<'END'
#define near
#define far
#define NEAR near
#define FAR far
#define IN
#define OUT
#define OPTIONAL
#define CONST const
#define DELETE 65536
#define ERROR 0
#define interface struct
#define small char
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
#define CopyMemory memcpy
#define MemoryBarrier() __sync_synchronize()
END
for header in lambdav.h lambdav_vk.h tools/spv_*.h; do
    macro=$(basename "${header%.h}" | tr '[:lower:]' '[:upper:]')_IMPLEMENTATION
    printf '#include "windows.h"\n#define %s\n#include "%s"\n' "$macro" "$header" >$dir/windows.c
    for compiler in 'gcc -std=c99' 'clang++ -std=c++11 -x c++'; do
        # shellcheck disable=SC2086
        check "$header behind windows.h: $compiler" \
            $compiler -Wall -Wextra -Werror -Wno-unused-function -I. -fsyntax-only $dir/windows.c
    done
done

# The library kept inside one file.
{
    printf '#define LAMBDAV_API static\n'
    cat $dir/quick.c
} >$dir/static.c
# shellcheck disable=SC2086
for compiler in gcc clang; do
    check "LAMBDAV_API static: $compiler" \
        $compiler -std=c99 $warnings -I. $dir/static.c -o $dir/static
done
check "LAMBDAV_API static runs" sh -c "$dir/static | cmp - $dir/quick.spv"

# What has a command in its first line is built by that, without its time to optimise: make matrix
# looks at its own level. gcc, which takes four times as long, only reads it. What bench_peers.c
# needs is installed by make bench-peers.
for file in tools/*.c tools/dev/*.c examples/*.c; do
    [ -e "$file" ] || continue
    [ "$file" = tools/dev/bench_peers.c ] && [ ! -e /usr/include/shaderc/shaderc.h ] && continue
    command=$(sed -n '1s,^/[/*] *cc \(.*\) -o .*,\1,p' "$file")
    # shellcheck disable=SC2086
    check "gcc $file" gcc $command $warnings -fsyntax-only
    check "clang $file" env CC=clang CFLAGS="$warnings" tools/dev/build.sh "$file" $dir/tool -O0
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
