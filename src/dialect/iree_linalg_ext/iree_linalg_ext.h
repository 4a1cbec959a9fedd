// iree_linalg_ext: ops on tensors in destination passing style that are no loop nests with affine maps: sorting, scattering,
// prefix sums, Fourier transforms.

#ifndef TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_
#define TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_LINALG_EXT_##ID,
#include "dialect/iree_linalg_ext/iree_linalg_ext_ops.def"
#undef OP
  TERN_IREE_LINALG_EXT_OP_COUNT
};

extern const tern_op_row_t tern_iree_linalg_ext_ops[];
extern const tern_dialect_t tern_iree_linalg_ext_dialect;

#define TERN_IREE_LINALG_EXT(ID) (&tern_iree_linalg_ext_ops[TERN_IREE_LINALG_EXT_##ID])

static inline bool tern_is_linalg_ext(const tern_op_t *op) {
  return op->def->row >= tern_iree_linalg_ext_ops &&
         op->def->row < tern_iree_linalg_ext_ops + TERN_IREE_LINALG_EXT_OP_COUNT;
}
// Operands of the groups "inputs" and "outputs", by place in the group.
size_t tern_linalg_ext_input_count(const tern_op_t *op);
size_t tern_linalg_ext_output_count(const tern_op_t *op);
tern_value_t *tern_linalg_ext_input(const tern_op_t *op, size_t index);
tern_value_t *tern_linalg_ext_output(const tern_op_t *op, size_t index);

#endif  // TERN_DIALECT_IREE_LINALG_EXT_IREE_LINALG_EXT_H_
