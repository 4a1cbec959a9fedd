// gpu.modules for Intel's GPUs, whose drivers take SPIR-V: bitcode, SPIR-V as text, SPIR-V (upstream: Target/LLVM/XeVM/Target.cpp,
// where there is no offline compiler).

#include "dialect/xevm/xevm.h"
#include "target/gpu/llvm_object.h"
#include "target/gpu/serializers.h"

bool tern_gpu_serialize_xevm(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                             tern_gpu_compiled_t *out) {
  if (!tern_gpu_check_module(module)) return false;
  tern_gpu_target_t target = tern_gpu_target_of(attr);
  // SPIR-V is the same for all chips.
  const tern_gpu_llvm_target_t llvm = {.level = target.level, .triple = target.triple, .link = target.link};
  out->properties = tern_gpu_common_properties(module, how, target.level);
  return tern_gpu_llvm_emit(module, &llvm, how, tern_gpu_llvm_output(how->format), &out->bytes);
}
