// Values as operands, and the text of operands.

#include <inttypes.h>

#include "target/llvm/ptx/ptx_private.h"

// --- types ---

static ptx_class_t class_of(unsigned bits) {
  return bits == 1 ? PTX_PRED : bits <= 16 ? PTX_B16 : bits <= 32 ? PTX_B32 : PTX_B64;
}

ptx_type_t ptx_integer_type(unsigned bits) {
  return (ptx_type_t){.kind = PTX_INTEGER, .bits = (uint8_t)bits, .class = (uint8_t)class_of(bits)};
}

static bool is_vector(LLVMTypeRef type) { return LLVMGetTypeKind(type) == LLVMVectorTypeKind; }

ptx_type_t ptx_type_of(ptx_writer_t *writer, LLVMTypeRef type) {
  unsigned bits = 0;
  switch (LLVMGetTypeKind(type)) {
    case LLVMHalfTypeKind: return (ptx_type_t){PTX_HALF, 16, PTX_B16};
    case LLVMBFloatTypeKind: return (ptx_type_t){PTX_BFLOAT, 16, PTX_B16};
    case LLVMFloatTypeKind: return (ptx_type_t){PTX_FLOAT, 32, PTX_B32};
    case LLVMDoubleTypeKind: return (ptx_type_t){PTX_DOUBLE, 64, PTX_B64};
    case LLVMIntegerTypeKind: bits = LLVMGetIntTypeWidth(type); break;
    case LLVMPointerTypeKind: bits = 8 * LLVMPointerSizeForAS(writer->layout, LLVMGetPointerAddressSpace(type)); break;
    default: break;
  }
  if (bits == 0 || bits > 64) {
    writer->is_unknown = true;
    bits = 32;
  }
  return ptx_integer_type(bits);
}

ptx_type_t ptx_element_type_of(ptx_writer_t *writer, LLVMTypeRef type) {
  return ptx_type_of(writer, is_vector(type) ? LLVMGetElementType(type) : type);
}

size_t ptx_count_of(ptx_writer_t *writer, LLVMTypeRef type) {
  size_t count = 0;
  switch (LLVMGetTypeKind(type)) {
    case LLVMVoidTypeKind: return 0;
    case LLVMVectorTypeKind: return LLVMGetVectorSize(type);
    case LLVMArrayTypeKind: return (size_t)LLVMGetArrayLength2(type) * ptx_count_of(writer, LLVMGetElementType(type));
    case LLVMStructTypeKind:
      for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
        count += ptx_count_of(writer, LLVMStructGetTypeAtIndex(type, i));
      return count;
    default: return 1;
  }
}

// Appends operands of the type of which nothing is known yet.
static void append_undefined(ptx_writer_t *writer, LLVMTypeRef type) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (kind == LLVMStructTypeKind) {
    for (unsigned i = 0; i < LLVMCountStructElementTypes(type); ++i)
      append_undefined(writer, LLVMStructGetTypeAtIndex(type, i));
  } else if (kind == LLVMArrayTypeKind) {
    for (uint64_t i = 0; i < LLVMGetArrayLength2(type); ++i) append_undefined(writer, LLVMGetElementType(type));
  } else if (kind != LLVMVoidTypeKind) {
    ptx_operand_t operand = {.form = PTX_UNDEFINED, .type = ptx_element_type_of(writer, type)};
    for (size_t i = ptx_count_of(writer, type); i > 0; --i) tern_vec_push(&writer->operands, operand);
  }
}

// --- operands ---

ptx_operand_t ptx_new_register(ptx_writer_t *writer, ptx_type_t type) {
  return (ptx_operand_t){.form = PTX_REGISTER, .type = type, .value = ++writer->register_count[type.class]};
}

ptx_operand_t ptx_constant(ptx_type_t type, uint64_t bits) {
  uint64_t mask = type.bits == 64 ? UINT64_MAX : (UINT64_C(1) << type.bits) - 1;
  return (ptx_operand_t){.form = PTX_CONSTANT, .type = type, .value = bits & mask};
}

static void append_constant(ptx_writer_t *writer, LLVMValueRef value) {
  LLVMTypeRef type = LLVMTypeOf(value);
  size_t count = ptx_count_of(writer, type);
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  if (LLVMIsUndef(value)) {
    append_undefined(writer, type);
  } else if (kind == LLVMVectorTypeKind || kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind) {
    unsigned parts = kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
                     : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                                 : (unsigned)count;
    for (unsigned i = 0; i < parts; ++i) {
      LLVMValueRef element = LLVMGetAggregateElement(value, i);
      if (element) append_constant(writer, element);
      writer->is_unknown |= element == NULL;
    }
  } else {
    ptx_type_t scalar = ptx_type_of(writer, type);
    uint64_t bits = 0;
    if (!LLVMIsNull(value)) {
      LLVMTypeRef integer = LLVMIntTypeInContext(LLVMGetTypeContext(type), scalar.bits);
      LLVMValueRef number = scalar.kind == PTX_INTEGER ? value : LLVMConstBitCast(value, integer);
      if (LLVMIsAConstantInt(number))
        bits = LLVMConstIntGetZExtValue(number);
      else
        writer->is_unknown = true;
    }
    tern_vec_push(&writer->operands, ptx_constant(scalar, bits));
  }
}

// Constants that are made of addresses are computed where they are used.
static size_t append_expression(ptx_writer_t *writer, LLVMValueRef value) {
  LLVMOpcode opcode = LLVMGetConstOpcode(value);
  ptx_type_t type = ptx_element_type_of(writer, LLVMTypeOf(value));
  ptx_operand_t operand = ptx_constant(type, 0);
  if (opcode == LLVMGetElementPtr)
    operand = ptx_address(writer, value);
  else if (opcode == LLVMPtrToInt)
    operand = ptx_operand_at(writer, LLVMGetOperand(value, 0), 0);
  writer->is_unknown |= (opcode != LLVMGetElementPtr && opcode != LLVMPtrToInt) || operand.type.bits != type.bits;
  tern_vec_push(&writer->operands, operand);
  return writer->operands.count - 1;
}

size_t ptx_operands_of(ptx_writer_t *writer, LLVMValueRef value) {
  size_t place = (size_t)(uintptr_t)tern_map_get(&writer->values, value);
  if (place) return place - 1;
  if (LLVMIsAConstantExpr(value)) return append_expression(writer, value);
  size_t start = writer->operands.count;
  if (LLVMIsConstant(value)) {
    append_constant(writer, value);
    tern_map_set(&writer->values, value, (void *)(uintptr_t)(start + 1));
  } else {
    writer->is_unknown = true;
    append_undefined(writer, LLVMTypeOf(value));
  }
  return start;
}

size_t ptx_define(ptx_writer_t *writer, LLVMValueRef value) {
  size_t start = writer->operands.count;
  append_undefined(writer, LLVMTypeOf(value));
  tern_map_set(&writer->values, value, (void *)(uintptr_t)(start + 1));
  return start;
}

void ptx_define_as(ptx_writer_t *writer, LLVMValueRef value, ptx_operand_t operand) {
  size_t start = ptx_define(writer, value);
  writer->operands.values[start] = operand;
}

// What was to be rounded together with another one is rounded alone.
ptx_operand_t ptx_written(ptx_writer_t *writer, ptx_operand_t operand) {
  if (operand.form == PTX_UNDEFINED) return ptx_constant(operand.type, 0);
  if (operand.form != PTX_ROUNDED) return operand;
  ptx_operand_t to = ptx_new_register(writer, operand.type), from = ptx_rounded_source(operand);
  PTX_EMIT(writer, operand.type.kind == PTX_HALF ? "cvt.rn.f16.f32 $0, $1;" : "cvt.rn.bf16.f32 $0, $1;", to, from);
  return to;
}

ptx_operand_t ptx_rounded_source(ptx_operand_t operand) {
  static const ptx_type_t f32 = {PTX_FLOAT, 32, PTX_B32};
  return (ptx_operand_t){.form = PTX_REGISTER, .type = f32, .value = operand.value};
}

ptx_operand_t ptx_operand_at(ptx_writer_t *writer, LLVMValueRef value, size_t i) {
  size_t start = ptx_operands_of(writer, value);
  return ptx_written(writer, writer->operands.values[start + i]);
}

ptx_operand_t ptx_in_register(ptx_writer_t *writer, ptx_operand_t operand) {
  static const char *const moves[] = {"mov.pred $0, $1;", "mov.b16 $0, $1;", "mov.b32 $0, $1;", "mov.b64 $0, $1;"};
  operand = ptx_written(writer, operand);
  if (operand.form == PTX_REGISTER) return operand;
  size_t kept = writer->constant_count < PTX_KEPT_COUNT ? writer->constant_count : PTX_KEPT_COUNT;
  for (size_t i = 0; i < kept; ++i) {
    const ptx_operand_t *known = &writer->constants[i];
    if (known->value == operand.value && memcmp(&known->type, &operand.type, sizeof known->type) == 0)
      return writer->constant_registers[i];
  }
  ptx_operand_t to = ptx_new_register(writer, operand.type);
  PTX_EMIT(writer, moves[operand.type.class], to, operand);
  size_t place = writer->constant_count++ % PTX_KEPT_COUNT;
  writer->constants[place] = operand;
  writer->constant_registers[place] = to;
  return to;
}

ptx_operand_t ptx_register_at(ptx_writer_t *writer, LLVMValueRef value, size_t i) {
  return ptx_in_register(writer, ptx_operand_at(writer, value, i));
}

static unsigned width_of(ptx_type_t type) {
  static const uint8_t widths[] = {[PTX_PRED] = 1, [PTX_B16] = 16, [PTX_B32] = 32, [PTX_B64] = 64};
  return widths[type.class];
}

ptx_operand_t ptx_extended(ptx_writer_t *writer, ptx_operand_t operand, bool is_signed) {
  unsigned width = width_of(operand.type), bits = operand.type.bits;
  if (bits == width) return operand;
  ptx_type_t whole = ptx_integer_type(width);
  if (operand.form == PTX_CONSTANT) {
    uint64_t sign = UINT64_C(1) << (bits - 1);
    return ptx_constant(whole, is_signed ? (operand.value ^ sign) - sign : operand.value);
  }
  ptx_operand_t to = ptx_new_register(writer, whole);
  if (is_signed && bits == 8) {
    PTX_EMIT(writer, "cvt.s16.s8 $0, $1;", to, operand);
  } else if (is_signed) {
    ptx_operand_t shift = ptx_constant(ptx_integer_type(32), width - bits);
    ptx_operand_t high = ptx_new_register(writer, whole);
    ptx_emit_typed(writer, "shl", 'b', whole, (const ptx_operand_t[]){high, operand, shift}, 3);
    ptx_emit_typed(writer, "shr", 's', whole, (const ptx_operand_t[]){to, high, shift}, 3);
  } else {
    ptx_operand_t mask = ptx_constant(whole, (UINT64_C(1) << bits) - 1);
    ptx_emit_typed(writer, "and", 'b', whole, (const ptx_operand_t[]){to, operand, mask}, 3);
  }
  return to;
}

// --- text ---

void ptx_append_operand(ptx_writer_t *writer, ptx_operand_t operand) {
  static const char *const prefixes[] = {"%p", "%rs", "%r", "%rd"};
  tern_string_builder_t *out = &writer->body;
  if (operand.form == PTX_REGISTER) {
    tern_string_builder_append_cstr(out, prefixes[operand.type.class]);
    tern_string_builder_append_int64(out, (int64_t)operand.value);
  } else if (operand.type.kind == PTX_FLOAT) {
    tern_string_builder_append_format(out, "0f%08" PRIX64, operand.value);
  } else if (operand.type.kind == PTX_DOUBLE) {
    tern_string_builder_append_format(out, "0d%016" PRIX64, operand.value);
  } else if (operand.type.kind != PTX_INTEGER) {
    tern_string_builder_append_format(out, "0x%04" PRIX64, operand.value);
  } else {
    uint64_t sign = operand.type.bits == 1 ? 0 : UINT64_C(1) << (operand.type.bits - 1);
    tern_string_builder_append_int64(out, (int64_t)((operand.value ^ sign) - sign));
  }
}

void ptx_append_template(ptx_writer_t *writer, tern_str_t text, const ptx_operand_t *operands, size_t count) {
  while (text.size > 0) {
    size_t plain = tern_str_find_char(text, '$'), at = plain + 1, number = 0;
    tern_string_builder_append(&writer->body, tern_str_make(text.data, plain));
    if (plain == text.size) return;
    if (at < text.size && text.data[at] == '$') {
      tern_string_builder_append_char(&writer->body, '$');
      text = tern_str_drop(text, at + 1);
      continue;
    }
    size_t first = at;
    for (; at < text.size && text.data[at] >= '0' && text.data[at] <= '9'; ++at)
      number = number * 10 + (size_t)(text.data[at] - '0');
    if (at == first || number >= count)
      writer->is_unknown = true;
    else
      ptx_append_operand(writer, operands[number]);
    text = tern_str_drop(text, at);
  }
}

void ptx_emit(ptx_writer_t *writer, const char *text, const ptx_operand_t *operands, size_t count) {
  tern_string_builder_append_char(&writer->body, '\t');
  ptx_append_template(writer, tern_str_from_cstr(text), operands, count);
  tern_string_builder_append_char(&writer->body, '\n');
}

void ptx_emit_typed(ptx_writer_t *writer, const char *name, char letter, ptx_type_t type, const ptx_operand_t *operands,
                    size_t count) {
  static const char *const floats[] = {
      [PTX_HALF] = "f16", [PTX_BFLOAT] = "bf16", [PTX_FLOAT] = "f32", [PTX_DOUBLE] = "f64"};
  tern_string_builder_t *out = &writer->body;
  tern_string_builder_append_char(out, '\t');
  tern_string_builder_append_cstr(out, name);
  tern_string_builder_append_char(out, '.');
  if (type.class == PTX_PRED) {
    tern_string_builder_append_cstr(out, "pred");
  } else if (letter == 'f') {
    tern_string_builder_append_cstr(out, floats[type.kind] ? floats[type.kind] : "?");
    writer->is_unknown |= type.kind == PTX_INTEGER;
  } else {
    tern_string_builder_append_char(out, letter);
    tern_string_builder_append_int64(out, width_of(type));
  }
  for (size_t i = 0; i < count; ++i) {
    tern_string_builder_append_cstr(out, i ? ", " : " ");
    ptx_append_operand(writer, operands[i]);
  }
  tern_string_builder_append_cstr(out, ";\n");
}
