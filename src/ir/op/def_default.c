// Default values of attributes, from the text in a row: the small part of attribute syntax that defaults need. What a
// number's type is, or which enum a case is of, the constraint says.

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "ir/constraint/constraint.h"
#include "ir/context.h"

static const tern_attr_t *fail(tern_context_t *context, const char *what, tern_str_t text, const char **out_message) {
  *out_message = tern_constraint_message(context, "%s '%.*s'", what, (int)text.size, text.data);
  return NULL;
}

static bool read_double(tern_str_t text, double *out_value) {
  char buffer[64];
  if (text.size == 0 || text.size >= sizeof(buffer)) return false;
  memcpy(buffer, text.data, text.size);
  buffer[text.size] = '\0';
  char *end;
  *out_value = strtod(buffer, &end);
  return *end == '\0';
}

// Cuts a `: type` off a number; only builtin number types occur in rows. NULL type: none was written.
static bool split_type(tern_context_t *context, tern_str_t *inout_text, const tern_type_t **out_type) {
  *out_type = NULL;
  size_t colon = tern_constraint_find(*inout_text, ':');
  if (colon == inout_text->size) return true;
  tern_str_t name = tern_str_trim(tern_str_drop(*inout_text, colon + 1));
  *inout_text = tern_str_trim(tern_str_make(inout_text->data, colon));
  int64_t width;
  if (tern_str_equal(name, TERN_STR("index"))) {
    *out_type = tern_index_type_get(context);
  } else if (name.size > 1 && name.data[0] == 'i' && tern_str_to_int64(tern_str_drop(name, 1), &width) && width > 0 &&
             width < (1 << 24)) {
    *out_type = tern_i_type_get(context, (uint32_t)width);
  } else if (tern_str_equal(name, TERN_STR("f16"))) {
    *out_type = tern_float_type_get(context, TERN_TYPE_F16);
  } else if (tern_str_equal(name, TERN_STR("bf16"))) {
    *out_type = tern_float_type_get(context, TERN_TYPE_BF16);
  } else if (tern_str_equal(name, TERN_STR("f32"))) {
    *out_type = tern_float_type_get(context, TERN_TYPE_F32);
  } else if (tern_str_equal(name, TERN_STR("f64"))) {
    *out_type = tern_float_type_get(context, TERN_TYPE_F64);
  }
  return *out_type != NULL;
}

static const tern_attr_t *read_number(tern_context_t *context, const tern_attr_constraint_t *constraint,
                                      tern_str_t text, const char **out_message) {
  tern_str_t whole = text;
  const tern_type_t *type;
  if (!split_type(context, &text, &type)) return fail(context, "unknown type of a default value", whole, out_message);
  if (!type) type = constraint->value_type;
  int64_t integer;
  double number;
  if (tern_str_to_int64(text, &integer)) {
    if (!type) type = tern_i_type_get(context, 64);
    return tern_type_is_float(type) ? tern_float_attr_get(type, (double)integer) : tern_integer_attr_get(type, integer);
  }
  if (!read_double(text, &number)) return fail(context, "not a default value:", whole, out_message);
  if (!type) type = tern_float_type_get(context, TERN_TYPE_F64);
  if (!tern_type_is_float(type)) return fail(context, "expected an integer but got", whole, out_message);
  return tern_float_attr_get(type, number);
}

// "text", with \" and \\ escaped.
static const tern_attr_t *read_string(tern_context_t *context, tern_str_t text, const char **out_message) {
  if (text.size < 2 || text.data[text.size - 1] != '"') {
    return fail(context, "unterminated string in a default value", text, out_message);
  }
  tern_string_builder_t sb = {0};
  for (size_t i = 1; i + 1 < text.size; ++i) {
    if (text.data[i] == '\\' && i + 2 < text.size) ++i;
    tern_string_builder_append_char(&sb, text.data[i]);
  }
  const tern_attr_t *attr = tern_string_attr_get(context, tern_string_builder_view(&sb));
  tern_string_builder_deinitialize(&sb);
  return attr;
}

static tern_str_t take_item(tern_str_t *inout_rest) {
  size_t comma = tern_constraint_find(*inout_rest, ',');
  tern_str_t item = tern_str_trim(tern_str_make(inout_rest->data, comma));
  *inout_rest = tern_str_drop(*inout_rest, comma < inout_rest->size ? comma + 1 : comma);
  return item;
}

// `[a, b]`: an array of what the constraint says of its elements.
static const tern_attr_t *read_array(tern_context_t *context, const tern_attr_constraint_t *constraint,
                                     tern_str_t items, const char **out_message) {
  static const tern_attr_constraint_t anything = {.name = "AnyAttr", .shape = "attr"};
  const tern_attr_constraint_t *element = constraint->element ? constraint->element : &anything;
  TERN_VEC(const tern_attr_t *) elements = {0};
  bool is_right = true;
  for (tern_str_t rest = tern_str_trim(items); is_right && rest.size;) {
    const tern_attr_t *attr = tern_attr_default_parse(context, element, take_item(&rest), out_message);
    is_right = attr != NULL;
    if (attr) tern_vec_push(&elements, attr);
  }
  const tern_attr_t *array = is_right ? tern_array_attr_get(context, elements.values, elements.count) : NULL;
  tern_vec_deinitialize(&elements);
  return array;
}

// `{1, 2}` (or `[1, 2]`): a dense array of the constraint's element type.
static const tern_attr_t *read_dense_array(tern_context_t *context, const tern_type_t *element, tern_str_t items,
                                           const char **out_message) {
  size_t element_size = (tern_type_bit_width(element) + 7) / 8;
  const tern_attr_constraint_t number = {.value_type = element, .shape = "int"};
  TERN_VEC(char) data = {0};
  size_t count = 0;
  bool is_right = true;
  for (tern_str_t rest = tern_str_trim(items); is_right && rest.size; ++count) {
    const tern_attr_t *attr = tern_attr_default_parse(context, &number, take_item(&rest), out_message);
    is_right = attr && (attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT);
    if (!is_right) break;
    tern_vec_reserve(&data, data.count + element_size);
    memcpy(data.values + data.count, &attr->params[1], element_size);  // little-endian, as the attribute keeps it
    data.count += element_size;
  }
  const tern_attr_t *array = is_right ? tern_dense_array_attr_get(element, data.values, count) : NULL;
  tern_vec_deinitialize(&data);
  return array;
}

// `#dialect.name` of an attribute without parameters, `#dialect.name<>` of one that is a list, which is empty, or
// `#dialect.name<case>` of an enum.
static const tern_attr_t *read_dialect_attr(tern_context_t *context, tern_str_t text, const char **out_message) {
  tern_str_t name = tern_str_drop(text, 1);
  size_t open = tern_str_find_char(name, '<');
  tern_str_t body = tern_str_drop(name, open);
  name.size = open;
  const tern_attr_row_t *row = tern_context_find_attr(context, name);
  if (row && !row->parse && !body.size) return tern_dialect_attr_get(context, row, NULL, 0);
  if (row && tern_str_equal(body, TERN_STR("<>"))) {
    uint64_t list = (uint64_t)(uintptr_t)tern_array_attr_get(context, NULL, 0);
    return tern_dialect_attr_get(context, row, &list, 1);
  }
  const tern_enum_row_t *enum_row = tern_context_find_enum_attr(context, name);
  int64_t value;
  if (enum_row && body.size > 2 && body.data[body.size - 1] == '>' &&
      tern_enum_case_value(enum_row, tern_str_trim(tern_str_make(body.data + 1, body.size - 2)), &value)) {
    return tern_enum_attr_get(context, enum_row, value);
  }
  return fail(context, "not a default value:", text, out_message);
}

static bool is_bracketed(tern_str_t text, char open, char close) {
  return text.size >= 2 && text.data[0] == open && text.data[text.size - 1] == close;
}

const tern_attr_t *tern_attr_default_parse(tern_context_t *context, const tern_attr_constraint_t *constraint,
                                           tern_str_t text, const char **out_message) {
  text = tern_str_trim(text);
  if (text.size && text.data[0] == '#') return read_dialect_attr(context, text, out_message);
  bool is_enum = constraint->enum_row && !constraint->element && !tern_attr_constraint_is_property(constraint);
  if (is_enum) {
    int64_t value;
    // A case may be named as in C++, `Enum::case`.
    for (size_t i = 0; i + 2 < text.size; ++i) {
      if (text.data[i] == ':' && text.data[i + 1] == ':') text = tern_str_drop(text, i + 2);
    }
    if (!tern_enum_case_value(constraint->enum_row, text, &value) && !tern_str_to_int64(text, &value)) {
      return fail(context, "unknown case", text, out_message);
    }
    return tern_enum_attr_get(context, constraint->enum_row, value);
  }
  bool is_dense = constraint->shape && strcmp(constraint->shape, "i64array") == 0;
  if (is_bracketed(text, '[', ']') || is_bracketed(text, '{', '}')) {
    tern_str_t items = tern_str_make(text.data + 1, text.size - 2);
    if (is_dense) return read_dense_array(context, constraint->value_type, items, out_message);
    if (text.data[0] == '[') return read_array(context, constraint, items, out_message);
    if (tern_str_trim(items).size == 0) return tern_dictionary_attr_get(context, NULL, 0);
    return fail(context, "not a default value:", text, out_message);
  }
  if (tern_str_equal(text, TERN_STR("true"))) return tern_bool_attr_get(context, true);
  if (tern_str_equal(text, TERN_STR("false"))) return tern_bool_attr_get(context, false);
  if (tern_str_equal(text, TERN_STR("unit"))) return tern_unit_attr_get(context);
  if (text.size && text.data[0] == '"') return read_string(context, text, out_message);
  // A bare word is a string where strings are asked for.
  bool is_string = constraint->shape && strcmp(constraint->shape, "string") == 0;
  if (is_string) return tern_string_attr_get(context, text);
  return read_number(context, constraint, text, out_message);
}
