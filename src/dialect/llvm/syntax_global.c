// llvm: the hand-written syntax of globals, aliases, ifuncs and functions.

#include <inttypes.h>

#include "asm/format/function.h"
#include "dialect/llvm/llvm_hooks.h"
#include "ir/symbol.h"

// --- what they share ---

static void parse_linkage_and_visibility(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_llvm_parse_keyword(parser, op, "linkage", TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_EXTERNAL);
  tern_llvm_parse_keyword(parser, op, "visibility_", TERN_LLVM_ENUM(VISIBILITY), 0);
}

static void parse_prefix(tern_parser_t *parser, tern_parsed_op_t *op) {
  parse_linkage_and_visibility(parser, op);
  if (tern_parse_optional_keyword(parser, "thread_local"))
    tern_op_add_attr(parser, op, "thread_local_", tern_unit_attr_get(tern_parser_context(parser)));
  tern_llvm_parse_keyword(parser, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
}

static bool parse_name(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  if (!tern_parse_symbol_name(parser, &name)) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(tern_parser_context(parser), name));
  return true;
}

static bool parse_comdat(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_keyword(parser, "comdat")) return true;
  if (!tern_parse_token(parser, "(")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *comdat = tern_parse_attr(parser, NULL);
  if (!comdat) return false;
  if (comdat->kind != TERN_ATTR_SYMBOL_REF) return tern_parser_error_at(parser, pos, "expected a symbol reference");
  tern_op_add_attr(parser, op, "comdat", comdat);
  return tern_parse_token(parser, ")");
}

static void print_comdat(tern_printer_t *printer, const tern_op_t *op) {
  const tern_attr_t *comdat = tern_op_attr(op, "comdat");
  if (!comdat) return;
  tern_printer_text(printer, " comdat(");
  tern_printer_attr(printer, comdat);
  tern_printer_char(printer, ')');
}

static void print_prefix(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, TERN_LLVM_ENUM(LINKAGE), tern_llvm_enum_value(op, "linkage", 0));
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "visibility_", TERN_LLVM_ENUM(VISIBILITY), 0);
  if (tern_op_attr(op, "thread_local_")) tern_printer_text(printer, "thread_local ");
  tern_llvm_print_keyword(printer, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
}

// --- mlir.global ---

bool tern_llvm_parse_global(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  const tern_attr_t *value = NULL;
  parse_prefix(parser, op);
  if (tern_parse_optional_keyword(parser, "constant"))
    tern_op_add_attr(parser, op, "constant", tern_unit_attr_get(context));
  if (!parse_name(parser, op) || !tern_parse_token(parser, "(")) return false;
  if (!tern_parse_optional_token(parser, ")")) {
    value = tern_parse_attr(parser, NULL);
    if (!value || !tern_parse_token(parser, ")")) return false;
    tern_op_add_attr(parser, op, "value", value);
  }
  if (!parse_comdat(parser, op) || !tern_op_parse_optional_attr_dict(parser, op)) return false;
  if (!tern_op_parsed_attr(parser, op, "addr_space"))
    tern_op_add_attr(parser, op, "addr_space", tern_integer_attr_get(tern_i_type_get(context, 32), 0));
  const tern_type_t *type = NULL;
  if (tern_parse_optional_token(parser, ":")) {
    type = tern_parse_type(parser);
    if (!type) return false;
    if (tern_parser_at_token(parser, ","))
      return tern_parser_error_at(parser, op->pos, "custom op '%s' expected zero or one type", op->def->name->data);
    if (!tern_op_parse_optional_region(parser, op, NULL, &(bool){false})) return false;
  } else {
    if (!tern_attr_is_string(value))
      return tern_parser_error_at(parser, op->pos, "type can only be omitted for string globals");
    type = tern_llvm_array_type(tern_i_type_get(context, 8), tern_string_attr_value(value).size);
    tern_op_add_empty_region(parser, op);
  }
  tern_op_add_attr(parser, op, "global_type", tern_type_attr_get(type));
  return true;
}

void tern_llvm_print_global(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name",     "global_type",   "constant",    "value", "linkage",
                                       "unnamed_addr", "thread_local_", "visibility_", "comdat"};
  const tern_attr_t *value = tern_op_attr(op, "value");
  print_prefix(printer, op);
  if (tern_op_attr(op, "constant")) tern_printer_text(printer, "constant ");
  tern_printer_symbol_name(printer, tern_symbol_name(op));
  tern_printer_char(printer, '(');
  if (value) tern_printer_attr(printer, value);
  tern_printer_char(printer, ')');
  print_comdat(printer, op);
  tern_printer_attr_dict(printer, op, elided, 9);
  if (tern_attr_is_string(value)) return;
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "global_type")));
  if (tern_region_is_empty(&op->regions[0])) return;
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- mlir.alias ---

bool tern_llvm_parse_alias(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type;
  parse_prefix(parser, op);
  if (!parse_name(parser, op) || !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type))
    return false;
  tern_op_add_attr(parser, op, "alias_type", tern_type_attr_get(type));
  return tern_op_parse_region(parser, op, NULL);
}

void tern_llvm_print_alias(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name",     "alias_type",    "linkage",
                                       "unnamed_addr", "thread_local_", "visibility_"};
  print_prefix(printer, op);
  tern_printer_symbol_name(printer, tern_symbol_name(op));
  tern_printer_attr_dict(printer, op, elided, 6);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "alias_type")));
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}

// --- mlir.ifunc: linkage @name : function type, pointer type @resolver ---

bool tern_llvm_parse_ifunc(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type, *resolver_type;
  tern_str_t resolver;
  parse_linkage_and_visibility(parser, op);
  tern_llvm_parse_keyword(parser, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
  if (!parse_name(parser, op) || !tern_parse_colon_type(parser, &type) || !tern_parse_token(parser, ",") ||
      !(resolver_type = tern_parse_type(parser)) || !tern_parse_symbol_name(parser, &resolver))
    return false;
  tern_op_add_attr(parser, op, "i_func_type", tern_type_attr_get(type));
  tern_op_add_attr(parser, op, "resolver_type", tern_type_attr_get(resolver_type));
  tern_op_add_attr(parser, op, "resolver", tern_flat_symbol_ref_attr_get(tern_parser_context(parser), resolver));
  return tern_op_parse_optional_attr_dict(parser, op);
}

void tern_llvm_print_ifunc(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name", "i_func_type",  "resolver_type", "resolver",
                                       "linkage",  "unnamed_addr", "visibility_"};
  tern_printer_char(printer, ' ');
  tern_printer_enum(printer, TERN_LLVM_ENUM(LINKAGE), tern_llvm_enum_value(op, "linkage", 0));
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "visibility_", TERN_LLVM_ENUM(VISIBILITY), 0);
  tern_llvm_print_keyword(printer, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
  tern_printer_symbol_name(printer, tern_symbol_name(op));
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "i_func_type")));
  tern_printer_text(printer, ", ");
  tern_printer_type(printer, tern_type_attr_value(tern_op_attr(op, "resolver_type")));
  tern_printer_char(printer, ' ');
  tern_printer_attr(printer, tern_op_attr(op, "resolver"));
  tern_printer_attr_dict(printer, op, elided, 7);
}

// --- func ---

static const tern_type_t *make_function_type(tern_parser_t *parser, tern_source_pos_t pos,
                                             const tern_function_signature_t *signature) {
  tern_context_t *context = tern_parser_context(parser);
  if (signature->results.count > 1) {
    tern_parser_error_at(parser, pos, "failed to construct function type: expected zero or one function result");
    return NULL;
  }
  const tern_type_t **inputs = tern_parser_alloc(parser, (signature->args.count + 1) * sizeof(*inputs));
  for (size_t i = 0; i < signature->args.count; i++) {
    inputs[i] = signature->args.values[i].type;
    if (tern_llvm_is_compatible(inputs[i])) continue;
    tern_parser_error_at(parser, pos, "failed to construct function type: expected LLVM type for function arguments");
    return NULL;
  }
  const tern_type_t *result =
      signature->results.count > 0 ? signature->results.values[0] : tern_llvm_void_type(context);
  if (!tern_llvm_is_compatible(result)) {
    tern_parser_error_at(parser, pos, "failed to construct function type: expected LLVM type for function results");
    return NULL;
  }
  return tern_llvm_func_type(result, (tern_types_t){inputs, signature->args.count}, signature->is_variadic);
}

// vscale_range(min, max)
static bool parse_vscale_range(tern_parser_t *parser, tern_parsed_op_t *op) {
  if (!tern_parse_optional_keyword(parser, "vscale_range")) return true;
  tern_context_t *context = tern_parser_context(parser);
  int64_t min, max;
  if (!tern_parse_token(parser, "(") || !tern_parse_integer(parser, &min) || !tern_parse_token(parser, ",") ||
      !tern_parse_integer(parser, &max) || !tern_parse_token(parser, ")"))
    return false;
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_integer_attr_get(i32, min),
                       (uint64_t)(uintptr_t)tern_integer_attr_get(i32, max)};
  const tern_attr_row_t *row = tern_context_find_attr(context, TERN_STR("llvm.vscale_range"));
  tern_op_add_attr(parser, op, "vscale_range", tern_dialect_attr_get(context, row, params, 2));
  return true;
}

bool tern_llvm_parse_func(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_function_signature_t signature = {0};
  bool has_body;
  parse_linkage_and_visibility(parser, op);
  tern_llvm_parse_keyword(parser, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
  tern_llvm_parse_keyword(parser, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_name(parser, op) || !tern_function_parse_signature(parser, true, &signature)) return false;
  const tern_type_t *type = make_function_type(parser, pos, &signature);
  if (!type) return false;
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  if (!parse_vscale_range(parser, op) || !parse_comdat(parser, op) ||
      !tern_op_parse_optional_attr_dict_with_keyword(parser, op))
    return false;
  tern_function_add_arg_attrs(parser, op, &signature);
  return tern_op_parse_optional_region(parser, op, signature.has_names ? &signature.args : NULL, &has_body);
}

void tern_llvm_print_func(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name", "function_type", "arg_attrs", "res_attrs",    "linkage",
                                       "CConv",    "visibility_",   "comdat",    "unnamed_addr", "vscale_range"};
  const tern_type_t *type = tern_type_attr_value(tern_op_attr(op, "function_type"));
  const tern_type_t *result = (const tern_type_t *)(uintptr_t)type->params[0];
  tern_types_t inputs = {(const tern_type_t *const *)(const void *)&type->params[2], type->param_count - 2};
  tern_printer_char(printer, ' ');
  tern_llvm_print_keyword(printer, op, "linkage", TERN_LLVM_ENUM(LINKAGE), TERN_LLVM_LINKAGE_EXTERNAL);
  tern_llvm_print_keyword(printer, op, "visibility_", TERN_LLVM_ENUM(VISIBILITY), 0);
  tern_llvm_print_keyword(printer, op, "unnamed_addr", TERN_LLVM_ENUM(UNNAMED_ADDR), 0);
  tern_llvm_print_keyword(printer, op, "CConv", TERN_LLVM_ENUM(CCONV), 0);
  tern_printer_symbol_name(printer, tern_symbol_name(op));
  tern_types_t results = {&result, tern_type_is_llvm(result, TERN_LLVM_VOID) ? 0 : 1};
  tern_function_print_signature(printer, op, inputs, type->params[1] != 0, results);
  const tern_attr_t *range = tern_op_attr(op, "vscale_range");
  if (range)
    tern_printer_format(printer, " vscale_range(%" PRId64 ", %" PRId64 ")",
                        tern_integer_attr_value(tern_llvm_attr_param(range, "minRange")),
                        tern_integer_attr_value(tern_llvm_attr_param(range, "maxRange")));
  print_comdat(printer, op);
  tern_printer_attr_dict_with_keyword(printer, op, elided, 10);
  if (tern_region_is_empty(&op->regions[0])) return;
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], false, true);
}
