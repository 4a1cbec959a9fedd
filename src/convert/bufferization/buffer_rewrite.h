// Carrying out a plan of buffers: loads become the memory they are of (placeholders, one for each part of a binding),
// structured ops write to their buffers, reshapes and slices become views, temporaries stack allocations. No tensor is left.

#ifndef TERN_CONVERT_BUFFERIZATION_BUFFER_REWRITE_H_
#define TERN_CONVERT_BUFFERIZATION_BUFFER_REWRITE_H_

#include "convert/bufferization/buffer_plan.h"

// Rewrites the function that `plan` was made for. The plan's ops are gone afterwards.
void tern_buffer_plan_apply(tern_buffer_plan_t *plan);

#endif  // TERN_CONVERT_BUFFERIZATION_BUFFER_REWRITE_H_
