// Types of transform that have parameters.

#include "dialect/transform/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// `<"name">`
const tern_type_t *tern_transform_parse_op_type(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_str_t name;
  tern_context_t *context = tern_parser_context(parser);
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ">"))
    return NULL;
  uint64_t param = (uint64_t)(uintptr_t)tern_ident_get(context, name);
  return tern_dialect_type_get(context, row, &param, 1);
}

void tern_transform_print_op_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)type->params[0]));
  tern_printer_char(printer, '>');
}

// `<type>`
const tern_type_t *tern_transform_parse_param_type(tern_parser_t *parser, const tern_type_row_t *row) {
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type || !tern_parse_token(parser, ">")) return NULL;
  if (!tern_type_is_integer(type) || tern_integer_type_width(type) > 64) {
    tern_parser_error_at(parser, pos, "expected an integer type of at most 64 bits but got %s", tern_type_text(type));
    return NULL;
  }
  uint64_t param = (uint64_t)(uintptr_t)type;
  return tern_dialect_type_get(type->context, row, &param, 1);
}

void tern_transform_print_param_type(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, (const tern_type_t *)(uintptr_t)type->params[0]);
  tern_printer_char(printer, '>');
}
