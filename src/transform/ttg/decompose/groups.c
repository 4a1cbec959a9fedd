// Which group of warps ops are for, where they are replaced by others: see decompose.h.

#include "transform/ttg/decompose/decompose.h"

// Today's names, and those of 2023, which had agents that took turns.
static const char *const names[TERN_TTG_GROUP_ATTRS] = {"ttg.partition", "async_task_id", "async_agent",
                                                        "agent.mutex_role"};

tern_ttg_group_t tern_ttg_group_of(const tern_op_t *op) {
  tern_ttg_group_t group = {.before = op->prev, .after = op->next, .block = op->block};
  for (size_t i = 0; i < TERN_TTG_GROUP_ATTRS; ++i) group.attrs[i] = tern_op_attr(op, names[i]);
  return group;
}

void tern_ttg_group_hand_on(const tern_ttg_group_t *group) {
  for (tern_op_t *op = group->before ? group->before->next : group->block->first_op; op != group->after;
       op = op->next) {
    for (size_t i = 0; i < TERN_TTG_GROUP_ATTRS; ++i) {
      if (group->attrs[i]) tern_op_set_attr(op, names[i], group->attrs[i]);
    }
  }
}
