// Contractions and transposes of matrices as LLVM's intrinsics on flat matrices (upstream: VectorToLLVM's
// ContractionOpToMatmulOpLowering and TransposeOpToMatrixTransposeOpLowering).

#include "convert/llvm/vector_private.h"
#include "dialect/arith/arith.h"
#include "dialect/vector/build.h"
#include "dialect/vector/lowering.h"

static const tern_attr_t *count_attr(tern_builder_t *b, int64_t count) {
  return tern_integer_attr_get(tern_i_type_get(b->context, 32), count);
}

static const tern_type_t *flat_type(const tern_type_t *matrix) {
  return tern_vector_of(tern_type_element(matrix), (int64_t[]){tern_type_element_count(matrix)}, 1, 0);
}

// Is the map these two loops, in order?
static bool is_map(const tern_attr_t *maps, size_t index, size_t first, size_t second) {
  const tern_affine_map_t *map = tern_affine_map_attr_value(tern_array_attr_at(maps, index));
  return map->dim_count == 3 && map->result_count == 2 && tern_affine_expr_is_dim(map->results[0], first) &&
         tern_affine_expr_is_dim(map->results[1], second);
}

static bool has_matrix_loops(const tern_op_t *op) {
  const tern_attr_t *iterators = tern_op_attr(op, "iterator_types");
  if (tern_array_attr_count(iterators) != 3) return false;
  for (size_t i = 0; i < 3; ++i) {
    bool is_reduction = tern_enum_attr_value(tern_array_attr_at(iterators, i)) == 1;
    if (is_reduction != (i == 2)) return false;
  }
  return true;
}

static bool lower_contract(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  enum { M, N, K };
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  if (options->contract != TERN_VECTOR_CONTRACT_LLVM_INTRINSIC || tern_vector_mask_around(op)) return false;
  if (!has_matrix_loops(op)) return false;
  tern_value_t *lhs = tern_op_operand(op, 0), *rhs = tern_op_operand(op, 1), *acc = tern_op_operand(op, 2);
  const tern_attr_t *maps = tern_op_attr(op, "indexing_maps");
  const tern_type_t *element = tern_type_element(lhs->type);
  if (element != tern_vector_element_or_self(acc->type) || tern_type_is_index(element)) return false;
  bool swaps_lhs = is_map(maps, 0, K, M), swaps_rhs = is_map(maps, 1, N, K), swaps_acc = is_map(maps, 2, N, M);
  if (!swaps_lhs && !is_map(maps, 0, M, K)) return false;
  if (!swaps_rhs && !is_map(maps, 1, K, N)) return false;
  if (!swaps_acc && !is_map(maps, 2, M, N)) return false;
  if (tern_vector_type_scalable_mask(lhs->type) || tern_vector_type_scalable_mask(rhs->type)) return false;
  if (swaps_lhs) lhs = tern_vector_make_swap(b, lhs);
  if (swaps_rhs) rhs = tern_vector_make_swap(b, rhs);
  int64_t rows = tern_type_dim(lhs->type, 0), depth = tern_type_dim(lhs->type, 1),
          columns = tern_type_dim(rhs->type, 1);
  lhs = tern_vector_make_shape_cast(b, flat_type(lhs->type), lhs);
  rhs = tern_vector_make_shape_cast(b, flat_type(rhs->type), rhs);
  tern_value_t *product =
      tern_build_value(b, TERN_LLVM(INTR_MATRIX_MULTIPLY), .operands = TERN_VALUES(lhs, rhs),
                       .types = TERN_TYPES(tern_vector_of(element, (int64_t[]){rows * columns}, 1, 0)),
                       .attrs = TERN_ATTRS({"lhs_rows", count_attr(b, rows)}, {"lhs_columns", count_attr(b, depth)},
                                           {"rhs_columns", count_attr(b, columns)}));
  product = tern_vector_make_shape_cast(b, tern_vector_of(element, (int64_t[]){rows, columns}, 2, 0), product);
  if (swaps_acc) product = tern_vector_make_swap(b, product);
  const tern_op_row_t *add = tern_type_is_integer(element) ? TERN_ARITH(ADDI) : TERN_ARITH(ADDF);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_vector_make_arith(b, add, acc, product)));
  return true;
}

static bool lower_transpose(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_vector_lowering_options_t *options = user;
  tern_builder_t *b = &rewriter->builder;
  tern_value_t *source = tern_op_operand(op, 0);
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (options->transpose != TERN_VECTOR_TRANSPOSE_LLVM_INTRINSIC || tern_type_rank(type) != 2) return false;
  if (tern_vector_type_scalable_mask(type) || tern_dense_array_attr_int(tern_op_attr(op, "permutation"), 0) != 1) {
    return false;
  }
  tern_value_t *flat = tern_vector_make_shape_cast(b, flat_type(source->type), source);
  flat = tern_build_value(b, TERN_LLVM(INTR_MATRIX_TRANSPOSE), .operands = TERN_VALUES(flat),
                          .types = TERN_TYPES(flat->type),
                          .attrs = TERN_ATTRS({"rows", count_attr(b, tern_type_dim(type, 0))},
                                              {"columns", count_attr(b, tern_type_dim(type, 1))}));
  tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_vector_make_shape_cast(b, type, flat)));
  return true;
}

const tern_pattern_t tern_llvm_vector_matrix_patterns[] = {
    {"contract-to-matrix-multiply", TERN_VECTOR(CONTRACT), 100, lower_contract},
    {"transpose-to-matrix-transpose", TERN_VECTOR(TRANSPOSE), 100, lower_transpose},
    {0},
};
