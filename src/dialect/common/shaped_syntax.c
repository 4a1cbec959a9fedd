// Types with sizes, and tied results; see the header. Syntax as in IREE's Util dialect.

#include "dialect/common/shaped_syntax.h"

#include <string.h>

#include "asm/format/function.h"
#include "base/vec.h"
#include "ir/diagnostic.h"

static bool is_named(const tern_type_t *type, const char *name) {
  return type->kind == TERN_TYPE_DIALECT && strcmp(type->row->name, name) == 0;
}

size_t tern_shaped_size_count(const tern_type_t *type) {
  if (is_named(type, "stream.resource")) return 1;
  if (is_named(type, "iree_tensor_ext.dispatch.tensor")) type = (const tern_type_t *)(uintptr_t)type->params[1];
  return tern_type_is_ranked(type) ? tern_type_dynamic_dim_count(type) : 0;
}

bool tern_shaped_parse_sizes(tern_parser_t *parser, const tern_type_t *type, tern_operand_list_t *sizes) {
  if (!tern_parser_at_token(parser, "{")) return true;
  size_t before = sizes->count, expected = tern_shaped_size_count(type);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!expected) return true;
  if (!tern_parse_operand_list(parser, "{}", sizes)) return false;
  if (sizes->count - before == expected) return true;
  return tern_parser_error_at(parser, pos, "expected %zu sizes for %s but got %zu", expected, tern_type_text(type),
                              sizes->count - before);
}

void tern_shaped_print_sizes(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type, size_t *inout_next,
                             size_t end) {
  size_t count = tern_shaped_size_count(type);
  if (!count || *inout_next + count > end) return;
  tern_printer_char(printer, '{');
  tern_printer_operands(printer, op, *inout_next, count);
  tern_printer_char(printer, '}');
  *inout_next += count;
}

// --- tied operands ---

int64_t tern_tied_operand(const tern_op_t *op, size_t result_index) {
  const tern_attr_t *tied = tern_op_attr(op, "tied_operands");
  if (!tied || result_index >= tern_int_list_attr_count(tied)) return -1;
  return tern_int_list_attr_at(tied, result_index);
}

bool tern_tied_operands_verify(const tern_op_t *op, size_t result_count, size_t operand_count) {
  const tern_attr_t *tied = tern_op_attr(op, "tied_operands");
  if (!tied) return true;
  if (tied->kind != TERN_ATTR_ARRAY || tern_array_attr_count(tied) != result_count) {
    return tern_op_error(op, "expects one entry of 'tied_operands' for each of its %zu results but got %s",
                         result_count, tern_attr_text(tied));
  }
  for (size_t i = 0; i < result_count; ++i) {
    const tern_attr_t *entry = tern_array_attr_at(tied, i);
    if (!tern_attr_is_integer(entry)) return tern_op_error(op, "expects integers in 'tied_operands'");
    int64_t value = tern_integer_attr_value(entry);
    if (value < -1 || value >= (int64_t)operand_count) {
      return tern_op_error(op, "ties result #%zu to operand #%lld, but there are %zu operands", i, (long long)value,
                           operand_count);
    }
  }
  return true;
}

const tern_attr_t *tern_tied_attr_get(tern_context_t *context, const int64_t *tied, size_t count) {
  bool is_any = false;
  for (size_t i = 0; i < count; ++i) is_any |= tied[i] >= 0;
  if (!is_any) return NULL;
  TERN_VEC(const tern_attr_t *) entries = {0};
  for (size_t i = 0; i < count; ++i) {
    tern_vec_push(&entries, tern_integer_attr_get(tern_index_type_get(context), tied[i]));
  }
  const tern_attr_t *attr = tern_array_attr_get(context, entries.values, entries.count);
  tern_vec_deinitialize(&entries);
  return attr;
}

// --- functions with tied results ---

typedef struct signature {
  tern_arg_list_t args;
  bool has_names;
  tern_type_list_t results;
  TERN_VEC(const tern_attr_t *) result_attrs;
  TERN_VEC(int64_t) tied;
} signature_t;

static bool parse_args(tern_parser_t *parser, signature_t *signature) {
  if (!tern_parse_token(parser, "(")) return false;
  signature->has_names = true;
  if (tern_parse_optional_token(parser, ")")) return true;
  signature->has_names = *tern_parser_pos(parser).pointer == '%';
  do {
    tern_parsed_arg_t arg = {0};
    if (signature->has_names) {
      if (!tern_parse_argument(parser, true, true, &arg)) return false;
    } else {
      arg.name.pos = tern_parser_pos(parser);
      arg.type = tern_parse_type(parser);
      if (!arg.type || !tern_function_parse_optional_attrs(parser, &arg.attrs)) return false;
    }
    tern_arg_list_push(parser, &signature->args, arg);
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, ")");
}

static bool parse_result(tern_parser_t *parser, signature_t *signature, bool may_have_attrs) {
  tern_unresolved_operand_t operand;
  bool is_tied = false;
  const tern_type_t *type = NULL;
  const tern_attr_t *attrs = NULL;
  int64_t tied = -1;
  if (!tern_parse_optional_operand(parser, &operand, &is_tied)) return false;
  if (is_tied) {
    for (size_t i = 0; i < signature->args.count && tied < 0; ++i) {
      if (tern_str_equal(signature->args.values[i].name.name, operand.name)) tied = (int64_t)i;
    }
    if (tied < 0) {
      return tern_parser_error_at(parser, operand.pos, "tied result '%.*s' is no argument of the function",
                                  (int)operand.name.size, operand.name.data);
    }
    type = signature->args.values[tied].type;
  }
  if (!is_tied || tern_parse_optional_keyword(parser, "as")) type = tern_parse_type(parser);
  if (!type || (may_have_attrs && !tern_function_parse_optional_attrs(parser, &attrs))) return false;
  tern_type_list_push(parser, &signature->results, type);
  tern_vec_push(&signature->result_attrs, attrs);
  tern_vec_push(&signature->tied, tied);
  return true;
}

// A result list without parentheses may be several types (older texts), but has no attributes: a brace is the body's.
static bool parse_results(tern_parser_t *parser, signature_t *signature) {
  if (!tern_parse_optional_token(parser, "->")) return true;
  bool has_parentheses = tern_parse_optional_token(parser, "(");
  if (has_parentheses && tern_parse_optional_token(parser, ")")) return true;
  do {
    if (!parse_result(parser, signature, has_parentheses)) return false;
  } while (tern_parse_optional_token(parser, ","));
  return !has_parentheses || tern_parse_token(parser, ")");
}

static void add_dicts(tern_parser_t *parser, tern_parsed_op_t *op, const char *name, const tern_attr_t **attrs,
                      size_t count) {
  tern_context_t *context = tern_parser_context(parser);
  bool is_any = false;
  for (size_t i = 0; i < count; ++i) {
    is_any |= attrs[i] != NULL;
    if (!attrs[i]) attrs[i] = tern_dictionary_attr_get(context, NULL, 0);
  }
  if (is_any) tern_op_add_attr(parser, op, name, tern_array_attr_get(context, attrs, count));
}

static void add_signature(tern_parser_t *parser, tern_parsed_op_t *op, signature_t *signature) {
  tern_context_t *context = tern_parser_context(parser);
  size_t count = signature->args.count;
  const tern_type_t **inputs = tern_parser_alloc(parser, (count + 1) * sizeof *inputs);
  const tern_attr_t **attrs = tern_parser_alloc(parser, (count + 1) * sizeof *attrs);
  for (size_t i = 0; i < count; ++i) {
    inputs[i] = signature->args.values[i].type;
    attrs[i] = signature->args.values[i].attrs;
    if (!tern_dictionary_attr_count(attrs[i])) attrs[i] = NULL;
  }
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){inputs, count},
                                                   (tern_types_t){signature->results.values, signature->results.count});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  add_dicts(parser, op, "arg_attrs", attrs, count);
  add_dicts(parser, op, "res_attrs", signature->result_attrs.values, signature->result_attrs.count);
  const tern_attr_t *tied = tern_tied_attr_get(context, signature->tied.values, signature->tied.count);
  if (tied) tern_op_add_attr(parser, op, "tied_operands", tied);
}

static bool parse_body(tern_parser_t *parser, tern_parsed_op_t *op, const signature_t *signature) {
  bool is_present = false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_arg_list_t *args = signature->has_names ? &signature->args : NULL;
  if (!tern_op_parse_optional_region(parser, op, args, &is_present)) return false;
  if (!is_present) return true;
  size_t index = tern_op_parsed_region_count(parser, op) - 1;
  return !tern_region_is_empty(tern_op_parsed_region(parser, op, index)) ||
         tern_parser_error_at(parser, pos, "expected non-empty function body");
}

bool tern_tied_function_parse(tern_parser_t *parser, tern_parsed_op_t *op) {
  static const char *const keywords[] = {"public", "private", "nested"};
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  signature_t signature = {0};
  size_t visibility = 0;
  while (visibility < 3 && !tern_parse_optional_keyword(parser, keywords[visibility])) ++visibility;
  // Without a word it is public, and says so when printed.
  tern_str_t word = tern_str_from_cstr(keywords[visibility % 3]);
  tern_op_add_attr(parser, op, "sym_visibility", tern_string_attr_get(context, word));
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  bool is_right = parse_args(parser, &signature) && parse_results(parser, &signature);
  if (is_right) add_signature(parser, op, &signature);
  is_right =
      is_right && tern_op_parse_optional_attr_dict_with_keyword(parser, op) && parse_body(parser, op, &signature);
  tern_vec_deinitialize(&signature.result_attrs);
  tern_vec_deinitialize(&signature.tied);
  return is_right;
}

static const tern_attr_t *dict_at(const tern_op_t *op, const char *name, size_t index) {
  const tern_attr_t *array = tern_op_attr(op, name);
  if (!array || array->kind != TERN_ATTR_ARRAY || index >= tern_array_attr_count(array)) return NULL;
  const tern_attr_t *dict = tern_array_attr_at(array, index);
  return dict->kind == TERN_ATTR_DICTIONARY && tern_dictionary_attr_count(dict) ? dict : NULL;
}

static void print_dict(tern_printer_t *printer, const tern_attr_t *dict) {
  if (!dict) return;
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, dict);
}

static void print_arg(tern_printer_t *printer, const tern_block_t *body, size_t index) {
  if (body && index < body->arg_count) {
    tern_printer_value(printer, body->args[index]);
  } else {
    tern_printer_format(printer, "%%arg%zu", index);
  }
}

static void print_signature(tern_printer_t *printer, const tern_op_t *op, const tern_type_t *type) {
  const tern_block_t *body = op->region_count ? tern_op_body(op, 0) : NULL;
  tern_types_t inputs = tern_function_type_inputs(type), results = tern_function_type_results(type);
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < inputs.count; ++i) {
    if (i) tern_printer_text(printer, ", ");
    const tern_value_t *arg = body && i < body->arg_count ? body->args[i] : NULL;
    print_arg(printer, body, i);
    tern_printer_text(printer, ": ");
    tern_printer_type(printer, arg ? arg->type : inputs.values[i]);
    print_dict(printer, dict_at(op, "arg_attrs", i));
    if (arg) tern_printer_trailing_location(printer, arg->arg_loc, false);
  }
  tern_printer_char(printer, ')');
  if (!results.count) return;
  bool is_bare = results.count == 1 && results.values[0]->kind != TERN_TYPE_FUNCTION && !dict_at(op, "res_attrs", 0);
  tern_printer_text(printer, is_bare ? " -> " : " -> (");
  for (size_t i = 0; i < results.count; ++i) {
    int64_t tied = tern_tied_operand(op, i);
    if (i) tern_printer_text(printer, ", ");
    bool is_tied = tied >= 0 && (size_t)tied < inputs.count;
    if (is_tied) print_arg(printer, body, (size_t)tied);
    if (is_tied && inputs.values[tied] != results.values[i]) tern_printer_text(printer, " as ");
    if (!is_tied || inputs.values[tied] != results.values[i]) tern_printer_type(printer, results.values[i]);
    print_dict(printer, dict_at(op, "res_attrs", i));
  }
  if (!is_bare) tern_printer_char(printer, ')');
}

void tern_tied_function_print(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name",  "sym_visibility", "function_type",
                                       "arg_attrs", "res_attrs",      "tied_operands"};
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  const tern_attr_t *name = tern_op_attr(op, "sym_name"), *type = tern_op_attr(op, "function_type");
  tern_printer_char(printer, ' ');
  if (tern_attr_is_string(visibility)) {
    tern_printer_str(printer, tern_string_attr_value(visibility));
    tern_printer_char(printer, ' ');
  }
  tern_printer_symbol_name(printer, tern_attr_is_string(name) ? tern_string_attr_value(name) : TERN_STR(""));
  if (type && type->kind == TERN_ATTR_TYPE && tern_type_attr_value(type)->kind == TERN_TYPE_FUNCTION) {
    print_signature(printer, op, tern_type_attr_value(type));
  }
  tern_printer_attr_dict_with_keyword(printer, op, elided, sizeof elided / sizeof elided[0]);
  if (op->region_count && !tern_region_is_empty(&op->regions[0])) {
    tern_printer_char(printer, ' ');
    tern_printer_region(printer, &op->regions[0], false, true);
  }
}
