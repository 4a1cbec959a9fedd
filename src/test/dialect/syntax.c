// test: syntax of ops that no format can say.

#include "test/dialect/hooks.h"

// --- regions alone ---

bool tern_test_parse_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_op_parse_region(parser, op, NULL);
}

void tern_test_print_region(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// Upstream's printer writes no space here.
void tern_test_print_close_region(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_region(printer, &op->regions[0], false, false);
}

// --- test.isolated_region %x { ... }: inside %x is the region's argument ---

bool tern_test_parse_isolated_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return false;
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser));
  if (!tern_op_resolve_operand(parser, op, operand, index)) return false;
  tern_arg_list_t args = {0};
  tern_arg_list_push(parser, &args, (tern_parsed_arg_t){.name = operand, .type = index});
  return tern_op_parse_region(parser, op, &args);
}

void tern_test_print_isolated_region(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_shadow_argument(printer, tern_op_body(op, 0)->args[0], tern_op_operand(op, 0));
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- test.polyfor %i, %j { ... } ---

bool tern_test_parse_polyfor(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  if (!tern_parse_argument_list(parser, NULL, false, false, &args)) return false;
  for (size_t i = 0; i < args.count; ++i) args.values[i].type = tern_index_type_get(tern_parser_context(parser));
  return tern_op_parse_region(parser, op, &args);
}

void tern_test_print_polyfor(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; i < body->arg_count; ++i) {
    tern_printer_text(printer, i ? ", " : " ");
    tern_printer_block_arg(printer, body->args[i], false);
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- test.region_if %a, %b: t, u -> v then { ... } else { ... } join { ... } ---

static const char *const region_if_words[] = {"then", "else", "join"};

bool tern_test_parse_region_if(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0}, results = {0};
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_parse_token(parser, ":") ||
      !tern_parse_type_list(parser, &types) || !tern_parse_optional_arrow_type_list(parser, &results)) {
    return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_parse_keyword(parser, region_if_words[i]) || !tern_op_parse_region(parser, op, NULL)) return false;
  }
  return tern_op_resolve_operands_each(parser, op, &operands, &types);
}

void tern_test_print_region_if(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ": ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  bool is_single = op->result_count == 1 && tern_op_result(op, 0)->type->kind != TERN_TYPE_FUNCTION;
  tern_printer_text(printer, is_single ? " -> " : " -> (");
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (!is_single) tern_printer_char(printer, ')');
  for (size_t i = 0; i < 3; ++i) {
    tern_printer_format(printer, " %s ", region_if_words[i]);
    tern_printer_region(printer, &op->regions[i], true, true);
  }
}

// --- test.with_bounds_region {...} %x : type { ... } ---

bool tern_test_parse_with_bounds_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_parsed_arg_t arg = {0};
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_argument(parser, true, false, &arg)) return false;
  tern_arg_list_push(parser, &args, arg);
  return tern_op_parse_region(parser, op, &args);
}

void tern_test_print_with_bounds_region(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_char(printer, ' ');
  tern_printer_block_arg(printer, tern_op_body(op, 0)->args[0], true);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- test.wrapping_region wraps "other.op"(...): the results are those of the op inside ---

static void add_return(tern_parser_t *parser, tern_block_t *block, const tern_op_t *op) {
  tern_value_t **values = tern_parser_alloc(parser, (op->result_count + 1) * sizeof(values[0]));
  for (size_t i = 0; i < op->result_count; ++i) values[i] = tern_op_result(op, i);
  tern_context_t *context = tern_parser_context(parser);
  tern_op_state_t state = {
      .def = tern_op_def_of(context, TERN_TEST(RETURN)), .loc = op->loc, .operands = {values, op->result_count}};
  tern_op_insert(tern_op_create(context, &state), block, NULL);
}

bool tern_test_parse_wrapping_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_keyword(parser, "wraps")) return false;
  tern_block_t *block = tern_op_add_region_with_block(parser, op, (tern_types_t){0});
  tern_op_t *wrapped = tern_parse_op_into(parser, block);
  if (!wrapped) return false;
  add_return(parser, block, wrapped);
  for (size_t i = 0; i < wrapped->result_count; ++i) {
    tern_op_add_result_type(parser, op, tern_op_result(wrapped, i)->type);
  }
  op->loc = wrapped->loc;
  return true;
}

void tern_test_print_wrapping_region(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_text(printer, " wraps ");
  tern_printer_generic_op(printer, tern_op_body(op, 0)->first_op);
}

// --- test.pretty_printed_region %a, %b start other.op end : (t, u) -> v, or the rest of the generic form ---

static bool build_pretty_body(tern_parser_t *parser, tern_parsed_op_t *op, tern_str_t name, tern_types_t inputs,
                              const tern_attr_t *loc) {
  tern_context_t *context = tern_parser_context(parser);
  if (!inputs.count) return tern_parser_error(parser, "expected the type of an operand");
  const tern_type_t *type = inputs.values[0];
  tern_block_t *block = tern_op_add_region_with_block(parser, op, TERN_TYPES(type, type));
  for (size_t i = 0; i < 2; ++i) block->args[i]->arg_loc = loc;
  const tern_op_def_t *def = tern_op_def_get(context, name);
  if (!def) return false;
  tern_op_state_t state = {.def = def,
                           .loc = loc,
                           .operands = TERN_VALUES(block->args[0], block->args[1]),
                           .result_types = TERN_TYPES(type)};
  tern_op_t *inner = tern_op_create(context, &state);
  tern_op_insert(inner, block, NULL);
  add_return(parser, block, inner);
  op->loc = loc;
  return true;
}

bool tern_test_parse_pretty_region(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  const tern_attr_t *here = tern_parser_loc(parser), *loc;
  const tern_type_t *type;
  tern_str_t name;
  if (!tern_parse_operand_list(parser, NULL, &operands)) return false;
  if (!tern_parse_optional_keyword(parser, "start")) return tern_op_parse_generic_rest(parser, op, &operands);
  if (!tern_parse_any_keyword(parser, &name) || !tern_parse_keyword(parser, "end") ||
      !tern_op_parse_colon_function_type(parser, &type) || !tern_parse_optional_location(parser, &loc)) {
    return false;
  }
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_type_list_t types = {0};
  for (size_t i = 0; i < inputs.count; ++i) tern_type_list_push(parser, &types, inputs.values[i]);
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_op_resolve_operands_each(parser, op, &operands, &types) &&
         build_pretty_body(parser, op, name, inputs, loc ? loc : here);
}

void tern_test_print_pretty_region(tern_printer_t *printer, const tern_op_t *op) {
  const tern_op_t *inner = tern_op_body(op, 0)->first_op;
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  if (inner && tern_str_equal_cstr(tern_op_name(inner), "test.special.op")) {
    tern_printer_text(printer, " start test.special.op end");
  } else {
    tern_printer_text(printer, " (");
    tern_printer_region(printer, &op->regions[0], true, true);
    tern_printer_char(printer, ')');
  }
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  tern_printer_result_types(printer, op, 0, op->result_count);
}

// --- test.parse_integer_literal : 5, which has as many results ---

bool tern_test_parse_index_count(tern_parser_t *parser, tern_parsed_op_t *op) {
  int64_t count;
  if (!tern_parse_optional_token(parser, ":")) return true;
  if (!tern_parse_integer(parser, &count)) return false;
  if (count < 0 || count > INT16_MAX) return tern_parser_error(parser, "integer value too large");
  for (int64_t i = 0; i < count; ++i) {
    tern_op_add_result_type(parser, op, tern_index_type_get(tern_parser_context(parser)));
  }
  return true;
}

void tern_test_print_index_count(tern_printer_t *printer, const tern_op_t *op) {
  if (op->result_count) tern_printer_format(printer, " : %zu", (size_t)op->result_count);
}

// --- test.parse_wrapped_keyword word ---

bool tern_test_parse_keyword_op(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t word;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  tern_op_add_attr(parser, op, "keyword", tern_string_attr_get(tern_parser_context(parser), word));
  return true;
}

void tern_test_print_keyword_op(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_str(printer, tern_string_attr_value(tern_op_attr(op, "keyword")));
}
