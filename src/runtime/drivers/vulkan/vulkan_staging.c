// Staging buffers: sizes are powers of two, and a few that are idle are kept for the next map.

#include "runtime/drivers/vulkan/vulkan_staging.h"

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_queue.h"

enum {
  LEAST_SIZE = 64 << 10,     // bytes
  IDLE_SIZE_MAX = 64 << 20,  // bytes of idle buffers, more are freed
  IDLE_MAX = 16,
};

typedef struct tern_vulkan_staging_t {
  pthread_mutex_t mutex;       // of the idle buffers
  pthread_mutex_t copy_mutex;  // of the command pool, held for a whole copy
  tern_vulkan_raw_buffer_t idle[IDLE_MAX];
  size_t idle_count;
  VkDeviceSize idle_size;  // bytes
  VkCommandPool pool;
  VkCommandBuffer commands;
} staging_t;

//---- Buffers of the API ----

tern_status_t tern_vulkan_raw_buffer_create_handle(tern_vulkan_context_t *context, VkDeviceSize size,
                                                   VkBufferUsageFlags usage, const void *next, VkBuffer *out_handle) {
  VkDeviceSize limit = context->profile->v13.maxBufferSize;
  if (limit && size > limit) {
    return tern_status_make(TERN_OUT_OF_RANGE, "%llu bytes are above the device's largest buffer, %llu",
                            (unsigned long long)size, (unsigned long long)limit);
  }
  VkBufferCreateInfo info = {.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
                             .pNext = next,
                             .size = size,
                             .usage = usage,
                             .sharingMode = VK_SHARING_MODE_EXCLUSIVE};
  if (context->family_count > 1) {
    info.sharingMode = VK_SHARING_MODE_CONCURRENT;
    info.queueFamilyIndexCount = context->family_count;
    info.pQueueFamilyIndices = context->families;
  }
  return tern_vulkan_status(context->api.CreateBuffer(context->device, &info, NULL, out_handle), "creating a buffer");
}

tern_status_t tern_vulkan_raw_buffer_create(tern_vulkan_context_t *context, VkDeviceSize size, VkBufferUsageFlags usage,
                                            tern_vulkan_placement_t placement, tern_vulkan_raw_buffer_t *out_buffer) {
  *out_buffer = (tern_vulkan_raw_buffer_t){.size = size};
  VkMemoryRequirements requirements;
  TERN_RETURN_IF_ERROR(tern_vulkan_raw_buffer_create_handle(context, size, usage, NULL, &out_buffer->handle));
  context->api.GetBufferMemoryRequirements(context->device, out_buffer->handle, &requirements);
  tern_status_t status = tern_vulkan_memory_allocate(context, &requirements, placement, &out_buffer->allocation);
  if (tern_status_is_ok(status)) {
    VkResult result = context->api.BindBufferMemory(context->device, out_buffer->handle, out_buffer->allocation.memory,
                                                    out_buffer->allocation.offset);
    status = tern_vulkan_status(result, "binding memory to a buffer");
  }
  if (!tern_status_is_ok(status)) tern_vulkan_raw_buffer_destroy(context, out_buffer);
  return status;
}

void tern_vulkan_raw_buffer_destroy(tern_vulkan_context_t *context, tern_vulkan_raw_buffer_t *buffer) {
  if (buffer->handle) context->api.DestroyBuffer(context->device, buffer->handle, NULL);
  tern_vulkan_memory_free(context, &buffer->allocation);
  *buffer = (tern_vulkan_raw_buffer_t){0};
}

//---- Staging ----

tern_status_t tern_vulkan_staging_create(tern_vulkan_context_t *context) {
  staging_t *staging = calloc(1, sizeof(*staging));
  if (!staging) return tern_no_memory("staging");
  pthread_mutex_init(&staging->mutex, NULL);
  pthread_mutex_init(&staging->copy_mutex, NULL);
  context->staging = staging;
  VkCommandPoolCreateInfo pool = {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
                                  .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT,
                                  .queueFamilyIndex = context->queues[context->transfer_queue].family};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateCommandPool(context->device, &pool, NULL, &staging->pool),
                              "creating a command pool");
  VkCommandBufferAllocateInfo info = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
                                      .commandPool = staging->pool,
                                      .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
                                      .commandBufferCount = 1};
  return tern_vulkan_status(context->api.AllocateCommandBuffers(context->device, &info, &staging->commands),
                            "allocating a command buffer");
}

void tern_vulkan_staging_destroy(tern_vulkan_context_t *context) {
  staging_t *staging = context->staging;
  if (!staging) return;
  for (size_t i = 0; i < staging->idle_count; ++i) tern_vulkan_raw_buffer_destroy(context, &staging->idle[i]);
  if (staging->pool) context->api.DestroyCommandPool(context->device, staging->pool, NULL);
  pthread_mutex_destroy(&staging->mutex);
  pthread_mutex_destroy(&staging->copy_mutex);
  free(staging);
  context->staging = NULL;
}

// The smallest idle buffer that is large enough, but not far too large.
static bool take_idle(staging_t *staging, VkDeviceSize size, tern_vulkan_raw_buffer_t *out_buffer) {
  size_t best = IDLE_MAX;
  pthread_mutex_lock(&staging->mutex);
  for (size_t i = 0; i < staging->idle_count; ++i) {
    if (staging->idle[i].size < size) continue;
    if (best == IDLE_MAX || staging->idle[i].size < staging->idle[best].size) best = i;
  }
  if (best != IDLE_MAX) {
    *out_buffer = staging->idle[best];
    staging->idle[best] = staging->idle[--staging->idle_count];
    staging->idle_size -= out_buffer->size;
  }
  pthread_mutex_unlock(&staging->mutex);
  return best != IDLE_MAX;
}

tern_status_t tern_vulkan_staging_take(tern_vulkan_context_t *context, VkDeviceSize size,
                                       tern_vulkan_raw_buffer_t *out_buffer) {
  if (take_idle(context->staging, size, out_buffer)) return tern_ok();
  VkDeviceSize capacity = LEAST_SIZE;
  while (capacity < size && capacity < IDLE_SIZE_MAX) capacity *= 2;
  if (capacity < size) capacity = size;
  return tern_vulkan_raw_buffer_create(context, capacity,
                                       VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                                       TERN_VULKAN_PLACEMENT_HOST, out_buffer);
}

void tern_vulkan_staging_give_back(tern_vulkan_context_t *context, tern_vulkan_raw_buffer_t *buffer) {
  staging_t *staging = context->staging;
  pthread_mutex_lock(&staging->mutex);
  bool is_kept = staging->idle_count < IDLE_MAX && buffer->size <= IDLE_SIZE_MAX - staging->idle_size;
  if (is_kept) {
    staging->idle[staging->idle_count++] = *buffer;
    staging->idle_size += buffer->size;
  }
  pthread_mutex_unlock(&staging->mutex);
  if (!is_kept) tern_vulkan_raw_buffer_destroy(context, buffer);
  *buffer = (tern_vulkan_raw_buffer_t){0};
}

static tern_status_t record_copy(tern_vulkan_context_t *context, VkBuffer source, VkBuffer target,
                                 const VkBufferCopy *region) {
  VkCommandBuffer commands = context->staging->commands;
  VkCommandBufferBeginInfo begin = {.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
                                    .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.BeginCommandBuffer(commands, &begin), "recording a copy");
  context->api.CmdCopyBuffer(commands, source, target, 1, region);
  VkMemoryBarrier barrier = {.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER,
                             .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
                             .dstAccessMask = VK_ACCESS_HOST_READ_BIT};
  context->api.CmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier,
                                  0, NULL, 0, NULL);
  return tern_vulkan_status(context->api.EndCommandBuffer(commands), "recording a copy");
}

tern_status_t tern_vulkan_staging_copy(tern_vulkan_context_t *context, VkBuffer source, VkDeviceSize source_offset,
                                       VkBuffer target, VkDeviceSize target_offset, VkDeviceSize size) {
  VkBufferCopy region = {source_offset, target_offset, size};
  pthread_mutex_lock(&context->staging->copy_mutex);
  tern_status_t status = record_copy(context, source, target, &region);
  if (tern_status_is_ok(status)) status = tern_vulkan_queue_run_transfer(context, context->staging->commands);
  pthread_mutex_unlock(&context->staging->copy_mutex);
  return status;
}
