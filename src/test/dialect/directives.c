// test: directives of formats.

#include "base/vec.h"
#include "test/dialect/hooks.h"

// Says nothing of a region that was read already.
static bool parse_nothing(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)parser, (void)op, (void)args, (void)arg_count;
  return true;
}

static void print_nothing(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                          size_t arg_count) {
  (void)printer, (void)op, (void)args, (void)arg_count;
}

// `(%x)`, or nothing.
static bool parse_optional_operand(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                   size_t arg_count) {
  (void)op, (void)arg_count;
  tern_unresolved_operand_t operand;
  if (!tern_parse_optional_token(parser, "(")) return true;
  if (!tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, &args[0].operands, operand);
  return tern_parse_token(parser, ")");
}

static void print_optional_operand(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                   size_t arg_count) {
  (void)arg_count;
  if (args[0].count == 0) return;
  tern_printer_char(printer, '(');
  tern_printer_operands(printer, op, args[0].start, args[0].count);
  tern_printer_text(printer, ") ");
}

// `case 1 { ... } case 2 { ... }`.
static bool parse_switch_cases(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  size_t count = 0, capacity = 0;
  int64_t *values = NULL;
  while (tern_parse_optional_keyword(parser, "case")) {
    if (count == capacity) {
      capacity = capacity ? 2 * capacity : 8;
      int64_t *grown = tern_parser_alloc(parser, capacity * sizeof(int64_t));
      if (count) memcpy(grown, values, count * sizeof(int64_t));
      values = grown;
    }
    if (!tern_parse_integer(parser, &values[count++]) || !tern_op_parse_region(parser, op, NULL)) return false;
  }
  args[0].attr = tern_dense_i64_array_attr_get(tern_parser_context(parser), values, count);
  return true;
}

static void print_switch_cases(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t arg_count) {
  (void)arg_count;
  for (size_t i = 0; i < args[1].count; ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "case ");
    tern_printer_int(printer, tern_int_list_attr_at(args[0].attr, i));
    tern_printer_char(printer, ' ');
    tern_printer_region(printer, &op->regions[args[1].start + i], false, true);
  }
}

// `foo attr`, or nothing.
static bool parse_optional_attr(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                size_t arg_count) {
  (void)op, (void)arg_count;
  if (!tern_parse_optional_keyword(parser, "foo")) return true;
  args[0].attr = tern_parse_attr(parser, NULL);
  return args[0].attr != NULL;
}

static void print_optional_attr(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_text(printer, "foo ");
  tern_printer_attr(printer, args[0].attr);
}

// The name of an op.
static bool parse_op_name(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  tern_str_t name;
  if (!tern_parse_optional_any_keyword(parser, &name)) {
    return tern_parser_error(parser, "expected bare identifier or keyword");
  }
  args[0].attr = tern_string_attr_get(tern_parser_context(parser), name);
  return true;
}

static void print_op_name(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                          size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_str(printer, tern_string_attr_value(args[0].attr));
}

// `loc(...)`, or the place where it could stand.
static bool parse_optional_loc(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  const tern_attr_t *here = tern_parser_loc(parser), *given;
  if (!tern_parse_optional_location(parser, &given)) return false;
  args[0].attr = given ? given : here;
  return true;
}

static void print_optional_loc(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                               size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_trailing_location(printer, args[0].attr, true);
}

// `2x?x4`, or `[]`.
static bool parse_dims(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)arg_count;
  const char *name = op->def->name->data;
  const int64_t *dims = NULL;
  size_t count = 0;
  if (tern_parse_optional_token(parser, "[")) {
    if (!tern_parse_token(parser, "]"))
      return tern_parser_error(parser, "custom op '%s' Failed parsing dimension list.", name);
  } else if (!tern_parse_dimension_list(parser, true, false, &dims, &count)) {
    return tern_parser_error(parser, "custom op '%s' Failed parsing dimension list.", name);
  } else if (count == 0) {
    return tern_parser_error(parser,
                             "custom op '%s' Failed parsing dimension list. Did you mean an empty list? It must be "
                             "denoted by \"[]\".",
                             name);
  }
  args[0].attr = tern_dense_i64_array_attr_get(tern_parser_context(parser), dims, count);
  return true;
}

static void print_dims(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  size_t count = tern_int_list_attr_count(args[0].attr);
  if (!count) tern_printer_text(printer, "[]");
  for (size_t i = 0; i < count; ++i) {
    int64_t dim = tern_int_list_attr_at(args[0].attr, i);
    if (i) tern_printer_char(printer, 'x');
    if (dim == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, dim);
    }
  }
}

// `label is 3`, a dictionary of both.
static bool parse_nice_property(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                size_t arg_count) {
  (void)op, (void)arg_count;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t label;
  int64_t value;
  if (!tern_parse_keyword_or_string(parser, &label) || !tern_parse_keyword(parser, "is") ||
      !tern_parse_integer(parser, &value)) {
    return false;
  }
  tern_named_attr_t entries[] = {{"label", tern_string_attr_get(context, label)},
                                 {"value", tern_integer_attr_get(tern_i_type_get(context, 32), value)}};
  args[0].attr = tern_dictionary_attr_get(context, entries, 2);
  return true;
}

static void print_nice_property(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                size_t arg_count) {
  (void)op, (void)arg_count;
  const tern_attr_t *label = tern_dictionary_attr_lookup(args[0].attr, TERN_STR("label"));
  const tern_attr_t *value = tern_dictionary_attr_lookup(args[0].attr, TERN_STR("value"));
  tern_printer_keyword_or_string(printer, tern_string_attr_value(label));
  tern_printer_text(printer, " is ");
  tern_printer_int(printer, tern_integer_attr_value(value));
}

// `[1, 2]`.
static bool parse_number_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  TERN_VEC(int64_t) numbers = {0};
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parse_optional_token(parser, "]")) {
    do {
      int64_t number = 0;
      is_right = tern_parse_integer(parser, &number);
      tern_vec_push(&numbers, number);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  args[0].attr = tern_dense_i64_array_attr_get(tern_parser_context(parser), numbers.values, numbers.count);
  tern_vec_deinitialize(&numbers);
  return is_right;
}

static void print_number_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                              size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_attr_stripped(printer, args[0].attr);
}

static const tern_attr_t *make_i64(tern_parser_t *parser, int64_t value) {
  return tern_integer_attr_get(tern_i_type_get(tern_parser_context(parser), 64), value);
}

// `3`.
static bool parse_number(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  int64_t value;
  if (!tern_parse_integer(parser, &value)) return false;
  args[0].attr = make_i64(parser, value);
  return true;
}

static void print_number(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                         size_t arg_count) {
  (void)op, (void)arg_count;
  tern_printer_int(printer, tern_integer_attr_value(args[0].attr));
}

// `4 = 5`: the sum with a number read before.
static bool parse_sum(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t value, sum;
  if (!tern_parse_integer(parser, &value) || !tern_parse_token(parser, "=") || !tern_parse_integer(parser, &sum)) {
    return false;
  }
  args[0].attr = make_i64(parser, value);
  return (uint64_t)sum == (uint64_t)value + (uint64_t)tern_integer_attr_value(args[1].attr) ||
         tern_parser_error_at(parser, pos, "Expected sum to equal first + second");
}

static void print_sum(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args, size_t arg_count) {
  (void)op, (void)arg_count;
  int64_t value = tern_integer_attr_value(args[0].attr), first = tern_integer_attr_value(args[1].attr);
  tern_printer_int(printer, value);
  tern_printer_text(printer, " = ");
  tern_printer_int(printer, (int64_t)((uint64_t)value + (uint64_t)first));
}

const tern_custom_directive_t tern_test_directives[TERN_TEST_DIRECTIVE_COUNT] = {
    {"CustomOperationNameEntry", parse_op_name, print_op_name},
    {"CustomOptionalOperand", parse_optional_operand, print_optional_operand},
    {"DimensionList", parse_dims, print_dims},
    {"IntProperty", parse_number, print_number},
    {"NiceProperty", parse_nice_property, print_nice_property},
    {"SumProperty", parse_sum, print_sum},
    {"UsingPropertyInCustom", parse_number_list, print_number_list},
    {"DummyRegionRef", parse_nothing, print_nothing},
    {"OptionalCustomParser", parse_optional_attr, print_optional_attr},
    {"OptionalLoc", parse_optional_loc, print_optional_loc},
    {"SwitchCases", parse_switch_cases, print_switch_cases},
};
