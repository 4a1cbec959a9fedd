// What a GPU can hold: from the #spirv.target_env around an op, and, for CUDA, the processor.

#include <inttypes.h>

#include "analysis/gpu/tile_choices.h"
#include "dialect/spirv/target_env.h"
#include "ir/diagnostic.h"

tern_gpu_limits_t tern_gpu_limits_of(const tern_op_t *op) {
  tern_spirv_target_t target = tern_spirv_target_env_of(op);
  tern_spirv_limits_t limits = tern_spirv_target_limits(&target);
  return (tern_gpu_limits_t){
      .invocations = limits.invocations,
      .workgroup_size = {limits.workgroup_size[0], limits.workgroup_size[1], limits.workgroup_size[2]},
      .shared_memory_size = limits.shared_memory_size,
      .subgroup_size = limits.subgroup_size,
      .cooperative_matrices = limits.cooperative_matrices,
      .machine = tern_machine_cuda_of(op),
  };
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
