// Attributes: the word or sign they begin with chooses how to read them.

#include "asm/legacy.h"
#include "asm/parser_private.h"

// --- dictionaries ---

// Names of one dictionary so far: a list while it is short, a map beyond.
typedef struct name_set {
  const tern_ident_t *few[8];
  size_t count;
  tern_map_t many;
} name_set_t;

enum { FEW_NAMES = 8 };

static bool add_name(name_set_t *set, const tern_ident_t *name) {
  if (set->count < FEW_NAMES) {
    for (size_t i = 0; i < set->count; ++i) {
      if (set->few[i] == name) return false;
    }
    set->few[set->count++] = name;
    return true;
  }
  if (!set->many.live_count) {
    for (size_t i = 0; i < FEW_NAMES; ++i) tern_map_set(&set->many, set->few[i], NULL);
  }
  return tern_map_set(&set->many, name, NULL);
}

// Brings an old name and its value up to date. False after an error.
static bool upgrade_entry(tern_parser_t *parser, name_set_t *names, tern_source_pos_t pos,
                          const tern_ident_t **inout_name, const tern_attr_t **inout_value) {
  const tern_legacy_attr_row_t *row = tern_legacy_find_attr(parser->context, *inout_name);
  if (!row) return true;
  *inout_name = tern_ident_get(parser->context, tern_str_from_cstr(row->new_name));
  if (!add_name(names, *inout_name)) {
    return tern_parser_error_at(parser, pos, "duplicate key '%s' (today's spelling) in dictionary attribute",
                                row->new_name);
  }
  if (row->upgrade) *inout_value = row->upgrade(parser, pos, *inout_value);
  return *inout_value != NULL;
}

static bool parse_entry(tern_parser_t *parser, name_set_t *names, tern_named_attr_fn_t callback, void *user) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_str_t text;
  if (!tern_parse_optional_any_keyword(parser, &text) && !tern_parse_optional_string(parser, &text)) {
    return tern_parser_wrong_token(parser, "expected attribute name");
  }
  if (!text.size) return tern_parser_error_at(parser, pos, "expected valid attribute name");
  if (memchr(text.data, 0, text.size)) return tern_parser_error_at(parser, pos, "null character in attribute name");
  const tern_ident_t *name = tern_ident_get(parser->context, text);
  if (!add_name(names, name)) {
    return tern_parser_error_at(parser, pos, "duplicate key '%s' in dictionary attribute", name->data);
  }
  const tern_attr_t *value = NULL;
  if (tern_parser_accept(parser, TERN_TOKEN_EQUAL)) {
    value = tern_parse_attr(parser, NULL);
    if (!value) return false;
  } else {
    value = tern_unit_attr_get(parser->context);
  }
  bool is_discardable = tern_str_find_char(text, '.') < text.size;
  if (is_discardable && !upgrade_entry(parser, names, pos, &name, &value)) return false;
  return callback(parser, name, pos, value, user);
}

bool tern_parser_parse_dictionary(tern_parser_t *parser, tern_named_attr_fn_t callback, void *user) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_BRACE, "'{' in attribute dictionary")) return false;
  if (tern_parser_accept(parser, TERN_TOKEN_RIGHT_BRACE)) return true;
  name_set_t names = {.count = 0};
  bool is_ok = true;
  do {
    is_ok = parse_entry(parser, &names, callback, user);
  } while (is_ok && tern_parser_accept(parser, TERN_TOKEN_COMMA));
  tern_map_deinitialize(&names.many);
  return is_ok && tern_parser_expect(parser, TERN_TOKEN_RIGHT_BRACE, "'}' in attribute dictionary");
}

typedef struct entry_list {
  tern_named_attr_t *values;
  size_t count, capacity;
} entry_list_t;

static bool append_entry(tern_parser_t *parser, const tern_ident_t *name, tern_source_pos_t pos,
                         const tern_attr_t *value, void *user) {
  (void)pos;
  entry_list_t *list = user;
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(list->values[0]));
  list->values = values;
  list->values[list->count++] = (tern_named_attr_t){name->data, value};
  return true;
}

static const tern_attr_t *parse_dictionary(tern_parser_t *parser) {
  entry_list_t list = {0};
  if (!tern_parser_parse_dictionary(parser, append_entry, &list)) return NULL;
  return tern_dictionary_attr_get(parser->context, list.values, list.count);
}

// --- arrays and symbols ---

typedef struct attr_list {
  const tern_attr_t **values;
  size_t count, capacity;
} attr_list_t;

static void push_attr(tern_parser_t *parser, attr_list_t *list, const tern_attr_t *attr) {
  void *values = list->values;
  tern_parser_grow_list(parser, &values, list->count, &list->capacity, sizeof(attr));
  list->values = values;
  list->values[list->count++] = attr;
}

static const tern_attr_t *parse_array(tern_parser_t *parser) {
  tern_parser_advance(parser);
  attr_list_t list = {0};
  if (!tern_parser_accept(parser, TERN_TOKEN_RIGHT_SQUARE)) {
    do {
      const tern_attr_t *element = tern_parse_attr(parser, NULL);
      if (!element) return NULL;
      push_attr(parser, &list, element);
    } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
    if (!tern_parser_expect(parser, TERN_TOKEN_RIGHT_SQUARE, "',' or ']'")) return NULL;
  }
  return tern_array_attr_get(parser->context, list.values, list.count);
}

// `@a::@b`: a colon that no second one follows belongs to what comes behind.
static const tern_attr_t *parse_symbol_ref(tern_parser_t *parser) {
  tern_str_t storage[8];
  tern_str_t *path = storage;
  size_t count = 0, capacity = sizeof(storage) / sizeof(storage[0]);
  for (;;) {
    if (count == capacity) {
      tern_str_t *grown = tern_arena_alloc_array(&parser->scratch, capacity * 2, sizeof(path[0]));
      memcpy(grown, path, count * sizeof(path[0]));
      path = grown;
      capacity *= 2;
    }
    if (!tern_parse_symbol_name(parser, &path[count])) return NULL;
    ++count;
    if (!tern_parser_is(parser, TERN_TOKEN_COLON)) break;
    const char *colon = parser->token.text.data;
    const char *last_end = parser->last_end;
    tern_parser_advance(parser);
    if (!tern_parser_accept(parser, TERN_TOKEN_COLON)) {
      tern_parser_reset_to(parser, colon);
      parser->last_end = last_end;
      break;
    }
    if (!tern_parser_is(parser, TERN_TOKEN_AT)) {
      tern_parser_wrong_token(parser, "expected nested symbol reference identifier");
      return NULL;
    }
  }
  return tern_symbol_ref_attr_get(parser->context, path, count);
}

// --- numbers and strings ---

// The type of a number: given, written behind a colon, or the usual one.
static const tern_attr_t *parse_number(tern_parser_t *parser, const tern_type_t *type) {
  bool is_negative = tern_parser_accept(parser, TERN_TOKEN_MINUS);
  bool is_float = tern_parser_is(parser, TERN_TOKEN_FLOAT);
  if (!is_float && !tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    tern_parser_wrong_token(parser, "expected constant integer or floating point value");
    return NULL;
  }
  const char *number = parser->token.text.data;
  const char *end = NULL;
  if (!type) {
    tern_parser_advance(parser);
    type = is_float ? tern_float_type_get(parser->context, TERN_TYPE_F64) : tern_i_type_get(parser->context, 64);
    if (tern_parser_is(parser, TERN_TOKEN_COLON)) {
      tern_parser_advance(parser);
      type = tern_parse_type(parser);
      if (!type) return NULL;
      end = parser->token.text.data;
    }
    tern_parser_reset_to(parser, number);
  }
  if (!tern_type_is_int_or_index(type) && !tern_type_is_float(type)) {
    // Upstream sees that a float has no such type behind the type only.
    if (is_float && end) tern_parser_reset_to(parser, end);
    tern_parser_error(parser, is_float ? "floating point value not valid for specified type"
                                       : "integer literal not valid for specified type");
    return NULL;
  }
  const tern_attr_t *attr = tern_parser_number(parser, type, is_negative);
  // The type was read before its number: go behind it again.
  if (attr && end) tern_parser_reset_to(parser, end);
  return attr;
}

static const tern_attr_t *parse_string(tern_parser_t *parser, const tern_type_t *type) {
  tern_str_t text;
  if (!tern_parse_string(parser, &text)) return NULL;
  if (!type && tern_parser_accept(parser, TERN_TOKEN_COLON)) {
    type = tern_parse_type(parser);
    if (!type) return NULL;
  }
  return type && type->kind != TERN_TYPE_NONE ? tern_string_attr_get_typed(text, type)
                                              : tern_string_attr_get(parser->context, text);
}

// --- words ---

// `strided<[1, ?], offset: 3>`, behind the word.
static bool parse_dynamic_integer(tern_parser_t *parser, int64_t *out_value) {
  if (tern_parser_accept(parser, TERN_TOKEN_QUESTION)) {
    *out_value = TERN_DYNAMIC;
    return true;
  }
  bool is_number = tern_parser_is(parser, TERN_TOKEN_INTEGER) || tern_parser_is(parser, TERN_TOKEN_MINUS);
  if (!is_number) return tern_parser_wrong_token(parser, "expected a 64-bit signed integer or '?'");
  return tern_parse_integer(parser, out_value);
}

static const tern_attr_t *parse_strided(tern_parser_t *parser) {
  int64_t *strides = NULL;
  size_t count = 0, capacity = 0;
  int64_t offset = 0;
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' after 'strided'")) return NULL;
  if (!tern_parse_token(parser, "[")) return NULL;
  if (!tern_parser_accept(parser, TERN_TOKEN_RIGHT_SQUARE)) {
    do {
      int64_t stride;
      if (!parse_dynamic_integer(parser, &stride)) return NULL;
      void *values = strides;
      tern_parser_grow_list(parser, &values, count, &capacity, sizeof(stride));
      strides = values;
      strides[count++] = stride;
    } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
    if (!tern_parse_token(parser, "]")) return NULL;
  }
  if (tern_parser_accept(parser, TERN_TOKEN_COMMA)) {
    if (!tern_parse_optional_keyword(parser, "offset")) {
      tern_parser_wrong_token(parser, "expected 'offset' after comma");
      return NULL;
    }
    if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "':' after 'offset'") ||
        !parse_dynamic_integer(parser, &offset)) {
      return NULL;
    }
  }
  if (!tern_parse_token(parser, ">")) return NULL;
  return tern_strided_layout_attr_get(parser->context, offset, strides, count);
}

// `distinct[0]<attr>`, behind the word. One id is one attribute throughout a file.
static const tern_attr_t *parse_distinct(tern_parser_t *parser) {
  uint64_t id;
  if (!tern_parser_expect(parser, TERN_TOKEN_LEFT_SQUARE, "'[' after 'distinct'")) return NULL;
  if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    tern_parser_wrong_token(parser, "expected distinct ID");
    return NULL;
  }
  if (!tern_token_to_uint64(parser->token, &id) || id >= UINTPTR_MAX) {
    tern_parser_error(parser, "expected an unsigned 64-bit integer");
    return NULL;
  }
  tern_parser_advance(parser);
  if (!tern_parser_expect(parser, TERN_TOKEN_RIGHT_SQUARE, "']' to close distinct ID")) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' after distinct ID")) return NULL;
  const tern_attr_t *referenced = tern_unit_attr_get(parser->context);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parser_is(parser, TERN_TOKEN_GREATER)) {
    referenced = tern_parse_attr(parser, NULL);
    if (!referenced) return NULL;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' to close distinct attribute")) return NULL;
  const void *key = (const void *)(uintptr_t)(id + 1);
  const tern_attr_t *known = tern_map_get(&parser->distincts, key);
  if (!known) {
    known = tern_distinct_attr_create(referenced);
    tern_map_set(&parser->distincts, key, (void *)(uintptr_t)known);
    return known;
  }
  if (known->params[1] == (uint64_t)(uintptr_t)referenced) return known;
  tern_parser_error_at(parser, pos, "referenced attribute does not match previous definition: %s",
                       tern_attr_text((const tern_attr_t *)(uintptr_t)known->params[1]));
  return NULL;
}

static const tern_attr_t *word_true(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_bool_attr_get(parser->context, true);
}
static const tern_attr_t *word_false(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_bool_attr_get(parser->context, false);
}
static const tern_attr_t *word_unit(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_unit_attr_get(parser->context);
}
static const tern_attr_t *word_affine_map(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_parser_affine_map_attr(parser);
}
static const tern_attr_t *word_affine_set(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_parser_affine_set_attr(parser);
}
static const tern_attr_t *word_array(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_parser_dense_array(parser);
}
static const tern_attr_t *word_strided(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return parse_strided(parser);
}
static const tern_attr_t *word_distinct(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return parse_distinct(parser);
}
static const tern_attr_t *word_loc(tern_parser_t *parser, const tern_type_t *type) {
  (void)type;
  return tern_parser_location(parser, false);
}

typedef const tern_attr_t *(*parse_word_fn_t)(tern_parser_t *parser, const tern_type_t *type);

// How to read what follows a word that begins an attribute.
static parse_word_fn_t find_word(tern_str_t word) {
  static const struct {
    const char *word;
    parse_word_fn_t parse;
  } words[] = {
      {"true", word_true},
      {"false", word_false},
      {"unit", word_unit},
      {"affine_map", word_affine_map},
      {"affine_set", word_affine_set},
      {"array", word_array},
      {"dense", tern_parser_dense_elements},
      {"dense_resource", tern_parser_dense_resource},
      {"sparse", tern_parser_sparse_elements},
      {"strided", word_strided},
      {"distinct", word_distinct},
      {"loc", word_loc},
  };
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    if (tern_str_equal_cstr(word, words[i].word)) return words[i].parse;
  }
  return NULL;
}

static const tern_attr_t *parse_word(tern_parser_t *parser, const tern_type_t *type) {
  parse_word_fn_t parse = find_word(parser->token.text);
  if (parse) {
    tern_parser_advance(parser);
    return parse(parser, type);
  }
  if (!tern_parser_at_type(parser)) {
    tern_parser_wrong_token(parser, "expected attribute value");
    return NULL;
  }
  const tern_type_t *value = tern_parse_type(parser);
  return value ? tern_type_attr_get(value) : NULL;
}

// --- any attribute ---

static const tern_attr_t *parse_attr(tern_parser_t *parser, const tern_type_t *type) {
  switch (parser->token.kind) {
    case TERN_TOKEN_BARE: return parse_word(parser, type);
    case TERN_TOKEN_INTEGER:
    case TERN_TOKEN_FLOAT:
    case TERN_TOKEN_MINUS: return parse_number(parser, type);
    case TERN_TOKEN_STRING: return parse_string(parser, type);
    case TERN_TOKEN_LEFT_SQUARE: return parse_array(parser);
    case TERN_TOKEN_LEFT_BRACE: return parse_dictionary(parser);
    case TERN_TOKEN_AT: return parse_symbol_ref(parser);
    case TERN_TOKEN_HASH: return tern_parser_extended_attr(parser, type);
    case TERN_TOKEN_EXCLAIM:
    case TERN_TOKEN_LEFT_PAREN: {
      const tern_type_t *value = tern_parse_type(parser);
      return value ? tern_type_attr_get(value) : NULL;
    }
    default: tern_parser_wrong_token(parser, "expected attribute value"); return NULL;
  }
}

const tern_attr_t *tern_parse_attr(tern_parser_t *parser, const tern_type_t *type) {
  if (!tern_parser_enter(parser)) return NULL;
  const tern_attr_t *attr = parse_attr(parser, type);
  tern_parser_leave(parser);
  return attr;
}

static bool is_at_attr(const tern_parser_t *parser) {
  switch (parser->token.kind) {
    case TERN_TOKEN_BARE: return find_word(parser->token.text) != NULL || tern_parser_at_type(parser);
    case TERN_TOKEN_INTEGER:
    case TERN_TOKEN_FLOAT:
    case TERN_TOKEN_MINUS:
    case TERN_TOKEN_STRING:
    case TERN_TOKEN_LEFT_SQUARE:
    case TERN_TOKEN_LEFT_BRACE:
    case TERN_TOKEN_AT:
    case TERN_TOKEN_HASH:
    case TERN_TOKEN_EXCLAIM:
    case TERN_TOKEN_LEFT_PAREN: return true;
    default: return false;
  }
}

bool tern_parse_optional_attr(tern_parser_t *parser, const tern_type_t *type, const tern_attr_t **out_attr) {
  *out_attr = NULL;
  if (!is_at_attr(parser)) return true;
  *out_attr = tern_parse_attr(parser, type);
  return *out_attr != NULL;
}
