// Folding: an op's own simplification (its row's hook and its traits).

#ifndef TERN_REWRITE_FOLD_H_
#define TERN_REWRITE_FOLD_H_

#include "rewrite/rewriter.h"

// Folds `op` once without making anything: `out_results` (room for result_count) has attributes and values. Constants
// are not folded: their answer would be themselves.
tern_fold_status_t tern_fold_compute(tern_op_t *op, tern_fold_result_t *out_results);
// The same where `constants[i]` is what operand i is taken to be, or NULL.
tern_fold_status_t tern_fold_compute_for(tern_op_t *op, const tern_attr_t *const *constants,
                                         tern_fold_result_t *out_results);
// Folds `op` once. On REPLACED, constants were made through the dialect (before `op`) and `out_values` (room for
// result_count values) has the replacements; the op is still there. An answer that cannot be materialised counts as
// FAILED.
tern_fold_status_t tern_fold_op(tern_op_t *op, tern_builder_t *builder, tern_value_t **out_values);
// Makes a constant op at the builder: through `dialect`'s materialiser, else arith's. NULL if there is none.
tern_value_t *tern_materialize_constant(tern_builder_t *builder, const tern_dialect_t *dialect,
                                        const tern_attr_t *value, const tern_type_t *type);

#endif  // TERN_REWRITE_FOLD_H_
