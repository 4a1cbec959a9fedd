// Loads, stores and addresses.

#include <stdio.h>

#include "target/llvm/ptx/ptx_private.h"

enum { BYTE = 8, HALF = 16, WORD = 32, TWO_WORDS = 64, LARGEST_ACCESS = 16, MAX_ELEMENTS = 64, MAX_WORDS = 4 };

// --- spaces ---

// What stands behind `ld` and `st` for the address space; NULL: there is none.
static const char *space_name(unsigned space) {
  switch (space) {
    case 0: return "";
    case 1: return ".global";
    case 3: return ".shared";
    case 4: return ".const";
    case 5: return ".local";
    case 7: return ".shared::cluster";
    default: return NULL;
  }
}

void ptx_write_address_cast(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef value = LLVMGetOperand(op, 0);
  unsigned from = LLVMGetPointerAddressSpace(LLVMTypeOf(value)), to = LLVMGetPointerAddressSpace(LLVMTypeOf(op));
  const char *space = space_name(from ? from : to);
  ptx_operand_t address = ptx_register_at(writer, value, 0), result;
  ptx_type_t i64 = ptx_integer_type(TWO_WORDS), type = ptx_type_of(writer, LLVMTypeOf(op));
  char text[48];
  writer->is_unknown |= !space || (from != 0 && to != 0);
  if (from != 0 && address.type.bits == WORD) {
    ptx_operand_t wide = ptx_new_register(writer, i64);
    PTX_EMIT(writer, "cvt.u64.u32 $0, $1;", wide, address);
    address = wide;
  }
  result = ptx_new_register(writer, i64);
  snprintf(text, sizeof text, "cvta%s%s.u64 $0, $1;", from ? "" : ".to", space ? space : "");
  PTX_EMIT(writer, text, result, address);
  if (type.bits == WORD) {
    ptx_operand_t narrow = ptx_new_register(writer, type);
    PTX_EMIT(writer, "cvt.u32.u64 $0, $1;", narrow, result);
    result = narrow;
  }
  ptx_define_as(writer, op, result);
}

// --- addresses ---

// `index` as a number that is as wide as addresses are.
static ptx_operand_t as_wide(ptx_writer_t *writer, LLVMValueRef index, ptx_type_t type) {
  ptx_operand_t number = ptx_operand_at(writer, index, 0), to = ptx_new_register(writer, type);
  if (number.type.bits == type.bits) return number;
  bool is_narrow = number.type.bits < type.bits;
  writer->is_unknown |= is_narrow && number.type.bits != WORD;
  PTX_EMIT(writer, is_narrow ? "cvt.s64.s32 $0, $1;" : "cvt.u32.u64 $0, $1;", to, ptx_in_register(writer, number));
  return to;
}

// `index` times `size`, which is not 1.
static ptx_operand_t scale(ptx_writer_t *writer, LLVMValueRef index, uint64_t size, ptx_type_t type) {
  size_t kept = writer->step_count < PTX_KEPT_COUNT ? writer->step_count : PTX_KEPT_COUNT;
  for (size_t i = 0; i < kept; ++i)
    if (writer->steps[i].index == index && writer->steps[i].size == size &&
        writer->steps[i].step.type.bits == type.bits)
      return writer->steps[i].step;
  ptx_operand_t step = ptx_new_register(writer, type);
  if (type.bits != TWO_WORDS || !ptx_write_wide_product(writer, index, NULL, size, step)) {
    bool is_power = size > 0 && (size & (size - 1)) == 0;
    ptx_operand_t number = as_wide(writer, index, type);
    ptx_operand_t by =
        is_power ? ptx_constant(ptx_integer_type(WORD), (uint64_t)__builtin_ctzll(size)) : ptx_constant(type, size);
    ptx_emit_typed(writer, is_power ? "shl" : "mul.lo", is_power ? 'b' : 's', type,
                   (const ptx_operand_t[]){step, number, by}, 3);
  }
  size_t place = writer->step_count++ % PTX_KEPT_COUNT;
  writer->steps[place].index = index;
  writer->steps[place].size = size;
  writer->steps[place].step = step;
  return step;
}

static ptx_operand_t add_scaled(ptx_writer_t *writer, ptx_operand_t address, LLVMValueRef index, uint64_t size) {
  ptx_operand_t step = size == 1 ? as_wide(writer, index, address.type) : scale(writer, index, size, address.type);
  ptx_operand_t sum = ptx_new_register(writer, address.type);
  ptx_emit_typed(writer, "add", 's', address.type, (const ptx_operand_t[]){sum, address, step}, 3);
  return sum;
}

ptx_operand_t ptx_address(ptx_writer_t *writer, LLVMValueRef op) {
  ptx_operand_t address = ptx_register_at(writer, LLVMGetOperand(op, 0), 0);
  LLVMTypeRef type = LLVMGetGEPSourceElementType(op);
  uint64_t offset = 0;
  writer->is_unknown |= LLVMGetTypeKind(LLVMTypeOf(op)) != LLVMPointerTypeKind;
  for (int i = 1; i < LLVMGetNumOperands(op) && !writer->is_unknown; ++i) {
    LLVMValueRef index = LLVMGetOperand(op, (unsigned)i);
    bool is_constant = LLVMIsAConstantInt(index) != NULL;
    if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
      unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
      offset += LLVMOffsetOfElement(writer->layout, type, field);
      type = LLVMStructGetTypeAtIndex(type, field);
      continue;
    }
    if (i > 1) type = LLVMGetElementType(type);
    uint64_t size = LLVMABISizeOfType(writer->layout, type);
    if (is_constant)
      offset += (uint64_t)LLVMConstIntGetSExtValue(index) * size;
    else
      address = add_scaled(writer, address, index, size);
  }
  if (offset == 0) return address;
  ptx_operand_t sum = ptx_new_register(writer, address.type);
  ptx_emit_typed(writer, "add", 's', address.type,
                 (const ptx_operand_t[]){sum, address, ptx_constant(address.type, offset)}, 3);
  return sum;
}

void ptx_write_address(ptx_writer_t *writer, LLVMValueRef op) {
  ptx_operand_t address = ptx_address(writer, op);
  ptx_define_as(writer, op, address);
}

// --- accesses ---

// How a value lies in memory: accesses of `words` words of `bits` bits, `parts` elements in a word.
typedef struct access {
  size_t count, words, parts;
  unsigned bits;
  ptx_type_t element;
} access_t;

static bool plan_access(ptx_writer_t *writer, LLVMValueRef op, LLVMTypeRef type, access_t *out) {
  LLVMTypeKind kind = LLVMGetTypeKind(type);
  bool is_scalar = kind != LLVMVectorTypeKind && kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind;
  out->element = ptx_element_type_of(
      writer, is_scalar || kind == LLVMVectorTypeKind ? type : LLVMInt32TypeInContext(LLVMGetTypeContext(type)));
  out->count = ptx_count_of(writer, type);
  unsigned bits = out->element.bits, alignment = LLVMGetAlignment(op);
  bool is_known = (is_scalar || kind == LLVMVectorTypeKind) && out->count <= MAX_ELEMENTS &&
                  LLVMGetOrdering(op) == LLVMAtomicOrderingNotAtomic &&
                  (bits == BYTE || bits == HALF || bits == WORD || bits == TWO_WORDS || (bits == 1 && is_scalar));
  if (!is_known) return false;
  if (bits == 1) bits = BYTE;
  // An access of words that do not lie as words do would have to be taken apart.
  if (alignment < bits / BYTE) return false;
  size_t bytes = out->count * bits / BYTE, chunk = LARGEST_ACCESS;
  while (chunk > bits / BYTE && (chunk > alignment || bytes % chunk != 0)) chunk /= 2;
  out->bits = chunk * BYTE < WORD ? (unsigned)chunk * BYTE : bits < WORD ? WORD : bits;
  out->words = chunk * BYTE / out->bits;
  out->parts = out->bits / bits;
  return true;
}

static void append_access(ptx_writer_t *writer, LLVMValueRef op, const char *name, const access_t *access,
                          LLVMValueRef pointer, char *text, size_t size) {
  const char *space = space_name(LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)));
  writer->is_unknown |= !space;
  static const char *const lists[] = {"", "", ".v2", "", ".v4"};
  snprintf(text, size, "%s%s%s%s.b%u ", name, LLVMGetVolatile(op) ? ".volatile" : "", space ? space : "",
           lists[access->words], access->bits);
}

// Words in braces, where there are several.
static void append_words(char *text, size_t size, size_t words) {
  size_t length = strlen(text);
  length += (size_t)snprintf(text + length, size - length, words > 1 ? "{" : "");
  for (size_t i = 0; i < words; ++i)
    length += (size_t)snprintf(text + length, size - length, "%s$%zu", i ? ", " : "", i + 2);
  snprintf(text + length, size - length, words > 1 ? "}" : "");
}

static void append_place(char *text, size_t size, size_t offset) {
  size_t length = strlen(text);
  length += (size_t)snprintf(text + length, size - length, "[$0");
  if (offset) length += (size_t)snprintf(text + length, size - length, "+%zu", offset);
  snprintf(text + length, size - length, "]");
}

void ptx_write_load(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef pointer = LLVMGetOperand(op, 0);
  access_t access = {0};
  if (!plan_access(writer, op, LLVMTypeOf(op), &access)) {
    writer->is_unknown = true;
    return;
  }
  ptx_operand_t operands[2 + MAX_WORDS] = {ptx_register_at(writer, pointer, 0)}, results[MAX_ELEMENTS];
  size_t start = ptx_define(writer, op), step = access.words * access.parts;
  ptx_type_t word = access.parts == 1 && access.element.bits > 1 ? access.element : ptx_integer_type(access.bits);
  memcpy(results, writer->operands.values + start, access.count * sizeof results[0]);
  for (size_t i = 0; i < access.count; i += step) {
    char text[128];
    for (size_t k = 0; k < access.words; ++k) operands[2 + k] = ptx_new_register(writer, word);
    append_access(writer, op, "ld", &access, pointer, text, sizeof text);
    append_words(text, sizeof text, access.words);
    strcat(text, ", ");
    append_place(text, sizeof text, i / access.parts * (access.bits / BYTE));
    strcat(text, ";");
    ptx_emit(writer, text, operands, 2 + access.words);
    if (access.element.bits == 1)
      PTX_EMIT(writer, "setp.ne.b16 $0, $1, 0;", results[0] = ptx_new_register(writer, access.element),
               ptx_extended(writer, operands[2], false));
    else
      ptx_reinterpret(writer, operands + 2, access.words, results + i, step);
  }
  memcpy(writer->operands.values + start, results, access.count * sizeof results[0]);
}

void ptx_write_store(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef value = LLVMGetOperand(op, 0), pointer = LLVMGetOperand(op, 1);
  access_t access = {0};
  if (!plan_access(writer, op, LLVMTypeOf(value), &access)) {
    writer->is_unknown = true;
    return;
  }
  ptx_operand_t operands[2 + MAX_WORDS] = {ptx_register_at(writer, pointer, 0)}, parts[MAX_ELEMENTS];
  size_t start = ptx_operands_of(writer, value), step = access.words * access.parts;
  memcpy(parts, writer->operands.values + start, access.count * sizeof parts[0]);
  if (access.element.bits == 1) {
    ptx_operand_t byte = ptx_new_register(writer, ptx_integer_type(BYTE));
    PTX_EMIT(writer, "selp.b16 $0, 1, 0, $1;", byte, ptx_in_register(writer, parts[0]));
    parts[0] = byte;
  }
  for (size_t i = 0; i < access.count; i += step) {
    char text[128];
    for (size_t k = 0; k < access.words; ++k) operands[2 + k].type = ptx_integer_type(access.bits);
    ptx_reinterpret(writer, parts + i, step, operands + 2, access.words);
    for (size_t k = 0; k < access.words; ++k) operands[2 + k] = ptx_in_register(writer, operands[2 + k]);
    append_access(writer, op, "st", &access, pointer, text, sizeof text);
    append_place(text, sizeof text, i / access.parts * (access.bits / BYTE));
    strcat(text, ", ");
    append_words(text, sizeof text, access.words);
    strcat(text, ";");
    ptx_emit(writer, text, operands, 2 + access.words);
  }
}
