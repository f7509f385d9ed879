/* All programs up to a size, of two grammars. FREE: any nesting of a few words, most ill typed.
   SHAPED, up to a size of two more: numbers, conditions, functions and loops where they may stand;
   names may be unbound. The i-th program of a size is made from i alone: a production for
   each range of numbers as large as the count of what it can become.

   A production is a text in which each upper case letter stands for something of that
   nonterminal; its size is 1, and that of those. */
#ifndef RANDOM_EXHAUSTIVE_H
#define RANDOM_EXHAUSTIVE_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_SIZE = 20 };

typedef struct grammar_rule {
    char symbol; /* the nonterminal that it makes */
    const char *text;
} grammar_rule;

static const grammar_rule free_rules[] = {{'E', "1"},
                                          {'E', "x"},
                                          {'E', "true"},
                                          {'E', "a"},
                                          {'E', "b"},
                                          {'E', "+"},
                                          {'E', "<"},
                                          {'E', "if"},
                                          {'E', "rec"},
                                          {'E', "(E)"},
                                          {'E', "(E E)"},
                                          {'E', "(E E E)"},
                                          {'E', "(E E E E)"},
                                          {'E', "(let ((a E)) E)"},
                                          {'E', "(let ((b E)) E)"},
                                          {'E', "(func (a) E)"},
                                          {'E', "(func (b) E)"},
                                          {'E', "(rec-func (a) E)"},
                                          {'E', "(rec-func (b) E)"},
                                          {0, NULL}};

/* N a number, B a condition, F a function, T a tail position of a loop over a, U of one over a and
   b. */
static const grammar_rule shaped_rules[] = {{'N', "1"},
                                            {'N', "x"},
                                            {'N', "a"},
                                            {'N', "b"},
                                            {'N', "(+ N N)"},
                                            {'N', "(if B N N)"},
                                            {'N', "(let ((a N)) N)"},
                                            {'N', "(let ((b N)) N)"},
                                            {'N', "(F N)"},
                                            {'N', "(loop ((a N)) T)"},
                                            {'N', "((rec-func (a b) U) N N)"},
                                            {'B', "true"},
                                            {'B', "(< N N)"},
                                            {'F', "(func (a) N)"},
                                            {'F', "(func (b) N)"},
                                            {'F', "(if B F F)"},
                                            {'T', "N"},
                                            {'T', "(rec N)"},
                                            {'T', "(if B T T)"},
                                            {'T', "(let ((b N)) T)"},
                                            {'U', "N"},
                                            {'U', "(rec N N)"},
                                            {'U', "(if B U U)"},
                                            {0, NULL}};

typedef struct grammar {
    const char *name;
    const grammar_rule *rules;
    char start;
    int more;                               /* larger programs than of the others */
    unsigned long counts[26][MAX_SIZE + 1]; /* of what a nonterminal can become, by size */
} grammar;

static grammar grammars[] = {{"free", free_rules, 'E', 0, {{0}}},
                             {"shaped", shaped_rules, 'N', 2, {{0}}}};
enum { GRAMMARS = 2 };

static int is_hole(char c) {
    return c >= 'A' && c <= 'Z';
}

static const char *next_hole(const char *p) {
    while (*p != '\0' && !is_hole(*p)) p++;
    return p;
}

/* In how many ways the holes from p on take `size` together. */
static unsigned long count_ways(const grammar *g, const char *p, int size) {
    unsigned long sum = 0;
    int part;
    p = next_hole(p);
    if (*p == '\0') return size == 0;
    for (part = 1; part <= size; part++)
        if (g->counts[*p - 'A'][part] > 0)
            sum += g->counts[*p - 'A'][part] * count_ways(g, p + 1, size - part);
    return sum;
}

/* Fills the table up to that size. */
static void count_grammar(grammar *g, int size) {
    const grammar_rule *r;
    int s;
    memset(g->counts, 0, sizeof g->counts);
    for (s = 1; s <= size + g->more; s++)
        for (r = g->rules; r->text != NULL; r++)
            g->counts[r->symbol - 'A'][s] += count_ways(g, r->text, s - 1);
}

static char *put_ranked(const grammar *g, char symbol, int size, unsigned long rank, char *dst);

/* The rank-th way for the text from p on, whose holes take `size`. */
static char *put_ways(const grammar *g, const char *p, int size, unsigned long rank, char *dst) {
    const char *hole = next_hole(p);
    unsigned long rest, all;
    int part = 0;
    memcpy(dst, p, (size_t)(hole - p));
    dst += hole - p;
    if (*hole == '\0') return dst;
    for (;;) {
        part++;
        rest = count_ways(g, hole + 1, size - part);
        all = g->counts[*hole - 'A'][part] * rest;
        if (rank < all) break;
        rank -= all;
    }
    dst = put_ranked(g, *hole, part, rank / rest, dst);
    return put_ways(g, hole + 1, size - part, rank % rest, dst);
}

static char *put_ranked(const grammar *g, char symbol, int size, unsigned long rank, char *dst) {
    const grammar_rule *r;
    for (r = g->rules; r->text != NULL; r++) {
        unsigned long ways = r->symbol == symbol ? count_ways(g, r->text, size - 1) : 0;
        if (rank < ways) break;
        rank -= ways;
    }
    return put_ways(g, r->text, size - 1, rank, dst);
}

/* How many programs there are up to that size. */
static unsigned long count_programs(int size) {
    unsigned long sum = 0;
    int g, s;
    for (g = 0; g < GRAMMARS; g++)
        for (s = 1; s <= size + grammars[g].more; s++)
            sum += grammars[g].counts[grammars[g].start - 'A'][s];
    return sum;
}

/* Writes the program of that number; returns the size of its text. */
static size_t put_program(unsigned long number, char *dst) {
    static const char head[] = "(define x (.x (frag-coord)))\n";
    char *end = dst + sizeof head - 1;
    int g = 0, s = 1;
    memcpy(dst, head, sizeof head);
    while (number >= grammars[g].counts[grammars[g].start - 'A'][s]) {
        number -= grammars[g].counts[grammars[g].start - 'A'][s++];
        if (s > MAX_SIZE) g++, s = 1;
    }
    end = put_ranked(&grammars[g], grammars[g].start, s, number, end);
    end[0] = '\n', end[1] = '\0';
    return (size_t)(end + 1 - dst);
}

#endif
