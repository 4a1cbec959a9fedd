// Enums of dialect rows: attributes, and the texts of their cases.
//
// A bit enum's value is spelled as upstream spells it: zero by the case that is zero; else groups (cases of several
// bits) first, the last declared one first, then single bits in order of declaration.

#include <assert.h>

#include "ir/attr.h"
#include "ir/context_private.h"
#include "ir/params.h"

const tern_attr_t *tern_enum_attr_get(tern_context_t *context, const tern_enum_row_t *row, int64_t value) {
  if (!row->attr_name) {
    return tern_integer_attr_get(tern_i_type_get(context, row->storage_width ? row->storage_width : 32), value);
  }
  const uint64_t params[] = {(uint64_t)value};
  return tern_attr_get(context, TERN_ATTR_ENUM, row, params, 1);
}

int64_t tern_enum_attr_value(const tern_attr_t *attr) {
  assert(attr->kind == TERN_ATTR_ENUM || attr->kind == TERN_ATTR_INTEGER);
  return attr->kind == TERN_ATTR_ENUM ? (int64_t)attr->params[0] : tern_integer_attr_value(attr);
}

const char *tern_enum_case_name(const tern_enum_row_t *row, int64_t value) {
  for (size_t i = 0; i < row->case_count; ++i) {
    if (row->cases[i].value == value) return row->cases[i].name;
  }
  return NULL;
}

static bool is_group(const tern_enum_case_t *enum_case) { return __builtin_popcountll((uint64_t)enum_case->value) > 1; }

// Appends the case's name and takes its bits out of `*inout_rest`, if they are all there.
static void take_case(const tern_enum_row_t *row, const tern_enum_case_t *enum_case, uint64_t *inout_rest,
                      tern_string_builder_t *out) {
  uint64_t bits = (uint64_t)enum_case->value;
  if (!bits || (*inout_rest & bits) != bits) return;
  *inout_rest &= ~bits;
  if (out->size) tern_string_builder_append_cstr(out, row->bit_separator ? row->bit_separator : "|");
  tern_string_builder_append_cstr(out, enum_case->name);
}

// Appends every case whose bits are all in `value`; the bits that no case has.
static uint64_t name_all_cases(const tern_enum_row_t *row, uint64_t value, tern_string_builder_t *out) {
  uint64_t rest = value;
  for (size_t i = 0; i < row->case_count; ++i) {
    uint64_t bits = value;
    take_case(row, &row->cases[i], &bits, out);
    rest &= bits | ~value;
  }
  return rest;
}

const char *tern_enum_value_text(tern_context_t *context, const tern_enum_row_t *row, int64_t value) {
  if (!row->is_bit_enum || value == 0) return tern_enum_case_name(row, value);
  uint64_t rest = (uint64_t)value;
  tern_string_builder_t text = {0};
  if (row->is_quoted) {
    rest = name_all_cases(row, (uint64_t)value, &text);
  } else {
    for (size_t i = row->case_count; i-- > 0;) {
      if (is_group(&row->cases[i])) take_case(row, &row->cases[i], &rest, &text);
    }
    for (size_t i = 0; i < row->case_count; ++i) {
      if (!is_group(&row->cases[i])) take_case(row, &row->cases[i], &rest, &text);
    }
  }
  const char *result = rest ? NULL : tern_ident_get(context, tern_string_builder_view(&text))->data;
  tern_string_builder_deinitialize(&text);
  return result;
}

static bool find_case(const tern_enum_row_t *row, tern_str_t text, int64_t *out_value) {
  for (size_t i = 0; i < row->case_count; ++i) {
    if (!tern_str_equal_cstr(text, row->cases[i].name)) continue;
    *out_value = row->cases[i].value;
    return true;
  }
  return false;
}

bool tern_enum_case_value(const tern_enum_row_t *row, tern_str_t text, int64_t *out_value) {
  if (!row->is_bit_enum) return find_case(row, text, out_value);
  tern_str_t separator = tern_str_trim(tern_str_from_cstr(row->bit_separator ? row->bit_separator : "|"));
  int64_t value = 0;
  tern_str_t rest = text;
  do {
    int64_t bits;
    if (!find_case(row, tern_str_trim(tern_str_split(&rest, separator.data[0])), &bits)) return false;
    value |= bits;
  } while (rest.size);
  // A separator at the end has no case after it.
  if (text.size && text.data[text.size - 1] == separator.data[0]) return false;
  *out_value = value;
  return true;
}
