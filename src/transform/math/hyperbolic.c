// Hyperbolic functions, their inverses and the error functions in arithmetic, on top of the exponentials and logarithms.
// Within 3 or 4 units in the last place, tanh within 2.

#include <math.h>

#include "transform/math/builder.h"

#define ATANH_OF_HALF 0.5493061443340548

// (e^a - e^-a) / 2 with E = e^a - 1: (E + E / (E + 1)) / 2; where that would overflow, e^a / 2.
static value_t expand_sinh(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), e = tern_math_formula_expm1(f, a), one = number(f, 1);
  value_t small = mul(f, number(f, 0.5), add(f, e, divide(f, e, add(f, e, one))));
  value_t large = tern_math_formula_exp(f, a, NULL, -1);
  return with_sign(f, pick(f, less(f, either(f, 10, 22), a), large, small), x);
}

static value_t expand_cosh(const formula_t *f, value_t x) {
  value_t half = tern_math_formula_exp(f, absolute(f, x), NULL, -1);
  return add(f, half, divide(f, number(f, 0.25), half));
}

// 1 - 2 / (e^2a + 1), and a polynomial below 1/2, where that would cancel.
static value_t expand_tanh(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), one = number(f, 1), limit = either(f, 11, 21);
  value_t limited = pick(f, less(f, limit, a), limit, a);
  value_t e = tern_math_formula_normal_exp(f, add(f, limited, limited));
  value_t large = sub(f, one, divide(f, number(f, 2), add(f, e, one)));
  value_t z = mul(f, x, x), small = fused(f, mul(f, x, z), polynomial(f, &tern_math_polynomial_tanh, z), x);
  return with_sign(f, pick(f, less(f, a, number(f, ATANH_OF_HALF)), small, large), x);  // also keeps -0
}

static value_t log_of_double(const formula_t *f, value_t x) {
  return add(f, tern_math_formula_log(f, x, NULL), number(f, M_LN2));
}

static value_t expand_asinh(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), one = number(f, 1), square = mul(f, a, a);
  value_t small = add(f, a, divide(f, square, add(f, one, root(f, add(f, square, one)))));
  value_t is_large = less(f, either(f, 0x1p14, 0x1p28), a);
  value_t result = pick(f, is_large, log_of_double(f, a), tern_math_formula_log1p(f, pick(f, is_large, one, small)));
  return with_sign(f, result, x);
}

static value_t expand_acosh(const formula_t *f, value_t x) {
  value_t one = number(f, 1), t = sub(f, x, one), is_large = less(f, either(f, 0x1p14, 0x1p28), x);
  value_t is_outside = less(f, x, one);
  t = pick(f, is_outside, one, pick(f, is_large, one, t));
  value_t small = tern_math_formula_log1p(f, add(f, t, root(f, mul(f, t, add(f, t, number(f, 2))))));
  value_t result = pick(f, is_large, log_of_double(f, x), small);
  return pick(f, is_outside, number(f, NAN), result);
}

static value_t expand_atanh(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), one = number(f, 1), ratio = divide(f, add(f, a, a), sub(f, one, a));
  ratio = pick(f, compare(f, TERN_CMPF_OEQ, a, one), number(f, INFINITY), ratio);
  value_t result = mul(f, number(f, 0.5), tern_math_formula_log1p(f, ratio));
  return with_sign(f, result, x);
}

// erfc of a >= 0: one polynomial in (a - 4) / (a + 4) for (1 + 2a) exp(a^2) erfc(a) (Shepherd and Laframboise, "Chebyshev
// approximation of (1 + 2x) exp(x^2) erfc x"), and exp(-a^2) with the square in two parts.
static value_t erfc_of_magnitude(const formula_t *f, value_t a) {
  value_t limit = either(f, 11, 28);
  a = pick(f, less(f, limit, a), limit, a);
  value_t four = number(f, 4), one = number(f, 1);
  value_t t = divide(f, sub(f, a, four), add(f, a, four));
  value_t scaled = divide(f, polynomial(f, &tern_math_polynomial_erfc, t), fused(f, number(f, 2), a, one));
  pair_t square = two_product(f, a, a);
  return mul(f, scaled, tern_math_formula_exp(f, neg(f, square.high), neg(f, square.low), 0));
}

static value_t erf_of_small(const formula_t *f, value_t x) {
  return fused(f, x, polynomial(f, &tern_math_polynomial_erf, mul(f, x, x)), x);
}

static value_t expand_erf(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), one = number(f, 1);
  value_t large = with_sign(f, sub(f, one, erfc_of_magnitude(f, a)), x);
  return pick(f, compare(f, TERN_CMPF_UGT, a, one), large, erf_of_small(f, x));
}

static value_t expand_erfc(const formula_t *f, value_t x) {
  value_t a = absolute(f, x), complement = erfc_of_magnitude(f, a);
  value_t large = pick(f, less(f, x, number(f, 0)), sub(f, number(f, 2), complement), complement);
  value_t small = sub(f, number(f, 1), erf_of_small(f, x));
  return pick(f, less(f, a, number(f, 0.5)), small, large);
}

value_t tern_math_expand_hyperbolic(const formula_t *f, const tern_op_t *op) {
  static const struct {
    const tern_op_row_t *row;
    value_t (*expand)(const formula_t *f, value_t x);
  } rows[] = {
      {TERN_MATH(SINH), expand_sinh},   {TERN_MATH(COSH), expand_cosh},   {TERN_MATH(TANH), expand_tanh},
      {TERN_MATH(ASINH), expand_asinh}, {TERN_MATH(ACOSH), expand_acosh}, {TERN_MATH(ATANH), expand_atanh},
      {TERN_MATH(ERF), expand_erf},     {TERN_MATH(ERFC), expand_erfc},
  };
  for (size_t i = 0; i < sizeof rows / sizeof rows[0]; ++i) {
    if (tern_op_is(op, rows[i].row)) return rows[i].expand(f, tern_op_operand(op, 0));
  }
  return NULL;
}
