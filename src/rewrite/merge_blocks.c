// Merges blocks that do the same and drops block arguments that always have one value (upstream: RegionUtils,
// mergeIdenticalBlocks and dropRedundantArguments).
//
//   ^bb1: "use"(%a); br ^bb3          ^bb1(%0): "use"(%0); br ^bb3
//   ^bb2: "use"(%b); br ^bb3    ->    with %a and %b handed over by the branches to what were ^bb1 and ^bb2

#include <stdlib.h>

#include "base/map.h"
#include "base/vec.h"
#include "rewrite/branch.h"
#include "rewrite/greedy.h"

typedef TERN_VEC(tern_operand_t *) operand_list_t;

// All branches to `block` say what they hand over, and hand over everything.
static bool has_known_predecessors(const tern_block_t *block) {
  if (!block->first_use) return false;
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    size_t start, count;
    size_t index = (size_t)(use - use->owner->successors);
    if (!tern_branch_successor_operands(use->owner, index, &start, &count) || count != block->arg_count) return false;
  }
  return true;
}

static tern_value_t *incoming_value(const tern_successor_t *use, size_t arg_index) {
  size_t start, count;
  tern_branch_successor_operands(use->owner, (size_t)(use - use->owner->successors), &start, &count);
  return tern_op_operand(use->owner, start + arg_index);
}

static bool drop_redundant_args(tern_block_t *block) {
  if (tern_block_is_entry(block) || !has_known_predecessors(block)) return false;
  bool is_changed = false;
  for (size_t i = block->arg_count; i-- > 0;) {
    tern_value_t *common = incoming_value(block->first_use, i);
    bool is_common = common != block->args[i];
    for (tern_successor_t *use = block->first_use; use && is_common; use = use->next) {
      is_common = incoming_value(use, i) == common;
    }
    if (!is_common) continue;
    tern_value_replace_all_uses(block->args[i], common);
    for (tern_successor_t *use = block->first_use; use; use = use->next) {
      tern_branch_erase_successor_operand(use->owner, (size_t)(use - use->owner->successors), i);
    }
    tern_block_erase_arg(block, i);
    is_changed = true;
  }
  return is_changed;
}

// --- identical blocks ---

static bool is_local(const tern_value_t *value, const tern_block_t *block) { return tern_value_block(value) == block; }

// Do `a` and `b`, ops at the same place of two blocks, do the same? Operands from outside that differ are appended to
// the lists.
static bool match_ops(const tern_op_t *a, const tern_op_t *b, tern_map_t *counterparts, operand_list_t *a_differing,
                      operand_list_t *b_differing) {
  if (a->def != b->def || a->operand_count != b->operand_count || a->result_count != b->result_count ||
      a->successor_count != b->successor_count || a->region_count || b->region_count || a->attrs != b->attrs) {
    return false;
  }
  for (size_t i = 0; i < a->def->attr_count; ++i) {
    if (a->slots[i] != b->slots[i]) return false;
  }
  for (size_t i = 0; i < a->successor_count; ++i) {
    if (a->successors[i].block != b->successors[i].block) return false;
  }
  for (size_t i = 0; i < a->operand_count; ++i) {
    tern_value_t *x = tern_op_operand(a, i), *y = tern_op_operand(b, i);
    if (x->type != y->type || is_local(x, a->block) != is_local(y, b->block)) return false;
    if (is_local(x, a->block)) {
      if (tern_map_get(counterparts, x) != y) return false;
    } else if (x != y) {
      tern_vec_push(a_differing, &a->operands[i]);
      tern_vec_push(b_differing, &b->operands[i]);
    }
  }
  for (size_t i = 0; i < a->result_count; ++i) {
    if (tern_op_result(a, i)->type != tern_op_result(b, i)->type) return false;
    tern_map_set(counterparts, tern_op_result(a, i), tern_op_result(b, i));
  }
  return true;
}

// A value that is used in other blocks cannot be merged away.
static bool is_self_contained(const tern_block_t *block) {
  for (size_t i = 0; i < block->arg_count; ++i) {
    tern_value_for_each_use(block->args[i], use) if (use->owner->block != block) return false;
  }
  tern_block_for_each_op(block, op) {
    for (size_t i = 0; i < op->result_count; ++i) {
      tern_value_for_each_use(tern_op_result(op, i), use) if (use->owner->block != block) return false;
    }
  }
  return true;
}

static bool match_blocks(const tern_block_t *a, const tern_block_t *b, operand_list_t *a_differing,
                         operand_list_t *b_differing) {
  if (a->arg_count != b->arg_count) return false;
  tern_map_t counterparts = {0};
  bool is_match = true;
  for (size_t i = 0; i < a->arg_count && is_match; ++i) {
    is_match = a->args[i]->type == b->args[i]->type;
    tern_map_set(&counterparts, a->args[i], b->args[i]);
  }
  const tern_op_t *x = a->first_op, *y = b->first_op;
  for (; x && y && is_match; x = x->next, y = y->next) {
    is_match = match_ops(x, y, &counterparts, a_differing, b_differing);
  }
  is_match = is_match && !x && !y && a->last_op && a->last_op->block == a;
  tern_map_deinitialize(&counterparts);
  return is_match;
}

static bool branches_to(const tern_block_t *block, const tern_block_t *target) {
  for (size_t i = 0; block->last_op && i < block->last_op->successor_count; ++i) {
    if (block->last_op->successors[i].block == target) return true;
  }
  return false;
}

// Each predecessor of `block` hands over these operands' values too.
static void append_incoming(tern_block_t *block, const operand_list_t *operands) {
  tern_value_t **values = tern_malloc((operands->count + 1) * sizeof(tern_value_t *));
  for (size_t i = 0; i < operands->count; ++i) values[i] = operands->values[i]->value;
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    tern_branch_append_successor_operands(use->owner, (size_t)(use - use->owner->successors),
                                          (tern_values_t){values, operands->count});
  }
  free(values);
}

// Turns branches to `b` into branches to `a`, with what differs as arguments, and erases `b`.
static void merge_into(tern_block_t *a, tern_block_t *b, const operand_list_t *a_differing,
                       const operand_list_t *b_differing, tern_context_t *context) {
  append_incoming(a, a_differing);
  append_incoming(b, b_differing);
  for (size_t i = 0; i < a_differing->count; ++i) {
    tern_operand_t *operand = a_differing->values[i];
    tern_value_t *arg = tern_block_add_arg(a, operand->value->type, tern_value_loc(operand->value));
    tern_operand_set(operand, arg);
  }
  while (b->first_use) {
    tern_successor_t *use = b->first_use;
    tern_successor_set(use, a);
  }
  while (b->last_op) tern_op_destroy(b->last_op);
  tern_block_destroy(b, context);
}

static bool merge_one_pair(tern_region_t *region, tern_context_t *context) {
  tern_region_for_each_block(region, a) {
    if (tern_block_is_entry(a) || !has_known_predecessors(a) || !is_self_contained(a)) continue;
    for (tern_block_t *b = a->next; b; b = b->next) {
      if (!has_known_predecessors(b) || !is_self_contained(b) || branches_to(a, a) || branches_to(b, b) ||
          branches_to(a, b) || branches_to(b, a)) {
        continue;
      }
      operand_list_t a_differing = {0}, b_differing = {0};
      bool is_match = match_blocks(a, b, &a_differing, &b_differing);
      if (is_match) merge_into(a, b, &a_differing, &b_differing, context);
      tern_vec_deinitialize(&a_differing);
      tern_vec_deinitialize(&b_differing);
      if (is_match) return true;
    }
  }
  return false;
}

static bool merge_in_regions(tern_op_t *op) {
  bool is_changed = false;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_t *region = &op->regions[i];
    if (region->first_block != region->last_block) {
      while (merge_one_pair(region, tern_op_context(op))) is_changed = true;
      tern_region_for_each_block(region, block) is_changed |= drop_redundant_args(block);
    }
    tern_region_for_each_block(region, block) {
      tern_block_for_each_op(block, inner) is_changed |= merge_in_regions(inner);
    }
  }
  return is_changed;
}

bool tern_simplify_regions_aggressively(tern_op_t *op) {
  bool is_changed = tern_simplify_regions(op);
  return merge_in_regions(op) || is_changed;
}
