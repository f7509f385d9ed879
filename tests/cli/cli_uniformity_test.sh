#!/bin/sh
# lambdav check --uniformity: findings with the lines of λV and GLSL, JSON, exit codes, and words
# that are not what they should be; the same as errors of lambdav translate. $LAMBDAV is the
# program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_uniformity_test}
. tests/cli/cli_functions.sh

cat >loop.lv <<'END'
(texture t 2d)
(input uv vec2)
(fragment
  (vec4 (loop ((i 0) (s 0))
    (if (< i (.x uv)) (rec (+ i 1) (+ s (.x (sample t (vec2 i))))) s))))
END
cat >barrier.lv <<'END'
(buffer b (array uint))
(compute (64) (when (< (.x (local-invocation-id)) 3u) (do (store b 0 1u) (barrier))))
END
cat >fine.lv <<'END'
(texture t 2d)
(input uv vec2)
(fragment (vec4 (if (< (.x uv) 0.5) (.x (sample t uv)) 1)))
END
cat >loop.frag <<'END'
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() {
    colour = vec4(0);
    if (uv.x < 0.5)
        colour = vec4(dFdx(uv.y));
}
END

exits 0 check fine.lv --uniformity
holds "nothing is said of what is fine" test ! -s err
exits 0 check loop.lv --uniformity
says 'loop.lv:5:45: warning: some invocations of the quad may not reach this [non-uniform]'
says "loop.lv:5:45: note: 'sample-lod' or 'sample-grad' can be used here"
says 'loop.lv:5:45: warning: a sample without a level of detail needs all invocations of its quad'
says '                                            ^'
says 'loop.lv:4:9: note: this branch decides who comes there'
says 'may differ within a quad'
exits 1 check loop.lv --uniformity --Werror
exits 1 check barrier.lv --uniformity
says 'error: a control barrier needs all invocations of its workgroup'

# the words say the same, with the same lines if they are told
exits 0 compile loop.lv -o plain.spv
exits 0 check plain.spv --uniformity
says 'plain.spv:0:0: warning: a sample without a level of detail needs'
holds "reasons without lines have words" \
    grep -q 'plain.spv:0:0: note: this branch decides who comes there (word [1-9][0-9]*)$' err
holds "and variables without names numbers" \
    grep -q 'note: the input %[0-9]* may differ within a quad (word [1-9][0-9]*)$' err
exits 0 compile loop.lv --debug -o lines.spv
exits 0 check lines.spv --uniformity --maximal
says 'loop.lv:5:45: warning: a sample'
exits 0 compile barrier.lv -o barrier.spv
exits 1 check barrier.spv --uniformity

glslangValidator -V -g loop.frag -o loop.frag.spv >/dev/null 2>err
verdict $? "glslang takes loop.frag"
exits 0 check loop.frag.spv --uniformity
says 'loop.frag:7:9: warning: a derivative needs all invocations of its quad'
says '        colour = vec4(dFdx(uv.y));'
says 'loop.frag:6:5: note: this branch decides'

# the reasons: what a branch decides, what is assigned and passed, functions that are called, blocks
# without a name, and lines that a block's begin has not
cat >chain.frag <<'END'
#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) readonly buffer B { uint data[]; };
void cut(float a) {
    if (a < 0.5)
        discard;
}
void grow(inout float t, out bool done) {
    t += uv.x;
    done = t > 3.0;
}
int kind(uint n) {
    if (n > 2u)
        return 1;
    return 0;
}
void main() {
    float t = 0.0;
    bool done;
    int k = 0;
    grow(t, done);
    if (done || data[0] > 9u)
        colour = dFdx(uv.xyxy);
    if (uv.y > 2.0)
        k = 1;
    if (k == 0)
        colour += dFdy(uv.xyxy);
    cut(uv.y);
    colour += fwidth(uv.xyxy);
}
END
glslangValidator -V -g chain.frag -o chain.spv >/dev/null 2>err
verdict $? "glslang takes chain.frag"
exits 0 check chain.spv --uniformity
says "chain.frag:23:5: note: this branch decides who comes there"
says "chain.frag:22:5: note: \`done\` is assigned here"
says "chain.frag:22:5: note: it comes from the function that is called here"
says "chain.frag:11:5: note: \`done\` is assigned here"
says "chain.frag:10:5: note: \`t\` is assigned here"
says "chain.frag:10:5: note: the input \`uv\` may differ within a quad"
says "chain.frag:25:5: note: this branch decides what \`k\` holds"
says "chain.frag:29:5: note: the function that is called here may end some invocations"
says "chain.frag:7:9: note: some invocations may end here"
says "chain.frag:29:5: note: \`a\` is passed to the function here"
sed -i 's/k == 0/0 == kind(data[1])/; s/ readonly / /' chain.frag
glslangValidator -V -g chain.frag -o chain.spv >/dev/null 2>err
exits 0 check chain.spv --uniformity
says "chain.frag:27:5: note: \`B\`, which may be written, may differ within a quad"
says "chain.frag:27:5: note: it comes from the function that is called here"

# a chain that is longer than what is shown: its begin, and its end
{
    printf '#version 450\nlayout(location = 0) in vec2 uv;\nlayout(location = 0) out vec4 colour;\n'
    printf 'void main() {\n    float v0 = uv.x;\n'
    for i in $(seq 40); do printf '    float v%d = v%d + 1.0;\n' "$i" $((i - 1)); done
    printf '    if (v40 > 3.0)\n        colour = dFdx(uv.xyxy);\n}\n'
} >long.frag
glslangValidator -V -g long.frag -o long.spv >/dev/null 2>err
verdict $? "glslang takes long.frag"
exits 0 check long.spv --uniformity
says "long.frag:46:5: note: this branch decides who comes there"
says "long.frag:45:5: note: \`v40\` is assigned here"
says "long.frag:5:5: note: \`v0\` is assigned here"
says "long.frag:5:5: note: the input \`uv\` may differ within a quad"
holds "what is left out is counted" grep -q 'note: [0-9]* steps on: `v[0-9]*. is assigned here' err

"$lambdav" check loop.lv --uniformity --json >out 2>err
verdict $? "check --json"
holds "JSON with notes and places" python3 -c '
import json
found = json.load(open("out"))["diagnostics"]
assert [d["name"] for d in found] == ["non-uniform", "uniformity"], found
for d in found:
    assert (d["line"], d["column"]) == (5, 45), d
    assert len(d["notes"]) >= 2 and all(n["message"] for n in d["notes"]), d'

# what a browser would refuse has no text, and the reasons are told; of derivatives by option
exits 1 translate barrier.lv -o refused.wgsl
says 'barrier.lv:2:74: error: a control barrier needs all invocations of its workgroup'
says 'barrier.lv:2:21: note: this branch decides who comes there'
says 'may differ within a quad'
exits 1 compile barrier.lv --target wgsl -o refused.wgsl
says 'barrier.lv:2:74: error: a control barrier'
exits 1 translate barrier.spv -o refused.wgsl
says 'error: a control barrier needs all invocations of its workgroup'
exits 0 translate loop.lv -o loop.wgsl
holds "derivatives are allowed" grep -q 'diagnostic(off, derivative_uniformity)' loop.wgsl
exits 1 translate loop.lv --keep-uniformity -o refused.wgsl
says 'loop.lv:5:45: error: a sample without a level of detail needs all invocations of its quad'
says 'loop.lv:4:9: note: this branch decides'
exits 1 translate loop.frag.spv --keep-uniformity -o refused.wgsl
says 'loop.frag:7:9: error: a derivative needs all invocations of its quad'
exits 0 translate fine.lv --keep-uniformity -o fine.wgsl
holds "nothing is said of what is fine" test ! -s err

# a buffer that nothing writes is the same for all in the text, not in the words
cat >read.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B { uint b[]; };
layout(set = 0, binding = 1) buffer C { uint c[]; };
void main() {
    if (b[0] == 3u) barrier();
    c[gl_LocalInvocationIndex] = 1u;
}
END
glslangValidator -V read.comp -o read.spv >/dev/null 2>err
verdict $? "glslang takes read.comp"
exits 1 check read.spv --uniformity
exits 0 translate read.spv -o read.wgsl
holds "the buffer is read alone" grep -q '^@group(0) @binding(0) var<storage> ' read.wgsl

# what is read of workgroup memory between two barriers is one for all, also where lines are told
cat >total.comp <<'END'
#version 450
layout(local_size_x = 64) in;
layout(set = 0, binding = 0) buffer B { uint b[]; };
shared uint total;
void main() {
    if (gl_LocalInvocationIndex == 0) total = b[0];
    barrier();
    uint n = total;
    barrier();
    if (n == 3u) barrier();
}
END
for debug in -gVS -g; do
    glslangValidator -V --target-env vulkan1.2 $debug total.comp -o total.spv >/dev/null 2>err
    verdict $? "glslang takes total.comp"
    exits 0 check total.spv --uniformity
done
sed -i '9d' total.comp
glslangValidator -V -g total.comp -o total.spv >/dev/null 2>err
exits 1 check total.spv --uniformity
says "total.comp:8:5: note: the workgroup's \`total\` may differ within a quad"

# functions that the entry point does not come to are not in the text
cat >two.lv <<'END'
(buffer b (array uint))
(compute "first" (64) (when (< (.x (local-invocation-id)) 3u) (do (store b 0 1u) (barrier))))
(compute "second" (64) (store b 1 2u))
END
exits 1 translate two.lv -o refused.wgsl
exits 1 translate two.lv -e first -o refused.wgsl
exits 0 translate two.lv -e second -o second.wgsl
holds "what is refused is not written" test ! -e refused.wgsl

# hostile words: an error or a verdict, nothing else
holds "words with changed bytes" python3 -c '
import random, subprocess, sys
random.seed(5)
for path in ("lines.spv", "barrier.spv", "loop.frag.spv"):
    words = open(path, "rb").read()
    for i in range(40):
        bad = bytearray(words)
        for k in range(1 + i % 4):
            bad[random.randrange(20, len(bad))] = random.randrange(256)
        open("bad.spv", "wb").write(bad if i % 5 else bad[:random.randrange(4, len(bad))])
        code = subprocess.run([sys.argv[1], "check", "bad.spv", "--uniformity"],
                              stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL).returncode
        assert code in (0, 1), (path, i, code)' "$lambdav"
printf 'abc' >short.spv
exits 1 check short.spv --uniformity
exits 3 check missing.spv --uniformity
exits 2 check loop.lv --uniformity=yes

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
