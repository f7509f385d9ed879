// A context of lambdav_vk.h on a real device, with the validation layer watching: what the tests
// that draw and compute share. Included after lambdav_vk.h and cmocka.h.
#ifndef VK_HARNESS_H
#define VK_HARNESS_H

#include <stdio.h>

static const char *device;   // command line
static int watched = 1;
static lambdav_vk_context vk;
static char last_message[1024];

static void hear(void *user, lambdav_vk_message_kind kind, const char *text) {
    (void)user, (void)kind;
    snprintf(last_message, sizeof last_message, "%s", text);
}

static void set_options(lambdav_vk_options *options) {
    memset(options, 0, sizeof *options);
    options->device = device;
    options->validation = watched;
    options->message = hear;
}

static void assert_ok(lambdav_vk_status status) {
    if (status != LAMBDAV_VK_OK) fail_msg("%s (%s)", vk.error, lambdav_vk_status_text(status));
}

static void open_version(uint32_t version) {
    lambdav_vk_options options;
    set_options(&options);
    options.max_version = version;
    last_message[0] = '\0';
    assert_ok(lambdav_vk_open(&vk, &options));
}

static void assert_silent(void) {
    if (vk.messages[LAMBDAV_VK_MESSAGE_ERROR] + vk.messages[LAMBDAV_VK_MESSAGE_WARNING] != 0)
        fail_msg("validation: %s", last_message);
}

static int open_device(void **state) {
    (void)state;
    open_version(0);
    return 0;
}

static int close_device(void **state) {
    (void)state;
    lambdav_vk_close(&vk);
    assert_silent();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_device, close_device)

#endif
