/* cc -std=c99 -O3 -I. tests/compiler/exhaustive.c -o exhaustive */
/* Decimal to binary32 for every finite value x: the nearest 9-digit decimal of x reads as x; the
   exact middle of x and the next value x' reads as the even one, a tenth of its last digit less as
   x, a tenth of its last digit more as x'. Some values are printed and read back too.

       exhaustive [--jobs J] [--shard K/N]     J processes (2), the K-th of N parts (0/1)

   The decimals are made by exact decimal addition: from one middle to the next is a constant
   2^e, which is 5^-e * 10^e below 1. Exits with 0, 1 (a value is read wrong), 2 (usage) or 3. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LAMBDAV_IMPLEMENTATION
#define LAMBDAV_KEEP_PRIVATE
#include "lambdav.h"

#define CHUNK 0x8000u              // patterns of a unit of work; a power of two below 2^23
#define CHUNKS (0x7f800000u / CHUNK)
#define PRINT_STRIDE 127u          // every so many values are printed
#define END 128                    // where the digits of a decimal end

// An integer of decimal digits; text has room for a sign before and more after.
typedef struct {
    int first;
    char text[END + 16];
} decimal;

static void decimal_set(decimal *d, uint32_t value) {
    memset(d->text, '0', sizeof d->text);
    d->first = END;
    for (; value != 0; value /= 10) d->text[--d->first] = (char)('0' + value % 10);
}

static void decimal_multiply(decimal *d, uint32_t factor) {
    uint64_t carry = 0;
    int i;
    for (i = END; i-- > d->first || carry != 0;) {
        carry += (uint64_t)factor * (uint64_t)(d->text[i] - '0');
        d->text[i] = (char)('0' + carry % 10);
        carry /= 10;
        if (i < d->first) d->first = i;
    }
}

static void decimal_add(decimal *d, const decimal *step) {
    int carry = 0;
    int i;
    for (i = END; i-- > step->first || carry != 0;) {
        int sum = d->text[i] + carry + (i >= step->first ? step->text[i] - '0' : 0);
        carry = sum > '9';
        d->text[i] = (char)(carry ? sum - 10 : sum);
    }
    if (i + 1 < d->first) d->first = i + 1;
}

// Subtracts 1 if `delta` is -1, adds it again if it is 1; the value is not 0 before or after.
static void decimal_step(decimal *d, int delta) {
    char from = delta < 0 ? '0' : '9';
    int i = END - 1;
    for (; d->text[i] == from; i--) d->text[i] = delta < 0 ? '9' : '0';
    d->text[i] = (char)(d->text[i] + delta);
}

static void expect(const char *text, size_t n, uint32_t bits) {
    lvi_number number;
    (void)lvi_nm_parse((const unsigned char *)text, n, &number);
    if (number.kind != LVI_NM_ERROR && number.bits == bits) return;
    fprintf(stderr, "\n%.*s reads as %08" PRIx32 ", not %08" PRIx32 "\n", (int)n, text, number.bits,
            bits);
    exit(1);
}

// d, then `tail`, times 10^exp, has to read as these bits.
static void expect_decimal(decimal *d, const char *tail, int exp, uint32_t bits) {
    char *start = d->text + d->first;
    int n = sprintf(d->text + END, "%se%d", tail, exp - (int)strlen(tail));
    if (bits >> 31 != 0) *--start = '-';
    expect(start, (size_t)(d->text + END + n - start), bits);
    if (bits >> 31 != 0) *start = '0';
}

static void expect_9_digits(const decimal *d, int exp, uint32_t bits) {
    char text[32];
    uint32_t w = 0;
    int i, n;
    for (i = 0; i < 9; i++) {
        w = w * 10;
        if (d->first + i < END) w += (uint32_t)(d->text[d->first + i] - '0');
    }
    w += d->first + 9 < END && d->text[d->first + 9] >= '5';
    exp += END - d->first - 9;
    n = sprintf(text, "%s%" PRIu32 "e%d", bits >> 31 != 0 ? "-" : "", w, exp);
    expect(text, (size_t)n, bits);
}

static void expect_print(uint32_t bits) {
    char text[LVI_NM_PRINT];
    size_t n = lvi_nm_print(bits, text);
    expect(text, n, bits);
}

// All values of a chunk, negative ones in odd chunks: their exponent is the same.
static void check_chunk(uint32_t chunk) {
    uint32_t bits = chunk * CHUNK, biased = bits >> 23, i;
    uint32_t sign = (chunk & 1) << 31;
    int power = (biased != 0 ? (int)biased : 1) - 151;
    int exp = power < 0 ? power : 0;
    decimal at, step;
    decimal_set(&step, 1);
    for (i = (uint32_t)abs(power); i > 0; i--) decimal_multiply(&step, power < 0 ? 5 : 2);
    at = step;
    decimal_multiply(&at, 2 * ((bits & 0x7fffff) | (biased != 0 ? 0x800000 : 0)));
    if (bits == 0) decimal_set(&at, 0);
    for (i = 0; i < CHUNK; i++, bits++) {
        if (bits != 0) expect_9_digits(&at, exp, bits | sign);
        if (bits % PRINT_STRIDE == 0) expect_print(bits | sign);
        decimal_add(&at, &step);
        expect_decimal(&at, "", exp, (bits + (bits & 1)) | sign);
        expect_decimal(&at, "1", exp, (bits + 1) | sign);
        decimal_step(&at, -1);
        expect_decimal(&at, "9", exp, bits | sign);
        decimal_step(&at, 1);
        decimal_add(&at, &step);
    }
}

// A process's part: a byte to the pipe for each chunk that is done.
static void work(int out, uint32_t first, uint32_t stride) {
    uint32_t chunk;
    for (chunk = first; chunk < CHUNKS; chunk += stride) {
        check_chunk(chunk);
        if (write(out, "", 1) != 1) exit(3);
    }
    exit(0);
}

static void show_progress(int in, uint32_t total) {
    time_t start = time(NULL), shown = start;
    uint32_t done = 0;
    char byte;
    while (read(in, &byte, 1) == 1) {
        time_t now = time(NULL);
        done++;
        if (now == shown && done != total) continue;
        shown = now;
        printf("\r%5.1f %% of %" PRIu32 " values, %.0f s", 100.0 * done / total, total * CHUNK,
               difftime(now, start));
        if (isatty(1) || done == total) fflush(stdout);
    }
    printf("\n");
}

// Starts the processes, waits for them, returns the worst exit status.
static int run(uint32_t jobs, uint32_t part, uint32_t parts) {
    int ends[2], status, worst = 0;
    uint32_t i;
    if (pipe(ends) != 0) return 3;
    for (i = 0; i < jobs; i++) {
        pid_t pid = fork();
        if (pid < 0) return 3;
        if (pid == 0) {
            close(ends[0]);
            work(ends[1], part + i * parts, jobs * parts);
        }
    }
    close(ends[1]);
    show_progress(ends[0], (CHUNKS - part + parts - 1) / parts);
    for (i = 0; i < jobs; i++) {
        if (wait(&status) < 0) return 3;
        status = WIFEXITED(status) ? WEXITSTATUS(status) : 3;
        if (status > worst) worst = status;
    }
    return worst;
}

int main(int argc, char **argv) {
    uint32_t jobs = 2, part = 0, parts = 1;
    int i, status;
    for (i = 1; i + 1 < argc; i += 2) {
        char end;
        if (strcmp(argv[i], "--jobs") == 0) {
            if (sscanf(argv[i + 1], "%" SCNu32 "%c", &jobs, &end) != 1) break;
        } else if (strcmp(argv[i], "--shard") != 0 ||
                   sscanf(argv[i + 1], "%" SCNu32 "/%" SCNu32 "%c", &part, &parts, &end) != 2) {
            break;
        }
    }
    if (i != argc || jobs == 0 || jobs > 1024 || part >= parts || parts > CHUNKS) {
        fprintf(stderr, "usage: exhaustive [--jobs J] [--shard K/N]\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOFBF, 4096);
    status = run(jobs, part, parts);
    printf(status == 0 ? "all as they must be\n" : "failed with status %d\n", status);
    return status;
}
