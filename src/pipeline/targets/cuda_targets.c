// The environment of kernels for CUDA. The PTX version is the lowest that knows the processor and the instructions used
// (target/llvm/nvptx.c), for none is named here.

#include "pipeline/targets/cuda_targets.h"

#include "analysis/machine/machine.h"
#include "tern/compile.h"

// Products of matrices that a warp computes: wmma of f16 and bf16.
#define MATRIX(ab, c)                                                                                                 \
  "#spirv.coop_matrix_props_khr<m_size = 16, n_size = 16, k_size = 16, a_type = " ab ", b_type = " ab ", c_type = " c \
  ", result_type = " c ", acc_sat = false, scope = <Subgroup>>"

// Warps of 32, 48 KiB of workgroup memory without asking for more, all types but the narrower floats.
#define WARPS                                                                                                       \
  "#spirv.target_env<#spirv.vce<v1.6, [Shader, Int64, Float64, Float16, Int8, Int16, StorageBuffer16BitAccess, "    \
  "StorageUniform16, StoragePushConstant16, StorageBuffer8BitAccess, UniformAndStorageBuffer8BitAccess, "           \
  "StoragePushConstant8, GroupNonUniform, GroupNonUniformVote, GroupNonUniformArithmetic, GroupNonUniformBallot, "  \
  "GroupNonUniformShuffle, GroupNonUniformShuffleRelative, GroupNonUniformQuad, GroupNonUniformClustered, "         \
  "VariablePointers, VariablePointersStorageBuffer, VulkanMemoryModel, CooperativeMatrixKHR, BFloat16TypeKHR, "     \
  "BFloat16CooperativeMatrixKHR], [SPV_KHR_storage_buffer_storage_class, SPV_KHR_variable_pointers, "               \
  "SPV_KHR_cooperative_matrix, SPV_KHR_bfloat16]>, api = Vulkan, NVIDIA:DiscreteGPU, #spirv.resource_limits<"       \
  "max_compute_shared_memory_size = 49152, max_compute_workgroup_invocations = 1024, max_compute_workgroup_size = " \
  "[1024, 1024, 64], subgroup_size = 32, min_subgroup_size = 32, max_subgroup_size = 32, "                          \
  "cooperative_matrix_properties_khr = [" MATRIX("f16", "f16") ", " MATRIX("f16", "f32") ", " MATRIX("bf16",        \
                                                                                                     "f32") "]>>"

const char *tern_cuda_target_env(void) { return WARPS; }

const char *tern_cuda_target_for(int64_t architecture) {
  const tern_machine_t *best = NULL, *machine;
  for (size_t i = 0; (machine = tern_machine_cuda_at(i)); ++i) {
    // What has a suffix runs on the very processor it names, and is the better one there.
    bool runs = machine->has_specifics ? machine->architecture == architecture : machine->architecture <= architecture;
    int64_t rating = 2 * machine->architecture + machine->has_specifics;
    if (runs && (!best || rating > 2 * best->architecture + best->has_specifics)) best = machine;
  }
  return best ? best->name : NULL;
}
