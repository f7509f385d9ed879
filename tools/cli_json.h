/* JSON text from strings of any bytes. Part of lambdav.c. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli_base.h"

#include <cjson/cJSON.h>

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

/* Adds a string to a JSON object; bytes that are not UTF-8, and NUL, become U+FFFD. */
static void json_text(cJSON *object, const char *key, const char *text, size_t size) {
    bytes b = {NULL, 0, 0};
    size_t i, step;
    for (i = 0; i < size; i += step ? step : 1) {
        step = text[i] == '\0' ? 0 : utf8_size((const unsigned char *)text + i, size - i);
        bytes_add(&b, step ? text + i : "\xEF\xBF\xBD", step ? step : 3);
    }
    bytes_add(&b, "", 1);
    need(cJSON_AddStringToObject(object, key, b.data));
    free(b.data);
}

static void json_number(cJSON *object, const char *key, double value) {
    need(cJSON_AddNumberToObject(object, key, value));
}

static cJSON *json_add(cJSON *array) {
    cJSON *object = (cJSON *)need(cJSON_CreateObject());
    cJSON_AddItemToArray(array, object);
    return object;
}

/* The object as text; frees the object. */
static char *json_take(cJSON *object) {
    char *text = (char *)need(cJSON_Print(object));
    cJSON_Delete(object);
    return text;
}

/* Prints the object to stdout and frees it. */
static int json_print(cJSON *object) {
    char *text = json_take(object);
    size_t size = strlen(text);
    int code;
    text[size] = '\n'; /* in place of the terminating zero */
    code = write_file("-", text, size + 1);
    cJSON_free(text);
    return code;
}

#endif
