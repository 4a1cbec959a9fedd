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
extern const struct tern_dialect_encoding tern_chlo_encoding;  // private to the folder

#define TERN_CHLO(ID) (&tern_chlo_ops[TERN_CHLO_##ID])

// Dimensions of chlo.ragged_dot's operands.
typedef struct tern_ragged_dims {
  const int64_t *values;
  size_t count;
} tern_ragged_dims_t;
typedef struct tern_ragged_dot_numbers {
  tern_ragged_dims_t lhs_batching, rhs_batching, lhs_contracting, rhs_contracting, lhs_ragged, rhs_group;
} tern_ragged_dot_numbers_t;
// False if the attribute is no #chlo.ragged_dot.
bool tern_chlo_ragged_dot_numbers(const tern_attr_t *attr, tern_ragged_dot_numbers_t *out_numbers);
// What the one ragged dimension of lhs is.
typedef enum tern_ragged_mode { TERN_RAGGED_FREE, TERN_RAGGED_CONTRACTING, TERN_RAGGED_BATCH } tern_ragged_mode_t;
tern_ragged_mode_t tern_chlo_ragged_mode(const tern_ragged_dot_numbers_t *numbers);
bool tern_ragged_dims_have(tern_ragged_dims_t dims, size_t dim);

#endif  // TERN_DIALECT_CHLO_CHLO_H_
