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

# pixel FILE.png prints the first pixel of a picture of 8 bits.
pixel() {
    python3 -c '
import struct, sys, zlib
data, at, rows = open(sys.argv[1], "rb").read(), 8, b""
while at < len(data):
    size, kind = struct.unpack(">I4s", data[at:at + 8])
    if kind == b"IDAT": rows += data[at + 8:at + 8 + size]
    at += size + 12
print(*zlib.decompress(rows)[1:5])' "$1"
}

# summary: prints the counts and ends.
summary() {
    echo "$passed passed, $failed failed"
    [ $failed -eq 0 ]
    exit
}
