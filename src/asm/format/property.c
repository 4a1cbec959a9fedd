// Properties that stand in assembly formats as $name. An op keeps a property as the attribute that its generic form has;
// here it is text of its own: numbers without a type, `[...]`, `none` and `some<...>`, `unit`, the words of an enum
// (upstream: Properties.td, EnumAttr.td).

#include "asm/format/private.h"
#include "base/vec.h"
#include "ir/constraint/constraint.h"

typedef const tern_attr_constraint_t constraint_t;

static bool has_shape(constraint_t *constraint, const char *shape) { return strcmp(constraint->shape, shape) == 0; }

// Whether an optional property is written as what it holds: this begins unlike all else, and is nothing that may be
// left out itself. A number behind the constraint, `OptionalProp<StringProp, 0>`, says that it is not.
static bool is_delegated(constraint_t *constraint) {
  constraint_t *element = constraint->element;
  if (constraint->value_count && constraint->values[0] == 0) return false;
  return !has_shape(element, "unit prop") && !has_shape(element, "optional prop");
}

// --- printing ---

static void print_property(tern_printer_t *printer, constraint_t *constraint, const tern_attr_t *attr);

static void print_optional(tern_printer_t *printer, constraint_t *constraint, const tern_attr_t *list) {
  if (tern_array_attr_count(list) == 0) {
    tern_printer_text(printer, "none");
    return;
  }
  if (!is_delegated(constraint)) tern_printer_text(printer, "some<");
  print_property(printer, constraint->element, tern_array_attr_at(list, 0));
  if (!is_delegated(constraint)) tern_printer_char(printer, '>');
}

static void print_array(tern_printer_t *printer, constraint_t *constraint, const tern_attr_t *list) {
  tern_printer_char(printer, '[');
  for (size_t i = 0; i < tern_array_attr_count(list); ++i) {
    if (i) tern_printer_text(printer, ", ");
    print_property(printer, constraint->element, tern_array_attr_at(list, i));
  }
  tern_printer_char(printer, ']');
}

// `attr` satisfies the constraint.
static void print_property(tern_printer_t *printer, constraint_t *constraint, const tern_attr_t *attr) {
  if (has_shape(constraint, "int prop")) {
    tern_printer_int(printer, tern_integer_attr_value(attr));
  } else if (has_shape(constraint, "unsigned prop")) {
    uint64_t mask = (UINT64_C(1) << tern_integer_type_width(constraint->value_type)) - 1;
    tern_printer_int(printer, (int64_t)((uint64_t)tern_integer_attr_value(attr) & mask));
  } else if (has_shape(constraint, "unit prop")) {
    bool is_there = attr->kind == TERN_ATTR_UNIT || tern_integer_attr_value(attr);
    tern_printer_text(printer, is_there ? "unit" : "unit_absent");
  } else if (has_shape(constraint, "array prop")) {
    print_array(printer, constraint, attr);
  } else if (has_shape(constraint, "optional prop")) {
    print_optional(printer, constraint, attr);
  } else if (has_shape(constraint, "enum prop")) {
    tern_printer_enum(printer, constraint->enum_row, tern_integer_attr_value(attr));
  } else if (has_shape(constraint, "named enum prop")) {
    tern_printer_format(printer, "%s<", strchr(constraint->enum_row->attr_name, '.') + 1);
    tern_printer_enum(printer, constraint->enum_row, tern_integer_attr_value(attr));
    tern_printer_char(printer, '>');
  } else {
    tern_printer_attr(printer, attr);
  }
}

void tern_format_print_property(tern_printer_t *printer, const tern_attr_def_t *def, const tern_attr_t *attr) {
  if (def->constraint->is_satisfied(attr, def->constraint)) {
    print_property(printer, def->constraint, attr);
  } else {
    tern_printer_attr(printer, attr);
  }
}

// --- parsing ---

// With `is_optional` `*out_attr` is NULL if the property is not there.
static bool parse_property(tern_parser_t *parser, constraint_t *constraint, bool is_optional,
                           const tern_attr_t **out_attr);

static bool parse_int(tern_parser_t *parser, constraint_t *constraint, bool is_optional, const tern_attr_t **out_attr) {
  uint32_t width = tern_integer_type_width(constraint->value_type);
  bool is_unsigned = has_shape(constraint, "unsigned prop");
  char next = *tern_parser_pos(parser).pointer;
  if (is_optional && next != '-' && !(next >= '0' && next <= '9')) return true;
  tern_source_pos_t pos = tern_parser_pos(parser);
  int64_t value;
  if (!tern_parse_integer(parser, &value)) return false;
  int64_t limit = width < 64 ? INT64_C(1) << (is_unsigned ? width : width - 1) : INT64_MAX;
  if (width < 64 && (value >= limit || value < (is_unsigned ? 0 : -limit))) {
    return tern_parser_error_at(parser, pos, "integer value too large");
  }
  *out_attr = tern_integer_attr_get(constraint->value_type, value);
  return true;
}

static bool parse_string(tern_parser_t *parser, bool is_optional, const tern_attr_t **out_attr) {
  tern_str_t text;
  if (is_optional && *tern_parser_pos(parser).pointer != '"') return true;
  if (!tern_parse_string(parser, &text)) return false;
  *out_attr = tern_string_attr_get(tern_parser_context(parser), text);
  return true;
}

static bool parse_unit(tern_parser_t *parser, bool is_optional, const tern_attr_t **out_attr) {
  tern_context_t *context = tern_parser_context(parser);
  if (tern_parse_optional_keyword(parser, "unit")) {
    *out_attr = tern_unit_attr_get(context);
  } else if (tern_parse_optional_keyword(parser, "unit_absent")) {
    *out_attr = tern_bool_attr_get(context, false);
  } else if (!is_optional) {
    return tern_parser_error(parser, "expected 'unit' or 'unit_absent'");
  }
  return true;
}

static bool parse_array(tern_parser_t *parser, constraint_t *constraint, bool is_optional,
                        const tern_attr_t **out_attr) {
  if (is_optional && !tern_parser_at_token(parser, "[")) return true;
  if (!tern_parse_token(parser, "[")) return false;
  TERN_VEC(const tern_attr_t *) elements = {0};
  bool is_right = true;
  if (!tern_parse_optional_token(parser, "]")) {
    do {
      const tern_attr_t *element = NULL;
      is_right = parse_property(parser, constraint->element, false, &element);
      tern_vec_push(&elements, element);
    } while (is_right && tern_parse_optional_token(parser, ","));
    is_right = is_right && tern_parse_token(parser, "]");
  }
  if (is_right) *out_attr = tern_array_attr_get(tern_parser_context(parser), elements.values, elements.count);
  tern_vec_deinitialize(&elements);
  return is_right;
}

static bool parse_optional(tern_parser_t *parser, constraint_t *constraint, bool is_optional,
                           const tern_attr_t **out_attr) {
  const tern_attr_t *element = NULL;
  if (!tern_parse_optional_keyword(parser, "none")) {
    if (is_delegated(constraint)) {
      if (!parse_property(parser, constraint->element, true, &element)) return false;
    } else if (tern_parse_optional_keyword(parser, "some")) {
      if (!tern_parse_token(parser, "<") || !parse_property(parser, constraint->element, false, &element) ||
          !tern_parse_token(parser, ">")) {
        return false;
      }
    }
    if (!element) return is_optional || tern_parser_error(parser, "expected 'none' or 'some<prop>'");
  }
  *out_attr = tern_array_attr_get(tern_parser_context(parser), &element, element != NULL);
  return true;
}

static bool report_case(tern_parser_t *parser, tern_source_pos_t pos, const tern_enum_row_t *row, tern_str_t given) {
  tern_string_builder_t cases = {0};
  for (size_t i = 0; i < row->case_count; ++i) {
    tern_string_builder_append_format(&cases, "%s%s", i ? ", " : "", row->cases[i].name);
  }
  tern_parser_error_at(parser, pos, "expected one of [%s] for %s, got: %.*s", cases.data ? cases.data : "",
                       row->summary, (int)given.size, given.data);
  tern_string_builder_deinitialize(&cases);
  return false;
}

static bool parse_cases(tern_parser_t *parser, const tern_enum_row_t *row, int64_t *out_value) {
  bool is_listed = row->is_bit_enum && row->bit_separator;
  const char *separator = is_listed && strchr(row->bit_separator, ',') ? "," : "|";
  *out_value = 0;
  do {
    tern_source_pos_t pos = tern_parser_pos(parser);
    tern_str_t word;
    int64_t value;
    if (!tern_parse_optional_any_keyword(parser, &word)) {
      return tern_parser_error(parser, "expected keyword for %s", row->summary);
    }
    if (!tern_enum_case_value(row, word, &value)) return report_case(parser, pos, row, word);
    *out_value |= value;
  } while (row->is_bit_enum && tern_parse_optional_token(parser, separator));
  return true;
}

static bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '.';
}

// Is the keyword that comes next a case?
static bool is_at_case(const tern_parser_t *parser, const tern_enum_row_t *row) {
  const char *text = tern_parser_pos(parser).pointer;
  for (size_t i = 0; i < row->case_count; ++i) {
    size_t size = strlen(row->cases[i].name);
    if (strncmp(text, row->cases[i].name, size) == 0 && !is_word_character(text[size])) return true;
  }
  return false;
}

static bool parse_enum(tern_parser_t *parser, constraint_t *constraint, bool is_optional,
                       const tern_attr_t **out_attr) {
  const tern_enum_row_t *row = constraint->enum_row;
  bool is_named = has_shape(constraint, "named enum prop");
  int64_t value;
  if (is_named) {
    const char *name = strchr(row->attr_name, '.') + 1;
    if (!tern_parse_optional_keyword(parser, name)) {
      return is_optional || tern_parser_error(parser, "expected '%s'", name);
    }
    if (!tern_parse_token(parser, "<")) return false;
  } else if (is_optional && !is_at_case(parser, row)) {
    return true;
  }
  if (!parse_cases(parser, row, &value) || (is_named && !tern_parse_token(parser, ">"))) return false;
  *out_attr = tern_integer_attr_get(constraint->value_type, value);
  return true;
}

static bool parse_property(tern_parser_t *parser, constraint_t *constraint, bool is_optional,
                           const tern_attr_t **out_attr) {
  if (constraint->enum_row) return parse_enum(parser, constraint, is_optional, out_attr);
  if (constraint->value_type) return parse_int(parser, constraint, is_optional, out_attr);
  if (has_shape(constraint, "string prop")) return parse_string(parser, is_optional, out_attr);
  if (has_shape(constraint, "unit prop")) return parse_unit(parser, is_optional, out_attr);
  if (has_shape(constraint, "array prop")) return parse_array(parser, constraint, is_optional, out_attr);
  return parse_optional(parser, constraint, is_optional, out_attr);
}

bool tern_format_parse_property(tern_parser_t *parser, const tern_attr_def_t *def, bool is_optional,
                                const tern_attr_t **out_attr) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  return parse_property(parser, def->constraint, is_optional, out_attr) ||
         tern_parser_error_at(parser, pos, "invalid value for property %s, expected %s", def->name->data,
                              def->constraint->description);
}

const tern_attr_t *tern_format_property_from_attr(const tern_attr_def_t *def, const tern_attr_t *attr) {
  bool is_case = def->constraint->enum_row && tern_attr_constraint_is_property(def->constraint) &&
                 attr->kind == TERN_ATTR_ENUM && attr->row == def->constraint->enum_row;
  return is_case ? tern_integer_attr_get(def->constraint->value_type, tern_enum_attr_value(attr)) : attr;
}
