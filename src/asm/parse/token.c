// Punctuation, words, strings, names and plain numbers, for hooks.

#include <math.h>

#include "asm/parser_private.h"

// --- punctuation ---

static bool is_double_colon(const tern_parser_t *parser) {
  const char *behind = parser->token.text.data + 1;
  return tern_parser_is(parser, TERN_TOKEN_COLON) && behind < parser->lexer.end && *behind == ':';
}

bool tern_parser_at_token(const tern_parser_t *parser, const char *punctuation) {
  if (punctuation[0] == ':' && punctuation[1] == ':') return is_double_colon(parser);
  tern_token_kind_t kind = tern_token_kind_of_punctuation(punctuation);
  return kind != TERN_TOKEN_ERROR && parser->token.kind == kind;
}

bool tern_parse_optional_token(tern_parser_t *parser, const char *punctuation) {
  if (!tern_parser_at_token(parser, punctuation)) return false;
  bool is_double = punctuation[0] == ':' && punctuation[1] == ':';
  tern_parser_advance(parser);
  if (is_double) tern_parser_advance(parser);
  return true;
}

bool tern_parse_token(tern_parser_t *parser, const char *punctuation) {
  if (tern_parse_optional_token(parser, punctuation)) return true;
  return tern_parser_wrong_token(parser, "expected '%s'", punctuation);
}

// --- words ---

bool tern_parse_optional_keyword(tern_parser_t *parser, const char *keyword) {
  if (!tern_parser_at_word(parser, keyword)) return false;
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_keyword(tern_parser_t *parser, const char *keyword) {
  if (tern_parse_optional_keyword(parser, keyword)) return true;
  return tern_parser_error(parser, "expected '%s'", keyword);
}

bool tern_parse_optional_any_keyword(tern_parser_t *parser, tern_str_t *out_keyword) {
  if (!tern_parser_is(parser, TERN_TOKEN_BARE)) return false;
  *out_keyword = parser->token.text;
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_any_keyword(tern_parser_t *parser, tern_str_t *out_keyword) {
  if (tern_parse_optional_any_keyword(parser, out_keyword)) return true;
  return tern_parser_wrong_token(parser, "expected valid keyword");
}

// --- strings ---

// The text between quotes, escapes resolved, interned.
static tern_str_t string_value(tern_parser_t *parser, tern_str_t quoted) {
  tern_str_t inside = tern_str_make(quoted.data + 1, quoted.size - 2);
  if (tern_str_find_char(inside, '\\') == inside.size) return tern_ident_str(tern_ident_get(parser->context, inside));
  tern_arena_mark_t mark = tern_arena_mark(&parser->scratch);
  char *buffer = tern_arena_alloc(&parser->scratch, inside.size);
  size_t size = tern_string_unescape(inside, buffer);
  const tern_ident_t *ident = tern_ident_get(parser->context, tern_str_make(buffer, size));
  tern_arena_rewind(&parser->scratch, mark);
  return tern_ident_str(ident);
}

bool tern_parse_optional_string(tern_parser_t *parser, tern_str_t *out_text) {
  if (!tern_parser_is(parser, TERN_TOKEN_STRING)) return false;
  *out_text = string_value(parser, parser->token.text);
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_string(tern_parser_t *parser, tern_str_t *out_text) {
  if (tern_parse_optional_string(parser, out_text)) return true;
  return tern_parser_wrong_token(parser, "expected string");
}

bool tern_parse_keyword_or_string(tern_parser_t *parser, tern_str_t *out_text) {
  if (tern_parse_optional_any_keyword(parser, out_text) || tern_parse_optional_string(parser, out_text)) return true;
  return tern_parser_wrong_token(parser, "expected valid keyword or string");
}

// --- symbols ---

bool tern_parse_optional_symbol_name(tern_parser_t *parser, tern_str_t *out_name) {
  if (!tern_parser_is(parser, TERN_TOKEN_AT)) return false;
  tern_str_t name = tern_str_drop(parser->token.text, 1);
  *out_name = name.data[0] == '"' ? string_value(parser, name) : name;
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_symbol_name(tern_parser_t *parser, tern_str_t *out_name) {
  if (tern_parse_optional_symbol_name(parser, out_name)) return true;
  if (!parser->builders) return tern_parser_wrong_token(parser, "expected valid '@'-identifier for symbol name");
  return tern_parser_error(parser, "custom op '%s' expected valid '@'-identifier for symbol name",
                           parser->builders->op.def->name->data);
}

// --- numbers ---

static bool take_integer(tern_parser_t *parser, bool is_negative, int64_t *out_value) {
  uint64_t magnitude;
  uint64_t limit = is_negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
  if (!tern_token_to_uint64(parser->token, &magnitude) || magnitude > limit) {
    return tern_parser_error(parser, "integer value too large");
  }
  *out_value = is_negative ? (int64_t)(0 - magnitude) : (int64_t)magnitude;
  tern_parser_advance(parser);
  return true;
}

// `true` and `false` count as 1 and 0, as upstream's parseInteger has it.
bool tern_parse_integer(tern_parser_t *parser, int64_t *out_value) {
  *out_value = 0;
  if (tern_parse_optional_keyword(parser, "false")) return true;
  if (tern_parse_optional_keyword(parser, "true")) {
    *out_value = 1;
    return true;
  }
  bool is_negative = tern_parser_accept(parser, TERN_TOKEN_MINUS);
  if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) return tern_parser_error(parser, "expected integer value");
  return take_integer(parser, is_negative, out_value);
}

bool tern_parse_unsigned_integer(tern_parser_t *parser, uint64_t *out_value) {
  *out_value = 0;
  if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) return tern_parser_error(parser, "expected unsigned integer value");
  if (!tern_token_to_uint64(parser->token, out_value)) return tern_parser_error(parser, "integer value too large");
  tern_parser_advance(parser);
  return true;
}

bool tern_parse_optional_integer(tern_parser_t *parser, int64_t *out_value) {
  bool is_word = tern_parser_at_word(parser, "true") || tern_parser_at_word(parser, "false");
  if (!is_word && !tern_parser_is(parser, TERN_TOKEN_MINUS) && !tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    return false;
  }
  return tern_parse_integer(parser, out_value);
}

bool tern_parse_float(tern_parser_t *parser, double *out_value) {
  *out_value = 0;
  bool is_negative = tern_parser_accept(parser, TERN_TOKEN_MINUS);
  if (tern_parser_is(parser, TERN_TOKEN_FLOAT)) {
    double value = tern_token_to_double(parser->token);
    if (isinf(value)) return tern_parser_error(parser, "floating point value too large");
    *out_value = is_negative ? -value : value;
    tern_parser_advance(parser);
    return true;
  }
  uint64_t bits;
  bool is_hex =
      tern_parser_is(parser, TERN_TOKEN_INTEGER) && parser->token.text.size > 2 && parser->token.text.data[1] == 'x';
  if (!is_hex) return tern_parser_wrong_token(parser, "expected floating point literal");
  if (is_negative) return tern_parser_error(parser, "hexadecimal float literal should not have a leading minus");
  if (!tern_token_to_uint64(parser->token, &bits)) {
    return tern_parser_error(parser, "hexadecimal float constant out of range for type");
  }
  memcpy(out_value, &bits, sizeof(bits));
  tern_parser_advance(parser);
  return true;
}

// --- shapes ---

typedef struct dimension_list {
  int64_t *values;
  size_t count, capacity;
} dimension_list_t;

static void push_dimension(tern_parser_t *parser, dimension_list_t *list, int64_t dimension) {
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(dimension));
  list->values = values;
  list->values[list->count++] = dimension;
}

// `0x4` in a shape is a 0, an x and a 4: only the 0 is taken.
static bool parse_dimension(tern_parser_t *parser, bool allow_dynamic, int64_t *out_dimension) {
  if (tern_parser_is(parser, TERN_TOKEN_QUESTION)) {
    if (!allow_dynamic) return tern_parser_error(parser, "expected static shape");
    *out_dimension = TERN_DYNAMIC;
    tern_parser_advance(parser);
    return true;
  }
  tern_str_t text = parser->token.text;
  if (text.size > 1 && text.data[1] == 'x') {
    *out_dimension = 0;
    tern_parser_reset_to(parser, text.data + 1);
    return true;
  }
  uint64_t value;
  if (!tern_token_to_uint64(parser->token, &value) || value > INT64_MAX) {
    return tern_parser_error(parser, "invalid dimension");
  }
  *out_dimension = (int64_t)value;
  tern_parser_advance(parser);
  return true;
}

static bool is_at_x(const tern_parser_t *parser) {
  return tern_parser_is(parser, TERN_TOKEN_BARE) && parser->token.text.data[0] == 'x';
}

static bool is_at_dimension(const tern_parser_t *parser) {
  return tern_parser_is(parser, TERN_TOKEN_INTEGER) || tern_parser_is(parser, TERN_TOKEN_QUESTION);
}

bool tern_parse_dimension_list(tern_parser_t *parser, bool allow_dynamic, bool with_trailing_x,
                               const int64_t **out_dims, size_t *out_count) {
  dimension_list_t list = {0};
  *out_dims = NULL;
  *out_count = 0;
  while (is_at_dimension(parser)) {
    int64_t dimension = 0;
    if (!parse_dimension(parser, allow_dynamic, &dimension)) return false;
    push_dimension(parser, &list, dimension);
    if (!is_at_x(parser)) {
      if (with_trailing_x) return tern_parser_wrong_token(parser, "expected 'x' in dimension list");
      break;
    }
    // What follows the x is read anew: `x8xf32` is one word to the lexer.
    tern_parser_reset_to(parser, parser->token.text.data + 1);
    if (!with_trailing_x && !is_at_dimension(parser)) return tern_parser_wrong_token(parser, "invalid dimension");
  }
  *out_dims = list.values;
  *out_count = list.count;
  return true;
}

bool tern_parse_x(tern_parser_t *parser) {
  if (!is_at_x(parser)) return tern_parser_wrong_token(parser, "expected 'x' in dimension list");
  tern_parser_reset_to(parser, parser->token.text.data + 1);
  return true;
}

// --- enums ---

// The name of the op whose own syntax is being read, which errors begin with there; else NULL.
static const char *custom_op_name(const tern_parser_t *parser) {
  const tern_op_builder_t *builder = parser->builders;
  if (!builder || !builder->op.def || *builder->op.pos.pointer == '"') return NULL;
  return builder->op.def->name->data;
}

// In upstream's words: what is wrong with the case, or that there is none, then, at what follows, which attribute it is
// of.
static void report_case_of_class(tern_parser_t *parser, tern_source_pos_t pos, const tern_enum_row_t *row,
                                 tern_str_t given, tern_str_t cases) {
  const char *op = custom_op_name(parser);
  const char *before = op ? "custom op '" : "", *after = op ? "' " : "", *name = op ? op : "";
  if (!given.size) {
    tern_parser_error_at(parser, pos, "%s%s%sexpected %s%s", before, name, after,
                         row->title ? "keyword for " : "valid keyword or string", row->title ? row->title : "");
  } else if (row->title) {
    tern_parser_error_at(parser, pos, "%s%s%sexpected one of [%.*s] for %s, got: %.*s", before, name, after,
                         (int)cases.size, cases.data, row->title, (int)given.size, given.data);
  } else {
    tern_parser_error_at(parser, pos, "%s%s%sexpected %s to be one of: %.*s", before, name, after, row->class_name,
                         (int)cases.size, cases.data);
  }
  tern_parser_error(parser, "%s%s%sfailed to parse %s parameter '%s' which is to be a `%s`", before, name, after,
                    row->attr_class_name, row->attr_param_name ? row->attr_param_name : "value", row->class_name);
}

static bool report_unknown_case(tern_parser_t *parser, tern_source_pos_t pos, const tern_enum_row_t *row,
                                tern_str_t given) {
  tern_string_builder_t cases = {0};
  for (size_t i = 0; i < row->case_count; ++i) {
    if (i) tern_string_builder_append_cstr(&cases, ", ");
    tern_string_builder_append_cstr(&cases, row->cases[i].name);
  }
  tern_str_t text = tern_string_builder_view(&cases);
  if (row->class_name) {
    report_case_of_class(parser, pos, row, given, text);
  } else {
    tern_parser_error_at(parser, pos, "expected '%s' to be one of: %.*s", row->name, (int)text.size, text.data);
  }
  tern_string_builder_deinitialize(&cases);
  return false;
}

static bool parse_enum_case(tern_parser_t *parser, const tern_enum_row_t *row, int64_t *out_value) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t text = {0};
  if (!tern_parse_optional_any_keyword(parser, &text) && !tern_parse_optional_string(parser, &text)) {
    return report_unknown_case(parser, pos, row, text);
  }
  return tern_enum_case_value(row, text, out_value) || report_unknown_case(parser, pos, row, text);
}

bool tern_parse_enum(tern_parser_t *parser, const tern_enum_row_t *row, int64_t *out_value) {
  *out_value = 0;
  tern_token_kind_t separator = TERN_TOKEN_ERROR;
  if (row->is_bit_enum) {
    tern_str_t text = tern_str_trim(tern_str_from_cstr(row->bit_separator ? row->bit_separator : "|"));
    separator = tern_str_equal_cstr(text, ",") ? TERN_TOKEN_COMMA : TERN_TOKEN_VERTICAL_BAR;
  }
  do {
    int64_t value;
    if (!parse_enum_case(parser, row, &value)) return false;
    *out_value |= value;
  } while (separator != TERN_TOKEN_ERROR && tern_parser_accept(parser, separator));
  return true;
}
