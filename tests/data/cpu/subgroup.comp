// glslang --target-env vulkan1.1
// subgroup 8
// expect 8 7 6 5   28 0 1 3   170 0 4 3   1 0 2 3   1 1 0 1   3 0 0 6
#version 450
#extension GL_KHR_shader_subgroup_basic : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_shuffle : enable
#extension GL_KHR_shader_subgroup_shuffle_relative : enable
#extension GL_KHR_shader_subgroup_clustered : enable
#extension GL_KHR_shader_subgroup_quad : enable
layout(local_size_x = 16) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    uint i = gl_SubgroupInvocationID, v[24];
    for (int k = 0; k < 24; k++) v[k] = 0;
    v[0] = gl_SubgroupSize;
    v[1] = subgroupShuffle(i, 7);
    v[2] = subgroupShuffleXor(i, 6);
    v[3] = subgroupShuffleDown(i, 5);
    v[4] = subgroupAdd(i);
    v[5] = subgroupExclusiveAdd(i);
    v[6] = subgroupInclusiveMul(i + 1);
    v[7] = subgroupClusteredMax(i, 4);
    uvec4 odd = subgroupBallot((i & 1) == 1);
    v[8] = odd.x;
    v[9] = odd.y;
    v[10] = subgroupBallotBitCount(odd);
    v[11] = subgroupBroadcast(i, 3);
    v[12] = subgroupBallotFindLSB(odd);
    v[13] = subgroupBallotExclusiveBitCount(odd);
    v[14] = subgroupQuadSwapVertical(i);
    v[15] = subgroupQuadSwapDiagonal(i);
    v[16] = uint(subgroupAny(i == 5));
    v[17] = uint(subgroupElect());
    v[18] = uint(subgroupAllEqual(i));
    if (i >= 3) {  // the first of those that are here
        v[20] = subgroupBroadcastFirst(i);
        v[19] = uint(subgroupAll(i >= 3));
    }
    if (i < 4) v[23] = subgroupAdd(i);
    v[20] = subgroupMax(v[20]);
    v[19] = subgroupMax(v[19]);
    if (gl_SubgroupID == 0 && subgroupElect())
        for (int k = 0; k < 24; k++) r[k] = v[k];
}
