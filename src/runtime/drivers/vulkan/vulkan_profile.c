// Asking a physical device for what it can do, and the table of features.

#include "runtime/drivers/vulkan/vulkan_profile.h"

#include <stdlib.h>

#include "base/no_memory.h"
#include "runtime/drivers/vulkan/vulkan_features.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

//---- Tables ----

static const char *const extension_names[TERN_VULKAN_EXTENSION_COUNT] = {
    [TERN_VULKAN_EXTENSION_PUSH_DESCRIPTOR] = VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME,
    [TERN_VULKAN_EXTENSION_EXTERNAL_MEMORY_HOST] = VK_EXT_EXTERNAL_MEMORY_HOST_EXTENSION_NAME,
    [TERN_VULKAN_EXTENSION_ATOMIC_FLOAT] = VK_EXT_SHADER_ATOMIC_FLOAT_EXTENSION_NAME,
    [TERN_VULKAN_EXTENSION_COOPERATIVE_MATRIX] = "VK_KHR_cooperative_matrix",
    [TERN_VULKAN_EXTENSION_BFLOAT16] = "VK_KHR_shader_bfloat16",
};

#define FIELD(path) offsetof(tern_vulkan_features_t, path)
const tern_vulkan_feature_row_t tern_vulkan_features[] = {
    {FIELD(core.features.shaderInt16), "int16", {{22, "Int16"}}, NULL},
    {FIELD(core.features.shaderInt64), "int64", {{11, "Int64"}}, NULL},
    {FIELD(core.features.shaderFloat64), "float64", {{10, "Float64"}}, NULL},
    {FIELD(v12.shaderFloat16), "float16", {{9, "Float16"}}, NULL},
    {FIELD(v12.shaderInt8), "int8", {{39, "Int8"}}, NULL},
    {FIELD(v11.storageBuffer16BitAccess),
     "16-bit storage",
     {{4433, "StorageBuffer16BitAccess"}},
     "SPV_KHR_16bit_storage"},
    {FIELD(v11.uniformAndStorageBuffer16BitAccess),
     "16-bit uniform storage",
     {{4434, "StorageUniform16"}},
     "SPV_KHR_16bit_storage"},
    {FIELD(v11.storagePushConstant16),
     "16-bit push constants",
     {{4435, "StoragePushConstant16"}},
     "SPV_KHR_16bit_storage"},
    {FIELD(v12.storageBuffer8BitAccess), "8-bit storage", {{4448, "StorageBuffer8BitAccess"}}, "SPV_KHR_8bit_storage"},
    {FIELD(v12.uniformAndStorageBuffer8BitAccess),
     "8-bit uniform storage",
     {{4449, "UniformAndStorageBuffer8BitAccess"}},
     "SPV_KHR_8bit_storage"},
    {FIELD(v12.storagePushConstant8), "8-bit push constants", {{4450, "StoragePushConstant8"}}, "SPV_KHR_8bit_storage"},
    {FIELD(v11.variablePointersStorageBuffer),
     "variable pointers to storage buffers",
     {{4441, "VariablePointersStorageBuffer"}},
     "SPV_KHR_variable_pointers"},
    {FIELD(v11.variablePointers), "variable pointers", {{4442, "VariablePointers"}}, "SPV_KHR_variable_pointers"},
    {FIELD(v12.shaderBufferInt64Atomics), "64-bit atomics on buffers", {{12, "Int64Atomics"}}, NULL},
    {FIELD(v12.shaderSharedInt64Atomics), "64-bit atomics on shared memory", {{0, NULL}}, NULL},
    {FIELD(atomic_float.shaderBufferFloat32AtomicAdd),
     "float32 atomic add on buffers",
     {{6033, "AtomicFloat32AddEXT"}},
     "SPV_EXT_shader_atomic_float_add"},
    {FIELD(atomic_float.shaderBufferFloat32Atomics), "float32 atomics on buffers", {{0, NULL}}, NULL},
    {FIELD(atomic_float.shaderSharedFloat32AtomicAdd), "float32 atomic add on shared memory", {{0, NULL}}, NULL},
    {FIELD(atomic_float.shaderBufferFloat64AtomicAdd),
     "float64 atomic add on buffers",
     {{6034, "AtomicFloat64AddEXT"}},
     "SPV_EXT_shader_atomic_float_add"},
    {FIELD(v12.vulkanMemoryModel), "memory model", {{5345, "VulkanMemoryModel"}}, "SPV_KHR_vulkan_memory_model"},
    {FIELD(v12.vulkanMemoryModelDeviceScope),
     "memory model, device scope",
     {{5346, "VulkanMemoryModelDeviceScope"}},
     "SPV_KHR_vulkan_memory_model"},
    {FIELD(v12.bufferDeviceAddress),
     "device addresses",
     {{5347, "PhysicalStorageBufferAddresses"}},
     "SPV_KHR_physical_storage_buffer"},
    {FIELD(v12.shaderSubgroupExtendedTypes), "subgroup operations on all types", {{0, NULL}}, NULL},
    {FIELD(v12.scalarBlockLayout), "scalar block layout", {{0, NULL}}, NULL},
    {FIELD(v12.uniformBufferStandardLayout), "standard uniform layout", {{0, NULL}}, NULL},
    {FIELD(v12.timelineSemaphore), "timeline semaphores", {{0, NULL}}, NULL},
    {FIELD(v12.hostQueryReset), "query reset by the host", {{0, NULL}}, NULL},
    {FIELD(v13.subgroupSizeControl), "subgroup size control", {{0, NULL}}, NULL},
    {FIELD(v13.computeFullSubgroups), "full subgroups", {{0, NULL}}, NULL},
    {FIELD(v13.synchronization2), "synchronization2", {{0, NULL}}, NULL},
    {FIELD(v13.maintenance4), "maintenance4", {{0, NULL}}, NULL},
    {FIELD(v13.shaderZeroInitializeWorkgroupMemory), "zero-initialized shared memory", {{0, NULL}}, NULL},
    {FIELD(v13.shaderIntegerDotProduct),
     "integer dot product",
     {{6019, "DotProduct"},
      {6016, "DotProductInputAll"},
      {6017, "DotProductInput4x8Bit"},
      {6018, "DotProductInput4x8BitPacked"}},
     "SPV_KHR_integer_dot_product"},
    {FIELD(cooperative_matrix.cooperativeMatrix),
     "cooperative matrices",
     {{6022, "CooperativeMatrixKHR"}},
     "SPV_KHR_cooperative_matrix"},
    {FIELD(bfloat16.shaderBFloat16Type), "bfloat16", {{5116, "BFloat16TypeKHR"}}, "SPV_KHR_bfloat16"},
    {FIELD(bfloat16.shaderBFloat16DotProduct),
     "bfloat16 dot product",
     {{5117, "BFloat16DotProductKHR"}},
     "SPV_KHR_bfloat16"},
    {FIELD(bfloat16.shaderBFloat16CooperativeMatrix),
     "bfloat16 cooperative matrices",
     {{5118, "BFloat16CooperativeMatrixKHR"}},
     "SPV_KHR_bfloat16"},
};
#undef FIELD
const size_t tern_vulkan_feature_count = COUNT(tern_vulkan_features);

const tern_vulkan_subgroup_row_t tern_vulkan_subgroup_operations[] = {
    {VK_SUBGROUP_FEATURE_BASIC_BIT, "basic", {61, "GroupNonUniform"}},
    {VK_SUBGROUP_FEATURE_VOTE_BIT, "vote", {62, "GroupNonUniformVote"}},
    {VK_SUBGROUP_FEATURE_ARITHMETIC_BIT, "arithmetic", {63, "GroupNonUniformArithmetic"}},
    {VK_SUBGROUP_FEATURE_BALLOT_BIT, "ballot", {64, "GroupNonUniformBallot"}},
    {VK_SUBGROUP_FEATURE_SHUFFLE_BIT, "shuffle", {65, "GroupNonUniformShuffle"}},
    {VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT, "shuffle-relative", {66, "GroupNonUniformShuffleRelative"}},
    {VK_SUBGROUP_FEATURE_CLUSTERED_BIT, "clustered", {67, "GroupNonUniformClustered"}},
    {VK_SUBGROUP_FEATURE_QUAD_BIT, "quad", {68, "GroupNonUniformQuad"}},
};
const size_t tern_vulkan_subgroup_operation_count = COUNT(tern_vulkan_subgroup_operations);

#define WIDTHS(name)                                            \
  {offsetof(VkPhysicalDeviceVulkan12Properties, name##Float16), \
   offsetof(VkPhysicalDeviceVulkan12Properties, name##Float32), \
   offsetof(VkPhysicalDeviceVulkan12Properties, name##Float64)}
const tern_vulkan_float_row_t tern_vulkan_float_controls[] = {
    {WIDTHS(shaderDenormPreserve), "denormals are kept", {4464, "DenormPreserve"}},
    {WIDTHS(shaderSignedZeroInfNanPreserve),
     "signed zeros, infinities and NaN are kept",
     {4466, "SignedZeroInfNanPreserve"}},
    {WIDTHS(shaderRoundingModeRTE), "rounding to nearest even", {4467, "RoundingModeRTE"}},
};
#undef WIDTHS
const size_t tern_vulkan_float_control_count = COUNT(tern_vulkan_float_controls);

bool tern_vulkan_feature_is_set(const tern_vulkan_features_t *features, const tern_vulkan_feature_row_t *row) {
  return *(const VkBool32 *)((const char *)features + row->offset) != VK_FALSE;
}

bool tern_vulkan_subgroup_operation_is_set(const tern_vulkan_profile_t *profile,
                                           const tern_vulkan_subgroup_row_t *row) {
  bool is_compute = profile->v11.subgroupSupportedStages & VK_SHADER_STAGE_COMPUTE_BIT;
  return is_compute && (profile->v11.subgroupSupportedOperations & (VkSubgroupFeatureFlags)row->bit);
}

bool tern_vulkan_float_control_is_set(const tern_vulkan_profile_t *profile, const tern_vulkan_float_row_t *row) {
  const bool is_used[3] = {profile->features.v12.shaderFloat16, true, profile->features.core.features.shaderFloat64};
  for (size_t i = 0; i < 3; ++i) {
    if (is_used[i] && !*(const VkBool32 *)((const char *)&profile->v12 + row->offsets[i])) return false;
  }
  return true;
}

//---- Asking ----

// Puts a structure in front of a chain.
static void chain(void *structure, VkStructureType type, void **inout_first) {
  VkBaseOutStructure *base = structure;
  base->sType = type;
  base->pNext = *inout_first;
  *inout_first = base;
}

static void chain_features(const tern_vulkan_profile_t *profile, tern_vulkan_features_t *features) {
  void *first = NULL;
  if (profile->extensions[TERN_VULKAN_EXTENSION_BFLOAT16]) {
    chain(&features->bfloat16, TERN_VK_STRUCTURE_TYPE_SHADER_BFLOAT16_FEATURES, &first);
  }
  if (profile->extensions[TERN_VULKAN_EXTENSION_COOPERATIVE_MATRIX]) {
    chain(&features->cooperative_matrix, TERN_VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_FEATURES, &first);
  }
  if (profile->extensions[TERN_VULKAN_EXTENSION_ATOMIC_FLOAT]) {
    chain(&features->atomic_float, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_ATOMIC_FLOAT_FEATURES_EXT, &first);
  }
  if (profile->properties.properties.apiVersion >= VK_API_VERSION_1_3) {
    chain(&features->v13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES, &first);
  }
  chain(&features->v12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_FEATURES, &first);
  chain(&features->v11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_FEATURES, &first);
  features->core.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
  features->core.pNext = first;
}

static tern_status_t find_extensions(const tern_vulkan_instance_t *instance, tern_vulkan_profile_t *profile) {
  uint32_t count = 0;
  TERN_VULKAN_RETURN_IF_ERROR(instance->api.EnumerateDeviceExtensionProperties(profile->handle, NULL, &count, NULL),
                              "listing extensions");
  VkExtensionProperties *list = calloc((size_t)count + 1, sizeof(*list));
  if (!list) return tern_no_memory("a list of extensions");
  VkResult result = instance->api.EnumerateDeviceExtensionProperties(profile->handle, NULL, &count, list);
  for (uint32_t i = 0; i < count && result == VK_SUCCESS; ++i) {
    for (size_t j = 0; j < TERN_VULKAN_EXTENSION_COUNT; ++j) {
      if (strcmp(list[i].extensionName, extension_names[j]) == 0) profile->extensions[j] = true;
    }
  }
  free(list);
  // A matrix type without its operations is of no use.
  if (!instance->api.GetPhysicalDeviceCooperativeMatrixPropertiesKHR) {
    profile->extensions[TERN_VULKAN_EXTENSION_COOPERATIVE_MATRIX] = false;
  }
  return tern_vulkan_status(result, "listing extensions");
}

static void ask_properties(const tern_vulkan_instance_t *instance, tern_vulkan_profile_t *profile) {
  void *first = NULL;
  if (profile->extensions[TERN_VULKAN_EXTENSION_EXTERNAL_MEMORY_HOST]) {
    chain(&profile->external_memory_host, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_EXTERNAL_MEMORY_HOST_PROPERTIES_EXT,
          &first);
  }
  if (profile->extensions[TERN_VULKAN_EXTENSION_PUSH_DESCRIPTOR]) {
    chain(&profile->push_descriptor, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PUSH_DESCRIPTOR_PROPERTIES_KHR, &first);
  }
  if (profile->properties.properties.apiVersion >= VK_API_VERSION_1_3) {
    chain(&profile->v13, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_PROPERTIES, &first);
  }
  chain(&profile->v12, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_2_PROPERTIES, &first);
  chain(&profile->v11, VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_1_PROPERTIES, &first);
  profile->properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
  profile->properties.pNext = first;
  instance->api.GetPhysicalDeviceProperties2(profile->handle, &profile->properties);
}

static tern_status_t ask_families(const tern_vulkan_instance_t *instance, tern_vulkan_profile_t *profile) {
  uint32_t count = 0;
  instance->api.GetPhysicalDeviceQueueFamilyProperties(profile->handle, &count, NULL);
  profile->families = calloc((size_t)count + 1, sizeof(*profile->families));
  if (!profile->families) return tern_no_memory("a list of queues");
  instance->api.GetPhysicalDeviceQueueFamilyProperties(profile->handle, &count, profile->families);
  profile->family_count = count;
  return tern_ok();
}

static tern_status_t ask_matrices(const tern_vulkan_instance_t *instance, tern_vulkan_profile_t *profile) {
  if (!profile->features.cooperative_matrix.cooperativeMatrix) return tern_ok();
  tern_vk_get_cooperative_matrix_properties_fn_t get = instance->api.GetPhysicalDeviceCooperativeMatrixPropertiesKHR;
  uint32_t count = 0;
  TERN_VULKAN_RETURN_IF_ERROR(get(profile->handle, &count, NULL), "listing the shapes of cooperative matrices");
  profile->matrices = calloc((size_t)count + 1, sizeof(*profile->matrices));
  if (!profile->matrices) return tern_no_memory("a list of shapes");
  for (uint32_t i = 0; i < count; ++i) {
    profile->matrices[i].sType = TERN_VK_STRUCTURE_TYPE_COOPERATIVE_MATRIX_PROPERTIES;
  }
  TERN_VULKAN_RETURN_IF_ERROR(get(profile->handle, &count, profile->matrices),
                              "listing the shapes of cooperative matrices");
  profile->matrix_count = count;
  return tern_ok();
}

static tern_status_t ask(const tern_vulkan_instance_t *instance, tern_vulkan_profile_t *profile) {
  VkPhysicalDeviceProperties *properties = &profile->properties.properties;
  instance->api.GetPhysicalDeviceProperties(profile->handle, properties);
  if (properties->apiVersion < VK_API_VERSION_1_2) {
    return tern_status_make(TERN_UNSUPPORTED, "device '%s' has Vulkan 1.%u, expected 1.2 or later",
                            properties->deviceName, VK_API_VERSION_MINOR(properties->apiVersion));
  }
  TERN_RETURN_IF_ERROR(find_extensions(instance, profile));
  ask_properties(instance, profile);
  chain_features(profile, &profile->features);
  instance->api.GetPhysicalDeviceFeatures2(profile->handle, &profile->features.core);
  instance->api.GetPhysicalDeviceMemoryProperties(profile->handle, &profile->memory);
  if (!profile->features.v12.timelineSemaphore) {
    return tern_status_make(TERN_UNSUPPORTED, "device '%s' has no timeline semaphores", properties->deviceName);
  }
  TERN_RETURN_IF_ERROR(ask_families(instance, profile));
  return ask_matrices(instance, profile);
}

tern_status_t tern_vulkan_profile_create(const tern_vulkan_instance_t *instance, size_t ordinal,
                                         tern_vulkan_profile_t **out_profile) {
  *out_profile = NULL;
  if (ordinal >= instance->physical_device_count) {
    return tern_status_make(TERN_NOT_FOUND, "there is no Vulkan device %zu, the system has %u", ordinal,
                            instance->physical_device_count);
  }
  tern_vulkan_profile_t *profile = calloc(1, sizeof(*profile));
  if (!profile) return tern_no_memory("a device");
  profile->handle = instance->physical_devices[ordinal];
  tern_status_t status = ask(instance, profile);
  if (tern_status_is_ok(status)) {
    *out_profile = profile;
  } else {
    tern_vulkan_profile_destroy(profile);
  }
  return status;
}

void tern_vulkan_profile_destroy(tern_vulkan_profile_t *profile) {
  if (!profile) return;
  free(profile->families);
  free(profile->matrices);
  free(profile);
}

//---- Answers ----

void tern_vulkan_profile_select_features(const tern_vulkan_profile_t *profile, tern_vulkan_features_t *out_features) {
  memset(out_features, 0, sizeof(*out_features));
  for (size_t i = 0; i < COUNT(tern_vulkan_features); ++i) {
    if (!tern_vulkan_feature_is_set(&profile->features, &tern_vulkan_features[i])) continue;
    *(VkBool32 *)((char *)out_features + tern_vulkan_features[i].offset) = VK_TRUE;
  }
  chain_features(profile, out_features);
}

uint32_t tern_vulkan_profile_extension_names(const tern_vulkan_profile_t *profile, const char **out_names) {
  uint32_t count = 0;
  for (size_t i = 0; i < TERN_VULKAN_EXTENSION_COUNT; ++i) {
    if (profile->extensions[i]) out_names[count++] = extension_names[i];
  }
  return count;
}

uint32_t tern_vulkan_profile_spirv_minor(const tern_vulkan_profile_t *profile) {
  return profile->properties.properties.apiVersion >= VK_API_VERSION_1_3 ? 6 : 5;
}

bool tern_vulkan_profile_has_capability(const tern_vulkan_profile_t *profile, uint32_t capability,
                                        const char **out_name) {
  // Matrix and Shader are everywhere.
  *out_name = capability ? "Shader" : "Matrix";
  if (capability <= 1) return true;
  for (size_t i = 0; i < COUNT(tern_vulkan_features); ++i) {
    const tern_vulkan_feature_row_t *row = &tern_vulkan_features[i];
    for (size_t j = 0; j < COUNT(row->capabilities) && row->capabilities[j].name; ++j) {
      if (row->capabilities[j].number != capability) continue;
      *out_name = row->capabilities[j].name;
      return tern_vulkan_feature_is_set(&profile->features, row);
    }
  }
  for (size_t i = 0; i < COUNT(tern_vulkan_subgroup_operations); ++i) {
    const tern_vulkan_subgroup_row_t *row = &tern_vulkan_subgroup_operations[i];
    if (row->capability.number != capability) continue;
    *out_name = row->capability.name;
    return tern_vulkan_subgroup_operation_is_set(profile, row);
  }
  for (size_t i = 0; i < COUNT(tern_vulkan_float_controls); ++i) {
    const tern_vulkan_float_row_t *row = &tern_vulkan_float_controls[i];
    if (row->capability.number != capability) continue;
    *out_name = row->capability.name;
    return tern_vulkan_float_control_is_set(profile, row);
  }
  *out_name = NULL;
  return false;
}
