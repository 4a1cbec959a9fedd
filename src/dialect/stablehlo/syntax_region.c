// The pretty forms of reduce and while.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/stablehlo/hooks.h"
#include "rewrite/builder.h"

// --- reduce ---
//
//   reduce(%x init: %z), (%y init: %w) applies stablehlo.add across dimensions = [1] : function-type
//   reduce(%x init: %z) across dimensions = [1] : function-type
//    reducer(%a: type, %b: type)  { ... }

static const tern_op_row_t *twin_row(const tern_op_def_t *def, tern_hlo_t id) {
  return def->dialect == &tern_mhlo_dialect ? &tern_mhlo_ops[id] : &tern_stablehlo_ops[id];
}

// Ops that the compact form may name: two operands, one result, all of one type, commutative.
static bool is_compact_op(const tern_op_def_t *def, const tern_op_def_t *reduce) {
  return def->dialect == reduce->dialect && tern_op_def_has_trait(def, TERN_TRAIT_COMMUTATIVE) &&
         def->operand_count == 2 && def->result_count == 1 && def->region_count == 0;
}

static bool parse_inputs(tern_parser_t *parser, tern_operand_list_t *operands) {
  tern_operand_list_t inits = {0};
  do {
    tern_unresolved_operand_t input, init;
    if (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &input) || !tern_parse_keyword(parser, "init") ||
        !tern_parse_token(parser, ":") || !tern_parse_operand(parser, &init) || !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_operand_list_push(parser, operands, input);
    tern_operand_list_push(parser, &inits, init);
  } while (tern_parse_optional_token(parser, ","));
  for (size_t i = 0; i < inits.count; ++i) tern_operand_list_push(parser, operands, inits.values[i]);
  return true;
}

// `across dimensions = [1] {attributes} : function-type`; adds operands and results.
static bool parse_rest(tern_parser_t *parser, tern_parsed_op_t *op, const tern_operand_list_t *operands,
                       const tern_type_t **out_type) {
  if (!tern_parse_keyword(parser, "across") || !tern_parse_keyword(parser, "dimensions") ||
      !tern_parse_token(parser, "=")) {
    return false;
  }
  const tern_attr_t *dimensions = tern_hlo_parse_list(parser);
  if (!dimensions) return false;
  tern_hlo_add_attr(parser, op, "dimensions", dimensions);
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_op_parse_colon_function_type(parser, out_type)) return false;
  tern_types_t inputs = tern_function_type_inputs(*out_type), results = tern_function_type_results(*out_type);
  if (inputs.count != operands->count) {
    return tern_parser_error_at(parser, pos, "expected %zu operand types but had %zu", operands->count, inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands->values[i], inputs.values[i])) return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

// `applies stablehlo.add`, the keyword being read.
static bool parse_applied(tern_parser_t *parser, tern_parsed_op_t *op, const tern_op_def_t **out_def) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_keyword_or_string(parser, &name)) return false;
  const tern_op_row_t *row = tern_context_find_op(context, name);
  *out_def = row ? tern_op_def_of(context, row) : NULL;
  if (*out_def && is_compact_op(*out_def, op->def)) return true;
  return tern_parser_error_at(parser, pos,
                              "expected the inner-op to be a commutative binary-op from the %s dialect, with zero "
                              "region, producing single result",
                              op->def->dialect->name);
}

static void build_compact_body(tern_parser_t *parser, tern_parsed_op_t *op, const tern_op_def_t *inner,
                               const tern_type_t *input) {
  const tern_type_t *element = tern_type_is_shaped(input) ? tern_type_element(input) : input;
  const tern_type_t *type = tern_tensor_type_get(element, NULL, 0, NULL);
  tern_block_t *block = tern_op_add_region_with_block(parser, op, TERN_TYPES(type, type));
  tern_builder_t builder = tern_builder_at_end(block, op->loc);
  builder.context = tern_parser_context(parser);
  tern_value_t *value = tern_build_value(&builder, inner->row, .operands = TERN_VALUES(block->args[0], block->args[1]),
                                         .types = TERN_TYPES(type));
  tern_build(&builder, twin_row(op->def, TERN_HLO_RETURN), .operands = TERN_VALUES(value));
}

// `(%a: type, %b: type) (...)`: element and accumulator of each input; the region has elements first.
static bool parse_reducer_args(tern_parser_t *parser, tern_arg_list_t *args) {
  tern_arg_list_t accumulators = {0};
  while (tern_parse_optional_token(parser, "(")) {
    tern_parsed_arg_t element, accumulator;
    if (!tern_parse_argument(parser, true, false, &element) || !tern_parse_token(parser, ",") ||
        !tern_parse_argument(parser, true, false, &accumulator) || !tern_parse_token(parser, ")")) {
      return false;
    }
    tern_arg_list_push(parser, args, element);
    tern_arg_list_push(parser, &accumulators, accumulator);
  }
  for (size_t i = 0; i < accumulators.count; ++i) tern_arg_list_push(parser, args, accumulators.values[i]);
  return true;
}

bool tern_hlo_parse_reduce(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  const tern_op_def_t *inner = NULL;
  const tern_type_t *type = NULL;
  if (!parse_inputs(parser, &operands)) return false;
  if (tern_parse_optional_keyword(parser, "applies") && !parse_applied(parser, op, &inner)) return false;
  if (!parse_rest(parser, op, &operands, &type)) return false;
  if (inner) {
    build_compact_body(parser, op, inner, tern_function_type_inputs(type).values[0]);
    return true;
  }
  tern_arg_list_t args = {0};
  return tern_parse_keyword(parser, "reducer") && parse_reducer_args(parser, &args) &&
         tern_op_parse_region(parser, op, &args);
}

// The op of a body that is nothing but that op on the arguments, of the type of input 0; else NULL.
static const tern_op_t *find_compact_op(const tern_op_t *op) {
  const tern_block_t *block = tern_op_body(op, 0);
  if (!block || op->operand_count != 2 || block->arg_count != 2) return NULL;
  const tern_op_t *inner = block->first_op;
  if (!inner || !inner->next || inner->next->next || !is_compact_op(inner->def, op->def)) return NULL;
  const tern_op_t *end = inner->next;
  const tern_type_t *input = tern_op_operand(op, 0)->type;
  const tern_type_t *type =
      tern_tensor_type_get(tern_type_is_shaped(input) ? tern_type_element(input) : input, NULL, 0, NULL);
  bool is_plain = tern_hlo_is(end, TERN_HLO_RETURN) && end->operand_count == 1 &&
                  tern_op_operand(end, 0) == &inner->results[0] && tern_op_operand(inner, 0) == block->args[0] &&
                  tern_op_operand(inner, 1) == block->args[1] && inner->results[0].type == type &&
                  block->args[0]->type == type && block->args[1]->type == type && !inner->attrs && !end->attrs;
  for (size_t i = 0; is_plain && i < inner->def->attr_count; ++i) is_plain = inner->slots[i] == NULL;
  return is_plain ? inner : NULL;
}

void tern_hlo_print_reduce(tern_printer_t *printer, const tern_op_t *op) {
  size_t count = op->operand_count / 2;
  for (size_t i = 0; i < count; ++i) {
    tern_printer_text(printer, i > 0 ? ", (" : "(");
    tern_printer_value(printer, tern_op_operand(op, i));
    tern_printer_text(printer, " init: ");
    tern_printer_value(printer, tern_op_operand(op, count + i));
    tern_printer_char(printer, ')');
  }
  const tern_op_t *inner = find_compact_op(op);
  if (inner) {
    tern_printer_text(printer, " applies ");
    tern_printer_str(printer, tern_op_name(inner));
  }
  tern_printer_text(printer, " across dimensions = ");
  tern_hlo_print_list(printer, tern_op_attr(op, "dimensions"));
  tern_printer_attr_dict(printer, op, (const char *const[]){"dimensions"}, 1);
  tern_printer_text(printer, " : ");
  tern_hlo_print_function_type(printer, op);
  if (inner) return;
  const tern_block_t *block = tern_op_body(op, 0);
  tern_printer_newline(printer);
  tern_printer_text(printer, " reducer");
  for (size_t i = 0; block && i < count && count + i < block->arg_count; ++i) {
    tern_printer_char(printer, '(');
    tern_printer_block_arg(printer, block->args[i], true);
    tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, block->args[count + i], true);
    tern_printer_text(printer, ") ");
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- while ---
//
//   while(%iterArg = %x, ...) : type, ... attributes {...}
//   cond { ... } do { ... }

bool tern_hlo_parse_while(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_assignment_list(parser, &args, &operands)) return false;
  if (operands.count > 0 && (!tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types))) return false;
  if (types.count != operands.count) {
    return tern_parser_error_at(parser, pos, "expected %zu types but had %zu", operands.count, types.count);
  }
  if (!tern_op_resolve_operands_each(parser, op, &operands, &types) ||
      !tern_op_parse_optional_attr_dict_with_keyword(parser, op)) {
    return false;
  }
  for (size_t i = 0; i < types.count; ++i) {
    args.values[i].type = types.values[i];
    tern_op_add_result_type(parser, op, types.values[i]);
  }
  return tern_parse_keyword(parser, "cond") && tern_op_parse_region(parser, op, &args) &&
         tern_parse_keyword(parser, "do") && tern_op_parse_region(parser, op, &args);
}

void tern_hlo_print_while(tern_printer_t *printer, const tern_op_t *op) {
  const tern_block_t *body = tern_op_body(op, 1);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < op->operand_count && body && i < body->arg_count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_value(printer, body->args[i]);
    tern_printer_text(printer, " = ");
    tern_printer_value(printer, tern_op_operand(op, i));
  }
  tern_printer_char(printer, ')');
  if (op->operand_count > 0) {
    tern_printer_text(printer, " : ");
    tern_printer_operand_types(printer, op, 0, op->operand_count);
  }
  tern_printer_attr_dict_with_keyword(printer, op, NULL, 0);
  tern_printer_newline(printer);
  tern_printer_text(printer, "cond ");
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_text(printer, " do ");
  tern_printer_region(printer, &op->regions[1], false, true);
}

bool tern_hlo_name_iter_arg(const tern_op_t *op, size_t region, size_t index, char *out_name, size_t size) {
  (void)op, (void)region, (void)index;
  static const char name[] = "iterArg";
  if (size < sizeof(name)) return false;
  memcpy(out_name, name, sizeof(name));
  return true;
}
