// !stablehlo.future<tensor<4xf32>, ...>: what an op will give that runs beside the others. Parameters are the types.

#include "asm/parser.h"
#include "asm/printer.h"
#include "dialect/stablehlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

static const tern_type_t *make_future(tern_context_t *context, const tern_type_row_t *row, tern_types_t types) {
  const uint64_t *params = (const uint64_t *)(const void *)types.values;
  return tern_dialect_type_get(context, row, params, types.count);
}

static const tern_type_t *find_other(tern_types_t types) {
  for (size_t i = 0; i < types.count; ++i) {
    if (types.values[i]->kind != TERN_TYPE_TENSOR) return types.values[i];
  }
  return NULL;
}

const tern_type_t *tern_hlo_future_type_get(const tern_dialect_t *dialect, tern_context_t *context,
                                            tern_types_t types) {
  if (types.count == 0 || find_other(types)) return NULL;
  return make_future(context, &dialect->types[1], types);
}

bool tern_hlo_is_future(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row->parse == tern_hlo_parse_future;
}

tern_types_t tern_hlo_future_types(const tern_type_t *type) {
  return (tern_types_t){(const tern_type_t *const *)(const void *)type->params, type->param_count};
}

const tern_type_t *tern_hlo_parse_future(tern_parser_t *parser, const tern_type_row_t *row) {
  tern_type_list_t list = {0};
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_type_list(parser, &list) || !tern_parse_token(parser, ">")) return NULL;
  tern_types_t types = {list.values, list.count};
  const tern_type_t *other = find_other(types);
  if (!other) return make_future(tern_parser_context(parser), row, types);
  tern_parser_error_at(parser, pos, "future element type must be a ranked tensor, but got '%s'", tern_type_text(other));
  return NULL;
}

void tern_hlo_print_future(tern_printer_t *printer, const tern_type_t *type) {
  tern_printer_char(printer, '<');
  tern_printer_types(printer, tern_hlo_future_types(type));
  tern_printer_char(printer, '>');
}
