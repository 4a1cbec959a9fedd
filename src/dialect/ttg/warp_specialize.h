// What passes ask of ttg.warp_specialize and change in it.

#ifndef TERN_DIALECT_TTG_WARP_SPECIALIZE_H_
#define TERN_DIALECT_TTG_WARP_SPECIALIZE_H_

#include "ir/op.h"

// The op that holds the partitions as regions.
static inline tern_op_t *tern_ttg_partitions_of(const tern_op_t *op) { return op->regions[1].first_block->first_op; }
// Captures all values that partitions use from outside: each becomes an operand, and an argument of every partition.
void tern_ttg_isolate_partitions(tern_op_t *op);

#endif  // TERN_DIALECT_TTG_WARP_SPECIALIZE_H_
