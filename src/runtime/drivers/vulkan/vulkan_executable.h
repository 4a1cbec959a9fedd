// Executables: one pipeline layout for each entry point, one pipeline for each kernel.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXECUTABLE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXECUTABLE_H_

#include "runtime/drivers/vulkan/vulkan_context.h"
#include "runtime/module/executable.h"

// A kernel. Immutable.
typedef struct tern_vulkan_kernel_t {
  VkPipeline pipeline;
  const tern_kernel_info_t *info;  // borrowed from the entry point; NULL: the entry point is its own only kernel
} tern_vulkan_kernel_t;

// An entry point. Immutable.
typedef struct tern_vulkan_entry_t {
  VkPipelineLayout layout;
  VkDescriptorSetLayout *set_layouts;  // owned, `set_count` of them; sets without bindings are empty
  uint32_t set_count;
  bool has_push_descriptors;  // all bindings are in `push_set`, and are pushed
  uint32_t push_set;
  tern_vulkan_kernel_t *kernels;  // owned
  uint32_t kernel_count;
} tern_vulkan_entry_t;

typedef struct tern_vulkan_executable_t {
  tern_executable_t base;
  tern_vulkan_context_t *context;  // a reference
  tern_vulkan_entry_t *entries;    // owned, one per entry point
  tern_executable_release_fn_t release;
  void *user_data;
} tern_vulkan_executable_t;

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_EXECUTABLE_H_
