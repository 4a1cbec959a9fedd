// --convert-index-to-llvm: arithmetic on index values (upstream: IndexToLLVM).

#include "dialect/index/index.h"

#include "convert/llvm/lowering.h"
#include "convert/llvm/run.h"
#include "dialect/arith/arith.h"
#include "ir/context.h"

static tern_builder_t *builder_of(tern_conversion_t *conversion) { return &conversion->rewriter.builder; }

static const struct {
  const tern_op_row_t *from, *to;
} direct_ops[] = {
    {TERN_INDEX(ADD), TERN_LLVM(ADD)},        {TERN_INDEX(SUB), TERN_LLVM(SUB)},
    {TERN_INDEX(MUL), TERN_LLVM(MUL)},        {TERN_INDEX(DIVS), TERN_LLVM(SDIV)},
    {TERN_INDEX(DIVU), TERN_LLVM(UDIV)},      {TERN_INDEX(REMS), TERN_LLVM(SREM)},
    {TERN_INDEX(REMU), TERN_LLVM(UREM)},      {TERN_INDEX(MAXS), TERN_LLVM(INTR_SMAX)},
    {TERN_INDEX(MAXU), TERN_LLVM(INTR_UMAX)}, {TERN_INDEX(MINS), TERN_LLVM(INTR_SMIN)},
    {TERN_INDEX(MINU), TERN_LLVM(INTR_UMIN)}, {TERN_INDEX(SHL), TERN_LLVM(SHL)},
    {TERN_INDEX(SHRS), TERN_LLVM(ASHR)},      {TERN_INDEX(SHRU), TERN_LLVM(LSHR)},
    {TERN_INDEX(AND), TERN_LLVM(AND)},        {TERN_INDEX(OR), TERN_LLVM(OR)},
    {TERN_INDEX(XOR), TERN_LLVM(XOR)},
};

static bool lower_direct(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  size_t i = 0;
  while (direct_ops[i].from != op->def->row) ++i;
  return tern_llvm_lower_one_to_one(conversion, op, direct_ops[i].to, operands, (tern_named_attrs_t){0});
}

// --- rounded division ---

static tern_value_t *binary(tern_builder_t *b, const tern_op_row_t *row, tern_value_t *lhs, tern_value_t *rhs) {
  return tern_llvm_make(b, row, lhs->type, TERN_VALUES(lhs, rhs));
}

static tern_value_t *compare(tern_builder_t *b, int64_t predicate, tern_value_t *lhs, tern_value_t *rhs) {
  const tern_attr_t *attr = tern_enum_attr_get(b->context, TERN_LLVM_ENUM(ICMP_PREDICATE), predicate);
  return tern_build_value(b, TERN_LLVM(ICMP), .operands = TERN_VALUES(lhs, rhs),
                          .types = TERN_TYPES(tern_i_type_get(b->context, 1)),
                          .attrs = TERN_ATTRS({"predicate", attr}));
}

static tern_value_t *choose(tern_builder_t *b, tern_value_t *condition, tern_value_t *yes, tern_value_t *no) {
  return tern_llvm_make(b, TERN_LLVM(SELECT), yes->type, TERN_VALUES(condition, yes, no));
}

// n * m > 0 ? (n + (m > 0 ? -1 : 1)) / m + 1 : -(-n / m)
static bool lower_ceildivs(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *n = operands.values[0], *m = operands.values[1];
  tern_value_t *zero = tern_llvm_make_int(b, n->type, 0), *one = tern_llvm_make_int(b, n->type, 1);
  tern_value_t *minus_one = tern_llvm_make_int(b, n->type, -1);
  tern_value_t *m_is_positive = compare(b, TERN_CMPI_SGT, m, zero);
  tern_value_t *step = choose(b, m_is_positive, minus_one, one);
  tern_value_t *quotient = binary(b, TERN_LLVM(SDIV), binary(b, TERN_LLVM(ADD), n, step), m);
  tern_value_t *more = binary(b, TERN_LLVM(ADD), quotient, one);
  tern_value_t *negated = binary(b, TERN_LLVM(SDIV), binary(b, TERN_LLVM(SUB), zero, n), m);
  negated = binary(b, TERN_LLVM(SUB), zero, negated);
  tern_value_t *n_is_positive = compare(b, TERN_CMPI_SGT, n, zero);
  tern_value_t *agree = compare(b, TERN_CMPI_EQ, n_is_positive, m_is_positive);
  tern_value_t *is_not_zero = compare(b, TERN_CMPI_NE, n, zero);
  return tern_conversion_replace_value(conversion, op,
                                       choose(b, binary(b, TERN_LLVM(AND), agree, is_not_zero), more, negated));
}

// n == 0 ? 0 : (n - 1) / m + 1
static bool lower_ceildivu(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *n = operands.values[0], *m = operands.values[1];
  tern_value_t *zero = tern_llvm_make_int(b, n->type, 0), *one = tern_llvm_make_int(b, n->type, 1);
  tern_value_t *quotient = binary(b, TERN_LLVM(UDIV), binary(b, TERN_LLVM(SUB), n, one), m);
  tern_value_t *more = binary(b, TERN_LLVM(ADD), quotient, one);
  return tern_conversion_replace_value(conversion, op, choose(b, compare(b, TERN_CMPI_EQ, n, zero), zero, more));
}

// n * m < 0 ? -1 - ((m < 0 ? 1 : -1) - n) / m : n / m
static bool lower_floordivs(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  tern_builder_t *b = builder_of(conversion);
  tern_value_t *n = operands.values[0], *m = operands.values[1];
  tern_value_t *zero = tern_llvm_make_int(b, n->type, 0), *one = tern_llvm_make_int(b, n->type, 1);
  tern_value_t *minus_one = tern_llvm_make_int(b, n->type, -1);
  tern_value_t *m_is_negative = compare(b, TERN_CMPI_SLT, m, zero);
  tern_value_t *step = choose(b, m_is_negative, one, minus_one);
  tern_value_t *less = binary(b, TERN_LLVM(SDIV), binary(b, TERN_LLVM(SUB), step, n), m);
  less = binary(b, TERN_LLVM(SUB), minus_one, less);
  tern_value_t *quotient = binary(b, TERN_LLVM(SDIV), n, m);
  tern_value_t *n_is_negative = compare(b, TERN_CMPI_SLT, n, zero);
  tern_value_t *differ = compare(b, TERN_CMPI_NE, n_is_negative, m_is_negative);
  tern_value_t *is_not_zero = compare(b, TERN_CMPI_NE, n, zero);
  return tern_conversion_replace_value(conversion, op,
                                       choose(b, binary(b, TERN_LLVM(AND), differ, is_not_zero), less, quotient));
}

// --- the others ---

static bool lower_cast(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *to = tern_llvm_lower_type(tern_llvm_lowering_of(conversion), tern_op_result(op, 0)->type);
  const tern_type_t *from = operands.values[0]->type;
  if (!to || !tern_type_is_integer(to) || !tern_type_is_integer(from)) return false;
  if (to == from) return tern_conversion_replace_value(conversion, op, operands.values[0]);
  const tern_op_row_t *row = tern_integer_type_width(from) > tern_integer_type_width(to) ? TERN_LLVM(TRUNC)
                             : tern_op_is(op, TERN_INDEX(CASTS))                         ? TERN_LLVM(SEXT)
                                                                                         : TERN_LLVM(ZEXT);
  return tern_conversion_replace_value(conversion, op, tern_llvm_make(builder_of(conversion), row, to, operands));
}

static bool lower_cmp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  // The predicates of both dialects have the same numbers.
  int64_t predicate = tern_enum_attr_value(tern_op_attr(op, "pred"));
  return tern_conversion_replace_value(
      conversion, op, compare(builder_of(conversion), predicate, operands.values[0], operands.values[1]));
}

static bool lower_sizeof(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  const tern_llvm_lowering_t *lowering = tern_llvm_lowering_of(conversion);
  return tern_conversion_replace_value(
      conversion, op, tern_llvm_make_int(builder_of(conversion), lowering->index_type, lowering->options.index_width));
}

static bool lower_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  int64_t value = tern_integer_attr_value(tern_op_attr(op, "value"));
  const tern_type_t *type = tern_llvm_lowering_of(conversion)->index_type;
  return tern_conversion_replace_value(conversion, op, tern_llvm_make_int(builder_of(conversion), type, value));
}

static bool lower_bool_constant(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = builder_of(conversion);
  const tern_type_t *i1 = tern_i_type_get(b->context, 1);
  return tern_conversion_replace_value(conversion, op, tern_llvm_build_constant(b, i1, tern_op_attr(op, "value")));
}

#define DIRECT(ID) {#ID, TERN_INDEX(ID), 1, lower_direct}
const tern_conversion_pattern_t tern_llvm_index_patterns[] = {
    DIRECT(ADD),
    DIRECT(SUB),
    DIRECT(MUL),
    DIRECT(DIVS),
    DIRECT(DIVU),
    DIRECT(REMS),
    DIRECT(REMU),
    DIRECT(MAXS),
    DIRECT(MAXU),
    DIRECT(MINS),
    DIRECT(MINU),
    DIRECT(SHL),
    DIRECT(SHRS),
    DIRECT(SHRU),
    DIRECT(AND),
    DIRECT(OR),
    DIRECT(XOR),
    {"ceildivs", TERN_INDEX(CEILDIVS), 1, lower_ceildivs},
    {"ceildivu", TERN_INDEX(CEILDIVU), 1, lower_ceildivu},
    {"floordivs", TERN_INDEX(FLOORDIVS), 1, lower_floordivs},
    {"casts", TERN_INDEX(CASTS), 1, lower_cast},
    {"castu", TERN_INDEX(CASTU), 1, lower_cast},
    {"cmp", TERN_INDEX(CMP), 1, lower_cmp},
    {"sizeof", TERN_INDEX(SIZEOF), 1, lower_sizeof},
    {"constant", TERN_INDEX(CONSTANT), 1, lower_constant},
    {"bool-constant", TERN_INDEX(BOOL_CONSTANT), 1, lower_bool_constant},
    {0},
};
#undef DIRECT

static bool run(tern_op_t *op, tern_pass_t *pass) {
  tern_llvm_options_t options = {.index_width = (unsigned)tern_pass_int(pass, "index-bitwidth")};
  const tern_conversion_pattern_t *const tables[] = {tern_llvm_index_patterns, NULL};
  return tern_llvm_run(op, &(tern_llvm_run_t){.options = &options, .tables = tables});
}

static const tern_option_def_t options[] = {TERN_LLVM_INDEX_BITWIDTH_OPTION};
static const tern_dialect_t *const dialects[] = {&tern_llvm_dialect, NULL};

const tern_pass_def_t tern_convert_index_to_llvm_pass = {
    .flag = "convert-index-to-llvm",
    .name = "ConvertIndexToLLVMPass",
    .summary = "Put index in terms of llvm, as integers of one width",
    .description = "index becomes an integer of its width; divisions that round up or down are written out.",
    .options = options,
    .option_count = sizeof options / sizeof options[0],
    .dialects = dialects,
    .run = run,
};
