// Builders of formulas in StableHLO.

#include "convert/chlo/math.h"

#include <string.h>

#include "dialect/stablehlo/stablehlo.h"
#include "dialect/tensor/tensor.h"
#include "ir/context.h"

#define MAX_RANK TERN_HLO_MAX_LOOPS

static tern_value_t *build_constant(tern_chlo_math_t *m, const tern_attr_t *value) {
  return tern_build_value(m->b, TERN_STABLEHLO(CONSTANT), .types = TERN_TYPES(tern_attr_type(value)),
                          .attrs = TERN_ATTRS({"value", value}));
}

static tern_value_t *shape_of(tern_chlo_math_t *m) {
  tern_value_t *sizes[MAX_RANK];
  int64_t rank = (int64_t)tern_type_rank(m->like->type);
  if (m->shape) return m->shape;
  for (int64_t i = 0; i < rank; ++i) sizes[i] = tern_build_extent(m->b, tern_build_dim(m->b, m->like, (size_t)i));
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(m->b->context), &rank, 1, NULL);
  m->shape =
      tern_build_value(m->b, TERN_TENSOR(FROM_ELEMENTS), .operands = {sizes, (size_t)rank}, .types = TERN_TYPES(list));
  return m->shape;
}

tern_value_t *tern_chlo_constant(tern_chlo_math_t *m, const tern_type_t *element, const tern_attr_t *value) {
  const tern_type_t *type = tern_type_with_element(m->like->type, element);
  if (tern_type_has_static_shape(type)) return build_constant(m, tern_dense_elements_attr_get_splat(type, value));
  const tern_type_t *scalar = tern_type_with_shape(type, NULL, 0);
  tern_value_t *constant = build_constant(m, tern_dense_elements_attr_get_splat(scalar, value));
  return tern_build_value(
      m->b, TERN_STABLEHLO(DYNAMIC_BROADCAST_IN_DIM), .operands = TERN_VALUES(constant, shape_of(m)),
      .types = TERN_TYPES(type),
      .attrs = TERN_ATTRS({"broadcast_dimensions", tern_dense_i64_array_attr_get(m->b->context, NULL, 0)}));
}

tern_value_t *tern_chlo_number(tern_chlo_math_t *m, double value) {
  const tern_type_t *element = tern_type_element(m->like->type);
  return tern_chlo_constant(m, element, tern_float_attr_get(element, value));
}

tern_value_t *tern_chlo_unary(tern_chlo_math_t *m, const tern_op_row_t *row, tern_value_t *x) {
  return tern_build_value(m->b, row, .operands = TERN_VALUES(x), .types = TERN_TYPES(x->type));
}

tern_value_t *tern_chlo_binary(tern_chlo_math_t *m, const tern_op_row_t *row, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(m->b, row, .operands = TERN_VALUES(x, y), .types = TERN_TYPES(x->type));
}

// An attribute of one of stablehlo's enums.
static const tern_attr_t *enum_attr(tern_context_t *context, const char *name, int64_t value) {
  for (size_t i = 0; i < tern_stablehlo_dialect.enum_count; ++i) {
    const tern_enum_row_t *row = &tern_stablehlo_dialect.enums[i];
    if (strcmp(row->name, name) == 0) return tern_enum_attr_get(context, row, value);
  }
  return NULL;
}

tern_value_t *tern_chlo_compare(tern_chlo_math_t *m, tern_value_t *x, tern_chlo_comparison_t comparison,
                                tern_value_t *y) {
  const tern_type_t *type = tern_type_with_element(x->type, tern_i_type_get(m->b->context, 1));
  const tern_attr_t *direction = enum_attr(m->b->context, "stablehlo.comparison_direction", comparison);
  return tern_build_value(m->b, TERN_STABLEHLO(COMPARE), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(type),
                          .attrs = TERN_ATTRS({"comparison_direction", direction}));
}

tern_value_t *tern_chlo_compare_number(tern_chlo_math_t *m, tern_value_t *x, tern_chlo_comparison_t comparison,
                                       double y) {
  return tern_chlo_compare(m, x, comparison, tern_chlo_number(m, y));
}

tern_value_t *tern_chlo_build_compare(tern_chlo_math_t *m, tern_value_t *x, tern_value_t *y, int64_t direction,
                                      int64_t type) {
  const tern_type_t *result = tern_type_with_element(x->type, tern_i_type_get(m->b->context, 1));
  tern_named_attr_t attrs[2] = {
      {"comparison_direction", enum_attr(m->b->context, "stablehlo.comparison_direction", direction)}};
  if (type >= 0) {
    attrs[1] = (tern_named_attr_t){"compare_type", enum_attr(m->b->context, "stablehlo.comparison_type", type)};
  }
  return tern_build_value(m->b, TERN_STABLEHLO(COMPARE), .operands = TERN_VALUES(x, y), .types = TERN_TYPES(result),
                          .attrs = {attrs, type >= 0 ? 2 : 1});
}

tern_value_t *tern_chlo_select(tern_chlo_math_t *m, tern_value_t *condition, tern_value_t *x, tern_value_t *y) {
  return tern_build_value(m->b, TERN_STABLEHLO(SELECT), .operands = TERN_VALUES(condition, x, y),
                          .types = TERN_TYPES(x->type));
}

tern_value_t *tern_chlo_convert(tern_chlo_math_t *m, tern_value_t *x, const tern_type_t *element) {
  const tern_type_t *type = tern_type_with_element(x->type, element);
  if (x->type == type) return x;
  return tern_build_value(m->b, TERN_STABLEHLO(CONVERT), .operands = TERN_VALUES(x), .types = TERN_TYPES(type));
}

tern_value_t *tern_chlo_bitcast(tern_chlo_math_t *m, tern_value_t *x, const tern_type_t *element) {
  return tern_build_value(m->b, TERN_STABLEHLO(BITCAST_CONVERT), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(tern_type_with_element(x->type, element)));
}

tern_value_t *tern_chlo_reduce_precision(tern_chlo_math_t *m, tern_value_t *x, int exponent_bits, int mantissa_bits) {
  const tern_type_t *i32 = tern_i_type_get(m->b->context, 32);
  return tern_build_value(m->b, TERN_STABLEHLO(REDUCE_PRECISION), .operands = TERN_VALUES(x),
                          .types = TERN_TYPES(x->type),
                          .attrs = TERN_ATTRS({"exponent_bits", tern_integer_attr_get(i32, exponent_bits)},
                                              {"mantissa_bits", tern_integer_attr_get(i32, mantissa_bits)}));
}

tern_value_t *tern_chlo_polynomial(tern_chlo_math_t *m, tern_value_t *x, const double *coefficients, size_t count) {
  tern_value_t *sum = NUMBER(coefficients[0]);
  for (size_t i = 1; i < count; ++i) sum = ADD(MUL(sum, x), NUMBER(coefficients[i]));
  return sum;
}

tern_value_t *tern_chlo_chebyshev(tern_chlo_math_t *m, tern_value_t *x, const double *coefficients, size_t count) {
  tern_value_t *current = NUMBER(coefficients[0]), *last = NUMBER(0), *before = last;
  for (size_t i = 1; i < count; ++i) {
    before = last;
    last = current;
    current = ADD(SUB(MUL(x, last), before), NUMBER(coefficients[i]));
  }
  return MUL(SUB(current, before), NUMBER(0.5));
}
