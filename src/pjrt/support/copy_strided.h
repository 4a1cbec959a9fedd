// Copies arrays whose dimensions lie in memory in any order and direction.

#ifndef TERN_PJRT_COPY_STRIDED_H_
#define TERN_PJRT_COPY_STRIDED_H_

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tern/tensor.h"

// The most dimensions that are copied.
enum { TERN_PJRT_RANK_MAX = TERN_TENSOR_RANK_MAX };

// Bytes from one element to the next of each dimension, of a dense array whose last dimension is the innermost.
void tern_pjrt_dense_strides(const int64_t *dims, size_t rank, size_t element_size, int64_t *out_strides);
// The same where `minor_to_major` names the dimensions from the innermost on. False if it does not name each once.
bool tern_pjrt_layout_strides(const int64_t *dims, size_t rank, size_t element_size, const int64_t *minor_to_major,
                              int64_t *out_strides);
// Do the strides say what tern_pjrt_dense_strides() does, for all dimensions that have more than one element?
bool tern_pjrt_is_dense(const int64_t *dims, size_t rank, size_t element_size, const int64_t *strides);
// Copies an array of `rank` sizes `dims`.
void tern_pjrt_copy_strided(void *target, const int64_t *target_strides, const void *source,
                            const int64_t *source_strides, const int64_t *dims, size_t rank, size_t element_size);

#endif  // TERN_PJRT_COPY_STRIDED_H_
