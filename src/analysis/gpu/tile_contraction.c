// How a contraction is distributed: its shape, the tiles that fit it, and the ways to compute it in the order they are tried.

#include "analysis/gpu/tile_choices.h"

// Below so many workgroups a smaller tile is better than idle compute units.
#define ENOUGH_WORKGROUPS 64

// The loop of `loops` that is innermost in the operand at `position`; the last one if none is.
static size_t innermost_loop(const tern_op_t *op, size_t position, const size_t *loops, size_t count) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  for (size_t r = map->result_count; r-- > 0;) {
    for (size_t i = 0; i < count; ++i) {
      if (tern_affine_expr_is_dim(map->results[r], loops[i])) return loops[i];
    }
  }
  return loops[count - 1];
}

static tern_gpu_contraction_shape_t contraction_shape_of(const tern_op_t *op, const tern_contraction_t *roles,
                                                         const int64_t *ranges) {
  tern_gpu_contraction_shape_t shape = {
      .m = innermost_loop(op, 2, roles->m, roles->m_count),
      .n = innermost_loop(op, 2, roles->n, roles->n_count),
      .k = innermost_loop(op, 0, roles->k, roles->k_count),
      .batch = 1,
      .needs_scratch = tern_type_element(tern_op_operand(op, 2)->type)->kind == TERN_TYPE_BF16,
  };
  const tern_affine_map_t *output = tern_linalg_indexing_map(op, 2);
  size_t place_m = 0, place_n = 0;
  for (size_t r = 0; r < output->result_count; ++r) {
    if (tern_affine_expr_is_dim(output->results[r], shape.m)) place_m = r;
    if (tern_affine_expr_is_dim(output->results[r], shape.n)) place_n = r;
  }
  shape.is_transposed = place_m > place_n;
  if (shape.is_transposed) {
    size_t m = shape.m;
    shape.m = shape.n;
    shape.n = m;
  }
  shape.extent_m = ranges[shape.m];
  shape.extent_n = ranges[shape.n];
  shape.extent_k = ranges[shape.k];
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (loop == shape.m || loop == shape.n || tern_linalg_iterator(op, loop) != TERN_ITERATOR_PARALLEL) continue;
    shape.batch = tern_gpu_saturated_mul(shape.batch, ranges[loop] == TERN_DYNAMIC ? 1 : ranges[loop]);
  }
  shape.is_static = shape.extent_m != TERN_DYNAMIC && shape.extent_n != TERN_DYNAMIC && shape.extent_k != TERN_DYNAMIC;
  for (size_t i = 0; i < 2; ++i) {
    int64_t bytes = (tern_type_bit_width(tern_type_element(tern_op_operand(op, i)->type)) + 7) / 8;
    if (bytes > shape.element_size) shape.element_size = bytes;
  }
  return shape;
}

static bool fills(int64_t extent, int64_t tile) {
  return extent == TERN_DYNAMIC || tern_gpu_round_up_to_power(extent, INT64_C(1) << 30) >= tile;
}

static int64_t count_tiles(int64_t extent, int64_t tile) {
  return extent == TERN_DYNAMIC ? ENOUGH_WORKGROUPS : extent / tile + (extent % tile > 0);
}

static int64_t count_workgroups(const tern_gpu_contraction_shape_t *shape, const tern_gpu_tile_shape_t *tile) {
  int64_t tiles = tern_gpu_saturated_mul(count_tiles(shape->extent_m, tile->m), count_tiles(shape->extent_n, tile->n));
  return tern_gpu_saturated_mul(tiles, shape->batch);
}

static bool fits_target(const tern_gpu_contraction_shape_t *shape, const tern_gpu_tile_shape_t *tile, int64_t lanes,
                        const tern_gpu_limits_t *limits) {
  // Rows are padded by 16 bytes.
  int64_t bytes = tern_gpu_saturated_mul((tile->m + tile->n) * tile->k, shape->element_size) + 16 * (tile->m + tile->k);
  int64_t size[] = {tile->x, tile->y};
  if (tile->subgroup_m) {
    if (shape->needs_scratch) bytes += tile->x * tile->y * 16 * 16 * 4;
    size[0] *= tile->y * lanes;
    size[1] = 1;
  }
  return size[0] * size[1] <= limits->invocations && size[0] <= limits->workgroup_size[0] &&
         size[1] <= limits->workgroup_size[1] && bytes <= limits->shared_memory_size;
}

const tern_gpu_tile_shape_t *tern_gpu_choose_tile_shape(const tern_gpu_tile_shape_t *shapes, size_t count,
                                                        const tern_gpu_contraction_shape_t *shape, int64_t lanes,
                                                        bool is_exact, const tern_gpu_limits_t *limits) {
  const tern_gpu_tile_shape_t *best = NULL;
  for (size_t i = 0; i < count; ++i) {
    const tern_gpu_tile_shape_t *tile = &shapes[i];
    if (!fits_target(shape, tile, lanes, limits) || !fills(shape->extent_m, tile->m) ||
        !fills(shape->extent_n, tile->n)) {
      continue;
    }
    if (is_exact && (shape->extent_m % tile->m || shape->extent_n % tile->n || shape->extent_k % tile->k)) continue;
    // Tiles of a few elements are for shapes that need them, not for filling the device.
    if (best && (tile->m * tile->n < 1024 || count_workgroups(shape, tile) <= count_workgroups(shape, best))) continue;
    best = tile;
    if (count_workgroups(shape, tile) >= ENOUGH_WORKGROUPS) break;
  }
  return best;
}

// A depth near `wanted` that divides the extent, so that no tile is cut.
static int64_t choose_depth(int64_t extent, int64_t wanted) {
  if (extent == TERN_DYNAMIC || extent == 0 || extent % wanted == 0) return wanted;
  for (int64_t depth = wanted + wanted / 2; depth >= wanted / 2 && depth > 0; --depth) {
    if (extent % depth == 0 && depth % 4 == 0) return depth;
  }
  return wanted;
}

void tern_gpu_apply_tile_shape(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                               const tern_gpu_tile_shape_t *tile, tern_gpu_tile_config_t *config) {
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    bool is_parallel = tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL;
    config->workgroup_tile[loop] = is_parallel;
    config->reduction_tile[loop] = !is_parallel;
    if (is_parallel) config->subgroup_tile[loop] = tile->subgroup_m > 0;
    if (is_parallel) config->invocation_tile[loop] = tile->invocation_m > 0;
  }
  config->is_tiled = true;
  config->workgroup_tile[shape->m] = tile->m;
  config->workgroup_tile[shape->n] = tile->n;
  config->reduction_tile[shape->k] = tile->subgroup_m ? tile->k : choose_depth(shape->extent_k, tile->k);
  config->subgroup_tile[shape->m] = tile->subgroup_m;
  config->subgroup_tile[shape->n] = tile->subgroup_n;
  config->invocation_tile[shape->m] = tile->invocation_m;
  config->invocation_tile[shape->n] = tile->invocation_n;
  // What is loaded once and read once gains nothing from a detour.
  config->promotes = tile->m >= 8 && tile->n >= 8;
  if (config->promotes) {
    // 16 bytes shift the rows over the banks and keep vectors aligned.
    config->padding = shape->element_size > 0 && shape->element_size <= 16 ? 16 / shape->element_size : 0;
  }
}

// The fastest first. The last one takes every contraction.
static const tern_gpu_contraction_choice_t choices[] = {
    tern_gpu_choose_cooperative,
    tern_gpu_choose_scalar,
};

void tern_gpu_choose_contraction(const tern_op_t *op, const tern_contraction_t *roles, const int64_t *ranges,
                                 const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config) {
  tern_gpu_contraction_shape_t shape = contraction_shape_of(op, roles, ranges);
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; ++i) {
    if (choices[i](op, &shape, limits, config)) return;
  }
}
