// Types of views: what subview, collapse_shape, expand_shape and transpose make of a memref type.

#ifndef TERN_DIALECT_MEMREF_TYPE_INFERENCE_H_
#define TERN_DIALECT_MEMREF_TYPE_INFERENCE_H_

#include "ir/attr.h"

// No view has more dimensions than this; the verifiers refuse more.
#define TERN_MEMREF_MAX_RANK 32

// Type of a subview of `source` (upstream: SubViewOp::inferResultType). The lists have one entry for each dimension,
// TERN_DYNAMIC where it is not known. NULL if `source` has no strided layout.
const tern_type_t *tern_memref_subview_type(const tern_type_t *source, const int64_t *offsets, const int64_t *sizes,
                                            const int64_t *strides);
// The same with the dimensions of size 1 left out that `shape` (of `rank` dimensions) does not have. NULL if the shape
// is none of the subview's.
const tern_type_t *tern_memref_rank_reduced_subview_type(const tern_type_t *source, const int64_t *offsets,
                                                         const int64_t *sizes, const int64_t *strides,
                                                         const int64_t *shape, size_t rank);
// Which dimensions of `full` does `reduced` leave out, so that sizes and strides agree? Writes one flag for each
// dimension of `full`. False if there is no way.
bool tern_memref_dropped_dims(const tern_type_t *full, const tern_type_t *reduced, bool *out_is_dropped);
// The same by sizes that are static (others TERN_DYNAMIC) and strides alone, as upstream decides it: dims of size 1 whose
// strides do not go with any of `reduced`. `type` has the strides: the source, or the subview before dims are left out.
bool tern_memref_reduced_dims(const tern_type_t *type, const int64_t *sizes, const tern_type_t *reduced,
                              bool *out_is_dropped);

// Reassociations are arrays of arrays of positions, `[[0, 1], [2]]`.
// Type after collapsing. NULL if the source has no strided layout, or dims that are not contiguous.
const tern_type_t *tern_memref_collapsed_type(const tern_type_t *source, const tern_attr_t *reassociation);
// Type after expanding to `shape`; NULL if `source` has no strided layout.
const tern_type_t *tern_memref_expanded_type(const tern_type_t *source, const int64_t *shape, size_t rank,
                                             const tern_attr_t *reassociation);
// Type after permuting the dimensions: dim i of the result is dim `permutation[i]` of the source.
const tern_type_t *tern_memref_transposed_type(const tern_type_t *source, const size_t *permutation);
// Do both types mean the same memory: shape, element, space, and layout as strides and offset?
// Does the layout map indices to themselves? `strided<[1]>` does as well as none.
bool tern_memref_has_identity_layout(const tern_type_t *type);
bool tern_memref_types_equivalent(const tern_type_t *a, const tern_type_t *b);

// Products and sums where one unknown (TERN_DYNAMIC) makes the result unknown.
int64_t tern_saturated_mul(int64_t a, int64_t b);
int64_t tern_saturated_add(int64_t a, int64_t b);

#endif  // TERN_DIALECT_MEMREF_TYPE_INFERENCE_H_
