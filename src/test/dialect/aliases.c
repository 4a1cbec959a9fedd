// test: aliases of types and attributes, by which tests see how the printer keeps names apart.

#include "test/dialect/hooks.h"

typedef struct name_row {
  const char *text, *stem;
} name_row_t;

static const char *find_stem(const name_row_t *rows, size_t count, tern_str_t text) {
  if (!tern_str_starts_with(text, TERN_STR("alias_test:"))) return NULL;
  text = tern_str_drop(text, strlen("alias_test:"));
  for (size_t i = 0; i < count; ++i) {
    if (tern_str_equal_cstr(text, rows[i].text)) return rows[i].stem;
  }
  return NULL;
}

// What the strings and #test.nested_alias of upstream's tests are called.
static const name_row_t string_rows[] = {
    {"dot_in_name", "test.alias"},
    {"trailing_digit", "test_alias0"},
    {"prefixed_digit", "0_test_alias"},
    {"prefixed_symbol", "%test"},
    {"tensor_encoding", "test_encoding"},
    {"trailing_digit_conflict_a", "test_alias_conflict0_1_1_1"},
    {"trailing_digit_conflict_b", "test_alias_conflict0"},
    {"trailing_digit_conflict_c", "test_alias_conflict0"},
    {"trailing_digit_conflict_d", "test_alias_conflict0_"},
    {"trailing_digit_conflict_e", "test_alias_conflict0_1"},
    {"trailing_digit_conflict_f", "test_alias_conflict0_1"},
    {"trailing_digit_conflict_g", "test_alias_conflict0_1_"},
    {"trailing_digit_conflict_h", "test_alias_conflict0_1_1"},
};
static const name_row_t nested_rows[] = {
    {"trailing_digit_conflict_base", "unique_base"},
    {"trailing_digit_conflict_base1", "unique_base1"},
    {"trailing_digit_conflict_base_conflict", "unique_base"},
};

const char *tern_test_attr_alias(const tern_attr_t *attr) {
  size_t string_count = sizeof(string_rows) / sizeof(string_rows[0]);
  size_t nested_count = sizeof(nested_rows) / sizeof(nested_rows[0]);
  if (attr->kind == TERN_ATTR_STRING) return find_stem(string_rows, string_count, tern_string_attr_value(attr));
  if (attr->row != &tern_test_attrs[TERN_TEST_NESTED_ALIAS_ATTR]) return NULL;
  const tern_attr_t *value = (const tern_attr_t *)(uintptr_t)attr->params[0];
  return find_stem(nested_rows, nested_count, tern_string_attr_value(value));
}

static bool is_simple(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_test_types[TERN_TEST_SIMPLE_TYPE];
}

const char *tern_test_type_alias(const tern_type_t *type) {
  if (type->kind == TERN_TYPE_TUPLE) {
    tern_types_t elements = tern_tuple_type_elements(type);
    for (size_t i = 0; i < elements.count; ++i) {
      if (!is_simple(elements.values[i])) return NULL;
    }
    return elements.count ? "test_tuple" : NULL;
  }
  bool is_integer = type->kind == TERN_TYPE_DIALECT && type->row == &tern_test_types[TERN_TEST_INTEGER_TYPE];
  bool is_ui8 = is_integer && type->params[0] == TERN_TEST_UNSIGNED && type->params[1] == 8;
  return is_ui8 ? "test_ui8" : NULL;
}
