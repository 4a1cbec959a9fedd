// sin, cos, tan and their inverses in arithmetic. Angles are reduced by multiples of pi/2: small ones by subtraction of
// pi/2 in pieces (Cody and Waite), large ones by a product with the bits of 2/pi that matter (Payne and Hanek, "Radian
// reduction for trigonometric functions"). Within 2 or 3 units in the last place over the whole range.

#include <math.h>

#include "transform/math/builder.h"

// x = quadrant * pi/2 + angle; the quadrant's bits above the second mean nothing.
typedef struct reduced {
  value_t angle, quadrant;
} reduced_t;

static reduced_t reduce_small(const formula_t *f, value_t x) {
  reduced_t result;
  value_t n = round_to_integer(f, mul(f, x, number(f, M_2_PI)), &result.quadrant);
  for (size_t i = 0; i < 4; ++i) x = sub(f, x, mul(f, n, piece(f, &tern_math_split_pi_over_2, i)));
  result.angle = x;
  return result;
}

// The word of the bits of 2/pi at `index`, which is between `first` and first + choices - 1.
static value_t look_up(const formula_t *f, value_t index, size_t first, size_t choices) {
  const tern_math_words_t *words = f->is_double ? &tern_math_two_over_pi_64 : &tern_math_two_over_pi_32;
  value_t word = whole(f, (int64_t)words->values[first]);
  for (size_t i = 1; i < choices; ++i) {
    value_t is_here = icompare(f, TERN_CMPI_SGE, index, whole(f, (int64_t)i));
    word = pick(f, is_here, whole(f, (int64_t)words->values[first + i]), word);
  }
  return word;
}

static value_t multiply(const formula_t *f, value_t x, value_t y, value_t *out_high) {
  tern_op_t *op = tern_build(f->b, TERN_ARITH(MULUI_EXTENDED), .operands = TERN_VALUES(x, y));
  *out_high = tern_op_result(op, 1);
  return tern_op_result(op, 0);
}

// With x = m 2^(e - p), m an integer: x * 2/pi mod 4 needs only the bits of 2/pi behind the first e - p - 2. Three words
// of them times m, mod 1, are a quarter of that.
static reduced_t reduce_large(const formula_t *f, value_t x) {
  size_t word_count = (f->is_double ? tern_math_two_over_pi_64 : tern_math_two_over_pi_32).count;
  int64_t width = f->width, p = f->mantissa, log_width = f->is_double ? 6 : 5;
  value_t bits = bits_of(f, absolute(f, x)), zero = whole(f, 0);
  value_t exponent = isub(f, shift_right(f, bits, p), whole(f, f->bias));
  value_t m = binary(f, TERN_ARITH(ORI), iand(f, bits, ((int64_t)1 << p) - 1), whole(f, (int64_t)1 << p));
  value_t start = iadd(f, exponent, whole(f, width - p - 2));  // the table begins with a word of zeros
  value_t index = shift_right(f, start, log_width), offset = iand(f, start, width - 1);
  value_t is_whole = icompare(f, TERN_CMPI_EQ, offset, zero);
  value_t back = pick(f, is_whole, zero, isub(f, whole(f, width), offset));
  value_t words[4], window[3];
  for (size_t i = 0; i < 4; ++i) words[i] = look_up(f, index, i, word_count - 3);
  for (size_t i = 0; i < 3; ++i) {
    value_t upper = binary(f, TERN_ARITH(SHLI), words[i], offset);
    value_t lower = pick(f, is_whole, zero, binary(f, TERN_ARITH(SHRUI), words[i + 1], back));
    window[i] = binary(f, TERN_ARITH(ORI), upper, lower);
  }
  value_t high1, high2, ignored;
  value_t low2 = multiply(f, m, window[2], &high2);
  value_t low1 = multiply(f, m, window[1], &high1);
  value_t low0 = multiply(f, m, window[0], &ignored);
  (void)low2;
  tern_op_t *sum = tern_build(f->b, TERN_ARITH(ADDUI_EXTENDED), .operands = TERN_VALUES(low1, high2));
  value_t fraction1 = tern_op_result(sum, 0);
  value_t carry = cast(f, TERN_ARITH(EXTUI), tern_op_result(sum, 1), f->integer);
  value_t fraction0 = iadd(f, iadd(f, low0, high1), carry);
  // The nearest quadrant; the rest is signed.
  value_t quadrant = shift_right(f, iadd(f, fraction0, whole(f, (int64_t)1 << (width - 3))), width - 2);
  fraction0 = isub(f, fraction0, shift_left(f, quadrant, width - 2));
  value_t is_negative = icompare(f, TERN_CMPI_SLT, fraction0, zero);
  value_t all_ones = pick(f, is_negative, whole(f, -1), zero);
  value_t one_if_negative = pick(f, is_negative, whole(f, 1), zero);
  fraction1 = binary(f, TERN_ARITH(XORI), fraction1, all_ones);
  fraction0 = binary(f, TERN_ARITH(XORI), fraction0, all_ones);
  sum = tern_build(f->b, TERN_ARITH(ADDUI_EXTENDED), .operands = TERN_VALUES(fraction1, one_if_negative));
  fraction1 = tern_op_result(sum, 0);
  fraction0 = iadd(f, fraction0, cast(f, TERN_ARITH(EXTUI), tern_op_result(sum, 1), f->integer));
  value_t word = either(f, 0x1p32, 0x1p64);
  value_t magnitude = add(f, mul(f, cast(f, TERN_ARITH(UITOFP), fraction0, f->type), word),
                          cast(f, TERN_ARITH(UITOFP), fraction1, f->type));
  value_t angle = mul(f, magnitude, either(f, M_PI_2 * 0x1p-62, M_PI_2 * 0x1p-126));
  // Both signs: of the rest, and of x.
  value_t is_flipped = less(f, x, number(f, 0));
  angle = pick(f, is_negative, neg(f, angle), angle);
  return (reduced_t){pick(f, is_flipped, neg(f, angle), angle), pick(f, is_flipped, isub(f, zero, quadrant), quadrant)};
}

static reduced_t reduce(const formula_t *f, value_t x) {
  reduced_t small = reduce_small(f, x), large = reduce_large(f, x);
  value_t is_large = compare(f, TERN_CMPF_OGT, absolute(f, x), either(f, 5000, 1e6));
  return (reduced_t){pick(f, is_large, large.angle, small.angle), pick(f, is_large, large.quadrant, small.quadrant)};
}

static value_t sin_of_reduced(const formula_t *f, value_t r) {
  value_t z = mul(f, r, r);
  return add(f, r, mul(f, mul(f, r, z), polynomial(f, &tern_math_polynomial_sin, z)));
}
static value_t cos_of_reduced(const formula_t *f, value_t r) {
  value_t z = mul(f, r, r);
  value_t tail = sub(f, mul(f, number(f, 0.5), z), mul(f, mul(f, z, z), polynomial(f, &tern_math_polynomial_cos, z)));
  return sub(f, number(f, 1), tail);
}

static value_t has_bit(const formula_t *f, value_t x, int64_t bit) {
  return icompare(f, TERN_CMPI_NE, iand(f, x, bit), whole(f, 0));
}
// The function of infinity and NaN is NaN.
static value_t mend_infinite(const formula_t *f, value_t x, value_t result) {
  return pick(f, less(f, absolute(f, x), number(f, INFINITY)), result, number(f, NAN));
}

// The reduction loses the sign of -0.
static value_t keep_zero(const formula_t *f, value_t x, value_t result) {
  return pick(f, compare(f, TERN_CMPF_OEQ, x, number(f, 0)), x, result);
}

static value_t expand_sin_or_cos(const formula_t *f, value_t x, bool is_sin) {
  reduced_t r = reduce(f, x);
  value_t quadrant = is_sin ? r.quadrant : iadd(f, r.quadrant, whole(f, 1));
  value_t result = pick(f, has_bit(f, quadrant, 1), cos_of_reduced(f, r.angle), sin_of_reduced(f, r.angle));
  result = mend_infinite(f, x, pick(f, has_bit(f, quadrant, 2), neg(f, result), result));
  return is_sin ? keep_zero(f, x, result) : result;
}

static value_t expand_tan(const formula_t *f, value_t x) {
  reduced_t r = reduce(f, x);
  value_t sine = sin_of_reduced(f, r.angle), cosine = cos_of_reduced(f, r.angle), is_odd = has_bit(f, r.quadrant, 1);
  value_t ratio = divide(f, pick(f, is_odd, neg(f, cosine), sine), pick(f, is_odd, sine, cosine));
  return keep_zero(f, x, mend_infinite(f, x, ratio));
}

// asin(x) / x of the root of z, less 1: z up to 1/4.
static value_t asin_tail(const formula_t *f, value_t z) {
  return mul(f, z, polynomial(f, &tern_math_polynomial_asin, z));
}

static value_t expand_asin(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), half = number(f, 0.5), is_large = less(f, half, a);
  value_t z = pick(f, is_large, mul(f, half, sub(f, number(f, 1), a)), mul(f, a, a));
  value_t base = pick(f, is_large, root(f, z), a), angle = fused(f, base, asin_tail(f, z), base);
  // pi/2 less twice the angle, with the low part of pi/2.
  value_t twice = sub(f, mul(f, number(f, 2), angle), piece(f, &tern_math_split_half_pi, 1));
  value_t result = pick(f, is_large, sub(f, piece(f, &tern_math_split_half_pi, 0), twice), angle);
  result = pick(f, less(f, number(f, 1), a), number(f, NAN), with_sign(f, result, x));
  return pick(f, compare(f, TERN_CMPF_UNO, x, x), x, result);
}

static value_t expand_acos(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), half = number(f, 0.5), is_large = less(f, half, a);
  value_t z = pick(f, is_large, mul(f, half, sub(f, number(f, 1), a)), mul(f, a, a));
  value_t base = pick(f, is_large, root(f, z), x), angle = fused(f, base, asin_tail(f, z), base);
  value_t high = piece(f, &tern_math_split_half_pi, 0), low = piece(f, &tern_math_split_half_pi, 1);
  value_t small = sub(f, high, sub(f, angle, low)), twice = mul(f, number(f, 2), angle);
  value_t pi_minus = sub(f, mul(f, number(f, 2), high), sub(f, twice, mul(f, number(f, 2), low)));
  value_t large = pick(f, less(f, x, number(f, 0)), pi_minus, twice);
  value_t result = pick(f, less(f, number(f, 1), a), number(f, NAN), pick(f, is_large, large, small));
  return pick(f, compare(f, TERN_CMPF_UNO, x, x), x, result);
}

// The angle of the point (denominator, numerator), both not negative: by the tangent of its distance from 0, pi/4 or
// pi/2, whichever is next.
static value_t first_quadrant(const formula_t *f, value_t numerator, value_t denominator) {
  value_t above = less(f, mul(f, denominator, number(f, 2.414213562373095)), numerator);
  value_t below = compare(f, TERN_CMPF_OLE, numerator, mul(f, denominator, number(f, 0.41421356237309503)));
  value_t p = pick(f, below, numerator, pick(f, above, neg(f, denominator), sub(f, numerator, denominator)));
  value_t q = pick(f, below, denominator, pick(f, above, numerator, add(f, numerator, denominator)));
  value_t t = divide(f, p, q), z = mul(f, t, t), zero = number(f, 0), half = number(f, 0.5);
  value_t tail = mul(f, mul(f, t, z), polynomial(f, &tern_math_polynomial_atan, z));
  value_t high = piece(f, &tern_math_split_half_pi, 0), low = piece(f, &tern_math_split_half_pi, 1);
  high = pick(f, below, zero, pick(f, above, high, mul(f, half, high)));
  low = pick(f, below, zero, pick(f, above, low, mul(f, half, low)));
  return add(f, high, add(f, t, add(f, tail, low)));
}

static value_t expand_atan(const formula_t *f, value_t x) {
  value_t result = with_sign(f, first_quadrant(f, absolute(f, x), number(f, 1)), x);
  return pick(f, compare(f, TERN_CMPF_UNO, x, x), x, result);
}

static value_t expand_atan2(const formula_t *f, value_t y, value_t x) {
  value_t a = absolute(f, y), b = absolute(f, x), zero = number(f, 0), one = number(f, 1),
          infinity = number(f, INFINITY);
  // Into a range where sums do not overflow and quotients keep their bits.
  value_t most = pick(f, less(f, a, b), b, a);
  value_t factor = pick(f, less(f, either(f, 0x1p100, 0x1p1000), most), either(f, 0x1p-30, 0x1p-60), one);
  factor = pick(f, less(f, most, either(f, 0x1p-90, 0x1p-900)), either(f, 0x1p30, 0x1p60), factor);
  value_t angle_a = mul(f, a, factor), angle_b = mul(f, b, factor);
  // Two infinities are as far, two zeros make no angle with the axis.
  value_t is_infinite = compare(f, TERN_CMPF_OEQ, most, infinity), is_zero = compare(f, TERN_CMPF_OEQ, most, zero);
  value_t a_infinite = compare(f, TERN_CMPF_OEQ, a, infinity), b_infinite = compare(f, TERN_CMPF_OEQ, b, infinity);
  angle_a = pick(f, is_infinite, pick(f, a_infinite, one, zero), angle_a);
  angle_b = pick(f, is_infinite, pick(f, b_infinite, one, zero), pick(f, is_zero, one, angle_b));
  value_t angle = first_quadrant(f, angle_a, angle_b);
  value_t high = piece(f, &tern_math_split_half_pi, 0), low = piece(f, &tern_math_split_half_pi, 1), two = number(f, 2);
  value_t other = sub(f, mul(f, two, high), sub(f, angle, mul(f, two, low)));
  value_t is_left = icompare(f, TERN_CMPI_SLT, bits_of(f, x), whole(f, 0));
  value_t result = with_sign(f, pick(f, is_left, other, angle), y);
  return pick(f, compare(f, TERN_CMPF_UNO, x, y), number(f, NAN), result);
}

value_t tern_math_expand_trigonometric(const formula_t *f, const tern_op_t *op) {
  value_t x = tern_op_operand(op, 0);
  if (tern_op_is(op, TERN_MATH(TAN))) return expand_tan(f, x);
  if (tern_op_is(op, TERN_MATH(ASIN))) return expand_asin(f, x);
  if (tern_op_is(op, TERN_MATH(ACOS))) return expand_acos(f, x);
  if (tern_op_is(op, TERN_MATH(ATAN))) return expand_atan(f, x);
  if (tern_op_is(op, TERN_MATH(ATAN2))) return expand_atan2(f, x, tern_op_operand(op, 1));
  if (tern_op_is(op, TERN_MATH(SIN))) return expand_sin_or_cos(f, x, true);
  if (tern_op_is(op, TERN_MATH(COS))) return expand_sin_or_cos(f, x, false);
  return NULL;
}
