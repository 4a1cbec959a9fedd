// Syntax of vm's modules: imports, exports, initializers, and what has lists in it.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/vm/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"
#include "ir/symbol.h"

// --- vm.export @f as("name") attributes {...} ---

bool tern_vm_parse_export(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t function, name;
  if (!tern_parse_symbol_name(parser, &function)) return false;
  name = function;
  if (tern_parse_optional_keyword(parser, "as") &&
      (!tern_parse_token(parser, "(") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ")"))) {
    return false;
  }
  tern_op_add_attr(parser, op, "function_ref", tern_flat_symbol_ref_attr_get(context, function));
  tern_op_add_attr(parser, op, "export_name", tern_string_attr_get(context, name));
  return tern_op_parse_optional_attr_dict_with_keyword(parser, op);
}

void tern_vm_print_export(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"function_ref", "export_name"};
  tern_str_t function = tern_symbol_ref_attr_at(tern_op_attr(op, "function_ref"), 0);
  tern_str_t name = tern_string_attr_value(tern_op_attr(op, "export_name"));
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, function);
  if (!tern_str_equal(function, name)) {
    tern_printer_text(printer, " as(");
    tern_printer_quoted(printer, name);
    tern_printer_char(printer, ')');
  }
  tern_printer_attr_dict_with_keyword(printer, op, elided, 2);
}

// --- vm.import private optional @m.f(%a : i32, %b : i64 ...) -> i32 attributes {...} ---

typedef struct import_args {
  tern_type_list_t types;
  const tern_attr_t **attrs;
  size_t capacity;
  bool has_attrs;
} import_args_t;

static void push_import_arg(tern_parser_t *parser, import_args_t *args, const tern_type_t *type,
                            const tern_attr_t *attrs) {
  if (args->types.count == args->capacity) {
    size_t capacity = args->capacity ? 2 * args->capacity : 8;
    const tern_attr_t **grown = tern_parser_alloc(parser, capacity * sizeof *grown);
    if (args->types.count) memcpy(grown, args->attrs, args->types.count * sizeof *grown);
    args->attrs = grown;
    args->capacity = capacity;
  }
  args->attrs[args->types.count] = attrs ? attrs : tern_dictionary_attr_get(tern_parser_context(parser), NULL, 0);
  args->has_attrs = args->has_attrs || attrs;
  tern_type_list_push(parser, &args->types, type);
}

static bool parse_import_arg(tern_parser_t *parser, import_args_t *args) {
  tern_context_t *context = tern_parser_context(parser);
  tern_unresolved_operand_t name;
  bool has_name = false;
  const tern_attr_t *attrs = NULL;
  if (!tern_parse_optional_operand(parser, &name, &has_name)) return false;
  if (has_name) {
    if (!tern_parse_token(parser, ":")) return false;
    const tern_attr_t *text = tern_string_attr_get(context, tern_str_drop(name.name, 1));
    attrs = tern_dictionary_attr_with(context, attrs, TERN_STR("vm.name"), text);
  }
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (tern_parse_optional_token(parser, "...")) {
    attrs = tern_dictionary_attr_with(context, attrs, TERN_STR("vm.variadic"), tern_unit_attr_get(context));
  }
  push_import_arg(parser, args, type, attrs);
  return true;
}

bool tern_vm_parse_import(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_context_t *context = tern_parser_context(parser);
  import_args_t args = {0};
  tern_type_list_t results = {0};
  tern_str_t name;
  tern_function_parse_visibility(parser, op);
  if (tern_parse_optional_keyword(parser, "optional")) {
    tern_op_add_attr(parser, op, "is_optional", tern_unit_attr_get(context));
  }
  if (!tern_parse_symbol_name(parser, &name) || !tern_parse_token(parser, "(")) return false;
  tern_op_add_attr(parser, op, "sym_name", tern_string_attr_get(context, name));
  if (!tern_parse_optional_token(parser, ")")) {
    do {
      if (!parse_import_arg(parser, &args)) return false;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ")")) return false;
  }
  if (!tern_parse_optional_arrow_type_list(parser, &results)) return false;
  const tern_type_t *type = tern_function_type_get(context, (tern_types_t){args.types.values, args.types.count},
                                                   (tern_types_t){results.values, results.count});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  if (args.has_attrs) {
    tern_op_add_attr(parser, op, "arg_attrs", tern_array_attr_get(context, args.attrs, args.types.count));
  }
  if (!tern_op_parse_optional_attr_dict_with_keyword(parser, op)) return false;
  tern_op_add_empty_region(parser, op);
  return true;
}

static void print_import_arg(tern_printer_t *printer, const tern_op_t *op, size_t index) {
  const tern_attr_t *list = tern_op_attr(op, "arg_attrs");
  const tern_attr_t *attrs = list && index < tern_array_attr_count(list) ? tern_array_attr_at(list, index) : NULL;
  const tern_attr_t *name = tern_dictionary_attr_lookup(attrs, TERN_STR("vm.name"));
  if (tern_attr_is_string(name)) {
    tern_printer_char(printer, '%');
    tern_printer_str(printer, tern_string_attr_value(name));
    tern_printer_text(printer, " : ");
  }
  tern_printer_type(printer, tern_function_type_inputs(tern_vm_func_type(op)).values[index]);
  if (tern_vm_import_is_variadic_at(op, index)) tern_printer_text(printer, " ...");
}

void tern_vm_print_import(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name",  "sym_visibility", "function_type",
                                       "arg_attrs", "res_attrs",      "is_optional"};
  const tern_attr_t *visibility = tern_op_attr(op, "sym_visibility");
  const tern_type_t *type = tern_vm_func_type(op);
  tern_printer_char(printer, ' ');
  tern_printer_str(printer, visibility ? tern_string_attr_value(visibility) : TERN_STR("public"));
  tern_printer_char(printer, ' ');
  if (tern_op_attr(op, "is_optional")) tern_printer_text(printer, "optional ");
  tern_printer_symbol_name(printer, tern_symbol_name(op));
  tern_printer_char(printer, '(');
  for (size_t i = 0; i < tern_function_type_input_count(type); ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    print_import_arg(printer, op, i);
  }
  tern_printer_char(printer, ')');
  tern_printer_optional_arrow_types(printer, tern_function_type_results(type));
  tern_printer_attr_dict_with_keyword(printer, op, elided, sizeof elided / sizeof elided[0]);
}

// --- vm.initializer attributes {...} { ... } ---

bool tern_vm_parse_initializer(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *type = tern_function_type_get(tern_parser_context(parser), (tern_types_t){0}, (tern_types_t){0});
  tern_op_add_attr(parser, op, "function_type", tern_type_attr_get(type));
  return tern_op_parse_optional_attr_dict_with_keyword(parser, op) && tern_op_parse_region(parser, op, NULL);
}

void tern_vm_print_initializer(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"function_type", "arg_attrs", "res_attrs"};
  tern_printer_attr_dict_with_keyword(printer, op, elided, 3);
  tern_printer_char(printer, ' ');
  tern_printer_region(printer, &op->regions[0], true, true);
}

// --- vm.optimization_barrier %a, %b : i32, i64 ---

bool tern_vm_parse_barrier(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_operand_list_t operands = {0};
  tern_type_list_t types = {0};
  if (!tern_parse_operand_list(parser, NULL, &operands) || !tern_op_parse_optional_attr_dict(parser, op) ||
      !tern_parse_token(parser, ":") || !tern_parse_type_list(parser, &types) ||
      !tern_op_resolve_operands_each(parser, op, &operands, &types)) {
    return false;
  }
  for (size_t i = 0; i < types.count; ++i) tern_op_add_result_type(parser, op, types.values[i]);
  return true;
}

void tern_vm_print_barrier(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, op->operand_count);
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_operand_types(printer, op, 0, op->operand_count);
}

// --- vm.cond_fail %condition, %status, "message", or without the condition, which is the status then ---

bool tern_vm_parse_cond_fail(tern_parser_t *parser, tern_parsed_op_t *op) {
  const tern_type_t *i32 = tern_i_type_get(tern_parser_context(parser), 32);
  tern_unresolved_operand_t condition, status;
  tern_str_t message;
  bool has_status = false;
  if (!tern_parse_operand(parser, &condition)) return false;
  status = condition;
  if (tern_parse_optional_token(parser, ",")) {
    if (!tern_parse_optional_operand(parser, &status, &has_status)) return false;
    if (!has_status) status = condition;
    if (!has_status || tern_parse_optional_token(parser, ",")) {
      if (!tern_parse_string(parser, &message)) return false;
      tern_op_add_attr(parser, op, "message", tern_string_attr_get(tern_parser_context(parser), message));
    }
  }
  return tern_op_parse_optional_attr_dict(parser, op) && tern_op_resolve_operand(parser, op, condition, i32) &&
         tern_op_resolve_operand(parser, op, status, i32);
}

void tern_vm_print_cond_fail(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"message"};
  const tern_attr_t *message = tern_op_attr(op, "message");
  bool is_status = tern_op_operand(op, 0) == tern_op_operand(op, 1);
  tern_printer_char(printer, ' ');
  tern_printer_operands(printer, op, 0, is_status ? 1 : 2);
  if (message) {
    tern_printer_text(printer, ", ");
    tern_printer_quoted(printer, tern_string_attr_value(message));
  }
  tern_printer_attr_dict(printer, op, elided, 1);
}

// --- vm.switch.i32 %index[%a, %b] else %default : i32 ---

bool tern_vm_parse_switch(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_unresolved_operand_t index, otherwise;
  tern_operand_list_t values = {0};
  const tern_type_t *type;
  if (!tern_parse_operand(parser, &index) || !tern_parse_operand_list(parser, "[]", &values) ||
      !tern_parse_keyword(parser, "else") || !tern_parse_operand(parser, &otherwise) ||
      !tern_op_parse_optional_attr_dict(parser, op) || !tern_parse_colon_type(parser, &type) ||
      !tern_op_resolve_operand(parser, op, index, tern_i_type_get(tern_parser_context(parser), 32)) ||
      !tern_op_resolve_operand(parser, op, otherwise, type) || !tern_op_resolve_operands(parser, op, &values, type)) {
    return false;
  }
  tern_op_add_result_type(parser, op, type);
  return true;
}

void tern_vm_print_switch(tern_printer_t *printer, const tern_op_t *op) {
  tern_printer_char(printer, ' ');
  tern_printer_value(printer, tern_op_operand(op, 0));
  tern_printer_char(printer, '[');
  tern_printer_operands(printer, op, 2, op->operand_count - 2);
  tern_printer_text(printer, "] else ");
  tern_printer_value(printer, tern_op_operand(op, 1));
  tern_printer_attr_dict(printer, op, NULL, 0);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, op->results[0].type);
}
