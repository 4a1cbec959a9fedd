// gpu: syntax of the attributes that are no enums.

#include <inttypes.h>

#include "dialect/gpu/gpu.h"
#include "dialect/gpu/hooks.h"

// `<17>`
const tern_attr_t *tern_gpu_parse_mask(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  int64_t bits;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &bits) || !tern_parse_token(parser, ">"))
    return NULL;
  const uint64_t params[] = {(uint64_t)bits};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 1);
}

void tern_gpu_print_mask(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRIu64 ">", attr->params[0]);
}

static bool parse_processor(tern_parser_t *parser, uint64_t *out_param) {
  int64_t value;
  if (!tern_parse_enum(parser, TERN_GPU_ENUM(PROCESSOR), &value)) return false;
  *out_param = (uint64_t)value;
  return true;
}

static bool parse_map(tern_parser_t *parser, uint64_t *out_param) {
  const tern_affine_map_t *map = tern_parse_affine_map(parser);
  *out_param = (uint64_t)(uintptr_t)map;
  return map != NULL;
}

// `<processor = thread_x, map = (d0) -> (d0), bound = (d0) -> (d0)>`, the fields in any order.
const tern_attr_t *tern_gpu_parse_loop_dim_map(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  (void)type;
  static const char *const names[] = {"processor", "map", "bound"};
  uint64_t params[3];
  bool is_given[3] = {false};
  if (!tern_parse_token(parser, "<")) return NULL;
  for (size_t count = 0; count < 3; ++count) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    if (count && !tern_parse_token(parser, ",")) return NULL;
    if (count) pos = tern_parser_pos(parser);
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    size_t index = 0;
    while (index < 3 && !tern_str_equal_cstr(name, names[index])) ++index;
    if (index == 3 || is_given[index]) {
      tern_parser_error_at(parser, pos, "expected the fields processor, map and bound of #gpu.loop_dim_map, each once");
      return NULL;
    }
    is_given[index] = true;
    if (!tern_parse_token(parser, "=")) return NULL;
    if (!(index == 0 ? parse_processor : parse_map)(parser, &params[index])) return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 3);
}

static void print_map(tern_printer_t *printer, uint64_t param) {
  tern_string_builder_t text = {0};
  tern_affine_map_print((const tern_affine_map_t *)(uintptr_t)param, &text);
  tern_printer_str(printer, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

void tern_gpu_print_loop_dim_map(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<processor = ");
  tern_printer_enum(printer, TERN_GPU_ENUM(PROCESSOR), (int64_t)attr->params[0]);
  tern_printer_text(printer, ", map = ");
  print_map(printer, attr->params[1]);
  tern_printer_text(printer, ", bound = ");
  print_map(printer, attr->params[2]);
  tern_printer_char(printer, '>');
}
