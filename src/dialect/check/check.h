// check: what a test expects of a program's values.

#ifndef TERN_DIALECT_CHECK_CHECK_H_
#define TERN_DIALECT_CHECK_CHECK_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_CHECK_##ID,
#include "dialect/check/check_ops.def"
#undef OP
  TERN_CHECK_OP_COUNT
};
extern const tern_op_row_t tern_check_ops[];
extern const tern_dialect_t tern_check_dialect;
#define TERN_CHECK(ID) (&tern_check_ops[TERN_CHECK_##ID])

#endif  // TERN_DIALECT_CHECK_CHECK_H_
