// Checks of SPIR-V modules. Drivers take a module to be valid and crash where it is not; what can be seen without a
// validator is looked at here: the header, the lengths of instructions, capabilities, entry points.

#ifndef TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MODULE_H_
#define TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MODULE_H_

#include "runtime/drivers/vulkan/vulkan_profile.h"

// A module that was checked. Borrows the words.
typedef struct tern_vulkan_module_t {
  const uint32_t *words;
  size_t count;
} tern_vulkan_module_t;

// Errors: TERN_INVALID_ARGUMENT for what is no module; TERN_UNSUPPORTED for a version or a capability that the device
// does not have, with its name.
tern_status_t tern_vulkan_module_check(const tern_vulkan_profile_t *profile, const void *data, size_t size,
                                       tern_vulkan_module_t *out_module);
// Finds a compute entry point by name. `*out_has_size` says whether the module fixes its workgroup size, which is
// `out_workgroup_size` then. Errors: TERN_NOT_FOUND.
tern_status_t tern_vulkan_module_find(const tern_vulkan_module_t *module, const char *name, bool *out_has_size,
                                      uint32_t out_workgroup_size[3]);

#endif  // TERN_RUNTIME_DRIVERS_VULKAN_VULKAN_MODULE_H_
