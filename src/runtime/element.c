// Single elements: values in and out of storage, and as text.

#include "runtime/element.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/float.h"

enum {
  NUMBER_SIZE_MAX = 1100,  // bytes; the longest exact decimal of a double takes 1079
  SHOWN_SIZE_MAX = 40,     // bytes of a faulty text that a message repeats
  WIDE_FLOAT_SIZE = 16,    // bytes of f80 and f128 in storage
};

static tern_float_kind_t float_kind(tern_element_type_t type) {
  return (tern_float_kind_t)(type - TERN_ELEMENT_TYPE_F4E2M1FN);  // ORDER FLOAT
}

static int shown_size(tern_str_t text) { return (int)(text.size < SHOWN_SIZE_MAX ? text.size : SHOWN_SIZE_MAX); }

static tern_status_t fail_syntax(tern_element_type_t type, tern_str_t text) {
  return tern_status_make(TERN_INVALID_ARGUMENT, "expected a value of type %s but got '%.*s'",
                          tern_element_type_name(type), shown_size(text), text.data);
}

static tern_status_t fail_range(tern_element_type_t type, tern_str_t text) {
  return tern_status_make(TERN_OUT_OF_RANGE, "'%.*s' is out of the range of type %s", shown_size(text), text.data,
                          tern_element_type_name(type));
}

bool tern_element_is_float(tern_element_type_t type) {
  return tern_element_type_class(type) == TERN_ELEMENT_CLASS_FLOAT && tern_element_type_bit_width(type) <= 64;
}

uint64_t tern_element_load_bits(tern_element_type_t type, const void *data) {
  uint8_t bits8;
  uint16_t bits16;
  uint32_t bits32;
  uint64_t bits64;
  switch (tern_element_type_size(type)) {
    case 1: memcpy(&bits8, data, sizeof(bits8)); return bits8;
    case 2: memcpy(&bits16, data, sizeof(bits16)); return bits16;
    case 4: memcpy(&bits32, data, sizeof(bits32)); return bits32;
    case 8: memcpy(&bits64, data, sizeof(bits64)); return bits64;
    default: return 0;
  }
}

void tern_element_store_bits(tern_element_type_t type, uint64_t bits, void *data) {
  uint8_t bits8 = (uint8_t)bits;
  uint16_t bits16 = (uint16_t)bits;
  uint32_t bits32 = (uint32_t)bits;
  switch (tern_element_type_size(type)) {
    case 1: memcpy(data, &bits8, sizeof(bits8)); break;
    case 2: memcpy(data, &bits16, sizeof(bits16)); break;
    case 4: memcpy(data, &bits32, sizeof(bits32)); break;
    case 8: memcpy(data, &bits, sizeof(bits)); break;
    default: break;
  }
}

static uint64_t mask_to_width(tern_element_type_t type, uint64_t bits) {
  uint32_t width = tern_element_type_bit_width(type);
  return width >= 64 ? bits : bits & (((uint64_t)1 << width) - 1);
}

double tern_element_load_float(tern_element_type_t type, const void *data) {
  return tern_float_decode(float_kind(type), mask_to_width(type, tern_element_load_bits(type, data)));
}

static int digit_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

static bool consume_hex_prefix(tern_str_t *inout_text) {
  tern_str_t text = *inout_text;
  if (text.size < 3 || text.data[0] != '0' || (text.data[1] | 0x20) != 'x') return false;
  *inout_text = tern_str_drop(text, 2);
  return true;
}

// Reads an unsigned number of nothing but digits; false if it is none. A number above 64 bits is `*out_overflow`.
static bool read_digits(tern_str_t text, unsigned base, uint64_t *out_value, bool *out_overflow) {
  *out_value = 0;
  *out_overflow = false;
  if (!text.size) return false;
  for (size_t i = 0; i < text.size; ++i) {
    unsigned digit = (unsigned)digit_value(text.data[i]);
    if (digit >= base) return false;
    *out_overflow |= __builtin_mul_overflow(*out_value, (uint64_t)base, out_value);
    *out_overflow |= __builtin_add_overflow(*out_value, (uint64_t)digit, out_value);
  }
  return true;
}

// Signless types take the values of both signed and unsigned ones, as in MLIR.
static tern_status_t parse_integer(tern_element_type_t type, tern_str_t text, void *out_data) {
  if (type == TERN_ELEMENT_TYPE_I1 && (tern_str_equal_cstr(text, "true") || tern_str_equal_cstr(text, "false"))) {
    tern_element_store_bits(type, text.data[0] == 't', out_data);
    return tern_ok();
  }
  tern_str_t digits = text;
  bool is_negative = digits.size && digits.data[0] == '-';
  if (is_negative || (digits.size && digits.data[0] == '+')) digits = tern_str_drop(digits, 1);
  unsigned base = consume_hex_prefix(&digits) ? 16 : 10;
  uint64_t magnitude;
  bool is_overflow;
  if (!read_digits(digits, base, &magnitude, &is_overflow)) return fail_syntax(type, text);
  uint32_t width = tern_element_type_bit_width(type);
  uint64_t half = (uint64_t)1 << (width - 1);
  tern_element_class_t element_class = tern_element_type_class(type);
  uint64_t limit = is_negative ? half : mask_to_width(type, UINT64_MAX);
  if (is_negative && element_class == TERN_ELEMENT_CLASS_UNSIGNED) limit = 0;
  if (!is_negative && element_class == TERN_ELEMENT_CLASS_SIGNED) limit = half - 1;
  if (is_overflow || magnitude > limit) return fail_range(type, text);
  tern_element_store_bits(type, mask_to_width(type, is_negative ? 0 - magnitude : magnitude), out_data);
  return tern_ok();
}

// A bit pattern, the digits after its 0x.
static tern_status_t parse_bit_pattern(tern_element_type_t type, tern_str_t text, tern_str_t digits, void *out_data) {
  uint32_t width = tern_element_type_bit_width(type);
  unsigned char bytes[WIDE_FLOAT_SIZE] = {0};
  while (digits.size > 1 && digits.data[0] == '0') digits = tern_str_drop(digits, 1);
  uint32_t used = (uint32_t)(digits.size ? digits.size - 1 : 0) * 4;
  for (int top = digit_value(digits.data[0]); top; top >>= 1) ++used;
  if (digits.size > 2 * sizeof(bytes) || used > width) return fail_range(type, text);
  for (size_t i = 0; i < digits.size; ++i) {
    int digit = digit_value(digits.data[digits.size - 1 - i]);
    bytes[i / 2] |= (unsigned char)(i % 2 ? digit << 4 : digit);
  }
  if (width > 64) {
    memcpy(out_data, bytes, sizeof(bytes));
    return tern_ok();
  }
  uint64_t bits = 0;
  for (int i = 7; i >= 0; --i) bits = bits << 8 | bytes[i];
  tern_element_store_bits(type, bits, out_data);
  return tern_ok();
}

static bool is_all_hex(tern_str_t text) {
  for (size_t i = 0; i < text.size; ++i) {
    if (digit_value(text.data[i]) > 15) return false;
  }
  return text.size != 0;
}

// Whether strtod would take `text` for something we want: a number, inf, infinity or nan, with a sign or none, but no
// white space before it and no payload of a NaN.
static bool looks_like_float(tern_str_t text) {
  if (text.size && (text.data[0] == '-' || text.data[0] == '+')) text = tern_str_drop(text, 1);
  return text.size && (isalnum((unsigned char)text.data[0]) || text.data[0] == '.') && text.data[text.size - 1] != ')';
}

// f32 is read at its own precision; the narrower formats by way of double.
static double read_decimal(tern_element_type_t type, const char *number, char **out_end) {
  return type == TERN_ELEMENT_TYPE_F32 ? (double)strtof(number, out_end) : strtod(number, out_end);
}

static tern_status_t parse_float(tern_element_type_t type, tern_str_t text, void *out_data) {
  tern_str_t digits = text;
  if (consume_hex_prefix(&digits) && is_all_hex(digits)) return parse_bit_pattern(type, text, digits, out_data);
  if (!tern_element_is_float(type)) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected the bits of a value of type %s as 0x... but got '%.*s'",
                            tern_element_type_name(type), shown_size(text), text.data);
  }
  if (!looks_like_float(text)) return fail_syntax(type, text);
  if (text.size > NUMBER_SIZE_MAX) {
    return tern_status_make(TERN_OUT_OF_RANGE, "a number of %zu characters is too long, at most %d are read", text.size,
                            NUMBER_SIZE_MAX);
  }
  char number[NUMBER_SIZE_MAX + 1];
  memcpy(number, text.data, text.size);
  number[text.size] = '\0';
  char *end = NULL;
  errno = 0;
  double value = read_decimal(type, number, &end);
  if (end != number + text.size) return fail_syntax(type, text);
  bool is_literal = errno != ERANGE;  // infinity that the text spells, not one that strtod ran into
  const tern_float_format_t *format = &tern_float_formats[float_kind(type)];
  if (isnan(value) && format->nan_mode == TERN_FLOAT_NAN_NONE) {
    return tern_status_make(TERN_OUT_OF_RANGE, "type %s has no NaN", format->name);
  }
  if (isinf(value) && is_literal && !format->has_infinity) {
    return tern_status_make(TERN_OUT_OF_RANGE, "type %s has no infinity", format->name);
  }
  if (isinf(value) && !is_literal) return fail_range(type, text);
  if (!format->is_signed && !isnan(value) && value <= 0) return fail_range(type, text);
  uint64_t bits = tern_float_encode(float_kind(type), value);
  double rounded = tern_float_decode(float_kind(type), bits);
  if (isfinite(value) && !isfinite(rounded)) return fail_range(type, text);
  if (isfinite(value) && format->nan_mode == TERN_FLOAT_NAN_NONE) {
    double largest = tern_float_decode(float_kind(type), tern_float_encode(float_kind(type), 1e300));
    if (fabs(value) > largest) return fail_range(type, text);
  }
  tern_element_store_bits(type, bits, out_data);
  return tern_ok();
}

static tern_status_t parse_complex(tern_element_type_t type, tern_str_t text, void *out_data) {
  tern_element_type_t component = tern_element_type_component(type);
  size_t comma = tern_str_find_char(text, ',');
  if (text.size < 2 || text.data[0] != '(' || text.data[text.size - 1] != ')' || comma == text.size) {
    return tern_status_make(TERN_INVALID_ARGUMENT, "expected a value of type %s as (re,im) but got '%.*s'",
                            tern_element_type_name(type), shown_size(text), text.data);
  }
  tern_str_t real = tern_str_trim(tern_str_make(text.data + 1, comma - 1));
  tern_str_t imaginary = tern_str_trim(tern_str_make(text.data + comma + 1, text.size - comma - 2));
  TERN_RETURN_IF_ERROR(parse_float(component, real, out_data));
  return parse_float(component, imaginary, (char *)out_data + tern_element_type_size(component));
}

tern_status_t tern_element_parse(tern_element_type_t type, tern_str_t text, void *out_data) {
  switch (tern_element_type_class(type)) {
    case TERN_ELEMENT_CLASS_SIGNLESS:
    case TERN_ELEMENT_CLASS_SIGNED:
    case TERN_ELEMENT_CLASS_UNSIGNED: return parse_integer(type, text, out_data);
    case TERN_ELEMENT_CLASS_FLOAT: return parse_float(type, text, out_data);
    case TERN_ELEMENT_CLASS_COMPLEX: return parse_complex(type, text, out_data);
    case TERN_ELEMENT_CLASS_NONE: break;
  }
  return tern_status_make(TERN_INVALID_ARGUMENT, "element type %d does not exist", (int)type);
}

static void format_integer(tern_element_type_t type, const void *data, tern_string_builder_t *out_text) {
  uint64_t bits = mask_to_width(type, tern_element_load_bits(type, data));
  if (type == TERN_ELEMENT_TYPE_I1) {
    tern_string_builder_append_cstr(out_text, bits ? "true" : "false");
  } else if (tern_element_type_class(type) == TERN_ELEMENT_CLASS_UNSIGNED) {
    tern_string_builder_append_format(out_text, "%llu", (unsigned long long)bits);
  } else {
    uint64_t sign = (uint64_t)1 << (tern_element_type_bit_width(type) - 1);
    tern_string_builder_append_int64(out_text, (int64_t)((bits ^ sign) - sign));
  }
}

static void format_wide_float(tern_element_type_t type, const void *data, tern_string_builder_t *out_text) {
  const unsigned char *bytes = data;
  tern_string_builder_append_cstr(out_text, "0x");
  for (uint32_t i = tern_element_type_bit_width(type) / 8; i > 0; --i) {
    tern_string_builder_append_format(out_text, "%02X", bytes[i - 1]);
  }
}

// Tries more and more digits until the text reads back as the same bits.
static void format_float(tern_element_type_t type, const void *data, tern_string_builder_t *out_text) {
  if (!tern_element_is_float(type)) {
    format_wide_float(type, data, out_text);
    return;
  }
  double value = tern_element_load_float(type, data);
  if (isnan(value) || isinf(value)) {
    tern_string_builder_append_cstr(out_text, isnan(value) ? "nan" : value < 0 ? "-inf" : "inf");
    return;
  }
  uint64_t bits = mask_to_width(type, tern_element_load_bits(type, data));
  char number[64];
  if (value == trunc(value) && fabs(value) < 1e7) {  // 100 rather than 1e+02
    snprintf(number, sizeof(number), "%.0f", value);
    tern_string_builder_append_cstr(out_text, number);
    return;
  }
  for (int precision = 1; precision <= 17; ++precision) {
    snprintf(number, sizeof(number), "%.*g", precision, value);
    char *end = NULL;
    // A rounded text may lie beyond the largest number of a narrow format; then encode() gives other bits.
    if (tern_float_encode(float_kind(type), read_decimal(type, number, &end)) != bits) continue;
    // Formats that clamp instead of overflowing would accept a text that the parser refuses.
    unsigned char again[WIDE_FLOAT_SIZE];
    if (tern_status_is_ok(tern_element_parse(type, tern_str_from_cstr(number), again))) break;
  }
  tern_string_builder_append_cstr(out_text, number);
}

void tern_element_format(tern_element_type_t type, const void *data, tern_string_builder_t *out_text) {
  tern_element_type_t component = tern_element_type_component(type);
  switch (tern_element_type_class(type)) {
    case TERN_ELEMENT_CLASS_SIGNLESS:
    case TERN_ELEMENT_CLASS_SIGNED:
    case TERN_ELEMENT_CLASS_UNSIGNED: format_integer(type, data, out_text); break;
    case TERN_ELEMENT_CLASS_FLOAT: format_float(type, data, out_text); break;
    case TERN_ELEMENT_CLASS_COMPLEX:
      tern_string_builder_append_char(out_text, '(');
      format_float(component, data, out_text);
      tern_string_builder_append_char(out_text, ',');
      format_float(component, (const char *)data + tern_element_type_size(component), out_text);
      tern_string_builder_append_char(out_text, ')');
      break;
    case TERN_ELEMENT_CLASS_NONE: break;
  }
}

//---- Narrow elements in bytes ----

tern_status_t tern_element_narrow(tern_element_type_t type, tern_element_class_t stored, void *bytes, size_t count) {
  uint32_t width = tern_element_type_bit_width(type);
  tern_element_class_t element_class = tern_element_type_class(type);
  if (width == 0 || width >= 8) return tern_ok();
  unsigned mask = (1u << width) - 1, sign = 1u << (width - 1);
  bool is_signed = element_class == TERN_ELEMENT_CLASS_SIGNLESS || element_class == TERN_ELEMENT_CLASS_SIGNED;
  bool takes_negative = is_signed && stored != TERN_ELEMENT_CLASS_UNSIGNED;
  // From 8 on, say, a number is none of si4, but it may be the bits of a negative one where nobody said what bytes are.
  unsigned limit = element_class == TERN_ELEMENT_CLASS_SIGNED && stored != TERN_ELEMENT_CLASS_NONE ? sign - 1 : mask;
  unsigned char *values = bytes;
  for (size_t i = 0; i < count; ++i) {
    unsigned value = values[i];
    if (width == 1) {
      values[i] = value != 0;
    } else if (value <= limit || (takes_negative && (value | mask) == 0xff && (value & sign))) {
      values[i] = (unsigned char)(value & mask);
    } else {
      return tern_status_make(TERN_OUT_OF_RANGE,
                              "element %zu does not fit %s: each element is a byte, and two are not packed into one", i,
                              tern_element_type_name(type));
    }
  }
  return tern_ok();
}
