// Register tiles: each invocation computes several elements of a tile along every parallel loop, those along the innermost
// one as vectors. Made for contractions, where a loaded element then feeds a whole row or column of products; fills,
// epilogues, convolutions and poolings of the same tile take the same way, so that all of them agree on who owns which
// element.
//
// Invocation (x, y) of a workgroup of X x Y with a chunk of m x n elements has the rows y, y + Y, ... and the vectors that
// start at columns 4x, 4x + 4X, ...: neighbours touch neighbouring memory in every step.

#include "convert/gpu/distribute.h"
#include "convert/gpu/nest.h"
#include "dialect/arith/index_math.h"

bool tern_gpu_contract_plan(tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel, const int64_t *invocation_tile) {
  int64_t points = 1;
  bool is_several = false, is_peeled = false;
  if (plan->parallel_count == 0) return false;
  for (size_t loop = 0; loop < plan->loop_count; ++loop) {
    if (tern_linalg_iterator(plan->op, loop) != TERN_ITERATOR_PARALLEL && tern_gpu_output_uses_loop(plan->op, loop)) {
      return false;
    }
  }
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    int64_t chunk = invocation_tile[loop] > 0 ? invocation_tile[loop] : 1;
    int64_t size = plan->dims[loop] < 0 ? 1 : kernel->workgroup_size[plan->dims[loop]];
    int64_t covered;
    if (plan->ranges[loop] == 1) chunk = 1;
    if (chunk > TERN_GPU_MAX_POINTS || __builtin_mul_overflow(size, chunk, &covered)) return false;
    if (plan->bounds[loop] != covered) return false;
    is_peeled |= plan->ranges[loop] == TERN_DYNAMIC;
    is_several |= chunk > 1;
    points *= chunk;
    if (points > TERN_GPU_MAX_TILE) return false;
  }
  for (size_t dim = 0; dim < 3; ++dim) {
    bool is_used = kernel->workgroup_size[dim] == 1;
    for (size_t loop = 0; loop < plan->loop_count; ++loop) is_used |= plan->dims[loop] == (int)dim;
    if (!is_used) return false;
  }
  if (!is_several) return false;
  size_t innermost = plan->order[plan->parallel_count - 1];
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    plan->chunk[loop] = plan->ranges[loop] == 1 || invocation_tile[loop] <= 0 ? 1 : invocation_tile[loop];
  }
  plan->lanes = tern_gpu_choose_lanes(plan->op, innermost, plan->chunk[innermost]);
  plan->has_tile = true;
  plan->is_peeled = is_peeled;
  return true;
}

bool tern_gpu_contract_emit(tern_builder_t *builder, const tern_gpu_plan_t *plan, const tern_gpu_kernel_t *kernel) {
  size_t innermost = plan->order[plan->parallel_count - 1];
  tern_gpu_nest_t nest = {.builder = builder, .op = plan->op, .lanes = plan->lanes, .vector_loop = innermost};
  nest.reduction_unroll = tern_gpu_choose_reduction_unroll(plan->op, innermost, plan->lanes);
  for (size_t i = 0; i < plan->parallel_count; ++i) {
    size_t loop = plan->order[i];
    int dim = plan->dims[loop];
    int64_t lanes = loop == innermost ? plan->lanes : 1, size = dim < 0 ? 1 : kernel->workgroup_size[dim];
    tern_value_t *id = dim < 0 ? tern_build_index(builder, 0) : tern_gpu_build_local_id(builder, kernel, (size_t)dim);
    nest.points[loop] = (tern_gpu_points_t){.base = tern_build_index_mul(builder, id, tern_build_index(builder, lanes)),
                                            .count = plan->chunk[loop] / lanes,
                                            .stride = size * lanes};
  }
  bool is_right = tern_gpu_nest_emit(&nest);
  tern_gpu_nest_deinitialize(&nest);
  return is_right;
}
