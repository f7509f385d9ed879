/* cc -std=c99 -O2 -shared -fPIC -fvisibility=hidden tests/wgsl/claim.c -o libclaim.so */
/* A Vulkan layer for lavapipe 22, which makes it good enough for Dawn: it claims that arrays of
   textures and buffers may be indexed dynamically, which lavapipe does not say. No text that is
   tested does it. A device is created without what was only claimed. tests/wgsl/lavapipe.sh runs
   programs with it. */
#include <string.h>

#include <vulkan/vulkan.h>

#include <vulkan/vk_layer.h>

#define EXPORTED __attribute__((visibility("default")))

/* Of the one instance that a program has. */
static PFN_vkGetInstanceProcAddr next_instance;
static PFN_vkGetDeviceProcAddr next_device;
static PFN_vkGetPhysicalDeviceFeatures real_features;
static PFN_vkGetPhysicalDeviceFeatures2 real_features2;
static PFN_vkCreateDevice real_create_device;

static void claim(VkPhysicalDeviceFeatures *features) {
    features->shaderUniformBufferArrayDynamicIndexing = VK_TRUE;
    features->shaderSampledImageArrayDynamicIndexing = VK_TRUE;
    features->shaderStorageBufferArrayDynamicIndexing = VK_TRUE;
    features->shaderStorageImageArrayDynamicIndexing = VK_TRUE;
}

static void VKAPI_CALL get_features(VkPhysicalDevice device, VkPhysicalDeviceFeatures *features) {
    real_features(device, features);
    claim(features);
}

static void VKAPI_CALL get_features2(VkPhysicalDevice device, VkPhysicalDeviceFeatures2 *features) {
    real_features2(device, features);
    claim(&features->features);
}

/* The link in a chain of structs by which the loader tells of the next layer. */
static const void *link_in(const void *chain, VkStructureType type) {
    const VkLayerInstanceCreateInfo *at = (const VkLayerInstanceCreateInfo *)chain;
    while (at != NULL && (at->sType != type || at->function != VK_LAYER_LINK_INFO))
        at = (const VkLayerInstanceCreateInfo *)at->pNext;
    return at;
}

/* The trampolines of the loader would come back here, so what is next is asked for at once. */
static VkResult VKAPI_CALL create_instance(const VkInstanceCreateInfo *info,
                                           const VkAllocationCallbacks *memory, VkInstance *out) {
    VkLayerInstanceCreateInfo *link = (VkLayerInstanceCreateInfo *)link_in(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    VkResult result;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    next_instance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    result = ((PFN_vkCreateInstance)next_instance(NULL, "vkCreateInstance"))(info, memory, out);
    if (result != VK_SUCCESS) return result;
    real_features = (PFN_vkGetPhysicalDeviceFeatures)
        next_instance(*out, "vkGetPhysicalDeviceFeatures");
    real_features2 = (PFN_vkGetPhysicalDeviceFeatures2)
        next_instance(*out, "vkGetPhysicalDeviceFeatures2");
    real_create_device = (PFN_vkCreateDevice)next_instance(*out, "vkCreateDevice");
    return VK_SUCCESS;
}

static void keep_real(VkPhysicalDeviceFeatures *wanted, const VkPhysicalDeviceFeatures *real) {
    VkBool32 *a = (VkBool32 *)wanted;
    const VkBool32 *b = (const VkBool32 *)real;
    size_t i;
    for (i = 0; i < sizeof *wanted / sizeof *a; i++) a[i] = a[i] && b[i];
}

static VkResult VKAPI_CALL create_device(VkPhysicalDevice physical, const VkDeviceCreateInfo *info,
                                         const VkAllocationCallbacks *memory, VkDevice *out) {
    VkLayerDeviceCreateInfo *link = (VkLayerDeviceCreateInfo *)link_in(
        info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    VkDeviceCreateInfo mine = *info;
    VkPhysicalDeviceFeatures real, wanted;
    VkBaseOutStructure *s;
    if (link == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    next_device = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;
    real_features(physical, &real);
    if (info->pEnabledFeatures != NULL) {
        wanted = *info->pEnabledFeatures;
        keep_real(&wanted, &real);
        mine.pEnabledFeatures = &wanted;
    }
    for (s = (VkBaseOutStructure *)info->pNext; s != NULL; s = s->pNext)
        if (s->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2)
            keep_real(&((VkPhysicalDeviceFeatures2 *)s)->features, &real);
    return real_create_device(physical, &mine, memory, out);
}

static PFN_vkVoidFunction VKAPI_CALL get_device_address(VkDevice device, const char *name) {
    return next_device(device, name);
}

static PFN_vkVoidFunction VKAPI_CALL get_instance_address(VkInstance instance, const char *name) {
    static const struct {
        const char *name;
        PFN_vkVoidFunction function;
    } own[] = {{"vkGetInstanceProcAddr", (PFN_vkVoidFunction)get_instance_address},
               {"vkGetDeviceProcAddr", (PFN_vkVoidFunction)get_device_address},
               {"vkCreateInstance", (PFN_vkVoidFunction)create_instance},
               {"vkCreateDevice", (PFN_vkVoidFunction)create_device},
               {"vkGetPhysicalDeviceFeatures", (PFN_vkVoidFunction)get_features},
               {"vkGetPhysicalDeviceFeatures2", (PFN_vkVoidFunction)get_features2},
               {"vkGetPhysicalDeviceFeatures2KHR", (PFN_vkVoidFunction)get_features2}};
    size_t i;
    for (i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(name, own[i].name) == 0) return own[i].function;
    return next_instance(instance, name);
}

EXPORTED VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface *about) {
    about->pfnGetInstanceProcAddr = get_instance_address;
    about->pfnGetDeviceProcAddr = get_device_address;
    about->pfnGetPhysicalDeviceProcAddr = NULL;
    return VK_SUCCESS;
}
