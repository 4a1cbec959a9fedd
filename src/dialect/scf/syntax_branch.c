// Syntax of scf's conditionals: if, execute_region, index_switch.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/scf/scf_hooks.h"

static tern_types_t result_types(const tern_op_t *op, const tern_type_t **storage, size_t capacity) {
  size_t count = op->result_count < capacity ? op->result_count : capacity;
  for (size_t i = 0; i < count; i++) storage[i] = op->results[i].type;
  return (tern_types_t){storage, count};
}

static bool parse_results(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t types = {0};
  if (!tern_parse_optional_arrow_type_list(parser, &types)) return false;
  for (size_t i = 0; i < types.count; i++) tern_op_add_result_type(parser, op, types.values[i]);
  return true;
}

// ` -> t` or ` -> (t, u)`.
static void print_results(tern_printer_t *printer, const tern_op_t *op) {
  const tern_type_t *storage[2];
  if (op->result_count == 0) return;
  if (op->result_count == 1) {
    tern_printer_optional_arrow_types(printer, result_types(op, storage, 1));
    return;
  }
  tern_printer_text(printer, " -> (");
  tern_printer_result_types(printer, op, 0, op->result_count);
  tern_printer_char(printer, ')');
}

// --- if ---

bool tern_scf_parse_if(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t condition;
  if (!tern_parse_operand(parser, &condition) ||
      !tern_op_resolve_operand(parser, op, condition, tern_i_type_get(tern_parser_context(parser), 1)) ||
      !parse_results(parser, op) || !tern_op_parse_region(parser, op, NULL))
    return false;
  tern_op_ensure_terminator(parser, op, 0);
  if (tern_parse_optional_keyword(parser, "else")) {
    if (!tern_op_parse_region(parser, op, NULL)) return false;
    tern_op_ensure_terminator(parser, op, 1);
  } else {
    tern_op_add_empty_region(parser, op);
  }
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_if(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  bool has_results = op->result_count > 0;
  if (has_results) {
    tern_printer_text(printer, " -> (");
    tern_printer_result_types(printer, op, 0, op->result_count);
    tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, has_results);
  if (!tern_region_is_empty(&op->regions[1])) {
    tern_printer_text(printer, " else ");
    tern_printer_region(printer, &op->regions[1], false, has_results);
  }
  tern_printer_attr_dict(printer, op, NULL, 0);
}

// --- execute_region ---

bool tern_scf_parse_execute_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!parse_results(parser, op)) return false;
  if (tern_parse_optional_keyword(parser, "no_inline"))
    tern_op_add_attr(parser, op, "no_inline", tern_unit_attr_get(tern_parser_context(parser)));
  return tern_op_parse_region(parser, op, NULL) && tern_op_parse_optional_attr_dict(parser, op);
}

void tern_scf_print_execute_region(tern_printer_t *printer, const tern_op_t *op) {
  print_results(printer, op);
  tern_printer_char(printer, ' ');
  if (tern_op_attr(op, "no_inline")) tern_printer_text(printer, "no_inline ");
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_attr_dict(printer, op, (const char *const[]){"no_inline"}, 1);
}

// --- index_switch ---

// The regions stand as cases then default in the text, default then cases in the op.
static void move_last_region_first(tern_parser_t *parser, tern_parsed_op_t *op) {
  size_t last = tern_op_parsed_region_count(parser, op) - 1;
  tern_region_t held = {0};
  tern_region_take_blocks(&held, tern_op_parsed_region(parser, op, last));
  for (size_t i = last; i > 0; i--)
    tern_region_take_blocks(tern_op_parsed_region(parser, op, i), tern_op_parsed_region(parser, op, i - 1));
  tern_region_take_blocks(tern_op_parsed_region(parser, op, 0), &held);
}

static bool parse_cases(tern_parser_t *parser, tern_parsed_op_t *op) {
  size_t count = 0, capacity = 8;
  int64_t *values = tern_parser_alloc(parser, capacity * sizeof(*values));
  while (tern_parse_optional_keyword(parser, "case")) {
    if (count == capacity) {
      int64_t *more = tern_parser_alloc(parser, 2 * capacity * sizeof(*values));
      memcpy(more, values, count * sizeof(*values));
      values = more;
      capacity *= 2;
    }
    if (!tern_parse_integer(parser, &values[count]) || !tern_op_parse_region(parser, op, NULL)) return false;
    tern_op_ensure_terminator(parser, op, count++);
  }
  tern_op_add_attr(parser, op, "cases", tern_dense_i64_array_attr_get(tern_parser_context(parser), values, count));
  return true;
}

bool tern_scf_parse_index_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t arg;
  if (!tern_parse_operand(parser, &arg) ||
      !tern_op_resolve_operand(parser, op, arg, tern_index_type_get(tern_parser_context(parser))) ||
      !tern_op_parse_optional_attr_dict(parser, op))
    return false;
  if (tern_parse_optional_token(parser, "->")) {
    tern_type_list_t types = {0};
    if (!tern_parse_type_list(parser, &types)) return false;
    for (size_t i = 0; i < types.count; i++) tern_op_add_result_type(parser, op, types.values[i]);
  }
  if (!parse_cases(parser, op) || !tern_parse_keyword(parser, "default") || !tern_op_parse_region(parser, op, NULL))
    return false;
  tern_op_ensure_terminator(parser, op, tern_op_parsed_region_count(parser, op) - 1);
  move_last_region_first(parser, op);
  return true;
}

void tern_scf_print_index_switch(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *cases = tern_op_attr(op, "cases");
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_attr_dict(printer, op, (const char *const[]){"cases"}, 1);
  if (op->result_count) {
    tern_printer_text(printer, " -> ");
    tern_printer_result_types(printer, op, 0, op->result_count);
  }
  // As upstream's printer leaves it: a blank stands before each line end.
  tern_printer_char(printer, ' ');
  for (size_t i = 1; i < op->region_count; i++) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "case ");
    tern_printer_int(printer, tern_int_list_attr_at(cases, i - 1));
    tern_printer_char(printer, ' ');
    tern_printer_region(printer, &op->regions[i], false, true);
  }
  tern_printer_newline(printer);
  tern_printer_text(printer, "default ");
  tern_printer_region(printer, &op->regions[0], false, op->result_count > 0);
}
