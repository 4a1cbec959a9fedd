// How a reduction of the innermost dimension is distributed to a workgroup.

#include "analysis/gpu/tile_choices.h"

// Rows up to this length are read faster by one invocation each than by a tree.
#define SHORT_ROW 16

void tern_gpu_choose_row_reduction(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                   tern_gpu_tile_config_t *config) {
  int64_t length = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) continue;
    length = tern_gpu_saturated_mul(length, ranges[loop] == TERN_DYNAMIC ? 1024 : ranges[loop]);
  }
  if (length <= SHORT_ROW) {
    tern_gpu_spread_over_outputs(op, ranges, limits, 256, config);
    return;
  }
  config->is_tiled = true;
  config->distributes_reduction = true;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) config->workgroup_tile[loop] = 1;
  }
  int64_t most =
      tern_gpu_power_at_most(tern_gpu_min(tern_gpu_min(limits->invocations, limits->workgroup_size[0]), 1024));
  // Four elements each, at least a subgroup.
  int64_t wanted = tern_gpu_round_up_to_power(length / 4, most < 256 || length >= 65536 ? most : 256);
  int64_t least = tern_gpu_min(tern_gpu_power_at_most(limits->subgroup_size), most);
  config->workgroup_size[0] = (int32_t)(wanted > least ? wanted : least);
}
