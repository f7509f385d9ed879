/* JSON text from strings of any bytes. Part of lambdav.c. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli_base.h"

/* Bytes of the well-formed UTF-8 character at the start of the text, 0 if there is none. */
static size_t utf8_size(const unsigned char *text, size_t size) {
    static const unsigned low[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned code, i, length = text[0] < 0x80 ? 1 : text[0] < 0xC2 ? 0 : text[0] < 0xE0 ? 2
                             : text[0] < 0xF0 ? 3 : text[0] < 0xF5 ? 4 : 0;
    if (length < 2) return length;
    if (length > size) return 0;
    code = text[0] & (0x7Fu >> length);
    for (i = 1; i < length; i++) {
        if ((text[i] & 0xC0u) != 0x80) return 0;
        code = code << 6 | (text[i] & 0x3Fu);
    }
    return code < low[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000) ? 0 : length;
}

/* A value in a tree. */
typedef struct json {
    struct json *parent, *first, *last, *next;
    char open; /* '{' object, '[' array, else 0 */
    char *key; /* as it is printed: with quotes and colon; NULL in arrays */
    char *text; /* of what is neither object nor array, as it is printed */
} json;

/* Text in quotes, to be freed. Bytes that are not UTF-8, and NUL, become U+FFFD. */
static char *json_quote(const char *text, size_t size) {
    bytes b = {NULL, 0, 0};
    size_t i, step;
    bytes_add(&b, "\"", 1);
    for (i = 0; i < size; i += step ? step : 1) {
        step = text[i] == '\0' ? 0 : utf8_size((const unsigned char *)text + i, size - i);
        if (step == 1 && (text[i] == '"' || text[i] == '\\')) bytes_print(&b, "\\%c", text[i]);
        else if (step == 1 && ((unsigned char)text[i] < 32 || text[i] == 127))
            bytes_print(&b, "\\u%04x", (unsigned)text[i]);
        else bytes_add(&b, step ? text + i : "\xEF\xBF\xBD", step ? step : 3);
    }
    bytes_add(&b, "\"", 2);
    return b.data;
}

/* Adds a value at the end of an object (under a key) or an array (key NULL); parent NULL: it is
   the whole. Takes the text, which NULL is for objects and arrays. */
static json *json_put(json *parent, const char *key, char open, char *text) {
    json *v = (json *)need(calloc(1, sizeof *v));
    v->parent = parent;
    v->open = open;
    v->text = text;
    if (key != NULL) v->key = print_new("\"%s\": ", key);
    if (parent == NULL) return v;
    if (parent->last != NULL) parent->last->next = v;
    else parent->first = v;
    parent->last = v;
    return v;
}

static json *json_new(void) {
    return json_put(NULL, NULL, '{', NULL);
}

static void json_text(json *object, const char *key, const char *text, size_t size) {
    json_put(object, key, 0, json_quote(text, size));
}

/* Whole numbers up to 2^53. */
static void json_number(json *object, const char *key, double value) {
    json_put(object, key, 0, print_new("%.0f", value));
}

static json *json_list(json *object, const char *key) {
    return json_put(object, key, '[', NULL);
}

static json *json_add(json *array) {
    return json_put(array, NULL, '{', NULL);
}

static int json_is_flat(const json *list) {
    const json *v = list->first;
    while (v != NULL && v->open == 0) v = v->next;
    return list->open == '[' && v == NULL;
}

/* What stands before a value: the comma, and unless it is in a list of plain ones a new line. */
static void json_separate(bytes *b, const json *parent, int first, int depth) {
    if (!first) bytes_add(b, ",", 1);
    if (json_is_flat(parent)) bytes_add(b, " ", !first);
    else bytes_print(b, "\n%*s", 2 * depth, "");
}

static void json_print_value(bytes *b, const json *v, int depth) {
    const json *child;
    if (v->key != NULL) bytes_add(b, v->key, strlen(v->key));
    if (v->open == 0) {
        bytes_add(b, v->text, strlen(v->text));
        return;
    }
    bytes_add(b, &v->open, 1);
    for (child = v->first; child != NULL; child = child->next) {
        json_separate(b, v, child == v->first, depth + 1);
        json_print_value(b, child, depth + 1);
    }
    if (v->first != NULL && !json_is_flat(v)) bytes_print(b, "\n%*s", 2 * depth, "");
    bytes_add(b, v->open == '{' ? "}" : "]", 1);
}

static void json_free(json *v) {
    json *child, *next;
    for (child = v->first; child != NULL; child = next) {
        next = child->next;
        json_free(child);
    }
    free(v->key);
    free(v->text);
    free(v);
}

/* Adds the object's text and a newline; frees the object. */
static void json_take(bytes *b, json *object) {
    json_print_value(b, object, 0);
    bytes_add(b, "\n", 1);
    json_free(object);
}

/* Prints the object to stdout and frees it. */
static int json_print(json *object) {
    bytes b = {NULL, 0, 0};
    int code;
    json_take(&b, object);
    code = write_file("-", b.data, b.size);
    free(b.data);
    return code;
}

#endif
