// test: attributes that are structs, lists, or floats of a format that a word names.

#include <stdio.h>

#include "base/vec.h"
#include "ir/context.h"
#include "test/dialect/hooks.h"

static const tern_attr_t *param_attr(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

// --- structs: <name = value, ...> in any order ---

typedef enum param_kind {
  PARAM_STRING,
  PARAM_SIZE,   // a number, or `?`
  PARAM_SIZES,  // an array, or the number that it holds alone
} param_kind_t;

enum { MAX_STRUCT_PARAMS = 3 };

typedef struct struct_form {
  const char *row, *class_name;
  struct {
    const char *name;
    param_kind_t kind;
    bool is_optional;
  } params[MAX_STRUCT_PARAMS];
} struct_form_t;

static const struct_form_t structs[] = {
    {"test.custom_struct",
     "TestCustomStructAttr",
     {{"type_str", PARAM_STRING, false}, {"value", PARAM_SIZE, false}, {"opt_value", PARAM_SIZES, true}}},
    {"test.op_asm_attr_interface", "TestOpAsmAttrInterfaceAttr", {{"value", PARAM_STRING, false}}},
    {"test.op_asm_attr_interface_tablegen_default",
     "TestOpAsmAttrInterfaceTablegenDefaultAttr",
     {{"value", PARAM_STRING, false}}},
};

static const struct_form_t *struct_of(const tern_attr_row_t *row) {
  size_t i = 0;
  while (strcmp(structs[i].row, row->name) != 0) ++i;
  return &structs[i];
}

static size_t param_count(const struct_form_t *form) {
  size_t count = 0;
  while (count < MAX_STRUCT_PARAMS && form->params[count].name) ++count;
  return count;
}

static const tern_attr_t *parse_string_param(tern_parser_t *parser, const struct_form_t *form, size_t index) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (attr && attr->kind == TERN_ATTR_STRING) return attr;
  if (attr) tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
  tern_parser_error(parser, "failed to parse %s parameter '%s' which is to be a `mlir::StringAttr`", form->class_name,
                    form->params[index].name);
  return NULL;
}

static const tern_attr_t *parse_size_param(tern_parser_t *parser) {
  int64_t value = TERN_DYNAMIC;
  if (!tern_parse_optional_token(parser, "?") && !tern_parse_integer(parser, &value)) return NULL;
  return tern_integer_attr_get(tern_i_type_get(tern_parser_context(parser), 64), value);
}

static const tern_attr_t *parse_sizes_param(tern_parser_t *parser) {
  if (!tern_parser_at_token(parser, "[")) {
    const tern_attr_t *alone = tern_parse_attr(parser, NULL);
    if (!alone || !tern_attr_is_integer(alone)) return alone;
    return tern_array_attr_get(tern_parser_context(parser), &alone, 1);
  }
  return tern_parse_attr(parser, NULL);
}

static bool parse_struct_param(tern_parser_t *parser, const struct_form_t *form, const tern_attr_t **values) {
  tern_str_t name;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &name)) return tern_parser_error(parser, "expected a parameter name in struct");
  for (size_t i = 0; i < param_count(form); ++i) {
    if (!tern_str_equal_cstr(name, form->params[i].name) || values[i]) continue;
    if (!tern_parse_token(parser, "=")) return false;
    switch (form->params[i].kind) {
      case PARAM_STRING: values[i] = parse_string_param(parser, form, i); break;
      case PARAM_SIZE: values[i] = parse_size_param(parser); break;
      case PARAM_SIZES: values[i] = parse_sizes_param(parser); break;
    }
    return values[i] != NULL;
  }
  return tern_parser_error_at(parser, pos, "duplicate or unknown struct parameter name: %.*s", (int)name.size,
                              name.data);
}

const tern_attr_t *tern_test_parse_struct(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const struct_form_t *form = struct_of(row);
  const tern_attr_t *values[MAX_STRUCT_PARAMS] = {0};
  uint64_t params[MAX_STRUCT_PARAMS];
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  do {
    if (!parse_struct_param(parser, form, values)) return NULL;
  } while (tern_parse_optional_token(parser, ","));
  for (size_t i = 0; i < param_count(form); ++i) {
    if (!values[i] && !form->params[i].is_optional) {
      tern_parser_error_at(parser, pos, "struct is missing required parameter: %s", form->params[i].name);
      return NULL;
    }
    params[i] = (uint64_t)(uintptr_t)values[i];
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, param_count(form));
}

static void print_struct_param(tern_printer_t *printer, param_kind_t kind, const tern_attr_t *value) {
  bool is_lone = kind == PARAM_SIZES && value->kind == TERN_ATTR_ARRAY && tern_array_attr_count(value) == 1 &&
                 tern_attr_is_integer(tern_array_attr_at(value, 0));
  if (kind == PARAM_SIZE && tern_integer_attr_value(value) == TERN_DYNAMIC) {
    tern_printer_char(printer, '?');
  } else if (kind == PARAM_SIZE || is_lone) {
    tern_printer_int(printer, tern_integer_attr_value(is_lone ? tern_array_attr_at(value, 0) : value));
  } else {
    tern_printer_attr(printer, value);
  }
}

void tern_test_print_struct(tern_printer_t *printer, const tern_attr_t *attr) {
  const struct_form_t *form = struct_of(attr->row);
  const char *separator = "<";
  for (size_t i = 0; i < attr->param_count; ++i) {
    if (!param_attr(attr, i)) continue;
    tern_printer_format(printer, "%s%s = ", separator, form->params[i].name);
    print_struct_param(printer, form->params[i].kind, param_attr(attr, i));
    separator = ", ";
  }
  tern_printer_char(printer, '>');
}

void tern_test_alias_of_value(const tern_attr_t *attr, char *out_text, size_t size) {
  tern_str_t text = tern_string_attr_value(param_attr(attr, 0));
  snprintf(out_text, size, "%.*s", (int)text.size, text.data);
}

// --- floats: <"float" : 2.0> ---

const tern_attr_t *tern_test_parse_float(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  static const struct {
    const char *name;
    tern_type_kind_t kind;
  } formats[] = {{"float", TERN_TYPE_F32}, {"double", TERN_TYPE_F64}, {"fp80", TERN_TYPE_F80}};
  enum { FORMAT_COUNT = sizeof(formats) / sizeof(formats[0]) };
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  tern_str_t name;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &name) || !tern_parse_token(parser, ":")) {
    return NULL;
  }
  size_t i = 0;
  while (i < FORMAT_COUNT && !tern_str_equal_cstr(name, formats[i].name)) ++i;
  if (i == FORMAT_COUNT) {
    tern_parser_error(parser, "unknown float type, expected 'float', 'double' or 'fp80'");
    return NULL;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *value = tern_parse_attr(parser, tern_float_type_get(context, formats[i].kind));
  if (!value) return NULL;
  if (!tern_attr_is_float(value)) {
    tern_parser_error_at(parser, pos, "expected floating point literal");
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  uint64_t params[] = {(uint64_t)(uintptr_t)tern_string_attr_get(context, name), (uint64_t)(uintptr_t)value};
  return tern_dialect_attr_get(context, row, params, 2);
}

void tern_test_print_float(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, param_attr(attr, 0));
  tern_printer_text(printer, " : ");
  tern_printer_attr_without_type(printer, param_attr(attr, 1));
  tern_printer_char(printer, '>');
}

// --- lists: [a, b] ---

typedef struct list_form {
  const char *row;
  const char *attr, *enum_attr;          // what the elements are; 32-bit integers where both are NULL
  const char *class_name, *value_class;  // what errors call the attribute and its parameter, or NULL
} list_form_t;

static const list_form_t lists[] = {
    {"test.array_of_ugly", "test.attr_ugly", NULL, NULL, NULL},
    {"test.array_of_ints", NULL, NULL, "TestArrayOfInts", "::llvm::ArrayRef<int32_t>"},
    {"test.array_of_enums", NULL, "test.simple_enum", "TestArrayOfEnums", "::llvm::ArrayRef<SimpleEnumAttr>"},
};

static const list_form_t *list_of(const tern_attr_row_t *row) {
  size_t i = 0;
  while (strcmp(lists[i].row, row->name) != 0) ++i;
  return &lists[i];
}

static const tern_attr_t *parse_list_element(tern_parser_t *parser, const list_form_t *form) {
  tern_context_t *context = tern_parser_context(parser);
  int64_t value;
  if (form->attr) {
    const tern_attr_row_t *row = tern_context_find_attr(context, tern_str_from_cstr(form->attr));
    return row->parse(parser, row, NULL);
  }
  if (form->enum_attr) {
    const tern_enum_row_t *row = tern_context_find_enum_attr(context, tern_str_from_cstr(form->enum_attr));
    return tern_parse_enum(parser, row, &value) ? tern_enum_attr_get(context, row, value) : NULL;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, &value)) return NULL;
  if (value < INT32_MIN || value > INT32_MAX) {
    tern_parser_error_at(parser, pos, "integer value too large");
    return NULL;
  }
  return tern_integer_attr_get(tern_i_type_get(context, 32), value);
}

const tern_attr_t *tern_test_parse_list(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_context_t *context = tern_parser_context(parser);
  TERN_VEC(const tern_attr_t *) elements = {0};
  const list_form_t *form = list_of(row);
  bool is_right = tern_parse_token(parser, "[");
  if (is_right && !tern_parse_optional_token(parser, "]")) {
    do {
      const tern_attr_t *element = parse_list_element(parser, form);
      is_right = element != NULL;
      if (!is_right && form->class_name) {
        tern_parser_error(parser, "failed to parse %s parameter 'value' which is to be a `%s`", form->class_name,
                          form->value_class);
      }
      tern_vec_push(&elements, element);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  const tern_attr_t *list = is_right ? tern_array_attr_get(context, elements.values, elements.count) : NULL;
  tern_vec_deinitialize(&elements);
  uint64_t param = (uint64_t)(uintptr_t)list;
  return list ? tern_dialect_attr_get(context, row, &param, 1) : NULL;
}

void tern_test_print_list(tern_printer_t *printer, const tern_attr_t *attr) {
  const list_form_t *form = list_of(attr->row);
  const tern_attr_t *list = param_attr(attr, 0);
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    const tern_attr_t *element = tern_array_attr_at(list, i);
    if (i) tern_printer_text(printer, ", ");
    if (form->attr || form->enum_attr) {
      tern_printer_attr_stripped(printer, element);
    } else {
      tern_printer_int(printer, tern_integer_attr_value(element));
    }
  }
  if (form->attr && tern_array_attr_count(list)) tern_printer_char(printer, ' ');
  tern_printer_char(printer, ']');
}
