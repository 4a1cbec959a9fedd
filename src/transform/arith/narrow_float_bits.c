// Conversions of narrow floats by their bits. The numbers of f32 that the formulas meet on the way are normal, so that
// targets which flush others to zero get the right results too.

#include "transform/arith/narrow_float_bits.h"

#include "base/float.h"
#include "transform/math/builder.h"

typedef struct layout {
  const tern_float_format_t *format;
  int64_t mantissa, bias, rebias;  // rebias: the difference of the exponents to f32's, in its bits
  int64_t sign, magnitude;         // masks
  int64_t first_special;           // the least magnitude that is no finite number; magnitude + 1 if there is none
} layout_t;

bool tern_narrow_float_is_supported(const tern_type_t *element) {
  return tern_type_is_float(element) && tern_type_bit_width(element) <= 16;
}

static layout_t layout_of(const tern_type_t *element) {
  const tern_float_format_t *format = &tern_float_formats[element->kind - TERN_TYPE_F4E2M1FN];
  layout_t l = {.format = format, .mantissa = format->mantissa_width, .bias = format->bias};
  l.rebias = (127 - l.bias) * ((int64_t)1 << 23);
  l.sign = format->is_signed ? (int64_t)1 << (format->width - 1) : 0;
  l.magnitude = ((int64_t)1 << (format->width - format->is_signed)) - 1;
  l.first_special = l.magnitude + 1;
  if (format->nan_mode == TERN_FLOAT_NAN_IEEE) {
    l.first_special = (((int64_t)1 << format->exponent_width) - 1) << l.mantissa;
  } else if (format->nan_mode == TERN_FLOAT_NAN_ALL_ONES) {
    l.first_special = l.magnitude;
  }
  return l;
}

static formula_t formula_of_shape(tern_builder_t *b, const tern_type_t *shape) {
  return formula_for(b, tern_type_with_element(shape, tern_float_type_get(b->context, TERN_TYPE_F32)));
}
static value_t at_least(const formula_t *f, value_t x, int64_t y) { return icompare(f, TERN_CMPI_UGE, x, whole(f, y)); }
static value_t ior(const formula_t *f, value_t x, value_t y) { return binary(f, TERN_ARITH(ORI), x, y); }

static double power_of_two_number(int64_t exponent) {
  double result = 1;
  for (; exponent > 0; --exponent) result *= 2;
  for (; exponent < 0; ++exponent) result /= 2;
  return result;
}

// f8E8M0FNU: an exponent only. 0 is 2^-127, 255 is NaN.
static value_t decode_exponent(const formula_t *f, value_t bits) {
  value_t is_least = icompare(f, TERN_CMPI_EQ, bits, whole(f, 0)),
          is_nan = icompare(f, TERN_CMPI_EQ, bits, whole(f, 255));
  value_t number_bits = pick(f, is_least, whole(f, 0x00400000), shift_left(f, bits, 23));
  return from_bits(f, pick(f, is_nan, whole(f, 0x7FC00000), number_bits));
}

static value_t decode(const formula_t *f, value_t bits, layout_t l) {
  if (!l.format->is_signed) return decode_exponent(f, bits);
  if (l.rebias == 0) return from_bits(f, shift_left(f, bits, 16));  // bf16 is the upper half of f32
  value_t magnitude = iand(f, bits, l.magnitude);
  value_t sign = shift_left(f, iand(f, bits, l.sign), 32 - l.format->width);
  value_t shifted = shift_left(f, magnitude, 23 - l.mantissa);
  value_t small =
      mul(f, cast(f, TERN_ARITH(UITOFP), magnitude, f->type), number(f, power_of_two_number(1 - l.bias - l.mantissa)));
  value_t is_normal = at_least(f, magnitude, (int64_t)1 << l.mantissa);
  value_t result = pick(f, is_normal, iadd(f, shifted, whole(f, l.rebias)), bits_of(f, small));
  if (l.format->nan_mode == TERN_FLOAT_NAN_IEEE) {
    value_t special = ior(f, shifted, whole(f, 0x7F800000));
    result = pick(f, at_least(f, magnitude, l.first_special), special, result);
  } else if (l.format->nan_mode == TERN_FLOAT_NAN_ALL_ONES) {
    result = pick(f, at_least(f, magnitude, l.first_special), whole(f, 0x7FC00000), result);
  }
  result = ior(f, result, sign);
  if (l.format->nan_mode == TERN_FLOAT_NAN_NEG_ZERO) {
    result = pick(f, icompare(f, TERN_CMPI_EQ, bits, whole(f, l.sign)), whole(f, 0x7FC00000), result);
  }
  return from_bits(f, result);
}

tern_value_t *tern_narrow_float_decode(tern_builder_t *builder, tern_value_t *bits, const tern_type_t *element,
                                       const tern_type_t *type) {
  formula_t f = formula_of_shape(builder, type);
  value_t result = decode(&f, cast(&f, TERN_ARITH(EXTUI), bits, f.integer), layout_of(element));
  return type == f.type ? result : cast(&f, TERN_ARITH(EXTF), result, type);
}

// f64 to f32 rounded to odd: then a second rounding gives what one would have given (Boldo, Melquiond: When double
// rounding is odd).
static value_t round_to_odd(const formula_t *f, value_t value) {
  formula_t wide = formula_for(f->b, value->type);
  value_t nearest = cast(f, TERN_ARITH(TRUNCF), value, f->type), back = cast(f, TERN_ARITH(EXTF), nearest, value->type);
  value_t is_away = less(&wide, absolute(&wide, value), absolute(&wide, back));
  value_t bits = bits_of(f, nearest);
  value_t odd = ior(f, isub(f, bits, cast(f, TERN_ARITH(EXTUI), is_away, f->integer)), whole(f, 1));
  value_t is_inexact = compare(&wide, TERN_CMPF_ONE, back, value);
  return from_bits(f, pick(f, is_inexact, odd, bits));
}

// A number as an exponent only: the power of two that is next, the greater of two. Negative numbers have none: NaN, as
// beyond the range. 2^-127 and 2^-126 are 0x00400000 and 0x00800000 in f32: their middle is 0x00600000.
static value_t encode_exponent(const formula_t *f, value_t value) {
  value_t bits = bits_of(f, value), magnitude = iand(f, bits, 0x7FFFFFFF);
  value_t rounded = shift_right(f, iadd(f, magnitude, whole(f, 0x00400000)), 23);
  value_t is_least = icompare(f, TERN_CMPI_ULT, magnitude, whole(f, 0x00600000));
  rounded = pick(f, is_least, whole(f, 0), rounded);
  value_t is_valid =
      ior(f, icompare(f, TERN_CMPI_SGE, bits, whole(f, 0)), icompare(f, TERN_CMPI_EQ, magnitude, whole(f, 0)));
  is_valid = both(f, is_valid, icompare(f, TERN_CMPI_ULT, rounded, whole(f, 255)));
  return pick(f, is_valid, rounded, whole(f, 255));
}

// bf16: half a unit less one, plus the last bit that is kept, so that ties go to even. A carry moves into the exponent, up
// to infinity. NaNs become quiet.
static value_t encode_bf16(const formula_t *f, value_t bits) {
  value_t high = shift_right(f, bits, 16), last = iand(f, high, 1);
  value_t rounded = shift_right(f, iadd(f, iadd(f, bits, whole(f, 0x7FFF)), last), 16);
  value_t is_nan = icompare(f, TERN_CMPI_UGT, iand(f, bits, 0x7FFFFFFF), whole(f, 0x7F800000));
  return pick(f, is_nan, ior(f, high, whole(f, 0x40)), rounded);
}

// The magnitude's code, rounded the same way, for formats with fewer bits of exponent than f32. What is below the normal
// numbers is a multiple of the least: 2^23 is added, which rounds to one.
static value_t round_magnitude(const formula_t *f, value_t magnitude, layout_t l) {
  int64_t dropped = 23 - l.mantissa;
  value_t moved = isub(f, magnitude, whole(f, l.rebias)), last = iand(f, shift_right(f, moved, dropped), 1);
  value_t sum = iadd(f, iadd(f, moved, whole(f, ((int64_t)1 << (dropped - 1)) - 1)), last);
  value_t scaled = mul(f, from_bits(f, magnitude), number(f, power_of_two_number(l.bias - 1 + l.mantissa)));
  value_t base = number(f, 0x1p23);
  value_t small = isub(f, bits_of(f, add(f, scaled, base)), bits_of(f, base));
  value_t is_normal = at_least(f, magnitude, l.rebias + ((int64_t)1 << 23));
  return pick(f, is_normal, shift_right(f, sum, dropped), small);
}

static value_t encode(const formula_t *f, value_t value, layout_t l) {
  if (!l.format->is_signed) return encode_exponent(f, value);
  value_t bits = bits_of(f, value), magnitude = iand(f, bits, 0x7FFFFFFF);
  if (l.rebias == 0) return encode_bf16(f, bits);
  value_t sign = iand(f, shift_right(f, bits, 32 - l.format->width), l.sign);
  value_t rounded = round_magnitude(f, magnitude, l);
  value_t is_special = at_least(f, magnitude, 0x7F800000);
  value_t is_too_large = ior(f, at_least(f, rounded, l.first_special), is_special);
  if (l.format->nan_mode == TERN_FLOAT_NAN_NEG_ZERO) {
    value_t is_zero = icompare(f, TERN_CMPI_EQ, rounded, whole(f, 0));
    value_t result = pick(f, is_zero, whole(f, 0), ior(f, rounded, sign));
    return pick(f, is_too_large, whole(f, l.sign), result);
  }
  value_t is_nan = icompare(f, TERN_CMPI_UGT, magnitude, whole(f, 0x7F800000));
  bool has_nan = l.format->nan_mode != TERN_FLOAT_NAN_NONE;
  rounded = pick(f, is_too_large, whole(f, has_nan ? l.first_special : l.magnitude), rounded);
  if (l.format->nan_mode == TERN_FLOAT_NAN_IEEE) {
    // NaNs keep what fits of their payload.
    value_t payload = iand(f, shift_right(f, magnitude, 23 - l.mantissa), ((int64_t)1 << l.mantissa) - 1);
    value_t quiet = ior(f, payload, whole(f, l.first_special | (int64_t)1 << (l.mantissa - 1)));
    rounded = pick(f, is_nan, quiet, rounded);
  }
  value_t result = ior(f, rounded, sign);
  // A format without NaN has -0 for it.
  return has_nan ? result : pick(f, is_nan, whole(f, l.sign), result);
}

tern_value_t *tern_narrow_float_encode(tern_builder_t *builder, tern_value_t *value, const tern_type_t *element,
                                       const tern_type_t *type) {
  formula_t f = formula_of_shape(builder, type);
  if (value->type != f.type) value = round_to_odd(&f, value);
  return cast(&f, TERN_ARITH(TRUNCI), encode(&f, value, layout_of(element)), type);
}
