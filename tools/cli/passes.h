/* --passes FILE of `run` and `render`; and of the list that `run` goes through, --for loops and the
   numbers in braces that depend on them. Part of lambdav.c. */
#ifndef CLI_PASSES_H
#define CLI_PASSES_H

#include "options.h"

enum { MAX_NESTED = 8, MAX_BRACKETS = 16, MAX_TURNS = 1000000 };

/* ---- --passes FILE: for `run` the words of the file take the place of the option */

/* Words with the places that they come from, such as those of the call. */
typedef struct word_list {
    char **argv; /* ends with a NULL; getopt puts it in another order */
    const char **words;
    origin *origins;
    size_t count;
} word_list;

static word_list the_words;

static void add_word(word_list *w, char *word, origin from) {
    w->argv = (char **)need(realloc(w->argv, (w->count + 2) * sizeof *w->argv));
    w->words = (const char **)need(realloc(w->words, (w->count + 1) * sizeof *w->words));
    w->origins = (origin *)need(realloc(w->origins, (w->count + 1) * sizeof *w->origins));
    w->argv[w->count] = word;
    w->argv[w->count + 1] = NULL;
    w->words[w->count] = word;
    w->origins[w->count++] = from;
}

/* The place of a word, or of a part of one. */
static origin origin_of(const word_list *w, const char *text) {
    size_t i;
    for (i = 0; i < w->count; i++)
        if (text >= w->words[i] && text <= w->words[i] + strlen(w->words[i])) return w->origins[i];
    return command_line;
}

/* A text that is read word by word. `at` is where `text` stands. */
typedef struct word_reader {
    const char *text, *end;
    origin at;
} word_reader;

static void step(word_reader *r) {
    if (*r->text++ == '\n') r->at.line++, r->at.column = 0;
    r->at.column++;
}

/* Goes on to the next word: over blanks, comments, and a backslash at the end of a line. The end of
   a line begins another pass. Returns 0 at the end of the text. */
static int find_word_start(word_reader *r) {
    for (; r->text < r->end; step(r)) {
        if (*r->text == '#')
            while (r->text < r->end && *r->text != '\n') step(r);
        if (r->text == r->end) break;
        if (*r->text == '\\' && r->end - r->text > 1 && r->text[1] == '\n') step(r);
        else if (*r->text == '\n') r->at.pass = r->at.line + 1;
        else if (strchr(" \t\r", *r->text) == NULL) return 1;
    }
    return 0;
}

/* Reads a word, of which '...' and "..." may be parts. Returns 0 if a quote has no end. */
static int read_word(word_reader *r, bytes *word) {
    char quote = '\0';
    while (r->text < r->end && (quote != '\0' || strchr(" \t\r\n", *r->text) == NULL)) {
        if (*r->text == quote) quote = '\0';
        else if (quote == '\0' && (*r->text == '\'' || *r->text == '"')) quote = *r->text;
        else bytes_add(word, r->text, 1);
        step(r);
    }
    bytes_add(word, "", 1);
    return quote == '\0';
}

static int add_words_of(word_list *w, const char *path) {
    bytes file, word;
    word_reader r;
    origin from;
    int good = 1;
    if (!read_file(path, (size_t)1 << 24, &file)) return cannot_read(path, (size_t)1 << 24);
    r.text = file.data;
    r.end = file.data + file.size;
    r.at.file = path;
    r.at.line = r.at.column = r.at.pass = 1;
    if (file.size > 0 && memchr(file.data, '\0', file.size) != NULL) {
        free(file.data);
        return complain(BAD_INPUT, "%s: is not text", path);
    }
    while (good && find_word_start(&r)) {
        memset(&word, 0, sizeof word);
        from = r.at;
        good = read_word(&r, &word);
        add_word(w, word.data, from);
    }
    free(file.data);
    if (good) return DONE;
    the_origin = from;
    return complain(BAD_INPUT, "this quote is never closed");
}

static void free_words(word_list *w) {
    while (w->count > 0) free(w->argv[--w->count]);
    free(w->argv);
    free(w->words);
    free(w->origins);
    memset(w, 0, sizeof *w);
}

/* Collects the words of the call, and of --passes FILE if `inserted`. */
static int collect_words(int argc, char **argv, int inserted) {
    word_list *w = &the_words;
    int i, code = DONE;
    for (i = 0; i < argc && code == DONE; i++) {
        if (inserted && strncmp(argv[i], "--passes=", 9) == 0)
            code = add_words_of(w, argv[i] + 9);
        else if (!inserted || strcmp(argv[i], "--passes") != 0) add_word(w, argv[i], command_line);
        else if (++i < argc) code = add_words_of(w, argv[i]);
        else code = complain(BAD_USAGE, "--passes needs a FILE");
    }
    return code;
}

/* ---- loops, and what stands in braces */

/* A --for that is under way. */
typedef struct loop {
    const char *variable;
    size_t variable_size;
    uint32_t row; /* of the list */
    int64_t value, last, by;
    char operation; /* + - * / */
} loop;

typedef struct loops {
    loop rows[MAX_NESTED];
    uint32_t depth;
} loops;

static int parse_sum(const loops *l, const char **text, int64_t *value, uint32_t depth);

static void skip_blanks(const char **text) {
    while (**text == ' ') ++*text;
}

static int parse_variable(const loops *l, const char **text, int64_t *value) {
    size_t size = 0;
    uint32_t i;
    while (isalnum((unsigned char)(*text)[size]) || (*text)[size] == '_') size++;
    for (i = l->depth; i-- > 0;) {
        if (l->rows[i].variable_size != size || memcmp(l->rows[i].variable, *text, size) != 0)
            continue;
        *value = l->rows[i].value;
        *text += size;
        return 1;
    }
    return complain(0, "no --for has the variable '%.*s'", (int)(size ? size : strlen(*text)),
                    *text);
}

/* A number, a variable, (...), or one of these behind a minus. */
static int parse_factor(const loops *l, const char **text, int64_t *value, uint32_t depth) {
    char *end;
    int minus = 0, good;
    for (skip_blanks(text); **text == '-'; skip_blanks(text)) ++*text, minus = !minus;
    if (**text == '(' && depth < MAX_BRACKETS) {
        ++*text;
        good = parse_sum(l, text, value, depth + 1) && **text == ')';
        *text += good;
    } else if (isdigit((unsigned char)**text)) {
        errno = 0;
        *value = strtoll(*text, &end, 10);
        good = errno == 0;
        *text = end;
    } else {
        good = parse_variable(l, text, value);
    }
    if (minus) *value = -*value;
    skip_blanks(text);
    return good;
}

/* Numbers stay small enough for the products of two. */
static int is_moderate(int64_t value) {
    return value <= INT32_MAX && value >= INT32_MIN;
}

static int apply(char operation, int64_t a, int64_t b, int64_t *value) {
    if (!is_moderate(a) || !is_moderate(b)) return 0;
    switch (operation) {
    case '+': *value = a + b; break;
    case '-': *value = a - b; break;
    case '*': *value = a * b; break;
    default:
        if (b == 0) return 0;
        *value = operation == '/' ? a / b : a % b;
        break;
    }
    return is_moderate(*value);
}

static int parse_product(const loops *l, const char **text, int64_t *value, uint32_t depth) {
    int64_t right = 0;
    char operation;
    if (!parse_factor(l, text, value, depth)) return 0;
    while (**text != '\0' && strchr("*/%", **text) != NULL) {
        operation = *(*text)++;
        if (!parse_factor(l, text, &right, depth) || !apply(operation, *value, right, value))
            return 0;
    }
    return 1;
}

static int parse_sum(const loops *l, const char **text, int64_t *value, uint32_t depth) {
    int64_t right = 0;
    char operation;
    if (!parse_product(l, text, value, depth)) return 0;
    while (**text == '+' || **text == '-') {
        operation = *(*text)++;
        if (!parse_product(l, text, &right, depth) || !apply(operation, *value, right, value))
            return 0;
    }
    return 1;
}

/* The text with what stands in braces worked out, to be freed; NULL after a message. */
static char *expand(const loops *l, const char *text) {
    bytes b = {NULL, 0, 0};
    const char *next;
    int64_t value = 0;
    for (; *text != '\0'; text = next) {
        next = text + 1;
        if (*text != '{') {
            bytes_add(&b, text, 1);
            continue;
        }
        if (!parse_sum(l, &next, &value, 0) || *next++ != '}' || !is_moderate(value)) {
            complain(BAD_USAGE, "'%s': braces hold 32-bit whole numbers, variables of --for, "
                                "+ - * / %% and ( )", text);
            free(b.data);
            return NULL;
        }
        bytes_print(&b, "%lld", (long long)value);
    }
    bytes_add(&b, "", 1);
    return b.data;
}

/* Expands the text to a number; returns 0 after a message. */
static int expand_number(const loops *l, const char *text, int64_t low, int64_t *value) {
    char *expanded = expand(l, text), *end;
    int good;
    if (expanded == NULL) return 0;
    errno = 0;
    *value = strtoll(expanded, &end, 10);
    good = end != expanded && *end == '\0' && errno == 0 && is_moderate(*value) && *value >= low;
    if (!good)
        complain(BAD_USAGE, "'%s' is not a whole number%s", expanded, low > 0 ? " above 0" : "");
    free(expanded);
    return good;
}

/* Whether the loop has a turn with the value that it has. */
static int loop_goes_on(const loop *o) {
    return o->operation == '+' || o->operation == '*' ? o->value <= o->last : o->value >= o->last;
}

/* Begins --for VARIABLE=FIRST,LAST[,STEP]. STEP is +N, *N, -N or /N; +1 if it is not given. */
static int loop_begin(loops *l, const list_row *p, uint32_t row) {
    loop *o = &l->rows[l->depth];
    const char *by = p->step;
    if (l->depth == MAX_NESTED)
        return complain(BAD_USAGE, "more than %d nested --for", MAX_NESTED);
    o->variable = p->variable;
    o->variable_size = strlen(p->variable);
    o->row = row;
    o->operation = '+';
    o->by = 1;
    if (by != NULL) o->operation = *by++;
    if (strchr("+-*/", o->operation) == NULL || o->operation == '\0')
        return complain(BAD_USAGE, "--for %s: the step is +N, -N, *N or /N, not '%s'", p->variable,
                        p->step);
    if (!expand_number(l, p->first, INT32_MIN, &o->value)
        || !expand_number(l, p->last, INT32_MIN, &o->last)
        || (by != NULL && !expand_number(l, by, 1, &o->by)))
        return BAD_USAGE;
    if (o->by == 1 && (o->operation == '*' || o->operation == '/'))
        return complain(BAD_USAGE, "--for %s: it never ends with a step of %s", p->variable,
                        p->step);
    l->depth++;
    return DONE;
}

/* Makes the step of the innermost loop. One that stays where it is has come to its end. Returns
   whether it goes on. */
static int loop_step(loops *l) {
    loop *o = &l->rows[l->depth - 1];
    int64_t old = o->value;
    return apply(o->operation, old, o->by, &o->value) && o->value != old && loop_goes_on(o);
}

#endif
