// Live ranges of values; see live_range.h.

#include "analysis/triton/live_range.h"

#include "base/vec.h"

static tern_walk_result_t number_op(tern_op_t *op, void *user) {
  tern_live_numbers_t *numbers = user;
  tern_map_set(&numbers->numbers, op, (void *)(uintptr_t)(++numbers->op_count));
  return TERN_WALK_ADVANCE;
}

tern_live_numbers_t tern_live_numbers_of(tern_op_t *root) {
  tern_live_numbers_t numbers = {0};
  tern_op_walk_post(root, number_op, &numbers);
  return numbers;
}

void tern_live_numbers_deinitialize(tern_live_numbers_t *numbers) { tern_map_deinitialize(&numbers->numbers); }

size_t tern_live_number(const tern_live_numbers_t *numbers, const tern_op_t *op) {
  return (size_t)(uintptr_t)tern_map_get(&numbers->numbers, op) - 1;
}

// The op of `block` that is `op` or holds it, or NULL.
static const tern_op_t *find_in_block(const tern_op_t *op, const tern_block_t *block) {
  while (op && op->block != block) op = tern_op_parent(op);
  return op;
}

static tern_block_t *block_around(const tern_block_t *block) {
  const tern_op_t *parent = tern_block_parent_op(block);
  return parent ? parent->block : NULL;
}

// Blocks that `value` is live on entry to. `own`: the block of its definition.
static void find_live_in(const tern_value_t *value, const tern_block_t *own, tern_map_t *out_blocks) {
  TERN_VEC(tern_block_t *) worklist = {0};
  tern_value_for_each_use(value, use) {
    for (tern_block_t *block = use->owner->block; block && block != own; block = block_around(block)) {
      if (!tern_map_set(out_blocks, block, block)) break;
      tern_vec_push(&worklist, block);
      // What is around both does not hold the way from the definition to the use.
      if (block->parent == own->parent) break;
    }
  }
  while (worklist.count) {
    tern_block_t *block = worklist.values[--worklist.count];
    for (tern_successor_t *use = block->first_use; use; use = use->next) {
      tern_block_t *before = use->owner->block;
      if (before != own && tern_map_set(out_blocks, before, before)) tern_vec_push(&worklist, before);
    }
  }
  tern_vec_deinitialize(&worklist);
}

static bool is_live_out(const tern_block_t *block, const tern_map_t *live_in) {
  const tern_op_t *last = block->last_op;
  for (size_t i = 0; last && i < last->successor_count; ++i) {
    if (tern_map_contains(live_in, last->successors[i].block)) return true;
  }
  return false;
}

// Adds what the value lives for in one block.
static void add_block(const tern_live_numbers_t *s, const tern_value_t *value, const tern_block_t *block,
                      const tern_map_t *live_in, tern_live_range_t *range) {
  const tern_op_t *start = tern_value_defining_op(value), *end;
  if (!start || start->block != block || tern_map_contains(live_in, block)) start = block->first_op;
  end = start;
  if (is_live_out(block, live_in)) {
    end = block->last_op;
  } else {
    tern_value_for_each_use(value, use) {
      const tern_op_t *user = find_in_block(use->owner, block);
      if (user && tern_live_number(s, user) > tern_live_number(s, end)) end = user;
    }
  }
  if (tern_live_number(s, start) < range->start) range->start = tern_live_number(s, start);
  if (tern_live_number(s, end) + 1 > range->end) range->end = tern_live_number(s, end) + 1;
}

tern_live_range_t tern_live_range_of(const tern_live_numbers_t *s, const tern_value_t *value) {
  tern_live_range_t range = {SIZE_MAX, 0};
  tern_map_t live_in = {0};
  const tern_block_t *own = tern_value_block(value);
  find_live_in(value, own, &live_in);
  add_block(s, value, own, &live_in, &range);
  for (size_t i = 0; i < live_in.entry_count; ++i) add_block(s, value, live_in.entries[i].key, &live_in, &range);
  tern_map_deinitialize(&live_in);
  return range;
}
