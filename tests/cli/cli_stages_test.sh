#!/bin/sh
# lambdav check --instrument takes the modules of every stage that glslang makes, of GLSL and HLSL,
# for each version of SPIR-V, without debug information and with each kind of it: what it writes is
# valid, with every option, and has places. $LAMBDAV is the program, by default build/lambdav.
set -u
cd "$(dirname "$0")/../.." || exit 3
name=${NAME:-cli_stages_test}
. tests/cli/cli_functions.sh

cat >stage.vert <<'EOF'
#version 450
layout(location=0) in vec4 p; layout(location=0) out float s;
void main(){ gl_Position=p; s=sqrt(p.x)+float(5/int(p.y)); }
EOF
cat >stage.tesc <<'EOF'
#version 450
layout(vertices=3) out; layout(location=0) in float s[]; layout(location=0) out float t[];
void main(){ t[gl_InvocationID]=sqrt(s[gl_InvocationID]); gl_TessLevelOuter[0]=log(s[0]); }
EOF
cat >stage.tese <<'EOF'
#version 450
layout(triangles) in; layout(location=0) in float t[]; layout(location=0) out float s;
void main(){ s=sqrt(t[0]); gl_Position=vec4(asin(t[1])); }
EOF
cat >stage.geom <<'EOF'
#version 450
layout(triangles) in; layout(triangle_strip,max_vertices=3) out;
layout(location=0) in float s[]; layout(location=0) out float q;
void main(){
    for(int i=0;i<3;i++){ gl_Position=gl_in[i].gl_Position; q=sqrt(s[i]); EmitVertex(); }
    EndPrimitive();
}
EOF
cat >stage.frag <<'EOF'
#version 450
#extension GL_EXT_nonuniform_qualifier : require
layout(location=0) in float s; layout(location=0) out vec4 c;
layout(binding=0) uniform sampler2D t[4];
layout(binding=1) uniform U { int i; ivec2 xy; dvec2 d; } u;
layout(binding=2, rgba8) uniform image2D im[]; layout(binding=9) uniform sampler2DMSArray ms;
layout(binding=8) uniform isamplerBuffer sb;
void main(){
    c=texture(t[nonuniformEXT(u.i)], vec2(s)) + texelFetch(t[1], u.xy, u.i);
    c+=imageLoad(im[u.i], u.xy) + texelFetch(ms, ivec3(u.xy,1), u.i)+vec4(texelFetch(sb,u.i));
    c.x += float(sqrt(u.d.x)); imageStore(im[0], u.xy, c); c[u.i]=1.0;
}
EOF
cat >stage.comp <<'EOF'
#version 450
#pragma use_vulkan_memory_model
layout(local_size_x=4) in; layout(binding=0) buffer B { int d[]; };
void main(){ d[gl_GlobalInvocationID.x] = 7 / d[gl_LocalInvocationIndex]; }
EOF
cat >stage.mesh <<'EOF'
#version 450
#extension GL_EXT_mesh_shader : require
layout(local_size_x=4) in; layout(triangles, max_vertices=3, max_primitives=1) out;
layout(location=0) out float q[]; layout(binding=0) buffer B { float d[]; };
struct P { int k; }; taskPayloadSharedEXT P payload;
void main(){
    uint i=gl_LocalInvocationIndex; SetMeshOutputsEXT(3u,1u);
    if(i<3){ gl_MeshVerticesEXT[i].gl_Position=vec4(sqrt(d[i])); q[i]=log(d[i+payload.k]); }
    if(i==0) gl_PrimitiveTriangleIndicesEXT[0]=uvec3(0,1,2/uint(d[0]));
}
EOF
cat >stage.task <<'EOF'
#version 450
#extension GL_EXT_mesh_shader : require
layout(local_size_x=4) in; layout(binding=0) buffer B { float d[]; };
struct P { int k; }; taskPayloadSharedEXT P payload;
void main(){
    payload.k=int(sqrt(d[gl_GlobalInvocationID.x])); EmitMeshTasksEXT(1u/uint(d[1]),1,1);
}
EOF
cat >stage.rgen <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
layout(binding=0) uniform accelerationStructureEXT scene;
layout(binding=1, rgba8) uniform image2D im; layout(location=0) rayPayloadEXT vec4 c;
void main(){
    vec2 u=sqrt(vec2(gl_LaunchIDEXT.xy)-2);
    traceRayEXT(scene,0,255,0,0,0,vec3(u,0),0.1,normalize(vec3(u,0)),10.0,0);
    imageStore(im, ivec2(gl_LaunchIDEXT.xy), c);
}
EOF
cat >stage.rchit <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
layout(location=0) rayPayloadInEXT vec4 c; hitAttributeEXT vec2 at;
void main(){ c=vec4(sqrt(at.x-0.5), 1/int(at.y), 0, 1); }
EOF
cat >stage.rmiss <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
layout(location=0) rayPayloadInEXT vec4 c;
void main(){
    c=vec4(normalize(gl_WorldRayDirectionEXT),1); for(int i=0;i<int(c.x);i++) c.y/=2;
}
EOF
cat >stage.rahit <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
hitAttributeEXT vec2 at;
void main(){ if(sqrt(at.x-0.2)>0.1) ignoreIntersectionEXT; }
EOF
cat >stage.rint <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
hitAttributeEXT vec2 at;
void main(){
    at=vec2(acos(gl_ObjectRayOriginEXT.x)); reportIntersectionEXT(sqrt(gl_ObjectRayOriginEXT.y),0u);
}
EOF
cat >stage.rcall <<'EOF'
#version 460
#extension GL_EXT_ray_tracing : require
layout(location=0) callableDataInEXT vec4 c;
void main(){ c=sqrt(c); }
EOF
cat >stages.hlsl <<'EOF'
struct V { float4 p : SV_Position; float2 uv : TEXCOORD0; };
cbuffer C : register(b0) { float4 k; int n; };
Texture2D<float4> t : register(t1); SamplerState s : register(s2);
StructuredBuffer<float> sb : register(t3); RWStructuredBuffer<int> rw : register(u4);
RWTexture2D<float4> im : register(u5); Texture2DMS<float4> ms : register(t6);
groupshared float shared_[16];
V vert(float4 p : POSITION) {
    V o; o.p = normalize(p); o.uv = sqrt(p.xy) / (float)(5 / (int)p.z); return o;
}
float4 frag(V i) : SV_Target {
    float4 c = t.Sample(s, i.uv) + t.Load(int3(n, n, 0)) + ms.Load(int2(n, 1), n);
    c.x += pow(i.uv.x, k.y) + sb[n] + log(k.z); c[n] = 1; clip(c.x); return c;
}
[numthreads(16,1,1)] void comp(uint3 id : SV_DispatchThreadID, uint i : SV_GroupIndex) {
    shared_[i] = acos(k.x); GroupMemoryBarrierWithGroupSync();
    rw[id.x] = 7 % rw[id.y] + (int)shared_[n]; im[id.xy] = float4(1 << n, asin(k.y), 0, 1);
    for (int j = 0; j < rw[id.x]; j++) { if (rw[j] == n) break; rw[j] /= n; }
}
struct H { float e[3] : SV_TessFactor; float i : SV_InsideTessFactor; };
H factors(InputPatch<V,3> p) { H h; h.e[0]=h.e[1]=h.e[2]=sqrt(p[0].uv.x); h.i=1; return h; }
[domain("tri")] [partitioning("integer")] [outputtopology("triangle_cw")]
[outputcontrolpoints(3)] [patchconstantfunc("factors")]
V tesc(InputPatch<V,3> p, uint i : SV_OutputControlPointID) {
    V o = p[i]; o.uv = sqrt(o.uv); return o;
}
[domain("tri")] V tese(H h, float3 b : SV_DomainLocation, const OutputPatch<V,3> p) {
    V o; o.p = p[0].p*b.x + p[1].p*b.y; o.uv = sqrt(p[2].uv*b.z); return o;
}
[maxvertexcount(3)] void geom(triangle V p[3], inout TriangleStream<V> out_) {
    for (int i = 0; i < 3; i++) { V o = p[i]; o.uv = log(o.uv); out_.Append(o); }
    out_.RestartStrip();
}
EOF

# checks NAME TARGET: the module stage.spv, with every option, is valid for a target and has places.
checks() {
    for flags in "" "--defined --not-a-number --max-iterations 5" --safe; do
        "$lambdav" check --instrument $flags stage.spv -o checking.spv 2>err
        holds "$1 is taken, for $2 $flags" test $? -eq 0
        holds "$1 has places, for $2 $flags" grep -q '^stage.spv: [1-9]' err
        holds "$1 is valid, for $2 $flags" spirv-val --target-env "$2" checking.spv
    done
}

for stage in vert tesc tese geom frag comp; do
    for target in vulkan1.0:-g0 vulkan1.1:-g spirv1.4:-gVS vulkan1.2:-g0 vulkan1.3:-g; do
        debug=${target#*:} target=${target%:*} checked=${target%:*}
        [ "$target" = spirv1.4 ] && checked=vulkan1.1spv1.4
        holds "glslang takes $stage" glslangValidator --quiet -V $debug --target-env $target \
            stage.$stage -o stage.spv >/dev/null
        checks "$stage" $checked
    done
    # glslang's words of HLSL are valid for SPIR-V 1.3 at most: it uses BufferBlock
    for target in vulkan1.0:-g0 vulkan1.1:-g; do
        debug=${target#*:} target=${target%:*}
        holds "glslang takes $stage of HLSL" glslangValidator --quiet -V -D $debug -S $stage \
            -e $stage --target-env $target stages.hlsl -o stage.spv >/dev/null
        checks "$stage of HLSL" $target
    done
done
for stage in mesh task rgen rchit rmiss rahit rint rcall; do
    for target in vulkan1.2:-g0 vulkan1.3:-gVS; do
        debug=${target#*:} target=${target%:*}
        holds "glslang takes $stage" glslangValidator --quiet -V $debug --target-env $target \
            stage.$stage -o stage.spv >/dev/null
        checks "$stage" $target
    done
done

summary
