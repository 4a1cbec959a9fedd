// Conversions of StableHLO on scalars: convert, bitcast_convert of one width, reduce_precision.

#include <math.h>

#include "base/float.h"
#include "convert/stablehlo/scalar/scalar_build.h"

// Saturates; NaN becomes 0. `type` may be unsigned.
static tern_value_t *build_float_to_int(tern_builder_t *b, tern_value_t *x, const tern_type_t *to) {
  const tern_type_t *wide = x->type, *type = tern_hlo_signless_element(to);
  if (tern_type_bit_width(wide) < 32) {
    wide = tern_float_type_get(b->context, TERN_TYPE_F32);
    x = cast(b, TERN_ARITH(EXTF), x, wide);
  }
  // The bound above the highest integer is a power of two: exact in any of these formats, unlike the integer itself.
  bool has_sign = !is_unsigned(to);
  double bound = ldexp(1.0, (int)tern_integer_type_width(type) - has_sign);
  tern_value_t *low = number(b, wide, has_sign ? -bound : 0), *high = number(b, wide, bound);
  tern_value_t *is_low = compare_float(b, TERN_CMPF_OLT, x, low), *is_high = compare_float(b, TERN_CMPF_OGE, x, high);
  tern_value_t *is_nan = compare_float(b, TERN_CMPF_UNO, x, x);
  tern_value_t *is_outside = binary(b, TERN_ARITH(ORI), binary(b, TERN_ARITH(ORI), is_low, is_high), is_nan);
  tern_value_t *guarded = select(b, is_outside, number(b, wide, 0), x);
  tern_value_t *inside = cast(b, has_sign ? TERN_ARITH(FPTOSI) : TERN_ARITH(FPTOUI), guarded, type);
  tern_value_t *result = has_sign ? select(b, is_low, integer(b, type, lowest_of(type)), inside) : inside;
  return select(b, is_high, integer(b, type, has_sign ? ~lowest_of(type) : -1), result);
}

// A real number (`from` says with which sign) as another one.
static tern_value_t *build_real(tern_builder_t *b, tern_value_t *x, const tern_type_t *from, const tern_type_t *to) {
  const tern_type_t *type = tern_hlo_signless_element(to);
  uint32_t from_width = tern_type_bit_width(from), to_width = tern_type_bit_width(to);
  if (from == to) return x;
  if (is_bool(to)) {
    return tern_type_is_float(from) ? compare_float(b, TERN_CMPF_UNE, x, number(b, x->type, 0))
                                    : compare_int(b, TERN_CMPI_NE, x, number(b, x->type, 0));
  }
  if (tern_type_is_float(to)) {
    if (!tern_type_is_float(from)) return cast(b, is_unsigned(from) ? TERN_ARITH(UITOFP) : TERN_ARITH(SITOFP), x, type);
    if (from_width == to_width) {
      // Different formats of one width meet in f32, which holds both.
      x = cast(b, TERN_ARITH(EXTF), x, tern_float_type_get(b->context, TERN_TYPE_F32));
      return cast(b, TERN_ARITH(TRUNCF), x, type);
    }
    return cast(b, from_width < to_width ? TERN_ARITH(EXTF) : TERN_ARITH(TRUNCF), x, type);
  }
  if (tern_type_is_float(from)) return build_float_to_int(b, x, to);
  if (from_width == to_width) return x;
  if (from_width > to_width) return cast(b, TERN_ARITH(TRUNCI), x, type);
  return cast(b, is_unsigned(from) ? TERN_ARITH(EXTUI) : TERN_ARITH(EXTSI), x, type);
}

tern_value_t *tern_scalar_convert(const site_t *s) {
  tern_builder_t *b = s->b;
  tern_value_t *x = s->args[0];
  const tern_type_t *from = tern_type_element(s->from), *to = tern_type_element(s->to);
  if (!is_complex(s->from) && !is_complex(s->to)) return build_real(b, x, s->from, s->to);
  if (s->from == s->to) return x;
  if (!is_complex(s->from)) {
    tern_value_t *real = build_real(b, x, from, to);
    return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(real, number(b, to, 0)),
                            .types = TERN_TYPES(s->type));
  }
  tern_value_t *real = cast(b, TERN_COMPLEX(RE), x, from);
  if (is_bool(s->to)) {
    tern_value_t *imaginary = cast(b, TERN_COMPLEX(IM), x, from);
    return binary(b, TERN_ARITH(ORI), build_real(b, real, from, s->to), build_real(b, imaginary, from, s->to));
  }
  if (!is_complex(s->to)) return build_real(b, real, from, s->to);
  tern_value_t *imaginary = build_real(b, cast(b, TERN_COMPLEX(IM), x, from), from, to);
  return tern_build_value(b, TERN_COMPLEX(CREATE), .operands = TERN_VALUES(build_real(b, real, from, to), imaginary),
                          .types = TERN_TYPES(s->type));
}

tern_value_t *tern_scalar_bitcast(const site_t *s) {
  if (s->args[0]->type == s->type) return s->args[0];
  bool has_complex = is_complex(s->type) || is_complex(s->args[0]->type);
  return cast(s->b, has_complex ? TERN_COMPLEX(BITCAST) : TERN_ARITH(BITCAST), s->args[0], s->type);
}

// Rounds to a narrower exponent and mantissa within the same type, ties to even; what leaves the exponent's range becomes
// infinity or zero (source: the specification's reduce_precision; XLA's EmitReducePrecisionIR).
tern_value_t *tern_scalar_reduce_precision(const site_t *s) {
  tern_builder_t *b = s->b;
  uint32_t width = tern_type_bit_width(s->type);
  const tern_float_format_t *format = &tern_float_formats[s->type->kind - TERN_TYPE_F4E2M1FN];
  int64_t exponent = tern_integer_attr_value(tern_op_attr(s->op, "exponent_bits"));
  int64_t mantissa = tern_integer_attr_value(tern_op_attr(s->op, "mantissa_bits"));
  const tern_type_t *type = tern_i_type_get(b->context, width);
  tern_value_t *x = s->args[0], *bits = cast(b, TERN_ARITH(BITCAST), x, type);
  int64_t exponent_mask = ((INT64_C(1) << format->exponent_width) - 1) << format->mantissa_width;
  if (mantissa < format->mantissa_width) {
    int64_t dropped = format->mantissa_width - mantissa;
    tern_value_t *last =
        binary(b, TERN_ARITH(ANDI), binary(b, TERN_ARITH(SHRUI), bits, integer(b, type, dropped)), integer(b, type, 1));
    tern_value_t *bias = binary(b, TERN_ARITH(ADDI), last, integer(b, type, (INT64_C(1) << (dropped - 1)) - 1));
    bits = binary(b, TERN_ARITH(ANDI), binary(b, TERN_ARITH(ADDI), bits, bias),
                  integer(b, type, (int64_t)(UINT64_MAX << dropped)));
  }
  if (exponent < format->exponent_width) {
    int64_t bias = (INT64_C(1) << (format->exponent_width - 1)) - 1, reduced = (INT64_C(1) << (exponent - 1)) - 1;
    tern_value_t *sign = binary(b, TERN_ARITH(ANDI), bits, integer(b, type, lowest_of(type)));
    tern_value_t *field = binary(b, TERN_ARITH(ANDI), bits, integer(b, type, exponent_mask));
    tern_value_t *is_over =
        compare_int(b, TERN_CMPI_UGT, field, integer(b, type, (bias + reduced) << format->mantissa_width));
    tern_value_t *is_under =
        compare_int(b, TERN_CMPI_ULE, field, integer(b, type, (bias - reduced) << format->mantissa_width));
    tern_value_t *infinity = binary(b, TERN_ARITH(ORI), sign, integer(b, type, exponent_mask));
    bits = select(b, is_over, infinity, bits);
    bits = select(b, is_under, sign, bits);
  }
  tern_value_t *rounded = cast(b, TERN_ARITH(BITCAST), bits, s->type);
  tern_value_t *nan = x;
  if (mantissa == 0) {  // without a mantissa there is no NaN: it becomes the infinity of its sign
    tern_value_t *own = cast(b, TERN_ARITH(BITCAST), x, type);
    tern_value_t *sign = binary(b, TERN_ARITH(ANDI), own, integer(b, type, lowest_of(type)));
    nan = cast(b, TERN_ARITH(BITCAST), binary(b, TERN_ARITH(ORI), sign, integer(b, type, exponent_mask)), s->type);
  }
  return select(b, compare_float(b, TERN_CMPF_UNO, x, x), nan, rounded);
}
