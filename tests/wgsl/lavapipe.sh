#!/bin/sh
# tests/wgsl/lavapipe.sh COMMAND...: runs a command whose Dawn uses lavapipe instead of SwiftShader,
# with the layer of tests/wgsl/claim.c. It has 16-bit floats and blending with two colours, and
# subgroups of 8.
set -eu
dir=$PWD/build/wgsl/lavapipe
mkdir -p "$dir"
cc -std=c99 -O2 -shared -fPIC -fvisibility=hidden tests/wgsl/claim.c -o "$dir/libclaim.so"
cat >"$dir/claim.json" <<END
{ "file_format_version": "1.1.2", "layer": { "name": "VK_LAYER_claim", "type": "GLOBAL",
  "library_path": "$dir/libclaim.so", "api_version": "1.3.0", "implementation_version": "1",
  "description": "claims features that lavapipe does not say it has" } }
END
for VK_ICD_FILENAMES in /usr/share/vulkan/icd.d/lvp_icd.*; do :; done
export VK_ICD_FILENAMES VK_LAYER_PATH="$dir" VK_INSTANCE_LAYERS=VK_LAYER_claim
exec "$@"
