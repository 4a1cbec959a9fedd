// math: the table of ops and their folds. Functions of f32 and f64 constants are those of the C library in the same
// precision; other formats are left for run time, as upstream does. Rounding, sign and classification work on all.

#include "dialect/math/math.h"

#include <math.h>

#include "base/float.h"
#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"

#define UNARY(NAME) static bool NAME(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t *out)
#define FOLD(NAME) \
  static tern_fold_status_t NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)

static tern_fold_status_t fold_unary(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                     tern_fold_unary_fn_t fn) {
  out[0].attr = tern_fold_elements_unary(operands[0], op->results[0].type, fn, NULL);
  return out[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

static tern_fold_status_t fold_binary(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                      tern_fold_binary_fn_t fn) {
  out[0].attr = tern_fold_elements_binary(operands[0], operands[1], op->results[0].type, fn, NULL);
  return out[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- functions of the C library ---

// A NaN operand goes on to the function, which gives NaN (or, for a few, a number).
#define LIBRARY_FUNCTION(NAME, DOUBLE, SINGLE)                            \
  UNARY(NAME##_of) {                                                      \
    double x;                                                             \
    if (f->operand_type->kind == TERN_TYPE_F32) {                         \
      x = (double)SINGLE((float)tern_bits_to_double(f->operand_type, a)); \
    } else if (f->operand_type->kind == TERN_TYPE_F64) {                  \
      x = DOUBLE(tern_bits_to_double(f->operand_type, a));                \
    } else {                                                              \
      return false;                                                       \
    }                                                                     \
    *out = tern_bits_from_double(f->result_type, x);                      \
    return true;                                                          \
  }                                                                       \
  FOLD(fold_##NAME) { return fold_unary(op, operands, out, NAME##_of); }

LIBRARY_FUNCTION(acos, acos, acosf)
LIBRARY_FUNCTION(acosh, acosh, acoshf)
LIBRARY_FUNCTION(asin, asin, asinf)
LIBRARY_FUNCTION(asinh, asinh, asinhf)
LIBRARY_FUNCTION(atan, atan, atanf)
LIBRARY_FUNCTION(atanh, atanh, atanhf)
LIBRARY_FUNCTION(cos, cos, cosf)
LIBRARY_FUNCTION(cosh, cosh, coshf)
LIBRARY_FUNCTION(erf, erf, erff)
LIBRARY_FUNCTION(erfc, erfc, erfcf)
LIBRARY_FUNCTION(exp, exp, expf)
LIBRARY_FUNCTION(exp2, exp2, exp2f)
LIBRARY_FUNCTION(expm1, expm1, expm1f)
LIBRARY_FUNCTION(sin, sin, sinf)
LIBRARY_FUNCTION(sinh, sinh, sinhf)
LIBRARY_FUNCTION(tan, tan, tanf)
LIBRARY_FUNCTION(tanh, tanh, tanhf)

#undef LIBRARY_FUNCTION

// Logarithms and roots of negative numbers stay for run time to complain about.
#define OF_NON_NEGATIVE(NAME, DOUBLE, SINGLE)                                                           \
  UNARY(NAME##_of) {                                                                                    \
    if (f->operand_type->kind != TERN_TYPE_F32 && f->operand_type->kind != TERN_TYPE_F64) return false; \
    double x = tern_bits_to_double(f->operand_type, a);                                                 \
    if (signbit(x)) return false;                                                                       \
    x = f->operand_type->kind == TERN_TYPE_F32 ? (double)SINGLE((float)x) : DOUBLE(x);                  \
    *out = tern_bits_from_double(f->result_type, x);                                                    \
    return true;                                                                                        \
  }                                                                                                     \
  FOLD(fold_##NAME) { return fold_unary(op, operands, out, NAME##_of); }

OF_NON_NEGATIVE(log, log, logf)
OF_NON_NEGATIVE(log2, log2, log2f)
OF_NON_NEGATIVE(log10, log10, log10f)
OF_NON_NEGATIVE(sqrt, sqrt, sqrtf)

#undef OF_NON_NEGATIVE

UNARY(log1p_of) {
  if (f->operand_type->kind != TERN_TYPE_F32 && f->operand_type->kind != TERN_TYPE_F64) return false;
  double x = tern_bits_to_double(f->operand_type, a);
  if (x < -1.0) return false;
  x = f->operand_type->kind == TERN_TYPE_F32 ? (double)log1pf((float)x) : log1p(x);
  *out = tern_bits_from_double(f->result_type, x);
  return true;
}
FOLD(fold_log1p) { return fold_unary(op, operands, out, log1p_of); }

#define LIBRARY_FUNCTION_2(NAME, DOUBLE, SINGLE)                                                                  \
  static bool NAME##_of(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) { \
    if (f->operand_type->kind != TERN_TYPE_F32 && f->operand_type->kind != TERN_TYPE_F64) return false;           \
    double x = tern_bits_to_double(f->operand_type, a), y = tern_bits_to_double(f->operand_type, b);              \
    x = f->operand_type->kind == TERN_TYPE_F32 ? (double)SINGLE((float)x, (float)y) : DOUBLE(x, y);               \
    *out = tern_bits_from_double(f->result_type, x);                                                              \
    return true;                                                                                                  \
  }                                                                                                               \
  FOLD(fold_##NAME) { return fold_binary(op, operands, out, NAME##_of); }

LIBRARY_FUNCTION_2(atan2, atan2, atan2f)
LIBRARY_FUNCTION_2(powf, pow, powf)

#undef LIBRARY_FUNCTION_2

// --- rounding, sign, classification ---

// An integer that the operand lies next to: representable in its own format.
#define ROUNDING(NAME, FUNCTION)                                              \
  UNARY(NAME##_of) {                                                          \
    if (!tern_type_is_double_foldable(f->operand_type)) return false;         \
    double x = tern_bits_to_double(f->operand_type, a);                       \
    *out = isnan(x) ? a : tern_bits_from_double(f->result_type, FUNCTION(x)); \
    return true;                                                              \
  }                                                                           \
  FOLD(fold_##NAME) { return fold_unary(op, operands, out, NAME##_of); }

ROUNDING(ceil, ceil)
ROUNDING(floor, floor)
ROUNDING(round, round)
ROUNDING(roundeven, roundeven)
ROUNDING(trunc, trunc)

#undef ROUNDING

// Formats whose top bit is a sign and nothing else.
static bool has_plain_sign(const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_F8E5M2FNUZ:
    case TERN_TYPE_F8E4M3FNUZ:
    case TERN_TYPE_F8E4M3B11FNUZ:
    case TERN_TYPE_F8E8M0FNU: return false;
    default: return true;
  }
}

UNARY(clear_sign) {
  if (!has_plain_sign(f->operand_type)) return false;
  *out = a & tern_bits_mask(f->operand_width - 1);
  return true;
}
FOLD(fold_absf) { return fold_unary(op, operands, out, clear_sign); }

static bool take_sign(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  if (!has_plain_sign(f->operand_type)) return false;
  tern_uint128_t magnitude = tern_bits_mask(f->operand_width - 1);
  *out = (a & magnitude) | (b & ~magnitude);
  return true;
}
FOLD(fold_copysign) { return fold_binary(op, operands, out, take_sign); }

#define CLASSIFICATION(NAME, CONDITION)                               \
  UNARY(NAME##_of) {                                                  \
    if (!tern_type_is_double_foldable(f->operand_type)) return false; \
    double x = tern_bits_to_double(f->operand_type, a);               \
    *out = CONDITION;                                                 \
    return true;                                                      \
  }                                                                   \
  FOLD(fold_##NAME) { return fold_unary(op, operands, out, NAME##_of); }

CLASSIFICATION(isfinite, isfinite(x) != 0)
CLASSIFICATION(isinf, isinf(x) != 0)
CLASSIFICATION(isnan, isnan(x) != 0)

#undef CLASSIFICATION

UNARY(isnormal_of) {
  if (!tern_type_is_double_foldable(f->operand_type)) return false;
  double x = fabs(tern_bits_to_double(f->operand_type, a));
  const tern_float_format_t *format = &tern_float_formats[f->operand_type->kind - TERN_TYPE_F4E2M1FN];
  *out = isfinite(x) && x != 0 && x >= ldexp(1.0, 1 - format->bias);
  return true;
}
FOLD(fold_isnormal) { return fold_unary(op, operands, out, isnormal_of); }

// --- integers ---

UNARY(absolute) {
  tern_int128_t value = tern_bits_sign_extend(a, f->operand_width);
  *out = value < 0 ? -(tern_uint128_t)value : (tern_uint128_t)value;
  return true;
}
FOLD(fold_absi) { return fold_unary(op, operands, out, absolute); }

UNARY(leading_zeros) {
  uint32_t count = 0;
  while (count < f->operand_width && !(a >> (f->operand_width - 1 - count) & 1)) count++;
  *out = count;
  return true;
}
FOLD(fold_ctlz) { return fold_unary(op, operands, out, leading_zeros); }

UNARY(trailing_zeros) {
  uint32_t count = 0;
  while (count < f->operand_width && !(a >> count & 1)) count++;
  *out = count;
  return true;
}
FOLD(fold_cttz) { return fold_unary(op, operands, out, trailing_zeros); }

UNARY(set_bits) {
  (void)f;
  *out = (tern_uint128_t)(__builtin_popcountll((uint64_t)a) + __builtin_popcountll((uint64_t)(a >> 64)));
  return true;
}
FOLD(fold_ctpop) { return fold_unary(op, operands, out, set_bits); }

static bool integer_power(const tern_fold_elements_t *f, tern_uint128_t a, tern_uint128_t b, tern_uint128_t *out) {
  tern_int128_t base = tern_bits_sign_extend(a, f->operand_width);
  tern_int128_t exponent = tern_bits_sign_extend(b, f->operand_width);
  if (exponent < 0) {
    if (base == 0) return false;  // a division by zero
    *out = base == 1 ? 1 : base == -1 ? (b & 1 ? (tern_uint128_t)-1 : 1) : 0;
    return true;
  }
  tern_uint128_t result = 1, square = a;
  for (tern_uint128_t rest = (tern_uint128_t)exponent; rest; rest >>= 1) {
    if (rest & 1) result *= square;
    square *= square;
  }
  *out = result;
  return true;
}
FOLD(fold_ipowi) { return fold_binary(op, operands, out, integer_power); }

// --- the table ---

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_op_row_t tern_math_ops[] = {
#define OP(ID, NAME, ...) [TERN_MATH_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/math/math_ops.def"
#undef OP
};

const tern_dialect_t tern_math_dialect = {
    .name = "math",
    .summary = "Mathematical functions on scalars, vectors and tensors",
    .ops = tern_math_ops,
    .op_count = TERN_MATH_OP_COUNT,
    .materialize_constant = materialize_constant,
};
