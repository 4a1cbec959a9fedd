// ml_program: functions, subgraphs and globals as machine learning front ends write them.

#ifndef TERN_DIALECT_ML_PROGRAM_ML_PROGRAM_H_
#define TERN_DIALECT_ML_PROGRAM_ML_PROGRAM_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_ML_PROGRAM_##ID,
#include "dialect/ml_program/ml_program_ops.def"
#undef OP
  TERN_ML_PROGRAM_OP_COUNT
};
extern const tern_op_row_t tern_ml_program_ops[];
extern const tern_dialect_t tern_ml_program_dialect;
#define TERN_ML_PROGRAM(ID) (&tern_ml_program_ops[TERN_ML_PROGRAM_##ID])

// !ml_program.token; #ml_program.extern : type (params [type])
extern const tern_type_row_t tern_ml_program_types[];
extern const tern_attr_row_t tern_ml_program_attrs[];

#endif  // TERN_DIALECT_ML_PROGRAM_ML_PROGRAM_H_
