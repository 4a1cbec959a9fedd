// chlo: what clients of stablehlo write and it does not have: special functions, and ops that broadcast as NumPy does.

#ifndef TERN_DIALECT_CHLO_CHLO_H_
#define TERN_DIALECT_CHLO_CHLO_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_CHLO_##ID,
#include "dialect/chlo/chlo_ops.def"
#undef OP
  TERN_CHLO_OP_COUNT
};

extern const tern_op_row_t tern_chlo_ops[];
extern const tern_dialect_t tern_chlo_dialect;

#define TERN_CHLO(ID) (&tern_chlo_ops[TERN_CHLO_##ID])

#endif  // TERN_DIALECT_CHLO_CHLO_H_
