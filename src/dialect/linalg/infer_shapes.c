// Static shapes of operands from those of others: a loop has one extent, whoever knows it
// (upstream: InferStaticShapeOfOperands).
//
//   %0 = linalg.add ins(%a, %b : tensor<4xf32>, tensor<?xf32>) ...
// becomes
//   %c = tensor.cast %b : tensor<?xf32> to tensor<4xf32>
//   %0 = linalg.add ins(%a, %c : tensor<4xf32>, tensor<4xf32>) ...

#include <stdlib.h>

#include "dialect/linalg/hooks.h"
#include "dialect/linalg/linalg.h"
#include "dialect/tensor/tensor.h"
#include "rewrite/rewriter.h"

// The extents of the loops that some operand, or the source of its tensor.cast, knows. False if the op is not of the
// kind that this file is for.
static bool known_extents(const tern_op_t *op, int64_t *out_extents) {
  size_t loops = tern_linalg_loop_count(op);
  if (!tern_linalg_has_tensor_semantics(op) || loops > TERN_LINALG_MAX_LOOPS) return false;
  for (size_t loop = 0; loop < loops; loop++) out_extents[loop] = TERN_DYNAMIC;
  for (size_t i = 0; i < op->operand_count; i++) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    if (!tern_affine_map_is_projected_permutation(map, false)) return false;
    const tern_value_t *operand = tern_op_operand(op, i);
    const tern_op_t *cast = tern_value_defined_by(operand, TERN_TENSOR(CAST));
    const tern_type_t *types[] = {operand->type, cast ? tern_op_operand(cast, 0)->type : operand->type};
    for (size_t k = 0; k < 2; k++) {
      if (types[k]->kind != TERN_TYPE_TENSOR) continue;
      for (size_t dim = 0; dim < map->result_count; dim++)
        if (tern_type_dim(types[k], dim) != TERN_DYNAMIC)
          out_extents[map->results[dim]->value] = tern_type_dim(types[k], dim);
    }
  }
  return true;
}

// The operand's type with the extents filled in.
static const tern_type_t *refine(const tern_op_t *op, size_t position, const int64_t *extents) {
  const tern_type_t *type = tern_op_operand(op, position)->type;
  if (type->kind != TERN_TYPE_TENSOR) return type;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t dims[TERN_LINALG_MAX_LOOPS];
  for (size_t dim = 0; dim < map->result_count; dim++) {
    dims[dim] = tern_type_dim(type, dim);
    if (dims[dim] == TERN_DYNAMIC) dims[dim] = extents[map->results[dim]->value];
  }
  return tern_type_with_shape(type, dims, map->result_count);
}

bool tern_linalg_infer_static_shapes(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t extents[TERN_LINALG_MAX_LOOPS];
  size_t count = op->operand_count, input_count = tern_linalg_input_count(op), type_count = 0;
  bool is_changed = false;
  if (!known_extents(op, extents)) return false;
  for (size_t i = 0; i < count; i++) is_changed |= refine(op, i, extents) != tern_op_operand(op, i)->type;
  if (!is_changed) return false;
  tern_builder_t *builder = &rewriter->builder;
  tern_builder_set_before(builder, op);
  tern_value_t **values = tern_realloc_array(NULL, count, sizeof(*values));
  const tern_type_t **types = tern_realloc_array(NULL, count, sizeof(*types));
  for (size_t i = 0; i < count; i++) {
    values[i] = tern_tensor_build_cast(builder, tern_op_operand(op, i), refine(op, i, extents));
    if (i >= input_count && values[i]->type->kind == TERN_TYPE_TENSOR) types[type_count++] = values[i]->type;
  }
  tern_op_t *copy =
      tern_linalg_clone_with(builder, op, (tern_types_t){types, type_count}, (tern_values_t){values, input_count},
                             (tern_values_t){&values[input_count], count - input_count});
  for (size_t i = 0; i < op->result_count; i++)
    values[i] = tern_tensor_build_cast(builder, tern_op_result(copy, i), op->results[i].type);
  tern_rewriter_replace(rewriter, op, (tern_values_t){values, op->result_count});
  free(values);
  free(types);
  return true;
}
