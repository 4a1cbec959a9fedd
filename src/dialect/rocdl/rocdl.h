// rocdl: what AMD's GPUs have beyond LLVM IR, an op for each intrinsic; and what a gpu.module is compiled for.

#ifndef TERN_DIALECT_ROCDL_ROCDL_H_
#define TERN_DIALECT_ROCDL_ROCDL_H_

#include "dialect/common/gpu_target.h"
#include "ir/op_def.h"

// An op `rocdl.x.y` is the intrinsic `llvm.amdgcn.x.y`, but for rocdl.barrier and the ids of which a library has functions.
// `extra` of its row, a text, names what the intrinsic takes, in its order: operands and attributes, and first the result
// if there is one. `*` before a name: its type is part of the intrinsic's name; `**`: those of the first two values. NULL:
// the operands.
enum {
#define OP(ID, ...) TERN_ROCDL_##ID,
#include "dialect/rocdl/rocdl_ops.def"
#undef OP
  TERN_ROCDL_OP_COUNT
};
extern const tern_op_row_t tern_rocdl_ops[];
#define TERN_ROCDL(ID) (&tern_rocdl_ops[TERN_ROCDL_##ID])

// Address spaces of pointers.
typedef enum tern_rocdl_space {
  TERN_ROCDL_FLAT = 0,
  TERN_ROCDL_GLOBAL = 1,
  TERN_ROCDL_WORKGROUP = 3,
  TERN_ROCDL_CONSTANT = 4,
  TERN_ROCDL_PRIVATE = 5,
} tern_rocdl_space_t;

// Parameters of the attribute: dialect/common/gpu_target.h.
typedef enum tern_rocdl_attr { TERN_ROCDL_ATTR_TARGET, TERN_ROCDL_ATTR_COUNT } tern_rocdl_attr_t;
extern const tern_attr_row_t tern_rocdl_attrs[];
#define TERN_ROCDL_ATTR(ID) (&tern_rocdl_attrs[TERN_ROCDL_ATTR_##ID])
static inline bool tern_attr_is_rocdl(const tern_attr_t *attr, tern_rocdl_attr_t id) {
  return attr && attr->kind == TERN_ATTR_DIALECT && attr->row == &tern_rocdl_attrs[id];
}

// The members of #rocdl.target and their defaults.
extern const tern_gpu_target_form_t tern_rocdl_target_form;

extern const tern_dialect_t tern_rocdl_dialect;

#endif  // TERN_DIALECT_ROCDL_ROCDL_H_
