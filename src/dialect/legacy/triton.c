// Triton's spellings of 2023: ops that wrote their types as functions, accesses that wrote the type of what is read or written
// instead of the pointers', attributes that have become others, and the product of warp groups.

#include <stdio.h>

#include "asm/legacy.h"
#include "dialect/legacy/hooks.h"
#include "dialect/tt/tt.h"
#include "dialect/ttg/ttg.h"

// Reads today's syntax, and what it leaves out is added.
static bool parse_and_upgrade(tern_parser_t *parser, tern_parsed_op_t *op,
                              bool (*upgrade)(tern_parser_t *parser, tern_parsed_op_t *op)) {
  return tern_legacy_parse_current(parser, op) && upgrade(parser, op);
}

// --- ops of one operand ---

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

// One value for all elements was a broadcast, too.
bool tern_legacy_upgrade_broadcast(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  bool is_splat = operands.count == 1 && !tern_type_is_shaped(operands.values[0]->type);
  return !is_splat || tern_legacy_choose_op(parser, op, "tt.splat");
}
bool tern_legacy_parse_broadcast(tern_parser_t *parser, tern_parsed_op_t *op) {
  return tern_legacy_parse_conversion(parser, op) && tern_legacy_upgrade_broadcast(parser, op);
}

// --- attributes ---

static void replace_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t *attr) {
  tern_legacy_remove_attr(op, name);
  if (attr) tern_op_add_attr(parser, op, name, attr);
}

// `{axis = 0 : i32} : i32` instead of `x : i32`.
bool tern_legacy_parse_program(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parser_at_token(parser, "{")) return tern_legacy_parse_current(parser, op);
  const tern_type_t *type;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  const tern_attr_t *axis = tern_op_parsed_attr(parser, op, "axis");
  if (!tern_attr_is_integer(axis)) return tern_parser_error_at(parser, op->pos, "expected an axis: 0, 1 or 2");
  int64_t number = tern_integer_attr_value(axis);
  if (number < 0 || number > 2) return tern_parser_error_at(parser, op->pos, "expected an axis: 0, 1 or 2");
  replace_attr(parser, op, "axis", tern_enum_attr_get(tern_parser_context(parser), TERN_TT_ENUM(PROGRAM_DIM), number));
  tern_op_add_result_type(parser, op, type);
  return true;
}

// A flag that had a value is there or not today.
bool tern_legacy_upgrade_reshape_flag(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *flag = tern_op_parsed_attr(parser, op, "allow_reorder");
  if (!tern_attr_is_integer(flag)) return true;
  bool is_set = tern_integer_attr_value(flag) != 0;
  replace_attr(parser, op, "allow_reorder", is_set ? tern_unit_attr_get(tern_parser_context(parser)) : NULL);
  return true;
}

bool tern_legacy_parse_reshape_flag(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t start = tern_parser_pos(parser);
  tern_unresolved_operand_t operand;
  if (!tern_parse_operand(parser, &operand)) return false;
  bool has_dictionary = tern_parser_at_token(parser, "{");
  tern_legacy_rewind(parser, start);
  if (!has_dictionary) return tern_legacy_parse_current(parser, op);
  return tern_legacy_parse_conversion(parser, op) && tern_legacy_upgrade_reshape_flag(parser, op);
}

// A scan went forward.
bool tern_legacy_upgrade_scan(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_op_parsed_attr(parser, op, "reverse"))
    tern_op_add_attr(parser, op, "reverse", tern_bool_attr_get(tern_parser_context(parser), false));
  return true;
}

// A print said nothing about signs and hexadecimal digits.
bool tern_legacy_upgrade_print(tern_parser_t *parser, tern_parsed_op_t *op) {
  enum { MAX_PRINTED = 64 };
  static const int32_t unsigned_ones[MAX_PRINTED];
  size_t count = tern_legacy_operands(op).count;
  tern_context_t *context = tern_parser_context(parser);
  if (!tern_op_parsed_attr(parser, op, "hex")) tern_op_add_attr(parser, op, "hex", tern_bool_attr_get(context, false));
  if (!tern_op_parsed_attr(parser, op, "isSigned") && count <= MAX_PRINTED)
    tern_op_add_attr(parser, op, "isSigned", tern_dense_i32_array_attr_get(context, unsigned_ones, count));
  return true;
}
bool tern_legacy_parse_print(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_and_upgrade(parser, op, tern_legacy_upgrade_print);
}

// Numbers became narrower by rounding to the nearest, and nothing said so.
bool tern_legacy_upgrade_narrowing(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_values_t operands = tern_legacy_operands(op);
  tern_types_t results = tern_legacy_result_types(op);
  bool is_old = tern_legacy_has_old_names(parser) && operands.count == 1 && results.count == 1;
  if (!is_old || tern_op_parsed_attr(parser, op, "rounding")) return true;
  const tern_type_t *from = tern_type_element(operands.values[0]->type), *to = tern_type_element(results.values[0]);
  if (!tern_type_is_float(from) || !tern_type_is_float(to) || tern_type_bit_width(from) <= tern_type_bit_width(to))
    return true;
  tern_op_add_attr(
      parser, op, "rounding",
      tern_enum_attr_get(tern_parser_context(parser), TERN_TT_ENUM(ROUNDING_MODE), TERN_TT_ROUND_TO_NEAREST));
  return true;
}
bool tern_legacy_parse_narrowing(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_and_upgrade(parser, op, tern_legacy_upgrade_narrowing);
}

// What a GPU of NVIDIA is capable of was a number: 80 is "cuda:80".
const tern_attr_t *tern_legacy_upgrade_capability(tern_parser_t *parser, tern_source_pos_t pos,
                                                  const tern_attr_t *value) {
  char text[32];
  if (!tern_attr_is_integer(value)) {
    tern_parser_error_at(parser, pos, "expected a number such as 80");
    return NULL;
  }
  snprintf(text, sizeof text, "cuda:%lld", (long long)tern_integer_attr_value(value));
  return tern_string_attr_get(tern_parser_context(parser), tern_str_from_cstr(text));
}

// --- products ---

// A flag said whether numbers of f32 may be read as tf32.
static void upgrade_precision(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_attr_t *allows_tf32 = tern_op_parsed_attr(parser, op, "allowTF32");
  if (!tern_attr_is_integer(allows_tf32)) return;
  int64_t precision = tern_integer_attr_value(allows_tf32) ? TERN_TT_PRECISION_TF32 : TERN_TT_PRECISION_IEEE;
  tern_legacy_remove_attr(op, "allowTF32");
  tern_op_add_attr(parser, op, "inputPrecision",
                   tern_enum_attr_get(tern_parser_context(parser), TERN_TT_ENUM(INPUT_PRECISION), precision));
}

// It never waited.
bool tern_legacy_upgrade_dot_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  upgrade_precision(parser, op);
  if (!tern_op_parsed_attr(parser, op, "isAsync"))
    tern_op_add_attr(parser, op, "isAsync", tern_bool_attr_get(tern_parser_context(parser), true));
  return true;
}

bool tern_legacy_parse_dot_async(tern_parser_t *parser, tern_parsed_op_t *op) {
  return parse_and_upgrade(parser, op, tern_legacy_upgrade_dot_async);
}

// What multiplied shared memory is the product of warp groups today.
bool tern_legacy_upgrade_dot(tern_parser_t *parser, tern_parsed_op_t *op) {
  upgrade_precision(parser, op);
  tern_values_t operands = tern_legacy_operands(op);
  bool is_of_memory = operands.count == 3 && tern_type_is_ttg(operands.values[1]->type, TERN_TTG_TYPE_MEMDESC);
  return !is_of_memory || tern_legacy_choose_op(parser, op, "ttng.warp_group_dot");
}

// Which of the two it is, is known by the types alone.
bool tern_legacy_parse_dot(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_legacy_has_old_names(parser)) return parse_and_upgrade(parser, op, tern_legacy_upgrade_dot);
  tern_operand_list_t operands = {0};
  const tern_type_t *types[3];
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_colon_type(parser, &types[0]) || !tern_parse_token(parser, "*"))
    return false;
  types[1] = tern_parse_type(parser);
  if (!types[1] || !tern_parse_token(parser, "->")) return false;
  types[2] = tern_parse_type(parser);
  if (!types[2]) return false;
  if (operands.count != 3) return tern_parser_error_at(parser, op->pos, "expected three operands");
  for (size_t i = 0; i < 3; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands.values[i], types[i])) return false;
  }
  tern_op_add_result_type(parser, op, types[2]);
  return tern_legacy_upgrade_dot(parser, op);
}
