#!/bin/sh
# lambdav run with lists of passes: the examples that take several dispatches, on the device and on
# the CPU, against what Python computes; lambdav render with several passes. $LAMBDAV is the
# program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_passes_test}
. tests/cli/cli_functions.sh
examples=../../examples

cat >expect.py <<'END'
import array, math, random, struct, sys

def floats(path, count):
    data = array.array("f")
    data.frombytes(open(path, "rb").read())
    assert len(data) == count, "%d numbers instead of %d" % (len(data), count)
    return data

def bitonic():
    random.seed(7)
    numbers = [random.randrange(-2**31, 2**31) for i in range(4096)]
    open("numbers.bin", "wb").write(struct.pack("<4096i", *numbers))
    open("sorted.bin", "wb").write(struct.pack("<4096i", *sorted(numbers)))

def reaction(steps, width, height):
    def start(x, y):
        seed = 0.25 if abs(2 * x - width) < 12 and abs(2 * y - height) < 12 else 0
        return 1 - 2 * seed, seed
    now = [[start(x, y) for x in range(width)] for y in range(height)]
    for step in range(steps):
        new = []
        for y in range(height):
            above, row, below = now[y - 1], now[y], now[(y + 1) % height]
            line = []
            for x in range(width):
                left, right = x - 1, (x + 1) % width
                near = [sum(v) for v in zip(row[left], row[right], above[x], below[x])]
                far = [sum(v) for v in zip(above[left], above[right], below[left], below[right])]
                (a, b), eaten = row[x], row[x][0] * row[x][1] ** 2
                line.append((a + 0.2 * near[0] + 0.05 * far[0] - a + 0.037 * (1 - a) - eaten,
                             b + 0.5 * (0.2 * near[1] + 0.05 * far[1] - b) + eaten - 0.097 * b))
            new.append(line)
        now = new
    got = floats("reaction.bin", 2 * width * height)
    flat = [v for row in now for cell in row for v in cell]
    worst = max(abs(a - b) for a, b in zip(got, flat))
    assert worst < 2e-5, "off by %g" % worst
    assert max(flat[1::2]) > 0.2, "nothing is going on"

# A texture of rows of pixels, of which the edge counts on; sample() is between four pixels.
def sample(texture, x, y):
    height, width = len(texture), len(texture[0])
    x, y = x * width - 0.5, y * height - 0.5
    low, t = (math.floor(x), math.floor(y)), (x - math.floor(x), y - math.floor(y))
    pixel = lambda x, y: texture[min(max(y, 0), height - 1)][min(max(x, 0), width - 1)]
    mix = lambda a, b, t: [p + (q - p) * t for p, q in zip(a, b)]
    return mix(mix(pixel(low[0], low[1]), pixel(low[0] + 1, low[1]), t[0]),
               mix(pixel(low[0], low[1] + 1), pixel(low[0] + 1, low[1] + 1), t[0]), t[1])

def bloom(width, height):
    data = open("in.raw", "rb").read()
    picture = [[[v / 255 for v in data[4 * (y * width + x):][:4]] for x in range(width)]
               for y in range(height)]
    small = width // 4, height // 4
    def mean(texture, reach, x, y):
        four = [sample(texture, (x + 0.5 + i * reach) / small[0], (y + 0.5 + j * reach) / small[1])
                for i in (-1, 1) for j in (-1, 1)]
        return [sum(v) / 4 for v in zip(*four)]
    every = lambda f: [[f(x, y) for x in range(small[0])] for y in range(small[1])]
    glow = every(lambda x, y: [max(0, v - 0.5) for v in mean(picture, 0.25, x, y)])
    for i in range(4):
        before = glow
        glow = every(lambda x, y: mean(before, 0.75, x, y))
    got = open("bloom.raw", "rb").read()
    added = 0
    for y in range(height):
        for x in range(width):
            at = [v * 1.5 for v in sample(glow, (x + 0.5) / width, (y + 0.5) / height)]
            for c in range(3):
                wanted = min(1, picture[y][x][c] + at[c]) * 255
                value = got[4 * (y * width + x) + c]
                assert abs(value - wanted) < 2, "%d,%d is %d, not %g" % (x, y, value, wanted)
                added = max(added, at[c])
    assert added > 0.2, "nothing is bright"

globals()[sys.argv[1]](*map(int, sys.argv[2:]))
END

# a sort of 4096 numbers in 78 dispatches, from options and from a file
holds "numbers" python3 expect.py bitonic
cat >bitonic.passes <<'EOP'
--for run=2,4096,*2
  --for gap={run/2},1,/2
    -e exchange --set run={run} --set gap={gap}
  --end
--end
EOP
for where in "" --cpu; do
    exits 0 run $examples/bitonic.lv --size 2048 --buffer numbers=@numbers.bin --time-it $where \
        --for 'run=2,4096,*2' --for 'gap={run/2},1,/2' -e exchange --set 'run={run}' \
        --set 'gap={gap}' --out numbers=got.bin
    says ": 78 dispatches on"
    holds "sorted by options $where" cmp got.bin sorted.bin
    rm got.bin
    exits 0 run $examples/bitonic.lv --size 2048 --buffer numbers=@numbers.bin \
        --passes bitonic.passes --out numbers=got.bin $where
    holds "sorted by a file $where" cmp got.bin sorted.bin
    rm got.bin
done

# a reaction of two matters, in buffers that are exchanged
for where in "" --cpu; do
    exits 0 run $examples/reaction.lv --set size=40,24 --buffer now=40*24*vec2 $where \
        --buffer next=40*24*vec2 -e start --size 40,24 -e step --size 40,24 --times 100 \
        --swap now,next --out now=reaction.bin
    holds "the reaction $where" python3 expect.py reaction 100 40 24
done

# bloom: several images and entry points
exits 0 run $examples/bloom.lv --texture in=@../../tests/data/golden/spheres.png:clamp --cpu \
    --texture glow=24x16:rgba16f,clamp --image next=24x16 --image out=96x64 \
    --passes $examples/bloom.passes --out out=bloom.raw --out in=in.raw
holds "bloom --cpu" python3 expect.py bloom 96 64
exits 0 run $examples/bloom.lv --texture in=@../../tests/data/golden/spheres.png:clamp \
    --texture glow=24x16:rgba16f,clamp --image next=24x16 --image out=96x64 \
    --passes $examples/bloom.passes --out out=bloom.raw
holds "bloom" python3 expect.py bloom 96 64

# what a list reads lies beside it
mkdir lists
echo "3 4 5" >lists/three.txt
echo '-e twice --size 3 --buffer data=@three.txt:i32 --print data' >lists/run.passes
echo '(buffer data (array int)) (define i (.x (global-invocation-id)))
(compute "twice" (1) (bind x (load data i)) (store data i (* 2 x)))' >twice.lv
exits 0 run twice.lv --cpu --passes lists/run.passes
printed 6 8 10

# ---- render --passes: pictures of several passes

# picture PASSES OPTION...: draws x.png by the lines of a file, on the device and on the CPU; its
# first pixel is $wanted.
picture() {
    for where in "" --cpu; do
        rm -f x.png
        exits 0 render --passes "$@" --size 2x2 -o x.png $where
        holds "$* $where gives $(pixel x.png), not $wanted" [ "$(pixel x.png)" = "$wanted" ]
    done
}

# A pass reads what was drawn last into an image: a what b was a turn before, b what a is now.
mkdir fx
cat >fx/ab.lv <<'END'
(texture a 2d)
(texture b 2d)
(push-constants (gain num))
(define at (int (.xy (frag-coord))))
(fragment "a" (+ (fetch b at 0) 1))
(fragment "b" (* gain (fetch a at 0)))
(fragment "show" (/ (vec4 (.x (fetch a at 0)) (.x (fetch b at 0)) 0 255) 255))
END
cat >fx/ab.passes <<'END'
# b follows a
ab.lv -e a --into a
ab.lv -e b \
      --into b --set gain=2

ab.lv -e show
END
wanted="1 2 0 255" picture fx/ab.passes
wanted="3 6 0 255" picture fx/ab.passes --repeat 2
wanted="7 14 0 255" picture fx/ab.passes --repeat 3
exits 0 render --passes fx/ab.passes --size 2x2 -o x.png --frames 3
holds "the frames follow each other" [ "$(pixel x-0002.png) $(pixel x-0003.png)" = \
    "3 6 0 255 7 14 0 255" ]
exits 0 render --passes fx/ab.passes --size 2x2 -o x-.png --frames 2 --repeat 2
holds "each picture is the last of its turns" [ "$(pixel x--0002.png)" = "15 30 0 255" ]

# a pass reads its own image; textures are named; the program of the call is that of the lines
printf '%s\n' '-e a --into count --texture b=count --times 3 --size 1x1' \
    '-e show --texture a=count:nearest --texture b=count' >count.passes
wanted="3 3 0 255" picture count.passes fx/ab.lv
wanted="6 6 0 255" picture count.passes fx/ab.lv --repeat 2
exits 0 render fx/ab.lv -e a --into b --repeat 9 --size 1x1 --raw -o - --cpu
holds "one pass of itself" [ "$(od -An -tf4 <out | tr -s ' ')" = " 9 9 9 9" ]

# pixels, formats, several outputs, whole numbers
cat >whole.lv <<'END'
(texture seen 2d uint)
(texture other 2d)
(push-constants (frame uint) (resolution vec2))
(fragment "two"
  (output 0 (vec4 resolution 255 255))
  (output 1 (uvec4 (+ frame 7u))))
(fragment "show"
  (let ((o (sample-lod other (vec2 0.5) 0)))
    (/ (vec4 o.xy (num (.x (fetch seen (ivec2 0) 0))) 255) 255)))
END
printf '%s\n' 'whole.lv -e two --into other --into 1=seen --size 5x9' 'whole.lv -e show' \
    >whole.passes
wanted="5 9 7 255" picture whole.passes
wanted="5 9 10 255" picture whole.passes --repeat 4
# options of the call are for the passes that have what they name
printf '%s\n' 'fx/ab.lv -e b --into a --texture a=black' 'whole.lv -e two --into black' \
    'fx/ab.lv -e show --texture b=@white.png' >call.passes
exits 0 render whole.lv -e two --size 1x1 -o white.png
wanted="10 1 0 255" picture call.passes --set gain=5 --repeat 2
exits 0 render --passes call.passes --size 1x1 -o x.png --out b=b.png --print a --cpu
holds "--out of a texture" cmp b.png white.png

# what is wrong is said with its place, and nothing is written
# refused CODE TEXT OPTION...: the passes are those of stdin.
refused() {
    code=$1 text=$2
    shift 2
    cat >fx/t.passes
    rm -f x.png
    exits "$code" render --passes fx/t.passes --size 2x2 -o x.png --cpu "$@"
    says "$text"
    holds "no picture after: $text" [ ! -e x.png ]
}
refused 2 "fx/t.passes:2:25: --texture a: no pass draws an image 'nope'; there are: a b" <<'END'
ab.lv -e a --into a
ab.lv -e b    --texture a=nope --into b
ab.lv -e show
END
refused 2 "fx/t.passes:1:1: texture 'b' (set 0, binding 1) is not given" <<'END'
ab.lv -e a --into a
ab.lv -e show
END
refused 2 ":2:30: --into a: an earlier pass draws it with 2x2 pixels, this one with 4x3" <<'END'
ab.lv -e a --into a
ab.lv -e b --size 4x3 --into a
ab.lv -e show
END
refused 2 "fx/t.passes:2:19: --into a: an earlier pass draws it in another format" <<'END'
ab.lv -e a --into a
ab.lv -e b --into a --format rgba8
ab.lv -e show
END
refused 2 ":1:19: --into a: --format does not fit the output, whose components are nums" <<'END'
ab.lv -e a --into a --format r32ui
ab.lv -e show --texture b=a
END
refused 2 "fx/t.passes:2:31: texture 'seen' (set 0, binding 0): does not take the image 'a', which \
is rgba32f" <<'END'
ab.lv -e a --into a --texture b=a
../whole.lv -e show --texture seen=a --texture other=a
END
refused 3 "fx/t.passes:2:1: fx/none.lv: No such file or directory" <<'END'
ab.lv -e a --into a
none.lv -e show
END
refused 1 "fx/t.passes:2:1: fx/ab.lv: no fragment entry point 'none'" <<'END'
ab.lv -e a --into a
ab.lv -e none
END
refused 2 "fx/t.passes:1:1: this pass draws into nothing: write --into NAME" <<'END'
ab.lv -e a
ab.lv -e show
END
refused 2 "fx/t.passes:1:1: this pass has no program" <<'END'
-e a --into a
END
refused 2 "fx/t.passes:1:7: 'ab.lv': a pass has one program" <<'END'
ab.lv ab.lv -e a
END
refused 2 "fx/t.passes:1:16: a pass takes no --frames" <<'END'
ab.lv --frames 2
END
refused 2 "fx/t.passes:1:7: a pass takes no --unto; did you mean --into?" <<'END'
ab.lv --unto b
END
refused 2 "fx/t.passes:1:19: --into: '8x8' is not a name" <<'END'
ab.lv -e a --into 8x8
END
refused 1 "fx/t.passes:1:1: fx/ab.lv: no output at location 1" <<'END'
ab.lv -e a --into 1=a
ab.lv -e show
END
refused 2 "'b:mipmaps': words for the image of a pass are: linear" <<'END'
ab.lv -e a --into b
ab.lv -e b --texture a=b:mipmaps
END
refused 1 "fx/t.passes:1:7: this quote is never closed" <<'END'
ab.lv "-e a
END
refused 1 "fx/t.passes: it has no passes" </dev/null
refused 2 "--set: no pass has 'pain'" --set pain=3 <fx/ab.passes
refused 2 "--entry: with --passes it stands on the line of its pass" -e a <fx/ab.passes
refused 2 "--into: with --passes it stands on the line of its pass" --into a <fx/ab.passes
echo '(vec4 nothing)' >wrong.lv
refused 1 "[unknown-name]" <<'END'
../wrong.lv --into a
ab.lv -e show
END
refused 2 "fx/t.passes:1:1: texture 'b' (set 0, binding 1) is not given: --texture b=@FILE.png, or \
=IMAGE of a pass" <<'END'
ab.lv -e a --into a
END
exits 2 render fx/ab.passes -o x.png
says "'fx/ab.passes' is a list of passes: --passes fx/ab.passes"
exits 3 render --passes none.passes -o x.png
says "none.passes: No such file or directory"
printf 'fx/ab.lv -e a --into b\nfx/ab.lv -e a --into c\nfx/ab.lv -e a\n' >unread.passes
exits 0 render --passes unread.passes -o x.png --size 1x1 --cpu
says "unread.passes:2:22: note: no pass reads the image 'c'"

# a pass with a vertex stage, whose file lies beside that of the passes
cat >fx/corner.lv <<'END'
(input at vec2)
(vertex "v" (position (vec4 at 0 1)))
(fragment "f" (vec4 0 1 0 1))
END
echo '(texture below 2d) (fetch below (int (.xy (frag-coord))) 0)' >fx/all.lv
echo "-1 -1, 1 -1, -1 1" >fx/corner.txt
printf '%s\n' 'corner.lv -e f --vertex corner.lv --vertex-entry v --vertices @corner.txt:f32 \' \
    '  --into below --clear 0.2,0,0' all.lv >fx/corner.passes
exits 0 render --passes fx/corner.passes --size 4x4 -o corner.png --cpu
holds "geometry in a pass" [ "$(pixels corner.png | sed -n '1p;4p' | tr '\n' ' ')" = "00ff00ff \
00ff00ff 00ff00ff 330000ff 330000ff 330000ff 330000ff 330000ff " ]

# --watch sees the list of passes and each text
cp fx/ab.passes fx/ab.lv .
"$lambdav" render --passes ab.passes --size 1x1 -o watch.png --watch --cpu >out 2>err &
watcher=$!
seen() { # seen COUNT: so many pictures are drawn before long
    for i in $(seq 100); do
        [ "$(grep -c '^watch.png: 1x1' err)" -ge "$1" ] && break
        sleep 0.1
    done
    holds "picture $1 is drawn" [ "$(grep -c '^watch.png: 1x1' err)" -eq "$1" ]
}
seen 1
holds "the first picture" [ "$(pixel watch.png)" = "1 2 0 255" ]
sed 's/gain=2/gain=9/' fx/ab.passes >ab.passes
seen 2
holds "another list of passes" [ "$(pixel watch.png)" = "1 9 0 255" ]
sed 's/ 1))$/ 4))/' fx/ab.lv >ab.lv
seen 3
holds "another text" [ "$(pixel watch.png)" = "4 36 0 255" ]
kill $watcher
wait $watcher

summary
