// Patterns on StableHLO that several passes apply. Private to src/transform/stablehlo.

#ifndef TERN_TRANSFORM_STABLEHLO_PATTERNS_H_
#define TERN_TRANSFORM_STABLEHLO_PATTERNS_H_

#include "dialect/stablehlo/stablehlo.h"
#include "rewrite/rewriter.h"

// The dense constant that a value is, or NULL.
const tern_attr_t *tern_hlo_constant_of(const tern_value_t *value);
// Replaces `op` by a constant.
void tern_hlo_replace_by_constant(tern_rewriter_t *rewriter, tern_op_t *op, const tern_attr_t *value);

// A rewrite of one kind of op whose result is a tensor.
typedef struct tern_hlo_rewrite {
  tern_hlo_t id;
  bool (*rewrite)(tern_op_t *op, tern_rewriter_t *rewriter);
} tern_hlo_rewrite_t;
// Applies the row for `op`, if there is one. True if it changed something.
bool tern_hlo_apply_rewrite(tern_op_t *op, tern_rewriter_t *rewriter, const tern_hlo_rewrite_t *rows, size_t count);

// Folds ops on constants of few elements: conversions, comparisons, movements, sizes (fold_constants.c).
bool tern_hlo_fold_constants(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
// Ops that do nothing, or that another op says more simply (simplify.c).
bool tern_hlo_simplify(tern_op_t *op, tern_rewriter_t *rewriter, void *user);
// Ops whose shapes, paddings and bounds are computed, where these are constants (static_shapes.c).
bool tern_hlo_make_static(tern_op_t *op, tern_rewriter_t *rewriter, void *user);

#endif  // TERN_TRANSFORM_STABLEHLO_PATTERNS_H_
