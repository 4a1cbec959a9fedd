// What a memref is: a place in the memory of its root, with strides, as index values. Views and casts are seen through.

#ifndef TERN_CONVERT_LINALG_MEMORY_VIEW_H_
#define TERN_CONVERT_LINALG_MEMORY_VIEW_H_

#include "convert/linalg/linear_index.h"
#include "dialect/common/dynamic_index_list.h"

typedef struct tern_memory_view {
  tern_op_t *root;       // the op that gives the memory: placeholder, alloc, alloca
  tern_linear_t offset;  // in elements, from the root's first one
  size_t rank;
  tern_mixed_index_t strides[TERN_INDEX_LIST_MAX];  // `dynamic`, or else `value`
  tern_mixed_index_t sizes[TERN_INDEX_LIST_MAX];
} tern_memory_view_t;

// Reads the view that `memref` is. Values that have to be computed are built at the builder. False after an error at
// `user` that says what stands in the way.
bool tern_memory_view_read(tern_builder_t *builder, const tern_op_t *user, tern_value_t *memref,
                           tern_memory_view_t *out_view);
// Adds the place of the element at `indices`, of which there are as many as the view has dimensions.
void tern_memory_view_add_indices(tern_builder_t *builder, const tern_memory_view_t *view, tern_linear_t *linear,
                                  tern_value_t *const *indices);

#endif  // TERN_CONVERT_LINALG_MEMORY_VIEW_H_
