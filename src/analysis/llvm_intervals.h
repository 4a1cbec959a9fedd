// What numbers the integers of a function of the llvm dialect can be: an interval for each value of 32 or 64 bits, read
// as signed. Loops are followed by what their branches say of the values that they hand on.
//
// Source: the interval domain with widening of Cousot, Cousot: Abstract Interpretation; upstream's relative is the
// IntegerRangeAnalysis, which knows no branches.

#ifndef TERN_ANALYSIS_LLVM_INTERVALS_H_
#define TERN_ANALYSIS_LLVM_INTERVALS_H_

#include "base/arena.h"
#include "base/map.h"
#include "ir/op.h"

// Attribute of a kernel, array<i64: x, y, z>: blocks that its grid has at most.
#define TERN_KERNEL_GRID_ATTR "hal.kernel_grid"

typedef struct tern_interval {
  int64_t low, high;
} tern_interval_t;

typedef struct tern_llvm_intervals {
  tern_map_t of;  // value -> tern_interval_t
  tern_arena_t arena;
} tern_llvm_intervals_t;

// False if there is nothing to be known of the function: loops that no branch bounds have been followed for too long.
bool tern_llvm_intervals_compute(tern_llvm_intervals_t *intervals, tern_op_t *function);
void tern_llvm_intervals_deinitialize(tern_llvm_intervals_t *intervals);
// The interval of `value`; all numbers of its type if nothing is known.
tern_interval_t tern_llvm_interval_of(const tern_llvm_intervals_t *intervals, const tern_value_t *value);

#endif  // TERN_ANALYSIS_LLVM_INTERVALS_H_
