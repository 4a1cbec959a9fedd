// Custom directives of transform's assembly formats, and the syntax of transform.structured.split.

#include <stdio.h>

#include "base/vec.h"
#include "dialect/transform/hooks.h"
#include "ir/context.h"

// --- SequenceOpOperands: `%root, %more : type, types`, or nothing ---

static bool parse_sequence_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t count) {
  (void)op;
  (void)count;
  tern_unresolved_operand_t operand;
  bool is_present = false;
  if (!tern_parse_optional_operand(parser, &operand, &is_present)) return false;
  if (!is_present) return true;
  tern_operand_list_push(parser, &args[0].operands, operand);
  while (tern_parse_optional_token(parser, ",")) {
    if (!tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, &args[2].operands, operand);
  }
  if (!tern_parse_token(parser, ":")) return false;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  tern_type_list_t *list = &args[1].types;
  do {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type) return false;
    tern_type_list_push(parser, list, type);
    list = &args[3].types;
  } while (tern_parse_optional_token(parser, ","));
  return !has_parentheses || tern_parse_token(parser, ")");
}

static void print_sequence_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t count) {
  (void)count;
  if (!args[0].count) return;
  tern_printer_operands(printer, op, args[0].start, args[0].count + args[2].count);
  tern_printer_text(printer, args[2].count ? " : (" : " : ");
  tern_printer_operand_types(printer, op, args[0].start, args[0].count + args[2].count);
  if (args[2].count) tern_printer_char(printer, ')');
}

// --- ForeachMatchSymbols: `@matcher -> @action, ...` ---

static const tern_attr_t *parse_symbol(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (attr && attr->kind == TERN_ATTR_SYMBOL_REF) return attr;
  if (attr) tern_parser_error_at(parser, pos, "expected a symbol reference");
  return NULL;
}

static bool parse_match_symbols(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  TERN_VEC(const tern_attr_t *) matchers = {0};
  TERN_VEC(const tern_attr_t *) actions = {0};
  bool is_right = true;
  do {
    const tern_attr_t *matcher = parse_symbol(parser);
    const tern_attr_t *action = matcher && tern_parse_token(parser, "->") ? parse_symbol(parser) : NULL;
    is_right = action != NULL;
    tern_vec_push(&matchers, matcher);
    tern_vec_push(&actions, action);
  } while (is_right && tern_parse_optional_token(parser, ","));
  if (is_right) {
    args[0].attr = tern_array_attr_get(context, matchers.values, matchers.count);
    args[1].attr = tern_array_attr_get(context, actions.values, actions.count);
  }
  tern_vec_deinitialize(&matchers);
  tern_vec_deinitialize(&actions);
  return is_right;
}

static void print_match_symbols(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t count) {
  (void)op;
  (void)count;
  for (size_t i = 0; i < tern_array_attr_count(args[0].attr); ++i) {
    if (i) tern_printer_char(printer, ',');
    tern_printer_newline(printer);
    tern_printer_text(printer, "    ");
    tern_printer_attr(printer, tern_array_attr_at(args[0].attr, i));
    tern_printer_text(printer, " -> ");
    tern_printer_attr(printer, tern_array_attr_at(args[1].attr, i));
  }
}

// --- TransformMatchDims: `all`, `0, 2`, `except(-1)` ---

static bool parse_match_dims(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *unit = tern_unit_attr_get(context);
  if (tern_parse_optional_keyword(parser, "all")) {
    args[0].attr = tern_dense_i64_array_attr_get(context, NULL, 0);
    args[2].attr = unit;
    return true;
  }
  bool is_inverted = tern_parse_optional_keyword(parser, "except");
  if (is_inverted) {
    args[1].attr = unit;
    if (!tern_parse_token(parser, "(")) return false;
  }
  TERN_VEC(int64_t) positions = {0};
  bool is_right = true;
  do {
    int64_t position = 0;
    is_right = tern_parse_integer(parser, &position);
    tern_vec_push(&positions, position);
  } while (is_right && tern_parse_optional_token(parser, ","));
  if (is_right) args[0].attr = tern_dense_i64_array_attr_get(context, positions.values, positions.count);
  tern_vec_deinitialize(&positions);
  return is_right && (!is_inverted || tern_parse_token(parser, ")"));
}

static void print_match_dims(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  (void)op;
  (void)count;
  if (args[2].attr) {
    tern_printer_text(printer, "all");
    return;
  }
  if (args[1].attr) tern_printer_text(printer, "except(");
  for (size_t i = 0; i < tern_int_list_attr_count(args[0].attr); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_int_list_attr_at(args[0].attr, i));
  }
  if (args[1].attr) tern_printer_char(printer, ')');
}

// --- PackedOrDynamicIndexList: `*(%all)`, or `[%a, 4]` ---

static bool parse_packed_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t operand;
  if (tern_parse_optional_token(parser, "*")) {
    if (!tern_parse_token(parser, "(") || !tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, &args[0].operands, operand);
    args[2].attr = tern_dense_i64_array_attr_get(context, NULL, 0);
    return tern_parse_token(parser, ")");
  }
  if (!tern_parse_token(parser, "[")) return false;
  TERN_VEC(int64_t) sizes = {0};
  bool is_right = true;
  if (!tern_parser_at_token(parser, "]")) {
    do {
      bool is_present = false;
      int64_t size = TERN_DYNAMIC;
      is_right = tern_parse_optional_operand(parser, &operand, &is_present);
      if (is_right && is_present) tern_operand_list_push(parser, &args[1].operands, operand);
      if (is_right && !is_present) is_right = tern_parse_integer(parser, &size);
      tern_vec_push(&sizes, size);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  if (is_right) args[2].attr = tern_dense_i64_array_attr_get(context, sizes.values, sizes.count);
  tern_vec_deinitialize(&sizes);
  return is_right && tern_parse_token(parser, "]");
}

static void print_packed_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t count) {
  (void)count;
  if (args[0].count) {
    tern_printer_text(printer, "*(");
    tern_printer_value(printer, tern_op_operand(op, args[0].start));
    tern_printer_char(printer, ')');
    return;
  }
  size_t next = args[1].start;
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_int_list_attr_count(args[2].attr); ++i) {
    int64_t size = tern_int_list_attr_at(args[2].attr, i);
    if (i) tern_printer_text(printer, ", ");
    if (size == TERN_DYNAMIC && next < args[1].start + args[1].count) {
      tern_printer_value(printer, tern_op_operand(op, next++));
    } else {
      tern_printer_int(printer, size);
    }
  }
  tern_printer_char(printer, ']');
}

// --- MultitileSizesTypes, ContinuousTileSizeTypes: `(target) -> one type for all results` ---

static bool parse_sizes_types(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION || tern_function_type_inputs(type).count != 1 ||
      tern_function_type_results(type).count != 1) {
    return tern_parser_error_at(parser, pos, "expected a trailing functional type with one argument and one result");
  }
  tern_type_list_push(parser, &args[0].types, tern_function_type_inputs(type).values[0]);
  for (size_t i = 1; i < count; ++i) {
    tern_type_list_push(parser, &args[i].types, tern_function_type_results(type).values[0]);
  }
  return true;
}

static void print_sizes_types(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t count) {
  (void)count;
  tern_printer_function_type(printer, TERN_TYPES(tern_op_operand(op, args[0].start)->type),
                             TERN_TYPES(tern_op_result(op, args[1].start)->type));
}

// --- ApplyRegisteredPassOptions: `{"option" = value, "list" = [%a, 2]}` ---

static const tern_attr_t *parse_option_value(tern_parser_t *parser, tern_operand_list_t *operands);

static const tern_attr_t *parse_option_list(tern_parser_t *parser, tern_operand_list_t *operands) {
  TERN_VEC(const tern_attr_t *) values = {0};
  const tern_attr_t *list = NULL;
  bool is_right = true;
  if (!tern_parser_at_token(parser, "]")) {
    do {
      const tern_attr_t *value = parse_option_value(parser, operands);
      is_right = value != NULL;
      tern_vec_push(&values, value);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  if (is_right && tern_parse_token(parser, "]")) {
    list = tern_array_attr_get(tern_parser_context(parser), values.values, values.count);
  }
  tern_vec_deinitialize(&values);
  return list;
}

static const tern_attr_t *parse_option_value(tern_parser_t *parser, tern_operand_list_t *operands) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t operand;
  bool is_present = false;
  if (!tern_parse_optional_operand(parser, &operand, &is_present)) return NULL;
  if (is_present) {
    const tern_attr_t *index = tern_integer_attr_get(tern_i_type_get(context, 64), (int64_t)operands->count);
    uint64_t param = (uint64_t)(uintptr_t)index;
    tern_operand_list_push(parser, operands, operand);
    return tern_dialect_attr_get(context, &tern_transform_attrs[0], &param, 1);
  }
  if (tern_parse_optional_token(parser, "[")) return parse_option_list(parser, operands);
  return tern_parse_attr(parser, NULL);
}

static bool parse_pass_options(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  (void)op;
  (void)count;
  if (!tern_parse_token(parser, "{")) return false;
  TERN_VEC(tern_named_attr_t) entries = {0};
  bool is_right = true;
  if (!tern_parser_at_token(parser, "}")) {
    do {
      tern_str_t name;
      const tern_attr_t *value = NULL;
      is_right = tern_parse_keyword_or_string(parser, &name) && tern_parse_token(parser, "=");
      if (is_right) value = parse_option_value(parser, &args[1].operands);
      is_right = value != NULL;
      if (is_right) {
        tern_vec_push(&entries, (tern_named_attr_t){tern_ident_get(tern_parser_context(parser), name)->data, value});
      }
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  if (is_right) args[0].attr = tern_dictionary_attr_get(tern_parser_context(parser), entries.values, entries.count);
  tern_vec_deinitialize(&entries);
  return is_right && tern_parse_token(parser, "}");
}

static void print_option_value(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *operands,
                               const tern_attr_t *value) {
  if (tern_attr_is_param_operand(value)) {
    int64_t index = tern_integer_attr_value((const tern_attr_t *)(uintptr_t)value->params[0]);
    if (index >= 0 && (size_t)index < operands->count) {
      tern_printer_value(printer, tern_op_operand(op, operands->start + (size_t)index));
      return;
    }
  }
  if (value->kind != TERN_ATTR_ARRAY) {
    tern_printer_attr(printer, value);
    return;
  }
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_array_attr_count(value); ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_option_value(printer, op, operands, tern_array_attr_at(value, i));
  }
  tern_printer_char(printer, ']');
}

static void print_pass_options(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t count) {
  (void)count;
  const tern_attr_t *options = args[0].attr;
  tern_printer_char(printer, '{');
  for (size_t i = 0; i < tern_dictionary_attr_count(options); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_quoted(printer, tern_ident_str(tern_dictionary_attr_name(options, i)));
    tern_printer_text(printer, " = ");
    print_option_value(printer, op, &args[1], tern_dictionary_attr_at(options, i));
  }
  tern_printer_char(printer, '}');
}

const tern_custom_directive_t tern_transform_directives[] = {
    {"SequenceOpOperands", parse_sequence_operands, print_sequence_operands},
    {"ForeachMatchSymbols", parse_match_symbols, print_match_symbols},
    {"TransformMatchDims", parse_match_dims, print_match_dims},
    {"PackedOrDynamicIndexList", parse_packed_list, print_packed_list},
    {"MultitileSizesTypes", parse_sizes_types, print_sizes_types},
    {"ContinuousTileSizeTypes", parse_sizes_types, print_sizes_types},
    {"ApplyRegisteredPassOptions", parse_pass_options, print_pass_options},
};

// --- transform.structured.split: `%target after 16|%size {attrs} : type (, type)?` ---

bool tern_transform_parse_split(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *i64 = tern_i_type_get(context, 64);
  tern_unresolved_operand_t target, size;
  bool is_dynamic = false;
  int64_t value = TERN_DYNAMIC;
  if (!tern_parse_operand(parser, &target) || !tern_parse_keyword(parser, "after") ||
      !tern_parse_optional_operand(parser, &size, &is_dynamic)) {
    return false;
  }
  if (!is_dynamic && !tern_parse_integer(parser, &value)) return false;
  tern_op_add_attr(parser, op, "static_chunk_sizes", tern_integer_attr_get(i64, value));
  const tern_type_t *type, *size_type = NULL;
  if (!tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type)) return false;
  if (is_dynamic) {
    if (!tern_parse_token(parser, ",")) return false;
    size_type = tern_parse_type(parser);
    if (!size_type) return false;
  }
  if (!tern_op_resolve_operand(parser, op, target, type)) return false;
  if (is_dynamic && !tern_op_resolve_operand(parser, op, size, size_type)) return false;
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_transform_print_split(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"static_chunk_sizes"};
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_text(printer, " after ");
  if (op->operand_count > 1) {
    tern_printer_value(printer, tern_op_operand(op, 1));
  } else {
    tern_printer_int(printer, tern_integer_attr_value(tern_op_attr(op, "static_chunk_sizes")));
  }
  tern_printer_char(printer, ' ');
  tern_printer_attr_dict(printer, op, elided, 1);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

bool tern_transform_name_result(const tern_op_t *op, size_t index, char *out_name, size_t size) {
  static const char *const match_names[] = {"updated_root", "yielded"};
  for (size_t group = 0; group < op->def->result_count; ++group) {
    size_t start, count;
    tern_op_result_group(op, group, &start, &count);
    if (!count || start != index) continue;
    bool is_match = tern_op_is(op, TERN_TRANSFORM(FOREACH_MATCH));
    snprintf(out_name, size, "%s", is_match ? match_names[group] : op->def->results[group].name->data);
    return true;
  }
  return false;
}
