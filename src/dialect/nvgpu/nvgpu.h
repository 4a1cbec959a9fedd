// nvgpu: between vectors and memrefs and what the nvvm dialect has for them: matrices of a warp or warp group, copies
// that go on by themselves, barriers in shared memory, tensor maps.

#ifndef TERN_DIALECT_NVGPU_NVGPU_H_
#define TERN_DIALECT_NVGPU_NVGPU_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_NVGPU_##ID,
#include "dialect/nvgpu/nvgpu_ops.def"
#undef OP
  TERN_NVGPU_OP_COUNT
};
extern const tern_op_row_t tern_nvgpu_ops[];
extern const tern_dialect_t tern_nvgpu_dialect;
#define TERN_NVGPU(ID) (&tern_nvgpu_ops[TERN_NVGPU_##ID])

// Parameters of the types:
//   device.async.token, mbarrier.token   none
//   mbarrier.group                       [memory space (attribute), number of barriers]
//   tensormap.descriptor                 [memref of a box, swizzle, l2promo, oob, interleave (values of the enums)]
//   warpgroup.descriptor                 [memref]
//   warpgroup.accumulator                [vector]
typedef enum tern_nvgpu_type {
  TERN_NVGPU_TYPE_DEVICE_ASYNC_TOKEN,
  TERN_NVGPU_TYPE_MBARRIER_GROUP,
  TERN_NVGPU_TYPE_MBARRIER_TOKEN,
  TERN_NVGPU_TYPE_TENSORMAP_DESCRIPTOR,
  TERN_NVGPU_TYPE_WARPGROUP_DESCRIPTOR,
  TERN_NVGPU_TYPE_WARPGROUP_ACCUMULATOR,
  TERN_NVGPU_TYPE_COUNT
} tern_nvgpu_type_t;
extern const tern_type_row_t tern_nvgpu_types[];
static inline bool tern_type_is_nvgpu(const tern_type_t *type, tern_nvgpu_type_t id) {
  return type->kind == TERN_TYPE_DIALECT && type->row == &tern_nvgpu_types[id];
}
// The memref or vector that a tensor map, descriptor or accumulator is of.
static inline const tern_type_t *tern_nvgpu_type_inside(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[0];
}
static inline const tern_attr_t *tern_nvgpu_barrier_space(const tern_type_t *type) {
  return (const tern_attr_t *)(uintptr_t)type->params[0];
}
static inline int64_t tern_nvgpu_barrier_count(const tern_type_t *type) { return (int64_t)type->params[1]; }

typedef enum tern_nvgpu_enum {
  TERN_NVGPU_ENUM_SWIZZLE,
  TERN_NVGPU_ENUM_L2PROMO,
  TERN_NVGPU_ENUM_OOB,
  TERN_NVGPU_ENUM_INTERLEAVE,
  TERN_NVGPU_ENUM_RCP_ROUNDING_MODE,
  TERN_NVGPU_ENUM_COUNT
} tern_nvgpu_enum_t;
extern const tern_enum_row_t tern_nvgpu_enums[];
#define TERN_NVGPU_ENUM(ID) (&tern_nvgpu_enums[TERN_NVGPU_ENUM_##ID])
enum { TERN_NVGPU_SWIZZLE_NONE, TERN_NVGPU_SWIZZLE_32B, TERN_NVGPU_SWIZZLE_64B, TERN_NVGPU_SWIZZLE_128B };
enum { TERN_NVGPU_INTERLEAVE_NONE };
enum { TERN_NVGPU_RCP_APPROX };

// The enum parameters of a tensor map, in the order of tern_nvgpu_enum_t.
static inline int64_t tern_nvgpu_map_param(const tern_type_t *map, tern_nvgpu_enum_t id) {
  return (int64_t)map->params[1 + id];
}

enum { TERN_NVGPU_WARP_SIZE = 32, TERN_NVGPU_WARPGROUP_ROWS = 64 };

// Does the memory space say shared memory: 3, or #gpu.address_space<workgroup>?
bool tern_nvgpu_is_shared_space(const tern_attr_t *space);
// mmaShape: m, n and k.
void tern_nvgpu_mma_shape(const tern_op_t *op, int64_t out_shape[3]);

#endif  // TERN_DIALECT_NVGPU_NVGPU_H_
