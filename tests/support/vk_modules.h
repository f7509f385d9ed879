// SPIR-V words for the tests of lambdav_vk.h, made while a test runs: assembled by spirv-as
// (spirv-tools) or compiled by glslangValidator (glslang-tools). Needs POSIX of 2008.
//
// If the environment variable VK_MODULES names a directory, modules are kept there: a test that has
// run once can then run on a machine that has neither tool.
#ifndef VK_MODULES_H
#define VK_MODULES_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { VK_MODULES_WORDS = 8192, VK_MODULES_PATH = 512 };

typedef struct {
    uint32_t words[VK_MODULES_WORDS];
    size_t count;
} vk_module;

// Ends the test: it cannot go on without its module.
static void vk_give_up(const char *what, const char *text) {
    fprintf(stderr, "cannot make a module: %s\n%s\n", what, text);
    abort();
}

// Reads a file of words into the module; nonzero if it is there and not empty.
static int vk_read(vk_module *m, const char *path) {
    FILE *file = fopen(path, "rb");
    m->count = 0;
    if (file == NULL) return 0;
    m->count = fread(m->words, sizeof m->words[0], VK_MODULES_WORDS, file);
    fclose(file);
    return m->count != 0;
}

static void vk_write(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wb");
    if (file == NULL || fwrite(bytes, 1, size, file) != size) vk_give_up(path, "cannot be written");
    fclose(file);
}

// Runs the command that makes words of text; its two %s become the environment and the files, text
// first.
static void vk_build(vk_module *m, const char *format, const char *environment, const char *text) {
    char directory[] = "/tmp/vk_modules_XXXXXX", command[VK_MODULES_PATH], in[64], out[64];
    int made;
    if (mkdtemp(directory) == NULL) vk_give_up(directory, "no temporary directory");
    snprintf(in, sizeof in, "%s/in", directory);
    snprintf(out, sizeof out, "%s/out", directory);
    snprintf(command, sizeof command, format, environment, out, in);
    vk_write(in, text, strlen(text));
    made = system(command) == 0 && vk_read(m, out);
    unlink(in);
    unlink(out);
    rmdir(directory);
    if (!made) vk_give_up(command, text);
}

// 64-bit FNV-1a of a string, continued from a former one.
static uint64_t vk_hash(uint64_t hash, const char *text) {
    for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * 0x100000001B3u;
    return hash;
}

// The module of text, kept or made. It is overwritten by the eighth call after this one.
static vk_module *vk_make(const char *format, const char *environment, const char *text) {
    static vk_module modules[8];
    static unsigned next;
    vk_module *m = &modules[next++ % 8];
    const char *directory = getenv("VK_MODULES");
    uint64_t hash = vk_hash(vk_hash(vk_hash(0xCBF29CE484222325u, format), environment), text);
    char path[VK_MODULES_PATH];
    if (directory == NULL) {
        vk_build(m, format, environment, text);
        return m;
    }
    snprintf(path, sizeof path, "%s/%08lx%08lx.spv", directory, (unsigned long)(hash >> 32),
             (unsigned long)(hash & 0xFFFFFFFFu));
    if (vk_read(m, path)) return m;
    vk_build(m, format, environment, text);
    vk_write(path, m->words, m->count * sizeof m->words[0]);
    return m;
}

// Assembles for an environment: "vulkan1.0" or "spv1.3", for example.
static vk_module *vk_assemble(const char *environment, const char *text) {
    return vk_make("spirv-as --target-env %s -o %s %s", environment, text);
}

#endif
