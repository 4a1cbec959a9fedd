#include "transform/nvgpu/accesses.h"

#include "dialect/memref/memref.h"
#include "dialect/nvgpu/nvgpu.h"
#include "dialect/vector/vector.h"

const tern_nvgpu_access_t *tern_nvgpu_access_of(const tern_op_t *op) {
  static const tern_nvgpu_access_t accesses[] = {
      {TERN_NVGPU(LDMATRIX), "srcMemref", "indices", NULL, false},
      {TERN_NVGPU(DEVICE_ASYNC_COPY), "dst", "dstIndices", NULL, true},
      {TERN_MEMREF(LOAD), "memref", "indices", NULL, false},
      {TERN_MEMREF(STORE), "memref", "indices", "value", true},
      {TERN_VECTOR(LOAD), "base", "indices", NULL, false},
      {TERN_VECTOR(STORE), "base", "indices", "valueToStore", true},
      {TERN_VECTOR(TRANSFER_READ), "base", "indices", NULL, false},
      {TERN_VECTOR(TRANSFER_WRITE), "base", "indices", "valueToStore", true},
  };
  for (size_t i = 0; i < sizeof accesses / sizeof accesses[0]; ++i) {
    if (tern_op_is(op, accesses[i].row)) return &accesses[i];
  }
  return NULL;
}

tern_value_t *tern_nvgpu_access_base(const tern_op_t *op, const tern_nvgpu_access_t *access) {
  return tern_op_operand_named(op, access->base);
}

void tern_nvgpu_access_indices(const tern_op_t *op, const tern_nvgpu_access_t *access, size_t *out_start,
                               size_t *out_count) {
  tern_op_operands_named(op, access->indices, out_start, out_count);
}
