// arith ops to the llvm dialect (upstream: ArithToLLVM, with ArithExpandOps' rules for what LLVM has no instruction for).

#include <string.h>

#include "convert/llvm/dispatch/dispatch.h"
#include "convert/llvm/lowering.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"

// Ops with one llvm op of the same operands and results. The flags of arith and llvm have the same bits.
static const struct {
  const tern_op_row_t *from, *to;
} direct_ops[] = {
    {TERN_ARITH(ADDI), TERN_LLVM(ADD)},
    {TERN_ARITH(SUBI), TERN_LLVM(SUB)},
    {TERN_ARITH(MULI), TERN_LLVM(MUL)},
    {TERN_ARITH(DIVSI), TERN_LLVM(SDIV)},
    {TERN_ARITH(DIVUI), TERN_LLVM(UDIV)},
    {TERN_ARITH(REMSI), TERN_LLVM(SREM)},
    {TERN_ARITH(REMUI), TERN_LLVM(UREM)},
    {TERN_ARITH(ANDI), TERN_LLVM(AND)},
    {TERN_ARITH(ORI), TERN_LLVM(OR)},
    {TERN_ARITH(XORI), TERN_LLVM(XOR)},
    {TERN_ARITH(SHLI), TERN_LLVM(SHL)},
    {TERN_ARITH(SHRUI), TERN_LLVM(LSHR)},
    {TERN_ARITH(SHRSI), TERN_LLVM(ASHR)},
    {TERN_ARITH(NEGF), TERN_LLVM(FNEG)},
    {TERN_ARITH(ADDF), TERN_LLVM(FADD)},
    {TERN_ARITH(SUBF), TERN_LLVM(FSUB)},
    {TERN_ARITH(MULF), TERN_LLVM(FMUL)},
    {TERN_ARITH(DIVF), TERN_LLVM(FDIV)},
    {TERN_ARITH(REMF), TERN_LLVM(FREM)},
    {TERN_ARITH(MAXIMUMF), TERN_LLVM(INTR_MAXIMUM)},
    {TERN_ARITH(MINIMUMF), TERN_LLVM(INTR_MINIMUM)},
    {TERN_ARITH(MAXNUMF), TERN_LLVM(INTR_MAXNUM)},
    {TERN_ARITH(MINNUMF), TERN_LLVM(INTR_MINNUM)},
    {TERN_ARITH(MAXSI), TERN_LLVM(INTR_SMAX)},
    {TERN_ARITH(MAXUI), TERN_LLVM(INTR_UMAX)},
    {TERN_ARITH(MINSI), TERN_LLVM(INTR_SMIN)},
    {TERN_ARITH(MINUI), TERN_LLVM(INTR_UMIN)},
    {TERN_ARITH(EXTUI), TERN_LLVM(ZEXT)},
    {TERN_ARITH(EXTSI), TERN_LLVM(SEXT)},
    {TERN_ARITH(EXTF), TERN_LLVM(FPEXT)},
    {TERN_ARITH(TRUNCI), TERN_LLVM(TRUNC)},
    {TERN_ARITH(UITOFP), TERN_LLVM(UITOFP)},
    {TERN_ARITH(SITOFP), TERN_LLVM(SITOFP)},
    {TERN_ARITH(FPTOUI), TERN_LLVM(FPTOUI)},
    {TERN_ARITH(FPTOSI), TERN_LLVM(FPTOSI)},
    {TERN_ARITH(BITCAST), TERN_LLVM(BITCAST)},
    {TERN_ARITH(SELECT), TERN_LLVM(SELECT)},
};

static const tern_enum_row_t *find_enum(tern_context_t *context, const char *name) {
  return tern_context_find_enum(context, tern_str_from_cstr(name));
}

// The op's fast-math and overflow flags, as the llvm dialect's attributes.
static size_t convert_flags(const tern_op_t *op, tern_named_attr_t *out_attrs) {
  tern_context_t *context = tern_op_context(op);
  const tern_attr_t *fastmath = tern_op_attr(op, "fastmath"), *overflow = tern_op_attr(op, "overflowFlags");
  size_t count = 0;
  if (fastmath && tern_enum_attr_value(fastmath) != 0) {
    const tern_enum_row_t *row = find_enum(context, "llvm.fastmath");
    out_attrs[count++] =
        (tern_named_attr_t){"fastmathFlags", tern_enum_attr_get(context, row, tern_enum_attr_value(fastmath))};
  }
  if (overflow && tern_enum_attr_value(overflow) != 0) {
    const tern_enum_row_t *row = find_enum(context, "llvm.overflow");
    out_attrs[count++] =
        (tern_named_attr_t){"overflowFlags", tern_enum_attr_get(context, row, tern_enum_attr_value(overflow))};
  }
  return count;
}

// Narrow floats travel as integers: arithmetic on them would be nonsense.
static bool has_narrow_float(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_type_t *type =
        i < op->operand_count ? tern_op_operand(op, i)->type : tern_op_result(op, i - op->operand_count)->type;
    const tern_type_t *element = tern_type_element(type);
    if (tern_type_is_float(element) && tern_type_bit_width(element) < 16) return true;
  }
  return false;
}

static bool convert_direct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (has_narrow_float(op) && !tern_op_is(op, TERN_ARITH(BITCAST)) && !tern_op_is(op, TERN_ARITH(SELECT))) return false;
  tern_named_attr_t attrs[2];
  size_t attr_count = convert_flags(op, attrs);
  for (size_t i = 0; i < sizeof direct_ops / sizeof direct_ops[0]; ++i) {
    if (tern_op_is(op, direct_ops[i].from)) {
      tern_named_attrs_t flags = {attrs, attr_count};
      bool is_array = tern_type_is_llvm(operands.values[0]->type, TERN_LLVM_ARRAY);  // a vector of several dimensions
      return is_array ? tern_llvm_lower_elementwise(conversion, op, direct_ops[i].to, operands, flags)
                      : tern_llvm_replace(conversion, op, direct_ops[i].to, operands, flags);
    }
  }
  return false;
}

static bool convert_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_type_t *type = tern_op_result(op, 0)->type, *converted = tern_llvm_convert_type(type);
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (!converted) return false;
  if (tern_attr_is_integer(value) && value->param_count <= 2) {
    value = tern_integer_attr_get(converted, tern_integer_attr_value(value));
  } else if (tern_attr_is_float(value) && tern_type_is_integer(converted)) {
    value = tern_integer_attr_get(converted, (int64_t)value->params[1]);
  } else if (value->kind == TERN_ATTR_DENSE_ELEMENTS && converted->kind == TERN_TYPE_VECTOR && converted != type) {
    // The same bytes, read as the converted element type.
    value = tern_dense_elements_attr_retype(value, converted);
  }
  return tern_llvm_replace(conversion, op, TERN_LLVM(MLIR_CONSTANT), (tern_values_t){0}, TERN_ATTRS({"value", value}));
}

// index_cast: the widths decide between sign or zero extension, truncation and nothing.
static bool convert_index_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *to = tern_llvm_convert_type(tern_op_result(op, 0)->type);
  if (!to || !tern_type_is_int_or_index(tern_type_element(tern_op_operand(op, 0)->type))) return false;
  uint32_t from_width = tern_type_bit_width(tern_type_element(operands.values[0]->type));
  uint32_t to_width = tern_type_bit_width(tern_type_element(to));
  if (from_width == to_width) {
    tern_conversion_replace(conversion, op, operands);
    return true;
  }
  const tern_op_row_t *row = from_width > to_width                    ? TERN_LLVM(TRUNC)
                             : tern_op_is(op, TERN_ARITH(INDEX_CAST)) ? TERN_LLVM(SEXT)
                                                                      : TERN_LLVM(ZEXT);
  return tern_llvm_replace(conversion, op, row, operands, (tern_named_attrs_t){0});
}

static bool convert_compare(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (has_narrow_float(op)) return false;
  tern_context_t *context = tern_op_context(op);
  bool is_float = tern_op_is(op, TERN_ARITH(CMPF));
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  // The predicates of both dialects have the same numbers.
  const tern_attr_t *predicate = tern_integer_attr_get(i64, tern_enum_attr_value(tern_op_attr(op, "predicate")));
  tern_named_attr_t attrs[3] = {{"predicate", predicate}};
  size_t count = 1 + convert_flags(op, attrs + 1);
  return tern_llvm_replace(conversion, op, is_float ? TERN_LLVM(FCMP) : TERN_LLVM(ICMP), operands,
                           (tern_named_attrs_t){attrs, count});
}

// --- expansions ---

typedef struct expander {
  tern_builder_t *b;
  const tern_type_t *type;  // of the values
  const tern_type_t *i1;    // i1 or a vector of it
} expander_t;

static expander_t expander_for(tern_conversion_t *conversion, const tern_value_t *value) {
  tern_context_t *context = value->type->context;
  return (expander_t){&conversion->rewriter.builder, value->type,
                      tern_type_with_element(value->type, tern_i_type_get(context, 1))};
}

static tern_value_t *emit(expander_t *e, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(lhs->type));
}

static tern_value_t *emit_compare(expander_t *e, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(e->b->context, 64), predicate);
  return tern_build_value(e->b, TERN_LLVM(ICMP), .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(e->i1),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *emit_select(expander_t *e, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(e->b, TERN_LLVM(SELECT), .operands = TERN_VALUES(condition, yes, no),
                          .types = TERN_TYPES(yes->type));
}

// floor(a / b): the truncated quotient, less one if the signs differ and there is a remainder.
// ceil(a / b): the truncated quotient, plus one if the signs agree and there is a remainder.
static bool convert_rounded_division(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  expander_t e = expander_for(conversion, operands.values[0]);
  bool is_floor = tern_op_is(op, TERN_ARITH(FLOORDIVSI)), is_unsigned = tern_op_is(op, TERN_ARITH(CEILDIVUI));
  tern_value_t *a = operands.values[0], *b = operands.values[1];
  tern_value_t *quotient = emit(&e, is_unsigned ? TERN_LLVM(UDIV) : TERN_LLVM(SDIV), a, b);
  tern_value_t *zero = tern_llvm_build_int(e.b, e.type, 0), *one = tern_llvm_build_int(e.b, e.type, 1);
  tern_value_t *rest = emit(&e, TERN_LLVM(SUB), a, emit(&e, TERN_LLVM(MUL), quotient, b));
  tern_value_t *adjust = emit_compare(&e, TERN_CMPI_NE, rest, zero);
  if (!is_unsigned) {
    tern_value_t *signs = emit(&e, TERN_LLVM(XOR), a, b);
    tern_value_t *wanted = emit_compare(&e, is_floor ? TERN_CMPI_SLT : TERN_CMPI_SGE, signs, zero);
    adjust = emit(&e, TERN_LLVM(AND), adjust, wanted);
  }
  tern_value_t *adjusted = emit(&e, is_floor ? TERN_LLVM(SUB) : TERN_LLVM(ADD), quotient, one);
  return tern_conversion_replace_value(conversion, op, emit_select(&e, adjust, adjusted, quotient));
}

static tern_value_t *emit_cast(expander_t *e, const tern_op_row_t *row, tern_value_t *value, const tern_type_t *type) {
  return tern_build_value(e->b, row, .operands = TERN_VALUES(value), .types = TERN_TYPES(type));
}

static tern_value_t *emit_float_compare(expander_t *e, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_i_type_get(e->b->context, 64), predicate);
  return tern_build_value(e->b, TERN_LLVM(FCMP), .operands = TERN_VALUES(lhs, rhs), .types = TERN_TYPES(e->i1),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *emit_abs(expander_t *e, tern_value_t *value) {
  return tern_build_value(e->b, TERN_LLVM(INTR_FABS), .operands = TERN_VALUES(value), .types = TERN_TYPES(value->type));
}

// f64 to f32 rounded to odd: towards zero, with the last bit set if anything was lost. A second rounding to a format of at
// most 22 bits of precision then gives what one rounding would have given (Boldo, Melquiond: When double rounding is odd).
static tern_value_t *emit_round_to_odd(expander_t *e, tern_value_t *value, const tern_type_t *f32,
                                       const tern_type_t *i32) {
  tern_value_t *nearest = emit_cast(e, TERN_LLVM(FPTRUNC), value, f32);
  tern_value_t *back = emit_cast(e, TERN_LLVM(FPEXT), nearest, value->type);
  tern_value_t *bits = emit_cast(e, TERN_LLVM(BITCAST), nearest, i32);
  tern_value_t *is_away = emit_float_compare(e, TERN_CMPF_OGT, emit_abs(e, back), emit_abs(e, value));
  tern_value_t *towards_zero = emit(e, TERN_LLVM(SUB), bits, emit_cast(e, TERN_LLVM(ZEXT), is_away, i32));
  tern_value_t *odd = emit(e, TERN_LLVM(OR), towards_zero, tern_llvm_build_int(e->b, i32, 1));
  tern_value_t *is_inexact = emit_float_compare(e, TERN_CMPF_ONE, back, value);
  return emit_cast(e, TERN_LLVM(BITCAST), emit_select(e, is_inexact, odd, bits), f32);
}

// f32 to bf16, rounded to nearest even in integer arithmetic: add half an ulp less one, plus the last kept bit; NaNs become
// quiet.
static tern_value_t *emit_bf16(expander_t *e, tern_value_t *value, const tern_type_t *i32, const tern_type_t *result) {
  const tern_type_t *i16 = tern_type_with_element(result, tern_i_type_get(e->b->context, 16));
  tern_value_t *bits = emit_cast(e, TERN_LLVM(BITCAST), value, i32), *sixteen = tern_llvm_build_int(e->b, i32, 16);
  tern_value_t *one = tern_llvm_build_int(e->b, i32, 1);
  tern_value_t *last = emit(e, TERN_LLVM(AND), emit(e, TERN_LLVM(LSHR), bits, sixteen), one);
  tern_value_t *bias = emit(e, TERN_LLVM(ADD), last, tern_llvm_build_int(e->b, i32, 0x7FFF));
  tern_value_t *rounded = emit(e, TERN_LLVM(ADD), bits, bias);
  tern_value_t *magnitude = emit(e, TERN_LLVM(AND), bits, tern_llvm_build_int(e->b, i32, 0x7FFFFFFF));
  tern_value_t *is_nan = emit_compare(e, TERN_CMPI_UGT, magnitude, tern_llvm_build_int(e->b, i32, 0x7F800000));
  tern_value_t *quiet = emit(e, TERN_LLVM(OR), bits, tern_llvm_build_int(e->b, i32, 0x00400000));
  tern_value_t *high = emit(e, TERN_LLVM(LSHR), emit_select(e, is_nan, quiet, rounded), sixteen);
  return emit_cast(e, TERN_LLVM(BITCAST), emit_cast(e, TERN_LLVM(TRUNC), high, i16), result);
}

// To 16-bit formats without a run-time library, which a program in memory does not have: f64 goes through f32, rounded to odd,
// and bf16 is made by integer arithmetic.
static bool convert_truncf(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  if (has_narrow_float(op)) return false;
  const tern_type_t *result = tern_op_result(op, 0)->type;
  if (tern_type_bit_width(tern_type_element(result)) != 16) {
    return tern_llvm_replace(conversion, op, TERN_LLVM(FPTRUNC), operands, (tern_named_attrs_t){0});
  }
  expander_t e = expander_for(conversion, operands.values[0]);
  const tern_type_t *f32 = tern_type_with_element(result, tern_float_type_get(e.b->context, TERN_TYPE_F32));
  const tern_type_t *i32 = tern_type_with_element(result, tern_i_type_get(e.b->context, 32));
  tern_value_t *value = operands.values[0];
  if (value->type != f32) value = emit_round_to_odd(&e, value, f32, i32);
  bool is_bf16 = tern_type_element(result)->kind == TERN_TYPE_BF16;
  return tern_conversion_replace_value(
      conversion, op, is_bf16 ? emit_bf16(&e, value, i32, result) : emit_cast(&e, TERN_LLVM(FPTRUNC), value, result));
}

// The double-width product or the carry: computed in twice the width, then split.
static bool convert_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  expander_t e = expander_for(conversion, operands.values[0]);
  tern_value_t *a = operands.values[0], *b = operands.values[1];
  if (tern_op_is(op, TERN_ARITH(ADDUI_EXTENDED))) {
    tern_value_t *sum = emit(&e, TERN_LLVM(ADD), a, b);
    tern_value_t *values[] = {sum, emit_compare(&e, TERN_CMPI_ULT, sum, a)};
    tern_conversion_replace(conversion, op, (tern_values_t){values, 2});
    return true;
  }
  uint32_t width = tern_type_bit_width(tern_type_element(e.type));
  const tern_type_t *wide = tern_type_with_element(e.type, tern_i_type_get(e.b->context, 2 * width));
  const tern_op_row_t *extend = tern_op_is(op, TERN_ARITH(MULSI_EXTENDED)) ? TERN_LLVM(SEXT) : TERN_LLVM(ZEXT);
  tern_value_t *wide_a = tern_build_value(e.b, extend, .operands = TERN_VALUES(a), .types = TERN_TYPES(wide));
  tern_value_t *wide_b = tern_build_value(e.b, extend, .operands = TERN_VALUES(b), .types = TERN_TYPES(wide));
  tern_value_t *product = emit(&e, TERN_LLVM(MUL), wide_a, wide_b);
  tern_value_t *high = emit(&e, TERN_LLVM(LSHR), product, tern_llvm_build_int(e.b, wide, width));
  tern_value_t *values[] = {
      tern_build_value(e.b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(product), .types = TERN_TYPES(e.type)),
      tern_build_value(e.b, TERN_LLVM(TRUNC), .operands = TERN_VALUES(high), .types = TERN_TYPES(e.type))};
  tern_conversion_replace(conversion, op, (tern_values_t){values, 2});
  return true;
}

const tern_conversion_pattern_t tern_dispatch_arith_patterns[] = {
    {"constant", TERN_ARITH(CONSTANT), 1, convert_constant},
    {"index-cast", TERN_ARITH(INDEX_CAST), 1, convert_index_cast},
    {"index-castui", TERN_ARITH(INDEX_CASTUI), 1, convert_index_cast},
    {"cmpi", TERN_ARITH(CMPI), 1, convert_compare},
    {"cmpf", TERN_ARITH(CMPF), 1, convert_compare},
    {"floordivsi", TERN_ARITH(FLOORDIVSI), 1, convert_rounded_division},
    {"ceildivsi", TERN_ARITH(CEILDIVSI), 1, convert_rounded_division},
    {"ceildivui", TERN_ARITH(CEILDIVUI), 1, convert_rounded_division},
    {"truncf", TERN_ARITH(TRUNCF), 1, convert_truncf},
    {"addui-extended", TERN_ARITH(ADDUI_EXTENDED), 1, convert_extended},
    {"mulsi-extended", TERN_ARITH(MULSI_EXTENDED), 1, convert_extended},
    {"mului-extended", TERN_ARITH(MULUI_EXTENDED), 1, convert_extended},
    {"direct", NULL, 0, convert_direct},
    {0},
};
