// Types and attributes of util.

#include <inttypes.h>
#include <stdio.h>

#include "asm/parser.h"
#include "asm/printer.h"
#include "base/vec.h"
#include "dialect/util/hooks.h"
#include "ir/context.h"
#include "ir/diagnostic.h"

// --- types ---

static const tern_type_t *get_plain(tern_context_t *context, int which) {
  return tern_dialect_type_get(context, &tern_util_types[which], NULL, 0);
}

static const tern_type_t *get_of(const tern_type_t *target, int which) {
  uint64_t param = (uint64_t)(uintptr_t)target;
  return tern_dialect_type_get(target->context, &tern_util_types[which], &param, 1);
}

const tern_type_t *tern_util_buffer_type_get(tern_context_t *context) {
  return get_plain(context, TERN_UTIL_TYPE_BUFFER);
}
const tern_type_t *tern_util_object_type_get(tern_context_t *context) {
  return get_plain(context, TERN_UTIL_TYPE_OBJECT);
}
const tern_type_t *tern_util_variant_type_get(tern_context_t *context) {
  return get_plain(context, TERN_UTIL_TYPE_VARIANT);
}
const tern_type_t *tern_util_list_type_get(const tern_type_t *element) { return get_of(element, TERN_UTIL_TYPE_LIST); }
const tern_type_t *tern_util_ptr_type_get(const tern_type_t *target) { return get_of(target, TERN_UTIL_TYPE_PTR); }

// `<type>`, where `?` is a value of any type.
static const tern_type_t *parse_target(tern_parser_t *parser, const tern_type_row_t *row) {
  const tern_type_t *target;
  if (!tern_parse_token(parser, "<")) return NULL;
  if (tern_parse_optional_token(parser, "?")) {
    target = tern_util_variant_type_get(tern_parser_context(parser));
  } else {
    target = tern_parse_type(parser);
  }
  if (!target || !tern_parse_token(parser, ">")) return NULL;
  return get_of(target, (int)(row - tern_util_types));
}

static void print_target(tern_printer_t *printer, const tern_type_t *type) {
  const tern_type_t *target = tern_util_type_target(type);
  tern_printer_char(printer, '<');
  if (tern_type_is_util(target, TERN_UTIL_TYPE_VARIANT)) {
    tern_printer_char(printer, '?');
  } else {
    tern_printer_type(printer, target);
  }
  tern_printer_char(printer, '>');
}

static const tern_type_t *target_of(const tern_type_t *type) { return tern_util_type_target(type); }

const tern_type_row_t tern_util_types[] = {
    [TERN_UTIL_TYPE_BUFFER] = {.name = "util.buffer", .summary = "a buffer of bytes on the host"},
    [TERN_UTIL_TYPE_LIST] = {.name = "util.list",
                             .summary = "a list of values",
                             .parse = parse_target,
                             .print = print_target,
                             .element = target_of},
    [TERN_UTIL_TYPE_OBJECT] = {.name = "util.object", .summary = "a reference of any type"},
    [TERN_UTIL_TYPE_PTR] = {.name = "util.ptr",
                            .summary = "a reference to a global",
                            .parse = parse_target,
                            .print = print_target,
                            .element = target_of},
    [TERN_UTIL_TYPE_UNUSED] = {.name = "util.unused", .summary = "stands where no type is"},
    [TERN_UTIL_TYPE_VARIANT] = {.name = "util.variant", .summary = "a value of any type"},
};

// --- attributes ---

static const tern_attr_t *get_attr(tern_context_t *context, int which, const uint64_t *params, size_t count) {
  return tern_dialect_attr_get(context, &tern_util_attrs[which], params, count);
}

const tern_attr_t *tern_util_uninitialized_attr_get(const tern_type_t *type) {
  uint64_t param = (uint64_t)(uintptr_t)type;
  return get_attr(type->context, TERN_UTIL_ATTR_UNINITIALIZED, &param, 1);
}

const tern_attr_t *tern_util_byte_pattern_attr_get(const tern_type_t *type, int64_t pattern) {
  uint64_t params[] = {(uint64_t)(uintptr_t)type, (uint64_t)pattern};
  return get_attr(type->context, TERN_UTIL_ATTR_BYTE_PATTERN, params, 2);
}

const tern_attr_t *tern_util_composite_attr_get(int64_t length, const tern_attr_t *values) {
  uint64_t params[] = {(uint64_t)length, (uint64_t)(uintptr_t)values};
  return get_attr(values->context, TERN_UTIL_ATTR_COMPOSITE, params, 2);
}

const tern_attr_t *tern_util_int_assumption_attr_get(tern_context_t *context, uint32_t known, uint64_t umin,
                                                     uint64_t umax, uint64_t udiv) {
  uint64_t params[] = {known, known & 1 ? umin : 0, known & 2 ? umax : 0, known & 4 ? udiv : 0};
  return get_attr(context, TERN_UTIL_ATTR_INT_ASSUMPTION, params, 4);
}

// The type behind the attribute; NULL after an error.
static const tern_type_t *expect_type(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  if (!type) tern_parser_error(parser, "expected `: type` behind #%s", row->name);
  return type;
}

static const tern_attr_t *parse_typed(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  if (!expect_type(parser, row, type)) return NULL;
  uint64_t param = (uint64_t)(uintptr_t)type;
  return tern_dialect_attr_get(tern_parser_context(parser), row, &param, 1);
}

static void print_nothing(tern_printer_t *printer, const tern_attr_t *attr) {
  (void)printer;
  (void)attr;
}

static const tern_attr_t *parse_byte_pattern(tern_parser_t *parser, const tern_attr_row_t *row,
                                             const tern_type_t *type) {
  int64_t pattern;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &pattern) || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  return expect_type(parser, row, type) ? tern_util_byte_pattern_attr_get(type, pattern) : NULL;
}

static void print_byte_pattern(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRId64 ">", (int64_t)attr->params[1]);
}

static const tern_attr_t *parse_byte_range(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  int64_t offset, length;
  if (!tern_parse_token(parser, "<") || !tern_parse_integer(parser, &offset) || !tern_parse_token(parser, ",") ||
      !tern_parse_integer(parser, &length) || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  uint64_t params[] = {(uint64_t)offset, (uint64_t)length};
  return tern_dialect_attr_get(tern_parser_context(parser), row, params, 2);
}

static void print_byte_range(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_format(printer, "<%" PRId64 ", %" PRId64 ">", (int64_t)attr->params[0], (int64_t)attr->params[1]);
}

// `<16xi8, [dense<0> : tensor<4xi32>]>`, one value a line when printed.
static const tern_attr_t *parse_composite(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)row;
  (void)type;
  const int64_t *dims;
  size_t count;
  if (!tern_parse_token(parser, "<")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parse_dimension_list(parser, false, true, &dims, &count)) return NULL;
  const tern_type_t *element = tern_parse_type(parser);
  if (!element) return NULL;
  if (count != 1 || !tern_type_is_i(element, 8)) {
    tern_parser_error_at(parser, pos, "expected the length in bytes, such as 16xi8");
    return NULL;
  }
  int64_t length = dims[0];
  if (!tern_parse_token(parser, ",")) return NULL;
  TERN_VEC(const tern_attr_t *) values = {0};  // each may be followed by a comma, the last as well
  bool is_ok = tern_parse_token(parser, "[");
  while (is_ok && !tern_parser_at_token(parser, "]")) {
    const tern_attr_t *value = tern_parse_attr(parser, NULL);
    is_ok = value != NULL;
    tern_vec_push(&values, value);
    if (!tern_parse_optional_token(parser, ",")) break;
  }
  is_ok = is_ok && tern_parse_token(parser, "]") && tern_parse_token(parser, ">");
  const tern_attr_t *array =
      is_ok ? tern_array_attr_get(tern_parser_context(parser), values.values, values.count) : NULL;
  tern_vec_deinitialize(&values);
  return array ? tern_util_composite_attr_get(length, array) : NULL;
}

static void print_composite(tern_printer_t *printer, const tern_attr_t *attr) {
  const tern_attr_t *values = (const tern_attr_t *)(uintptr_t)attr->params[1];
  tern_printer_format(printer, "<%" PRId64 "xi8, [", (int64_t)attr->params[0]);
  for (size_t i = 0; i < tern_array_attr_count(values); ++i) {
    tern_printer_text(printer, "\n    ");
    tern_printer_attr(printer, tern_array_attr_at(values, i));
    tern_printer_char(printer, ',');
  }
  tern_printer_text(printer, "\n]>");
}

static void name_composite(const tern_attr_t *attr, char *out_text, size_t size) {
  snprintf(out_text, size, "%" PRId64 "b", (int64_t)attr->params[0]);
}

static const char *const bounds[] = {"umin", "umax", "udiv"};

const tern_attr_t *tern_util_parse_assumption_body(tern_parser_t *parser) {
  uint64_t values[3] = {0};
  uint32_t known = 0;
  if (!tern_parse_token(parser, "<")) return NULL;
  if (!tern_parser_at_token(parser, ">")) {
    do {
      size_t which = 0;
      while (which < 3 && !tern_parse_optional_keyword(parser, bounds[which])) ++which;
      if (which == 3) {
        tern_parser_error(parser, "expected umin, umax or udiv");
        return NULL;
      }
      if (!tern_parse_token(parser, "=") || !tern_parse_unsigned_integer(parser, &values[which])) return NULL;
      known |= 1u << which;
    } while (tern_parse_optional_token(parser, ","));
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_util_int_assumption_attr_get(tern_parser_context(parser), known, values[0], values[1], values[2]);
}

static const tern_attr_t *parse_assumption(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)row;
  (void)type;
  return tern_util_parse_assumption_body(parser);
}

void tern_util_print_assumption_body(tern_printer_t *printer, const tern_attr_t *attr) {
  const char *separator = "<";
  for (size_t i = 0; i < 3; ++i) {
    if (!(attr->params[0] & (1u << i))) continue;
    tern_printer_format(printer, "%s%s = %" PRIu64, separator, bounds[i], attr->params[i + 1]);
    separator = ", ";
  }
  tern_printer_text(printer, attr->params[0] ? ">" : "<>");
}

static const tern_attr_t *parse_pipeline(tern_parser_t *parser, const tern_attr_row_t *row, const tern_type_t *type) {
  (void)type;
  tern_str_t text;
  if (!tern_parse_token(parser, "<") || !tern_parse_string(parser, &text) || !tern_parse_token(parser, ">")) {
    return NULL;
  }
  uint64_t param = (uint64_t)(uintptr_t)tern_ident_get(tern_parser_context(parser), text);
  return tern_dialect_attr_get(tern_parser_context(parser), row, &param, 1);
}

static void print_pipeline(tern_printer_t *printer, const tern_attr_t *attr) {
  tern_printer_char(printer, '<');
  tern_printer_quoted(printer, tern_ident_str((const tern_ident_t *)(uintptr_t)attr->params[0]));
  tern_printer_char(printer, '>');
}

const tern_attr_row_t tern_util_attrs[] = {
    [TERN_UTIL_ATTR_BYTE_PATTERN] = {.name = "util.byte_pattern",
                                     .summary = "every byte the same",
                                     .parse = parse_byte_pattern,
                                     .print = print_byte_pattern,
                                     .is_typed = true},
    [TERN_UTIL_ATTR_BYTE_RANGE] = {.name = "util.byte_range",
                                   .summary = "offset and length in bytes",
                                   .parse = parse_byte_range,
                                   .print = print_byte_range},
    [TERN_UTIL_ATTR_COMPOSITE] = {.name = "util.composite",
                                  .summary = "values one behind the other, as bytes",
                                  .parse = parse_composite,
                                  .print = print_composite,
                                  .alias = "composite_of",
                                  .alias_detail = name_composite},
    [TERN_UTIL_ATTR_INLINE_ALWAYS] = {.name = "util.inline.always", .summary = "inline whenever it is possible"},
    [TERN_UTIL_ATTR_INLINE_NEVER] = {.name = "util.inline.never", .summary = "do not inline"},
    [TERN_UTIL_ATTR_INT_ASSUMPTION] = {.name = "util.int.assumption",
                                       .summary = "bounds of an integer",
                                       .parse = parse_assumption,
                                       .print = tern_util_print_assumption_body},
    [TERN_UTIL_ATTR_NULL] = {.name = "util.null",
                             .summary = "the null of a type",
                             .parse = parse_typed,
                             .print = print_nothing,
                             .is_typed = true},
    [TERN_UTIL_ATTR_PREPROCESSING_PIPELINE] = {.name = "util.preprocessing_pipeline",
                                               .summary = "passes to run on a function first",
                                               .parse = parse_pipeline,
                                               .print = print_pipeline},
    [TERN_UTIL_ATTR_UNINITIALIZED] = {.name = "util.uninitialized",
                                      .summary = "contents that do not matter",
                                      .parse = parse_typed,
                                      .print = print_nothing,
                                      .is_typed = true},
};
