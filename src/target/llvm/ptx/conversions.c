// Casts.

#include <stdio.h>

#include "target/llvm/ptx/ptx_private.h"

enum { BYTE = 8, HALF = 16, WORD = 32, HAS_BFLOAT_CONVERSIONS = 90 };

static const ptx_type_t f32 = {PTX_FLOAT, WORD, PTX_B32};

// --- integers ---

static void convert_width(ptx_writer_t *writer, ptx_operand_t to, ptx_operand_t from, bool is_signed) {
  static const char *const widths[] = {[PTX_B16] = "16", [PTX_B32] = "32", [PTX_B64] = "64"};
  char text[32], letter = is_signed ? 's' : 'u';
  snprintf(text, sizeof text, "cvt.%c%s.%c%s $0, $1;", letter, widths[to.type.class], letter, widths[from.type.class]);
  PTX_EMIT(writer, text, to, from);
}

static ptx_operand_t extend_bit(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type, bool is_signed) {
  ptx_operand_t to = ptx_new_register(writer, type);
  ptx_type_t whole = ptx_extended(writer, ptx_constant(type, 0), false).type;
  ptx_emit_typed(writer, "selp", 'b', whole,
                 (const ptx_operand_t[]){to, ptx_constant(whole, is_signed ? UINT64_MAX : 1), ptx_constant(whole, 0),
                                         ptx_in_register(writer, from)},
                 4);
  return to;
}

static ptx_operand_t extend(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type, bool is_signed) {
  if (from.type.class == PTX_PRED) return extend_bit(writer, from, type, is_signed);
  from = ptx_extended(writer, from, is_signed);
  ptx_operand_t to = ptx_new_register(writer, type);
  if (from.type.class == type.class) {
    from.type = type;
    return from;
  }
  convert_width(writer, to, ptx_in_register(writer, from), is_signed);
  return to;
}

static ptx_operand_t truncate(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type) {
  if (type.class == PTX_PRED) {
    ptx_type_t whole = ptx_extended(writer, from, false).type;
    ptx_operand_t bit = ptx_new_register(writer, whole), to = ptx_new_register(writer, type);
    ptx_emit_typed(writer, "and", 'b', whole, (const ptx_operand_t[]){bit, from, ptx_constant(whole, 1)}, 3);
    ptx_emit_typed(writer, "setp.ne", 'b', whole, (const ptx_operand_t[]){to, bit, ptx_constant(whole, 0)}, 3);
    return to;
  }
  if (from.type.class == type.class) {
    from.type = type;
    return from;
  }
  ptx_operand_t to = ptx_new_register(writer, type);
  convert_width(writer, to, ptx_in_register(writer, from), false);
  return to;
}

static ptx_operand_t resize(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type) {
  return type.bits > from.type.bits ? extend(writer, from, type, false) : truncate(writer, from, type);
}

// --- floats ---

static ptx_operand_t widen_float(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type) {
  from = ptx_in_register(writer, from);
  ptx_operand_t to = ptx_new_register(writer, type);
  if (from.type.kind == PTX_BFLOAT) {
    ptx_operand_t zero = ptx_in_register(writer, ptx_constant(ptx_integer_type(HALF), 0));
    ptx_operand_t word = type.kind == PTX_FLOAT ? to : ptx_new_register(writer, f32);
    PTX_EMIT(writer, "mov.b32 $0, {$1, $2};", word, zero, from);
    if (type.kind == PTX_DOUBLE) PTX_EMIT(writer, "cvt.f64.f32 $0, $1;", to, word);
    return to;
  }
  PTX_EMIT(writer,
           from.type.kind == PTX_FLOAT ? "cvt.f64.f32 $0, $1;"
           : type.kind == PTX_FLOAT    ? "cvt.f32.f16 $0, $1;"
                                       : "cvt.f64.f16 $0, $1;",
           to, from);
  return to;
}

static ptx_operand_t narrow_float(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type) {
  from = ptx_in_register(writer, from);
  if (from.type.kind == PTX_FLOAT) return (ptx_operand_t){.form = PTX_ROUNDED, .type = type, .value = from.value};
  ptx_operand_t to = ptx_new_register(writer, type);
  writer->is_unknown |= type.kind == PTX_BFLOAT;
  PTX_EMIT(writer, type.kind == PTX_FLOAT ? "cvt.rn.f32.f64 $0, $1;" : "cvt.rn.f16.f64 $0, $1;", to, from);
  return to;
}

static const char *float_name(ptx_type_t type) {
  static const char *const names[] = {
      [PTX_HALF] = "f16", [PTX_BFLOAT] = "bf16", [PTX_FLOAT] = "f32", [PTX_DOUBLE] = "f64"};
  return names[type.kind];
}

static ptx_operand_t to_float(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type, bool is_signed) {
  // Small integers are those of 32 bits that they are the same numbers as.
  if (from.type.bits < WORD) from = extend(writer, from, ptx_integer_type(WORD), is_signed);
  writer->is_unknown |= from.type.bits != WORD && from.type.bits != 64;
  writer->is_unknown |= type.kind == PTX_BFLOAT && writer->architecture < HAS_BFLOAT_CONVERSIONS;
  ptx_operand_t to = ptx_new_register(writer, type);
  char text[32];
  snprintf(text, sizeof text, "cvt.rn.%s.%c%u $0, $1;", float_name(type), is_signed ? 's' : 'u', from.type.bits);
  PTX_EMIT(writer, text, to, ptx_in_register(writer, from));
  return to;
}

static ptx_operand_t from_float(ptx_writer_t *writer, ptx_operand_t from, ptx_type_t type, bool is_signed) {
  ptx_type_t whole = ptx_integer_type(type.bits <= WORD ? WORD : 64);
  writer->is_unknown |= type.bits == 1;
  from = ptx_in_register(writer, from);
  if (from.type.kind == PTX_BFLOAT) from = widen_float(writer, from, f32);
  ptx_operand_t to = ptx_new_register(writer, whole);
  char text[32];
  snprintf(text, sizeof text, "cvt.rzi.%c%u.%s $0, $1;", is_signed ? 's' : 'u', whole.bits, float_name(from.type));
  PTX_EMIT(writer, text, to, from);
  return truncate(writer, to, type);
}

// --- casts ---

static ptx_operand_t convert(ptx_writer_t *writer, LLVMOpcode opcode, ptx_operand_t from, ptx_type_t type) {
  switch (opcode) {
    case LLVMTrunc: return truncate(writer, from, type);
    case LLVMZExt: return extend(writer, from, type, false);
    case LLVMSExt: return extend(writer, from, type, true);
    case LLVMPtrToInt:
    case LLVMIntToPtr: return resize(writer, from, type);
    case LLVMFPExt: return widen_float(writer, from, type);
    case LLVMFPTrunc: return narrow_float(writer, from, type);
    case LLVMSIToFP: return to_float(writer, from, type, true);
    case LLVMUIToFP: return to_float(writer, from, type, false);
    case LLVMFPToSI: return from_float(writer, from, type, true);
    case LLVMFPToUI: return from_float(writer, from, type, false);
    case LLVMFreeze: return from;
    default: writer->is_unknown = true; return from;
  }
}

// Is the number only multiplied in addresses, where it is extended by the product?
static bool is_only_index(ptx_writer_t *writer, LLVMValueRef op, LLVMOpcode opcode) {
  LLVMTypeRef from = LLVMTypeOf(LLVMGetOperand(op, 0));
  bool is_wide = (opcode == LLVMSExt || opcode == LLVMZExt) && ptx_count_of(writer, from) == 1 &&
                 ptx_type_of(writer, LLVMTypeOf(op)).bits == 64 && ptx_type_of(writer, from).bits == WORD;
  for (LLVMUseRef use = is_wide ? LLVMGetFirstUse(op) : NULL; use && is_wide; use = LLVMGetNextUse(use)) {
    LLVMValueRef user = LLVMGetUser(use);
    is_wide = LLVMIsAGetElementPtrInst(user) && LLVMGetNumOperands(user) == 2 &&
              ptx_type_of(writer, LLVMTypeOf(user)).bits == 64 &&
              LLVMABISizeOfType(writer->layout, LLVMGetGEPSourceElementType(user)) > 1;
  }
  return is_wide;
}

void ptx_write_conversion(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(op);
  if (is_only_index(writer, op, opcode) || (opcode == LLVMTrunc && ptx_write_high_product(writer, op))) return;
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  for (size_t i = 0; i < count; ++i) {
    ptx_operand_t from = ptx_operand_at(writer, LLVMGetOperand(op, 0), i);
    ptx_operand_t to = convert(writer, opcode, from, writer->operands.values[start + i].type);
    writer->operands.values[start + i] = to;
  }
}

enum { MAX_ELEMENTS = 256 };

void ptx_write_bitcast(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef value = LLVMGetOperand(op, 0);
  size_t from = ptx_operands_of(writer, value), from_count = ptx_count_of(writer, LLVMTypeOf(value));
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  ptx_operand_t parts[MAX_ELEMENTS], results[MAX_ELEMENTS];
  if (from_count == 0 || count == 0 || from_count > MAX_ELEMENTS || count > MAX_ELEMENTS) {
    writer->is_unknown = true;
    return;
  }
  memcpy(parts, writer->operands.values + from, from_count * sizeof parts[0]);
  memcpy(results, writer->operands.values + start, count * sizeof results[0]);
  ptx_reinterpret(writer, parts, from_count, results, count);
  memcpy(writer->operands.values + start, results, count * sizeof results[0]);
}

// --- elements ---

// The operands before the element that the indices lead to.
static size_t offset_of(ptx_writer_t *writer, LLVMTypeRef type, const unsigned *indices, unsigned count,
                        LLVMTypeRef *out_type) {
  size_t offset = 0;
  for (unsigned i = 0; i < count; ++i) {
    bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
    for (unsigned k = 0; is_struct && k < indices[i]; ++k)
      offset += ptx_count_of(writer, LLVMStructGetTypeAtIndex(type, k));
    LLVMTypeRef element = is_struct ? LLVMStructGetTypeAtIndex(type, indices[i]) : LLVMGetElementType(type);
    if (!is_struct) offset += indices[i] * ptx_count_of(writer, element);
    type = element;
  }
  *out_type = type;
  return offset;
}

// The number of an element, which has to be a constant within the vector.
static size_t element_number(ptx_writer_t *writer, LLVMValueRef vector, LLVMValueRef index) {
  uint64_t number = LLVMIsAConstantInt(index) ? LLVMConstIntGetZExtValue(index) : UINT64_MAX;
  if (number < LLVMGetVectorSize(LLVMTypeOf(vector))) return (size_t)number;
  writer->is_unknown = true;
  return 0;
}

// Operands of `op` from `at` on are those of `value` from `from` on.
static void copy(ptx_writer_t *writer, size_t to, size_t from, size_t count) {
  memmove(writer->operands.values + to, writer->operands.values + from, count * sizeof(ptx_operand_t));
}

static void shuffle(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef a = LLVMGetOperand(op, 0), b = LLVMGetOperand(op, 1);
  size_t size = LLVMGetVectorSize(LLVMTypeOf(a)), first = ptx_operands_of(writer, a),
         second = ptx_operands_of(writer, b);
  size_t start = ptx_define(writer, op);
  for (unsigned i = 0; i < LLVMGetNumMaskElements(op); ++i) {
    int place = LLVMGetMaskValue(op, i);
    if (place >= 0)
      copy(writer, start + i, (size_t)place < size ? first + (size_t)place : second + (size_t)place - size, 1);
  }
}

void ptx_write_movement(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(op);
  if (opcode == LLVMShuffleVector) {
    shuffle(writer, op);
    return;
  }
  LLVMValueRef whole = LLVMGetOperand(op, 0);
  size_t from = ptx_operands_of(writer, whole);
  if (opcode == LLVMExtractElement) {
    size_t number = element_number(writer, whole, LLVMGetOperand(op, 1)), start = ptx_define(writer, op);
    copy(writer, start, from + number, 1);
    return;
  }
  if (opcode == LLVMExtractValue) {
    LLVMTypeRef type;
    size_t offset = offset_of(writer, LLVMTypeOf(whole), LLVMGetIndices(op), LLVMGetNumIndices(op), &type);
    size_t start = ptx_define(writer, op);
    copy(writer, start, from + offset, writer->operands.count - start);
    return;
  }
  LLVMValueRef part = LLVMGetOperand(op, 1);
  size_t inserted = ptx_operands_of(writer, part), part_count = ptx_count_of(writer, LLVMTypeOf(part)), offset;
  LLVMTypeRef type;
  if (opcode == LLVMInsertElement)
    offset = element_number(writer, whole, LLVMGetOperand(op, 2));
  else
    offset = offset_of(writer, LLVMTypeOf(whole), LLVMGetIndices(op), LLVMGetNumIndices(op), &type);
  size_t start = ptx_define(writer, op);
  copy(writer, start, from, writer->operands.count - start);
  copy(writer, start + offset, inserted, part_count);
}
