// The bits of several operands as operands of other widths: bitcasts, words in memory, operands of inline assembly.

#include "target/llvm/ptx/ptx_private.h"

enum { BYTE = 8, HALF = 16, WORD = 32, TWO_WORDS = 64, MAX_PARTS = 8 };

static bool are_constants(const ptx_operand_t *parts, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (parts[i].form != PTX_CONSTANT && parts[i].form != PTX_UNDEFINED) return false;
  return true;
}

static ptx_operand_t join(ptx_writer_t *writer, const ptx_operand_t *parts, size_t count, ptx_type_t type);

static ptx_operand_t join_in_halves(ptx_writer_t *writer, const ptx_operand_t *parts, size_t count, ptx_type_t type) {
  ptx_type_t half = ptx_integer_type(type.bits / 2);
  ptx_operand_t low = join(writer, parts, count / 2, half);
  ptx_operand_t high = join(writer, parts + count / 2, count / 2, half), to = ptx_new_register(writer, type);
  low = ptx_in_register(writer, low);
  high = ptx_in_register(writer, high);
  PTX_EMIT(writer, type.bits == WORD ? "mov.b32 $0, {$1, $2};" : "mov.b64 $0, {$1, $2};", to, low, high);
  return to;
}

// Two or four bytes, each of which lies in the low half of a register with anything above it.
static ptx_operand_t join_bytes(ptx_writer_t *writer, const ptx_operand_t *parts, size_t count, ptx_type_t type) {
  ptx_type_t i32 = ptx_integer_type(WORD);
  ptx_operand_t words[4];
  for (size_t i = 0; i < count; ++i) {
    words[i] = ptx_new_register(writer, i32);
    PTX_EMIT(writer, "cvt.u32.u16 $0, $1;", words[i], ptx_in_register(writer, parts[i]));
  }
  for (size_t i = 0; i < count; i += 2) {
    ptx_operand_t pair = ptx_new_register(writer, i32);
    PTX_EMIT(writer, "prmt.b32 $0, $1, $2, 0x3340;", pair, words[i], words[i + 1]);
    words[i] = pair;
  }
  ptx_operand_t to = ptx_new_register(writer, type);
  if (count == 2)
    PTX_EMIT(writer, "cvt.u16.u32 $0, $1;", to, words[0]);
  else
    PTX_EMIT(writer, "prmt.b32 $0, $1, $2, 0x5410;", to, words[0], words[2]);
  return to;
}

static ptx_operand_t join(ptx_writer_t *writer, const ptx_operand_t *parts, size_t count, ptx_type_t type) {
  unsigned bits = parts[0].type.bits;
  if (are_constants(parts, count)) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; ++i)
      value |= (parts[i].form == PTX_CONSTANT ? parts[i].value : 0) << (i * bits % TWO_WORDS);
    return ptx_constant(type, value);
  }
  bool is_rounded = count == 2 && parts[0].form == PTX_ROUNDED && parts[1].form == PTX_ROUNDED &&
                    parts[0].type.kind == parts[1].type.kind;
  if (is_rounded) {
    bool is_half = parts[0].type.kind == PTX_HALF;
    ptx_operand_t to = ptx_new_register(writer, type);
    PTX_EMIT(writer, is_half ? "cvt.rn.f16x2.f32 $0, $2, $1;" : "cvt.rn.bf16x2.f32 $0, $2, $1;", to,
             ptx_rounded_source(parts[0]), ptx_rounded_source(parts[1]));
    return to;
  }
  if (count == 1) {
    ptx_operand_t to = ptx_in_register(writer, parts[0]);
    to.type = type;
    return to;
  }
  return bits == BYTE && type.bits <= WORD ? join_bytes(writer, parts, count, type)
                                           : join_in_halves(writer, parts, count, type);
}

// `count` operands of the type of the first; their registers are made here.
static void cut(ptx_writer_t *writer, ptx_operand_t from, ptx_operand_t *to, size_t count) {
  ptx_type_t i16 = ptx_integer_type(HALF), type = to[0].type;
  unsigned bits = type.bits;
  if (from.form == PTX_CONSTANT || from.form == PTX_UNDEFINED) {
    for (size_t i = 0; i < count; ++i)
      to[i] = from.form == PTX_CONSTANT ? ptx_constant(type, from.value >> (i * bits)) : to[i];
    return;
  }
  from = ptx_in_register(writer, from);
  if (bits == BYTE && from.type.bits <= WORD) {
    ptx_type_t whole = ptx_integer_type(from.type.bits);
    for (size_t i = 0; i < count; ++i) {
      ptx_operand_t byte = from;
      if (i > 0) {
        byte = ptx_new_register(writer, whole);
        ptx_emit_typed(writer, "shr", 'u', whole,
                       (const ptx_operand_t[]){byte, from, ptx_constant(ptx_integer_type(WORD), i * BYTE)}, 3);
      }
      to[i] = ptx_new_register(writer, type);
      ptx_emit_typed(writer, whole.bits == WORD ? "cvt.u16" : "mov", whole.bits == WORD ? 'u' : 'b', whole,
                     (const ptx_operand_t[]){to[i], byte}, 2);
    }
    return;
  }
  ptx_type_t half = from.type.bits == WORD ? i16 : ptx_integer_type(WORD);
  bool is_last = half.bits == bits;
  ptx_operand_t parts[2] = {ptx_new_register(writer, is_last ? type : half),
                            ptx_new_register(writer, is_last ? type : half)};
  PTX_EMIT(writer, from.type.bits == WORD ? "mov.b32 {$1, $2}, $0;" : "mov.b64 {$1, $2}, $0;", from, parts[0],
           parts[1]);
  if (is_last) {
    to[0] = parts[0];
    to[1] = parts[1];
  } else {
    cut(writer, parts[0], to, count / 2);
    cut(writer, parts[1], to + count / 2, count / 2);
  }
}

static bool has_bytes(ptx_type_t type) {
  return type.bits == BYTE || type.bits == HALF || type.bits == WORD || type.bits == TWO_WORDS;
}

void ptx_reinterpret(ptx_writer_t *writer, const ptx_operand_t *from, size_t from_count, ptx_operand_t *to,
                     size_t to_count) {
  ptx_type_t type = to[0].type;
  if (from_count == to_count) {
    for (size_t i = 0; i < to_count; ++i) {
      ptx_operand_t operand = from[i];
      bool is_same = operand.type.kind == to[i].type.kind;
      writer->is_unknown |= operand.type.bits != to[i].type.bits;
      if (!is_same && operand.form == PTX_ROUNDED) operand = ptx_in_register(writer, operand);
      operand.type = to[i].type;
      to[i] = operand;
    }
    return;
  }
  bool is_known = has_bytes(from[0].type) && has_bytes(type) && from_count * from[0].type.bits == to_count * type.bits;
  size_t parts = from_count > to_count ? from_count / to_count : to_count / from_count;
  if (!is_known || parts > MAX_PARTS) {
    writer->is_unknown = true;
  } else if (from_count > to_count) {
    for (size_t i = 0; i < to_count; ++i) to[i] = join(writer, from + i * parts, parts, to[i].type);
  } else {
    for (size_t i = 0; i < from_count; ++i) cut(writer, from[i], to + i * parts, parts);
  }
}
