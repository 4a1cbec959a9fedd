// ttg.fp4_to_fp: numbers of 4 bits, two to a byte, as f16 or bf16 (upstream: Fp4ToFpOpToLLVM).
//
// The low three bits of a number are its magnitude: 0, 1/2, 1, 3/2, 2, 3, 4 or 6. What a byte of it is in the wide format stands in
// eight bytes of two registers, of which one instruction takes four, as the nibbles of a third register say. So a word of eight numbers
// becomes two of their high bytes and, in bf16, two of their low bytes, which are then put together in pairs.

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/tt/tt.h"
#include "ir/diagnostic.h"

enum { BYTES = 4, NUMBERS = 8, HALF = NUMBERS / 2 };

// Bytes of the eight magnitudes, from the first on.
typedef struct wide_format {
  tern_type_kind_t kind;
  uint32_t high[2], low[2];
} wide_format_t;
static const wide_format_t formats[] = {
    {TERN_TYPE_F16, {0x3E3C3800, 0x46444240}, {0, 0}},
    {TERN_TYPE_BF16, {0x3F3F3F00, 0x40404040}, {0xC0800000, 0xC0804000}},
};

static tern_value_t *word_of(tern_builder_t *b, uint32_t bits) { return tern_emit_i32(b, (int32_t)bits); }

static tern_value_t *look_up(tern_conversion_t *conversion, const uint32_t table[2], tern_value_t *numbers) {
  tern_builder_t *b = tern_triton_builder(conversion);
  tern_value_t *first = word_of(b, table[0]), *second = word_of(b, table[1]);
  return tern_triton_target_of(conversion)->permute(b, first, second, numbers);
}

// Four numbers, the low nibbles of `magnitudes` and of `signs` (1 or 0), as elements.
static void widen(tern_conversion_t *conversion, const wide_format_t *format, tern_value_t *magnitudes,
                  tern_value_t *signs, tern_value_t **out_values) {
  static const uint32_t sign_table[2] = {0x8000, 0};
  // Bytes of the low and of the high word (4 and up), by pairs: low, high, low, high.
  static const uint32_t pairs[2] = {0x5140, 0x7362};
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_type_t *pair = tern_emit_vector_of(tern_float_type_get(b->context, format->kind), 2);
  tern_value_t *high = look_up(conversion, format->high, magnitudes);
  high = tern_emit_or(b, high, look_up(conversion, sign_table, signs));
  tern_value_t *low = format->low[1] ? look_up(conversion, format->low, magnitudes) : word_of(b, 0);
  for (size_t i = 0; i < HALF; i += 2) {
    tern_value_t *word = tern_triton_target_of(conversion)->permute(b, low, high, word_of(b, pairs[i / 2]));
    tern_value_t *elements = tern_emit_bitcast(b, word, pair);
    out_values[i] = tern_emit_element(b, elements, 0);
    out_values[i + 1] = tern_emit_element(b, elements, 1);
  }
}

// The numbers in bytes: two for each, that in the low bits first. What is missing to a word of four bytes is zero.
static void widen_bytes(tern_conversion_t *conversion, const wide_format_t *format, tern_values_t bytes,
                        tern_value_t **out_values) {
  enum { MAGNITUDES = 0x77777777, SIGN_SHIFT = 3, SIGNS = 0x11111111, HALF_BITS = 16 };
  tern_builder_t *b = tern_triton_builder(conversion);
  for (size_t first = 0; first < bytes.count; first += BYTES) {
    tern_value_t *own[BYTES], *values[NUMBERS];
    for (size_t i = 0; i < BYTES; ++i)
      own[i] = first + i < bytes.count ? bytes.values[first + i] : tern_emit_int(b, 8, 0);
    tern_value_t *word = tern_emit_bitcast(b, tern_emit_vector(b, own, BYTES), tern_emit_i(b, 32));
    tern_value_t *magnitudes = tern_emit_and(b, word, word_of(b, MAGNITUDES));
    tern_value_t *signs = tern_emit_lshr(b, word, SIGN_SHIFT);
    signs = tern_emit_and(b, signs, word_of(b, SIGNS));
    widen(conversion, format, magnitudes, signs, values);
    magnitudes = tern_emit_lshr(b, magnitudes, HALF_BITS);
    signs = tern_emit_lshr(b, signs, HALF_BITS);
    widen(conversion, format, magnitudes, signs, values + HALF);
    for (size_t i = 0; i < NUMBERS && 2 * first + i < 2 * bytes.count; ++i) out_values[2 * first + i] = values[i];
  }
}

// Which byte a register of the result is in, by its coordinates, and which half of it: 2 * byte + half. Lanes, warps and blocks have
// the same in both, or the encodings would not belong together.
static bool find_numbers(const tern_layout_t *source, const tern_layout_t *result, size_t axis, size_t *out_numbers) {
  size_t from_count = (size_t)1 << tern_layout_bits(&source->ins, TERN_LAYOUT_REGISTER);
  size_t count = (size_t)1 << tern_layout_bits(&result->ins, TERN_LAYOUT_REGISTER);
  size_t in = tern_layout_find(&source->ins, TERN_LAYOUT_REGISTER),
         out = tern_layout_find(&result->ins, TERN_LAYOUT_REGISTER);
  for (size_t r = 0; r < count; ++r) {
    int64_t ins[TERN_LAYOUT_MAX_DIMS] = {0}, wanted[TERN_LAYOUT_MAX_DIMS], place[TERN_LAYOUT_MAX_DIMS];
    if (out < result->ins.count) ins[out] = (int64_t)r;
    tern_layout_apply(result, ins, wanted);
    int64_t half = wanted[axis] & 1;
    wanted[axis] >>= 1;
    size_t byte = 0;
    for (; byte < from_count; ++byte) {
      memset(ins, 0, sizeof ins);
      if (in < source->ins.count) ins[in] = (int64_t)byte;
      tern_layout_apply(source, ins, place);
      if (memcmp(place, wanted, source->outs.count * sizeof *place) == 0) break;
    }
    if (byte == from_count) return false;
    out_numbers[r] = 2 * byte + (size_t)half;
  }
  return true;
}

static bool lower_fp4(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  const tern_type_t *type = tern_op_result(op, 0)->type;
  const wide_format_t *format = tern_type_element(type)->kind == TERN_TYPE_BF16 ? &formats[1] : &formats[0];
  tern_values_t bytes = tern_triton_unpack(conversion, operands.values[0]);
  tern_layout_t source = tern_ttg_type_layout(tern_op_operand(op, 0)->type), result = tern_ttg_type_layout(type);
  size_t count = (size_t)1 << tern_layout_bits(&result.ins, TERN_LAYOUT_REGISTER);
  size_t *numbers = tern_malloc(count * sizeof *numbers);
  bool is_found = find_numbers(&source, &result, (size_t)tern_integer_attr_value(tern_op_attr(op, "axis")), numbers);
  if (is_found) {
    tern_value_t **all = tern_triton_room(conversion, 2 * bytes.count), **values = tern_triton_room(conversion, count);
    widen_bytes(conversion, format, bytes, all);
    for (size_t r = 0; r < count; ++r) values[r] = all[numbers[r]];
    tern_triton_replace(conversion, op, (tern_values_t){values, count});
  } else {
    tern_op_error(op, "has encodings by which threads would need numbers of others");
  }
  free(numbers);
  return is_found;
}

const tern_conversion_pattern_t tern_triton_fp4_patterns[] = {
    {"fp4-to-fp", TERN_TTG(FP4_TO_FP), TERN_TRITON_BENEFIT, lower_fp4},
    {0},
};
