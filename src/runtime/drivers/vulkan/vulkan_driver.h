// The Vulkan driver: kernels are SPIR-V, buffers are memory of a device that has Vulkan 1.2 or later.
//
// The loader (libvulkan.so.1) is opened when the first device is asked for, so a program that uses only other drivers
// needs none. To build, only the headers are needed:
//
//   gcc -std=gnu17 -D_GNU_SOURCE -Iinclude -Isrc -c src/base/*.c src/runtime/*.c src/runtime/drivers/*/*.c
//
// Without the headers (package libvulkan-dev), leave this folder's files out of the command line or add
// -DTERN_HAS_VULKAN=0; the driver is then missing from the table.
//
// Map of the folder: vulkan_api (the functions of the API), vulkan_instance (loader, validation, physical devices),
// vulkan_profile (what a physical device can do: one table for creation, description and target environment),
// vulkan_context (the logical device that all objects share), vulkan_device (the front), vulkan_memory (memory blocks),
// vulkan_buffer and vulkan_staging (buffers, maps), vulkan_module (checks of SPIR-V), vulkan_executable (pipelines),
// vulkan_pipeline_cache (their file), vulkan_command_buffer, vulkan_semaphore, vulkan_queue (submissions).

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DRIVER_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DRIVER_H_

#include "runtime/device.h"

#ifndef TERN_HAS_VULKAN
#if __has_include(<vulkan/vulkan_core.h>)
#define TERN_HAS_VULKAN 1
#else
#define TERN_HAS_VULKAN 0
#endif
#endif

extern const tern_driver_t tern_vulkan_driver;

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_DRIVER_H_
