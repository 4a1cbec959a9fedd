// Affine expressions and index ops written as arith ops (upstream: affine/Utils, AffineExpandIndexOps).

#ifndef TERN_DIALECT_AFFINE_EXPAND_H_
#define TERN_DIALECT_AFFINE_EXPAND_H_

#include "rewrite/builder.h"

// Ops that compute `expr`, one for each operator; nothing is folded. NULL after an error: a divisor is a constant that
// is not positive.
tern_value_t *tern_affine_expand_expr(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                      tern_value_t *const *dims, tern_value_t *const *symbols);
// The same for every result of a map over values, dims first. Writes `map->result_count` values.
bool tern_affine_expand_map(tern_builder_t *builder, const tern_affine_map_t *map, tern_value_t *const *values,
                            tern_value_t **out_results);
// What affine.delinearize_index gives. Writes as many values as the op has results.
void tern_affine_expand_delinearize(tern_builder_t *builder, const tern_op_t *op, tern_value_t **out_results);
// What affine.linearize_index gives. What changes in fewer loops is added first, so that it can leave the others.
tern_value_t *tern_affine_expand_linearize(tern_builder_t *builder, const tern_op_t *op);

#endif  // TERN_DIALECT_AFFINE_EXPAND_H_
