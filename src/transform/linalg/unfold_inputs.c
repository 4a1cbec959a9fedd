// Transposes and broadcasts out of the maps of element-wise ops (upstream: DecomposeGenericByUnfoldingPermutation).

#include "transform/linalg/unfold_inputs.h"

#include "base/vec.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"

static bool is_candidate(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  bool is_lone_yield = body->first_op == body->last_op;
  bool is_pair = tern_linalg_input_count(op) == 1 && tern_linalg_output_count(op) == 1;
  if (!tern_linalg_has_tensor_semantics(op) || !tern_linalg_is_all_parallel(op) || is_lone_yield || is_pair)
    return false;
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (type->kind != TERN_TYPE_TENSOR || !tern_type_has_static_shape(type)) return false;
    if (!tern_affine_map_is_projected_permutation(tern_linalg_indexing_map(op, i), false)) return false;
  }
  return true;
}

// A move of `input` into a new tensor of these sizes.
static tern_value_t *build_move(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *input, const int64_t *dims,
                                size_t rank, const char *list, const int64_t *positions, size_t count) {
  const tern_type_t *type = tern_type_with_shape(input->type, dims, rank);
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){0});
  const tern_attr_t *attr = tern_dense_i64_array_attr_get(b->context, positions, count);
  return tern_op_result(tern_linalg_build_named(b, row, TERN_TYPES(type), TERN_VALUES(input), TERN_VALUES(empty),
                                                TERN_ATTRS({list, attr})),
                        0);
}

// `input` as the loops see it: first its dims in the order of the loops, then along those that it does not have.
static tern_value_t *unfold(tern_builder_t *b, tern_value_t *input, const tern_affine_map_t *map,
                            const int64_t *extents) {
  int64_t permutation[TERN_LINALG_MAX_LOOPS], dims[TERN_LINALG_MAX_LOOPS], missing[TERN_LINALG_MAX_LOOPS];
  size_t count = 0, missing_count = 0;
  bool is_permuted = false;
  for (size_t loop = 0; loop < map->dim_count; ++loop) {
    size_t position = 0;
    while (position < map->result_count && !tern_affine_expr_is_dim(map->results[position], loop)) ++position;
    if (position == map->result_count) {
      missing[missing_count++] = (int64_t)loop;
      continue;
    }
    is_permuted |= position != count;
    dims[count] = tern_type_dim(input->type, position);
    permutation[count++] = (int64_t)position;
  }
  if (is_permuted) input = build_move(b, TERN_LINALG(TRANSPOSE), input, dims, count, "permutation", permutation, count);
  if (missing_count == 0) return input;
  return build_move(b, TERN_LINALG(BROADCAST), input, extents, map->dim_count, "dimensions", missing, missing_count);
}

bool tern_linalg_unfold_inputs(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t extents[TERN_LINALG_MAX_LOOPS];
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !is_candidate(op) || !tern_linalg_static_loop_ranges(op, extents))
    return false;
  TERN_VEC(const tern_attr_t *) maps = {0};
  size_t loops = tern_linalg_loop_count(op);
  bool is_changed = false;
  tern_builder_set_before(&rewriter->builder, op);
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (i < tern_linalg_input_count(op) && !tern_affine_map_is_identity(map)) {
      tern_op_set_operand(op, i, unfold(&rewriter->builder, tern_op_operand(op, i), map, extents));
      map = tern_affine_map_identity(tern_op_context(op), loops);
      is_changed = true;
    }
    tern_vec_push(&maps, tern_affine_map_attr_get(map));
  }
  if (is_changed) {
    tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(tern_op_context(op), maps.values, maps.count));
    tern_rewriter_modified(rewriter, op);
  }
  tern_vec_deinitialize(&maps);
  return is_changed;
}
