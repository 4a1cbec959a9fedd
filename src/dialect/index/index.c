// index: the table of ops and their folds. A fold is taken only if 32-bit and 64-bit targets agree on it: the low half
// of the 64-bit result must be what 32 bits give.

#include "dialect/index/index.h"

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "dialect/common/fold_elements.h"
#include "ir/diagnostic.h"
#include "rewrite/rewriter.h"

// --- folds of two operands ---

// Computes at a width; false: undefined there. Operands are sign-extended from that width.
typedef bool (*compute_fn_t)(int64_t a, int64_t b, uint32_t width, int64_t *out);

#define COMPUTE(NAME) static bool NAME(int64_t a, int64_t b, uint32_t width, int64_t *out)
#define UNSIGNED(VALUE) ((uint64_t)(VALUE) & (width == 32 ? UINT32_MAX : UINT64_MAX))

COMPUTE(add) { return (void)width, *out = (int64_t)((uint64_t)a + (uint64_t)b), true; }
COMPUTE(subtract) { return (void)width, *out = (int64_t)((uint64_t)a - (uint64_t)b), true; }
COMPUTE(multiply) { return (void)width, *out = (int64_t)((uint64_t)a * (uint64_t)b), true; }
COMPUTE(and_bits) { return (void)width, *out = a & b, true; }
COMPUTE(or_bits) { return (void)width, *out = a | b, true; }
COMPUTE(xor_bits) { return (void)width, *out = a ^ b, true; }
COMPUTE(max_signed) { return (void)width, *out = a > b ? a : b, true; }
COMPUTE(min_signed) { return (void)width, *out = a < b ? a : b, true; }
COMPUTE(max_unsigned) { return *out = UNSIGNED(a) > UNSIGNED(b) ? a : b, true; }
COMPUTE(min_unsigned) { return *out = UNSIGNED(a) < UNSIGNED(b) ? a : b, true; }
COMPUTE(divide_unsigned) { return b != 0 && (*out = (int64_t)(UNSIGNED(a) / UNSIGNED(b)), true); }
COMPUTE(remainder_unsigned) { return b != 0 && (*out = (int64_t)(UNSIGNED(a) % UNSIGNED(b)), true); }
COMPUTE(shift_left) { return (void)width, UNSIGNED(b) < 32 && (*out = (int64_t)((uint64_t)a << b), true); }
COMPUTE(shift_right_signed) { return UNSIGNED(b) < 32 && (*out = a >> b, true); }
COMPUTE(shift_right_unsigned) { return UNSIGNED(b) < 32 && (*out = (int64_t)(UNSIGNED(a) >> b), true); }

// The one quotient that does not fit, the least number by -1, wraps around to the least number again.
static bool divide_exactly_by_minus_one(int64_t a, int64_t b, int64_t *out) {
  if (b != -1) return false;
  *out = (int64_t)(0 - (uint64_t)a);
  return true;
}
COMPUTE(divide_signed) {
  (void)width;
  return divide_exactly_by_minus_one(a, b, out) || (b != 0 && (*out = a / b, true));
}
COMPUTE(remainder_signed) { return (void)width, b != 0 && (*out = b == -1 ? 0 : a % b, true); }
COMPUTE(ceil_divide_signed) {
  (void)width;
  if (b == 0) return false;
  if (divide_exactly_by_minus_one(a, b, out)) return true;
  *out = a / b + (a % b != 0 && (a < 0) == (b < 0));
  return true;
}
COMPUTE(floor_divide_signed) {
  (void)width;
  if (b == 0) return false;
  if (divide_exactly_by_minus_one(a, b, out)) return true;
  *out = a / b - (a % b != 0 && (a < 0) != (b < 0));
  return true;
}
COMPUTE(ceil_divide_unsigned) {
  if (b == 0) return false;
  *out = (int64_t)(UNSIGNED(a) / UNSIGNED(b) + (UNSIGNED(a) % UNSIGNED(b) != 0));
  return true;
}

static bool constant_of(const tern_attr_t *attr, int64_t *out) {
  if (!attr || attr->kind != TERN_ATTR_INTEGER) return false;
  *out = tern_integer_attr_value(attr);
  return true;
}

static const tern_attr_t *compute_both(tern_context_t *context, const tern_attr_t *const *operands, compute_fn_t fn) {
  int64_t a, b, wide, narrow;
  if (!constant_of(operands[0], &a) || !constant_of(operands[1], &b)) return NULL;
  if (!fn(a, b, 64, &wide) || !fn((int32_t)a, (int32_t)b, 32, &narrow)) return NULL;
  return (int32_t)wide == (int32_t)narrow ? tern_integer_attr_get(tern_index_type_get(context), wide) : NULL;
}

static bool is_value(const tern_attr_t *attr, int64_t expected) {
  int64_t value;
  return constant_of(attr, &value) && value == expected;
}

// What an op is where its right operand is the constant `rhs`.
typedef struct neutral {
  enum { NOTHING, IS_LHS, IS_RHS } answer;
  int64_t rhs;
} neutral_t;

static tern_fold_status_t fold_binary(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out,
                                      compute_fn_t fn, const neutral_t *neutrals, size_t neutral_count) {
  out[0].attr = compute_both(tern_op_context(op), operands, fn);
  if (out[0].attr) return TERN_FOLD_REPLACED;
  for (size_t i = 0; i < neutral_count; i++) {
    if (!is_value(operands[1], neutrals[i].rhs)) continue;
    out[0] = neutrals[i].answer == IS_LHS ? (tern_fold_result_t){.value = tern_op_operand(op, 0)}
                                          : (tern_fold_result_t){.attr = operands[1]};
    return TERN_FOLD_REPLACED;
  }
  return TERN_FOLD_FAILED;
}

#define FOLD(NAME) \
  static tern_fold_status_t NAME(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out)
#define FOLD_BINARY(NAME, FN, ...)                                                               \
  FOLD(NAME) {                                                                                   \
    static const neutral_t neutrals[] = {__VA_ARGS__};                                           \
    return fold_binary(op, operands, out, FN, neutrals, sizeof(neutrals) / sizeof(neutrals[0])); \
  }
#define FOLD_PLAIN(NAME, FN) \
  FOLD(NAME) { return fold_binary(op, operands, out, FN, NULL, 0); }

FOLD_BINARY(fold_add, add, {IS_LHS, 0})
FOLD_BINARY(fold_sub, subtract, {IS_LHS, 0})
FOLD_BINARY(fold_mul, multiply, {IS_LHS, 1}, {IS_RHS, 0})
FOLD_PLAIN(fold_divs, divide_signed)
FOLD_PLAIN(fold_divu, divide_unsigned)
FOLD_PLAIN(fold_ceildivs, ceil_divide_signed)
FOLD_PLAIN(fold_ceildivu, ceil_divide_unsigned)
FOLD_PLAIN(fold_floordivs, floor_divide_signed)
FOLD_PLAIN(fold_rems, remainder_signed)
FOLD_PLAIN(fold_remu, remainder_unsigned)
FOLD_PLAIN(fold_maxs, max_signed)
FOLD_PLAIN(fold_maxu, max_unsigned)
FOLD_PLAIN(fold_mins, min_signed)
FOLD_PLAIN(fold_minu, min_unsigned)
FOLD_PLAIN(fold_shl, shift_left)
FOLD_PLAIN(fold_shrs, shift_right_signed)
FOLD_PLAIN(fold_shru, shift_right_unsigned)
FOLD_PLAIN(fold_and, and_bits)
FOLD_PLAIN(fold_or, or_bits)
FOLD_PLAIN(fold_xor, xor_bits)

// (x op c0) op c1 = x op (c0 op c1)
static bool canonicalize_associative(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || inner->def != op->def) return false;
  tern_value_t *c0 = tern_op_operand(inner, 1), *c1 = tern_op_operand(op, 1);
  if (!tern_value_constant(c0) || !tern_value_constant(c1)) return false;
  tern_value_t *constant = tern_build_value(&rewriter->builder, op->def->row, .operands = TERN_VALUES(c0, c1),
                                            .types = TERN_TYPES(op->results[0].type));
  tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(inner, 0), constant),
                            .types = TERN_TYPES(op->results[0].type)};
  tern_rewriter_replace_with(rewriter, op, op->def->row, &args);
  return true;
}

// --- casts ---

static bool verify_cast(const tern_op_t *op) {
  const tern_type_t *in = tern_op_operand(op, 0)->type, *out = op->results[0].type;
  return tern_type_is_index(in) != tern_type_is_index(out) ||
         tern_op_error(op, "operand type '%s' and result type '%s' are cast incompatible", tern_type_text(in),
                       tern_type_text(out));
}

// To index only: the dialect has no constants of other types. Truncated to the target's width or extended: what 32 bits
// hold must be the low half.
static const tern_attr_t *fold_cast(const tern_op_t *op, const tern_attr_t *operand, bool is_signed) {
  tern_uint128_t bits;
  uint32_t width;
  const tern_type_t *type = op->results[0].type;
  if (!tern_type_is_index(type) || !tern_attr_int_bits(operand, &bits, &width)) return NULL;
  return tern_attr_from_bits(type, is_signed ? (tern_uint128_t)tern_bits_sign_extend(bits, width) : bits);
}

FOLD(fold_casts) {
  out[0].attr = fold_cast(op, operands[0], true);
  return out[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}
FOLD(fold_castu) {
  out[0].attr = fold_cast(op, operands[0], false);
  return out[0].attr ? TERN_FOLD_REPLACED : TERN_FOLD_FAILED;
}

// --- comparison ---

static const tern_enum_row_t *predicate_row(void) { return TERN_INDEX_CMP_PREDICATE; }

// `slt(%a, %b)`, with nothing between the op's name and the predicate but a blank.
static bool parse_cmp(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t predicate;
  tern_operand_list_t operands = {0};
  if (!tern_parse_enum(parser, predicate_row(), &predicate)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_operand_list(parser, "()", &operands)) return false;
  if (operands.count != 2) return tern_parser_error_at(parser, pos, "expected 2 operands");
  tern_context_t *context = tern_parser_context(parser);
  tern_op_add_attr(parser, op, "pred", tern_enum_attr_get(context, predicate_row(), predicate));
  if (!tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_op_resolve_operands(parser, op, &operands, tern_index_type_get(context)))
    return false;
  tern_op_add_result_type(parser, op, tern_i_type_get(context, 1));
  return true;
}

static void print_cmp(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, predicate_row(), tern_enum_attr_value(tern_op_attr(op, "pred")));
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, 2);
  tern_printer_char(printer, ')');
  tern_printer_attr_dict(printer, op, (const char *const[]){"pred"}, 1);
}

static tern_cmpi_predicate_t predicate_of(const tern_op_t *op) {
  return (tern_cmpi_predicate_t)tern_enum_attr_value(tern_op_attr(op, "pred"));
}

static bool holds(tern_cmpi_predicate_t predicate, int64_t a, int64_t b, uint32_t width) {
  switch (predicate) {
    case TERN_CMPI_EQ: return a == b;
    case TERN_CMPI_NE: return a != b;
    case TERN_CMPI_SLT: return a < b;
    case TERN_CMPI_SLE: return a <= b;
    case TERN_CMPI_SGT: return a > b;
    case TERN_CMPI_SGE: return a >= b;
    case TERN_CMPI_ULT: return UNSIGNED(a) < UNSIGNED(b);
    case TERN_CMPI_ULE: return UNSIGNED(a) <= UNSIGNED(b);
    case TERN_CMPI_UGT: return UNSIGNED(a) > UNSIGNED(b);
    case TERN_CMPI_UGE: return UNSIGNED(a) >= UNSIGNED(b);
  }
  return false;
}

// What a number of some width can be, in signed and in unsigned order.
typedef struct range {
  int64_t least, greatest;
  uint64_t unsigned_least, unsigned_greatest;
} range_t;

// That of a maximum or minimum of anything and `bound`. False: the op is neither.
static bool range_of(const tern_op_t *op, int64_t bound, uint32_t width, range_t *out) {
  uint64_t low_bits = UNSIGNED(bound), ones = UNSIGNED(-1), top = width == 32 ? INT32_MAX : INT64_MAX;
  *out = (range_t){width == 32 ? INT32_MIN : INT64_MIN, (int64_t)top, 0, ones};
  if (tern_op_is(op, TERN_INDEX(MAXS))) {
    out->least = bound;
    if (bound >= 0) out->unsigned_least = low_bits, out->unsigned_greatest = top;
  } else if (tern_op_is(op, TERN_INDEX(MINS))) {
    out->greatest = bound;
    if (bound < 0) out->unsigned_least = top + 1, out->unsigned_greatest = low_bits;
  } else if (tern_op_is(op, TERN_INDEX(MAXU))) {
    out->unsigned_least = low_bits;
    if (bound < 0) out->least = bound, out->greatest = -1;
  } else if (tern_op_is(op, TERN_INDEX(MINU))) {
    out->unsigned_greatest = low_bits;
    if (bound >= 0) out->least = 0, out->greatest = bound;
  } else {
    return false;
  }
  return true;
}

// The answer if it is the same for all numbers of the range.
static bool compare_range(tern_cmpi_predicate_t predicate, const range_t *range, int64_t rhs, uint32_t width,
                          bool *out) {
  bool is_equality = predicate == TERN_CMPI_EQ || predicate == TERN_CMPI_NE;
  uint64_t unsigned_rhs = UNSIGNED(rhs);
  if (is_equality) {
    *out = predicate == TERN_CMPI_NE;
    return rhs < range->least || rhs > range->greatest || unsigned_rhs < range->unsigned_least ||
           unsigned_rhs > range->unsigned_greatest;
  }
  bool is_signed = predicate == TERN_CMPI_SLT || predicate == TERN_CMPI_SLE || predicate == TERN_CMPI_SGT ||
                   predicate == TERN_CMPI_SGE;
  int64_t least = is_signed ? range->least : (int64_t)range->unsigned_least;
  int64_t greatest = is_signed ? range->greatest : (int64_t)range->unsigned_greatest;
  *out = holds(predicate, least, rhs, width);
  return *out == holds(predicate, greatest, rhs, width);
}

// A maximum or minimum with a constant: compares with `rhs` whatever the other operand is, and at both widths.
static bool compare_by_bound(const tern_op_t *op, int64_t rhs, bool *out_result) {
  const tern_op_t *extremum = tern_value_defining_op(tern_op_operand(op, 0));
  tern_cmpi_predicate_t predicate = predicate_of(op);
  int64_t bound;
  range_t wide, narrow;
  bool narrow_result;
  if (!extremum || extremum->operand_count != 2) return false;
  if (!constant_of(tern_value_constant(tern_op_operand(extremum, 1)), &bound)) return false;
  return range_of(extremum, bound, 64, &wide) && range_of(extremum, (int32_t)bound, 32, &narrow) &&
         compare_range(predicate, &wide, rhs, 64, out_result) &&
         compare_range(predicate, &narrow, (int32_t)rhs, 32, &narrow_result) && *out_result == narrow_result;
}

FOLD(fold_cmp) {
  tern_context_t *context = tern_op_context(op);
  tern_cmpi_predicate_t predicate = predicate_of(op);
  int64_t a, b;
  bool has_b = constant_of(operands[1], &b), result;
  if (has_b && constant_of(operands[0], &a)) {
    result = holds(predicate, a, b, 64);
    if (result != holds(predicate, (int32_t)a, (int32_t)b, 32)) return TERN_FOLD_FAILED;
  } else if (tern_op_operand(op, 0) == tern_op_operand(op, 1)) {
    result = holds(predicate, 0, 0, 64);
  } else if (!has_b || !compare_by_bound(op, b, &result)) {
    return TERN_FOLD_FAILED;
  }
  out[0].attr = tern_bool_attr_get(context, result);
  return TERN_FOLD_REPLACED;
}

// x - y compared with 0 is x compared with y, for equality and signed order as upstream does it.
static bool canonicalize_cmp(tern_op_t *op, tern_rewriter_t *rewriter) {
  int64_t rhs;
  tern_op_t *difference = tern_value_defining_op(tern_op_operand(op, 0));
  if (!constant_of(tern_value_constant(tern_op_operand(op, 1)), &rhs) || rhs != 0) return false;
  if (!difference || !tern_op_is(difference, TERN_INDEX(SUB))) return false;
  tern_cmpi_predicate_t predicate = predicate_of(op);
  if (predicate != TERN_CMPI_EQ && predicate != TERN_CMPI_NE) return false;
  tern_value_t *x = tern_op_operand(difference, 0), *y = tern_op_operand(difference, 1);
  tern_op_set_operand(op, 0, x);
  tern_op_set_operand(op, 1, y);
  tern_rewriter_modified(rewriter, op);
  return true;
}

// --- constants ---

FOLD(fold_constant) {
  (void)operands;
  out[0].attr = tern_op_attr(op, "value");
  return TERN_FOLD_REPLACED;
}

static bool name_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  snprintf(out_name, size, "idx%" PRId64, tern_integer_attr_value(tern_op_attr(op, "value")));
  return true;
}

static bool name_bool_constant(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  snprintf(out_name, size, "%s", tern_integer_attr_value(tern_op_attr(op, "value")) ? "true" : "false");
  return true;
}

static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  if (value->kind != TERN_ATTR_INTEGER || tern_attr_type(value) != type) return NULL;
  const tern_op_row_t *row = tern_type_is_index(type)  ? TERN_INDEX(CONSTANT)
                             : tern_type_is_i(type, 1) ? TERN_INDEX(BOOL_CONSTANT)
                                                       : NULL;
  if (!row) return NULL;
  tern_op_state_t state = {.def = tern_op_def_of(context, row),
                           .loc = loc,
                           .result_types = TERN_TYPES(type),
                           .attrs = TERN_ATTRS({"value", value})};
  return tern_op_create(context, &state);
}

// --- the table ---

static const tern_enum_case_t predicate_cases[] = {
    {"eq", TERN_CMPI_EQ},   {"ne", TERN_CMPI_NE},   {"slt", TERN_CMPI_SLT}, {"sle", TERN_CMPI_SLE},
    {"sgt", TERN_CMPI_SGT}, {"sge", TERN_CMPI_SGE}, {"ult", TERN_CMPI_ULT}, {"ule", TERN_CMPI_ULE},
    {"ugt", TERN_CMPI_UGT}, {"uge", TERN_CMPI_UGE}};

const tern_enum_row_t tern_index_enums[] = {{.name = "index.cmp_predicate",
                                             .attr_name = "index.cmp_predicate",
                                             .storage_width = 32,
                                             .is_spaced_mnemonic = true,
                                             .keeps_space = true,
                                             .cases = predicate_cases,
                                             .case_count = sizeof(predicate_cases) / sizeof(predicate_cases[0])}};

const tern_op_row_t tern_index_ops[] = {
#define OP(ID, NAME, ...) [TERN_INDEX_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/index/index_ops.def"
#undef OP
};

const tern_dialect_t tern_index_dialect = {
    .name = "index",
    .summary = "Arithmetic on indices of the target's width",
    .ops = tern_index_ops,
    .op_count = TERN_INDEX_OP_COUNT,
    .enums = tern_index_enums,
    .enum_count = 1,
    .materialize_constant = materialize_constant,
};
