// math ops to the spirv dialect (upstream: MathToSPIRV): one instruction of GLSL.std.450 (of OpenCL.std for kernels), or a
// few where that has none or leaves a case open. Accurate code for transcendental functions, and all of it for f64, is
// made before by --math-polynomial-approximation; here they are what the target thinks good enough.

#include "dialect/math/math.h"

#include <math.h>

#include "convert/spirv/emit.h"

// Instructions by set. GLSL's transcendental functions take 16 and 32 bits only.
static const struct function_row {
  const tern_op_row_t *from, *gl, *cl;
  bool has_double;
} functions[] = {
    {TERN_MATH(ABSF), TERN_SPIRV(GL_FABS), TERN_SPIRV(CL_FABS), true},
    {TERN_MATH(CEIL), TERN_SPIRV(GL_CEIL), TERN_SPIRV(CL_CEIL), true},
    {TERN_MATH(FLOOR), TERN_SPIRV(GL_FLOOR), TERN_SPIRV(CL_FLOOR), true},
    {TERN_MATH(ROUNDEVEN), TERN_SPIRV(GL_ROUNDEVEN), TERN_SPIRV(CL_RINT), true},
    {TERN_MATH(SQRT), TERN_SPIRV(GL_SQRT), TERN_SPIRV(CL_SQRT), true},
    {TERN_MATH(RSQRT), TERN_SPIRV(GL_INVERSESQRT), TERN_SPIRV(CL_RSQRT), true},
    {TERN_MATH(FMA), TERN_SPIRV(GL_FMA), TERN_SPIRV(CL_FMA), true},
    {TERN_MATH(ACOS), TERN_SPIRV(GL_ACOS), TERN_SPIRV(CL_ACOS), false},
    {TERN_MATH(ACOSH), TERN_SPIRV(GL_ACOSH), TERN_SPIRV(CL_ACOSH), false},
    {TERN_MATH(ASIN), TERN_SPIRV(GL_ASIN), TERN_SPIRV(CL_ASIN), false},
    {TERN_MATH(ASINH), TERN_SPIRV(GL_ASINH), TERN_SPIRV(CL_ASINH), false},
    {TERN_MATH(ATAN), TERN_SPIRV(GL_ATAN), TERN_SPIRV(CL_ATAN), false},
    {TERN_MATH(ATANH), TERN_SPIRV(GL_ATANH), TERN_SPIRV(CL_ATANH), false},
    {TERN_MATH(ATAN2), NULL, TERN_SPIRV(CL_ATAN2), false},
    {TERN_MATH(COS), TERN_SPIRV(GL_COS), TERN_SPIRV(CL_COS), false},
    {TERN_MATH(COSH), TERN_SPIRV(GL_COSH), TERN_SPIRV(CL_COSH), false},
    {TERN_MATH(ERF), NULL, TERN_SPIRV(CL_ERF), false},
    {TERN_MATH(EXP), TERN_SPIRV(GL_EXP), TERN_SPIRV(CL_EXP), false},
    {TERN_MATH(EXP2), TERN_SPIRV(GL_EXP2), NULL, false},
    {TERN_MATH(LOG), TERN_SPIRV(GL_LOG), TERN_SPIRV(CL_LOG), false},
    {TERN_MATH(LOG2), TERN_SPIRV(GL_LOG2), NULL, false},
    {TERN_MATH(POWF), NULL, TERN_SPIRV(CL_POW), false},
    {TERN_MATH(SIN), TERN_SPIRV(GL_SIN), TERN_SPIRV(CL_SIN), false},
    {TERN_MATH(SINH), TERN_SPIRV(GL_SINH), TERN_SPIRV(CL_SINH), false},
    {TERN_MATH(TAN), TERN_SPIRV(GL_TAN), TERN_SPIRV(CL_TAN), false},
    {TERN_MATH(TANH), TERN_SPIRV(GL_TANH), TERN_SPIRV(CL_TANH), false},
};

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_kernel = tern_spirv_is_kernel(op);
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    if (!tern_op_is(op, functions[i].from)) continue;
    const tern_op_row_t *to = is_kernel ? functions[i].cl : functions[i].gl;
    if (!to || !tern_spirv_has_value_types(&e, operands)) return false;
    if (tern_type_element(e.type)->kind == TERN_TYPE_BF16) return false;
    if (width_of(e.type) == 64 && !is_kernel && !functions[i].has_double) return false;
    return tern_conversion_replace_value(conversion, op, tern_build_value(e.b, to, .operands = operands));
  }
  return false;
}

static tern_value_t *emit_fabs(const emitter_t *e, tern_value_t *x) {
  return emit1(e, tern_spirv_is_kernel(e->op) ? TERN_SPIRV(CL_FABS) : TERN_SPIRV(GL_FABS), x);
}
static tern_value_t *emit_floor(const emitter_t *e, tern_value_t *x) {
  return emit1(e, tern_spirv_is_kernel(e->op) ? TERN_SPIRV(CL_FLOOR) : TERN_SPIRV(GL_FLOOR), x);
}

// The magnitude of x with the sign of y, by their bits; where the target has no integers of that width, in f32, which
// changes no number.
static tern_value_t *emit_copysign(const emitter_t *e, tern_value_t *x, tern_value_t *y) {
  const tern_type_t *type = x->type, *i32 = tern_i_type_get(e->b->context, 32);
  uint32_t width = width_of(type);
  const tern_type_t *integer = tern_i_type_get(e->b->context, width);
  bool is_widened = width < 32 && !tern_convert_type(e->conversion->converter, integer);
  if (is_widened) {
    const tern_type_t *f32 = tern_type_with_element(type, tern_float_type_get(e->b->context, TERN_TYPE_F32));
    x = emit_cast(e, TERN_SPIRV(FCONVERT), x, f32);
    y = emit_cast(e, TERN_SPIRV(FCONVERT), y, f32);
    integer = i32;
    width = 32;
  }
  const tern_type_t *bits = tern_type_with_element(type, integer);
  int64_t sign = width == 64 ? INT64_MIN : -((int64_t)1 << (width - 1));
  tern_value_t *mask = tern_spirv_emit_int(e, bits, sign), *rest = tern_spirv_emit_int(e, bits, ~sign);
  tern_value_t *magnitude = emit2(e, TERN_SPIRV(BITWISEAND), emit_cast(e, TERN_SPIRV(BITCAST), x, bits), rest);
  tern_value_t *signs = emit2(e, TERN_SPIRV(BITWISEAND), emit_cast(e, TERN_SPIRV(BITCAST), y, bits), mask);
  tern_value_t *result = emit_cast(e, TERN_SPIRV(BITCAST), emit2(e, TERN_SPIRV(BITWISEOR), magnitude, signs), x->type);
  return is_widened ? emit_cast(e, TERN_SPIRV(FCONVERT), result, type) : result;
}

static bool convert_copysign(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  return tern_conversion_replace_value(conversion, op, emit_copysign(&e, operands.values[0], operands.values[1]));
}

// trunc: the floor of the magnitude. round: one more where the rest is a half or more (GLSL's Round may go either way).
static bool convert_round(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  if (tern_spirv_is_kernel(op) && tern_op_is(op, TERN_MATH(ROUND))) {
    return tern_conversion_replace_value(conversion, op, emit1(&e, TERN_SPIRV(CL_ROUND), x));
  }
  tern_value_t *magnitude = emit_fabs(&e, x), *whole = emit_floor(&e, magnitude);
  if (tern_op_is(op, TERN_MATH(ROUND))) {
    tern_value_t *rest = emit2(&e, TERN_SPIRV(FSUB), magnitude, whole);
    tern_value_t *is_up = emit2(&e, TERN_SPIRV(FORDGREATERTHANEQUAL), rest, tern_spirv_emit_float(&e, x->type, 0.5));
    tern_value_t *next = emit2(&e, TERN_SPIRV(FADD), whole, tern_spirv_emit_float(&e, x->type, 1.0));
    whole = tern_spirv_emit_select(&e, is_up, next, whole);
  }
  return tern_conversion_replace_value(conversion, op, emit_copysign(&e, whole, x));
}

// --- bits of integers ---

// FindUMsb, FindILsb and BitCount are for 32 bits in shaders. Each gives for 0 what the formulas below need: -1, -1, 0.
static tern_value_t *emit_leading_zeros(const emitter_t *e, tern_value_t *x) {
  tern_value_t *highest = emit1(e, TERN_SPIRV(GL_FINDUMSB), x);
  return emit2(e, TERN_SPIRV(ISUB), tern_spirv_emit_int(e, x->type, 31), highest);
}
static tern_value_t *emit_trailing_zeros(const emitter_t *e, tern_value_t *x) {
  tern_value_t *is_zero = emit2(e, TERN_SPIRV(IEQUAL), x, tern_spirv_emit_int(e, x->type, 0));
  tern_value_t *lowest = emit1(e, TERN_SPIRV(GL_FINDILSB), x);
  return tern_spirv_emit_select(e, is_zero, tern_spirv_emit_int(e, x->type, 32), lowest);
}
static tern_value_t *emit_bit_count(const emitter_t *e, tern_value_t *x) { return emit1(e, TERN_SPIRV(BITCOUNT), x); }

static bool convert_bit_op(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  bool is_leading = tern_op_is(op, TERN_MATH(CTLZ)), is_trailing = tern_op_is(op, TERN_MATH(CTTZ));
  if (!tern_spirv_has_value_types(&e, operands) || is_bool(e.type)) return false;
  if (tern_spirv_is_kernel(op) && (is_leading || is_trailing)) return false;  // the set of the dialect has no clz
  tern_value_t *x = operands.values[0];
  tern_value_t *(*count)(const emitter_t *, tern_value_t *) = is_leading    ? emit_leading_zeros
                                                              : is_trailing ? emit_trailing_zeros
                                                                            : emit_bit_count;
  const tern_type_t *i32 = tern_type_with_element(x->type, tern_i_type_get(e.b->context, 32));
  uint32_t width = width_of(x->type);
  if (width == 32) return tern_conversion_replace_value(conversion, op, count(&e, x));
  if (width < 32) {
    tern_value_t *wide = emit_cast(&e, TERN_SPIRV(UCONVERT), x, i32), *result;
    if (is_trailing) {
      // A bit above stops the count.
      wide = emit2(&e, TERN_SPIRV(BITWISEOR), wide, tern_spirv_emit_int(&e, i32, (int64_t)1 << width));
    }
    result = count(&e, wide);
    if (is_leading) result = emit2(&e, TERN_SPIRV(ISUB), result, tern_spirv_emit_int(&e, i32, 32 - width));
    return tern_conversion_replace_value(conversion, op, emit_cast(&e, TERN_SPIRV(UCONVERT), result, x->type));
  }
  tern_value_t *shifted = emit2(&e, TERN_SPIRV(SHIFTRIGHTLOGICAL), x, tern_spirv_emit_int(&e, x->type, 32));
  tern_value_t *low = emit_cast(&e, TERN_SPIRV(UCONVERT), x, i32);
  tern_value_t *high = emit_cast(&e, TERN_SPIRV(UCONVERT), shifted, i32), *result;
  if (is_leading || is_trailing) {
    tern_value_t *first = is_leading ? high : low, *second = is_leading ? low : high;
    tern_value_t *is_zero = emit2(&e, TERN_SPIRV(IEQUAL), first, tern_spirv_emit_int(&e, i32, 0));
    tern_value_t *half = tern_spirv_emit_int(&e, i32, 32);
    tern_value_t *more = emit2(&e, TERN_SPIRV(IADD), count(&e, second), half);
    result = tern_spirv_emit_select(&e, is_zero, more, count(&e, first));
  } else {
    tern_value_t *upper = count(&e, high);
    result = emit2(&e, TERN_SPIRV(IADD), count(&e, low), upper);
  }
  return tern_conversion_replace_value(conversion, op, emit_cast(&e, TERN_SPIRV(UCONVERT), result, x->type));
}

static bool convert_absi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  if (is_bool(e.type)) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  return tern_conversion_replace_value(
      conversion, op,
      emit1(&e, tern_spirv_is_kernel(op) ? TERN_SPIRV(CL_S_ABS) : TERN_SPIRV(GL_SABS), operands.values[0]));
}

// --- classes of floats ---

static bool convert_class(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *x = operands.values[0];
  if (tern_op_is(op, TERN_MATH(ISNAN)))
    return tern_conversion_replace_value(conversion, op, emit1(&e, TERN_SPIRV(ISNAN), x));
  if (tern_op_is(op, TERN_MATH(ISINF)))
    return tern_conversion_replace_value(conversion, op, emit1(&e, TERN_SPIRV(ISINF), x));
  // Comparisons with NaN are false.
  tern_value_t *magnitude = emit_fabs(&e, x), *infinity = tern_spirv_emit_float(&e, x->type, INFINITY);
  tern_value_t *result = emit2(&e, TERN_SPIRV(FORDLESSTHAN), magnitude, infinity);
  if (tern_op_is(op, TERN_MATH(ISNORMAL))) {
    tern_type_kind_t kind = tern_type_element(x->type)->kind;
    double least = kind == TERN_TYPE_F64 ? 0x1p-1022 : kind == TERN_TYPE_F16 ? 0x1p-14 : 0x1p-126;
    tern_value_t *is_large =
        emit2(&e, TERN_SPIRV(FORDGREATERTHANEQUAL), magnitude, tern_spirv_emit_float(&e, x->type, least));
    result = emit2(&e, TERN_SPIRV(LOGICALAND), result, is_large);
  }
  return tern_conversion_replace_value(conversion, op, result);
}

static bool convert_clamp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (!tern_spirv_has_value_types(&e, operands)) return false;
  tern_value_t *raised = tern_spirv_emit_extremum(&e, operands.values[0], operands.values[1], true, true);
  return tern_conversion_replace_value(conversion, op,
                                       tern_spirv_emit_extremum(&e, raised, operands.values[2], false, true));
}

// log10 of an op that may be approximated, by the binary logarithm.
static bool convert_log10(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  emitter_t e = emitter_for(conversion, op);
  if (tern_spirv_is_kernel(op) || !tern_spirv_has_value_types(&e, operands) || width_of(e.type) == 64) return false;
  tern_value_t *binary = emit1(&e, TERN_SPIRV(GL_LOG2), operands.values[0]);
  return tern_conversion_replace_value(
      conversion, op, emit2(&e, TERN_SPIRV(FMUL), binary, tern_spirv_emit_float(&e, e.type, 0.30102999566398120)));
}

const tern_conversion_pattern_t tern_math_to_spirv_patterns[] = {
    {"absi", TERN_MATH(ABSI), 1, convert_absi},
    {"clampf", TERN_MATH(CLAMPF), 1, convert_clamp},
    {"copysign", TERN_MATH(COPYSIGN), 1, convert_copysign},
    {"ctlz", TERN_MATH(CTLZ), 1, convert_bit_op},
    {"cttz", TERN_MATH(CTTZ), 1, convert_bit_op},
    {"ctpop", TERN_MATH(CTPOP), 1, convert_bit_op},
    {"isfinite", TERN_MATH(ISFINITE), 1, convert_class},
    {"isinf", TERN_MATH(ISINF), 1, convert_class},
    {"isnan", TERN_MATH(ISNAN), 1, convert_class},
    {"isnormal", TERN_MATH(ISNORMAL), 1, convert_class},
    {"log10", TERN_MATH(LOG10), 1, convert_log10},
    {"round", TERN_MATH(ROUND), 1, convert_round},
    {"trunc", TERN_MATH(TRUNC), 1, convert_round},
    {"function", NULL, 0, convert_function},
    {0},
};
