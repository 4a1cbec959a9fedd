// ttng.fence_async_shared: what threads wrote to shared memory is seen by copies and products that go on by themselves (upstream:
// FenceAsyncSharedOpConversion).

#include "convert/triton/to_llvm/to_llvm.h"
#include "dialect/nvvm/nvvm.h"
#include "dialect/ttng/ttng.h"

static bool lower_fence(tern_op_t *op, tern_values_t operands, tern_conversion_t *conversion) {
  (void)operands;
  tern_builder_t *b = tern_triton_builder(conversion);
  const tern_attr_t *cluster = tern_op_attr(op, "bCluster");
  int64_t space =
      cluster && tern_integer_attr_value(cluster) ? TERN_NVVM_SHARED_SPACE_CLUSTER : TERN_NVVM_SHARED_SPACE_CTA;
  tern_build(b, TERN_NVVM(FENCE_PROXY), .types = {0},
             .attrs = TERN_ATTRS(
                 {"kind", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_PROXY_KIND, TERN_NVVM_PROXY_KIND_ASYNC_SHARED)},
                 {"space", tern_nvvm_enum_get(b->context, TERN_NVVM_ENUM_SHARED_SPACE, space)}));
  tern_conversion_erase(conversion, op);
  return true;
}

const tern_conversion_pattern_t tern_triton_fence_patterns[] = {
    {"fence-async-shared", TERN_TTNG(FENCE_ASYNC_SHARED), TERN_TRITON_BENEFIT, lower_fence},
    {0},
};
