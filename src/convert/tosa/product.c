// TOSA's matmul and fully_connected as named ops of linalg.

#include "convert/tosa/lowering.h"

static tern_value_t *build_product(tern_builder_t *b, const tern_op_row_t *plain, const tern_op_row_t *quantized,
                                   tern_value_t *lhs, tern_value_t *rhs, tern_value_t *lhs_zp, tern_value_t *rhs_zp,
                                   tern_value_t *init) {
  tern_op_t *op;
  if (lhs_zp || rhs_zp) {
    const tern_type_t *i32 = tern_i_type_get(b->context, 32);
    if (!lhs_zp) lhs_zp = tern_tosa_build_int(b, i32, 0);
    if (!rhs_zp) rhs_zp = tern_tosa_build_int(b, i32, 0);
    op = tern_linalg_build_named(b, quantized, TERN_TYPES(init->type), TERN_VALUES(lhs, rhs, lhs_zp, rhs_zp),
                                 TERN_VALUES(init), (tern_named_attrs_t){0});
  } else {
    op = tern_linalg_build_named(b, plain, TERN_TYPES(init->type), TERN_VALUES(lhs, rhs), TERN_VALUES(init),
                                 (tern_named_attrs_t){0});
  }
  return tern_op_result(op, 0);
}

static bool lower_matmul(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *lhs = l->operands[0], *rhs = l->operands[1];
  const tern_type_t *element = tern_type_element(l->types[0]), *accumulator = tern_tosa_accumulator_of(element);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  tern_extent_t sizes[3] = {tern_build_dim(b, lhs, 0), tern_build_dim(b, lhs, 1), tern_build_dim(b, rhs, 2)};
  const int64_t dims[] = {tern_type_dim(lhs->type, 0), tern_type_dim(lhs->type, 1), tern_type_dim(rhs->type, 2)};
  tern_value_t *init = tern_build_filled(b, tern_tensor_type_get(accumulator, dims, 3, NULL), sizes,
                                         tern_build_scalar_number(b, accumulator, 0));
  tern_value_t *lhs_zp = tern_tosa_build_zero_point(l, 2, i32, false),
               *rhs_zp = tern_tosa_build_zero_point(l, 3, i32, false);
  tern_value_t *result =
      build_product(b, TERN_LINALG(BATCH_MATMUL), TERN_LINALG(QUANTIZED_BATCH_MATMUL), lhs, rhs, lhs_zp, rhs_zp, init);
  l->results[0] = tern_tosa_build_tensor_converted(b, result, element);
  return true;
}

// input [n, c], weight [f, c], bias [f].
static bool lower_fully_connected(tern_tosa_lowering_t *l) {
  tern_builder_t *b = l->b;
  tern_value_t *input = l->operands[0], *weight = l->operands[1], *bias = l->operands[2];
  if (tern_type_rank(input->type) != 2 || tern_type_rank(weight->type) != 2 || tern_type_rank(bias->type) != 1) {
    return tern_op_error(l->op, "expects input and weight of 2 dimensions and bias of 1");
  }
  const tern_type_t *element = tern_type_element(l->types[0]), *accumulator = tern_tosa_accumulator_of(element);
  const tern_type_t *i32 = tern_i_type_get(b->context, 32);
  const int64_t flipped[] = {tern_type_dim(weight->type, 1), tern_type_dim(weight->type, 0)}, perms[] = {1, 0};
  tern_extent_t weight_sizes[] = {tern_build_dim(b, weight, 1), tern_build_dim(b, weight, 0)};
  const tern_type_t *weight_type = tern_type_with_shape(weight->type, flipped, 2);
  tern_value_t *empty = tern_build_empty(b, weight_type, weight_sizes);
  tern_op_t *transposed = tern_linalg_build_named(
      b, TERN_LINALG(TRANSPOSE), TERN_TYPES(weight_type), TERN_VALUES(weight), TERN_VALUES(empty),
      TERN_ATTRS({"permutation", tern_dense_i64_array_attr_get(b->context, perms, 2)}));
  const int64_t dims[] = {tern_type_dim(input->type, 0), tern_type_dim(weight->type, 0)};
  tern_extent_t sizes[] = {tern_build_dim(b, input, 0), tern_build_dim(b, weight, 0)};
  tern_value_t *init = tern_tosa_build_broadcast_bias(b, bias, tern_tensor_type_get(accumulator, dims, 2, NULL), sizes);
  tern_value_t *input_zp = tern_tosa_build_zero_point(l, 3, i32, false),
               *weight_zp = tern_tosa_build_zero_point(l, 4, i32, false);
  tern_value_t *result = build_product(b, TERN_LINALG(MATMUL), TERN_LINALG(QUANTIZED_MATMUL), input,
                                       tern_op_result(transposed, 0), input_zp, weight_zp, init);
  l->results[0] = tern_tosa_build_tensor_converted(b, result, element);
  return true;
}

const tern_tosa_lowering_row_t tern_tosa_product_lowerings[] = {
    {TERN_TOSA(FULLY_CONNECTED), lower_fully_connected},
    {TERN_TOSA(MATMUL), lower_matmul},
    {NULL, NULL},
};
