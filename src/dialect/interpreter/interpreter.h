// interpreter: what tests of StableHLO's reference interpreter ask of it.

#ifndef TERN_DIALECT_INTERPRETER_INTERPRETER_H_
#define TERN_DIALECT_INTERPRETER_INTERPRETER_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_INTERPRETER_##ID,
#include "dialect/interpreter/interpreter_ops.def"
#undef OP
  TERN_INTERPRETER_OP_COUNT
};

extern const tern_op_row_t tern_interpreter_ops[];
extern const tern_dialect_t tern_interpreter_dialect;

#define TERN_INTERPRETER(ID) (&tern_interpreter_ops[TERN_INTERPRETER_##ID])

#endif  // TERN_DIALECT_INTERPRETER_INTERPRETER_H_
