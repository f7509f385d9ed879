#!/bin/sh
# Textures from files: PNG, JPG, TGA, BMP and HDR by stb_image, PPM and PGM; what is said where
# lambdav was built without stb, and the pictures that are written there. $LAMBDAV is the program,
# by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_picture_test}
root=$(pwd)
. tests/cli/cli_functions.sh
here=$root/build/$name

base64 -d >even.jpg <<'END'
/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCw
kJDRENDg8QEBEQCgwSExIQEw8QEBD/2wBDAQMDAwQDBAgEBAgQCwkLEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ
EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBD/wAARCAAEAAQDAREAAhEBAxEB/8QAFAABAAAAAAAAAAAAAAAAAAAABP/EAB
QQAQAAAAAAAAAAAAAAAAAAAAD/xAAVAQEBAAAAAAAAAAAAAAAAAAAHCP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAM
AwEAAhEDEQA/ACA9SD//2Q==
END
python3 - <<'END'
import struct
import zlib

# 2x1 pixels: red, and half transparent green.
open("two.tga", "wb").write(bytes([0, 0, 2] + 9 * [0]) + struct.pack("<HHBB", 2, 1, 32, 0x28) +
                            bytes([0, 0, 255, 255, 0, 255, 0, 128]))
def chunk(kind, data):
    return (struct.pack(">I", len(data)) + kind + data +
            struct.pack(">I", zlib.crc32(kind + data)))
# 2x1 pixels of a palette: red, and half transparent green.
open("two.png", "wb").write(b"\x89PNG\r\n\x1a\n" +
                            chunk(b"IHDR", struct.pack(">IIBBBBB", 2, 1, 1, 3, 0, 0, 0)) +
                            chunk(b"PLTE", bytes([255, 0, 0, 0, 255, 0])) +
                            chunk(b"tRNS", bytes([255, 128])) +
                            chunk(b"IDAT", zlib.compress(bytes([0, 64]))) + chunk(b"IEND", b""))
open("two.bmp", "wb").write(b"BM" + struct.pack("<IHHI", 62, 0, 0, 54) +
                            struct.pack("<IiiHHIIiiII", 40, 2, 1, 1, 24, 0, 8, 0, 0, 0, 0) +
                            bytes([0, 0, 255, 0, 255, 0, 0, 0]))
# 2x1 pixels: 12, 0.5, 0.25 and 1000, 0, 2000
open("two.hdr", "wb").write(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n" +
                            bytes([192, 8, 4, 132, 125, 0, 250, 139]))
END
echo '(texture t 2d) (sample t (/ (.xy (frag-coord)) (num (texture-size t))))' >show.lv
show="render show.lv --size 2x1 -o show.png --texture t="
for where in "" --cpu; do
    exits 0 render show.lv --size 1x1 -o show.png --texture t=@even.jpg $where
    holds "JPG $where" [ "$(pixels show.png)" = "c86432ff" ]
    exits 0 ${show}@two.png:nearest $where
    holds "PNG $where" [ "$(pixels show.png)" = "ff0000ff 00ff0080" ]
    exits 0 ${show}@two.tga:nearest $where
    holds "TGA $where" [ "$(pixels show.png)" = "ff0000ff 00ff0080" ]
    exits 0 ${show}@two.bmp:nearest $where
    holds "BMP $where" [ "$(pixels show.png)" = "ff0000ff 00ff00ff" ]
    exits 0 ${show}@two.hdr:nearest --raw --format rgba32f $where
    holds "HDR keeps reals $where" [ "$(od -An -tf4 -w32 show.png | tr -s ' ')" = \
        " 12 0.5 0.25 1 1000 0 2000 1" ]
    exits 0 ${show}@two.hdr:nearest,rgba16f --raw --format rgba32f $where
    holds "HDR as half floats $where" [ "$(od -An -tf4 -w32 show.png | tr -s ' ')" = \
        " 12 0.5 0.25 1 1000 0 2000 1" ]
    exits 0 ${show}@two.hdr:nearest,rgba8 $where
    holds "HDR as bytes $where" [ "$(pixels show.png)" = "ff8040ff ff00ffff" ]
done
echo '(texture t 2d uint) (num (sample t (vec2 0.25 0.5)))' >whole.lv
exits 0 render whole.lv --size 1x1 -o whole.raw --raw --format rgba32f --texture t=@two.hdr
holds "HDR as whole numbers" [ "$(od -An -tf4 -w16 whole.raw | tr -s ' ')" = " 12 1 0 1" ]

# PPM and PGM: samples of one byte or of two, from 0 to what the head says
printf 'P6 2 1 65535\n\377\377\200\000\000\000\000\000\100\100\377\377' >two.ppm
exits 0 ${show}@two.ppm:nearest --cpu
holds "PPM of 16 bits" [ "$(pixels show.png)" = "ff8000ff 0040ffff" ]
printf 'P6 2 1 3\n\003\002\001\000\003\011' >two.ppm
exits 0 ${show}@two.ppm:nearest --cpu
holds "PPM of two bits" [ "$(pixels show.png)" = "ffaa55ff 00ffffff" ]
printf 'P5 # grey\n2 1 255\n\377\100' >two.pgm
exits 0 ${show}@two.pgm:nearest --cpu
holds "PGM" [ "$(pixels show.png)" = "ffffffff 404040ff" ]
printf 'P5 2 1 1000\n\003\350\001\364' >two.pgm
exits 0 ${show}@two.pgm:nearest --cpu
holds "PGM of 16 bits" [ "$(pixels show.png)" = "ffffffff 808080ff" ]

# broken files
for file in even.jpg two.png two.tga two.bmp two.hdr two.pgm two.ppm; do
    size=$(wc -c <$file)
    for cut in 0 3 10 $((size / 2)) $((size - 1)); do
        head -c $cut $file >cut.bin
        "$lambdav" ${show}@cut.bin --cpu >out 2>err
        status=$?
        holds "$file, $cut bytes of it" [ $status -lt 2 ]
    done
done
echo 'no picture' >text.jpg
exits 1 ${show}@text.jpg
says "text.jpg: no picture: it is not PNG"
python3 -c '
import struct, sys
sys.stdout.buffer.write(bytes([0, 0, 2] + 9 * [0]) + struct.pack("<HHBB", 65535, 65535, 32, 0x28))
' >huge.tga
exits 1 ${show}@huge.tga --memory 64
says "huge.tga: no picture: it is larger than --memory"

# built without it
(cd "$root" && tools/dev/build.sh tools/lambdav.c "$here/bare" -O0 -DLAMBDAV_WITHOUT_STB) >out 2>err
holds "builds without stb_image" test -x bare
lambdav=./bare
exits 1 ${show}@even.jpg
says "built without stb_image (Debian: libstb-dev), which reads PNG, JPG, TGA, BMP and HDR"
exits 1 ${show}@two.png
exits 0 ${show}@two.pgm:nearest
holds "PGM without stb" [ "$(pixels show.png)" = "ffffffff 808080ff" ]
summary
