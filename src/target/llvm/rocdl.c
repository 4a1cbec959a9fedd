// Attributes of the rocdl dialect on functions and memory accesses: kernels for AMD's GPUs (upstream: ROCDLToLLVMIRTranslation.cpp).

#include "target/llvm/translate.h"

static void add_text(tern_llvm_translation_t *t, LLVMValueRef function, const char *name, tern_str_t value) {
  LLVMAddAttributeAtIndex(
      function, LLVMAttributeFunctionIndex,
      LLVMCreateStringAttribute(t->llvm, name, (unsigned)strlen(name), value.data, (unsigned)value.size));
}

static bool has_text(LLVMValueRef function, const char *name) {
  return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, name, (unsigned)strlen(name)) != NULL;
}

static void add_number(tern_llvm_translation_t *t, LLVMValueRef function, const char *name, const char *prefix,
                       int64_t value) {
  tern_string_builder_t text = {0};
  tern_string_builder_append_format(&text, "%s%lld", prefix, (long long)value);
  add_text(t, function, name, tern_string_builder_view(&text));
  tern_string_builder_deinitialize(&text);
}

static void add_work_group_size(tern_llvm_translation_t *t, const tern_attr_t *sizes, LLVMValueRef function) {
  LLVMMetadataRef nodes[3];
  size_t count = tern_dense_array_attr_count(sizes);
  for (size_t i = 0; i < count && i < 3; ++i) {
    nodes[i] = LLVMValueAsMetadata(
        LLVMConstInt(LLVMInt32TypeInContext(t->llvm), (uint64_t)tern_dense_array_attr_int(sizes, i), true));
  }
  LLVMGlobalSetMetadata(function, LLVMGetMDKindIDInContext(t->llvm, "reqd_work_group_size", 20),
                        LLVMMDNodeInContext2(t->llvm, nodes, count < 3 ? count : 3));
}

// What a kernel is told by attributes of its own.
static void add_hints(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  const tern_attr_t *attr = tern_op_attr(op, "rocdl.flat_work_group_size");
  if (tern_attr_is_string(attr)) add_text(t, function, "amdgpu-flat-work-group-size", tern_string_attr_value(attr));
  attr = tern_op_attr(op, "rocdl.max_flat_work_group_size");
  if (tern_attr_is_integer(attr)) {
    add_number(t, function, "amdgpu-flat-work-group-size", "1,", tern_integer_attr_value(attr));
  }
  attr = tern_op_attr(op, "rocdl.waves_per_eu");
  if (tern_attr_is_integer(attr)) add_number(t, function, "amdgpu-waves-per-eu", "", tern_integer_attr_value(attr));
  attr = tern_op_attr(op, "rocdl.unsafe_fp_atomics");
  if (tern_attr_is_integer(attr)) {
    add_text(t, function, "amdgpu-unsafe-fp-atomics",
             tern_integer_attr_value(attr) ? TERN_STR("true") : TERN_STR("false"));
  }
  attr = tern_op_attr(op, "rocdl.uniform_work_group_size");
  if (tern_attr_is_integer(attr)) {
    add_text(t, function, "uniform-work-group-size",
             tern_integer_attr_value(attr) ? TERN_STR("true") : TERN_STR("false"));
  }
  attr = tern_op_attr(op, "rocdl.reqd_work_group_size");
  if (attr && attr->kind == TERN_ATTR_DENSE_ARRAY) add_work_group_size(t, attr, function);
}

void tern_llvm_add_rocdl_attributes(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef function) {
  enum { AMDGPU_KERNEL = 91 };  // llvm::CallingConv::AMDGPU_KERNEL
  if (!op->attrs) return;
  add_hints(t, op, function);
  if (!tern_op_attr(op, "rocdl.kernel")) return;
  LLVMSetFunctionCallConv(function, AMDGPU_KERNEL);
  if (!has_text(function, "amdgpu-flat-work-group-size")) {
    add_text(t, function, "amdgpu-flat-work-group-size", TERN_STR("1,256"));
  }
  if (!has_text(function, "uniform-work-group-size")) {
    add_text(t, function, "uniform-work-group-size", TERN_STR("true"));
  }
}

void tern_llvm_set_rocdl_metadata(tern_llvm_translation_t *t, const tern_op_t *op, LLVMValueRef value) {
  static const struct {
    const char *attr, *kind;
  } kinds[] = {
      {"rocdl.ignore_denormal_mode", "amdgpu.ignore.denormal.mode"},
      {"rocdl.last_use", "amdgpu.last.use"},
      {"rocdl.no_fine_grained_memory", "amdgpu.no.fine.grained.memory"},
      {"rocdl.no_remote_memory", "amdgpu.no.remote.memory"},
  };
  if (!op->attrs) return;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; ++i) {
    if (tern_op_attr(op, kinds[i].attr)) tern_llvm_set_metadata(t, value, kinds[i].kind, tern_llvm_node(t, NULL, 0));
  }
}
