// What a physical device can do, as a table for people and as a target environment for the compiler.

#include "runtime/drivers/vulkan/vulkan_features.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

//---- Names ----

typedef struct type_row {
  VkPhysicalDeviceType type;
  const char *words;
  const char *keyword;  // of #spirv.target_env
} type_row_t;

static const type_row_t types[] = {
    {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, "integrated gpu", "IntegratedGPU"},
    {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "discrete gpu", "DiscreteGPU"},
    {VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, "virtual gpu", "Other"},
    {VK_PHYSICAL_DEVICE_TYPE_CPU, "cpu", "CPU"},
    {VK_PHYSICAL_DEVICE_TYPE_OTHER, "other", "Other"},
};

static const type_row_t *find_type(const tern_vulkan_profile_t *profile) {
  for (size_t i = 0; i < COUNT(types); ++i) {
    if (types[i].type == profile->properties.properties.deviceType) return &types[i];
  }
  return &types[COUNT(types) - 1];
}

static const struct {
  uint32_t id;  // of the PCI
  const char *keyword;
} vendors[] = {
    {0x1002, "AMD"},   {0x106B, "Apple"},  {0x13B5, "ARM"},      {0x1010, "Imagination"},
    {0x8086, "Intel"}, {0x10DE, "NVIDIA"}, {0x5143, "Qualcomm"}, {0x1AE0, "SwiftShader"},
};

static const char *find_vendor(uint32_t id) {
  for (size_t i = 0; i < COUNT(vendors); ++i) {
    if (vendors[i].id == id) return vendors[i].keyword;
  }
  return "Unknown";
}

static const struct {
  uint32_t number;
  const char *type;
} components[] = {
    {0, "f16"}, {1, "f32"}, {2, "f64"},  {3, "i8"},   {4, "i16"},   {5, "i32"},
    {6, "i64"}, {7, "ui8"}, {8, "ui16"}, {9, "ui32"}, {10, "ui64"}, {1000141000, "bf16"},
};

// The element type of a matrix, or NULL if the table has no such number.
static const char *find_component(uint32_t number) {
  for (size_t i = 0; i < COUNT(components); ++i) {
    if (components[i].number == number) return components[i].type;
  }
  return NULL;
}

//---- Description ----

static void add_matrices(const tern_vulkan_profile_t *profile, tern_description_builder_t *builder) {
  for (uint32_t i = 0; i < profile->matrix_count; ++i) {
    const tern_vk_cooperative_matrix_properties_t *shape = &profile->matrices[i];
    const uint32_t numbers[] = {shape->AType, shape->BType, shape->CType, shape->ResultType};
    const char *names[4];
    for (size_t j = 0; j < 4; ++j) {
      names[j] = find_component(numbers[j]);
      if (!names[j]) names[j] = "?";
    }
    tern_description_add(builder, "cooperative matrix", "%ux%ux%u %s*%s+%s=%s%s, %s scope", shape->MSize, shape->NSize,
                         shape->KSize, names[0], names[1], names[2], names[3],
                         shape->saturatingAccumulation ? " saturating" : "",
                         shape->scope == 3   ? "subgroup"
                         : shape->scope == 2 ? "workgroup"
                                             : "device");
  }
}

static void add_limits(const tern_vulkan_profile_t *profile, tern_description_builder_t *builder) {
  const VkPhysicalDeviceLimits *limits = &profile->properties.properties.limits;
  const uint32_t *size = limits->maxComputeWorkGroupSize, *count = limits->maxComputeWorkGroupCount;
  tern_description_add(builder, "workgroup invocations", "%u", limits->maxComputeWorkGroupInvocations);
  tern_description_add(builder, "workgroup size", "%u x %u x %u", size[0], size[1], size[2]);
  tern_description_add(builder, "workgroup count", "%u x %u x %u", count[0], count[1], count[2]);
  tern_description_add(builder, "shared memory", "%u bytes", limits->maxComputeSharedMemorySize);
  if (profile->v13.minSubgroupSize && profile->features.v13.subgroupSizeControl) {
    tern_description_add(builder, "subgroup size", "%u (%u to %u)", profile->v11.subgroupSize,
                         profile->v13.minSubgroupSize, profile->v13.maxSubgroupSize);
  } else {
    tern_description_add(builder, "subgroup size", "%u", profile->v11.subgroupSize);
  }
  tern_string_builder_t operations = {0};
  for (size_t i = 0; i < tern_vulkan_subgroup_operation_count; ++i) {
    if (!tern_vulkan_subgroup_operation_is_set(profile, &tern_vulkan_subgroup_operations[i])) continue;
    tern_string_builder_append_format(&operations, "%s%s", operations.size ? ", " : "",
                                      tern_vulkan_subgroup_operations[i].words);
  }
  tern_description_add(builder, "subgroup operations", "%s", operations.size ? operations.data : "none");
  tern_string_builder_deinitialize(&operations);
  tern_description_add(builder, "push constants", "%u bytes", limits->maxPushConstantsSize);
  tern_description_add(builder, "storage buffer range", "%u bytes", limits->maxStorageBufferRange);
  tern_description_add(builder, "storage buffers per kernel", "%u", limits->maxPerStageDescriptorStorageBuffers);
  tern_description_add(builder, "storage buffer alignment", "%llu bytes",
                       (unsigned long long)limits->minStorageBufferOffsetAlignment);
  tern_description_add(builder, "descriptor sets", "%u", limits->maxBoundDescriptorSets);
  tern_description_add(builder, "memory allocations", "%u", limits->maxMemoryAllocationCount);
  tern_description_add(builder, "memory allocation size", "%llu bytes",
                       (unsigned long long)profile->v11.maxMemoryAllocationSize);
  tern_description_add(builder, "time stamp period", "%g ns", (double)limits->timestampPeriod);
}

static void add_memory(const tern_vulkan_profile_t *profile, tern_description_builder_t *builder) {
  for (uint32_t i = 0; i < profile->memory.memoryHeapCount; ++i) {
    VkMemoryPropertyFlags flags = 0;
    for (uint32_t j = 0; j < profile->memory.memoryTypeCount; ++j) {
      if (profile->memory.memoryTypes[j].heapIndex == i) flags |= profile->memory.memoryTypes[j].propertyFlags;
    }
    tern_description_add(builder, "memory heap", "%llu bytes%s%s%s",
                         (unsigned long long)profile->memory.memoryHeaps[i].size,
                         flags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT ? ", device local" : "",
                         flags & VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT ? ", host visible" : "",
                         flags & VK_MEMORY_PROPERTY_HOST_CACHED_BIT ? ", host cached" : "");
  }
  for (uint32_t i = 0; i < profile->family_count; ++i) {
    VkQueueFlags flags = profile->families[i].queueFlags;
    if (!(flags & (VK_QUEUE_COMPUTE_BIT | VK_QUEUE_TRANSFER_BIT))) continue;
    tern_description_add(builder, "queue family", "%u queues%s%s%s", profile->families[i].queueCount,
                         flags & VK_QUEUE_GRAPHICS_BIT ? ", graphics" : "",
                         flags & VK_QUEUE_COMPUTE_BIT ? ", compute" : "",
                         flags & VK_QUEUE_TRANSFER_BIT ? ", transfer" : "");
  }
}

void tern_vulkan_profile_describe(const tern_vulkan_profile_t *profile, tern_description_builder_t *builder) {
  const VkPhysicalDeviceProperties *properties = &profile->properties.properties;
  builder->description.name = tern_description_format(builder, "%s", properties->deviceName);
  builder->description.type = find_type(profile)->words;
  uint32_t version = properties->apiVersion;
  builder->description.api_version =
      tern_description_format(builder, "Vulkan %u.%u.%u", VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
                              VK_API_VERSION_PATCH(version));
  tern_description_add(builder, "driver", "%s %s", profile->v12.driverName, profile->v12.driverInfo);
  add_limits(profile, builder);
  add_memory(profile, builder);
  for (size_t i = 0; i < tern_vulkan_feature_count; ++i) {
    bool is_set = tern_vulkan_feature_is_set(&profile->features, &tern_vulkan_features[i]);
    tern_description_add(builder, tern_vulkan_features[i].words, "%s", is_set ? "yes" : "no");
  }
  for (size_t i = 0; i < tern_vulkan_float_control_count; ++i) {
    bool is_set = tern_vulkan_float_control_is_set(profile, &tern_vulkan_float_controls[i]);
    tern_description_add(builder, tern_vulkan_float_controls[i].words, "%s", is_set ? "yes" : "no");
  }
  tern_description_add(builder, "push descriptors", "%s",
                       profile->extensions[TERN_VULKAN_EXTENSION_PUSH_DESCRIPTOR] ? "yes" : "no");
  tern_description_add(builder, "host memory as buffers", "%s",
                       profile->extensions[TERN_VULKAN_EXTENSION_EXTERNAL_MEMORY_HOST] ? "yes" : "no");
  add_matrices(profile, builder);
}

//---- Target environment ----

static void append_capabilities(const tern_vulkan_profile_t *profile, tern_string_builder_t *text) {
  tern_string_builder_append_cstr(text, "[Shader");
  for (size_t i = 0; i < tern_vulkan_feature_count; ++i) {
    const tern_vulkan_feature_row_t *row = &tern_vulkan_features[i];
    if (!tern_vulkan_feature_is_set(&profile->features, row)) continue;
    for (size_t j = 0; j < COUNT(row->capabilities) && row->capabilities[j].name; ++j) {
      tern_string_builder_append_format(text, ", %s", row->capabilities[j].name);
    }
  }
  for (size_t i = 0; i < tern_vulkan_subgroup_operation_count; ++i) {
    const tern_vulkan_subgroup_row_t *row = &tern_vulkan_subgroup_operations[i];
    if (!tern_vulkan_subgroup_operation_is_set(profile, row)) continue;
    tern_string_builder_append_format(text, ", %s", row->capability.name);
  }
  for (size_t i = 0; i < tern_vulkan_float_control_count; ++i) {
    const tern_vulkan_float_row_t *row = &tern_vulkan_float_controls[i];
    if (!tern_vulkan_float_control_is_set(profile, row)) continue;
    tern_string_builder_append_format(text, ", %s", row->capability.name);
  }
  tern_string_builder_append_char(text, ']');
}

static bool is_extension_new(const tern_vulkan_profile_t *profile, size_t index) {
  const char *name = tern_vulkan_features[index].spirv_extension;
  if (!name || !tern_vulkan_feature_is_set(&profile->features, &tern_vulkan_features[index])) return false;
  for (size_t i = 0; i < index; ++i) {
    const tern_vulkan_feature_row_t *row = &tern_vulkan_features[i];
    bool is_same = row->spirv_extension && strcmp(row->spirv_extension, name) == 0;
    if (is_same && tern_vulkan_feature_is_set(&profile->features, row)) return false;
  }
  return true;
}

static void append_extensions(const tern_vulkan_profile_t *profile, tern_string_builder_t *text) {
  tern_string_builder_append_cstr(text, "[SPV_KHR_storage_buffer_storage_class, SPV_KHR_float_controls");
  for (size_t i = 0; i < tern_vulkan_feature_count; ++i) {
    if (!is_extension_new(profile, i)) continue;
    tern_string_builder_append_format(text, ", %s", tern_vulkan_features[i].spirv_extension);
  }
  tern_string_builder_append_char(text, ']');
}

static void append_matrices(const tern_vulkan_profile_t *profile, tern_string_builder_t *text) {
  const char *separator = ", cooperative_matrix_properties_khr = [";
  for (uint32_t i = 0; i < profile->matrix_count; ++i) {
    const tern_vk_cooperative_matrix_properties_t *shape = &profile->matrices[i];
    const char *a = find_component(shape->AType), *b = find_component(shape->BType);
    const char *c = find_component(shape->CType), *result = find_component(shape->ResultType);
    // Compiled kernels use subgroups only.
    if (!a || !b || !c || !result || shape->scope != 3) continue;
    tern_string_builder_append_format(text,
                                      "%s#spirv.coop_matrix_props_khr<m_size = %u, n_size = %u, k_size = %u, a_type = "
                                      "%s, b_type = %s, c_type = %s, result_type = %s, acc_sat = %s, scope = "
                                      "<Subgroup>>",
                                      separator, shape->MSize, shape->NSize, shape->KSize, a, b, c, result,
                                      shape->saturatingAccumulation ? "true" : "false");
    separator = ", ";
  }
  if (separator[2] == 0) tern_string_builder_append_char(text, ']');
}

// Limits are unsigned; the attribute's fields are signed.
static uint32_t clamp_limit(uint32_t limit) { return limit < INT32_MAX ? limit : INT32_MAX; }

void tern_vulkan_profile_append_target_env(const tern_vulkan_profile_t *profile, tern_string_builder_t *text) {
  const VkPhysicalDeviceProperties *properties = &profile->properties.properties;
  const VkPhysicalDeviceLimits *limits = &properties->limits;
  const uint32_t *size = limits->maxComputeWorkGroupSize;
  tern_string_builder_append_format(text, "#spirv.target_env<#spirv.vce<v1.%u, ",
                                    tern_vulkan_profile_spirv_minor(profile));
  append_capabilities(profile, text);
  tern_string_builder_append_cstr(text, ", ");
  append_extensions(profile, text);
  tern_string_builder_append_format(text, ">, api=Vulkan, %s:%s", find_vendor(properties->vendorID),
                                    find_type(profile)->keyword);
  if (properties->deviceID) tern_string_builder_append_format(text, ":%u", properties->deviceID);
  tern_string_builder_append_format(
      text,
      ", #spirv.resource_limits<max_compute_shared_memory_size = %u, max_compute_workgroup_invocations = %u, "
      "max_compute_workgroup_size = [%u, %u, %u], subgroup_size = %u",
      clamp_limit(limits->maxComputeSharedMemorySize), clamp_limit(limits->maxComputeWorkGroupInvocations),
      clamp_limit(size[0]), clamp_limit(size[1]), clamp_limit(size[2]), profile->v11.subgroupSize);
  if (profile->features.v13.subgroupSizeControl) {
    tern_string_builder_append_format(text, ", min_subgroup_size = %u, max_subgroup_size = %u",
                                      profile->v13.minSubgroupSize, profile->v13.maxSubgroupSize);
  }
  append_matrices(profile, text);
  tern_string_builder_append_cstr(text, ">>");
}
