// How much of global memory a thread may copy to shared memory at once.

#ifndef TERN_ANALYSIS_TRITON_ASYNC_WIDTH_H_
#define TERN_ANALYSIS_TRITON_ASYNC_WIDTH_H_

#include "analysis/layout/linear_layout.h"
#include "ir/op.h"

// What cp.async copies, in bytes, and the first chip that has it.
enum { TERN_ASYNC_MIN_BYTES = 4, TERN_ASYNC_MAX_BYTES = 16, TERN_ASYNC_CAPABILITY = 80 };

// Where the elements go that a thread has of the pointers of a ttg.async_copy_global_to_local: register, lane, warp, block ->
// offset in elements. Its error says that there is no such place.
tern_layout_t tern_async_places(const tern_op_t *copy);
// The number of elements of one copy, at most 16 bytes: that many of `contiguity` and under one of `mask_alignment` mask values,
// which what surrounds the op is known to promise, and next to each other in shared memory, too. `places` are those above.
int64_t tern_async_vector(const tern_op_t *copy, const tern_layout_t *places, int64_t contiguity,
                          int64_t mask_alignment);

#endif  // TERN_ANALYSIS_TRITON_ASYNC_WIDTH_H_
