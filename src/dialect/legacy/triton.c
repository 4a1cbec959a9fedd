// Triton's spellings of 2023: ops that wrote their types as functions.

#include "asm/legacy.h"
#include "dialect/legacy/hooks.h"

// `%x {attrs} : (t) -> u`, as well as today's `%x {attrs} : t -> u`.
bool tern_legacy_parse_conversion(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t operand;
  const tern_type_t *from, *to, *type;
  if (!tern_parse_operand(parser, &operand) || !tern_op_parse_optional_attr_dict(parser, op)) return false;
  if (!tern_parse_token(parser, ":")) return false;
  if (tern_parser_at_token(parser, "(")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    type = tern_parse_type(parser);
    if (!type) return false;
    bool is_unary = type->kind == TERN_TYPE_FUNCTION && tern_function_type_input_count(type) == 1 &&
                    tern_function_type_result_count(type) == 1;
    if (!is_unary) return tern_parser_error_at(parser, pos, "expected a function of one operand and one result");
    from = tern_function_type_inputs(type).values[0];
    to = tern_function_type_results(type).values[0];
  } else {
    from = tern_parse_type(parser);
    if (!from || !tern_parse_token(parser, "->")) return false;
    to = tern_parse_type(parser);
    if (!to) return false;
  }
  tern_op_add_result_type(parser, op, to);
  return tern_op_resolve_operand(parser, op, operand, from);
}
