// The cost model of GPU tiles: tables of tile shapes, largest first; the first one that the target can hold and that the
// shape fills is taken.

#include "analysis/gpu_tile_config.h"

#include <inttypes.h>
#include <string.h>

#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"

// --- the target ---

static int64_t integer_field(const tern_attr_t *limits, const char *name, int64_t otherwise) {
  const tern_attr_t *value = limits ? tern_spirv_attr_field(limits, name) : NULL;
  return tern_attr_is_integer(value) && tern_integer_attr_value(value) > 0 ? tern_integer_attr_value(value) : otherwise;
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

static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }

// The power of two at or above `value`, at most `most` (itself a power of two).
static int64_t round_up_to_power(int64_t value, int64_t most) {
  int64_t power = 1;
  while (power < value && power < most) power *= 2;
  return power;
}

static int64_t power_at_most(int64_t value) {
  int64_t power = 1;
  while (power <= value / 2) power *= 2;
  return power;
}

void tern_gpu_flat_workgroup_size(const tern_gpu_limits_t *limits, int32_t out_workgroup_size[3]) {
  int64_t most = power_at_most(min_of(limits->invocations, limits->workgroup_size[0]));
  int64_t wanted = limits->invocations >= 256 ? 256 : 64;
  if (limits->subgroup_size > wanted) wanted = power_at_most(limits->subgroup_size);
  out_workgroup_size[0] = (int32_t)min_of(wanted, most);
  out_workgroup_size[1] = out_workgroup_size[2] = 1;
}

// --- kinds ---

static const char *const kind_names[] = {
    [TERN_GPU_CONTRACTION] = "contraction",
    [TERN_GPU_WINDOW] = "window",
    [TERN_GPU_ROW_REDUCTION] = "row reduction",
    [TERN_GPU_COLUMN_REDUCTION] = "column reduction",
    [TERN_GPU_ELEMENTWISE] = "element-wise operation",
};
const char *tern_gpu_op_kind_name(tern_gpu_op_kind_t kind) { return kind_names[kind]; }

// The input whose elements are most of what is read: the one with most dimensions.
static const tern_affine_map_t *main_input_map(const tern_op_t *op) {
  const tern_affine_map_t *best = NULL;
  for (size_t i = 0; i < tern_linalg_input_count(op); ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (map && (!best || map->result_count > best->result_count)) best = map;
  }
  return best;
}

static tern_gpu_op_kind_t reduction_kind(const tern_op_t *op) {
  const tern_affine_map_t *map = main_input_map(op);
  if (!map || map->result_count == 0) return TERN_GPU_COLUMN_REDUCTION;
  size_t innermost = (size_t)map->results[map->result_count - 1]->value;
  bool is_reduced = tern_linalg_iterator(op, innermost) == TERN_ITERATOR_REDUCTION;
  return is_reduced ? TERN_GPU_ROW_REDUCTION : TERN_GPU_COLUMN_REDUCTION;
}

tern_gpu_op_kind_t tern_gpu_op_kind(const tern_op_t *op) {
  if (tern_linalg_is_all_parallel(op)) return TERN_GPU_ELEMENTWISE;
  tern_contraction_t roles;
  // A product with a vector is a reduction: there is nothing to reuse.
  if (tern_linalg_match_contraction(op, &roles) && roles.m_count && roles.n_count) return TERN_GPU_CONTRACTION;
  bool are_plain = true;
  for (size_t i = 0; i < op->operand_count; ++i) {
    are_plain &= tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), true);
  }
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    are_plain &= tern_linalg_iterator(op, loop) != TERN_ITERATOR_WINDOW;
  }
  tern_block_for_each_op(tern_linalg_body(op), inner) are_plain &= tern_op_effects(inner) == 0;
  return are_plain ? reduction_kind(op) : TERN_GPU_WINDOW;
}

// --- contractions ---

// Tile m x n x k of a workgroup, m x n of a subgroup and of an invocation; how many invocations in x and y (of a
// cooperative matrix kernel: subgroups).
typedef struct tile_shape {
  int64_t m, n, k;
  int64_t subgroup_m, subgroup_n;
  int64_t invocation_m, invocation_n;
  int64_t x, y;
} tile_shape_t;

// x * invocation_n = n and y * invocation_m = m. One buffer is best: a second one leaves room for fewer workgroups.
static const tile_shape_t scalar_shapes[] = {
    {128, 128, 32, 0, 0, 8, 8, 16, 16}, {128, 128, 16, 0, 0, 8, 8, 16, 16}, {64, 128, 16, 0, 0, 4, 8, 16, 16},
    {64, 64, 16, 0, 0, 4, 4, 16, 16},   {64, 64, 16, 0, 0, 8, 4, 16, 8},    {32, 64, 16, 0, 0, 4, 4, 16, 8},
    {32, 32, 16, 0, 0, 4, 4, 8, 8},     {16, 64, 16, 0, 0, 2, 4, 16, 8},    {64, 16, 16, 0, 0, 4, 4, 4, 16},
    {16, 16, 16, 0, 0, 1, 4, 4, 16},    {8, 32, 16, 0, 0, 1, 4, 8, 8},      {8, 8, 16, 0, 0, 1, 1, 8, 8},
    {4, 16, 16, 0, 0, 1, 1, 16, 4},     {16, 4, 16, 0, 0, 1, 1, 4, 16},     {1, 64, 16, 0, 0, 1, 1, 64, 1},
    {64, 1, 16, 0, 0, 1, 1, 1, 64},     {4, 4, 16, 0, 0, 1, 1, 4, 4},       {1, 1, 16, 0, 0, 1, 1, 1, 1},
};

// x * subgroup_n = n and y * subgroup_m = m.
static const tile_shape_t matrix_shapes[] = {
    {128, 256, 32, 64, 64, 0, 0, 4, 2}, {128, 128, 32, 64, 64, 0, 0, 2, 2}, {128, 128, 32, 64, 32, 0, 0, 4, 2},
    {64, 64, 32, 32, 32, 0, 0, 2, 2},   {32, 32, 32, 16, 16, 0, 0, 2, 2},   {16, 16, 16, 16, 16, 0, 0, 1, 1},
};

// Below so many workgroups a smaller tile is better than idle compute units.
#define ENOUGH_WORKGROUPS 64

typedef struct contraction_shape {
  size_t m, n, k;  // loops that get tiles
  int64_t extent_m, extent_n, extent_k, batch;
  int64_t element_size;  // bytes of the wider input
  bool needs_scratch;    // a cooperative product of it goes through workgroup memory, a fragment per subgroup at least
  bool is_transposed;    // the output's rows run along what the first input gives: m and n have changed places
} contraction_shape_t;

static int64_t saturated_mul(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

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

static contraction_shape_t contraction_shape_of(const tern_op_t *op, const tern_contraction_t *roles,
                                                const int64_t *ranges) {
  contraction_shape_t shape = {
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
    shape.batch = saturated_mul(shape.batch, ranges[loop] == TERN_DYNAMIC ? 1 : ranges[loop]);
  }
  for (size_t i = 0; i < 2; ++i) {
    int64_t bytes = (tern_type_bit_width(tern_type_element(tern_op_operand(op, i)->type)) + 7) / 8;
    if (bytes > shape.element_size) shape.element_size = bytes;
  }
  return shape;
}

static bool fills(int64_t extent, int64_t tile) {
  return extent == TERN_DYNAMIC || round_up_to_power(extent, INT64_C(1) << 30) >= tile;
}

static int64_t count_tiles(int64_t extent, int64_t tile) {
  return extent == TERN_DYNAMIC ? ENOUGH_WORKGROUPS : extent / tile + (extent % tile > 0);
}

static int64_t count_workgroups(const contraction_shape_t *shape, const tile_shape_t *tile) {
  int64_t tiles = saturated_mul(count_tiles(shape->extent_m, tile->m), count_tiles(shape->extent_n, tile->n));
  return saturated_mul(tiles, shape->batch);
}

static bool fits_target(const contraction_shape_t *shape, const tile_shape_t *tile, int64_t lanes,
                        const tern_gpu_limits_t *limits) {
  // Rows are padded by 16 bytes.
  int64_t bytes = saturated_mul((tile->m + tile->n) * tile->k, shape->element_size) + 16 * (tile->m + tile->k);
  int64_t size[] = {tile->x, tile->y};
  if (tile->subgroup_m) {
    if (shape->needs_scratch) bytes += tile->x * tile->y * 16 * 16 * 4;
    size[0] *= tile->y * lanes;
    size[1] = 1;
  }
  return size[0] * size[1] <= limits->invocations && size[0] <= limits->workgroup_size[0] &&
         size[1] <= limits->workgroup_size[1] && bytes <= limits->shared_memory_size;
}

// The largest tile that fits, unless one further down keeps more of the device busy.
static const tile_shape_t *choose_shape(const tile_shape_t *shapes, size_t count, const contraction_shape_t *shape,
                                        int64_t lanes, bool is_exact, const tern_gpu_limits_t *limits) {
  const tile_shape_t *best = NULL;
  for (size_t i = 0; i < count; ++i) {
    const tile_shape_t *tile = &shapes[i];
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

// Does a product of cooperative matrices do what the op does, but for the type of the sum?
static bool is_product_for(const tern_spirv_coop_matrix_props_t *props, const tern_type_t *const types[3]) {
  bool is_right = props->a == types[0] && props->b == types[1] && props->c == props->result;
  bool is_float = tern_type_is_float(types[0]) && tern_type_is_float(types[2]) && tern_type_is_float(props->c);
  return is_right && is_float && (props->c == types[2] || props->c->kind == TERN_TYPE_F32) &&
         tern_type_bit_width(types[2]) <= 32 && props->scope == TERN_SPIRV_SCOPE_SUBGROUP && !props->saturates &&
         props->m > 0 && props->n > 0 && props->k > 0;
}

bool tern_gpu_find_fragment(const tern_op_t *op, const tern_gpu_limits_t *limits, int64_t out_fragment[3],
                            const tern_type_t **out_accumulator) {
  const tern_attr_t *list = limits->cooperative_matrices;
  if (!list || list->kind != TERN_ATTR_ARRAY) return false;
  const tern_type_t *types[3];
  *out_accumulator = NULL;
  for (size_t i = 0; i < 3; ++i) types[i] = tern_type_element(tern_op_operand(op, i)->type);
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    tern_spirv_coop_matrix_props_t props;
    if (!tern_spirv_coop_matrix_props_read(tern_array_attr_at(list, i), &props)) continue;
    if (!is_product_for(&props, types)) continue;
    // Of several the first with the wider sum; tiles are made for fragments of 16 x 16.
    bool is_better = !*out_accumulator || (props.c->kind == TERN_TYPE_F32 && (*out_accumulator)->kind != TERN_TYPE_F32);
    if (!is_better || props.m != 16 || props.n != 16 || 32 % props.k != 0) continue;
    out_fragment[0] = props.m;
    out_fragment[1] = props.n;
    out_fragment[2] = props.k;
    *out_accumulator = props.c;
  }
  return *out_accumulator != NULL;
}

// A depth near `wanted` that divides the extent, so that no tile is cut.
static int64_t choose_depth(int64_t extent, int64_t wanted) {
  if (extent == TERN_DYNAMIC || extent == 0 || extent % wanted == 0) return wanted;
  for (int64_t depth = wanted + wanted / 2; depth >= wanted / 2 && depth > 0; --depth) {
    if (extent % depth == 0 && depth % 4 == 0) return depth;
  }
  return wanted;
}

static void choose_contraction(const tern_op_t *op, const tern_contraction_t *roles, const int64_t *ranges,
                               const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config) {
  contraction_shape_t shape = contraction_shape_of(op, roles, ranges);
  const tile_shape_t *tile = NULL;
  int64_t fragment[3], lanes = 1;
  const tern_type_t *accumulator;
  bool is_static = shape.extent_m != TERN_DYNAMIC && shape.extent_n != TERN_DYNAMIC && shape.extent_k != TERN_DYNAMIC;
  if (is_static && !shape.is_transposed && tern_gpu_find_fragment(op, limits, fragment, &accumulator)) {
    tile = choose_shape(matrix_shapes, sizeof matrix_shapes / sizeof matrix_shapes[0], &shape, limits->subgroup_size,
                        true, limits);
    bool divides = tile && tile->subgroup_m % fragment[0] == 0 && tile->subgroup_n % fragment[1] == 0 &&
                   tile->k % fragment[2] == 0;
    if (!divides) tile = NULL;
  }
  if (tile) {
    lanes = limits->subgroup_size;
    memcpy(config->fragment, fragment, sizeof fragment);
  } else {
    tile = choose_shape(scalar_shapes, sizeof scalar_shapes / sizeof scalar_shapes[0], &shape, 1, false, limits);
    if (!tile) tile = &scalar_shapes[sizeof scalar_shapes / sizeof scalar_shapes[0] - 1];
  }
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    bool is_parallel = tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL;
    config->workgroup_tile[loop] = is_parallel;
    config->reduction_tile[loop] = !is_parallel;
    if (is_parallel) config->subgroup_tile[loop] = tile->subgroup_m > 0;
    if (is_parallel) config->invocation_tile[loop] = tile->invocation_m > 0;
  }
  config->is_tiled = true;
  config->workgroup_tile[shape.m] = tile->m;
  config->workgroup_tile[shape.n] = tile->n;
  config->reduction_tile[shape.k] = tile->subgroup_m ? tile->k : choose_depth(shape.extent_k, tile->k);
  config->subgroup_tile[shape.m] = tile->subgroup_m;
  config->subgroup_tile[shape.n] = tile->subgroup_n;
  config->invocation_tile[shape.m] = tile->invocation_m;
  config->invocation_tile[shape.n] = tile->invocation_n;
  // Subgroups are counted along x: which invocations of a workgroup of two dimensions share one is not said.
  config->workgroup_size[0] = (int32_t)(tile->subgroup_m ? tile->x * tile->y * lanes : tile->x);
  config->workgroup_size[1] = (int32_t)(tile->subgroup_m ? 1 : tile->y);
  // What is loaded once and read once gains nothing from a detour.
  config->promotes = tile->m >= 8 && tile->n >= 8;
  if (config->promotes) {
    // 16 bytes shift the rows over the banks and keep vectors aligned.
    config->padding = shape.element_size > 0 && shape.element_size <= 16 ? 16 / shape.element_size : 0;
  }
}

// --- the others ---

// One invocation per output element: x gets the innermost output dimension, y and z what is left of the budget.
static void spread_over_outputs(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                int64_t most_x, tern_gpu_tile_config_t *config) {
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, tern_linalg_output_position(op, 0));
  int64_t left = power_at_most(min_of(limits->invocations, 256));
  size_t dimension = 0;
  config->is_tiled = true;
  for (size_t r = map->result_count; r-- > 0;) {
    size_t loop = (size_t)map->results[r]->value;
    int64_t most = dimension < 3 ? min_of(left, power_at_most(limits->workgroup_size[dimension])) : 1;
    if (dimension == 0) most = min_of(most, most_x);
    int64_t tile = ranges[loop] == TERN_DYNAMIC ? most : round_up_to_power(ranges[loop], most);
    config->workgroup_tile[loop] = tile;
    config->invocation_tile[loop] = 1;
    if (dimension < 3) config->workgroup_size[dimension] = (int32_t)tile;
    left /= tile;
    ++dimension;
  }
}

// Rows up to this length are read faster by one invocation each than by a tree.
#define SHORT_ROW 16

static void choose_row_reduction(const tern_op_t *op, const int64_t *ranges, const tern_gpu_limits_t *limits,
                                 tern_gpu_tile_config_t *config) {
  int64_t length = 1;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) continue;
    length = saturated_mul(length, ranges[loop] == TERN_DYNAMIC ? 1024 : ranges[loop]);
  }
  if (length <= SHORT_ROW) {
    spread_over_outputs(op, ranges, limits, 256, config);
    return;
  }
  config->is_tiled = true;
  config->distributes_reduction = true;
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) config->workgroup_tile[loop] = 1;
  }
  int64_t most = power_at_most(min_of(min_of(limits->invocations, limits->workgroup_size[0]), 1024));
  // Four elements each, at least a subgroup.
  int64_t wanted = round_up_to_power(length / 4, most < 256 || length >= 65536 ? most : 256);
  int64_t least = min_of(power_at_most(limits->subgroup_size), most);
  config->workgroup_size[0] = (int32_t)(wanted > least ? wanted : least);
}

tern_gpu_tile_config_t tern_gpu_choose_tile_config(const tern_op_t *op, const tern_gpu_limits_t *limits) {
  tern_gpu_tile_config_t config = {.workgroup_size = {1, 1, 1}, .buffers = 1};
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_gpu_op_kind_t kind = tern_gpu_op_kind(op);
  tern_contraction_t roles;
  if (kind == TERN_GPU_ELEMENTWISE || !tern_linalg_static_loop_ranges(op, ranges)) {
    tern_gpu_flat_workgroup_size(limits, config.workgroup_size);
  } else if (kind == TERN_GPU_CONTRACTION && tern_linalg_match_contraction(op, &roles)) {
    choose_contraction(op, &roles, ranges, limits, &config);
  } else if (kind == TERN_GPU_ROW_REDUCTION) {
    choose_row_reduction(op, ranges, limits, &config);
  } else {
    spread_over_outputs(op, ranges, limits, kind == TERN_GPU_WINDOW ? 64 : 256, &config);
  }
  return config;
}

// --- the attribute ---

static const char *const level_names[] = {"workgroup", "subgroup", "invocation", "reduction"};
enum { LEVEL_COUNT = 4 };

static bool read_level(const tern_op_t *op, const tern_attr_t *list, size_t level, int64_t *out_tiles) {
  size_t loops = tern_linalg_loop_count(op), count = tern_array_attr_count(list);
  if (count > loops) {
    return tern_op_error(op, "'" TERN_LOWERING_CONFIG "' has %zu %s tile sizes for %zu loops", count,
                         level_names[level], loops);
  }
  for (size_t i = 0; i < count; ++i) {
    const tern_attr_t *size = tern_array_attr_at(list, i);
    if (!tern_attr_is_integer(size) || tern_integer_attr_value(size) < 0) {
      return tern_op_error(op, "'" TERN_LOWERING_CONFIG "' has a %s tile size that is no number from 0 on: %s",
                           level_names[level], tern_attr_text(size));
    }
    out_tiles[i] = tern_integer_attr_value(size);
  }
  return true;
}

static bool read_levels(const tern_op_t *op, const tern_attr_t *levels, tern_gpu_tile_config_t *config) {
  bool is_list = levels && levels->kind == TERN_ATTR_ARRAY && tern_array_attr_count(levels) <= LEVEL_COUNT;
  for (size_t i = 0; is_list && i < tern_array_attr_count(levels); ++i) {
    is_list = tern_array_attr_at(levels, i)->kind == TERN_ATTR_ARRAY;
  }
  if (!is_list) {
    return tern_op_error(op, "'" TERN_LOWERING_CONFIG "' needs 'tile_sizes', at most %d lists of numbers", LEVEL_COUNT);
  }
  int64_t *const targets[] = {config->workgroup_tile, config->subgroup_tile, config->invocation_tile,
                              config->reduction_tile};
  for (size_t i = 0; i < tern_array_attr_count(levels); ++i) {
    if (!read_level(op, tern_array_attr_at(levels, i), i, targets[i])) return false;
  }
  // A workgroup tile of a reduction loop is its reduction tile: one list is enough to say all.
  for (size_t loop = 0; loop < tern_linalg_loop_count(op); ++loop) {
    if (tern_linalg_iterator(op, loop) == TERN_ITERATOR_PARALLEL) {
      config->is_tiled |= config->workgroup_tile[loop] > 0;
    } else {
      if (config->reduction_tile[loop] == 0) config->reduction_tile[loop] = config->workgroup_tile[loop];
      config->workgroup_tile[loop] = 0;
      config->is_tiled |= config->reduction_tile[loop] > 0;
    }
  }
  return true;
}

static bool read_triple(const tern_op_t *op, const tern_attr_t *dictionary, const char *name, int64_t out_values[3]) {
  const tern_attr_t *list = tern_dictionary_attr_lookup(dictionary, tern_str_from_cstr(name));
  if (!list) return true;
  bool is_right = list->kind == TERN_ATTR_ARRAY && tern_array_attr_count(list) == 3;
  for (size_t i = 0; is_right && i < 3; ++i) {
    is_right = tern_attr_is_integer(tern_array_attr_at(list, i));
    if (is_right) out_values[i] = tern_integer_attr_value(tern_array_attr_at(list, i));
    is_right = is_right && out_values[i] > 0 && out_values[i] <= INT32_MAX;
  }
  return is_right || tern_op_error(op, "'" TERN_LOWERING_CONFIG "' needs three positive numbers as '%s' but has %s",
                                   name, tern_attr_text(list));
}

static bool read_number(const tern_op_t *op, const tern_attr_t *dictionary, const char *name, int64_t least,
                        int64_t *out_value) {
  const tern_attr_t *value = tern_dictionary_attr_lookup(dictionary, tern_str_from_cstr(name));
  if (!value) return true;
  bool is_right = tern_attr_is_integer(value) && tern_integer_attr_value(value) >= least &&
                  tern_integer_attr_value(value) <= INT32_MAX;
  if (is_right) *out_value = tern_integer_attr_value(value);
  return is_right ||
         tern_op_error(op, "'" TERN_LOWERING_CONFIG "' needs a number from %" PRId64 " on as '%s' but has %s", least,
                       name, tern_attr_text(value));
}

bool tern_gpu_tile_config_read(const tern_op_t *op, tern_gpu_tile_config_t *out_config, bool *out_is_given) {
  static const char *const known[] = {"tile_sizes", "workgroup_size",       "promote", "buffers", "padding",
                                      "fragment",   "distribute_reduction", NULL};
  *out_config = (tern_gpu_tile_config_t){.buffers = 1};
  const tern_attr_t *attr = tern_op_attr(op, TERN_LOWERING_CONFIG);
  *out_is_given = attr != NULL;
  if (!attr) return true;
  if (attr->kind != TERN_ATTR_DICTIONARY) {
    return tern_op_error(op, "expected a dictionary as '" TERN_LOWERING_CONFIG "' but got %s", tern_attr_text(attr));
  }
  for (size_t i = 0; i < tern_dictionary_attr_count(attr); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(attr, i));
    size_t k = 0;
    while (known[k] && !tern_str_equal_cstr(name, known[k])) ++k;
    if (!known[k]) {
      return tern_op_error(op, "'" TERN_LOWERING_CONFIG "' has an unknown entry '%.*s'", (int)name.size, name.data);
    }
  }
  int64_t size[3] = {0};
  if (!read_levels(op, tern_dictionary_attr_lookup(attr, TERN_STR("tile_sizes")), out_config) ||
      !read_triple(op, attr, "workgroup_size", size) || !read_triple(op, attr, "fragment", out_config->fragment) ||
      !read_number(op, attr, "buffers", 1, &out_config->buffers) ||
      !read_number(op, attr, "padding", 0, &out_config->padding)) {
    return false;
  }
  for (size_t i = 0; i < 3; ++i) out_config->workgroup_size[i] = (int32_t)size[i];
  out_config->promotes = tern_dictionary_attr_lookup(attr, TERN_STR("promote")) != NULL;
  out_config->distributes_reduction = tern_dictionary_attr_lookup(attr, TERN_STR("distribute_reduction")) != NULL;
  return true;
}

static const tern_attr_t *make_list(tern_context_t *context, const int64_t *values, size_t count) {
  const tern_attr_t *elements[TERN_LINALG_MAX_LOOPS];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  bool is_any = false;
  for (size_t i = 0; i < count; ++i) {
    elements[i] = tern_integer_attr_get(i64, values[i]);
    is_any |= values[i] != 0;
  }
  return tern_array_attr_get(context, elements, is_any ? count : 0);
}

const tern_attr_t *tern_gpu_tile_config_attr(tern_context_t *context, const tern_gpu_tile_config_t *config,
                                             size_t loop_count) {
  const int64_t *const levels[] = {config->workgroup_tile, config->subgroup_tile, config->invocation_tile,
                                   config->reduction_tile};
  const tern_attr_t *lists[LEVEL_COUNT];
  size_t level_count = 0;
  for (size_t i = 0; i < LEVEL_COUNT; ++i) {
    lists[i] = make_list(context, levels[i], loop_count);
    if (tern_array_attr_count(lists[i])) level_count = i + 1;
  }
  int64_t size[3];
  for (size_t i = 0; i < 3; ++i) size[i] = config->workgroup_size[i];
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  tern_named_attr_t entries[8];
  size_t count = 0;
  entries[count++] = (tern_named_attr_t){"tile_sizes", tern_array_attr_get(context, lists, level_count)};
  entries[count++] = (tern_named_attr_t){"workgroup_size", make_list(context, size, 3)};
  if (config->promotes) entries[count++] = (tern_named_attr_t){"promote", tern_unit_attr_get(context)};
  if (config->buffers > 1)
    entries[count++] = (tern_named_attr_t){"buffers", tern_integer_attr_get(i64, config->buffers)};
  if (config->padding) entries[count++] = (tern_named_attr_t){"padding", tern_integer_attr_get(i64, config->padding)};
  if (config->fragment[0]) entries[count++] = (tern_named_attr_t){"fragment", make_list(context, config->fragment, 3)};
  if (config->distributes_reduction) {
    entries[count++] = (tern_named_attr_t){"distribute_reduction", tern_unit_attr_get(context)};
  }
  return tern_dictionary_attr_get(context, entries, count);
}
