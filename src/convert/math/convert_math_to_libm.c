// --convert-math-to-libm: math ops on floats as calls of the C library's functions (upstream: MathToLibm). Vectors are
// taken apart; narrower floats are computed as f32.

#include "convert/math/functions.h"
#include "dialect/arith/arith.h"
#include "dialect/func/func.h"
#include "dialect/math/math.h"
#include "dialect/vector/vector.h"
#include "pass/pass.h"

static const struct libm_function {
  const tern_op_row_t *row;
  const char *of_f32, *of_f64;
} libm_functions[] = {
    {TERN_MATH(ABSF), "fabsf", "fabs"},    {TERN_MATH(ACOS), "acosf", "acos"},
    {TERN_MATH(ACOSH), "acoshf", "acosh"}, {TERN_MATH(ASIN), "asinf", "asin"},
    {TERN_MATH(ASINH), "asinhf", "asinh"}, {TERN_MATH(ATAN), "atanf", "atan"},
    {TERN_MATH(ATAN2), "atan2f", "atan2"}, {TERN_MATH(ATANH), "atanhf", "atanh"},
    {TERN_MATH(CBRT), "cbrtf", "cbrt"},    {TERN_MATH(CEIL), "ceilf", "ceil"},
    {TERN_MATH(COS), "cosf", "cos"},       {TERN_MATH(COSH), "coshf", "cosh"},
    {TERN_MATH(ERF), "erff", "erf"},       {TERN_MATH(ERFC), "erfcf", "erfc"},
    {TERN_MATH(EXP), "expf", "exp"},       {TERN_MATH(EXP2), "exp2f", "exp2"},
    {TERN_MATH(EXPM1), "expm1f", "expm1"}, {TERN_MATH(FLOOR), "floorf", "floor"},
    {TERN_MATH(FMA), "fmaf", "fma"},       {TERN_MATH(LOG), "logf", "log"},
    {TERN_MATH(LOG10), "log10f", "log10"}, {TERN_MATH(LOG1P), "log1pf", "log1p"},
    {TERN_MATH(LOG2), "log2f", "log2"},    {TERN_MATH(POWF), "powf", "pow"},
    {TERN_MATH(ROUND), "roundf", "round"}, {TERN_MATH(ROUNDEVEN), "roundevenf", "roundeven"},
    {TERN_MATH(RSQRT), "rsqrtf", "rsqrt"}, {TERN_MATH(SIN), "sinf", "sin"},
    {TERN_MATH(SINH), "sinhf", "sinh"},    {TERN_MATH(SQRT), "sqrtf", "sqrt"},
    {TERN_MATH(TAN), "tanf", "tan"},       {TERN_MATH(TANH), "tanhf", "tanh"},
    {TERN_MATH(TRUNC), "truncf", "trunc"},
};

static const struct libm_function *find_function(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof libm_functions / sizeof libm_functions[0]; ++i) {
    if (tern_op_is(op, libm_functions[i].row)) return &libm_functions[i];
  }
  return NULL;
}

static bool take_apart(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  return find_function(op) && tern_math_replace_by_elements(conversion, op);
}

static bool promote(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  (void)operands;
  if (!find_function(op)) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type, *f32 = tern_float_type_get(b->context, TERN_TYPE_F32);
  if (type->kind != TERN_TYPE_F16 && type->kind != TERN_TYPE_BF16) return false;
  tern_value_t *wide[3];
  for (size_t i = 0; i < op->operand_count; ++i) {
    wide[i] = tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(tern_op_operand(op, i)),
                               .types = TERN_TYPES(f32));
  }
  tern_value_t *value =
      tern_build_value(b, op->def->row, .operands = {wide, op->operand_count}, .types = TERN_TYPES(f32));
  value = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
  return tern_conversion_replace_value(conversion, op, value);
}

static bool call(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const struct libm_function *function = find_function(op);
  if (!function) return false;
  switch (tern_op_result(op, 0)->type->kind) {
    case TERN_TYPE_F32: return tern_math_replace_by_call(conversion, op, function->of_f32, true);
    case TERN_TYPE_F64: return tern_math_replace_by_call(conversion, op, function->of_f64, true);
    default: return false;
  }
}

static const tern_conversion_pattern_t patterns[] = {
    {"math-on-vectors", NULL, TERN_PLAIN_PATTERN + 1, take_apart},
    {"math-on-narrow-floats", NULL, TERN_PLAIN_PATTERN + 1, promote},
    {"math-to-call", NULL, TERN_PLAIN_PATTERN + 1, call},
};

static const tern_legality_entry_t entries[] = {
    {.dialect = "arith", .legality = TERN_LEGAL},  {.dialect = "builtin", .legality = TERN_LEGAL},
    {.dialect = "func", .legality = TERN_LEGAL},   {.dialect = "vector", .legality = TERN_LEGAL},
    {.dialect = "math", .legality = TERN_ILLEGAL},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  (void)pass;
  tern_conversion_target_t target = {
      .entries = entries, .entry_count = sizeof entries / sizeof entries[0], .replaces_at_end = true};
  return tern_apply_partial_conversion(op, &target, patterns, sizeof patterns / sizeof patterns[0], NULL, NULL);
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_func_dialect, &tern_vector_dialect, NULL};

const tern_pass_def_t tern_convert_math_to_libm_pass = {
    .flag = "convert-math-to-libm",
    .name = "ConvertMathToLibmPass",
    .anchor = "builtin.module",
    .summary = "Make calls of the C library of math ops",
    .description =
        "Functions are declared private and readnone where they are not there yet. Ops that the library has no "
        "function for are refused.",
    .dialects = dialects,
    .run = run,
};
