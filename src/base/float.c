// Narrow floating-point formats in plain integer arithmetic, one routine for all of them.
//
// The formats are those of LLVM's APFloat and rounding agrees with it. Two corners are ours to define, because APFloat
// has no answer: a negative number has no f8E8M0FNU value and becomes NaN, and NaN in a format that has none becomes
// -0 (as in the ml_dtypes package of JAX).

#include "base/float.h"

#include <assert.h>
#include <string.h>

// name, width, exponent_width, mantissa_width, bias, has_infinity, is_signed, nan_mode
const tern_float_format_t tern_float_formats[TERN_FLOAT_COUNT] = {
    [TERN_FLOAT_F4E2M1FN] = {"f4E2M1FN", 4, 2, 1, 1, false, true, TERN_FLOAT_NAN_NONE},
    [TERN_FLOAT_F6E2M3FN] = {"f6E2M3FN", 6, 2, 3, 1, false, true, TERN_FLOAT_NAN_NONE},
    [TERN_FLOAT_F6E3M2FN] = {"f6E3M2FN", 6, 3, 2, 3, false, true, TERN_FLOAT_NAN_NONE},
    [TERN_FLOAT_F8E5M2] = {"f8E5M2", 8, 5, 2, 15, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F8E4M3] = {"f8E4M3", 8, 4, 3, 7, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F8E4M3FN] = {"f8E4M3FN", 8, 4, 3, 7, false, true, TERN_FLOAT_NAN_ALL_ONES},
    [TERN_FLOAT_F8E5M2FNUZ] = {"f8E5M2FNUZ", 8, 5, 2, 16, false, true, TERN_FLOAT_NAN_NEG_ZERO},
    [TERN_FLOAT_F8E4M3FNUZ] = {"f8E4M3FNUZ", 8, 4, 3, 8, false, true, TERN_FLOAT_NAN_NEG_ZERO},
    [TERN_FLOAT_F8E4M3B11FNUZ] = {"f8E4M3B11FNUZ", 8, 4, 3, 11, false, true, TERN_FLOAT_NAN_NEG_ZERO},
    [TERN_FLOAT_F8E3M4] = {"f8E3M4", 8, 3, 4, 3, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F8E8M0FNU] = {"f8E8M0FNU", 8, 8, 0, 127, false, false, TERN_FLOAT_NAN_ALL_ONES},
    [TERN_FLOAT_BF16] = {"bf16", 16, 8, 7, 127, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F16] = {"f16", 16, 5, 10, 15, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_TF32] = {"tf32", 19, 8, 10, 127, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F32] = {"f32", 32, 8, 23, 127, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F64] = {"f64", 64, 11, 52, 1023, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F80] = {"f80", 80, 15, 63, 16383, true, true, TERN_FLOAT_NAN_IEEE},
    [TERN_FLOAT_F128] = {"f128", 128, 15, 112, 16383, true, true, TERN_FLOAT_NAN_IEEE},
};

enum {
  DOUBLE_MANTISSA_WIDTH = 52,
  DOUBLE_BIAS = 1023,
  DOUBLE_EXPONENT_ONES = 0x7ff,
};

static uint64_t low_bits(int count) { return count >= 64 ? UINT64_MAX : ((uint64_t)1 << count) - 1; }

static uint64_t double_bits(double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof(bits));
  return bits;
}

static double double_from_bits(uint64_t bits) {
  double value;
  memcpy(&value, &bits, sizeof(value));
  return value;
}

// The exponent of the smallest normal number. f8E8M0FNU has no subnormals: its exponent code 0 is an ordinary one.
static int smallest_exponent(const tern_float_format_t *format) {
  return format->is_signed ? 1 - format->bias : -format->bias;
}

// Exponent and fraction bits of the largest finite number.
static uint64_t largest_magnitude(const tern_float_format_t *format) {
  uint64_t ones = low_bits(format->exponent_width + format->mantissa_width);
  if (format->nan_mode == TERN_FLOAT_NAN_IEEE) return ones - low_bits(format->mantissa_width) - 1;
  return format->nan_mode == TERN_FLOAT_NAN_ALL_ONES ? ones - 1 : ones;
}

static uint64_t encode_nan(const tern_float_format_t *format, uint64_t sign, uint64_t fraction) {
  int mantissa_width = format->mantissa_width;
  uint64_t ones = low_bits(format->exponent_width + mantissa_width);
  switch (format->nan_mode) {
    case TERN_FLOAT_NAN_ALL_ONES: return sign | ones;
    case TERN_FLOAT_NAN_NEG_ZERO:
    case TERN_FLOAT_NAN_NONE: return (uint64_t)1 << (format->width - 1);
    case TERN_FLOAT_NAN_IEEE: break;
  }
  // Keep the top of the payload, and make it quiet so that it cannot come out as infinity.
  uint64_t payload = fraction >> (DOUBLE_MANTISSA_WIDTH - mantissa_width);
  uint64_t quiet = (uint64_t)1 << (mantissa_width - 1);
  return sign | (ones & ~low_bits(mantissa_width)) | payload | quiet;
}

static uint64_t encode_overflow(const tern_float_format_t *format, uint64_t sign) {
  if (format->has_infinity) return sign | (largest_magnitude(format) + 1);
  if (format->nan_mode == TERN_FLOAT_NAN_NONE) return sign | largest_magnitude(format);
  return encode_nan(format, sign, 0);
}

// Rounds significand * 2^(exponent - 52), where the significand has its leading one at bit 52 (or is 0, or is that of a
// subnormal double), to exponent and fraction bits. The carry out of the fraction runs into the exponent by itself.
static uint64_t round_magnitude(const tern_float_format_t *format, int exponent, uint64_t significand) {
  int shift = DOUBLE_MANTISSA_WIDTH - format->mantissa_width;
  bool is_normal = exponent >= smallest_exponent(format);
  if (!is_normal) shift += smallest_exponent(format) - exponent;
  uint64_t quotient = 0;
  if (shift <= DOUBLE_MANTISSA_WIDTH + 1) {
    quotient = significand >> shift;
    uint64_t remainder = significand & low_bits(shift);
    uint64_t half = shift ? (uint64_t)1 << (shift - 1) : 1;
    if (remainder > half || (shift && remainder == half && (quotient & 1))) ++quotient;
  }
  if (!format->is_signed) {
    // No zero and no subnormals: what rounds to less than the smallest number is the smallest number.
    return is_normal ? (uint64_t)(exponent + format->bias) + (quotient - 1) : 0;
  }
  if (!is_normal) return quotient;
  uint64_t exponent_code = (uint64_t)(exponent + format->bias);
  return ((exponent_code - 1) << format->mantissa_width) + quotient;
}

uint64_t tern_float_encode(tern_float_kind_t kind, double value) {
  const tern_float_format_t *format = &tern_float_formats[kind];
  assert(format->width <= 64 && "wider formats have no double to come from");
  uint64_t bits = double_bits(value);
  if (kind == TERN_FLOAT_F64) return bits;
  bool is_negative = bits >> 63;
  uint64_t sign = is_negative && format->is_signed ? (uint64_t)1 << (format->width - 1) : 0;
  uint64_t fraction = bits & low_bits(DOUBLE_MANTISSA_WIDTH);
  int exponent_code = (int)(bits >> DOUBLE_MANTISSA_WIDTH) & DOUBLE_EXPONENT_ONES;
  if (exponent_code == DOUBLE_EXPONENT_ONES) {
    if (fraction || !(format->is_signed || !is_negative)) return encode_nan(format, sign, fraction);
    return encode_overflow(format, sign);
  }
  bool is_zero = !exponent_code && !fraction;
  if (is_negative && !format->is_signed && !is_zero) return encode_nan(format, 0, 0);
  int exponent = (exponent_code ? exponent_code : 1) - DOUBLE_BIAS;
  uint64_t significand = exponent_code ? fraction | ((uint64_t)1 << DOUBLE_MANTISSA_WIDTH) : fraction;
  uint64_t magnitude = round_magnitude(format, exponent, significand);
  if (magnitude > largest_magnitude(format)) return encode_overflow(format, sign);
  if (!magnitude && format->nan_mode == TERN_FLOAT_NAN_NEG_ZERO) return 0;
  return sign | magnitude;
}

static bool is_nan(const tern_float_format_t *format, uint64_t sign, uint64_t magnitude) {
  switch (format->nan_mode) {
    case TERN_FLOAT_NAN_IEEE: return magnitude > largest_magnitude(format) + 1;
    case TERN_FLOAT_NAN_ALL_ONES: return magnitude > largest_magnitude(format);
    case TERN_FLOAT_NAN_NEG_ZERO: return sign && !magnitude;
    case TERN_FLOAT_NAN_NONE: return false;
  }
  return false;
}

// 2^exponent, for exponents of normal doubles.
static double power_of_two(int exponent) {
  return double_from_bits((uint64_t)(exponent + DOUBLE_BIAS) << DOUBLE_MANTISSA_WIDTH);
}

double tern_float_decode(tern_float_kind_t kind, uint64_t bits) {
  const tern_float_format_t *format = &tern_float_formats[kind];
  assert(format->width <= 64 && "wider formats do not fit a double");
  if (kind == TERN_FLOAT_F64) return double_from_bits(bits);
  int mantissa_width = format->mantissa_width;
  uint64_t magnitude = bits & low_bits(format->exponent_width + mantissa_width);
  uint64_t sign = format->is_signed ? (bits >> (format->width - 1)) & 1 : 0;
  uint64_t fraction = magnitude & low_bits(mantissa_width);
  if (is_nan(format, sign, magnitude)) {
    uint64_t payload = fraction << (DOUBLE_MANTISSA_WIDTH - mantissa_width);
    uint64_t quiet = (uint64_t)1 << (DOUBLE_MANTISSA_WIDTH - 1);
    uint64_t exponent_ones = (uint64_t)DOUBLE_EXPONENT_ONES << DOUBLE_MANTISSA_WIDTH;
    return double_from_bits(sign << 63 | exponent_ones | payload | quiet);
  }
  if (magnitude > largest_magnitude(format)) return sign ? -__builtin_inf() : __builtin_inf();
  uint64_t exponent_code = magnitude >> mantissa_width;
  double value;
  if (exponent_code || !format->is_signed) {
    value = (double)(fraction | (uint64_t)1 << mantissa_width) *
            power_of_two((int)exponent_code - format->bias - mantissa_width);
  } else {
    value = (double)fraction * power_of_two(smallest_exponent(format) - mantissa_width);
  }
  return sign ? -value : value;
}
