// xevm: attributes of matrix products, which are structs of numbers and of element types.

#include <inttypes.h>

#include "dialect/xevm/hooks.h"

enum { MAX_MEMBERS = 4 };

// What a struct is like: its members, of which the last may be absent.
typedef struct form {
  const char *names[MAX_MEMBERS];
  size_t count;
  size_t required_count;
  bool (*parse_member)(tern_parser_t *parser, const char *name, uint64_t *out_param);
} form_t;

static bool parse_size(tern_parser_t *parser, const char *name, uint64_t *out_param) {
  int64_t value;
  if (!tern_parse_integer(parser, &value)) return false;
  if (value < INT32_MIN || value > INT32_MAX)
    return tern_parser_error(parser, "dimension '%s' has to fit 32 bits", name);
  *out_param = (uint64_t)value;
  return true;
}

static bool parse_element(tern_parser_t *parser, const char *name, uint64_t *out_param) {
  (void)name;
  int64_t value;
  if (!tern_parse_enum(parser, TERN_XEVM_ENUM(ELEM_TYPE), &value)) return false;
  *out_param = (uint64_t)value;
  return true;
}

static const form_t shape_form = {{"m", "n", "k"}, 3, 3, parse_size};
static const form_t types_form = {{"d", "a", "b", "c"}, 4, 3, parse_element};

static bool parse_name(tern_parser_t *parser, const form_t *form, bool *is_given, size_t *out_index) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  for (size_t i = 0; i < form->count; ++i) {
    if (is_given[i] || !tern_str_equal_cstr(name, form->names[i])) continue;
    is_given[i] = true;
    *out_index = i;
    return tern_parse_token(parser, "=");
  }
  return tern_parser_error_at(parser, pos, "duplicate or unknown struct parameter name: %.*s", (int)name.size,
                              name.data);
}

// Members that are absent are 0, which no element type is.
static const tern_attr_t *parse_struct(tern_parser_t *parser, const tern_attr_row_t *row, const form_t *form) {
  uint64_t params[MAX_MEMBERS] = {0};
  bool is_given[MAX_MEMBERS] = {false};
  if (!tern_parse_token(parser, "<")) return NULL;
  for (size_t i = 0; i < form->count; ++i) {
    size_t index = 0;
    bool is_fixed = form->count == form->required_count;
    if (i > 0 && is_fixed && !tern_parse_token(parser, ",")) return NULL;
    if (i > 0 && !is_fixed && !tern_parse_optional_token(parser, ",")) break;
    if (!parse_name(parser, form, is_given, &index)) return NULL;
    if (!form->parse_member(parser, form->names[index], &params[index])) return NULL;
  }
  for (size_t i = 0; i < form->required_count; ++i) {
    if (is_given[i]) continue;
    tern_parser_error(parser, "struct is missing required parameter: %s", form->names[i]);
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, form->count);
}

const tern_attr_t *tern_xevm_parse_mma_shape(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  (void)type;
  return parse_struct(parser, row, &shape_form);
}

void tern_xevm_print_mma_shape(tern_printer_t *printer, const tern_attr_t *attr) {
  for (size_t i = 0; i < shape_form.count; ++i)
    tern_printer_format(printer, "%s%s = %" PRId64, i ? ", " : "<", shape_form.names[i], (int64_t)attr->params[i]);
  tern_printer_char(printer, '>');
}

const tern_attr_t *tern_xevm_parse_mma_types(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  (void)type;
  return parse_struct(parser, row, &types_form);
}

void tern_xevm_print_mma_types(tern_printer_t *printer, const tern_attr_t *attr) {
  for (size_t i = 0; i < types_form.count; ++i) {
    if (attr->params[i] == 0) continue;
    tern_printer_format(printer, "%s%s = ", i ? ", " : "<", types_form.names[i]);
    tern_printer_enum(printer, TERN_XEVM_ENUM(ELEM_TYPE), (int64_t)attr->params[i]);
  }
  tern_printer_char(printer, '>');
}
