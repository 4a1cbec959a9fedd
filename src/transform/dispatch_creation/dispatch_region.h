// Dispatch regions: groups of ops on tensors that will run as one dispatch.

#ifndef TERN_TRANSFORM_DISPATCH_CREATION_DISPATCH_REGION_H_
#define TERN_TRANSFORM_DISPATCH_CREATION_DISPATCH_REGION_H_

#include "base/vec.h"
#include "ir/op.h"
#include "rewrite/builder.h"

// A unit attribute: the op's results are partial ones, which a dispatch of its own is to combine.
#define TERN_PARTIAL_REDUCTION "iree.partial_reduction"

// A unit attribute of scalar ops outside of dispatches, from the read of a tensor on: those that need the number compute it themselves
// (--iree-flow-leave-device-scalars).
#define TERN_READ_BY_KERNELS "iree.read_by_kernels"

// Does the op compute on tensors, so that it belongs into a dispatch: structured ops, iree_linalg_ext, slices and paddings
// that are no plain copies of memory which the host could record?
bool tern_is_dispatchable(const tern_op_t *op);
// Is a slice's memory one stretch of the tensor it is a part of, in one piece?
bool tern_slice_is_contiguous(const tern_op_t *slice_op, const tern_type_t *whole);
// Does a slice lie where a number says that only dispatches read?
bool tern_slice_is_placed_by_kernels(const tern_op_t *slice_op);
// Is the op inside of a dispatch region, dispatch workgroups or an executable?
bool tern_is_in_dispatch(const tern_op_t *op);

typedef TERN_VEC(tern_operand_t *) tern_use_list_t;

// Appends the uses of the value by ops inside of `root`, of which there may be few among many.
void tern_collect_uses_within(const tern_value_t *value, tern_op_t *root, tern_use_list_t *out_uses);

// Moves the ops (of one block, in order) into a new flow.dispatch.region at the place of the last one. What others need of
// their results leaves through it. NULL (nothing changed): somebody who comes before the last one needs one of them, which is
// what the second function asks.
bool tern_dispatch_region_can_wrap(tern_op_t *const *ops, size_t count);
tern_op_t *tern_dispatch_region_wrap(tern_op_t *const *ops, size_t count);

// Copies cheap ops that a flow.dispatch.region uses, constants and empty tensors among them, into it.
void tern_dispatch_region_clone_producers(tern_op_t *region);
// Replaces a flow.dispatch.region by a flow.dispatch.workgroups, which is isolated from above, and returns that.
tern_op_t *tern_dispatch_region_to_workgroups(tern_op_t *region, bool generates_workload);

#endif  // TERN_TRANSFORM_DISPATCH_CREATION_DISPATCH_REGION_H_
