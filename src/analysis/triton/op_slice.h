// What ops have to do with each other (upstream: SliceAnalysis).

#ifndef TERN_ANALYSIS_TRITON_OP_SLICE_H_
#define TERN_ANALYSIS_TRITON_OP_SLICE_H_

#include "ir/op_list.h"

// Is the op to be gone through? NULL instead of the function: all are.
typedef bool (*tern_slice_filter_t)(const tern_op_t *op, const void *user);

// All that `op` depends on, all that depends on it, and so on from these; `op` first. An argument stands for the op whose only
// block has it, an op for those inside of it.
tern_op_list_t tern_slice_around(tern_op_t *op, tern_slice_filter_t filter, const void *user);
// What depends on the op's results, and what is inside of that.
tern_op_list_t tern_slice_forward(tern_op_t *op);
// What makes the value, if it passes the filter what that depends on, and so on; not through arguments.
tern_op_list_t tern_slice_backward(const tern_value_t *value, tern_slice_filter_t filter, const void *user);

#endif  // TERN_ANALYSIS_TRITON_OP_SLICE_H_
