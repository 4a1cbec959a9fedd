// Index arithmetic as affine.apply: constants are folded, and the maps of operands that are affine.apply themselves are put
// in their place (upstream: makeComposedAffineApply, makeComposedFoldedAffineApply).

#ifndef TERN_DIALECT_AFFINE_APPLY_H_
#define TERN_DIALECT_AFFINE_APPLY_H_

#include "dialect/common/dynamic_index_list.h"

// `expr` over symbols, as a new affine.apply.
tern_value_t *tern_affine_build_composed_apply(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                               const tern_mixed_index_t *symbols, size_t count);
// The same where that is needed: a constant, one of the values, or a new affine.apply.
tern_mixed_index_t tern_affine_build_folded_apply(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                                  const tern_mixed_index_t *symbols, size_t count);
// `expr` over dims, as a new affine.apply; dims that are valid symbols become symbols.
tern_value_t *tern_affine_build_apply_of_dims(tern_builder_t *builder, const tern_affine_expr_t *expr,
                                              tern_values_t dims);

#endif  // TERN_DIALECT_AFFINE_APPLY_H_
