// --iree-flow-transpose-contraction-operands: products read both operands along memory.
//
//   C[m, n] += A[k, m] * B[n, k]    ->    T[k, n] = B[n, k];  C[m, n] += A[k, m] * T[k, n]
//
// Code for products takes vectors along the innermost dimension of the result, or, where both operands have it innermost, along
// what is summed over. An operand that allows neither is transposed first, once, instead of being read with a stride for
// every element of the result. This is ours; IREE packs operands in its data tiling.

#include "analysis/reify_dims.h"
#include "dialect/arith/index_math.h"
#include "dialect/linalg/linalg.h"
#include "dialect/linalg/structured.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"
#include "ir/op_list.h"
#include "pass/pass.h"
#include "rewrite/builder.h"
#include "transform/dispatch_creation/dispatch_region.h"

enum { MAX_RANK = TERN_LINALG_MAX_LOOPS };

static bool ends_with_loop(const tern_affine_map_t *map, size_t loop) {
  return map->result_count > 0 && tern_affine_expr_is_dim(map->results[map->result_count - 1], loop);
}

static size_t position_of(const tern_affine_map_t *map, size_t loop) {
  for (size_t i = 0; i < map->result_count; ++i) {
    if (tern_affine_expr_is_dim(map->results[i], loop)) return i;
  }
  return SIZE_MAX;
}

// The input to transpose, and the place of the dim that has to be its last one. SIZE_MAX: none.
static size_t find_operand(const tern_op_t *op, size_t *out_dim) {
  tern_contraction_t contraction;
  if (!tern_op_is(op, TERN_LINALG(GENERIC)) || !tern_linalg_has_tensor_semantics(op) ||
      tern_linalg_input_count(op) != 2 || tern_linalg_output_count(op) != 1 ||
      !tern_linalg_match_contraction(op, &contraction) || contraction.k_count == 0) {
    return SIZE_MAX;
  }
  const tern_affine_map_t *out = tern_linalg_indexing_map(op, 2);
  if (out->result_count == 0 || out->results[out->result_count - 1]->kind != TERN_AFFINE_DIM) return SIZE_MAX;
  size_t inner = (size_t)out->results[out->result_count - 1]->value, k = contraction.k[contraction.k_count - 1];
  const tern_affine_map_t *maps[2] = {tern_linalg_indexing_map(op, 0), tern_linalg_indexing_map(op, 1)};
  for (size_t i = 0; i < 2; ++i) {
    if (!tern_affine_map_is_projected_permutation(maps[i], false)) return SIZE_MAX;
  }
  if (ends_with_loop(maps[0], k) && ends_with_loop(maps[1], k)) return SIZE_MAX;
  for (size_t i = 0; i < 2; ++i) {
    size_t place = position_of(maps[i], inner);
    if (place == SIZE_MAX || ends_with_loop(maps[i], inner)) continue;
    // An operand that both have is of a batch: nothing to win.
    if (position_of(maps[1 - i], inner) != SIZE_MAX) continue;
    return *out_dim = place, i;
  }
  return SIZE_MAX;
}

// Moves dim `dim` of `value` to the end.
static tern_value_t *build_transpose(tern_builder_t *b, tern_value_t *value, size_t dim) {
  size_t rank = tern_type_rank(value->type), order[MAX_RANK], count = 0;
  int64_t dims[MAX_RANK];
  tern_value_t *sizes[MAX_RANK];
  tern_iterator_t iterators[MAX_RANK];
  size_t size_count = 0;
  for (size_t d = 0; d < rank; ++d) {
    if (d != dim) order[count++] = d;
  }
  order[count] = dim;
  const tern_affine_expr_t *results[MAX_RANK];
  for (size_t d = 0; d < rank; ++d) {
    dims[d] = tern_type_dims(value->type)[order[d]];
    if (dims[d] == TERN_DYNAMIC) sizes[size_count++] = tern_reify_dim(b, value, order[d]);
    results[order[d]] = tern_affine_dim(b->context, d);
    iterators[d] = TERN_ITERATOR_PARALLEL;
  }
  const tern_type_t *type = tern_tensor_type_get(tern_type_element(value->type), dims, rank, NULL);
  tern_value_t *empty = tern_tensor_build_empty(b, type, (tern_values_t){sizes, size_count});
  const tern_affine_map_t *maps[] = {tern_affine_map_get(b->context, rank, 0, results, rank),
                                     tern_affine_map_identity(b->context, rank)};
  tern_op_t *op = tern_linalg_build_generic(b, TERN_TYPES(type), TERN_VALUES(value), TERN_VALUES(empty), maps,
                                            iterators, rank, tern_linalg_fill_copy, NULL);
  return tern_op_result(op, 0);
}

static void transpose_operand(tern_op_t *op, size_t input, size_t dim) {
  tern_builder_t b = tern_builder_before(op);
  tern_value_t *transposed = build_transpose(&b, tern_op_operand(op, input), dim);
  const tern_affine_map_t *map = tern_linalg_indexing_map(op, input);
  const tern_affine_expr_t *results[MAX_RANK];
  size_t count = 0;
  for (size_t d = 0; d < map->result_count; ++d) {
    if (d != dim) results[count++] = map->results[d];
  }
  results[count++] = map->results[dim];
  const tern_attr_t *maps[3];
  for (size_t i = 0; i < 3; ++i) {
    maps[i] = tern_affine_map_attr_get(i == input ? tern_affine_map_get(b.context, map->dim_count, 0, results, count)
                                                  : tern_linalg_indexing_map(op, i));
  }
  tern_op_set_attr(op, "indexing_maps", tern_array_attr_get(b.context, maps, 3));
  tern_op_set_operand(op, input, transposed);
}

static bool is_wanted(const tern_op_t *op) {
  size_t dim;
  return find_operand(op, &dim) != SIZE_MAX && !tern_is_in_dispatch(op);
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  (void)pass;
  tern_op_list_t ops = tern_op_collect(root, TERN_PREORDER, is_wanted);
  for (size_t i = 0; i < ops.count; ++i) {
    size_t dim, input = find_operand(ops.values[i], &dim);
    transpose_operand(ops.values[i], input, dim);
  }
  tern_vec_deinitialize(&ops);
  return true;
}

const tern_pass_def_t tern_transpose_contraction_operands_pass = {
    .flag = "iree-flow-transpose-contraction-operands",
    .name = "TransposeContractionOperandsPass",
    .summary = "Transpose operands of products that would be read with a stride",
    .run = run,
};
