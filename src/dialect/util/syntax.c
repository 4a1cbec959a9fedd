// Syntax of util ops that a format cannot say, and names of results.

#include <stdio.h>
#include <string.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/util/hooks.h"
#include "ir/diagnostic.h"

// --- switch: `type from [%a, %b] at %index else %default : type` ---

bool tern_util_parse_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t values = {0};
  tern_unresolved_operand_t index, other;
  const tern_type_t *type = tern_parse_type(parser), *result = type;
  if (!type || !tern_parse_keyword(parser, "from") || !tern_parse_operand_list(parser, "[]", &values) ||
      !tern_parse_keyword(parser, "at") || !tern_parse_operand(parser, &index) || !tern_parse_keyword(parser, "else") ||
      !tern_parse_operand(parser, &other) || !tern_op_parse_optional_attr_dict(parser, op)) {
    return false;
  }
  if (tern_parser_at_token(parser, ":") && !tern_parse_colon_type(parser, &result)) return false;
  tern_op_add_result_type(parser, op, result);
  return tern_op_resolve_operand(parser, op, index, tern_index_type_get(tern_parser_context(parser))) &&
         tern_op_resolve_operand(parser, op, other, type) && tern_op_resolve_operands(parser, op, &values, type);
}

void tern_util_print_switch(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_type(printer, op->results[0].type);
  tern_printer_text(printer, " from [");
  tern_printer_operands(printer, op, 2, op->operand_count - 2);
  tern_printer_text(printer, "] at ");
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " else ");
  tern_printer_value(printer, tern_op_operand(op, 1));
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}

// --- assume.int: `%a<umin = 0>, %b[<udiv = 4>, <udiv = 8>] : index, i64` ---

static const tern_attr_t *parse_assumption_row(tern_parser_t *parser) {
  TERN_VEC(const tern_attr_t *) row = {0};
  const tern_attr_t *one = NULL, *attr = NULL;
  bool is_list = tern_parse_optional_token(parser, "[");
  do {
    one = tern_util_parse_assumption_body(parser);
    if (one) tern_vec_push(&row, one);
  } while (one && is_list && tern_parse_optional_token(parser, ","));
  if (one && (!is_list || tern_parse_token(parser, "]"))) {
    attr = tern_array_attr_get(tern_parser_context(parser), row.values, row.count);
  }
  tern_vec_deinitialize(&row);
  return attr;
}

bool tern_util_parse_assume_int(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  TERN_VEC(const tern_attr_t *) rows = {0};
  bool is_right = true;
  do {
    tern_unresolved_operand_t operand;
    const tern_attr_t *row = tern_parse_operand(parser, &operand) ? parse_assumption_row(parser) : NULL;
    is_right = row != NULL;
    if (!is_right) break;
    tern_operand_list_push(parser, &operands, operand);
    tern_vec_push(&rows, row);
  } while (tern_parse_optional_token(parser, ","));
  if (is_right) {
    tern_op_add_attr(parser, op, "assumptions",
                     tern_array_attr_get(tern_parser_context(parser), rows.values, rows.count));
  }
  tern_vec_deinitialize(&rows);
  if (!is_right || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, ":") ||
      !tern_parse_type_list(parser, &types) || !tern_op_resolve_operands_each(parser, op, &operands, &types)) {
    return false;
  }
  for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
  return true;
}

void tern_util_print_assume_int(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"assumptions"};
  const tern_attr_t *assumptions = tern_op_attr(op, "assumptions");
  tern_printer_char(printer, ' ');
  for (size_t i = 0; i < op->operand_count; ++i) {
    const tern_attr_t *row = i < tern_array_attr_count(assumptions) ? tern_array_attr_at(assumptions, i) : NULL;
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, tern_op_operand(op, i));
    if (!row) continue;
    size_t count = tern_array_attr_count(row);
    if (count != 1) tern_printer_char(printer, '[');
    for (size_t j = 0; j < count; ++j) {
      if (j) tern_printer_text(printer, ", ");
      tern_util_print_assumption_body(printer, tern_array_attr_at(row, j));
    }
    if (count != 1) tern_printer_char(printer, ']');
  }
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

// --- optimization_barrier: results have the operands' types ---

bool tern_util_parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (operands.count && (!tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types))) return false;
  for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
  return tern_op_resolve_operands_each(parser, op, &operands, &types);
}

void tern_util_print_barrier(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_attr_dict(printer, op, NULL, 0);
  if (!op->operand_count) return;
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

// --- unfoldable_constant: `dense<1> : tensor<4xi32>` ---

bool tern_util_parse_unfoldable(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (!value) return false;
  const tern_type_t *type = tern_attr_type(value);
  if (tern_parser_at_token(parser, "->") && tern_parse_token(parser, "->")) type = tern_parse_type(parser);
  if (!type) return tern_parser_error_at(parser, pos, "expected a constant with a type");
  tern_op_add_attr(parser, op, "value", value);
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_util_print_unfoldable(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"value"};
  const tern_attr_t *value = tern_op_attr(op, "value");
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, value);
  if (tern_attr_type(value) == op->results[0].type) return;
  tern_printer_text(printer, " -> ");
  tern_printer_type(printer, op->results[0].type);
}

// --- initializer: `attributes {...} { ... }` ---

bool tern_util_parse_initializer(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){0}, (tern_types_t){0});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  return tern_op_parse_optional_attr_dict_with_keyword(parser, op) && tern_op_parse_region(parser, op, NULL);
}

void tern_util_print_initializer(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"function_type", "arg_attrs", "res_attrs"};
  tern_printer_attr_dict_with_keyword(printer, op, elided, 3);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- list.construct: `[%a : i32, %b : f32] : !util.list<?>` ---

bool tern_util_parse_list_construct(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_token(parser, "[")) return false;
  while (!tern_parser_at_token(parser, "]")) {
    tern_unresolved_operand_t operand;
    if (!tern_parse_operand(parser, &operand) || !tern_parse_colon_type(parser, &type) ||
        !tern_op_resolve_operand(parser, op, operand, type)) {
      return false;
    }
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  if (!tern_parse_token(parser, "]") || !tern_parse_colon_type(parser, &type)) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_util_print_list_construct(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " [");
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, tern_op_operand(op, i));
    tern_printer_text(printer, " : ");
    tern_printer_type(printer, tern_op_operand(op, i)->type);
  }
  tern_printer_text(printer, "] : ");
  tern_printer_type(printer, op->results[0].type);
}

// --- names of results ---

// Text as a name; what names cannot have becomes an underscore.
static bool write_name(tern_str_t text, char *out_name, size_t size) {
  size_t used = strlen(out_name);
  for (size_t i = 0; i < text.size && used + 1 < size; ++i) {
    char c = text.data[i];
    bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
    out_name[used++] = is_word ? c : '_';
  }
  out_name[used] = 0;
  return used > 0 && !(out_name[0] >= '0' && out_name[0] <= '9');
}

bool tern_util_name_global(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *ref = tern_op_attr(op, "global");
  if (!ref || ref->kind != TERN_ATTR_SYMBOL_REF) return false;
  snprintf(out_name, size, "%s", tern_op_is(op, TERN_UTIL(GLOBAL_ADDRESS)) ? "ptr_" : "");
  return write_name(tern_symbol_ref_attr_at(ref, 0), out_name, size);
}

bool tern_util_name_buffer(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  const tern_attr_t *given = tern_op_is(op, TERN_UTIL(BUFFER_CONSTANT)) ? tern_op_attr(op, "name") : NULL;
  out_name[0] = 0;
  if (tern_attr_is_string(given)) return write_name(tern_string_attr_value(given), out_name, size);
  const char *name = tern_op_is(op, TERN_UTIL(BUFFER_CONSTANT))  ? "buffer_cst"
                     : tern_op_is(op, TERN_UTIL(BUFFER_SUBSPAN)) ? "buffer_span"
                     : tern_op_is(op, TERN_UTIL(BUFFER_SIZE))    ? "buffer_size"
                     : tern_op_is(op, TERN_UTIL(BUFFER_STORAGE)) ? (index ? "buffer_offset" : "buffer_storage")
                                                                 : "buffer";
  snprintf(out_name, size, "%s", name);
  return true;
}
