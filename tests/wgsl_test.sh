#!/bin/sh
# WGSL that `lambdav translate` makes, on Dawn: a sample of `make wgsl`. Installs Dawn if it is not
# there, and fails if it cannot. First that the harness itself sees what is wrong.
set -u
cd "$(dirname "$0")/.." || exit 3
dir=build/wgsl_test
rm -rf $dir
mkdir -p $dir
if ! tools/setup-debian.sh wgsl; then
    echo "wgsl_test: Dawn is not there, so no WGSL was looked at"
    echo "0 passed, 1 failed"
    exit 1
fi
exec node tests/wgsl/self_test.mjs $dir
