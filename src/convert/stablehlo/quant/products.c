// Products of quantized tensors: sums of products of integers, scaled once.
//
//   sum((l - zl) * sl * (r - zr) * sr) = sl * sr * sum((l - zl) * (r - zr))
//
// The sum is exact: its type has room for as many of the largest products as there are. The scales of rhs may be
// along a dimension that is not summed over; then they are along a dimension of the result. A product whose rhs only
// is quantized is one of floats, after rhs was dequantized.

#include <stdlib.h>

#include "convert/stablehlo/quant/build.h"
#include "ir/context.h"

// The greatest distance of a stored number from a zero point.
static double largest_distance(const tern_quant_params_t *params) {
  double largest = 0;
  for (size_t i = 0; i < params->count; ++i) {
    double below = (double)params->zero_points[i] - (double)params->storage_min;
    double above = (double)params->storage_max - (double)params->zero_points[i];
    if (below > largest) largest = below;
    if (above > largest) largest = above;
  }
  return largest;
}

// How many products are added for one element of the result; negative if that is not known.
static double count_products(const tern_op_t *op) {
  const tern_type_t *rhs = tern_op_operand(op, 1)->type;
  double count = 1;
  tern_dot_dimension_numbers_t dot = {0};
  tern_conv_dimension_numbers_t conv;
  bool is_convolution = tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &conv);
  if (tern_hlo_is(op, TERN_HLO_DOT_GENERAL)) {
    tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &dot);
  }
  for (size_t i = 0; i < tern_type_rank(rhs); ++i) {
    bool is_added = tern_hlo_is(op, TERN_HLO_DOT) && i == 0;
    if (is_convolution) is_added = (int64_t)i != conv.kernel_output_feature;
    for (size_t k = 0; k < dot.rhs_contracting.count; ++k) is_added |= dot.rhs_contracting.values[k] == (int64_t)i;
    if (!is_added) continue;
    if (tern_type_dim(rhs, i) == TERN_DYNAMIC) return -1;
    count *= (double)tern_type_dim(rhs, i);
  }
  return count;
}

static bool is_among(tern_hlo_dims_t dims, int64_t dim) {
  for (size_t i = 0; i < dims.count; ++i) {
    if (dims.values[i] == dim) return true;
  }
  return false;
}

// Where dimension `axis` of rhs is in the result.
static int64_t result_axis(const tern_op_t *op, int64_t axis) {
  tern_conv_dimension_numbers_t conv;
  if (tern_hlo_conv_dimension_numbers(tern_op_attr(op, "dimension_numbers"), &conv)) return conv.output_feature;
  int64_t lhs_rank = (int64_t)tern_type_rank(tern_op_operand(op, 0)->type);
  if (tern_hlo_is(op, TERN_HLO_DOT)) return lhs_rank - 1;
  tern_dot_dimension_numbers_t dot = {0};
  tern_hlo_dot_dimension_numbers(tern_op_attr(op, "dot_dimension_numbers"), &dot);
  for (size_t i = 0; i < dot.rhs_batching.count; ++i) {
    if (dot.rhs_batching.values[i] == axis) return (int64_t)i;
  }
  int64_t place = lhs_rank - (int64_t)dot.lhs_contracting.count;
  for (int64_t i = 0; i < axis; ++i) place += !is_among(dot.rhs_batching, i) && !is_among(dot.rhs_contracting, i);
  return place;
}

// The same op on other operands, with a result of other elements.
static tern_value_t *build_product(tern_builder_t *b, const tern_op_t *op, tern_values_t operands,
                                   const tern_type_t *element) {
  const tern_type_t *type = tern_type_with_element(op->results[0].type, element);
  return tern_build_value(b, op->def->row, .operands = operands, .types = TERN_TYPES(type),
                          .dictionary = tern_op_attr_dictionary(op));
}

// Products of symmetric numbers of one type need no widening before they are made.
static bool takes_stored(const tern_quant_params_t *lhs, const tern_quant_params_t *rhs) {
  return lhs->storage == rhs->storage && lhs->is_signed && rhs->is_signed && tern_quant_is_symmetric(lhs) &&
         tern_quant_is_symmetric(rhs);
}

tern_value_t *tern_hlo_build_quantized_product(tern_builder_t *b, const tern_op_t *op, tern_values_t operands) {
  enum { MAX_OPERANDS = 3 };
  tern_value_t *values[MAX_OPERANDS] = {NULL};
  for (size_t i = 0; i < operands.count && i < MAX_OPERANDS; ++i) values[i] = operands.values[i];
  tern_values_t made = {values, operands.count};
  const tern_type_t *result = op->results[0].type;
  tern_quant_params_t lhs, rhs;
  tern_quant_read(tern_op_operand(op, 1)->type, &rhs);
  if (!tern_quant_read(tern_op_operand(op, 0)->type, &lhs)) {
    values[1] = tern_hlo_build_dequantized(b, values[1], tern_op_operand(op, 1)->type);
    return build_product(b, op, made, tern_type_element(result));
  }
  double count = count_products(op);
  bool is_narrow = count >= 0 && count * largest_distance(&lhs) * largest_distance(&rhs) < 0x1p31;
  const tern_type_t *sum = tern_i_type_get(b->context, is_narrow ? 32 : 64);
  if (!takes_stored(&lhs, &rhs)) {
    values[0] = tern_hlo_build_centered(b, values[0], &lhs, sum);
    values[1] = tern_hlo_build_centered(b, values[1], &rhs, sum);
  }
  tern_value_t *value = build_product(b, op, made, sum);
  // A sum may be out of the range of a small float type where what it stands for is not.
  bool is_small = tern_type_bit_width(rhs.expressed) < 32;
  const tern_type_t *type = is_small ? tern_float_type_get(b->context, TERN_TYPE_F32) : rhs.expressed;
  double *scales = tern_malloc((rhs.count + 1) * sizeof(*scales));
  for (size_t i = 0; i < rhs.count; ++i) scales[i] = lhs.scales[0] * rhs.scales[i];
  tern_value_t *factors = tern_hlo_build_parameters(b, &rhs, type, scales);
  free(scales);
  int64_t axis = rhs.kind == TERN_QUANT_PER_AXIS ? result_axis(op, rhs.blocks[0].axis) : 0;
  value = tern_hlo_build_convert(b, value, type);
  value = tern_hlo_build_scaled(b, TERN_STABLEHLO(MULTIPLY), value, factors, axis);
  return tern_hlo_build_quantized(b, tern_hlo_build_convert(b, value, rhs.expressed), result);
}
