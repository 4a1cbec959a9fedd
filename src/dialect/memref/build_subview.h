// Building memref.subview and memref.reinterpret_cast.

#ifndef TERN_DIALECT_MEMREF_BUILD_SUBVIEW_H_
#define TERN_DIALECT_MEMREF_BUILD_SUBVIEW_H_

#include "dialect/common/dynamic_index_list.h"

// memref.subview of `source` with unit strides: `offsets` and `sizes` have one index value per dimension; constants
// become static entries, so that the result type is as static as it can be.
tern_value_t *tern_build_subview(tern_builder_t *builder, tern_value_t *source, tern_value_t *const *offsets,
                                 tern_value_t *const *sizes);
// The same with a stride per dimension.
tern_value_t *tern_build_strided_subview(tern_builder_t *builder, tern_value_t *source, tern_value_t *const *offsets,
                                         tern_value_t *const *sizes, const int64_t *strides);

// memref.subview of `source` with all dimensions kept.
tern_value_t *tern_build_slice_of(tern_builder_t *builder, tern_value_t *source, const tern_slice_t *slice);

// memref.reinterpret_cast of `base`; sizes and strides have `rank` entries.
tern_value_t *tern_build_reinterpret_cast(tern_builder_t *builder, tern_value_t *base, const tern_type_t *type,
                                          const tern_mixed_index_t *offset, const tern_mixed_index_t *sizes,
                                          const tern_mixed_index_t *strides, size_t rank);

#endif  // TERN_DIALECT_MEMREF_BUILD_SUBVIEW_H_
