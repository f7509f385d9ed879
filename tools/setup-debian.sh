#!/bin/sh
# tools/setup-debian.sh [--check] PART: installs the Debian packages that this part of the Makefile
# needs, if any is missing. As root, or through sudo. --check only names what is missing.
# PART: demo, test, coverage, mutate, corpus, fuzz, matrix, peers, wgsl. The last one takes packages
# from npm too, of these very versions, into build/web.
# Exit codes: 0 all is there, 2 usage, 3 something is missing and could not be installed.
set -u

usage() {
    echo "usage: tools/setup-debian.sh [--check]" \
        "demo|test|coverage|mutate|corpus|fuzz|matrix|peers|wgsl" >&2
    exit 2
}

check=
if [ "${1:-}" = --check ]; then
    check=1
    shift
fi
[ $# -eq 1 ] || usage

# One line for each package: its name, and what proves that it is there: a command, or files of
# which one must exist.
demo_packages='
gcc                         gcc
libc6-dev                   /usr/include/stdio.h'
vulkan_packages='
libvulkan-dev               /usr/include/vulkan/vulkan.h
mesa-vulkan-drivers         /usr/share/vulkan/icd.d/lvp_icd.*
libstb-dev                  /usr/include/stb/stb_image.h'
test_packages="$demo_packages$vulkan_packages
g++                         g++
clang                       clang
python3                     python3
binutils                    nm
spirv-headers               /usr/include/spirv/unified1/spirv.core.grammar.json
spirv-tools                 spirv-val
spirv-cross                 spirv-cross
glslang-tools               glslangValidator
libcmocka-dev               /usr/include/cmocka.h
libsdl2-2.0-0               /usr/lib/*/libSDL2-2.0.so.0
vulkan-validationlayers     /usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"
coverage_packages="$test_packages
libclang-rt-dev             /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.profile-*.a
llvm                        llvm-cov"
mutate_packages="$test_packages
tcc                         tcc"
corpus_packages="$test_packages
libcjson-dev                /usr/include/cjson/cJSON.h"
fuzz_packages="$test_packages
libclang-rt-dev             /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer-*.a
afl++                       afl-fuzz"
matrix_packages="$test_packages
tcc                         tcc
gcc-i686-linux-gnu          i686-linux-gnu-gcc
libc6-dev-i386-cross        /usr/i686-linux-gnu/include/stdio.h
g++-i686-linux-gnu          i686-linux-gnu-g++
gcc-aarch64-linux-gnu       aarch64-linux-gnu-gcc
libc6-dev-arm64-cross       /usr/aarch64-linux-gnu/include/stdio.h
gcc-powerpc-linux-gnu       powerpc-linux-gnu-gcc
libc6-dev-powerpc-cross     /usr/powerpc-linux-gnu/include/stdio.h
gcc-arm-none-eabi           arm-none-eabi-gcc
gcc-riscv64-unknown-elf     riscv64-unknown-elf-gcc
gcc-mingw-w64-x86-64        x86_64-w64-mingw32-gcc
g++-mingw-w64-x86-64        x86_64-w64-mingw32-g++
wine64                      /usr/lib/wine/wine64
qemu-user                   qemu-ppc"
peers_packages="$demo_packages$vulkan_packages
g++                         g++
libshaderc-dev              /usr/include/shaderc/shaderc.h
glslang-dev                 /usr/lib/*/libglslang.a"
# chromium-common has a Vulkan driver that Dawn takes; it is 32 MB, and needs nothing of Chromium.
wgsl_packages="$test_packages
chromium-common             /usr/lib/chromium/libvk_swiftshader.so
nodejs                      node
npm                         npm"
npm_packages='webgpu@0.6.2 naga-wasm@30.1.0'

case $1 in
demo) packages=$demo_packages ;;
test) packages=$test_packages ;;
coverage) packages=$coverage_packages ;;
mutate) packages=$mutate_packages ;;
corpus) packages=$corpus_packages ;;
fuzz) packages=$fuzz_packages ;;
matrix) packages=$matrix_packages ;;
peers) packages=$peers_packages ;;
wgsl) packages=$wgsl_packages ;;
*) usage ;;
esac

# Prints the names of the packages that are not there.
missing_packages() {
    echo "$packages" | while read -r package proofs; do
        found=
        for proof in $proofs; do
            case $proof in
            /*) [ -e "$proof" ] && found=1 ;;
            *) command -v "$proof" >/dev/null 2>&1 && found=1 ;;
            esac
        done
        [ -n "$package" ] && [ -z "$found" ] && printf '%s ' "$package"
    done
}

# Whether build/web holds the packages from npm, of these versions.
has_npm_packages() {
    [ "$part" != wgsl ] || [ "$(cat build/web/installed 2>/dev/null)" = "$npm_packages" ]
}

# Installs them, and ends.
install_npm_packages() {
    has_npm_packages && exit 0
    mkdir -p build/web
    echo "setup: installing $npm_packages"
    # shellcheck disable=SC2086
    if ! npm install --prefix build/web --ignore-scripts --no-audit --no-fund --no-package-lock \
        $npm_packages >build/web/setup.log 2>&1; then
        tail -n 15 build/web/setup.log >&2
        echo "setup: could not install $npm_packages (all messages are in build/web/setup.log)" >&2
        exit 3
    fi
    echo "$npm_packages" >build/web/installed
    exit 0
}

part=$1
missing=$(missing_packages)
if [ -z "$missing" ]; then
    [ -z "$check" ] && install_npm_packages
    has_npm_packages && exit 0
    echo "setup: not installed: $npm_packages" >&2
    echo "setup: with npm and a network, tools/setup-debian.sh wgsl installs them" >&2
    exit 3
fi
if [ -n "$check" ]; then
    echo "setup: not installed: $missing" >&2
    echo "setup: on Debian, tools/setup-debian.sh $1 installs them" >&2
    exit 3
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "setup: this is not Debian; please install what Debian calls: $missing" >&2
    exit 3
fi

as_root=
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "setup: neither root nor sudo; please install: $missing" >&2
        exit 3
    fi
    as_root=sudo
fi

install() {
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 install -y \
        --no-install-recommends $missing
}

mkdir -p build
log=build/setup.log
echo "setup: installing $missing"
if ! install >"$log" 2>&1; then
    # The lists of packages may be absent or out of date.
    $as_root apt-get -q update >>"$log" 2>&1
    install >>"$log" 2>&1
fi
missing=$(missing_packages)
if [ -n "$missing" ]; then
    tail -n 15 "$log" >&2
    echo "setup: could not install: $missing (all messages are in $log)" >&2
    exit 3
fi
install_npm_packages
