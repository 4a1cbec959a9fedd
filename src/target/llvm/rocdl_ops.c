// rocdl ops as LLVM intrinsics: `rocdl.x.y` is `llvm.amdgcn.x.y`, and its row says what that takes (rocdl.h). Sizes of
// blocks and grids are asked of ROCm's device library, as upstream does.

#include "dialect/rocdl/rocdl.h"

#include <stdio.h>
#include <string.h>

#include "target/llvm/translate.h"

enum { MAX_NAME = 96, MAX_ARGS = 24 };

typedef struct call {
  LLVMValueRef args[MAX_ARGS];
  LLVMTypeRef types[MAX_ARGS];  // those in the intrinsic's name
  unsigned count, type_count;
} call_t;

// --- arguments ---

static bool push_type(const tern_op_t *op, call_t *call, LLVMTypeRef type) {
  if (!type || call->type_count == MAX_ARGS) return false;
  call->types[call->type_count++] = type;
  return op != NULL;
}

static bool push_arg(const tern_op_t *op, call_t *call, LLVMValueRef value) {
  if (call->count == MAX_ARGS) return tern_op_error(op, "has more operands than its intrinsic takes");
  call->args[call->count++] = value;
  return true;
}

// Operands of a group, the types of the first `typed` being part of the name.
static bool push_operands(tern_llvm_translation_t *t, const tern_op_t *op, size_t group, size_t typed, call_t *call) {
  size_t start, count;
  tern_op_operand_group(op, group, &start, &count);
  for (size_t i = 0; i < count; ++i) {
    LLVMValueRef value = tern_llvm_operand(t, op, start + i);
    if (!push_arg(op, call, value)) return false;
    if (i < typed && !push_type(op, call, LLVMTypeOf(value))) return false;
  }
  return true;
}

static bool push_attr(tern_llvm_translation_t *t, const tern_op_t *op, int slot, call_t *call) {
  const tern_attr_def_t *def = &op->def->attrs[slot];
  const tern_attr_t *attr = tern_op_attr_str(op, tern_ident_str(def->name));
  if (!attr && def->has_default) attr = def->default_value;
  LLVMTypeRef type = LLVMIntTypeInContext(t->llvm, tern_type_bit_width(tern_attr_type(attr)));
  return push_arg(op, call, LLVMConstInt(type, (uint64_t)tern_integer_attr_value(attr), true));
}

// One name of the row's text.
static bool push_named(tern_llvm_translation_t *t, const tern_op_t *op, tern_str_t name, call_t *call) {
  size_t typed = 0;
  for (; name.size > 0 && name.data[0] == '*'; name = tern_str_drop(name, 1)) ++typed;
  if (tern_str_equal_cstr(name, "res"))
    return typed == 0 || push_type(op, call, tern_llvm_to_type(t, op, op->results[0].type));
  for (size_t i = 0; i < op->def->operand_count; ++i) {
    if (tern_str_equal(tern_ident_str(op->def->operands[i].name), name)) return push_operands(t, op, i, typed, call);
  }
  return push_attr(t, op, tern_op_def_slot(op->def, name), call);
}

static bool collect(tern_llvm_translation_t *t, const tern_op_t *op, call_t *call) {
  if (!op->def->row->extra) {
    for (size_t i = 0; i < op->def->operand_count; ++i)
      if (!push_operands(t, op, i, 0, call)) return false;
    return true;
  }
  tern_str_t names = tern_str_from_cstr(op->def->row->extra);
  while (names.size > 0)
    if (!push_named(t, op, tern_str_split(&names, ' '), call)) return false;
  return true;
}

// --- calls ---

static void name_intrinsic(const tern_op_t *op, char name[MAX_NAME]) {
  tern_str_t base = tern_str_drop(tern_op_name(op), strlen("rocdl."));
  snprintf(name, MAX_NAME, "llvm.amdgcn.%.*s", (int)base.size, base.data);
  for (char *c = name; *c; ++c)
    if (*c == '_') *c = '.';
}

// The declaration, if operands and result fit it; wrong ones would make LLVM assert. NULL after an error.
static LLVMValueRef declare(tern_llvm_translation_t *t, const tern_op_t *op, const char *name, call_t *call) {
  unsigned id = LLVMLookupIntrinsicID(name, strlen(name));
  if (id == 0) {
    tern_op_error(op, "LLVM has no intrinsic '%s'", name);
    return NULL;
  }
  LLVMTypeRef type = NULL, result = NULL, params[MAX_ARGS];
  // Of atomics nobody asks what was there before.
  if (op->result_count > 0 && !(result = tern_llvm_to_type(t, op, op->results[0].type))) return NULL;
  bool is_overloaded = LLVMIntrinsicIsOverloaded(id);
  // A list that is too short or too long, LLVM does not survive.
  if (is_overloaded == (call->type_count > 0)) type = LLVMIntrinsicGetType(t->llvm, id, call->types, call->type_count);
  bool is_right = type && LLVMCountParamTypes(type) == call->count && (!result || LLVMGetReturnType(type) == result);
  if (is_right) LLVMGetParamTypes(type, params);
  for (unsigned i = 0; is_right && i < call->count; ++i) is_right = params[i] == LLVMTypeOf(call->args[i]);
  if (!is_right) {
    tern_op_error(op, "operand or result types do not fit the intrinsic '%s'", name);
    return NULL;
  }
  return LLVMGetIntrinsicDeclaration(t->module, id, call->types, call->type_count);
}

static bool translate_intrinsic(tern_llvm_translation_t *t, tern_op_t *op) {
  char name[MAX_NAME];
  call_t call = {0};
  name_intrinsic(op, name);
  if (!collect(t, op, &call)) return false;
  LLVMValueRef function = declare(t, op, name, &call);
  if (!function) return false;
  LLVMValueRef value =
      LLVMBuildCall2(t->builder, LLVMGlobalGetValueType(function), function, call.args, call.count, "");
  const tern_attr_t *range = tern_op_attr(op, "range");
  if (range && !tern_llvm_add_call_range(t, op, value, range)) return false;
  tern_llvm_set_aliasing(t, op, value);
  if (!tern_llvm_add_signature_attributes(t, op, value, true)) return false;
  if (op->result_count > 0) tern_llvm_set_value(t, &op->results[0], value);
  return true;
}

// --- what is no intrinsic ---

// A fence before the barrier and one behind it, for the memory that the block shares.
static bool translate_barrier(tern_llvm_translation_t *t, tern_op_t *op) {
  unsigned scope = LLVMGetSyncScopeID(t->llvm, "workgroup", strlen("workgroup"));
  LLVMBuildFenceSyncScope(t->builder, LLVMAtomicOrderingRelease, scope, "");
  call_t none = {0};
  LLVMValueRef function = declare(t, op, "llvm.amdgcn.s.barrier", &none);
  if (!function) return false;
  LLVMBuildCall2(t->builder, LLVMGlobalGetValueType(function), function, NULL, 0, "");
  LLVMBuildFenceSyncScope(t->builder, LLVMAtomicOrderingAcquire, scope, "");
  return true;
}

static const struct {
  const tern_op_row_t *op;
  const char *function;
  unsigned dimension;
} size_functions[] = {
    {TERN_ROCDL(WORKGROUP_DIM_X), "__ockl_get_local_size", 0},
    {TERN_ROCDL(WORKGROUP_DIM_Y), "__ockl_get_local_size", 1},
    {TERN_ROCDL(WORKGROUP_DIM_Z), "__ockl_get_local_size", 2},
    {TERN_ROCDL(GRID_DIM_X), "__ockl_get_num_groups", 0},
    {TERN_ROCDL(GRID_DIM_Y), "__ockl_get_num_groups", 1},
    {TERN_ROCDL(GRID_DIM_Z), "__ockl_get_num_groups", 2},
};

// The range that i32 has said, for an i64.
static void add_wide_range(tern_llvm_translation_t *t, LLVMValueRef call, const tern_attr_t *range) {
  unsigned kind = LLVMGetEnumAttributeKindForName("range", strlen("range"));
  uint64_t bounds[2];
  for (size_t i = 0; i < 2; ++i) {
    const tern_attr_t *bound = (const tern_attr_t *)(uintptr_t)range->params[i];
    bounds[i] = (uint64_t)tern_integer_attr_value(bound) & UINT32_MAX;
  }
  LLVMAddCallSiteAttribute(call, LLVMAttributeReturnIndex,
                           LLVMCreateConstantRangeAttribute(t->llvm, kind, 64, &bounds[0], &bounds[1]));
}

static bool translate_size(tern_llvm_translation_t *t, tern_op_t *op, const char *name, unsigned dimension) {
  LLVMTypeRef i32 = LLVMInt32TypeInContext(t->llvm), i64 = LLVMInt64TypeInContext(t->llvm);
  LLVMTypeRef type = LLVMFunctionType(i64, &i32, 1, false), result = tern_llvm_to_type(t, op, op->results[0].type);
  if (!result) return false;
  if (LLVMGetTypeKind(result) != LLVMIntegerTypeKind)
    return tern_op_error(op, "is of type %s, expected an integer", tern_type_text(op->results[0].type));
  LLVMValueRef function = LLVMGetNamedFunction(t->module, name), arg = LLVMConstInt(i32, dimension, false);
  if (!function) function = LLVMAddFunction(t->module, name, type);
  LLVMValueRef call = LLVMBuildCall2(t->builder, type, function, &arg, 1, "");
  const tern_attr_t *range = tern_op_attr(op, "range");
  if (range) add_wide_range(t, call, range);
  tern_llvm_set_value(t, &op->results[0], LLVMBuildIntCast2(t->builder, call, result, false, ""));
  return true;
}

bool tern_llvm_translate_rocdl(tern_llvm_translation_t *t, tern_op_t *op) {
  if (tern_op_is(op, TERN_ROCDL(BARRIER))) return translate_barrier(t, op);
  for (size_t i = 0; i < sizeof size_functions / sizeof size_functions[0]; ++i) {
    if (op->def->row == size_functions[i].op)
      return translate_size(t, op, size_functions[i].function, size_functions[i].dimension);
  }
  return translate_intrinsic(t, op);
}
