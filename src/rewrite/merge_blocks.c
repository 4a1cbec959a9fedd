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

// An operand of a block: of its op `op_index`, counted from the first.
typedef struct place {
  size_t op_index, operand_index;
} place_t;

// Blocks that do the same as the leader, but for the operands at these places.
typedef struct cluster {
  tern_block_t *leader;
  TERN_VEC(tern_block_t *) members;
  TERN_VEC(place_t) places;  // ascending
} cluster_t;

static bool is_local(const tern_value_t *value, const tern_block_t *block) { return tern_value_block(value) == block; }

// What a predecessor's terminator makes is there only after the branch.
static bool can_be_handed_over(const tern_value_t *value, const tern_block_t *block) {
  const tern_op_t *op = tern_value_defining_op(value);
  for (const tern_successor_t *use = block->first_use; use && op; use = use->next) {
    if (use->owner == op) return false;
  }
  return true;
}

// Do `a` and `b`, ops at the same place of two blocks, do the same? Operands from outside that differ are appended.
static bool match_ops(const tern_op_t *a, const tern_op_t *b, size_t op_index, tern_map_t *counterparts,
                      cluster_t *differing) {
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
      if (!can_be_handed_over(x, a->block) || !can_be_handed_over(y, b->block)) return false;
      tern_vec_push(&differing->places, (place_t){op_index, i});
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

static bool match_blocks(const tern_block_t *a, const tern_block_t *b, cluster_t *differing) {
  if (a->arg_count != b->arg_count) return false;
  tern_map_t counterparts = {0};
  bool is_match = true;
  for (size_t i = 0; i < a->arg_count && is_match; ++i) {
    is_match = a->args[i]->type == b->args[i]->type;
    tern_map_set(&counterparts, a->args[i], b->args[i]);
  }
  const tern_op_t *x = a->first_op, *y = b->first_op;
  for (size_t i = 0; x && y && is_match; x = x->next, y = y->next, ++i) {
    is_match = match_ops(x, y, i, &counterparts, differing);
  }
  is_match = is_match && !x && !y && a->last_op;
  tern_map_deinitialize(&counterparts);
  return is_match;
}

static int compare_places(const void *a, const void *b) {
  const place_t *x = a, *y = b;
  if (x->op_index != y->op_index) return x->op_index < y->op_index ? -1 : 1;
  return x->operand_index < y->operand_index ? -1 : x->operand_index > y->operand_index;
}

static void sort_places(cluster_t *cluster) {
  if (!cluster->places.count) return;
  qsort(cluster->places.values, cluster->places.count, sizeof(place_t), compare_places);
  size_t kept = 1;
  for (size_t i = 1; i < cluster->places.count; ++i) {
    if (!compare_places(&cluster->places.values[i], &cluster->places.values[kept - 1])) continue;
    cluster->places.values[kept++] = cluster->places.values[i];
  }
  cluster->places.count = kept;
}

// The blocks after the leader that can be merged into it. What a cluster holds is in no other.
static void collect_cluster(cluster_t *cluster, tern_map_t *claimed) {
  for (tern_block_t *block = cluster->leader->next; block; block = block->next) {
    if (!block->first_use || tern_map_contains(claimed, block)) continue;
    size_t place_count = cluster->places.count;
    if (match_blocks(cluster->leader, block, cluster) && is_self_contained(block)) {
      tern_vec_push(&cluster->members, block);
      tern_map_set(claimed, block, block);
    } else {
      cluster->places.count = place_count;
    }
  }
  sort_places(cluster);
}

static void read_values(const cluster_t *cluster, const tern_block_t *block, tern_value_t **out_values) {
  const tern_op_t *op = block->first_op;
  for (size_t i = 0, at = 0; i < cluster->places.count; ++i) {
    for (; at < cluster->places.values[i].op_index; ++at) op = op->next;
    out_values[i] = tern_op_operand(op, cluster->places.values[i].operand_index);
  }
}

// The first place at which each block has the same value as at place `index`: they share an argument.
static size_t shared_place(tern_value_t **values, size_t count, size_t block_count, size_t index) {
  for (size_t i = 0; i < index; ++i) {
    size_t block = 0;
    while (block < block_count && values[block * count + i] == values[block * count + index]) ++block;
    if (block == block_count) return i;
  }
  return index;
}

// The leader takes what differs as arguments. `values` keeps, for each block, those that are handed over.
static size_t add_args(const cluster_t *cluster, tern_value_t **values) {
  size_t count = cluster->places.count, block_count = cluster->members.count + 1, kept = 0;
  tern_value_t **args = tern_malloc(count * sizeof(tern_value_t *));
  size_t *handed = tern_malloc(count * sizeof(size_t));
  tern_op_t *op = cluster->leader->first_op;
  for (size_t i = 0, at = 0; i < count; ++i) {
    for (; at < cluster->places.values[i].op_index; ++at) op = op->next;
    size_t shared = shared_place(values, count, block_count, i);
    if (shared == i) {
      handed[kept++] = i;
      args[i] = tern_block_add_arg(cluster->leader, values[i]->type, tern_value_loc(values[i]));
    } else {
      args[i] = args[shared];
    }
    tern_operand_set(&op->operands[cluster->places.values[i].operand_index], args[i]);
  }
  for (size_t block = 0; block < block_count; ++block) {
    for (size_t i = 0; i < kept; ++i) values[block * count + i] = values[block * count + handed[i]];
  }
  free(handed);
  free(args);
  return kept;
}

static void append_incoming(tern_block_t *block, tern_values_t values) {
  for (tern_successor_t *use = block->first_use; use; use = use->next) {
    tern_branch_append_successor_operands(use->owner, (size_t)(use - use->owner->successors), values);
  }
}

static void hand_over_differing(const cluster_t *cluster) {
  size_t count = cluster->places.count, block_count = cluster->members.count + 1;
  tern_value_t **values = tern_malloc(count * block_count * sizeof(tern_value_t *));
  read_values(cluster, cluster->leader, values);
  for (size_t i = 1; i < block_count; ++i) read_values(cluster, cluster->members.values[i - 1], &values[i * count]);
  size_t kept = add_args(cluster, values);
  append_incoming(cluster->leader, (tern_values_t){values, kept});
  for (size_t i = 1; i < block_count; ++i) {
    append_incoming(cluster->members.values[i - 1], (tern_values_t){&values[i * count], kept});
  }
  free(values);
}

static bool can_hand_over(const cluster_t *cluster) {
  if (!cluster->places.count) return true;
  bool is_known = has_known_predecessors(cluster->leader);
  for (size_t i = 0; i < cluster->members.count; ++i) is_known &= has_known_predecessors(cluster->members.values[i]);
  return is_known;
}

// Turns branches to members into branches to the leader, with what differs as arguments, and erases the members.
static bool merge_cluster(const cluster_t *cluster, tern_context_t *context) {
  if (!cluster->members.count || !can_hand_over(cluster)) return false;
  if (cluster->places.count) hand_over_differing(cluster);
  for (size_t i = 0; i < cluster->members.count; ++i) {
    tern_block_t *block = cluster->members.values[i];
    while (block->first_use) tern_successor_set(block->first_use, cluster->leader);
  }
  for (size_t i = 0; i < cluster->members.count; ++i) {
    tern_block_t *block = cluster->members.values[i];
    while (block->last_op) tern_op_destroy(block->last_op);
    tern_block_destroy(block, context);
  }
  return true;
}

static bool merge_clusters(tern_region_t *region, tern_context_t *context) {
  bool is_changed = false;
  tern_map_t claimed = {0};
  tern_region_for_each_block(region, leader) {
    if (tern_block_is_entry(leader) || !leader->first_use || tern_map_contains(&claimed, leader) ||
        !is_self_contained(leader)) {
      continue;
    }
    cluster_t cluster = {.leader = leader};
    collect_cluster(&cluster, &claimed);
    is_changed |= merge_cluster(&cluster, context);
    tern_vec_deinitialize(&cluster.members);
    tern_vec_deinitialize(&cluster.places);
  }
  tern_map_deinitialize(&claimed);
  return is_changed;
}

static bool merge_in_regions(tern_op_t *op) {
  bool is_changed = false;
  for (size_t i = 0; i < op->region_count; ++i) {
    tern_region_t *region = &op->regions[i];
    if (region->first_block != region->last_block) {
      while (merge_clusters(region, tern_op_context(op))) is_changed = true;
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
