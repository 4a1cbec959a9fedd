// The functions that the host starts on a grid and that nobody has distributed over one yet: what passes that make kernels
// work on.

#ifndef TERN_DIALECT_HAL_ENTRY_POINTS_H_
#define TERN_DIALECT_HAL_ENTRY_POINTS_H_

#include "base/vec.h"
#include "ir/op.h"
#include "pass/pass.h"

typedef TERN_VEC(tern_op_t *) tern_entry_points_t;

// The functions below `root` that have a body, are not private, are no `hal.entry_point_schedule` of others, and have no
// function of their grid (dialect/hal/workgroup_count.h). The caller deinitializes the list.
tern_entry_points_t tern_entry_points_find(tern_op_t *root);

// Calls `convert` on each of them, also after one has failed, so that each can say what is wrong with it. True if all are
// right.
typedef bool (*tern_entry_point_fn_t)(tern_op_t *func, tern_pass_t *pass);
bool tern_entry_points_convert(tern_op_t *root, tern_pass_t *pass, tern_entry_point_fn_t convert);

#endif  // TERN_DIALECT_HAL_ENTRY_POINTS_H_
