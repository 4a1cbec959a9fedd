// The custom directives of stablehlo's assembly formats, and the syntax of constants.

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/stablehlo/hooks.h"

// --- lists of integers ---

bool tern_hlo_parse_bracketed(tern_parser_t *parser, tern_hlo_values_t *values) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    int64_t value;
    if (!tern_parse_integer(parser, &value)) return false;
    tern_vec_push(values, value);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

const tern_attr_t *tern_hlo_parse_list(tern_parser_t *parser) {
  tern_hlo_values_t values = {0};
  bool is_right = tern_hlo_parse_bracketed(parser, &values);
  const tern_attr_t *attr =
      is_right ? tern_dense_i64_array_attr_get(tern_parser_context(parser), values.values, values.count) : NULL;
  tern_vec_deinitialize(&values);
  return attr;
}

void tern_hlo_print_list(tern_printer_t *printer, const tern_attr_t *list) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_int_list_attr_count(list); ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_int_list_attr_at(list, i));
  }
  tern_printer_char(printer, ']');
}

void tern_hlo_add_attr(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t *attr) {
  tern_op_add_attr(parser, op, name,
                   tern_hlo_normalize_attr(tern_parser_context(parser), op->def, tern_str_from_cstr(name), attr));
}

static const tern_attr_t *normalize(tern_parser_t *parser, const tern_parsed_op_t *op, const tern_format_arg_t *arg,
                                    const tern_attr_t *attr) {
  return tern_hlo_normalize_attr(tern_parser_context(parser), op->def, arg->name, attr);
}

static bool parse_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  const tern_attr_t *list = tern_hlo_parse_list(parser);
  if (!list) return false;
  args[0].attr = normalize(parser, op, &args[0], list);
  return true;
}

static void print_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  tern_hlo_print_list(printer, args[0].attr);
}

// --- types ---

void tern_hlo_print_function_type(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, '(');
  tern_printer_operand_types(printer, op, 0, op->operand_count);
  tern_printer_text(printer, ") -> ");
  bool is_bare = op->result_count == 1 && op->results[0].type->kind != TERN_TYPE_FUNCTION;
  if (!is_bare) tern_printer_char(printer, '(');
  tern_printer_result_types(printer, op, 0, op->result_count);
  if (!is_bare) tern_printer_char(printer, ')');
}

static void push_type(tern_parser_t *parser, tern_format_arg_t *arg, const tern_type_t *type) {
  tern_type_list_push(parser, &arg->types, type);
}

// Spreads a function type over `count` operand arguments, one type each, and the result behind them.
static bool spread_function(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type,
                            tern_format_arg_t *args, size_t count) {
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != count) {
    return tern_parser_error_at(
        parser, pos, "number of operands and types do not match: got %zu operands and %zu types", count, inputs.count);
  }
  if (results.count != 1) return tern_parser_error_at(parser, pos, "expected single output");
  for (size_t i = 0; i < count; ++i) push_type(parser, &args[i], inputs.values[i]);
  push_type(parser, &args[count], results.values[0]);
  return true;
}

// One type for all, or a function type.
static bool parse_same_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind == TERN_TYPE_FUNCTION) return spread_function(parser, pos, type, args, arg_count - 1);
  for (size_t i = 0; i < arg_count; ++i) push_type(parser, &args[i], type);
  return true;
}

static bool is_one_type(const tern_op_t *op) {
  for (size_t i = 0; i < op->operand_count; ++i) {
    if (op->operands[i].value->type != op->results[0].type) return false;
  }
  return true;
}

static void print_same_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                            size_t arg_count) {
  (void)args, (void)arg_count;
  if (is_one_type(op)) {
    tern_printer_type(printer, op->results[0].type);
  } else {
    tern_hlo_print_function_type(printer, op);
  }
}

// The same with a variadic group: ref(operands), their types, the result's.
static bool parse_variadic_same_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t arg_count) {
  (void)op, (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  size_t count = args[0].operands.count;
  if (type->kind != TERN_TYPE_FUNCTION) {
    for (size_t i = 0; i < count; ++i) push_type(parser, &args[1], type);
    push_type(parser, &args[2], type);
    return true;
  }
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  if (inputs.count != count) {
    return tern_parser_error_at(
        parser, pos, "number of operands and types do not match: got %zu operands and %zu types", count, inputs.count);
  }
  if (results.count != 1) return tern_parser_error_at(parser, pos, "expected single output");
  for (size_t i = 0; i < count; ++i) push_type(parser, &args[1], inputs.values[i]);
  push_type(parser, &args[2], results.values[0]);
  return true;
}

// `tuple<...>`, whose elements are the operands.
static bool parse_tuple_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_TUPLE) return tern_parser_error_at(parser, pos, "expected tuple type");
  tern_types_t elements = tern_tuple_type_elements(type);
  for (size_t i = 0; i < elements.count; ++i) push_type(parser, &args[0], elements.values[i]);
  push_type(parser, &args[1], type);
  return true;
}

static void print_tuple_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t arg_count) {
  (void)args, (void)arg_count;
  tern_printer_type(printer, op->results[0].type);
}

// A type for each operand, which is its result's too.
static bool parse_pairwise_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                size_t arg_count) {
  (void)op, (void)arg_count;
  if (!tern_parse_type_list(parser, &args[0].types)) return false;
  for (size_t i = 0; i < args[0].types.count; ++i) push_type(parser, &args[1], args[0].types.values[i]);
  return true;
}

static void print_pairwise_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t arg_count) {
  (void)arg_count;
  tern_printer_operand_types(printer, op, args[0].start, args[0].count);
}

// The complex result's type, whose parts are the operands.
static bool parse_complex_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind == TERN_TYPE_FUNCTION) return spread_function(parser, pos, type, args, arg_count - 1);
  const tern_type_t *element = tern_type_is_shaped(type) ? tern_type_element(type) : type;
  if (element == type || element->kind != TERN_TYPE_COMPLEX) {
    return tern_parser_error_at(parser, pos, "expected tensor with complex element type");
  }
  const tern_type_t *part = tern_type_with_element(type, tern_type_element(element));
  push_type(parser, &args[0], part);
  push_type(parser, &args[1], part);
  push_type(parser, &args[2], type);
  return true;
}

static void print_complex_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t arg_count) {
  (void)args, (void)arg_count;
  const tern_type_t *type = op->results[0].type, *element = tern_type_element(type);
  const tern_type_t *part = tern_type_with_element(type, tern_type_element(element));
  if (op->operands[0].value->type == part && op->operands[1].value->type == part) {
    tern_printer_type(printer, type);
  } else {
    tern_hlo_print_function_type(printer, op);
  }
}

// The predicate's type and that of all others, or a function type.
static bool parse_select_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_type_list_t types = {0};
  if (!tern_parse_type_list(parser, &types)) return false;
  if (types.count == 1 && types.values[0]->kind == TERN_TYPE_FUNCTION) {
    return spread_function(parser, pos, types.values[0], args, arg_count - 1);
  }
  if (types.count != 2) {
    return tern_parser_error_at(parser, pos, "expected functional type or list of two types");
  }
  push_type(parser, &args[0], types.values[0]);
  for (size_t i = 1; i < arg_count; ++i) push_type(parser, &args[i], types.values[1]);
  return true;
}

static void print_select_type(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count) {
  (void)args, (void)arg_count;
  const tern_type_t *type = op->results[0].type;
  if (op->operands[1].value->type != type || op->operands[2].value->type != type) {
    tern_hlo_print_function_type(printer, op);
    return;
  }
  tern_printer_type(printer, op->operands[0].value->type);
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, type);
}

// --- operands with a comma behind each ---

static bool parse_operands_with_commas(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)op, (void)arg_count;
  for (;;) {
    tern_unresolved_operand_t operand;
    bool is_present = false;
    if (!tern_parse_optional_operand(parser, &operand, &is_present)) return false;
    if (!is_present) return true;
    tern_operand_list_push(parser, &args[0].operands, operand);
    if (!tern_parse_token(parser, ",")) return false;
  }
}

static void print_operands_with_commas(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t arg_count) {
  (void)arg_count;
  tern_printer_operands(printer, op, args[0].start, args[0].count);
  if (args[0].count > 0) tern_printer_char(printer, ',');
}

// --- [start:limit:stride, ...] ---

static bool parse_slice_ranges(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  tern_hlo_values_t values[3] = {0};
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parse_optional_token(parser, "]")) {
    do {
      int64_t range[3] = {0, 0, 1};
      is_right = tern_parse_integer(parser, &range[0]) && tern_parse_token(parser, ":") &&
                 tern_parse_integer(parser, &range[1]) &&
                 (!tern_parse_optional_token(parser, ":") || tern_parse_integer(parser, &range[2]));
      for (size_t i = 0; i < 3; ++i) tern_vec_push(&values[i], range[i]);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  for (size_t i = 0; i < arg_count; ++i) {
    if (is_right) {
      const tern_attr_t *list =
          tern_dense_i64_array_attr_get(tern_parser_context(parser), values[i].values, values[i].count);
      args[i].attr = normalize(parser, op, &args[i], list);
    }
    tern_vec_deinitialize(&values[i]);
  }
  return is_right;
}

static void print_slice_ranges(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_int_list_attr_count(args[0].attr); ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_int_list_attr_at(args[0].attr, i));
    tern_printer_char(printer, ':');
    if (i < tern_int_list_attr_count(args[1].attr)) {
      tern_printer_int(printer, tern_int_list_attr_at(args[1].attr, i));
    }
    if (i < tern_int_list_attr_count(args[2].attr) && tern_int_list_attr_at(args[2].attr, i) != 1) {
      tern_printer_char(printer, ':');
      tern_printer_int(printer, tern_int_list_attr_at(args[2].attr, i));
    }
  }
  tern_printer_char(printer, ']');
}

// --- e5m10 ---

// Digits at the front of `text`, which moves behind them.
static bool take_number(tern_str_t *text, int64_t *out_value) {
  size_t count = 0;
  while (count < text->size && text->data[count] >= '0' && text->data[count] <= '9') ++count;
  bool is_right =
      count > 0 && tern_str_to_int64(tern_str_make(text->data, count), out_value) && *out_value <= INT32_MAX;
  *text = tern_str_drop(*text, count);
  return is_right;
}

static bool take_letter(tern_str_t *text, char letter) {
  if (text->size == 0 || text->data[0] != letter) return false;
  *text = tern_str_drop(*text, 1);
  return true;
}

static bool parse_exponent_mantissa(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)op, (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t word;
  if (!tern_parse_any_keyword(parser, &word)) return false;
  tern_str_t rest = word;
  int64_t exponent, mantissa;
  if (!take_letter(&rest, 'e') || !take_number(&rest, &exponent) || !take_letter(&rest, 'm') ||
      !take_number(&rest, &mantissa) || rest.size > 0) {
    return tern_parser_error_at(parser, pos, "expected exponent mantissa in format e#m#, saw %.*s", (int)word.size,
                                word.data);
  }
  const tern_type_t *i32 = tern_i_type_get(tern_parser_context(parser), 32);
  args[0].attr = tern_integer_attr_get(i32, exponent);
  args[1].attr = tern_integer_attr_get(i32, mantissa);
  return true;
}

static void print_exponent_mantissa(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_char(printer, 'e');
  tern_printer_int(printer, tern_integer_attr_value(args[0].attr));
  tern_printer_char(printer, 'm');
  tern_printer_int(printer, tern_integer_attr_value(args[1].attr));
}

// --- @target ---

static bool parse_call_target(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  tern_str_t name;
  if (!tern_parse_symbol_name(parser, &name)) return false;
  args[0].attr = tern_string_attr_get(tern_parser_context(parser), name);
  return true;
}

static void print_call_target(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_symbol_name(printer, tern_string_attr_value(args[0].attr));
}

// --- ({...}, {...}) ---

static bool parse_composite_regions(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)args, (void)arg_count;
  if (!tern_parse_optional_token(parser, "(")) return true;
  do {
    if (!tern_op_parse_region(parser, op, NULL)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static void print_composite_regions(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                    size_t arg_count) {
  (void)arg_count;
  for (size_t i = 0; i < args[0].count; ++i) {
    tern_printer_text(printer, i == 0 ? " (" : ", ");
    tern_printer_region(printer, &op->regions[args[0].start + i], true, true);
  }
  if (args[0].count > 0) tern_printer_char(printer, ')');
}

// --- constants ---

// `dense<...> : type`, or where the result's type is another one, `() {value = ...} : () -> type`.
bool tern_hlo_parse_constant(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (tern_parse_optional_token(parser, "(")) {
    if (!tern_parse_token(parser, ")")) return false;
    bool has_properties = tern_parse_optional_token(parser, "<");
    if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
    if (has_properties && (!tern_parse_token(parser, ">") || !tern_op_parse_optional_attr_dict(parser, op)))
      return false;
    const tern_type_t *type = NULL;
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_op_parse_colon_function_type(parser, &type)) return false;
    tern_types_t results = tern_function_type_results(type);
    if (results.count != 1 || tern_function_type_inputs(type).count != 0) {
      return tern_parser_error_at(parser, pos, "expected a function type without inputs and with one result");
    }
    tern_op_add_result_type(parser, op, results.values[0]);
    return true;
  }
  if (!tern_op_parse_optional_attr_dict(parser, op)) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (!value) return false;
  bool is_elements = value->kind == TERN_ATTR_DENSE_ELEMENTS || value->kind == TERN_ATTR_DENSE_RESOURCE ||
                     value->kind == TERN_ATTR_SPARSE_ELEMENTS;
  if (!is_elements) return tern_parser_error_at(parser, pos, "expected the elements of a tensor");
  tern_op_add_attr(parser, op, "value", value);
  tern_op_add_result_type(parser, op, tern_attr_type(value));
  return true;
}

void tern_hlo_print_constant(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *value = tern_op_attr(op, "value");
  if (!value || tern_attr_type(value) != op->results[0].type) {
    tern_printer_text(printer, "()");
    if (value) {
      tern_printer_text(printer, " <{value = ");
      tern_printer_attr(printer, value);
      tern_printer_text(printer, "}>");
    }
    tern_printer_attr_dict(printer, op, (const char *const[]){"value"}, 1);
    tern_printer_text(printer, " : ");
    tern_hlo_print_function_type(printer, op);
    return;
  }
  tern_printer_attr_dict(printer, op, (const char *const[]){"value"}, 1);
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, value);
}

const tern_custom_directive_t tern_hlo_directives[] = {
    {"HloList", parse_list, print_list},
    {"SameOperandsAndResultType", parse_same_type, print_same_type},
    {"VariadicSameOperandsAndResultType", parse_variadic_same_type, print_same_type},
    {"TupleOpType", parse_tuple_type, print_tuple_type},
    {"PairwiseOpType", parse_pairwise_type, print_pairwise_type},
    {"ComplexOpType", parse_complex_type, print_complex_type},
    {"SelectOpType", parse_select_type, print_select_type},
    {"VariadicOperandWithAttribute", parse_operands_with_commas, print_operands_with_commas},
    {"SliceRanges", parse_slice_ranges, print_slice_ranges},
    {"ExponentMantissa", parse_exponent_mantissa, print_exponent_mantissa},
    {"CustomCallTarget", parse_call_target, print_call_target},
    {"DotDimensionNumbers", tern_hlo_parse_dot_dimensions, tern_hlo_print_dot_dimensions},
    {"PrecisionConfig", tern_hlo_parse_precision, tern_hlo_print_precision},
    {"PrecisionConfigAndAlgorithm", tern_hlo_parse_precision, tern_hlo_print_precision},
    {"ConvolutionDimensions", tern_hlo_parse_conv_dimensions, tern_hlo_print_conv_dimensions},
    {"WindowAttributes", tern_hlo_parse_window, tern_hlo_print_window},
    {"CompositeRegions", parse_composite_regions, print_composite_regions},
};
_Static_assert(sizeof(tern_hlo_directives) / sizeof(tern_hlo_directives[0]) == TERN_HLO_DIRECTIVE_COUNT, "directives");
