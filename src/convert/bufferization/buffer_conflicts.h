// Where a plan of buffers would write memory that is still to be read, or write one place twice.

#ifndef TERN_CONVERT_BUFFERIZATION_BUFFER_CONFLICTS_H_
#define TERN_CONVERT_BUFFERIZATION_BUFFER_CONFLICTS_H_

#include "convert/bufferization/buffer_plan.h"

// Emits an error for each conflict; false if there is one.
bool tern_buffer_plan_check_order(const tern_buffer_plan_t *plan);
// Gives temporaries to the tensors that conflict.
void tern_buffer_plan_resolve_order(tern_buffer_plan_t *plan);

// Makes `tensor` have a buffer of its own, whatever it had.
void tern_buffer_plan_give_temporary(tern_buffer_plan_t *plan, tern_value_t *tensor);
// Input `index` may share the buffer of result 0: every element is read where, and when, the result is written.
bool tern_buffer_may_work_in_place(const tern_op_t *op, size_t index);

// The same elements in the same order: one buffer, or equal slices.
bool tern_buffer_is_same_view(const tern_value_t *a, const tern_value_t *b);

#endif  // TERN_CONVERT_BUFFERIZATION_BUFFER_CONFLICTS_H_
