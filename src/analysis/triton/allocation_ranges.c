// When buffers live, in numbers of ops: an op comes behind all that it holds, so that what is used in a loop lives until the
// loop ends.
//
// A buffer lives where a value that may see it is live. Where a value is live is found by following each use back to the
// definition through blocks (upstream: mlir::Liveness); within a block a value lives from the definition, or the block's
// first op, to its last use, or the block's end.

#include "analysis/triton/allocation.h"

#include "ir/op_list.h"

typedef struct search {
  tern_map_t numbers;  // op -> its number plus one
  size_t op_count;
} search_t;

typedef struct range {
  size_t start, end;
} range_t;

static tern_walk_result_t number_op(tern_op_t *op, void *user) {
  search_t *s = user;
  tern_map_set(&s->numbers, op, (void *)(uintptr_t)(++s->op_count));
  return TERN_WALK_ADVANCE;
}

static size_t number_of(const search_t *s, const tern_op_t *op) {
  return (size_t)(uintptr_t)tern_map_get(&s->numbers, op) - 1;
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
static void add_block(const search_t *s, const tern_value_t *value, const tern_block_t *block,
                      const tern_map_t *live_in, range_t *range) {
  const tern_op_t *start = tern_value_defining_op(value), *end;
  if (!start || start->block != block || tern_map_contains(live_in, block)) start = block->first_op;
  end = start;
  if (is_live_out(block, live_in)) {
    end = block->last_op;
  } else {
    tern_value_for_each_use(value, use) {
      const tern_op_t *user = find_in_block(use->owner, block);
      if (user && number_of(s, user) > number_of(s, end)) end = user;
    }
  }
  if (number_of(s, start) < range->start) range->start = number_of(s, start);
  if (number_of(s, end) + 1 > range->end) range->end = number_of(s, end) + 1;
}

static range_t range_of(const search_t *s, const tern_value_t *value) {
  range_t range = {SIZE_MAX, 0};
  tern_map_t live_in = {0};
  const tern_block_t *own = tern_value_block(value);
  find_live_in(value, own, &live_in);
  add_block(s, value, own, &live_in, &range);
  for (size_t i = 0; i < live_in.entry_count; ++i) add_block(s, value, live_in.entries[i].key, &live_in, &range);
  tern_map_deinitialize(&live_in);
  return range;
}

static void extend(tern_shared_buffer_t *buffer, range_t range) {
  if (range.start < buffer->start) buffer->start = range.start;
  if (range.end > buffer->end) buffer->end = range.end;
}

void tern_allocation_find_ranges(tern_function_allocation_t *allocation) {
  search_t s = {0};
  tern_op_walk_post(allocation->function, number_op, &s);
  for (size_t i = 0; i < allocation->buffers.count; ++i) {
    tern_shared_buffer_t *buffer = &allocation->buffers.values[i];
    size_t number = number_of(&s, buffer->owner);
    buffer->start = buffer->kind == TERN_BUFFER_EXPLICIT ? SIZE_MAX : number;
    buffer->end = buffer->kind == TERN_BUFFER_EXPLICIT ? 0 : number + 1;
    // Partitions are told there what to do, at any time.
    if (buffer->owner == allocation->function) {
      buffer->start = 0;
      buffer->end = SIZE_MAX;
    }
  }
  const tern_shared_aliases_t *aliases = &allocation->aliases;
  for (size_t i = 0; i < aliases->numbers.entry_count; ++i) {
    const tern_value_t *value = aliases->numbers.entries[i].key;
    if (value->is_block_argument && !tern_value_has_uses(value)) continue;
    range_t range = range_of(&s, value);
    for (size_t k = 0; k < aliases->allocs.count; ++k) {
      if (!tern_shared_aliases_has(aliases, value, k)) continue;
      uintptr_t number = (uintptr_t)tern_map_get(&allocation->explicits, aliases->allocs.values[k]);
      if (number) extend(&allocation->buffers.values[number - 1], range);
    }
  }
  tern_map_deinitialize(&s.numbers);
}
