// powf and cbrt in arithmetic. A power is 2^(y log2 |x|) with the logarithm and the product in twice the precision, since
// their errors are multiplied by up to 128 (1024).

#include <math.h>

#include "transform/math/builder.h"

static pair_t add_pairs(const formula_t *f, pair_t x, pair_t y) {
  pair_t sum = fast_two_sum(f, x.high, y.high);
  return fast_two_sum(f, sum.high, add(f, sum.low, add(f, x.low, y.low)));
}

static pair_t multiply_pairs(const formula_t *f, pair_t x, pair_t y) {
  pair_t product = two_product(f, x.high, y.high);
  value_t cross = add(f, mul(f, x.high, y.low), mul(f, x.low, y.high));
  return fast_two_sum(f, product.high, add(f, product.low, cross));
}

// (m - 1) / (m + 1) in two parts.
static pair_t ratio_of(const formula_t *f, value_t fraction) {
  value_t two = number(f, 2);
  pair_t denominator = fast_two_sum(f, two, fraction);
  value_t high = divide(f, fraction, denominator.high);
  pair_t product = two_product(f, high, denominator.high);
  value_t rest = sub(f, sub(f, fraction, product.high), product.low);
  rest = sub(f, rest, mul(f, high, denominator.low));
  return fast_two_sum(f, high, divide(f, rest, denominator.high));
}

// log2 of a positive number: exponent + (2s + 2/3 s^3 + s^5 P) log2(e).
static pair_t log2_in_two_parts(const formula_t *f, value_t x) {
  int64_t one = f->bias << f->mantissa, root_half = f->is_double ? 0x3FE6A09E667F3BCDll : 0x3F3504F3;
  value_t is_small = less(f, x, either(f, 0x1p-126, 0x1p-1022));
  value_t scaled = pick(f, is_small, mul(f, x, either(f, 0x1p25, 0x1p54)), x);
  value_t bits = iadd(f, bits_of(f, scaled), whole(f, one - root_half));
  value_t exponent = isub(f, shift_signed(f, bits, f->mantissa), whole(f, f->bias));
  exponent = isub(f, exponent, pick(f, is_small, whole(f, f->is_double ? 54 : 25), whole(f, 0)));
  value_t mantissa = iadd(f, iand(f, bits, ((int64_t)1 << f->mantissa) - 1), whole(f, root_half));
  value_t fraction = sub(f, from_bits(f, mantissa), number(f, 1));

  pair_t s = ratio_of(f, fraction), z = multiply_pairs(f, s, s), cube = multiply_pairs(f, s, z);
  pair_t two_thirds = {piece(f, &tern_math_split_two_thirds, 0), piece(f, &tern_math_split_two_thirds, 1)};
  pair_t third = multiply_pairs(f, cube, two_thirds);
  value_t tail = mul(f, mul(f, cube.high, z.high), polynomial(f, &tern_math_polynomial_log_tail, z.high));
  third.low = add(f, third.low, tail);
  value_t two = number(f, 2);
  pair_t natural = add_pairs(f, (pair_t){mul(f, two, s.high), mul(f, two, s.low)}, third);
  pair_t log2_e = {piece(f, &tern_math_split_log2_e, 0), piece(f, &tern_math_split_log2_e, 1)};
  pair_t small = multiply_pairs(f, natural, log2_e);
  pair_t sum = fast_two_sum(f, cast(f, TERN_ARITH(SITOFP), exponent, f->type), small.high);
  // The exponent is 0 or not smaller than the rest.
  value_t is_zero = icompare(f, TERN_CMPI_EQ, exponent, whole(f, 0));
  return (pair_t){pick(f, is_zero, small.high, sum.high), add(f, pick(f, is_zero, number(f, 0), sum.low), small.low)};
}

// 2^(high + low).
static value_t exp2_of_pair(const formula_t *f, pair_t x) {
  value_t low_limit = either(f, -160, -1090), high_limit = either(f, 130, 1030), n;
  value_t is_low = less(f, x.high, low_limit), is_high = less(f, high_limit, x.high);
  value_t high = pick(f, is_low, low_limit, pick(f, is_high, high_limit, x.high));
  value_t low = pick(f, is_low, number(f, 0), pick(f, is_high, number(f, 0), x.low));
  value_t r = add(f, sub(f, high, round_to_integer(f, high, &n)), low);
  value_t power = fused(f, r, polynomial(f, &tern_math_polynomial_exp2, r), number(f, 1));
  value_t half = shift_signed(f, n, 1);
  return mul(f, mul(f, power, power_of_two(f, half)), power_of_two(f, isub(f, n, half)));
}

static value_t is_integer(const formula_t *f, value_t x) {
  return compare(f, TERN_CMPF_OEQ, unary(f, TERN_MATH(FLOOR), x), x);
}

static value_t expand_powf(const formula_t *f, value_t x, value_t y) {
  value_t a = absolute(f, x), zero = number(f, 0), one = number(f, 1), infinity = number(f, INFINITY);
  // A larger exponent gives 0, 1 or infinity, as this one does.
  value_t most = either(f, 0x1p34, 0x1p66), capped = pick(f, less(f, most, y), most, y);
  capped = pick(f, less(f, capped, neg(f, most)), neg(f, most), capped);
  pair_t logarithm = log2_in_two_parts(f, a), product = two_product(f, capped, logarithm.high);
  product.low = add(f, product.low, mul(f, capped, logarithm.low));
  value_t result = exp2_of_pair(f, product);
  // 0 and infinity.
  value_t is_positive = less(f, zero, y);
  value_t is_zero = compare(f, TERN_CMPF_OEQ, a, zero), is_infinite = compare(f, TERN_CMPF_OEQ, a, infinity);
  result = pick(f, is_zero, pick(f, is_positive, zero, infinity), result);
  result = pick(f, is_infinite, pick(f, is_positive, infinity, zero), result);
  // Negative bases: an odd exponent keeps the sign, and there must be an integer.
  value_t is_negative = icompare(f, TERN_CMPI_SLT, bits_of(f, x), whole(f, 0)), whole_y = is_integer(f, y);
  value_t half_is_whole = is_integer(f, mul(f, y, number(f, 0.5)));
  value_t all = tern_arith_constant_int(f->b, is_negative->type, 1);
  value_t is_odd = both(f, whole_y, binary(f, TERN_ARITH(XORI), half_is_whole, all));
  result = pick(f, both(f, is_negative, is_odd), neg(f, result), result);
  value_t is_undefined = both(f, less(f, x, zero), binary(f, TERN_ARITH(XORI), whole_y, all));
  is_undefined = both(f, is_undefined, less(f, a, infinity));
  result = pick(f, is_undefined, number(f, NAN), result);
  result = pick(f, compare(f, TERN_CMPF_UNO, x, y), number(f, NAN), result);
  // 1 to any power, and any number to the power 0, NaN included.
  value_t is_one = compare(f, TERN_CMPF_OEQ, x, one), to_zero = compare(f, TERN_CMPF_OEQ, y, zero);
  return pick(f, to_zero, one, pick(f, is_one, one, result));
}

// A third of the bits is a first guess; Halley's iteration triples the digits.
static value_t expand_cbrt(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), zero = number(f, 0);
  value_t is_small = less(f, a, either(f, 0x1p-126, 0x1p-1022));
  value_t is_large = less(f, either(f, 0x1p100, 0x1p1000), a), one = number(f, 1);
  value_t up = pick(f, is_small, either(f, 0x1p24, 0x1p54), pick(f, is_large, either(f, 0x1p-24, 0x1p-54), one));
  value_t down = pick(f, is_small, either(f, 0x1p-8, 0x1p-18), pick(f, is_large, either(f, 0x1p8, 0x1p18), one));
  value_t scaled = mul(f, a, up);
  value_t third = binary(f, TERN_ARITH(DIVUI), bits_of(f, scaled), whole(f, 3));
  value_t t = from_bits(f, iadd(f, third, whole(f, f->is_double ? 0x2A9F7893782DA1CEll : 0x2A5119F2)));
  for (int i = 0; i < (f->is_double ? 4 : 3); ++i) {
    value_t cube = mul(f, mul(f, t, t), t), rest = sub(f, scaled, cube);
    t = add(f, t, mul(f, t, divide(f, rest, add(f, add(f, cube, cube), scaled))));
  }
  t = mul(f, t, down);
  value_t is_ordinary = both(f, less(f, zero, a), less(f, a, number(f, INFINITY)));
  return pick(f, is_ordinary, with_sign(f, t, x), x);
}

value_t tern_math_expand_power(const formula_t *f, const tern_op_t *op) {
  if (tern_op_is(op, TERN_MATH(POWF))) return expand_powf(f, tern_op_operand(op, 0), tern_op_operand(op, 1));
  if (tern_op_is(op, TERN_MATH(CBRT))) return expand_cbrt(f, tern_op_operand(op, 0));
  return NULL;
}
