// sdy (Shardy): how tensors are spread over a mesh of devices, as JAX says it. The contents of its attributes are kept as
// text: this compiler has one device, for which they mean nothing.

#ifndef TERN_DIALECT_SDY_SDY_H_
#define TERN_DIALECT_SDY_SDY_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_SDY_##ID,
#include "dialect/sdy/sdy_ops.def"
#undef OP
  TERN_SDY_OP_COUNT
};

extern const tern_op_row_t tern_sdy_ops[];
extern const tern_dialect_t tern_sdy_dialect;

#define TERN_SDY(ID) (&tern_sdy_ops[TERN_SDY_##ID])

#endif  // TERN_DIALECT_SDY_SDY_H_
