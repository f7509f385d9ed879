#!/bin/sh
# lambdav render --window, with SDL2's driver that shows nothing: what it shows is looked at by -o.
# Where SDL2 is not installed, what is said then. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_window_test}
. tests/cli/cli_functions.sh
export SDL_VIDEODRIVER=dummy

cat >good.lv <<'EOP'
(push-constants (time num) (mouse vec4) (resolution vec2))
(vec4 (/ time 4) (/ (.x (frag-coord)) resolution.x) (if (= mouse.x 0) 1 0) 1)
EOP
echo '(vec4 1 0 0 (undefined-thing))' >bad.lv
exits 2 render good.lv --window --raw
says "--window shows one picture"
exits 2 render good.lv --window --location all
exits 2 render - --window
exits 2 render good.lv --window -o -
exits 2 render good.lv --frames 2
"$lambdav" render good.lv --window --frames 1 >out 2>err
code=$?
if [ $code -ne 0 ]; then
    holds "exit code without SDL2" [ $code -eq 3 ]
    says "--window: SDL2 is not installed (Debian: libsdl2-2.0-0)"
    summary
fi

for where in "" --cpu; do
    exits 0 render good.lv --window --watch --frames 3 --fps 1 --size 8x4 -o shown.png $where
    says "good.lv: shown, 8x4 on "
    exits 0 render good.lv --time 2 --size 8x4 -o drawn.png $where
    holds "shows what is drawn $where" [ "$(pixels shown.png)" = "$(pixels drawn.png)" ]
    exits 0 render good.lv --window --frames 2 --size 8x4 --format rgba32f -o shown.png $where
    holds "shows reals $where" [ "$(pixels shown.png | sed -n '1s/ .*//p')" = "0210ffff" ]
done
exits 0 render good.lv --window --frames 2 --size 8x4

# several passes, of which one reads its own image: a picture further on, a turn further on
cat >turns.lv <<'EOP'
(texture count 2d)
(push-constants (frame int) (resolution vec2))
(define n (fetch count (int (.xy (frag-coord))) 0))
(fragment "count" (+ n (vec4 1 (num frame) resolution.x 255)))
(fragment "show" (/ n 255))
EOP
printf '%s\n' 'turns.lv -e count --into count' 'turns.lv -e show' >turns.passes
for where in "" --cpu; do
    exits 0 render --passes turns.passes --window --frames 4 --size 8x4 -o shown.png $where
    says "turns.passes: shown, 8x4 on "
    holds "the fourth turn $where" [ "$(pixels shown.png | sed -n '1s/ .*//p')" = "040620ff" ]
done

# an error stands over black, or over the last good picture
exits 1 render bad.lv --window --frames 2 --size 120x60 -o shown.png
says "bad.lv:1:14: error: 'undefined-thing' is not defined"
holds "the first letter" [ "$(pixels shown.png | sed -n 2,8p | cut -c 10-53 |
    sed 's/ffffffff/X/g; s/000000ff/./g' | tr -d ' \n')" = "X....X....X.XX.XX..XX...XX...XXXXX." ]
# said N TEXT: the text is in N lines of stderr.
said() {
    [ "$(grep -c "$2" err)" -eq "$1" ]
}
cp good.lv live.lv
"$lambdav" render live.lv --window --size 400x60 -o shown.png >out 2>err &
shower=$!
holds "it is shown" waits grep -q "live.lv: shown" err
cp bad.lv live.lv
holds "a change is seen" waits grep -q "live.lv:1:14: error" err
echo '(vec4 0 1 0 1)' >live.lv
holds "and another one" waits said 2 "live.lv: shown"
sleep 0.2
cp bad.lv live.lv
holds "an error again" waits said 2 "live.lv:1:14: error"
sleep 0.2
kill -INT $shower
wait $shower
holds "a signal ends it" [ $? -eq 0 ]
holds "the last good picture" [ "$(pixels shown.png | sed 's/.* //' | tail -n 1)" = "00ff00ff" ]
holds "is dark behind the text" [ "$(pixels shown.png | sed -n '1s/ .*//p')" = "003f00ff" ]

summary
