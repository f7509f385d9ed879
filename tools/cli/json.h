/* JSON text from strings of any bytes. Part of lambdav.c. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "base.h"

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
    unsigned code;
    bytes_add(&b, "\"", 1);
    for (i = 0; i < size; i += step ? step : 1) {
        step = utf8_read((const unsigned char *)text + i, size - i, &code);
        if (code == 0) step = 0;
        if (step == 1 && (text[i] == '"' || text[i] == '\\')) bytes_print(&b, "\\%c", text[i]);
        else if (step > 0 && is_control(code)) bytes_print(&b, "\\u%04x", code);
        else bytes_add(&b, step ? text + i : "\xEF\xBF\xBD", step ? step : 3);
    }
    bytes_add(&b, "\"", 2);
    return (char *)need(realloc(b.data, b.size));
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

/* What stands before a value: the comma, and unless the list is flat a new line. */
static void json_separate(bytes *b, int flat, int first, int depth) {
    if (!first) bytes_add(b, ",", 1);
    if (flat) bytes_add(b, " ", !first);
    else bytes_print(b, "\n%*s", 2 * depth, "");
}

static void json_print_value(bytes *b, const json *v, int depth) {
    const json *child;
    int flat = json_is_flat(v);
    if (v->key != NULL) bytes_add(b, v->key, strlen(v->key));
    if (v->open == 0) {
        bytes_add(b, v->text, strlen(v->text));
        return;
    }
    bytes_add(b, &v->open, 1);
    for (child = v->first; child != NULL; child = child->next) {
        json_separate(b, flat, child == v->first, depth + 1);
        json_print_value(b, child, depth + 1);
    }
    if (v->first != NULL && !flat) bytes_print(b, "\n%*s", 2 * depth, "");
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
