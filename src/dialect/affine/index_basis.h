// The basis of affine.delinearize_index and affine.linearize_index: sizes that are numbers or values.

#ifndef TERN_DIALECT_AFFINE_INDEX_BASIS_H_
#define TERN_DIALECT_AFFINE_INDEX_BASIS_H_

#include "base/vec.h"
#include "dialect/common/dynamic_index_list.h"

// Entries of a basis. Owned.
typedef TERN_VEC(tern_mixed_index_t) tern_affine_basis_t;

// How many indices the op has: results of delinearize_index, operands of linearize_index.
size_t tern_affine_index_count(const tern_op_t *op);
// Does the basis say how large the first index may be?
bool tern_affine_has_outer_bound(const tern_op_t *op);
// Appends the entries; `skips_outer` leaves the first one out if it is the outer bound.
void tern_affine_basis_read(const tern_op_t *op, bool skips_outer, tern_affine_basis_t *out_basis);
bool tern_affine_is_disjoint(const tern_op_t *op);

// Builds the ops from the entries [start, start + count) of a basis. The number of results is `index_count`.
tern_op_t *tern_affine_build_delinearize(tern_builder_t *builder, tern_value_t *index, const tern_affine_basis_t *basis,
                                         size_t start, size_t count, size_t index_count);
tern_value_t *tern_affine_build_linearize(tern_builder_t *builder, tern_values_t indices,
                                          const tern_affine_basis_t *basis, size_t start, size_t count,
                                          bool is_disjoint);

#endif  // TERN_DIALECT_AFFINE_INDEX_BASIS_H_
