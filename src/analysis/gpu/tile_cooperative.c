// Contractions by products of cooperative matrices (on CUDA: wmma), which a subgroup computes together.

#include <string.h>

#include "analysis/gpu/tile_choices.h"
#include "dialect/spirv/grammar_ids.h"
#include "dialect/spirv/spirv.h"

// x * subgroup_n = n and y * subgroup_m = m.
static const tern_gpu_tile_shape_t matrix_shapes[] = {
    {128, 256, 32, 64, 64, 0, 0, 4, 2}, {128, 128, 32, 64, 64, 0, 0, 2, 2}, {128, 128, 32, 64, 32, 0, 0, 4, 2},
    {64, 64, 32, 32, 32, 0, 0, 2, 2},   {32, 32, 32, 16, 16, 0, 0, 2, 2},   {16, 16, 16, 16, 16, 0, 0, 1, 1},
};

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

bool tern_gpu_choose_cooperative(const tern_op_t *op, const tern_gpu_contraction_shape_t *shape,
                                 const tern_gpu_limits_t *limits, tern_gpu_tile_config_t *config) {
  int64_t fragment[3];
  const tern_type_t *accumulator;
  if (!shape->is_static || shape->is_transposed || !tern_gpu_find_fragment(op, limits, fragment, &accumulator)) {
    return false;
  }
  const tern_gpu_tile_shape_t *tile = tern_gpu_choose_tile_shape(
      matrix_shapes, sizeof matrix_shapes / sizeof matrix_shapes[0], shape, limits->subgroup_size, true, limits);
  bool divides =
      tile && tile->subgroup_m % fragment[0] == 0 && tile->subgroup_n % fragment[1] == 0 && tile->k % fragment[2] == 0;
  if (!divides) return false;
  tern_gpu_apply_tile_shape(op, shape, tile, config);
  memcpy(config->fragment, fragment, sizeof fragment);
  // Subgroups are counted along x: which invocations of a workgroup of two dimensions share one is not said.
  config->workgroup_size[0] = (int32_t)(tile->x * tile->y * limits->subgroup_size);
  config->workgroup_size[1] = 1;
  return true;
}
