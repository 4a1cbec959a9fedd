// The steps of element-wise fusion on tensors, one rewrite each.

#ifndef TERN_TRANSFORM_LINALG_FUSE_ELEMENTWISE_H_
#define TERN_TRANSFORM_LINALG_FUSE_ELEMENTWISE_H_

#include "rewrite/builder.h"

// Merges inputs of a generic that are the same tensor through the same map; drops inputs that the body does not use. Returns
// the op that stands for `op` afterwards (`op` itself if nothing changed).
tern_op_t *tern_merge_generic_inputs(tern_op_t *op);
// Puts the body of the generic that produces input `index` in front of the consumer's. The producer stays if it has other
// users. NULL if the two cannot be fused; else the fused op (the consumer is gone).
tern_op_t *tern_fuse_producer(tern_op_t *consumer, size_t index);
// The same where the consumer is the only user: the producer goes, and bodies are moved rather than copied.
tern_op_t *tern_fuse_only_user(tern_op_t *consumer, size_t index);
// The same for a producer with other users: the fused op has its results too, in front of the consumer's, and the producer
// goes. The consumer must be its first user, run over the same loops, and be parallel, so that nothing is computed twice.
tern_op_t *tern_fuse_producer_keeping_results(tern_op_t *consumer, size_t index);
// Drops results that nobody uses. Returns the op that stands for `op` afterwards.
tern_op_t *tern_drop_unused_results(tern_op_t *op);
// Moves a scalar or splat constant input into the body. NULL if input `index` is none.
tern_op_t *tern_fuse_constant(tern_op_t *consumer, size_t index);
// Replaces `generic(collapse_shape(x))` by a collapse_shape of a generic over x's dimensions. NULL if it does not apply.
tern_op_t *tern_fuse_collapsed_input(tern_op_t *consumer, size_t index);
// Replaces `expand_shape(generic)` by a generic over the expanded dimensions. NULL if it does not apply.
tern_op_t *tern_fuse_expanded_result(tern_op_t *expand);
// Replaces `extract_slice(generic)` by a generic on slices of its inputs. NULL if it does not apply.
tern_op_t *tern_fuse_sliced_result(tern_op_t *slice);

#endif  // TERN_TRANSFORM_LINALG_FUSE_ELEMENTWISE_H_
