// Number literals: integers of any width, floats, and floats by their bits in hexadecimal.
//
// A number is made into the words that attributes keep (ir/attr.h): little-endian, with the sign repeated above the
// width, or zeros for unsigned types.

#include <math.h>

#include "asm/parser_private.h"
#include "base/float.h"

enum {
  MAX_DECIMAL_DIGITS =
      10000,  // longer decimal literals are refused: reading one takes time in the square of its length
};

static bool is_hex(tern_str_t text) { return text.size > 2 && text.data[0] == '0' && text.data[1] == 'x'; }

static unsigned digit_value(char c) {
  if (c <= '9') return (unsigned)(c - '0');
  return (unsigned)((c | 0x20) - 'a' + 10);
}

bool tern_token_to_uint64(tern_token_t token, uint64_t *out_value) {
  tern_str_t text = token.text;
  uint64_t radix = 10, value = 0;
  if (is_hex(text)) {
    radix = 16;
    text = tern_str_drop(text, 2);
  }
  for (size_t i = 0; i < text.size; ++i) {
    if (__builtin_mul_overflow(value, radix, &value) ||
        __builtin_add_overflow(value, (uint64_t)digit_value(text.data[i]), &value)) {
      return false;
    }
  }
  *out_value = value;
  return text.size > 0;
}

// strtod on a copy with a terminator: the source has none. Always in the C locale's spelling, for the token has '.'.
double tern_token_to_double(tern_token_t token) {
  char storage[64];
  size_t size = token.text.size;
  char *copy = size < sizeof(storage) ? storage : tern_malloc(size + 1);
  memcpy(copy, token.text.data, size);
  copy[size] = '\0';
  double value = strtod(copy, NULL);
  if (copy != storage) free(copy);
  return value;
}

// --- integers ---

// The magnitude of `text` modulo 2^(64 * word_count); false if it is larger.
static bool read_magnitude(tern_str_t text, uint64_t *words, size_t word_count) {
  uint64_t radix = is_hex(text) ? 16 : 10;
  if (radix == 16) text = tern_str_drop(text, 2);
  while (text.size > 1 && text.data[0] == '0') text = tern_str_drop(text, 1);
  memset(words, 0, word_count * sizeof(words[0]));
  if (radix == 16) {
    if ((text.size + 15) / 16 > word_count) return false;
    for (size_t i = 0; i < text.size; ++i) {
      size_t bit = (text.size - 1 - i) * 4;
      words[bit / 64] |= (uint64_t)digit_value(text.data[i]) << (bit % 64);
    }
    return true;
  }
  if (text.size > MAX_DECIMAL_DIGITS) return false;
  for (size_t i = 0; i < text.size; ++i) {
    uint64_t carry = digit_value(text.data[i]);
    // Only as many words as the digits so far can fill.
    size_t used = i / 19 + 1 < word_count ? i / 19 + 1 : word_count;
    for (size_t j = 0; j < used; ++j) {
      __extension__ unsigned __int128 product = (unsigned __int128)words[j] * 10 + carry;
      words[j] = (uint64_t)product;
      carry = (uint64_t)(product >> 64);
    }
    if (carry && used == word_count) return false;
    if (carry) words[used] = carry;
  }
  return true;
}

static bool test_bit(const uint64_t *words, uint32_t bit) { return words[bit / 64] >> (bit % 64) & 1; }

static void negate(uint64_t *words, size_t word_count) {
  bool carries = true;
  for (size_t i = 0; i < word_count; ++i) {
    words[i] = ~words[i] + carries;
    carries = carries && words[i] == 0;
  }
}

// Sets the bits above `width` to `fill`.
static void fill_above(uint64_t *words, size_t word_count, uint32_t width, bool fill) {
  for (size_t i = 0; i < word_count; ++i) {
    uint64_t first = (uint64_t)i * 64;
    uint64_t mask = first >= width ? UINT64_MAX : width - first >= 64 ? 0 : UINT64_MAX << (width - first);
    words[i] = fill ? words[i] | mask : words[i] & ~mask;
  }
}

static bool has_bits_above(const uint64_t *words, size_t word_count, uint32_t width) {
  for (size_t i = 0; i < word_count; ++i) {
    uint64_t first = (uint64_t)i * 64;
    uint64_t mask = first >= width ? UINT64_MAX : width - first >= 64 ? 0 : UINT64_MAX << (width - first);
    if (words[i] & mask) return true;
  }
  return false;
}

bool tern_number_from_text(const tern_type_t *type, tern_str_t text, bool is_negative, uint64_t *out_words,
                           size_t word_count) {
  uint32_t width = tern_type_bit_width(type);
  if (!read_magnitude(text, out_words, word_count) || has_bits_above(out_words, word_count, width)) return false;
  bool is_zero = !has_bits_above(out_words, word_count, 0);
  if (width == 0) return is_zero && !is_negative;
  bool is_unsigned = tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED;
  bool is_signless = tern_type_is_signless(type);
  if (is_negative) {
    // Upstream's rule: the negated bits have their sign set, which leaves out -0.
    negate(out_words, word_count);
    if (is_zero || !test_bit(out_words, width - 1)) return false;
  } else if (!is_signless && !is_unsigned && test_bit(out_words, width - 1)) {
    return false;
  }
  bool is_extended = !is_unsigned && width > 1 && test_bit(out_words, width - 1);
  fill_above(out_words, word_count, width, is_extended);
  return true;
}

// --- one literal as words ---

static bool report_decimal_float(tern_parser_t *parser, tern_source_pos_t pos) {
  tern_parser_error_at(parser, pos, "unexpected decimal integer literal for a floating point value");
  tern_parser_note_at(parser, pos, "add a trailing dot to make the literal a float");
  return false;
}

// `0x7FC0` stands for the bits of a float.
static bool read_float_bits(tern_parser_t *parser, const tern_type_t *type, tern_source_pos_t pos, bool is_negative,
                            uint64_t *out_words, size_t word_count) {
  tern_str_t text = parser->token.text;
  if (!is_hex(text)) return report_decimal_float(parser, pos);
  if (is_negative) {
    return tern_parser_error_at(parser, pos, "hexadecimal float literal should not have a leading minus");
  }
  if (!read_magnitude(text, out_words, word_count) ||
      has_bits_above(out_words, word_count, tern_type_bit_width(type))) {
    return tern_parser_error_at(parser, pos, "hexadecimal float constant out of range for type");
  }
  tern_parser_advance(parser);
  return true;
}

static void copy_float_words(const tern_type_t *type, double value, uint64_t *out_words, size_t word_count) {
  const tern_attr_t *attr = tern_float_attr_get(type, value);
  memcpy(out_words, &attr->params[1], word_count * sizeof(out_words[0]));
}

// `what` the number is for, in messages.
static bool read_number(tern_parser_t *parser, const tern_type_t *type, tern_source_pos_t pos, const char *what,
                        bool is_negative, uint64_t *out_words, size_t word_count) {
  if (tern_parser_is(parser, TERN_TOKEN_FLOAT)) {
    if (!tern_type_is_float(type)) {
      return tern_parser_error_at(parser, pos, "floating point value not valid for specified type");
    }
    double value = tern_token_to_double(parser->token);
    // Narrow formats are encoded here and not as attributes, which would all be kept.
    if (tern_type_bit_width(type) <= 64) {
      tern_float_kind_t kind = (tern_float_kind_t)(type->kind - TERN_TYPE_F4E2M1FN);
      out_words[0] = tern_float_encode(kind, is_negative ? -value : value);
    } else {
      copy_float_words(type, is_negative ? -value : value, out_words, word_count);
    }
    tern_parser_advance(parser);
    return true;
  }
  if (!tern_parser_is(parser, TERN_TOKEN_INTEGER)) {
    return tern_parser_wrong_token(parser, "expected constant integer or floating point value");
  }
  if (tern_type_is_float(type)) return read_float_bits(parser, type, pos, is_negative, out_words, word_count);
  if (is_negative && tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED) {
    return tern_parser_error_at(parser, pos, "negative integer literal not valid for unsigned integer type");
  }
  if (!is_hex(parser->token.text) && parser->token.text.size > MAX_DECIMAL_DIGITS) {
    return tern_parser_error_at(parser, pos, "decimal integer literal of more than %d digits; write it in hexadecimal",
                                MAX_DECIMAL_DIGITS);
  }
  if (!tern_number_from_text(type, parser->token.text, is_negative, out_words, word_count)) {
    return tern_parser_error_at(parser, pos, "integer constant out of range for %s", what);
  }
  tern_parser_advance(parser);
  return true;
}

bool tern_parser_number_words(tern_parser_t *parser, const tern_type_t *type, uint64_t *out_words, size_t word_count) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  bool is_true = tern_parser_at_word(parser, "true");
  if (is_true || tern_parser_at_word(parser, "false")) {
    if (tern_type_is_float(type)) return tern_parser_error(parser, "expected floating point literal");
    if (!tern_type_is_i(type, 1)) return tern_parser_error(parser, "expected i1 type for 'true' or 'false' values");
    out_words[0] = is_true;
    tern_parser_advance(parser);
    return true;
  }
  bool is_negative = tern_parser_accept(parser, TERN_TOKEN_MINUS);
  if (is_negative && tern_type_is_integer(type) && tern_integer_type_signedness(type) == TERN_UNSIGNED) {
    return tern_parser_error(parser, "expected unsigned integer elements, but parsed negative value");
  }
  if (tern_parser_is(parser, TERN_TOKEN_FLOAT) && !tern_type_is_float(type)) {
    return tern_parser_error_at(parser, pos, "expected integer elements, but parsed floating-point");
  }
  return read_number(parser, type, pos, "type", is_negative, out_words, word_count);
}

// --- attributes ---

const tern_attr_t *tern_parser_number(tern_parser_t *parser, const tern_type_t *type, bool is_negative) {
  tern_source_pos_t pos = tern_parser_pos(parser);
  size_t word_count = tern_number_words(type);
  uint64_t storage[4];
  uint64_t *words = storage;
  if (word_count > sizeof(storage) / sizeof(storage[0])) {
    words = tern_arena_alloc_array(&parser->scratch, word_count, sizeof(words[0]));
  }
  memset(words, 0, word_count * sizeof(words[0]));
  if (!read_number(parser, type, pos, "attribute", is_negative, words, word_count)) return NULL;
  return tern_type_is_float(type) ? tern_float_attr_get_bits(type, words) : tern_wide_integer_attr_get(type, words);
}
