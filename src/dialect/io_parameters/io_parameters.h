// io_parameters: values that a program reads from, and writes to, files beside it.

#ifndef TERN_DIALECT_IO_PARAMETERS_IO_PARAMETERS_H_
#define TERN_DIALECT_IO_PARAMETERS_IO_PARAMETERS_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_IO_PARAMETERS_##ID,
#include "dialect/io_parameters/io_parameters_ops.def"
#undef OP
  TERN_IO_PARAMETERS_OP_COUNT
};
extern const tern_op_row_t tern_io_parameters_ops[];
extern const tern_dialect_t tern_io_parameters_dialect;
#define TERN_IO_PARAMETERS(ID) (&tern_io_parameters_ops[TERN_IO_PARAMETERS_##ID])

#endif  // TERN_DIALECT_IO_PARAMETERS_IO_PARAMETERS_H_
