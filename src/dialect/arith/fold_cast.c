// Folds of arith's casts: chains, and constants that survive without loss.

#include <math.h>

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

#define UNARY(NAME) static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out)
#define FOLD(NAME) \
  tern_fold_status_t tern_arith_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

UNARY(keep_bits) { return (void)f, *out = a, true; }
UNARY(extend_sign) { return *out = (tern_uint128_t)tern_bits_sign_extend(a, f->operand_width), true; }

// f80 and f128 hold more than doubles do: they are converted where their value is one.
static bool convert_wide_float(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out) {
  const tern_attr_t *operand = tern_attr_from_bits(f->operand_type, a);
  double value = tern_float_attr_value(operand);
  if (isnan(value) || tern_float_attr_get(f->operand_type, value) != operand) return false;
  const tern_attr_t *result = tern_float_attr_get(f->result_type, value);
  const tern_type_t *element;
  return tern_float_attr_value(result) == value && tern_attr_scalar_bits(result, &element, out);
}

// Only if nothing is lost: rounding and overflow are the run time's.
UNARY(convert_float) {
  if (!tern_type_is_double_foldable(f->operand_type) || !tern_type_is_double_foldable(f->result_type))
    return convert_wide_float(f, a, out);
  double value = tern_bits_to_double(f->operand_type, a);
  tern_uint128_t bits = tern_bits_from_double(f->result_type, value);
  double back = tern_bits_to_double(f->result_type, bits);
  if (isnan(value)) {
    // The quiet NaN without payload is the same in every format.
    if (!isnan(back) || a != tern_bits_from_double(f->operand_type, NAN)) return false;
  } else if (back != value || signbit(back) != signbit(value)) {
    return false;
  }
  *out = bits;
  return true;
}

UNARY(unsigned_to_float) {
  if (!tern_type_is_double_foldable(f->result_type)) return false;
  *out = tern_bits_from_int(f->result_type, a, false);
  return true;
}

UNARY(signed_to_float) {
  if (!tern_type_is_double_foldable(f->result_type)) return false;
  tern_int128_t value = tern_bits_sign_extend(a, f->operand_width);
  tern_uint128_t magnitude = value < 0 ? -(tern_uint128_t)value : (tern_uint128_t)value;
  *out = tern_bits_from_int(f->result_type, magnitude, value < 0);
  return true;
}

static bool float_to_int(const tern_fold_elements_t *f, tern_uint128_t a, bool is_signed, tern_uint128_t *out) {
  if (!tern_type_is_double_foldable(f->operand_type)) return false;
  double value = trunc(tern_bits_to_double(f->operand_type, a));
  int bits = (int)f->result_width - (is_signed ? 1 : 0);
  if (isnan(value) || value >= ldexp(1.0, bits) || value < (is_signed ? -ldexp(1.0, bits) : 0.0)) return false;
  *out = value < 0 ? -(tern_uint128_t)-value : (tern_uint128_t)value;
  return true;
}

UNARY(float_to_unsigned) { return float_to_int(f, a, false, out); }
UNARY(float_to_signed) { return float_to_int(f, a, true, out); }

static tern_fold_status_t fold_constant(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                        tern_fold_unary_fn_t fn) {
  return tern_fold_to_attr(out, tern_fold_elements_unary(operands[0], op->results[0].type, fn, NULL));
}

static uint32_t width_of(const tern_type_t *type) { return tern_type_bit_width(tern_type_element(type)); }

// ext(ext(x)) of one kind takes x itself.
static tern_fold_status_t fold_extension(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                         const tern_op_row_t *row, tern_fold_unary_fn_t fn) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), row);
  if (inner) {
    tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
    return TERN_FOLD_IN_PLACE;
  }
  return fold_constant(op, operands, out, fn);
}

FOLD(extui) { return fold_extension(op, operands, out, TERN_ARITH(EXTUI), keep_bits); }
FOLD(extsi) { return fold_extension(op, operands, out, TERN_ARITH(EXTSI), extend_sign); }

static bool may_contract(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  return flags && (tern_enum_attr_value(flags) & TERN_FASTMATH_CONTRACT);
}

FOLD(extf) {
  // Back and forth is only the identity if both may ignore the rounding in between.
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(TRUNCF));
  if (inner && tern_op_operand(inner, 0)->type == op->results[0].type && may_contract(inner) && may_contract(op))
    return tern_fold_to_value(out, tern_op_operand(inner, 0));
  return fold_constant(op, operands, out, convert_float);
}

FOLD(trunci) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(EXTUI));
  if (!inner) inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(EXTSI));
  if (inner) {
    tern_value_t *source = tern_op_operand(inner, 0);
    if (width_of(source->type) > width_of(op->results[0].type)) {
      tern_op_set_operand(op, 0, source);
      return TERN_FOLD_IN_PLACE;
    }
    if (source->type == op->results[0].type) return tern_fold_to_value(out, source);
  }
  inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(TRUNCI));
  if (inner) {
    // What either promised about lost bits, the whole need not keep.
    int64_t flags = tern_enum_attr_value(tern_op_attr(op, "overflowFlags"));
    flags &= tern_enum_attr_value(tern_op_attr(inner, "overflowFlags"));
    tern_op_set_attr(op, "overflowFlags", tern_enum_attr_get(tern_op_context(op), TERN_ARITH_ENUM(OVERFLOW), flags));
    tern_op_set_operand(op, 0, tern_op_operand(inner, 0));
    return TERN_FOLD_IN_PLACE;
  }
  return fold_constant(op, operands, out, keep_bits);
}

// Does every value of `narrow` exist in `wide`? True between the usual formats; bf16 and f16 do not contain each other.
static bool is_representable(const tern_type_t *narrow, const tern_type_t *wide) {
  if (narrow == wide) return true;
  if (wide->kind == TERN_TYPE_F32 || wide->kind == TERN_TYPE_F64 || wide->kind == TERN_TYPE_F80 ||
      wide->kind == TERN_TYPE_F128)
    return tern_type_bit_width(narrow) < tern_type_bit_width(wide);
  if (wide->kind == TERN_TYPE_F16) return narrow->kind == TERN_TYPE_F8E5M2 || narrow->kind == TERN_TYPE_F8E4M3FN;
  return false;
}

FOLD(truncf) {
  tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, 0), TERN_ARITH(EXTF));
  if (inner) {
    tern_value_t *source = tern_op_operand(inner, 0);
    const tern_type_t *narrow = tern_type_element(source->type), *result = tern_type_element(op->results[0].type);
    if (is_representable(narrow, tern_type_element(inner->results[0].type))) {
      if (tern_type_bit_width(narrow) > tern_type_bit_width(result)) {
        tern_op_set_operand(op, 0, source);
        return TERN_FOLD_IN_PLACE;
      }
      if (source->type == op->results[0].type) return tern_fold_to_value(out, source);
    }
  }
  return fold_constant(op, operands, out, convert_float);
}

FOLD(uitofp) { return fold_constant(op, operands, out, unsigned_to_float); }
FOLD(sitofp) { return fold_constant(op, operands, out, signed_to_float); }
FOLD(fptoui) { return fold_constant(op, operands, out, float_to_unsigned); }
FOLD(fptosi) { return fold_constant(op, operands, out, float_to_signed); }

static tern_fold_status_t fold_index_cast(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                          tern_fold_unary_fn_t fn) {
  const tern_attr_t *constant = tern_fold_elements_unary(operands[0], op->results[0].type, fn, NULL);
  return constant ? tern_fold_to_attr(out, constant) : TERN_FOLD_FAILED;
}

FOLD(index_cast) { return fold_index_cast(op, operands, out, extend_sign); }
FOLD(index_castui) { return fold_index_cast(op, operands, out, keep_bits); }

FOLD(bitcast) {
  tern_value_t *source = tern_op_operand(op, 0);
  if (source->type == op->results[0].type) return tern_fold_to_value(out, source);
  return fold_constant(op, operands, out, keep_bits);
}
