// Ops on memory: alloca, getelementptr, load, store, atomics.

#include "target/llvm/translate.h"

static bool finish(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  tern_llvm_set_value(t, &op->results[0], value);
  return true;
}

bool tern_llvm_translate_alloca(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "elem_type")));
  if (!type) return false;
  LLVMValueRef size = tern_llvm_operand(t, op, 0), value;
  bool is_argument = tern_op_attr(op, "inalloca") != NULL;
  value = is_argument ? tern_llvm_build_inalloca(t, type, size) : LLVMBuildArrayAlloca(t->builder, type, size, "");
  if (!value) return tern_op_error(op, "arguments in memory of a struct with a name cannot be translated");
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) LLVMSetAlignment(value, (unsigned)alignment);
  // The builder allocates in the target's space for stacks.
  LLVMTypeRef pointer = tern_llvm_to_type(t, op, op->results[0].type);
  if (pointer && LLVMTypeOf(value) != pointer)
    return tern_op_error(op, "stack memory is in another address space on this target");
  return pointer && finish(t, op, value);
}

bool tern_llvm_translate_gep(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *constants = tern_op_attr(op, "rawConstantIndices");
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "elem_type")));
  if (!type) return false;
  LLVMTypeRef i32 = LLVMInt32TypeInContext(t->llvm);
  TERN_VEC(LLVMValueRef) indices = {0};
  size_t next = 1;
  for (size_t i = 0; i < tern_dense_array_attr_count(constants); i++) {
    int64_t index = tern_dense_array_attr_int(constants, i);
    tern_vec_push(&indices, index == TERN_LLVM_GEP_DYNAMIC ? tern_llvm_operand(t, op, next++)
                                                           : LLVMConstInt(i32, (uint64_t)index, true));
  }
  // The dialect's flag of inbounds holds nusw too, as LLVM's does.
  LLVMGEPNoWrapFlags flags = (LLVMGEPNoWrapFlags)tern_llvm_enum_attr(op, "noWrapFlags", 0);
  LLVMValueRef value = LLVMBuildGEPWithNoWrapFlags(t->builder, type, tern_llvm_operand(t, op, 0), indices.values,
                                                   (unsigned)indices.count, "", flags);
  tern_vec_deinitialize(&indices);
  return finish(t, op, value);
}

// --- access ---

static LLVMAtomicOrdering to_ordering(int64_t ordering) {
  static const LLVMAtomicOrdering table[] = {
      [TERN_LLVM_ORDERING_NOT_ATOMIC] = LLVMAtomicOrderingNotAtomic,
      [TERN_LLVM_ORDERING_UNORDERED] = LLVMAtomicOrderingUnordered,
      [TERN_LLVM_ORDERING_MONOTONIC] = LLVMAtomicOrderingMonotonic,
      [TERN_LLVM_ORDERING_ACQUIRE] = LLVMAtomicOrderingAcquire,
      [TERN_LLVM_ORDERING_RELEASE] = LLVMAtomicOrderingRelease,
      [TERN_LLVM_ORDERING_ACQ_REL] = LLVMAtomicOrderingAcquireRelease,
      [TERN_LLVM_ORDERING_SEQ_CST] = LLVMAtomicOrderingSequentiallyConsistent,
  };
  return table[ordering];
}

// The number of a synchronisation scope; that of the whole system if the op names none.
static unsigned to_scope(tern_llvm_translation_t *t, const tern_op_t *op) {
  const tern_attr_t *scope = tern_op_attr(op, "syncscope");
  tern_str_t name = scope ? tern_string_attr_value(scope) : TERN_STR("");
  return LLVMGetSyncScopeID(t->llvm, name.data, name.size);
}

static void mark(tern_llvm_translation_t *t, const tern_op_t *op, const char *attr, LLVMValueRef value,
                 const char *kind, bool with_one) {
  if (!tern_op_attr(op, attr)) return;
  LLVMMetadataRef one = tern_llvm_md_int(t, 32, 1);
  tern_llvm_set_metadata(t, value, kind, tern_llvm_node(t, &one, with_one ? 1 : 0));
}

// dereferenceable<bytes = n, mayBeNull = true>
static void set_dereferenceable(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  const tern_attr_t *attr = tern_op_attr(op, "dereferenceable");
  if (!attr || !LLVMIsAInstruction(value)) return;
  LLVMMetadataRef bytes =
      tern_llvm_md_int(t, 64, (uint64_t)tern_integer_attr_value(tern_llvm_attr_param(attr, "bytes")));
  bool may_be_null = tern_llvm_attr_param(attr, "mayBeNull") != NULL;
  tern_llvm_set_metadata(t, value, may_be_null ? "dereferenceable_or_null" : "dereferenceable",
                         tern_llvm_node(t, &bytes, 1));
}

static void set_access(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  int64_t ordering = tern_llvm_enum_attr(op, "ordering", TERN_LLVM_ORDERING_NOT_ATOMIC);
  if (alignment > 0) LLVMSetAlignment(value, (unsigned)alignment);
  LLVMSetVolatile(value, tern_op_attr(op, "volatile_") != NULL);
  if (ordering != TERN_LLVM_ORDERING_NOT_ATOMIC) {
    LLVMSetOrdering(value, to_ordering(ordering));
    LLVMSetAtomicSyncScopeID(value, to_scope(t, op));
  }
  mark(t, op, "nontemporal", value, "nontemporal", true);
  mark(t, op, "invariantGroup", value, "invariant.group", false);
  mark(t, op, "invariant", value, "invariant.load", false);
  tern_llvm_set_aliasing(t, op, value);
}

bool tern_llvm_translate_load(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  if (!type) return false;
  LLVMValueRef value = LLVMBuildLoad2(t->builder, type, tern_llvm_operand(t, op, 0), "");
  set_access(t, op, value);
  set_dereferenceable(t, op, value);
  return finish(t, op, value);
}

bool tern_llvm_translate_store(tern_llvm_translation_t *t, tern_op_t *op) {
  set_access(t, op, LLVMBuildStore(t->builder, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1)));
  return true;
}

// --- atomics ---

// The numbers of the dialect's operations are those of LLVM's C API.
bool tern_llvm_translate_atomicrmw(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMAtomicRMWBinOp kind = (LLVMAtomicRMWBinOp)tern_llvm_enum_attr(op, "bin_op", 0);
  LLVMValueRef value =
      LLVMBuildAtomicRMWSyncScope(t->builder, kind, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1),
                                  to_ordering(tern_llvm_enum_attr(op, "ordering", 0)), to_scope(t, op));
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) LLVMSetAlignment(value, (unsigned)alignment);
  LLVMSetVolatile(value, tern_op_attr(op, "volatile_") != NULL);
  tern_llvm_set_aliasing(t, op, value);
  return finish(t, op, value);
}

bool tern_llvm_translate_cmpxchg(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMValueRef value = LLVMBuildAtomicCmpXchgSyncScope(
      t->builder, tern_llvm_operand(t, op, 0), tern_llvm_operand(t, op, 1), tern_llvm_operand(t, op, 2),
      to_ordering(tern_llvm_enum_attr(op, "success_ordering", 0)),
      to_ordering(tern_llvm_enum_attr(op, "failure_ordering", 0)), to_scope(t, op));
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) LLVMSetAlignment(value, (unsigned)alignment);
  LLVMSetVolatile(value, tern_op_attr(op, "volatile_") != NULL);
  LLVMSetWeak(value, tern_op_attr(op, "weak") != NULL);
  tern_llvm_set_aliasing(t, op, value);
  return finish(t, op, value);
}

bool tern_llvm_translate_fence(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMBuildFenceSyncScope(t->builder, to_ordering(tern_llvm_enum_attr(op, "ordering", 0)), to_scope(t, op), "");
  return true;
}
