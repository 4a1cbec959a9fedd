// HLO ops of lone dispatches: which of them are taken, and how one becomes linalg on tensors. How ops are rewritten is what
// --stablehlo-legalize-to-linalg knows; what is here are the differences, because a dispatch has no memory but the buffers of
// its interface, and no types but those that the code generators have.

#ifndef TERN_CONVERT_STABLEHLO_DISPATCH_DISPATCH_OP_H_
#define TERN_CONVERT_STABLEHLO_DISPATCH_DISPATCH_OP_H_

#include "ir/op.h"

typedef enum tern_hlo_dispatch_kind {
  TERN_HLO_NOT_IN_DISPATCH,  // no op of HLO, or none that a lone dispatch may have
  TERN_HLO_ON_TENSORS,       // element-wise, or moves elements: --hlo-to-linalg-on-tensors
  TERN_HLO_REDUCTION,        // has reduction loops, and is for --hlo-to-linalg-on-buffers
} tern_hlo_dispatch_kind_t;

tern_hlo_dispatch_kind_t tern_hlo_dispatch_kind(const tern_op_t *op);

// Can the op, which is of one of these kinds, be lowered? False after an error.
bool tern_hlo_match_in_dispatch(const tern_op_t *op);

// Replaces such an op by linalg on tensors: a reduction by one structured op on a filled tensor.empty, perhaps with reshapes
// around it. The op is gone afterwards. False after an error.
bool tern_hlo_lower_in_dispatch(tern_op_t *op);

#endif  // TERN_CONVERT_STABLEHLO_DISPATCH_DISPATCH_OP_H_
