// spirv: folds of integers and booleans: identities first, then constants. What is undefined (division by zero, an
// overflowing signed division, a shift past the width) is left alone.

#include "dialect/common/fold_elements.h"
#include "dialect/spirv/row_hooks.h"
#include "dialect/spirv/spirv.h"
#include "dialect/spirv/types.h"

// --- element functions ---

#define BINARY(NAME) \
  static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out)
#define UNARY(NAME) static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out)
#define SIGNED(VALUE) tern_bits_sign_extend((VALUE), f->operand_width)

BINARY(add) { return (void)f, *out = a + b, true; }
BINARY(subtract) { return (void)f, *out = a - b, true; }
BINARY(multiply) { return (void)f, *out = a * b, true; }
BINARY(and_bits) { return (void)f, *out = a & b, true; }
BINARY(or_bits) { return (void)f, *out = a | b, true; }
BINARY(xor_bits) { return (void)f, *out = a ^ b, true; }
BINARY(divide_unsigned) { return (void)f, b != 0 && (*out = a / b, true); }
BINARY(remainder_unsigned) { return (void)f, b != 0 && (*out = a % b, true); }
BINARY(is_equal) { return (void)f, *out = a == b, true; }
BINARY(is_not_equal) { return (void)f, *out = a != b, true; }
BINARY(is_less_unsigned) { return (void)f, *out = a < b, true; }
BINARY(is_less_equal_unsigned) { return (void)f, *out = a <= b, true; }
BINARY(is_greater_unsigned) { return (void)f, *out = a > b, true; }
BINARY(is_greater_equal_unsigned) { return (void)f, *out = a >= b, true; }
BINARY(is_less_signed) { return *out = SIGNED(a) < SIGNED(b), true; }
BINARY(is_less_equal_signed) { return *out = SIGNED(a) <= SIGNED(b), true; }
BINARY(is_greater_signed) { return *out = SIGNED(a) > SIGNED(b), true; }
BINARY(is_greater_equal_signed) { return *out = SIGNED(a) >= SIGNED(b), true; }
UNARY(negate) { return (void)f, *out = -a, true; }
UNARY(complement) { return (void)f, *out = ~a, true; }

static bool is_division_defined(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b) {
  bool overflows = a == (tern_uint128_t)1 << (f->operand_width - 1) && b == tern_bits_mask(f->operand_width);
  return b != 0 && !overflows;
}

BINARY(divide_signed) {
  if (!is_division_defined(f, a, b)) return false;
  *out = (tern_uint128_t)(SIGNED(a) / SIGNED(b));
  return true;
}

// The remainder has the sign of the dividend.
BINARY(remainder_signed) {
  if (!is_division_defined(f, a, b)) return false;
  *out = (tern_uint128_t)(SIGNED(a) % SIGNED(b));
  return true;
}

// The remainder has the sign of the divisor.
BINARY(modulo_signed) {
  if (!is_division_defined(f, a, b)) return false;
  tern_int128_t divisor = SIGNED(b), remainder = SIGNED(a) % divisor;
  if (remainder != 0 && (remainder < 0) != (divisor < 0)) remainder += divisor;
  *out = (tern_uint128_t)remainder;
  return true;
}

BINARY(shift_left) { return b < f->operand_width && (*out = a << b, true); }
BINARY(shift_right_unsigned) { return b < f->operand_width && (*out = a >> b, true); }
BINARY(shift_right_signed) { return b < f->operand_width && (*out = (tern_uint128_t)(SIGNED(a) >> b), true); }

// --- shared steps ---

static tern_value_t *lhs_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
static tern_value_t *rhs_of(const tern_op_t *op) { return tern_op_operand(op, 1); }
static const tern_type_t *type_of(const tern_op_t *op) { return op->results[0].type; }

static tern_fold_status_t fold_constants(const tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out, tern_fold_binary_fn_t fn) {
  return tern_fold_to_attr(out, tern_fold_elements_binary(operands[0], operands[1], type_of(op), fn, NULL));
}

static tern_fold_status_t fold_to_zero(const tern_op_t *op, tern_fold_result_t *out) {
  return tern_type_is_spirv_coop_matrix(type_of(op)) ? TERN_FOLD_FAILED
                                                     : tern_fold_to_attr(out, tern_attr_zero(type_of(op)));
}

#define FOLD(NAME) \
  tern_fold_status_t tern_spirv_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

// --- arithmetic ---

FOLD(iadd) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, add);
}

FOLD(isub) {
  if (lhs_of(op) == rhs_of(op) && fold_to_zero(op, out) == TERN_FOLD_REPLACED) return TERN_FOLD_REPLACED;
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, subtract);
}

FOLD(imul) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, rhs_of(op));
  if (tern_attr_is_int_value(operands[1], 1)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, multiply);
}

FOLD(snegate) {
  tern_op_t *inner = tern_value_defined_by(lhs_of(op), TERN_SPIRV(SNEGATE));
  if (inner) return tern_fold_to_value(out, lhs_of(inner));
  return tern_fold_to_attr(out, tern_fold_elements_unary(operands[0], type_of(op), negate, NULL));
}

FOLD(sdiv) {
  if (tern_attr_is_int_value(operands[1], 1)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, divide_signed);
}

FOLD(udiv) {
  if (tern_attr_is_int_value(operands[1], 1)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, divide_unsigned);
}

static tern_fold_status_t fold_remainder(const tern_op_t *op, const tern_attr_t *const *operands,
                                         tern_fold_result_t *out, tern_fold_binary_fn_t fn) {
  if (tern_attr_is_int_value(operands[1], 1)) return fold_to_zero(op, out);
  return fold_constants(op, operands, out, fn);
}

FOLD(smod) { return fold_remainder(op, operands, out, modulo_signed); }
FOLD(srem) { return fold_remainder(op, operands, out, remainder_signed); }
FOLD(umod) { return fold_remainder(op, operands, out, remainder_unsigned); }

// --- bits ---

// Is `op` a widened value of no more bits than the mask keeps?
static bool is_kept_by_mask(const tern_op_t *op, const tern_attr_t *mask) {
  tern_op_t *widened = tern_value_defined_by(lhs_of(op), TERN_SPIRV(UCONVERT));
  tern_uint128_t bits;
  uint32_t width;
  if (!widened || !tern_attr_int_bits(mask, &bits, &width)) return false;
  const tern_type_t *narrow = tern_op_operand(widened, 0)->type;
  if (narrow->kind == TERN_TYPE_VECTOR) narrow = tern_type_element(narrow);
  tern_uint128_t kept = tern_bits_mask(tern_type_bit_width(narrow));
  return tern_type_bit_width(narrow) < width && (bits & kept) == kept;
}

FOLD(bitwise_and) {
  if (lhs_of(op) == rhs_of(op) || tern_attr_is_all_ones(operands[1])) return tern_fold_to_value(out, lhs_of(op));
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, rhs_of(op));
  if (is_kept_by_mask(op, operands[1])) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, and_bits);
}

FOLD(bitwise_or) {
  if (lhs_of(op) == rhs_of(op) || tern_attr_is_int_value(operands[1], 0)) {
    return tern_fold_to_value(out, lhs_of(op));
  }
  if (tern_attr_is_all_ones(operands[1])) return tern_fold_to_value(out, rhs_of(op));
  return fold_constants(op, operands, out, or_bits);
}

FOLD(bitwise_xor) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  if (lhs_of(op) == rhs_of(op)) return fold_to_zero(op, out);
  return fold_constants(op, operands, out, xor_bits);
}

FOLD(not) {
  tern_op_t *inner = tern_value_defined_by(lhs_of(op), TERN_SPIRV(NOT));
  if (inner) return tern_fold_to_value(out, lhs_of(inner));
  return tern_fold_to_attr(out, tern_fold_elements_unary(operands[0], type_of(op), complement, NULL));
}

// The shift may have another width than the base: it is brought to the base's, where it fits.
static bool keep_shift(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out) {
  *out = a;
  return (a & ~tern_bits_mask(f->result_width)) == 0;
}

static tern_fold_status_t fold_shift(const tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                     tern_fold_binary_fn_t fn) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  const tern_attr_t *shift = tern_fold_elements_unary(operands[1], type_of(op), keep_shift, NULL);
  return tern_fold_to_attr(out, tern_fold_elements_binary(operands[0], shift, type_of(op), fn, NULL));
}

FOLD(shift_left) { return fold_shift(op, operands, out, shift_left); }
FOLD(shift_right_arithmetic) { return fold_shift(op, operands, out, shift_right_signed); }
FOLD(shift_right_logical) { return fold_shift(op, operands, out, shift_right_unsigned); }

// --- comparisons ---

FOLD(integer_compare) {
  static const struct {
    const tern_op_row_t *row;
    tern_fold_binary_fn_t fn;
    bool of_same;  // what it is of a value and itself
  } comparisons[] = {
      {TERN_SPIRV(IEQUAL), is_equal, true},
      {TERN_SPIRV(INOTEQUAL), is_not_equal, false},
      {TERN_SPIRV(SLESSTHAN), is_less_signed, false},
      {TERN_SPIRV(SLESSTHANEQUAL), is_less_equal_signed, true},
      {TERN_SPIRV(SGREATERTHAN), is_greater_signed, false},
      {TERN_SPIRV(SGREATERTHANEQUAL), is_greater_equal_signed, true},
      {TERN_SPIRV(ULESSTHAN), is_less_unsigned, false},
      {TERN_SPIRV(ULESSTHANEQUAL), is_less_equal_unsigned, true},
      {TERN_SPIRV(UGREATERTHAN), is_greater_unsigned, false},
      {TERN_SPIRV(UGREATERTHANEQUAL), is_greater_equal_unsigned, true},
  };
  for (size_t i = 0; i < sizeof(comparisons) / sizeof(comparisons[0]); ++i) {
    if (!tern_op_is(op, comparisons[i].row)) continue;
    if (lhs_of(op) == rhs_of(op)) {
      return tern_fold_to_attr(out, tern_attr_from_bits(type_of(op), comparisons[i].of_same));
    }
    return fold_constants(op, operands, out, comparisons[i].fn);
  }
  return TERN_FOLD_FAILED;
}

FOLD(logical_and) {
  if (tern_attr_is_all_ones(operands[1]) || lhs_of(op) == rhs_of(op)) return tern_fold_to_value(out, lhs_of(op));
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, rhs_of(op));
  return fold_constants(op, operands, out, and_bits);
}

FOLD(logical_or) {
  if (tern_attr_is_all_ones(operands[1])) return tern_fold_to_value(out, rhs_of(op));
  if (tern_attr_is_int_value(operands[1], 0) || lhs_of(op) == rhs_of(op)) {
    return tern_fold_to_value(out, lhs_of(op));
  }
  return fold_constants(op, operands, out, or_bits);
}

FOLD(logical_equal) {
  if (lhs_of(op) == rhs_of(op)) return tern_fold_to_attr(out, tern_attr_from_bits(type_of(op), 1));
  if (tern_attr_is_all_ones(operands[1])) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, is_equal);
}

FOLD(logical_not_equal) {
  if (lhs_of(op) == rhs_of(op)) return tern_fold_to_attr(out, tern_attr_from_bits(type_of(op), 0));
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, is_not_equal);
}

FOLD(logical_not) {
  tern_op_t *inner = tern_value_defined_by(lhs_of(op), TERN_SPIRV(LOGICALNOT));
  if (inner) return tern_fold_to_value(out, lhs_of(inner));
  return tern_fold_to_attr(out, tern_fold_elements_unary(operands[0], type_of(op), complement, NULL));
}
