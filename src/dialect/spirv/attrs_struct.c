// spirv: attributes that are lists of `name = value`, each field given once, in any order: linkage, properties of
// cooperative matrices, cache controls.

#include <inttypes.h>

#include "dialect/spirv/hooks.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))
enum { MAX_FIELDS = 9 };

typedef enum field_form {
  NO_FIELD,
  NUMBER,     // 8
  TYPE,       // f16
  BOOLEAN,    // true
  TEXT,       // "name"
  CASE,       // Uncached
  ENUM_ATTR,  // <Subgroup>
} field_form_t;

typedef struct field {
  const char *name;
  field_form_t form;
  tern_spirv_enum_t which;  // of an enum
} field_t;

#define MATRIX_FIELDS                                                                                            \
  {"m_size", NUMBER, 0}, {"n_size", NUMBER, 0}, {"k_size", NUMBER, 0}, {"a_type", TYPE, 0}, {"b_type", TYPE, 0}, \
      {"c_type", TYPE, 0}, {"result_type", TYPE, 0}

static const field_t fields_of_rows[TERN_SPIRV_ATTR_COUNT][MAX_FIELDS] = {
    [TERN_SPIRV_ATTR_LINKAGE_ATTRIBUTES] = {{"linkage_name", TEXT, 0},
                                            {"linkage_type", ENUM_ATTR, TERN_SPIRV_ENUM_LINKAGE_TYPE}},
    [TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_KHR] = {MATRIX_FIELDS,
                                               {"acc_sat", BOOLEAN, 0},
                                               {"scope", ENUM_ATTR, TERN_SPIRV_ENUM_SCOPE}},
    [TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_NV] = {MATRIX_FIELDS, {"scope", ENUM_ATTR, TERN_SPIRV_ENUM_SCOPE}},
    [TERN_SPIRV_ATTR_CACHE_CONTROL_LOAD_INTEL] = {{"cache_level", NUMBER, 0},
                                                  {"load_cache_control", CASE, TERN_SPIRV_ENUM_LOAD_CACHE_CONTROL}},
    [TERN_SPIRV_ATTR_CACHE_CONTROL_STORE_INTEL] = {{"cache_level", NUMBER, 0},
                                                   {"store_cache_control", CASE, TERN_SPIRV_ENUM_STORE_CACHE_CONTROL}},
};

static const field_t *fields_of(const tern_attr_row_t *row, size_t *out_count) {
  const field_t *fields = fields_of_rows[row - tern_spirv_attrs];
  *out_count = 0;
  while (*out_count < MAX_FIELDS && fields[*out_count].form != NO_FIELD) ++*out_count;
  return fields;
}

// --- syntax ---

static bool parse_number(tern_parser_t *parser, uint64_t *out_param) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t value;
  if (!tern_parse_integer(parser, &value)) return false;
  *out_param = (uint64_t)value;
  return (value >= 0 && value <= UINT32_MAX) ||
         tern_parser_error_at(parser, pos, "expected an unsigned 32-bit integer but got %" PRId64, value);
}

static bool parse_boolean(tern_parser_t *parser, uint64_t *out_param) {
  *out_param = tern_parse_optional_keyword(parser, "true");
  return *out_param || tern_parse_keyword(parser, "false");
}

static bool parse_text(tern_parser_t *parser, uint64_t *out_param) {
  tern_str_t text;
  if (!tern_parse_string(parser, &text)) return false;
  *out_param = (uint64_t)(uintptr_t)tern_ident_get(tern_parser_context(parser), text);
  return true;
}

static bool parse_type(tern_parser_t *parser, uint64_t *out_param) {
  const tern_type_t *type = tern_parse_type(parser);
  *out_param = (uint64_t)(uintptr_t)type;
  return type != NULL;
}

static bool parse_case(tern_parser_t *parser, tern_spirv_enum_t which, uint64_t *out_param) {
  int64_t value;
  if (!tern_parse_enum(parser, &tern_spirv_enums[which], &value)) return false;
  *out_param = (uint64_t)value;
  return true;
}

// `<Subgroup>`, or the whole attribute: `#spirv.scope<Subgroup>`.
static bool parse_enum_attr(tern_parser_t *parser, tern_spirv_enum_t which, uint64_t *out_param) {
  const tern_enum_row_t *row = &tern_spirv_enums[which];
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parse_optional_token(parser, "<"))
    return parse_case(parser, which, out_param) && tern_parse_token(parser, ">");
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (!attr) return false;
  if (attr->kind != TERN_ATTR_ENUM || attr->row != row) {
    return tern_parser_error_at(parser, pos, "expected #%s but got %s", row->attr_name, tern_attr_text(attr));
  }
  *out_param = (uint64_t)tern_enum_attr_value(attr);
  return true;
}

static bool parse_field(tern_parser_t *parser, const field_t *field, uint64_t *out_param) {
  switch (field->form) {
    case NUMBER: return parse_number(parser, out_param);
    case BOOLEAN: return parse_boolean(parser, out_param);
    case TEXT: return parse_text(parser, out_param);
    case TYPE: return parse_type(parser, out_param);
    case CASE: return parse_case(parser, field->which, out_param);
    default: return parse_enum_attr(parser, field->which, out_param);
  }
}

const tern_attr_t *tern_spirv_parse_struct_attr(tern_parser_t *parser, const tern_attr_row_t *row,
                                                const tern_type_t *type) {
  (void)type;
  size_t count;
  const field_t *fields = fields_of(row, &count);
  uint64_t params[MAX_FIELDS];
  bool is_given[MAX_FIELDS] = {false};
  if (!tern_parse_token(parser, "<")) return NULL;
  for (size_t i = 0; i < count; ++i) {
    if (i > 0 && !tern_parse_token(parser, ",")) return NULL;
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    size_t index = 0;
    while (index < count && !tern_str_equal_cstr(name, fields[index].name)) ++index;
    if (index == count || is_given[index]) {
      tern_parser_error_at(parser, pos, "duplicate or unknown struct parameter name: %.*s", (int)name.size, name.data);
      return NULL;
    }
    if (!tern_parse_token(parser, "=") || !parse_field(parser, &fields[index], &params[index])) return NULL;
    is_given[index] = true;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, count);
}

static void print_field(tern_printer_t *printer, const field_t *field, uint64_t param) {
  switch (field->form) {
    case NUMBER: tern_printer_int(printer, (int64_t)param); return;
    case BOOLEAN: tern_printer_text(printer, param ? "true" : "false"); return;
    case TEXT: tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)param)); return;
    case TYPE: tern_printer_type(printer, (const tern_type_t *)(uintptr_t)param); return;
    case CASE: tern_printer_enum(printer, &tern_spirv_enums[field->which], (int64_t)param); return;
    default:
      tern_printer_char(printer, '<');
      tern_printer_enum(printer, &tern_spirv_enums[field->which], (int64_t)param);
      tern_printer_char(printer, '>');
  }
}

void tern_spirv_print_struct_attr(tern_printer_t *printer, const tern_attr_t *attr) {
  size_t count;
  const field_t *fields = fields_of(attr->row, &count);
  for (size_t i = 0; i < count; ++i) {
    tern_printer_text(printer, i == 0 ? "<" : ", ");
    tern_printer_text(printer, fields[i].name);
    tern_printer_text(printer, " = ");
    print_field(printer, &fields[i], attr->params[i]);
  }
  tern_printer_char(printer, '>');
}

// --- accessors ---

const tern_attr_t *tern_spirv_linkage_attributes_get(tern_context_t *context, tern_str_t name, uint32_t type) {
  const uint64_t params[] = {(uint64_t)(uintptr_t)tern_ident_get(context, name), type};
  return tern_dialect_attr_get(context, TERN_SPIRV_ATTR(LINKAGE_ATTRIBUTES), params, COUNT(params));
}

tern_str_t tern_spirv_linkage_name(const tern_attr_t *attr) {
  return tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]);
}

uint32_t tern_spirv_linkage_type(const tern_attr_t *attr) { return (uint32_t)attr->params[1]; }

const tern_attr_t *tern_spirv_coop_matrix_props_get(tern_context_t *context,
                                                    const tern_spirv_coop_matrix_props_t *props) {
  const uint64_t params[] = {props->m,
                             props->n,
                             props->k,
                             (uint64_t)(uintptr_t)props->a,
                             (uint64_t)(uintptr_t)props->b,
                             (uint64_t)(uintptr_t)props->c,
                             (uint64_t)(uintptr_t)props->result,
                             props->saturates,
                             props->scope};
  return tern_dialect_attr_get(context, TERN_SPIRV_ATTR(COOP_MATRIX_PROPS_KHR), params, COUNT(params));
}

bool tern_spirv_coop_matrix_props_read(const tern_attr_t *attr, tern_spirv_coop_matrix_props_t *out_props) {
  if (!tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_COOP_MATRIX_PROPS_KHR)) return false;
  const tern_type_t *types[4];
  for (size_t i = 0; i < COUNT(types); ++i) types[i] = (const tern_type_t *)(uintptr_t)attr->params[3 + i];
  *out_props = (tern_spirv_coop_matrix_props_t){
      .m = (uint32_t)attr->params[0],
      .n = (uint32_t)attr->params[1],
      .k = (uint32_t)attr->params[2],
      .a = types[0],
      .b = types[1],
      .c = types[2],
      .result = types[3],
      .saturates = attr->params[7] != 0,
      .scope = (uint32_t)attr->params[8],
  };
  return true;
}
