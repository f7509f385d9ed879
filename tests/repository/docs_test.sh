#!/bin/sh
# README.md and the pages in tools/doc say what is true: the λV in them compiles to what they say,
# to valid SPIR-V (tests/repository/docs.c); C programs compile and run; commands run, and print
# what stands there; generated tables are current; files, links, targets of make, functions of
# lambdav.h and run cases that are named exist.
set -u
cd "$(dirname "$0")/../.." || exit 3
top=$PWD
dir=$top/build/docs_test
pages=$(echo README.md tools/doc/*.md)
rm -rf "$dir"
mkdir -p "$dir/words" "$dir/run"
passed=0 failed=0

# verdict STATUS NAME: counts a test; one that failed shows the log.
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2"
        [ -s "$dir/log" ] && head -n 20 "$dir/log" | sed 's/^/    /'
    fi
    : >"$dir/log"
}

# blocks LANGUAGE PAGE: writes the page's code blocks to the files LANGUAGE-1, LANGUAGE-2 ...
blocks() {
    awk -v stem="$dir/$1-" -v fence="^\`\`\`$1( |\$)" '
        /^```/ && inside { inside = 0; next }
        $0 ~ fence { inside = 1; n++; printf "" >(stem n); next }
        inside { print >(stem n) }' "$2"
}

: >"$dir/log"
tools/dev/build.sh tests/repository/docs.c "$dir/docs" >"$dir/log" 2>&1 &&
    tools/dev/build.sh tools/dev/gen_reference.c "$dir/gen_reference" >"$dir/log" 2>&1 || {
    cat "$dir/log"
    exit 1
}

for page in $pages; do
    "$dir/gen_reference" $page 2>"$dir/log" | diff - $page >>"$dir/log"
    verdict $? "$page: a generated table is not current: make docs"
    "$dir/docs" $page "$dir/words" >"$dir/found"
    sed '$d' "$dir/found"
    counts=$(tail -n 1 "$dir/found")
    passed=$((passed + ${counts%% *}))
    counts=${counts#*, }
    failed=$((failed + ${counts%% *}))
    for link in $(grep -o '](\([^)]*\))' $page | sed 's/^](//; s/)$//'); do
        case $link in
        http*) ;;
        *'#'*)
            to=$page
            [ "${link%%#*}" = '' ] || to=$(dirname $page)/${link%%#*}
            grep '^#' $to | tr '[:upper:]' '[:lower:]' | sed 's/^#* //; s/[^a-z ]//g; s/ /-/g' |
                grep -qx -e "${link#*#}"
            ;;
        *) [ -e "$(dirname $page)/$link" ] ;;
        esac
        verdict $? "$page: the link $link leads nowhere"
    done
    for path in $(grep -oE '(tests|tools|examples)/[A-Za-z0-9_/-]+(\.[a-z]+)?' $page | sort -u); do
        [ -e "$path" ]
        verdict $? "$page: there is no $path"
    done
    for target in $(grep -oE '`make [a-z-]+`' $page | sed 's/`make //; s/`//' | sort -u); do
        make -n "$target" >"$dir/log" 2>&1
        verdict $? "$page: make $target"
    done
done

# In the evidence: `lvi_name` is a function, `t-name`, `slip-name*` and the like are run cases.
for name in $(grep -o '`lvi_[a-z_]*`' tools/doc/theorem.md | tr -d '`' | sort -u); do
    grep -Eq "^(LVI_[A-Z_]+ )?static .*\b$name\(" lambdav.h
    verdict $? "tools/doc/theorem.md: there is no $name"
done
for name in $(grep -oE '`(t|slip|paper|rec|capture|builtin|endless)-[a-z0-9*-]*`' \
    tools/doc/theorem.md | tr -d '`' | sort -u); do
    ls tests/data/run/$name.lv >"$dir/log" 2>&1
    verdict $? "tools/doc/theorem.md: there is no run case $name"
done

for file in "$dir"/words/*.spv; do
    spirv-val --target-env vulkan1.1 "$file" >"$dir/log" 2>&1
    verdict $? "not valid: $(basename "$file" .spv)"
done

# C programs are complete: they compile without a warning, and end well. Commands run in a folder
# that looks like the top level; what installs, clones or tests again is not run. A console block is
# one command, and what it prints.
for name in build examples tests tools lambdav.h lambdav_vk.h Makefile; do
    ln -s "$top/$name" "$dir/run/$name"
done
cd "$dir/run" || exit 3
for page in $pages; do
    rm -f "$dir"/c-* "$dir"/sh-* "$dir"/console-*
    blocks c "$top/$page"
    blocks sh "$top/$page"
    blocks console "$top/$page"
    for file in "$dir"/c-*; do
        [ -e "$file" ] || continue
        for compiler in gcc clang; do
            $compiler -std=c99 -Wall -Wextra -Werror "-I$top" -x c "$file" -o "$dir/program" \
                >"$dir/log" 2>&1 && "$dir/program" >"$dir/log" 2>&1
            verdict $? "$page: the C program, by $compiler"
        done
    done
    for file in "$dir"/sh-*; do
        [ -e "$file" ] || continue
        while read -r command; do
            case $command in
            '' | apt-get* | git* | make*) continue ;;
            esac
            sh -c "$command" >"$dir/log" 2>&1 </dev/null
            verdict $? "$page: $command"
        done <"$file"
    done
    for file in "$dir"/console-*; do
        [ -e "$file" ] || continue
        sh -c "$(sed -n '1s/^\$ //p' "$file")" >"$dir/printed" 2>&1
        sed 1d "$file" | diff - "$dir/printed" >"$dir/log"
        verdict $? "$page: a command prints something else"
    done
done

echo "$passed passed, $failed failed"
[ $failed -eq 0 ] && [ $passed -gt 0 ]
