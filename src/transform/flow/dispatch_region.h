// Dispatch regions: groups of ops on tensors that will run as one dispatch.

#ifndef TERN_TRANSFORM_FLOW_DISPATCH_REGION_H_
#define TERN_TRANSFORM_FLOW_DISPATCH_REGION_H_

#include "ir/op.h"
#include "rewrite/builder.h"

// Does the op compute on tensors, so that it belongs into a dispatch: structured ops, iree_linalg_ext, slices and paddings
// that are no plain copies of memory?
bool tern_is_dispatchable(const tern_op_t *op);
// Is a slice's memory one stretch of the tensor it is a part of, in one piece?
bool tern_slice_is_contiguous(const tern_op_t *slice_op, const tern_type_t *whole);
// Is the op inside of a dispatch region, dispatch workgroups or an executable?
bool tern_is_in_dispatch(const tern_op_t *op);

// Moves the ops (of one block, in order) into a new flow.dispatch.region at the place of the last one. What others need of
// their results leaves through it. NULL (nothing changed): somebody who comes before the last one needs one of them, which is
// what the second function asks.
bool tern_dispatch_region_can_wrap(tern_op_t *const *ops, size_t count);
tern_op_t *tern_dispatch_region_wrap(tern_op_t *const *ops, size_t count);

#endif  // TERN_TRANSFORM_FLOW_DISPATCH_REGION_H_
