// See tasks.h.

#include "transform/ttg/tasks/tasks.h"

#include "ir/context.h"

static const char attr_name[] = "async_task_id";

tern_tasks_t tern_tasks_of(const tern_op_t *op) {
  const tern_attr_t *list = tern_op_attr(op, attr_name);
  tern_tasks_t set = 0;
  for (size_t i = 0; list && list->kind == TERN_ATTR_DENSE_ARRAY && i < tern_dense_array_attr_count(list); ++i) {
    int64_t id = tern_dense_array_attr_int(list, i);
    if (id >= 0 && id < TERN_MAX_TASKS) set |= UINT64_C(1) << id;
  }
  return set;
}

void tern_tasks_set(tern_op_t *op, tern_tasks_t set) {
  int32_t ids[TERN_MAX_TASKS];
  size_t count = 0;
  for (int32_t id = 0; id < TERN_MAX_TASKS; ++id) {
    if (set >> id & 1) ids[count++] = id;
  }
  tern_op_set_attr(op, attr_name, count ? tern_dense_i32_array_attr_get(tern_op_context(op), ids, count) : NULL);
}

tern_tasks_t tern_tasks_range(size_t first, size_t count) {
  tern_tasks_t set = 0;
  for (size_t id = first; id < first + count && id < TERN_MAX_TASKS; ++id) set |= UINT64_C(1) << id;
  return set;
}
