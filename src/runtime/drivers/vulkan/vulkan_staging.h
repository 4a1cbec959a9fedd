// Memory between the host and memory that the host cannot see: buffers of the host's that are used again and again.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_STAGING_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_STAGING_H_

#include "runtime/drivers/vulkan/vulkan_context.h"

// A buffer of the API with its memory.
typedef struct tern_vulkan_raw_buffer_t {
  VkBuffer handle;
  tern_vulkan_allocation_t allocation;
  VkDeviceSize size;  // bytes
} tern_vulkan_raw_buffer_t;

// Errors: those of tern_vulkan_memory_allocate().
tern_status_t tern_vulkan_raw_buffer_create(tern_vulkan_context_t *context, VkDeviceSize size, VkBufferUsageFlags usage,
                                            tern_vulkan_placement_t placement, tern_vulkan_raw_buffer_t *out_buffer);
// Creates the buffer without memory.
tern_status_t tern_vulkan_raw_buffer_create_handle(tern_vulkan_context_t *context, VkDeviceSize size,
                                                   VkBufferUsageFlags usage, const void *next, VkBuffer *out_handle);
// Zeroes are ignored.
void tern_vulkan_raw_buffer_destroy(tern_vulkan_context_t *context, tern_vulkan_raw_buffer_t *buffer);

tern_status_t tern_vulkan_staging_create(tern_vulkan_context_t *context);
// Every slot was given back. A context without staging is left alone.
void tern_vulkan_staging_destroy(tern_vulkan_context_t *context);
// Lends a mapped buffer of at least `size` bytes.
tern_status_t tern_vulkan_staging_take(tern_vulkan_context_t *context, VkDeviceSize size,
                                       tern_vulkan_raw_buffer_t *out_buffer);
void tern_vulkan_staging_give_back(tern_vulkan_context_t *context, tern_vulkan_raw_buffer_t *buffer);
// Copies on the transfer queue and waits.
tern_status_t tern_vulkan_staging_copy(tern_vulkan_context_t *context, VkBuffer source, VkDeviceSize source_offset,
                                       VkBuffer target, VkDeviceSize target_offset, VkDeviceSize size);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_STAGING_H_
