// math ops to the llvm dialect (upstream: MathToLLVM and MathToLibm): an intrinsic where LLVM has one, else a call of the
// C library's function, in f32 for narrower types. A vector of a call is a call per lane.

#include <stdio.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "dialect/arith/arith.h"
#include "dialect/math/math.h"
#include "ir/context.h"
#include "ir/symbol.h"

static const struct {
  const tern_op_row_t *from, *to;
} intrinsics[] = {
    {TERN_MATH(ABSF), TERN_LLVM(INTR_FABS)},
    {TERN_MATH(CEIL), TERN_LLVM(INTR_CEIL)},
    {TERN_MATH(COPYSIGN), TERN_LLVM(INTR_COPYSIGN)},
    {TERN_MATH(COS), TERN_LLVM(INTR_COS)},
    {TERN_MATH(EXP), TERN_LLVM(INTR_EXP)},
    {TERN_MATH(EXP2), TERN_LLVM(INTR_EXP2)},
    {TERN_MATH(FLOOR), TERN_LLVM(INTR_FLOOR)},
    {TERN_MATH(FMA), TERN_LLVM(INTR_FMA)},
    {TERN_MATH(LOG), TERN_LLVM(INTR_LOG)},
    {TERN_MATH(LOG10), TERN_LLVM(INTR_LOG10)},
    {TERN_MATH(LOG2), TERN_LLVM(INTR_LOG2)},
    {TERN_MATH(POWF), TERN_LLVM(INTR_POW)},
    {TERN_MATH(ROUNDEVEN), TERN_LLVM(INTR_ROUNDEVEN)},
    {TERN_MATH(ROUND), TERN_LLVM(INTR_ROUND)},
    {TERN_MATH(SIN), TERN_LLVM(INTR_SIN)},
    {TERN_MATH(SQRT), TERN_LLVM(INTR_SQRT)},
    {TERN_MATH(TRUNC), TERN_LLVM(INTR_TRUNC)},
    {TERN_MATH(CTPOP), TERN_LLVM(INTR_CTPOP)},
};

// Functions of the C library: name for f64; the one for f32 has an `f` behind it.
static const struct {
  const tern_op_row_t *from;
  const char *name;
} functions[] = {
    {TERN_MATH(ACOS), "acos"},   {TERN_MATH(ACOSH), "acosh"}, {TERN_MATH(ASIN), "asin"},   {TERN_MATH(ASINH), "asinh"},
    {TERN_MATH(ATAN), "atan"},   {TERN_MATH(ATAN2), "atan2"}, {TERN_MATH(ATANH), "atanh"}, {TERN_MATH(CBRT), "cbrt"},
    {TERN_MATH(COSH), "cosh"},   {TERN_MATH(ERF), "erf"},     {TERN_MATH(ERFC), "erfc"},   {TERN_MATH(EXPM1), "expm1"},
    {TERN_MATH(LOG1P), "log1p"}, {TERN_MATH(SINH), "sinh"},   {TERN_MATH(TAN), "tan"},     {TERN_MATH(TANH), "tanh"},
};

static size_t convert_fastmath(const tern_op_t *op, tern_named_attr_t *out_attr) {
  const tern_attr_t *flags = tern_op_attr(op, "fastmath");
  if (!flags || tern_enum_attr_value(flags) == 0) return 0;
  const tern_enum_row_t *row = tern_context_find_enum(tern_op_context(op), TERN_STR("llvm.fastmath"));
  *out_attr =
      (tern_named_attr_t){"fastmathFlags", tern_enum_attr_get(tern_op_context(op), row, tern_enum_attr_value(flags))};
  return 1;
}

static bool convert_intrinsic(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_named_attr_t attr;
  size_t attr_count = convert_fastmath(op, &attr);
  for (size_t i = 0; i < sizeof intrinsics / sizeof intrinsics[0]; ++i) {
    if (tern_op_is(op, intrinsics[i].from)) {
      return tern_llvm_replace(conversion, op, intrinsics[i].to, operands, (tern_named_attrs_t){&attr, attr_count});
    }
  }
  return false;
}

// absi, ctlz, cttz: the intrinsic has a flag for the case that arith leaves defined.
static bool convert_integer(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *no = tern_integer_attr_get(tern_i_type_get(context, 1), 0);
  bool is_abs = tern_op_is(op, TERN_MATH(ABSI));
  const tern_op_row_t *row = is_abs                            ? TERN_LLVM(INTR_ABS)
                             : tern_op_is(op, TERN_MATH(CTLZ)) ? TERN_LLVM(INTR_CTLZ)
                                                               : TERN_LLVM(INTR_CTTZ);
  return tern_llvm_replace(conversion, op, row, operands,
                           TERN_ATTRS({is_abs ? "is_int_min_poison" : "is_zero_poison", no}));
}

static bool convert_rsqrt(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = &conversion->rewriter.builder;
  const tern_type_t *type = operands.values[0]->type, *element = tern_type_element(type);
  if (!tern_type_is_float(element)) return false;
  const tern_attr_t *one = tern_float_attr_get(element, 1.0);
  if (type != element) one = tern_dense_elements_attr_get_splat(type, one);
  tern_value_t *root = tern_build_value(b, TERN_LLVM(INTR_SQRT), .operands = operands, .types = TERN_TYPES(type));
  return tern_llvm_replace(conversion, op, TERN_LLVM(FDIV), TERN_VALUES(tern_llvm_build_constant(b, type, one), root),
                           (tern_named_attrs_t){0});
}

// The declaration of `name` in the module around `from`, made if it is not there.
static void declare_function(const tern_op_t *from, const char *name, const tern_type_t *type, size_t operand_count) {
  tern_op_t *module = tern_symbol_table_around(tern_op_parent(from));
  tern_context_t *context = tern_op_context(from);
  if (!module || tern_symbol_lookup_in(module, tern_str_from_cstr(name))) return;
  const tern_type_t *inputs[] = {type, type, type};
  const tern_type_t *function = tern_llvm_func_type(type, (tern_types_t){inputs, operand_count}, false);
  tern_builder_t b = tern_builder_at_start(tern_op_body(module, 0), from->loc);
  tern_build(&b, TERN_LLVM(FUNC), .regions = 1,
             .attrs = TERN_ATTRS({"sym_name", tern_string_attr_get(context, tern_str_from_cstr(name))},
                                 {"function_type", tern_type_attr_get(function)}));
}

static tern_value_t *build_call(tern_builder_t *b, const char *name, const tern_type_t *type, tern_value_t **operands,
                                size_t count) {
  const tern_type_t *element = tern_type_element(type);
  bool is_narrow = tern_type_bit_width(element) < 32;
  const tern_type_t *call_type = is_narrow ? tern_float_type_get(b->context, TERN_TYPE_F32) : element;
  tern_value_t *args[3];
  for (size_t i = 0; i < count; ++i) {
    args[i] = is_narrow ? tern_build_value(b, TERN_LLVM(FPEXT), .operands = TERN_VALUES(operands[i]),
                                           .types = TERN_TYPES(call_type))
                        : operands[i];
  }
  const tern_attr_t *callee = tern_flat_symbol_ref_attr_get(b->context, tern_str_from_cstr(name));
  tern_value_t *result = tern_op_result(tern_llvm_build_call(b, callee, (tern_values_t){args, count}, call_type), 0);
  if (!is_narrow) return result;
  // arith.truncf knows how to round to bf16 without help of the processor.
  return tern_build_value(b, TERN_ARITH(TRUNCF), .operands = TERN_VALUES(result), .types = TERN_TYPES(element));
}

static bool convert_function(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (op->result_count != 1) return false;
  const tern_type_t *type = tern_op_result(op, 0)->type, *element = tern_type_element(type);
  uint32_t width = tern_type_bit_width(element);
  const char *base = NULL;
  for (size_t i = 0; i < sizeof functions / sizeof functions[0]; ++i) {
    if (tern_op_is(op, functions[i].from)) base = functions[i].name;
  }
  bool is_scalar = element == type, is_vector = type->kind == TERN_TYPE_VECTOR && tern_type_rank(type) == 1;
  if (!base || operands.count > 3 || !tern_type_is_float(element) || (width != 16 && width != 32 && width != 64) ||
      (!is_scalar && !is_vector)) {
    return false;
  }
  char name[16];
  snprintf(name, sizeof name, "%s%s", base, width == 64 ? "" : "f");
  tern_builder_t *b = &conversion->rewriter.builder;
  declare_function(op, name, width == 64 ? element : tern_float_type_get(b->context, TERN_TYPE_F32), operands.count);
  tern_value_t *args[3];
  if (is_scalar) {
    for (size_t i = 0; i < operands.count; ++i) args[i] = operands.values[i];
    tern_value_t *result = build_call(b, name, type, args, operands.count);
    return tern_conversion_replace_value(conversion, op, result);
  }
  const tern_type_t *i64 = tern_i_type_get(b->context, 64);
  tern_value_t *result = tern_build_value(b, TERN_LLVM(MLIR_POISON), .types = TERN_TYPES(type));
  for (int64_t lane = 0; lane < tern_type_dim(type, 0); ++lane) {
    tern_value_t *position = tern_llvm_build_int(b, i64, lane);
    for (size_t i = 0; i < operands.count; ++i) {
      args[i] = tern_build_value(b, TERN_LLVM(EXTRACTELEMENT), .operands = TERN_VALUES(operands.values[i], position),
                                 .types = TERN_TYPES(element));
    }
    tern_value_t *value = build_call(b, name, element, args, operands.count);
    result = tern_build_value(b, TERN_LLVM(INSERTELEMENT), .operands = TERN_VALUES(result, value, position),
                              .types = TERN_TYPES(type));
  }
  return tern_conversion_replace_value(conversion, op, result);
}

const tern_conversion_pattern_t tern_dispatch_math_patterns[] = {
    {"absi", TERN_MATH(ABSI), 1, convert_integer},
    {"ctlz", TERN_MATH(CTLZ), 1, convert_integer},
    {"cttz", TERN_MATH(CTTZ), 1, convert_integer},
    {"rsqrt", TERN_MATH(RSQRT), 1, convert_rsqrt},
    {"intrinsic", NULL, 0, convert_intrinsic},
    {"function", NULL, 0, convert_function},
    {0},
};
