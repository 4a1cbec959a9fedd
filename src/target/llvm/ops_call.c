// Calls: direct and indirect, invoke, inline assembly, intrinsics by name.

#include "target/llvm/nvptx.h"
#include "target/llvm/translate.h"

typedef TERN_VEC(LLVMValueRef) value_list_t;
typedef TERN_VEC(LLVMOperandBundleRef) bundle_list_t;

static void finish(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  if (op->result_count > 0) tern_llvm_set_value(t, &op->results[0], value);
}

static void collect(const tern_llvm_translation_t *t, const tern_op_t *op, size_t start, size_t count,
                    value_list_t *out_list) {
  for (size_t i = 0; i < count; i++) tern_vec_push(out_list, tern_llvm_operand(t, op, start + i));
}

// The type of a function that takes these operands.
static LLVMTypeRef type_of_call(tern_llvm_translation_t *t, const tern_op_t *op, const value_list_t *args) {
  LLVMTypeRef result =
      op->result_count > 0 ? tern_llvm_to_type(t, op, op->results[0].type) : LLVMVoidTypeInContext(t->llvm);
  if (!result) return NULL;
  TERN_VEC(LLVMTypeRef) types = {0};
  for (size_t i = 0; i < args->count; i++) tern_vec_push(&types, LLVMTypeOf(args->values[i]));
  LLVMTypeRef type = LLVMFunctionType(result, types.values, (unsigned)types.count, false);
  tern_vec_deinitialize(&types);
  return type;
}

static void make_bundles(const tern_llvm_translation_t *t, const tern_op_t *op, bundle_list_t *out_bundles) {
  const tern_attr_t *tags = tern_op_attr(op, "op_bundle_tags"), *sizes = tern_op_attr(op, "op_bundle_sizes");
  size_t start, count;
  if (!tags || !sizes) return;
  tern_op_operands_named(op, "op_bundle_operands", &start, &count);
  for (size_t i = 0; i < tern_array_attr_count(tags); i++) {
    value_list_t values = {0};
    size_t size = (size_t)tern_dense_array_attr_int(sizes, i);
    tern_str_t tag = tern_string_attr_value(tern_array_attr_at(tags, i));
    collect(t, op, start, size, &values);
    start += size;
    tern_vec_push(out_bundles, LLVMCreateOperandBundle(tag.data, tag.size, values.values, (unsigned)values.count));
    tern_vec_deinitialize(&values);
  }
}

static void dispose_bundles(bundle_list_t *bundles) {
  for (size_t i = 0; i < bundles->count; i++) LLVMDisposeOperandBundle(bundles->values[i]);
  tern_vec_deinitialize(bundles);
}

// --- call, invoke ---

typedef struct callee {
  LLVMValueRef function;
  LLVMTypeRef type;
  value_list_t args;
  bundle_list_t bundles;
} callee_t;

static void deinitialize_callee(callee_t *callee) {
  tern_vec_deinitialize(&callee->args);
  dispose_bundles(&callee->bundles);
}

static bool find_callee(tern_llvm_translation_t *t, const tern_op_t *op, callee_t *out_callee) {
  const tern_attr_t *name = tern_op_attr(op, "callee"), *var_type = tern_op_attr(op, "var_callee_type");
  size_t start, count;
  tern_op_operands_named(op, "callee_operands", &start, &count);
  if (name) {
    out_callee->function = tern_llvm_symbol(t, op, name);
    if (!out_callee->function) return false;
  } else {
    out_callee->function = tern_llvm_operand(t, op, start++);
    count--;
  }
  collect(t, op, start, count, &out_callee->args);
  make_bundles(t, op, &out_callee->bundles);
  out_callee->type =
      var_type ? tern_llvm_to_type(t, op, tern_type_attr_value(var_type)) : type_of_call(t, op, &out_callee->args);
  return out_callee->type != NULL;
}

bool tern_llvm_translate_call(tern_llvm_translation_t *t, tern_op_t *op) {
  static const LLVMTailCallKind tail_kinds[] = {LLVMTailCallKindNone, LLVMTailCallKindTail, LLVMTailCallKindMustTail,
                                                LLVMTailCallKindNoTail};
  static const struct {
    const char *from, *to;
  } units[] = {{"convergent", "convergent"}, {"no_unwind", "nounwind"},         {"will_return", "willreturn"},
               {"no_inline", "noinline"},    {"always_inline", "alwaysinline"}, {"inline_hint", "inlinehint"}};
  callee_t callee = {0};
  bool is_right = find_callee(t, op, &callee);
  if (is_right) {
    LLVMValueRef call = LLVMBuildCallWithOperandBundles(t->builder, callee.type, callee.function, callee.args.values,
                                                        (unsigned)callee.args.count, callee.bundles.values,
                                                        (unsigned)callee.bundles.count, "");
    LLVMSetInstructionCallConv(call, (unsigned)tern_llvm_enum_attr(op, "CConv", 0));
    LLVMSetTailCallKind(call, tail_kinds[tern_llvm_enum_attr(op, "TailCallKind", 0)]);
    tern_llvm_set_fastmath(op, call);
    for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
      if (tern_op_attr(op, units[i].from)) tern_llvm_add_call_unit(t, call, units[i].to);
    const tern_attr_t *memory = tern_op_attr(op, "memory_effects");
    if (memory) LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex, tern_llvm_memory_attribute(t, memory));
    tern_llvm_set_aliasing(t, op, call);
    is_right = tern_llvm_add_signature_attributes(t, op, call, true);
    finish(t, op, call);
  }
  deinitialize_callee(&callee);
  return is_right;
}

bool tern_llvm_translate_invoke(tern_llvm_translation_t *t, tern_op_t *op) {
  // The call ends the block, so that what it gives is not yet there for an edge to hand over to itself.
  callee_t callee = {0};
  bool is_right = find_callee(t, op, &callee);
  if (is_right) {
    LLVMBasicBlockRef normal = tern_llvm_edge_to(t, op, 0), unwind = tern_llvm_edge_to(t, op, 1);
    LLVMValueRef call = LLVMBuildInvokeWithOperandBundles(t->builder, callee.type, callee.function, callee.args.values,
                                                          (unsigned)callee.args.count, normal, unwind,
                                                          callee.bundles.values, (unsigned)callee.bundles.count, "");
    LLVMSetInstructionCallConv(call, (unsigned)tern_llvm_enum_attr(op, "CConv", 0));
    tern_llvm_set_branch_metadata(t, op, call);
    is_right = tern_llvm_add_signature_attributes(t, op, call, true);
    finish(t, op, call);
  }
  deinitialize_callee(&callee);
  return is_right;
}

bool tern_llvm_translate_landingpad(tern_llvm_translation_t *t, tern_op_t *op) {
  LLVMTypeRef type = tern_llvm_to_type(t, op, op->results[0].type);
  if (!type) return false;
  LLVMValueRef pad = LLVMBuildLandingPad(t->builder, type, NULL, (unsigned)op->operand_count, "");
  LLVMSetCleanup(pad, tern_op_attr(op, "cleanup") != NULL);
  for (size_t i = 0; i < op->operand_count; i++) LLVMAddClause(pad, tern_llvm_operand(t, op, i));
  finish(t, op, pad);
  return true;
}

// --- inline assembly ---

bool tern_llvm_translate_inline_asm(tern_llvm_translation_t *t, tern_op_t *op) {
  value_list_t args = {0};
  collect(t, op, 0, op->operand_count, &args);
  LLVMTypeRef type = type_of_call(t, op, &args);
  bool is_right = type != NULL;
  if (is_right) {
    tern_str_t text = tern_string_attr_value(tern_op_attr(op, "asm_string"));
    tern_str_t constraints = tern_string_attr_value(tern_op_attr(op, "constraints"));
    unsigned version = tern_llvm_ptx_version_of_text(text);
    if (version > t->ptx_version) t->ptx_version = version;
    LLVMInlineAsmDialect dialect =
        tern_llvm_enum_attr(op, "asm_dialect", 0) ? LLVMInlineAsmDialectIntel : LLVMInlineAsmDialectATT;
    LLVMValueRef code = LLVMGetInlineAsm(type, text.data, text.size, constraints.data, constraints.size,
                                         tern_op_attr(op, "has_side_effects") != NULL,
                                         tern_op_attr(op, "is_align_stack") != NULL, dialect, false);
    LLVMValueRef call = LLVMBuildCall2(t->builder, type, code, args.values, (unsigned)args.count, "");
    LLVMSetTailCallKind(call, (LLVMTailCallKind)tern_llvm_enum_attr(op, "tail_call_kind", 0));
    const tern_attr_t *attrs = tern_op_attr(op, "operand_attrs");
    for (size_t i = 0; attrs && i < tern_array_attr_count(attrs) && i < args.count; i++) {
      const tern_attr_t *element = tern_dictionary_attr_lookup(tern_array_attr_at(attrs, i), TERN_STR("elementtype"));
      LLVMTypeRef element_type =
          element && element->kind == TERN_ATTR_TYPE ? tern_llvm_to_type(t, op, tern_type_attr_value(element)) : NULL;
      if (!element_type) continue;
      unsigned kind = LLVMGetEnumAttributeKindForName("elementtype", strlen("elementtype"));
      LLVMAddCallSiteAttribute(call, (unsigned)i + 1, LLVMCreateTypeAttribute(t->llvm, kind, element_type));
    }
    finish(t, op, call);
  }
  tern_vec_deinitialize(&args);
  return is_right;
}

// --- intrinsics by name ---

// Intrinsics that LLVM calls otherwise than it did.
static const struct {
  const char *old, *name;
} renamed[] = {
    {"llvm.nvvm.ex2.approx.f", "llvm.nvvm.ex2.approx.f32"},
    {"llvm.nvvm.ex2.approx.ftz.f", "llvm.nvvm.ex2.approx.ftz.f32"},
};

static const char *current_name(const char *name) {
  for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; ++i) {
    if (strcmp(renamed[i].old, name) == 0) return renamed[i].name;
  }
  return name;
}

// The name of an intrinsic spells the types that it is overloaded on, or leaves them out.
static LLVMValueRef declare_intrinsic(tern_llvm_translation_t *t, const char *text, LLVMTypeRef type) {
  size_t size;
  unsigned id = LLVMLookupIntrinsicID(text, strlen(text));
  LLVMValueRef function = LLVMGetNamedFunction(t->module, text);
  if (function) return function;
  if (!LLVMIntrinsicIsOverloaded(id) || strcmp(LLVMIntrinsicGetName(id, &size), text) != 0)
    return LLVMAddFunction(t->module, text, type);
  if (t->overloaded.function && t->overloaded.type == type && strcmp(t->overloaded.name, text) == 0)
    return t->overloaded.function;
  function = tern_llvm_declare_overloaded(t, text, type);
  t->overloaded.function = function;
  t->overloaded.type = type;
  t->overloaded.name = text;
  return function;
}

bool tern_llvm_translate_call_intrinsic(tern_llvm_translation_t *t, tern_op_t *op) {
  const tern_attr_t *attr = tern_op_attr(op, "intrin");
  const char *text = current_name(((const tern_ident_t *)(uintptr_t)attr->params[0])->data);
  if (LLVMLookupIntrinsicID(text, strlen(text)) == 0)
    return tern_op_error(op, "could not find LLVM intrinsic: %s", tern_attr_text(attr));
  size_t start, count;
  tern_op_operands_named(op, "args", &start, &count);
  value_list_t args = {0};
  bundle_list_t bundles = {0};
  collect(t, op, start, count, &args);
  make_bundles(t, op, &bundles);
  LLVMTypeRef type = type_of_call(t, op, &args);
  bool is_right = type != NULL;
  if (is_right) {
    LLVMValueRef function = declare_intrinsic(t, text, type);
    if (!function || LLVMGlobalGetValueType(function) != type) {
      is_right = tern_op_error(op, "intrinsic %s is used with different types", tern_attr_text(attr));
    } else {
      LLVMValueRef call = LLVMBuildCallWithOperandBundles(t->builder, type, function, args.values, (unsigned)args.count,
                                                          bundles.values, (unsigned)bundles.count, "");
      tern_llvm_set_fastmath(op, call);
      is_right = tern_llvm_add_signature_attributes(t, op, call, true);
      finish(t, op, call);
    }
  }
  tern_vec_deinitialize(&args);
  dispose_bundles(&bundles);
  return is_right;
}

bool tern_llvm_translate_assume(tern_llvm_translation_t *t, tern_op_t *op) {
  unsigned id = LLVMLookupIntrinsicID("llvm.assume", strlen("llvm.assume"));
  LLVMValueRef function = LLVMGetIntrinsicDeclaration(t->module, id, NULL, 0);
  LLVMValueRef condition = tern_llvm_operand(t, op, 0);
  bundle_list_t bundles = {0};
  make_bundles(t, op, &bundles);
  LLVMBuildCallWithOperandBundles(t->builder, LLVMGlobalGetValueType(function), function, &condition, 1, bundles.values,
                                  (unsigned)bundles.count, "");
  dispose_bundles(&bundles);
  return true;
}
