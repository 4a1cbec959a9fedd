// Types of the llvm dialect as LLVM types.

#include "target/llvm/translate.h"

typedef TERN_VEC(LLVMTypeRef) type_list_t;

// False after an error.
static bool to_types(tern_llvm_translation_t *t, const tern_op_t *op, tern_types_t types, type_list_t *out_list) {
  for (size_t i = 0; i < types.count; i++) {
    LLVMTypeRef type = tern_llvm_to_type(t, op, types.values[i]);
    if (!type) return false;
    tern_vec_push(out_list, type);
  }
  return true;
}

static LLVMTypeRef make_struct(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  type_list_t elements = {0};
  LLVMTypeRef result = NULL;
  bool is_packed = type->params[0] != 0, is_opaque = type->params[3] != 0;
  if (to_types(t, op, tern_llvm_struct_elements(type), &elements)) {
    if (!type->params[1]) {
      result = LLVMStructTypeInContext(t->llvm, elements.values, (unsigned)elements.count, is_packed);
    } else {
      const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)type->params[2];
      result = LLVMStructCreateNamed(t->llvm, name->data);
      if (!is_opaque) LLVMStructSetBody(result, elements.values, (unsigned)elements.count, is_packed);
    }
  }
  tern_vec_deinitialize(&elements);
  return result;
}

static LLVMTypeRef make_func(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  type_list_t inputs = {0};
  LLVMTypeRef function = NULL, result = tern_llvm_to_type(t, op, tern_llvm_type_param(type, 0));
  if (result && to_types(t, op, tern_llvm_func_inputs(type), &inputs))
    function = LLVMFunctionType(result, inputs.values, (unsigned)inputs.count, type->params[1] != 0);
  tern_vec_deinitialize(&inputs);
  return function;
}

static LLVMTypeRef make_target(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  type_list_t types = {0};
  TERN_VEC(unsigned) numbers = {0};
  LLVMTypeRef result = NULL;
  size_t type_count = (size_t)type->params[1];
  tern_types_t inner = {(const tern_type_t *const *)(const void *)&type->params[2], type_count};
  for (size_t i = 2 + type_count; i < type->param_count; i++) tern_vec_push(&numbers, (unsigned)type->params[i]);
  const tern_ident_t *name = (const tern_ident_t *)(uintptr_t)type->params[0];
  if (to_types(t, op, inner, &types))
    result = LLVMTargetExtTypeInContext(t->llvm, name->data, types.values, (unsigned)types.count, numbers.values,
                                        (unsigned)numbers.count);
  tern_vec_deinitialize(&types);
  tern_vec_deinitialize(&numbers);
  return result;
}

// The number of the memory that a pointer of the ptr dialect is for.
static unsigned address_space_of(const tern_type_t *type) {
  const tern_attr_t *space = (const tern_attr_t *)(uintptr_t)type->params[0];
  if (space->kind == TERN_ATTR_ENUM) return (unsigned)tern_enum_attr_value(space);
  return (unsigned)tern_integer_attr_value((const tern_attr_t *)(uintptr_t)space->params[0]);
}

static LLVMTypeRef make_dialect_type(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  LLVMContextRef llvm = t->llvm;
  if (tern_type_is_llvm(type, TERN_LLVM_PTR)) return LLVMPointerTypeInContext(llvm, (unsigned)type->params[0]);
  if (tern_type_is_llvm_address(type)) return LLVMPointerTypeInContext(llvm, address_space_of(type));
  if (tern_type_is_llvm(type, TERN_LLVM_STRUCT)) return make_struct(t, op, type);
  if (tern_type_is_llvm(type, TERN_LLVM_ARRAY)) {
    LLVMTypeRef element = tern_llvm_to_type(t, op, tern_llvm_type_param(type, 0));
    return element ? LLVMArrayType2(element, type->params[1]) : NULL;
  }
  if (tern_type_is_llvm(type, TERN_LLVM_FUNC_TYPE)) return make_func(t, op, type);
  if (tern_type_is_llvm(type, TERN_LLVM_TARGET)) return make_target(t, op, type);
  if (tern_type_is_llvm(type, TERN_LLVM_VOID)) return LLVMVoidTypeInContext(llvm);
  if (tern_type_is_llvm(type, TERN_LLVM_LABEL)) return LLVMLabelTypeInContext(llvm);
  if (tern_type_is_llvm(type, TERN_LLVM_TOKEN)) return LLVMTokenTypeInContext(llvm);
  if (tern_type_is_llvm(type, TERN_LLVM_METADATA)) return LLVMMetadataTypeInContext(llvm);
  if (tern_type_is_llvm(type, TERN_LLVM_PPC_FP128)) return LLVMPPCFP128TypeInContext(llvm);
  if (tern_type_is_llvm(type, TERN_LLVM_X86_AMX)) return LLVMX86AMXTypeInContext(llvm);
  return NULL;
}

static LLVMTypeRef make_vector(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  if (tern_type_rank(type) != 1) return NULL;
  LLVMTypeRef element = tern_llvm_to_type(t, op, tern_type_element(type));
  if (!element) return NULL;
  unsigned count = (unsigned)tern_type_dim(type, 0);
  return tern_vector_type_scalable_mask(type) ? LLVMScalableVectorType(element, count) : LLVMVectorType(element, count);
}

static LLVMTypeRef make_type(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  switch (type->kind) {
    case TERN_TYPE_INTEGER:
      return tern_type_is_signless(type) ? LLVMIntTypeInContext(t->llvm, tern_integer_type_width(type)) : NULL;
    case TERN_TYPE_BF16: return LLVMBFloatTypeInContext(t->llvm);
    case TERN_TYPE_F16: return LLVMHalfTypeInContext(t->llvm);
    case TERN_TYPE_F32: return LLVMFloatTypeInContext(t->llvm);
    case TERN_TYPE_F64: return LLVMDoubleTypeInContext(t->llvm);
    case TERN_TYPE_F80: return LLVMX86FP80TypeInContext(t->llvm);
    case TERN_TYPE_F128: return LLVMFP128TypeInContext(t->llvm);
    case TERN_TYPE_VECTOR: return make_vector(t, op, type);
    case TERN_TYPE_DIALECT: return make_dialect_type(t, op, type);
    default: return NULL;
  }
}

LLVMTypeRef tern_llvm_to_type(tern_llvm_translation_t *t, const tern_op_t *op, const tern_type_t *type) {
  LLVMTypeRef known = tern_map_get(&t->types, type);
  if (known) return known;
  size_t errors = tern_context_diagnostics(tern_op_context(op))->error_count;
  LLVMTypeRef result = make_type(t, op, type);
  if (!result) {
    // An inner type has said so already.
    if (tern_context_diagnostics(tern_op_context(op))->error_count == errors)
      tern_op_error(op, "type '%s' cannot be translated to LLVM IR", tern_type_text(type));
    return NULL;
  }
  tern_map_set(&t->types, type, result);
  return result;
}
