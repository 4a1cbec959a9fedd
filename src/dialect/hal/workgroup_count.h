// The function by which the host learns the size of a kernel's grid.
//
//   func.func private @main_workgroup_count() -> (index, index, index) attributes {hal.workgroup_count_of = @main}
//
// holds arithmetic on constants and push constants only, copied from what the kernel computes its extents from.

#ifndef TERN_DIALECT_HAL_WORKGROUP_COUNT_H_
#define TERN_DIALECT_HAL_WORKGROUP_COUNT_H_

#include "rewrite/builder.h"

// One grid dimension has ceildiv(extent, divisor) workgroups, at most `most`, and at least `least`.
typedef struct tern_workgroup_extent {
  tern_value_t *extent;  // in the kernel; NULL: one workgroup
  int64_t divisor;
  int64_t least;
} tern_workgroup_extent_t;

// Can the host compute `value`?
bool tern_workgroup_extent_is_known(tern_value_t *value);
// The function for the grid of `func`; NULL if `func` was not distributed yet.
tern_op_t *tern_workgroup_count_find(const tern_op_t *func);
// Makes the function behind `func`. Every extent must be known.
tern_op_t *tern_workgroup_count_build(tern_op_t *func, const tern_workgroup_extent_t extents[3], int64_t most);

#endif  // TERN_DIALECT_HAL_WORKGROUP_COUNT_H_
