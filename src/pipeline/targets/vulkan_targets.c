// The Vulkan devices that can be compiled for by name: what they can do, as #spirv.target_env. `tern-run --list-devices`
// prints the same text for a device at hand.

#include "pipeline/targets/vulkan_targets.h"

#include <string.h>

#include "tern/compile.h"

#define SUBGROUPS                                                                                                    \
  "GroupNonUniform, GroupNonUniformVote, GroupNonUniformArithmetic, GroupNonUniformBallot, GroupNonUniformShuffle, " \
  "GroupNonUniformShuffleRelative, GroupNonUniformQuad"
#define SMALL_TYPES                                                                           \
  "Float16, Int8, Int16, StorageBuffer16BitAccess, StorageUniform16, StoragePushConstant16, " \
  "StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess, StoragePushConstant8"
#define EXTENSIONS "SPV_KHR_storage_buffer_storage_class, SPV_KHR_variable_pointers, SPV_KHR_float_controls"

// What a cooperative matrix of 16 x 16 x 16 may hold.
#define MATRIX(ab, c)                                                                                                 \
  "#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = " ab ", b_type = " ab ", c_type = " c \
  ", result_type = " c ", acc_sat = false, scope = <Subgroup>>"

static const struct {
  const char *name, *summary, *env;
} targets[] = {
    {"vulkan1.1", "any device of Vulkan 1.1: what the specification requires at least",
     "#spirv.target_env<#spirv.vce<v1.3, [Shader, GroupNonUniform], [" EXTENSIONS
     "]>, api = Vulkan, #spirv.resource_limits<max_compute_shared_memory_size = 16384, "
     "max_compute_workgroup_invocations = 128, max_compute_workgroup_size = [128, 128, 64], subgroup_size = 32>>"},
    {"llvmpipe", "Mesa's software rasterizer (lavapipe), 256-bit vectors",
     "#spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, " SMALL_TYPES ", " SUBGROUPS
     ", VariablePointers, VariablePointersStorageBuffer], [" EXTENSIONS
     "]>, api = Vulkan, Unknown:CPU, #spirv.resource_limits<max_compute_shared_memory_size = 32768, "
     "max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = [1024, 1024, 1024], subgroup_size = 8, "
     "min_subgroup_size = 8, max_subgroup_size = 8>>"},
    {"hopper", "NVIDIA H100 and H200",
     "#spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, " SMALL_TYPES ", " SUBGROUPS
     ", GroupNonUniformClustered, SignedZeroInfNanPreserve, RoundingModeRTE, VariablePointers, "
     "VariablePointersStorageBuffer, VulkanMemoryModel, "
     "CooperativeMatrixKHR, BFloat16TypeKHR, BFloat16CooperativeMatrixKHR], [" EXTENSIONS
     ", SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>, api = Vulkan, NVIDIA:DiscreteGPU, "
     "#spirv.resource_limits<max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, "
     "max_compute_workgroup_size = [1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, "
     "max_subgroup_size = 32, cooperative_matrix_properties_khr = [" MATRIX("f16", "f16") ", " MATRIX(
         "f16", "f32") ", " MATRIX("bf16", "f32") "]>>"},
};

const char *tern_vulkan_target_env(const char *name) {
  if (!name) return targets[0].env;
  for (size_t i = 0; i < sizeof targets / sizeof targets[0]; ++i) {
    if (strcmp(targets[i].name, name) == 0) return targets[i].env;
  }
  return NULL;
}

const char *tern_vulkan_target_at(size_t index, const char **out_summary) {
  *out_summary = NULL;
  if (index >= sizeof targets / sizeof targets[0]) return NULL;
  *out_summary = targets[index].summary;
  return targets[index].name;
}
