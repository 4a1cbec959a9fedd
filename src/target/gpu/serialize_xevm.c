// gpu.modules for Intel's GPUs, whose drivers take SPIR-V: bitcode, SPIR-V as text, SPIR-V (upstream: Target/LLVM/XeVM/Target.cpp,
// where there is no offline compiler).

#include "dialect/xevm/xevm.h"
#include "target/gpu/llvm_object.h"
#include "target/gpu/serializers.h"

static const tern_attr_t *make_properties(tern_context_t *context, const tern_gpu_serialization_t *how, int64_t level) {
  tern_named_attr_t entries[2];
  size_t count = 0;
  if (how->format == TERN_GPU_OBJECT_ASSEMBLY) {
    entries[count++] = (tern_named_attr_t){"O", tern_integer_attr_get(tern_i_type_get(context, 32), level)};
  }
  if (how->section.size) {
    entries[count++] = (tern_named_attr_t){"section", tern_string_attr_get(context, how->section)};
  }
  return count ? tern_dictionary_attr_get(context, entries, count) : NULL;
}

bool tern_gpu_serialize_xevm(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                             tern_gpu_compiled_t *out) {
  static const tern_llvm_output_t outputs[] = {
      [TERN_GPU_OBJECT_OFFLOAD] = TERN_LLVM_BITCODE,
      [TERN_GPU_OBJECT_ASSEMBLY] = TERN_LLVM_ASSEMBLY,
      [TERN_GPU_OBJECT_BINARY] = TERN_LLVM_OBJECT,
      [TERN_GPU_OBJECT_FATBIN] = TERN_LLVM_OBJECT,
  };
  tern_gpu_target_t target = tern_gpu_target_of(attr);
  // SPIR-V is the same for all chips.
  const tern_gpu_llvm_target_t llvm = {.level = target.level, .triple = target.triple, .link = target.link};
  out->properties = make_properties(tern_op_context(module), how, target.level);
  return tern_gpu_llvm_emit(module, &llvm, how, outputs[how->format], &out->bytes);
}
