// Instructions that compute, element by element.

#include <stdio.h>

#include "target/llvm/ptx/ptx_private.h"

enum { WORD = 32, TWO_WORDS = 64, HAS_BFLOAT_ARITHMETIC = 90, MAX_OPERANDS = 3 };

// --- rows ---

typedef struct row {
  const char *name;
  const char *of_bits;  // of i1; NULL: there is none
  char letter;          // of the type behind the name: b, s, u or f
  ptx_rest_t rest;
} row_t;

static const row_t rows[] = {
    [LLVMAdd] = {"add", "xor", 's', PTX_ANY},    [LLVMSub] = {"sub", "xor", 's', PTX_ANY},
    [LLVMMul] = {"mul.lo", "and", 's', PTX_ANY}, [LLVMUDiv] = {"div", NULL, 'u', PTX_ZEROS},
    [LLVMSDiv] = {"div", NULL, 's', PTX_SIGNS},  [LLVMURem] = {"rem", NULL, 'u', PTX_ZEROS},
    [LLVMSRem] = {"rem", NULL, 's', PTX_SIGNS},  [LLVMAnd] = {"and", "and", 'b', PTX_ANY},
    [LLVMOr] = {"or", "or", 'b', PTX_ANY},       [LLVMXor] = {"xor", "xor", 'b', PTX_ANY},
    [LLVMShl] = {"shl", NULL, 'b', PTX_ANY},     [LLVMLShr] = {"shr", NULL, 'u', PTX_ZEROS},
    [LLVMAShr] = {"shr", NULL, 's', PTX_SIGNS},  [LLVMFAdd] = {"add", NULL, 'f', PTX_ANY},
    [LLVMFSub] = {"sub", NULL, 'f', PTX_ANY},    [LLVMFMul] = {"mul", NULL, 'f', PTX_ANY},
    [LLVMFDiv] = {"div.rn", NULL, 'f', PTX_ANY}, [LLVMFNeg] = {"neg", NULL, 'f', PTX_ANY},
};

static bool is_shift(LLVMOpcode opcode) { return opcode == LLVMShl || opcode == LLVMLShr || opcode == LLVMAShr; }

static bool may_contract(LLVMValueRef op) {
  return LLVMCanValueUseFastMathFlags(op) && (LLVMGetFastMathFlags(op) & LLVMFastMathAllowContract) != 0;
}

// --- special cases ---

// The register of 32 bits that `value`, of 64, is the extension of; `*is_signed` says which.
static LLVMValueRef extended_from(LLVMValueRef value, bool *is_signed) {
  LLVMValueRef cast = LLVMIsASExtInst(value) ? value : LLVMIsAZExtInst(value);
  if (!cast) return NULL;
  LLVMValueRef from = LLVMGetOperand(cast, 0);
  LLVMTypeRef type = LLVMTypeOf(from);
  bool is_word = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == WORD;
  *is_signed = LLVMIsASExtInst(value) != NULL;
  return is_word ? from : NULL;
}

bool ptx_write_wide_product(ptx_writer_t *writer, LLVMValueRef a, LLVMValueRef b, uint64_t factor, ptx_operand_t to) {
  bool is_signed = false, other_is_signed = false;
  LLVMValueRef from = extended_from(a, &is_signed), other = b ? extended_from(b, &other_is_signed) : NULL;
  bool fits = is_signed ? factor <= INT32_MAX : factor <= UINT32_MAX;
  if (!from || (b ? !other || is_signed != other_is_signed : !fits)) return false;
  // A constant that is printed as if it had a sign has the right 32 bits.
  ptx_operand_t second = b ? ptx_operand_at(writer, other, 0) : ptx_constant(ptx_integer_type(WORD), factor);
  if (!b && !is_signed) second = ptx_constant(ptx_integer_type(TWO_WORDS), factor);
  PTX_EMIT(writer, is_signed ? "mul.wide.s32 $0, $1, $2;" : "mul.wide.u32 $0, $1, $2;", to,
           ptx_operand_at(writer, from, 0), second);
  return true;
}

// Is `op` the shift that leaves the high half of a product of 64 bits?
static bool is_high_half(LLVMValueRef op) {
  if (LLVMGetInstructionOpcode(op) != LLVMLShr) return false;
  LLVMValueRef by = LLVMGetOperand(op, 1);
  return LLVMIsAConstantInt(by) && LLVMConstIntGetZExtValue(by) == WORD;
}

static bool is_word(LLVMTypeRef type) {
  return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == WORD;
}

// The product of two integers without signs whose high half `op` is; NULL: it is none.
static LLVMValueRef high_product(LLVMValueRef op) {
  LLVMValueRef shift =
      LLVMIsATruncInst(op) && is_word(LLVMTypeOf(op)) ? LLVMIsAInstruction(LLVMGetOperand(op, 0)) : NULL;
  LLVMValueRef product = shift && is_high_half(shift) ? LLVMIsAInstruction(LLVMGetOperand(shift, 0)) : NULL;
  if (!product || LLVMGetInstructionOpcode(product) != LLVMMul) return NULL;
  bool is_signed, other_is_signed = false;
  LLVMValueRef b = LLVMGetOperand(product, 1);
  bool is_right = extended_from(LLVMGetOperand(product, 0), &is_signed) && !is_signed;
  is_right = is_right && (LLVMIsAConstantInt(b) ? LLVMConstIntGetZExtValue(b) <= UINT32_MAX
                                                : extended_from(b, &other_is_signed) && !other_is_signed);
  return is_right ? product : NULL;
}

bool ptx_write_high_product(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMValueRef product = high_product(op);
  if (!product) return false;
  bool is_signed;
  LLVMValueRef a = extended_from(LLVMGetOperand(product, 0), &is_signed), b = LLVMGetOperand(product, 1);
  ptx_type_t i32 = ptx_integer_type(WORD);
  ptx_operand_t to = ptx_new_register(writer, i32);
  ptx_operand_t factor = LLVMIsAConstantInt(b) ? ptx_constant(i32, LLVMConstIntGetZExtValue(b))
                                               : ptx_operand_at(writer, extended_from(b, &is_signed), 0);
  PTX_EMIT(writer, "mul.hi.u32 $0, $1, $2;", to, ptx_operand_at(writer, a, 0), factor);
  ptx_define_as(writer, op, to);
  return true;
}

// Is all that is read of the product its high half, which is written where it is read?
static bool is_only_high(LLVMValueRef op, LLVMOpcode opcode) {
  LLVMUseRef use = LLVMGetFirstUse(op);
  if (opcode == LLVMMul)
    return use && !LLVMGetNextUse(use) && is_high_half(LLVMGetUser(use)) && is_only_high(LLVMGetUser(use), LLVMLShr);
  for (; use; use = LLVMGetNextUse(use))
    if (!high_product(LLVMGetUser(use))) return false;
  return opcode == LLVMLShr && LLVMGetFirstUse(op);
}

static bool write_wide(ptx_writer_t *writer, LLVMValueRef op, LLVMOpcode opcode) {
  LLVMTypeRef type = LLVMTypeOf(op);
  if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) != TWO_WORDS) return false;
  LLVMValueRef a = LLVMGetOperand(op, 0), b = LLVMGetOperand(op, 1);
  bool is_constant = LLVMIsAConstantInt(b) != NULL, is_signed;
  if (!extended_from(a, &is_signed) || (!is_constant && (opcode == LLVMShl || !extended_from(b, &is_signed))))
    return false;
  uint64_t factor = is_constant ? LLVMConstIntGetZExtValue(b) : 0;
  if (opcode == LLVMShl) factor = factor < WORD - 1 ? UINT64_C(1) << factor : UINT64_MAX;
  ptx_operand_t to = ptx_new_register(writer, ptx_integer_type(TWO_WORDS));
  if (!ptx_write_wide_product(writer, a, is_constant ? NULL : b, factor, to)) return false;
  ptx_define_as(writer, op, to);
  return true;
}

// A quotient by a power of two: what is below zero is rounded up.
static bool write_shifted_quotient(ptx_writer_t *writer, const ptx_operand_t *operands) {
  ptx_operand_t to = operands[0], from = operands[1], by = operands[2];
  if (by.form != PTX_CONSTANT || by.value < 2 || (by.value & (by.value - 1)) != 0 || by.value >> (by.type.bits - 1))
    return false;
  unsigned bits = to.type.bits, shift = (unsigned)__builtin_ctzll(by.value);
  ptx_type_t type = to.type, i32 = ptx_integer_type(WORD);
  if (bits < WORD) return false;
  ptx_operand_t sign = ptx_new_register(writer, type), low = ptx_new_register(writer, type),
                sum = ptx_new_register(writer, type);
  ptx_emit_typed(writer, "shr", 's', type, (const ptx_operand_t[]){sign, from, ptx_constant(i32, bits - 1)},
                 MAX_OPERANDS);
  ptx_emit_typed(writer, "shr", 'u', type, (const ptx_operand_t[]){low, sign, ptx_constant(i32, bits - shift)},
                 MAX_OPERANDS);
  ptx_emit_typed(writer, "add", 's', type, (const ptx_operand_t[]){sum, from, low}, MAX_OPERANDS);
  ptx_emit_typed(writer, "shr", 's', type, (const ptx_operand_t[]){to, sum, ptx_constant(i32, shift)}, MAX_OPERANDS);
  return true;
}

// How far an integer is shifted is a number of 32 bits.
static ptx_operand_t shift_amount(ptx_writer_t *writer, ptx_operand_t by) {
  ptx_type_t i32 = ptx_integer_type(WORD);
  by = ptx_extended(writer, by, false);
  if (by.type.class == PTX_B32) return by;
  if (by.form == PTX_CONSTANT) return ptx_constant(i32, by.value);
  ptx_operand_t to = ptx_new_register(writer, i32);
  PTX_EMIT(writer, by.type.class == PTX_B64 ? "cvt.u32.u64 $0, $1;" : "cvt.u32.u16 $0, $1;", to, by);
  return to;
}

static bool is_asked_in_parts(LLVMValueRef op);

// --- instructions ---

// Half floats are added in pairs where two lie in a word; this one is alone.
static bool has_arithmetic(const ptx_writer_t *writer, LLVMOpcode opcode, ptx_type_t type) {
  if (type.kind == PTX_BFLOAT) return writer->architecture >= HAS_BFLOAT_ARITHMETIC && opcode != LLVMFDiv;
  return type.kind != PTX_HALF || opcode != LLVMFDiv;
}

// --- products that are added ---

// The product of the same block that a sum or a difference takes in: as LLVM does where it may, also where others read the product,
// for then nobody waits for it. NULL: none.
static LLVMValueRef fused_product(ptx_writer_t *writer, LLVMValueRef op, unsigned *out_index) {
  LLVMOpcode opcode = LLVMIsAInstruction(op) ? LLVMGetInstructionOpcode(op) : LLVMPHI;
  if ((opcode != LLVMFAdd && opcode != LLVMFSub) || !may_contract(op)) return NULL;
  for (*out_index = 0; *out_index < 2; ++*out_index) {
    LLVMValueRef product = LLVMIsAInstruction(LLVMGetOperand(op, *out_index));
    bool is_product = product && LLVMGetInstructionOpcode(product) == LLVMFMul && may_contract(product);
    // Factors are read where the sum is: no register of theirs may be written in between.
    if (is_product && LLVMGetInstructionParent(product) == LLVMGetInstructionParent(op) &&
        !ptx_overwritten(writer, product))
      return product;
  }
  return NULL;
}

static bool is_only_fused(ptx_writer_t *writer, LLVMValueRef op) {
  unsigned index;
  LLVMUseRef use = LLVMGetFirstUse(op);
  return use && !LLVMGetNextUse(use) && fused_product(writer, LLVMGetUser(use), &index) == op;
}

static bool write_fused(ptx_writer_t *writer, LLVMValueRef op, LLVMOpcode opcode, size_t i, ptx_operand_t to) {
  unsigned index;
  LLVMValueRef product = fused_product(writer, op, &index);
  if (!product) return false;
  ptx_operand_t operands[] = {to, ptx_operand_at(writer, LLVMGetOperand(product, 0), i),
                              ptx_operand_at(writer, LLVMGetOperand(product, 1), i),
                              ptx_operand_at(writer, LLVMGetOperand(op, 1 - index), i)};
  if (opcode == LLVMFSub) {
    ptx_operand_t *turned = &operands[index == 0 ? 3 : 1], opposite = ptx_new_register(writer, to.type);
    ptx_emit_typed(writer, "neg", 'f', to.type, (const ptx_operand_t[]){opposite, ptx_in_register(writer, *turned)}, 2);
    *turned = opposite;
  }
  for (size_t k = 1; k < MAX_OPERANDS + 1 && to.type.bits < WORD; ++k)
    operands[k] = ptx_in_register(writer, operands[k]);
  ptx_emit_typed(writer, "fma.rn", 'f', to.type, operands, MAX_OPERANDS + 1);
  return true;
}

static void write_element(ptx_writer_t *writer, LLVMValueRef op, LLVMOpcode opcode, size_t i, ptx_operand_t to) {
  const row_t *row = &rows[opcode];
  size_t count = opcode == LLVMFNeg ? 1 : 2;
  ptx_operand_t operands[MAX_OPERANDS] = {to};
  if (write_fused(writer, op, opcode, i, to)) return;
  bool is_small_float = row->letter == 'f' && to.type.bits < WORD;
  for (size_t k = 0; k < count; ++k) {
    ptx_operand_t operand = ptx_operand_at(writer, LLVMGetOperand(op, (unsigned)k), i);
    if (is_small_float || to.type.class == PTX_PRED) operand = ptx_in_register(writer, operand);
    if (row->rest != PTX_ANY && (k == 0 || !is_shift(opcode)))
      operand = ptx_extended(writer, operand, row->rest == PTX_SIGNS);
    if (k == 1 && is_shift(opcode)) operand = shift_amount(writer, operand);
    operands[k + 1] = operand;
  }
  if (opcode == LLVMSDiv && write_shifted_quotient(writer, operands)) return;
  bool is_exact = row->letter == 'f' && opcode != LLVMFDiv && opcode != LLVMFNeg && !may_contract(op);
  char name[8];
  snprintf(name, sizeof name, "%s%s", to.type.class == PTX_PRED ? row->of_bits : row->name, is_exact ? ".rn" : "");
  ptx_emit_typed(writer, name, row->letter, to.type, operands, count + 1);
}

void ptx_write_arithmetic(ptx_writer_t *writer, LLVMValueRef op) {
  LLVMOpcode opcode = LLVMGetInstructionOpcode(op);
  ptx_type_t type = ptx_element_type_of(writer, LLVMTypeOf(op));
  bool is_known = (size_t)opcode < sizeof rows / sizeof rows[0] && rows[opcode].name &&
                  (type.class != PTX_PRED || rows[opcode].of_bits) &&
                  (type.kind == PTX_INTEGER) == (rows[opcode].letter != 'f') && has_arithmetic(writer, opcode, type);
  if (!is_known) {
    writer->is_unknown = true;
    return;
  }
  if (type.bits == TWO_WORDS && is_only_high(op, opcode)) return;
  if (opcode == LLVMAnd && type.class == PTX_PRED && is_asked_in_parts(op)) return;
  if (opcode == LLVMFMul && is_only_fused(writer, op)) return;
  if ((opcode == LLVMMul || opcode == LLVMShl) && write_wide(writer, op, opcode)) return;
  LLVMValueRef overwritten = ptx_overwritten(writer, op);
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  for (size_t i = 0; i < count; ++i) {
    ptx_operand_t to = overwritten ? ptx_register_at(writer, overwritten, i) : ptx_new_register(writer, type);
    write_element(writer, op, opcode, i, to);
    writer->operands.values[start + i] = to;
  }
}

// --- comparisons ---

static const char *const integer_predicates[] = {
    [LLVMIntEQ] = "setp.eq",  [LLVMIntNE] = "setp.ne",  [LLVMIntUGT] = "setp.gt", [LLVMIntUGE] = "setp.ge",
    [LLVMIntULT] = "setp.lt", [LLVMIntULE] = "setp.le", [LLVMIntSGT] = "setp.gt", [LLVMIntSGE] = "setp.ge",
    [LLVMIntSLT] = "setp.lt", [LLVMIntSLE] = "setp.le",
};

static const char *const float_predicates[] = {
    [LLVMRealOEQ] = "setp.eq",  [LLVMRealOGT] = "setp.gt",  [LLVMRealOGE] = "setp.ge",      [LLVMRealOLT] = "setp.lt",
    [LLVMRealOLE] = "setp.le",  [LLVMRealONE] = "setp.ne",  [LLVMRealORD] = "setp.num",     [LLVMRealUNO] = "setp.nan",
    [LLVMRealUEQ] = "setp.equ", [LLVMRealUGT] = "setp.gtu", [LLVMRealUGE] = "setp.geu",     [LLVMRealULT] = "setp.ltu",
    [LLVMRealULE] = "setp.leu", [LLVMRealUNE] = "setp.neu", [LLVMRealPredicateTrue] = NULL,
};

// Bits are equal where their difference is not.
static void compare_bits(ptx_writer_t *writer, LLVMIntPredicate predicate, ptx_operand_t to, ptx_operand_t a,
                         ptx_operand_t b) {
  ptx_operand_t difference = predicate == LLVMIntEQ ? ptx_new_register(writer, to.type) : to;
  PTX_EMIT(writer, "xor.pred $0, $1, $2;", difference, ptx_in_register(writer, a), ptx_in_register(writer, b));
  if (predicate == LLVMIntEQ) PTX_EMIT(writer, "not.pred $0, $1;", to, difference);
  writer->is_unknown |= predicate != LLVMIntEQ && predicate != LLVMIntNE;
}

// f32 holds what bf16 does.
static ptx_operand_t as_float(ptx_writer_t *writer, ptx_operand_t operand) {
  static const ptx_type_t f32 = {PTX_FLOAT, WORD, PTX_B32};
  ptx_operand_t zero = ptx_in_register(writer, ptx_constant(ptx_integer_type(16), 0)),
                to = ptx_new_register(writer, f32);
  PTX_EMIT(writer, "mov.b32 $0, {$1, $2};", to, zero, ptx_in_register(writer, operand));
  return to;
}

static void compare(ptx_writer_t *writer, LLVMValueRef op, ptx_operand_t to, ptx_operand_t a, ptx_operand_t b) {
  ptx_type_t type = a.type;
  if (LLVMGetInstructionOpcode(op) == LLVMFCmp) {
    const char *name = float_predicates[LLVMGetFCmpPredicate(op)];
    writer->is_unknown |= name == NULL;
    if (type.kind == PTX_BFLOAT) {
      a = as_float(writer, a);
      b = as_float(writer, b);
    } else if (type.kind == PTX_HALF) {
      a = ptx_in_register(writer, a);
      b = ptx_in_register(writer, b);
    }
    if (name) ptx_emit_typed(writer, name, 'f', a.type, (const ptx_operand_t[]){to, a, b}, MAX_OPERANDS);
    return;
  }
  LLVMIntPredicate predicate = LLVMGetICmpPredicate(op);
  if (type.class == PTX_PRED) {
    compare_bits(writer, predicate, to, a, b);
    return;
  }
  bool is_signed = predicate >= LLVMIntSGT;
  a = ptx_extended(writer, a, is_signed);
  b = ptx_extended(writer, b, is_signed);
  ptx_emit_typed(writer, integer_predicates[predicate],
                 is_signed                ? 's'
                 : predicate <= LLVMIntNE ? 'b'
                                          : 'u',
                 a.type, (const ptx_operand_t[]){to, a, b}, MAX_OPERANDS);
}

void ptx_write_comparison(ptx_writer_t *writer, LLVMValueRef op) {
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  for (size_t i = 0; i < count; ++i) {
    ptx_operand_t a = ptx_operand_at(writer, LLVMGetOperand(op, 0), i),
                  b = ptx_operand_at(writer, LLVMGetOperand(op, 1), i);
    ptx_operand_t to = ptx_new_register(writer, ptx_integer_type(1));
    compare(writer, op, to, a, b);
    writer->operands.values[start + i] = to;
  }
}

// --- choices ---

// The conjunction that only this choice between numbers asks for: it is asked for one condition after the other.
static LLVMValueRef conjunction_of(LLVMValueRef op) {
  LLVMValueRef condition = LLVMIsAInstruction(LLVMGetOperand(op, 0));
  LLVMTypeRef type = LLVMTypeOf(op);
  bool is_number = LLVMGetTypeKind(type) != LLVMIntegerTypeKind || LLVMGetIntTypeWidth(type) > 1;
  if (!condition || !is_number || LLVMGetInstructionOpcode(condition) != LLVMAnd) return NULL;
  LLVMUseRef use = LLVMGetFirstUse(condition);
  bool is_scalar = LLVMGetTypeKind(LLVMTypeOf(condition)) == LLVMIntegerTypeKind;
  return is_scalar && !LLVMGetNextUse(use) ? condition : NULL;
}

static bool is_asked_in_parts(LLVMValueRef op) {
  LLVMUseRef use = LLVMGetFirstUse(op);
  return use && LLVMIsASelectInst(LLVMGetUser(use)) && conjunction_of(LLVMGetUser(use)) == op;
}

static void emit_choice(ptx_writer_t *writer, ptx_operand_t to, ptx_operand_t a, ptx_operand_t b,
                        ptx_operand_t condition) {
  ptx_emit_typed(writer, "selp", to.type.kind >= PTX_FLOAT ? 'f' : 'b', to.type,
                 (const ptx_operand_t[]){to, a, b, condition}, MAX_OPERANDS + 1);
}

static void choose(ptx_writer_t *writer, LLVMValueRef op, size_t i, ptx_operand_t to, ptx_operand_t a,
                   ptx_operand_t b) {
  LLVMValueRef condition = LLVMGetOperand(op, 0), both = conjunction_of(op);
  if (both) {
    ptx_operand_t inner = ptx_new_register(writer, to.type);
    emit_choice(writer, inner, a, b, ptx_register_at(writer, LLVMGetOperand(both, 1), 0));
    emit_choice(writer, to, inner, b, ptx_register_at(writer, LLVMGetOperand(both, 0), 0));
    return;
  }
  bool is_one = ptx_count_of(writer, LLVMTypeOf(condition)) == 1;
  emit_choice(writer, to, a, b, ptx_register_at(writer, condition, is_one ? 0 : i));
}

static void select_bits(ptx_writer_t *writer, ptx_operand_t to, ptx_operand_t condition, ptx_operand_t a,
                        ptx_operand_t b) {
  ptx_operand_t taken = ptx_new_register(writer, to.type), other = ptx_new_register(writer, to.type);
  ptx_operand_t opposite = ptx_new_register(writer, to.type);
  PTX_EMIT(writer, "and.pred $0, $1, $2;", taken, condition, ptx_in_register(writer, a));
  PTX_EMIT(writer, "not.pred $0, $1;", opposite, condition);
  PTX_EMIT(writer, "and.pred $0, $1, $2;", other, opposite, ptx_in_register(writer, b));
  PTX_EMIT(writer, "or.pred $0, $1, $2;", to, taken, other);
}

void ptx_write_select(ptx_writer_t *writer, LLVMValueRef op) {
  size_t start = ptx_define(writer, op), count = writer->operands.count - start;
  LLVMValueRef condition = LLVMGetOperand(op, 0);
  for (size_t i = 0; i < count; ++i) {
    ptx_operand_t a = ptx_operand_at(writer, LLVMGetOperand(op, 1), i),
                  b = ptx_operand_at(writer, LLVMGetOperand(op, 2), i);
    ptx_operand_t to = ptx_new_register(writer, writer->operands.values[start + i].type);
    if (to.type.class == PTX_PRED)
      select_bits(writer, to,
                  ptx_register_at(writer, condition, ptx_count_of(writer, LLVMTypeOf(condition)) == 1 ? 0 : i), a, b);
    else
      choose(writer, op, i, to, a, b);
    writer->operands.values[start + i] = to;
  }
}
