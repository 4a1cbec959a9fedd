// Attributes that stand in assembly formats as $name: what upstream's generated code prints and parses for the kind of
// attribute the constraint asks for.
//
// Enums are keywords (or `<keyword>` where the enum is an attribute of its own), symbol names are @name, numbers whose
// type the constraint implies come without it, dense arrays are `[1, 2]`, attributes of a known dialect kind are only
// their parameters. All else is written in full.

#include "asm/format/private.h"
#include "asm/parser_private.h"
#include "asm/printer_private.h"
#include "ir/constraint/constraint.h"

typedef enum attr_form {
  FORM_PLAIN,        // as anywhere, with the implied type if there is one
  FORM_ENUM,         // a keyword
  FORM_ENUM_ANGLED,  // <keyword>
  FORM_SYMBOL_NAME,  // @name
  FORM_DENSE_ARRAY,  // [1, 2]
  FORM_DIALECT,      // parameters only
  FORM_PROPERTY,     // format_property.c
} attr_form_t;

static bool has_shape(const tern_attr_constraint_t *constraint, const char *shape) {
  return constraint->shape && strcmp(constraint->shape, shape) == 0;
}

static attr_form_t form_of(const tern_attr_constraint_t *constraint) {
  if (tern_attr_constraint_is_property(constraint)) return FORM_PROPERTY;
  if (constraint->enum_row && !constraint->element) {
    const tern_enum_row_t *row = constraint->enum_row;
    return row->attr_name && !row->is_spaced_mnemonic ? FORM_ENUM_ANGLED : FORM_ENUM;
  }
  if (strcmp(constraint->name, "SymbolNameAttr") == 0) return FORM_SYMBOL_NAME;
  // The implied type of a dense array is that of its elements.
  if (constraint->value_type && has_shape(constraint, "i64array")) return FORM_DENSE_ARRAY;
  if (constraint->attr_row) return FORM_DIALECT;
  return FORM_PLAIN;
}

// --- printing ---

static void print_case(tern_printer_t *printer, const tern_enum_row_t *row, int64_t value) {
  if (row->keeps_space) tern_printer_char(printer, ' ');
  // A number in the op whose word is none of the language is a string.
  const char *name = row->attr_name || row->is_bit_enum ? NULL : tern_enum_case_name(row, value);
  if (name) {
    tern_printer_keyword_or_string(printer, tern_str_from_cstr(name));
  } else {
    tern_printer_enum(printer, row, value);
  }
}

void tern_format_print_attr(tern_printer_t *printer, const tern_attr_def_t *def, bool is_qualified,
                            const tern_attr_t *attr) {
  const tern_attr_constraint_t *constraint = def->constraint;
  if (!attr) {
    tern_printer_attr(printer, attr);
    return;
  }
  if (is_qualified) {
    tern_printer_attr(printer, attr);
    return;
  }
  switch (form_of(constraint)) {
    case FORM_ENUM:
      if (attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_ENUM) {
        print_case(printer, constraint->enum_row, tern_enum_attr_value(attr));
        return;
      }
      break;
    case FORM_ENUM_ANGLED:
    case FORM_DENSE_ARRAY:
    case FORM_DIALECT: tern_printer_attr_stripped(printer, attr); return;
    case FORM_PROPERTY: tern_format_print_property(printer, def, attr); return;
    case FORM_SYMBOL_NAME:
      if (attr->kind == TERN_ATTR_STRING) {
        tern_printer_symbol_name(printer, tern_string_attr_value(attr));
        return;
      }
      break;
    case FORM_PLAIN: break;
  }
  if (constraint->value_type) {
    tern_printer_attr_without_type(printer, attr);
  } else {
    tern_printer_attr(printer, attr);
  }
}

// --- parsing ---

static bool at_char(const tern_parser_t *parser, char c) { return *tern_parser_pos(parser).pointer == c; }

// One case's keyword, if it is one; longer names first where one begins another is the lexer's work.
static bool parse_optional_case(tern_parser_t *parser, const tern_enum_row_t *row, int64_t *out_value) {
  for (size_t i = 0; i < row->case_count; ++i) {
    if (!tern_parse_optional_keyword(parser, row->cases[i].name)) continue;
    *out_value = row->cases[i].value;
    return true;
  }
  return false;
}

static bool parse_optional_enum(tern_parser_t *parser, const tern_enum_row_t *row, const tern_attr_t **out_attr) {
  int64_t value;
  if (row->is_quoted && at_char(parser, '"')) {
    if (!tern_parse_enum(parser, row, &value)) return false;
    *out_attr = tern_enum_attr_get(tern_parser_context(parser), row, value);
    return true;
  }
  if (!parse_optional_case(parser, row, &value)) return true;
  if (row->is_bit_enum) {
    tern_str_t separator = tern_str_trim(tern_str_from_cstr(row->bit_separator ? row->bit_separator : "|"));
    const char *token = separator.size && separator.data[0] == ',' ? "," : "|";
    while (tern_parse_optional_token(parser, token)) {
      int64_t next;
      if (!parse_optional_case(parser, row, &next)) {
        return tern_parser_error(parser, "expected a case of '%s'", row->name);
      }
      value |= next;
    }
  }
  *out_attr = tern_enum_attr_get(tern_parser_context(parser), row, value);
  return true;
}

// A case of an enum that is an integer in the op: a keyword, or a string where the keyword is none of the language.
static bool parse_case_of_attr(tern_parser_t *parser, const tern_attr_def_t *def, int64_t *out_value) {
  const tern_enum_row_t *row = def->constraint->enum_row;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (parse_optional_case(parser, row, out_value)) return true;
  tern_str_t text;
  if (tern_parse_optional_string(parser, &text)) {
    return tern_enum_case_value(row, text, out_value) ||
           tern_parser_error_at(parser, pos, "invalid %s attribute specification: \"%.*s\"", def->name->data,
                                (int)text.size, text.data);
  }
  tern_string_builder_t cases = {0};
  for (size_t i = 0; i < row->case_count; ++i) {
    tern_string_builder_append_format(&cases, "%s%s", i ? ", " : "", row->cases[i].name);
  }
  tern_parser_error_at(parser, pos,
                       "expected string or keyword containing one of the following enum values for attribute '%s' [%s]",
                       def->name->data, cases.data ? cases.data : "");
  tern_string_builder_deinitialize(&cases);
  return false;
}

// Upstream's parsers of attributes say which parameter failed, after what was wrong; for spirv's enums so do we.
static void report_failed_param(tern_parser_t *parser, tern_source_pos_t pos, const tern_enum_row_t *row) {
  char name[64];
  size_t size = 0;
  if (!row->attr_name || strncmp(row->attr_name, "spirv.", 6) != 0) return;
  bool starts_word = true;
  for (const char *c = row->attr_name + 6; *c && size + 1 < sizeof name; ++c) {
    if (*c != '_') name[size++] = starts_word && *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    starts_word = *c == '_';
  }
  name[size] = 0;
  tern_parser_error_at(
      parser, pos, "failed to parse SPIRV_%sAttr parameter 'value' which is to be a `::mlir::spirv::%s`", name, name);
}

static bool parse_enum(tern_parser_t *parser, const tern_attr_def_t *def, bool is_angled, bool is_optional,
                       const tern_attr_t **out_attr) {
  const tern_enum_row_t *row = def->constraint->enum_row;
  // The attribute in full, or an alias of it, may stand where it is one of its own.
  if (row->attr_name && at_char(parser, '#')) {
    *out_attr = tern_parse_attr(parser, NULL);
    return *out_attr != NULL;
  }
  if (!is_angled && is_optional) return parse_optional_enum(parser, row, out_attr);
  if (is_angled && is_optional && !tern_parser_at_token(parser, "<")) return true;
  int64_t value;
  if (is_angled && !tern_parse_token(parser, "<")) return false;
  bool is_integer = !row->attr_name && !row->is_bit_enum && !is_angled;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (is_integer) {
    if (!parse_case_of_attr(parser, def, &value)) return false;
  } else if (!tern_parse_enum(parser, row, &value)) {
    report_failed_param(parser, pos, row);
    return false;
  }
  if (is_angled && !tern_parse_token(parser, ">")) return false;
  *out_attr = tern_enum_attr_get(tern_parser_context(parser), row, value);
  return true;
}

// The numbers of a dense array as packed bytes in the parser's memory.
typedef struct number_list {
  unsigned char *bytes;
  size_t count, capacity, element_size;
} number_list_t;

static void push_number(tern_parser_t *parser, number_list_t *list, const void *bytes) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity ? list->capacity * 2 : 8;
    unsigned char *grown = tern_parser_alloc(parser, capacity * list->element_size);
    if (list->count) memcpy(grown, list->bytes, list->count * list->element_size);
    list->bytes = grown;
    list->capacity = capacity;
  }
  memcpy(list->bytes + list->count++ * list->element_size, bytes, list->element_size);
}

static bool parse_float_element(tern_parser_t *parser, const tern_type_t *element, number_list_t *list) {
  double value;
  if (!tern_parse_float(parser, &value)) return false;
  if (element->kind == TERN_TYPE_F32) {
    float narrow = (float)value;
    push_number(parser, list, &narrow);
  } else {
    push_number(parser, list, &value);
  }
  return true;
}

static bool parse_integer_element(tern_parser_t *parser, const tern_type_t *element, number_list_t *list) {
  int64_t value;
  uint32_t width = tern_integer_type_width(element);
  if (width == 1 && tern_parse_optional_keyword(parser, "true")) {
    value = 1;
  } else if (width == 1 && tern_parse_optional_keyword(parser, "false")) {
    value = 0;
  } else {
    tern_source_pos_t pos = tern_parser_pos(parser);
    if (!tern_parse_integer(parser, &value)) return false;
    int64_t limit = width < 64 ? INT64_C(1) << width : INT64_MAX;
    if (width < 64 && (value >= limit || value < -(limit / 2))) {
      return tern_parser_error_at(parser, pos, "integer value does not fit in %u bits", width);
    }
  }
  push_number(parser, list, &value);  // little-endian: the low bytes come first
  return true;
}

static bool parse_dense_array(tern_parser_t *parser, const tern_type_t *element, bool is_optional,
                              const tern_attr_t **out_attr) {
  if (!tern_parser_at_token(parser, "[")) {
    if (is_optional) return tern_parse_optional_attr(parser, NULL, out_attr);
    if (at_char(parser, '#') || at_char(parser, 'a')) {
      *out_attr = tern_parse_attr(parser, NULL);
      return *out_attr != NULL;
    }
  }
  if (!tern_parse_token(parser, "[")) return false;
  bool is_float = tern_type_is_float(element);
  uint32_t width = is_float ? tern_type_bit_width(element) : tern_integer_type_width(element);
  number_list_t list = {.element_size = width <= 8 ? 1 : width / 8};
  if (!tern_parse_optional_token(parser, "]")) {
    do {
      if (!(is_float ? parse_float_element : parse_integer_element)(parser, element, &list)) {
        // As upstream has it, the end that is missed then is told, too.
        tern_parse_token(parser, "]");
        return false;
      }
    } while (tern_parse_optional_token(parser, ","));
    if (!tern_parse_token(parser, "]")) return false;
  }
  *out_attr = tern_dense_array_attr_get(element, list.bytes, list.count);
  return true;
}

static bool parse_symbol_name(tern_parser_t *parser, bool is_optional, const tern_attr_t **out_attr) {
  tern_str_t name;
  if (is_optional) {
    if (!tern_parse_optional_symbol_name(parser, &name)) return true;
  } else if (!tern_parse_symbol_name(parser, &name)) {
    return false;
  }
  *out_attr = tern_string_attr_get(tern_parser_context(parser), name);
  return true;
}

bool tern_format_parse_attr(tern_parser_t *parser, const tern_attr_def_t *def, bool is_qualified, bool is_optional,
                            const tern_attr_t **out_attr) {
  const tern_attr_constraint_t *constraint = def->constraint;
  *out_attr = NULL;
  switch (is_qualified ? FORM_PLAIN : form_of(constraint)) {
    case FORM_ENUM: return parse_enum(parser, def, false, is_optional, out_attr);
    case FORM_ENUM_ANGLED: return parse_enum(parser, def, true, is_optional, out_attr);
    case FORM_SYMBOL_NAME: return parse_symbol_name(parser, is_optional, out_attr);
    case FORM_PROPERTY: return tern_format_parse_property(parser, def, is_optional, out_attr);
    case FORM_DENSE_ARRAY: return parse_dense_array(parser, constraint->value_type, is_optional, out_attr);
    case FORM_DIALECT: {
      const tern_attr_row_t *row = constraint->attr_row;
      if (at_char(parser, '#') || !row->parse || (is_optional && !tern_parser_at_token(parser, "<"))) break;
      *out_attr = row->parse(parser, row, constraint->value_type);
      return *out_attr != NULL;
    }
    case FORM_PLAIN: break;
  }
  // An optional string in front leaves a symbol name, which is an attribute too, to what follows.
  bool is_string = strcmp(constraint->name, "StrAttr") == 0;
  if (is_optional && is_string && at_char(parser, '@')) return true;
  // An optional array leaves a dictionary or a region to what follows.
  bool is_array = tern_str_ends_with(tern_str_from_cstr(constraint->name), TERN_STR("ArrayAttr"));
  if (is_optional && is_array && !at_char(parser, '[') && !at_char(parser, '#')) return true;
  // An optional attribute leaves the location of the op to it.
  bool is_location = strcmp(constraint->name, "AnyAttr") == 0 || strcmp(constraint->name, "LocationAttr") == 0;
  if (is_optional && !is_location && tern_parser_at_word(parser, "loc")) return true;
  // A colon behind a string is the format's, not the string's.
  const tern_type_t *type = is_string ? tern_none_type_get(tern_parser_context(parser)) : constraint->value_type;
  if (is_optional) return tern_parse_optional_attr(parser, type, out_attr);
  *out_attr = tern_parse_attr(parser, type);
  return *out_attr != NULL;
}

// --- kinds ---

static const struct {
  const char *name;
  tern_attr_kind_t kind;
} constraint_kinds[] = {
    {"StrAttr", TERN_ATTR_STRING},
    {"SymbolRefAttr", TERN_ATTR_SYMBOL_REF},
    {"FlatSymbolRefAttr", TERN_ATTR_SYMBOL_REF},
    {"TypeAttr", TERN_ATTR_TYPE},
    {"AffineMapAttr", TERN_ATTR_AFFINE_MAP},
    {"IntegerSetAttr", TERN_ATTR_INTEGER_SET},
    {"DictionaryAttr", TERN_ATTR_DICTIONARY},
    {"ArrayAttr", TERN_ATTR_ARRAY},
};

static bool is_combinator(const tern_attr_constraint_t *constraint) {
  tern_str_t name = tern_str_from_cstr(constraint->name);
  return tern_str_starts_with(name, TERN_STR("AnyAttrOf")) || tern_str_starts_with(name, TERN_STR("AllAttrOf"));
}

bool tern_format_attr_has_kind(const tern_attr_def_t *def, const tern_attr_t *attr) {
  const tern_attr_constraint_t *constraint = def->constraint;
  if (constraint->is_satisfied(attr, constraint)) return true;
  while (constraint->arg_count && !constraint->element && !is_combinator(constraint)) constraint = constraint->args[0];
  for (size_t i = 0; i < sizeof(constraint_kinds) / sizeof(constraint_kinds[0]); ++i) {
    if (strcmp(constraint->name, constraint_kinds[i].name) == 0) return attr->kind == constraint_kinds[i].kind;
  }
  if (constraint->element) return attr->kind == TERN_ATTR_ARRAY;
  if (has_shape(constraint, "int")) return attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_FLOAT;
  return true;
}
