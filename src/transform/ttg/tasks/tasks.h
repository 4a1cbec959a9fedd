// Which groups of warps, called tasks, an op is for on Hopper: `async_task_id = array<i32: 0, 2>`, as sets of bits.

#ifndef TERN_TRANSFORM_TTG_TASKS_TASKS_H_
#define TERN_TRANSFORM_TTG_TASKS_TASKS_H_

#include "ir/op.h"

enum { TERN_MAX_TASKS = 64 };
typedef uint64_t tern_tasks_t;

// Empty if nothing is said.
tern_tasks_t tern_tasks_of(const tern_op_t *op);
// An empty set removes the attribute.
void tern_tasks_set(tern_op_t *op, tern_tasks_t set);
// The tasks from `first` on, `count` of them; none beyond TERN_MAX_TASKS.
tern_tasks_t tern_tasks_range(size_t first, size_t count);

#endif  // TERN_TRANSFORM_TTG_TASKS_TASKS_H_
