// dlti: syntax of the attributes.

#include <inttypes.h>
#include <stdlib.h>

#include "dialect/dlti/dlti.h"
#include "dialect/dlti/hooks.h"
#include "ir/diagnostic.h"

typedef struct entry_list {
  const tern_attr_t **keys, **values;
  size_t count, capacity;
} entry_list_t;

static void push_entry(tern_parser_t *parser, entry_list_t *list, const tern_attr_t *key, const tern_attr_t *value) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? 2 * list->capacity : 8;
    const tern_attr_t **keys = tern_parser_alloc(parser, capacity * sizeof(keys[0]));
    const tern_attr_t **values = tern_parser_alloc(parser, capacity * sizeof(values[0]));
    for (size_t i = 0; i < list->count; ++i) {
      keys[i] = list->keys[i];
      values[i] = list->values[i];
    }
    *list = (entry_list_t){keys, values, list->count, capacity};
  }
  list->keys[list->count] = key;
  list->values[list->count++] = value;
}

// A string, or a type where `allows_type`; `*out_key` is NULL if neither is there.
static bool parse_optional_key(tern_parser_t *parser, bool allows_type, const tern_attr_t **out_key) {
  tern_str_t text;
  const tern_type_t *type = NULL;
  *out_key = NULL;
  if (tern_parse_optional_string(parser, &text)) {
    *out_key = tern_string_attr_get(tern_parser_context(parser), text);
    return true;
  }
  if (allows_type && !tern_parse_optional_type(parser, &type)) return false;
  if (type) *out_key = tern_type_attr_get(type);
  return true;
}

static void print_key(tern_printer_t *printer, const tern_attr_t *key) { tern_printer_attr(printer, key); }

// `<key, value>`
const tern_attr_t *tern_dlti_parse_entry(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  const tern_attr_t *key;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!parse_optional_key(parser, true, &key)) return NULL;
  if (!key) {
    tern_parser_error_at(parser, pos, "expected a type or a quoted string");
    return NULL;
  }
  if (!tern_parse_token(parser, ",")) return NULL;
  const tern_attr_t *value = tern_parse_attr(parser, NULL);
  if (!value || !tern_parse_token(parser, ">")) return NULL;
  const uint64_t params[] = {(uint64_t)(uintptr_t)key, (uint64_t)(uintptr_t)value};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

void tern_dlti_print_entry(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  print_key(printer, tern_dlti_entry_key(attr, 0));
  tern_printer_text(printer, ", ");
  tern_printer_attr(printer, tern_dlti_entry_value(attr, 0));
  tern_printer_char(printer, '>');
}

// `key = value`, or a whole `#dlti.dl_entry<key, value>`.
static bool parse_list_entry(tern_parser_t *parser, bool allows_type, entry_list_t *list) {
  const tern_attr_t *key;
  if (!parse_optional_key(parser, allows_type, &key)) return false;
  if (key) {
    if (!tern_parse_token(parser, "=")) return false;
    const tern_attr_t *value = tern_parse_attr(parser, NULL);
    if (value) push_entry(parser, list, key, value);
    return value != NULL;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_attr_t *entry = tern_parse_attr(parser, NULL);
  if (!entry) return false;
  if (!tern_attr_is_dlti(entry, TERN_DLTI_ATTR_DL_ENTRY)) {
    return tern_parser_error_at(parser, pos, "invalid kind of attribute specified");
  }
  push_entry(parser, list, tern_dlti_entry_key(entry, 0), tern_dlti_entry_value(entry, 0));
  return true;
}

// Keys are unique and not empty. The devices of a system are specs of devices, by strings.
static bool check_entries(tern_parser_t *parser, tern_source_pos_t pos, tern_dlti_attr_t id, const entry_list_t *list) {
  bool is_system = id == TERN_DLTI_ATTR_TARGET_SYSTEM_SPEC;
  bool needs_strings = is_system || id == TERN_DLTI_ATTR_TARGET_DEVICE_SPEC;
  for (size_t i = 0; i < list->count; ++i) {
    const tern_attr_t *key = list->keys[i];
    const char *text = tern_attr_text(key);
    bool is_string = tern_attr_is_string(key);
    if (is_string && tern_string_attr_value(key).size == 0) {
      return tern_parser_error_at(parser, pos, "empty string as DLTI key is not allowed");
    }
    if (needs_strings && !is_string) {
      return tern_parser_error_at(parser, pos, "%s does not allow type as a key: %s", tern_dlti_attrs[id].name, text);
    }
    if (is_system && !tern_attr_is_dlti(list->values[i], TERN_DLTI_ATTR_TARGET_DEVICE_SPEC)) {
      return tern_parser_error_at(parser, pos, "value associated with key %s is not a DLTI device spec", text);
    }
    for (size_t j = 0; j < i; ++j) {
      if (list->keys[j] != key) continue;
      return tern_parser_error_at(
          parser, pos, is_system ? "repeated device ID in dlti.target_system_spec: %s" : "repeated DLTI key: %s", text);
    }
  }
  return true;
}

// `<key = value, ...>`
const tern_attr_t *tern_dlti_parse_entries(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_dlti_attr_t id = (tern_dlti_attr_t)(row - tern_dlti_attrs);
  bool is_layout = id == TERN_DLTI_ATTR_DL_SPEC || id == TERN_DLTI_ATTR_MAP;
  entry_list_t list = {0};
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_token(parser, "<")) return NULL;
  if (!tern_parse_optional_token(parser, ">")) {
    do {
      if (!parse_list_entry(parser, is_layout, &list)) return NULL;
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, ">")) return NULL;
  } else if (!is_layout) {
    tern_parser_error_at(parser, pos, "no DLTI entries provided");
    return NULL;
  }
  if (!check_entries(parser, pos, id, &list)) return NULL;
  return tern_dlti_get(tern_parser_context(parser), id, list.keys, list.values, list.count);
}

void tern_dlti_print_entries(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  for (size_t i = 0; i < tern_dlti_entry_count(attr); ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_key(printer, tern_dlti_entry_key(attr, i));
    tern_printer_text(printer, " = ");
    tern_printer_attr(printer, tern_dlti_entry_value(attr, i));
  }
  tern_printer_char(printer, '>');
}

// `<64, function_dependent = false>`
const tern_attr_t *tern_dlti_parse_alignment(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  (void)type;
  int64_t alignment;
  tern_str_t word;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &alignment) || !tern_parse_token(parser, ",") ||
      !tern_parse_keyword(parser, "function_dependent") || !tern_parse_token(parser, "=")) {
    return NULL;
  }
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_any_keyword(parser, &word)) return NULL;
  bool is_true = tern_str_equal_cstr(word, "true");
  if (!is_true && !tern_str_equal_cstr(word, "false")) {
    tern_parser_error_at(parser, pos, "expected `true` or `false`");
    return NULL;
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  const uint64_t params[] = {(uint64_t)alignment, is_true};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

void tern_dlti_print_alignment(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRIu64 ", function_dependent = %s>", attr->params[0],
                      attr->params[1] ? "true" : "false");
}
