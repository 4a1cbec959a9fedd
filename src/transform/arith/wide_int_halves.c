// Integers of 2N bits in two halves.

#include "transform/arith/wide_int_halves.h"

#include "dialect/arith/arith.h"
#include "dialect/vector/vector.h"

tern_value_t *tern_wide_int_cast(tern_builder_t *b, tern_value_t *value, const tern_type_t *type) {
  tern_op_state_t state = {
      .def = tern_op_def_get(b->context, TERN_STR("builtin.unrealized_conversion_cast")),
      .loc = b->loc,
      .operands = TERN_VALUES(value),
      .result_types = TERN_TYPES(type),
  };
  tern_op_t *op = tern_op_create(b->context, &state);
  tern_builder_insert(b, op);
  return tern_op_result(op, 0);
}

static bool is_cast(const tern_op_t *op) {
  return op && tern_str_equal_cstr(tern_op_name(op), "builtin.unrealized_conversion_cast");
}

static const tern_attr_t *number_list(const expansion_t *e, const int64_t *numbers, size_t count) {
  const tern_attr_t *attrs[32];
  for (size_t i = 0; i < count; ++i) attrs[i] = tern_integer_attr_get(tern_i_type_get(e->b->context, 64), numbers[i]);
  return tern_array_attr_get(e->b->context, attrs, count);
}

const tern_type_t *tern_halves_type(const expansion_t *e, const tern_type_t *element) {
  return tern_type_with_element(e->half, element);
}

bool tern_halves_are_scalars(const expansion_t *e) { return e->half->kind != TERN_TYPE_VECTOR; }

static value_t cut(const expansion_t *e, value_t pair, int64_t index) {
  if (tern_halves_are_scalars(e)) {
    return tern_build_value(
        e->b, TERN_VECTOR(EXTRACT), .operands = TERN_VALUES(pair), .types = TERN_TYPES(e->half),
        .attrs = TERN_ATTRS({"static_position", tern_dense_i64_array_attr_get(e->b->context, &index, 1)}));
  }
  int64_t offsets[32] = {0}, sizes[32], strides[32];
  size_t rank = tern_type_rank(e->half);
  for (size_t i = 0; i < rank; ++i) {
    sizes[i] = tern_type_dim(e->half, i);
    strides[i] = 1;
  }
  offsets[rank - 1] = index;
  return tern_build_value(
      e->b, TERN_VECTOR(EXTRACT_STRIDED_SLICE), .operands = TERN_VALUES(pair), .types = TERN_TYPES(e->half),
      .attrs = TERN_ATTRS({"offsets", number_list(e, offsets, rank)}, {"sizes", number_list(e, sizes, rank)},
                          {"strides", number_list(e, strides, rank)}));
}

static value_t put(const expansion_t *e, value_t half, value_t pair, int64_t index) {
  int64_t offsets[32] = {0}, strides[32];
  size_t rank = tern_type_rank(e->half);
  for (size_t i = 0; i < rank; ++i) strides[i] = 1;
  offsets[rank - 1] = index;
  return tern_build_value(
      e->b, TERN_VECTOR(INSERT_STRIDED_SLICE), .operands = TERN_VALUES(half, pair),
      .attrs = TERN_ATTRS({"offsets", number_list(e, offsets, rank)}, {"strides", number_list(e, strides, rank)}));
}

value_t tern_halves_shape(const expansion_t *e, value_t value) {
  const tern_type_t *type = tern_halves_type(e, tern_type_element(value->type));
  if (tern_halves_are_scalars(e) || value->type->kind != TERN_TYPE_VECTOR) return value;
  return tern_build_value(e->b, TERN_VECTOR(SHAPE_CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

value_t tern_halves_unshape(const expansion_t *e, value_t value, const tern_type_t *type) {
  if (value->type == type) return value;
  return tern_build_value(e->b, TERN_VECTOR(SHAPE_CAST), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

halves_t tern_halves_split(const expansion_t *e, value_t value) {
  const tern_op_t *cast = tern_value_defining_op(value);
  if (is_cast(cast) && cast->operand_count == 1 && tern_op_operand(cast, 0)->type == e->pair) {
    value_t pair = tern_op_operand(cast, 0);
    const tern_op_t *made = tern_value_defining_op(pair);
    if (made && tern_op_is(made, TERN_VECTOR(FROM_ELEMENTS)) && made->operand_count == 2) {
      return (halves_t){tern_op_operand(made, 0), tern_op_operand(made, 1)};
    }
    return (halves_t){cut(e, pair, 0), cut(e, pair, 1)};
  }
  value_t pair = tern_wide_int_cast(e->b, value, e->pair);
  value_t low = cut(e, pair, 0);
  return (halves_t){low, cut(e, pair, 1)};
}

value_t tern_halves_join(const expansion_t *e, halves_t x) {
  if (tern_halves_are_scalars(e)) {
    return tern_build_value(e->b, TERN_VECTOR(FROM_ELEMENTS), .operands = TERN_VALUES(x.low, x.high),
                            .types = TERN_TYPES(e->pair));
  }
  value_t pair = tern_arith_constant_int(e->b, e->pair, 0);
  return put(e, x.high, put(e, x.low, pair, 0), 1);
}
