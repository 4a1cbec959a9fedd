// Constant tensors in panels (transform/linalg/blocking/unpacked_buffer.h), whose bytes are made of the tensor's when they are read.

#ifndef TERN_TRANSFORM_LINALG_BLOCKING_PACKED_CONSTANT_H_
#define TERN_TRANSFORM_LINALG_BLOCKING_PACKED_CONSTANT_H_

#include "ir/attr.h"
#include "transform/linalg/blocking/unpacked_buffer.h"

// The panels of `tensor`, the elements of a constant of type `unpacked`. `is_transposed`: it is a matrix whose rows are the columns
// that panels are made of, and `unpacked` says how many rows and columns it has after that was undone.
const tern_attr_t *tern_packed_constant_get(const tern_blob_t *tensor, const tern_packing_t *packing,
                                            const tern_type_t *unpacked, bool is_transposed);

#endif  // TERN_TRANSFORM_LINALG_BLOCKING_PACKED_CONSTANT_H_
