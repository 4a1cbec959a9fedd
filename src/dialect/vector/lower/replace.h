// What the lowering patterns of vector have in common. Private to dialect/vector/lower.

#ifndef TERN_DIALECT_VECTOR_LOWER_REPLACE_H_
#define TERN_DIALECT_VECTOR_LOWER_REPLACE_H_

#include "dialect/arith/arith.h"
#include "dialect/vector/build.h"
#include "dialect/vector/lowering.h"

static inline bool replace_by(tern_rewriter_t *rewriter, tern_op_t *op, tern_value_t *value) {
  tern_rewriter_replace(rewriter, op, TERN_VALUES(value));
  return true;
}

static inline bool is_scalable(const tern_type_t *vector) { return tern_vector_type_scalable_mask(vector) != 0; }

#endif  // TERN_DIALECT_VECTOR_LOWER_REPLACE_H_
