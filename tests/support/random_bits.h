/* Random words and the bits of floats, for tests of numbers. */
#ifndef RANDOM_BITS_H
#define RANDOM_BITS_H

#include <stdint.h>
#include <string.h>

static uint64_t random_state = 0x9e3779b97f4a7c15u;

/* xorshift64*, the upper half. */
static uint32_t random32(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return (uint32_t)((random_state * 0x2545f4914f6cdd1du) >> 32);
}

static uint32_t random_below(uint32_t n) {
    return (uint32_t)(((uint64_t)random32() * n) >> 32);
}

static uint32_t bits_of(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
