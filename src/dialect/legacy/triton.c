// Triton's spellings of 2023: ops that wrote their types as functions, and the product of warp groups.

#include "asm/legacy.h"
#include "dialect/legacy/hooks.h"
#include "dialect/tt/tt.h"

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

// It never waited, and a flag said whether numbers of f32 may be read as tf32.
bool tern_legacy_upgrade_dot_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *allows_tf32 = tern_op_parsed_attr(parser, op, "allowTF32");
  if (tern_attr_is_integer(allows_tf32)) {
    int64_t precision = tern_integer_attr_value(allows_tf32) ? TERN_TT_PRECISION_TF32 : TERN_TT_PRECISION_IEEE;
    tern_legacy_remove_attr(op, "allowTF32");
    tern_op_add_attr(parser, op, "inputPrecision",
                     tern_enum_attr_get(context, TERN_TT_ENUM(INPUT_PRECISION), precision));
  }
  if (!tern_op_parsed_attr(parser, op, "isAsync"))
    tern_op_add_attr(parser, op, "isAsync", tern_bool_attr_get(context, true));
  return true;
}

bool tern_legacy_parse_dot_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_current(parser, op) && tern_legacy_upgrade_dot_async(parser, op);
}
