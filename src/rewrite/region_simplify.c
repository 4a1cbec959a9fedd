// Removes unreachable blocks, dead ops and dead block arguments (upstream: RegionUtils, eraseUnreachableBlocks and
// runRegionDCE).
//
// Straight-line code needs one pass from the end to the start: an op without users that is not needed for itself goes,
// and its operands have a user less. Only control flow with several blocks needs the liveness analysis: an argument is
// alive if a live op uses it, and what a branch hands to an argument is alive only if the argument is.

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "ir/op_list.h"
#include "rewrite/branch.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_block_t *) block_list_t;

static tern_walk_result_t drop_operands(tern_op_t *op, void *user) {
  (void)user;
  tern_op_drop_all_uses_of_operands(op);
  return TERN_WALK_ADVANCE;
}

// --- unreachable blocks ---

static void mark_reachable(tern_region_t *region, tern_map_t *reachable) {
  block_list_t stack = {0};
  tern_vec_push(&stack, region->first_block);
  tern_map_set(reachable, region->first_block, region->first_block);
  while (stack.count) {
    tern_block_t *block = stack.values[--stack.count];
    if (!block->last_op) continue;
    for (size_t i = 0; i < block->last_op->successor_count; ++i) {
      tern_block_t *successor = block->last_op->successors[i].block;
      if (tern_map_set(reachable, successor, successor)) tern_vec_push(&stack, successor);
    }
  }
  tern_vec_deinitialize(&stack);
}

bool tern_erase_unreachable_in_region(tern_region_t *region) {
  if (region->first_block == region->last_block) return false;
  tern_context_t *context = tern_op_context(region->parent);
  tern_map_t reachable = {0};
  mark_reachable(region, &reachable);
  block_list_t dead = {0};
  tern_region_for_each_block(region, block) {
    if (!tern_map_contains(&reachable, block)) tern_vec_push(&dead, block);
  }
  tern_map_deinitialize(&reachable);
  // Dead blocks may use one another's values and branch to one another: all references go first, then the branches,
  // then the blocks.
  for (size_t i = 0; i < dead.count; ++i) {
    tern_block_for_each_op(dead.values[i], op) tern_op_walk_pre(op, drop_operands, NULL);
  }
  for (size_t i = 0; i < dead.count; ++i) {
    while (dead.values[i]->last_op) tern_op_destroy(dead.values[i]->last_op);
  }
  for (size_t i = 0; i < dead.count; ++i) tern_block_destroy(dead.values[i], context);
  bool is_changed = dead.count > 0;
  tern_vec_deinitialize(&dead);
  return is_changed;
}

static void erase_unreachable_inside(tern_op_t *op, bool *inout_changed) {
  for (size_t i = 0; i < op->region_count; ++i) {
    *inout_changed |= tern_erase_unreachable_in_region(&op->regions[i]);
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) erase_unreachable_inside(inner, inout_changed);
    }
  }
}

// --- straight-line code ---

// Erases unreachable blocks, and dead ops from the end to the start. `*out_needs_liveness` becomes true where ops may keep each other alive.
static bool erase_dead_ops_backwards(tern_op_t *op, bool *out_needs_liveness) {
  bool is_changed = false;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_t *region = &op->regions[i];
    is_changed |= tern_erase_unreachable_in_region(region);
    if (region->first_block != region->last_block) *out_needs_liveness = true;
    for (tern_block_t *block = region->last_block; block; block = block->prev) {
      for (tern_op_t *inner = block->last_op, *prev; inner; inner = prev) {
        prev = inner->prev;
        // What nobody reaches in an op that nobody uses must not keep it alive. Symbols are not dead for want of uses.
        if (inner->region_count && tern_op_has_no_uses(inner) && !tern_op_has_trait(inner, TERN_TRAIT_SYMBOL)) {
          erase_unreachable_inside(inner, &is_changed);
        }
        if (tern_op_is_trivially_dead(inner)) {
          tern_op_destroy(inner);
          is_changed = true;
          continue;
        }
        if (inner->region_count) is_changed |= erase_dead_ops_backwards(inner, out_needs_liveness);
        // In a graph region a dead op may be used before it is made.
        if (inner->result_count && tern_op_has_trait(op, TERN_TRAIT_GRAPH_REGION)) *out_needs_liveness = true;
      }
    }
  }
  return is_changed;
}

// --- liveness ---

// What is alive is marked.
typedef struct liveness {
  bool is_changed;  // something was found alive in this round
} liveness_t;

static void clear_marks(tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      for (size_t j = 0; j < block->arg_count; ++j) block->args[j]->is_marked = false;
      tern_block_for_each_op(block, inner) {
        inner->is_marked = false;
        for (size_t j = 0; j < inner->result_count; ++j) inner->results[j].is_marked = false;
        if (inner->region_count) clear_marks(inner);
      }
    }
  }
}

static void mark_value(liveness_t *live, tern_value_t *value) {
  if (!value || value->is_marked) return;
  value->is_marked = true;
  live->is_changed = true;
}

static void mark_live(liveness_t *live, tern_op_t *op) {
  if (op->is_marked) return;
  op->is_marked = true;
  live->is_changed = true;
}

static void mark_args(liveness_t *live, const tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) mark_value(live, block->args[i]);
}

// A terminator is alive itself; what it hands to a successor is so only if the argument is.
static void mark_terminator(liveness_t *live, tern_op_t *op) {
  mark_live(live, op);
  bool is_known = op->successor_count > 0;
  for (size_t i = 0; i < op->successor_count && is_known; ++i) {
    size_t start, count;
    is_known = tern_branch_successor_operands(op, i, &start, &count) && count <= op->successors[i].block->arg_count;
  }
  if (!is_known) {
    for (size_t i = 0; i < op->successor_count; ++i) mark_args(live, op->successors[i].block);
    for (size_t i = 0; i < op->operand_count; ++i) mark_value(live, tern_op_operand(op, i));
    return;
  }
  // Operands that no successor receives are the branch's own: a flag, a condition.
  for (size_t i = 0; i < op->operand_count; ++i) {
    bool is_needed = true;
    for (size_t j = 0; j < op->successor_count; ++j) {
      size_t start, count;
      tern_branch_successor_operands(op, j, &start, &count);
      if (i < start || i >= start + count) continue;
      // Arguments beyond the handed operands are made by the branch itself; they come first.
      const tern_block_t *block = op->successors[j].block;
      is_needed = block->args[block->arg_count - count + (i - start)]->is_marked;
      break;
    }
    if (is_needed) mark_value(live, tern_op_operand(op, i));
  }
  for (size_t j = 0; j < op->successor_count; ++j) {
    size_t start, count;
    tern_branch_successor_operands(op, j, &start, &count);
    const tern_block_t *block = op->successors[j].block;
    for (size_t i = 0; i + count < block->arg_count; ++i) mark_value(live, block->args[i]);
  }
}

static void mark_regions(liveness_t *live, tern_op_t *op);

static void mark_op(liveness_t *live, tern_op_t *op) {
  if (op->region_count) mark_regions(live, op);
  if (op->successor_count || tern_op_has_trait(op, TERN_TRAIT_TERMINATOR)) {
    mark_terminator(live, op);
    return;
  }
  if (op->is_marked) return;
  bool is_live = !tern_op_would_be_trivially_dead(op);
  for (size_t i = 0; i < op->result_count && !is_live; ++i) {
    is_live = op->results[i].is_marked;
  }
  if (!is_live) return;
  mark_live(live, op);
  for (size_t i = 0; i < op->operand_count; ++i) mark_value(live, tern_op_operand(op, i));
}

static void mark_regions(liveness_t *live, tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_t *region = &op->regions[i];
    if (region->first_block) mark_args(live, region->first_block);
    for (tern_block_t *block = region->last_block; block; block = block->prev) {
      for (tern_op_t *inner = block->last_op; inner; inner = inner->prev) mark_op(live, inner);
    }
  }
}

// Takes what is handed to the dead arguments of `block` out of the branches to it.
static void erase_dead_incoming(tern_block_t *block) {
  size_t erased_count = 0;
  for (size_t i = block->arg_count; i-- > 0;) {
    if (block->args[i]->is_marked) continue;
    for (tern_successor_t *use = block->first_use; use; use = use->next) {
      size_t index = (size_t)(use - use->owner->successors);
      size_t start, count;
      if (!tern_branch_successor_operands(use->owner, index, &start, &count)) continue;
      size_t first_handed = block->arg_count - (count + erased_count);
      tern_branch_erase_successor_operand(use->owner, index, i - first_handed);
    }
    ++erased_count;
  }
}

static bool erase_dead_args(tern_block_t *block) {
  bool is_changed = false;
  for (size_t i = block->arg_count; i-- > 0;) {
    if (block->args[i]->is_marked) continue;
    tern_block_erase_arg(block, i);
    is_changed = true;
  }
  return is_changed;
}

static void collect_dead_ops(tern_op_t *op, tern_op_list_t *out_dead) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      tern_block_for_each_op(block, inner) {
        if (inner->is_marked) {
          collect_dead_ops(inner, out_dead);
        } else {
          tern_vec_push(out_dead, inner);
        }
      }
    }
  }
}

// For all blocks but entry blocks, whose arguments belong to the op around: first the branches, then the arguments, for
// a dead argument may be handed to another.
static void erase_all_dead_incoming(tern_op_t *op) {
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      if (!tern_block_is_entry(block)) erase_dead_incoming(block);
      tern_block_for_each_op(block, inner) erase_all_dead_incoming(inner);
    }
  }
}

static bool erase_all_dead_args(tern_op_t *op) {
  bool is_changed = false;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_for_each_block(&op->regions[i], block) {
      if (!tern_block_is_entry(block)) is_changed |= erase_dead_args(block);
      tern_block_for_each_op(block, inner) is_changed |= erase_all_dead_args(inner);
    }
  }
  return is_changed;
}

static bool erase_dead_by_liveness(tern_op_t *op) {
  liveness_t live;
  clear_marks(op);
  do {
    live.is_changed = false;
    mark_regions(&live, op);
  } while (live.is_changed);
  tern_op_list_t dead = {0};
  collect_dead_ops(op, &dead);
  for (size_t i = 0; i < dead.count; ++i) tern_op_walk_pre(dead.values[i], drop_operands, NULL);
  // A branch may still hand a dead op's result to a dead argument: the arguments go first.
  erase_all_dead_incoming(op);
  bool is_changed = erase_all_dead_args(op) || dead.count > 0;
  for (size_t i = dead.count; i-- > 0;) tern_op_destroy(dead.values[i]);
  tern_vec_deinitialize(&dead);
  return is_changed;
}

bool tern_simplify_regions(tern_op_t *op) {
  bool needs_liveness = false;
  bool is_changed = erase_dead_ops_backwards(op, &needs_liveness);
  if (needs_liveness) is_changed |= erase_dead_by_liveness(op);
  return is_changed;
}
