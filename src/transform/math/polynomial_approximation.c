// --math-polynomial-approximation: transcendental functions become arithmetic that is right to a few units in the last
// place over the whole range, whatever the processor below thinks of its own (upstream has such a pass for tests,
// --test-math-polynomial-approximation).
//
//   %y = math.exp %x : f32    ->    %n = arith.mulf %x, %log2e ... polynomial ... scaling by bits of the exponent
//
// Why: GLSL.std.450 promises absolute errors of 2^-11 for sin and cos, 4096 units for atan2, nothing for f64, and has no
// erf, log1p or expm1. Formats narrower than f32 are computed in f32. An op with fast-math flag `afn` is left to the
// target unless its type is f64 or GLSL does not have it. The sums whose roundings matter carry no fast-math flag; `contract` marks the others.

#include "dialect/llvm/llvm.h"
#include "pass/pass.h"
#include "rewrite/greedy.h"
#include "transform/math/builder.h"

typedef value_t (*family_fn_t)(const formula_t *f, const tern_op_t *op);
static const family_fn_t families[] = {tern_math_expand_exponential, tern_math_expand_trigonometric,
                                       tern_math_expand_hyperbolic, tern_math_expand_power};

static const tern_op_row_t *const expanded[] = {
    TERN_MATH(EXP),   TERN_MATH(EXP2),  TERN_MATH(EXPM1), TERN_MATH(LOG),  TERN_MATH(LOG1P), TERN_MATH(LOG2),
    TERN_MATH(LOG10), TERN_MATH(SIN),   TERN_MATH(COS),   TERN_MATH(TAN),  TERN_MATH(ASIN),  TERN_MATH(ACOS),
    TERN_MATH(ATAN),  TERN_MATH(ATAN2), TERN_MATH(SINH),  TERN_MATH(COSH), TERN_MATH(TANH),  TERN_MATH(ASINH),
    TERN_MATH(ACOSH), TERN_MATH(ATANH), TERN_MATH(ERF),   TERN_MATH(ERFC), TERN_MATH(POWF),  TERN_MATH(CBRT),
};

// Left to the target: it may be approximate, and GLSL.std.450 has it.
static bool is_approximate(const tern_op_t *op) {
  static const tern_op_row_t *const missing[] = {TERN_MATH(ATAN2), TERN_MATH(CBRT),  TERN_MATH(ERF), TERN_MATH(ERFC),
                                                 TERN_MATH(EXPM1), TERN_MATH(LOG1P), TERN_MATH(POWF)};
  for (size_t i = 0; i < sizeof missing / sizeof missing[0]; ++i) {
    if (tern_op_is(op, missing[i])) return false;
  }
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  return flags && (tern_enum_attr_value(flags) & TERN_FASTMATH_AFN);
}

static bool is_expanded(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof expanded / sizeof expanded[0]; ++i) {
    if (tern_op_is(op, expanded[i])) return true;
  }
  return false;
}

// exp and exp2 of f32, where the target has exp2. NULL: another function.
static value_t expand_by_exp2(const formula_t *f, const tern_op_t *op) {
  if (f->is_double) return NULL;
  if (tern_op_is(op, TERN_MATH(EXP))) return tern_math_formula_exp_by_exp2(f, tern_op_operand(op, 0));
  if (tern_op_is(op, TERN_MATH(EXP2))) return tern_math_formula_native_exp2(f, tern_op_operand(op, 0));
  return NULL;
}

// What the target has instructions for.
typedef struct target {
  bool has_exp2, has_ldexp;
} target_t;

static bool expand(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  const target_t *target = user;
  if (!is_expanded(op)) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  uint32_t width = tern_type_bit_width(element);
  if (!tern_type_is_float(element) || width > 64 || (element->kind != TERN_TYPE_F64 && is_approximate(op)))
    return false;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  if (width < 32) {
    const tern_type_t *wide = tern_type_with_element(type, tern_float_type_get(b->context, TERN_TYPE_F32));
    value_t operands[2];
    for (size_t i = 0; i < op->operand_count; ++i) {
      operands[i] = tern_build_value(b, TERN_ARITH(EXTF), .operands = TERN_VALUES(tern_op_operand(op, i)),
                                     .types = TERN_TYPES(wide));
    }
    value_t result = tern_build_value(b, op->def->row, .operands = {operands, op->operand_count});
    result = tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(result), .types = TERN_TYPES(type));
    tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
    return true;
  }
  if (element->kind != TERN_TYPE_F32 && element->kind != TERN_TYPE_F64) return false;
  formula_t f = formula_for(b, type);
  f.has_ldexp = target->has_ldexp;
  for (size_t i = 0; i < sizeof families / sizeof families[0]; ++i) {
    value_t result = target->has_exp2 ? expand_by_exp2(&f, op) : NULL;
    if (!result) result = families[i](&f, op);
    if (!result) continue;
    tern_rewriter_replace(rewriter, op, TERN_VALUES(result));
    return true;
  }
  return false;
}

// Both results of sincos; what they share is found by cse.
static bool split_sincos(tern_op_t *op, tern_rewriter_t *rewriter, void *user) {
  (void)user;
  tern_builder_t *b = &rewriter->builder;
  tern_builder_set_before(b, op);
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  tern_named_attr_t attr = {"fastmath", flags};
  tern_named_attrs_t attrs = {&attr, flags ? 1 : 0};
  tern_values_t operands = TERN_VALUES(tern_op_operand(op, 0));
  value_t sine = tern_build_value(b, TERN_MATH(SIN), .operands = operands, .attrs = attrs);
  value_t cosine = tern_build_value(b, TERN_MATH(COS), .operands = operands, .attrs = attrs);
  tern_rewriter_replace(rewriter, op, TERN_VALUES(sine, cosine));
  return true;
}

static const tern_pattern_t patterns[] = {
    {"sincos", TERN_MATH(SINCOS), 1, split_sincos},
    {"approximate", NULL, 1, expand},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  target_t target = {.has_exp2 = tern_pass_bool(pass, "native-exp2"),
                     .has_ldexp = tern_pass_bool(pass, "native-ldexp")};
  tern_greedy_options_t options = TERN_GREEDY_DEFAULT;
  options.region_simplify = false;
  options.fold = false;
  tern_apply_patterns_greedily(op, patterns, sizeof patterns / sizeof patterns[0], &target, &options, NULL);
  return true;
}

static const tern_dialect_t *const dialects[] = {&tern_arith_dialect, &tern_llvm_dialect, &tern_math_dialect, NULL};

static const tern_option_def_t pass_options[] = {
    {"native-exp2", TERN_OPTION_BOOL, "false",
     "The target has exp2 of f32, right to a few units in the last place: exp is made of it", NULL},
    {"native-ldexp", TERN_OPTION_BOOL, "false",
     "The target multiplies f32 by powers of two in one instruction: exponentials end with llvm.intr.ldexp", NULL},
};

const tern_pass_def_t tern_math_polynomial_approximation_pass = {
    .flag = "math-polynomial-approximation",
    .name = "MathPolynomialApproximation",
    .summary = "Expand transcendental functions into accurate arithmetic",
    .description =
        "Exponentials, logarithms, powers, trigonometric and hyperbolic functions, their inverses and the error "
        "functions of f32 and f64 (narrower floats in f32) become arithmetic that is right to a few units in "
        "the last place. Ops with the flag afn are left alone, but not those of f64.",
    .options = pass_options,
    .option_count = sizeof pass_options / sizeof pass_options[0],
    .dialects = dialects,
    .keeps = TERN_KEEPS_SYMBOLS,
    .run = run,
};
