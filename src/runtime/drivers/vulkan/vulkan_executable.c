// Executables: layouts and pipelines, made when the executable is, so that errors show there.

#include "runtime/drivers/vulkan/vulkan_executable.h"

#include <stdlib.h>
#include <string.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_device.h"
#include "runtime/drivers/vulkan/vulkan_module.h"

//---- Layouts ----

// Number of bindings in a set.
static uint32_t count_bindings(const tern_entry_point_t *entry, uint32_t set) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < entry->binding_count; ++i) count += entry->bindings[i].set == set;
  return count;
}

static tern_status_t check_bindings(const tern_vulkan_context_t *context, const tern_entry_point_t *entry) {
  const VkPhysicalDeviceLimits *limits = &context->profile->properties.properties.limits;
  for (uint32_t i = 0; i < entry->binding_count; ++i) {
    const tern_binding_info_t *info = &entry->bindings[i];
    if (info->set >= limits->maxBoundDescriptorSets) {
      return tern_status_make(TERN_UNSUPPORTED, "binding %u of entry point '%s' is in set %u, the device has %u", i,
                              entry->name, info->set, limits->maxBoundDescriptorSets);
    }
    for (uint32_t j = 0; j < i; ++j) {
      if (entry->bindings[j].set != info->set || entry->bindings[j].binding != info->binding) continue;
      return tern_status_make(TERN_INVALID_ARGUMENT, "bindings %u and %u of entry point '%s' are both (%u, %u)", j, i,
                              entry->name, info->set, info->binding);
    }
  }
  if (entry->binding_count > limits->maxPerStageDescriptorStorageBuffers) {
    return tern_status_make(TERN_UNSUPPORTED, "entry point '%s' has %u bindings, the device takes %u", entry->name,
                            entry->binding_count, limits->maxPerStageDescriptorStorageBuffers);
  }
  if (entry->push_constant_count > limits->maxPushConstantsSize / sizeof(uint32_t)) {
    return tern_status_make(TERN_UNSUPPORTED, "entry point '%s' has %u push constants, the device takes %zu",
                            entry->name, entry->push_constant_count, limits->maxPushConstantsSize / sizeof(uint32_t));
  }
  return tern_ok();
}

// Push descriptors can serve one set only.
static void plan_sets(const tern_vulkan_context_t *context, const tern_entry_point_t *info,
                      tern_vulkan_entry_t *entry) {
  uint32_t used_count = 0;
  for (uint32_t i = 0; i < info->binding_count; ++i) {
    if (info->bindings[i].set >= entry->set_count) entry->set_count = info->bindings[i].set + 1;
  }
  for (uint32_t i = 0; i < entry->set_count; ++i) used_count += count_bindings(info, i) > 0;
  entry->push_set = entry->set_count ? entry->set_count - 1 : 0;
  entry->has_push_descriptors = context->api.CmdPushDescriptorSetKHR && used_count == 1 &&
                                info->binding_count <= context->profile->push_descriptor.maxPushDescriptors;
}

static tern_status_t create_set_layout(tern_vulkan_context_t *context, const tern_entry_point_t *info,
                                       tern_vulkan_entry_t *entry, uint32_t set) {
  VkDescriptorSetLayoutBinding *bindings = calloc((size_t)info->binding_count + 1, sizeof(*bindings));
  if (!bindings) return tern_no_memory("a layout");
  uint32_t count = 0;
  for (uint32_t i = 0; i < info->binding_count; ++i) {
    if (info->bindings[i].set != set) continue;
    bindings[count++] = (VkDescriptorSetLayoutBinding){.binding = info->bindings[i].binding,
                                                       .descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                       .descriptorCount = 1,
                                                       .stageFlags = VK_SHADER_STAGE_COMPUTE_BIT};
  }
  bool is_pushed = entry->has_push_descriptors && set == entry->push_set;
  VkDescriptorSetLayoutCreateInfo create = {
      .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
      .flags = is_pushed ? VK_DESCRIPTOR_SET_LAYOUT_CREATE_PUSH_DESCRIPTOR_BIT_KHR : 0,
      .bindingCount = count,
      .pBindings = bindings};
  VkResult result = context->api.CreateDescriptorSetLayout(context->device, &create, NULL, &entry->set_layouts[set]);
  free(bindings);
  return tern_vulkan_status(result, "creating a descriptor set layout");
}

static tern_status_t create_layout(tern_vulkan_context_t *context, const tern_entry_point_t *info,
                                   tern_vulkan_entry_t *entry) {
  TERN_RETURN_IF_ERROR(check_bindings(context, info));
  plan_sets(context, info, entry);
  entry->set_layouts = calloc((size_t)entry->set_count + 1, sizeof(*entry->set_layouts));
  if (!entry->set_layouts) return tern_no_memory("a layout");
  for (uint32_t i = 0; i < entry->set_count; ++i) TERN_RETURN_IF_ERROR(create_set_layout(context, info, entry, i));
  VkPushConstantRange range = {.stageFlags = VK_SHADER_STAGE_COMPUTE_BIT,
                               .size = info->push_constant_count * (uint32_t)sizeof(uint32_t)};
  VkPipelineLayoutCreateInfo create = {.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
                                       .setLayoutCount = entry->set_count,
                                       .pSetLayouts = entry->set_layouts,
                                       .pushConstantRangeCount = range.size > 0,
                                       .pPushConstantRanges = &range};
  return tern_vulkan_status(context->api.CreatePipelineLayout(context->device, &create, NULL, &entry->layout),
                            "creating a pipeline layout");
}

//---- Pipelines ----

static tern_status_t check_workgroup(const tern_vulkan_context_t *context, const char *name, const uint32_t size[3]) {
  const VkPhysicalDeviceLimits *limits = &context->profile->properties.properties.limits;
  uint64_t count = 1;
  for (size_t i = 0; i < 3; ++i) {
    if (size[i] > limits->maxComputeWorkGroupSize[i]) count = UINT32_MAX;
    count *= count <= UINT32_MAX ? size[i] : 1;
  }
  if (count <= limits->maxComputeWorkGroupInvocations) return tern_ok();
  return tern_status_make(
      TERN_UNSUPPORTED,
      "kernel '%s' has workgroups of %u x %u x %u invocations, the device takes %u, at most %u x %u "
      "x %u",
      name, size[0], size[1], size[2], limits->maxComputeWorkGroupInvocations, limits->maxComputeWorkGroupSize[0],
      limits->maxComputeWorkGroupSize[1], limits->maxComputeWorkGroupSize[2]);
}

static tern_status_t check_subgroup_size(const tern_vulkan_context_t *context, const tern_kernel_info_t *info) {
  const tern_vulkan_profile_t *profile = context->profile;
  uint32_t size = info->subgroup_size;
  if (!size || (size == profile->v11.subgroupSize && !profile->features.v13.subgroupSizeControl)) return tern_ok();
  bool is_possible = profile->features.v13.subgroupSizeControl && !(size & (size - 1)) &&
                     (profile->v13.requiredSubgroupSizeStages & VK_SHADER_STAGE_COMPUTE_BIT) &&
                     size >= profile->v13.minSubgroupSize && size <= profile->v13.maxSubgroupSize;
  uint64_t count = (uint64_t)info->workgroup_size[0] * info->workgroup_size[1] * info->workgroup_size[2];
  is_possible = is_possible && count <= (uint64_t)size * profile->v13.maxComputeWorkgroupSubgroups;
  if (is_possible) return tern_ok();
  return tern_status_make(TERN_UNSUPPORTED,
                          "kernel '%s' wants subgroups of %u invocations, which the device cannot give", info->name,
                          size);
}

static tern_status_t check_kernel(const tern_vulkan_context_t *context, const tern_vulkan_module_t *module,
                                  const char *name, const tern_kernel_info_t *info) {
  bool has_size;
  uint32_t size[3];
  TERN_RETURN_IF_ERROR(tern_vulkan_module_find(module, name, &has_size, size));
  if (has_size) TERN_RETURN_IF_ERROR(check_workgroup(context, name, size));
  if (!info) return tern_ok();
  if (has_size && memcmp(size, info->workgroup_size, sizeof(size)) != 0) {
    return tern_status_make(
        TERN_INVALID_ARGUMENT, "kernel '%s' is described with workgroups of %u x %u x %u, the code has %u x %u x %u",
        name, info->workgroup_size[0], info->workgroup_size[1], info->workgroup_size[2], size[0], size[1], size[2]);
  }
  return check_subgroup_size(context, info);
}

static tern_status_t create_pipeline(tern_vulkan_context_t *context, VkShaderModule module, VkPipelineLayout layout,
                                     const char *name, tern_vulkan_kernel_t *kernel) {
  bool has_control = context->profile->features.v13.subgroupSizeControl;
  uint32_t subgroup_size = kernel->info && has_control ? kernel->info->subgroup_size : 0;
  VkPipelineShaderStageRequiredSubgroupSizeCreateInfo required = {
      .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_REQUIRED_SUBGROUP_SIZE_CREATE_INFO,
      .requiredSubgroupSize = subgroup_size};
  VkComputePipelineCreateInfo info = {.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO,
                                      .stage = {.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
                                                .pNext = subgroup_size ? &required : NULL,
                                                .stage = VK_SHADER_STAGE_COMPUTE_BIT,
                                                .module = module,
                                                .pName = name},
                                      .layout = layout};
  // Whoever asks for a size counts on whole subgroups.
  bool is_whole = subgroup_size && context->profile->features.v13.computeFullSubgroups &&
                  kernel->info->workgroup_size[0] % subgroup_size == 0;
  if (is_whole) info.stage.flags |= VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
  VkResult result =
      context->api.CreateComputePipelines(context->device, context->pipeline_cache, 1, &info, NULL, &kernel->pipeline);
  if (result == VK_SUCCESS) return tern_ok();
  tern_status_t status = tern_vulkan_status(result, "compiling");
  return tern_status_make(status.code, "kernel '%s': %s", name, status.message);
}

static tern_status_t create_entry(tern_vulkan_context_t *context, const tern_vulkan_module_t *words,
                                  VkShaderModule module, const tern_entry_point_t *info, tern_vulkan_entry_t *entry) {
  uint32_t count = info->kernel_count ? info->kernel_count : 1;
  for (uint32_t i = 0; i < count; ++i) {
    const tern_kernel_info_t *kernel = info->kernel_count ? &info->kernels[i] : NULL;
    TERN_RETURN_IF_ERROR(check_kernel(context, words, kernel ? kernel->name : info->name, kernel));
  }
  TERN_RETURN_IF_ERROR(create_layout(context, info, entry));
  entry->kernels = calloc(count, sizeof(*entry->kernels));
  if (!entry->kernels) return tern_no_memory("a list of kernels");
  entry->kernel_count = count;
  for (uint32_t i = 0; i < count; ++i) {
    entry->kernels[i].info = info->kernel_count ? &info->kernels[i] : NULL;
    const char *name = info->kernel_count ? info->kernels[i].name : info->name;
    TERN_RETURN_IF_ERROR(create_pipeline(context, module, entry->layout, name, &entry->kernels[i]));
  }
  return tern_ok();
}

//---- Life ----

static void destroy_entry(tern_vulkan_context_t *context, tern_vulkan_entry_t *entry) {
  for (uint32_t i = 0; i < entry->kernel_count; ++i) {
    if (entry->kernels[i].pipeline) {
      context->api.DestroyPipeline(context->device, entry->kernels[i].pipeline, NULL);
    }
  }
  if (entry->layout) context->api.DestroyPipelineLayout(context->device, entry->layout, NULL);
  for (uint32_t i = 0; i < entry->set_count && entry->set_layouts; ++i) {
    if (entry->set_layouts[i]) {
      context->api.DestroyDescriptorSetLayout(context->device, entry->set_layouts[i], NULL);
    }
  }
  free(entry->kernels);
  free(entry->set_layouts);
}

static void destroy_executable(tern_executable_t *base) {
  tern_vulkan_executable_t *executable = (tern_vulkan_executable_t *)base;
  tern_vulkan_context_t *context = executable->context;
  for (size_t i = 0; i < base->entry_point_count && executable->entries; ++i) {
    destroy_entry(context, &executable->entries[i]);
  }
  if (executable->release) executable->release(executable->user_data);
  free(executable->entries);
  free(executable);
  tern_vulkan_context_release(context);
}

static const tern_executable_vtable_t vtable = {.destroy = destroy_executable};

static tern_status_t load(tern_vulkan_executable_t *executable, const tern_executable_params_t *params) {
  tern_vulkan_context_t *context = executable->context;
  tern_vulkan_module_t words;
  TERN_RETURN_IF_ERROR(tern_vulkan_module_check(context->profile, params->data, params->data_size, &words));
  executable->entries = calloc(params->entry_point_count + 1, sizeof(*executable->entries));
  if (!executable->entries) return tern_no_memory("an executable");
  VkShaderModule module = VK_NULL_HANDLE;
  VkShaderModuleCreateInfo info = {
      .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO, .codeSize = params->data_size, .pCode = words.words};
  TERN_VULKAN_RETURN_IF_ERROR(context->api.CreateShaderModule(context->device, &info, NULL, &module),
                              "creating a shader module");
  // What the validation layers do not like, drivers may not survive.
  tern_status_t status = tern_vulkan_instance_check(context->instance);
  for (size_t i = 0; i < params->entry_point_count && tern_status_is_ok(status); ++i) {
    status = create_entry(context, &words, module, &params->entry_points[i], &executable->entries[i]);
  }
  context->api.DestroyShaderModule(context->device, module, NULL);
  return tern_status_is_ok(status) ? tern_vulkan_instance_check(context->instance) : status;
}

tern_status_t tern_vulkan_executable_create(tern_device_t *device, const tern_executable_params_t *params,
                                            tern_executable_t **out_executable) {
  if (strcmp(params->format, "spirv") != 0) {
    return tern_status_make(TERN_UNSUPPORTED, "a Vulkan device takes executables as 'spirv', not as '%.60s'",
                            params->format);
  }
  tern_vulkan_executable_t *executable = calloc(1, sizeof(*executable));
  if (!executable) return tern_no_memory("an executable");
  tern_resource_initialize(&executable->base.resource);
  executable->base.vtable = &vtable;
  executable->base.driver = device->driver;
  executable->base.entry_points = params->entry_points;
  executable->base.entry_point_count = params->entry_point_count;
  executable->context = tern_vulkan_context_retain(((tern_vulkan_device_t *)device)->context);
  tern_status_t status = load(executable, params);
  if (!tern_status_is_ok(status)) {
    destroy_executable(&executable->base);
    return status;
  }
  executable->release = params->release;
  executable->user_data = params->user_data;
  *out_executable = &executable->base;
  return tern_ok();
}
