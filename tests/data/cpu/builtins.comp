// groups 2 2 1
// expect 4 2 2 1   3 2   11 1 1 5
#version 450
layout(local_size_x = 3, local_size_y = 2) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
void main() {
    if (gl_WorkGroupID == uvec3(1, 1, 0) && gl_LocalInvocationID == uvec3(2, 1, 0)) {
        r[0] = gl_NumWorkGroups.x * gl_NumWorkGroups.y;
        r[1] = gl_NumWorkGroups.x;
        r[2] = gl_NumWorkGroups.y;
        r[3] = gl_NumWorkGroups.z;
        r[4] = gl_WorkGroupSize.x;
        r[5] = gl_WorkGroupSize.y;
        r[6] = gl_GlobalInvocationID.x + 2 * gl_GlobalInvocationID.y;
        r[7] = gl_WorkGroupID.x;
        r[8] = gl_WorkGroupID.y;
        r[9] = gl_LocalInvocationIndex;
    }
}
