// tosa: syntax.
//
// Most ops: `%a, %b {axis = 1 : i32, nan_mode = IGNORE} : (tensor<..>, tensor<..>) -> tensor<..>`. Enums stand as bare words
// in the dictionary; a string (2023-24) or `#tosa.nan_mode<IGNORE>` is read too, and so is the spelling of late 2026, which has
// clauses in place of the dictionary: `%a, %b axis(1) nan_mode<IGNORE> : ..`.

#include "asm/legacy.h"
#include "dialect/tosa/hooks.h"
#include "ir/context.h"

const tern_enum_row_t *tern_tosa_enum_of_attr(tern_str_t name) {
  if (tern_str_equal_cstr(name, "nan_mode")) return TERN_TOSA_ENUM(NAN_MODE);
  if (tern_str_equal_cstr(name, "mode")) return TERN_TOSA_ENUM(RESIZE_MODE);
  if (tern_str_equal_cstr(name, "rounding_mode")) return TERN_TOSA_ENUM(ROUNDING_MODE);
  if (tern_str_equal_cstr(name, "block_size")) return TERN_TOSA_ENUM(BLOCK_SIZE);
  return NULL;
}

// --- dictionaries ---

// The name of an attribute that the op does not have yet.
static const char *find_name(tern_parser_t *parser, const tern_parsed_op_t *op, tern_source_pos_t pos,
                             tern_str_t name) {
  const char *text = tern_ident_get(tern_parser_context(parser), name)->data;
  if (!tern_op_parsed_attr(parser, op, text)) return text;
  tern_parser_error_at(parser, pos, "attribute '%s' occurs more than once", text);
  return NULL;
}

static bool parse_value(tern_parser_t *parser, tern_parsed_op_t *op, const char *text) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_enum_row_t *row = tern_tosa_enum_of_attr(tern_str_from_cstr(text));
  tern_str_t word;
  if (row && tern_parse_optional_any_keyword(parser, &word)) {
    int64_t value;
    if (!tern_enum_case_value(row, word, &value)) {
      return tern_parser_error_at(parser, pos, "invalid %s: '%.*s'", text, (int)word.size, word.data);
    }
    tern_op_add_attr(parser, op, text, tern_enum_attr_get(context, row, value));
    return true;
  }
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (attr) tern_op_add_attr(parser, op, text, attr);
  return attr != NULL;
}

static bool parse_entry(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_keyword_or_string(parser, &name)) return false;
  const char *text = find_name(parser, op, pos, name);
  if (!text) return false;
  if (tern_parse_optional_token(parser, "=")) return parse_value(parser, op, text);
  tern_op_add_attr(parser, op, text, tern_unit_attr_get(tern_parser_context(parser)));
  return true;
}

// `name(value)`, `name<word>` or `name`, as many as there are.
static bool parse_clauses(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  for (; tern_parse_optional_any_keyword(parser, &name); pos = tern_parser_pos(parser)) {
    if (tern_op_def_slot(op->def, name) < 0) {
      return tern_parser_error_at(parser, pos, "'%s' has no attribute '%.*s'", op->def->name->data, (int)name.size,
                                  name.data);
    }
    const char *text = find_name(parser, op, pos, name);
    if (!text) return false;
    const char *end = tern_parse_optional_token(parser, "(")   ? ")"
                      : tern_parse_optional_token(parser, "<") ? ">"
                                                               : NULL;
    if (!end) {
      tern_op_add_attr(parser, op, text, tern_unit_attr_get(tern_parser_context(parser)));
    } else if (!parse_value(parser, op, text) || !tern_parse_token(parser, end)) {
      return false;
    }
  }
  return true;
}

static bool parse_dictionary(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_token(parser, "{") || tern_parse_optional_token(parser, "}")) return true;
  do {
    if (!parse_entry(parser, op)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "}");
}

static bool is_default(const tern_op_t *op, tern_str_t name, const tern_attr_t *attr) {
  int slot = tern_op_def_slot(op->def, name);
  return slot >= 0 && op->def->attrs[slot].has_default && op->def->attrs[slot].default_value == attr;
}

static void print_dictionary(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *all = tern_op_attr_dictionary(op);
  bool is_first = true;
  for (size_t i = 0; i < tern_dictionary_attr_count(all); ++i) {
    tern_str_t name = tern_ident_str(tern_dictionary_attr_name(all, i));
    const tern_attr_t *attr = tern_dictionary_attr_at(all, i);
    if (is_default(op, name, attr)) continue;
    tern_printer_text(printer, is_first ? " {" : ", ");
    is_first = false;
    tern_printer_keyword_or_string(printer, name);
    if (attr->kind == TERN_ATTR_UNIT) continue;
    tern_printer_text(printer, " = ");
    if (attr->kind == TERN_ATTR_ENUM && tern_tosa_enum_of_attr(name)) {
      tern_printer_enum(printer, attr->row, tern_enum_attr_value(attr));
    } else {
      tern_printer_attr(printer, attr);
    }
  }
  if (!is_first) tern_printer_char(printer, '}');
}

// --- most ops ---

bool tern_tosa_parse(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  const tern_type_t *type;
  if (!tern_parse_operand_list(parser, NULL, &operands) || !parse_clauses(parser, op)) return false;
  if (!parse_dictionary(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_op_parse_colon_function_type(parser, &type)) return false;
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != operands.count) {
    return tern_parser_error_at(parser, pos, "expected the types of %zu operands but got %zu", operands.count,
                                inputs.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, operands.values[i], inputs.values[i])) return false;
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_tosa_upgrade(parser, op);
}

static void print_types(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  if (op->result_count != 1) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (op->result_count != 1) tern_printer_char(printer, ')');
}

void tern_tosa_print(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  print_dictionary(printer, op);
  print_types(printer, op);
}

// --- control flow ---

static bool parse_arrow_results(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_type_list_t results = {0};
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return true;
}

// `%c (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {..} else {..}`; without the type of the condition until 2025.
bool tern_tosa_parse_if(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t condition;
  tern_arg_list_t args = {0};
  tern_operand_list_t inputs = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_operand(parser, &condition)) return false;
  if (tern_parser_at_token(parser, "(") && !tern_parse_assignment_list(parser, &args, &inputs)) return false;
  tern_context_t *context = tern_parser_context(parser);
  const tern_type_t *condition_type = tern_tensor_type_get(tern_i_type_get(context, 1), NULL, 0, NULL);
  bool is_old = tern_parser_at_token(parser, "->");
  if (!is_old && !tern_parse_colon_type(parser, &condition_type)) return false;
  if (!tern_op_resolve_operand(parser, op, condition, condition_type)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_token(parser, "(") && !tern_parse_optional_token(parser, ")")) {
    if (!tern_parse_type_list(parser, &types) || !tern_parse_token(parser, ")")) return false;
  }
  if (types.count != inputs.count) {
    return tern_parser_error_at(parser, pos, "expected as many input types as operands (expected %zu got %zu)",
                                inputs.count, types.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, inputs.values[i], types.values[i])) return false;
  }
  return parse_arrow_results(parser, op) && tern_op_parse_region(parser, op, NULL) &&
         tern_parse_keyword(parser, "else") && tern_op_parse_region(parser, op, NULL) &&
         tern_op_parse_optional_attr_dict(parser, op);
}

static void print_assignments(tern_printer_t *printer, const tern_op_t *op, size_t first) {
  const tern_block_t *block = op->regions[0].first_block;
  tern_printer_text(printer, " (");
  for (size_t i = first; i < op->operand_count; ++i) {
    if (i > first) tern_printer_text(printer, ", ");
    if (block && i - first < block->arg_count) tern_printer_value(printer, block->args[i - first]);
    tern_printer_text(printer, " = ");
    tern_printer_value(printer, tern_op_operand(op, i));
  }
  tern_printer_char(printer, ')');
}

static void print_arrow_results(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_text(printer, "-> ");
  if (op->result_count != 1) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (op->result_count != 1) tern_printer_char(printer, ')');
  tern_printer_char(printer, ' ');
}

void tern_tosa_print_if(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  if (op->operand_count > 1) print_assignments(printer, op, 1);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_op_operand(op, 0)->type);
  tern_printer_char(printer, ' ');
  if (op->operand_count > 1) {
    tern_printer_char(printer, '(');
    tern_printer_operand_types(printer, op, 1, op->operand_count - 1);
    tern_printer_text(printer, ") ");
  }
  print_arrow_results(printer, op);
  tern_printer_region(printer, &op->regions[0], true, true);
  tern_printer_text(printer, " else ");
  tern_printer_region(printer, &op->regions[1], true, true);
  tern_printer_attr_dict(printer, op, NULL, 0);
}

// `(%a = %x) : (tensor<4xf32>) -> tensor<4xf32> {..} do {..}`
bool tern_tosa_parse_while(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_arg_list_t args = {0};
  tern_operand_list_t inputs = {0};
  const tern_type_t *type;
  if (tern_parser_at_token(parser, "(") && !tern_parse_assignment_list(parser, &args, &inputs)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_op_parse_colon_function_type(parser, &type)) return false;
  tern_types_t types = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (types.count != inputs.count) {
    return tern_parser_error_at(parser, pos, "expected as many input types as operands (expected %zu got %zu)",
                                inputs.count, types.count);
  }
  for (size_t i = 0; i < inputs.count; ++i) {
    if (!tern_op_resolve_operand(parser, op, inputs.values[i], types.values[i])) return false;
    args.values[i].type = types.values[i];
  }
  for (size_t i = 0; i < results.count; ++i) tern_op_add_result_type(parser, op, results.values[i]);
  return tern_op_parse_region(parser, op, &args) && tern_parse_keyword(parser, "do") &&
         tern_op_parse_region(parser, op, NULL) && tern_op_parse_optional_attr_dict_with_keyword(parser, op);
}

void tern_tosa_print_while(tern_printer_t *printer, const tern_op_t *op) {
  print_assignments(printer, op, 0);
  tern_printer_text(printer, " : (");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") ");
  print_arrow_results(printer, op);
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_text(printer, " do ");
  tern_printer_region(printer, &op->regions[1], true, true);
  tern_printer_attr_dict_with_keyword(printer, op, NULL, 0);
}

// --- variables ---

static const tern_attr_t *shape_of(tern_context_t *context, const tern_type_t *type) {
  int64_t rank = (int64_t)tern_type_rank(type);
  const tern_type_t *list = tern_tensor_type_get(tern_index_type_get(context), &rank, 1, NULL);
  int64_t dims[32];
  for (int64_t i = 0; i < rank && i < 32; ++i) {
    int64_t dim = tern_type_dim(type, (size_t)i);
    dims[i] = dim == TERN_DYNAMIC ? -1 : dim;
  }
  return tern_dense_elements_attr_get_i64(list, dims, (size_t)rank);
}

// `@v = dense<1> : tensor<4xi32>`, `@v : tensor<4xi32>`
bool tern_tosa_parse_variable(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  if (!tern_parse_symbol_name(parser, &name) || !tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  const tern_attr_t *value = NULL;
  const tern_type_t *type = NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_token(parser, "=")) {
    value = tern_parse_attr(parser, NULL);
    if (!value) return false;
    type = tern_attr_type(value);
    tern_op_add_attr(parser, op, "initial_value", value);
  } else if (!tern_parse_colon_type(parser, &type)) {
    return false;
  }
  if (!type || type->kind != TERN_TYPE_TENSOR || tern_type_rank(type) > 32) {
    return tern_parser_error_at(parser, pos, "expected a ranked tensor for variable type");
  }
  tern_op_add_attr(parser, op, "type", tern_type_attr_get(tern_type_element(type)));
  tern_op_add_attr(parser, op, "var_shape", shape_of(context, type));
  return true;
}

void tern_tosa_print_variable(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name", "var_shape", "type", "initial_value"};
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, tern_string_attr_value(tern_op_attr(op, "sym_name")));
  tern_printer_attr_dict(printer, op, elided, 4);
  const tern_attr_t *value = tern_op_attr(op, "initial_value"), *shape = tern_op_attr(op, "var_shape");
  if (value) {
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, value);
    return;
  }
  int64_t dims[32];
  size_t rank = tern_int_list_attr_count(shape);
  for (size_t i = 0; i < rank && i < 32; ++i) {
    int64_t dim = tern_int_list_attr_at(shape, i);
    dims[i] = dim < 0 ? TERN_DYNAMIC : dim;
  }
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_tensor_type_get(tern_type_attr_value(tern_op_attr(op, "type")), dims, rank, NULL));
}
