// linalg: structured operations on tensors and buffers.
//
// What passes ask of these ops is in structured.h; this header names the ops.

#ifndef TERN_DIALECT_LINALG_LINALG_H_
#define TERN_DIALECT_LINALG_LINALG_H_

#include "dialect/linalg/structured.h"
#include "ir/op_def.h"

enum {
#define OP(ID, ...) TERN_LINALG_##ID,
#include "dialect/linalg/linalg_ops.def"
#undef OP
  TERN_LINALG_OP_COUNT
};

extern const tern_op_row_t tern_linalg_ops[];
extern const tern_dialect_t tern_linalg_dialect;

#define TERN_LINALG(ID) (&tern_linalg_ops[TERN_LINALG_##ID])

typedef enum tern_linalg_enum {
  TERN_LINALG_ENUM_ITERATOR_TYPE,
  TERN_LINALG_ENUM_TYPE_FN,
  TERN_LINALG_ENUM_UNARY_FN,
  TERN_LINALG_ENUM_BINARY_FN,
  TERN_LINALG_ENUM_TERNARY_FN,
  TERN_LINALG_ENUM_ELEMENTWISE_KIND,
  TERN_LINALG_ENUM_WINOGRAD_FMR,
  TERN_LINALG_ENUM_COUNT
} tern_linalg_enum_t;
extern const tern_enum_row_t tern_linalg_enums[];
#define TERN_LINALG_ENUM(ID) (&tern_linalg_enums[TERN_LINALG_ENUM_##ID])

// Values of the `cast` attribute.
enum { TERN_LINALG_CAST_SIGNED, TERN_LINALG_CAST_UNSIGNED };

#endif  // TERN_DIALECT_LINALG_LINALG_H_
