// Attributes of flow.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/flow/hooks.h"
#include "ir/context.h"

const tern_attr_t *tern_flow_parameter_attr_get(const tern_type_t *type, tern_str_t scope, tern_str_t key,
                                                const tern_attr_t *config) {
  tern_context_t *context = type->context;
  const uint64_t params[] = {(uint64_t)(uintptr_t)type,
                             scope.data ? (uint64_t)(uintptr_t)tern_ident_get(context, scope) : 0,
                             (uint64_t)(uintptr_t)tern_ident_get(context, key), (uint64_t)(uintptr_t)config};
  return tern_dialect_attr_get(context, &tern_flow_attrs[0], params, 4);
}

// `<"key">`, `<"scope"::"key", {config}>`, and the type behind it.
const tern_attr_t *tern_flow_parse_parameter(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  tern_str_t scope = {0}, key;
  const tern_attr_t *config = NULL;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &key)) return NULL;
  if (tern_parse_optional_token(parser, "::")) {
    scope = key;
    if (!tern_parse_string(parser, &key)) return NULL;
  }
  if (tern_parse_optional_token(parser, ",")) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    config = tern_parse_attr(parser, NULL);
    if (config && config->kind != TERN_ATTR_DICTIONARY) {
      tern_parser_error_at(parser, pos, "expected a dictionary");
      return NULL;
    }
    if (!config) return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  if (!type) tern_parser_error(parser, "expected `: type` behind #%s", row->name);
  return type ? tern_flow_parameter_attr_get(type, scope, key, config) : NULL;
}

void tern_flow_print_parameter(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  if (attr->params[1]) {
    tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[1]));
    tern_printer_text(printer, "::");
  }
  tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[2]));
  if (attr->params[3]) {
    tern_printer_text(printer, ", ");
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)attr->params[3]);
  }
  tern_printer_char(printer, '>');
}
