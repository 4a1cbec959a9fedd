// The steps of element-wise fusion on tensors, one rewrite each.

#ifndef TERN_TRANSFORM_FUSE_ELEMENTWISE_H_
#define TERN_TRANSFORM_FUSE_ELEMENTWISE_H_

#include "rewrite/builder.h"

// Merges inputs of a generic that are the same tensor through the same map; drops inputs that the body does not use. Returns
// the op that stands for `op` afterwards (`op` itself if nothing changed).
tern_op_t *tern_merge_generic_inputs(tern_op_t *op);
// Puts the body of the generic that produces input `index` in front of the consumer's. The producer stays if it has other
// users. NULL if the two cannot be fused; else the fused op (the consumer is gone).
tern_op_t *tern_fuse_producer(tern_op_t *consumer, size_t index);
// Moves a scalar or splat constant input into the body. NULL if input `index` is none.
tern_op_t *tern_fuse_constant(tern_op_t *consumer, size_t index);
// Replaces `generic(collapse_shape(x))` by a collapse_shape of a generic over x's dimensions. NULL if it does not apply.
tern_op_t *tern_fuse_collapsed_input(tern_op_t *consumer, size_t index);
// Replaces `expand_shape(generic)` by a generic over the expanded dimensions. NULL if it does not apply.
tern_op_t *tern_fuse_expanded_result(tern_op_t *expand);
// Replaces `extract_slice(generic)` by a generic on slices of its inputs. NULL if it does not apply.
tern_op_t *tern_fuse_sliced_result(tern_op_t *slice);

#endif  // TERN_TRANSFORM_FUSE_ELEMENTWISE_H_
