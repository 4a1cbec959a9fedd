// tm_tensor: ops and checks are those of torch-mlir's TMTensor. What iree_linalg_ext has too is checked as there.

#include "dialect/tm_tensor/tm_tensor.h"

#include "dialect/iree_linalg_ext/iree_linalg_ext.h"
#include "dialect/iree_linalg_ext/verify.h"
#include "ir/diagnostic.h"
#include "ir/op.h"

static bool have_same_size(const tern_type_t *a, size_t a_dim, const tern_type_t *b, size_t b_dim) {
  int64_t left = tern_type_dim(a, a_dim), right = tern_type_dim(b, b_dim);
  return left == right || left == TERN_DYNAMIC || right == TERN_DYNAMIC;
}

static bool verify_scatter(const tern_op_t *op) {
  if (tern_linalg_ext_input_count(op) != 2 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes updates and indices, and has one output");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  tern_value_t *original = tern_linalg_ext_output(op, 0);
  const tern_type_t *updates = tern_linalg_ext_input(op, 0)->type, *indices = tern_linalg_ext_input(op, 1)->type;
  size_t rank = tern_type_rank(original->type), update_rank = tern_type_rank(updates);
  size_t depth = tern_int_list_attr_count(tern_op_attr(op, "dimension_map"));
  if (!tern_type_is_integer(tern_type_element(indices)) && !tern_type_is_index(tern_type_element(indices))) {
    return tern_op_error(op, "has indices that are no integers");
  }
  if (tern_type_rank(indices) != 2 || tern_type_dim(indices, 1) != (int64_t)depth || depth == 0 || depth > rank) {
    return tern_op_error(op, "has indices that are no rows of one coordinate for each of the %zu dims of dimension_map",
                         depth);
  }
  if (update_rank != 1 + rank - depth && update_rank != 1 + rank) {
    return tern_op_error(op, "has updates of rank %zu, expected %zu, or %zu with dims of size 1", update_rank,
                         1 + rank - depth, 1 + rank);
  }
  for (size_t i = 1; update_rank == 1 + rank && i <= depth; ++i) {
    if (tern_type_dim(updates, i) != 1) return tern_op_error(op, "has updates whose dim %zu is not of size 1", i);
  }
  if (!have_same_size(updates, 0, indices, 0)) {
    return tern_op_error(op, "has another number of updates than of indices");
  }
  return tern_linalg_ext_verify_dimension_map(op, rank) &&
         tern_linalg_ext_verify_body(op, &original, 1, 2, tern_type_element(original->type));
}

static bool verify_attention(const tern_op_t *op) {
  size_t inputs = tern_linalg_ext_input_count(op);
  if (inputs < 3 || inputs > 4 || tern_linalg_ext_output_count(op) != 1) {
    return tern_op_error(op, "takes query, key, value and, optionally, a mask, and has one output");
  }
  if (!tern_linalg_ext_are_ranked(op)) return false;
  const tern_type_t *query = tern_linalg_ext_input(op, 0)->type;
  size_t rank = tern_type_rank(query);
  if (rank < 2 || !tern_type_is_float(tern_type_element(query))) {
    return tern_op_error(op, "has a query that is no tensor of rank 2 or more of floats");
  }
  for (size_t i = 1; i < op->operand_count; ++i) {
    const tern_type_t *type = tern_op_operand(op, i)->type;
    if (tern_type_rank(type) != rank) return tern_op_error(op, "has operands of different ranks");
    for (size_t d = 0; d + 2 < rank; ++d) {
      if (!have_same_size(query, d, type, d)) return tern_op_error(op, "has operands that differ in batch dim %zu", d);
    }
  }
  return true;
}

const tern_op_row_t tern_tm_tensor_ops[] = {
#define OP(ID, NAME, ...) [TERN_TM_TENSOR_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/tm_tensor/tm_tensor_ops.def"
#undef OP
};

const tern_dialect_t tern_tm_tensor_dialect = {
    .name = "tm_tensor",
    .summary = "Sorting, scattering, prefix sums and attention of torch-mlir in destination passing style",
    .ops = tern_tm_tensor_ops,
    .op_count = TERN_TM_TENSOR_OP_COUNT,
};
