// Inverse trigonometric functions, hyperbolic functions and their inverses, of real and complex numbers.
//
// Complex asin and acos follow T. E. Hull, T. F. Fairgrieve, P. T. P. Tang, "Implementing the complex arcsine and
// arccosine functions using exception handling" (ACM TOMS 23, 1997), with the regions that differ by more than speed.

#include <float.h>
#include <math.h>

#include "convert/chlo/math.h"
#include "dialect/stablehlo/stablehlo.h"
#include "ir/context.h"

#define PI 3.14159265358979323846

static double largest(const tern_chlo_math_t *m) { return m->is_double ? DBL_MAX : (double)FLT_MAX; }
static double smallest_normal(const tern_chlo_math_t *m) { return m->is_double ? DBL_MIN : (double)FLT_MIN; }

// --- real ---

// (1 - x) (1 + x) does not cancel near 1.
static tern_value_t *build_cathetus(tern_chlo_math_t *m, tern_value_t *x) {
  tern_value_t *one = NUMBER(1);
  return SQRT(MUL(SUB(one, x), ADD(one, x)));
}

tern_value_t *tern_chlo_build_acos(tern_chlo_math_t *m, tern_value_t *const *operands) {
  return ATAN2(build_cathetus(m, operands[0]), operands[0]);
}

tern_value_t *tern_chlo_build_asin(tern_chlo_math_t *m, tern_value_t *const *operands) {
  return ATAN2(operands[0], build_cathetus(m, operands[0]));
}

tern_value_t *tern_chlo_build_atan(tern_chlo_math_t *m, tern_value_t *const *operands) {
  return ATAN2(operands[0], NUMBER(1));
}

// log1p(x - 1 + sqrt(x^2 - 1)) with the square roots of x - 1 and x + 1; log(2 x) where that could overflow.
tern_value_t *tern_chlo_build_acosh(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *one = NUMBER(1), *root = SQRT(SUB(x, one));
  return SELECT(COMPARE_TO(x, GE, largest(m) / 2), ADD(LOG(x), NUMBER(log(2.0))),
                LOG1P(MUL(root, ADD(SQRT(ADD(x, one)), root))));
}

// sign(x) log1p(|x| + x^2 / (1 + sqrt(1 + x^2))); log(2 |x|) where x^2 would overflow.
tern_value_t *tern_chlo_build_asinh(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *one = NUMBER(1), *size = ABS(x), *square = MUL(size, size);
  tern_value_t *inner = LOG1P(ADD(size, DIV(square, ADD(one, SQRT(ADD(one, square))))));
  tern_value_t *outer = ADD(LOG(size), NUMBER(log(2.0)));
  return MUL(SIGN(x), SELECT(COMPARE_TO(size, GE, sqrt(largest(m))), outer, inner));
}

tern_value_t *tern_chlo_build_atanh(tern_chlo_math_t *m, tern_value_t *const *operands) {
  return MUL(SUB(LOG1P(operands[0]), LOG1P(NEG(operands[0]))), NUMBER(0.5));
}

// (e^x + e^-x) / 2 or (e^x - e^-x) / 2, as e^(x + log(1/2)) and e^(-x + log(1/2)): the result may be finite where e^x
// is not. Programs' expectations come from this formula, whose last digits are its own for large x.
static tern_value_t *build_half_sum(tern_chlo_math_t *m, tern_value_t *x, bool is_difference) {
  tern_value_t *half = NUMBER(log(0.5)), *up = EXP(ADD(x, half)), *down = EXP(SUB(half, x));
  return is_difference ? SUB(up, down) : ADD(up, down);
}

tern_value_t *tern_chlo_build_cosh(tern_chlo_math_t *m, tern_value_t *const *operands) {
  return build_half_sum(m, operands[0], false);
}

// For small x from e = expm1(x): (e + e / (e + 1)) / 2.
tern_value_t *tern_chlo_build_sinh(tern_chlo_math_t *m, tern_value_t *const *operands) {
  tern_value_t *x = operands[0], *one = NUMBER(1), *e = EXPM1(x);
  tern_value_t *inner = MUL(ADD(e, DIV(e, ADD(e, one))), NUMBER(0.5));
  return SELECT(COMPARE(ABS(x), LT, one), inner, build_half_sum(m, x, true));
}

// --- complex ---

// `size` with the sign of another number, which may be a negative zero.
static tern_value_t *build_with_sign(tern_chlo_math_t *m, tern_value_t *size, tern_value_t *sign_of) {
  const tern_type_t *bits = tern_i_type_get(m->b->context, m->is_double ? 64 : 32);
  tern_value_t *zero = tern_chlo_constant(m, bits, tern_integer_attr_get(bits, 0));
  return SELECT(COMPARE(tern_chlo_bitcast(m, sign_of, bits), LT, zero), NEG(size), size);
}

// sqrt(a^2 + b^2) of numbers that are not negative.
static tern_value_t *build_hypot(tern_chlo_math_t *m, tern_value_t *a, tern_value_t *b) {
  tern_value_t *one = NUMBER(1), *greater = MAX(a, b), *lesser = MIN(a, b);
  tern_value_t *ratio = DIV(lesser, greater), *square = MUL(ratio, ratio), *root = SQRT(ADD(one, square));
  // Where the square is lost beside 1, the first term of the root's series keeps it.
  tern_value_t *thin = ADD(greater, MUL(MUL(greater, square), NUMBER(0.5)));
  tern_value_t *result = SELECT(COMPARE(root, EQ, one), thin, MUL(greater, root));
  return SELECT(COMPARE(greater, EQ, lesser), MUL(NUMBER(sqrt(2.0)), greater), result);
}

// w with asin(z) = (atan2(re z, re w), sign(im z) * im w).
tern_chlo_complex_t tern_chlo_build_complex_kernel(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  double safe_max = sqrt(largest(m)) / 8, safe_min = sqrt(smallest_normal(m)) * 4;
  tern_value_t *one = NUMBER(1), *half = NUMBER(0.5), *x = ABS(z.re), *y = ABS(z.im);
  tern_value_t *x_plus = ADD(x, one), *x_minus = SUB(x, one), *square = MUL(y, y);
  tern_value_t *r = build_hypot(m, x_plus, y), *s = build_hypot(m, ABS(x_minus), y);
  tern_value_t *a = MUL(half, ADD(r, s)), *a_plus = ADD(a, one);
  tern_value_t *r_sum = ADD(r, x_plus), *s_sum = ADD(s, x_minus), *s_difference = SUB(s, x_minus);

  // sqrt((a + x) (a - x)), where a - x is written without cancellation.
  tern_value_t *half_sum = MUL(half, ADD(a, x));
  tern_value_t *inside = SQRT(MUL(half_sum, ADD(DIV(square, r_sum), s_difference)));
  tern_value_t *outside = MUL(y, SQRT(ADD(DIV(half_sum, r_sum), DIV(half_sum, s_sum))));
  tern_value_t *re = SELECT(COMPARE(x, LE, one), inside, outside);
  re = SELECT(COMPARE_TO(MAX(x, y), GE, safe_max), y, re);

  // log1p(a - 1 + sqrt((a - 1) (a + 1))), likewise for a - 1.
  tern_value_t *half_square = MUL(half, square), *right = DIV(half_square, r_sum);
  tern_value_t *a_minus = SELECT(COMPARE_TO(a, LE, 1.5), ADD(right, DIV(half_square, s_difference)), SUB(a, one));
  a_minus = SELECT(COMPARE(x, GE, one), ADD(right, MUL(half, s_sum)), a_minus);
  tern_value_t *is_flat = AND(COMPARE_TO(y, LT, safe_min), COMPARE(x, LT, one));
  a_minus = SELECT(is_flat, NEG(DIV(MUL(x_plus, x_minus), a_plus)), a_minus);
  tern_value_t *root = SQRT(MUL(a_minus, a_plus));
  tern_value_t *im = SELECT(is_flat, DIV(y, root), LOG1P(ADD(a_minus, root)));

  // log(2 |z|) for large numbers.
  tern_value_t *limit = SELECT(COMPARE_TO(x, LT, safe_max * 1e12), NUMBER(safe_max * 1e-6), NUMBER(safe_max * 1e2));
  tern_value_t *is_steep = COMPARE(y, GE, limit), *greater = SELECT(is_steep, y, x);
  tern_value_t *slope = SELECT(AND(is_steep, COMPARE_TO(y, NE, INFINITY)), DIV(x, y), NUMBER(0));
  tern_value_t *large = ADD(ADD(NUMBER(log(2.0)), LOG(greater)), MUL(half, LOG1P(MUL(slope, slope))));
  im = SELECT(COMPARE(greater, GE, SELECT(is_steep, limit, NUMBER(safe_max))), large, im);
  return (tern_chlo_complex_t){re, im};
}

tern_chlo_complex_t tern_chlo_build_complex_asin(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_chlo_complex_t w = tern_chlo_build_complex_kernel(m, z);
  return (tern_chlo_complex_t){ATAN2(z.re, w.re), build_with_sign(m, w.im, z.im)};
}

tern_chlo_complex_t tern_chlo_build_complex_acos(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_chlo_complex_t w = tern_chlo_build_complex_kernel(m, z);
  return (tern_chlo_complex_t){ATAN2(w.re, z.re), build_with_sign(m, w.im, NEG(z.im))};
}

// acosh(z) = i acos(z) in the upper half plane, -i acos(z) in the lower one.
tern_chlo_complex_t tern_chlo_build_complex_acosh(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_chlo_complex_t w = tern_chlo_build_complex_kernel(m, z);
  return (tern_chlo_complex_t){w.im, build_with_sign(m, ATAN2(w.re, z.re), z.im)};
}

// asinh(z) = -i asin(i z)
tern_chlo_complex_t tern_chlo_build_complex_asinh(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_chlo_complex_t w = tern_chlo_build_complex_asin(m, (tern_chlo_complex_t){NEG(z.im), z.re});
  return (tern_chlo_complex_t){w.im, NEG(w.re)};
}

// (log(1 + z) - log(1 - z)) / 2, as log1p(4 x / ((1 - x)^2 + y^2)) / 4 and the angle of (1 - x) (1 + x) - y^2 + 2 i y.
tern_chlo_complex_t tern_chlo_build_complex_atanh(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  double safe_max = sqrt(largest(m)) / 8, safe_min = sqrt(smallest_normal(m)) * 4;
  tern_value_t *one = NUMBER(1), *x = ABS(z.re), *y = ABS(z.im), *rest = SUB(one, x);
  tern_value_t *re = MUL(LOG1P(DIV(MUL(NUMBER(4), x), ADD(MUL(rest, rest), MUL(y, y)))), NUMBER(0.25));
  tern_value_t *angle = ATAN2(ADD(y, y), SUB(MUL(rest, ADD(one, x)), MUL(y, y)));
  tern_value_t *im = MUL(angle, NUMBER(0.5));
  // Near the pole at 1, y^2 would be lost: log(2 / y) / 2.
  tern_value_t *pole = MUL(SUB(NUMBER(log(2.0)), LOG(y)), NUMBER(0.5));
  re = SELECT(AND(COMPARE(x, EQ, one), COMPARE_TO(y, LT, safe_min)), pole, re);
  // For large numbers, x / |z|^2 and a right angle.
  tern_value_t *greater = MAX(x, y), *lesser = MIN(x, y);
  tern_value_t *slope = SELECT(COMPARE_TO(greater, EQ, INFINITY), NUMBER(0), DIV(lesser, greater));
  tern_value_t *inverse = DIV(DIV(SELECT(COMPARE(x, GE, y), one, slope), greater), ADD(one, MUL(slope, slope)));
  tern_value_t *is_large = COMPARE_TO(greater, GE, safe_max);
  re = SELECT(is_large, inverse, re);
  im = SELECT(is_large, NUMBER(PI / 2), im);
  // What is known although the other part is none: nothing is left of infinity.
  tern_value_t *is_above = COMPARE_TO(y, EQ, INFINITY);
  re = SELECT(OR(COMPARE_TO(x, EQ, INFINITY), OR(is_above, COMPARE_TO(x, EQ, 0))), NUMBER(0), re);
  im = SELECT(is_above, NUMBER(PI / 2), im);
  return (tern_chlo_complex_t){build_with_sign(m, re, z.re), build_with_sign(m, im, z.im)};
}

// atan(z) = -i atanh(i z)
tern_chlo_complex_t tern_chlo_build_complex_atan(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_chlo_complex_t w = tern_chlo_build_complex_atanh(m, (tern_chlo_complex_t){NEG(z.im), z.re});
  return (tern_chlo_complex_t){w.im, NEG(w.re)};
}

// weight times value for a weight that is cosh x or sinh x. Where it has overflown the product may still be a number; 0 times
// what is none is 0.
static tern_value_t *build_weighted(tern_chlo_math_t *m, tern_value_t *x, tern_value_t *weight, tern_value_t *value) {
  tern_value_t *is_negative = COMPARE_TO(weight, LT, 0), *half = EXP(MUL(ABS(x), NUMBER(0.5)));
  tern_value_t *signed_value = SELECT(is_negative, NEG(value), value), *direct = MUL(weight, value);
  tern_value_t *slow = MUL(MUL(half, signed_value), MUL(half, NUMBER(0.5)));
  tern_value_t *result = SELECT(COMPARE_TO(ABS(weight), EQ, INFINITY), slow, direct);
  return SELECT(AND(COMPARE(result, NE, result), COMPARE_TO(value, EQ, 0)), signed_value, result);
}

tern_chlo_complex_t tern_chlo_build_complex_cosh(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_value_t *cosh = tern_chlo_build_cosh(m, &z.re), *sinh = tern_chlo_build_sinh(m, &z.re), *sine = SIN(z.im);
  tern_value_t *is_nothing = AND(COMPARE_TO(sinh, EQ, 0), COMPARE(sine, NE, sine));
  tern_value_t *im = SELECT(is_nothing, sinh, build_weighted(m, z.re, sinh, sine));
  return (tern_chlo_complex_t){build_weighted(m, z.re, cosh, COS(z.im)), im};
}

tern_chlo_complex_t tern_chlo_build_complex_sinh(tern_chlo_math_t *m, tern_chlo_complex_t z) {
  tern_value_t *sinh = tern_chlo_build_sinh(m, &z.re), *cosh = tern_chlo_build_cosh(m, &z.re);
  return (tern_chlo_complex_t){build_weighted(m, z.re, sinh, COS(z.im)), build_weighted(m, z.re, cosh, SIN(z.im))};
}
