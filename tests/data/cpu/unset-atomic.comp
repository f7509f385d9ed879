// checks
// finding shared memory is read before it has a value: OpAtomicIAdd
#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0) buffer R { uint r[]; };
shared uint n;
void main() {
    atomicAdd(n, 1);
    barrier();
    r[gl_LocalInvocationIndex] = n;
}
