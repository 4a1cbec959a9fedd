// builtin: modules and casts between type systems.

#ifndef TERN_DIALECT_BUILTIN_BUILTIN_H_
#define TERN_DIALECT_BUILTIN_BUILTIN_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_BUILTIN_##ID,
#include "dialect/builtin/builtin_ops.def"
#undef OP
  TERN_BUILTIN_OP_COUNT
};

extern const tern_op_row_t tern_builtin_ops[];
extern const tern_dialect_t tern_builtin_dialect;

#define TERN_BUILTIN(ID) (&tern_builtin_ops[TERN_BUILTIN_##ID])

#endif  // TERN_DIALECT_BUILTIN_BUILTIN_H_
