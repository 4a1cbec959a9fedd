// Floating-point numbers as upstream prints them: six significant digits in `%e` style if they read back as the same
// number, else enough digits for that, else the bits in hexadecimal.
//
// Digits follow LLVM's APFloat::toString to the letter, because its output is what everybody's tests contain: the
// binary significand is first cut (not rounded) to a little over the wanted precision, and only then rounded half up
// in decimal. So 0.9 as f32 prints 0.899999976 and not 9.000000e-01.

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "asm/printer_private.h"
#include "base/float.h"

// An unsigned integer of any size, little-endian.
typedef struct big {
  uint32_t *limbs;
  size_t count;  // without leading zeros
} big_t;

static void multiply_small(big_t *big, uint32_t factor) {
  uint64_t carry = 0;
  for (size_t i = 0; i < big->count; ++i) {
    carry += (uint64_t)big->limbs[i] * factor;
    big->limbs[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) big->limbs[big->count++] = (uint32_t)carry;
}

static uint32_t divide_small(big_t *big, uint32_t divisor) {
  uint64_t remainder = 0;
  for (size_t i = big->count; i > 0; --i) {
    remainder = remainder << 32 | big->limbs[i - 1];
    big->limbs[i - 1] = (uint32_t)(remainder / divisor);
    remainder %= divisor;
  }
  while (big->count && big->limbs[big->count - 1] == 0) --big->count;
  return (uint32_t)remainder;
}

static size_t active_bits(const big_t *big) {
  if (big->count == 0) return 0;
  return big->count * 32 - (size_t)__builtin_clz(big->limbs[big->count - 1]);
}

// A finite non-zero magnitude: significand * 2^exponent, the significand odd.
typedef struct magnitude {
  uint64_t words[2];
  int exponent;
  bool is_negative;
  unsigned precision;  // bits of the format's significand
} magnitude_t;

// Decimal digits, most significant last, and the power of ten of the first.
typedef struct decimal {
  char *digits;
  size_t count;
  int exponent;
} decimal_t;

static void shift_left(big_t *big, unsigned bits) {
  size_t limbs = bits / 32;
  memmove(big->limbs + limbs, big->limbs, big->count * sizeof(uint32_t));
  memset(big->limbs, 0, limbs * sizeof(uint32_t));
  big->count += limbs;
  if (bits % 32) multiply_small(big, UINT32_C(1) << bits % 32);
}

static void multiply_by_power_of_five(big_t *big, unsigned power) {
  for (; power >= 13; power -= 13) multiply_small(big, 1220703125);
  uint32_t rest = 1;
  for (; power; --power) rest *= 5;
  multiply_small(big, rest);
}

static void divide_by_power_of_ten(big_t *big, size_t power) {
  for (; power >= 9; power -= 9) divide_small(big, 1000000000);
  uint32_t rest = 1;
  for (; power; --power) rest *= 10;
  divide_small(big, rest);
}

// Rounds to `precision` digits, half up, and drops trailing zeros that appear.
static void round_decimal(decimal_t *decimal, size_t precision) {
  if (decimal->count <= precision) return;
  size_t first = decimal->count - precision;
  if (decimal->digits[first - 1] < '5') {
    while (first < decimal->count && decimal->digits[first] == '0') ++first;
  } else {
    for (size_t i = first; i < decimal->count; ++i) {
      if (decimal->digits[i] != '9') {
        ++decimal->digits[i];
        break;
      }
      ++first;
    }
    if (first == decimal->count) {
      decimal->exponent += (int)first;
      decimal->digits[0] = '1';
      decimal->count = 1;
      return;
    }
  }
  decimal->exponent += (int)first;
  decimal->count -= first;
  memmove(decimal->digits, decimal->digits + first, decimal->count);
}

// `decimal->digits` is allocated here; the caller frees it.
static void to_decimal(const magnitude_t *magnitude, size_t precision, decimal_t *decimal) {
  int exponent = magnitude->exponent;
  size_t bits = 128 + (size_t)(exponent > 0 ? exponent : -exponent * 3);
  big_t big = {tern_malloc((bits / 32 + 4) * sizeof(uint32_t)), 0};
  memset(big.limbs, 0, (bits / 32 + 4) * sizeof(uint32_t));
  for (size_t i = 0; i < 4; ++i) big.limbs[i] = (uint32_t)(magnitude->words[i / 2] >> (i % 2 * 32));
  big.count = 4;
  while (big.count && big.limbs[big.count - 1] == 0) --big.count;
  if (exponent > 0) {
    shift_left(&big, (unsigned)exponent);
    exponent = 0;
  } else {
    multiply_by_power_of_five(&big, (unsigned)-exponent);
  }
  // 196/59 is a little over the binary logarithm of ten.
  size_t wanted_bits = (precision * 196 + 58) / 59;
  if (active_bits(&big) > wanted_bits) {
    size_t tens = (active_bits(&big) - wanted_bits) * 59 / 196;
    exponent += (int)tens;
    divide_by_power_of_ten(&big, tens);
  }
  decimal->digits = tern_malloc(active_bits(&big) / 3 + 2);
  decimal->count = 0;
  decimal->exponent = exponent;
  while (big.count) {
    uint32_t digit = divide_small(&big, 10);
    if (digit == 0 && decimal->count == 0) {
      ++decimal->exponent;
    } else {
      decimal->digits[decimal->count++] = (char)('0' + digit);
    }
  }
  free(big.limbs);
  round_decimal(decimal, precision);
}

// The two styles print_scientific knows: `1.000000e+00` and `1.0E+0`.
static void print_scientific(tern_string_builder_t *out, const decimal_t *decimal, size_t precision, bool is_short) {
  int exponent = decimal->exponent + (int)decimal->count - 1;
  tern_string_builder_append_char(out, decimal->digits[decimal->count - 1]);
  tern_string_builder_append_char(out, '.');
  if (decimal->count == 1 && is_short) tern_string_builder_append_char(out, '0');
  for (size_t i = 1; i < decimal->count; ++i) {
    tern_string_builder_append_char(out, decimal->digits[decimal->count - 1 - i]);
  }
  if (!is_short) {
    for (size_t i = decimal->count - 1; i < precision; ++i) tern_string_builder_append_char(out, '0');
  }
  tern_string_builder_append_format(out, is_short ? "E%c%d" : "e%c%02d", exponent < 0 ? '-' : '+', abs(exponent));
}

// The style with all digits: plain where the exponent is small, else scientific.
static void print_all_digits(tern_string_builder_t *out, const decimal_t *decimal, size_t precision) {
  enum { MAX_PADDING = 3 };
  int count = (int)decimal->count, exponent = decimal->exponent;
  int leading = exponent + count - 1;  // power of ten of the first digit
  bool is_scientific = exponent >= 0 ? exponent > MAX_PADDING || (size_t)(count + exponent) > precision
                                     : leading < 0 && -leading > MAX_PADDING;
  if (is_scientific) {
    print_scientific(out, decimal, precision, true);
    return;
  }
  int whole = exponent + count, next = 0;
  if (whole <= 0) tern_string_builder_append_cstr(out, "0.");
  for (int i = whole; i < 0; ++i) tern_string_builder_append_char(out, '0');
  for (; next < count; ++next) {
    if (next == whole && whole > 0) tern_string_builder_append_char(out, '.');
    tern_string_builder_append_char(out, decimal->digits[count - 1 - next]);
  }
  for (; next < whole; ++next) tern_string_builder_append_char(out, '0');
}

// Splits the bits of a format wider than double (f80 with its explicit leading bit, f128). False for zero, infinity
// and NaN.
static bool split_wide(const tern_float_format_t *format, const uint64_t *words, magnitude_t *out) {
  bool is_x87 = format->width == 80;
  uint64_t sign_and_exponent = is_x87 ? words[1] & 0xFFFF : words[1] >> 48;
  out->is_negative = sign_and_exponent >> 15;
  int biased = (int)(sign_and_exponent & 0x7FFF);
  out->words[0] = words[0];
  out->words[1] = is_x87 ? 0 : words[1] & UINT64_C(0xFFFFFFFFFFFF);
  out->precision = is_x87 ? 64 : 113;
  if (biased == 0x7FFF) return false;
  if (biased == 0) {
    biased = 1;
  } else if (!is_x87) {
    out->words[1] |= UINT64_C(1) << 48;
  }
  out->exponent = biased - 16383 - ((int)out->precision - 1);
  if (!out->words[0] && !out->words[1]) return false;
  while (!(out->words[0] & 1)) {
    out->words[0] = out->words[0] >> 1 | out->words[1] << 63;
    out->words[1] >>= 1;
    ++out->exponent;
  }
  return true;
}

static void split_double(double value, const tern_float_format_t *format, magnitude_t *out) {
  out->is_negative = signbit(value);
  out->precision = format->mantissa_width + 1u;
  double fraction = frexp(fabs(value), &out->exponent);
  out->words[0] = (uint64_t)ldexp(fraction, 53);
  out->words[1] = 0;
  out->exponent -= 53;
  int zeros = __builtin_ctzll(out->words[0]);
  out->words[0] >>= zeros;
  out->exponent += zeros;
}

// Whether the short text means the same number. For wide formats only if no digit was lost: the test by reading needs
// their arithmetic, and the long form is as right.
static bool reads_back(const char *text, tern_float_kind_t kind, const uint64_t *words) {
  const tern_float_format_t *format = &tern_float_formats[kind];
  if (kind == TERN_FLOAT_F64) {
    double value = strtod(text, NULL);
    return memcmp(&value, words, sizeof value) == 0;
  }
  if (kind == TERN_FLOAT_F32) {
    float value = strtof(text, NULL);
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits == (uint32_t)words[0];
  }
  uint64_t mask = format->width >= 64 ? UINT64_MAX : (UINT64_C(1) << format->width) - 1;
  return (tern_float_encode(kind, strtod(text, NULL)) & mask) == (words[0] & mask);
}

static bool is_short_exact(const magnitude_t *magnitude) {
  decimal_t all = {0};
  to_decimal(magnitude, 40, &all);
  free(all.digits);
  return all.count <= 6;
}

static void print_finite(tern_printer_t *printer, const magnitude_t *magnitude, tern_float_kind_t kind,
                         const uint64_t *words, tern_string_builder_t *text) {
  enum { SHORT_PRECISION = 6 };
  bool is_wide = tern_float_formats[kind].width > 64;
  decimal_t decimal = {0};
  to_decimal(magnitude, SHORT_PRECISION, &decimal);
  if (magnitude->is_negative) tern_string_builder_append_char(text, '-');
  print_scientific(text, &decimal, SHORT_PRECISION, false);
  free(decimal.digits);
  if (is_wide ? is_short_exact(magnitude) : reads_back(text->data, kind, words)) {
    tern_printer_write(printer, text->data, text->size);
    return;
  }
  size_t precision = 2 + magnitude->precision * 59 / 196;
  text->size = 0;
  to_decimal(magnitude, precision, &decimal);
  if (magnitude->is_negative) tern_string_builder_append_char(text, '-');
  print_all_digits(text, &decimal, precision);
  free(decimal.digits);
  // Without a point the parser would take it for an integer.
  if (memchr(text->data, '.', text->size)) {
    tern_printer_write(printer, text->data, text->size);
  } else if (is_wide) {
    tern_printer_format(printer, "0x%llX%016llX", (unsigned long long)words[1], (unsigned long long)words[0]);
  } else {
    tern_printer_format(printer, "0x%llX", (unsigned long long)words[0]);
  }
}

// Numbers that most programs are full of: small integers, exactly `d.ddddde+0x`.
static bool print_simple(tern_printer_t *printer, double value, tern_float_kind_t kind) {
  if (kind < TERN_FLOAT_BF16 || kind > TERN_FLOAT_F64) return false;
  if (value == 0) {
    tern_printer_text(printer, signbit(value) ? "-0.000000e+00" : "0.000000e+00");
    return true;
  }
  double size = fabs(value);
  if (size > 99999 || size != floor(size)) return false;
  char text[16];
  int count = snprintf(text, sizeof text, "%.6e", value);
  tern_printer_write(printer, text, (size_t)count);
  return true;
}

void tern_printer_float(tern_printer_t *printer, const tern_type_t *type, const uint64_t *words) {
  if (printer->is_collecting) return;
  tern_float_kind_t kind = (tern_float_kind_t)(type->kind - TERN_TYPE_F4E2M1FN);
  const tern_float_format_t *format = &tern_float_formats[kind];
  magnitude_t magnitude;
  tern_string_builder_t text = {0};
  if (format->width > 64) {
    uint64_t high = format->width == 80 ? words[1] & 0xFFFF : words[1];
    uint64_t bits[2] = {words[0], high};
    bool is_zero = !words[0] && !(high << 1 & (format->width == 80 ? 0xFFFF : UINT64_MAX));
    if (is_zero) {
      tern_printer_text(printer, high ? "-0.000000e+00" : "0.000000e+00");
    } else if (split_wide(format, bits, &magnitude)) {
      print_finite(printer, &magnitude, kind, bits, &text);
    } else {
      tern_printer_format(printer, "0x%llX%016llX", (unsigned long long)high, (unsigned long long)words[0]);
    }
  } else {
    uint64_t bits = format->width == 64 ? words[0] : words[0] & ((UINT64_C(1) << format->width) - 1);
    double value = tern_float_decode(kind, bits);
    if (isnan(value) || isinf(value)) {
      tern_printer_format(printer, "0x%llX", (unsigned long long)bits);
    } else if (value == 0) {
      tern_printer_text(printer, signbit(value) ? "-0.000000e+00" : "0.000000e+00");
    } else if (!print_simple(printer, value, kind)) {
      split_double(value, format, &magnitude);
      print_finite(printer, &magnitude, kind, &bits, &text);
    }
  }
  tern_string_builder_deinitialize(&text);
}
