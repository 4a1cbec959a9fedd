// The processors of CUDA that can be compiled for by name. The PTX version is the lowest that knows the processor and the
// instructions used (target/llvm/nvptx.c), for none is named here.

#include "pipeline/targets/cuda_targets.h"

#include "target/ptx/cuda_image.h"
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

static const tern_cuda_target_t targets[] = {
    {"sm_80", "A100", WARPS},
    {"sm_86", "GeForce 30, A40", WARPS},
    {"sm_89", "GeForce 40, L40", WARPS},
    {"sm_90", "H100 and H200", WARPS},
    {"sm_90a", "H100 and H200, with all that only they have", WARPS},
    {"sm_100a", "B100 and B200, with all that only they have", WARPS},
    {"sm_120", "GeForce 50", WARPS},
};
enum { TARGET_COUNT = sizeof targets / sizeof targets[0] };

const tern_cuda_target_t *tern_cuda_target_find(tern_str_t chip) {
  if (chip.size == 0) return &targets[0];
  for (unsigned i = 0; i < TARGET_COUNT; ++i) {
    if (tern_str_equal_cstr(chip, targets[i].chip)) return &targets[i];
  }
  return NULL;
}

const char *tern_cuda_target_for(int64_t architecture) {
  const char *best = NULL;
  uint32_t best_rating = 0;
  for (unsigned i = 0; i < TARGET_COUNT; ++i) {
    uint32_t number;
    char suffix;
    if (!tern_cuda_image_read_chip(targets[i].chip, &number, &suffix)) continue;
    // What has a suffix runs on the very processor it names.
    bool runs = suffix ? number == architecture : number <= architecture;
    uint32_t rating = 2 * number + (suffix != 0);
    if (!runs || rating <= best_rating) continue;
    best = targets[i].chip;
    best_rating = rating;
  }
  return best;
}

const tern_cuda_target_t *tern_cuda_target_at(unsigned long index) {
  return index < TARGET_COUNT ? &targets[index] : NULL;
}
