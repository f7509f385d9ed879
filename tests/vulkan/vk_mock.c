// cc -fsanitize=address,undefined -fno-sanitize-recover -I. tests/vulkan/vk_mock.c -lcmocka -o build/vk_mock
//
// lambdav_vk.h on a mock driver that counts live objects, and fails where it is told to. Needs no
// Vulkan; needs cmocka and spirv-as (spirv-tools).
#define _POSIX_C_SOURCE 200809L
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#define LAMBDAV_VK_KEEP_PRIVATE
#define LAMBDAV_VK_IMPLEMENTATION
#include "lambdav_vk.h"
#include "tests/support/vk_modules.h"

// =================================================================================================
// The mock driver
// =================================================================================================
// Handles are addresses of objects in one table. Objects are never reused, so a stale handle is
// noticed.

typedef enum {
    INSTANCE, MESSENGER, DEVICE, POOL, FENCE, QUERIES, MODULE, RENDER_PASS, LAYOUT, PIPELINE, IMAGE,
    VIEW, MEMORY, BUFFER, FRAMEBUFFER, SET_LAYOUT, SET_POOL, SAMPLER
} kind;

typedef struct {
    kind kind;
    int live;
    const void *parent;  // an instance or a device, which must outlive it
} object;

enum { MAX_OBJECTS = 4096, MAX_PIXELS = 1 << 22 };

typedef struct {
    // what the test sets
    unsigned fail_at;  // the call, counted from 1, that fails with fail_result; 0: none
    int for_good;      // nonzero: all calls after that one fail too
    VkResult fail_result;
    const char *missing;  // entry point that does not exist
    uint32_t loader_version;
    uint32_t device_count;
    VkPhysicalDeviceProperties devices[64];
    int no_queue[64];
    VkPhysicalDeviceFeatures features;
    VkSubgroupFeatureFlags subgroups;
    VkFormatFeatureFlags format_features;
    int no_compute;
    int zeros;  // it has shaderZeroInitializeWorkgroupMemory, of 1.3
    VkPhysicalDeviceMemoryProperties memory;
    uint32_t timestamp_bits;
    uint64_t ticks[2];
    int no_format;
    uint32_t max_extent;
    int report;  // kinds of messages to send from vkCreateShaderModule: 1 warning, 2 error
    // what the test reads
    unsigned calls;
    char failed[64];  // name of the call that failed
    uint32_t instance_version, push_range, mask[LAMBDAV_VK_MAX_ATTACHMENTS];
    char entry[64];
    int layers, core_features, invalidated, flushed, copies, draws, dispatches, writes;
    unsigned char pushed[256];
    uint32_t groups[3], constant, constant_id;
    size_t constant_size;
    // its own
    int pending;
    const void *instance;  // the last one made
    object objects[MAX_OBJECTS];
    size_t count;
    unsigned char mapped[MAX_PIXELS];
    VkDebugUtilsMessengerCreateInfoEXT messenger;
} mock_driver;

static mock_driver mock;

static size_t live(void)
{
    size_t i, n = 0;
    for (i = 0; i < mock.count; i++) n += mock.objects[i].live != 0;
    return n;
}

static object *create(kind k, const void *parent)
{
    object *o = &mock.objects[mock.count];
    assert_true(mock.count < MAX_OBJECTS);
    mock.count++;
    o->kind = k;
    o->live = 1;
    o->parent = parent;
    return o;
}

static void check(const void *handle, kind k)
{
    const object *o = (const object *)handle;
    assert_true(o >= mock.objects && o < mock.objects + mock.count);
    assert_true(o->live && o->kind == k);
}

static void destroy(const void *handle, kind k)
{
    size_t i;
    check(handle, k);
    assert_false(mock.pending);
    for (i = 0; i < mock.count; i++)
        assert_false(mock.objects[i].live && mock.objects[i].parent == handle);
    mock.objects[(const object *)handle - mock.objects].live = 0;
}

// Counts a call; nonzero if it is the one that fails.
static int fails(const char *name)
{
    mock.calls++;
    if (mock.for_good && mock.fail_at != 0 && mock.calls > mock.fail_at) return 1;
    if (mock.calls != mock.fail_at) return 0;
    snprintf(mock.failed, sizeof mock.failed, "%s", name);
    return 1;
}

// A creation: a handle, or garbage in its place when it fails.
#define CREATE(Name, KIND, Info, Handle, parent, PARENT) \
    static VKAPI_ATTR VkResult VKAPI_CALL mock_##Name(parent p, const Info *info, \
                                                      const VkAllocationCallbacks *a, Handle *out) \
    { \
        (void)a; \
        assert_non_null(info); \
        if (PARENT) check(p, DEVICE); \
        *out = (Handle)(uintptr_t)0xDEADBEEF; \
        if (fails("vk" #Name)) return mock.fail_result; \
        *out = (Handle)(void *)create(KIND, KIND == DEVICE ? mock.instance : (const void *)p); \
        on_##Name(info); \
        return VK_SUCCESS; \
    }
#define DESTROY(Name, KIND, Handle) \
    static VKAPI_ATTR void VKAPI_CALL mock_##Name(VkDevice d, Handle h, \
                                                  const VkAllocationCallbacks *a) \
    { \
        (void)a; \
        check(d, DEVICE); \
        destroy(h, KIND); \
    }
#define ON(Name, Info) static void on_##Name(const Info *info)
#define IGNORED(Name, Info) \
    ON(Name, Info) { (void)info; }

IGNORED(CreateDevice, VkDeviceCreateInfo)
IGNORED(CreateCommandPool, VkCommandPoolCreateInfo)
IGNORED(CreateFence, VkFenceCreateInfo)
IGNORED(CreateQueryPool, VkQueryPoolCreateInfo)
IGNORED(CreateRenderPass, VkRenderPassCreateInfo)
IGNORED(CreateImage, VkImageCreateInfo)
IGNORED(CreateBuffer, VkBufferCreateInfo)
IGNORED(CreateFramebuffer, VkFramebufferCreateInfo)
IGNORED(AllocateMemory, VkMemoryAllocateInfo)
IGNORED(CreateDescriptorSetLayout, VkDescriptorSetLayoutCreateInfo)
IGNORED(CreateDescriptorPool, VkDescriptorPoolCreateInfo)
IGNORED(CreateSampler, VkSamplerCreateInfo)
ON(CreateImageView, VkImageViewCreateInfo) { check(info->image, IMAGE); }
ON(CreateDebugUtilsMessengerEXT, VkDebugUtilsMessengerCreateInfoEXT) { mock.messenger = *info; }
ON(CreatePipelineLayout, VkPipelineLayoutCreateInfo)
{
    uint32_t i;
    mock.push_range = info->pushConstantRangeCount != 0 ? info->pPushConstantRanges[0].size : 0;
    for (i = 0; i < info->setLayoutCount; i++) check(info->pSetLayouts[i], SET_LAYOUT);
}

static void say(VkDebugUtilsMessageSeverityFlagBitsEXT severity, const char *text)
{
    VkDebugUtilsMessengerCallbackDataEXT data;
    memset(&data, 0, sizeof data);
    data.pMessage = text;
    mock.messenger.pfnUserCallback(severity, VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT, &data,
                                   mock.messenger.pUserData);
}

ON(CreateShaderModule, VkShaderModuleCreateInfo)
{
    assert_true(info->codeSize % 4 == 0);
    if (mock.report & 1) say(VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT, "careful");
    if (mock.report & 2) say(VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT, "wrong");
}

CREATE(CreateDevice, DEVICE, VkDeviceCreateInfo, VkDevice, VkPhysicalDevice, 0)
CREATE(CreateDebugUtilsMessengerEXT, MESSENGER, VkDebugUtilsMessengerCreateInfoEXT,
       VkDebugUtilsMessengerEXT, VkInstance, 0)
CREATE(CreateCommandPool, POOL, VkCommandPoolCreateInfo, VkCommandPool, VkDevice, 1)
CREATE(CreateFence, FENCE, VkFenceCreateInfo, VkFence, VkDevice, 1)
CREATE(CreateQueryPool, QUERIES, VkQueryPoolCreateInfo, VkQueryPool, VkDevice, 1)
CREATE(CreateShaderModule, MODULE, VkShaderModuleCreateInfo, VkShaderModule, VkDevice, 1)
CREATE(CreateRenderPass, RENDER_PASS, VkRenderPassCreateInfo, VkRenderPass, VkDevice, 1)
CREATE(CreatePipelineLayout, LAYOUT, VkPipelineLayoutCreateInfo, VkPipelineLayout, VkDevice, 1)
CREATE(CreateImage, IMAGE, VkImageCreateInfo, VkImage, VkDevice, 1)
CREATE(CreateImageView, VIEW, VkImageViewCreateInfo, VkImageView, VkDevice, 1)
CREATE(CreateBuffer, BUFFER, VkBufferCreateInfo, VkBuffer, VkDevice, 1)
CREATE(CreateFramebuffer, FRAMEBUFFER, VkFramebufferCreateInfo, VkFramebuffer, VkDevice, 1)
CREATE(CreateDescriptorSetLayout, SET_LAYOUT, VkDescriptorSetLayoutCreateInfo,
       VkDescriptorSetLayout, VkDevice, 1)
CREATE(CreateDescriptorPool, SET_POOL, VkDescriptorPoolCreateInfo, VkDescriptorPool, VkDevice, 1)
CREATE(CreateSampler, SAMPLER, VkSamplerCreateInfo, VkSampler, VkDevice, 1)
CREATE(AllocateMemory, MEMORY, VkMemoryAllocateInfo, VkDeviceMemory, VkDevice, 1)
DESTROY(DestroyCommandPool, POOL, VkCommandPool)
DESTROY(DestroyFence, FENCE, VkFence)
DESTROY(DestroyQueryPool, QUERIES, VkQueryPool)
DESTROY(DestroyShaderModule, MODULE, VkShaderModule)
DESTROY(DestroyRenderPass, RENDER_PASS, VkRenderPass)
DESTROY(DestroyPipelineLayout, LAYOUT, VkPipelineLayout)
DESTROY(DestroyPipeline, PIPELINE, VkPipeline)
DESTROY(DestroyImage, IMAGE, VkImage)
DESTROY(DestroyImageView, VIEW, VkImageView)
DESTROY(DestroyBuffer, BUFFER, VkBuffer)
DESTROY(DestroyFramebuffer, FRAMEBUFFER, VkFramebuffer)
DESTROY(FreeMemory, MEMORY, VkDeviceMemory)
DESTROY(DestroyDescriptorSetLayout, SET_LAYOUT, VkDescriptorSetLayout)
DESTROY(DestroyDescriptorPool, SET_POOL, VkDescriptorPool)
DESTROY(DestroySampler, SAMPLER, VkSampler)

#define CALL(Result, Name, parameters) \
    static VKAPI_ATTR Result VKAPI_CALL mock_##Name parameters
#define FAIL(Name) \
    if (fails("vk" #Name)) return mock.fail_result

CALL(VkResult, EnumerateInstanceVersion, (uint32_t *version))
{
    FAIL(EnumerateInstanceVersion);
    *version = mock.loader_version;
    return VK_SUCCESS;
}

CALL(VkResult, CreateInstance,
     (const VkInstanceCreateInfo *info, const VkAllocationCallbacks *a, VkInstance *out))
{
    (void)a;
    *out = (VkInstance)(uintptr_t)0xDEADBEEF;
    FAIL(CreateInstance);
    mock.instance_version = info->pApplicationInfo->apiVersion;
    mock.layers = (int)info->enabledLayerCount;
    mock.instance = create(INSTANCE, NULL);
    *out = (VkInstance)(uintptr_t)mock.instance;
    return VK_SUCCESS;
}

CALL(void, DestroyInstance, (VkInstance i, const VkAllocationCallbacks *a))
{
    (void)a;
    destroy(i, INSTANCE);
}

CALL(void, DestroyDebugUtilsMessengerEXT,
     (VkInstance i, VkDebugUtilsMessengerEXT m, const VkAllocationCallbacks *a))
{
    (void)a;
    check(i, INSTANCE);
    destroy(m, MESSENGER);
}

CALL(void, DestroyDevice, (VkDevice d, const VkAllocationCallbacks *a))
{
    (void)a;
    destroy(d, DEVICE);
}

CALL(VkResult, EnumeratePhysicalDevices, (VkInstance i, uint32_t *count, VkPhysicalDevice *out))
{
    uint32_t n = *count, k;
    check(i, INSTANCE);
    FAIL(EnumeratePhysicalDevices);
    if (n > mock.device_count) n = mock.device_count;
    for (k = 0; k < n; k++) out[k] = (VkPhysicalDevice)(void *)&mock.devices[k];
    *count = n;
    return n < mock.device_count ? VK_INCOMPLETE : VK_SUCCESS;
}

CALL(void, GetPhysicalDeviceProperties, (VkPhysicalDevice d, VkPhysicalDeviceProperties *out))
{
    *out = *(const VkPhysicalDeviceProperties *)(void *)d;
}

CALL(void, GetPhysicalDeviceProperties2, (VkPhysicalDevice d, VkPhysicalDeviceProperties2 *out))
{
    VkPhysicalDeviceSubgroupProperties *subgroup = out->pNext;
    VkPhysicalDeviceFloatControlsProperties *controls = subgroup->pNext;
    out->properties = *(const VkPhysicalDeviceProperties *)(void *)d;
    assert_int_equal(subgroup->sType, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES);
    subgroup->supportedOperations = mock.subgroups;
    if (controls == NULL) return;
    assert_int_equal(controls->sType,
                     VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES);
    controls->shaderSignedZeroInfNanPreserveFloat32 = VK_TRUE;
}

CALL(void, GetPhysicalDeviceFeatures, (VkPhysicalDevice d, VkPhysicalDeviceFeatures *out))
{
    (void)d;
    mock.core_features++;
    *out = mock.features;
}

CALL(void, GetPhysicalDeviceFeatures2, (VkPhysicalDevice d, VkPhysicalDeviceFeatures2 *out))
{
    VkBaseOutStructure *next;
    (void)d;
    out->features = mock.features;
    for (next = (VkBaseOutStructure *)out->pNext; next != NULL; next = next->pNext)
        if (next->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES)
            ((VkPhysicalDeviceVulkan13Features *)(void *)next)
                ->shaderZeroInitializeWorkgroupMemory = mock.zeros != 0;
}

CALL(void, GetPhysicalDeviceMemoryProperties,
     (VkPhysicalDevice d, VkPhysicalDeviceMemoryProperties *out))
{
    (void)d;
    *out = mock.memory;
}

CALL(void, GetPhysicalDeviceQueueFamilyProperties,
     (VkPhysicalDevice d, uint32_t *count, VkQueueFamilyProperties *out))
{
    ptrdiff_t i = (const VkPhysicalDeviceProperties *)(void *)d - mock.devices;
    assert_true(*count >= 2);
    *count = 2;
    out[0].queueFlags = VK_QUEUE_TRANSFER_BIT;
    out[0].queueCount = 1;
    out[1].queueFlags = (mock.no_queue[i] ? 0u : VK_QUEUE_GRAPHICS_BIT) |
                        (mock.no_compute ? 0u : VK_QUEUE_COMPUTE_BIT);
    out[1].queueCount = 1;
    out[1].timestampValidBits = mock.timestamp_bits;
}

CALL(VkResult, GetPhysicalDeviceImageFormatProperties,
     (VkPhysicalDevice d, VkFormat format, VkImageType type, VkImageTiling tiling,
      VkImageUsageFlags usage, VkImageCreateFlags flags, VkImageFormatProperties *out))
{
    (void)d, (void)format, (void)type, (void)tiling, (void)usage, (void)flags;
    FAIL(GetPhysicalDeviceImageFormatProperties);
    if (mock.no_format) return VK_ERROR_FORMAT_NOT_SUPPORTED;
    memset(out, 0, sizeof *out);
    out->maxExtent.width = out->maxExtent.height = out->maxExtent.depth = mock.max_extent;
    out->maxMipLevels = 7;
    out->maxArrayLayers = 12;
    return VK_SUCCESS;
}

CALL(void, GetPhysicalDeviceFormatProperties,
     (VkPhysicalDevice d, VkFormat format, VkFormatProperties *out))
{
    (void)d, (void)format;
    memset(out, 0, sizeof *out);
    out->optimalTilingFeatures = mock.format_features;
}

CALL(void, GetDeviceQueue, (VkDevice d, uint32_t family, uint32_t i, VkQueue *out))
{
    check(d, DEVICE);
    assert_int_equal(family, 1);
    assert_int_equal(i, 0);
    *out = (VkQueue)(void *)d;
}

CALL(VkResult, DeviceWaitIdle, (VkDevice d))
{
    check(d, DEVICE);
    mock.pending = 0;
    FAIL(DeviceWaitIdle);
    return VK_SUCCESS;
}

CALL(VkResult, QueueSubmit, (VkQueue q, uint32_t n, const VkSubmitInfo *info, VkFence f))
{
    check(q, DEVICE);
    check(f, FENCE);
    assert_int_equal(n, 1);
    assert_int_equal(info->commandBufferCount, 1);
    FAIL(QueueSubmit);
    mock.pending = 1;
    return VK_SUCCESS;
}

CALL(VkResult, WaitForFences,
     (VkDevice d, uint32_t n, const VkFence *f, VkBool32 all, uint64_t timeout))
{
    (void)all, (void)timeout;
    check(d, DEVICE);
    check(f[0], FENCE);
    assert_int_equal(n, 1);
    FAIL(WaitForFences);
    mock.pending = 0;
    return VK_SUCCESS;
}

CALL(VkResult, ResetFences, (VkDevice d, uint32_t n, const VkFence *f))
{
    check(d, DEVICE);
    check(f[0], FENCE);
    assert_int_equal(n, 1);
    FAIL(ResetFences);
    return VK_SUCCESS;
}

CALL(VkResult, MapMemory,
     (VkDevice d, VkDeviceMemory m, VkDeviceSize at, VkDeviceSize n, VkMemoryMapFlags flags,
      void **out))
{
    (void)at, (void)n, (void)flags;
    check(d, DEVICE);
    check(m, MEMORY);
    *out = (void *)(uintptr_t)0xDEADBEEF;
    FAIL(MapMemory);
    *out = mock.mapped;
    return VK_SUCCESS;
}

CALL(VkResult, InvalidateMappedMemoryRanges, (VkDevice d, uint32_t n, const VkMappedMemoryRange *r))
{
    check(d, DEVICE);
    check(r[0].memory, MEMORY);
    assert_int_equal(n, 1);
    FAIL(InvalidateMappedMemoryRanges);
    mock.invalidated++;
    return VK_SUCCESS;
}

CALL(VkResult, FlushMappedMemoryRanges, (VkDevice d, uint32_t n, const VkMappedMemoryRange *r))
{
    check(d, DEVICE);
    check(r[0].memory, MEMORY);
    assert_int_equal(n, 1);
    FAIL(FlushMappedMemoryRanges);
    mock.flushed++;
    return VK_SUCCESS;
}

static void need(VkMemoryRequirements *out)
{
    out->size = 1024;
    out->alignment = 16;
    out->memoryTypeBits = 3;
}

CALL(void, GetBufferMemoryRequirements, (VkDevice d, VkBuffer b, VkMemoryRequirements *out))
{
    check(d, DEVICE);
    check(b, BUFFER);
    need(out);
}

CALL(void, GetImageMemoryRequirements, (VkDevice d, VkImage i, VkMemoryRequirements *out))
{
    check(d, DEVICE);
    check(i, IMAGE);
    need(out);
}

CALL(VkResult, BindBufferMemory, (VkDevice d, VkBuffer b, VkDeviceMemory m, VkDeviceSize at))
{
    (void)at;
    check(d, DEVICE);
    check(b, BUFFER);
    check(m, MEMORY);
    FAIL(BindBufferMemory);
    return VK_SUCCESS;
}

CALL(VkResult, BindImageMemory, (VkDevice d, VkImage i, VkDeviceMemory m, VkDeviceSize at))
{
    (void)at;
    check(d, DEVICE);
    check(i, IMAGE);
    check(m, MEMORY);
    FAIL(BindImageMemory);
    return VK_SUCCESS;
}

CALL(VkResult, CreateGraphicsPipelines,
     (VkDevice d, VkPipelineCache cache, uint32_t n, const VkGraphicsPipelineCreateInfo *info,
      const VkAllocationCallbacks *a, VkPipeline *out))
{
    uint32_t i;
    (void)cache, (void)a;
    check(d, DEVICE);
    check(info->layout, LAYOUT);
    check(info->renderPass, RENDER_PASS);
    check(info->pStages[0].module, MODULE);
    check(info->pStages[1].module, MODULE);
    assert_int_equal(n, 1);
    *out = (VkPipeline)(uintptr_t)0xDEADBEEF;
    FAIL(CreateGraphicsPipelines);
    snprintf(mock.entry, sizeof mock.entry, "%s", info->pStages[1].pName);
    for (i = 0; i < info->pColorBlendState->attachmentCount; i++)
        mock.mask[i] = info->pColorBlendState->pAttachments[i].colorWriteMask;
    *out = (VkPipeline)(void *)create(PIPELINE, d);
    return VK_SUCCESS;
}

CALL(VkResult, CreateComputePipelines,
     (VkDevice d, VkPipelineCache cache, uint32_t n, const VkComputePipelineCreateInfo *info,
      const VkAllocationCallbacks *a, VkPipeline *out))
{
    (void)cache, (void)a;
    check(d, DEVICE);
    check(info->layout, LAYOUT);
    check(info->stage.module, MODULE);
    assert_int_equal(n, 1);
    *out = (VkPipeline)(uintptr_t)0xDEADBEEF;
    FAIL(CreateComputePipelines);
    if (info->stage.pSpecializationInfo != NULL) {
        const VkSpecializationInfo *constants = info->stage.pSpecializationInfo;
        uint16_t value;
        assert_int_equal(constants->mapEntryCount, 1);
        mock.constant_id = constants->pMapEntries[0].constantID;
        mock.constant_size = constants->pMapEntries[0].size;
        memcpy(&value, constants->pData, sizeof value);
        mock.constant = value;
    }
    *out = (VkPipeline)(void *)create(PIPELINE, d);
    return VK_SUCCESS;
}

// A set is its pool.
CALL(VkResult, AllocateDescriptorSets,
     (VkDevice d, const VkDescriptorSetAllocateInfo *info, VkDescriptorSet *out))
{
    uint32_t i;
    check(d, DEVICE);
    check(info->descriptorPool, SET_POOL);
    FAIL(AllocateDescriptorSets);
    for (i = 0; i < info->descriptorSetCount; i++) {
        check(info->pSetLayouts[i], SET_LAYOUT);
        out[i] = (VkDescriptorSet)(void *)info->descriptorPool;
    }
    return VK_SUCCESS;
}

CALL(void, UpdateDescriptorSets,
     (VkDevice d, uint32_t n, const VkWriteDescriptorSet *w, uint32_t copies,
      const VkCopyDescriptorSet *copy))
{
    (void)copy;
    check(d, DEVICE);
    assert_true(n == 1 && copies == 0);
    check(w->dstSet, SET_POOL);
    if (w->descriptorType == VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER ||
        w->descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_BUFFER)
        check(w->pBufferInfo->buffer, BUFFER);
    if (w->descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
        w->descriptorType == VK_DESCRIPTOR_TYPE_SAMPLER)
        check(w->pImageInfo->sampler, SAMPLER);
    if (w->descriptorType == VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER ||
        w->descriptorType == VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE ||
        w->descriptorType == VK_DESCRIPTOR_TYPE_STORAGE_IMAGE)
        check(w->pImageInfo->imageView, VIEW);
    mock.writes++;
}

CALL(VkResult, GetQueryPoolResults,
     (VkDevice d, VkQueryPool q, uint32_t first, uint32_t n, size_t size, void *out,
      VkDeviceSize stride, VkQueryResultFlags flags))
{
    (void)flags;
    check(d, DEVICE);
    check(q, QUERIES);
    assert_true(first == 0 && n == 2 && size == sizeof mock.ticks && stride == 8);
    FAIL(GetQueryPoolResults);
    memcpy(out, mock.ticks, sizeof mock.ticks);
    return VK_SUCCESS;
}

CALL(VkResult, ResetCommandPool, (VkDevice d, VkCommandPool p, VkCommandPoolResetFlags flags))
{
    (void)flags;
    check(d, DEVICE);
    check(p, POOL);
    assert_false(mock.pending);
    FAIL(ResetCommandPool);
    return VK_SUCCESS;
}

CALL(VkResult, AllocateCommandBuffers,
     (VkDevice d, const VkCommandBufferAllocateInfo *info, VkCommandBuffer *out))
{
    check(d, DEVICE);
    check(info->commandPool, POOL);
    FAIL(AllocateCommandBuffers);
    *out = (VkCommandBuffer)(void *)info->commandPool;
    return VK_SUCCESS;
}

CALL(VkResult, BeginCommandBuffer, (VkCommandBuffer b, const VkCommandBufferBeginInfo *info))
{
    (void)info;
    check(b, POOL);
    FAIL(BeginCommandBuffer);
    return VK_SUCCESS;
}

CALL(VkResult, EndCommandBuffer, (VkCommandBuffer b))
{
    check(b, POOL);
    FAIL(EndCommandBuffer);
    return VK_SUCCESS;
}

CALL(void, CmdBeginRenderPass,
     (VkCommandBuffer b, const VkRenderPassBeginInfo *info, VkSubpassContents contents))
{
    (void)contents;
    check(b, POOL);
    check(info->renderPass, RENDER_PASS);
    check(info->framebuffer, FRAMEBUFFER);
}

CALL(void, CmdEndRenderPass, (VkCommandBuffer b)) { check(b, POOL); }

CALL(void, CmdBindPipeline, (VkCommandBuffer b, VkPipelineBindPoint point, VkPipeline p))
{
    (void)point;
    check(b, POOL);
    check(p, PIPELINE);
}

CALL(void, CmdSetViewport, (VkCommandBuffer b, uint32_t first, uint32_t n, const VkViewport *v))
{
    check(b, POOL);
    assert_true(first == 0 && n == 1 && v->width > 0);
}

CALL(void, CmdSetScissor, (VkCommandBuffer b, uint32_t first, uint32_t n, const VkRect2D *r))
{
    check(b, POOL);
    assert_true(first == 0 && n == 1 && r->extent.width > 0);
}

CALL(void, CmdPushConstants,
     (VkCommandBuffer b, VkPipelineLayout l, VkShaderStageFlags stages, uint32_t at, uint32_t size,
      const void *bytes))
{
    (void)stages;
    check(b, POOL);
    check(l, LAYOUT);
    assert_int_equal(at, 0);
    assert_true(size <= sizeof mock.pushed);
    memcpy(mock.pushed, bytes, size);
}

CALL(void, CmdDraw, (VkCommandBuffer b, uint32_t n, uint32_t instances, uint32_t v, uint32_t i))
{
    check(b, POOL);
    (void)v, (void)i;
    assert_true(n != 0 && instances != 0);
    mock.draws++;
}

CALL(void, CmdCopyImageToBuffer,
     (VkCommandBuffer b, VkImage i, VkImageLayout layout, VkBuffer to, uint32_t n,
      const VkBufferImageCopy *region))
{
    (void)layout;
    check(b, POOL);
    check(i, IMAGE);
    check(to, BUFFER);
    assert_true(n == 1 && region->bufferOffset % 16 == 0 && region->bufferRowLength == 0);
    mock.copies++;
}

CALL(void, CmdPipelineBarrier,
     (VkCommandBuffer b, VkPipelineStageFlags from, VkPipelineStageFlags to,
      VkDependencyFlags flags, uint32_t memories, const VkMemoryBarrier *m, uint32_t buffers,
      const VkBufferMemoryBarrier *r, uint32_t images, const VkImageMemoryBarrier *i))
{
    (void)from, (void)to, (void)flags, (void)m;
    check(b, POOL);
    if (buffers != 0) check(r->buffer, BUFFER);
    if (images != 0) check(i->image, IMAGE);
    assert_int_equal(memories + buffers + images, 1);
}

CALL(void, CmdBindDescriptorSets,
     (VkCommandBuffer b, VkPipelineBindPoint point, VkPipelineLayout l, uint32_t first, uint32_t n,
      const VkDescriptorSet *sets, uint32_t dynamics, const uint32_t *offsets))
{
    (void)point, (void)offsets;
    check(b, POOL);
    check(l, LAYOUT);
    check(sets[0], SET_POOL);
    assert_true(first == 0 && n != 0 && dynamics == 0);
}

CALL(void, CmdDispatch, (VkCommandBuffer b, uint32_t x, uint32_t y, uint32_t z))
{
    check(b, POOL);
    assert_true(x != 0 && y != 0 && z != 0);
    mock.groups[0] = x;
    mock.groups[1] = y;
    mock.groups[2] = z;
    mock.dispatches++;
}

CALL(void, CmdCopyBuffer,
     (VkCommandBuffer b, VkBuffer from, VkBuffer to, uint32_t n, const VkBufferCopy *region))
{
    check(b, POOL);
    check(from, BUFFER);
    check(to, BUFFER);
    assert_true(n == 1 && region->size != 0);
}

CALL(void, CmdFillBuffer,
     (VkCommandBuffer b, VkBuffer to, VkDeviceSize at, VkDeviceSize size, uint32_t data))
{
    check(b, POOL);
    check(to, BUFFER);
    assert_true(at == 0 && size == VK_WHOLE_SIZE && data == 0);
}

CALL(void, CmdCopyBufferToImage,
     (VkCommandBuffer b, VkBuffer from, VkImage to, VkImageLayout layout, uint32_t n,
      const VkBufferImageCopy *region))
{
    (void)layout;
    check(b, POOL);
    check(from, BUFFER);
    check(to, IMAGE);
    assert_true(n == 1 && region->bufferOffset == 0);
}

CALL(void, CmdBlitImage,
     (VkCommandBuffer b, VkImage from, VkImageLayout from_layout, VkImage to,
      VkImageLayout to_layout, uint32_t n, const VkImageBlit *region, VkFilter filter))
{
    (void)from_layout, (void)to_layout, (void)filter;
    check(b, POOL);
    check(from, IMAGE);
    check(to, IMAGE);
    assert_true(n == 1 && region->srcSubresource.mipLevel < region->dstSubresource.mipLevel);
}

CALL(void, CmdClearColorImage,
     (VkCommandBuffer b, VkImage to, VkImageLayout layout, const VkClearColorValue *value,
      uint32_t n, const VkImageSubresourceRange *range))
{
    (void)layout, (void)value, (void)range;
    check(b, POOL);
    check(to, IMAGE);
    assert_int_equal(n, 1);
}

CALL(void, CmdClearDepthStencilImage,
     (VkCommandBuffer b, VkImage to, VkImageLayout layout, const VkClearDepthStencilValue *value,
      uint32_t n, const VkImageSubresourceRange *range))
{
    (void)layout, (void)value, (void)range;
    check(b, POOL);
    check(to, IMAGE);
    assert_int_equal(n, 1);
}

CALL(void, CmdBindVertexBuffers,
     (VkCommandBuffer b, uint32_t first, uint32_t n, const VkBuffer *buffers,
      const VkDeviceSize *offsets))
{
    (void)first, (void)offsets;
    check(b, POOL);
    assert_int_equal(n, 1);
    check(buffers[0], BUFFER);
}

CALL(void, CmdBindIndexBuffer,
     (VkCommandBuffer b, VkBuffer indices, VkDeviceSize offset, VkIndexType type))
{
    (void)offset;
    check(b, POOL);
    check(indices, BUFFER);
    assert_int_equal(type, VK_INDEX_TYPE_UINT32);
}

CALL(void, CmdDrawIndexed,
     (VkCommandBuffer b, uint32_t n, uint32_t instances, uint32_t first, int32_t vertex,
      uint32_t instance))
{
    (void)first, (void)vertex, (void)instance;
    check(b, POOL);
    assert_true(n != 0 && instances != 0);
    mock.draws++;
}

CALL(void, CmdResetQueryPool, (VkCommandBuffer b, VkQueryPool q, uint32_t first, uint32_t n))
{
    check(b, POOL);
    check(q, QUERIES);
    assert_true(first == 0 && n == 2);
}

CALL(void, CmdWriteTimestamp,
     (VkCommandBuffer b, VkPipelineStageFlagBits stage, VkQueryPool q, uint32_t query))
{
    (void)stage;
    check(b, POOL);
    check(q, QUERIES);
    assert_true(query < 2);
}

static PFN_vkVoidFunction find(const char *name);

CALL(PFN_vkVoidFunction, GetDeviceProcAddr, (VkDevice d, const char *name))
{
    check(d, DEVICE);
    return find(name);
}

typedef struct {
    const char *name;
    PFN_vkVoidFunction function;
} entry_point;

#define ENTRY(Name) {"vk" #Name, (PFN_vkVoidFunction)mock_##Name},
static const entry_point entry_points[] = {
    LVKI_GLOBAL_CALLS(ENTRY) LVKI_OPTIONAL_CALLS(ENTRY) LVKI_INSTANCE_CALLS(ENTRY)
    LVKI_INSTANCE_1_1_CALLS(ENTRY) LVKI_DEBUG_CALLS(ENTRY) LVKI_DEVICE_CALLS(ENTRY)
    LVKI_COMMAND_CALLS(ENTRY)};
enum { ENTRY_POINTS = sizeof entry_points / sizeof entry_points[0] };

static PFN_vkVoidFunction find(const char *name)
{
    size_t i;
    if (mock.missing != NULL && strcmp(name, mock.missing) == 0) return NULL;
    if (mock.loader_version == 0 && strcmp(name, "vkEnumerateInstanceVersion") == 0) return NULL;
    for (i = 0; i < ENTRY_POINTS; i++)
        if (strcmp(name, entry_points[i].name) == 0) return entry_points[i].function;
    fail_msg("the mock has no %s", name);
    return NULL;
}

CALL(PFN_vkVoidFunction, GetInstanceProcAddr, (VkInstance i, const char *name))
{
    if (i != NULL) check(i, INSTANCE);
    return find(name);
}

#define VERSION(minor) (((uint32_t)1 << 22) | ((uint32_t)(minor) << 12) | 7)

static void set_device(uint32_t i, const char *name, VkPhysicalDeviceType type)
{
    VkPhysicalDeviceProperties *d = &mock.devices[i];
    uint32_t k;
    memset(d, 0, sizeof *d);
    snprintf(d->deviceName, sizeof d->deviceName, "%s", name);
    d->deviceType = type;
    d->apiVersion = VERSION(3);
    d->limits.maxFramebufferWidth = d->limits.maxFramebufferHeight = 64;
    d->limits.maxColorAttachments = 8;
    d->limits.maxPushConstantsSize = 128;
    d->limits.timestampPeriod = 2.0f;
    d->limits.maxBoundDescriptorSets = 4;
    d->limits.maxPerStageDescriptorUniformBuffers = 8;
    d->limits.maxPerStageDescriptorStorageBuffers = 8;
    d->limits.maxPerStageDescriptorSampledImages = 8;
    d->limits.maxPerStageDescriptorSamplers = 8;
    d->limits.maxPerStageDescriptorStorageImages = 8;
    d->limits.maxUniformBufferRange = d->limits.maxStorageBufferRange = 1024;
    d->limits.minUniformBufferOffsetAlignment = 16;
    d->limits.minStorageBufferOffsetAlignment = 16;
    d->limits.maxVertexInputAttributes = 16;
    d->limits.maxVertexInputBindings = 8;
    d->limits.maxVertexInputAttributeOffset = 255;
    d->limits.maxVertexInputBindingStride = 256;
    d->limits.maxComputeWorkGroupInvocations = 64;
    for (k = 0; k < 3; k++) {
        d->limits.maxComputeWorkGroupCount[k] = 16;
        d->limits.maxComputeWorkGroupSize[k] = 32;
    }
    if (mock.device_count <= i) mock.device_count = i + 1;
}

// A driver with one device that does everything.
static void reset(void)
{
    size_t i;
    VkBool32 yes = VK_TRUE;
    memset(&mock, 0, offsetof(mock_driver, mapped));
    memset(&mock.messenger, 0, sizeof mock.messenger);
    mock.loader_version = VERSION(3);
    mock.timestamp_bits = 64;
    mock.ticks[0] = 100;
    mock.ticks[1] = 150;
    mock.max_extent = 64;
    mock.subgroups = 0xFF;
    mock.format_features = 0x7FFFFFFF;
    for (i = 0; i < sizeof mock.features; i += sizeof yes)
        memcpy((char *)&mock.features + i, &yes, sizeof yes);
    mock.memory.memoryTypeCount = 2;
    mock.memory.memoryTypes[0].propertyFlags = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
    mock.memory.memoryTypes[1].propertyFlags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_CACHED_BIT;
    mock.memory.memoryTypes[1].heapIndex = 1;
    mock.memory.memoryHeapCount = 2;
    mock.memory.memoryHeaps[0].size = mock.memory.memoryHeaps[1].size = 1 << 20;
    for (i = 0; i < 1 << 16; i++) mock.mapped[i] = (unsigned char)(i * 7 + 1);
    set_device(0, "Mock One", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU);
}

// =================================================================================================
// Modules and passes
// =================================================================================================
// A fragment module: a header, whatever the test declares, and an empty main with what the test
// puts into it.
#define HEAD "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
#define MAIN(interface) \
    "OpEntryPoint Fragment %main \"main\"" interface "\nOpExecutionMode %main OriginUpperLeft\n"
#define TYPES \
    "%void = OpTypeVoid\n%fn = OpTypeFunction %void\n%float = OpTypeFloat 32\n" \
    "%int = OpTypeInt 32 1\n%c0 = OpConstant %int 0\n%v2 = OpTypeVector %float 2\n" \
    "%v3 = OpTypeVector %float 3\n%v4 = OpTypeVector %float 4\n%po = OpTypePointer Output %v4\n"
#define BODY(text) \
    "%main = OpFunction %void None %fn\n%l = OpLabel\n" text "OpReturn\nOpFunctionEnd\n"
#define COLOUR HEAD MAIN(" %o") "OpDecorate %o Location 0\n" TYPES "%o = OpVariable %po Output\n"

// One output and a block of one vec4 and a float: 20 bytes.
static const char pushing[] =
    HEAD MAIN(" %o") "OpDecorate %o Location 0\nOpDecorate %b Block\n"
    "OpMemberDecorate %b 0 Offset 0\nOpMemberDecorate %b 1 Offset 16\n" TYPES
    "%o = OpVariable %po Output\n%b = OpTypeStruct %v4 %float\n"
    "%pb = OpTypePointer PushConstant %b\n"
    "%p4 = OpTypePointer PushConstant %v4\n%p = OpVariable %pb PushConstant\n"
    BODY("%a = OpAccessChain %p4 %p %c0\n%x = OpLoad %v4 %a\nOpStore %o %x\n");

static unsigned char pixels[2][64 * 64 * 16];
static unsigned char push[128];

static void set_module(lambdav_vk_pass *pass, const vk_module *m)
{
    pass->words = m->words;
    pass->word_count = m->count;
}

static void set_pass(lambdav_vk_pass *pass, const vk_module *m)
{
    memset(pass, 0, sizeof *pass);
    set_module(pass, m);
    pass->width = 4;
    pass->height = 4;
    pass->attachment_count = 1;
    pass->attachments[0].pixels = pixels[0];
    pass->attachments[0].size = sizeof pixels[0];
    pass->push = push;
    pass->push_size = 20;
}

static void set_options(lambdav_vk_options *options)
{
    memset(options, 0, sizeof *options);
    options->get_instance_proc_addr = mock_GetInstanceProcAddr;
}

static void open_mock(lambdav_vk_context *c)
{
    lambdav_vk_options options;
    set_options(&options);
    assert_int_equal(lambdav_vk_open(c, &options), LAMBDAV_VK_OK);
}

static void assert_text(const lambdav_vk_context *c, const char *part)
{
    if (strstr(c->error, part) == NULL) fail_msg("\"%s\" does not say \"%s\"", c->error, part);
}

// Opens a pipeline of the text on the mock and draws, without reading back; returns the status and
// leaves the context for its text.
// Whether try_module binds something by a name.
static int try_named;

static lambdav_vk_status try_module(lambdav_vk_context *c, const vk_module *m, const char *entry)
{
    lambdav_vk_pass pass;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_binding row;
    open_mock(c);
    set_pass(&pass, m);
    pass.entry = entry;
    pass.push_size = 128;
    pass.attachments[0].pixels = NULL;
    memset(&row, 0, sizeof row);
    row.name = "values";
    if (try_named) pass.bindings = &row, pass.binding_count = 1;
    if (lambdav_vk_pipeline_open(c, &pipeline, &pass) == LAMBDAV_VK_OK)
        lambdav_vk_pipeline_draw(c, &pipeline, &pass);
    lambdav_vk_pipeline_close(c, &pipeline);
    lambdav_vk_close(c);
    assert_int_equal(live(), 0);
    return c->status;
}

static void refuse(const char *environment, const char *text, lambdav_vk_status status,
                   const char *part)
{
    lambdav_vk_context c;
    assert_int_equal(try_module(&c, vk_assemble(environment, text), NULL), status);
    assert_text(&c, part);
}

// =================================================================================================
// Failures
// =================================================================================================
// Everything once, some of it twice: the one-shot draw, a pipeline, a second frame of another size.
// Returns the first status that is not OK, its error text in *first.
static lambdav_vk_status everything(const vk_module *m, lambdav_vk_context *first)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    int step;
    set_options(&options);
    options.validation = 1;
    set_pass(&pass, m);
    memset(first, 0, sizeof *first);
    lambdav_vk_open(&c, &options);
    for (step = 0; step < 5 && c.status == LAMBDAV_VK_OK; step++) {
        if (step == 0) lambdav_vk_draw(&c, &pass);
        if (step == 1) lambdav_vk_pipeline_open(&c, &pipeline, &pass);
        if (step == 3) pass.width = 5;
        if (step > 1) lambdav_vk_pipeline_draw(&c, &pipeline, &pass);
    }
    *first = c;
    if (step > 2 && c.status == LAMBDAV_VK_VULKAN && !mock.for_good) {  // the pipeline draws again
        assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_OK);
        assert_string_equal(c.error, "");
    }
    if (step > 2 && c.status == LAMBDAV_VK_LOST)
        assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_LOST);
    if (step > 1) lambdav_vk_pipeline_close(&c, &pipeline);
    lambdav_vk_close(&c);
    return first->status;
}

static void test_success(void **state)
{
    lambdav_vk_context c;
    vk_module *m = vk_assemble("vulkan1.0", pushing);
    (void)state;
    reset();
    memset(pixels, 0, sizeof pixels);
    memset(push, 9, sizeof push);
    assert_int_equal(everything(m, &c), LAMBDAV_VK_OK);
    assert_string_equal(c.error, "");
    assert_int_equal(live(), 0);
    assert_int_equal(mock.draws, 4);
    assert_int_equal(mock.copies, 4);
    assert_int_equal(mock.invalidated, 4);
    assert_int_equal(mock.push_range, 20);
    assert_int_equal(mock.pushed[19], 9);
    assert_int_equal(mock.pushed[20], 0);
    assert_string_equal(mock.entry, "main");
    assert_memory_equal(pixels[0], mock.mapped, 5 * 4 * 4);
    assert_int_equal(pixels[0][5 * 4 * 4], 0);
}

// Every call fails once, with every result; then it and all later ones fail.
static void fail_each(const vk_module *m, VkResult result, const char *name, int for_good)
{
    lambdav_vk_context c;
    unsigned n, total;
    reset();
    assert_int_equal(everything(m, &c), LAMBDAV_VK_OK);
    total = mock.calls;
    assert_true(total > 60);
    for (n = 1; n <= total; n++) {
        reset();
        mock.fail_at = n;
        mock.fail_result = result;
        mock.for_good = for_good;
        assert_int_equal(everything(m, &c), result == VK_ERROR_DEVICE_LOST ? LAMBDAV_VK_LOST
                                                                           : LAMBDAV_VK_VULKAN);
        assert_int_equal(c.result, result);
        assert_text(&c, mock.failed);
        assert_text(&c, name);
        assert_int_equal(live(), 0);
    }
}

static void test_failures(void **state)
{
    vk_module *m = vk_assemble("vulkan1.0", pushing);
    int for_good;
    (void)state;
    for (for_good = 0; for_good < 2; for_good++) {
        fail_each(m, VK_ERROR_OUT_OF_HOST_MEMORY, "VK_ERROR_OUT_OF_HOST_MEMORY", for_good);
        fail_each(m, VK_ERROR_OUT_OF_DEVICE_MEMORY, "VK_ERROR_OUT_OF_DEVICE_MEMORY", for_good);
        fail_each(m, VK_ERROR_DEVICE_LOST, "VK_ERROR_DEVICE_LOST", for_good);
        fail_each(m, VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED", for_good);
        fail_each(m, VK_TIMEOUT, "VK_TIMEOUT", for_good);
        fail_each(m, (VkResult)-12345, "VkResult -12345", for_good);
    }
}

static void test_missing_entry_points(void **state)
{
    lambdav_vk_context c;
    vk_module *m = vk_assemble("vulkan1.0", pushing);
    size_t i;
    (void)state;
    for (i = 0; i < ENTRY_POINTS; i++) {
        reset();
        mock.missing = entry_points[i].name;
        if (strcmp(mock.missing, "vkEnumerateInstanceVersion") == 0) {  // Vulkan 1.0's loaders
            assert_int_equal(everything(m, &c), LAMBDAV_VK_OK);
            assert_int_equal(live(), 0);
            continue;
        }
        assert_int_equal(everything(m, &c), LAMBDAV_VK_LOADER);
        assert_text(&c, mock.missing);
        // An instance that cannot be destroyed stays.
        assert_int_equal(live(), strcmp(mock.missing, "vkDestroyInstance") == 0);
    }
}

// =================================================================================================
// Devices and versions
// =================================================================================================
static void test_no_device(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    lambdav_vk_device list[1];
    uint32_t count = 9;
    (void)state;
    reset();
    mock.device_count = 0;
    set_options(&options);
    assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_DEVICE);
    assert_text(&c, "no Vulkan device");
    assert_int_equal(lambdav_vk_devices(&c, &options, list, 1, &count), LAMBDAV_VK_OK);
    assert_int_equal(count, 0);
    assert_int_equal(live(), 0);
}

static void set_three(void)
{
    reset();
    set_device(0, "llvmpipe (LLVM 15)", VK_PHYSICAL_DEVICE_TYPE_CPU);
    set_device(1, "Intel UHD", VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU);
    set_device(2, "NVIDIA H200", VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU);
}

static void choose(const char *device, lambdav_vk_status status, const char *part)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    set_options(&options);
    options.device = device;
    assert_int_equal(lambdav_vk_open(&c, &options), status);
    if (status == LAMBDAV_VK_OK) assert_string_equal(c.device.name, part);
    else assert_text(&c, part);
    lambdav_vk_close(&c);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

static void test_device_choice(void **state)
{
    (void)state;
    set_three();
    choose(NULL, LAMBDAV_VK_OK, "NVIDIA H200");
    choose("0", LAMBDAV_VK_OK, "llvmpipe (LLVM 15)");
    choose("01", LAMBDAV_VK_OK, "Intel UHD");
    choose("nvidia", LAMBDAV_VK_OK, "NVIDIA H200");
    choose("LLVMPIPE", LAMBDAV_VK_OK, "llvmpipe (LLVM 15)");
    choose("uhd", LAMBDAV_VK_OK, "Intel UHD");
    choose("3", LAMBDAV_VK_DEVICE, "\"3\"; there are 3");
    choose("99999999999999999999", LAMBDAV_VK_DEVICE, "there are 3");
    choose("radeon", LAMBDAV_VK_DEVICE, "radeon");
    choose("H2000", LAMBDAV_VK_DEVICE, "H2000");
    mock.no_queue[2] = 1;
    choose(NULL, LAMBDAV_VK_OK, "Intel UHD");
    choose("2", LAMBDAV_VK_DEVICE, "NVIDIA H200\" has no graphics queue");
    mock.no_queue[0] = mock.no_queue[1] = 1;
    choose(NULL, LAMBDAV_VK_DEVICE, "no Vulkan device has a graphics queue");
}

static void test_device_list(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    lambdav_vk_device list[3];
    uint32_t count, i;
    (void)state;
    set_three();
    mock.no_queue[1] = 1;
    set_options(&options);
    memset(list, 0x55, sizeof list);
    assert_int_equal(lambdav_vk_devices(&c, &options, list, 2, &count), LAMBDAV_VK_OK);
    assert_int_equal(count, 3);
    assert_string_equal(list[0].name, "llvmpipe (LLVM 15)");
    assert_true(list[0].draws && !list[1].draws && list[0].version == VERSION(3));
    assert_int_equal(list[2].name[0], 0x55);
    assert_int_equal(lambdav_vk_devices(&c, &options, NULL, 0, &count), LAMBDAV_VK_OK);
    assert_int_equal(count, 3);
    for (i = 0; i < 40; i++) set_device(i, "Many", VK_PHYSICAL_DEVICE_TYPE_OTHER);  // VK_INCOMPLETE
    assert_int_equal(lambdav_vk_devices(&c, &options, NULL, 0, &count), LAMBDAV_VK_OK);
    assert_int_equal(count, LAMBDAV_VK_MAX_DEVICES);
    choose("15", LAMBDAV_VK_OK, "Many");
    mock.fail_at = mock.calls + 3;
    mock.fail_result = VK_ERROR_OUT_OF_HOST_MEMORY;
    assert_int_equal(lambdav_vk_devices(&c, &options, NULL, 0, &count), LAMBDAV_VK_VULKAN);
    assert_text(&c, "vkEnumeratePhysicalDevices");
    assert_int_equal(live(), 0);
}

// The version in use: the lowest of loader, option, device and 1.3. loader 0 stands for 1.0's
// loaders.
static void use_version(uint32_t loader, uint32_t option, uint32_t device, uint32_t minor)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    reset();
    mock.loader_version = loader;
    mock.devices[0].apiVersion = device;
    set_options(&options);
    options.max_version = option;
    assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_OK);
    assert_int_equal(c.version, VERSION(minor) & ~7u);
    assert_int_equal(mock.core_features, minor == 0);
    assert_true(mock.instance_version >= c.version && mock.instance_version <= VERSION(3));
    lambdav_vk_close(&c);
}

static void test_versions(void **state)
{
    (void)state;
    use_version(VERSION(3), 0, VERSION(3), 3);
    use_version(VERSION(4), 0, VERSION(4), 3);
    use_version(VERSION(3), 0, VERSION(1), 1);
    use_version(VERSION(2), 0, VERSION(3), 2);
    use_version(VERSION(3), VERSION(1), VERSION(3), 1);
    use_version(VERSION(3), 1, VERSION(3), 0);
    use_version(0, 0, VERSION(3), 0);
    use_version(VERSION(3), 0, VERSION(0), 0);
}

static void need_version(const char *environment, uint32_t minor, uint32_t needed)
{
    const char *text = COLOUR BODY("");
    vk_module *m = vk_assemble(environment, text);
    lambdav_vk_context c;
    uint32_t have;
    assert_int_equal(m->words[1], 0x10000u | minor << 8);
    for (have = 0; have <= 3; have++) {
        reset();
        mock.devices[0].apiVersion = VERSION(have);
        assert_int_equal(try_module(&c, m, NULL),
                         have >= needed ? LAMBDAV_VK_OK : LAMBDAV_VK_UNSUPPORTED);
        if (have < needed) assert_text(&c, "SPIR-V 1.");
    }
}

static void test_spirv_versions(void **state)
{
    (void)state;
    need_version("spv1.0", 0, 0);
    need_version("spv1.1", 1, 1);
    need_version("spv1.3", 3, 1);
    need_version("spv1.4", 4, 2);
    need_version("spv1.5", 5, 2);
    need_version("spv1.6", 6, 3);
}

typedef struct {
    int count;
    lambdav_vk_message_kind kind;
    char text[64];
} heard;

static void hear(void *user, lambdav_vk_message_kind k, const char *text)
{
    heard *h = (heard *)user;
    h->count++;
    h->kind = k;
    snprintf(h->text, sizeof h->text, "%s", text);
}

static void test_messages(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    lambdav_vk_pass pass;
    heard h;
    (void)state;
    reset();
    mock.report = 3;
    memset(&h, 0, sizeof h);
    set_options(&options);
    options.validation = 1;
    options.message = hear;
    options.message_user = &h;
    assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_OK);
    assert_int_equal(mock.layers, 1);
    set_pass(&pass, vk_assemble("vulkan1.0", pushing));
    assert_int_equal(lambdav_vk_draw(&c, &pass), LAMBDAV_VK_OK);
    assert_int_equal(h.count, 4);
    assert_int_equal(h.kind, LAMBDAV_VK_MESSAGE_ERROR);
    assert_string_equal(h.text, "wrong");
    c.options.message = NULL;  // only counted
    assert_int_equal(lambdav_vk_draw(&c, &pass), LAMBDAV_VK_OK);
    assert_int_equal(h.count, 4);
    assert_int_equal(c.messages[LAMBDAV_VK_MESSAGE_WARNING], 4);
    assert_int_equal(c.messages[LAMBDAV_VK_MESSAGE_ERROR], 4);
    lambdav_vk_close(&c);
}

static void test_hints(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_options options;
    (void)state;
    set_options(&options);
    options.validation = 1;
    reset();
    mock.fail_at = 2;
    mock.fail_result = VK_ERROR_LAYER_NOT_PRESENT;
    assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_VULKAN);
    assert_text(&c, "vkCreateInstance: VK_ERROR_LAYER_NOT_PRESENT: validation needs the layer");
    reset();
    mock.fail_at = 2;
    mock.fail_result = VK_ERROR_INCOMPATIBLE_DRIVER;
    assert_int_equal(lambdav_vk_open(&c, &options), LAMBDAV_VK_VULKAN);
    assert_text(&c, "no Vulkan driver is installed");
}

// =================================================================================================
// Passes
// =================================================================================================
static lambdav_vk_context pass_context;

static void bad_pass(lambdav_vk_pass *pass, lambdav_vk_status status, const char *part)
{
    unsigned calls = mock.calls;
    assert_int_equal(lambdav_vk_draw(&pass_context, pass), status);
    assert_text(&pass_context, part);
    assert_int_equal(pass->gpu_ns, 0);
    assert_true(mock.draws == 0 && mock.calls <= calls + 6);
}

static void test_sizes(void **state)
{
    const vk_module *m = vk_assemble("vulkan1.0", pushing);
    lambdav_vk_pass pass;
    (void)state;
    reset();
    open_mock(&pass_context);
    set_pass(&pass, m);
    pass.width = 0;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "0x4 pixels");
    set_pass(&pass, m);
    pass.height = 0;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "4x0 pixels");
    pass.height = 65;
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "4x65 pixels: the device's limit is 64x64");
    pass.width = pass.height = 0xFFFFFFFFu;
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "4294967295x4294967295");
    set_pass(&pass, m);
    pass.attachments[0].size = 63;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "[0].size: 4x4 pixels of RGBA8 need 64 bytes, not 63");
    pass.attachments[0].size = 64;
    assert_int_equal(lambdav_vk_draw(&pass_context, &pass), LAMBDAV_VK_OK);
    lambdav_vk_close(&pass_context);
    assert_int_equal(live(), 0);
}

static void test_attachment_arguments(void **state)
{
    const vk_module *m = vk_assemble("vulkan1.0", pushing);
    lambdav_vk_pass pass;
    (void)state;
    reset();
    mock.devices[0].limits.maxColorAttachments = 4;
    open_mock(&pass_context);
    set_pass(&pass, m);
    pass.attachment_count = 0;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "attachment_count");
    pass.attachment_count = 5;
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "too many attachments: 5 (limit is 4)");
    pass.attachment_count = 0xFFFFFFFFu;
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "too many attachments");
    pass.attachment_count = 2;
    pass.attachments[1].format = LAMBDAV_VK_FORMAT_COUNT;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "attachments[1].format");
    pass.attachments[1].format = LAMBDAV_VK_RGBA32F;
    pass.attachments[1].pixels = pixels[1];
    pass.attachments[1].size = sizeof pixels[1];
    bad_pass(&pass, LAMBDAV_VK_MODULE, "attachments[1]: the module has no output at location 1");
    pass.attachments[1].pixels = NULL;
    assert_int_equal(lambdav_vk_draw(&pass_context, &pass), LAMBDAV_VK_OK);
    assert_int_equal(mock.copies, 1);
    lambdav_vk_close(&pass_context);
}

static void test_push_arguments(void **state)
{
    const vk_module *m = vk_assemble("vulkan1.0", pushing);
    lambdav_vk_pass pass;
    (void)state;
    reset();
    open_mock(&pass_context);
    set_pass(&pass, m);
    pass.push_size = 19;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "19 bytes; the module's push-constant block has 20");
    pass.push_size = 129;
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "push_size: 129 bytes; the device's limit is 128");
    set_pass(&pass, m);
    pass.push = NULL;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "push: NULL");
    pass.push_size = 0;
    bad_pass(&pass, LAMBDAV_VK_ARGUMENT, "push_size: 0 bytes");
    set_pass(&pass, m);
    pass.push_size = 128;
    assert_int_equal(lambdav_vk_draw(&pass_context, &pass), LAMBDAV_VK_OK);
    assert_int_equal(mock.push_range, 20);
    set_pass(&pass, vk_assemble("vulkan1.0", COLOUR BODY("")));  // no block: nothing is pushed
    assert_int_equal(lambdav_vk_draw(&pass_context, &pass), LAMBDAV_VK_OK);
    assert_int_equal(mock.push_range, 0);
    lambdav_vk_close(&pass_context);
    mock.devices[0].limits.maxPushConstantsSize = 16;
    mock.draws = 0;
    open_mock(&pass_context);
    set_pass(&pass, m);
    bad_pass(&pass, LAMBDAV_VK_LIMIT, "block has 20 bytes; the device's limit is 16");
    lambdav_vk_close(&pass_context);
}

static void test_use_of_closed(void **state)
{
    lambdav_vk_context c, other;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    (void)state;
    reset();
    memset(&c, 0, sizeof c);
    set_pass(&pass, vk_assemble("vulkan1.0", pushing));
    lambdav_vk_close(&c);
    assert_int_equal(lambdav_vk_draw(&c, &pass), LAMBDAV_VK_ARGUMENT);
    assert_text(&c, "the context is not open");
    open_mock(&c);
    open_mock(&other);
    assert_int_equal(lambdav_vk_pipeline_open(&c, &pipeline, &pass), LAMBDAV_VK_OK);
    assert_int_equal(lambdav_vk_pipeline_draw(&other, &pipeline, &pass), LAMBDAV_VK_ARGUMENT);
    assert_text(&other, "not open in this context");
    pass.attachments[0].format = LAMBDAV_VK_RGBA16F;
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_ARGUMENT);
    assert_text(&c, "attachments[0].format: the pipeline was opened with RGBA8");
    pass.attachments[0].format = LAMBDAV_VK_RGBA8;
    pass.attachment_count = 2;
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_ARGUMENT);
    assert_text(&c, "attachment_count: 2, but the pipeline was opened with 1");
    lambdav_vk_pipeline_close(&c, &pipeline);
    lambdav_vk_pipeline_close(&c, &pipeline);
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_ARGUMENT);
    lambdav_vk_close(&other);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

static void test_frames_keep_the_target(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    size_t objects;
    (void)state;
    reset();
    open_mock(&c);
    set_pass(&pass, vk_assemble("vulkan1.0", pushing));
    assert_int_equal(lambdav_vk_pipeline_open(&c, &pipeline, &pass), LAMBDAV_VK_OK);
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_OK);
    objects = mock.count;
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_OK);
    assert_int_equal(mock.count, objects);
    pass.height = 8;
    assert_int_equal(lambdav_vk_pipeline_draw(&c, &pipeline, &pass), LAMBDAV_VK_OK);
    // Image, its memory and its view; framebuffer; buffer and its memory.
    assert_int_equal(mock.count, objects + 6);
    lambdav_vk_pipeline_close(&c, &pipeline);
    lambdav_vk_close(&c);
}

static void draw_fails(lambdav_vk_status status, const char *part)
{
    lambdav_vk_context c;
    lambdav_vk_pass pass;
    open_mock(&c);
    set_pass(&pass, vk_assemble("vulkan1.0", pushing));
    assert_int_equal(lambdav_vk_draw(&c, &pass), status);
    assert_text(&c, part);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

static void test_device_lacks(void **state)
{
    (void)state;
    reset();
    mock.no_format = 1;
    draw_fails(LAMBDAV_VK_UNSUPPORTED, "\"Mock One\" does not draw to RGBA8");
    reset();
    mock.max_extent = 3;
    draw_fails(LAMBDAV_VK_LIMIT, "4x4 pixels: the device's limit for RGBA8 is 3x3");
    reset();
    mock.memory.memoryHeaps[0].size = 1000;
    draw_fails(LAMBDAV_VK_LIMIT, "needs 1024 bytes; the device has 1000");
    reset();
    mock.memory.memoryTypes[1].propertyFlags = 0;
    draw_fails(LAMBDAV_VK_UNSUPPORTED, "no memory of a kind that fits");
    reset();
    mock.memory.memoryTypeCount = 0;
    draw_fails(LAMBDAV_VK_UNSUPPORTED, "no memory of a kind that fits");
    reset();  // not cached, but coherent: it will do, and needs no invalidation
    mock.memory.memoryTypes[1].propertyFlags =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    draw_fails(LAMBDAV_VK_OK, "");
    assert_int_equal(mock.invalidated, 0);
}

static uint64_t time_of(uint32_t bits, uint64_t from, uint64_t to)
{
    lambdav_vk_context c;
    lambdav_vk_pass pass;
    reset();
    mock.timestamp_bits = bits;
    mock.ticks[0] = from;
    mock.ticks[1] = to;
    open_mock(&c);
    set_pass(&pass, vk_assemble("vulkan1.0", pushing));
    pass.gpu_ns = 77;
    assert_int_equal(lambdav_vk_draw(&c, &pass), LAMBDAV_VK_OK);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
    return pass.gpu_ns;
}

static void test_times(void **state)
{
    (void)state;
    assert_int_equal(time_of(64, 100, 150), 100);
    assert_int_equal(time_of(64, 5, 5), 1);
    assert_int_equal(time_of(64, ~(uint64_t)0, 9), 20);
    assert_int_equal(time_of(36, ((uint64_t)1 << 36) - 10, 10), 40);
    assert_int_equal(time_of(0, 100, 150), 0);
}

// =================================================================================================
// Modules
// =================================================================================================
// Outputs of every shape: a vec3, a vec2 from component 1 on, an array of two vec4, a float.
static const char shapes[] =
    HEAD MAIN(" %a %b %c %d")
    "OpDecorate %a Location 0\nOpDecorate %b Location 1\nOpDecorate %b Component 1\n"
    "OpDecorate %c Location 2\nOpDecorate %d Location 5\n" TYPES
    "%uint = OpTypeInt 32 0\n%two = OpConstant %uint 2\n%arr = OpTypeArray %v4 %two\n"
    "%p3 = OpTypePointer Output %v3\n%pa = OpTypePointer Output %arr\n"
    "%p2 = OpTypePointer Output %v2\n%p1 = OpTypePointer Output %float\n"
    "%a = OpVariable %p3 Output\n%b = OpVariable %p2 Output\n%c = OpVariable %pa Output\n"
    "%d = OpVariable %p1 Output\n" BODY("");

// Pictures lie in the buffer at multiples of 16 bytes, and are copied without what is between them.
static void test_odd_sizes(void **state)
{
    lambdav_vk_context c;
    lambdav_vk_pass pass;
    (void)state;
    reset();
    open_mock(&c);
    set_pass(&pass, vk_assemble("vulkan1.0", shapes));
    memset(pixels, 0, sizeof pixels);
    pass.width = 3;
    pass.height = 1;
    pass.attachment_count = 2;
    pass.attachments[0].size = 12;
    pass.attachments[1].format = LAMBDAV_VK_RGBA16F;
    pass.attachments[1].pixels = pixels[1];
    pass.attachments[1].size = 24;
    assert_int_equal(lambdav_vk_draw(&c, &pass), LAMBDAV_VK_OK);
    assert_memory_equal(pixels[0], mock.mapped, 12);
    assert_int_equal(pixels[0][12], 0);
    assert_memory_equal(pixels[1], mock.mapped + 16, 24);
    assert_int_equal(pixels[1][24], 0);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

static void test_masks(void **state)
{
    static const uint32_t masks[] = {7, 6, 15, 15, 0, 1, 0, 0};
    lambdav_vk_context c;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    uint32_t i, without;
    (void)state;
    for (without = 0; without < 2; without++) {
        reset();
        mock.features.independentBlend = !without;
        open_mock(&c);
        set_pass(&pass, vk_assemble("vulkan1.0", shapes));
        pass.attachment_count = 8;
        assert_int_equal(lambdav_vk_pipeline_open(&c, &pipeline, &pass), LAMBDAV_VK_OK);
        for (i = 0; i < 8; i++) assert_int_equal(mock.mask[i], without ? 15 : masks[i]);
        lambdav_vk_pipeline_close(&c, &pipeline);
        lambdav_vk_close(&c);
    }
}

static void test_entries(void **state)
{
    static const char text[] =
        HEAD "OpEntryPoint Vertex %main \"first\"\nOpEntryPoint Fragment %main \"abcd\" %o\n"
        "OpEntryPoint Fragment %main \"second\" %o\nOpExecutionMode %main OriginUpperLeft\n"
        "OpDecorate %o Location 0\n" TYPES "%o = OpVariable %po Output\n" BODY("");
    lambdav_vk_context c;
    const vk_module *m = vk_assemble("vulkan1.0", text);
    (void)state;
    reset();
    assert_int_equal(try_module(&c, m, NULL), LAMBDAV_VK_OK);
    assert_string_equal(mock.entry, "abcd");
    assert_int_equal(try_module(&c, m, "second"), LAMBDAV_VK_OK);
    assert_string_equal(mock.entry, "second");
    assert_int_equal(try_module(&c, m, "first"), LAMBDAV_VK_MODULE);
    assert_text(&c, "no Fragment entry point \"first\"");
    assert_int_equal(try_module(&c, m, "abc"), LAMBDAV_VK_MODULE);
    assert_int_equal(try_module(&c, m, "abcde"), LAMBDAV_VK_MODULE);
    assert_int_equal(try_module(&c, m, ""), LAMBDAV_VK_MODULE);
}

static void test_refused_modules(void **state)
{
    (void)state;
    reset();
    refuse("vulkan1.0",
           HEAD "OpEntryPoint Vertex %main \"main\"\n" TYPES BODY(""), LAMBDAV_VK_MODULE,
           "no Fragment entry point");
    refuse("vulkan1.0", HEAD MAIN(" %o") TYPES "%o = OpVariable %po Output\n" BODY(""),
           LAMBDAV_VK_MODULE, "an output has no location");
    refuse("vulkan1.0",
           HEAD MAIN(" %o") "OpDecorate %o Location 3\n" TYPES
           "%m = OpTypeMatrix %v4 2\n%pi = OpTypePointer Output %m\n"
           "%o = OpVariable %pi Output\n" BODY(""),
           LAMBDAV_VK_MODULE, "the output at location 3 is not a number");
    refuse("vulkan1.0",
           HEAD MAIN(" %i") "OpDecorate %i Location 2\n" TYPES
           "%pi = OpTypePointer Input %v4\n%i = OpVariable %pi Input\n" BODY(""),
           LAMBDAV_VK_MODULE, "input at location 2");
    refuse("vulkan1.0", "OpCapability Kernel\n" COLOUR BODY(""), LAMBDAV_VK_UNSUPPORTED,
           "capability 6,");
    mock.features.shaderFloat64 = VK_FALSE;
    refuse("vulkan1.0", "OpCapability Float64\n" COLOUR BODY(""), LAMBDAV_VK_UNSUPPORTED,
           "capability Float64, which \"Mock One\" lacks");
    refuse("vulkan1.2", "OpCapability RoundingModeRTE\n" COLOUR BODY(""), LAMBDAV_VK_UNSUPPORTED,
           "capability RoundingModeRTE, which \"Mock One\" lacks");
}

static void test_accepted_modules(void **state)
{
    lambdav_vk_context c;
    (void)state;
    reset();
    assert_int_equal(try_module(&c, vk_assemble("vulkan1.0", "OpCapability Float64\n"
                                                COLOUR BODY("")), NULL), LAMBDAV_VK_OK);
    assert_int_equal(
        try_module(&c,
                   vk_assemble("vulkan1.2",
                               "OpCapability SignedZeroInfNanPreserve\n" COLOUR BODY("")),
                   NULL),
        LAMBDAV_VK_OK);
    // Built-in inputs and outputs, and an input that another entry point has.
    assert_int_equal(
        try_module(&c,
                   vk_assemble("vulkan1.0",
                               HEAD MAIN(" %f %d") "OpDecorate %f BuiltIn FragCoord\n"
                               "OpDecorate %d BuiltIn FragDepth\nOpDecorate %x Location 7\n" TYPES
                               "%pi = OpTypePointer Input %v4\n%p1 = OpTypePointer Output %float\n"
                               "%f = OpVariable %pi Input\n%d = OpVariable %p1 Output\n"
                               "%x = OpVariable %pi Input\n" BODY("")),
                   NULL),
        LAMBDAV_VK_OK);
}

// A descriptor of each kind at set 2, binding 5, used directly, in a function called, and not at
// all.
#define DESCRIPTOR(decorations, type, storage, body) \
    HEAD MAIN("") "OpDecorate %d DescriptorSet 2\nOpDecorate %d Binding 5\n" decorations TYPES \
    type "%pt = OpTypePointer " storage " %t\n%d = OpVariable %pt " storage "\n" body
#define BLOCK "OpMemberDecorate %t 0 Offset 0\nOpDecorate %t "
#define STRUCT "%t = OpTypeStruct %v4\n%p4 = OpTypePointer Uniform %v4\n"
#define STORAGE "%t = OpTypeStruct %v4\n%p4 = OpTypePointer StorageBuffer %v4\n"
#define READ "%a = OpAccessChain %p4 %d %c0\n%x = OpLoad %v4 %a\n"
#define IMAGE_TYPE "%im = OpTypeImage %float 2D 0 0 0 1 Unknown\n%t = OpTypeSampledImage %im\n"
#define HELPER(text) \
    "%help = OpFunction %void None %fn\n%m = OpLabel\n" text "OpReturn\nOpFunctionEnd\n"
#define WHERE " at set 2, binding 5, and nothing is bound there"

static void test_descriptors(void **state)
{
    lambdav_vk_context c;
    (void)state;
    reset();
    refuse("vulkan1.0", DESCRIPTOR(BLOCK "Block\n", STRUCT, "Uniform", BODY(READ)),
           LAMBDAV_VK_BINDING, "a uniform buffer" WHERE);
    refuse("vulkan1.0", DESCRIPTOR(BLOCK "BufferBlock\n", STRUCT, "Uniform", BODY(READ)),
           LAMBDAV_VK_BINDING, "a storage buffer" WHERE);
    refuse("vulkan1.1", DESCRIPTOR(BLOCK "Block\n", STORAGE, "StorageBuffer", BODY(READ)),
           LAMBDAV_VK_BINDING, "a storage buffer" WHERE);
    refuse("vulkan1.0", DESCRIPTOR("", IMAGE_TYPE, "UniformConstant", BODY("%x = OpLoad %t %d\n")),
           LAMBDAV_VK_BINDING, "a texture" WHERE);
    refuse("vulkan1.0",
           DESCRIPTOR("", IMAGE_TYPE, "UniformConstant",
                      BODY("%y = OpFunctionCall %void %help\n") HELPER("%x = OpLoad %t %d\n")),
           LAMBDAV_VK_BINDING, WHERE);
    try_named = 1;
    refuse("vulkan1.0", DESCRIPTOR(BLOCK "Block\n", STRUCT, "Uniform", BODY(READ)),
           LAMBDAV_VK_BINDING, WHERE ": the module has no name for it, so bind it by set and "
           "binding, or compile with names (LAMBDAV_NAMES, --names)");
    try_named = 0;
    // Used by a function that is not called, then by nobody.
    assert_int_equal(
        try_module(&c,
                   vk_assemble("vulkan1.0", DESCRIPTOR("", IMAGE_TYPE, "UniformConstant",
                                                       BODY("") HELPER("%x = OpLoad %t %d\n"))),
                   NULL),
        LAMBDAV_VK_OK);
    assert_int_equal(try_module(&c,
                                vk_assemble("vulkan1.0", DESCRIPTOR(BLOCK "Block\n", STRUCT,
                                                                    "Uniform", BODY(""))),
                                NULL),
                     LAMBDAV_VK_OK);
}

// The push-constant range that a block gets. members: decorations of %b and declarations of %b.
static void block(const char *decorations, const char *type, uint32_t bytes)
{
    char text[2048];
    lambdav_vk_context c;
    snprintf(text, sizeof text, "%s%s%s%s%s", HEAD MAIN("") "OpDecorate %b Block\n", decorations,
             TYPES "%uint = OpTypeInt 32 0\n%n3 = OpConstant %uint 3\n%m23 = OpTypeMatrix %v3 2\n",
             type,
             "%pb = OpTypePointer PushConstant %b\n%p = OpVariable %pb PushConstant\n"
             BODY("%x = OpLoad %b %p\n"));
    assert_int_equal(try_module(&c, vk_assemble("vulkan1.0", text), NULL), LAMBDAV_VK_OK);
    assert_int_equal(mock.push_range, bytes);
}

static void test_block_sizes(void **state)
{
    (void)state;
    reset();
    block("OpMemberDecorate %b 0 Offset 0\n", "%b = OpTypeStruct %float\n", 4);
    block("OpMemberDecorate %b 0 Offset 16\nOpMemberDecorate %b 1 Offset 0\n",
          "%b = OpTypeStruct %v3 %v4\n", 28);
    // a matrix of 2 columns of 3 rows: by columns 16 + 12, by rows 2 * 16 + 8
    block("OpMemberDecorate %b 0 Offset 0\nOpMemberDecorate %b 0 MatrixStride 16\n"
          "OpMemberDecorate %b 0 ColMajor\n", "%b = OpTypeStruct %m23\n", 28);
    block("OpMemberDecorate %b 0 Offset 8\nOpMemberDecorate %b 0 MatrixStride 16\n"
          "OpMemberDecorate %b 0 RowMajor\n", "%b = OpTypeStruct %m23\n", 48);
    block("OpMemberDecorate %b 0 Offset 4\nOpDecorate %r ArrayStride 16\n",
          "%r = OpTypeArray %float %n3\n%b = OpTypeStruct %r\n", 40);
    // an array of structs that hold a matrix
    block("OpMemberDecorate %b 0 Offset 0\nOpDecorate %r ArrayStride 40\n"
          "OpMemberDecorate %s 0 Offset 0\nOpMemberDecorate %s 1 Offset 8\n"
          "OpMemberDecorate %s 1 MatrixStride 16\nOpMemberDecorate %s 1 ColMajor\n",
          "%s = OpTypeStruct %float %m23\n%r = OpTypeArray %s %n3\n%b = OpTypeStruct %r\n", 116);
    refuse("vulkan1.0",
           HEAD MAIN("") "OpDecorate %b Block\nOpMemberDecorate %b 0 Offset 0\n"
           "OpDecorate %r ArrayStride 4294967295\n" TYPES
           "%uint = OpTypeInt 32 0\n%n = OpConstant %uint 4294967295\n%r = OpTypeArray %float %n\n"
           "%b = OpTypeStruct %r\n%pb = OpTypePointer PushConstant %b\n"
           "%p = OpVariable %pb PushConstant\n" BODY("%x = OpLoad %b %p\n"),
           LAMBDAV_VK_LIMIT, "the push-constant block has 4294967295 bytes");
}

// =================================================================================================
// Resources
// =================================================================================================
// A module of three stages. Vertex: a vec4 at location 0 and a uniform block at set 0, binding 0.
// Fragment: the same block, a texture at binding 1, an output. Compute: 4x2x1 invocations, a
// storage block of 16 bytes and a runtime array of stride 4 at binding 2, an rgba8 image at
// binding 3, two samplers at binding 4, a specialisation constant of 16 bits with id 9.
#define STAGES \
    "OpEntryPoint Vertex %vertex \"vertex\" %at %p\nOpEntryPoint Fragment %fragment \"f\" %o\n" \
    "OpEntryPoint GLCompute %compute \"c\"\nOpExecutionMode %fragment OriginUpperLeft\n" \
    "OpExecutionMode %compute LocalSize 4 2 1\n"
static const char busy[] =
    "OpCapability Shader\nOpCapability Int16\nOpMemoryModel Logical GLSL450\n" STAGES
    "OpName %k \"constant\"\nOpName %ub \"uniforms\"\nOpName %sb \"data\"\n"
    "OpDecorate %o Location 0\nOpDecorate %at Location 0\nOpDecorate %p BuiltIn Position\n"
    "OpDecorate %U Block\nOpMemberDecorate %U 0 Offset 0\nOpMemberDecorate %U 1 Offset 16\n"
    "OpDecorate %S BufferBlock\nOpMemberDecorate %S 0 Offset 0\nOpMemberDecorate %S 1 Offset 16\n"
    "OpDecorate %run ArrayStride 4\nOpDecorate %k SpecId 9\n"
    "OpDecorate %ub DescriptorSet 0\nOpDecorate %ub Binding 0\n"
    "OpDecorate %t DescriptorSet 0\nOpDecorate %t Binding 1\n"
    "OpDecorate %sb DescriptorSet 0\nOpDecorate %sb Binding 2\n"
    "OpDecorate %im DescriptorSet 0\nOpDecorate %im Binding 3\n"
    "OpDecorate %ss DescriptorSet 1\nOpDecorate %ss Binding 4\n" TYPES
    "%half = OpTypeInt 16 0\n%k = OpSpecConstant %half 3\n%two = OpConstant %int 2\n"
    "%pi = OpTypePointer Input %v4\n%at = OpVariable %pi Input\n%p = OpVariable %po Output\n"
    "%o = OpVariable %po Output\n%U = OpTypeStruct %v4 %float\n%pU = OpTypePointer Uniform %U\n"
    "%ub = OpVariable %pU Uniform\n%run = OpTypeRuntimeArray %float\n%S = OpTypeStruct %v4 %run\n"
    "%pS = OpTypePointer Uniform %S\n%sb = OpVariable %pS Uniform\n"
    "%i2 = OpTypeImage %float 2D 0 0 0 1 Unknown\n%T = OpTypeSampledImage %i2\n"
    "%pT = OpTypePointer UniformConstant %T\n%t = OpVariable %pT UniformConstant\n"
    "%I = OpTypeImage %float 2D 0 0 0 2 Rgba8\n%pI = OpTypePointer UniformConstant %I\n"
    "%im = OpVariable %pI UniformConstant\n%sm = OpTypeSampler\n%SS = OpTypeArray %sm %two\n"
    "%pSS = OpTypePointer UniformConstant %SS\n%ss = OpVariable %pSS UniformConstant\n"
    "%p4 = OpTypePointer Uniform %v4\n%ps = OpTypePointer UniformConstant %sm\n"
    "%vertex = OpFunction %void None %fn\n%l1 = OpLabel\n%a1 = OpAccessChain %p4 %ub %c0\n"
    "OpReturn\nOpFunctionEnd\n"
    "%fragment = OpFunction %void None %fn\n%l2 = OpLabel\n%a2 = OpAccessChain %p4 %ub %c0\n"
    "%a3 = OpLoad %T %t\nOpReturn\nOpFunctionEnd\n"
    "%compute = OpFunction %void None %fn\n%l3 = OpLabel\n%a4 = OpAccessChain %p4 %sb %c0\n"
    "%a5 = OpLoad %I %im\n%a6 = OpAccessChain %ps %ss %c0\nOpReturn\nOpFunctionEnd\n";

// Everything that a context can hold, and what the calls on it are given.
typedef struct {
    lambdav_vk_context c;
    lambdav_vk_buffer uniforms, storage;
    lambdav_vk_image image, depth, target;
    lambdav_vk_sampler sampler;
    lambdav_vk_pipeline draws, computes;
    lambdav_vk_binding rows[6];
    lambdav_vk_geometry geometry;
    lambdav_vk_pass pass;
    lambdav_vk_compute compute;
    lambdav_vk_constant constant;
    lambdav_vk_job jobs[2];
    lambdav_vk_image_info info;
} world;

static world w;

static void set_world(const vk_module *m)
{
    static const uint32_t bindings[] = {0, 1, 2, 3, 4, 4};
    uint32_t i;
    memset(&w, 0, sizeof w);
    for (i = 0; i < 6; i++) {
        w.rows[i].set = i >= 4;
        w.rows[i].binding = bindings[i];
        w.rows[i].buffer = i == 0 ? &w.uniforms : &w.storage;
        w.rows[i].image = &w.image;
        w.rows[i].sampler = i == 1 ? NULL : &w.sampler;
    }
    w.rows[5].element = 1;
    w.geometry.vertices[0].buffer = &w.storage;
    w.geometry.indices = &w.storage;
    w.geometry.count = 3;
    set_pass(&w.pass, m);
    w.pass.vertex_words = m->words;
    w.pass.vertex_word_count = m->count;
    w.pass.bindings = w.rows;
    w.pass.binding_count = 6;
    w.pass.draws = &w.geometry;
    w.pass.draw_count = 1;
    w.pass.depth_test = LAMBDAV_VK_COMPARE_LESS;
    w.compute.words = m->words;
    w.compute.word_count = m->count;
    w.compute.constants = &w.constant;
    w.compute.constant_count = 1;
    w.constant.name = "constant";
    w.constant.bits = 0x12345;
    for (i = 0; i < 2; i++) {
        w.jobs[i].pipeline = &w.computes;
        w.jobs[i].bindings = w.rows;
        w.jobs[i].binding_count = 6;
        w.jobs[i].invocations[0] = 9;
    }
    w.info.width = w.info.height = 4;
    w.info.levels = LAMBDAV_VK_ALL_LEVELS;
    w.info.pixels = pixels[1];
    w.info.size = sizeof pixels[1];
}

// Step i of a life; LIFE steps. In its course the pass's pictures move from the pipeline to the
// caller.
static lambdav_vk_status live_step(int i)
{
    lambdav_vk_image_info depth = w.info;
    depth.format = LAMBDAV_VK_D32F;
    depth.levels = 0;
    depth.pixels = NULL;
    switch (i) {
    case 0: return lambdav_vk_buffer_open(&w.c, &w.uniforms, pixels[0], 64);
    case 1: return lambdav_vk_buffer_open(&w.c, &w.storage, NULL, 77);
    case 2: return lambdav_vk_image_open(&w.c, &w.image, &w.info);
    case 3: return lambdav_vk_image_open(&w.c, &w.depth, &depth);
    case 4: return lambdav_vk_sampler_open(&w.c, &w.sampler, NULL);
    case 5: return lambdav_vk_compute_open(&w.c, &w.computes, &w.compute);
    case 6: return lambdav_vk_run(&w.c, w.jobs, 2, NULL);
    case 7: return lambdav_vk_draw(&w.c, &w.pass);
    case 8: return lambdav_vk_image_open(&w.c, &w.target, &w.info);
    case 9:
        w.pass.depth = &w.depth;
        w.pass.attachments[0].image = &w.target;
        return lambdav_vk_pipeline_open(&w.c, &w.draws, &w.pass);
    case 10:
    case 11: return lambdav_vk_pipeline_draw(&w.c, &w.draws, &w.pass);
    case 12: return lambdav_vk_buffer_read(&w.c, &w.storage, 1, pixels[0], 76);
    default: return lambdav_vk_image_read(&w.c, &w.image, 1, pixels[0], 16);
    }
}

enum { LIFE = 14 };

// Ends what set_world and open_mock began.
static void close_world(void)
{
    lambdav_vk_pipeline_close(&w.c, &w.draws);
    lambdav_vk_pipeline_close(&w.c, &w.computes);
    lambdav_vk_sampler_close(&w.c, &w.sampler);
    lambdav_vk_image_close(&w.c, &w.image);
    lambdav_vk_image_close(&w.c, &w.depth);
    lambdav_vk_image_close(&w.c, &w.target);
    lambdav_vk_buffer_close(&w.c, &w.uniforms);
    lambdav_vk_buffer_close(&w.c, &w.storage);
    lambdav_vk_close(&w.c);
    assert_int_equal(live(), 0);
}

// A whole life; a step that fails is tried again and works, unless all fails from then on. Returns
// the first error.
static lambdav_vk_status live_once(const vk_module *m)
{
    lambdav_vk_options options;
    lambdav_vk_status status = LAMBDAV_VK_OK;
    int i;
    set_options(&options);
    set_world(m);
    if (lambdav_vk_open(&w.c, &options) != LAMBDAV_VK_OK) return w.c.status;
    for (i = 0; i < LIFE && status == LAMBDAV_VK_OK; i++) {
        status = live_step(i);
        if (status != LAMBDAV_VK_OK) assert_text(&w.c, mock.failed);
        if (status == LAMBDAV_VK_VULKAN && !mock.for_good)
            assert_int_equal(live_step(i), LAMBDAV_VK_OK);
        if (status == LAMBDAV_VK_LOST) assert_int_equal(live_step(i), LAMBDAV_VK_LOST);
    }
    close_world();
    return status;
}

static void test_life(void **state)
{
    const vk_module *m = vk_assemble("vulkan1.0", busy);
    (void)state;
    reset();
    assert_int_equal(live_once(m), LAMBDAV_VK_OK);
    assert_int_equal(mock.dispatches, 2);
    assert_int_equal(mock.groups[0], 3);
    assert_int_equal(mock.groups[1] * 10 + mock.groups[2], 11);
    assert_int_equal(mock.draws, 3);
    assert_int_equal(mock.writes, 2 * 4 + 3 * 2);
    assert_int_equal(mock.constant_size, 2);
    assert_int_equal(mock.constant, 0x2345);
    assert_int_equal(mock.constant_id, 9);
    assert_int_equal(mock.flushed, 3);
    assert_int_equal(mock.invalidated, 5);
}

static void test_life_failures(void **state)
{
    static const VkResult results[] = {VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_DEVICE_LOST};
    const vk_module *m = vk_assemble("vulkan1.0", busy);
    unsigned n, total;
    size_t r;
    int for_good;
    (void)state;
    reset();
    assert_int_equal(live_once(m), LAMBDAV_VK_OK);
    total = mock.calls;
    assert_true(total > 150);
    for (n = 1; n <= total; n++)
        for (r = 0; r < 2; r++)
            for (for_good = 0; for_good < 2; for_good++) {
                reset();
                mock.fail_at = n;
                mock.fail_result = results[r];
                mock.for_good = for_good;
                assert_int_equal(live_once(m), r == 0 ? LAMBDAV_VK_VULKAN : LAMBDAV_VK_LOST);
            }
}

// What a device may lack: changes something, then the step fails so.
static void lack(void (*change)(void), int step, lambdav_vk_status status, const char *part)
{
    int i;
    reset();
    mock.features.vertexPipelineStoresAndAtomics = VK_TRUE;
    set_world(vk_assemble("vulkan1.0", busy));
    change();
    open_mock(&w.c);
    for (i = 0; i < step; i++) assert_int_equal(live_step(i), LAMBDAV_VK_OK);
    assert_int_equal(live_step(step), status);
    assert_text(&w.c, part);
    close_world();
}

static lambdav_vk_image closed;

#define LIMITS mock.devices[0].limits
#define CHANGE(name, what) \
    static void name(void) { what; }
CHANGE(no_compute, mock.no_compute = 1)
CHANGE(few_samplers, LIMITS.maxPerStageDescriptorSamplers = 1)
CHANGE(few_sets, LIMITS.maxBoundDescriptorSets = 1)
CHANGE(small_groups, LIMITS.maxComputeWorkGroupSize[0] = 3)
CHANGE(small_products, LIMITS.maxComputeWorkGroupInvocations = 7)
CHANGE(few_groups, LIMITS.maxComputeWorkGroupCount[0] = 2)
CHANGE(small_blocks, LIMITS.maxUniformBufferRange = 16)
CHANGE(small_ranges, LIMITS.maxStorageBufferRange = 76)
CHANGE(odd_offset, w.rows[2].offset = 8)
CHANGE(far_offset, w.rows[2].offset = 80)
CHANGE(long_range, w.rows[2].range = 78)
CHANGE(short_range, w.rows[2].range = 15)
CHANGE(no_buffer, w.rows[2].buffer = NULL)
CHANGE(closed_image, w.rows[3].image = &closed)
CHANGE(no_sampler, w.rows[5].sampler = NULL)
CHANGE(no_row, w.rows[5].element = 2)
CHANGE(no_features, mock.format_features = VK_FORMAT_FEATURE_BLIT_SRC_BIT)
CHANGE(no_storage, mock.format_features &= ~(unsigned)VK_FORMAT_FEATURE_STORAGE_IMAGE_BIT)
CHANGE(no_drawing, mock.format_features &= ~(unsigned)VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT)
CHANGE(no_inputs, LIMITS.maxVertexInputAttributes = 0)
CHANGE(no_strides, LIMITS.maxVertexInputBindingStride = 15)
CHANGE(many_levels, w.info.width = 64; w.info.height = 64; mock.max_extent = 64;
       w.info.size = 0; w.info.pixels = NULL; w.info.shape = LAMBDAV_VK_2D_ARRAY; w.info.depth = 13)
CHANGE(wide, w.info.width = 65; w.info.pixels = NULL)
CHANGE(huge_cubes, w.info.shape = LAMBDAV_VK_CUBE_ARRAY; w.info.depth = 0xFFFFFFFFu)
CHANGE(no_cubes, w.info.shape = LAMBDAV_VK_CUBE_ARRAY; mock.features.imageCubeArray = VK_FALSE)
CHANGE(oblong, w.info.shape = LAMBDAV_VK_CUBE; w.info.height = 3)
CHANGE(layered, w.info.depth = 2)
CHANGE(tall_line, w.info.shape = LAMBDAV_VK_1D)
CHANGE(no_width, w.info.width = 0)
CHANGE(no_shape, w.info.shape = LAMBDAV_VK_SHAPE_COUNT)
CHANGE(no_such_format, w.info.format = LAMBDAV_VK_FORMAT_COUNT)
CHANGE(all_levels_given, w.info.levels_given = 4)
CHANGE(unlike, w.pass.attachment_count = 2; w.pass.attachments[1].blend = LAMBDAV_VK_BLEND_ADD;
       mock.features.independentBlend = VK_FALSE)
CHANGE(no_blending, w.pass.attachments[0].blend = LAMBDAV_VK_BLEND_ADD;
       mock.format_features &= ~(unsigned)VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT)
CHANGE(too_many_constants, w.compute.constant_count = 65)
CHANGE(no_constants, w.compute.constants = NULL)
CHANGE(unused_row, w.rows[0].name = "nothing"; w.rows[2].name = "data")

static void test_lacks(void **state)
{
    (void)state;
    lack(no_compute, 5, LAMBDAV_VK_UNSUPPORTED, "has no queue that draws and computes");
    lack(few_samplers, 5, LAMBDAV_VK_LIMIT, "of more descriptors than the device's limit of 1");
    lack(few_sets, 5, LAMBDAV_VK_LIMIT, "sampler at set 1, binding 4, but sets end before 1");
    lack(small_groups, 5, LAMBDAV_VK_LIMIT, "4x2x1; the device's limit is 3x32x32");
    lack(small_products, 5, LAMBDAV_VK_LIMIT, "7 in all");
    lack(too_many_constants, 5, LAMBDAV_VK_LIMIT, "too many constants: 65 (limit is 64)");
    lack(no_constants, 5, LAMBDAV_VK_ARGUMENT, "constants: NULL");
    lack(few_groups, 6, LAMBDAV_VK_LIMIT, "3x1x1 workgroups; the device's limit is 2x16x16");
    lack(small_ranges, 6, LAMBDAV_VK_LIMIT, "77 bytes are bound there; the device's limit is 76");
    lack(odd_offset, 6, LAMBDAV_VK_LIMIT, "\"data\" at set 0, binding 2, and its offset is not");
    lack(far_offset, 6, LAMBDAV_VK_BINDING, "ends behind the buffer's 77 bytes");
    lack(long_range, 6, LAMBDAV_VK_BINDING, "ends behind the buffer's 77 bytes");
    lack(short_range, 6, LAMBDAV_VK_BINDING, "whose block has 16 bytes, but 15 are bound there");
    lack(no_buffer, 6, LAMBDAV_VK_BINDING, "what is bound there is no open buffer");
    lack(closed_image, 6, LAMBDAV_VK_BINDING, "a storage image at set 0, binding 3, and what is");
    lack(no_sampler, 6, LAMBDAV_VK_BINDING, "what is bound there is no open sampler as element 1");
    lack(no_row, 6, LAMBDAV_VK_BINDING, "nothing is bound there as element 1");
    lack(no_storage, 6, LAMBDAV_VK_UNSUPPORTED, "for which \"Mock One\" does not take RGBA8");
    lack(no_features, 2, LAMBDAV_VK_UNSUPPORTED, "\"Mock One\" makes no mipmaps of RGBA8");
    lack(small_blocks, 7, LAMBDAV_VK_LIMIT, "64 bytes are bound there; the device's limit is 16");
    lack(no_inputs, 7, LAMBDAV_VK_LIMIT, "more locations than the limit of 0");
    lack(no_strides, 7, LAMBDAV_VK_LIMIT, "a stride of 16; the device's limit is 15");
    lack(no_drawing, 10, LAMBDAV_VK_UNSUPPORTED, "\"Mock One\" does not draw to RGBA8");
    lack(unlike, 7, LAMBDAV_VK_UNSUPPORTED, "independentBlend, which \"Mock One\" lacks");
    lack(no_blending, 7, LAMBDAV_VK_UNSUPPORTED, "\"Mock One\" does not blend RGBA8");
    lack(many_levels, 2, LAMBDAV_VK_LIMIT, "13 layers of 7 levels: the device's limit");
    lack(wide, 2, LAMBDAV_VK_LIMIT, "65x4 pixels: the device's limit for RGBA8 is 64x64");
    lack(huge_cubes, 2, LAMBDAV_VK_LIMIT, "the device's limit for RGBA8 is 12");
    lack(no_cubes, 2, LAMBDAV_VK_UNSUPPORTED, "imageCubeArray");
    lack(oblong, 2, LAMBDAV_VK_ARGUMENT, "height: CUBE cannot be 4x3");
    lack(layered, 2, LAMBDAV_VK_ARGUMENT, "depth: 2D has one layer only");
    lack(tall_line, 2, LAMBDAV_VK_ARGUMENT, "height: 1D cannot be 4x4");
    lack(no_width, 2, LAMBDAV_VK_ARGUMENT, "width");
    lack(no_shape, 2, LAMBDAV_VK_ARGUMENT, "shape");
    lack(no_such_format, 2, LAMBDAV_VK_ARGUMENT, "format");
    lack(all_levels_given, 2, LAMBDAV_VK_ARGUMENT, "levels_given: 4; the image has 3 levels");
    lack(unused_row, 7, LAMBDAV_VK_BINDING, "a uniform buffer \"uniforms\" at set 0, binding 0");
}

// Stores outside of compute need a feature of their own stage.
static void test_stores(void **state)
{
    const char *text = DESCRIPTOR(BLOCK "BufferBlock\n", STRUCT, "Uniform", BODY(READ));
    (void)state;
    reset();
    mock.features.fragmentStoresAndAtomics = VK_FALSE;
    refuse("vulkan1.0", text, LAMBDAV_VK_UNSUPPORTED,
           "a storage buffer at set 2, binding 5, and may write it, which needs the feature"
           " fragmentStoresAndAtomics in the Fragment stage");
    refuse("vulkan1.0",
           DESCRIPTOR(BLOCK "BufferBlock\nOpDecorate %d NonWritable\n", STRUCT, "Uniform",
                      BODY(READ)),
           LAMBDAV_VK_BINDING, WHERE);
    refuse("vulkan1.0",
           DESCRIPTOR(BLOCK "BufferBlock\nOpMemberDecorate %t 0 NonWritable\n", STRUCT, "Uniform",
                      BODY(READ)),
           LAMBDAV_VK_BINDING, WHERE);
}

// Workgroup memory that begins as zeros needs a feature of Vulkan 1.3; other workgroup memory none.
static void open_shared(const char *initial, uint32_t version, int zeros, int is_refused)
{
    char text[1024];
    lambdav_vk_context c;
    lambdav_vk_pipeline pipeline;
    lambdav_vk_compute compute;
    const vk_module *m;
    snprintf(text, sizeof text,
             "OpCapability Shader\nOpMemoryModel Logical GLSL450\n"
             "OpEntryPoint GLCompute %%main \"main\"\nOpExecutionMode %%main LocalSize 4 1 1\n"
             "%%void = OpTypeVoid\n%%f = OpTypeFunction %%void\n%%u = OpTypeInt 32 0\n"
             "%%p = OpTypePointer Workgroup %%u\n%%z = OpConstantNull %%u\n"
             "%%s = OpVariable %%p Workgroup %s\n%%main = OpFunction %%void None %%f\n"
             "%%l = OpLabel\nOpStore %%s %%z\nOpReturn\nOpFunctionEnd\n",
             initial);
    reset();
    mock.devices[0].apiVersion = VERSION(version);
    mock.zeros = zeros;
    open_mock(&c);
    m = vk_assemble("vulkan1.0", text);
    memset(&compute, 0, sizeof compute);
    compute.words = m->words;
    compute.word_count = m->count;
    assert_int_equal(lambdav_vk_compute_open(&c, &pipeline, &compute),
                     is_refused ? LAMBDAV_VK_UNSUPPORTED : LAMBDAV_VK_OK);
    if (is_refused)
        assert_text(&c, "workgroup memory with an initial value needs the feature "
                        "shaderZeroInitializeWorkgroupMemory, which \"Mock One\" lacks");
    else
        lambdav_vk_pipeline_close(&c, &pipeline);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

static void test_zeroed_memory(void **state)
{
    (void)state;
    open_shared("%z", 3, 1, 0);
    open_shared("%z", 3, 0, 1);
    open_shared("%z", 2, 1, 1);  // 1.2 cannot be asked for it
    open_shared("%z", 0, 1, 1);
    open_shared("", 3, 0, 0);
    open_shared("", 0, 0, 0);
}

// Images and arrays that nothing can be bound to.
static void test_unbindable(void **state)
{
    static const struct {
        const char *type, *part;
    } rows[] = {
        {"%t = OpTypeImage %float Buffer 0 0 0 1 Unknown\n", "a texel buffer, input attachment"},
        {"%t = OpTypeImage %float 2D 0 0 1 1 Unknown\n", "or multisampled image"},
        {"%t = OpTypeImage %float 2D 0 0 0 2 R11fG11fB10f\n", "of image format 8, which no image"},
        {"%im = OpTypeImage %float 2D 0 0 0 1 Unknown\n%e = OpTypeSampledImage %im\n"
         "%t = OpTypeRuntimeArray %e\n", "an array of descriptors without one constant length"},
        {"%e = OpTypeSampler\n%two = OpConstant %int 2\n%f = OpTypeArray %e %two\n"
         "%t = OpTypeArray %f %two\n", "an array of descriptors without one constant length"},
        {"%e = OpTypeSampler\n%n = OpConstant %int 2000000000\n%t = OpTypeArray %e %n\n",
         "of more descriptors than the device's limit of 8"}};
    char text[4096];
    size_t i;
    (void)state;
    reset();
    for (i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        lambdav_vk_context c;
        snprintf(text, sizeof text, "%s%s%s",
                 "OpCapability SampledBuffer\n" HEAD MAIN("")
                 "OpDecorate %d DescriptorSet 2\nOpDecorate %d Binding 5\n" TYPES,
                 rows[i].type,
                 "%pt = OpTypePointer UniformConstant %t\n%d = OpVariable %pt UniformConstant\n"
                 BODY("%x = OpLoad %t %d\n"));
        assert_true(try_module(&c, vk_assemble("vulkan1.0", text), NULL) != LAMBDAV_VK_OK);
        assert_text(&c, rows[i].part);
    }
}

// =================================================================================================
// Hostile words
// =================================================================================================
// Words in memory of exactly their size, so that a read past them is noticed.
static lambdav_vk_status try_words(lambdav_vk_context *c, const uint32_t *words, size_t count)
{
    uint32_t *copy = (uint32_t *)malloc(count * sizeof *words + (count == 0));
    lambdav_vk_pipeline pipeline;
    lambdav_vk_pass pass;
    assert_non_null(copy);
    if (count != 0) memcpy(copy, words, count * sizeof *words);
    memset(&pass, 0, sizeof pass);
    pass.words = copy;
    pass.word_count = count;
    pass.attachment_count = 1;
    lambdav_vk_pipeline_open(c, &pipeline, &pass);
    lambdav_vk_pipeline_close(c, &pipeline);
    free(copy);
    return c->status;
}

static void test_broken_words(void **state)
{
    vk_module m = *vk_assemble("vulkan1.0", pushing);
    lambdav_vk_context c;
    size_t n;
    (void)state;
    reset();
    open_mock(&c);
    for (n = 0; n < m.count - 1; n++) {
        lambdav_vk_status status = try_words(&c, m.words, n);
        assert_true(status == LAMBDAV_VK_MODULE || (status == LAMBDAV_VK_OK && n > 10));
        if (n < 5) assert_text(&c, "fewer words than a SPIR-V header");
        mock.count = 5;  // of the context: the rest is gone
    }
    m.words[0] = 0x03022307u;
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    assert_text(&c, "other byte order");
    m.words[0] = 0;
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    assert_text(&c, "magic");
    m.words[0] = 0x07230203u;
    m.words[1] = 0x00020000u;
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    assert_text(&c, "0x00020000");
    m.words[1] = 0x00010700u;
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    m.words[1] = 0x00010000u;
    for (n = 5; (m.words[n] & 0xFFFFu) != 15; n += m.words[n] >> 16) {}
    memset(&m.words[n + 3], 'a', ((m.words[n] >> 16) - 3) * sizeof m.words[0]);
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    assert_text(&c, "the name of the entry point does not end");
    m.words[5] &= 0xFFFFu;
    assert_int_equal(try_words(&c, m.words, m.count), LAMBDAV_VK_MODULE);
    assert_text(&c, "does not fit");
    assert_int_equal(try_words(&c, NULL, 0), LAMBDAV_VK_MODULE);
    lambdav_vk_close(&c);
}

static uint32_t random_state;

static uint32_t random_below(uint32_t n)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (random_state >> 8) % n;
}

// Changes a few words of the module.
static void damage(vk_module *broken, const vk_module *m)
{
    static const uint32_t odd[] = {0, 1, 2, 0xFFFF, 0x10000, 0x7FFFFFFF, 0xFFFFFFFFu};
    unsigned edits;
    *broken = *m;
    for (edits = 1 + random_below(4); edits > 0; edits--) {
        uint32_t *word = &broken->words[5 + random_below((uint32_t)m->count - 5)];
        switch (random_below(4)) {
        case 0: *word = odd[random_below(7)]; break;
        case 1: *word = m->words[random_below((uint32_t)m->count)]; break;
        case 2: *word ^= 1u << random_below(32); break;
        default: *word = (*word & 0xFFFF0000u) | random_below(80); break;
        }
    }
}

// The same for a module with all stages, and for what it is given.
static void test_hostile_stages(void **state)
{
    vk_module m = *vk_assemble("vulkan1.0", busy), broken;
    unsigned i, statuses[LAMBDAV_VK_STATUS_COUNT] = {0};
    size_t objects;
    int step;
    (void)state;
    reset();
    set_world(&m);
    open_mock(&w.c);
    for (step = 0; step < 8; step++) assert_int_equal(live_step(step), LAMBDAV_VK_OK);
    lambdav_vk_pipeline_close(&w.c, &w.computes);
    objects = mock.count;
    random_state = 2;
    for (i = 0; i < 20000; i++) {
        uint32_t *words = (uint32_t *)malloc(m.count * sizeof *words);
        assert_non_null(words);
        damage(&broken, &m);
        memcpy(words, broken.words, m.count * sizeof *words);
        w.pass.words = w.pass.vertex_words = w.compute.words = words;
        statuses[lambdav_vk_compute_open(&w.c, &w.computes, &w.compute)]++;
        if (w.c.status == LAMBDAV_VK_OK) lambdav_vk_run(&w.c, w.jobs, 2, NULL);
        lambdav_vk_pipeline_close(&w.c, &w.computes);
        statuses[lambdav_vk_draw(&w.c, &w.pass)]++;
        free(words);
        mock.count = objects;
    }
    assert_true(statuses[LAMBDAV_VK_OK] > 100 && statuses[LAMBDAV_VK_MODULE] > 100);
    assert_int_equal(statuses[LAMBDAV_VK_VULKAN] + statuses[LAMBDAV_VK_LOST], 0);
    close_world();
}

static void test_hostile_words(void **state)
{
    vk_module m = *vk_assemble("vulkan1.0", pushing), broken;
    lambdav_vk_context c;
    unsigned i, statuses[LAMBDAV_VK_STATUS_COUNT] = {0};
    (void)state;
    reset();
    open_mock(&c);
    random_state = 1;
    for (i = 0; i < 30000; i++) {
        damage(&broken, &m);
        statuses[try_words(&c, broken.words, m.count)]++;
        mock.count = 5;
    }
    assert_true(statuses[LAMBDAV_VK_OK] > 100 && statuses[LAMBDAV_VK_MODULE] > 100);
    assert_int_equal(statuses[LAMBDAV_VK_VULKAN] + statuses[LAMBDAV_VK_LOST], 0);
    lambdav_vk_close(&c);
    assert_int_equal(live(), 0);
}

// Many calls of one function reach one function: what is not called stays unreached.
static void test_many_calls(void **state)
{
    static char text[32768];
    lambdav_vk_context c;
    size_t n;
    int i;
    (void)state;
    reset();
    n = (size_t)snprintf(text, sizeof text, "%s",
                         DESCRIPTOR("", IMAGE_TYPE, "UniformConstant",
                                    "%main = OpFunction %void None %fn\n%l = OpLabel\n"));
    for (i = 0; i < 300; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%%y%d = OpFunctionCall %%void %%g\n", i);
    snprintf(text + n, sizeof text - n, "%s%s",
             "OpReturn\nOpFunctionEnd\n%g = OpFunction %void None %fn\n%k = OpLabel\n"
             "OpReturn\nOpFunctionEnd\n",
             HELPER("%x = OpLoad %t %d\n"));
    assert_int_equal(try_module(&c, vk_assemble("vulkan1.0", text), NULL), LAMBDAV_VK_OK);
}

// A chain of 300 functions, the last of which uses the descriptor: more than are tracked, so all
// count as reached; then a chain of 200 that is not called: none is.
static void chain(int calls, int functions, lambdav_vk_status status)
{
    static char text[65536];
    lambdav_vk_context c;
    size_t n;
    int i;
    n = (size_t)snprintf(text, sizeof text, "%s%s%s",
                         DESCRIPTOR("", IMAGE_TYPE, "UniformConstant", "%main = OpFunction %void "
                                    "None %fn\n%l = OpLabel\n"),
                         calls ? "%y = OpFunctionCall %void %f0\n" : "",
                         "OpReturn\nOpFunctionEnd\n");
    for (i = 0; i < functions; i++) {
        n += (size_t)snprintf(text + n, sizeof text - n,
                              "%%f%d = OpFunction %%void None %%fn\n%%l%d = OpLabel\n", i, i);
        n += i + 1 == functions
                 ? (size_t)snprintf(text + n, sizeof text - n, "%%x = OpLoad %%t %%d\n")
                 : (size_t)snprintf(text + n, sizeof text - n,
                                    "%%r%d = OpFunctionCall %%void %%f%d\n", i, i + 1);
        n += (size_t)snprintf(text + n, sizeof text - n, "OpReturn\nOpFunctionEnd\n");
    }
    assert_true(n + 1 < sizeof text);
    assert_int_equal(try_module(&c, vk_assemble("vulkan1.0", text), NULL), status);
}

static void test_many_functions(void **state)
{
    (void)state;
    reset();
    chain(1, 200, LAMBDAV_VK_BINDING);
    chain(0, 200, LAMBDAV_VK_OK);
    chain(1, 300, LAMBDAV_VK_BINDING);
    chain(0, 300, LAMBDAV_VK_OK);
}

static void test_vertex_module(void **state)
{
    char path[] = "/tmp/vk_vertex_XXXXXX", command[128];
    int file = mkstemp(path);
    (void)state;
    assert_true(file >= 0);
    assert_true(write(file, lvki_vertex_words, sizeof lvki_vertex_words) ==
                (ssize_t)sizeof lvki_vertex_words);
    close(file);
    snprintf(command, sizeof command, "spirv-val --target-env vulkan1.0 %s", path);
    assert_int_equal(system(command), 0);
    unlink(path);
}

static void test_texts(void **state)
{
    int i;
    (void)state;
    assert_int_equal(lambdav_vk_pixel_size(LAMBDAV_VK_RGBA8), 4);
    assert_int_equal(lambdav_vk_pixel_size(LAMBDAV_VK_RGBA16F), 8);
    assert_int_equal(lambdav_vk_pixel_size(LAMBDAV_VK_RGBA32F), 16);
    assert_int_equal(lambdav_vk_pixel_size(LAMBDAV_VK_FORMAT_COUNT), 0);
    for (i = 0; i < LAMBDAV_VK_STATUS_COUNT; i++)
        assert_true(strlen(lambdav_vk_status_text((lambdav_vk_status)i)) > 5);
    assert_string_equal(lambdav_vk_status_text(LAMBDAV_VK_STATUS_COUNT), "not a status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_success),
        cmocka_unit_test(test_failures),
        cmocka_unit_test(test_missing_entry_points),
        cmocka_unit_test(test_no_device),
        cmocka_unit_test(test_device_choice),
        cmocka_unit_test(test_device_list),
        cmocka_unit_test(test_versions),
        cmocka_unit_test(test_spirv_versions),
        cmocka_unit_test(test_messages),
        cmocka_unit_test(test_hints),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_attachment_arguments),
        cmocka_unit_test(test_push_arguments),
        cmocka_unit_test(test_use_of_closed),
        cmocka_unit_test(test_frames_keep_the_target),
        cmocka_unit_test(test_device_lacks),
        cmocka_unit_test(test_times),
        cmocka_unit_test(test_odd_sizes),
        cmocka_unit_test(test_masks),
        cmocka_unit_test(test_entries),
        cmocka_unit_test(test_refused_modules),
        cmocka_unit_test(test_zeroed_memory),
        cmocka_unit_test(test_accepted_modules),
        cmocka_unit_test(test_descriptors),
        cmocka_unit_test(test_block_sizes),
        cmocka_unit_test(test_life),
        cmocka_unit_test(test_life_failures),
        cmocka_unit_test(test_lacks),
        cmocka_unit_test(test_stores),
        cmocka_unit_test(test_unbindable),
        cmocka_unit_test(test_broken_words),
        cmocka_unit_test(test_hostile_words),
        cmocka_unit_test(test_hostile_stages),
        cmocka_unit_test(test_many_calls),
        cmocka_unit_test(test_many_functions),
        cmocka_unit_test(test_vertex_module),
        cmocka_unit_test(test_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
