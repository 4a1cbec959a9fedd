// Types: builtin ones by their words, dialects' through parse_dialect.c.

#include "asm/legacy.h"
#include "asm/parser_private.h"

// The widest integer type there is, bits.
#define MAX_INTEGER_WIDTH ((UINT64_C(1) << 24) - 1)

// --- words ---

typedef const tern_type_t *(*parse_type_fn_t)(tern_parser_t *parser);

// `word` says `i`, `si` or `ui` and a number: gives the digits and the sign.
static bool split_integer_type(tern_str_t word, tern_signedness_t *out_signedness, tern_str_t *out_digits) {
  *out_signedness = TERN_SIGNLESS;
  if (word.size > 1 && (word.data[0] == 's' || word.data[0] == 'u')) {
    *out_signedness = word.data[0] == 's' ? TERN_SIGNED : TERN_UNSIGNED;
    word = tern_str_drop(word, 1);
  }
  if (word.size < 2 || word.data[0] != 'i') return false;
  *out_digits = tern_str_drop(word, 1);
  for (size_t i = 0; i < out_digits->size; ++i) {
    if (out_digits->data[i] < '0' || out_digits->data[i] > '9') return false;
  }
  return true;
}

bool tern_parser_is_integer_type_word(tern_str_t word) {
  tern_signedness_t signedness;
  tern_str_t digits;
  return split_integer_type(word, &signedness, &digits);
}

static const tern_type_t *parse_integer_type(tern_parser_t *parser) {
  tern_signedness_t signedness;
  tern_str_t digits;
  split_integer_type(parser->token.text, &signedness, &digits);
  uint64_t width;
  if (!tern_token_to_uint64((tern_token_t){TERN_TOKEN_INTEGER, digits}, &width) || width > UINT32_MAX) {
    tern_parser_error(parser, "invalid integer width");
    return NULL;
  }
  if (width > MAX_INTEGER_WIDTH) {
    tern_parser_error(parser, "integer bitwidth is limited to %d bits", (int)MAX_INTEGER_WIDTH);
    return NULL;
  }
  tern_parser_advance(parser);
  return tern_integer_type_get(parser->context, (uint32_t)width, signedness);
}

// A float type's kind by its word. The words are in ORDER FLOAT (ir/type.h).
static bool find_float_kind(tern_str_t word, tern_type_kind_t *out_kind) {
  static const char *const words[] = {
      "f4E2M1FN", "f6E2M3FN",  "f6E3M2FN", "f8E5M2", "f8E4M3", "f8E4M3FN", "f8E5M2FNUZ", "f8E4M3FNUZ", "f8E4M3B11FNUZ",
      "f8E3M4",   "f8E8M0FNU", "bf16",     "f16",    "tf32",   "f32",      "f64",        "f80",        "f128",
  };
  _Static_assert(sizeof(words) / sizeof(words[0]) == TERN_TYPE_F128 - TERN_TYPE_F4E2M1FN + 1, "one word for each kind");
  char first = word.data[0];
  if (first != 'f' && first != 'b' && first != 't') return false;
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    if (!tern_str_equal_cstr(word, words[i])) continue;
    *out_kind = (tern_type_kind_t)(TERN_TYPE_F4E2M1FN + i);
    return true;
  }
  return false;
}

// --- shaped types ---

static bool is_dialect_type(const tern_type_t *type) {
  return type->kind == TERN_TYPE_DIALECT || type->kind == TERN_TYPE_OPAQUE;
}
static bool is_number(const tern_type_t *type) { return tern_type_is_int_or_index(type) || tern_type_is_float(type); }

static const tern_type_t *parse_element_type(tern_parser_t *parser, bool (*is_valid)(const tern_type_t *type),
                                             const char *what) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return NULL;
  if (is_valid(type)) return type;
  tern_parser_error_at(parser, pos, "invalid %s: '%s'", what, tern_type_text(type));
  return NULL;
}

static bool is_memref_element(const tern_type_t *type) {
  return is_number(type) || is_dialect_type(type) || type->kind == TERN_TYPE_COMPLEX ||
         type->kind == TERN_TYPE_VECTOR || type->kind == TERN_TYPE_MEMREF || type->kind == TERN_TYPE_UNRANKED_MEMREF;
}
static bool is_tensor_element(const tern_type_t *type) {
  return is_number(type) || is_dialect_type(type) || type->kind == TERN_TYPE_COMPLEX || type->kind == TERN_TYPE_VECTOR;
}
static bool is_vector_element(const tern_type_t *type) { return is_number(type) || is_dialect_type(type); }
static bool is_complex_element(const tern_type_t *type) {
  return tern_type_is_integer(type) || tern_type_is_float(type);
}

// `*x` or dimensions, up to the element type.
static bool parse_shape(tern_parser_t *parser, bool *out_is_ranked, const int64_t **out_dims, size_t *out_rank) {
  *out_is_ranked = true;
  if (!tern_parser_accept(parser, TERN_TOKEN_STAR)) {
    return tern_parse_dimension_list(parser, true, true, out_dims, out_rank);
  }
  *out_is_ranked = false;
  *out_dims = NULL;
  *out_rank = 0;
  return tern_parse_x(parser);
}

static const tern_type_t *parse_tensor(tern_parser_t *parser) {
  tern_parser_advance(parser);
  bool is_ranked;
  const int64_t *dims;
  size_t rank;
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in tensor type") ||
      !parse_shape(parser, &is_ranked, &dims, &rank))
    return NULL;
  const tern_type_t *element = parse_element_type(parser, is_tensor_element, "tensor element type");
  if (!element) return NULL;
  const tern_attr_t *encoding = NULL;
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parser_accept(parser, TERN_TOKEN_COMMA)) {
    encoding = tern_parse_attr(parser, NULL);
    if (!encoding) return NULL;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in tensor type")) return NULL;
  if (is_ranked) return tern_legacy_tensor(parser, tern_tensor_type_get(element, dims, rank, encoding));
  if (!encoding) return tern_unranked_tensor_type_get(element);
  tern_parser_error_at(parser, pos, "cannot apply encoding to unranked tensor");
  return NULL;
}

static bool is_memory_space(const tern_attr_t *attr) {
  return attr->kind == TERN_ATTR_INTEGER || attr->kind == TERN_ATTR_STRING || attr->kind == TERN_ATTR_DICTIONARY ||
         attr->kind == TERN_ATTR_ENUM || attr->kind == TERN_ATTR_DIALECT || attr->kind == TERN_ATTR_OPAQUE;
}

// The layout has as many dimensions as the memref.
static bool check_layout(tern_parser_t *parser, tern_source_pos_t pos, const tern_attr_t *layout, size_t rank) {
  if (layout->kind == TERN_ATTR_AFFINE_MAP) {
    uint32_t dim_count = tern_affine_map_attr_value(layout)->dim_count;
    if (dim_count == rank) return true;
    return tern_parser_error_at(parser, pos, "memref layout mismatch between rank and affine map: %zu != %u", rank,
                                dim_count);
  }
  size_t stride_count = layout->param_count - 1;
  if (stride_count == rank) return true;
  return tern_parser_error_at(parser, pos, "expected the number of strides to match the rank: %zu != %zu", stride_count,
                              rank);
}

static bool parse_dynamic_number(tern_parser_t *parser, int64_t *out_value) {
  *out_value = TERN_DYNAMIC;
  return tern_parser_accept(parser, TERN_TOKEN_QUESTION) || tern_parse_integer(parser, out_value);
}

// The layout as it was written until 2022: `offset: 3, strides: [4, ?]`.
static const tern_attr_t *parse_offset_and_strides(tern_parser_t *parser) {
  int64_t offset, *strides = NULL;
  size_t count = 0, capacity = 0;
  if (!tern_parse_keyword(parser, "offset") || !tern_parse_token(parser, ":") ||
      !parse_dynamic_number(parser, &offset) || !tern_parse_token(parser, ",") ||
      !tern_parse_keyword(parser, "strides") || !tern_parse_token(parser, ":") || !tern_parse_token(parser, "[")) {
    return NULL;
  }
  if (!tern_parser_accept(parser, TERN_TOKEN_RIGHT_SQUARE)) {
    do {
      int64_t stride;
      if (!parse_dynamic_number(parser, &stride)) return NULL;
      void *values = strides;
      tern_parser_grow_list(parser, &values, count, &capacity, sizeof(stride));
      strides = values;
      strides[count++] = stride;
    } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
    if (!tern_parse_token(parser, "]")) return NULL;
  }
  return tern_strided_layout_attr_get(parser->context, offset, strides, count);
}

static bool parse_memref_attr(tern_parser_t *parser, bool is_ranked, size_t rank, const tern_attr_t **inout_layout,
                              const tern_attr_t **inout_space) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parser_is(parser, TERN_TOKEN_GREATER)) return tern_parser_wrong_token(parser, "expected list element");
  bool is_old = tern_parser_at_word(parser, "offset");
  const tern_attr_t *attr = is_old ? parse_offset_and_strides(parser) : tern_parse_attr(parser, NULL);
  if (!attr) return false;
  if (attr->kind != TERN_ATTR_AFFINE_MAP && attr->kind != TERN_ATTR_STRIDED_LAYOUT) {
    if (*inout_space) {
      return tern_parser_error_at(parser, pos, "multiple memory spaces specified in memref type");
    }
    if (!is_memory_space(attr)) return tern_parser_error_at(parser, pos, "unsupported memory space Attribute");
    *inout_space = attr;
    return true;
  }
  if (!is_ranked) return tern_parser_error_at(parser, pos, "cannot have affine map for unranked memref type");
  if (*inout_space) return tern_parser_error_at(parser, pos, "expected memory space to be last in memref type");
  if (*inout_layout) return tern_parser_error_at(parser, pos, "multiple layouts specified in memref type");
  *inout_layout = attr;
  return check_layout(parser, pos, attr, rank);
}

static const tern_type_t *parse_memref(tern_parser_t *parser) {
  tern_parser_advance(parser);
  bool is_ranked;
  const int64_t *dims;
  size_t rank;
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in memref type") ||
      !parse_shape(parser, &is_ranked, &dims, &rank))
    return NULL;
  const tern_type_t *element = parse_element_type(parser, is_memref_element, "memref element type");
  if (!element) return NULL;
  const tern_attr_t *layout = NULL, *space = NULL;
  while (tern_parser_accept(parser, TERN_TOKEN_COMMA)) {
    if (!parse_memref_attr(parser, is_ranked, rank, &layout, &space)) return NULL;
  }
  if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in memref type")) return NULL;
  return is_ranked ? tern_memref_type_get(element, dims, rank, layout, space)
                   : tern_unranked_memref_type_get(element, space);
}

enum { MAX_SCALABLE_RANK = 64 };  // dimensions whose scalability a vector type can say

typedef struct vector_shape {
  int64_t *dims;
  size_t rank, capacity;
  uint64_t scalable_mask;
} vector_shape_t;

// `4x` or `[4]x`.
static bool parse_vector_dimension(tern_parser_t *parser, vector_shape_t *shape) {
  bool is_scalable = tern_parser_accept(parser, TERN_TOKEN_LEFT_SQUARE);
  tern_source_pos_t pos = tern_parser_pos(parser);
  if (tern_parser_is(parser, TERN_TOKEN_QUESTION)) return tern_parser_error(parser, "expected static shape");
  tern_str_t text = parser->token.text;
  uint64_t size = 0;
  if (tern_parser_is(parser, TERN_TOKEN_INTEGER) && text.size > 1 && text.data[1] == 'x') {
    tern_parser_reset_to(parser, text.data + 1);
  } else if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    return tern_parser_wrong_token(parser, "expected dimension");
  } else if (!tern_token_to_uint64(parser->token, &size) || size > INT64_MAX) {
    return tern_parser_error(parser, "invalid dimension");
  } else {
    tern_parser_advance(parser);
  }
  if (is_scalable && !tern_parse_optional_token(parser, "]")) {
    return tern_parser_wrong_token(parser, "missing ']' closing scalable dimension");
  }
  if (is_scalable && shape->rank >= MAX_SCALABLE_RANK) {
    return tern_parser_error_at(parser, pos, "only the first %d dimensions of a vector may be scalable",
                                MAX_SCALABLE_RANK);
  }
  if (is_scalable) shape->scalable_mask |= UINT64_C(1) << shape->rank;
  void *values = shape->dims;
  tern_parser_grow_list(parser, &values, shape->rank, &shape->capacity, sizeof(int64_t));
  shape->dims = values;
  shape->dims[shape->rank++] = (int64_t)size;
  return tern_parse_x(parser);
}

static bool check_vector_sizes(tern_parser_t *parser, tern_source_pos_t pos, const vector_shape_t *shape) {
  size_t zero = 0;
  while (zero < shape->rank && shape->dims[zero]) ++zero;
  if (zero == shape->rank) return true;
  tern_string_builder_t text = {0};
  for (size_t i = 0; i < shape->rank; ++i) {
    tern_string_builder_append_format(&text, "%s%lld", i ? ", " : "", (long long)shape->dims[i]);
  }
  tern_parser_error_at(parser, pos, "vector types must have positive constant sizes but got %s", text.data);
  tern_string_builder_deinitialize(&text);
  return false;
}

static const tern_type_t *parse_vector(tern_parser_t *parser) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  tern_parser_advance(parser);
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in vector type")) return NULL;
  vector_shape_t shape = {0};
  while (tern_parser_is(parser, TERN_TOKEN_INTEGER) || tern_parser_is(parser, TERN_TOKEN_LEFT_SQUARE) ||
         tern_parser_is(parser, TERN_TOKEN_QUESTION)) {
    if (!parse_vector_dimension(parser, &shape)) return NULL;
  }
  const tern_type_t *element = tern_parse_type(parser);
  if (!element || !tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in vector type")) return NULL;
  if (!is_vector_element(element)) {
    tern_parser_error_at(parser, pos, "failed to verify 'elementType': VectorElementTypeInterface instance");
    return NULL;
  }
  if (!check_vector_sizes(parser, pos, &shape)) return NULL;
  return tern_vector_type_get(element, shape.dims, shape.rank, shape.scalable_mask);
}

// --- other builtin types ---

static const tern_type_t *parse_complex(tern_parser_t *parser) {
  tern_parser_advance(parser);
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in complex type")) return NULL;
  const tern_type_t *element = parse_element_type(parser, is_complex_element, "element type for complex");
  if (!element || !tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in complex type")) return NULL;
  return tern_complex_type_get(element);
}

static const tern_type_t *parse_tuple(tern_parser_t *parser) {
  tern_parser_advance(parser);
  tern_type_list_t elements = {0};
  if (!tern_parser_expect(parser, TERN_TOKEN_LESS, "'<' in tuple type")) return NULL;
  if (!tern_parser_is(parser, TERN_TOKEN_GREATER) && !tern_parse_type_list(parser, &elements)) return NULL;
  if (!tern_parser_expect(parser, TERN_TOKEN_GREATER, "'>' in tuple type")) return NULL;
  return tern_tuple_type_get(parser->context, (tern_types_t){elements.values, elements.count});
}

static const tern_type_t *parse_index(tern_parser_t *parser) {
  tern_parser_advance(parser);
  return tern_index_type_get(parser->context);
}

static const tern_type_t *parse_none(tern_parser_t *parser) {
  tern_parser_advance(parser);
  return tern_none_type_get(parser->context);
}

static parse_type_fn_t find_type_word(tern_str_t word) {
  static const struct {
    const char *word;
    parse_type_fn_t parse;
  } words[] = {
      {"index", parse_index},     {"tensor", parse_tensor}, {"memref", parse_memref}, {"vector", parse_vector},
      {"complex", parse_complex}, {"tuple", parse_tuple},   {"none", parse_none},
  };
  for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); ++i) {
    if (tern_str_equal_cstr(word, words[i].word)) return words[i].parse;
  }
  return NULL;
}

bool tern_parser_at_type(const tern_parser_t *parser) {
  if (tern_parser_is(parser, TERN_TOKEN_EXCLAIM) || tern_parser_is(parser, TERN_TOKEN_LEFT_PAREN)) return true;
  if (!tern_parser_is(parser, TERN_TOKEN_BARE)) return false;
  tern_type_kind_t kind;
  return tern_parser_is_integer_type_word(parser->token.text) || find_float_kind(parser->token.text, &kind) ||
         find_type_word(parser->token.text) != NULL;
}

static const tern_type_t *parse_word_type(tern_parser_t *parser) {
  tern_str_t word = parser->token.text;
  if (tern_parser_is_integer_type_word(word)) return parse_integer_type(parser);
  tern_type_kind_t kind;
  if (find_float_kind(word, &kind)) {
    tern_parser_advance(parser);
    return tern_float_type_get(parser->context, kind);
  }
  parse_type_fn_t parse = find_type_word(word);
  if (parse) return parse(parser);
  tern_parser_wrong_token(parser, "expected non-function type");
  return NULL;
}

const tern_type_t *tern_parser_non_function_type(tern_parser_t *parser) {
  if (tern_parser_is(parser, TERN_TOKEN_BARE)) {
    if (!tern_parser_enter(parser)) return NULL;
    const tern_type_t *type = parse_word_type(parser);
    tern_parser_leave(parser);
    return type;
  }
  if (tern_parser_is(parser, TERN_TOKEN_EXCLAIM)) {
    if (!tern_parser_enter(parser)) return NULL;
    const tern_type_t *type = tern_parser_extended_type(parser);
    tern_parser_leave(parser);
    return type;
  }
  tern_parser_wrong_token(parser, "expected non-function type");
  return NULL;
}

// --- functions and lists ---

static bool parse_type_list_in_parens(tern_parser_t *parser, tern_type_list_t *list) {
  if (!tern_parse_token(parser, "(")) return false;
  if (tern_parser_accept(parser, TERN_TOKEN_RIGHT_PAREN)) return true;
  return tern_parse_type_list(parser, list) && tern_parse_token(parser, ")");
}

bool tern_parse_type_list(tern_parser_t *parser, tern_type_list_t *inout_list) {
  do {
    const tern_type_t *type = tern_parse_type(parser);
    if (!type) return false;
    tern_type_list_push(parser, inout_list, type);
  } while (tern_parser_accept(parser, TERN_TOKEN_COMMA));
  return true;
}

static bool parse_function_results(tern_parser_t *parser, tern_type_list_t *results) {
  if (tern_parser_is(parser, TERN_TOKEN_LEFT_PAREN)) return parse_type_list_in_parens(parser, results);
  const tern_type_t *type = tern_parser_non_function_type(parser);
  if (type) tern_type_list_push(parser, results, type);
  return type != NULL;
}

bool tern_parser_function_types(tern_parser_t *parser, tern_type_list_t *inputs, tern_type_list_t *results) {
  if (!tern_parser_enter(parser)) return false;
  bool is_ok = parse_type_list_in_parens(parser, inputs) && tern_parse_token(parser, "->") &&
               parse_function_results(parser, results);
  tern_parser_leave(parser);
  return is_ok;
}

bool tern_parse_optional_arrow_type_list(tern_parser_t *parser, tern_type_list_t *inout_list) {
  return !tern_parser_accept(parser, TERN_TOKEN_ARROW) || parse_function_results(parser, inout_list);
}

const tern_type_t *tern_parse_type(tern_parser_t *parser) {
  if (!tern_parser_is(parser, TERN_TOKEN_LEFT_PAREN)) return tern_parser_non_function_type(parser);
  tern_type_list_t inputs = {0}, results = {0};
  if (!tern_parser_function_types(parser, &inputs, &results)) return NULL;
  return tern_function_type_get(parser->context, (tern_types_t){inputs.values, inputs.count},
                                (tern_types_t){results.values, results.count});
}

bool tern_parse_optional_type(tern_parser_t *parser, const tern_type_t **out_type) {
  *out_type = NULL;
  if (!tern_parser_at_type(parser)) return true;
  *out_type = tern_parse_type(parser);
  return *out_type != NULL;
}

bool tern_parse_colon_type(tern_parser_t *parser, const tern_type_t **out_type) {
  *out_type = NULL;
  if (!tern_parse_token(parser, ":")) return false;
  *out_type = tern_parse_type(parser);
  return *out_type != NULL;
}

bool tern_op_parse_colon_function_type(tern_parser_t *parser, const tern_type_t **out_type) {
  *out_type = NULL;
  if (!tern_parse_token(parser, ":")) return false;
  tern_source_pos_t pos = tern_parser_pos(parser);
  const tern_type_t *type = tern_parse_type(parser);
  if (!type) return false;
  if (type->kind != TERN_TYPE_FUNCTION) return tern_parser_error_at(parser, pos, "expected function type");
  *out_type = type;
  return true;
}
