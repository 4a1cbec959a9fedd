// --convert-complex-to-standard: arithmetic on complex numbers becomes arithmetic on their parts (upstream's pass of the name).
// What is left of the dialect makes complex numbers, takes them apart, or is a constant.
//
//   %r = complex.mul %a, %b : complex<f32>   ->   %0 = complex.re %a ... ; %r = complex.create %x, %y : complex<f32>
//
// Algorithms: absolute value by the ratio of the parts, so that squares do not overflow; division by Smith (Algorithm 116),
// with the results of C's Annex G for zero and infinite divisors; square root by half of the sum of the absolute value and
// the part; log1p as upstream (after the paper of Hull, Fairgrieve, Tang).

#include <float.h>
#include <math.h>

#include "dialect/complex/complex.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/math/builder.h"

// A complex number as its parts.
typedef struct parts {
  value_t re, im;
} parts_t;

typedef struct site {
  formula_t f;
  tern_op_t *op;
  parts_t a, b;              // the operands; `b` of binary ops
  const tern_attr_t *flags;  // fast-math flags of products; NULL: none
  bool fuses_products;
} site_t;

// --- scalars ---
//
// One op a statement: in what order a compiler evaluates arguments is its own choice, and what is printed must not depend on
// it.

static value_t either_of(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ORI), x, y); }
static value_t zero(const formula_t *f) { return number(f, 0.0); }
static value_t maximum(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(MAXIMUMF), x, y); }
static value_t minimum(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(MINIMUMF), x, y); }
static value_t sine(const formula_t *f, value_t x) { return unary(f, TERN_MATH(SIN), x); }
static value_t cosine(const formula_t *f, value_t x) { return unary(f, TERN_MATH(COS), x); }
static value_t exponential(const formula_t *f, value_t x) { return unary(f, TERN_MATH(EXP), x); }
static value_t logarithm(const formula_t *f, value_t x) { return unary(f, TERN_MATH(LOG), x); }
static value_t angle(const formula_t *f, parts_t z) { return binary(f, TERN_MATH(ATAN2), z.im, z.re); }
static value_t square(const formula_t *f, value_t x) { return mul(f, x, x); }

static value_t compare_to(const formula_t *f, tern_cmpf_predicate_t predicate, value_t x, double y) {
  value_t bound = number(f, y);
  return compare(f, predicate, x, bound);
}
static value_t times(const formula_t *f, value_t x, double y) {
  value_t factor = number(f, y);
  return mul(f, x, factor);
}
static value_t is_zero(const formula_t *f, value_t x) { return compare_to(f, TERN_CMPF_OEQ, x, 0.0); }
static value_t is_nan(const formula_t *f, value_t x) { return compare(f, TERN_CMPF_UNO, x, x); }
static value_t is_infinite(const formula_t *f, value_t x) {
  value_t size = absolute(f, x);
  return compare_to(f, TERN_CMPF_OEQ, size, INFINITY);
}
static value_t is_finite(const formula_t *f, value_t x) {
  value_t size = absolute(f, x);
  return compare_to(f, TERN_CMPF_ONE, size, INFINITY);
}

// x y + u v, or with a minus.
static value_t sum_of_products(const formula_t *f, value_t x, value_t y, value_t u, value_t v) {
  value_t first = mul(f, x, y), second = mul(f, u, v);
  return add(f, first, second);
}
static value_t difference_of_products(const formula_t *f, value_t x, value_t y, value_t u, value_t v) {
  value_t first = mul(f, x, y), second = mul(f, u, v);
  return sub(f, first, second);
}

// max * sqrt(1 + (min / max)^2). Both 0, or both infinite, make the quotient NaN: then the smaller one is right.
static value_t magnitude(const formula_t *f, parts_t z) {
  value_t x = absolute(f, z.re), y = absolute(f, z.im);
  value_t large = maximum(f, x, y), small = minimum(f, x, y);
  value_t ratio = square(f, divide(f, small, large)), one = number(f, 1.0);
  value_t result = mul(f, large, root(f, add(f, ratio, one)));
  return pick(f, is_nan(f, result), small, result);
}

static value_t largest(const formula_t *f) { return either(f, FLT_MAX, DBL_MAX); }

// A number whose magnitude is finite: `z` divided by 4 if one of its parts is so large that the magnitude might not be.
static parts_t tamed(const formula_t *f, parts_t z, value_t *out_is_huge) {
  value_t size = maximum(f, absolute(f, z.re), absolute(f, z.im)), limit = times(f, largest(f), 0.25);
  *out_is_huge = compare(f, TERN_CMPF_OGT, size, limit);
  value_t quarter = number(f, 0.25), one = number(f, 1.0), scale = pick(f, *out_is_huge, quarter, one);
  value_t re = mul(f, z.re, scale);
  return (parts_t){re, mul(f, z.im, scale)};
}

// --- formulas ---

static parts_t pick_parts(const formula_t *f, value_t condition, parts_t x, parts_t y) {
  value_t re = pick(f, condition, x.re, y.re);
  return (parts_t){re, pick(f, condition, x.im, y.im)};
}

static parts_t build_add(const site_t *s) {
  value_t re = add(&s->f, s->a.re, s->b.re);
  return (parts_t){re, add(&s->f, s->a.im, s->b.im)};
}
static parts_t build_sub(const site_t *s) {
  value_t re = sub(&s->f, s->a.re, s->b.re);
  return (parts_t){re, sub(&s->f, s->a.im, s->b.im)};
}
static parts_t build_neg(const site_t *s) {
  value_t re = neg(&s->f, s->a.re);
  return (parts_t){re, neg(&s->f, s->a.im)};
}
static parts_t build_conj(const site_t *s) { return (parts_t){s->a.re, neg(&s->f, s->a.im)}; }

static parts_t product(const formula_t *f, parts_t a, parts_t b) {
  value_t re = difference_of_products(f, a.re, b.re, a.im, b.im);
  return (parts_t){re, sum_of_products(f, a.im, b.re, a.re, b.im)};
}

static value_t fuse(const formula_t *f, value_t x, value_t y, value_t sum) {
  return tern_build_value(f->b, TERN_MATH(FMA), .operands = TERN_VALUES(x, y, sum), .types = TERN_TYPES(sum->type));
}

// One product of each part is not rounded.
static parts_t fused_product(const formula_t *f, parts_t a, parts_t b) {
  value_t second = neg(f, mul(f, a.im, b.im)), re = fuse(f, a.re, b.re, second);
  second = mul(f, a.re, b.im);
  return (parts_t){re, fuse(f, a.im, b.re, second)};
}

static value_t flagged(const site_t *s, const tern_op_row_t *row, value_t x, value_t y) {
  return tern_build_value(s->f.b, row, .operands = TERN_VALUES(x, y), .attrs = TERN_ATTRS({"fastmath", s->flags}));
}

// Terms of sums are rounded as other numbers are: fusing them would make a sum depend on which term comes first.
static bool is_term(const tern_op_t *op) {
  const tern_value_t *result = tern_op_result(op, 0);
  return tern_value_has_one_use(result) && tern_op_is(result->first_use->owner, TERN_COMPLEX(ADD));
}

static parts_t build_mul(const site_t *s) {
  parts_t a = s->a, b = s->b;
  if (s->fuses_products && !is_term(s->op)) return fused_product(&s->f, a, b);
  if (!s->flags) return product(&s->f, a, b);
  value_t first = flagged(s, TERN_ARITH(MULF), a.re, b.re), second = flagged(s, TERN_ARITH(MULF), a.im, b.im);
  value_t re = flagged(s, TERN_ARITH(SUBF), first, second);
  first = flagged(s, TERN_ARITH(MULF), a.im, b.re);
  second = flagged(s, TERN_ARITH(MULF), a.re, b.im);
  return (parts_t){re, flagged(s, TERN_ARITH(ADDF), first, second)};
}

// Smith's formula with the divisor's part `large`, which is not smaller than `small`: (x + y r, u - v r) / (large + small r)
// for r = small / large.
static parts_t smith(const formula_t *f, value_t large, value_t small, value_t x, value_t y, value_t u, value_t v,
                     bool is_turned) {
  value_t ratio = divide(f, small, large), scaled = mul(f, small, ratio);
  value_t denominator = add(f, large, scaled);
  value_t first = mul(f, y, ratio), second = mul(f, v, ratio);
  value_t re = divide(f, add(f, x, first), denominator);
  value_t numerator = is_turned ? sub(f, second, u) : sub(f, u, second);
  return (parts_t){re, divide(f, numerator, denominator)};
}

// 1 with the sign of `x` where it is infinite, 0 with its sign elsewhere.
static value_t unit_of_infinity(const formula_t *f, value_t x) {
  value_t is_there = is_infinite(f, x), one = number(f, 1.0), nothing = zero(f);
  return with_sign(f, pick(f, is_there, one, nothing), x);
}

// a times the conjugate of b, times `scale`.
static parts_t scaled_by(const formula_t *f, parts_t a, parts_t b, double scale) {
  value_t re = times(f, sum_of_products(f, a.re, b.re, a.im, b.im), scale);
  return (parts_t){re, times(f, difference_of_products(f, a.im, b.re, a.re, b.im), scale)};
}

typedef struct finiteness {
  value_t is_finite, is_infinite;  // both parts are; one of them is
} finiteness_t;

static finiteness_t finiteness_of(const formula_t *f, parts_t z) {
  value_t re = is_finite(f, z.re), im = is_finite(f, z.im);
  finiteness_t result = {.is_finite = both(f, re, im)};
  re = is_infinite(f, z.re);
  im = is_infinite(f, z.im);
  result.is_infinite = either_of(f, re, im);
  return result;
}

static parts_t units_of(const formula_t *f, parts_t z) {
  value_t re = unit_of_infinity(f, z.re);
  return (parts_t){re, unit_of_infinity(f, z.im)};
}

static value_t is_nothing(const formula_t *f, parts_t z) {
  value_t re = is_zero(f, z.re), im = is_zero(f, z.im);
  return both(f, re, im);
}

// Anything but NaN by zero is infinite.
static parts_t by_zero(const formula_t *f, parts_t a, parts_t b, value_t *out_condition) {
  value_t re = compare(f, TERN_CMPF_ORD, a.re, a.re), im = compare(f, TERN_CMPF_ORD, a.im, a.im);
  value_t is_number = either_of(f, re, im);
  *out_condition = both(f, is_number, is_nothing(f, b));
  value_t infinity = with_sign(f, number(f, INFINITY), b.re);
  value_t result = mul(f, infinity, a.re);
  return (parts_t){result, mul(f, infinity, a.im)};
}

static parts_t quotient(const formula_t *f, parts_t a, parts_t b) {
  parts_t by_real = smith(f, b.re, b.im, a.re, a.im, a.im, a.re, false);
  parts_t by_imaginary = smith(f, b.im, b.re, a.im, a.re, a.re, a.im, true);
  value_t b_re = absolute(f, b.re), b_im = absolute(f, b.im);
  parts_t result = pick_parts(f, compare(f, TERN_CMPF_OLT, b_re, b_im), by_imaginary, by_real);
  // Where both parts are NaN: a finite number by an infinite one, an infinite one by a finite one, a number by zero.
  finiteness_t of_a = finiteness_of(f, a), of_b = finiteness_of(f, b);
  parts_t tiny = scaled_by(f, a, units_of(f, b), 0.0), huge = scaled_by(f, units_of(f, a), b, INFINITY);
  parts_t special = pick_parts(f, both(f, of_a.is_finite, of_b.is_infinite), tiny, result);
  special = pick_parts(f, both(f, of_a.is_infinite, of_b.is_finite), huge, special);
  value_t is_by_zero;
  parts_t infinite = by_zero(f, a, b, &is_by_zero);
  special = pick_parts(f, is_by_zero, infinite, special);
  value_t re_is_nan = is_nan(f, result.re), im_is_nan = is_nan(f, result.im);
  return pick_parts(f, both(f, re_is_nan, im_is_nan), special, result);
}
static parts_t build_div(const site_t *s) { return quotient(&s->f, s->a, s->b); }

// What rounding took from x * x, exactly: from the product of the halves of x's digits (Veltkamp, Dekker).
static value_t rest_of_square(const formula_t *f, value_t x, value_t rounded) {
  value_t spread = times(f, x, f->type->kind == TERN_TYPE_F64 ? 134217729.0 : 4097.0);
  value_t high = sub(f, spread, sub(f, spread, x)), low = sub(f, x, high);
  value_t rest = sub(f, square(f, high), rounded), twice = add(f, high, high);
  rest = add(f, rest, mul(f, twice, low));
  return add(f, rest, square(f, low));
}

// x + y, and what rounding took from it (Knuth).
static value_t exact_sum(const formula_t *f, value_t x, value_t y, value_t *inout_rest) {
  value_t sum = add(f, x, y), y_part = sub(f, sum, x), x_part = sub(f, sum, y_part);
  value_t x_rest = sub(f, x, x_part), y_rest = sub(f, y, y_part);
  *inout_rest = add(f, *inout_rest, add(f, x_rest, y_rest));
  return sum;
}

// log(1 + s) / 2 for s = p + x^2 + y^2, a squared magnitude less one: near 1 its leading digits are lost to cancellation, so
// it is computed with twice the digits. Elsewhere `otherwise`.
static value_t half_logarithm(const formula_t *f, value_t p, value_t x, value_t y, value_t otherwise) {
  value_t x2 = square(f, x), y2 = square(f, y);
  value_t x_rest = rest_of_square(f, x, x2), rest = add(f, x_rest, rest_of_square(f, y, y2));
  value_t head = exact_sum(f, p, x2, &rest), sum = exact_sum(f, head, y2, &rest), total = add(f, sum, rest);
  value_t near = times(f, unary(f, TERN_MATH(LOG1P), total), 0.5);
  value_t is_over = compare_to(f, TERN_CMPF_OGE, total, -0.5), is_under = compare_to(f, TERN_CMPF_OLE, total, 1.0);
  return pick(f, binary(f, TERN_ARITH(ANDI), is_over, is_under), near, otherwise);
}

static parts_t natural_logarithm(const formula_t *f, parts_t z) {
  value_t is_huge, x = absolute(f, z.re), y = absolute(f, z.im), nothing = zero(f);
  value_t far = logarithm(f, magnitude(f, tamed(f, z, &is_huge)));
  far = add(f, far, pick(f, is_huge, number(f, log(4.0)), nothing));
  value_t large = maximum(f, x, y), small = minimum(f, x, y);
  value_t re = half_logarithm(f, number(f, -1.0), large, small, far);
  return (parts_t){re, angle(f, z)};
}
static parts_t build_log(const site_t *s) { return natural_logarithm(&s->f, s->a); }

static parts_t build_log1p(const site_t *s) {
  const formula_t *f = &s->f;
  value_t one = number(f, 1.0), shifted = add(f, s->a.re, one);
  value_t x = absolute(f, shifted), y = absolute(f, s->a.im);
  value_t large = maximum(f, x, y), small = minimum(f, x, y);
  // The larger part less one, exactly if that is the real part.
  value_t is_real = compare(f, TERN_CMPF_OGT, shifted, y), less_one = sub(f, large, one);
  value_t large_part = unary(f, TERN_MATH(LOG1P), pick(f, is_real, s->a.re, less_one));
  // Close to -1 both parts are small, and 1 less would take their digits.
  value_t of_large = logarithm(f, large), is_small = compare_to(f, TERN_CMPF_OLT, large, 0.5);
  large_part = pick(f, is_small, of_large, large_part);
  value_t ratio = square(f, divide(f, small, large));
  value_t small_part = times(f, unary(f, TERN_MATH(LOG1P), ratio), 0.5);
  value_t sum = add(f, large_part, small_part);
  value_t far = pick(f, is_nan(f, sum), of_large, sum), twice = add(f, s->a.re, s->a.re);
  value_t re = half_logarithm(f, twice, s->a.re, s->a.im, far);
  return (parts_t){re, binary(f, TERN_MATH(ATAN2), s->a.im, shifted)};
}

// Growth times turn, where growth overflows: `half` is its root.
static value_t grown(const formula_t *f, value_t growth, value_t half, value_t turn) {
  value_t direct = mul(f, growth, turn), slow = mul(f, half, mul(f, half, turn));
  return pick(f, is_infinite(f, growth), slow, direct);
}

// A real operand has a real result, also where e^x is infinite.
static parts_t natural_exponential(const formula_t *f, parts_t z) {
  value_t power = exponential(f, z.re), is_real = is_zero(f, z.im), half = exponential(f, times(f, z.re, 0.5));
  value_t re = grown(f, power, half, cosine(f, z.im)), im = grown(f, power, half, sine(f, z.im));
  return pick_parts(f, is_real, (parts_t){power, z.im}, (parts_t){re, im});
}
static parts_t build_exp(const site_t *s) { return natural_exponential(&s->f, s->a); }

// e^x cos y - 1 = expm1 x cos y - 2 sin^2 (y / 2).
static parts_t build_expm1(const site_t *s) {
  const formula_t *f = &s->f;
  value_t half = sine(f, times(f, s->a.im, 0.5)), cosine_less_one = times(f, square(f, half), -2.0);
  value_t growth = unary(f, TERN_MATH(EXPM1), s->a.re), turned = mul(f, growth, cosine(f, s->a.im));
  value_t re = add(f, turned, cosine_less_one);
  value_t power = exponential(f, s->a.re), im = mul(f, power, sine(f, s->a.im));
  return pick_parts(f, is_zero(f, s->a.im), (parts_t){growth, s->a.im}, (parts_t){re, im});
}

// sin x sinh y: nothing of an infinite or unknown sinh y is left where x is 0.
static value_t vanishing_product(const formula_t *f, value_t x, value_t y) {
  value_t u = sine(f, x), v = unary(f, TERN_MATH(SINH), y), one = number(f, 1.0);
  return pick(f, is_zero(f, x), mul(f, x, with_sign(f, one, y)), mul(f, u, v));
}

static parts_t build_cos(const site_t *s) {
  const formula_t *f = &s->f;
  value_t x = cosine(f, s->a.re), y = unary(f, TERN_MATH(COSH), s->a.im), re = mul(f, x, y);
  return (parts_t){re, neg(f, vanishing_product(f, s->a.re, s->a.im))};
}

static parts_t build_sin(const site_t *s) {
  const formula_t *f = &s->f;
  value_t x = sine(f, s->a.re), y = unary(f, TERN_MATH(COSH), s->a.im);
  value_t u = cosine(f, s->a.re), v = unary(f, TERN_MATH(SINH), s->a.im);
  value_t re = pick(f, is_zero(f, s->a.re), s->a.re, mul(f, x, y));
  return (parts_t){re, mul(f, u, v)};
}

// (tanh x + i tan y) / (1 + i tanh x tan y), its denominator made real; 1 - tanh^2 x is 1 / cosh^2 x.
static parts_t hyperbolic_tangent(const formula_t *f, parts_t z) {
  value_t x = unary(f, TERN_MATH(TANH), z.re), y = unary(f, TERN_MATH(TAN), z.im), one = number(f, 1.0);
  value_t x2 = square(f, x), y2 = square(f, y), both_squares = mul(f, x2, y2), denominator = add(f, one, both_squares);
  value_t growth = mul(f, x, add(f, one, y2));
  value_t inverse = square(f, divide(f, one, unary(f, TERN_MATH(COSH), z.re)));
  value_t re = divide(f, growth, denominator), im = divide(f, mul(f, y, inverse), denominator);
  // Where x is infinite, the angle does not matter; where y is 0, x does not.
  value_t is_outer = both(f, is_infinite(f, z.re), is_nan(f, re)), nothing = zero(f);
  re = pick(f, is_outer, with_sign(f, one, z.re), re);
  im = pick(f, is_outer, with_sign(f, nothing, z.im), im);
  return (parts_t){re, pick(f, is_zero(f, z.im), z.im, im)};
}
static parts_t build_tanh(const site_t *s) { return hyperbolic_tangent(&s->f, s->a); }

// tan z = -i tanh(i z).
static parts_t build_tan(const site_t *s) {
  parts_t turned = hyperbolic_tangent(&s->f, (parts_t){neg(&s->f, s->a.im), s->a.re});
  return (parts_t){turned.im, neg(&s->f, turned.re)};
}

// With t = sqrt((|x| + |z|) / 2): t + i y / 2t for x >= 0, |y| / 2t + i t with the sign of y for x < 0.
static parts_t square_root(const formula_t *f, parts_t a) {
  value_t was_huge, one = number(f, 1.0), two = number(f, 2.0);
  parts_t z = tamed(f, a, &was_huge);
  value_t size = times(f, magnitude(f, z), 0.5), x = times(f, absolute(f, z.re), 0.5), nothing = zero(f);
  value_t t = root(f, add(f, x, size)), y = times(f, absolute(f, z.im), 0.5);
  value_t other = divide(f, y, t);
  other = pick(f, is_zero(f, t), nothing, other);
  // An infinite imaginary part has infinite parts as its root, whatever the real part is.
  value_t is_huge = is_infinite(f, z.im), infinity = number(f, INFINITY);
  t = pick(f, is_huge, infinity, t);
  other = pick(f, is_huge, infinity, other);
  value_t scale = pick(f, was_huge, two, one);
  t = mul(f, t, scale);
  other = mul(f, other, scale);
  parts_t result = pick_parts(f, compare_to(f, TERN_CMPF_OGE, z.re, 0.0), (parts_t){t, other}, (parts_t){other, t});
  return (parts_t){result.re, with_sign(f, result.im, z.im)};
}
static parts_t build_sqrt(const site_t *s) { return square_root(&s->f, s->a); }

static parts_t build_rsqrt(const site_t *s) {
  const formula_t *f = &s->f;
  value_t was_huge, half = number(f, 0.5), one = number(f, 1.0);
  value_t size = unary(f, TERN_MATH(RSQRT), magnitude(f, tamed(f, s->a, &was_huge)));
  size = mul(f, size, pick(f, was_huge, half, one));
  value_t turn = times(f, angle(f, s->a), -0.5);
  value_t has_no_im = is_zero(f, s->a.im), is_right = compare_to(f, TERN_CMPF_OGE, s->a.re, 0.0);
  // Of 0 it is infinite in no direction.
  value_t is_real = both(f, has_no_im, is_right), im = pick(f, is_zero(f, s->a.re), number(f, NAN), neg(f, s->a.im));
  value_t x = mul(f, size, cosine(f, turn)), y = mul(f, size, sine(f, turn));
  return pick_parts(f, is_real, (parts_t){size, im}, (parts_t){x, y});
}

static parts_t build_sign(const site_t *s) {
  const formula_t *f = &s->f;
  value_t size = magnitude(f, s->a), re = divide(f, s->a.re, size), im = divide(f, s->a.im, size);
  return pick_parts(f, is_nothing(f, s->a), s->a, (parts_t){re, im});
}

// A factor times another one, nothing if the first is nothing.
static value_t weighted(const formula_t *f, value_t weight, value_t x) {
  return pick(f, is_zero(f, weight), weight, mul(f, weight, x));
}

// The magnitude of a^b for a = r e^(i t) and b = c + i d: r^c e^(-d t), which has more digits than e^(c log r - d t), but
// factors that may overflow.
static value_t magnitude_of_power(const formula_t *f, value_t r, value_t log_r, value_t t, parts_t b) {
  value_t growth = binary(f, TERN_MATH(POWF), r, b.re), decline = weighted(f, b.im, t);
  value_t factor = exponential(f, neg(f, decline)), direct = mul(f, growth, factor);
  value_t slow = exponential(f, sub(f, weighted(f, b.re, log_r), decline));
  value_t is_extreme = either_of(f, is_infinite(f, growth), is_zero(f, growth));
  is_extreme = either_of(f, is_extreme, is_infinite(f, factor));
  return pick(f, is_extreme, slow, direct);
}

// Its angle is c t + d log r. 0^b is 0 for c > 0 and has no value for others but 0, a^0 is 1, and infinity to a real power
// stays real.
static parts_t power(const formula_t *f, parts_t a, parts_t b) {
  value_t r = magnitude(f, a), log_r = natural_logarithm(f, a).re, t = angle(f, a);
  value_t length = magnitude_of_power(f, r, log_r, t, b), turn = mul(f, b.re, t);
  turn = add(f, turn, mul(f, b.im, log_r));
  value_t re = mul(f, length, cosine(f, turn)), im = weighted(f, sine(f, turn), length);
  value_t one = number(f, 1.0), nothing = zero(f), none = number(f, NAN), infinity = number(f, INFINITY);
  value_t grows = compare_to(f, TERN_CMPF_OGT, b.re, 0.0), of_zero = pick(f, grows, nothing, none);
  value_t is_real = both(f, is_zero(f, a.im), is_zero(f, b.im));
  value_t stays = both(f, both(f, is_real, grows), compare(f, TERN_CMPF_OEQ, a.re, infinity));
  parts_t result = pick_parts(f, is_zero(f, length), (parts_t){length, length}, (parts_t){re, im});
  result = pick_parts(f, stays, (parts_t){infinity, nothing}, result);
  result = pick_parts(f, is_nothing(f, a), (parts_t){of_zero, of_zero}, result);
  return pick_parts(f, is_nothing(f, b), (parts_t){one, nothing}, result);
}
static parts_t build_pow(const site_t *s) { return power(&s->f, s->a, s->b); }

static parts_t build_powi(const site_t *s) {
  value_t exponent = cast(&s->f, TERN_ARITH(SITOFP), tern_op_operand(s->op, 1), s->f.type);
  return power(&s->f, s->a, (parts_t){exponent, zero(&s->f)});
}

// atan2(y, x) = -i log((x + i y) / sqrt(x^2 + y^2)).
static parts_t build_atan2(const site_t *s) {
  const formula_t *f = &s->f;
  parts_t y = s->a, x = s->b, x2 = product(f, x, x), y2 = product(f, y, y), squares, sum;
  squares.re = add(f, x2.re, y2.re);
  squares.im = add(f, x2.im, y2.im);
  sum.re = sub(f, x.re, y.im);
  sum.im = add(f, x.im, y.re);
  parts_t result = natural_logarithm(f, quotient(f, sum, square_root(f, squares)));
  return (parts_t){result.im, neg(f, result.re)};
}

// --- rewriting ---

static const struct rule {
  const tern_op_row_t *row;
  parts_t (*build)(const site_t *site);
} rules[] = {
    {TERN_COMPLEX(ADD), build_add},     {TERN_COMPLEX(ATAN2), build_atan2}, {TERN_COMPLEX(CONJ), build_conj},
    {TERN_COMPLEX(COS), build_cos},     {TERN_COMPLEX(DIV), build_div},     {TERN_COMPLEX(EXP), build_exp},
    {TERN_COMPLEX(EXPM1), build_expm1}, {TERN_COMPLEX(LOG), build_log},     {TERN_COMPLEX(LOG1P), build_log1p},
    {TERN_COMPLEX(MUL), build_mul},     {TERN_COMPLEX(NEG), build_neg},     {TERN_COMPLEX(POW), build_pow},
    {TERN_COMPLEX(POWI), build_powi},   {TERN_COMPLEX(RSQRT), build_rsqrt}, {TERN_COMPLEX(SIGN), build_sign},
    {TERN_COMPLEX(SIN), build_sin},     {TERN_COMPLEX(SQRT), build_sqrt},   {TERN_COMPLEX(SUB), build_sub},
    {TERN_COMPLEX(TAN), build_tan},     {TERN_COMPLEX(TANH), build_tanh},
};

static parts_t take_apart(tern_builder_t *b, value_t value) {
  value_t re = tern_build_value(b, TERN_COMPLEX(RE), .operands = TERN_VALUES(value));
  return (parts_t){re, tern_build_value(b, TERN_COMPLEX(IM), .operands = TERN_VALUES(value))};
}

static bool is_complex(const tern_value_t *value) { return value->type->kind == TERN_TYPE_COMPLEX; }

// Ops whose result is no complex number.
static value_t build_scalar(const site_t *s) {
  const formula_t *f = &s->f;
  if (tern_op_is(s->op, TERN_COMPLEX(ABS))) return magnitude(f, s->a);
  if (tern_op_is(s->op, TERN_COMPLEX(ANGLE))) return angle(f, s->a);
  bool is_equality = tern_op_is(s->op, TERN_COMPLEX(EQ));
  tern_cmpf_predicate_t predicate = is_equality ? TERN_CMPF_OEQ : TERN_CMPF_UNE;
  value_t re = compare(f, predicate, s->a.re, s->b.re), im = compare(f, predicate, s->a.im, s->b.im);
  return is_equality ? both(f, re, im) : either_of(f, re, im);
}

static const tern_attr_t *flags_of(const tern_op_t *op) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  return flags && tern_enum_attr_value(flags) != 0 ? flags : NULL;
}

static bool expand(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const tern_pass_t *pass = user;
  if (op->operand_count == 0 || op->result_count != 1 || !is_complex(tern_op_operand(op, 0))) return false;
  const struct rule *rule = NULL;
  for (size_t i = 0; i < sizeof rules / sizeof rules[0]; ++i) {
    if (tern_op_is(op, rules[i].row)) rule = &rules[i];
  }
  bool is_scalar = tern_op_is(op, TERN_COMPLEX(ABS)) || tern_op_is(op, TERN_COMPLEX(ANGLE)) ||
                   tern_op_is(op, TERN_COMPLEX(EQ)) || tern_op_is(op, TERN_COMPLEX(NEQ));
  if (!rule && !is_scalar) return false;
  tern_builder_t *b = &rewriter->builder;
  site_t site = {.f = formula_for(b, tern_type_element(tern_op_operand(op, 0)->type)), .op = op};
  site.flags = flags_of(op);
  site.fuses_products = tern_pass_bool(pass, "fuse-products");
  site.f.type = tern_type_element(tern_op_operand(op, 0)->type);
  site.a = take_apart(b, tern_op_operand(op, 0));
  if (op->operand_count > 1 && is_complex(tern_op_operand(op, 1))) site.b = take_apart(b, tern_op_operand(op, 1));
  value_t result;
  if (rule) {
    parts_t parts = rule->build(&site);
    result = tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(parts.re, parts.im),
                              .types = TERN_TYPES(tern_op_result(op, 0)->type));
  } else {
    result = build_scalar(&site);
  }
  tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
  return true;
}

static tern_walk_result_t find_complex(tern_op_t *op, void *user) {
  (void)user;
  return tern_str_starts_with(tern_op_name(op), TERN_STR("complex.")) ? TERN_WALK_INTERRUPT : TERN_WALK_ADVANCE;
}

static bool run(tern_op_t *root, tern_pass_t *pass) {
  if (tern_op_walk_pre(root, find_complex, NULL) != TERN_WALK_INTERRUPT) return true;
  static const tern_pattern_t patterns[] = {{.name = "expand", .benefit = 1, .rewrite = expand}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  tern_apply_patterns_greedily(root, patterns, 1, pass, &options, NULL);
  return true;
}

// What XLA computes on CPUs. Where the products of a part nearly cancel, as in a square near 45 degrees, nothing else has the
// same digits.
static const tern_option_def_t options[] = {
    {"fuse-products", TERN_OPTION_BOOL, "false", "Round only one of the products that a part of complex.mul is made of",
     NULL},
};

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_math_dialect, &tern_complex_dialect, NULL};

const tern_pass_def_t tern_complex_to_standard_pass = {
    .name = "ConvertComplexToStandardPass",
    .flag = "convert-complex-to-standard",
    .summary = "Convert arithmetic on complex numbers to arithmetic on their parts",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
