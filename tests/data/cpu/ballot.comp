// expect 15 2 1 0   1 7 3 2
#version 450
#extension GL_ARB_shader_ballot : require
#extension GL_ARB_shader_group_vote : require
#extension GL_ARB_gpu_shader_int64 : require
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    uint own = gl_LocalInvocationID.x, word = own * own;
    uint all = uint(ballotARB(true));
    uint one = uint(ballotARB(own == 1u));
    uint some = uint(anyInvocationARB(own == 3u)), each = uint(allInvocationsARB(own < 3u));
    uint same = uint(allInvocationsEqualARB(own < 4u));
    uint second = readInvocationARB(word + 3u, 2u), first = readFirstInvocationARB(word + 3u);
    if (own == 2u) {
        r[0] = all, r[1] = one, r[2] = some, r[3] = each;
        r[4] = same, r[5] = second, r[6] = first, r[7] = gl_SubGroupInvocationARB;
    }
}
