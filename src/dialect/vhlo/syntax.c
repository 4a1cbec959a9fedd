// Functions of VHLO: `vhlo.func_v1 @name(%a: type, ...) -> (types) { ops } {other attributes}`.
//
// The name and the type are VHLO's attributes, and the other attributes stand behind the body.

#include "dialect/vhlo/hooks.h"
#include "ir/context.h"

static const tern_attr_t *make_type_attr(tern_parser_t *parser, const tern_arg_list_t *args,
                                         const tern_type_list_t *results) {
  size_t count = 1 + args->count + results->count;
  uint64_t *params = tern_parser_alloc(parser, count * sizeof(*params));
  params[0] = args->count;
  for (size_t i = 0; i < args->count; ++i) params[1 + i] = (uint64_t)(uintptr_t)args->values[i].type;
  for (size_t i = 0; i < results->count; ++i) {
    params[1 + args->count + i] = (uint64_t)(uintptr_t)results->values[i];
  }
  return tern_vhlo_type_attr_get(
      tern_dialect_type_get(tern_parser_context(parser), TERN_VHLO_TYPE(FUNC), params, count));
}

bool tern_vhlo_parse_func(tern_parser_t *parser, tern_parsed_op_t *op) {
  tern_str_t name;
  tern_arg_list_t args = {0};
  tern_type_list_t results = {0};
  if (!tern_parse_symbol_name(parser, &name) || !tern_parse_argument_list(parser, "()", true, false, &args) ||
      !tern_parse_optional_arrow_type_list(parser, &results) || !tern_op_parse_region(parser, op, &args)) {
    return false;
  }
  tern_op_add_attr(parser, op, "sym_name", tern_vhlo_string_attr_get(tern_parser_context(parser), name));
  tern_op_add_attr(parser, op, "function_type", make_type_attr(parser, &args, &results));
  return tern_op_parse_optional_attr_dict(parser, op);
}

// `(a, b)`, also for one and for none.
static void print_results(tern_printer_t *printer, const tern_attr_t *type_attr) {
  tern_printer_text(printer, " -> (");
  const tern_type_t *type =
      tern_vhlo_attr_is(type_attr, TERN_VHLO_ATTR_TYPE) ? (const tern_type_t *)(uintptr_t)type_attr->params[0] : NULL;
  if (type && type->row == TERN_VHLO_TYPE(FUNC)) {
    size_t inputs = (size_t)type->params[0];
    const uint64_t *results = &type->params[1 + inputs];
    tern_printer_types(
        printer, (tern_types_t){(const tern_type_t *const *)(const void *)results, type->param_count - 1 - inputs});
  }
  tern_printer_text(printer, ") ");
}

void tern_vhlo_print_func(tern_printer_t *printer, const tern_op_t *op) {
  static const char *const elided[] = {"sym_name", "function_type"};
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  bool is_named = tern_vhlo_attr_is(name, TERN_VHLO_ATTR_STRING);
  tern_printer_char(printer, ' ');
  tern_printer_symbol_name(printer, is_named ? tern_string_attr_value(tern_vhlo_attr_param(name, 0)) : TERN_STR(""));
  tern_printer_char(printer, '(');
  const tern_block_t *body = tern_op_body(op, 0);
  for (size_t i = 0; body && i < body->arg_count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_block_arg(printer, body->args[i], true);
  }
  tern_printer_char(printer, ')');
  print_results(printer, tern_op_attr(op, "function_type"));
  tern_printer_region(printer, &op->regions[0], false, true);
  tern_printer_attr_dict(printer, op, elided, sizeof(elided) / sizeof(elided[0]));
}
