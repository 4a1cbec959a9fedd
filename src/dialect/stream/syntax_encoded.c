// stream: custom directives of values with encodings (`tensor<?xf32>{%d} in !stream.resource<*>{%n}`), and of the
// signatures of host functions.

#include "asm/format/function.h"
#include "base/vec.h"
#include "dialect/stream/hooks.h"
#include "dialect/stream/sized_syntax.h"
#include "dialect/stream/stream.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

typedef TERN_VEC(const tern_attr_t *) attr_list_t;
typedef TERN_VEC(int64_t) index_list_t;

// The encoding of what is no tensor: upstream's !util.unused.
static const tern_attr_t *unused_encoding(tern_context_t *context) {
  const tern_type_row_t *row = tern_context_find_type(context, TERN_STR("util.unused"));
  const tern_type_t *type = row ? tern_dialect_type_get(context, row, NULL, 0)
                                : tern_opaque_type_get(context, TERN_STR("util"), TERN_STR("unused"));
  return tern_type_attr_get(type);
}

// `encoding{%dims} in type{%size}`
static bool parse_encoded_type(tern_parser_t *parser, const tern_type_t *encoding, tern_operand_list_t *dims,
                               const tern_type_t **out_type, tern_operand_list_t *sizes) {
  return tern_parse_sizes(parser, dims) && encoding && tern_parse_keyword(parser, "in") &&
         tern_parse_sized_type(parser, out_type, sizes);
}

static const tern_type_t *encoding_at(const tern_attr_t *encodings, size_t index) {
  if (!encodings || index >= tern_array_attr_count(encodings)) return NULL;
  const tern_attr_t *attr = tern_array_attr_at(encodings, index);
  return attr->kind == TERN_ATTR_TYPE ? tern_type_attr_value(attr) : NULL;
}

static void print_encoding(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *encoding,
                           size_t *inout_dim) {
  if (!encoding) return;
  tern_printer_type(printer, encoding);
  tern_print_sizes(printer, op, tern_size_operand_count(encoding), inout_dim);
  tern_printer_text(printer, " in ");
}

// --- `%r : encoding in type`, one a line: ($resources, type($resources), $sizes, $encodings, $encoding_dims) ---

static bool parse_encoded_operand(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *encodings) {
  tern_unresolved_operand_t operand;
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &operand) || !tern_parse_token(parser, ":")) return false;
  const tern_type_t *encoding = tern_parse_type(parser);
  if (!encoding || !parse_encoded_type(parser, encoding, &args[4].operands, &type, &args[2].operands)) return false;
  tern_operand_list_push(parser, &args[0].operands, operand);
  tern_type_list_push(parser, &args[1].types, type);
  tern_vec_push(encodings, tern_type_attr_get(encoding));
  return true;
}

bool tern_stream_parse_encoded_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                        size_t count) {
  (void)op;
  (void)count;
  attr_list_t encodings = {0};
  bool is_ok = true;
  if (!tern_parser_at_token(parser, "]")) {
    do {
      is_ok = parse_encoded_operand(parser, args, &encodings);
    } while (is_ok && tern_parse_optional_token(parser, ","));
  }
  if (is_ok) args[3].attr = tern_array_attr_get(tern_parser_context(parser), encodings.values, encodings.count);
  tern_vec_deinitialize(&encodings);
  return is_ok;
}

void tern_stream_print_encoded_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                        size_t count) {
  (void)count;
  size_t size = args[2].start, dim = args[4].start;
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *resource = tern_op_operand(op, args[0].start + i);
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    tern_printer_value(printer, resource);
    tern_printer_text(printer, " : ");
    print_encoding(printer, op, encoding_at(args[3].attr, i), &dim);
    tern_print_sized_type(printer, op, resource->type, &size);
    if (i + 1 < args[0].count) tern_printer_char(printer, ',');
  }
  if (args[0].count) tern_printer_newline(printer);
}

// --- `(encoding in type, i32) -> (encoding in %r{%n})` ---
//
// (ref($xs), type($xs), $sizes, $encodings, $encoding_dims, type($results), $result_sizes, $result_encodings,
//  $result_encoding_dims, $tied_operands)

static bool parse_encoded_argument(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *encodings) {
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  const tern_attr_t *encoding = unused_encoding(tern_parser_context(parser));
  bool has_encoding = tern_type_is_shaped(type) || tern_parser_at_token(parser, "{");
  if (has_encoding) {
    encoding = tern_type_attr_get(type);
    if (!parse_encoded_type(parser, type, &args[4].operands, &type, &args[2].operands)) return false;
  }
  tern_vec_push(encodings, encoding);
  tern_type_list_push(parser, &args[1].types, type);
  return true;
}

static bool parse_encoded_result(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *encodings,
                                 index_list_t *tied) {
  const tern_type_t *encoding = tern_parse_type(parser);
  const tern_attr_t *result_tied = NULL;
  if (!encoding || !tern_parse_sizes(parser, &args[8].operands) || !tern_parse_keyword(parser, "in")) return false;
  tern_vec_push(encodings, tern_type_attr_get(encoding));
  if (!tern_parse_sized_result(parser, &args[0].operands, &args[1].types, &args[5].types, &args[6].operands,
                               &result_tied)) {
    return false;
  }
  tern_vec_push(tied, tern_int_list_attr_at(result_tied, 0));
  return true;
}

static bool parse_encoded_list(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *encodings,
                               index_list_t *tied) {
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (!has_parentheses && !tied) return tern_parse_token(parser, "(");
  if (has_parentheses && tern_parse_optional_token(parser, ")")) return true;
  do {
    if (!(tied ? parse_encoded_result(parser, args, encodings, tied)
               : parse_encoded_argument(parser, args, encodings))) {
      return false;
    }
  } while (tern_parse_optional_token(parser, ","));
  return !has_parentheses || tern_parse_token(parser, ")");
}

bool tern_stream_parse_encoded_function_type(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                             size_t count) {
  (void)op;
  (void)count;
  tern_context_t *context = tern_parser_context(parser);
  attr_list_t operand_encodings = {0}, result_encodings = {0};
  index_list_t tied = {0};
  bool is_ok = parse_encoded_list(parser, args, &operand_encodings, NULL) && tern_parse_token(parser, "->") &&
               parse_encoded_list(parser, args, &result_encodings, &tied);
  if (is_ok) {
    args[3].attr = tern_array_attr_get(context, operand_encodings.values, operand_encodings.count);
    args[7].attr = tern_array_attr_get(context, result_encodings.values, result_encodings.count);
    if (tied.count) args[9].attr = tern_index_array_attr_get(context, tied.values, tied.count);
  }
  tern_vec_deinitialize(&operand_encodings);
  tern_vec_deinitialize(&result_encodings);
  tern_vec_deinitialize(&tied);
  return is_ok;
}

void tern_stream_print_encoded_function_type(tern_printer_t *printer, const tern_op_t *op,
                                             const tern_format_arg_t *args, size_t count) {
  (void)count;
  size_t size = args[2].start, dim = args[4].start;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < args[1].count; ++i) {
    const tern_type_t *type = tern_op_operand(op, args[1].start + i)->type;
    if (i) tern_printer_text(printer, ", ");
    if (tern_type_is_stream_resource(type)) print_encoding(printer, op, encoding_at(args[3].attr, i), &dim);
    tern_print_sized_type(printer, op, type, &size);
  }
  tern_printer_text(printer, ") -> ");
  if (args[5].count != 1) tern_printer_char(printer, '(');
  size = args[6].start;
  dim = args[8].start;
  for (size_t i = 0; i < args[5].count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_encoding(printer, op, encoding_at(args[7].attr, i), &dim);
    tern_print_sized_result(printer, op, args[1].start, args[5].start + i,
                            i < tern_int_list_attr_count(args[9].attr) ? tern_int_list_attr_at(args[9].attr, i) : -1,
                            &size);
  }
  if (args[5].count != 1) tern_printer_char(printer, ')');
}

// --- signatures of host functions, which have no body ---

static const tern_attr_t *empty_dicts(tern_context_t *context, size_t count) {
  attr_list_t dicts = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&dicts, tern_dictionary_attr_get(context, NULL, 0));
  const tern_attr_t *attr = tern_array_attr_get(context, dicts.values, count);
  tern_vec_deinitialize(&dicts);
  return attr;
}

static void keep_signature(tern_parser_t *parser, tern_format_arg_t *type, tern_format_arg_t *arg_attrs,
                           tern_format_arg_t *res_attrs, const tern_type_list_t *inputs,
                           const tern_type_list_t *results) {
  tern_context_t *context = tern_parser_context(parser);
  type->attr = tern_type_attr_get(tern_function_type_get(context, (tern_types_t){inputs->values, inputs->count},
                                                         (tern_types_t){results->values, results->count}));
  if (inputs->count) arg_attrs->attr = empty_dicts(context, inputs->count);
  if (results->count) res_attrs->attr = empty_dicts(context, results->count);
}

// `-> type`, `-> %arg`, `-> (...)`: results of a declaration, which have no sizes.
static bool parse_declared_results(tern_parser_t *parser, const tern_operand_list_t *names,
                                   const tern_type_list_t *inputs, tern_type_list_t *results,
                                   const tern_attr_t **out_tied) {
  tern_operand_list_t sizes = {0};
  if (!tern_parse_optional_token(parser, "->")) return true;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (has_parentheses && tern_parse_optional_token(parser, ")")) return true;
  if (!tern_parse_sized_results(parser, names, inputs, results, &sizes, out_tied)) return false;
  return !has_parentheses || tern_parse_token(parser, ")");
}

// `(%a: type, ...) -> (%a as type, type)`: ($function_type, $tied_operands, $arg_attrs, $res_attrs)
bool tern_stream_parse_async_signature(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t count) {
  (void)op;
  (void)count;
  tern_operand_list_t names = {0};
  tern_type_list_t inputs = {0}, results = {0};
  tern_arg_list_t arguments = {0};
  if (!tern_parse_argument_list(parser, "()", true, false, &arguments)) return false;
  for (size_t i = 0; i < arguments.count; ++i) {
    tern_operand_list_push(parser, &names, arguments.values[i].name);
    tern_type_list_push(parser, &inputs, arguments.values[i].type);
  }
  if (!parse_declared_results(parser, &names, &inputs, &results, &args[1].attr)) return false;
  keep_signature(parser, &args[0], &args[2], &args[3], &inputs, &results);
  return true;
}

static void print_declared_results(tern_printer_t *printer, tern_types_t inputs, tern_types_t results,
                                   const tern_attr_t *tied, const size_t *numbers) {
  if (!results.count) return;
  tern_printer_text(printer, results.count == 1 ? " -> " : " -> (");
  for (size_t i = 0; i < results.count; ++i) {
    int64_t index = i < tern_int_list_attr_count(tied) ? tern_int_list_attr_at(tied, i) : -1;
    bool is_tied = index >= 0 && (size_t)index < inputs.count;
    bool is_same = is_tied && inputs.values[index] == results.values[i];
    if (i) tern_printer_text(printer, ", ");
    if (is_tied) tern_printer_format(printer, "%%arg%zu", numbers ? numbers[index] : (size_t)index);
    if (is_tied && !is_same) tern_printer_text(printer, " as ");
    if (!is_same) tern_printer_type(printer, results.values[i]);
  }
  if (results.count != 1) tern_printer_char(printer, ')');
}

void tern_stream_print_async_signature(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t count) {
  (void)op;
  (void)count;
  const tern_type_t *type = tern_type_attr_value(args[0].attr);
  tern_types_t inputs = tern_function_type_inputs(type);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < inputs.count; ++i) {
    tern_printer_format(printer, "%s%%arg%zu: ", i ? ", " : "", i);
    tern_printer_type(printer, inputs.values[i]);
  }
  tern_printer_char(printer, ')');
  print_declared_results(printer, inputs, tern_function_type_results(type), args[1].attr, NULL);
}

// `(%r[%offset for %length]: type, %i: i32) -> i32`: ($function_type, $arg_attrs, $res_attrs). A resource stands for
// three arguments: itself, offset and length.
bool tern_stream_parse_cmd_signature(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser));
  tern_operand_list_t names = {0};
  tern_type_list_t inputs = {0}, results = {0};
  const tern_attr_t *tied = NULL;
  if (!tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      tern_unresolved_operand_t name, bound;
      const tern_type_t *type;
      if (!tern_parse_operand(parser, &name)) return false;
      bool has_range = tern_parse_optional_token(parser, "[");
      if (has_range && (!tern_parse_operand(parser, &bound) || !tern_parse_keyword(parser, "for") ||
                        !tern_parse_operand(parser, &bound) || !tern_parse_token(parser, "]"))) {
        return false;
      }
      if (!tern_parse_colon_type(parser, &type)) return false;
      tern_operand_list_push(parser, &names, name);
      tern_type_list_push(parser, &inputs, type);
      for (size_t i = 0; has_range && i < 2; ++i) tern_type_list_push(parser, &inputs, index);
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!parse_declared_results(parser, &names, &inputs, &results, &tied)) return false;
  keep_signature(parser, &args[0], &args[1], &args[2], &inputs, &results);
  return true;
}

void tern_stream_print_cmd_signature(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  const tern_type_t *type = tern_type_attr_value(args[0].attr);
  tern_types_t inputs = tern_function_type_inputs(type);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < inputs.count; ++i) {
    const tern_type_t *input = inputs.values[i];
    tern_printer_format(printer, "%s%%arg%zu", i ? ", " : "", i);
    if (tern_type_is_stream_resource(input) && i + 2 < inputs.count) {
      tern_printer_format(printer, "[%%arg%zu for %%arg%zu]", i + 1, i + 2);
      i += 2;
    }
    tern_printer_text(printer, ": ");
    tern_printer_type(printer, input);
  }
  tern_printer_char(printer, ')');
  print_declared_results(printer, inputs, tern_function_type_results(type), NULL, NULL);
}
