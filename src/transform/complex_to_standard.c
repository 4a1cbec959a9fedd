// --convert-complex-to-standard: arithmetic on complex numbers becomes arithmetic on their parts (upstream's pass of the name).
// What is left of the dialect makes complex numbers, takes them apart, or is a constant.
//
//   %r = complex.mul %a, %b : complex<f32>   ->   %0 = complex.re %a ... ; %r = complex.create %x, %y : complex<f32>
//
// Algorithms: absolute value by the ratio of the parts, so that squares do not overflow; division by Smith (Algorithm 116),
// with the results of C's Annex G for zero and infinite divisors; square root by half of the sum of the absolute value and
// the part; log1p as upstream (after the paper of Hull, Fairgrieve, Tang).

#include <math.h>

#include "dialect/complex/complex.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/math_builder.h"

// A complex number as its parts.
typedef struct parts {
  value_t re, im;
} parts_t;

typedef struct site {
  formula_t f;
  tern_op_t *op;
  parts_t a, b;  // the operands; `b` of binary ops
} site_t;

// --- scalars ---

static value_t either_of(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ORI), x, y); }
static value_t zero(const formula_t *f) { return number(f, 0.0); }
static value_t is_zero(const formula_t *f, value_t x) { return compare(f, TERN_CMPF_OEQ, x, zero(f)); }
static value_t is_infinite(const formula_t *f, value_t x) {
  return compare(f, TERN_CMPF_OEQ, absolute(f, x), number(f, INFINITY));
}
static value_t is_finite(const formula_t *f, value_t x) {
  return compare(f, TERN_CMPF_ONE, absolute(f, x), number(f, INFINITY));
}
static value_t sine(const formula_t *f, value_t x) { return unary(f, TERN_MATH(SIN), x); }
static value_t cosine(const formula_t *f, value_t x) { return unary(f, TERN_MATH(COS), x); }
static value_t exponential(const formula_t *f, value_t x) { return unary(f, TERN_MATH(EXP), x); }
static value_t logarithm(const formula_t *f, value_t x) { return unary(f, TERN_MATH(LOG), x); }
static value_t angle(const formula_t *f, parts_t z) { return binary(f, TERN_MATH(ATAN2), z.im, z.re); }

// max * sqrt(1 + (min / max)^2). Both 0, or both infinite, make the quotient NaN: then the smaller one is right.
static value_t magnitude(const formula_t *f, parts_t z) {
  value_t x = absolute(f, z.re), y = absolute(f, z.im);
  value_t large = binary(f, TERN_ARITH(MAXIMUMF), x, y), small = binary(f, TERN_ARITH(MINIMUMF), x, y);
  value_t ratio = divide(f, small, large);
  value_t result = mul(f, large, root(f, add(f, mul(f, ratio, ratio), number(f, 1.0))));
  return pick(f, compare(f, TERN_CMPF_UNO, result, result), small, result);
}

// --- formulas ---

static parts_t build_add(const site_t *s) {
  return (parts_t){add(&s->f, s->a.re, s->b.re), add(&s->f, s->a.im, s->b.im)};
}
static parts_t build_sub(const site_t *s) {
  return (parts_t){sub(&s->f, s->a.re, s->b.re), sub(&s->f, s->a.im, s->b.im)};
}
static parts_t build_neg(const site_t *s) { return (parts_t){neg(&s->f, s->a.re), neg(&s->f, s->a.im)}; }
static parts_t build_conj(const site_t *s) { return (parts_t){s->a.re, neg(&s->f, s->a.im)}; }

static parts_t product(const formula_t *f, parts_t a, parts_t b) {
  return (parts_t){sub(f, mul(f, a.re, b.re), mul(f, a.im, b.im)), add(f, mul(f, a.im, b.re), mul(f, a.re, b.im))};
}
static parts_t build_mul(const site_t *s) { return product(&s->f, s->a, s->b); }

static parts_t pick_parts(const formula_t *f, value_t condition, parts_t x, parts_t y) {
  return (parts_t){pick(f, condition, x.re, y.re), pick(f, condition, x.im, y.im)};
}

// One half of Smith's formula: the divisor's part `large` is not smaller than `small`.
static value_t smith_part(const formula_t *f, value_t x, value_t y, value_t ratio, value_t denominator) {
  return divide(f, add(f, x, mul(f, y, ratio)), denominator);
}

// 1 with the sign of `x` where it is infinite, 0 with its sign elsewhere.
static value_t unit_of_infinity(const formula_t *f, value_t x) {
  return with_sign(f, pick(f, is_infinite(f, x), number(f, 1.0), zero(f)), x);
}

static parts_t quotient(const formula_t *f, parts_t a, parts_t b) {
  value_t by_real = divide(f, b.im, b.re), by_imaginary = divide(f, b.re, b.im);
  value_t real_denominator = add(f, b.re, mul(f, b.im, by_real));
  value_t imaginary_denominator = add(f, b.im, mul(f, b.re, by_imaginary));
  parts_t large_real = {smith_part(f, a.re, a.im, by_real, real_denominator),
                        divide(f, sub(f, a.im, mul(f, a.re, by_real)), real_denominator)};
  parts_t large_imaginary = {smith_part(f, a.im, a.re, by_imaginary, imaginary_denominator),
                             divide(f, sub(f, mul(f, a.im, by_imaginary), a.re), imaginary_denominator)};
  value_t b_re = absolute(f, b.re), b_im = absolute(f, b.im);
  parts_t result = pick_parts(f, compare(f, TERN_CMPF_OLT, b_re, b_im), large_imaginary, large_real);
  // A finite number by an infinite one.
  value_t infinity = number(f, INFINITY);
  value_t a_is_finite = both(f, is_finite(f, a.re), is_finite(f, a.im));
  value_t b_is_infinite = either_of(f, is_infinite(f, b.re), is_infinite(f, b.im));
  parts_t unit_b = {unit_of_infinity(f, b.re), unit_of_infinity(f, b.im)};
  parts_t tiny = {mul(f, zero(f), add(f, mul(f, a.re, unit_b.re), mul(f, a.im, unit_b.im))),
                  mul(f, zero(f), sub(f, mul(f, a.im, unit_b.re), mul(f, a.re, unit_b.im)))};
  parts_t special = pick_parts(f, both(f, a_is_finite, b_is_infinite), tiny, result);
  // An infinite number by a finite one.
  value_t a_is_infinite = either_of(f, is_infinite(f, a.re), is_infinite(f, a.im));
  value_t b_is_finite = both(f, is_finite(f, b.re), is_finite(f, b.im));
  parts_t unit_a = {unit_of_infinity(f, a.re), unit_of_infinity(f, a.im)};
  parts_t huge = {mul(f, infinity, add(f, mul(f, unit_a.re, b.re), mul(f, unit_a.im, b.im))),
                  mul(f, infinity, sub(f, mul(f, unit_a.im, b.re), mul(f, unit_a.re, b.im)))};
  special = pick_parts(f, both(f, a_is_infinite, b_is_finite), huge, special);
  // Anything but NaN by zero.
  value_t b_is_zero = both(f, is_zero(f, b_re), is_zero(f, b_im));
  value_t a_is_number =
      either_of(f, compare(f, TERN_CMPF_ORD, a.re, zero(f)), compare(f, TERN_CMPF_ORD, a.im, zero(f)));
  value_t signed_infinity = with_sign(f, infinity, b.re);
  parts_t by_zero = {mul(f, signed_infinity, a.re), mul(f, signed_infinity, a.im)};
  special = pick_parts(f, both(f, a_is_number, b_is_zero), by_zero, special);
  value_t is_nan =
      both(f, compare(f, TERN_CMPF_UNO, result.re, zero(f)), compare(f, TERN_CMPF_UNO, result.im, zero(f)));
  return pick_parts(f, is_nan, special, result);
}
static parts_t build_div(const site_t *s) { return quotient(&s->f, s->a, s->b); }

static parts_t natural_logarithm(const formula_t *f, parts_t z) {
  return (parts_t){logarithm(f, magnitude(f, z)), angle(f, z)};
}
static parts_t build_log(const site_t *s) { return natural_logarithm(&s->f, s->a); }

static parts_t build_log1p(const site_t *s) {
  const formula_t *f = &s->f;
  value_t one = number(f, 1.0), shifted = add(f, s->a.re, one);
  value_t x = absolute(f, shifted), y = absolute(f, s->a.im);
  value_t large = binary(f, TERN_ARITH(MAXIMUMF), x, y), small = binary(f, TERN_ARITH(MINIMUMF), x, y);
  // The larger part less one, exactly if that is the real part.
  value_t is_real = compare(f, TERN_CMPF_OGT, shifted, y);
  value_t large_less_one = pick(f, is_real, s->a.re, sub(f, large, one));
  value_t ratio = divide(f, small, large);
  value_t sum = add(f, unary(f, TERN_MATH(LOG1P), large_less_one),
                    mul(f, number(f, 0.5), unary(f, TERN_MATH(LOG1P), mul(f, ratio, ratio))));
  value_t re = pick(f, compare(f, TERN_CMPF_UNO, sum, sum), small, sum);
  return (parts_t){re, binary(f, TERN_MATH(ATAN2), s->a.im, shifted)};
}

// A real operand has a real result, also where e^x is infinite.
static parts_t natural_exponential(const formula_t *f, parts_t z) {
  value_t power = exponential(f, z.re), is_real = is_zero(f, z.im);
  return (parts_t){pick(f, is_real, power, mul(f, power, cosine(f, z.im))),
                   pick(f, is_real, z.im, mul(f, power, sine(f, z.im)))};
}
static parts_t build_exp(const site_t *s) { return natural_exponential(&s->f, s->a); }

// e^x cos y - 1 = expm1 x cos y - 2 sin^2 (y / 2).
static parts_t build_expm1(const site_t *s) {
  const formula_t *f = &s->f;
  value_t half = sine(f, mul(f, s->a.im, number(f, 0.5)));
  value_t cosine_less_one = mul(f, number(f, -2.0), mul(f, half, half));
  value_t re = add(f, mul(f, unary(f, TERN_MATH(EXPM1), s->a.re), cosine(f, s->a.im)), cosine_less_one);
  value_t is_real = is_zero(f, s->a.im);
  return (parts_t){pick(f, is_real, unary(f, TERN_MATH(EXPM1), s->a.re), re),
                   pick(f, is_real, s->a.im, mul(f, exponential(f, s->a.re), sine(f, s->a.im)))};
}

static parts_t build_cos(const site_t *s) {
  const formula_t *f = &s->f;
  return (parts_t){mul(f, cosine(f, s->a.re), unary(f, TERN_MATH(COSH), s->a.im)),
                   neg(f, mul(f, sine(f, s->a.re), unary(f, TERN_MATH(SINH), s->a.im)))};
}

static parts_t build_sin(const site_t *s) {
  const formula_t *f = &s->f;
  return (parts_t){mul(f, sine(f, s->a.re), unary(f, TERN_MATH(COSH), s->a.im)),
                   mul(f, cosine(f, s->a.re), unary(f, TERN_MATH(SINH), s->a.im))};
}

// (tanh x + i tan y) / (1 + i tanh x tan y), its denominator made real.
static parts_t hyperbolic_tangent(const formula_t *f, parts_t z) {
  value_t x = unary(f, TERN_MATH(TANH), z.re), y = unary(f, TERN_MATH(TAN), z.im), one = number(f, 1.0);
  value_t x2 = mul(f, x, x), y2 = mul(f, y, y), denominator = add(f, one, mul(f, x2, y2));
  // 1 - tanh^2 x, also where tanh x is close to 1.
  value_t inverse = divide(f, one, unary(f, TERN_MATH(COSH), z.re));
  return (parts_t){divide(f, mul(f, x, add(f, one, y2)), denominator),
                   divide(f, mul(f, y, mul(f, inverse, inverse)), denominator)};
}
static parts_t build_tanh(const site_t *s) { return hyperbolic_tangent(&s->f, s->a); }

// tan z = -i tanh(i z).
static parts_t build_tan(const site_t *s) {
  parts_t turned = hyperbolic_tangent(&s->f, (parts_t){neg(&s->f, s->a.im), s->a.re});
  return (parts_t){turned.im, neg(&s->f, turned.re)};
}

// With t = sqrt((|x| + |z|) / 2): t + i y / 2t for x >= 0, |y| / 2t + i t with the sign of y for x < 0.
static parts_t square_root(const formula_t *f, parts_t z) {
  value_t half = number(f, 0.5), size = magnitude(f, z), x = absolute(f, z.re);
  value_t t = root(f, add(f, mul(f, x, half), mul(f, size, half)));
  value_t other = divide(f, mul(f, absolute(f, z.im), half), t);
  value_t nothing = is_zero(f, t);
  other = pick(f, nothing, zero(f), other);
  // An infinite imaginary part has infinite parts as its root, whatever the real part is.
  value_t is_huge = is_infinite(f, z.im), infinity = number(f, INFINITY);
  t = pick(f, is_huge, infinity, t);
  other = pick(f, is_huge, infinity, other);
  value_t is_right = compare(f, TERN_CMPF_OGE, z.re, zero(f));
  return (parts_t){pick(f, is_right, t, other), with_sign(f, pick(f, is_right, other, t), z.im)};
}
static parts_t build_sqrt(const site_t *s) { return square_root(&s->f, s->a); }

static parts_t build_rsqrt(const site_t *s) {
  const formula_t *f = &s->f;
  value_t size = unary(f, TERN_MATH(RSQRT), magnitude(f, s->a)), turn = mul(f, angle(f, s->a), number(f, -0.5));
  value_t is_real = both(f, is_zero(f, s->a.im), compare(f, TERN_CMPF_OGE, s->a.re, zero(f)));
  return (parts_t){pick(f, is_real, size, mul(f, size, cosine(f, turn))),
                   pick(f, is_real, neg(f, s->a.im), mul(f, size, sine(f, turn)))};
}

static parts_t build_sign(const site_t *s) {
  const formula_t *f = &s->f;
  value_t size = magnitude(f, s->a), nothing = both(f, is_zero(f, s->a.re), is_zero(f, s->a.im));
  return pick_parts(f, nothing, s->a, (parts_t){divide(f, s->a.re, size), divide(f, s->a.im, size)});
}

// a^b = e^(b log a); 0^0 is 1, and 0 to any other power 0.
static parts_t power(const formula_t *f, parts_t a, parts_t b) {
  parts_t result = natural_exponential(f, product(f, b, natural_logarithm(f, a)));
  value_t base_is_zero = both(f, is_zero(f, a.re), is_zero(f, a.im));
  value_t exponent_is_zero = both(f, is_zero(f, b.re), is_zero(f, b.im));
  value_t of_zero = pick(f, exponent_is_zero, number(f, 1.0), zero(f));
  return pick_parts(f, base_is_zero, (parts_t){of_zero, zero(f)}, result);
}
static parts_t build_pow(const site_t *s) { return power(&s->f, s->a, s->b); }

static parts_t build_powi(const site_t *s) {
  value_t exponent = cast(&s->f, TERN_ARITH(SITOFP), tern_op_operand(s->op, 1), s->f.type);
  return power(&s->f, s->a, (parts_t){exponent, zero(&s->f)});
}

// atan2(y, x) = -i log((x + i y) / sqrt(x^2 + y^2)).
static parts_t build_atan2(const site_t *s) {
  const formula_t *f = &s->f;
  parts_t y = s->a, x = s->b;
  parts_t squares = {add(f, product(f, x, x).re, product(f, y, y).re),
                     add(f, product(f, x, x).im, product(f, y, y).im)};
  parts_t sum = {sub(f, x.re, y.im), add(f, x.im, y.re)};
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
  return (parts_t){tern_build_value(b, TERN_COMPLEX(RE), .operands = TERN_VALUES(value)),
                   tern_build_value(b, TERN_COMPLEX(IM), .operands = TERN_VALUES(value))};
}

static bool is_complex(const tern_value_t *value) { return value->type->kind == TERN_TYPE_COMPLEX; }

// Ops whose result is no complex number.
static value_t build_scalar(const site_t *s) {
  const formula_t *f = &s->f;
  if (tern_op_is(s->op, TERN_COMPLEX(ABS))) return magnitude(f, s->a);
  if (tern_op_is(s->op, TERN_COMPLEX(ANGLE))) return angle(f, s->a);
  if (tern_op_is(s->op, TERN_COMPLEX(EQ))) {
    return both(f, compare(f, TERN_CMPF_OEQ, s->a.re, s->b.re), compare(f, TERN_CMPF_OEQ, s->a.im, s->b.im));
  }
  if (tern_op_is(s->op, TERN_COMPLEX(NEQ))) {
    return either_of(f, compare(f, TERN_CMPF_UNE, s->a.re, s->b.re), compare(f, TERN_CMPF_UNE, s->a.im, s->b.im));
  }
  return NULL;
}

static bool expand(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
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
  (void)pass;
  if (tern_op_walk_pre(root, find_complex, NULL) != TERN_WALK_INTERRUPT) return true;
  static const tern_pattern_t patterns[] = {{.name = "expand", .benefit = 1, .rewrite = expand}};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  tern_apply_patterns_greedily(root, patterns, 1, NULL, &options, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_math_dialect, &tern_complex_dialect, NULL};

const tern_pass_def_t tern_complex_to_standard_pass = {
    .name = "ConvertComplexToStandardPass",
    .flag = "convert-complex-to-standard",
    .summary = "Convert arithmetic on complex numbers to arithmetic on their parts",
    .dialects = dialects,
    .run = run,
};
