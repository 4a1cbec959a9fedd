// Do two ops compute the same? (upstream: OperationEquivalence, locations ignored)

#ifndef TERN_TRANSFORM_OP_EQUIVALENCE_H_
#define TERN_TRANSFORM_OP_EQUIVALENCE_H_

#include "ir/op_def.h"

// Equal for ops that tern_op_is_equivalent() calls equivalent, wherever they stand and whatever their operands are. Does not look
// into regions.
uint64_t tern_op_form_hash(const tern_op_t *op);
// The same, but looks at the operands too, and into regions.
uint64_t tern_op_equivalence_hash(const tern_op_t *op);
// The same definition, attributes, operands (in any order if the op is commutative), result types, successors, and
// regions that are the same but for the names of what is defined inside.
bool tern_op_is_equivalent(const tern_op_t *a, const tern_op_t *b);

#endif  // TERN_TRANSFORM_OP_EQUIVALENCE_H_
