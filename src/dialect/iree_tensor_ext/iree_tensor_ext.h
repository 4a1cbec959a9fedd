// iree_tensor_ext: what a dispatch sees of the tensors it is given, and how its grid follows from its workload.

#ifndef TERN_DIALECT_IREE_TENSOR_EXT_IREE_TENSOR_EXT_H_
#define TERN_DIALECT_IREE_TENSOR_EXT_IREE_TENSOR_EXT_H_

#include "dialect/common/dynamic_index_list.h"
#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_TENSOR_EXT_##ID,
#include "dialect/iree_tensor_ext/iree_tensor_ext_ops.def"
#undef OP
  TERN_IREE_TENSOR_EXT_OP_COUNT
};
extern const tern_op_row_t tern_iree_tensor_ext_ops[];
extern const tern_dialect_t tern_iree_tensor_ext_dialect;
#define TERN_IREE_TENSOR_EXT(ID) (&tern_iree_tensor_ext_ops[TERN_IREE_TENSOR_EXT_##ID])

// --- !iree_tensor_ext.dispatch.tensor<access:type>; params [access, bound type] ---
typedef enum tern_tensor_access {
  TERN_TENSOR_READ_ONLY,
  TERN_TENSOR_WRITE_ONLY,
  TERN_TENSOR_READ_WRITE
} tern_tensor_access_t;
extern const tern_type_row_t tern_dispatch_tensor_type_row;
static inline bool tern_type_is_dispatch_tensor(const tern_type_t *type) {
  return type->row == &tern_dispatch_tensor_type_row;
}
// `bound` is a ranked tensor (or, for one value, its scalar type).
const tern_type_t *tern_dispatch_tensor_type_get(tern_tensor_access_t access, const tern_type_t *bound);
static inline tern_tensor_access_t tern_dispatch_tensor_type_access(const tern_type_t *type) {
  return (tern_tensor_access_t)type->params[0];
}
static inline const tern_type_t *tern_dispatch_tensor_type_bound(const tern_type_t *type) {
  return (const tern_type_t *)(uintptr_t)type->params[1];
}
// The bound type as a ranked tensor: a scalar is a tensor of rank 0.
const tern_type_t *tern_dispatch_tensor_type_as_tensor(const tern_type_t *type);

// --- builders ---
// Loads or stores a slice; `dims` are the dynamic dimensions of the dispatch tensor. `type` NULL: the slice's sizes.
tern_value_t *tern_dispatch_tensor_load_build(tern_builder_t *builder, const tern_type_t *type, tern_value_t *source,
                                              tern_values_t dims, const tern_slice_t *slice);
tern_op_t *tern_dispatch_tensor_store_build(tern_builder_t *builder, tern_value_t *value, tern_value_t *target,
                                            tern_values_t dims, const tern_slice_t *slice);
// The same for the whole tensor.
tern_value_t *tern_dispatch_tensor_load_whole(tern_builder_t *builder, tern_value_t *source, tern_values_t dims);
tern_op_t *tern_dispatch_tensor_store_whole(tern_builder_t *builder, tern_value_t *value, tern_value_t *target,
                                            tern_values_t dims);
// Does a load or store reach the whole tensor? False also if that cannot be seen.
bool tern_dispatch_tensor_access_is_whole(const tern_op_t *op);

#endif  // TERN_DIALECT_IREE_TENSOR_EXT_IREE_TENSOR_EXT_H_
