// Building index arithmetic: constants are folded and neutral operands dropped as the ops are made, so that generated
// loops carry no clutter for a later pass to clean.

#ifndef TERN_DIALECT_ARITH_INDEX_MATH_H_
#define TERN_DIALECT_ARITH_INDEX_MATH_H_

#include "rewrite/builder.h"

// arith.constant of index type.
tern_value_t *tern_build_index(tern_builder_t *builder, int64_t value);
// arith.constant of any attribute that has a type.
tern_value_t *tern_build_constant(tern_builder_t *builder, const tern_attr_t *value);
// arith.constant of a number: an integer, index or float type, or a vector or static tensor of them (splat).
tern_value_t *tern_build_number(tern_builder_t *builder, const tern_type_t *type, double value);
// The constant an index value is; false if it is none.
bool tern_index_constant(const tern_value_t *value, int64_t *out_value);

tern_value_t *tern_build_index_add(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_index_sub(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_index_mul(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_index_min(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_index_max(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
tern_value_t *tern_build_index_ceildiv(tern_builder_t *builder, tern_value_t *lhs, tern_value_t *rhs);
// Value of an affine expression over index values (upstream: expandAffineExpr). `mod`, `floordiv` and `ceildiv` have
// the affine meaning (rounding to minus infinity), also for negative operands.
tern_value_t *tern_build_affine_expr(tern_builder_t *builder, const tern_affine_expr_t *expr, tern_value_t *const *dims,
                                     tern_value_t *const *symbols);

// #arith.fastmath<reassoc>, with what `flags` has besides, unless that is NULL.
const tern_attr_t *tern_arith_reassoc_attr(tern_context_t *context, const tern_attr_t *flags);

#endif  // TERN_DIALECT_ARITH_INDEX_MATH_H_
