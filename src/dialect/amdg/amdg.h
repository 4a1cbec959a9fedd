// amdg: what only AMD's chips have of Triton's programs: buffers with an offset for each element, copies by tensor data movers, slices
// of tensors in registers (upstream: TritonAMDGPU of Triton 3.6).

#ifndef TERN_DIALECT_AMDG_AMDG_H_
#define TERN_DIALECT_AMDG_AMDG_H_

#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_AMDG_##ID,
#include "dialect/amdg/amdg_ops.def"
#undef OP
  TERN_AMDG_OP_COUNT
};
extern const tern_op_row_t tern_amdg_ops[];
extern const tern_dialect_t tern_amdg_dialect;
#define TERN_AMDG(ID) (&tern_amdg_ops[TERN_AMDG_##ID])

typedef enum tern_amdg_attr { TERN_AMDG_ATTR_SET_FP8_CLAMPING, TERN_AMDG_ATTR_COUNT } tern_amdg_attr_t;
extern const tern_attr_row_t tern_amdg_attrs[];

typedef enum tern_amdg_enum { TERN_AMDG_ENUM_SCHED_HINT, TERN_AMDG_ENUM_COUNT } tern_amdg_enum_t;
extern const tern_enum_row_t tern_amdg_enums[];
#define TERN_AMDG_ENUM(ID) (&tern_amdg_enums[TERN_AMDG_ENUM_##ID])
enum { TERN_AMDG_SCHED_NONE = 0, TERN_AMDG_SCHED_ATTENTION = 2 };

#endif  // TERN_DIALECT_AMDG_AMDG_H_
