// When values live, in numbers of ops: an op comes behind all that it holds, so that what is used in a loop lives until the
// loop ends.
//
// Where a value is live is found by following each use back to the definition through blocks (upstream: mlir::Liveness); within a
// block a value lives from the definition, or the block's first op, to its last use, or the block's end.

#ifndef TERN_ANALYSIS_TRITON_LIVE_RANGE_H_
#define TERN_ANALYSIS_TRITON_LIVE_RANGE_H_

#include "base/map.h"
#include "ir/op.h"

// The numbers of all ops in an op.
typedef struct tern_live_numbers {
  tern_map_t numbers;  // op -> its number plus one
  size_t op_count;
} tern_live_numbers_t;

// From the op of number `start` to before that of number `end`.
typedef struct tern_live_range {
  size_t start, end;
} tern_live_range_t;

tern_live_numbers_t tern_live_numbers_of(tern_op_t *root);
void tern_live_numbers_deinitialize(tern_live_numbers_t *numbers);
size_t tern_live_number(const tern_live_numbers_t *numbers, const tern_op_t *op);
tern_live_range_t tern_live_range_of(const tern_live_numbers_t *numbers, const tern_value_t *value);

#endif  // TERN_ANALYSIS_TRITON_LIVE_RANGE_H_
