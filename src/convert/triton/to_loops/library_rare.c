// Functions of libdevice that processors call the C library for, as formulas for GPUs.
//
// Gamma: C. Lanczos, "A Precision Approximation of the Gamma Function" (SIAM J. Numer. Anal. B 1, 1964), with g = 607/128 and 15 terms,
// which are such that the sum is exact at 0 to 14. Everything is computed in f64, of which f32 has all digits; f64 has 12.

#include "convert/triton/to_loops/library_call.h"
#include "ir/context.h"

static const tern_type_t *f64_of(const call_t *c) { return tern_float_type_get(c->w->b.context, TERN_TYPE_F64); }

// The call with its first argument in f64.
static call_t widen(const call_t *c) {
  call_t wide = *c;
  if (tern_type_element(c->x[0]->type) != f64_of(c)) wide.x[0] = cast(c, TERN_ARITH(EXTF), c->x[0], f64_of(c));
  return wide;
}

static value_t narrow(const call_t *c, value_t y) {
  const tern_type_t *element = tern_type_element(c->x[0]->type);
  return element == f64_of(c) ? y : cast(c, TERN_ARITH(TRUNCF), y, element);
}

static value_t absolute(const call_t *c, value_t x) { return unary(c, TERN_MATH(ABSF), x); }
static value_t integer(const call_t *c, const tern_type_t *type, int64_t value) {
  return tern_arith_constant_int(&c->w->b, type, value);
}

// --- gamma ---

#define PI 3.14159265358979323846

// What gamma(z + 1) = sqrt(2 pi) t^(z + 1/2) e^-t a is made of, for z of at least -1/2.
typedef struct lanczos {
  value_t t, exponent, a;
} lanczos_t;

static lanczos_t make_lanczos(const call_t *c, value_t z) {
  static const double terms[] = {57.15623566586292,       -59.59796035547549,     14.136097974741746,
                                 -0.4919138160976202,     3.399464998481189e-05,  4.652362892704858e-05,
                                 -9.837447530487956e-05,  0.0001580887032249125,  -0.00021026444172410488,
                                 0.00021743961811521265,  -0.0001643181065367639, 8.441822398385275e-05,
                                 -2.6190838401581408e-05, 3.6899182659531625e-06};
  value_t a = number(c, 0.9999999999999971);
  for (size_t k = 0; k < sizeof terms / sizeof terms[0]; ++k) {
    value_t place = add(c, z, number(c, (double)(k + 1)));
    a = add(c, a, divide(c, number(c, terms[k]), place));
  }
  return (lanczos_t){add(c, z, number(c, 607.0 / 128 + 0.5)), add(c, z, number(c, 0.5)), a};
}

// sin(pi x): the argument is the distance to the next whole number, and the sign is turned for odd ones.
static value_t sine_of_pi(const call_t *c, value_t x) {
  value_t whole_part = unary(c, TERN_MATH(ROUNDEVEN), x);
  value_t half = unary(c, TERN_MATH(FLOOR), mul(c, whole_part, number(c, 0.5)));
  value_t odd = sub(c, whole_part, add(c, half, half));
  value_t sign = sub(c, number(c, 1), add(c, odd, odd));
  return mul(c, unary(c, TERN_MATH(SIN), mul(c, sub(c, x, whole_part), number(c, PI))), sign);
}

// Below 1/2 by gamma(x) gamma(1 - x) = pi / sin(pi x).
value_t tern_libdevice_tgamma(const call_t *given) {
  call_t wide = widen(given);
  const call_t *c = &wide;
  value_t x = c->x[0], one = number(c, 1);
  value_t is_small = compare(c, TERN_CMPF_OLT, x, number(c, 0.5));
  lanczos_t l = make_lanczos(c, choose(c, is_small, sub(c, number(c, 0), x), sub(c, x, one)));
  // The power in two parts, for it may be too large where e^-t is small.
  value_t half = binary(c, TERN_MATH(POWF), l.t, mul(c, l.exponent, number(c, 0.5)));
  value_t decay = unary(c, TERN_MATH(EXP), sub(c, number(c, 0), l.t));
  value_t gamma = mul(c, mul(c, mul(c, number(c, 2.50662827463100050242), half), decay), mul(c, half, l.a));
  // Beyond 172 there is no number, and e^-t may be 0 where the power is infinite.
  value_t is_large = compare(c, TERN_CMPF_OGT, add(c, l.exponent, number(c, 0.5)), number(c, 172));
  gamma = choose(c, is_large, number(c, __builtin_inf()), gamma);
  value_t mirrored = divide(c, number(c, PI), mul(c, sine_of_pi(c, x), gamma));
  value_t y = choose(c, is_small, mirrored, gamma);
  // At the poles it is not a number, but at zero infinite with its sign; at minus infinity not a number.
  value_t is_pole = binary(c, TERN_ARITH(ANDI), compare(c, TERN_CMPF_OLT, x, number(c, 0)),
                           compare(c, TERN_CMPF_OEQ, unary(c, TERN_MATH(FLOOR), x), x));
  y = choose(c, is_pole, number(c, __builtin_nan("")), y);
  value_t is_zero = compare(c, TERN_CMPF_OEQ, x, number(c, 0));
  y = choose(c, is_zero, divide(c, one, x), y);
  y = choose(c, compare(c, TERN_CMPF_UNO, x, x), x, y);
  return narrow(given, y);
}

value_t tern_libdevice_lgamma(const call_t *given) {
  call_t wide = widen(given);
  const call_t *c = &wide;
  value_t x = c->x[0], one = number(c, 1), infinity = number(c, __builtin_inf());
  value_t is_small = compare(c, TERN_CMPF_OLT, x, number(c, 0.5));
  lanczos_t l = make_lanczos(c, choose(c, is_small, sub(c, number(c, 0), x), sub(c, x, one)));
  value_t power = mul(c, l.exponent, sub(c, unary(c, TERN_MATH(LOG), l.t), one));
  value_t rest = add(c, number(c, 0.91893853320467274178 - 607.0 / 128), unary(c, TERN_MATH(LOG), l.a));
  value_t log = add(c, power, rest);
  value_t sine = absolute(c, sine_of_pi(c, x));
  value_t mirrored = sub(c, unary(c, TERN_MATH(LOG), divide(c, number(c, PI), sine)), log);
  value_t y = choose(c, is_small, mirrored, log);
  for (int zero = 1; zero <= 2; ++zero) y = choose(c, compare(c, TERN_CMPF_OEQ, x, number(c, zero)), number(c, 0), y);
  y = choose(c, compare(c, TERN_CMPF_OEQ, absolute(c, x), infinity), infinity, y);
  y = choose(c, compare(c, TERN_CMPF_UNO, x, x), x, y);
  return narrow(given, y);
}

// --- exact functions ---

// What is left of |x| by 2 |y| is less than that: at most twice |y| is taken away to come next to zero.
value_t tern_libdevice_remainder(const call_t *c) {
  value_t y = absolute(c, c->x[1]);
  value_t rest = binary(c, TERN_ARITH(REMF), absolute(c, c->x[0]), add(c, y, y));
  // In the middle between two multiples the even one is next, which is so for the second one only.
  value_t once = sub(c, rest, y), twice = sub(c, once, y);
  value_t nearest = choose(c, compare(c, TERN_CMPF_OGE, add(c, once, once), y), twice, once);
  rest = choose(c, compare(c, TERN_CMPF_OGT, add(c, rest, rest), y), nearest, rest);
  // The sign of x turns it, that of its zeros too.
  value_t sign = binary(c, TERN_MATH(COPYSIGN), number(c, 1), c->x[0]);
  return mul(c, rest, sign);
}

// Numbers of one sign are in the order of their bits.
value_t tern_libdevice_nextafter(const call_t *c) {
  value_t x = c->x[0], y = c->x[1], zero = number(c, 0);
  const tern_type_t *element = tern_type_element(x->type);
  const tern_type_t *bits =
      tern_type_with_element(x->type, tern_i_type_get(c->w->b.context, tern_type_bit_width(element)));
  value_t word = tern_tt_op(c->w, TERN_ARITH(BITCAST), bits, TERN_VALUES(x)), one = integer(c, bits, 1);
  value_t is_away =
      tern_arith_cmpi(&c->w->b, TERN_CMPI_EQ, compare(c, TERN_CMPF_OLT, x, y), compare(c, TERN_CMPF_OGT, x, zero));
  value_t step = choose(c, is_away, one, integer(c, bits, -1));
  value_t next = tern_tt_op(c->w, TERN_ARITH(BITCAST), x->type, TERN_VALUES(binary(c, TERN_ARITH(ADDI), word, step)));
  value_t least = tern_tt_op(c->w, TERN_ARITH(BITCAST), x->type, TERN_VALUES(one));
  next = choose(c, compare(c, TERN_CMPF_OEQ, x, zero), binary(c, TERN_MATH(COPYSIGN), least, y), next);
  next = choose(c, compare(c, TERN_CMPF_OEQ, x, y), y, next);
  return choose(c, compare(c, TERN_CMPF_UNO, x, y), add(c, x, y), next);
}

// x 2^n in f64, rounded once: the factors before the last leave room for all bits of x above the smallest numbers.
value_t tern_libdevice_ldexp(const call_t *given) {
  enum { STEP_UP = 1023, LOWEST = -1022, STEP_DOWN = 969, MANTISSA = 52, ROUNDS = 2 };
  call_t wide = widen(given);
  const call_t *c = &wide;
  value_t x = c->x[0], n = c->x[1];
  const tern_type_t *type = n->type, *i64 = tern_type_with_element(type, tern_i_type_get(c->w->b.context, 64));
  for (int i = 0; i < ROUNDS; ++i) {
    value_t is_large = tern_arith_cmpi(&c->w->b, TERN_CMPI_SGT, n, integer(c, type, STEP_UP));
    x = choose(c, is_large, mul(c, x, number(c, 0x1p1023)), x);
    n = choose(c, is_large, binary(c, TERN_ARITH(SUBI), n, integer(c, type, STEP_UP)), n);
    value_t is_small = tern_arith_cmpi(&c->w->b, TERN_CMPI_SLT, n, integer(c, type, LOWEST));
    x = choose(c, is_small, mul(c, x, number(c, 0x1p-969)), x);
    n = choose(c, is_small, binary(c, TERN_ARITH(ADDI), n, integer(c, type, STEP_DOWN)), n);
  }
  n = binary(c, TERN_ARITH(MINSI), n, integer(c, type, STEP_UP));
  n = binary(c, TERN_ARITH(MAXSI), n, integer(c, type, LOWEST));
  value_t exponent = tern_tt_op(c->w, TERN_ARITH(EXTSI), i64, TERN_VALUES(n));
  exponent = binary(c, TERN_ARITH(ADDI), exponent, integer(c, i64, STEP_UP));
  exponent = binary(c, TERN_ARITH(SHLI), exponent, integer(c, i64, MANTISSA));
  value_t power = tern_tt_op(c->w, TERN_ARITH(BITCAST), x->type, TERN_VALUES(exponent));
  return narrow(given, mul(c, x, power));
}
