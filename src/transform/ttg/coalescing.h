// Which encoding an access to memory should have, so that the threads of a warp read and write what lies side by side
// (upstream: CoalesceUtils, and parts of Transforms/Utility).

#ifndef TERN_TRANSFORM_TTG_COALESCING_H_
#define TERN_TRANSFORM_TTG_COALESCING_H_

#include "analysis/triton/axis_info.h"

// The pointer, or tensor of pointers, that a load, store, atomic or copy goes through; NULL for other ops.
tern_value_t *tern_ttg_accessed_pointers(const tern_op_t *op);
// The blocked encoding for an access through a tensor of pointers with an encoding, by what is known of the pointers, and of those
// that the same computation leads to.
const tern_attr_t *tern_ttg_coalesced_encoding(tern_op_t *access, const tern_axis_infos_t *infos);
// The one for a tensor that a descriptor's block is read to or written from.
const tern_attr_t *tern_ttg_descriptor_encoding(const tern_op_t *op, const tern_type_t *tensor);
// Makes the op again with all tensors in this encoding, and conversions around it; erases `op`, returns the new one.
tern_op_t *tern_ttg_reencode_op(tern_op_t *op, const tern_attr_t *encoding);

// How many warps and threads the op has, as its surroundings say.
tern_ttg_machine_t tern_ttg_machine_of(const tern_op_t *op);

#endif  // TERN_TRANSFORM_TTG_COALESCING_H_
