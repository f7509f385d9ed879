#!/bin/sh
# The command line and files: what an include finds and may not find, what becomes of file names, of
# outputs and of temporaries. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=cli_files_test
. tests/cli/cli_functions.sh

# colour FILE.lv prints its pixel as hexadecimal digits.
colour() {
    "$lambdav" render "$1" --cpu --size 1x1 --raw -o - 2>err | od -An -tx1 | tr -d ' \n'
}

# ---- a text is known by its file

mkdir -p a b lib k/sub
echo '(define near 0.25)' >a/common.lv
echo '(include "common.lv") (define col-a near)' >a/util.lv
echo '(define far 0.75)' >b/common.lv
echo '(include "common.lv") (define col-b far)' >b/util.lv
echo '(include "a/util.lv") (include "b/util.lv") (vec4 col-a col-b 0 1)' >two.lv
holds "two files of one name are two" [ "$(colour two.lv)" = 40bf00ff ]

echo '(define shared 1)' >lib/x.lv
echo '(include "x.lv") (define yy shared)' >lib/y.lv
echo '(include "lib/x.lv") (include "lib/y.lv") (vec4 yy shared 0 1)' >one.lv
holds "one file under two spellings is one" [ "$(colour one.lv)" = ffff00ff ]
ln -s ../lib/x.lv a/link.lv
echo '(include "lib/x.lv") (include "./lib/../lib/x.lv") (include "a/link.lv")
(include "'"$PWD"'/lib/x.lv") (vec4 shared)' >spellings.lv
holds "also through links and absolute paths" [ "$(colour spellings.lv)" = ffffffff ]
exits 0 compile spellings.lv -o spellings.spv --depfile spellings.d
holds "the depfile has it once" [ "$(cat spellings.d)" = \
    'spellings.spv: spellings.lv lib/x.lv' ]
mkdir c && ln -s ../a c/up
echo '(include "../a/link.lv") (include "../lib/x.lv") (vec4 shared)' >c/below.lv
exits 0 check c/below.lv

echo '(define wrong (nowhere))' >lib/wrong.lv
echo '(include "wrong.lv")' >lib/leads.lv
echo '(include "lib/leads.lv") wrong' >leads.lv
exits 1 check leads.lv
says 'lib/wrong.lv:1:16: error: '
exits 1 check --json leads.lv
prints '"file": "lib/wrong.lv"'
exits 0 compile two.lv --debug -o two.spv
spirv-dis two.spv >two.txt
holds "debug information has the paths" grep -q 'OpString "b/common.lv"' two.txt
echo '(include "ring.lv") 1' >ring.lv
exits 1 check ring.lv
says 'include-cycle'
echo '(include "../../k/sub/ring.lv") 1' >k/sub/ring.lv
exits 1 check k/sub/ring.lv
says 'include-cycle'

# ---- texts that define the same names, and namespaces

# a text behind an alias: what is filled by name, what --define names, what was meant
mkdir -p space
echo '(push-constants (time num) (resolution vec2) (frame int)) (define speed 3)
(define (fbm p) (* speed time p))' >space/noise.lv
echo '(include "noise.lv" :as m) (define depth 1)' >space/middle.lv
echo '(include "noise.lv" :as n)
(vec4 (n.fbm 0.2) (/ n.resolution.x 4) (* 0.2 (num n.frame)) n.time)' >space/top.lv
exits 0 render space/top.lv --cpu --size 2x1 --time 1 --define n.speed=2 --raw -o space.raw
holds "filled" [ "$(od -An -v -tu1 space.raw | tr -s ' \n' ' ')" = " 102 128 0 255 102 128 0 255 " ]
exits 0 render space/top.lv --cpu --size 2x1 --time 1 --define n.speed=2 --set n.time=0 --raw \
    -o space.raw
holds "what is set stays" [ "$(od -An -v -tu1 space.raw | tr -s ' \n' ' ')" = \
    " 0 128 0 0 0 128 0 0 " ]
echo '(include "middle.lv" :as n) n.m.speed' >space/deep.lv
exits 0 check space/deep.lv --define n.m.speed=5 --define n.depth=2
exits 1 check space/deep.lv --define n.m.speed="(+ 1 true)"
exits 1 check space/deep.lv --define n.m.sped=1
says "did you mean 'n.m.speed'?"
exits 1 check space/deep.lv --define q.speed=1
says "'q.speed' is not defined"
exits 1 check space/deep.lv --define n.m=1
says "there is more than one 'n.m'"
exits 1 check space/deep.lv --define n.depth=1 --define n.depth=2
echo '(include "noise.lv" :as n) (n.fbn 1)' >space/wrong.lv
exits 1 check space/wrong.lv
says "did you mean 'n.fbm'?"
echo '(include "wrong.lv" :as w) (w.n.fbn 1)' >space/deep.lv
exits 1 check space/deep.lv
says "did you mean 'w.n.fbm'?"
says "did you mean 'n.fbm'?"
echo '(include "noise.lv" :as "n") 1' >space/wrong.lv
exits 1 check space/wrong.lv
says "write :as n, then n.x"
echo '(include "noise.lv" :as n m) 1' >space/wrong.lv
exits 1 check space/wrong.lv
says 'write (include "noise.lv" :as n)'

mkdir -p same/a same/b
echo '(define level 0.25)' >same/a/common.lv
echo '(define level 0.75)' >same/b/common.lv
echo '(include "common.lv") (define col-a level)' >same/a/util.lv
echo '(include "common.lv") (define col-b level)' >same/b/util.lv
echo '(include "a/util.lv") (include "b/util.lv") (vec4 col-a col-b 0 1)' >same/main.lv
holds "each text means its own" [ "$(colour same/main.lv)" = 40bf00ff ]
echo '(define colour (vec3 1 0 0))' >k/common.lv
echo '(define colour (vec3 0 0 1))' >k/sub/common.lv
echo '(include "common.lv") (define c colour)' >k/sub/lib.lv
echo '(include "common.lv") (include "sub/lib.lv") (vec4 c 1)' >k/main.lv
holds "... or that of what it includes" [ "$(colour k/main.lv)" = 0000ffff ]
echo '(include "a/common.lv" :as a) (include "b/common.lv" :as b) (define level 1)
(vec4 a.level b.level 0 level)' >same/spaces.lv
holds "namespaces" [ "$(colour same/spaces.lv)" = 40bf00ff ]
cat >same/state.lv <<'END'
(buffer data (array num))
(push-constants (step num))
(define (advance i) (do (bind x (load data i)) (store data i (+ x step))))
END
echo '(include "state.lv" :as s) (buffer data (array num)) (push-constants (step num))
(compute (1) (s.advance 1i) (store data 0 step))' >same/run.lv
exits 0 run same/run.lv --cpu --dispatch 1 --buffer s.data=8 --buffer data=8 --set s.step=3 \
    --set step=4 --set 's.data[1]=0.5' --print s.data --print data
printed 0 3.5 4 0
exits 0 compile same/run.lv --debug=full -o same/run.spv
holds "words with namespaces are valid" spirv-val --target-env vulkan1.1 same/run.spv

# ---- what is no text to include

echo '(define dash 1)' >./-
echo '(define plain 1)' >stdin
mkfifo pipe.lv
for what in pipe.lv . lib /dev/zero /dev/stdin; do
    echo "(include \"$what\") 1" >odd.lv
    exits 1 check odd.lv
    says 'odd.lv:1:10: error: '
    says 'include-missing'
    says 'it is not a regular file'
done
echo '(include "-") (include "stdin")' >dash.lv
echo '(define x (' | "$lambdav" check dash.lv 2>err
holds "an include called - does not read stdin" [ ! -s err ]
echo '(include "stdin") (include "-")' | "$lambdav" check - 2>err
holds "stdin is no file called so" [ ! -s err ]
truncate -s 3M large.lv
echo '(include "large.lv")' >odd.lv
exits 1 check --memory 2 odd.lv
says 'larger than --memory'
rm large.lv

# ---- texts in UTF-16

printf '\377\376(\000)\000' >wide.lv
exits 1 check wide.lv
says 'wide.lv: it is UTF-16: save it as UTF-8'
echo '(include "wide.lv") 1' >asks.lv
exits 1 check asks.lv
says 'asks.lv:1:10: error: the included text "wide.lv" was not found'
says 'it is UTF-16: save it as UTF-8'

# ---- --include-root

mkdir -p jail/in
echo '(define inside 1)' >jail/in/good.lv
echo '(define outside 1)' >outside.lv
ln -s ../outside.lv jail/link.lv
ln -s in/good.lv jail/inner.lv
ln -s .. jail/all
for what in ../outside.lv link.lv all/outside.lv in/../../outside.lv "$PWD/outside.lv" \
    /etc/passwd in/../../jail2/x.lv; do
    echo "(include \"$what\") 1" >jail/main.lv
    exits 1 check jail/main.lv --include-root jail
    says 'jail/main.lv:1:10: error: '
    says 'include-missing'
    says 'only files inside of --include-root'
done
echo '(include "in/good.lv") (include "inner.lv") (include "in/../in/good.lv") inside' >jail/main.lv
exits 0 check jail/main.lv --include-root jail
exits 0 check jail/main.lv --include-root "$PWD/jail/"
exits 0 check jail/main.lv --include-root .
exits 0 check jail/main.lv --include-root /
exits 1 check jail/main.lv --include-root lib
exits 0 check jail/main.lv --include-root lib --include-root jail/in
exits 1 check jail/main.lv --include-root jail/nowhere
mkdir jail2 && echo 1 >jail2/x.lv
echo '(include "../jail2/x.lv")' >jail/main.lv
exits 1 check jail/main.lv --include-root jail
echo '(include "x.lv") shared' >uses.lv
exits 0 check uses.lv -I lib --include-root lib
exits 1 check uses.lv -I lib --include-root jail
echo '(include "nowhere.lv") 1' >lost.lv
exits 1 check lost.lv -I lib -I jail
says 'note: looked in ./, lib/, jail/; -I FOLDER adds a folder'
echo '(define level 1)' >lib/level.lv
echo '(include "lib/level.lv" :as l) (vec4 level 0 0 l/level)' >alias.lv
exits 1 check alias.lv
says "alias.lv:1:38: note: write l.level"
says "alias.lv:1:48: note: write l.level"

# ---- what is written

echo '(vec4 1 0.5 0 1)' >plain.lv
exits 0 compile plain.lv -o plain.spv
long=$(printf 'n%.0s' $(seq 250)).spv
exits 0 compile plain.lv -o "$long"
holds "a name of 254 bytes" cmp -s "$long" plain.spv
ln -s made.spv dangling.spv
mkdir -p deep/er && ln -s er/target.spv deep/link.spv && ln -s deep/link.spv twice.spv
exits 0 compile plain.lv -o dangling.spv
holds "a dangling link stays one" test -L dangling.spv -a ! -L made.spv
holds "its target is made" cmp -s made.spv plain.spv
exits 0 compile plain.lv -o twice.spv
holds "links of links, each from its folder" cmp -s deep/er/target.spv plain.spv
ln -s round2.spv round1.spv && ln -s round1.spv round2.spv
exits 3 compile plain.lv -o round1.spv
says 'round1.spv: Too many levels'
echo old >closed.spv && chmod 444 closed.spv
exits 3 compile plain.lv -o closed.spv
says 'closed.spv: cannot be written: no permission, or read-only'
holds "what is read-only stays" [ "$(cat closed.spv)" = old ]
"$lambdav" --version >/dev/full 2>err
holds "--version on a full disk" [ $? -eq 3 ]
holds "no temporary file is left" [ -z "$(find . -name '.lambdav-*')" ]


# ---- what is no program, and what cannot be read or written

rm -f none.spv none.d
mkdir folder.lv
: >empty.spv
printf '\3\2\043\7' >magic.spv
head -c 21 plain.spv >cut.spv
truncate -s 100M sparse.lv
for command in "compile -o none.spv" check "dump words"; do
    exits 1 $command plain.spv
    says "plain.spv: is SPIR-V already, not text"
    exits 1 $command magic.spv
    exits 3 $command folder.lv
    says "folder.lv: Is a directory"
    exits 1 $command --memory 200 sparse.lv
    says "sparse.lv:1:1: error: '???"
    exits 3 $command --memory 2 sparse.lv
    says "sparse.lv: larger than 2 MiB (--memory)"
    exits 3 $command nowhere.lv
    says "nowhere.lv: No such file or directory"
done
rm sparse.lv
exits 2 compile "" -o none.spv
says "FILE: the name is empty"
exits 2 compile nowhere.lv -o ""
says "--output: the name is empty"
exits 1 translate empty.spv -o none.wgsl
says "empty.spv: is not SPIR-V"
for command in "reflect -o none.spv" "reflect --json -o none.spv" "reflect --c-header -o none.spv" \
    "render --cpu -o none.png" "run --cpu --size 1"; do
    exits 1 $command empty.spv
    says "empty.spv: is not SPIR-V"
    exits 1 $command magic.spv
    says "magic.spv: invalid SPIR-V"
    exits 1 $command cut.spv
    says "cut.spv: invalid SPIR-V"
    exits 3 $command folder.lv
    says "folder.lv: Is a directory"
    exits 3 $command /dev/zero --memory 2
    says "/dev/zero: larger than 2 MiB (--memory)"
done
exits 2 reflect plain.spv -e nothing
says "--entry: plain.spv is SPIR-V"
exits 2 reflect plain.spv plain.spv
holds "nothing is written of what is wrong" [ -z "$(find . -name 'none.*')" ]
for full in /dev/full folder.lv no/folder; do
    exits 3 compile plain.lv -o $full
    says "lambdav: $full: "
    exits 3 reflect plain.lv -o $full
    says "lambdav: $full: "
    exits 3 compile plain.lv -o none.spv --depfile $full
    says "lambdav: $full: "
    holds "no module without its depfile" [ ! -e none.spv ]
done
# closed ABOUT REDIRECTION CODE ARGUMENT...
closed() {
    about=$1 redirection=$2 code=$3
    shift 3
    eval '"$lambdav" "$@" 2>err '"$redirection"
    status=$?
    holds "$about: exit code $status, not $code" [ $status -eq "$code" ]
}
closed "stdin is closed" '<&-' 3 check -
says "lambdav: stdin: Bad file descriptor"
closed "stdin is a folder" '<folder.lv' 3 check -
says "lambdav: stdin: Is a directory"
closed "stdin has no end" '</dev/zero' 3 check - --memory 2
says "lambdav: stdin: larger than 2 MiB (--memory)"
closed "stdout is closed" '>&-' 3 compile plain.lv -o -
says "lambdav: stdout: Bad file descriptor"
closed "stdout is full" '>/dev/full' 3 reflect --json plain.lv
says "lambdav: stdout: No space left on device"
closed "nothing is open but the output" '<&- >&- 2>&-' 0 compile plain.lv --warn -o none.spv
holds "... which has the words" cmp -s none.spv plain.spv
"$lambdav" check <plain.lv - && cat plain.lv | "$lambdav" compile /dev/stdin -o none.spv
holds "a pipe is read" cmp -s none.spv plain.spv

# Signals that arrive somewhere in the writing of many large files leave no temporary.
for signal in INT TERM HUP; do
    mkdir -p cut
    for delay in 0.10 0.13 0.17 0.21; do
        timeout -s $signal $delay "$lambdav" render plain.lv --cpu --threads 1 --size 1500x1500 \
            --raw --frames 1000 -o cut/frame.raw 2>/dev/null
        [ $? -eq 124 ] || holds "$signal came late" false
    done
    holds "SIG$signal leaves no temporary file" [ -z "$(ls -A cut | grep -v '^frame-[0-9]*.raw$')" ]
    rm -rf cut
done

# ---- the depfile, as make and ninja read it

# reads NAME: a program of that name, with its depfile, is up to date for both.
reads() {
    rm -rf dep && mkdir dep
    echo '(vec4 1)' >"dep/$1"
    (cd dep && "$lambdav" compile "$1" -o o.spv --depfile o.d) 2>err
    holds "a depfile for $1" [ -s dep/o.d ]
    printf 'all: o.spv\n\t@echo "$?" >changed\ninclude o.d\no.spv:\n\t@touch o.spv\n' >dep/Makefile
    sleep 0.01
    touch dep/o.spv
    make -s -C dep -B all >make.log 2>&1
    holds "make finds $1" [ $? -eq 0 ]
    touch -d '+1 minute' "dep/$1"
    make -q -C dep o.spv >make.log 2>&1
    holds "make sees that $1 is newer" [ $? -eq 1 ]
    printf '%s\n' 'rule c' '  command = touch o.spv && cp o.d used.d' '  depfile = used.d' \
        '  deps = gcc' 'build o.spv: c' >dep/build.ninja
    command -v ninja >/dev/null || return
    touch -d '-1 minute' "dep/$1"
    (cd dep && ninja && ninja -t deps) >ninja.log 2>&1
    holds "ninja finds $1" grep -qF "    $1" ninja.log
}
for odd in 'a b.lv' 'g\h.lv' 'i:j.lv' 'do$llar.lv' 'sh#arp.lv' 'a\ b.lv' 'a\\ b.lv' \
    'per%cent.lv' 'um,la+ut@(x)-[y]{z}!~.lv' 'größe.lv'; do
    reads "$odd"
done
for odd in 'z;z.lv' 'a=b.lv' 'a\#b.lv' 'a\:b.lv' 'end\' 'a|b.lv' 'a&b.lv' "quo'te.lv" 'a*b.lv' \
    "$(printf 't\tu.lv')" "$(printf 'n\nl.lv')"; do
    echo '(vec4 1)' >"$odd"
    rm -f odd.d odd.spv
    exits 1 compile "$odd" -o odd.spv --depfile odd.d
    says 'make and ninja cannot write'
    holds "nothing is written" test ! -e odd.d -a ! -e odd.spv
done
exits 1 compile plain.lv -o 'o%ut.spv' --depfile odd.d
says "o%ut.spv: cannot be in a depfile: make and ninja cannot write '%'; rename it"

# ---- nothing reaches a terminal raw

esc=$(printf '\033]0;x\007') csi=$(printf '\302\23331m') bidi=$(printf '\342\200\256')
for odd in "a${esc}b.lv" "a${csi}b.lv" "a${bidi}b.lv" "$(printf 'a\233b.lv')"; do
    exits 3 check "$odd"
    holds "a missing file is named" \
        python3 -c 'import sys
t = open("err", "rb").read()
sys.exit(any(b < 32 and b != 10 or b == 127 for b in t) or b"\xc2\x9b" in t or b"\xe2\x80\xae" in t
         or b"a\x9bb" in t)'
    printf '(nowhere "%s") ; %s' "$odd" "$odd" >"$odd"
    exits 1 check "$odd"
    holds "a text and its name: $(printf %s "$odd" | od -An -c)" \
        python3 -c 'import sys
t = open("err", "rb").read()
sys.exit(any(b < 32 and b != 10 or b == 127 for b in t) or b"\xc2\x9b" in t or b"\xe2\x80\xae" in t
         or b"a\x9bb" in t)'
    exits 1 check --json "$odd"
    holds "JSON: $(printf %s "$odd" | od -An -c)" \
        python3 -c 'import json, sys
t = open("out", "rb").read()
json.loads(t.decode())
sys.exit(any(b < 32 and b != 10 for b in t) or b"\xc2\x9b" in t or b"\xe2\x80\xae" in t)'
done

# ---- names that nothing cuts

long=$(printf 'n%.0s' $(seq 2000))
exits 0 compile plain.lv --header "$long" -o long.h
printf '#include "long.h"\nint main(void) { return %s[0] != 0x07230203u; }\n' "$long" >long.c
holds "a long name in a header" cc -Wall -Wextra -Werror long.c -o long
holds "... holds the words" ./long
echo "(struct s$long (m$long num) (b vec3)) (uniform u (x s$long)) (vec4 u.x.m$long)" >longn.lv
exits 0 reflect --c-header longn.lv -o longn.h
# In C they have 200 bytes.
cut=$(printf '%s' "s$long" | head -c 200)
printf '#include "longn.h"\nint main(void) { return sizeof(struct %s) != 28; }\n' "$cut" >longn.c
holds "long names of structs and members" cc -Wall -Wextra -Werror longn.c -o longn
holds "... have their layout" ./longn

# ---- calls that look right

exits 2 render plain.lv --cpu -o x.jpg
says "does not end in .png"
exits 2 render plain.lv --cpu -o x.png:typo
exits 2 render plain.lv --cpu -o x.jpg --raw
exits 2 render plain.lv --cpu --out 0=x.png:4x4
exits 2 render plain.lv --cpu --out 0=x.jpeg
echo '(buffer data (array uint)) (compute (1) (store data 0 7u))' >data.lv
for out in x.png:typo x.png:4x x.png:4x4:rgbx x.jpg x.jpg:4x4 x.png; do
    exits 2 run data.lv --cpu --dispatch 1 --buffer data=64 --out data=$out
done
echo '(image out 2d :format rgba8) (compute (1) (image-store out (ivec2 0 0) (vec4 1)))' >image.lv
exits 2 run image.lv --cpu --dispatch 1 --image out=4x4 --out out=x.bmp
exits 2 run image.lv --cpu --dispatch 1 --image out=4x4 --out out=x.png:typo
holds "no picture is written" [ -z "$(find . -name 'x.png*' -o -name 'x.jp*' -o -name 'x.bmp')" ]
exits 0 run data.lv --cpu --dispatch 1 --buffer data=64 --out data=x.bin
exits 0 run data.lv --cpu --dispatch 1 --buffer data=64 --out data=x.png:4x4:rgb
echo '010 -010 0x10 9' >numbers.txt
echo '(buffer data (array int)) (compute (1) (store data 3 7i))' >numbers.lv
exits 0 run numbers.lv --cpu --dispatch 1 --buffer data=@numbers.txt:i32 --print 'data[0]' \
    --print 'data[1]' --print 'data[2]'
printed 10 -10 16
exits 2 render plain.lv x.png
says "render takes one FILE; 'x.png' is another one"
exits 1 render data.lv --cpu -o x.png
says "data.lv: no fragment entry point; its compute stage is for lambdav run"
exits 1 run plain.lv --cpu --size 1
says "plain.lv: no compute entry point; its fragment stage is for lambdav render"
exits 2 rendr plain.lv
says "did you mean 'render'?"
exits 2 --hlp
says "did you mean '--help'?"
exits 2 --versoin
says "did you mean '--version'?"
exits 2 xyzzy
says 'see lambdav --help'
exits 2 render plain.lv --sizee 4x4 -o x.png
says 'did you mean --size?'
exits 2 compile plain.lv --sise=4x4 -o x.spv
says 'compile takes no --sise'
exits 2 compile plain.lv --ouptut x.spv
says 'did you mean --output?'
exits 2 compile plain.lv --output
says '--output needs a value'
exits 2 compile plain.lv -o
says '-o needs a value'
exits 2 compile plain.lv -z
says 'takes no -z'
exits 2 check plain.lv --json=1
says '--json takes no value'

# ---- the command line under ThreadSanitizer: no clones, which choose themselves before it is ready

clones() {
    "${CC:-cc}" -E "$@" -I../.. ../../tools/lambdav.c | grep -c 'target_clones('
}
if [ "$(uname -m)" = x86_64 ]; then
    holds "clones on x86-64" [ "$(clones)" -gt 0 ]
    holds "no clones for ThreadSanitizer" [ "$(clones -fsanitize=thread)" -eq 0 ]
fi

summary
