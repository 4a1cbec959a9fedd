// What a physical device can do, and the one table of features that creation, description and target environment share.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PROFILE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PROFILE_H_

#include <stdbool.h>

#include "base/string.h"
#include "runtime/drivers/vulkan/vulkan_instance.h"
#include "runtime/module/description.h"

// All feature structures that the driver knows, chained in this order where the device has them.
typedef struct tern_vulkan_features_t {
  VkPhysicalDeviceFeatures2 core;
  VkPhysicalDeviceVulkan11Features v11;
  VkPhysicalDeviceVulkan12Features v12;
  VkPhysicalDeviceVulkan13Features v13;
  VkPhysicalDeviceShaderAtomicFloatFeaturesEXT atomic_float;
  tern_vk_cooperative_matrix_features_t cooperative_matrix;
  tern_vk_shader_bfloat16_features_t bfloat16;
} tern_vulkan_features_t;

// Extensions that are enabled where the device has them.
typedef enum tern_vulkan_extension_t {
  TERN_VULKAN_EXTENSION_PUSH_DESCRIPTOR,
  TERN_VULKAN_EXTENSION_EXTERNAL_MEMORY_HOST,
  TERN_VULKAN_EXTENSION_ATOMIC_FLOAT,
  TERN_VULKAN_EXTENSION_COOPERATIVE_MATRIX,
  TERN_VULKAN_EXTENSION_BFLOAT16,
  TERN_VULKAN_EXTENSION_COUNT
} tern_vulkan_extension_t;

// A physical device. The structures point to one another: not to be copied. Immutable.
typedef struct tern_vulkan_profile_t {
  VkPhysicalDevice handle;
  bool extensions[TERN_VULKAN_EXTENSION_COUNT];
  VkPhysicalDeviceProperties2 properties;
  VkPhysicalDeviceVulkan11Properties v11;
  VkPhysicalDeviceVulkan12Properties v12;
  VkPhysicalDeviceVulkan13Properties v13;
  VkPhysicalDevicePushDescriptorPropertiesKHR push_descriptor;
  VkPhysicalDeviceExternalMemoryHostPropertiesEXT external_memory_host;
  tern_vulkan_features_t features;
  VkPhysicalDeviceMemoryProperties memory;
  VkQueueFamilyProperties *families;  // owned
  uint32_t family_count;
  tern_vk_cooperative_matrix_properties_t *matrices;  // owned
  uint32_t matrix_count;
} tern_vulkan_profile_t;

// Asks the `ordinal`-th device of `instance`. `*out_profile` is owned by the caller.
// Errors: TERN_NOT_FOUND; TERN_UNSUPPORTED for a device below Vulkan 1.2 or without timeline semaphores;
// TERN_OUT_OF_MEMORY.
tern_status_t tern_vulkan_profile_create(const tern_vulkan_instance_t *instance, size_t ordinal,
                                         tern_vulkan_profile_t **out_profile);
// NULL is ignored.
void tern_vulkan_profile_destroy(tern_vulkan_profile_t *profile);

// The features that kernels and the driver may use, as far as the device has them, chained for device creation.
void tern_vulkan_profile_select_features(const tern_vulkan_profile_t *profile, tern_vulkan_features_t *out_features);
// The names of the extensions that the device has: writes at most TERN_VULKAN_EXTENSION_COUNT, returns how many.
uint32_t tern_vulkan_profile_extension_names(const tern_vulkan_profile_t *profile, const char **out_names);

// Version of SPIR-V that the device takes: the minor number of 1.x.
uint32_t tern_vulkan_profile_spirv_minor(const tern_vulkan_profile_t *profile);
// True if kernels may declare the capability of SPIR-V with this number. `*out_name` is its name if the table has it, or
// NULL.
bool tern_vulkan_profile_has_capability(const tern_vulkan_profile_t *profile, uint32_t capability,
                                        const char **out_name);

// Fills in a description.
void tern_vulkan_profile_describe(const tern_vulkan_profile_t *profile, tern_description_builder_t *builder);
// Appends `#spirv.target_env<...>`.
void tern_vulkan_profile_append_target_env(const tern_vulkan_profile_t *profile, tern_string_builder_t *out_text);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_PROFILE_H_
