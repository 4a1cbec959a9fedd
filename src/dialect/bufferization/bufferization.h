// bufferization: the ops between tensors and buffers that the standard dialect's tensor_load and tensor_store became.

#ifndef TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_
#define TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_BUFFERIZATION_##ID,
#include "dialect/bufferization/bufferization_ops.def"
#undef OP
  TERN_BUFFERIZATION_OP_COUNT
};
extern const tern_op_row_t tern_bufferization_ops[];
extern const tern_dialect_t tern_bufferization_dialect;
#define TERN_BUFFERIZATION(ID) (&tern_bufferization_ops[TERN_BUFFERIZATION_##ID])

#endif  // TERN_DIALECT_BUFFERIZATION_BUFFERIZATION_H_
