// sat: the table of ops and their hooks.

#include "sat.h"

#include <inttypes.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/arith/arith.h"
#include "ir/diagnostic.h"
#include "rewrite/rewriter.h"

enum { WIDTH_MAX = 63 };

bool tern_sat_limits(const tern_type_t *type, int64_t *out_low, int64_t *out_high) {
  uint32_t width = tern_integer_type_width(type);
  if (width == 0 || width > WIDTH_MAX) return false;
  *out_high = (INT64_C(1) << (width - 1)) - 1;
  *out_low = -*out_high - 1;
  return true;
}

int64_t tern_sat_clamp(int64_t value, int64_t low, int64_t high) {
  if (value < low) return low;
  return value > high ? high : value;
}

static int64_t int_attr(const tern_op_t *op, const char *name) {
  return tern_integer_attr_value(tern_op_attr(op, name));
}

// --- sat.add ---

static tern_fold_status_t fold_add(tern_op_t *op, const tern_attr_t *const *operands, tern_fold_result_t *out_results) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t low, high;
  // Operands of a commutative op are sorted before this is asked: constants come last.
  if (!operands[1] || !tern_sat_limits(type, &low, &high)) return TERN_FOLD_FAILED;
  int64_t rhs = tern_integer_attr_value(operands[1]);
  if (rhs == 0) {
    out_results[0].value = tern_op_operand(op, 0);
    return TERN_FOLD_REPLACED;
  }
  if (!operands[0]) return TERN_FOLD_FAILED;
  int64_t sum = tern_integer_attr_value(operands[0]) + rhs;
  out_results[0].attr = tern_integer_attr_get(type, tern_sat_clamp(sum, low, high));
  return TERN_FOLD_REPLACED;
}

// --- sat.clamp ---

static bool verify_clamp(const tern_op_t *op) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  int64_t low = int_attr(op, "low"), high = int_attr(op, "high"), least, greatest;
  if (!tern_sat_limits(type, &least, &greatest)) {
    return tern_op_error(op, "takes integers of at most %d bits, but got '%s'", WIDTH_MAX, tern_type_text(type));
  }
  if (low > high) {
    tern_op_error(op, "has an empty range: %" PRId64 " is above %" PRId64, low, high);
    tern_emit_note(op->loc, "write the lower end first");
    return false;
  }
  if (low >= least && high <= greatest) return true;
  return tern_op_error(op, "has a range that '%s' does not hold", tern_type_text(type));
}

static tern_fold_status_t fold_clamp(tern_op_t *op, const tern_attr_t *const *operands,
                                     tern_fold_result_t *out_results) {
  int64_t low = int_attr(op, "low"), high = int_attr(op, "high"), least, greatest;
  const tern_type_t *type = tern_op_result(op, 0)->type;
  if (tern_sat_limits(type, &least, &greatest) && low == least && high == greatest) {
    out_results[0].value = tern_op_operand(op, 0);
    return TERN_FOLD_REPLACED;
  }
  if (!operands[0]) return TERN_FOLD_FAILED;
  out_results[0].attr = tern_integer_attr_get(type, tern_sat_clamp(tern_integer_attr_value(operands[0]), low, high));
  return TERN_FOLD_REPLACED;
}

// A clamp of a clamp is one clamp: the ends of the inner range, brought into the outer one.
static bool canonicalize_clamp(tern_op_t *op, tern_rewriter_t *rewriter) {
  tern_op_t *inner = tern_value_defining_op(tern_op_operand(op, 0));
  if (!inner || !tern_op_is(inner, TERN_SAT(CLAMP))) return false;
  const tern_type_t *i64 = tern_i_type_get(rewriter->builder.context, 64);
  int64_t low = int_attr(op, "low"), high = int_attr(op, "high");
  int64_t new_low = tern_sat_clamp(int_attr(inner, "low"), low, high);
  int64_t new_high = tern_sat_clamp(int_attr(inner, "high"), low, high);
  tern_rewriter_replace_with(rewriter, op, TERN_SAT(CLAMP),
                             &(tern_build_args_t){.operands = TERN_VALUES(tern_op_operand(inner, 0)),
                                                  .attrs = TERN_ATTRS({"low", tern_integer_attr_get(i64, new_low)},
                                                                      {"high", tern_integer_attr_get(i64, new_high)})});
  return true;
}

// --- sat.widen ---

// The attributes of an op that is being made are a list or a dictionary.
static const tern_attr_t *attr_of_state(const tern_op_state_t *state, const char *name) {
  for (size_t i = 0; i < state->attrs.count; ++i) {
    if (strcmp(state->attrs.values[i].name, name) == 0) return state->attrs.values[i].attr;
  }
  return tern_dictionary_attr_lookup(state->dictionary, tern_str_from_cstr(name));
}

static bool infer_widen(tern_context_t *context, const tern_op_state_t *state, const tern_type_t **out_types) {
  const tern_attr_t *bits = attr_of_state(state, "bits");
  if (!tern_attr_is_integer(bits)) return tern_emit_error(state->loc, "'sat.widen' op requires attribute 'bits'");
  int64_t width = tern_integer_type_width(state->operands.values[0]->type) + tern_integer_attr_value(bits);
  if (width < 1 || width > WIDTH_MAX) {
    return tern_emit_error(state->loc, "'sat.widen' op makes %" PRId64 " bits, and at most %d are allowed", width,
                           WIDTH_MAX);
  }
  out_types[0] = tern_i_type_get(context, (uint32_t)width);
  return true;
}

// --- sat.sum ---

// `%a + %b + %c : i8`: operands between plus signs, which a format cannot say.
static bool parse_sum(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  do {
    tern_unresolved_operand_t operand;
    if (!tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, &operands, operand);
  } while (tern_parse_optional_token(parser, "+"));
  const tern_type_t *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_result_type(parser, op, type);
  return tern_op_resolve_operands(parser, op, &operands, type);
}

static void print_sum(tern_printer_t *printer, const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    tern_printer_text(printer, i == 0 ? " " : " + ");
    tern_printer_value(printer, tern_op_operand(op, i));
  }
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_result(op, 0)->type);
}

static bool verify_sum(const tern_op_t *op) {
  return op->operand_count > 0 || tern_op_error(op, "has no operands, and needs at least one");
}

// A sum of one is its operand, a sum of two is a sat.add.
static bool canonicalize_sum(tern_op_t *op, tern_rewriter_t *rewriter) {
  if (op->operand_count == 1) {
    tern_rewriter_replace(rewriter, op, TERN_VALUES(tern_op_operand(op, 0)));
    return true;
  }
  if (op->operand_count != 2) return false;
  tern_build_args_t args = {.operands = TERN_VALUES(tern_op_operand(op, 0), tern_op_operand(op, 1))};
  tern_rewriter_replace_with(rewriter, op, TERN_SAT(ADD), &args);
  return true;
}

// --- the tables ---

const tern_op_row_t tern_sat_ops[] = {
#define OP(ID, NAME, ...) [TERN_SAT_##ID] = {.name = NAME, __VA_ARGS__},
#include "sat_ops.def"
#undef OP
};

// What a fold computes becomes an arith.constant.
static tern_op_t *materialize_constant(tern_context_t *context, const tern_attr_t *value, const tern_type_t *type,
                                       const tern_attr_t *loc) {
  return tern_arith_dialect.materialize_constant(context, value, type, loc);
}

const tern_dialect_t tern_sat_dialect = {
    .name = "sat",
    .summary = "Integers that stay at the end of their range",
    .ops = tern_sat_ops,
    .op_count = TERN_SAT_OP_COUNT,
    .materialize_constant = materialize_constant,
};
