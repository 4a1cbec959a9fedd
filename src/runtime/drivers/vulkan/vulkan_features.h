// The tables of features, for the files that ask and that describe. See vulkan_profile.h.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_FEATURES_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_FEATURES_H_

#include "runtime/drivers/vulkan/vulkan_profile.h"

// A capability of SPIR-V.
typedef struct tern_vulkan_capability_t {
  uint32_t number;
  const char *name;  // NULL: none
} tern_vulkan_capability_t;

// A feature that is enabled where the device has it.
typedef struct tern_vulkan_feature_row_t {
  size_t offset;                             // bytes, of a VkBool32 in tern_vulkan_features_t
  const char *words;                         // for descriptions
  tern_vulkan_capability_t capabilities[4];  // that kernels may then declare
  const char *spirv_extension;               // that they are in, or NULL
} tern_vulkan_feature_row_t;

extern const tern_vulkan_feature_row_t tern_vulkan_features[];
extern const size_t tern_vulkan_feature_count;
bool tern_vulkan_feature_is_set(const tern_vulkan_features_t *features, const tern_vulkan_feature_row_t *row);

// A class of subgroup operations.
typedef struct tern_vulkan_subgroup_row_t {
  VkSubgroupFeatureFlagBits bit;
  const char *words;
  tern_vulkan_capability_t capability;
} tern_vulkan_subgroup_row_t;

extern const tern_vulkan_subgroup_row_t tern_vulkan_subgroup_operations[];
extern const size_t tern_vulkan_subgroup_operation_count;
bool tern_vulkan_subgroup_operation_is_set(const tern_vulkan_profile_t *profile, const tern_vulkan_subgroup_row_t *row);

// A way of computing with floats that kernels may ask for (SPV_KHR_float_controls). The API grants it for each width.
typedef struct tern_vulkan_float_row_t {
  size_t offsets[3];  // bytes, of VkBool32s in VkPhysicalDeviceVulkan12Properties: for 16, 32 and 64 bits
  const char *words;
  tern_vulkan_capability_t capability;
} tern_vulkan_float_row_t;

extern const tern_vulkan_float_row_t tern_vulkan_float_controls[];
extern const size_t tern_vulkan_float_control_count;
// Granted for every width that kernels may compute with.
bool tern_vulkan_float_control_is_set(const tern_vulkan_profile_t *profile, const tern_vulkan_float_row_t *row);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_FEATURES_H_
