// --convert-arith-to-llvm: arithmetic on integers, index and floats (upstream: ArithToLLVM).

#include "dialect/arith/arith.h"

#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "ir/context.h"

enum { MAX_ATTRS = 16 };

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

// --- ops that have one of their own ---

static const struct direct {
  const tern_op_row_t *from, *to;
  bool takes_any_float;  // also those that LLVM has not, which travel as integers
} direct_ops[] = {
    {TERN_ARITH(ADDF), TERN_LLVM(FADD), false},
    {TERN_ARITH(ADDI), TERN_LLVM(ADD), true},
    {TERN_ARITH(ANDI), TERN_LLVM(AND), true},
    {TERN_ARITH(BITCAST), TERN_LLVM(BITCAST), true},
    {TERN_ARITH(CONSTANT), TERN_LLVM(MLIR_CONSTANT), true},
    {TERN_ARITH(DIVF), TERN_LLVM(FDIV), false},
    {TERN_ARITH(DIVSI), TERN_LLVM(SDIV), true},
    {TERN_ARITH(DIVUI), TERN_LLVM(UDIV), true},
    {TERN_ARITH(EXTSI), TERN_LLVM(SEXT), true},
    {TERN_ARITH(EXTUI), TERN_LLVM(ZEXT), true},
    {TERN_ARITH(FPTOSI), TERN_LLVM(FPTOSI), false},
    {TERN_ARITH(FPTOUI), TERN_LLVM(FPTOUI), false},
    {TERN_ARITH(MAXIMUMF), TERN_LLVM(INTR_MAXIMUM), false},
    {TERN_ARITH(MAXNUMF), TERN_LLVM(INTR_MAXNUM), false},
    {TERN_ARITH(MAXSI), TERN_LLVM(INTR_SMAX), true},
    {TERN_ARITH(MAXUI), TERN_LLVM(INTR_UMAX), true},
    {TERN_ARITH(MINIMUMF), TERN_LLVM(INTR_MINIMUM), false},
    {TERN_ARITH(MINNUMF), TERN_LLVM(INTR_MINNUM), false},
    {TERN_ARITH(MINSI), TERN_LLVM(INTR_SMIN), true},
    {TERN_ARITH(MINUI), TERN_LLVM(INTR_UMIN), true},
    {TERN_ARITH(MULF), TERN_LLVM(FMUL), false},
    {TERN_ARITH(MULI), TERN_LLVM(MUL), true},
    {TERN_ARITH(NEGF), TERN_LLVM(FNEG), false},
    {TERN_ARITH(ORI), TERN_LLVM(OR), true},
    {TERN_ARITH(REMF), TERN_LLVM(FREM), false},
    {TERN_ARITH(REMSI), TERN_LLVM(SREM), true},
    {TERN_ARITH(REMUI), TERN_LLVM(UREM), true},
    {TERN_ARITH(SELECT), TERN_LLVM(SELECT), true},
    {TERN_ARITH(SHLI), TERN_LLVM(SHL), true},
    {TERN_ARITH(SHRSI), TERN_LLVM(ASHR), true},
    {TERN_ARITH(SHRUI), TERN_LLVM(LSHR), true},
    {TERN_ARITH(SITOFP), TERN_LLVM(SITOFP), false},
    {TERN_ARITH(SUBF), TERN_LLVM(FSUB), false},
    {TERN_ARITH(SUBI), TERN_LLVM(SUB), true},
    {TERN_ARITH(TRUNCI), TERN_LLVM(TRUNC), true},
    {TERN_ARITH(UITOFP), TERN_LLVM(UITOFP), false},
    {TERN_ARITH(XORI), TERN_LLVM(XOR), true},
};

bool tern_llvm_has_unsupported_float(const tern_llvm_lowering_t *lowering, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count + op->result_count; ++i) {
    const tern_type_t *type =
        i < op->operand_count ? tern_op_operand(op, i)->type : tern_op_result(op, i - op->operand_count)->type;
    const tern_type_t *element = tern_type_element(type);
    if (!tern_type_is_float(element)) continue;
    const tern_type_t *lowered = tern_llvm_lower_type(lowering, element);
    if (!lowered || !tern_type_is_float(lowered)) return true;
  }
  return false;
}

static bool lower_direct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const struct direct *row = direct_ops;
  while (row->from != op->def->row) ++row;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  if (!row->takes_any_float && tern_llvm_has_unsupported_float(lowering, op)) return false;
  if (!tern_llvm_lower_type(lowering, tern_op_result(op, 0)->type)) return false;
  tern_named_attr_t attrs[MAX_ATTRS];
  size_t count = tern_llvm_lower_attrs(op, NULL, attrs, MAX_ATTRS);
  return tern_llvm_lower_elementwise(conversion, op, row->to, operands, (tern_named_attrs_t){attrs, count});
}

// Between types that are one to LLVM.
static bool drop_bitcast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  if (operands.values[0]->type != type) return false;
  tern_conversion_replace(conversion, op, operands);
  return true;
}

// --- floats ---

// extf and truncf: their fast-math flags mean nothing to LLVM and stay as they are. A rounding mode needs the intrinsic
// that takes one.
static bool lower_float_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_context_t *context = lowering->context;
  if (tern_llvm_has_unsupported_float(lowering, op)) return false;
  const tern_attr_t *all = tern_op_attr_dictionary(op), *mode = NULL;
  tern_named_attr_t attrs[MAX_ATTRS + 2];
  size_t count = 0;
  for (size_t i = 0; i < tern_dictionary_attr_count(all) && count < MAX_ATTRS; ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(all, i);
    const tern_attr_t *value = tern_dictionary_attr_at(all, i);
    if (tern_str_equal_cstr(tern_ident_str(name), "roundingmode")) {
      mode = value;
    } else {
      attrs[count++] = (tern_named_attr_t){name->data, value};
    }
  }
  const tern_op_row_t *row = tern_op_is(op, TERN_ARITH(EXTF)) ? TERN_LLVM(FPEXT) : TERN_LLVM(FPTRUNC);
  if (mode) {
    // By the numbers of arith.rounding_mode: to nearest even, downward, upward, toward zero, to nearest away.
    static const char *const names[] = {"tonearest", "downward", "upward", "towardzero", "tonearestaway"};
    const tern_enum_row_t *modes = TERN_LLVM_ENUM(ROUNDING_MODE), *behaviors = TERN_LLVM_ENUM(FP_EXCEPTION_BEHAVIOR);
    int64_t value, ignore;
    tern_enum_case_value(modes, tern_str_from_cstr(names[tern_enum_attr_value(mode)]), &value);
    tern_enum_case_value(behaviors, TERN_STR("ignore"), &ignore);
    attrs[count++] = (tern_named_attr_t){"roundingmode", tern_enum_attr_get(context, modes, value)};
    attrs[count++] = (tern_named_attr_t){"fpExceptionBehavior", tern_enum_attr_get(context, behaviors, ignore)};
    row = TERN_LLVM(INTR_EXPERIMENTAL_CONSTRAINED_FPTRUNC);
  }
  return tern_llvm_lower_elementwise(conversion, op, row, operands, (tern_named_attrs_t){attrs, count});
}

// --- comparisons ---

static bool lower_compare(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_context_t *context = lowering->context;
  bool is_float = tern_op_is(op, TERN_ARITH(CMPF));
  if (is_float && tern_llvm_has_unsupported_float(lowering, op)) return false;
  // The predicates of both dialects have the same numbers.
  const tern_enum_row_t *row = is_float ? TERN_LLVM_ENUM(FCMP_PREDICATE) : TERN_LLVM_ENUM(ICMP_PREDICATE);
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "predicate"));
  tern_named_attr_t attrs[2] = {{"predicate", tern_enum_attr_get(context, row, predicate)}};
  size_t count = 1;
  if (is_float) {
    int64_t flags = tern_enum_attr_value(tern_op_attr(op, "fastmath"));
    attrs[count++] = (tern_named_attr_t){"fastmathFlags", tern_enum_attr_get(context, TERN_LLVM_ENUM(FASTMATH), flags)};
  }
  return tern_llvm_lower_elementwise(conversion, op, is_float ? TERN_LLVM(FCMP) : TERN_LLVM(ICMP), operands,
                                     (tern_named_attrs_t){attrs, count});
}

// --- index ---

// The widths decide between extension, truncation and nothing.
static bool lower_index_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  const tern_type_t *to = tern_llvm_lower_type(lowering, tern_type_element(tern_op_result(op, 0)->type));
  const tern_type_t *from = tern_llvm_lower_type(lowering, tern_type_element(tern_op_operand(op, 0)->type));
  if (!to || !from || !tern_type_is_integer(to) || !tern_type_is_integer(from)) return false;
  uint32_t to_width = tern_integer_type_width(to), from_width = tern_integer_type_width(from);
  if (to_width == from_width) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  const tern_op_row_t *row = to_width < from_width                    ? TERN_LLVM(TRUNC)
                             : tern_op_is(op, TERN_ARITH(INDEX_CAST)) ? TERN_LLVM(SEXT)
                                                                      : TERN_LLVM(ZEXT);
  return tern_llvm_lower_elementwise(conversion, op, row, operands, (tern_named_attrs_t){0});
}

// --- results in two parts ---

static bool lower_addui_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *sum = tern_llvm_lower_type(lowering, tern_op_result(op, 0)->type);
  const tern_type_t *overflow = tern_llvm_lower_type(lowering, tern_op_result(op, 1)->type);
  if (!sum || !overflow || tern_type_is_llvm(sum, TERN_LLVM_ARRAY)) return false;
  const tern_type_t *pair = tern_llvm_struct_type(b->context, TERN_TYPES(sum, overflow), false);
  tern_value_t *both = tern_llvm_make(b, TERN_LLVM(INTR_UADD_WITH_OVERFLOW), pair, operands);
  tern_value_t *values[2];
  for (int64_t i = 0; i < 2; ++i) values[i] = tern_llvm_make_extract(b, both, &i, 1);
  tern_conversion_replace(conversion, op, (tern_values_t){values, 2});
  return true;
}

// The product in twice the width, and its halves.
static bool lower_mul_extended(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *type = tern_llvm_lower_type(lowering, tern_op_result(op, 0)->type);
  if (!type || tern_type_is_llvm(type, TERN_LLVM_ARRAY)) return false;
  uint32_t width = tern_type_bit_width(tern_type_element(type));
  const tern_type_t *wide = tern_type_with_element(type, tern_i_type_get(b->context, 2 * width));
  const tern_op_row_t *extend = tern_op_is(op, TERN_ARITH(MULSI_EXTENDED)) ? TERN_LLVM(SEXT) : TERN_LLVM(ZEXT);
  tern_value_t *lhs = tern_llvm_make(b, extend, wide, TERN_VALUES(operands.values[0]));
  tern_value_t *rhs = tern_llvm_make(b, extend, wide, TERN_VALUES(operands.values[1]));
  tern_value_t *product = tern_llvm_make(b, TERN_LLVM(MUL), wide, TERN_VALUES(lhs, rhs));
  tern_value_t *low = tern_llvm_make(b, TERN_LLVM(TRUNC), type, TERN_VALUES(product));
  tern_value_t *shift = tern_llvm_make_int(b, wide, width);
  tern_value_t *shifted = tern_llvm_make(b, TERN_LLVM(LSHR), wide, TERN_VALUES(product, shift));
  tern_value_t *high = tern_llvm_make(b, TERN_LLVM(TRUNC), type, TERN_VALUES(shifted));
  tern_conversion_replace(conversion, op, TERN_VALUES(low, high));
  return true;
}

// --- rounded division, in terms of arith (upstream: ExpandOps) ---

static tern_value_t *arith(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_build_value(b, row, .operands = TERN_VALUES(lhs, rhs));
}

static tern_value_t *compare(tern_builder_t *b, tern_cmpi_predicate_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_enum_attr_get(b->context, TERN_ARITH_ENUM(CMPI_PREDICATE), predicate);
  return tern_build_value(b, TERN_ARITH(CMPI), .operands = TERN_VALUES(lhs, rhs),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *constant(tern_builder_t *b, const tern_type_t *type, int64_t value) {
  const tern_attr_t *attr = tern_integer_attr_get(tern_type_element(type), value);
  if (tern_type_is_shaped(type)) attr = tern_dense_elements_attr_get_splat(type, attr);
  return tern_build_value(b, TERN_ARITH(CONSTANT), .attrs = TERN_ATTRS({"value", attr}), .types = TERN_TYPES(type));
}

static tern_value_t *choose(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_build_value(b, TERN_ARITH(SELECT), .operands = TERN_VALUES(condition, yes, no));
}

// The truncated quotient, one more if there is a remainder and the signs agree.
static bool expand_ceildivsi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  tern_value_t *zero = constant(b, x->type, 0), *one = constant(b, x->type, 1);
  tern_value_t *quotient = arith(b, TERN_ARITH(DIVSI), x, y);
  tern_value_t *has_rest = compare(b, TERN_CMPI_NE, x, arith(b, TERN_ARITH(MULI), quotient, y));
  tern_value_t *x_is_negative = compare(b, TERN_CMPI_SLT, x, zero);
  tern_value_t *y_is_negative = compare(b, TERN_CMPI_SLT, y, zero);
  tern_value_t *agree = compare(b, TERN_CMPI_EQ, x_is_negative, y_is_negative);
  tern_value_t *is_more = arith(b, TERN_ARITH(ANDI), has_rest, agree);
  tern_value_t *more = arith(b, TERN_ARITH(ADDI), quotient, one);
  return tern_conversion_replace_value(conversion, op, choose(b, is_more, more, quotient));
}

// x == 0 ? 0 : (x - 1) / y + 1.
static bool expand_ceildivui(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  tern_value_t *zero = constant(b, x->type, 0);
  tern_value_t *is_zero = compare(b, TERN_CMPI_EQ, x, zero);
  tern_value_t *one = constant(b, x->type, 1);
  tern_value_t *less = arith(b, TERN_ARITH(SUBI), x, one);
  tern_value_t *quotient = arith(b, TERN_ARITH(DIVUI), less, y);
  tern_value_t *more = arith(b, TERN_ARITH(ADDI), quotient, one);
  return tern_conversion_replace_value(conversion, op, choose(b, is_zero, zero, more));
}

// The truncated quotient, one less if there is a remainder and the signs differ.
static bool expand_floordivsi(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *x = operands.values[0], *y = operands.values[1];
  tern_value_t *quotient = arith(b, TERN_ARITH(DIVSI), x, y);
  tern_value_t *has_rest = compare(b, TERN_CMPI_NE, x, arith(b, TERN_ARITH(MULI), quotient, y));
  tern_value_t *zero = constant(b, x->type, 0);
  tern_value_t *x_is_negative = compare(b, TERN_CMPI_SLT, x, zero);
  tern_value_t *y_is_negative = compare(b, TERN_CMPI_SLT, y, zero);
  tern_value_t *differ = compare(b, TERN_CMPI_NE, x_is_negative, y_is_negative);
  tern_value_t *is_less = arith(b, TERN_ARITH(ANDI), has_rest, differ);
  tern_value_t *less = arith(b, TERN_ARITH(ADDI), quotient, constant(b, x->type, -1));
  return tern_conversion_replace_value(conversion, op, choose(b, is_less, less, quotient));
}

#define DIRECT(ID) {#ID, TERN_ARITH(ID), 1, lower_direct}
const tern_conversion_pattern_t tern_llvm_arith_patterns[] = {
    DIRECT(ADDF),
    DIRECT(ADDI),
    DIRECT(ANDI),
    DIRECT(BITCAST),
    DIRECT(CONSTANT),
    DIRECT(DIVF),
    DIRECT(DIVSI),
    DIRECT(DIVUI),
    DIRECT(EXTSI),
    DIRECT(EXTUI),
    DIRECT(FPTOSI),
    DIRECT(FPTOUI),
    DIRECT(MAXIMUMF),
    DIRECT(MAXNUMF),
    DIRECT(MAXSI),
    DIRECT(MAXUI),
    DIRECT(MINIMUMF),
    DIRECT(MINNUMF),
    DIRECT(MINSI),
    DIRECT(MINUI),
    DIRECT(MULF),
    DIRECT(MULI),
    DIRECT(NEGF),
    DIRECT(ORI),
    DIRECT(REMF),
    DIRECT(REMSI),
    DIRECT(REMUI),
    DIRECT(SELECT),
    DIRECT(SHLI),
    DIRECT(SHRSI),
    DIRECT(SHRUI),
    DIRECT(SITOFP),
    DIRECT(SUBF),
    DIRECT(SUBI),
    DIRECT(TRUNCI),
    DIRECT(UITOFP),
    DIRECT(XORI),
    {"addui-extended", TERN_ARITH(ADDUI_EXTENDED), 1, lower_addui_extended},
    {"bitcast-of-nothing", TERN_ARITH(BITCAST), 10, drop_bitcast},
    {"cmpf", TERN_ARITH(CMPF), 1, lower_compare},
    {"cmpi", TERN_ARITH(CMPI), 1, lower_compare},
    {"extf", TERN_ARITH(EXTF), 1, lower_float_cast},
    {"index-cast", TERN_ARITH(INDEX_CAST), 1, lower_index_cast},
    {"index-castui", TERN_ARITH(INDEX_CASTUI), 1, lower_index_cast},
    {"mulsi-extended", TERN_ARITH(MULSI_EXTENDED), 1, lower_mul_extended},
    {"mului-extended", TERN_ARITH(MULUI_EXTENDED), 1, lower_mul_extended},
    {"truncf", TERN_ARITH(TRUNCF), 1, lower_float_cast},
    {0},
};
#undef DIRECT

const tern_conversion_pattern_t tern_llvm_arith_expand_patterns[] = {
    {"ceildivsi", TERN_ARITH(CEILDIVSI), TERN_PLAIN_PATTERN + 1, expand_ceildivsi},
    {"ceildivui", TERN_ARITH(CEILDIVUI), TERN_PLAIN_PATTERN + 1, expand_ceildivui},
    {"floordivsi", TERN_ARITH(FLOORDIVSI), TERN_PLAIN_PATTERN + 1, expand_floordivsi},
    {0},
};

// --- the pass ---

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_llvm_options_t options = {.index_width = (unsigned)tern_pass_int(pass, "index-bitwidth")};
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_arith_expand_patterns, tern_llvm_arith_patterns, NULL};
  return tern_llvm_run(op, &(tern_llvm_run_t){.options = &options, .tables = tables});
}

static const tern_option_def_t options[] = {TERN_LLVM_INDEX_BITWIDTH_OPTION};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_arith_to_llvm_pass = {
    .flag = "convert-arith-to-llvm",
    .name = "ArithToLLVMConversionPass",
    .summary = "Put arith in terms of llvm",
    .description = "Ops on index take integers of its width. Division that rounds up or down is written out first.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
