// Integer and float attributes of any width.
//
// The words of a number are little-endian. Bits above the width repeat the sign (signless, signed, index) or are zero
// (unsigned, i1, floats), so that equal numbers have equal words and the first word reads as an int64_t.

#include <assert.h>

#include "ir/attr.h"
#include "ir/attr/number.h"
#include "ir/context_private.h"
#include "ir/params.h"

size_t tern_number_word_count(const tern_type_t *type) {
  uint32_t width = tern_type_bit_width(type);
  return width <= 64 ? 1 : ((size_t)width + 63) / 64;
}

void tern_number_normalize(const tern_type_t *type, uint64_t *words) {
  uint32_t width = tern_type_bit_width(type);
  size_t last = tern_number_word_count(type) - 1;
  uint32_t used = width - (uint32_t)last * 64;  // bits of the last word
  if (used == 0) words[last] = 0;
  if (used == 0 || used >= 64) return;
  bool is_sign_extended =
      tern_type_is_integer(type) && !tern_type_is_i(type, 1) && tern_integer_type_signedness(type) != TERN_UNSIGNED;
  uint64_t mask = (UINT64_C(1) << used) - 1;
  words[last] &= mask;
  if (is_sign_extended && words[last] >> (used - 1)) words[last] |= ~mask;
}

// --- integers ---

const tern_attr_t *tern_integer_attr_get(const tern_type_t *type, int64_t value) {
  assert(tern_type_is_int_or_index(type));
  size_t word_count = tern_number_word_count(type);
  tern_params_t params;
  tern_params_initialize(&params, 1 + word_count);
  params.values[0] = tern_param(type);
  params.values[1] = (uint64_t)value;
  for (size_t i = 1; i < word_count; ++i) params.values[1 + i] = value < 0 ? UINT64_MAX : 0;
  tern_number_normalize(type, &params.values[1]);
  const tern_attr_t *attr = tern_attr_get(type->context, TERN_ATTR_INTEGER, NULL, params.values, 1 + word_count);
  tern_params_deinitialize(&params);
  return attr;
}

// The attribute of `kind` with these words, normalised.
static const tern_attr_t *get_from_words(tern_attr_kind_t kind, const tern_type_t *type, const uint64_t *words) {
  size_t word_count = tern_number_word_count(type);
  tern_params_t params;
  tern_params_initialize(&params, 1 + word_count);
  params.values[0] = tern_param(type);
  memcpy(&params.values[1], words, word_count * sizeof(words[0]));
  tern_number_normalize(type, &params.values[1]);
  const tern_attr_t *attr = tern_attr_get(type->context, kind, NULL, params.values, 1 + word_count);
  tern_params_deinitialize(&params);
  return attr;
}

const tern_attr_t *tern_wide_integer_attr_get(const tern_type_t *type, const uint64_t *words) {
  assert(tern_type_is_int_or_index(type));
  return get_from_words(TERN_ATTR_INTEGER, type, words);
}

const tern_attr_t *tern_bool_attr_get(tern_context_t *context, bool value) {
  const tern_attr_t **cached = value ? &context->common.true_attr : &context->common.false_attr;
  if (!*cached) *cached = tern_integer_attr_get(tern_i_type_get(context, 1), value);
  return *cached;
}

// --- floats ---

const tern_attr_t *tern_float_attr_get(const tern_type_t *type, double value) {
  assert(tern_type_is_float(type));
  uint64_t words[2] = {0};
  if (type->kind == TERN_TYPE_F80) {
    tern_f80_encode(value, words);
  } else if (type->kind == TERN_TYPE_F128) {
    tern_f128_encode(value, words);
  } else {
    words[0] = tern_float_encode(tern_type_float_kind(type), value);
  }
  return get_from_words(TERN_ATTR_FLOAT, type, words);
}

const tern_attr_t *tern_float_attr_get_bits(const tern_type_t *type, const uint64_t *words) {
  assert(tern_type_is_float(type));
  return get_from_words(TERN_ATTR_FLOAT, type, words);
}

double tern_float_attr_value(const tern_attr_t *attr) {
  assert(tern_attr_is_float(attr));
  const tern_type_t *type = tern_attr_type(attr);
  if (type->kind == TERN_TYPE_F80) return tern_f80_decode(&attr->params[1]);
  if (type->kind == TERN_TYPE_F128) return tern_f128_decode(&attr->params[1]);
  return tern_float_decode(tern_type_float_kind(type), attr->params[1]);
}

// --- f80 and f128 ---
//
// A finite number is taken apart into a 64-bit significand with its top bit set and the exponent of that top bit. The
// lowest bit of the significand is sticky where bits were dropped; 64 bits are far more than a double has, so
// rounding it to a double is rounding the number itself.

enum {
  DOUBLE_BIAS = 1023,
  DOUBLE_FRACTION_WIDTH = 52,
  WIDE_BIAS = 16383,
  WIDE_EXPONENT_ONES = 0x7fff,
};

static uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static double double_from_bits(bool is_negative, uint64_t magnitude) {
  uint64_t bits = (uint64_t)is_negative << 63 | magnitude;
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

typedef struct wide_parts {
  bool is_negative, is_special;  // special: infinity or NaN
  int exponent;                  // of the significand's top bit, biased as wide formats are; zero: significand 0
  uint64_t significand;          // of a special value: its fraction, left-aligned below the top bit
} wide_parts_t;

static wide_parts_t split_double(double value) {
  uint64_t bits = double_bits(value);
  uint64_t fraction = bits & ((UINT64_C(1) << DOUBLE_FRACTION_WIDTH) - 1);
  int exponent = (int)(bits >> DOUBLE_FRACTION_WIDTH & 0x7ff);
  wide_parts_t parts = {.is_negative = bits >> 63};
  if (exponent == 0x7ff) {
    parts.is_special = true;
    parts.exponent = WIDE_EXPONENT_ONES;
    parts.significand = fraction << 11;
  } else if (exponent) {
    parts.exponent = exponent - DOUBLE_BIAS + WIDE_BIAS;
    parts.significand = fraction << 11 | UINT64_C(1) << 63;
  } else if (fraction) {
    int shift = __builtin_clzll(fraction);
    parts.exponent = 1 - DOUBLE_BIAS + WIDE_BIAS + 11 - shift;
    parts.significand = fraction << shift;
  }
  return parts;
}

static double join_double(wide_parts_t parts) {
  const uint64_t infinity = UINT64_C(0x7ff) << DOUBLE_FRACTION_WIDTH;
  if (parts.is_special) {
    uint64_t fraction = parts.significand << 1 >> 12;
    if (parts.significand << 1 && !fraction) fraction = UINT64_C(1) << 51;
    return double_from_bits(parts.is_negative, infinity | fraction);
  }
  if (!parts.significand) return double_from_bits(parts.is_negative, 0);
  int exponent = parts.exponent - WIDE_BIAS + DOUBLE_BIAS;
  if (exponent >= 0x7ff) return double_from_bits(parts.is_negative, infinity);
  int shift = exponent >= 1 ? 11 : 12 - exponent;  // bits to drop
  if (shift > 64) return double_from_bits(parts.is_negative, 0);
  uint64_t kept = shift == 64 ? 0 : parts.significand >> shift;
  uint64_t half = UINT64_C(1) << (shift - 1);
  uint64_t dropped = shift == 64 ? parts.significand : parts.significand & ((half << 1) - 1);
  if (dropped > half || (dropped == half && (kept & 1))) ++kept;
  // A normal number's top bit adds one to the exponent field, as does a carry out of the rounding.
  uint64_t field = exponent >= 1 ? (uint64_t)(exponent - 1) << DOUBLE_FRACTION_WIDTH : 0;
  return double_from_bits(parts.is_negative, field + kept);
}

// f80: an explicit top bit; sign and exponent are in the second word.
void tern_f80_encode(double value, uint64_t out_words[2]) {
  wide_parts_t parts = split_double(value);
  out_words[0] = parts.significand | (parts.is_special ? UINT64_C(1) << 63 : 0);
  out_words[1] = (uint64_t)parts.is_negative << 15 | (uint64_t)parts.exponent;
}

double tern_f80_decode(const uint64_t words[2]) {
  int exponent = (int)(words[1] & WIDE_EXPONENT_ONES);
  wide_parts_t parts = {.is_negative = words[1] >> 15 & 1, .exponent = exponent, .significand = words[0]};
  parts.is_special = exponent == WIDE_EXPONENT_ONES;
  // Subnormals and numbers without their top bit are far below the range of doubles or odd enough to be zero.
  if (!parts.is_special && !(words[0] >> 63)) parts.significand = 0;
  return join_double(parts);
}

// f128: 112 fraction bits, 48 of them in the second word.
void tern_f128_encode(double value, uint64_t out_words[2]) {
  wide_parts_t parts = split_double(value);
  uint64_t fraction = parts.significand << 1;
  out_words[0] = fraction << 48;
  out_words[1] = (uint64_t)parts.is_negative << 63 | (uint64_t)parts.exponent << 48 | fraction >> 16;
}

double tern_f128_decode(const uint64_t words[2]) {
  int exponent = (int)(words[1] >> 48 & WIDE_EXPONENT_ONES);
  uint64_t fraction = words[1] << 16 | words[0] >> 48;  // the upper 64 of 112 bits
  bool is_sticky = (words[0] << 16) != 0;
  wide_parts_t parts = {.is_negative = words[1] >> 63, .exponent = exponent};
  parts.is_special = exponent == WIDE_EXPONENT_ONES;
  parts.significand = fraction >> 1 | (uint64_t)(is_sticky || (fraction & 1)) | (exponent ? UINT64_C(1) << 63 : 0);
  if (!exponent) parts.significand = 0;
  return join_double(parts);
}
