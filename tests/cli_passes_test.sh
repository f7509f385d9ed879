#!/bin/sh
# lambdav run with lists of passes: the examples that take several dispatches, on the device and on
# the CPU, against what Python computes. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/.." || exit 3
name=${NAME:-cli_passes_test}
. tests/cli_functions.sh
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
exits 0 run $examples/bloom.lv --texture in=@../../tests/golden/spheres.png:clamp --cpu \
    --texture glow=24x16:rgba16f,clamp --image next=24x16 --image out=96x64 \
    --passes $examples/bloom.passes --out out=bloom.raw --out in=in.raw
holds "bloom --cpu" python3 expect.py bloom 96 64
exits 0 run $examples/bloom.lv --texture in=@../../tests/golden/spheres.png:clamp \
    --texture glow=24x16:rgba16f,clamp --image next=24x16 --image out=96x64 \
    --passes $examples/bloom.passes --out out=bloom.raw
holds "bloom" python3 expect.py bloom 96 64

summary
