// async: syntax of values, of tasks, and of what waiting gives.

#include "dialect/async/async.h"
#include "dialect/async/hooks.h"
#include "ir/diagnostic.h"

// --- !async.value<type> ---

const tern_type_t *tern_async_parse_value_type(tern_parser_t *parser, const tern_type_row_t *row) {
  (void)row;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || !tern_parse_token(parser, ">")) {
    tern_parser_error_at(parser, pos, "failed to parse async value type");
    return NULL;
  }
  return tern_async_value_type_get(type);
}

void tern_async_print_value_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, tern_async_value_type(type));
  tern_printer_char(printer, '>');
}

// --- async.execute [%token] (%value as %arg: type) -> (types) attributes {...} { ... } ---

// `%value as %arg: type`.
static bool parse_body_operand(tern_parser_t *parser, tern_operand_list_t *operands, tern_type_list_t *types,
                               tern_arg_list_t *args) {
  tern_unresolved_operand_t operand;
  tern_parsed_arg_t arg = {0};
  if (!tern_parse_operand(parser, &operand) || !tern_parse_keyword(parser, "as") ||
      !tern_parse_argument(parser, false, false, &arg)) {
    return false;
  }
  const tern_type_t *type;
  if (!tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  type = tern_parse_type(parser);
  if (!type) return false;
  arg.type = tern_async_value_type(type);
  if (!arg.type) {
    return tern_parser_error_at(parser, pos, "expected an '!async.value' for an argument of the body, but got '%s'",
                                tern_type_text(type));
  }
  tern_operand_list_push(parser, operands, operand);
  tern_type_list_push(parser, types, type);
  tern_arg_list_push(parser, args, arg);
  return true;
}

bool tern_async_parse_execute(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *token = tern_async_type_get(context, TERN_ASYNC_TYPE_TOKEN);
  tern_operand_list_t tokens = {0}, operands = {0};
  tern_type_list_t types = {0}, results = {0};
  tern_arg_list_t args = {0};
  if (tern_parser_at_token(parser, "[") && !tern_parse_operand_list(parser, "[]", &tokens)) return false;
  if (!tern_op_resolve_operands(parser, op, &tokens, token)) return false;
  if (tern_parse_optional_token(parser, "(") && !tern_parse_optional_token(parser, ")")) {
    do {
      if (!parse_body_operand(parser, &operands, &types, &args)) return false;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!tern_op_resolve_operands_each(parser, op, &operands, &types)) return false;
  int32_t segments[] = {(int32_t)tokens.count, (int32_t)operands.count};
  tern_op_add_attr(parser, op, "operandSegmentSizes", tern_dense_i32_array_attr_get(context, segments, 2));
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  tern_op_add_result_type(parser, op, token);
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_op_parse_optional_attr_dict_with_keyword(parser, op) && tern_op_parse_region(parser, op, &args);
}

void tern_async_print_execute(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"operandSegmentSizes"};
  size_t token_count, operand_count;
  const tern_block_t *body = tern_op_body(op, 0);
  tern_async_execute_groups(op, &token_count, &operand_count);
  if (token_count) {
    tern_printer_text(printer, " [");
    tern_printer_operands(printer, op, 0, token_count);
    tern_printer_char(printer, ']');
  }
  for (size_t i = 0; i < operand_count; ++i) {
    tern_printer_text(printer, i ? ", " : " (");
    tern_printer_value(printer, tern_op_operand(op, token_count + i));
    tern_printer_text(printer, " as ");
    if (body && i < body->arg_count) tern_printer_value(printer, body->args[i]);
    tern_printer_text(printer, ": ");
    tern_printer_type(printer, tern_op_operand(op, token_count + i)->type);
  }
  if (operand_count) tern_printer_char(printer, ')');
  if (op->result_count == 2) {
    tern_printer_text(printer, " -> ");
    tern_printer_type(printer, tern_op_result(op, 1)->type);
  } else if (op->result_count > 2) {
    tern_printer_text(printer, " -> (");
    tern_printer_result_types(printer, op, 1, op->result_count - 1);
    tern_printer_char(printer, ')');
  }
  tern_printer_attr_dict_with_keyword(printer, op, elided, 1);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- the type of what is waited for: a value's gives the result's ---

static bool parse_await_result_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)op;
  (void)arg_count;
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  tern_type_list_push(parser, &args[0].types, type);
  if (tern_async_value_type(type)) tern_type_list_push(parser, &args[1].types, tern_async_value_type(type));
  return true;
}

static void print_await_result_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)arg_count;
  tern_printer_type(printer, tern_op_operand(op, args[0].start)->type);
}

const tern_custom_directive_t tern_async_directives[TERN_ASYNC_DIRECTIVE_COUNT] = {
    {"AwaitResultType", parse_await_result_type, print_await_result_type},
};
