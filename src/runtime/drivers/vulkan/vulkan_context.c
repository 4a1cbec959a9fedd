// The logical device: queues, features, and everything that objects share.

#include "runtime/drivers/vulkan/vulkan_context.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_pipeline_cache.h"
#include "runtime/drivers/vulkan/vulkan_staging.h"

enum { NO_FAMILY = UINT32_MAX };

//---- Queues ----

// The family with the bits of `wanted`, and as few of `unwanted` as possible.
static uint32_t find_family(const tern_vulkan_profile_t *profile, VkQueueFlags wanted, VkQueueFlags unwanted) {
  uint32_t best = NO_FAMILY;
  int least = INT32_MAX;
  for (uint32_t i = 0; i < profile->family_count; ++i) {
    VkQueueFlags flags = profile->families[i].queueFlags;
    if ((flags & wanted) != wanted || !profile->families[i].queueCount) continue;
    int cost = __builtin_popcount(flags & unwanted);
    if (cost >= least) continue;
    best = i;
    least = cost;
  }
  return best;
}

// A family that can only copy is an engine of its own; otherwise copies go to a compute queue.
static uint32_t find_transfer_family(const tern_vulkan_profile_t *profile, uint32_t compute_family) {
  const VkQueueFlags others = VK_QUEUE_COMPUTE_BIT | VK_QUEUE_GRAPHICS_BIT;
  uint32_t family = find_family(profile, VK_QUEUE_TRANSFER_BIT, others);
  bool is_own = family != NO_FAMILY && !(profile->families[family].queueFlags & others);
  return is_own ? family : compute_family;
}

// Fills in the families of the queues. The handles come with the device.
static tern_status_t plan_queues(tern_vulkan_context_t *context) {
  const tern_vulkan_profile_t *profile = context->profile;
  // Compute is not kept from families with graphics: on some devices they are the faster ones, and the only ones.
  uint32_t compute = find_family(profile, VK_QUEUE_COMPUTE_BIT, 0);
  if (compute == NO_FAMILY) {
    return tern_status_make(TERN_UNSUPPORTED, "device '%s' has no compute queues",
                            profile->properties.properties.deviceName);
  }
  uint32_t transfer = find_transfer_family(profile, compute), count = profile->families[compute].queueCount;
  context->compute_queue_count = count < TERN_VULKAN_COMPUTE_QUEUE_MAX ? count : TERN_VULKAN_COMPUTE_QUEUE_MAX;
  context->queue_count = context->compute_queue_count;
  for (uint32_t i = 0; i < context->queue_count; ++i) context->queues[i].family = compute;
  context->families[context->family_count++] = compute;
  if (transfer == compute) return tern_ok();
  context->transfer_queue = context->queue_count;
  context->queues[context->queue_count++].family = transfer;
  context->families[context->family_count++] = transfer;
  return tern_ok();
}

static tern_status_t record_barrier(tern_vulkan_context_t *context, tern_vulkan_queue_t *queue) {
  VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .queueFamilyIndex = queue->family};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateCommandPool(context->device, &pool, NULL, &queue->pool),
                              "creating a command pool");
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = queue->pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.AllocateCommandBuffers(context->device, &info, &queue->barrier),
                              "allocating a command buffer");
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_SIMULTANEOUS_USE_BIT};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.BeginCommandBuffer(queue->barrier, &begin), "recording a barrier");
  VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                             .srcAccessMask = VK_ACCESS_MEMORY_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_MEMORY_READ_BIT | VK_ACCESS_MEMORY_WRITE_BIT};
  context->api.CmdPipelineBarrier(queue->barrier, VK_PIPELINE_STAGE_ALL_COMMANDS_BIT,
                                  VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, 0, 1, &barrier, 0, NULL, 0, NULL);
  return tern_vulkan_status(context->api.EndCommandBuffer(queue->barrier), "recording a barrier");
}

static tern_status_t create_queues(tern_vulkan_context_t *context) {
  for (uint32_t i = 0; i < context->queue_count; ++i) {
    tern_vulkan_queue_t *queue = &context->queues[i];
    uint32_t index = i < context->compute_queue_count ? i : 0;
    context->api.GetDeviceQueue(context->device, queue->family, index, &queue->handle);
    VkSemaphoreTypeCreateInfo type = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO,
                                      .semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE};
    VkSemaphoreCreateInfo info = {.sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, .pNext = &type};
    TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateSemaphore(context->device, &info, NULL, &queue->timeline),
                                "creating a semaphore");
    TERN_RETURN_IF_ERROR(record_barrier(context, queue));
  }
  return tern_ok();
}

//---- Creation ----

static tern_status_t create_device(tern_vulkan_context_t *context) {
  const tern_vulkan_instance_api_t *api = &context->instance->api;
  const float priorities[TERN_VULKAN_COMPUTE_QUEUE_MAX] = {1, 1};
  VkDeviceQueueCreateInfo queues[2];
  for (uint32_t i = 0; i < context->family_count; ++i) {
    queues[i] = (VkDeviceQueueCreateInfo){.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                          .queueFamilyIndex = context->families[i],
                                          .queueCount = i ? 1 : context->compute_queue_count,
                                          .pQueuePriorities = priorities};
  }
  tern_vulkan_features_t features;
  tern_vulkan_profile_select_features(context->profile, &features);
  const char *extensions[TERN_VULKAN_EXTENSION_COUNT];
  uint32_t extension_count = tern_vulkan_profile_extension_names(context->profile, extensions);
  VkDeviceCreateInfo info = {.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
                             .pNext = &features.core,
                             .queueCreateInfoCount = context->family_count,
                             .pQueueCreateInfos = queues,
                             .enabledExtensionCount = extension_count,
                             .ppEnabledExtensionNames = extensions};
  VkDevice device = VK_NULL_HANDLE;
  TERN_VULKAN_RETURN_IF_ERROR(api->CreateDevice(context->profile->handle, &info, NULL, &device),
                              "creating a Vulkan device");
  tern_status_t status = tern_vulkan_device_api_load(api->GetDeviceProcAddr, device, &context->api);
  if (!tern_status_is_ok(status)) {
    PFN_vkDestroyDevice destroy = (PFN_vkDestroyDevice)api->GetDeviceProcAddr(device, "vkDestroyDevice");
    if (destroy) destroy(device, NULL);
    return status;
  }
  // Functions of extensions that are not enabled may have addresses all the same.
  if (!context->profile->extensions[TERN_VULKAN_EXTENSION_PUSH_DESCRIPTOR]) context->api.CmdPushDescriptorSetKHR = NULL;
  if (!context->profile->extensions[TERN_VULKAN_EXTENSION_EXTERNAL_MEMORY_HOST]) {
    context->api.GetMemoryHostPointerPropertiesEXT = NULL;
  }
  context->device = device;
  return tern_ok();
}

static tern_status_t initialize(tern_vulkan_context_t *context, uint32_t ordinal) {
  TERN_RETURN_IF_ERROR(tern_vulkan_instance_create(&context->instance));
  TERN_RETURN_IF_ERROR(tern_vulkan_profile_create(context->instance, ordinal, &context->profile));
  TERN_RETURN_IF_ERROR(plan_queues(context));
  TERN_RETURN_IF_ERROR(create_device(context));
  TERN_RETURN_IF_ERROR(create_queues(context));
  TERN_RETURN_IF_ERROR(tern_vulkan_staging_create(context));
  TERN_RETURN_IF_ERROR(tern_vulkan_pipeline_cache_create(context));
  return tern_vulkan_instance_check(context->instance);
}

tern_status_t tern_vulkan_context_create(uint32_t ordinal, tern_device_flags_t flags,
                                         tern_vulkan_context_t **out_context) {
  *out_context = NULL;
  tern_vulkan_context_t *context = calloc(1, sizeof(*context));
  if (!context) return tern_no_memory("a device");
  tern_resource_initialize(&context->resource);
  context->flags = flags;
  pthread_mutex_init(&context->mutex, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&context->changed, &attributes);
  pthread_condattr_destroy(&attributes);
  tern_vulkan_memory_initialize(&context->memory);
  tern_status_t status = initialize(context, ordinal);
  if (tern_status_is_ok(status)) {
    *out_context = context;
  } else {
    tern_vulkan_context_release(context);
  }
  return status;
}

static void destroy_device(tern_vulkan_context_t *context) {
  // A timeline may have its last value while a driver's own threads still look at it: those of Mesa's queues do.
  context->api.DeviceWaitIdle(context->device);
  tern_vulkan_pipeline_cache_destroy(context);
  tern_vulkan_staging_destroy(context);
  for (uint32_t i = 0; i < context->queue_count; ++i) {
    tern_vulkan_queue_t *queue = &context->queues[i];
    if (queue->pool) context->api.DestroyCommandPool(context->device, queue->pool, NULL);
    if (queue->timeline) context->api.DestroySemaphore(context->device, queue->timeline, NULL);
  }
  tern_vulkan_memory_deinitialize(context);
  context->api.DestroyDevice(context->device, NULL);
}

void tern_vulkan_context_release(tern_vulkan_context_t *context) {
  if (!context || !tern_resource_release(&context->resource)) return;
  if (context->device)
    destroy_device(context);
  else
    pthread_mutex_destroy(&context->memory.mutex);
  tern_vulkan_profile_destroy(context->profile);
  tern_vulkan_instance_destroy(context->instance);
  pthread_cond_destroy(&context->changed);
  pthread_mutex_destroy(&context->mutex);
  free(context->failure_message);
  free(context);
}
