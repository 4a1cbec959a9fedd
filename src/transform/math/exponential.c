// exp, exp2, expm1, log, log2, log10, log1p in arithmetic: a reduction to a small interval by the exponent, then a
// polynomial (the decomposition is that of Tang, "Table-driven implementation of the exponential function", and of
// fdlibm, without tables). Within 2 units in the last place.

#include <math.h>

#include "dialect/llvm/llvm.h"
#include "transform/math/builder.h"

// x limited to [low, high]; NaN stays.
static value_t limit(const formula_t *f, value_t x, value_t low, value_t high) {
  x = pick(f, less(f, x, low), low, x);
  return pick(f, less(f, high, x), high, x);
}

// For numbers and vectors; tensors of LLVM's there are none.
static bool uses_ldexp(const formula_t *f) {
  return f->has_ldexp && !f->is_double && (f->type->kind == TERN_TYPE_F32 || tern_type_rank(f->type) == 1) &&
         f->type->kind != TERN_TYPE_TENSOR;
}

// x * 2^n, n of at most twice the range of exponents: by two factors, so that results without normal exponent are right. Bits of
// `n` above those of an exponent do not count then.
static value_t scale(const formula_t *f, value_t x, value_t n) {
  if (uses_ldexp(f)) return tern_llvm_build_ldexp(f->b, x, n);
  int64_t one = f->bias << f->mantissa, exponent_bits = -((int64_t)1 << f->mantissa);
  value_t half = iand(f, shift_left(f, n, f->mantissa - 1), exponent_bits);
  value_t rest = isub(f, shift_left(f, n, f->mantissa), half);
  value_t first = from_bits(f, iadd(f, half, whole(f, one))), second = from_bits(f, iadd(f, rest, whole(f, one)));
  return mul(f, mul(f, x, first), second);
}

// x = n ln(2) + r; the low bits of *out_n are n, all of them where the target wants n.
static value_t reduce_by_ln2(const formula_t *f, value_t x, value_t low, value_t *out_n) {
  value_t magic = either(f, 0x1.8p23, 0x1.8p52), sum = fused(f, x, number(f, M_LOG2E), magic);
  *out_n = bits_of(f, sum);
  if (uses_ldexp(f)) *out_n = isub(f, *out_n, bits_of(f, magic));
  value_t minus_n = sub(f, magic, sum), r = fused(f, minus_n, piece(f, &tern_math_split_ln2, 0), x);
  if (low) r = add(f, r, low);
  return fused(f, minus_n, piece(f, &tern_math_split_ln2, 1), r);
}

// Of |r| up to ln(2) / 2: e^r - 1, and e^r.
static value_t small_expm1(const formula_t *f, value_t r) {
  return fused(f, mul(f, r, r), polynomial(f, &tern_math_polynomial_exp, r), r);
}
static value_t small_exp(const formula_t *f, value_t r) {
  value_t one = number(f, 1);
  return fused(f, fused(f, polynomial(f, &tern_math_polynomial_exp, r), r, one), r, one);
}

value_t tern_math_formula_exp(const formula_t *f, value_t high, value_t low, int64_t shift) {
  value_t n, x = limit(f, high, either(f, -110, -760), either(f, 95, 720));
  value_t e = small_exp(f, reduce_by_ln2(f, x, low, &n));
  return scale(f, e, shift ? iadd(f, n, whole(f, shift)) : n);
}

value_t tern_math_formula_normal_exp(const formula_t *f, value_t x) {
  value_t n, e = small_exp(f, reduce_by_ln2(f, x, NULL, &n));
  return mul(f, e, power_of_two(f, n));
}

static value_t build_native_exp2(const formula_t *f, value_t x, const char *extra) {
  const tern_attr_t *afn = tern_enum_attr_get(f->b->context, TERN_ARITH_ENUM(FASTMATH), TERN_FASTMATH_AFN);
  const tern_named_attr_t attrs[] = {{"fastmath", afn}, {extra, tern_unit_attr_get(f->b->context)}};
  return tern_build_value(f->b, TERN_MATH(EXP2), .operands = TERN_VALUES(x), .attrs = {attrs, extra ? 2 : 1});
}

value_t tern_math_formula_native_exp2(const formula_t *f, value_t x) { return build_native_exp2(f, x, NULL); }

// exp of f32 by the target's exp2: x log2(e) = n + r, with what the product loses added to r, and a whole number n for which
// 2^n is normal: it comes from the low bits of a sum, which are its exponent. What is too large or too small for
// that is left to r, of which |r| <= 1/2 otherwise, and to the product.
value_t tern_math_formula_exp_by_exp2(const formula_t *f, value_t x) {
  const double high = 0x1.715476p0, low = 0x1.4ae0cp-26;  // log2(e)
  value_t limited = binary(f, TERN_ARITH(MAXNUMF), x, number(f, -87.25));
  limited = binary(f, TERN_ARITH(MINNUMF), limited, number(f, 88));
  value_t magic = number(f, 0x1.8p23 + 127), factor = number(f, high);
  value_t sum = tern_build_value(f->b, TERN_MATH(FMA), .operands = TERN_VALUES(limited, factor, magic));
  value_t n = sub(f, sum, magic);
  value_t r = tern_build_value(f->b, TERN_MATH(FMA), .operands = TERN_VALUES(x, factor, neg(f, n)));
  r = tern_build_value(f->b, TERN_MATH(FMA), .operands = TERN_VALUES(x, number(f, low), r));
  value_t power = from_bits(f, shift_left(f, bits_of(f, sum), f->mantissa));
  return mul(f, build_native_exp2(f, r, TERN_MATH_FLUSHES_SUBNORMALS), power);
}

// exp of what is not positive, such as the difference from a maximum: n of which 2^n is normal comes from the low bits
// of a sum, which are its exponent, and what is less is 0.
static value_t expand_exp_of_not_positive(const formula_t *f, value_t x) {
  value_t magic = either(f, 0x1.8p23 + 127, 0x1.8p52 + 1023), sum = fused(f, x, number(f, M_LOG2E), magic);
  value_t n = sub(f, sum, magic), minus_n = neg(f, n);
  value_t r = fused(f, minus_n, piece(f, &tern_math_split_ln2, 0), x);
  r = fused(f, minus_n, piece(f, &tern_math_split_ln2, 1), r);
  value_t e = small_exp(f, r), zero = number(f, 0);
  value_t power = from_bits(f, shift_left(f, bits_of(f, sum), f->mantissa));
  return pick(f, less(f, x, either(f, -87.33654, -708.3964)), zero, mul(f, e, power));
}

static value_t expand_exp2(const formula_t *f, value_t x) {
  value_t n;
  x = limit(f, x, either(f, -160, -1090), either(f, 130, 1030));
  value_t r = sub(f, x, round_to_integer(f, x, &n));
  return scale(f, fused(f, r, polynomial(f, &tern_math_polynomial_exp2, r), number(f, 1)), n);
}

// 2^n (exp(r) - 1) + (2^n - 1), with half of the power so that the largest results do not overflow on the way.
value_t tern_math_formula_expm1(const formula_t *f, value_t x) {
  value_t n, top = either(f, 88.75, 709.8);
  value_t r = reduce_by_ln2(f, limit(f, x, either(f, -20, -42), top), NULL, &n);
  value_t p = small_expm1(f, r);
  value_t half = power_of_two(f, isub(f, n, whole(f, 1)));
  value_t result = add(f, mul(f, half, p), sub(f, half, number(f, 0.5)));
  result = mul(f, number(f, 2), result);
  result = pick(f, less(f, top, x), number(f, INFINITY), result);
  return pick(f, compare(f, TERN_CMPF_OEQ, x, number(f, 0)), x, result);  // keeps -0
}

// x = 2^exponent * (1 + fraction), 1 + fraction between sqrt(1/2) and sqrt(2); x is positive.
static value_t decompose(const formula_t *f, value_t x, value_t *out_exponent) {
  value_t is_small = less(f, x, either(f, 0x1p-126, 0x1p-1022));
  value_t scaled = pick(f, is_small, mul(f, x, either(f, 0x1p25, 0x1p54)), x);
  int64_t one = f->bias << f->mantissa, root_half = f->is_double ? 0x3FE6A09E667F3BCDll : 0x3F3504F3;
  value_t bits = iadd(f, bits_of(f, scaled), whole(f, one - root_half));
  value_t exponent = isub(f, shift_signed(f, bits, f->mantissa), whole(f, f->bias));
  *out_exponent = isub(f, exponent, pick(f, is_small, whole(f, f->is_double ? 54 : 25), whole(f, 0)));
  value_t mantissa = iadd(f, iand(f, bits, ((int64_t)1 << f->mantissa) - 1), whole(f, root_half));
  return sub(f, from_bits(f, mantissa), number(f, 1));
}

// log(1 + x) = x - (square - tail), with square = x^2 / 2 and the returned tail.
static value_t log_tail(const formula_t *f, value_t x, value_t *out_square) {
  value_t s = divide(f, x, add(f, number(f, 2), x)), z = mul(f, s, s);
  *out_square = mul(f, mul(f, number(f, 0.5), x), x);
  return mul(f, s, add(f, *out_square, mul(f, z, polynomial(f, &tern_math_polynomial_log, z))));
}

// What a logarithm is where the formula is not: NaN below `pole`, minus infinity at it, x for infinity and NaN.
static value_t mend_log(const formula_t *f, value_t x, value_t result, double pole) {
  value_t is_finite = less(f, x, number(f, INFINITY));
  result = pick(f, is_finite, result, x);
  result = pick(f, compare(f, TERN_CMPF_OEQ, x, number(f, pole)), number(f, -INFINITY), result);
  return pick(f, less(f, x, number(f, pole)), number(f, NAN), result);
}

static value_t log_of_positive(const formula_t *f, value_t x, value_t low) {
  value_t exponent, square, fraction = decompose(f, x, &exponent);
  value_t n = cast(f, TERN_ARITH(SITOFP), exponent, f->type), tail = log_tail(f, fraction, &square);
  value_t rest = mul(f, n, piece(f, &tern_math_split_ln2, 1));
  if (low) rest = add(f, rest, divide(f, low, x));
  value_t small = sub(f, sub(f, square, add(f, tail, rest)), fraction);
  return sub(f, mul(f, n, piece(f, &tern_math_split_ln2, 0)), small);
}

value_t tern_math_formula_log(const formula_t *f, value_t x, value_t low) {
  return mend_log(f, x, log_of_positive(f, x, low), 0);
}

// 1 + x is rounded; the error goes to the logarithm's low part.
value_t tern_math_formula_log1p(const formula_t *f, value_t x) {
  value_t one = number(f, 1), u = add(f, one, x);
  value_t error = pick(f, less(f, one, x), sub(f, one, sub(f, u, x)), sub(f, x, sub(f, u, one)));
  value_t result = mend_log(f, x, log_of_positive(f, u, error), -1);
  return pick(f, compare(f, TERN_CMPF_OEQ, x, number(f, 0)), x, result);  // keeps -0
}

static value_t log_of_fraction(const formula_t *f, value_t x, value_t *out_n) {
  value_t exponent, square, fraction = decompose(f, x, &exponent);
  value_t tail = log_tail(f, fraction, &square);
  *out_n = cast(f, TERN_ARITH(SITOFP), exponent, f->type);
  return sub(f, fraction, sub(f, square, tail));
}

static value_t expand_log2(const formula_t *f, value_t x) {
  value_t n, small = log_of_fraction(f, x, &n);
  value_t low = mul(f, small, piece(f, &tern_math_split_log2_e, 1));
  return mend_log(f, x, add(f, n, fused(f, small, piece(f, &tern_math_split_log2_e, 0), low)), 0);
}

static value_t expand_log10(const formula_t *f, value_t x) {
  value_t n, small = log_of_fraction(f, x, &n);
  value_t low = fused(f, n, piece(f, &tern_math_split_log10_2, 1), mul(f, small, number(f, M_LOG10E)));
  return mend_log(f, x, add(f, mul(f, n, piece(f, &tern_math_split_log10_2, 0)), low), 0);
}

value_t tern_math_expand_exponential(const formula_t *f, const tern_op_t *op) {
  value_t x = tern_op_operand(op, 0);
  bool is_not_positive = tern_op_attr(op, TERN_MATH_NOT_POSITIVE) != NULL;
  if (tern_op_is(op, TERN_MATH(EXP)) && is_not_positive) return expand_exp_of_not_positive(f, x);
  if (tern_op_is(op, TERN_MATH(EXP))) return tern_math_formula_exp(f, x, NULL, 0);
  if (tern_op_is(op, TERN_MATH(EXP2))) return expand_exp2(f, x);
  if (tern_op_is(op, TERN_MATH(EXPM1))) return tern_math_formula_expm1(f, x);
  if (tern_op_is(op, TERN_MATH(LOG))) return tern_math_formula_log(f, x, NULL);
  if (tern_op_is(op, TERN_MATH(LOG1P))) return tern_math_formula_log1p(f, x);
  if (tern_op_is(op, TERN_MATH(LOG2))) return expand_log2(f, x);
  if (tern_op_is(op, TERN_MATH(LOG10))) return expand_log10(f, x);
  return NULL;
}
