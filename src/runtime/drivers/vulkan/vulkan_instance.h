// The Vulkan loader and an instance of the API. Every device has an instance of its own, so that nothing is global and
// messages of the validation layers belong to one device.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_INSTANCE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_INSTANCE_H_

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#include "runtime/drivers/vulkan/vulkan_api.h"

// Messages of the validation layers. Thread-safe.
typedef struct tern_vulkan_messages_t {
  pthread_mutex_t mutex;
  char *last;                    // owned; NULL before the first
  _Atomic uint64_t count;        // errors and warnings so far
  _Atomic uint64_t error_count;  // errors so far
  uint64_t reported_count;       // errors that a status told of; guarded by `mutex`
} tern_vulkan_messages_t;

// Immutable once created, except for the messages.
typedef struct tern_vulkan_instance_t {
  void *library;  // of the loader
  VkInstance handle;
  tern_vulkan_instance_api_t api;
  VkDebugUtilsMessengerEXT messenger;  // VK_NULL_HANDLE without validation
  VkPhysicalDevice *physical_devices;  // owned
  uint32_t physical_device_count;
  tern_vulkan_messages_t messages;
} tern_vulkan_instance_t;

// Opens the loader and creates an instance; with the validation layers if $TERN_VULKAN_VALIDATION is 1. `*out_instance`
// is owned by the caller. Errors: TERN_NOT_FOUND if the loader, or a layer that is asked for, is not installed;
// TERN_UNSUPPORTED if it is too old; TERN_OUT_OF_MEMORY.
tern_status_t tern_vulkan_instance_create(tern_vulkan_instance_t **out_instance);
// NULL is ignored.
void tern_vulkan_instance_destroy(tern_vulkan_instance_t *instance);
// TERN_INTERNAL with the latest message if the validation layers found an error that no earlier call has returned.
tern_status_t tern_vulkan_instance_check(tern_vulkan_instance_t *instance);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_INSTANCE_H_
