// tm_tensor: what torch-mlir makes of PyTorch's ops that are no loop nests with affine maps: sorts, prefix sums, scatters, attention.

#ifndef TERN_DIALECT_TM_TENSOR_TM_TENSOR_H_
#define TERN_DIALECT_TM_TENSOR_TM_TENSOR_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_TM_TENSOR_##ID,
#include "dialect/tm_tensor/tm_tensor_ops.def"
#undef OP
  TERN_TM_TENSOR_OP_COUNT
};

extern const tern_op_row_t tern_tm_tensor_ops[];
extern const tern_dialect_t tern_tm_tensor_dialect;

#define TERN_TM_TENSOR(ID) (&tern_tm_tensor_ops[TERN_TM_TENSOR_##ID])

#endif  // TERN_DIALECT_TM_TENSOR_TM_TENSOR_H_
