// Attributes of VHLO: the table and the syntax.

#include <string.h>

#include "base/vec.h"
#include "dialect/vhlo/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

typedef TERN_VEC(uint64_t) params_t;

static uint64_t param_of(const void *pointer) { return (uint64_t)(uintptr_t)pointer; }

static const tern_attr_t *make_attr(tern_parser_t *parser, const tern_attr_row_t *row, params_t *params,
                                    bool is_right) {
  const tern_attr_t *attr =
      is_right ? tern_dialect_attr_get(tern_parser_context(parser), row, params->values, params->count) : NULL;
  tern_vec_deinitialize(params);
  return attr;
}

// --- <[elements]> ---

static const tern_attr_t *parse_array(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  params_t params = {0};
  bool is_right = tern_parse_token(parser, "<") && tern_parse_token(parser, "[");
  if (is_right && !tern_parser_at_token(parser, "]")) {
    do {
      const tern_attr_t *element = tern_parse_attr(parser, NULL);
      is_right = element != NULL;
      tern_vec_push(&params, param_of(element));
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "]") && tern_parse_token(parser, ">");
  return make_attr(parser, row, &params, is_right);
}

static void print_array(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<[");
  for (size_t i = 0; i < attr->param_count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_vhlo_attr_param(attr, i));
  }
  tern_printer_text(printer, "]>");
}

// --- <{name = value}>, both attributes ---

static bool parse_entry(tern_parser_t *parser, params_t *params) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *name = tern_parse_attr(parser, NULL);
  if (!name) return false;
  if (!tern_vhlo_is_attr(name)) {
    return tern_parser_error_at(parser, pos, "expected VHLO attribute as key, found %s", tern_attr_text(name));
  }
  if (!tern_parse_token(parser, "=")) return false;
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  tern_vec_push(params, param_of(name));
  tern_vec_push(params, param_of(value));
  return value != NULL;
}

static const tern_attr_t *parse_dict(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  params_t params = {0};
  bool is_right = tern_parse_token(parser, "<") && tern_parse_token(parser, "{");
  if (is_right && !tern_parser_at_token(parser, "}")) {
    do {
      is_right = parse_entry(parser, &params);
    } while (is_right && tern_parse_optional_token(parser, ","));
  }
  is_right = is_right && tern_parse_token(parser, "}") && tern_parse_token(parser, ">");
  return make_attr(parser, row, &params, is_right);
}

static void print_dict(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, "<{");
  for (size_t i = 0; i < attr->param_count; i += 2) {
    if (i > 0) tern_printer_text(printer, ", ");
    tern_printer_attr(printer, tern_vhlo_attr_param(attr, i));
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, tern_vhlo_attr_param(attr, i + 1));
  }
  tern_printer_text(printer, "}>");
}

// --- <true> ---

static const tern_attr_t *parse_bool(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  params_t params = {0};
  bool is_right = tern_parse_token(parser, "<");
  if (is_right) {
    bool is_true = tern_parse_optional_keyword(parser, "true");
    is_right = is_true || tern_parse_optional_keyword(parser, "false") ||
               tern_parser_error(parser, "expected 'true' or 'false'");
    tern_vec_push(&params, is_true);
  }
  is_right = is_right && tern_parse_token(parser, ">");
  return make_attr(parser, row, &params, is_right);
}

static void print_bool(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_text(printer, attr->params[0] ? "<true>" : "<false>");
}

// --- <type> ---

static const tern_attr_t *parse_type(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *value = tern_parse_type(parser);
  if (!value) return NULL;
  if (!tern_vhlo_is_type(value)) {
    tern_parser_error_at(parser, pos, "expected VHLO type, found '%s'", tern_type_text(value));
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  uint64_t param = param_of(value);
  return tern_dialect_attr_get(tern_parser_context(parser), row, &param, 1);
}

static void print_type(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_type(printer, (const tern_type_t *)(uintptr_t)attr->params[0]);
  tern_printer_char(printer, '>');
}

// --- builtin attributes in VHLO's clothes: <1 : i64>, <dense<1> : tensor<2xi64>>, <"text"> ---

static bool is_wrapped(tern_vhlo_attr_id_t id, const tern_attr_t *builtin) {
  const tern_type_t *type = tern_attr_type(builtin);
  if (id == TERN_VHLO_ATTR_STRING) return tern_attr_is_string(builtin) && !type;
  if (id == TERN_VHLO_ATTR_INTEGER && !tern_attr_is_integer(builtin)) return false;
  if (id == TERN_VHLO_ATTR_TENSOR && builtin->kind != TERN_ATTR_DENSE_ELEMENTS) return false;
  return type && tern_vhlo_type_of(type, false);
}

static const tern_attr_t *parse_builtin(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *builtin = tern_parse_attr(parser, NULL);
  if (!builtin) return NULL;
  tern_vhlo_attr_id_t id = (tern_vhlo_attr_id_t)(row - tern_vhlo_attrs);
  if (!is_wrapped(id, builtin)) {
    tern_parser_error_at(parser, pos, "%s does not fit in '%s'", tern_attr_text(builtin), row->name);
    return NULL;
  }
  return tern_parse_token(parser, ">") ? tern_vhlo_wrapper_attr_get(id, builtin) : NULL;
}

static void print_builtin(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, tern_vhlo_attr_param(attr, 0));
  tern_printer_char(printer, '>');
}

// --- <1.5 : !vhlo.f32_v1> ---

static const tern_attr_t *parse_float(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type, (void)row;
  double value;
  const tern_type_t *vhlo;
  if (!tern_parse_token(parser, "<") || !tern_parse_float(parser, &value)) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_colon_type(parser, &vhlo)) return NULL;
  const tern_type_t *builtin = tern_vhlo_is_type(vhlo) ? tern_vhlo_type_to_builtin(vhlo, false) : NULL;
  if (!builtin || !tern_type_is_float(builtin)) {
    tern_parser_error_at(parser, pos, "expected a floating-point type of VHLO, found '%s'", tern_type_text(vhlo));
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_FLOAT, tern_float_attr_get(builtin, value));
}

static void print_float(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *builtin = tern_vhlo_attr_param(attr, 0);
  tern_printer_char(printer, '<');
  tern_printer_attr_without_type(printer, builtin);
  tern_printer_text(printer, " : ");
  tern_printer_type(printer, tern_vhlo_type_of(tern_attr_type(builtin), false));
  tern_printer_char(printer, '>');
}

// --- <name = value, ...> in the order of declaration ---

static bool parse_list(tern_parser_t *parser, params_t *params) {
  size_t count = params->count;
  tern_vec_push(params, 0);
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    int64_t value = TERN_DYNAMIC;
    if (!tern_parse_optional_token(parser, "?") && !tern_parse_integer(parser, &value)) return false;
    tern_vec_push(params, (uint64_t)value);
    ++params->values[count];
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

static bool parse_field_value(tern_parser_t *parser, tern_vhlo_field_kind_t kind, params_t *params) {
  if (kind == TERN_VHLO_FIELD_LIST) return parse_list(parser, params);
  uint64_t value = 0;
  bool is_right;
  if (kind == TERN_VHLO_FIELD_NUMBER) {
    is_right = tern_parse_integer(parser, (int64_t *)&value);
  } else if (kind == TERN_VHLO_FIELD_REAL) {
    double real = 0;
    is_right = tern_parse_float(parser, &real);
    memcpy(&value, &real, sizeof(value));
  } else {
    tern_source_pos_t pos = tern_parser_pos(parser);
    const tern_attr_t *inner = tern_parse_attr(parser, NULL);
    is_right = inner != NULL;
    if (inner && !tern_vhlo_is_attr(inner)) {
      return tern_parser_error_at(parser, pos, "expected VHLO attribute, found %s", tern_attr_text(inner));
    }
    value = param_of(inner);
  }
  tern_vec_push(params, value);
  return is_right;
}

static const tern_attr_t *parse_fields(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const tern_vhlo_field_t *fields = tern_vhlo_attr_infos[row - tern_vhlo_attrs].fields;
  params_t params = {0};
  bool is_right = tern_parse_token(parser, "<");
  for (size_t i = 0; is_right && i < TERN_VHLO_MAX_FIELDS && fields[i].name; ++i) {
    bool is_optional = fields[i].kind == TERN_VHLO_FIELD_OPTIONAL_ATTR;
    if (is_optional && tern_parser_at_token(parser, ">")) {
      tern_vec_push(&params, 0);
      continue;
    }
    if (i > 0) is_right = tern_parse_token(parser, ",");
    is_right = is_right && tern_parse_keyword(parser, fields[i].name) && tern_parse_token(parser, "=") &&
               parse_field_value(parser, fields[i].kind, &params);
  }
  is_right = is_right && tern_parse_token(parser, ">");
  return make_attr(parser, row, &params, is_right);
}

static void print_list(tern_printer_t *printer, const uint64_t *values, size_t count) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < count; ++i) {
    if (i > 0) tern_printer_text(printer, ", ");
    if ((int64_t)values[i] == TERN_DYNAMIC) {
      tern_printer_char(printer, '?');
    } else {
      tern_printer_int(printer, (int64_t)values[i]);
    }
  }
  tern_printer_char(printer, ']');
}

static void print_field_value(tern_printer_t *printer, tern_vhlo_field_kind_t kind, const uint64_t *param) {
  if (kind == TERN_VHLO_FIELD_LIST) {
    print_list(printer, param + 1, (size_t)param[0]);
  } else if (kind == TERN_VHLO_FIELD_NUMBER) {
    tern_printer_int(printer, (int64_t)*param);
  } else if (kind == TERN_VHLO_FIELD_REAL) {
    double real;
    memcpy(&real, param, sizeof(real));
    const tern_type_t *type = tern_float_type_get(tern_printer_context(printer), TERN_TYPE_F64);
    tern_printer_attr_without_type(printer, tern_float_attr_get(type, real));
  } else {
    tern_printer_attr(printer, (const tern_attr_t *)(uintptr_t)*param);
  }
}

static void print_fields(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_vhlo_field_t *fields = tern_vhlo_attr_infos[(const tern_attr_row_t *)attr->row - tern_vhlo_attrs].fields;
  const uint64_t *param = attr->params;
  tern_printer_char(printer, '<');
  for (size_t i = 0; i < TERN_VHLO_MAX_FIELDS && fields[i].name; ++i) {
    if (fields[i].kind != TERN_VHLO_FIELD_OPTIONAL_ATTR || *param) {
      tern_printer_format(printer, "%s%s = ", i > 0 ? ", " : "", fields[i].name);
      print_field_value(printer, fields[i].kind, param);
    }
    param += fields[i].kind == TERN_VHLO_FIELD_LIST ? 1 + *param : 1;
  }
  tern_printer_char(printer, '>');
}

// --- the table ---

const tern_attr_row_t tern_vhlo_attrs[] = {
#define ATTR(ID, NAME, FIRST, CODE, HOOK, ...)                            \
  [TERN_VHLO_ATTR_##ID] = {.name = "vhlo." NAME,                          \
                           .summary = "Attribute of a portable artifact", \
                           .parse = parse_##HOOK,                         \
                           .print = print_##HOOK},
#include "dialect/vhlo/vhlo_attrs.def"
#undef ATTR
};

const tern_vhlo_attr_info_t tern_vhlo_attr_infos[] = {
#define ATTR(ID, NAME, FIRST, CODE, HOOK, ...) [TERN_VHLO_ATTR_##ID] = {FIRST, CODE, {__VA_ARGS__}},
#include "dialect/vhlo/vhlo_attrs.def"
#undef ATTR
};

bool tern_vhlo_is_attr(const tern_attr_t *attr) {
  const tern_attr_row_t *row = attr->row;
  if (attr->kind == TERN_ATTR_DIALECT) {
    return row >= tern_vhlo_attrs && row < tern_vhlo_attrs + TERN_VHLO_ATTR_COUNT;
  }
  const tern_enum_row_t *enum_row = attr->row;
  return attr->kind == TERN_ATTR_ENUM && enum_row >= tern_vhlo_enums &&
         enum_row < tern_vhlo_enums + TERN_VHLO_ENUM_COUNT;
}

// --- making ---

const tern_attr_t *tern_vhlo_array_attr_get(tern_context_t *context, const tern_attr_t *const *elements, size_t count) {
  params_t params = {0};
  for (size_t i = 0; i < count; ++i) tern_vec_push(&params, param_of(elements[i]));
  const tern_attr_t *attr = tern_dialect_attr_get(context, TERN_VHLO_ATTR(ARRAY), params.values, params.count);
  tern_vec_deinitialize(&params);
  return attr;
}

const tern_attr_t *tern_vhlo_bool_attr_get(tern_context_t *context, bool value) {
  uint64_t param = value;
  return tern_dialect_attr_get(context, TERN_VHLO_ATTR(BOOL), &param, 1);
}

const tern_attr_t *tern_vhlo_wrapper_attr_get(tern_vhlo_attr_id_t id, const tern_attr_t *builtin) {
  uint64_t param = param_of(builtin);
  return tern_dialect_attr_get(builtin->context, &tern_vhlo_attrs[id], &param, 1);
}

const tern_attr_t *tern_vhlo_string_attr_get(tern_context_t *context, tern_str_t text) {
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_STRING, tern_string_attr_get(context, text));
}

const tern_attr_t *tern_vhlo_type_attr_get(const tern_type_t *type) {
  uint64_t param = param_of(type);
  return tern_dialect_attr_get(type->context, TERN_VHLO_ATTR(TYPE), &param, 1);
}

const tern_attr_t *tern_vhlo_integer_attr_get(tern_context_t *context, int64_t value) {
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_INTEGER, tern_integer_attr_get(tern_i_type_get(context, 64), value));
}

const tern_attr_t *tern_vhlo_list_attr_get(tern_context_t *context, const int64_t *values, size_t count) {
  int64_t dim = (int64_t)count;
  const tern_type_t *type = tern_tensor_type_get(tern_i_type_get(context, 64), &dim, 1, NULL);
  return tern_vhlo_wrapper_attr_get(TERN_VHLO_ATTR_TENSOR, tern_dense_elements_attr_get_i64(type, values, count));
}
