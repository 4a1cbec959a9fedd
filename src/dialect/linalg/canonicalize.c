// Canonical forms of linalg ops (upstream: the canonicalization patterns of LinalgOps.cpp, and those of
// EraseUnusedOperandsAndResults.cpp for inputs).

#include <stdlib.h>

#include "base/arena.h"
#include "base/vec.h"
#include "dialect/linalg/build.h"
#include "dialect/linalg/hooks.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

// --- for all structured ops ---

static bool erase_empty(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (op->result_count > 0 || !tern_linalg_has_empty_buffer(op)) return false;
  tern_rewriter_erase(rewriter, op);
  return true;
}

static bool take_cast_operands(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t input_count = tern_linalg_input_count(op);
  return tern_tensor_fold_cast_operands(op, rewriter, input_count, op->operand_count - input_count);
}

// Are the sizes of `type` for operand `position` those that the loops are known to have?
static bool fits_loops(const tern_op_t *op, size_t position, const tern_type_t *type) {
  int64_t ranges[TERN_LINALG_MAX_LOOPS];
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  if (!tern_linalg_static_loop_ranges(op, ranges)) return false;
  for (size_t i = 0; i < map->result_count; i++) {
    if (map->results[i]->kind != TERN_AFFINE_DIM) continue;
    int64_t size = tern_type_dim(type, i), range = ranges[map->results[i]->value];
    if (size != TERN_DYNAMIC && range != TERN_DYNAMIC && size != range) return false;
  }
  return true;
}

bool tern_linalg_fold_cast_of_result(tern_op_t *cast, tern_rewriter_t *rewriter) {
  tern_value_t *value = tern_op_operand(cast, 0);
  const tern_type_t *type = cast->results[0].type;
  tern_op_t *op = tern_value_defining_op(value);
  if (!op || !tern_is_linalg(op) || op->block != cast->block || !tern_tensor_keeps_sizes(value->type, type) ||
      tern_tensor_type_encoding(value->type) != tern_tensor_type_encoding(type) ||
      tern_linalg_output_count(op) != op->result_count)
    return false;
  size_t output = tern_linalg_input_count(op) + value->index;
  if (!fits_loops(op, output, type)) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  tern_op_t *made = tern_op_clone(op, NULL);
  tern_op_set_operand(made, output, tern_tensor_build_cast(builder, tern_op_operand(op, output), type));
  made->results[value->index].type = type;
  tern_builder_insert(builder, made);
  tern_rewriter_replace(rewriter, cast, TERN_VALUES(tern_op_result(made, value->index)));
  TERN_VEC(tern_value_t *) results = {0};
  for (size_t i = 0; i < op->result_count; i++)
    tern_vec_push(&results, tern_tensor_build_cast(builder, tern_op_result(made, i), op->results[i].type));
  tern_rewriter_replace(rewriter, op, (tern_values_t){results.values, results.count});
  tern_vec_deinitialize(&results);
  return true;
}

bool tern_linalg_canonicalize(tern_op_t *op, tern_rewriter_t *rewriter) {
  return erase_empty(op, rewriter) || take_cast_operands(op, rewriter) || tern_linalg_infer_static_shapes(op, rewriter);
}

// --- copies of operands ---

// The operand that yield operand `index` passes on, if it is an argument of the body; else -1.
static int passed_operand(const tern_op_t *op, size_t index) {
  const tern_block_t *body = tern_linalg_body(op);
  const tern_value_t *value = tern_op_operand(body->last_op, index);
  return value->is_block_argument && value->owner == body ? (int)value->index : -1;
}

static bool is_lone_yield(const tern_op_t *op) {
  const tern_block_t *body = tern_linalg_body(op);
  return body && body->last_op && body->first_op == body->last_op && tern_op_is(body->last_op, TERN_LINALG(YIELD));
}

// An op that only hands operands on is those operands (upstream: EraseIdentityLinalgOp).
static bool erase_identity(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (!is_lone_yield(op)) return false;
  // Where all maps are the same, each reaches all of its operand once.
  for (size_t i = 0; i < op->operand_count; i++)
    if (tern_linalg_indexing_map(op, i) != tern_linalg_indexing_map(op, 0)) return false;
  if (op->operand_count == 0 || !tern_linalg_is_all_parallel(op)) return false;
  if (tern_linalg_has_buffer_semantics(op)) {
    bool is_self = op->operand_count == 2 && tern_op_operand(op, 0) == tern_op_operand(op, 1) &&
                   tern_linalg_input_count(op) == 1 && passed_operand(op, 0) >= 0;
    if (is_self) tern_rewriter_erase(rewriter, op);
    return is_self;
  }
  if (!tern_linalg_has_tensor_semantics(op) || op->result_count != tern_linalg_body(op)->last_op->operand_count)
    return false;
  for (size_t i = 0; i < op->result_count; i++) {
    int passed = passed_operand(op, i);
    if (passed < 0) return false;
    const tern_type_t *type = tern_op_operand(op, (size_t)passed)->type;
    if (type != op->results[i].type && !tern_tensor_are_cast_compatible(type, op->results[i].type)) return false;
  }
  TERN_VEC(tern_value_t *) values = {0};
  tern_builder_set_before(&rewriter->builder, op);
  for (size_t i = 0; i < op->result_count; i++) {
    tern_value_t *value = tern_op_operand(op, (size_t)passed_operand(op, i));
    if (value->type != op->results[i].type)
      value = tern_build_value(&rewriter->builder, TERN_TENSOR(CAST), .operands = TERN_VALUES(value),
                               .types = TERN_TYPES(op->results[i].type));
    tern_vec_push(&values, value);
  }
  tern_rewriter_replace(rewriter, op, (tern_values_t){values.values, values.count});
  tern_vec_deinitialize(&values);
  return true;
}

bool tern_linalg_canonicalize_copy(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_value_t *from = tern_op_operand(op, 0), *to = tern_op_operand(op, 1);
  if (from == to) {
    if (op->result_count == 0)
      tern_rewriter_erase(rewriter, op);
    else
      tern_rewriter_replace(rewriter, op, TERN_VALUES(from));
    return true;
  }
  if (tern_type_element(from->type) == tern_type_element(to->type) && tern_linalg_replace_by_fill(op, rewriter))
    return true;
  // What is copied over need not be filled.
  const tern_op_t *fill = tern_value_defined_by(to, TERN_LINALG(FILL));
  if (!fill) return tern_linalg_canonicalize(op, rewriter);
  tern_op_set_operand(op, 1, tern_op_operand(fill, 1));
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- linalg.generic ---

// An input that is read nowhere may go if the loops keep their extents without it.
static bool is_input_needed(const tern_op_t *op, size_t dropped, const bool *is_dropped) {
  if (tern_value_has_uses(tern_linalg_body(op)->args[dropped])) return true;
  size_t loops = tern_linalg_loop_count(op);
  for (size_t loop = 0; loop < loops; loop++) {
    bool is_covered = false;
    for (size_t i = 0; i < op->operand_count && !is_covered; i++) {
      if (i == dropped || is_dropped[i]) continue;
      const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
      for (size_t dim = 0; dim < map->result_count; dim++)
        is_covered |= tern_affine_expr_is_dim(map->results[dim], loop);
    }
    if (!is_covered) return true;
  }
  return false;
}

// Drops inputs that are read nowhere, and reads inputs that come twice once.
static bool drop_inputs(tern_op_t *op, tern_rewriter_t *rewriter) {
  size_t input_count = tern_linalg_input_count(op), dropped_count = 0;
  tern_block_t *body = tern_linalg_body(op);
  if (!body || input_count == 0 || body->arg_count != op->operand_count) return false;
  bool *is_dropped = tern_calloc(op->operand_count, sizeof(*is_dropped));
  for (size_t i = 0; i < input_count; i++) {
    for (size_t j = 0; j < i && !is_dropped[i]; j++) {
      if (is_dropped[j] || tern_op_operand(op, i) != tern_op_operand(op, j) ||
          tern_linalg_indexing_map(op, i) != tern_linalg_indexing_map(op, j))
        continue;
      tern_rewriter_replace_uses(rewriter, body->args[i], body->args[j]);
      is_dropped[i] = true;
    }
    if (!is_dropped[i]) is_dropped[i] = !is_input_needed(op, i, is_dropped);
    dropped_count += is_dropped[i];
  }
  if (dropped_count > 0) {
    TERN_VEC(const tern_attr_t *) maps = {0};
    for (size_t i = 0; i < op->operand_count; i++)
      if (!is_dropped[i]) tern_vec_push(&maps, tern_affine_map_attr_get(tern_linalg_indexing_map(op, i)));
    const int32_t segments[] = {(int32_t)(input_count - dropped_count), (int32_t)(op->operand_count - input_count)};
    for (size_t i = input_count; i-- > 0;) {
      if (!is_dropped[i]) continue;
      tern_op_erase_operands(op, i, 1);
      tern_block_erase_arg(body, i);
    }
    tern_op_set_segment_sizes(op, segments, 2);
    tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(tern_op_context(op), maps.values, maps.count));
    tern_vec_deinitialize(&maps);
    tern_rewriter_modified(rewriter, op);
  }
  free(is_dropped);
  return dropped_count > 0;
}

bool tern_linalg_canonicalize_generic(tern_op_t *op, tern_rewriter_t *rewriter) {
  return erase_identity(op, rewriter) || drop_inputs(op, rewriter) || tern_linalg_canonicalize(op, rewriter);
}

// --- transpose, broadcast ---

// What is broadcast is smaller: it is transposed, and the result broadcast.
static bool transpose_before_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_LINALG(BROADCAST));
  if (!inner || op->result_count != 1 || !tern_value_has_one_use(tern_op_operand(op, 0))) return false;
  const tern_attr_t *list = tern_op_attr(op, "permutation"), *added = tern_op_attr(inner, "dimensions");
  size_t rank = tern_int_list_attr_count(list), added_count = tern_int_list_attr_count(added), kept_count = 0,
         count = 0;
  int64_t dimensions[TERN_LINALG_MAX_LOOPS], permutation[TERN_LINALG_MAX_LOOPS], shape[TERN_LINALG_MAX_LOOPS];
  tern_value_t *source = tern_op_operand(inner, 0), *sizes[TERN_LINALG_MAX_LOOPS];
  if (source->type->kind != TERN_TYPE_TENSOR) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  for (size_t i = 0; i < added_count; i++)
    for (size_t j = 0; j < rank; j++)
      if (tern_int_list_attr_at(list, j) == tern_int_list_attr_at(added, i)) dimensions[i] = (int64_t)j;
  for (size_t i = 0; i < rank; i++) {
    // Counted among the dimensions that the source has.
    int64_t dim = tern_int_list_attr_at(list, i), position = dim;
    bool is_added = false;
    for (size_t j = 0; j < added_count; j++) {
      is_added |= tern_int_list_attr_at(added, j) == dim;
      position -= tern_int_list_attr_at(added, j) < dim;
    }
    if (!is_added) permutation[kept_count++] = position;
  }
  tern_value_t *source_sizes[TERN_LINALG_MAX_LOOPS];
  for (size_t i = 0; i < kept_count; i++)
    if (tern_type_dim(source->type, i) == TERN_DYNAMIC) source_sizes[i] = tern_tensor_build_dim(builder, source, i);
  for (size_t i = 0; i < kept_count; i++) {
    shape[i] = tern_type_dim(source->type, (size_t)permutation[i]);
    if (shape[i] == TERN_DYNAMIC) sizes[count++] = source_sizes[permutation[i]];
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(source->type), shape, kept_count, NULL);
  tern_value_t *init = tern_tensor_build_empty(builder, type, (tern_values_t){sizes, count});
  tern_op_t *transposed = tern_linalg_build_named(
      builder, TERN_LINALG(TRANSPOSE), TERN_TYPES(type), TERN_VALUES(source), TERN_VALUES(init),
      TERN_ATTRS({"permutation", tern_dense_i64_array_attr_get(builder->context, permutation, kept_count)}));
  tern_op_t *made = tern_linalg_build_named(
      builder, TERN_LINALG(BROADCAST), TERN_TYPES(op->results[0].type), TERN_VALUES(tern_op_result(transposed, 0)),
      TERN_VALUES(tern_op_operand(op, 1)),
      TERN_ATTRS({"dimensions", tern_dense_i64_array_attr_get(builder->context, dimensions, added_count)}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_result(made, 0)));
  return true;
}

bool tern_linalg_canonicalize_transpose(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (erase_empty(op, rewriter) || erase_identity(op, rewriter) || tern_linalg_replace_by_fill(op, rewriter))
    return true;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_op_is(inner, TERN_LINALG(TRANSPOSE)) || op->result_count != 1)
    return transpose_before_broadcast(op, rewriter) || tern_linalg_canonicalize(op, rewriter);
  // One transpose for two.
  const tern_attr_t *outer_list = tern_op_attr(op, "permutation"), *inner_list = tern_op_attr(inner, "permutation");
  int64_t permutation[TERN_LINALG_MAX_LOOPS];
  size_t rank = tern_int_list_attr_count(outer_list);
  for (size_t i = 0; i < rank; i++)
    permutation[i] = tern_int_list_attr_at(inner_list, (size_t)tern_int_list_attr_at(outer_list, i));
  tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
  tern_op_set_attr(op, "permutation", tern_dense_i64_array_attr_get(tern_op_context(op), permutation, rank));
  tern_rewriter_modified(rewriter, op);
  return true;
}

bool tern_linalg_canonicalize_broadcast(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (erase_empty(op, rewriter) || erase_identity(op, rewriter)) return true;
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_op_is(inner, TERN_LINALG(BROADCAST)) || op->result_count != 1)
    return tern_linalg_canonicalize(op, rewriter);
  // One broadcast for two: the dims that the inner one added, counted in the outer result, are added at once.
  const tern_attr_t *outer_list = tern_op_attr(op, "dimensions"), *inner_list = tern_op_attr(inner, "dimensions");
  size_t rank = tern_type_rank(op->results[0].type), next = 0, count = 0;
  int64_t dimensions[TERN_LINALG_MAX_LOOPS];
  for (size_t dim = 0; dim < rank; dim++) {
    bool is_outer = false, is_inner = false;
    for (size_t i = 0; i < tern_int_list_attr_count(outer_list); i++)
      is_outer |= tern_int_list_attr_at(outer_list, i) == (int64_t)dim;
    for (size_t i = 0; i < tern_int_list_attr_count(inner_list) && !is_outer; i++)
      is_inner |= tern_int_list_attr_at(inner_list, i) == (int64_t)next;
    if (!is_outer) next++;
    if (is_outer || is_inner) dimensions[count++] = (int64_t)dim;
  }
  tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
  tern_op_set_attr(op, "dimensions", tern_dense_i64_array_attr_get(tern_op_context(op), dimensions, count));
  tern_rewriter_modified(rewriter, op);
  return true;
}
