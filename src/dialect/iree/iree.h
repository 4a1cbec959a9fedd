// iree: the placeholder op of the 2020-21 pipeline.

#ifndef TERN_DIALECT_IREE_IREE_H_
#define TERN_DIALECT_IREE_IREE_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IREE_##ID,
#include "dialect/iree/iree_ops.def"
#undef OP
  TERN_IREE_OP_COUNT
};
extern const tern_op_row_t tern_iree_ops[];
extern const tern_dialect_t tern_iree_dialect;
#define TERN_IREE(ID) (&tern_iree_ops[TERN_IREE_##ID])

#endif  // TERN_DIALECT_IREE_IREE_H_
