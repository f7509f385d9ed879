#!/bin/sh
# Compiles lambdav_vk.h alone, and with the functions of its manual, by every compiler and in every
# language that it promises; links two units that both include it, and runs them.
# Usage, in the top directory: tests/vulkan/vk_header.sh
set -eu
out=build/vk_header
flags="-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror -I. -O2"
mkdir -p $out
cat > $out/api.c <<'END'
#include "lambdav_vk.h"
int other(void);
int other(void) { return (int)lambdav_vk_pixel_size(LAMBDAV_VK_RGBA8); }
END
cat > $out/alone.c <<'END'
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
END
cat > $out/types.c <<'END'
#include "lambdav_vk.h"
#ifdef VULKAN_CORE_H_
#error "the types alone need no Vulkan"
#endif
extern lambdav_vk_image_info info;
lambdav_vk_image_info info;
END
sed -n -e '/^       #define LAMBDAV_VK_IMPL/,/^       }$/s/^       //p' \
    -e '/^       int [a-z]*(lambdav_vk_context/,/^       }$/s/^       //p' lambdav_vk.h \
    > $out/start.c
cat >> $out/start.c <<'END'
int other(void);
int main(void)
{
    static lambdav_vk_context closed;
    return other() == 4 && picture(NULL, 0) == 3 && cube(&closed, NULL, NULL, NULL, 0, 0) == 3 &&
           numbers(&closed, NULL, NULL, 0) == 3 ? 0 : 1;
}
END
for compiler in "gcc -std=c99" "gcc -std=c11" "clang -std=c99" "clang -std=c11" \
    "g++ -x c++ -std=c++11" "g++ -x c++ -std=c++20" "clang++ -x c++ -std=c++11" \
    "clang++ -x c++ -std=c++20"; do
    $compiler $flags -c $out/alone.c -o $out/alone.o
    $compiler $flags -DLAMBDAV_VK_NO_LOADER -c $out/alone.c -o $out/alone.o
    $compiler $flags -c $out/api.c -o $out/api.o
    $compiler $flags -DLAMBDAV_VK_TYPES_ONLY -c $out/types.c -o $out/types.o
    $compiler $flags -c $out/start.c -o $out/start.o
    ${compiler%% *} $out/start.o $out/api.o -o $out/start
    $out/start 2> $out/message
    echo "ok: $compiler"
done
