// tt.fp_to_fp between any two formats, correctly rounded (upstream: FpToFpOpConversion of NVIDIA).
//
// Chips from sm_89 on convert pairs of floats of 8 bits in one instruction. Elsewhere they are taken apart: what has few bits is
// a f32 whose exponent is off by a constant factor, and rounding to few bits is an addition of integers, or for numbers below
// the normal ones of f32s. Numbers that are too large become the largest, as with the instructions.

#include "convert/triton/to_llvm/elementwise/elementwise.h"
#include "convert/triton/to_llvm/ptx.h"
#include "dialect/tt/tt.h"

enum { NATIVE_CAPABILITY = 89, BF16_CAPABILITY = 90, TO_ZERO = 0, TO_NEAREST = 1, F32_MANTISSA = 23, F32_BIAS = 127 };

// --- formats of 8 bits ---

typedef struct format {
  tern_type_kind_t kind;
  int mantissa, bias;
  int largest, nan;    // codes, without sign; of a format whose only NaN is minus zero 0x80
  const char *native;  // of the instructions; NULL: they do not know it
} format_t;

static const format_t formats[] = {
    {TERN_TYPE_F8E4M3FN, 3, 7, 0x7E, 0x7F, "e4m3x2"},   {TERN_TYPE_F8E5M2, 2, 15, 0x7B, 0x7F, "e5m2x2"},
    {TERN_TYPE_F8E4M3FNUZ, 3, 8, 0x7F, 0x80, NULL},     {TERN_TYPE_F8E5M2FNUZ, 2, 16, 0x7F, 0x80, NULL},
    {TERN_TYPE_F8E4M3B11FNUZ, 3, 11, 0x7F, 0x80, NULL},
};

static const format_t *find_format(const tern_type_t *type) {
  for (size_t i = 0; i < sizeof formats / sizeof formats[0]; ++i) {
    if (formats[i].kind == type->kind) return &formats[i];
  }
  return NULL;
}

static bool has_single_nan(const format_t *format) { return format->nan == 0x80; }

// A conversion of a list of elements, in place.
typedef struct list {
  tern_conversion_t *conversion;
  tern_builder_t *b;
  tern_value_t **values;
  size_t count;
  int64_t rounding;
} list_t;

static const tern_type_t *float_of(const list_t *list, tern_type_kind_t kind) {
  return tern_float_type_get(list->b->context, kind);
}

// --- by instructions, two at once ---

// The element behind `i`, or itself if it is the last.
static tern_value_t *neighbour(const list_t *list, size_t i) { return list->values[i + 1 < list->count ? i + 1 : i]; }

static void put_pair(const list_t *list, size_t i, tern_value_t *pair) {
  list->values[i] = tern_emit_element(list->b, pair, 0);
  if (i + 1 < list->count) list->values[i + 1] = tern_emit_element(list->b, pair, 1);
}

static void widen_pairs(const list_t *list, const format_t *format) {
  const tern_type_t *result = tern_emit_vector_of(float_of(list, TERN_TYPE_F16), 2);
  for (size_t i = 0; i < list->count; i += 2) {
    tern_value_t *pair[] = {list->values[i], neighbour(list, i)};
    tern_value_t *word = tern_emit_bitcast(list->b, tern_emit_vector(list->b, pair, 2), tern_emit_i(list->b, 16));
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    int made = tern_ptx_result(&ptx, 32), given = tern_ptx_operand(&ptx, 'h', word);
    tern_ptx_format(&ptx, "cvt.rn.f16x2.%s $%d, $%d;", format->native, made, given);
    put_pair(list, i, tern_ptx_finish(&ptx, list->b, false, result));
  }
}

// e5m2 as bf16: the bits of a pair moved to where bf16 has them, times what the biases differ in. The largest exponent, of infinity and
// NaN, is set after that.
static void widen_e5m2_pairs(const list_t *list) {
  tern_builder_t *b = list->b;
  const tern_type_t *i32 = tern_emit_i(b, 32), *result = tern_emit_vector_of(float_of(list, TERN_TYPE_BF16), 2);
  for (size_t i = 0; i < list->count; i += 2) {
    tern_value_t *zero = tern_emit_int(b, 8, 0), *bytes[] = {zero, list->values[i], zero, neighbour(list, i)};
    tern_value_t *word = tern_emit_bitcast(b, tern_emit_vector(b, bytes, 4), i32);
    tern_value_t *magnitude = tern_emit_and(b, word, tern_emit_i32(b, 0x7FFF7FFF));
    tern_value_t *sign = tern_emit_and(b, word, tern_emit_i32(b, -0x7FFF8000));
    tern_value_t *moved = tern_emit_or_disjoint(b, tern_emit_lshr(b, magnitude, 3), sign);
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    int made = tern_ptx_result(&ptx, 32), given = tern_ptx_operand(&ptx, 'r', moved);
    int factor = tern_ptx_operand(&ptx, 'r', tern_emit_i32(b, 0x77807780));
    tern_ptx_format(&ptx, "mul.rn.bf16x2 $%d, $%d, $%d;", made, given, factor);
    tern_value_t *product = tern_ptx_finish(&ptx, b, false, i32);
    // The top bit of a half says whether its exponent is the largest.
    tern_value_t *carry = tern_emit_add(b, magnitude, tern_emit_i32(b, 0x04000400));
    tern_value_t *is_largest = tern_emit_and(b, tern_emit_lshr(b, carry, 15), tern_emit_i32(b, 0x00010001));
    tern_value_t *exponent = tern_emit_mul(b, is_largest, tern_emit_i32(b, 0x7F80));
    put_pair(list, i, tern_emit_bitcast(b, tern_emit_or(b, product, exponent), result));
  }
}

// From f32, the second of a pair first.
static void narrow_pairs(const list_t *list, const format_t *format) {
  const tern_type_t *result = tern_emit_vector_of(tern_emit_i(list->b, 8), 2), *i32 = tern_emit_i(list->b, 32);
  for (size_t i = 0; i < list->count; i += 2) {
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    int made = tern_ptx_result_in(&ptx, 'h');
    int low = tern_ptx_operand(&ptx, 'r', tern_emit_bitcast(list->b, list->values[i], i32));
    int high = tern_ptx_operand(&ptx, 'r', tern_emit_bitcast(list->b, neighbour(list, i), i32));
    tern_ptx_format(&ptx, "cvt.rn.satfinite.%s.f32  $%d, $%d, $%d; \n", format->native, made, high, low);
    put_pair(list, i, tern_ptx_finish(&ptx, list->b, false, result));
  }
}

static void narrow_half_pairs(const list_t *list, const format_t *format) {
  const tern_type_t *result = tern_emit_vector_of(tern_emit_i(list->b, 8), 2), *i32 = tern_emit_i(list->b, 32);
  for (size_t i = 0; i < list->count; i += 2) {
    tern_value_t *pair[] = {list->values[i], neighbour(list, i)};
    tern_ptx_t ptx;
    tern_ptx_start(&ptx);
    int made = tern_ptx_result_in(&ptx, 'h');
    int given = tern_ptx_operand(&ptx, 'r', tern_emit_bitcast(list->b, tern_emit_vector(list->b, pair, 2), i32));
    tern_ptx_format(&ptx, "cvt.rn.satfinite.%s.f16x2 $%d, $%d;", format->native, made, given);
    put_pair(list, i, tern_ptx_finish(&ptx, list->b, false, result));
  }
}

// --- by arithmetic, one by one ---

// f32 of bits that stand for 2 to the power of `exponent`.
static int64_t power_bits(int exponent) { return (int64_t)(F32_BIAS + exponent) << F32_MANTISSA; }

// A code as f32: its bits moved to where f32 has them, times what the biases differ in. All are exact.
static tern_value_t *widen_code(tern_builder_t *b, tern_value_t *code, const format_t *format) {
  const tern_type_t *f32 = tern_emit_f32_type(b);
  tern_value_t *word = tern_emit_resize(b, code, 32);
  tern_value_t *magnitude = tern_emit_and(b, word, tern_emit_i32(b, 0x7F));
  tern_value_t *sign = tern_emit_shl(b, tern_emit_and(b, word, tern_emit_i32(b, 0x80)), 24);
  tern_value_t *moved = tern_emit_shl(b, magnitude, F32_MANTISSA - format->mantissa);
  tern_value_t *factor = tern_emit_bitcast(b, tern_emit_i32(b, power_bits(F32_BIAS - format->bias)), f32);
  tern_value_t *number = tern_emit_binary(b, TERN_LLVM(FMUL), tern_emit_bitcast(b, moved, f32), factor);
  tern_value_t *bits = tern_emit_or_disjoint(b, tern_emit_bitcast(b, number, tern_emit_i(b, 32)), sign);
  tern_value_t *nan = tern_emit_i32(b, 0x7FC00000), *compared = has_single_nan(format) ? word : magnitude;
  tern_value_t *is_nan = tern_emit_icmp(b, TERN_EMIT_EQ, compared, tern_emit_i32(b, format->nan));
  if (format->kind == TERN_TYPE_F8E5M2) {
    // The largest exponent is that of infinity, with a zero mantissa, and of NaN.
    is_nan = tern_emit_icmp(b, TERN_EMIT_UGT, magnitude, tern_emit_i32(b, 0x7C));
    tern_value_t *is_infinite = tern_emit_icmp(b, TERN_EMIT_EQ, magnitude, tern_emit_i32(b, 0x7C));
    tern_value_t *infinite = tern_emit_or_disjoint(b, sign, tern_emit_i32(b, 0x7F800000));
    bits = tern_emit_select(b, is_infinite, infinite, bits);
  }
  return tern_emit_bitcast(b, tern_emit_select(b, is_nan, nan, bits), f32);
}

// The code of a normal number: the bits of its magnitude rounded to the mantissa, and the exponent with the other bias.
static tern_value_t *normal_code(tern_builder_t *b, tern_value_t *magnitude, const format_t *format, int64_t rounding) {
  int dropped = F32_MANTISSA - format->mantissa;
  tern_value_t *rounded = magnitude;
  if (rounding == TO_NEAREST) {
    // Half of the last bit, or as much less one where the last bit is even.
    tern_value_t *last = tern_emit_lshr(b, magnitude, dropped);
    last = tern_emit_and(b, last, tern_emit_i32(b, 1));
    rounded = tern_emit_add(b, magnitude, last);
    rounded = tern_emit_add(b, rounded, tern_emit_i32(b, (INT64_C(1) << (dropped - 1)) - 1));
  }
  int64_t bias = (int64_t)(F32_BIAS - format->bias) << F32_MANTISSA;
  tern_value_t *code = tern_emit_lshr(b, tern_emit_sub(b, rounded, tern_emit_i32(b, bias)), dropped);
  tern_value_t *largest = tern_emit_i32(b, format->largest);
  return tern_emit_binary(b, TERN_LLVM(INTR_UMIN), code, largest);
}

// The code of a number below the normal ones: added to a number whose last bit is the format's smallest, it is rounded.
static tern_value_t *subnormal_code(const list_t *list, tern_value_t *magnitude, const format_t *format) {
  tern_builder_t *b = list->b;
  const tern_type_t *f32 = tern_emit_f32_type(b);
  tern_value_t *bits = tern_emit_i32(b, power_bits(1 - format->bias - format->mantissa + F32_MANTISSA));
  tern_value_t *x = tern_emit_bitcast(b, magnitude, f32), *large = tern_emit_bitcast(b, bits, f32);
  tern_value_t *sum = list->rounding == TO_ZERO ? tern_triton_target_of(list->conversion)->add_cut(b, x, large)
                                                : tern_emit_binary(b, TERN_LLVM(FADD), x, large);
  return tern_emit_sub(b, tern_emit_bitcast(b, sum, tern_emit_i(b, 32)), bits);
}

static tern_value_t *narrow_number(const list_t *list, tern_value_t *number, const format_t *format) {
  tern_builder_t *b = list->b;
  tern_value_t *bits = tern_emit_bitcast(b, number, tern_emit_i(b, 32));
  tern_value_t *magnitude = tern_emit_and(b, bits, tern_emit_i32(b, 0x7FFFFFFF));
  tern_value_t *sign = tern_emit_lshr(b, bits, 24);
  sign = tern_emit_and(b, sign, tern_emit_i32(b, 0x80));
  tern_value_t *is_small = tern_emit_icmp(b, TERN_EMIT_ULT, magnitude, tern_emit_i32(b, power_bits(1 - format->bias)));
  tern_value_t *small = subnormal_code(list, magnitude, format);
  tern_value_t *code = tern_emit_select(b, is_small, small, normal_code(b, magnitude, format, list->rounding));
  if (has_single_nan(format)) {
    // Zero has no sign.
    tern_value_t *is_zero = tern_emit_icmp(b, TERN_EMIT_EQ, code, tern_emit_i32(b, 0));
    sign = tern_emit_select(b, is_zero, tern_emit_i32(b, 0), sign);
  }
  tern_value_t *is_nan = tern_emit_icmp(b, TERN_EMIT_UGT, magnitude, tern_emit_i32(b, 0x7F800000));
  code = tern_emit_or(b, code, sign);
  code = tern_emit_select(b, is_nan, tern_emit_i32(b, format->nan), code);
  return tern_emit_resize(b, code, 8);
}

// --- floats of 16 bits and more ---

static void extend(const list_t *list, tern_type_kind_t kind) {
  const tern_type_t *type = float_of(list, kind);
  for (size_t i = 0; i < list->count; ++i)
    if (list->values[i]->type != type)
      list->values[i] = tern_emit_unary(list->b, TERN_LLVM(FPEXT), type, list->values[i]);
}

// f64 as f32 that is odd where it is not exact, so that rounding it once more is right.
static tern_value_t *round_to_odd(const list_t *list, tern_value_t *number) {
  tern_builder_t *b = list->b;
  const tern_type_t *f32 = tern_emit_f32_type(b), *i32 = tern_emit_i(b, 32);
  tern_value_t *cut = tern_triton_target_of(list->conversion)->cut_f64(b, number);
  tern_value_t *back = tern_emit_unary(b, TERN_LLVM(FPEXT), number->type, cut);
  tern_value_t *is_inexact = tern_emit_fcmp(b, TERN_EMIT_UNE, back, number);
  tern_value_t *is_number = tern_emit_fcmp(b, TERN_EMIT_OEQ, number, number);
  tern_value_t *bit = tern_emit_resize(b, tern_emit_both(b, is_inexact, is_number), 32);
  return tern_emit_bitcast(b, tern_emit_or(b, tern_emit_bitcast(b, cut, i32), bit), f32);
}

// --- all pairs ---

// To f16 where an instruction gives it, else to f32; wider ones stay.
static void widen(const list_t *list, const format_t *format, bool is_native) {
  if (is_native) {
    widen_pairs(list, format);
    return;
  }
  for (size_t i = 0; i < list->count; ++i) list->values[i] = widen_code(list->b, list->values[i], format);
}

static void to_f32(const list_t *list) {
  if (list->values[0]->type->kind != TERN_TYPE_F64) {
    extend(list, TERN_TYPE_F32);
    return;
  }
  for (size_t i = 0; i < list->count; ++i) list->values[i] = round_to_odd(list, list->values[i]);
}

static void narrow(const list_t *list, const format_t *format, bool is_native) {
  if (is_native && list->rounding == TO_NEAREST) {
    if (list->values[0]->type->kind == TERN_TYPE_F16) {
      narrow_half_pairs(list, format);
      return;
    }
    to_f32(list);
    narrow_pairs(list, format);
    return;
  }
  to_f32(list);
  for (size_t i = 0; i < list->count; ++i) list->values[i] = narrow_number(list, list->values[i], format);
}

static void to_float(const list_t *list, const tern_type_t *type) {
  tern_type_kind_t source = list->values[0]->type->kind;
  if (source == type->kind) return;
  if (type->kind == TERN_TYPE_F64 || (type->kind == TERN_TYPE_F32 && source != TERN_TYPE_F64)) {
    extend(list, type->kind);
    return;
  }
  if (type->kind == TERN_TYPE_F32) {
    for (size_t i = 0; i < list->count; ++i) {
      tern_value_t **value = &list->values[i];
      *value = list->rounding == TO_ZERO ? tern_triton_target_of(list->conversion)->cut_f64(list->b, *value)
                                         : tern_emit_unary(list->b, TERN_LLVM(FPTRUNC), type, *value);
    }
    return;
  }
  to_f32(list);
  const tern_triton_target_t *target = tern_triton_target_of(list->conversion);
  for (size_t i = 0; i < list->count; ++i)
    list->values[i] = target->halve(list->b, list->values[i], type, list->rounding == TO_ZERO);
}

static bool lower_fp_to_fp(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *source = tern_triton_scalar_of(tern_op_operand(op, 0)->type);
  const tern_type_t *type = tern_triton_scalar_of(tern_op_result(op, 0)->type);
  const format_t *from = find_format(source), *to = find_format(type);
  if ((!from && tern_type_bit_width(source) < 16) || (!to && tern_type_bit_width(type) < 16)) return false;
  tern_values_t values = tern_triton_unpack(conversion, operands.values[0]);
  const tern_attr_t *rounding = tern_op_attr(op, "rounding");
  const list_t list = {conversion, tern_triton_builder(conversion), tern_triton_values(values), values.count,
                       rounding ? tern_enum_attr_value(rounding) : TO_NEAREST};
  bool is_native = tern_triton_lowering_of(conversion)->capability >= NATIVE_CAPABILITY;
  bool is_product = tern_triton_lowering_of(conversion)->capability >= BF16_CAPABILITY &&
                    source->kind == TERN_TYPE_F8E5M2 && type->kind == TERN_TYPE_BF16;
  if (is_product)
    widen_e5m2_pairs(&list);
  else if (from)
    widen(&list, from, is_native && from->native);
  if (to)
    narrow(&list, to, is_native && to->native);
  else
    to_float(&list, type);
  return tern_triton_replace(conversion, op, values);
}

const tern_conversion_pattern_t tern_triton_fp_to_fp_patterns[] = {
    {"fp-to-fp", TERN_TT(FP_TO_FP), TERN_TRITON_BENEFIT, lower_fp_to_fp},
    {0},
};
