// --convert-math-to-llvm: functions that LLVM has intrinsics for (upstream: MathToLLVM).

#include "dialect/math/math.h"

#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"

enum { MAX_ATTRS = 16, NAN_CLASSES = 3, FINITE_CLASSES = 504 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- one intrinsic ---

static const struct {
  const tern_op_row_t *from, *to;
} direct_ops[] = {
    {TERN_MATH(ABSF), TERN_LLVM(INTR_FABS)},
    {TERN_MATH(ACOS), TERN_LLVM(INTR_ACOS)},
    {TERN_MATH(ASIN), TERN_LLVM(INTR_ASIN)},
    {TERN_MATH(ATAN), TERN_LLVM(INTR_ATAN)},
    {TERN_MATH(ATAN2), TERN_LLVM(INTR_ATAN2)},
    {TERN_MATH(CEIL), TERN_LLVM(INTR_CEIL)},
    {TERN_MATH(COPYSIGN), TERN_LLVM(INTR_COPYSIGN)},
    {TERN_MATH(COS), TERN_LLVM(INTR_COS)},
    {TERN_MATH(COSH), TERN_LLVM(INTR_COSH)},
    {TERN_MATH(CTPOP), TERN_LLVM(INTR_CTPOP)},
    {TERN_MATH(EXP), TERN_LLVM(INTR_EXP)},
    {TERN_MATH(EXP2), TERN_LLVM(INTR_EXP2)},
    {TERN_MATH(FLOOR), TERN_LLVM(INTR_FLOOR)},
    {TERN_MATH(FMA), TERN_LLVM(INTR_FMA)},
    {TERN_MATH(FPOWI), TERN_LLVM(INTR_POWI)},
    {TERN_MATH(LOG), TERN_LLVM(INTR_LOG)},
    {TERN_MATH(LOG10), TERN_LLVM(INTR_LOG10)},
    {TERN_MATH(LOG2), TERN_LLVM(INTR_LOG2)},
    {TERN_MATH(POWF), TERN_LLVM(INTR_POW)},
    {TERN_MATH(ROUND), TERN_LLVM(INTR_ROUND)},
    {TERN_MATH(ROUNDEVEN), TERN_LLVM(INTR_ROUNDEVEN)},
    {TERN_MATH(SIN), TERN_LLVM(INTR_SIN)},
    {TERN_MATH(SINH), TERN_LLVM(INTR_SINH)},
    {TERN_MATH(SQRT), TERN_LLVM(INTR_SQRT)},
    {TERN_MATH(TAN), TERN_LLVM(INTR_TAN)},
    {TERN_MATH(TANH), TERN_LLVM(INTR_TANH)},
    {TERN_MATH(TRUNC), TERN_LLVM(INTR_TRUNC)},
};

static bool lower_direct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (tern_llvm_has_unsupported_float(tern_llvm_lowering_of(conversion), op)) return false;
  size_t i = 0;
  while (direct_ops[i].from != op->def->row) ++i;
  tern_named_attr_t attrs[MAX_ATTRS];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
  return tern_llvm_lower_elementwise(conversion, op, direct_ops[i].to, operands, (tern_named_attrs_t){attrs, count});
}

static bool is_array(tern_values_t operands) { return tern_type_is_llvm(operands.values[0]->type, TERN_LLVM_ARRAY); }

// Intrinsics that take a flag which says what is undefined: nothing is.
static bool lower_with_flag(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  bool is_abs = tern_op_is(op, TERN_MATH(ABSI));
  if (is_array(operands)) return false;
  const tern_op_row_t *row = is_abs                            ? TERN_LLVM(INTR_ABS)
                             : tern_op_is(op, TERN_MATH(CTLZ)) ? TERN_LLVM(INTR_CTLZ)
                                                               : TERN_LLVM(INTR_CTTZ);
  const tern_attr_t *no = tern_bool_attr_get(tern_op_context(op), false);
  return tern_llvm_lower_one_to_one(conversion, op, row, operands,
                                    TERN_ATTRS({is_abs ? "is_int_min_poison" : "is_zero_poison", no}));
}

static bool lower_class(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (tern_llvm_has_unsupported_float(tern_llvm_lowering_of(conversion), op) || is_array(operands)) return false;
  int64_t classes = tern_op_is(op, TERN_MATH(ISNAN)) ? NAN_CLASSES : FINITE_CLASSES;
  const tern_attr_t *bits = tern_integer_attr_get(tern_i_type_get(tern_op_context(op), 32), classes);
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_IS_FPCLASS), operands, TERN_ATTRS({"bit", bits}));
}

static bool lower_sincos(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  if (tern_llvm_has_unsupported_float(lowering, op) || is_array(operands)) return false;
  tern_named_attr_t attrs[MAX_ATTRS];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
  return tern_llvm_lower_one_to_one(conversion, op, TERN_LLVM(INTR_SINCOS), operands,
                                    (tern_named_attrs_t){attrs, count});
}

// --- two ops and a one ---

static tern_value_t *make_one(tern_builder_t *b, const tern_type_t *type) {
  const tern_attr_t *attr = tern_float_attr_get(tern_type_element(type), 1.0);
  if (type->kind == TERN_TYPE_VECTOR) attr = tern_dense_elements_attr_get_splat(type, attr);
  return tern_llvm_build_constant(b, type, attr);
}

static tern_value_t *make(tern_builder_t *b, const tern_op_row_t *row, const tern_type_t *type, tern_values_t operands,
                          const tern_named_attrs_t *attrs) {
  return tern_build_value(b, row, .operands = operands, .types = TERN_TYPES(type), .attrs = *attrs);
}

// exp(x) - 1
static tern_value_t *make_expm1(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  tern_value_t *one = make_one(b, type);
  tern_value_t *power = make(b, TERN_LLVM(INTR_EXP), type, operands, user);
  return make(b, TERN_LLVM(FSUB), type, TERN_VALUES(power, one), user);
}

// log(1 + x)
static tern_value_t *make_log1p(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  tern_value_t *one = make_one(b, type);
  tern_value_t *sum = make(b, TERN_LLVM(FADD), type, TERN_VALUES(one, operands.values[0]), user);
  return make(b, TERN_LLVM(INTR_LOG), type, TERN_VALUES(sum), user);
}

// 1 / sqrt(x)
static tern_value_t *make_rsqrt(tern_builder_t *b, const tern_type_t *type, tern_values_t operands, void *user) {
  tern_value_t *one = make_one(b, type);
  tern_value_t *root = make(b, TERN_LLVM(INTR_SQRT), type, operands, user);
  return make(b, TERN_LLVM(FDIV), type, TERN_VALUES(one, root), user);
}

static bool lower_composite(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion,
                            tern_llvm_vector_fn_t make_composite) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  if (tern_llvm_has_unsupported_float(lowering, op)) return false;
  tern_named_attr_t list[MAX_ATTRS];
  tern_named_attrs_t attrs = {list, tern_llvm_lower_attrs(op, NULL, list, MAX_ATTRS)};
  if (is_array(operands)) return tern_llvm_each_vector(conversion, op, operands, make_composite, &attrs);
  const tern_type_t *type = operands.values[0]->type;
  if (!tern_llvm_is_compatible(type)) return false;
  tern_value_t *value = make_composite(builder_of(conversion), type, operands, &attrs);
  return tern_conversion_replace_value(conversion, op, value);
}

static bool lower_expm1(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_composite(op, operands, conversion, make_expm1);
}

static bool lower_log1p(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_composite(op, operands, conversion, make_log1p);
}

static bool lower_rsqrt(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  return lower_composite(op, operands, conversion, make_rsqrt);
}

#define DIRECT(ID) {#ID, TERN_MATH(ID), 1, lower_direct}
const tern_conversion_pattern_t tern_llvm_math_patterns[] = {
    DIRECT(ABSF),
    DIRECT(ACOS),
    DIRECT(ASIN),
    DIRECT(ATAN),
    DIRECT(ATAN2),
    DIRECT(CEIL),
    DIRECT(COPYSIGN),
    DIRECT(COS),
    DIRECT(COSH),
    DIRECT(CTPOP),
    DIRECT(EXP),
    DIRECT(EXP2),
    DIRECT(FLOOR),
    DIRECT(FMA),
    DIRECT(FPOWI),
    DIRECT(LOG),
    DIRECT(LOG10),
    DIRECT(LOG2),
    DIRECT(POWF),
    DIRECT(ROUNDEVEN),
    DIRECT(ROUND),
    DIRECT(SIN),
    DIRECT(SINH),
    DIRECT(SQRT),
    DIRECT(TAN),
    DIRECT(TANH),
    DIRECT(TRUNC),
    {"absi", TERN_MATH(ABSI), 1, lower_with_flag},
    {"ctlz", TERN_MATH(CTLZ), 1, lower_with_flag},
    {"cttz", TERN_MATH(CTTZ), 1, lower_with_flag},
    {"expm1", TERN_MATH(EXPM1), 1, lower_expm1},
    {"isfinite", TERN_MATH(ISFINITE), 1, lower_class},
    {"isnan", TERN_MATH(ISNAN), 1, lower_class},
    {"rsqrt", TERN_MATH(RSQRT), 1, lower_rsqrt},
    {"sincos", TERN_MATH(SINCOS), 1, lower_sincos},
    {0},
};
#undef DIRECT

const tern_conversion_pattern_t tern_llvm_math_log1p_patterns[] = {
    {"log1p", TERN_MATH(LOG1P), 1, lower_log1p},
    {0},
};

static bool run(tern_op_t *op, tern_pass_t *pass) {
  bool takes_log1p = tern_pass_bool(pass, "approximate-log1p");
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_math_patterns,
                                                     takes_log1p ? tern_llvm_math_log1p_patterns : NULL, NULL};
  return tern_llvm_run(op, &(tern_llvm_run_t){.tables = tables});
}

static const tern_option_def_t options[] = {
    {.name = "approximate-log1p",
     .kind = TERN_OPTION_BOOL,
     .default_text = "true",
     .help = "log1p may be computed by adding 1 first"},
};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_math_to_llvm_pass = {
    .flag = "convert-math-to-llvm",
    .name = "ConvertMathToLLVMPass",
    .summary = "Put math in terms of llvm's intrinsics",
    .description =
        "Functions without an intrinsic stay. log1p becomes log(1 + x), which is wrong in all digits for tiny x, "
        "unless approximate-log1p is off.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
