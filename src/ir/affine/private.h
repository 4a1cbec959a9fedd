// What the files of affine expressions share. Private to src/ir.

#ifndef TERN_IR_AFFINE_PRIVATE_H_
#define TERN_IR_AFFINE_PRIVATE_H_

#include "ir/affine.h"

// Finds or makes the expression as it is, without simplification.
const tern_affine_expr_t *tern_affine_expr_unique(tern_context_t *context, tern_affine_kind_t kind,
                                                  const tern_affine_expr_t *lhs, const tern_affine_expr_t *rhs,
                                                  int64_t value);

static inline bool tern_affine_kind_is_binary(tern_affine_kind_t kind) { return kind < TERN_AFFINE_CONSTANT; }

// Arithmetic that wraps around, as upstream's does in release builds.
static inline int64_t tern_wrap_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static inline int64_t tern_wrap_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }

#endif  // TERN_IR_AFFINE_PRIVATE_H_
