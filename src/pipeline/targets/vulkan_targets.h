// The Vulkan devices that can be compiled for by name.

#ifndef TERN_PIPELINE_TARGETS_VULKAN_TARGETS_H_
#define TERN_PIPELINE_TARGETS_VULKAN_TARGETS_H_

// The text of the #spirv.target_env attribute that `name` stands for, or NULL. NULL as a name is the first target.
const char *tern_vulkan_target_env(const char *name);

#endif  // TERN_PIPELINE_TARGETS_VULKAN_TARGETS_H_
