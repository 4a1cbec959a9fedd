// Globals, aliases, ifuncs, comdats, constructors; declarations of functions.

#include <llvm-c/Comdat.h>

#include "ir/symbol.h"
#include "target/llvm/translate.h"

// A symbol's name, NUL-terminated.
static const char *name_of(const tern_op_t *op) {
  const tern_attr_t *name = tern_op_attr(op, "sym_name");
  return ((const tern_ident_t *)(uintptr_t)name->params[0])->data;
}

LLVMLinkage tern_llvm_to_linkage(int64_t linkage) {
  static const LLVMLinkage table[] = {
      [TERN_LLVM_LINKAGE_EXTERNAL] = LLVMExternalLinkage,
      [TERN_LLVM_LINKAGE_AVAILABLE_EXTERNALLY] = LLVMAvailableExternallyLinkage,
      [TERN_LLVM_LINKAGE_LINKONCE] = LLVMLinkOnceAnyLinkage,
      [TERN_LLVM_LINKAGE_LINKONCE_ODR] = LLVMLinkOnceODRLinkage,
      [TERN_LLVM_LINKAGE_WEAK] = LLVMWeakAnyLinkage,
      [TERN_LLVM_LINKAGE_WEAK_ODR] = LLVMWeakODRLinkage,
      [TERN_LLVM_LINKAGE_APPENDING] = LLVMAppendingLinkage,
      [TERN_LLVM_LINKAGE_INTERNAL] = LLVMInternalLinkage,
      [TERN_LLVM_LINKAGE_PRIVATE] = LLVMPrivateLinkage,
      [TERN_LLVM_LINKAGE_EXTERN_WEAK] = LLVMExternalWeakLinkage,
      [TERN_LLVM_LINKAGE_COMMON] = LLVMCommonLinkage,
  };
  return table[linkage];
}

LLVMValueRef tern_llvm_symbol(tern_llvm_translation_t *t, const tern_op_t *op, const tern_attr_t *ref) {
  tern_str_t name = tern_symbol_ref_attr_at(ref, 0);
  LLVMValueRef value = tern_map_get(&t->symbols, tern_ident_get(tern_op_context(op), name));
  if (!value) tern_op_error(op, "symbol '%.*s' is not in the translated module", (int)name.size, name.data);
  return value;
}

static void add_symbol(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  tern_map_set(&t->symbols, tern_ident_get(tern_op_context(op), tern_symbol_name(op)), value);
}

void tern_llvm_set_comdat(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef global) {
  static const LLVMComdatSelectionKind kinds[] = {LLVMAnyComdatSelectionKind, LLVMExactMatchComdatSelectionKind,
                                                  LLVMLargestComdatSelectionKind, LLVMNoDeduplicateComdatSelectionKind,
                                                  LLVMSameSizeComdatSelectionKind};
  const tern_attr_t *ref = tern_op_attr(op, "comdat");
  const tern_op_t *selector = ref ? tern_symbol_lookup_nearest(op, ref) : NULL;
  if (!selector) return;
  LLVMComdatRef comdat = LLVMGetOrInsertComdat(t->module, name_of(selector));
  LLVMSetComdatSelectionKind(comdat, kinds[tern_llvm_enum_attr(selector, "comdat", 0)]);
  LLVMSetComdat(global, comdat);
}

// LLVM's C API cannot say that a symbol is of its module, but what is hidden is, and remains so when it is shown again.
static void set_dso_local(LLVMValueRef global) {
  LLVMSetVisibility(global, LLVMHiddenVisibility);
  LLVMSetVisibility(global, LLVMDefaultVisibility);
}

static void set_linkage(const tern_op_t *op, LLVMValueRef global) {
  if (tern_op_attr(op, "dso_local")) set_dso_local(global);
  LLVMSetLinkage(global, tern_llvm_to_linkage(tern_llvm_enum_attr(op, "linkage", TERN_LLVM_LINKAGE_EXTERNAL)));
  LLVMSetVisibility(global, (LLVMVisibility)tern_llvm_enum_attr(op, "visibility_", 0));
  LLVMSetUnnamedAddress(global, (LLVMUnnamedAddr)tern_llvm_enum_attr(op, "unnamed_addr", 0));
}

// --- globals ---

bool tern_llvm_declare_global(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "global_type")));
  if (!type) return false;
  unsigned space = (unsigned)tern_llvm_int_attr(op, "addr_space", 0);
  const tern_attr_t *attrs = tern_op_attr(op, "target_specific_attrs");
  LLVMValueRef global = attrs && tern_array_attr_count(attrs) > 0
                            ? tern_llvm_add_global_with(t, type, tern_symbol_name(op), space, attrs)
                            : LLVMAddGlobalInAddressSpace(t->module, type, name_of(op), space);
  if (!global) return tern_op_error(op, "'target_specific_attrs' cannot be translated: %s", tern_attr_text(attrs));
  set_linkage(op, global);
  LLVMSetGlobalConstant(global, tern_op_attr(op, "constant") != NULL);
  LLVMSetThreadLocal(global, tern_op_attr(op, "thread_local_") != NULL);
  LLVMSetExternallyInitialized(global, tern_op_attr(op, "externally_initialized") != NULL);
  const tern_attr_t *section = tern_op_attr(op, "section");
  if (section) LLVMSetSection(global, ((const tern_ident_t *)(uintptr_t)section->params[0])->data);
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) LLVMSetAlignment(global, (unsigned)alignment);
  tern_llvm_set_comdat(t, op, global);
  add_symbol(t, op, global);
  return true;
}

// Runs the ops of an initializer: LLVM's builder folds them, which leaves a constant. NULL after an error.
static LLVMValueRef fold_initializer(tern_llvm_translation_t *t, const tern_op_t *op) {
  // Instructions that do not fold need a place until they are refused.
  LLVMTypeRef function_type = LLVMFunctionType(LLVMVoidTypeInContext(t->llvm), NULL, 0, false);
  LLVMValueRef function = LLVMAddFunction(t->module, "", function_type);
  LLVMPositionBuilderAtEnd(t->builder, LLVMAppendBasicBlockInContext(t->llvm, function, ""));
  LLVMValueRef result = NULL;
  tern_block_for_each_op(tern_op_body(op, 0), inner) {
    if (tern_op_is(inner, TERN_LLVM(RETURN))) {
      result = tern_llvm_operand(t, inner, 0);
      break;
    }
    if (!tern_llvm_translate_op(t, inner)) break;
  }
  if (result && !LLVMIsConstant(result)) {
    tern_op_error(op, "initializer is not a constant");
    result = NULL;
  }
  LLVMDeleteFunction(function);
  return result;
}

bool tern_llvm_define_global(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMValueRef global = tern_map_get(&t->symbols, tern_ident_get(tern_op_context(op), tern_symbol_name(op)));
  const tern_attr_t *value = tern_op_attr(op, "value");
  LLVMTypeRef type = LLVMGlobalGetValueType(global);
  LLVMValueRef initializer = NULL;
  // What is weak and elsewhere has no value here.
  if (LLVMGetLinkage(global) == LLVMExternalWeakLinkage) return true;
  if (!tern_region_is_empty(&op->regions[0])) {
    initializer = fold_initializer(t, op);
    if (!initializer) return false;
  } else if (value) {
    initializer = tern_llvm_to_constant(t, op, value, type);
    if (!initializer) return false;
  } else {
    // Without a value: a declaration, unless the linkage says that it is here.
    LLVMLinkage linkage = LLVMGetLinkage(global);
    if (linkage != LLVMExternalLinkage)
      initializer = linkage == LLVMCommonLinkage ? LLVMConstNull(type) : LLVMGetUndef(type);
  }
  if (initializer) LLVMSetInitializer(global, initializer);
  return true;
}

// --- aliases, ifuncs ---

bool tern_llvm_define_alias(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "alias_type")));
  LLVMValueRef target = type ? fold_initializer(t, op) : NULL;
  if (!target) return false;
  unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(target));
  LLVMValueRef alias = LLVMAddAlias2(t->module, type, space, target, name_of(op));
  set_linkage(op, alias);
  LLVMSetThreadLocal(alias, tern_op_attr(op, "thread_local_") != NULL);
  add_symbol(t, op, alias);
  return true;
}

bool tern_llvm_define_ifunc(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "i_func_type")));
  LLVMValueRef resolver = type ? tern_llvm_symbol(t, op, tern_op_attr(op, "resolver")) : NULL;
  if (!resolver) return false;
  tern_str_t name = tern_symbol_name(op);
  LLVMValueRef ifunc = LLVMAddGlobalIFunc(t->module, name.data, name.size, type,
                                          (unsigned)tern_llvm_int_attr(op, "address_space", 0), resolver);
  set_linkage(op, ifunc);
  add_symbol(t, op, ifunc);
  return true;
}

// --- constructors and destructors: arrays of {i32 priority, ptr function, ptr data} ---

bool tern_llvm_define_xtors(tern_llvm_translation_t *t, const tern_op_t *op) {
  bool is_ctors = tern_op_is(op, TERN_LLVM(MLIR_GLOBAL_CTORS));
  const tern_attr_t *functions = tern_op_attr(op, is_ctors ? "ctors" : "dtors");
  const tern_attr_t *priorities = tern_op_attr(op, "priorities"), *data = tern_op_attr(op, "data");
  LLVMTypeRef pointer = LLVMPointerTypeInContext(t->llvm, 0), i32 = LLVMInt32TypeInContext(t->llvm);
  LLVMTypeRef members[] = {i32, pointer, pointer};
  LLVMTypeRef entry_type = LLVMStructTypeInContext(t->llvm, members, 3, false);
  TERN_VEC(LLVMValueRef) entries = {0};
  bool is_right = true;
  for (size_t i = 0; is_right && i < tern_array_attr_count(functions); i++) {
    LLVMValueRef function = tern_llvm_symbol(t, op, tern_array_attr_at(functions, i));
    LLVMValueRef datum = tern_llvm_to_constant(t, op, tern_array_attr_at(data, i), pointer);
    is_right = function && datum;
    if (!is_right) break;
    int64_t priority = tern_integer_attr_value(tern_array_attr_at(priorities, i));
    LLVMValueRef values[] = {LLVMConstInt(i32, (uint64_t)priority, true), function, datum};
    tern_vec_push(&entries, LLVMConstStructInContext(t->llvm, values, 3, false));
  }
  if (is_right && entries.count > 0) {
    LLVMValueRef global = LLVMAddGlobal(t->module, LLVMArrayType2(entry_type, entries.count),
                                        is_ctors ? "llvm.global_ctors" : "llvm.global_dtors");
    LLVMSetLinkage(global, LLVMAppendingLinkage);
    LLVMSetInitializer(global, LLVMConstArray2(entry_type, entries.values, entries.count));
  }
  tern_vec_deinitialize(&entries);
  return is_right;
}

// --- functions: the declaration ---

bool tern_llvm_declare_function(tern_llvm_translation_t *t, const tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, tern_type_attr_value(tern_op_attr(op, "function_type")));
  if (!type) return false;
  LLVMValueRef function = LLVMAddFunction(t->module, name_of(op), type);
  set_linkage(op, function);
  LLVMSetFunctionCallConv(function, (unsigned)tern_llvm_enum_attr(op, "CConv", 0));
  int64_t alignment = tern_llvm_int_attr(op, "alignment", 0);
  if (alignment > 0) LLVMSetAlignment(function, (unsigned)alignment);
  const tern_attr_t *section = tern_op_attr(op, "section");
  if (section) LLVMSetSection(function, ((const tern_ident_t *)(uintptr_t)section->params[0])->data);
  tern_llvm_set_comdat(t, op, function);
  add_symbol(t, op, function);
  tern_llvm_add_kernel_attributes(t, op, function);
  tern_llvm_add_rocdl_attributes(t, op, function);
  return tern_llvm_add_function_attributes(t, op, function) && tern_llvm_add_function_metadata(t, op, function) &&
         tern_llvm_add_signature_attributes(t, op, function, false);
}
