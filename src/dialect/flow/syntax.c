// Syntax of flow ops that a format cannot say, and names of results.

#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/common/shaped_syntax.h"
#include "dialect/flow/hooks.h"
#include "ir/diagnostic.h"

// --- dispatch.region: `[workload]? -> (type{dims}, ...) {...} (count(...) -> (index, index, index) {...})?` ---

static bool parse_result_types(tern_parser_t *parser, tern_parsed_op_t *op, tern_operand_list_t *dims) {
  if (!tern_parse_token(parser, "->")) return false;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (has_parentheses && tern_parse_optional_token(parser, ")")) return true;
  do {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type || !tern_shaped_parse_sizes(parser, type, dims)) return false;
    tern_op_add_result_type(parser, op, type);
  } while (has_parentheses && tern_parse_optional_token(parser, ","));
  return !has_parentheses || tern_parse_token(parser, ")");
}

static bool parse_count(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_optional_keyword(parser, "count")) {
    tern_op_add_empty_region(parser, op);
    return true;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_argument_list(parser, "()", true, true, &args) ||
      !tern_parse_optional_arrow_type_list(parser, &types)) {
    return false;
  }
  bool is_index = types.count == 3;
  for (size_t i = 0; i < types.count; ++i) is_index = is_index && tern_type_is_index(types.values[i]);
  if (!is_index) return tern_parser_error_at(parser, pos, "expected the workgroup count as (index, index, index)");
  return tern_op_parse_region(parser, op, &args);
}

bool tern_flow_parse_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser));
  tern_operand_list_t workload = {0}, dims = {0};
  if (tern_parser_at_token(parser, "[") && !tern_parse_operand_list(parser, "[]", &workload)) return false;
  if (!parse_result_types(parser, op, &dims) || !tern_op_parse_optional_attr_dict_with_keyword(parser, op) ||
      !tern_op_parse_region(parser, op, NULL) || !parse_count(parser, op) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_op_resolve_operands(parser, op, &dims, index) ||
      !tern_op_resolve_operands(parser, op, &workload, index)) {
    return false;
  }
  int32_t segments[] = {(int32_t)dims.count, (int32_t)workload.count};
  tern_op_add_attr(parser, op, "operandSegmentSizes",
                   tern_dense_i32_array_attr_get(tern_parser_context(parser), segments, 2));
  return true;
}

void tern_flow_print_region(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"operandSegmentSizes"};
  size_t start, count, next, dim_count;
  tern_op_operands_named(op, "workload", &start, &count);
  tern_op_operands_named(op, "result_dims", &next, &dim_count);
  size_t end = next + dim_count;
  if (count) {
    tern_printer_char(printer, '[');
    tern_printer_operands(printer, op, start, count);
    tern_printer_char(printer, ']');
  }
  tern_printer_text(printer, " -> (");
  for (size_t i = 0; i < op->result_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_type(printer, op->results[i].type);
    tern_shaped_print_sizes(printer, op, op->results[i].type, &next, end);
  }
  tern_printer_char(printer, ')');
  tern_printer_attr_dict_with_keyword(printer, op, elided, 1);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
  const tern_block_t *body = tern_op_body(op, 1);
  if (!body) return;
  tern_printer_text(printer, " count(");
  for (size_t i = 0; i < body->arg_count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_text(printer, ") -> (index, index, index) ");
  tern_printer_region(printer, &op->regions[1], false, true);
}

// --- constants: `dense<1> : tensor<4xi32>`, and `-> type` for one of unknown shape ---

static bool parse_constant(tern_parser_t *parser, tern_parsed_op_t *op, bool has_arrow) {
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (!value) return false;
  const tern_type_t *type = tern_attr_type(value);
  if (!type) return tern_parser_error_at(parser, pos, "expected a constant with a type");
  tern_op_add_attr(parser, op, "value", value);
  if (has_arrow) {
    if (!tern_parse_token(parser, "->")) return false;
    type = tern_parse_type(parser);
    if (!type) return false;
  }
  tern_op_add_result_type(parser, op, type);
  return true;
}

bool tern_flow_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op) { return parse_constant(parser, op, false); }
bool tern_flow_parse_dynamic_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_constant(parser, op, true);
}

void tern_flow_print_constant(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"value"};
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "value"));
  if (!tern_op_is(op, TERN_FLOW(TENSOR_DYNAMIC_CONSTANT))) return;
  tern_printer_text(printer, " -> ");
  tern_printer_type(printer, op->results[0].type);
}

// --- names ---

bool tern_flow_name_workgroup_info(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const tern_attr_t *dimension = tern_op_attr(op, "dimension");
  if (!tern_attr_is_integer(dimension)) return false;
  const char *what = tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUP_ID))      ? "id"
                     : tern_op_is(op, TERN_FLOW(DISPATCH_WORKGROUP_COUNT)) ? "count"
                                                                           : "size";
  snprintf(out_name, size, "workgroup_%s_%lld", what, (long long)tern_integer_attr_value(dimension));
  return true;
}

bool tern_flow_name_channel(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  (void)index;
  const char *name = tern_op_is(op, TERN_FLOW(CHANNEL_DEFAULT)) ? "default_channel"
                     : tern_op_is(op, TERN_FLOW(CHANNEL_RANK))  ? "channel_rank"
                     : tern_op_is(op, TERN_FLOW(CHANNEL_COUNT)) ? "channel_count"
                                                                : "channel";
  snprintf(out_name, size, "%s", name);
  return true;
}
