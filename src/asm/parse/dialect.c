// `!dialect.type<...>`, `#dialect.attr<...>`, their verbose forms `!dialect<type ...>`, and uses of aliases.
//
// The body between the angles is first skipped over, brackets balanced, so that an attribute's `: type` behind it is
// known before the dialect's hook reads the body, and so that the text of an unregistered dialect can be kept as it is.

#include "asm/legacy.h"
#include "asm/parser_private.h"

// A use of a dialect's type or attribute, split.
typedef struct extended_symbol {
  tern_source_pos_t pos;  // of the sign
  tern_str_t full_name;   // `dialect.mnemonic` (pretty) or `dialect` (verbose), today's spelling
  tern_str_t dialect;
  bool is_pretty;
  bool has_body;         // `<` follows without space
  const char *body;      // the `<`, or where the name ends
  const char *body_end;  // behind the `>`, or where the name ends
} extended_symbol_t;

// --- the body ---

static char closing_of(char c) {
  switch (c) {
    case '<': return '>';
    case '[': return ']';
    case '(': return ')';
    case '{': return '}';
    default: return 0;
  }
}

// A string inside of a body is skipped by the lexer.
static const char *skip_string(tern_parser_t *parser, const char *quote) {
  tern_parser_reset_to(parser, quote);
  if (tern_parser_is(parser, TERN_TOKEN_STRING)) return quote + parser->token.text.size;
  tern_parser_error(parser, "expected string");
  return NULL;
}

// The end of the body whose `<` is at `cursor`. NULL after an error.
static const char *skip_body(tern_parser_t *parser, const char *cursor) {
  char nested[TERN_PARSER_MAX_DEPTH];
  size_t depth = 0;
  while (cursor && cursor < parser->lexer.end && *cursor) {
    char c = *cursor++;
    if (c == '"') {
      cursor = skip_string(parser, cursor - 1);
      if (!cursor) return NULL;
    } else if (c == '-' && cursor < parser->lexer.end && *cursor == '>') {
      ++cursor;
    } else if (closing_of(c)) {
      if (depth == TERN_PARSER_MAX_DEPTH) {
        tern_parser_error_at(parser, tern_source_pos_of(cursor - 1),
                             "types and attributes are nested more than %d levels deep", TERN_PARSER_MAX_DEPTH);
        return NULL;
      }
      nested[depth++] = c;
    } else if (c == '>' || c == ']' || c == ')' || c == '}') {
      if (closing_of(nested[depth - 1]) != c) break;
      if (--depth == 0) return cursor;
    }
  }
  tern_parser_error(parser, "unbalanced '%c' character in pretty dialect name", nested[depth - 1]);
  return NULL;
}

bool tern_parse_balanced_text(tern_parser_t *parser, tern_str_t *out_text) {
  const char *start = parser->token.text.data;
  if (!parser->token.text.size || !closing_of(*start)) return tern_parser_wrong_token(parser, "expected a bracket");
  const char *end = skip_body(parser, start);
  if (!end) return false;
  *out_text = tern_str_make(start, (size_t)(end - start));
  tern_parser_reset_to(parser, end);
  parser->last_end = end;
  return true;
}

// --- splitting ---

// Reads the sign and name. False after an error; `*out_is_alias` if it is a use of an alias.
static bool split_symbol(tern_parser_t *parser, extended_symbol_t *out_symbol, bool *out_is_alias) {
  tern_str_t name = tern_str_drop(parser->token.text, 1);
  const char *end = name.data + name.size;
  *out_symbol = (extended_symbol_t){.pos = tern_parser_pos(parser), .full_name = name, .body = end, .body_end = end};
  out_symbol->has_body = end < parser->lexer.end && *end == '<';
  out_symbol->is_pretty = tern_str_find_char(name, '.') < name.size;
  *out_is_alias = !out_symbol->has_body && !out_symbol->is_pretty;
  if (*out_is_alias) {
    tern_parser_advance(parser);
    return true;
  }
  if (out_symbol->has_body) {
    tern_parser_advance(parser);
    out_symbol->body_end = skip_body(parser, end);
    if (!out_symbol->body_end) return false;
    tern_parser_reset_to(parser, out_symbol->body_end);
    parser->last_end = out_symbol->body_end;
  } else {
    tern_parser_advance(parser);
  }
  tern_str_t renamed;
  if (tern_legacy_rename(parser->context, name, &renamed)) {
    out_symbol->full_name = renamed;
    parser->has_old_names = true;
  }
  size_t dot = tern_str_find_char(out_symbol->full_name, '.');
  out_symbol->dialect = tern_str_make(out_symbol->full_name.data, dot);
  return true;
}

// `mnemonic<...>` of the pretty form, or what is between the angles of the verbose one.
static tern_str_t symbol_text(tern_parser_t *parser, const extended_symbol_t *symbol) {
  tern_str_t body = tern_str_make(symbol->body, (size_t)(symbol->body_end - symbol->body));
  if (!symbol->is_pretty) return tern_str_make(body.data + 1, body.size - 2);
  tern_str_t mnemonic = tern_str_drop(symbol->full_name, symbol->dialect.size + 1);
  if (!body.size) return mnemonic;
  char *text = tern_arena_alloc(&parser->scratch, mnemonic.size + body.size);
  memcpy(text, mnemonic.data, mnemonic.size);
  memcpy(text + mnemonic.size, body.data, body.size);
  return tern_str_make(text, mnemonic.size + body.size);
}

// The dialect, if it says what its types and attributes are; one without rows is known by name only.
static const tern_dialect_t *find_described(tern_parser_t *parser, const extended_symbol_t *symbol) {
  const tern_dialect_t *dialect = tern_context_find_dialect(parser->context, symbol->dialect);
  bool is_described =
      dialect && (dialect->op_count || dialect->type_count || dialect->attr_count || dialect->enum_count);
  return is_described ? dialect : NULL;
}

bool tern_parser_note_dialect_failure(tern_parser_t *parser, tern_source_pos_t pos, tern_str_t dialect) {
  const char *failure = tern_context_dialect_failure(parser->context, dialect);
  if (failure) tern_parser_note_at(parser, pos, "%s", failure);
  return false;
}

static bool check_unregistered(tern_parser_t *parser, const extended_symbol_t *symbol, const char *what) {
  if (tern_context_allows_unregistered(parser->context)) return true;
  if (tern_context_find_dialect(parser->context, symbol->dialect)) return true;
  tern_parser_error_at(parser, symbol->pos,
                       "%s created with unregistered dialect '%.*s'; if that is intended, use "
                       "--allow-unregistered-dialect",
                       what, (int)symbol->dialect.size, symbol->dialect.data);
  return tern_parser_note_dialect_failure(parser, symbol->pos, symbol->dialect);
}

// Puts the parser before what the hook reads and gives the full name: in the verbose form the mnemonic is taken from
// the body.
static bool enter_body(tern_parser_t *parser, const extended_symbol_t *symbol, tern_str_t *out_full_name) {
  *out_full_name = symbol->full_name;
  if (symbol->is_pretty) {
    tern_parser_reset_to(parser, symbol->body);
    return true;
  }
  tern_parser_reset_to(parser, symbol->body + 1);
  tern_str_t mnemonic;
  if (!tern_parse_any_keyword(parser, &mnemonic)) return false;
  size_t size = symbol->dialect.size + 1 + mnemonic.size;
  char *full_name = tern_arena_alloc(&parser->scratch, size);
  memcpy(full_name, symbol->dialect.data, symbol->dialect.size);
  full_name[symbol->dialect.size] = '.';
  memcpy(full_name + symbol->dialect.size + 1, mnemonic.data, mnemonic.size);
  *out_full_name = tern_str_make(full_name, size);
  tern_str_t renamed;
  if (tern_legacy_rename(parser->context, *out_full_name, &renamed)) *out_full_name = renamed;
  return true;
}

// The hook must have read all of the body.
static bool leave_body(tern_parser_t *parser, const extended_symbol_t *symbol, const char *resume_at) {
  bool is_ok = true;
  if (symbol->is_pretty) {
    const char *read_to = symbol->has_body ? parser->last_end : symbol->body;
    is_ok = !symbol->has_body || read_to == symbol->body_end;
  } else {
    is_ok = tern_parser_is(parser, TERN_TOKEN_GREATER) && parser->token.text.data == symbol->body_end - 1;
  }
  if (!is_ok) {
    return tern_parser_wrong_token(parser, "unexpected text in the body of '%.*s'", (int)symbol->full_name.size,
                                   symbol->full_name.data);
  }
  tern_parser_reset_to(parser, resume_at);
  parser->last_end = symbol->body_end;
  return true;
}

static bool report_unknown(tern_parser_t *parser, const extended_symbol_t *symbol, tern_str_t full_name,
                           const char *what) {
  tern_str_t mnemonic = tern_str_drop(full_name, symbol->dialect.size + 1);
  const tern_dialect_t *dialect = tern_context_find_dialect(parser->context, symbol->dialect);
  if (strcmp(what, "type") == 0 && dialect && dialect->unknown_type_message) {
    return tern_parser_error_at(parser, symbol->pos, "%s: '%.*s'", dialect->unknown_type_message(mnemonic),
                                (int)mnemonic.size, mnemonic.data);
  }
  return tern_parser_error_at(parser, symbol->pos, "unknown %s '%.*s' in dialect '%.*s'", what, (int)mnemonic.size,
                              mnemonic.data, (int)symbol->dialect.size, symbol->dialect.data);
}

// --- types ---

static const tern_type_t *parse_registered_type(tern_parser_t *parser, const extended_symbol_t *symbol) {
  const char *resume_at = parser->token.text.data;
  tern_str_t full_name;
  if (!enter_body(parser, symbol, &full_name)) return NULL;
  const tern_type_row_t *row = tern_context_find_type(parser->context, full_name);
  if (!row) {
    report_unknown(parser, symbol, full_name, "type");
    return NULL;
  }
  // A body that is not the type's own may follow a name without one: `!d.t` before a `<` behind a space.
  if (symbol->is_pretty && !symbol->has_body && tern_parser_is(parser, TERN_TOKEN_LESS)) {
    tern_parser_error_at(parser, symbol->pos, "expected '<' right behind the name of a type");
    return NULL;
  }
  const tern_type_t *type = row->parse ? row->parse(parser, row) : tern_dialect_type_get(parser->context, row, NULL, 0);
  return type && leave_body(parser, symbol, resume_at) ? type : NULL;
}

const tern_type_t *tern_parser_extended_type(tern_parser_t *parser) {
  extended_symbol_t symbol;
  bool is_alias;
  if (!split_symbol(parser, &symbol, &is_alias)) return NULL;
  if (is_alias) return tern_parser_find_type_alias(parser, symbol.full_name, symbol.pos);
  if (find_described(parser, &symbol)) return parse_registered_type(parser, &symbol);
  if (!check_unregistered(parser, &symbol, "type")) return NULL;
  return tern_opaque_type_get(parser->context, symbol.dialect, symbol_text(parser, &symbol));
}

// --- attributes ---

// `<case>`, or the case alone where the mnemonic is spaced: `#gpu<dim x>`.
static const tern_attr_t *parse_enum_attr(tern_parser_t *parser, const tern_enum_row_t *row) {
  int64_t value;
  bool has_angles = !row->is_spaced_mnemonic;
  if (has_angles && !tern_parse_token(parser, "<")) return NULL;
  if (!tern_parse_enum(parser, row, &value)) return NULL;
  if (has_angles && !tern_parse_token(parser, ">")) return NULL;
  return tern_enum_attr_get(parser->context, row, value);
}

static const tern_attr_t *parse_registered_attr(tern_parser_t *parser, const extended_symbol_t *symbol,
                                                const tern_type_t *type) {
  const char *resume_at = parser->token.text.data;
  tern_str_t full_name;
  if (!enter_body(parser, symbol, &full_name)) return NULL;
  const tern_attr_t *attr = NULL;
  const tern_attr_row_t *row = tern_context_find_attr(parser->context, full_name);
  const tern_enum_row_t *enum_row = row ? NULL : tern_context_find_enum_attr(parser->context, full_name);
  if (row) {
    attr = row->parse ? row->parse(parser, row, type) : tern_dialect_attr_get(parser->context, row, NULL, 0);
  } else if (enum_row) {
    attr = parse_enum_attr(parser, enum_row);
  } else {
    report_unknown(parser, symbol, full_name, "attribute");
  }
  return attr && leave_body(parser, symbol, resume_at) ? attr : NULL;
}

static const tern_attr_t *check_type(tern_parser_t *parser, const tern_attr_t *attr, const tern_type_t *type,
                                     tern_source_pos_t pos) {
  const tern_type_t *actual = attr && type && attr->kind != TERN_ATTR_DENSE_ARRAY ? tern_attr_type(attr) : NULL;
  if (!actual || actual == type) return attr;
  tern_parser_error_at(parser, pos, "attribute type different than expected: expected '%s', but got '%s'",
                       tern_type_text(type), tern_type_text(actual));
  return NULL;
}

const tern_attr_t *tern_parser_extended_attr(tern_parser_t *parser, const tern_type_t *type) {
  extended_symbol_t symbol;
  bool is_alias;
  if (!split_symbol(parser, &symbol, &is_alias)) return NULL;
  if (is_alias) {
    const tern_attr_t *attr = tern_parser_find_attr_alias(parser, symbol.full_name, symbol.pos);
    return check_type(parser, attr, type, symbol.pos);
  }
  const tern_type_t *attr_type = type;
  if (tern_parser_accept(parser, TERN_TOKEN_COLON)) {
    attr_type = tern_parse_type(parser);
    if (!attr_type) return NULL;
  }
  const tern_attr_t *attr = NULL;
  if (find_described(parser, &symbol)) {
    attr = parse_registered_attr(parser, &symbol, attr_type);
  } else if (check_unregistered(parser, &symbol, "attribute")) {
    attr = tern_opaque_attr_get(parser->context, symbol.dialect, symbol_text(parser, &symbol), attr_type);
  }
  return check_type(parser, attr, type, symbol.pos);
}
