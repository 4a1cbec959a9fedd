// How ops without a cleverer kernel are distributed: an invocation per output element.

#include "analysis/gpu/tile_choices.h"

void tern_gpu_spread_over_outputs(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                  int64_t most_x, tern_gpu_tile_config_t *config) {
  const tern_affine_map_t *map = tern_linalg_output_map(op, 0);
  int64_t left = tern_gpu_power_at_most(tern_gpu_min(limits->invocations, 256));
  size_t dimension = 0;
  config->is_tiled = true;
  for (size_t r = map->result_count; r-- > 0;) {
    size_t loop = (size_t)map->results[r]->value;
    int64_t most = dimension < 3 ? tern_gpu_min(left, tern_gpu_power_at_most(limits->workgroup_size[dimension])) : 1;
    if (dimension == 0) most = tern_gpu_min(most, most_x);
    int64_t tile = ranges[loop] == TERN_DYNAMIC ? most : tern_gpu_round_up_to_power(ranges[loop], most);
    config->workgroup_tile[loop] = tile;
    config->invocation_tile[loop] = 1;
    if (dimension < 3) config->workgroup_size[dimension] = (int32_t)tile;
    left /= tile;
    ++dimension;
  }
}
