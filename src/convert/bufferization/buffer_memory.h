// Where the contents of tensors are while a plan of buffers is carried out: placeholders for parts of bindings, globals,
// temporaries, views of them. Private to buffer_rewrite.c.

#ifndef TERN_CONVERT_BUFFERIZATION_BUFFER_MEMORY_H_
#define TERN_CONVERT_BUFFERIZATION_BUFFER_MEMORY_H_

#include "base/map.h"
#include "convert/bufferization/buffer_plan.h"
#include "ir/op_list.h"
#include "rewrite/builder.h"

// A plan that is being carried out.
typedef struct tern_buffer_rewrite {
  tern_buffer_plan_t *plan;
  tern_builder_t b;
  tern_op_t *anchor;   // placeholders and their operands go before this op of the entry block
  tern_map_t buffers;  // tensor -> memref that holds (or will hold) its contents
  tern_op_list_t placeholders;
} tern_buffer_rewrite_t;

// The memref that holds, or will hold, a tensor's contents.
tern_value_t *tern_buffer_of(tern_buffer_rewrite_t *r, tern_value_t *tensor);
// linalg.fill of a buffer with a scalar.
void tern_buffer_build_fill(tern_builder_t *b, tern_value_t *scalar, tern_value_t *buffer);
// Nothing if both are the same view.
void tern_buffer_build_copy(tern_buffer_rewrite_t *r, tern_value_t *from, tern_value_t *to);
// The only element of a tensor, as a scalar; it is in `memory` (NULL: in the tensor's buffer).
tern_value_t *tern_buffer_build_element(tern_buffer_rewrite_t *r, tern_value_t *tensor, tern_value_t *memory);
// A scalar: what a splat repeats.
tern_value_t *tern_buffer_build_number(tern_builder_t *b, const tern_attr_t *splat);
// `sizes`: of the dynamic dimensions of `tensor`, for an expansion.
tern_value_t *tern_buffer_build_reshape_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *reshape,
                                             const tern_type_t *tensor, tern_values_t sizes);
// The part of `memref` that an insert_slice writes or an extract_slice reads, of the shape of `tensor`.
tern_value_t *tern_buffer_build_slice_view(tern_builder_t *b, tern_value_t *memref, const tern_op_t *op,
                                           const tern_type_t *tensor);
// The number that a constant tensor repeats, as a scalar; NULL if it is no such constant.
tern_value_t *tern_buffer_build_splat_scalar(tern_buffer_rewrite_t *r, tern_value_t *tensor);
// Writes what a tensor holds into a memref.
void tern_buffer_copy_tensor(tern_buffer_rewrite_t *r, tern_value_t *tensor, tern_value_t *to);
// Moves what `value` is computed from in front of the placeholders.
void tern_buffer_hoist(tern_buffer_rewrite_t *r, tern_value_t *value);
// The buffer that a load or store sees.
tern_value_t *tern_buffer_memory_of(tern_buffer_rewrite_t *r, tern_op_t *op, const tern_type_t *tensor);
// The memref of an identity layout with the shape of a tensor.
const tern_type_t *tern_buffer_memref_like(const tern_type_t *tensor);
// The placeholder for a load or store; ops that see the same part of the same binding share one.
tern_value_t *tern_buffer_placeholder_for(tern_buffer_rewrite_t *r, tern_op_t *op, const tern_type_t *tensor);
// The sizes that a tensor.expand_shape names.
tern_values_t tern_buffer_expansion_sizes(const tern_op_t *op, tern_value_t **storage);
// The memory behind a load, a constant, or a view, whatever temporary its contents are copied to.
tern_value_t *tern_buffer_source_memory(tern_buffer_rewrite_t *r, tern_value_t *tensor);

#endif  // TERN_CONVERT_BUFFERIZATION_BUFFER_MEMORY_H_
