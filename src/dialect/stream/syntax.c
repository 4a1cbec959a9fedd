// stream: custom directives of the assembly formats, except those of parameters and functions.

#include "base/vec.h"
#include "dialect/stream/hooks.h"
#include "dialect/stream/sized_syntax.h"
#include "dialect/stream/stream.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- regions that resources are passed to: `(%r as %a: type{%n}, ...) -> (results) { ... }` ---

static bool parse_captures(tern_parser_t *parser, tern_operand_list_t *operands, tern_type_list_t *types,
                           tern_operand_list_t *sizes, tern_arg_list_t *out_args) {
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    tern_unresolved_operand_t operand;
    tern_parsed_arg_t arg = {0};
    if (!tern_parse_operand(parser, &operand) || !tern_parse_keyword(parser, "as") ||
        !tern_parse_argument(parser, false, false, &arg) || !tern_parse_token(parser, ":") ||
        !tern_parse_sized_type(parser, &arg.type, sizes)) {
      return false;
    }
    tern_operand_list_push(parser, operands, operand);
    tern_type_list_push(parser, types, arg.type);
    tern_arg_list_push(parser, out_args, arg);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static bool parse_body(tern_parser_t *parser, tern_parsed_op_t *op, const tern_arg_list_t *args) {
  if (!tern_op_parse_region(parser, op, args)) return false;
  tern_op_ensure_terminator(parser, op, 0);
  return true;
}

static void print_captures(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *operands,
                           const tern_format_arg_t *sizes) {
  const tern_block_t *body = tern_op_body(op, 0);
  size_t size = sizes->start;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < operands->count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, tern_op_operand(op, operands->start + i));
    tern_printer_text(printer, " as ");
    if (body && i < body->arg_count) tern_printer_value(printer, body->args[i]);
    tern_printer_text(printer, ": ");
    tern_print_sized_type(printer, op, tern_op_operand(op, operands->start + i)->type, &size);
  }
  tern_printer_char(printer, ')');
}

// ($operands, type($operands), $operand_sizes, type($results), $result_sizes, $tied_operands, $body)
bool tern_stream_parse_resource_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                       size_t count) {
  (void)count;
  tern_arg_list_t arguments = {0};
  if (!parse_captures(parser, &args[0].operands, &args[1].types, &args[2].operands, &arguments)) return false;
  if (tern_parse_optional_token(parser, "->")) {
    bool has_parentheses = tern_parse_optional_token(parser, "(");
    if (!(has_parentheses && tern_parse_optional_token(parser, ")"))) {
      if (!tern_parse_sized_results(parser, &args[0].operands, &args[1].types, &args[3].types, &args[4].operands,
                                    &args[5].attr)) {
        return false;
      }
      if (has_parentheses && !tern_parse_token(parser, ")")) return false;
    }
  }
  return parse_body(parser, op, &arguments);
}

void tern_stream_print_resource_region(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                       size_t count) {
  (void)count;
  print_captures(printer, op, &args[0], &args[2]);
  if (args[3].count) {
    tern_printer_text(printer, args[3].count == 1 ? " -> " : " -> (");
    tern_print_sized_results(printer, op, args[0].start, args[3].start, args[3].count, args[5].attr, args[4].start);
    if (args[3].count != 1) tern_printer_char(printer, ')');
  }
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// ($operands, type($operands), $operand_sizes, $body)
bool tern_stream_parse_explicit_resource_region(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                                size_t count) {
  (void)count;
  tern_arg_list_t arguments = {0};
  return parse_captures(parser, &args[0].operands, &args[1].types, &args[2].operands, &arguments) &&
         parse_body(parser, op, &arguments);
}

void tern_stream_print_explicit_resource_region(tern_printer_t *printer, const tern_op_t *op,
                                                const tern_format_arg_t *args, size_t count) {
  (void)count;
  print_captures(printer, op, &args[0], &args[2]);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, false);
}

// --- operands with ranges ---

// `(%r[%offset to %end for %length], %i)`: ($operands, $offsets, $ends, $lengths)
bool tern_stream_parse_dispatch_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                         size_t count) {
  (void)op;
  (void)count;
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parse_optional_token(parser, ")")) return true;
  do {
    tern_unresolved_operand_t operand;
    if (!tern_parse_operand(parser, &operand)) return false;
    tern_operand_list_push(parser, &args[0].operands, operand);
    if (!tern_parse_optional_token(parser, "[")) continue;
    for (size_t i = 1; i < 4; ++i) {
      if (i > 1 && !tern_parse_keyword(parser, i == 2 ? "to" : "for")) return false;
      if (!tern_parse_operand(parser, &operand)) return false;
      tern_operand_list_push(parser, &args[i].operands, operand);
    }
    if (!tern_parse_token(parser, "]")) return false;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static bool is_resource(const tern_value_t *value) { return tern_type_is_stream_resource(value->type); }

void tern_stream_print_dispatch_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                         size_t count) {
  (void)count;
  static const char *const words[] = {"", "[", " to ", " for "};
  size_t range = 0;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, args[0].start + i);
    if (i) tern_printer_text(printer, ", ");
    tern_printer_value(printer, operand);
    if (!is_resource(operand) || range >= args[1].count) continue;
    for (size_t k = 1; k < 4; ++k) {
      tern_printer_text(printer, words[k]);
      tern_printer_value(printer, tern_op_operand(op, args[k].start + range));
    }
    tern_printer_char(printer, ']');
    ++range;
  }
  tern_printer_char(printer, ')');
}

// `ro`, `wo`, `rw`; false without an error if there is none.
static bool parse_optional_access(tern_parser_t *parser, int *out_access) {
  static const char *const words[] = {NULL, "ro", "wo", "rw"};
  for (*out_access = 1; *out_access < 4; ++*out_access) {
    if (tern_parse_optional_keyword(parser, words[*out_access])) return true;
  }
  return false;
}

static const char *access_word(const tern_attr_t *accesses, size_t index) {
  static const char *const words[] = {"na", "ro", "wo", "rw"};
  return index < tern_int_list_attr_count(accesses) ? words[tern_int_list_attr_at(accesses, index) & 3] : "na";
}

typedef TERN_VEC(const tern_attr_t *) attr_list_t;

static void keep_accesses(tern_parser_t *parser, attr_list_t *accesses, bool is_ok, const tern_attr_t **out_attr) {
  if (is_ok) *out_attr = tern_array_attr_get(tern_parser_context(parser), accesses->values, accesses->count);
  tern_vec_deinitialize(accesses);
}

// `[%offset for %length]`
static bool parse_range(tern_parser_t *parser, tern_operand_list_t *offsets, tern_operand_list_t *lengths) {
  tern_unresolved_operand_t operand;
  if (!tern_parse_token(parser, "[") || !tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, offsets, operand);
  if (!tern_parse_keyword(parser, "for") || !tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, lengths, operand);
  return tern_parse_token(parser, "]");
}

static void print_range(tern_printer_t *printer, const tern_op_t *op, size_t offset, size_t length) {
  tern_printer_char(printer, '[');
  tern_printer_value(printer, tern_op_operand(op, offset));
  tern_printer_text(printer, " for ");
  tern_printer_value(printer, tern_op_operand(op, length));
  tern_printer_char(printer, ']');
}

// `ro %r[%offset for %length] : type{%n}`, one a line:
// ($resources, type($resources), $sizes, $offsets, $lengths, $accesses)
static bool parse_resource_line(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *accesses) {
  tern_unresolved_operand_t operand;
  const tern_type_t *type;
  int access;
  if (!parse_optional_access(parser, &access)) return tern_parser_error(parser, "expected ro, wo or rw");
  tern_vec_push(accesses, tern_stream_access_attr_get(tern_parser_context(parser), access));
  if (!tern_parse_operand(parser, &operand) || !parse_range(parser, &args[3].operands, &args[4].operands) ||
      !tern_parse_token(parser, ":") || !tern_parse_sized_type(parser, &type, &args[2].operands)) {
    return false;
  }
  tern_operand_list_push(parser, &args[0].operands, operand);
  tern_type_list_push(parser, &args[1].types, type);
  return true;
}

bool tern_stream_parse_dispatch_resources(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                          size_t count) {
  (void)op;
  (void)count;
  attr_list_t accesses = {0};
  bool is_ok = true;
  if (!tern_parser_at_token(parser, "}")) {
    do {
      is_ok = parse_resource_line(parser, args, &accesses);
    } while (is_ok && tern_parse_optional_token(parser, ","));
  }
  keep_accesses(parser, &accesses, is_ok, &args[5].attr);
  return is_ok;
}

void tern_stream_print_dispatch_resources(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                          size_t count) {
  (void)count;
  size_t size = args[2].start;
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *resource = tern_op_operand(op, args[0].start + i);
    tern_printer_newline(printer);
    tern_printer_format(printer, "  %s ", access_word(args[5].attr, i));
    tern_printer_value(printer, resource);
    print_range(printer, op, args[3].start + i, args[4].start + i);
    tern_printer_text(printer, " : ");
    tern_print_sized_type(printer, op, resource->type, &size);
    if (i + 1 < args[0].count) tern_printer_char(printer, ',');
  }
}

// `(ro %r[%offset for %length], %i)`: ($operands, $offsets, $lengths, $accesses)
static bool parse_call_operand(tern_parser_t *parser, tern_format_arg_t *args, attr_list_t *accesses) {
  tern_unresolved_operand_t operand;
  int access;
  bool is_range = parse_optional_access(parser, &access);
  if (!tern_parse_operand(parser, &operand)) return false;
  tern_operand_list_push(parser, &args[0].operands, operand);
  if (!is_range) return true;
  tern_vec_push(accesses, tern_stream_access_attr_get(tern_parser_context(parser), access));
  return parse_range(parser, &args[1].operands, &args[2].operands);
}

bool tern_stream_parse_call_operands(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                     size_t count) {
  (void)op;
  (void)count;
  attr_list_t accesses = {0};
  if (!tern_parse_token(parser, "(")) return false;
  bool is_ok = true;
  if (!tern_parser_at_token(parser, ")")) {
    do {
      is_ok = parse_call_operand(parser, args, &accesses);
    } while (is_ok && tern_parse_optional_token(parser, ","));
  }
  is_ok = is_ok && tern_parse_token(parser, ")");
  keep_accesses(parser, &accesses, is_ok, &args[3].attr);
  return is_ok;
}

void tern_stream_print_call_operands(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                     size_t count) {
  (void)count;
  size_t range = 0;
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < args[0].count; ++i) {
    const tern_value_t *operand = tern_op_operand(op, args[0].start + i);
    bool has_range = is_resource(operand) && range < args[1].count;
    if (i) tern_printer_text(printer, ", ");
    if (has_range) tern_printer_format(printer, "%s ", access_word(args[3].attr, range));
    tern_printer_value(printer, operand);
    if (!has_range) continue;
    print_range(printer, op, args[1].start + range, args[2].start + range);
    ++range;
  }
  tern_printer_char(printer, ')');
}

// --- slices of a pack: `[first, last] = %size`, one a line: ($intervals, $sizes, type($offsets)) ---

bool tern_stream_parse_pack_slice_ranges(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                         size_t count) {
  (void)op;
  (void)count;
  const tern_type_t *index = tern_index_type_get(tern_parser_context(parser));
  TERN_VEC(int64_t) intervals = {0};
  bool is_ok = true;
  while (is_ok && tern_parse_optional_token(parser, "[")) {
    int64_t first = 0, last = 0;
    tern_unresolved_operand_t size;
    is_ok = tern_parse_integer(parser, &first) && tern_parse_token(parser, ",") && tern_parse_integer(parser, &last) &&
            tern_parse_token(parser, "]") && tern_parse_token(parser, "=") && tern_parse_operand(parser, &size);
    if (!is_ok) break;
    tern_vec_push(&intervals, first);
    tern_vec_push(&intervals, last);
    tern_operand_list_push(parser, &args[1].operands, size);
    tern_type_list_push(parser, &args[2].types, index);
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  args[0].attr = tern_index_array_attr_get(tern_parser_context(parser), intervals.values, intervals.count);
  tern_vec_deinitialize(&intervals);
  return is_ok;
}

void tern_stream_print_pack_slice_ranges(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                         size_t count) {
  (void)count;
  if (!args[1].count) return;
  for (size_t i = 0; i < args[1].count && 2 * i + 1 < tern_int_list_attr_count(args[0].attr); ++i) {
    tern_printer_newline(printer);
    tern_printer_format(printer, "  [%lld, %lld] = ", (long long)tern_int_list_attr_at(args[0].attr, 2 * i),
                        (long long)tern_int_list_attr_at(args[0].attr, 2 * i + 1));
    tern_printer_value(printer, tern_op_operand(op, args[1].start + i));
    if (i + 1 < args[1].count) tern_printer_char(printer, ',');
  }
  tern_printer_newline(printer);
}

// --- constants: `type{%size} = value`, one a line: (type($results), $result_sizes, $values) ---

bool tern_stream_parse_constant_value_list(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                           size_t count) {
  (void)op;
  (void)count;
  attr_list_t values = {0};
  bool is_ok = true;
  do {
    const tern_type_t *type;
    is_ok = tern_parse_sized_type(parser, &type, &args[1].operands) && tern_parse_token(parser, "=");
    const tern_attr_t *value = is_ok ? tern_parse_attr(parser, NULL) : NULL;
    is_ok = value != NULL;
    if (!is_ok) break;
    tern_type_list_push(parser, &args[0].types, type);
    tern_vec_push(&values, value);
  } while (tern_parse_optional_token(parser, ","));
  keep_accesses(parser, &values, is_ok, &args[2].attr);
  return is_ok;
}

void tern_stream_print_constant_value_list(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                           size_t count) {
  (void)count;
  size_t size = args[1].start;
  for (size_t i = 0; i < args[0].count && i < tern_array_attr_count(args[2].attr); ++i) {
    tern_printer_newline(printer);
    tern_printer_text(printer, "  ");
    tern_print_sized_type(printer, op, op->results[args[0].start + i].type, &size);
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, tern_array_attr_at(args[2].attr, i));
    if (i + 1 < args[0].count) tern_printer_char(printer, ',');
  }
}

// --- the operand that some collective operations take: `source(%i) `; (ref($op), $param) ---

bool tern_stream_parse_collective_param(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args,
                                        size_t count) {
  (void)op;
  (void)count;
  const char *name = args[0].attr && args[0].attr->row == TERN_STREAM_ATTR(COLLECTIVE)
                         ? tern_stream_collective_param_name(args[0].attr)
                         : NULL;
  tern_unresolved_operand_t operand;
  if (!name) return true;
  if (!tern_parse_keyword(parser, name) || !tern_parse_token(parser, "(") || !tern_parse_operand(parser, &operand)) {
    return false;
  }
  tern_operand_list_push(parser, &args[1].operands, operand);
  return tern_parse_token(parser, ")");
}

void tern_stream_print_collective_param(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                                        size_t count) {
  (void)count;
  const char *name = tern_stream_collective_param_name(args[0].attr);
  if (!name || !args[1].count) return;
  tern_printer_format(printer, "%s(", name);
  tern_printer_value(printer, tern_op_operand(op, args[1].start));
  tern_printer_text(printer, ") ");
}

// --- SymbolVisibility: public unless something else is said ---

static bool parse_visibility(tern_parser_t *parser, tern_parsed_op_t *op, tern_format_arg_t *args, size_t count) {
  static const char *const words[] = {"private", "nested", "public"};
  (void)op;
  (void)count;
  size_t found = 0;
  while (found < 2 && !tern_parse_optional_keyword(parser, words[found])) ++found;
  if (found == 2) tern_parse_optional_keyword(parser, words[2]);
  args[0].attr = tern_string_attr_get(tern_parser_context(parser), tern_str_from_cstr(words[found]));
  return true;
}

static void print_visibility(tern_printer_t *printer, const tern_op_t *op, const tern_format_arg_t *args,
                             size_t count) {
  (void)op;
  (void)count;
  bool is_said = tern_attr_is_string(args[0].attr);
  tern_printer_str(printer, is_said ? tern_string_attr_value(args[0].attr) : TERN_STR("public"));
}

const tern_custom_directive_t tern_stream_directives[] = {
    {"SymbolVisibility", parse_visibility, print_visibility},
    TERN_SHAPED_DIRECTIVES,
    {"ResourceRegion", tern_stream_parse_resource_region, tern_stream_print_resource_region},
    {"ExplicitResourceRegion", tern_stream_parse_explicit_resource_region, tern_stream_print_explicit_resource_region},
    {"DispatchOperands", tern_stream_parse_dispatch_operands, tern_stream_print_dispatch_operands},
    {"DispatchResources", tern_stream_parse_dispatch_resources, tern_stream_print_dispatch_resources},
    {"CmdCallOperands", tern_stream_parse_call_operands, tern_stream_print_call_operands},
    {"PackSliceRanges", tern_stream_parse_pack_slice_ranges, tern_stream_print_pack_slice_ranges},
    {"ConstantValueList", tern_stream_parse_constant_value_list, tern_stream_print_constant_value_list},
    {"CollectiveParam", tern_stream_parse_collective_param, tern_stream_print_collective_param},
    {"EncodedResourceOperands", tern_stream_parse_encoded_operands, tern_stream_print_encoded_operands},
    {"EncodedShapedFunctionType", tern_stream_parse_encoded_function_type, tern_stream_print_encoded_function_type},
    {"ShapedFunctionSignature", tern_stream_parse_async_signature, tern_stream_print_async_signature},
    {"DispatchFunctionSignature", tern_stream_parse_cmd_signature, tern_stream_print_cmd_signature},
    {"ParameterReference", tern_stream_parse_parameter_reference, tern_stream_print_parameter_reference},
    {"ParameterLoadOperations", tern_stream_parse_parameter_loads, tern_stream_print_parameter_loads},
    {"AsyncParameterGatherOperations", tern_stream_parse_async_gathers, tern_stream_print_async_gathers},
    {"AsyncParameterScatterOperations", tern_stream_parse_async_scatters, tern_stream_print_async_scatters},
    {"ParameterGatherOperations", tern_stream_parse_cmd_gathers, tern_stream_print_cmd_gathers},
    {"ParameterScatterOperations", tern_stream_parse_cmd_scatters, tern_stream_print_cmd_scatters},
};
_Static_assert(sizeof tern_stream_directives / sizeof tern_stream_directives[0] == TERN_STREAM_DIRECTIVE_COUNT,
               "hooks.h has another count");
