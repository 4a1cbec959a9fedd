// Dialects of IREE's code generators, of which programs hold attributes that say how to tile for IREE's targets. They mean
// nothing here and are kept as they are written: a dialect without rows is known by name only.

#ifndef TERN_DIALECT_IREE_CODEGEN_IREE_CODEGEN_H_
#define TERN_DIALECT_IREE_CODEGEN_IREE_CODEGEN_H_

#include "ir/op_def.h"

extern const tern_dialect_t tern_iree_codegen_dialect;
extern const tern_dialect_t tern_iree_cpu_dialect;
extern const tern_dialect_t tern_iree_gpu_dialect;

#endif  // TERN_DIALECT_IREE_CODEGEN_IREE_CODEGEN_H_
