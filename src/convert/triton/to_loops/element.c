// Elements at places: their types, constants, and the three forms that they have.

#include "convert/triton/to_loops/loops.h"
#include "dialect/vector/vector.h"
#include "ir/context.h"

// --- types ---

const tern_type_t *tern_tt_register_type(const tern_type_t *type) {
  const tern_type_t *element = tern_type_element(type);
  if (tern_type_is_tt(element, TERN_TT_TYPE_PTR)) return tern_i_type_get(type->context, 64);
  if (tern_type_is_float(element) && tern_type_bit_width(element) <= 8) return tern_i_type_get(type->context, 8);
  return element;
}

const tern_type_t *tern_tt_memory_type(const tern_type_t *type) {
  const tern_type_t *element = tern_tt_register_type(type);
  return tern_type_is_i(element, 1) ? tern_i_type_get(type->context, 8) : element;
}

int64_t tern_tt_memory_size(const tern_type_t *type) { return tern_type_bit_width(tern_tt_memory_type(type)) / 8; }

const tern_type_t *tern_tt_lanes_of(const tern_type_t *element, size_t lane_bits) {
  return lane_bits ? tern_vector_type_get(element, &(int64_t){INT64_C(1) << lane_bits}, 1, 0) : element;
}

// --- numbers ---

value_t tern_tt_int(writer_t *w, uint32_t width, int64_t value) {
  return tern_arith_constant_int(&w->b, tern_i_type_get(w->b.context, width), value);
}

value_t tern_tt_op(writer_t *w, const tern_op_row_t *row, const tern_type_t *type, tern_values_t operands) {
  if (!type) type = operands.values[0]->type;
  return tern_build_value(&w->b, row, .operands = operands, .types = TERN_TYPES(type));
}

value_t tern_tt_binary(writer_t *w, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_tt_op(w, row, NULL, TERN_VALUES(x, y));
}

value_t tern_tt_add(writer_t *w, value_t x, value_t y) {
  int64_t a, b;
  if (!x || (y && tern_value_constant_int(x, &a) && a == 0)) return y;
  if (!y || (tern_value_constant_int(y, &b) && b == 0)) return x;
  if (tern_value_constant_int(x, &a) && tern_value_constant_int(y, &b)) return tern_tt_int(w, 64, a + b);
  return tern_tt_binary(w, TERN_ARITH(ADDI), x, y);
}

value_t tern_tt_scale(writer_t *w, value_t x, int64_t factor) {
  int64_t a;
  if (!x || factor == 1) return x;
  if (tern_value_constant_int(x, &a)) return tern_tt_int(w, 64, a * factor);
  return tern_tt_binary(w, TERN_ARITH(MULI), x, tern_tt_int(w, 64, factor));
}

value_t tern_tt_resize(writer_t *w, value_t x, uint32_t width, bool is_signed) {
  uint32_t old_width = tern_type_bit_width(tern_type_element(x->type));
  const tern_type_t *type = tern_type_with_element(x->type, tern_i_type_get(w->b.context, width));
  int64_t number;
  if (old_width == width) return x;
  if (x->type->kind != TERN_TYPE_VECTOR && is_signed && old_width < width && tern_value_constant_int(x, &number)) {
    return tern_tt_int(w, width, number);
  }
  const tern_op_row_t *row = old_width > width ? TERN_ARITH(TRUNCI) : is_signed ? TERN_ARITH(EXTSI) : TERN_ARITH(EXTUI);
  return tern_tt_op(w, row, type, TERN_VALUES(x));
}

// --- forms ---

bool tern_tt_has_steps(const element_t *e) {
  for (size_t i = 0; i < LANE_BITS_MAX; ++i) {
    if (e->steps[i] != 0) return true;
  }
  return false;
}

bool tern_tt_is_uniform(const element_t *e) { return e->base && !tern_tt_has_steps(e); }

value_t tern_tt_broadcast(writer_t *w, value_t scalar, size_t lane_bits) {
  const tern_type_t *type = tern_tt_lanes_of(scalar->type, lane_bits);
  if (lane_bits == 0) return scalar;
  const tern_attr_t *constant = tern_value_constant(scalar);
  if (constant) return tern_arith_constant(&w->b, tern_dense_elements_attr_get_splat(type, constant));
  return tern_tt_op(w, TERN_VECTOR(BROADCAST), type, TERN_VALUES(scalar));
}

value_t tern_tt_vector(writer_t *w, const element_t *e, size_t lane_bits) {
  if (e->vector) return e->vector;
  value_t base = tern_tt_broadcast(w, e->base, lane_bits);
  if (lane_bits == 0 || !tern_tt_has_steps(e)) return base;
  int64_t offsets[1 << LANE_BITS_MAX] = {0};
  for (size_t lane = 0; lane < (size_t)1 << lane_bits; ++lane) {
    for (size_t i = 0; i < lane_bits; ++i) offsets[lane] += (lane >> i & 1) ? e->steps[i] : 0;
  }
  const tern_attr_t *attr = tern_dense_elements_attr_get_i64(base->type, offsets, (size_t)1 << lane_bits);
  return tern_tt_binary(w, TERN_ARITH(ADDI), base, tern_arith_constant(&w->b, attr));
}

element_t tern_tt_wrap(value_t value) {
  return value->type->kind == TERN_TYPE_VECTOR ? element_of_vector(value) : element_of(value);
}
