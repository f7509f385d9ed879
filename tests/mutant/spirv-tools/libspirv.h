/* In place of SPIRV-Tools, where a test that looks at words in its own way too is to run without
   the validator: everything is valid. */
#ifndef LIBSPIRV_STAND_IN_H
#define LIBSPIRV_STAND_IN_H

#include <stddef.h>
#include <stdint.h>

typedef enum spv_target_env {
    SPV_ENV_VULKAN_1_0,
    SPV_ENV_VULKAN_1_1,
    SPV_ENV_VULKAN_1_2,
    SPV_ENV_VULKAN_1_3
} spv_target_env;

typedef enum spv_result_t { SPV_SUCCESS } spv_result_t;

typedef struct spv_diagnostic_t {
    const char *error;
} *spv_diagnostic;

typedef struct spv_const_binary_t {
    const uint32_t *code;
    size_t wordCount;
} spv_const_binary_t;

typedef const char *spv_context;

static spv_context spvContextCreate(spv_target_env environment) {
    (void)environment;
    return "a context";
}

static void spvContextDestroy(spv_context context) {
    (void)context;
}

static spv_result_t spvValidate(spv_context context, const spv_const_binary_t *binary,
                                spv_diagnostic *diagnostic) {
    (void)context, (void)binary, (void)diagnostic;
    return SPV_SUCCESS;
}

static void spvDiagnosticDestroy(spv_diagnostic diagnostic) {
    (void)diagnostic;
}

#endif
