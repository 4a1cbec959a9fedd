// The check dialect.

#include "dialect/check/check.h"

#include "asm/legacy.h"
#include "asm/parser.h"
#include "asm/printer.h"
#include "ir/attr.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- syntax ---
//
// IREE writes `check.expect_almost_eq(%a, %b, atol 1.0e-2, rtol 1.0e-3) : type`, the tests of StableHLO, whose dialect has the
// same name, `check.expect_almost_eq %a, %b, tolerance = 1.0e-2 : type` or, older, `{tolerance = 1.0e-2}`. All are read, the
// first is printed.

#define STABLEHLO_TOLERANCE 1e-3

static bool is_one_of(const tern_op_def_t *def, const tern_op_row_t *a, const tern_op_row_t *b) {
  return def->row == a || def->row == b;
}
static bool has_value(const tern_op_def_t *def) {
  return is_one_of(def, TERN_CHECK(EXPECT_EQ_CONST), TERN_CHECK(EXPECT_ALMOST_EQ_CONST));
}
static bool is_almost(const tern_op_def_t *def) {
  return is_one_of(def, TERN_CHECK(EXPECT_ALMOST_EQ), TERN_CHECK(EXPECT_ALMOST_EQ_CONST));
}
static bool has_two_operands(const tern_op_def_t *def) {
  return is_one_of(def, TERN_CHECK(EXPECT_EQ), TERN_CHECK(EXPECT_ALMOST_EQ));
}

static const tern_type_t *f32_type(tern_parser_t *parser) {
  return tern_float_type_get(tern_parser_context(parser), TERN_TYPE_F32);
}

static bool parse_tolerances(tern_parser_t *parser, tern_parsed_op_t *op) {
  while (tern_parse_optional_token(parser, ",")) {
    bool is_atol = tern_parse_optional_keyword(parser, "atol");
    const tern_attr_t *value = NULL;
    if (!is_atol && !tern_parse_optional_keyword(parser, "rtol")) {
      // Until 2025: the absolute tolerance without a word.
      if (!tern_parse_optional_attr(parser, f32_type(parser), &value)) return false;
      if (!value || !tern_attr_is_float(value)) return tern_parser_error(parser, "expected atol or rtol");
      is_atol = true;
    }
    if (!value) value = tern_parse_attr(parser, f32_type(parser));
    if (!value) return false;
    tern_op_add_attr(parser, op, is_atol ? "atol" : "rtol", value);
  }
  return true;
}

// What comes before the type; `*out_type` is the constant's.
static bool parse_arguments(tern_parser_t *parser, tern_parsed_op_t *op, tern_operand_list_t *operands,
                            const tern_type_t **out_type) {
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, operands, operand);
  if (has_two_operands(op->def)) {
    if (!tern_parse_token(parser, ",") || !tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, operands, operand);
  } else if (has_value(op->def)) {
    if (!tern_parse_token(parser, ",")) return false;
    const tern_attr_t *value = tern_parse_attr(parser, NULL);
    if (!value) return false;
    tern_op_add_attr(parser, op, "value", value);
    *out_type = tern_attr_type(value);
  }
  return true;
}

// `, tolerance = 0.1`, if it is there.
static bool parse_given_tolerance(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_token(parser, ",")) return true;
  if (!tern_parse_keyword(parser, "tolerance") || !tern_parse_token(parser, "=")) return false;
  const tern_attr_t *value = tern_parse_attr(parser, tern_float_type_get(tern_parser_context(parser), TERN_TYPE_F64));
  if (!value) return false;
  if (!tern_attr_is_float(value)) return tern_parser_error(parser, "expected a number as the tolerance");
  tern_op_add_attr(parser, op, "tolerance", value);
  return true;
}

static void add_tolerance(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *given = tern_op_parsed_attr(parser, op, "tolerance");
  double tolerance = tern_attr_is_float(given) ? tern_float_attr_value(given) : STABLEHLO_TOLERANCE;
  if (given) tern_legacy_remove_attr(op, "tolerance");
  tern_op_add_attr(parser, op, "atol", tern_float_attr_get(f32_type(parser), tolerance));
}

static bool parse_check(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  const tern_type_t *type = NULL;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (!parse_arguments(parser, op, &operands, &type)) return false;
  if (has_parentheses) {
    if (is_almost(op->def) && !parse_tolerances(parser, op)) return false;
    if (!tern_parse_token(parser, ")")) return false;
  } else if (is_almost(op->def) && !parse_given_tolerance(parser, op)) {
    return false;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  if (!has_parentheses && is_almost(op->def)) add_tolerance(parser, op);
  if ((has_parentheses || !type || tern_parser_at_token(parser, ":")) && !tern_parse_colon_type(parser, &type))
    return false;
  return tern_op_resolve_operands(parser, op, &operands, type);
}

static void print_check(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"value", "atol", "rtol"};
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, 0, op->operand_count);
  if (has_value(op->def)) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_op_attr(op, "value"));
  }
  for (size_t i = 1; is_almost(op->def) && i < 3; ++i) {
    const tern_attr_t *value = tern_op_attr(op, elided[i]);
    int slot = tern_op_def_slot(op->def, tern_str_from_cstr(elided[i]));
    if (!value || value == op->def->attrs[slot].default_value) continue;
    tern_printer_format(printer, ", %s ", elided[i]);
    tern_printer_attr_without_type(printer, value);
  }
  tern_printer_char(printer, ')');
  tern_printer_attr_dict(printer, op, elided, 3);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
}

// check.expect_close %a, %b, max_ulp_difference = 3, min_ulp_difference = 0 : type, type; the bounds may be in the dictionary.
static const char *const bound_names[] = {"max_ulp_difference", "min_ulp_difference"};

static bool parse_close(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t actual, expected;
  const tern_type_t *actual_type;
  if (!tern_parse_operand(parser, &actual) || !tern_parse_token(parser, ",") ||
      !tern_parse_operand(parser, &expected)) {
    return false;
  }
  while (tern_parse_optional_token(parser, ",")) {
    bool is_max = tern_parse_optional_keyword(parser, bound_names[0]);
    if (!is_max && !tern_parse_optional_keyword(parser, bound_names[1])) {
      return tern_parser_error(parser, "expected max_ulp_difference or min_ulp_difference");
    }
    if (!tern_parse_token(parser, "=")) return false;
    const tern_attr_t *value = tern_parse_attr(parser, tern_i_type_get(tern_parser_context(parser), 64));
    if (!value) return false;
    tern_op_add_attr(parser, op, bound_names[is_max ? 0 : 1], value);
  }
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &actual_type) ||
      !tern_parse_token(parser, ",")) {
    return false;
  }
  const tern_type_t *expected_type = tern_parse_type(parser);
  return expected_type && tern_op_resolve_operand(parser, op, actual, actual_type) &&
         tern_op_resolve_operand(parser, op, expected, expected_type);
}

static void print_close(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *value = tern_op_attr(op, bound_names[i]);
    int slot = tern_op_def_slot(op->def, tern_str_from_cstr(bound_names[i]));
    if (!value || value == op->def->attrs[slot].default_value) continue;
    tern_printer_format(printer, ", %s = ", bound_names[i]);
    tern_printer_attr_without_type(printer, value);
  }
  tern_printer_attr_dict(printer, op, bound_names, 2);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, tern_op_operand(op, 1)->type);
}

// --- verification ---

static bool verify_constant(const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  const tern_type_t *expected = tern_attr_type(value), *type = tern_op_operand(op, 0)->type;
  bool fits = tern_type_element(expected) == tern_type_element(type);
  if (fits && type->kind == TERN_TYPE_TENSOR) {
    fits = tern_type_rank(expected) == tern_type_rank(type);
    for (size_t i = 0; fits && i < tern_type_rank(type); ++i) {
      fits = tern_type_dim(type, i) == TERN_DYNAMIC || tern_type_dim(type, i) == tern_type_dim(expected, i);
    }
  }
  return fits ||
         tern_op_error(op, "compares %s with a constant of type %s", tern_type_text(type), tern_type_text(expected));
}

const tern_op_row_t tern_check_ops[] = {
#define OP(ID, NAME, ...) [TERN_CHECK_##ID] = {.name = NAME, __VA_ARGS__},
#include "dialect/check/check_ops.def"
#undef OP
};

const tern_dialect_t tern_check_dialect = {
    .name = "check",
    .summary = "What a test expects of a program's values",
    .ops = tern_check_ops,
    .op_count = TERN_CHECK_OP_COUNT,
};
