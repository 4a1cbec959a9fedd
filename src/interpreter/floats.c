// Element-wise ops on floats. They are computed in double and rounded to the type, which gives the correctly rounded result
// of +, -, *, / and square root for types of up to 24 bits of precision (Figueroa: When is double rounding innocuous?).

#include <math.h>
#include <string.h>

#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "dialect/vector/vector.h"
#include "interpreter/program.h"

#define FLOAT1(name, expression)                                                          \
  static const char *name(const lane_op_t *op, const uint64_t *operands, uint64_t *out) { \
    double a = tern_interpreter_decode(op->source, operands[0]);                          \
    out[0] = tern_interpreter_encode(op->result, expression);                             \
    return NULL;                                                                          \
  }
#define FLOAT2(name, expression)                                                          \
  static const char *name(const lane_op_t *op, const uint64_t *operands, uint64_t *out) { \
    double a = tern_interpreter_decode(op->source, operands[0]);                          \
    double b = tern_interpreter_decode(op->source, operands[1]);                          \
    out[0] = tern_interpreter_encode(op->result, expression);                             \
    return NULL;                                                                          \
  }

// With NaN from either side, and -0 below +0.
static double minimum_of(double a, double b) {
  if (isnan(a) || isnan(b)) return NAN;
  return a < b || (a == b && signbit(a)) ? a : b;
}
static double maximum_of(double a, double b) {
  if (isnan(a) || isnan(b)) return NAN;
  return a > b || (a == b && !signbit(a)) ? a : b;
}
static double clamped(double a, double low, double high) { return fmin(fmax(a, low), high); }

FLOAT2(add, a + b)
FLOAT2(subtract, a - b)
FLOAT2(multiply, a *b)
FLOAT2(divide, a / b)
FLOAT2(remainder_of, fmod(a, b))
FLOAT2(minimum, minimum_of(a, b))
FLOAT2(maximum, maximum_of(a, b))
FLOAT2(minimum_number, fmin(a, b))
FLOAT2(maximum_number, fmax(a, b))
FLOAT2(arc_tangent_of_two, atan2(a, b))
FLOAT2(copy_sign, copysign(a, b))
FLOAT2(power, pow(a, b))
FLOAT1(negate, -a)
FLOAT1(convert, a)
FLOAT1(absolute, fabs(a))
FLOAT1(arc_cosine, acos(a))
FLOAT1(arc_hyperbolic_cosine, acosh(a))
FLOAT1(arc_sine, asin(a))
FLOAT1(arc_hyperbolic_sine, asinh(a))
FLOAT1(arc_tangent, atan(a))
FLOAT1(arc_hyperbolic_tangent, atanh(a))
FLOAT1(cube_root, cbrt(a))
FLOAT1(round_up, ceil(a))
FLOAT1(cosine, cos(a))
FLOAT1(hyperbolic_cosine, cosh(a))
FLOAT1(error_function, erf(a))
FLOAT1(error_function_complement, erfc(a))
FLOAT1(exponential, exp(a))
FLOAT1(exponential_two, exp2(a))
FLOAT1(exponential_minus_one, expm1(a))
FLOAT1(round_down, floor(a))
FLOAT1(logarithm, log(a))
FLOAT1(logarithm_ten, log10(a))
FLOAT1(logarithm_one_plus, log1p(a))
FLOAT1(logarithm_two, log2(a))
FLOAT1(round_away, round(a))
FLOAT1(round_even, nearbyint(a))
FLOAT1(reciprocal_root, 1.0 / sqrt(a))
FLOAT1(sine, sin(a))
FLOAT1(hyperbolic_sine, sinh(a))
FLOAT1(square_root, sqrt(a))
FLOAT1(tangent, tan(a))
FLOAT1(hyperbolic_tangent, tanh(a))
FLOAT1(truncate_toward_zero, trunc(a))

static const char *multiply_add(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]), b = tern_interpreter_decode(op->source, operands[1]);
  double c = tern_interpreter_decode(op->source, operands[2]);
  // A product of two floats is exact in double, its sum with a third is not: rounding twice would show.
  double result = op->result.float_kind == TERN_FLOAT_F32 ? (double)fmaf((float)a, (float)b, (float)c) : fma(a, b, c);
  out[0] = tern_interpreter_encode(op->result, result);
  return NULL;
}

static const char *clamp(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]);
  out[0] = tern_interpreter_encode(op->result, clamped(a, tern_interpreter_decode(op->source, operands[1]),
                                                       tern_interpreter_decode(op->source, operands[2])));
  return NULL;
}

static const char *power_of_integer(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]);
  out[0] = tern_interpreter_encode(op->result, pow(a, (double)(int32_t)operands[1]));
  return NULL;
}

static const char *sine_and_cosine(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]);
  out[0] = tern_interpreter_encode(op->result, sin(a));
  out[1] = tern_interpreter_encode(op->result, cos(a));
  return NULL;
}

// --- classes and comparisons ---

#define CLASS(name, expression)                                                           \
  static const char *name(const lane_op_t *op, const uint64_t *operands, uint64_t *out) { \
    double a = tern_interpreter_decode(op->source, operands[0]);                          \
    out[0] = (expression) ? 1 : 0;                                                        \
    return NULL;                                                                          \
  }
CLASS(is_finite, isfinite(a))
CLASS(is_infinite, isinf(a))
CLASS(is_nan, isnan(a))
CLASS(is_normal, isnormal((float)a))

static bool holds(tern_cmpf_predicate_t predicate, double a, double b) {
  bool unordered = isnan(a) || isnan(b);
  switch (predicate) {
    case TERN_CMPF_FALSE: return false;
    case TERN_CMPF_OEQ: return a == b;
    case TERN_CMPF_OGT: return a > b;
    case TERN_CMPF_OGE: return a >= b;
    case TERN_CMPF_OLT: return a < b;
    case TERN_CMPF_OLE: return a <= b;
    case TERN_CMPF_ONE: return !unordered && a != b;
    case TERN_CMPF_ORD: return !unordered;
    case TERN_CMPF_UEQ: return unordered || a == b;
    case TERN_CMPF_UGT: return unordered || a > b;
    case TERN_CMPF_UGE: return unordered || a >= b;
    case TERN_CMPF_ULT: return unordered || a < b;
    case TERN_CMPF_ULE: return unordered || a <= b;
    case TERN_CMPF_UNE: return unordered || a != b;
    case TERN_CMPF_UNO: return unordered;
    case TERN_CMPF_TRUE: return true;
  }
  return false;
}

static const char *compare(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  out[0] = holds((tern_cmpf_predicate_t)op->attribute, tern_interpreter_decode(op->source, operands[0]),
                 tern_interpreter_decode(op->source, operands[1]));
  return NULL;
}

// --- conversions ---

static const char *from_unsigned(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  bool is_single = op->result.float_kind == TERN_FLOAT_F32;
  out[0] = tern_interpreter_encode(op->result, is_single ? (double)(float)operands[0] : (double)operands[0]);
  return NULL;
}

static const char *from_signed(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  int64_t value = tern_interpreter_signed(op->source, operands[0]);
  bool is_single = op->result.float_kind == TERN_FLOAT_F32;
  out[0] = tern_interpreter_encode(op->result, is_single ? (double)(float)value : (double)value);
  return NULL;
}

// What does not fit is poison; any value will do, and this one is the nearest.
static const char *to_signed(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]), limit = ldexp(1.0, op->result.width - 1);
  int64_t value = 0;
  if (a >= limit) {
    value = (int64_t)(((uint64_t)1 << (op->result.width - 1)) - 1);
  } else if (a < -limit) {
    value = (int64_t)(UINT64_MAX << (op->result.width - 1));
  } else if (!isnan(a)) {
    value = (int64_t)a;
  }
  out[0] = tern_interpreter_truncate(op->result, (uint64_t)value);
  return NULL;
}

static const char *to_unsigned(const lane_op_t *op, const uint64_t *operands, uint64_t *out) {
  double a = tern_interpreter_decode(op->source, operands[0]);
  uint64_t value = a >= ldexp(1.0, op->result.width) ? UINT64_MAX : a > 0 ? (uint64_t)a : 0;
  out[0] = tern_interpreter_truncate(op->result, value);
  return NULL;
}

// --- reductions ---

uint64_t tern_interpreter_combine(number_t number, int64_t kind, uint64_t a, uint64_t b) {
  if (!number.is_float) {
    int64_t sa = tern_interpreter_signed(number, a), sb = tern_interpreter_signed(number, b);
    switch (kind) {
      case TERN_VECTOR_KIND_ADD: return tern_interpreter_truncate(number, a + b);
      case TERN_VECTOR_KIND_MUL: return tern_interpreter_truncate(number, a * b);
      case TERN_VECTOR_KIND_MINUI: return a < b ? a : b;
      case TERN_VECTOR_KIND_MINSI: return sa < sb ? a : b;
      case TERN_VECTOR_KIND_MAXUI: return a > b ? a : b;
      case TERN_VECTOR_KIND_MAXSI: return sa > sb ? a : b;
      case TERN_VECTOR_KIND_AND: return a & b;
      case TERN_VECTOR_KIND_OR: return a | b;
      default: return a ^ b;
    }
  }
  double x = tern_interpreter_decode(number, a), y = tern_interpreter_decode(number, b), result;
  switch (kind) {
    case TERN_VECTOR_KIND_ADD: result = x + y; break;
    case TERN_VECTOR_KIND_MUL: result = x * y; break;
    case TERN_VECTOR_KIND_MINNUMF: result = fmin(x, y); break;
    case TERN_VECTOR_KIND_MAXNUMF: result = fmax(x, y); break;
    case TERN_VECTOR_KIND_MINIMUMF: result = minimum_of(x, y); break;
    default: result = maximum_of(x, y); break;
  }
  return tern_interpreter_encode(number, result);
}

#define LANES(row, function) {row, tern_interpreter_run_lanes, tern_interpreter_prepare_lanes, function, NULL}

const op_row_t tern_interpreter_float_rows[] = {
    LANES(TERN_ARITH(ADDF), add),
    LANES(TERN_ARITH(SUBF), subtract),
    LANES(TERN_ARITH(MULF), multiply),
    LANES(TERN_ARITH(DIVF), divide),
    LANES(TERN_ARITH(REMF), remainder_of),
    LANES(TERN_ARITH(NEGF), negate),
    LANES(TERN_ARITH(MINIMUMF), minimum),
    LANES(TERN_ARITH(MAXIMUMF), maximum),
    LANES(TERN_ARITH(MINNUMF), minimum_number),
    LANES(TERN_ARITH(MAXNUMF), maximum_number),
    LANES(TERN_ARITH(CMPF), compare),
    LANES(TERN_ARITH(EXTF), convert),
    LANES(TERN_ARITH(TRUNCF), convert),
    LANES(TERN_ARITH(UITOFP), from_unsigned),
    LANES(TERN_ARITH(SITOFP), from_signed),
    LANES(TERN_ARITH(FPTOUI), to_unsigned),
    LANES(TERN_ARITH(FPTOSI), to_signed),
    LANES(TERN_MATH(ABSF), absolute),
    LANES(TERN_MATH(ACOS), arc_cosine),
    LANES(TERN_MATH(ACOSH), arc_hyperbolic_cosine),
    LANES(TERN_MATH(ASIN), arc_sine),
    LANES(TERN_MATH(ASINH), arc_hyperbolic_sine),
    LANES(TERN_MATH(ATAN), arc_tangent),
    LANES(TERN_MATH(ATAN2), arc_tangent_of_two),
    LANES(TERN_MATH(ATANH), arc_hyperbolic_tangent),
    LANES(TERN_MATH(CBRT), cube_root),
    LANES(TERN_MATH(CEIL), round_up),
    LANES(TERN_MATH(CLAMPF), clamp),
    LANES(TERN_MATH(COPYSIGN), copy_sign),
    LANES(TERN_MATH(COS), cosine),
    LANES(TERN_MATH(COSH), hyperbolic_cosine),
    LANES(TERN_MATH(ERF), error_function),
    LANES(TERN_MATH(ERFC), error_function_complement),
    LANES(TERN_MATH(EXP), exponential),
    LANES(TERN_MATH(EXP2), exponential_two),
    LANES(TERN_MATH(EXPM1), exponential_minus_one),
    LANES(TERN_MATH(FLOOR), round_down),
    LANES(TERN_MATH(FMA), multiply_add),
    LANES(TERN_MATH(FPOWI), power_of_integer),
    LANES(TERN_MATH(ISFINITE), is_finite),
    LANES(TERN_MATH(ISINF), is_infinite),
    LANES(TERN_MATH(ISNAN), is_nan),
    LANES(TERN_MATH(ISNORMAL), is_normal),
    LANES(TERN_MATH(LOG), logarithm),
    LANES(TERN_MATH(LOG10), logarithm_ten),
    LANES(TERN_MATH(LOG1P), logarithm_one_plus),
    LANES(TERN_MATH(LOG2), logarithm_two),
    LANES(TERN_MATH(POWF), power),
    LANES(TERN_MATH(ROUND), round_away),
    LANES(TERN_MATH(ROUNDEVEN), round_even),
    LANES(TERN_MATH(RSQRT), reciprocal_root),
    LANES(TERN_MATH(SIN), sine),
    LANES(TERN_MATH(SINCOS), sine_and_cosine),
    LANES(TERN_MATH(SINH), hyperbolic_sine),
    LANES(TERN_MATH(SQRT), square_root),
    LANES(TERN_MATH(TAN), tangent),
    LANES(TERN_MATH(TANH), hyperbolic_tangent),
    LANES(TERN_MATH(TRUNC), truncate_toward_zero),
    LANES(TERN_VECTOR(FMA), multiply_add),
    {0},
};
