/* What the two evaluators of λV share that is no evaluator (reference.c and substitution.c):
   memory, the reader of text, shapes, scalars that know how far a device may be from them, and the
   builtins: names, types of operands and results, values. The includer defines check_stack and,
   before it includes this, EVALUATOR_FIELDS.

   contents: memory and errors · text · shapes · scalars · builtins: tables · literals ·
   builtins: types · builtins: values */
#ifndef REFERENCE_BASE_H
#define REFERENCE_BASE_H

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reference.h"


/* -------------------------------------------------------------------------------------------------
   memory and errors: a pool is freed as a whole; an error jumps out of everything */

typedef struct block {
    struct block *next;
    size_t used, size;
} block;

typedef struct pool {
    block *first;
} pool;

typedef struct symbol {
    struct symbol *next;
    void *meaning; /* an evaluator's own */
    char text[1];
} symbol;

typedef struct place {
    int line, column;
} place;

struct reference {
    pool program, run; /* what lives as long as the program, as one pixel */
    pool *pool;        /* the one in use */
    symbol *symbols[1024];
    EVALUATOR_FIELDS
    jmp_buf escape;
    reference_error error;
    void *stack; /* that everything runs on */
    const char *stack_top;
    int typing; /* 1 in the typer, 0 in the evaluator */
    unsigned long steps, step_limit;
    unsigned calls, depth_of_calls;
    int strict, defined_ints;
    unsigned long max_turns; /* --max-iterations; 0: no bound */
    int spent;               /* the innermost loop has begun again as often as it may */
    unsigned long roundings; /* operations that rounded; dot products look at it */
    int lane;                /* pixel of the quad that is evaluated: bit 0 x, bit 1 y */
    float x, y;              /* the pixel */
    int front_facing;
    int uncertain; /* a branch was decided by a condition within its error */
    unsigned long undefined; /* operations on integers for which SPIR-V has no result */
    place at;                /* of the builtin that is applied */
    int columns;             /* of what it gives */
    int own_lane;            /* of the pixel that is asked for */
    reference_met met[REFERENCE_MAX_MET]; /* in this pixel, as long as nothing was uncertain */
    size_t met_count;
    uint64_t deciding;       /* of these, what a choice or an index came from */
    uint32_t may_meet;       /* a bit for each condition, see substitution_may_meet */
};

static void *take(reference *c, size_t size) {
    block *b = c->pool->first;
    void *p;
    size = (size + 15) & ~(size_t)15;
    if (!b || b->size - b->used < size) {
        size_t want = size > 65536 - sizeof *b ? size : 65536 - sizeof *b;
        b = malloc(sizeof *b + want);
        if (!b) abort();
        b->next = c->pool->first;
        b->used = 0;
        b->size = want;
        c->pool->first = b;
    }
    p = (char *)(b + 1) + b->used;
    b->used += size;
    return memset(p, 0, size);
}

static void empty(pool *p) {
    while (p->first) {
        block *next = p->first->next;
        free(p->first);
        p->first = next;
    }
}

/* Empties a pool that is filled again soon. */
static void reuse(pool *p) {
    block *kept = p->first;
    if (!kept) return;
    p->first = kept->next;
    empty(p);
    kept->next = NULL;
    kept->used = 0;
    p->first = kept;
}

static const place nowhere = {0, 0};

/* Rejects the program. Does not return. */
static void fail(reference *c, place at, const char *name, const char *format, ...) {
    va_list list;
    c->error.line = at.line;
    c->error.column = at.column;
    snprintf(c->error.name, sizeof c->error.name, "%s", name);
    va_start(list, format);
    vsnprintf(c->error.message, sizeof c->error.message, format, list);
    va_end(list);
    longjmp(c->escape, REFERENCE_REJECTED);
}

static const char *intern(reference *c, const char *text, size_t size) {
    unsigned h = 5381;
    size_t i;
    symbol *s;
    pool *saved = c->pool;
    for (i = 0; i < size; i++) h = h * 33u + (unsigned char)text[i];
    h %= 1024;
    for (s = c->symbols[h]; s; s = s->next)
        if (strlen(s->text) == size && memcmp(s->text, text, size) == 0) return s->text;
    c->pool = &c->program;
    s = take(c, sizeof *s + size);
    c->pool = saved;
    memcpy(s->text, text, size);
    s->next = c->symbols[h];
    c->symbols[h] = s;
    return s->text;
}

/* -------------------------------------------------------------------------------------------------
   text: bytes to forms */

enum { F_LIST, F_NAME, F_DOT, F_NUMBER, F_TRUE, F_FALSE, F_STRING, F_KEY, F_CORE };

/* DOT: `first` is what stands before the dot (NULL in `.xy`), `name` the field. CORE: the special
   form `id` itself, whatever its name means here; only rewritten forms have it. NUMBER: `id` is the
   kind of shape that it has, `integer` its value if that is no NUM. */
typedef struct form {
    int kind, id;
    place at;
    const char *name;
    float number;
    int64_t integer;
    struct form *first, *next;
    struct form *rewritten; /* what `cond`, `loop` or `with` (rewritten_by) stands for */
    int rewritten_by;
    const struct value *type; /* of an application: what the typer found; several if not one */
    int several;
} form;

/* Kinds of shapes. LIT: a bare literal, which takes the type that its place asks for. */
enum { NUM, BOOL, INT, UINT, LIT };

typedef struct source {
    reference *c;
    const char *p, *end, *line_start;
    int line;
} source;

static form *new_form(reference *c, int kind, place at) {
    form *f = take(c, sizeof *f);
    f->kind = kind;
    f->at = at;
    return f;
}

static place here(const source *t) {
    place at;
    at.line = t->line;
    at.column = (int)(t->p - t->line_start) + 1;
    return at;
}

static void advance(source *t, size_t n) {
    while (n-- && t->p < t->end)
        if (*t->p++ == '\n') {
            t->line++;
            t->line_start = t->p;
        }
}

static int looking_at(const source *t, const char *s) {
    return (size_t)(t->end - t->p) >= strlen(s) && memcmp(t->p, s, strlen(s)) == 0;
}

static form *read_form(source *t);
static void check_stack(reference *c, place at);

static void skip_block_comment(source *t) {
    place start = here(t);
    int depth = 0;
    do {
        if (looking_at(t, "#|")) {
            depth++;
            advance(t, 2);
        } else if (looking_at(t, "|#")) {
            depth--;
            advance(t, 2);
        } else {
            if (t->p == t->end) fail(t->c, start, "unclosed-text", "this comment is never closed");
            advance(t, 1);
        }
    } while (depth);
}

static int is_space(char ch) {
    return ch == ' ' || ch == '\t' || ch == '\n' || ch == '\r' || ch == '\f' || ch == '\v';
}

static void skip_blanks(source *t) {
    while (t->p < t->end) {
        if (is_space(*t->p)) {
            advance(t, 1);
        } else if (*t->p == ';') {
            while (t->p < t->end && *t->p != '\n') advance(t, 1);
        } else if (looking_at(t, "#|")) {
            skip_block_comment(t);
        } else if (looking_at(t, "#;")) {
            place at = here(t);
            advance(t, 2);
            skip_blanks(t);
            if (t->p == t->end || *t->p == ')' || *t->p == ']')
                fail(t->c, at, "datum-comment", "#; has no form to take out");
            read_form(t);
        } else {
            return;
        }
    }
}

static int is_digit(char ch) {
    return ch >= '0' && ch <= '9';
}

/* Digit, or sign or dot (or both) before a digit. */
static int begins_like_number(const char *s, const char *end) {
    if (s < end && (*s == '+' || *s == '-')) s++;
    if (s < end && *s == '.') s++;
    return s < end && is_digit(*s);
}

/* digits [. digits] [e [sign] digits], or 0x hexdigits [. hexdigits] [p [sign] digits] */
static int is_number(const char *s) {
    int hex, digits = 0;
    if (*s == '+' || *s == '-') s++;
    hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
    if (hex) s += 2;
    for (; hex ? isxdigit((unsigned char)*s) : is_digit(*s); s++) digits++;
    if (*s == '.')
        for (s++; hex ? isxdigit((unsigned char)*s) : is_digit(*s); s++) digits++;
    if (!digits) return 0;
    if (hex ? *s == 'p' || *s == 'P' : *s == 'e' || *s == 'E') {
        s++;
        if (*s == '+' || *s == '-') s++;
        if (!is_digit(*s)) return 0;
        while (is_digit(*s)) s++;
    }
    return *s == 0;
}

/* The whole number of a token without suffix; what does not fit is past every range. */
static const int64_t past_ranges = (int64_t)1 << 62;

static int64_t whole_number(const char *token) {
    const int64_t most = past_ranges;
    int negative = *token == '-';
    unsigned long long n;
    if (*token == '+' || *token == '-') token++;
    n = strtoull(token, NULL, token[0] == '0' && (token[1] | 0x20) == 'x' ? 16 : 10);
    if (n > (unsigned long long)most) n = (unsigned long long)most;
    return negative ? -(int64_t)n : (int64_t)n;
}

static void need_range(reference *c, int kind, int64_t n, place at) {
    int64_t least = kind == INT ? INT32_MIN : 0, most = kind == INT ? INT32_MAX : UINT32_MAX;
    if (n < least || n > most)
        fail(c, at, "number-range", "a literal does not fit %s", kind == INT ? "int" : "uint");
}

static form *number_form(source *t, const char *token, place at) {
    form *f = new_form(t->c, F_NUMBER, at);
    size_t n = strlen(token);
    char *cut = strcpy(take(t->c, n + 1), token);
    int hex = strpbrk(token, "xX") != NULL, suffix = 0;
    if (n > 1 && (token[n - 1] == 'i' || token[n - 1] == 'u')) suffix = token[n - 1];
    if (suffix) cut[n - 1] = 0;
    if (!is_number(cut) || (suffix && strpbrk(cut, hex ? ".pP" : ".eE")))
        fail(t->c, at, "bad-number", "'%s' begins like a number and is none", token);
    f->number = strtof(cut, NULL);
    f->id = suffix == 'i'                       ? INT
            : suffix == 'u'                     ? UINT
            : strpbrk(cut, hex ? ".pP" : ".eE") ? NUM
                                                : LIT;
    if (f->id != NUM) f->integer = whole_number(cut);
    if (suffix) need_range(t->c, f->id, f->integer, at);
    if (!suffix && isinf(f->number)) fail(t->c, at, "number-range", "'%s' does not fit", token);
    return f;
}

/* Does the token begin a comment of C, or is it a directive of it? */
static int is_foreign(const char *token) {
    static const char *const directives[] = {
        "#define", "#include", "#if", "#ifdef", "#ifndef", "#else", "#elif", "#endif",
        "#version", "#pragma", "#extension", "#undef"};
    size_t i;
    if (token[0] == '/' && (token[1] == '/' || token[1] == '*')) return 1;
    for (i = 0; i < sizeof directives / sizeof *directives; i++)
        if (strcmp(token, directives[i]) == 0) return 1;
    return 0;
}

/* A token with dots: `.xy`, `a.b`, `a.b.c`. */
static form *dotted_form(source *t, const char *token, place at) {
    form *f = NULL;
    const char *part = token;
    for (;;) {
        size_t n = strcspn(part, ".");
        const char *name = intern(t->c, part, n);
        form *g;
        if (n == 0 && part != token) fail(t->c, at, "bad-name", "'%s' is no name", token);
        if (part == token) {
            g = n ? new_form(t->c, F_NAME, at) : NULL;
        } else {
            g = new_form(t->c, F_DOT, at);
            if (token[0] == '.' && f) fail(t->c, at, "bad-name", "'%s' is no name", token);
            g->first = f;
        }
        if (g) g->name = name;
        f = g;
        if (!part[n]) return f;
        part += n + 1;
    }
}

static form *token_form(source *t) {
    reference *c = t->c;
    place at = here(t);
    const char *start = t->p;
    char *token;
    form *f;
    size_t n;
    while (t->p < t->end && !is_space(*t->p) && !memchr("()[]\";", *t->p, 6)) t->p++;
    n = (size_t)(t->p - start);
    token = take(c, n + 1);
    memcpy(token, start, n);
    if (is_foreign(token) && (start == t->line_start || (start[-1] != '(' && start[-1] != '[')))
        fail(c, at, "bad-name", "'%s' is of another language", token);
    if (begins_like_number(start, t->p) && strcmp(token, "2d") != 0) /* an image's shape */
        return number_form(t, token, at);
    if (token[0] == ':' && token[1] != '\0') {
        f = new_form(c, F_KEY, at);
    } else if (strchr(token, '.')) {
        return dotted_form(t, token, at);
    } else {
        f = new_form(c,
                     strcmp(token, "true") == 0    ? F_TRUE
                     : strcmp(token, "false") == 0 ? F_FALSE
                                                   : F_NAME,
                     at);
    }
    f->name = intern(c, token, n);
    return f;
}

static form *read_list(source *t) {
    place at = here(t);
    char close = *t->p == '(' ? ')' : ']', open = *t->p;
    form *list = new_form(t->c, F_LIST, at), **tail = &list->first;
    advance(t, 1);
    for (;;) {
        skip_blanks(t);
        if (t->p == t->end) fail(t->c, at, "unclosed", "'%c' is never closed", open);
        if (*t->p == ')' || *t->p == ']') break;
        *tail = read_form(t);
        tail = &(*tail)->next;
    }
    if (*t->p != close)
        fail(t->c, here(t), "bracket-mismatch", "'%c' does not close '%c'", *t->p, open);
    advance(t, 1);
    return list;
}

static form *read_form(source *t) {
    place at = here(t);
    check_stack(t->c, at);
    if (*t->p == '(' || *t->p == '[') return read_list(t);
    if (*t->p == '"') {
        const char *start = t->p + 1;
        form *f = new_form(t->c, F_STRING, at);
        advance(t, 1);
        while (t->p < t->end && *t->p != '"') advance(t, 1);
        if (t->p == t->end) fail(t->c, at, "unclosed-text", "this string is never closed");
        f->name = intern(t->c, start, (size_t)(t->p - start));
        advance(t, 1);
        return f;
    }
    return token_form(t);
}

static form *read_text(reference *c, const char *s, size_t size) {
    source t;
    form *first = NULL, **tail = &first;
    t.c = c;
    t.p = t.line_start = s;
    t.end = s + size;
    t.line = 1;
    for (;;) {
        skip_blanks(&t);
        if (t.p == t.end) return first;
        if (*t.p == ')' || *t.p == ']') fail(c, here(&t), "unopened", "'%c' closes nothing", *t.p);
        *tail = read_form(&t);
        tail = &(*tail)->next;
    }
}

static int count_forms(const form *f) {
    int n = 0;
    for (; f; f = f->next) n++;
    return n;
}

/* -------------------------------------------------------------------------------------------------
   shapes: the types of data */

/* A scalar has rows = cols = 1, a vector cols = 1; a matrix has `cols` columns of `rows`. */
typedef struct shape {
    int kind, rows, cols;
} shape;

static shape make_shape(int kind, int rows, int cols) {
    shape s;
    s.kind = kind;
    s.rows = rows;
    s.cols = cols;
    return s;
}

static int parts(shape s) {
    return s.rows * s.cols;
}
static int is_scalar(shape s) {
    return parts(s) == 1;
}
static int is_vector(shape s) {
    return s.cols == 1 && s.rows > 1;
}
static int is_matrix(shape s) {
    return s.cols > 1;
}
static int same_shape(shape a, shape b) {
    return a.kind == b.kind && a.rows == b.rows && a.cols == b.cols;
}

static const char *shape_name(shape s, char dst[8]) {
    static const char digit[] = "01234";
    static const char *const letters[] = {"", "b", "i", "u", ""};
    static const char *const scalars[] = {"num", "bool", "int", "uint", "num"};
    const char *b = letters[s.kind];
    if (is_scalar(s))
        snprintf(dst, 8, "%s", scalars[s.kind]);
    else if (is_vector(s))
        snprintf(dst, 8, "%svec%c", b, digit[s.rows]);
    else if (s.rows == s.cols)
        snprintf(dst, 8, "%smat%c", b, digit[s.rows]);
    else
        snprintf(dst, 8, "%smat%cx%c", b, digit[s.cols], digit[s.rows]);
    return dst;
}

/* Reads num float bool int uint vec3 bvec2 ivec4 mat4 mat2x3 bmat3 ...; returns 0 if it is none of
   them. */
static int parse_shape(const char *name, shape *s) {
    int cols = 0, rows = 0;
    s->kind = NUM;
    s->rows = s->cols = 1;
    if (!strcmp(name, "num") || !strcmp(name, "float")) return 1;
    if (!strcmp(name, "bool")) return s->kind = BOOL, 1;
    if (!strcmp(name, "int")) return s->kind = INT, 1;
    if (!strcmp(name, "uint")) return s->kind = UINT, 1;
    if (*name == 'b') s->kind = BOOL, name++;
    else if (*name == 'i' || *name == 'u') s->kind = *name++ == 'i' ? INT : UINT;
    if (!strncmp(name, "vec", 3) && strlen(name) == 4) {
        s->rows = name[3] - '0';
        return s->rows >= 2 && s->rows <= 4;
    }
    if (strncmp(name, "mat", 3) != 0 || s->kind == INT || s->kind == UINT) return 0;
    if (strlen(name) == 4)
        cols = rows = name[3] - '0';
    else if (strlen(name) == 6 && name[4] == 'x')
        cols = name[3] - '0', rows = name[5] - '0';
    s->rows = rows;
    s->cols = cols;
    return cols >= 2 && cols <= 4 && rows >= 2 && rows <= 4;
}

/* -------------------------------------------------------------------------------------------------
   scalars: a float, and how far a device may be from it */

enum {
    PRODUCT = 1,
    SPECIAL = 2,
    ZERO = 4,
    FRACTION = 8
}; /* a product that was rounded (may be fused); made of NaN or Inf; a zero of either sign; a
      literal that is not whole */

typedef struct scalar {
    float f; /* bools are 0 and 1; of an integer, the nearest */
    int flags;
    int64_t i; /* ints, uints and literals */
    double error;
    uint64_t met; /* what it comes from: a bit for each entry of the evaluator's list; GIVEN */
} scalar;

/* Of scalar.met: it comes from the pixel's place or from a push constant. */
static const uint64_t GIVEN = (uint64_t)1 << REFERENCE_MAX_MET;

typedef struct data {
    shape s;
    int computed; /* a literal that is not as it is written */
    scalar v[16];
} data;

static double ulp(double x) {
    int e;
    x = fabs(x);
    if (!(x >= FLT_MIN)) x = FLT_MIN;
    if (!(x <= FLT_MAX)) x = FLT_MAX;
    frexp(x, &e);
    return ldexp(1, e - 24);
}

static scalar exact(float f) {
    scalar s;
    s.f = f;
    s.i = 0;
    s.error = 0;
    s.met = 0;
    s.flags = isfinite(f) ? 0 : SPECIAL;
    return s;
}

static scalar given(scalar s) {
    s.met |= GIVEN;
    return s;
}

/* The low 32 bits of n as an int or a uint. */
static scalar whole(int kind, int64_t n) {
    uint32_t low = (uint32_t)(uint64_t)n;
    scalar s = exact(0);
    s.i = kind == UINT || low < 0x80000000u ? (int64_t)low : (int64_t)low - ((int64_t)1 << 32);
    s.f = (float)s.i;
    return s;
}

static uint32_t bits_of(float f) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits) {
    float f;
    memcpy(&f, &bits, sizeof f);
    return f;
}

static int is_denormal(float f) {
    return f != 0 && fabsf(f) < FLT_MIN;
}

enum {
    ADD = 1,
    SUB,
    MUL,
    DIV,
    MOD,
    REM,
    NEG,
    FMA,
    EQ,
    NEQ,
    LT,
    LE,
    GT,
    GE,
    NOT,
    ANY,
    ALL,
    SELECT,
    ISNAN,
    ISINF,
    ABS,
    SIGN,
    FLOOR,
    CEIL,
    ROUND,
    ROUND_EVEN,
    TRUNC,
    FRACT,
    RADIANS,
    DEGREES,
    MIN,
    MAX,
    NMIN,
    NMAX,
    CLAMP,
    NCLAMP,
    SATURATE,
    MIX,
    STEP,
    SMOOTHSTEP,
    MODF,
    POW,
    EXP,
    LOG,
    EXP2,
    LOG2,
    SQRT,
    INVERSE_SQRT,
    SIN,
    COS,
    TAN,
    ASIN,
    ACOS,
    ATAN,
    ATAN2,
    SINH,
    COSH,
    TANH,
    ASINH,
    ACOSH,
    ATANH,
    DFDX,
    DFDY,
    FWIDTH,
    LENGTH,
    DISTANCE,
    DOT,
    CROSS,
    NORMALIZE,
    FACE_FORWARD,
    REFLECT,
    REFRACT,
    OUTER,
    TRANSPOSE,
    DETERMINANT,
    INVERSE,
    AT,
    FRAG_COORD,
    FRONT_FACING,
    TO,
    MAKE,
    BIT_AND,
    BIT_OR,
    BIT_XOR,
    BIT_NOT,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    BIT_COUNT,
    BIT_REVERSE,
    FIND_LSB,
    FIND_MSB,
    BIT_EXTRACT,
    BIT_INSERT,
    ADD_CARRY,
    SUB_BORROW,
    MUL_EXTENDED,
    FREXP,
    LDEXP,
    BITS,
    PACK,
    UNPACK
};

static double min_of(double a, double b) {
    return b < a ? b : a;
}
static double max_of(double a, double b) {
    return a < b ? b : a;
}
static double nmin_of(double a, double b) {
    return isnan(a) ? b : isnan(b) ? a : min_of(a, b);
}
static double nmax_of(double a, double b) {
    return isnan(a) ? b : isnan(b) ? a : max_of(a, b);
}

static const double pi = 3.14159265358979323846;

/* The function itself, in double: for a function that is exact in binary32 its rounding is the
   answer. */
static double real(int id, double a, double b, double c) {
    double t;
    switch (id) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return a / b;
    case MOD: return a - b * floor(a / b);
    case REM: return fmod(a, b);
    case NEG: return -a;
    case FMA: return a * b + c;
    case EQ: return a == b;
    case NEQ: return a != b;
    case LT: return a < b;
    case LE: return a <= b;
    case GT: return a > b;
    case GE: return a >= b;
    case NOT: return a == 0;
    case ISNAN: return isnan(a) != 0;
    case ISINF: return isinf(a) != 0;
    case ABS: return fabs(a);
    case SIGN: return a > 0 ? 1 : a < 0 ? -1 : a == 0 ? 0 : a;
    case FLOOR: return floor(a);
    case CEIL: return ceil(a);
    case ROUND:
    case ROUND_EVEN: return nearbyint(a);
    case TRUNC: return trunc(a);
    case FRACT: return a - floor(a);
    case RADIANS: return a * (pi / 180);
    case DEGREES: return a * (180 / pi);
    case MIN:
    case NMIN: return nmin_of(a, b);
    case MAX:
    case NMAX: return nmax_of(a, b);
    case CLAMP:
    case NCLAMP: return nmin_of(nmax_of(a, b), c);
    case SATURATE: return nmin_of(nmax_of(a, 0), 1);
    case MIX: return a * (1 - c) + b * c;
    case STEP: return b < a ? 0 : 1;
    case SMOOTHSTEP: t = min_of(max_of((c - a) / (b - a), 0), 1); return t * t * (3 - 2 * t);
    case POW: return pow(a, b);
    case EXP: return exp(a);
    case LOG: return log(a);
    case EXP2: return exp2(a);
    case LOG2: return log2(a);
    case SQRT: return sqrt(a);
    case INVERSE_SQRT: return 1 / sqrt(a);
    case SIN: return sin(a);
    case COS: return cos(a);
    case TAN: return tan(a);
    case ASIN: return asin(a);
    case ACOS: return acos(a);
    case ATAN: return atan(a);
    case ATAN2: return atan2(a, b);
    case SINH: return sinh(a);
    case COSH: return cosh(a);
    case TANH: return tanh(a);
    case ASINH: return asinh(a);
    case ACOSH: return acosh(a);
    case ATANH: return atanh(a);
    default: abort();
    }
}

/* The binary32 result: one rounding, but for the remainders, which round each step. */
static float single(int id, float a, float b, float c) {
    float quotient, product;
    switch (id) {
    case ADD: return a + b;
    case SUB: return a - b;
    case MUL: return a * b;
    case DIV: return a / b;
    case FMA: return fmaf(a, b, c);
    case MOD:
    case REM:
        quotient = a / b;
        product = b * (id == MOD ? floorf(quotient) : truncf(quotient));
        return a - product;
    default: return (float)real(id, (double)a, (double)b, (double)c);
    }
}

/* Notes that the builtin at hand is undefined for its operands, which come from what `from` says.
   Returns its bit in the list; 0 if it is not in it. */
static uint64_t meet_from(reference *c, reference_condition condition, uint64_t from) {
    int folds = !(from & GIVEN);
    reference_met *m;
    size_t i;
    if (c->typing || c->uncertain || c->lane != c->own_lane || c->at.line == 0) return 0;
    for (i = 0; i < c->met_count; i++)
        if (c->met[i].condition == condition && c->met[i].line == c->at.line
            && c->met[i].column == c->at.column && c->met[i].folds == folds)
            return (uint64_t)1 << i;
    if (c->met_count == REFERENCE_MAX_MET) return 0;
    m = &c->met[c->met_count++];
    memset(m, 0, sizeof *m);
    m->condition = condition;
    m->line = c->at.line;
    m->column = c->at.column;
    m->folds = folds;
    m->columns = c->columns;
    return (uint64_t)1 << i;
}

static uint64_t meet(reference *c, reference_condition condition) {
    return meet_from(c, condition, GIVEN);
}

/* Notes that the operation is undefined for its operands, or may be, within their errors. */
static void may_meet(reference *c, reference_condition condition) {
    if (!c->typing) c->may_meet |= 1u << condition;
}

/* The condition of an operation on numbers; MET_CONDITIONS: it has none. */
static reference_condition condition_of(int id) {
    switch (id) {
    case SQRT: return MET_SQRT;
    case LOG: return MET_LOG;
    case LOG2: return MET_LOG2;
    case INVERSE_SQRT: return MET_INVERSE_SQRT;
    case POW: return MET_POW;
    case ASIN: return MET_ASIN;
    case ACOS: return MET_ACOS;
    case ACOSH: return MET_ACOSH;
    case ATANH: return MET_ATANH;
    case ATAN2: return MET_ATAN2;
    case CLAMP: return MET_CLAMP;
    case NCLAMP: return MET_NCLAMP;
    case SMOOTHSTEP: return MET_SMOOTHSTEP;
    case MOD: return MET_MOD;
    case REM: return MET_REM;
    default: return MET_CONDITIONS;
    }
}

/* Operands for which SPIR-V leaves the result undefined. */
static int undefined(int id, double a, double b, double c) {
    switch (id) {
    case SQRT: return a < 0;
    case LOG:
    case LOG2:
    case INVERSE_SQRT: return a <= 0;
    case POW: return a < 0 || (a == 0 && b <= 0);
    case ASIN:
    case ACOS: return fabs(a) > 1;
    case ACOSH: return a < 1;
    case ATANH: return fabs(a) >= 1;
    case ATAN2: return a == 0 && b == 0;
    case MIN:
    case MAX: return isnan(a) || isnan(b);
    case SIGN:
    case SATURATE: return isnan(a) != 0;
    case CLAMP: return isnan(a) || isnan(b) || isnan(c) || b > c;
    case NCLAMP: return b > c;
    case SMOOTHSTEP: return !(a < b) || isnan(c);
    case MIX: return fabs(a * (1 - c)) > FLT_MAX || fabs(b * c) > FLT_MAX;
    case MOD:
    case REM: return b == 0;
    default: return 0;
    }
}

/* smoothstep is granted nothing where its quotient is no number (its clamp gives any operand then),
   or the distance of its edges is too large for a num. */
static double granted_smoothstep(double a, double b, double c) {
    double edges = b - a;
    if (isnan((c - a) / edges) || (fabs(edges) > FLT_MAX && isfinite(edges))) return INFINITY;
    return 16 * ulp(1);
}

/* What Vulkan's precision table grants an operation on exact operands; r is its exact result. */
static double granted(int id, double a, double b, double c, double r) {
    double t;
    int jump;
    switch (id) {
    case DIV: return 2.5 * ulp(r);
    case MOD:
        t = a / b;
        jump = floor(t + 3 * ulp(t)) != floor(t - 3 * ulp(t));
        return fabs(b) * (3 * ulp(t) + jump) + 2 * ulp(a);
    case REM:
        t = a / b;
        jump = trunc(t + 3 * ulp(t)) != trunc(t - 3 * ulp(t));
        return fabs(b) * (3 * ulp(t) + jump) + 2 * ulp(a);
    case FMA: return (double)(float)(a * b) == a * b ? 0 : ulp(a * b) + ulp(r);
    case ROUND: return fabs(a - trunc(a)) == 0.5 ? 1 : 0;
    case RADIANS:
    case DEGREES: return 2 * ulp(r);
    case MIX: return 3 * (ulp(a) + ulp(b) + ulp(a * c) + ulp(b * c));
    case SMOOTHSTEP: return granted_smoothstep(a, b, c);
    case SQRT: return r == 0 ? 0 : 5 * ulp(r);
    case INVERSE_SQRT: return 2 * ulp(r);
    case SIN:
    case COS: return ldexp(1, -11) * (1 + fabs(a) / 4);
    case TAN: return ldexp(1, -10) * (1 + r * r) * (1 + fabs(a) / 4);
    case ASIN:
    case ACOS: return ldexp(1, -10);
    case ATAN:
    case ATAN2: return 4096 * ulp(r);
    case EXP:
    case EXP2: return (3 + 2 * fabs(a)) * ulp(r);
    case SINH:
    case COSH: return (6 + 4 * fabs(a)) * ulp(max_of(fabs(r), 1));
    case TANH: return (12 + 4 * min_of(fabs(a), 20)) * ulp(1) * 4;
    case LOG:
    case LOG2: return a >= 0.5 && a <= 2 ? ldexp(1, -20) : 3 * ulp(r);
    case POW:
        t = log2(a);
        return a == 0 ? ulp(0)
                      : fabs(r)
                            * (fabs(b) * max_of(3 * ulp(t), ldexp(1, -21))
                               + (4 + 2 * fabs(b * t)) * ldexp(1, -23));
    case ASINH:
    case ACOSH:
    case ATANH: return 16 * ulp(max_of(fabs(r), 1)) + ldexp(1, -20);
    default: return 0;
    }
}

static int may_be_zero(const scalar *x) {
    return fabs((double)x->f) <= x->error;
}

/* How far the operation may be from r between the corners that spread() looks at: it jumps there,
   comes back, or has a pole. */
static double spread_inside(int id, const scalar x[3], double r) {
    double a = (double)x[0].f, b = (double)x[1].f, e = x[0].error;
    switch (id) {
    case EQ:
    case NEQ: return fabs(a - b) <= e + x[1].error ? 1 : 0;
    case FRACT: return floor(a - e) != floor(a + e) ? max_of(r, 1 - r) : 0;
    case MOD:
    case REM: return may_be_zero(&x[1]) ? INFINITY : fabs(b) + x[1].error;
    case DIV: return may_be_zero(&x[1]) ? INFINITY : 0;
    case SIN:
    case COS: return min_of(e, 2);
    case TAN: return floor((a - e) / pi + 0.5) != floor((a + e) / pi + 0.5) ? INFINITY : 0;
    case ATAN2: return may_be_zero(&x[0]) && may_be_zero(&x[1]) ? 2 * pi : 0;
    default: return 0;
    }
}

/* The greatest distance from r that the function reaches when its operands move by their errors. */
static double spread(int id, const scalar x[3], double r) {
    double worst = spread_inside(id, x, r);
    int corner;
    if (isinf(x[0].error) || isinf(x[1].error) || isinf(x[2].error)) return INFINITY;
    for (corner = 0; corner < 8; corner++) {
        double v[3], w, d;
        int i;
        for (i = 0; i < 3; i++)
            v[i] = (double)x[i].f + (corner >> i & 1 ? x[i].error : -x[i].error);
        w = undefined(id, v[0], v[1], v[2]) ? NAN : real(id, v[0], v[1], v[2]);
        d = (isnan(w) && isnan(r)) || w == r ? 0 : fabs(w - r);
        if (!(d <= worst)) worst = isnan(d) ? INFINITY : d;
    }
    return worst;
}

/* Applies an operation to up to three scalars. */
static scalar operate(reference *c, int id, scalar a, scalar b, scalar d) {
    scalar x[3], r;
    double product_error = 0, wide;
    int i, inexact = 0, truth = id >= EQ && id <= ISINF;
    x[0] = a, x[1] = b, x[2] = d;
    r.flags = 0;
    r.i = 0;
    r.met = 0;
    r.f = single(id, a.f, b.f, d.f);
    for (i = 0; i < 3; i++) {
        if ((id == ADD || id == SUB) && !c->strict && x[i].flags & PRODUCT)
            product_error += ulp((double)x[i].f);
        if (is_denormal(x[i].f)) x[i].error += fabs((double)x[i].f);
        inexact |= x[i].error > 0;
        r.flags |= x[i].flags & SPECIAL;
        r.met |= x[i].met;
    }
    wide = real(id, (double)a.f, (double)b.f, (double)d.f);
    r.error = undefined(id, (double)a.f, (double)b.f, (double)d.f)
                  ? INFINITY
                  : granted(id, (double)a.f, (double)b.f, (double)d.f, wide);
    if (!inexact && condition_of(id) != MET_CONDITIONS && !isnan(a.f) && !isnan(b.f) && !isnan(d.f)
        && undefined(id, (double)a.f, (double)b.f, (double)d.f)) /* NaNs have rules of their own */
        r.met |= meet_from(c, condition_of(id), id == MOD || id == REM ? r.met : GIVEN);
    if (inexact) r.error += spread(id, x, (double)r.f) + (truth ? 0 : ulp((double)r.f));
    if (product_error > 0) r.error += product_error + ulp((double)r.f);
    if (truth && r.error > 0) r.error = 1;
    if (is_denormal(r.f)) r.error += fabs((double)r.f);
    if (isnan(r.error)) r.error = INFINITY;
    if ((double)r.f != wide) {
        c->roundings++;
        if (id == MUL) r.flags |= PRODUCT;
    }
    if (id == NEG) r.flags |= a.flags & (PRODUCT | ZERO);
    if (r.f == 0 && !truth && id != NEG && id != ABS) r.flags |= ZERO;
    if ((id == DIV && b.f == 0 && b.flags & ZERO) || (id == ATAN2 && (a.flags | b.flags) & ZERO))
        r.error = INFINITY; /* the sign matters */
    if (!isfinite(r.f)) r.flags |= SPECIAL;
    if (isinf(r.error)) may_meet(c, condition_of(id));
    return r;
}

static scalar op1(reference *c, int id, scalar a) {
    return operate(c, id, a, exact(0), exact(0));
}
static scalar op2(reference *c, int id, scalar a, scalar b) {
    return operate(c, id, a, b, exact(0));
}

/* ---- integers: in 64 bits, then cut to 32 */

/* x / y, x mod y (the divisor's sign), x rem y (the dividend's); *bad if it is undefined, then the
   result is what --defined-ints says. */
static int64_t divide(int id, int kind, int64_t x, int64_t y, int *bad) {
    int64_t rest;
    *bad = y == 0 || (kind == INT && x == INT32_MIN && y == -1);
    if (*bad) return id == DIV ? x : 0;
    rest = x % y;
    if (id == DIV) return x / y;
    return id == MOD && rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
}

static int64_t highest_bit(int64_t x) {
    int64_t n = -1;
    if (x < 0) x = ~x;
    for (; x > 0; x >>= 1) n++;
    return n;
}

static int64_t reversed_bits(int64_t x) {
    int64_t r = 0;
    int i;
    for (i = 0; i < 32; i++) r |= (x >> i & 1) << (31 - i);
    return r;
}

static int64_t counted_bits(int64_t x) {
    int64_t n = 0;
    int i;
    for (i = 0; i < 32; i++) n += x >> i & 1;
    return n;
}

/* Bits offset .. offset + n - 1 of x, or x with those of y in their place. */
static int64_t bit_field(int id, int kind, const int64_t v[4], int *bad) {
    int64_t offset = v[id == BIT_INSERT ? 2 : 1], n = v[id == BIT_INSERT ? 3 : 2], mask, r;
    *bad = offset < 0 || n < 0 || offset + n > 32;
    if (*bad) return 0;
    mask = ((int64_t)1 << n) - 1;
    if (id == BIT_INSERT) return (v[0] & ~(mask << offset)) | (v[1] & mask) << offset;
    r = v[0] >> offset & mask;
    return kind == INT && n > 0 && r >> (n - 1) ? r - mask - 1 : r;
}

/* The operation on exact integers; the result is cut to 32 bits by the caller. */
static int64_t integer(int id, int kind, const int64_t v[4], int *bad) {
    int64_t x = v[0], y = v[1];
    switch (id) {
    case ADD: return x + y;
    case SUB: return x - y;
    case MUL: return (int64_t)((uint64_t)x * (uint64_t)y);
    case NEG: return -x;
    case DIV:
    case MOD:
    case REM: return divide(id, kind, x, y, bad);
    case EQ: return x == y;
    case NEQ: return x != y;
    case LT: return x < y;
    case LE: return x <= y;
    case GT: return x > y;
    case GE: return x >= y;
    case ABS: return x < 0 ? -x : x;
    case SIGN: return (x > 0) - (x < 0);
    case MIN: return y < x ? y : x;
    case MAX: return x < y ? y : x;
    case CLAMP: *bad = y > v[2]; return x < y ? y : v[2] < x ? v[2] : x;
    case BIT_AND: return x & y;
    case BIT_OR: return x | y;
    case BIT_XOR: return x ^ y;
    case BIT_NOT: return ~x;
    case SHIFT_LEFT:
    case SHIFT_RIGHT:
        *bad = y < 0 || y > 31;
        y &= 31;
        return id == SHIFT_LEFT ? (int64_t)((uint64_t)x << y) : x >> y;
    case BIT_COUNT: return counted_bits(x);
    case BIT_REVERSE: return reversed_bits(x);
    case FIND_LSB: return highest_bit(x & -x & 0xffffffff);
    case FIND_MSB: return highest_bit(x);
    case BIT_EXTRACT:
    case BIT_INSERT: return bit_field(id, kind, v, bad);
    default: abort();
    }
}

/* Applies an operation to n integers of this kind (but for amounts, offsets and bits). An operand
   that is not certain leaves the result open. */
static scalar operate_integers(reference *c, int id, int kind, int n, const scalar *const *x) {
    int truth = id >= EQ && id <= GE, bad = 0, unsure = 0, i;
    int64_t v[4] = {0, 0, 0, 0};
    uint64_t met = 0;
    reference_condition condition =
        id == CLAMP                                     ? MET_CLAMP
        : id == SHIFT_LEFT || id == SHIFT_RIGHT         ? MET_SHIFT
        : id == BIT_EXTRACT || id == BIT_INSERT         ? MET_BIT_FIELD
        : id == DIV || id == MOD || id == REM           ? MET_DIVISION
                                                        : MET_CONDITIONS;
    scalar r;
    for (i = 0; i < n; i++) {
        v[i] = x[i]->i;
        unsure |= x[i]->error > 0;
        met |= x[i]->met;
    }
    if (id == BIT_COUNT || id == FIND_LSB || id == FIND_MSB)
        r = whole(INT, integer(id, kind, v, &bad));
    else
        r = whole(kind, integer(id, kind, v, &bad));
    if (id == DIV || id == MOD || id == REM || id == SHIFT_LEFT || id == SHIFT_RIGHT)
        bad = bad && !c->defined_ints;
    c->undefined += (unsigned)(bad || unsure);
    if (bad && !unsure) met |= meet(c, condition);
    if (bad || unsure) {
        r.error = truth && !bad ? 1 : INFINITY;
        may_meet(c, condition);
    }
    r.met = met;
    return r;
}

/* From a kind to another; int and uint of a num cut it. */
static scalar converted(reference *c, int from, int to, scalar x) {
    scalar r;
    double cut = trunc((double)x.f);
    if (from == to) return x;
    if (from == BOOL) {
        r = to == NUM ? exact(x.f) : whole(to, x.f != 0);
        r.error = x.error;
    } else if (to == BOOL) {
        r = exact(from == NUM ? (x.f != 0 ? 1.0f : 0.0f) : (x.i != 0 ? 1.0f : 0.0f));
        if (fabs((double)x.f) <= x.error || isnan(x.f)) r.error = x.error > 0 ? 1 : 0;
        if (from == NUM && is_denormal(x.f)) r.error = 1;
    } else if (to == NUM) {
        r = exact((float)x.i);
        r.error = x.error + ((double)r.f != (double)x.i ? ulp((double)r.f) : 0);
    } else if (from == NUM) {
        int fits = to == INT ? cut >= -2147483648.0 && cut <= 2147483647.0
                             : cut >= 0 && cut <= 4294967295.0;
        r = whole(to, fits ? (int64_t)cut : 0);
        if (trunc((double)x.f + x.error) != cut || trunc((double)x.f - x.error) != cut)
            r.error = x.error + 1;
        if (!fits) r.error = INFINITY;
        c->undefined += (unsigned)!fits;
        if (!fits && x.error == 0 && !is_denormal(x.f)) x.met |= meet(c, MET_CONVERSION);
        if (r.error > 0) may_meet(c, MET_CONVERSION);
    } else {
        r = whole(to, x.i);
        r.error = x.error;
    }
    r.flags |= x.flags & SPECIAL;
    r.met = x.met;
    return r;
}

/* The same bits as another kind, one of the two being NUM. */
static scalar same_bits(int from, int to, scalar x) {
    scalar r = from == NUM ? whole(to, (int64_t)bits_of(x.f))
                           : exact(float_of((uint32_t)(uint64_t)x.i));
    if (x.error > 0 || isnan(from == NUM ? x.f : r.f)) r.error = INFINITY;
    if (from == NUM && x.f == 0 && x.flags & ZERO) r.error = INFINITY;
    if (is_denormal(from == NUM ? x.f : r.f)) r.error = INFINITY;
    r.flags |= x.flags & SPECIAL;
    r.met = x.met;
    return r;
}

/* a where the condition is true; whichever it is, a device may take the other if it is
   uncertain. */
static scalar choose(scalar condition, scalar a, scalar b) {
    scalar r = condition.f != 0 ? a : b;
    if (condition.error > 0 && a.f != b.f)
        r.error += fabs((double)a.f - (double)b.f) + a.error + b.error;
    if (isnan(r.error)) r.error = INFINITY;
    r.met |= condition.met;
    return r;
}

/* The lowest bit that is set in x, INFINITY for 0. */
static double lowest_bit(double x) {
    int exponent;
    double m = frexp(x, &exponent), bit = 0.5;
    if (x == 0) return INFINITY;
    while (m * (1 / bit) != floor(m * (1 / bit))) bit /= 2;
    return ldexp(bit, exponent);
}

/* Sum of the products of n pairs, in any order, fused or not. No order rounds if the products are
   exact and binary32 can count with the lowest bit that they have. */
static scalar dot_product(reference *c, int n, const scalar *a, int a_step, const scalar *b,
                          int b_step) {
    scalar sum = exact(0);
    double size = 0, grid = INFINITY;
    unsigned long before = c->roundings;
    int i;
    for (i = 0; i < n; i++) {
        scalar p = op2(c, MUL, a[i * a_step], b[i * b_step]);
        size += fabs((double)p.f);
        if (isfinite(p.f)) grid = min_of(grid, lowest_bit((double)p.f));
        sum = i ? op2(c, ADD, sum, p) : p;
    }
    if (n > 1) sum.flags &= ~PRODUCT;
    if (n > 1 && (c->roundings != before || size > 16777216 * grid)) sum.error += n * ulp(size);
    return sum;
}

/* -------------------------------------------------------------------------------------------------
   builtins: tables */

/* Type rules. T: num or a vector of num. M: any matrix of num. S: anything made of num.
   MAP (S ...) -> S, alike          CAST MAP, scalars broadcast       ORDER (S S) -> bools, alike
   COUNT MAP, the result is of ints LOGIC bools -> alike bools        ALLANY bools -> bool
   MAP CAST ORDER COUNT take the kinds that `takes` says.
   VECTOR (T ...) -> T, alike       LENGTH_ (T ...) -> num, alike     others: named after their
   builtin */
enum {
    R_MAP,
    R_CAST,
    R_ORDER,
    R_LOGIC,
    R_ALLANY,
    R_VECTOR,
    R_LENGTH,
    R_CROSS,
    R_REFRACT,
    R_MUL,
    R_ATAN,
    R_SELECT,
    R_SQUARE,
    R_OUTER,
    R_TRANSPOSE,
    R_PAIR,
    R_COUNT,
    R_SHIFT,
    R_FIELD,
    R_LDEXP,
    R_BITS,
    R_PACK,
    R_UNPACK,
    R_MIX,
    R_STAGE,
    R_AT,
    R_TO,
    R_MAKE,
    R_DERIVE,
    R_ARRAY,
    R_ARRAY_OF,
    R_ELEMENTS,
    R_EACH,
    R_FOLD,
    R_SCAN,
    R_WITH_AT
};

typedef struct builtin {
    const char *names; /* separated by spaces */
    int least, most, rule, id;
} builtin;

static const builtin builtins[] = {
    {"+", 1, 999, R_CAST, ADD},
    {"-", 1, 2, R_CAST, SUB},
    {"*", 1, 999, R_MUL, MUL},
    {"/", 2, 2, R_CAST, DIV},
    {"mod", 2, 2, R_CAST, MOD},
    {"rem", 2, 2, R_CAST, REM},
    {"fma", 3, 3, R_CAST, FMA},
    {"eq =", 2, 2, R_ORDER, EQ},
    {"neq /=", 2, 2, R_ORDER, NEQ},
    {"< less-than", 2, 2, R_ORDER, LT},
    {"<= less-than-equal", 2, 2, R_ORDER, LE},
    {"> greater-than", 2, 2, R_ORDER, GT},
    {">= greater-than-equal", 2, 2, R_ORDER, GE},
    {"not", 1, 1, R_LOGIC, NOT},
    {"xor", 2, 2, R_LOGIC, NEQ},
    {"any-of any", 1, 1, R_ALLANY, ANY},
    {"all-of all", 1, 1, R_ALLANY, ALL},
    {"select", 3, 3, R_SELECT, SELECT},
    {"is-nan isnan", 1, 1, R_ORDER, ISNAN},
    {"is-inf isinf", 1, 1, R_ORDER, ISINF},
    {"abs", 1, 1, R_MAP, ABS},
    {"sign", 1, 1, R_MAP, SIGN},
    {"floor", 1, 1, R_MAP, FLOOR},
    {"ceil", 1, 1, R_MAP, CEIL},
    {"round", 1, 1, R_MAP, ROUND},
    {"round-even roundEven roundeven", 1, 1, R_MAP, ROUND_EVEN},
    {"trunc", 1, 1, R_MAP, TRUNC},
    {"fract", 1, 1, R_MAP, FRACT},
    {"radians", 1, 1, R_MAP, RADIANS},
    {"degrees", 1, 1, R_MAP, DEGREES},
    {"min", 2, 2, R_CAST, MIN},
    {"max", 2, 2, R_CAST, MAX},
    {"nmin", 2, 2, R_CAST, NMIN},
    {"nmax", 2, 2, R_CAST, NMAX},
    {"clamp", 3, 3, R_CAST, CLAMP},
    {"nclamp", 3, 3, R_CAST, NCLAMP},
    {"saturate", 1, 1, R_MAP, SATURATE},
    {"mix", 3, 3, R_MIX, MIX},
    {"step", 2, 2, R_CAST, STEP},
    {"smoothstep smooth-step", 3, 3, R_CAST, SMOOTHSTEP},
    {"modf", 1, 1, R_PAIR, MODF},
    {"frexp", 1, 1, R_PAIR, FREXP},
    {"ldexp", 2, 2, R_LDEXP, LDEXP},
    {"bit-and", 2, 2, R_CAST, BIT_AND},
    {"bit-or", 2, 2, R_CAST, BIT_OR},
    {"bit-xor", 2, 2, R_CAST, BIT_XOR},
    {"bit-not", 1, 1, R_MAP, BIT_NOT},
    {"shift-left", 2, 2, R_SHIFT, SHIFT_LEFT},
    {"shift-right", 2, 2, R_SHIFT, SHIFT_RIGHT},
    {"bit-count bitCount countOneBits", 1, 1, R_COUNT, BIT_COUNT},
    {"bit-reverse bitfieldReverse reverseBits", 1, 1, R_MAP, BIT_REVERSE},
    {"find-lsb findLSB firstTrailingBit", 1, 1, R_COUNT, FIND_LSB},
    {"find-msb findMSB firstLeadingBit", 1, 1, R_COUNT, FIND_MSB},
    {"bit-extract bitfieldExtract extractBits", 3, 3, R_FIELD, BIT_EXTRACT},
    {"bit-insert bitfieldInsert insertBits", 4, 4, R_FIELD, BIT_INSERT},
    {"add-carry uaddCarry", 2, 2, R_PAIR, ADD_CARRY},
    {"sub-borrow usubBorrow", 2, 2, R_PAIR, SUB_BORROW},
    {"mul-extended umulExtended imulExtended", 2, 2, R_PAIR, MUL_EXTENDED},
    {"float-bits-to-int floatBitsToInt", 1, 1, R_BITS, BITS},
    {"float-bits-to-uint floatBitsToUint", 1, 1, R_BITS, BITS},
    {"int-bits-to-float intBitsToFloat", 1, 1, R_BITS, BITS},
    {"uint-bits-to-float uintBitsToFloat", 1, 1, R_BITS, BITS},
    {"pack-snorm-4x8 packSnorm4x8 pack4x8snorm", 1, 1, R_PACK, PACK},
    {"pack-unorm-4x8 packUnorm4x8 pack4x8unorm", 1, 1, R_PACK, PACK},
    {"pack-snorm-2x16 packSnorm2x16 pack2x16snorm", 1, 1, R_PACK, PACK},
    {"pack-unorm-2x16 packUnorm2x16 pack2x16unorm", 1, 1, R_PACK, PACK},
    {"pack-half-2x16 packHalf2x16 pack2x16float", 1, 1, R_PACK, PACK},
    {"unpack-snorm-4x8 unpackSnorm4x8 unpack4x8snorm", 1, 1, R_UNPACK, UNPACK},
    {"unpack-unorm-4x8 unpackUnorm4x8 unpack4x8unorm", 1, 1, R_UNPACK, UNPACK},
    {"unpack-snorm-2x16 unpackSnorm2x16 unpack2x16snorm", 1, 1, R_UNPACK, UNPACK},
    {"unpack-unorm-2x16 unpackUnorm2x16 unpack2x16unorm", 1, 1, R_UNPACK, UNPACK},
    {"unpack-half-2x16 unpackHalf2x16 unpack2x16float", 1, 1, R_UNPACK, UNPACK},
    {"pow", 2, 2, R_CAST, POW},
    {"exp", 1, 1, R_MAP, EXP},
    {"log", 1, 1, R_MAP, LOG},
    {"exp2", 1, 1, R_MAP, EXP2},
    {"log2", 1, 1, R_MAP, LOG2},
    {"sqrt", 1, 1, R_MAP, SQRT},
    {"inverse-sqrt inversesqrt inverseSqrt", 1, 1, R_MAP, INVERSE_SQRT},
    {"sin", 1, 1, R_MAP, SIN},
    {"cos", 1, 1, R_MAP, COS},
    {"tan", 1, 1, R_MAP, TAN},
    {"asin", 1, 1, R_MAP, ASIN},
    {"acos", 1, 1, R_MAP, ACOS},
    {"atan", 1, 2, R_ATAN, ATAN},
    {"atan2", 2, 2, R_MAP, ATAN2},
    {"sinh", 1, 1, R_MAP, SINH},
    {"cosh", 1, 1, R_MAP, COSH},
    {"tanh", 1, 1, R_MAP, TANH},
    {"asinh", 1, 1, R_MAP, ASINH},
    {"acosh", 1, 1, R_MAP, ACOSH},
    {"atanh", 1, 1, R_MAP, ATANH},
    {"dfdx dFdx dpdx", 1, 1, R_DERIVE, DFDX},
    {"dfdy dFdy dpdy", 1, 1, R_DERIVE, DFDY},
    {"fwidth", 1, 1, R_DERIVE, FWIDTH},
    {"dfdx-fine dFdxFine dpdxFine", 1, 1, R_DERIVE, DFDX},
    {"dfdy-fine dFdyFine dpdyFine", 1, 1, R_DERIVE, DFDY},
    {"fwidth-fine fwidthFine", 1, 1, R_DERIVE, FWIDTH},
    {"dfdx-coarse dFdxCoarse dpdxCoarse", 1, 1, R_DERIVE, DFDX},
    {"dfdy-coarse dFdyCoarse dpdyCoarse", 1, 1, R_DERIVE, DFDY},
    {"fwidth-coarse fwidthCoarse", 1, 1, R_DERIVE, FWIDTH},
    {"length", 1, 1, R_LENGTH, LENGTH},
    {"distance", 2, 2, R_LENGTH, DISTANCE},
    {"dot", 2, 2, R_LENGTH, DOT},
    {"cross", 2, 2, R_CROSS, CROSS},
    {"normalize", 1, 1, R_VECTOR, NORMALIZE},
    {"face-forward faceforward faceForward", 3, 3, R_VECTOR, FACE_FORWARD},
    {"reflect", 2, 2, R_VECTOR, REFLECT},
    {"refract", 3, 3, R_REFRACT, REFRACT},
    {"outer-product outerProduct outerproduct", 2, 2, R_OUTER, OUTER},
    {"transpose", 1, 1, R_TRANSPOSE, TRANSPOSE},
    {"determinant", 1, 1, R_SQUARE, DETERMINANT},
    {"inverse", 1, 1, R_SQUARE, INVERSE},
    {"at", 2, 3, R_AT, AT},
    {"array", 0, 9999, R_ARRAY, AT},
    {"array-of", 2, 2, R_ARRAY_OF, AT},
    {"count", 1, 1, R_ELEMENTS, AT},
    {"map", 2, 9999, R_EACH, AT},
    {"fold", 3, 3, R_FOLD, AT},
    {"scan", 3, 3, R_SCAN, AT},
    {"with-at", 3, 4, R_WITH_AT, AT},
    {"frag-coord", 0, 0, R_STAGE, FRAG_COORD},
    {"front-facing", 0, 0, R_STAGE, FRONT_FACING},
    {"num float int uint bool", 1, 1, R_TO, TO},
    {"vec2 vec3 vec4 bvec2 bvec3 bvec4 ivec2 ivec3 ivec4 uvec2 uvec3 uvec4", 1, 4, R_MAKE, MAKE},
    {"mat2 mat2x2 mat2x3 mat2x4 mat3x2 mat3 mat3x3 mat3x4 mat4x2 mat4x3 mat4 mat4x4", 1, 16, R_MAKE,
     MAKE},
    {"bmat2 bmat2x2 bmat2x3 bmat2x4 bmat3x2 bmat3 bmat3x3 bmat3x4 bmat4x2 bmat4x3 bmat4 bmat4x4", 1,
     16, R_MAKE, MAKE},
};

enum {
    FORM_IF,
    FORM_LET,
    FORM_LET_STAR,
    FORM_FUNC,
    FORM_REC_FUNC,
    FORM_LOOP,
    FORM_COND,
    FORM_CASE,
    FORM_SWITCH,
    FORM_STATIC_IF,
    FORM_AND,
    FORM_OR,
    FORM_THE,
    FORM_WITH,
    FORM_REC,
    FORM_COUNT
};

static const struct {
    const char *names, *syntax;
    int least, most;
} core_forms[FORM_COUNT] = {
    {"if", "condition then else", 3, 3},
    {"let", "((name value) ...) body", 2, 2},
    {"let*", "((name value) ...) body", 2, 2},
    {"func \316\273", "(name ...) body", 2, 2},
    {"rec-func", "(name ...) body", 2, 2},
    {"loop", "((name start) ...) body", 2, 2},
    {"cond", "(condition value) ... (else value)", 1, 9999},
    {"case", "value (pattern value) ... (else value)", 2, 9999},
    {"switch", "value (label ... value) ... (else value)", 2, 9999},
    {"static-if", "condition then else", 3, 3},
    {"and", "a ...", 0, 9999},
    {"or", "a ...", 0, 9999},
    {"the", "type value", 2, 2},
    {"with", "value (part ... new) ...", 1, 9999},
    {"rec", "value ...", 0, 9999},
};

/* Words of the top level; those that the evaluators leave out. */
static const char top_words[] =
    "define struct variant push-constants output fragment discard-when frag-depth";
static const char left_out[] =
    "include vertex compute input uniform buffer texture sampler sampled-image image spec-constant "
    "shared varying position point-size";

static int is_among(const char *names, const char *name) {
    size_t n = strlen(name);
    const char *p = names;
    while (p) {
        if (strncmp(p, name, n) == 0 && (p[n] == ' ' || p[n] == 0)) return 1;
        p = strchr(p, ' ');
        if (p) p++;
    }
    return 0;
}

/* -------------------------------------------------------------------------------------------------
   literals and swizzles */

static data *new_data(reference *c, shape s) {
    data *d = take(c, offsetof(data, v) + sizeof(scalar) * (size_t)parts(s));
    d->s = s;
    return d;
}

/* A bare literal as a num, int or uint; rejects what does not fit. */
static scalar settled(reference *c, scalar s, int kind, place at) {
    if (kind != INT && kind != UINT) return exact(s.f);
    if (s.flags & FRACTION) fail(c, at, "number-range", "a literal is not whole");
    need_range(c, kind, s.i, at);
    return whole(kind, s.i);
}

/* The components that a swizzle names: their number, or 0 if it is none for a vector of n. */
static int swizzle(const char *s, int n, int index[4]) {
    static const char *const sets[3] = {"xyzw", "rgba", "stpq"};
    int set, i;
    size_t size = strlen(s);
    if (size < 1 || size > 4) return 0;
    for (set = 0; set < 3; set++) {
        for (i = 0; i < (int)size; i++) {
            const char *p = strchr(sets[set], s[i]);
            if (!p || p - sets[set] >= n) break;
            index[i] = (int)(p - sets[set]);
        }
        if (i == (int)size) return i;
    }
    return 0;
}

/* The same as places in the data of shape s, of the type *part; of a matrix, a column. */
static int part_named(shape s, const char *name, int index[4], shape *part) {
    int i, column, n = swizzle(name, is_matrix(s) ? s.cols : s.rows, index);
    *part = make_shape(s.kind, is_matrix(s) ? s.rows : n, 1);
    if (!is_matrix(s) || n != 1) return is_matrix(s) ? 0 : n;
    column = index[0];
    for (i = 0; i < s.rows; i++) index[i] = column * s.rows + i;
    return s.rows;
}

/* Is a place there twice? */
static int is_repeated(const int *index, int n) {
    int i, j;
    for (i = 0; i < n; i++)
        for (j = 0; j < i; j++)
            if (index[i] == index[j]) return 1;
    return 0;
}

/* -------------------------------------------------------------------------------------------------
   builtins: types */

typedef struct call {
    reference *c;
    const builtin *b;
    const char *name;
    place at; /* of the application */
    int n;
    place *where; /* of the operands */
    shape *s;
    int computed;     /* operand 0 is a literal that was computed */
    int literal;      /* the result is one: arithmetic on literals alone */
    scalar whole;     /* then: as a whole number */
} call;

static void bad_operand(const call *k, int i) {
    char t[8];
    fail(k->c, k->where[i], "operand-type", "'%s' does not take %s", k->name,
         shape_name(k->s[i], t));
}

static void bad_pair(const call *k, int i, int j) {
    char a[8], b[8];
    fail(k->c, k->where[j], "operand-mismatch", "'%s' takes operands of one type, not %s and %s",
         k->name, shape_name(k->s[i], a), shape_name(k->s[j], b));
}

/* All operands have the kind, and matrices only where they may. */
static void need_kind(const call *k, int kind, int matrices) {
    int i;
    for (i = 0; i < k->n; i++)
        if (k->s[i].kind != kind || (!matrices && is_matrix(k->s[i]))) bad_operand(k, i);
}

/* Does the operation take this kind, where more than nums come into question? */
static int takes(int id, int kind) {
    if (id >= BIT_AND && id <= BIT_INSERT) return kind == INT || kind == UINT;
    if (kind == NUM) return 1;
    switch (id) {
    case EQ:
    case NEQ: return 1;
    case ADD:
    case SUB:
    case MUL:
    case DIV:
    case MOD:
    case REM:
    case NEG:
    case LT:
    case LE:
    case GT:
    case GE:
    case MIN:
    case MAX:
    case CLAMP: return kind == INT || kind == UINT;
    case ABS:
    case SIGN: return kind == INT;
    default: return 0;
    }
}

static void need_taken(const call *k) {
    int i;
    for (i = 0; i < k->n; i++)
        if (!takes(k->b->id, k->s[i].kind)) bad_operand(k, i);
}

static int is_integer(shape s) {
    return s.kind == INT || s.kind == UINT;
}

static shape need_alike(const call *k) {
    int i;
    for (i = 1; i < k->n; i++)
        if (!same_shape(k->s[0], k->s[i])) bad_pair(k, 0, i);
    return k->s[0];
}

static shape need_cast(const call *k) {
    int i, big = -1;
    need_taken(k);
    for (i = 0; i < k->n; i++) {
        if (k->s[i].kind != k->s[0].kind) bad_pair(k, 0, i);
        if (is_scalar(k->s[i])) continue;
        if (big >= 0 && !same_shape(k->s[big], k->s[i])) bad_pair(k, big, i);
        if (big < 0) big = i;
    }
    return k->s[big < 0 ? 0 : big];
}

/* A product whose shape so far is `a` cannot be multiplied by operand i. */
static void bad_product(const call *k, shape a, int i) {
    char s[8], t[8];
    fail(k->c, k->where[i], is_matrix(a) || is_matrix(k->s[i]) ? "product" : "operand-mismatch",
         "no product of %s and %s", shape_name(a, s), shape_name(k->s[i], t));
}

static shape product_shape(const call *k, shape a, int i) {
    shape b = k->s[i];
    if (is_scalar(a)) return b;
    if (is_scalar(b)) return a;
    if (is_vector(a) && is_vector(b) && a.rows == b.rows) return a;
    if (is_matrix(a) && is_vector(b) && a.cols == b.rows) return make_shape(NUM, a.rows, 1);
    if (is_vector(a) && is_matrix(b) && a.rows == b.rows) return make_shape(NUM, b.cols, 1);
    if (is_matrix(a) && is_matrix(b) && a.cols == b.rows) return make_shape(NUM, a.rows, b.cols);
    bad_product(k, a, i);
    return a;
}

static shape product_type(const call *k) {
    shape s = k->s[0];
    int i;
    need_taken(k);
    for (i = 1; i < k->n; i++) {
        if (k->s[i].kind != s.kind) bad_pair(k, 0, i);
        s = product_shape(k, s, i);
    }
    return s;
}

static shape select_type(const call *k) {
    shape c = k->s[0];
    if (c.kind != BOOL || is_matrix(c)) bad_operand(k, 0);
    if (!same_shape(k->s[1], k->s[2])) bad_pair(k, 1, 2);
    if (is_vector(c) && (k->s[1].rows != c.rows || is_matrix(k->s[1]))) bad_pair(k, 0, 1);
    return k->s[1];
}

/* Constructors: one scalar, or components (a vector gives several), column after column; a matrix
   also from one of its type. */
static shape make_type(const call *k) {
    shape s;
    int i, total = 0;
    parse_shape(k->name, &s);
    if (k->n == 1 && is_matrix(s) && is_matrix(k->s[0]) && k->s[0].kind == s.kind) return s;
    for (i = 0; i < k->n; i++) {
        if (k->s[i].kind != s.kind || is_matrix(k->s[i])) bad_operand(k, i);
        total += parts(k->s[i]);
    }
    if (k->n == 1 && total == 1) return s;
    if (total != parts(s))
        fail(k->c, k->at, "constructor", "'%s' takes %d components but is given %d", k->name,
             parts(s), total);
    return s;
}

/* Two operands of one type, the second perhaps a scalar. */
static void need_fit(const call *k, int i, int j) {
    if (!is_scalar(k->s[j]) && k->s[j].rows != k->s[i].rows) bad_pair(k, i, j);
}

static shape pair_type(const call *k) {
    int i;
    for (i = 0; i < k->n; i++) {
        int kind = k->s[i].kind, id = k->b->id;
        if (is_matrix(k->s[i])
            || (id == MODF || id == FREXP ? kind != NUM
                : id == MUL_EXTENDED      ? kind != INT && kind != UINT
                                          : kind != UINT))
            bad_operand(k, i);
    }
    return need_alike(k);
}

static shape field_type(const call *k) {
    int i;
    for (i = 0; i < k->n; i++)
        if (!is_integer(k->s[i]) || (i >= k->n - 2 && !is_scalar(k->s[i]))) bad_operand(k, i);
    if (k->n == 4 && !same_shape(k->s[0], k->s[1])) bad_pair(k, 0, 1);
    return k->s[0];
}

static shape mix_type(const call *k) {
    if (k->s[2].kind != BOOL) return need_cast(k);
    if (!same_shape(k->s[0], k->s[1])) bad_pair(k, 0, 1);
    if (is_matrix(k->s[2])) bad_operand(k, 2);
    if (is_vector(k->s[2]) && (k->s[0].rows != k->s[2].rows || is_matrix(k->s[0])))
        bad_pair(k, 0, 2);
    return k->s[0];
}

/* pack-..., unpack-...: the vector's size */
static int packed_count(const char *name) {
    return strstr(name, "4x8") ? 4 : 2;
}

/* float-bits-to-int and its kin: the kinds of operand and result */
static void bits_kinds(const char *name, int *from, int *to) {
    *from = *name == 'f' ? NUM : *name == 'i' ? INT : UINT;
    *to = *from != NUM ? NUM : strstr(name, "uint") || strstr(name, "Uint") ? UINT : INT;
}

static shape special_shape(const call *k) {
    shape a = k->s[0];
    shape number = make_shape(UINT, 1, 1), vector = make_shape(NUM, packed_count(k->name), 1);
    int from, to;
    switch (k->b->rule) {
    case R_COUNT: need_taken(k); return make_shape(INT, a.rows, 1);
    case R_SHIFT:
        need_taken(k);
        need_fit(k, 0, 1);
        return a;
    case R_FIELD: return field_type(k);
    case R_LDEXP:
        if (a.kind != NUM || is_matrix(a)) bad_operand(k, 0);
        if (k->s[1].kind != INT) bad_operand(k, 1);
        need_fit(k, 0, 1);
        return a;
    case R_BITS:
        bits_kinds(k->name, &from, &to);
        need_kind(k, from, 0);
        return make_shape(to, a.rows, 1);
    case R_PACK:
        if (!same_shape(a, vector)) bad_operand(k, 0);
        return number;
    case R_UNPACK:
        if (!same_shape(a, number)) bad_operand(k, 0);
        return vector;
    default: return mix_type(k);
    }
}

/* The kind that bare literals among the operands take: what the place asks for, else that of the
   others. */
static int asked_kind(const call *k, int i) {
    shape s;
    int from, to, j, id = k->b->id;
    switch (k->b->rule) {
    case R_TO:
        if (k->computed) return NUM;
        /* fall through */
    case R_MAKE: parse_shape(k->name, &s); return s.kind == BOOL ? NUM : s.kind;
    case R_BITS: bits_kinds(k->name, &from, &to); return from;
    case R_UNPACK: return UINT;
    case R_AT: return i == 0 ? NUM : INT;
    case R_LDEXP: return i == 0 ? NUM : INT;
    default: break;
    }
    for (j = 0; j < k->n; j++)
        if (is_integer(k->s[j])) return k->s[j].kind;
    if (id == ADD_CARRY || id == SUB_BORROW) return UINT;
    return (id >= BIT_AND && id <= BIT_INSERT) || id == MUL_EXTENDED ? INT : NUM;
}

/* The builtins that make a literal of literals. */
static int keeps_literals(int id) {
    switch (id) {
    case ADD: case SUB: case MUL: case DIV: case MOD: case REM: case FMA: case ABS: case SIGN:
    case FLOOR: case CEIL: case ROUND: case ROUND_EVEN: case TRUNC: case MIN: case MAX:
    case CLAMP: return 1;
    default: return 0;
    }
}

/* A whole number that may be past what is kept exactly. */
static scalar whole_literal(int64_t n, int lost) {
    scalar s = exact(0);
    s.i = lost || n > past_ranges || n < -past_ranges ? past_ranges : n;
    return s;
}

static scalar whole_step(int id, scalar a, scalar b) {
    int64_t n = 0;
    int lost = a.i == past_ranges || b.i == past_ranges;
    if ((a.flags | b.flags) & FRACTION) return a.flags & FRACTION ? a : b;
    switch (id) {
    case ADD: lost |= __builtin_add_overflow(a.i, b.i, &n); break;
    case SUB: lost |= __builtin_sub_overflow(a.i, b.i, &n); break;
    case MUL: lost |= __builtin_mul_overflow(a.i, b.i, &n); break;
    case MIN: n = a.i < b.i ? a.i : b.i; break;
    case MAX: n = a.i > b.i ? a.i : b.i; break;
    case DIV:
        if (b.i == 0) lost = 1;
        else if (a.i % b.i != 0) a.flags |= FRACTION;
        else n = a.i / b.i;
        if (a.flags & FRACTION) return a;
        break;
    default:
        if (b.i == 0) lost = 1;
        else n = a.i % b.i;
        if (id == MOD && n != 0 && (n < 0) != (b.i < 0)) n += b.i;
        break;
    }
    return whole_literal(n, lost);
}

/* Is the call arithmetic on literals alone? Then what it gives as a whole number is known. */
static void fold_literals(call *k, const data *const *d) {
    int i, id = k->b->id;
    scalar r;
    k->literal = k->n > 0 && keeps_literals(id);
    for (i = 0; i < k->n; i++) k->literal &= k->s[i].kind == LIT && d[i] != NULL;
    k->computed = k->n > 0 && k->s[0].kind == LIT && d[0] != NULL && d[0]->computed;
    if (!k->literal) return;
    r = d[0]->v[0];
    r.flags &= FRACTION;
    if (id == SUB && k->n == 1) r.i = r.i == past_ranges ? r.i : -r.i;
    if (id == ABS && r.i < 0) r.i = -r.i;
    if (id == SIGN && r.i != past_ranges) r.i = (r.i > 0) - (r.i < 0);
    for (i = 1; i < k->n; i++) {
        int one = id == FMA ? (i == 1 ? MUL : ADD) : id == CLAMP ? (i == 1 ? MAX : MIN) : id;
        r = whole_step(one, r, d[i]->v[0]);
    }
    k->whole = r;
}

/* Is what the call gives a literal? n: its num. A clamp whose bounds are in the wrong order is a
   num of which nothing is known. */
static int gives_literal(const call *k, const data *n) {
    return k->literal && n != NULL && !(k->b->id == CLAMP && isinf(n->v[0].error));
}

/* The literal that the call gives, whose num is n. */
static data *literal_of(const call *k, const data *n) {
    data *r = new_data(k->c, make_shape(LIT, 1, 1));
    float f = n->v[0].f;
    r->v[0] = exact(f);
    r->v[0].i = k->whole.i;
    r->computed = 1;
    if (!(k->whole.flags & FRACTION)) return r;
    if (k->b->id == DIV || (f != floorf(f) && fabsf(f) < 16777216.0f)) r->v[0].flags |= FRACTION;
    else if (fabsf(f) < 16777216.0f) r->v[0].i = (int64_t)f;
    else r->v[0].i = past_ranges;
    return r;
}

/* Gives literals among the operands their type. */
static void settle_operands(call *k, const data **d) {
    int i;
    fold_literals(k, d);
    for (i = 0; i < k->n; i++) {
        int kind;
        data *r;
        if (k->s[i].kind != LIT) continue;
        kind = asked_kind(k, i);
        k->s[i].kind = kind;
        if (!d[i]) continue;
        r = new_data(k->c, k->s[i]);
        r->v[0] = settled(k->c, d[i]->v[0], kind, k->where[i]);
        d[i] = r;
    }
}

static shape result_shape(const call *k) {
    shape a = k->s[0];
    switch (k->b->rule) {
    case R_MAP: need_taken(k); return need_alike(k);
    case R_CAST: return need_cast(k);
    case R_ORDER:
        need_taken(k);
        a = need_alike(k);
        return make_shape(BOOL, a.rows, a.cols);
    case R_LOGIC: need_kind(k, BOOL, 1); return need_alike(k);
    case R_ALLANY: need_kind(k, BOOL, 1); return make_shape(BOOL, 1, 1);
    case R_VECTOR:
    case R_DERIVE: need_kind(k, NUM, 0); return need_alike(k);
    case R_LENGTH:
        need_kind(k, NUM, 0);
        need_alike(k);
        return make_shape(NUM, 1, 1);
    case R_CROSS:
        need_kind(k, NUM, 0);
        if (a.rows != 3) bad_operand(k, 0);
        return need_alike(k);
    case R_REFRACT:
        need_kind(k, NUM, 0);
        if (!same_shape(a, k->s[1])) bad_pair(k, 0, 1);
        if (!is_scalar(k->s[2])) bad_operand(k, 2);
        return a;
    case R_MUL: return product_type(k);
    case R_ATAN: need_kind(k, NUM, 1); return need_alike(k);
    case R_SELECT: return select_type(k);
    case R_SQUARE:
        if (a.kind != NUM || !is_matrix(a) || a.rows != a.cols) bad_operand(k, 0);
        return k->b->id == DETERMINANT ? make_shape(NUM, 1, 1) : a;
    case R_OUTER:
        if (a.kind != NUM || !is_vector(a)) bad_operand(k, 0);
        if (k->s[1].kind != NUM || !is_vector(k->s[1])) bad_operand(k, 1);
        return make_shape(NUM, a.rows, k->s[1].rows);
    case R_TRANSPOSE:
        if (a.kind != NUM || !is_matrix(a)) bad_operand(k, 0);
        return make_shape(NUM, a.cols, a.rows);
    case R_PAIR: return pair_type(k);
    case R_COUNT:
    case R_SHIFT:
    case R_FIELD:
    case R_LDEXP:
    case R_BITS:
    case R_PACK:
    case R_UNPACK:
    case R_MIX: return special_shape(k);
    case R_STAGE: return k->b->id == FRAG_COORD ? make_shape(NUM, 4, 1) : make_shape(BOOL, 1, 1);
    case R_AT:
        if (k->s[1].kind == BOOL || !is_scalar(k->s[1])) bad_operand(k, 1);
        return make_shape(a.kind, is_matrix(a) ? a.rows : 1, 1);
    case R_TO:
        if (is_matrix(a)) bad_operand(k, 0);
        {
            shape to;
            parse_shape(k->name, &to);
            return make_shape(to.kind, a.rows, 1);
        }
    default: return make_type(k);
    }
}

/* What the compiler computes in steps, each of which it rounds. */
static int folds_in_steps(const call *k) {
    switch (k->b->id) {
    case ROUND:
    case RADIANS:
    case DEGREES:
    case INVERSE_SQRT: return 1;
    case MIX: return k->s[2].kind != BOOL;
    case DOT:
    case LENGTH:
    case DISTANCE:
    case CROSS:
    case NORMALIZE: return is_vector(k->s[0]);
    default: return 0;
    }
}

/* Is the result known at compile time if the operands are? Not that of angles, powers, matrices and
   what gives a struct. `dot` on nums is `*`, `mix` by bools is `select`. */
static int folds(const call *k) {
    int i, id = k->b->id;
    if (folds_in_steps(k)) return 1;
    for (i = 0; k->b->rule == R_MUL && k->n > 1 && i < k->n; i++)
        if (is_matrix(k->s[i])) return 0;
    if (id >= POW && id <= FWIDTH) return id == SQRT;
    if (id == DOT) return is_scalar(k->s[0]);
    return id != SMOOTHSTEP && !(id >= LENGTH && id <= INVERSE) && id != FRAG_COORD
           && id != FRONT_FACING && !(id >= ADD_CARRY && id <= LDEXP) && id != PACK && id != UNPACK;
}

/* -------------------------------------------------------------------------------------------------
   builtins: values */

static const scalar *part(const data *d, int i) {
    return &d->v[is_scalar(d->s) ? 0 : i];
}

/* Per component, scalars broadcast. */
static data *componentwise(reference *c, int id, int n, const data *const *x, shape s) {
    data *r = new_data(c, s);
    int i, j;
    for (i = 0; i < parts(s) && is_integer(x[0]->s); i++) {
        const scalar *operands[4];
        for (j = 0; j < n; j++) operands[j] = part(x[j], i);
        r->v[i] = operate_integers(c, id, x[0]->s.kind, n, operands);
    }
    for (i = 0; i < parts(s) && !is_integer(x[0]->s); i++)
        r->v[i] = operate(c, id, *part(x[0], i), n > 1 ? *part(x[1], i) : exact(0),
                          n > 2 ? *part(x[2], i) : exact(0));
    return r;
}

static data *product(reference *c, const data *a, const data *b) {
    const data *x[2];
    data *r;
    int i, j;
    x[0] = a, x[1] = b;
    if (is_scalar(a->s) || is_scalar(b->s) || (is_vector(a->s) && is_vector(b->s)))
        return componentwise(c, MUL, 2, x, is_scalar(a->s) ? b->s : a->s);
    if (is_vector(a->s)) { /* row vector times matrix */
        r = new_data(c, make_shape(NUM, b->s.cols, 1));
        for (j = 0; j < b->s.cols; j++)
            r->v[j] = dot_product(c, a->s.rows, a->v, 1, b->v + j * b->s.rows, 1);
        return r;
    }
    r = new_data(c, make_shape(NUM, a->s.rows, b->s.cols));
    for (j = 0; j < b->s.cols; j++)
        for (i = 0; i < a->s.rows; i++)
            r->v[j * a->s.rows + i] =
                dot_product(c, a->s.cols, a->v + i, a->s.rows, b->v + j * b->s.rows, 1);
    return r;
}

static scalar dot(reference *c, const data *a, const data *b) {
    return dot_product(c, a->s.rows, a->v, 1, b->v, 1);
}

static data *scaled(reference *c, const data *a, scalar k) {
    data *r = new_data(c, a->s);
    int i;
    for (i = 0; i < parts(a->s); i++) r->v[i] = op2(c, MUL, a->v[i], k);
    return r;
}

/* GLSL's Length of a number may be the root of its square: what the square loses, it loses. */
static scalar length(reference *c, const data *a) {
    scalar r = is_scalar(a->s) ? op1(c, ABS, a->v[0]) : op1(c, SQRT, dot(c, a, a));
    if (r.error > 0) r.error += 4 * ulp((double)r.f);
    if (is_scalar(a->s) && isfinite(r.f)) {
        scalar square = op2(c, MUL, a->v[0], a->v[0]);
        if (!isfinite(square.f)) r.error = INFINITY;
        if (square.f < FLT_MIN) r.error += (double)r.f;
    }
    return r;
}

static data *normalized(reference *c, const data *a) {
    scalar size = length(c, a);
    data *r = new_data(c, a->s);
    uint64_t met = 0;
    int i, zeros = 0, may_be_zero = !((double)size.f > size.error); /* it may be NaN */
    for (i = 0; i < parts(a->s); i++) zeros += a->v[i].f == 0 && a->v[i].error == 0;
    if (zeros == parts(a->s)) met = meet(c, MET_NORMALIZE);
    if (may_be_zero) may_meet(c, MET_NORMALIZE);
    for (i = 0; i < parts(a->s); i++) {
        r->v[i] = op2(c, DIV, a->v[i], size);
        r->v[i].error = may_be_zero ? INFINITY : r->v[i].error + 4 * ulp(1);
        r->v[i].met |= met;
    }
    return r;
}

/* i - 2 dot(n, i) n */
static data *reflected(reference *c, const data *i, const data *n) {
    const data *x[2];
    x[0] = i;
    x[1] = scaled(c, n, op2(c, MUL, exact(2), dot(c, n, i)));
    return componentwise(c, SUB, 2, x, i->s);
}

/* k = 1 - eta^2 (1 - d^2); 0 if k < 0, else eta i - (eta d + sqrt k) n */
static data *refracted(reference *c, const data *i, const data *n, scalar eta) {
    scalar d = dot(c, n, i), k, m;
    data *r = new_data(c, i->s);
    int j;
    k = op2(c, MUL, op2(c, MUL, eta, eta), op2(c, SUB, exact(1), op2(c, MUL, d, d)));
    k = op2(c, SUB, exact(1), k);
    if (fabs((double)k.f) <= k.error) k.error = INFINITY;
    m = op2(c, ADD, op2(c, MUL, eta, d), op1(c, SQRT, op2(c, MAX, k, exact(0))));
    for (j = 0; j < parts(i->s); j++) {
        r->v[j] = op2(c, SUB, op2(c, MUL, eta, i->v[j]), op2(c, MUL, m, n->v[j]));
        if (k.f < 0) r->v[j] = exact(0);
        r->v[j].met |= k.met;
        r->v[j].error += k.f < 0 ? (isinf(k.error) ? INFINITY : 0) : 8 * ulp(1);
    }
    return r;
}

static data *cross(reference *c, const data *a, const data *b) {
    data *r = new_data(c, a->s);
    int i;
    for (i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        r->v[i] = op2(c, SUB, op2(c, MUL, a->v[j], b->v[k]), op2(c, MUL, b->v[j], a->v[k]));
    }
    return r;
}

/* Determinant of the n×n matrix with columns of `stride`, along the first column. */
static scalar determinant(reference *c, int n, const scalar *m) {
    scalar sum = exact(0), minor[9];
    int col, row, i;
    if (n == 1) return m[0];
    for (row = 0; row < n; row++) {
        int at = 0;
        for (col = 1; col < n; col++)
            for (i = 0; i < n; i++)
                if (i != row) minor[at++] = m[col * n + i];
        sum = op2(c, row % 2 ? SUB : ADD, sum, op2(c, MUL, m[row], determinant(c, n - 1, minor)));
    }
    return sum;
}

/* Which products are summed first is the device's choice. None rounds if all of them, and their
   sum, are multiples of one number that binary32 can count with: of the product of the columns'
   lowest bits. */
static scalar safe_determinant(reference *c, const data *m) {
    scalar d = determinant(c, m->s.rows, m->v);
    double size = 1, grid = 1;
    int i, j;
    for (j = 0; j < m->s.cols; j++) {
        double largest = 0, lowest = INFINITY;
        for (i = 0; i < m->s.rows; i++) {
            double x = fabs((double)m->v[j * m->s.rows + i].f);
            largest = max_of(largest, x);
            lowest = min_of(lowest, isfinite(x) ? lowest_bit(x) : 0);
        }
        size *= largest;
        grid *= lowest;
    }
    if (size > 0 && !(grid >= FLT_MIN && 24 * size <= 16777216 * grid))
        d.error += 64 * ulp(size);
    if (!(64 * size <= FLT_MAX)) d.error = INFINITY; /* some product of it may be too large */
    d.flags &= ~PRODUCT;
    return d;
}

/* Transposed cofactors over the determinant. */
static data *inverted(reference *c, const data *m) {
    int n = m->s.rows, i, j, p, q;
    data *r = new_data(c, m->s);
    scalar d = safe_determinant(c, m);
    uint64_t met = d.met | (d.f == 0 && d.error == 0 ? meet(c, MET_INVERSE) : 0);
    if (!(fabs((double)d.f) > d.error)) may_meet(c, MET_INVERSE);
    for (j = 0; j < n; j++)
        for (i = 0; i < n; i++) {
            scalar minor[9], e;
            int at = 0;
            for (p = 0; p < n; p++)
                for (q = 0; q < n; q++)
                    if (p != i && q != j) minor[at++] = m->v[p * n + q];
            e = op2(c, DIV, determinant(c, n - 1, minor), d);
            if ((i + j) % 2) e = op1(c, NEG, e);
            e.error += 64 * ulp(max_of(fabs((double)e.f), 1));
            if (fabs((double)d.f) <= d.error) e.error = INFINITY;
            e.met |= met;
            r->v[j * n + i] = e;
        }
    return r;
}

static data *any_or_all(reference *c, int id, const data *a) {
    data *r = new_data(c, make_shape(BOOL, 1, 1));
    int i, sure = 0, unsure = 0, decisive = id == ANY;
    uint64_t met = 0;
    for (i = 0; i < parts(a->s); i++) {
        met |= a->v[i].met;
        if (a->v[i].error > 0)
            unsure = 1;
        else if ((a->v[i].f != 0) == decisive)
            sure = 1;
        r->v[0].flags |= a->v[i].flags & SPECIAL;
    }
    r->v[0] = exact(sure ? (float)decisive : (float)!decisive);
    for (i = 0; i < parts(a->s); i++)
        if ((a->v[i].f != 0) == decisive) r->v[0].f = (float)decisive;
    r->v[0].error = !sure && unsure ? 1 : 0;
    r->v[0].met = met;
    return r;
}

static data *made(reference *c, int n, const data *const *x, shape s) {
    data *r = new_data(c, s);
    int i, j, at = 0;
    for (i = 0; i < n; i++)
        for (j = 0; j < parts(x[i]->s) && at < parts(s); j++) r->v[at++] = x[i]->v[j];
    if (n == 1 && is_matrix(x[0]->s)) /* the upper left, in an identity */
        for (i = 0; i < s.cols; i++)
            for (j = 0; j < s.rows; j++)
                r->v[i * s.rows + j] = i < x[0]->s.cols && j < x[0]->s.rows
                                           ? x[0]->v[i * x[0]->s.rows + j]
                                           : exact(i == j);
    if (n == 1 && is_scalar(x[0]->s))
        for (i = 0; i < parts(s); i++)
            r->v[i] = is_matrix(s) && i % s.rows != i / s.rows ? exact(0) : x[0]->v[0];
    return r;
}

/* v with another component or column `at`. */
static data *with_part(reference *c, const data *v, int64_t at, const data *part) {
    data *r = new_data(c, v->s);
    int i, n = parts(part->s);
    for (i = 0; i < parts(v->s); i++) r->v[i] = i / n == at ? part->v[i % n] : v->v[i];
    return r;
}

static data *selected(reference *c, const data *const *x) {
    data *r = new_data(c, x[1]->s);
    int i;
    for (i = 0; i < parts(r->s); i++) r->v[i] = choose(*part(x[0], i), x[1]->v[i], x[2]->v[i]);
    return r;
}

static data *one_scalar(reference *c, int kind, scalar v) {
    data *r = new_data(c, make_shape(kind, 1, 1));
    r->v[0] = v;
    return r;
}

/* x - y, per component, and its length */
static scalar distance(reference *c, const data *const *x) {
    return length(c, componentwise(c, SUB, 2, x, x[0]->s));
}

static data *face_forward(reference *c, const data *const *x) {
    scalar away = op2(c, LT, dot(c, x[2], x[1]), exact(0));
    data *r = new_data(c, x[0]->s);
    int i;
    for (i = 0; i < parts(r->s); i++) r->v[i] = choose(away, x[0]->v[i], op1(c, NEG, x[0]->v[i]));
    return r;
}

static data *transposed(reference *c, const data *a) {
    data *r = new_data(c, make_shape(NUM, a->s.cols, a->s.rows));
    int i, j;
    for (j = 0; j < a->s.cols; j++)
        for (i = 0; i < a->s.rows; i++) r->v[i * a->s.cols + j] = a->v[j * a->s.rows + i];
    return r;
}

static data *outer(reference *c, const data *a, const data *b) {
    data *r = new_data(c, make_shape(NUM, a->s.rows, b->s.rows));
    int i, j;
    for (j = 0; j < b->s.rows; j++)
        for (i = 0; i < a->s.rows; i++) r->v[j * a->s.rows + i] = op2(c, MUL, a->v[i], b->v[j]);
    return r;
}

/* A component or column; a dynamic index is clamped. */
static data *at_index(reference *c, const data *a, const data *index) {
    int n = is_matrix(a->s) ? a->s.cols : a->s.rows, j;
    int64_t i = is_integer(index->s) ? index->v[0].i : (int64_t)index->v[0].f;
    data *r = new_data(c, make_shape(a->s.kind, is_matrix(a->s) ? a->s.rows : 1, 1));
    i = i < 0 ? 0 : i >= n ? n - 1 : i;
    for (j = 0; j < parts(r->s); j++) {
        r->v[j] = a->v[i * parts(r->s) + j];
        if (index->v[0].error > 0) r->v[j].error = INFINITY;
        r->v[j].met |= index->v[0].met;
    }
    return r;
}

static data *stage_input(reference *c, int id) {
    data *r;
    int i;
    if (id == FRONT_FACING) return one_scalar(c, BOOL, given(exact(c->front_facing ? 1.0f : 0.0f)));
    r = new_data(c, make_shape(NUM, 4, 1));
    r->v[0] = exact(floorf(c->x / 2) * 2 + (float)(c->lane & 1) + 0.5f);
    r->v[1] = exact(floorf(c->y / 2) * 2 + (float)(c->lane >> 1) + 0.5f);
    r->v[2] = exact(0);
    r->v[3] = exact(1);
    for (i = 0; i < 4; i++) r->v[i] = given(r->v[i]);
    return r;
}

/* + and * from the left; other operations per component. */
static data *fold_left(reference *c, int id, int n, const data *const *x) {
    const data *pair[2];
    int i;
    pair[0] = x[0];
    for (i = 1; i < n; i++) {
        pair[1] = x[i];
        pair[0] = id == MUL ? product(c, pair[0], pair[1])
                            : componentwise(c, id, 2, pair,
                                            is_scalar(pair[0]->s) ? pair[1]->s : pair[0]->s);
    }
    return made(c, 1, pair, pair[0]->s);
}

/* The nearest half to f, as bits; *inexact if it is another number. */
static uint32_t half_bits(float f, int *inexact) {
    uint32_t sign = bits_of(f) >> 16 & 0x8000u, fraction;
    int e;
    double m = frexp(fabs((double)f), &e), scaled;
    if (isnan(f)) return *inexact = 1, 0x7e00u;
    if (isinf(f)) return sign | 0x7c00u;
    if (f == 0) return sign;
    if (e < -13) m = ldexp(m, e + 13), e = -13; /* subnormal */
    scaled = ldexp(m, 11);
    if (scaled != floor(scaled) || e > 16) *inexact = 1;
    fraction = (uint32_t)nearbyint(scaled);
    if (e > 16) return sign | 0x7c00u;
    return sign | (fraction < 1024 ? fraction : ((uint32_t)(e + 14) << 10) + fraction - 1024);
}

static double half_value(uint32_t bits) {
    double m = (double)(bits & 1023u), r;
    int e = (int)(bits >> 10 & 31u);
    r = e == 31  ? (m > 0 ? NAN : INFINITY)
        : e == 0 ? ldexp(m, -24)
                 : ldexp(m + 1024, e - 25);
    return bits & 0x8000u ? -r : r;
}

static int packs_halves(const char *name) {
    return strstr(name, "alf") || strstr(name, "float");
}

static int packs_signed(const char *name) {
    return strstr(name, "snorm") || strstr(name, "Snorm");
}

/* pack-snorm-4x8 and its kin. A device may round a tie either way. */
static data *packed(reference *c, const char *name, const data *x) {
    int n = parts(x->s), width = 32 / n, is_half = packs_halves(name),
        is_signed = packs_signed(name), i;
    double error = 0;
    double scale = ldexp(1, width - is_signed) - 1;
    scalar r;
    uint32_t bits = 0;
    uint64_t met = 0;
    for (i = 0; i < n; i++) {
        double v = min_of(max_of((double)x->v[i].f, is_signed ? -1 : 0), 1) * scale;
        int inexact = fabs(fabs(v - trunc(v)) - 0.5) < 1e-3 || isnan(v);
        uint32_t piece = (uint32_t)(int32_t)nearbyint(isnan(v) ? 0 : v);
        if (is_half) inexact = 0, piece = half_bits(x->v[i].f, &inexact);
        if (is_half && x->v[i].f == 0 && x->v[i].flags & ZERO) inexact = 1;
        if (inexact || x->v[i].error > 0) error = INFINITY;
        met |= x->v[i].met;
        bits |= (piece & ((1u << width) - 1)) << i * width;
    }
    r = whole(UINT, (int64_t)bits);
    r.error = error;
    r.met = met;
    return one_scalar(c, UINT, r);
}

static data *unpacked(reference *c, const char *name, const data *x, shape s) {
    int n = parts(s), width = 32 / n, is_half = packs_halves(name),
        is_signed = packs_signed(name), i;
    double scale = ldexp(1, width - is_signed) - 1;
    data *r = new_data(c, s);
    for (i = 0; i < n; i++) {
        int64_t piece = x->v[0].i >> i * width & (((int64_t)1 << width) - 1);
        double v;
        if (is_signed && piece >> (width - 1)) piece -= (int64_t)1 << width;
        v = is_half ? half_value((uint32_t)piece) : max_of((double)piece / scale, -1);
        r->v[i] = exact((float)v);
        if (!is_half && v != floor(v)) r->v[i].error = 3 * ulp(v);
        if (is_half && v != 0 && fabs(v) < ldexp(1, -14)) r->v[i].error = fabs(v);
        if (x->v[0].error > 0) r->v[i].error = INFINITY;
        r->v[i].met = x->v[0].met;
    }
    return r;
}

static scalar scaled_by(reference *c, scalar x, scalar exponent) {
    int e = exponent.i > 400 ? 400 : exponent.i < -400 ? -400 : (int)exponent.i;
    scalar r = exact((float)ldexp((double)x.f, e));
    if (x.error > 0 || exponent.error > 0 || !isfinite(r.f) || e > 128) r.error = INFINITY;
    if (is_denormal(r.f) || is_denormal(x.f) || (r.f == 0 && x.f != 0)) r.error = INFINITY;
    r.flags |= x.flags & SPECIAL;
    r.met = x.met | exponent.met;
    if (e > 128 && exponent.error == 0) r.met |= meet(c, MET_LDEXP);
    if (e > 128 || exponent.error > 0) may_meet(c, MET_LDEXP);
    return r;
}

/* Conversions, bits, ldexp: per component. `to` is the result's type. */
static data *recast(reference *c, const builtin *b, const data *const *x, shape to) {
    data *r = new_data(c, to);
    int i, from = x[0]->s.kind;
    for (i = 0; i < parts(to); i++)
        r->v[i] = b->id == TO     ? converted(c, from, to.kind, x[0]->v[i])
                  : b->id == BITS ? same_bits(from, to.kind, x[0]->v[i])
                                  : scaled_by(c, x[0]->v[i], *part(x[1], i));
    return r;
}

/* The value of a builtin (pairs and derivatives aside). s is the type of its result. */
static data *compute(reference *c, const builtin *b, const char *name, int n, const data *const *x,
                     shape s) {
    const data *choice[3];
    int id = b->id;
    switch (id) {
    case TO:
    case BITS:
    case LDEXP: return recast(c, b, x, s);
    case PACK: return packed(c, name, x[0]);
    case UNPACK: return unpacked(c, name, x[0], s);
    case MIX:
        if (x[2]->s.kind != BOOL) return componentwise(c, id, n, x, s);
        choice[0] = x[2], choice[1] = x[1], choice[2] = x[0];
        return selected(c, choice);
    case ADD:
    case MUL: return fold_left(c, id, n, x);
    case SUB: return componentwise(c, n == 1 ? NEG : SUB, n, x, s);
    case ANY:
    case ALL: return any_or_all(c, id, x[0]);
    case SELECT: return selected(c, x);
    case ATAN: return componentwise(c, n == 2 ? ATAN2 : ATAN, n, x, s);
    case LENGTH: return one_scalar(c, NUM, length(c, x[0]));
    case DISTANCE: return one_scalar(c, NUM, distance(c, x));
    case DOT: return one_scalar(c, NUM, dot(c, x[0], x[1]));
    case CROSS: return cross(c, x[0], x[1]);
    case NORMALIZE: return normalized(c, x[0]);
    case FACE_FORWARD: return face_forward(c, x);
    case REFLECT: return reflected(c, x[0], x[1]);
    case REFRACT: return refracted(c, x[0], x[1], x[2]->v[0]);
    case OUTER: return outer(c, x[0], x[1]);
    case TRANSPOSE: return transposed(c, x[0]);
    case DETERMINANT: return one_scalar(c, NUM, safe_determinant(c, x[0]));
    case INVERSE: return inverted(c, x[0]);
    case AT: return at_index(c, x[0], x[1]);
    case FRAG_COORD:
    case FRONT_FACING: return stage_input(c, id);
    case MAKE: return made(c, n, x, s);
    default: return componentwise(c, id, n, x, s);
    }
}

/* The length of a vector, sums from the first square on. */
static scalar length_in_steps(reference *c, const data *a) {
    scalar sum = op2(c, MUL, a->v[0], a->v[0]);
    int i;
    for (i = 1; i < parts(a->s); i++) sum = op2(c, ADD, sum, op2(c, MUL, a->v[i], a->v[i]));
    return op1(c, SQRT, sum);
}

/* What the compiler computes in steps (folds_in_steps), without an error. With any if it does not:
   of what is undefined, and if a length to divide by is not from 2^-50 to 2^50. r: as computed. */
static data *in_steps(reference *c, const call *k, const data *const *x, data *r) {
    int i, j, id = k->b->id, open = 0;
    scalar by = exact((float)(id == RADIANS ? pi / 180 : 180 / pi));
    for (i = 0; i < parts(r->s) && id == MIX; i++) {
        const scalar *a = part(x[2], i);
        r->v[i] = op2(c, ADD, op2(c, MUL, *part(x[0], i), op2(c, SUB, exact(1), *a)),
                      op2(c, MUL, *part(x[1], i), *a));
    }
    if (id == RADIANS || id == DEGREES) r = scaled(c, x[0], by);
    for (i = 0; i < parts(r->s) && id == INVERSE_SQRT; i++) {
        open |= !(x[0]->v[i].f > 0);
        r->v[i] = op2(c, DIV, exact(1), op1(c, SQRT, x[0]->v[i]));
    }
    if (id == NORMALIZE) {
        by = op2(c, DIV, exact(1), length_in_steps(c, x[0]));
        open = !((double)by.f > ldexp(1, -50) && (double)by.f < ldexp(1, 50));
        r = scaled(c, x[0], by);
    }
    for (i = 0; i < k->n; i++)
        for (j = 0; j < parts(x[i]->s); j++) open |= !isfinite(x[i]->v[j].error);
    for (i = 0; i < parts(r->s); i++) r->v[i].error = open ? INFINITY : 0;
    return r;
}

/* The same, of constants: the compiler computes it exactly, but for what is undefined. */
static data *folded(reference *c, const call *k, const data *const *x, shape s) {
    data *r = compute(c, k->b, k->name, k->n, x, s);
    int i;
    if (folds_in_steps(k)) r = in_steps(c, k, x, r);
    for (i = 0; i < parts(r->s); i++) {
        if (isfinite(r->v[i].error)) r->v[i].error = 0;
        r->v[i].flags &= ~PRODUCT;
    }
    return r;
}

/* One component of modf (whole part toward zero, the rest with the sign of the operand), frexp
   (significand from 0.5 to 1), sum and carry, difference and borrow, low and high half. */
static void pair_parts(reference *c, int id, int kind, const scalar *x, const scalar *y, scalar *a,
                       scalar *b) {
    int64_t n;
    int e = 0;
    if (id == MODF) {
        *b = op1(c, TRUNC, *x);
        *a = op2(c, SUB, *x, *b);
        a->f = copysignf(a->f, x->f);
        if (!isfinite(x->f)) a->error = INFINITY; /* GLSL.std.450 does not say */
        return;
    }
    if (id == FREXP) {
        *a = exact((float)frexp((double)x->f, &e));
        *b = whole(INT, isfinite(x->f) ? e : 0);
        a->flags |= x->flags & ZERO;
        a->met = b->met = x->met | (x->error == 0 && !isfinite(x->f) ? meet(c, MET_FREXP) : 0);
        if (x->error > 0 || !isfinite(x->f)) may_meet(c, MET_FREXP);
        if (x->error > 0 || !isfinite(x->f) || is_denormal(x->f)) a->error = b->error = INFINITY;
        return;
    }
    n = id == ADD_CARRY    ? x->i + y->i
        : id == SUB_BORROW ? x->i - y->i
        : kind == INT      ? x->i * y->i
                           : (int64_t)((uint64_t)x->i * (uint64_t)y->i);
    *a = whole(kind, n);
    *b = whole(kind, id == SUB_BORROW ? n < 0 : (int64_t)((uint64_t)n >> 32));
    a->met = b->met = x->met | y->met;
    if (x->error > 0 || y->error > 0) a->error = b->error = INFINITY;
}

#endif
