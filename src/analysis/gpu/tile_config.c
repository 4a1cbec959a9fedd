// The cost model of GPU tiles: which kind of choice an op gets, and the attribute that carries the choice.

#include "analysis/gpu/tile_config.h"

#include <inttypes.h>

#include "analysis/gpu/config_reader.h"
#include "analysis/gpu/tile_choices.h"
#include "ir/diagnostic.h"

// --- numbers ---

int64_t tern_gpu_saturated_mul(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) ? INT64_MAX : product;
}

int64_t tern_gpu_round_up_to_power(int64_t value, int64_t most) {
  int64_t power = 1;
  while (power < value && power < most) power *= 2;
  return power;
}

int64_t tern_gpu_power_at_most(int64_t value) {
  int64_t power = 1;
  while (power <= value / 2) power *= 2;
  return power;
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
  tern_block_for_each_op(tern_linalg_body(op), inner) are_plain &= tern_op_effects(inner) == 0;
  return are_plain ? reduction_kind(op) : TERN_GPU_WINDOW;
}

tern_gpu_tile_config_t tern_gpu_choose_tile_config(const tern_op_t *op, const tern_gpu_limits_t *limits) {
  tern_gpu_tile_config_t config = {.workgroup_size = {1, 1, 1}, .buffers = 1};
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  tern_gpu_op_kind_t kind = tern_gpu_op_kind(op);
  tern_contraction_t roles;
  if (kind == TERN_GPU_ELEMENTWISE || !tern_linalg_static_loop_ranges(op, ranges)) {
    tern_gpu_flat_workgroup_size(limits, config.workgroup_size);
  } else if (kind == TERN_GPU_CONTRACTION && tern_linalg_match_contraction(op, &roles)) {
    tern_gpu_choose_contraction(op, &roles, ranges, limits, &config);
  } else if (kind == TERN_GPU_ROW_REDUCTION) {
    tern_gpu_choose_row_reduction(op, ranges, limits, &config);
  } else {
    tern_gpu_spread_over_outputs(op, ranges, limits, kind == TERN_GPU_WINDOW ? 64 : 256, &config);
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

static bool is_positive(int64_t value) { return value > 0 && value <= INT32_MAX; }

bool tern_gpu_tile_config_read(const tern_op_t *op, tern_gpu_tile_config_t *out_config, bool *out_is_given) {
  static const char *const known[] = {"tile_sizes", "workgroup_size",       "promote", "buffers", "padding",
                                      "fragment",   "distribute_reduction", "cluster", NULL};
  *out_config = (tern_gpu_tile_config_t){.buffers = 1};
  tern_gpu_config_reader_t reader;
  bool is_right = tern_gpu_config_open(op, TERN_LOWERING_CONFIG, known, &reader);
  const tern_attr_t *attr = reader.dictionary;
  *out_is_given = attr != NULL;
  if (!attr || !is_right) return is_right;
  static const char three[] = "three positive numbers";
  int64_t size[3] = {0};
  if (!read_levels(op, tern_dictionary_attr_lookup(attr, TERN_STR("tile_sizes")), out_config) ||
      !tern_gpu_config_list(&reader, "workgroup_size", 3, is_positive, three, size) ||
      !tern_gpu_config_list(&reader, "fragment", 3, is_positive, three, out_config->fragment) ||
      !tern_gpu_config_list(&reader, "cluster", 3, is_positive, three, out_config->cluster) ||
      !tern_gpu_config_number(&reader, "buffers", 1, INT32_MAX, &out_config->buffers) ||
      !tern_gpu_config_number(&reader, "padding", 0, INT32_MAX, &out_config->padding)) {
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
  if (config->cluster[0]) entries[count++] = (tern_named_attr_t){"cluster", make_list(context, config->cluster, 3)};
  if (config->distributes_reduction) {
    entries[count++] = (tern_named_attr_t){"distribute_reduction", tern_unit_attr_get(context)};
  }
  return tern_dictionary_attr_get(context, entries, count);
}
