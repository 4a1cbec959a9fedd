// Captures of ttg.warp_specialize; see warp_specialize.h (upstream: makeWarpGroupsIsolatedFromAbove).

#include "dialect/ttg/warp_specialize.h"

#include "base/map.h"
#include "ir/op_list.h"

// Makes `value` an operand, and an argument of every partition.
static size_t add_capture(tern_op_t *op, tern_value_t *value) {
  tern_op_t *holder = tern_ttg_partitions_of(op);
  size_t index = op->operand_count;
  tern_op_insert_operands(op, index, TERN_VALUES(value));
  for (size_t i = 0; i < holder->region_count; ++i)
    tern_block_add_arg(holder->regions[i].first_block, value->type, tern_value_loc(value));
  return index;
}

// The region of `holder` around `op`.
static tern_region_t *partition_of(const tern_op_t *holder, const tern_op_t *op) {
  while (tern_op_parent(op) != holder) op = tern_op_parent(op);
  return op->block->parent;
}

void tern_ttg_isolate_partitions(tern_op_t *op) {
  tern_op_t *holder = tern_ttg_partitions_of(op);
  tern_op_list_t ops = tern_op_collect(holder, TERN_POSTORDER, NULL);
  tern_map_t captured = {0};  // to 1 + the number of the capture
  for (size_t i = 0; i < ops.count; ++i) {
    tern_op_t *user = ops.values[i];
    if (user == holder) continue;
    for (size_t k = 0; k < user->operand_count; ++k) {
      tern_value_t *value = tern_op_operand(user, k);
      if (!tern_value_is_defined_outside(value, holder)) continue;
      uintptr_t index = (uintptr_t)tern_map_get(&captured, value);
      if (!index) {
        index = add_capture(op, value) + 1;
        tern_map_set(&captured, value, (void *)index);
      }
      tern_op_set_operand(user, k, partition_of(holder, user)->first_block->args[index - 1]);
    }
  }
  tern_map_deinitialize(&captured);
  tern_vec_deinitialize(&ops);
}
