// ub: values that undefined behaviour gives.

#ifndef TERN_DIALECT_UB_UB_H_
#define TERN_DIALECT_UB_UB_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_UB_##ID,
#include "dialect/ub/ub_ops.def"
#undef OP
  TERN_UB_OP_COUNT
};

extern const tern_op_row_t tern_ub_ops[];
extern const tern_dialect_t tern_ub_dialect;

#define TERN_UB(ID) (&tern_ub_ops[TERN_UB_##ID])

// #ub.poison.
extern const tern_attr_row_t tern_ub_attrs[];
const tern_attr_t *tern_ub_poison_attr(tern_context_t *context);

#endif  // TERN_DIALECT_UB_UB_H_
