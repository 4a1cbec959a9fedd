// Conversions between floating-point formats, those of 8 bits among them, which are integers here.

#include "convert/triton/to_loops/loops.h"
#include "dialect/math/math.h"
#include "ir/context.h"

static bool is_byte(const tern_type_t *type) { return tern_type_is_float(type) && tern_type_bit_width(type) <= 8; }

static const tern_type_t *like(value_t value, const tern_type_t *element) {
  return tern_type_with_element(value->type, element);
}

// --- to a narrower format ---

// The largest finite number of the formats that conversions stop at, as NVIDIA's do; 0: they go on to infinity.
static double largest(const tern_type_t *to) {
  switch (to->kind) {
    case TERN_TYPE_F8E4M3FN: return 448;
    case TERN_TYPE_F8E5M2: return 57344;
    default: return 0;
  }
}

static value_t narrow_to_nearest(writer_t *w, value_t value, const tern_type_t *to) {
  if (!is_byte(to)) return tern_tt_op(w, TERN_ARITH(TRUNCF), like(value, to), TERN_VALUES(value));
  double limit = largest(to);
  if (limit > 0) {
    value_t high = tern_arith_constant_float(&w->b, value->type, limit);
    value_t low = tern_arith_constant_float(&w->b, value->type, -limit);
    value = tern_tt_binary(w, TERN_ARITH(MAXIMUMF), tern_tt_binary(w, TERN_ARITH(MINIMUMF), value, high), low);
  }
  value = tern_tt_op(w, TERN_ARITH(TRUNCF), like(value, to), TERN_VALUES(value));
  value_t bits = tern_tt_op(w, TERN_ARITH(BITCAST), like(value, tern_i_type_get(w->b.context, tern_type_bit_width(to))),
                            TERN_VALUES(value));
  return tern_tt_resize(w, bits, 8, false);
}

// --convert-narrow-floats-to-integers knows what these formats look like.
value_t tern_tt_decode_float(writer_t *w, value_t bits, const tern_type_t *from, const tern_type_t *to) {
  bits = tern_tt_resize(w, bits, tern_type_bit_width(from), false);
  value_t value = tern_tt_op(w, TERN_ARITH(BITCAST), like(bits, from), TERN_VALUES(bits));
  return tern_tt_op(w, TERN_ARITH(EXTF), like(bits, to), TERN_VALUES(value));
}

static value_t widen_exactly(writer_t *w, value_t value, const tern_type_t *from, const tern_type_t *to) {
  if (is_byte(from)) return tern_tt_decode_float(w, value, from, to);
  return tern_type_bit_width(from) == tern_type_bit_width(to)
             ? value
             : tern_tt_op(w, TERN_ARITH(EXTF), like(value, to), TERN_VALUES(value));
}

// Toward zero: one step back from the nearest where that lies beyond. The bits of magnitudes are in their order.
static value_t narrow_toward_zero(writer_t *w, value_t value, const tern_type_t *to) {
  uint32_t width = tern_type_bit_width(to);
  const tern_type_t *bits_type = like(value, tern_i_type_get(w->b.context, width));
  value_t nearest = narrow_to_nearest(w, value, to),
          back = widen_exactly(w, nearest, to, tern_type_element(value->type));
  value_t bits = is_byte(to) ? nearest : tern_tt_op(w, TERN_ARITH(BITCAST), bits_type, TERN_VALUES(nearest));
  value_t is_beyond = tern_arith_cmpf(&w->b, TERN_CMPF_OGT, tern_tt_op(w, TERN_MATH(ABSF), NULL, TERN_VALUES(back)),
                                      tern_tt_op(w, TERN_MATH(ABSF), NULL, TERN_VALUES(value)));
  value_t one = tern_tt_op(w, TERN_ARITH(EXTUI), bits_type, TERN_VALUES(is_beyond));
  bits = tern_tt_binary(w, TERN_ARITH(SUBI), bits, one);
  return is_byte(to) ? bits : tern_tt_op(w, TERN_ARITH(BITCAST), like(value, to), TERN_VALUES(bits));
}

value_t tern_tt_convert_float(writer_t *w, value_t value, const tern_type_t *from, const tern_type_t *to,
                              bool is_truncated) {
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(to);
  const tern_type_t *f32 = tern_float_type_get(w->b.context, TERN_TYPE_F32);
  if (from == to) return value;
  // All formats of 16 bits and less go through f32, which holds their numbers.
  bool goes_through_f32 = from_width <= 16 && (to_width <= 16 || is_byte(from));
  if (goes_through_f32 && to != f32) {
    return tern_tt_convert_float(w, widen_exactly(w, value, from, f32), f32, to, is_truncated);
  }
  if (to_width > from_width) return widen_exactly(w, value, from, to);
  return is_truncated ? narrow_toward_zero(w, value, to) : narrow_to_nearest(w, value, to);
}

// --- the ops ---

static const tern_type_t *element_type(const tern_value_t *value) { return tern_type_element(value->type); }

static element_t emit_float_cast(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  element_t x = tern_tt_emit(w, tern_op_operand(op, 0), place);
  const tern_attr_t *rounding = tern_op_attr(op, "rounding"), *mode = tern_op_attr(op, "roundingmode");
  bool is_truncated = rounding && tern_enum_attr_value(rounding) == 0;
  if (mode) is_truncated = tern_enum_attr_value(mode) == 3;
  value_t value = x.base && !tern_tt_has_steps(&x) ? x.base : tern_tt_vector(w, &x, place->lane_bits);
  return tern_tt_wrap(tern_tt_convert_float(w, value, element_type(tern_op_operand(op, 0)),
                                            element_type(tern_op_result(op, result)), is_truncated));
}

static element_t emit_bitcast(writer_t *w, tern_op_t *op, size_t result, const place_t *place) {
  element_t x = tern_tt_emit(w, tern_op_operand(op, 0), place);
  const tern_type_t *type = tern_tt_register_type(tern_op_result(op, result)->type);
  const tern_type_t *old = tern_tt_register_type(tern_op_operand(op, 0)->type);
  if (type == old) return x;
  value_t value = tern_tt_is_uniform(&x) ? x.base : tern_tt_vector(w, &x, place->lane_bits);
  return tern_tt_wrap(tern_tt_op(w, TERN_ARITH(BITCAST), like(value, type), TERN_VALUES(value)));
}

const element_row_t tern_tt_cast_rows[] = {
    {TERN_ARITH(EXTF), emit_float_cast}, {TERN_ARITH(TRUNCF), emit_float_cast}, {TERN_TT(FP_TO_FP), emit_float_cast},
    {TERN_ARITH(BITCAST), emit_bitcast}, {TERN_TT(BITCAST), emit_bitcast},      {0},
};
