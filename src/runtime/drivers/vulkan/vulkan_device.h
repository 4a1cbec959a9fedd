// The front of a device, and what the files of this driver offer to its table of functions.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DEVICE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DEVICE_H_

#include "runtime/device.h"
#include "runtime/drivers/vulkan/vulkan_context.h"

typedef struct tern_vulkan_device_t {
  tern_device_t base;
  tern_vulkan_context_t *context;  // a reference
} tern_vulkan_device_t;

enum {
  TERN_VULKAN_BUFFER_ALIGNMENT = 256,  // bytes
};

tern_status_t tern_vulkan_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                            tern_executable_t **out_executable);
tern_status_t tern_vulkan_command_buffer_create(tern_device_t *device, tern_command_buffer_t **out_command_buffer);
// The command buffer of the API, which is about to be submitted.
VkCommandBuffer tern_vulkan_command_buffer_submit(tern_command_buffer_t *command_buffer);
// True if the object was made from the device of `context`.
bool tern_vulkan_command_buffer_belongs_to(const tern_command_buffer_t *command_buffer,
                                           const tern_vulkan_context_t *context);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DEVICE_H_
