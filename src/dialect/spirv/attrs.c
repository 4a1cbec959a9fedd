// spirv: syntax of its attributes, and the dictionaries that stood for some of them in 2020.

#include <inttypes.h>

#include "base/vec.h"
#include "dialect/spirv/hooks.h"
#include "dialect/spirv/spirv.h"
#include "ir/context.h"

enum { MAX_FIELDS = 8, MAX_NAMES = 256 };

static uint64_t pointer_param(const tern_attr_t *attr) { return (uint64_t)(uintptr_t)attr; }
static const tern_attr_t *attr_param(const tern_attr_t *attr, size_t index) {
  return (const tern_attr_t *)(uintptr_t)attr->params[index];
}

// --- attributes with named fields ---

// How a field is written, and kept.
typedef enum field_kind {
  NUMBER,   // 128; an i32 attribute
  SIZE,     // [8, 8, 1], of any length; a dense array of i32
  NUMBERS,  // [128, 128, 64]; an array of integers of the types that were given, i32 if none is
  ATTRS,    // an array
} field_kind_t;

typedef struct field {
  const char *name;
  field_kind_t kind;
  bool has_default;
  int32_t values[3];     // the default
  const char *old_name;  // in dictionaries of 2020, if it was another
} field_t;

static const field_t limits_fields[] = {
    {"max_compute_shared_memory_size", NUMBER, true, {16384}, NULL},
    {"max_compute_workgroup_invocations", NUMBER, true, {128}, NULL},
    {"max_compute_workgroup_size", NUMBERS, true, {128, 128, 64}, NULL},
    {"subgroup_size", NUMBER, true, {32}, NULL},
    {"min_subgroup_size", NUMBER, false, {0}, NULL},
    {"max_subgroup_size", NUMBER, false, {0}, NULL},
    {"cooperative_matrix_properties_khr", ATTRS, false, {0}, NULL},
    {"cooperative_matrix_properties_nv", ATTRS, false, {0}, NULL},
};
static const field_t entry_point_fields[] = {
    {"workgroup_size", SIZE, false, {0}, "local_size"},
    {"subgroup_size", NUMBER, false, {0}, NULL},
    {"target_width", NUMBER, false, {0}, NULL},
};
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

static const field_t *fields_of(const tern_attr_row_t *row, size_t *out_count) {
  bool is_limits = row == TERN_SPIRV_ATTR(RESOURCE_LIMITS);
  *out_count = is_limits ? COUNT(limits_fields) : COUNT(entry_point_fields);
  return is_limits ? limits_fields : entry_point_fields;
}

static const tern_attr_t *make_numbers(tern_context_t *context, const int32_t *values, size_t count) {
  const tern_attr_t *elements[3];
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  for (size_t i = 0; i < count; ++i) elements[i] = tern_integer_attr_get(i32, values[i]);
  return tern_array_attr_get(context, elements, count);
}

static const tern_attr_t *default_of(tern_context_t *context, const field_t *field) {
  if (!field->has_default) return NULL;
  if (field->kind == NUMBERS) return make_numbers(context, field->values, 3);
  return tern_integer_attr_get(tern_i_type_get(context, 32), field->values[0]);
}

// Three integers from a list of any form.
static bool read_triple(const tern_attr_t *list, int32_t out_values[3]) {
  bool is_list = list->kind == TERN_ATTR_DENSE_ARRAY || list->kind == TERN_ATTR_ARRAY;
  bool is_elements =
      list->kind == TERN_ATTR_DENSE_ELEMENTS && tern_type_is_integer(tern_type_element(tern_attr_type(list)));
  if ((!is_list && !is_elements) || tern_int_list_attr_count(list) != 3) return false;
  for (size_t i = 0; i < 3; ++i) {
    if (list->kind == TERN_ATTR_ARRAY && !tern_attr_is_integer(tern_array_attr_at(list, i))) return false;
    int64_t value = tern_int_list_attr_at(list, i);
    if (value < INT32_MIN || value > INT32_MAX) return false;
    out_values[i] = (int32_t)value;
  }
  return true;
}

// A dense array of the integers of a list of any form; NULL if it holds others.
static const tern_attr_t *make_size(tern_context_t *context, const tern_attr_t *list) {
  int32_t triple[3];
  if (list->kind != TERN_ATTR_ARRAY && list->kind != TERN_ATTR_DENSE_ARRAY) {
    return read_triple(list, triple) ? tern_dense_i32_array_attr_get(context, triple, 3) : NULL;
  }
  TERN_VEC(int32_t) values = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_int_list_attr_count(list); ++i) {
    is_right = list->kind != TERN_ATTR_ARRAY || tern_attr_is_integer(tern_array_attr_at(list, i));
    int64_t value = is_right ? tern_int_list_attr_at(list, i) : 0;
    is_right = is_right && value >= INT32_MIN && value <= INT32_MAX;
    tern_vec_push(&values, (int32_t)value);
  }
  const tern_attr_t *size = is_right ? tern_dense_i32_array_attr_get(context, values.values, values.count) : NULL;
  tern_vec_deinitialize(&values);
  return size;
}

// The field's form of an attribute read in another one; NULL if it cannot be.
static const tern_attr_t *convert_field(tern_context_t *context, const field_t *field, const tern_attr_t *value) {
  int32_t triple[3];
  switch (field->kind) {
    case NUMBER: {
      if (!tern_attr_is_integer(value)) return NULL;
      int64_t number = tern_integer_attr_value(value);
      bool fits = number >= INT32_MIN && number <= INT32_MAX;
      return fits ? tern_integer_attr_get(tern_i_type_get(context, 32), number) : NULL;
    }
    case SIZE: return make_size(context, value);
    case NUMBERS:
      if (!read_triple(value, triple)) return NULL;
      return value->kind == TERN_ATTR_ARRAY ? value : make_numbers(context, triple, 3);
    case ATTRS: return value->kind == TERN_ATTR_ARRAY ? value : NULL;
  }
  return NULL;
}

static bool is_field(const field_t *field, tern_str_t name) {
  return tern_str_equal_cstr(name, field->name) || (field->old_name && tern_str_equal_cstr(name, field->old_name));
}

static const tern_attr_t *make_from_fields(tern_context_t *context, const tern_attr_row_t *row,
                                           const tern_attr_t *const *values) {
  size_t count;
  const field_t *fields = fields_of(row, &count);
  uint64_t params[MAX_FIELDS];
  for (size_t i = 0; i < count; ++i) {
    // A default that is written is the same attribute as one that is not.
    bool is_given = values[i] && values[i] != default_of(context, &fields[i]);
    params[i] = is_given ? pointer_param(values[i]) : 0;
  }
  return tern_dialect_attr_get(context, row, params, count);
}

// `[8, 8, 1]`, or any attribute that lists numbers.
static const tern_attr_t *parse_field_value(tern_parser_t *parser, const field_t *field) {
  tern_context_t *context = tern_parser_context(parser);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (field->kind == SIZE && *pos.pointer >= '0' && *pos.pointer <= '9') {
    tern_parser_error(parser, "expected '['");
    tern_parser_error_at(parser, pos,
                         "failed to parse SPIRV_EntryPointABIAttr parameter '%s' which is to be a `DenseI32ArrayAttr`",
                         field->name);
    return NULL;
  }
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_attr_t *value = tern_parse_attr(parser, field->kind == NUMBER ? i32 : NULL);
  if (!value) return NULL;
  const tern_attr_t *converted = convert_field(context, field, value);
  if (converted) return converted;
  static const char *const expected[] = {
      [NUMBER] = "a 32-bit integer", [SIZE] = "integers", [NUMBERS] = "three integers", [ATTRS] = "an array"};
  tern_parser_error_at(parser, pos, "expected %s for '%s' but got %s", expected[field->kind], field->name,
                       tern_attr_text(value));
  return NULL;
}

const tern_attr_t *tern_spirv_parse_fields(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  size_t count;
  const field_t *fields = fields_of(row, &count);
  const tern_attr_t *values[MAX_FIELDS] = {NULL};
  if (!tern_parse_token(parser, "<")) return NULL;
  bool is_empty = tern_parser_at_token(parser, ">");
  while (!is_empty) {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t name;
    if (!tern_parse_any_keyword(parser, &name)) return NULL;
    size_t index = 0;
    while (index < count && !is_field(&fields[index], name)) ++index;
    if (index == count || values[index]) {
      tern_parser_error_at(parser, pos, "%s field '%.*s' of #%s", index == count ? "unknown" : "duplicate",
                           (int)name.size, name.data, row->name);
      return NULL;
    }
    if (!tern_parse_token(parser, "=")) return NULL;
    values[index] = parse_field_value(parser, &fields[index]);
    if (!values[index]) return NULL;
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return make_from_fields(tern_parser_context(parser), row, values);
}

static void print_field_value(tern_printer_t *printer, const field_t *field, const tern_attr_t *value) {
  if (field->kind == NUMBER) {
    tern_printer_int(printer, tern_integer_attr_value(value));
    return;
  }
  if (field->kind == ATTRS || field->kind == NUMBERS) {
    tern_printer_attr(printer, value);
    return;
  }
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_int_list_attr_count(value); ++i) {
    if (i) tern_printer_text(printer, ", ");
    tern_printer_int(printer, tern_int_list_attr_at(value, i));
  }
  tern_printer_char(printer, ']');
}

void tern_spirv_print_fields(tern_printer_t *printer, const tern_attr_t *attr) {
  size_t count;
  const field_t *fields = fields_of(attr->row, &count);
  const char *separator = "<";
  for (size_t i = 0; i < count; ++i) {
    if (!attr->params[i]) continue;
    tern_printer_text(printer, separator);
    separator = ", ";
    tern_printer_text(printer, fields[i].name);
    tern_printer_text(printer, " = ");
    print_field_value(printer, &fields[i], attr_param(attr, i));
  }
  tern_printer_text(printer, separator[0] == '<' ? "<>" : ">");
}

const tern_attr_t *tern_spirv_attr_field(const tern_attr_t *attr, const char *name) {
  size_t count;
  const field_t *fields = fields_of(attr->row, &count);
  for (size_t i = 0; i < count; ++i) {
    if (strcmp(fields[i].name, name) != 0) continue;
    return attr->params[i] ? attr_param(attr, i) : default_of(attr->context, &fields[i]);
  }
  return NULL;
}

const tern_attr_t *tern_spirv_attr_without_field(const tern_attr_t *attr, const char *name) {
  size_t count;
  const field_t *fields = fields_of(attr->row, &count);
  const tern_attr_t *values[MAX_FIELDS] = {NULL};
  bool is_empty = true;
  for (size_t i = 0; i < count; ++i) {
    if (!attr->params[i] || strcmp(fields[i].name, name) == 0) continue;
    values[i] = attr_param(attr, i);
    is_empty = false;
  }
  return is_empty ? NULL : make_from_fields(attr->context, attr->row, values);
}

const tern_attr_t *tern_spirv_entry_point_abi_get(tern_context_t *context, const int32_t workgroup_size[3]) {
  return tern_spirv_entry_point_abi_get_sized(context, workgroup_size, 0, 0);
}

const tern_attr_t *tern_spirv_entry_point_abi_get_sized(tern_context_t *context, const int32_t workgroup_size[3],
                                                        int32_t subgroup_size, int32_t target_width) {
  const tern_type_t *i32 = tern_i_type_get(context, 32);
  const tern_attr_t *values[MAX_FIELDS] = {tern_dense_i32_array_attr_get(context, workgroup_size, 3)};
  if (subgroup_size > 0) values[1] = tern_integer_attr_get(i32, subgroup_size);
  if (target_width > 0) values[2] = tern_integer_attr_get(i32, target_width);
  return make_from_fields(context, TERN_SPIRV_ATTR(ENTRY_POINT_ABI), values);
}

bool tern_spirv_entry_point_abi_workgroup_size(const tern_attr_t *attr, int32_t out_workgroup_size[3]) {
  bool has_size = tern_attr_is_spirv(attr, TERN_SPIRV_ATTR_ENTRY_POINT_ABI) && attr->params[0];
  return has_size && read_triple(attr_param(attr, 0), out_workgroup_size);
}

// --- interface_var_abi ---

static const tern_attr_t *make_interface_var_abi(tern_context_t *context, int64_t set, int64_t binding,
                                                 int64_t storage_class) {
  const uint64_t params[] = {(uint64_t)set, (uint64_t)binding, (uint64_t)storage_class};
  return tern_dialect_attr_get(context, TERN_SPIRV_ATTR(INTERFACE_VAR_ABI), params, COUNT(params));
}

// A case as a keyword; `what` is the enum's name, for messages.
static bool parse_case(tern_parser_t *parser, const tern_enum_row_t *row, const char *what, int64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t name;
  if (!tern_parse_any_keyword(parser, &name)) return false;
  return tern_enum_case_value(row, name, out_value) ||
         tern_parser_error_at(parser, pos, "unknown %s: %.*s", what, (int)name.size, name.data);
}

// `what` is missing where there is no number.
static bool parse_index(tern_parser_t *parser, const char *what, int64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_optional_integer(parser, out_value)) return tern_parser_error(parser, "missing %s", what);
  return (*out_value >= 0 && *out_value <= UINT32_MAX) ||
         tern_parser_error_at(parser, pos, "expected an unsigned 32-bit integer but got %" PRId64, *out_value);
}

static bool parse_uint32(tern_parser_t *parser, int64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_integer(parser, out_value)) return false;
  return (*out_value >= 0 && *out_value <= UINT32_MAX) ||
         tern_parser_error_at(parser, pos, "expected an unsigned 32-bit integer but got %" PRId64, *out_value);
}

const tern_attr_t *tern_spirv_parse_interface_var_abi(tern_parser_t *parser, const tern_attr_row_t *row,
                                                      const tern_type_t *type) {
  (void)row;
  (void)type;
  int64_t set, binding, storage_class = UINT32_MAX;
  if (!tern_parse_token(parser, "<") || !tern_parse_token(parser, "(") ||
      !parse_index(parser, "descriptor set", &set) || !tern_parse_token(parser, ",") ||
      !parse_index(parser, "binding", &binding) || !tern_parse_token(parser, ")")) {
    return NULL;
  }
  if (tern_parse_optional_token(parser, ",") &&
      !parse_case(parser, TERN_SPIRV_ENUM(STORAGE_CLASS), "storage class", &storage_class)) {
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return make_interface_var_abi(tern_parser_context(parser), set, binding, storage_class);
}

void tern_spirv_print_interface_var_abi(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<(%" PRIu64 ", %" PRIu64 ")", attr->params[0], attr->params[1]);
  if (attr->params[2] != UINT32_MAX) {
    tern_printer_text(printer, ", ");
    tern_printer_enum(printer, TERN_SPIRV_ENUM(STORAGE_CLASS), (int64_t)attr->params[2]);
  }
  tern_printer_char(printer, '>');
}

// --- vce and target_env ---

// `[Shader, Matrix]`: appends the values to `params`.
static bool parse_names(tern_parser_t *parser, const tern_enum_row_t *row, const char *what, uint64_t *params,
                        size_t *inout_count) {
  if (!tern_parse_token(parser, "[")) return false;
  if (tern_parse_optional_token(parser, "]")) return true;
  do {
    int64_t value;
    if (*inout_count == MAX_NAMES) return tern_parser_error(parser, "expected at most %d names", MAX_NAMES);
    if (!parse_case(parser, row, what, &value)) return false;
    params[(*inout_count)++] = (uint64_t)value;
  } while (tern_parse_optional_token(parser, ","));
  return tern_parse_token(parser, "]");
}

const tern_attr_t *tern_spirv_parse_vce(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  uint64_t params[MAX_NAMES];
  int64_t version;
  size_t count = 2;
  if (!tern_parse_token(parser, "<") || !parse_case(parser, TERN_SPIRV_ENUM(VERSION), "version", &version) ||
      !tern_parse_token(parser, ",") ||
      !parse_names(parser, TERN_SPIRV_ENUM(CAPABILITY), "capability", params, &count)) {
    return NULL;
  }
  params[0] = (uint64_t)version;
  params[1] = count - 2;
  if (!tern_parse_token(parser, ",") || !parse_names(parser, TERN_SPIRV_ENUM(EXTENSION), "extension", params, &count) ||
      !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, count);
}

static void print_names(tern_printer_t *printer, const tern_enum_row_t *row, const tern_attr_t *attr, size_t start,
                        size_t end) {
  tern_printer_text(printer, ", [");
  for (size_t i = start; i < end; ++i) {
    if (i > start) tern_printer_text(printer, ", ");
    tern_printer_enum(printer, row, (int64_t)attr->params[i]);
  }
  tern_printer_char(printer, ']');
}

void tern_spirv_print_vce(tern_printer_t *printer, const tern_attr_t *attr) {
  size_t middle = 2 + (size_t)attr->params[1];
  tern_printer_char(printer, '<');
  tern_printer_enum(printer, TERN_SPIRV_ENUM(VERSION), (int64_t)attr->params[0]);
  print_names(printer, TERN_SPIRV_ENUM(CAPABILITY), attr, 2, middle);
  print_names(printer, TERN_SPIRV_ENUM(EXTENSION), attr, middle, attr->param_count);
  tern_printer_char(printer, '>');
}

const tern_attr_t *tern_spirv_vce_get(tern_context_t *context, uint32_t version, const uint32_t *capabilities,
                                      size_t capability_count, const uint32_t *extensions, size_t extension_count) {
  TERN_VEC(uint64_t) params = {0};
  tern_vec_push(&params, version);
  tern_vec_push(&params, capability_count);
  for (size_t i = 0; i < capability_count; ++i) tern_vec_push(&params, capabilities[i]);
  for (size_t i = 0; i < extension_count; ++i) tern_vec_push(&params, extensions[i]);
  const tern_attr_t *attr = tern_dialect_attr_get(context, TERN_SPIRV_ATTR(VCE), params.values, params.count);
  tern_vec_deinitialize(&params);
  return attr;
}

uint32_t tern_spirv_vce_version(const tern_attr_t *attr) { return (uint32_t)attr->params[0]; }
size_t tern_spirv_vce_capability_count(const tern_attr_t *attr) { return (size_t)attr->params[1]; }
uint32_t tern_spirv_vce_capability(const tern_attr_t *attr, size_t index) { return (uint32_t)attr->params[2 + index]; }
size_t tern_spirv_vce_extension_count(const tern_attr_t *attr) {
  return attr->param_count - 2 - tern_spirv_vce_capability_count(attr);
}
uint32_t tern_spirv_vce_extension(const tern_attr_t *attr, size_t index) {
  return (uint32_t)attr->params[2 + tern_spirv_vce_capability_count(attr) + index];
}

static const tern_attr_t *parse_inner(tern_parser_t *parser, tern_spirv_attr_t which) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *attr = tern_parse_attr(parser, NULL);
  if (!attr || tern_attr_is_spirv(attr, which)) return attr;
  if (which == TERN_SPIRV_ATTR_RESOURCE_LIMITS && attr->kind == TERN_ATTR_DICTIONARY) {
    const char *entry;
    const tern_attr_t *limits = tern_spirv_attr_of_dictionary(attr->context, which, attr, &entry);
    if (!limits) tern_parser_error_at(parser, pos, "entry '%s' does not fit #spirv.resource_limits", entry);
    return limits;
  }
  tern_parser_error_at(parser, pos, "expected #%s but got %s", tern_spirv_attrs[which].name, tern_attr_text(attr));
  return NULL;
}

// `api=Vulkan,`, if there.
static bool parse_client_api(tern_parser_t *parser, uint64_t *out_api) {
  int64_t value = UINT32_MAX;
  if (tern_parse_optional_keyword(parser, "api")) {
    if (!tern_parse_token(parser, "=") || !parse_case(parser, TERN_SPIRV_ENUM(CLIENT_API), "client API", &value) ||
        !tern_parse_token(parser, ",")) {
      return false;
    }
  }
  *out_api = (uint64_t)value;
  return true;
}

// `vendor:device-type:device-id,`, any of them left out from the end.
static bool parse_device(tern_parser_t *parser, uint64_t out_params[3]) {
  int64_t values[3] = {UINT32_MAX, UINT32_MAX, UINT32_MAX};
  if (!tern_parser_at_token(parser, "{") && *tern_parser_pos(parser).pointer != '#') {
    if (!parse_case(parser, TERN_SPIRV_ENUM(VENDOR), "vendor", &values[0])) return false;
    if (tern_parse_optional_token(parser, ":")) {
      if (!parse_case(parser, TERN_SPIRV_ENUM(DEVICE_TYPE), "device type", &values[1])) return false;
      if (tern_parse_optional_token(parser, ":") && !parse_uint32(parser, &values[2])) return false;
    }
    if (!tern_parse_token(parser, ",")) return false;
  }
  for (size_t i = 0; i < 3; ++i) out_params[i] = (uint64_t)values[i];
  return true;
}

const tern_attr_t *tern_spirv_parse_target_env(tern_parser_t *parser, const tern_attr_row_t *row,
                                               const tern_type_t *type) {
  (void)type;
  uint64_t params[6];
  if (!tern_parse_token(parser, "<")) return NULL;
  const tern_attr_t *triple = parse_inner(parser, TERN_SPIRV_ATTR_VCE);
  if (!triple || !tern_parse_token(parser, ",") || !parse_client_api(parser, &params[1]) ||
      !parse_device(parser, &params[2])) {
    return NULL;
  }
  const tern_attr_t *limits = parse_inner(parser, TERN_SPIRV_ATTR_RESOURCE_LIMITS);
  if (!limits || !tern_parse_token(parser, ">")) return NULL;
  params[0] = pointer_param(triple);
  params[5] = pointer_param(limits);
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, COUNT(params));
}

void tern_spirv_print_target_env(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_attr(printer, attr_param(attr, 0));
  if (attr->params[1] != UINT32_MAX) {
    tern_printer_text(printer, ", api=");
    tern_printer_enum(printer, TERN_SPIRV_ENUM(CLIENT_API), (int64_t)attr->params[1]);
  }
  if (attr->params[2] != UINT32_MAX) {
    tern_printer_text(printer, ", ");
    tern_printer_enum(printer, TERN_SPIRV_ENUM(VENDOR), (int64_t)attr->params[2]);
    if (attr->params[3] != UINT32_MAX) {
      tern_printer_char(printer, ':');
      tern_printer_enum(printer, TERN_SPIRV_ENUM(DEVICE_TYPE), (int64_t)attr->params[3]);
      if (attr->params[4] != UINT32_MAX) tern_printer_format(printer, ":%" PRIu64, attr->params[4]);
    }
  }
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, attr_param(attr, 5));
  tern_printer_char(printer, '>');
}

// --- dictionaries of 2020 ---

static const tern_attr_t *interface_var_abi_of_dictionary(tern_context_t *context, const tern_attr_t *dictionary,
                                                          const char **out_entry) {
  static const char *const names[] = {"descriptor_set", "binding", "storage_class"};
  int64_t values[] = {-1, -1, UINT32_MAX};
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    const char *name = tern_dictionary_attr_name(dictionary, i)->data;
    const tern_attr_t *value = tern_dictionary_attr_at(dictionary, i);
    *out_entry = name;
    size_t index = 0;
    while (index < COUNT(names) && strcmp(names[index], name) != 0) ++index;
    if (index == COUNT(names) || !tern_attr_is_integer(value)) return NULL;
    values[index] = tern_integer_attr_value(value);
    if (values[index] < 0 || values[index] > UINT32_MAX) return NULL;
  }
  for (size_t i = 0; i < 2; ++i) {
    *out_entry = names[i];
    if (values[i] < 0) return NULL;
  }
  *out_entry = names[2];
  bool is_known = values[2] == UINT32_MAX || tern_enum_case_name(TERN_SPIRV_ENUM(STORAGE_CLASS), values[2]);
  return is_known ? make_interface_var_abi(context, values[0], values[1], values[2]) : NULL;
}

const tern_attr_t *tern_spirv_attr_of_dictionary(tern_context_t *context, tern_spirv_attr_t which,
                                                 const tern_attr_t *dictionary, const char **out_entry) {
  if (which == TERN_SPIRV_ATTR_INTERFACE_VAR_ABI) {
    return interface_var_abi_of_dictionary(context, dictionary, out_entry);
  }
  size_t count;
  const field_t *fields = fields_of(&tern_spirv_attrs[which], &count);
  const tern_attr_t *values[MAX_FIELDS] = {NULL};
  for (size_t i = 0; i < tern_dictionary_attr_count(dictionary); ++i) {
    const tern_ident_t *name = tern_dictionary_attr_name(dictionary, i);
    const tern_attr_t *value = tern_dictionary_attr_at(dictionary, i);
    *out_entry = name->data;
    size_t index = 0;
    while (index < count && !is_field(&fields[index], tern_ident_str(name))) ++index;
    if (index == count) return NULL;
    // Cooperative matrices were dictionaries too; an empty list is the default.
    bool is_list = fields[index].kind == ATTRS && value->kind == TERN_ATTR_ARRAY;
    if (is_list && tern_array_attr_count(value) > 0) return NULL;
    values[index] = is_list ? NULL : convert_field(context, &fields[index], value);
    if (!is_list && !values[index]) return NULL;
  }
  return make_from_fields(context, &tern_spirv_attrs[which], values);
}
