// One row per op of the llvm dialect: which builder call it becomes.

#include "dialect/gpu/gpu.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/rocdl/rocdl.h"
#include "target/llvm/translate.h"

// llvm.fastmath's bits (those of arith) as LLVM's.
void tern_llvm_set_fastmath(const tern_op_t *op, LLVMValueRef value) {
  static const LLVMFastMathFlags flags[] = {
      LLVMFastMathAllowReassoc,    LLVMFastMathNoNaNs,        LLVMFastMathNoInfs,    LLVMFastMathNoSignedZeros,
      LLVMFastMathAllowReciprocal, LLVMFastMathAllowContract, LLVMFastMathApproxFunc};
  int64_t bits = tern_llvm_enum_attr(op, "fastmathFlags", 0);
  if (bits == 0 || !LLVMIsAInstruction(value) || !LLVMCanValueUseFastMathFlags(value)) return;
  LLVMFastMathFlags result = 0;
  for (size_t i = 0; i < sizeof(flags) / sizeof(flags[0]); i++)
    if (bits >> i & 1) result |= flags[i];
  LLVMSetFastMathFlags(value, result);
}

// What an op's attributes say of its instruction. The builder folds constants: then there is none.
static void set_flags(const tern_op_t *op, LLVMValueRef value) {
  if (!LLVMIsAInstruction(value)) return;
  int64_t overflow = tern_llvm_enum_attr(op, "overflowFlags", 0);
  if (overflow & 1) LLVMSetNSW(value, true);
  if (overflow & 2) LLVMSetNUW(value, true);
  if (tern_op_attr(op, "isExact")) LLVMSetExact(value, true);
  if (tern_op_attr(op, "isDisjoint")) LLVMSetIsDisjoint(value, true);
  if (tern_op_attr(op, "nonNeg")) LLVMSetNNeg(value, true);
  tern_llvm_set_fastmath(op, value);
}

static bool finish(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  tern_llvm_set_value(t, &op->results[0], value);
  return true;
}

// --- values ---

static bool translate_constant(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  LLVMValueRef value = type ? tern_llvm_to_constant(t, op, tern_op_attr(op, "value"), type) : NULL;
  return value && finish(t, op, value);
}

static bool translate_marker(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  if (!type) return false;
  if (tern_op_is(op, TERN_LLVM(MLIR_UNDEF))) return finish(t, op, LLVMGetUndef(type));
  if (tern_op_is(op, TERN_LLVM(MLIR_POISON))) return finish(t, op, LLVMGetPoison(type));
  return finish(t, op, LLVMConstNull(type));  // zero, and the empty token
}

static bool translate_addressof(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMValueRef symbol = tern_llvm_symbol(t, op, tern_op_attr(op, "global_name"));
  return symbol && finish(t, op, symbol);
}

static bool translate_icmp(tern_llvm_translation_t *t, tern_op_t *op) {
  static const LLVMIntPredicate predicates[] = {LLVMIntEQ,  LLVMIntNE,  LLVMIntSLT, LLVMIntSLE, LLVMIntSGT,
                                                LLVMIntSGE, LLVMIntULT, LLVMIntULE, LLVMIntUGT, LLVMIntUGE};
  LLVMIntPredicate predicate = predicates[tern_llvm_enum_attr(op, "predicate", 0)];
  return finish(t, op,
                LLVMBuildICmp(t->builder, predicate, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), ""));
}

// The numbers of the dialect's predicates are LLVM's.
// The dialect's numbers and those of the C API differ from `ueq` on.
static bool translate_fcmp(tern_llvm_translation_t *t, tern_op_t *op) {
  static const LLVMRealPredicate predicates[] = {LLVMRealPredicateFalse,
                                                 LLVMRealOEQ,
                                                 LLVMRealOGT,
                                                 LLVMRealOGE,
                                                 LLVMRealOLT,
                                                 LLVMRealOLE,
                                                 LLVMRealONE,
                                                 LLVMRealORD,
                                                 LLVMRealUEQ,
                                                 LLVMRealUGT,
                                                 LLVMRealUGE,
                                                 LLVMRealULT,
                                                 LLVMRealULE,
                                                 LLVMRealUNE,
                                                 LLVMRealUNO,
                                                 LLVMRealPredicateTrue};
  LLVMRealPredicate predicate = predicates[tern_llvm_enum_attr(op, "predicate", 0) & 15];
  LLVMValueRef value =
      LLVMBuildFCmp(t->builder, predicate, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), "");
  set_flags(op, value);
  return finish(t, op, value);
}

static bool translate_fneg(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMValueRef value = LLVMBuildFNeg(t->builder, tern_llvm_operand(t, op, 0), "");
  set_flags(op, value);
  return finish(t, op, value);
}

static bool translate_select(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMValueRef value = LLVMBuildSelect(t->builder, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1),
                                       tern_llvm_operand(t, op, 2), "");
  set_flags(op, value);
  return finish(t, op, value);
}

static bool translate_freeze(tern_llvm_translation_t *t, tern_op_t *op) {
  return finish(t, op, LLVMBuildFreeze(t->builder, tern_llvm_operand(t, op, 0), ""));
}

static bool translate_extractelement(tern_llvm_translation_t *t, tern_op_t *op) {
  return finish(t, op,
                LLVMBuildExtractElement(t->builder, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), ""));
}

static bool translate_insertelement(tern_llvm_translation_t *t, tern_op_t *op) {
  return finish(t, op,
                LLVMBuildInsertElement(t->builder, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1),
                                       tern_llvm_operand(t, op, 2), ""));
}

// LLVM's builder knows one index at a time: parts are taken out on the way in, and put back on the way out.
static bool translate_extractvalue(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *position = tern_op_attr(op, "position");
  LLVMValueRef value = tern_llvm_operand(t, op, 0);
  for (size_t i = 0; i < tern_dense_array_attr_count(position); i++)
    value = LLVMBuildExtractValue(t->builder, value, (unsigned)tern_dense_array_attr_int(position, i), "");
  return finish(t, op, value);
}

static LLVMValueRef insert_at(tern_llvm_translation_t *t, LLVMValueRef aggregate, LLVMValueRef value,
                              const tern_attr_t *position, size_t depth) {
  if (depth == tern_dense_array_attr_count(position)) return value;
  unsigned index = (unsigned)tern_dense_array_attr_int(position, depth);
  if (depth + 1 < tern_dense_array_attr_count(position)) {
    LLVMValueRef part = LLVMBuildExtractValue(t->builder, aggregate, index, "");
    value = insert_at(t, part, value, position, depth + 1);
  }
  return LLVMBuildInsertValue(t->builder, aggregate, value, index, "");
}

static bool translate_insertvalue(tern_llvm_translation_t *t, tern_op_t *op) {
  return finish(
      t, op, insert_at(t, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), tern_op_attr(op, "position"), 0));
}

static bool translate_shufflevector(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *mask = tern_op_attr(op, "mask");
  LLVMTypeRef i32 = LLVMInt32TypeInContext(t->llvm);
  LLVMValueRef v1 = tern_llvm_operand(t, op, 0), v2 = tern_llvm_operand(t, op, 1), indices;
  size_t count = tern_dense_array_attr_count(mask);
  if (tern_vector_type_scalable_mask(tern_op_operand(op, 0)->type)) {
    indices = LLVMConstNull(LLVMScalableVectorType(i32, (unsigned)count));
  } else {
    TERN_VEC(LLVMValueRef) list = {0};
    for (size_t i = 0; i < count; i++) {
      int64_t index = tern_dense_array_attr_int(mask, i);
      tern_vec_push(&list, index < 0 ? LLVMGetPoison(i32) : LLVMConstInt(i32, (uint64_t)index, false));
    }
    indices = LLVMConstVector(list.values, (unsigned)list.count);
    tern_vec_deinitialize(&list);
  }
  return finish(t, op, LLVMBuildShuffleVector(t->builder, v1, v2, indices, ""));
}

static bool translate_va_arg(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  return type && finish(t, op, LLVMBuildVAArg(t->builder, tern_llvm_operand(t, op, 0), type, ""));
}

static bool translate_dso_local_equivalent(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMValueRef function = tern_llvm_symbol(t, op, tern_op_attr(op, "function_name"));
  if (!function) return false;
  LLVMValueRef value = tern_llvm_dso_local_equivalent(t, function);
  return value ? finish(t, op, value) : tern_op_error(op, "LLVM has no equivalent of this symbol within its module");
}

// --- ends of blocks without successors ---

static bool translate_return(tern_llvm_translation_t *t, tern_op_t *op) {
  if (op->operand_count == 0)
    LLVMBuildRetVoid(t->builder);
  else
    LLVMBuildRet(t->builder, tern_llvm_operand(t, op, 0));
  return true;
}

static bool translate_unreachable(tern_llvm_translation_t *t, tern_op_t *op) {
  (void)op;
  LLVMBuildUnreachable(t->builder);
  return true;
}

static bool translate_resume(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMBuildResume(t->builder, tern_llvm_operand(t, op, 0));
  return true;
}

// What only carries debug information vanishes, since that is not translated; a block's tag is its address' concern.
static bool skip(tern_llvm_translation_t *t, tern_op_t *op) {
  (void)t;
  (void)op;
  return true;
}

// --- the table ---

typedef enum form { BINARY, CAST, OTHER } form_t;

typedef struct op_row {
  const tern_op_row_t *op;
  form_t form;
  LLVMOpcode opcode;
  tern_llvm_op_translator_t translate;
} op_row_t;

#define BINARY_ROW(ID, OPCODE) {TERN_LLVM(ID), BINARY, OPCODE, NULL}
#define CAST_ROW(ID, OPCODE) {TERN_LLVM(ID), CAST, OPCODE, NULL}
#define ROW(ID, TRANSLATE) {TERN_LLVM(ID), OTHER, (LLVMOpcode)0, TRANSLATE}

static const op_row_t rows[] = {
    BINARY_ROW(ADD, LLVMAdd),
    BINARY_ROW(SUB, LLVMSub),
    BINARY_ROW(MUL, LLVMMul),
    BINARY_ROW(UDIV, LLVMUDiv),
    BINARY_ROW(SDIV, LLVMSDiv),
    BINARY_ROW(UREM, LLVMURem),
    BINARY_ROW(SREM, LLVMSRem),
    BINARY_ROW(AND, LLVMAnd),
    BINARY_ROW(OR, LLVMOr),
    BINARY_ROW(XOR, LLVMXor),
    BINARY_ROW(SHL, LLVMShl),
    BINARY_ROW(LSHR, LLVMLShr),
    BINARY_ROW(ASHR, LLVMAShr),
    BINARY_ROW(FADD, LLVMFAdd),
    BINARY_ROW(FSUB, LLVMFSub),
    BINARY_ROW(FMUL, LLVMFMul),
    BINARY_ROW(FDIV, LLVMFDiv),
    BINARY_ROW(FREM, LLVMFRem),
    CAST_ROW(TRUNC, LLVMTrunc),
    CAST_ROW(ZEXT, LLVMZExt),
    CAST_ROW(SEXT, LLVMSExt),
    CAST_ROW(FPTOUI, LLVMFPToUI),
    CAST_ROW(FPTOSI, LLVMFPToSI),
    CAST_ROW(UITOFP, LLVMUIToFP),
    CAST_ROW(SITOFP, LLVMSIToFP),
    CAST_ROW(FPTRUNC, LLVMFPTrunc),
    CAST_ROW(FPEXT, LLVMFPExt),
    CAST_ROW(PTRTOINT, LLVMPtrToInt),
    CAST_ROW(INTTOPTR, LLVMIntToPtr),
    CAST_ROW(BITCAST, LLVMBitCast),
    CAST_ROW(ADDRSPACECAST, LLVMAddrSpaceCast),
    ROW(MLIR_CONSTANT, translate_constant),
    ROW(MLIR_UNDEF, translate_marker),
    ROW(MLIR_POISON, translate_marker),
    ROW(MLIR_ZERO, translate_marker),
    ROW(MLIR_NONE, translate_marker),
    ROW(MLIR_ADDRESSOF, translate_addressof),
    ROW(ICMP, translate_icmp),
    ROW(FCMP, translate_fcmp),
    ROW(FNEG, translate_fneg),
    ROW(SELECT, translate_select),
    ROW(FREEZE, translate_freeze),
    ROW(EXTRACTELEMENT, translate_extractelement),
    ROW(INSERTELEMENT, translate_insertelement),
    ROW(EXTRACTVALUE, translate_extractvalue),
    ROW(INSERTVALUE, translate_insertvalue),
    ROW(SHUFFLEVECTOR, translate_shufflevector),
    ROW(VA_ARG, translate_va_arg),
    ROW(ALLOCA, tern_llvm_translate_alloca),
    ROW(GETELEMENTPTR, tern_llvm_translate_gep),
    ROW(LOAD, tern_llvm_translate_load),
    ROW(STORE, tern_llvm_translate_store),
    ROW(ATOMICRMW, tern_llvm_translate_atomicrmw),
    ROW(CMPXCHG, tern_llvm_translate_cmpxchg),
    ROW(FENCE, tern_llvm_translate_fence),
    ROW(CALL, tern_llvm_translate_call),
    ROW(INVOKE, tern_llvm_translate_invoke),
    ROW(LANDINGPAD, tern_llvm_translate_landingpad),
    ROW(RESUME, translate_resume),
    ROW(INLINE_ASM, tern_llvm_translate_inline_asm),
    ROW(CALL_INTRINSIC, tern_llvm_translate_call_intrinsic),
    ROW(INTR_ASSUME, tern_llvm_translate_assume),
    ROW(BR, tern_llvm_translate_br),
    ROW(COND_BR, tern_llvm_translate_cond_br),
    ROW(SWITCH, tern_llvm_translate_switch),
    ROW(INDIRECTBR, tern_llvm_translate_indirectbr),
    ROW(RETURN, translate_return),
    ROW(UNREACHABLE, translate_unreachable),
    ROW(BLOCKADDRESS, tern_llvm_translate_blockaddress),
    ROW(BLOCKTAG, skip),
    ROW(INTR_DBG_DECLARE, skip),
    ROW(INTR_DBG_VALUE, skip),
    ROW(INTR_DBG_LABEL, skip),
    ROW(DSO_LOCAL_EQUIVALENT, translate_dso_local_equivalent),
};

static const op_row_t *find_row(const tern_op_t *op) {
  for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
    if (op->def->row == rows[i].op) return &rows[i];
  return NULL;
}

bool tern_llvm_translate_op(tern_llvm_translation_t *t, tern_op_t *op) {
  const op_row_t *row = find_row(op);
  if (!row) {
    if (tern_str_starts_with(tern_op_name(op), TERN_STR("llvm.intr."))) return tern_llvm_translate_intrinsic(t, op);
    if (op->def->dialect == &tern_nvvm_dialect) return tern_llvm_translate_nvvm(t, op);
    if (op->def->dialect == &tern_rocdl_dialect) return tern_llvm_translate_rocdl(t, op);
    if (op->def->dialect == &tern_gpu_dialect) return tern_llvm_translate_gpu(t, op);
    return tern_op_error(op, "cannot be translated to LLVM IR");
  }
  LLVMValueRef value;
  switch (row->form) {
    case BINARY:
      value = LLVMBuildBinOp(t->builder, row->opcode, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), "");
      break;
    case CAST: {
      LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
      if (!type) return false;
      value = LLVMBuildCast(t->builder, row->opcode, tern_llvm_operand(t, op, 0), type, "");
      break;
    }
    default: return row->translate(t, op);
  }
  set_flags(op, value);
  return finish(t, op, value);
}
