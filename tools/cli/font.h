/* Text on pictures, in letters of 5x7 pixels. Part of lambdav.c. */
#ifndef CLI_FONT_H
#define CLI_FONT_H

#include "base.h"

enum { LETTER_WIDTH = 6, LETTER_HEIGHT = 9, LETTER_ROWS = 7 };

/* The letters from 32 to 126, seven rows each. A row is a digit in base 32 (0-9, a-v) whose highest
   bit is the pixel at the left. */
static const char font_rows[] =
    "00000004444404aa00000aavavaa4fke5u4op248j3ckk8lid44000002488842842224804lel40044v440"
    "0000448000v00000000cc01248g0ehjlphe4c4444eeh1248vv2421he26aiv22vgu11he68guhhev124888"
    "ehhehheehhf12c0cc0cc00cc0448248g84200v0v00g84248geh12404eh1dlleehhvhhhuhhuhhuehggghe"
    "sihhhisvgguggvvggugggehgnhhfhhhvhhhe44444e72222ichikokihggggggvhrllhhhhhpljhhehhhhhe"
    "uhhugggehhhliduhhukihfgge11uv444444hhhhhhehhhhha4hhhlllahha4ahhhhha444v1248gve88888e"
    "0g84210e22222e4ah0000000000v842000000e1fhfggmphhu00egghe11djhhf00ehvge698s8880fhhf1e"
    "ggmphhh40c444e20622icggikokic44444e00qllhh00mphhh00ehhhe00uhugg00djf1100mpggg00ege1u"
    "88s889600hhhjd00hhha400hhlla00ha4ah00hhf1e00v248v244844244444448442448008l200";

/* Pixels of four bytes that text is written on, each pixel of a letter being `scale` squared. */
typedef struct canvas {
    unsigned char *rgba;
    uint32_t width, height, scale;
} canvas;

static uint32_t letter_row(char letter, uint32_t row) {
    unsigned char c = (unsigned char)letter < 32 || (unsigned char)letter > 126 ? '?'
                                                                        : (unsigned char)letter;
    char digit = font_rows[(size_t)(c - 32) * LETTER_ROWS + row];
    return (uint32_t)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

/* Darkens the pixels of a letter's cell and writes it there in white; x and y in cells. */
static void draw_letter(const canvas *c, char letter, uint32_t x, uint32_t y) {
    uint32_t top = y * LETTER_HEIGHT * c->scale, left = x * LETTER_WIDTH * c->scale;
    uint32_t i, k, b, row, lit;
    unsigned char *pixel;
    for (k = 0; k < LETTER_HEIGHT * c->scale && top + k < c->height; k++) {
        row = k / c->scale;
        row = row >= 1 && row <= LETTER_ROWS ? letter_row(letter, row - 1) : 0;
        for (i = 0; i < LETTER_WIDTH * c->scale && left + i < c->width; i++) {
            pixel = c->rgba + 4 * ((size_t)(top + k) * c->width + left + i);
            lit = row << (i / c->scale) >> 5 & 1u;
            for (b = 0; b < 3; b++) pixel[b] = lit ? 255 : (unsigned char)(pixel[b] / 4);
            pixel[3] = 255;
        }
    }
}

/* Writes lines from the upper left; those that are too long go on in the next one. What is beyond
   the edge is lost. Bytes behind the first of a character of UTF-8 are left out. */
static void draw_text(const canvas *c, const char *text, size_t size) {
    uint32_t columns = c->width / (LETTER_WIDTH * c->scale), x = 0, y = 0;
    size_t i;
    for (i = 0; i < size && columns > 0; i++) {
        if (((unsigned char)text[i] & 0xC0u) == 0x80u || text[i] == '\r') continue;
        if (text[i] == '\n' || x == columns) {
            while (x < columns) draw_letter(c, ' ', x++, y);
            x = 0;
            if (++y * LETTER_HEIGHT * c->scale >= c->height) return;
        }
        if (text[i] != '\n') draw_letter(c, text[i] == '\t' ? ' ' : text[i], x++, y);
    }
    while (x > 0 && x < columns) draw_letter(c, ' ', x++, y);
}

#endif
