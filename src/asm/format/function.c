#include "asm/format/function.h"

#include "asm/printer_private.h"

// --- parsing ---

bool tern_function_parse_optional_attrs(tern_parser_t *parser, const tern_attr_t **out_attrs) {
  *out_attrs = NULL;
  if (!tern_parser_at_token(parser, "{")) return true;
  const tern_attr_t *attrs = tern_parse_attr(parser, NULL);
  if (!attrs) return false;
  if (tern_dictionary_attr_count(attrs)) *out_attrs = attrs;
  return true;
}

static bool at_operand(const tern_parser_t *parser) { return *tern_parser_pos(parser).pointer == '%'; }

static bool parse_arg(tern_parser_t *parser, bool is_first, tern_function_signature_t *signature) {
  tern_parsed_arg_t arg = {0};
  bool has_name = at_operand(parser);
  if (is_first) signature->has_names = has_name;
  if (has_name != signature->has_names) {
    return tern_parser_error(parser, has_name ? "expected type instead of SSA identifier" : "expected SSA identifier");
  }
  if (has_name) {
    if (!tern_parse_argument(parser, true, true, &arg)) return false;
  } else {
    arg.name.pos = tern_parser_pos(parser);
    arg.type = tern_parse_type(parser);
    if (!arg.type || !tern_function_parse_optional_attrs(parser, &arg.attrs)) return false;
  }
  tern_arg_list_push(parser, &signature->args, arg);
  return true;
}

static bool parse_args(tern_parser_t *parser, bool allow_variadic, tern_function_signature_t *signature) {
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    if (tern_parser_at_token(parser, "...")) {
      if (!allow_variadic) {
        return tern_parser_error(parser,
                                 signature->has_names ? "expected SSA identifier" : "expected non-function type");
      }
      signature->is_variadic = tern_parse_optional_token(parser, "...");
      if (tern_parser_at_token(parser, ")")) break;
      return tern_parser_error(parser, "variadic arguments must be in the end of the argument list");
    }
    if (!parse_arg(parser, signature->args.count == 0, signature)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static bool parse_result(tern_parser_t *parser, tern_function_signature_t *signature, size_t *inout_capacity) {
  size_t count = signature->results.count;
  if (count == *inout_capacity) {
    size_t capacity = *inout_capacity ? *inout_capacity * 2 : 4;
    const tern_attr_t **grown = tern_parser_alloc(parser, capacity * sizeof *grown);
    if (count) memcpy(grown, signature->result_attrs, count * sizeof *grown);
    signature->result_attrs = grown;
    *inout_capacity = capacity;
  }
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || !tern_function_parse_optional_attrs(parser, &signature->result_attrs[count])) return false;
  tern_type_list_push(parser, &signature->results, type);
  return true;
}

static bool parse_results(tern_parser_t *parser, tern_function_signature_t *signature) {
  size_t capacity = 0;
  if (!tern_parse_optional_token(parser, "->")) return true;
  if (!tern_parse_optional_token(parser, "(")) {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type) return false;
    signature->result_attrs = tern_parser_alloc(parser, sizeof *signature->result_attrs);
    signature->result_attrs[0] = NULL;
    tern_type_list_push(parser, &signature->results, type);
    return true;
  }
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    if (!parse_result(parser, signature, &capacity)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

bool tern_function_parse_signature(tern_parser_t *parser, bool allow_variadic,
                                   tern_function_signature_t *out_signature) {
  memset(out_signature, 0, sizeof *out_signature);
  return parse_args(parser, allow_variadic, out_signature) && parse_results(parser, out_signature);
}

// An array of dictionaries under `name`, unless all are empty.
static void add_attr_array(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t **attrs,
                           size_t count) {
  tern_context_t *context = tern_parser_context(parser);
  bool is_empty = true;
  for (size_t i = 0; i < count; ++i) {
    if (tern_dictionary_attr_count(attrs[i])) {
      is_empty = false;
    } else {
      attrs[i] = tern_dictionary_attr_get(context, NULL, 0);
    }
  }
  if (!is_empty) tern_op_add_attr(parser, op, name, tern_array_attr_get(context, attrs, count));
}

void tern_function_add_arg_attrs(tern_parser_t *parser, tern_parsed_op_t *op,
                                 const tern_function_signature_t *signature) {
  size_t count = signature->args.count;
  const tern_attr_t **attrs = tern_parser_alloc(parser, (count + 1) * sizeof *attrs);
  for (size_t i = 0; i < count; ++i) attrs[i] = signature->args.values[i].attrs;
  add_attr_array(parser, op, "arg_attrs", attrs, count);
  add_attr_array(parser, op, "res_attrs", signature->result_attrs, signature->results.count);
}

void tern_function_parse_visibility(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const keywords[] = {"public", "private", "nested"};
  for (size_t i = 0; i < sizeof keywords / sizeof keywords[0]; ++i) {
    if (!tern_parse_optional_keyword(parser, keywords[i])) continue;
    tern_op_add_attr(parser, op, "sym_visibility",
                     tern_string_attr_get(tern_parser_context(parser), tern_str_from_cstr(keywords[i])));
    return;
  }
}

static const tern_type_t *function_type(tern_parser_t *parser, const tern_function_signature_t *signature) {
  size_t count = signature->args.count;
  const tern_type_t **inputs = tern_parser_alloc(parser, (count + 1) * sizeof *inputs);
  for (size_t i = 0; i < count; ++i) inputs[i] = signature->args.values[i].type;
  return tern_function_type_get(tern_parser_context(parser), (tern_types_t){inputs, count},
                                (tern_types_t){signature->results.values, signature->results.count});
}

static bool parse_body(tern_parser_t *parser, tern_parsed_op_t *op, const tern_function_signature_t *signature) {
  bool is_present = false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_arg_list_t *args = signature->has_names ? &signature->args : NULL;
  if (!tern_op_parse_optional_region(parser, op, args, &is_present)) return false;
  if (!is_present) return true;
  size_t index = tern_op_parsed_region_count(parser, op) - 1;
  if (tern_region_is_empty(tern_op_parsed_region(parser, op, index))) {
    return tern_parser_error_at(parser, pos, "expected non-empty function body");
  }
  return true;
}

// Is the op's name written with its dialect? Without one it is of the time when attributes could say what the syntax
// says now.
static bool is_name_qualified(const tern_parsed_op_t *op) {
  const char *name = op->pos.pointer;
  while (*name == '_' || (*name >= 'a' && *name <= 'z')) ++name;
  return *name == '.';
}

// `attributes {...}` without what the syntax says elsewhere.
static bool parse_function_attrs(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const inferred[] = {"sym_visibility", "sym_name", "function_type"};
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool has_visibility = tern_op_parsed_attr(parser, op, "sym_visibility") != NULL;
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  for (size_t i = has_visibility; is_name_qualified(op) && i < sizeof(inferred) / sizeof(inferred[0]); ++i) {
    if (!tern_op_parsed_attr(parser, op, inferred[i])) continue;
    return tern_parser_error_at(
        parser, pos, "'%s' is an inferred attribute and should not be specified in the explicit attribute dictionary",
        inferred[i]);
  }
  return true;
}

bool tern_function_parse(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  tern_function_signature_t signature;
  tern_function_parse_visibility(parser, op);
  if (!tern_parse_symbol_name(parser, &name)) return false;
  if (!tern_function_parse_signature(parser, false, &signature) || !parse_function_attrs(parser, op)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(function_type(parser, &signature)));
  tern_function_add_arg_attrs(parser, op, &signature);
  return parse_body(parser, op, &signature);
}

// --- printing ---

// ` {a = 1 : i32}`, or nothing for an empty one.
static void print_dict(tern_printer_t *printer, const tern_attr_t *dictionary) {
  if (!dictionary || dictionary->kind != TERN_ATTR_DICTIONARY || !tern_dictionary_attr_count(dictionary)) return;
  tern_printer_literal(printer, " {");
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_named_attr(printer, tern_dictionary_attr_name(dictionary, i), tern_dictionary_attr_at(dictionary, i));
  }
  tern_printer_char(printer, '}');
}

static const tern_attr_t *dict_at(const tern_attr_t *array, size_t index) {
  if (!array || array->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(array)) return NULL;
  return tern_array_attr_at(array, index);
}

static void print_results(tern_printer_t *printer, tern_types_t results, const tern_attr_t *attrs) {
  if (results.count == 0) return;
  bool is_bare = results.count == 1 && results.values[0]->kind != TERN_TYPE_FUNCTION &&
                 tern_dictionary_attr_count(dict_at(attrs, 0)) == 0;
  tern_printer_text(printer, is_bare ? " -> " : " -> (");
  for (size_t i = 0; i < results.count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    tern_printer_type(printer, results.values[i]);
    print_dict(printer, dict_at(attrs, i));
  }
  if (!is_bare) tern_printer_char(printer, ')');
}

void tern_function_print_signature(tern_printer_t *printer, const tern_op_t *op, tern_types_t inputs, bool is_variadic,
                                   tern_types_t results) {
  const tern_attr_t *arg_attrs = tern_op_attr(op, "arg_attrs");
  const tern_block_t *body = op->region_count ? tern_op_body(op, 0) : NULL;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < inputs.count; ++i) {
    if (i) tern_printer_literal(printer, ", ");
    const tern_value_t *arg = body && i < body->arg_count ? body->args[i] : NULL;
    if (arg) {
      tern_printer_value(printer, arg);
      tern_printer_literal(printer, ": ");
    }
    tern_printer_type(printer, arg ? arg->type : inputs.values[i]);
    // As in upstream's dry run, attributes of a named argument are not looked at for aliases.
    if (!arg || !printer->is_collecting) print_dict(printer, dict_at(arg_attrs, i));
    if (arg) tern_printer_trailing_location(printer, arg->arg_loc, false);
  }
  if (is_variadic) tern_printer_text(printer, inputs.count ? ", ..." : "...");
  tern_printer_char(printer, ')');
  print_results(printer, results, tern_op_attr(op, "res_attrs"));
}

void tern_function_print(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name", "sym_visibility", "function_type", "arg_attrs", "res_attrs"};
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  const tern_attr_t *type_attr = tern_op_attr(op, "function_type");
  tern_printer_char(printer, ' ');
  if (tern_attr_is_string(visibility)) {
    tern_printer_str(printer, tern_string_attr_value(visibility));
    tern_printer_char(printer, ' ');
  }
  tern_printer_symbol_name(printer, tern_attr_is_string(name) ? tern_string_attr_value(name) : TERN_STR(""));
  if (type_attr && type_attr->kind == TERN_ATTR_TYPE && tern_type_attr_value(type_attr)->kind == TERN_TYPE_FUNCTION) {
    const tern_type_t *type = tern_type_attr_value(type_attr);
    tern_function_print_signature(printer, op, tern_function_type_inputs(type), false,
                                  tern_function_type_results(type));
  }
  tern_printer_attr_dict_with_keyword(printer, op, elided, sizeof elided / sizeof elided[0]);
  if (op->region_count && !tern_region_is_empty(&op->regions[0])) {
    tern_printer_char(printer, ' ');
    tern_printer_region(printer, &op->regions[0], false, true);
  }
}
