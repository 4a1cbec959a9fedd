// gpu.modules for the CPU: bitcode, assembly, relocatable objects, which libtern_cpu_gpu_runtime loads.

#include "dialect/tern/tern.h"
#include "target/gpu/llvm_object.h"
#include "target/gpu/serializers.h"

// What is empty is LLVM's to choose, and it chooses the host's.
static tern_str_t unless_native(tern_str_t name) {
  return tern_str_equal_cstr(name, TERN_CPU_TARGET_NATIVE) ? TERN_STR("") : name;
}

void tern_gpu_lower_for_cpu(const tern_attr_t *target, tern_string_builder_t *out) {
  (void)target;
  tern_string_builder_append_cstr(
      out, TERN_GPU_LOWER_CONTROL_FLOW
      "gpu.module(convert-gpu-to-cpu-runtime,convert-vector-to-llvm,reconcile-unrealized-casts)");
}

bool tern_gpu_serialize_cpu(tern_op_t *module, const tern_attr_t *attr, const tern_gpu_serialization_t *how,
                            tern_gpu_compiled_t *out) {
  if (!tern_gpu_check_module(module)) return false;
  tern_gpu_target_t target = tern_gpu_target_of(attr);
  const tern_gpu_llvm_target_t llvm = {.level = target.level,
                                       .triple = unless_native(target.triple),
                                       .chip = unless_native(target.chip),
                                       .features = target.features,
                                       .link = target.link};
  out->properties = tern_gpu_common_properties(module, how, target.level);
  return tern_gpu_llvm_emit(module, &llvm, how, tern_gpu_llvm_output(how->format), &out->bytes);
}
