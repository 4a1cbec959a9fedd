// Elements attributes: `dense<...>`, `sparse<...>`, `dense_resource<...>`, `array<...>`.
//
// The type of a literal stands behind it. So the text between the angles is skipped first, the type read, and then the
// literal is read with its type known, each number straight into its place. Dimensions are inferred on the way and
// compared with the type's at the end.

#include "asm/hex_blob.h"
#include "asm/parser_private.h"
#include "ir/attr/elements_type.h"

enum {
  MAX_RANK = 64,               // nesting of brackets in a literal
  LONG_TEXT_SIZE = 1 << 20,    // bytes that are worth being told
  LEAST_TAKEN_SIZE = 1 << 16,  // bytes of numbers that are not copied
};

// A literal being read.
typedef struct literal {
  tern_parser_t *parser;
  const tern_type_t *element;
  const tern_type_t *number;  // the element, or the part of a complex element; NULL for strings
  size_t number_size;         // bytes
  size_t word_count;
  uint64_t *words;                        // one number
  TERN_VEC(uint8_t) data;                 // owned
  TERN_VEC(const tern_attr_t *) strings;  // owned
  size_t count;                           // elements
  int64_t dims[MAX_RANK];                 // -1: not known yet
  size_t rank;                            // deepest list
  size_t scalar_depth;                    // lists around an element; SIZE_MAX: no element yet
  bool has_lone_part;                     // among complex elements stands a number
  const char *read_to;                    // text that may be in memory starts here
} literal_t;

static bool is_numeric(const tern_type_t *type) { return tern_type_is_int_or_index(type) || tern_type_is_float(type); }

// The type behind a literal, as it stands: what is something else than a tensor today has no elements.
static bool parse_literal_type(tern_parser_t *parser, const tern_type_t **out_type) {
  bool has_old_names = parser->has_old_names;
  parser->has_old_names = false;
  bool is_ok = tern_parse_colon_type(parser, out_type);
  parser->has_old_names |= has_old_names;
  return is_ok;
}

static void initialize_literal(literal_t *literal, tern_parser_t *parser, const tern_type_t *element) {
  *literal =
      (literal_t){.parser = parser, .element = element, .scalar_depth = SIZE_MAX, .read_to = parser->token.text.data};
  const tern_type_t *number = element->kind == TERN_TYPE_COMPLEX ? tern_type_element(element) : element;
  if (is_numeric(number)) {
    literal->number = number;
    literal->number_size = tern_dense_element_size(number);
    literal->word_count = tern_number_words(number);
    literal->words = tern_arena_alloc_array(&parser->scratch, literal->word_count, sizeof(uint64_t));
  }
  for (size_t i = 0; i < MAX_RANK; ++i) literal->dims[i] = -1;
}

static void deinitialize_literal(literal_t *literal) {
  tern_vec_deinitialize(&literal->data);
  tern_vec_deinitialize(&literal->strings);
}

// --- elements ---

// Is a number, a boolean or a `-` next?
static bool check_number_token(tern_parser_t *parser) {
  switch (parser->token.kind) {
    case TERN_TOKEN_INTEGER:
    case TERN_TOKEN_FLOAT:
    case TERN_TOKEN_MINUS:
    case TERN_TOKEN_STRING: return true;
    case TERN_TOKEN_BARE:
      if (tern_parser_at_word(parser, "true") || tern_parser_at_word(parser, "false")) return true;
      break;
    default: break;
  }
  return tern_parser_error(parser, "expected element literal of primitive type");
}

static void append_number(literal_t *literal) {
  size_t size = literal->number_size, word_size = literal->word_count * sizeof(uint64_t);
  tern_vec_reserve(&literal->data, literal->data.count + size);
  uint8_t *target = literal->data.values + literal->data.count;
  size_t common = size < word_size ? size : word_size;
  memcpy(target, literal->words, common);
  bool is_negative = literal->words[literal->word_count - 1] >> 63;
  if (size > common) memset(target + common, is_negative ? 0xff : 0, size - common);
  literal->data.count += size;
}

static bool parse_number(literal_t *literal) {
  memset(literal->words, 0, literal->word_count * sizeof(uint64_t));
  if (!tern_parser_number_words(literal->parser, literal->number, literal->words, literal->word_count)) return false;
  append_number(literal);
  return true;
}

static bool parse_complex(literal_t *literal) {
  tern_parser_t *parser = literal->parser;
  if (!tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) {
    literal->has_lone_part = true;
    return check_number_token(parser) && parse_number(literal);
  }
  return check_number_token(parser) && parse_number(literal) &&
         tern_parser_expect(parser, TERN_TOKEN_COMMA, "',' between complex elements") && check_number_token(parser) &&
         parse_number(literal) && tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' after complex elements");
}

static bool parse_string_element(literal_t *literal) {
  tern_str_t text;
  if (!check_number_token(literal->parser)) return false;
  if (!tern_parser_is(literal->parser, TERN_TOKEN_STRING)) {
    tern_str_t found = literal->parser->token.text;
    return tern_parser_error(literal->parser, "expected string token, got %.*s", (int)found.size, found.data);
  }
  tern_parse_string(literal->parser, &text);
  tern_vec_push(&literal->strings, tern_string_attr_get_typed(text, literal->element));
  return true;
}

static bool report_ranks(literal_t *literal) {
  return tern_parser_error(literal->parser, "tensor literal is invalid; ranks are not consistent between elements");
}

static bool parse_element(literal_t *literal, size_t depth) {
  if (literal->scalar_depth == SIZE_MAX && literal->rank <= depth) literal->scalar_depth = depth;
  if (literal->scalar_depth != depth) return report_ranks(literal);
  ++literal->count;
  if (!literal->number) return parse_string_element(literal);
  if (literal->element->kind == TERN_TYPE_COMPLEX) return parse_complex(literal);
  return check_number_token(literal->parser) && parse_number(literal);
}

static bool parse_nested(literal_t *literal, size_t depth);

// Says that the text from `*inout_start` to the next token was read, once it is long.
static void touch_text(tern_parser_t *parser, const char **inout_start) {
  size_t size = (size_t)(parser->token.text.data - *inout_start);
  if (size < LONG_TEXT_SIZE) return;
  tern_context_touch(parser->context, size);
  *inout_start = parser->token.text.data;
}

static bool parse_list(literal_t *literal, size_t depth) {
  tern_parser_t *parser = literal->parser;
  if (depth == MAX_RANK) return tern_parser_error(parser, "tensor literal has more than %d dimensions", MAX_RANK);
  if (literal->scalar_depth <= depth) return report_ranks(literal);
  if (literal->rank <= depth) literal->rank = depth + 1;
  tern_parser_advance(parser);
  int64_t count = 0;
  if (!tern_parser_is(parser, TERN_TOKEN_RIGHT_SQUARE)) {
    do {
      if (!parse_nested(literal, depth + 1)) return false;
      touch_text(parser, &literal->read_to);
      ++count;
    } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  }
  if (literal->dims[depth] >= 0 && literal->dims[depth] != count) return report_ranks(literal);
  literal->dims[depth] = count;
  return tern_parse_token(parser, "]");
}

static bool parse_nested(literal_t *literal, size_t depth) {
  if (tern_parser_is(literal->parser, TERN_TOKEN_LEFT_SQUARE)) return parse_list(literal, depth);
  return parse_element(literal, depth);
}

static bool is_scalar(const literal_t *literal) { return literal->rank == 0; }

// --- the text alone, for what is wrong with it whatever the type ---

static bool check_element_text(tern_parser_t *parser) {
  if (tern_parser_accept(parser, TERN_TOKEN_LEFT_PAREN)) {
    return check_element_text(parser) && tern_parser_expect(parser, TERN_TOKEN_COMMA, "',' between complex elements") &&
           check_element_text(parser) &&
           tern_parser_expect(parser, TERN_TOKEN_RIGHT_PAREN, "')' after complex elements");
  }
  if (!check_number_token(parser)) return false;
  if (tern_parser_accept(parser, TERN_TOKEN_MINUS) && !tern_parser_is(parser, TERN_TOKEN_INTEGER) &&
      !tern_parser_is(parser, TERN_TOKEN_FLOAT)) {
    return tern_parser_error(parser, "expected integer or floating point literal");
  }
  tern_parser_advance(parser);
  return true;
}

static bool check_literal_text(tern_parser_t *parser, size_t depth) {
  if (!tern_parser_is(parser, TERN_TOKEN_LEFT_SQUARE)) return check_element_text(parser);
  if (depth == MAX_RANK) return tern_parser_error(parser, "tensor literal has more than %d dimensions", MAX_RANK);
  tern_parser_advance(parser);
  if (tern_parser_accept(parser, TERN_TOKEN_RIGHT_SQUARE)) return true;
  do {
    if (!check_literal_text(parser, depth + 1)) return false;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return tern_parse_token(parser, "]");
}

// --- shapes in messages ---

static void append_shape(tern_string_builder_t *text, const int64_t *dims, size_t rank) {
  tern_string_builder_append_char(text, '[');
  for (size_t i = 0; i < rank; ++i) {
    if (i) tern_string_builder_append_cstr(text, ", ");
    tern_string_builder_append_int64(text, dims[i]);
  }
  tern_string_builder_append_char(text, ']');
}

static bool has_shape(const literal_t *literal, const int64_t *dims, size_t rank) {
  if (literal->rank != rank) return false;
  for (size_t i = 0; i < rank; ++i) {
    if (literal->dims[i] != dims[i]) return false;
  }
  return true;
}

static bool check_shape(const literal_t *literal, tern_source_pos_t pos, const tern_type_t *type) {
  if (is_scalar(literal) || has_shape(literal, tern_type_dims(type), tern_type_rank(type))) return true;
  tern_string_builder_t text = {0};
  tern_string_builder_append_cstr(&text, "inferred shape of elements literal (");
  append_shape(&text, literal->dims, literal->rank);
  tern_string_builder_append_cstr(&text, ") does not match type (");
  append_shape(&text, tern_type_dims(type), tern_type_rank(type));
  tern_string_builder_append_char(&text, ')');
  tern_parser_error_at(literal->parser, pos, "%s", text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

// Complex elements are pairs.
static bool check_parts(const literal_t *literal, tern_source_pos_t pos, const tern_type_t *type) {
  if (!literal->has_lone_part) return true;
  long long expected = is_scalar(literal) ? 2 : (long long)tern_type_element_count(type) * 2;
  return tern_parser_error_at(literal->parser, pos, "parsed %zu elements, but type ('%s') expected %lld elements",
                              literal->data.count / literal->number_size,
                              tern_type_text(is_scalar(literal) ? literal->element : type), expected);
}

// --- the type behind ---

// Where the word in front of the next token began.
static tern_source_pos_t word_pos(const tern_parser_t *parser, const char *word) {
  return tern_source_pos_of(parser->last_end - strlen(word));
}

// Goes over the `count` literals to the `>` behind them, which is taken.
static bool skip_literals(tern_parser_t *parser, size_t count) {
  const char *start = parser->token.text.data, *read_to = start;
  while (!tern_parser_accept(parser, TERN_TOKEN_GREATER)) {
    touch_text(parser, &read_to);
    switch (parser->token.kind) {
      case TERN_TOKEN_INTEGER:
      case TERN_TOKEN_FLOAT:
      case TERN_TOKEN_MINUS:
      case TERN_TOKEN_STRING:
      case TERN_TOKEN_BARE:
      case TERN_TOKEN_COMMA:
      case TERN_TOKEN_LEFT_SQUARE:
      case TERN_TOKEN_RIGHT_SQUARE:
      case TERN_TOKEN_LEFT_PAREN:
      case TERN_TOKEN_RIGHT_PAREN: tern_parser_advance(parser); break;
      default:
        tern_parser_reset_to(parser, start);
        for (size_t i = 0; i < count; ++i) {
          if ((i && !tern_parse_token(parser, ",")) || !check_literal_text(parser, 0)) return false;
        }
        return tern_parse_token(parser, ">");
    }
  }
  return true;
}

// The static shaped type of an elements attribute: given, or behind a colon.
static const tern_type_t *parse_elements_type(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  if (!type && !parse_literal_type(parser, &type)) return NULL;
  type = tern_elements_type_get(type);
  if (!type) {
    tern_parser_error_at(parser, pos, "elements literal must be a shaped type");
    return NULL;
  }
  if (!tern_type_is_ranked(type) || !tern_type_has_static_shape(type)) {
    tern_parser_error_at(parser, pos, "elements literal type must have static shape");
    return NULL;
  }
  return type;
}

// Goes back to where parsing stood before the literal was read.
static void resume(tern_parser_t *parser, const char *pointer, const char *last_end) {
  tern_parser_reset_to(parser, pointer);
  parser->last_end = last_end;
}

// --- dense<"0x..."> ---

// The bytes of a quoted `"0x..."`; NULL if it is none.
static const tern_blob_t *decode_hex(tern_parser_t *parser, tern_str_t quoted) {
  tern_str_t text = tern_str_make(quoted.data + 1, quoted.size - 2);
  if (text.size < 2 || text.size % 2 || text.data[0] != '0' || text.data[1] != 'x') return NULL;
  return tern_hex_blob_get(parser->context, tern_str_drop(text, 2));
}

// Elements of one bit are packed eight to a byte.
static const tern_attr_t *bits_from_hex(tern_parser_t *parser, const tern_type_t *type, const tern_blob_t *blob) {
  const uint8_t *bytes = (const uint8_t *)tern_blob_data(parser->context, blob);
  size_t size = blob->size;
  uint64_t count = (uint64_t)tern_type_element_count(type);
  if (size == 1 && (bytes[0] == 0 || bytes[0] == 0xff)) {
    uint8_t value = bytes[0] != 0;
    return tern_dense_elements_attr_get(type, &value, true);
  }
  if (size != count / 8 + (count % 8 != 0)) return NULL;
  uint8_t *data = tern_arena_alloc(&parser->scratch, count);
  for (size_t i = 0; i < count; ++i) data[i] = bytes[i / 8] >> (i % 8) & 1;
  return tern_dense_elements_attr_get(type, data, false);
}

// Each number takes whole bytes in the text, and a power of two of them in memory.
static const tern_attr_t *elements_from_hex(tern_parser_t *parser, const tern_type_t *type, const tern_blob_t *blob) {
  const tern_type_t *element = tern_type_element(type);
  const tern_type_t *number = element->kind == TERN_TYPE_COMPLEX ? tern_type_element(element) : element;
  uint64_t numbers_per_element = element->kind == TERN_TYPE_COMPLEX ? 2 : 1;
  if (element == number && tern_type_bit_width(number) == 1) return bits_from_hex(parser, type, blob);
  size_t text_size = (tern_type_bit_width(number) + 7) / 8, data_size = tern_dense_element_size(number);
  size_t size = blob->size;
  if (!text_size) return NULL;
  bool is_splat = size == text_size * numbers_per_element;
  uint64_t count = is_splat ? 1 : (uint64_t)tern_type_element_count(type);
  if (!is_splat && (size % (text_size * numbers_per_element) || size / (text_size * numbers_per_element) != count)) {
    return NULL;
  }
  if (text_size == data_size && !is_splat) return tern_dense_elements_attr_get_blob(type, blob);
  const char *bytes = tern_blob_data(parser->context, blob);
  if (text_size == data_size) return tern_dense_elements_attr_get(type, bytes, is_splat);
  size_t number_count = (size_t)(count * numbers_per_element);
  uint8_t *data = tern_arena_alloc_zeroed(&parser->scratch, number_count * data_size);
  for (size_t i = 0; i < number_count; ++i) memcpy(data + i * data_size, bytes + i * text_size, text_size);
  return tern_dense_elements_attr_get(type, data, is_splat);
}

static const tern_attr_t *parse_hex_elements(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  tern_arena_mark_t mark = tern_arena_mark(&parser->scratch);
  const tern_blob_t *blob = decode_hex(parser, parser->token.text);
  if (!blob) {
    tern_parser_error(parser, "expected string containing hex digits starting with `0x`");
    return NULL;
  }
  const tern_attr_t *attr = elements_from_hex(parser, type, blob);
  tern_arena_rewind(&parser->scratch, mark);
  if (!attr) {
    tern_parser_error_at(parser, pos, "elements hex data size is invalid for provided type: '%s'",
                         tern_type_text(type));
    return NULL;
  }
  tern_parser_advance(parser);
  return attr;
}

// --- dense ---

// Takes the numbers of a long list over.
static const tern_attr_t *take_numbers(literal_t *literal, const tern_type_t *type) {
  void *numbers = tern_realloc_array(literal->data.values, literal->data.count, 1);
  const tern_blob_t *blob = tern_blob_take(type->context, numbers, literal->data.count);
  literal->data.values = NULL;
  tern_vec_deinitialize(&literal->data);
  return tern_dense_elements_attr_get_blob(type, blob);
}

static const tern_attr_t *make_dense(literal_t *literal, const tern_type_t *type) {
  if (!literal->number) return tern_dense_strings_attr_get(type, literal->strings.values, literal->strings.count);
  if (!is_scalar(literal) && literal->data.count >= LEAST_TAKEN_SIZE) return take_numbers(literal, type);
  return tern_dense_elements_attr_get(type, literal->data.values, is_scalar(literal));
}

// Between the angles, the type known.
static const tern_attr_t *parse_dense_body(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  literal_t literal;
  initialize_literal(&literal, parser, tern_type_element(type));
  if (tern_parser_is(parser, TERN_TOKEN_GREATER)) {
    if (tern_type_element_count(type)) {
      tern_parser_error_at(parser, pos, "parsed zero elements, but type ('%s') expected at least 1",
                           tern_type_text(type));
      return NULL;
    }
    return literal.number ? tern_dense_elements_attr_get(type, NULL, false)
                          : tern_dense_strings_attr_get(type, NULL, 0);
  }
  if (literal.number && tern_parser_is(parser, TERN_TOKEN_STRING)) return parse_hex_elements(parser, pos, type);
  const tern_attr_t *attr = NULL;
  bool is_read = parse_nested(&literal, 0) &&
                 (tern_parser_is(parser, TERN_TOKEN_GREATER) || tern_parser_wrong_token(parser, "expected '>'"));
  if (is_read && check_shape(&literal, pos, type) && check_parts(&literal, pos, type)) {
    attr = make_dense(&literal, type);
  }
  deinitialize_literal(&literal);
  return attr;
}

const tern_attr_t *tern_parser_dense_resource(tern_parser_t *parser, const tern_type_t *type) {
  tern_source_pos_t pos = word_pos(parser, "dense_resource");
  tern_str_t key;
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' after 'dense_resource'")) return NULL;
  if (!tern_parse_keyword_or_string(parser, &key)) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' after resource key")) return NULL;
  if (!type && !parse_literal_type(parser, &type)) return NULL;
  if (!tern_type_is_shaped(type)) {
    tern_parser_error_at(parser, pos, "`dense_resource` expected a shaped type");
    return NULL;
  }
  return tern_dense_resource_attr_get(type, key);
}

// --- sparse ---

static bool report_index(const literal_t *indices, size_t number, tern_source_pos_t pos, const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < rank; ++i) {
    int64_t index;
    size_t at = is_scalar(indices) ? 0 : number * rank + i;
    memcpy(&index, indices->data.values + at * sizeof(index), sizeof(index));
    tern_string_builder_append_format(&text, "%s%lld", i ? ", " : "", (long long)index);
  }
  tern_parser_error_at(indices->parser, pos,
                       "sparse index #%zu is not contained within the value shape, with index=[%s], and type='%s'",
                       number, text.data, tern_type_text(type));
  tern_string_builder_deinitialize(&text);
  return false;
}

// As many indices as values, each inside of the type's shape.
static bool check_indices(const literal_t *indices, const literal_t *values, tern_source_pos_t pos,
                          const tern_type_t *type) {
  size_t rank = tern_type_rank(type);
  if (values->rank > 1) {
    return tern_parser_error_at(indices->parser, pos, "expected 1-d tensor for sparse element values");
  }
  size_t index_count = is_scalar(indices) ? 1 : (size_t)indices->dims[0];
  bool is_flat = indices->rank == 1 && rank == 1;
  bool is_ok = (is_scalar(indices) || is_flat || (indices->rank == 2 && indices->dims[1] == (int64_t)rank)) &&
               (is_scalar(values) || (values->rank == 1 && (size_t)values->dims[0] == index_count));
  if (!is_ok) {
    tern_string_builder_t text = {0};
    tern_string_builder_append_cstr(&text, "expected shape (");
    append_shape(&text, tern_type_dims(type), rank);
    tern_string_builder_append_cstr(&text, "); inferred shape of indices literal (");
    append_shape(&text, indices->dims, indices->rank);
    tern_string_builder_append_cstr(&text, "); inferred shape of values literal (");
    append_shape(&text, values->dims, values->rank);
    tern_string_builder_append_char(&text, ')');
    tern_parser_error_at(indices->parser, pos, "%s", text.data);
    tern_string_builder_deinitialize(&text);
    return false;
  }
  for (size_t i = 0; i < indices->count; ++i) {
    int64_t index;
    memcpy(&index, indices->data.values + i * sizeof(index), sizeof(index));
    for (size_t j = 0; j < rank; ++j) {
      bool is_for_dimension = is_scalar(indices) || i % rank == j;
      if (is_for_dimension && (index < 0 || index >= tern_type_dim(type, j))) {
        return report_index(indices, is_scalar(indices) ? 0 : i / rank, pos, type);
      }
    }
  }
  return true;
}

static const tern_attr_t *make_sparse(literal_t *indices, literal_t *values, const tern_type_t *type) {
  const tern_type_t *i64 = indices->element, *element = tern_type_element(type);
  int64_t scalar_dims[2] = {1, (int64_t)tern_type_rank(type)};
  const tern_type_t *indices_type = is_scalar(indices) ? tern_tensor_type_get(i64, scalar_dims, 2, NULL)
                                                       : tern_tensor_type_get(i64, indices->dims, indices->rank, NULL);
  int64_t count = tern_type_dim(indices_type, 0);
  const tern_type_t *values_type = tern_tensor_type_get(element, &count, 1, NULL);
  return tern_sparse_elements_attr_get(type, make_dense(indices, indices_type), make_dense(values, values_type));
}

static const tern_attr_t *make_empty_sparse(tern_parser_t *parser, const tern_type_t *type) {
  int64_t dims[2] = {0, (int64_t)tern_type_rank(type)};
  const tern_type_t *indices_type = tern_tensor_type_get(tern_i_type_get(parser->context, 64), dims, 2, NULL);
  const tern_type_t *values_type = tern_tensor_type_get(tern_type_element(type), dims, 1, NULL);
  const tern_attr_t *values = is_numeric(tern_type_element(type)) || tern_type_element(type)->kind == TERN_TYPE_COMPLEX
                                  ? tern_dense_elements_attr_get(values_type, NULL, false)
                                  : tern_dense_strings_attr_get(values_type, NULL, 0);
  return tern_sparse_elements_attr_get(type, tern_dense_elements_attr_get(indices_type, NULL, false), values);
}

static bool parse_sparse_parts(tern_parser_t *parser, literal_t *indices, literal_t *values) {
  return parse_nested(indices, 0) && tern_parse_token(parser, ",") && parse_nested(values, 0);
}

static const tern_attr_t *parse_sparse_body(tern_parser_t *parser, tern_source_pos_t pos, const tern_type_t *type) {
  if (tern_parser_is(parser, TERN_TOKEN_GREATER)) return make_empty_sparse(parser, type);
  literal_t indices, values;
  initialize_literal(&indices, parser, tern_i_type_get(parser->context, 64));
  initialize_literal(&values, parser, tern_type_element(type));
  const tern_attr_t *attr = NULL;
  if (parse_sparse_parts(parser, &indices, &values)) {
    bool is_empty = !is_scalar(&indices) && !indices.count;
    if (is_empty && !is_scalar(&values) && !values.count) {
      attr = make_empty_sparse(parser, type);
    } else if (check_indices(&indices, &values, pos, type)) {
      attr = make_sparse(&indices, &values, type);
    }
  }
  deinitialize_literal(&indices);
  deinitialize_literal(&values);
  return attr;
}

// The type stands behind what has to be read by it: the literals are skipped first, and read once it is known.
static const tern_attr_t *parse_elements(tern_parser_t *parser, const tern_type_t *type, bool is_sparse) {
  tern_source_pos_t pos = word_pos(parser, is_sparse ? "sparse" : "dense");
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, is_sparse ? "'<' after 'sparse'" : "'<' after 'dense'")) return NULL;
  const char *start = parser->token.text.data;
  if (!skip_literals(parser, is_sparse ? 2 : 1)) return NULL;
  type = parse_elements_type(parser, pos, type);
  if (!type) return NULL;
  const char *end = parser->token.text.data, *last_end = parser->last_end;
  tern_parser_reset_to(parser, start);
  const tern_attr_t *attr = (is_sparse ? parse_sparse_body : parse_dense_body)(parser, pos, type);
  if (!attr || !tern_parse_token(parser, ">")) return NULL;
  resume(parser, end, last_end);
  return attr;
}

const tern_attr_t *tern_parser_dense_elements(tern_parser_t *parser, const tern_type_t *type) {
  return parse_elements(parser, type, false);
}

const tern_attr_t *tern_parser_sparse_elements(tern_parser_t *parser, const tern_type_t *type) {
  return parse_elements(parser, type, true);
}

// --- array ---

static bool parse_dense_array_elements(literal_t *literal) {
  tern_parser_t *parser = literal->parser;
  do {
    tern_token_kind_t kind = parser->token.kind;
    bool is_word = tern_parser_at_word(parser, "true") || tern_parser_at_word(parser, "false");
    if (!is_word && kind != TERN_TOKEN_INTEGER && kind != TERN_TOKEN_FLOAT && kind != TERN_TOKEN_MINUS) {
      return tern_parser_wrong_token(
          parser, tern_type_is_float(literal->number) ? "expected float literal" : "expected integer literal");
    }
    if (!is_word && tern_type_is_i(literal->number, 1)) {
      return tern_parser_error(parser, "expected 'true' or 'false' values for i1 type");
    }
    if (!parse_number(literal)) return false;
    ++literal->count;
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return true;
}

const tern_attr_t *tern_parser_dense_array(tern_parser_t *parser) {
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' after 'array'")) return NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (!tern_parser_at_type(parser)) {
    tern_parser_wrong_token(parser, "expected an integer or floating point type");
    return NULL;
  }
  const tern_type_t *element = tern_parse_type(parser);
  if (!element) return NULL;
  if (!tern_type_is_integer(element) && !tern_type_is_float(element)) {
    tern_parser_error_at(parser, pos, "expected integer or float type, got: '%s'", tern_type_text(element));
    return NULL;
  }
  uint32_t width = tern_type_bit_width(element);
  if (width != 1 && width % 8) {
    tern_parser_error_at(parser, pos, "element type bitwidth must be a multiple of 8");
    return NULL;
  }
  if (tern_parser_accept(parser, TERN_TOKEN_GREATER)) return tern_dense_array_attr_get(element, NULL, 0);
  if (!tern_parser_expect(parser, TERN_TOKEN_COLON, "':' after dense array type")) return NULL;
  literal_t literal;
  initialize_literal(&literal, parser, element);
  const tern_attr_t *attr = NULL;
  if (parse_dense_array_elements(&literal) &&
      tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' to close an array attribute")) {
    attr = tern_dense_array_attr_get(element, literal.data.values, literal.count);
  }
  deinitialize_literal(&literal);
  return attr;
}
