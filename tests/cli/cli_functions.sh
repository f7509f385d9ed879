# Sourced by the tests of the command line, from the top level: goes to an empty folder build/$name
# and defines the functions below. $lambdav is the program, by default build/lambdav.
lambdav=$(realpath "${LAMBDAV:-build/lambdav}")
rm -rf "build/$name"
mkdir -p "build/$name"
cd "build/$name" || exit 3
passed=0 failed=0

# verdict STATUS NAME
verdict() {
    if [ "$1" -eq 0 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $2"
        head -n 5 err 2>/dev/null | sed 's/^/    /'
    fi
}

# exits CODE ARGUMENT...: lambdav ends with that code; its output is in the files out and err.
exits() {
    code=$1
    shift
    "$lambdav" "$@" >out 2>err </dev/null
    status=$?
    [ $status -eq "$code" ]
    verdict $? "exit code $status instead of $code: lambdav $*"
}

# says TEXT: the last stderr holds the text.   prints TEXT: so does the last stdout.
says() {
    grep -qF -e "$1" err
    verdict $? "stderr does not say: $1"
}
prints() {
    grep -qF -e "$1" out
    verdict $? "stdout does not say: $1"
}

# holds NAME COMMAND...: the command succeeds.
holds() {
    name=$1
    shift
    "$@"
    verdict $? "$name"
}

# printed WORD...: the last stdout holds these words, between any blanks.
printed() {
    [ "$(tr '\n' ' ' <out)" = "$* " ]
    verdict $? "stdout is '$(tr '\n' ' ' <out)' instead of '$*'"
}

# glsl NAME.STAGE [OPTION...]: compiles stdin to NAME.spv.
glsl() {
    file=$1
    shift
    cat >"$file"
    holds "glslang takes $file" glslangValidator -V --quiet "$@" "$file" -o "${file%.*}.spv" \
        >/dev/null
}

# pixels FILE.png prints those of a picture of 8 bits, a row a line, as rrggbbaa.
pixels() {
    python3 -c '
import struct, sys, zlib
data, at, rows = open(sys.argv[1], "rb").read(), 8, b""
width, height = struct.unpack(">II", data[16:24])
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IDAT": rows += data[at + 8:at + 8 + size]
    at += size + 12
raw, step, last = zlib.decompress(rows), 4 * width + 1, bytes(4 * width)
for y in range(height):
    row, kind = bytearray(raw[y * step + 1:(y + 1) * step]), raw[y * step]
    for i in range(len(row)):
        a, b, c = row[i - 4] if i > 3 else 0, last[i], last[i - 4] if i > 3 else 0
        p = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
        row[i] = row[i] + (0, a, b, (a + b) // 2, p)[kind] & 255
    last = row
    print(*("%02x%02x%02x%02x" % tuple(row[i:i + 4]) for i in range(0, len(row), 4)))' "$1"
}

# pixel FILE.png prints the components of the first one.
pixel() {
    pixels "$1" | sed -n '1s/^\(..\)\(..\)\(..\)\(..\).*/0x\1 0x\2 0x\3 0x\4/p' |
        xargs printf "%d %d %d %d"
}

# waits COMMAND...: until the command succeeds, for ten seconds at most.
waits() {
    for i in $(seq 200); do
        "$@" && return 0
        sleep 0.05
    done
    return 1
}

# summary: prints the counts and ends.
summary() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
}
