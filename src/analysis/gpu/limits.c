// What a GPU can hold: from the #spirv.target_env around an op, and, for CUDA, the processor.

#include <inttypes.h>
#include <string.h>

#include "analysis/gpu/tile_choices.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"

static int64_t integer_field(const tern_attr_t *limits, const char *name, int64_t otherwise) {
  const tern_attr_t *value = limits ? tern_spirv_attr_field(limits, name) : NULL;
  return tern_attr_is_integer(value) && tern_integer_attr_value(value) > 0 ? tern_integer_attr_value(value) : otherwise;
}

// What a compute capability says of a processor, and how many multiprocessors the largest one of the kind has that is
// sold: choices weigh the number of workgroups against it. Sizes are bytes of workgroup memory that a kernel can ask for
// when it is launched.
// Source: CUDA C++ Programming Guide, "Compute Capabilities".
typedef struct processor_row {
  const char *chip;
  int64_t architecture, multiprocessors, dynamic_shared_memory_size;
} processor_row_t;

static const processor_row_t processors[] = {
    {"sm_80", 80, 108, 166912},   {"sm_86", 86, 84, 101376},   {"sm_89", 89, 142, 101376},
    {"sm_90", 90, 132, 232448},   {"sm_90a", 90, 132, 232448}, {"sm_100a", 100, 148, 232448},
    {"sm_120", 120, 170, 101376},
};

static void read_processor(tern_str_t chip, tern_gpu_limits_t *limits) {
  for (size_t i = 0; i < sizeof processors / sizeof processors[0]; ++i) {
    const processor_row_t *row = &processors[i];
    if (!tern_str_equal_cstr(chip, row->chip)) continue;
    limits->cuda_architecture = row->architecture;
    limits->has_cuda_specifics = row->chip[strlen(row->chip) - 1] == 'a';
    limits->multiprocessors = row->multiprocessors;
    limits->dynamic_shared_memory_size = row->dynamic_shared_memory_size;
  }
}

tern_gpu_limits_t tern_gpu_limits_of(const tern_op_t *op) {
  const tern_attr_t *limits = NULL;
  for (const tern_op_t *holder = op; holder && !limits; holder = tern_op_parent(holder)) {
    const tern_attr_t *env = tern_op_attr(holder, "spirv.target_env");
    if (!tern_attr_is_spirv(env, TERN_SPIRV_ATTR_TARGET_ENV)) continue;
    // The last parameter of #spirv.target_env.
    limits = (const tern_attr_t *)(uintptr_t)env->params[env->param_count - 1];
  }
  tern_gpu_limits_t result = {
      .invocations = integer_field(limits, "max_compute_workgroup_invocations", 128),
      .workgroup_size = {128, 128, 64},
      .shared_memory_size = integer_field(limits, "max_compute_shared_memory_size", 16384),
      .subgroup_size = integer_field(limits, "subgroup_size", 32),
  };
  for (const tern_op_t *holder = op; holder; holder = tern_op_parent(holder)) {
    const tern_attr_t *target = tern_op_attr(holder, TERN_GPU_CUDA_TARGET);
    if (tern_attr_is_nvvm(target, TERN_NVVM_ATTR_TARGET)) read_processor(tern_nvvm_target_of(target).chip, &result);
  }
  if (!limits) return result;
  const tern_attr_t *size = tern_spirv_attr_field(limits, "max_compute_workgroup_size");
  for (size_t i = 0; i < 3 && tern_int_list_attr_count(size) == 3; ++i) {
    if (tern_int_list_attr_at(size, i) > 0) result.workgroup_size[i] = tern_int_list_attr_at(size, i);
  }
  result.cooperative_matrices = tern_spirv_attr_field(limits, "cooperative_matrix_properties_khr");
  return result;
}

bool tern_gpu_check_workgroup_size(const tern_op_t *op, const int32_t workgroup_size[3],
                                   const tern_gpu_limits_t *limits) {
  int64_t product = 1;
  for (size_t i = 0; i < 3; ++i) {
    if (workgroup_size[i] <= 0) {
      return tern_op_error(op, "workgroup size has to be positive but got %" PRId32 " in dimension %zu",
                           workgroup_size[i], i);
    }
    if (workgroup_size[i] > limits->workgroup_size[i]) {
      return tern_op_error(op, "workgroup size %" PRId32 " in dimension %zu is over the target's %" PRId64,
                           workgroup_size[i], i, limits->workgroup_size[i]);
    }
    product *= workgroup_size[i];  // each factor is at most 2^31 - 1 and within a limit that was 32 bits wide
    if (product > limits->invocations) {
      return tern_op_error(
          op, "workgroup of [%" PRId32 ", %" PRId32 ", %" PRId32 "] has more invocations than the target's %" PRId64,
          workgroup_size[0], workgroup_size[1], workgroup_size[2], limits->invocations);
    }
  }
  return true;
}

void tern_gpu_flat_workgroup_size(const tern_gpu_limits_t *limits, int32_t out_workgroup_size[3]) {
  int64_t most = tern_gpu_power_at_most(tern_gpu_min(limits->invocations, limits->workgroup_size[0]));
  int64_t wanted = limits->invocations >= 256 ? 256 : 64;
  if (limits->subgroup_size > wanted) wanted = tern_gpu_power_at_most(limits->subgroup_size);
  out_workgroup_size[0] = (int32_t)tern_gpu_min(wanted, most);
  out_workgroup_size[1] = out_workgroup_size[2] = 1;
}
