// Moving slices above element-wise ops: only what is wanted of a tensor is computed, and the op can go on to be fused.
//
//   %r = linalg.generic ins(%x, %y : tensor<8x20xf32>, tensor<20xf32>) ...
//   %s = tensor.extract_slice %r[1, 2] [3, 17] [2, 1] : tensor<8x20xf32> to tensor<3x17xf32>
// becomes
//   %a = tensor.extract_slice %x[1, 2] [3, 17] [2, 1] ...
//   %b = tensor.extract_slice %y[2] [17] [1] ...
//   %s = linalg.generic ins(%a, %b : tensor<3x17xf32>, tensor<17xf32>) ...
//
// Refuses ops with reductions, with linalg.index, with maps that are more than picks of loops, dynamic and rank-reducing
// slices, and results with other users (they would be computed twice without need).

#include "base/map.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "transform/linalg/fuse_elementwise.h"

#define MAX_LOOPS TERN_LINALG_MAX_LOOPS

// Offset, size and stride of each loop.
typedef struct loop_slice {
  int64_t offsets[MAX_LOOPS], sizes[MAX_LOOPS], strides[MAX_LOOPS];
} loop_slice_t;

static bool match_slice(const tern_op_t *slice, const tern_op_t *producer, loop_slice_t *out) {
  const tern_affine_map_t *map = tern_linalg_output_map(producer, 0);
  if (!tern_affine_map_is_permutation(map) || slice->operand_count != 1 ||
      tern_type_rank(tern_op_result(slice, 0)->type) != map->result_count) {
    return false;
  }
  for (size_t i = 0; i < map->result_count; ++i) {
    size_t loop = (size_t)map->results[i]->value;
    out->offsets[loop] = tern_int_list_attr_at(tern_op_attr(slice, "static_offsets"), i);
    out->sizes[loop] = tern_int_list_attr_at(tern_op_attr(slice, "static_sizes"), i);
    out->strides[loop] = tern_int_list_attr_at(tern_op_attr(slice, "static_strides"), i);
  }
  return true;
}

static bool can_slice(const tern_op_t *op) {
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      !tern_linalg_is_all_parallel(op) || tern_linalg_body_has_index(op) || op->result_count != 1 ||
      tern_linalg_reads_output(op, 0)) {
    return false;
  }
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_affine_map_t *map = tern_linalg_indexing_map(op, i);
    for (size_t r = 0; r < map->result_count; ++r) {
      if (map->results[r]->kind != TERN_AFFINE_DIM && !tern_affine_expr_is_constant(map->results[r])) return false;
    }
  }
  return true;
}

// The part of an operand that the slice of the loops touches.
static tern_value_t *build_part(tern_builder_t *b, const tern_op_t *op, size_t position, const loop_slice_t *slice) {
  tern_value_t *operand = tern_op_operand(op, position);
  if (operand->type->kind != TERN_TYPE_TENSOR) return operand;
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, position);
  int64_t offsets[MAX_LOOPS], sizes[MAX_LOOPS], strides[MAX_LOOPS];
  for (size_t r = 0; r < map->result_count; ++r) {
    bool is_dim = map->results[r]->kind == TERN_AFFINE_DIM;
    size_t loop = is_dim ? (size_t)map->results[r]->value : 0;
    offsets[r] = is_dim ? slice->offsets[loop] : 0;
    sizes[r] = is_dim ? slice->sizes[loop] : tern_type_dim(operand->type, r);
    strides[r] = is_dim ? slice->strides[loop] : 1;
  }
  size_t rank = map->result_count;
  const tern_type_t *type = tern_type_with_shape(operand->type, sizes, rank);
  tern_op_t *source = tern_value_defining_op(operand);
  if (source && tern_op_is(source, TERN_TENSOR(EMPTY))) {
    return tern_build_value(b, TERN_TENSOR(EMPTY), .types = TERN_TYPES(type));
  }
  const tern_named_attr_t attrs[] = {
      {"static_offsets", tern_dense_i64_array_attr_get(b->context, offsets, rank)},
      {"static_sizes", tern_dense_i64_array_attr_get(b->context, sizes, rank)},
      {"static_strides", tern_dense_i64_array_attr_get(b->context, strides, rank)},
  };
  return rank == 0
             ? operand
             : tern_build_value(b, TERN_TENSOR(EXTRACT_SLICE), .operands = TERN_VALUES(operand),
                                .types = TERN_TYPES(type), .attrs = {attrs, 3}, .segments = (int32_t[]){1, 0, 0, 0});
}

tern_op_t *tern_fuse_sliced_result(tern_op_t *slice) {
  tern_op_t *producer = tern_value_defining_op(tern_op_operand(slice, 0));
  loop_slice_t loops;
  if (!producer || !can_slice(producer) || !tern_value_has_one_use(tern_op_operand(slice, 0)) ||
      !tern_type_has_static_shape(tern_op_operand(slice, 0)->type) || !match_slice(slice, producer, &loops)) {
    return NULL;
  }
  tern_builder_t b = tern_builder_before(slice);
  tern_value_t *operands[MAX_LOOPS];
  if (producer->operand_count > MAX_LOOPS) return NULL;
  for (size_t i = 0; i < producer->operand_count; ++i) operands[i] = build_part(&b, producer, i, &loops);
  size_t inputs = tern_linalg_input_count(producer);
  tern_op_t *part = tern_linalg_clone_with(&b, producer, TERN_TYPES(tern_op_result(slice, 0)->type),
                                           (tern_values_t){operands, inputs},
                                           (tern_values_t){operands + inputs, producer->operand_count - inputs});
  tern_value_replace_all_uses(tern_op_result(slice, 0), tern_op_result(part, 0));
  tern_op_destroy(slice);
  return part;
}
