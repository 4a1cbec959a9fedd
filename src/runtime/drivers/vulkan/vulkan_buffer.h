// Buffers of a Vulkan device.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_BUFFER_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_BUFFER_H_

#include "runtime/drivers/vulkan/vulkan_context.h"

tern_status_t tern_vulkan_buffer_allocate(tern_device_t *device, tern_buffer_usage_t usage, size_t size,
                                          tern_buffer_t **out_buffer);
tern_status_t tern_vulkan_buffer_wrap(tern_device_t *device, tern_buffer_usage_t usage, void *data, size_t size,
                                      tern_buffer_release_fn_t release, void *user_data, tern_buffer_t **out_buffer);
// The buffer of the API. It is never empty, and a whole number of words.
VkBuffer tern_vulkan_buffer_handle(const tern_buffer_t *buffer);
// Bytes of the buffer of the API.
VkDeviceSize tern_vulkan_buffer_capacity(const tern_buffer_t *buffer);
bool tern_vulkan_buffer_belongs_to(const tern_buffer_t *buffer, const tern_vulkan_context_t *context);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_BUFFER_H_
