// cf: branches among the blocks of a region.

#ifndef TERN_DIALECT_CF_CF_H_
#define TERN_DIALECT_CF_CF_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_CF_##ID,
#include "dialect/cf/cf_ops.def"
#undef OP
  TERN_CF_OP_COUNT
};

extern const tern_op_row_t tern_cf_ops[];
extern const tern_dialect_t tern_cf_dialect;

#define TERN_CF(ID) (&tern_cf_ops[TERN_CF_##ID])

#endif  // TERN_DIALECT_CF_CF_H_
