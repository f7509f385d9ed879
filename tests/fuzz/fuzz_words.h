/* Changes modules by whole words, for the fuzzers that read SPIR-V: an operand takes the value of
   another one, an instruction goes, comes twice, or gets another number. */
#ifndef FUZZ_WORDS_H
#define FUZZ_WORDS_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 5 };

size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max_size, unsigned seed);
size_t LLVMFuzzerMutate(unsigned char *data, size_t size, size_t max_size);

/* The word where an instruction begins, a random one; 0: there is none. */
static size_t pick(const uint32_t *words, size_t count, unsigned seed) {
    size_t at, n = 0, found = 0;
    for (at = HEADER; at < count && words[at] >> 16 != 0; at += words[at] >> 16) n++;
    if (n == 0) return 0;
    n = seed % n;
    for (at = HEADER; found < n; at += words[at] >> 16) found++;
    return (words[at] >> 16) <= count - at ? at : 0;
}

size_t LLVMFuzzerCustomMutator(unsigned char *data, size_t size, size_t max_size, unsigned seed) {
    size_t count = size / 4, at, length, other;
    uint32_t *words;
    if (count <= HEADER || seed % 8 == 0) return LLVMFuzzerMutate(data, size, max_size);
    words = (uint32_t *)malloc(4 * count * 2);
    if (words == NULL) exit(3);
    memcpy(words, data, 4 * count);
    at = pick(words, count, seed >> 4);
    other = pick(words, count, (seed >> 4) * 2654435761u);
    length = at == 0 ? 0 : words[at] >> 16;
    if (length != 0 && other != 0) switch (seed % 8) {
        case 1:
        case 2:
        case 3: /* an operand of one is one of the other */
            if (length > 1 && words[other] >> 16 > 1)
                words[at + 1 + (seed >> 8) % (length - 1)]
                    = words[other + 1 + (seed >> 12) % ((words[other] >> 16) - 1)];
            break;
        case 4: /* it goes */
            memmove(words + at, words + at + length, 4 * (count - at - length));
            count -= length;
            break;
        case 5: /* it comes a second time, elsewhere */
            if (4 * (count + length) > max_size) break;
            memmove(words + other + length, words + other, 4 * (count - other));
            memcpy(words + other, words + at + (at >= other ? length : 0), 4 * length);
            count += length;
            break;
        case 6: words[at] = (words[at] & 0xFFFF0000u) | (words[other] & 0xFFFFu); break;
        default: words[at + (seed >> 8) % length] += (seed >> 12) % 5 - 2; break;
        }
    memcpy(data, words, 4 * count);
    free(words);
    return 4 * count;
}

#endif
