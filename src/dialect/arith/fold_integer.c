// Folds of arith's integer ops: identities first, then constants. What would be undefined (division by zero, an
// overflowing signed division, a shift past the width) is left alone.

#include "dialect/arith/arith_hooks.h"
#include "dialect/common/fold_elements.h"

// --- element functions ---

#define BINARY(NAME) \
  static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out)
#define SIGNED(VALUE) tern_bits_sign_extend((VALUE), f->operand_width)

BINARY(add) { return (void)f, *out = a + b, true; }
BINARY(subtract) { return (void)f, *out = a - b, true; }
BINARY(multiply) { return (void)f, *out = a * b, true; }
BINARY(and_bits) { return (void)f, *out = a & b, true; }
BINARY(or_bits) { return (void)f, *out = a | b, true; }
BINARY(xor_bits) { return (void)f, *out = a ^ b, true; }
BINARY(max_unsigned) { return (void)f, *out = a > b ? a : b, true; }
BINARY(min_unsigned) { return (void)f, *out = a < b ? a : b, true; }
BINARY(max_signed) { return *out = SIGNED(a) > SIGNED(b) ? a : b, true; }
BINARY(min_signed) { return *out = SIGNED(a) < SIGNED(b) ? a : b, true; }
BINARY(divide_unsigned) { return (void)f, b != 0 && (*out = a / b, true); }
BINARY(remainder_unsigned) { return (void)f, b != 0 && (*out = a % b, true); }
BINARY(shift_left) { return b < f->operand_width && (*out = a << b, true); }
BINARY(shift_right_unsigned) { return b < f->operand_width && (*out = a >> b, true); }
BINARY(shift_right_signed) { return b < f->operand_width && (*out = (tern_uint128_t)(SIGNED(a) >> b), true); }

// The least value of the width, as bits: the one whose negation overflows.
static tern_uint128_t least_bits(const tern_fold_elements_t *f) { return (tern_uint128_t)1 << (f->operand_width - 1); }
static bool is_signed_division_defined(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b) {
  if (b == 0) return false;
  return !(a == least_bits(f) && b == tern_bits_mask(f->operand_width) && f->operand_width > 1) &&
         !(f->operand_width == 1 && a == 1);
}

BINARY(divide_signed) {
  if (!is_signed_division_defined(f, a, b)) return false;
  *out = (tern_uint128_t)(SIGNED(a) / SIGNED(b));
  return true;
}

BINARY(remainder_signed) {
  if (b == 0) return false;
  *out = b == tern_bits_mask(f->operand_width) ? 0 : (tern_uint128_t)(SIGNED(a) % SIGNED(b));
  return true;
}

BINARY(ceil_divide_unsigned) {
  (void)f;
  if (b == 0) return false;
  *out = a / b + (a % b != 0);
  return true;
}

BINARY(ceil_divide_signed) {
  if (!is_signed_division_defined(f, a, b)) return false;
  // As upstream's, which divides magnitudes: that of the least value is none.
  if (a != 0 && (a == least_bits(f) || b == least_bits(f))) return false;
  tern_int128_t x = SIGNED(a), y = SIGNED(b), quotient = x / y;
  if (x % y != 0 && (x < 0) == (y < 0)) quotient++;
  *out = (tern_uint128_t)quotient;
  return true;
}

BINARY(floor_divide_signed) {
  if (!is_signed_division_defined(f, a, b)) return false;
  tern_int128_t x = SIGNED(a), y = SIGNED(b), quotient = x / y;
  if (x % y != 0 && (x < 0) != (y < 0)) quotient--;
  *out = (tern_uint128_t)quotient;
  return true;
}

BINARY(carry_of_sum) {
  // `a` is the sum, `b` a summand.
  (void)f;
  *out = a < b;
  return true;
}

// High 128 bits of the product of 128-bit numbers, by halves.
static tern_uint128_t multiply_high_128(tern_uint128_t a, tern_uint128_t b) {
  uint64_t a0 = (uint64_t)a, a1 = (uint64_t)(a >> 64), b0 = (uint64_t)b, b1 = (uint64_t)(b >> 64);
  tern_uint128_t low = (tern_uint128_t)a0 * b0, mid1 = (tern_uint128_t)a1 * b0, mid2 = (tern_uint128_t)a0 * b1;
  tern_uint128_t carry = (low >> 64) + (uint64_t)mid1 + (uint64_t)mid2;
  return (tern_uint128_t)a1 * b1 + (mid1 >> 64) + (mid2 >> 64) + (carry >> 64);
}

// Bits [width, 2 * width) of the product of two zero-extended numbers.
static tern_uint128_t high_half(uint32_t width, tern_uint128_t a, tern_uint128_t b) {
  tern_uint128_t low = a * b, high = multiply_high_128(a, b);
  return width == 128 ? high : (low >> width) | (high << (128 - width));
}

BINARY(multiply_high_unsigned) { return *out = high_half(f->operand_width, a, b), true; }

BINARY(multiply_high_signed) {
  // A negative operand stands for itself minus 2^width: takes the other operand off the high half.
  tern_uint128_t high = high_half(f->operand_width, a, b);
  if (SIGNED(a) < 0) high -= b;
  if (SIGNED(b) < 0) high -= a;
  *out = high;
  return true;
}

// --- shared steps ---

static tern_fold_status_t fold_constants(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                         tern_fold_binary_fn_t fn) {
  // A constant of another dialect may have a value of another type: what that means only the dialect knows.
  for (size_t i = 0; i < 2; i++)
    if (operands[i] && !tern_attr_is_poison(operands[i]) && tern_attr_type(operands[i]) != op->results[0].type)
      return TERN_FOLD_FAILED;
  const tern_attr_t *attr = tern_fold_elements_binary(operands[0], operands[1], op->results[0].type, fn, NULL);
  return tern_fold_to_attr(out, attr ? attr : tern_arith_fold_wide(op->def->row, operands[0], operands[1]));
}

static tern_value_t *lhs_of(const tern_op_t *op) { return tern_op_operand(op, 0); }
static tern_value_t *rhs_of(const tern_op_t *op) { return tern_op_operand(op, 1); }

#define FOLD(NAME) \
  tern_fold_status_t tern_arith_fold_##NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

FOLD(constant) {
  (void)operands;
  return tern_fold_to_attr(out, tern_op_attr(op, "value"));
}

// --- sums and products ---

FOLD(addi) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  // (a - b) + b, and b + (a - b)
  tern_op_t *sub = tern_value_defined_by(lhs_of(op), TERN_ARITH(SUBI));
  if (sub && rhs_of(sub) == rhs_of(op)) return tern_fold_to_value(out, lhs_of(sub));
  sub = tern_value_defined_by(rhs_of(op), TERN_ARITH(SUBI));
  if (sub && rhs_of(sub) == lhs_of(op)) return tern_fold_to_value(out, lhs_of(sub));
  return fold_constants(op, operands, out, add);
}

FOLD(subi) {
  if (lhs_of(op) == rhs_of(op)) {
    const tern_attr_t *zero = tern_attr_zero(op->results[0].type);
    if (zero) return tern_fold_to_attr(out, zero);
  }
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  tern_op_t *sum = tern_value_defined_by(lhs_of(op), TERN_ARITH(ADDI));
  if (sum && rhs_of(sum) == rhs_of(op)) return tern_fold_to_value(out, lhs_of(sum));
  if (sum && lhs_of(sum) == rhs_of(op)) return tern_fold_to_value(out, rhs_of(sum));
  return fold_constants(op, operands, out, subtract);
}

FOLD(muli) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, rhs_of(op));
  if (tern_attr_is_int_value(operands[1], 1)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, multiply);
}

static tern_fold_status_t answer_pair(tern_fold_result_t *out, tern_fold_result_t first, tern_fold_result_t second) {
  if ((!first.attr && !first.value) || (!second.attr && !second.value)) return TERN_FOLD_FAILED;
  out[0] = first;
  out[1] = second;
  return TERN_FOLD_REPLACED;
}

FOLD(addui_extended) {
  const tern_type_t *carry_type = op->results[1].type;
  if (tern_attr_is_int_value(operands[1], 0)) {
    return answer_pair(out, (tern_fold_result_t){.value = lhs_of(op)},
                       (tern_fold_result_t){.attr = tern_attr_zero(carry_type)});
  }
  const tern_attr_t *sum = tern_fold_elements_binary(operands[0], operands[1], op->results[0].type, add, NULL);
  const tern_attr_t *carry = tern_fold_elements_binary(sum, operands[0], carry_type, carry_of_sum, NULL);
  return answer_pair(out, (tern_fold_result_t){.attr = sum}, (tern_fold_result_t){.attr = carry});
}

static tern_fold_status_t fold_extended_product(tern_op_t *op, const tern_attr_t *const *operands,
                                                tern_fold_result_t *out, tern_fold_binary_fn_t high) {
  const tern_type_t *type = op->results[0].type;
  if (tern_attr_is_int_value(operands[1], 0)) {
    return answer_pair(out, (tern_fold_result_t){.attr = operands[1]}, (tern_fold_result_t){.attr = operands[1]});
  }
  const tern_attr_t *low_attr = tern_fold_elements_binary(operands[0], operands[1], type, multiply, NULL);
  const tern_attr_t *high_attr = tern_fold_elements_binary(operands[0], operands[1], type, high, NULL);
  return answer_pair(out, (tern_fold_result_t){.attr = low_attr}, (tern_fold_result_t){.attr = high_attr});
}

FOLD(mulsi_extended) { return fold_extended_product(op, operands, out, multiply_high_signed); }

FOLD(mului_extended) {
  if (tern_attr_is_int_value(operands[1], 1)) {
    return answer_pair(out, (tern_fold_result_t){.value = lhs_of(op)},
                       (tern_fold_result_t){.attr = tern_attr_zero(op->results[1].type)});
  }
  return fold_extended_product(op, operands, out, multiply_high_unsigned);
}

// --- division ---

// (a * b) / b gives a where the product cannot have overflowed.
static tern_value_t *cancel_factor(const tern_op_t *op, int64_t needed_flag) {
  tern_op_t *product = tern_value_defined_by(lhs_of(op), TERN_ARITH(MULI));
  if (!product) return NULL;
  const tern_attr_t *flags = tern_op_attr(product, "overflowFlags");
  if (!flags || !(tern_enum_attr_value(flags) & needed_flag)) return NULL;
  if (lhs_of(product) == rhs_of(op)) return rhs_of(product);
  return rhs_of(product) == rhs_of(op) ? lhs_of(product) : NULL;
}

static tern_fold_status_t fold_division(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                        tern_fold_binary_fn_t fn, int64_t cancel_flag) {
  if (tern_attr_is_int_value(operands[1], 1)) return tern_fold_to_value(out, lhs_of(op));
  tern_value_t *factor = cancel_flag ? cancel_factor(op, cancel_flag) : NULL;
  return factor ? tern_fold_to_value(out, factor) : fold_constants(op, operands, out, fn);
}

FOLD(divui) { return fold_division(op, operands, out, divide_unsigned, TERN_OVERFLOW_NUW); }
FOLD(divsi) { return fold_division(op, operands, out, divide_signed, TERN_OVERFLOW_NSW); }
FOLD(ceildivui) { return fold_division(op, operands, out, ceil_divide_unsigned, 0); }
FOLD(ceildivsi) { return fold_division(op, operands, out, ceil_divide_signed, 0); }
FOLD(floordivsi) { return fold_division(op, operands, out, floor_divide_signed, 0); }

static tern_fold_status_t fold_remainder(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                         tern_fold_binary_fn_t fn) {
  if (tern_attr_is_int_value(operands[1], 1)) {
    const tern_attr_t *zero = tern_attr_zero(op->results[0].type);
    if (zero) return tern_fold_to_attr(out, zero);
  }
  return fold_constants(op, operands, out, fn);
}

FOLD(remui) { return fold_remainder(op, operands, out, remainder_unsigned); }
FOLD(remsi) { return fold_remainder(op, operands, out, remainder_signed); }

// --- bits ---

// If `value` is `other` with all bits flipped: the mask of the xori that says so.
static tern_value_t *complement_mask(const tern_value_t *value, const tern_value_t *other) {
  tern_op_t *flip = tern_value_defined_by(value, TERN_ARITH(XORI));
  if (!flip || lhs_of(flip) != other || !tern_attr_is_all_ones(tern_value_constant(rhs_of(flip)))) return NULL;
  return rhs_of(flip);
}

FOLD(andi) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, rhs_of(op));
  if (tern_attr_is_all_ones(operands[1])) return tern_fold_to_value(out, lhs_of(op));
  if (complement_mask(rhs_of(op), lhs_of(op)) || complement_mask(lhs_of(op), rhs_of(op))) {
    const tern_attr_t *zero = tern_attr_zero(op->results[0].type);
    if (zero) return tern_fold_to_attr(out, zero);
  }
  // a & (a & b)
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, i), TERN_ARITH(ANDI));
    tern_value_t *other = tern_op_operand(op, 1 - i);
    if (inner && (lhs_of(inner) == other || rhs_of(inner) == other)) {
      return tern_fold_to_value(out, tern_op_result(inner, 0));
    }
  }
  return fold_constants(op, operands, out, and_bits);
}

FOLD(ori) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  if (tern_attr_is_all_ones(operands[1])) return tern_fold_to_attr(out, operands[1]);
  tern_value_t *mask = complement_mask(rhs_of(op), lhs_of(op));
  if (!mask) mask = complement_mask(lhs_of(op), rhs_of(op));
  if (mask) return tern_fold_to_value(out, mask);
  return fold_constants(op, operands, out, or_bits);
}

FOLD(xori) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  if (lhs_of(op) == rhs_of(op)) {
    const tern_attr_t *zero = tern_attr_zero(op->results[0].type);
    if (zero) return tern_fold_to_attr(out, zero);
  }
  // (x ^ a) ^ a in any order
  for (size_t i = 0; i < 2; i++) {
    tern_op_t *inner = tern_value_defined_by(tern_op_operand(op, i), TERN_ARITH(XORI));
    tern_value_t *other = tern_op_operand(op, 1 - i);
    if (inner && rhs_of(inner) == other) return tern_fold_to_value(out, lhs_of(inner));
    if (inner && lhs_of(inner) == other) return tern_fold_to_value(out, rhs_of(inner));
  }
  return fold_constants(op, operands, out, xor_bits);
}

static tern_fold_status_t fold_shift(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                     tern_fold_binary_fn_t fn) {
  if (tern_attr_is_int_value(operands[1], 0)) return tern_fold_to_value(out, lhs_of(op));
  return fold_constants(op, operands, out, fn);
}

FOLD(shli) { return fold_shift(op, operands, out, shift_left); }
FOLD(shrui) { return fold_shift(op, operands, out, shift_right_unsigned); }
FOLD(shrsi) { return fold_shift(op, operands, out, shift_right_signed); }

// --- minimum and maximum ---

// `absorbing` wins against everything, `neutral` against nothing; both as bits of the width.
static tern_fold_status_t fold_extremum(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                        tern_fold_binary_fn_t fn, bool is_signed, bool is_max) {
  if (lhs_of(op) == rhs_of(op)) return tern_fold_to_value(out, rhs_of(op));
  tern_uint128_t bits;
  uint32_t width;
  if (tern_attr_int_bits(operands[1], &bits, &width)) {
    tern_uint128_t least = is_signed ? (tern_uint128_t)1 << (width - 1) : 0;
    tern_uint128_t greatest = tern_bits_mask(width) ^ least;
    if (bits == (is_max ? greatest : least)) return tern_fold_to_value(out, rhs_of(op));
    if (bits == (is_max ? least : greatest)) return tern_fold_to_value(out, lhs_of(op));
  }
  return fold_constants(op, operands, out, fn);
}

FOLD(maxsi) { return fold_extremum(op, operands, out, max_signed, true, true); }
FOLD(maxui) { return fold_extremum(op, operands, out, max_unsigned, false, true); }
FOLD(minsi) { return fold_extremum(op, operands, out, min_signed, true, false); }
FOLD(minui) { return fold_extremum(op, operands, out, min_unsigned, false, false); }
