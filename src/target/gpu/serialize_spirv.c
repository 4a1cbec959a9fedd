// gpu.modules that hold a spirv.module: its binary (upstream: Target/SPIRV/Target.cpp).

#include "dialect/spirv/spirv.h"
#include "ir/diagnostic.h"
#include "target/gpu/serializers.h"
#include "target/spirv/spirv_binary.h"

// For OpenCL --convert-gpu-to-spirv puts it into the gpu.module, for Vulkan before it.
static tern_op_t *find_spirv(tern_op_t *module) {
  tern_block_t *body = tern_op_body(module, 0);
  if (!body) return NULL;
  tern_block_for_each_op(body, op) {
    if (tern_op_is(op, TERN_SPIRV(MODULE))) return op;
  }
  tern_op_t *before = module->prev;
  return before && tern_op_is(before, TERN_SPIRV(MODULE)) ? before : NULL;
}

void tern_gpu_lower_for_spirv(const tern_attr_t *target, tern_string_builder_t *out) {
  (void)target;
#define FINISH "spirv.module(spirv-lower-abi-attrs,spirv-update-vce)"
  tern_string_builder_append_cstr(
      out, "expand-strided-metadata,lower-affine,convert-gpu-to-spirv," FINISH ",gpu.module(" FINISH ")");
#undef FINISH
}

bool tern_gpu_serialize_spirv(tern_op_t *module, const tern_attr_t *target, const tern_gpu_serialization_t *how,
                              tern_gpu_compiled_t *out) {
  (void)target;
  (void)how;
  tern_op_t *spirv = find_spirv(module);
  tern_spirv_words_t words = {0};
  if (!spirv) return tern_emit_error(module->loc, "has no spirv.module: run --convert-gpu-to-spirv first");
  bool is_right = tern_spirv_serialize(spirv, &TERN_SPIRV_SERIALIZE_DEFAULT, &words);
  if (is_right) {
    tern_string_builder_append(&out->bytes, tern_str_make((const char *)words.values, words.count * sizeof(uint32_t)));
  } else {
    tern_op_error(spirv, "failed to serialize SPIR-V module");
  }
  tern_spirv_words_deinitialize(&words);
  return is_right;
}
