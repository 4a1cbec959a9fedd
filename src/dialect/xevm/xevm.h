// xevm: what Intel's GPUs have beyond LLVM IR, and what a gpu.module for them is compiled for.

#ifndef TERN_DIALECT_XEVM_XEVM_H_
#define TERN_DIALECT_XEVM_XEVM_H_

#include "dialect/common/gpu_target.h"
#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_XEVM_##ID,
#include "dialect/xevm/xevm_ops.def"
#undef OP
  TERN_XEVM_OP_COUNT
};
extern const tern_op_row_t tern_xevm_ops[];
#define TERN_XEVM(ID) (&tern_xevm_ops[TERN_XEVM_##ID])

typedef enum tern_xevm_enum {
#define ENUM(ID, ...) TERN_XEVM_ENUM_##ID,
#include "dialect/xevm/xevm_enums.def"
#undef ENUM
  TERN_XEVM_ENUM_COUNT
} tern_xevm_enum_t;
extern const tern_enum_row_t tern_xevm_enums[];
#define TERN_XEVM_ENUM(ID) (&tern_xevm_enums[TERN_XEVM_ENUM_##ID])

// Parameters of the attributes: of the target, dialect/common/gpu_target.h; of mma_shape m, n and k; of mma_types the cases
// of d, a, b and c (0: absent).
typedef enum tern_xevm_attr {
  TERN_XEVM_ATTR_TARGET,
  TERN_XEVM_ATTR_MMA_SHAPE,
  TERN_XEVM_ATTR_MMA_TYPES,
  TERN_XEVM_ATTR_COUNT
} tern_xevm_attr_t;
extern const tern_attr_row_t tern_xevm_attrs[];
#define TERN_XEVM_ATTR(ID) (&tern_xevm_attrs[TERN_XEVM_ATTR_##ID])
static inline bool tern_attr_is_xevm(const tern_attr_t *attr, tern_xevm_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_xevm_attrs[id];
}

// The members of #xevm.target and their defaults.
extern const tern_gpu_target_form_t tern_xevm_target_form;

extern const tern_dialect_t tern_xevm_dialect;

#endif  // TERN_DIALECT_XEVM_XEVM_H_
